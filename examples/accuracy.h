/* accuracy.h: compares the starts of jobs with what was forecast and promised at submission. */
/* SPDX-License-Identifier: MIT */
#ifndef ACCURACY_H_INCLUDED
#define ACCURACY_H_INCLUDED

/* A forecast costs a replay of the queue (forecast.h), so they are made for a sample: the jobs
   whose places in the workload are multiples of `every`. Promises cost nothing: they are noted for
   all jobs. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"
#include "swil.h"
#include "workload.h"

#include "cells.h"
#include "forecast.h"

enum { ACCURACY_SAMPLE = 200, ACCURACY_COLUMNS = 6 };

#define ACCURACY_AUTO UINT32_MAX    /* as `every`: a sample of ACCURACY_SAMPLE jobs or fewer */

typedef struct accuracy_log {
    const workload *load;
    forecast_asker asker;
    size_t next, every;             /* the place to look at next */
    int automatic;                  /* `every` grows if the sample turns out to be expensive */
    uint64_t work;                  /* spent so far, in units of forecast_work */
    int64_t *forecasts;             /* per job: as forecast at submission; FORECAST_NONE */
    int64_t *promised;              /* per job: the start as promised; NULL if nothing is */
    int failed;                     /* out of memory */
} accuracy_log;

/* ---- Recording ------------------------------------------------------------------------------- */

static inline int64_t *accuracy_times(size_t count) {
    int64_t *times = (int64_t *)malloc(count * sizeof *times);
    size_t at;

    for (at = 0; times != NULL && at < count; at++) {
        times[at] = FORECAST_NONE;
    }
    return times;
}

/* `every` 0: no forecast. */
static inline int accuracy_make(accuracy_log *log, const workload *load,
                                const sked_queue_settings *queue, uint32_t every) {
    memset(log, 0, sizeof *log);
    log->load = load;
    log->asker.queue = *queue;
    if (every == 0) {
        return 1;
    }
    log->automatic = every == ACCURACY_AUTO;
    log->every =
        every != ACCURACY_AUTO ? every : (load->count + ACCURACY_SAMPLE - 1) / ACCURACY_SAMPLE;
    log->forecasts = accuracy_times(load->count);
    if (forecast_is_promise(queue)) {
        log->promised = accuracy_times(load->count);
    }
    return log->forecasts != NULL && (!forecast_is_promise(queue) || log->promised != NULL);
}

static inline void accuracy_drop(accuracy_log *log) {
    free(log->promised);
    free(log->forecasts);
    forecast_drop(&log->asker);
    memset(log, 0, sizeof *log);
}

/* Is the next job of the sample to be asked? An automatic sample is thinned out while it costs more
   than its share, so that it stays even: the work of jobs 0 .. n-1 stays below n shares. */
static inline int accuracy_is_affordable(accuracy_log *log, uint64_t work) {
    size_t place = log->next, count = log->load->count, job;

    while (log->automatic && log->every < count &&
           (double)(log->work + work) * (double)count >
               (double)FORECAST_WORK_MAX * (double)(place + log->every)) {
        log->every *= 2;
        for (job = log->every / 2; job < place; job += log->every) {
            log->forecasts[job] = FORECAST_NONE;
        }
    }
    return place % log->every == 0;
}

/* One job after its first pass: its promise, and its forecast if it is of the sample. */
static inline void accuracy_note(accuracy_log *log, const sked_queue *queue,
                                 const sked_queue_info *info, const sked_job_info *job,
                                 int64_t now) {
    uint64_t work = job->running ? 1 : forecast_work(&log->asker, info);
    int64_t *forecast = &log->forecasts[log->next];

    if (log->promised != NULL) {
        log->promised[log->next] = job->running ? job->start : job->reserved;
    }
    if (log->next % log->every != 0 || !accuracy_is_affordable(log, work)) {
        return;
    }
    log->work += work;
    if (job->running) {
        *forecast = job->start;
    } else if (!forecast_start(&log->asker, queue, info, job->position, now, forecast)) {
        log->failed = 1;
    }
}

