/* slurm_plan.c: what no picture of a cluster makes examples/slurm/plan.h decide.
 *
 * SPDX-License-Identifier: MIT
 *
 * Random clusters, of flat and deep trees, in which jobs run, overrun, wait, want licences and some
 * nodes and no others, and have reservations, and nodes are down. Jobs that start have a width that
 * they may have, on nodes that they may have, that are up, that nobody has and nobody gets, and
 * that no reservation takes before their limit; there are licences for all of them. The first that
 * waits had to wait, for nodes or for a licence; one of a reservation starts inside of it. Who is
 * killed and started again, with the picture as it is then, starts nothing more.
 *
 * Where runs may go for jobs of higher tiers, what is booked for a job is as much as it wants,
 * where it may be, and no other starts there. For one job that waits beside runs, those that go
 * are the cheapest of all sets of runs that would do. */
#define SKED_IMPLEMENTATION

#include "../../examples/slurm/plan.h"
#define DEEP_NAME "slurm_plan"
#include "harness.h"
#include "heap.h"

enum { NODES = 70, JOBS = 80, RESERVATIONS = 3, SWITCHES = 16, PARTITIONS = 4, QUOTAS = 3 };
enum { RUNS = 10 };                     /* beside one job, for which some of them go           */

typedef struct scene {
    plan_cluster cluster;
    plan_rules rules;
    plan_job jobs[JOBS];
    plan_reservation reservations[RESERVATIONS];
    uint32_t parent[SWITCHES], leaf[NODES];
    sked_word words[4 * JOBS + RESERVATIONS + 1][SKED_SET_WORDS((unsigned)NODES)];
    sked_word partition_words[PARTITIONS][SKED_SET_WORDS((unsigned)NODES)];
    sked_set partitions[PARTITIONS];
    int is_odd;                     /* each job has nodes of its own choice: more sets than rows */
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
        r->nodes = sked_set_of(now.words[4 * JOBS + i], c->shape.processors);
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
    job->preempted = check_below(state, 5) / 4;
    job->stay = check_below(state, 3) > 0 ? PLAN_MAY_GO : (plan_stay)check_below(state, 4);
}

/* All nodes, halves of them, and some. */
static void make_partitions(uint64_t *state) {
    uint32_t i, n;
    now.is_odd = check_below(state, 8) == 0;
    for (i = 0; i < PARTITIONS; i++) {
        sked_set set = sked_set_of(now.partition_words[i], now.cluster.shape.processors);
        some_nodes(state, &set, i < 3 ? 0 : 60);
        for (n = 0; n < set.size && i < 3; n++) {
            if (i == 0 || (n < set.size / 2) == (i == 1)) {
                sked_set_add(&set, n);
            }
        }
        now.partitions[i] = set;
    }
}

/* Of a partition, with some nodes excluded, and some that it must have. */
static void make_wish(uint64_t *state, uint32_t i) {
    const uint32_t nodes = now.cluster.shape.processors;
    plan_job *job = &now.jobs[i];
    sked_word words[SKED_SET_WORDS((unsigned)NODES)];
    sked_set some = sked_set_of(words, nodes);
    const sked_set *partition = &now.partitions[check_below(state, PARTITIONS)];
    uint32_t q;
    job->allowed = sked_set_of(now.words[JOBS + i], nodes);
    job->required = sked_set_of(now.words[2 * JOBS + i], nodes);
    sked_set_copy(&job->allowed, partition);
    sked_set_clear(&job->required);
    if (now.is_odd || check_below(state, 6) == 0) {
        some_nodes(state, &some, 20);
        sked_set_andnot(&job->allowed, &some);
    }
    if (check_below(state, 8) == 0) {
        some_nodes(state, &job->required, 1 + check_below(state, 4));
        if (check_below(state, 5) > 0) {
            sked_set_and(&job->required, &job->allowed);
        }
    }
    for (q = 0; q < now.cluster.quotas_count; q++) {
        job->amounts[q] = check_below(state, 4) == 0 ? check_below(state, 4) : 0;
    }
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
    make_wish(state, i);
    job->booked = sked_set_of(now.words[3 * JOBS + i], nodes);
    sked_set_clear(&job->booked);
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
    job->tier = now.rules.preempts ? check_below(state, 3) : 0;
    if (job->state == PLAN_RUNS) {
        make_run(state, job, busy);
    }
}

