/* fattree_rules.c - quick tests of rules by level, aims and isolation: scenes that others
 * published, what is refused, batches and pickers.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. Bars in a drawing part pods; its numbers are free processors of a
 * leaf. The scenes are from the documents and issues that their names say; the answers were checked
 * against all choices. */
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "../check.h"
#include "fattree_choices.h"

static sked_refusal refusal;

/* Have two sets nothing in common? */
static int are_apart(const sked_set *a, const sked_set *b) {
    sked_set *both = empty_of(a->size);
    sked_set_copy(both, a);
    sked_set_and(both, b);
    return sked_set_count(both) == 0;
}

/* The shares of all leaves, as a drawing has them. */
static int shares_are(const char *drawing) {
    uint32_t below[SWITCHES_MAX], s;
    count_below(&found, below);
    for (s = 0; s < scene.switches; s++) {
        if (levels_of[s] == 1) {
            while (*drawing == ' ' || *drawing == '|') {
                drawing++;
            }
            if (next_number(&drawing) != below[s]) {
                return 0;
            }
        }
    }
    return 1;
}

/* ---- scenes ---------------------------------------------------------------------------------- */

enum { RULES = 2 };

typedef struct known {
    const char *name, *free_in;
    uint32_t count;
    sked_fattree_rule rules[RULES];     /* those with a level                                 */
    sked_fattree_aim aim;               /* on leaves                                          */
    uint64_t hops;                      /* 0: no choice keeps the rules                       */
    const char *shares;                 /* NULL: several are as good                          */
    uint32_t size;                      /* processors of a leaf; 0: those that are free       */
} known;

#define NEAR SKED_FATTREE_NEAR
#define EVEN SKED_FATTREE_EVEN
#define GROUPS(of, by) {.level = (of), .multiple = (by)}
#define BLOCKS(of, most_blocks) {.level = (of), .blocks_max = (most_blocks)}

static const known scenes[] = {
    {"slurm#225", "17 17 17", 36, {{0}}, NEAR, 1974, NULL, 0},
    {"slurm#225, segments", "17 17 17", 36, {GROUPS(1, 12)}, NEAR, 2124, "12 12 12", 0},
    {"slurm#225, even", "17 17 17", 36, {{0}}, EVEN, 2124, "12 12 12", 0},
    {"topology.yaml", "4 4 4 4", 5, {BLOCKS(1, 2)}, NEAR, 28, NULL, 0},
    {"topology.yaml, fragments", "2 2 2 2", 5, {BLOCKS(1, 2)}, NEAR, 0, NULL, 0},
    {"topology.yaml, any", "2 2 2 2", 5, {{0}}, NEAR, 36, NULL, 0},
    {"topology.conf", "32 32 32 32", 60, {BLOCKS(1, 2)}, NEAR, 5332, NULL, 0},
    {"topology.conf, segments", "32 32 32 32", 60, {GROUPS(1, 30)}, NEAR, 5340, NULL, 0},
    {"KEP-2724, two racks", "15 | 15", 25, {{0}}, EVEN, 1224, NULL, 0},
    {"KEP-2724, three hosts", "15 13 10", 23, {{0}}, EVEN, 770, "12 11 0", 0},
    {"KEP-2724, even", "20 10 | 15 15", 22, {{0}}, EVEN, 704, "0 0 | 11 11", 0},
    {"KEP-2724, one host", "20 10 | 15 15", 20, {{0}}, EVEN, 380, "20 0 | 0 0", 0},
    {"KEP-2724, full", "10 5 | 5 5 5", 15, {{0}}, EVEN, 360, "0 0 | 5 5 5", 0},
    {"KEP-2724, four", "15 | 15 | 15 15", 25, {{0}}, EVEN, 912, "0 | 0 | 13 12", 0},
    {"KEP-2724, slices", "15 | 15 | 15 15", 25, {GROUPS(1, 5)}, EVEN, 900, NULL, 0},
    {"KEP-2724, slices of one", "20 15 10", 25, {GROUPS(1, 5)}, EVEN, 900, "0 15 10", 0},
    {"kueue#6554", "15 15", 16, {{0}}, NEAR, 270, NULL, 0},
    {"kueue#6554, even", "15 15", 16, {{0}}, EVEN, 368, "8 8", 0},
    {"kueue#6554, uneven", "15 6 6 4", 16, {{0}}, EVEN, 360, NULL, 0},
    {"kueue#6554, one of one", "15 1 6 4", 16, {{0}}, EVEN, 360, "10 0 6 0", 0},
    {"layers", "1 4 | 3 4", 8, {GROUPS(2, 4), GROUPS(1, 2)}, NEAR, 120, "0 4 | 0 4", 0},
    {"layers, no rack", "3 3 0", 6, {GROUPS(2, 6), GROUPS(1, 2)}, NEAR, 0, NULL, 3},
    {"layers, no host", "7 4 | 7 3", 16, {GROUPS(2, 8), GROUPS(1, 4)}, NEAR, 0, NULL, 0},
    {"layers, pods", "4 | 4 | 4", 12, {GROUPS(2, 6), GROUPS(1, 2)}, NEAR, 0, NULL, 0},
    {"slices", "6 5 4 3 2", 12, {GROUPS(1, 2)}, NEAR, 220, NULL, 0},
    {"a partial slice", "6 5 4 3 2", 13,
     {{.level = 1, .multiple = 4, .options = SKED_FATTREE_REST}}, NEAR, 268, NULL, 0},
    {"least shares", "4 4", 6, {{.level = 1, .least = 3}}, NEAR, 48, "3 3", 0},
    {"least shares, some left", "5 5 5", 11, {{.level = 1, .least = 3}}, NEAR, 188, NULL, 0},
    {"even, too many", "2 2 2 2", 5, {BLOCKS(1, 2)}, EVEN, 0, NULL, 0},
    {"a rest of one", "4 5", 9, {{.level = 1, .multiple = 4, .options = SKED_FATTREE_REST}}, NEAR,
     112, "4 5", 0},
    {"three rests", "1 1 1", 3, {{.level = 1, .multiple = 2, .options = SKED_FATTREE_REST}}, NEAR,
     0, NULL, 0},
    {"an equal split", "16 16 | 16 16 | 16 16 | 16 16 | 16 16 | 16 16 | 16 16 | 16 16", 64,
     {{.level = 2, .least = 16, .most = 16}}, NEAR, 10176, NULL, 0},
};

