/* fattree.c - deep tests of the tree of switches: all vectors, tables of all totals, lives.
 *
 * SPDX-License-Identifier: MIT
 *
 *     build/deep_fattree exhaustive    every state up to order of five small machines, every job */
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#define DEEP_NAME "fattree"
#include "source.h"

#include "fattree_draw.h"
#include "seen.h"

/* ---- which answers were seen ----------------------------------------------------------------- */

typedef enum call_kind {
    FIND, ALLOCATE, FREE_SET, DOWN, UP, JOB, EXPLAIN, HOPS, PICK, CALL_KINDS
} call_kind;

static const seen_call calls[CALL_KINDS] = {
    [FIND] = {"find", {SKED_E_NO_WIDTH, SKED_E_TOO_WIDE, SKED_E_SETTING, SKED_E_RANGE,
                       SKED_E_NOT_FREE, SKED_E_LIMITS, SKED_E_BLOCK}},
    [ALLOCATE] = {"allocate", {SKED_E_RANGE, SKED_E_TAKEN, SKED_E_NOT_FREE}},
    [FREE_SET] = {"free", {SKED_E_RANGE, SKED_E_NOT_BUSY}},
    [DOWN] = {"down", {SKED_E_RANGE}},
    [UP] = {"up", {SKED_E_RANGE}},
    [JOB] = {"batch", {SKED_E_RANGE, SKED_E_NO_WIDTH, SKED_E_TOO_WIDE, SKED_E_SETTING,
                       SKED_E_NOT_FREE, SKED_E_LIMITS}},
    [EXPLAIN] = {"explain", {SKED_E_RANGE, SKED_E_LIMITS, SKED_E_BLOCK}},
    [HOPS] = {"hops", {SKED_E_RANGE, SKED_E_LIMITS}},
    [PICK] = {"picker", {SKED_E_TEMPLATE, SKED_E_NOT_FREE, SKED_E_LIMITS}}};

static seen_times seen[CALL_KINDS];

static void see(call_kind call, sked_status status) {
    see_status(&calls[call], seen[call], status);
}

/* ---- requests at random ---------------------------------------------------------------------- */

typedef struct own_request {
    sked_fattree_request request;
    own_set allowed, excluded, required;
} own_request;

static uint32_t usable_of(const model *m, const sked_fattree_request *request) {
    uint32_t p, usable = 0;
    for (p = 0; p < m->processors; p++) {
        usable += (uint32_t)model_may_use(m, request, p);
    }
    return usable;
}

static void draw_count(source *from, const model *m, sked_fattree_request *r) {
    const uint32_t usable = usable_of(m, r);
    r->count = 1 + below(from, usable > 0 && !one_in(from, 20) ? usable : m->processors);
    if (one_in(from, 5)) {
        r->segment = 1 + below(from, 4);
        if (r->count >= r->segment && !one_in(from, 20)) {
            r->count -= r->count % r->segment;
        }
    }
}

static void draw_sets(source *from, const model *m, own_request *own) {
    sked_fattree_request *r = &own->request;
    if (one_in(from, 4)) {
        r->allowed = some_set(from, m, &own->allowed, ANY, 8 + below(from, 9));
    }
    if (one_in(from, 4)) {
        r->excluded = some_set(from, m, &own->excluded, ANY, below(from, 8));
    }
}

/* A few that are needed, mostly such as may be used. */
static void draw_required(source *from, const model *m, own_request *own) {
    sked_set *set = empty_set(&own->required, m->processors);
    uint32_t tries = below(from, own->request.count + 2);
    for (tries = tries > 4 ? 4 : tries; tries > 0; tries--) {
        const uint32_t p = below(from, m->processors);
        if (model_may_use(m, &own->request, p) || one_in(from, 30)) {
            sked_set_add(set, p);
        }
    }
    own->request.required = set;
}

static void plain_request(source *from, const model *m, own_request *own) {
    memset(&own->request, 0, sizeof own->request);
    own->request.count = 1 + below(from, m->processors);
    if (usable_of(m, &own->request) > 0) {
        own->request.count = 1 + below(from, usable_of(m, &own->request));
    }
}

/* With limits, each by chance. */
static void draw_request(source *from, const model *m, own_request *own) {
    sked_fattree_request *r = &own->request;
    memset(r, 0, sizeof *r);
    draw_sets(from, m, own);
    draw_count(from, m, r);
    if (one_in(from, 4)) {
        draw_required(from, m, own);
    }
    r->mode = one_in(from, 4) ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
    if (one_in(from, 8)) {
        r->steps_max = 1 + below(from, one_in(from, 2) ? 40 : 2000);
    }
    if (one_in(from, 4)) {
        r->levels_max = 1 + below(from, 4);
    }
    if (one_in(from, 6)) {
        r->levels_preferred = 1 + below(from, 4);
    }
    if (one_in(from, 5)) {
        r->leaves_max = 1 + below(from, 5);
    }
    if (one_in(from, 5)) {
        r->fragment_weight_q10 = one_in(from, 4) ? 1024 : 1 + below(from, 1024);
    }
}

/* Now and then one that must be refused. */
static void spoil_request(source *from, const model *m, own_request *own) {
    sked_fattree_request *r = &own->request;
    switch (below(from, 200)) {
    case 0: r->count = 0; break;
    case 1: r->count = m->processors + 1 + below(from, 9); break;
    case 2: r->mode = (sked_fattree_mode)(2 + below(from, 9)); break;
    case 3: r->fragment_weight_q10 = 1025 + below(from, 9); break;
    case 4: r->segment = r->count + 1; break;
    default: break;
    }
    if (r->allowed != NULL) {
        spoil(from, &own->allowed.set);
    }
    if (r->excluded != NULL) {
        spoil(from, &own->excluded.set);
    }
    if (r->required != NULL) {
        spoil(from, &own->required.set);
    }
}

/* ---- what is found --------------------------------------------------------------------------- */

/* Is this request promised the least cost? */
static int is_exact(const sked_fattree_request *r) {
    const int by_table = r->required != NULL || r->fragment_weight_q10 > 0;
    return r->leaves_max == 0 &&
           (by_table || (r->mode == SKED_FATTREE_EXACT && r->steps_max == 0));
}

static void judge_limits(const source *from, const model *m, const sked_fattree_request *r,
                         const model_choice *choice, const sked_set *set) {
    uint32_t p, i;
    int usable = 1, whole = 1;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        usable = usable && model_may_use(m, r, p);
    }
    for (i = 0; i < m->leaves && r->segment > 0; i++) {
        whole = whole && choice->below[m->leaf_at[i]] % r->segment == 0;
    }
    agrees(from, choice->count == r->count, "as many as were asked for");
    agrees(from, usable, "all are free and allowed");
    agrees(from, whole, "segments share a leaf");
    agrees(from, r->required == NULL || sked_set_is_subset(r->required, set), "all required");
    agrees(from, r->leaves_max == 0 || choice->leaves <= r->leaves_max, "few leaves");
    agrees(from, r->levels_max == 0 || choice->levels <= r->levels_max, "few levels");
}

static void judge_bounds(const source *from, const sked_fattree_request *r,
                         const model_verdict *verdict, const sked_fattree_answer *answer) {
    agrees(from,
           answer->hops_lower_bound <= answer->hops && answer->cost_lower_bound <= answer->cost,
           "the least is not above what was found");
    if (r->fragment_weight_q10 == 0) {
        agrees(from,
               answer->cost == answer->hops && answer->cost_lower_bound == answer->hops_lower_bound,
               "without a weight the cost is the hops");
    } else {
        agrees(from, answer->hops_lower_bound == (uint64_t)r->count * (r->count - 1),
               "with a weight the least hops are those in a leaf");
    }
    if (is_exact(r)) {
        agrees(from, answer->cost == answer->cost_lower_bound, "an exact answer is proved");
    }
    if (verdict->known) {
        agrees(from, answer->cost_lower_bound <= verdict->cost, "nothing is below the least told");
        agrees(from, verdict->cost <= answer->cost, "nothing is below the least there is");
        agrees(from, answer->cost != answer->cost_lower_bound || answer->cost == verdict->cost,
               "what is proved is the least");
    }
}

