/* moldable_plan.c - quick tests of plans of moldable tasks: every method, order and way to arrive.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. Each plan is judged by the sweep of moldable_scenes.h. */
#define SKED_IMPLEMENTATION
#include "sched_moldable.h"

#include "../check.h"
#include "moldable_scenes.h"

/* ---- all methods on one scene ---------------------------------------------------------------- */

static int is_for_batches(uint32_t method) {
    return method != SKED_MOLDABLE_BEST && method != SKED_MOLDABLE_PRICES &&
           method != SKED_MOLDABLE_TRUNCATIONS && method != SKED_MOLDABLE_SEARCH;
}

static int takes(uint32_t method, uint32_t order, uint32_t arrivals) {
    return (order != SKED_MOLDABLE_SHELF || method == SKED_MOLDABLE_SHELVES) &&
           (arrivals == SKED_MOLDABLE_KNOWN || is_for_batches(method));
}

static int uses_orders(uint32_t method) {
    return method == SKED_MOLDABLE_DEMT || method >= SKED_MOLDABLE_GANG;
}

/* Frontier points come by rising makespan and falling minsum; each is a plan. */
static void check_frontier(void) {
    static sked_moldable_row point[TASKS_MAX];
    const uint32_t count = info_of(&plans).plans;
    sked_moldable_result told, before;
    uint32_t i;
    CHECK(count <= scene.frontier_max);
    for (i = 0; i < count; i++) {
        CHECK(sked_moldable_get_plan(&plans, i, point, &told) == SKED_OK);
        CHECK(is_plan(point) && told.steps == 0 && told.guarantee_permille == 0);
        check_told(point, &told);
        CHECK(i == 0 || told.makespan > before.makespan);
        CHECK(i == 0 || sked_u128_compare(told.minsum, before.minsum) < 0);
        CHECK(sked_moldable_get_plan(&plans, i, NULL, NULL) == SKED_OK);
        before = told;
    }
    CHECK(sked_moldable_get_plan(&plans, count, point, &told) == SKED_E_RANGE);
    CHECK(sked_moldable_get_plan(&plans, SKED_NONE, point, &told) == SKED_E_RANGE);
}

static sked_moldable_choice choice_of(uint32_t method, uint32_t order, uint32_t arrivals) {
    sked_moldable_choice choice =
        choosing((sked_moldable_method)method, (sked_moldable_order)order);
    choice.arrivals = (sked_moldable_arrivals)arrivals;
    choice.shuffles = method == SKED_MOLDABLE_DEMT ? 3 : 0;
    choice.seed = 4711;
    return choice;
}

/* The guarantee of MAKESPAN and SWEEP is given where it holds, and nowhere else. */
static void check_guarantee(uint32_t method, int guaranteed) {
    if (method == SKED_MOLDABLE_MAKESPAN || method == SKED_MOLDABLE_SWEEP) {
        CHECK(result.guarantee_permille == (guaranteed ? 1502u : 0u));
    }
}

/* Plans the drawn scene by one method in all its orders, with and without batches. */
static void check_method(uint32_t method, int guaranteed) {
    uint32_t order, arrivals;
    for (order = 0; order < (uses_orders(method) ? ORDERS : 1); order++) {
        for (arrivals = 0; arrivals < 2; arrivals++) {
            const sked_moldable_choice choice = choice_of(method, order, arrivals);
            if (takes(method, order, arrivals)) {
                CHECK(plans_by(&choice));
                check_guarantee(method, guaranteed && arrivals == SKED_MOLDABLE_KNOWN);
            } else {
                CHECK(sked_moldable_plan(&plans, &choice, rows, &result) == SKED_E_SETTING);
            }
        }
    }
}

/* Plans the drawn scene in all ways; and once more by prices, when the bound has been raised. */
static void check_methods(int guaranteed) {
    uint32_t method;
    open_drawn();
    for (method = 0; method < METHODS; method++) {
        check_method(method, guaranteed);
    }
    check_frontier();
    CHECK(sked_moldable_bound(&plans, 10, 0) == SKED_OK && guard_holds());
    check_method(SKED_MOLDABLE_PRICES, guaranteed);
    check_frontier();
}

/* No plan is better than the best known, and bounds are not above it: what is found is returned. */
static void check_optimum(sked_time makespan, uint64_t minsum) {
    sked_moldable_choice choice = choosing(SKED_MOLDABLE_BEST, SKED_MOLDABLE_SMITH);
    sked_time shortest;
    uint64_t least;
    choice.steps_max = 20000;
    open_drawn();
    CHECK(!refuses(makespan));
    choice.makespan_weight = 1;
    CHECK(plans_by(&choice) && result.makespan >= makespan && result.minsum.low >= minsum);
    CHECK(result.makespan_lower_bound <= makespan && result.minsum_lower_bound.low <= minsum);
    shortest = result.makespan;
    choice.makespan_weight = 0;
    choice.minsum_weight = 1;
    CHECK(plans_by(&choice) && result.makespan >= makespan && result.minsum.low >= minsum);
    least = result.minsum.low;
    CHECK(sked_moldable_bound(&plans, 0, 0) == SKED_OK);
    CHECK(info_of(&plans).minsum_lower_bound.low <= minsum && !refuses(makespan));
    CHECK(shortest == makespan && least == minsum);     /* so small a scene is solved */
    check_methods(scene.spans_count == 0);
}

/* ---- where the paper fails ------------------------------------------------------------------- */

/* The last batch of the paper leaves a task behind: three linear ones of 30, 30 and 24 ticks. */
static void test_left_behind(void) {
    draw(3);
    add_table(3, "30 15 10");
    add_table(4, "30 15 10");
    add_table(5, "24 12 8");
    check_optimum(28, 196);
    CHECK(refuses(27));
}

/* The same, although the accepted deadline is less than the optimum. */
static void test_left_behind_short(void) {
    draw(2);
    add_table(80, "4 4");
    add_table(16, "4 2");
    add_table(90, "4 4");
    add_table(95, "2 2");
    check_optimum(8, 1158);
    CHECK(refuses(6));
}

/* Tasks that end before the first interval of the paper's linear program. */
static void test_early(void) {
    draw(2);
    add_table(10, "10 10");
    add_table(1, "19 19");
    check_optimum(19, 119);
}

/* The only optimum for the minsum is three times as long as the shortest plan. */
static void test_late(void) {
    draw(3);
    add_table(100000, "100 100 99");
    add_table(200, "100 100 99");
    add_table(1, "100 100 99");
    check_optimum(100, 9939897);
    draw(2);
    add_table(100, "10 9");
    add_table(1, "10 10");
    check_optimum(10, 919);
}

