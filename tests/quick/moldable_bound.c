/* moldable_bound.c - quick tests of what is proved of moldable tasks: deadlines, prices, minsums.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. What prices prove is compared with the definition, evaluated at every
 * tick. */
#define SKED_IMPLEMENTATION
#include "sched_moldable.h"

#include "../check.h"
#include "moldable_scenes.h"

enum { PRICES = (int)SKED_MOLDABLE_PRICES_MAX };
static sked_moldable_price prices[PRICES];
static uint32_t prices_count;
static int32_t prices_shift;
static sked_align other_room[ROOM];

/* ---- the definition -------------------------------------------------------------------------- */

/* All weights together. */
static uint64_t weights(void) {
    uint64_t sum = 0;
    uint32_t task;
    for (task = 0; task < scene.tasks_count; task++) {
        sum += is_out(task) ? 0 : tasks[task].weight;
    }
    return sum;
}

/* What a processor costs during the tick that begins then, in 2^-32 of a weight; but never more
 * than all weights, and nothing when all could be over. */
static uint64_t price_at(sked_time time) {
    const uint64_t most = weights() << 32;
    uint32_t j;
    for (j = 0; j < prices_count && time < longest(); j++) {
        if (time < prices[j].end) {
            return prices[j].price < most ? prices[j].price : most;
        }
    }
    return 0;
}

/* What a task pays that begins then, with that width, in 2^-32 of a weight. */
static sked_u128 paid(uint32_t task, sked_time start, uint32_t width) {
    const sked_time end = start + time_of(task, width);
    sked_u128 sum = sked_u128_mul(tasks[task].weight, (uint64_t)end << 32);
    sked_time t;
    for (t = start; t < end && t < prices[prices_count - 1].end; t++) {
        sum = sked_u128_add(sum, sked_u128_mul(price_at(t), width));
    }
    return sum;
}

/* The least that a task can pay: it never gains by waiting for longer than there are prices. */
static sked_u128 least_paid(uint32_t task) {
    sked_u128 least = {UINT64_MAX, 0};
    const sked_time last = prices[prices_count - 1].end;
    sked_time start = earliest(task);
    uint32_t width;
    do {
        for (width = 1; width <= scene.processors; width++) {
            const sked_u128 sum =
                allows(task, width) ? paid(task, start, width) : least;
            least = sked_u128_compare(sum, least) < 0 ? sum : least;
        }
    } while (start++ < last);
    return least;
}

/* What all processors could earn. */
static sked_u128 earned(void) {
    sked_u128 sum = {0, 0};
    sked_time t;
    for (t = scene.now; t < prices[prices_count - 1].end; t++) {
        sum = sked_u128_add(sum, sked_u128_mul(price_at(t), left_at(t)));
    }
    return sum;
}

/* What the prices prove, for tables: an integer, so that what is above one counts as the next.
 * Times count from now: what is before is sure. */
static uint64_t proved(void) {
    const uint64_t sure = weights() * (uint64_t)scene.now;
    const sked_u128 cost = sked_u128_add(earned(), sked_u128_mul(sure, UINT64_C(1) << 32));
    sked_u128 sum = {0, 0};
    uint32_t task;
    for (task = 0; task < scene.tasks_count; task++) {
        if (!is_out(task)) {
            sum = sked_u128_add(sum, least_paid(task));
        }
    }
    if (sked_u128_compare(sum, cost) <= 0) {
        return sure;
    }
    sum = sked_u128_sub(sum, cost);
    sum = sked_u128_add(sum, wide_of(UINT32_MAX));
    return sure + (sum.high << 32 | sum.low >> 32);
}

/* ---- scenes ---------------------------------------------------------------------------------- */

static void draw_tables(void) {
    draw(4);
    add_table(3, "10 7 5 5");
    add_table(1, "9 5 4 3");
    add_table(4, "3 2 2 2");
    add_table(2, "6 6 6 1");
    add_rigid(5, 3, 4);
}

static void draw_all_forms(void) {
    draw_forms();
    add_divisible(2, 33);
    add_table(0, "7 5 4 9 1 1");
}

/* ---- prices ---------------------------------------------------------------------------------- */

