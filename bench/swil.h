/* swil.h: software in the loop: drives a sked_queue through a workload in simulated time. */
/* SPDX-License-Identifier: MIT */
#ifndef SWIL_H_INCLUDED
#define SWIL_H_INCLUDED

/* The queue decides, this file only says what happened and when. Where simulators differ is what
   happens when several events share one time t; the result depends on it, so it is an option:

   SWIL_BATCH    all submissions and ends of t are told, then one pass. Natural for a controller.
   SWIL_SUBMIT   submissions before ends, one pass after each event. A job whose start + estimate is
                 t counts as gone in every pass of t, even before its own end has come up (but not
                 for a queue that gives promises, which waits for the end itself). The published
                 tables of Gaussier, Glesser, Reis and Trystram (SC 2015) were made so.
   SWIL_END      ends before submissions, one pass after each event.

   A job runs for its run time or its estimate, whichever is less: at the estimate it is stopped.
   A job without an estimate (0) gets its run time as estimate, which only a replay can know. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"

#include "heap.h"
#include "workload.h"

typedef enum swil_rule { SWIL_BATCH, SWIL_SUBMIT, SWIL_END } swil_rule;

/* Kinds of processors and quotas, told before the first event. Every kind may use all quotas. */
typedef struct swil_kinds {
    uint32_t kinds, quotas;
    const sked_set *sets;           /* by kind */
    const uint32_t *capacities;     /* by quota */
    const sked_quota_mode *modes;   /* by quota */
    const uint32_t *kind_of;        /* by job */
    const uint32_t *amounts;        /* by job: quotas numbers each */
} swil_kinds;

/* Accounts: starts and ends are reported to them. In the order SKED_BY_SHARE the queue is brought
   into their order before each pass, and passes of one start are made until nothing starts. For who
   includes sched_share.h before this file; not with `tiers`. */
typedef struct swil_shares {
    struct sked_share *share;       /* without usage; no account is added during the replay */
    const uint32_t *account_of;     /* by job */
} swil_shares;

typedef struct swil_state swil_state;

typedef struct swil_settings {
    sked_queue_settings queue;      /* processors 0: the workload's; jobs_max 0: the queue grows
                                       as it fills, so that it is as large as its live jobs ask;
                                       bookings_max and estimate_missing are set here, and with
                                       `shares` accounts_max */
    sked_picker picker;             /* pick NULL: the lowest processors first */
    const sked_tiers *tiers;        /* NULL, or what its passes are to be told: of a queue without
                                       backgrounds (with them: swil_tiers.h) */
    swil_rule rule;
    void (*on_start)(void *ctx, size_t job, const sked_action *action, const sked_set *processors);
    void (*on_pass)(void *ctx, const sked_queue *queue, int64_t now);   /* after each pass; of
                                       passes of one start, after the last */
    void (*on_progress)(void *ctx, size_t started);     /* now and then; each may be NULL */
    void *ctx;
    const sked_span *bookings;      /* told before the first event */
    size_t bookings_count;
    const uint64_t *keys;           /* one key per job for SKED_BY_KEY; NULL: all 0 */
    const uint32_t *preceding;      /* per job: the place of one before it; the job has a bar until
                                       its think time after that one's end. SKED_NONE: nothing
                                       to wait for. NULL: for all. With SWIL_BATCH only */
    const int64_t *think;           /* per job; used with preceding                           */
    const swil_kinds *kinds;        /* NULL: all processors are alike                         */
    const swil_shares *shares;      /* NULL: there are no accounts                            */
    sked_status (*before_pass)(void *ctx, swil_state *state, int64_t now);  /* NULL, or stops jobs
                                       (swil_stop_at), books processors for others, and wants
                                       another pass (swil_wake): swil_preempt.h. With SWIL_BATCH
                                       only */
    void *before_ctx;
    uint32_t owners_max;            /* bookings with owners at a time */
} swil_settings;

/* Slowdowns are in parts per million, each job's rounded to nearest: their mean is exact to
   10^-6. The slowdown of a job is response / run, the bounded one max(1, response / max(run,
   10)); a run of 0 counts as 1. Utilisation is the sum of run * width over processors *
   makespan. */