static void test_scenes(void) {
    size_t i;
    for (i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++) {
        const known *at = &scenes[i];
        sked_fattree_request request = sked_fattree_request_of(at->count);
        request.rules = at->rules;
        request.rules_count = at->rules[0].level == 0 ? 0 : at->rules[1].level == 0 ? 1 : RULES;
        request.aim = at->aim;
        open_pods(at->size, at->free_in);
        if (at->hops == 0) {
            check_that(find(&request) == SKED_E_LIMITS, "scenes", 0, at->name, i);
            continue;
        }
        check_that(find(&request) == SKED_OK && answer.hops == at->hops &&
                       answer.hops_lower_bound <= at->hops, "scenes", 0, at->name, i);
        check_that(at->shares == NULL || shares_are(at->shares), "scenes", 0, at->name, i);
    }
}

/* Kueue's GB200: two zones of two blocks of two racks of 18; zones by 48, racks by 16. */
static void test_zones(void) {
    static const uint32_t fan_out[4] = {2, 2, 2, 18};
    static const sked_fattree_rule rules[2] = {GROUPS(3, 48), GROUPS(1, 16)};
    sked_fattree_request request = sked_fattree_request_of(96);
    draw_nothing();
    CHECK(sked_fattree_shape(fan_out, 4, &scene, parent_of, leaf_of) == SKED_OK);
    scene.parent = parent_of;
    scene.leaf = leaf_of;
    CHECK(open_scene() == SKED_OK);
    request.rules = rules;
    request.rules_count = 2;
    request.aim_level = 3;
    CHECK(find(&request) == SKED_OK && answer.hops == 28064 && answer.leaves == 6);
    CHECK(answer.blocks == 2 && answer.share_least == 48 && answer.share_most == 48);
    CHECK(answer.hops == answer.hops_lower_bound);
}

