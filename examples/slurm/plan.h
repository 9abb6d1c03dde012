/* plan.h: which jobs of a cluster start now, and on which nodes: five headers together.
 *
 * SPDX-License-Identifier: MIT
 *
 * A picture of the cluster goes in, decisions come out, and nothing is remembered: who is killed
 * and started again goes on where he was, because the resource manager knows all there is to know.
 * This file knows nothing of Slurm. Times are seconds, processors are whole nodes.
 *
 *   whose turn sched_share.h, if the policy is one by shares: jobs come in the order of accounts
 *   who goes   sched_share.h plans which runs of lower tiers make room, if the rules say so; the
 *              queue keeps their nodes for whom they go
 *   how wide   sched_moldable.h plans the jobs that may have several widths, beside the others
 *   when       sched.h: what runs is put into a queue as it runs, what is reserved is booked, what
 *              waits is submitted in its order; a pass of the queue's policy tells what starts. The
 *              nodes that a job may have are its kind, licences are quotas; nodes that it must have
 *              are its picker's affair, and the queue asks ahead
 *   where      sched_fattree.h picks the nodes, near to each other
 *   later      sched_ar.h finds time and nodes for a reservation beside all that is known */
#ifndef PLAN_H_INCLUDED
#define PLAN_H_INCLUDED

#include <string.h>

#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include "sched_share.h"

enum {
    PLAN_WIDTHS_MAX = 256,          /* so many of the first waiting jobs have their width planned */
    PLAN_KINDS_MAX = 64,            /* sets of nodes, one of which is that of all nodes           */
    PLAN_QUOTAS_MAX = 16            /* licences                                                   */
};

typedef enum plan_state {
    PLAN_WAITS,
    PLAN_RUNS,                      /* or was released to run, or still cleans up             */
    PLAN_IGNORED                    /* not for us: what it asks for is not known here         */
} plan_state;

/* What a job that runs does if another one needs its nodes. */
typedef enum plan_stay {
    PLAN_STAYS,
    PLAN_MAY_GO,                    /* it can be requeued                                     */
    PLAN_COMES,                     /* it is on its way to its nodes, or is taken back soon   */
    PLAN_LEAVES                     /* it cleans up                                           */
} plan_stay;

typedef struct plan_job {
    uint64_t id;
    plan_state state;
    uint32_t width, width_max;      /* nodes: the least, and the most that it may have        */
    uint32_t sequential;            /* 1/1000 of its work that more nodes do not speed up     */
    sked_time estimate;             /* seconds on `width` nodes; SKED_NEVER: no bound         */
    sked_time limit;                /* the manager ends it after so many; SKED_NEVER: never   */
    sked_time start;                /* of one that runs                                       */
    uint32_t account;               /* its number in the shares; 0 if there are none          */
    uint32_t reservation;           /* its index, of a job that asks for one; else SKED_NONE  */
    sked_set nodes;                 /* of one that runs; gets those of one that starts        */
    sked_set allowed;               /* the nodes that it may have                             */
    sked_set required;              /* the nodes that it must have; of these                  */
    uint32_t amounts[PLAN_QUOTAS_MAX]; /* what it takes of each quota                         */
    uint32_t tier;                  /* runs of lower tiers may go for it                      */
    plan_stay stay;                 /* of one that runs                                       */
    uint32_t preempted;             /* how often it had to go before                          */
    sked_set booked;                /* nodes that are kept for it, and that others leave;
                                       empty: none. May be set anew by plan_starts            */
    /* Decided by plan_starts: */
    uint32_t kind;                  /* the row of its nodes in the queue's table              */
    int starts;
    uint32_t chosen;                /* its width                                              */
    sked_time expected;             /* its running time on so many                            */
    uint64_t head;                  /* it starts ahead of this one; 0: of none                */
    uint64_t hops, hops_lower_bound; /* of its nodes; and the least of any nodes that were free */
    sked_status status;             /* SKED_OK, or why it never can start                     */
    uint64_t goes_for;              /* of one that runs: it must go for this one; 0: for none */
    uint64_t cost;                  /* of that: node-seconds, see sked_preempt_cost           */
    const char *lost;               /* why its booking was given up; NULL: it was not         */
} plan_job;

typedef struct plan_reservation {
    sked_time start, end;
    sked_set nodes;
} plan_reservation;

typedef struct plan_cluster {
    sked_time now;
    sked_fattree_settings shape;    /* its processors are the nodes                           */
    sked_set down;                  /* nodes that take no new job                             */
    plan_job *jobs;                 /* those that wait by tier, and then by submission        */
    uint32_t jobs_count;
    plan_reservation *reservations;
    uint32_t reservations_count;
    uint32_t capacities[PLAN_QUOTAS_MAX]; /* what there is of each quota, in use or not       */
    uint32_t quotas_count;
    sked_share *share;              /* if the rules are by share; else NULL                   */
} plan_cluster;

/* The policy of the queue: see sked_queue_settings. */
typedef struct plan_rules {
    sked_order order, backfill_order;
    uint32_t depth;
    uint64_t steps_max;             /* of the plan of widths, see sked_moldable_choice        */
    int preempts;                   /* may runs of lower tiers go for others?                 */
    sked_time grace;                /* not those that end by themselves within so long        */
} plan_rules;

