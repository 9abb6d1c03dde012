/* fattree.c: measures hops and utilisation, of which the patent on trees claims the balance. */
/* SPDX-License-Identifier: MIT */

/* usage: figures_fattree [--quick | --full] [--only WORLD[/QUEUE[/POLICY[/AT]]]] [--jobs N]
 *                        [--out FOLDER]
 *   --quick          50 measured jobs a draw, less of all: 8 seconds (default)
 *   --full           1,000 measured jobs a draw, at all loads: 4 minutes
 *   --only ...       only these runs: log, lublin/easy, log/patent_4/units_4/saturated, ...
 *   --jobs N         measured jobs a draw
 *   --out FOLDER     default: build/figures
 *
 * Writes FOLDER/fattree.csv (queues easy, list, fcfs) and FOLDER/fattree_patent.csv (the others),
 * the same in every run:
 *
 *     world,queue,policy,at,metric,mean,half_width
 *
 * world: "log" or "lublin", see fattree_world.h. policy: see fattree_place.h. at: "saturated" (64
 * jobs always wait: when one starts, the next comes), or the load in percent.
 * queue:
 *     easy       EASY with true run times: the first job that finds no room has the time kept when
 *                it will; of the 63 behind it those start that do not take it from it. Room is what
 *                the policy can use: processors, idle units, or a range of neighbours
 *     list       the same 64 without that time: all that find room start. Saturated only
 *     fcfs       the first job starts, or waits. Four of the policies at loads, too
 *     patent_N   the patent's own queue, by sked_units: batches of at most N jobs, one an event. At
 *                loads units_4 only
 *     go_on_N    the same, but a batch that places a job is followed by another (SKED_UNITS_GO_ON)
 *
 * The first jobs of a draw fill the machine. The next ones are measured, for hops those of several
 * processors; others follow until all of them have started.
 *     job_hops     hops of a pair of a job's processors: the mean over jobs
 *     pair_hops    the same over all pairs
 *     above        share of decisions that cost more hops than the exact one in the same state
 *     below        share of those that cost fewer
 *     excess       by how much more, of the exact one's: the mean over all decisions
 *     utilisation  busy processors of all, from the arrival of the first measured job to that of
 *                  the first behind them, or of the next that comes later
 *     blocked      share of that time in which the first job waits, and so many processors are free
 *     slowdown     bounded slowdown, 10 s: the mean over jobs (at loads)
 *
 * Everything is drawn 20 times, with seeds 1 to 20; a mean is that of the 20, half_width the half
 * of its 95 % interval. METRIC_less_OTHER is the difference on the same draws: to exact, contiguous
 * or units_4 of the same queue (of fcfs for patent_N and go_on_N), to units of half the size
 * (smaller), to patent_1 or go_on_1 (one), or to exact in the queue easy (easy_exact). */

#define _POSIX_C_SOURCE 200809L
#define SKED_WORD_BITS 64

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "fattree_place.h"
#include "fattree_world.h"

#include "experiment.h"

enum {
    SEEDS = BATCHES, WORLDS = 2, POINTS = 8, SATURATED = 0, LOOKED_AT = 64, BOUND = 10,
    QUICK_JOBS = 50, FULL_JOBS = 1000, JOBS_MAX = 100000
};

enum { EASY, LIST, FCFS, PATENT_1, PATENT_2, PATENT_4, PATENT_8, GO_ON_1, GO_ON_4, QUEUES };

enum { JOB_HOPS, PAIR_HOPS, ABOVE, BELOW, EXCESS, UTILISATION, BLOCKED, SLOWDOWN, METRICS };

static const char *const world_words[WORLDS] = {"log", "lublin"};

static const char *const queue_words[QUEUES] = {"easy",     "list",     "fcfs",
                                                "patent_1", "patent_2", "patent_4",
                                                "patent_8", "go_on_1",  "go_on_4"};

/* Of the patent's queue: the jobs of a batch. Others: 1. */
static const uint32_t batch_jobs[QUEUES] = {1, 1, 1, 1, 2, 4, 8, 1, 4};

static const char *const metric_words[METRICS] = {"job_hops", "pair_hops",   "above",   "below",
                                                  "excess",   "utilisation", "blocked", "slowdown"};