/* Is this switch above leaves alone, by equal links? */
static int is_pod(const model *m, uint32_t v) {
    uint32_t links = 0, i;
    if (v == SKED_NONE || m->levels[v] != 2) {
        return 0;
    }
    for (i = 0; i < m->leaves; i++) {
        const uint32_t leaf = m->leaf_at[i];
        if (m->parent[leaf] == v && links != 0 && m->links[leaf] != links) {
            return 0;
        }
        links = m->parent[leaf] == v ? m->links[leaf] : links;
    }
    return 1;
}

/* What is left over goes to the smallest leaf that holds it: of its pod; or of all leaves below the
 * root, if it is the only one. */
static void judge_leftover(const source *from, const model *m, const sked_fattree_request *r,
                           const model_choice *choice) {
    model_wish wish;
    uint32_t i, k;
    if (!is_exact(r) || r->fragment_weight_q10 > 0 || r->segment > 1 || r->allowed != NULL ||
        r->excluded != NULL || r->required != NULL) {
        return;
    }
    wish = model_wish_of(m, r);
    for (i = 0; i < m->leaves; i++) {
        const uint32_t v = m->leaf_at[i], taken = choice->below[v];
        const int in_pod = is_pod(m, m->parent[v]);
        for (k = 0; k < m->leaves && taken > 0 && taken < wish.room[v]; k++) {
            const uint32_t other = m->leaf_at[k];
            const int beside = (choice->leaves == 1 && model_join(m, v, other) != SKED_NONE &&
                                r->levels_max == 0 && r->levels_preferred == 0) ||
                               (in_pod && m->parent[other] == m->parent[v]);
            agrees(from, !beside || choice->below[other] > 0 || wish.room[other] < taken ||
                             wish.room[other] >= wish.room[v],
                   "what is left over goes to the smallest leaf that holds it");
        }
    }
}

static void judge_answer(const source *from, const model *m, const sked_fattree_request *r,
                         const model_verdict *verdict, const sked_fattree_answer *answer,
                         const sked_set *set) {
    const model_choice choice = model_choice_of(m, set);
    const model_wish wish = model_wish_of(m, r);
    judge_limits(from, m, r, &choice, set);
    agrees(from, choice.hops == answer->hops, "hops are those of all pairs");
    agrees(from, choice.leaves == answer->leaves && choice.levels == answer->levels &&
                     choice.top == answer->top, "leaves, levels and top are those of the set");
    if (choice.hops != MODEL_NEVER && choice.count == r->count) {
        agrees(from, model_cost(m, &wish, choice.hops, choice.below) == answer->cost,
               "cost is hops and what is broken up");
    }
    agrees(from, verdict->levels_max == 0 || choice.levels <= verdict->levels_max,
           "few levels, as preferred");
    judge_bounds(from, r, verdict, answer);
    judge_leftover(from, m, r, &choice);
}

static int same_answer(const sked_fattree_answer *a, const sked_fattree_answer *b) {
    return a->hops == b->hops && a->hops_lower_bound == b->hops_lower_bound && a->cost == b->cost &&
           a->cost_lower_bound == b->cost_lower_bound && a->steps == b->steps &&
           a->leaves == b->leaves && a->levels == b->levels && a->top == b->top;
}

/* A scratch block that is too small by a byte, or not aligned, is refused. */
static void find_without_room(source *from, const model *m, const sked_fattree *tree,
                              const sked_fattree_request *r, const guarded *scratch) {
    const int odd = one_in(from, 2);
    sked_fattree_answer answer;
    own_set own;
    sked_status status;
    memset(&answer, 0x77, sizeof answer);
    sked_set_fill(empty_set(&own, m->processors));
    status = sked_fattree_find(tree, r, &answer, &own.set,
                               (unsigned char *)scratch->block + odd, scratch->bytes - 1);
    see(FIND, status);
    agrees(from, status == SKED_E_BLOCK, "one byte less is refused");
    agrees(from, answer.hops == UINT64_C(0x7777777777777777) &&
                     sked_set_count(&own.set) == m->processors, "a refusal writes nothing");
}

/* Finds, with scratch exactly as long as it was said to be. */
static sked_status find(source *from, const model *m, const sked_fattree *tree,
                        const sked_fattree_request *r, sked_fattree_answer *answer,
                        sked_set *set) {
    size_t bytes = 0;
    const sked_status asked = sked_fattree_find_bytes(tree, r, &bytes);
    guarded scratch = guarded_of(bytes, (int)next_byte(from));
    const sked_status status = sked_fattree_find(tree, r, answer, set, scratch.block, bytes);
    agrees(from, asked == SKED_OK || asked == status, "find refuses what find_bytes refuses");
    if (status == SKED_OK && bytes > 0 && one_in(from, 8)) {
        find_without_room(from, m, tree, r, &scratch);
    }
    guarded_end(from, &scratch);
    see(FIND, status);
    return status;
}

static uint64_t found_known, found_proved;

/* Finds, and compares with all that the model knows. */
static sked_status find_and_judge(source *from, const model *m, const sked_fattree *tree,
                                  const sked_fattree_request *r, uint64_t vectors_max,
                                  own_set *chosen) {
    const model_verdict verdict = model_find(m, r, vectors_max);
    sked_set *set = empty_set(chosen, m->processors);
    sked_fattree_answer answer, before;
    own_set old;
    sked_status status;
    memset(&answer, (int)next_byte(from), sizeof answer);
    before = answer;
    (void)empty_set(&old, m->processors);
    if (one_in(from, 2)) {              /* what was in the set before does not count */
        sked_set_fill(set);
        sked_set_fill(&old.set);
    }
    status = find(from, m, tree, r, &answer, set);
    agrees(from, !verdict.disagree, "the slow ways tell the same");
    agrees(from, status == verdict.status, "find");
    if (status == SKED_OK) {
        judge_answer(from, m, r, &verdict, &answer, set);
        found_known += (uint64_t)verdict.known;
        found_proved += (uint64_t)(answer.cost == answer.cost_lower_bound);
    } else {
        agrees(from, same_answer(&answer, &before) && sked_set_equal(set, &old.set),
               "a refusal leaves answer and set as they were");
    }
    return status;
}

/* ---- small trees beside all vectors ---------------------------------------------------------- */

static void small_of_seed(uint64_t seed, uint64_t vectors_max) {
    static model m;
    static own_request own;
    source from = source_of(seed);
    tree_bounds most = {11, 5, 0};
    sked_fattree tree;
    own_set chosen;
    size_t bytes = 0;
    uint32_t i;
    void *block;
    most.vectors = vectors_max;
    draw_tree(&from, &m, &most);
    block = make_tree(&from, &m, &tree, &bytes);
    restore(&from, &m, &tree);
    plain_request(&from, &m, &own);
    (void)find_and_judge(&from, &m, &tree, &own.request, vectors_max, &chosen);
    for (i = 0; i < 2; i++) {
        draw_request(&from, &m, &own);
        (void)find_and_judge(&from, &m, &tree, &own.request, vectors_max, &chosen);
    }
    sked_fattree_destroy(&tree);
    free(block);
}

/* Larger trees, beside the table of each switch: greedy searches, and such as may not do much. */
static void medium_of_seed(uint64_t seed) {
    static model m;
    static own_request own;
    static const tree_bounds most = {40, 10, UINT64_MAX / 256};
    source from = source_of(seed);
    sked_fattree tree;
    own_set chosen;
    size_t bytes = 0;
    uint32_t i;
    void *block;
    draw_tree(&from, &m, &most);
    block = make_tree(&from, &m, &tree, &bytes);
    restore(&from, &m, &tree);
    for (i = 0; i < 4; i++) {
        draw_request(&from, &m, &own);
        own.request.required = NULL;
        own.request.leaves_max = own.request.fragment_weight_q10 = 0;
        own.request.mode = i % 2 == 0 ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
        own.request.steps_max = i % 2 == 0 ? 0 : 1 + below(&from, 4000);
        (void)find_and_judge(&from, &m, &tree, &own.request, 0, &chosen);
    }
    sked_fattree_destroy(&tree);
    free(block);
}

