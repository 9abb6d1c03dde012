/* trace.c - prints a trace as build/replay makes them, with estimates as users give them.
 *
 * SPDX-License-Identifier: MIT
 *
 *     trace JOBS PROCESSORS
 *
 * The model has no users: they are drawn here. Of nine, a third are in each of three groups. The
 * lower the number, the more jobs: user 1 has a third of them. */
#include "workload.h"

enum { USERS = 9, GROUPS = 3 };

static void draw_users(workload *load) {
    uint64_t state = 1;
    size_t at;
    for (at = 0; at < load->count; at++) {
        const uint64_t draw = workload_random(&state) % 1000;
        load->jobs[at].user = 1 + (uint32_t)(USERS * draw * draw / 1000000);
        load->jobs[at].group = 1 + (load->jobs[at].user - 1) * GROUPS / USERS;
    }
}

int main(int count, char **words) {
    double processors = count == 3 ? atof(words[2]) : 0;
    workload_lublin model = workload_lublin_defaults(1, 1, log(processors) / log(2.0));
    workload_estimates estimates = workload_estimates_defaults(1);
    workload load;
    model.jobs = (uint32_t)atol(words[1]);
    if (!workload_make_lublin(&model, &load)) {
        return 1;
    }
    draw_users(&load);
    return !(workload_make_estimates(&load, &estimates) &&
             workload_scale_load(&load, load.processors, 900) &&
             workload_write_swf(stdout, &load, NULL,
                                "the Lublin-Feitelson model, seed 1, at a load of 90 %"));
}