static int by_turn(const void *a, const void *b) {
    const plan_job *one = (const plan_job *)a, *other = (const plan_job *)b;
    if (one->tier != other->tier) {
        return one->tier > other->tier ? -1 : 1;
    }
    return one->id < other->id ? -1 : one->id > other->id;
}

static void make_scene(uint64_t *state) {
    static const plan_rules rules[5] = {
        {.order = SKED_FCFS, .depth = SKED_NO_RESERVATIONS},
        {.order = SKED_SJF, .backfill_order = SKED_SJF, .depth = SKED_NO_RESERVATIONS},
        {.order = SKED_FCFS, .depth = 1},
        {.order = SKED_FCFS, .backfill_order = SKED_SJF, .depth = 1},
        {.order = SKED_FCFS, .depth = SKED_ALL}};
    sked_word words[SKED_SET_WORDS((unsigned)NODES)];
    plan_cluster *c = &now.cluster;
    sked_set busy;
    uint32_t i;
    make_tree(state);
    busy = sked_set_of(words, c->shape.processors);
    sked_set_clear(&busy);
    c->now = 1000000;
    c->down = sked_set_of(now.words[4 * JOBS + RESERVATIONS], c->shape.processors);
    some_nodes(state, &c->down, check_below(state, 3) == 0 ? 10 : 0);
    make_reservations(state);
    make_partitions(state);
    c->quotas_count = check_below(state, QUOTAS + 1);
    for (i = 0; i < c->quotas_count; i++) {
        c->capacities[i] = check_below(state, 8);
    }
    c->jobs = now.jobs;
    c->jobs_count = check_below(state, (now.is_odd ? JOBS : JOBS / 2) + 1);
    now.rules = rules[check_below(state, 5)];
    now.rules.steps_max = 20000;
    now.rules.preempts = (int)check_below(state, 2);
    now.rules.grace = (sked_time)check_below(state, 30);
    for (i = 0; i < c->jobs_count; i++) {
        make_job(state, i, &busy);
    }
    qsort(now.jobs, c->jobs_count, sizeof now.jobs[0], by_turn);
}

/* ---- laws ------------------------------------------------------------------------------------ */

/* A job that starts harms nobody, and is harmed by none. */
static int is_harmless(const scene *s, uint32_t index) {
    const plan_cluster *c = &s->cluster;
    const plan_job *job = &c->jobs[index];
    const uint32_t width = sked_set_count(&job->nodes);
    uint32_t i;
    if (job->state != PLAN_WAITS || width != job->chosen || width < job->width ||
        width > job->width_max || plan_meets(&job->nodes, &c->down) ||
        !sked_set_is_subset(&job->nodes, &job->allowed) ||
        !sked_set_is_subset(&job->required, &job->nodes)) {
        return 0;
    }
    for (i = 0; i < c->jobs_count; i++) {
        const plan_job *other = &c->jobs[i];
        if (i != index && (other->starts || other->state == PLAN_RUNS) &&
            plan_meets(&job->nodes, &other->nodes)) {
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
                   plan_meets(&job->nodes, &r->nodes)) {
            return 0;
        }
    }
    return 1;
}

/* Does it wait for nodes that are kept for it? */
static int is_owner(const plan_job *job) {
    return !plan_is_empty(&job->booked) && !job->starts;
}

/* What is left of a quota; less than nothing, if what runs has more than there is. */
static int64_t left_of(const scene *s, uint32_t quota) {
    int64_t left = s->cluster.capacities[quota];
    uint32_t i;
    for (i = 0; i < s->cluster.jobs_count; i++) {
        const plan_job *job = &s->cluster.jobs[i];
        left -= job->starts || job->state == PLAN_RUNS || is_owner(job) ? job->amounts[quota] : 0;
    }
    return left;
}

