/* moldable.c: what plans, bounds and evaluations cost, by inputs meant to break what
 * sched_moldable.h says.
 *
 * SPDX-License-Identifier: MIT */
#include "sched_moldable.h"
#include "tests/costs/costs.h"

/* ---- scenes --------------------------------------------------------------------------------- */

/* An object with all that its calls need. */
typedef struct scene {
    sked_moldable_settings settings;
    sked_moldable_task *task;           /* those of the settings                                */
    sked_span *span;
    sked_moldable object;
    sked_moldable_choice choice;
    sked_moldable_row *row;
} scene;

/* Settings of n rigid tasks, each of one tick on one processor. */
static scene scene_of(uint32_t processors, uint32_t n, uint32_t spans) {
    scene made;
    uint32_t i;
    memset(&made, 0, sizeof made);
    made.task = cost_memory(n, sizeof *made.task);
    made.span = cost_memory(spans, sizeof *made.span);
    made.row = cost_memory(n, sizeof *made.row);
    for (i = 0; i < n; i++) {
        made.task[i] = sked_moldable_task_rigid(1, 1);
    }
    made.settings = sked_moldable_settings_of(processors, made.task, n);
    made.settings.spans = made.span;
    made.settings.spans_count = spans;
    return made;
}

static void set_span(sked_span *span, sked_time start, sked_time end, uint32_t count) {
    span->start = start;
    span->end = end;
    span->count = count;
}

/* Creates the object; if `proves`, with its first bounds, which later calls need not find. */
static void create(scene *made, int proves) {
    sked_moldable_info info;
    size_t bytes;
    void *block;
    cost_must(sked_moldable_bytes(&made->settings, &bytes) == SKED_OK, "sked_moldable_bytes");
    block = cost_memory(bytes, 1);
    cost_must(sked_moldable_init(&made->object, &made->settings, block, bytes) == SKED_OK,
              "sked_moldable_init");
    if (proves) {
        cost_must(sked_moldable_get_info(&made->object, &info) == SKED_OK,
                  "sked_moldable_get_info");
    }
}

/* Plans, and counts the steps of that. */
static void plan(cost_run *run, scene *made, sked_moldable_method method) {
    made->choice.method = method;
    cost_begin(run);
    cost_must(sked_moldable_plan(&made->object, &made->choice, made->row, NULL) == SKED_OK,
              "sked_moldable_plan");
    cost_end(run);
}

/* ... with an object whose bounds are known. */
static void plan_anew(cost_run *run, scene *made, sked_moldable_method method) {
    create(made, 1);
    plan(run, made, method);
}

static double list_of(double n) {
    return n * cost_log(n);
}

/* A deadline that sums of works decide. */
static double deadline_of(double n, double processors) {
    return n * cost_log(processors) + n * cost_log(n);
}

/* A stream of numbers that look random; the same on every machine. */
static uint32_t below(uint64_t *seed, uint32_t bound) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*seed >> 33) % bound);
}

/* Any widths up to half of the processors, and times up to 1000, of weights up to 1000. */
static void make_rigid(const scene *made, uint32_t ready_max) {
    uint64_t seed = 1;
    uint32_t i;
    for (i = 0; i < made->settings.tasks_count; i++) {
        made->task[i].time = 1 + below(&seed, 1000);
        made->task[i].width_min = 1 + below(&seed, made->settings.processors / 2);
        made->task[i].weight = below(&seed, 1000);
        made->task[i].ready = ready_max > 0 ? (sked_time)below(&seed, ready_max) : 0;
    }
}

/* Tasks of any width, that are mostly parallel, with times up to 100000. */
static void make_amdahl(const scene *made) {
    uint64_t seed = 1;
    uint32_t i;
    for (i = 0; i < made->settings.tasks_count; i++) {
        made->task[i] = sked_moldable_task_amdahl(1 + below(&seed, 100000), below(&seed, 50));
        made->task[i].weight = 1 + below(&seed, 1000);
    }
}

/* Tasks that would rather wait for long than pay; but one is so heavy that prices can be high. */
static void make_light(const scene *made) {
    uint32_t i;
    make_amdahl(made);
    for (i = 0; i < made->settings.tasks_count; i++) {
        made->task[i].weight = i == 0 ? UINT32_C(1) << 31 : 1;
    }
}

