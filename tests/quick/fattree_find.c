/* fattree_find.c - quick tests of searches on trees: hard states, limits, slow answers beside them.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. Bars in a drawing part pods; its numbers are free processors of a
 * leaf. */
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "../check.h"
#include "fattree_choices.h"

/* ---- drawn states ---------------------------------------------------------------------------- */

/* The lowest level that holds a job is not the cheapest: ten in pod A cost 180, nine beside one in
 * two pods 126. */
static void test_lowest_level(void) {
    sked_fattree_request request = wanting(10);
    open_pods(9, "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 | 9 | 1");
    CHECK(finds(&request, 126) && answer.leaves == 2 && answer.levels == 3 && answer.top == 0);
    request.levels_max = 3;
    CHECK(finds(&request, 126));
    request.levels_preferred = 2;
    CHECK(finds(&request, 180) && answer.leaves == 10 && answer.levels == 2 && answer.top == 1);
    request.levels_preferred = 1;           /* no leaf has ten */
    CHECK(finds(&request, 126));
    request.levels_max = 2;
    CHECK(finds(&request, 180));
    request.levels_preferred = 0;
    CHECK(finds(&request, 180));
    request.levels_max = 1;
    CHECK(find(&request) == SKED_E_LIMITS);
    request = wanting(9);
    request.levels_max = 1;
    CHECK(finds(&request, 72) && answer.leaves == 1 && answer.levels == 1 && answer.top == 19);
    request = wanting(10);
    request.leaves_max = 2;
    CHECK(find(&request) == SKED_OK && answer.hops == 126);
    request.leaves_max = 1;
    CHECK(find(&request) == SKED_E_LIMITS);
    request.levels_max = 2;
    request.leaves_max = 9;
    CHECK(find(&request) == SKED_E_LIMITS);
    request.leaves_max = 10;
    CHECK(find(&request) == SKED_OK && answer.hops == 180);
}

/* Several pods that make the same total at the same worth, with one pod fewer; and a pod that is
 * far larger than what is left for the last. */
static void test_equal_ways(void) {
    sked_fattree_request request = wanting(56);
    open_pods(10, "5 1 | 0 6 | 7 10 | 3 1 | 8 5 | 6 6 | 0 0 | 4 3");
    CHECK(finds(&request, 8292));
    request = wanting(20);
    open_pods(0, "5 3 | 2 1 | 4 5 | 5 3 | 3 5");
    CHECK(finds(&request, 942));
    request = wanting(18);
    open_pods(9, "9 1 | 3 5 | 6 8 | 5 1 | 3 8");
    CHECK(finds(&request, 626));
    open_pods(9, "1 8 | 5 9 | 7 3 | 0 6 | 4 1");
    CHECK(finds(&request, 620));
}

/* Six and eight, of which 8 is 7 and 1 of 2: it needs a total of the pod that no whole leaves
 * have. */
static void test_open_total(void) {
    sked_fattree_request request = wanting(14);
    open_pods(0, "6 2 2 1 | 7 2");
    CHECK(finds(&request, 388) && answer.leaves == 3);
    request.mode = SKED_FATTREE_GREEDY;     /* eleven and three */
    CHECK(find(&request) == SKED_OK && answer.hops == 390 && answer.hops_lower_bound <= 388);
    request.mode = SKED_FATTREE_EXACT;
    request.steps_max = 1;
    CHECK(find(&request) == SKED_OK && answer.hops <= 390 && answer.hops_lower_bound <= 388);
    request.steps_max = UINT64_MAX;
    CHECK(finds(&request, 388));
}

static void test_hard_states(void) {
    sked_fattree_request request = wanting(72);
    open_pods(0, "10 10 6 5 2 | 9 9 3 3 1 | 10 10 2");
    CHECK(finds(&request, 12998));
    request = wanting(9);
    open_pods(3, "3 3 1 0 | 2 1 3 1 | 1 2 3 2 | 1 2 0 3");
    CHECK(finds(&request, 150));
    request.mode = SKED_FATTREE_GREEDY;
    CHECK(find(&request) == SKED_OK && answer.hops == 150);
}

/* 40 and 38 cost least hops; broken up are two leaves less, from a weight of 1024/39 on. */
static void test_fragments(void) {
    sked_fattree_request request = wanting(78);
    open_pods(0, "40 39 39");
    CHECK(finds(&request, 9046));
    request.fragment_weight_q10 = 26;
    CHECK(finds(&request, 9046) && answer.hops_lower_bound == 78 * 77);
    request.fragment_weight_q10 = 27;
    CHECK(finds(&request, 9048) && is_set(&found, "40-117"));
    request.mode = SKED_FATTREE_GREEDY;     /* as exact */
    CHECK(finds(&request, 9048));
    request.fragment_weight_q10 = 1024;
    CHECK(finds(&request, 9048));
}

/* Within a leaf all pairs are 2 apart; the smallest leaf that holds the job is taken, and the
 * smallest of its pods. */
