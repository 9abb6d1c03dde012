/* fattree.c: what trees of switches cost, by inputs meant to break what sched_fattree.h says.
 *
 * SPDX-License-Identifier: MIT */
#include "sched_fattree.h"
#include "tests/costs/costs.h"

/* ---- trees, a set of their processors, and scratch ------------------------------------------- */

typedef struct stage {
    sked_fattree tree;
    sked_set set, found;
    sked_fattree_settings settings;
} stage;

static sked_set set_of(uint32_t size) {
    return sked_set_of(cost_memory(SKED_SET_WORDS(size), sizeof(sked_word)), size);
}

static void *block_for(const sked_fattree_settings *settings, size_t *bytes) {
    cost_must(sked_fattree_bytes(settings, bytes) == SKED_OK, "sked_fattree_bytes");
    return cost_memory(*bytes, 1);
}

static stage stage_of(const sked_fattree_settings *settings) {
    stage at;
    size_t bytes = 0;
    void *block = block_for(settings, &bytes);
    cost_must(sked_fattree_init(&at.tree, settings, block, bytes) == SKED_OK, "sked_fattree_init");
    at.set = set_of(settings->processors);
    at.found = set_of(settings->processors);
    at.settings = *settings;
    return at;
}

/* The settings of a regular tree with arrays of their own. */
static sked_fattree_settings regular(const uint32_t *fan_out, uint32_t levels) {
    sked_fattree_settings settings;
    uint32_t *parent, *leaf;
    cost_must(sked_fattree_shape(fan_out, levels, &settings, NULL, NULL) == SKED_OK, "shape");
    parent = cost_memory(settings.switches, sizeof *parent);
    leaf = cost_memory(settings.processors, sizeof *leaf);
    cost_must(sked_fattree_shape(fan_out, levels, &settings, parent, leaf) == SKED_OK, "shape");
    return settings;
}

/* One switch above n leaves of some processors. */
static stage star(uint32_t n, uint32_t processors) {
    const uint32_t fan_out[2] = {n, processors};
    const sked_fattree_settings settings = regular(fan_out, 2);
    return stage_of(&settings);
}

/* One root with pods of leaves. */
static stage core(uint32_t pods, uint32_t leaves, uint32_t processors) {
    const uint32_t fan_out[3] = {pods, leaves, processors};
    const sked_fattree_settings settings = regular(fan_out, 3);
    return stage_of(&settings);
}

/* A star whose links differ, so that it is no pod: only the knapsack over the tree solves it. */
static stage uneven(uint32_t n, uint32_t processors) {
    const uint32_t fan_out[2] = {n, processors};
    sked_fattree_settings settings = regular(fan_out, 2);
    uint32_t *links = cost_memory(settings.switches, sizeof *links), i;
    for (i = 0; i < settings.switches; i++) {
        links[i] = 1 + i % 2;
    }
    settings.links = links;
    return stage_of(&settings);
}

/* Two chains of switches below a root, n levels in all. */
static stage chain(uint32_t n) {
    uint32_t fan_out[SKED_FATTREE_LEVELS], i;
    sked_fattree_settings settings;
    for (i = 0; i < n; i++) {
        fan_out[i] = i == 0 ? 2 : 1;
    }
    settings = regular(fan_out, n);
    return stage_of(&settings);
}

/* Does any sum of gaps of the sort, from `base` on, make i? Those below i are known. */
static uint32_t is_sum(const uint32_t *known, uint32_t i, uint32_t base) {
    uint32_t gap;
    for (gap = base; gap <= i; gap = 3 * gap + 1) {
        if (known[i - gap]) {
            return 1;
        }
    }
    return i == 0;
}

/* Marks leaves so that a sort with Knuth's gaps, those marked last, moves none by its wide gaps,
 * and many by the gap before: a mark comes a wide gap after each mark. */
static uint32_t *marks_of(uint32_t n) {
    uint32_t *mark = cost_memory(n, sizeof *mark), base = 4, i;
    while (4 * base * base < n) {
        base = 3 * base + 1;
    }
    for (i = 0; i < n; i++) {
        mark[i] = is_sum(mark, i, base);
    }
    return mark;
}

/* Puts the second processor of each marked leaf into the set. */
static void mark_set(stage *at, uint32_t n) {
    const uint32_t *mark = marks_of(n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        if (mark[i]) {
            sked_set_add(&at->set, 2 * i + 1);
        }
    }
}

/* `roots` trees of n pods with three processors each: in the first half on three leaves, in the
 * second half on one. So the pods that are worth most come last. */
static stage lopsided(uint32_t roots, uint32_t n) {
    sked_fattree_settings settings = {.switches = roots * (1 + n + 2 * n),
                                      .processors = 3 * roots * n};
    uint32_t *parent = cost_memory(settings.switches, sizeof *parent);
    uint32_t *leaf = cost_memory(settings.processors, sizeof *leaf);
    uint32_t pod, i, leaves = roots * (1 + n), used = 0;
    for (i = 0; i < roots; i++) {
        parent[i] = SKED_NONE;
    }
    for (pod = 0; pod < roots * n; pod++) {
        parent[roots + pod] = pod / n;
        for (i = 0; i < 3; i++) {
            leaves += i == 0 || pod % n < n / 2;
            parent[leaves - 1] = roots + pod;
            leaf[used++] = leaves - 1;
        }
    }
    settings.parent = parent;
    settings.leaf = leaf;
    return stage_of(&settings);
}

/* Of each leaf one processor stays free, the one with this place in it. */
static void leave_one(stage *at, uint32_t processors, uint32_t place) {
    uint32_t i;
    sked_set_fill(&at->set);
    for (i = place; i < at->set.size; i += processors) {
        sked_set_remove(&at->set, i);
    }
    cost_must(sked_fattree_allocate(&at->tree, &at->set) == SKED_OK, "sked_fattree_allocate");
}

static void find(cost_run *run, stage *at, const sked_fattree_request *request,
                 sked_status expected) {
    sked_fattree_answer answer;
    size_t bytes = 0;
    void *scratch;
    cost_must(sked_fattree_find_bytes(&at->tree, request, &bytes) == SKED_OK, "find_bytes");
    scratch = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_fattree_find(&at->tree, request, &answer, &at->found, scratch, bytes) ==
              expected, "sked_fattree_find");
    cost_end(run);
}