/* Is there enough of each quota beside what runs? */
static int quotas_would_do(const plan_job *job) {
    uint32_t q = 0;
    while (q < now.cluster.quotas_count &&
           (job->amounts[q] == 0 ||
            left_of(&now, q) + (is_owner(job) ? job->amounts[q] : 0) >= job->amounts[q])) {
        q++;
    }
    return q == now.cluster.quotas_count;
}

/* Nothing that takes of a quota starts, unless there is enough of it. */
static int quotas_are_kept(const scene *s) {
    uint32_t i, q;
    for (i = 0; i < s->cluster.jobs_count; i++) {
        for (q = 0; q < s->cluster.quotas_count; q++) {
            const plan_job *job = &s->cluster.jobs[i];
            if (job->starts && job->amounts[q] > 0 && left_of(s, q) < 0) {
                return 0;
            }
        }
    }
    return 1;
}

/* Nodes that a job may have, that nobody has or keeps, and no reservation ever takes. */
static void free_for_ever(const scene *s, const plan_job *job, sked_set *left) {
    const plan_cluster *c = &s->cluster;
    uint32_t k;
    sked_set_copy(left, &job->allowed);
    sked_set_andnot(left, &c->down);
    for (k = 0; k < c->jobs_count; k++) {
        if (c->jobs[k].starts || c->jobs[k].state == PLAN_RUNS) {
            sked_set_andnot(left, &c->jobs[k].nodes);
        }
        if (is_owner(&c->jobs[k])) {
            sked_set_andnot(left, &c->jobs[k].booked);
        }
    }
    for (k = 0; k < c->reservations_count; k++) {
        if (c->reservations[k].end > c->now) {
            sked_set_andnot(left, &c->reservations[k].nodes);
        }
    }
}

static int is_queued(const plan_job *job) {
    return job->state == PLAN_WAITS && job->reservation == SKED_NONE && job->status == SKED_OK;
}

/* The first job that still waits finds no room, whatever it wants, or no licence. */
static int head_had_to_wait(const scene *s) {
    const plan_cluster *c = &s->cluster;
    sked_word words[SKED_SET_WORDS((unsigned)NODES)];
    sked_set left = sked_set_of(words, c->shape.processors);
    uint32_t i = 0, q;
    while (i < c->jobs_count && (!is_queued(&c->jobs[i]) || c->jobs[i].starts ||
                                 is_owner(&c->jobs[i]))) {
        i++;
    }
    if (s->rules.order != SKED_FCFS || i == c->jobs_count) {
        return 1;
    }
    free_for_ever(s, &c->jobs[i], &left);
    for (q = 0; q < c->quotas_count; q++) {
        if (c->jobs[i].amounts[q] > 0 && c->jobs[i].amounts[q] > left_of(s, q)) {
            return 1;
        }
    }
    return c->jobs[i].chosen > sked_set_count(&left) ||
           !sked_set_is_subset(&c->jobs[i].required, &left);
}

/* Without reservations none starts behind one that waits for some of the same nodes. */
static int nobody_passes(const scene *s) {
    const plan_cluster *c = &s->cluster;
    uint32_t i, k;
    if (s->rules.order != SKED_FCFS || s->rules.depth != SKED_NO_RESERVATIONS) {
        return 1;
    }
    for (i = 0; i < c->jobs_count; i++) {
        for (k = 0; k < i && c->jobs[i].starts && is_queued(&c->jobs[i]); k++) {
            if (is_queued(&c->jobs[k]) && !c->jobs[k].starts && !is_owner(&c->jobs[k]) &&
                plan_meets(&c->jobs[i].allowed, &c->jobs[k].allowed)) {
                return 0;
            }
        }
    }
    return 1;
}

/* Is a run there that leaves by itself, or comes and is taken back, or goes? */
static int may_be_on(const scene *s, const plan_job *run) {
    const sked_time left = run->start + run->estimate - s->cluster.now;
    if (run->goes_for != 0) {
        return run->stay == PLAN_MAY_GO;
    }
    return run->stay == PLAN_LEAVES || run->stay == PLAN_COMES ||
           (left > 0 && left <= s->rules.grace);
}

