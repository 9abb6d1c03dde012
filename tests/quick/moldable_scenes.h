/* moldable_scenes.h: tasks drawn by words, their times by schoolbook fractions, and a sweep that
 * judges plans. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_SCENES_H_INCLUDED
#define MOLDABLE_SCENES_H_INCLUDED

#include <string.h>

/* The includer has included sched_moldable.h and check.h. */
enum { TASKS_MAX = 64, WIDTHS_MAX = 64, SPANS_MAX = 16 };
enum { PIECES_MAX = 4 * (TASKS_MAX + SPANS_MAX + 1) };
enum { EVENTS_MAX = 2 * (TASKS_MAX + SPANS_MAX + PIECES_MAX), ROOM = 1 << 16, GUARD = 64 };
#include "giver.h"

#define NEVER SKED_NEVER
#define METHODS 11u
#define ORDERS 7u

static sked_moldable_task tasks[TASKS_MAX];
static sked_time tables[TASKS_MAX][WIDTHS_MAX];
static sked_moldable_allotment lists[TASKS_MAX][WIDTHS_MAX];
static sked_span spans[SPANS_MAX];
static sked_word out_words[SKED_SET_WORDS((unsigned)TASKS_MAX)];
static sked_set left_out;
static sked_moldable_settings scene;

static sked_align room[ROOM];
static sked_moldable plans;
static sked_moldable_row rows[TASKS_MAX];
static sked_moldable_result result;

/* ---- drawing --------------------------------------------------------------------------------- */

static inline void draw(uint32_t processors) {
    memset(&scene, 0, sizeof(scene));
    memset(tasks, 0, sizeof(tasks));
    scene.processors = processors;
    scene.tasks = tasks;
    scene.spans = spans;
    scene.frontier_max = 8;
}

static inline sked_moldable_task *add_task(sked_moldable_form form, uint32_t weight,
                                           sked_time time) {
    sked_moldable_task *task = &tasks[scene.tasks_count++];
    task->form = form;
    task->weight = weight;
    task->time = time;
    return task;
}

/* The next number of a text, and moves behind it; the end is 0. */
static inline sked_time next_time(const char **text) {
    sked_time number = 0;
    while (**text != '\0' && (**text < '0' || **text > '9')) {
        (*text)++;
    }
    for (; **text >= '0' && **text <= '9'; (*text)++) {
        number = number * 10 + (**text - '0');
    }
    return number;
}

/* A table of "10 7 5 5". */
static inline sked_moldable_task *add_table(uint32_t weight, const char *text) {
    sked_moldable_task *task = add_task(SKED_MOLDABLE_TABLE, weight, 0);
    sked_time *table = tables[task - tasks];
    sked_time time;
    while ((time = next_time(&text)) != 0) {
        table[task->count++] = time;
    }
    task->times = table;
    return task;
}

/* Alternatives of "1:10 3:5". */
static inline sked_moldable_task *add_list(uint32_t weight, const char *text) {
    sked_moldable_task *task = add_task(SKED_MOLDABLE_LIST, weight, 0);
    sked_moldable_allotment *list = lists[task - tasks];
    sked_time width;
    while ((width = next_time(&text)) != 0) {
        list[task->count].width = (uint32_t)width;
        list[task->count++].time = next_time(&text);
    }
    task->allotments = list;
    return task;
}

static inline sked_moldable_task *add_amdahl(uint32_t weight, sked_time time,
                                             uint32_t sequential) {
    sked_moldable_task *task = add_task(SKED_MOLDABLE_AMDAHL, weight, time);
    task->sequential_permille = sequential;
    return task;
}

static inline sked_moldable_task *add_downey(uint32_t weight, sked_time time, uint32_t parallelism,
                                             uint32_t variance) {
    sked_moldable_task *task = add_task(SKED_MOLDABLE_DOWNEY, weight, time);
    task->parallelism_permille = parallelism;
    task->variance_permille = variance;
    return task;
}

static inline sked_moldable_task *add_rigid(uint32_t weight, uint32_t width, sked_time time) {
    sked_moldable_task *task = add_task(SKED_MOLDABLE_RIGID, weight, time);
    task->width_min = width;
    return task;
}

