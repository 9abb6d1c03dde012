/* booking_words.h: lines of words: numbers, times and sets; and what is wrong, in which column. */
/* SPDX-License-Identifier: MIT */
#ifndef BOOKING_WORDS_H_INCLUDED
#define BOOKING_WORDS_H_INCLUDED

/* For the booking desk (booking.c), and for the bookings of a replay (bookings.h). */

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "sched.h"

enum { BOOKING_LINE_CHARS = 4000, BOOKING_TEXT_CHARS = BOOKING_LINE_CHARS + 600 };

/* What is wrong with a line: for people in `text`, for programs in the rest. */
typedef struct booking_refusal {
    sked_status status;             /* SKED_OK: the line could not be read; nobody else was asked */
    const char *member;             /* which word is wrong; NULL: none in particular */
    int has_least, has_most;
    uint64_t least, most;           /* of a number */
    unsigned long column;
    char value[BOOKING_LINE_CHARS + 1], text[BOOKING_TEXT_CHARS];
} booking_refusal;

typedef struct booking_words {
    FILE *file;
    const char *program, *name;     /* that reads; of the file */
    char line[BOOKING_LINE_CHARS + 1];
    unsigned long number;           /* of the line */
    const char *word, *end;         /* the word that was read last */
    unsigned long faults;           /* lines that were refused */
    booking_refusal refusal;        /* of the last line that was refused */
} booking_words;

/* Says what is wrong with the word that was read last, and what was expected. Returns 0. */
static inline int booking_refuse(booking_words *w, const char *format, ...) {
    booking_refusal *refusal = &w->refusal;
    va_list values;

    va_start(values, format);
    vsnprintf(refusal->text, sizeof refusal->text, format, values);
    va_end(values);
    refusal->column = (unsigned long)(w->word - w->line) + 1;
    snprintf(refusal->value, sizeof refusal->value, "%.*s",
             w->end > w->word ? (int)(w->end - w->word) : 0, w->word);
    fflush(stdout);                 /* answers and faults in the order of the lines */
    fprintf(stderr, "%s: %s:%lu:%lu: %s\n", w->program, w->name, w->number,
            refusal->column, refusal->text);
    w->faults++;
    return 0;
}

/* The rest of a line that was refused. */
static inline void booking_skip_line(booking_words *w) {
    int c = fgetc(w->file);

    while (c != EOF && c != '\n') {
        c = fgetc(w->file);
    }
}

/* 1: a line; 0: none is left; -1: it was refused, and is skipped. */
static inline int booking_read_line(booking_words *w) {
    size_t count = 0;
    int c = fgetc(w->file);

    w->word = w->end = w->line;
    w->line[0] = '\0';
    w->refusal = (booking_refusal){.status = SKED_OK};
    w->number++;
    if (c == EOF && !ferror(w->file)) {
        return 0;
    }
    for (; c != EOF && c != '\n'; c = fgetc(w->file)) {
        if (count == BOOKING_LINE_CHARS || (c < ' ' && c != '\t' && c != '\r') || c > '~') {
            w->word = w->end = w->line + count;
            booking_refuse(w, "%s, expected at most %d characters of ASCII text a line",
                           count == BOOKING_LINE_CHARS ? "more characters"
                                                       : "a byte that is no text",
                           (int)BOOKING_LINE_CHARS);
            booking_skip_line(w);
            return -1;
        }
        w->line[count++] = (char)c;
    }
    w->line[count] = '\0';
    if (ferror(w->file)) {
        return booking_refuse(w, "cannot be read: %s, expected a text file", strerror(errno));
    }
    return 1;
}

/* The next word, and how many characters it has: 0 where the line or a comment ends it. */
static inline int booking_next_word(booking_words *w) {
    w->word = w->end + strspn(w->end, " \t\r");
    w->end = w->word + strcspn(w->word, " \t\r#");
    return (int)(w->end - w->word);
}

static inline int booking_word_is(const booking_words *w, const char *text) {
    const size_t chars = (size_t)(w->end - w->word);
    return chars == strlen(text) && strncmp(w->word, text, chars) == 0;
}

static inline int booking_refuse_word(booking_words *w, const char *what, const char *expected) {
    const int chars = (int)(w->end - w->word);

    w->refusal.member = what;
    return booking_refuse(w, "the %s is %s%.*s%s, expected %s", what, chars == 0 ? "missing" : "\"",
                          chars, w->word, chars == 0 ? "" : "\"", expected);
}

