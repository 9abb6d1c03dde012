/* moldable_pins.c - quick tests of moldable tasks: scenes at random, with pinned answers.
 *
 * SPDX-License-Identifier: MIT
 *
 * Every form of a task, spans, tasks that come later or are left out; every method, order and kind
 * of arrivals; bounds, prices, frontiers. The public interface only. */
#define SKED_IMPLEMENTATION
#include "sched_moldable.h"

#include "../check.h"
#include "../culprit.h"
#include "moldable_scenes.h"
#include "pins.h"

static void pin_rows(void) {
    uint32_t i;
    for (i = 0; i < scene.tasks_count; i++) {
        pin_time(rows[i].start * 1000 + rows[i].end);
        pin(rows[i].width);
    }
}

static void pin_result(void) {
    pin_time(result.makespan);
    pin_time(result.makespan_lower_bound);
    pin_wide(result.minsum);
    pin_wide(result.minsum_lower_bound);
    pin(result.makespan_ratio_permille);
    pin(result.minsum_ratio_permille);
    pin(result.guarantee_permille);
    pin(result.steps);
}

/* ---- scenes ---------------------------------------------------------------------------------- */

static void add_any_table(uint32_t weight, uint32_t wild) {
    sked_moldable_task *task = add_task(SKED_MOLDABLE_TABLE, weight, 0);
    sked_time *table = tables[task - tasks];
    sked_time time = 30 + any_below(60);
    task->count = 1 + any_below(scene.processors + 3);
    for (task->count = task->count > 24 ? 24 : task->count; task->times == NULL;) {
        uint32_t k;
        for (k = 0; k < task->count; k++) {
            table[k] = time;
            time -= time * any_below(100) / (100 * (k + 2));
            time += wild ? any_below(12) : 0;
            time += time < 1;
        }
        task->times = table;
    }
}

static void add_any_list(uint32_t weight) {
    sked_moldable_task *task = add_task(SKED_MOLDABLE_LIST, weight, 0);
    sked_moldable_allotment *list = lists[task - tasks];
    uint32_t width = 1, i;
    sked_time time = 20 + any_below(90);
    task->count = 1 + any_below(4);
    for (i = 0; i < task->count; i++) {
        list[i].width = width;
        list[i].time = time;
        width += 1 + any_below(4);
        time = 1 + time * (50 + any_below(50)) / 100;
    }
    task->allotments = list;
}

static void add_any(uint32_t forms) {
    const uint32_t form = any_below(forms), weight = any_below(12);
    const sked_time time = 10 + any_below(200);
    const uint32_t one = any_below(900), other = any_below(5000);
    sked_moldable_task *task;
    switch (form) {
    case 0:
        add_any_table(weight, 0);
        break;
    case 1:
        add_amdahl(weight, time, one);
        break;
    case 2:
        add_downey(weight, time, 1000 + (weight < 4 ? other / 500 * 500 : other), one * 2);
        break;
    case 3:
        add_any_list(weight);
        break;
    case 4:
        add_rigid(weight, 1 + one % 3, time / 4 + 1);
        break;
    case 5:
        add_any_table(weight, 1);
        break;
    case 6:
        task = add_task(SKED_MOLDABLE_ORACLE, weight, 0);
        allow(task, 1, 0, 0);
        break;
    default:
        add_divisible(weight, time);
    }
    task = &tasks[scene.tasks_count - 1];
    if (form == 1 || form == 2) {
        allow(task, one % 3, 3 + other % 12, one % 4);
    }
}

static sked_time slow_time(void *ctx, uint32_t task, uint32_t width) {
    (void)ctx;
    return 5 + (sked_time)((40 + 7 * task) / width);
}

/* The first scenes are plain; later ones have more forms, spans, later tasks. */
static void open_any(uint32_t number) {
    uint32_t i, count = 4 + any_below(8);
    draw(5 + any_below(number % 3 == 2 ? 40 : 10));
    scene.oracle.time = slow_time;
    scene.frontier_max = 4 + number % 3;
    for (i = 0; i < count; i++) {
        add_any(number < 2 ? 1 : number < 5 ? 6 : 8);
        if (number >= 3 && any_below(3) == 0) {
            tasks[i].ready = any_below(120);
        }
    }
    if (number % 2 == 1 && number > 2) {
        for (i = 0; i < 3; i++) {
            const sked_time start = any_below(100), length = 1 + any_below(60);
            add_span(start, i == 2 ? NEVER : start + length, 1 + any_below(2));
        }
        leave_out(any_below(count));
        scene.now = any_below(20);
    }
    CHECK_SEED(number + 1, sked_moldable_init(&plans, &scene, room, sizeof(room)) == SKED_OK);
}

