/* calls_moldable.c - fuzz target: each function of sched_moldable.h, with whatever a file says.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "calls.h"

#include "sched_moldable.h"

#define FUZZ_NAME "calls_moldable"

enum {
    PROCESSORS = 12, TASKS = 5, SPANS = 3, TIMES = 6, LARGEST = 64, PRICES = 12,
    PIECES = 4 * (TASKS + SPANS + 1),
    BUDGET = 30                     /* of plans: see the costs of methods */
};

typedef struct plans_world {
    sked_moldable plans;
    calls_memory memory;
    calls_watched watched;
    void *block;                                /* of an object without a memory resource */
    sked_moldable_settings settings;            /* and what it points to */
    sked_moldable_task tasks[TASKS];
    sked_time times[TASKS][TIMES];
    sked_moldable_allotment allotments[TASKS][TIMES];
    sked_span spans[SPANS];
    calls_set left_out, taken;
    sked_moldable_row rows[TASKS];              /* the last plan, perhaps changed since */
    uint32_t processors, count, intervals;      /* of the object: 1, 1 and 1 if there is none */
    uint32_t budget;
} plans_world;

/* ---- create ---------------------------------------------------------------------------------- */

static void watch(plans_world *self, size_t bytes) {
    self->watched.handle = &self->plans;
    self->watched.handle_bytes = sizeof self->plans;
    self->watched.block = self->plans.state_;
    self->watched.bytes = bytes;
    self->watched.moved = 1;
}

static void end(plans_world *self) {
    sked_moldable_destroy(&self->plans);
    free(self->block);
    self->block = NULL;
    self->processors = self->count = self->intervals = 1;
    watch(self, 0);
}

/* It takes what it likes, and shrinks or does not. */
static sked_time oracle(void *context, uint32_t task, uint32_t width) {
    const plans_world *self = (const plans_world *)context;
    CHECK(task < TASKS && width > 0);
    return self->times[task % TASKS][width % TIMES];
}

static sked_moldable_task some_task(plans_world *self, uint32_t index) {
    const uint32_t form = calls_byte(), widths = calls_byte();
    sked_moldable_task task = sked_moldable_task_oracle();
    sked_time time = calls_length();
    uint32_t at, width = 0;
    for (at = 0; at < TIMES; at++) {
        self->times[index][at] = form < 16 ? calls_length() : time / (sked_time)(at + 1);
        width += form % 32 == 9 ? calls_below(3) : 1 + widths % 2;
        self->allotments[index][at].width = width;
        self->allotments[index][at].time = self->times[index][at];
    }
    switch (form % 8) {
    case 0: task = sked_moldable_task_table(self->times[index], calls_below(TIMES + 1)); break;
    case 1: task = sked_moldable_task_list(self->allotments[index], calls_below(TIMES + 1)); break;
    case 2: task = sked_moldable_task_amdahl(time, calls_number(1000)); break;
    case 3: task = sked_moldable_task_downey(time, 1000 + calls_number(4000), calls_number(3000));
        break;
    case 4: task = sked_moldable_task_rigid(time, calls_number(4)); break;
    case 5: task = sked_moldable_task_divisible(time); break;
    case 6: break;
    default: task.form = (sked_moldable_form)calls_below(9); break;
    }
    task.weight = calls_number(9);
    task.ready = widths % 4 == 0 ? calls_time(0) : 0;
    if (widths % 8 == 3 && form % 8 != 4) {
        task.width_min = calls_number(3);
        task.width_max = calls_number(PROCESSORS);
        task.width_step = calls_number(3);
    }
    return task;
}

