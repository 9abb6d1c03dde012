/* swil_site.h: software in the loop: drives a sked_site through a stream of jobs. */
/* SPDX-License-Identifier: MIT */
#ifndef SWIL_SITE_H_INCLUDED
#define SWIL_SITE_H_INCLUDED

/* The site decides, this file only says what happened and when. Jobs arrive at any time, in their
 * order; the site plans at the ticks of a clock (0, quantum, 2 quantum, ...), and starts jobs
 * whenever a machine may have become free. At one time all ends are told first, then what has
 * arrived, then, at a tick, the site plans, then it decides until it has no more to say.
 *
 * A job that is stopped has done nothing, and waits. When it ends, an engine says: by default, the
 * truth, per class and resource, times a factor of the job's own, the same wherever and however
 * often it runs. Another simulator may be the engine (examples/simgrid/site.cpp).
 *
 * What the site says is checked by what is known here alone: machines run one thing at a time; a
 * job runs on one machine that can run it, or on all members of one cluster; sequential queues use
 * no cluster; only jobs of preemptable queues are stopped, for a job of a queue that preempts and
 * comes before theirs; that one is dispatched next; all jobs end, once each. The first fault ends
 * the run. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"

#include "heap.h"

#define SWIL_SITE_MILLION INT64_C(1000000)

typedef struct swil_site_job {
    sked_time arrival;              /* rising */
    uint32_t job_class, queue;
    uint32_t factor;                /* of its run time, parts per million */
} swil_site_job;

/* The hardware: what is started ends, unless it is stopped before. Ends are told at whole times. */
typedef struct swil_site_engine {
    void *ctx;
    void (*start)(void *ctx, uint32_t job, const sked_site_decision *decision,
                  const sked_set *machines);
    void (*stop)(void *ctx, uint32_t job);
    sked_time (*wait)(void *ctx, sked_time until);      /* for the next end, at most so long;
                                       returns when that is */
    int (*has_ended)(void *ctx, uint32_t job);          /* by now, a job that was started last */
} swil_site_engine;

typedef struct swil_site_settings {
    const sked_site_settings *site;     /* jobs_max 0: as many as there are jobs; one user */
    sked_site_experience memory;
    const sked_time *truth;             /* (class, resource); SKED_NEVER: cannot run there */
    uint32_t resources;
    sked_time quantum;
    int exact;                          /* ends must be those that the site predicted */
    const swil_site_engine *engine;     /* NULL: run times are the truth times the factor */
} swil_site_settings;

typedef struct swil_site_outcome {
    sked_time start, end;           /* of its last run */
    uint32_t preemptions;
    uint32_t queue;                 /* where it was in the end */
    int parallel;                   /* it ended on a cluster */
} swil_site_outcome;

typedef struct swil_site_metrics {
    sked_site_counters counters;
    sked_time last_end;
    int64_t busy, lost;             /* machines times time: in all; of what was stopped */
    char fault[160];
} swil_site_metrics;

enum { SWIL_SITE_OUTSIDE, SWIL_SITE_WAITING, SWIL_SITE_RUNNING, SWIL_SITE_GONE };

typedef struct swil_site_live {
    sked_time start, predicted;         /* of this run */
    sked_time end;                      /* ... without an engine of its own */
    uint32_t machines;
    int where;
} swil_site_live;

typedef struct swil_site_state {
    const swil_site_job *jobs;
    uint32_t count, arrived, gone;
    const swil_site_settings *settings;
    sked_site_settings site_settings;
    swil_site_outcome *outcomes;
    swil_site_metrics *metrics;
    sked_site site;
    swil_site_engine engine;
    sked_time now;                  /* ... of that of the truth */
    swil_site_live *live;           /* per job */
    uint32_t *owner;                /* per machine: the job, or SKED_NONE */
    uint64_t wanted_by;             /* the job that must be dispatched next, or UINT64_MAX */
    sked_word *words;
    sked_set machines;
} swil_site_state;

/* Writes down what went wrong; the first fault counts. */
static inline sked_status swil_site_fault(swil_site_state *state, const char *text, uint64_t job,
                                          sked_time now) {
    if (state->metrics->fault[0] == '\0') {
        snprintf(state->metrics->fault, sizeof state->metrics->fault, "job %llu at %lld: %s",
                 (unsigned long long)job, (long long)now, text);
    }
    return SKED_E_CORRUPT;
}

static inline sked_status swil_site_told(swil_site_state *state, sked_status status, uint64_t job,
                                         sked_time now) {
    if (status != SKED_OK) {
        swil_site_fault(state, sked_status_text(status), job, now);
    }
    return status;
}