/* ---- questions ------------------------------------------------------------------------------- */

static void plan_by_all(void) {
    uint32_t i;
    for (i = 0; i < 2 * METHODS; i++) {
        sked_moldable_choice choice;
        memset(&choice, 0, sizeof(choice));
        choice.method = (sked_moldable_method)(i % METHODS);
        choice.order = (sked_moldable_order)any_below(ORDERS - (i % METHODS != METHODS - 1));
        choice.arrivals = (sked_moldable_arrivals)(i / METHODS);
        choice.shuffles = any_below(3);
        choice.makespan_weight = any_below(3);
        choice.minsum_weight = any_below(3);
        choice.makespan_max = any_below(3) == 0 ? 100 : 0;
        choice.steps_max = 1000 + any_below(4000);
        choice.seed = i;
        if (told(sked_moldable_plan(&plans, &choice, rows, &result)) == SKED_OK) {
            pin_rows();
            pin_result();
            CHECK(sked_moldable_evaluate(&plans, rows, NULL, &result) == SKED_OK);
        }
    }
}

static void ask_tasks(void) {
    uint32_t task, width;
    uint64_t work;
    sked_time time;
    sked_moldable_allotment allotment;
    for (task = 0; task < scene.tasks_count + 1; task++) {
        for (width = 0; width < scene.processors + 2; width += 1 + width / 6) {
            if (told(sked_moldable_get_time(&plans, task, width, &time)) == SKED_OK) {
                pin_time(time);
            }
            if (told(sked_moldable_get_allotment(&plans, task, 1 + 9 * (sked_time)width, &allotment,
                                                 &work)) == SKED_OK) {
                pin_time(allotment.time * 1000 + allotment.width);
                pin(work);
            }
        }
    }
    if (told(sked_moldable_check_monotone(&plans, &task, &width)) == SKED_E_MONOTONY) {
        pin(task + 1000 * width);
    }
}

static void ask_bounds(void) {
    static sked_moldable_price prices[SKED_MOLDABLE_PRICES_MAX];
    uint32_t count = 0, j;
    int32_t shift = 0;
    int refused = 0;
    sked_u128 least;
    sked_time deadline;
    for (deadline = scene.now + 8; deadline < 400; deadline += deadline / 3) {
        told(sked_moldable_dual_test(&plans, deadline, &refused));
        pin((uint64_t)refused);
    }
    told(sked_moldable_bound(&plans, 20, any_below(3) == 0 ? 0 : 101 + any_below(300)));
    if (told(sked_moldable_get_prices(&plans, prices, &count, &shift)) == SKED_OK && count > 0) {
        pin(count);
        pin((uint64_t)(64 + shift));
        for (j = 0; j < count; j++) {
            pin_time(prices[j].end);
            pin(prices[j].price);
        }
        told(sked_moldable_dual_bound(&plans, prices, count, shift, &least));
        pin_wide(least);
    }
}

static void ask_plans(void) {
    static sked_word words[TASKS_MAX * SKED_SET_WORDS(64u)];
    const sked_moldable_info info = info_of(&plans);
    sked_set started, all;
    sked_word started_words[SKED_SET_WORDS(64u)];
    sked_span running[TASKS_MAX];
    uint32_t i, p;
    pin(info.tasks + 100 * info.width_max + 10000 * info.plans);
    pin_time(info.refused + 1000 * info.accepted);
    pin_wide(info.minsum_lower_bound);
    pin(info.work_lower_bound);
    for (i = 0; i < info.plans + 1; i++) {
        if (told(sked_moldable_get_plan(&plans, i, rows, &result)) != SKED_OK) {
            continue;
        }
        pin_rows();
        pin_result();
        if (told(sked_moldable_pieces(&plans, rows, pieces, PIECES_MAX, &pieces_count)) ==
            SKED_OK) {
            for (p = 0; p < pieces_count; p++) {
                pin_time(pieces[p].start * 1000 + pieces[p].end);
                pin(pieces[p].task + 1000 * pieces[p].width);
            }
        }
        if (scene.processors <= 64 && told(sked_moldable_assign(&plans, rows, words)) == SKED_OK) {
            all.words = words;
            all.size = scene.processors;
            for (p = sked_set_first(&all); p < all.size; p = sked_set_next(&all, p)) {
                pin(p);
            }
        }
        started = sked_set_of(started_words, scene.tasks_count);
        pin(sked_moldable_started(rows, 40, &started, running));
        pin(sked_set_count(&started));
    }
}

