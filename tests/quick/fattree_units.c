/* fattree_units.c - quick tests of the patent's method: units, batches, exact fits, every status.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. In the drawings a letter is a processor of that job, a dot is unused,
 * and bars part units. */
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "../check.h"
#include "fattree_scenes.h"

enum { LARGE = 65536, LARGE_ROOM = 1200000 };

static sked_align tree_room[LARGE_ROOM];
static sked_fattree tree;
static sked_units units;
static sked_units none;                 /* all zeros */
static sked_units_settings plan;
static sked_units_start start;
static sked_set started;                /* the processors of the latest start */

/* ---- help ------------------------------------------------------------------------------------ */

static void open_tree(const sked_fattree_settings *settings) {
    CHECK(sked_fattree_init(&tree, settings, tree_room, sizeof(tree_room)) == SKED_OK);
}

static void open_plan(void) {
    size_t bytes = 0;
    CHECK(sked_units_bytes(&plan, &bytes) == SKED_OK && bytes + GUARD <= sizeof(scratch));
    memset(scratch, 0xA5, bytes + GUARD);
    CHECK(sked_units_init(&units, &plan, scratch, bytes) == SKED_OK);
    CHECK(((unsigned char *)scratch)[bytes] == 0xA5);
}

/* A tree as `draw` tells it, with so many jobs at most. */
static void open_units(const char *parents, const char *sizes, uint32_t unit_size,
                       uint32_t batch_max) {
    draw(parents, sizes, NULL);
    open_tree(&scene);
    memset(&plan, 0, sizeof(plan));
    plan.tree = &tree;
    plan.unit_size = unit_size;
    plan.batch_max = batch_max;
    plan.jobs_max = 6;
    open_plan();
}

static sked_units_info info_now(void) {
    static sked_units_info info;
    CHECK(sked_units_get_info(&units, &info) == SKED_OK);
    return info;
}

static int are_units(uint32_t idle, uint32_t busy, uint32_t allocated) {
    const sked_units_info info = info_now();
    return info.idle == idle && info.busy == busy && info.allocated == allocated &&
           info.units == idle + busy + allocated;
}

static void submit(uint64_t id, uint32_t count) {
    CHECK(sked_units_submit(&units, id, count) == SKED_OK);
}

static void finish(uint64_t id) {
    CHECK(sked_units_finish(&units, id) == SKED_OK);
}

/* The next start is this job's, on so many units, with so many hops between them. */
static int starts(uint64_t id, uint32_t count, uint32_t on, uint64_t hops) {
    started = *empty_of(scene.processors);
    return sked_units_next(&units, &start, &started) == SKED_OK && start.id == id &&
           start.count == count && sked_set_count(&started) == count && start.units == on &&
           start.hops == hops;
}

static int rests(void) {
    sked_units_start other;
    return sked_units_next(&units, &other, NULL) == SKED_DONE &&
           sked_units_next(&units, &other, empty_of(scene.processors)) == SKED_DONE;
}

/* ---- the size of a unit ---------------------------------------------------------------------- */

static uint32_t large_parent[LARGE], large_leaf[LARGE];

static uint32_t rule_of(uint32_t pods, uint32_t leaves, uint32_t processors) {
    uint32_t fan_out[3], size = 4711;
    sked_fattree_settings settings = SKED_ZERO;
    fan_out[0] = pods;
    fan_out[1] = leaves;
    fan_out[2] = processors;
    CHECK(sked_fattree_shape(fan_out, 3, &settings, large_parent, large_leaf) == SKED_OK);
    settings.parent = large_parent;
    settings.leaf = large_leaf;
    CHECK(settings.switches <= LARGE && settings.processors <= LARGE);
    open_tree(&settings);
    CHECK(sked_units_default_size(&tree, &size) == SKED_OK);
    return size;
}

static uint32_t drawn_rule(const char *parents, const char *sizes) {
    uint32_t size = 4711;
    draw(parents, sizes, NULL);
    open_tree(&scene);
    CHECK(sked_units_default_size(&tree, &size) == SKED_OK);
    return size;
}

