/* fattree_units.c - deep tests of the patent's method: plain arrays beside it, all sets of units.
 *
 * SPDX-License-Identifier: MIT
 *
 * Two objects live the same life: one that tries all combinations, and one that searches. Each has
 * a model of its own, which is told what was chosen among equals, and tells all else. */
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#define DEEP_NAME "fattree_units"
#include "harness.h"

enum { SWITCHES = 8, UNITS = 10, UNIT_MAX = 4, PROCESSORS = UNITS * UNIT_MAX, JOBS = 12 };
enum { MASKS = 1 << UNITS, ROOM = 1 << 13 };

/* What lives met: a test that never meets a case would be green, too. */
enum { TIE, UNIQUE, EXACT, SHRUNK, UNPLACED, WENT_ON, ENDED, FOREIGN, MET };
static const char *const met_name[MET] = {
    "several best sets of units", "one best set of units", "an exact fit", "a batch that shrank",
    "a job of a batch that stayed", "a further batch", "a batch that an event ended",
    "idle units under several roots"};
static uint64_t met[MET];

/* ---- the machine ----------------------------------------------------------------------------- */

typedef struct machine {
    uint32_t parent[SWITCHES], links[SWITCHES], leaf[PROCESSORS];
    sked_fattree_settings shape;
    sked_units_settings settings;
    sked_fattree tree;
    sked_align tree_room[ROOM];
    uint32_t units, unit_size, unit_of[PROCESSORS];
    uint64_t cost[MASKS];               /* the sum over pairs; UINT64_MAX: under several roots */
    uint32_t widest;                    /* processors below the largest root */
} machine;

static uint32_t one_in(uint64_t *random, uint32_t bound) {
    return check_below(random, bound) == 0;
}

/* The links between two leaves, and the two of processors; UINT64_MAX: no way. */
static uint64_t way(const machine *m, uint32_t from, uint32_t to) {
    uint64_t links = 2, down;
    uint32_t a, b;
    for (a = from; a != SKED_NONE; links += m->links[a], a = m->parent[a]) {
        for (b = to, down = 0; b != SKED_NONE; down += m->links[b], b = m->parent[b]) {
            if (a == b) {
                return links + down;
            }
        }
    }
    return UINT64_MAX;
}

/* Each switch hangs from an earlier one, or is a root; those without one below are leaves. */
static uint32_t draw_switches(machine *m, uint64_t *random, uint32_t *inner) {
    const uint32_t switches = 1 + check_below(random, SWITCHES), forest = one_in(random, 4);
    uint32_t s;
    for (s = 0; s < switches; s++) {
        const int root = s == 0 || (forest && one_in(random, 3));
        m->parent[s] = root ? SKED_NONE : check_below(random, s);
        m->links[s] = 1 + (one_in(random, 2) ? 0 : check_below(random, 3));
        inner[s] = 0;
        if (!root) {
            inner[m->parent[s]] = 1;
        }
    }
    return switches;
}

/* Gives units to leaves, one to each at first; numbers of processors go by turns at times. */
static void draw_processors(machine *m, uint64_t *random, const uint32_t *inner) {
    uint32_t s, p, leaves[SWITCHES], count = 0, unit_leaf[UNITS], turns = one_in(random, 3);
    for (s = 0; s < m->shape.switches; s++) {
        if (!inner[s]) {
            leaves[count++] = s;
        }
    }
    m->units = count + check_below(random, UNITS - count + 1);
    for (s = 0; s < m->units; s++) {
        unit_leaf[s] = leaves[s < count ? s : check_below(random, count)];
    }
    m->shape.processors = m->units * m->unit_size;
    for (p = 0; p < m->shape.processors; p++) {
        m->leaf[p] = unit_leaf[turns ? p % m->units : p / m->unit_size];
    }
}

/* A unit is the next unit_size processors of a leaf. */
static void cut_units(machine *m) {
    uint32_t s, p, unit = 0, filled = 0;
    for (s = 0; s < m->shape.switches; s++) {
        for (p = 0; p < m->shape.processors; p++) {
            if (m->leaf[p] == s) {
                m->unit_of[p] = unit;
                filled++;
                unit += filled % m->unit_size == 0;
            }
        }
    }
}

