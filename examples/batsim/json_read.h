/* json_read.h: reads JSON in place, strictly (RFC 8259), without recursion. */
/* SPDX-License-Identifier: MIT */
#ifndef JSON_READ_H_INCLUDED
#define JSON_READ_H_INCLUDED

/*     json_reader in = {0};
       size_t events, at;

       if (json_read(&in, bytes, size)) {
           events = json_find(&in, 0, "events");    0 is the whole; 0 as an answer: there is none
           for (at = events + 1; at < in.nodes[events].next; at = in.nodes[at].next) {
               ...                                  in.nodes[at] is the next entry of an array
           }
       } else {
           ...                                      in.expected was expected at byte in.at
       }
       json_drop(&in);

   A member of an object is two nodes: its key, which is a string, and its value. Strings keep their
   escapes: keys and ids are compared as they are written. Bytes above 127 are not checked. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_DEPTH = 64 };

typedef enum json_kind {
    JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT
} json_kind;

/* A value is text[at] .. text[end - 1], a string without its quotes. */
typedef struct json_node {
    json_kind kind;
    size_t at, end;
    size_t next;                    /* the first node that is not part of this value */
} json_node;

/* Zero at first; may read one text after the other. */
typedef struct json_reader {
    const char *text;
    size_t size, at;
    const char *expected;           /* what was not found at `at`                              */
    json_node *nodes;
    size_t count, room;
    size_t open[JSON_DEPTH];        /* arrays and objects that have not ended, outermost first */
    size_t depth;
} json_reader;

