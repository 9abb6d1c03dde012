/* moldable_desk.h: tasks on a machine: makes the object, plans, and tells what came out. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_DESK_H_INCLUDED
#define MOLDABLE_DESK_H_INCLUDED

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "sched_moldable.h"

#include "cells.h"
#include "input.h"
#include "moldable_file.h"
#include "moldable_options.h"

typedef struct molding_desk {
    const molding_options *options;
    const char *file;               /* as messages call it                                        */
    molding_tasks all;
    sked_moldable_settings settings;
    sked_moldable plans;
    sked_moldable_row *rows;        /* of the plan, and what it is worth                      */
    sked_moldable_result result;
} molding_desk;

static inline void molding_desk_drop(molding_desk *desk) {
    sked_moldable_destroy(&desk->plans);
    molding_tasks_drop(&desk->all);
    free(desk->rows);
    memset(desk, 0, sizeof *desk);
}

/* What cannot happen, but for want of memory. */
static inline int molding_failed(sked_status status) {
    fprintf(stderr, "moldable: %s\n", sked_status_text(status));
    return 0;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static inline int molding_desk_read(molding_desk *desk) {
    FILE *file = input_open("moldable", desk->options->file, &desk->file);
    int done = 0;

    if (file != NULL) {
        done = molding_tasks_read(&desk->all, file, desk->file);
        input_close(file);
    }
    return done;
}

static inline void molding_desk_settings(molding_desk *desk) {
    const molding_options *options = desk->options;

    memset(&desk->settings, 0, sizeof desk->settings);
    desk->settings.processors = (uint32_t)options->value[MOLDING_PROCESSORS].number;
    desk->settings.tasks_count = desk->all.count;
    desk->settings.tasks = desk->all.tasks;
    desk->settings.spans_count = options->bookings_count;
    desk->settings.spans = options->bookings;
    desk->settings.now = (sked_time)options->value[MOLDING_NOW].number;
    desk->settings.frontier_max = MOLDING_KEPT_MOST;
}

/* What is wrong with a task, and what was expected, where it stands in the file. */
static inline int molding_task_refuse(const molding_desk *desk, uint32_t task,
                                       sked_status status) {
    const molding_place *place = &desk->all.places[task];

    fprintf(stderr, "moldable: %s:%lu:%lu: %s: %s, expected ", desk->file, place->line,
            place->column, names_text(&desk->all.ids, task),
            status == SKED_E_TOO_WIDE ? "it is wider than the processors that are left"
                                      : sked_status_text(status));
    if (status == SKED_E_TOO_WIDE) {
        fprintf(stderr, "a least width that --processors %" PRIu32 " and --book leave in the end\n",
                desk->settings.processors);
    } else if (status == SKED_E_OVERFLOW) {
        fputs("shorter times, or fewer processors\n", stderr);
    } else {
        fputs("a table or a list with one of the widths\n", stderr);
    }
    return 0;
}

/* A fault that is no task's: of the bookings up to the first without which all is well; else
   times are too long all together. */
static inline int molding_machine_refuse(molding_desk *desk, sked_status status) {
    const molding_options *options = desk->options;
    sked_moldable_settings fewer = desk->settings;

    if (status == SKED_E_OVERFLOW) {
        return option_refuse("moldable", "%s: %s, expected shorter times, or fewer processors",
                             desk->file, sked_status_text(status));
    }
    while (fewer.spans_count > 0 && sked_moldable_check(&fewer) == status) {
        fewer.spans_count--;
    }
    if (fewer.spans_count == desk->settings.spans_count) {
        return molding_failed(status);
    }
    return option_refuse("moldable", "--book: \"%s\": %s, expected fewer than %" PRIu32
                                     " processors that are booked for good",
                         options->booking_texts[fewer.spans_count], sked_status_text(status),
                         fewer.processors);
}

/* Makes the object of the tasks that were read. */
static inline int molding_desk_open(molding_desk *desk) {
    sked_refusal refusal = SKED_ZERO;
    sked_status status;

    molding_desk_settings(desk);
    desk->settings.refusal = &refusal;
    status = sked_moldable_check(&desk->settings);
    desk->settings.refusal = NULL;
    if (status != SKED_OK) {
        return refusal.entry != NULL && strcmp(refusal.entry, "task") == 0
                   ? molding_task_refuse(desk, refusal.index, status)
                   : molding_machine_refuse(desk, status);
    }
    desk->rows = (sked_moldable_row *)calloc(desk->all.count, sizeof *desk->rows);
    if (desk->rows == NULL) {
        return molding_no_memory();
    }
    status = sked_moldable_create(&desk->plans, &desk->settings, heap_mem());
    return status == SKED_OK || molding_failed(status);
}

static inline int molding_desk_make(molding_desk *desk, const molding_options *options) {
    memset(desk, 0, sizeof *desk);
    desk->options = options;
    return molding_desk_read(desk) && molding_desk_open(desk);
}

/* ---- Planning -------------------------------------------------------------------------------- */

/* Is it the best of what goes in batches? The library has no such method. */
static inline int molding_is_best_batched(const molding_options *options) {
    return options->method->method == SKED_MOLDABLE_BEST && molding_has(options, MOLDING_BATCHED);
}

/* Best raises the bound by itself, as far as its budget goes, unless it goes in batches; the others
   are told by what is proved with 150 iterations. */
static inline sked_status molding_desk_bound(molding_desk *desk) {
    const molding_options *options = desk->options;
    const option_value *bound = &options->value[MOLDING_BOUND];
    const int itself = options->method->method == SKED_MOLDABLE_BEST &&
                       !molding_is_best_batched(options);
    const uint64_t iterations = bound->given ? bound->number : itself ? 0 : 150;

    return iterations == 0 ? SKED_OK
                           : sked_moldable_bound(&desk->plans, (uint32_t)iterations, 0);
}

static inline sked_moldable_choice molding_desk_choice(const molding_desk *desk,
                                                       const molding_method *method) {
    const molding_options *options = desk->options;
    sked_moldable_choice choice;

    memset(&choice, 0, sizeof choice);
    choice.method = method->method;
    choice.order = method->order;
    choice.arrivals = molding_has(options, MOLDING_BATCHED) ? SKED_MOLDABLE_BATCHED
                                                              : SKED_MOLDABLE_KNOWN;
    choice.shuffles = (uint32_t)options->value[MOLDING_SHUFFLES].number;
    choice.steps_max = options->value[MOLDING_BUDGET].number;
    choice.seed = options->value[MOLDING_SEED].number;
    return choice;
}

static inline sked_status molding_desk_run(molding_desk *desk, const molding_method *method) {
    const sked_moldable_choice choice = molding_desk_choice(desk, method);

    return sked_moldable_plan(&desk->plans, &choice, desk->rows, &desk->result);
}

/* Both ratios together, as the planner has its goal; UINT64_MAX is more than any. */
static inline uint64_t molding_goal(const sked_moldable_result *result) {
    const uint64_t makespan = result->makespan_ratio_permille;
    const uint64_t minsum = result->minsum_ratio_permille;

    return makespan > UINT64_MAX - minsum ? UINT64_MAX : makespan + minsum;
}

/* Plans by each method that goes in batches, the quick ones first, while there is budget; then by
   the best again, whose plan is so the last. Ties go to the first of the table. */
static inline sked_status molding_desk_best_batched(molding_desk *desk) {
    const option_value *budget = &desk->options->value[MOLDING_BUDGET];
    const molding_method *best = NULL;
    uint64_t goal = UINT64_MAX, steps = 0;
    sked_status status = SKED_OK;
    int at;

    for (at = MOLDING_METHODS; at-- > 0 && status == SKED_OK;) {
        const molding_method *method = &molding_methods[at];

        if (!molding_goes_in_batches(method) || (budget->given && steps >= budget->number)) {
            continue;
        }
        status = molding_desk_run(desk, method);
        steps += desk->result.steps;
        if (molding_goal(&desk->result) <= goal) {
            best = method;
            goal = molding_goal(&desk->result);
        }
    }
    return status == SKED_OK && best != NULL ? molding_desk_run(desk, best) : status;
}

static inline int molding_desk_plan(molding_desk *desk) {
    sked_status status = molding_desk_bound(desk);

    if (status == SKED_OK) {
        status = molding_is_best_batched(desk->options)
                     ? molding_desk_best_batched(desk)
                     : molding_desk_run(desk, desk->options->method);
    }
    return status == SKED_OK || molding_failed(status);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static inline swil_text molding_wide_text(sked_u128 value) {
    return swil_ratio_text(value, 1, 0);
}

/* What is above a bound, in per cent, rounded up, of a ratio in 1/1000. */
static inline swil_text molding_above_text(uint64_t ratio) {
    return ratio == UINT64_MAX ? cells_text("far")
                               : swil_ratio_text(swil_wide(ratio > 1000 ? ratio - 1000 : 0), 10, 1);
}

static inline void molding_print_ratio(uint64_t ratio) {
    if (ratio <= 1000) {
        puts("optimal");
    } else {
        printf("at most %s %% above the least\n", molding_above_text(ratio).text);
    }
}

static inline void molding_print_result(const molding_desk *desk) {
    const sked_moldable_result *result = &desk->result;
    const molding_options *options = desk->options;

    printf("%s: %" PRIu32 " task%s on %" PRIu32 " processor%s", options->file, desk->all.count,
           desk->all.count == 1 ? "" : "s", desk->settings.processors,
           desk->settings.processors == 1 ? "" : "s");
    if (desk->settings.now > 0) {
        printf(" from %" PRId64 " on", desk->settings.now);
    }
    printf("; method %s%s\n", options->method->name,
           molding_has(options, MOLDING_BATCHED) ? ", batched" : "");
    printf("makespan %" PRId64 "; no plan ends before %" PRId64 ": ", result->makespan,
           result->makespan_lower_bound);
    molding_print_ratio(result->makespan_ratio_permille);
    printf("minsum   %s; no plan has less than %s: ", molding_wide_text(result->minsum).text,
           molding_wide_text(result->minsum_lower_bound).text);
    molding_print_ratio(result->minsum_ratio_permille);
    if (result->guarantee_permille > 0) {
        printf("guaranteed: a makespan at most %s %% and a tick above its bound\n",
               molding_above_text(result->guarantee_permille).text);
    }
}

enum { MOLDING_KEPT_COLUMNS = 5 };

static inline void molding_kept_row(const molding_desk *desk, const sked_moldable_result *kept,
                                     swil_text *cells) {
    const sked_moldable_result *chosen = &desk->result;

    cells[0] = cells_text(kept->makespan == chosen->makespan &&
                                  sked_u128_compare(kept->minsum, chosen->minsum) == 0
                              ? "chosen" : "");
    cells[1] = cells_number((uint64_t)kept->makespan);
    cells[2] = molding_above_text(kept->makespan_ratio_permille);
    cells[3] = molding_wide_text(kept->minsum);
    cells[4] = molding_above_text(kept->minsum_ratio_permille);
}

/* All plans that were kept: each is better than every other in makespan or in minsum. */
static inline int molding_print_kept(molding_desk *desk) {
    static const char *const heads[MOLDING_KEPT_COLUMNS] = {"", "makespan", "% above", "minsum",
                                                             "% above"};
    swil_text cells[(MOLDING_KEPT_MOST + 1) * MOLDING_KEPT_COLUMNS];
    sked_moldable_result kept;
    uint32_t at = 0;

    cells_heads(cells, heads, MOLDING_KEPT_COLUMNS);
    while (at < MOLDING_KEPT_MOST &&
           sked_moldable_get_plan(&desk->plans, at, NULL, &kept) == SKED_OK) {
        at++;
        molding_kept_row(desk, &kept, &cells[at * MOLDING_KEPT_COLUMNS]);
    }
    printf("\n%" PRIu32 " plan%s worth choosing from:\n", at, at == 1 ? "" : "s");
    cells_print(cells, at + 1, MOLDING_KEPT_COLUMNS);
    return 1;
}

#endif