/* What plan_starts works with; all of it is given back at its end. */
typedef struct plan_work {
    plan_cluster *cluster;
    sked_mem mem;
    sked_fattree tree;
    void *scratch;                  /* of finds                                               */
    size_t scratch_bytes;
    sked_status failure;            /* of a find, if it is no refusal                         */
    sked_set busy, free_set, chosen;
    sked_set some;                  /* whatever is looked at                                  */
    sked_set shared, planned;       /* nodes whose jobs have their widths planned together    */
    sked_set named;                 /* nodes that a job must have                             */
    sked_set kept;                  /* nodes that are booked for jobs                         */
    sked_set open, room;            /* for one job: nodes that it may get; those of nobody    */
    sked_set soon, going;           /* those that come back soon by themselves; for others    */
    sked_set passed;                /* nodes for which a job waits that has none booked       */
    sked_time grace;
    uint32_t kinds;                 /* rows of the queue's table                              */
    uint32_t quotas_of[PLAN_KINDS_MAX]; /* of each row: what its jobs take of, as bits        */
    const sked_set *kind[PLAN_KINDS_MAX]; /* of each row: its nodes                           */
    uint32_t left[PLAN_QUOTAS_MAX]; /* of each quota: beside what runs, and jobs of reservations
                                       that start                                             */
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

/* Have two sets a node in common? Not, if they are of two sizes. */
static inline int plan_meets(const sked_set *a, const sked_set *b) {
    uint32_t i = sked_set_first(a);
    while (i < a->size && !sked_set_has(b, i)) {
        i = sked_set_next(a, i);
    }
    return i < a->size;
}

/* ---- where ----------------------------------------------------------------------------------- */

static inline sked_fattree_request plan_request(uint32_t count, const sked_set *allowed,
                                                const sked_set *required) {
    sked_fattree_request request = sked_fattree_request_of(count);
    request.steps_max = 500000;     /* about a millisecond                                    */
    request.allowed = allowed;
    request.required = required;
    return request;
}

/* Makes scratch_bytes enough for finds of any count, with or without nodes that are required: these
 * are two searches. */
static inline sked_status plan_scratch(plan_work *work, const sked_set *required) {
    const plan_cluster *cluster = work->cluster;
    const sked_fattree_request widest = plan_request(cluster->shape.processors, &cluster->down,
                                                     required);
    size_t bytes = 0;
    const sked_status status = sked_fattree_find_bytes(&work->tree, &widest, &bytes);
    work->scratch_bytes = bytes > work->scratch_bytes ? bytes : work->scratch_bytes;
    return status;
}

/* Takes all that plan_starts needs. What there is when it fails plan_end gives back. */
static inline sked_status plan_begin(plan_work *work, plan_cluster *cluster, sked_mem mem) {
    const uint32_t nodes = cluster->shape.processors;
    sked_set *const sets[13] = {&work->busy,    &work->free_set, &work->chosen, &work->some,
                                &work->shared,  &work->planned,  &work->named,  &work->kept,
                                &work->open,    &work->room,     &work->soon,   &work->going,
                                &work->passed};
    sked_status status;
    uint32_t i;
    memset(work, 0, sizeof *work);
    work->cluster = cluster;
    work->mem = mem;
    for (i = 0; i < 13; i++) {
        *sets[i] = plan_set(mem, nodes);
        if (sets[i]->words == NULL) {
            return SKED_E_MEMORY;
        }
    }
    status = sked_fattree_create(&work->tree, &cluster->shape, mem);
    status = status == SKED_OK ? plan_scratch(work, NULL) : status;
    status = status == SKED_OK ? plan_scratch(work, &cluster->down) : status;
    if (status != SKED_OK) {
        return status;
    }
    work->scratch = mem.alloc(mem.ctx, work->scratch_bytes);
    return work->scratch == NULL ? SKED_E_MEMORY : SKED_OK;
}

static inline void plan_end(plan_work *work) {
    if (work->scratch != NULL) {
        work->mem.free(work->mem.ctx, work->scratch, work->scratch_bytes);
    }
    sked_fattree_destroy(&work->tree);
    plan_set_free(work->mem, &work->passed);
    plan_set_free(work->mem, &work->going);
    plan_set_free(work->mem, &work->soon);
    plan_set_free(work->mem, &work->room);
    plan_set_free(work->mem, &work->open);
    plan_set_free(work->mem, &work->kept);
    plan_set_free(work->mem, &work->named);
    plan_set_free(work->mem, &work->planned);
    plan_set_free(work->mem, &work->shared);
    plan_set_free(work->mem, &work->some);
    plan_set_free(work->mem, &work->chosen);
    plan_set_free(work->mem, &work->free_set);
    plan_set_free(work->mem, &work->busy);
}

static inline int plan_is_empty(const sked_set *set) {
    return sked_set_first(set) == set->size;
}

/* Finds nodes for a job that are near to each other, the ones that it must have among them. */
static inline int plan_find(plan_work *work, plan_job *job, uint32_t count, const sked_set *offered,
                            sked_set *chosen) {
    const sked_set *required = plan_is_empty(&job->required) ? NULL : &job->required;
    const sked_fattree_request request = plan_request(count, offered, required);
    sked_fattree_answer answer;
    const sked_status status = sked_fattree_find(&work->tree, &request, &answer, chosen,
                                                 work->scratch, work->scratch_bytes);
    if (status == SKED_OK) {
        job->hops = answer.hops;
        job->hops_lower_bound = answer.hops_lower_bound;
    } else if (status != SKED_E_NOT_FREE && status != SKED_E_LIMITS &&
               status != SKED_E_TOO_WIDE) {
        work->failure = status;
    }
    return status == SKED_OK;
}

/* Nodes that need not be near: so many of the lowest, beside those that the job must have. */
static inline int plan_find_any(const plan_job *job, uint32_t count, const sked_set *offered,
                                sked_set *chosen) {
    uint32_t i, left = count - sked_set_count(&job->required);
    if (!sked_set_is_subset(&job->required, offered)) {
        return 0;
    }
    sked_set_copy(chosen, &job->required);
    i = sked_set_first(offered);
    for (; i < offered->size && left > 0; i = sked_set_next(offered, i)) {
        left -= !sked_set_has(chosen, i);
        sked_set_add(chosen, i);
    }
    return left == 0;
}

/* The picker of the queue: a job that runs gets what it has, any other what the tree chooses,
 * without nodes that somebody has named if it can: a head that must have them would refuse their
 * loss. Who is asked ahead starts nowhere yet. */
static inline int plan_pick(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                            sked_set *chosen) {
    plan_work *work = (plan_work *)ctx;
    plan_job *job = &work->cluster->jobs[ask->tag];
    if (job->state == PLAN_RUNS) {
        sked_set_copy(chosen, &job->nodes);
        return 1;
    }
    if (ask->ahead) {
        return plan_find_any(job, ask->count, offered, chosen);
    }
    sked_set_copy(&work->free_set, offered);
    sked_set_andnot(&work->free_set, &work->named);
    sked_set_or(&work->free_set, &job->required);
    sked_set_and(&work->free_set, offered);
    return plan_find(work, job, ask->count, &work->free_set, chosen) ||
           plan_find(work, job, ask->count, offered, chosen);
}

/* The picker of the calendar. */
static inline int plan_pick_near(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                                 sked_set *chosen) {
    plan_work *work = (plan_work *)ctx;
    const sked_fattree_request request = plan_request(ask->count, offered, NULL);
    sked_fattree_answer answer;
    return sked_fattree_find(&work->tree, &request, &answer, chosen, work->scratch,
                             work->scratch_bytes) == SKED_OK;
}

/* ---- how wide -------------------------------------------------------------------------------- */

/* A job as a task: its work on one node such that the estimate holds on its least width. One that
 * has nodes booked has as many. */
static inline sked_moldable_task plan_task(const plan_job *job) {
    sked_moldable_task task;
    const sked_time parts = 1000 + (sked_time)job->sequential * (job->width - 1);
    memset(&task, 0, sizeof task);
    task.weight = 1;
    task.width_min = job->width;
    task.width_max = plan_is_empty(&job->booked) ? job->width_max : job->width;
    if (task.width_max > job->width) {
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
 * `left` of the shared nodes are not down, nor run without a bound. */
static inline int plan_is_task(const plan_work *work, const plan_job *job, uint32_t left) {
    return job->state == PLAN_WAITS && job->reservation == SKED_NONE && job->width <= left &&
           job->estimate < (sked_time)1 << 32 && plan_meets(&job->allowed, &work->shared);
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

/* Of a set of nodes: so many are shared, and not down. */
static inline uint32_t plan_count_shared(plan_work *work, const sked_set *nodes) {
    sked_set_copy(&work->some, nodes);
    sked_set_and(&work->some, &work->shared);
    sked_set_andnot(&work->some, &work->cluster->down);
    return sked_set_count(&work->some);
}

/* What the plan of widths has to leave out: runs to their expected ends, and reservations. Returns
 * how many spans; *left: nodes that come back. */
static inline uint32_t plan_spans(plan_work *work, sked_span *spans, uint32_t *left) {
    const plan_cluster *cluster = work->cluster;
    uint32_t count = 0, i;
    *left = plan_count_shared(work, &work->shared);
    for (i = 0; i < cluster->jobs_count; i++) {
        const plan_job *job = &cluster->jobs[i];
        if (job->state == PLAN_RUNS) {
            const uint32_t nodes = plan_count_shared(work, &job->nodes);
            *left -= job->expected == SKED_NEVER ? nodes : 0;
            plan_span(spans, &count, cluster->now, sked_time_add(cluster->now, job->expected),
                      nodes);
        }
    }
    for (i = 0; i < cluster->reservations_count; i++) {
        const plan_reservation *reservation = &cluster->reservations[i];
        plan_span(spans, &count, reservation->start, reservation->end,
                  plan_count_shared(work, &reservation->nodes));
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
        if (plan_is_task(work, job, left)) {
            choices |= job->width_max > job->width;
            job_of[*count] = i;
            tasks[(*count)++] = plan_task(job);
        }
    }
    return choices;
}

/* Chooses the widths of the jobs that may have shared nodes, if one of them has a choice. */
static inline sked_status plan_widths_of(plan_work *work, const plan_rules *rules) {
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
    settings.processors = plan_count_shared(work, &work->shared);
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

/* Adds the nodes of all jobs that compete for shared ones, until none shares with any other. */
static inline void plan_share(plan_work *work) {
    const plan_cluster *cluster = work->cluster;
    uint32_t i, before;
    do {
        before = sked_set_count(&work->shared);
        for (i = 0; i < cluster->jobs_count; i++) {
            const plan_job *job = &cluster->jobs[i];
            if (job->state == PLAN_WAITS && plan_meets(&job->allowed, &work->shared)) {
                sked_set_or(&work->shared, &job->allowed);
            }
        }
    } while (sked_set_count(&work->shared) != before);
}

/* Chooses the widths of all jobs that have a choice, those of each partition for themselves. */
static inline sked_status plan_widths(plan_work *work, const plan_rules *rules) {
    const plan_cluster *cluster = work->cluster;
    sked_status status = SKED_OK;
    uint32_t i;
    for (i = 0; i < cluster->jobs_count && status == SKED_OK; i++) {
        const plan_job *job = &cluster->jobs[i];
        if (job->state == PLAN_WAITS && job->width_max > job->width &&
            !plan_meets(&job->allowed, &work->planned)) {
            sked_set_copy(&work->shared, &job->allowed);
            plan_share(work);
            sked_set_or(&work->planned, &work->shared);
            status = plan_widths_of(work, rules);
        }
    }
    return status;
}

/* ---- when ------------------------------------------------------------------------------------ */

/* A job is at least as wide as the nodes that it must have, and not wider than what is up. */
static inline void plan_prepare_width(plan_work *work, plan_job *job) {
    const uint32_t least = sked_set_count(&job->required);
    uint32_t most;
    sked_set_copy(&work->some, &job->allowed);
    sked_set_andnot(&work->some, &work->cluster->down);
    most = sked_set_count(&work->some);
    job->width = job->width > least ? job->width : least;
    job->width_max = job->width_max < most ? job->width_max : most;
    job->width_max = job->width_max > job->width ? job->width_max : job->width;
    if (least == job->width_max && sked_set_is_subset(&job->required, &job->allowed)) {
        sked_set_copy(&job->allowed, &job->required);
        sked_set_clear(&job->required);
    }
}

static inline void plan_take(plan_work *work, const plan_job *job) {
    uint32_t q;
    for (q = 0; q < work->cluster->quotas_count; q++) {
        const uint32_t left = work->left[q], amount = job->amounts[q];
        work->left[q] = left > amount ? left - amount : 0;
    }
}

/* What is not told is as small as it can be; no node has two jobs, whatever the manager says. */
static inline void plan_prepare(plan_work *work) {
    plan_cluster *cluster = work->cluster;
    uint32_t i;
    memcpy(work->left, cluster->capacities, sizeof work->left);
    for (i = 0; i < cluster->jobs_count; i++) {
        plan_job *job = &cluster->jobs[i];
        job->starts = 0;
        job->goes_for = 0;
        job->status = SKED_OK;
        job->head = 0;
        plan_prepare_width(work, job);
        job->chosen = job->width;
        job->expected = job->estimate;
        if (job->state == PLAN_RUNS) {
            const sked_time end = sked_time_add(job->start, job->estimate);
            sked_set_andnot(&job->nodes, &work->busy);
            sked_set_or(&work->busy, &job->nodes);
            sked_set_or(&job->allowed, &job->nodes);
            plan_take(work, job);
            job->chosen = sked_set_count(&job->nodes);
            job->expected = end > cluster->now ? end - cluster->now : 0;
            job->expected = end == SKED_NEVER ? SKED_NEVER : job->expected;
        }
    }
}

/* ---- when: kinds and quotas ------------------------------------------------------------------ */

/* Finds or makes the row of a job's nodes. Without room, what runs gets the last row, which will
 * have all nodes, and what waits has none. */
static inline void plan_kind(plan_work *work, plan_job *job) {
    uint32_t row = 0, q;
    while (row < work->kinds && !sked_set_equal(work->kind[row], &job->allowed)) {
        row++;
    }
    if (row == PLAN_KINDS_MAX - 1 && job->state == PLAN_WAITS) {
        job->status = SKED_E_FULL;
        return;
    }
    if (row == work->kinds && row < PLAN_KINDS_MAX - 1) {
        work->kind[work->kinds++] = &job->allowed;
    }
    job->kind = row;
    for (q = 0; q < work->cluster->quotas_count; q++) {
        work->quotas_of[row] |= (uint32_t)(job->amounts[q] > 0) << q;
    }
}

/* Reservations beyond the head's are for any nodes of a job's kind. */
static inline sked_status plan_check_required(const plan_job *job, const plan_rules *rules) {
    const int can_ask = rules->depth == 1 || rules->depth == SKED_NO_RESERVATIONS;
    if (!sked_set_is_subset(&job->required, &job->allowed)) {
        return SKED_E_NEVER_FITS;
    }
    return can_ask || plan_is_empty(&job->required) ? SKED_OK : SKED_E_DEPTH;
}

/* Makes the table of what is asked for: in the order of submission, and then what runs. */
static inline void plan_kinds(plan_work *work, const plan_rules *rules) {
    const plan_cluster *cluster = work->cluster;
    uint32_t i;
    for (i = 0; i < cluster->jobs_count; i++) {
        plan_job *job = &cluster->jobs[i];
        if (job->state == PLAN_WAITS && job->reservation == SKED_NONE) {
            job->status = plan_check_required(job, rules);
            sked_set_or(&work->named, &job->required);
            if (job->status == SKED_OK) {
                plan_kind(work, job);
            }
        }
    }
    for (i = 0; i < cluster->jobs_count; i++) {
        if (cluster->jobs[i].state == PLAN_RUNS) {
            plan_kind(work, &cluster->jobs[i]);
        }
    }
    if (work->kinds == PLAN_KINDS_MAX - 1) {
        sked_set_fill(&work->some);
        work->kind[work->kinds++] = &work->some;
    }
}

/* Tells the queue its table. Until all that runs is in, there is as much of a quota as it takes. */
static inline sked_status plan_set_kinds(const plan_work *work, sked_queue *queue) {
    sked_status status = SKED_OK;
    uint32_t i;
    for (i = 0; i < work->kinds && status == SKED_OK; i++) {
        status = sked_queue_set_kind(queue, i, work->kind[i], work->quotas_of[i], 0);
    }
    for (i = 0; i < work->cluster->quotas_count && status == SKED_OK; i++) {
        status = sked_queue_set_quota(queue, i, INT32_MAX, SKED_RESERVE, 0);
    }
    return status;
}

/* Then as much as is left beside it. */
static inline sked_status plan_set_quotas(const plan_work *work, sked_queue *queue) {
    const plan_cluster *cluster = work->cluster;
    sked_status status = SKED_OK;
    sked_quota_info info;
    uint32_t q;
    for (q = 0; q < cluster->quotas_count && status == SKED_OK; q++) {
        status = sked_queue_get_quota(queue, q, &info);
        status = status != SKED_OK ? status
                                   : sked_queue_set_quota(queue, q, info.used + work->left[q],
                                                          SKED_RESERVE, cluster->now);
    }
    return status;
}

/* ---- when: the queue ------------------------------------------------------------------------- */

static inline sked_status plan_submit(sked_queue *queue, const plan_cluster *cluster,
                                      uint32_t index, sked_time now) {
    const plan_job *job = &cluster->jobs[index];
    sked_job told;
    memset(&told, 0, sizeof told);
    told.id = job->id;
    told.tag = index;
    told.estimate = job->state == PLAN_RUNS ? job->estimate : job->expected;
    told.width = job->chosen;
    told.kind = job->kind;
    told.amounts = job->amounts;
    told.account = job->account;
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

/* Keeps the nodes that are booked for jobs which are in the queue. */
static inline sked_status plan_book_owners(const plan_work *work, sked_queue *queue) {
    const plan_cluster *cluster = work->cluster;
    sked_status status = SKED_OK;
    uint32_t i;
    for (i = 0; i < cluster->jobs_count && status == SKED_OK; i++) {
        plan_job *job = &cluster->jobs[i];
        if (!plan_is_empty(&job->booked) && job->status != SKED_OK) {
            sked_set_clear(&job->booked);
            job->lost = "refused";
        } else if (!plan_is_empty(&job->booked)) {
            sked_span span;
            span.start = cluster->now;
            span.end = sked_time_add(cluster->now, job->estimate);   /* each look books anew */
            span.count = 0;
            span.set = &job->booked;
            status = sked_queue_book_for(queue, (uint64_t)cluster->reservations_count + i, job->id,
                                         &span, cluster->now);
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
            if (action.reason == SKED_BOOKED) {     /* to learn its hops */
                plan_find(work, job, job->chosen, &job->nodes, &work->chosen);
            }
        }
    }
    return status == SKED_DONE ? SKED_OK : status;
}

/* Numbers of accounts, with that of the root, which jobs without an account have. */
static inline uint32_t plan_accounts(const plan_cluster *cluster) {
    sked_share_info info;
    return cluster->share != NULL && sked_share_get_info(cluster->share, &info) == SKED_OK
               ? info.accounts + 1 : 0;
}

/* How many jobs have nodes booked? */
static inline uint32_t plan_owners(const plan_cluster *cluster) {
    uint32_t i, count = 0;
    for (i = 0; i < cluster->jobs_count; i++) {
        count += !plan_is_empty(&cluster->jobs[i].booked);
    }
    return count;
}

static inline sked_status plan_open(plan_work *work, const plan_rules *rules, sked_queue *queue) {
    const plan_cluster *cluster = work->cluster;
    const sked_picker picker = {plan_pick, work};
    sked_queue_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.processors = cluster->shape.processors;
    settings.jobs_max = cluster->jobs_count;
    settings.bookings_max = cluster->reservations_count + plan_owners(cluster);
    settings.estimate_missing = SKED_NEVER;
    settings.order = rules->order;
    settings.backfill_order = rules->backfill_order;
    settings.depth = rules->depth;
    settings.reservations = SKED_REBUILD;
    settings.kinds_max = work->kinds > 0 ? work->kinds : 1;
    settings.quotas_max = cluster->quotas_count;
    settings.options = rules->depth == 1 ? SKED_ASK_AHEAD : 0;
    settings.accounts_max = plan_accounts(cluster);
    return sked_queue_create(queue, &settings, &picker, work->mem);
}

static inline sked_status plan_queue(plan_work *work, const plan_rules *rules, sked_pair *pairs) {
    plan_cluster *cluster = work->cluster;
    sked_queue queue;
    sked_status status;
    uint32_t i;
    plan_kinds(work, rules);
    status = plan_open(work, rules, &queue);
    status = status == SKED_OK ? plan_set_kinds(work, &queue) : status;
    status = status == SKED_OK ? plan_adopt(work, &queue, pairs) : status;
    status = status == SKED_OK ? plan_set_quotas(work, &queue) : status;
    status = status == SKED_OK ? plan_book(work, &queue) : status;
    for (i = 0; i < cluster->jobs_count && status == SKED_OK; i++) {
        plan_job *job = &cluster->jobs[i];
        if (job->state == PLAN_WAITS && job->reservation == SKED_NONE && job->status == SKED_OK) {
            job->status = plan_submit(&queue, cluster, i, cluster->now);
        }
    }
    status = status == SKED_OK ? plan_book_owners(work, &queue) : status;
    if (status == SKED_OK && cluster->share != NULL) {
        status = sked_share_order_queue(cluster->share, &queue, cluster->now);
    }
    status = status == SKED_OK ? plan_pass(work, &queue) : status;
    sked_queue_destroy(&queue);
    return status == SKED_OK ? work->failure : status;
}

/* ---- who must go ----------------------------------------------------------------------------- */

static inline int plan_has_left(const plan_work *work, const plan_job *job) {
    uint32_t q = 0;
    while (q < work->cluster->quotas_count && job->amounts[q] <= work->left[q]) {
        q++;
    }
    return q == work->cluster->quotas_count;
}

/* Does a run leave its nodes by itself before it could be made to? One that is overdue does not. */
static inline int plan_ends_soon(const plan_work *work, const plan_job *run) {
    return run->stay == PLAN_LEAVES || (run->expected > 0 && run->expected <= work->grace);
}

/* Can a run be made to go for a job? */
static inline int plan_can_go(const plan_work *work, const plan_job *run, const plan_job *job) {
    return run->state == PLAN_RUNS && run->stay == PLAN_MAY_GO && run->tier < job->tier &&
           !plan_ends_soon(work, run);
}

/* The nodes that a job may get, whoever has them now: they are up, neither reserved before its
 * limit nor kept for others, and no job of its tier or a higher one starts there. */
static inline void plan_may_get(plan_work *work, const plan_job *job) {
    const plan_cluster *cluster = work->cluster;
    const sked_time end = sked_time_add(cluster->now, job->limit);
    uint32_t i;
    sked_set_copy(&work->open, &job->allowed);
    sked_set_andnot(&work->open, &cluster->down);
    sked_set_andnot(&work->open, &work->kept);
    for (i = 0; i < cluster->reservations_count; i++) {
        const plan_reservation *reservation = &cluster->reservations[i];
        if (reservation->end > cluster->now && reservation->start < end) {
            sked_set_andnot(&work->open, &reservation->nodes);
        }
    }
    for (i = 0; i < cluster->jobs_count; i++) {
        if (cluster->jobs[i].starts && cluster->jobs[i].tier >= job->tier) {
            sked_set_andnot(&work->open, &cluster->jobs[i].nodes);
        }
    }
}

/* Why a job has no use any more for the nodes that are kept for it; NULL: it has. */
static inline const char *plan_lost(plan_work *work, const plan_job *job) {
    const plan_cluster *cluster = work->cluster;
    uint32_t i;
    if (!plan_has_left(work, job)) { return "licence"; }
    if (sked_set_count(&job->booked) != job->width) { return "width"; }
    plan_may_get(work, job);
    if (job->state != PLAN_WAITS || job->reservation != SKED_NONE ||
        !sked_set_is_subset(&job->required, &job->booked)) { return "elsewhere"; }
    if (!sked_set_is_subset(&job->booked, &work->open)) {
        return plan_meets(&job->booked, &cluster->down) ? "down" : "elsewhere";
    }
    for (i = 0; i < cluster->jobs_count; i++) {
        const plan_job *run = &cluster->jobs[i];
        if (run->state == PLAN_RUNS && run->stay != PLAN_COMES && !plan_ends_soon(work, run) &&
            !plan_can_go(work, run, job) && plan_meets(&run->nodes, &job->booked)) {
            return "taken";
        }
    }
    return NULL;
}

/* What is lost if a run begins anew. */
static inline uint64_t plan_cost(const plan_cluster *cluster, const plan_job *run) {
    sked_preempt_job told;
    memset(&told, 0, sizeof told);
    told.width = run->chosen;
    told.preempted = run->preempted;
    told.since = run->start < cluster->now ? run->start : cluster->now;
    return sked_preempt_cost(&told, 0, cluster->now, NULL);
}

/* Keeps the nodes that are booked for a job, and marks the runs that must go for it. */
static inline void plan_mark(plan_work *work, const plan_job *job) {
    const plan_cluster *cluster = work->cluster;
    uint32_t i;
    sked_set_or(&work->kept, &job->booked);
    for (i = 0; i < cluster->jobs_count; i++) {
        plan_job *run = &cluster->jobs[i];
        if (run->goes_for == 0 && plan_can_go(work, run, job) &&
            plan_meets(&run->nodes, &job->booked)) {
            run->goes_for = job->id;
            run->cost = plan_cost(cluster, run);
        }
    }
}

/* Gives up the bookings that are of no use. The licences of the others are kept, too; an owner
 * that can start takes its licences before all others do. */
static inline void plan_review(plan_work *work) {
    const plan_cluster *cluster = work->cluster;
    uint32_t i;
    for (i = 0; i < cluster->jobs_count; i++) {
        plan_job *job = &cluster->jobs[i];
        const char *lost = plan_is_empty(&job->booked) ? NULL : plan_lost(work, job);
        if (lost != NULL) {
            job->lost = lost;
            sked_set_clear(&job->booked);
        } else if (!plan_is_empty(&job->booked)) {
            plan_mark(work, job);
        }
        if (plan_meets(&job->booked, &work->busy)) {
            plan_take(work, job);
        }
    }
}

/* Candidates for one job: by candidate, whose run it is, what it costs and what it gives. */
typedef struct plan_search {
    void *block;                    /* on the heap, for all of it                             */
    size_t bytes, scratch_bytes;
    uint64_t *costs;
    uint32_t *gains;                /* two each: nodes, and those that the job must have      */
    uint32_t *who, *victims;
    uint32_t count;
} plan_search;

/* Makes room for as many candidates as there are jobs. */
static inline sked_status plan_search_begin(const plan_work *work, plan_search *search) {
    const size_t jobs = work->cluster->jobs_count;
    sked_preempt_request request = sked_preempt_request_of((uint32_t)jobs, NULL, NULL, NULL);
    sked_status status;
    memset(search, 0, sizeof *search);
    request.resources = 2;
    status = sked_preempt_bytes(&request, &search->scratch_bytes);
    if (status != SKED_OK) {
        return status;
    }
    search->scratch_bytes += sizeof(sked_align) - search->scratch_bytes % sizeof(sked_align);
    search->bytes = search->scratch_bytes + jobs * (sizeof(uint64_t) + 4 * sizeof(uint32_t));
    search->block = work->mem.alloc(work->mem.ctx, search->bytes);
    if (search->block == NULL) {
        return SKED_E_MEMORY;
    }
    search->costs = (uint64_t *)(void *)((char *)search->block + search->scratch_bytes);
    search->gains = (uint32_t *)(void *)(search->costs + jobs);
    search->who = search->gains + 2 * jobs;
    search->victims = search->who + jobs;
    return SKED_OK;
}

static inline uint32_t plan_common(plan_work *work, const sked_set *a, const sked_set *b) {
    sked_set_copy(&work->some, a);
    sked_set_and(&work->some, b);
    return sked_set_count(&work->some);
}

/* Sorts the nodes that a job may get: those that nobody has, those that come back soon, by
 * themselves or because their runs go for others, and those of candidates. */
static inline void plan_search_for(plan_work *work, const plan_job *job, plan_search *search) {
    const plan_cluster *cluster = work->cluster;
    uint32_t i;
    plan_may_get(work, job);
    sked_set_copy(&work->room, &work->open);
    sked_set_clear(&work->soon);
    sked_set_clear(&work->going);
    search->count = 0;
    for (i = 0; i < cluster->jobs_count; i++) {
        const plan_job *run = &cluster->jobs[i];
        const uint32_t gain = run->state == PLAN_RUNS
                                  ? plan_common(work, &run->nodes, &work->open) : 0;
        if (gain > 0) {
            sked_set_andnot(&work->room, &run->nodes);
        }
        if (gain > 0 && plan_ends_soon(work, run)) {
            sked_set_or(&work->soon, &work->some);
        } else if (gain > 0 && run->goes_for != 0) {
            sked_set_or(&work->going, &work->some);
        } else if (gain > 0 && plan_can_go(work, run, job)) {
            search->costs[search->count] = plan_cost(cluster, run);
            search->gains[2 * search->count] = gain;
            sked_set_and(&work->some, &job->required);
            search->gains[2 * search->count + 1] = sked_set_count(&work->some);
            search->who[search->count++] = i;
        }
    }
}

static inline uint32_t plan_missing(uint32_t wanted, uint32_t there) {
    return wanted > there ? wanted - there : 0;
}

/* Books nodes for a job: those of the victims and of nobody, and only if these are too few, some
 * that come back soon by themselves. As near to each other as the tree can. Returns 0 if it needs
 * nodes whose runs go for others: it waits for these. */
static inline int plan_keep(plan_work *work, plan_job *job, const plan_search *search,
                            uint32_t victims) {
    uint32_t i;
    for (i = 0; i < victims; i++) {
        sked_set_or(&work->room, &work->cluster->jobs[search->who[search->victims[i]]].nodes);
    }
    sked_set_and(&work->room, &work->open);
    if (sked_set_count(&work->room) < job->width ||
        !sked_set_is_subset(&job->required, &work->room)) {
        sked_set_or(&work->room, &work->soon);
    }
    if (!plan_find(work, job, job->width, &work->room, &job->booked) &&
        !plan_find_any(job, job->width, &work->room, &job->booked)) {
        sked_set_clear(&job->booked);
        return 0;
    }
    plan_mark(work, job);
    plan_take(work, job);
    return 1;
}

/* Is there enough of each quota, if lower tiers do not start? */
static inline int plan_would_have_left(const plan_work *work, const plan_job *job) {
    const plan_cluster *cluster = work->cluster;
    uint64_t wanted[PLAN_QUOTAS_MAX];
    uint32_t i, q, short_of = 0;
    for (q = 0; q < cluster->quotas_count; q++) {
        wanted[q] = job->amounts[q];
    }
    for (i = 0; i < cluster->jobs_count; i++) {
        const plan_job *other = &cluster->jobs[i];
        for (q = 0; q < cluster->quotas_count && other->starts && other->tier >= job->tier &&
                    other->reservation == SKED_NONE; q++) {
            wanted[q] += other->amounts[q];
        }
    }
    for (q = 0; q < cluster->quotas_count; q++) {
        short_of += job->amounts[q] > 0 && wanted[q] > work->left[q];
    }
    return short_of == 0;
}

/* Does a job of a lower tier start on nodes that nobody has? An order by shares or by estimates may
 * let it. */
static inline int plan_is_overtaken(const plan_work *work, const plan_job *job) {
    const plan_cluster *cluster = work->cluster;
    uint32_t i = 0;
    while (i < cluster->jobs_count &&
           (!cluster->jobs[i].starts || cluster->jobs[i].tier >= job->tier ||
            !plan_meets(&cluster->jobs[i].nodes, &work->room))) {
        i++;
    }
    return i < cluster->jobs_count;
}

/* Finds the cheapest runs that make room for a job, and books its nodes. If none need go, but one
 * that starts now would have to soon, it gets that one's nodes at once. Returns 0 if nothing is
 * booked. */
static inline int plan_make_room(plan_work *work, plan_job *job, plan_search *search) {
    sked_preempt_request request;
    sked_preempt_answer answer;
    uint32_t needs[2];
    if (!plan_would_have_left(work, job)) {
        return 0;
    }
    plan_search_for(work, job, search);
    sked_set_or(&work->going, &work->soon);
    sked_set_or(&work->going, &work->room);
    needs[0] = plan_missing(job->width, sked_set_count(&work->going));
    needs[1] = plan_missing(sked_set_count(&job->required),
                            plan_common(work, &job->required, &work->going));
    request = sked_preempt_request_of(search->count, search->costs, search->gains, needs);
    request.resources = 2;
    if (needs[0] + needs[1] == 0 && !plan_is_overtaken(work, job)) {
        return 0;
    }
    return sked_preempt_find(&request, &answer, search->victims, search->block,
                             search->scratch_bytes) == SKED_OK &&
           plan_keep(work, job, search, answer.victims);
}

/* Makes room for jobs that do not start: of those that may have the same nodes for the first, and
 * for the next as soon as that one has its own. *made: is there something new? */
static inline sked_status plan_make_rooms(plan_work *work, int *made) {
    const plan_cluster *cluster = work->cluster;
    plan_search search;
    sked_status status = plan_search_begin(work, &search);
    uint32_t i;
    *made = 0;
    for (i = 0; i < cluster->jobs_count && status == SKED_OK; i++) {
        plan_job *job = &cluster->jobs[i];
        if (job->state != PLAN_WAITS || job->starts || job->reservation != SKED_NONE ||
            job->status != SKED_OK || !plan_is_empty(&job->booked)) {
            continue;
        }
        if (!plan_meets(&job->allowed, &work->passed) && plan_make_room(work, job, &search)) {
            *made = 1;
        } else {
            sked_set_or(&work->passed, &job->allowed);
        }
    }
    if (search.block != NULL) {
        work->mem.free(work->mem.ctx, search.block, search.bytes);
    }
    return status;
}

/* ---- jobs of reservations -------------------------------------------------------------------- */

/* A job of a reservation starts, in the order of submission, as soon as the reservation has nodes
 * for it, and if its limit ends within. */
static inline void plan_reserved_job(plan_work *work, plan_job *job) {
    const plan_cluster *cluster = work->cluster;
    const plan_reservation *reservation = &cluster->reservations[job->reservation];
    if (reservation->start > cluster->now ||
        sked_time_add(cluster->now, job->limit) > reservation->end || !plan_has_left(work, job)) {
        return;
    }
    sked_set_copy(&work->free_set, &reservation->nodes);
    sked_set_andnot(&work->free_set, &cluster->down);
    sked_set_andnot(&work->free_set, &work->busy);
    sked_set_and(&work->free_set, &job->allowed);
    if (plan_find(work, job, job->width, &work->free_set, &work->chosen)) {
        job->starts = 1;
        sked_set_copy(&job->nodes, &work->chosen);
        sked_set_or(&work->busy, &work->chosen);
        plan_take(work, job);
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Decides with the bookings that there are. */
static inline sked_status plan_decide(plan_work *work, const plan_rules *rules) {
    plan_cluster *cluster = work->cluster;
    const size_t bytes = cluster->jobs_count * sizeof(sked_pair);
    sked_pair *pairs = (sked_pair *)work->mem.alloc(work->mem.ctx, bytes);
    sked_status status;
    uint32_t i;
    if (pairs == NULL) {
        return SKED_E_MEMORY;
    }
    work->grace = rules->grace;
    plan_prepare(work);
    plan_review(work);
    for (i = 0; i < cluster->jobs_count; i++) {
        if (cluster->jobs[i].state == PLAN_WAITS && cluster->jobs[i].reservation != SKED_NONE) {
            plan_reserved_job(work, &cluster->jobs[i]);
        }
    }
    status = plan_widths(work, rules);
    status = status == SKED_OK ? plan_queue(work, rules, pairs) : status;
    work->mem.free(work->mem.ctx, pairs, bytes);
    return status;
}

/* Decides once. *again: nodes are booked that were not; `again` is NULL the second time. */
static inline sked_status plan_round(plan_cluster *cluster, const plan_rules *rules, sked_mem mem,
                                     int *again) {
    plan_work work;
    sked_status status = plan_begin(&work, cluster, mem);
    if (status == SKED_OK && cluster->jobs_count > 0) {
        status = plan_decide(&work, rules);
        if (status == SKED_OK && rules->preempts && again != NULL) {
            status = plan_make_rooms(&work, again);
        }
    }
    plan_end(&work);
    return status;
}

/* Decides which jobs start now, and who must go: sets the last fields of each job, and `nodes` of
 * those that start. Bookings are made after a first round, which shows who does not start anyway;
 * in the second their nodes are kept.
 * Returns   SKED_OK; or why nothing could be decided, and then no job is marked. */
static inline sked_status plan_starts(plan_cluster *cluster, const plan_rules *rules,
                                      sked_mem mem) {
    int again = 0;
    uint32_t i;
    sked_status status = plan_round(cluster, rules, mem, &again);
    if (status == SKED_OK && again) {
        status = plan_round(cluster, rules, mem, NULL);
    }
    for (i = 0; i < cluster->jobs_count && status != SKED_OK; i++) {
        cluster->jobs[i].starts = 0;
        cluster->jobs[i].goes_for = 0;
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
    choice.picker.pick = plan_pick_near;
    choice.picker.ctx = &work;
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