static void find_count(cost_run *run, stage *at, uint32_t count) {
    const sked_fattree_request request = sked_fattree_request_of(count);
    find(run, at, &request, SKED_OK);
}

static double words_of(const stage *at) {
    return (double)at->settings.processors / SKED_WORD_BITS;
}

/* N k + S. */
/* Where bounds decide: for these pods of so many leaves, and processors in the largest leaf and in
 * the pods that are used. */
static double decided(const stage *at, double pods, double leaves, double leaf, double used) {
    return (double)SKED_SET_WORDS(at->settings.processors) + pods * cost_log(leaves) + leaf + used;
}

/* Shell's sort. */
static double sorted_by_gaps(double count) {
    double root = 1;
    while (root * root < count) {
        root++;
    }
    return count * root;
}

static double knapsack(const stage *at, double count) {
    return at->settings.processors * count + at->settings.switches;
}

/* ---- create --------------------------------------------------------------------------------- */

static void shape_by(cost_run *run, const uint32_t *fan_out, uint32_t levels) {
    sked_fattree_settings settings = regular(fan_out, levels);
    uint32_t *parent = cost_memory(settings.switches, sizeof *parent);
    uint32_t *leaf = cost_memory(settings.processors, sizeof *leaf);
    cost_begin(run);
    cost_must(sked_fattree_shape(fan_out, levels, &settings, parent, leaf) == SKED_OK, "shape");
    cost_end(run);
    run->bound = (double)settings.switches + settings.processors;
}

static void shape_star(cost_run *run, uint32_t n) {
    const uint32_t fan_out[2] = {n, 1};
    shape_by(run, fan_out, 2);
}

static void shape_deep(cost_run *run, uint32_t n) {
    uint32_t fan_out[SKED_FATTREE_LEVELS], i;
    for (i = 0; i < SKED_FATTREE_LEVELS; i++) {
        fan_out[i] = i == 0 ? n : 1;
    }
    shape_by(run, fan_out, SKED_FATTREE_LEVELS);
}

static void bytes_star(cost_run *run, uint32_t n) {
    const uint32_t fan_out[2] = {n, 1};
    const sked_fattree_settings settings = regular(fan_out, 2);
    size_t bytes;
    cost_begin(run);
    cost_must(sked_fattree_bytes(&settings, &bytes) == SKED_OK, "sked_fattree_bytes");
    cost_end(run);
    run->bound = 1;
}

static void init_by(cost_run *run, const sked_fattree_settings *settings, double children) {
    size_t bytes = 0;
    void *block = block_for(settings, &bytes);
    sked_fattree tree;
    cost_begin(run);
    cost_must(sked_fattree_init(&tree, settings, block, bytes) == SKED_OK, "sked_fattree_init");
    cost_end(run);
    run->bound = (double)settings->switches + settings->processors + sorted_by_gaps(children);
}

static void init_core(cost_run *run, uint32_t n) {
    const uint32_t fan_out[3] = {n, n, 2};
    const sked_fattree_settings settings = regular(fan_out, 3);
    init_by(run, &settings, (double)n * n);
}

/* Leaves of two processors; those that are marked have one. */
static sked_fattree_settings marked(uint32_t n) {
    const uint32_t fan_out[2] = {n, 2};
    sked_fattree_settings settings = regular(fan_out, 2);
    uint32_t *leaf = cost_memory(2 * (size_t)n, sizeof *leaf);
    const uint32_t *mark = marks_of(n);
    uint32_t i;
    settings.processors = 0;
    for (i = 0; i < n; i++) {
        leaf[settings.processors++] = 1 + i;
        if (!mark[i]) {
            leaf[settings.processors++] = 1 + i;
        }
    }
    settings.leaf = leaf;
    return settings;
}

static void init_marked(cost_run *run, uint32_t n) {
    const sked_fattree_settings settings = marked(n);
    init_by(run, &settings, n);
}

static void create_core(cost_run *run, uint32_t n) {
    const uint32_t fan_out[3] = {n, n, 2};
    const sked_fattree_settings settings = regular(fan_out, 3);
    sked_fattree tree;
    cost_begin(run);
    cost_must(sked_fattree_create(&tree, &settings, cost_mem) == SKED_OK, "sked_fattree_create");
    cost_end(run);
    run->bound = settings.switches + settings.processors + 2.0 * n * n * cost_log(n);
}

static void branch_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    size_t bytes = 0;
    void *block = block_for(&at.settings, &bytes);
    sked_fattree branch;
    cost_begin(run);
    cost_must(sked_fattree_branch(&at.tree, &branch, block, bytes) == SKED_OK, "branch");
    cost_end(run);
    run->bound = (double)bytes;
}

static void clone_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    size_t bytes = 0;
    sked_fattree clone;
    (void)block_for(&at.settings, &bytes);
    cost_begin(run);
    cost_must(sked_fattree_clone(&at.tree, &clone, cost_mem) == SKED_OK, "sked_fattree_clone");
    cost_end(run);
    run->bound = (double)bytes;
}

/* ---- allocate ------------------------------------------------------------------------------- */

typedef sked_status (*change)(sked_fattree *tree, const sked_set *set);

/* The first leaf of a star becomes the last in order, or the last the first: all others move. */
static void change_one(cost_run *run, uint32_t n, change before, change after) {
    stage at = star(n, 1);
    sked_set_add(&at.set, 0);
    cost_must(before == NULL || before(&at.tree, &at.set) == SKED_OK, "the change before");
    cost_begin(run);
    cost_must(after(&at.tree, &at.set) == SKED_OK, "the change");
    cost_end(run);
    run->bound = words_of(&at) + n;
}

static void allocate_one(cost_run *run, uint32_t n) {
    change_one(run, n, NULL, sked_fattree_allocate);
}

static void free_one(cost_run *run, uint32_t n) {
    change_one(run, n, sked_fattree_allocate, sked_fattree_free);
}