static void test_within_a_leaf(void) {
    uint32_t k;
    open_pods(5, "5 5 3 | 4 2 4");
    for (k = 1; k <= 5; k++) {
        CHECK(finds_count(k, k * (k - 1)) && answer.leaves == 1 && answer.levels == 1);
    }
    CHECK(finds_count(1, 0) && is_set(&found, "20"));
    CHECK(finds_count(2, 2) && is_set(&found, "20-21"));
    CHECK(finds_count(3, 6) && is_set(&found, "10-12"));
    CHECK(finds_count(4, 12) && (answer.top == 6 || answer.top == 8));
    /* Pod 3 stands before leaf 4, and its leaf behind that; both have two of two. */
    open_drawn("- 0 0 1 2 2 3 5", "0 0 0 0 2 0 2 2", NULL);
    allocate("4-5");
    CHECK(finds_count(2, 2) && answer.top == 4);
    open_pods(5, "4 4 4 | 4 1 4");
    CHECK(finds_count(4, 12) && (answer.top == 6 || answer.top == 8));
}

/* Above equal leaves one switch; no switch above the leaf; and a tree of every depth, each leaf
 * next to the chain:   0 - 1 - 2 - 3    with two processors below 3, and below the leaves 4, 5, 6
 *                      |   |   |        that hang from 0, 1, 2. */
static void test_uneven(void) {
    sked_fattree_request request = wanting(4);
    open_drawn("-", "5", NULL);
    CHECK(finds_count(5, 20) && answer.levels == 1 && info_of(&tree).levels == 1);
    open_drawn("- 0 0 0", "0 2 4 3", NULL);
    CHECK(finds_count(4, 12) && finds_count(5, 28) && finds_count(9, 2 * 81 - 9 - 29));
    open_drawn("- 0 1 2 0 1 2", "0 0 0 2 2 2 2", NULL);
    CHECK(info_of(&tree).levels == 4 && info_of(&tree).leaves == 4);
    CHECK(finds(&request, 20) && answer.top == 2 && answer.levels == 2);
    allocate("0");
    CHECK(finds(&request, 24));             /* two leaves of 2, five links apart */
    open_drawn("- 0 1 2 0 1 2", "0 0 0 2 2 2 2", "9 5 1 1 9 9 1");
    CHECK(finds(&request, 20));
    CHECK(hops_of(0, 2) == 1 + 1 + 1 + 5 + 9 + 1 && hops_of(0, 6) == 4 && hops_of(0, 1) == 2);
}

/* Two fabrics share nothing: seven of them are twelve, yet nowhere together. */
static void test_forest(void) {
    sked_fattree_request request = wanting(7);
    sked_fattree_answer told;
    uint64_t hops = 4711;
    open_drawn("- 0 0 - 3 -", "0 3 3 0 4 2", NULL);
    CHECK(info_of(&tree).roots == 3 && info_of(&tree).processors == 12);
    CHECK(find(&request) == SKED_E_LIMITS);
    CHECK(finds_count(6, 6 * 2 + 9 * 4) && answer.top == 0);
    CHECK(finds_count(4, 12) && answer.top == 4);
    CHECK(finds_count(2, 2) && answer.top == 5);
    request = wanting(3);
    request.required = of("3");
    CHECK(finds(&request, 6) && is_set(&found, "3-5"));
    request.required = of("3 10");
    CHECK(find(&request) == SKED_E_LIMITS);
    allocate("6-9");
    CHECK(finds_count(4, 6 + 3 * 4));
    request = wanting(8);
    CHECK(find(&request) == SKED_E_LIMITS);
    request = wanting(9);
    CHECK(find(&request) == SKED_E_NOT_FREE);
    CHECK_KEPT(sked_fattree_hops(&tree, 0, 6, &hops), SKED_E_LIMITS);
    CHECK_KEPT(sked_fattree_hops(&tree, 6, 0, &hops), SKED_E_LIMITS);
    CHECK(hops == 4711);
    CHECK_KEPT(sked_fattree_explain(&tree, of("0 11"), &told, NULL, scratch, sizeof(scratch)),
               SKED_E_LIMITS);
}

/* Where ways between pods are long, three leaves of one pod are better than two of two pods; and
 * with few leaves that is what is left. The leaf 8 and the one below 7 are the only two for nine.
 *
 *     3 3 3 | 8 | 1 1       pods 1, 5 and 7, of 9 links each */
static void test_few_leaves(void) {
    sked_fattree_request request = wanting(9);
    open_drawn("- 0 1 1 1 0 5 0 7 7", "0 0 3 3 3 0 8 0 1 1", "1 9 1 1 1 9 1 9 1 1");
    CHECK(finds(&request, 72 + 3 * 18) && answer.leaves == 3 && answer.top == 1);
    request.leaves_max = 3;
    CHECK(finds(&request, 72 + 3 * 18));
    request.leaves_max = 2;
    CHECK(find(&request) == SKED_OK && answer.hops == 72 + 2 * 8 * 10 && answer.leaves == 2);
    CHECK(answer.hops_lower_bound > 72 + 3 * 18 && answer.hops_lower_bound <= answer.hops);
    request.required = of("8 9");
    CHECK(find(&request) == SKED_OK && answer.hops == 72 + 2 * 8 * 10 && answer.leaves == 2);
    request.required = of("0 9 18");
    CHECK(find(&request) == SKED_E_LIMITS);
    request.leaves_max = 3;
    CHECK(find(&request) == SKED_OK && answer.leaves == 3);
    request.required = NULL;
    request.count = 11;
    request.leaves_max = 2;
    CHECK(find(&request) == SKED_OK && answer.leaves == 2 && answer.hops == 110 + 2 * 24 * 10);
    request.count = 13;
    CHECK(find(&request) == SKED_E_LIMITS);
}

