/* booking_desk.h: a calendar that grows by itself, names for its bookings, and its refusals. */
/* SPDX-License-Identifier: MIT */
#ifndef BOOKING_DESK_H_INCLUDED
#define BOOKING_DESK_H_INCLUDED

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "sched_ar.h"

#include "booking_words.h"
#include "json.h"

/* A calendar begins small, so that a short script sees it grow. */
enum {
    BOOKING_PROCESSORS_MOST = 65536, BOOKING_SPANS = 8, BOOKING_ENTRIES = 4,
    BOOKING_NAME_CHARS = 8
};

/* What a word of a command was read for: where to point at if the calendar refuses it. */
typedef enum booking_role {
    BOOKING_ID, BOOKING_START, BOOKING_END, BOOKING_DEADLINE, BOOKING_COUNT, BOOKING_REQUIRED,
    BOOKING_ROLES
} booking_role;

typedef struct booking_desk {
    sked_ar calendar;               /* empty before the first new or load */
    sked_word *words;               /* of the five sets */
    sked_set first, second;         /* the sets of a command */
    sked_set allowed, required;     /* those of a request */
    sked_set own;                   /* that of a booking */
    sked_align *scratch;            /* of searches; grows with the calendar */
    size_t scratch_bytes;
    const char *command;
    const char *places[BOOKING_ROLES], *ends[BOOKING_ROLES];    /* NULL: there is no such word */
    const char *wanted;             /* NULL, or what the command expects of an end */
    json *json;                     /* NULL: answers are lines for people */
    int event;                      /* an event has begun in *json */
} booking_desk;

/* ---- Where answers go ------------------------------------------------------------------------ */

static FILE *booking_answers;       /* NULL: to standard output */

static inline FILE *booking_out(void) {
    return booking_answers != NULL ? booking_answers : stdout;
}

static inline void booking_say(const char *format, ...) {
    va_list values;

    va_start(values, format);
    vfprintf(booking_out(), format, values);
    va_end(values);
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* The id of a booking is its name: eight characters fit into 64 bits, the first one highest, so
   that ids have the order of the names; no table, and a saved calendar knows the names. */

typedef struct booking_name {
    char text[BOOKING_NAME_CHARS + 1];
} booking_name;

static inline int booking_is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_';
}

/* 0: it is no name. */
static inline uint64_t booking_id_of(const char *word, size_t chars) {
    uint64_t id = 0;
    size_t at;

    if (chars == 0 || chars > BOOKING_NAME_CHARS) {
        return 0;
    }
    for (at = 0; at < BOOKING_NAME_CHARS; at++) {
        if (at < chars && !booking_is_letter(word[at])) {
            return 0;
        }
        id = id << 8 | (at < chars ? (unsigned char)word[at] : 0u);
    }
    return id;
}

static inline booking_name booking_name_of(uint64_t id) {
    booking_name name;
    int at;

    for (at = 0; at < BOOKING_NAME_CHARS; at++) {
        name.text[at] = (char)(id >> (8 * (BOOKING_NAME_CHARS - 1 - at)) & 0xff);
    }
    name.text[BOOKING_NAME_CHARS] = '\0';
    return name;
}

/* ---- The desk -------------------------------------------------------------------------------- */

static inline void booking_desk_drop(booking_desk *desk) {
    sked_ar_destroy(&desk->calendar);
    free(desk->words);
    free(desk->scratch);
    memset(desk, 0, sizeof *desk);
}

/* The info of a calendar that is there. */
static inline sked_ar_info booking_info(const booking_desk *desk) {
    sked_ar_info info;

    if (sked_ar_get_info(&desk->calendar, &info) != SKED_OK) {
        memset(&info, 0, sizeof info);
    }
    return info;
}

/* The sets for the calendar that the desk has got. */
static inline sked_status booking_desk_sets(booking_desk *desk) {
    const uint32_t processors = booking_info(desk).processors;
    const size_t words = SKED_SET_WORDS(processors);

    desk->words = (sked_word *)calloc(5 * words, sizeof *desk->words);
    if (desk->words == NULL) {
        return SKED_E_MEMORY;
    }
    desk->first = sked_set_of(desk->words, processors);
    desk->second = sked_set_of(desk->words + words, processors);
    desk->own = sked_set_of(desk->words + 2 * words, processors);
    desk->allowed = sked_set_of(desk->words + 3 * words, processors);
    desk->required = sked_set_of(desk->words + 4 * words, processors);
    return SKED_OK;
}

