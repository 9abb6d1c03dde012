/* calls_fattree.c - fuzz target: each function of sched_fattree.h, with whatever a file says.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "calls.h"

#include "sched_fattree.h"

#define FUZZ_NAME "calls_fattree"

enum {
    SWITCHES = 12, PROCESSORS = 40, LARGEST = 200, JOBS = 3, TEMPLATES = 2, UNITS_JOBS = 6,
    UNITS_PROCESSORS = 40, TREE_RULES = 2, TREE_OWNERS = 256
};

typedef struct tree_world {
    sked_fattree tree;
    sked_units units;
    calls_memory memory;
    calls_watched watched;
    void *block, *units_block;                  /* of an object without a memory resource */
    uint32_t processors, switches;
    calls_set allowed, excluded, required, held;    /* of the requests that were drawn last */
    sked_fattree_rule rules[TREE_RULES];
    uint32_t owner[TREE_OWNERS];
} tree_world;

#define FIND_BYTES \
    SKED_E_EMPTY, SKED_E_NO_WIDTH, SKED_E_TOO_WIDE, SKED_E_SETTING, SKED_E_RANGE, SKED_E_OVERFLOW

/* ---- create ---------------------------------------------------------------------------------- */

static void watch(tree_world *self) {
    sked_fattree_info info;
    memset(&info, 0, sizeof info);
    self->watched.block =
        sked_fattree_get_info(&self->tree, &info) == SKED_OK ? self->tree.state_ : NULL;
    self->watched.handle = &self->tree;
    self->watched.handle_bytes = sizeof self->tree;
    self->watched.bytes = info.bytes;
    self->watched.moved = 1;
    self->processors = info.processors > 0 ? info.processors : 1;
    self->switches = info.switches > 0 ? info.switches : 1;
}

static void end(tree_world *self) {
    sked_fattree_destroy(&self->tree);
    free(self->block);
    self->block = NULL;
    self->watched.forged = 0;
    watch(self);
}

/* Another tree takes the place of the one there is. */
static void adopt(tree_world *self, const sked_fattree *tree, void *block, int forged) {
    end(self);
    self->tree = *tree;
    self->block = block;
    self->watched.forged = forged;
    watch(self);
    if (self->processors > LARGEST) {
        end(self);
    }
}

typedef struct tree_arrays {
    uint32_t parent[LARGEST], leaf[LARGEST], links[LARGEST];
} tree_arrays;

/* Levels with the fan-outs of the tape. */
static sked_status shape(sked_fattree_settings *settings, tree_arrays *arrays) {
    uint32_t fan_out[4], levels = 1 + calls_below(3), at;
    sked_status status;
    for (at = 0; at < 4; at++) {
        fan_out[at] = calls_number(5);
    }
    levels = calls_rarely(32) ? calls_number(40) % 5 * 9 : levels;
    if (levels > 4) {
        static const uint32_t ones[36] = {1, 1};
        return sked_fattree_shape(ones, levels, settings, NULL, NULL);
    }
    status = sked_fattree_shape(fan_out, levels, settings, NULL, NULL);
    if (status != SKED_OK || settings->switches > LARGEST || settings->processors > LARGEST) {
        return status == SKED_OK ? SKED_E_RANGE : status;
    }
    return sked_fattree_shape(fan_out, levels, settings, arrays->parent, arrays->leaf);
}