/* ---- creating ------------------------------------------------------------------------------- */

static void bytes_of(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    size_t bytes;
    cost_begin(run);
    cost_must(sked_moldable_bytes(&made.settings, &bytes) == SKED_OK, "sked_moldable_bytes");
    cost_end(run);
    run->bound = n;
}

static void check(cost_run *run, const scene *made) {
    cost_begin(run);
    cost_must(sked_moldable_check(&made->settings) == SKED_OK, "sked_moldable_check");
    cost_end(run);
}

static void check_tables(cost_run *run, uint32_t n) {
    scene made = scene_of(n, n, n);
    sked_time *times = cost_memory(n, sizeof *times);
    uint32_t i;
    for (i = 0; i < n; i++) {
        times[i] = 2 * n - i;
        set_span(&made.span[i], i, i + 1, 1);
    }
    for (i = 0; i < n; i++) {
        made.task[i] = sked_moldable_task_table(times, n);
    }
    check(run, &made);
    run->bound = 2.0 * n + (double)n * n;
}

/* The processors of a set are counted, span by span. */
static void check_sets(cost_run *run, uint32_t n) {
    scene made = scene_of(n, 1, n);
    sked_set set = sked_set_of(cost_memory(SKED_SET_WORDS(n), sizeof(sked_word)), n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        set_span(&made.span[i], 0, SKED_NEVER, 0);
        made.span[i].set = &set;
    }
    check(run, &made);
    run->bound = n * (1.0 + SKED_SET_WORDS(n));
}

/* Tasks that become ready in an order that is bad for a quicksort by the median of three. */
static void init_ready(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    size_t bytes;
    void *block;
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i].ready = 1 + (i < n / 2 ? (i % 2 == 0 ? i + 1 : n / 2 + i)
                                            : 2 * (i - n / 2) + 2);
    }
    made.settings.intervals_max = 1;
    made.settings.cells_max = 1;
    cost_must(sked_moldable_bytes(&made.settings, &bytes) == SKED_OK, "sked_moldable_bytes");
    block = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_moldable_init(&made.object, &made.settings, block, bytes) == SKED_OK,
              "sked_moldable_init");
    cost_end(run);
    run->bound = (double)bytes;
}

/* Spans that overlap as much as they can, last starts first. */
static void init_spans(cost_run *run, uint32_t n) {
    scene made = scene_of(n, 1, n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        set_span(&made.span[i], n - i, n + i + 1, 1);
    }
    cost_begin(run);
    create(&made, 0);
    cost_end(run);
    run->bound = n;
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* Only one task fits at a time, and all others wait. */
static void list_wide(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i].width_min = 33;
    }
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    run->bound = list_of(n);
}

static void list_gang(cost_run *run, uint32_t n) {
    scene made = scene_of(1024, n, 0);
    make_amdahl(&made);
    plan_anew(run, &made, SKED_MOLDABLE_GANG);
    run->bound = list_of(n);
}

static void list_shelves(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    make_rigid(&made, 0);
    made.choice.order = SKED_MOLDABLE_SHELF;
    plan_anew(run, &made, SKED_MOLDABLE_SHELVES);
    run->bound = list_of(n) + deadline_of(n, 64);
}

static void list_ready(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    make_rigid(&made, 500 * n);
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    run->bound = list_of(n);
}

/* Each task is checked against all the spans that come while it runs. */
static void list_many_spans(cost_run *run, uint32_t n) {
    scene made = scene_of(2 * n, n, n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i].time = 4 * (sked_time)n;
        set_span(&made.span[i], 2 * i + 1, 2 * i + 2, n);
    }
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    run->bound = list_of(n) + (double)n * n;
}

/* Half of the tasks run one after another. The others fit each time, except for one span. */
static void list_until_span(cost_run *run, uint32_t n) {
    scene made = scene_of(4, n, 1);
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i].width_min = i % 2 == 0 ? 2 : 3;
        made.task[i].time = i % 2 == 0 ? n : 1;
        made.task[i].weight = i % 2 == 0 ? 1000 * n : 1;
    }
    set_span(&made.span[0], n / 2 + 1, 2 * n, 3);
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    run->bound = list_of(n) + (double)n * n;
}

