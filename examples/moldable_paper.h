/* moldable_paper.h: the four workloads of the paper: every method beside the bounds. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_PAPER_H_INCLUDED
#define MOLDABLE_PAPER_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "moldable_workload.h"
#include "sched_moldable.h"

#include "cells.h"
#include "moldable_desk.h"
#include "moldable_options.h"
#include "progress.h"

enum {
    PAPER_TASKS = 100, PAPER_PROCESSORS = 200, PAPER_PROCESSORS_MOST = 10000, PAPER_SHUFFLES = 20,
    PAPER_COLUMNS = 5, PAPER_STEPS = 3000000
};

/* In this order: search goes on from the plan before it, truncations from the least minsum. */
static const struct paper_way {
    const char *name;
    sked_moldable_method method;
    sked_moldable_order order;
    uint32_t shuffles;
} paper_ways[] = {
    {.name = "gang", .method = SKED_MOLDABLE_GANG, .order = SKED_MOLDABLE_RATIO},
    {.name = "sequential", .method = SKED_MOLDABLE_SEQUENTIAL, .order = SKED_MOLDABLE_RATIO},
    {.name = "list-shelf", .method = SKED_MOLDABLE_SHELVES, .order = SKED_MOLDABLE_SHELF},
    {.name = "list-longest", .method = SKED_MOLDABLE_SHELVES, .order = SKED_MOLDABLE_LONGEST},
    {.name = "list-smallest", .method = SKED_MOLDABLE_SHELVES, .order = SKED_MOLDABLE_SMALLEST},
    {.name = "list-ratio", .method = SKED_MOLDABLE_SHELVES, .order = SKED_MOLDABLE_RATIO},
    {.name = "makespan", .method = SKED_MOLDABLE_MAKESPAN, .order = SKED_MOLDABLE_SMITH},
    {.name = "sweep", .method = SKED_MOLDABLE_SWEEP, .order = SKED_MOLDABLE_SMITH},
    {.name = "demt", .method = SKED_MOLDABLE_DEMT, .order = SKED_MOLDABLE_SMITH},
    {.name = "demt, 20 shuffles", .method = SKED_MOLDABLE_DEMT, .order = SKED_MOLDABLE_SMITH,
     .shuffles = PAPER_SHUFFLES},
    {.name = "search from there", .method = SKED_MOLDABLE_SEARCH, .order = SKED_MOLDABLE_SMITH},
    {.name = "multibase", .method = SKED_MOLDABLE_MULTIBASE, .order = SKED_MOLDABLE_SMITH},
    {.name = "prices", .method = SKED_MOLDABLE_PRICES, .order = SKED_MOLDABLE_SMITH},
    {.name = "truncations", .method = SKED_MOLDABLE_TRUNCATIONS, .order = SKED_MOLDABLE_SMITH},
    {.name = "best", .method = SKED_MOLDABLE_BEST, .order = SKED_MOLDABLE_SMITH},
};

enum { PAPER_WAYS = (int)(sizeof paper_ways / sizeof paper_ways[0]) };

typedef struct paper {
    moldable_load load;
    sked_moldable plans;
    sked_moldable_row *rows;        /* of each way                                            */
    swil_text cells[(PAPER_WAYS + 2) * PAPER_COLUMNS];
} paper;

static inline void paper_drop(paper *sheet) {
    sked_moldable_destroy(&sheet->plans);
    moldable_drop(&sheet->load);
    free(sheet->rows);
    sheet->rows = NULL;
}

static inline sked_status paper_make(paper *sheet, const moldable_model *model) {
    sked_moldable_settings settings;

    memset(sheet, 0, sizeof *sheet);
    sheet->rows = (sked_moldable_row *)calloc((size_t)PAPER_WAYS * model->tasks,
                                              sizeof *sheet->rows);
    if (sheet->rows == NULL || !moldable_draw(model, &sheet->load)) {
        return SKED_E_MEMORY;
    }
    memset(&settings, 0, sizeof settings);
    settings.processors = model->processors;
    settings.tasks_count = model->tasks;
    settings.tasks = sheet->load.tasks;
    settings.frontier_max = MOLDING_KEPT_MOST;
    return sked_moldable_create(&sheet->plans, &settings, heap_mem());
}

