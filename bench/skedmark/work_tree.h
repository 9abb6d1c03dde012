/* work_tree.h: skedmark's work for a tree of switches. */
/* SPDX-License-Identifier: MIT */

/* Included once, by skedmark.c, whose shape, room and draws it uses.
 *
 * Jobs of up to a sixth of the nodes come, are placed with the fewest hops, and stay; the oldest
 * ends whenever less than a fifth of the nodes is free. */

enum { TREE_FIND, TREE_ALLOCATE, TREE_FREE };
enum { TREE_LEVELS = 3 };

typedef struct woods {
    sked_fattree tree;
    void *scratch;
    size_t scratch_bytes;
    sked_set *jobs;                     /* a ring: from the oldest one on                        */
    uint32_t nodes, allocated, oldest, count;
} woods;

static void woods_end_oldest(woods *w) {
    sked_set *const set = &w->jobs[w->oldest];
    sked_status status;
    w->allocated -= sked_set_count(set);
    meter_begin(TREE_FREE);
    status = sked_fattree_free(&w->tree, set);
    meter_end(TREE_FREE);
    meter_require(status);
    w->oldest = (w->oldest + 1) % shape.tree_jobs;
    w->count--;
}

static void woods_place(woods *w, uint32_t count) {
    sked_fattree_request request = {.mode = SKED_FATTREE_EXACT};
    sked_fattree_answer answer = {0};
    sked_set *const set = &w->jobs[(w->oldest + w->count) % shape.tree_jobs];
    sked_status status;
    request.count = count;
    meter_begin(TREE_FIND);
    status = sked_fattree_find(&w->tree, &request, &answer, set, w->scratch, w->scratch_bytes);
    meter_end(TREE_FIND);
    meter_require(status);
    tell(answer.hops);
    tell(sked_set_first(set));
    meter_begin(TREE_ALLOCATE);
    status = sked_fattree_allocate(&w->tree, set);
    meter_end(TREE_ALLOCATE);
    meter_require(status);
    w->allocated += count;
    w->count++;
}

static void woods_grow(woods *w, sked_mem mem) {
    uint32_t fan_out[TREE_LEVELS], *parent, *leaf, i;
    sked_fattree_settings settings = {0};
    for (i = 0; i < TREE_LEVELS; i++) {
        fan_out[i] = shape.fan_out[i];
    }
    meter_require(sked_fattree_shape(fan_out, TREE_LEVELS, &settings, NULL, NULL));
    parent = (uint32_t *)take(mem, settings.switches * sizeof(uint32_t));
    leaf = (uint32_t *)take(mem, settings.processors * sizeof(uint32_t));
    meter_require(sked_fattree_shape(fan_out, TREE_LEVELS, &settings, parent, leaf));
    meter_require(sked_fattree_create(&w->tree, &settings, mem));
    w->nodes = settings.processors;
}

static void woods_begin(woods *w) {
    sked_fattree_request request = {.mode = SKED_FATTREE_EXACT};
    const sked_mem mem = room_begin();
    uint32_t i;
    woods_grow(w, mem);
    request.count = w->nodes / 6;
    meter_require(sked_fattree_find_bytes(&w->tree, &request, &w->scratch_bytes));
    w->scratch = take(mem, w->scratch_bytes);
    w->jobs = (sked_set *)take(mem, shape.tree_jobs * sizeof(sked_set));
    for (i = 0; i < shape.tree_jobs && meter.failures == 0; i++) {
        const size_t bytes = SKED_SET_WORDS(w->nodes) * sizeof(sked_word);
        w->jobs[i] = sked_set_of((sked_word *)take(mem, bytes), w->nodes);
    }
    w->allocated = w->oldest = w->count = 0;
}

static void run_tree(void) {
    static woods w;
    const uint32_t warm = shape.tree_jobs / 2;
    uint32_t i;
    woods_begin(&w);
    for (i = 0; i < shape.steps + warm && meter.failures == 0; i++) {
        uint32_t count = 1 + below(w.nodes / 6);
        meter.warming = i < warm;
        while (w.count == shape.tree_jobs || (w.nodes - w.allocated) * 5 < w.nodes) {
            woods_end_oldest(&w);
        }
        count = count > w.nodes - w.allocated ? w.nodes - w.allocated : count;
        woods_place(&w, count);
    }
    meter_require(sked_fattree_validate(&w.tree));
}