static void test_rule(void) {
    CHECK(rule_of(16, 16, 16) == 4);        /* 4096 */
    CHECK(rule_of(64, 32, 32) == 8);        /* 65,536 */
    CHECK(rule_of(16, 16, 18) == 6);        /* 4608 */
    CHECK(rule_of(2, 2, 37) == 1 && rule_of(1, 1, 3) == 3 && rule_of(2, 1, 4) == 4);
    CHECK(rule_of(1, 1, 5) == 1 && rule_of(2, 2, 6) == 3 && rule_of(2, 2, 1) == 1);
    CHECK(rule_of(1, 1, 4096) == 4 && rule_of(1, 1, 4104) == 8 && rule_of(1, 1, 4100) == 5);
    CHECK(rule_of(2, 512, 8) == 8 && rule_of(1, 512, 8) == 4 && rule_of(32, 32, 7) == 7);
    CHECK(drawn_rule("- 0 0", "0 6 9") == 3 && drawn_rule("- 0 0", "0 8 12") == 4);
    CHECK(drawn_rule("- 0 0", "0 10 15") == 1 && drawn_rule("- 0 0 0", "0 12 18 6") == 3);
    CHECK(drawn_rule("- -", "2 8") == 2 && drawn_rule("-", "4") == 4);
}

/* ---- scenes ---------------------------------------------------------------------------------- */

/* Two idle units of four, jobs of 5 and 2. Their processors pass the count, 7 of 8; their units do
 * not: the small one stays in the queue.
 *
 *     A A A A | A . . .   then, when A ends,   B B . . | . . . .  */
static void test_rounding(void) {
    open_units("-", "8", 4, 0);
    CHECK(are_units(2, 0, 0) && rests());
    submit('A', 5);
    submit('B', 2);
    CHECK(starts('A', 5, 2, 2) && rests());
    CHECK(are_units(0, 1, 1) && info_now().waiting == 1 && info_now().running == 1);
    CHECK(info_now().free == 3 && info_now().processors == 8 && info_now().unit_size == 4);
    finish('A');
    CHECK(starts('B', 2, 1, 0) && rests() && are_units(1, 1, 0) && info_now().free == 6);
    finish('B');
    CHECK(rests() && are_units(2, 0, 0) && info_now().free == 8 && info_now().running == 0);
}

/* The rest of a busy unit goes to who fills it, and to no other.
 *
 *     A A A A | A C C C | B B D D | E . . .  */
static void test_exact_fit(void) {
    open_units("-", "16", 4, 0);
    submit('A', 5);
    CHECK(starts('A', 5, 2, 2) && are_units(2, 1, 1) && rests());
    submit('B', 2);
    CHECK(starts('B', 2, 1, 0) && are_units(1, 2, 1) && info_now().exact_fits == 0);
    submit('C', 3);
    CHECK(starts('C', 3, 1, 0) && are_units(1, 1, 2) && info_now().exact_fits == 1);
    submit('E', 1);                         /* B's rest is two */
    CHECK(starts('E', 1, 1, 0) && are_units(0, 2, 2) && info_now().exact_fits == 1);
    submit('D', 2);                         /* P is 2, and no unit is idle: no batch */
    CHECK(rests() && info_now().waiting == 1 && info_now().free == 5);
    finish('E');
    CHECK(starts('D', 2, 1, 0) && are_units(1, 0, 3) && info_now().exact_fits == 2);
    finish('B');
    CHECK(are_units(1, 1, 2) && info_now().free == 6 && rests());
    finish('D');
    CHECK(are_units(2, 0, 2) && rests());
    finish('C');
    CHECK(are_units(2, 1, 1) && info_now().free == 11);
    finish('A');
    CHECK(are_units(4, 0, 0) && info_now().free == 16 && rests());
}

/* A full unit's worth wants an idle unit, also where nothing else would be left. */
static void test_whole_unit(void) {
    open_units("- 0 0", "0 4 8", 4, 1);
    submit('A', 4);
    CHECK(starts('A', 4, 1, 0) && are_units(2, 0, 1) && rests());
    submit('B', 8);
    CHECK(starts('B', 8, 2, 2) && are_units(0, 0, 3) && is_set(&started, "4-11") && rests());
    submit('C', 4);
    CHECK(rests());
    finish('B');
    CHECK(starts('C', 4, 1, 0) && are_units(1, 0, 2) && rests());
}

