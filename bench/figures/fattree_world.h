/* fattree_world.h: the machine and the jobs of the experiment on trees of switches. */
/* SPDX-License-Identifier: MIT */
#ifndef FATTREE_WORLD_H
#define FATTREE_WORLD_H

/* The sked headers are included from here: define SKED_IMPLEMENTATION before. All functions are
 * `static inline`: compilers stay silent when one is not used.
 *
 * The patent measures nothing, and tells of no jobs. What is here is ours, and was written down
 * before anything was measured with it:
 *
 *   machine    16 pods of 16 leaf switches of 16 processors. The rule of the patent's text, that
 *              has lost a line, makes units of 4 of it (sked_units_default_size)
 *   sizes      those of the model of Lublin and Feitelson without types: of one processor with
 *              probability 0.244, else 2^u, u in two stages up to 10, a power of two with
 *              probability 0.576. The largest is a quarter of the machine
 *   "log"      run times 60 s times 10^y, y uniform in 0 .. 3, whatever the size; arrivals by
 *              Poisson
 *   "lublin"   run times and arrivals of the same model: the larger the longer; by the time of day
 *
 * For a load of L percent the gaps between arrivals are stretched or squeezed, so that the jobs of
 * a draw want L percent of the machine from the first arrival to the last. The jobs of a draw are
 * the same for all loads, queues and policies. */

#include <math.h>
#include <stdint.h>

#include "sched.h"
#include "workload.h"

enum {
    FATTREE_PODS = 16, FATTREE_LEAVES = 256, FATTREE_LEAF = 16, FATTREE_PROCESSORS = 4096,
    FATTREE_SWITCHES = 1 + FATTREE_PODS + FATTREE_LEAVES, FATTREE_WIDEST = 1024,
    FATTREE_SIZES_LAST = 10
};

/* What is drawn has streams of its own, so that what else is drawn changes nothing in it. */
enum { FATTREE_DRAW_SIZES = 1, FATTREE_DRAW_RUNS, FATTREE_DRAW_ARRIVALS, FATTREE_DRAW_CHOICES };

static inline uint64_t fattree_stream(uint32_t seed, uint32_t what) {
    uint64_t state = ((uint64_t)seed << 32) + what;

    workload_random(&state);
    return state * UINT64_C(0x9E3779B97F4A7C15);
}

/* 60 s times 10^y, to the nearest second. */
static inline int64_t fattree_draw_run(uint64_t *state) {
    return (int64_t)(60 * pow(10, 3 * workload_draw(state)) + 0.5);
}

static inline void fattree_draw_log(uint32_t seed, const workload_lublin *model, workload *load) {
    uint64_t sizes = fattree_stream(seed, FATTREE_DRAW_SIZES);
    uint64_t runs = fattree_stream(seed, FATTREE_DRAW_RUNS);
    uint64_t arrivals = fattree_stream(seed, FATTREE_DRAW_ARRIVALS);
    int64_t now = 0;
    size_t i;

    for (i = 0; i < load->count; i++) {
        workload_job *job = &load->jobs[i];

        now += workload_exponential_ms(&arrivals, 1000000);
        job->submit = now;
        job->width = (uint32_t)workload_lublin_width(&model->typeless, &sizes, model->umed,
                                                     model->uhi);
        job->run = fattree_draw_run(&runs);
    }
}

/* Draws jobs in the order of their arrival; 0 = there is no memory, or the model makes none. */
static inline int fattree_draw(uint32_t seed, int lublin, uint32_t count, workload *load) {
    workload_lublin model = workload_lublin_defaults((long)seed, 0, FATTREE_SIZES_LAST);

    model.jobs = count;
    if (!workload_make_lublin(&model, load)) {
        return 0;
    }
    if (!lublin) {
        fattree_draw_log(seed, &model, load);
    }
    return 1;
}

#endif /* FATTREE_WORLD_H */
