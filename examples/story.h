/* story.h: tells the story of one job: its way through the queue, who passed it, why it started. */
/* SPDX-License-Identifier: MIT */
#ifndef STORY_H_INCLUDED
#define STORY_H_INCLUDED

/* The workload is replayed twice. The first replay counts the passes in which the job waits; the
   second one looks at them. So the forecasts, of which there cannot be one per pass (forecast.h),
   are spread over the whole wait.

   Jobs are told by their ids in the trace; the queue knows them by their places in the workload. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"
#include "swil.h"
#include "workload.h"

#include "cells.h"
#include "forecast.h"

enum {
    STORY_MOMENTS_MAX = 10, STORY_MOMENT_COLUMNS = 7,
    STORY_OVERTAKERS_MAX = 6, STORY_OVERTAKER_COLUMNS = 6
};

typedef struct story_moment {
    int64_t time, forecast;
    int64_t shadow;                 /* the head's; FORECAST_NONE: the pass did not come to that */
    uint64_t head;
    uint32_t position;
} story_moment;

typedef struct story_log {
    const workload *load;
    forecast_asker asker;
    size_t job;                     /* its place in the workload */
    int telling;                    /* 1: this is the second replay */
    uint64_t passes, seen, work;    /* passes in which the job waited */
    uint32_t running;               /* other jobs, after its first pass; and so the next two: */
    uint32_t processors_free;
    sked_obstacle obstacle;         /* what it lacked then */
    int64_t promised;               /* SKED_NEVER: nothing */
    story_moment *moments;
    sked_action *overtakers;        /* the starts of jobs that were submitted later */
    size_t moments_count, moments_room, overtakers_count, overtakers_room;
    sked_action action;             /* its own start; width 0 before */
    int failed;                     /* out of memory */
} story_log;

/* ---- Recording ------------------------------------------------------------------------------- */

static inline void story_make(story_log *log, const workload *load,
                              const sked_queue_settings *queue, size_t job) {
    memset(log, 0, sizeof *log);
    log->load = load;
    log->asker.queue = *queue;
    log->job = job;
}

static inline void story_drop(story_log *log) {
    free(log->moments);
    free(log->overtakers);
    forecast_drop(&log->asker);
    memset(log, 0, sizeof *log);
}

/* Makes room for one more of what is `size` bytes large; NULL: out of memory. */
static inline void *story_room(void *array, size_t count, size_t *room, size_t size) {
    size_t wanted = *room == 0 ? 256 : *room * 2;
    void *larger;

    if (count < *room) {
        return array;
    }
    larger = wanted > SIZE_MAX / size ? NULL : realloc(array, wanted * size);
    *room = larger != NULL ? wanted : *room;
    return larger;
}

static inline void story_add_moment(story_log *log, const story_moment *moment) {
    story_moment *moments = (story_moment *)story_room(log->moments, log->moments_count,
                                                       &log->moments_room, sizeof *moments);

    if (moments == NULL) {
        log->failed = 1;
        return;
    }
    log->moments = moments;
    moments[log->moments_count++] = *moment;
}

static inline void story_add_overtaker(story_log *log, const sked_action *action) {
    sked_action *overtakers = (sked_action *)story_room(
        log->overtakers, log->overtakers_count, &log->overtakers_room, sizeof *overtakers);

    if (overtakers == NULL) {
        log->failed = 1;
        return;
    }
    log->overtakers = overtakers;
    overtakers[log->overtakers_count++] = *action;
}

/* Looks at the job, and notes what has changed since it last did. */
static inline void story_look(story_log *log, const sked_queue *queue,
                              const sked_queue_info *info, uint32_t position, int64_t now) {
    const story_moment *last =
        log->moments_count > 0 ? &log->moments[log->moments_count - 1] : NULL;
    story_moment here = {0};

    here.time = now;
    here.position = position;
    if (!forecast_start(&log->asker, queue, info, position, now, &here.forecast)) {
        log->failed = 1;
        return;
    }
    if (last == NULL || last->forecast != here.forecast || last->position != here.position) {
        here.shadow = info->head_blocked ? info->shadow : FORECAST_NONE;
        log->failed |= sked_queue_waiting_at(queue, 0, &here.head) != SKED_OK;
        story_add_moment(log, &here);
    }
}

/* A pass of the second replay in which the job waits. Forecasts at all of them could take long:
   there is one as long as the work stays below the share of the passes so far. */
