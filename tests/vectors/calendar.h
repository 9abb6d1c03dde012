/* calendar.h: vectors of the calendar: each request by each policy, and why not.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VECTORS_CALENDAR_H_INCLUDED
#define VECTORS_CALENDAR_H_INCLUDED

#include "../../examples/json.h"
#include "entry.h"

typedef struct calendar_play {
    sked_ar ar;
    uint32_t processors;
    void *scratch;
    size_t bytes;
    sked_set *set;
    json *out;
} calendar_play;

/* SCORE needs a function, which no vector has: its name is that of no vector. */
static const char *const calendar_policies[SKED_AR_POLICY_COUNT_ + 1] = {
    "FF", "PE_B", "PE_W", "DU_B", "DU_W", "PEDU_B", "PEDU_W", "LATEST", "SCORE", NULL};
static const char *const calendar_starts[] = {"paper", "freed", NULL};
static const char *const calendar_ends[] = {"at_deadline", "open_at_deadline", "at_horizon", NULL};
static const char *const calendar_picks[] = {"lowest", "run", "longest_left", NULL};
static const char *const calendar_criteria[] = {"earliest_end", "least_area", "by_policy", NULL};

/* ---- reading --------------------------------------------------------------------------------- */

static sked_ar_request calendar_request_of(const calendar_play *p, entry e) {
    sked_ar_request request = SKED_ZERO;
    request.id = request.tag = 0;
    request.ready = entry_time(e, "ready");
    request.duration = entry_time(e, "duration");
    request.deadline = entry_time_or(e, "deadline", SKED_NEVER);
    request.count = entry_count(e, "count");
    request.allowed = entry_set_or(e, "allowed", p->processors);
    request.required = entry_set_or(e, "required", p->processors);
    return request;
}

static sked_ar_choice calendar_choice_of(entry e) {
    static const sked_ar_choice none;
    sked_ar_choice choice = none;
    choice.policy = (sked_ar_policy)entry_name(e, "policy", calendar_policies);
    choice.starts = (sked_ar_starts)entry_name_or(e, "starts", calendar_starts, SKED_AR_PAPER);
    choice.ends = (sked_ar_ends)entry_name_or(e, "ends", calendar_ends, SKED_AR_ENDS_AT_DEADLINE);
    choice.pick = (sked_ar_pick)entry_name_or(e, "pick", calendar_picks, SKED_AR_LOWEST);
    return choice;
}

static void calendar_make(calendar_play *p, entry input) {
    const entry busy = entry_need(input, "busy");
    const sked_set *down;
    sked_ar_settings settings = SKED_ZERO;
    entry e;
    settings.processors = p->processors = entry_count(input, "processors");
    settings.spans_max = 64;
    settings.bookings_max = 0;
    settings.base = 0;
    settings.horizon = entry_time(input, "horizon");
    settings.capacities = entry_counts_or(input, "capacities", p->processors);
    entry_accepted(input, sked_ar_create(&p->ar, &settings, entry_mem()));
    for (e = entry_first(busy); e.at != 0; e = entry_next(busy, e)) {
        entry_accepted(e, sked_ar_add(&p->ar, entry_time(e, "start"), entry_time(e, "end"),
                                      entry_set(e, "processors", p->processors)));
    }
    down = entry_set_or(input, "down", p->processors);
    if (down != NULL) {
        entry_accepted(input, sked_ar_down(&p->ar, down));
    }
    entry_accepted(input, sked_ar_find_bytes(&p->ar, &p->bytes));
    p->scratch = entry_room(p->bytes);
    p->set = entry_empty_set(p->processors);
}

/* ---- telling --------------------------------------------------------------------------------- */

static void calendar_tell_answer(calendar_play *p, sked_status status,
                                 const sked_ar_answer *answer) {
    json_text(p->out, "status", status_name(status));
    if (status == SKED_OK) {
        json_number(p->out, "start", answer->start);
        json_number(p->out, "end", answer->end);
        json_number(p->out, "free", answer->free);
        json_members(p->out, "processors", p->set);
    }
}

