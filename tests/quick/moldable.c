/* moldable.c - quick tests of moldable tasks: every status, times of all forms, judging, reading.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. Plans have their tests in moldable_plan.c, proofs in
 * moldable_bound.c. */
#define SKED_IMPLEMENTATION
#include "sched_moldable.h"

#include "../check.h"
#include "../culprit.h"
#include "moldable_scenes.h"

static sked_moldable empty;             /* all zeros */
static sked_align kept_room[ROOM];
static sked_moldable kept_plans;

static void keep(void) {
    memcpy(kept_room, room, block_bytes);
    memcpy(&kept_plans, &plans, sizeof(plans));
}

static int is_kept(void) {
    return memcmp(kept_room, room, block_bytes) == 0 &&
           memcmp(&kept_plans, &plans, sizeof(plans)) == 0;
}

/* ---- making one ------------------------------------------------------------------------------ */

static int is_empty(sked_moldable *which) {
    sked_moldable_info info;
    return sked_moldable_get_info(which, &info) == SKED_E_EMPTY;
}

/* bytes fails so, and so do check, init and make: without a block or a request. */
static void check_bytes_of(sked_status status, uint32_t culprit) {
    sked_moldable other;
    size_t bytes = 4711;
    uint32_t task = 4711;
    CHECK(sked_moldable_bytes(&scene, &bytes) == status && bytes == 4711);
    CHECK(moldable_check(&scene, &task) == status && task == culprit);
    memset(&other, 0x5A, sizeof(other));
    CHECK(sked_moldable_init(&other, &scene, room, sizeof(room)) == status && is_empty(&other));
    memset(&other, 0x5A, sizeof(other));
    CHECK(sked_moldable_create(&other, &scene, giving(SKED_NONE)) == status && is_empty(&other));
    CHECK(mine.calls == 0);
}

static void check_bytes(sked_status status) {
    check_bytes_of(status, SKED_NONE);
}

/* The second task has a form that is none. */
static void check_form(void) {
    check_bytes_of(SKED_E_SETTING, 1);
}

/* check, init and make say so, and check says whose fault it is. */
static void check_scene(sked_status status, uint32_t culprit) {
    sked_moldable other;
    uint32_t task = 4711;
    CHECK(moldable_check(&scene, &task) == status && task == culprit);
    CHECK(open_scene() == status && is_empty(&plans) == (status != SKED_OK) && guard_holds());
    memset(&other, 0x5A, sizeof(other));
    CHECK(sked_moldable_create(&other, &scene, giving(SKED_NONE)) == status);
    CHECK(is_empty(&other) == (status != SKED_OK));
    CHECK((mine.given == 0) == (status != SKED_OK));
    sked_moldable_destroy(&other);
    CHECK(is_empty(&other) && mine.given == 0 && !mine.wrong);
}

static void draw_two(void) {
    draw(4);
    add_table(1, "10 7 5 5");
    add_table(2, "6 4 3 3");
}

static void test_bytes(void) {
    size_t bytes = 0;
    draw_two();
    CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_OK && bytes > 0 && bytes < sizeof(room));
    scene.processors = 0;
    check_bytes(SKED_E_NO_PROCESSORS);
    scene.processors = SKED_MOLDABLE_MAX + 1;
    check_bytes(SKED_E_RANGE);
    scene.processors = UINT32_MAX;
    check_bytes(SKED_E_RANGE);
    draw_two();
    scene.tasks_count = 0;
    check_bytes(SKED_E_NO_TASKS);
    scene.tasks_count = SKED_MOLDABLE_MAX + 1;
    check_bytes(SKED_E_RANGE);
    draw_two();
    scene.spans_count = SKED_MOLDABLE_MAX + 1;
    check_bytes(SKED_E_RANGE);
    draw_two();
    scene.frontier_max = (1u << 16) + 1;
    check_bytes(SKED_E_RANGE);
    scene.frontier_max = UINT32_MAX;
    check_bytes(SKED_E_RANGE);
    draw_two();
    scene.intervals_max = 257;
    check_bytes(SKED_E_RANGE);
    scene.intervals_max = UINT32_MAX;
    check_bytes(SKED_E_RANGE);
    draw_two();
    tasks[1].form = (sked_moldable_form)(SKED_MOLDABLE_DIVISIBLE + 1);
    check_form();
    tasks[1].form = SKED_MOLDABLE_FORM_CLOSED_;
    check_form();
    scene.tasks_count = 1;                          /* what lies behind is not looked at */
    CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_OK);
    scene.spans_count = SKED_MOLDABLE_MAX;
    tasks[0].form = SKED_MOLDABLE_FORM_CLOSED_;
    CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_E_SETTING);
    scene.tasks_count = SKED_MOLDABLE_MAX;
    CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_E_SETTING);
}

/* Bits for exact knapsacks: as told, or for 2^25 cells. */
static void test_cells(void) {
    size_t bytes[3] = {1, 2, 3};
    uint32_t i;
    draw(UINT32_C(1) << 20);
    for (i = 0; i < 60; i++) {
        add_rigid(1, 1, 1);
    }
    for (i = 0; i < 3; i++) {
        scene.cells_max = (uint64_t)i << 25;
        CHECK(sked_moldable_bytes(&scene, &bytes[i]) == SKED_OK);
    }
    CHECK(bytes[0] == bytes[1] && bytes[2] > bytes[1] + (UINT32_C(7) << 19));
}

static void test_leave_out_sizes(void) {
    draw_two();
    left_out = sked_set_of(out_words, 3);
    scene.leave_out = &left_out;
    check_bytes(SKED_E_RANGE);
    left_out = sked_set_of(out_words, 1);
    check_bytes(SKED_E_RANGE);
    left_out = sked_set_of(out_words, 2);
    out_words[0] = 4;
    check_bytes(SKED_E_RANGE);
    out_words[0] = (sked_word)((sked_word)1 << (SKED_WORD_BITS - 1));
    check_bytes(SKED_E_RANGE);
    out_words[0] = 2;
    check_scene(SKED_OK, SKED_NONE);
    tasks[1].form = (sked_moldable_form)7;          /* of a task that is left out, too */
    check_form();
}

/* Of what would not fit into 32 bits; of 64 it is much, yet no overflow. */
static void test_large_bytes(void) {
    static sked_moldable_task many[4096];
    size_t bytes = 4711;
    uint32_t i;
    draw_two();
    for (i = 0; i < 4096; i++) {
        many[i] = tasks[0];
    }
    scene.tasks = many;
    scene.tasks_count = 4096;
    scene.frontier_max = 1u << 16;
    if (sizeof(size_t) > 4) {
        CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_OK && bytes > (size_t)1 << 31);
    } else {
        check_bytes(SKED_E_OVERFLOW);
    }
}

