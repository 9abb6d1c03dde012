/* forms.c - tasks of random forms, of those in a mask: plans by all methods, folded into a sum;
 * then which forms alone are accepted.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_STATIC
#include "sched_moldable.h"
#include <stdio.h>
#include <stdlib.h>

enum { TASKS = 9, WIDTHS = 6 };
static sked_align room[4096];
static sked_time times[TASKS][WIDTHS];
static sked_moldable_allotment lists[TASKS][WIDTHS];
static uint64_t sum, seed;

static uint32_t below(uint32_t bound) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % bound;
}

static void fold(uint64_t value) {
    sum = (sum ^ value) * UINT64_C(0x100000001B3);
    sum ^= sum >> 29;
}

static sked_time ask(void *ctx, uint32_t task, uint32_t width) {
    (void)ctx;
    return (sked_time)(60 + task) / (sked_time)width + 1;
}

static sked_moldable_task task_of(int form, uint32_t i) {
    sked_moldable_task task = {.width_min = 1, .width_step = 1, .count = WIDTHS};
    uint32_t k;
    task.form = (sked_moldable_form)form;
    task.weight = below(9);
    task.ready = below(3) == 0 ? (sked_time)below(20) : 0;
    task.width_min = form == SKED_MOLDABLE_RIGID ? 1 + below(4) : below(3);
    task.width_step = below(3);
    task.time = 1 + (sked_time)below(50);
    task.sequential_permille = below(1001);
    task.parallelism_permille = 1000 + below(5000);
    task.variance_permille = below(3000);
    task.times = times[i];
    task.allotments = lists[i];
    for (k = 0; k < WIDTHS; k++) {
        times[i][k] = 1 + (sked_time)(below(40) + 60 / (k + 1));
        lists[i][k].time = 1 + (sked_time)below(60);
        lists[i][k].width = k + 1 + (k > 2);
    }
    return task;
}

static int plan(unsigned mask) {
    sked_moldable_task tasks[TASKS];
    sked_span spans[1] = {{.start = 5, .end = 25, .count = 2}};
    sked_moldable_settings settings = {0};
    sked_moldable_choice choice = {0};
    sked_moldable_row rows[TASKS];
    sked_moldable_result result;
    sked_moldable moldable;
    int method, form;
    uint32_t i;
    for (i = 0; i < TASKS; i++) {
        for (form = (int)below(7); (mask >> form & 1) == 0; form = (int)below(7)) {
        }
        tasks[i] = task_of(form, i);
    }
    settings.processors = 7;
    settings.tasks_count = TASKS;
    settings.tasks = tasks;
    settings.spans_count = below(2);
    settings.spans = spans;
    settings.oracle.time = ask;
    settings.frontier_max = 4;
    if (sked_moldable_init(&moldable, &settings, room, sizeof room) != SKED_OK) {
        return 0;
    }
    choice.steps_max = 3000;
    for (method = 0; method <= SKED_MOLDABLE_SHELVES; method++) {
        choice.method = (sked_moldable_method)method;
        choice.shuffles = 2;
        if (sked_moldable_plan(&moldable, &choice, rows, &result) != SKED_OK) {
            return 0;
        }
        for (i = 0; i < TASKS; i++) {
            fold((uint64_t)rows[i].start + 1000 * (uint64_t)rows[i].end);
            fold(rows[i].width);
        }
        fold((uint64_t)result.makespan_lower_bound);
        fold(result.minsum_lower_bound.low);
    }
    fold((uint64_t)sked_moldable_evaluate(&moldable, rows, &i, &result));
    return 1;
}

int main(int count, char **words) {
    const unsigned mask = count > 1 ? (unsigned)atoi(words[1]) : 127;
    int form;
    for (seed = 1; seed < 120; seed++) {
        const uint64_t kept = seed;
        if (!plan(mask)) {
            printf("seed %d is refused\n", (int)kept);
            return 1;
        }
        seed = kept;
    }
    printf("%lu", (unsigned long)(sum >> 32));
    for (form = -1; form <= 8; form++) {
        sked_moldable_task task = task_of(SKED_MOLDABLE_RIGID, 0);
        sked_moldable_settings settings = {0};
        size_t bytes;
        task.form = (sked_moldable_form)form;
        settings.processors = settings.tasks_count = 1;
        settings.tasks = &task;
        printf(" %d", (int)sked_moldable_bytes(&settings, &bytes));
    }
    return puts("") < 0;
}