/* What is kept for a job is what it needs, and no other starts there. If it starts, then there, and
 * nobody is there; if it does not, somebody is. */
static int booking_is_right(const scene *s, uint32_t index) {
    const plan_cluster *c = &s->cluster;
    const plan_job *job = &c->jobs[index];
    int is_idle = 1;
    uint32_t i;
    if (sked_set_count(&job->booked) != job->width || plan_meets(&job->booked, &c->down) ||
        !sked_set_is_subset(&job->booked, &job->allowed) ||
        !sked_set_is_subset(&job->required, &job->booked) || !is_queued(job) ||
        (job->starts && !sked_set_equal(&job->booked, &job->nodes))) {
        return 0;
    }
    for (i = 0; i < c->jobs_count; i++) {
        const plan_job *other = &c->jobs[i];
        if (i != index && ((other->starts && plan_meets(&other->nodes, &job->booked)) ||
                           plan_meets(&other->booked, &job->booked))) {
            return 0;
        }
        if (other->state == PLAN_RUNS && plan_meets(&other->nodes, &job->booked)) {
            is_idle = 0;
            if (!may_be_on(s, other)) { return 0; }
        }
    }
    for (i = 0; i < c->reservations_count; i++) {
        const plan_reservation *r = &c->reservations[i];
        if (r->end > c->now && r->start < sked_time_add(c->now, job->limit) &&
            plan_meets(&r->nodes, &job->booked)) {
            return 0;
        }
    }
    return is_idle == job->starts;
}

/* None goes without need: for one that waits, and has booked some of its nodes. */
static int going_is_right(const scene *s, const plan_job *run) {
    const plan_cluster *c = &s->cluster;
    uint32_t i = 0;
    while (i < c->jobs_count && c->jobs[i].id != run->goes_for) {
        i++;
    }
    return i < c->jobs_count && is_owner(&c->jobs[i]) && run->state == PLAN_RUNS &&
           run->tier < c->jobs[i].tier &&
           plan_meets(&c->jobs[i].booked, &run->nodes);
}

/* Is it in the table of sets? The queue refuses some of those that are too wide only later. */
static int has_row(const plan_job *job) {
    return job->state == PLAN_WAITS && job->reservation == SKED_NONE &&
           (job->status == SKED_OK || job->status == SKED_E_TOO_WIDE);
}

/* How many sets of nodes are asked for by the jobs before this one? */
static uint32_t sets_before(const scene *s, uint32_t job) {
    uint32_t i, k, count = 0;
    for (i = 0; i < job; i++) {
        if (has_row(&s->cluster.jobs[i])) {
            for (k = 0; k < i && !(has_row(&s->cluster.jobs[k]) &&
                                   sked_set_equal(&s->cluster.jobs[k].allowed,
                                                  &s->cluster.jobs[i].allowed)); k++) {
            }
            count += k == i;
        }
    }
    return count;
}

/* What is refused is refused for a reason. */
static int status_is_right(const scene *s, uint32_t index) {
    const plan_job *job = &s->cluster.jobs[index];
    const int names_some = sked_set_first(&job->required) < job->required.size;
    switch (job->status) {
    case SKED_OK:
        return sked_set_is_subset(&job->required, &job->allowed) || job->reservation != SKED_NONE;
    case SKED_E_NEVER_FITS:
        return !sked_set_is_subset(&job->required, &job->allowed);
    case SKED_E_DEPTH:
        return names_some && s->rules.depth == SKED_ALL;
    case SKED_E_FULL:
        return sets_before(s, index) >= PLAN_KINDS_MAX - 1;
    default:
        return job->status == SKED_E_TOO_WIDE && job->chosen > sked_set_count(&job->allowed);
    }
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
            job->stay = PLAN_STAYS;
            sked_set_clear(&job->booked);
            job->start = later.cluster.now;
            job->estimate = job->expected;
        } else if (job->state == PLAN_WAITS) {      /* its width is chosen: not again */
            job->estimate = job->expected;
            job->width = job->width_max = job->chosen;
        }
    }
}

