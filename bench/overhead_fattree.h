/* overhead_fattree.h: the kernels of overhead.c for processors on a tree of switches.
 *
 * SPDX-License-Identifier: MIT
 *
 * Included once, by overhead.c, whose random numbers and hash they use. */

enum { TREE_SWITCHES = 48, TREE_PROCESSORS = 160, TREE_ROOM = 10240 };
enum { TREE_CHOSEN, TREE_BUSY, TREE_DOWN, TREE_ALLOWED, TREE_EXCLUDED, TREE_REQUIRED, TREE_SETS };

typedef struct grove {
    sked_fattree tree;
    sked_fattree_settings settings;
    uint32_t parent[TREE_SWITCHES], leaf[TREE_PROCESSORS];
    uint64_t seed, hash;
    sked_align *scratch;            /* what is left of the room */
    size_t scratch_bytes;
    sked_set sets[TREE_SETS];       /* of the tree's size */
    sked_word words[TREE_SETS][SKED_SET_WORDS((uint32_t)TREE_PROCESSORS)];
} grove;

static grove tree;
static sked_align tree_room[TREE_ROOM / sizeof(sked_align)];

/* Two statuses count as those that they were until 0.9, so that the hashes stay. */
static void tree_hash_status(sked_status status) {
    const sked_status old = status == SKED_E_NOT_BUSY   ? SKED_E_NOT_TAKEN
                            : status == SKED_E_TEMPLATE ? SKED_E_UNKNOWN
                                                        : status;
    tree.hash = bench_hash_u32(tree.hash, (uint32_t)old);
}

/* What was decided, and what it cost: not how much work it was. */
static void tree_hash_answer(sked_status status, const sked_fattree_answer *answer) {
    tree_hash_status(status);
    if (status == SKED_OK) {
        tree.hash = bench_hash_i64(tree.hash, (int64_t)answer->hops);
        tree.hash = bench_hash_i64(tree.hash, (int64_t)answer->hops_lower_bound);
        tree.hash = bench_hash_i64(tree.hash, (int64_t)answer->cost);
        tree.hash = bench_hash_i64(tree.hash, (int64_t)answer->cost_lower_bound);
        tree.hash = bench_hash_u32(tree.hash, answer->leaves);
        tree.hash = bench_hash_u32(tree.hash, answer->levels);
        tree.hash = bench_hash_u32(tree.hash, answer->top);
        hash_set(&tree.hash, &tree.sets[TREE_CHOSEN]);
    }
}

static void tree_begin(void) {
    size_t bytes, used;
    uint32_t i;
    require(sked_fattree_bytes(&tree.settings, &bytes));
    used = (bytes + sizeof(sked_align) - 1) / sizeof(sked_align);
    require(used * sizeof(sked_align) < sizeof tree_room ? SKED_OK : SKED_E_BLOCK);
    require(sked_fattree_init(&tree.tree, &tree.settings, tree_room, bytes));
    tree.scratch = &tree_room[used];
    tree.scratch_bytes = sizeof tree_room - used * sizeof(sked_align);
    tree.seed = 6;
    for (i = 0; i < TREE_SETS; i++) {
        tree.sets[i] = sked_set_of(tree.words[i], tree.settings.processors);
    }
}

static void tree_end(void) {
    require(sked_fattree_validate(&tree.tree));
    sked_fattree_destroy(&tree.tree);
}

/* Root, pods, leaves. */
static void tree_begin_regular(uint32_t pods, uint32_t leaves, uint32_t wide) {
    uint32_t fan_out[3];
    fan_out[0] = pods;
    fan_out[1] = leaves;
    fan_out[2] = wide;
    require(sked_fattree_shape(fan_out, 3, &tree.settings, tree.parent, tree.leaf));
    tree_begin();
}

enum { WILD_SWITCHES = 18, WILD_PROCESSORS = 60 };

