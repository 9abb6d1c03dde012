/* swil_tiers.h: software in the loop for tiers: drives sked_tiers passes and models progress. */
/* SPDX-License-Identifier: MIT */
#ifndef SWIL_TIERS_H_INCLUDED
#define SWIL_TIERS_H_INCLUDED

/* As swil.h, with its rule SWIL_BATCH: all ends and submissions of an instant are told, then there
   is one pass. But how long a job takes depends on what shares its processors:

   A job has its run time to do as work. In the foreground it does 1 s of it per second, but 1 -
   loss while any of its processors also has a background process. A process in the background does
   1 if nothing occupies the tiers above it on its processor, else effect * min(1, unused / usage):
   `unused` is what the tiers above leave of the processor, `usage` what the process would use of an
   empty one. A job moves as fast as its slowest process. loss and effect are drawn once per
   placement, from a hash of the seed, the job and the number of its placement, so that policies
   meet the same luck. A swap keeps the work done, a restart loses it, a migration keeps it and then
   does none for as long as it costs. A job ends at the first whole second by which its work is
   done.

   Rates are in parts per million, work in millionths of a second: all is exact. Invariant: `done`
   is the work up to `last`, and the rate has been constant since; only the jobs on processors where
   something changed get a new rate. They wait for their ends in an indexed heap.

   Estimates bound the run alone on the processors, so what is submitted is estimate / (1 - the
   highest loss), rounded up, under every policy: then no job in the foreground outlasts it, which
   is checked. The run time of a job is cut at its estimate before all this, as in swil.h.
   Source    the paper that proposed MEASY, sections 2.1 and 3.2. Ours is the reading of what is
             lost there in print: mean and deviation of the effect on jobs of several processes.
             They are drawn as a sum of twelve uniforms, which is near normal, and again until they
             are in the range that it prints. Its text has no third tier; see above for the rule. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"

#include "heap.h"
#include "swil.h"
#include "workload.h"

typedef enum swil_tiers_policy {
    SWIL_TIERS_FCFS, SWIL_TIERS_EASY, SWIL_TIERS_KEASY, SWIL_TIERS_REASY, SWIL_TIERS_MEASY
} swil_tiers_policy;

typedef struct swil_tiers_range {
    uint32_t low, high;                 /* parts per million, both possible */
} swil_tiers_range;

typedef struct swil_tiers_settings {
    sked_queue_settings queue;      /* processors 0: the workload's; jobs_max 0: grows as it fills;
                                       bookings_max and estimate_missing are set here */
    sked_tiers tiers;               /* usage is set here */
    int usage_known;                /* the passes are told what a process will use */
    int usage_by_job;               /* all processes of a job use the same: one draw for each job */
    uint32_t usage_fixed;           /* parts per thousand: what all processes of jobs with several
                                       use; 0: workload_usage */
    uint64_t seed;                  /* of usage, loss and effect */
    swil_tiers_range loss;          /* 0.5 to 4 %, uniform */
    swil_tiers_range effect_single; /* 80 to 92 %, uniform: jobs of one process */
    swil_tiers_range effect_multi;  /* 19.8 to 76.6 %: jobs of several */
    uint32_t effect_mean, effect_deviation;     /* ... before they are cut: 43 % and 14 % */
    uint64_t (*clock)(void);        /* to measure passes; NULL: do not */
    void (*on_action)(void *ctx, const sked_action *action, const sked_place *places, int64_t now);
    void (*on_end)(void *ctx, size_t job, int64_t now);     /* each may be NULL */
    void *ctx;
} swil_tiers_settings;

/* What became of a job. */
typedef struct swil_tiers_outcome {
    int64_t first_start;            /* of its first run, in any tier; SKED_NEVER: none */
    int64_t start;                  /* of the run that ended */
    int64_t end;
    uint32_t placements;            /* starts and moves */
    int kind;                       /* the sked_action_kind of the last of them */
} swil_tiers_outcome;

typedef struct swil_tiers_metrics {
    size_t jobs;
    char fault[160];                /* why the run failed; "" if it did not */
    sked_u128 response_sum, bounded_slowdown_sum;           /* slowdowns in parts per million */
    sked_u128 bounded_slowdown_max;
    int64_t response_max, first_submit, last_end, makespan;
    sked_u128 area;                 /* the sum of run * width */
    uint32_t utilisation;           /* of all foregrounds, parts per million; may exceed 1000000 */
    uint64_t backgrounded, swapped, restarted, migrated;
    sked_u128 work_lost;            /* to restarts: millionths of processor seconds */
    uint64_t decisions;             /* actions */
    uint64_t clock_sum;             /* inside all calls of sked, in the clock's unit */
    sked_queue_counters counters;
} swil_tiers_metrics;

enum { SWIL_TIERS_MILLION = 1000000, SWIL_TIERS_REDRAWS = 64 };