static void down_one(cost_run *run, uint32_t n) {
    change_one(run, n, NULL, sked_fattree_down);
}

static void up_one(cost_run *run, uint32_t n) {
    change_one(run, n, sked_fattree_down, sked_fattree_up);
}

/* All leaves of a star at once: each of n leaves moves among n. */
static void allocate_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    sked_set_fill(&at.set);
    cost_begin(run);
    cost_must(sked_fattree_allocate(&at.tree, &at.set) == SKED_OK, "sked_fattree_allocate");
    cost_end(run);
    run->bound = words_of(&at) + (double)n * n;
}

/* Neighbours by number have different leaves: each processor counts. */
static void allocate_striped(cost_run *run, uint32_t n) {
    const uint32_t fan_out[2] = {n, 4};
    sked_fattree_settings settings = regular(fan_out, 2);
    uint32_t *leaf = cost_memory(settings.processors, sizeof *leaf), i;
    stage at;
    for (i = 0; i < settings.processors; i++) {
        leaf[i] = 1 + i % n;
    }
    settings.leaf = leaf;
    at = stage_of(&settings);
    sked_set_fill(&at.set);
    cost_begin(run);
    cost_must(sked_fattree_allocate(&at.tree, &at.set) == SKED_OK, "sked_fattree_allocate");
    cost_end(run);
    run->bound = words_of(&at) + 4.0 * n * n;
}

/* The first n processors of a tree; the bound is this and the words of a set. */
static void allocate_first(cost_run *run, const sked_fattree_settings *settings, uint32_t n,
                           double bound) {
    stage at = stage_of(settings);
    uint32_t i;
    for (i = 0; i < n; i++) {
        sked_set_add(&at.set, i);
    }
    cost_begin(run);
    cost_must(sked_fattree_allocate(&at.tree, &at.set) == SKED_OK, "sked_fattree_allocate");
    cost_end(run);
    run->bound = words_of(&at) + bound;
}

/* One leaf has twice as many processors as n others together, and stays the first without half of
 * them: all sums are made again, once. */
static void allocate_wide(cost_run *run, uint32_t n) {
    const uint32_t fan_out[2] = {n, 3};
    sked_fattree_settings settings = regular(fan_out, 2);
    uint32_t *leaf = cost_memory(settings.processors, sizeof *leaf), i;
    settings.processors--;
    for (i = 0; i < settings.processors; i++) {
        leaf[i] = i < 2 * n ? 1 : 2 + i - 2 * n;
    }
    settings.leaf = leaf;
    allocate_first(run, &settings, n, n);
}

/* The first of n pods is taken, which has n leaves, the last leaf first: no leaf moves, and the pod
 * moves once among all. Each of the other pods has one processor. */
static void allocate_pod(cost_run *run, uint32_t n) {
    sked_fattree_settings settings = {.switches = 1 + n + n + n - 1,
                                      .processors = n + n - 1};
    uint32_t *parent = cost_memory(settings.switches, sizeof *parent);
    uint32_t *leaf = cost_memory(settings.processors, sizeof *leaf), i;
    parent[0] = SKED_NONE;
    for (i = 1; i < settings.switches; i++) {
        parent[i] = i <= n ? 0 : i <= 2 * n ? 1 : i - 2 * n + 1;
    }
    for (i = 0; i < settings.processors; i++) {
        leaf[i] = i < n ? 2 * n - i : i + n + 1;
    }
    settings.parent = parent;
    settings.leaf = leaf;
    allocate_first(run, &settings, n, 2.0 * n);
}

/* Refused at the last processor, when nothing has been moved. */
static void allocate_refused(cost_run *run, uint32_t n) {
    stage at = star(2, n / 2);
    sked_set_add(&at.set, n - 1);
    cost_must(sked_fattree_down(&at.tree, &at.set) == SKED_OK, "sked_fattree_down");
    sked_set_fill(&at.set);
    cost_begin(run);
    cost_must(sked_fattree_allocate(&at.tree, &at.set) == SKED_E_NOT_FREE, "not free");
    cost_end(run);
    run->bound = words_of(&at);
}

/* ---- find: one root with pods of leaves ------------------------------------------------------ */

static void find_bytes_uneven(cost_run *run, uint32_t n) {
    stage at = uneven(n, 2);
    sked_fattree_request request = sked_fattree_request_of(n);
    size_t bytes = 0;
    request.required = request.allowed = &at.set;
    request.levels_max = 2;
    request.levels_preferred = 1;
    cost_begin(run);
    cost_must(sked_fattree_find_bytes(&at.tree, &request, &bytes) == SKED_OK, "find_bytes");
    cost_end(run);
    run->bound = at.settings.switches;
}

/* A rule for each level. */
static const sked_fattree_rule *rules_of_all(void) {
    static sked_fattree_rule rules[SKED_FATTREE_LEVELS];
    uint32_t i;
    for (i = 0; i < SKED_FATTREE_LEVELS; i++) {
        rules[i].level = 1 + i;
        rules[i].least = 2;
    }
    return rules;
}

static void find_bytes_rules(cost_run *run, uint32_t n) {
    stage at = star(n, 2);
    sked_fattree_request request = sked_fattree_request_of(n);
    size_t bytes = 0;
    request.rules = rules_of_all();
    request.rules_count = SKED_FATTREE_LEVELS;
    cost_begin(run);
    cost_must(sked_fattree_find_bytes(&at.tree, &request, &bytes) == SKED_OK, "find_bytes");
    cost_end(run);
    run->bound = (double)at.settings.switches * SKED_FATTREE_LEVELS;
}

static void find_bytes_chain(cost_run *run, uint32_t n) {
    stage at = chain(n);
    sked_fattree_request request = sked_fattree_request_of(2);
    size_t bytes = 0;
    request.aim = SKED_FATTREE_FEW;
    request.levels_preferred = SKED_NONE;
    cost_begin(run);
    cost_must(sked_fattree_find_bytes(&at.tree, &request, &bytes) == SKED_OK, "find_bytes");
    cost_end(run);
    run->bound = (double)at.settings.switches * n;
}

