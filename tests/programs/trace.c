/* trace.c - prints a trace as build/replay makes them, with estimates as users give them.
 *
 * SPDX-License-Identifier: MIT
 *
 *     trace JOBS PROCESSORS */
#include "workload.h"

int main(int count, char **words) {
    double processors = count == 3 ? atof(words[2]) : 0;
    workload_lublin model = workload_lublin_defaults(1, 1, log(processors) / log(2.0));
    workload_estimates estimates = workload_estimates_defaults(1);
    workload load;
    model.jobs = (uint32_t)atol(words[1]);
    return !(workload_make_lublin(&model, &load) && workload_make_estimates(&load, &estimates) &&
             workload_scale_load(&load, load.processors, 900) &&
             workload_write_swf(stdout, &load, NULL,
                                "the Lublin-Feitelson model, seed 1, at a load of 90 %"));
}