static inline sked_status booking_desk_make(booking_desk *desk, uint32_t processors,
                                            sked_time horizon) {
    sked_ar_settings settings;
    sked_status status;

    memset(&settings, 0, sizeof settings);
    memset(desk, 0, sizeof *desk);
    settings.processors = processors;
    settings.spans_max = BOOKING_SPANS;
    settings.bookings_max = BOOKING_ENTRIES;
    settings.horizon = horizon;
    status = sked_ar_create(&desk->calendar, &settings, heap_mem());
    if (status == SKED_OK) {
        status = booking_desk_sets(desk);
    }
    if (status != SKED_OK) {
        booking_desk_drop(desk);
    }
    return status;
}

/* The new calendar takes the place of the old one. */
static inline void booking_desk_replace(booking_desk *desk, const booking_desk *fresh) {
    const booking_desk old = *desk;

    booking_desk_drop(desk);
    *desk = *fresh;
    desk->command = old.command;
    desk->json = old.json;
    desk->event = old.event;
}

static inline uint32_t booking_twice(uint32_t limit, uint32_t least, uint32_t most) {
    return limit < least ? least : limit > most / 2 ? most : 2 * limit;
}

/* Was a change refused for want of room, and is there more now? Then it is to be tried again. */
static inline int booking_grows(booking_desk *desk, sked_status *status) {
    sked_ar_info info;

    if (*status != SKED_E_FULL) {
        return 0;
    }
    info = booking_info(desk);
    *status = sked_ar_grow(&desk->calendar,
                           booking_twice(info.spans_max, BOOKING_SPANS, (UINT32_C(1) << 30) - 2),
                           booking_twice(info.bookings_max, BOOKING_ENTRIES, INT32_MAX));
    return *status == SKED_OK;
}

/* A search may need more scratch than the last one: the calendar has grown. */
static inline sked_status booking_scratch(booking_desk *desk) {
    size_t bytes;
    sked_status status = sked_ar_find_bytes(&desk->calendar, &bytes);
    sked_align *larger;

    if (status != SKED_OK || bytes <= desk->scratch_bytes) {
        return status;
    }
    larger = (sked_align *)realloc(desk->scratch, bytes);
    if (larger == NULL) {
        return SKED_E_MEMORY;
    }
    desk->scratch = larger;
    desk->scratch_bytes = bytes;
    return SKED_OK;
}

static inline sked_status booking_search(booking_desk *desk, const sked_ar_request *request,
                                         const sked_ar_choice *choice, sked_ar_answer *answer,
                                         sked_set *processors) {
    const sked_status status = booking_scratch(desk);

    return status != SKED_OK ? status
                             : sked_ar_find(&desk->calendar, request, choice, answer, processors,
                                            desk->scratch, desk->scratch_bytes);
}

/* ---- Bookings in the order of their starts --------------------------------------------------- */

static inline int booking_compare(const void *a, const void *b) {
    const sked_ar_booking *left = (const sked_ar_booking *)a;
    const sked_ar_booking *right = (const sked_ar_booking *)b;

    if (left->start != right->start) {
        return left->start < right->start ? -1 : 1;
    }
    return left->id < right->id ? -1 : left->id > right->id;
}

/* All that are live, or that meet a set; to be freed. Returns NULL iff memory is out. */
static inline sked_ar_booking *booking_rows(const booking_desk *desk, const sked_set *hit,
                                            size_t *count) {
    const size_t room = (size_t)booking_info(desk).bookings + 1;
    sked_ar_booking *rows = (sked_ar_booking *)calloc(room, sizeof *rows);
    sked_status status = SKED_OK;
    uint32_t cursor = 0;

    for (*count = 0; rows != NULL && *count + 1 < room && status == SKED_OK;) {
        status = hit == NULL
                     ? sked_ar_next_booking(&desk->calendar, &cursor, &rows[*count], NULL)
                     : sked_ar_next_hit(&desk->calendar, hit, &cursor, &rows[*count], NULL);
        *count += status == SKED_OK;
    }
    if (rows != NULL) {
        qsort(rows, *count, sizeof *rows, booking_compare);
    }
    return rows;
}

/* ---- What the calendar refuses --------------------------------------------------------------- */

