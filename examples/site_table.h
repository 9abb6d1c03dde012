/* site_table.h: what a day at a site came to: tables in words or JSON, and a chart. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_TABLE_H_INCLUDED
#define SITE_TABLE_H_INCLUDED

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sched.h"
#include "cells.h"
#include "site_file.h"
#include "site_run.h"
#include "swil.h"

enum {
    SITE_ADDED_MOST = 8,            /* clusters that are compared */
    SITE_TABLE_COLUMNS = 9, SITE_METRICS = 5, SITE_CHART_CELLS = 72,
    SITE_BESIDE = 2,                /* ... beside each other */
    SITE_COMPARED_COLUMNS = 2 * (1 + SITE_BESIDE),
    SITE_COMPARED_ROWS = 1 + (SITE_METRICS + 1) * (SITE_NAMES + 1)
};

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Numerator / denominator, or a dash without a denominator. */
static inline swil_text site_mean_text(sked_u128 sum, uint64_t count, uint32_t places) {
    return count == 0 ? cells_text("-") : swil_ratio_text(sum, count, places);
}

/* The mean time from submission to end. */
static inline swil_text site_time_text(const site_share *share, int as_seconds) {
    return share->ended == 0 ? cells_text("-")
                             : cells_mean_time(share->time_sum, share->ended, as_seconds);
}

static inline swil_text site_percent_text(uint64_t part, uint64_t whole) {
    swil_text text = site_mean_text(sked_u128_mul(part, 100), whole, 1);

    if (whole > 0) {
        strcat(text.text, " %");
    }
    return text;
}

/* Slowdowns are in millionths: their sum is made one of thousandths first. */
static inline swil_text site_slowdown_text(const site_share *share) {
    return site_mean_text(swil_wide_round(share->slowdown_sum, 10000), share->ended * 100, 2);
}

/* Queues by priority, equals by index. */
static inline void site_order_queues(const site_file *file, uint32_t *order) {
    uint32_t at, place;

    for (at = 0; at < file->queues.count; at++) {
        for (place = at; place > 0 && file->queue[order[place - 1]].priority >
                                          file->queue[at].priority; place--) {
            order[place] = order[place - 1];
        }
        order[place] = at;
    }
}

static inline swil_text site_busy_text(const site_result *result, uint32_t resource) {
    const uint64_t all = (uint64_t)(result->last - result->first) * result->machines[resource];
    return site_percent_text((uint64_t)result->busy[resource], all);
}

/* ---- One run --------------------------------------------------------------------------------- */

static inline void site_fill_share(const char *name, const char *priority,
                                   const site_share *share, int as_seconds, swil_text *cells) {
    cells[0] = cells_text(name);
    cells[1] = cells_text(priority);
    cells[2] = cells_number(share->jobs);
    cells[3] = cells_number(share->ended);
    cells[4] = site_time_text(share, as_seconds);
    cells[5] = site_slowdown_text(share);
    cells[6] = site_percent_text(share->parallel, share->ended);
    cells[7] = cells_number(share->stops);
    cells[8] = cells_time((uint64_t)share->lost, as_seconds);
}

static inline void site_print_queues(const site_file *file, const site_result *result,
                                     int as_seconds) {
    static const char *const people[] = {
        "queue", "priority", "jobs", "ended", "mean\njob time", "slowdown", "parallel", "preempted",
        "time\nlost"};
    static const char *const machines[] = {
        "queue", "priority", "jobs", "ended", "mean\njob time s", "slowdown", "parallel",
        "preempted", "time\nlost s"};
    swil_text cells[(SITE_NAMES + 2) * SITE_TABLE_COLUMNS], priority;
    uint32_t order[SITE_NAMES] = {0}, at;

    cells_heads(cells, as_seconds ? machines : people, SITE_TABLE_COLUMNS);
    site_order_queues(file, order);
    for (at = 0; at < file->queues.count; at++) {
        priority = cells_number(file->queue[order[at]].priority);
        site_fill_share(file->queues.name[order[at]].text, priority.text,
                        &result->queue[order[at]], as_seconds,
                        &cells[(at + 1) * SITE_TABLE_COLUMNS]);
    }
    site_fill_share("all", "", &result->all, as_seconds, &cells[(at + 1) * SITE_TABLE_COLUMNS]);
    cells_print(cells, at + 2, SITE_TABLE_COLUMNS);
}

static inline void site_print_machines(const site_file *file, const site_result *result) {
    swil_text cells[(SITE_NAMES + 1) * 3];
    size_t rows = 1;
    uint32_t at;

    cells[0] = cells_text("class of machines");
    cells[1] = cells_text("machines");
    cells[2] = cells_text("busy");
    for (at = 0; at < file->resources.count; at++) {
        if (result->machines[at] > 0) {
            cells[rows * 3] = cells_text(file->resources.name[at].text);
            cells[rows * 3 + 1] = cells_number(result->machines[at]);
            cells[rows * 3 + 2] = site_busy_text(result, at);
            rows++;
        }
    }
    cells_print(cells, rows, 3);
}