/* The same, and only the last of many spans is in the way. */
static void list_until_last_span(cost_run *run, uint32_t n) {
    scene made = scene_of(4, n, n / 4 + 1);
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i].width_min = i % 2 == 0 ? 2 : 3;
        made.task[i].time = i % 2 == 0 ? 4 * n : 1;
        made.task[i].weight = i % 2 == 0 ? 1000 * n : 1;
    }
    for (i = 0; i < n / 4; i++) {
        set_span(&made.span[i], n + 2 * i, n + 2 * i + 1, 1);
    }
    set_span(&made.span[n / 4], 2 * n, 8 * n, 3);
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    run->bound = list_of(n) + (double)n * n * (n / 4 + 1);
}

/* Half of the tasks are divisible, come late, and come first in the order. */
static void list_late_divisible(cost_run *run, uint32_t n) {
    scene made = scene_of(1, n, 0);
    uint32_t i;
    for (i = 0; i < n / 2; i++) {
        made.task[i] = sked_moldable_task_divisible(1);
        made.task[i].ready = n;
        made.task[i].weight = 1000;
    }
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    run->bound = list_of(n) + (double)n * n / 2;
}

/* ---- deadlines ------------------------------------------------------------------------------ */

/* Alternatives of a task that takes `width` processors for a whole shelf and `wide` for half. */
static sked_moldable_task choice_of(sked_moldable_allotment *allotment, uint32_t width,
                                    sked_time time, uint32_t wide, sked_time half) {
    allotment[0].width = width;
    allotment[0].time = time;
    allotment[1].width = wide;
    allotment[1].time = half;
    return sked_moldable_task_list(allotment, 2);
}

/* A knapsack for the deadline of 4096 that only a dynamic program decides: n items of the size 2
 * and the same value fill it in full, but slightly better for its size is one of the size 3. */
static scene undecided(uint32_t n) {
    const uint32_t processors = n / 3 * 4, large = n - 2;
    const sked_time half = 2048, saved = half - 2;
    scene made = scene_of(processors, n, 0);
    sked_moldable_allotment *allotment = cost_memory(2 * n, sizeof *allotment);
    sked_time work = 5 * 1845, divisible;
    uint32_t i;
    for (i = 0; i < large; i++) {
        made.task[i] = choice_of(&allotment[2 * i], 2, half + 1, 3, half);
        work += 3 * half;
    }
    made.task[large] = choice_of(&allotment[2 * large], 3, half + 1, 5, 1845);
    divisible = saved * (processors / 2) + 2 * half * processors - work;
    made.task[large + 1] = sked_moldable_task_divisible(divisible);
    return made;
}

static void dual_test_undecided(cost_run *run, uint32_t n) {
    scene made = undecided(n);
    const double processors = made.settings.processors;
    int refused;
    create(&made, 1);
    cost_begin(run);
    cost_must(sked_moldable_dual_test(&made.object, 4096, &refused) == SKED_OK && !refused,
              "sked_moldable_dual_test");
    cost_end(run);
    run->bound = deadline_of(n, processors) + n * processors / 2;
}

/* Each task looks for two of its widths, of which there are as many as processors. */
static void dual_test_widths(cost_run *run, uint32_t n) {
    scene made = scene_of(1024 * n, n, 0);
    sked_moldable_info info;
    int refused;
    make_amdahl(&made);
    create(&made, 0);
    cost_must(sked_moldable_get_info(&made.object, &info) == SKED_OK, "sked_moldable_get_info");
    cost_begin(run);
    cost_must(sked_moldable_dual_test(&made.object, info.accepted, &refused) == SKED_OK,
              "sked_moldable_dual_test");
    cost_end(run);
    run->bound = deadline_of(n, 1024.0 * n);
}

/* ---- methods -------------------------------------------------------------------------------- */

static void makespan_any(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    make_amdahl(&made);
    create(&made, 0);
    plan(run, &made, SKED_MOLDABLE_MAKESPAN);
    run->bound = 20 * deadline_of(n, 64) + 3 * list_of(n);
}