static const uint32_t loads[POINTS] = {0, 50, 60, 70, 80, 90, 95, 97};

/* What one policy did in one queue at one load, by seed. */
typedef struct cell {
    double values[METRICS][SEEDS];
    int done;
} cell;

typedef struct laboratory {
    const request *asked;
    FILE *results, *others;
    uint32_t first, behind, count;      /* measured jobs: first .. behind - 1, of the drawn */
    workload drawn[WORLDS][SEEDS];      /* as they come, before they are brought to a load */
    machine own;
    cell cells[WORLDS][QUEUES][POLICIES][POINTS];
    clock_t began;
} laboratory;

/* ---- A run ----------------------------------------------------------------------------------- */

typedef struct running_job {
    int64_t end;
    uint32_t job;
} running_job;

typedef struct run {
    laboratory *lab;
    machine *own;
    const workload_job *jobs;
    uint32_t queue;
    int saturated;
    int64_t now, from, to;              /* measured time; from, to: -1 until it is known     */
    uint32_t submitted, waiting_count, running_count, left;     /* left: measured, to start  */
    uint32_t *waiting;
    running_job *running;               /* by their ends                                     */
    sked_word *words;                   /* of each job: its processors                       */
    int64_t *submits;
    uint32_t room;                      /* how wide a job may be that starts now             */
    uint32_t free_count;
    int blocked;
    int64_t shadow;                     /* when the first job will have room ...             */
    sked_word later_words[WORDS];       /* ... with this free                                */
    sked_set later;
    uint32_t later_room;
    uint64_t busy_area, blocked_time, hops, pairs, decisions, above, below;
    double job_hops, excess, slowdown;
    sked_status status;
} run;

static int fault(run *now, const char *what, uint32_t job, sked_status status) {
    fprintf(stderr, "%s, %s, job %u of %u processors: %s: %s\n", queue_words[now->queue],
            policy_words[now->own->policy], (unsigned)job, (unsigned)now->jobs[job].width, what,
            sked_status_text(status));
    now->status = status == SKED_OK ? SKED_E_CORRUPT : status;
    return 0;
}

static sked_set set_of(run *now, uint32_t job) {
    sked_set set;

    set.words = now->words + (size_t)job * WORDS;
    set.size = FATTREE_PROCESSORS;
    return set;
}

static void renew_room(run *now) {
    now->room = measure_room(now->own, &now->own->idle);
    now->free_count = sked_set_count(&now->own->idle);
}

/* Counts a measured job that starts. */
static int count_hops(run *now, uint32_t job, const sked_set *chosen) {
    const uint32_t width = now->jobs[job].width;
    const uint64_t pairs = (uint64_t)width * (width - 1) / 2;
    uint64_t hops = 0, least = 0;
    const sked_status status = judge_choice(now->own, chosen, width, &hops, &least);

    if (status != SKED_OK) {
        return fault(now, "judge", job, status);
    }
    now->hops += hops;
    now->pairs += pairs;
    now->decisions++;
    now->above += hops > least;
    now->below += hops < least;
    now->job_hops += (double)hops / (double)pairs;
    now->excess += ((double)hops - (double)least) / (double)least;
    return 1;
}

static void count_wait(run *now, uint32_t job) {
    const int64_t length = now->jobs[job].run, bound = length > BOUND ? length : BOUND;
    const int64_t response = now->now - now->submits[job] + length;

    now->slowdown += response > bound ? (double)response / (double)bound : 1;
    now->left--;
}

static void add_running(run *now, uint32_t job) {
    const int64_t end = now->now + now->jobs[job].run;
    uint32_t at;

    for (at = now->running_count++; at > 0 && now->running[at - 1].end > end; at--) {
        now->running[at] = now->running[at - 1];
    }
    now->running[at].end = end;
    now->running[at].job = job;
}