/* Half of the pods as a whole, and half of one more. */
static void find_pods(cost_run *run, uint32_t n) {
    stage at = core(n, n, 2);
    find_count(run, &at, n * n + n);
    run->bound = n + (n / 2.0 + 1) * n;
}

/* One processor of 64 n. */
static void find_in_many(cost_run *run, uint32_t n) {
    stage at = core(16, 4, n);
    find_count(run, &at, 1);
    run->bound = decided(&at, 16, 4, n, 4 + 4 * n);
}

/* The last processor of each leaf is free: all others are passed on the way to it. */
static void find_behind_busy(cost_run *run, uint32_t n) {
    stage at = core(2, 2, n);
    leave_one(&at, n, n - 1);
    find_count(run, &at, 1);
    run->bound = decided(&at, 2, 2, n, 2 + 2 * n);
}

/* Leaves could have n free processors, and all have one. */
static void find_in_thin(cost_run *run, uint32_t n) {
    stage at = core(2, 4, n);
    leave_one(&at, n, 0);
    find_count(run, &at, 6);
    run->bound = decided(&at, 2, 4, n, 8 + 8 * n);
}

/* Each of 1024 pods looks for its tightest leaf by halving: n^2 leaves in each. */
static void find_tightest(cost_run *run, uint32_t n) {
    stage at = core(1024, n * n, 1);
    find_count(run, &at, 1);
    run->bound = decided(&at, 1024, n * n, 1, 2 * n * n);
}

/* Every pod is tried as a place of its own. */
static void find_below_level(cost_run *run, uint32_t n) {
    stage at = core(n, n, 2);
    sked_fattree_request request = sked_fattree_request_of(n);
    request.levels_max = 2;
    find(run, &at, &request, SKED_OK);
    run->bound = decided(&at, n, n, 2, 3 * n) + at.settings.switches;
}

/* Prices put the second half of the pods before the first. At most six windows: m pods of seven
 * processors. A pod misses one at most. */
static void find_lopsided(cost_run *run, uint32_t n) {
    stage at = lopsided(1, n);
    find_count(run, &at, 7);
    run->bound = 2.0 * n * (2 * n + 7 * 3);
}

/* Pods of different sizes: bounds decide little. */
static void find_windows(cost_run *run, uint32_t n) {
    stage at = core(n, 4, 16);
    uint64_t seed = 1;
    uint32_t i;
    for (i = 0; i < at.set.size; i++) {
        if (check_below(&seed, 3) == 0) {
            sked_set_add(&at.set, i);
        }
    }
    cost_must(sked_fattree_allocate(&at.tree, &at.set) == SKED_OK, "sked_fattree_allocate");
    find_count(run, &at, 20 * n);
    run->bound = n * (64 / 32.0) * n * (20.0 * n) * 16;
}

/* ---- find: all else ------------------------------------------------------------------------- */

static void find_forest(cost_run *run, uint32_t n) {
    stage at = lopsided(2, n);
    find_count(run, &at, 7);
    run->bound = 4.0 * n * (2 * n + 7 * 3);
}

static void find_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    find_count(run, &at, n / 2);
    run->bound = knapsack(&at, 1);
}

static void find_uneven(cost_run *run, uint32_t n) {
    stage at = uneven(n, 2);
    find_count(run, &at, n);
    run->bound = knapsack(&at, n);
}

/* One processor is wanted of n leaves, of which each is merged. */
static void find_uneven_one(cost_run *run, uint32_t n) {
    stage at = uneven(n, 2);
    find_count(run, &at, 3);
    run->bound = knapsack(&at, 3);
}

static void find_greedy(cost_run *run, uint32_t n) {
    stage at = uneven(n, 2);
    sked_fattree_request request = sked_fattree_request_of(n);
    request.mode = SKED_FATTREE_GREEDY;
    find(run, &at, &request, SKED_OK);
    run->bound = at.settings.switches + at.settings.processors;
}

static void find_required(cost_run *run, uint32_t n) {
    stage at = star(n, 2);
    sked_fattree_request request = sked_fattree_request_of(n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        sked_set_add(&at.set, 2 * i);
    }
    request.required = &at.set;
    find(run, &at, &request, SKED_OK);
    run->bound = knapsack(&at, n);
}

static void find_whole_places(cost_run *run, uint32_t n) {
    stage at = core(n / 2, 2, 2);
    sked_fattree_request request = sked_fattree_request_of(n);
    request.fragment_weight_q10 = 1024;
    find(run, &at, &request, SKED_OK);
    run->bound = knapsack(&at, n);
}

/* Too many leaves would be needed, which all leaves are sorted to see: no price is tried. */
static void find_few(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    sked_fattree_request request = sked_fattree_request_of(2);
    request.leaves_max = 1;
    find(run, &at, &request, SKED_E_LIMITS);
    run->bound = knapsack(&at, 2);
}

/* Pairs of leaves, and groups of two: least shares are halved down to. */
static void find_even(cost_run *run, uint32_t n) {
    static const sked_fattree_rule groups = {.level = 2, .multiple = 2};
    stage at = core(n / 2, 2, 4);
    sked_fattree_request request = sked_fattree_request_of(n);
    request.rules = &groups;
    request.rules_count = 1;
    request.aim = SKED_FATTREE_EVEN;
    request.aim_level = 2;
    find(run, &at, &request, SKED_OK);
    run->bound = knapsack(&at, n) * cost_log(n);
}

static void find_many_rules(cost_run *run, uint32_t n) {
    stage at = star(n, 2);
    sked_fattree_request request = sked_fattree_request_of(4);
    request.rules = rules_of_all();
    request.rules_count = SKED_FATTREE_LEVELS;
    find(run, &at, &request, SKED_OK);
    run->bound = knapsack(&at, 4) + (double)at.settings.switches * SKED_FATTREE_LEVELS;
}