/* Any forest: each switch is below an earlier one, or rarely anywhere. */
static void grow_wild(sked_fattree_settings *settings, tree_arrays *arrays) {
    const uint32_t roots = 1 + calls_below(2);
    uint32_t at, below = 0;
    settings->switches = 1 + calls_below(SWITCHES);
    settings->processors = 1 + calls_below(PROCESSORS);
    for (at = 0; at < settings->switches; at++) {
        const uint32_t byte = calls_byte();
        arrays->parent[at] = at < roots ? SKED_NONE : byte % at;
        if (byte >= 252) {
            arrays->parent[at] = byte == 252 ? settings->switches : byte % settings->switches;
        }
        arrays->links[at] = byte == 251 ? 0 : byte == 250 ? UINT32_MAX : 1 + byte / 16 % 3;
        below = arrays->parent[at] != SKED_NONE && arrays->parent[at] > below ? arrays->parent[at]
                                                                              : below;
    }
    /* The switches above the last parent are leaves; those before it may not be. */
    for (at = 0; at < settings->processors; at++) {
        const uint32_t leaves = settings->switches > below + 1 ? settings->switches - below - 1 : 1;
        arrays->leaf[at] = (settings->switches - 1 - at % leaves);
    }
    if (calls_rarely(16)) {
        arrays->leaf[0] = calls_number(SWITCHES);
    }
}

static sked_fattree_settings some_settings(tree_arrays *arrays) {
    sked_fattree_settings settings = {.switches = 1, .processors = 4, .parent = arrays->parent,
                                      .leaf = arrays->leaf};
    arrays->parent[0] = SKED_NONE;
    memset(arrays->leaf, 0, sizeof arrays->leaf);
    if (calls_below(3) > 0) {
        sked_fattree_settings regular;
        if (shape(&regular, arrays) == SKED_OK && regular.parent != NULL) {
            settings = regular;
        }
    } else {
        grow_wild(&settings, arrays);
        settings.links = calls_below(2) == 0 ? NULL : arrays->links;
    }
    if (calls_rarely(64)) {                     /* refused before the arrays are read */
        settings.switches = calls_below(2) == 0 ? 0 : SKED_FATTREE_MAX + 1;
    }
    return settings;
}

static sked_status create(void *world) {
    static tree_arrays arrays;
    tree_world *self = (tree_world *)world;
    sked_fattree_settings settings = some_settings(&arrays);
    sked_refusal refusal = SKED_ZERO;
    void *block = NULL;
    size_t bytes = 0;
    sked_fattree fresh;
    sked_status status;
    settings.refusal = &refusal;
    if (calls_below(2) == 0) {
        status = sked_fattree_create(&fresh, &settings, calls_mem(&self->memory));
    } else {
        status = sked_fattree_bytes(&settings, &bytes);
        CHECK(status != SKED_OK || bytes > 0);
        block = calls_block_for(status, bytes);
        memset(&refusal, 0, sizeof refusal);
        status = sked_fattree_init(&fresh, &settings, block, bytes - calls_rarely(16));
    }
    calls_judge_refusal(&refusal, status);
    if (status != SKED_OK) {
        CHECK(sked_fattree_validate(&fresh) == SKED_E_EMPTY);
        free(block);
    } else {
        adopt(self, &fresh, block, 0);
    }
    return status;
}

static sked_status destroy(void *world) {
    end((tree_world *)world);
    sked_fattree_destroy(&((tree_world *)world)->tree);
    return SKED_OK;
}

static sked_status branch_or_clone(void *world) {
    tree_world *self = (tree_world *)world;
    const size_t bytes = self->watched.bytes;
    void *block = calls_below(2) == 0 ? NULL : malloc(bytes + 1);
    sked_fattree copy;
    const sked_status status =
        block == NULL ? sked_fattree_clone(&self->tree, &copy, calls_mem(&self->memory))
                      : sked_fattree_branch(&self->tree, &copy, block,
                                            bytes - (bytes > 0 ? calls_rarely(16) : 0));
    if (status != SKED_OK) {
        CHECK(sked_fattree_validate(&copy) == SKED_E_EMPTY);
        free(block);
    } else {
        adopt(self, &copy, block, self->watched.forged);
    }
    return status;
}