/* Is there nothing to do for a second pass over the same picture? Bookings may begin later once
 * those with long limits have started. Reservations that are made anew may have other nodes. And
 * nodes that somebody must have may have gone to short jobs meanwhile: then the tree chooses others
 * for a long one, which had named nodes before. */
static int is_settled(const scene *s) {
    const plan_cluster *c = &s->cluster;
    uint32_t i;
    int must = s->rules.depth == SKED_ALL;
    for (i = 0; i < c->jobs_count; i++) {
        must |= is_queued(&c->jobs[i]) && !plan_is_empty(&c->jobs[i].required);
        must |= is_owner(&c->jobs[i]);
    }
    return c->reservations_count == 0 && !must;
}

/* What is booked stays booked, and who must go still must. The two pictures share their sets. */
static int bookings_stay(void) {
    uint32_t i = 0;
    while (i < now.cluster.jobs_count && later.jobs[i].lost == NULL &&
           (now.jobs[i].goes_for == 0 || now.jobs[i].goes_for == later.jobs[i].goes_for)) {
        i++;
    }
    return i == now.cluster.jobs_count;
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
        CHECK_SEED(seed, job->state == PLAN_RUNS || status_is_right(&now, i));
        CHECK_SEED(seed, plan_is_empty(&job->booked) || booking_is_right(&now, i));
        CHECK_SEED(seed, job->goes_for == 0 || going_is_right(&now, job));
    }
    CHECK_SEED(seed, quotas_are_kept(&now));
    CHECK_SEED(seed, head_had_to_wait(&now));
    CHECK_SEED(seed, nobody_passes(&now));
    make_later();
    CHECK_SEED(seed, plan_starts(&later.cluster, &later.rules, heap_mem()) == SKED_OK);
    CHECK_SEED(seed, starts(&later) == 0 || !is_settled(&now));
    CHECK_SEED(seed, bookings_stay());
}

/* ---- who goes -------------------------------------------------------------------------------- */

/* Some of the runs of a scene, and one job of a high tier behind them. */
static int make_lone(uint64_t *state) {
    plan_cluster *c = &now.cluster;
    uint32_t i, count = 0;
    make_scene(state);
    for (i = 0; i < c->jobs_count && count < RUNS; i++) {
        if (now.jobs[i].state == PLAN_RUNS) {
            now.jobs[count++] = now.jobs[i];
        }
    }
    for (; i < c->jobs_count && now.jobs[i].state != PLAN_WAITS; i++) {
    }
    if (i == c->jobs_count || now.jobs[i].reservation != SKED_NONE) {
        return 0;
    }
    now.jobs[count] = now.jobs[i];
    now.jobs[count].tier = 1 + check_below(state, 2);
    c->jobs_count = count + 1;
    now.rules.preempts = 1;
    return 1;
}

static int is_candidate(const plan_job *run, const plan_job *job) {
    const sked_time left = run->start + run->estimate - now.cluster.now;
    return run->stay == PLAN_MAY_GO && run->tier < job->tier &&
           (left <= 0 || left > now.rules.grace);
}

/* The nodes that a job could have: those of nobody, of these candidates, and those that come back
 * soon. */
static void could_have(const plan_job *job, uint32_t mask, sked_set *nodes) {
    const plan_cluster *c = &now.cluster;
    uint32_t i;
    sked_set_copy(nodes, &job->allowed);
    sked_set_andnot(nodes, &c->down);
    for (i = 0; i < c->reservations_count; i++) {
        const plan_reservation *r = &c->reservations[i];
        if (r->end > c->now && r->start < sked_time_add(c->now, job->limit)) {
            sked_set_andnot(nodes, &r->nodes);
        }
    }
    for (i = 0; i + 1 < c->jobs_count; i++) {
        const plan_job *run = &c->jobs[i];
        const sked_time left = run->start + run->estimate - c->now;
        const int leaves = run->stay == PLAN_LEAVES || (left > 0 && left <= now.rules.grace);
        if (is_candidate(run, job) ? (mask >> i & 1) == 0 : !leaves) {
            sked_set_andnot(nodes, &run->nodes);
        }
    }
}