/* Works of the short shelf that the knapsack takes back: 6 of 4, yet 10 ticks are enough. */
static void test_taken_back(void) {
    draw(4);
    add_table(1, "10 7 5 5");
    add_table(1, "10 7 5 5");
    add_table(1, "10 7 5 5");
    add_table(1, "10 7 5 5");
    open_drawn();
    CHECK(!refuses(10) && refuses(9) && refuses(0) && !refuses(SKED_TIME_MAX));
    CHECK(info_of(&plans).refused == 9 && info_of(&plans).accepted == 10);
    CHECK(plans_with(SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH));
    CHECK(result.makespan == 10 && result.makespan_lower_bound == 10 &&
          result.makespan_ratio_permille == 1000);
    check_methods(1);
}

/* Shelves of just the work that there is: nothing is saved by moving a task to the long one. */
static void test_just_enough(void) {
    draw(2);
    add_table(1, "4 2");
    add_table(1, "4 2");
    open_drawn();
    CHECK(plans_with(SKED_MOLDABLE_SHELVES, SKED_MOLDABLE_SHELF) && result.makespan == 4);
    CHECK(rows[0].width == 2 && rows[1].width == 2);
}

/* Linear tasks: all processors for each, by weight and work, is best. */
static void test_linear(void) {
    draw(3);
    add_table(3, "12 6 4");
    add_table(1, "24 12 8");
    add_table(2, "18 9 6");
    add_table(5, "6 3 2");
    open_drawn();
    CHECK(plans_with(SKED_MOLDABLE_GANG, SKED_MOLDABLE_SMITH));
    CHECK(result.makespan == 20 && result.minsum.low == 72);
    check_optimum(20, 72);
}

/* ---- lists by hand --------------------------------------------------------------------------- */

/* One task at a time, or each on one processor, in the order of their numbers as told. */
static void check_starts(sked_moldable_method method, sked_moldable_order order, sked_time a,
                         sked_time b, sked_time c) {
    CHECK(plans_with(method, order));
    CHECK(rows[0].start == a && rows[1].start == b && rows[2].start == c);
}

static void test_orders(void) {
    draw(2);
    add_table(6, "8 6");                        /* work 12 on both, 1/2 of a weight each */
    add_table(2, "6 3");                        /* 6, 1/3 */
    add_table(3, "6 4");                        /* 8, 3/8 */
    open_drawn();
    check_starts(SKED_MOLDABLE_GANG, SKED_MOLDABLE_SMITH, 0, 10, 6);
    check_starts(SKED_MOLDABLE_GANG, SKED_MOLDABLE_RATIO, 0, 10, 6);
    check_starts(SKED_MOLDABLE_GANG, SKED_MOLDABLE_LONGEST, 0, 10, 6);
    check_starts(SKED_MOLDABLE_GANG, SKED_MOLDABLE_SMALLEST, 7, 0, 3);
    check_starts(SKED_MOLDABLE_GANG, SKED_MOLDABLE_LARGEST, 0, 10, 6);
    check_starts(SKED_MOLDABLE_GANG, SKED_MOLDABLE_WIDEST, 0, 10, 6);
    check_starts(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_SMITH, 0, 6, 0);
    check_starts(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_SMALLEST, 6, 0, 0);
    check_starts(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LARGEST, 0, 0, 6);
    tasks[0].weight = 0;
    tasks[1].weight = 0;
    open_drawn();
    check_starts(SKED_MOLDABLE_GANG, SKED_MOLDABLE_SMITH, 4, 10, 0);
    check_starts(SKED_MOLDABLE_GANG, SKED_MOLDABLE_RATIO, 4, 10, 0);
}

/* Divisible tasks come behind the shortest, whatever their number, and have what is free then. */
static void test_divisible_last(void) {
    static const sked_moldable_order orders[3] = {SKED_MOLDABLE_LONGEST, SKED_MOLDABLE_LARGEST,
                                                  SKED_MOLDABLE_WIDEST};
    uint32_t i;
    draw(1);
    add_divisible(1, 5);
    add_rigid(1, 1, 1);
    add_rigid(1, 1, 3);
    for (i = 0; i < 3; i++) {
        open_drawn();
        check_starts(SKED_MOLDABLE_SEQUENTIAL, orders[i], 4, 3, 0);
    }
}

/* What does not fit is passed over by what does. */
static void test_holes(void) {
    draw(3);
    add_rigid(9, 2, 6);
    add_rigid(8, 2, 1);
    add_rigid(1, 1, 4);
    open_drawn();
    check_starts(SKED_MOLDABLE_GANG, SKED_MOLDABLE_LONGEST, 0, 10, 6);
    check_starts(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LONGEST, 0, 6, 0);
    check_starts(SKED_MOLDABLE_SHELVES, SKED_MOLDABLE_LONGEST, 0, 6, 0);
    check_methods(0);
}

/* ---- long lists ------------------------------------------------------------------------------ */

enum { CROWD_MAX = 300 };
static sked_moldable_task crowd[CROWD_MAX];
static sked_moldable_row crowd_rows[CROWD_MAX], plain_rows[CROWD_MAX];

/* Is another task before this one: longer, or as long and of a lesser number? */
static int is_before(uint32_t other, uint32_t task) {
    return crowd[other].time > crowd[task].time ||
           (crowd[other].time == crowd[task].time && other < task);
}

/* The order of the longest first. */
static void order_longest(uint32_t *order, uint32_t count) {
    uint32_t task, at;
    for (task = 0; task < count; task++) {
        for (at = task; at > 0 && is_before(task, order[at - 1]); at--) {
            order[at] = order[at - 1];
        }
        order[at] = task;
    }
}

/* Processors that the plan leaves at a time. */
static uint32_t left_plainly(uint32_t count, sked_time time) {
    uint32_t left = left_at(time), task;
    for (task = 0; task < count; task++) {
        const sked_moldable_row *row = &plain_rows[task];
        left -= row->start <= time && time < row->end ? row->width : 0;
    }
    return left;
}

/* Is there room for a task from now to its end, when spans begin, too? */
static int fits_plainly(uint32_t count, uint32_t task, sked_time now) {
    uint32_t i;
    for (i = 0; i < scene.spans_count; i++) {
        const sked_time start = spans[i].start;
        if (start > now && start < now + crowd[task].time &&
            left_plainly(count, start) < crowd[task].width_min) {
            return 0;
        }
    }
    return 1;
}

static sked_time sooner_after(sked_time now, sked_time time, sked_time next) {
    return time > now && time < next ? time : next;
}

