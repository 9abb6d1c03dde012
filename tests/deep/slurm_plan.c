/* slurm_plan.c: what no picture of a cluster makes examples/slurm/plan.h decide.
 *
 * SPDX-License-Identifier: MIT
 *
 * Random clusters, of flat and deep trees, in which jobs run, overrun, wait, and have reservations,
 * and nodes are down. Jobs that start have a width that they may have, on nodes that are up, that
 * nobody has and nobody gets, and that no reservation takes before their limit; the head starts if
 * anything of its width is free for long enough; one of a reservation starts inside of it. Who is
 * killed and started again, with the picture as it is then, starts nothing more. */
#define SKED_IMPLEMENTATION

#include "../../examples/slurm/plan.h"
#define DEEP_NAME "slurm_plan"
#include "harness.h"
#include "heap.h"

enum { NODES = 70, JOBS = 40, RESERVATIONS = 3, SWITCHES = 16 };

typedef struct scene {
    plan_cluster cluster;
    plan_rules rules;
    plan_job jobs[JOBS];
    plan_reservation reservations[RESERVATIONS];
    uint32_t parent[SWITCHES], leaf[NODES];
    sked_word words[JOBS + RESERVATIONS + 1][SKED_SET_WORDS((unsigned)NODES)];
} scene;

static scene now, later;

/* ---- scenes ---------------------------------------------------------------------------------- */

static void make_tree(uint64_t *state) {
    sked_fattree_settings *shape = &now.cluster.shape;
    uint32_t i, leaves = 1 + check_below(state, 6);
    shape->processors = 1 + check_below(state, NODES);
    shape->switches = leaves + (leaves > 1);
    leaves = leaves > shape->processors ? shape->processors : leaves;
    shape->switches = leaves + (leaves > 1);
    shape->links = NULL;
    shape->parent = now.parent;
    shape->leaf = now.leaf;
    for (i = 0; i < shape->switches; i++) {
        now.parent[i] = leaves > 1 && i < leaves ? leaves : SKED_NONE;
    }
    for (i = 0; i < shape->processors; i++) {
        now.leaf[i] = i < leaves ? i : check_below(state, leaves);
    }
}

static void some_nodes(uint64_t *state, sked_set *set, uint32_t percent) {
    uint32_t i;
    sked_set_clear(set);
    for (i = 0; i < set->size; i++) {
        if (check_below(state, 100) < percent) {
            sked_set_add(set, i);
        }
    }
}

/* Reservations follow one another, or have nodes of their own. */
static void make_reservations(uint64_t *state) {
    plan_cluster *c = &now.cluster;
    uint32_t i;
    c->reservations = now.reservations;
    c->reservations_count = check_below(state, RESERVATIONS + 1);
    for (i = 0; i < c->reservations_count; i++) {
        plan_reservation *r = &now.reservations[i];
        r->start = c->now - 100 + (sked_time)check_below(state, 400);
        r->end = r->start + 60 + (sked_time)check_below(state, 300);
        r->nodes = sked_set_of(now.words[JOBS + i], c->shape.processors);
        some_nodes(state, &r->nodes, 20);
        if (i > 0) {
            sked_set_andnot(&r->nodes, &now.reservations[i - 1].nodes);
            if (i > 1) { sked_set_andnot(&r->nodes, &now.reservations[i - 2].nodes); }
        }
    }
}

static void make_run(uint64_t *state, plan_job *job, sked_set *busy) {
    some_nodes(state, &job->nodes, 1 + check_below(state, 15));
    if (check_below(state, 20) > 0) {       /* now and then Slurm shares a node */
        sked_set_andnot(&job->nodes, busy);
    }
    sked_set_or(busy, &job->nodes);
    job->start = now.cluster.now - (sked_time)check_below(state, 200);
}

static void make_job(uint64_t *state, uint32_t i, sked_set *busy) {
    plan_job *job = &now.jobs[i];
    const uint32_t nodes = now.cluster.shape.processors;
    memset(job, 0, sizeof *job);
    job->id = i + 1;
    job->nodes = sked_set_of(now.words[i], nodes);
    sked_set_clear(&job->nodes);
    job->width = 1 + check_below(state, check_below(state, 4) == 0 ? nodes + 2 : 1 + nodes / 4);
    job->width_max = job->width;
    if (check_below(state, 4) == 0 && job->width < nodes) {
        job->width_max += check_below(state, nodes - job->width + 1);
    }
    job->sequential = check_below(state, 1001);
    job->limit = 60 * (1 + (sked_time)check_below(state, 5));
    job->limit = check_below(state, 15) == 0 ? SKED_NEVER : job->limit;
    job->estimate = job->limit;
    if (check_below(state, 2) == 0 && job->limit != SKED_NEVER) {
        job->estimate = 1 + (sked_time)check_below(state, 60);
    }
    job->reservation = SKED_NONE;
    if (now.cluster.reservations_count > 0 && check_below(state, 6) == 0) {
        job->reservation = check_below(state, now.cluster.reservations_count);
    }
    job->state = check_below(state, 3) == 0 ? PLAN_RUNS : PLAN_WAITS;
    if (job->state == PLAN_RUNS) {
        make_run(state, job, busy);
    }
}