/* More entries than can be counted: only the counts are looked at. */
static void test_large_lists(void) {
    draw_two();
    tasks[1].form = SKED_MOLDABLE_LIST;
    tasks[1].count = UINT32_MAX;
    check_bytes(SKED_E_OVERFLOW);
    tasks[1].count = UINT32_MAX - 4;            /* with those of the table */
    check_bytes(SKED_E_OVERFLOW);
    if (sizeof(size_t) > 4) {
        size_t bytes = 0;
        tasks[1].count = UINT32_MAX - 5;
        CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_OK && bytes > UINT32_MAX);
    }
}

static void test_block(void) {
    size_t bytes = 0;
    draw_two();
    CHECK(sked_moldable_bytes(&scene, &bytes) == SKED_OK);
    memset(&plans, 0x5A, sizeof(plans));
    CHECK(sked_moldable_init(&plans, &scene, room, bytes - 1) == SKED_E_BLOCK && is_empty(&plans));
    memset(&plans, 0x5A, sizeof(plans));
    CHECK(sked_moldable_init(&plans, &scene, room, 0) == SKED_E_BLOCK && is_empty(&plans));
    CHECK(sked_moldable_init(&plans, &scene, (char *)room + 1, sizeof(room) - 1) ==
              SKED_E_BLOCK && is_empty(&plans));
    CHECK(sked_moldable_init(&plans, &scene, room, sizeof(room)) == SKED_OK);
    CHECK(info_of(&plans).bytes == bytes || info_of(&plans).bytes == sizeof(room));
    sked_moldable_destroy(&plans);
    CHECK(is_empty(&plans));
    sked_moldable_destroy(&plans);
}

static void test_make(void) {
    sked_moldable other;
    draw_two();
    memset(&other, 0x5A, sizeof(other));
    CHECK(sked_moldable_create(&other, &scene, giving(0)) == SKED_E_MEMORY && is_empty(&other));
    CHECK(mine.calls == 1 && mine.given == 0);
    memset(&other, 0x5A, sizeof(other));
    mine.crooked = 0;
    {
        const sked_mem crooked = giving(SKED_NONE);
        mine.crooked = 1;
        CHECK(sked_moldable_create(&other, &scene, crooked) == SKED_E_BLOCK && is_empty(&other));
        CHECK(mine.calls == 1 && mine.given == 0 && !mine.wrong);
    }
    CHECK(sked_moldable_create(&other, &scene, giving(1)) == SKED_OK && mine.given == 1);
    CHECK(info_of(&other).tasks == 2);
    sked_moldable_destroy(&other);
    sked_moldable_destroy(&other);
    CHECK(is_empty(&other) && mine.given == 0 && mine.calls == 1 && !mine.wrong);
}

/* ---- bad tasks ------------------------------------------------------------------------------- */

/* The third of four is at fault. */
static sked_moldable_task *third(void) {
    draw(8);
    add_table(1, "10 7 5 5");
    add_rigid(1, 2, 5);
    add_table(1, "10 7 5 5");
    add_divisible(1, 9);
    return &tasks[2];
}

static void third_list(const char *text) {
    memset(third(), 0, sizeof(tasks[2]));
    scene.tasks_count = 2;
    add_list(1, text);
    scene.tasks_count = 4;
}

static void check_third(sked_status status) {
    check_scene(status, status == SKED_OK ? SKED_NONE : 2);
    leave_out(2);                               /* what is left out is not looked at */
    check_scene(SKED_OK, SKED_NONE);
    scene.leave_out = NULL;
}

static void check_third_time(sked_time time, sked_status status) {
    third();
    tables[2][0] = time;
    check_third(status);
    third()->form = SKED_MOLDABLE_RIGID;
    tasks[2].width_min = 2;
    tasks[2].time = time;
    check_third(status);
    tasks[2].form = SKED_MOLDABLE_DIVISIBLE;
    check_third(status);
    tasks[2].form = SKED_MOLDABLE_AMDAHL;
    check_third(status);
    tasks[2].form = SKED_MOLDABLE_DOWNEY;
    tasks[2].parallelism_permille = 4000;
    check_third(status);
    third()->form = SKED_MOLDABLE_LIST;
    tasks[2].allotments = lists[2];
    tasks[2].count = 1;
    lists[2][0].width = 3;
    lists[2][0].time = time;
    check_third(status);
}

static void test_bad_times(void) {
    check_third_time(0, SKED_E_NO_TIME);
    check_third_time(-1, SKED_E_TIME);
    check_third_time(INT64_MIN, SKED_E_TIME);
    check_third_time(SKED_TIME_MAX + 1, SKED_E_TIME);
    check_third_time(NEVER, SKED_E_TIME);
    check_third_time(SKED_TIME_MAX, SKED_E_OVERFLOW);
    check_third_time(1, SKED_OK);
    third();
    tables[2][3] = 0;
    check_third(SKED_E_NO_TIME);
    tables[2][3] = SKED_TIME_MAX;               /* slow enough to be never used */
    check_third(SKED_OK);
    tables[2][3] = NEVER;
    check_third(SKED_E_TIME);
    tasks[2].width_max = 3;                     /* one that is not allowed */
    check_third(SKED_OK);
    third()->ready = -1;
    check_third(SKED_E_TIME);
    tasks[2].ready = SKED_TIME_MAX + 1;
    check_third(SKED_E_TIME);
    tasks[2].ready = NEVER;
    check_third(SKED_E_TIME);
    tasks[2].ready = 5;
    check_third(SKED_OK);
}

static void test_bad_widths(void) {
    third()->count = 0;
    check_third(SKED_E_WIDTHS);
    third_list("");
    check_third(SKED_E_WIDTHS);
    third_list("1:9 3:5 4:4");
    check_third(SKED_OK);
    lists[2][1].width = 4;
    check_third(SKED_E_WIDTHS);
    lists[2][1].width = 5;
    check_third(SKED_E_WIDTHS);
    lists[2][1].width = 1;
    check_third(SKED_E_WIDTHS);
    lists[2][1].width = 3;
    lists[2][0].width = 0;
    check_third(SKED_E_WIDTHS);
    third()->form = SKED_MOLDABLE_RIGID;
    tasks[2].time = 5;
    check_third(SKED_E_WIDTHS);                 /* width_min is 0 */
    allow(third(), 3, 2, 0);
    check_third(SKED_E_WIDTHS);
    allow(third(), 3, 3, 0);
    check_third(SKED_OK);
    allow(third(), UINT32_MAX, 1, UINT32_MAX);
    check_third(SKED_E_WIDTHS);
    third()->form = SKED_MOLDABLE_AMDAHL;
    tasks[2].time = 9;
    allow(&tasks[2], 3, 2, 0);
    check_third(SKED_E_WIDTHS);
    tasks[2].width_max = 3;
    check_third(SKED_OK);
}