/* When the next thing happens: a task ends or is ready, a span begins or ends. */
static sked_time next_plainly(uint32_t count, sked_time now) {
    sked_time next = NEVER;
    uint32_t i;
    for (i = 0; i < count; i++) {
        next = sooner_after(now, plain_rows[i].end, next);
        next = sooner_after(now, crowd[i].ready, next);
    }
    for (i = 0; i < scene.spans_count; i++) {
        next = sooner_after(now, spans[i].start, next);
        next = sooner_after(now, spans[i].end, next);
    }
    return next;
}

/* A list as it is defined: whenever something happens, the first tasks of the order that fit. */
static void list_plainly(uint32_t count) {
    uint32_t order[CROWD_MAX], i;
    sked_time now;
    order_longest(order, count);
    memset(plain_rows, 0, sizeof(plain_rows));
    for (now = 0; now != NEVER; now = next_plainly(count, now)) {
        uint32_t left = left_plainly(count, now);
        for (i = 0; i < count; i++) {
            const uint32_t task = order[i], width = crowd[task].width_min;
            sked_moldable_row *row = &plain_rows[task];
            if (row->width == 0 && crowd[task].ready <= now && width <= left &&
                fits_plainly(count, task, now)) {
                row->width = width;
                row->start = now;
                row->end = now + crowd[task].time;
                left -= width;
            }
        }
    }
}

/* Rigid tasks at random, some of which may come later. All times are multiples of `tick`. */
static void draw_crowd(uint64_t *state, uint32_t processors, uint32_t count, uint32_t tick) {
    const uint32_t late = check_below(state, 2);
    uint32_t task;
    draw(processors);
    memset(crowd, 0, sizeof(crowd));
    scene.tasks = crowd;
    scene.tasks_count = count;
    for (task = 0; task < count; task++) {
        crowd[task].form = SKED_MOLDABLE_RIGID;
        crowd[task].width_min = 1 + check_below(state, processors);
        crowd[task].time = (sked_time)tick * (1 + check_below(state, 40 / tick));
        crowd[task].ready = late && task % 3 == 0 ? tick * check_below(state, 400 / tick) : 0;
    }
}

static void add_spans(uint64_t *state, uint32_t tick) {
    uint32_t i;
    for (i = 0; i < 9; i++) {
        const sked_time start = (sked_time)tick * check_below(state, 200 / tick);
        const sked_time length = (sked_time)tick * (1 + check_below(state, 9));
        add_span(start, start + length, 1 + check_below(state, scene.processors / 2));
    }
}

/* So many that the pyramid of a list has two tiers or three, with groups just full; where they are
 * few there are spans, which often begin when something ends. */
static void test_long_lists(void) {
    static const uint32_t counts[9] = {16, 17, 30, 48, 17, 255, 256, 257, CROWD_MAX};
    const sked_moldable_choice choice =
        choosing(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LONGEST);
    uint64_t state = 1;
    uint32_t i, task;
    for (i = 0; i < 9; i++) {
        draw_crowd(&state, 2 + 11 * i, counts[i], i < 5 ? 5 : 1);
        if (i < 5) {
            add_spans(&state, 5);
        }
        open_drawn();
        CHECK(sked_moldable_plan(&plans, &choice, crowd_rows, NULL) == SKED_OK && guard_holds());
        list_plainly(counts[i]);
        for (task = 0; task < counts[i]; task++) {
            CHECK(crowd_rows[task].start == plain_rows[task].start &&
                  crowd_rows[task].end == plain_rows[task].end &&
                  crowd_rows[task].width == plain_rows[task].width);
        }
    }
}

/* ---- small scenes of all kinds --------------------------------------------------------------- */

static void test_one(void) {
    draw(1);
    add_table(7, "5");
    check_methods(1);
    CHECK(result.makespan == 5 && result.minsum.low == 35 &&
          result.makespan_ratio_permille == 1000);
    draw(9);
    add_amdahl(0, 100, 0);
    check_methods(0);
    draw(1);
    add_divisible(3, 12);
    check_methods(0);
    CHECK(result.makespan == 12 && result.minsum.low == 36);
    draw(1);
    add_table(1, "4");
    add_table(9, "4 2");
    add_table(5, "1");
    add_table(1, "9 3");
    check_methods(1);
    CHECK(result.makespan_lower_bound == 18 && result.makespan == 18);
}

static void draw_mixed(void) {
    draw_forms();
    allow(add_table(1, "20 18 16 14 12 10"), 2, 5, 3);
    add_table(0, "7 5 4 9 1 1");
}

static void test_mixed(void) {
    draw_mixed();
    check_methods(0);
    add_divisible(2, 33);
    add_divisible(0, 1);
    check_methods(0);
    scene.now = 1000;
    check_methods(0);
    leave_out(1);
    leave_out(4);
    leave_out(8);
    check_methods(0);
}

static void test_monotone_ones(void) {
    draw(6);
    add_table(3, "30 17 12 10 9 9");
    add_table(5, "60 35 27 23 21 20");
    add_table(2, "41 21 15 13 12 12");
    add_table(9, "25 13 10 10 10 10");
    add_table(1, "8 5 4 4 4 4");
    add_table(8, "2 1 1 1 1 1");
    check_methods(1);
    tasks[4].ready = 1;
    check_methods(0);
    scene.now = 1;                              /* so it is ready now */
    check_methods(1);
    tasks[3].width_min = 2;
    check_methods(0);
    leave_out(3);
    check_methods(1);
    add_rigid(1, 1, 3);
    left_out.size = 7;
    check_methods(0);
    leave_out(6);
    check_methods(1);
    add_span(90, 91, 1);
    check_methods(0);
}

static void test_ready(void) {
    draw_mixed();
    tasks[0].ready = 12;
    tasks[2].ready = 200;
    tasks[4].ready = 13;
    add_divisible(2, 33);
    add_divisible(7, 8)->ready = 199;
    check_methods(0);
    scene.now = 100;
    check_methods(0);
    scene.now = 250;
    check_methods(0);
}

static void test_spans(void) {
    sked_word words[SKED_SET_WORDS(6u)];
    sked_set set = sked_set_of(words, 6);
    sked_set_add(&set, 0);
    sked_set_add(&set, 5);
    draw_mixed();
    add_span(3, 9, 4);
    add_span(5, 9, 2);
    add_span(20, 41, 1);
    add_span(40, NEVER, 1);
    add_span(60, 65, 5);
    check_methods(0);
    spans[2].set = &set;
    spans[2].count = 0;
    add_divisible(2, 70);
    add_divisible(2, 5)->ready = 64;
    check_methods(0);
    scene.now = 7;
    check_methods(0);
    tasks[3].ready = 61;
    leave_out(0);
    check_methods(0);
    scene.now = 300;
    check_methods(0);
}

