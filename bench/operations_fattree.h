/* operations_fattree.h: the rows of operations.c for a tree of switches.
 *
 * SPDX-License-Identifier: MIT
 *
 * Included once, by operations.c, whose memory, random numbers, meters and hash it uses. */

/* Root, pods, leaves. Jobs of up to a twelfth of the nodes come and are placed; the oldest end
 * whenever less than a fifth of the nodes is free. */
enum { GROVE_JOBS = 64, GROVE_STEPS = 64, GROVE_WARM = 32 };
enum { GROVE_FIND, GROVE_GREEDY, GROVE_TAKE, GROVE_RELEASE };

typedef struct woods {
    sked_fattree tree;
    uint64_t seed, hash;
    uint32_t nodes, used, first, count;     /* jobs: the oldest one, and how many */
    void *scratch;
    size_t scratch_bytes;
    sked_set jobs[GROVE_JOBS];
} woods;

static void woods_find(woods *w, uint32_t which, sked_fattree_mode mode, uint32_t count,
                       sked_set *set) {
    sked_fattree_request request = {.mode = SKED_FATTREE_EXACT};
    sked_fattree_answer answer = {0};
    sked_status status;
    request.count = count;
    request.mode = mode;
    meter_begin(which);
    status = sked_fattree_find(&w->tree, &request, &answer, set, w->scratch, w->scratch_bytes);
    meter_end(which);
    require(status);
    w->hash = bench_hash_i64(w->hash, (int64_t)answer.hops);
    w->hash = bench_hash_u32(w->hash, sked_set_first(set));
}

static void woods_begin_job(woods *w, uint32_t count) {
    sked_set *const set = &w->jobs[(w->first + w->count++) % GROVE_JOBS];
    sked_status status;
    woods_find(w, GROVE_GREEDY, SKED_FATTREE_GREEDY, count, set);
    woods_find(w, GROVE_FIND, SKED_FATTREE_EXACT, count, set);
    meter_begin(GROVE_TAKE);
    status = sked_fattree_allocate(&w->tree, set);
    meter_end(GROVE_TAKE);
    require(status);
    w->used += count;
}

static void woods_end_job(woods *w) {
    sked_set *const set = &w->jobs[w->first];
    sked_status status;
    w->used -= sked_set_count(set);
    meter_begin(GROVE_RELEASE);
    status = sked_fattree_free(&w->tree, set);
    meter_end(GROVE_RELEASE);
    require(status);
    w->first = (w->first + 1) % GROVE_JOBS;
    w->count--;
}

static void woods_scratch(woods *w, sked_mem mem) {
    sked_fattree_request request = {.mode = SKED_FATTREE_EXACT};
    request.count = w->nodes / 12;
    require(sked_fattree_find_bytes(&w->tree, &request, &w->scratch_bytes));
    w->scratch = take(mem, w->scratch_bytes);
}

static void woods_make(woods *w, const uint32_t *fan_out) {
    sked_fattree_settings settings = {0};
    sked_arena arena;
    sked_mem mem;
    uint32_t *parent, *leaf, i;
    sked_arena_init(&arena, room, sizeof room);
    mem = sked_arena_mem(&arena);
    require(sked_fattree_shape(fan_out, 3, &settings, NULL, NULL));
    parent = (uint32_t *)take(mem, settings.switches * sizeof(uint32_t));
    leaf = (uint32_t *)take(mem, settings.processors * sizeof(uint32_t));
    require(sked_fattree_shape(fan_out, 3, &settings, parent, leaf));
    require(sked_fattree_create(&w->tree, &settings, mem));
    w->nodes = settings.processors;
    woods_scratch(w, mem);
    for (i = 0; i < GROVE_JOBS; i++) {
        const uint32_t words = SKED_SET_WORDS(w->nodes);
        w->jobs[i] = sked_set_of((sked_word *)take(mem, words * sizeof(sked_word)), w->nodes);
    }
    w->seed = 9;
    w->hash = BENCH_HASH_START;
    w->used = w->first = w->count = 0;
}

static uint64_t woods_row(const uint32_t *fan_out) {
    static woods w;
    uint32_t i;
    woods_make(&w, fan_out);
    warming = 1;
    for (i = 0; i < GROVE_WARM + GROVE_STEPS; i++) {
        const uint32_t count = 1 + random_below(&w.seed, w.nodes / 12);
        if (i == GROVE_WARM) {
            meters_clear();
        }
        while (w.count == GROVE_JOBS || (w.nodes - w.used) * 5 < w.nodes) {
            woods_end_job(&w);
        }
        woods_begin_job(&w, count);
    }
    require(sked_fattree_validate(&w.tree));
    return w.hash;
}

static uint64_t tree_48(uint32_t size) {
    static const uint32_t fan_out[] = {4, 4, 3};
    (void)size;
    return woods_row(fan_out);
}

static uint64_t tree_192(uint32_t size) {
    static const uint32_t fan_out[] = {4, 8, 6};
    (void)size;
    return woods_row(fan_out);
}

static uint64_t tree_1024(uint32_t size) {
    static const uint32_t fan_out[] = {8, 16, 8};
    (void)size;
    return woods_row(fan_out);
}
