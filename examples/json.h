/* json.h: writes JSON as it goes: nothing is kept but whether a comma is due.
 *
 * SPDX-License-Identifier: MIT
 *
 *     json out = json_to(stdout);
 *     json_object(&out, NULL);                     {
 *     json_number(&out, "makespan", 13);           "makespan": 13,
 *     json_array(&out, "jobs");                    "jobs": [
 *     json_end(&out, ']');                         ]
 *     json_end(&out, '}');                         }
 *     json_finish(&out);                           and the end of the line
 *
 * A key of NULL is for the entries of arrays, and for the whole. */
#ifndef JSON_H_INCLUDED
#define JSON_H_INCLUDED

#include <inttypes.h>
#include <stdio.h>
#include "sched.h"

typedef struct json {
    FILE *file;
    int begun;                          /* this is not the whole                               */
    int comma;                          /* something stands before the next entry              */
} json;

static inline json json_to(FILE *file) {
    json out;
    out.file = file;
    out.begun = out.comma = 0;
    return out;
}

/* Quotes a text. Bytes from 128 on are UTF-8 or not: that is the giver's. */
static inline void json_quote(json *out, const char *text) {
    fputc('"', out->file);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            fprintf(out->file, "\\%c", *text);
        } else if ((unsigned char)*text < ' ') {
            fprintf(out->file, "\\u%04x", (unsigned)*text);
        } else {
            fputc(*text, out->file);
        }
    }
    fputc('"', out->file);
}

static inline void json_key(json *out, const char *key) {
    if (out->comma) {
        fputs(", ", out->file);
    }
    if (key != NULL) {
        json_quote(out, key);
        fputs(": ", out->file);
    }
    out->comma = 1;
}

/* Objects of an array stand on lines of their own. */
static inline void json_object(json *out, const char *key) {
    if (key == NULL && out->begun) {
        fputs(out->comma ? ",\n" : "\n", out->file);
    } else {
        json_key(out, key);
    }
    fputc('{', out->file);
    out->begun = 1;
    out->comma = 0;
}

static inline void json_array(json *out, const char *key) {
    json_key(out, key);
    fputc('[', out->file);
    out->comma = 0;
}

static inline void json_end(json *out, char bracket) {
    fputc(bracket, out->file);
    out->comma = 1;
}

static inline void json_number(json *out, const char *key, int64_t number) {
    json_key(out, key);
    fprintf(out->file, "%" PRId64, number);
}

/* A number that is a text already: of decimals, say, exactly. */
static inline void json_digits(json *out, const char *key, const char *digits) {
    json_key(out, key);
    fputs(digits, out->file);
}

static inline void json_null(json *out, const char *key) {
    json_key(out, key);
    fputs("null", out->file);
}

/* A text; NULL is null. */
static inline void json_text(json *out, const char *key, const char *text) {
    if (text == NULL) {
        json_null(out, key);
        return;
    }
    json_key(out, key);
    json_quote(out, text);
}

/* A point in time or a length; SKED_NEVER is null. */
static inline void json_time(json *out, const char *key, sked_time time) {
    if (time == SKED_NEVER) {
        json_null(out, key);
    } else {
        json_number(out, key, time);
    }
}

/* A set as a text of ranges: "0-3,7". */
static inline void json_ranges(json *out, const char *key, const sked_set *set) {
    uint32_t from, to;
    json_key(out, key);
    fputc('"', out->file);
    for (from = sked_set_first(set); from < set->size; from = sked_set_next(set, to)) {
        for (to = from; sked_set_has(set, to + 1); to++) {
        }
        fprintf(out->file, "%s%" PRIu32, from == sked_set_first(set) ? "" : ",", from);
        if (to > from) {
            fprintf(out->file, "-%" PRIu32, to);
        }
    }
    fputc('"', out->file);
}

/* A set as an array of numbers. */
static inline void json_members(json *out, const char *key, const sked_set *set) {
    uint32_t p;
    json_array(out, key);
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        json_number(out, NULL, p);
    }
    json_end(out, ']');
}

static inline void json_finish(json *out) {
    fputc('\n', out->file);
    out->comma = 0;
}

#endif