typedef struct swil_metrics {
    size_t jobs;                    /* that ran */
    size_t never_started;           /* a booking without an end may cause that */
    size_t refused;                 /* swil_run failed at this job; SIZE_MAX: at none */
    sked_u128 wait_sum, response_sum, slowdown_sum, bounded_slowdown_sum;
    sked_u128 slowdown_max, bounded_slowdown_max;
    int64_t wait_max, response_max;
    int64_t first_submit, last_end, makespan;   /* makespan = last_end - first_submit */
    sked_u128 area;                 /* the sum of run * width */
    uint32_t utilisation;           /* parts per million */
    sked_queue_counters counters;
} swil_metrics;

/* ---- Numbers, tables and memory -------------------------------------------------------------- */

typedef struct swil_text {
    char text[64];
} swil_text;

static inline sked_u128 swil_wide(uint64_t value) {
    sked_u128 wide;

    wide.high = 0;
    wide.low = value;
    return wide;
}

/* a * factor, modulo 2^128. */
static inline sked_u128 swil_wide_times(sked_u128 a, uint64_t factor) {
    sked_u128 product = sked_u128_mul(a.low, factor);

    product.high += a.high * factor;
    return product;
}

/* a / divisor, rounded to nearest, halves up. What fits into 64 bits, as nearly all does, is left
   to the machine's own division. */
static inline sked_u128 swil_wide_round(sked_u128 a, uint64_t divisor) {
    sked_u128 raised = sked_u128_add(a, swil_wide(divisor / 2));

    if (raised.high == 0 && divisor > 0) {
        return swil_wide(raised.low / divisor);
    }
    return sked_u128_div(raised, divisor, NULL);
}

/* Writes numerator / denominator as a decimal number with `places` <= 18 digits behind the
   point, rounded to nearest; the whole part is exact up to 2^128. */
static inline swil_text swil_ratio_text(sked_u128 numerator, uint64_t denominator,
                                        uint32_t places) {
    swil_text out;
    char digits[64];
    size_t count = 0, at;
    uint64_t scale = 1, rest = 0, digit = 0, fraction;
    uint32_t place;
    sked_u128 whole = sked_u128_div(numerator, denominator, &rest);

    for (place = 0; place < places; place++) {
        scale *= 10;
    }
    fraction = swil_wide_round(sked_u128_mul(rest, scale), denominator).low;
    whole = sked_u128_add(whole, swil_wide(fraction / scale));
    fraction %= scale;
    for (place = 0; place < places; place++, fraction /= 10) {
        digits[count++] = (char)('0' + (int)(fraction % 10));
    }
    if (places > 0) {
        digits[count++] = '.';
    }
    do {
        whole = sked_u128_div(whole, 10, &digit);
        digits[count++] = (char)('0' + (int)digit);
    } while (whole.high != 0 || whole.low != 0);
    for (at = 0; at < count; at++) {
        out.text[at] = digits[count - 1 - at];
    }
    out.text[count] = '\0';
    return out;
}

/* FNV-1a, 64 bits, over the starts as little-endian 64-bit numbers: one number that tells
   whether two schedules are the same. */
static inline uint64_t swil_fingerprint(const int64_t *starts, size_t count) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    size_t job;
    uint32_t shift;

    for (job = 0; job < count; job++) {
        for (shift = 0; shift < 64; shift += 8) {
            hash ^= ((uint64_t)starts[job] >> shift) & 0xff;
            hash *= UINT64_C(0x100000001b3);
        }
    }
    return hash;
}

/* ---- The heap of ends ------------------------------------------------------------------------ */

enum { SWIL_EVENT_SUBMIT, SWIL_EVENT_END, SWIL_EVENT_STOP, SWIL_ROOM = 256 };

typedef struct swil_event {
    int64_t time;
    uint64_t sequence;              /* given at insertion: equals leave in the order they came */
    size_t job;
    int kind;
} swil_event;

typedef struct swil_heap {
    swil_event *events;
    size_t count;
} swil_heap;

static inline int swil_before(const swil_event *a, const swil_event *b) {
    if (a->time != b->time) {
        return a->time < b->time;
    }
    return a->sequence < b->sequence;
}

