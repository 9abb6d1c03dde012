/* placement_json.h: where jobs run, and what replays cost, as one JSON object. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_JSON_H_INCLUDED
#define PLACEMENT_JSON_H_INCLUDED

#include <stdint.h>
#include <string.h>

#include "sched_fattree.h"
#include "swil.h"

#include "json_mean.h"
#include "placement_machine.h"

static inline void placement_json_machine(machine *m) {
    const sked_fattree_info *info = &m->info;

    json_program(&m->out, "placement");
    json_text(&m->out, "topology", m->name);
    json_number(&m->out, "processors", info->processors);
    json_number(&m->out, "processors_free", info->free);
    json_number(&m->out, "processors_busy", info->busy);
    json_number(&m->out, "processors_down", info->down);
    json_number(&m->out, "leaf_switches", info->leaves);
    json_number(&m->out, "levels", info->levels);
}

/* Places for jobs follow. */
static inline void placement_json_begin(machine *m, const char *mode) {
    placement_json_machine(m);
    json_text(&m->out, "mode", mode);
    json_array(&m->out, "jobs");
}

/* The plans of a replay follow. */
static inline void placement_json_replay(machine *m, const char *policy, const char *trace,
                                         size_t jobs, size_t skipped) {
    placement_json_machine(m);
    json_text(&m->out, "policy", policy);
    json_text(&m->out, "trace", trace);
    json_number(&m->out, "jobs_count", (int64_t)jobs);
    json_number(&m->out, "skipped_count", (int64_t)skipped);
    json_array(&m->out, "plans");
}

static inline void placement_json_job(machine *m, uint32_t job, const sked_set *set,
                                      const sked_fattree_answer *answer, uint32_t weight) {
    json *out = &m->out;
    uint32_t node;

    json_object(out, NULL);
    json_number(out, "id", job);
    json_number(out, "width", sked_set_count(set));
    json_number(out, "hops", (int64_t)answer->hops);
    json_number(out, "hops_lower_bound", (int64_t)answer->hops_lower_bound);
    if (weight > 0) {
        json_number(out, "cost", (int64_t)answer->cost);
        json_number(out, "cost_lower_bound", (int64_t)answer->cost_lower_bound);
    }
    json_number(out, "leaf_switches", answer->leaves);
    json_number(out, "levels", answer->levels);
    json_text(out, "top_switch", names_text(&m->shape.switches, m->shape.name[answer->top]));
    json_ranges(out, "processor_ranges", set);
    json_array(out, "nodes");
    for (node = sked_set_first(set); node < set->size; node = sked_set_next(set, node)) {
        json_text(out, NULL, names_text(&m->shape.nodes, node));
    }
    json_end(out, ']');
    json_end(out, '}');
}

/* What a way to choose has made of a replay. */
typedef struct placement_plan {
    const char *mode;
    const swil_metrics *metrics;
    uint64_t hops, pairs;
    sked_u128 mean_sum;             /* of hops per pair, in millionths                         */
    uint64_t jobs;                  /* of two nodes or more                                    */
    const uint64_t *crowded;        /* jobs that had a crowded way up; NULL: without --cross   */
} placement_plan;

static inline void placement_json_plan(machine *m, const placement_plan *plan) {
    const swil_metrics *metrics = plan->metrics;

    json_object(&m->out, NULL);
    json_text(&m->out, "mode", plan->mode);
    json_mean(&m->out, "hops_per_pair", swil_wide(plan->hops), plan->pairs, 3);
    json_mean(&m->out, "mean_job_hops_per_pair", plan->mean_sum, plan->jobs * 1000000,
                        3);
    json_mean(&m->out, "utilisation_percent", swil_wide(metrics->utilisation), 10000, 2);
    json_mean(&m->out, "mean_wait_seconds", metrics->wait_sum, metrics->jobs, 1);
    json_unsigned(&m->out, "refused_count", metrics->counters.picker_refusals);
    json_number(&m->out, "never_started_count", (int64_t)metrics->never_started);
    if (plan->crowded != NULL) {
        json_unsigned(&m->out, "crowded_count", *plan->crowded);
    }
    json_end(&m->out, '}');
}

static inline void placement_json_end(machine *m) {
    json_end(&m->out, ']');
    json_end(&m->out, '}');
    json_finish(&m->out);
}

#endif