static void make_scene(uint64_t *state) {
    static const plan_rules rules[5] = {{SKED_FCFS, SKED_FCFS, SKED_NO_RESERVATIONS, 20000},
                                        {SKED_SJF, SKED_SJF, SKED_NO_RESERVATIONS, 20000},
                                        {SKED_FCFS, SKED_FCFS, 1, 20000},
                                        {SKED_FCFS, SKED_SJF, 1, 20000},
                                        {SKED_FCFS, SKED_FCFS, SKED_ALL, 20000}};
    sked_word words[SKED_SET_WORDS((unsigned)NODES)];
    plan_cluster *c = &now.cluster;
    sked_set busy;
    uint32_t i;
    make_tree(state);
    busy = sked_set_of(words, c->shape.processors);
    sked_set_clear(&busy);
    c->now = 1000000;
    c->down = sked_set_of(now.words[JOBS + RESERVATIONS], c->shape.processors);
    some_nodes(state, &c->down, check_below(state, 3) == 0 ? 10 : 0);
    make_reservations(state);
    c->jobs = now.jobs;
    c->jobs_count = check_below(state, JOBS + 1);
    for (i = 0; i < c->jobs_count; i++) {
        make_job(state, i, &busy);
    }
    now.rules = rules[check_below(state, 5)];
}

/* ---- laws ------------------------------------------------------------------------------------ */

static int meets(const sked_set *a, const sked_set *b) {
    uint32_t i;
    for (i = sked_set_first(a); i < a->size; i = sked_set_next(a, i)) {
        if (sked_set_has(b, i)) {
            return 1;
        }
    }
    return 0;
}

/* A job that starts harms nobody, and is harmed by none. */
static int is_harmless(const scene *s, uint32_t index) {
    const plan_cluster *c = &s->cluster;
    const plan_job *job = &c->jobs[index];
    const uint32_t width = sked_set_count(&job->nodes);
    uint32_t i;
    if (job->state != PLAN_WAITS || width != job->chosen || width < job->width ||
        width > job->width_max || meets(&job->nodes, &c->down)) {
        return 0;
    }
    for (i = 0; i < c->jobs_count; i++) {
        const plan_job *other = &c->jobs[i];
        if (i != index && (other->starts || other->state == PLAN_RUNS) &&
            meets(&job->nodes, &other->nodes)) {
            return 0;
        }
    }
    for (i = 0; i < c->reservations_count; i++) {
        const plan_reservation *r = &c->reservations[i];
        if (i == job->reservation) {
            if (!sked_set_is_subset(&job->nodes, &r->nodes) || r->start > c->now ||
                sked_time_add(c->now, job->limit) > r->end) {
                return 0;
            }
        } else if (r->end > c->now && r->start < sked_time_add(c->now, job->limit) &&
                   meets(&job->nodes, &r->nodes)) {
            return 0;
        }
    }
    return 1;
}

/* Nodes that nobody has, and no reservation ever takes. */
static uint32_t free_for_ever(const scene *s) {
    const plan_cluster *c = &s->cluster;
    uint32_t i, k, count = 0;
    for (i = 0; i < c->shape.processors; i++) {
        int is_free = !sked_set_has(&c->down, i);
        for (k = 0; k < c->jobs_count && is_free; k++) {
            is_free = (!c->jobs[k].starts && c->jobs[k].state != PLAN_RUNS) ||
                      !sked_set_has(&c->jobs[k].nodes, i);
        }
        for (k = 0; k < c->reservations_count && is_free; k++) {
            is_free = c->reservations[k].end <= c->now ||
                      !sked_set_has(&c->reservations[k].nodes, i);
        }
        count += (uint32_t)is_free;
    }
    return count;
}

/* The first job that still waits finds no room, whatever it wants. */
static int head_had_to_wait(const scene *s) {
    const plan_cluster *c = &s->cluster;
    uint32_t i;
    if (s->rules.order != SKED_FCFS) {
        return 1;
    }
    for (i = 0; i < c->jobs_count; i++) {
        const plan_job *job = &c->jobs[i];
        if (job->state == PLAN_WAITS && !job->starts && job->reservation == SKED_NONE &&
            job->status == SKED_OK) {
            return job->chosen > free_for_ever(s);
        }
    }
    return 1;
}