/* Nothing but zero weights, and nothing to do. */
static void test_zeros(void) {
    uint32_t i;
    draw_mixed();
    for (i = 0; i < scene.tasks_count; i++) {
        tasks[i].weight = 0;
    }
    check_methods(0);
    CHECK(result.minsum.low == 0 && result.minsum_lower_bound.low == 0);
    add_divisible(0, 9);
    check_methods(0);
    for (i = 0; i < scene.tasks_count; i++) {
        leave_out(i);
    }
    check_methods(0);
    CHECK(result.makespan == 0 && result.makespan_lower_bound == 0);
}

static void test_divisible_only(void) {
    draw(4);
    add_divisible(3, 17);
    add_divisible(0, 1);
    add_divisible(9, 1000);
    add_divisible(1, 4)->ready = 100;
    check_methods(0);
    add_span(2, 30, 4);
    add_span(90, 150, 3);
    check_methods(0);
}

/* One tick beside 2^40: there are some forty doublings between them. Weights of all sizes. */
static void test_far_apart(void) {
    uint32_t i;
    draw(5);
    add_table(1, "1");
    for (i = 0; i < 5; i++) {
        add_amdahl(i % 2 == 0 ? UINT32_MAX : i, INT64_C(1) << 40, 200 * i);
    }
    add_downey(UINT32_MAX, (INT64_C(1) << 38) - 1, 2500, 700);
    check_methods(0);
    add_divisible(UINT32_MAX, INT64_C(1) << 40);
    tasks[2].ready = INT64_C(1) << 41;
    check_methods(0);
}

/* Times as long as may be. */
static void test_longest(void) {
    const sked_time most = SKED_TIME_MAX / 12;
    draw(4);
    add_rigid(UINT32_MAX, 1, most);
    add_rigid(UINT32_MAX, 4, most - 1);
    add_rigid(1, 3, most);
    check_methods(0);
    draw(1);
    add_rigid(UINT32_MAX, 1, SKED_TIME_MAX);
    check_methods(0);
    CHECK(result.makespan == SKED_TIME_MAX && result.makespan_ratio_permille == 1000);
}

/* Savings near the limit: no shift makes room for the fraction of a price. */
static void test_large_savings(void) {
    uint32_t i, k;
    draw(4);
    for (i = 0; i < 5; i++) {
        add_table(1, "10 7 5 5");
        for (k = 0; k < 4; k++) {
            tables[i][k] <<= 54;
        }
    }
    check_methods(1);
    CHECK(!refuses((sked_time)15 << 54) && refuses((sked_time)12 << 54));
}

/* What came first may wait for what is long and weighs nothing: ratios beyond 64 bits. */
static void test_far_from_least(void) {
    draw(1);
    add_table(UINT32_MAX, "1");
    add_rigid(0, 1, INT64_C(1) << 60);
    open_drawn();
    CHECK(plans_with(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LONGEST));
    CHECK(result.minsum.high > 0 && result.minsum_lower_bound.low == UINT32_MAX);
    CHECK(result.minsum_ratio_permille == UINT64_MAX);
    CHECK(plans_with(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_SMITH));
    CHECK(result.minsum_ratio_permille == 1000);
    tasks[1].time = INT64_C(25000000000000000);     /* just more than 64 bits */
    open_drawn();
    CHECK(plans_with(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LONGEST));
    CHECK(result.minsum_ratio_permille == UINT64_MAX);
}

/* However bad a list is, it is not taken for a good one: not even where its minsum is just above
 * 2^68, or such that a ratio of it would take more than 64 bits. */
static void test_ratios_do_not_wrap(void) {
    static const sked_time times[5] = {INT64_C(1) << 30, (INT64_C(1) << 36) + 16,
                                       INT64_C(1) << 45, INT64_C(1) << 54, INT64_C(1) << 60};
    sked_moldable_choice choice = choosing(SKED_MOLDABLE_PRICES, SKED_MOLDABLE_SMITH);
    uint32_t i;
    choice.minsum_weight = 1;
    for (i = 0; i < 5; i++) {
        draw(1);
        add_table(UINT32_MAX, "1");
        add_rigid(0, 1, times[i]);
        open_drawn();
        CHECK(plans_by(&choice) && result.minsum.low == UINT32_MAX);
    }
}

/* wide * number, below 2^128. */
static sked_u128 times_of(sked_u128 wide, uint64_t number) {
    sked_u128 product = sked_u128_mul(wide.low, number);
    product.high += wide.high * number;
    return product;
}

/* A ratio in 1/1000 is rounded up: exactly, or to one more at most if the least is beyond 2^64. */
static void check_wide_ratio(void) {
    const sked_u128 value = times_of(result.minsum, 1000), least = result.minsum_lower_bound;
    const uint64_t less = result.minsum_ratio_permille - 1 - (least.high > 0);
    CHECK(sked_u128_compare(times_of(least, result.minsum_ratio_permille), value) >= 0);
    CHECK(sked_u128_compare(times_of(least, less), value) < 0);
}

/* Sums of two words, or just one. */
static void test_wide_ratios(void) {
    uint32_t i;
    for (i = 0; i < 24; i++) {
        draw(1);
        add_rigid(UINT32_MAX - i, 1, i % 2 == 0 ? 3 + i : (INT64_C(4711) << i) + 7);
        add_rigid(1 + 5 * i, 1, (INT64_C(4712) << i) + (INT64_C(999) << 24));
        open_drawn();
        CHECK(plans_with(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LONGEST));
        check_wide_ratio();
        CHECK(plans_with(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_SMITH));
        check_wide_ratio();
    }
}

/* Of two words both count: the worse plan has more in the high one, and less in the low one. */
static void test_wide_goals(void) {
    sked_moldable_choice choice = choosing(SKED_MOLDABLE_PRICES, SKED_MOLDABLE_SMITH);
    choice.minsum_weight = 1;
    draw(1);
    add_rigid(UINT32_C(1) << 31, 1, (INT64_C(1) << 35) - 64);
    add_rigid(1, 1, (INT64_C(1) << 34) + 64);
    open_drawn();
    CHECK(plans_with(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LONGEST));
    CHECK(plans_by(&choice) && rows[0].start == 0 && result.minsum.high == 3);
}

/* A plan that is a little too long, but of far less minsum, is preferred; one that is much too long
 * is not. */
static void test_too_long(void) {
    sked_moldable_choice choice = choosing(SKED_MOLDABLE_PRICES, SKED_MOLDABLE_SMITH);
    uint32_t i;
    choice.minsum_weight = 1;
    for (i = 0; i < 4; i++) {
        draw(2);
        scene.now = i < 2 ? 0 : 1000;
        choice.makespan_max = scene.now + (i % 2 == 0 ? 158 : 130);
        add_table(100, "100 60");
        add_table(1, "100 100");
        open_drawn();
        CHECK(plans_by(&choice) && result.makespan == scene.now + (i % 2 == 0 ? 160 : 100));
    }
}

