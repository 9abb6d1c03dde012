/* booking_json.h: what a booking desk answers, as one JSON object: an event for each command. */
/* SPDX-License-Identifier: MIT */
#ifndef BOOKING_JSON_H_INCLUDED
#define BOOKING_JSON_H_INCLUDED

/* Each command prints its line as ever, into a file of its own, and calls the function here that
   has the same facts as numbers. Without --json that function does nothing. The keys are in
   docs/json.md. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "booking_desk.h"
#include "json_mean.h"

/* ---- Answers: one function for each shape ---------------------------------------------------- */

/* Begins the object of an answer. NULL: there is no --json. */
static inline json *booking_json_begin(const booking_desk *desk) {
    if (desk->json != NULL) {
        json_object(desk->json, "answer");
    }
    return desk->json;
}

/* The largest time is how the kit says that there is no horizon. */
static inline void booking_json_calendar(json *out, const booking_desk *desk) {
    const sked_ar_info info = booking_info(desk);

    json_number(out, "processors", info.processors);
    json_number(out, "base_ticks", info.base);
    json_time(out, "horizon_ticks", info.horizon == SKED_TIME_MAX ? SKED_NEVER : info.horizon);
}

static inline void booking_json_made(const booking_desk *desk) {
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        booking_json_calendar(out, desk);
        json_end(out, '}');
    }
}

static inline void booking_json_loaded(const booking_desk *desk, const char *name) {
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        booking_json_calendar(out, desk);
        json_text(out, "file", name);
        json_number(out, "bookings_count", booking_info(desk).bookings);
        json_end(out, '}');
    }
}

/* Where a request can be had, or was booked: then it has an id. */
static inline void booking_json_found(const booking_desk *desk, uint64_t id,
                                      const sked_ar_answer *answer) {
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        if (id != 0) {
            json_text(out, "id", booking_name_of(id).text);
        }
        json_number(out, "start_ticks", answer->start);
        json_number(out, "end_ticks", answer->end);
        json_number(out, "width", sked_set_count(&desk->first));
        json_ranges(out, "processor_ranges", &desk->first);
        json_number(out, "processors_free", answer->free);
        json_end(out, '}');
    }
}

static inline void booking_json_booking(json *out, const sked_ar_booking *row,
                                        const sked_set *set) {
    json_text(out, "id", booking_name_of(row->id).text);
    json_number(out, "start_ticks", row->start);
    json_number(out, "end_ticks", row->end);
    json_number(out, "width", row->count);
    json_ranges(out, "processor_ranges", set);
}

/* The booking that a command has changed; its set is desk->own. */
static inline void booking_json_changed(const booking_desk *desk, const sked_ar_booking *row) {
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        booking_json_booking(out, row, &desk->own);
        json_end(out, '}');
    }
}

static inline void booking_json_reason(const booking_desk *desk,
                                       const sked_ar_explanation *reason) {
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        json_status(out, "status", reason->verdict);
        json_time(out, "start_ticks",
                  reason->verdict == SKED_E_NEVER_FITS ? SKED_NEVER : reason->start);
        json_number(out, "width_most", reason->count);
        json_end(out, '}');
    }
}

static inline void booking_json_free(const booking_desk *desk, uint32_t count) {
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        json_number(out, "processors_free", count);
        json_ranges(out, "processor_ranges", &desk->first);
        json_end(out, '}');
    }
}

static inline void booking_json_usage(const booking_desk *desk, const sked_ar_usage *use,
                                      const char *percent) {
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        json_digits(out, "utilisation_percent", percent);
        json_wide(out, "busy_processor_ticks", use->busy);
        json_wide(out, "all_processor_ticks", use->whole);
        json_number(out, "processors_free_least", use->free_min);
        json_number(out, "processors_free_most", use->free_max);
        json_end(out, '}');
    }
}

static inline void booking_json_broken(const booking_desk *desk) {
    const sked_ar_info info = booking_info(desk);
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        json_ranges(out, "processor_ranges", &desk->first);
        json_number(out, "processors_up", info.processors - info.processors_down);
        json_number(out, "processors", info.processors);
        json_end(out, '}');
    }
}

static inline void booking_json_hit(const booking_desk *desk, const sked_ar_booking *rows,
                                    size_t count) {
    json *out = booking_json_begin(desk);
    size_t at;

    if (out != NULL) {
        json_array(out, "ids");
        for (at = 0; at < count; at++) {
            json_text(out, NULL, booking_name_of(rows[at].id).text);
        }
        json_end(out, ']');
        json_end(out, '}');
    }
}

static inline void booking_json_trimmed(const booking_desk *desk, sked_time base,
                                        uint32_t forgotten) {
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        json_number(out, "base_ticks", base);
        json_number(out, "forgotten_count", forgotten);
        json_end(out, '}');
    }
}

/* A file that was written. */
static inline void booking_json_file(const booking_desk *desk, const char *name, uint64_t count) {
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        json_text(out, "file", name);
        json_unsigned(out, "bookings_count", count);
        json_end(out, '}');
    }
}

/* ---- Refusals -------------------------------------------------------------------------------- */