/* Starts a job on processors that must be as many as it wants, and free. */
static int start_job(run *now, uint32_t job, const sked_set *chosen) {
    sked_set own = set_of(now, job);
    const int measured = job >= now->lab->first && job < now->lab->behind;
    sked_status status;

    if (sked_set_count(chosen) != now->jobs[job].width) {
        return fault(now, "chosen were others than wanted", job, SKED_OK);
    }
    if (measured && now->jobs[job].width > 1 && !count_hops(now, job, chosen)) {
        return 0;
    }
    status = sked_fattree_allocate(&now->own->tree, chosen);
    if (status != SKED_OK) {
        return fault(now, "allocate", job, status);
    }
    if (measured) {
        count_wait(now, job);
    }
    sked_set_copy(&own, chosen);
    sked_set_andnot(&now->own->idle, chosen);
    add_running(now, job);
    renew_room(now);
    return 1;
}

static int end_first(run *now) {
    const uint32_t job = now->running[0].job;
    const sked_set set = set_of(now, job);
    sked_status status = sked_fattree_free(&now->own->tree, &set);

    if (status == SKED_OK && now->own->unit > 0) {
        status = sked_units_finish(&now->own->units, job + (uint64_t)1);
    }
    if (status != SKED_OK) {
        return fault(now, "free", job, status);
    }
    sked_set_or(&now->own->idle, &set);
    now->running_count--;
    memmove(now->running, now->running + 1, now->running_count * sizeof *now->running);
    renew_room(now);
    return 1;
}

static void drop_waiting(run *now, uint32_t at) {
    now->waiting_count--;
    memmove(now->waiting + at, now->waiting + at + 1,
            (now->waiting_count - at) * sizeof *now->waiting);
}

/* ---- Queues: first come, first served; list; EASY -------------------------------------------- */

/* When the first job will have room, by the ends of those that run, and what will be free then. */
static void keep_time(run *now) {
    const uint32_t wanted = now->jobs[now->waiting[0]].width;
    uint32_t at;

    sked_set_copy(&now->later, &now->own->idle);
    now->later_room = now->room;
    for (at = 0; now->later_room < wanted && at < now->running_count;) {
        now->shadow = now->running[at].end;
        for (; at < now->running_count && now->running[at].end == now->shadow; at++) {
            const sked_set set = set_of(now, now->running[at].job);

            sked_set_or(&now->later, &set);
        }
        now->later_room = measure_room(now->own, &now->later);
    }
}

/* Will the first job have its room when it was told, if another runs until after that? */
static int leaves_room(run *now, const sked_set *chosen) {
    const uint32_t wanted = now->jobs[now->waiting[0]].width;
    sked_word words[WORDS];
    sked_set rest = sked_set_of(words, FATTREE_PROCESSORS);
    uint32_t room;

    sked_set_copy(&rest, &now->later);
    sked_set_andnot(&rest, chosen);
    room = measure_room(now->own, &rest);
    if (room < wanted) {
        return 0;
    }
    sked_set_copy(&now->later, &rest);
    now->later_room = room;
    return 1;
}

/* Whatever is chosen, so much less is free then. But a job smaller than a unit fills one that is
 * broken already, if there is one; and what neighbours are left, depends on the choice. */
static int can_leave_room(const run *now, uint32_t job) {
    const uint32_t unit = now->own->unit > 1 ? now->own->unit : 1, width = now->jobs[job].width;
    const uint32_t whole = (width + unit - 1) / unit * unit;

    return now->own->policy == CONTIGUOUS ||
           now->later_room >= now->jobs[now->waiting[0]].width + whole ||
           (width < unit && has_rest(now->own->idle_words, unit, width));
}

/* Starts the job at this place of the queue if there is room; if time is kept for the first, only
 * if it does not take that. 1: it runs; 0: it does not, or the run has a fault. */
static int try_job(run *now, uint32_t at, int kept) {
    const uint32_t job = now->waiting[at];
    const int crosses = kept && now->now + now->jobs[job].run > now->shadow;
    sked_word words[WORDS];
    sked_set chosen = sked_set_of(words, FATTREE_PROCESSORS);
    sked_status status;

    if (now->jobs[job].width > now->room ||
        (crosses && !can_leave_room(now, job))) {
        return 0;
    }
    status = choose(now->own, job + (uint64_t)1, now->jobs[job].width, &chosen);
    if (status != SKED_OK) {
        return fault(now, "choose", job, status);
    }
    if (crosses && !leaves_room(now, &chosen)) {
        status = now->own->unit > 0 ? sked_units_cancel(&now->own->units, job + (uint64_t)1)
                                    : SKED_OK;
        return status == SKED_OK ? 0 : fault(now, "cancel", job, status);
    }
    if (!start_job(now, job, &chosen)) {
        return 0;
    }
    drop_waiting(now, at);
    return 1;
}