static inline sked_moldable_task *add_divisible(uint32_t weight, sked_time work) {
    return add_task(SKED_MOLDABLE_DIVISIBLE, weight, work);
}

static inline void allow(sked_moldable_task *task, uint32_t least, uint32_t most, uint32_t step) {
    task->width_min = least;
    task->width_max = most;
    task->width_step = step;
}

static inline void add_span(sked_time start, sked_time end, uint32_t count) {
    sked_span *span = &spans[scene.spans_count++];
    span->start = start;
    span->end = end;
    span->count = count;
    span->set = NULL;
}

static inline void leave_out(uint32_t task) {
    if (scene.leave_out == NULL) {
        left_out = sked_set_of(out_words, scene.tasks_count);
        scene.leave_out = &left_out;
    }
    sked_set_add(&left_out, task);
}

static inline int is_out(uint32_t task) {
    return scene.leave_out != NULL && sked_set_has(scene.leave_out, task);
}

/* Six processors, and a task of each form, except divisible ones. */
static inline void draw_forms(void) {
    draw(6);
    add_table(3, "30 17 12 10 9 9");
    add_list(1, "1:44 3:15 4:13");
    add_amdahl(5, 60, 150);
    add_downey(2, 41, 3500, 700);
    add_rigid(4, 3, 9);
}

/* ---- times by schoolbook --------------------------------------------------------------------- */

/* What spans take at a time; of those without an end, what they take for good. */
static inline uint64_t spans_take(sked_time time) {
    uint64_t taken = 0;
    uint32_t i;
    for (i = 0; i < scene.spans_count; i++) {
        if (spans[i].start <= time && (spans[i].end > time || spans[i].end == NEVER)) {
            taken += spans[i].set == NULL ? spans[i].count : sked_set_count(spans[i].set);
        }
    }
    return taken;
}

static inline uint32_t left_in_the_end(void) {
    return scene.processors - (uint32_t)spans_take(NEVER);
}

/* None is left where spans ask for more than there are. */
static inline uint32_t left_at(sked_time time) {
    const uint64_t taken = spans_take(time);
    return taken < scene.processors ? scene.processors - (uint32_t)taken : 0;
}

/* The time of one processor is to be multiplied by *top / (width * *below): a fraction of Downey's
 * speedup, in thousandths of A and of s. */
static inline void divide_downey(const sked_moldable_task *task, uint64_t width, uint64_t *top,
                                 uint64_t *below) {
    const uint64_t a = task->parallelism_permille, s = task->variance_permille;
    if (s <= 1000 && 1000 * width <= a) {
        *top = 2 * a + s * (width - 1);
        *below = 2 * a;
    } else if (s <= 1000 && 1000 * width <= 2 * a - 1000) {
        *top = s * (2 * a - 1000) + 1000 * width * (2000 - s);
        *below = 2000 * a;
    } else if (s > 1000 && 1000000 * width <= 1000 * a + a * s - 1000 * s) {
        *top = s * (1000 * width + a - 1000) + 1000 * a;
        *below = a * (s + 1000);
    } else {
        *top = 1000 * width;
        *below = a;
    }
}

static inline void divide(const sked_moldable_task *task, uint64_t width, uint64_t *top,
                          uint64_t *below) {
    *top = width;                           /* rigid */
    *below = 1;
    if (task->form == SKED_MOLDABLE_AMDAHL) {
        *top = task->sequential_permille * width + (1000 - task->sequential_permille);
        *below = 1000;
    } else if (task->form == SKED_MOLDABLE_DOWNEY) {
        divide_downey(task, width, top, below);
    }
}

static inline uint64_t product_over(uint64_t a, uint64_t b, uint64_t divisor, int up) {
    uint64_t rest = 0;
    const sked_u128 quotient = sked_u128_div(sked_u128_mul(a, b), divisor, &rest);
    return quotient.low + (up && rest > 0);
}