static inline void story_note(story_log *log, const sked_queue *queue, const sked_job_info *job,
                              int64_t now) {
    sked_queue_info info;
    uint64_t work;

    if (sked_queue_get_info(queue, &info) != SKED_OK) {
        return;
    }
    log->seen++;
    work = forecast_work(&log->asker, &info);
    if (log->seen == 1) {
        log->promised = job->reserved;
        log->running = info.running;
        log->processors_free = info.processors_free;
        log->failed |= sked_queue_get_obstacle(queue, log->job, &log->obstacle) != SKED_OK;
    } else if ((double)(log->work + work) * (double)log->passes >
               (double)FORECAST_WORK_MAX * (double)log->seen) {
        return;
    }
    log->work += work;
    story_look(log, queue, &info, job->position, now);
}

/* For swil_settings.on_pass. */
static inline void story_on_pass(story_log *log, const sked_queue *queue, int64_t now) {
    sked_job_info job;

    if (log->failed || log->action.width > 0 || now < log->load->jobs[log->job].submit ||
        sked_queue_get_job(queue, (uint64_t)log->job, &job, NULL) != SKED_OK || job.running) {
        return;
    }
    if (log->telling) {
        story_note(log, queue, &job, now);
    } else {
        log->passes++;
    }
}

/* For swil_settings.on_start. */
static inline void story_on_start(story_log *log, size_t job, const sked_action *action) {
    if (!log->telling || log->action.width > 0) {
        return;
    }
    if (job == log->job) {
        log->action = *action;
    } else if (job > log->job) {
        story_add_overtaker(log, action);
    }
}

/* ---- Its way through the queue --------------------------------------------------------------- */

static inline uint64_t story_id(const story_log *log, uint64_t place) {
    return log->load->jobs[(size_t)place].id;
}

static inline swil_text story_time(int64_t time) {
    if (time == FORECAST_NONE) {
        return cells_text("-");
    }
    return time == SKED_NEVER ? cells_text("never") : cells_number((uint64_t)time);
}

/* A difference of two times, both known or not. */
static inline swil_text story_change(int64_t from, int64_t to) {
    swil_text text;

    if (from == SKED_NEVER || to == SKED_NEVER) {
        return cells_text(from == to ? "0" : "-");
    }
    snprintf(text.text, sizeof text.text, to == from ? "%lld" : "%+lld", (long long)(to - from));
    return text;
}

/* The moments worth a line: the first, the last, and those at which the forecast has changed by
   more than `least` since the line before, or only half the jobs ahead are left. */
static inline size_t story_choose(const story_log *log, uint64_t least, int halves,
                                  size_t *chosen) {
    size_t at, count = 0;

    for (at = 0; at < log->moments_count; at++) {
        const story_moment *here = &log->moments[at];
        const story_moment *last = count > 0 ? &log->moments[chosen[count - 1]] : here;

        if (at == 0 || at + 1 == log->moments_count ||
            forecast_distance(here->forecast, last->forecast) > least ||
            (halves && last->position > 0 && here->position <= last->position / 2)) {
            if (count == STORY_MOMENTS_MAX) {
                return count + 1;
            }
            chosen[count++] = at;
        }
    }
    return count;
}

static inline size_t story_choose_moments(const story_log *log, size_t *chosen) {
    uint64_t least = 0;
    size_t count = story_choose(log, 0, 1, chosen);

    while (count > STORY_MOMENTS_MAX && least < SKED_NEVER) {
        least = least * 2 + 1;
        count = story_choose(log, least, 1, chosen);
    }
    return count > STORY_MOMENTS_MAX ? story_choose(log, least, 0, chosen) : count;
}

/* `last` NULL: this is the first line. */
static inline void story_fill_moment(const story_log *log, const story_moment *last,
                                     const story_moment *here, swil_text *cells) {
    cells[0] = story_time(here->time);
    cells[1] = cells_number((uint64_t)(here->time - log->load->jobs[log->job].submit));
    cells[2] = cells_number(here->position);
    cells[3] = story_time(here->forecast);
    cells[4] = last != NULL ? story_change(last->forecast, here->forecast) : cells_text("");
    cells[5] =
        here->position == 0 ? cells_text("itself") : cells_number(story_id(log, here->head));
    cells[6] =
        log->asker.queue.depth == SKED_NO_RESERVATIONS ? cells_text("-") : story_time(here->shadow);
}

