/* site_run.h: runs a day at a site in simulated time, and measures it. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_RUN_H_INCLUDED
#define SITE_RUN_H_INCLUDED

/* The site of sched.h decides; this file says what happens, and when: first the jobs that end at a
   time, then the day's events in their order. Then, at each whole number of quanta, comes the plan;
   and then all decisions of that time, also between plans.

   A job really takes what the site's file says of its class on the resource, times its factor; as
   much longer as machines of it are missing; and on the most loaded machine, as the load was when
   it began. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"
#include "heap.h"
#include "site_day.h"
#include "site_file.h"
#include "site_learnt.h"
#include "site_tell.h"
#include "swil.h"

enum { SITE_SLOWDOWN_LEAST = 10 };      /* seconds: slowdowns of shorter jobs mean little */

/* No job may end later: so the times of all machines together stay within 64 bits. */
#define SITE_END_MOST (SKED_TIME_MAX / (2 * SITE_MACHINES))

/* A job on machines for a while, until its end or until it was stopped. */
typedef struct site_stint {
    uint32_t job, machine, cluster, present;
    sked_time start, end, expected;     /* end: when it will be, while it runs */
    int stopped, kept;                  /* kept: what it did before it was stopped */
} site_stint;

typedef enum site_fate { SITE_NEVER_RAN, SITE_REFUSED, SITE_CANCELLED, SITE_ENDED } site_fate;

typedef struct site_outcome {
    site_fate fate;
    sked_time end;
    uint32_t queue, stops;              /* where it is now; how often it was preempted */
    uint32_t left_q20;                  /* of its work, in 1/2^20, when a run of it starts */
    int parallel;                       /* its last run */
} site_outcome;

typedef struct site_run {
    const site_file *file;
    const site_day *day;
    site_build build;
    site_teller teller;
    sked_site site;
    sked_experience times;
    void *times_room;
    sked_time now, quantum;
    site_outcome *outcomes;             /* per job of the day */
    site_stint *stints;
    sked_word *stint_words;             /* the machines of each, `stride` words */
    size_t stints_count, stints_room, stride;
    size_t running[SITE_MACHINES];      /* stints, in the order of their starts */
    uint32_t running_count;
    uint32_t load[SITE_MACHINES];
    sked_site_counters counters;
} site_run;

/* ---- Stints ---------------------------------------------------------------------------------- */

static inline sked_set site_stint_set(const site_run *run, size_t stint) {
    sked_set set;

    set.words = run->stint_words + stint * run->stride;
    set.size = run->build.settings.machines;
    return set;
}

static inline int site_stints_grow(site_run *run) {
    const size_t room = run->stints_room == 0 ? 64 : 2 * run->stints_room;
    site_stint *stints = (site_stint *)realloc(run->stints, room * sizeof *stints);
    sked_word *words;

    run->stints = stints != NULL ? stints : run->stints;
    if (stints == NULL || room > SIZE_MAX / sizeof *words / run->stride) {
        return 0;
    }
    words = (sked_word *)realloc(run->stint_words, room * run->stride * sizeof *words);
    run->stint_words = words != NULL ? words : run->stint_words;
    run->stints_room = words != NULL ? room : run->stints_room;
    return words != NULL;
}

/* What a job really takes where it was sent. */
static inline sked_time site_real_length(const site_run *run, const site_job *job,
                                         const sked_site_decision *decision,
                                         const sked_set *machines) {
    const int alone = decision->machine != SKED_NONE;
    const uint32_t resource = alone ? run->build.machine[decision->machine].resource
                                    : run->build.cluster[decision->cluster].resource;
    const int64_t members = alone ? 1 : sked_set_count(&run->build.members[decision->cluster]);
    const int64_t present = sked_set_count(machines);
    int64_t length = site_real_time(run->file, job->job_class, resource), left = 1024;
    uint32_t at;

    for (at = sked_set_first(machines); at < machines->size; at = sked_set_next(machines, at)) {
        left = 1024 - (int64_t)run->load[at] < left ? 1024 - (int64_t)run->load[at] : left;
    }
    length = (length * job->factor + 999) / 1000;
    length = (length * 1024 + left - 1) / left;
    return (length * members + present - 1) / present;
}