static void test_too_wide(void) {
    allow(third(), 5, 0, 0);
    check_third(SKED_E_WIDTHS);                 /* the table ends before */
    allow(third(), 4, 0, UINT32_MAX);
    check_third(SKED_OK);
    add_span(7, NEVER, 5);
    check_third(SKED_E_TOO_WIDE);               /* than three */
    tasks[2].width_min = 3;
    check_third(SKED_OK);
    third()->form = SKED_MOLDABLE_RIGID;
    tasks[2].time = 5;
    tasks[2].width_min = 9;
    check_third(SKED_E_TOO_WIDE);
    tasks[2].width_min = UINT32_MAX;
    check_third(SKED_E_TOO_WIDE);
    tasks[2].width_min = 8;
    check_third(SKED_OK);
    third_list("9:9 12:5");
    check_third(SKED_E_TOO_WIDE);
    lists[2][0].width = 8;
    check_third(SKED_OK);
    third()->form = SKED_MOLDABLE_AMDAHL;
    tasks[2].time = 9;
    allow(&tasks[2], 9, 0, 0);
    check_third(SKED_E_TOO_WIDE);
    allow(&tasks[2], 8, UINT32_MAX, 0);
    check_third(SKED_OK);
}

static sked_time tell_nine(void *ctx, uint32_t task, uint32_t width) {
    (void)ctx;
    (void)task;
    (void)width;
    return 9;
}

static void test_bad_parameters(void) {
    third()->form = SKED_MOLDABLE_AMDAHL;
    tasks[2].time = 9;
    tasks[2].sequential_permille = 1001;
    check_third(SKED_E_RANGE);
    tasks[2].sequential_permille = UINT32_MAX;
    check_third(SKED_E_RANGE);
    tasks[2].sequential_permille = 1000;
    check_third(SKED_OK);
    tasks[2].form = SKED_MOLDABLE_DOWNEY;
    tasks[2].parallelism_permille = 999;
    check_third(SKED_E_RANGE);
    tasks[2].parallelism_permille = 0;
    check_third(SKED_E_RANGE);
    tasks[2].parallelism_permille = 1000;
    check_third(SKED_OK);
    tasks[2].variance_permille = (1u << 20) + 1;
    check_third(SKED_E_RANGE);
    tasks[2].variance_permille = UINT32_MAX;
    check_third(SKED_E_RANGE);
    tasks[2].variance_permille = 1u << 20;
    check_third(SKED_OK);
    third()->form = SKED_MOLDABLE_ORACLE;
    check_third(SKED_E_RANGE);
    scene.oracle.time = tell_nine;
    check_third(SKED_OK);
}

/* m times the end of the longest plan is SKED_TIME_MAX at most. */
static void test_overflow(void) {
    const sked_time most = SKED_TIME_MAX / 4;
    draw(4);
    add_rigid(1, 1, most);
    check_scene(SKED_OK, SKED_NONE);
    tasks[0].time = most + 1;
    check_scene(SKED_E_OVERFLOW, 0);
    tasks[0].time = most - 7;
    add_rigid(1, 3, 7);
    check_scene(SKED_OK, SKED_NONE);
    tasks[1].time = 8;
    check_scene(SKED_E_OVERFLOW, 1);
    tasks[1].time = 6;
    scene.now = 1;
    check_scene(SKED_OK, SKED_NONE);
    scene.now = 2;
    check_scene(SKED_E_OVERFLOW, 1);
    tasks[0].time = 100;
    tasks[0].ready = most - 106;
    check_scene(SKED_OK, SKED_NONE);
    tasks[1].ready = most - 106;
    check_scene(SKED_OK, SKED_NONE);
    tasks[1].ready++;
    check_scene(SKED_E_OVERFLOW, 1);
    tasks[1].ready = SKED_TIME_MAX;
    check_scene(SKED_E_OVERFLOW, 1);
    tasks[0].ready = tasks[1].ready = 0;
    add_span(0, most - 106, 1);
    check_scene(SKED_OK, SKED_NONE);
    spans[0].end++;
    check_scene(SKED_E_OVERFLOW, 1);
    spans[0].end = most;                        /* as late as may be without tasks */
    check_scene(SKED_E_OVERFLOW, 0);
    spans[0].end = SKED_TIME_MAX;
    check_scene(SKED_E_OVERFLOW, SKED_NONE);
    spans[0].end = NEVER;
    check_scene(SKED_OK, SKED_NONE);
    spans[0].start = most - 105;
    check_scene(SKED_E_OVERFLOW, 1);
}

/* The slowest of a task counts; of a table, that of no allowed width does not. */
static void test_overflow_of_tables(void) {
    draw(4);
    add_table(1, "1 1 1");
    tables[0][1] = SKED_TIME_MAX / 4;
    check_scene(SKED_OK, SKED_NONE);
    tables[0][0] = SKED_TIME_MAX / 4;
    check_scene(SKED_OK, SKED_NONE);
    tables[0][0] = SKED_TIME_MAX / 4 + 1;
    check_scene(SKED_E_OVERFLOW, 0);
    tasks[0].width_min = 2;
    check_scene(SKED_OK, SKED_NONE);
}

/* What is multiplied within a closed form stays below SKED_TIME_MAX. */
static void test_overflow_of_forms(void) {
    draw(1);
    add_amdahl(1, SKED_TIME_MAX / 2000, 500);
    check_scene(SKED_OK, SKED_NONE);
    tasks[0].time++;
    check_scene(SKED_E_OVERFLOW, 0);
    tasks[0].form = SKED_MOLDABLE_DOWNEY;
    tasks[0].parallelism_permille = 2000;
    tasks[0].time = SKED_TIME_MAX / (4 * 2000 * 1000);
    check_scene(SKED_OK, SKED_NONE);
    tasks[0].time++;
    check_scene(SKED_E_OVERFLOW, 0);
    tasks[0].variance_permille = 1u << 20;
    tasks[0].time = SKED_TIME_MAX / (4 * 2000) >> 20;
    check_scene(SKED_OK, SKED_NONE);
    tasks[0].time++;
    check_scene(SKED_E_OVERFLOW, 0);
    tasks[0].parallelism_permille = UINT32_MAX;
    tasks[0].time = 1 << 8;
    check_scene(SKED_OK, SKED_NONE);
    scene.processors = 1 << 8;
    check_scene(SKED_OK, SKED_NONE);
    scene.processors = 1 << 9;
    check_scene(SKED_E_OVERFLOW, 0);
}

/* ---- bad spans ------------------------------------------------------------------------------- */

static void check_span(sked_time start, sked_time end, uint32_t count, sked_status status) {
    draw_two();
    add_span(1, 9, 1);
    add_span(start, end, count);
    check_scene(status, SKED_NONE);
}