static void count_costs(machine *m) {
    uint32_t mask, low, u, leaf_of_unit[UNITS], p;
    for (p = 0; p < m->shape.processors; p++) {
        leaf_of_unit[m->unit_of[p]] = m->leaf[p];
    }
    m->cost[0] = 0;
    for (mask = 1; mask < UINT32_C(1) << m->units; mask++) {
        const uint32_t rest = mask & (mask - 1);
        for (low = 0; (mask >> low & 1u) == 0; low++) {
        }
        m->cost[mask] = m->cost[rest];
        for (u = 0; u < m->units && m->cost[mask] != UINT64_MAX; u++) {
            if ((rest >> u & 1u) != 0) {
                const uint64_t hops = way(m, leaf_of_unit[low], leaf_of_unit[u]);
                m->cost[mask] = hops == UINT64_MAX ? UINT64_MAX : m->cost[mask] + hops;
            }
        }
    }
}

/* The largest set of units under one root. */
static void find_widest(machine *m) {
    uint32_t mask, u, count;
    m->widest = 0;
    for (mask = 1; mask < UINT32_C(1) << m->units; mask++) {
        for (u = 0, count = 0; u < m->units; u++) {
            count += mask >> u & 1u;
        }
        if (m->cost[mask] != UINT64_MAX && count * m->unit_size > m->widest) {
            m->widest = count * m->unit_size;
        }
    }
}

static void draw_machine(machine *m, uint64_t *random) {
    uint32_t inner[SWITCHES];
    memset(m, 0, sizeof *m);
    m->unit_size = 1 + check_below(random, UNIT_MAX);
    m->shape.switches = draw_switches(m, random, inner);
    m->shape.parent = m->parent;
    m->shape.leaf = m->leaf;
    m->shape.links = one_in(random, 2) ? m->links : NULL;
    if (m->shape.links == NULL) {
        uint32_t s;
        for (s = 0; s < SWITCHES; s++) {
            m->links[s] = 1;
        }
    }
    draw_processors(m, random, inner);
    cut_units(m);
    count_costs(m);
    find_widest(m);
    CHECK(sked_fattree_init(&m->tree, &m->shape, m->tree_room, sizeof m->tree_room) == SKED_OK);
    m->settings.tree = &m->tree;
    m->settings.unit_size = m->unit_size;
    m->settings.batch_max = check_below(random, 6);
    m->settings.jobs_max = 1 + check_below(random, JOBS);
    m->settings.options = one_in(random, 2) ? SKED_UNITS_GO_ON : 0;
}

/* ---- the model ------------------------------------------------------------------------------- */

typedef struct model_job {
    uint64_t id;
    uint32_t count;
    int runs;
} model_job;

typedef struct model {
    const machine *on;
    model_job job[JOBS];                /* in the order of their submissions */
    uint32_t jobs;
    uint64_t owner[PROCESSORS];         /* 0: nobody */
    uint64_t batch[64];                 /* ids, in the order in which they are served */
    uint32_t batch_at, batch_count, placed;
    int event;                          /* since the last batch began */
    uint64_t batches, shrinks, exact_fits;
} model;

static uint32_t job_index(const model *m, uint64_t id) {
    uint32_t i = 0;
    while (i < m->jobs && m->job[i].id != id) {
        i++;
    }
    return i;
}

static uint32_t used_in(const model *m, uint32_t unit) {
    uint32_t p, used = 0;
    for (p = 0; p < m->on->shape.processors; p++) {
        used += m->on->unit_of[p] == unit && m->owner[p] != 0;
    }
    return used;
}

static uint32_t idle_units(const model *m, uint32_t *count) {
    uint32_t u, mask = 0;
    *count = 0;
    for (u = 0; u < m->on->units; u++) {
        if (used_in(m, u) == 0) {
            mask |= UINT32_C(1) << u;
            (*count)++;
        }
    }
    return mask;
}

static int has_rest(const model *m, uint32_t rest) {
    uint32_t u;
    for (u = 0; u < m->on->units; u++) {
        const uint32_t used = used_in(m, u);
        if (used > 0 && m->on->unit_size - used == rest) {
            return 1;
        }
    }
    return 0;
}