/* ---- machines of pods beside a table of all totals ------------------------------------------- */

enum { PODS = 8, LEAVES = 16, NODES = 17, MACHINE_LEAVES = PODS * LEAVES,
       MACHINE_PROCESSORS = PODS * LEAVES * NODES };

/* A root, pods, leaves; of each leaf the first processors are free. */
typedef struct machine {
    source from;
    uint32_t pods, leaves, nodes, leaf_links, pod_links;
    uint32_t free_in[MACHINE_LEAVES], wanted[MACHINE_LEAVES];
    uint32_t total;                     /* free */
    int64_t best[MACHINE_PROCESSORS + 1];       /* the largest sum of squares of each total */
    sked_fattree tree;
    void *block, *scratch;
    size_t scratch_bytes;
    sked_set chosen;
    sked_word chosen_words[SKED_SET_WORDS((uint32_t)MACHINE_PROCESSORS)];
    uint64_t decisions, unproved;
} machine;

static void machine_links(const machine *m, sked_fattree_settings *settings, uint32_t *links) {
    uint32_t v;
    for (v = 0; v < settings->switches; v++) {
        links[v] = v == 0 ? 9 : v <= m->pods ? m->pod_links : m->leaf_links;
    }
    if (m->leaf_links != 1 || m->pod_links != 1) {
        settings->links = links;
    }
}

static void machine_open(machine *m, uint32_t pods, uint32_t leaves, uint32_t nodes) {
    static uint32_t parent[1 + PODS + MACHINE_LEAVES], links[1 + PODS + MACHINE_LEAVES];
    static uint32_t leaf[MACHINE_PROCESSORS];
    sked_fattree_settings settings;
    uint32_t fan_out[3], i;
    size_t bytes = 0;
    m->pods = fan_out[0] = pods;
    m->leaves = fan_out[1] = leaves;
    m->nodes = fan_out[2] = nodes;
    memset(&settings, 0, sizeof settings);
    agrees(&m->from, sked_fattree_shape(fan_out, 3, &settings, parent, leaf) == SKED_OK &&
                         settings.switches == 1 + pods + pods * leaves &&
                         settings.processors == pods * leaves * nodes, "a regular shape");
    machine_links(m, &settings, links);
    agrees(&m->from, sked_fattree_bytes(&settings, &bytes) == SKED_OK, "its size is told");
    m->block = room_of(bytes);
    agrees(&m->from, sked_fattree_init(&m->tree, &settings, m->block, bytes) == SKED_OK,
           "a machine is made");
    for (i = 0; i < pods * leaves; i++) {
        m->free_in[i] = nodes;
    }
    m->total = settings.processors;
    m->chosen = sked_set_of(m->chosen_words, settings.processors);
}

static void machine_close(machine *m) {
    sked_fattree_destroy(&m->tree);
    free(m->block);
}

/* Allocates and frees what makes the free counts those that are wanted. */
static void machine_apply(machine *m) {
    sked_word words[2][SKED_SET_WORDS((uint32_t)MACHINE_PROCESSORS)];
    sked_set to_allocate = sked_set_of(words[0], m->chosen.size);
    sked_set to_free = sked_set_of(words[1], m->chosen.size);
    uint32_t i, n;
    m->total = 0;
    for (i = 0; i < m->pods * m->leaves; i++) {
        for (n = m->wanted[i]; n < m->free_in[i]; n++) {
            sked_set_add(&to_allocate, i * m->nodes + n);
        }
        for (n = m->free_in[i]; n < m->wanted[i]; n++) {
            sked_set_add(&to_free, i * m->nodes + n);
        }
        m->free_in[i] = m->wanted[i];
        m->total += m->free_in[i];
    }
    agrees(&m->from, sked_fattree_allocate(&m->tree, &to_allocate) == SKED_OK &&
                         sked_fattree_free(&m->tree, &to_free) == SKED_OK,
           "free counts are set");
}

/* The largest sum of squares below a pod, its own among them, for each total: leaves in falling
 * order (lemma: with equal links below one switch no other filling has a larger sum).
 * Returns the pod's free processors. */
static uint32_t pod_squares(const machine *m, uint32_t pod, int64_t *squares) {
    uint32_t sorted[LEAVES], i, k, n, total = 0;
    int64_t whole = 0;
    for (i = 0; i < m->leaves; i++) {
        const uint32_t here = m->free_in[pod * m->leaves + i];
        for (k = i; k > 0 && sorted[k - 1] < here; k--) {
            sorted[k] = sorted[k - 1];
        }
        sorted[k] = here;
    }
    squares[0] = 0;
    for (i = 0; i < m->leaves; i++) {
        for (n = 1; n <= sorted[i]; n++) {
            const int64_t all = (int64_t)(total + n);
            squares[total + n] = m->leaf_links * (whole + (int64_t)n * n) +
                                 m->pod_links * all * all;
        }
        whole += (int64_t)sorted[i] * sorted[i];
        total += sorted[i];
    }
    return total;
}

/* The best of every total: pod after pod, every total of a pod. */
static void machine_tabulate(machine *m) {
    int64_t squares[LEAVES * NODES + 1];
    uint32_t pod, total = 0, t, x;
    m->best[0] = 0;
    for (pod = 0; pod < m->pods; pod++) {
        const uint32_t here = pod_squares(m, pod, squares);
        for (t = total + here; t > 0; t--) {
            int64_t best = -1;
            for (x = t > total ? t - total : 0; x <= here && x <= t; x++) {
                const int64_t sum = m->best[t - x] + squares[x];
                best = sum > best ? sum : best;
            }
            m->best[t] = best;
        }
        total += here;
    }
}

/* Hops of k processors with such a sum of squares: each link up counts x (k - x). */
static uint64_t machine_hops(const machine *m, uint32_t k, int64_t squares) {
    const int64_t all = (int64_t)k * k;
    return (uint64_t)((int64_t)k * (k - 1) + (m->leaf_links + m->pod_links) * all - squares);
}

/* The sum of squares of what was chosen; -1: it is not k, or not all of it is free. */
static int64_t machine_read(const machine *m, uint32_t k) {
    uint32_t in[MACHINE_LEAVES] = {0}, p, count = 0, pod, i;
    int64_t sum = 0;
    for (p = sked_set_first(&m->chosen); p < m->chosen.size; p = sked_set_next(&m->chosen, p)) {
        if (p % m->nodes >= m->free_in[p / m->nodes]) {
            return -1;
        }
        in[p / m->nodes]++;
        count++;
    }
    for (pod = 0; pod < m->pods; pod++) {
        int64_t below = 0;
        for (i = pod * m->leaves; i < (pod + 1) * m->leaves; i++) {
            sum += (int64_t)m->leaf_links * in[i] * in[i];
            below += in[i];
        }
        sum += m->pod_links * below * below;
    }
    return count == k ? sum : -1;
}

static void machine_find(machine *m, const sked_fattree_request *r, sked_fattree_answer *answer) {
    size_t bytes = 0;
    agrees(&m->from, sked_fattree_find_bytes(&m->tree, r, &bytes) == SKED_OK, "scratch is told");
    if (bytes > m->scratch_bytes) {
        free(m->scratch);
        m->scratch = room_of(bytes);
        m->scratch_bytes = bytes;
    }
    memset(answer, 0, sizeof *answer);
    agrees(&m->from, sked_fattree_find(&m->tree, r, answer, &m->chosen, m->scratch, bytes) ==
                         SKED_OK, "enough are free");
}

/* One decision: hops, proof and choice are those of the table. */
static void machine_decide(machine *m, const sked_fattree_request *r) {
    const uint64_t hops = machine_hops(m, r->count, m->best[r->count]);
    sked_fattree_answer answer;
    machine_find(m, r, &answer);
    agrees(&m->from, answer.hops == hops, "the least hops of the table");
    agrees(&m->from, answer.hops_lower_bound == hops, "proved");
    agrees(&m->from, machine_read(m, r->count) == m->best[r->count],
           "the choice has the squares of the table");
    m->decisions++;
}

