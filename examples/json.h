/* json.h: writes JSON as it goes. All that it remembers is whether a comma is due.
 *
 * SPDX-License-Identifier: MIT
 *
 *     json out = json_to(stdout);
 *     json_program(&out, "replay");                {"program": "replay", "version": ...,
 *     json_number(&out, "makespan_seconds", 13);   "makespan_seconds": 13,
 *     json_array(&out, "jobs");                    "jobs": [
 *     json_end(&out, ']');                         ]
 *     json_end(&out, '}');                         }
 *     json_finish(&out);                           and the end of the line
 *
 * A key of NULL is for the entries of arrays, and for the whole. Every key is in
 * docs/json.schema.json, which the gate `json` compares with what the programs print. */
#ifndef JSON_H_INCLUDED
#define JSON_H_INCLUDED

#include <inttypes.h>
#include <stdio.h>
#include "sched.h"

/* Raised when a key changes its meaning or goes away; not when one is added. */
enum { JSON_FORMAT = 1 };

typedef struct json {
    FILE *file;
    int begun;                          /* this is not the whole                               */
    int comma;                          /* an entry precedes the next one                      */
} json;

static inline json json_to(FILE *file) {
    json out;
    out.file = file;
    out.begun = out.comma = 0;
    return out;
}

/* How many bytes the character has that begins here; 0: it is not UTF-8. */
static inline int json_character(const unsigned char *at) {
    const int bytes = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2
                    : at[0] < 0xf0 ? 3 : at[0] < 0xf5 ? 4 : 0;
    int next;

    for (next = 1; next < bytes; next++) {
        if ((at[next] & 0xc0) != 0x80) {
            return 0;
        }
    }
    /* Too long for what it says, a surrogate, or beyond U+10FFFF: the second byte shows it. */
    if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) ||
        (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f)) {
        return 0;
    }
    return bytes;
}

/* Quotes a text. A byte that is not UTF-8 becomes U+FFFD: JSON has no other bytes. */
static inline void json_quote(json *out, const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    int bytes;

    fputc('"', out->file);
    for (; *at != '\0'; at += bytes > 0 ? bytes : 1) {
        bytes = json_character(at);
        if (bytes == 0) {
            fputs("\\ufffd", out->file);
        } else if (*at == '"' || *at == '\\') {
            fprintf(out->file, "\\%c", *at);
        } else if (*at < ' ') {
            fprintf(out->file, "\\u%04x", (unsigned)*at);
        } else {
            fwrite(at, 1, (size_t)bytes, out->file);
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

static inline void json_unsigned(json *out, const char *key, uint64_t number) {
    json_key(out, key);
    fprintf(out->file, "%" PRIu64, number);
}

/* A number that is a text already, for decimals without rounding and for more than 64 bits. */
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

/* One range: [first, last]. */
static inline void json_range(json *out, const char *key, int64_t first, int64_t last) {
    json_array(out, key);
    json_number(out, NULL, first);
    json_number(out, NULL, last);
    json_end(out, ']');
}

/* A set as ranges: [[0, 3], [7, 7]]. */
static inline void json_ranges(json *out, const char *key, const sked_set *set) {
    uint32_t first = sked_set_first(set), last;

    json_array(out, key);
    for (; first < set->size; first = sked_set_next(set, last)) {
        for (last = first; sked_set_has(set, last + 1);) {
            last++;
        }
        json_range(out, NULL, first, last);
    }
    json_end(out, ']');
}

/* A set as an array of its members. */
static inline void json_members(json *out, const char *key, const sked_set *set) {
    uint32_t p;

    json_array(out, key);
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        json_number(out, NULL, p);
    }
    json_end(out, ']');
}

/* The name of a status, as "SKED_E_RANGE"; SKED_OK is null. */
static inline void json_status(json *out, const char *key, sked_status status) {
    const char *name = NULL;

#define JSON_STATUS_(of, number, text)  if ((int)status == (number)) { name = #of; }
    SKED_STATUS_TABLE(JSON_STATUS_)
#undef JSON_STATUS_
    json_text(out, key, status == SKED_OK ? NULL : name);
}

/* Begins the whole: the three keys that every program writes first. */
static inline void json_program(json *out, const char *program) {
    json_object(out, NULL);
    json_text(out, "program", program);
    json_key(out, "version");
    fprintf(out->file, "\"%d.%d.%d\"", SKED_VERSION_MAJOR, SKED_VERSION_MINOR,
            SKED_VERSION_PATCH);
    json_number(out, "format", JSON_FORMAT);
}

static inline void json_finish(json *out) {
    fputc('\n', out->file);
    out->comma = 0;
}

#endif