/* The entry of a list with this width; NULL if there is none. */
static inline const sked_moldable_allotment *listed(const sked_moldable_task *task,
                                                    uint32_t width) {
    uint32_t i;
    for (i = 0; i < task->count; i++) {
        if (task->allotments[i].width == width) {
            return &task->allotments[i];
        }
    }
    return NULL;
}

/* May the task have this width? */
static inline int allows(uint32_t index, uint32_t width) {
    const sked_moldable_task *task = &tasks[index];
    const uint32_t least = task->width_min > 0 ? task->width_min : 1;
    const uint32_t step = task->width_step > 0 ? task->width_step : 1;
    if (width < least || width > left_in_the_end() || task->form == SKED_MOLDABLE_DIVISIBLE) {
        return 0;
    }
    if (task->form == SKED_MOLDABLE_RIGID) {
        return width == task->width_min;
    }
    if (task->width_max > 0 && width > task->width_max) {
        return 0;
    }
    if (task->form == SKED_MOLDABLE_LIST) {
        return listed(task, width) != NULL;
    }
    return (width - least) % step == 0 &&
           (task->form != SKED_MOLDABLE_TABLE || width <= task->count);
}

static inline sked_time oracle_time(uint32_t index, uint32_t width) {
    const uint32_t least = tasks[index].width_min > 0 ? tasks[index].width_min : 1;
    sked_time most = scene.oracle.time(scene.oracle.ctx, index, least);
    sked_time time = scene.oracle.time(scene.oracle.ctx, index, width);
    most = most < 1 ? 1 : most;
    time = time < 1 ? 1 : time;
    return time > most ? most : time;
}

static inline sked_time time_of(uint32_t index, uint32_t width) {
    const sked_moldable_task *task = &tasks[index];
    uint64_t top, below;
    switch (task->form) {
        case SKED_MOLDABLE_TABLE:
            return task->times[width - 1];
        case SKED_MOLDABLE_LIST:
            return listed(task, width)->time;
        case SKED_MOLDABLE_ORACLE:
            return oracle_time(index, width);
        default:
            divide(task, width, &top, &below);
            return (sked_time)product_over((uint64_t)task->time, top, below * width, 1);
    }
}

/* The work of a bound: that of the fraction, rounded down. */
static inline uint64_t work_of(uint32_t index, uint32_t width) {
    const sked_moldable_task *task = &tasks[index];
    uint64_t top, below;
    if (task->form != SKED_MOLDABLE_AMDAHL && task->form != SKED_MOLDABLE_DOWNEY) {
        return (uint64_t)time_of(index, width) * width;
    }
    divide(task, width, &top, &below);
    return product_over((uint64_t)task->time, top, below, 0);
}

/* When all tasks would have ended one after another, each on its least width: from there on prices
 * do not matter. */
static inline sked_time longest(void) {
    sked_time latest = scene.now, sum = 0;
    uint32_t i, width;
    for (i = 0; i < scene.spans_count; i++) {
        const sked_time over = spans[i].end == NEVER ? spans[i].start : spans[i].end;
        latest = over > latest ? over : latest;
    }
    for (i = 0; i < scene.tasks_count; i++) {
        if (!is_out(i)) {
            for (width = 1; !allows(i, width); width++) {
            }
            sum += time_of(i, width);
            latest = tasks[i].ready > latest ? tasks[i].ready : latest;
        }
    }
    return latest + sum;
}

/* ---- judging plans --------------------------------------------------------------------------- */

static sked_moldable_piece pieces[PIECES_MAX];
static uint32_t pieces_count;

static inline sked_time earliest(uint32_t task) {
    return tasks[task].ready > scene.now ? tasks[task].ready : scene.now;
}

static inline int is_zero(const sked_moldable_row *row) {
    return row->start == 0 && row->end == 0 && row->width == 0;
}

/* Is a row a way to run its task, whatever the others do? */
static inline int is_row(uint32_t task, const sked_moldable_row *row) {
    if (is_out(task)) {
        return is_zero(row);
    }
    if (row->start < earliest(task)) {
        return 0;
    }
    if (tasks[task].form == SKED_MOLDABLE_DIVISIBLE) {
        return row->width == 0 && row->end > row->start;
    }
    return allows(task, row->width) && row->end - row->start == time_of(task, row->width);
}