/* Without reservations none starts behind one that waits. */
static int nobody_passes(const scene *s) {
    const plan_cluster *c = &s->cluster;
    uint32_t i, waiting = 0;
    if (s->rules.order != SKED_FCFS || s->rules.depth != SKED_NO_RESERVATIONS) {
        return 1;
    }
    for (i = 0; i < c->jobs_count; i++) {
        const plan_job *job = &c->jobs[i];
        if (job->state == PLAN_WAITS && job->reservation == SKED_NONE && job->status == SKED_OK) {
            waiting += !job->starts;
            if (job->starts && waiting > 0) { return 0; }
        }
    }
    return 1;
}

static uint32_t starts(const scene *s) {
    uint32_t i, count = 0;
    for (i = 0; i < s->cluster.jobs_count; i++) {
        count += s->cluster.jobs[i].starts != 0;
    }
    return count;
}

/* What was started runs in the later picture, as it does for one who was killed meanwhile. */
static void make_later(void) {
    uint32_t i;
    later = now;
    later.cluster.jobs = later.jobs;
    for (i = 0; i < now.cluster.jobs_count; i++) {
        plan_job *job = &later.jobs[i];
        if (job->starts) {
            job->state = PLAN_RUNS;
            job->start = later.cluster.now;
            job->estimate = job->expected;
        } else if (job->state == PLAN_WAITS) {      /* its width is chosen: not again */
            job->estimate = job->expected;
            job->width = job->width_max = job->chosen;
        }
    }
}

static void one_scene(uint64_t seed) {
    uint64_t state = seed;
    uint32_t i;
    make_scene(&state);
    CHECK_SEED(seed, plan_starts(&now.cluster, &now.rules, heap_mem()) == SKED_OK);
    for (i = 0; i < now.cluster.jobs_count; i++) {
        const plan_job *job = &now.jobs[i];
        CHECK_SEED(seed, !job->starts || is_harmless(&now, i));
        CHECK_SEED(seed, !job->starts || job->hops >= job->hops_lower_bound);
        CHECK_SEED(seed, job->state == PLAN_RUNS ||
                             (job->status == SKED_OK) ==
                                 (job->reservation != SKED_NONE ||
                                  job->chosen <= now.cluster.shape.processors));
    }
    CHECK_SEED(seed, head_had_to_wait(&now));
    CHECK_SEED(seed, nobody_passes(&now));
    make_later();
    CHECK_SEED(seed, plan_starts(&later.cluster, &later.rules, heap_mem()) == SKED_OK);
    /* bookings may begin later once those with long limits have started */
    CHECK_SEED(seed, starts(&later) == 0 || now.cluster.reservations_count > 0);
}

/* ---- reservations ---------------------------------------------------------------------------- */

/* Who gets nodes for later gets them from nobody: runs to their limits, other reservations. */
static void check_booking(uint64_t seed, const sked_ar_answer *answer, const sked_set *nodes) {
    const plan_cluster *c = &now.cluster;
    uint32_t i;
    CHECK_SEED(seed, !meets(nodes, &c->down));
    for (i = 0; i < c->jobs_count; i++) {
        const plan_job *job = &c->jobs[i];
        const sked_time end = sked_time_add(job->start, job->limit);
        CHECK_SEED(seed, job->state != PLAN_RUNS || end <= answer->start ||
                             !meets(nodes, &job->nodes));
    }
    for (i = 0; i < c->reservations_count; i++) {
        const plan_reservation *r = &c->reservations[i];
        CHECK_SEED(seed, r->end <= answer->start || r->start >= answer->end ||
                             !meets(nodes, &r->nodes));
    }
}

static void one_booking(uint64_t seed) {
    sked_word words[SKED_SET_WORDS((unsigned)NODES)];
    uint64_t state = seed;
    sked_ar_request request;
    sked_ar_answer answer;
    sked_set nodes;
    sked_status status;
    make_scene(&state);
    nodes = sked_set_of(words, now.cluster.shape.processors);
    memset(&request, 0, sizeof request);
    request.count = 1 + check_below(&state, now.cluster.shape.processors);
    request.ready = now.cluster.now + (sked_time)check_below(&state, 300);
    request.duration = 60 * (1 + (sked_time)check_below(&state, 3));
    request.deadline = check_below(&state, 2) == 0 ? SKED_NEVER : request.ready + 400;
    status = plan_reserve(&now.cluster, &request, (sked_ar_policy)check_below(&state, 8), &answer,
                          &nodes, heap_mem());
    if (status == SKED_OK) {
        CHECK_SEED(seed, sked_set_count(&nodes) == request.count);
        CHECK_SEED(seed, answer.start >= request.ready && answer.end <= request.deadline);
        check_booking(seed, &answer, &nodes);
    } else {
        CHECK_SEED(seed, status == SKED_E_DEADLINE || status == SKED_E_NEVER_FITS);
    }
}

static void try_seed(uint64_t seed) {
    one_scene(seed);
    one_booking(seed);
}

static void test_all(void) {
    try_seeds(1000003, 1000302, try_seed);
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