/* The word of the usage text for what messages call `what`. */
static inline const char *booking_json_member(const char *what) {
    static const char *const members[][2] = {
        {"number of processors", "processors"}, {"ready time", "ready"}, {"time", "now"},
        {"set to give back", "from"}, {"set to take", "to"}, {"allowed set", "allowed"},
        {"required set", "required"}};
    size_t at;

    for (at = 0; what != NULL && at < sizeof members / sizeof members[0]; at++) {
        if (strcmp(what, members[at][0]) == 0) {
            return members[at][1];
        }
    }
    return what;
}

/* A bound, or null. */
static inline void booking_json_bound(json *out, const char *key, int known, uint64_t bound) {
    if (known) {
        json_unsigned(out, key, bound);
    } else {
        json_null(out, key);
    }
}

/* Of an answer "no" the status is all that there is. */
static inline void booking_json_refusal(json *out, const booking_refusal *refusal, int at_word) {
    json_object(out, "refusal");
    json_status(out, "status", refusal->status);
    json_text(out, "member", at_word ? booking_json_member(refusal->member) : NULL);
    json_text(out, "value", at_word ? refusal->value : NULL);
    booking_json_bound(out, "least", refusal->has_least, refusal->least);
    booking_json_bound(out, "most", refusal->has_most, refusal->most);
    booking_json_bound(out, "column", at_word, refusal->column);
    json_text(out, "text", at_word ? refusal->text : sked_status_text(refusal->status));
    json_end(out, '}');
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Quotes the lines of an answer, each without the command before it. */
static inline void booking_json_lines(json *out, char *text) {
    char *end, *begin;

    for (; (end = strchr(text, '\n')) != NULL; text = end + 1) {
        *end = '\0';
        begin = strchr(text, ':');
        begin = begin != NULL ? begin + 1 : text;
        json_text(out, NULL, begin + (*begin == ' '));
    }
}

/* What the last command has printed; then the file is as if it were new. */
static inline int booking_json_text(json *out, FILE *answers) {
    const long bytes = ftell(answers);
    char *text = bytes < 0 ? NULL : (char *)calloc((size_t)bytes + 1, 1);
    int done;

    rewind(answers);
    done = text != NULL && fread(text, 1, (size_t)bytes, answers) == (size_t)bytes;
    rewind(answers);
    json_array(out, "text");
    if (done) {
        booking_json_lines(out, text);
    }
    json_end(out, ']');
    free(text);
    return done;
}

/* The event that booking_json_open has begun: how it went. Returns 0 if a file fails. */
static inline int booking_json_close(booking_desk *desk, const booking_words *words, int refused) {
    const int denied = !refused && words->refusal.status != SKED_OK;
    json *out = desk->json;
    int done;

    json_text(out, "outcome", refused ? "refused" : denied ? "denied" : "accepted");
    if (refused || denied) {
        booking_json_refusal(out, &words->refusal, refused);
    }
    done = booking_json_text(out, booking_answers);
    json_end(out, '}');
    desk->event = 0;
    return done;
}

/* Begins the event of a line. A line without a command is none, so this comes late. */
static inline void booking_json_open(booking_desk *desk, const booking_words *words) {
    if (desk->json != NULL) {
        json_object(desk->json, NULL);
        json_number(desk->json, "line", (int64_t)words->number);
        json_text(desk->json, "command", desk->command);
        desk->event = 1;
    }
}

/* ---- Bookings -------------------------------------------------------------------------------- */

/* Those that meet [start, end), by start; then who is down. Returns 0 if memory runs out. */
static inline int booking_json_bookings(json *out, booking_desk *desk, sked_time start,
                                        sked_time end) {
    size_t count = 0, at;
    sked_ar_booking *rows = desk->words == NULL ? NULL : booking_rows(desk, NULL, &count);
    const int done = rows != NULL || desk->words == NULL;

    json_array(out, "bookings");
    for (at = 0; rows != NULL && at < count; at++) {
        if (rows[at].start < end && rows[at].end > start &&
            sked_ar_get_booking(&desk->calendar, rows[at].id, &rows[at], &desk->own) == SKED_OK) {
            json_object(out, NULL);
            booking_json_booking(out, &rows[at], &desk->own);
            json_end(out, '}');
        }
    }
    json_end(out, ']');
    free(rows);
    if (desk->words != NULL && sked_ar_down_set(&desk->calendar, &desk->own) == SKED_OK) {
        json_ranges(out, "processor_ranges_down", &desk->own);
    } else {
        json_array(out, "processor_ranges_down");
        json_end(out, ']');
    }
    return done;
}

static inline void booking_json_listed(booking_desk *desk, sked_time start, sked_time end) {
    json *out = booking_json_begin(desk);

    if (out != NULL) {
        (void)booking_json_bookings(out, desk, start, end);
        json_end(out, '}');
    }
}

/* The calendar at the end. */
static inline int booking_json_last(json *out, booking_desk *desk) {
    booking_json_calendar(out, desk);
    return booking_json_bookings(out, desk, 0, SKED_NEVER);
}

#endif