static void test_spans(void) {
    check_span(2, 5, 3, SKED_OK);
    check_span(2, 5, 0, SKED_OK);
    check_span(2, NEVER, 3, SKED_OK);
    check_span(-1, 5, 1, SKED_E_TIME);
    check_span(SKED_TIME_MAX + 1, NEVER, 1, SKED_E_TIME);
    check_span(NEVER, NEVER, 1, SKED_E_TIME);
    check_span(2, SKED_TIME_MAX + 1, 1, SKED_E_TIME);
    check_span(2, -5, 1, SKED_E_TIME);
    check_span(5, 5, 1, SKED_E_RANGE);
    check_span(5, 4, 1, SKED_E_RANGE);
    check_span(2, 5, UINT32_MAX, SKED_OK);      /* nothing is left for a while */
    check_span(9, NEVER, 4, SKED_E_NEVER_FITS);
    check_span(2, NEVER, 5, SKED_E_NEVER_FITS);
    check_span(2, NEVER, UINT32_MAX, SKED_E_NEVER_FITS);
    scene.spans_count = 1;
    scene.now = -1;
    check_scene(SKED_E_TIME, SKED_NONE);
    scene.now = SKED_TIME_MAX + 1;
    check_scene(SKED_E_TIME, SKED_NONE);
    scene.now = NEVER;
    check_scene(SKED_E_TIME, SKED_NONE);
    scene.now = SKED_TIME_MAX;
    check_scene(SKED_E_OVERFLOW, SKED_NONE);
}

/* A set has as many as it has; what is over does not count. */
static void test_span_sets(void) {
    sked_word words[SKED_SET_WORDS(9u)];
    sked_set set = sked_set_of(words, 9);
    draw_two();
    add_span(0, 5, 9);
    add_span(2, NEVER, 1);
    set.size = 4;
    spans[1].set = &set;
    spans[1].count = 99;
    check_scene(SKED_OK, SKED_NONE);            /* an empty one */
    CHECK(info_of(&plans).width_max == 4);
    sked_set_add(&set, 3);
    check_scene(SKED_OK, SKED_NONE);
    CHECK(info_of(&plans).width_max == 3 && refuses(7));
    CHECK(plans_with(SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH));
    scene.now = 5;
    check_scene(SKED_OK, SKED_NONE);
    CHECK(plans_with(SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_SMITH));
    CHECK(rows[0].start == 5 && rows[1].start == 5);
    sked_set_fill(&set);
    check_scene(SKED_E_NEVER_FITS, SKED_NONE);
}

/* ---- times and works ------------------------------------------------------------------------- */

/* The least width with which a task takes so long at most, and the least work of all such. */
static void check_allot(uint32_t task, sked_time limit) {
    sked_moldable_allotment least = {4711, 4712}, wanted = {0, 0};
    uint64_t work = 4713, wanted_work = UINT64_MAX;
    uint32_t width;
    sked_status status;
    for (width = left_in_the_end(); width > 0; width--) {
        if (allows(task, width) && time_of(task, width) <= limit) {
            wanted.width = width;
            wanted.time = time_of(task, width);
            wanted_work = work_of(task, width) < wanted_work ? work_of(task, width) : wanted_work;
        }
    }
    status = sked_moldable_get_allotment(&plans, task, limit, &least, &work);
    if (wanted.width == 0) {
        CHECK(status == SKED_E_DEADLINE && least.width == 4711 && least.time == 4712);
        CHECK(work == 4713);
        return;
    }
    CHECK(status == SKED_OK && least.width == wanted.width && least.time == wanted.time);
    if (tasks[task].form == SKED_MOLDABLE_ORACLE) {     /* the fraction is not known */
        CHECK(work <= wanted_work && work > 0);
    } else {
        CHECK(work == wanted_work);
    }
}

static void check_times(uint32_t task) {
    sked_moldable_allotment allotment;
    uint64_t work;
    uint32_t width;
    for (width = 0; width <= scene.processors + 2; width++) {
        sked_time time = 4711;
        const sked_status status = sked_moldable_get_time(&plans, task, width, &time);
        if (allows(task, width)) {
            CHECK(status == SKED_OK && time == time_of(task, width));
            check_allot(task, time);
            check_allot(task, time - 1);
            check_allot(task, time + 1);
        } else {
            CHECK(status == SKED_E_RANGE && time == 4711);
        }
    }
    check_allot(task, 0);
    check_allot(task, -1);
    check_allot(task, SKED_TIME_MAX);
    CHECK(sked_moldable_get_allotment(&plans, task, NEVER, &allotment, &work) == SKED_OK);
}

static void check_all_times(void) {
    uint32_t task;
    open_drawn();
    for (task = 0; task < scene.tasks_count; task++) {
        check_times(task);
    }
}

static void test_tables(void) {
    draw(6);
    add_table(1, "10 7 5 5");
    add_table(1, "10 12 5 9 4 8 1 1");          /* not monotone, and wider than the machine */
    add_table(1, "9 1 1 7 1");                  /* less work on more */
    add_table(1, "3");
    allow(add_table(1, "20 18 16 14 12 10 8"), 2, 0, 3);
    allow(add_table(1, "20 18 16 14 12 10 8"), 0, 4, 0);
    allow(add_table(1, "20 18 16 14 12 10 8"), 3, 5, 2);
    allow(add_table(1, "20 30 16 14 12 10 8"), 2, UINT32_MAX, UINT32_MAX);
    allow(add_table(1, "7 7 7 7 7 7"), 0, 0, 2);
    check_all_times();
    add_span(3, NEVER, 2);
    add_span(1, 9, 4);
    check_all_times();
}

static void test_lists(void) {
    draw(9);
    add_list(1, "1:10 3:5 4:5 7:2");
    add_list(1, "3:9");
    add_list(1, "2:5 3:8 5:1 9:1 12:1");
    allow(add_list(1, "1:10 3:5 4:4 7:2"), 2, 5, 0);
    allow(add_list(1, "1:10 3:5 4:4 7:2"), 3, 0, 5);    /* the step is not for lists */
    allow(add_list(1, "1:10 3:5 4:4 7:2"), 0, 3, 0);
    add_list(1, "1:100 2:10 4:6 8:1");
    check_all_times();
    add_span(3, NEVER, 4);
    check_all_times();
}

static void test_amdahl(void) {
    static const uint32_t sequential[6] = {0, 1, 50, 333, 999, 1000};
    static const sked_time times[5] = {1, 2, 97, 1000, INT64_C(1000000007) << 12};
    uint32_t i;
    draw(17);
    for (i = 0; i < 30; i++) {
        add_amdahl(1, times[i / 6], sequential[i % 6]);
    }
    allow(add_amdahl(1, 1000, 100), 3, 0, 4);
    allow(add_amdahl(1, 1000, 100), 16, 0, 4);
    allow(add_amdahl(1, 1000, 100), 2, 11, 3);
    check_all_times();
    add_span(0, NEVER, 8);
    tasks[31].width_min = 9;
    check_all_times();
}

static void test_downey(void) {
    static const uint32_t parallelism[6] = {1000, 1001, 1500, 4000, 7777, UINT32_MAX};
    static const uint32_t variance[6] = {0, 1, 500, 1000, 1001, 2500};
    uint32_t i;
    draw(17);
    for (i = 0; i < 36; i++) {
        add_downey(1, 97, parallelism[i / 6], variance[i % 6]);
    }
    add_downey(1, 1, 6000, 0);
    add_downey(1, 1000000007, 6000, 800);
    add_downey(1, 1000007, 3000, 1u << 20);
    allow(add_downey(1, 1000000007, 6000, 800), 2, 9, 3);
    check_all_times();
}

