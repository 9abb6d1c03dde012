/* booking_json.h: what a booking desk answers, as one JSON object: an event for each command. */
/* SPDX-License-Identifier: MIT */
#ifndef BOOKING_JSON_H_INCLUDED
#define BOOKING_JSON_H_INCLUDED

/* Commands print as ever, but into a file of their own, from which their answers are quoted. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "booking_desk.h"
#include "json.h"

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
static inline int booking_json_answers(json *out, FILE *answers) {
    const long bytes = ftell(answers);
    char *text = bytes < 0 ? NULL : (char *)calloc((size_t)bytes + 1, 1);
    int done;

    rewind(answers);
    done = text != NULL && fread(text, 1, (size_t)bytes, answers) == (size_t)bytes;
    rewind(answers);
    if (done) {
        booking_json_lines(out, text);
    }
    free(text);
    return done;
}

static inline int booking_json_event(json *out, FILE *answers, const booking_desk *desk,
                                     unsigned long line, int refused) {
    int done;

    json_object(out, NULL);
    json_number(out, "line", (int64_t)line);
    json_text(out, "command", refused ? NULL : desk->command);
    json_array(out, "answers");
    done = booking_json_answers(out, answers);
    json_end(out, ']');
    json_number(out, "refused", refused);
    json_end(out, '}');
    return done;
}

/* The bookings at the end, by start. */
static inline void booking_json_rows(json *out, booking_desk *desk) {
    size_t count = 0, at;
    sked_ar_booking *rows = desk->words == NULL ? NULL : booking_rows(desk, NULL, &count);

    json_array(out, "bookings");
    for (at = 0; rows != NULL && at < count; at++) {
        if (sked_ar_get_booking(&desk->calendar, rows[at].id, &rows[at], &desk->own) != SKED_OK) {
            continue;
        }
        json_object(out, NULL);
        json_text(out, "id", booking_name_of(rows[at].id).text);
        json_number(out, "start", rows[at].start);
        json_number(out, "end", rows[at].end);
        json_number(out, "width", rows[at].count);
        json_ranges(out, "processors", &desk->own);
        json_end(out, '}');
    }
    json_end(out, ']');
    free(rows);
}

#endif