/* Few leaves at the price of the longest ways there may be: 120 of three leaves near each other, or
 * of two at the ends of chains. */
static void test_few_far_leaves(void) {
    static const char near_ones[] = "- 0 1 1 1 0 5 6 7 0 9 10 11 0 0 0 0 0 0 0 0";
    static const char sizes[] = "0 0 43 43 42 0 0 0 60 0 0 0 60 1 1 1 1 1 1 1 1";
    static const char links[] =
        "1 1 1 1 1 4294967295 4294967295 4294967295 4294967295 "
        "4294967295 4294967295 4294967295 4294967295 1 1 1 1 1 1 1 1";
    sked_fattree_request request = wanting(120);
    open_drawn(near_ones, sizes, links);
    request.fragment_weight_q10 = 1;
    request.leaves_max = 3;
    CHECK(find(&request) == SKED_OK && answer.leaves == 3 && answer.top == 1);
    request.leaves_max = 2;
    CHECK(find(&request) == SKED_OK && answer.leaves == 2 && answer.top == 0);
    CHECK(answer.hops == 120 * 119 + 8 * (uint64_t)UINT32_MAX * 60 * 60);
    CHECK(answer.cost_lower_bound <= answer.cost);
}

/* Groups of eight for 24: two leaves of 8 and one of 12 do, and what is cheaper does not. */
static void test_segments(void) {
    sked_fattree_request request = wanting(24);
    open_pods(12, "12 12 | 8 8 12");
    CHECK(finds_count(24, 12 * 11 * 2 + 144 * 4));
    request.segment = 8;
    CHECK(finds(&request, 3 * 8 * 7 + 3 * 64 * 4));
    CHECK(answer.leaves == 3 && answer.top == 4);
    request.segment = 12;
    CHECK(finds(&request, 12 * 11 * 2 + 144 * 4));
    request.segment = 1;
    CHECK(finds(&request, 12 * 11 * 2 + 144 * 4));
    request.segment = 24;
    CHECK(find(&request) == SKED_E_LIMITS);
    request = wanting(8);
    request.segment = 8;
    CHECK(finds(&request, 56) && answer.top == 2);
    request.required = of("48");            /* part of a segment: the whole comes along */
    CHECK(finds(&request, 56) && answer.top == 7 && sked_set_has(&found, 48));
    request = wanting(36);
    request.segment = 12;
    CHECK(find(&request) == SKED_OK && answer.leaves == 3 && answer.levels == 3);
    request.leaves_max = 2;
    CHECK(find(&request) == SKED_E_LIMITS);
    request.leaves_max = 0;
    request.levels_max = 2;
    CHECK(find(&request) == SKED_E_LIMITS);
}

/*     4 4 | 4 4       all free, and some not wanted */
static void test_sets_of_request(void) {
    sked_fattree_request request = wanting(4);
    open_pods(4, "4 4 | 4 4");
    request.allowed = of("2-5 8-10 12");
    CHECK(finds(&request, 18) && is_set(&found, "8-10 12"));
    request.excluded = of("12");
    CHECK(finds(&request, 20) && is_set(&found, "2-5"));
    request.required = of("8");
    CHECK(finds(&request, 24) && sked_set_has(&found, 8));
    request.required = of("8-10 2");
    CHECK(finds(&request, 24) && is_set(&found, "2 8-10"));
    request.required = of("8 12");
    CHECK(find(&request) == SKED_E_NOT_FREE);
    request.excluded = NULL;
    request.required = of("1");
    CHECK(find(&request) == SKED_E_NOT_FREE);
    request = wanting(3);
    request.required = of("0 4 8 12");      /* more than are wanted */
    CHECK(find(&request) == SKED_E_LIMITS);
    request.count = 4;
    CHECK(finds(&request, 32));
    request.levels_max = 2;
    CHECK(find(&request) == SKED_E_LIMITS);
    request.required = of("0 4");
    CHECK(finds(&request, 18));
    request.leaves_max = 1;
    CHECK(find(&request) == SKED_E_LIMITS);
    request.required = of("");
    CHECK(find(&request) == SKED_OK && answer.hops == 12);
    CHECK(sked_fattree_down(&tree, of("0 4 8 12")) == SKED_OK);
    CHECK(find(&request) == SKED_E_LIMITS);
    request.required = of("0");
    CHECK(find(&request) == SKED_E_NOT_FREE);
    request = wanting(13);
    CHECK(find(&request) == SKED_E_NOT_FREE);
    request = wanting(12);
    CHECK(find(&request) == SKED_OK);
    request.excluded = of("1");
    CHECK(find(&request) == SKED_E_NOT_FREE);
}