static void start_those_behind(run *now) {
    uint32_t at = 1;

    if (now->queue == EASY) {
        keep_time(now);
    }
    while (at < now->waiting_count && at < LOOKED_AT && now->status == SKED_OK) {
        at += !try_job(now, at, now->queue == EASY);
    }
}

static void start_waiting(run *now) {
    while (now->waiting_count > 0 && try_job(now, 0, 0)) {
    }
    if (now->waiting_count > 1 && now->queue != FCFS && now->room > 0) {
        start_those_behind(now);
    }
}

/* ---- The patent's queue ---------------------------------------------------------------------- */

static int start_of_batch(run *now, uint64_t id, const sked_set *chosen) {
    const uint32_t job = (uint32_t)(id - 1);
    uint32_t at;

    for (at = 0; at < now->waiting_count && now->waiting[at] != job; at++) {
    }
    if (at == now->waiting_count) {
        return fault(now, "a job that does not wait starts", 0, SKED_OK);
    }
    drop_waiting(now, at);
    return start_job(now, job, chosen);
}

/* Takes all that starts after an event. */
static void start_batch(run *now) {
    sked_word words[WORDS];
    sked_set chosen = sked_set_of(words, FATTREE_PROCESSORS);
    sked_units_start start;
    sked_status status = sked_units_next(&now->own->units, &start, &chosen);

    while (status == SKED_OK && start_of_batch(now, start.id, &chosen)) {
        status = sked_units_next(&now->own->units, &start, &chosen);
    }
    if (status != SKED_DONE && now->status == SKED_OK) {
        fault(now, "next", now->waiting[0], status);
    }
}

/* ---- Time ------------------------------------------------------------------------------------ */

static void submit_job(run *now) {
    const uint32_t job = now->submitted++;
    sked_status status;

    if (job == now->lab->first) {
        now->from = now->now;
    }
    if (job >= now->lab->behind && now->to < 0 && now->now > now->from) {
        now->to = now->now;
    }
    now->submits[job] = now->now;
    now->waiting[now->waiting_count++] = job;
    if (now->queue >= PATENT_1) {
        status = sked_units_submit(&now->own->units, job + (uint64_t)1, now->jobs[job].width);
        if (status != SKED_OK) {
            fault(now, "submit", job, status);
        } else {
            start_batch(now);
        }
    }
}

static int is_next_due(const run *now) {
    return now->submitted < now->lab->count &&
           (now->saturated ? now->waiting_count < LOOKED_AT
                           : now->jobs[now->submitted].submit <= now->now);
}

/* Jobs come and start until neither happens any more at this time. */
static void come_and_start(run *now) {
    do {
        while (is_next_due(now) && now->status == SKED_OK) {
            submit_job(now);
        }
        if (now->queue < PATENT_1) {
            start_waiting(now);
        }
    } while (is_next_due(now) && now->status == SKED_OK);
    now->blocked = now->waiting_count > 0 && now->jobs[now->waiting[0]].width <= now->free_count;
}

/* Goes on to the next end or arrival; 0: there is none. */
static int go_on(run *now) {
    const int comes = !now->saturated && now->submitted < now->lab->count;
    int64_t next = now->running_count > 0 ? now->running[0].end : INT64_MAX;

    if (comes && now->jobs[now->submitted].submit < next) {
        next = now->jobs[now->submitted].submit;
    }
    if (next == INT64_MAX) {
        return 0;
    }
    if (now->from >= 0 && now->to < 0) {
        now->busy_area += (uint64_t)(next - now->now) * (FATTREE_PROCESSORS - now->free_count);
        now->blocked_time += now->blocked ? (uint64_t)(next - now->now) : 0;
    }
    now->now = next;
    while (now->running_count > 0 && now->running[0].end == next && end_first(now)) {
        if (now->queue >= PATENT_1) {
            start_batch(now);
        }
    }
    return now->status == SKED_OK;
}