/* Two roots, leaves in four depths, unequal links; the processors of a leaf have any numbers. */
static void tree_describe_wild(void) {
    static const uint32_t parent[WILD_SWITCHES] = {
        SKED_NONE, SKED_NONE, 0, 0, 1, 2, 2, 2, 3, 3, 5, 5, 5, 4, 4, 8, 8, 1};
    static const uint32_t links[WILD_SWITCHES] = {1, 1, 2, 1, 1, 1, 3, 1, 1, 2, 1, 1, 2, 1, 1, 1,
                                                  1, 4};
    static const uint32_t leaves[] = {6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17};
    enum { WILD_LEAVES = sizeof leaves / sizeof leaves[0] };
    uint64_t seed = 4;
    uint32_t i;
    for (i = 0; i < WILD_SWITCHES; i++) {
        tree.parent[i] = parent[i];
    }
    for (i = 0; i < WILD_PROCESSORS; i++) {
        tree.leaf[i] = leaves[i < WILD_LEAVES ? i : random_below(&seed, WILD_LEAVES)];
    }
    tree.settings.switches = WILD_SWITCHES;
    tree.settings.processors = WILD_PROCESSORS;
    tree.settings.parent = tree.parent;
    tree.settings.leaf = tree.leaf;
    tree.settings.links = links;
}

static void tree_begin_wild(void) {
    tree_describe_wild();
    tree_begin();
}

/* Makes just these busy. */
static void tree_busy(const sked_set *busy) {
    sked_set *old = &tree.sets[TREE_DOWN];
    require(sked_fattree_get_sets(&tree.tree, NULL, old, NULL));
    require(sked_fattree_free(&tree.tree, old));
    require(sked_fattree_allocate(&tree.tree, busy));
}

/* A scratch block that is too small is no decision. */
static void tree_find(const sked_fattree_request *request) {
    sked_fattree_answer answer;
    const sked_status status =
        sked_fattree_find(&tree.tree, request, &answer, &tree.sets[TREE_CHOSEN], tree.scratch,
                          tree.scratch_bytes);
    require(status == SKED_E_BLOCK ? status : SKED_OK);
    tree_hash_answer(status, &answer);
}

static sked_fattree_request tree_request(uint32_t count) {
    sked_fattree_request request = {.mode = SKED_FATTREE_EXACT};
    request.count = count;
    return request;
}

/* ---- kernels: trees ------------------------------------------------------------------------- */

/* A stream of jobs that come, and leave in any order. */
static void tree_stream(sked_fattree_mode mode, uint32_t steps) {
    uint32_t step;
    for (step = 0; step < steps; step++) {
        const uint32_t widest = tree.settings.processors / (random_below(&tree.seed, 3) ? 10 : 3);
        sked_fattree_request request = tree_request(1 + random_below(&tree.seed, widest));
        sked_set *over = &tree.sets[TREE_BUSY];
        request.mode = mode;
        tree_find(&request);
        tree_hash_status(sked_fattree_allocate(&tree.tree, &tree.sets[TREE_CHOSEN]));
        require(sked_fattree_get_sets(&tree.tree, NULL, &tree.sets[TREE_DOWN], NULL));
        draw_set(&tree.seed, over, 1);
        sked_set_and(over, &tree.sets[TREE_DOWN]);
        tree_hash_status(sked_fattree_free(&tree.tree, over));
    }
}

static uint64_t tree_greedy(void) {
    tree.hash = BENCH_HASH_START;
    tree_begin_regular(5, 4, 5);
    tree_stream(SKED_FATTREE_GREEDY, 80);
    tree_end();
    tree_begin_wild();
    tree_stream(SKED_FATTREE_GREEDY, 40);
    tree_end();
    return tree.hash;
}

static uint64_t tree_exact(void) {
    tree.hash = BENCH_HASH_START;
    tree_begin_regular(4, 4, 3);
    tree_stream(SKED_FATTREE_EXACT, 60);
    tree_end();
    tree_begin_wild();
    tree_stream(SKED_FATTREE_EXACT, 20);
    tree_end();
    return tree.hash;
}

enum { HARD_LEAF = 5 };

/* Of each leaf either any number are free, or at most three: where bounds settle little. */
static void tree_draw_hard(void) {
    sked_set *busy = &tree.sets[TREE_BUSY];
    uint32_t first, p;
    sked_set_fill(busy);
    for (first = 0; first < busy->size; first += HARD_LEAF) {
        const uint32_t most = random_below(&tree.seed, 2) == 0 ? HARD_LEAF + 1 : 4;
        const uint32_t free = random_below(&tree.seed, most);
        for (p = first; p < first + free; p++) {
            sked_set_remove(busy, p);
        }
    }
    tree_busy(busy);
}

/* With a bound of so many steps; 0: none. */
static uint64_t tree_hard_states(uint32_t states, uint64_t steps_max) {
    uint32_t state, free;
    tree.hash = BENCH_HASH_START;
    tree_begin_regular(8, 3, HARD_LEAF);
    for (state = 0; state < states; state++) {
        sked_fattree_request request = tree_request(1);
        tree_draw_hard();
        free = tree.settings.processors - sked_set_count(&tree.sets[TREE_BUSY]);
        request.count = HARD_LEAF + 1 + random_below(&tree.seed, 20);
        request.count = request.count < free ? request.count : free;
        request.steps_max = steps_max;
        tree_find(&request);
    }
    tree_end();
    return tree.hash;
}