/* Writes into the block of a tree in use; what does not validate is mended. */
static sked_status forge(void *world) {
    tree_world *self = (tree_world *)world;
    unsigned char *block = (unsigned char *)self->tree.state_;
    if (block == NULL || calls_rarely(2) != 0) {
        return SKED_OK;
    }
    calls_forge(block, self->watched.bytes);
    if (sked_fattree_validate(&self->tree) == SKED_OK) {
        watch(self);
        self->watched.forged = 1;
        return SKED_OK;
    }
    memcpy(block, calls_kept, self->watched.bytes);
    return SKED_OK;
}

static sked_status validate(void *world) {
    tree_world *self = (tree_world *)world;
    const sked_status status = sked_fattree_validate(&self->tree);
    CHECK(self->watched.forged || status != SKED_E_CORRUPT);
    return status;
}

/* ---- allocate -------------------------------------------------------------------------------- */

static sked_status change(void *world) {
    tree_world *self = (tree_world *)world;
    calls_set room;
    const sked_set *set = calls_some(&room, self->processors);
    switch (calls_below(8)) {
    case 0: return sked_fattree_down(&self->tree, set);
    case 1: return sked_fattree_up(&self->tree, set);
    case 2:
    case 3: return sked_fattree_free(&self->tree, set);
    default: return sked_fattree_allocate(&self->tree, set);
    }
}

/* ---- find ------------------------------------------------------------------------------------ */

/* Rules, an aim, owners: those that were drawn last. */
static void add_rules(tree_world *self, sked_fattree_request *request) {
    const uint32_t what = calls_byte();
    uint32_t i;
    for (i = 0; i < TREE_RULES; i++) {
        sked_fattree_rule *rule = &self->rules[i];
        memset(rule, 0, sizeof *rule);
        rule->level = 1 + i + calls_rarely(SKED_FATTREE_LEVELS);
        rule->multiple = calls_number(4);
        rule->least = what % 2 == 1 ? calls_number(4) : 0;
        rule->most = what / 2 % 4 == 1 ? calls_number(6) : 0;
        rule->blocks_max = what / 8 % 4 == 1 ? calls_number(3) : 0;
        rule->options = calls_below(4) + calls_rarely(8);
    }
    request->rules = self->rules;
    request->rules_count = calls_below(TREE_RULES + 1);
    request->aim = (sked_fattree_aim)calls_below(4 + calls_rarely(2));
    request->aim_level = calls_below(4);
    if (what / 32 % 2 == 1) {
        for (i = 0; i < self->processors && i < TREE_OWNERS; i++) {
            self->owner[i] = calls_below(8) == 7 ? SKED_NONE : i / 4 % self->processors;
        }
        request->owner = self->processors <= TREE_OWNERS ? self->owner : NULL;
        request->crossing_max = 1 + calls_below(2);
    }
    if (what / 64 % 2 == 1) {
        request->held = calls_wanted(&self->held, self->processors);
    }
}

/* A request whose sets are those that were drawn last. */
static sked_fattree_request some_request(tree_world *self) {
    sked_fattree_request request = sked_fattree_request_of(calls_number(self->processors));
    const uint32_t limits = calls_byte(), sets = calls_byte();
    request.mode = (sked_fattree_mode)(limits % 4 == 3 ? calls_below(3) : 0);
    request.steps_max = limits % 8 == 5 ? calls_byte() : 0;
    request.levels_max = limits / 8 % 4 == 1 ? calls_number(4) : 0;
    request.levels_preferred = limits / 8 % 4 == 2 ? calls_number(4) : 0;
    request.leaves_max = limits / 32 % 4 == 1 ? calls_number(6) : 0;
    request.segment = limits / 32 % 4 == 2 ? calls_number(4) : 0;
    request.fragment_weight_q10 = limits / 128 != 0 && limits % 4 == 0 ? calls_number(1024) : 0;
    if (request.segment > 1 && request.segment < 8) {
        request.count -= request.count % request.segment;
    }
    request.allowed = sets % 4 == 1 ? calls_some(&self->allowed, self->processors) : NULL;
    request.excluded = sets / 4 % 4 == 1 ? calls_some(&self->excluded, self->processors) : NULL;
    request.required = sets / 16 % 4 == 1 ? calls_some(&self->required, self->processors) : NULL;
    if (sets / 64 == 1) {
        add_rules(self, &request);
    }
    return request;
}