static int is_enough(const plan_job *job, uint32_t mask) {
    sked_word words[SKED_SET_WORDS((unsigned)NODES)];
    sked_set nodes = sked_set_of(words, now.cluster.shape.processors);
    could_have(job, mask, &nodes);
    return sked_set_count(&nodes) >= job->width && sked_set_is_subset(&job->required, &nodes);
}

/* What is lost if these runs go; it counts double for each time that one went before. */
static uint64_t lost_with(uint32_t mask) {
    uint64_t cost = 0;
    uint32_t i;
    for (i = 0; i + 1 < now.cluster.jobs_count; i++) {
        const plan_job *run = &now.jobs[i];
        if ((mask >> i & 1) != 0) {
            cost += ((uint64_t)(now.cluster.now - run->start) * sked_set_count(&run->nodes))
                    << run->preempted;
        }
    }
    return cost;
}

/* Of all sets of candidates that would do, the least cost; UINT64_MAX if there is none. */
static uint64_t least_cost(const plan_job *job) {
    uint32_t mask, able = 0, i;
    uint64_t least = UINT64_MAX;
    for (i = 0; i + 1 < now.cluster.jobs_count; i++) {
        able |= (uint32_t)(is_candidate(&now.jobs[i], job) &&
                           plan_meets(&now.jobs[i].nodes, &job->allowed)) << i;
    }
    if (!is_enough(job, able)) {
        return least;
    }
    for (mask = able;; mask = (mask - 1) & able) {
        const uint64_t cost = lost_with(mask);
        least = cost < least && is_enough(job, mask) ? cost : least;
        if (mask == 0) {
            return least;
        }
    }
}

/* The runs that go cost least, and without any one of them there would not be enough. */
static void one_preemption(uint64_t seed) {
    uint64_t state = seed, least;
    const plan_job *job;
    uint32_t i, gone = 0;
    if (!make_lone(&state)) {
        return;
    }
    job = &now.jobs[now.cluster.jobs_count - 1];
    CHECK_SEED(seed, plan_starts(&now.cluster, &now.rules, heap_mem()) == SKED_OK);
    for (i = 0; i + 1 < now.cluster.jobs_count; i++) {
        gone |= (uint32_t)(now.jobs[i].goes_for != 0) << i;
    }
    CHECK_SEED(seed, (gone != 0) == is_owner(job));
    if (job->starts || !is_queued(job) || !quotas_would_do(job)) {
        CHECK_SEED(seed, gone == 0);
        return;
    }
    least = least_cost(job);
    CHECK_SEED(seed, gone != 0 || least == UINT64_MAX || is_enough(job, 0));
    CHECK_SEED(seed, gone == 0 || (lost_with(gone) == least && is_enough(job, gone)));
    for (i = 0; i + 1 < now.cluster.jobs_count; i++) {
        CHECK_SEED(seed, (gone >> i & 1) == 0 || !is_enough(job, gone & ~(1u << i)));
    }
}

/* ---- reservations ---------------------------------------------------------------------------- */