/* What the prices prove to an object that has seen nothing else; this one is told the same. */
static sked_u128 evaluated(void) {
    sked_u128 least = {4711, 4712}, again = {4711, 4712};
    sked_moldable other;
    memset(other_room, 0x3C, sizeof(other_room));
    CHECK(sked_moldable_init(&other, &scene, other_room, block_bytes) == SKED_OK);
    CHECK(sked_moldable_dual_bound(&other, prices, prices_count, prices_shift, &least) == SKED_OK);
    CHECK(sked_moldable_dual_bound(&plans, prices, prices_count, prices_shift, &again) == SKED_OK);
    CHECK(sked_u128_compare(least, again) == 0 && guard_holds());
    sked_moldable_destroy(&other);
    return least;
}

/* Bounds, and has the certificate checked by another; the bound never falls. */
static void check_bound(uint32_t iterations, uint32_t growth) {
    const sked_u128 before = info_of(&plans).minsum_lower_bound;
    sked_u128 after;
    uint32_t j;
    CHECK(sked_moldable_bound(&plans, iterations, growth) == SKED_OK && guard_holds());
    after = info_of(&plans).minsum_lower_bound;
    CHECK(sked_u128_compare(after, before) >= 0);
    prices_count = 4711;
    memset(prices, 0x5A, sizeof(prices));
    CHECK(sked_moldable_get_prices(&plans, prices, &prices_count, &prices_shift) == SKED_OK);
    CHECK(prices_count <= SKED_MOLDABLE_PRICES_MAX);
    CHECK(prices_shift >= -64 && prices_shift <= 64);
    for (j = 0; j < prices_count; j++) {
        CHECK(prices[j].end > (j == 0 ? scene.now : prices[j - 1].end));
        CHECK(prices[j].end <= SKED_TIME_MAX);
    }
    CHECK(prices_count == PRICES || prices[prices_count].end == INT64_C(0x5A5A5A5A5A5A5A5A));
    if (prices_count > 0) {
        CHECK(sked_u128_compare(evaluated(), after) == 0);
    } else {
        CHECK(sked_u128_compare(after, before) == 0);
    }
}

/* No plan is below what was proved before and after. */
static void check_plans(void) {
    uint32_t method;
    for (method = 0; method < METHODS; method++) {
        CHECK(plans_with((sked_moldable_method)method, SKED_MOLDABLE_SMITH));
    }
}

static void test_certificates(void) {
    static const uint32_t growths[6] = {0, 101, 115, 130, 200, 400};
    uint32_t i;
    for (i = 0; i < 6; i++) {
        draw_tables();
        open_drawn();
        check_bound(30, growths[i]);
        check_plans();
        check_bound(10, 0);
        check_bound(1, growths[5 - i]);
        draw_all_forms();
        scene.now = i % 2 == 0 ? 0 : 7;
        tasks[2].ready = 13 * i;
        tasks[5].ready = 11 * i;
        if (i > 2) {
            add_span(5, 12, 3);
            add_span(30, i == 3 ? 99 : NEVER, 2);
            leave_out(i);
        }
        open_drawn();
        check_bound(30, growths[i]);
        check_plans();
    }
}

/* The certificate does not depend on what stood in the block before; it outlives plans; and the
 * defaults are 150 iterations and a growth of 15 %. */
static void test_same_certificate(void) {
    static const uint32_t most[5] = {0, 11, 15, 16, 19};
    static sked_moldable_price again[PRICES];
    uint32_t again_count = 0, round, i, j;
    int32_t again_shift = 0;
    for (i = 0; i < 5; i++) {
        draw_all_forms();
        scene.intervals_max = most[i];
        open_drawn();
        CHECK(sked_moldable_bound(&plans, 0, 0) == SKED_OK);
        CHECK(sked_moldable_get_prices(&plans, prices, &prices_count, &prices_shift) == SKED_OK);
        CHECK(prices_count > 0 && (i == 0 || prices_count >= most[i] - 1));
        for (round = 0; round < 2; round++) {
            if (round == 0) {
                check_plans();
            } else {
                memset(room, 0x3C, block_bytes);
                CHECK(sked_moldable_init(&plans, &scene, room, block_bytes) == SKED_OK);
                CHECK(sked_moldable_bound(&plans, 150, 115) == SKED_OK);
            }
            CHECK(sked_moldable_get_prices(&plans, again, &again_count, &again_shift) == SKED_OK);
            CHECK(again_count == prices_count && again_shift == prices_shift);
            for (j = 0; j < prices_count; j++) {
                CHECK(again[j].end == prices[j].end && again[j].price == prices[j].price);
            }
        }
    }
}

