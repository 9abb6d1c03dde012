/* calendar.h: the tab of bookings: a calendar, requests, and why they get what they get. */
/* SPDX-License-Identifier: MIT */
#ifndef CALENDAR_H_INCLUDED
#define CALENDAR_H_INCLUDED

#include "memory.h"

typedef struct page_calendar {
    int32_t status;                 /* of the last call                                       */
    int32_t start, end;             /* the answer                                             */
    uint32_t free;                  /* how many are free all that time                        */
    int32_t from, until;            /* the rectangle of a start                               */
    int32_t verdict, why_start;     /* why not: see sked_ar_explanation                        */
    uint32_t why_count;
    sked_word *words;               /* the processors of the answer                           */
    sked_ar ar;
    sked_set set;
    void *scratch;
    uint32_t scratch_bytes;
} page_calendar;

page_calendar *page_calendar_create(uint32_t processors, int32_t horizon);
int32_t page_calendar_book(page_calendar *calendar, uint32_t id, int32_t start, int32_t end);
int32_t page_calendar_unbook(page_calendar *calendar, uint32_t id);
int32_t page_calendar_find(page_calendar *calendar, uint32_t count, int32_t duration, int32_t ready,
                           int32_t deadline, uint32_t policy);
int32_t page_calendar_rectangle(page_calendar *calendar, uint32_t count, int32_t duration,
                                int32_t start);
int32_t page_calendar_starts(page_calendar *calendar, uint32_t count, int32_t duration,
                             int32_t ready, int32_t deadline, int32_t first);

page_calendar *page_calendar_create(uint32_t processors, int32_t horizon) {
    page_calendar *calendar = (page_calendar *)page_take(sizeof *calendar);
    sked_status status;
    size_t bytes = 0;
    sked_ar_settings settings = SKED_ZERO;
    if (calendar == NULL) {
        return NULL;
    }
    settings.processors = processors;
    settings.spans_max = 1000;
    settings.bookings_max = 1000;
    settings.horizon = horizon;
    calendar->words = (sked_word *)page_take(page_words(processors) * 4 + 4);
    calendar->set = sked_set_of(calendar->words, processors);
    status = sked_ar_create(&calendar->ar, &settings, page_mem());
    status = status == SKED_OK ? sked_ar_find_bytes(&calendar->ar, &bytes) : status;
    calendar->status = (int32_t)status;
    calendar->scratch_bytes = (uint32_t)bytes;
    calendar->scratch = page_take(calendar->scratch_bytes);
    return calendar;
}

/* Books the processors that are in words. */
int32_t page_calendar_book(page_calendar *calendar, uint32_t id, int32_t start, int32_t end) {
    calendar->status = (int32_t)sked_ar_book(&calendar->ar, id, 0, start, end, &calendar->set);
    return calendar->status;
}

int32_t page_calendar_unbook(page_calendar *calendar, uint32_t id) {
    calendar->status = (int32_t)sked_ar_unbook(&calendar->ar, id);
    return calendar->status;
}

static sked_ar_request page_request(uint32_t count, int32_t duration, int32_t ready,
                                    int32_t deadline) {
    sked_ar_request request = SKED_ZERO;
    request.count = count;
    request.duration = duration;
    request.ready = ready;
    request.deadline = page_to_time(deadline);
    return request;
}

/* The answer of a policy, with its rectangle; or why there is none. */
int32_t page_calendar_find(page_calendar *calendar, uint32_t count, int32_t duration, int32_t ready,
                           int32_t deadline, uint32_t policy) {
    const sked_ar_request request = page_request(count, duration, ready, deadline);
    sked_ar_choice choice = SKED_ZERO;
    sked_ar_answer answer = SKED_ZERO;
    sked_ar_explanation reason = SKED_ZERO;
    choice.policy = (sked_ar_policy)policy;
    calendar->status = (int32_t)sked_ar_find(&calendar->ar, &request, &choice, &answer,
                                             &calendar->set, calendar->scratch,
                                             calendar->scratch_bytes);
    calendar->start = page_from_time(answer.start);
    calendar->end = page_from_time(answer.end);
    calendar->free = answer.free;
    if ((calendar->status == SKED_E_DEADLINE || calendar->status == SKED_E_NEVER_FITS) &&
        sked_ar_explain(&calendar->ar, &request, &reason, calendar->scratch,
                        calendar->scratch_bytes) == SKED_OK) {
        calendar->verdict = (int32_t)reason.verdict;
        calendar->why_start = page_from_time(reason.start);
        calendar->why_count = reason.count;
    }
    return calendar->status;
}

int32_t page_calendar_rectangle(page_calendar *calendar, uint32_t count, int32_t duration,
                                int32_t start) {
    const sked_ar_request request = page_request(count, duration, 0, PAGE_NEVER);
    sked_ar_rectangle rectangle = SKED_ZERO;
    calendar->status = (int32_t)sked_ar_rectangle_at(&calendar->ar, &request, start, &rectangle,
                                                     NULL, calendar->scratch,
                                                     calendar->scratch_bytes);
    calendar->from = page_from_time(rectangle.from);
    calendar->until = page_from_time(rectangle.until);
    calendar->free = rectangle.free;
    return calendar->status;
}

/* The first interval of starts from `first` on: *start up to, and without, *end. */
int32_t page_calendar_starts(page_calendar *calendar, uint32_t count, int32_t duration,
                             int32_t ready, int32_t deadline, int32_t first) {
    const sked_ar_request request = page_request(count, duration, ready, deadline);
    sked_time from = first, beyond = first;
    calendar->status = (int32_t)sked_ar_next_starts(&calendar->ar, &request, &from, &beyond,
                                                    calendar->scratch, calendar->scratch_bytes);
    calendar->start = page_from_time(from);
    calendar->end = page_from_time(beyond);
    return calendar->status;
}

#endif