static void some_settings(plans_world *self) {
    sked_moldable_settings *settings = &self->settings;
    const uint32_t extras = calls_byte();
    uint32_t at;
    *settings = sked_moldable_settings_of(calls_number(PROCESSORS), self->tasks, 0);
    settings->tasks_count = calls_rarely(64) ? SKED_MOLDABLE_MAX + 1 : calls_below(TASKS + 1);
    for (at = 0; at < TASKS && at < settings->tasks_count; at++) {
        self->tasks[at] = some_task(self, at);
    }
    settings->spans = self->spans;
    settings->spans_count = extras % 2 == 0 ? 0 : calls_below(SPANS + 1);
    for (at = 0; at < settings->spans_count; at++) {
        self->spans[at].start = calls_time(0);
        self->spans[at].end = calls_time(self->spans[at].start);
        self->spans[at].count = calls_number(4);
        self->spans[at].set = extras / 2 % 4 == 0 ? calls_some(&self->taken, 8) : NULL;
    }
    settings->now = extras / 8 % 2 == 0 ? 0 : calls_time(0);
    settings->leave_out = extras / 16 % 4 == 0 && settings->tasks_count <= TASKS
                              ? calls_some(&self->left_out, settings->tasks_count)
                              : NULL;
    settings->oracle.time = extras == 255 ? NULL : oracle;
    settings->oracle.ctx = self;
    settings->frontier_max = calls_number(6);
    settings->cells_max = extras / 64 == 1 ? calls_byte() : 0;
    settings->intervals_max = 1 + calls_number(PRICES - 2);
}

/* Spans take away sets of processors without bits above their size. */
static int is_sound(const plans_world *self) {
    return self->settings.spans_count == 0 || self->spans[0].set == NULL ||
           calls_is_sound(&self->taken.set);
}

static sked_status create(void *world) {
    plans_world *self = (plans_world *)world;
    sked_refusal refusal = SKED_ZERO;
    size_t bytes = 0;
    sked_status status;
    end(self);
    some_settings(self);
    if (!is_sound(self)) {
        return SKED_E_EMPTY;
    }
    self->settings.refusal = &refusal;
    if (calls_below(2) == 0) {
        status = sked_moldable_create(&self->plans, &self->settings, calls_mem(&self->memory));
    } else {
        status = sked_moldable_check(&self->settings);
        calls_judge_refusal(&refusal, status);
        if (sked_moldable_bytes(&self->settings, &bytes) == SKED_OK && bytes <= CALLS_BLOCK_MAX) {
            self->block = malloc(bytes);
        }
        memset(&refusal, 0, sizeof refusal);
        status = sked_moldable_init(&self->plans, &self->settings, self->block,
                                    bytes - calls_rarely(16));
    }
    calls_judge_refusal(&refusal, status);
    self->settings.refusal = NULL;
    if (status != SKED_OK || self->settings.processors > LARGEST) {
        end(self);
        return status;
    }
    (void)sked_moldable_bytes(&self->settings, &bytes);
    self->processors = self->settings.processors;
    self->count = self->settings.tasks_count;
    self->intervals = self->settings.intervals_max == 0 ? 128 : self->settings.intervals_max;
    watch(self, bytes);
    return status;
}

static sked_status destroy(void *world) {
    end((plans_world *)world);
    sked_moldable_destroy(&((plans_world *)world)->plans);
    return SKED_OK;
}

/* ---- plan ------------------------------------------------------------------------------------ */

/* A method that the budget still allows: MAKESPAN costs some 20 deadlines, most others more. */
static sked_moldable_method some_method(plans_world *self) {
    static const unsigned char costs[SKED_MOLDABLE_SHELVES + 2] = {
        30, 3, 12, 2, 20, 15, 25, 6, 1, 1, 3, 0};
    const uint32_t method = calls_below(SKED_MOLDABLE_SHELVES + 2);
    if (costs[method] > self->budget) {
        return SKED_MOLDABLE_GANG;
    }
    self->budget -= costs[method];
    return (sked_moldable_method)method;
}

static sked_moldable_choice some_choice(plans_world *self) {
    sked_moldable_choice choice = SKED_ZERO;
    const uint32_t byte = calls_byte();
    choice.method = some_method(self);
    choice.order = (sked_moldable_order)(byte < 64 ? byte % 8 : 0);
    choice.arrivals = (sked_moldable_arrivals)(byte == 255 ? 2 : byte % 4 == 1);
    choice.shuffles = byte % 8 == 6 ? calls_below(3) : byte == 254 ? UINT32_MAX : 0;
    choice.makespan_weight = byte % 8 == 2 ? calls_number(1000) : 0;
    choice.minsum_weight = byte % 16 == 4 ? calls_number(1000) : 0;
    choice.makespan_max = byte % 16 == 3 ? calls_length() : 0;
    choice.steps_max = 1 + calls_byte();
    choice.seed = byte;
    return choice;
}

static int is_bounded(const sked_moldable_result *result) {
    return result->makespan >= result->makespan_lower_bound &&
           sked_u128_compare(result->minsum, result->minsum_lower_bound) >= 0;
}