/* Any prices, which change when tasks are ready, too: what do they prove? */
static void ask_any_prices(void) {
    static sked_moldable_price prices[SKED_MOLDABLE_PRICES_MAX];
    const uint32_t count = 1 + any_below(12), zoom = any_below(40);
    const int32_t shift = (int32_t)any_below(129) - 64;
    sked_time end = scene.now;
    sked_u128 least;
    uint32_t j;
    for (j = 0; j < count; j++) {
        const sked_time ready = tasks[any_below(scene.tasks_count)].ready;
        end = any_below(2) == 0 && ready > end ? ready : end + 1 + (sked_time)any_below(30);
        prices[j].end = end;
        prices[j].price = any_below(4) == 0 ? 0 : (uint64_t)any_below(UINT32_C(1) << 16) << zoom;
    }
    if (told(sked_moldable_dual_bound(&plans, prices, count, shift, &least)) == SKED_OK) {
        pin_wide(least);
    }
    for (j = 0; j < count; j++) {           /* about what a tick of a weight costs, or half */
        const uint64_t price = 1 + (uint64_t)any_below(12);
        prices[j].price = price << (31 - any_below(2));
    }
    if (told(sked_moldable_dual_bound(&plans, prices, count, 32, &least)) == SKED_OK) {
        pin_wide(least);
    }
}

/* A plan with one number changed: is it still one? */
static void ask_wrong_plans(void) {
    uint32_t i, task = 0;
    for (i = 0; i < 3 * scene.tasks_count; i++) {
        const sked_moldable_row kept = rows[i / 3];
        rows[i / 3].start += i % 3 == 0 ? 3 : 0;
        rows[i / 3].end += i % 3 == 0 ? 3 : i % 3 == 1 ? 1 : 0;
        rows[i / 3].width += i % 3 == 2;
        if (told(sked_moldable_evaluate(&plans, rows, &task, &result)) == SKED_E_PLAN) {
            pin(task);
        }
        rows[i / 3] = kept;
    }
}

enum { SCENES = 12 };

static void test_scenes(void) {
    static const uint32_t pins[SCENES] = {
        0xF63B4A32, 0x30F4D8B0, 0x87727830, 0x44ECFBF3, 0xEBF55ADA, 0x7668EA19,
        0xCCD00CD6, 0x51EC2660, 0x35577913, 0xCA408EC4, 0xE14D34BF, 0x6724D079
    };
    uint32_t number;
    pins_begin(1);
    for (number = 0; number < SCENES; number++) {
        open_any(number);
        ask_tasks();
        ask_bounds();
        plan_by_all();
        ask_plans();
        ask_wrong_plans();
        pins_compare(1, pins, number);
    }
}

/* ---- many more, small or large --------------------------------------------------------------- */

/* Makes times, works and weights large, so that sums take more than one word. */
static void enlarge(uint32_t shift) {
    uint32_t i, k;
    for (i = 0; i < scene.tasks_count; i++) {
        tasks[i].weight = tasks[i].weight << 20 | any_below(1 << 20);
        tasks[i].ready <<= shift;
        tasks[i].time = tasks[i].time << shift | (sked_time)any_below(1 << 10);
        for (k = 0; tasks[i].times != NULL && k < tasks[i].count; k++) {
            tables[i][k] <<= shift;
        }
        for (k = 0; tasks[i].allotments != NULL && k < tasks[i].count; k++) {
            lists[i][k].time <<= shift;
        }
    }
    for (i = 0; i < scene.spans_count; i++) {
        spans[i].start <<= shift;
        spans[i].end = spans[i].end == NEVER ? NEVER : spans[i].end << shift;
    }
}