/* The least work and the shortest time of each task are both far below what all can have. */
static void makespan_far(cost_run *run, uint32_t n) {
    scene made = scene_of(n * n, n, 0);
    sked_moldable_allotment *allotment = cost_memory(2, sizeof *allotment);
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i] = choice_of(allotment, 1, 1000 * n, n * n, 1000);
    }
    create(&made, 0);
    plan(run, &made, SKED_MOLDABLE_MAKESPAN);
    run->bound = 20 * deadline_of(n, (double)n * n) + 3 * list_of(n);
}

static void sweep(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    make_amdahl(&made);
    plan_anew(run, &made, SKED_MOLDABLE_SWEEP);
    run->bound = 240 * list_of(n) + 40 * deadline_of(n, 64);
}

/* No two tasks fit side by side. There are as many batches as doublings: all times are equal. */
static void demt_wide(cost_run *run, uint32_t n) {
    const uint32_t processors = 4;
    scene made = scene_of(processors, n, 0);
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i].width_min = 3;
    }
    plan_anew(run, &made, SKED_MOLDABLE_DEMT);
    run->bound = n * (list_of(n) + (double)n * processors) + 2 * list_of(n);
}

/* Wide tasks of a few lengths, of random weights. */
static void demt_rigid(cost_run *run, uint32_t n) {
    const uint32_t processors = 64;
    scene made = scene_of(processors, n, 0);
    make_rigid(&made, 0);
    plan_anew(run, &made, SKED_MOLDABLE_DEMT);
    run->bound = n * (list_of(n) + (double)n * processors) + 2 * list_of(n);
}

/* Even widths for an odd number of processors: no batch is full, and a dynamic program decides. */
static void demt_knapsacks(cost_run *run, uint32_t n) {
    scene made = scene_of(n + 1, n, 0);
    uint64_t seed = 1;
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i].width_min = 2 + 2 * below(&seed, 8);
        made.task[i].weight = 1000 * made.task[i].width_min;
        made.task[i].time = 1000;
    }
    plan_anew(run, &made, SKED_MOLDABLE_DEMT);
    run->bound = 9 * ((double)n * n) + 2 * list_of(n);      /* 9 n processors wanted */
}

static void demt_shuffles(cost_run *run, uint32_t n) {
    scene made = scene_of(n, n, 0);
    make_amdahl(&made);
    made.choice.shuffles = 64;
    plan_anew(run, &made, SKED_MOLDABLE_DEMT);
    run->bound = cost_log(n) * deadline_of(n, n) + 66 * list_of(n);
}

static void multibase_wide(cost_run *run, uint32_t n) {
    scene made = scene_of(4, n, 0);
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i].width_min = 3;
    }
    plan_anew(run, &made, SKED_MOLDABLE_MULTIBASE);
    run->bound = 21 * (n * (list_of(n) + n * 4.0) + 2 * list_of(n));
}

/* Few tasks, and more and more widths of which each price prefers one. */
static void prices_widths(cost_run *run, uint32_t n) {
    scene made = scene_of(n, 64, 0);
    make_amdahl(&made);
    plan_anew(run, &made, SKED_MOLDABLE_PRICES);
    run->bound = 140 * list_of(64) + 29 * 64.0 * n;
}

static void prices_tasks(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    make_amdahl(&made);
    plan_anew(run, &made, SKED_MOLDABLE_PRICES);
    run->bound = 140 * list_of(n);
}

static void truncations(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    make_amdahl(&made);
    create(&made, 1);
    plan(run, &made, SKED_MOLDABLE_DEMT);
    run->steps = 0;
    plan(run, &made, SKED_MOLDABLE_TRUNCATIONS);
    run->bound = 350 * list_of(n);
}

/* Each task is a batch of its own. */
static void batched(cost_run *run, uint32_t n) {
    scene made = scene_of(1, n, 0);
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i].ready = 4 * i;
    }
    made.choice.arrivals = SKED_MOLDABLE_BATCHED;
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    run->bound = n * list_of(n);
}

/* ---- bounds --------------------------------------------------------------------------------- */

static void bound_of(cost_run *run, scene *made, uint32_t iterations) {
    create(made, 1);
    plan(run, made, SKED_MOLDABLE_SEQUENTIAL);
    run->steps = 0;
    cost_begin(run);
    cost_must(sked_moldable_bound(&made->object, iterations, 101) == SKED_OK,
              "sked_moldable_bound");
    cost_end(run);
}