/* Without weights both goals weigh the same: 3/5 of makespan are more than 9/20 of minsum, but not
 * more than 9/10. */
static void test_default_weights(void) {
    sked_moldable_choice choice = choosing(SKED_MOLDABLE_PRICES, SKED_MOLDABLE_SMITH);
    uint32_t i;
    draw(2);
    add_table(8, "10 6");
    add_table(1, "10 10");
    for (i = 0; i < 3; i++) {
        choice.makespan_weight = i > 0;
        choice.minsum_weight = i;
        open_drawn();
        CHECK(plans_by(&choice) && result.makespan == (i < 2 ? 10 : 16));
    }
}

/* Of tasks that are not monotone a small one may fit beside no shelf: then there is no rebuild. */
static void test_no_gap_for_small(void) {
    draw(2);
    add_table(1, "19 7");
    add_table(1, "7 4");
    add_table(1, "18 6");
    add_table(1, "9 1");
    check_methods(0);
}

/* Whoever wishes for short plans is guaranteed nothing. */
static void test_guarantee_without_limit(void) {
    sked_moldable_choice choice = choosing(SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH);
    draw(2);
    add_table(1, "4 2");
    open_drawn();
    CHECK(plans_by(&choice) && result.guarantee_permille == 1502);
    choice.makespan_max = 3;
    CHECK(plans_by(&choice) && result.guarantee_permille == 0);
}

static void check_one_guarantee(int guaranteed) {
    open_drawn();
    CHECK(plans_with(SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH));
    check_guarantee(SKED_MOLDABLE_MAKESPAN, guaranteed);
}

/* It is given for tables with all widths from 1 on that are monotone, and for these alone: works
 * may stay as they are, but two processors for nine ticks are more work than three for five. */
static void test_guarantee_of_tables(void) {
    draw(3);
    add_table(1, "9 9 6");
    check_one_guarantee(1);
    tables[0][2] = 5;
    check_one_guarantee(0);
    tables[0][2] = 6;
    allow(&tasks[0], 1, 0, 1);
    check_one_guarantee(1);
    allow(&tasks[0], 1, 0, 2);
    check_one_guarantee(0);
    allow(&tasks[0], 2, 0, 0);
    check_one_guarantee(0);
    draw(3);
    add_list(1, "1:9 2:9 3:6");
    check_one_guarantee(0);
}

/* Forty alike: ties everywhere; more of them than processors. */
static void test_alike(void) {
    uint32_t i;
    draw(7);
    for (i = 0; i < 40; i++) {
        add_table(2, "6 4 3 3 2 2 2");
    }
    open_drawn();
    CHECK(plans_with(SKED_MOLDABLE_SWEEP, SKED_MOLDABLE_SMITH));
    CHECK(plans_with(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH));
    CHECK(plans_with(SKED_MOLDABLE_MULTIBASE, SKED_MOLDABLE_SMITH));
    CHECK(plans_with(SKED_MOLDABLE_SEARCH, SKED_MOLDABLE_SMITH));
    CHECK(plans_with(SKED_MOLDABLE_PRICES, SKED_MOLDABLE_SMITH));
    CHECK(plans_with(SKED_MOLDABLE_TRUNCATIONS, SKED_MOLDABLE_SMITH));
    check_frontier();
}

/* ---- frontier -------------------------------------------------------------------------------- */

static void test_frontier(void) {
    static const uint32_t most[5] = {0, 1, 2, 3, 1000};
    sked_moldable_row kept[TASKS_MAX];
    uint32_t i, method, many = 0;
    for (i = 0; i < 5; i++) {
        draw_mixed();
        scene.frontier_max = most[i];
        open_drawn();
        CHECK(info_of(&plans).plans == 0 || most[i] > 0);
        CHECK(plans_with(SKED_MOLDABLE_BEST, SKED_MOLDABLE_SMITH));
        check_frontier();
        CHECK(info_of(&plans).plans <= most[i] && (info_of(&plans).plans > 0) == (i > 0));
        many = info_of(&plans).plans;
        memcpy(kept, rows, sizeof(kept));
        CHECK(sked_moldable_evaluate(&plans, kept, NULL, NULL) == SKED_OK);
        CHECK(info_of(&plans).plans == many);           /* it was known */
        for (method = 0; method < METHODS; method++) {
            CHECK(plans_with((sked_moldable_method)method, SKED_MOLDABLE_SMITH));
        }
        check_frontier();
    }
    CHECK(many > 1);
}

/* Of two strangers that are judged, the better one stays. */
static void test_frontier_of_judged(void) {
    sked_moldable_row own[2] = {{0, 4, 1}, {4, 10, 1}};
    draw(1);
    add_rigid(1, 1, 4);
    add_rigid(1, 1, 6);
    open_drawn();
    CHECK(sked_moldable_evaluate(&plans, own, NULL, &result) == SKED_OK);
    CHECK(result.makespan == 10 && result.minsum.low == 14 && info_of(&plans).plans == 1);
    own[0].start = 6, own[0].end = 10, own[1].start = 0, own[1].end = 6;
    CHECK(sked_moldable_evaluate(&plans, own, NULL, &result) == SKED_OK);
    CHECK(result.makespan == 10 && result.minsum.low == 16 && info_of(&plans).plans == 1);
    CHECK(sked_moldable_get_plan(&plans, 0, rows, &result) == SKED_OK && result.minsum.low == 14);
    CHECK(rows[0].start == 0 && rows[1].start == 4);
}

/* ---- the same again -------------------------------------------------------------------------- */

static sked_align other_room[ROOM];

static int same_rows(const sked_moldable_row *one, const sked_moldable_row *other) {
    uint32_t i;
    for (i = 0; i < scene.tasks_count; i++) {
        if (one[i].start != other[i].start || one[i].end != other[i].end ||
            one[i].width != other[i].width) {
            return 0;
        }
    }
    return 1;
}

/* A second object tells the same, whatever its block held before. */
static void check_same(const sked_moldable_choice *choice) {
    static sked_moldable_row other_rows[TASKS_MAX];
    sked_moldable_result other_result;
    sked_moldable other;
    open_drawn();
    CHECK(plans_by(choice));
    memset(other_room, 0x3C, sizeof(other_room));
    CHECK(sked_moldable_init(&other, &scene, other_room, block_bytes) == SKED_OK);
    memset(other_rows, 0x5A, sizeof(other_rows));
    memset(&other_result, 0x5A, sizeof(other_result));
    CHECK(sked_moldable_plan(&other, choice, other_rows, &other_result) == SKED_OK);
    CHECK(same_rows(rows, other_rows));
    CHECK(other_result.steps == result.steps && other_result.makespan == result.makespan);
    CHECK(memcmp(&other_result, &result, sizeof(result)) == 0);
    sked_moldable_destroy(&other);
}