static sked_time ideal_time(void *ctx, uint32_t task, uint32_t width) {
    (void)ctx;
    return (sked_time)((1000 + 900 * task + width - 1) / width);
}

/* A few tasks of any form, on a few processors or many; the limits of memory are small at times. */
static void draw_any(uint32_t number) {
    const uint32_t style = number % 10, count = 1 + any_below(7);
    uint32_t i;
    draw(1 + any_below(style == 9 ? 20000 : style > 6 ? 60 : 6));
    scene.oracle.time = ideal_time;
    scene.frontier_max = any_below(4);
    scene.cells_max = style < 3 ? any_below(40) : 0;
    scene.intervals_max = any_below(3) == 0 ? 1 + any_below(60) : 0;
    for (i = 0; i < count; i++) {
        add_any(style < 2 ? 4 : 8);
        tasks[i].ready = any_below(4) == 0 ? (sked_time)any_below(90) : 0;
    }
    if (style == 4 || style == 8) {
        const sked_time time = 1 + (sked_time)any_below(80);
        add_span(0, time, 1 + any_below(scene.processors));
        add_span(time / 2, style == 4 ? NEVER : 90, 1 + any_below(1 + scene.processors / 2));
        scene.now = any_below(30);
    }
    if (style == 6) {
        add_rigid(1 + any_below(9), 1, 1);
    }
    if (style == 5) {
        leave_out(any_below(count));
    }
    if (style == 3 || style == 9) {
        enlarge(10 + any_below(18));
    }
}

static sked_moldable_choice any_choice(void) {
    const sked_moldable_method method = (sked_moldable_method)any_below(METHODS);
    sked_moldable_choice choice = choosing(method, (sked_moldable_order)any_below(ORDERS));
    choice.arrivals = (sked_moldable_arrivals)(any_below(4) == 0);
    choice.shuffles = any_below(8);
    choice.makespan_weight = any_below(4);
    choice.minsum_weight = any_below(1001);
    choice.makespan_max = any_below(4) == 0 ? 1 + (sked_time)any_below(100) : 0;
    choice.steps_max = 100 + any_below(900);
    choice.seed = any_below(5);
    return choice;
}

/* What is planned is a plan, and truly told; no bound is above it. */
static void plan_any(uint32_t number) {
    uint32_t i;
    draw_any(number);
    if (told(open_scene()) != SKED_OK) {
        return;
    }
    for (i = 0; i < 6; i++) {
        const sked_moldable_choice choice = any_choice();
        const int is_planned = plans_by(&choice);
        pin((uint64_t)is_planned);
        if (is_planned) {
            pin_rows();
            pin_result();
        }
        if (i == 2) {
            ask_bounds();
            ask_any_prices();
        }
    }
    ask_plans();
    CHECK(guard_holds());
}

static void test_many(void) {
    enum { PLACES = 12, EACH = 15 };
    static const uint32_t pins[PLACES] = {
        0xCF41E377, 0xD29A5BFC, 0x0F376F24, 0x92270F0A, 0xD20F0D55, 0xB77C2740,
        0x95B55BFD, 0x119F4A08, 0x67D002BE, 0x88816C77, 0x94F35977, 0x2217BBF9
    };
    uint32_t number;
    pins_begin(2);
    for (number = 0; number < PLACES * EACH; number++) {
        plan_any(number);
        if (number % EACH == EACH - 1) {
            pins_compare(2, pins, number / EACH);
        }
    }
}

/* Tables of monotone tasks, so many that two shelves are hard to fill. What is guaranteed is
 * kept. */
