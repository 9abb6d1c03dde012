/* moldable_write.h: a plan and its certificate as tables of comma-separated values. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_WRITE_H_INCLUDED
#define MOLDABLE_WRITE_H_INCLUDED

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sched_moldable.h"

#include "booking_words.h"
#include "moldable_desk.h"
#include "moldable_layout.h"

static inline void write_row(FILE *file, const molding_desk *desk, uint32_t task, sked_time start,
                             sked_time end, uint32_t width) {
    fprintf(file, "%s,%" PRId64 ",%" PRId64 ",%" PRIu32 ",", names_text(&desk->all.ids, task),
            start, end, width);
}

/* A line for each task, of width 0 if it is divisible; behind them one for each piece of those. */
static inline void write_plan(FILE *file, const molding_desk *desk, const layout *made) {
    uint32_t task;
    size_t at;

    fputs("id,start,end,width,processors\n", file);
    for (task = 0; task < desk->all.count; task++) {
        const sked_moldable_row *row = &desk->rows[task];
        const sked_set set = layout_set(made, desk, task);

        write_row(file, desk, task, row->start, row->end, row->width);
        fputc('"', file);
        if (row->width > 0) {
            booking_print_set(file, &set);
        }
        fputs("\"\n", file);
    }
    for (at = 0; at < made->blocks_count; at++) {
        const layout_block *block = &made->blocks[at];

        if (block->owner < desk->all.count) {
            write_row(file, desk, block->owner, block->start, block->end,
                      block->high - block->low);
            fprintf(file, "\"%" PRIu32, block->low);
            if (block->high - block->low > 1) {
                fprintf(file, "-%" PRIu32, block->high - 1);
            }
            fputs("\"\n", file);
        }
    }
}

/* Intervals with the price of a processor for a tick, in 2^-bits of a weight. */
static inline sked_status write_certificate(FILE *file, const molding_desk *desk) {
    sked_moldable_price prices[SKED_MOLDABLE_PRICES_MAX];
    sked_time start = desk->settings.now;
    uint32_t count = 0, at;
    int32_t bits = 0;
    const sked_status status = sked_moldable_get_prices(&desk->plans, prices, &count, &bits);

    fputs("start,end,price,bits\n", file);
    for (at = 0; status == SKED_OK && at < count; at++) {
        fprintf(file, "%" PRId64 ",%" PRId64 ",%" PRIu64 ",%" PRId32 "\n", start, prices[at].end,
                prices[at].price, bits);
        start = prices[at].end;
    }
    return status;
}

#endif