static uint64_t tree_hard(void) { return tree_hard_states(30, 0); }
static uint64_t tree_bounded(void) { return tree_hard_states(30, 100); }

static void tree_draw_limits(sked_fattree_request *request) {
    if (random_below(&tree.seed, 2) == 0) {
        draw_set(&tree.seed, &tree.sets[TREE_ALLOWED], 6);
        request->allowed = &tree.sets[TREE_ALLOWED];
    }
    if (random_below(&tree.seed, 2) == 0) {
        draw_set(&tree.seed, &tree.sets[TREE_EXCLUDED], 1);
        request->excluded = &tree.sets[TREE_EXCLUDED];
    }
    if (random_below(&tree.seed, 3) == 0) {
        sked_set *required = &tree.sets[TREE_REQUIRED];
        sked_set_clear(required);
        sked_set_add(required, random_below(&tree.seed, WILD_PROCESSORS));
        sked_set_add(required, random_below(&tree.seed, WILD_PROCESSORS));
        request->required = required;
    }
    if (random_below(&tree.seed, 4) == 0) {
        request->levels_max = 1 + random_below(&tree.seed, 4);
    }
    if (random_below(&tree.seed, 4) == 0) {
        request->levels_preferred = 1 + random_below(&tree.seed, 3);
    }
}

static uint64_t tree_limits(void) {
    uint32_t step;
    tree.hash = BENCH_HASH_START;
    tree_begin_wild();
    for (step = 0; step < 40; step++) {
        sked_fattree_request request = tree_request(1 + random_below(&tree.seed, 16));
        draw_set(&tree.seed, &tree.sets[TREE_BUSY], 3);
        tree_busy(&tree.sets[TREE_BUSY]);
        tree_draw_limits(&request);
        tree_find(&request);
    }
    tree_end();
    return tree.hash;
}

static uint64_t tree_leaves(void) {
    uint32_t step;
    tree.hash = BENCH_HASH_START;
    tree_begin_wild();
    for (step = 0; step < 12; step++) {
        sked_fattree_request request = tree_request(1 + random_below(&tree.seed, 10));
        draw_set(&tree.seed, &tree.sets[TREE_BUSY], 2);
        tree_busy(&tree.sets[TREE_BUSY]);
        request.leaves_max = 1 + random_below(&tree.seed, 4);
        tree_find(&request);
    }
    tree_end();
    return tree.hash;
}

static uint64_t tree_segments(void) {
    uint32_t step;
    tree.hash = BENCH_HASH_START;
    for (step = 0; step < 40; step++) {
        sked_fattree_request request = tree_request(0);
        if (step % 20 == 0) {
            if (step == 0) {
                tree_begin_regular(4, 4, 6);
            } else {
                tree_end();
                tree_begin_wild();
            }
        }
        request.segment = 2 + random_below(&tree.seed, 3);
        request.count = request.segment * (1 + random_below(&tree.seed, 6));
        draw_set(&tree.seed, &tree.sets[TREE_BUSY], 2);
        tree_busy(&tree.sets[TREE_BUSY]);
        tree_find(&request);
    }
    tree_end();
    return tree.hash;
}

/* With what is left over in mind, too. */
static uint64_t tree_fragments(void) {
    uint32_t step;
    tree.hash = BENCH_HASH_START;
    tree_begin_regular(3, 4, 5);
    for (step = 0; step < 20; step++) {
        sked_fattree_request request = tree_request(1 + random_below(&tree.seed, 20));
        request.fragment_weight_q10 = 1 + random_below(&tree.seed, 1024);
        draw_set(&tree.seed, &tree.sets[TREE_BUSY], 3);
        tree_busy(&tree.sets[TREE_BUSY]);
        tree_find(&request);
    }
    tree_end();
    return tree.hash;
}

/* ---- kernels: what happens to trees --------------------------------------------------------- */