static void keep_values(const run *now, uint32_t seed, cell *out) {
    const double span = (double)(now->to - now->from), jobs = (double)now->decisions;

    out->values[JOB_HOPS][seed] = now->job_hops / jobs;
    out->values[PAIR_HOPS][seed] = (double)now->hops / (double)now->pairs;
    out->values[ABOVE][seed] = (double)now->above / jobs;
    out->values[BELOW][seed] = (double)now->below / jobs;
    out->values[EXCESS][seed] = now->excess / jobs;
    out->values[UTILISATION][seed] = (double)now->busy_area / span / FATTREE_PROCESSORS;
    out->values[BLOCKED][seed] = (double)now->blocked_time / span;
    out->values[SLOWDOWN][seed] = now->slowdown / (now->lab->behind - now->lab->first);
}

static int run_until_all_started(run *now) {
    come_and_start(now);
    while (now->status == SKED_OK && (now->left > 0 || now->to < 0) && go_on(now)) {
        come_and_start(now);
    }
    return now->status == SKED_OK && now->left == 0 && now->to > now->from && now->decisions > 0;
}

static int allocate_run(run *now, uint32_t count) {
    now->waiting = (uint32_t *)calloc(count, sizeof *now->waiting);
    now->running = (running_job *)calloc(count, sizeof *now->running);
    now->submits = (int64_t *)calloc(count, sizeof *now->submits);
    now->words = (sked_word *)calloc((size_t)count * WORDS, sizeof *now->words);
    return now->waiting != NULL && now->running != NULL && now->submits != NULL &&
           now->words != NULL;
}

static int run_policy(laboratory *lab, const workload *load, uint32_t queue, uint32_t policy,
                      uint32_t point, uint32_t seed, cell *out) {
    const uint32_t options = queue >= GO_ON_1 ? SKED_UNITS_GO_ON : 0;
    run now;
    int done = 0;

    memset(&now, 0, sizeof now);
    now.lab = lab;
    now.own = &lab->own;
    now.jobs = load->jobs;
    now.queue = queue;
    now.saturated = point == SATURATED;
    now.from = now.to = -1;
    now.left = lab->behind - lab->first;
    now.later = sked_set_of(now.later_words, FATTREE_PROCESSORS);
    now.status = start_machine(now.own, policy, seed + 1, batch_jobs[queue], options, lab->count);
    if (now.status == SKED_OK && allocate_run(&now, lab->count)) {
        renew_room(&now);
        done = run_until_all_started(&now);
        keep_values(&now, seed, out);
    }
    free(now.waiting);
    free(now.running);
    free(now.submits);
    free(now.words);
    if (!done) {
        fprintf(stderr, "%s, %s, load %u, seed %u: not finished\n", queue_words[queue],
                policy_words[policy], (unsigned)loads[point], (unsigned)seed + 1);
    }
    return done;
}

/* ---- All runs -------------------------------------------------------------------------------- */

static void name_point(uint32_t point, char *text, size_t bytes) {
    if (point == SATURATED) {
        snprintf(text, bytes, "saturated");
    } else {
        snprintf(text, bytes, "%u", (unsigned)loads[point]);
    }
}

/* Which runs there are, see the head; a small experiment has fewer loads, and three queues less. */
static int is_planned(const request *asked, uint32_t queue, uint32_t policy, uint32_t point) {
    if (!asked->full && ((point != SATURATED && loads[point] != 80) || queue == LIST ||
                         queue == PATENT_2 || queue == PATENT_8)) {
        return 0;
    }
    if (queue >= PATENT_1) {
        return policy >= UNITS_1 && (point == SATURATED || policy == UNITS_4);
    }
    return queue == EASY || point == SATURATED ||
           (queue == FCFS && (policy == EXACT || policy == CONTIGUOUS || policy == FIRST ||
                              policy == RANDOM));
}

static int is_asked(const request *asked, uint32_t where, uint32_t queue, uint32_t policy,
                    uint32_t point) {
    const size_t length = asked->only != NULL ? strlen(asked->only) : 0;
    char at[16], name[80];

    name_point(point, at, sizeof at);
    snprintf(name, sizeof name, "%s/%s/%s/%s", world_words[where], queue_words[queue],
             policy_words[policy], at);
    return is_planned(asked, queue, policy, point) &&
           (length == 0 || (strncmp(asked->only, name, length) == 0 &&
                            (name[length] == '/' || name[length] == '\0')));
}