/* A fault of a word of the line, or an answer? */
static inline int booking_is_answer(sked_status status) {
    return status == SKED_E_TAKEN || status == SKED_E_NOT_TAKEN || status == SKED_E_LAST ||
           status == SKED_E_NEVER_FITS || status == SKED_E_DEADLINE;
}

/* Which word a status is about, and what would have been right. */
static inline booking_role booking_expected(const booking_desk *desk, sked_status status,
                                            char *text, size_t room) {
    const sked_ar_info info = booking_info(desk);

    switch ((int)status) {
    case SKED_E_UNKNOWN:
        snprintf(text, room, "the id of a booking, as list shows them");
        return BOOKING_ID;
    case SKED_E_DUPLICATE:
        snprintf(text, room, "a new id");
        return BOOKING_ID;
    case SKED_E_PAST:
        snprintf(text, room, "%s %" PRId64,
                 desk->places[BOOKING_START] == desk->places[BOOKING_END] ? "more than"
                                                                          : "at least", info.base);
        return BOOKING_START;
    case SKED_E_BACKWARDS:
        snprintf(text, room, "at least %" PRId64, info.base);
        return BOOKING_START;
    case SKED_E_RANGE:              /* of a request the set: no other word of it can be so      */
        if (desk->places[BOOKING_REQUIRED] != NULL) {
            snprintf(text, room, "at most N processors, all of them allowed");
            return BOOKING_REQUIRED;
        }
        snprintf(text, room, "%s", desk->wanted != NULL ? desk->wanted : "an end after the start");
        return BOOKING_END;
    case SKED_E_HORIZON:
        if (desk->wanted != NULL) {
            snprintf(text, room, "%s", desk->wanted);
        } else {
            snprintf(text, room, "an end of at most %" PRId64, info.horizon);
        }
        return BOOKING_END;
    case SKED_E_WINDOW:
        snprintf(text, room, "at least ready time plus duration");
        return BOOKING_DEADLINE;
    case SKED_E_NO_WIDTH:
        snprintf(text, room, "at least 1");
        return BOOKING_COUNT;
    default:
        return BOOKING_ROLES;
    }
}

/* The same as the member and, where they are numbers, the bounds. */
static inline void booking_limit(const booking_desk *desk, sked_status status, booking_role role,
                                 booking_refusal *refusal) {
    static const char *const members[BOOKING_ROLES] = {
        [BOOKING_ID] = "id", [BOOKING_START] = "start", [BOOKING_END] = "end",
        [BOOKING_DEADLINE] = "deadline", [BOOKING_COUNT] = "processors",
        [BOOKING_REQUIRED] = "required"};
    const sked_ar_info info = booking_info(desk);
    const int trims = strcmp(desk->command, "trim") == 0;
    const int single = desk->places[BOOKING_START] == desk->places[BOOKING_END];

    refusal->member = role == BOOKING_START && single ? "end" : members[role];
    refusal->member = trims ? "now" : refusal->member;
    if (status == SKED_E_PAST || status == SKED_E_BACKWARDS) {
        refusal->has_least = 1;
        refusal->least = (uint64_t)info.base + (status == SKED_E_PAST && single);
    } else if (status == SKED_E_NO_WIDTH) {
        refusal->has_least = 1;
        refusal->least = 1;
    } else if (status == SKED_E_HORIZON) {
        refusal->has_most = 1;
        refusal->most = (uint64_t)info.horizon - (uint64_t)trims;
    }
}

/* Tells why a command was refused. Returns 1 for an answer, 0 for a fault of the line. */
static inline int booking_refused(booking_desk *desk, booking_words *w, sked_status status) {
    char expected[120];
    booking_role role;

    w->refusal.status = status;
    if (booking_is_answer(status)) {
        booking_say("%s: no, %s\n", desk->command, sked_status_text(status));
        return 1;
    }
    role = booking_expected(desk, status, expected, sizeof expected);
    if (role == BOOKING_ROLES || desk->places[role] == NULL) {
        w->word = w->line;
        w->refusal.member = "command";
        return booking_refuse(w, "%s: %s, expected a command that can be carried out",
                              desk->command, sked_status_text(status));
    }
    w->word = desk->places[role];
    w->end = desk->ends[role];
    booking_limit(desk, status, role, &w->refusal);
    return booking_refuse(w, "\"%.*s\": %s, expected %s", (int)(desk->ends[role] - w->word),
                          w->word, sked_status_text(status), expected);
}

#endif