/* Do the pieces of a divisible task do its work, all of them within its row, and the last no wider
 * than it must be? */
static inline int has_pieces(uint32_t task, const sked_moldable_row *row) {
    sked_time first = NEVER, last = 0, work = 0;
    uint32_t i, last_width = 0;
    for (i = 0; i < pieces_count; i++) {
        const sked_moldable_piece *piece = &pieces[i];
        if (piece->task == task) {
            first = piece->start < first ? piece->start : first;
            last_width = piece->end == last ? last_width + piece->width : last_width;
            last_width = piece->end > last ? piece->width : last_width;
            last = piece->end > last ? piece->end : last;
            work += (piece->end - piece->start) * (sked_time)piece->width;
        }
    }
    return first >= row->start && last <= row->end && work >= tasks[task].time &&
           work - tasks[task].time < (sked_time)last_width;
}

/* Are all pieces rectangles of divisible tasks, by rising start, and no more than documented? */
static inline int are_pieces(void) {
    uint32_t i;
    for (i = 0; i < pieces_count; i++) {
        const sked_moldable_piece *piece = &pieces[i];
        if (piece->task >= scene.tasks_count || is_out(piece->task) || piece->width == 0 ||
            tasks[piece->task].form != SKED_MOLDABLE_DIVISIBLE || piece->end <= piece->start ||
            (i > 0 && piece->start < pieces[i - 1].start)) {
            return 0;
        }
    }
    return pieces_count <= 4 * (scene.tasks_count + scene.spans_count + 1);
}

/* Processors that tasks and pieces use at a time. */
static inline uint64_t used_at(const sked_moldable_row *plan, sked_time time) {
    uint64_t used = 0;
    uint32_t i;
    for (i = 0; i < scene.tasks_count; i++) {
        used += plan[i].start <= time && time < plan[i].end ? plan[i].width : 0;
    }
    for (i = 0; i < pieces_count; i++) {
        used += pieces[i].start <= time && time < pieces[i].end ? pieces[i].width : 0;
    }
    return used;
}

/* Are there enough processors whenever a task, a piece or a span begins? */
static inline int has_room(const sked_moldable_row *plan) {
    uint32_t i;
    for (i = 0; i < scene.tasks_count; i++) {
        if (used_at(plan, plan[i].start) > left_at(plan[i].start) && !is_out(i)) {
            return 0;
        }
    }
    for (i = 0; i < pieces_count; i++) {
        if (used_at(plan, pieces[i].start) > left_at(pieces[i].start)) {
            return 0;
        }
    }
    for (i = 0; i < scene.spans_count; i++) {
        if (spans[i].start >= scene.now &&
            used_at(plan, spans[i].start) > left_at(spans[i].start)) {
            return 0;
        }
    }
    return 1;
}

static inline int is_plan(const sked_moldable_row *plan) {
    uint32_t i;
    pieces_count = 0;
    if (sked_moldable_pieces(&plans, plan, pieces, PIECES_MAX, &pieces_count) != SKED_OK ||
        !are_pieces()) {
        return 0;
    }
    for (i = 0; i < scene.tasks_count; i++) {
        if (!is_row(i, &plan[i]) || (tasks[i].form == SKED_MOLDABLE_DIVISIBLE && !is_out(i) &&
                                     !has_pieces(i, &plan[i]))) {
            return 0;
        }
    }
    return has_room(plan);
}

static inline sked_u128 wide_of(uint64_t low) {
    sked_u128 wide = {0, 0};
    wide.low = low;
    return wide;
}

/* value / least in 1/1000, rounded up; UINT64_MAX if that is more, or if only least is 0. */
static inline uint64_t ratio_of(sked_u128 value, sked_u128 least) {
    sked_u128 scaled;
    uint64_t rest = 0;
    if (least.high == 0 && least.low > 0 && value.high == 0) {
        scaled = sked_u128_div(sked_u128_mul(value.low, 1000), least.low, &rest);
        scaled = sked_u128_add(scaled, wide_of(rest > 0));
        return scaled.high > 0 ? UINT64_MAX : scaled.low;
    }
    return value.high == 0 && value.low == 0 ? 1000 : UINT64_MAX;
}