static void test_rigid(void) {
    sked_moldable_allotment allotment;
    sked_time time = 4711;
    uint64_t work = 0;
    draw(5);
    add_rigid(1, 1, 1);
    add_rigid(1, 5, 12);
    add_rigid(1, 3, INT64_C(1) << 50);
    add_divisible(1, 77);
    open_drawn();
    check_times(0);
    check_times(1);
    check_times(2);
    CHECK_KEPT(sked_moldable_get_time(&plans, 3, 1, &time), SKED_E_RANGE);
    CHECK_KEPT(sked_moldable_get_time(&plans, 4, 1, &time), SKED_E_RANGE);
    CHECK_KEPT(sked_moldable_get_time(&plans, SKED_NONE, 1, &time), SKED_E_RANGE);
    CHECK(time == 4711);
    CHECK(sked_moldable_get_allotment(&plans, 3, 1, &allotment, &work) == SKED_OK);
    CHECK(allotment.width == 1 && allotment.time == 1 && work == 77);
    work = 4711;
    CHECK_KEPT(sked_moldable_get_allotment(&plans, 3, 0, &allotment, &work), SKED_E_DEADLINE);
    CHECK_KEPT(sked_moldable_get_allotment(&plans, 4, 9, &allotment, &work), SKED_E_RANGE);
    CHECK_KEPT(sked_moldable_get_allotment(&plans, SKED_NONE, 9, &allotment, &work), SKED_E_RANGE);
    CHECK(allotment.width == 1 && allotment.time == 1 && work == 4711);
}

/* ---- oracles --------------------------------------------------------------------------------- */

static uint32_t lie, calls;

/* Task 0 says the truth; others lie in the way of `lie`. */
static sked_time tell(void *ctx, uint32_t task, uint32_t width) {
    static const sked_time odd[8] = {0, -1, NEVER, INT64_MIN, SKED_TIME_MAX, 1, 50, 3};
    calls++;
    if (ctx != &lie) {
        return 0;
    }
    if (task == 0) {
        return (120 + (sked_time)width - 1) / (sked_time)width;
    }
    switch (lie) {
        case 0:
            return width == 1 ? 40 : odd[width % 8];
        case 1:
            return width == 1 ? 40 : odd[calls % 8];        /* another answer each time */
        case 2:
            return 40 + width;
        case 3:
            return width == 1 ? 40 : 40 / (sked_time)(width * width);
        default:
            return 40;
    }
}

static void draw_oracles(uint32_t processors) {
    draw(processors);
    scene.oracle.time = tell;
    scene.oracle.ctx = &lie;
    add_task(SKED_MOLDABLE_ORACLE, 1, 0);
    add_task(SKED_MOLDABLE_ORACLE, 1, 0);
    allow(add_task(SKED_MOLDABLE_ORACLE, 1, 0), 1, 9, 2);
}

static void test_oracle(void) {
    sked_moldable_allotment allotment;
    uint64_t work = 0;
    sked_time time = 0;
    uint32_t width;
    lie = 4;
    draw_oracles(12);
    check_all_times();
    CHECK(sked_moldable_get_allotment(&plans, 0, 40, &allotment, &work) == SKED_OK);
    CHECK(allotment.width == 3 && allotment.time == 40 && work <= 120 && work > 100);
    for (lie = 0; lie < 4; lie++) {
        draw_oracles(12);
        open_drawn();
        for (width = 1; width <= 12; width++) {
            CHECK(sked_moldable_get_time(&plans, 1, width, &time) == SKED_OK && time >= 1);
            CHECK(time <= (lie == 2 ? 41 : 40));
            CHECK(lie == 1 || time == oracle_time(1, width));
        }
    }
}

/* The least width's time is checked as all times are. */
static sked_time tell_wrong(void *ctx, uint32_t task, uint32_t width) {
    return task == 1 ? *(const sked_time *)ctx : 10 / (sked_time)width + 1;
}

static void test_bad_oracle(void) {
    sked_time wrong = 0;
    draw_oracles(4);
    scene.oracle.time = tell_wrong;
    scene.oracle.ctx = &wrong;
    check_scene(SKED_E_NO_TIME, 1);
    wrong = -1;
    check_scene(SKED_E_TIME, 1);
    wrong = NEVER;
    check_scene(SKED_E_TIME, 1);
    wrong = SKED_TIME_MAX;
    check_scene(SKED_E_OVERFLOW, 1);
    wrong = 1;
    check_scene(SKED_OK, SKED_NONE);
}

/* ---- monotone -------------------------------------------------------------------------------- */

static void check_monotone(uint32_t task, uint32_t width) {
    uint32_t culprit = 4711, at = 4712;
    open_drawn();
    if (task == SKED_NONE) {
        CHECK(sked_moldable_check_monotone(&plans, &culprit, &at) == SKED_OK);
    } else {
        CHECK(sked_moldable_check_monotone(&plans, &culprit, &at) == SKED_E_MONOTONY);
        CHECK(culprit == task && at == width);
    }
}

static void test_monotone(void) {
    draw(4);
    add_table(1, "12 7 5 5");
    add_rigid(1, 3, 5);
    add_amdahl(1, 77, 33);
    add_downey(1, 77, 2500, 700);
    add_divisible(1, 5);
    add_list(1, "1:12 3:4 4:3");
    add_list(1, "2:7 3:5 5:99");                /* what is too wide plays no part */
    check_monotone(SKED_NONE, 0);
    add_table(1, "12 6 4 3");
    add_table(1, "12 6 3 3");
    check_monotone(8, 3);                       /* less work */
    tables[7][1] = 13;
    check_monotone(7, 2);                       /* longer */
    leave_out(7);
    check_monotone(8, 3);
    leave_out(8);
    check_monotone(SKED_NONE, 0);
    scene.leave_out = NULL;
    tasks[7].width_step = 2;
    tasks[8].width_max = 2;
    check_monotone(SKED_NONE, 0);
    tasks[8].width_max = 0;
    tasks[8].width_min = 3;
    check_monotone(SKED_NONE, 0);
    lists[5][1].time = 3;
    check_monotone(5, 3);
    lists[5][1].time = 13;
    check_monotone(5, 3);
    draw(4);
    add_table(1, "12 6 4 2");                   /* on all there are, too */
    check_monotone(0, 4);
    tables[0][3] = 4;
    check_monotone(SKED_NONE, 0);
}

static sked_time dip_at_four(void *ctx, uint32_t task, uint32_t width) {
    (void)task;
    return width == 3 ? 1 : width >= 4 ? *(const sked_time *)ctx : 40 / (sked_time)width;
}

