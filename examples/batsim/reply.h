/* reply.h: the decisions, as the text that Batsim reads. */
/* SPDX-License-Identifier: MIT */
#ifndef REPLY_H_INCLUDED
#define REPLY_H_INCLUDED

/*     reply_begin(&out, now, length);              the time, as Batsim wrote it
       reply_event(&out, "RejectJobEvent");
       reply_say(&out, "\"job_id\":\"w0!7\"");
       reply_end_event(&out);
       done = reply_end(&out);                      0: memory ran out */

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Zero at first. The text ends with 0, which does not count in its size. */
typedef struct reply {
    char *text;
    size_t size, room, events;
    int lost;
    const char *now;                /* the time of all events */
    size_t now_length;
} reply;

static inline void reply_drop(reply *out) {
    free(out->text);
    memset(out, 0, sizeof *out);
}

static inline void reply_add(reply *out, const char *bytes, size_t count) {
    if (out->room - out->size <= count) {
        const size_t room = 2 * (out->size + count) + 1024;
        char *larger = (char *)realloc(out->text, room);

        if (larger == NULL) {
            out->lost = 1;
            return;
        }
        out->text = larger;
        out->room = room;
    }
    memcpy(out->text + out->size, bytes, count);
    out->size += count;
    out->text[out->size] = '\0';
}

/* For short texts; reply_add takes ids, which may be long. */
static inline void reply_say(reply *out, const char *format, ...) {
    char text[256];
    va_list values;

    va_start(values, format);
    (void)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    reply_add(out, text, strlen(text));
}

static inline void reply_begin(reply *out, const char *now, size_t now_length) {
    out->size = out->events = 0;
    out->lost = 0;
    out->now = now;
    out->now_length = now_length;
    reply_say(out, "{\"now\":");
    reply_add(out, now, now_length);
    reply_say(out, ",\"events\":[");
}

static inline void reply_event(reply *out, const char *type) {
    reply_say(out, "%s{\"timestamp\":", out->events++ > 0 ? "," : "");
    reply_add(out, out->now, out->now_length);
    reply_say(out, ",\"event_type\":\"%s\",\"event\":{", type);
}

static inline void reply_end_event(reply *out) {
    reply_say(out, "}}");
}

/* Begins an event about a job, whose id goes back as it came. */
static inline void reply_job_event(reply *out, const char *type, const char *id, size_t length) {
    reply_event(out, type);
    reply_say(out, "\"job_id\":\"");
    reply_add(out, id, length);
    reply_say(out, "\"");
}

static inline int reply_end(reply *out) {
    reply_say(out, "]}");
    return !out->lost && out->size < UINT32_MAX;
}

#endif