static inline void site_print_result(const site_file *file, const site_result *result,
                                     int as_seconds) {
    const site_share *all = &result->all;
    const uint64_t waits = all->jobs - all->ended - all->refused - all->cancelled;

    printf("\n");
    site_print_queues(file, result, as_seconds);
    printf("\n");
    site_print_machines(file, result);
    printf("\n%" PRIu64 " plans, %" PRIu64 " mappings; %" PRIu64 " preempted, %" PRIu64
           " lost with a machine, %" PRIu64 " promoted", result->counters.plans,
           result->counters.mappings, result->counters.preempted, result->counters.lost,
           result->counters.promoted);
    if (all->refused + all->cancelled + waits > 0) {
        printf("\n%" PRIu64 " refused, %" PRIu64 " cancelled, %" PRIu64 " never done",
               all->refused, all->cancelled, waits);
    }
    printf("\n");
}

/* ---- A chart --------------------------------------------------------------------------------- */

/* The first letter of the queue, a capital on a cluster; x: it is lost. */
static inline char site_chart_letter(const site_run *run, const site_stint *stint) {
    const char c = run->file->queues.name[run->day->jobs[stint->job].queue].text[0];
    const char low = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    const char high = (char)(low >= 'a' && low <= 'z' ? low - ('a' - 'A') : low);

    return (char)(stint->stopped ? 'x' : stint->cluster != SKED_NONE ? high : low);
}

/* Marks the cells of which a stint has the middle. */
static inline void site_chart_stint(const site_run *run, size_t stint, sked_time first,
                                    sked_time cell, char (*rows)[SITE_CHART_CELLS]) {
    const site_stint *at = &run->stints[stint];
    const sked_set set = site_stint_set(run, stint);
    const char letter = site_chart_letter(run, at);
    sked_time column;
    uint32_t machine;

    for (column = (at->start - first) / cell; column < SITE_CHART_CELLS; column++) {
        const sked_time middle = first + column * cell + cell / 2;

        for (machine = sked_set_first(&set); machine < set.size && at->start <= middle &&
                                             middle < at->end;
             machine = sked_set_next(&set, machine)) {
            rows[machine][column] = letter;
        }
        if (middle >= at->end) {
            break;
        }
    }
}

/* A year fits, too: a cell is the span / 72, at least a second. */
static inline void site_print_chart(const site_run *run, const site_result *result) {
    static char rows[SITE_MACHINES][SITE_CHART_CELLS];
    const sked_time span = result->last - result->first;
    const sked_time cell = span / SITE_CHART_CELLS + 1;
    char name[SITE_NAME_CHARS + 16];
    uint32_t machine;
    size_t at;

    memset(rows, '.', sizeof rows);
    for (at = 0; at < run->stints_count; at++) {
        site_chart_stint(run, at, result->first, cell, rows);
    }
    printf("\nEach cell is %" PRId64 " s from %s on: the first letter of the queue, a capital on a "
           "cluster;\nx: preempted later; .: idle\n\n", cell, site_clock(result->first).text);
    for (machine = 0; machine < run->build.settings.machines; machine++) {
        site_machine_text(run->file, run->build.machine_of[machine], name, sizeof name);
        printf("%16s %.*s\n", name, (int)SITE_CHART_CELLS, rows[machine]);
    }
}

/* ---- Runs beside each other ------------------------------------------------------------------ */

typedef struct site_compared {
    uint32_t count;                             /* of runs; the first is the site as it is */
    const char *names[SITE_ADDED_MOST + 1];
    site_result result[SITE_ADDED_MOST + 1];
} site_compared;

/* The site as it is, beside the runs begin .. end-1: what fits into 80 columns. */
typedef struct site_block {
    uint32_t begin, end;
    int as_seconds;
} site_block;

/* By how much a mean is less than that of the first run; "+" where it is more. */
static inline swil_text site_gain_text(const site_share *base, const site_share *other) {
    swil_text text;
    uint64_t old, new_mean, gap;

    if (base->ended == 0 || other->ended == 0) {
        return cells_text("-");
    }
    old = swil_wide_round(swil_wide_times(base->time_sum, 1000), base->ended).low;
    new_mean = swil_wide_round(swil_wide_times(other->time_sum, 1000), other->ended).low;
    gap = old > new_mean ? old - new_mean : new_mean - old;
    text = site_percent_text(gap, old);
    memmove(text.text + 1, text.text, strlen(text.text) + 1);
    text.text[0] = old >= new_mean ? '-' : '+';
    return text;
}