/* The largest first, of equals the first, of the first batch_max of the queue. */
static void test_order(void) {
    open_units("-", "16", 2, 4);
    submit(1, 1);
    submit(2, 2);
    submit(3, 4);
    submit(4, 2);
    submit(5, 6);
    CHECK(starts(3, 4, 2, 2) && starts(2, 2, 1, 0) && starts(4, 2, 1, 0) && starts(1, 1, 1, 0));
    CHECK(rests() && info_now().batches == 1 && info_now().waiting == 1);
    finish(1);
    CHECK(starts(5, 6, 3, 6) && rests() && info_now().batches == 2);
    open_units("-", "16", 2, 1);
    submit(1, 1);
    submit(2, 2);
    CHECK(starts(1, 1, 1, 0) && rests());
    finish(1);
    CHECK(starts(2, 2, 1, 0) && rests());
}

/* 16 idle processors: 10 + 8 + 3 + 2 are too many, so are 10 + 8 + 3 and 10 + 8; one batch for each
 * event. The 8 then wait, and nobody overtakes them. */
static void test_shrink(void) {
    open_units("-", "16", 4, 4);
    submit(10, 10);
    submit(8, 8);
    submit(3, 3);
    submit(2, 2);
    CHECK(starts(10, 10, 3, 6) && rests());
    CHECK(info_now().batches == 1 && info_now().shrinks == 3 && info_now().waiting == 3);
    CHECK(are_units(1, 1, 2));
    submit(1, 1);
    CHECK(rests() && info_now().batches == 1);
    finish(10);
    CHECK(starts(8, 8, 2, 2) && starts(3, 3, 1, 0) && starts(2, 2, 1, 0));
    CHECK(starts(1, 1, 1, 0) && rests());   /* no unit is idle, but 3 has left a rest */
    CHECK(info_now().batches == 2 && info_now().exact_fits == 1 && are_units(0, 1, 3));
}

/* With SKED_UNITS_GO_ON batches follow each other until one places nothing. */
static void test_go_on(void) {
    open_units("-", "16", 4, 1);
    plan.options = SKED_UNITS_GO_ON;
    open_plan();
    submit(1, 4);
    submit(2, 3);
    submit(3, 1);
    submit(4, 5);
    submit(5, 3);
    CHECK(starts(1, 4, 1, 0) && starts(2, 3, 1, 0) && starts(3, 1, 1, 0) && starts(4, 5, 2, 2));
    CHECK(rests() && info_now().exact_fits == 1 && info_now().batches == 4);
    CHECK(info_now().waiting == 1);         /* it would fill a rest, but no unit is idle */
    open_units("-", "8", 4, 2);
    plan.options = SKED_UNITS_GO_ON;
    open_plan();
    submit(1, 5);
    submit(2, 2);
    submit(3, 3);
    CHECK(starts(1, 5, 2, 2) && rests() && info_now().waiting == 2);
}

/* A batch that places nothing is the last one, though 5 of 8 idle processors are wanted: they lie
 * below two roots.
 *
 *     A A A A | . . . .     . . . .  */
static void test_go_on_ends(void) {
    open_units("- -", "8 4", 4, 1);
    plan.options = SKED_UNITS_GO_ON;
    open_plan();
    submit('W', 8);
    submit('V', 4);
    CHECK(starts('W', 8, 2, 2) && starts('V', 4, 1, 0) && rests());
    finish('W');
    submit('A', 4);
    CHECK(starts('A', 4, 1, 0) && rests());
    finish('V');
    submit('B', 5);
    CHECK(rests() && info_now().waiting == 1 && are_units(2, 0, 1));
    finish('A');
    CHECK(starts('B', 5, 2, 2) && rests());
}

/* Units of two in two pods of two leaves, by all combinations, by the exact search, and by that
 * where there are too many of them:
 *
 *     AA AA | CC CC    CC CC | CC CC       once B, which had a pod, is gone */
