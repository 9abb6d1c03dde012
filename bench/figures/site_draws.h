/* site_draws.h: the jobs of the experiments on a site: their classes, levels and arrivals. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_DRAWS_H
#define SITE_DRAWS_H

/* Everything is drawn from a seed, so that experiments of other programs, too, have the same jobs.
 * Include experiment.h before. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "site_world.h"
#include "swil_site.h"
#include "workload.h"

enum { SEEDS = BATCHES, GROUPS = 4, ALL = 3 };

static const char *const group_names[GROUPS] = {"high", "medium", "low", "all"};

/* Shares of high and medium priority in percent. */
typedef struct distribution {
    const char *name;
    uint32_t high, medium;
} distribution;

enum { DISTRIBUTIONS = 4, NO_LEVELS = 3 };

static const distribution distributions[DISTRIBUTIONS] = {
    {"10/10/80", 10, 10}, {"25/25/50", 25, 25}, {"50/25/25", 50, 25}, {"none", 0, 0}};

static inline void *take(size_t count, size_t size) {
    void *block = calloc(count + 1, size);

    if (block == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return block;
}

/* ---- Draws ----------------------------------------------------------------------------------- */

/* What is drawn has streams of its own, so that what else is drawn changes nothing in it. */
enum { DRAW_CLASSES = 1, DRAW_LEVELS, DRAW_ARRIVALS, DRAW_FACTORS, DRAW_HISTORY, DRAW_TABLE };

static inline uint64_t draw_stream(uint32_t seed, uint32_t what) {
    uint64_t state = ((uint64_t)seed << 32) + what;

    workload_random(&state);
    return state * UINT64_C(0x9E3779B97F4A7C15);
}

/* In [0, 1). */
static inline double draw_unit(uint64_t *state) {
    return (double)(workload_random(state) >> 11) / 9007199254740992.0;
}

/* A run time by its mean, in parts per million: gamma, its coefficient of variation in percent. */
static inline uint32_t draw_factor(uint64_t *state, uint32_t variation) {
    const double square = (double)variation * variation / 10000;
    double factor;

    if (variation == 0) {
        return (uint32_t)SWIL_SITE_MILLION;
    }
    factor = 1e6 * workload_gamma(state, 1 / square, square);
    return factor < 1 ? 1u : factor > 4e9 ? 4000000000u : (uint32_t)factor;
}

static inline void shuffle(uint32_t *items, uint32_t count, uint64_t *state) {
    uint32_t left;

    for (left = count; left > 1; left--) {
        const uint32_t other = (uint32_t)workload_uniform(state, left);
        const uint32_t item = items[left - 1];

        items[left - 1] = items[other];
        items[other] = item;
    }
}

/* An equal mix of the five classes, one of each in any order, then again; or any, each time. */
static inline void draw_mix(uint32_t seed, int equal, uint32_t *classes, uint32_t count) {
    uint64_t state = draw_stream(seed, DRAW_CLASSES);
    uint32_t order[SITE_CLASSES], i;

    for (i = 0; i < count && !equal; i++) {
        classes[i] = (uint32_t)workload_uniform(&state, SITE_CLASSES);
    }
    for (i = 0; i < count && equal; i++) {
        if (i % SITE_CLASSES == 0) {
            for (order[0] = 1; order[0] < SITE_CLASSES; order[0]++) {
                order[order[0]] = order[0];
            }
            order[0] = 0;
            shuffle(order, SITE_CLASSES, &state);
        }
        classes[i] = order[i % SITE_CLASSES];
    }
}

/* Exact shares, rounded to nearest, over a mix that is the same for all distributions. */
static inline void draw_at_once(uint32_t seed, uint32_t levels, uint32_t count,
                                swil_site_job *jobs, uint32_t *groups) {
    const uint32_t high = (count * distributions[levels].high + 50) / 100;
    const uint32_t medium = (count * distributions[levels].medium + 50) / 100;
    uint64_t state = draw_stream(seed, DRAW_LEVELS);
    uint32_t *classes = (uint32_t *)take(count, sizeof *classes);
    uint32_t job;

    draw_mix(seed, 1, classes, count);
    for (job = 0; job < count; job++) {
        jobs[job].arrival = 0;
        jobs[job].job_class = classes[job];
        jobs[job].factor = (uint32_t)SWIL_SITE_MILLION;
        groups[job] = levels == NO_LEVELS ? ALL : job < high ? 0 : job < high + medium ? 1 : 2;
    }
    shuffle(groups, count, &state);
    free(classes);
}

/* Poisson by the product of units (Knuth): how many until it falls below e^-rate. */
static inline uint32_t draw_poisson(uint64_t *state, double rate) {
    const double limit = exp(-rate);
    double product = draw_unit(state);
    uint32_t count = 0;

    for (; product > limit; product *= draw_unit(state)) {
        count++;
    }
    return count;
}

/* Jobs come at the ticks. Class, level and factor of a job are the same at all rates. */
static inline void draw_arriving(uint32_t seed, uint32_t levels, uint32_t variation, uint32_t rate,
                                 uint32_t count, swil_site_job *jobs, uint32_t *groups) {
    const distribution *shares = &distributions[levels];
    uint64_t classes = draw_stream(seed, DRAW_CLASSES), level = draw_stream(seed, DRAW_LEVELS);
    uint64_t arrivals = draw_stream(seed, DRAW_ARRIVALS);
    uint64_t factors = draw_stream(seed, DRAW_FACTORS);
    uint32_t job, coming = 0;
    sked_time now = -SITE_QUANTUM;

    for (job = 0; job < count; job++) {
        const uint32_t share = (uint32_t)workload_uniform(&level, 100);

        for (; coming == 0; coming = draw_poisson(&arrivals, rate)) {
            now += SITE_QUANTUM;
        }
        coming--;
        jobs[job].arrival = now;
        jobs[job].job_class = (uint32_t)workload_uniform(&classes, SITE_CLASSES);
        jobs[job].factor = draw_factor(&factors, variation);
        groups[job] = levels == NO_LEVELS                     ? ALL
                      : share < shares->high                  ? 0
                      : share < shares->high + shares->medium ? 1
                                                              : 2;
    }
}

#endif /* SITE_DRAWS_H */