/* A job by the search for machines of pods; now and then by the table for any tree, too, which a
 * required set leads to, if it is empty. */
static void machine_job(machine *m, uint32_t count, int both) {
    sked_word words[SKED_SET_WORDS((uint32_t)MACHINE_PROCESSORS)];
    sked_fattree_request r;
    sked_set none;
    memset(&r, 0, sizeof r);
    r.count = count;
    machine_decide(m, &r);
    if (both) {
        none = sked_set_of(words, m->chosen.size);
        r.required = &none;
        machine_decide(m, &r);
    }
}

/* A greedy search, or one that may not do much: what it finds and what it proves have the table's
 * hops between them. */
static void machine_bounds(machine *m, uint32_t count) {
    const uint64_t hops = machine_hops(m, count, m->best[count]);
    sked_fattree_request r;
    sked_fattree_answer answer;
    int64_t squares;
    memset(&r, 0, sizeof r);
    r.count = count;
    r.mode = one_in(&m->from, 2) ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
    r.steps_max = r.mode == SKED_FATTREE_GREEDY ? 0 : 1 + below(&m->from, 4000);
    machine_find(m, &r, &answer);
    squares = machine_read(m, count);
    agrees(&m->from, answer.hops_lower_bound <= hops, "no choice has fewer than the least told");
    agrees(&m->from, squares >= 0 && answer.hops == machine_hops(m, count, squares),
           "the hops told are those of the choice");
    agrees(&m->from, answer.hops >= hops, "no choice has fewer than those of the table");
    m->decisions++;
    m->unproved += answer.hops_lower_bound < answer.hops;
}

/* Four kinds of state, and the hard one: the others are seldom far from what is obvious. */
static void machine_state(machine *m, uint32_t kind) {
    const uint32_t share = below(&m->from, 257);
    uint32_t pod_share = share, i, n;
    for (i = 0; i < m->pods * m->leaves; i++) {
        uint32_t here = below(&m->from, m->nodes + 1);
        if (i % m->leaves == 0 && kind == 3) {
            pod_share = below(&m->from, 2 * share + 1);
        }
        if (kind == 0 ? one_in(&m->from, 2) : kind == 4 && below(&m->from, 256) >= share) {
            here = below(&m->from, 4);
            here = here > m->nodes ? m->nodes : here;
        } else if (kind == 4) {
            here = m->nodes;
        } else if (kind == 2 || kind == 3) {
            for (here = 0, n = 0; n < m->nodes; n++) {
                here += below(&m->from, 256) < pod_share;
            }
        }
        m->wanted[i] = here;
    }
    machine_apply(m);
    machine_tabulate(m);
}

static void machine_jobs(machine *m, uint32_t jobs) {
    uint32_t i;
    for (i = 0; i < jobs && m->total > 0; i++) {
        const uint32_t count = 1 + below(&m->from, m->total);
        machine_job(m, count, one_in(&m->from, 16));
        if (one_in(&m->from, 4)) {
            machine_bounds(m, count);
        }
    }
}

static void draw_weights(machine *m) {
    m->leaf_links = m->pod_links = 1;
    if (one_in(&m->from, 4)) {
        m->leaf_links = 1 + below(&m->from, 5);
        m->pod_links = 1 + below(&m->from, 5);
    }
    if (one_in(&m->from, 64)) {         /* sums beyond 32 bits */
        m->leaf_links <<= 22;
        m->pod_links <<= 22;
    }
}

static uint64_t decided, unproved;

/* HARD: few pods of few leaves, most of these nearly empty or wide; WIDE: pods of many windows. */
typedef enum machine_kind { HARD, MIXED, WIDE } machine_kind;

/* A machine, in so many states. */
static void machine_of_seed(uint64_t seed, uint32_t states, machine_kind kind) {
    static machine m;
    uint32_t pods, leaves, nodes, i;
    memset(&m, 0, sizeof m);
    m.from = source_of(seed);
    draw_weights(&m);
    pods = kind == HARD ? 2 + below(&m.from, 3) : 1 + below(&m.from, PODS);
    leaves = kind == HARD ? 2 + below(&m.from, 4) : 1 + below(&m.from, 8);
    nodes = kind == MIXED ? 1 + below(&m.from, 12) : 4 + below(&m.from, NODES - 3);
    leaves += kind == WIDE ? LEAVES - 8 : 0;
    machine_open(&m, pods, leaves, nodes);
    for (i = 0; i < states; i++) {
        machine_state(&m, kind == HARD ? 0 : kind == WIDE ? i % 5 : 1 + below(&m.from, 4));
        machine_jobs(&m, kind == HARD ? 8 : 20);
    }
    machine_close(&m);
    free(m.scratch);
    decided += m.decisions;
    unproved += m.unproved;
}

/* A state by hand, one job, and its hops; then every job against the table. */
static void check_state(uint32_t pods, uint32_t leaves, const char *free_in, uint32_t count,
                        uint64_t hops) {
    static machine m;
    sked_fattree_request r;
    sked_fattree_answer answer;
    uint32_t i;
    memset(&m, 0, sizeof m);
    m.from = source_of(1);
    m.leaf_links = m.pod_links = 1;
    machine_open(&m, pods, leaves, 10);
    for (i = 0; i < pods * leaves; i++) {
        m.wanted[i] = free_in[i] == 'a' ? 10 : (uint32_t)(free_in[i] - '0');
    }
    machine_apply(&m);
    machine_tabulate(&m);
    memset(&r, 0, sizeof r);
    r.count = count;
    machine_find(&m, &r, &answer);
    CHECK(answer.hops == hops && answer.hops_lower_bound == hops);
    for (i = 1; i <= m.total; i++) {
        machine_job(&m, i, 1);
    }
    machine_close(&m);
    free(m.scratch);
}

/* States of which a plausible shortcut gets the hops wrong. */
static void test_known_states(void) {
    /* The lowest level that fits: ten leaves of one, instead of 9 + 1 in two pods. */
    check_state(3, 10, "1111111111" "9000000000" "1000000000", 10, 126);
    /* Pods of which only full leaves are used, but for one pod: the best is 6 and 7 + 1 of 2. */
    check_state(2, 4, "6221" "7200", 14, 3 * 14 * 14 - 14 - 186);
    /* The largest leaves first: 3 + 3 + 3 in three pods, instead of 8 + 1. */
    check_state(4, 4, "3310" "2131" "1232" "1203", 9, 150);
    /* A pod with less than a leaf used beside one that is nearly full. */
    check_state(3, 5, "aa652" "99331" "aa200", 72, 3 * 72 * 72 - 72 - 2482);
}

/* ---- every state up to order ----------------------------------------------------------------- */

enum { POD_STATES = 400 };

/* All states of a pod up to the order of its leaves: counts that do not rise.
 * Returns how many. */
static uint32_t list_pod_states(uint32_t leaves, uint32_t nodes, uint32_t states[][LEAVES]) {
    uint32_t now[LEAVES] = {0}, count = 0, i;
    do {
        memcpy(states[count++], now, sizeof now);
        for (i = leaves; i-- > 0;) {
            if (now[i] < (i == 0 ? nodes : now[i - 1])) {
                break;
            }
        }
        if (i < leaves) {
            now[i]++;
            memset(&now[i + 1], 0, (leaves - 1 - i) * sizeof now[0]);
        }
    } while (i < leaves);
    return count;
}

/* Every state up to the order of pods and leaves, and every job: by the search for pods; in one
 * state of `both`, by the table, too. */