static void test_least_hops(void) {
    static const uint64_t tries[3] = {0, UINT64_MAX, 27};
    int way;
    for (way = 0; way < 3; way++) {
        open_units("- 0 0 1 1 2 2", "0 0 0 4 4 4 4", 2, 0);
        plan.tries_max = tries[way];
        open_plan();
        CHECK(info_now().unit_size == 2 && are_units(8, 0, 0));
        submit('W', 16);
        CHECK(starts('W', 16, 8, 4 * 2 + 8 * 4 + 16 * 6) && rests());
        finish('W');
        submit('B', 8);
        CHECK(starts('B', 8, 4, 2 * 2 + 4 * 4) && rests());
        submit('A', 4);
        CHECK(starts('A', 4, 2, 2) && rests());
        finish('B');
        submit('C', 12);
        CHECK(starts('C', 12, 6, 3 * 2 + 4 * 4 + 8 * 6) && rests() && are_units(0, 0, 8));
        finish('A');
        submit('D', 3);
        CHECK(starts('D', 3, 2, 2) && rests() && are_units(0, 1, 7));
    }
}

/* Two fabrics, of six and of eight: no job lies on both. */
static void check_forest(uint64_t tries_max) {
    open_units("- -", "6 8", 2, 0);
    plan.tries_max = tries_max;
    open_plan();
    CHECK(sked_units_submit(&units, 1, 9) == SKED_E_TOO_WIDE);
    CHECK(sked_units_submit(&units, 1, 15) == SKED_E_TOO_WIDE);
    submit('A', 8);
    CHECK(starts('A', 8, 4, 12) && is_set(&started, "6-13") && rests());
    submit('B', 7);                         /* six are idle, and seven wait for A */
    CHECK(rests());
    finish('A');
    CHECK(starts('B', 7, 4, 12) && rests() && are_units(3, 1, 3));
    CHECK(sked_units_cancel(&units, 'B') == SKED_OK);
    submit('C', 1);
    CHECK(starts('C', 1, 1, 0));
    submit('D', 5);
    submit('E', 7);                         /* 12 of 12 idle processors, but 4 below D's root */
    CHECK(starts('E', 7, 4, 12) && rests() && info_now().waiting == 1 && are_units(2, 2, 3));
}

static void test_forest(void) {
    check_forest(0);
    check_forest(UINT64_MAX);
}

/* All sets of 30 of 60 units are more than can be tried, whatever may be: they are not. */
static void test_too_many_tries(void) {
    open_units("- 0 0", "0 60 60", 2, 0);
    plan.tries_max = UINT64_MAX;
    open_plan();
    submit('A', 60);
    CHECK(starts('A', 60, 30, 30 * 29) && rests());
    submit('B', 59);
    CHECK(starts('B', 59, 30, 30 * 29) && rests());
}