/* A bound that is told is as good as it should be: of the one optimum it is 90 % at least. */
static void test_tightness(void) {
    draw(3);
    add_table(3, "30 15 10");
    add_table(4, "30 15 10");
    add_table(5, "24 12 8");
    open_drawn();
    check_bound(0, 0);
    CHECK(info_of(&plans).minsum_lower_bound.low <= 196 &&
          info_of(&plans).minsum_lower_bound.low >= 177);
    draw(2);
    add_table(100, "10 9");
    add_table(1, "10 10");
    open_drawn();
    check_bound(0, 0);
    CHECK(info_of(&plans).minsum_lower_bound.low <= 919 &&
          info_of(&plans).minsum_lower_bound.low >= 900);
}

/* One task alone is as fast as it can be, and that is proved without prices. */
static void test_one(void) {
    draw(4);
    add_table(7, "10 7 5 5");
    open_drawn();
    CHECK(info_of(&plans).minsum_lower_bound.low == 35);
    CHECK(sked_moldable_get_prices(&plans, prices, &prices_count, &prices_shift) == SKED_OK);
    CHECK(prices_count == 0);
    check_bound(0, 0);
    CHECK(info_of(&plans).minsum_lower_bound.low == 35);
    CHECK(plans_with(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH));
    CHECK(result.minsum.low == 35 && result.minsum_ratio_permille == 1000);
}

/* ---- any prices ------------------------------------------------------------------------------ */

static void random_prices(uint64_t *state, sked_time last) {
    const uint32_t shift = 28 + check_below(state, 12);
    sked_time end = scene.now;
    prices_count = 0;
    prices_shift = 32;
    do {
        end += 1 + check_below(state, 7);
        prices[prices_count].end = end;
        prices[prices_count].price = check_random(state) >> shift;
        prices_count++;
    } while (end < last);
}

/* The definition is met, but for a rounding of each task and interval. */
static void check_evaluated(uint64_t seed) {
    const uint64_t exact = proved();
    const sked_u128 told = evaluated();
    CHECK_SEED(seed, told.high == 0 && told.low <= exact);
    CHECK_SEED(seed, told.low + 1 >= exact);
}

static void test_any_prices(void) {
    uint64_t seed;
    for (seed = 1; seed <= 8; seed++) {
        uint64_t state = seed;
        draw_tables();
        scene.now = seed % 3 == 0 ? 4 : 0;
        tasks[1].ready = check_below(&state, 20);
        if (seed % 2 == 0) {
            add_span(3, 5, 2);
            add_span(6, seed % 4 == 0 ? NEVER : 15, 1);
        }
        if (seed % 5 == 0) {
            leave_out(2);
        }
        open_drawn();
        random_prices(&state, 1 + check_below(&state, 40));
        check_evaluated(seed);
    }
}

/* Prices of 0 prove what the fastest times do; those beyond measure prove nothing. */
static void test_extreme_prices(void) {
    uint32_t j;
    draw_tables();
    scene.intervals_max = SKED_MOLDABLE_PRICES_MAX;
    open_drawn();
    prices_count = 1;
    prices_shift = 32;
    prices[0].end = 50;
    prices[0].price = 0;
    CHECK(evaluated().low == 3 * 5 + 1 * 3 + 4 * 2 + 2 * 1 + 5 * 4);
    prices_shift = -64;                         /* nothing is nothing in all units */
    CHECK(evaluated().low == 3 * 5 + 1 * 3 + 4 * 2 + 2 * 1 + 5 * 4);
    prices_shift = 64;
    CHECK(evaluated().low == 3 * 5 + 1 * 3 + 4 * 2 + 2 * 1 + 5 * 4);
    prices_shift = 32;
    prices[0].price = UINT64_MAX;
    CHECK(evaluated().low <= 3 * 15 + 7 + 4 * 9 + 2 * 10 + 5 * 19);
    prices[0].end = SKED_TIME_MAX;
    CHECK(evaluated().high == 0);
    prices[0].end = 1;
    CHECK(evaluated().high == 0);
    prices_count = SKED_MOLDABLE_PRICES_MAX;
    for (j = 0; j < prices_count; j++) {
        prices[j].end = SKED_TIME_MAX - (sked_time)(prices_count - 1 - j);
        prices[j].price = UINT64_MAX - j;
    }
    CHECK(evaluated().high == 0);
    for (j = 0; j < prices_count; j++) {
        prices[j].end = 1 + j;
        prices[j].price = UINT64_C(1) << 32;
    }
    check_evaluated(1);
}