static inline void story_print_moments(const story_log *log) {
    static const char *const heads[STORY_MOMENT_COLUMNS] = {
        "time s", "waited s", "jobs\nahead", "forecast\nstart s", "change s", "blocked\nhead",
        "its shadow\ntime s"};
    swil_text cells[(STORY_MOMENTS_MAX + 1) * STORY_MOMENT_COLUMNS];
    size_t chosen[STORY_MOMENTS_MAX + 1], count = story_choose_moments(log, chosen), at;

    cells_heads(cells, heads, STORY_MOMENT_COLUMNS);
    for (at = 0; at < count; at++) {
        story_fill_moment(log, at > 0 ? &log->moments[chosen[at - 1]] : NULL,
                          &log->moments[chosen[at]], &cells[(at + 1) * STORY_MOMENT_COLUMNS]);
    }
    printf("\nIts place in the queue, and its start as forecast then");
    if (count < log->moments_count) {
        printf(" (%lu of %lu changes)", (unsigned long)count, (unsigned long)log->moments_count);
    }
    printf(":\n");
    cells_print(cells, count + 1, STORY_MOMENT_COLUMNS);
}

/* ---- Who passed it --------------------------------------------------------------------------- */

static inline const char *story_short_reason(sked_reason reason) {
    switch (reason) {
    case SKED_HEAD:
        return "head of the queue";
    case SKED_BEFORE_SHADOW:
        return "over by the shadow time";
    case SKED_FITS_EXTRA:
        return "beside the head";
    case SKED_RESERVED:
    case SKED_PROCESSOR_DOWN:
    case SKED_SPARE_CYCLES:
    case SKED_BOOKED:
    case SKED_REASON_CLOSED_:
        break;
    }
    return "reserved for then";
}

/* Processors times run time of an overtaker. */
static inline sked_u128 story_area(const story_log *log, size_t overtaker) {
    const sked_action *action = &log->overtakers[overtaker];

    return sked_u128_mul((uint64_t)swil_run_time(&log->load->jobs[(size_t)action->id]),
                         action->width);
}

/* The largest ones, in the order in which they started. */
static inline size_t story_choose_overtakers(const story_log *log, size_t *chosen) {
    size_t count = 0, at, other, least;

    for (at = 0; at < log->overtakers_count; at++) {
        if (count < STORY_OVERTAKERS_MAX) {
            chosen[count++] = at;
            continue;
        }
        for (least = 0, other = 1; other < count; other++) {
            if (sked_u128_compare(story_area(log, chosen[other]),
                                  story_area(log, chosen[least])) < 0) {
                least = other;
            }
        }
        if (sked_u128_compare(story_area(log, at), story_area(log, chosen[least])) > 0) {
            memmove(&chosen[least], &chosen[least + 1], (count - least - 1) * sizeof *chosen);
            chosen[count - 1] = at;
        }
    }
    return count;
}

static inline void story_fill_overtaker(const story_log *log, const sked_action *action,
                                        swil_text *cells) {
    const workload_job *job = &log->load->jobs[(size_t)action->id];

    cells[0] = cells_text(story_short_reason(action->reason));
    cells[1] = cells_number(job->id);
    cells[2] = story_time(action->start);
    cells[3] = cells_number(action->width);
    cells[4] = story_time(swil_estimate(job));
    cells[5] = story_time(swil_run_time(job));
}

static inline void story_print_overtakers(const story_log *log) {
    static const char *const heads[STORY_OVERTAKER_COLUMNS] = {
        "why", "job", "started s", "processors", "estimate s", "run s"};
    swil_text cells[(STORY_OVERTAKERS_MAX + 1) * STORY_OVERTAKER_COLUMNS];
    size_t chosen[STORY_OVERTAKERS_MAX], count = story_choose_overtakers(log, chosen), at;

    if (count == 0) {
        printf("\nNo job that was submitted later started before it.\n");
        return;
    }
    cells_heads(cells, heads, STORY_OVERTAKER_COLUMNS);
    for (at = 0; at < count; at++) {
        story_fill_overtaker(log, &log->overtakers[chosen[at]],
                             &cells[(at + 1) * STORY_OVERTAKER_COLUMNS]);
    }
    printf("\n%lu job%s submitted later started before it", (unsigned long)log->overtakers_count,
           log->overtakers_count == 1 ? "" : "s");
    printf(log->overtakers_count > count ? "; the %lu largest:\n" : ":\n", (unsigned long)count);
    cells_print(cells, count + 1, STORY_OVERTAKER_COLUMNS);
    printf("Whether it would have started earlier without %s, one replay cannot tell.\n",
           log->overtakers_count == 1 ? "that" : "them");
}

/* ---- Its start and its end ------------------------------------------------------------------- */