/* The jobs of a draw at a load: their gaps are stretched. */
static int bring_to_load(const workload *drawn, uint32_t point, workload *load) {
    *load = *drawn;
    load->jobs = (workload_job *)malloc(drawn->count * sizeof *load->jobs);
    if (load->jobs == NULL) {
        return 0;
    }
    memcpy(load->jobs, drawn->jobs, drawn->count * sizeof *load->jobs);
    return point == SATURATED ||
           workload_scale_load(load, FATTREE_PROCESSORS, 10 * loads[point]);
}

static int run_draw(laboratory *lab, uint32_t where, uint32_t point, uint32_t seed) {
    workload load;
    uint32_t queue, policy;
    int done = bring_to_load(&lab->drawn[where][seed], point, &load);

    for (queue = 0; queue < QUEUES; queue++) {
        for (policy = 0; policy < POLICIES && done; policy++) {
            cell *own = &lab->cells[where][queue][policy][point];

            if (is_asked(lab->asked, where, queue, policy, point)) {
                done = run_policy(lab, &load, queue, policy, point, seed, own);
                own->done = seed + 1 == SEEDS;
            }
        }
    }
    free(load.jobs);
    return done;
}

static int is_any_asked(const request *asked, uint32_t where, uint32_t point) {
    uint32_t queue, policy;

    for (queue = 0; queue < QUEUES; queue++) {
        for (policy = 0; policy < POLICIES; policy++) {
            if (is_asked(asked, where, queue, policy, point)) {
                return 1;
            }
        }
    }
    return 0;
}