/* A limit on the work does not limit what rules need, and a limit on leaves goes with an aim. */
static void test_other_limits(void) {
    const sked_fattree_rule least = {.level = 1, .least = 3};
    sked_fattree_request request = sked_fattree_request_of(6);
    open_pods(0, "4 4 | 4 4");
    request.rules = &least;
    request.rules_count = 1;
    request.steps_max = 1;
    CHECK(finds(&request, 48) && answer.share_least == 3);
    request = sked_fattree_request_of(6);
    request.aim = SKED_FATTREE_EVEN;
    request.leaves_max = 2;
    CHECK(find(&request) == SKED_OK && answer.share_least == 3 && answer.leaves == 2);
    request.leaves_max = 1;
    CHECK(find(&request) == SKED_E_LIMITS);
    request.leaves_max = 0;
    request.required = of("0-3");           /* the other leaf of the pod has two */
    CHECK(find(&request) == SKED_OK && answer.share_least == 2 && answer.share_most == 4);
}

/* Four leaves in four blocks of level 2, and three blocks are allowed: prices do not find the most
 * even shares, or not that they are. */
static void test_unmeasured(void) {
    const sked_fattree_rule few = {.level = 2, .blocks_max = 3};
    sked_fattree_request request = sked_fattree_request_of(4);
    open_drawn("- 0 0 1 3 1 2 6 7 6", "- - - - 3 2 - - 2 1", NULL);
    request.rules = &few;
    request.rules_count = 1;
    request.aim = SKED_FATTREE_SPREAD;
    request.aim_level = 1;
    CHECK(find(&request) == SKED_OK && answer.blocks <= 3);
    CHECK(answer.hops_lower_bound == 0 && answer.cost_lower_bound == 0);
}

/* Racks of 8 of which one has two busy: whole ones alone, and what the job holds besides. */
static void test_whole(void) {
    const sked_fattree_rule whole = {.level = 1, .options = SKED_FATTREE_WHOLE};
    sked_fattree_request request = sked_fattree_request_of(12);
    open_pods(8, "8 6 8 8");
    request.rules = &whole;
    request.rules_count = 1;
    request.held = empty_of(scene.processors);
    request.refusal = &refusal;
    CHECK(find(&request) == SKED_OK && answer.hops == 196 && answer.leaves == 2);
    CHECK(sked_set_count(request.held) == 4 && are_apart(request.held, &found));
    request.count = 25;                     /* more than three racks: the rule is named */
    CHECK(find(&request) == SKED_E_LIMITS && refusal.entry != NULL);
    CHECK(strcmp(refusal.entry, "rule") == 0 && refusal.index == 0);
    CHECK(sked_fattree_down(&tree, of("0")) == SKED_OK);
    request.count = 23;                     /* what is down is nobody's: its rack stays whole */
    CHECK(find(&request) == SKED_OK && sked_set_count(request.held) == 0);
    request.rules_count = 0;                /* no block is whole: nothing is held */
    request.count = 2;
    CHECK(find(&request) == SKED_OK && sked_set_count(request.held) == 0);
}

/* Of two levels of whole blocks the larger blocks are held, in whatever order the rules are. */
static void test_whole_levels(void) {
    const sked_fattree_rule whole[2] = {{.level = 2, .options = SKED_FATTREE_WHOLE},
                                        {.level = 1, .options = SKED_FATTREE_WHOLE}};
    sked_fattree_request request = sked_fattree_request_of(3);
    open_pods(4, "4 4 | 3 4");
    request.rules = whole;
    request.rules_count = 2;
    request.held = empty_of(scene.processors);
    CHECK(find(&request) == SKED_OK && is_set(&found, "0-2") && is_set(request.held, "3-7"));
    request.held = empty_of(scene.processors + 1);
    request.refusal = &refusal;
    CHECK(find(&request) == SKED_E_RANGE && strcmp(refusal.field, "held->size") == 0);
}

/* ---- isolation ------------------------------------------------------------------------------- */