/* For swil_settings.on_pass: looks at the jobs that have come since the last pass. */
static inline void accuracy_on_pass(accuracy_log *log, const sked_queue *queue, int64_t now) {
    const workload *load = log->load;
    sked_queue_info info;
    sked_job_info job;

    if (log->forecasts == NULL) {
        return;
    }
    while (!log->failed && log->next < load->count && load->jobs[log->next].submit <= now &&
           sked_queue_get_job(queue, (uint64_t)log->next, &job, NULL) == SKED_OK &&
           sked_queue_get_info(queue, &info) == SKED_OK) {
        accuracy_note(log, queue, &info, &job, now);
        log->next += log->promised != NULL ? 1 : log->every - log->next % log->every;
    }
}

/* ---- The table ------------------------------------------------------------------------------- */

/* (plus - minus) / count. */
static inline swil_text accuracy_mean(sked_u128 plus, sked_u128 minus, uint64_t count) {
    swil_text text, with_sign;

    if (sked_u128_compare(plus, minus) >= 0) {
        return swil_ratio_text(sked_u128_sub(plus, minus), count, 1);
    }
    text = swil_ratio_text(sked_u128_sub(minus, plus), count, 1);
    snprintf(with_sign.text, sizeof with_sign.text, "-%.62s", text.text);
    return with_sign;
}

/* How many jobs started later than promised. Here jobs are stopped at their estimates, all bookings
   are known from the start, and no processor is lost: anything but 0 is a fault of the queue. */
static inline size_t accuracy_broken(const accuracy_log *log, const int64_t *starts) {
    size_t job, broken = 0;

    for (job = 0; job < log->load->count; job++) {
        broken += starts[job] > log->promised[job];
    }
    return broken;
}

/* The row of a policy. What is forecast never to start, or never did, has no error. */
static inline void accuracy_fill(const accuracy_log *log, const char *policy,
                                 const int64_t *starts, swil_text *cells) {
    sked_u128 late = {0, 0}, early = {0, 0};
    uint64_t count = 0, known = 0, kept = 0;
    size_t job;

    for (job = 0; job < log->load->count; job++) {
        int64_t told = log->forecasts[job], start = starts[job];

        if (told != FORECAST_NONE) {
            count++;
            kept += start <= told;
        }
        if (told != FORECAST_NONE && told != SKED_NEVER && start != SKED_NEVER) {
            sked_u128 *sum = start > told ? &late : &early;

            known++;
            *sum = sked_u128_add(*sum, swil_wide(forecast_distance(start, told)));
        }
    }
    cells[0] = cells_text(policy);
    cells[1] = cells_number(count);
    cells[2] = known > 0 ? accuracy_mean(late, early, known) : cells_text("-");
    cells[3] = known > 0 ? swil_ratio_text(sked_u128_add(late, early), known, 1) : cells_text("-");
    cells[4] = count > 0 ? swil_ratio_text(swil_wide(kept * 100), count, 1) : cells_text("-");
    cells[5] = cells_text("-");
    if (log->promised != NULL) {
        snprintf(cells[5].text, sizeof cells[5].text, "%lu of %lu",
                 (unsigned long)accuracy_broken(log, starts), (unsigned long)log->load->count);
    }
}

/* Prints the rows, of which the first is for the heads of the columns. */
static inline void accuracy_print(swil_text *cells, size_t rows) {
    static const char *const heads[ACCURACY_COLUMNS] = {
        "policy", "jobs\nasked", "mean\nerror s", "mean absolute\nerror s", "not later\n%",
        "later than\npromised"};

    cells_heads(cells, heads, ACCURACY_COLUMNS);
    printf("\nWhen jobs were submitted, the start of some was forecast. An error is the start\n"
           "minus its forecast; not later: these started when it was forecast, or before.\n");
    cells_print(cells, rows, ACCURACY_COLUMNS);
}

#endif