/* The first jobs of the queue, one fewer as long as they want too much; largest first. */
static void begin_batch(model *m) {
    const uint32_t most = m->on->settings.batch_max == 0 ? 4 : m->on->settings.batch_max;
    uint32_t i, k, sum = 0, idle, count = 0;
    const model_job *batch[JOBS];
    (void)idle_units(m, &idle);
    for (i = 0; i < m->jobs && count < most; i++) {
        if (!m->job[i].runs) {
            batch[count++] = &m->job[i];
            sum += m->job[i].count;
        }
    }
    for (; count > 0 && sum > idle * m->on->unit_size; m->shrinks++) {
        sum -= batch[--count]->count;
        met[SHRUNK]++;
    }
    m->batches += count > 0;
    m->batch_at = m->placed = 0;
    m->batch_count = count;
    for (i = 0; i < count; i++) {
        const model_job *job = batch[i];
        for (k = i; k > 0 && batch[k - 1]->count < job->count; k--) {
            batch[k] = batch[k - 1];
        }
        batch[k] = job;
    }
    for (i = 0; i < count; i++) {
        m->batch[i] = batch[i]->id;
    }
}

/* What a start must be: the least sum, of how many sets of units. */
typedef struct wanted {
    uint64_t id, hops, sets;
    uint32_t count, units;
    int exact;                          /* fills the rest of a busy unit */
} wanted;

static uint32_t bits_of(uint32_t mask) {
    uint32_t count = 0;
    for (; mask > 0; mask &= mask - 1) {
        count++;
    }
    return count;
}

/* Can a job be placed, and how? Tries all sets of idle units. */
static int can_place(const model *m, const model_job *job, wanted *w) {
    const uint32_t size = m->on->unit_size;
    uint32_t idle_count, mask;
    const uint32_t idle = idle_units(m, &idle_count);
    w->id = job->id;
    w->count = job->count;
    w->units = (job->count + size - 1) / size;
    w->exact = job->count < size && has_rest(m, job->count);
    w->hops = UINT64_MAX;
    w->sets = 0;
    if (w->exact) {
        w->hops = 0;
        return 1;
    }
    for (mask = idle; mask > 0; mask = (mask - 1) & idle) {
        if (bits_of(mask) == w->units && m->on->cost[mask] <= w->hops &&
            m->on->cost[mask] != UINT64_MAX) {
            w->sets = m->on->cost[mask] < w->hops ? 1 : w->sets + 1;
            w->hops = m->on->cost[mask];
        }
    }
    met[FOREIGN] += m->on->cost[idle] == UINT64_MAX;
    return w->sets > 0;
}

/* The next start there must be; 0: none. */
static int next_wanted(model *m, wanted *w) {
    for (;;) {
        if (m->event) {
            met[ENDED] += m->batch_at < m->batch_count;
            m->event = 0;
            begin_batch(m);
        } else if (m->batch_at == m->batch_count) {
            if ((m->on->settings.options & SKED_UNITS_GO_ON) == 0 || m->placed == 0) {
                return 0;
            }
            begin_batch(m);
            met[WENT_ON] += m->batch_count > 0;
        }
        while (m->batch_at < m->batch_count) {
            const uint32_t i = job_index(m, m->batch[m->batch_at++]);
            if (i < m->jobs && can_place(m, &m->job[i], w)) {
                return 1;
            }
            met[UNPLACED] += i < m->jobs;
        }
    }
}

/* A start is what it must be: its processors fill units that were idle but for one, or the rest of
 * a busy one. Then it is the model's, too. */
static int accepts(model *m, const wanted *w, const sked_units_start *start, const sked_set *set) {
    uint32_t taken[UNITS] = {0}, p, u, mask = 0, part = 0;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        if (m->owner[p] != 0) {
            return 0;
        }
        taken[m->on->unit_of[p]]++;
        mask |= UINT32_C(1) << m->on->unit_of[p];
    }
    for (u = 0; u < m->on->units; u++) {
        if (taken[u] > 0 && (used_in(m, u) > 0) != w->exact) {
            return 0;
        }
        part += taken[u] > 0 && taken[u] + used_in(m, u) < m->on->unit_size;
    }
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        m->owner[p] = w->id;
    }
    m->job[job_index(m, w->id)].runs = 1;
    m->placed++;
    m->exact_fits += (uint64_t)w->exact;
    met[EXACT] += (uint64_t)w->exact;
    met[TIE] += w->sets > 1 && w->units > 1;
    met[UNIQUE] += w->sets == 1 && w->units > 1;
    return start->id == w->id && start->count == w->count && start->units == w->units &&
           start->hops == w->hops && sked_set_count(set) == w->count &&
           bits_of(mask) == w->units && m->on->cost[mask] == w->hops &&
           part == (w->exact ? 0u : w->count % m->on->unit_size != 0);
}

