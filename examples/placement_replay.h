/* placement_replay.h: replays a trace under several ways to choose nodes, and compares the hops. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_REPLAY_H_INCLUDED
#define PLACEMENT_REPLAY_H_INCLUDED

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched_fattree.h"
#include "swil.h"
#include "workload.h"

#include "cells.h"
#include "placement_jobs.h"
#include "placement_machine.h"
#include "placement_options.h"
#include "placement_rivals.h"
#include "placement_ways.h"
#include "progress.h"
#include "trace.h"

enum { REPLAY_ROWS = 7, REPLAY_COLUMNS = 7, REPLAY_JOBS = 3000, REPLAY_LOAD = 85,
       REPLAY_ROOM = 256 };

/* Which nodes the jobs of a trace got. */
typedef struct replay_row {
    machine *m;
    const workload *load;
    uint64_t hops, pairs;
    sked_u128 mean_sum;             /* of each job of two nodes or more: hops per pair, in ppm */
    uint64_t jobs;                  /* such jobs                                              */
    ways ways;                      /* with --cross                                           */
    sked_status status;
} replay_row;

/* ---- The workload ---------------------------------------------------------------------------- */

static inline int replay_generate(const machine *m, const placement_options *options,
                                  workload *load) {
    workload_lublin model = workload_lublin_defaults(1, 1, log((double)m->widest) / log(2.0));

    model.jobs = placement_has(options, PLACEMENT_FIRST)
                     ? (uint32_t)options->value[PLACEMENT_FIRST].number : REPLAY_JOBS;
    if (!workload_make_lublin(&model, load)) {
        return option_refuse("placement", "--topology: the model has no workload for %" PRIu32
                                          " nodes below one root, expected 3 or more", m->widest);
    }
    workload_use_actual(load);
    return 1;
}

static inline int replay_read(const placement_options *options, workload *load) {
    if (!trace_read("placement", options->trace, UINT32_MAX, load)) {
        return 0;
    }
    if (placement_has(options, PLACEMENT_FIRST)) {
        workload_first(load, (size_t)options->value[PLACEMENT_FIRST].number);
    }
    return 1;
}

/* Leaves out the jobs that no root has the nodes for; returns how many. The others get the id 0,
   which the queue hands to the picker as the kind of request. */
static inline size_t replay_skip(const machine *m, workload *load) {
    size_t job, kept = 0, skipped;

    for (job = 0; job < load->count; job++) {
        if (load->jobs[job].width <= m->widest) {
            load->jobs[kept] = load->jobs[job];
            load->jobs[kept++].id = 0;
        }
    }
    skipped = load->count - kept;
    load->count = kept;
    load->processors = m->info.processors;
    return skipped;
}

static inline int replay_prepare(const machine *m, const placement_options *options,
                                 workload *load, size_t *skipped) {
    const int is_model = options->trace == NULL;
    uint32_t percent = (uint32_t)options->value[PLACEMENT_LOAD].number;

    if (is_model ? !replay_generate(m, options, load) : !replay_read(options, load)) {
        return 0;
    }
    *skipped = replay_skip(m, load);
    if (load->count == 0) {
        return option_refuse("placement", "the trace has no job that can run, expected one of at "
                                          "most %" PRIu32 " nodes", m->widest);
    }
    if (percent == 0 && (!is_model || load->count == 1)) {
        return 1;
    }
    percent = percent > 0 ? percent : REPLAY_LOAD;
    return workload_scale_load(load, load->processors, percent * 10) ||
           option_refuse("placement", "--load: the jobs cannot be stretched to %" PRIu32 " %%, "
                                      "expected jobs submitted at different times", percent);
}

/* ---- One row --------------------------------------------------------------------------------- */

/* Begins a row, or begins it anew. */
static inline int replay_begin(replay_row *row, machine *m, const placement_options *options,
                               const workload *load) {
    ways_drop(&row->ways);
    memset(row, 0, sizeof *row);
    row->m = m;
    row->load = load;
    return ways_begin(&row->ways, m, load->count,
                      (uint32_t)options->value[PLACEMENT_CROSS].number) ||
           topology_no_memory();
}