static void find_whole_leaves(cost_run *run, uint32_t n) {
    static const sked_fattree_rule whole = {.level = 1, .options = SKED_FATTREE_WHOLE};
    stage at = star(n, 2);
    sked_fattree_request request = sked_fattree_request_of(n);
    sked_set_add(&at.set, 0);
    cost_must(sked_fattree_allocate(&at.tree, &at.set) == SKED_OK, "allocate");
    request.rules = &whole;
    request.rules_count = 1;
    find(run, &at, &request, SKED_OK);
    run->bound = at.settings.processors + sorted_by_gaps(at.settings.switches);
}

/* One job is on all leaves, and another needs one processor. */
static void find_isolated(cost_run *run, uint32_t n) {
    stage at = star(n, 2);
    sked_fattree_request request = sked_fattree_request_of(1);
    uint32_t *owner = cost_memory(at.settings.processors, sizeof *owner), i;
    for (i = 0; i < at.settings.processors; i += 2) {
        sked_set_add(&at.set, i);
    }
    cost_must(sked_fattree_allocate(&at.tree, &at.set) == SKED_OK, "allocate");
    request.owner = owner;
    request.crossing_max = 1;
    find(run, &at, &request, SKED_OK);
    run->bound = 2.0 * at.settings.processors + (double)n * n;
}

static void find_allowed(cost_run *run, uint32_t n) {
    stage at = star(n, 2);
    sked_fattree_request request = sked_fattree_request_of(1);
    mark_set(&at, n);
    request.excluded = &at.set;
    find(run, &at, &request, SKED_OK);
    run->bound = knapsack(&at, 1) + at.settings.processors + sorted_by_gaps(n);
}

static void find_segments(cost_run *run, uint32_t n) {
    stage at = star(n, 2);
    sked_fattree_request request = sked_fattree_request_of(2);
    request.segment = 2;
    find(run, &at, &request, SKED_OK);
    run->bound = knapsack(&at, 1) + at.settings.processors + n * cost_log(n);
}

/* ---- batch and picker ----------------------------------------------------------------------- */

static sked_fattree_job *jobs_of(stage *at, uint32_t n, uint32_t count) {
    sked_fattree_job *jobs = cost_memory(n, sizeof *jobs);
    uint32_t i;
    for (i = 0; i < n; i++) {
        jobs[i].request = sked_fattree_request_of(count + i);
        jobs[i].set = at->found;
    }
    return jobs;
}

static void batch(cost_run *run, stage *at, sked_fattree_job *jobs, uint32_t n) {
    size_t bytes = 0;
    void *scratch;
    cost_must(sked_fattree_find_bytes(&at->tree, &jobs[0].request, &bytes) == SKED_OK,
              "find_bytes");
    scratch = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_fattree_batch(&at->tree, jobs, n, scratch, bytes) == SKED_OK, "batch");
    cost_end(run);
}

/* The largest job is always the last; all are too wide except the first. */
static void batch_refused(cost_run *run, uint32_t n) {
    stage at = star(2, 1);
    batch(run, &at, jobs_of(&at, n, 2), n);
    run->bound = (double)n * n;
}

/* One job in one of two pods: a search of its leaves, and then each is moved among them. */
static void batch_pod(cost_run *run, uint32_t n) {
    stage at = core(2, n, 1);
    batch(run, &at, jobs_of(&at, 1, n), 1);
    cost_must(sked_set_count(&at.found) == n, "one pod");
    run->bound = (double)n * n;
}

static void picker_bytes(cost_run *run, uint32_t n) {
    stage at = uneven(n, 1);
    sked_fattree_request *templates = cost_memory(n, sizeof *templates);
    const sked_fattree_picker_settings settings = {
        .tree = &at.tree, .templates_count = n, .templates = templates};
    size_t bytes;
    uint32_t i;
    for (i = 0; i < n; i++) {
        templates[i] = sked_fattree_request_of(1);
        templates[i].levels_max = 2;
        templates[i].levels_preferred = 1;
    }
    cost_begin(run);
    cost_must(sked_fattree_picker_bytes(&settings, &bytes) == SKED_OK, "picker_bytes");
    cost_end(run);
    run->bound = (double)n * at.settings.switches;
}

/* ---- read ----------------------------------------------------------------------------------- */

/* n roots of one processor each. */
static stage forest(uint32_t n) {
    sked_fattree_settings settings = {.switches = n, .processors = n};
    uint32_t *parent = cost_memory(n, sizeof *parent), *leaf = cost_memory(n, sizeof *leaf), i;
    for (i = 0; i < n; i++) {
        parent[i] = SKED_NONE;
        leaf[i] = i;
    }
    settings.parent = parent;
    settings.leaf = leaf;
    return stage_of(&settings);
}

static void info_of(cost_run *run, stage *at, uint32_t roots) {
    sked_fattree_info info;
    cost_begin(run);
    cost_must(sked_fattree_get_info(&at->tree, &info) == SKED_OK, "sked_fattree_get_info");
    cost_end(run);
    cost_must(info.roots == roots, "roots");
    run->bound = roots + words_of(at);
}

static void info_roots(cost_run *run, uint32_t n) {
    stage at = forest(n);
    info_of(run, &at, n);
}

static void info_leaves(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    info_of(run, &at, 1);
}

static void switch_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    sked_fattree_switch info;
    cost_begin(run);
    cost_must(sked_fattree_get_switch(&at.tree, 0, &info) == SKED_OK, "sked_fattree_get_switch");
    cost_end(run);
    run->bound = 1;
}

static void leaf_last(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    uint32_t leaf;
    cost_begin(run);
    cost_must(sked_fattree_get_leaf(&at.tree, n - 1, &leaf) == SKED_OK, "sked_fattree_get_leaf");
    cost_end(run);
    run->bound = 1;
}

static void sets_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    sked_set free_set = set_of(n);
    cost_begin(run);
    cost_must(sked_fattree_get_sets(&at.tree, &free_set, &at.set, &at.found) == SKED_OK, "sets");
    cost_end(run);
    run->bound = words_of(&at);
}

static void hops_chain(cost_run *run, uint32_t n) {
    stage at = chain(n);
    uint64_t hops;
    cost_begin(run);
    cost_must(sked_fattree_hops(&at.tree, 0, at.set.size - 1, &hops) == SKED_OK, "hops");
    cost_end(run);
    run->bound = n;
}