/* ---- Work that is kept ----------------------------------------------------------------------- */

#define SITE_WHOLE (UINT32_C(1) << 20)

/* What is left of a job takes so long where all of it takes `length`; the site counts alike. */
static inline int64_t site_rest_length(const site_run *run, uint32_t job, int64_t length) {
    const site_class *kind = &run->file->job_class[run->day->jobs[job].job_class];
    const int64_t left = run->outcomes[job].left_q20;
    const int64_t rest = length / SITE_WHOLE * left +
                         (length % SITE_WHOLE * left + SITE_WHOLE - 1) / SITE_WHOLE + kind->resume;

    return left == SITE_WHOLE || rest > length ? length : rest;
}

/* What is left of it if its run is stopped now: here, other than in the site, by its real end. */
static inline uint32_t site_left(const site_run *run, const site_stint *stint) {
    const site_class *kind = &run->file->job_class[run->day->jobs[stint->job].job_class];
    const uint32_t left = run->outcomes[stint->job].left_q20;
    int64_t ran = run->now - stint->start, whole = stint->end - stint->start;

    ran -= left == SITE_WHOLE ? 0 : kind->resume;
    whole -= left == SITE_WHOLE ? 0 : kind->resume;
    for (; whole >> 40 > 0; whole >>= 1) {      /* so that the product fits */
        ran >>= 1;
    }
    ran = ran < whole ? ran : whole - 1;        /* something is left */
    return ran <= 0 ? left : left - (uint32_t)(left * ran / whole);
}

static inline void site_running_remove(site_run *run, uint32_t place) {
    run->running_count--;
    memmove(&run->running[place], &run->running[place + 1],
            (run->running_count - place) * sizeof run->running[0]);
}

/* The place of a job among those that run; it is there. */
static inline uint32_t site_running_find(const site_run *run, size_t job) {
    uint32_t place = 0;

    while (place < run->running_count && run->stints[run->running[place]].job != job) {
        place++;
    }
    return place;
}

static inline void site_stop(site_run *run, size_t job) {
    const uint32_t place = site_running_find(run, job);

    if (place < run->running_count) {
        site_stint *stint = &run->stints[run->running[place]];
        stint->end = run->now;
        stint->stopped = 1;
        site_running_remove(run, place);
    }
}

/* ---- Decisions ------------------------------------------------------------------------------- */

static inline sked_status site_obey_dispatch(site_run *run, const sked_site_decision *decision,
                                             const sked_set *machines) {
    const sked_time length =
        site_rest_length(run, (uint32_t)decision->tag,
                         site_real_length(run, &run->day->jobs[decision->tag], decision, machines));
    site_stint *stint;
    sked_set set;

    if (length > SITE_END_MOST || run->now > SITE_END_MOST - length) {
        return SKED_E_OVERFLOW;
    }
    if (run->running_count == SITE_MACHINES ||
        (run->stints_count == run->stints_room && !site_stints_grow(run))) {
        return SKED_E_MEMORY;
    }
    stint = &run->stints[run->stints_count];
    set = sked_set_of(run->stint_words + run->stints_count * run->stride, machines->size);
    sked_set_copy(&set, machines);
    stint->job = (uint32_t)decision->tag;
    stint->machine = decision->machine;
    stint->cluster = decision->cluster;
    stint->present = sked_set_count(machines);
    stint->start = run->now;
    stint->expected = decision->end - decision->start;
    stint->end = run->now + length;
    stint->stopped = stint->kept = 0;
    run->outcomes[stint->job].parallel = decision->cluster != SKED_NONE;
    run->running[run->running_count++] = run->stints_count++;
    site_tell_dispatch(&run->teller, decision, stint->present);
    return SKED_OK;
}