static inline void replay_count(replay_row *row, size_t job, int64_t now, const sked_set *nodes) {
    const uint64_t width = row->load->jobs[job].width, pairs = width * (width - 1) / 2;
    machine *m = row->m;
    sked_fattree_answer answer;
    const sked_status status =
        sked_fattree_explain(&m->tree, nodes, &answer, NULL, m->scratch, m->scratch_bytes);

    machine_own(m, nodes);
    if (status != SKED_OK) {
        row->status = status;
    } else if (!ways_start(&row->ways, job, now, now + swil_run_time(&row->load->jobs[job]),
                           nodes)) {
        row->status = SKED_E_MEMORY;
    } else if (pairs > 0) {
        row->hops += answer.hops;
        row->pairs += pairs;
        row->mean_sum = sked_u128_add(row->mean_sum,
                                      swil_wide_round(sked_u128_mul(answer.hops, 1000000), pairs));
        row->jobs++;
    }
}

static inline void replay_on_start(void *ctx, size_t job, const sked_action *action,
                                   const sked_set *nodes) {
    replay_count((replay_row *)ctx, job, action->start, nodes);
}

/* A queue with a picker; asks: with EASY it is asked ahead. */
static inline sked_status replay_queue(replay_row *row, const placement_options *options,
                                       sked_picker picker, int asks, int64_t *starts,
                                       swil_metrics *metrics) {
    swil_settings settings;
    int status;

    memset(&settings, 0, sizeof settings);
    settings.queue.order = SKED_FCFS;
    settings.queue.backfill_order = SKED_FCFS;
    settings.queue.depth =
        options->value[PLACEMENT_POLICY].number == 0 ? SKED_NO_RESERVATIONS : 1;
    settings.queue.reservations = SKED_REBUILD;
    settings.queue.options =
        asks && settings.queue.depth == 1 ? SKED_ASK_AHEAD : 0;
    settings.picker = picker;
    settings.rule = SWIL_BATCH;
    settings.on_start = replay_on_start;
    settings.ctx = row;
    status = swil_run(row->load, &settings, starts, metrics);
    return status == SKED_OK ? row->status : (sked_status)status;
}

/* With the tree as picker. */
static inline sked_status replay_tree(replay_row *row, const placement_options *options,
                                      sked_fattree_mode mode, int64_t *starts,
                                      swil_metrics *metrics) {
    const uint32_t permitted = (uint32_t)options->value[PLACEMENT_CROSS].number;
    const sked_fattree_request kind = {.mode = mode, .crossing_max = permitted,
                                       .owner = permitted > 0 ? row->m->owner : NULL};
    const sked_fattree_picker_settings settings = {.tree = &row->m->tree,
                                                   .width_max = row->m->widest,
                                                   .templates_count = 1, .templates = &kind};
    sked_fattree_picker picker;
    sked_status status;
    void *scratch;
    size_t bytes;

    status = sked_fattree_picker_bytes(&settings, &bytes);
    if (status != SKED_OK) {
        return status;
    }
    scratch = malloc(bytes);
    if (scratch == NULL) {
        return SKED_E_MEMORY;
    }
    status = sked_fattree_picker_init(&picker, &settings, scratch, bytes);
    if (status == SKED_OK) {
        status = replay_queue(row, options, picker.picker, permitted > 0, starts, metrics);
    }
    free(scratch);
    return status != SKED_OK || picker.last_refusal == SKED_E_LIMITS ? status
                                                                     : picker.last_refusal;
}

/* The units' own queue: what starts after an event. */
static inline sked_status replay_units_start(replay_row *row, sked_units *units, swil_heap *ends,
                                             int64_t now, int64_t *starts) {
    sked_set *chosen = &row->m->set[PLACEMENT_SET_CHOSEN];
    sked_units_start start;
    swil_event end = {.kind = SWIL_EVENT_END};
    sked_status status = sked_units_next(units, &start, chosen);

    while (status == SKED_OK) {
        end.job = (size_t)start.id;
        end.time = now + swil_run_time(&row->load->jobs[end.job]);
        end.sequence = start.id;
        starts[end.job] = now;
        replay_count(row, end.job, now, chosen);
        swil_push(ends, end);
        status = sked_units_next(units, &start, chosen);
    }
    return status == SKED_DONE ? row->status : status;
}

