/* fattree.c - quick tests of trees of switches: the patent's figure, states, pickers, every status.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only, but for damage to handles. Searches have their tests in
 * fattree_find.c, the method of the patent in fattree_units.c. */
#define SKED_IMPLEMENTATION
#include "sched_ar.h"
#include "sched_fattree.h"

#include "../check.h"
#include "fattree_choices.h"

#define NEVER SKED_NEVER

static sked_fattree empty;              /* all zeros */

/* ---- drawn states ---------------------------------------------------------------------------- */

/* The example of the header: three leaves of 3 lie in three pods, and nine are wanted.
 *
 *     free    3 3 1 0    2 1 3 1    1 2 3 2    1 2 0 3
 *             |_|_|_|    |_|_|_|    |_|_|_|    |_|_|_|
 *                |__________|__________|__________|       */
static void test_example(void) {
    static const uint32_t fan_out[3] = {4, 4, 3};
    static const int free_in[16] = {3, 3, 1, 0, 2, 1, 3, 1, 1, 2, 3, 2, 1, 2, 0, 3};
    const sked_fattree_request request = wanting(9);
    sked_fattree_answer whole;
    uint64_t within = 0;
    uint32_t p;
    sked_set *busy;
    draw_nothing();
    CHECK(sked_fattree_shape(fan_out, 3, &scene, parent_of, leaf_of) == SKED_OK);
    CHECK(scene.switches == 21 && scene.processors == 48 && scene.links == NULL);
    scene.parent = parent_of;
    scene.leaf = leaf_of;
    CHECK(open_scene() == SKED_OK);
    busy = empty_of(48);
    for (p = 0; p < 48; p++) {
        if ((int)(p % 3) >= free_in[p / 3]) {
            sked_set_add(busy, p);
        }
    }
    CHECK(sked_fattree_allocate(&tree, busy) == SKED_OK);
    CHECK(finds_set(&request, 150, "24 27 28 30-34 36"));
    CHECK(answer.hops_lower_bound == 150 && answer.leaves == 5 && answer.levels == 3 &&
          answer.top == 0);
    CHECK(sked_fattree_explain(&tree, of("0-5 18-20"), &whole, &within, scratch, sizeof(scratch)) ==
          SKED_OK);
    CHECK(whole.hops == 162 && within == 72);
    CHECK(sked_fattree_explain(&tree, of("0-2 18-20 30-32"), &whole, NULL, scratch,
                               sizeof(scratch)) == SKED_OK);
    CHECK(whole.hops == 180 && whole.leaves == 3 && whole.top == 0);
    CHECK(sked_fattree_allocate(&tree, &found) == SKED_OK && info_of(&tree).free == 19);
}

/* The patent's Figure 1: 64 processors in 4 x 4 x 4. From 1 to 2 by one switch, from 1 to 63 by
 * five; the figure calls them 200 and 200, 100, 000, 103, 203 (in full: 233). */
static void test_figure(void) {
    static const uint32_t fan_out[3] = {4, 4, 4};
    sked_fattree_switch info;
    uint32_t leaf = 0;
    draw_nothing();
    CHECK(sked_fattree_shape(fan_out, 3, &scene, parent_of, leaf_of) == SKED_OK);
    scene.parent = parent_of;
    scene.leaf = leaf_of;
    CHECK(open_scene() == SKED_OK);
    CHECK(info_of(&tree).switches == 21 && info_of(&tree).leaves == 16);
    CHECK(info_of(&tree).levels == 3 && info_of(&tree).roots == 1);
    CHECK(hops_of(1, 2) == 2 && hops_of(1, 63) == 6 && hops_of(1, 1) == 0);
    CHECK(hops_of(3, 4) == 4 && hops_of(15, 16) == 6 && hops_of(63, 1) == 6);
    CHECK(sked_fattree_get_leaf(&tree, 1, &leaf) == SKED_OK && leaf == 5);
    CHECK(sked_fattree_get_switch(&tree, 5, &info) == SKED_OK && info.parent == 1);
    CHECK(info.levels == 1 && info.children == 4 && info.processors == 4 && info.free == 4);
    CHECK(sked_fattree_get_switch(&tree, 1, &info) == SKED_OK && info.parent == 0);
    CHECK(info.levels == 2 && info.children == 4 && info.processors == 16);
    CHECK(sked_fattree_get_switch(&tree, 0, &info) == SKED_OK && info.parent == SKED_NONE);
    CHECK(info.levels == 3 && info.children == 4 && info.processors == 64 && info.free == 64);
    CHECK(sked_fattree_get_leaf(&tree, 63, &leaf) == SKED_OK && leaf == 20);
    CHECK(sked_fattree_get_switch(&tree, 20, &info) == SKED_OK && info.parent == 4);
    CHECK(finds_count(1, 0) && finds_count(4, 12) && finds_count(64, 64 * (3 + 12 * 2 + 48 * 3)));
}

/* ---- allocate, free, down, up ---------------------------------------------------------------- */

static uint32_t free_below(uint32_t number) {
    sked_fattree_switch info;
    info.free = SKED_NONE;
    CHECK(sked_fattree_get_switch(&tree, number, &info) == SKED_OK);
    return info.free;
}

/*        0          free, busy, down, and both, seen from each switch
 *      1   2
 *    0-4   5-8   */
static void test_states(void) {
    open_drawn("- 0 0", "0 5 4", NULL);
    CHECK(is_state("0-8", "", ""));
    allocate("0-2 5");
    CHECK(is_state("3-4 6-8", "0-2 5", ""));
    CHECK(free_below(0) == 5 && free_below(1) == 2 && free_below(2) == 3);
    allocate("");
    CHECK(is_state("3-4 6-8", "0-2 5", ""));
    CHECK(sked_fattree_down(&tree, of("3 5")) == SKED_OK);
    CHECK(is_state("4 6-8", "0-2 5", "3 5"));
    CHECK(sked_fattree_down(&tree, of("3 5 8")) == SKED_OK);
    CHECK(is_state("4 6-7", "0-2 5", "3 5 8"));
    CHECK(free_below(0) == 3 && free_below(1) == 1 && free_below(2) == 2);
    free_again("0 5");
    CHECK(is_state("0 4 6-7", "1-2", "3 5 8"));
    CHECK(sked_fattree_up(&tree, of("1 3 5")) == SKED_OK);
    CHECK(is_state("0 3-7", "1-2", "8"));
    CHECK(sked_fattree_up(&tree, of("0-8")) == SKED_OK);
    CHECK(is_state("0 3-8", "1-2", ""));
    free_again("1-2");
    CHECK(is_state("0-8", "", ""));
    allocate("0-8");
    CHECK(free_below(0) == 0 && free_below(1) == 0 && is_state("", "0-8", ""));
    CHECK(sked_fattree_down(&tree, of("0-8")) == SKED_OK && is_state("", "0-8", "0-8"));
    free_again("0-8");
    CHECK(free_below(2) == 0 && is_state("", "", "0-8"));
}

static void check_set_statuses(sked_status (*call)(sked_fattree *, const sked_set *)) {
    CHECK_KEPT(call(&tree, of_size(8, "3")), SKED_E_RANGE);
    CHECK_KEPT(call(&tree, of_size(10, "3")), SKED_E_RANGE);
    CHECK_KEPT(call(&tree, of_size(0, "")), SKED_E_RANGE);
    CHECK_KEPT(call(&tree, spilled("3")), SKED_E_RANGE);
    CHECK_KEPT(call(&tree, spilled("0 3")), SKED_E_RANGE);
}

