/* reservations.h: advance reservations that a replay's jobs flow around, and whether they did. */
/* SPDX-License-Identifier: MIT */
#ifndef RESERVATIONS_H_INCLUDED
#define RESERVATIONS_H_INCLUDED

/* A file of reservations, one a line, becomes a calendar, which tells who is reserved when: no
   processor twice. Its spans, each with its set, are then held in the queue. The lines:

   START END SET        exactly these, as 0-3,7
   START END any N      the lowest N that no line above has reserved in this time

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

enum { RESERVATIONS_SPANS = 64 };

typedef struct reservations {
    sked_ar calendar;               /* whose sets the spans have */
    sked_span *spans;               /* by time, none overlaps another; NULL: no reservations */
    sked_set *sets;
    sked_word *words;               /* of the set of a line */
    sked_set set;
    uint32_t count;
} reservations;

static inline void reservations_drop(reservations *booked) {
    sked_ar_drop(&booked->calendar);
    free(booked->spans);
    free(booked->sets);
    free(booked->words);
    memset(booked, 0, sizeof *booked);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* N, after any: as many of those that are free then. */
static inline int reservations_any(reservations *booked, booking_words *w, sked_time start,
                                   sked_time end) {
    uint32_t count = 0, extra;
    char expected[80];
    uint64_t wanted;

    if (!booking_number(w, "number of processors", 1, booked->set.size, &wanted)) {
        return 0;
    }
    if (sked_ar_free(&booked->calendar, start, end, &booked->set, &count) != SKED_OK ||
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

static inline sked_status reservations_add(reservations *booked, sked_time start, sked_time end) {
    sked_status status = sked_ar_add(&booked->calendar, start, end, &booked->set);
    sked_ar_facts facts;

    while (status == SKED_E_FULL && sked_ar_look(&booked->calendar, &facts) == SKED_OK) {
        status = sked_ar_grow(&booked->calendar, facts.spans_max * 2, 0);
        if (status == SKED_OK) {
            status = sked_ar_add(&booked->calendar, start, end, &booked->set);
        }
    }
    return status;
}

static inline int reservations_line(reservations *booked, booking_words *w) {
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
        if (!reservations_any(booked, w, start, end)) {
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
    status = reservations_add(booked, start, end);
    w->word = word;
    return status == SKED_OK ||
           booking_refuse(w, "%s, expected processors that no line above has reserved then",
                          sked_status_text(status));
}

static inline int reservations_lines(reservations *booked, booking_words *w) {
    int read, seen = 0;

    for (read = booking_read_line(w); read > 0; read = booking_read_line(w)) {
        if (booking_next_word(w) > 0) {
            w->end = w->word;
            if (!reservations_line(booked, w)) {
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

/* ---- What is held ---------------------------------------------------------------------------- */

static inline sked_status reservations_make(reservations *booked, uint32_t processors) {
    sked_ar_settings settings;

    memset(&settings, 0, sizeof settings);
    memset(booked, 0, sizeof *booked);
    settings.processors = processors;
    settings.spans_max = RESERVATIONS_SPANS;
    settings.horizon = SKED_TIME_MAX;
    booked->words = (sked_word *)calloc(SKED_SET_WORDS(processors), sizeof *booked->words);
    if (booked->words == NULL) {
        return SKED_E_MEMORY;
    }
    booked->set = sked_set_make(booked->words, processors);
    return sked_ar_make(&booked->calendar, &settings, heap_mem());
}

/* What lasts to the horizon of the calendar never ends for the queue. */
static inline sked_status reservations_export(reservations *booked) {
    sked_ar_facts facts;
    sked_status status = sked_ar_look(&booked->calendar, &facts);

    if (status == SKED_OK) {
        booked->spans = (sked_span *)calloc(facts.records, sizeof *booked->spans);
        booked->sets = (sked_set *)calloc(facts.records, sizeof *booked->sets);
        if (booked->spans == NULL || booked->sets == NULL) {
            return SKED_E_MEMORY;
        }
        status = sked_ar_spans(&booked->calendar, 0, SKED_NEVER, booked->spans, booked->sets,
                               facts.records, &booked->count);
    }
    if (status == SKED_OK && booked->count > 0 &&
        booked->spans[booked->count - 1].end == facts.horizon) {
        booked->spans[booked->count - 1].end = SKED_NEVER;
    }
    return status;
}

/* Reads a file, for a machine of so many processors. Says what is wrong with it. */
static inline int reservations_read(reservations *booked, const char *name, uint32_t processors) {
    booking_words *w = (booking_words *)calloc(1, sizeof *w);
    sked_status status = w == NULL ? SKED_E_MEMORY : reservations_make(booked, processors);
    int done = 0;

    if (status == SKED_OK) {
        w->name = name;
        w->file = fopen(name, "r");
        if (w->file == NULL) {
            fprintf(stderr, "replay: %s: cannot be read: %s\n", name, strerror(errno));
        } else {
            done = reservations_lines(booked, w);
            fclose(w->file);
            status = done ? reservations_export(booked) : SKED_OK;
        }
    }
    if (status != SKED_OK) {
        fprintf(stderr, "replay: %s: %s\n", name, sked_status_text(status));
    }
    free(w);
    return done && status == SKED_OK;
}

/* What the queue is told: some holds, and then these. To be freed; NULL: memory is out. */
static inline sked_span *reservations_join(const reservations *booked, const sked_span *holds,
                                           size_t count) {
    sked_span *all = (sked_span *)calloc(count + booked->count + 1, sizeof *all);
    size_t at;

    for (at = 0; all != NULL && at < count + booked->count; at++) {
        all[at] = at < count ? holds[at] : booked->spans[at - count];
    }
    return all;
}

/* Is one of the processors reserved at some time of [start, end)? */
static inline int reservations_meet(const reservations *booked, int64_t start, int64_t end,
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
