/* fattree.h: vectors of the choice of processors on a tree of switches, and of units.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VECTORS_FATTREE_H_INCLUDED
#define VECTORS_FATTREE_H_INCLUDED

#include "../../examples/json.h"
#include "entry.h"

static const char *const fattree_modes[] = {"exact", "greedy", NULL};

/* ---- the tree -------------------------------------------------------------------------------- */

static sked_fattree_settings fattree_shape(entry input) {
    const entry list = entry_need(input, "fan_out");
    const uint32_t levels = entry_length(list);
    uint32_t *parent = (uint32_t *)entry_room(1000 * sizeof(uint32_t));
    uint32_t *leaf = (uint32_t *)entry_room(1000 * sizeof(uint32_t));
    uint32_t *fan_out = entry_counts_or(input, "fan_out", levels);
    sked_fattree_settings settings = SKED_ZERO;
    entry_accepted(list, sked_fattree_shape(fan_out, levels, &settings, NULL, NULL));
    if (settings.switches > 1000 || settings.processors > 1000) {
        entry_fault(list, "a large tree", "at most 1000 processors");
    }
    sked_fattree_shape(fan_out, levels, &settings, parent, leaf);
    return settings;
}

static sked_fattree_settings fattree_switches(entry input) {
    sked_fattree_settings settings = SKED_ZERO;
    settings.switches = entry_length(entry_need(input, "parent"));
    settings.processors = entry_length(entry_need(input, "leaf"));
    settings.parent = entry_counts_or(input, "parent", settings.switches);
    settings.leaf = entry_counts_or(input, "leaf", settings.processors);
    settings.links = NULL;
    return settings;
}

static uint32_t fattree_make(sked_fattree *tree, entry input) {
    const int regular = entry_may(input, "fan_out").at != 0;
    sked_fattree_settings settings = regular ? fattree_shape(input) : fattree_switches(input);
    const sked_set *busy = entry_set_or(input, "busy", settings.processors);
    const sked_set *down = entry_set_or(input, "down", settings.processors);
    settings.links = entry_counts_or(input, "links", settings.switches);
    entry_accepted(input, sked_fattree_create(tree, &settings, entry_mem()));
    if (busy != NULL) {
        entry_accepted(input, sked_fattree_allocate(tree, busy));
    }
    if (down != NULL) {
        entry_accepted(input, sked_fattree_down(tree, down));
    }
    return settings.processors;
}

/* ---- requests -------------------------------------------------------------------------------- */

static sked_fattree_request fattree_request_of(entry e, uint32_t processors) {
    sked_fattree_request request = SKED_ZERO;
    request.count = entry_count(e, "count");
    request.mode = (sked_fattree_mode)entry_name_or(e, "mode", fattree_modes, SKED_FATTREE_EXACT);
    request.steps_max = 0;
    request.levels_max = entry_count_or(e, "levels_max", 0);
    request.levels_preferred = entry_count_or(e, "levels_preferred", 0);
    request.leaves_max = entry_count_or(e, "leaves_max", 0);
    request.segment = entry_count_or(e, "segment", 0);
    request.fragment_weight_q10 = entry_count_or(e, "fragment_weight_q10", 0);
    request.allowed = entry_set_or(e, "allowed", processors);
    request.excluded = entry_set_or(e, "excluded", processors);
    request.required = entry_set_or(e, "required", processors);
    return request;
}

static void fattree_tell(json *out, const sked_fattree_answer *answer, const sked_set *set) {
    json_number(out, "hops", (int64_t)answer->hops);
    json_number(out, "hops_lower_bound", (int64_t)answer->hops_lower_bound);
    json_number(out, "cost", (int64_t)answer->cost);
    json_number(out, "cost_lower_bound", (int64_t)answer->cost_lower_bound);
    json_number(out, "leaves", answer->leaves);
    json_number(out, "levels", answer->levels);
    json_number(out, "top", answer->top);
    json_members(out, "processors", set);
}

/* What is found is allocated, if the request says so. */
static void fattree_run_one(sked_fattree *tree, entry e, uint32_t processors, json *out) {
    const sked_fattree_request request = fattree_request_of(e, processors);
    const int allocate = (int)entry_number_or(e, "allocate", 0, 0, 1);
    sked_set *set = entry_empty_set(processors);
    sked_fattree_answer answer;
    size_t bytes = 0;
    sked_status status = sked_fattree_find_bytes(tree, &request, &bytes);
    if (status == SKED_OK) {
        status = sked_fattree_find(tree, &request, &answer, set, entry_room(bytes), bytes);
    }
    json_object(out, NULL);
    json_text(out, "request", entry_text(e, "name"));
    json_text(out, "status", status_name(status));
    if (status == SKED_OK) {
        fattree_tell(out, &answer, set);
    }
    if (status == SKED_OK && allocate) {
        entry_accepted(e, sked_fattree_allocate(tree, set));
    }
    json_end(out, '}');
}

static void fattree_run(entry input, json *out) {
    const entry list = entry_need(input, "requests");
    sked_fattree tree;
    const uint32_t processors = fattree_make(&tree, input);
    entry e;
    json_array(out, "answers");
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e)) {
        fattree_run_one(&tree, e, processors, out);
    }
    json_end(out, ']');
    sked_fattree_destroy(&tree);
}

/* ---- units ----------------------------------------------------------------------------------- */

static void units_tell_starts(sked_units *units, sked_set *set, json *out) {
    sked_units_start start;
    json_array(out, NULL);
    while (sked_units_next(units, &start, set) == SKED_OK) {
        json_object(out, NULL);
        json_number(out, "id", (int64_t)start.id);
        json_number(out, "units", start.units);
        json_number(out, "hops", (int64_t)start.hops);
        json_members(out, "processors", set);
        json_end(out, '}');
    }
    json_end(out, ']');
}

static void units_tell_event(sked_units *units, entry e) {
    static const char *const kinds[] = {"submit", "finish", "cancel", NULL};
    const uint32_t kind = entry_name(e, "kind", kinds);
    const uint64_t id = (uint64_t)entry_number(e, "id", 0, TREE_NUMBER_MAX);
    if (kind == 0) {
        entry_accepted(e, sked_units_submit(units, id, entry_count(e, "count")));
    } else {
        entry_accepted(e, kind == 1 ? sked_units_finish(units, id) : sked_units_cancel(units, id));
    }
}

static void units_run(entry input, json *out) {
    static const char *const options[] = {"go_on", NULL};
    const entry list = entry_need(input, "events");
    sked_units_settings settings = SKED_ZERO;
    sked_fattree tree;
    sked_units units;
    sked_set *set = entry_empty_set(fattree_make(&tree, input));
    entry e;
    settings.tree = &tree;
    settings.unit_size = entry_count_or(input, "unit_size", 0);
    settings.batch_max = entry_count_or(input, "batch_max", 0);
    settings.jobs_max = 64;
    settings.options = entry_flags(input, "options", options);
    settings.tries_max = 0;
    entry_accepted(input, sked_units_create(&units, &settings, entry_mem()));
    json_array(out, "starts_after_each_event");
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e)) {
        units_tell_event(&units, e);
        units_tell_starts(&units, set, out);
    }
    json_end(out, ']');
    sked_units_destroy(&units);
    sked_fattree_destroy(&tree);
}

#endif