static inline void json_drop(json_reader *in) {
    free(in->nodes);
    memset(in, 0, sizeof *in);
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static inline int json_refuse(json_reader *in, const char *expected) {
    in->expected = expected;
    return 0;
}

/* The next byte; -1 at the end. */
static inline int json_peek(const json_reader *in) {
    return in->at < in->size ? (unsigned char)in->text[in->at] : -1;
}

/* Is the next byte one of these? Then it is taken. */
static inline int json_take(json_reader *in, const char *bytes) {
    const int byte = json_peek(in);
    const int taken = byte > 0 && strchr(bytes, byte) != NULL;

    in->at += (size_t)taken;
    return taken;
}

static inline void json_blanks(json_reader *in) {
    while (json_take(in, " \n\r\t")) {
    }
}

static inline int json_digits_taken(json_reader *in) {
    if (!json_take(in, "0123456789")) {
        return json_refuse(in, "a digit");
    }
    while (json_take(in, "0123456789")) {
    }
    return 1;
}

static inline int json_number_taken(json_reader *in) {
    (void)json_take(in, "-");
    if ((!json_take(in, "0") && !json_digits_taken(in)) ||
        (json_take(in, ".") && !json_digits_taken(in))) {
        return 0;
    }
    if (!json_take(in, "eE")) {
        return 1;
    }
    (void)json_take(in, "+-");
    return json_digits_taken(in);
}

/* What follows a backslash. */
static inline int json_escape_taken(json_reader *in) {
    int digits = json_peek(in) == 'u' ? 4 : 0;

    if (!json_take(in, "\"\\/bfnrtu")) {
        return json_refuse(in, "one of \"\\/bfnrtu");
    }
    while (digits > 0 && json_take(in, "0123456789abcdefABCDEF")) {
        digits--;
    }
    return digits == 0 || json_refuse(in, "a hexadecimal digit");
}

/* The rest of a string, with its last quote. */
static inline int json_string_taken(json_reader *in) {
    while (!json_take(in, "\"")) {
        if (json_peek(in) < ' ') {
            return json_refuse(in, in->at == in->size ? "the end of a string" : "an escape");
        }
        if (!json_take(in, "\\")) {
            in->at++;
        } else if (!json_escape_taken(in)) {
            return 0;
        }
    }
    return 1;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* Adds a node that begins here. Its end is not known yet. */
static inline json_node *json_add(json_reader *in, json_kind kind) {
    if (in->count == in->room) {
        const size_t room = in->room > 0 ? 2 * in->room : 256;
        json_node *larger = (json_node *)realloc(in->nodes, room * sizeof *larger);

        if (larger == NULL) {
            (void)json_refuse(in, "more memory");
            return NULL;
        }
        in->nodes = larger;
        in->room = room;
    }
    in->nodes[in->count].kind = kind;
    in->nodes[in->count].at = in->at;
    return &in->nodes[in->count++];
}

static inline void json_end_node(json_reader *in, json_node *node, size_t end) {
    node->end = end;
    node->next = in->count;
}

static inline int json_read_string(json_reader *in) {
    json_node *node;

    if (!json_take(in, "\"")) {
        return json_refuse(in, "a string");
    }
    node = json_add(in, JSON_STRING);
    if (node == NULL || !json_string_taken(in)) {
        return 0;
    }
    json_end_node(in, node, in->at - 1);
    return 1;
}

static inline int json_read_scalar(json_reader *in) {
    static const char *const words[] = {"null", "false", "true"};   /* by their kinds */
    json_node *node = json_add(in, JSON_NUMBER);
    int word;

    if (node == NULL) {
        return 0;
    }
    for (word = 0; word < 3 && node->kind == JSON_NUMBER; word++) {
        const size_t length = strlen(words[word]);

        if (in->size - in->at >= length && memcmp(in->text + in->at, words[word], length) == 0) {
            node->kind = (json_kind)word;
            in->at += length;
        }
    }
    if (node->kind == JSON_NUMBER && !json_number_taken(in)) {
        return in->at == node->at ? json_refuse(in, "a value") : 0;
    }
    json_end_node(in, node, in->at);
    return 1;
}

/* Takes the bracket that begins an array or an object. */
static inline int json_read_open(json_reader *in, json_kind kind) {
    if (in->depth == JSON_DEPTH) {
        return json_refuse(in, "at most 64 levels");
    }
    if (json_add(in, kind) == NULL) {
        return 0;
    }
    in->open[in->depth++] = in->count - 1;
    in->at++;
    return 1;
}

/* Closes the arrays and objects that end here. Returns 1 if a value must follow, or all is read. */
static inline int json_read_ends(json_reader *in, int begun) {
    for (json_blanks(in); in->depth > 0; json_blanks(in)) {
        json_node *node = &in->nodes[in->open[in->depth - 1]];
        const int is_object = node->kind == JSON_OBJECT;

        if (!json_take(in, is_object ? "}" : "]")) {
            if (!begun && !json_take(in, ",")) {
                return json_refuse(in, is_object ? "a comma or }" : "a comma or ]");
            }
            json_blanks(in);
            if (is_object && !json_read_string(in)) {
                return 0;
            }
            json_blanks(in);
            return !is_object || json_take(in, ":") || json_refuse(in, "a colon");
        }
        json_end_node(in, node, in->at);
        in->depth--;
        begun = 0;
    }
    return 1;
}

/* Reads a text, which need not end with 0.
 * Returns   1 iff it is one value, at most with blanks around it; if not, see `expected`. */
static inline int json_read(json_reader *in, const char *text, size_t size) {
    int done = 1;

    in->text = text;
    in->size = size;
    in->at = in->count = in->depth = 0;
    do {
        int byte, begun;

        json_blanks(in);
        byte = json_peek(in);
        begun = byte == '{' || byte == '[';
        done = byte == '"' ? json_read_string(in)
               : begun     ? json_read_open(in, byte == '{' ? JSON_OBJECT : JSON_ARRAY)
                           : json_read_scalar(in);
        done = done && json_read_ends(in, begun);
    } while (done && in->depth > 0);
    return done && (in->at == in->size || json_refuse(in, "the end"));
}

/* ---- Values ---------------------------------------------------------------------------------- */

static inline int json_is(const json_reader *in, size_t node, const char *text) {
    const size_t length = in->nodes[node].end - in->nodes[node].at;

    return strlen(text) == length && memcmp(in->text + in->nodes[node].at, text, length) == 0;
}

/* Returns   the first member of an object with this name; 0: there is none. */
static inline size_t json_find(const json_reader *in, size_t object, const char *name) {
    size_t at;

    for (at = object + 1; at < in->nodes[object].next; at = in->nodes[at + 1].next) {
        if (json_is(in, at, name)) {
            return at + 1;
        }
    }
    return 0;
}

typedef enum json_rounding { JSON_EXACT, JSON_NEAREST, JSON_UP } json_rounding;

/* The exponent of a number, cut where it is far beyond need. *end is where the digits end. */
static inline int64_t json_exponent(const char *text, const json_node *number, size_t *end) {
    int64_t exponent = 0;
    size_t at = number->at;

    while (at < number->end && text[at] != 'e' && text[at] != 'E') {
        at++;
    }
    for (*end = at; at < number->end; at++) {
        if (text[at] >= '0' && text[at] <= '9' && exponent < INT64_C(1000000000000)) {
            exponent = exponent * 10 + (text[at] - '0');
        }
    }
    return *end < number->end && text[*end + 1] == '-' ? -exponent : exponent;
}

/* *value = 10 * *value + digit. Returns 0 if that is beyond `most`. */
static inline int json_append(uint64_t *value, uint64_t digit, uint64_t most) {
    if (digit > most || *value > (most - digit) / 10) {
        return 0;
    }
    *value = *value * 10 + digit;
    return 1;
}

/* Reads a number in units of 10^-places, without floating point.
 * Returns   1; 0 if it is below 0 or beyond `most`, or has a fraction that JSON_EXACT forbids. */
static inline int json_units(const json_reader *in, size_t node, int places,
                             json_rounding rounding, uint64_t most, uint64_t *units) {
    const json_node *number = &in->nodes[node];
    size_t end, at;
    int64_t left = json_exponent(in->text, number, &end) + places;  /* digits of units to come */
    int half = 0, rest = 0, done = 1;
    const char *point = (const char *)memchr(in->text + number->at, '.', end - number->at);

    left += point != NULL ? point - (in->text + number->at) : (int64_t)(end - number->at);
    left -= in->text[number->at] == '-';
    *units = 0;
    for (at = number->at; at < end && done; at++) {
        if (in->text[at] >= '0' && in->text[at] <= '9') {
            done = left <= 0 || json_append(units, (uint64_t)(in->text[at] - '0'), most);
            half = half || (left == 0 && in->text[at] >= '5');
            rest = rest || (left <= 0 && in->text[at] > '0');
            left--;
        }
    }
    for (; done && *units > 0 && left > 0; left--) {
        done = json_append(units, 0, most);
    }
    if (!done || (in->text[number->at] == '-' && (*units > 0 || rest))) {
        return 0;
    }
    if ((rounding == JSON_UP && rest) || (rounding == JSON_NEAREST && half)) {
        return *units < most && ++*units > 0;
    }
    return rounding != JSON_EXACT || !rest;
}

#endif