static inline void site_obey_preempt(site_run *run, const sked_site_decision *decision) {
    site_outcome *outcome = &run->outcomes[decision->tag];
    const uint32_t place = site_running_find(run, (size_t)decision->tag);
    const uint32_t kind = run->day->jobs[decision->tag].job_class;
    const int kept = decision->reason == SKED_OUTRANKED && run->file->job_class[kind].resumable;
    uint32_t present = 0;

    if (place < run->running_count) {
        site_stint *stint = &run->stints[run->running[place]];
        present = stint->present;
        stint->kept = kept;
        outcome->left_q20 = kept ? site_left(run, stint) : outcome->left_q20;
    }
    site_tell_preempt(&run->teller, decision, present, kept, decision->queue != outcome->queue);
    site_stop(run, (size_t)decision->tag);
    outcome->queue = decision->queue;
    outcome->stops++;
}

static inline sked_status site_decide(site_run *run) {
    sked_word words[SITE_MACHINE_WORDS];
    sked_set machines = sked_set_of(words, run->build.settings.machines);
    sked_site_decision decision;
    sked_status status = SKED_OK;

    if (run->now % run->quantum == 0) {
        status = sked_site_plan(&run->site, run->now);
    }
    while (status == SKED_OK) {
        status = sked_site_next(&run->site, &decision, &machines, run->now);
        if (status == SKED_OK && decision.kind == SKED_DISPATCH) {
            status = site_obey_dispatch(run, &decision, &machines);
        } else if (status == SKED_OK) {
            site_obey_preempt(run, &decision);
        }
    }
    return status == SKED_DONE ? SKED_OK : status;
}

/* ---- What happens ---------------------------------------------------------------------------- */

static inline sked_status site_tell_ends(site_run *run) {
    sked_status status = SKED_OK;
    uint32_t place = 0;

    while (place < run->running_count && status == SKED_OK) {
        const site_stint *stint = &run->stints[run->running[place]];

        if (stint->end > run->now) {
            place++;
            continue;
        }
        status = sked_site_finish(&run->site, (uint64_t)stint->job + 1, 0, run->now);
        run->outcomes[stint->job].fate = SITE_ENDED;
        run->outcomes[stint->job].end = run->now;
        site_tell_end(&run->teller, stint->job, stint->machine, stint->cluster, stint->present,
                      run->now, stint->end - stint->start, stint->expected);
        site_running_remove(run, place);
    }
    return status;
}

/* A refusal is an answer of the site, and no fault. */
static inline sked_status site_submit(site_run *run, uint32_t at) {
    const site_job *from = &run->day->jobs[at];
    sked_site_job job = {0};
    sked_status status;

    job.id = (uint64_t)at + 1;
    job.tag = at;
    job.job_class = from->job_class;
    job.user = from->user;
    job.queue = from->queue;
    status = sked_site_submit(&run->site, &job, run->now);
    run->outcomes[at].queue = from->queue;
    run->outcomes[at].left_q20 = SITE_WHOLE;
    run->outcomes[at].fate = status == SKED_OK ? SITE_NEVER_RAN : SITE_REFUSED;
    site_tell_submit(&run->teller, at, run->now, status);
    return SKED_OK;
}

static inline sked_status site_cancel(site_run *run, uint32_t at) {
    const sked_status status = sked_site_cancel(&run->site, (uint64_t)at + 1, run->now);

    if (status == SKED_OK) {
        site_stop(run, at);
        run->outcomes[at].fate = SITE_CANCELLED;
        run->outcomes[at].end = run->now;
    }
    site_tell_cancel(&run->teller, at, run->now, status == SKED_OK);
    return status == SKED_E_UNKNOWN ? SKED_OK : status;
}

