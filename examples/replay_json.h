/* replay_json.h: what a replay has found, as one JSON object. */
/* SPDX-License-Identifier: MIT */
#ifndef REPLAY_JSON_H_INCLUDED
#define REPLAY_JSON_H_INCLUDED

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "swil.h"
#include "swil_tiers.h"
#include "workload.h"

#include "json_mean.h"
#include "replay_preempt.h"
#include "replay_shares.h"
#include "tiers.h"

/* What a plan is: the numbers of its row of the table, and what became of each job. */
typedef struct replay_plan {
    const char *policy;
    const swil_metrics *metrics;
    const swil_tiers_metrics *tiers;    /* NULL: the policy has one tier, so jobs have waits   */
    const workload *load;
    const int64_t *starts;
    const swil_tiers_outcome *outcomes; /* NULL: a job ends when its run time is over          */
    char *const *places;                /* processors as "0-3 7"; NULL: not known              */
    size_t never_started, in_the_way;
    const shares_results *accounts;     /* NULL: there are none                                */
    const preempt_result *preempted;    /* NULL: no job is urgent                              */
    uint32_t number;                    /* of the policy                                       */
} replay_plan;

/* What both loops measure, as that of one tier has it. */
static inline void replay_json_measure(swil_metrics *metrics, const swil_tiers_metrics *tiers,
                                       sked_u128 slowdown_sum) {
    memset(metrics, 0, sizeof *metrics);
    metrics->jobs = tiers->jobs;
    metrics->response_sum = tiers->response_sum;
    metrics->bounded_slowdown_sum = tiers->bounded_slowdown_sum;
    metrics->slowdown_sum = slowdown_sum;
    metrics->utilisation = tiers->utilisation;
    metrics->makespan = tiers->makespan;
}

static inline void replay_json_begin(json *out, const char *trace, const workload *load) {
    json_program(out, "replay");
    json_text(out, "trace", trace);
    json_number(out, "jobs_count", (int64_t)load->count);
    json_number(out, "processors", load->processors);
    json_array(out, "plans");
}

/* A job that goes from one tier to another has no one wait. */
static inline void replay_json_totals(json *out, const replay_plan *plan) {
    const swil_metrics *metrics = plan->metrics;
    const uint64_t jobs = metrics->jobs, waits = plan->tiers != NULL ? 0 : jobs;

    json_mean(out, "mean_wait_seconds", metrics->wait_sum, waits, 1);
    json_mean(out, "mean_response_seconds", metrics->response_sum, jobs, 1);
    json_mean(out, "mean_bounded_slowdown", metrics->bounded_slowdown_sum,
                     jobs * 1000000, 3);
    json_mean(out, "mean_slowdown", metrics->slowdown_sum, jobs * 1000000, 3);
    json_time(out, "max_wait_seconds", waits > 0 ? metrics->wait_max : SKED_NEVER);
    json_mean(out, "utilisation_percent", swil_wide(metrics->utilisation),
                     jobs > 0 ? 10000 : 0, 2);
    json_time(out, "makespan_seconds", jobs > 0 ? metrics->makespan : SKED_NEVER);
}

/* What happened in the background, and on the way from there. */
static inline void replay_json_tiers(json *out, const replay_plan *plan) {
    const swil_tiers_metrics *tiers = plan->tiers;

    json_object(out, "tiers");
    json_unsigned(out, "backgrounded_count", tiers->backgrounded);
    json_unsigned(out, "swapped_count", tiers->swapped);
    json_unsigned(out, "restarted_count", tiers->restarted);
    json_unsigned(out, "migrated_count", tiers->migrated);
    json_digits(out, "lost_processor_seconds",
                swil_ratio_text(tiers->work_lost, 1000000, 0).text);
    json_mean(out, "mean_wait_seconds", tiers_wait_sum(plan->load, plan->outcomes),
                     tiers->jobs, 1);
    json_end(out, '}');
}

/* "0-3 7" as ranges. */
static inline void replay_json_place(json *out, const char *place) {
    char *at = NULL;

    json_array(out, "processor_ranges");
    for (; *place != '\0'; place = *at == ' ' ? at + 1 : at) {
        const long long first = strtoll(place, &at, 10);

        json_range(out, NULL, first, *at == '-' ? strtoll(at + 1, &at, 10) : first);
    }
    json_end(out, ']');
}

static inline void replay_json_job(json *out, const replay_plan *plan, size_t at) {
    const workload_job *job = &plan->load->jobs[at];
    const sked_time start = plan->starts[at];
    const sked_time end = plan->outcomes != NULL ? plan->outcomes[at].end
                                                 : sked_time_add(start, swil_run_time(job));

    json_object(out, NULL);
    json_unsigned(out, "id", job->id);
    json_number(out, "submit_seconds", job->submit);
    json_time(out, "start_seconds", start);
    json_time(out, "end_seconds", end);
    if (plan->outcomes != NULL) {
        json_time(out, "first_start_seconds", plan->outcomes[at].first_start);
    }
    json_number(out, "width", job->width);
    if (plan->places != NULL && plan->places[at] != NULL) {
        replay_json_place(out, plan->places[at]);
    }
    json_end(out, '}');
}

static inline void replay_json_plan(json *out, const replay_plan *plan) {
    size_t at;

    json_object(out, NULL);
    json_text(out, "policy", plan->policy);
    replay_json_totals(out, plan);
    json_number(out, "never_started_count", (int64_t)plan->never_started);
    json_number(out, "booking_conflicts_count", (int64_t)plan->in_the_way);
    if (plan->tiers != NULL) {
        replay_json_tiers(out, plan);
    }
    if (plan->preempted != NULL) {
        preempt_json(out, plan->preempted);
    }
    if (plan->accounts != NULL) {
        shares_json(out, plan->accounts, plan->number);
    }
    json_array(out, "jobs");
    for (at = 0; at < plan->load->count; at++) {
        replay_json_job(out, plan, at);
    }
    json_end(out, ']');
    json_end(out, '}');
}

static inline void replay_json_end(json *out) {
    json_end(out, ']');
    json_end(out, '}');
    json_finish(out);
}

#endif
