/* controller_text.h: lines, numbers and sets of boards, read and written without a C library. */
/* SPDX-License-Identifier: MIT */
#ifndef CONTROLLER_TEXT_H_INCLUDED
#define CONTROLLER_TEXT_H_INCLUDED

#include <stddef.h>
#include <stdint.h>

#include "sched.h"

enum { CONTROLLER_LINE = 120 };

/* What a board gives to the controller: somewhere to write, and memory that outlives a reset. */
typedef struct controller_board {
    void (*put)(char c);
    void *kept;                     /* aligned for sked_align; its content is nobody's promise */
    size_t kept_bytes;
    void (*reset)(void);            /* as the watchdog does it; need not return                */
} controller_board;

/* A line of the stream, and how far it has been read. */
typedef struct controller_line {
    char text[CONTROLLER_LINE];
    uint32_t length;                /* more than CONTROLLER_LINE: it was too long              */
    uint32_t at;
    uint32_t number;                /* counts lines from 1                                     */
    uint32_t refused;               /* lines, since the start                                  */
} controller_line;

/* ---- writing --------------------------------------------------------------------------------- */

static inline void controller_put(const controller_board *board, const char *text) {
    while (*text != '\0') {
        (board->put)(*text++);
    }
}

static inline void controller_put_number(const controller_board *board, uint64_t value) {
    char digit[20];
    uint32_t digits = 0;
    do {
        digit[digits++] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value > 0);
    while (digits > 0) {
        (board->put)(digit[--digits]);
    }
}

/* As 0-3,9. */
static inline void controller_put_set(const controller_board *board, const sked_set *set) {
    uint32_t first = sked_set_first(set), last, next;
    while (first < set->size) {
        for (last = first; (next = sked_set_next(set, last)) == last + 1 && next < set->size;) {
            last = next;
        }
        controller_put_number(board, first);
        if (last > first) {
            (board->put)('-');
            controller_put_number(board, last);
        }
        if (next < set->size) {
            (board->put)(',');
        }
        first = next;
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

/* What is wrong, and what was expected, at the place that was read last. Returns 0. */
static inline int controller_refuse(const controller_board *board, controller_line *line,
                                    const char *what) {
    controller_put(board, "error at ");
    controller_put_number(board, line->number);
    (board->put)(':');
    controller_put_number(board, (uint64_t)line->at + 1);
    controller_put(board, ": ");
    controller_put(board, what);
    (board->put)('\n');
    line->refused++;
    return 0;
}

static inline char controller_peek(const controller_line *line) {
    return line->at < line->length ? line->text[line->at] : '\0';
}

static inline void controller_skip(controller_line *line) {
    while (controller_peek(line) == ' ') {
        line->at++;
    }
}

static inline int controller_is_end(controller_line *line) {
    controller_skip(line);
    return line->at == line->length;
}

/* Reads the next word if it is this one. */
static inline int controller_word(controller_line *line, const char *word) {
    uint32_t at;
    controller_skip(line);
    for (at = line->at; *word != '\0'; at++, word++) {
        if (at >= line->length || line->text[at] != *word) {
            return 0;
        }
    }
    if (at < line->length && line->text[at] != ' ') {
        return 0;
    }
    line->at = at;
    return 1;
}

static inline int controller_mark(controller_line *line, char mark) {
    if (controller_peek(line) != mark) {
        return 0;
    }
    line->at++;
    return 1;
}

/* Reads a number. Returns 0, with nothing read, if there is none from least to most. */
static inline int controller_number(controller_line *line, uint64_t least, uint64_t most,
                                    uint64_t *value) {
    const uint32_t first = line->at;
    uint64_t number = 0;
    for (; controller_peek(line) >= '0' && controller_peek(line) <= '9'; line->at++) {
        const uint64_t digit = (uint64_t)(controller_peek(line) - '0');
        if (number > (UINT64_MAX - digit) / 10) {
            break;
        }
        number = number * 10 + digit;
    }
    if (line->at == first || number < least || number > most ||
        (controller_peek(line) >= '0' && controller_peek(line) <= '9')) {
        line->at = first;
        return 0;
    }
    *value = number;
    return 1;
}

/* Adds boards such as 0-3,9 to a set. Returns 0 if it is no such list. */
static inline int controller_set(controller_line *line, sked_set *set) {
    uint64_t first, last;
    controller_skip(line);
    do {
        if (!controller_number(line, 0, set->size - 1, &first)) {
            return 0;
        }
        last = first;
        if (controller_mark(line, '-') && !controller_number(line, first, set->size - 1, &last)) {
            return 0;
        }
        for (; first <= last; first++) {
            sked_set_add(set, (uint32_t)first);
        }
    } while (controller_mark(line, ','));
    return 1;
}

#endif