static sked_status find(void *world) {
    tree_world *self = (tree_world *)world;
    sked_fattree_request request = some_request(self);
    sked_refusal refusal = SKED_ZERO;
    const uint32_t allocate = calls_below(2);
    size_t bytes = 0;
    void *scratch;
    calls_set room;
    sked_fattree_answer answer;
    sked_status status = sked_fattree_find_bytes(&self->tree, &request, &bytes);
    scratch = calls_scratch(&bytes);
    request.refusal = &refusal;
    status = sked_fattree_find(&self->tree, &request, &answer,
                               calls_wanted(&room, self->processors), scratch, bytes);
    calls_judge_set(&room, self->processors, status);
    calls_judge_refusal(&refusal, status);
    if (status == SKED_OK && !self->watched.forged) {
        CHECK(sked_set_count(&room.set) == request.count);
        CHECK(answer.hops >= answer.hops_lower_bound && answer.cost >= answer.cost_lower_bound);
        if (allocate != 0) {
            self->watched.moved = 1;
            CHECK(sked_fattree_allocate(&self->tree, &room.set) == SKED_OK);
        }
    }
    return status;
}

static sked_status batch(void *world) {
    tree_world *self = (tree_world *)world;
    const uint32_t count = calls_below(JOBS + 1);
    sked_fattree_job jobs[JOBS];
    calls_set rooms[JOBS];
    size_t bytes = 0;
    void *scratch;
    sked_status status;
    uint32_t at;
    for (at = 0; at < JOBS; at++) {
        size_t needed = 0;
        memset(&jobs[at], 0, sizeof jobs[at]);
        jobs[at].request = some_request(self);
        jobs[at].set = *calls_wanted(&rooms[at], self->processors);
        (void)sked_fattree_find_bytes(&self->tree, &jobs[at].request, &needed);
        bytes = needed > bytes ? needed : bytes;
    }
    scratch = calls_scratch(&bytes);
    status = sked_fattree_batch(&self->tree, jobs, count, scratch, bytes);
    for (at = 0; at < count && status == SKED_OK; at++) {
        calls_judge_set(&rooms[at], self->processors, jobs[at].status);
    }
    return status;
}

/* A picker with two templates, as a queue would ask it. */
static sked_status ask_picker(void *world) {
    tree_world *self = (tree_world *)world;
    const sked_fattree_request templates[TEMPLATES] = {some_request(self), some_request(self)};
    sked_fattree_picker_settings settings = {
        .tree = &self->tree, .width_max = calls_number(self->processors),
        .templates_count = calls_below(TEMPLATES + 1), .templates = templates};
    sked_pick_request request = {.tag = calls_below(3), .start = 0, .end = 1};
    sked_refusal refusal = SKED_ZERO;
    sked_fattree_picker picker;
    calls_set offered, chosen;
    const sked_set *set = calls_some(&offered, self->processors);
    size_t bytes = 0;
    void *scratch;
    sked_status status = sked_fattree_picker_bytes(&settings, &bytes);
    scratch = calls_scratch(&bytes);
    settings.refusal = &refusal;
    status = sked_fattree_picker_init(&picker, &settings, scratch, bytes);
    calls_judge_refusal(&refusal, status);
    request.count = calls_number(8);
    if (calls_is_sound(set)) {                  /* offers are the kit's own */
        sked_set *wanted = calls_wanted(&chosen, set->size);
        sked_status answer;
        wanted->size = set->size;
        memset(wanted->words, 0, SKED_SET_WORDS(set->size) * sizeof(sked_word));
        answer = sked_pick(&picker.picker, &request, set, wanted);
        CHECK(answer == SKED_OK || answer == SKED_E_REFUSED || self->watched.forged);
        CHECK(status == SKED_OK || answer == SKED_E_REFUSED);
    }
    return status;
}