/* The settings of the paper. */
static inline swil_tiers_settings swil_tiers_defaults(swil_tiers_policy policy) {
    const swil_tiers_settings none = {0};
    swil_tiers_settings settings = none;

    settings.queue.order = settings.queue.backfill_order = SKED_FCFS;
    settings.queue.depth = policy == SWIL_TIERS_FCFS ? SKED_NO_RESERVATIONS : 1;
    settings.queue.backgrounds = policy >= SWIL_TIERS_KEASY;
    settings.queue.background_order = SKED_SJF;
    settings.tiers.policy = policy == SWIL_TIERS_REASY   ? SKED_REASY
                            : policy == SWIL_TIERS_MEASY ? SKED_MEASY
                                                         : SKED_KEASY;
    settings.tiers.migration = 20;
    settings.tiers.usage_limit_permille = 960;
    settings.usage_known = 1;
    settings.seed = 1;
    settings.loss.low = 5000;
    settings.loss.high = 40000;
    settings.effect_single.low = 800000;
    settings.effect_single.high = 920000;
    settings.effect_multi.low = 198000;
    settings.effect_multi.high = 766000;
    settings.effect_mean = 430000;
    settings.effect_deviation = 140000;
    return settings;
}

/* ---- Draws ----------------------------------------------------------------------------------- */

typedef struct swil_tiers_draw {
    uint32_t loss, effect;
} swil_tiers_draw;

static inline uint32_t swil_tiers_uniform(const swil_tiers_range *range, uint64_t *state) {
    return range->low + (uint32_t)workload_uniform(state, (int64_t)range->high - range->low + 1);
}

/* mean + deviation * (the sum of twelve uniforms on [0, 1) - 6), rounded down. */
static inline int64_t swil_tiers_normal(uint32_t mean, uint32_t deviation, uint64_t *state) {
    int64_t sum = 0, scaled;
    int part;

    for (part = 0; part < 12; part++) {
        sum += (int64_t)(workload_random(state) >> 44);     /* 20 bits */
    }
    scaled = sum * deviation;       /* not negative: >> is well defined                        */
    return (int64_t)mean + (scaled >> 20) - 6 * (int64_t)deviation;
}

/* The effect on a job of several processes: what is still outside the range after many draws, which
   only odd settings bring about, goes to its nearer end. */
static inline uint32_t swil_tiers_multi(const swil_tiers_settings *settings, uint64_t *state) {
    const swil_tiers_range *range = &settings->effect_multi;
    int64_t value = -1;
    int draws = 0;

    do {
        value = swil_tiers_normal(settings->effect_mean, settings->effect_deviation, state);
        draws++;
    } while ((value < range->low || value > range->high) && draws < SWIL_TIERS_REDRAWS);
    value = value < range->low ? range->low : value > range->high ? range->high : value;
    return (uint32_t)value;
}

/* The complement of the seed, so that the stream is none of workload_usage's. */
static inline swil_tiers_draw swil_tiers_luck(const swil_tiers_settings *settings, uint64_t job,
                                              uint32_t width, uint32_t placement) {
    uint64_t state = ~settings->seed;
    swil_tiers_draw draw;

    state = workload_random(&state) ^ job;
    state = workload_random(&state) ^ placement;
    draw.loss = swil_tiers_uniform(&settings->loss, &state);
    draw.effect = width == 1 ? swil_tiers_uniform(&settings->effect_single, &state)
                             : swil_tiers_multi(settings, &state);
    return draw;
}

/* What a process uses of an empty processor. */
static inline uint32_t swil_tiers_usage(const swil_tiers_settings *settings, uint64_t job,
                                        uint32_t width, uint32_t process) {
    if (width > 1 && settings->usage_fixed > 0) {
        return settings->usage_fixed;
    }
    return workload_usage(settings->seed, job, width, settings->usage_by_job ? 0 : process);
}

static inline int64_t swil_tiers_estimate(const swil_tiers_settings *settings,
                                          const workload_job *job) {
    const int64_t rate = SWIL_TIERS_MILLION - (int64_t)settings->loss.high;

    return (swil_estimate(job) * SWIL_TIERS_MILLION + rate - 1) / rate;
}

/* ---- The state ------------------------------------------------------------------------------- */

typedef enum swil_tiers_where {
    SWIL_TIERS_OUTSIDE, SWIL_TIERS_WAITING, SWIL_TIERS_BEHIND, SWIL_TIERS_BEFORE, SWIL_TIERS_GONE
} swil_tiers_where;

