/* booking_gantt.h: draws a calendar as SVG: a row for a processor, a box for a reservation. */
/* SPDX-License-Identifier: MIT */
#ifndef BOOKING_GANTT_H_INCLUDED
#define BOOKING_GANTT_H_INCLUDED

/* From the base to the last end. Coordinates are integers; the pieces are those of gantt.h. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantt.h"

#include "booking_desk.h"

enum {
    BOOKING_TOP = 8600, BOOKING_ROW = 2600, BOOKING_HEIGHT_MOST = 62400, BOOKING_LABELS = 24,
    BOOKING_LETTER = 720, BOOKING_COLOURS = 8
};

typedef struct booking_picture {
    sked_ar_reservation *rows;      /* by start */
    size_t count;
    uint32_t processors;
    sked_time start, end, step;     /* of the axis of time */
    int64_t bottom;
} booking_picture;

static inline void booking_picture_drop(booking_picture *picture) {
    free(picture->rows);
    memset(picture, 0, sizeof *picture);
}

/* The distance of labels: of few that are long. Long axes are told in thousands, so that the
   products in gantt_nice_step fit. */
static inline sked_time booking_picture_step(sked_time start, sked_time end) {
    const uint64_t parts = end < 100000000 ? 10 : 4, length = (uint64_t)(end - start);

    if (length < UINT64_C(1000000000000)) {
        return (sked_time)gantt_nice_step(length, parts);
    }
    return 1000 * (sked_time)gantt_nice_step(length / 1000 + 1, parts);
}

/* The axis ends at the first label at or after the last end, or at the horizon. */
static inline void booking_picture_axis(booking_picture *picture, const sked_ar_facts *facts) {
    sked_time end = facts->base + 10 < facts->horizon ? facts->base + 10 : facts->horizon;
    size_t at;

    for (at = 0; at < picture->count; at++) {
        end = at == 0 || picture->rows[at].end > end ? picture->rows[at].end : end;
    }
    picture->start = facts->base;
    picture->step = booking_picture_step(facts->base, end);
    end = (end + picture->step - 1) / picture->step * picture->step;
    picture->end = end < facts->horizon ? end : facts->horizon;
}

/* Who is down is in desk->first then. Returns 0 iff memory is out. */
static inline int booking_picture_make(booking_picture *picture, booking_desk *desk) {
    const sked_ar_facts facts = booking_facts(desk);
    int64_t height;

    memset(picture, 0, sizeof *picture);
    picture->rows = booking_rows(desk, NULL, &picture->count);
    if (picture->rows == NULL || sked_ar_downs(&desk->calendar, &desk->first) != SKED_OK) {
        booking_picture_drop(picture);
        return 0;
    }
    picture->processors = facts.processors;
    height = (int64_t)facts.processors * BOOKING_ROW;
    picture->bottom =
        BOOKING_TOP + (height < BOOKING_HEIGHT_MOST ? height : BOOKING_HEIGHT_MOST);
    booking_picture_axis(picture, &facts);
    return 1;
}

/* Long times lose low bits, so that the product stays below 2^63. */
static inline int64_t booking_x(const booking_picture *picture, sked_time time) {
    int64_t length = picture->end - picture->start, offset = time - picture->start;

    offset = offset < 0 ? 0 : offset > length ? length : offset;
    for (; length > (INT64_C(1) << 40); length >>= 1) {
        offset >>= 1;
    }
    return GANTT_LEFT + offset * GANTT_SPAN / length;
}

/* The lower edge of a processor's row; 0 is the lowest one. */
static inline int64_t booking_y(const booking_picture *picture, uint32_t processor) {
    return gantt_y(BOOKING_TOP, picture->bottom, processor, picture->processors);
}

/* ---- Parts of the page ----------------------------------------------------------------------- */

static inline void booking_picture_head(FILE *file, const booking_picture *picture,
                                        const sked_set *down) {
    char line[200];

    gantt_open(file, (int)(picture->bottom / 100) + 52,
               ".id{text-anchor:middle;fill:#2b2f36;stroke:none}\n"
               ".down{fill:url(#down);opacity:.6}\n");
    fputs("<defs><pattern id=\"down\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><path d=\"M0 0V8\" stroke=\"#a33f35\" "
          "stroke-width=\"2.4\"/></pattern></defs>\n", file);
    snprintf(line, sizeof line, "%lu reservation%s on %" PRIu32 " processor%s",
             (unsigned long)picture->count, picture->count == 1 ? "" : "s", picture->processors,
             picture->processors == 1 ? "" : "s");
    gantt_text(file, GANTT_LEFT, 3800, "title", line);
    snprintf(line, sizeof line, "times %" PRId64 " to %" PRId64 "%s", picture->start, picture->end,
             sked_set_count(down) > 0 ? "; hatched: down" : "");
    gantt_text(file, GANTT_LEFT, 6000, "subtitle", line);
}