static void hops_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    uint64_t hops;
    cost_begin(run);
    cost_must(sked_fattree_hops(&at.tree, 0, n - 1, &hops) == SKED_OK, "sked_fattree_hops");
    cost_end(run);
    run->bound = 2;
}

static void explain(cost_run *run, stage *at) {
    sked_fattree_answer answer;
    size_t bytes = 0;
    void *scratch;
    cost_must(sked_fattree_explain_bytes(&at->tree, &bytes) == SKED_OK, "explain_bytes");
    scratch = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_fattree_explain(&at->tree, &at->set, &answer, NULL, scratch, bytes) == SKED_OK,
              "sked_fattree_explain");
    cost_end(run);
}

static void explain_all(cost_run *run, uint32_t n) {
    stage at = core(n, n, 2);
    sked_set_fill(&at.set);
    explain(run, &at);
    run->bound = words_of(&at) + at.settings.processors + at.settings.switches;
}

static void explain_last(cost_run *run, uint32_t n) {
    stage at = star(2, n);
    sked_set_add(&at.set, 2 * n - 1);
    explain(run, &at);
    run->bound = words_of(&at) + 1 + at.settings.switches;
}

static void validate(cost_run *run, stage *at, double more) {
    size_t bytes = 0;
    (void)block_for(&at->settings, &bytes);
    cost_begin(run);
    cost_must(sked_fattree_validate(&at->tree) == SKED_OK, "sked_fattree_validate");
    cost_end(run);
    run->bound = (double)bytes + more;
}

static void validate_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    validate(run, &at, 0);
}

/* n pods of n leaves with one processor each; those of the first pod have 1 to n: as many numbers
 * for the tally of the core. */
static stage graded(uint32_t n) {
    sked_fattree_settings settings = {.switches = 1 + n + n * n,
                                      .processors = (n - 1) * n + n * (n + 1) / 2};
    uint32_t *parent = cost_memory(settings.switches, sizeof *parent);
    uint32_t *leaf = cost_memory(settings.processors, sizeof *leaf);
    uint32_t i, processor = 0;
    parent[0] = SKED_NONE;
    for (i = 0; i < n * n + n; i++) {
        parent[1 + i] = i < n ? 0 : i / n;
    }
    for (i = 0; i < n * n; i++) {
        const uint32_t end = processor + (i < n ? 1 + i : 1);
        while (processor < end) {
            leaf[processor++] = 1 + n + i;
        }
    }
    settings.parent = parent;
    settings.leaf = leaf;
    return stage_of(&settings);
}

static void validate_graded(cost_run *run, uint32_t n) {
    stage at = graded(n);
    validate(run, &at, (double)n * n * cost_log(n));
}

/* Each leaf climbs as many levels as there may be. */
static void validate_deep(cost_run *run, uint32_t n) {
    uint32_t fan_out[SKED_FATTREE_LEVELS], i;
    sked_fattree_settings settings;
    stage at;
    for (i = 0; i < SKED_FATTREE_LEVELS; i++) {
        fan_out[i] = i == SKED_FATTREE_LEVELS - 2 ? n : 1;
    }
    settings = regular(fan_out, SKED_FATTREE_LEVELS);
    at = stage_of(&settings);
    validate(run, &at, 0);
}

/* ---- units ---------------------------------------------------------------------------------- */

static sked_units_settings units_on(const stage *at, uint32_t jobs_max) {
    const sked_units_settings settings = {
        .tree = &at->tree, .unit_size = 1, .jobs_max = jobs_max, .batch_max = 64};
    return settings;
}

static sked_units units_of(const sked_units_settings *settings) {
    sked_units units;
    size_t bytes = 0;
    cost_must(sked_units_bytes(settings, &bytes) == SKED_OK, "sked_units_bytes");
    cost_must(sked_units_init(&units, settings, cost_memory(bytes, 1), bytes) == SKED_OK,
              "sked_units_init");
    return units;
}

static void submit(sked_units *units, uint64_t id, uint32_t count) {
    cost_must(sked_units_submit(units, id, count) == SKED_OK, "sked_units_submit");
}

static void next(sked_units *units, sked_status expected) {
    sked_units_start start;
    cost_must(sked_units_next(units, &start, NULL) == expected, "sked_units_next");
}

static void default_size_of(cost_run *run, uint32_t n) {
    const uint32_t fan_out[2] = {n, 60};
    const sked_fattree_settings settings = regular(fan_out, 2);
    stage at = stage_of(&settings);
    uint32_t size;
    cost_begin(run);
    cost_must(sked_units_default_size(&at.tree, &size) == SKED_OK, "sked_units_default_size");
    cost_end(run);
    run->bound = at.settings.switches;
}

static void units_bytes_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    const sked_units_settings settings = units_on(&at, n);
    size_t bytes = 0;
    cost_begin(run);
    cost_must(sked_units_bytes(&settings, &bytes) == SKED_OK, "sked_units_bytes");
    cost_end(run);
    run->bound = (double)bytes;
}

static void units_init_by(cost_run *run, stage *at, uint32_t jobs_max) {
    const sked_units_settings settings = units_on(at, jobs_max);
    sked_units units;
    size_t bytes = 0;
    void *block;
    cost_must(sked_units_bytes(&settings, &bytes) == SKED_OK, "sked_units_bytes");
    block = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_units_init(&units, &settings, block, bytes) == SKED_OK, "sked_units_init");
    cost_end(run);
    run->bound = (double)bytes;
}

static void units_init_jobs(cost_run *run, uint32_t n) {
    stage at = star(4, 1);
    units_init_by(run, &at, n);
}

static void units_init_marked(cost_run *run, uint32_t n) {
    const sked_fattree_settings settings = marked(n);
    stage at = stage_of(&settings);
    units_init_by(run, &at, 1);
    run->bound += sorted_by_gaps(n);
}

static void units_create_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    const sked_units_settings settings = units_on(&at, n);
    sked_units units;
    size_t bytes = 0;
    cost_must(sked_units_bytes(&settings, &bytes) == SKED_OK, "sked_units_bytes");
    cost_begin(run);
    cost_must(sked_units_create(&units, &settings, cost_mem) == SKED_OK, "sked_units_create");
    cost_end(run);
    run->bound = (double)bytes;
}