typedef struct swil_tiers_live {
    int64_t done, last;             /* work, and up to when; in a migration `last` is its end */
    int64_t total;                  /* the work to do */
    int64_t end;                    /* at this rate */
    int64_t bound;                  /* its expected end, of a job in the foreground */
    uint32_t rate;
    swil_tiers_draw draw;
    uint32_t first;                 /* the slot of its process 0 */
    uint32_t heap_at;
    uint32_t reported;              /* progress */
    unsigned char where;            /* a swil_tiers_where */
    unsigned char touched;          /* is in the list of jobs that need a new rate */
} swil_tiers_live;

/* Slot tier * processors + p is that of processor p in a tier. */
typedef struct swil_tiers_state {
    const workload *load;
    const swil_tiers_settings *settings;
    swil_tiers_outcome *outcomes;
    swil_tiers_metrics *metrics;
    sked_queue queue;
    sked_tiers tiers;
    uint32_t processors, slots, room;
    sked_pair *submits;             /* the jobs by submission, equals as in the workload */
    size_t submitted;
    swil_tiers_live *live;          /* per job */
    uint32_t *slot_job, *slot_next; /* SKED_NONE: empty; no further one */
    uint16_t *slot_usage;
    uint32_t *heap, heap_count;     /* the running jobs by end */
    uint32_t *touched, touched_count;
    uint32_t *ended, ended_count;   /* at this instant */
    sked_action *actions;           /* of this pass */
    size_t actions_count, actions_room;
    sked_place *places;
    uint64_t clock_start;
} swil_tiers_state;

/* Writes down what went wrong; the first fault counts. A job that there is not: the whole run. */
static inline sked_status swil_tiers_fault(swil_tiers_state *state, const char *text, size_t job,
                                           int64_t now) {
    char *fault = state->metrics->fault;
    const size_t room = sizeof state->metrics->fault;

    if (fault[0] == '\0' && job < state->load->count) {
        snprintf(fault, room, "job %lu at %lld: %s", (unsigned long)job, (long long)now, text);
    } else if (fault[0] == '\0') {
        snprintf(fault, room, "at %lld: %s", (long long)now, text);
    }
    return SKED_E_CORRUPT;
}

static inline sked_status swil_tiers_told(swil_tiers_state *state, sked_status status, size_t job,
                                          int64_t now) {
    if (status != SKED_OK) {
        swil_tiers_fault(state, sked_status_text(status), job, now);
    }
    return status;
}

static inline void swil_tiers_clock_on(swil_tiers_state *state) {
    if (state->settings->clock != NULL) {
        state->clock_start = state->settings->clock();
    }
}

static inline void swil_tiers_clock_off(swil_tiers_state *state) {
    if (state->settings->clock != NULL) {
        state->metrics->clock_sum += state->settings->clock() - state->clock_start;
    }
}

/* ---- The heap of ends: equals by job --------------------------------------------------------- */

static inline int swil_tiers_sooner(const swil_tiers_state *state, uint32_t a, uint32_t b) {
    if (state->live[a].end != state->live[b].end) {
        return state->live[a].end < state->live[b].end;
    }
    return a < b;
}

static inline void swil_tiers_heap_put(swil_tiers_state *state, uint32_t at, uint32_t job) {
    state->heap[at] = job;
    state->live[job].heap_at = at;
}