static void model_take_out(model *m, uint64_t id) {
    const uint32_t at = job_index(m, id);
    uint32_t i, p;
    m->event |= m->job[at].runs;
    for (i = at; i + 1 < m->jobs; i++) {
        m->job[i] = m->job[i + 1];
    }
    m->jobs--;
    for (p = 0; p < PROCESSORS; p++) {
        if (m->owner[p] == id) {
            m->owner[p] = 0;
        }
    }
}

/* ---- a life ---------------------------------------------------------------------------------- */

/* One of the two: the object, the model beside it, and what started last. */
typedef struct pair {
    sked_units units;
    model plain;
    sked_align room[ROOM];
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS)];
    sked_set set;
} pair;

typedef struct life {
    uint64_t seed, random, ids;
    machine on;
    pair pair[2];
    int together;                       /* no tie has parted them yet */
} life;

static void agrees(const life *l, int condition, const char *what) {
    holds(l->seed, condition, what);
}

static void open_life(life *l, uint64_t seed) {
    uint32_t i;
    l->seed = l->random = seed;
    l->ids = 0;
    l->together = 1;
    draw_machine(&l->on, &l->random);
    for (i = 0; i < 2; i++) {
        pair *one = &l->pair[i];
        size_t bytes = 0;
        memset(&one->plain, 0, sizeof one->plain);
        one->plain.on = &l->on;
        l->on.settings.tries_max = i == 0 ? 0 : UINT64_MAX;
        agrees(l, sked_units_bytes(&l->on.settings, &bytes) == SKED_OK && bytes <= sizeof one->room,
               "its size is told");
        memset(one->room, 0x5A, sizeof one->room);
        agrees(l, sked_units_init(&one->units, &l->on.settings, one->room, bytes) == SKED_OK,
               "it is made");
    }
}

static void check_info(const life *l, const pair *one) {
    const model *m = &one->plain;
    sked_units_info info;
    uint32_t i, u, p, busy = 0, allocated = 0, idle, running = 0, used = 0;
    (void)idle_units(m, &idle);
    for (u = 0; u < l->on.units; u++) {
        const uint32_t here = used_in(m, u);
        allocated += here == l->on.unit_size;
        busy += here > 0 && here < l->on.unit_size;
    }
    for (i = 0; i < m->jobs; i++) {
        running += m->job[i].runs != 0;
    }
    for (p = 0; p < l->on.shape.processors; p++) {
        used += m->owner[p] != 0;
    }
    memset(&info, 0, sizeof info);
    agrees(l, sked_units_get_info(&one->units, &info) == SKED_OK, "it reports its state");
    agrees(l, info.units == l->on.units && info.unit_size == l->on.unit_size, "units");
    agrees(l, info.idle == idle && info.busy == busy && info.allocated == allocated,
           "idle, busy and allocated units");
    agrees(l, info.processors == l->on.shape.processors &&
                  info.free == info.processors - used, "free processors");
    agrees(l, info.running == running && info.waiting == m->jobs - running, "jobs");
    agrees(l, info.exact_fits == m->exact_fits, "exact fits");
    agrees(l, info.batches == m->batches, "batches");
    agrees(l, info.shrinks == m->shrinks, "shrinks");
}