/* ---- What happens ---------------------------------------------------------------------------- */

/* Takes a running job off its machines, and counts what it took there. */
static inline void swil_site_leave(swil_site_state *state, uint32_t job, sked_time now,
                                   int64_t *also) {
    const swil_site_live *live = &state->live[job];
    const int64_t taken = (now - live->start) * live->machines;
    uint32_t machine;

    for (machine = 0; machine < state->site_settings.machines; machine++) {
        if (state->owner[machine] == job) {
            state->owner[machine] = SKED_NONE;
        }
    }
    state->metrics->busy += taken;
    if (also != NULL) {
        *also += taken;
    }
}

static inline sked_status swil_site_complete(swil_site_state *state, uint32_t job,
                                             sked_time now) {
    if (state->settings->exact && state->live[job].predicted != now) {
        return swil_site_fault(state, "predicted another end", job, now);
    }
    swil_site_leave(state, job, now, NULL);
    state->live[job].where = SWIL_SITE_GONE;
    state->outcomes[job].end = now;
    state->metrics->last_end = now;
    state->gone++;
    return swil_site_told(state, sked_site_finish(&state->site, job, 0, now), job, now);
}

static inline sked_status swil_site_submit(swil_site_state *state, uint32_t at, sked_time now) {
    const swil_site_job *from = &state->jobs[at];
    sked_site_job job = {0};

    job.id = at;
    job.tag = ~(uint64_t)at;
    job.job_class = from->job_class;
    job.queue = from->queue;
    state->live[at].where = SWIL_SITE_WAITING;
    state->outcomes[at].queue = from->queue;
    return swil_site_told(state, sked_site_submit(&state->site, &job, now), at, now);
}

/* ---- What is decided ------------------------------------------------------------------------- */

/* Are these the machine, or exactly the members of the cluster, that the decision names? */
static inline int swil_site_is_place(const swil_site_state *state,
                                     const sked_site_decision *decision) {
    if (decision->machine != SKED_NONE) {
        return decision->cluster == SKED_NONE && sked_set_count(&state->machines) == 1 &&
               sked_set_has(&state->machines, decision->machine);
    }
    return decision->cluster < state->site_settings.clusters &&
           sked_set_equal(&state->machines,
                          state->site_settings.cluster[decision->cluster].members);
}

/* What a job of this class takes there. */
static inline sked_time swil_site_truth(const swil_site_state *state, uint32_t job,
                                        const sked_site_decision *decision) {
    const uint32_t resource = decision->cluster != SKED_NONE
                                  ? state->site_settings.cluster[decision->cluster].resource
                                  : state->site_settings.machine[decision->machine].resource;

    return state->settings->truth[state->jobs[job].job_class * state->settings->resources +
                                  resource];
}

static inline sked_status swil_site_dispatch(swil_site_state *state,
                                             const sked_site_decision *decision, sked_time now) {
    const uint32_t job = (uint32_t)decision->id;
    const int parallel = decision->cluster != SKED_NONE;
    swil_site_live *live = &state->live[job];
    uint32_t machine;

    if (live->where != SWIL_SITE_WAITING ||
        swil_site_truth(state, job, decision) == SKED_NEVER ||
        parallel != (decision->reason == SKED_PROFITABLE) ||
        (parallel && (state->site_settings.queue[decision->queue].flags & SKED_SEQUENTIAL) != 0)) {
        return swil_site_fault(state, "dispatched, but cannot run there", job, now);
    }
    live->where = SWIL_SITE_RUNNING;
    live->start = now;
    live->predicted = decision->end;
    live->machines = sked_set_count(&state->machines);
    state->outcomes[job].start = now;
    state->outcomes[job].parallel = parallel;
    state->outcomes[job].queue = decision->queue;
    for (machine = sked_set_first(&state->machines); machine < state->machines.size;
         machine = sked_set_next(&state->machines, machine)) {
        if (state->owner[machine] != SKED_NONE) {
            return swil_site_fault(state, "dispatched to a busy machine", job, now);
        }
        state->owner[machine] = job;
    }
    state->engine.start(state->engine.ctx, job, decision, &state->machines);
    return SKED_OK;
}