static void check_evaluate(uint32_t count, int32_t shift, sked_status status) {
    sked_u128 least = {4711, 4712};
    CHECK(sked_moldable_dual_bound(&plans, prices, count, shift, &least) == status);
    CHECK((least.high == 4711) == (status != SKED_OK));
}

static void test_statuses(void) {
    uint32_t j;
    int refused = 4711;
    draw_tables();
    scene.intervals_max = 9;
    scene.now = 5;
    open_drawn();
    memcpy(other_room, room, block_bytes);
    CHECK(sked_moldable_bound(&plans, 1000001, 0) == SKED_E_RANGE);
    CHECK(sked_moldable_bound(&plans, UINT32_MAX, 0) == SKED_E_RANGE);
    CHECK(sked_moldable_bound(&plans, 1, 100) == SKED_E_RANGE);
    CHECK(sked_moldable_bound(&plans, 1, 1) == SKED_E_RANGE);
    CHECK(sked_moldable_bound(&plans, 1, 401) == SKED_E_RANGE);
    CHECK(sked_moldable_bound(&plans, 1, UINT32_MAX) == SKED_E_RANGE);
    CHECK(sked_moldable_dual_test(&plans, -1, &refused) == SKED_E_TIME);
    CHECK(sked_moldable_dual_test(&plans, SKED_TIME_MAX + 1, &refused) == SKED_E_TIME);
    CHECK(sked_moldable_dual_test(&plans, NEVER, &refused) == SKED_E_TIME && refused == 4711);
    CHECK(memcmp(other_room, room, block_bytes) == 0);
    for (j = 0; j < SKED_MOLDABLE_PRICES_MAX; j++) {
        prices[j].end = 6 + j;
        prices[j].price = j;
    }
    check_evaluate(0, 32, SKED_E_RANGE);
    check_evaluate(10, 32, SKED_E_RANGE);
    check_evaluate(UINT32_MAX, 32, SKED_E_RANGE);
    check_evaluate(9, 32, SKED_OK);
    check_evaluate(9, 64, SKED_OK);
    check_evaluate(9, 65, SKED_E_RANGE);
    check_evaluate(9, INT32_MAX, SKED_E_RANGE);
    check_evaluate(9, -64, SKED_OK);
    check_evaluate(9, -65, SKED_E_RANGE);
    check_evaluate(9, INT32_MIN, SKED_E_RANGE);
    check_evaluate(1, 32, SKED_OK);
    prices[0].end = 5;
    check_evaluate(1, 32, SKED_E_RANGE);
    prices[0].end = -1;
    check_evaluate(1, 32, SKED_E_RANGE);
    prices[0].end = 6;
    prices[1].end = 6;
    check_evaluate(2, 32, SKED_E_RANGE);
    prices[1].end = 5;
    check_evaluate(2, 32, SKED_E_RANGE);
    prices[1].end = SKED_TIME_MAX + 1;
    check_evaluate(2, 32, SKED_E_RANGE);
    prices[1].end = SKED_TIME_MAX;
    check_evaluate(2, 32, SKED_OK);
    check_evaluate(3, 32, SKED_E_RANGE);
}

/* ---- deadlines ------------------------------------------------------------------------------- */

/* Once refused, what is shorter is refused, too; and no plan is so short. */
static void check_deadlines(sked_time from, sked_time to) {
    sked_moldable_info info;
    sked_time shortest = NEVER, deadline;
    uint32_t method;
    for (method = 0; method < METHODS; method++) {
        CHECK(plans_with((sked_moldable_method)method, SKED_MOLDABLE_SMITH));
        shortest = result.makespan < shortest ? result.makespan : shortest;
    }
    info = info_of(&plans);
    CHECK(info.refused < shortest && info.refused < info.accepted);
    for (deadline = from; deadline <= to; deadline++) {
        const int refused = refuses(deadline);
        CHECK(!refused || deadline < shortest);
        CHECK(refused || deadline > info.refused);
    }
    open_drawn();
    for (deadline = to; deadline >= from; deadline--) {
        CHECK(!refuses(deadline) || deadline < shortest);
    }
}