static void test_state_statuses(void) {
    open_drawn("- 0 0", "0 5 4", NULL);
    allocate("0 1");
    CHECK(sked_fattree_down(&tree, of("1 2")) == SKED_OK);
    CHECK_KEPT(sked_fattree_allocate(&tree, of("0")), SKED_E_TAKEN);
    CHECK_KEPT(sked_fattree_allocate(&tree, of("2")), SKED_E_NOT_FREE);
    CHECK_KEPT(sked_fattree_allocate(&tree, of("0 2")), SKED_E_TAKEN);
    CHECK_KEPT(sked_fattree_allocate(&tree, of("1")), SKED_E_TAKEN);
    CHECK_KEPT(sked_fattree_allocate(&tree, of("3-8 2")), SKED_E_NOT_FREE);
    CHECK_KEPT(sked_fattree_allocate(&tree, of("0 3-8")), SKED_E_TAKEN);
    CHECK_KEPT(sked_fattree_free(&tree, of("3")), SKED_E_NOT_BUSY);
    CHECK_KEPT(sked_fattree_free(&tree, of("2")), SKED_E_NOT_BUSY);
    CHECK_KEPT(sked_fattree_free(&tree, of("0 1 8")), SKED_E_NOT_BUSY);
    check_set_statuses(sked_fattree_allocate);
    check_set_statuses(sked_fattree_free);
    check_set_statuses(sked_fattree_down);
    check_set_statuses(sked_fattree_up);
    CHECK(is_state("3-8", "0 1", "1 2"));
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static sked_status shape_status(const uint32_t *fan_out, uint32_t levels) {
    static const sked_fattree_settings marked = {
        .switches = 4711, .processors = 4712, .parent = leaf_of, .leaf = parent_of,
        .links = links_of};
    sked_fattree_settings settings = marked;
    const sked_status status = sked_fattree_shape(fan_out, levels, &settings, NULL, NULL);
    if (status == SKED_OK) {
        CHECK(settings.links == NULL && settings.switches != 4711 && settings.processors > 0);
    } else {
        CHECK(settings.switches == 4711 && settings.processors == 4712 &&
              settings.parent == leaf_of && settings.leaf == parent_of &&
              settings.links == links_of);
    }
    return status;
}

static void test_shape_statuses(void) {
    static const uint32_t fits[2] = {8192, 8192}, wide[2] = {8192, 8193}, zero[3] = {2, 0, 2};
    static const uint32_t huge[3] = {65536, 65536, 1}, last[2] = {2, 0}, first[1] = {0};
    static const uint32_t most[2] = {(1u << 26) - 1, 1}, many[2] = {1u << 26, 1};
    uint32_t ones[33], i;
    for (i = 0; i < 33; i++) {
        ones[i] = 1;
    }
    CHECK(shape_status(ones, 0) == SKED_E_LEVELS);
    CHECK(shape_status(ones, 33) == SKED_E_LEVELS);
    CHECK(shape_status(ones, UINT32_MAX) == SKED_E_LEVELS);
    CHECK(shape_status(first, 0) == SKED_E_LEVELS);
    CHECK(shape_status(ones, 32) == SKED_OK && shape_status(ones, 1) == SKED_OK);
    CHECK(shape_status(first, 1) == SKED_E_RANGE && shape_status(last, 2) == SKED_E_RANGE);
    CHECK(shape_status(zero, 3) == SKED_E_RANGE);
    CHECK(shape_status(fits, 2) == SKED_OK && shape_status(wide, 2) == SKED_E_RANGE);
    CHECK(shape_status(huge, 3) == SKED_E_RANGE && shape_status(huge, 2) == SKED_E_RANGE);
    CHECK(shape_status(most, 2) == SKED_OK);            /* as many switches as may be */
    CHECK(shape_status(many, 2) == SKED_E_RANGE);       /* one more, the root */
    CHECK(shape_status(many, 1) == SKED_OK);
    ones[0] = UINT32_MAX;
    CHECK(shape_status(ones, 32) == SKED_E_RANGE);
}

/* Three pods of two leaves of two:  0; 1 2 3; 4 5, 6 7, 8 9. */
static void test_shape(void) {
    static const uint32_t fan_out[3] = {3, 2, 2};
    static const uint32_t parents[10] = {SKED_NONE, 0, 0, 0, 1, 1, 2, 2, 3, 3};
    sked_fattree_settings settings = SKED_ZERO;
    uint32_t i;
    draw_nothing();
    parent_of[10] = leaf_of[12] = 4711;
    CHECK(sked_fattree_shape(fan_out, 3, &settings, NULL, NULL) == SKED_OK);
    CHECK(settings.switches == 10 && settings.processors == 12);
    CHECK(sked_fattree_shape(fan_out, 3, &settings, parent_of, leaf_of) == SKED_OK);
    CHECK(settings.switches == 10 && settings.processors == 12 && settings.links == NULL);
    CHECK(settings.parent == parent_of && settings.leaf == leaf_of);
    CHECK(memcmp(parent_of, parents, sizeof(parents)) == 0);
    for (i = 0; i < 12; i++) {
        CHECK(leaf_of[i] == 4 + i / 2);
    }
    CHECK(parent_of[10] == 4711 && leaf_of[12] == 4711);
    CHECK(sked_fattree_shape(fan_out + 2, 1, &settings, parent_of, leaf_of) == SKED_OK);
    CHECK(settings.switches == 1 && settings.processors == 2);
    CHECK(parent_of[0] == SKED_NONE && parent_of[1] == 0 && leaf_of[0] == 0 && leaf_of[1] == 0);
}

/* ---- making one ------------------------------------------------------------------------------ */

static int is_empty(const sked_fattree *which) {
    sked_fattree_info info;
    return sked_fattree_get_info(which, &info) == SKED_E_EMPTY &&
           sked_fattree_validate(which) == SKED_E_EMPTY;
}

static sked_status bytes_status(uint32_t switches, uint32_t processors) {
    sked_fattree_settings settings = {0};
    sked_fattree other = tree;
    size_t bytes = 4711;
    sked_status status;
    settings.switches = switches;
    settings.processors = processors;
    status = sked_fattree_bytes(&settings, &bytes);
    CHECK((status == SKED_OK) == (bytes != 4711));
    if (status != SKED_OK) {                /* init and make fail in the same way */
        CHECK(sked_fattree_init(&other, &settings, scratch, sizeof(scratch)) == status);
        CHECK(is_empty(&other));
        other = tree;
        CHECK(sked_fattree_create(&other, &settings, giving(0)) == status);
        CHECK(is_empty(&other) && mine.calls == 0);
    } else {
        CHECK(bytes % sizeof(sked_align) == 0 || ALIGNMENT == 1);
    }
    return status;
}

static void test_bytes(void) {
    open_drawn("- 0 0", "0 5 4", NULL);
    CHECK(bytes_status(0, 0) == SKED_E_NO_SWITCH);
    CHECK(bytes_status(0, UINT32_MAX) == SKED_E_NO_SWITCH);
    CHECK(bytes_status(1, 0) == SKED_E_NO_PROCESSORS);
    CHECK(bytes_status(UINT32_MAX, 0) == SKED_E_NO_PROCESSORS);
    CHECK(bytes_status(SKED_FATTREE_MAX + 1, 1) == SKED_E_RANGE);
    CHECK(bytes_status(1, SKED_FATTREE_MAX + 1) == SKED_E_RANGE);
    CHECK(bytes_status(UINT32_MAX, UINT32_MAX) == SKED_E_RANGE);
    CHECK(bytes_status(1, 1) == SKED_OK);
    CHECK(bytes_status(SKED_FATTREE_MAX, SKED_FATTREE_MAX) ==
          (sizeof(size_t) > 4 ? SKED_OK : SKED_E_OVERFLOW));
}

/* The status of init for the scene; make answers the same, and gives back what it took. */
static sked_status scene_status(void) {
    const sked_status status = open_scene();
    sked_fattree other;
    memset(&other, 0x5A, sizeof(other));
    CHECK(sked_fattree_create(&other, &scene, giving(SKED_NONE)) == status);
    CHECK(mine.calls > 0 && (mine.given == 0) == (status != SKED_OK));
    CHECK((status != SKED_OK) == is_empty(&other));
    sked_fattree_destroy(&other);
    CHECK(mine.given == 0 && !mine.wrong);
    return status;
}

static sked_status drawn_status(const char *parents, const char *sizes, const char *links) {
    draw(parents, sizes, links);
    return scene_status();
}

static void test_bad_trees(void) {
    CHECK(drawn_status("5 0", "0 2", NULL) == SKED_E_RANGE);
    CHECK(drawn_status("- 2", "0 2", NULL) == SKED_E_RANGE);
    CHECK(drawn_status("- 4294967294", "0 2", NULL) == SKED_E_RANGE);
    CHECK(drawn_status("- 0", "0 2", "1 0") == SKED_E_RANGE);
    CHECK(drawn_status("- 0", "0 2", "0 1") == SKED_OK);            /* a root's are ignored */
    CHECK(drawn_status("- 0 9", "1 2 1", NULL) == SKED_E_RANGE);    /* and mixed */
    CHECK(drawn_status("- 0 0", "1 2 1", "1 1 0") == SKED_E_RANGE);
    CHECK(drawn_status("- 0", "1 2", NULL) == SKED_E_MIXED);
    CHECK(drawn_status("0", "3", NULL) == SKED_E_MIXED);            /* its own parent */
    CHECK(drawn_status("- 0 - -", "1 2 0 1", NULL) == SKED_E_MIXED);        /* and bare */
    CHECK(drawn_status("- - 1 0", "0 0 1 0", NULL) == SKED_E_BARE);
    CHECK(drawn_status("- -", "2 0", NULL) == SKED_E_BARE);
    CHECK(drawn_status("- 2 1 -", "2 0 0 0", NULL) == SKED_E_BARE);         /* and a cycle */
    CHECK(drawn_status("- 2 1", "2 0 0", NULL) == SKED_E_CYCLE);
    CHECK(drawn_status("- 1", "2 0", NULL) == SKED_E_CYCLE);        /* its own parent */
    CHECK(drawn_status("- 2 3 1 3", "1 0 0 0 2", NULL) == SKED_E_CYCLE);    /* with a leaf */
    CHECK(drawn_status("1 0 0", "0 0 4", NULL) == SKED_E_CYCLE);    /* no root at all */
    CHECK(drawn_status("4 0 0 1 -", "0 0 2 1 0", NULL) == SKED_OK); /* any numbers */
    CHECK(sked_fattree_validate(&tree) == SKED_OK && hops_of(0, 2) == 5);
}

static void test_bad_leaves(void) {
    draw("- 0", "0 9", NULL);
    leaf_of[8] = 2;
    CHECK(scene_status() == SKED_E_RANGE);
    leaf_of[8] = SKED_NONE;
    CHECK(scene_status() == SKED_E_RANGE);
    leaf_of[8] = 0;
    CHECK(scene_status() == SKED_E_MIXED);
    leaf_of[8] = 1;
    CHECK(scene_status() == SKED_OK);
}

/* A chain of so many switches, the last with the processors; all ways up count `links`. */
static void draw_chain(uint32_t switches, uint32_t processors, uint32_t links) {
    uint32_t s;
    draw_nothing();
    for (s = 0; s < switches; s++) {
        add_switch(s == 0 ? SKED_NONE : s - 1, links);
    }
    add_processors(switches - 1, processors);
}

static void test_chains(void) {
    draw_chain(32, 2, 1);
    CHECK(scene_status() == SKED_OK && info_of(&tree).levels == 32);
    CHECK(finds_count(2, 2) && answer.levels == 1 && answer.top == 31);
    add_switch(0, 1);
    add_processors(32, 2);
    CHECK(scene_status() == SKED_OK && finds_count(4, 2 + 2 + 4 * 34) && answer.levels == 32);
    draw_chain(33, 2, 1);
    CHECK(scene_status() == SKED_E_LEVELS);
    draw_chain(64, 2, 1);
    CHECK(scene_status() == SKED_E_LEVELS);
    draw_chain(33, 256, UINT32_MAX);        /* too many links, too */
    CHECK(scene_status() == SKED_E_LEVELS);
    draw_chain(33, 2, 1);
    add_switch(34, 1);
    add_switch(33, 1);
    CHECK(scene_status() == SKED_E_CYCLE);
    draw_chain(64, 2, 1);
    parent_of[0] = 62;
    CHECK(scene_status() == SKED_E_CYCLE);
}

/* 256 processors and a way of 2^34 links reach 2^50; with one less, the hops are as told. */
static void test_links(void) {
    draw_chain(6, 255, UINT32_MAX);
    links_of[5] = 2;
    add_switch(0, 1);
    add_processors(6, 1);
    CHECK(scene_status() == SKED_OK);
    CHECK(hops_of(0, 255) == 4 * (uint64_t)UINT32_MAX + 2 + 1 + 2);
    CHECK(finds_count(256, 255 * 254 + 255 * (4 * (uint64_t)UINT32_MAX + 5)));
    links_of[5] = 3;
    CHECK(scene_status() == SKED_E_OVERFLOW);
    draw_chain(32, 256, UINT32_MAX);
    CHECK(scene_status() == SKED_E_OVERFLOW);
}

static void test_block(void) {
    size_t bytes = 0;
    draw("- 0 0", "0 5 4", NULL);
    CHECK(sked_fattree_bytes(&scene, &bytes) == SKED_OK);
    CHECK(sked_fattree_init(&tree, &scene, room, bytes) == SKED_OK);
    CHECK(info_of(&tree).bytes == bytes && sked_fattree_validate(&tree) == SKED_OK);
    CHECK(sked_fattree_init(&tree, &scene, room, bytes - 1) == SKED_E_BLOCK && is_empty(&tree));
    CHECK(sked_fattree_init(&tree, &scene, room, 0) == SKED_E_BLOCK && is_empty(&tree));
    CHECK(sked_fattree_init(&tree, &scene, NULL, bytes) == SKED_E_BLOCK && is_empty(&tree));
    if (ALIGNMENT > 1) {
        CHECK(sked_fattree_init(&tree, &scene, (unsigned char *)room + 1, sizeof(room) - 1) ==
              SKED_E_BLOCK);
        CHECK(is_empty(&tree));
    }
    leaf_of[0] = 7;                         /* looked at after the block */
    CHECK(sked_fattree_init(&tree, &scene, room, bytes - 1) == SKED_E_BLOCK && is_empty(&tree));
    CHECK(sked_fattree_init(&tree, &scene, room, bytes) == SKED_E_RANGE && is_empty(&tree));
}

/* The arrays are the caller's again. */
static void test_arrays(void) {
    sked_fattree_switch info;
    uint32_t leaf = 0;
    open_drawn("- 0 0", "0 5 4", "1 2 3");
    memset(parent_of, 0xFF, sizeof(parent_of));
    memset(leaf_of, 0xFF, sizeof(leaf_of));
    memset(links_of, 0xFF, sizeof(links_of));
    CHECK(sked_fattree_validate(&tree) == SKED_OK && hops_of(0, 8) == 7);
    CHECK(sked_fattree_get_switch(&tree, 2, &info) == SKED_OK && info.parent == 0);
    CHECK(sked_fattree_get_leaf(&tree, 8, &leaf) == SKED_OK && leaf == 2);
}

static void test_make(void) {
    sked_status status = SKED_E_MEMORY;
    uint32_t k;
    draw("- 0 0", "0 5 4", NULL);
    for (k = 0; status == SKED_E_MEMORY && k < 8; k++) {
        tree = empty;
        status = sked_fattree_create(&tree, &scene, giving(k));
        CHECK(status == SKED_OK || (is_empty(&tree) && mine.given == 0));
    }
    CHECK(status == SKED_OK && k > 1 && mine.given > 0 && !mine.wrong);
    CHECK(sked_fattree_validate(&tree) == SKED_OK);
    allocate("2");
    sked_fattree_destroy(&tree);
    CHECK(mine.given == 0 && is_empty(&tree) && !mine.wrong);
    sked_fattree_destroy(&tree);
    CHECK(mine.given == 0 && !mine.wrong);
    if (ALIGNMENT > 1) {
        const sked_mem mem = giving(SKED_NONE);
        mine.crooked = 1;
        CHECK(sked_fattree_create(&tree, &scene, mem) == SKED_E_BLOCK);
        CHECK(is_empty(&tree) && mine.given == 0 && mine.calls > 0 && !mine.wrong);
    }
}

/* ---- copies ---------------------------------------------------------------------------------- */

static sked_align other_room[ROOM];

static void open_used(void) {
    open_drawn("- 0 0", "0 5 4", "1 2 3");
    allocate("0 1 7");
    CHECK(sked_fattree_down(&tree, of("1 2")) == SKED_OK);
}

/* What happens to one of them does not happen to the other. */
static void check_apart(sked_fattree *copy) {
    CHECK(is_state_of(copy, "3-6 8", "0 1 7", "1 2"));
    CHECK(sked_fattree_free(copy, of("0 1")) == SKED_OK);
    CHECK(is_state("3-6 8", "0 1 7", "1 2") && is_state_of(copy, "0 3-6 8", "7", "1 2"));
    allocate("5");
    CHECK(sked_fattree_up(&tree, of("1 2")) == SKED_OK);
    CHECK(is_state("2-4 6 8", "0 1 5 7", "") && is_state_of(copy, "0 3-6 8", "7", "1 2"));
}

static void test_branch(void) {
    sked_fattree branch = tree;
    size_t bytes;
    open_used();
    bytes = info_of(&tree).bytes;
    CHECK(sked_fattree_branch(&empty, &branch, other_room, 0) == SKED_E_EMPTY);
    CHECK(is_empty(&branch));
    branch = tree;
    CHECK_KEPT(sked_fattree_branch(&tree, &branch, other_room, bytes - 1), SKED_E_BLOCK);
    CHECK(is_empty(&branch));
    branch = tree;
    CHECK_KEPT(sked_fattree_branch(&tree, &branch, NULL, bytes), SKED_E_BLOCK);
    CHECK(is_empty(&branch));
    branch = tree;
    if (ALIGNMENT > 1) {
        CHECK_KEPT(sked_fattree_branch(&tree, &branch, (unsigned char *)other_room + 1,
                                       sizeof(other_room) - 1), SKED_E_BLOCK);
        CHECK(is_empty(&branch));
    }
    CHECK_KEPT(sked_fattree_branch(&tree, &branch, other_room, sizeof(other_room)), SKED_OK);
    CHECK(info_of(&branch).bytes == bytes);
    check_apart(&branch);
    sked_fattree_destroy(&branch);
    CHECK(is_empty(&branch));
    sked_fattree_destroy(&branch);
    CHECK(sked_fattree_branch(&tree, &branch, other_room, bytes) == SKED_OK);
}

static void test_clone(void) {
    sked_fattree clone = tree;
    sked_status status = SKED_E_MEMORY;
    uint32_t k;
    CHECK(sked_fattree_clone(&empty, &clone, giving(SKED_NONE)) == SKED_E_EMPTY);
    CHECK(is_empty(&clone) && mine.calls == 0);
    open_used();
    for (k = 0; status == SKED_E_MEMORY && k < 8; k++) {
        clone = tree;
        keep();
        status = sked_fattree_clone(&tree, &clone, giving(k));
        CHECK(is_kept() && (status == SKED_OK || (is_empty(&clone) && mine.given == 0)));
    }
    CHECK(status == SKED_OK && k > 1 && mine.given > 0);
    check_apart(&clone);
    sked_fattree_destroy(&clone);
    CHECK(mine.given == 0 && is_empty(&clone) && !mine.wrong);
    sked_fattree_destroy(&clone);
    CHECK(mine.given == 0 && !mine.wrong);
    if (ALIGNMENT > 1) {
        const sked_mem mem = giving(SKED_NONE);
        mine.crooked = 1;
        CHECK(sked_fattree_clone(&tree, &clone, mem) == SKED_E_BLOCK);
        CHECK(is_empty(&clone) && mine.given == 0 && !mine.wrong);
    }
}

/* ---- batches --------------------------------------------------------------------------------- */

enum { JOBS = 5 };
static sked_fattree_job jobs[JOBS];

static void want_jobs(const char *counts) {
    uint32_t i = 0, count;
    while ((count = next_number(&counts)) != SKED_NONE) {
        memset(&jobs[i], 0x77, sizeof(jobs[i]));
        jobs[i].request = wanting(count);
        jobs[i++].set = *empty_of(scene.processors);
    }
}

static sked_status serve(uint32_t count) {
    const sked_status status = sked_fattree_batch(&tree, jobs, count, scratch, sizeof(scratch));
    CHECK(sked_fattree_validate(&tree) == SKED_OK);
    return status;
}

/*     4 | 4       the two large jobs come first, the small one finds nobody; and of equal ones the
 *                 first comes first */
static void test_batch(void) {
    open_pods(4, "4 | 4");
    want_jobs("2 4 3 4");
    CHECK(serve(4) == SKED_OK);
    CHECK(jobs[1].status == SKED_OK && jobs[3].status == SKED_OK);
    CHECK(jobs[0].status == SKED_E_NOT_FREE && jobs[2].status == SKED_E_NOT_FREE);
    CHECK(jobs[1].answer.hops == 12 && jobs[3].answer.hops == 12);
    CHECK(sked_set_count(&jobs[1].set) == 4 && sked_set_count(&jobs[0].set) == 0);
    sked_set_or(&jobs[1].set, &jobs[3].set);
    CHECK(is_set(&jobs[1].set, "0-7") && is_state("", "0-7", ""));
    free_again("0-5");
    want_jobs("4 4 2 1 3");
    CHECK(serve(5) == SKED_OK);
    CHECK(jobs[0].status == SKED_OK && jobs[1].status == SKED_E_NOT_FREE);
    CHECK(jobs[4].status == SKED_E_NOT_FREE && jobs[2].status == SKED_OK);
    CHECK(jobs[3].status == SKED_E_NOT_FREE);
    CHECK(is_set(&jobs[0].set, "0-3") && is_set(&jobs[2].set, "4-5") && is_state("", "0-7", ""));
}

/* A job that cannot be served has its reason, and the others go on. */
static void test_batch_statuses(void) {
    open_pods(4, "4 | 4");
    CHECK_KEPT(sked_fattree_batch(&tree, jobs, 0, scratch, sizeof(scratch)), SKED_OK);
    CHECK(sked_fattree_batch(&empty, jobs, 1, scratch, sizeof(scratch)) == SKED_E_EMPTY);
    want_jobs("0 9 5 1 1");
    jobs[2].request.levels_max = 2;
    jobs[3].set = *empty_of(7);
    CHECK(serve(5) == SKED_OK);
    CHECK(jobs[0].status == SKED_E_NO_WIDTH && jobs[1].status == SKED_E_TOO_WIDE);
    CHECK(jobs[2].status == SKED_E_LIMITS && jobs[3].status == SKED_E_RANGE);
    CHECK(jobs[4].status == SKED_OK && info_of(&tree).busy == 1);
    want_jobs("2 2");
    keep();
    CHECK(sked_fattree_batch(&tree, jobs, 2, NULL, 0) == SKED_OK);
    CHECK(is_kept() && jobs[0].status == SKED_E_BLOCK && jobs[1].status == SKED_E_BLOCK);
    want_jobs("2");
    jobs[0].request.mode = (sked_fattree_mode)(SKED_FATTREE_GREEDY + 1);
    CHECK(serve(1) == SKED_OK && jobs[0].status == SKED_E_SETTING);
}

/* ---- pickers --------------------------------------------------------------------------------- */

static void choose_by(sked_fattree_picker *chooser, const sked_fattree *by,
                      const sked_fattree_request *kinds, uint32_t count) {
    sked_fattree_picker_settings settings = SKED_ZERO;
    size_t bytes = 0;
    settings.tree = by;
    settings.templates = kinds;
    settings.templates_count = count;
    CHECK(sked_fattree_picker_bytes(&settings, &bytes) == SKED_OK && bytes <= sizeof(scratch));
    CHECK(sked_fattree_picker_init(chooser, &settings, scratch, bytes) == SKED_OK);
    CHECK(chooser->chosen == 0 && chooser->refused == 0 && chooser->last_refusal == SKED_OK);
}

static sked_status picks(sked_fattree_picker *chooser, uint32_t count, uint64_t tag,
                         const char *offered, sked_set *chosen) {
    sked_pick_request ask = {.id = 7, .start = 3, .end = NEVER};
    sked_status status;
    ask.count = count;
    ask.tag = tag;
    keep();
    status = sked_pick(&chooser->picker, &ask, of_size(chosen->size, offered), chosen);
    CHECK(is_kept());
    return status;
}

/* Asked for a time to come. */
static sked_status picks_ahead(sked_fattree_picker *chooser, uint32_t count, sked_set *chosen) {
    const sked_pick_request ask = {.id = 7, .start = 9, .end = NEVER, .count = count, .ahead = 1};
    return sked_pick(&chooser->picker, &ask, of_size(chosen->size, "0-3"), chosen);
}

/*     4 4 | 4 4       what the tree holds for busy plays no part */
static void test_picker(void) {
    sked_fattree_picker chooser;
    sked_fattree shape;
    sked_set *chosen;
    open_pods(4, "4 4 | 4 4");
    shape = tree;
    choose_by(&chooser, &shape, NULL, 0);
    allocate("8-15");
    CHECK(sked_fattree_down(&tree, of("1")) == SKED_OK);
    chosen = empty_of(16);
    CHECK(picks(&chooser, 4, 4711, "1-3 5 8-9 12-15", chosen) == SKED_OK);
    CHECK(is_set(chosen, "12-15") && chooser.chosen == 1 && chooser.refused == 0);
    CHECK(chooser.answer.hops == 12 && chooser.answer.hops_lower_bound == 12);
    CHECK(chooser.answer.top == 6 && chooser.answer.leaves == 1);
    CHECK(picks(&chooser, 4, 0, "1-3 5 8-9 12", chosen) == SKED_OK && is_set(chosen, "1-3 5"));
    CHECK(picks_ahead(&chooser, 2, chosen) == SKED_OK && is_set(chosen, "0-1"));
    CHECK(picks_ahead(&chooser, 0, chosen) == SKED_E_REFUSED);
    CHECK(chooser.answer.hops == 18 && chooser.last_refusal == SKED_OK);    /* no trace */
    CHECK(picks(&chooser, 3, 0, "0 1", chosen) == SKED_E_REFUSED);
    CHECK(chooser.chosen == 2 && chooser.refused == 0);     /* it was not even asked */
    CHECK(picks(&chooser, 0, 0, "0 1", chosen) == SKED_E_REFUSED);
    CHECK(chooser.refused == 1 && chooser.last_refusal == SKED_E_NO_WIDTH);
    chosen = empty_of(15);
    CHECK(picks(&chooser, 2, 0, "0-3", chosen) == SKED_E_REFUSED);
    CHECK(chooser.refused == 2 && chooser.last_refusal == SKED_E_RANGE && chooser.chosen == 2);
    shape = empty;
    CHECK(picks(&chooser, 2, 0, "0-3", chosen) == SKED_E_REFUSED);
    CHECK(chooser.refused == 3 && chooser.last_refusal == SKED_E_EMPTY);
    CHECK(chooser.answer.hops == 18);       /* of what was chosen last */
}

/* A picker that its init has refused refuses every job. */
static void check_picker_refused(const sked_fattree_picker_settings *settings, void *block,
                                 size_t bytes, sked_status status) {
    const sked_pick_request ask = {.count = 1, .end = NEVER};
    sked_fattree_picker chooser;
    memset(&chooser, 0x5A, sizeof(chooser));
    CHECK(sked_fattree_picker_init(&chooser, settings, block, bytes) == status);
    CHECK(chooser.chosen == 0 && chooser.refused == 0 && chooser.last_refusal == SKED_OK);
    CHECK(sked_pick(&chooser.picker, &ask, of_size(4, "0-3"), empty_of(4)) == SKED_E_REFUSED);
    CHECK(chooser.refused == 1 && chooser.last_refusal == SKED_E_EMPTY);
}

/* Enough for a job of any width up to width_max with any of the templates, and not a byte more than
 * the neediest of them takes. */
static void test_picker_room(void) {
    sked_fattree_picker_settings settings = SKED_ZERO;
    sked_fattree_request kinds[3] = SKED_ZERO;
    size_t bytes[3] = {0, 0, 0}, all = 4711, some = 4711, few = 4711;
    uint32_t i;
    open_pods(4, "4 4 | 4 4");
    kinds[0].mode = SKED_FATTREE_GREEDY;
    kinds[1].required = of("3");
    settings.tree = &tree;
    settings.templates = kinds;
    settings.templates_count = 3;
    for (i = 0; i < 3; i++) {
        sked_fattree_request widest = kinds[i];
        widest.count = 16;
        widest.allowed = of("");                /* in place of what is offered */
        CHECK(sked_fattree_find_bytes(&tree, &widest, &bytes[i]) == SKED_OK);
    }
    CHECK(bytes[0] < bytes[1] && bytes[1] < bytes[2]);
    CHECK(sked_fattree_picker_bytes(&settings, &all) == SKED_OK && all == bytes[2]);
    settings.templates_count = 2;
    CHECK(sked_fattree_picker_bytes(&settings, &some) == SKED_OK && some == bytes[1]);
    settings.width_max = 2;
    CHECK(sked_fattree_picker_bytes(&settings, &few) == SKED_OK && few <= some);
    settings.width_max = 0;
    settings.templates_count = 3;
    check_picker_refused(&settings, scratch, all - 1, SKED_E_BLOCK);
    check_picker_refused(&settings, NULL, all, SKED_E_BLOCK);
    if (ALIGNMENT > 1) {
        check_picker_refused(&settings, (unsigned char *)scratch + 1, all, SKED_E_BLOCK);
    }
    kinds[1].mode = (sked_fattree_mode)(SKED_FATTREE_GREEDY + 1);
    check_picker_refused(&settings, scratch, sizeof(scratch), SKED_E_SETTING);
    kinds[1].mode = SKED_FATTREE_EXACT;
    settings.width_max = 17;
    check_picker_refused(&settings, scratch, sizeof(scratch), SKED_E_TOO_WIDE);
    settings.tree = &empty;
    check_picker_refused(&settings, scratch, sizeof(scratch), SKED_E_EMPTY);
    CHECK(sked_fattree_picker_bytes(&settings, &few) == SKED_E_EMPTY && few <= some);
}

/* Wider jobs are refused; templates in segments of 3 have room for 15 of 16, or one segment. */
static void test_picker_widths(void) {
    sked_fattree_picker_settings settings = SKED_ZERO;
    sked_fattree_request kind = SKED_ZERO;
    sked_fattree_picker chooser;
    sked_set *chosen;
    open_pods(4, "4 4 | 4 4");
    chosen = empty_of(16);
    settings.tree = &tree;
    settings.width_max = 3;
    CHECK(sked_fattree_picker_init(&chooser, &settings, scratch, sizeof(scratch)) == SKED_OK);
    CHECK(picks(&chooser, 3, 0, "0-3", chosen) == SKED_OK);
    CHECK(picks(&chooser, 4, 0, "0-3", chosen) == SKED_E_REFUSED);
    CHECK(chooser.last_refusal == SKED_E_TOO_WIDE && chooser.refused == 1 && chooser.chosen == 1);
    settings.templates = &kind;
    settings.templates_count = 1;
    kind.segment = 3;
    CHECK(sked_fattree_picker_init(&chooser, &settings, scratch, sizeof(scratch)) == SKED_OK);
    CHECK(picks(&chooser, 3, 0, "0-1 4-6", chosen) == SKED_OK && is_set(chosen, "4-6"));
    CHECK(picks(&chooser, 2, 0, "0-3", chosen) == SKED_E_REFUSED);
    CHECK(chooser.last_refusal == SKED_E_RANGE);
    settings.width_max = 0;
    CHECK(sked_fattree_picker_init(&chooser, &settings, scratch, sizeof(scratch)) == SKED_OK);
    CHECK(picks(&chooser, 12, 0, "0-15", chosen) == SKED_OK && sked_set_count(chosen) == 12);
    settings.width_max = 2;                     /* not even one segment */
    check_picker_refused(&settings, scratch, sizeof(scratch), SKED_E_RANGE);
}

/* Kinds: 0 as they come; 1 within a leaf; 2 within a set; 3 never, and with the count of 99. */
static void test_picker_kinds(void) {
    static sked_fattree_request kinds[4];
    sked_fattree_picker chooser;
    sked_set *chosen;
    open_pods(4, "4 4 | 4 4");
    kinds[0] = kinds[1] = wanting(0);
    kinds[2] = kinds[3] = wanting(99);
    kinds[1].levels_max = 1;
    kinds[2].allowed = of("0-7");
    kinds[3].allowed = of_size(15, "");
    chosen = empty_of(16);
    choose_by(&chooser, &tree, kinds, 4);
    CHECK(picks(&chooser, 4, 0, "0-2 4 8-10 12", chosen) == SKED_OK);
    CHECK(picks(&chooser, 4, 1, "0-2 4 8-10 12", chosen) == SKED_E_REFUSED);
    CHECK(chooser.last_refusal == SKED_E_LIMITS && chooser.refused == 1);
    CHECK(picks(&chooser, 3, 1, "0-2 4 8-9 12", chosen) == SKED_OK && is_set(chosen, "0-2"));
    CHECK(picks(&chooser, 4, 2, "0-2 4 8-11", chosen) == SKED_OK && is_set(chosen, "0-2 4"));
    CHECK(picks(&chooser, 5, 2, "0-2 4 8-11", chosen) == SKED_E_REFUSED);
    CHECK(chooser.last_refusal == SKED_E_NOT_FREE && chooser.refused == 2);
    CHECK(picks(&chooser, 4, 3, "0-2 4 8-11", chosen) == SKED_E_REFUSED);
    CHECK(chooser.last_refusal == SKED_E_RANGE);
    CHECK(picks(&chooser, 4, 4, "0-15", chosen) == SKED_E_REFUSED);
    CHECK(chooser.last_refusal == SKED_E_TEMPLATE);
    CHECK(picks(&chooser, 4, UINT64_MAX, "0-15", chosen) == SKED_E_REFUSED);
    CHECK(picks(&chooser, 4, UINT64_C(1) << 32, "0-15", chosen) == SKED_E_REFUSED);
    CHECK(chooser.last_refusal == SKED_E_TEMPLATE && chooser.refused == 6 && chooser.chosen == 3);
    kinds[0].levels_max = 1;
    choose_by(&chooser, &tree, kinds, 1);       /* for all tags */
    CHECK(picks(&chooser, 4, 4711, "0-2 4 8-10 12", chosen) == SKED_E_REFUSED);
    CHECK(picks(&chooser, 3, 1, "0 1 4-6", chosen) == SKED_OK && is_set(chosen, "4-6"));
    kinds[2].required = of("0");
    kinds[2].excluded = of("1");
    choose_by(&chooser, &tree, kinds, 4);
    CHECK(picks(&chooser, 3, 2, "0-2 4 8-11", chosen) == SKED_OK && is_set(chosen, "0 2 4"));
    CHECK(picks(&chooser, 2, 2, "2 4 8-11", chosen) == SKED_E_REFUSED);
    CHECK(chooser.last_refusal == SKED_E_NOT_FREE);
}

static void submit(sked_queue *queue, uint64_t id, uint32_t width, sked_time estimate) {
    sked_job job = {0};
    job.id = id;
    job.estimate = estimate;
    job.width = width;
    job.tag = id == 'C';
    CHECK(sked_queue_submit(queue, &job, 0) == SKED_OK);
}

static int starts(sked_queue *queue, uint64_t id, const char *list) {
    sked_set *set = empty_of(8);
    sked_action action;
    return sked_queue_next(queue, &action, set) == SKED_OK && action.id == id &&
           is_set(set, list);
}

/* EASY on two leaves of four: B goes round A's leaf. C must lie within one, and is refused beside
 * both, though three are free; D fills the smaller rest, and C has its leaf at 3.
 *
 *     7 | DD.         leaf 1
 *     6 | BBBCC
 *     5 | BBBCC
 *     4 | BBBCC
 *     1 | AAAAA       leaf 0
 *     0 | AAAAA  */
static void test_queue(void) {
    static sked_align queue_room[400];
    static const sked_queue_settings settings = {
        .processors = 8, .jobs_max = 8, .estimate_missing = SKED_REFUSE_MISSING, .order = SKED_FCFS,
        .backfill_order = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD};
    static sked_fattree_request kinds[2];
    sked_fattree_picker chooser;
    sked_action action;
    sked_queue queue;
    open_drawn("- 0 0", "0 4 4", NULL);
    kinds[0] = kinds[1] = wanting(0);
    kinds[1].levels_max = 1;
    choose_by(&chooser, &tree, kinds, 2);
    CHECK(sked_queue_init(&queue, &settings, &chooser.picker, queue_room, sizeof(queue_room)) ==
          SKED_OK);
    submit(&queue, 'A', 2, 5);
    submit(&queue, 'B', 3, 3);
    submit(&queue, 'C', 3, 2);
    submit(&queue, 'D', 1, 2);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    CHECK(starts(&queue, 'A', "0-1") && starts(&queue, 'B', "4-6"));
    CHECK(chooser.refused == 0 && starts(&queue, 'D', "7"));
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
    CHECK(chooser.chosen == 3 && chooser.refused == 1 && chooser.last_refusal == SKED_E_LIMITS);
    CHECK(sked_queue_finish(&queue, 'D', 2) == SKED_OK);
    CHECK(sked_queue_finish(&queue, 'B', 3) == SKED_OK);
    CHECK(sked_queue_plan(&queue, 3) == SKED_OK);
    CHECK(starts(&queue, 'C', "4-6") && chooser.answer.hops == 6);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
    sked_queue_destroy(&queue);
}

/* A calendar of two leaves of four. In [0, 3) one processor of each is reserved:
 *
 *     7 | xxx.....     four anywhere start at 0; four within a leaf (kind 1) are refused before 3
 *     3 | xxx.....  */
static void test_calendar(void) {
    static sked_align ar_room[800], ar_scratch[400];
    sked_ar_settings settings = {.processors = 8, .spans_max = 8, .horizon = 100};
    static sked_fattree_request kinds[2];
    sked_fattree_picker chooser;
    sked_ar_request request = {.id = 1, .duration = 2, .deadline = NEVER, .count = 4};
    sked_ar_choice choice;
    sked_ar_answer slot;
    sked_set *set;
    sked_ar calendar;
    size_t bytes = 0;
    memset(&choice, 0, sizeof(choice));
    open_drawn("- 0 0", "0 4 4", NULL);
    kinds[0] = kinds[1] = wanting(0);
    kinds[1].levels_max = 1;
    choose_by(&chooser, &tree, kinds, 2);
    choice.pick = SKED_AR_PICKER;
    choice.picker = chooser.picker;
    CHECK(sked_ar_init(&calendar, &settings, ar_room, sizeof(ar_room)) == SKED_OK);
    CHECK(sked_ar_find_bytes(&calendar, &bytes) == SKED_OK && bytes <= sizeof(ar_scratch));
    CHECK(sked_ar_add(&calendar, 0, 3, of("3 7")) == SKED_OK);
    set = empty_of(8);
    CHECK(sked_ar_find(&calendar, &request, &choice, &slot, set, ar_scratch,
                       sizeof(ar_scratch)) == SKED_OK);
    CHECK(slot.start == 0 && sked_set_count(set) == 4 && chooser.answer.hops == 18);
    request.tag = 1;
    CHECK(sked_ar_find(&calendar, &request, &choice, &slot, set, ar_scratch,
                       sizeof(ar_scratch)) == SKED_OK);
    CHECK(slot.start == 3 && (is_set(set, "0-3") || is_set(set, "4-7")));
    CHECK(chooser.refused > 0 && chooser.last_refusal == SKED_E_LIMITS &&
          chooser.answer.hops == 12);
    request.tag = 2;
    CHECK(sked_ar_find(&calendar, &request, &choice, &slot, set, ar_scratch,
                       sizeof(ar_scratch)) == SKED_E_REFUSED);
    CHECK(chooser.last_refusal == SKED_E_TEMPLATE);
    sked_ar_destroy(&calendar);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Number 3 is the root, 0 a leaf of it, 2 a pod, 4 and 1 its leaves. Processors lie by turns:
 * 0 3 6 below 4, 1 4 below 1, 2 5 below 0. */
static void open_mixed_up(void) {
    uint32_t p;
    draw("3 2 3 - 2", "2 2 0 0 3", "1 1 2 1 1");
    for (p = 0; p < 7; p++) {
        leaf_of[p] = p % 3 == 0 ? 4 : 2 - p % 3;
    }
    CHECK(open_scene() == SKED_OK);
}

static void test_reading(void) {
    static const uint32_t leaves[7] = {4, 1, 0, 4, 1, 0, 4};
    static const sked_fattree_switch rows[5] = {
        {.parent = 3, .levels = 1, .children = 2, .processors = 2, .free = 1},
        {.parent = 2, .levels = 1, .children = 2, .processors = 2, .free = 2},
        {.parent = 3, .levels = 2, .children = 2, .processors = 5, .free = 4},
        {.parent = SKED_NONE, .levels = 3, .children = 2, .processors = 7, .free = 5},
        {.parent = 2, .levels = 1, .children = 3, .processors = 3, .free = 2}};
    sked_fattree_switch info = {0};
    uint32_t s, leaf;
    open_mixed_up();
    allocate("2");
    CHECK(sked_fattree_down(&tree, of("6 2")) == SKED_OK);
    for (s = 0; s < 5; s++) {
        CHECK(sked_fattree_get_switch(&tree, s, &info) == SKED_OK);
        CHECK(info.parent == rows[s].parent && info.levels == rows[s].levels &&
              info.children == rows[s].children && info.processors == rows[s].processors &&
              info.free == rows[s].free);
    }
    for (s = 0; s < 7; s++) {
        CHECK(sked_fattree_get_leaf(&tree, s, &leaf) == SKED_OK && leaf == leaves[s]);
    }
    CHECK(hops_of(0, 3) == 2 && hops_of(0, 1) == 4 && hops_of(1, 2) == 6 && hops_of(5, 6) == 6);
    CHECK(info_of(&tree).switches == 5 && info_of(&tree).leaves == 3);
    CHECK(info_of(&tree).roots == 1 && info_of(&tree).levels == 3);
    CHECK(info_of(&tree).bytes == kept_bytes && is_state("0-1 3-5", "2", "2 6"));
}

static void test_reading_statuses(void) {
    sked_fattree_switch info;
    uint64_t hops = 4711;
    uint32_t leaf = 4711;
    sked_set *fit, *small, *large;
    open_mixed_up();
    fit = empty_of(7);
    small = empty_of(6);
    large = empty_of(8);
    CHECK_KEPT(sked_fattree_get_switch(&tree, 5, &info), SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_get_switch(&tree, SKED_NONE, &info), SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_get_leaf(&tree, 7, &leaf), SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_get_sets(&tree, fit, NULL, large), SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_hops(&tree, 7, 0, &hops), SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_hops(&tree, 0, 7, &hops), SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_hops(&tree, SKED_NONE, SKED_NONE, &hops), SKED_E_RANGE);
    CHECK(leaf == 4711 && hops == 4711);
    CHECK_KEPT(sked_fattree_get_sets(&tree, small, NULL, NULL), SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_get_sets(&tree, fit, large, NULL), SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_get_sets(&tree, fit, NULL, small), SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_get_sets(&tree, fit, empty_of(7), small), SKED_E_RANGE);
    CHECK(sked_set_count(fit) == 0);
    CHECK_KEPT(sked_fattree_get_sets(&tree, NULL, NULL, NULL), SKED_OK);
    sked_set_add(fit, 0);
    CHECK_KEPT(sked_fattree_get_sets(&tree, NULL, fit, NULL), SKED_OK);
    CHECK(sked_set_count(fit) == 0);
    CHECK_KEPT(sked_fattree_get_sets(&tree, fit, NULL, NULL), SKED_OK);
    CHECK(sked_set_count(fit) == 7);
}

/* Every choice of the tree with unequal links: the answer of explain, the sum over pairs and that
 * over links are one. */
static void test_explain(void) {
    sked_set *all, *chosen;
    sked_fattree_answer a = {0};
    uint64_t within = 0;
    size_t bytes = 0;
    uint32_t mask;
    open_mixed_up();
    CHECK(sked_fattree_explain_bytes(&tree, &bytes) == SKED_OK);
    allocate("0 1");
    all = empty_of(7);
    chosen = empty_of(7);
    for (mask = 1; mask < 128; mask++) {
        measure m;
        uint64_t k;
        set_mask(chosen, mask);
        m = measure_of(chosen, all);
        k = sked_set_count(chosen);
        memset(scratch, 0xA5, bytes + GUARD);
        CHECK(sked_fattree_explain(&tree, chosen, &a, &within, scratch, bytes) == SKED_OK);
        CHECK_SEED(mask, a.hops == m.hops && hops_by_pairs(chosen) == m.hops);
        CHECK_SEED(mask, a.leaves == m.leaves && a.levels == m.levels && a.top == m.top);
        CHECK_SEED(mask, within == k * (k - 1) && a.hops_lower_bound == 0 && a.cost == 0 &&
                             a.cost_lower_bound == 0 && a.steps == 0);
        CHECK(((unsigned char *)scratch)[bytes] == 0xA5);
    }
}

static void test_explain_statuses(void) {
    const sked_fattree_answer before = {
        .hops = 4711, .hops_lower_bound = 1, .cost = 2, .cost_lower_bound = 3, .steps = 4,
        .leaves = 5, .levels = 6, .top = 7};
    sked_fattree_answer a = before;
    uint64_t within = 4711;
    size_t bytes = 0;
    open_drawn("- 0 -", "0 5 4", NULL);
    CHECK(sked_fattree_explain_bytes(&tree, &bytes) == SKED_OK);
    CHECK_KEPT(sked_fattree_explain(&tree, of_size(8, "0"), &a, &within, scratch, bytes),
               SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_explain(&tree, spilled("0"), &a, &within, scratch, bytes),
               SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_explain(&tree, of(""), &a, &within, scratch, bytes), SKED_E_RANGE);
    CHECK_KEPT(sked_fattree_explain(&tree, of("0 5"), &a, &within, scratch, bytes), SKED_E_LIMITS);
    CHECK(bytes > 0);
    CHECK_KEPT(sked_fattree_explain(&tree, of("0 1"), &a, &within, scratch, bytes - 1),
               SKED_E_BLOCK);
    CHECK_KEPT(sked_fattree_explain(&tree, of("0 1"), &a, &within, NULL, bytes), SKED_E_BLOCK);
    if (ALIGNMENT > 1) {
        CHECK_KEPT(sked_fattree_explain(&tree, of("0 1"), &a, &within,
                                        (unsigned char *)scratch + 1, bytes), SKED_E_BLOCK);
    }
    CHECK(are_answers(&a, &before) && within == 4711);
    CHECK_KEPT(sked_fattree_explain(&tree, of("0 1"), &a, &within, scratch, bytes), SKED_OK);
    CHECK(a.hops == 2 && within == 2 && a.top == 1);
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* All calls on a tree that may be anything: they end, and stay within their blocks. What they say
 * does not matter but for what holds of any answer. */
static void play(void) {
    sked_fattree_request request = wanting(3);
    sked_fattree_answer a;
    sked_fattree_switch info;
    sked_set *set = empty_of(scene.processors), *down = empty_of(scene.processors);
    uint64_t hops;
    size_t bytes = 0;
    uint32_t i, leaf;
    for (i = 0; i < 6; i++) {
        request.mode = i == 1 ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
        request.leaves_max = i == 2 ? 2 : 0;
        request.fragment_weight_q10 = i == 3 ? 9 : 0;
        request.levels_max = i == 4 ? 1 : 0;
        request.segment = i == 5 ? 3 : 0;
        if (sked_fattree_find_bytes(&tree, &request, &bytes) == SKED_OK &&
            bytes <= sizeof(scratch) &&
            sked_fattree_find(&tree, &request, &a, set, scratch, bytes) == SKED_OK) {
            CHECK(sked_set_count(set) == 3 && sked_set_first(set) < set->size);
        }
    }
    for (i = 0; i < scene.processors; i++) {
        (void)sked_fattree_get_leaf(&tree, i, &leaf);
        (void)sked_fattree_hops(&tree, 0, i, &hops);
        (void)sked_fattree_get_switch(&tree, i, &info);
    }
    if (sked_fattree_explain_bytes(&tree, &bytes) == SKED_OK && bytes <= sizeof(scratch)) {
        (void)sked_fattree_explain(&tree, of("0 2 4"), &a, NULL, scratch, sizeof(scratch));
    }
    CHECK(sked_fattree_get_sets(&tree, NULL, set, down) == SKED_OK);
    (void)sked_fattree_up(&tree, down);
    (void)sked_fattree_free(&tree, set);
    (void)sked_fattree_allocate(&tree, of("0 3"));
    (void)sked_fattree_down(&tree, of("1 3"));
}

static sked_align right_room[ROOM];
static sked_fattree right_tree;
static uint32_t damages_seen, damages;

static void take_copy(void) {
    memcpy(right_room, room, kept_bytes);
    memcpy(&right_tree, &tree, sizeof(tree));
}

/* What has been changed is seen, or does no harm; then it is put right. */
static void check_damage(size_t at) {
    const sked_status status = sked_fattree_validate(&tree);
    CHECK_SEED(at + 1, status == SKED_OK || status == SKED_E_CORRUPT);
    damages++;
    damages_seen += status == SKED_E_CORRUPT;
    if (status == SKED_OK) {
        play();
    }
    memcpy(room, right_room, kept_bytes);
    memcpy(&tree, &right_tree, sizeof(tree));
}

/* Each bit of a block, and each of its words of 32 bits in a few ways. */
static void check_damages(void) {
    size_t at;
    uint32_t way, bit, word, other;
    take_copy();
    damages = damages_seen = 0;
    for (at = 0; at < kept_bytes; at++) {
        for (bit = 0; bit < 8; bit += 3) {
            unsigned char *byte = (unsigned char *)room + at;
            *byte = (unsigned char)(*byte ^ (1u << bit));
            check_damage(at);
        }
    }
    for (at = 0; at + sizeof(word) <= kept_bytes; at += sizeof(word)) {
        for (way = 0; way < 5; way++) {
            memcpy(&word, (unsigned char *)room + at, sizeof(word));
            memcpy(&other, (unsigned char *)room + (at + sizeof(word)) % kept_bytes, sizeof(word));
            word = way == 0 ? 0 : way == 1 ? word + 1 : way == 2 ? word - 1 : way == 3 ? other : 9;
            memcpy((unsigned char *)room + at, &word, sizeof(word));
            check_damage(at);
        }
    }
    for (at = 0; at + 3 * sizeof(word) <= kept_bytes; at += sizeof(word)) {
        memcpy(&word, (unsigned char *)room + at, sizeof(word));
        memcpy(&other, (unsigned char *)room + at + 2 * sizeof(word), sizeof(word));
        word++;
        if (word == other + 1) {            /* both of two equal numbers */
            memcpy((unsigned char *)room + at, &word, sizeof(word));
            memcpy((unsigned char *)room + at + 2 * sizeof(word), &word, sizeof(word));
            check_damage(at);
        }
    }
    CHECK(sked_fattree_validate(&tree) == SKED_OK && damages_seen > damages / 2);
}

static void test_damage(void) {
    open_drawn("- 0 0 0", "0 2 1 2", "1 2 1 1");
    allocate("1");
    CHECK(sked_fattree_down(&tree, of("4")) == SKED_OK);
    check_damages();
    CHECK(is_state("0 2-3", "1", "4"));
    open_drawn("- 0 0 1 1 2 2", "0 0 0 2 1 1 2", NULL);     /* pods of leaves: with a tally */
    allocate("3");
    check_damages();
    open_drawn("- - 1", "2 0 3", NULL);
    check_damages();
}

/* A way that is as long as may be, one link longer: whichever number is that 2. */
static void test_damage_links(void) {
    uint32_t word;
    size_t at;
    draw_chain(6, 255, UINT32_MAX);
    links_of[5] = 2;
    add_switch(0, 1);
    add_processors(6, 1);
    CHECK(open_scene() == SKED_OK);
    take_copy();
    damages = damages_seen = 0;
    for (at = 0; at + sizeof(word) <= kept_bytes; at += sizeof(word)) {
        memcpy(&word, (unsigned char *)room + at, sizeof(word));
        if (word == 2) {
            word = 3;
            memcpy((unsigned char *)room + at, &word, sizeof(word));
            check_damage(at);
        }
    }
    CHECK(damages_seen >= 2 && damages_seen + 1 >= damages);    /* a root's rank is not used */
}

/* A switch that is its own child, beside the one root that is told of: no walk up would end. */
static void test_own_child(void) {
    open_drawn("- - 1", "1 0 1", NULL);
    CHECK(sked_fattree_validate(&tree) == SKED_OK);
    tree.state_->roots = 1;
    tree.at_[1].parent = tree.at_[1].first = 1;
    tree.at_[1].children = 2;
    CHECK(sked_fattree_validate(&tree) == SKED_E_CORRUPT);
}

/* Two equal leaves in the wrong order, each with the other's rank: all sums are right. */
static void test_damage_order(void) {
    const uint32_t one = 1, two = 2;
    open_drawn("- 0 0", "0 4 4", NULL);
    take_copy();
    memcpy(&tree.order_[1], &two, sizeof(two));
    memcpy(&tree.order_[2], &one, sizeof(one));
    memcpy(&tree.rank_[1], &two, sizeof(two));
    memcpy(&tree.rank_[2], &one, sizeof(one));
    CHECK(sked_fattree_validate(&tree) == SKED_E_CORRUPT);
    check_damage(0);
    CHECK(sked_fattree_validate(&tree) == SKED_OK);
}

/* A handle that does not fit its block, as far as that can be seen. */
static void test_damage_handle(void) {
    open_drawn("- 0 0", "0 5 4", NULL);
    take_copy();
    tree.bytes_--;
    CHECK(sked_fattree_validate(&tree) == SKED_E_CORRUPT);
    check_damage(0);
    tree.down_++;
    CHECK(sked_fattree_validate(&tree) == SKED_E_CORRUPT);
    check_damage(1);
    tree.place_++;
    CHECK(sked_fattree_validate(&tree) == SKED_E_CORRUPT);
    check_damage(2);
    tree.home_++;
    CHECK(sked_fattree_validate(&tree) == SKED_E_CORRUPT);
    check_damage(3);
    CHECK(sked_fattree_validate(&tree) == SKED_OK);
}

/* ---- empty handles --------------------------------------------------------------------------- */

static void check_empty_changes(sked_fattree *none) {
    sked_fattree copy = *none;
    CHECK(sked_fattree_allocate(none, of("1")) == SKED_E_EMPTY);
    CHECK(sked_fattree_free(none, of("1")) == SKED_E_EMPTY);
    CHECK(sked_fattree_down(none, of("1")) == SKED_E_EMPTY);
    CHECK(sked_fattree_up(none, of("1")) == SKED_E_EMPTY);
    CHECK(sked_fattree_branch(none, &copy, other_room, sizeof(other_room)) == SKED_E_EMPTY);
    CHECK(sked_fattree_clone(none, &copy, giving(SKED_NONE)) == SKED_E_EMPTY && mine.calls == 0);
    CHECK(sked_fattree_batch(none, jobs, 0, scratch, sizeof(scratch)) == SKED_E_EMPTY);
    CHECK(sked_fattree_validate(none) == SKED_E_EMPTY);
}

static void check_empty_questions(const sked_fattree *none) {
    const sked_fattree_request request = wanting(0);
    sked_set *set = empty_of(9);
    sked_fattree_info info;
    sked_fattree_switch one;
    sked_fattree_answer a;
    size_t bytes = 4711;
    uint64_t hops;
    uint32_t leaf;
    CHECK(sked_fattree_find_bytes(none, &request, &bytes) == SKED_E_EMPTY && bytes == 4711);
    CHECK(sked_fattree_find(none, &request, &a, set, scratch, sizeof(scratch)) == SKED_E_EMPTY);
    CHECK(sked_fattree_get_info(none, &info) == SKED_E_EMPTY);
    CHECK(sked_fattree_get_switch(none, 0, &one) == SKED_E_EMPTY);
    CHECK(sked_fattree_get_leaf(none, 0, &leaf) == SKED_E_EMPTY);
    CHECK(sked_fattree_get_sets(none, set, NULL, NULL) == SKED_E_EMPTY);
    CHECK(sked_fattree_hops(none, 0, 0, &hops) == SKED_E_EMPTY);
    CHECK(sked_fattree_explain(none, of("1"), &a, &hops, scratch, sizeof(scratch)) ==
          SKED_E_EMPTY);
    bytes = 4711;
    CHECK(sked_fattree_explain_bytes(none, &bytes) == SKED_E_EMPTY && bytes == 4711);
}

static void test_empty(void) {
    open_drawn("- 0 0", "0 5 4", NULL);
    sked_fattree_destroy(&empty);
    check_empty_changes(&empty);
    check_empty_questions(&empty);
    sked_fattree_destroy(&tree);
    sked_fattree_destroy(&tree);
    check_empty_changes(&tree);
    check_empty_questions(&tree);
}

/* ---- main ------------------------------------------------------------------------------------ */

int main(void) {
    test_example();
    test_figure();
    test_states();
    test_state_statuses();
    test_shape_statuses();
    test_shape();
    test_bytes();
    test_bad_trees();
    test_bad_leaves();
    test_chains();
    test_links();
    test_block();
    test_arrays();
    test_make();
    test_branch();
    test_clone();
    test_batch();
    test_batch_statuses();
    test_picker();
    test_picker_room();
    test_picker_widths();
    test_picker_kinds();
    test_queue();
    test_calendar();
    test_reading();
    test_reading_statuses();
    test_explain();
    test_explain_statuses();
    test_damage();
    test_damage_links();
    test_own_child();
    test_damage_order();
    test_damage_handle();
    test_empty();
    return check_done("quick/fattree");
}