/* Bounds of an oracle that is not monotone may be wrong. */
static int has_oracle(const plans_world *self) {
    uint32_t at;
    for (at = 0; at < self->count; at++) {
        if (self->tasks[at].form == SKED_MOLDABLE_ORACLE) {
            return 1;
        }
    }
    return 0;
}

static sked_status plan(void *world) {
    plans_world *self = (plans_world *)world;
    sked_moldable_choice choice = some_choice(self);
    sked_refusal refusal = SKED_ZERO;
    sked_moldable_row rows[TASKS];
    sked_moldable_result result;
    sked_status status;
    choice.refusal = &refusal;
    status = sked_moldable_plan(&self->plans, &choice, rows, &result);
    calls_judge_refusal(&refusal, status);
    if (status == SKED_OK) {
        memcpy(self->rows, rows, self->count * sizeof *rows);
        CHECK(has_oracle(self) || is_bounded(&result));
        CHECK(sked_moldable_evaluate(&self->plans, rows, NULL, &result) == SKED_OK);
    }
    return status;
}

static sked_status bound(void *world) {
    plans_world *self = (plans_world *)world;
    const uint32_t iterations = calls_rarely(32) ? 1000001 : 1 + calls_below(3);
    const uint32_t growth = 100 + calls_number(302);
    if (self->budget < 3) {
        return SKED_OK;
    }
    self->budget -= 3;
    return sked_moldable_bound(&self->plans, iterations, growth);
}

static sked_status dual_test(void *world) {
    plans_world *self = (plans_world *)world;
    int refused;
    return sked_moldable_dual_test(&self->plans, calls_length(), &refused);
}

/* Prices of its own, or any. */
static sked_status prices(void *world) {
    plans_world *self = (plans_world *)world;
    sked_moldable_price prices_of[SKED_MOLDABLE_PRICES_MAX + 1];
    sked_u128 least;
    uint32_t count = 0, at;
    int32_t shift = 0;
    sked_time last = 0;
    sked_status status = sked_moldable_get_prices(&self->plans, prices_of, &count, &shift);
    if (status != SKED_OK) {
        return status;
    }
    CHECK(count <= self->intervals);
    if (calls_below(2) == 0 || count == 0) {
        count = calls_below(self->intervals + 2);
        shift = (int32_t)calls_below(132) - 66;
        for (at = 0; at < count; at++) {
            last = prices_of[at].end = calls_time(last);
            prices_of[at].price = calls_id() << calls_below(64);
        }
    }
    return sked_moldable_dual_bound(&self->plans, prices_of, count, shift, &least);
}

/* ---- read ------------------------------------------------------------------------------------ */

static sked_status get_plan(void *world) {
    plans_world *self = (plans_world *)world;
    sked_moldable_row rows[TASKS];
    sked_moldable_result result;
    sked_moldable_info info;
    const sked_status status =
        sked_moldable_get_plan(&self->plans, calls_number(4), rows, &result);
    if (status == SKED_OK) {
        memcpy(self->rows, rows, self->count * sizeof *rows);
        CHECK(sked_moldable_get_info(&self->plans, &info) == SKED_OK && info.plans > 0);
    }
    return status;
}

static sked_status get_times(void *world) {
    plans_world *self = (plans_world *)world;
    const uint32_t task = calls_number(TASKS), which = calls_below(3);
    sked_moldable_allotment allotment;
    uint32_t first, width;
    sked_time time;
    uint64_t work;
    if (which == 0) {
        return sked_moldable_get_time(&self->plans, task, calls_number(PROCESSORS), &time);
    }
    return which == 1 ? sked_moldable_get_allotment(&self->plans, task, calls_length(), &allotment,
                                                    &work)
                      : sked_moldable_check_monotone(&self->plans, &first, &width);
}

/* Changes a row of the last plan. */
static sked_status change_row(void *world) {
    plans_world *self = (plans_world *)world;
    sked_moldable_row *row = &self->rows[calls_below(TASKS)];
    const uint32_t which = calls_below(4);
    row->start = which == 0 ? calls_length() : row->start;
    row->end = which == 1 ? calls_length() : row->end;
    row->width = which == 2 ? calls_number(PROCESSORS) : row->width;
    return SKED_OK;
}