/* The vacant place is the last one. */
static void submit_last(cost_run *run, uint32_t n) {
    stage at = star(4, 1);
    const sked_units_settings settings = units_on(&at, n);
    sked_units units = units_of(&settings);
    uint32_t i;
    for (i = 0; i < n; i++) {
        cost_begin(run);
        submit(&units, i, 4);
        cost_end(run);
    }
    run->bound = n;
}

/* The last job of the queue, and of all. */
static void cancel_last(cost_run *run, uint32_t n) {
    stage at = star(4, 1);
    const sked_units_settings settings = units_on(&at, n);
    sked_units units = units_of(&settings);
    uint32_t i;
    for (i = 0; i < n; i++) {
        submit(&units, i, 4);
    }
    cost_begin(run);
    cost_must(sked_units_cancel(&units, n - 1) == SKED_OK, "sked_units_cancel");
    cost_end(run);
    run->bound = n + at.settings.processors;
}

/* A job leaves n leaves of a switch, and each moves among n. */
static void end_star(cost_run *run, uint32_t n, sked_status (*end)(sked_units *, uint64_t)) {
    stage at = star(n, 1);
    const sked_units_settings settings = units_on(&at, 4);
    sked_units units = units_of(&settings);
    submit(&units, 1, n);
    next(&units, SKED_OK);
    cost_begin(run);
    cost_must(end(&units, 1) == SKED_OK, "the end");
    cost_end(run);
    run->bound = (double)n * n;
}

static void finish_star(cost_run *run, uint32_t n) {
    end_star(run, n, sked_units_finish);
}

static void cancel_star(cost_run *run, uint32_t n) {
    end_star(run, n, sked_units_cancel);
}

/* The same in one leaf: its units move together. */
static void finish_leaf(cost_run *run, uint32_t n) {
    stage at = star(2, n);
    const sked_units_settings settings = units_on(&at, n);
    sked_units units = units_of(&settings);
    submit(&units, 1, n);
    next(&units, SKED_OK);
    cost_begin(run);
    cost_must(sked_units_finish(&units, 1) == SKED_OK, "sked_units_finish");
    cost_end(run);
    run->bound = n + 2.0 * n;
}

static void next_of(cost_run *run, stage *at, const sked_units_settings *settings,
                    uint32_t count, sked_status expected) {
    sked_units units = units_of(settings);
    sked_units_start start;
    submit(&units, 1, count);
    cost_begin(run);
    cost_must(sked_units_next(&units, &start, &at->found) == expected, "sked_units_next");
    cost_end(run);
}

static void next_star(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    const sked_units_settings settings = units_on(&at, 4);
    next_of(run, &at, &settings, n, SKED_OK);
    run->bound = knapsack(&at, n);
}

/* A search of one pod, and then each of its leaves moves among them. */
static void next_pod(cost_run *run, uint32_t n) {
    stage at = core(2, n, 1);
    const sked_units_settings settings = units_on(&at, 4);
    next_of(run, &at, &settings, n, SKED_OK);
    run->bound = (double)n * n;
}

/* Pairs of units: n (n - 1) / 2 of them are tried. */
static void next_pairs(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    sked_units_settings settings = units_on(&at, 4);
    settings.tries_max = n * (n - 1) / 2;
    next_of(run, &at, &settings, 2, SKED_OK);
    run->bound = (double)settings.tries_max * 2 * 2 + n;
}

/* All units but two: as many combinations, of n units each. */
static void next_all_but_two(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    sked_units_settings settings = units_on(&at, 4);
    settings.tries_max = n * (n - 1) / 2;
    next_of(run, &at, &settings, n - 2, SKED_OK);
    run->bound = (double)settings.tries_max * (n - 2.0) * (n - 2.0) + n;
}

static void units_info(cost_run *run, uint32_t n) {
    stage at = star(n, 1);
    const sked_units_settings settings = units_on(&at, n);
    sked_units units = units_of(&settings);
    sked_units_info info;
    cost_begin(run);
    cost_must(sked_units_get_info(&units, &info) == SKED_OK, "sked_units_get_info");
    cost_end(run);
    run->bound = 1;
}

/* ---- the table ------------------------------------------------------------------------------ */

/* What several rows quote. */
static const char moved[] = "for each leaf of the set the leaves below its parent";
static const char bounds[] = "where bounds decide, O(N / SKED_WORD_BITS + pods log(leaves of a";
static const char sorted[] = "at worst O(s^1.5) to sort the s switches below each switch";
static const char tallied[] =
    "for each core its pods, times the different numbers of free processors";
static const char all_else[] = "All else: O(N k + S)";

