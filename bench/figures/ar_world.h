/* ar_world.h: a machine of 1024 processors, and requests for reservations on it. */
/* SPDX-License-Identifier: MIT */
#ifndef AR_WORLD_H
#define AR_WORLD_H

/* Li et al. (2013), section 6.1, tell most of what their requests are; what they leave out is ours.
 * All of this was written down before anything was measured with it, and not changed since; loads
 * other than 0.8, and the scaled slope, were added later.
 *
 * Theirs
 *   sizes      powers of two: 2^x, x by two uniforms: with probability 0.82 (Uprob) in [4.5, UMed],
 *              else in [UMed, 10]; to the nearest whole number, (int)(x + 0.5): 32 .. 1024
 *   durations  60, 300, 900, 1800, 3600 or 10800 s
 *   ready      arrival + artime_factor * U * duration, U uniform in [0, 1)
 *   deadline   ready + (1 + deadline_factor * U) * duration, with another U
 *   arrivals   the combined model of Lublin and Feitelson (2003) with its daily cycle; divided by
 *              the arrival factor
 * Ours
 *   arrivals   the paper takes the model's numbers for the LANL CM-5, and does not print them: here
 *              are those of workload.h for jobs without a type, with gaps of at most e^13 s of work
 *              time (gap_cut). Work time passes faster or slower than in the model so that the
 *              offered load at UMed 7 and arrival factor 1 is 0.8; so the day still has 24 hours.
 *              The load is ours, too. Variants: 0.6, 0.7, 0.9.
 *              UMed does not change the arrivals. The arrival factor then divides all times, and
 *              days as well, as the paper says. Variant: Poisson, at the same rate.
 *   durations  the paper does not print how often each is: here a run time of the model
 *              (workload.h, without types: hyper-gamma, the larger the longer, at most e^12 s), put
 *              to the nearest of the six by ratio. The model's slope (p = -0.0054 * size + 0.78,
 *              how likely the shorter of two kinds is) was fitted to smaller sizes: here p is 0
 *              from 145 processors on, so that nearly all wide requests take 1 or 3 hours. Variant
 *              "scaled": an eighth of it, so that 1024 processors have the p that 128 have without.
 *              Variant: each of the six is equally likely, whatever the size.
 *
 * Times are whole seconds, factors integers, so that all compilers give the same requests; the
 * libm's exp, log and pow have a part in gaps and run times only. */

#include <math.h>
#include <stdint.h>

#include "sched.h"
#include "workload.h"

enum {
    AR_PROCESSORS = 1024, AR_DURATIONS = 6, AR_DURATION_MAX = 10800,
    AR_SIZES_FIRST = 5, AR_SIZES_LAST = 10, /* log2 of the smallest and the largest            */
    AR_UPROB_PERCENT = 82, AR_LOAD_PERCENT = 80, AR_SCALE = 8,
    AR_UMED = 7, AR_QUARTERS = 4, AR_PAIR = 3           /* the defaults: UMed 7, factor 1, {3, 3} */
};

/* All divide the longest, so that slowdowns are sums of whole numbers. */
static const sked_time ar_durations[AR_DURATIONS] = {60, 300, 900, 1800, 3600, AR_DURATION_MAX};

/* Run times from here on are nearer to the next duration, by ratio: above the geometric mean. */
static const sked_time ar_limits[AR_DURATIONS - 1] = {135, 520, 1273, 2546, 6236};

typedef struct ar_setup {
    uint32_t umed, quarters, pair;      /* quarters: four times the arrival factor             */
    uint32_t load;                      /* percent, at the defaults                            */
    int poisson, uniform, scaled;       /* the variants of arrivals and of durations           */
} ar_setup;

typedef struct ar_job {
    sked_time arrival, ready, duration, deadline;
    uint32_t size;
} ar_job;

/* ---- The rate, from the model's own distributions -------------------------------------------- */

/* The part of [low, high] that is nearest to a whole number. */
static inline double ar_share(double low, double high, int whole) {
    const double from = low > whole - 0.5 ? low : whole - 0.5;
    const double to = high < whole + 0.5 ? high : whole + 0.5;

    return to > from ? (to - from) / (high - low) : 0;
}

static inline double ar_size_share(uint32_t umed, int size) {
    const double narrow = AR_UPROB_PERCENT / 100.0;

    return narrow * ar_share(AR_SIZES_FIRST - 0.5, umed, size) +
           (1 - narrow) * ar_share(umed, AR_SIZES_LAST, size);
}

/* How likely a run time of the model is below e^logarithm, if that is not above the cut. */
static inline double ar_run_below(const workload_lublin *model, double size, double logarithm) {
    const workload_lublin_class *kind = &model->typeless;
    const double p = workload_between(0, kind->pa * size + kind->pb, 1);
    const double below = p * workload_gamma_below(kind->a1, logarithm / kind->b1) +
                         (1 - p) * workload_gamma_below(kind->a2, logarithm / kind->b2);
    const double cut = p * workload_gamma_below(kind->a1, model->run_cut / kind->b1) +
                       (1 - p) * workload_gamma_below(kind->a2, model->run_cut / kind->b2);

    return below / cut;
}

static inline double ar_mean_duration(const workload_lublin *model, double size, int uniform) {
    double mean = 0, before = 0;
    uint32_t i;

    for (i = 0; i < AR_DURATIONS; i++) {
        const double below = uniform              ? (i + 1.0) / AR_DURATIONS
                             : i + 1 == AR_DURATIONS ? 1
                             : ar_run_below(model, size, log((double)ar_limits[i]));

        mean += (below - before) * (double)ar_durations[i];
        before = below;
    }
    return mean;
}

