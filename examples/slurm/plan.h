/* plan.h: which jobs of a cluster start now, and on which nodes: the four headers together.
 *
 * SPDX-License-Identifier: MIT
 *
 * A picture of the cluster goes in, decisions come out, and nothing is remembered: who is killed
 * and started again goes on where he was, because the resource manager knows all there is to know.
 * This file knows nothing of Slurm. Times are seconds, processors are whole nodes.
 *
 *   how wide   sched_moldable.h plans the jobs that may have several widths, beside the others
 *   when       sched.h: what runs is put into a queue as it runs, what is reserved is booked, what
 *              waits is submitted in its order; a pass of the queue's policy tells what starts
 *   where      sched_fattree.h picks the nodes, near to each other
 *   later      sched_ar.h finds time and nodes for a reservation beside all that is known */
#ifndef PLAN_H_INCLUDED
#define PLAN_H_INCLUDED

#include <string.h>

#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"

enum { PLAN_WIDTHS_MAX = 256 };     /* so many of the first waiting jobs have their width planned */

typedef enum plan_state {
    PLAN_WAITS,
    PLAN_RUNS,                      /* or was released to run, or still cleans up             */
    PLAN_IGNORED                    /* not for us: what it asks for is not known here         */
} plan_state;

typedef struct plan_job {
    uint64_t id;
    plan_state state;
    uint32_t width, width_max;      /* nodes: the least, and the most that it may have        */
    uint32_t sequential;            /* 1/1000 of its work that more nodes do not speed up     */
    sked_time estimate;             /* seconds on `width` nodes; SKED_NEVER: no bound         */
    sked_time limit;                /* the manager ends it after so many; SKED_NEVER: never   */
    sked_time start;                /* of one that runs                                       */
    uint32_t reservation;           /* its index, of a job that asks for one; else SKED_NONE  */
    sked_set nodes;                 /* of one that runs; gets those of one that starts        */
    /* Decided by plan_starts: */
    int starts;
    uint32_t chosen;                /* its width                                              */
    sked_time expected;             /* its running time on so many                            */
    uint64_t head;                  /* it starts ahead of this one; 0: of none                */
    uint64_t hops, hops_lower_bound; /* of its nodes; and the least of any nodes that were free */
    sked_status status;             /* SKED_OK, or why it never can start                     */
} plan_job;

typedef struct plan_reservation {
    sked_time start, end;
    sked_set nodes;
} plan_reservation;

typedef struct plan_cluster {
    sked_time now;
    sked_fattree_settings shape;    /* its processors are the nodes                           */
    sked_set down;                  /* nodes that take no new job                             */
    plan_job *jobs;                 /* those that wait in the order of their submission       */
    uint32_t jobs_count;
    plan_reservation *reservations;
    uint32_t reservations_count;
} plan_cluster;

/* The policy of the queue: see sked_queue_settings. */
typedef struct plan_rules {
    sked_order order, backfill_order;
    uint32_t depth;
    uint64_t steps_max;             /* of the plan of widths, see sked_moldable_choice        */
} plan_rules;

/* What plan_starts works with; all of it is given back at its end. */
typedef struct plan_work {
    plan_cluster *cluster;
    sked_mem mem;
    sked_fattree tree;
    sked_fattree_picker picker;
    void *scratch;                  /* of the picker, and of finds of its kind                */
    size_t scratch_bytes;
    sked_fattree_request any;       /* what is asked for: a count, no limits                  */
    sked_set busy, free_set, chosen;
} plan_work;

/* ---- sets on the heap ------------------------------------------------------------------------ */

static inline size_t plan_set_bytes(uint32_t nodes) {
    return SKED_SET_WORDS(nodes) * sizeof(sked_word);
}

/* Makes an empty set; its words are NULL if there is no memory. */
static inline sked_set plan_set(sked_mem mem, uint32_t nodes) {
    sked_set set;
    set.words = (sked_word *)mem.alloc(mem.ctx, plan_set_bytes(nodes));
    set.size = nodes;
    if (set.words != NULL) {
        sked_set_clear(&set);
    }
    return set;
}

static inline void plan_set_free(sked_mem mem, sked_set *set) {
    if (set->words != NULL) {
        mem.free(mem.ctx, set->words, plan_set_bytes(set->size));
        set->words = NULL;
    }
}

/* ---- where ----------------------------------------------------------------------------------- */