/* ---- read ------------------------------------------------------------------------------------ */

static sked_status explain(void *world) {
    tree_world *self = (tree_world *)world;
    sked_fattree_answer answer;
    calls_set room;
    const sked_set *set = calls_some(&room, self->processors);
    uint64_t least = 0;
    size_t bytes = 0;
    void *scratch;
    sked_status status = sked_fattree_explain_bytes(&self->tree, &bytes);
    scratch = calls_scratch(&bytes);
    status = sked_fattree_explain(&self->tree, set, &answer, &least, scratch, bytes);
    CHECK(status != SKED_OK || self->watched.forged || answer.hops >= least);
    return status;
}

static sked_status read_any(void *world) {
    tree_world *self = (tree_world *)world;
    const uint32_t which = calls_below(4), number = calls_number(self->processors);
    sked_fattree_switch info;
    calls_set rooms[3];
    uint64_t hops;
    uint32_t leaf, at;
    sked_set *sets[3];
    sked_status status;
    if (which == 0) {
        return sked_fattree_get_switch(&self->tree, number % (self->switches + 1), &info);
    }
    if (which == 1) {
        return sked_fattree_get_leaf(&self->tree, number, &leaf);
    }
    if (which == 2) {
        return sked_fattree_hops(&self->tree, number, calls_number(self->processors), &hops);
    }
    for (at = 0; at < 3; at++) {
        sets[at] = calls_wanted(&rooms[at], self->processors);
    }
    status = sked_fattree_get_sets(&self->tree, sets[0], sets[1], sets[2]);
    for (at = 0; at < 3; at++) {
        calls_judge_set(&rooms[at], self->processors, status);
    }
    return status;
}

/* ---- units ----------------------------------------------------------------------------------- */

static void units_end(tree_world *self) {
    sked_units_destroy(&self->units);
    free(self->units_block);
    self->units_block = NULL;
}

static sked_status units_create(void *world) {
    tree_world *self = (tree_world *)world;
    sked_units_settings settings = {.tree = &self->tree, .unit_size = calls_number(3),
                                    .batch_max = calls_number(4), .jobs_max = 1};
    sked_refusal refusal = SKED_ZERO;
    size_t bytes = 0;
    sked_status status;
    uint32_t size;
    settings.jobs_max = calls_number(UNITS_JOBS);
    settings.options = calls_below(8) == 7 ? 2 : calls_below(2);
    settings.tries_max = calls_below(3) == 0 ? calls_byte() : 0;
    settings.refusal = &refusal;
    units_end(self);
    (void)sked_units_default_size(&self->tree, &size);
    if (calls_below(2) == 0) {
        status = sked_units_create(&self->units, &settings, calls_mem(&self->memory));
    } else {
        if (sked_units_bytes(&settings, &bytes) == SKED_OK && bytes <= CALLS_BLOCK_MAX) {
            self->units_block = malloc(bytes);
        }
        memset(&refusal, 0, sizeof refusal);
        status = sked_units_init(&self->units, &settings, self->units_block,
                                 bytes - calls_rarely(16));
    }
    calls_judge_refusal(&refusal, status);
    return status;
}

static sked_status units_submit(void *world) {
    tree_world *self = (tree_world *)world;
    return sked_units_submit(&self->units, calls_id(), calls_number(self->processors));
}

static sked_status units_finish(void *world) {
    tree_world *self = (tree_world *)world;
    const uint64_t id = calls_id();
    return calls_below(2) == 0 ? sked_units_finish(&self->units, id)
                               : sked_units_cancel(&self->units, id);
}