/* ---- small trees, all choices ---------------------------------------------------------------- */

enum { SMALL = 10 };

typedef struct least {
    uint64_t cost;                  /* of the cheapest choice; UINT64_MAX: there is none       */
    uint32_t usable;                        /* processors that are free and wanted */
} least;

/* Tries every choice there is. */
static least try_all(const sked_fattree_request *request, uint32_t usable, uint32_t levels_max) {
    sked_set *whole = empty_of(scene.processors), *chosen = empty_of(scene.processors);
    sked_fattree_request limited = *request;
    least best = {UINT64_MAX, usable};
    uint32_t mask;
    limited.levels_max = levels_max;
    find_usable(request, whole);
    for (mask = usable; mask > 0; mask = (mask - 1) & usable) {
        set_mask(chosen, mask);
        if (sked_set_count(chosen) == request->count) {
            const measure m = measure_of(chosen, whole);
            const uint64_t cost = request->fragment_weight_q10 == 0
                                      ? m.hops
                                      : 1024 * m.hops + request->fragment_weight_q10 * m.loss;
            if (cost < best.cost && keeps_limits(&limited, chosen, &m)) {
                best.cost = cost;
            }
        }
    }
    return best;
}

static least least_of(const sked_fattree_request *request) {
    sked_set *set = empty_of(scene.processors);
    least best = {UINT64_MAX, 0};
    CHECK(sked_fattree_get_sets(&tree, set, NULL, NULL) == SKED_OK);
    best.usable = mask_of(set);
    if (request->allowed != NULL) {
        best.usable &= mask_of(request->allowed);
    }
    if (request->excluded != NULL) {
        best.usable &= ~mask_of(request->excluded);
    }
    if (request->levels_preferred != 0 &&
        (request->levels_max == 0 || request->levels_preferred < request->levels_max)) {
        best = try_all(request, best.usable, request->levels_preferred);
    }
    return best.cost < UINT64_MAX ? best : try_all(request, best.usable, request->levels_max);
}

/* What find answers must be what trying all choices says. */
static void check_find(const sked_fattree_request *request, uint64_t seed) {
    const least best = least_of(request);
    const uint32_t required = request->required == NULL ? 0 : mask_of(request->required);
    const sked_status status = find(request);
    uint32_t p, usable = 0;
    for (p = 0; p < SMALL; p++) {
        usable += best.usable >> p & 1u;
    }
    if (usable < request->count || (required & ~best.usable) != 0) {
        CHECK_SEED(seed, status == SKED_E_NOT_FREE);
    } else if (best.cost == UINT64_MAX) {
        CHECK_SEED(seed, status == SKED_E_LIMITS);
    } else {
        CHECK_SEED(seed, status == SKED_OK);
        CHECK_SEED(seed, answer.cost >= best.cost && answer.cost_lower_bound <= best.cost);
        CHECK_SEED(seed, request->mode == SKED_FATTREE_GREEDY || request->steps_max > 0 ||
                             request->leaves_max > 0 || answer.cost == answer.cost_lower_bound);
    }
}

static uint32_t one_in(uint64_t *random, uint32_t bound) {
    return check_below(random, bound) == 0;
}

/* A tree at random: each switch hangs from an earlier one, or is a root; those that got no switch
 * below them are leaves. */
static void draw_any(uint64_t *random) {
    uint32_t s, inner[SWITCHES_MAX] = {0};
    const uint32_t switches = 1 + check_below(random, 8), links = 1 + 2 * one_in(random, 3);
    const uint32_t roots = 1 + 5 * one_in(random, 4);
    draw_nothing();
    for (s = 0; s < switches; s++) {
        const uint32_t above = s == 0 || check_below(random, roots) > 3 ? SKED_NONE
                                                                        : check_below(random, s);
        add_switch(above, 1 + check_below(random, links));
        if (above != SKED_NONE) {
            inner[above] = 1;
        }
    }
    for (s = 0; s < switches; s++) {
        const uint32_t left = SMALL - scene.processors - (switches - s - 1);
        if (!inner[s]) {
            add_processors(s, 1 + check_below(random, left < 4 ? left : 4));
        }
    }
}

static sked_fattree_request any_request(uint64_t *random, sked_set *some) {
    sked_fattree_request request = wanting(1 + check_below(random, scene.processors));
    request.mode = one_in(random, 3) ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
    request.steps_max = one_in(random, 4) ? 1 + check_below(random, 40) : 0;
    request.levels_max = one_in(random, 4) ? 1 + check_below(random, 3) : 0;
    request.levels_preferred = one_in(random, 6) ? 1 + check_below(random, 3) : 0;
    request.leaves_max = one_in(random, 5) ? 1 + check_below(random, 3) : 0;
    request.fragment_weight_q10 = one_in(random, 5) ? check_below(random, 1025) : 0;
    if (one_in(random, 4) && request.count % 2 == 0) {
        request.segment = 2;
    }
    set_mask(&some[0], check_below(random, 1024) | check_below(random, 1024));
    set_mask(&some[1], check_below(random, 1024) & check_below(random, 1024));
    set_mask(&some[2], UINT32_C(1) << check_below(random, SMALL) & mask_of(&some[0]));
    request.allowed = one_in(random, 5) ? &some[0] : NULL;
    request.excluded = one_in(random, 5) ? &some[1] : NULL;
    request.required = one_in(random, 5) ? &some[2] : NULL;
    return request;
}