static void bound_tasks(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    make_amdahl(&made);
    bound_of(run, &made, 10);
    run->bound = n;
}

static void bound_iterations(cost_run *run, uint32_t n) {
    scene made = scene_of(64, 16, 0);
    make_light(&made);
    bound_of(run, &made, n);
    run->bound = n;
}

/* The same tasks on the same processors, but of more and more of their widths. */
static void bound_widths(cost_run *run, uint32_t n) {
    scene made = scene_of(4096, 64, 0);
    uint32_t i;
    make_amdahl(&made);
    for (i = 0; i < 64; i++) {
        made.task[i].width_step = 4096 / n;
    }
    bound_of(run, &made, 10);
    run->bound = 10 * 9 * cost_log(n) + n;
}

/* Prices that rise and fall, each too high to wait for: all widths, starts and ends matter. */
static void dual_bound_saw(cost_run *run, uint32_t tasks, uint32_t processors,
                           uint32_t intervals) {
    scene made = scene_of(processors, tasks, 0);
    sked_moldable_price *price = cost_memory(intervals, sizeof *price);
    sked_u128 least;
    uint32_t j;
    make_light(&made);
    made.settings.intervals_max = intervals;
    for (j = 0; j < intervals; j++) {
        price[j].end = 500 * (j + 1);
        price[j].price = (j % 2 == 0 ? 2000000 : 1000000) - j;
    }
    create(&made, 1);
    cost_begin(run);
    cost_must(sked_moldable_dual_bound(&made.object, price, intervals, 0, &least) == SKED_OK,
              "sked_moldable_dual_bound");
    cost_end(run);
    run->bound = (double)tasks * processors * intervals;
}

static void dual_bound_tasks(cost_run *run, uint32_t n) {
    dual_bound_saw(run, n, 16, 16);
}

static void dual_bound_widths(cost_run *run, uint32_t n) {
    dual_bound_saw(run, 16, n, 16);
}

static void dual_bound_intervals(cost_run *run, uint32_t n) {
    dual_bound_saw(run, 16, 16, n);
}

/* ---- reading and evaluating ----------------------------------------------------------------- */

static void info_first(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    sked_moldable_info info;
    make_amdahl(&made);
    create(&made, 0);
    cost_begin(run);
    cost_must(sked_moldable_get_info(&made.object, &info) == SKED_OK, "sked_moldable_get_info");
    cost_end(run);
    run->bound = 20 * deadline_of(n, 64);
}

static void info_later(cost_run *run, uint32_t n) {
    scene made = scene_of(64, n, 0);
    sked_moldable_info info;
    create(&made, 1);
    cost_begin(run);
    cost_must(sked_moldable_get_info(&made.object, &info) == SKED_OK, "sked_moldable_get_info");
    cost_end(run);
    run->bound = 1;
}

static void allotment(cost_run *run, uint32_t n) {
    scene made = scene_of(n, 1, 0);
    sked_moldable_allotment found;
    uint64_t work;
    made.task[0] = sked_moldable_task_amdahl(1000 * (sked_time)n, 0);
    create(&made, 0);
    cost_begin(run);
    cost_must(sked_moldable_get_allotment(&made.object, 0, 1001, &found, &work) == SKED_OK,
              "sked_moldable_get_allotment");
    cost_end(run);
    run->bound = cost_log(n);
}

static void evaluate(cost_run *run, scene *made) {
    cost_begin(run);
    cost_must(sked_moldable_evaluate(&made->object, made->row, NULL, NULL) == SKED_OK,
              "sked_moldable_evaluate");
    cost_end(run);
}

/* As many spans as tasks, between any two ends. */
static void evaluate_spans(cost_run *run, uint32_t n) {
    scene made = scene_of(n, n, n);
    uint32_t i;
    make_rigid(&made, 0);
    for (i = 0; i < n; i++) {
        set_span(&made.span[i], 7 * i, 7 * i + 3 * n, 1);
    }
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    run->steps = 0;
    evaluate(run, &made);
    run->bound = 2.0 * n * cost_log(2.0 * n);
}