/* Notes the bounds of a number, for a refusal that follows. */
static inline void booking_bounds(booking_words *w, uint64_t least, uint64_t most) {
    w->refusal.has_least = w->refusal.has_most = 1;
    w->refusal.least = least;
    w->refusal.most = most;
}

static inline int booking_line_ends(booking_words *w) {
    const int chars = booking_next_word(w);

    return chars == 0 ||
           booking_refuse(w, "\"%.*s\", expected the end of the line", chars, w->word);
}

/* ---- Numbers, times, sets -------------------------------------------------------------------- */

/* Digits only, up to most; 0: it is something else. */
static inline int booking_digits(const char *at, const char *end, uint64_t most, uint64_t *value) {
    return option_digits(at, (size_t)(end - at), most, value);
}

static inline int booking_number(booking_words *w, const char *what, uint64_t least, uint64_t most,
                                 uint64_t *value) {
    char expected[80];

    booking_next_word(w);
    if (!booking_digits(w->word, w->end, most, value) || *value < least) {
        snprintf(expected, sizeof expected, "a whole number from %" PRIu64 " to %" PRIu64, least,
                 most);
        booking_bounds(w, least, most);
        return booking_refuse_word(w, what, expected);
    }
    return 1;
}

/* A time; or, unless `open` is NULL, that word for SKED_NEVER. */
static inline int booking_time(booking_words *w, const char *what, const char *open,
                               sked_time *time) {
    uint64_t value = 0;
    char expected[80];

    *time = 0;
    booking_next_word(w);
    if (open != NULL && booking_word_is(w, open)) {
        *time = SKED_NEVER;
        return 1;
    }
    if (!booking_digits(w->word, w->end, (uint64_t)SKED_TIME_MAX, &value)) {
        snprintf(expected, sizeof expected, "a whole number from 0 to %" PRId64 "%s%s",
                 SKED_TIME_MAX, open != NULL ? ", or " : "", open != NULL ? open : "");
        booking_bounds(w, 0, (uint64_t)SKED_TIME_MAX);
        return booking_refuse_word(w, what, expected);
    }
    *time = (sked_time)value;
    return 1;
}

/* One part of a set, 3 or 0-3: the word that was read last. */
static inline int booking_set_part(const booking_words *w, sked_set *set) {
    const size_t chars = (size_t)(w->end - w->word);
    const char *dash = (const char *)memchr(w->word, '-', chars);
    uint64_t low, high;

    if (!booking_digits(w->word, dash != NULL ? dash : w->end, set->size - 1, &low)) {
        return 0;
    }
    high = low;
    if (dash != NULL && !booking_digits(dash + 1, w->end, set->size - 1, &high)) {
        return 0;
    }
    if (low > high) {
        return 0;
    }
    for (; low <= high; low++) {
        if (sked_set_has(set, (uint32_t)low)) {
            return 0;
        }
        sked_set_add(set, (uint32_t)low);
    }
    return 1;
}

/* Processors as 0-3,7. What is wrong is found in the part that has it. */
static inline int booking_set(booking_words *w, const char *what, sked_set *set) {
    const char *end;
    char expected[80];

    booking_next_word(w);
    sked_set_clear(set);
    for (end = w->end;; w->word = w->end + 1) {
        w->end = w->word + strcspn(w->word, ",");
        w->end = w->end < end ? w->end : end;
        if (!booking_set_part(w, set)) {
            snprintf(expected, sizeof expected,
                     "processors from 0 to %" PRIu32 ", each once, as 0-3,7", set->size - 1);
            booking_bounds(w, 0, set->size - 1);
            return booking_refuse_word(w, what, expected);
        }
        if (w->end == end) {
            return 1;
        }
    }
}

/* As it is read. */
static inline void booking_print_set(FILE *file, const sked_set *set) {
    uint32_t low = sked_set_first(set), high, next;
    const char *before = "";

    if (low >= set->size) {
        fputs("none", file);
    }
    for (; low < set->size; low = next) {
        high = low;
        next = sked_set_next(set, low);
        while (next < set->size && next == high + 1) {
            high = next;
            next = sked_set_next(set, next);
        }
        fprintf(file, "%s%" PRIu32, before, low);
        if (high > low) {
            fprintf(file, "-%" PRIu32, high);
        }
        before = ",";
    }
}

#endif