static inline sked_fattree_request plan_any(uint32_t count, const sked_set *allowed) {
    sked_fattree_request request;
    memset(&request, 0, sizeof request);
    request.count = count;
    request.mode = SKED_FATTREE_EXACT;
    request.steps_max = 500000;     /* about a millisecond                                    */
    request.allowed = allowed;
    return request;
}

/* Takes all that plan_starts needs. What there is when it fails plan_end gives back. */
static inline sked_status plan_begin(plan_work *work, plan_cluster *cluster, sked_mem mem) {
    const uint32_t nodes = cluster->shape.processors;
    const sked_fattree_picker_settings picks = {.tree = &work->tree, .templates_count = 1,
                                                .templates = &work->any};
    sked_status status;
    memset(work, 0, sizeof *work);
    work->cluster = cluster;
    work->mem = mem;
    work->busy = plan_set(mem, nodes);
    work->free_set = plan_set(mem, nodes);
    work->chosen = plan_set(mem, nodes);
    if (work->busy.words == NULL || work->free_set.words == NULL || work->chosen.words == NULL) {
        return SKED_E_MEMORY;
    }
    status = sked_fattree_create(&work->tree, &cluster->shape, mem);
    work->any = plan_any(nodes, &cluster->down);
    if (status == SKED_OK) {
        status = sked_fattree_picker_bytes(&picks, &work->scratch_bytes);
    }
    if (status != SKED_OK) {
        return status;
    }
    work->any.allowed = NULL;
    work->scratch = mem.alloc(mem.ctx, work->scratch_bytes);
    return work->scratch == NULL ? SKED_E_MEMORY
                                 : sked_fattree_picker_init(&work->picker, &picks, work->scratch,
                                                            work->scratch_bytes);
}

static inline void plan_end(plan_work *work) {
    if (work->scratch != NULL) {
        work->mem.free(work->mem.ctx, work->scratch, work->scratch_bytes);
    }
    sked_fattree_destroy(&work->tree);
    plan_set_free(work->mem, &work->chosen);
    plan_set_free(work->mem, &work->free_set);
    plan_set_free(work->mem, &work->busy);
}

/* The picker of the queue: a job that runs gets what it has, any other what the tree chooses. */
static inline int plan_pick(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                            sked_set *chosen) {
    plan_work *work = (plan_work *)ctx;
    plan_job *job = &work->cluster->jobs[ask->tag];
    if (job->state == PLAN_RUNS) {
        sked_set_copy(chosen, &job->nodes);
        return 1;
    }
    if (sked_pick(&work->picker.picker, ask, offered, chosen) != SKED_OK) {
        return 0;
    }
    job->hops = work->picker.answer.hops;
    job->hops_lower_bound = work->picker.answer.hops_lower_bound;
    return 1;
}

/* ---- how wide -------------------------------------------------------------------------------- */

/* A job as a task: its work on one node such that the estimate holds on its least width. */
static inline sked_moldable_task plan_task(const plan_job *job) {
    sked_moldable_task task;
    const sked_time parts = 1000 + (sked_time)job->sequential * (job->width - 1);
    memset(&task, 0, sizeof task);
    task.weight = 1;
    task.width_min = job->width;
    task.width_max = job->width_max;
    if (job->width_max > job->width) {
        task.form = SKED_MOLDABLE_AMDAHL;
        task.sequential_permille = job->sequential;
        task.time = job->estimate * 1000 * job->width / parts;
    } else {
        task.form = SKED_MOLDABLE_RIGID;
        task.time = job->estimate;
    }
    task.time += task.time == 0;
    return task;
}

/* Does the plan of widths see this job? One without a bound, or of years, says nothing of time;
 * `left` nodes are not down, nor run without a bound. */
static inline int plan_is_task(const plan_job *job, uint32_t left) {
    return job->state == PLAN_WAITS && job->reservation == SKED_NONE && job->width <= left &&
           job->estimate < (sked_time)1 << 32;
}

static inline void plan_span(sked_span *spans, uint32_t *count, sked_time start, sked_time end,
                             uint32_t nodes) {
    if (nodes > 0 && end > start) {
        spans[*count].start = start;
        spans[*count].end = end;
        spans[*count].set = NULL;
        spans[(*count)++].count = nodes;
    }
}

/* What the plan of widths has to leave out: what is down, runs to their expected ends, and
 * reservations. Returns how many spans; *left: nodes that come back. */