static void test_deadlines(void) {
    draw_tables();
    open_drawn();
    check_deadlines(0, 40);
    draw_all_forms();
    open_drawn();
    check_deadlines(0, 80);
    scene.now = 1000;
    open_drawn();
    CHECK(refuses(1000));
    check_deadlines(990, 1080);
    add_span(1003, 1009, 5);
    add_span(1003, NEVER, 1);
    tasks[0].ready = 1030;
    tasks[5].ready = 1044;
    open_drawn();
    CHECK(refuses(1044));
    check_deadlines(1000, 1120);
    leave_out(1);
    leave_out(5);
    scene.cells_max = 1;
    open_drawn();
    check_deadlines(1000, 1120);
}

/* Between what is refused and what is accepted are 1/1000: one may ask there, too. */
static void test_deadlines_between(void) {
    sked_moldable_info info;
    sked_time deadline;
    uint32_t refused = 0, k;
    draw(5);
    add_table(1, "9973 6997 5011 5003");
    add_table(1, "9941 6991 5009 5003");
    add_table(1, "9931 6983 5011 4999");
    add_table(1, "9929 6977 5021 4993");
    add_table(1, "9923 6971 5023 4987");
    add_table(1, "9907 6967 5039 4973");
    open_drawn();
    info = info_of(&plans);
    CHECK(info.accepted - info.refused > 2);
    for (deadline = info.refused + 1; deadline < info.accepted; deadline++) {
        refused += (uint32_t)refuses(deadline);
    }
    CHECK(refused > 0 && !refuses(info.accepted));
    for (k = 0; k < METHODS; k++) {
        CHECK(plans_with((sked_moldable_method)k, SKED_MOLDABLE_SMITH));
        CHECK(result.makespan > info.refused + (sked_time)refused);
    }
}

/* The least width with which a table takes so long at most, 0 if there is none; and the least work
 * of it and all wider ones. */
static uint32_t width_within(uint32_t task, sked_time limit, uint64_t *work) {
    uint32_t least = 1, width;
    while (least <= scene.processors && time_of(task, least) > limit) {
        least++;
    }
    *work = UINT64_MAX;
    for (width = least; width <= scene.processors; width++) {
        const uint64_t here = work_of(task, width);
        *work = here < *work ? here : *work;
    }
    return least <= scene.processors ? least : 0;
}

/* The dual test by its definition, with a table of all capacities. */
static int passes_dual_test(sked_time d) {
    uint64_t saved[WIDTHS_MAX + 1] = {0}, sum = 0, work, gain[TASKS_MAX];
    uint32_t room_left = scene.processors, size[TASKS_MAX], items = 0, task, k;
    for (task = 0; task < scene.tasks_count; task++) {
        uint64_t half_work;
        const uint32_t width = width_within(task, d, &work);
        const uint32_t half = width_within(task, d / 2, &half_work);
        if (half == 0 && width > room_left) {
            return 0;
        }
        sum += half == 0 ? work : half_work;
        room_left -= half == 0 ? width : 0;
        if (half > 1) {                         /* else it is a small task */
            size[items] = width;
            gain[items++] = half_work - work;
        }
    }
    for (task = 0; task < items; task++) {
        for (k = room_left; k >= size[task]; k--) {
            const uint64_t with = saved[k - size[task]] + gain[task];
            saved[k] = with > saved[k] ? with : saved[k];
        }
    }
    return sum - saved[room_left] <= (uint64_t)d * scene.processors;
}

static void draw_steep_tables(uint64_t *state) {
    uint32_t task, k;
    draw(10 + check_below(state, 40));
    for (task = 4 + check_below(state, 6); task > 0; task--) {
        sked_moldable_task *added = add_table(1, "");
        sked_time time = 400 + (sked_time)check_below(state, 600);
        for (k = 0; k < scene.processors; k++) {
            tables[added - tasks][k] = time;
            time -= time * check_below(state, 100) / (100 + 40 * (sked_time)k);
        }
        added->times = tables[added - tasks];
        added->count = scene.processors;
    }
}

/* What is refused is what the dual test refuses, however hard the knapsack. Where it is not solved
 * exactly no more is refused, and sometimes less; then nothing is guaranteed. */
