/* cells.h: the tables that programs print: their cells, times for people, columns. */
/* SPDX-License-Identifier: MIT */
#ifndef CELLS_H_INCLUDED
#define CELLS_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "swil.h"

static inline swil_text cells_text(const char *words) {
    swil_text text;

    snprintf(text.text, sizeof text.text, "%s", words);
    return text;
}

static inline swil_text cells_number(uint64_t number) {
    return swil_ratio_text(swil_wide(number), 1, 0);
}

/* ---- Times ----------------------------------------------------------------------------------- */

/* Whole seconds for people: 45 s, 3.2 min, 12 min, 7 h 44, 1 d 7 h, 31.9 d. */
static inline swil_text cells_duration(uint64_t seconds) {
    const uint64_t minutes = seconds / 60, hours = minutes / 60, days = hours / 24;
    swil_text text;

    if (minutes == 0) {
        snprintf(text.text, sizeof text.text, "%" PRIu64 " s", seconds);
    } else if (minutes < 10) {
        text = swil_ratio_text(swil_wide(seconds), 60, 1);
        snprintf(text.text + strlen(text.text), sizeof text.text - strlen(text.text), " min");
    } else if (hours == 0) {
        snprintf(text.text, sizeof text.text, "%" PRIu64 " min", minutes);
    } else if (days == 0) {
        snprintf(text.text, sizeof text.text, "%" PRIu64 " h %02" PRIu64, hours, minutes % 60);
    } else if (days < 10) {
        snprintf(text.text, sizeof text.text, "%" PRIu64 " d %" PRIu64 " h", days, hours % 24);
    } else {
        text = swil_ratio_text(swil_wide(seconds), 86400, 1);
        snprintf(text.text + strlen(text.text), sizeof text.text - strlen(text.text), " d");
    }
    return text;
}

/* A mean time, for people or as seconds with one decimal place. */
static inline swil_text cells_mean_time(sked_u128 sum, uint64_t count, int as_seconds) {
    const sked_u128 mean = sked_u128_div(sum, count, NULL);
    swil_text text;

    if (!as_seconds && mean.high == 0 && mean.low >= 60) {
        return cells_duration(mean.low);
    }
    text = swil_ratio_text(sum, count, 1);
    if (!as_seconds) {
        snprintf(text.text + strlen(text.text), sizeof text.text - strlen(text.text), " s");
    }
    return text;
}

static inline swil_text cells_time(uint64_t seconds, int as_seconds) {
    return as_seconds ? cells_number(seconds) : cells_duration(seconds);
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* The first row of a table. A \n in a head makes two lines of it. */
static inline void cells_heads(swil_text *cells, const char *const *heads, int count) {
    int at;

    for (at = 0; at < count; at++) {
        cells[at] = cells_text(heads[at]);
    }
}

/* The text of line 0 or 1 of a cell. Text without a \n belongs in line 1. */
static inline const char *cells_line(const swil_text *cell, int line, int *chars) {
    const char *end = strchr(cell->text, '\n');

    if (end == NULL) {
        *chars = line == 1 ? (int)strlen(cell->text) : 0;
        return cell->text;
    }
    *chars = line == 0 ? (int)(end - cell->text) : (int)strlen(end + 1);
    return line == 0 ? cell->text : end + 1;
}

static inline int cells_width(const swil_text *cells, size_t rows, size_t columns, size_t column) {
    int width = 0, chars, line;
    size_t row;

    for (row = 0; row < rows; row++) {
        for (line = 0; line < 2; line++) {
            (void)cells_line(&cells[row * columns + column], line, &chars);
            width = chars > width ? chars : width;
        }
    }
    return width;
}

/* Line 0 or 1 of a row. Blanks wait until something follows them. */
static inline void cells_print_line(const swil_text *cells, size_t rows, size_t columns,
                                    size_t row, int line) {
    size_t column;
    int blanks = 0;

    for (column = 0; column < columns; column++) {
        int chars, width = cells_width(cells, rows, columns, column);
        const char *text = cells_line(&cells[row * columns + column], line, &chars);

        blanks += column > 0 ? 2 + width - chars : 0;
        if (chars > 0) {
            printf("%*s%.*s", blanks, "", chars, text);
            blanks = 0;
        }
        blanks += column > 0 ? 0 : width - chars;
    }
    printf("\n");
}

/* Prints rows of cells in columns as wide as their widest cell, the first to the left, the others
   to the right. */
static inline void cells_print(const swil_text *cells, size_t rows, size_t columns) {
    size_t row, at;

    for (row = 0; row < rows; row++) {
        for (at = 0; at < columns && strchr(cells[row * columns + at].text, '\n') == NULL;) {
            at++;
        }
        if (at < columns) {
            cells_print_line(cells, rows, columns, row, 0);
        }
        cells_print_line(cells, rows, columns, row, 1);
    }
}

/* A part of a whole in percent; long sums lose low bits, so that they are divisors. */
static inline swil_text cells_percent(sked_u128 part, sked_u128 whole, uint32_t places) {
    while (whole.high > 0) {
        part = sked_u128_div(part, 2, NULL);
        whole = sked_u128_div(whole, 2, NULL);
    }
    return swil_ratio_text(swil_wide_times(part, 100), whole.low > 0 ? whole.low : 1, places);
}

#endif