static void test_crossing(void) {
    static uint32_t owner[16];
    sked_fattree_request request = sked_fattree_request_of(4);
    uint32_t p;
    open_pods(0, "4 4 | 4 4");
    for (p = 0; p < 16; p++) {
        owner[p] = 5;
    }
    request.owner = owner;
    request.crossing_max = 1;
    request.refusal = &refusal;
    allocate("0-4");                        /* a job on both leaves of the first pod */
    request.count = 3;
    CHECK(find(&request) == SKED_OK && answer.leaves == 1 && is_set(&found, "5-7"));
    request.count = 5;                      /* three and two would share a link */
    CHECK(find(&request) == SKED_OK && answer.levels == 2 && are_apart(&found, of("0-7")));
    request.levels_max = 1;
    CHECK(find(&request) == SKED_E_LIMITS);
    request.levels_max = 2;
    CHECK(find(&request) == SKED_OK && answer.levels == 2);
    request.levels_max = 0;
    request.count = 9;
    CHECK(find(&request) == SKED_E_LIMITS);
    request.crossing_max = 2;
    CHECK(find(&request) == SKED_OK && answer.levels == 3);
    for (p = 0; p < 16; p++) {
        owner[p] = p < 4 ? 5 : 6;           /* two jobs, each in one leaf: no link is used */
    }
    request.crossing_max = 1;
    CHECK(find(&request) == SKED_OK && answer.levels == 3);
    owner[3] = 16;
    CHECK(find(&request) == SKED_E_RANGE && refusal.index == 3 && refusal.value == 16);
}

/* What is required decides the region. */
static void test_crossing_required(void) {
    static uint32_t owner[16];
    sked_fattree_request request = sked_fattree_request_of(3);
    open_pods(0, "4 4 | 4 4");
    memset(owner, 0, sizeof(owner));
    allocate("0 4");                        /* of one job: both leaves are regions of their own */
    request.owner = owner;
    request.crossing_max = 1;
    request.required = of("1");
    CHECK(find(&request) == SKED_OK && is_set(&found, "1-3"));
    request.required = of("1 5");
    CHECK(find(&request) == SKED_E_LIMITS);
    request.count = 4;
    request.required = of("1");
    CHECK(find(&request) == SKED_E_LIMITS);
    request.required = of("8");
    CHECK(find(&request) == SKED_OK && is_set(&found, "8-11"));
}

/* Jobs of a batch count each other, though nobody has said whose their processors are. */
static void test_batch(void) {
    static uint32_t owner[16];
    sked_fattree_job jobs[2];
    uint32_t i;
    memset(jobs, 0, sizeof(jobs));
    open_pods(0, "4 4 | 4 4");
    memset(owner, 0xff, sizeof(owner));
    for (i = 0; i < 2; i++) {
        jobs[i].request = sked_fattree_request_of(6);
        jobs[i].request.owner = owner;
        jobs[i].request.crossing_max = 1;
        jobs[i].set = *empty_of(scene.processors);
    }
    jobs[1].request.count = 4;
    CHECK(sked_fattree_batch(&tree, jobs, 2, scratch, sizeof(scratch)) == SKED_OK);
    CHECK(jobs[0].status == SKED_OK && jobs[0].answer.levels == 2);
    CHECK(jobs[1].status == SKED_OK && jobs[1].answer.leaves == 1);
}

/* ---- a picker -------------------------------------------------------------------------------- */

/* A picker takes what is not offered as busy. */
static void test_picker(void) {
    const sked_fattree_rule whole = {.level = 1, .options = SKED_FATTREE_WHOLE};
    sked_fattree_request limits = sked_fattree_request_of(1);
    sked_fattree_picker_settings settings = {.templates_count = 1};
    sked_fattree_picker picker;
    sked_pick_request job;
    sked_set *picked;
    size_t bytes = 0;
    memset(&job, 0, sizeof(job));
    open_pods(0, "4 4 | 4 4");
    limits.rules = &whole;
    limits.rules_count = 1;
    limits.held = empty_of(scene.processors);
    settings.tree = &tree;
    settings.templates = &limits;
    CHECK(sked_fattree_picker_bytes(&settings, &bytes) == SKED_OK && bytes <= sizeof(scratch));
    CHECK(sked_fattree_picker_init(&picker, &settings, scratch, bytes) == SKED_OK);
    picked = empty_of(scene.processors);
    job.count = 3;
    CHECK(sked_pick(&picker.picker, &job, of("1-3 4-7 9-15"), picked) == SKED_OK);
    CHECK(sked_set_is_subset(picked, of("4-7 12-15")) && sked_set_count(limits.held) == 1);
    job.count = 5;
    CHECK(sked_pick(&picker.picker, &job, of("1-3 4-7 9-15"), picked) == SKED_OK &&
          picker.answer.leaves == 2);
    job.count = 9;
    job.ahead = 1;
    CHECK(sked_pick(&picker.picker, &job, of("1-3 4-7 9-15"), picked) == SKED_E_REFUSED);
    CHECK(sked_set_count(limits.held) == 3);      /* what is asked ahead leaves no trace */
}