static inline void booking_picture_grid(FILE *file, const booking_picture *picture) {
    const uint32_t step = (uint32_t)gantt_nice_step(picture->processors, BOOKING_LABELS);
    sked_time time = (picture->start + picture->step - 1) / picture->step * picture->step;
    char label[32];
    uint32_t p;
    int64_t x;

    gantt_rect(file, GANTT_LEFT, BOOKING_TOP, GANTT_RIGHT, picture->bottom, " fill=\"#ffffff\"");
    for (p = 0; p < picture->processors; p += step) {
        const int64_t low = booking_y(picture, p), high = booking_y(picture, p + 1);
        snprintf(label, sizeof label, "%" PRIu32, p);
        gantt_text(file, GANTT_LEFT - 900, (low + high) / 2 + 400, "number", label);
        gantt_line(file, GANTT_LEFT, low, GANTT_RIGHT, low, "grid");
    }
    for (; time <= picture->end; time += picture->step) {
        x = booking_x(picture, time);
        gantt_line(file, x, BOOKING_TOP, x, picture->bottom, "grid");
        gantt_line(file, x, picture->bottom, x, picture->bottom + 500, "axis");
        snprintf(label, sizeof label, "%" PRId64, time);
        gantt_text(file, x, picture->bottom + 1900, "hour", label);
    }
}

static inline const char *booking_colour(size_t number) {
    static const char *const colours[BOOKING_COLOURS] = {
        "#93bda9", "#e3c28f", "#8fb4cc", "#d9a58f", "#b7a6cb", "#c2cda4", "#d6a9be", "#a9b3bd"};

    return colours[number % BOOKING_COLOURS];
}

/* The end of the run of neighbours that begins with a processor. */
static inline uint32_t booking_run(const sked_set *set, uint32_t low) {
    uint32_t high = low + 1;

    while (high < set->size && sked_set_has(set, high)) {
        high++;
    }
    return high;
}

/* The name, on the highest of the boxes, if it has room there. */
static inline void booking_picture_name(FILE *file, const booking_picture *picture, uint32_t low,
                                        uint32_t high, int64_t x, int64_t right,
                                        const char *name) {
    const int64_t bottom = booking_y(picture, low), top = booking_y(picture, high);

    if (right - x > (int64_t)strlen(name) * BOOKING_LETTER + 400 && bottom - top > 1100) {
        gantt_text(file, (x + right) / 2, (top + bottom) / 2 + 420, "id", name);
    }
}

/* One reservation, whose processors are in desk->own: a box for each run of neighbours. */
static inline void booking_picture_row(FILE *file, const booking_picture *picture,
                                       const booking_desk *desk, size_t number) {
    const sked_ar_reservation *row = &picture->rows[number];
    const booking_name name = booking_name_of(row->id);
    const int64_t x = booking_x(picture, row->start), right = booking_x(picture, row->end);
    uint32_t low = sked_set_first(&desk->own), high, best_low = 0, best_high = 0;

    fprintf(file, "<g fill=\"%s\"><title>%s: %" PRId64 " to %" PRId64 " on ",
            booking_colour(number), name.text, row->start, row->end);
    booking_print_set(file, &desk->own);
    fputs("</title>\n", file);
    for (; low < desk->own.size; low = sked_set_next(&desk->own, high - 1)) {
        high = booking_run(&desk->own, low);
        gantt_rect(file, x, booking_y(picture, high), right > x ? right : x + 40,
                   booking_y(picture, low), "");
        if (high - low > best_high - best_low) {
            best_low = low;
            best_high = high;
        }
    }
    booking_picture_name(file, picture, best_low, best_high, x, right, name.text);
    fputs("</g>\n", file);
}

static inline void booking_picture_down(FILE *file, const booking_picture *picture,
                                        const sked_set *down) {
    uint32_t low, high;

    for (low = sked_set_first(down); low < down->size; low = sked_set_next(down, high - 1)) {
        high = booking_run(down, low);
        gantt_rect(file, GANTT_LEFT, booking_y(picture, high), GANTT_RIGHT,
                   booking_y(picture, low), " class=\"down\"");
    }
}

/* Writes the picture; the caller looks whether the file took it. */
static inline void booking_picture_write(FILE *file, const booking_picture *picture,
                                         booking_desk *desk) {
    sked_ar_reservation row;
    size_t at;

    booking_picture_head(file, picture, &desk->first);
    booking_picture_grid(file, picture);
    fputs("<g stroke=\"#ffffff\">\n", file);
    for (at = 0; at < picture->count; at++) {
        if (sked_ar_reservation_of(&desk->calendar, picture->rows[at].id, &row, &desk->own) ==
            SKED_OK) {
            booking_picture_row(file, picture, desk, at);
        }
    }
    fputs("</g>\n", file);
    booking_picture_down(file, picture, &desk->first);
    gantt_frame(file, BOOKING_TOP, picture->bottom);
    fputs("</svg>\n", file);
}

#endif