static inline uint32_t plan_spans(const plan_work *work, sked_span *spans, uint32_t *left) {
    const plan_cluster *cluster = work->cluster;
    sked_set up = work->chosen;
    uint32_t count = 0, i;
    *left = cluster->shape.processors - sked_set_count(&cluster->down);
    plan_span(spans, &count, cluster->now, SKED_NEVER, cluster->shape.processors - *left);
    for (i = 0; i < cluster->jobs_count; i++) {
        const plan_job *job = &cluster->jobs[i];
        if (job->state == PLAN_RUNS) {
            sked_set_copy(&up, &job->nodes);
            sked_set_andnot(&up, &cluster->down);
            *left -= job->expected == SKED_NEVER ? sked_set_count(&up) : 0;
            plan_span(spans, &count, cluster->now, sked_time_add(cluster->now, job->expected),
                      sked_set_count(&up));
        }
    }
    for (i = 0; i < cluster->reservations_count; i++) {
        const plan_reservation *reservation = &cluster->reservations[i];
        plan_span(spans, &count, reservation->start, reservation->end,
                  sked_set_count(&reservation->nodes));
    }
    return count;
}

/* Plans the widths of the tasks; job_of tells whose each is. */
static inline sked_status plan_solve(plan_work *work, const plan_rules *rules,
                                     sked_moldable_settings *settings, const uint32_t *job_of,
                                     sked_moldable_row *rows) {
    sked_moldable_choice choice;
    sked_moldable_result result;
    sked_moldable moldable;
    uint32_t i;
    sked_status status = sked_moldable_create(&moldable, settings, work->mem);
    memset(&choice, 0, sizeof choice);
    choice.minsum_weight = 1;
    choice.steps_max = rules->steps_max;
    if (status == SKED_OK) {
        status = sked_moldable_plan(&moldable, &choice, rows, &result);
    }
    sked_moldable_destroy(&moldable);
    for (i = 0; i < settings->tasks_count && status == SKED_OK; i++) {
        plan_job *job = &work->cluster->jobs[job_of[i]];
        job->chosen = rows[i].width;
        job->expected = rows[i].end - rows[i].start;
    }
    return status;
}

/* Gathers the first jobs that wait as tasks. Returns whether one of them has a choice. */
static inline int plan_gather(const plan_work *work, uint32_t left, sked_moldable_task *tasks,
                              uint32_t *job_of, uint32_t *count) {
    const plan_cluster *cluster = work->cluster;
    int choices = 0;
    uint32_t i;
    *count = 0;
    for (i = 0; i < cluster->jobs_count && *count < PLAN_WIDTHS_MAX; i++) {
        const plan_job *job = &cluster->jobs[i];
        if (plan_is_task(job, left)) {
            choices |= job->width_max > job->width;
            job_of[*count] = i;
            tasks[(*count)++] = plan_task(job);
        }
    }
    return choices;
}

/* Chooses the widths of the jobs that wait, if one of them has a choice. */
static inline sked_status plan_widths(plan_work *work, const plan_rules *rules) {
    const plan_cluster *cluster = work->cluster;
    const uint32_t spans_max = cluster->jobs_count + cluster->reservations_count + 1;
    const size_t bytes = spans_max * sizeof(sked_span);
    sked_moldable_task tasks[PLAN_WIDTHS_MAX];
    sked_moldable_row rows[PLAN_WIDTHS_MAX];
    uint32_t job_of[PLAN_WIDTHS_MAX], left;
    sked_moldable_settings settings;
    sked_status status = SKED_OK;
    sked_span *spans = (sked_span *)work->mem.alloc(work->mem.ctx, bytes);
    if (spans == NULL) {
        return SKED_E_MEMORY;
    }
    memset(&settings, 0, sizeof settings);
    settings.processors = cluster->shape.processors;
    settings.tasks = tasks;
    settings.spans = spans;
    settings.spans_count = plan_spans(work, spans, &left);
    settings.now = cluster->now;
    if (plan_gather(work, left, tasks, job_of, &settings.tasks_count)) {
        status = plan_solve(work, rules, &settings, job_of, rows);
    }
    work->mem.free(work->mem.ctx, spans, bytes);
    return status;
}

/* ---- when ------------------------------------------------------------------------------------ */