static void test_same(void) {
    sked_moldable_choice choice;
    uint32_t method, seed;
    draw_mixed();
    for (method = 0; method < METHODS; method++) {
        for (seed = 0; seed < 3; seed++) {
            choice = choice_of(method, 0, 0);
            choice.seed = seed;
            choice.shuffles = method == SKED_MOLDABLE_DEMT ? 20 : 0;
            check_same(&choice);
        }
    }
}

/* What stood in the block before is not looked at: not even times at which something ends. */
static void test_same_anywhere(void) {
    static sked_moldable_row first[TASKS_MAX];
    const sked_moldable_choice choice =
        choosing(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LONGEST);
    uint32_t i;
    draw_mixed();
    open_drawn();
    CHECK(plans_by(&choice));
    memcpy(first, rows, sizeof(rows));
    for (i = 0; i < scene.tasks_count; i++) {
        size_t at;
        for (at = 0; at < block_bytes; at += sizeof(first[i].end)) {
            memcpy((unsigned char *)room + at, &first[i].end, sizeof(first[i].end));
        }
        CHECK(sked_moldable_init(&plans, &scene, room, sizeof(room)) == SKED_OK);
        CHECK(sked_moldable_plan(&plans, &choice, rows, NULL) == SKED_OK && same_rows(rows, first));
    }
}

/* Random orders of batches are tried beside the usual one: none makes the goal worse. */
static void test_shuffles(void) {
    static const uint32_t shuffles[4] = {0, 1, 5, 500};
    sked_moldable_choice choice = choosing(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_LONGEST);
    sked_time shortest = NEVER;
    uint32_t i;
    draw_mixed();
    choice.makespan_weight = 1;
    for (i = 0; i < 4; i++) {
        open_drawn();
        choice.shuffles = shuffles[i];
        CHECK(plans_by(&choice) && result.makespan <= shortest);
        shortest = result.makespan;
    }
    choice.shuffles = 1u << 16;
    draw(2);
    add_table(1, "2 1");
    add_table(1, "2 2");
    open_drawn();
    CHECK(plans_by(&choice));
}

/* Few steps and many: what a limit stops is still a plan, and never better than with more. */
static void test_steps(void) {
    static const uint64_t steps[6] = {1, 100, 500, 2000, 8000, 30000};
    uint32_t i, method;
    for (method = 0; method < 2; method++) {
        sked_moldable_choice choice = choosing(
            method == 0 ? SKED_MOLDABLE_BEST : SKED_MOLDABLE_SEARCH, SKED_MOLDABLE_SMITH);
        draw_mixed();
        for (i = 0; i < 6; i++) {
            open_drawn();
            choice.steps_max = steps[i];
            CHECK(plans_by(&choice) && result.steps > 0);
        }
        choice.makespan_max = result.makespan - 1;
        CHECK(plans_by(&choice));
        choice.makespan_max = SKED_TIME_MAX;
        CHECK(plans_by(&choice));
        choice.makespan_max = 1;
        CHECK(plans_by(&choice));
    }
}

/* Without a choice there is one: it takes its time, so that here there is nothing to plan. */
static void test_defaults(void) {
    sked_moldable_choice choice;
    memset(&choice, 0, sizeof(choice));
    draw(2);
    add_table(2, "3 2");
    leave_out(0);
    open_drawn();
    CHECK(plans_by(NULL) && is_zero(&rows[0]) && result.makespan == 0);
    CHECK(plans_by(&choice) && is_zero(&rows[0]) && result.makespan == 0);
    CHECK(sked_moldable_plan(&plans, NULL, rows, NULL) == SKED_OK);
}

/* A choice that goes for one goal alone is at least as good in it. */
static void test_goals(void) {
    sked_moldable_choice choice = choosing(SKED_MOLDABLE_SWEEP, SKED_MOLDABLE_SMITH);
    sked_moldable_result makespan, minsum;
    draw_mixed();
    choice.makespan_weight = 1000;
    open_drawn();
    CHECK(plans_by(&choice));
    makespan = result;
    choice.makespan_weight = 0;
    choice.minsum_weight = 1000;
    open_drawn();
    CHECK(plans_by(&choice));
    minsum = result;
    CHECK(makespan.makespan <= minsum.makespan);
    CHECK(sked_u128_compare(minsum.minsum, makespan.minsum) <= 0);
}

/* ---- knapsacks ------------------------------------------------------------------------------- */

/* Exactly two of three fit into a batch of six processors: weights 5 and 5 beat 6, which is denser;
 * the greedy choice is another, and a plan as well. */
static void test_knapsack(void) {
    sked_moldable_result exact;
    uint32_t i;
    for (i = 0; i < 2; i++) {
        draw(6);
        scene.cells_max = i;
        add_rigid(5, 3, 10);
        add_rigid(5, 3, 10);
        add_rigid(8, 4, 10);
        open_drawn();
        CHECK(plans_with(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_LONGEST));
        exact = result;
        check_methods(0);
        draw_mixed();
        scene.cells_max = i;
        add_divisible(1, 30);
        add_span(7, 30, 2);
        check_methods(0);
    }
    CHECK(exact.makespan == 20);
    draw_mixed();
    scene.cells_max = UINT64_MAX;
    check_methods(0);
    draw_mixed();
    scene.cells_max = 20;
    check_methods(0);
}

/* A batch has the heaviest tasks that fit side by side: here it is the first, as all take ten
 * ticks, and no choice of as many processors is heavier. Weights are nearly those of widths. */
static void test_heaviest(void) {
    uint64_t seed;
    for (seed = 1; seed <= 40; seed++) {
        uint32_t best[WIDTHS_MAX + 1] = {0}, begun = 0, task, k;
        uint64_t state = seed;
        const uint32_t count = 5 + check_below(&state, 20);
        draw(8 + check_below(&state, WIDTHS_MAX - 8));
        for (task = 0; task < count; task++) {
            const uint32_t width = 1 + check_below(&state, scene.processors / 2);
            const uint32_t weight = 5 * width + check_below(&state, 9);
            add_rigid(weight, width, 10);
            for (k = scene.processors; k >= width; k--) {
                best[k] = best[k - width] + weight > best[k] ? best[k - width] + weight : best[k];
            }
        }
        open_drawn();
        CHECK_SEED(seed, plans_with(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_LONGEST));
        for (task = 0; task < count; task++) {
            begun += rows[task].start == 0 ? tasks[task].weight : 0;
        }
        CHECK_SEED(seed, begun == best[scene.processors]);
    }
}