static void tree_hash_state(const sked_fattree *of) {
    sked_fattree_info info;
    sked_fattree_switch top = {0};
    require(sked_fattree_get_info(of, &info));
    tree.hash = bench_hash_u32(tree.hash, info.leaves);
    tree.hash = bench_hash_u32(tree.hash, info.levels);
    tree.hash = bench_hash_u32(tree.hash, info.free);
    require(sked_fattree_get_sets(of, &tree.sets[TREE_ALLOWED], &tree.sets[TREE_BUSY],
                                  &tree.sets[TREE_DOWN]));
    hash_set(&tree.hash, &tree.sets[TREE_ALLOWED]);
    hash_set(&tree.hash, &tree.sets[TREE_BUSY]);
    hash_set(&tree.hash, &tree.sets[TREE_DOWN]);
    tree_hash_status(sked_fattree_get_switch(of, random_below(&tree.seed, 20), &top));
    tree.hash = bench_hash_u32(tree.hash, top.free);
}

/* Sets that are drawn, not searched: many are refused. All statuses count. */
static void tree_change(void) {
    sked_set *drawn = &tree.sets[TREE_CHOSEN];
    const uint32_t what = random_below(&tree.seed, 8);
    draw_set(&tree.seed, drawn, 1);
    require(
        sked_fattree_get_sets(&tree.tree, &tree.sets[TREE_ALLOWED], &tree.sets[TREE_BUSY], NULL));
    if (what % 2 == 0) {
        sked_set_and(drawn, &tree.sets[what < 4 ? TREE_ALLOWED : TREE_BUSY]);
    }
    tree_hash_status(what < 4    ? sked_fattree_allocate(&tree.tree, drawn)
                     : what < 6  ? sked_fattree_free(&tree.tree, drawn)
                     : what == 6 ? sked_fattree_down(&tree.tree, drawn)
                                 : sked_fattree_up(&tree.tree, drawn));
}

static void tree_ask(void) {
    const uint32_t from = random_below(&tree.seed, WILD_PROCESSORS);
    const uint32_t to = random_below(&tree.seed, WILD_PROCESSORS + 1);
    sked_fattree_answer answer = {0};
    uint64_t hops = 0, least = 0;
    uint32_t leaf = 0;
    tree_hash_status(sked_fattree_hops(&tree.tree, from, to, &hops));
    tree_hash_status(sked_fattree_get_leaf(&tree.tree, to, &leaf));
    tree_hash_status(sked_fattree_explain(&tree.tree, &tree.sets[TREE_CHOSEN], &answer, &least,
                                          tree.scratch, tree.scratch_bytes));
    tree.hash = bench_hash_i64(tree.hash, (int64_t)(hops + 1000 * answer.hops));
    tree.hash = bench_hash_i64(tree.hash, (int64_t)least);
    tree.hash = bench_hash_u32(tree.hash, leaf);
}

/* A branch, of which the tree itself sees nothing. */
static void tree_branch_off(void) {
    sked_fattree branch;
    require(sked_fattree_branch(&tree.tree, &branch, tree.scratch, tree.scratch_bytes));
    sked_set_fill(&tree.sets[TREE_REQUIRED]);
    require(sked_fattree_up(&branch, &tree.sets[TREE_REQUIRED]));
    tree_hash_state(&branch);
    sked_fattree_destroy(&branch);
}

static uint64_t tree_life(void) {
    uint32_t step;
    tree.hash = BENCH_HASH_START;
    tree_begin_wild();
    for (step = 0; step < 160; step++) {
        tree_change();
        tree_ask();
        if (step % 8 == 0) {
            tree_hash_state(&tree.tree);
        }
        if (step % 32 == 0) {
            tree_branch_off();
        }
    }
    tree_end();
    return tree.hash;
}

enum { TREE_BATCH = 4 };

static uint64_t tree_batch(void) {
    static sked_word words[TREE_BATCH][SKED_SET_WORDS((uint32_t)TREE_PROCESSORS)];
    sked_fattree_job jobs[TREE_BATCH];
    uint32_t step, i;
    tree.hash = BENCH_HASH_START;
    tree_begin_regular(5, 4, 4);
    for (step = 0; step < 16; step++) {
        draw_set(&tree.seed, &tree.sets[TREE_BUSY], 3);
        tree_busy(&tree.sets[TREE_BUSY]);
        for (i = 0; i < TREE_BATCH; i++) {
            jobs[i].request = tree_request(1 + random_below(&tree.seed, 20));
            jobs[i].set = sked_set_of(words[i], tree.settings.processors);
        }
        tree_hash_status(sked_fattree_batch(&tree.tree, jobs, TREE_BATCH, tree.scratch,
                                            tree.scratch_bytes));
        for (i = 0; i < TREE_BATCH; i++) {
            sked_set_copy(&tree.sets[TREE_CHOSEN], &jobs[i].set);
            tree_hash_answer(jobs[i].status, &jobs[i].answer);
        }
    }
    tree_end();
    return tree.hash;
}