/* Of one instant, ends come first. */
static inline sked_status replay_units_loop(replay_row *row, sked_units *units, swil_heap *ends,
                                            int64_t *starts) {
    const workload *load = row->load;
    sked_status status = SKED_OK;
    size_t submitted = 0;
    int64_t now;

    while (status == SKED_OK && (submitted < load->count || ends->count > 0)) {
        if (ends->count > 0 && (submitted == load->count ||
                                ends->events[0].time <= load->jobs[submitted].submit)) {
            const swil_event end = swil_pop(ends);
            now = end.time;
            status = sked_units_finish(units, end.job);
        } else {
            now = load->jobs[submitted].submit;
            status = sked_units_submit(units, submitted, load->jobs[submitted].width);
            starts[submitted++] = SKED_NEVER;
        }
        if (status == SKED_OK) {
            status = replay_units_start(row, units, ends, now, starts);
        }
    }
    return status;
}

/* With room for so many live jobs; SKED_E_FULL: that is too little. */
static inline sked_status replay_units_try(replay_row *row, const placement_options *options,
                                           size_t room, int64_t *starts) {
    sked_units units = {0};
    swil_heap ends = {0};
    sked_status status;

    if (!jobs_units_make(row->m, options, room, &units)) {
        return SKED_E_SETTING;
    }
    ends.events = (swil_event *)calloc(room, sizeof *ends.events);
    status = ends.events == NULL ? SKED_E_MEMORY : replay_units_loop(row, &units, &ends, starts);
    free(ends.events);
    sked_units_destroy(&units);
    return status;
}

/* The units' cost grows with the room for jobs: as little of it as does. */
static inline int replay_units(replay_row *row, const placement_options *options, int64_t *starts,
                               swil_metrics *metrics) {
    size_t room = REPLAY_ROOM;
    sked_status status = replay_units_try(row, options, room, starts);

    while (status == SKED_E_FULL) {
        if (!replay_begin(row, row->m, options, row->load)) {
            return 0;
        }
        room *= 2;
        status = replay_units_try(row, options, room, starts);
    }
    swil_measure(row->load, row->load->processors, starts, metrics);
    return status == SKED_OK || (status != SKED_E_SETTING && machine_failed(status));
}

/* ---- The table ------------------------------------------------------------------------------- */

static const struct replay_way {
    const char *name;
    rival_rule rule;                /* NULL: one of the next two, or units                    */
    int is_tree;
    sked_fattree_mode mode;
} replay_ways[REPLAY_ROWS] = {
    {.name = "exact", .is_tree = 1, .mode = SKED_FATTREE_EXACT},
    {.name = "greedy", .is_tree = 1, .mode = SKED_FATTREE_GREEDY},
    {.name = "units"},
    {.name = "contiguous", .rule = rival_range},
    {.name = "slurm", .rule = rival_slurm},
    {.name = "first fit", .rule = rival_first},
    {.name = "random", .rule = rival_random},
};

static inline void replay_fill(const replay_row *row, const char *name,
                               const swil_metrics *metrics, int as_seconds, swil_text *cells) {
    const uint64_t jobs = metrics->jobs > 0 ? metrics->jobs : 1;

    cells[0] = cells_text(name);
    cells[1] = cells[2] = cells_text("-");
    if (row->jobs > 0) {
        cells[1] = swil_ratio_text(swil_wide(row->hops), row->pairs, 3);
        cells[2] = swil_ratio_text(row->mean_sum, row->jobs * 1000000, 3);
    }
    cells[3] = swil_ratio_text(swil_wide(metrics->utilisation), 10000, 2);
    cells[4] = cells_mean_time(metrics->wait_sum, jobs, as_seconds);
    cells[5] = cells_number(metrics->counters.picker_refusals);
    if (row->ways.permitted > 0) {
        cells[6] = cells_number(row->ways.crowded);
    }
}

