/* site_json.h: what happens at a site, and what it comes to, as one JSON object. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_JSON_H_INCLUDED
#define SITE_JSON_H_INCLUDED

/* site_tell.h has the events, in words or as an object each; here is what surrounds them. */

#include <stdint.h>

#include "json_mean.h"
#include "site_file.h"
#include "site_run.h"
#include "site_table.h"

static inline void site_json_begin(json *out, const char *file, const char *day) {
    json_program(out, "site");
    json_text(out, "file", file);
    json_text(out, "day", day);
    json_array(out, "runs");
}

/* A run, up to its events; `added` is NULL for the site as it is. */
static inline void site_json_run(json *out, const char *added) {
    json_object(out, NULL);
    json_text(out, "added_cluster", added);
    json_array(out, "events");
}

static inline void site_json_share(json *out, const site_share *share) {
    json_unsigned(out, "jobs_count", share->jobs);
    json_unsigned(out, "ended_count", share->ended);
    json_unsigned(out, "refused_count", share->refused);
    json_unsigned(out, "cancelled_count", share->cancelled);
    json_unsigned(out, "parallel_count", share->parallel);
    json_unsigned(out, "preempted_count", share->stops);
    json_number(out, "lost_machine_seconds", share->lost);
    json_mean(out, "mean_job_time_seconds", share->time_sum, share->ended, 3);
    if (share->ended > 0) {
        json_digits(out, "mean_slowdown", site_slowdown_text(share).text);
    } else {
        json_null(out, "mean_slowdown");
    }
    json_end(out, '}');
}

static inline void site_json_resources(json *out, const site_file *file,
                                       const site_result *result) {
    uint32_t at;

    json_array(out, "machine_classes");
    for (at = 0; at < file->resources.count; at++) {
        if (result->machines[at] > 0) {
            json_object(out, NULL);
            json_text(out, "class", file->resources.name[at].text);
            json_number(out, "machines_count", result->machines[at]);
            json_number(out, "busy_machine_seconds", result->busy[at]);
            json_end(out, '}');
        }
    }
    json_end(out, ']');
}

/* Ends the events of a run, and says what they come to. */
static inline void site_json_result(json *out, const site_file *file, const site_result *result) {
    uint32_t order[SITE_NAMES] = {0}, at;

    json_end(out, ']');
    site_order_queues(file, order);
    json_array(out, "queues");
    for (at = 0; at < file->queues.count; at++) {
        json_object(out, NULL);
        json_text(out, "queue", file->queues.name[order[at]].text);
        site_json_share(out, &result->queue[order[at]]);
    }
    json_end(out, ']');
    json_object(out, "total");
    site_json_share(out, &result->all);
    site_json_resources(out, file, result);
    json_time(out, "first_seconds", result->first);
    json_time(out, "last_seconds", result->last);
    json_unsigned(out, "plans_count", result->counters.plans);
    json_unsigned(out, "mappings_count", result->counters.mappings);
    json_end(out, '}');
}

static inline void site_json_end(json *out) {
    json_end(out, ']');
    json_end(out, '}');
    json_finish(out);
}

#endif