static void test_monotone_oracle(void) {
    sked_time time = 10;
    draw(7);
    scene.oracle.time = dip_at_four;
    scene.oracle.ctx = &time;
    add_task(SKED_MOLDABLE_ORACLE, 1, 0);
    check_monotone(SKED_NONE, 0);               /* nobody asks about 3 */
    time = 9;
    check_monotone(0, 4);
    time = 21;
    check_monotone(0, 4);
    time = 0;
    check_monotone(0, 4);
}

/* On twice as many processors half as long, or just no shorter: down to one tick. The last width,
 * if there is one more, makes it less work than rounding explains. */
static sked_time halve(void *ctx, uint32_t task, uint32_t width) {
    static const sked_time times[4] = {44, 22, 11, 5};
    uint32_t at = 0;
    (void)ctx;
    calls++;
    for (; width > 1; width /= 2) {
        at++;
    }
    return task == 0 ? 8 >> at : task == 1 ? 7 : times[at];
}

static void test_monotone_rounded(void) {
    uint32_t task, at;
    draw(8);
    scene.oracle.time = halve;
    add_task(SKED_MOLDABLE_ORACLE, 1, 0);
    add_task(SKED_MOLDABLE_ORACLE, 1, 0);
    allow(add_task(SKED_MOLDABLE_ORACLE, 1, 0), 1, 7, 1);
    open_drawn();
    calls = 0;
    CHECK(sked_moldable_check_monotone(&plans, &task, &at) == SKED_OK);
    CHECK(calls == 3 + 3 + 2);                  /* for 2, 4, 8 processors; for 2, 4 */
    tasks[2].width_max = 8;
    check_monotone(2, 8);
}

/* ---- look ------------------------------------------------------------------------------------ */

static void test_look(void) {
    sked_moldable_info info;
    draw_two();
    add_rigid(9, 2, 6);
    add_divisible(1, 7);
    leave_out(2);
    open_drawn();
    info = info_of(&plans);
    CHECK(info.bytes == block_bytes && info.tasks == 3 && info.width_max == 4);
    CHECK(info.work_lower_bound == 10 + 6 + 7 && info.refused == 6 && info.accepted == 7);
    CHECK(info.minsum_lower_bound.high == 0);
    info = info_of(&plans);
    CHECK(info.tasks == 3);
    leave_out(0);
    leave_out(1);
    leave_out(3);
    scene.now = 33;
    open_drawn();
    info = info_of(&plans);
    CHECK(info.tasks == 0 && info.work_lower_bound == 0 && info.minsum_lower_bound.low == 0);
    CHECK(info.refused == scene.now - 1 && info.accepted == scene.now);
    CHECK(!refuses(scene.now));
    CHECK(plans_with(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH));
    CHECK(result.makespan == 33 && result.minsum.low == 0 && is_zero(&rows[0]));
    rows[0].width = 7;
    CHECK(info_of(&plans).plans == 1);              /* the plan of no task */
    CHECK(sked_moldable_get_plan(&plans, 0, rows, &result) == SKED_OK);
    CHECK(result.makespan == 33 && result.minsum.low == 0 && is_zero(&rows[0]));
}

/* ---- judge ----------------------------------------------------------------------------------- */

static void row_at(uint32_t task, sked_time start, sked_time end, uint32_t width) {
    rows[task].start = start;
    rows[task].end = end;
    rows[task].width = width;
}

/* Judges rows; the culprit is `task`, unless that is SKED_NONE. */
static void check_judge(sked_status status, uint32_t task) {
    sked_moldable_result told, kept;
    const uint32_t known = info_of(&plans).plans;
    uint32_t culprit = 4711;
    sked_word words[TASKS_MAX * 4], kept_words[TASKS_MAX * 4];
    memset(&told, 0x5A, sizeof(told));
    memset(&kept, 0x5A, sizeof(kept));
    memset(words, 0x5A, sizeof(words));
    memset(kept_words, 0x5A, sizeof(kept_words));
    CHECK(sked_moldable_evaluate(&plans, rows, &culprit, &told) == status);
    CHECK(sked_moldable_evaluate(&plans, rows, NULL, NULL) == status);
    CHECK(sked_moldable_assign(&plans, rows, words) == status);
    if (status == SKED_OK) {
        CHECK(is_plan(rows));
        check_told(rows, &told);
        return;
    }
    CHECK(culprit == task);
    pieces_count = 4711;
    CHECK(sked_moldable_pieces(&plans, rows, pieces, PIECES_MAX, &pieces_count) == status);
    CHECK(pieces_count == 4711 && memcmp(&told, &kept, sizeof(told)) == 0);
    CHECK(memcmp(words, kept_words, sizeof(words)) == 0 && info_of(&plans).plans == known);
}

static void good_rows(void) {
    row_at(0, 0, 10, 1);
    row_at(1, 0, 4, 2);
    row_at(2, 4, 10, 2);
    row_at(3, 12, 12 + 3, 3);
}

/* Four processors: a table of four, another, a rigid one, and one that is ready at 11. */
static void draw_judged(void) {
    draw_two();
    add_rigid(1, 2, 6);
    add_table(1, "9 5 3")->ready = 11;
    open_drawn();
    good_rows();
}

static void test_judge(void) {
    draw_judged();
    check_judge(SKED_OK, SKED_NONE);
    CHECK(info_of(&plans).plans == 1);
    row_at(0, 1, 10, 1);
    check_judge(SKED_E_PLAN, 0);
    row_at(0, 0, 11, 1);
    check_judge(SKED_E_PLAN, 0);
    row_at(0, 0, 10, 5);
    check_judge(SKED_E_PLAN, 0);
    row_at(0, 0, 10, 0);
    check_judge(SKED_E_PLAN, 0);
    row_at(0, 0, 10, UINT32_MAX);
    check_judge(SKED_E_PLAN, 0);
    row_at(0, -1, 9, 1);
    check_judge(SKED_E_PLAN, 0);
    row_at(0, 3, 3, 9);                         /* no time on a width it may not have */
    check_judge(SKED_E_PLAN, 0);
    row_at(0, INT64_MAX - 1, INT64_MIN + 8, 1);
    check_judge(SKED_E_PLAN, 0);
    row_at(0, INT64_MIN, INT64_MIN + 10, 1);
    check_judge(SKED_E_PLAN, 0);
    good_rows();
    row_at(3, 11, 14, 3);
    check_judge(SKED_OK, SKED_NONE);
    row_at(3, 10, 13, 3);
    check_judge(SKED_E_PLAN, 3);
    row_at(2, 4, 10, 3);                        /* the first at fault */
    check_judge(SKED_E_PLAN, 2);
    row_at(2, 10, 4, 2);
    check_judge(SKED_E_PLAN, 2);
}

