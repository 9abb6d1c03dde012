/* moldable_workload.h - the four workloads of Dutot, Eyraud, Mounie, Trystram (SPAA 2004). */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_WORKLOAD_H
#define MOLDABLE_WORKLOAD_H

/* The sked headers are included from here: define SKED_IMPLEMENTATION before. All functions are
 * `static inline`: compilers stay silent when one is not used.
 *
 *     moldable_model model = moldable_model_defaults(MOLDABLE_MIXED, 200, 100, seed);
 *     moldable_load load;
 *     if (moldable_draw(&model, &load)) {
 *         settings.tasks = load.tasks;
 *         ...
 *     }
 *     moldable_drop(&load);
 *
 * The paper's times are around 1 to 10: one of them is a million ticks here, rounded up, and none
 * is longer than that of a smaller width. Its weights are uniform between 1 and 10: here a thousand
 * times that, to the nearest.
 *
 *     weak, high  p(1) uniform between 1 and 10
 *     mixed       70 of 100 tasks are small, p(1) normal around 1 with deviation 0.5, and weakly
 *                 parallel; the others are large, around 10 with 5, and highly parallel. What is
 *                 below 0.01 is drawn again
 *     cirne       p(1) uniform between 1 and 10; speedup by the model of Downey (1997), in which
 *                 that of Cirne and Berman (2001) ends, too
 *
 * Of weak, high and mixed the paper prints p(j) = p(j - 1) (X + j) / (1 + j), X normal around 0.1
 * (weak) or 0.9 (high) with deviation 0.2, drawn again outside 0 .. 1. That says the contrary of
 * what it calls them: X = 1 is no speedup. So X is read as 1 - X here; and so that X = 1 then is a
 * linear speedup, j counts from 0: p(k + 1) = p(k) (1 - X + k) / (1 + k). Whether a task has one X
 * or a new one for each processor is not said either. All three can be asked for as printed.
 *
 * How Cirne and Berman draw the parallelism A and the variance s is not in the paper, and was not
 * looked up: log2 A uniform from 0 to log2 of the machine, and s normal around 1.209 with deviation
 * 1.132, drawn again below 0, are ours. */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sched_moldable.h"
#include "workload.h"

#define MOLDABLE_UNIT 1000000.0     /* ticks: one unit of the paper's times                   */
#define MOLDABLE_WEIGHT 1000.0      /* one unit of its weights                                */
#define MOLDABLE_SHORTEST 0.01      /* of the normal times: units                             */

typedef enum moldable_kind {
    MOLDABLE_WEAK, MOLDABLE_HIGH, MOLDABLE_MIXED, MOLDABLE_CIRNE, MOLDABLE_KINDS
} moldable_kind;

typedef struct moldable_model {
    moldable_kind kind;
    uint32_t processors, tasks;
    uint64_t seed;
    int per_step;                   /* X for each processor of a task: not one for the task   */
    int printed_index;              /* p(j) from j = 2 on, as printed: not from 0             */
    int printed_x;                  /* X as printed: not as 1 - X                             */
    int closed;                     /* cirne: DOWNEY tasks instead of tables of the same      */
    int monotone;                   /* no less work on more processors, whatever rounding does */
    double log2_least, log2_most;   /* cirne: the range of log2 A                             */
    double variance_mean, variance_deviation;
} moldable_model;

typedef struct moldable_load {
    sked_moldable_task *tasks;
    sked_time *times;               /* all tables, one after another                          */
    uint32_t count;
} moldable_load;

static inline const char *moldable_kind_word(moldable_kind kind) {
    static const char *const words[MOLDABLE_KINDS] = {"weak", "high", "mixed", "cirne"};

    return words[kind];
}

static inline moldable_model moldable_model_defaults(moldable_kind kind, uint32_t processors,
                                                     uint32_t tasks, uint64_t seed) {
    moldable_model model;

    memset(&model, 0, sizeof model);
    model.kind = kind;
    model.processors = processors;
    model.tasks = tasks;
    model.seed = seed;
    model.log2_most = log((double)processors) / log(2.0);
    model.variance_mean = 1.209;
    model.variance_deviation = 1.132;
    return model;
}

/* What is drawn has streams of its own, so that another reading changes nothing else. */
enum { MOLDABLE_DRAW_WEIGHTS = 1, MOLDABLE_DRAW_TIMES, MOLDABLE_DRAW_SPEEDUPS };

static inline uint64_t moldable_stream(uint64_t seed, uint64_t what) {
    uint64_t state = seed;

    state = workload_random(&state) + what;
    return workload_random(&state);
}

/* Uniform in [0, 1). */
static inline double moldable_uniform(uint64_t *state) {
    return (double)(workload_random(state) >> 11) / 9007199254740992.0;
}

/* Normal, by the polar method of Marsaglia; the second value it could give is not kept. */
static inline double moldable_normal(uint64_t *state, double mean, double deviation) {
    double x, y, square;

    do {
        x = 2 * moldable_uniform(state) - 1;
        y = 2 * moldable_uniform(state) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square <= 0);
    return mean + deviation * x * sqrt(-2 * log(square) / square);
}

static inline double moldable_normal_within(uint64_t *state, double mean, double deviation,
                                            double least, double most) {
    double value;

    do {
        value = moldable_normal(state, mean, deviation);
    } while (value < least || value > most);
    return value;
}