/* The mean gap between arrivals in seconds, to the nearest: the same for every libm. */
static inline uint32_t ar_gap(const workload_lublin *model, const ar_setup *setup) {
    double area = 0;
    int size;

    for (size = AR_SIZES_FIRST; size <= AR_SIZES_LAST; size++) {
        area += ar_size_share(AR_UMED, size) * ldexp(1, size) *
                ar_mean_duration(model, ldexp(1, size), setup->uniform);
    }
    return (uint32_t)(area * 100 / setup->load / AR_PROCESSORS + 0.5);
}

/* The mean gap of the model in seconds of work time, to the nearest: that of e to a gamma, below
 * the cut. */
static inline uint32_t ar_model_gap(const workload_lublin *model) {
    const double shape = model->typeless.aarr * model->typeless.arar, scale = model->typeless.barr;
    const double whole = pow(1 - scale, -shape);
    const double part = workload_gamma_below(shape, model->gap_cut * (1 - scale) / scale);

    return (uint32_t)(whole * part / workload_gamma_below(shape, model->gap_cut / scale) + 0.5);
}

/* ---- Draws ----------------------------------------------------------------------------------- */

/* What is drawn has streams of its own, so that what else is drawn changes nothing in it. */
enum { AR_DRAW_ARRIVALS = 1, AR_DRAW_SIZES, AR_DRAW_DURATIONS, AR_DRAW_READY, AR_DRAW_DEADLINES };

static inline uint64_t ar_stream(uint32_t seed, uint32_t what) {
    uint64_t state = ((uint64_t)seed << 32) + what;

    workload_random(&state);
    return state * UINT64_C(0x9E3779B97F4A7C15);
}

/* Rounds x = low + u * (high - low) to the nearest, low and high in halves, u in parts of 2^32. */
static inline uint32_t ar_draw_size(uint64_t *state, uint32_t umed) {
    const int narrow = workload_uniform(state, 100) < AR_UPROB_PERCENT;
    const uint64_t unit = workload_random(state) >> 32;
    const uint32_t low = narrow ? 2u * AR_SIZES_FIRST - 1u : 2u * umed;
    const uint32_t high = narrow ? 2u * umed : 2u * AR_SIZES_LAST;
    const uint64_t twice = (unit * (high - low)) + ((uint64_t)(low + 1) << 32);

    return 1u << (twice >> 33);
}

static inline sked_time ar_draw_duration(uint64_t *state, const workload_lublin *model,
                                         uint32_t size, int uniform) {
    sked_time run;
    uint32_t i;

    if (uniform) {
        return ar_durations[workload_uniform(state, AR_DURATIONS)];
    }
    run = workload_lublin_run(&model->typeless, state, size, model->run_cut);
    for (i = 0; i < AR_DURATIONS - 1 && run >= ar_limits[i]; i++) {
    }
    return ar_durations[i];
}

/* factor * U * duration */
static inline sked_time ar_draw_slack(uint64_t *state, uint32_t factor, sked_time duration) {
    const uint64_t unit = workload_random(state) >> 32;

    return (sked_time)((unit * factor * (uint64_t)duration) >> 32);
}

/* Arrivals before they are divided, in seconds; 0 = the model's parameters make none. */
static inline int ar_draw_arrivals(uint32_t seed, const workload_lublin *model,
                                   const ar_setup *setup, ar_job *jobs, uint32_t count) {
    uint64_t state = ar_stream(seed, AR_DRAW_ARRIVALS);
    const uint32_t gap = ar_gap(model, setup);
    workload_arrival stream;
    sked_time milliseconds = 0;
    uint32_t i;

    if (!workload_arrive_first(&stream, &model->typeless, &state, model)) {
        return 0;
    }
    for (i = 0; i < WORKLOAD_BUCKETS; i++) {
        stream.weight[i] *= (double)ar_model_gap(model) / gap;
    }
    stream.points = stream.begin = stream.exact = 0;
    stream.bucket = 0;
    for (i = 0; i < count; i++) {
        if (setup->poisson) {
            milliseconds += workload_exponential_ms(&state, gap * 1000);
        } else if (!workload_arrive(&stream, &state, model->gap_cut)) {
            return 0;
        }
        jobs[i].arrival = setup->poisson ? milliseconds / 1000 : (sked_time)stream.exact;
    }
    return 1;
}

/* Draws requests in the order of their arrival; 0 = the model's parameters make none. */
static inline int ar_draw(uint32_t seed, const ar_setup *setup, ar_job *jobs, uint32_t count) {
    workload_lublin model = workload_lublin_defaults(0, 0, AR_SIZES_LAST);
    uint64_t sizes = ar_stream(seed, AR_DRAW_SIZES);
    uint64_t durations = ar_stream(seed, AR_DRAW_DURATIONS);
    uint64_t ready = ar_stream(seed, AR_DRAW_READY);
    uint64_t deadlines = ar_stream(seed, AR_DRAW_DEADLINES);
    uint32_t i;

    if (setup->scaled) {
        model.typeless.pa /= AR_SCALE;
    }
    if (!ar_draw_arrivals(seed, &model, setup, jobs, count)) {
        return 0;
    }
    for (i = 0; i < count; i++) {
        ar_job *job = &jobs[i];

        job->arrival = job->arrival * AR_QUARTERS / setup->quarters;
        job->size = ar_draw_size(&sizes, setup->umed);
        job->duration = ar_draw_duration(&durations, &model, job->size, setup->uniform);
        job->ready = job->arrival + ar_draw_slack(&ready, setup->pair, job->duration);
        job->deadline = job->ready + job->duration +
                        ar_draw_slack(&deadlines, setup->pair, job->duration);
    }
    return 1;
}

#endif /* AR_WORLD_H */