/* ---- arrivals -------------------------------------------------------------------------------- */

/* What comes later waits until the batch before has ended. */
static void test_batched(void) {
    sked_moldable_choice choice = choosing(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LONGEST);
    draw(2);
    add_rigid(1, 1, 10);
    add_rigid(1, 1, 4);
    add_rigid(9, 1, 3);
    tasks[1].ready = 2;
    tasks[2].ready = 30;
    open_drawn();
    choice.arrivals = SKED_MOLDABLE_KNOWN;
    CHECK(plans_by(&choice));
    CHECK(rows[0].start == 0 && rows[1].start == 2 && rows[2].start == 30);
    choice.arrivals = SKED_MOLDABLE_BATCHED;
    CHECK(plans_by(&choice));
    CHECK(rows[0].start == 0 && rows[1].start == 10 && rows[2].start == 30);
    CHECK(result.guarantee_permille == 0);
}

/* A batch that begins when a span ends has all of its processors at once; two that are ready when
 * their batch begins run one after the other. */
static void test_batches_begin(void) {
    sked_moldable_choice choice = choosing(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LONGEST);
    choice.arrivals = SKED_MOLDABLE_BATCHED;
    draw(2);
    add_rigid(1, 1, 10);
    add_rigid(1, 2, 5)->ready = 1;
    add_rigid(1, 1, 3)->ready = 1;
    add_span(0, 10, 1);
    open_drawn();
    CHECK(plans_by(&choice));
    CHECK(rows[0].start == 0 && rows[1].start == 10 && rows[2].start == 15);
    draw(2);
    add_rigid(1, 2, 4)->ready = 30;
    add_rigid(1, 2, 3)->ready = 30;
    open_drawn();
    CHECK(plans_by(&choice) && rows[0].start == 30 && rows[1].start == 34);
    draw(2);
    add_rigid(1, 2, 4)->ready = 30;
    add_rigid(1, 1, 1)->ready = 30;
    add_span(0, 33, 1);
    open_drawn();
    CHECK(plans_by(&choice) && rows[0].start == 33 && rows[1].start == 30);
}

/* All the work there can be before a span takes everything: that is enough, and proved. */
static void test_work_before_span(void) {
    draw(2);
    add_rigid(1, 2, 5);
    add_span(5, 9, 2);
    open_drawn();
    CHECK(plans_with(SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH));
    CHECK(result.makespan == 5 && result.makespan_lower_bound == 5);
}

/* ---- statuses -------------------------------------------------------------------------------- */

static void check_refused(const sked_moldable_choice *choice, sked_status status) {
    static sked_moldable_row kept_rows[TASKS_MAX];
    sked_moldable_result kept;
    memset(rows, 0x5A, sizeof(rows));
    memset(kept_rows, 0x5A, sizeof(kept_rows));
    memset(&result, 0x5A, sizeof(result));
    memset(&kept, 0x5A, sizeof(kept));
    memcpy(other_room, room, block_bytes);
    CHECK(sked_moldable_plan(&plans, choice, rows, &result) == status);
    CHECK(memcmp(rows, kept_rows, sizeof(rows)) == 0);
    CHECK(memcmp(&result, &kept, sizeof(kept)) == 0);
    CHECK(memcmp(other_room, room, block_bytes) == 0);
}

static void test_statuses(void) {
    const sked_moldable_choice good = choosing(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH);
    sked_moldable_choice choice = good;
    draw_mixed();
    open_drawn();
    choice.method = (sked_moldable_method)METHODS;
    check_refused(&choice, SKED_E_SETTING);
    choice.method = SKED_MOLDABLE_METHOD_CLOSED_;
    check_refused(&choice, SKED_E_SETTING);
    choice = good;
    choice.order = (sked_moldable_order)ORDERS;
    check_refused(&choice, SKED_E_SETTING);
    choice.order = SKED_MOLDABLE_SHELF;
    check_refused(&choice, SKED_E_SETTING);
    choice = good;
    choice.arrivals = (sked_moldable_arrivals)2;
    check_refused(&choice, SKED_E_SETTING);
    choice = good;
    choice.shuffles = (1u << 16) + 1;
    check_refused(&choice, SKED_E_RANGE);
    choice = good;
    choice.makespan_weight = 1001;
    check_refused(&choice, SKED_E_RANGE);
    choice = good;
    choice.minsum_weight = 1001;
    check_refused(&choice, SKED_E_RANGE);
    choice = good;
    choice.makespan_max = -1;
    check_refused(&choice, SKED_E_TIME);
    choice.makespan_max = SKED_TIME_MAX + 1;
    check_refused(&choice, SKED_E_TIME);
    choice.makespan_max = NEVER;
    check_refused(&choice, SKED_E_TIME);
    CHECK(plans_by(&good));
}

static void test_point_statuses(void) {
    sked_moldable_result kept;
    draw_mixed();
    open_drawn();
    memset(rows, 0x5A, sizeof(rows));
    memset(&result, 0x5A, sizeof(result));
    memset(&kept, 0x5A, sizeof(kept));
    CHECK(sked_moldable_get_plan(&plans, info_of(&plans).plans, rows, &result) == SKED_E_RANGE);
    CHECK(memcmp(&result, &kept, sizeof(kept)) == 0 && rows[0].width == 0x5A5A5A5Au);
}

/* ---- the largest machine --------------------------------------------------------------------- */

static sked_align large_room[(13u << 20) / sizeof(sked_align)];

static void test_largest_machine(void) {
    static const sked_moldable_method methods[5] = {
        SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_DEMT, SKED_MOLDABLE_GANG,
        SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_SHELVES};
    size_t bytes = 0;
    uint32_t i, task;
    draw(SKED_MOLDABLE_MAX);
    add_amdahl(1, INT64_C(1) << 33, 0);
    add_amdahl(2, INT64_C(1) << 31, 1);
    add_downey(3, INT64_C(1) << 20, 1000000, 0);
    add_rigid(9, SKED_MOLDABLE_MAX, 7);
    add_divisible(1, INT64_C(1) << 34);
    CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_OK && bytes <= sizeof(large_room));
    CHECK(sked_moldable_init(&plans, &scene, large_room, bytes) == SKED_OK);
    block_bytes = 0;                            /* nothing to guard in the other room */
    memset(room, 0xA5, GUARD);
    for (i = 0; i < 5; i++) {
        CHECK(plans_with(methods[i], SKED_MOLDABLE_SMITH));
    }
    for (task = 0; task < 4; task++) {
        CHECK(rows[task].width <= SKED_MOLDABLE_MAX);
    }
    check_frontier();
    sked_moldable_destroy(&plans);
}

