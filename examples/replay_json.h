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

#include "json.h"

/* What a plan is told of: a row of the table, and what became of each job. */
typedef struct replay_plan {
    const char *policy;
    const swil_text *cells;             /* without the name of the policy                      */
    const workload *load;
    const int64_t *starts;
    const swil_tiers_outcome *outcomes; /* NULL: a job ends when its run time is over          */
    char *const *places;                /* processors as "0-3 7"; NULL: not known              */
    size_t never_started, in_the_way;
} replay_plan;

static inline void replay_json_begin(json *out, const char *trace, const workload *load) {
    json_object(out, NULL);
    json_text(out, "program", "replay");
    json_text(out, "trace", trace);
    json_number(out, "jobs", (int64_t)load->count);
    json_number(out, "processors", load->processors);
    json_array(out, "plans");
}

/* As in the table; nothing if no job ran. */
static inline void replay_json_totals(json *out, const swil_text *cells) {
    static const char *const keys[] = {"mean_wait", "mean_response", "mean_bounded_slowdown",
                                       "mean_slowdown", "max_wait", "utilisation", "makespan"};
    size_t at;

    for (at = 0; at < sizeof keys / sizeof keys[0]; at++) {
        if (strcmp(cells[at].text, "-") == 0) {
            json_null(out, keys[at]);
        } else {
            json_digits(out, keys[at], cells[at].text);
        }
    }
}

static inline void replay_json_place(json *out, const char *place) {
    json_key(out, "processors");
    fputc('"', out->file);
    for (; *place != '\0'; place++) {
        fputc(*place == ' ' ? ',' : *place, out->file);
    }
    fputc('"', out->file);
}

static inline void replay_json_job(json *out, const replay_plan *plan, size_t at) {
    const workload_job *job = &plan->load->jobs[at];
    const sked_time start = plan->starts[at];
    const sked_time end = plan->outcomes != NULL ? plan->outcomes[at].end
                                                 : sked_time_add(start, swil_run_time(job));

    json_object(out, NULL);
    json_key(out, "id");
    fprintf(out->file, "%" PRIu64, job->id);
    json_number(out, "submit", job->submit);
    json_time(out, "start", start);
    json_time(out, "end", end);
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
    replay_json_totals(out, plan->cells);
    json_number(out, "never_started", (int64_t)plan->never_started);
    json_number(out, "in_the_way", (int64_t)plan->in_the_way);
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