/* Too many at a time, from the start of a task on. */
static void test_judge_room(void) {
    draw_judged();
    row_at(2, 3, 9, 2);
    check_judge(SKED_E_TAKEN, 2);
    row_at(0, 0, 5, 3);
    row_at(1, 0, 4, 2);
    row_at(2, 5, 11, 2);
    check_judge(SKED_E_TAKEN, 1);
    row_at(2, 0, 6, 2);                         /* the first of those that begin then */
    check_judge(SKED_E_TAKEN, 1);
    row_at(1, 5, 9, 2);
    row_at(2, 5, 11, 2);
    check_judge(SKED_OK, SKED_NONE);
    add_span(9, 14, 2);
    open_drawn();
    good_rows();
    check_judge(SKED_E_TAKEN, 2);
    row_at(2, 14, 20, 2);
    row_at(3, 20, 23, 3);
    check_judge(SKED_OK, SKED_NONE);
    row_at(2, 20, 26, 2);
    row_at(3, 13, 16, 3);
    check_judge(SKED_E_TAKEN, 3);
}

static void test_judge_rest(void) {
    draw_two();
    add_divisible(3, 9);
    leave_out(1);
    scene.now = 5;
    open_drawn();
    row_at(0, 5, 15, 1);
    row_at(1, 0, 0, 0);
    row_at(2, 5, 8, 0);
    check_judge(SKED_OK, SKED_NONE);
    row_at(1, 0, 6, 1);
    check_judge(SKED_E_PLAN, 1);
    row_at(1, 20, 26, 1);
    check_judge(SKED_E_PLAN, 1);
    row_at(1, 0, 0, 1);
    check_judge(SKED_E_PLAN, 1);
    row_at(1, 0, 1, 0);
    check_judge(SKED_E_PLAN, 1);
    row_at(1, 0, 0, 0);
    row_at(2, 5, 7, 0);
    check_judge(SKED_E_PLAN, 2);                /* six of nine */
    row_at(2, 4, 8, 0);
    check_judge(SKED_E_PLAN, 2);
    row_at(2, 5, 8, 1);
    check_judge(SKED_E_PLAN, 2);
    row_at(2, 8, 5, 0);
    check_judge(SKED_E_PLAN, 2);
    row_at(2, 0, 0, 0);
    check_judge(SKED_E_PLAN, 2);
    row_at(2, 5, 8, 0);
    row_at(0, 4, 14, 1);
    check_judge(SKED_E_PLAN, 0);                /* before now */
    row_at(0, 0, 0, 0);
    check_judge(SKED_E_PLAN, 0);
}

/* ---- pieces and places ----------------------------------------------------------------------- */

/*     3 |ccc.ddd      a has two for three, b two for two from 5 on; c and d fill the rest: seven
 *     2 |cccddbb      and six ticks. Pieces may lie elsewhere, but no row ends earlier. */
static void test_pieces(void) {
    uint32_t count = 4711;
    draw(4);
    add_rigid(1, 2, 3);
    add_rigid(1, 2, 2);
    add_divisible(1, 7);
    add_divisible(1, 6);
    tasks[3].ready = 2;
    open_drawn();
    row_at(0, 0, 3, 2);
    row_at(1, 5, 7, 2);
    row_at(2, 0, 4, 0);
    row_at(3, 2, 5, 0);
    check_judge(SKED_OK, SKED_NONE);
    CHECK(pieces_count >= 3);
    memset(pieces, 0x5A, sizeof(pieces));
    CHECK(sked_moldable_pieces(&plans, rows, pieces, pieces_count - 1, &count) == SKED_E_FULL);
    CHECK(pieces[pieces_count - 1].width == 0x5A5A5A5Au);
    CHECK(sked_moldable_pieces(&plans, rows, pieces, 0, &count) == SKED_E_FULL && count == 4711);
    CHECK(sked_moldable_pieces(&plans, rows, pieces, pieces_count, &count) == SKED_OK);
    CHECK(count == pieces_count);
    row_at(2, 0, 3, 0);
    check_judge(SKED_E_PLAN, 2);                /* six of seven */
    row_at(2, 0, 4, 0);
    row_at(3, 2, 4, 0);
    check_judge(SKED_E_PLAN, 3);
    row_at(3, 1, 5, 0);
    check_judge(SKED_E_PLAN, 3);                /* before it is ready */
    row_at(3, 8, 10, 0);
    check_judge(SKED_OK, SKED_NONE);
    row_at(3, 9, 10, 0);
    check_judge(SKED_E_PLAN, 3);
}

static int has_processors(const sked_word *words, uint32_t task, const char *wanted) {
    const uint32_t size = SKED_SET_WORDS(scene.processors);
    sked_word own[4];
    sked_set set;
    uint32_t p, count = 0;
    memcpy(own, words + task * size, size * sizeof(sked_word));
    set.words = own;
    set.size = scene.processors;
    for (p = 0; p < set.size; p++) {
        const int has = wanted[count] != '\0' && (uint32_t)(wanted[count] - '0') == p;
        if (sked_set_has(&set, p) != has) {
            return 0;
        }
        count += (uint32_t)has;
    }
    return wanted[count] == '\0';
}

static void test_place(void) {
    sked_word words[8 * SKED_SET_WORDS(9u)];
    draw(9);
    add_rigid(1, 3, 5);
    add_rigid(1, 2, 3);
    add_rigid(1, 4, 4);
    add_rigid(1, 1, 9);
    add_rigid(1, 6, 1);
    add_divisible(1, 3);
    add_rigid(1, 1, 1);
    leave_out(6);
    open_drawn();
    row_at(0, 2, 7, 3);
    row_at(1, 0, 3, 2);
    row_at(2, 3, 7, 4);
    row_at(3, 2, 11, 1);
    row_at(4, 7, 8, 6);
    row_at(5, 0, 1, 0);
    row_at(6, 0, 0, 0);
    memset(words, 0xFF, sizeof(words));
    CHECK(sked_moldable_assign(&plans, rows, words) == SKED_OK);
    CHECK(has_processors(words, 1, "01") && has_processors(words, 0, "234"));
    CHECK(has_processors(words, 3, "5") && has_processors(words, 2, "0167"));
    CHECK(has_processors(words, 4, "012346") && has_processors(words, 5, ""));
    CHECK(has_processors(words, 6, ""));
    CHECK(words[7 * SKED_SET_WORDS(9u)] == (sked_word)~(sked_word)0);
    check_judge(SKED_OK, SKED_NONE);
}

/* Whoever begins has the lowest processors that are free of those that run: in sets of more than a
 * word, too. */
static void check_lowest(sked_word *words, uint32_t task) {
    const uint32_t size = SKED_SET_WORDS(scene.processors);
    sked_set own = {NULL, 0}, other = {NULL, 0};
    uint32_t left = rows[task].width, p, i;
    own.size = other.size = scene.processors;
    own.words = words + task * size;
    for (p = 0; p < scene.processors; p++) {
        int is_free = 1;
        for (i = 0; i < scene.tasks_count; i++) {
            other.words = words + i * size;
            if (rows[i].start < rows[task].start && rows[i].end > rows[task].start) {
                is_free = is_free && !sked_set_has(&other, p);
            }
        }
        CHECK(sked_set_has(&own, p) == (is_free && left > 0));
        left -= is_free && left > 0;
    }
    CHECK(left == 0);
}