/* Moves a job, whose place is `at`, to where it belongs. */
static inline void swil_tiers_heap_move(swil_tiers_state *state, uint32_t at, uint32_t job) {
    uint32_t child;

    while (at > 0 && swil_tiers_sooner(state, job, state->heap[(at - 1) / 2])) {
        swil_tiers_heap_put(state, at, state->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    for (child = 2 * at + 1; child < state->heap_count; child = 2 * at + 1) {
        if (child + 1 < state->heap_count &&
            swil_tiers_sooner(state, state->heap[child + 1], state->heap[child])) {
            child++;
        }
        if (!swil_tiers_sooner(state, state->heap[child], job)) {
            break;
        }
        swil_tiers_heap_put(state, at, state->heap[child]);
        at = child;
    }
    swil_tiers_heap_put(state, at, job);
}

static inline void swil_tiers_heap_remove(swil_tiers_state *state, uint32_t job) {
    const uint32_t at = state->live[job].heap_at;
    const uint32_t last = state->heap[--state->heap_count];

    if (last != job) {
        swil_tiers_heap_move(state, at, last);
    }
}

/* ---- Progress -------------------------------------------------------------------------------- */

static inline void swil_tiers_account(swil_tiers_live *live, int64_t now) {
    if (now > live->last) {
        live->done += (now - live->last) * live->rate;
        live->last = now;
    }
}

static inline uint32_t swil_tiers_process_rate(const swil_tiers_state *state, uint32_t slot,
                                               uint32_t effect) {
    const uint32_t own = state->slot_usage[slot];
    uint32_t above = 0, busy = 0, unused, at = slot;

    while (at >= state->processors) {
        at -= state->processors;
        if (state->slot_job[at] != SKED_NONE) {
            above += state->slot_usage[at];
            busy = 1;
        }
    }
    if (!busy) {
        return SWIL_TIERS_MILLION;
    }
    unused = above < 1000 ? 1000 - above : 0;
    return unused >= own ? effect : (uint32_t)((uint64_t)effect * unused / own);
}

static inline int swil_tiers_is_shared(const swil_tiers_state *state, uint32_t processor) {
    uint32_t slot;

    for (slot = processor + state->processors; slot < state->slots; slot += state->processors) {
        if (state->slot_job[slot] != SKED_NONE) {
            return 1;
        }
    }
    return 0;
}

static inline uint32_t swil_tiers_rate(const swil_tiers_state *state, uint32_t job) {
    const swil_tiers_live *live = &state->live[job];
    uint32_t rate = SWIL_TIERS_MILLION, slot, one;

    for (slot = live->first; slot != SKED_NONE; slot = state->slot_next[slot]) {
        if (live->where == SWIL_TIERS_BEFORE) {
            if (swil_tiers_is_shared(state, slot)) {
                return SWIL_TIERS_MILLION - live->draw.loss;
            }
        } else {
            one = swil_tiers_process_rate(state, slot, live->draw.effect);
            rate = one < rate ? one : rate;
        }
    }
    return rate;
}

/* Gives a running job a new rate from now on, and its place among the ends. */
static inline void swil_tiers_renew(swil_tiers_state *state, uint32_t job, int64_t now) {
    swil_tiers_live *live = &state->live[job];
    int64_t left;

    swil_tiers_account(live, now);
    live->rate = swil_tiers_rate(state, job);
    left = live->total > live->done ? live->total - live->done : 0;
    if (left == 0) {
        live->end = live->last;
    } else if (live->rate == 0) {
        live->end = SKED_NEVER;
    } else {
        live->end = live->last + (left + live->rate - 1) / live->rate;
    }
    swil_tiers_heap_move(state, live->heap_at, job);
}

static inline void swil_tiers_renew_touched(swil_tiers_state *state, int64_t now) {
    uint32_t i;

    for (i = 0; i < state->touched_count; i++) {
        const uint32_t job = state->touched[i];

        state->live[job].touched = 0;
        if (state->live[job].where == SWIL_TIERS_BEFORE ||
            state->live[job].where == SWIL_TIERS_BEHIND) {
            swil_tiers_renew(state, job, now);
        }
    }
    state->touched_count = 0;
}

/* Something changes on a processor. The list has room: it names each job once, and these ran before
   the instant or run after it, at least one slot each. */
static inline void swil_tiers_touch(swil_tiers_state *state, uint32_t processor) {
    uint32_t slot, job;

    for (slot = processor; slot < state->slots; slot += state->processors) {
        job = state->slot_job[slot];
        if (job != SKED_NONE && !state->live[job].touched) {
            state->live[job].touched = 1;
            state->touched[state->touched_count++] = job;
        }
    }
}

/* ---- Placing --------------------------------------------------------------------------------- */

static inline void swil_tiers_leave(swil_tiers_state *state, uint32_t job) {
    uint32_t slot;

    for (slot = state->live[job].first; slot != SKED_NONE; slot = state->slot_next[slot]) {
        swil_tiers_touch(state, slot % state->processors);
        state->slot_job[slot] = SKED_NONE;
    }
    state->live[job].first = SKED_NONE;
}

/* Puts a job where the queue says that it is. Fails if another one is there. */
static inline sked_status swil_tiers_take(swil_tiers_state *state, uint32_t job, int64_t now) {
    swil_tiers_live *live = &state->live[job];
    const uint32_t width = state->load->jobs[job].width;
    uint32_t process;

    for (process = width; process-- > 0;) {
        const sked_place *place = &state->places[process];
        const uint32_t slot = place->tier * state->processors + place->processor;

        if (place->processor >= state->processors || slot >= state->slots ||
            (place->tier == 0) != (live->where == SWIL_TIERS_BEFORE)) {
            return swil_tiers_fault(state, "is in no such place", job, now);
        }
        if (state->slot_job[slot] != SKED_NONE) {
            return swil_tiers_fault(state, "meets another job in its tier", job, now);
        }
        state->slot_job[slot] = job;
        state->slot_usage[slot] =
            (uint16_t)swil_tiers_usage(state->settings, job, width, process);
        state->slot_next[slot] = live->first;
        live->first = slot;
        swil_tiers_touch(state, place->processor);
    }
    return SKED_OK;
}

/* Would the job stay on the processors on which its processes are? */
static inline int swil_tiers_stays(const swil_tiers_state *state, uint32_t job) {
    const sked_place *place = state->places;
    uint32_t slot;

    for (slot = state->live[job].first; slot != SKED_NONE; slot = state->slot_next[slot]) {
        if (slot % state->processors != place->processor) {
            return 0;
        }
        place++;
    }
    return 1;
}

/* Begins a run. The end of one that was killed stays as it was until the heap is put in order. */
static inline void swil_tiers_start(swil_tiers_state *state, uint32_t job, int64_t now) {
    swil_tiers_live *live = &state->live[job];

    live->done = 0;
    live->last = now;
    live->reported = 0;
    state->outcomes[job].start = now;
    if (live->where == SWIL_TIERS_WAITING) {
        state->outcomes[job].first_start = now;
        live->end = SKED_NEVER;
        swil_tiers_heap_put(state, state->heap_count, job);
        swil_tiers_heap_move(state, state->heap_count++, job);
    }
}

/* What an action does to the work of a job. */
static inline void swil_tiers_obey(swil_tiers_state *state, const sked_action *action,
                                   int64_t now) {
    const uint32_t job = (uint32_t)action->id;
    swil_tiers_live *live = &state->live[job];
    swil_tiers_metrics *metrics = state->metrics;
    const uint32_t width = state->load->jobs[job].width;

    swil_tiers_account(live, now);
    if (action->kind == SKED_RESTART) {
        metrics->work_lost =
            sked_u128_add(metrics->work_lost, sked_u128_mul((uint64_t)live->done, width));
    }
    if (action->kind == SKED_SWAP || action->kind == SKED_MIGRATE) {
        live->last = now + (action->kind == SKED_MIGRATE ? state->tiers.migration : 0);
    } else {
        swil_tiers_start(state, job, now);
    }
    metrics->backgrounded += action->kind == SKED_START_BACKGROUND;
    metrics->swapped += action->kind == SKED_SWAP;
    metrics->restarted += action->kind == SKED_RESTART;
    metrics->migrated += action->kind == SKED_MIGRATE;
    metrics->decisions++;
    live->where = action->kind == SKED_START_BACKGROUND ? SWIL_TIERS_BEHIND : SWIL_TIERS_BEFORE;
    live->bound = action->end;
    live->draw = swil_tiers_luck(state->settings, job, width, state->outcomes[job].placements++);
    state->outcomes[job].kind = (int)action->kind;
}

static inline sked_status swil_tiers_apply(swil_tiers_state *state, const sked_action *action,
                                           int64_t now) {
    const int fresh = action->kind == SKED_START || action->kind == SKED_START_BACKGROUND;
    const uint32_t job = (uint32_t)action->id;
    sked_status status;

    if (action->id >= state->load->count || action->kind == SKED_LOST ||
        state->live[job].where != (fresh ? SWIL_TIERS_WAITING : SWIL_TIERS_BEHIND)) {
        return swil_tiers_fault(state, "is not there for such an action", job, now);
    }
    status = sked_tiers_get_places(&state->queue, action->id, state->places, state->processors);
    if (status != SKED_OK) {
        return swil_tiers_told(state, status, job, now);
    }
    if (action->kind == SKED_SWAP && !swil_tiers_stays(state, job)) {
        return swil_tiers_fault(state, "leaves its processors in a swap", job, now);
    }
    swil_tiers_leave(state, job);
    swil_tiers_obey(state, action, now);
    status = swil_tiers_take(state, job, now);
    if (status == SKED_OK && state->settings->on_action != NULL) {
        state->settings->on_action(state->settings->ctx, action, state->places, now);
    }
    return status;
}

/* ---- The loop -------------------------------------------------------------------------------- */

/* Takes the jobs that end now out of the slots. */
static inline sked_status swil_tiers_collect(swil_tiers_state *state, int64_t now) {
    state->ended_count = 0;
    while (state->heap_count > 0 && state->live[state->heap[0]].end == now) {
        const uint32_t job = state->heap[0];
        swil_tiers_live *live = &state->live[job];

        if (live->where == SWIL_TIERS_BEFORE && now > live->bound) {
            return swil_tiers_fault(state, "outlasts its expected end in the foreground", job, now);
        }
        swil_tiers_heap_remove(state, job);
        swil_tiers_leave(state, job);
        live->where = SWIL_TIERS_GONE;
        state->outcomes[job].end = now;
        state->ended[state->ended_count++] = job;
        if (state->settings->on_end != NULL) {
            state->settings->on_end(state->settings->ctx, job, now);
        }
    }
    return SKED_OK;
}

/* A full queue grows to twice its room, unless the settings say how large it is to be. */
static inline sked_status swil_tiers_submit(swil_tiers_state *state, uint32_t at, int64_t now) {
    const workload_job *from = &state->load->jobs[at];
    sked_job job = {0};
    sked_status status;

    job.id = at;                    /* ids of a trace may repeat; places in the file do not    */
    job.tag = from->id;
    job.estimate = swil_tiers_estimate(state->settings, from);
    job.width = from->width;
    status = sked_queue_submit(&state->queue, &job, now);
    if (status == SKED_E_FULL && state->settings->queue.jobs_max == 0) {
        state->room *= 2;
        status = sked_queue_grow(&state->queue, state->room, 0);
        if (status == SKED_OK) {
            status = sked_queue_submit(&state->queue, &job, now);
        }
    }
    state->live[at].where = SWIL_TIERS_WAITING;
    return status;
}

static inline sked_status swil_tiers_tell(swil_tiers_state *state, int64_t now) {
    sked_status status = SKED_OK;
    uint32_t i, job;

    for (i = 0; i < state->ended_count && status == SKED_OK; i++) {
        job = state->ended[i];
        status = swil_tiers_told(state, sked_queue_finish(&state->queue, job, now), job, now);
    }
    while (status == SKED_OK && state->submitted < state->load->count &&
           (int64_t)state->submits[state->submitted].key == now) {
        job = state->submits[state->submitted++].index;
        status = swil_tiers_told(state, swil_tiers_submit(state, job, now), job, now);
    }
    return status;
}

/* How much of its estimate each job in the background has done, where that is news. */
static inline sked_status swil_tiers_report(swil_tiers_state *state, int64_t now) {
    sked_status status = SKED_OK;
    uint32_t i;

    for (i = 0; i < state->heap_count && status == SKED_OK; i++) {
        const uint32_t job = state->heap[i];
        swil_tiers_live *live = &state->live[job];
        uint32_t progress;

        if (live->where != SWIL_TIERS_BEHIND) {
            continue;
        }
        swil_tiers_account(live, now);
        progress = (uint32_t)(live->done / (swil_estimate(&state->load->jobs[job]) * 1000));
        if (progress != live->reported) {
            live->reported = progress;
            status = sked_tiers_report(&state->queue, job, progress, NULL, now);
            swil_tiers_told(state, status, job, now);
        }
    }
    return status;
}

/* The actions wait until the pass is over, so that the clock sees the queue alone. Each job acts
   once in a pass, so its places then are those of its action. */
static inline sked_status swil_tiers_keep(swil_tiers_state *state, const sked_action *action) {
    if (state->actions_count == state->actions_room) {
        const size_t room = state->actions_room == 0 ? 64 : 2 * state->actions_room;
        sked_action *actions =
            (sked_action *)realloc(state->actions, room * sizeof *state->actions);

        if (actions == NULL) {
            return SKED_E_MEMORY;
        }
        state->actions = actions;
        state->actions_room = room;
    }
    state->actions[state->actions_count++] = *action;
    return SKED_OK;
}

static inline sked_status swil_tiers_pass(swil_tiers_state *state, int64_t now) {
    sked_action action;
    sked_status status = sked_tiers_plan(&state->queue, &state->tiers, now);

    state->actions_count = 0;
    while (status == SKED_OK) {
        status = sked_tiers_next(&state->queue, &action, NULL);
        if (status == SKED_OK) {
            status = swil_tiers_keep(state, &action);
        }
    }
    return status == SKED_DONE ? SKED_OK : swil_tiers_told(state, status, state->load->count, now);
}

static inline sked_status swil_tiers_instant(swil_tiers_state *state, int64_t now) {
    sked_status status = swil_tiers_collect(state, now);
    size_t i;

    if (status != SKED_OK) {
        return status;
    }
    swil_tiers_clock_on(state);
    status = swil_tiers_tell(state, now);
    if (status == SKED_OK && (state->tiers.options & SKED_TIERS_REMAINING) != 0) {
        status = swil_tiers_report(state, now);
    }
    if (status == SKED_OK) {
        status = swil_tiers_pass(state, now);
    }
    swil_tiers_clock_off(state);
    for (i = 0; i < state->actions_count && status == SKED_OK; i++) {
        status = swil_tiers_apply(state, &state->actions[i], now);
    }
    swil_tiers_renew_touched(state, now);
    return status;
}

static inline int64_t swil_tiers_next_time(const swil_tiers_state *state) {
    int64_t next = SKED_NEVER;

    if (state->submitted < state->load->count) {
        next = (int64_t)state->submits[state->submitted].key;
    }
    if (state->heap_count > 0 && state->live[state->heap[0]].end < next) {
        next = state->live[state->heap[0]].end;
    }
    return next;
}

static inline sked_status swil_tiers_loop(swil_tiers_state *state) {
    sked_status status = SKED_OK;
    int64_t now = swil_tiers_next_time(state);
    size_t job;

    while (status == SKED_OK && now != SKED_NEVER) {
        status = swil_tiers_instant(state, now);
        now = swil_tiers_next_time(state);
    }
    for (job = 0; job < state->load->count && status == SKED_OK; job++) {
        if (state->live[job].where != SWIL_TIERS_GONE) {
            status = swil_tiers_fault(state, "never ends", job, SKED_NEVER);
        }
    }
    return status;
}

/* ---- Making ---------------------------------------------------------------------------------- */

static inline int swil_tiers_range_valid(const swil_tiers_range *range) {
    return range->low <= range->high && range->high <= SWIL_TIERS_MILLION;
}

/* Work and estimates stay within 2^62 after the multiplications above. */
static inline sked_status swil_tiers_valid(const workload *load,
                                           const swil_tiers_settings *settings) {
    size_t job;

    if (!swil_tiers_range_valid(&settings->loss) ||
        !swil_tiers_range_valid(&settings->effect_single) ||
        !swil_tiers_range_valid(&settings->effect_multi) ||
        settings->loss.high == SWIL_TIERS_MILLION || settings->usage_fixed > 1000 ||
        settings->effect_mean > SWIL_TIERS_MILLION ||
        settings->effect_deviation > SWIL_TIERS_MILLION ||
        load->count >= UINT32_MAX / 2) {
        return SKED_E_SETTING;
    }
    for (job = 0; job < load->count; job++) {
        if (load->jobs[job].submit < 0 || load->jobs[job].run < 0 ||
            swil_estimate(&load->jobs[job]) > INT64_C(1) << 40) {
            return SKED_E_TIME;
        }
    }
    return SKED_OK;
}

/* The sked_usage of a run; its ctx is the state. */
static inline uint32_t swil_tiers_known(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    const swil_tiers_state *state = (const swil_tiers_state *)ctx;

    (void)tag;
    return swil_tiers_usage(state->settings, id, state->load->jobs[id].width, process);
}

static inline sked_status swil_tiers_make_arrays(swil_tiers_state *state) {
    const size_t jobs = state->load->count + 1, slots = (size_t)state->slots + 1;

    state->submits = (sked_pair *)calloc(jobs, sizeof(sked_pair));
    state->live = (swil_tiers_live *)calloc(jobs, sizeof(swil_tiers_live));
    state->slot_job = (uint32_t *)calloc(slots, sizeof(uint32_t));
    state->slot_next = (uint32_t *)calloc(slots, sizeof(uint32_t));
    state->slot_usage = (uint16_t *)calloc(slots, sizeof(uint16_t));
    state->heap = (uint32_t *)calloc(slots, sizeof(uint32_t));
    state->ended = (uint32_t *)calloc(slots, sizeof(uint32_t));
    state->touched = (uint32_t *)calloc(2 * slots, sizeof(uint32_t));
    state->places = (sked_place *)calloc(state->processors + (size_t)1, sizeof(sked_place));
    if (state->submits == NULL || state->live == NULL || state->slot_job == NULL ||
        state->slot_next == NULL || state->slot_usage == NULL || state->heap == NULL ||
        state->ended == NULL || state->touched == NULL || state->places == NULL) {
        return SKED_E_MEMORY;
    }
    return SKED_OK;
}

static inline void swil_tiers_set_up(swil_tiers_state *state) {
    int rising = 1;
    size_t job;
    uint32_t slot;

    for (slot = 0; slot < state->slots; slot++) {
        state->slot_job[slot] = SKED_NONE;
    }
    for (job = 0; job < state->load->count; job++) {
        const swil_tiers_outcome none = {SKED_NEVER, SKED_NEVER, SKED_NEVER, 0, 0};
        const workload_job *from = &state->load->jobs[job];

        state->outcomes[job] = none;
        state->live[job].total = swil_run_time(from) * SWIL_TIERS_MILLION;
        state->live[job].first = SKED_NONE;
        state->submits[job].key = (uint64_t)from->submit;
        state->submits[job].index = (uint32_t)job;
        rising = rising && (job == 0 || state->submits[job - 1].key <= state->submits[job].key);
    }
    if (!rising) {
        sked_sort(state->submits, state->load->count);
    }
}

static inline sked_status swil_tiers_make(swil_tiers_state *state) {
    sked_queue_settings settings = state->settings->queue;
    const size_t jobs = state->load->count + 1;
    size_t bytes = 0;
    sked_status status = swil_tiers_valid(state->load, state->settings);

    if (settings.processors == 0) {
        settings.processors = state->load->processors;
    }
    if (status == SKED_OK &&
        (settings.processors > UINT32_C(1) << 28 || settings.backgrounds > 7)) {
        status = SKED_E_RANGE;
    }
    if (settings.jobs_max == 0) {
        settings.jobs_max = jobs < SWIL_ROOM ? (uint32_t)jobs : SWIL_ROOM;
    }
    settings.bookings_max = 0;
    settings.estimate_missing = SKED_REFUSE_MISSING;
    state->room = settings.jobs_max;
    state->processors = settings.processors;
    state->slots = settings.processors * (settings.backgrounds + 1);
    state->tiers = state->settings->tiers;
    state->tiers.usage.usage = state->settings->usage_known ? swil_tiers_known : NULL;
    state->tiers.usage.ctx = state;
    if (status == SKED_OK) {
        status = sked_queue_bytes(&settings, &bytes);
    }
    if (status == SKED_OK) {
        status = swil_tiers_make_arrays(state);
    }
    if (status == SKED_OK) {
        swil_tiers_set_up(state);
        status = sked_queue_create(&state->queue, &settings, NULL, heap_mem());
    }
    return swil_tiers_told(state, status, state->load->count, 0);
}

static inline void swil_tiers_drop(swil_tiers_state *state) {
    sked_queue_destroy(&state->queue);
    free(state->places);
    free(state->actions);
    free(state->touched);
    free(state->ended);
    free(state->heap);
    free(state->slot_usage);
    free(state->slot_next);
    free(state->slot_job);
    free(state->live);
    free(state->submits);
}

/* ---- Metrics --------------------------------------------------------------------------------- */

/* max(1, response / max(run, 10)) in parts per million, rounded to nearest. */
static inline uint64_t swil_tiers_bounded_slowdown(const workload_job *job, int64_t end) {
    const int64_t run = swil_run_time(job);
    const sked_u128 million = sked_u128_mul((uint64_t)(end - job->submit), SWIL_TIERS_MILLION);
    const sked_u128 bounded = swil_wide_round(million, run > 10 ? (uint64_t)run : 10);

    return bounded.low > SWIL_TIERS_MILLION ? bounded.low : SWIL_TIERS_MILLION;
}

static inline void swil_tiers_measure_job(const workload_job *job, int64_t end,
                                          swil_tiers_metrics *metrics) {
    const int64_t run = swil_run_time(job), response = end - job->submit;
    const sked_u128 bounded = swil_wide(swil_tiers_bounded_slowdown(job, end));

    metrics->response_sum = sked_u128_add(metrics->response_sum, swil_wide((uint64_t)response));
    metrics->bounded_slowdown_sum = sked_u128_add(metrics->bounded_slowdown_sum, bounded);
    metrics->area = sked_u128_add(metrics->area, sked_u128_mul((uint64_t)run, job->width));
    swil_raise(&metrics->bounded_slowdown_max, bounded);
    metrics->response_max = response > metrics->response_max ? response : metrics->response_max;
    if (metrics->jobs == 0 || job->submit < metrics->first_submit) {
        metrics->first_submit = job->submit;
    }
    metrics->last_end = end > metrics->last_end ? end : metrics->last_end;
    metrics->jobs++;
}

static inline sked_status swil_tiers_measure(swil_tiers_state *state) {
    swil_tiers_metrics *metrics = state->metrics;
    sked_queue_info info;
    sked_status status = sked_queue_get_info(&state->queue, &info);
    size_t job;

    for (job = 0; job < state->load->count; job++) {
        swil_tiers_measure_job(&state->load->jobs[job], state->outcomes[job].end, metrics);
    }
    metrics->makespan = metrics->last_end - metrics->first_submit;
    metrics->utilisation = swil_utilisation(metrics->area, state->processors, metrics->makespan);
    if (status == SKED_OK) {
        metrics->counters = info.counters;
        if (info.waiting != 0 || info.running != 0 || info.background != 0 ||
            info.counters.backgrounded != metrics->backgrounded ||
            info.counters.swapped != metrics->swapped ||
            info.counters.restarted != metrics->restarted ||
            info.counters.migrated != metrics->migrated) {
            status = swil_tiers_fault(state, "the queue counts otherwise", job, SKED_NEVER);
        }
    }
    return status;
}

/* Runs a workload.
   Gives     outcomes[job] in the order of the workload; *metrics.
   Returns   SKED_OK; the status of the call that failed; or SKED_E_CORRUPT, when the queue does
             what cannot be. metrics->fault then tells why.
   Cost      O(log n) per event and the widths of the jobs on the processors where it changes
             something, beside the queue's own. */
static inline int swil_tiers_run(const workload *load, const swil_tiers_settings *settings,
                                 swil_tiers_outcome *outcomes, swil_tiers_metrics *metrics) {
    const swil_tiers_metrics none = {0};
    swil_tiers_state state = {0};
    sked_status status;

    *metrics = none;
    state.load = load;
    state.settings = settings;
    state.outcomes = outcomes;
    state.metrics = metrics;
    status = swil_tiers_make(&state);
    if (status == SKED_OK) {
        status = swil_tiers_loop(&state);
    }
    if (status == SKED_OK) {
        status = swil_tiers_measure(&state);
    }
    swil_tiers_drop(&state);
    return (int)status;
}

#endif