static const cost_row rows[] = {
    {"sked_fattree_shape", "O(switches + processors)", "a star", 4096, shape_star},
    {"sked_fattree_shape", "O(switches + processors)", "32 levels", 256, shape_deep},
    {"sked_fattree_bytes", "O(1)", "a star", 4096, bytes_star},
    {"sked_fattree_init", "O(switches + processors)", "pods", 32, init_core},
    {"sked_fattree_init", sorted, "bad for Knuth's gaps", 4096, init_marked},
    {"sked_fattree_create", "O(switches + processors)", "pods", 32, create_core},
    {"sked_fattree_branch", "O(bytes)", "a star", 1024, branch_star},
    {"sked_fattree_clone", "O(bytes)", "a star", 1024, clone_star},
    {"sked_fattree_allocate", moved, "one leaf of a star", 2048, allocate_one},
    {"sked_fattree_free", moved, "one leaf of a star", 2048, free_one},
    {"sked_fattree_down", moved, "one leaf of a star", 2048, down_one},
    {"sked_fattree_up", moved, "one leaf of a star", 2048, up_one},
    {"sked_fattree_allocate", moved, "all leaves of a star", 256, allocate_star},
    {"sked_fattree_allocate", moved, "one wide leaf", 512, allocate_wide},
    {"sked_fattree_allocate", "for each parent of such leaves the children of the switches above",
     "one pod of many", 512, allocate_pod},
    {"sked_fattree_allocate", "for each processor instead of these",
     "stripes", 128, allocate_striped},
    {"sked_fattree_allocate", "O(processors / SKED_WORD_BITS)", "refused at the last", 8192,
     allocate_refused},
    {"sked_fattree_find_bytes", "O(switches)", "unequal links, levels preferred", 1024,
     find_bytes_uneven},
    {"sked_fattree_find_bytes", "rules_count times as much", "rules of all levels", 1024,
     find_bytes_rules},
    {"sked_fattree_find_bytes", "levels times as much", "a chain, an aim", 8, find_bytes_chain},
    {"sked_fattree_find", bounds, "half of all", 32, find_pods},
    {"sked_fattree_find", bounds, "many processors elsewhere", 1024, find_in_many},
    {"sked_fattree_find", bounds, "the last processor of a busy leaf", 1024, find_behind_busy},
    {"sked_fattree_find", bounds, "one free processor in large leaves", 1024, find_in_thin},
    {"sked_fattree_find", bounds, "one processor, n^2 leaves in each pod", 2, find_tightest},
    {"sked_fattree_find", bounds, "levels_max 2", 32, find_below_level},
    {"sked_fattree_find", "Each window costs O(pods (pods + k t)) at worst", "the best come last",
     256, find_lopsided},
    {"sked_fattree_find", "it searches at most pods F / 32 windows", "pods at random", 8,
     find_windows},
    {"sked_fattree_find", "Several such roots: as much for each", "the best pods come last", 256,
     find_forest},
    {"sked_fattree_find", all_else, "a star", 1024, find_star},
    {"sked_fattree_find", all_else, "unequal links", 128, find_uneven},
    {"sked_fattree_find", all_else, "unequal links, three processors", 1024,
     find_uneven_one},
    {"sked_fattree_find", all_else, "greedy", 1024, find_greedy},
    {"sked_fattree_find", all_else, "required in each leaf", 128, find_required},
    {"sked_fattree_find", all_else, "a fragment weight", 128, find_whole_places},
    {"sked_fattree_find", "with leaves_max or blocks_max for each price that is tried",
     "too many leaves", 1024, find_few},
    {"sked_fattree_find", "for each of log k least shares", "even groups", 128, find_even},
    {"sked_fattree_find", "O(S rules_count) more each time", "rules of all levels", 1024,
     find_many_rules},
    {"sked_fattree_find", "leave the search as it is", "whole leaves", 1024, find_whole_leaves},
    {"sked_fattree_find", "for each leaf below a closed way the children", "closed leaves", 1024,
     find_isolated},
    {"sked_fattree_find", "O(N + S^1.5) more at worst", "bad for Knuth's gaps", 4096, find_allowed},
    {"sked_fattree_find", "O(N + S^1.5) more at worst", "segments, equal leaves", 2048,
     find_segments},
    {"sked_fattree_batch", "O(count^2)", "the largest comes last", 256, batch_refused},
    {"sked_fattree_batch", "that of the searches and the allocations", "one job in one pod", 512,
     batch_pod},
    {"sked_fattree_picker_bytes", "O(templates_count switches)", "levels preferred", 64,
     picker_bytes},
    {"sked_fattree_get_info", "O(roots + processors / SKED_WORD_BITS)", "roots", 2048,
     info_roots},
    {"sked_fattree_get_info", "O(roots + processors / SKED_WORD_BITS)", "leaves", 8192,
     info_leaves},
    {"sked_fattree_get_switch", "O(1)", "a star", 1024, switch_star},
    {"sked_fattree_get_leaf", "O(1)", "a star", 1024, leaf_last},
    {"sked_fattree_get_sets", "O(processors / SKED_WORD_BITS)", "a star", 8192, sets_star},
    {"sked_fattree_hops", "O(levels)", "a chain", 2, hops_chain},
    {"sked_fattree_hops", "O(levels)", "a star", 1024, hops_star},
    {"sked_fattree_explain", "O(processors / SKED_WORD_BITS + count + switches)", "all", 32,
     explain_all},
    {"sked_fattree_explain", "O(processors / SKED_WORD_BITS + count + switches)", "the last one",
     8192, explain_last},
    {"sked_fattree_validate", "O(bytes)", "a star", 1024, validate_star},
    {"sked_fattree_validate", tallied, "leaves of all sizes", 64,
     validate_graded},
    {"sked_fattree_validate", "O(bytes)", "32 levels", 256, validate_deep},
    {"sked_units_default_size", "O(switches)", "leaves of 60", 1024, default_size_of},
    {"sked_units_bytes", "O(bytes)", "a star", 1024, units_bytes_star},
    {"sked_units_init", "O(bytes)", "jobs", 1024, units_init_jobs},
    {"sked_units_init", "and that of sked_fattree_init", "bad for Knuth's gaps", 4096,
     units_init_marked},
    {"sked_units_create", "O(bytes)", "a star", 1024, units_create_star},
    {"sked_units_submit", "O(jobs_max)", "the last vacant place", 1024, submit_last},
    {"sked_units_cancel", "O(jobs_max + processors)", "the last in the queue", 1024, cancel_last},
    {"sked_units_finish", "and that of sked_fattree_free", "all leaves of a star", 512,
     finish_star},
    {"sked_units_cancel", "and that of sked_fattree_free", "all leaves of a star", 512,
     cancel_star},
    {"sked_units_finish", "O(jobs_max + processors)", "one leaf", 1024, finish_leaf},
    {"sked_units_next", "that of sked_fattree_find on units", "all leaves of a star", 512,
     next_star},
    {"sked_units_next", "that of sked_fattree_allocate on units", "one pod", 512, next_pod},
    {"sked_units_next", "O(tries_max units^2)", "pairs", 64, next_pairs},
    {"sked_units_next", "O(tries_max units^2)", "all units but two", 8, next_all_but_two},
    {"sked_units_get_info", "O(1)", "a star", 1024, units_info},
};

int main(int argc, char **argv) {
    return cost_table("fattree", rows, sizeof rows / sizeof rows[0], argc, argv);
}