/* What is not told is as small as it can be; no node has two jobs, whatever the manager says. */
static inline void plan_prepare(plan_work *work) {
    plan_cluster *cluster = work->cluster;
    uint32_t i;
    for (i = 0; i < cluster->jobs_count; i++) {
        plan_job *job = &cluster->jobs[i];
        job->starts = 0;
        job->status = SKED_OK;
        job->head = 0;
        job->chosen = job->width;
        job->expected = job->estimate;
        if (job->state == PLAN_RUNS) {
            const sked_time end = sked_time_add(job->start, job->estimate);
            sked_set_andnot(&job->nodes, &work->busy);
            sked_set_or(&work->busy, &job->nodes);
            job->chosen = sked_set_count(&job->nodes);
            job->expected = end > cluster->now ? end - cluster->now : 0;
            job->expected = end == SKED_NEVER ? SKED_NEVER : job->expected;
        }
    }
}

static inline sked_status plan_submit(sked_queue *queue, const plan_cluster *cluster,
                                      uint32_t index, sked_time now) {
    const plan_job *job = &cluster->jobs[index];
    sked_job told;
    memset(&told, 0, sizeof told);
    told.id = job->id;
    told.tag = index;
    told.estimate = job->state == PLAN_RUNS ? job->estimate : job->expected;
    told.width = job->chosen;
    return sked_queue_submit(queue, &told, now);
}

/* Makes the queue believe what is: each job that runs comes when it started, and starts. */
static inline sked_status plan_adopt(plan_work *work, sked_queue *queue, sked_pair *pairs) {
    const plan_cluster *cluster = work->cluster;
    sked_status status = SKED_OK;
    sked_action action;
    uint32_t count = 0, i;
    for (i = 0; i < cluster->jobs_count; i++) {
        const plan_job *job = &cluster->jobs[i];
        if (job->state == PLAN_RUNS && job->chosen > 0) {
            pairs[count].key = (uint64_t)(job->start < cluster->now ? job->start : cluster->now);
            pairs[count++].index = i;
        }
    }
    sked_sort(pairs, count);
    for (i = 0; i < count && status == SKED_OK; i++) {
        const sked_time start = (sked_time)pairs[i].key;
        status = plan_submit(queue, cluster, pairs[i].index, start);
        status = status == SKED_OK ? sked_queue_plan(queue, start) : status;
        status = status == SKED_OK ? sked_queue_next(queue, &action, NULL) : status;
        status = status == SKED_OK ? sked_queue_plan_end(queue) : status;
    }
    return status;
}

/* By how much a job's limit may be longer than its estimate: the manager lets nothing start that
 * its limit would carry into a reservation, so bookings begin earlier by that. */
static inline sked_time plan_slack(const plan_cluster *cluster) {
    sked_time slack = 0;
    uint32_t i;
    for (i = 0; i < cluster->jobs_count; i++) {
        const plan_job *job = &cluster->jobs[i];
        if (job->state == PLAN_WAITS && job->limit > job->expected) {
            const sked_time over = job->limit == SKED_NEVER ? job->limit
                                                            : job->limit - job->expected;
            slack = over > slack ? over : slack;
        }
    }
    return slack;
}

static inline sked_status plan_book(const plan_work *work, sked_queue *queue) {
    const plan_cluster *cluster = work->cluster;
    const sked_time slack = plan_slack(cluster);
    sked_status status = sked_queue_down(queue, &cluster->down, cluster->now);
    uint32_t i;
    for (i = 0; i < cluster->reservations_count && status == SKED_OK; i++) {
        const plan_reservation *reservation = &cluster->reservations[i];
        sked_span span;
        span.start = reservation->start > slack ? reservation->start - slack : 0;
        span.end = reservation->end;
        span.count = 0;
        span.set = &reservation->nodes;
        if (span.end > cluster->now && sked_set_first(span.set) < span.set->size) {
            status = sked_queue_book(queue, i, &span, cluster->now);
        }
    }
    return status;
}

/* One pass: marks the jobs that start. */
static inline sked_status plan_pass(plan_work *work, sked_queue *queue) {
    plan_cluster *cluster = work->cluster;
    sked_action action;
    sked_status status = sked_queue_plan(queue, cluster->now);
    while (status == SKED_OK) {
        status = sked_queue_next(queue, &action, &work->chosen);
        if (status == SKED_OK && action.kind == SKED_START) {
            plan_job *job = &cluster->jobs[action.tag];
            job->starts = 1;
            job->head = action.head;
            sked_set_copy(&job->nodes, &work->chosen);
            sked_set_or(&work->busy, &work->chosen);
        }
    }
    return status == SKED_DONE ? SKED_OK : status;
}

