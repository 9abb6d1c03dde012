/* cells.h: cells of the tables that a replay prints. */
/* SPDX-License-Identifier: MIT */
#ifndef CELLS_H_INCLUDED
#define CELLS_H_INCLUDED

#include <stdint.h>
#include <stdio.h>

#include "swil.h"

static inline swil_text cells_text(const char *words) {
    swil_text text;

    snprintf(text.text, sizeof text.text, "%s", words);
    return text;
}

static inline swil_text cells_number(uint64_t number) {
    return swil_ratio_text(swil_wide(number), 1, 0);
}

/* The first row of a table. */
static inline void cells_heads(swil_text *cells, const char *const *heads, int count) {
    int at;

    for (at = 0; at < count; at++) {
        cells[at] = cells_text(heads[at]);
    }
}

#endif
