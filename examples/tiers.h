/* tiers.h: what a replay of two-tier policies adds: its settings, what it says, and its tables. */
/* SPDX-License-Identifier: MIT */
#ifndef TIERS_H_INCLUDED
#define TIERS_H_INCLUDED

/* A two-tier policy needs to know what no trace tells: so bench/swil_tiers.h draws it. If one is
   replayed, all other policies get the same estimates, which it stretches, and run in its loop if
   it can drive them. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"
#include "swil.h"
#include "swil_tiers.h"
#include "workload.h"

#include "cells.h"

enum {
    TIERS_COLUMNS = 8, TIERS_ORDERS = 16, TIERS_FULL_USAGE = 1000, TIERS_PROCESSORS_MAX = 1 << 28
};

#define TIERS_ESTIMATE_MAX (INT64_C(1) << 40)

/* As in tiers_usage_names. */
typedef enum tiers_usage { TIERS_KNOWN, TIERS_UNKNOWN, TIERS_FULL } tiers_usage;
static const char *const tiers_usage_names[] = {"known", "unknown", "full", NULL};

/* NULL where there is no order, and for those by keys and accounts: jobs have none. */
static inline const char *tiers_order_name(int order) {
    switch ((sked_order)order) {
    case SKED_FCFS: return "fcfs";
    case SKED_SJF: return "sjf";
    case SKED_NARROWEST: return "narrowest";
    case SKED_BY_KEY:
    case SKED_BY_SHARE:
    case SKED_ORDER_CLOSED_: break;
    }
    return NULL;
}

typedef struct tiers_options {
    int usage;                      /* a tiers_usage */
    int order;                      /* a sked_order, in which jobs go to backgrounds */
    uint32_t migration, backgrounds;
} tiers_options;

/* ---- Settings -------------------------------------------------------------------------------- */

static inline tiers_options tiers_options_defaults(void) {
    const swil_tiers_settings settings = swil_tiers_defaults(SWIL_TIERS_MEASY);
    tiers_options opts;

    opts.usage = TIERS_KNOWN;
    opts.order = (int)settings.queue.background_order;
    opts.migration = (uint32_t)settings.tiers.migration;
    opts.backgrounds = settings.queue.backgrounds;
    return opts;
}

/* Of a policy of one tier: `policy` does not matter then, and two_tiers is 0. */
static inline swil_tiers_settings tiers_settings(const tiers_options *opts,
                                                 const sked_queue_settings *queue, int two_tiers,
                                                 sked_tiers_policy policy) {
    swil_tiers_settings settings = swil_tiers_defaults(SWIL_TIERS_MEASY);

    settings.queue = *queue;
    settings.queue.backgrounds = two_tiers ? opts->backgrounds : 0;
    settings.queue.background_order = (sked_order)opts->order;
    settings.tiers.policy = policy;
    settings.tiers.migration = opts->migration;
    settings.usage_known = opts->usage != TIERS_UNKNOWN;
    settings.usage_fixed = opts->usage == TIERS_FULL ? TIERS_FULL_USAGE : 0;
    return settings;
}

/* What the loop can drive. */
static inline int tiers_check(const workload *load) {
    size_t job;

    if (load->processors > TIERS_PROCESSORS_MAX) {
        fprintf(stderr, "replay: %lu processors, expected at most %lu with two-tier policies\n",
                (unsigned long)load->processors, (unsigned long)TIERS_PROCESSORS_MAX);
        return 0;
    }
    for (job = 0; job < load->count; job++) {
        if (swil_estimate(&load->jobs[job]) > TIERS_ESTIMATE_MAX) {
            fprintf(stderr,
                    "replay: job %llu: the estimate is %lld s, expected at most %lld with two-tier "
                    "policies\n",
                    (unsigned long long)load->jobs[job].id,
                    (long long)swil_estimate(&load->jobs[job]), (long long)TIERS_ESTIMATE_MAX);
            return 0;
        }
    }
    return 1;
}

/* A copy of the workload for the other loop, with the estimates of this one. Gives 0 if memory runs
   out; the jobs are to be freed. */
static inline int tiers_stretch(const workload *load, workload *stretched) {
    const swil_tiers_settings settings = swil_tiers_defaults(SWIL_TIERS_MEASY);
    size_t job;

    *stretched = *load;
    stretched->jobs = (workload_job *)malloc((load->count + 1) * sizeof *stretched->jobs);
    for (job = 0; stretched->jobs != NULL && job < load->count; job++) {
        stretched->jobs[job] = load->jobs[job];
        stretched->jobs[job].run = swil_run_time(&load->jobs[job]);
        stretched->jobs[job].estimate = swil_tiers_estimate(&settings, &load->jobs[job]);
    }
    return stretched->jobs != NULL;
}

/* ---- What is said ---------------------------------------------------------------------------- */

/* Parts per million as a percentage. */
static inline swil_text tiers_percent(uint32_t millionths) {
    return swil_ratio_text(swil_wide(millionths), 10000, 1);
}

