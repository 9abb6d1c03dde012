/* moldable.h: vectors of plans of moldable tasks, and of the bounds they come with.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VECTORS_MOLDABLE_H_INCLUDED
#define VECTORS_MOLDABLE_H_INCLUDED

#include "../../examples/json.h"
#include "entry.h"

static const char *const moldable_methods[] = {
    "best",   "makespan", "sweep",      "demt",    "multibase", "prices", "truncations",
    "search", "gang",     "sequential", "shelves", NULL};
static const char *const moldable_orders[] = {"smith",   "ratio",  "longest", "smallest",
                                              "largest", "widest", "shelf",   NULL};
static const char *const moldable_arrivals[] = {"known", "batched", NULL};
static const char *const moldable_forms[] = {"table", "list",   "amdahl",    "downey",
                                             "rigid", "oracle", "divisible", NULL};

/* ---- reading --------------------------------------------------------------------------------- */

static void moldable_read_table(entry e, sked_moldable_task *task) {
    task->count = entry_length(entry_need(e, "times"));
    task->times = entry_times_or(e, "times", task->count);
}

static void moldable_read_list(entry e, sked_moldable_task *task) {
    const entry list = entry_need(e, "allotments");
    sked_moldable_allotment *to;
    entry i;
    task->count = entry_length(list);
    task->allotments = to = (sked_moldable_allotment *)entry_room(task->count * sizeof(*to));
    for (i = entry_first(list); i.at != 0; i = entry_next(list, i), to++) {
        to->width = entry_count(i, "width");
        to->time = entry_time(i, "time");
    }
}

static sked_moldable_task moldable_task_of(entry e) {
    static const sked_moldable_task none;
    sked_moldable_task task = none;
    task.form = (sked_moldable_form)entry_name(e, "form", moldable_forms);
    task.weight = entry_count_or(e, "weight", 1);
    task.ready = entry_time_or(e, "ready", 0);
    task.width_min = entry_count_or(e, "width_min", 0);
    task.width_max = entry_count_or(e, "width_max", 0);
    task.width_step = entry_count_or(e, "width_step", 0);
    if (task.form == SKED_MOLDABLE_TABLE) {
        moldable_read_table(e, &task);
    } else if (task.form == SKED_MOLDABLE_LIST) {
        moldable_read_list(e, &task);
    } else {
        task.time = entry_time(e, "time");
        task.sequential_permille = entry_count_or(e, "sequential_permille", 0);
        task.parallelism_permille =
            (uint32_t)entry_number_or(e, "parallelism_permille", 0, 0, 1000000);
        task.variance_permille =
            (uint32_t)entry_number_or(e, "variance_permille", 0, 0, 1000000);
    }
    return task;
}

static sked_moldable_task *moldable_tasks(entry list) {
    sked_moldable_task *tasks =
        (sked_moldable_task *)entry_room(entry_length(list) * sizeof(sked_moldable_task));
    uint32_t at = 0;
    entry e;
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e)) {
        tasks[at++] = moldable_task_of(e);
    }
    return tasks;
}

static sked_span *moldable_spans(entry list) {
    sked_span *spans = (sked_span *)entry_room(entry_length(list) * sizeof(sked_span));
    uint32_t at = 0;
    entry e;
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e), at++) {
        spans[at].start = entry_time(e, "start");
        spans[at].end = entry_time(e, "end");
        spans[at].count = entry_count(e, "count");
        spans[at].set = NULL;
    }
    return spans;
}

static sked_moldable_choice moldable_choice_of(entry e) {
    static const sked_moldable_choice none;
    sked_moldable_choice choice = none;
    choice.method = (sked_moldable_method)entry_name(e, "method", moldable_methods);
    choice.order = (sked_moldable_order)entry_name_or(e, "order", moldable_orders, 0);
    choice.arrivals = (sked_moldable_arrivals)entry_name_or(e, "arrivals", moldable_arrivals, 0);
    choice.shuffles = entry_count_or(e, "shuffles", 0);
    choice.makespan_weight = entry_count_or(e, "makespan_weight", 0);
    choice.minsum_weight = entry_count_or(e, "minsum_weight", 0);
    choice.makespan_max = entry_time_or(e, "makespan_max", 0);
    choice.steps_max = (uint64_t)entry_number_or(e, "steps_max", 0, 0, TREE_NUMBER_MAX);
    choice.seed = (uint64_t)entry_number_or(e, "seed", 0, 0, TREE_NUMBER_MAX);
    return choice;
}

/* ---- plans ----------------------------------------------------------------------------------- */

static void moldable_tell_rows(const sked_moldable_row *rows, uint32_t count, json *out) {
    uint32_t i;
    json_array(out, "tasks");
    for (i = 0; i < count; i++) {
        json_object(out, NULL);
        json_number(out, "start", rows[i].start);
        json_number(out, "end", rows[i].end);
        json_number(out, "width", rows[i].width);
        json_end(out, '}');
    }
    json_end(out, ']');
}

/* Each plan by an object of its own: what one call has proved is not known to the next. */
static void moldable_run_one(const sked_moldable_settings *settings, entry e, json *out) {
    sked_moldable_row *rows =
        (sked_moldable_row *)entry_room(settings->tasks_count * sizeof(sked_moldable_row));
    const sked_moldable_choice choice = moldable_choice_of(e);
    const int bound = (int)entry_number_or(e, "bound", 0, 0, 1);
    sked_moldable_result result;
    sked_moldable plans;
    entry_accepted(e, sked_moldable_create(&plans, settings, entry_mem()));
    if (bound) {
        entry_accepted(e, sked_moldable_bound(&plans, 0, 0));
    }
    entry_accepted(e, sked_moldable_plan(&plans, &choice, rows, &result));
    json_object(out, NULL);
    json_text(out, "method", moldable_methods[choice.method]);
    json_number(out, "makespan", result.makespan);
    json_number(out, "makespan_lower_bound", result.makespan_lower_bound);
    json_number(out, "minsum", (int64_t)result.minsum.low);
    json_number(out, "minsum_lower_bound", (int64_t)result.minsum_lower_bound.low);
    json_number(out, "guarantee_permille", (int64_t)result.guarantee_permille);
    moldable_tell_rows(rows, settings->tasks_count, out);
    json_end(out, '}');
    sked_moldable_destroy(&plans);
}

static void moldable_run(entry input, json *out) {
    const entry methods = entry_need(input, "methods"), tasks = entry_need(input, "tasks");
    const entry spans = entry_may(input, "spans");
    sked_moldable_settings settings;
    entry e;
    memset(&settings, 0, sizeof(settings));
    settings.processors = entry_count(input, "processors");
    settings.tasks_count = entry_length(tasks);
    settings.tasks = moldable_tasks(tasks);
    settings.spans_count = entry_length(spans);
    settings.spans = settings.spans_count == 0 ? NULL : moldable_spans(spans);
    settings.now = entry_time_or(input, "now", 0);
    json_array(out, "plans");
    for (e = entry_first(methods); e.at != 0; e = entry_next(methods, e)) {
        moldable_run_one(&settings, e, out);
    }
    json_end(out, ']');
}

#endif
