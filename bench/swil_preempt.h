/* swil_preempt.h: urgent jobs of a replay take the processors of others. */
/* SPDX-License-Identifier: MIT */
#ifndef SWIL_PREEMPT_H_INCLUDED
#define SWIL_PREEMPT_H_INCLUDED

/* Before each pass, an urgent job that waits looks for room. Running jobs that are not urgent may
   be stopped for it; they wait again, and run from their beginning. How it is done is a rule:

   SWIL_PREEMPT_CHEAPEST   the protocol of sched_share.h: the jobs that lose the least work, found
                           by sked_preempt_find, and their processors are booked for the urgent one
   SWIL_PREEMPT_YOUNGEST   those that started last, until they are enough, and booked
   SWIL_PREEMPT_UNBOOKED   the same jobs as by CHEAPEST, but what they leave is for whoever comes
                           first; an urgent job that still does not fit looks again
   SWIL_PREEMPT_SINGLY     one job in each cycle, that which started last, and nothing is booked

   The last two are what schedulers do that keep no memory of whom they made room for. With them,
   urgent jobs are to come first in the queue, else others take all of it. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sched_share.h"
#include "swil.h"

/* So many urgent jobs at a time have processors booked; further ones wait their turn. */
enum { SWIL_PREEMPT_BOOKINGS = 64 };

typedef enum swil_preempt_rule {
    SWIL_PREEMPT_CHEAPEST, SWIL_PREEMPT_YOUNGEST, SWIL_PREEMPT_UNBOOKED, SWIL_PREEMPT_SINGLY,
    SWIL_PREEMPT_RULES
} swil_preempt_rule;

typedef struct swil_victim {
    size_t job;
    uint32_t width;
    int64_t start;
    uint64_t cost;
} swil_victim;

typedef struct swil_preempt {
    const unsigned char *urgent;    /* by job                                                 */
    swil_preempt_rule rule;
    int64_t grace;                  /* so long a job runs on that is to be stopped            */
    int64_t cycle;                  /* without bookings, an urgent job looks once in so long, at
                                       least 1; with UNBOOKED, once in `grace` if that is more */
    void (*on_stop)(void *ctx, size_t job, int64_t time);   /* it will be stopped then; NULL   */
    void *ctx;
    /* What became of it: */
    uint64_t victims;               /* jobs that were stopped, each time counted              */
    uint64_t served;                /* urgent jobs for which some were                        */
    sked_u128 lost;                 /* processor-seconds that have to be run again            */
    /* Scratch: */
    size_t *waiting;                /* urgent jobs, in the order of the submissions           */
    size_t waiting_count, seen;     /* seen: submissions that were looked at                  */
    uint32_t *preempted;            /* by job: how often                                      */
    int64_t *again;                 /* by job: an urgent one without booking looks then       */
    unsigned char *was_served;      /* by job                                                 */
    swil_victim *candidates;        /* as many as processors, like those below                */
    uint64_t *costs;
    uint32_t *gains, *chosen;
    uint32_t candidates_count, chosen_count, processors;
    void *block;
    size_t bytes;
    sked_word *words;               /* of three sets                                          */
    sked_set idle, one, booked;
} swil_preempt;

/* ---- Memory ---------------------------------------------------------------------------------- */

static inline void swil_preempt_drop(swil_preempt *self) {
    free(self->waiting);
    free(self->preempted);
    free(self->again);
    free(self->was_served);
    free(self->candidates);
    free(self->costs);
    free(self->gains);
    free(self->chosen);
    free(self->block);
    free(self->words);
    memset(self, 0, sizeof *self);
}

static inline int swil_preempt_allot(swil_preempt *self, size_t jobs, size_t processors) {
    const size_t words = SKED_SET_WORDS(processors);

    self->waiting = (size_t *)calloc(jobs + 1, sizeof *self->waiting);
    self->preempted = (uint32_t *)calloc(jobs + 1, sizeof *self->preempted);
    self->again = (int64_t *)calloc(jobs + 1, sizeof *self->again);
    self->was_served = (unsigned char *)calloc(jobs + 1, 1);
    self->candidates = (swil_victim *)calloc(processors, sizeof *self->candidates);
    self->costs = (uint64_t *)calloc(processors, sizeof *self->costs);
    self->gains = (uint32_t *)calloc(processors, sizeof *self->gains);
    self->chosen = (uint32_t *)calloc(processors, sizeof *self->chosen);
    self->block = malloc(self->bytes);
    self->words = (sked_word *)calloc(3 * words, sizeof *self->words);
    if (self->words != NULL) {
        self->idle = sked_set_of(self->words, (uint32_t)processors);
        self->one = sked_set_of(self->words + words, (uint32_t)processors);
        self->booked = sked_set_of(self->words + 2 * words, (uint32_t)processors);
    }
    return self->waiting != NULL && self->preempted != NULL && self->again != NULL &&
           self->was_served != NULL && self->candidates != NULL && self->costs != NULL &&
           self->gains != NULL && self->chosen != NULL && self->block != NULL &&
           self->words != NULL;
}