static void test_small_trees(void) {
    static sked_word words[3][SKED_SET_WORDS((unsigned)SMALL)];
    sked_set some[3];
    uint64_t seed, random;
    uint32_t i;
    for (seed = 1; seed <= 150; seed++) {
        random = seed;
        draw_any(&random);
        CHECK_SEED(seed, open_scene() == SKED_OK);
        for (i = 0; i < 3; i++) {
            some[i] = sked_set_of(words[i], scene.processors);
        }
        set_mask(&some[0], check_below(&random, 1024) & check_below(&random, 1024));
        CHECK(sked_fattree_allocate(&tree, &some[0]) == SKED_OK);
        set_mask(&some[0], UINT32_C(1) << check_below(&random, 20));
        CHECK(sked_fattree_down(&tree, &some[0]) == SKED_OK);
        for (i = 0; i < 6; i++) {
            const sked_fattree_request request = any_request(&random, some);
            check_find(&request, seed * 10 + i);
        }
    }
}

/* Pods of leaves, and nothing but a number: where the fast search works. */
static void test_small_pods(void) {
    uint64_t seed, random;
    for (seed = 1; seed <= 200; seed++) {
        sked_fattree_request request;
        uint32_t s, size, pods;
        random = seed;
        pods = 2 + check_below(&random, 2);
        draw_nothing();
        add_switch(SKED_NONE, 1);
        for (s = 0; s < pods; s++) {
            add_switch(0, 2);
        }
        for (size = 0; scene.processors < SMALL; size++) {
            const uint32_t left = SMALL - scene.processors, most = left < 5 ? left : 5;
            add_switch(size < pods ? 1 + size : 1 + check_below(&random, pods), 3);
            add_processors(scene.switches - 1,
                           size + 1 < pods ? 1 + check_below(&random, 3)
                                           : 1 + check_below(&random, most));
        }
        CHECK_SEED(seed, open_scene() == SKED_OK);
        request = wanting(2 + check_below(&random, SMALL - 1));
        check_find(&request, seed);
        request.steps_max = 1 + check_below(&random, 60);
        check_find(&request, seed);
    }
}

/* ---- machines, by a program over rows -------------------------------------------------------- */

/* The least cost of t processors below each switch, by t: slow, and of any tree. A switch comes
 * after the one above it here. What a row costs on the way up is added when it is merged. */
enum { ROW = PROCESSORS_MAX + 1 };
#define ENDLESS UINT64_MAX

static uint64_t row_of[SWITCHES_MAX][ROW];
static uint32_t row_end[SWITCHES_MAX];      /* how many a row has, plus 1 */

/* What t processors below a switch cost on the way up from it. */
static uint64_t way_of(const sked_fattree_request *request, uint32_t s, uint32_t t,
                       uint32_t free_here) {
    const uint64_t hops = (uint64_t)links_up(s) * t * (request->count - t);
    const uint64_t loss = (uint64_t)links_up(s) * t * (2 * free_here - t);
    return request->fragment_weight_q10 == 0 ? hops
                                             : 1024 * hops + request->fragment_weight_q10 * loss;
}

static void merge_row(const sked_fattree_request *request, uint32_t s, uint32_t free_here) {
    static uint64_t merged[ROW];
    uint64_t *above = row_of[parent_of[s]];
    const uint32_t before = row_end[parent_of[s]], here = row_end[s];
    const uint32_t end = before + here - 1 <= request->count ? before + here - 1
                                                             : request->count + 1;
    uint32_t a, b;
    for (a = 0; a < end; a++) {
        merged[a] = ENDLESS;
    }
    for (b = 0; b < here; b++) {
        const uint64_t way = way_of(request, s, b, free_here);
        for (a = 0; a < before && a + b < end; a++) {
            if (above[a] != ENDLESS && row_of[s][b] != ENDLESS &&
                above[a] + row_of[s][b] + way < merged[a + b]) {
                merged[a + b] = above[a] + row_of[s][b] + way;
            }
        }
    }
    memcpy(above, merged, end * sizeof(merged[0]));
    row_end[parent_of[s]] = end;
}

/* What the whole job costs on the ways up from a switch that has all of it below. */
static uint64_t cost_above(const sked_fattree_request *request, uint32_t s,
                           const uint32_t *free_below_it) {
    uint64_t cost = 0;
    for (; parent_of[s] != SKED_NONE; s = parent_of[s]) {
        cost += way_of(request, s, request->count, free_below_it[s]);
    }
    return cost;
}