/* What a queue or a calendar would ask; one kind of job must fit into two levels of switches, and
 * a third one is not known. */
static uint64_t tree_picker(void) {
    sked_fattree_request kinds[2];
    sked_fattree_picker_settings settings = {.tree = &tree.tree, .templates_count = 2};
    sked_fattree_picker chooser;
    sked_pick_request ask = {.start = 0, .end = 10};
    uint32_t step;
    tree.hash = BENCH_HASH_START;
    tree_begin_wild();
    kinds[0] = tree_request(1);
    kinds[1] = tree_request(1);
    kinds[1].levels_max = 2;
    settings.templates = kinds;
    require(sked_fattree_picker_init(&chooser, &settings, tree.scratch, tree.scratch_bytes));
    for (step = 0; step < 40; step++) {
        ask.id = step;
        ask.tag = random_below(&tree.seed, 11) % 3;
        ask.count = 1 + random_below(&tree.seed, ask.tag == 1 ? 8 : 20);
        draw_set(&tree.seed, &tree.sets[TREE_ALLOWED], 5);
        tree_hash_status(sked_pick(&chooser.picker, &ask, &tree.sets[TREE_ALLOWED],
                                   &tree.sets[TREE_CHOSEN]));
        hash_set(&tree.hash, &tree.sets[TREE_CHOSEN]);
        tree_hash_status(chooser.last_refusal);
    }
    tree.hash = bench_hash_i64(tree.hash, (int64_t)(chooser.chosen + 1000 * chooser.refused));
    tree_end();
    return tree.hash;
}

/* ---- kernels: the method of the patent ------------------------------------------------------ */

enum { UNITS_JOBS = 12 };

static void tree_hash_units(const sked_units *units) {
    sked_units_info info;
    require(sked_units_get_info(units, &info));
    tree.hash = bench_hash_u32(tree.hash, info.idle);
    tree.hash = bench_hash_u32(tree.hash, info.busy);
    tree.hash = bench_hash_u32(tree.hash, info.waiting);
    tree.hash = bench_hash_i64(tree.hash, (int64_t)info.batches);
    tree.hash = bench_hash_i64(tree.hash, (int64_t)(info.shrinks + 1000 * info.exact_fits));
}

static void tree_units_start(sked_units *units) {
    sked_set *set = &tree.sets[TREE_CHOSEN];
    sked_units_start start;
    while (sked_units_next(units, &start, set) == SKED_OK) {
        tree.hash = bench_hash_u32(tree.hash, (uint32_t)start.id);
        tree.hash = bench_hash_u32(tree.hash, start.units);
        tree.hash = bench_hash_i64(tree.hash, (int64_t)start.hops);
        hash_set(&tree.hash, set);
    }
}

/* Jobs come, end and are taken back; a live id twice, and one that nobody knows, are refused. */
static void tree_units_day(sked_units_settings *settings, uint64_t tries_max, uint32_t options) {
    sked_units units;
    uint32_t step;
    settings->tries_max = tries_max;
    settings->options = options;
    require(sked_units_init(&units, settings, tree.scratch, tree.scratch_bytes));
    tree.seed = 8;
    for (step = 0; step < 60; step++) {
        const uint64_t id = random_below(&tree.seed, 2 * UNITS_JOBS);
        const uint32_t what = random_below(&tree.seed, 8);
        const uint32_t count = 1 + random_below(&tree.seed, 14);
        tree_hash_status(what < 4   ? sked_units_submit(&units, id, count)
                         : what < 7 ? sked_units_finish(&units, id)
                                    : sked_units_cancel(&units, id));
        tree_units_start(&units);
        tree_hash_units(&units);
    }
    sked_units_destroy(&units);
}

static uint64_t tree_units(void) {
    sked_units_settings settings = {.jobs_max = UNITS_JOBS};
    tree.hash = BENCH_HASH_START;
    tree_begin_regular(3, 2, 8);
    settings.tree = &tree.tree;
    tree_units_day(&settings, 0, 0);
    tree_units_day(&settings, 500, SKED_UNITS_GO_ON);
    settings.unit_size = 2;
    settings.batch_max = 2;
    tree_units_day(&settings, 0, SKED_UNITS_GO_ON);
    tree_end();
    return tree.hash;
}