/* One step of both: they start the same job, at the same cost, or none. */
static int next_of_both(life *l) {
    wanted w[2];
    int started[2], i, alone = 1;
    memset(w, 0, sizeof w);
    for (i = 0; i < 2; i++) {
        pair *one = &l->pair[i];
        sked_units_start start;
        sked_status status;
        memset(&start, 0, sizeof start);
        one->set = sked_set_of(one->words, l->on.shape.processors);
        started[i] = next_wanted(&one->plain, &w[i]);
        status = sked_units_next(&one->units, &start, &one->set);
        agrees(l, status == (started[i] ? SKED_OK : SKED_DONE), "a start, or none");
        if (started[i] && status == SKED_OK) {
            agrees(l, accepts(&one->plain, &w[i], &start, &one->set), "the start that must be");
            alone = alone && !w[i].exact && w[i].sets == 1;
        } else if (status == SKED_OK || started[i]) {
            return 0;
        }
    }
    if (l->together) {
        const int same = sked_set_equal(&l->pair[0].set, &l->pair[1].set);
        agrees(l, started[0] == started[1] && w[0].id == w[1].id && w[0].hops == w[1].hops,
               "the same, as long as both stand alike");
        agrees(l, same || !alone || !started[0] || w[0].units < 1, "one best set, one choice");
        l->together = same;
    }
    return started[0] || started[1];
}

static void submit_to_both(life *l) {
    const uint32_t size = l->on.unit_size, widest = l->on.widest;
    const uint32_t count = one_in(&l->random, 3)   ? check_below(&l->random, widest + 3)
                           : one_in(&l->random, 2) ? 1 + check_below(&l->random, size)
                                                   : 1 + check_below(&l->random, 2 * size + 2);
    const uint64_t id = one_in(&l->random, 8) ? 1 + check_below(&l->random, 9) : 100 + ++l->ids;
    int i;
    for (i = 0; i < 2; i++) {
        model *m = &l->pair[i].plain;
        sked_status status = SKED_OK;
        if (count == 0) {
            status = SKED_E_NO_WIDTH;
        } else if (count > widest) {
            status = SKED_E_TOO_WIDE;
        } else if (job_index(m, id) < m->jobs) {
            status = SKED_E_DUPLICATE;
        } else if (m->jobs == l->on.settings.jobs_max) {
            status = SKED_E_FULL;
        } else {
            m->job[m->jobs].id = id;
            m->job[m->jobs].count = count;
            m->job[m->jobs++].runs = 0;
            m->event = 1;
        }
        agrees(l, sked_units_submit(&l->pair[i].units, id, count) == status, "submit");
    }
}

/* Ends, or takes back, a job of the first; the second has it, too, but it may be waiting there. */
static void end_in_both(life *l, uint32_t cancels) {
    const model *first = &l->pair[0].plain;
    const uint64_t id = first->jobs > 0 && !one_in(&l->random, 10)
                            ? first->job[check_below(&l->random, first->jobs)].id
                            : 7;
    int i;
    for (i = 0; i < 2; i++) {
        model *m = &l->pair[i].plain;
        const uint32_t at = job_index(m, id);
        sked_status status = SKED_OK;
        if (at == m->jobs) {
            status = SKED_E_UNKNOWN;
        } else if (!cancels && !m->job[at].runs) {
            status = SKED_E_NOT_RUNNING;
        } else {
            model_take_out(m, id);
        }
        agrees(l, (cancels ? sked_units_cancel : sked_units_finish)(&l->pair[i].units, id) ==
                      status, "finish or cancel");
    }
}

static void live_of_seed(uint64_t seed) {
    static life l;
    uint32_t step;
    open_life(&l, seed);
    for (step = 0; step < 60 && check_failed_ == 0; step++) {
        switch (check_below(&l.random, 8)) {
        case 0: case 1: case 2: submit_to_both(&l); break;
        case 3: end_in_both(&l, one_in(&l.random, 3)); break;
        case 4: end_in_both(&l, 0); break;
        case 5: (void)next_of_both(&l); break;
        default:
            while (next_of_both(&l) && check_failed_ == 0) {
            }
            check_info(&l, &l.pair[0]);
            check_info(&l, &l.pair[1]);
        }
    }
    sked_units_destroy(&l.pair[0].units);
    sked_units_destroy(&l.pair[1].units);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void test_all(void) {
    int i;
    try_seeds(1, 10000, live_of_seed);
    for (i = 0; i < MET; i++) {
        check_that(met[i] > 0, met_name[i], 0, "this was met some time", 0);
    }
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, live_of_seed);
}