static inline sked_status plan_queue(plan_work *work, const plan_rules *rules, sked_pair *pairs) {
    plan_cluster *cluster = work->cluster;
    sked_queue_settings settings;
    sked_picker picker;
    sked_queue queue;
    sked_status status;
    uint32_t i;
    memset(&settings, 0, sizeof settings);
    settings.processors = cluster->shape.processors;
    settings.jobs_max = cluster->jobs_count;
    settings.bookings_max = cluster->reservations_count;
    settings.estimate_missing = SKED_NEVER;
    settings.order = rules->order;
    settings.backfill_order = rules->backfill_order;
    settings.depth = rules->depth;
    settings.reservations = SKED_REBUILD;
    picker.pick = plan_pick;
    picker.ctx = work;
    status = sked_queue_create(&queue, &settings, &picker, work->mem);
    status = status == SKED_OK ? plan_adopt(work, &queue, pairs) : status;
    status = status == SKED_OK ? plan_book(work, &queue) : status;
    for (i = 0; i < cluster->jobs_count && status == SKED_OK; i++) {
        plan_job *job = &cluster->jobs[i];
        if (job->state == PLAN_WAITS && job->reservation == SKED_NONE) {
            job->status = plan_submit(&queue, cluster, i, cluster->now);
        }
    }
    status = status == SKED_OK ? plan_pass(work, &queue) : status;
    sked_queue_destroy(&queue);
    return status;
}

/* ---- jobs of reservations -------------------------------------------------------------------- */

/* A job of a reservation starts, in the order of submission, as soon as the reservation has nodes
 * for it, and if its limit ends within. */