static void test_place_wide(void) {
    static const uint32_t widths[6] = {64, 63, 1, 66, 65, 130};
    sked_word words[6 * SKED_SET_WORDS(130u)];
    uint32_t i;
    draw(130);
    for (i = 0; i < 6; i++) {
        add_rigid(1, widths[i], 10);
    }
    open_drawn();
    row_at(0, 0, 10, 64);
    row_at(1, 1, 11, 63);
    row_at(2, 2, 12, 1);
    row_at(3, 11, 21, 66);
    row_at(4, 30, 40, 65);
    row_at(5, 40, 50, 130);
    CHECK(sked_moldable_assign(&plans, rows, words) == SKED_OK);
    for (i = 0; i < 6; i++) {
        check_lowest(words, i);
    }
}

/* What is judged joins as many plans as are kept: none, or one. */
static void test_judge_keeps(void) {
    uint32_t most;
    for (most = 0; most < 3; most++) {
        draw_two();
        scene.frontier_max = most;
        open_drawn();
        row_at(0, 0, 10, 1);
        row_at(1, 0, 6, 1);
        CHECK(sked_moldable_evaluate(&plans, rows, NULL, NULL) == SKED_OK && guard_holds());
        CHECK(info_of(&plans).plans == (most > 0));
    }
}

/* ---- started --------------------------------------------------------------------------------- */

static void test_started(void) {
    sked_word words[1];
    sked_set started = sked_set_of(words, 7);
    sked_span running[7];
    row_at(0, 0, 4, 2);                         /* ended */
    row_at(1, 3, 9, 1);                         /* running */
    row_at(2, 5, 8, 3);                         /* starts now: not yet started */
    row_at(3, 2, 5, 0);                         /* a divisible one that has ended */
    row_at(4, 2, 6, 0);                         /* one that has not */
    row_at(5, 0, 0, 0);                         /* left out */
    row_at(6, 2, 5, 4);                         /* ends now */
    memset(running, 0x5A, sizeof(running));
    CHECK(sked_moldable_started(rows, 5, &started, running) == 1);
    CHECK(sked_set_has(&started, 0) && sked_set_has(&started, 1) && !sked_set_has(&started, 2));
    CHECK(sked_set_has(&started, 3) && !sked_set_has(&started, 4) && sked_set_has(&started, 6));
    CHECK(running[0].start == 3 && running[0].end == 9 && running[0].count == 1);
    CHECK(running[0].set == NULL && running[1].count == 0x5A5A5A5Au);
    sked_set_clear(&started);
    CHECK(sked_moldable_started(rows, 0, &started, running) == 0);
    CHECK(sked_set_count(&started) == 0);
    CHECK(sked_moldable_started(rows, 4, &started, running) == 2);
    CHECK(running[0].end == 9 && running[1].end == 5 && running[1].count == 4);
    CHECK(sked_moldable_started(rows, 9, &started, running) == 0);
    CHECK(sked_set_has(&started, 4) && sked_set_has(&started, 2));
}

/* The rest is planned anew, beside what runs. */
static void test_anew(void) {
    sked_word words[1];
    sked_set started;
    sked_time makespan;
    draw_two();
    add_rigid(3, 3, 6);
    add_table(1, "12 6 4 3");
    add_divisible(1, 5);
    open_drawn();
    CHECK(plans_with(SKED_MOLDABLE_BEST, SKED_MOLDABLE_SMITH));
    makespan = result.makespan;
    for (scene.now = 0; scene.now < makespan; scene.now += 2) {
        started = sked_set_of(words, 5);
        scene.spans_count = sked_moldable_started(rows, scene.now, &started, spans);
        scene.leave_out = &started;
        open_drawn();
        CHECK(info_of(&plans).tasks == 5 - sked_set_count(&started));
        {
            sked_moldable_row kept[5];
            memcpy(kept, rows, sizeof(kept));
            CHECK(plans_with(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH));
            memcpy(rows, kept, sizeof(kept));
        }
    }
}

/* ---- the empty one --------------------------------------------------------------------------- */

static void check_empty(sked_moldable *none) {
    sked_moldable_price price = {9, 1};
    sked_moldable_allotment allotment;
    sked_moldable_info info;
    sked_word words[8];
    sked_u128 least = {4711, 4712};
    sked_time time = 4711;
    uint64_t work = 4711;
    uint32_t count = 4711, task = 4711;
    int32_t shift = 4712;
    int refused = 4711;
    CHECK(sked_moldable_plan(none, NULL, rows, &result) == SKED_E_EMPTY);
    CHECK(sked_moldable_dual_test(none, 5, &refused) == SKED_E_EMPTY && refused == 4711);
    CHECK(sked_moldable_bound(none, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_moldable_get_prices(none, &price, &count, &shift) == SKED_E_EMPTY);
    CHECK(count == 4711 && shift == 4712);
    CHECK(sked_moldable_dual_bound(none, &price, 1, 0, &least) == SKED_E_EMPTY);
    CHECK(least.high == 4711);
    CHECK(sked_moldable_get_plan(none, 0, rows, &result) == SKED_E_EMPTY);
    CHECK(sked_moldable_get_info(none, &info) == SKED_E_EMPTY);
    CHECK(sked_moldable_get_time(none, 0, 1, &time) == SKED_E_EMPTY && time == 4711);
    CHECK(sked_moldable_get_allotment(none, 0, 5, &allotment, &work) == SKED_E_EMPTY &&
          work == 4711);
    CHECK(sked_moldable_check_monotone(none, &task, &count) == SKED_E_EMPTY && task == 4711);
    CHECK(sked_moldable_evaluate(none, rows, &task, &result) == SKED_E_EMPTY && task == 4711);
    CHECK(sked_moldable_pieces(none, rows, pieces, 9, &count) == SKED_E_EMPTY && count == 4711);
    CHECK(sked_moldable_assign(none, rows, words) == SKED_E_EMPTY);
}

static void test_empty(void) {
    sked_moldable_destroy(&empty);
    check_empty(&empty);
    draw_two();
    open_drawn();
    sked_moldable_destroy(&plans);
    check_empty(&plans);
}

/* ---- main ------------------------------------------------------------------------------------ */

int main(void) {
    test_bytes();
    test_cells();
    test_leave_out_sizes();
    test_large_bytes();
    test_large_lists();
    test_block();
    test_make();
    test_bad_times();
    test_bad_widths();
    test_too_wide();
    test_bad_parameters();
    test_overflow();
    test_overflow_of_tables();
    test_overflow_of_forms();
    test_spans();
    test_span_sets();
    test_tables();
    test_lists();
    test_amdahl();
    test_downey();
    test_rigid();
    test_oracle();
    test_bad_oracle();
    test_monotone();
    test_monotone_oracle();
    test_monotone_rounded();
    test_look();
    test_judge();
    test_judge_room();
    test_judge_rest();
    test_pieces();
    test_place();
    test_place_wide();
    test_judge_keeps();
    test_started();
    test_anew();
    test_empty();
    return check_done("quick/moldable");
}