static inline sked_status swil_preempt_before(void *ctx, swil_state *state, int64_t now);

/* Makes ready for one replay with these settings. Returns 0: out of memory. */
static inline int swil_preempt_make(swil_preempt *self, const workload *load,
                                    const unsigned char *urgent, swil_settings *settings) {
    static const uint32_t none = 0;
    sked_preempt_request most;

    memset(self, 0, sizeof *self);
    self->urgent = urgent;
    self->cycle = 1;
    self->processors =
        settings->queue.processors > 0 ? settings->queue.processors : load->processors;
    most = sked_preempt_request_of(self->processors, NULL, NULL, &none);
    settings->before_pass = swil_preempt_before;
    settings->before_ctx = self;
    settings->owners_max =
        self->processors < SWIL_PREEMPT_BOOKINGS ? self->processors : SWIL_PREEMPT_BOOKINGS;
    return sked_preempt_bytes(&most, &self->bytes) == SKED_OK &&
           swil_preempt_allot(self, load->count, self->processors);
}

/* ---- Who may go ------------------------------------------------------------------------------ */

static inline int swil_preempt_books(const swil_preempt *self) {
    return self->rule == SWIL_PREEMPT_CHEAPEST || self->rule == SWIL_PREEMPT_YOUNGEST;
}

static inline void swil_preempt_consider(swil_preempt *self, const swil_state *state, size_t job,
                                         const sked_job_info *info, int64_t estimate,
                                         int64_t now) {
    sked_preempt_job asked = SKED_ZERO;
    swil_victim *candidate = &self->candidates[self->candidates_count];

    if (self->urgent[job] || state->stopping[job]) {
        return;
    }
    asked.width = info->width;
    asked.preempted = self->preempted[job];
    asked.since = info->start;
    candidate->job = job;
    candidate->width = info->width;
    candidate->start = info->start;
    candidate->cost = sked_preempt_cost(&asked, estimate, now, NULL);
    self->candidates_count++;
}

/* Lists the candidates, and what is idle and booked for nobody. */
static inline sked_status swil_preempt_list(swil_preempt *self, const swil_state *state,
                                            int64_t estimate, int64_t now) {
    sked_status status = SKED_OK;
    sked_job_info info;
    sked_span span;
    uint64_t id;
    uint32_t at;

    self->candidates_count = 0;
    sked_set_fill(&self->idle);
    for (at = 0; sked_queue_running_at(&state->queue, at, &id) == SKED_OK; at++) {
        status = sked_queue_get_job(&state->queue, id, &info, &self->one);
        if (status != SKED_OK) {
            return status;
        }
        sked_set_andnot(&self->idle, &self->one);
        swil_preempt_consider(self, state, (size_t)id, &info, estimate, now);
    }
    for (at = 0; sked_queue_booking_at(&state->queue, at, &id, &span, &self->one) == SKED_OK;
         at++) {
        sked_set_andnot(&self->idle, &self->one);
    }
    return status;
}

/* The candidate that started last and is not yet chosen; of equals the last of the trace. */
static inline uint32_t swil_preempt_youngest(const swil_preempt *self) {
    uint32_t at, chosen, best = SKED_NONE;

    for (at = 0; at < self->candidates_count; at++) {
        const swil_victim *one = &self->candidates[at];

        for (chosen = 0; chosen < self->chosen_count && self->chosen[chosen] != at;) {
            chosen++;
        }
        if (chosen == self->chosen_count &&
            (best == SKED_NONE || one->start > self->candidates[best].start ||
             (one->start == self->candidates[best].start &&
              one->job > self->candidates[best].job))) {
            best = at;
        }
    }
    return best;
}

/* Chooses young ones until `missing` is there, or `most` are chosen. */
static inline int swil_preempt_choose_young(swil_preempt *self, uint32_t missing, uint32_t most) {
    uint32_t got = 0, at;

    self->chosen_count = 0;
    while (got < missing && self->chosen_count < most) {
        at = swil_preempt_youngest(self);
        if (at == SKED_NONE) {
            return 0;
        }
        self->chosen[self->chosen_count++] = at;
        got += self->candidates[at].width;
    }
    return 1;
}

static inline int swil_preempt_choose_cheap(swil_preempt *self, uint32_t missing) {
    sked_preempt_request request;
    sked_preempt_answer answer;
    uint32_t at;

    for (at = 0; at < self->candidates_count; at++) {
        self->costs[at] = self->candidates[at].cost;
        self->gains[at] = self->candidates[at].width;
    }
    request = sked_preempt_request_of(self->candidates_count, self->costs, self->gains, &missing);
    self->chosen_count = 0;
    if (sked_preempt_find(&request, &answer, self->chosen, self->block, self->bytes) != SKED_OK) {
        return 0;
    }
    self->chosen_count = answer.victims;
    return 1;
}