/* Processors lie by turns on two leaves: a unit is of one leaf. */
static void test_turns(void) {
    uint32_t p;
    open_units("- 0 0", "0 4 4", 2, 0);
    for (p = 0; p < 8; p++) {
        leaf_of[p] = 1 + p % 2;
    }
    open_tree(&scene);
    open_plan();
    submit('A', 4);
    CHECK(starts('A', 4, 2, 2));
    CHECK(is_set(&started, "0 2 4 6") || is_set(&started, "1 3 5 7"));
    submit('B', 1);
    submit('C', 3);
    CHECK(starts('C', 3, 2, 2) && starts('B', 1, 1, 0) && rests());
    CHECK(info_now().exact_fits == 1 && are_units(0, 0, 4) && info_now().free == 0);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* What arrives during a batch ends it, and the next one sees it: C, the largest, comes before B. */
static void test_event_during(void) {
    open_units("-", "16", 2, 0);
    submit('A', 4);
    submit('B', 2);
    CHECK(starts('A', 4, 2, 2));
    submit('C', 8);
    CHECK(starts('C', 8, 4, 12) && starts('B', 2, 1, 0) && rests());
    CHECK(info_now().batches == 2);
    submit('D', 2);
    submit('E', 2);
    finish('B');
    CHECK(starts('D', 2, 1, 0));
    finish('D');
    CHECK(starts('E', 2, 1, 0) && rests());
}

static void test_cancel(void) {
    open_units("-", "16", 2, 0);
    submit('A', 4);
    submit('B', 3);
    submit('C', 2);
    CHECK(starts('A', 4, 2, 2));
    CHECK(sked_units_cancel(&units, 'B') == SKED_OK);       /* the batch goes on without it */
    CHECK(starts('C', 2, 1, 0) && rests() && info_now().batches == 1);
    submit('D', 16);
    submit('E', 1);
    CHECK(rests());
    CHECK(sked_units_cancel(&units, 'D') == SKED_OK);       /* it waited: no event */
    CHECK(rests() && info_now().waiting == 1);
    submit('F', 1);
    CHECK(starts('E', 1, 1, 0) && starts('F', 1, 1, 0) && rests());
    CHECK(info_now().exact_fits == 1);
    submit('G', 16);
    CHECK(rests() && info_now().waiting == 1);
    CHECK(sked_units_cancel(&units, 'A') == SKED_OK && rests());    /* it ran: an event */
    CHECK(sked_units_cancel(&units, 'C') == SKED_OK && rests());
    CHECK(sked_units_cancel(&units, 'E') == SKED_OK && rests() && are_units(7, 1, 0));
    CHECK(sked_units_cancel(&units, 'F') == SKED_OK && starts('G', 16, 8, 56) && rests());
}

static void test_event_statuses(void) {
    sked_set *set;
    open_units("- 0 0", "0 4 4", 2, 0);
    plan.jobs_max = 2;
    open_plan();
    CHECK(sked_units_submit(&units, 1, 0) == SKED_E_NO_WIDTH);
    CHECK(sked_units_submit(&units, 1, 9) == SKED_E_TOO_WIDE);
    submit(1, 8);
    CHECK(sked_units_submit(&units, 1, 0) == SKED_E_NO_WIDTH);
    CHECK(sked_units_submit(&units, 1, 9) == SKED_E_TOO_WIDE);
    CHECK(sked_units_submit(&units, 1, 1) == SKED_E_DUPLICATE);
    submit(UINT64_MAX, 3);
    CHECK(sked_units_submit(&units, 1, 1) == SKED_E_DUPLICATE);
    CHECK(sked_units_submit(&units, 2, 1) == SKED_E_FULL);
    CHECK(info_now().waiting == 2 && info_now().running == 0 && are_units(4, 0, 0));
    CHECK(sked_units_finish(&units, 2) == SKED_E_UNKNOWN);
    CHECK(sked_units_finish(&units, 1) == SKED_E_NOT_RUNNING);
    CHECK(sked_units_cancel(&units, 2) == SKED_E_UNKNOWN);
    set = empty_of(7);
    CHECK(sked_units_next(&units, &start, set) == SKED_E_RANGE);
    set = empty_of(9);
    CHECK(sked_units_next(&units, &start, set) == SKED_E_RANGE);
    CHECK(starts(1, 8, 4, 2 + 2 + 16) && sked_units_submit(&units, 1, 1) == SKED_E_DUPLICATE);
    finish(1);
    CHECK(sked_units_finish(&units, 1) == SKED_E_UNKNOWN);
    submit(1, 1);
    CHECK(sked_units_next(&units, &start, NULL) == SKED_OK && start.id == UINT64_MAX);
    CHECK(start.count == 3 && start.units == 2 && start.hops == 2);
    finish(UINT64_MAX);
    CHECK(sked_units_cancel(&units, UINT64_MAX) == SKED_E_UNKNOWN);
}

/* ---- making one ------------------------------------------------------------------------------ */

/* Units are for leaves of up to 32,767 processors. */
static void test_wide_leaf(void) {
    static uint32_t leaf[32768];
    static const uint32_t parent[1] = {SKED_NONE};
    sked_fattree_settings settings = SKED_ZERO;
    size_t bytes = 0;
    settings.switches = 1;
    settings.parent = parent;
    settings.leaf = leaf;
    settings.links = NULL;
    memset(&plan, 0, sizeof(plan));
    plan.tree = &tree;
    plan.unit_size = 1;
    plan.jobs_max = 1;
    for (settings.processors = 32767; settings.processors < 32769; settings.processors++) {
        open_tree(&settings);
        CHECK(sked_units_bytes(&plan, &bytes) ==
              (settings.processors < 32768 ? SKED_OK : SKED_E_RANGE));
    }
}

/* So many leaves of one processor below one switch, on unequal ways: the search for all of them has
 * a table of half their square, which has no size where size_t is small. */
static sked_status large_status(uint32_t leaves) {
    static uint32_t links[LARGE];
    sked_fattree_settings settings = SKED_ZERO;
    size_t bytes = 0;
    uint32_t i;
    for (i = 0; i <= leaves; i++) {
        large_parent[i] = i == 0 ? SKED_NONE : 0;
        links[i] = 1 + i % 2;
    }
    for (i = 0; i < leaves; i++) {
        large_leaf[i] = i + 1;
    }
    settings.switches = leaves + 1;
    settings.processors = leaves;
    settings.parent = large_parent;
    settings.leaf = large_leaf;
    settings.links = links;
    open_tree(&settings);
    memset(&plan, 0, sizeof(plan));
    plan.tree = &tree;
    plan.unit_size = 1;
    plan.jobs_max = SKED_FATTREE_MAX;
    return sked_units_bytes(&plan, &bytes);
}

static void test_overflow(void) {
    const sked_status status = sizeof(size_t) > 4 ? SKED_OK : SKED_E_OVERFLOW;
    static sked_word words[SKED_SET_WORDS((unsigned)LARGE)];
    sked_fattree_request request;
    sked_fattree_answer answer;
    sked_set set = sked_set_of(words, LARGE - 1);
    size_t bytes = 0;
    CHECK(large_status(LARGE - 1) == status);
    memset(&request, 0, sizeof(request));
    request.count = LARGE - 1;
    CHECK(sked_fattree_find(&tree, &request, &answer, &set, scratch, sizeof(scratch)) ==
          (sizeof(size_t) > 4 ? SKED_E_BLOCK : SKED_E_OVERFLOW));
    CHECK(large_status(46080) == status);   /* the table has a size, but not both together */
    plan.jobs_max = INT32_MAX;              /* no size for the jobs alone */
    CHECK(sked_units_bytes(&plan, &bytes) == status);
}

static int is_none(const sked_units *which) {
    sked_units_info info;
    return sked_units_get_info(which, &info) == SKED_E_EMPTY;
}

static sked_status plan_status(void) {
    sked_units other = units;
    size_t bytes = 4711;
    const sked_status status = sked_units_bytes(&plan, &bytes);
    CHECK((status == SKED_OK) == (bytes != 4711));
    if (status != SKED_OK) {                /* init and make fail in the same way */
        CHECK(sked_units_init(&other, &plan, scratch, sizeof(scratch)) == status);
        CHECK(is_none(&other));
        other = units;
        CHECK(sked_units_create(&other, &plan, giving(0)) == status);
        CHECK(is_none(&other) && mine.calls == 0);
    }
    return status;
}

/* Each failure hides those that are looked for after it. */
static void test_settings(void) {
    static const sked_fattree no_tree;      /* all zeros */
    uint32_t size = 4711;
    open_units("- 0 0", "0 8 12", 2, 0);
    plan.options = 2;
    plan.unit_size = 3;
    plan.jobs_max = 0;
    plan.batch_max = 65;
    plan.tree = &no_tree;
    CHECK(plan_status() == SKED_E_EMPTY);
    CHECK(sked_units_default_size(&no_tree, &size) == SKED_E_EMPTY && size == 4711);
    plan.tree = &tree;
    CHECK(plan_status() == SKED_E_SETTING);
    plan.unit_size = 2;
    CHECK(plan_status() == SKED_E_SETTING);
    plan.options = UINT32_MAX;
    CHECK(plan_status() == SKED_E_SETTING);
    plan.options = SKED_UNITS_GO_ON;
    plan.unit_size = 3;
    CHECK(plan_status() == SKED_E_SETTING);
    plan.unit_size = 8;
    CHECK(plan_status() == SKED_E_SETTING);
    plan.unit_size = 24;
    CHECK(plan_status() == SKED_E_SETTING);
    plan.unit_size = 4;
    CHECK(plan_status() == SKED_E_RANGE);
    plan.batch_max = 64;
    CHECK(plan_status() == SKED_E_RANGE);
    plan.jobs_max = (uint32_t)INT32_MAX + 1;
    CHECK(plan_status() == SKED_E_RANGE);
    plan.jobs_max = SKED_FATTREE_MAX;
    CHECK(plan_status() == (sizeof(size_t) > 2 ? SKED_OK : SKED_E_OVERFLOW));
    plan.jobs_max = 1;
    plan.batch_max = 65;
    CHECK(plan_status() == SKED_E_RANGE);
    plan.batch_max = 0;
    CHECK(plan_status() == SKED_OK);
    plan.unit_size = 0;
    CHECK(plan_status() == SKED_OK);
    open_plan();
    CHECK(info_now().unit_size == 4 && info_now().units == 5);
}

static void test_block(void) {
    size_t bytes = 0;
    open_units("- 0 0", "0 8 8", 4, 0);
    CHECK(sked_units_bytes(&plan, &bytes) == SKED_OK && info_now().bytes == bytes);
    CHECK(sked_units_init(&units, &plan, scratch, bytes - 1) == SKED_E_BLOCK && is_none(&units));
    CHECK(sked_units_init(&units, &plan, scratch, 0) == SKED_E_BLOCK && is_none(&units));
    CHECK(sked_units_init(&units, &plan, NULL, bytes) == SKED_E_BLOCK && is_none(&units));
    if (ALIGNMENT > 1) {
        CHECK(sked_units_init(&units, &plan, (unsigned char *)scratch + 1, sizeof(scratch) - 1) ==
              SKED_E_BLOCK);
        CHECK(is_none(&units));
    }
}

static void test_make(void) {
    sked_status status = SKED_E_MEMORY;
    uint32_t k;
    open_units("- 0 0", "0 8 8", 4, 0);
    for (k = 0; status == SKED_E_MEMORY && k < 8; k++) {
        units = none;
        status = sked_units_create(&units, &plan, giving(k));
        CHECK(status == SKED_OK || (is_none(&units) && mine.given == 0));
    }
    CHECK(status == SKED_OK && k > 1 && mine.given > 0 && !mine.wrong);
    memset(tree_room, 0xFF, sizeof(tree_room));         /* the tree is not needed any more */
    submit(1, 9);
    CHECK(starts(1, 9, 3, 2 + 4 + 4) && rests());
    sked_units_destroy(&units);
    CHECK(mine.given == 0 && is_none(&units) && !mine.wrong);
    sked_units_destroy(&units);
    CHECK(mine.given == 0 && !mine.wrong);
    if (ALIGNMENT > 1) {
        const sked_mem mem = giving(SKED_NONE);
        mine.crooked = 1;
        open_units("- 0 0", "0 8 8", 4, 0);
        CHECK(sked_units_create(&units, &plan, mem) == SKED_E_BLOCK);
        CHECK(is_none(&units) && mine.given == 0 && mine.calls > 0 && !mine.wrong);
    }
}

static void check_none(sked_units *which) {
    sked_units_info info;
    CHECK(sked_units_submit(which, 1, 0) == SKED_E_EMPTY);
    CHECK(sked_units_finish(which, 1) == SKED_E_EMPTY);
    CHECK(sked_units_cancel(which, 1) == SKED_E_EMPTY);
    CHECK(sked_units_next(which, &start, NULL) == SKED_E_EMPTY);
    CHECK(sked_units_get_info(which, &info) == SKED_E_EMPTY);
    sked_units_destroy(which);
}

static void test_none(void) {
    check_none(&none);
    open_units("-", "8", 4, 0);
    sked_units_destroy(&units);
    check_none(&units);
    check_none(&units);
}

/* ---- main ------------------------------------------------------------------------------------ */

int main(void) {
    test_rule();
    test_rounding();
    test_exact_fit();
    test_whole_unit();
    test_order();
    test_shrink();
    test_go_on();
    test_go_on_ends();
    test_least_hops();
    test_forest();
    test_too_many_tries();
    test_turns();
    test_event_during();
    test_cancel();
    test_event_statuses();
    test_settings();
    test_wide_leaf();
    test_overflow();
    test_block();
    test_make();
    test_none();
    return check_done("quick/fattree_units");
}