/* The least cost of a choice, of any limits but leaves_max and segments; ENDLESS: there is none. */
static uint64_t least_by_rows(const sked_fattree_request *request) {
    static uint32_t left[SWITCHES_MAX], must[SWITCHES_MAX];
    sked_set *usable = empty_of(scene.processors);
    const uint64_t k = request->count;
    uint64_t best = ENDLESS;
    uint32_t s, t, all = 0;
    find_usable(request, usable);
    if (request->required != NULL && !sked_set_is_subset(request->required, usable)) {
        return ENDLESS;
    }
    count_below(usable, left);
    count_below(request->required == NULL ? empty_of(scene.processors) : request->required, must);
    for (s = 0; s < scene.switches; s++) {
        const uint32_t most = left[s] < request->count ? left[s] : request->count;
        row_end[s] = levels_of[s] == 1 ? most + 1 : 1;
        for (t = 0; t < row_end[s]; t++) {
            row_of[s][t] = levels_of[s] == 1 && t < must[s] ? ENDLESS : 0;
        }
        all += parent_of[s] == SKED_NONE ? must[s] : 0;
    }
    for (s = scene.switches; s-- > 0;) {
        if (row_end[s] > request->count && row_of[s][request->count] != ENDLESS &&
            must[s] == all && (request->levels_max == 0 || levels_of[s] <= request->levels_max)) {
            const uint64_t own = k * (k - 1) * (request->fragment_weight_q10 == 0 ? 1 : 1024);
            const uint64_t cost = row_of[s][request->count] + own + cost_above(request, s, left);
            best = cost < best ? cost : best;
        }
        if (parent_of[s] != SKED_NONE) {
            merge_row(request, s, left[s]);
        }
    }
    return best;
}

/* Finds, and compares with the rows. With a limit of steps, greedily, or with few leaves: there is
 * a choice, and its bounds are true. */
static void check_rows(const sked_fattree_request *request, uint64_t seed) {
    const uint64_t best = least_by_rows(request);
    const sked_status status = find(request);
    if (best == ENDLESS) {
        CHECK_SEED(seed, status == SKED_E_LIMITS || status == SKED_E_NOT_FREE);
        return;
    }
    CHECK_SEED(seed, status == SKED_OK || (request->leaves_max > 0 && status == SKED_E_LIMITS));
    if (status == SKED_OK) {
        CHECK_SEED(seed, answer.cost >= best);
        CHECK_SEED(seed, request->leaves_max > 0 || answer.cost_lower_bound <= best);
        CHECK_SEED(seed, request->leaves_max > 0 || request->steps_max > 0 ||
                             request->mode == SKED_FATTREE_GREEDY ||
                             (answer.cost == best && answer.cost_lower_bound == best));
    }
}

/* Takes so many of ten at random, and more of some leaves. */
static void take_some(uint64_t *random) {
    sked_set *busy = empty_of(scene.processors);
    uint32_t p, of_ten = 0, leaf = SKED_NONE;
    for (p = 0; p < scene.processors; p++) {
        if (leaf_of[p] != leaf) {
            leaf = leaf_of[p];
            of_ten = one_in(random, 2) ? check_below(random, 11) : 8 * one_in(random, 2);
        }
        if (check_below(random, 10) < of_ten) {
            sked_set_add(busy, p);
        }
    }
    CHECK(sked_fattree_allocate(&tree, busy) == SKED_OK);
}

/* A regular tree: so many below each switch at most, the last being processors; links of each
 * level, or of each switch. */
static void draw_regular(uint64_t *random, const uint32_t *fan_out, uint32_t levels) {
    const uint32_t uneven = one_in(random, 3), odd = one_in(random, 6);
    uint32_t links[4], level, s, first = 0, end = 1, i;
    for (level = 0; level < levels; level++) {
        links[level] = one_in(random, 2) ? 1 : 1 + check_below(random, 3);
    }
    draw_nothing();
    add_switch(SKED_NONE, 1);
    for (level = 0; level + 1 < levels; level++) {
        for (s = first; s < end; s++) {
            const uint32_t below = uneven ? 1 + check_below(random, fan_out[level])
                                          : fan_out[level];
            for (i = 0; i < below && scene.switches < SWITCHES_MAX - (end - s); i++) {
                add_switch(s, odd ? 1 + check_below(random, 3) : links[level]);
            }
        }
        first = end;
        end = scene.switches;
    }
    for (s = first; s < end; s++) {
        const uint32_t most = fan_out[levels - 1], left = PROCESSORS_MAX - scene.processors;
        const uint32_t want = uneven ? 1 + check_below(random, most) : most;
        add_processors(s, want < left - (end - s - 1) ? want : left - (end - s - 1));
    }
}

/* About so many of ten processors at random; of one in ten, few that are free. */
static const sked_set *some_of(uint64_t *random, uint32_t of_ten) {
    sked_set *some = empty_of(scene.processors), *all_free = empty_of(scene.processors);
    uint32_t p;
    CHECK(sked_fattree_get_sets(&tree, all_free, NULL, NULL) == SKED_OK);
    for (p = 0; p < scene.processors; p++) {
        if (check_below(random, 10) < of_ten && (of_ten > 1 || (sked_set_has(all_free, p) &&
                                                                one_in(random, 9)))) {
            sked_set_add(some, p);
        }
    }
    return some;
}

