/* moldable.h: the tab of moldable tasks: the plans worth choosing from. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_H_INCLUDED
#define MOLDABLE_H_INCLUDED

#include "memory.h"

typedef struct page_task {          /* in                                                     */
    int32_t work;                   /* seconds on one processor                               */
    uint32_t sequential_permille;   /* of it is not sped up                                   */
    uint32_t weight;
} page_task;

typedef struct page_plan {
    int32_t status;
    uint32_t plans;                 /* on the frontier                                        */
    int32_t makespan, makespan_lower_bound;
    uint32_t minsum;                /* of the last plan asked for; UINT32_MAX: as large or more */
    uint32_t minsum_lower_bound;
    int32_t *rows;                  /* its start, end and width of each task                  */
    sked_word *words;               /* ... and its processors: page_words of them for each    */
    uint32_t tasks_count, processors;
    sked_moldable moldable;
    sked_moldable_task *tasks;
    sked_moldable_row *row;
} page_plan;

page_plan *page_plan_create(const page_task *tasks, uint32_t count, uint32_t processors,
                          uint32_t steps);
int32_t page_plan_get(page_plan *plan, uint32_t index);

static uint32_t page_low(sked_u128 wide) {
    return wide.high != 0 || wide.low > UINT32_MAX ? UINT32_MAX : (uint32_t)wide.low;
}

page_plan *page_plan_create(const page_task *tasks, uint32_t count, uint32_t processors,
                          uint32_t steps) {
    page_plan *plan = (page_plan *)page_take(sizeof *plan);
    sked_moldable_settings settings = SKED_ZERO;
    sked_moldable_choice choice = SKED_ZERO;
    sked_moldable_info info = SKED_ZERO;
    sked_status status;
    uint32_t i;
    if (plan == NULL) {
        return NULL;
    }
    plan->tasks_count = count;
    plan->processors = processors;
    plan->tasks = (sked_moldable_task *)page_take(count * (uint32_t)sizeof(sked_moldable_task));
    plan->row = (sked_moldable_row *)page_take(count * (uint32_t)sizeof(sked_moldable_row));
    plan->rows = (int32_t *)page_take(count * 12);
    plan->words = (sked_word *)page_take(count * page_words(processors) * 4);
    if (plan->tasks == NULL || plan->row == NULL || plan->rows == NULL || plan->words == NULL) {
        return NULL;
    }
    for (i = 0; i < count; i++) {
        plan->tasks[i].form = SKED_MOLDABLE_AMDAHL;
        plan->tasks[i].time = tasks[i].work;
        plan->tasks[i].sequential_permille = tasks[i].sequential_permille;
        plan->tasks[i].weight = tasks[i].weight;
    }
    settings.processors = processors;
    settings.tasks = plan->tasks;
    settings.tasks_count = count;
    settings.frontier_max = 64;
    choice.steps_max = steps;
    status = sked_moldable_create(&plan->moldable, &settings, page_mem());
    status = status == SKED_OK ? sked_moldable_plan(&plan->moldable, &choice, plan->row, NULL)
                               : status;
    status = status == SKED_OK ? sked_moldable_get_info(&plan->moldable, &info) : status;
    plan->plans = info.plans;
    plan->status = (int32_t)status;
    return plan;
}

int32_t page_plan_get(page_plan *plan, uint32_t index) {
    sked_moldable_result result = SKED_ZERO;
    uint32_t i;
    plan->status = (int32_t)sked_moldable_get_plan(&plan->moldable, index, plan->row, &result);
    plan->makespan = page_from_time(result.makespan);
    plan->makespan_lower_bound = page_from_time(result.makespan_lower_bound);
    plan->minsum = page_low(result.minsum);
    plan->minsum_lower_bound = page_low(result.minsum_lower_bound);
    for (i = 0; i < plan->tasks_count; i++) {
        plan->rows[3 * i] = page_from_time(plan->row[i].start);
        plan->rows[3 * i + 1] = page_from_time(plan->row[i].end);
        plan->rows[3 * i + 2] = (int32_t)plan->row[i].width;
    }
    if (plan->status == SKED_OK) {
        plan->status = (int32_t)sked_moldable_assign(&plan->moldable, plan->row, plan->words);
    }
    return plan->status;
}

#endif