static inline void swil_rise(swil_heap *heap, size_t at, swil_event event) {
    while (at > 0 && swil_before(&event, &heap->events[(at - 1) / 2])) {
        heap->events[at] = heap->events[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap->events[at] = event;
}

static inline void swil_push(swil_heap *heap, swil_event event) {
    swil_rise(heap, heap->count++, event);
}

/* Takes the event of that place. */
static inline swil_event swil_take(swil_heap *heap, size_t at) {
    swil_event taken = heap->events[at], last = heap->events[--heap->count];
    size_t child = 2 * at + 1;

    while (child < heap->count) {
        if (child + 1 < heap->count &&
            swil_before(&heap->events[child + 1], &heap->events[child])) {
            child++;
        }
        if (!swil_before(&heap->events[child], &last)) {
            break;
        }
        heap->events[at] = heap->events[child];
        at = child;
        child = 2 * at + 1;
    }
    swil_rise(heap, at, last);
    return taken;
}

static inline swil_event swil_pop(swil_heap *heap) { return swil_take(heap, 0); }

/* ---- The loop -------------------------------------------------------------------------------- */

static inline int64_t swil_estimate(const workload_job *job) {
    if (job->estimate > 0) {
        return job->estimate;
    }
    return job->run > 0 ? job->run : 1;
}

static inline int64_t swil_run_time(const workload_job *job) {
    int64_t estimate = swil_estimate(job);

    return job->run < estimate ? job->run : estimate;
}

struct swil_state {
    const workload *load;
    const swil_settings *settings;
    sked_queue queue;
    sked_pair *submits;             /* the jobs by submission, equals as in the workload */
    size_t submitted;
    swil_heap ends;
    swil_heap due;                  /* SWIL_SUBMIT: started jobs by start + estimate */
    swil_heap releases;             /* jobs with a bar, by when they lose it */
    uint32_t *follower;             /* per job: one that waits for its end; SKED_NONE: none */
    uint32_t *next_follower;        /* per job: the next that waits for the same end */
    unsigned char *gone;            /* per job: the queue has been told of its end */
    unsigned char *stopping;        /* per job: it runs, and is to leave */
    int64_t wake;                   /* another pass is wanted then; SKED_NEVER: none is */
    int64_t *starts;
    uint64_t sequence;
    sked_word *words;
    sked_set set;
    size_t started, refused;
    uint32_t room;                  /* jobs that the queue has room for */
    int keeps;                      /* the queue gives promises: it has times of its own */
};

static inline void swil_post(swil_state *state, swil_heap *heap, int64_t time, size_t job) {
    swil_event event;

    event.time = time;
    event.sequence = state->sequence++;
    event.job = job;
    event.kind = SWIL_EVENT_END;
    swil_push(heap, event);
}

/* A job has ended: those that wait for it have their think times to go. */
static inline void swil_end_bars(swil_state *state, size_t job, int64_t now) {
    uint32_t at = state->settings->preceding == NULL ? SKED_NONE : state->follower[job];

    for (; at != SKED_NONE; at = state->next_follower[at]) {
        swil_post(state, &state->releases, sked_time_add(now, state->settings->think[at]), at);
    }
}

/* Does a job wait at `now`? *until is when it ceases to; SKED_NEVER: nobody knows yet. */
static inline int swil_has_bar(const swil_state *state, size_t job, int64_t now, int64_t *until) {
    const uint32_t before =
        state->settings->preceding == NULL ? SKED_NONE : state->settings->preceding[job];

    *until = 0;
    if (before != SKED_NONE) {
        const workload_job *from = &state->load->jobs[before];

        *until = SKED_NEVER;
        if (state->gone[before]) {
            *until = sked_time_add(state->starts[before] + swil_run_time(from),
                                   state->settings->think[job]);
        }
    }
    return *until > now;
}

/* Notes a submitted job with a bar, by what it waits for. */
static inline void swil_note_bar(swil_state *state, size_t job, int64_t until) {
    const uint32_t before = state->settings->preceding[job];

    if (state->gone[before]) {
        swil_post(state, &state->releases, until, job);
    } else {
        state->next_follower[job] = state->follower[before];
        state->follower[before] = (uint32_t)job;
    }
}

/* Takes the bars away whose time has come. */
static inline sked_status swil_release(swil_state *state, int64_t now) {
    sked_status status = SKED_OK;

    while (status == SKED_OK && state->releases.count > 0 &&
           state->releases.events[0].time <= now) {
        const size_t job = swil_pop(&state->releases).job;

        status = sked_queue_unbar(&state->queue, (uint64_t)job, 0, now);
        state->refused = status != SKED_OK ? job : state->refused;
    }
    return status;
}

/* Takes the next event. Of one time, submissions come first under SWIL_SUBMIT, else ends. */
static inline swil_event swil_next_event(swil_state *state) {
    const sked_pair *submit = &state->submits[state->submitted];
    const swil_event *end = state->ends.events;
    int submits_left = state->submitted < state->load->count;
    swil_event event = {0, 0, 0, SWIL_EVENT_SUBMIT};

    if (state->ends.count > 0 &&
        (!submits_left || end->time < (int64_t)submit->key ||
         (end->time == (int64_t)submit->key && state->settings->rule != SWIL_SUBMIT))) {
        return swil_pop(&state->ends);
    }
    event.time = (int64_t)submit->key;
    event.job = submit->index;
    state->submitted++;
    return event;
}

/* ---- Accounts -------------------------------------------------------------------------------- */

/* Does the order of the accounts decide? */
static inline int swil_is_by_share(const swil_state *state) {
    return state->settings->shares != NULL && state->settings->queue.order == SKED_BY_SHARE;
}

#ifdef SKED_SHARE_H_INCLUDED

/* How many a queue is to have. */
static inline sked_status swil_accounts(const swil_shares *shares, uint32_t *accounts) {
    sked_share_info info;
    const sked_status status = sked_share_get_info(shares->share, &info);

    *accounts = status == SKED_OK ? info.accounts + 1 : 0;
    return status;
}

/* A job has started, or ended. */
static inline sked_status swil_use(const swil_state *state, size_t job, int started, int64_t now) {
    const swil_shares *shares = state->settings->shares;
    const uint32_t width = state->load->jobs[job].width;

    return shares == NULL ? SKED_OK
           : started      ? sked_share_start(shares->share, shares->account_of[job], width, now)
                          : sked_share_stop(shares->share, shares->account_of[job], width, now);
}

static inline sked_status swil_order(swil_state *state, int64_t now) {
    return !swil_is_by_share(state)
               ? SKED_OK
               : sked_share_order_queue(state->settings->shares->share, &state->queue, now);
}

#else

static inline sked_status swil_accounts(const swil_shares *shares, uint32_t *accounts) {
    (void)shares;
    *accounts = 0;
    return SKED_E_SETTING;
}

static inline sked_status swil_use(const swil_state *state, size_t job, int started, int64_t now) {
    (void)state, (void)job, (void)started, (void)now;
    return SKED_OK;
}

static inline sked_status swil_order(swil_state *state, int64_t now) {
    (void)state, (void)now;
    return SKED_OK;
}

#endif

/* ---- Ends of jobs, and jobs that make room --------------------------------------------------- */

static inline sked_status swil_end(swil_state *state, size_t job, int64_t now) {
    sked_status status;

    if (state->gone[job]) {
        return SKED_OK;
    }
    state->gone[job] = 1;
    swil_end_bars(state, job, now);
    status = sked_queue_finish(&state->queue, (uint64_t)job, now);
    return status == SKED_OK ? swil_use(state, job, 0, now) : status;
}

/* A job that runs is to make room: it will be stopped at `time`, and wait again to run from its
   beginning. Returns whether it will: not if it ends by then. */
static inline int swil_stop_at(swil_state *state, size_t job, int64_t time) {
    swil_event event;
    size_t at = 0;

    state->stopping[job] = 1;
    while (state->ends.events[at].job != job) {
        at++;
    }
    if (state->ends.events[at].time <= time) {
        return 0;
    }
    event = swil_take(&state->ends, at);
    event.time = time;
    event.sequence = state->sequence++;
    event.kind = SWIL_EVENT_STOP;
    swil_push(&state->ends, event);
    return 1;
}

static inline sked_status swil_stop(swil_state *state, size_t job, int64_t now) {
    const sked_status status = sked_queue_requeue(&state->queue, (uint64_t)job, now);

    state->stopping[job] = 0;
    state->starts[job] = SKED_NEVER;
    state->started--;
    return status == SKED_OK ? swil_use(state, job, 0, now) : status;
}

static inline void swil_wake(swil_state *state, int64_t time) {
    state->wake = time < state->wake ? time : state->wake;
}

/* ---- Events ---------------------------------------------------------------------------------- */

static inline uint32_t swil_bookings(const swil_settings *settings) {
    return (uint32_t)settings->bookings_count + settings->owners_max;
}

/* A full queue grows to twice its room, unless the settings say how large it is to be. */
static inline sked_status swil_submit(swil_state *state, size_t at, int64_t now) {
    const swil_settings *settings = state->settings;
    const workload_job *from = &state->load->jobs[at];
    sked_job job = {0};
    sked_status status;
    int64_t until;

    job.bars = (uint32_t)swil_has_bar(state, at, now, &until);
    job.id = (uint64_t)at;          /* ids of a trace may repeat; places in the file do not    */
    job.tag = from->id;
    job.key = settings->keys != NULL ? settings->keys[at] : 0;
    job.estimate = swil_estimate(from);
    job.width = from->width;
    if (settings->kinds != NULL) {
        job.kind = settings->kinds->kind_of[at];
        job.amounts = settings->kinds->amounts + at * settings->kinds->quotas;
    }
    if (swil_is_by_share(state)) {
        job.account = settings->shares->account_of[at];
    }
    status = sked_queue_submit(&state->queue, &job, now);
    if (status == SKED_E_FULL && settings->queue.jobs_max == 0) {
        state->room *= 2;
        status = sked_queue_grow(&state->queue, state->room, swil_bookings(settings));
        if (status == SKED_OK) {
            status = sked_queue_submit(&state->queue, &job, now);
        }
    }
    if (status == SKED_OK && job.bars > 0) {
        swil_note_bar(state, at, until);
    }
    return status;
}

static inline sked_status swil_handle(swil_state *state, const swil_event *event) {
    sked_status status;

    switch (event->kind) {
    case SWIL_EVENT_END: status = swil_end(state, event->job, event->time); break;
    case SWIL_EVENT_STOP: status = swil_stop(state, event->job, event->time); break;
    default: status = swil_submit(state, event->job, event->time); break;
    }
    if (status != SKED_OK) {
        state->refused = event->job;
    }
    return status;
}

static inline void swil_start(swil_state *state, const sked_action *action, int64_t now) {
    const swil_settings *settings = state->settings;
    size_t job = (size_t)action->id;
    const workload_job *from = &state->load->jobs[job];

    state->starts[job] = now;
    state->started++;
    swil_post(state, &state->ends, now + swil_run_time(from), job);
    if (settings->rule == SWIL_SUBMIT && !state->keeps) {
        swil_post(state, &state->due, now + swil_estimate(from), job);
    }
    if (settings->on_start != NULL) {
        settings->on_start(settings->ctx, job, action, &state->set);
    }
    if (settings->on_progress != NULL && state->started % 256 == 0) {
        settings->on_progress(settings->ctx, state->started);
    }
}

/* Starts the next job of the pass. Returns SKED_DONE iff there is none. */
static inline sked_status swil_start_next(swil_state *state, int64_t now) {
    sked_set *processors = state->settings->on_start != NULL ? &state->set : NULL;
    sked_action action;
    sked_status status = state->settings->tiers == NULL
                             ? sked_queue_next(&state->queue, &action, processors)
                             : sked_tiers_next(&state->queue, &action, processors);

    if (status == SKED_OK) {
        swil_start(state, &action, now);
        status = swil_use(state, (size_t)action.id, 1, now);
    }
    return status;
}

/* Starts the first job in the order of shares, and ends the pass: the next one may be another's. */
static inline sked_status swil_start_first(swil_state *state, int64_t now) {
    sked_status status = swil_order(state, now);

    if (status == SKED_OK) {
        status = sked_queue_plan(&state->queue, now);
    }
    if (status == SKED_OK) {
        status = swil_start_next(state, now);
    }
    return status == SKED_OK ? sked_queue_plan_end(&state->queue) : status;
}

/* Under SWIL_SUBMIT a job is gone at start + estimate: the queue hears of it before the pass, so
   that its free set is real, and the job's own end then only causes a pass. */
static inline sked_status swil_pass(swil_state *state, int64_t now) {
    const sked_tiers *tiers = state->settings->tiers;
    const int by_share = swil_is_by_share(state);
    sked_status status = SKED_OK;

    state->wake = state->wake <= now ? SKED_NEVER : state->wake;
    while (status == SKED_OK && state->due.count > 0 && state->due.events[0].time <= now) {
        status = swil_end(state, swil_pop(&state->due).job, now);
    }
    if (status == SKED_OK && state->settings->before_pass != NULL) {
        status = state->settings->before_pass(state->settings->before_ctx, state, now);
    }
    if (status == SKED_OK && !by_share) {
        status = tiers == NULL ? sked_queue_plan(&state->queue, now)
                               : sked_tiers_plan(&state->queue, tiers, now);
    }
    while (status == SKED_OK) {
        status = by_share ? swil_start_first(state, now) : swil_start_next(state, now);
    }
    if (status == SKED_DONE && state->settings->on_pass != NULL) {
        state->settings->on_pass(state->settings->ctx, &state->queue, now);
    }
    return status == SKED_DONE ? SKED_OK : status;
}

static inline int swil_waits(const swil_state *state) {
    sked_queue_info info;

    return sked_queue_get_info(&state->queue, &info) == SKED_OK && info.waiting > 0;
}

/* When something happens next. Without bookings and promises, or while nobody waits, nothing
   changes between two events: there would be passes in which nothing can start. */
static inline int64_t swil_next_time(const swil_state *state) {
    int64_t next = state->wake, wish = SKED_NEVER;

    if (state->submitted < state->load->count &&
        (int64_t)state->submits[state->submitted].key < next) {
        next = (int64_t)state->submits[state->submitted].key;
    }
    if (state->ends.count > 0 && state->ends.events[0].time < next) {
        next = state->ends.events[0].time;
    }
    if (state->releases.count > 0 && state->releases.events[0].time < next) {
        next = state->releases.events[0].time;
    }
    if ((state->settings->bookings_count > 0 || state->keeps) && swil_waits(state)) {
        wish = sked_queue_next_time(&state->queue);
    }
    return wish < next ? wish : next;
}

static inline int swil_has_event(const swil_state *state, int64_t now) {
    return (state->submitted < state->load->count &&
            (int64_t)state->submits[state->submitted].key == now) ||
           (state->ends.count > 0 && state->ends.events[0].time == now);
}

static inline sked_status swil_loop(swil_state *state) {
    int64_t now = swil_next_time(state);
    sked_status status = SKED_OK;
    swil_event event;

    while (status == SKED_OK && now != SKED_NEVER) {
        while (status == SKED_OK && swil_has_event(state, now)) {
            event = swil_next_event(state);
            status = swil_handle(state, &event);
            if (state->settings->rule != SWIL_BATCH) {
                break;
            }
        }
        if (status == SKED_OK) {
            status = swil_release(state, now);
        }
        if (status == SKED_OK) {
            status = swil_pass(state, now);
        }
        now = swil_next_time(state);
    }
    return status;
}

static inline sked_status swil_tell_kinds(swil_state *state) {
    const swil_kinds *kinds = state->settings->kinds;
    const uint32_t all = kinds != NULL ? (UINT32_C(1) << kinds->quotas) - 1 : 0;
    sked_status status = SKED_OK;
    uint32_t at;

    for (at = 0; kinds != NULL && at < kinds->kinds && status == SKED_OK; at++) {
        status = sked_queue_set_kind(&state->queue, at, &kinds->sets[at], all, 0);
    }
    for (at = 0; kinds != NULL && at < kinds->quotas && status == SKED_OK; at++) {
        status = sked_queue_set_quota(&state->queue, at, kinds->capacities[at], kinds->modes[at],
                                      0);
    }
    return status;
}

static inline sked_status swil_tell_all(swil_state *state) {
    const swil_settings *settings = state->settings;
    sked_status status = swil_tell_kinds(state);
    size_t at, job;
    int rising = 1;

    for (at = 0; at < settings->bookings_count && status == SKED_OK; at++) {
        status = sked_queue_book(&state->queue, (uint64_t)at, &settings->bookings[at], 0);
    }
    for (job = 0; job < state->load->count; job++) {
        state->starts[job] = SKED_NEVER;
        state->submits[job].key = (uint64_t)state->load->jobs[job].submit;
        state->submits[job].index = (uint32_t)job;
        rising = rising && (job == 0 || state->submits[job - 1].key <= state->submits[job].key);
    }
    if (!rising) {
        sked_sort(state->submits, state->load->count);
    }
    return status;
}

/* Where a job's followers are listed; nobody follows yet. */
static inline sked_status swil_make_bars(swil_state *state, size_t room) {
    size_t job;

    if (state->settings->preceding == NULL) {
        return SKED_OK;
    }
    if (state->settings->rule != SWIL_BATCH) {
        return SKED_E_SETTING;
    }
    state->releases.events = (swil_event *)calloc(room, sizeof(swil_event));
    state->follower = (uint32_t *)calloc(room, sizeof(uint32_t));
    state->next_follower = (uint32_t *)calloc(room, sizeof(uint32_t));
    if (state->releases.events == NULL || state->follower == NULL ||
        state->next_follower == NULL) {
        return SKED_E_MEMORY;
    }
    for (job = 0; job < room; job++) {
        state->follower[job] = state->next_follower[job] = SKED_NONE;
    }
    return SKED_OK;
}

static inline sked_status swil_make(swil_state *state) {
    sked_queue_settings settings = state->settings->queue;
    size_t room = state->load->count + 1;
    uint32_t accounts = 0;
    sked_status status;

    if (room > UINT32_MAX / 2 || state->settings->bookings_count > UINT32_MAX / 2 ||
        state->settings->owners_max > UINT32_MAX / 2) {
        return SKED_E_RANGE;
    }
    if (settings.processors == 0) {
        settings.processors = state->load->processors;
    }
    if (settings.jobs_max == 0) {
        settings.jobs_max = room < SWIL_ROOM ? (uint32_t)room : SWIL_ROOM;
    }
    state->room = settings.jobs_max;
    if (settings.backgrounds > 0 ||
        (state->settings->shares != NULL && state->settings->tiers != NULL) ||
        (state->settings->before_pass != NULL && state->settings->rule != SWIL_BATCH)) {
        return SKED_E_SETTING;
    }
    settings.bookings_max = swil_bookings(state->settings);
    if (state->settings->kinds != NULL) {
        settings.kinds_max = state->settings->kinds->kinds;
        settings.quotas_max = state->settings->kinds->quotas;
    }
    if (state->settings->shares != NULL) {
        status = swil_accounts(state->settings->shares, &accounts);
        if (status != SKED_OK) {
            return status;
        }
        settings.accounts_max = swil_is_by_share(state) ? accounts : 0;
    }
    settings.estimate_missing = SKED_REFUSE_MISSING;
    state->keeps = settings.depth == SKED_ALL && settings.reservations == SKED_COMPRESS;
    state->submits = (sked_pair *)calloc(room, sizeof(sked_pair));
    state->ends.events = (swil_event *)calloc(room, sizeof(swil_event));
    state->due.events = (swil_event *)calloc(room, sizeof(swil_event));
    state->gone = (unsigned char *)calloc(room, 1);
    state->stopping = (unsigned char *)calloc(room, 1);
    state->wake = SKED_NEVER;
    state->words = (sked_word *)calloc(SKED_SET_WORDS(settings.processors) + 1u, sizeof(sked_word));
    if (state->submits == NULL || state->ends.events == NULL || state->due.events == NULL ||
        state->gone == NULL || state->stopping == NULL || state->words == NULL) {
        return SKED_E_MEMORY;
    }
    state->set = sked_set_of(state->words, settings.processors);
    status = swil_make_bars(state, room);
    return status != SKED_OK ? status
                             : sked_queue_create(&state->queue, &settings,
                                                 &state->settings->picker, heap_mem());
}

static inline void swil_drop(swil_state *state) {
    sked_queue_destroy(&state->queue);
    free(state->next_follower);
    free(state->follower);
    free(state->releases.events);
    free(state->words);
    free(state->stopping);
    free(state->gone);
    free(state->due.events);
    free(state->ends.events);
    free(state->submits);
}

/* ---- Metrics --------------------------------------------------------------------------------- */

static inline void swil_raise(sked_u128 *highest, sked_u128 value) {
    if (sked_u128_compare(*highest, value) < 0) {
        *highest = value;
    }
}

static inline void swil_measure_job(const workload_job *job, int64_t start, swil_metrics *metrics) {
    const sked_u128 one = swil_wide(1000000);
    int64_t run = swil_run_time(job), wait = start - job->submit, response = wait + run;
    sked_u128 million = sked_u128_mul((uint64_t)response, 1000000);
    sked_u128 slowdown = swil_wide_round(million, run > 0 ? (uint64_t)run : 1);
    sked_u128 bounded = swil_wide_round(million, run > 10 ? (uint64_t)run : 10);

    swil_raise(&bounded, one);
    metrics->wait_sum = sked_u128_add(metrics->wait_sum, swil_wide((uint64_t)wait));
    metrics->response_sum = sked_u128_add(metrics->response_sum, swil_wide((uint64_t)response));
    metrics->slowdown_sum = sked_u128_add(metrics->slowdown_sum, slowdown);
    metrics->bounded_slowdown_sum = sked_u128_add(metrics->bounded_slowdown_sum, bounded);
    metrics->area = sked_u128_add(metrics->area, sked_u128_mul((uint64_t)run, job->width));
    swil_raise(&metrics->slowdown_max, slowdown);
    swil_raise(&metrics->bounded_slowdown_max, bounded);
    metrics->wait_max = wait > metrics->wait_max ? wait : metrics->wait_max;
    metrics->response_max = response > metrics->response_max ? response : metrics->response_max;
    metrics->last_end = start + run > metrics->last_end ? start + run : metrics->last_end;
    metrics->jobs++;
}

/* area / (processors * makespan) in parts per million, rounded to nearest. The product has up to
   94 bits, so it is divided by in two steps: floor(floor(x / a) / b) = floor(x / (a b)). */
static inline uint32_t swil_utilisation(sked_u128 area, uint32_t processors, int64_t makespan) {
    sked_u128 half = sked_u128_div(sked_u128_mul((uint64_t)makespan, processors), 2, NULL);
    sked_u128 x = sked_u128_add(swil_wide_times(area, 1000000), half);

    if (makespan <= 0 || processors == 0) {
        return 0;
    }
    x = sked_u128_div(x, (uint64_t)makespan, NULL);
    return (uint32_t)sked_u128_div(x, processors, NULL).low;
}

/* Measures a schedule: starts[job], or SKED_NEVER. */
static inline void swil_measure(const workload *load, uint32_t processors, const int64_t *starts,
                                swil_metrics *metrics) {
    const swil_metrics none = {0};
    size_t job;

    *metrics = none;
    metrics->refused = SIZE_MAX;
    metrics->first_submit = load->count > 0 ? load->jobs[0].submit : 0;
    for (job = 0; job < load->count; job++) {
        if (load->jobs[job].submit < metrics->first_submit) {
            metrics->first_submit = load->jobs[job].submit;
        }
        if (starts[job] == SKED_NEVER) {
            metrics->never_started++;
        } else {
            swil_measure_job(&load->jobs[job], starts[job], metrics);
        }
    }
    if (metrics->jobs > 0) {
        metrics->makespan = metrics->last_end - metrics->first_submit;
    }
    metrics->utilisation = swil_utilisation(metrics->area, processors, metrics->makespan);
}

/* Replays a workload.
   Gives     starts[job] in the order of the workload, SKED_NEVER for a job that never started;
             *metrics.
   Returns   SKED_OK, or the sked_status of the call that failed; metrics->refused then tells the
             job, if a job was the cause.
   Cost      O(log n) per event beside the queue's own. */
static inline int swil_run(const workload *load, const swil_settings *settings, int64_t *starts,
                           swil_metrics *metrics) {
    const swil_metrics none = {0};
    swil_state state = {0};
    sked_queue_info info;
    sked_status status;

    *metrics = none;
    state.load = load;
    state.settings = settings;
    state.starts = starts;
    state.refused = SIZE_MAX;
    status = swil_make(&state);
    if (status == SKED_OK) {
        status = swil_tell_all(&state);
    }
    if (status == SKED_OK) {
        status = swil_loop(&state);
    }
    if (status == SKED_OK) {
        status = sked_queue_get_info(&state.queue, &info);
    }
    if (status == SKED_OK) {
        swil_measure(load, info.processors, starts, metrics);
        metrics->counters = info.counters;
    }
    metrics->refused = state.refused;
    swil_drop(&state);
    return (int)status;
}

#endif