/* A machine, in some state, and requests: most of them for a number alone. */
static void check_machine(uint64_t seed, const uint32_t *fan_out, uint32_t levels,
                          uint32_t requests) {
    uint64_t random = seed;
    uint32_t i;
    draw_regular(&random, fan_out, levels);
    CHECK_SEED(seed, open_scene() == SKED_OK);
    take_some(&random);
    for (i = 0; i < requests && info_of(&tree).free > 0; i++) {
        sked_fattree_request request = wanting(1 + check_below(&random, info_of(&tree).free));
        request.steps_max = one_in(&random, 4) ? 1 + check_below(&random, 3000) : 0;
        request.mode = one_in(&random, 8) ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
        request.levels_max = one_in(&random, 6) ? 1 + check_below(&random, levels) : 0;
        request.fragment_weight_q10 = one_in(&random, 8) ? check_below(&random, 1025) : 0;
        request.leaves_max = one_in(&random, 8) ? 1 + check_below(&random, 9) : 0;
        if (one_in(&random, 6)) {
            request.excluded = some_of(&random, 3);
        }
        if (one_in(&random, 6)) {
            request.allowed = some_of(&random, 9);
        }
        if (one_in(&random, 8)) {
            request.required = some_of(&random, 1);
        }
        check_rows(&request, seed * 10 + i);
    }
}

/* What shapes a machine may have; and states that were found to be hard, or rare. */
static void test_machines(void) {
    static const uint32_t shape[9][4] = {{4, 4, 5}, {3, 3, 17}, {12, 9}, {3, 2, 3, 4}, {9, 3, 6},
                                         {6, 3, 13}, {2, 4, 24}, {2, 5, 25}, {4, 4, 9}};
    static const uint32_t levels[9] = {3, 3, 2, 4, 3, 3, 3, 3, 3};
    static const struct {
        uint32_t shape, seed;
    } rare[] = {{4, 63}, {4, 74}, {5, 36}, {5, 64}, {1, 143}, {0, 222}, {1, 5567}, {7, 111},
                {6, 403}};
    uint64_t seed;
    uint32_t i;
    for (seed = 1; seed <= 40; seed++) {
        for (i = 0; i < 9; i++) {
            check_machine(seed, shape[i], levels[i], 5);
        }
    }
    for (i = 0; i < sizeof(rare) / sizeof(rare[0]); i++) {
        check_machine(rare[i].seed, shape[rare[i].shape], levels[rare[i].shape], 5);
    }
}

/* Leaves of more processors than the fast search has room for: 32,768 and as many again. */
static void test_wide_leaves(void) {
    static const uint32_t fan_out[3] = {2, 1, 32768};
    static uint32_t parent[5], leaf[65536];
    static sked_align wide_room[110000], wide_scratch[600000];
    static sked_word words[SKED_SET_WORDS(65536u)];
    const uint64_t part = 40000 - 32768, k = 40000;
    sked_fattree_settings settings = SKED_ZERO;
    sked_fattree_request request = wanting(40000);
    sked_fattree_answer a;
    sked_set set = sked_set_of(words, 65536);
    size_t bytes = 0;
    CHECK(sked_fattree_shape(fan_out, 3, &settings, parent, leaf) == SKED_OK);
    CHECK(sked_fattree_init(&tree, &settings, wide_room, sizeof(wide_room)) == SKED_OK);
    request.mode = SKED_FATTREE_GREEDY;
    CHECK(sked_fattree_find_bytes(&tree, &request, &bytes) == SKED_OK);
    CHECK(bytes <= sizeof(wide_scratch));
    CHECK(sked_fattree_find(&tree, &request, &a, &set, wide_scratch, bytes) == SKED_OK);
    CHECK(a.hops == k * (k - 1) + 4 * 32768 * part && a.hops_lower_bound <= a.hops &&
          a.leaves == 2);
    CHECK(sked_set_count(&set) == 40000);
    request = wanting(32768);
    CHECK(sked_fattree_find(&tree, &request, &a, &set, wide_scratch, sizeof(wide_scratch)) ==
          SKED_OK);
    CHECK(a.hops == a.hops_lower_bound && a.levels == 1 && sked_fattree_validate(&tree) == SKED_OK);
}

/* ---- statuses of find ------------------------------------------------------------------------ */

static sked_status find_bytes_status(const sked_fattree_request *request) {
    size_t bytes = 4711;
    const sked_status status = sked_fattree_find_bytes(&tree, request, &bytes);
    CHECK((status == SKED_OK) == (bytes != 4711));
    CHECK(status == SKED_OK || find(request) == status);
    return status;
}