static inline void story_print_reason(const story_log *log) {
    const sked_action *action = &log->action;
    const unsigned long long head =
        (unsigned long long)(action->reason != SKED_HEAD ? story_id(log, action->head) : 0);
    const swil_text shadow = story_time(action->shadow), end = story_time(action->end);

    switch (action->reason) {
    case SKED_HEAD:
        printf("  because it was the head of the queue, and %lu processor%s free for it.\n",
               (unsigned long)action->width, action->width == 1 ? " was" : "s were");
        break;
    case SKED_BEFORE_SHADOW:
        printf("  backfilled ahead of job %llu, the head: expected to end at %s, by the head's "
               "shadow time %s.\n", head, end.text, shadow.text);
        break;
    case SKED_FITS_EXTRA:
        printf("  backfilled ahead of job %llu, the head: expected to outlast the head's shadow "
               "time %s,\n  but on processors that the head leaves over then.\n", head,
               shadow.text);
        break;
    case SKED_RESERVED:
    case SKED_PROCESSOR_DOWN:
    case SKED_SPARE_CYCLES:
    case SKED_BOOKED:
    case SKED_REASON_CLOSED_:
        printf("  because %s,\n  ahead of job %llu, the head, ",
               forecast_is_promise(&log->asker.queue)
                   ? "its reservation was for then"
                   : "it found room beside the reservations of jobs ahead of it",
               head);
        printf(action->shadow == SKED_NEVER ? "which has no time at all yet.\n"
                                            : "whose shadow time was %s.\n", shadow.text);
    }
}

/* "forecast at its submission: 900, so it started 120 s earlier". */
static inline void story_print_compared(int64_t told, int64_t start, const char *what) {
    if (told == SKED_NEVER) {
        printf("  %s: no time could be told\n", what);
    } else if (told == start) {
        printf("  %s: %lld, and so it was\n", what, (long long)told);
    } else {
        printf("  %s: %lld, so it started %lld s %s\n", what, (long long)told,
               (long long)(told > start ? told - start : start - told),
               told > start ? "earlier" : "later");
    }
}

static inline void story_print_end(const workload_job *job, int64_t start) {
    int64_t run = swil_run_time(job), estimate = swil_estimate(job);

    printf("Ended at %lld, after %lld s: ", (long long)(start + run), (long long)run);
    if (run < estimate) {
        printf("%lld s before its estimate ran out.\n", (long long)(estimate - run));
    } else if (job->run > estimate) {
        printf("stopped at its estimate.\n");
    } else {
        printf("exactly its estimate.\n");
    }
}

static inline void story_print_start(const story_log *log) {
    const workload_job *job = &log->load->jobs[log->job];
    int64_t start = log->action.start;

    if (log->action.width == 0) {
        printf("\nIt never started: something keeps its %lu processors for ever.\n",
               (unsigned long)job->width);
        return;
    }
    printf("\nStarted at %lld, after a wait of %lld s,\n", (long long)start,
           (long long)(start - job->submit));
    story_print_reason(log);
    if (log->moments_count > 0) {
        story_print_compared(log->moments[0].forecast, start, "forecast at its submission");
    }
    if (log->moments_count > 0 && forecast_is_promise(&log->asker.queue)) {
        story_print_compared(log->promised, start, "promised at its submission");
    }
    story_print_end(job, start);
}

/* ---- The whole story ------------------------------------------------------------------------- */

/* Who the job is, and what it found when it came. */
static inline void story_print_head(const story_log *log, const char *policy) {
    const workload *load = log->load;
    const workload_job *job = &load->jobs[log->job];
    size_t other, same = 0;

    for (other = 0; other < load->count; other++) {
        same += load->jobs[other].id == job->id;
    }
    printf("\nJob %llu under %s: %lu processor%s, estimate %lld s", (unsigned long long)job->id,
           policy, (unsigned long)job->width, job->width == 1 ? "" : "s",
           (long long)swil_estimate(job));
    printf(same > 1 ? " (the first of %lu jobs of this number)\n" : "\n", (unsigned long)same);
    printf("Submitted at %lld", (long long)job->submit);
    if (log->moments_count == 0) {
        printf(", and did not wait.\n");
        return;
    }
    printf(": %lu job%s ahead of it in the queue; %lu running, %lu of %lu processors free\n",
           (unsigned long)log->moments[0].position, log->moments[0].position == 1 ? "" : "s",
           (unsigned long)log->running, (unsigned long)log->processors_free,
           (unsigned long)load->processors);
}

/* Prints it, after the second replay. */
static inline void story_print(const story_log *log, const char *policy) {
    story_print_head(log, policy);
    if (log->moments_count > 0) {
        story_print_moments(log);
        story_print_overtakers(log);
    }
    story_print_start(log);
}

#endif