static void exhaust(uint32_t pods, uint32_t leaves, uint32_t nodes, uint32_t both,
                    uint64_t expected) {
    static machine m;
    static uint32_t states[POD_STATES][LEAVES];
    uint32_t which[PODS] = {0}, number = 0, pod, k;
    const uint32_t count = list_pod_states(leaves, nodes, states);
    uint64_t jobs = 0;
    memset(&m, 0, sizeof m);
    m.from = source_of(1);
    m.leaf_links = m.pod_links = 1;
    machine_open(&m, pods, leaves, nodes);
    do {
        for (pod = 0; pod < pods; pod++) {
            memcpy(&m.wanted[pod * leaves], states[which[pod]], leaves * sizeof states[0][0]);
        }
        machine_apply(&m);
        machine_tabulate(&m);
        for (k = 1; k <= m.total; k++, jobs++) {
            machine_job(&m, k, number % both == 0);
        }
        number++;
        for (pod = pods; pod-- > 0;) {
            if (which[pod] < (pod == 0 ? count - 1 : which[pod - 1])) {
                break;
            }
        }
        if (pod < pods) {
            which[pod]++;
            memset(&which[pod + 1], 0, (pods - 1 - pod) * sizeof which[0]);
        }
    } while (pod < pods);
    CHECK(jobs == expected);
    machine_close(&m);
    free(m.scratch);
}

static void test_every_state(void) {
    static const struct {
        uint32_t pods, leaves, nodes;
        uint64_t jobs;
    } shapes[] = {{2, 3, 9, 656370}, {2, 4, 7, 1529220}, {3, 2, 7, 177156}, {3, 3, 4, 139860},
                  {4, 2, 4, 48960}};
    size_t i;
    for (i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        fprintf(stderr, "%lux%lux%lu: %lu jobs\n", (unsigned long)shapes[i].pods,
                (unsigned long)shapes[i].leaves, (unsigned long)shapes[i].nodes,
                (unsigned long)shapes[i].jobs);
        exhaust(shapes[i].pods, shapes[i].leaves, shapes[i].nodes, 8, shapes[i].jobs);
    }
}

/* ---- lives ----------------------------------------------------------------------------------- */

typedef struct life {
    source from;
    uint32_t step;
    uint64_t vectors;                   /* that may be tried for an answer */
    model m;
    sked_fattree tree;
    void *block, *mirror;               /* mirror: the block's bytes after the last change */
    size_t bytes;
} life;

static void remember(life *l) {
    memcpy(l->mirror, l->block, l->bytes);
}

static int is_unchanged(const life *l) {
    return memcmp(l->mirror, l->block, l->bytes) == 0;
}

static void open_life(life *l) {
    static const tree_bounds small = {9, 5, 4000}, large = {40, 12, UINT64_MAX / 256};
    const int is_small = !one_in(&l->from, 3);
    l->vectors = 4000;
    draw_tree(&l->from, &l->m, is_small ? &small : &large);
    l->block = make_tree(&l->from, &l->m, &l->tree, &l->bytes);
    l->mirror = room_of(l->bytes);
    restore(&l->from, &l->m, &l->tree);
    remember(l);
}

static void give_back(life *l) {
    sked_fattree_info info;
    sked_fattree_destroy(&l->tree);
    agrees(&l->from, sked_fattree_get_info(&l->tree, &info) == SKED_E_EMPTY, "a handle on nothing");
    free(l->block);
}

/* It goes on in another block. */
static void move_to(life *l, const sked_fattree *moved, void *block) {
    give_back(l);
    l->tree = *moved;
    l->block = block;
    remember(l);
}

static void close_life(life *l) {
    sked_fattree_info info;
    give_back(l);
    sked_fattree_destroy(&l->tree);
    agrees(&l->from,
           sked_fattree_get_info(&l->tree, &info) == SKED_E_EMPTY &&
               sked_fattree_validate(&l->tree) == SKED_E_EMPTY,
           "what was dropped is empty");
    free(l->mirror);
}

/* ---- ... changes */

static void judge_change(life *l, call_kind call, sked_status told, sked_status expected) {
    see(call, told);
    agrees(&l->from, told == expected, calls[call].name);
    agrees(&l->from, told == SKED_OK || is_unchanged(l), "what was refused has changed no byte");
    remember(l);
}

/* A set of one kind mostly, now and then with others in it. */
static sked_set *set_to_change(life *l, own_set *own, admitted which) {
    const admitted mostly = one_in(&l->from, 8) ? ANY : which;
    sked_set *set = some_set(&l->from, &l->m, own, mostly, 1 + below(&l->from, 16));
    spoil(&l->from, set);
    return set;
}

static void do_allocate(life *l) {
    own_set own;
    const sked_set *set = set_to_change(l, &own, FREE);
    const sked_status told = sked_fattree_allocate(&l->tree, set);
    judge_change(l, ALLOCATE, told, model_allocate(&l->m, set));
}

static void do_free(life *l) {
    own_set own;
    const sked_set *set = set_to_change(l, &own, BUSY);
    const sked_status told = sked_fattree_free(&l->tree, set);
    judge_change(l, FREE_SET, told, model_free(&l->m, set));
}

static void do_down(life *l) {
    own_set own;
    const sked_set *set = set_to_change(l, &own, one_in(&l->from, 2) ? FREE : BUSY);
    const sked_status told = sked_fattree_down(&l->tree, set);
    judge_change(l, DOWN, told, model_break(&l->m, set, 1));
}

static void do_up(life *l) {
    own_set own;
    const sked_set *set = set_to_change(l, &own, DOWN_ONES);
    const sked_status told = sked_fattree_up(&l->tree, set);
    judge_change(l, UP, told, model_break(&l->m, set, 0));
}

/* ---- ... finding */

static void draw_any_request(life *l, own_request *own) {
    if (one_in(&l->from, 3)) {
        plain_request(&l->from, &l->m, own);
    } else {
        draw_request(&l->from, &l->m, own);
        spoil_request(&l->from, &l->m, own);
    }
}

static void do_find(life *l) {
    own_request own;
    own_set chosen;
    sked_status status;
    draw_any_request(l, &own);
    status = find_and_judge(&l->from, &l->m, &l->tree, &own.request, l->vectors, &chosen);
    agrees(&l->from, is_unchanged(l), "to find changes nothing");
    if (status == SKED_OK && one_in(&l->from, 3)) {
        status = sked_fattree_allocate(&l->tree, &chosen.set);
        judge_change(l, ALLOCATE, status, model_allocate(&l->m, &chosen.set));
    }
}

/* The set that the answer goes to has another size. */
static void do_find_into_wrong_set(life *l) {
    own_request own;
    own_set chosen;
    sked_fattree_answer answer;
    plain_request(&l->from, &l->m, &own);
    (void)empty_set(&chosen, l->m.processors + (one_in(&l->from, 2) ? 1u : 64u));
    agrees(&l->from, find(&l->from, &l->m, &l->tree, &own.request, &answer, &chosen.set) ==
                         SKED_E_RANGE && sked_set_count(&chosen.set) == 0,
           "a set of another size is refused");
    agrees(&l->from, is_unchanged(l), "to refuse changes nothing");
}

/* Two trees of one content answer alike, down to the steps. */
static void compare_answers(life *l, const sked_fattree *other) {
    own_request own;
    own_set one_set, two_set;
    sked_fattree_answer one, two;
    size_t one_bytes = 0, two_bytes = 0;
    sked_status status;
    draw_any_request(l, &own);
    memset(&one, 0, sizeof one);
    memset(&two, 0, sizeof two);
    (void)empty_set(&one_set, l->m.processors);
    (void)empty_set(&two_set, l->m.processors);
    status = find(&l->from, &l->m, &l->tree, &own.request, &one, &one_set.set);
    agrees(&l->from, find(&l->from, &l->m, other, &own.request, &two, &two_set.set) == status,
           "equal trees, the same status");
    agrees(&l->from, same_answer(&one, &two), "equal trees, the same answer");
    agrees(&l->from, sked_set_equal(&one_set.set, &two_set.set), "equal trees, the same choice");
    agrees(&l->from, sked_fattree_find_bytes(&l->tree, &own.request, &one_bytes) ==
                         sked_fattree_find_bytes(other, &own.request, &two_bytes) &&
                         one_bytes == two_bytes, "equal trees, the same need of scratch");
}