/* The speedup of Downey, see SKED_MOLDABLE_DOWNEY. */
static inline double moldable_downey(double parallelism, double variance, double width) {
    const double a = parallelism, s = variance;

    if (width <= 1) {
        return 1;
    }
    if (s <= 1) {
        return width <= a           ? a * width / (a + s * (width - 1) / 2)
               : width <= 2 * a - 1 ? a * width / (s * (a - 0.5) + width * (1 - s / 2))
                                    : a;
    }
    return width <= a + a * s - s ? width * a * (s + 1) / (s * (width + a - 1) + a) : a;
}

/* Ticks of a time in ticks, not longer than that of one processor less, nor (if asked for) with
 * less work. */
static inline sked_time moldable_ticks(const moldable_model *model, double time,
                                       const sked_time *times, uint32_t width) {
    sked_time ticks = time > 1 ? (sked_time)ceil(time) : 1;

    if (width > 1) {
        const sked_time before = times[width - 2];
        const sked_time least = (before * (sked_time)(width - 1) + (sked_time)(width - 1))
                                / (sked_time)width;

        if (model->monotone && ticks < least) {
            ticks = least;
        }
        if (ticks > before) {
            ticks = before;
        }
    }
    return ticks;
}

/* The table of weak, high and mixed: time in units, centre of X. */
static inline void moldable_draw_steps(const moldable_model *model, double time, double centre,
                                       uint64_t *state, sked_time *times) {
    double x = moldable_normal_within(state, centre, 0.2, 0, 1);
    uint32_t width;

    times[0] = moldable_ticks(model, time * MOLDABLE_UNIT, times, 1);
    for (width = 2; width <= model->processors; width++) {
        const double step = (double)(model->printed_index ? width : width - 1);

        time *= ((model->printed_x ? x : 1 - x) + step) / (1 + step);
        times[width - 1] = moldable_ticks(model, time * MOLDABLE_UNIT, times, width);
        if (model->per_step) {
            x = moldable_normal_within(state, centre, 0.2, 0, 1);
        }
    }
}

/* Parallelism and variance are those that a DOWNEY task can tell, so that its times are these. */
static inline void moldable_draw_downey(const moldable_model *model, double time, uint64_t *state,
                                        sked_moldable_task *task, sked_time *times) {
    const double range = model->log2_most - model->log2_least;
    const double a = pow(2, model->log2_least + range * moldable_uniform(state));
    const double s = moldable_normal_within(state, model->variance_mean,
                                            model->variance_deviation, 0, 1048.576);
    uint32_t width;

    task->time = moldable_ticks(model, time * MOLDABLE_UNIT, times, 1);
    task->parallelism_permille = (uint32_t)((a > 1 ? a : 1) * 1000 + 0.5);
    task->variance_permille = (uint32_t)(s * 1000 + 0.5);
    for (width = 1; width <= model->processors && !model->closed; width++) {
        const double speedup =
            moldable_downey((double)task->parallelism_permille / 1000,
                            (double)task->variance_permille / 1000, (double)width);

        times[width - 1] = moldable_ticks(model, (double)task->time / speedup, times, width);
    }
    task->form = model->closed ? SKED_MOLDABLE_DOWNEY : SKED_MOLDABLE_TABLE;
}

static inline void moldable_draw_task(const moldable_model *model, uint64_t *draws,
                                      sked_moldable_task *task, sked_time *times) {
    uint64_t *const weights = &draws[0], *const runs = &draws[1], *const speedups = &draws[2];
    double time = 1 + 9 * moldable_uniform(runs);
    int large = model->kind == MOLDABLE_HIGH;

    task->form = SKED_MOLDABLE_TABLE;
    task->weight = (uint32_t)((1 + 9 * moldable_uniform(weights)) * MOLDABLE_WEIGHT + 0.5);
    task->times = times;
    task->count = model->processors;
    if (model->kind == MOLDABLE_MIXED) {
        large = moldable_uniform(runs) >= 0.7;
        time = moldable_normal_within(runs, large ? 10 : 1, large ? 5 : 0.5, MOLDABLE_SHORTEST,
                                      1000);
    }
    if (model->kind == MOLDABLE_CIRNE) {
        moldable_draw_downey(model, time, speedups, task, times);
    } else {
        moldable_draw_steps(model, time, large ? 0.9 : 0.1, speedups, times);
    }
}

static inline void moldable_drop(moldable_load *load) {
    free(load->tasks);
    free(load->times);
    memset(load, 0, sizeof *load);
    load->tasks = NULL;
    load->times = NULL;
}

/* Draws the tasks; 0: no memory, and the load is empty. The first tasks of a seed are the same
 * whatever their number. */
static inline int moldable_draw(const moldable_model *model, moldable_load *load) {
    uint64_t draws[3];
    uint32_t i;

    memset(load, 0, sizeof *load);
    load->tasks = (sked_moldable_task *)calloc(model->tasks, sizeof *load->tasks);
    load->times = (sked_time *)calloc((size_t)model->tasks * model->processors,
                                      sizeof *load->times);
    if (load->tasks == NULL || load->times == NULL) {
        moldable_drop(load);
        return 0;
    }
    load->count = model->tasks;
    for (i = 0; i < 3; i++) {
        draws[i] = moldable_stream(model->seed, MOLDABLE_DRAW_WEIGHTS + i);
    }
    for (i = 0; i < model->tasks; i++) {
        moldable_draw_task(model, draws, &load->tasks[i],
                           load->times + (size_t)i * model->processors);
    }
    return 1;
}

#endif /* MOLDABLE_WORKLOAD_H */