static inline sked_status swil_site_preempt(swil_site_state *state,
                                            const sked_site_decision *decision, sked_time now) {
    const uint32_t job = (uint32_t)decision->id;
    const sked_site_queue *queue = state->site_settings.queue;
    const sked_site_queue *own, *other;

    if (decision->by >= state->arrived || decision->reason != SKED_OUTRANKED ||
        state->live[job].where != SWIL_SITE_RUNNING) {
        return swil_site_fault(state, "preempted, and was not running, or for nobody", job, now);
    }
    own = &queue[state->outcomes[job].queue];
    other = &queue[state->outcomes[decision->by].queue];
    if ((own->flags & SKED_PREEMPTABLE) == 0 || (other->flags & SKED_PREEMPTS) == 0 ||
        other->priority >= own->priority || decision->start != state->live[job].start ||
        decision->end != now) {
        return swil_site_fault(state, "preempted, but may not be", job, now);
    }
    state->engine.stop(state->engine.ctx, job);
    swil_site_leave(state, job, now, &state->metrics->lost);
    state->live[job].where = SWIL_SITE_WAITING;
    state->outcomes[job].preemptions++;
    state->outcomes[job].queue = decision->queue;
    state->wanted_by = decision->by;
    return SKED_OK;
}

static inline sked_status swil_site_obey(swil_site_state *state,
                                         const sked_site_decision *decision, sked_time now) {
    if (decision->id >= state->arrived || decision->tag != ~decision->id ||
        !swil_site_is_place(state, decision)) {
        return swil_site_fault(state, "no such job, or not its machines", decision->id, now);
    }
    if (decision->kind == SKED_PREEMPT) {
        if (state->wanted_by != UINT64_MAX && state->wanted_by != decision->by) {
            return swil_site_fault(state, "was not dispatched after a preemption",
                                   state->wanted_by, now);
        }
        return swil_site_preempt(state, decision, now);
    }
    if (state->wanted_by != UINT64_MAX && state->wanted_by != decision->id) {
        return swil_site_fault(state, "was not dispatched after a preemption", state->wanted_by,
                               now);
    }
    state->wanted_by = UINT64_MAX;
    return swil_site_dispatch(state, decision, now);
}

static inline sked_status swil_site_decide(swil_site_state *state, sked_time now) {
    sked_site_decision decision;
    sked_status status = SKED_OK;

    while (status == SKED_OK) {
        status = sked_site_next(&state->site, &decision, &state->machines, now);
        if (status == SKED_OK) {
            status = swil_site_obey(state, &decision, now);
        } else if (status != SKED_DONE) {
            swil_site_told(state, status, 0, now);
        }
    }
    return status == SKED_DONE ? SKED_OK : status;
}

/* ---- The engine of the truth ----------------------------------------------------------------- */

static inline void swil_site_truth_start(void *ctx, uint32_t job,
                                         const sked_site_decision *decision,
                                         const sked_set *machines) {
    swil_site_state *state = (swil_site_state *)ctx;
    const sked_time truth = swil_site_truth(state, job, decision);
    const sked_time length =
        (truth * state->jobs[job].factor + SWIL_SITE_MILLION / 2) / SWIL_SITE_MILLION;

    (void)machines;
    state->live[job].end = state->now + (length > 1 ? length : 1);
}

static inline void swil_site_truth_stop(void *ctx, uint32_t job) {
    ((swil_site_state *)ctx)->live[job].end = SKED_NEVER;
}

static inline sked_time swil_site_truth_wait(void *ctx, sked_time until) {
    swil_site_state *state = (swil_site_state *)ctx;
    uint32_t job;

    for (job = 0; job < state->arrived; job++) {
        if (state->live[job].where == SWIL_SITE_RUNNING && state->live[job].end < until) {
            until = state->live[job].end;
        }
    }
    state->now = until;
    return until;
}

static inline int swil_site_truth_has_ended(void *ctx, uint32_t job) {
    const swil_site_state *state = (const swil_site_state *)ctx;

    return state->live[job].end == state->now;
}

static inline swil_site_engine swil_site_truth_engine(swil_site_state *state) {
    swil_site_engine engine;

    engine.ctx = state;
    engine.start = swil_site_truth_start;
    engine.stop = swil_site_truth_stop;
    engine.wait = swil_site_truth_wait;
    engine.has_ended = swil_site_truth_has_ended;
    return engine;
}

/* ---- The loop -------------------------------------------------------------------------------- */

/* The next arrival; and, while jobs wait for a plan, the next tick. */
static inline sked_time swil_site_next_time(const swil_site_state *state, sked_time now) {
    const sked_time tick = now + state->settings->quantum - now % state->settings->quantum;
    sked_time next = SKED_NEVER;
    uint32_t job;
    int waits = 0;

    for (job = 0; job < state->arrived; job++) {
        waits = waits || state->live[job].where == SWIL_SITE_WAITING;
    }
    if (state->arrived < state->count) {
        next = state->jobs[state->arrived].arrival;
    }
    return waits && tick < next ? tick : next;
}