/* What happens to machines and interconnects that are left out is not told. */
static inline sked_status site_happen(site_run *run, const site_event *event) {
    uint32_t which;

    if (event->kind == SITE_SUBMIT) {
        return site_submit(run, event->which);
    }
    if (event->kind == SITE_CANCEL) {
        return site_cancel(run, event->which);
    }
    which = event->kind == SITE_TRAFFIC ? run->build.interconnect_at[event->which]
                                        : run->build.machine_at[event->which];
    if (which == SKED_NONE) {
        return SKED_OK;
    }
    site_tell_event(&run->teller, event);
    if (event->kind == SITE_TRAFFIC) {
        return sked_site_report_traffic(&run->site, which, (uint64_t)event->amount, run->now);
    }
    if (event->kind == SITE_LOAD) {
        run->load[which] = (uint32_t)event->amount;
        return sked_site_report_load(&run->site, which, (uint32_t)event->amount, run->now);
    }
    return event->kind == SITE_DOWN ? sked_site_down(&run->site, which, run->now)
                                    : sked_site_up(&run->site, which, run->now);
}

/* The next event of the day, end of a job or, if a plan would not be the same, quantum. */
static inline sked_time site_next_time(const site_run *run, size_t event) {
    sked_time next = event < run->day->events_count ? run->day->events[event].time : SKED_NEVER;
    sked_site_info info;
    uint32_t place;

    for (place = 0; place < run->running_count; place++) {
        const sked_time end = run->stints[run->running[place]].end;
        next = end < next ? end : next;
    }
    if (sked_site_get_info(&run->site, &info) == SKED_OK && info.changed && info.waiting > 0) {
        const sked_time tick = (run->now / run->quantum + 1) * run->quantum;
        next = tick < next ? tick : next;
    }
    return next;
}

/* Runs the day, to its end. */
static inline sked_status site_play(site_run *run) {
    sked_status status = SKED_OK;
    sked_site_info info;
    size_t event = 0;

    for (run->now = site_next_time(run, event); run->now != SKED_NEVER && status == SKED_OK;
         run->now = status == SKED_OK ? site_next_time(run, event) : run->now) {
        status = site_tell_ends(run);
        while (status == SKED_OK && event < run->day->events_count &&
               run->day->events[event].time == run->now) {
            status = site_happen(run, &run->day->events[event++]);
        }
        status = status == SKED_OK ? site_decide(run) : status;
    }
    if (status == SKED_OK) {
        status = sked_site_get_info(&run->site, &info);
        run->counters = info.counters;
    }
    return status;
}

/* ---- A run ----------------------------------------------------------------------------------- */

static inline void site_run_drop(site_run *run) {
    sked_site_destroy(&run->site);
    sked_experience_destroy(&run->times);
    free(run->times_room);
    free(run->outcomes);
    free(run->stints);
    free(run->stint_words);
    memset(run, 0, sizeof *run);
}

/* Prepares a run of the day, with an experience of its own, for site_play. *run stays where it is,
   and is dropped also after a failure. */
static inline sked_status site_run_make(site_run *run, const site_file *file, const site_day *day,
                                        uint32_t added, const site_learnt *learnt,
                                        sked_time quantum, site_manner manner, json *out) {
    sked_site_experience memory = {NULL, NULL, NULL};
    sked_status status;

    memset(run, 0, sizeof *run);
    run->file = file;
    run->day = day;
    run->quantum = quantum;
    site_build_make(file, added, (uint32_t)day->jobs_count, &run->build);
    run->stride = SKED_SET_WORDS(run->build.settings.machines);
    run->teller.manner = manner;
    run->teller.out = out;
    run->teller.file = file;
    run->teller.build = &run->build;
    run->teller.day = day;
    run->outcomes = (site_outcome *)calloc(day->jobs_count, sizeof *run->outcomes);
    status = run->outcomes != NULL ? site_learnt_open(learnt, &run->times, &run->times_room)
                                   : SKED_E_MEMORY;
    memory.times = &run->times;
    if (status == SKED_OK) {
        status = sked_site_create(&run->site, &run->build.settings, &memory, heap_mem());
    }
    return status;
}

/* ---- What it came to ------------------------------------------------------------------------- */

typedef struct site_share {
    uint64_t jobs, ended, refused, cancelled, parallel, stops;
    sked_u128 time_sum, slowdown_sum;   /* of those that ended; slowdowns in 1/1000000 */
    sked_time lost;                     /* by preemption: machines times seconds */
} site_share;