static void test_dual_test(void) {
    uint32_t weaker = 0;
    uint64_t seed;
    for (seed = 1; seed <= 200; seed++) {
        uint64_t state = seed;
        sked_time refused;
        draw_steep_tables(&state);
        open_drawn();
        refused = info_of(&plans).refused;
        CHECK_SEED(seed, passes_dual_test(refused + 1));
        CHECK_SEED(seed, !passes_dual_test(refused) || refuses(refused));
        scene.cells_max = 1;
        open_drawn();
        CHECK_SEED(seed, info_of(&plans).refused <= refused);
        if (info_of(&plans).refused < refused) {
            CHECK_SEED(seed, plans_with(SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH));
            CHECK_SEED(seed, result.guarantee_permille == 0);
            weaker++;
        }
    }
    CHECK(weaker > 0);
}

/* A piece takes a tick at least, and no more if that is enough. */
static void test_one_tick(void) {
    draw(4);
    add_divisible(1, 3);
    open_drawn();
    CHECK(info_of(&plans).refused == 0 && info_of(&plans).accepted == 1);
    CHECK(!refuses(1) && refuses(0));
    tasks[0].ready = 9;
    open_drawn();
    CHECK(info_of(&plans).refused == 9);
    CHECK(plans_with(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH) && result.makespan == 10);
}

/* Only the item that comes second, by what it saves for its size, saves enough; the third is wider
 * than what a long task leaves: for 20 ticks the works are 6 too many, and the items save 4 of one
 * processor, 7 of three and 6 of four, with three to spare. */
static void test_second_item(void) {
    draw(10);
    add_rigid(1, 7, 11);
    add_table(1, "20 13 8");
    add_table(1, "33 21 11 10 9");
    add_table(1, "99 50 30 11 10");
    add_divisible(1, 15);
    open_drawn();
    CHECK(!refuses(20));
    check_deadlines(15, 40);
}

/* ---- large numbers --------------------------------------------------------------------------- */

/* Coarse ticks: nothing wraps. */
static void test_longest(void) {
    const sked_time most = SKED_TIME_MAX / 24;
    draw(4);
    add_rigid(UINT32_MAX, 1, most);
    add_rigid(UINT32_MAX, 4, most - 1);
    add_rigid(1, 3, most);
    add_table(UINT32_MAX, "1 1 1 1");
    tables[3][0] = most / 2;
    add_divisible(UINT32_MAX - 1, most);
    open_drawn();
    check_bound(20, 0);
    check_bound(20, 400);
    check_plans();
    CHECK(info_of(&plans).minsum_lower_bound.high > 0);
    scene.now = most;
    open_drawn();
    check_bound(20, 101);
    check_plans();
}

/* One tick, and 2^40 of them: prices reach over all. */
static void test_far_apart(void) {
    draw(3);
    add_table(UINT32_MAX, "1");
    add_table(1, "2 1");
    add_amdahl(1, INT64_C(1) << 40, 5);
    add_amdahl(UINT32_MAX, INT64_C(1) << 40, 500);
    add_divisible(7, INT64_C(1) << 39);
    open_drawn();
    check_bound(20, 101);
    check_plans();
    check_bound(20, 0);
    check_plans();
}

/* All weights are 0, and nothing to do. */
static void test_zeros(void) {
    uint32_t i;
    draw_tables();
    for (i = 0; i < scene.tasks_count; i++) {
        tasks[i].weight = 0;
    }
    open_drawn();
    check_bound(10, 0);
    CHECK(info_of(&plans).minsum_lower_bound.low == 0);
    check_plans();
    CHECK(result.minsum_ratio_permille == 1000);
    for (i = 0; i < scene.tasks_count; i++) {
        leave_out(i);
    }
    open_drawn();
    check_bound(10, 0);
    CHECK(sked_moldable_bound(&plans, 1000000, 0) == SKED_OK);
    prices_count = 1;
    prices[0].end = 9;
    prices[0].price = 1;
    CHECK(evaluated().low == 0);
}

static sked_align large_room[(13u << 20) / sizeof(sked_align)];