/* Each failure hides those that are looked for after it. */
static void test_find_statuses(void) {
    sked_fattree_request request = wanting(0);
    open_drawn("- 0 0", "0 5 4", NULL);
    CHECK(sked_fattree_down(&tree, of("1")) == SKED_OK);
    request.mode = (sked_fattree_mode)(SKED_FATTREE_GREEDY + 1);
    request.fragment_weight_q10 = 1025;
    request.segment = 3;
    request.levels_max = 1;
    request.allowed = of_size(8, "");
    request.excluded = of_size(10, "");
    request.required = spilled("1");
    CHECK(find_bytes_status(&request) == SKED_E_NO_WIDTH);
    request.count = 10;
    CHECK(find_bytes_status(&request) == SKED_E_TOO_WIDE);
    request.count = UINT32_MAX;
    CHECK(find_bytes_status(&request) == SKED_E_TOO_WIDE);
    request.count = 8;
    CHECK(find_bytes_status(&request) == SKED_E_SETTING);
    request.mode = SKED_FATTREE_MODE_CLOSED_;
    CHECK(find_bytes_status(&request) == SKED_E_SETTING);
    request.mode = SKED_FATTREE_GREEDY;
    CHECK(find_bytes_status(&request) == SKED_E_RANGE);
    request.fragment_weight_q10 = 1024;
    CHECK(find_bytes_status(&request) == SKED_E_RANGE);
    request.segment = 4;
    CHECK(find_bytes_status(&request) == SKED_OK && find(&request) == SKED_E_RANGE);
    request.allowed = of("0-8");
    CHECK(find(&request) == SKED_E_RANGE);
    request.excluded = of("");
    CHECK(find(&request) == SKED_E_RANGE);
    request.required = of("1");
    CHECK(find(&request) == SKED_E_NOT_FREE);
    request.required = of("0");
    CHECK(find(&request) == SKED_E_LIMITS);
    request.allowed = of("0-7");
    CHECK(find(&request) == SKED_E_NOT_FREE);
    request.allowed = spilled("0-8");
    CHECK(find(&request) == SKED_E_RANGE);
    request.allowed = of("0-8");
    request.excluded = spilled("");
    CHECK(find(&request) == SKED_E_RANGE);
    request.levels_max = 0;
    request.excluded = NULL;
    CHECK(finds(&request, 8 * 7 + 2 * 4 * 4));
}

static sked_status scratch_status(const sked_fattree_request *request, void *block, size_t bytes) {
    sked_set *set = empty_of(scene.processors);
    sked_fattree_answer untouched = answer;
    sked_status status;
    keep();
    status = sked_fattree_find(&tree, request, &untouched, set, block, bytes);
    CHECK(is_kept() && (status == SKED_OK || (sked_set_count(set) == 0 &&
                                              are_answers(&untouched, &answer))));
    return status;
}

static void test_scratch(void) {
    sked_fattree_request request = wanting(6);
    size_t bytes;
    int i;
    open_drawn("- 0 0", "0 5 4", NULL);
    for (i = 0; i < 6; i++) {
        request.leaves_max = i == 1 ? 2 : 0;
        request.fragment_weight_q10 = i == 2 ? 7 : 0;
        request.required = i == 3 ? of("0 8") : NULL;
        request.allowed = i == 4 ? of("1-8") : NULL;
        request.mode = i == 5 ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
        bytes = 0;
        CHECK(sked_fattree_find_bytes(&tree, &request, &bytes) == SKED_OK);
        CHECK(find(&request) == SKED_OK);
        CHECK(bytes == 0 || scratch_status(&request, scratch, bytes - 1) == SKED_E_BLOCK);
        CHECK(bytes == 0 || scratch_status(&request, scratch, 0) == SKED_E_BLOCK);
        CHECK(bytes == 0 || scratch_status(&request, NULL, bytes) == SKED_E_BLOCK);
        CHECK(scratch_status(&request, scratch, sizeof(scratch)) == SKED_OK);
        if (ALIGNMENT > 1 && bytes > 0) {
            CHECK(scratch_status(&request, (unsigned char *)scratch + 1, sizeof(scratch) - 1) ==
                  SKED_E_BLOCK);
        }
    }
}

/* The set for the answer must fit, too; what was in it does not matter. */
static void test_answer_set(void) {
    const sked_fattree_request request = wanting(2);
    sked_fattree_answer a = {.hops = 4711};
    sked_set *set;
    open_drawn("- 0 0", "0 5 4", NULL);
    set = empty_of(8);
    CHECK(sked_fattree_find(&tree, &request, &a, set, scratch, sizeof(scratch)) == SKED_E_RANGE);
    CHECK(sked_set_count(set) == 0 && a.hops == 4711);
    set = empty_of(10);
    CHECK(sked_fattree_find(&tree, &request, &a, set, scratch, sizeof(scratch)) == SKED_E_RANGE);
    set = empty_of(9);
    sked_set_fill(set);
    CHECK(sked_fattree_find(&tree, &request, &a, set, scratch, sizeof(scratch)) == SKED_OK);
    CHECK(sked_set_count(set) == 2 && a.hops == 2);
}

/* ---- main ------------------------------------------------------------------------------------ */

int main(void) {
    test_lowest_level();
    test_equal_ways();
    test_open_total();
    test_hard_states();
    test_fragments();
    test_within_a_leaf();
    test_uneven();
    test_forest();
    test_few_leaves();
    test_few_far_leaves();
    test_segments();
    test_sets_of_request();
    test_small_trees();
    test_small_pods();
    test_machines();
    test_wide_leaves();
    test_find_statuses();
    test_scratch();
    test_answer_set();
    return check_done("quick/fattree_find");
}