static sked_status evaluate_rows(plans_world *self) {
    sked_word words[TASKS * SKED_SET_WORDS(LARGEST) + 1];
    sked_moldable_piece pieces[PIECES];
    sked_moldable_result result;
    uint32_t task = 0, count = 0, which = calls_below(3), most = calls_below(PIECES + 1);
    const uint32_t used = self->count * SKED_SET_WORDS(self->processors);
    sked_status status;
    if (which == 0) {
        return sked_moldable_evaluate(&self->plans, self->rows, &task, &result);
    }
    if (which == 1) {
        status = sked_moldable_pieces(&self->plans, self->rows, pieces, most, &count);
        CHECK(count <= most);
        return status;
    }
    words[used] = CALLS_RED;
    status = sked_moldable_assign(&self->plans, self->rows, words);
    CHECK(words[used] == CALLS_RED);
    return status;
}

/* An evaluation that fails leaves sums in the block, which nobody can see: the rest is compared. */
static sked_status evaluate(void *world) {
    plans_world *self = (plans_world *)world;
    sked_moldable_info before, after;
    sked_status status;
    if (sked_moldable_get_info(&self->plans, &before) == SKED_OK) {
        self->watched.moved = 1;
    }
    status = evaluate_rows(self);
    if (status != SKED_OK && self->watched.moved) {
        CHECK(sked_moldable_get_info(&self->plans, &after) == SKED_OK);
        CHECK(before.plans == after.plans && before.refused == after.refused &&
              before.accepted == after.accepted &&
              sked_u128_compare(before.minsum_lower_bound, after.minsum_lower_bound) == 0);
    }
    return status;
}

/* Rows as a plan has them: what else they may hold is nobody's promise. */
static sked_status started(void *world) {
    plans_world *self = (plans_world *)world;
    sked_span running[TASKS];
    calls_set room;
    calls_redden(&room, 0);
    room.set = sked_set_of(room.words, TASKS);
    CHECK(sked_moldable_started(self->rows, calls_time(0), &room.set, running) <= TASKS);
    calls_judge_set(&room, TASKS, SKED_OK);
    return SKED_OK;
}

/* ---- what each may return -------------------------------------------------------------------- */

static const sked_status create_ends[] = {
    SKED_E_NO_PROCESSORS, SKED_E_NO_TASKS, SKED_E_RANGE, SKED_E_SETTING, SKED_E_OVERFLOW,
    SKED_E_TIME, SKED_E_NEVER_FITS, SKED_E_NO_TIME, SKED_E_WIDTHS, SKED_E_TOO_WIDE, SKED_E_BLOCK,
    SKED_E_MEMORY, SKED_E_EMPTY, SKED_OK};
static const sked_status plan_ends[] = {
    SKED_E_EMPTY, SKED_E_SETTING, SKED_E_RANGE, SKED_E_TIME, SKED_OK};
static const sked_status bound_ends[] = {SKED_E_EMPTY, SKED_E_RANGE, SKED_OK};
static const sked_status dual_test_ends[] = {SKED_E_EMPTY, SKED_E_TIME, SKED_OK};
static const sked_status get_times_ends[] = {
    SKED_E_EMPTY, SKED_E_RANGE, SKED_E_DEADLINE, SKED_E_MONOTONY, SKED_OK};
static const sked_status evaluate_ends[] = {
    SKED_E_EMPTY, SKED_E_PLAN, SKED_E_TAKEN, SKED_E_FULL, SKED_OK};
static const sked_status fine[] = {SKED_OK};

static const calls_operation operations[] = {
    {plan, plan_ends},           {plan, plan_ends},         {plan, plan_ends},
    {bound, bound_ends},         {dual_test, dual_test_ends}, {prices, bound_ends},
    {get_plan, bound_ends},      {get_times, get_times_ends}, {change_row, fine},
    {evaluate, evaluate_ends},   {started, fine},           {create, create_ends},
    {destroy, fine},             {get_times, get_times_ends}, {evaluate, evaluate_ends},
    {plan, plan_ends},
};

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    static plans_world self;
    memset(&self, 0, sizeof self);
    self.budget = BUDGET;
    calls_begin(bytes, size);
    end(&self);
    calls_live(operations, sizeof operations / sizeof *operations, &self, &self.watched, create,
               NULL);
    end(&self);
    CHECK(self.memory.live == 0);
}

#include "replay.h"