/* Once, above the tables. */
static inline void tiers_print_model(const tiers_options *opts) {
    const swil_tiers_settings model = swil_tiers_defaults(SWIL_TIERS_MEASY);

    printf("Drawn for two tiers, with seed %llu, from the model published with MEASY:\n",
           (unsigned long long)model.seed);
    if (opts->usage == TIERS_FULL) {
        printf("  usage        all of its processor for each process (not drawn); the scheduler\n"
               "               knows\n");
    } else {
        printf("  usage        %s to %s %% of its processor for each process, all of it if\n"
               "               its job has no other; the scheduler %s\n",
               tiers_percent(WORKLOAD_USAGE_LEAST * 1000).text,
               tiers_percent(WORKLOAD_USAGE_MOST * 1000).text,
               opts->usage == TIERS_KNOWN ? "knows" : "does not know");
    }
    printf("  foregrounds  lose %s to %s %% to what runs behind them\n",
           tiers_percent(model.loss.low).text, tiers_percent(model.loss.high).text);
    printf("  backgrounds  make work of %s to %s %% of the cycles left to them, %s to\n"
           "               %s %% if their job has one process; %lu per processor, filled in\n"
           "               the order %s; a migration costs %lu s\n",
           tiers_percent(model.effect_multi.low).text,
           tiers_percent(model.effect_multi.high).text,
           tiers_percent(model.effect_single.low).text,
           tiers_percent(model.effect_single.high).text, (unsigned long)opts->backgrounds,
           tiers_order_name(opts->order), (unsigned long)opts->migration);
    printf("  estimates    are divided by %s for all policies, for the highest loss\n",
           swil_ratio_text(swil_wide(SWIL_TIERS_MILLION - model.loss.high), SWIL_TIERS_MILLION,
                           2).text);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static inline sked_u128 tiers_slowdown_sum(const workload *load,
                                           const swil_tiers_outcome *outcomes) {
    sked_u128 sum = {0, 0};
    size_t job;

    for (job = 0; job < load->count; job++) {
        const int64_t run = swil_run_time(&load->jobs[job]);
        const uint64_t response = (uint64_t)(outcomes[job].end - load->jobs[job].submit);

        sum = sked_u128_add(sum, swil_wide_round(sked_u128_mul(response, SWIL_TIERS_MILLION),
                                                 run > 0 ? (uint64_t)run : 1));
    }
    return sum;
}

/* How long jobs wait for a tier, whichever takes them first. */
static inline sked_u128 tiers_wait_sum(const workload *load, const swil_tiers_outcome *outcomes) {
    sked_u128 sum = {0, 0};
    size_t job;

    for (job = 0; job < load->count; job++) {
        sum = sked_u128_add(
            sum, swil_wide((uint64_t)(outcomes[job].first_start - load->jobs[job].submit)));
    }
    return sum;
}

/* What was lost, as a share of all work; both in seconds. */
static inline swil_text tiers_share(sked_u128 lost, sked_u128 area) {
    if (area.high != 0 || area.low == 0) {
        return cells_text("-");
    }
    return swil_ratio_text(swil_wide_times(lost, 100), area.low, 2);
}

/* A row of the second table. */
static inline void tiers_fill(const char *name, sked_tiers_policy policy, const workload *load,
                              const swil_tiers_outcome *outcomes,
                              const swil_tiers_metrics *metrics, swil_text *cells) {
    const uint64_t moved = metrics->swapped + metrics->restarted + metrics->migrated;
    const sked_u128 lost = swil_wide_round(metrics->work_lost, SWIL_TIERS_MILLION);

    cells[0] = cells_text(name);
    cells[1] = cells_number(metrics->backgrounded);
    cells[2] = cells_number(metrics->backgrounded - moved);
    cells[3] = cells_number(metrics->swapped);
    cells[4] = cells[5] = cells[6] = cells_text("-");
    switch (policy) {
    case SKED_KEASY:
        cells[4] = cells_number(metrics->restarted);
        cells[5] = swil_ratio_text(lost, 1, 0);
        cells[6] = tiers_share(lost, metrics->area);
        break;
    case SKED_MEASY:
        cells[4] = cells_number(metrics->migrated);
        break;
    case SKED_REASY:
    case SKED_TIERS_POLICY_CLOSED_:
        break;
    }
    cells[7] = swil_ratio_text(tiers_wait_sum(load, outcomes), metrics->jobs, 1);
}

/* Prints the rows, of which the first is for the heads of the columns. */
static inline void tiers_print(swil_text *cells, size_t rows) {
    static const char *const heads[TIERS_COLUMNS] = {
        "policy", "jobs put\nthere", "ended\nthere", "swapped", "restarted,\nmigrated",
        "work lost\nprocessor s", "% of\nall work", "mean\nwait s"};

    cells_heads(cells, heads, TIERS_COLUMNS);
    printf("\nIn the background, and from there to the foreground; work is lost to restarts,\n"
           "and the wait is for either tier:\n");
    cells_print(cells, rows, TIERS_COLUMNS);
}

#endif
