/* footprint_map.c: what a program pulls in that maps jobs; compiled for its size, not run.
 *
 * SPDX-License-Identifier: MIT
 *
 * With FOOTPRINT_HEURISTIC=SKED_MIN_MIN, or another one, it maps by that alone: where the request
 * is a constant, compilers may leave out the code of others. With FOOTPRINT_CLUSTERS jobs also run
 * in parallel on clusters of the machines. */
#define SKED_STATIC
#include "sched.h"

#if defined(FOOTPRINT_CLUSTERS)

sked_status footprint_step(const sked_pjs_request *asked, sked_mem mem, sked_pjs_row *rows,
                           sked_pjs_result *result);

sked_status footprint_step(const sked_pjs_request *asked, sked_mem mem, sked_pjs_row *rows,
                           sked_pjs_result *result) {
    return sked_pjs(asked, mem, rows, result);
}

#elif defined(FOOTPRINT_HEURISTIC)

sked_time footprint_times[8 * 4];

sked_status footprint_step(sked_mem mem, sked_map_row *rows, sked_map_result *result);

sked_status footprint_step(sked_mem mem, sked_map_row *rows, sked_map_result *result) {
    static const sked_map_request request = {
        .heuristic = FOOTPRINT_HEURISTIC, .jobs = 8, .machines = 4, .times = footprint_times};
    return sked_map(&request, mem, rows, result);
}

#else

sked_status footprint_step(const sked_map_request *asked, sked_mem mem, sked_map_row *rows,
                           sked_map_result *result);

sked_status footprint_step(const sked_map_request *asked, sked_mem mem, sked_map_row *rows,
                           sked_map_result *result) {
    return sked_map(asked, mem, rows, result);
}

#endif