typedef struct site_result {
    site_share queue[SITE_NAMES], all;  /* by the queue of the submission */
    sked_time busy[SITE_NAMES];         /* machines times seconds, per class of machines */
    uint32_t machines[SITE_NAMES];
    sked_time first, last;              /* from the first submission to the last end */
    sked_site_counters counters;
} site_result;

/* The least time of a class on a machine of the site as it is; without one on a cluster; without
   one on what is notional. */
static inline sked_time site_least_time(const site_file *file, uint32_t which) {
    sked_time least[3] = {SKED_NEVER, SKED_NEVER, SKED_NEVER}, time;
    uint32_t at;

    for (at = 0; at < file->machines; at++) {
        time = site_real_time(file, which, file->machine[at].resource);
        if (file->machine[at].notional == SKED_NONE && time > 0 && time < least[0]) {
            least[0] = time;
        }
    }
    for (at = 0; at < file->clusters.count; at++) {
        time = site_real_time(file, which, file->cluster[at].resource);
        if (!file->cluster[at].notional && time > 0 && time < least[1]) {
            least[1] = time;
        }
    }
    for (at = 0; at < file->resources.count; at++) {
        time = site_real_time(file, which, at);
        least[2] = time > 0 && time < least[2] ? time : least[2];
    }
    return least[0] != SKED_NEVER ? least[0] : least[1] != SKED_NEVER ? least[1] : least[2];
}

static inline void site_share_add(site_share *share, const site_job *job,
                                  const site_outcome *outcome, sked_time least) {
    const uint64_t time = (uint64_t)(outcome->end - job->submitted);

    share->jobs++;
    share->stops += outcome->stops;
    share->refused += outcome->fate == SITE_REFUSED;
    share->cancelled += outcome->fate == SITE_CANCELLED;
    if (outcome->fate == SITE_ENDED) {
        least = least > SITE_SLOWDOWN_LEAST ? least : SITE_SLOWDOWN_LEAST;
        share->ended++;
        share->parallel += outcome->parallel != 0;
        share->time_sum = sked_u128_add(share->time_sum, swil_wide(time));
        share->slowdown_sum = sked_u128_add(
            share->slowdown_sum, swil_wide_round(sked_u128_mul(time, 1000000), (uint64_t)least));
    }
}

static inline void site_measure_stints(const site_run *run, site_result *result) {
    size_t at;
    uint32_t machine;

    for (at = 0; at < run->stints_count; at++) {
        const site_stint *stint = &run->stints[at];
        const sked_set set = site_stint_set(run, at);
        const sked_time area = (stint->end - stint->start) * stint->present;
        const uint32_t queue = run->day->jobs[stint->job].queue;

        result->last = stint->end > result->last ? stint->end : result->last;
        result->queue[queue].lost += stint->stopped && !stint->kept ? area : 0;
        result->all.lost += stint->stopped && !stint->kept ? area : 0;
        for (machine = sked_set_first(&set); machine < set.size;
             machine = sked_set_next(&set, machine)) {
            result->busy[run->build.machine[machine].resource] += stint->end - stint->start;
        }
    }
}

static inline void site_measure(const site_run *run, site_result *result) {
    sked_time least[SITE_NAMES];
    uint32_t machine, which;
    size_t at;

    memset(result, 0, sizeof *result);
    for (which = 0; which < run->file->classes.count; which++) {
        least[which] = site_least_time(run->file, which);
    }
    result->counters = run->counters;
    result->first = result->last = run->day->jobs[0].submitted;
    for (machine = 0; machine < run->build.settings.machines; machine++) {
        result->machines[run->build.machine[machine].resource]++;
    }
    for (at = 0; at < run->day->jobs_count; at++) {
        const site_job *job = &run->day->jobs[at];
        const sked_time time = (least[job->job_class] * job->factor + 999) / 1000;

        site_share_add(&result->queue[job->queue], job, &run->outcomes[at], time);
        site_share_add(&result->all, job, &run->outcomes[at], time);
    }
    site_measure_stints(run, result);
}

#endif
