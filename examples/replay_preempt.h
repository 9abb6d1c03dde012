/* replay_preempt.h: urgent jobs that take processors of others (--preempt): who they are, and what
   that did, as a table and as JSON. */
/* SPDX-License-Identifier: MIT */
#ifndef REPLAY_PREEMPT_H_INCLUDED
#define REPLAY_PREEMPT_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swil.h"
#include "swil_preempt.h"
#include "workload.h"

#include "cells.h"
#include "json_mean.h"
#include "options.h"

enum { PREEMPT_COLUMNS = 8 };

/* Which jobs are urgent; nothing of it without --preempt. */
typedef struct preempt_jobs {
    unsigned char *urgent;          /* by job */
    uint64_t *keys;                 /* by job: urgent ones come first */
    size_t count;
} preempt_jobs;

/* What became of them, and of the others, under one policy. */
typedef struct preempt_result {
    size_t urgent, others;          /* that ran */
    sked_u128 urgent_wait_sum, other_wait_sum, area;
    int64_t urgent_wait_max;
    uint64_t victims, served;
    sked_u128 lost;
} preempt_result;

/* ---- Who is urgent --------------------------------------------------------------------------- */

static inline void preempt_drop(preempt_jobs *self) {
    free(self->urgent);
    free(self->keys);
    memset(self, 0, sizeof *self);
}

/* The jobs of a queue (field 15 of a trace). Returns 0 after a message: there are none, or memory
   is out. */
static inline int preempt_make(preempt_jobs *self, const workload *load, uint32_t queue) {
    size_t job;

    self->urgent = (unsigned char *)calloc(load->count + 1, 1);
    self->keys = (uint64_t *)calloc(load->count + 1, sizeof *self->keys);
    if (self->urgent == NULL || self->keys == NULL) {
        return option_refuse("replay", "out of memory");
    }
    for (job = 0; job < load->count; job++) {
        self->urgent[job] = load->jobs[job].type == queue;
        self->keys[job] = !self->urgent[job];
        self->count += self->urgent[job];
    }
    return self->count > 0 ||
           option_refuse("replay", "--preempt: \"%" PRIu32 "\": no job is in this queue, expected "
                         "the queue of some jobs (field 15 of the trace)", queue);
}

/* ---- What became of them --------------------------------------------------------------------- */

static inline void preempt_measure(preempt_result *to, const preempt_jobs *jobs,
                                   const workload *load, const int64_t *starts,
                                   const swil_preempt *done) {
    size_t job;

    memset(to, 0, sizeof *to);
    to->victims = done->victims;
    to->served = done->served;
    to->lost = done->lost;
    for (job = 0; job < load->count; job++) {
        const workload_job *from = &load->jobs[job];
        const int64_t wait = starts[job] - from->submit;
        const int urgent = jobs->urgent[job];
        sked_u128 *sum = urgent ? &to->urgent_wait_sum : &to->other_wait_sum;

        if (starts[job] != SKED_NEVER) {
            *sum = sked_u128_add(*sum, swil_wide((uint64_t)wait));
            *(urgent ? &to->urgent : &to->others) += 1;
            to->urgent_wait_max =
                urgent && wait > to->urgent_wait_max ? wait : to->urgent_wait_max;
            to->area = sked_u128_add(
                to->area, sked_u128_mul((uint64_t)swil_run_time(from), from->width));
        }
    }
}

static inline void preempt_fill(const preempt_result *from, const char *policy, int seconds,
                                swil_text *cells) {
    cells[0] = cells_text(policy);
    cells[1] = cells_number(from->urgent);
    cells[2] = cells[3] = cells[4] = cells[6] = cells_text("-");
    if (from->urgent > 0) {
        cells[2] = cells_mean_time(from->urgent_wait_sum, from->urgent, seconds);
        cells[3] = cells_time((uint64_t)from->urgent_wait_max, seconds);
    }
    if (from->others > 0) {
        cells[4] = cells_mean_time(from->other_wait_sum, from->others, seconds);
    }
    cells[5] = cells_number(from->victims);
    if (from->served > 0) {
        cells[6] = swil_ratio_text(swil_wide(from->victims), from->served, 1);
    }
    cells[7] = cells_percent(from->lost, from->area, 2);   /* of the work of all jobs */
}

/* `cells`: a row for the heads, and one for each policy. */
static inline void preempt_print(swil_text *cells, size_t rows, int seconds) {
    static const char *const people[PREEMPT_COLUMNS] = {
        "policy", "urgent\njobs", "mean\nwait", "longest\nwait", "others\nmean wait",
        "stops", "victims\neach", "lost, %\nof work"};
    static const char *const machines[PREEMPT_COLUMNS] = {
        "policy", "urgent\njobs", "mean\nwait s", "longest\nwait s", "others\nmean wait s",
        "stops", "victims\neach", "lost, %\nof work"};

    printf("\n");
    cells_heads(cells, seconds ? machines : people, PREEMPT_COLUMNS);
    cells_print(cells, rows, PREEMPT_COLUMNS);
}

static inline void preempt_json(json *out, const preempt_result *from) {
    json_object(out, "preemption");
    json_number(out, "urgent_jobs_count", (int64_t)from->urgent);
    json_mean(out, "urgent_mean_wait_seconds", from->urgent_wait_sum, from->urgent, 1);
    json_mean(out, "other_mean_wait_seconds", from->other_wait_sum, from->others, 1);
    json_unsigned(out, "stopped_count", from->victims);
    json_unsigned(out, "served_count", from->served);
    json_digits(out, "lost_processor_seconds", swil_ratio_text(from->lost, 1, 0).text);
    json_end(out, '}');
}

#endif
