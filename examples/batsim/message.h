/* message.h: what a message of Batsim must have, and the refusal if it does not. */
/* SPDX-License-Identifier: MIT */
#ifndef MESSAGE_H_INCLUDED
#define MESSAGE_H_INCLUDED

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "../options.h"
#include "json_read.h"

typedef struct message {
    json_reader json;
    unsigned long number;           /* from 1; 0: none has come */
} message;

/* Reports what is wrong at this byte, and what was expected. Returns 0. */
static inline int message_refuse(const message *in, size_t offset, const char *format, ...) {
    char text[300];
    va_list values;

    va_start(values, format);
    (void)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return option_refuse("sked_edc", "message %lu: offset %lu: %s", in->number,
                         (unsigned long)offset, text);
}

static inline size_t message_at(const message *in, size_t node) {
    return in->json.nodes[node].at;
}

static inline size_t message_length(const message *in, size_t node) {
    return in->json.nodes[node].end - in->json.nodes[node].at;
}

static inline const char *message_text(const message *in, size_t node) {
    return in->json.text + message_at(in, node);
}

/* How much of a text is shown, for "%.*s". */
static inline int message_shown(size_t length) {
    return length < 64 ? (int)length : 64;
}

static inline const char *message_kind(json_kind kind) {
    switch (kind) {
    case JSON_NULL: return "null";
    case JSON_FALSE: return "false";
    case JSON_TRUE: return "true";
    case JSON_NUMBER: return "a number";
    case JSON_STRING: return "a string";
    case JSON_ARRAY: return "an array";
    case JSON_OBJECT: return "an object";
    }
    return "";
}

static inline int message_is(const message *in, size_t node, const char *name, json_kind kind) {
    return in->json.nodes[node].kind == kind ||
           message_refuse(in, message_at(in, node), "%s is %s, expected %s", name,
                          message_kind(in->json.nodes[node].kind), message_kind(kind));
}

/* Finds a member that an object must have.
 * Returns   its node; 0 if it is absent or of another kind, which has been reported. */
static inline size_t message_need(const message *in, size_t object, const char *name,
                                  json_kind kind) {
    const size_t node = json_find(&in->json, object, name);

    if (node == 0) {
        (void)message_refuse(in, message_at(in, object), "there is no %s, expected %s", name,
                             message_kind(kind));
        return 0;
    }
    return message_is(in, node, name, kind) ? node : 0;
}

/* The same for a whole number. Returns 1 or 0. */
static inline int message_count(const message *in, size_t object, const char *name, uint64_t most,
                                uint64_t *count) {
    const size_t node = message_need(in, object, name, JSON_NUMBER);

    return node != 0 &&
           (json_units(&in->json, node, 0, JSON_EXACT, most, count) ||
            message_refuse(in, message_at(in, node), "%s is %.*s, expected a whole number from 0 "
                                                     "to %" PRIu64, name,
                           message_shown(message_length(in, node)), message_text(in, node),
                           most));
}

#endif