static inline int replay_one(machine *m, const placement_options *options, const workload *load,
                             const struct replay_way *way, int64_t *starts, swil_text *cells) {
    swil_metrics metrics;
    replay_row row;
    rival by = {0};
    sked_status status;

    memset(&row, 0, sizeof row);
    memset(&metrics, 0, sizeof metrics);
    if (!replay_begin(&row, m, options, load)) {
        return 0;
    }
    by.m = m;
    by.choose = way->rule;
    if (way->rule == NULL && !way->is_tree) {
        status = replay_units(&row, options, starts, &metrics) ? SKED_OK : SKED_DONE;
    } else if (way->is_tree) {
        status = replay_tree(&row, options, way->mode, starts, &metrics);
    } else {
        status = replay_queue(&row, options, rival_picker(&by), 0, starts, &metrics);
    }
    replay_fill(&row, way->name, &metrics, placement_has(options, PLACEMENT_SECONDS), cells);
    if (m->as_json && status == SKED_OK) {
        const placement_plan plan = {
            .mode = way->name, .metrics = &metrics, .hops = row.hops, .pairs = row.pairs,
            .mean_sum = row.mean_sum, .jobs = row.jobs,
            .crowded = row.ways.permitted > 0 ? &row.ways.crowded : NULL};

        placement_json_plan(m, &plan);
    }
    if (metrics.never_started > 0) {
        fprintf(m->as_json ? stderr : stdout, "%s: %lu jobs never started\n", way->name,
                (unsigned long)metrics.never_started);
    }
    ways_drop(&row.ways);
    return status == SKED_OK || (status != SKED_DONE && machine_failed(status));
}

static inline int replay_rows(machine *m, const placement_options *options, const workload *load,
                              int64_t *starts) {
    static const char *const heads[REPLAY_COLUMNS] = {
        "nodes", "hops per pair", "mean over jobs", "in use %", "mean wait", "refused", "crowded"};
    const int columns = REPLAY_COLUMNS - !placement_has(options, PLACEMENT_CROSS);
    progress shown = progress_of("placement", "replay");
    swil_text cells[(REPLAY_ROWS + 1) * REPLAY_COLUMNS];
    int at;

    cells_heads(cells, heads, columns);
    for (at = 0; at < REPLAY_ROWS; at++) {
        if (!replay_one(m, options, load, &replay_ways[at], starts, &cells[(at + 1) * columns])) {
            return 0;
        }
        progress_show(&shown, (uint64_t)at + 1, REPLAY_ROWS);
    }
    progress_end(&shown);
    if (m->as_json) {
        placement_json_end(m);
    } else {
        cells_print(cells, REPLAY_ROWS + 1, (size_t)columns);
    }
    return 1;
}

static inline const char *replay_trace_name(const placement_options *options) {
    return options->trace != NULL ? options->trace : "Lublin-Feitelson model, seed 1";
}

static inline void replay_print_head(const machine *m, const placement_options *options,
                                     const workload *load, size_t skipped) {
    printf("%s: %lu job%s", replay_trace_name(options),
           (unsigned long)load->count, load->count == 1 ? "" : "s");
    printf(", %lu skipped: wider than %" PRIu32 " nodes; %s\n", (unsigned long)skipped,
           m->widest, options->value[PLACEMENT_POLICY].text);
}

static inline int replay_trace(machine *m, const placement_options *options) {
    workload load = {0};
    int64_t *starts = NULL;
    size_t skipped = 0;
    int done = replay_prepare(m, options, &load, &skipped);

    if (done) {
        starts = (int64_t *)malloc(load.count * sizeof *starts);
        done = starts != NULL || topology_no_memory();
    }
    if (done && m->as_json) {
        placement_json_replay(m, options->value[PLACEMENT_POLICY].text,
                              replay_trace_name(options), load.count, skipped);
    } else if (done) {
        machine_print(m);
        replay_print_head(m, options, &load, skipped);
    }
    if (done) {
        done = replay_rows(m, options, &load, starts);
    }
    free(starts);
    workload_drop(&load);
    return done;
}

#endif