/* Returns 0: nobody is to go, as all together are too few. */
static inline int swil_preempt_choose(swil_preempt *self, uint32_t missing) {
    switch (self->rule) {
    case SWIL_PREEMPT_YOUNGEST:
        return swil_preempt_choose_young(self, missing, self->processors);
    case SWIL_PREEMPT_SINGLY: return swil_preempt_choose_young(self, missing, 1);
    case SWIL_PREEMPT_CHEAPEST:
    case SWIL_PREEMPT_UNBOOKED:
    case SWIL_PREEMPT_RULES: break;
    }
    return swil_preempt_choose_cheap(self, missing);
}

/* ---- Who gets it ----------------------------------------------------------------------------- */

/* Books what the urgent job will have: what is idle, and then of the victims in turn. */
static inline sked_status swil_preempt_book(swil_preempt *self, swil_state *state, size_t job,
                                            int64_t now) {
    const uint32_t width = state->load->jobs[job].width;
    sked_span span = SKED_ZERO;
    uint32_t at, processor;
    sked_status status = SKED_OK;

    sked_set_clear(&self->booked);
    for (at = 0; at <= self->chosen_count && status == SKED_OK; at++) {
        sked_job_info info;
        const sked_set *from = at == 0 ? &self->idle : &self->one;

        if (at > 0) {
            status = sked_queue_get_job(&state->queue,
                                        self->candidates[self->chosen[at - 1]].job, &info,
                                        &self->one);
        }
        for (processor = sked_set_first(from);
             processor < from->size && sked_set_count(&self->booked) < width;
             processor = sked_set_next(from, processor)) {
            sked_set_add(&self->booked, processor);
        }
    }
    span.start = now;
    span.end = sked_time_add(sked_time_add(now, self->grace),
                             swil_estimate(&state->load->jobs[job]));
    span.set = &self->booked;
    return status == SKED_OK
               ? sked_queue_book_for(&state->queue, (uint64_t)job, (uint64_t)job, &span, now)
               : status;
}

static inline void swil_preempt_stop(swil_preempt *self, swil_state *state, size_t job,
                                     int64_t now) {
    const int64_t time = sked_time_add(now, self->grace);
    uint32_t at;

    for (at = 0; at < self->chosen_count; at++) {
        const swil_victim *one = &self->candidates[self->chosen[at]];

        if (!swil_stop_at(state, one->job, time)) {
            continue;                           /* it ends by then */
        }
        self->preempted[one->job]++;
        self->victims++;
        self->served += !self->was_served[job];
        self->was_served[job] = 1;
        self->lost = sked_u128_add(self->lost,
                                   sked_u128_mul((uint64_t)(time - one->start), one->width));
        if (self->on_stop != NULL) {
            self->on_stop(self->ctx, one->job, time);
        }
    }
}

/* Is room made for it, or may it not start, or not be served now? A booking is a bar, too. */
static inline int swil_preempt_is_served(const swil_preempt *self, const swil_state *state,
                                         size_t job, int64_t now) {
    sked_queue_info queue;
    sked_job_info info;

    return self->again[job] > now ||
           sked_queue_get_job(&state->queue, (uint64_t)job, &info, NULL) != SKED_OK ||
           info.bars > 0 || sked_queue_get_info(&state->queue, &queue) != SKED_OK ||
           (swil_preempt_books(self) && queue.bookings == queue.bookings_max);
}

/* Makes room for an urgent job that waits. */
static inline sked_status swil_preempt_serve(swil_preempt *self, swil_state *state, size_t job,
                                             int64_t now) {
    const workload_job *from = &state->load->jobs[job];
    const int books = swil_preempt_books(self);
    uint32_t idle, missing;
    sked_status status;

    if (swil_preempt_is_served(self, state, job, now)) {
        return SKED_OK;
    }
    status = swil_preempt_list(self, state, swil_estimate(from), now);
    idle = sked_set_count(&self->idle);
    missing = idle < from->width ? from->width - idle : 0;
    if (status != SKED_OK || (missing == 0 && !books) || !swil_preempt_choose(self, missing)) {
        return status;
    }
    if (books) {
        status = swil_preempt_book(self, state, job, now);
    } else {
        const int singly = self->rule == SWIL_PREEMPT_SINGLY;

        self->again[job] = sked_time_add(
            now, singly || self->cycle > self->grace ? self->cycle : self->grace);
        swil_wake(state, self->again[job]);
    }
    swil_preempt_stop(self, state, job, now);
    return status;
}

/* To be called before each pass. Urgent jobs are served in the order of their submissions. */
static inline sked_status swil_preempt_before(void *ctx, swil_state *state, int64_t now) {
    swil_preempt *self = (swil_preempt *)ctx;
    sked_status status = SKED_OK;
    size_t at, kept = 0;

    for (; self->seen < state->submitted; self->seen++) {
        const size_t job = state->submits[self->seen].index;

        if (self->urgent[job]) {
            self->waiting[self->waiting_count++] = job;
        }
    }
    for (at = 0; at < self->waiting_count; at++) {
        const size_t job = self->waiting[at];

        if (state->starts[job] == SKED_NEVER) {
            self->waiting[kept++] = job;
            status = status == SKED_OK ? swil_preempt_serve(self, state, job, now) : status;
        }
    }
    self->waiting_count = kept;
    return status;
}

#endif