/* Beside a job that would start now on both leaves of the first pod, no job of one's own links gets
 * both, though nobody owns that job's processors yet; owners of another time do not count. */
static void test_picker_beside(void) {
    static uint32_t owner[16];
    sked_fattree_request limits = sked_fattree_request_of(1);
    sked_fattree_picker_settings settings = {.templates_count = 1};
    sked_fattree_picker picker;
    sked_pick_request job;
    sked_set *picked;
    size_t bytes = 0;
    memset(&job, 0, sizeof(job));
    open_pods(0, "4 4 | 4 4");
    memset(owner, 0xff, sizeof(owner));
    limits.owner = owner;
    limits.crossing_max = 1;
    settings.tree = &tree;
    settings.templates = &limits;
    CHECK(sked_fattree_picker_bytes(&settings, &bytes) == SKED_OK && bytes <= sizeof(scratch));
    CHECK(sked_fattree_picker_init(&picker, &settings, scratch, bytes) == SKED_OK);
    job.count = 4;
    job.ahead = 1;
    picked = empty_of(scene.processors);
    CHECK(sked_pick(&picker.picker, &job, of("2-3 6-7"), picked) == SKED_OK);
    job.beside = of("0-1 4-5");
    CHECK(sked_pick(&picker.picker, &job, of("2-3 6-7"), picked) == SKED_E_REFUSED);
    job.beside = of("0-1");                 /* in one leaf: it uses no way up */
    owner[0] = owner[8] = 3;                /* 0 was of a job on both pods, which has ended */
    CHECK(sked_pick(&picker.picker, &job, of("2-3 6-7"), picked) == SKED_OK);
    job.beside = empty_of(17);
    CHECK(sked_pick(&picker.picker, &job, of("2-3 6-7"), picked) == SKED_E_REFUSED);
    CHECK(picker.refused == 0);             /* what is asked ahead leaves no trace */
}

/* Groups that no job can have: there is no picker for them. */
static void test_picker_of_none(void) {
    const sked_fattree_rule rules[3] = {GROUPS(1, 67108859), GROUPS(2, 67108863), GROUPS(3, 2)};
    sked_fattree_request limits = sked_fattree_request_of(1);
    sked_fattree_picker_settings settings = {.templates_count = 1};
    size_t bytes = 0;
    open_pods(0, "4 4 | 4 4");
    limits.rules = rules;
    limits.rules_count = 3;
    settings.tree = &tree;
    settings.templates = &limits;
    CHECK(sked_fattree_picker_bytes(&settings, &bytes) == SKED_E_RANGE);
}

/* ---- levels, limits of numbers --------------------------------------------------------------- */

static void test_fewest_levels(void) {
    sked_fattree_request request = sked_fattree_request_of(10);
    open_pods(9, "1 1 1 1 1 1 1 1 1 1 | 9 | 1");
    request.levels_preferred = SKED_NONE;
    CHECK(find(&request) == SKED_OK && answer.hops == 180 && answer.levels == 2);
    request.count = 9;
    CHECK(find(&request) == SKED_OK && answer.levels == 1);
    request.count = 11;
    CHECK(find(&request) == SKED_OK && answer.levels == 3);
    request.levels_max = 2;
    CHECK(find(&request) == SKED_E_LIMITS);
}

/* ---- beside all choices ---------------------------------------------------------------------- */

enum { PODS = 3, LEAVES = 3, SIZE = 4, ALL_LEAVES = PODS * LEAVES };

/* Pods of leaves of four processors. Shares: of leaves, then of pods, then of the root. */
typedef struct small {
    uint64_t seed;
    uint32_t pods, leaves;              /* of each pod                                        */
    uint32_t left[ALL_LEAVES];
    int closed[ALL_LEAVES + PODS];      /* ways up                                            */
    uint32_t owner[ALL_LEAVES * SIZE];
    uint32_t share[ALL_LEAVES + PODS + 1];
} small;