/* ---- ... batches */

enum { JOBS = 6 };

typedef struct batch {
    own_request own[JOBS];
    own_set chosen[JOBS], expected_set[JOBS];
    sked_fattree_job jobs[JOBS], expected[JOBS];
    uint32_t order[JOBS], count;
    size_t scratch;
} batch;

static void draw_batch(life *l, batch *b) {
    uint32_t i, k;
    b->count = below(&l->from, JOBS + 1);
    b->scratch = 0;
    for (i = 0; i < b->count; i++) {
        size_t bytes = 0;
        draw_any_request(l, &b->own[i]);
        if (b->own[i].request.count > 4 && !one_in(&l->from, 4)) {
            b->own[i].request.segment = 0;
            b->own[i].request.count = 1 + below(&l->from, b->own[i].request.count / 2);
        }
        memset(&b->jobs[i], 0x66, sizeof b->jobs[i]);
        b->jobs[i].request = b->own[i].request;
        b->jobs[i].set = *empty_set(&b->chosen[i], l->m.processors);
        if (one_in(&l->from, 40)) {
            memset(&b->own[i].request, 0, sizeof b->own[i].request);
            b->own[i].request.count = 1;
            b->jobs[i].request = b->own[i].request;
            b->jobs[i].set.size++;
        }
        if (sked_fattree_find_bytes(&l->tree, &b->jobs[i].request, &bytes) == SKED_OK &&
            bytes > b->scratch) {
            b->scratch = bytes;
        }
        for (k = i; k > 0 && b->jobs[b->order[k - 1]].request.count < b->jobs[i].request.count;
             k--) {
            b->order[k] = b->order[k - 1];
        }
        b->order[k] = i;
    }
}

/* What the jobs get one by one, on a branch of the tree. */
static void expect_batch(life *l, batch *b) {
    void *block = room_of(l->bytes);
    sked_fattree tree;
    uint32_t i;
    agrees(&l->from, sked_fattree_branch(&l->tree, &tree, block, l->bytes) == SKED_OK, "branched");
    for (i = 0; i < b->count; i++) {
        const sked_fattree_job *job = &b->jobs[b->order[i]];
        sked_fattree_job *expected = &b->expected[b->order[i]];
        *expected = *job;
        expected->set = *empty_set(&b->expected_set[b->order[i]], l->m.processors);
        expected->status = SKED_E_RANGE;
        if (job->set.size == l->m.processors) {
            expected->status = find(&l->from, &l->m, &tree, &job->request, &expected->answer,
                                    &expected->set);
        }
        if (expected->status == SKED_OK) {
            agrees(&l->from, sked_fattree_allocate(&tree, &expected->set) == SKED_OK, "taken");
        }
    }
    sked_fattree_destroy(&tree);
    free(block);
}

static void do_batch(life *l) {
    static batch b;
    guarded scratch;
    uint32_t i;
    draw_batch(l, &b);
    expect_batch(l, &b);
    scratch = guarded_of(b.scratch, (int)next_byte(&l->from));
    agrees(&l->from, sked_fattree_batch(&l->tree, b.jobs, b.count, scratch.block, b.scratch) ==
                         SKED_OK, "a batch");
    guarded_end(&l->from, &scratch);
    for (i = 0; i < b.count; i++) {
        const sked_fattree_job *job = &b.jobs[i], *expected = &b.expected[i];
        see(JOB, job->status);
        agrees(&l->from, job->status == expected->status, "a job of a batch has its status");
        if (job->status == SKED_OK) {
            agrees(&l->from, same_answer(&job->answer, &expected->answer) &&
                                 sked_set_equal(&job->set, &expected->set),
                   "a job of a batch has its processors");
            agrees(&l->from, model_allocate(&l->m, &job->set) == SKED_OK, "they were free");
        }
    }
    remember(l);
}

/* ---- ... copies */

static void do_branch(life *l) {
    void *block = room_of(l->bytes);
    sked_fattree branch;
    memset(block, 0x3c, l->bytes);
    agrees(&l->from, sked_fattree_branch(&l->tree, &branch, block, l->bytes - 1) == SKED_E_BLOCK,
           "a block that is too small by a byte");
    agrees(&l->from, sked_fattree_branch(&l->tree, &branch, block, l->bytes) == SKED_OK,
           "it branches");
    agrees(&l->from, is_unchanged(l), "to branch changes nothing");
    compare_answers(l, &branch);
    move_to(l, &branch, block);
}

static void do_clone(life *l) {
    meter memory = {0};
    sked_fattree clone;
    agrees(&l->from, sked_fattree_clone(&l->tree, &clone, meter_mem(&memory)) == SKED_OK,
           "a clone");
    agrees(&l->from, is_unchanged(l) && memory.live_bytes == l->bytes, "to clone changes nothing");
    compare_answers(l, &clone);
    sked_fattree_destroy(&clone);
    agrees(&l->from, meter_is_clean(&memory), "the clone's block is given back");
}

/* What a tree is does not depend on how it came to be so. */
static void do_restore(life *l) {
    sked_fattree fresh;
    size_t bytes = 0;
    void *block = make_tree(&l->from, &l->m, &fresh, &bytes);
    restore(&l->from, &l->m, &fresh);
    agrees(&l->from, bytes == l->bytes, "as large as before");
    compare_answers(l, &fresh);
    compare_answers(l, &fresh);
    if (one_in(&l->from, 2)) {
        move_to(l, &fresh, block);
    } else {
        sked_fattree_destroy(&fresh);
        free(block);
    }
}

/* A tree made by memory of ours, instead of in a block. */
static void do_make(life *l) {
    const sked_fattree_settings settings = settings_of(&l->m);
    sked_fattree made;
    meter memory = {0};
    agrees(&l->from, sked_fattree_create(&made, &settings, meter_mem(&memory)) == SKED_OK, "made");
    restore(&l->from, &l->m, &made);
    compare_answers(l, &made);
    sked_fattree_destroy(&made);
    agrees(&l->from, meter_is_clean(&memory), "its block is given back");
}

/* ---- ... reading */

static void compare_info(const life *l) {
    const model *m = &l->m;
    sked_fattree_info info;
    uint32_t v, p, roots = 0, levels = 0, free_count = 0, busy = 0, down = 0;
    for (v = 0; v < m->switches; v++) {
        roots += m->parent[v] == SKED_NONE;
        levels = m->levels[v] > levels ? m->levels[v] : levels;
    }
    for (p = 0; p < m->processors; p++) {
        free_count += (uint32_t)model_is_free(m, p);
        busy += m->busy[p];
        down += m->down[p];
    }
    memset(&info, 0, sizeof info);
    agrees(&l->from,
           sked_fattree_get_info(&l->tree, &info) == SKED_OK && info.bytes == l->bytes &&
               info.switches == m->switches && info.leaves == m->leaves && info.roots == roots &&
               info.levels == levels && info.processors == m->processors,
           "the info of the tree");
    agrees(&l->from, info.free == free_count && info.busy == busy && info.down == down,
           "the info of processors");
}

static void compare_switches(const life *l) {
    const model *m = &l->m;
    uint32_t room[MODEL_SWITCHES] = {0}, all[MODEL_SWITCHES] = {0}, v, p, leaf;
    for (p = 0; p < m->processors; p++) {
        model_add_above(m, room, m->leaf[p], (uint32_t)model_is_free(m, p));
        model_add_above(m, all, m->leaf[p], 1);
        agrees(&l->from, sked_fattree_get_leaf(&l->tree, p, &leaf) == SKED_OK && leaf == m->leaf[p],
               "the leaf of a processor");
    }
    for (v = 0; v < m->switches; v++) {
        sked_fattree_switch info;
        memset(&info, 0, sizeof info);
        agrees(&l->from, sked_fattree_get_switch(&l->tree, v, &info) == SKED_OK &&
                             info.parent == m->parent[v] && info.levels == m->levels[v] &&
                             info.children == m->children[v] && info.processors == all[v] &&
                             info.free == room[v], "the info of a switch");
    }
}

