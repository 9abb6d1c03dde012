/* map.h: vectors of the mapping heuristics, and of PJS.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VECTORS_MAP_H_INCLUDED
#define VECTORS_MAP_H_INCLUDED

#include "../../examples/json.h"
#include "entry.h"

static const char *const map_heuristics[] = {
    "olb",        "met",       "mct",            "min_min", "max_min", "duplex",
    "duplex_sum", "sufferage", "sufferage_pass", NULL};
static const char *const map_options[] = {"low_memory", "least_time", NULL};
static const char *const pjs_options[] = {"go_on", "makespan", NULL};

static sked_map_request map_request_of(entry input) {
    sked_map_request request = SKED_ZERO;
    const entry times = entry_need(input, "times"), first = entry_first(times);
    if (first.at == 0) {
        entry_fault(times, "no rows", "one for each job");
    }
    request.heuristic = SKED_OLB;
    request.options = 0;
    request.jobs = entry_length(times);
    request.machines = entry_length(first);
    request.times = entry_table(input, "times", request.jobs, request.machines);
    request.free_from = entry_times_or(input, "free_from", request.machines);
    return request;
}

static int64_t map_sum(sked_u128 sum) {
    return (int64_t)sum.low;            /* the times of vectors are small                      */
}

static void map_tell_place(json *out, const char *key, uint32_t number) {
    if (number == SKED_NONE) {
        json_null(out, key);
    } else {
        json_number(out, key, number);
    }
}

static void map_run_one(entry e, sked_map_request request, json *out) {
    sked_map_row *rows = (sked_map_row *)entry_room(request.jobs * sizeof(sked_map_row));
    sked_map_result result;
    uint32_t i;
    request.heuristic = (sked_heuristic)entry_name(e, "heuristic", map_heuristics);
    request.options = entry_flags(e, "options", map_options);
    entry_accepted(e, sked_map(&request, entry_mem(), rows, &result));
    json_object(out, NULL);
    json_text(out, "heuristic", map_heuristics[request.heuristic]);
    json_text(out, "used", map_heuristics[result.used]);
    json_number(out, "makespan", result.makespan);
    json_number(out, "job_times", map_sum(result.job_times));
    json_array(out, "jobs");
    for (i = 0; i < request.jobs; i++) {
        json_object(out, NULL);
        map_tell_place(out, "machine", rows[i].machine);
        json_number(out, "start", rows[i].start);
        json_number(out, "end", rows[i].end);
        json_end(out, '}');
    }
    json_end(out, ']');
    json_end(out, '}');
}

static void map_run(entry input, json *out) {
    const sked_map_request request = map_request_of(input);
    const entry list = entry_need(input, "heuristics");
    entry e;
    json_array(out, "plans");
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e)) {
        map_run_one(e, request, out);
    }
    json_end(out, ']');
}

/* ---- PJS ------------------------------------------------------------------------------------- */

static sked_cluster *pjs_clusters(entry list, uint32_t machines) {
    sked_cluster *clusters = (sked_cluster *)entry_room(entry_length(list) * sizeof(sked_cluster));
    uint32_t at = 0;
    entry e;
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e)) {
        clusters[at].members = entry_set(e, "members", machines);
        clusters[at].members_min = entry_count_or(e, "members_min", 0);
        clusters[at++].resource = entry_count_or(e, "resource", 0);
    }
    return clusters;
}

static void pjs_tell_plan(json *out, const char *key, const sked_map_result *plan) {
    json_object(out, key);
    json_number(out, "makespan", plan->makespan);
    json_number(out, "job_times", map_sum(plan->job_times));
    json_end(out, '}');
}

static void pjs_run_one(entry e, sked_pjs_request request, json *out) {
    sked_pjs_row *rows = (sked_pjs_row *)entry_room(request.map.jobs * sizeof(sked_pjs_row));
    sked_pjs_result result;
    uint32_t i;
    request.map.heuristic = (sked_heuristic)entry_name(e, "heuristic", map_heuristics);
    request.options = entry_flags(e, "options", pjs_options);
    entry_accepted(e, sked_pjs(&request, entry_mem(), rows, &result));
    json_object(out, NULL);
    pjs_tell_plan(out, "plan", &result.plan);
    pjs_tell_plan(out, "base", &result.base);
    json_number(out, "parallel", result.parallel);
    json_number(out, "mappings", result.mappings);
    json_array(out, "jobs");
    for (i = 0; i < request.map.jobs; i++) {
        json_object(out, NULL);
        map_tell_place(out, "machine", rows[i].machine);
        map_tell_place(out, "cluster", rows[i].cluster);
        json_number(out, "start", rows[i].start);
        json_number(out, "end", rows[i].end);
        json_end(out, '}');
    }
    json_end(out, ']');
    json_end(out, '}');
}

static void pjs_run(entry input, json *out) {
    const entry list = entry_need(input, "runs"), clusters = entry_need(input, "clusters");
    sked_pjs_request request = SKED_ZERO;
    entry e;
    request.map = map_request_of(input);
    request.options = 0;
    request.clusters = entry_length(clusters);
    request.cluster = pjs_clusters(clusters, request.map.machines);
    request.cluster_times = entry_table(input, "cluster_times", request.map.jobs, request.clusters);
    request.up = entry_set_or(input, "up", request.map.machines);
    json_array(out, "plans");
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e)) {
        pjs_run_one(e, request, out);
    }
    json_end(out, ']');
}

#endif