static sked_status units_next(void *world) {
    tree_world *self = (tree_world *)world;
    sked_units_info info;
    sked_units_start start;
    calls_set room;
    sked_status status = sked_units_get_info(&self->units, &info);
    if (status != SKED_OK) {
        return status;
    }
    status = sked_units_next(&self->units, &start, calls_wanted(&room, info.processors));
    calls_judge_set(&room, info.processors, status);
    CHECK(status != SKED_OK || sked_set_count(&room.set) == start.count);
    return status;
}

/* ---- what each may return -------------------------------------------------------------------- */

static const sked_status create_ends[] = {
    SKED_E_NO_SWITCH, SKED_E_NO_PROCESSORS, SKED_E_RANGE, SKED_E_OVERFLOW, SKED_E_MEMORY,
    SKED_E_BLOCK, SKED_E_MIXED, SKED_E_BARE, SKED_E_CYCLE, SKED_E_LEVELS, SKED_OK};
static const sked_status copy_ends[] = {SKED_E_EMPTY, SKED_E_BLOCK, SKED_E_MEMORY, SKED_OK};
static const sked_status validate_ends[] = {SKED_E_EMPTY, SKED_E_CORRUPT, SKED_OK};
static const sked_status change_ends[] = {
    SKED_E_EMPTY, SKED_E_RANGE, SKED_E_TAKEN, SKED_E_NOT_FREE, SKED_E_NOT_BUSY, SKED_OK};
static const sked_status find_ends[] = {
    FIND_BYTES, SKED_E_BLOCK, SKED_E_NOT_FREE, SKED_E_LIMITS, SKED_OK};
static const sked_status batch_ends[] = {SKED_E_EMPTY, SKED_OK};
static const sked_status picker_ends[] = {FIND_BYTES, SKED_E_BLOCK, SKED_OK};
static const sked_status explain_ends[] = {
    SKED_E_EMPTY, SKED_E_RANGE, SKED_E_BLOCK, SKED_E_LIMITS, SKED_OK};
static const sked_status read_ends[] = {SKED_E_EMPTY, SKED_E_RANGE, SKED_E_LIMITS, SKED_OK};
static const sked_status units_create_ends[] = {
    SKED_E_EMPTY, SKED_E_SETTING, SKED_E_RANGE, SKED_E_OVERFLOW, SKED_E_MEMORY, SKED_E_BLOCK,
    SKED_OK};
static const sked_status units_submit_ends[] = {
    SKED_E_EMPTY, SKED_E_NO_WIDTH, SKED_E_TOO_WIDE, SKED_E_DUPLICATE, SKED_E_FULL, SKED_OK};
static const sked_status units_finish_ends[] = {
    SKED_E_EMPTY, SKED_E_UNKNOWN, SKED_E_NOT_RUNNING, SKED_OK};
static const sked_status units_next_ends[] = {SKED_E_EMPTY, SKED_E_RANGE, SKED_DONE, SKED_OK};
static const sked_status fine[] = {SKED_OK};

static const calls_operation operations[] = {
    {change, change_ends},          {find, find_ends},
    {change, change_ends},          {find, find_ends},
    {batch, batch_ends},            {ask_picker, picker_ends},
    {explain, explain_ends},        {read_any, read_ends},
    {branch_or_clone, copy_ends},   {forge, fine},
    {validate, validate_ends},      {units_create, units_create_ends},
    {units_submit, units_submit_ends}, {units_next, units_next_ends},
    {units_finish, units_finish_ends}, {units_submit, units_submit_ends},
    {units_next, units_next_ends},  {create, create_ends},
    {destroy, fine},                {find, find_ends},
};

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    static tree_world self;
    memset(&self, 0, sizeof self);
    calls_begin(bytes, size);
    watch(&self);
    calls_live(operations, sizeof operations / sizeof *operations, &self, &self.watched, create,
               validate);
    units_end(&self);
    end(&self);
    CHECK(self.memory.live == 0);
}

#include "replay.h"