/* Half of the tasks are divisible and open all the time, with pieces between all others. */
static void evaluate_divisible(cost_run *run, uint32_t n) {
    scene made = scene_of(3, n, 0);
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.task[i] = i % 2 == 0 ? sked_moldable_task_divisible(2)
                                  : sked_moldable_task_rigid(i % 4 + 1, 2);
    }
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    for (i = 0; i < n; i += 2) {
        made.row[i].start = 0;
        made.row[i].end = 2 * n;
    }
    run->steps = 0;
    evaluate(run, &made);
    run->bound = 2.0 * n * cost_log(n) + (double)n * n / 2;
}

/* An object whose frontier has n plans of two tasks. A span of no processor makes long plans
 * valid. Task 0 ends later and later, and task 1, which is heavy, earlier and earlier. */
static scene frontier_of(uint32_t n) {
    scene made = scene_of(2, 2, 1);
    cost_run ignored;
    uint32_t i;
    memset(&ignored, 0, sizeof ignored);
    made.task[1].weight = 100;
    set_span(&made.span[0], 0, 4 * n, 0);
    made.settings.frontier_max = n;
    create(&made, 1);
    for (i = 0; i < n; i++) {
        made.row[0].start = n + i;
        made.row[1].start = n - i;
        made.row[0].end = made.row[0].start + 1;
        made.row[1].end = made.row[1].start + 1;
        made.row[0].width = made.row[1].width = 1;
        evaluate(&ignored, &made);
    }
    return made;
}

/* A plan that is better than all others takes their place. */
static void evaluate_dominating(cost_run *run, uint32_t n) {
    scene made = frontier_of(n);
    made.row[0].start = made.row[1].start = 0;
    made.row[0].end = made.row[1].end = 1;
    evaluate(run, &made);
    run->bound = (double)n * n;
}