/* Closed forms on as many processors as there may be: linear ones, where all is known. */
static void test_large_machine(void) {
    const sked_time times = (sked_time)SKED_MOLDABLE_MAX * 10;
    sked_u128 least = {0, 0};
    size_t bytes = 0;
    draw(SKED_MOLDABLE_MAX);
    add_amdahl(1, times, 0);
    add_amdahl(2, 2 * times, 0);
    CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_OK && bytes <= sizeof(large_room));
    CHECK(sked_moldable_init(&plans, &scene, large_room, bytes) == SKED_OK);
    block_bytes = 0;
    memset(room, 0xA5, GUARD);
    CHECK(refuses(29) && !refuses(30));
    CHECK(sked_moldable_bound(&plans, 40, 0) == SKED_OK);
    least = info_of(&plans).minsum_lower_bound;
    CHECK(least.high == 0 && least.low <= 10 + 2 * 30 && least.low >= 50);
    CHECK(plans_with(SKED_MOLDABLE_GANG, SKED_MOLDABLE_SMALLEST));
    CHECK(result.makespan == 30 && result.minsum.low == 70);
    sked_moldable_destroy(&plans);
}

/* The only plan that is known takes millions of times longer than it should. */
static void test_far_from_known(void) {
    size_t bytes = 0;
    draw(SKED_MOLDABLE_MAX);
    add_amdahl(UINT32_MAX, INT64_C(1) << 34, 0);
    add_amdahl(UINT32_MAX, INT64_C(1) << 34, 0);
    CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_OK && bytes <= sizeof(large_room));
    CHECK(sked_moldable_init(&plans, &scene, large_room, bytes) == SKED_OK);
    block_bytes = 0;
    memset(room, 0xA5, GUARD);
    CHECK(plans_with(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_SMITH));
    CHECK(result.makespan == INT64_C(1) << 34 && result.makespan_lower_bound <= 512);
    CHECK(sked_moldable_bound(&plans, 20, 0) == SKED_OK);
    CHECK(plans_with(SKED_MOLDABLE_GANG, SKED_MOLDABLE_SMITH) && result.makespan == 512);
    sked_moldable_destroy(&plans);
}

/* ---- oracles --------------------------------------------------------------------------------- */

/* A fraction of 50 over the square root of the width, or so: rounded up. */
static sked_time slow_down(void *ctx, uint32_t task, uint32_t width) {
    static const sked_time table[9] = {0, 50, 36, 29, 25, 23, 21, 19, 18};
    (void)ctx;
    return table[width < 8 ? width : 8] + task;
}

static void test_oracle(void) {
    uint32_t i;
    draw(9);
    scene.oracle.time = slow_down;
    for (i = 0; i < 5; i++) {
        allow(add_task(SKED_MOLDABLE_ORACLE, i, 0), i < 4 ? i : 1, 0, i);
    }
    open_drawn();
    check_bound(30, 0);
    check_plans();
    check_bound(30, 200);
    open_drawn();
    check_deadlines(0, 100);
}

/* ---- main ------------------------------------------------------------------------------------ */

/* ---- how much was done for a bound ----------------------------------------------------------- */

static uint32_t iterations_told(void) {
    CHECK(plans_with(SKED_MOLDABLE_DEMT, (sked_moldable_order)0));
    return result.bound_iterations;
}

/* None after a method that has no prices; then as many rounds as were made, in all. A kept plan and
 * one that is judged say the same; BEST makes some itself. */
static void test_iterations(void) {
    sked_moldable_result judged, kept;
    uint32_t first;
    draw_tables();
    scene.frontier_max = 2;
    open_drawn();
    CHECK(iterations_told() == 0);
    CHECK(sked_moldable_bound(&plans, 1, 0) == SKED_OK && iterations_told() == 1);
    CHECK(sked_moldable_bound(&plans, 4, 0) == SKED_OK);
    first = iterations_told();
    CHECK(first > 1 && first <= 5);
    CHECK(sked_moldable_evaluate(&plans, rows, NULL, &judged) == SKED_OK);
    CHECK(sked_moldable_get_plan(&plans, 0, NULL, &kept) == SKED_OK);
    CHECK(judged.bound_iterations == first && kept.bound_iterations == first);
    open_drawn();
    CHECK(iterations_told() == 0);
    CHECK(plans_with(SKED_MOLDABLE_BEST, (sked_moldable_order)0));
    CHECK(result.bound_iterations > 0);
}

int main(void) {
    test_certificates();
    test_same_certificate();
    test_tightness();
    test_one();
    test_any_prices();
    test_extreme_prices();
    test_statuses();
    test_deadlines();
    test_deadlines_between();
    test_dual_test();
    test_one_tick();
    test_second_item();
    test_longest();
    test_far_apart();
    test_zeros();
    test_large_machine();
    test_far_from_known();
    test_oracle();
    test_iterations();
    return check_done("quick/moldable_bound");
}