/* The values told are those of the rows, and no better than the bounds. */
static inline void check_told(const sked_moldable_row *plan, const sked_moldable_result *told) {
    const uint64_t least = (uint64_t)(told->makespan_lower_bound - scene.now);
    sked_time makespan = scene.now;
    sked_u128 minsum = {0, 0}, limit;
    uint64_t length;
    uint32_t i;
    for (i = 0; i < scene.tasks_count; i++) {
        makespan = plan[i].end > makespan ? plan[i].end : makespan;
        minsum = sked_u128_add(minsum, sked_u128_mul(tasks[i].weight, (uint64_t)plan[i].end));
    }
    length = (uint64_t)(makespan - scene.now);
    CHECK(told->makespan == makespan && sked_u128_compare(told->minsum, minsum) == 0);
    CHECK(told->makespan_lower_bound >= scene.now && told->makespan_lower_bound <= makespan);
    CHECK(sked_u128_compare(told->minsum_lower_bound, minsum) <= 0);
    CHECK(told->makespan_ratio_permille == ratio_of(wide_of(length), wide_of(least)));
    limit = sked_u128_add(sked_u128_mul(told->guarantee_permille, least), wide_of(1000));
    CHECK(told->guarantee_permille == 0 ||
          sked_u128_compare(sked_u128_mul(length, 1000), limit) <= 0);
}

/* ---- calling --------------------------------------------------------------------------------- */

static size_t block_bytes;

/* Something else filled the block before; what lies behind stays as it was. */
static inline sked_status open_scene(void) {
    sked_status status;
    block_bytes = 0;
    status = sked_moldable_bytes(&scene, &block_bytes);
    if (status != SKED_OK) {
        block_bytes = 0;
    }
    CHECK(block_bytes + GUARD <= sizeof(room));
    memset(room, 0xA5, block_bytes + GUARD);
    return sked_moldable_init(&plans, &scene, room, block_bytes);
}

static inline int guard_holds(void) {
    const unsigned char *behind = (const unsigned char *)room + block_bytes;
    uint32_t i;
    for (i = 0; i < GUARD && behind[i] == 0xA5; i++) {
    }
    return i == GUARD;
}

static inline void open_drawn(void) {
    CHECK(open_scene() == SKED_OK);
}

static inline sked_moldable_choice choosing(sked_moldable_method method,
                                            sked_moldable_order order) {
    sked_moldable_choice choice;
    memset(&choice, 0, sizeof(choice));
    choice.method = method;
    choice.order = order;
    choice.steps_max = 500;
    return choice;
}

/* Plans by a choice into rows and result, which are a plan then, and truly told. */
static inline int plans_by(const sked_moldable_choice *choice) {
    memset(rows, 0x5A, sizeof(rows));
    memset(&result, 0x5A, sizeof(result));
    if (sked_moldable_plan(&plans, choice, rows, &result) != SKED_OK) {
        return 0;
    }
    CHECK(is_plan(rows));
    check_told(rows, &result);
    CHECK(scene.tasks_count == TASKS_MAX || rows[scene.tasks_count].width == 0x5A5A5A5Au);
    return guard_holds();
}

static inline int plans_with(sked_moldable_method method, sked_moldable_order order) {
    const sked_moldable_choice choice = choosing(method, order);
    return plans_by(&choice);
}

static inline sked_moldable_info info_of(sked_moldable *which) {
    sked_moldable_info info;
    memset(&info, 0, sizeof(info));
    CHECK(sked_moldable_get_info(which, &info) == SKED_OK);
    return info;
}

static inline int refuses(sked_time deadline) {
    int refused = 4711;
    CHECK(sked_moldable_dual_test(&plans, deadline, &refused) == SKED_OK);
    CHECK(refused == 0 || refused == 1);
    return refused;
}

#endif