static inline sked_status paper_plan(paper *sheet, const moldable_model *model,
                                     uint64_t steps) {
    progress shown = progress_of("moldable", moldable_kind_word(model->kind));
    sked_moldable_choice choice;
    sked_status status = sked_moldable_bound(&sheet->plans, 0, 0);
    int at;

    memset(&choice, 0, sizeof choice);
    choice.seed = model->seed;
    choice.steps_max = steps;
    for (at = 0; status == SKED_OK && at < PAPER_WAYS; at++) {
        progress_show(&shown, (uint64_t)at, PAPER_WAYS);
        choice.method = paper_ways[at].method;
        choice.order = paper_ways[at].order;
        choice.shuffles = paper_ways[at].shuffles;
        status = sked_moldable_plan(&sheet->plans, &choice, sheet->rows + at * (int)model->tasks,
                                    NULL);
    }
    progress_end(&shown);
    return status;
}

/* In the units of the paper. */
static inline void paper_values(swil_text *cells, sked_time makespan, sked_u128 minsum) {
    cells[1] = swil_ratio_text(swil_wide((uint64_t)makespan), (uint64_t)MOLDABLE_UNIT, 3);
    cells[3] = swil_ratio_text(minsum, (uint64_t)(MOLDABLE_UNIT * MOLDABLE_WEIGHT), 1);
}

/* All plans beside the bounds that are known in the end. */
static inline sked_status paper_judge(paper *sheet, const moldable_model *model) {
    static const char *const heads[PAPER_COLUMNS] = {"", "makespan", "% above", "minsum",
                                                     "% above"};
    sked_moldable_result result;
    sked_status status = SKED_OK;
    int at;

    cells_heads(sheet->cells, heads, PAPER_COLUMNS);
    for (at = 0; status == SKED_OK && at < PAPER_WAYS; at++) {
        swil_text *cells = &sheet->cells[(at + 2) * PAPER_COLUMNS];

        status = sked_moldable_evaluate(&sheet->plans, sheet->rows + at * (int)model->tasks, NULL,
                                        &result);
        cells[0] = cells_text(paper_ways[at].name);
        paper_values(cells, result.makespan, result.minsum);
        cells[2] = molding_above_text(result.makespan_ratio_permille);
        cells[4] = molding_above_text(result.minsum_ratio_permille);
    }
    sheet->cells[PAPER_COLUMNS] = cells_text("no plan has less");
    paper_values(&sheet->cells[PAPER_COLUMNS], result.makespan_lower_bound,
                 result.minsum_lower_bound);
    return status;
}

static inline int paper_one(const moldable_model *model, uint64_t steps) {
    static paper sheet;
    sked_status status = paper_make(&sheet, model);

    if (status == SKED_OK) {
        status = paper_plan(&sheet, model, steps);
    }
    if (status == SKED_OK) {
        status = paper_judge(&sheet, model);
    }
    if (status == SKED_OK) {
        printf("%s%s: %d tasks on %" PRIu32 " processors, seed %" PRIu64 "\n",
               model->kind > 0 ? "\n" : "", moldable_kind_word(model->kind), PAPER_TASKS,
               model->processors, model->seed);
        cells_print(sheet.cells, PAPER_WAYS + 2, PAPER_COLUMNS);
        fflush(stdout);
    }
    paper_drop(&sheet);
    return status == SKED_OK || molding_failed(status);
}

static inline int paper_run(const molding_options *options) {
    const option_value *m = &options->value[MOLDING_PROCESSORS];
    const option_value *seed = &options->value[MOLDING_SEED];
    const option_value *budget = &options->value[MOLDING_BUDGET];
    const uint32_t processors = m->given ? (uint32_t)m->number : PAPER_PROCESSORS;
    int kind;

    if (processors > PAPER_PROCESSORS_MOST) {
        return option_refuse("moldable", "--processors: \"%s\", expected at most %d without a "
                                         "file", m->text, PAPER_PROCESSORS_MOST);
    }
    for (kind = 0; kind < MOLDABLE_KINDS; kind++) {
        const moldable_model model = moldable_model_defaults(
            (moldable_kind)kind, processors, PAPER_TASKS, seed->given ? seed->number : 1);

        if (!paper_one(&model, budget->given ? budget->number : PAPER_STEPS)) {
            return 0;
        }
    }
    return 1;
}

#endif