static void compare_sets(const life *l) {
    own_set own[3], expected;
    sked_set *free_set = empty_set(&own[0], l->m.processors);
    sked_set *busy = empty_set(&own[1], l->m.processors);
    sked_set *down = empty_set(&own[2], l->m.processors);
    agrees(&l->from, sked_fattree_get_sets(&l->tree, free_set, busy, down) == SKED_OK &&
                         sked_set_equal(free_set, all_set(&l->m, &expected, FREE)) &&
                         sked_set_equal(busy, all_set(&l->m, &expected, BUSY)) &&
                         sked_set_equal(down, all_set(&l->m, &expected, DOWN_ONES)),
           "the sets of processors");
}

static void do_hops(life *l) {
    const model *m = &l->m;
    const uint32_t a = below(&l->from, m->processors), b = below(&l->from, m->processors);
    const uint32_t to = one_in(&l->from, 20) ? m->processors : b;
    sked_status expected = SKED_OK;
    uint64_t path = 0, hops = 0;
    sked_status told = sked_fattree_hops(&l->tree, a, to, &hops);
    if (to == m->processors) {
        expected = SKED_E_RANGE;
    } else if (a != b) {
        path = m->apart[m->leaf[a]][m->leaf[b]];
        expected = path == MODEL_NEVER ? SKED_E_LIMITS : SKED_OK;
    }
    see(HOPS, told);
    agrees(&l->from, told == expected && (told != SKED_OK || hops == path), "hops of a pair");
}

static guarded explain_room(life *l) {
    size_t bytes = 0;
    agrees(&l->from, sked_fattree_explain_bytes(&l->tree, &bytes) == SKED_OK, "room to explain");
    return guarded_of(bytes, (int)next_byte(&l->from));
}

static void do_explain(life *l) {
    const model *m = &l->m;
    own_set own;
    sked_set *set = some_set(&l->from, m, &own, ANY, below(&l->from, 17));
    guarded scratch = explain_room(l);
    const int short_room = scratch.bytes > 0 && one_in(&l->from, 12);
    sked_status expected = SKED_E_RANGE, told;
    sked_fattree_answer answer;
    uint64_t least = 0;
    model_choice choice;
    memset(&choice, 0, sizeof choice);
    spoil(&l->from, set);
    if (!model_is_foreign(m, set) && sked_set_count(set) > 0) {
        choice = model_choice_of(m, set);
        expected = choice.hops == MODEL_NEVER ? SKED_E_LIMITS
                                              : short_room ? SKED_E_BLOCK : SKED_OK;
    }
    told = sked_fattree_explain(&l->tree, set, &answer, one_in(&l->from, 4) ? NULL : &least,
                                scratch.block, scratch.bytes - (size_t)short_room);
    see(EXPLAIN, told);
    agrees(&l->from, told == expected || (short_room && told == SKED_E_BLOCK), "explain");
    agrees(&l->from,
           told != SKED_OK || (answer.hops == choice.hops && answer.leaves == choice.leaves &&
                               answer.levels == choice.levels && answer.top == choice.top &&
                               answer.hops_lower_bound == 0 && answer.cost == 0 &&
                               answer.cost_lower_bound == 0 && answer.steps == 0),
           "a choice is explained");
    agrees(&l->from, told != SKED_OK || least == 0 ||
                         least == (uint64_t)choice.count * (choice.count - 1),
           "the least is that of a leaf");
    guarded_end(&l->from, &scratch);
    agrees(&l->from, is_unchanged(l), "to explain changes nothing");
}

static void do_read(life *l) {
    compare_switches(l);
    compare_sets(l);
    do_hops(l);
    do_explain(l);
    do_explain(l);
    do_explain(l);
    agrees(&l->from, is_unchanged(l), "to read changes nothing");
}

/* ---- ... day by day */

static void do_step(life *l) {
    const uint32_t what = below(&l->from, 24);
    if (tracing) {
        printf("%4lu %lu\n", (unsigned long)l->step, (unsigned long)what);
    }
    switch (what) {
    case 0: case 1: case 2: do_allocate(l); break;
    case 3: case 4: case 5: case 6: do_free(l); break;
    case 7: one_in(&l->from, 3) ? do_down(l) : do_up(l); break;
    case 8: one_in(&l->from, 2) ? do_up(l) : do_free(l); break;
    case 9: case 10: do_batch(l); break;
    case 11: one_in(&l->from, 2) ? do_branch(l) : do_clone(l); break;
    case 12: one_in(&l->from, 4) ? do_make(l) : do_restore(l); break;
    case 13: case 14: do_read(l); break;
    case 15: do_find_into_wrong_set(l); break;
    default: do_find(l); break;
    }
}

static void live(life *l) {
    const uint32_t steps = 40;
    open_life(l);
    for (l->step = 1; l->step <= steps && !l->from.over; l->step++) {
        do_step(l);
        agrees(&l->from, sked_fattree_validate(&l->tree) == SKED_OK, "it is sound");
        compare_info(l);
    }
    close_life(l);
}

static void live_of(source from) {
    static life l;
    memset(&l, 0, sizeof l);
    l.from = from;
    live(&l);
}

static void live_of_seed(uint64_t seed) {
    live_of(source_of(seed));
}

/* ---- pickers --------------------------------------------------------------------------------- */

enum { KINDS = 4 };

typedef struct pickers {
    source from;
    model m, all_free;                  /* of the chooser's tree; of one beside it */
    sked_fattree tree, beside;
    own_request own[KINDS];
    sked_fattree_request kinds[KINDS];
    sked_fattree_picker_settings settings;
    sked_fattree_picker chooser;
    guarded scratch;
} pickers;

/* What the widest job of a kind needs. */
static size_t scratch_of_kind(const pickers *p, const sked_fattree_request *kind) {
    sked_fattree_request widest = *kind;
    own_set any;
    size_t bytes = 0;
    widest.count = p->m.processors;
    widest.count -= widest.segment > 0 ? widest.count % widest.segment : 0;
    widest.allowed = empty_set(&any, p->m.processors);
    if (widest.count > 0) {
        agrees(&p->from, sked_fattree_find_bytes(&p->tree, &widest, &bytes) == SKED_OK,
               "scratch for the widest job");
    }
    return bytes;
}

/* A kind whose segment is larger than the tree suits no job: then there is no picker. */
static int kinds_are_good(const pickers *p) {
    uint32_t i;
    for (i = 0; i < p->settings.templates_count; i++) {
        if (p->kinds[i].segment > p->m.processors) {
            return 0;
        }
    }
    return 1;
}

static int open_kinds(pickers *p) {
    sked_fattree_request none;
    sked_status due;
    size_t most, told = 0;
    uint32_t i;
    memset(&none, 0, sizeof none);
    p->settings.templates_count = below(&p->from, KINDS + 1);
    p->settings.templates = p->settings.templates_count == 0 ? NULL : p->kinds;
    most = p->settings.templates == NULL ? scratch_of_kind(p, &none) : 0;
    for (i = 0; i < p->settings.templates_count; i++) {
        size_t bytes;
        draw_request(&p->from, &p->all_free, &p->own[i]);
        p->kinds[i] = p->own[i].request;
        bytes = scratch_of_kind(p, &p->kinds[i]);
        most = bytes > most ? bytes : most;
    }
    due = kinds_are_good(p) ? SKED_OK : SKED_E_RANGE;
    p->settings.tree = &p->tree;
    agrees(&p->from, sked_fattree_picker_bytes(&p->settings, &told) == due &&
                         told == (due == SKED_OK ? most : 0),
           "the picker reports what the widest job of the neediest kind takes");
    p->scratch = guarded_of(most, (int)next_byte(&p->from));
    agrees(&p->from, most == 0 || due != SKED_OK ||
                         sked_fattree_picker_init(&p->chooser, &p->settings, p->scratch.block,
                                                  most - 1) == SKED_E_BLOCK,
           "a scratch block that is too small by a byte");
    agrees(&p->from, sked_fattree_picker_init(&p->chooser, &p->settings, p->scratch.block,
                                              most) == due,
           "a picker is made");
    return due == SKED_OK;
}