static uint32_t drawn(small *s, uint32_t bound) {
    return (uint32_t)check_below(&s->seed, bound);
}

static void draw_small(small *s) {
    char text[4 * ALL_LEAVES + 2 * PODS], *at = text;
    uint32_t i;
    s->pods = 1 + drawn(s, PODS);
    s->leaves = 1 + drawn(s, LEAVES);
    for (i = 0; i < s->pods * s->leaves; i++) {
        if (i > 0) {
            *at++ = ' ';
            if (i % s->leaves == 0) {
                *at++ = '|';
                *at++ = ' ';
            }
        }
        s->left[i] = drawn(s, SIZE + 1);
        *at++ = (char)('0' + s->left[i]);
    }
    *at = '\0';
    open_pods(SIZE, text);
}

/* Levels of the blocks with their first and their number. */
static uint32_t block_at(const small *s, uint32_t level, uint32_t *count) {
    const uint32_t leaves = s->pods * s->leaves;
    *count = level == 1 ? leaves : level == 2 ? s->pods : 1;
    return level == 1 ? 0 : level == 2 ? leaves : leaves + s->pods;
}

/* The processors of a block that are not free. */
static uint32_t busy_in(const small *s, uint32_t level, uint32_t block) {
    const uint32_t wide = level == 1 ? 1 : level == 2 ? s->leaves : s->pods * s->leaves;
    uint32_t busy = 0, i;
    for (i = block * wide; i < (block + 1) * wide; i++) {
        busy += SIZE - s->left[i];
    }
    return busy;
}

static int keeps_rule(const small *s, const sked_fattree_rule *rule, uint32_t k) {
    uint32_t count, first = block_at(s, rule->level, &count), used = 0, rests = 0, i;
    for (i = 0; i < count; i++) {
        const uint32_t share = s->share[first + i];
        if (share > 0) {
            used++;
            rests += rule->multiple > 1 && share % rule->multiple != 0;
            if (share < rule->least || (rule->most > 0 && share > rule->most) ||
                (rule->multiple > 1 && share % rule->multiple != 0 &&
                 share % rule->multiple != k % rule->multiple) ||
                ((rule->options & SKED_FATTREE_WHOLE) != 0 && busy_in(s, rule->level, i) > 0)) {
                return 0;
            }
        }
    }
    return (rule->blocks_max == 0 || used <= rule->blocks_max) &&
           rests <= (rule->options & SKED_FATTREE_REST);
}

/* Is the vector in the shares allowed? Then *even, *aimed and *hops are what it is worth. */
static int is_allowed(const small *s, const sked_fattree_request *r, uint32_t *even,
                      uint64_t *aimed, uint64_t *hops) {
    const uint32_t ways = s->pods * s->leaves + s->pods;
    const uint64_t k = r->count;
    uint32_t count, first = block_at(s, r->aim_level, &count), i;
    *even = UINT32_MAX;
    *aimed = 0;
    *hops = k * (k - 1);
    for (i = 0; i < ways; i++) {
        const uint64_t x = s->share[i];
        *hops += x * (k - x);
        if (s->closed[i] && x > 0 && x < k) {
            return 0;
        }
    }
    for (i = 0; i < r->rules_count; i++) {
        if (!keeps_rule(s, &r->rules[i], r->count)) {
            return 0;
        }
    }
    for (i = first; i < first + count; i++) {
        const uint32_t share = s->share[i];
        if (share > 0) {
            *even = share < *even ? share : *even;
            *aimed += r->aim == SKED_FATTREE_FEW ? 1 : (uint64_t)share * share;
        }
    }
    *even = r->aim == SKED_FATTREE_EVEN ? *even : 0;
    *aimed = r->aim == SKED_FATTREE_NEAR ? 0 : *aimed;
    return 1;
}