static inline swil_text site_metric_text(const site_share *share, int metric, int as_seconds) {
    switch (metric) {
    case 0: return site_time_text(share, as_seconds);
    case 1: return site_slowdown_text(share);
    case 2: return site_percent_text(share->parallel, share->ended);
    case 3: return cells_number(share->stops);
    default: return cells_number(share->jobs - share->ended);
    }
}

/* One row: a metric of one queue, or of all. */
static inline void site_fill_compared(const site_compared *compared, const site_block *block,
                                      const char *name, int metric, uint32_t queue,
                                      swil_text *cells) {
    static const char *const metrics[] = {"mean job time", "slowdown", "parallel", "preempted",
                                          "not ended"};
    const site_share *base = NULL;
    size_t column = 0;
    uint32_t at;

    snprintf(cells[column++].text, sizeof cells[0].text, "%s, %s", metrics[metric], name);
    for (at = 0; at < block->end; at = at == 0 ? block->begin : at + 1) {
        const site_result *result = &compared->result[at];
        const site_share *share = queue == SKED_NONE ? &result->all : &result->queue[queue];

        base = at == 0 ? share : base;
        cells[column++] = site_metric_text(share, metric, block->as_seconds);
        if (at > 0) {
            cells[column++] = metric == 0 ? site_gain_text(base, share) : cells_text("");
        }
    }
}

static inline size_t site_fill_busy(const site_file *file, const site_compared *compared,
                                    const site_block *block, size_t columns, swil_text *cells) {
    size_t rows = 0, column;
    uint32_t resource, at, machines;

    for (resource = 0; resource < file->resources.count; resource++) {
        for (at = 0, machines = 0; at < compared->count; at++) {
            machines += compared->result[at].machines[resource];
        }
        if (machines == 0) {
            continue;
        }
        column = rows++ * columns;
        snprintf(cells[column++].text, sizeof cells[0].text, "busy, %s",
                 file->resources.name[resource].text);
        for (at = 0; at < block->end; at = at == 0 ? block->begin : at + 1) {
            cells[column++] = site_busy_text(&compared->result[at], resource);
            if (at > 0) {
                cells[column++] = cells_text("");
            }
        }
    }
    return rows;
}

static inline void site_print_block(const site_file *file, const site_compared *compared,
                                    const site_block *block) {
    static swil_text cells[SITE_COMPARED_ROWS * SITE_COMPARED_COLUMNS];
    const size_t columns = 2 * ((size_t)block->end - block->begin + 1);
    uint32_t order[SITE_NAMES] = {0}, at;
    size_t rows = 1;
    int metric;

    cells[0] = cells_text("");
    cells[1] = cells_text("as it is");
    for (at = block->begin; at < block->end; at++) {
        swil_text *head = &cells[2 * (at - block->begin + 1)];

        snprintf(head[0].text, sizeof head->text, "with %s", compared->names[at]);
        head[1] = cells_text("change");
    }
    site_order_queues(file, order);
    for (metric = 0; metric < SITE_METRICS; metric++) {
        for (at = 0; at < file->queues.count; at++) {
            site_fill_compared(compared, block, file->queues.name[order[at]].text, metric,
                               order[at], &cells[rows++ * columns]);
        }
        site_fill_compared(compared, block, "all", metric, SKED_NONE, &cells[rows++ * columns]);
    }
    rows += site_fill_busy(file, compared, block, columns, &cells[rows * columns]);
    cells_print(cells, rows, columns);
}

static inline void site_print_compared(const site_file *file, const site_compared *compared,
                                       int as_seconds) {
    site_block block = {1, 1, as_seconds};

    for (; block.begin < compared->count; block.begin = block.end) {
        block.end = block.begin + SITE_BESIDE;
        block.end = block.end < compared->count ? block.end : compared->count;
        printf("%s", block.begin > 1 ? "\n" : "");
        site_print_block(file, compared, &block);
    }
}

/* The answer: which of them lowers the mean job time most? */
static inline void site_print_answer(const site_compared *compared) {
    const site_share *base = &compared->result[0].all, *best = base;
    uint32_t at, which = 0;

    for (at = 1; at < compared->count; at++) {
        const site_share *share = &compared->result[at].all;
        const sked_u128 left = swil_wide_times(share->time_sum, best->ended);
        const sked_u128 right = swil_wide_times(best->time_sum, share->ended);

        if (share->ended > best->ended ||
            (share->ended == best->ended && sked_u128_compare(left, right) < 0)) {
            which = at;
            best = share;
        }
    }
    if (which == 0) {
        printf("\nNo cluster lowers the mean job time.\n");
    } else {
        printf("\nThe most is gained with %s: mean job time %s, %" PRIu64 " of %" PRIu64
               " jobs ended.\n", compared->names[which], site_gain_text(base, best).text,
               best->ended, best->jobs);
    }
}

#endif