static void calendar_tell_choice(calendar_play *p, const sked_ar_request *request, entry e) {
    const sked_ar_choice choice = calendar_choice_of(e);
    sked_ar_answer answer = {0};
    const sked_status status =
        sked_ar_find(&p->ar, request, &choice, &answer, p->set, p->scratch, p->bytes);
    json_object(p->out, NULL);
    json_text(p->out, "policy", calendar_policies[choice.policy]);
    json_text(p->out, "starts", calendar_starts[choice.starts]);
    json_text(p->out, "ends", calendar_ends[choice.ends]);
    json_text(p->out, "pick", calendar_picks[choice.pick]);
    calendar_tell_answer(p, status, &answer);
    json_end(p->out, '}');
}

/* All feasible starts, as intervals, and the rectangle of the first of each. */
static void calendar_tell_starts(calendar_play *p, const sked_ar_request *request) {
    sked_time first = request->ready, beyond = 0;
    sked_ar_rectangle rectangle;
    json_array(p->out, "feasible");
    for (; sked_ar_next_starts(&p->ar, request, &first, &beyond, p->scratch, p->bytes) == SKED_OK;
         first = beyond) {
        sked_ar_rectangle_at(&p->ar, request, first, &rectangle, p->set, p->scratch, p->bytes);
        json_object(p->out, NULL);
        json_number(p->out, "first", first);
        json_number(p->out, "beyond", beyond);
        json_number(p->out, "from", rectangle.from);
        json_number(p->out, "until", rectangle.until);
        json_members(p->out, "free", p->set);
        json_end(p->out, '}');
    }
    json_end(p->out, ']');
}

static void calendar_tell_reason(calendar_play *p, const sked_ar_request *request) {
    sked_ar_explanation reason;
    const sked_status status = sked_ar_explain(&p->ar, request, &reason, p->scratch, p->bytes);
    json_object(p->out, "why");
    json_text(p->out, "status", status_name(status));
    if (status == SKED_OK) {
        json_text(p->out, "verdict", status_name(reason.verdict));
        json_time(p->out, "start", reason.start);
        json_number(p->out, "count", reason.count);
    }
    json_end(p->out, '}');
}

static void calendar_tell_request(calendar_play *p, entry input, entry e) {
    const entry choices = entry_need(input, "choices");
    const sked_ar_request request = calendar_request_of(p, e);
    entry choice;
    json_object(p->out, NULL);
    json_text(p->out, "request", entry_text(e, "name"));
    calendar_tell_reason(p, &request);
    calendar_tell_starts(p, &request);
    json_array(p->out, "answers");
    for (choice = entry_first(choices); choice.at != 0; choice = entry_next(choices, choice)) {
        calendar_tell_choice(p, &request, choice);
    }
    json_end(p->out, ']');
    json_end(p->out, '}');
}

/* ---- alternatives ---------------------------------------------------------------------------- */

static void calendar_tell_any(calendar_play *p, entry e) {
    const entry list = entry_need(e, "requests");
    const sked_ar_choice choice = calendar_choice_of(e);
    const uint32_t criterion = entry_name(e, "criterion", calendar_criteria);
    sked_ar_request *request =
        (sked_ar_request *)entry_room(entry_length(list) * sizeof(sked_ar_request));
    sked_ar_answer answer = {0};
    uint32_t count = 0;
    sked_status status;
    entry i;
    for (i = entry_first(list); i.at != 0; i = entry_next(list, i)) {
        request[count++] = calendar_request_of(p, i);
    }
    status = sked_ar_find_any(&p->ar, request, count, (sked_ar_criterion)criterion, &choice,
                              &answer, p->set, p->scratch, p->bytes);
    json_object(p->out, NULL);
    json_text(p->out, "criterion", calendar_criteria[criterion]);
    calendar_tell_answer(p, status, &answer);
    json_number(p->out, "alternative", answer.alternative);
    json_end(p->out, '}');
}

static void calendar_run(entry input, json *out) {
    calendar_play *p = (calendar_play *)entry_room(sizeof(calendar_play));
    const entry requests = entry_may(input, "requests"), any = entry_may(input, "alternatives");
    entry e;
    p->out = out;
    calendar_make(p, input);
    json_array(out, "requests");
    for (e = entry_first(requests); e.at != 0; e = entry_next(requests, e)) {
        calendar_tell_request(p, input, e);
    }
    json_end(out, ']');
    json_array(out, "alternatives");
    for (e = entry_first(any); e.at != 0; e = entry_next(any, e)) {
        calendar_tell_any(p, e);
    }
    json_end(out, ']');
    sked_ar_destroy(&p->ar);
}

#endif