static int run_point(laboratory *lab, uint32_t where, uint32_t point) {
    char at[16];
    uint32_t seed;

    for (seed = 0; seed < SEEDS; seed++) {
        if (lab->drawn[where][seed].jobs == NULL &&
            !fattree_draw(seed + 1, (int)where, lab->count, &lab->drawn[where][seed])) {
            fprintf(stderr, "seed %u: no jobs\n", (unsigned)seed + 1);
            return 0;
        }
        if (!run_draw(lab, where, point, seed)) {
            return 0;
        }
    }
    name_point(point, at, sizeof at);
    fprintf(stderr, "%6.1f s  %s, %s\n", (double)(clock() - lab->began) / CLOCKS_PER_SEC,
            world_words[where], at);
    return 1;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct place {
    uint32_t where, queue, policy, point, metric;
} place;

static void write_row(laboratory *lab, const place *at, const char *other, const double *values) {
    const interval value = measure_batches(values);
    char point[16], mean[64], half_width[64];

    name_point(at->point, point, sizeof point);
    format_number(value.mean, mean, sizeof mean);
    format_number(value.half_width, half_width, sizeof half_width);
    fprintf(at->queue < PATENT_1 ? lab->results : lab->others, "%s,%s,%s,%s,%s%s%s,%s,%s\n",
            world_words[at->where], queue_words[at->queue], policy_words[at->policy], point,
            metric_words[at->metric], other[0] != '\0' ? "_less_" : "", other, mean, half_width);
}

static cell *cell_at(laboratory *lab, const place *at) {
    return &lab->cells[at->where][at->queue][at->policy][at->point];
}

static void write_less(laboratory *lab, const place *at, const char *name, uint32_t queue,
                       uint32_t policy) {
    const cell *own = cell_at(lab, at);
    const cell *base = &lab->cells[at->where][queue][policy][at->point];
    double rest[SEEDS];
    uint32_t seed;

    if (!base->done || (queue == at->queue && policy == at->policy)) {
        return;
    }
    for (seed = 0; seed < SEEDS; seed++) {
        rest[seed] = own->values[at->metric][seed] - base->values[at->metric][seed];
    }
    write_row(lab, at, name, rest);
}

static void write_metric(laboratory *lab, const place *at) {
    const uint32_t queue = at->queue >= PATENT_1 ? (uint32_t)FCFS : at->queue;

    write_row(lab, at, "", cell_at(lab, at)->values[at->metric]);
    if (at->metric == ABOVE || at->metric == BELOW || at->metric == EXCESS ||
        at->metric == BLOCKED) {
        return;
    }
    write_less(lab, at, "exact", queue, EXACT);
    write_less(lab, at, "contiguous", queue, CONTIGUOUS);
    if (at->queue < PATENT_1) {
        write_less(lab, at, "units_4", queue, UNITS_4);
    } else {
        write_less(lab, at, "one", at->queue < GO_ON_1 ? PATENT_1 : GO_ON_1, at->policy);
        write_less(lab, at, "easy_exact", EASY, EXACT);
    }
    if (at->policy > UNITS_1) {
        write_less(lab, at, "smaller", at->queue, at->policy - 1);
    }
}

static void write_cell(laboratory *lab, place *at) {
    for (at->metric = 0; at->metric < METRICS; at->metric++) {
        if (cell_at(lab, at)->done && (at->metric != SLOWDOWN || at->point != SATURATED)) {
            write_metric(lab, at);
        }
    }
}

static void write_world(laboratory *lab, uint32_t where) {
    place at;

    at.where = where;
    for (at.queue = 0; at.queue < QUEUES; at.queue++) {
        for (at.policy = 0; at.policy < POLICIES; at.policy++) {
            for (at.point = 0; at.point < POINTS; at.point++) {
                write_cell(lab, &at);
            }
        }
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Before the measured jobs come enough to fill machine and queue; behind them, half as many. */
static int prepare(laboratory *lab) {
    const uint32_t measured = lab->asked->jobs > 0 ? (uint32_t)lab->asked->jobs
                              : lab->asked->full   ? (uint32_t)FULL_JOBS
                                                   : (uint32_t)QUICK_JOBS;
    const sked_status status = prepare_machine(&lab->own);

    lab->began = clock();
    lab->first = 3 * LOOKED_AT + measured / 2;
    lab->behind = lab->first + measured;
    lab->count = lab->behind + LOOKED_AT + measured / 2;
    if (status != SKED_OK) {
        fprintf(stderr, "a machine: %s\n", sked_status_text(status));
    }
    return status == SKED_OK;
}

static int run_all(laboratory *lab) {
    uint32_t where, point, seed;
    int done = prepare(lab);

    for (where = 0; where < WORLDS; where++) {
        for (point = 0; point < POINTS && done; point++) {
            done = !is_any_asked(lab->asked, where, point) || run_point(lab, where, point);
        }
    }
    for (where = 0; where < WORLDS && done; where++) {
        write_world(lab, where);
    }
    for (where = 0; where < WORLDS; where++) {
        for (seed = 0; seed < SEEDS; seed++) {
            workload_drop(&lab->drawn[where][seed]);
        }
    }
    drop_machine(&lab->own);
    return done;
}

static int is_any_run(const request *asked) {
    uint32_t where, point;

    for (where = 0; where < WORLDS; where++) {
        for (point = 0; point < POINTS; point++) {
            if (is_any_asked(asked, where, point)) {
                return 1;
            }
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    static const char heading[] = "world,queue,policy,at,metric,mean,half_width";
    static laboratory lab;
    request asked;
    int done = 0;

    if (!read_request(argc, argv, &asked) || asked.trace != NULL || asked.parts > 1 ||
        asked.loads_count > 0 || asked.jobs > JOBS_MAX || !is_any_run(&asked)) {
        fprintf(stderr, "usage: figures_fattree [--quick | --full] "
                        "[--only WORLD[/QUEUE[/POLICY[/AT]]]] [--jobs N] [--out FOLDER]\n");
        return 2;
    }
    if (mkdir(asked.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        return 1;
    }
    lab.asked = &asked;
    lab.results = open_rows(asked.folder, "fattree.csv", heading);
    lab.others = open_rows(asked.folder, "fattree_patent.csv", heading);
    if (lab.results != NULL && lab.others != NULL) {
        done = run_all(&lab);
    }
    if ((lab.results != NULL && fclose(lab.results) != 0) ||
        (lab.others != NULL && fclose(lab.others) != 0)) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        done = 0;
    }
    return done ? 0 : 1;
}