/* A knapsack with a capacity beyond what is solved exactly. */
static void test_large_knapsack(void) {
    size_t bytes = 0;
    draw(6u << 20);
    add_rigid(5, 3u << 20, 10);
    add_rigid(5, 3u << 20, 10);
    add_rigid(8, 4u << 20, 10);
    CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_OK && bytes <= sizeof(large_room));
    CHECK(sked_moldable_init(&plans, &scene, large_room, bytes) == SKED_OK);
    block_bytes = 0;
    memset(room, 0xA5, GUARD);
    CHECK(plans_with(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH) && result.makespan == 20);
    sked_moldable_destroy(&plans);
}

/* ---- oracles that lie ------------------------------------------------------------------------ */

static uint32_t lie, calls;

/* Of forty on one processor, on more: nonsense, growing times, less work, another answer each
 * time. */
static sked_time tell(void *ctx, uint32_t task, uint32_t width) {
    static const sked_time odd[8] = {0, -1, NEVER, INT64_MIN, SKED_TIME_MAX, 1, 50, 3};
    (void)ctx;
    calls++;
    if (width == 1) {
        return 40;
    }
    switch ((lie + task) % 4) {
        case 0:
            return odd[width % 8];
        case 1:
            return 40 + width;
        case 2:
            return 40 / (sked_time)(width * width);
        default:
            return odd[(width * 5 + task) % 8];
    }
}

static void test_liars(void) {
    uint32_t i;
    for (lie = 0; lie < 4; lie++) {
        draw(6);
        scene.oracle.time = tell;
        for (i = 0; i < 4; i++) {
            add_task(SKED_MOLDABLE_ORACLE, i, 0);
        }
        open_drawn();
        for (i = 0; i < METHODS; i++) {
            const sked_moldable_choice choice = choice_of(i, 0, 0);
            memset(rows, 0x5A, sizeof(rows));
            CHECK(sked_moldable_plan(&plans, &choice, rows, &result) == SKED_OK && is_plan(rows));
        }
        CHECK(sked_moldable_bound(&plans, 10, 0) == SKED_OK && guard_holds());
    }
}

/* One that answers anew each time: nothing is out of bounds, and planning ends. */
static sked_time tell_anything(void *ctx, uint32_t task, uint32_t width) {
    uint64_t *state = (uint64_t *)ctx;
    const uint64_t number = check_random(state);
    (void)task;
    (void)width;
    return calls++ < 8 ? 100 : (sked_time)(number >> number % 64) - 5;
}

static void test_fickle(void) {
    uint64_t seed;
    uint32_t i;
    for (seed = 1; seed <= 4; seed++) {
        uint64_t state = seed;
        calls = 0;
        draw(6);
        scene.oracle.time = tell_anything;
        scene.oracle.ctx = &state;
        for (i = 0; i < 4; i++) {
            add_task(SKED_MOLDABLE_ORACLE, i, 0);
        }
        if (open_scene() != SKED_OK) {
            continue;
        }
        for (i = 0; i < METHODS; i++) {
            const sked_moldable_choice choice = choice_of(i, 0, 0);
            CHECK_SEED(seed, sked_moldable_plan(&plans, &choice, rows, &result) == SKED_OK);
        }
        CHECK_SEED(seed, sked_moldable_bound(&plans, 10, 0) == SKED_OK && guard_holds());
    }
}

/* ---- random scenes --------------------------------------------------------------------------- */

static void add_random(uint64_t *state, uint32_t processors) {
    const uint32_t form = check_below(state, 7), weight = check_below(state, 10);
    const sked_time time = 1 + (sked_time)check_below(state, 60);
    sked_moldable_task *task;
    uint32_t k;
    switch (form) {
        case 0:
            add_amdahl(weight, time, check_below(state, 1001));
            break;
        case 1:
            k = 1000 + check_below(state, 9000); /* the first draw, whatever compiles it       */
            add_downey(weight, time, k, check_below(state, 3000));
            break;
        case 2:
            add_rigid(weight, 1 + check_below(state, processors), time);
            break;
        case 3:
            add_divisible(weight, time);
            break;
        default:
            task = add_table(weight, "1 1 1 1 1 1 1 1");
            for (k = 0; k < 8; k++) {
                tables[task - tasks][k] = 1 + (sked_time)check_below(state, 60);
            }
    }
    if (check_below(state, 4) == 0) {
        tasks[scene.tasks_count - 1].ready = check_below(state, 80);
    }
}

static void test_random(void) {
    uint64_t seed;
    for (seed = 1; seed <= 20; seed++) {
        uint64_t state = seed;
        uint32_t i, method;
        draw(2 + check_below(&state, 7));
        for (i = check_below(&state, 12) + 1; i > 0; i--) {
            add_random(&state, scene.processors - 1);
        }
        if (check_below(&state, 2) == 0) {
            add_span(check_below(&state, 50), 60, 1);
            add_span(60, check_below(&state, 2) == 0 ? NEVER : 90, 1);
        }
        scene.now = check_below(&state, 3) == 0 ? 55 : 0;
        open_drawn();
        for (method = 0; method < METHODS; method++) {
            const sked_moldable_choice choice = choice_of(method, 0, seed % 2);
            if (takes(method, 0, seed % 2)) {
                CHECK_SEED(seed, plans_by(&choice));
            }
        }
        check_frontier();
    }
}

/* ---- main ------------------------------------------------------------------------------------ */

int main(void) {
    test_left_behind();
    test_left_behind_short();
    test_early();
    test_late();
    test_taken_back();
    test_just_enough();
    test_linear();
    test_orders();
    test_divisible_last();
    test_holes();
    test_long_lists();
    test_one();
    test_mixed();
    test_monotone_ones();
    test_ready();
    test_spans();
    test_zeros();
    test_divisible_only();
    test_far_apart();
    test_longest();
    test_large_savings();
    test_far_from_least();
    test_ratios_do_not_wrap();
    test_wide_ratios();
    test_wide_goals();
    test_too_long();
    test_default_weights();
    test_no_gap_for_small();
    test_guarantee_without_limit();
    test_guarantee_of_tables();
    test_alike();
    test_frontier();
    test_frontier_of_judged();
    test_same();
    test_same_anywhere();
    test_shuffles();
    test_steps();
    test_defaults();
    test_goals();
    test_knapsack();
    test_heaviest();
    test_batched();
    test_batches_begin();
    test_work_before_span();
    test_statuses();
    test_point_statuses();
    test_largest_machine();
    test_large_knapsack();
    test_liars();
    test_fickle();
    test_random();
    return check_done("quick/moldable_plan");
}