/* What the tree beside, of which all is free, finds among the offered. */
static sked_status find_beside(pickers *p, const sked_pick_request *ask, const sked_set *offered,
                               sked_fattree_answer *answer, sked_set *set) {
    sked_fattree_request r;
    own_set both;
    memset(&r, 0, sizeof r);
    if (p->settings.templates_count > 1 && ask->tag >= p->settings.templates_count) {
        return SKED_E_TEMPLATE;
    }
    if (p->settings.templates_count > 0) {
        r = p->kinds[p->settings.templates_count == 1 ? 0 : ask->tag];
    }
    r.count = ask->count;
    sked_set_copy(empty_set(&both, p->m.processors), offered);
    if (r.allowed != NULL) {
        sked_set_and(&both.set, r.allowed);
    }
    r.allowed = &both.set;
    return find(&p->from, &p->all_free, &p->beside, &r, answer, set);
}

static void pick_once(pickers *p) {
    const uint64_t chosen_before = p->chooser.chosen, refused_before = p->chooser.refused;
    own_set offered_own, chosen_own, expected_own;
    sked_set *offered = some_set(&p->from, &p->m, &offered_own, ANY, 8 + below(&p->from, 9));
    sked_set *chosen = empty_set(&chosen_own, p->m.processors);
    sked_set *expected = empty_set(&expected_own, p->m.processors);
    sked_fattree_answer answer;
    sked_status status, told;
    sked_pick_request ask;
    memset(&ask, 0, sizeof ask);
    ask.end = SKED_NEVER;
    ask.tag = one_in(&p->from, 16) ? UINT64_MAX : below(&p->from, KINDS);
    ask.count = 1 + below(&p->from, p->m.processors);
    if (sked_set_count(offered) < ask.count) {
        ask.count = 1 + ask.count / 4;
    }
    if (sked_set_count(offered) < ask.count) {
        return;
    }
    memset(&answer, 0, sizeof answer);
    status = find_beside(p, &ask, offered, &answer, expected);
    told = sked_pick(&p->chooser.picker, &ask, offered, chosen);
    see(PICK, status);
    agrees(&p->from, told == (status == SKED_OK ? SKED_OK : SKED_E_REFUSED), "it picks or refuses");
    agrees(&p->from, p->chooser.chosen == chosen_before + (status == SKED_OK) &&
                         p->chooser.refused == refused_before + (status != SKED_OK),
           "it counts");
    agrees(&p->from, status == SKED_OK || p->chooser.last_refusal == status, "it says why");
    agrees(&p->from, status != SKED_OK || (sked_set_equal(chosen, expected) &&
                                           same_answer(&answer, &p->chooser.answer)),
           "it picks what find chooses of what is offered");
}

static void pickers_of_seed(uint64_t seed) {
    static pickers p;
    static const tree_bounds most = {12, 6, UINT64_MAX / 256};
    void *block, *beside;
    size_t bytes = 0;
    uint32_t i, picks;
    memset(&p, 0, sizeof p);
    p.from = source_of(seed);
    draw_tree(&p.from, &p.m, &most);
    p.all_free = p.m;
    memset(p.all_free.busy, 0, sizeof p.all_free.busy);
    memset(p.all_free.down, 0, sizeof p.all_free.down);
    block = make_tree(&p.from, &p.m, &p.tree, &bytes);
    restore(&p.from, &p.m, &p.tree);
    beside = make_tree(&p.from, &p.m, &p.beside, &bytes);
    picks = open_kinds(&p) ? 8 : 0;
    for (i = 0; i < picks; i++) {
        pick_once(&p);
    }
    guarded_end(&p.from, &p.scratch);
    sked_fattree_destroy(&p.tree);
    sked_fattree_destroy(&p.beside);
    free(block);
    free(beside);
}

/* ---- 65,536 processors ----------------------------------------------------------------------- */

/* Hops of a job that fills leaves of 32 and pods of 1024 but for one of each. */
static uint64_t full_hops(uint64_t count) {
    const uint64_t leaf = count % 32, pod = count % 1024;
    return count * (count - 1) + count / 32 * 32 * (count - 32) + leaf * (count - leaf) +
           count / 1024 * 1024 * (count - 1024) + pod * (count - pod);
}

static void test_large(void) {
    static const uint32_t fan_out[3] = {64, 32, 32};
    static const uint32_t counts[] = {65536, 65535, 40000, 1, 33, 1025};
    sked_fattree_settings settings;
    sked_fattree tree;
    sked_fattree_request r;
    uint32_t *parent = (uint32_t *)room_of(2113 * sizeof *parent);
    uint32_t *leaf = (uint32_t *)room_of(65536 * sizeof *leaf);
    sked_word *words = (sked_word *)room_of(SKED_SET_WORDS(65536u) * sizeof *words);
    sked_set set = sked_set_of(words, 65536);
    meter memory = {0};
    size_t i;
    memset(&settings, 0, sizeof settings);
    CHECK(sked_fattree_shape(fan_out, 3, &settings, parent, leaf) == SKED_OK);
    CHECK(settings.switches == 2113 && settings.processors == 65536);
    CHECK(sked_fattree_create(&tree, &settings, meter_mem(&memory)) == SKED_OK);
    for (i = 0; i < 2 * sizeof counts / sizeof counts[0]; i++) {
        sked_fattree_answer answer;
        size_t need = 0;
        void *scratch;
        memset(&r, 0, sizeof r);
        memset(&answer, 0, sizeof answer);
        r.count = counts[i / 2];
        r.mode = i % 2 == 0 ? SKED_FATTREE_EXACT : SKED_FATTREE_GREEDY;
        CHECK(sked_fattree_find_bytes(&tree, &r, &need) == SKED_OK);
        scratch = room_of(need);
        CHECK(sked_fattree_find(&tree, &r, &answer, &set, scratch, need) == SKED_OK);
        CHECK(answer.hops == full_hops(r.count) && sked_set_count(&set) == r.count);
        CHECK(answer.hops_lower_bound == answer.hops || r.mode == SKED_FATTREE_GREEDY);
        free(scratch);
    }
    sked_fattree_destroy(&tree);
    CHECK(meter_is_clean(&memory));
    free(parent);
    free(leaf);
    free(words);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void try_seed(uint64_t seed) {
    small_of_seed(seed, seed % 16 == 0 ? 50000 : 2000);
    medium_of_seed(seed);
    machine_of_seed(seed, 8, HARD);
    if (seed % 16 == 0) {
        machine_of_seed(seed, 8, MIXED);
        machine_of_seed(seed, 5, WIDE);
    }
    live_of_seed(seed);
    pickers_of_seed(seed);
}

static void small_600(uint64_t seed) {
    small_of_seed(seed, 600);
}

static void hard_45(uint64_t seed) {
    machine_of_seed(seed, 45, HARD);
}

static void mixed_10(uint64_t seed) {
    machine_of_seed(seed, 10, MIXED);
}

static void wide_5(uint64_t seed) {
    machine_of_seed(seed, 5, WIDE);
}

static void test_all(void) {
    test_known_states();
    test_large();
    try_seeds(1, 20000, small_600);
    CHECK(found_known > 30000 && found_proved > 30000);
    try_seeds(1, 1000, medium_of_seed);
    try_seeds(1, 900, hard_45);
    try_seeds(1, 100, mixed_10);
    try_seeds(1, 8, wide_5);
    CHECK(decided >= 400000 && unproved > 0);
    exhaust(3, 3, 4, 8, 139860);
    exhaust(4, 2, 4, 8, 48960);
    try_seeds(1, 400, live_of_seed);
    try_seeds(1, 400, pickers_of_seed);
    if (check_failed_ == 0) {
        check_seen(calls, seen, CALL_KINDS);
    }
}

int main(int count, char **words) {
    const int every = count == 2 && strcmp(words[1], "exhaustive") == 0;
    return every ? harness_main(1, words, test_every_state, NULL)
                 : harness_main(count, words, test_all, try_seed);
}