static void plan_dominating(cost_run *run, uint32_t n) {
    scene made = frontier_of(n);
    plan(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    run->bound = (double)n * n;
}

/* The frontier is full, and the plan to be dropped is looked for among all. */
static void evaluate_full(cost_run *run, uint32_t n) {
    scene made = frontier_of(n);
    made.row[0].start++;
    made.row[0].end++;
    made.row[1].start--;
    made.row[1].end--;
    evaluate(run, &made);
    run->bound = n;
}

static void assign(cost_run *run, scene *made) {
    const size_t size = SKED_SET_WORDS(made->settings.processors);
    sked_word *words = cost_memory(made->settings.tasks_count * size, sizeof *words);
    run->steps = 0;
    cost_begin(run);
    cost_must(sked_moldable_assign(&made->object, made->row, words) == SKED_OK,
              "sked_moldable_assign");
    cost_end(run);
}

/* All tasks run side by side. */
static void assign_crowd(cost_run *run, uint32_t n) {
    scene made = scene_of(n, n, 0);
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    assign(run, &made);
    run->bound = n * cost_log(n) + (double)n * n * n / SKED_WORD_BITS;
}

/* Few tasks, each of which takes all processors. */
static void assign_wide(cost_run *run, uint32_t n) {
    scene made = scene_of(n, 8, 0);
    uint32_t i;
    for (i = 0; i < 8; i++) {
        made.task[i].width_min = n;
    }
    plan_anew(run, &made, SKED_MOLDABLE_SEQUENTIAL);
    assign(run, &made);
    run->bound = 8.0 * n / SKED_WORD_BITS;
}

static const cost_row rows[] = {
    {"sked_moldable_bytes", "O(n)", "any", 4096, bytes_of},
    {"sked_moldable_check", "O(n + all counts + spans", "tables", 128, check_tables},
    {"sked_moldable_check", "spans + the words of their sets)", "spans of sets", 1024, check_sets},
    {"sked_moldable_init", "O(bytes + n log n", "ready times to sort", 256, init_ready},
    {"sked_moldable_init", "+ spans log spans)", "spans that overlap", 256, init_spans},
    {"sked_moldable_plan", "A list: O(n log n)", "one fits at a time", 1024, list_wide},
    {"sked_moldable_plan", "A list: O(n log n)", "GANG", 1024, list_gang},
    {"sked_moldable_plan", "A list: O(n log n)", "shelves", 1024, list_shelves},
    {"sked_moldable_plan", "A list: O(n log n)", "tasks come late", 1024, list_ready},
    {"sked_moldable_plan", "with s spans at worst O(n n s) more", "many spans", 256,
     list_many_spans},
    {"sked_moldable_plan", "with s spans at worst O(n n s) more", "tasks fit until a span", 256,
     list_until_span},
    {"sked_moldable_plan", "with s spans at worst O(n n s) more", "tasks fit until the last", 64,
     list_until_last_span},
    {"sked_moldable_plan", "with d divisible tasks O(n d) more", "they come late", 256,
     list_late_divisible},
    {"sked_moldable_dual_test", "that of a deadline (>>plan)", "an undecided knapsack", 192,
     dual_test_undecided},
    {"sked_moldable_dual_test", "that of a deadline (>>plan)", "many widths", 256,
     dual_test_widths},
    {"sked_moldable_plan", "MAKESPAN: some 20 deadlines, 3 lists", "any widths", 256,
     makespan_any},
    {"sked_moldable_plan", "MAKESPAN: some 20 deadlines, 3 lists", "far above simple bounds", 16,
     makespan_far},
    {"sked_moldable_plan", "SWEEP: 40 deadlines, 240 lists", "any widths", 64, sweep},
    {"sked_moldable_plan", "more if few tasks fit side by side: at most n", "no two do", 256,
     demt_wide},
    {"sked_moldable_plan", "more if few tasks fit side by side: at most n", "rigid", 512,
     demt_rigid},
    {"sked_moldable_plan", "DEMT: b batches of O(n log n) and at most n m cells, 2 lists",
     "batches never full", 128,
     demt_knapsacks},
    {"sked_moldable_plan", "and one for each shuffle", "any widths", 128, demt_shuffles},
    {"sked_moldable_plan", "MULTIBASE: 21 times DEMT", "no two fit side by side", 64,
     multibase_wide},
    {"sked_moldable_plan", "PRICES: 140 lists, and 29 n w for w widths", "more widths", 32,
     prices_widths},
    {"sked_moldable_plan", "PRICES: 140 lists, and 29 n w for w widths", "more tasks", 64,
     prices_tasks},
    {"sked_moldable_plan", "TRUNCATIONS: 350 lists", "any widths", 64, truncations},
    {"sked_moldable_plan", "BATCHED: that much for every batch", "each task is one", 128, batched},
    {"sked_moldable_bound", "O(iterations n w I)", "more tasks", 32, bound_tasks},
    {"sked_moldable_bound", "O(iterations n w I)", "more iterations", 8, bound_iterations},
    {"sked_moldable_bound", "O(iterations n w I)", "more widths", 64, bound_widths},
    {"sked_moldable_dual_bound", "that of the last evaluation", "more tasks", 32,
     dual_bound_tasks},
    {"sked_moldable_dual_bound", "that of the last evaluation", "more widths", 32,
     dual_bound_widths},
    {"sked_moldable_dual_bound", "that of the last evaluation", "more intervals", 16,
     dual_bound_intervals},
    {"sked_moldable_get_info", "some 20 deadlines", "no bound is known", 256, info_first},
    {"sked_moldable_get_info", "O(1)", "bounds are known", 1024, info_later},
    {"sked_moldable_get_allotment", "O(log m)", "a long ladder", 4096, allotment},
    {"sked_moldable_evaluate", "O((n + s) log (n + s)) with s spans", "many spans", 512,
     evaluate_spans},
    {"sked_moldable_evaluate", "O((n + s) d) with d divisible tasks", "all are open", 256,
     evaluate_divisible},
    {"sked_moldable_evaluate", "O(frontier_max) for it, and for each plan that leaves", "all leave",
     512, evaluate_dominating},
    {"sked_moldable_plan", "and each that leaves it: O(frontier_max)", "all leave", 512,
     plan_dominating},
    {"sked_moldable_evaluate", "O(frontier_max) for it, and for each plan that leaves", "full", 128,
     evaluate_full},
    {"sked_moldable_assign", "O(n r m / SKED_WORD_BITS)", "all run together", 256, assign_crowd},
    {"sked_moldable_assign", "O(n r m / SKED_WORD_BITS)", "all take everything", 4096, assign_wide},
};

int main(int argc, char **argv) {
    return cost_table("moldable", rows, sizeof rows / sizeof rows[0], argc, argv);
}