static inline sked_status swil_site_step(swil_site_state *state, sked_time now) {
    sked_status status = SKED_OK;
    uint32_t job;

    for (job = 0; job < state->arrived && status == SKED_OK; job++) {
        if (state->live[job].where == SWIL_SITE_RUNNING &&
            state->engine.has_ended(state->engine.ctx, job)) {
            status = swil_site_complete(state, job, now);
        }
    }
    while (status == SKED_OK && state->arrived < state->count &&
           state->jobs[state->arrived].arrival == now) {
        status = swil_site_submit(state, state->arrived++, now);
    }
    if (status == SKED_OK && now % state->settings->quantum == 0) {
        status = swil_site_told(state, sked_site_plan(&state->site, now), 0, now);
    }
    return status == SKED_OK ? swil_site_decide(state, now) : status;
}

static inline sked_status swil_site_loop(swil_site_state *state) {
    const swil_site_engine *engine = &state->engine;
    sked_time now = engine->wait(engine->ctx, swil_site_next_time(state, 0));
    sked_status status = SKED_OK;

    while (status == SKED_OK && now != SKED_NEVER && state->gone < state->count) {
        status = swil_site_step(state, now);
        now = engine->wait(engine->ctx, swil_site_next_time(state, now));
    }
    return status;
}

/* What the site has counted must be what happened. */
static inline sked_status swil_site_finish(swil_site_state *state) {
    sked_site_info info;
    uint64_t preempted = 0;
    uint32_t job;
    sked_status status = sked_site_get_info(&state->site, &info);

    for (job = 0; job < state->count; job++) {
        preempted += state->outcomes[job].preemptions;
    }
    if (status != SKED_OK || state->gone != state->count || info.waiting > 0 ||
        info.running > 0 || info.counters.finished != state->count ||
        info.counters.preempted != preempted ||
        info.counters.dispatched != state->count + preempted) {
        return swil_site_fault(state, "not all that happened was counted", state->gone, info.now);
    }
    state->metrics->counters = info.counters;
    return SKED_OK;
}

static inline sked_status swil_site_make(swil_site_state *state) {
    const swil_site_settings *settings = state->settings;
    uint32_t machine;

    state->site_settings = *settings->site;
    if (state->site_settings.jobs_max == 0) {
        state->site_settings.jobs_max = state->count;
    }
    state->live = (swil_site_live *)calloc(state->count + 1u, sizeof *state->live);
    state->owner = (uint32_t *)calloc(state->site_settings.machines + 1u, sizeof(uint32_t));
    state->words = (sked_word *)calloc(SKED_SET_WORDS(state->site_settings.machines) + 1u,
                                       sizeof(sked_word));
    if (state->live == NULL || state->owner == NULL || state->words == NULL) {
        return SKED_E_MEMORY;
    }
    for (machine = 0; machine < state->site_settings.machines; machine++) {
        state->owner[machine] = SKED_NONE;
    }
    state->machines = sked_set_of(state->words, state->site_settings.machines);
    return sked_site_create(&state->site, &state->site_settings, &settings->memory, heap_mem());
}

/* Runs all jobs to their ends.
   Gives     outcomes[job], *metrics.
   Returns   SKED_OK; else metrics->fault tells what went wrong.
   Cost      O(n) per event beside the site's own. */
static inline sked_status swil_site_run(const swil_site_job *jobs, uint32_t count,
                                        const swil_site_settings *settings,
                                        swil_site_outcome *outcomes, swil_site_metrics *metrics) {
    swil_site_state state;
    sked_status status;

    memset(&state, 0, sizeof state);
    memset(metrics, 0, sizeof *metrics);
    memset(outcomes, 0, count * sizeof *outcomes);
    state.jobs = jobs;
    state.count = count;
    state.settings = settings;
    state.outcomes = outcomes;
    state.metrics = metrics;
    state.wanted_by = UINT64_MAX;
    state.engine =
        settings->engine != NULL ? *settings->engine : swil_site_truth_engine(&state);
    status = swil_site_told(&state, swil_site_make(&state), 0, 0);
    if (status == SKED_OK) {
        status = swil_site_loop(&state);
    }
    if (status == SKED_OK) {
        status = swil_site_finish(&state);
    }
    sked_site_destroy(&state.site);
    free(state.words);
    free(state.owner);
    free(state.live);
    return status;
}

#endif