/* The best of all vectors; returns whether there is one. */
static int best_of_all(small *s, const sked_fattree_request *r, uint32_t *even, uint64_t *aimed,
                       uint64_t *hops) {
    const uint32_t leaves = s->pods * s->leaves;
    uint32_t i, share_least;
    uint64_t other, cost;
    int there = 0;
    memset(s->share, 0, sizeof(s->share));
    do {
        if (s->share[leaves + s->pods] == r->count &&
            is_allowed(s, r, &share_least, &other, &cost) &&
            (!there || share_least > *even ||
             (share_least == *even && (other < *aimed || (other == *aimed && cost < *hops))))) {
            *even = share_least;
            *aimed = other;
            *hops = cost;
            there = 1;
        }
        for (i = 0; i < leaves; i++) {
            const int full = s->share[i] == s->left[i];
            const uint32_t change = full ? 0u - s->left[i] : 1;
            s->share[i] += change;
            s->share[leaves + i / s->leaves] += change;
            s->share[leaves + s->pods] += change;
            if (!full) {
                break;
            }
        }
    } while (i < leaves);
    return there;
}

/* Owners of what is busy, and which ways up as many of them use as may. */
static void draw_owners(small *s, sked_fattree_request *r) {
    const uint32_t leaves = s->pods * s->leaves, jobs = 1 + drawn(s, 4);
    uint32_t p, way, job;
    r->crossing_max = 1 + drawn(s, 2);
    r->owner = s->owner;
    for (p = 0; p < leaves * SIZE; p++) {
        s->owner[p] = drawn(s, 5) == 0 ? SKED_NONE : drawn(s, jobs) % (leaves * SIZE);
    }
    for (way = 0; way < leaves + s->pods; way++) {
        uint32_t used = 0;
        for (job = 0; job < jobs; job++) {
            uint32_t in = 0, out = 0;
            for (p = 0; p < leaves * SIZE; p++) {
                const uint32_t leaf = p / SIZE;
                const int inside = way < leaves ? leaf == way : leaf / s->leaves == way - leaves;
                if (p % SIZE >= s->left[leaf] && s->owner[p] == job) {
                    in += (uint32_t)inside;
                    out += (uint32_t)!inside;
                }
            }
            used += in > 0 && out > 0;
        }
        s->closed[way] = used >= r->crossing_max;
    }
}

static void draw_rules(small *s, sked_fattree_request *r, sked_fattree_rule *rules) {
    uint32_t i, limited = 0, rests = 0;
    memset(rules, 0, 2 * sizeof(rules[0]));
    r->rules = rules;
    r->rules_count = drawn(s, 3);
    for (i = 0; i < 2; i++) {
        rules[i].level = 1 + (drawn(s, 2) + 2 * i) % 4;
        rules[i].level = rules[i].level > 3 ? 3 : rules[i].level;
        switch (drawn(s, 7)) {
        case 0: rules[i].least = 1 + drawn(s, 4); break;
        case 1: rules[i].most = 1 + drawn(s, 5); break;
        case 2: rules[i].least = rules[i].most = 1 + drawn(s, 4); break;
        case 3: rules[i].blocks_max = limited++ == 0 ? 1 + drawn(s, 3) : 0; break;
        case 4: rules[i].options = SKED_FATTREE_WHOLE; break;
        case 5:
            rules[i].multiple = 2 + drawn(s, 3);
            rules[i].options = rests++ == 0 ? SKED_FATTREE_REST : 0;
            break;
        default: rules[i].multiple = 2 + drawn(s, 3); break;
        }
        if (rules[i].multiple > 0 && rules[i].options == 0) {
            r->count = r->count < rules[i].multiple ? rules[i].multiple
                                                    : r->count - r->count % rules[i].multiple;
        }
    }
}