static inline void plan_reserved_job(plan_work *work, plan_job *job) {
    const plan_cluster *cluster = work->cluster;
    const plan_reservation *reservation = &cluster->reservations[job->reservation];
    const sked_fattree_request request = plan_any(job->width, &work->free_set);
    sked_fattree_answer answer;
    if (reservation->start > cluster->now ||
        sked_time_add(cluster->now, job->limit) > reservation->end) {
        return;
    }
    sked_set_copy(&work->free_set, &reservation->nodes);
    sked_set_andnot(&work->free_set, &cluster->down);
    sked_set_andnot(&work->free_set, &work->busy);
    if (sked_fattree_find(&work->tree, &request, &answer, &work->chosen, work->scratch,
                          work->scratch_bytes) == SKED_OK) {
        job->starts = 1;
        job->hops = answer.hops;
        job->hops_lower_bound = answer.hops_lower_bound;
        sked_set_copy(&job->nodes, &work->chosen);
        sked_set_or(&work->busy, &work->chosen);
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Decides which jobs start now: sets the last fields of each job, and `nodes` of those that start.
 * Returns   SKED_OK; or why nothing could be decided, and then no job is marked. */
static inline sked_status plan_starts(plan_cluster *cluster, const plan_rules *rules,
                                      sked_mem mem) {
    const size_t bytes = (cluster->jobs_count + 1) * sizeof(sked_pair);
    sked_pair *pairs = (sked_pair *)mem.alloc(mem.ctx, bytes);
    plan_work work;
    uint32_t i;
    sked_status status = plan_begin(&work, cluster, mem);
    if (status == SKED_OK && pairs == NULL) {
        status = SKED_E_MEMORY;
    }
    if (status == SKED_OK && cluster->jobs_count > 0) {
        plan_prepare(&work);
        for (i = 0; i < cluster->jobs_count; i++) {
            if (cluster->jobs[i].state == PLAN_WAITS && cluster->jobs[i].reservation != SKED_NONE) {
                plan_reserved_job(&work, &cluster->jobs[i]);
            }
        }
        status = plan_widths(&work, rules);
        status = status == SKED_OK ? plan_queue(&work, rules, pairs) : status;
    }
    for (i = 0; i < cluster->jobs_count && status != SKED_OK; i++) {
        cluster->jobs[i].starts = 0;
    }
    plan_end(&work);
    if (pairs != NULL) {
        mem.free(mem.ctx, pairs, bytes);
    }
    return status;
}

/* ---- later ----------------------------------------------------------------------------------- */

/* When a run ends for certain: at its limit; soon, if that is over. */
static inline sked_time plan_run_end(const plan_cluster *cluster, const plan_job *job) {
    const sked_time end = sked_time_add(job->start, job->limit);
    return end > cluster->now ? end : cluster->now + 1;
}

/* Puts nodes into the calendar during what is left of [start, end) within its horizon. */
static inline sked_status plan_put(sked_ar *calendar, sked_time start, sked_time end,
                                   const sked_set *nodes) {
    sked_ar_info info;
    const sked_status status = sked_ar_get_info(calendar, &info);
    if (status != SKED_OK) {
        return status;
    }
    start = start > info.base ? start : info.base;
    end = end < info.horizon ? end : info.horizon;
    if (start >= end || sked_set_first(nodes) == nodes->size) {
        return SKED_OK;
    }
    return sked_ar_add(calendar, start, end, nodes);
}

/* A reservation has its nodes from its start on; those on which a job runs from the run's end. */
static inline sked_status plan_put_reservation(const plan_work *work, sked_ar *calendar,
                                               const plan_reservation *reservation) {
    const plan_cluster *cluster = work->cluster;
    sked_set left = work->free_set, taken = work->chosen;
    sked_status status = SKED_OK;
    uint32_t i;
    sked_set_copy(&left, &reservation->nodes);
    for (i = 0; i < cluster->jobs_count && status == SKED_OK; i++) {
        const plan_job *job = &cluster->jobs[i];
        if (job->state == PLAN_RUNS) {
            const sked_time end = plan_run_end(cluster, job);
            sked_set_copy(&taken, &left);
            sked_set_and(&taken, &job->nodes);
            sked_set_andnot(&left, &taken);
            status = plan_put(calendar, end > reservation->start ? end : reservation->start,
                              reservation->end, &taken);
        }
    }
    return status == SKED_OK ? plan_put(calendar, reservation->start, reservation->end, &left)
                             : status;
}

/* A calendar of all that is known: runs to their limits, and reservations, which do not meet. */
static inline sked_status plan_calendar(const plan_work *work, sked_time horizon,
                                        sked_ar *calendar) {
    const plan_cluster *cluster = work->cluster;
    sked_ar_settings settings;
    sked_status status;
    uint32_t i;
    memset(&settings, 0, sizeof settings);
    settings.processors = cluster->shape.processors;
    settings.spans_max = (cluster->jobs_count + 1) * (cluster->reservations_count + 1);
    settings.base = cluster->now;
    settings.horizon = horizon;
    status = sked_ar_create(calendar, &settings, work->mem);
    for (i = 0; i < cluster->jobs_count && status == SKED_OK; i++) {
        const plan_job *job = &cluster->jobs[i];
        if (job->state == PLAN_RUNS) {
            status = plan_put(calendar, cluster->now, plan_run_end(cluster, job), &job->nodes);
        }
    }
    for (i = 0; i < cluster->reservations_count && status == SKED_OK; i++) {
        status = plan_put_reservation(work, calendar, &cluster->reservations[i]);
    }
    return status == SKED_OK ? sked_ar_down(calendar, &cluster->down) : status;
}

/* Finds time and nodes for a reservation, from request->ready on: not before cluster->now.
 * Returns   SKED_OK, *answer and *nodes; what sked_ar_find says if there are none. */
static inline sked_status plan_reserve(plan_cluster *cluster, const sked_ar_request *request,
                                       sked_ar_policy policy, sked_ar_answer *answer,
                                       sked_set *nodes, sked_mem mem) {
    const sked_time horizon = cluster->now + (sked_time)10 * 365 * 86400;
    sked_ar calendar;
    sked_ar_choice choice;
    plan_work work;
    void *scratch = NULL;
    size_t bytes = 0;
    sked_status status = plan_begin(&work, cluster, mem);
    memset(&calendar, 0, sizeof calendar);
    memset(&choice, 0, sizeof choice);
    choice.policy = policy;
    choice.pick = SKED_AR_PICKER;
    choice.picker = work.picker.picker;
    if (status == SKED_OK) {
        plan_prepare(&work);
        status = plan_calendar(&work, horizon, &calendar);
    }
    if (status == SKED_OK) {
        status = sked_ar_find_bytes(&calendar, &bytes);
    }
    if (status == SKED_OK) {
        scratch = mem.alloc(mem.ctx, bytes);
        status = scratch == NULL ? SKED_E_MEMORY
                                 : sked_ar_find(&calendar, request, &choice, answer, nodes,
                                                scratch, bytes);
    }
    if (scratch != NULL) {
        mem.free(mem.ctx, scratch, bytes);
    }
    sked_ar_destroy(&calendar);
    plan_end(&work);
    return status;
}

#endif
