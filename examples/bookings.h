/* bookings.h: bookings that a replay's jobs flow around, and whether they did. */
/* SPDX-License-Identifier: MIT */
#ifndef BOOKINGS_H_INCLUDED
#define BOOKINGS_H_INCLUDED

/* A file of bookings, one a line, becomes a calendar, which shows who has booked when: no
   processor twice. Its spans, each with its set, are then booked in the queue. The lines:

   START END SET        exactly these, as 0-3,7
   START END any N      the lowest N that no line above has booked in this time

   Times are seconds of the trace's clock; END may be never; # begins a comment. */

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "sched_ar.h"

#include "booking_words.h"

enum { BOOKINGS_SPANS = 64 };

typedef struct bookings {
    sked_ar calendar;               /* whose sets the spans have */
    sked_span *spans;               /* by time, none overlaps another; NULL: no bookings */
    sked_set *sets;
    sked_word *words;               /* of the set of a line */
    sked_set set;
    uint32_t count;
} bookings;

static inline void bookings_drop(bookings *booked) {
    sked_ar_destroy(&booked->calendar);
    free(booked->spans);
    free(booked->sets);
    free(booked->words);
    memset(booked, 0, sizeof *booked);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* N, after any: as many of those that are free then. */
static inline int bookings_any(bookings *booked, booking_words *w, sked_time start,
                               sked_time end) {
    uint32_t count = 0, extra;
    char expected[80];
    uint64_t wanted;

    if (!booking_number(w, "number of processors", 1, booked->set.size, &wanted)) {
        return 0;
    }
    if (sked_ar_free_set(&booked->calendar, start, end, &booked->set, &count) != SKED_OK ||
        count < wanted) {
        snprintf(expected, sizeof expected, "at most the %" PRIu32 " that are free then", count);
        return booking_refuse_word(w, "number of processors", expected);
    }
    for (; count > wanted; count--) {
        extra = sked_set_nth(&booked->set, count - 1);
        sked_set_remove(&booked->set, extra);
    }
    return 1;
}

static inline sked_status bookings_add(bookings *booked, sked_time start, sked_time end) {
    sked_status status = sked_ar_add(&booked->calendar, start, end, &booked->set);
    sked_ar_info info;

    while (status == SKED_E_FULL && sked_ar_get_info(&booked->calendar, &info) == SKED_OK) {
        status = sked_ar_grow(&booked->calendar, info.spans_max * 2, 0);
        if (status == SKED_OK) {
            status = sked_ar_add(&booked->calendar, start, end, &booked->set);
        }
    }
    return status;
}

static inline int bookings_line(bookings *booked, booking_words *w) {
    sked_time start = 0, end = 0;
    sked_status status;
    const char *word;

    if (!booking_time(w, "start", NULL, &start) || !booking_time(w, "end", "never", &end)) {
        return 0;
    }
    if (end <= start) {
        return booking_refuse_word(w, "end", "a time after the start");
    }
    booking_next_word(w);
    word = w->word;
    if (booking_word_is(w, "any")) {
        if (!bookings_any(booked, w, start, end)) {
            return 0;
        }
    } else {
        w->end = w->word;
        if (!booking_set(w, "set", &booked->set)) {
            return 0;
        }
    }
    if (!booking_line_ends(w)) {
        return 0;
    }
    status = bookings_add(booked, start, end);
    w->word = word;
    return status == SKED_OK ||
           booking_refuse(w, "%s, expected processors that no line above has booked then",
                          sked_status_text(status));
}

static inline int bookings_lines(bookings *booked, booking_words *w) {
    int read, seen = 0;

    for (read = booking_read_line(w); read > 0; read = booking_read_line(w)) {
        if (booking_next_word(w) > 0) {
            w->end = w->word;
            if (!bookings_line(booked, w)) {
                return 0;
            }
            seen = 1;
        }
    }
    if (w->faults == 0 && !seen) {
        return booking_refuse(w, "the end, expected START END SET, or START END any N, before it");
    }
    return w->faults == 0;
}

/* ---- What is booked -------------------------------------------------------------------------- */

static inline sked_status bookings_make(bookings *booked, uint32_t processors) {
    sked_ar_settings settings;

    memset(&settings, 0, sizeof settings);
    memset(booked, 0, sizeof *booked);
    settings.processors = processors;
    settings.spans_max = BOOKINGS_SPANS;
    settings.horizon = SKED_TIME_MAX;
    booked->words = (sked_word *)calloc(SKED_SET_WORDS(processors), sizeof *booked->words);
    if (booked->words == NULL) {
        return SKED_E_MEMORY;
    }
    booked->set = sked_set_of(booked->words, processors);
    return sked_ar_create(&booked->calendar, &settings, heap_mem());
}

/* What lasts to the horizon of the calendar never ends for the queue. */
static inline sked_status bookings_export(bookings *booked) {
    sked_ar_info info;
    sked_status status = sked_ar_get_info(&booked->calendar, &info);

    if (status == SKED_OK) {
        booked->spans = (sked_span *)calloc(info.records, sizeof *booked->spans);
        booked->sets = (sked_set *)calloc(info.records, sizeof *booked->sets);
        if (booked->spans == NULL || booked->sets == NULL) {
            return SKED_E_MEMORY;
        }
        status = sked_ar_spans(&booked->calendar, 0, SKED_NEVER, booked->spans, booked->sets,
                               info.records, &booked->count);
    }
    if (status == SKED_OK && booked->count > 0 &&
        booked->spans[booked->count - 1].end == info.horizon) {
        booked->spans[booked->count - 1].end = SKED_NEVER;
    }
    return status;
}

/* Reads a file, for a machine of so many processors. Says what is wrong with it. */
static inline int bookings_read(bookings *booked, const char *name, uint32_t processors) {
    booking_words *w = (booking_words *)calloc(1, sizeof *w);
    sked_status status = w == NULL ? SKED_E_MEMORY : bookings_make(booked, processors);
    int done = 0;

    if (status == SKED_OK) {
        w->program = "replay";
        w->name = name;
        w->file = fopen(name, "r");
        if (w->file == NULL) {
            fprintf(stderr, "replay: %s: cannot be read: %s, expected a readable file\n", name,
                    strerror(errno));
        } else {
            done = bookings_lines(booked, w);
            fclose(w->file);
            status = done ? bookings_export(booked) : SKED_OK;
        }
    }
    if (status != SKED_OK) {
        fprintf(stderr, "replay: %s: %s\n", name, sked_status_text(status));
    }
    free(w);
    return done && status == SKED_OK;
}

/* What the queue is told: some spans, and then these. To be freed; NULL: memory is out. */
static inline sked_span *bookings_join(const bookings *booked, const sked_span *others,
                                       size_t count) {
    sked_span *all = (sked_span *)calloc(count + booked->count + 1, sizeof *all);
    size_t at;

    for (at = 0; all != NULL && at < count + booked->count; at++) {
        all[at] = at < count ? others[at] : booked->spans[at - count];
    }
    return all;
}

/* Is one of the processors booked at some time of [start, end)? */
static inline int bookings_meet(const bookings *booked, int64_t start, int64_t end,
                                const sked_set *processors) {
    uint32_t at, p;

    for (at = 0; at < booked->count && booked->spans[at].start < end; at++) {
        if (booked->spans[at].end <= start) {
            continue;
        }
        for (p = sked_set_first(processors); p < processors->size;
             p = sked_set_next(processors, p)) {
            if (sked_set_has(booked->spans[at].set, p)) {
                return 1;
            }
        }
    }
    return 0;
}

#endif