static void test_beside_all(void) {
    static small s;
    sked_fattree_rule rules[2];
    uint32_t round, found_some = 0;
    s.seed = 1;
    for (round = 0; round < 3000; round++) {
        sked_fattree_request r = sked_fattree_request_of(1 + drawn(&s, 16));
        uint32_t even = 0, i, limited = 0, whole = 1;
        uint64_t aimed = 0, hops = 0;
        sked_status status;
        int there;
        draw_small(&s);
        draw_rules(&s, &r, rules);
        r.aim = (sked_fattree_aim)drawn(&s, 4);
        r.aim_level = 1 + drawn(&s, 3);
        memset(s.closed, 0, sizeof(s.closed));
        if (drawn(&s, 3) == 0) {
            draw_owners(&s, &r);
        }
        for (i = 0; i < r.rules_count; i++) {
            limited |= rules[i].blocks_max;
            whole = whole && (rules[i].multiple < 2 || rules[i].options != 0 ||
                              r.count % rules[i].multiple == 0);
        }
        if (!whole || r.count > scene.processors || info_of(&tree).free < r.count ||
            (r.rules_count == 2 && rules[0].level == rules[1].level)) {
            continue;
        }
        there = best_of_all(&s, &r, &even, &aimed, &hops);
        status = find(&r);
        check_that(status == (there ? SKED_OK : SKED_E_LIMITS), "all choices", 0, "status", round);
        if (there && status == SKED_OK && !limited) {
            check_that(answer.hops == hops && answer.hops_lower_bound == hops &&
                           (even == 0 || answer.share_least == even),
                       "all choices", 0, "the best", round);
        }
        found_some += (uint32_t)there;
    }
    CHECK(found_some > 600);
}

/* These two take 13 megabytes: a board has no room for them. */
#if defined(__linux__)
enum { LARGE = 65536 };

/* The search without the rule, which would name it, has no room: it would take gigabytes. */
static void test_nameless(void) {
    static uint32_t parent[LARGE + 1], links[LARGE + 1], leaf[LARGE];
    static sked_align block[LARGE * 84 / sizeof(sked_align)];
    static sked_align tight[LARGE * 96 / sizeof(sked_align)];
    static sked_word words[SKED_SET_WORDS(LARGE)];
    const sked_fattree_rule rule = GROUPS(1, 64);
    sked_fattree_settings settings = {.switches = LARGE + 1, .processors = LARGE};
    sked_fattree_request request = sked_fattree_request_of(LARGE);
    sked_set set = sked_set_of(words, LARGE);
    uint32_t i;
    parent[0] = SKED_NONE;
    for (i = 0; i < LARGE; i++) {
        parent[1 + i] = 0;
        links[1 + i] = 1 + i % 2;
        leaf[i] = 1 + i;
    }
    settings.parent = parent;
    settings.leaf = leaf;
    settings.links = links;
    CHECK(sked_fattree_init(&tree, &settings, block, sizeof(block)) == SKED_OK);
    request.rules = &rule;
    request.rules_count = 1;
    request.refusal = &refusal;
    CHECK(sked_fattree_find(&tree, &request, &answer, &set, tight, sizeof(tight)) == SKED_E_LIMITS);
    CHECK(refusal.status == SKED_E_LIMITS && refusal.entry == NULL);
}

/* What an aim counts must fit beside the hops: on three levels with links of 1. */
static void test_aim_limits(void) {
    static uint32_t parent[3] = {SKED_NONE, 0, 1}, leaf[LARGE];
    static sked_align block[LARGE * 16 / sizeof(sked_align)];
    sked_fattree_settings settings = {.switches = 3, .processors = LARGE};
    sked_fattree_request request = sked_fattree_request_of(32767);
    size_t bytes = 0;
    uint32_t p;
    for (p = 0; p < LARGE; p++) {
        leaf[p] = 2;
    }
    settings.parent = parent;
    settings.leaf = leaf;
    CHECK(sked_fattree_init(&tree, &settings, block, sizeof(block)) == SKED_OK);
    request.aim = SKED_FATTREE_EVEN;
    CHECK(sked_fattree_find_bytes(&tree, &request, &bytes) == SKED_OK);
    request.count = 32768;
    CHECK(sked_fattree_find_bytes(&tree, &request, &bytes) == SKED_E_OVERFLOW);
    request.aim = SKED_FATTREE_FEW;
    CHECK(sked_fattree_find_bytes(&tree, &request, &bytes) == SKED_OK);
}

#endif

int main(void) {
    test_scenes();
    test_zones();
    test_other_limits();
    test_unmeasured();
    test_whole();
    test_whole_levels();
    test_crossing();
    test_crossing_required();
    test_batch();
    test_picker();
    test_picker_beside();
    test_picker_of_none();
    test_fewest_levels();
    test_beside_all();
#if defined(__linux__)
    test_nameless();
    test_aim_limits();
#endif
    return check_done("quick/fattree_rules");
}