/* Who gets nodes for later gets them from nobody: runs to their limits, other reservations. */
static void check_booking(uint64_t seed, const sked_ar_answer *answer, const sked_set *nodes) {
    const plan_cluster *c = &now.cluster;
    uint32_t i;
    CHECK_SEED(seed, !plan_meets(nodes, &c->down));
    for (i = 0; i < c->jobs_count; i++) {
        const plan_job *job = &c->jobs[i];
        const sked_time end = sked_time_add(job->start, job->limit);
        CHECK_SEED(seed, job->state != PLAN_RUNS || end <= answer->start ||
                             !plan_meets(nodes, &job->nodes));
    }
    for (i = 0; i < c->reservations_count; i++) {
        const plan_reservation *r = &c->reservations[i];
        CHECK_SEED(seed, r->end <= answer->start || r->start >= answer->end ||
                             !plan_meets(nodes, &r->nodes));
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
    one_preemption(seed);
    one_booking(seed);
}

/* ---- small clusters -------------------------------------------------------------------------- */

static void make_nodes(uint32_t nodes, uint32_t switches) {
    plan_cluster *c = &now.cluster;
    memset(&now, 0, sizeof now);
    c->now = 1000;
    c->shape.processors = nodes;
    c->shape.switches = switches;
    c->shape.parent = now.parent;
    c->shape.leaf = now.leaf;
    c->down = sked_set_of(now.words[4 * JOBS], nodes);
    c->jobs = now.jobs;
    now.parent[switches - 1] = SKED_NONE;
}

static plan_job *job_of(uint32_t i, plan_state state, uint32_t width, sked_time estimate) {
    const uint32_t nodes = now.cluster.shape.processors;
    plan_job *job = &now.jobs[i];
    memset(job, 0, sizeof *job);
    job->id = i + 1;
    job->state = state;
    job->width = job->width_max = width;
    job->estimate = job->limit = estimate;
    job->start = now.cluster.now;
    job->reservation = SKED_NONE;
    job->nodes = sked_set_of(now.words[i], nodes);
    job->allowed = sked_set_of(now.words[JOBS + i], nodes);
    job->required = sked_set_of(now.words[2 * JOBS + i], nodes);
    job->booked = sked_set_of(now.words[3 * JOBS + i], nodes);
    sked_set_fill(&job->allowed);
    now.cluster.jobs_count = i + 1;
    return job;
}

/* Node 0 is taken until 100, and node 1 until 10. The head wants node 0 and one more. So two jobs
 * of 50 have the others meanwhile: from 10 on there are nodes enough, but not the one it wants. */
static void test_named_node(void) {
    static const plan_rules easy = {.order = SKED_FCFS, .depth = 1, .steps_max = 20000};
    make_nodes(4, 1);
    sked_set_add(&job_of(0, PLAN_RUNS, 1, 100)->nodes, 0);
    sked_set_add(&job_of(1, PLAN_RUNS, 1, 10)->nodes, 1);
    sked_set_add(&job_of(2, PLAN_WAITS, 2, 60)->required, 0);
    job_of(3, PLAN_WAITS, 1, 50);
    job_of(4, PLAN_WAITS, 1, 50);
    CHECK(plan_starts(&now.cluster, &easy, heap_mem()) == SKED_OK);
    CHECK(!now.jobs[2].starts && now.jobs[3].starts && now.jobs[4].starts);
}

/* Two pods of four leaves of eight nodes: finds of all of them, with and without nodes that are
 * required, need different room. */
static void test_whole_cluster(void) {
    static const plan_rules easy = {.order = SKED_FCFS, .depth = 1, .steps_max = 20000};
    uint32_t i;
    make_nodes(64, 11);
    for (i = 0; i < 10; i++) {
        now.parent[i] = i < 8 ? 8 + i / 4 : 10;
    }
    for (i = 0; i < 64; i++) {
        now.leaf[i] = i / 8;
    }
    job_of(0, PLAN_WAITS, 64, 60);
    CHECK(plan_starts(&now.cluster, &easy, heap_mem()) == SKED_OK);
    CHECK(now.jobs[0].starts);
}

static plan_job *low_run(uint32_t i, uint32_t first, uint32_t width, sked_time start) {
    plan_job *run = job_of(i, PLAN_RUNS, width, 100000);
    run->stay = PLAN_MAY_GO;
    run->start = start;
    for (; width > 0; width--) {
        sked_set_add(&run->nodes, first++);
    }
    return run;
}

static const plan_rules preempting = {.order = SKED_FCFS, .depth = 1, .steps_max = 20000,
                                      .preempts = 1};

/* Node 0 has a low run, and node 1 nobody. The first job wants two nodes and the licence, so that
 * one must go; meanwhile the second does not take the licence, though it may have node 2. */
static void test_kept_licence(void) {
    plan_job *job;
    make_nodes(3, 1);
    now.cluster.quotas_count = 1;
    now.cluster.capacities[0] = 1;
    low_run(0, 0, 1, 500);
    job = job_of(1, PLAN_WAITS, 2, 60);
    job->tier = 1;
    job->amounts[0] = 1;
    sked_set_remove(&job->allowed, 2);
    job = job_of(2, PLAN_WAITS, 1, 5);
    job->amounts[0] = 1;
    CHECK(plan_starts(&now.cluster, &preempting, heap_mem()) == SKED_OK);
    CHECK(now.jobs[0].goes_for == 2 && sked_set_count(&now.jobs[1].booked) == 2);
    CHECK(!now.jobs[1].starts && !now.jobs[2].starts);
}

/* A run of two nodes is the cheapest. It goes for the first job, and the second one waits for its
 * other node: no more need go. When it is gone, both start, and the low job behind does not. */
static void test_other_node(void) {
    uint32_t i;
    make_nodes(3, 1);
    low_run(0, 0, 1, 1);
    low_run(1, 1, 2, 900);
    for (i = 2; i < 5; i++) {
        job_of(i, PLAN_WAITS, 1, 60)->tier = i < 4;
    }
    CHECK(plan_starts(&now.cluster, &preempting, heap_mem()) == SKED_OK);
    CHECK(now.jobs[0].goes_for == 0 && now.jobs[1].goes_for == 3);
    CHECK(!plan_is_empty(&now.jobs[2].booked) && plan_is_empty(&now.jobs[3].booked));
    now.jobs[1].state = PLAN_IGNORED;
    CHECK(plan_starts(&now.cluster, &preempting, heap_mem()) == SKED_OK);
    CHECK(now.jobs[2].starts && now.jobs[3].starts && !now.jobs[4].starts);
    CHECK(sked_set_equal(&now.jobs[2].nodes, &now.jobs[2].booked));
}

/* By estimates the low job goes first. It would have to go again: so the other one starts. */
static void test_overtaken(void) {
    plan_rules shortest = preempting;
    shortest.order = SKED_SJF;
    make_nodes(1, 1);
    job_of(0, PLAN_WAITS, 1, 60)->tier = 1;
    job_of(1, PLAN_WAITS, 1, 5);
    CHECK(plan_starts(&now.cluster, &shortest, heap_mem()) == SKED_OK);
    CHECK(now.jobs[0].starts && !now.jobs[1].starts);
}

static int is_lost(const plan_job *job, const char *why) {
    return plan_is_empty(&job->booked) && job->lost != NULL && strcmp(job->lost, why) == 0;
}

/* What is booked is given up as soon as it is of no use. */
static void test_lost(void) {
    make_nodes(2, 1);
    low_run(0, 0, 1, 500);
    job_of(1, PLAN_RUNS, 1, 60);
    sked_set_add(&now.jobs[1].nodes, 1);
    job_of(2, PLAN_WAITS, 1, 60)->tier = 1;
    CHECK(plan_starts(&now.cluster, &preempting, heap_mem()) == SKED_OK);
    CHECK(sked_set_has(&now.jobs[2].booked, 0) && now.jobs[2].lost == NULL);
    now.jobs[0].stay = PLAN_STAYS;
    CHECK(plan_starts(&now.cluster, &preempting, heap_mem()) == SKED_OK);
    CHECK(is_lost(&now.jobs[2], "taken"));
    now.jobs[0].stay = PLAN_MAY_GO;
    now.jobs[2].lost = NULL;
    CHECK(plan_starts(&now.cluster, &preempting, heap_mem()) == SKED_OK);
    sked_set_add(&now.cluster.down, 0);
    CHECK(sked_set_has(&now.jobs[2].booked, 0) && now.jobs[2].lost == NULL);
    CHECK(plan_starts(&now.cluster, &preempting, heap_mem()) == SKED_OK);
    CHECK(is_lost(&now.jobs[2], "down"));
}

static void test_all(void) {
    test_kept_licence();
    test_other_node();
    test_overtaken();
    test_lost();
    test_named_node();
    test_whole_cluster();
    try_seeds(1000003, 1001202, try_seed);
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