static void test_shelves(void) {
    enum { PLACES = 6, EACH = 20 };
    static const uint32_t pins[PLACES] = {
        0xF0E5EC19, 0x9930891C, 0x9269A1C3, 0xFB18E170, 0x5E5F2812, 0xF4FF3D36
    };
    uint32_t number, i, count;
    pins_begin(3);
    for (number = 0; number < PLACES * EACH; number++) {
        draw(3 + any_below(20));
        count = 2 + any_below(number % 2 == 0 ? 12 : 40);
        for (i = 0; i < count; i++) {
            add_any_table(any_below(9), 0);
            if (number % 3 == 0) {
                tables[i][0] += any_below(5) == 0 ? 150 : 0;
            }
        }
        CHECK(open_scene() == SKED_OK);
        CHECK(plans_with(SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH));
        pin_rows();
        pin_result();
        CHECK(plans_with(SKED_MOLDABLE_SHELVES, SKED_MOLDABLE_SHELF));
        pin_rows();
        if (number % EACH == EACH - 1) {
            pins_compare(3, pins, number / EACH);
        }
    }
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void spoil_task(sked_moldable_task *task) {
    const uint32_t k = task->count > 0 ? any_below(task->count) : 0, which = any_below(10);
    sked_time *times = tables[task - tasks];
    sked_moldable_allotment *list = lists[task - tasks];
    const sked_time wrong = which % 2 == 0 ? 0 : which % 4 == 1 ? -1 : SKED_TIME_MAX + 1;
    if (which < 3) {
        times[k] = wrong;
        list[k].time = wrong;
        task->time = wrong;
    } else if (which == 3) {
        list[k].width = list[0].width - 1;
        task->width_min = task->width_min > 0 ? scene.processors + any_below(2) : 0;
    } else if (which == 4) {
        task->ready = any_below(2) == 0 ? -1 : SKED_TIME_MAX + 1;
    } else if (which == 5) {
        task->sequential_permille += 1000;
        task->parallelism_permille %= 1100;
        task->variance_permille <<= any_below(12);
    } else if (which == 6) {
        task->width_max = any_below(3);
        task->width_min = 1 + any_below(4);
    } else if (which == 7) {
        task->time = SKED_TIME_MAX / (1 + (sked_time)any_below(4000));
    } else if (which == 8) {
        task->count = any_below(2);
    } else {
        times[k] = list[k].time = SKED_TIME_MAX >> any_below(9);
    }
}

static void spoil_settings(void) {
    const uint32_t one = any_below(2);
    switch (any_below(8)) {
    case 0:
        scene.processors = one == 0 ? 0 : SKED_MOLDABLE_MAX + 1;
        break;
    case 1:
        scene.frontier_max = 65536 + any_below(2);
        break;
    case 2:
        scene.intervals_max = 256 + any_below(2);
        break;
    case 3:
        scene.now = one == 0 ? -1 : SKED_TIME_MAX + (sked_time)any_below(2);
        break;
    case 4:
        add_span(5, 5 + (sked_time)any_below(2), one);
        break;
    case 5:
        add_span(0, NEVER, scene.processors - any_below(2));
        break;
    case 6:
        leave_out(0);
        left_out.size -= any_below(2);
        break;
    default:
        add_span(-1 + (sked_time)one, SKED_TIME_MAX + (sked_time)any_below(2), 1);
    }
}

/* The status of a scene with a fault or two, and whose fault it is. */
static void test_refused(void) {
    enum { PLACES = 6, EACH = 150 };
    static const uint32_t pins[PLACES] = {
        0xA8A99BD9, 0x59DE3BB4, 0x59DB8EEA, 0xA81C8D7E, 0x14DB3B21, 0x093A88E4
    };
    uint32_t number, task;
    size_t bytes;
    pins_begin(4);
    for (number = 0; number < PLACES * EACH; number++) {
        draw_any(number);
        spoil_task(&tasks[any_below(scene.tasks_count)]);
        if (any_below(3) == 0) {
            spoil_settings();
        }
        task = 4711;
        bytes = 4711;
        if (told(moldable_check(&scene, &task)) != SKED_OK) {
            CHECK(sked_moldable_init(&plans, &scene, room, sizeof(room)) != SKED_OK);
        }
        CHECK(told(sked_moldable_bytes(&scene, &bytes)) == SKED_OK || bytes == 4711);
        pin(task);
        if (number % EACH == EACH - 1) {
            pins_compare(4, pins, number / EACH);
        }
    }
}

int main(void) {
    test_scenes();
    test_many();
    test_shelves();
    test_refused();
    return check_done("moldable_pins");
}
