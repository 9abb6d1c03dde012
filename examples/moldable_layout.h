/* moldable_layout.h: which processors divisible work and bookings have in a plan. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_LAYOUT_H_INCLUDED
#define MOLDABLE_LAYOUT_H_INCLUDED

/* Tasks have the processors that sked_moldable_assign gives. Bookings and the pieces of
   divisible tasks are numbers of processors, any of those that are free then. Here they get some:
   each keeps those that it has for as long as they are free; bookings grow from the highest
   processor down, pieces from the lowest up. Between two ends or starts nothing changes. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sched_moldable.h"

#include "moldable_desk.h"

/* Processors low .. high - 1 from start to end. */
typedef struct layout_block {
    sked_time start, end;
    uint32_t low, high;
    uint32_t owner;                 /* a task; or, from n on, a booking                       */
} layout_block;

/* A number of processors, any. */
typedef struct layout_wish {
    sked_time start, end;
    uint32_t count, owner;
} layout_wish;

typedef struct layout {
    sked_word *words;               /* of each task                                           */
    layout_block *blocks;           /* of bookings and pieces, by their start                 */
    size_t blocks_count, blocks_room;
    layout_wish *wishes;            /* bookings, then pieces                                  */
    size_t wishes_count;
    sked_pair *changes;             /* by time                                                */
    size_t changes_count;
    uint32_t *owner;                /* of each processor; SKED_NONE: nobody                   */
    uint32_t *before;               /* in the interval before                                 */
    sked_time end;                  /* of the plan: later bookings are cut                    */
} layout;

static inline void layout_drop(layout *made) {
    free(made->words);
    free(made->blocks);
    free(made->wishes);
    free(made->changes);
    free(made->owner);
    memset(made, 0, sizeof *made);
}

static inline sked_set layout_set(const layout *made, const molding_desk *desk, uint32_t task) {
    const uint32_t processors = desk->settings.processors;
    sked_set set;

    set.words = made->words + (size_t)task * SKED_SET_WORDS(processors);
    set.size = processors;
    return set;
}

/* ---- What is asked for ----------------------------------------------------------------------- */

static inline void layout_wish_for(layout *made, sked_time start, sked_time end, uint32_t count,
                                   uint32_t owner) {
    layout_wish *wish = &made->wishes[made->wishes_count];

    if (start < end && start < made->end) {
        wish->start = start;
        wish->end = end;
        wish->count = count;
        wish->owner = owner;
        made->wishes_count++;
    }
}

static inline sked_status layout_wishes(layout *made, molding_desk *desk) {
    const sked_moldable_settings *settings = &desk->settings;
    const uint32_t room = (desk->all.count + settings->spans_count + 1) * 4;
    sked_moldable_piece *pieces = (sked_moldable_piece *)calloc(room, sizeof *pieces);
    sked_status status = SKED_E_MEMORY;
    uint32_t at, count = 0;

    made->wishes = (layout_wish *)calloc((size_t)room + settings->spans_count,
                                         sizeof *made->wishes);
    if (pieces != NULL && made->wishes != NULL) {
        status = sked_moldable_pieces(&desk->plans, desk->rows, pieces, room, &count);
    }
    for (at = 0; status == SKED_OK && at < settings->spans_count; at++) {
        const sked_span *span = &settings->spans[at];
        layout_wish_for(made, span->start > settings->now ? span->start : settings->now,
                        span->end < made->end ? span->end : made->end, span->count,
                        desk->all.count + at);
    }
    for (at = 0; status == SKED_OK && at < count; at++) {
        layout_wish_for(made, pieces[at].start, pieces[at].end, pieces[at].width, pieces[at].task);
    }
    free(pieces);
    return status;
}

/* ---- Who is where ---------------------------------------------------------------------------- */

static inline void layout_change(layout *made, sked_time time) {
    made->changes[made->changes_count].key = (uint64_t)time;
    made->changes[made->changes_count].index = (uint32_t)made->changes_count;
    made->changes_count++;
}

static inline sked_status layout_changes(layout *made, const molding_desk *desk) {
    const size_t room = 2 * (desk->all.count + made->wishes_count);
    size_t at;

    made->changes = (sked_pair *)calloc(room, sizeof *made->changes);
    if (made->changes == NULL) {
        return SKED_E_MEMORY;
    }
    for (at = 0; at < desk->all.count; at++) {
        if (desk->rows[at].width > 0) {
            layout_change(made, desk->rows[at].start);
            layout_change(made, desk->rows[at].end);
        }
    }
    for (at = 0; at < made->wishes_count; at++) {
        layout_change(made, made->wishes[at].start);
        layout_change(made, made->wishes[at].end);
    }
    sked_sort(made->changes, made->changes_count);
    return SKED_OK;
}

/* Tasks that run at a time take their processors. */
static inline void layout_tasks(layout *made, const molding_desk *desk, sked_time time) {
    uint32_t task, p;

    memset(made->owner, 0xFF, desk->settings.processors * sizeof *made->owner);
    for (task = 0; task < desk->all.count; task++) {
        const sked_moldable_row *row = &desk->rows[task];
        const sked_set set = layout_set(made, desk, task);

        if (row->width == 0 || row->start > time || row->end <= time) {
            continue;
        }
        for (p = sked_set_first(&set); p < set.size; p = sked_set_next(&set, p)) {
            made->owner[p] = task;
        }
    }
}

/* Those that it had, and then others. Returns 0 iff too few are free; bookings that are more
   than the machine has take what is there. */
static inline int layout_give(layout *made, const molding_desk *desk, const layout_wish *wish) {
    const uint32_t processors = desk->settings.processors;
    uint32_t left = wish->count, at, p;

    for (p = 0; p < processors && left > 0; p++) {
        if (made->before[p] == wish->owner && made->owner[p] == SKED_NONE) {
            made->owner[p] = wish->owner;
            left--;
        }
    }
    for (at = 0; at < processors && left > 0; at++) {
        p = wish->owner < desk->all.count ? at : processors - 1 - at;
        if (made->owner[p] == SKED_NONE) {
            made->owner[p] = wish->owner;
            left--;
        }
    }
    return left == 0 || wish->owner >= desk->all.count;
}

static inline int layout_wish_runs(const layout_wish *wish, sked_time time) {
    return wish->start <= time && time < wish->end;
}

/* Those that are there already keep what they have, before others look for a place. */
static inline int layout_all(layout *made, const molding_desk *desk, sked_time time) {
    size_t at;
    int done = 1;

    layout_tasks(made, desk, time);
    for (at = 0; done && at < made->wishes_count; at++) {
        if (layout_wish_runs(&made->wishes[at], time) && made->wishes[at].start < time) {
            done = layout_give(made, desk, &made->wishes[at]);
        }
    }
    for (at = 0; done && at < made->wishes_count; at++) {
        if (made->wishes[at].start == time) {
            done = layout_give(made, desk, &made->wishes[at]);
        }
    }
    return done;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static inline int layout_is_wish(const molding_desk *desk, uint32_t owner) {
    return owner != SKED_NONE &&
           (owner >= desk->all.count || desk->settings.tasks[owner].form ==
                                            SKED_MOLDABLE_DIVISIBLE);
}

/* A block that goes on where one of the interval before ended, which begin at `first`; or a new
   one. */
static inline int layout_add(layout *made, const layout_block *block, size_t first, size_t last) {
    layout_block *blocks;

    for (; first < last; first++) {
        blocks = &made->blocks[first];
        if (blocks->end == block->start && blocks->owner == block->owner &&
            blocks->low == block->low && blocks->high == block->high) {
            blocks->end = block->end;
            return 1;
        }
    }
    blocks = (layout_block *)molding_room(made->blocks, made->blocks_count, &made->blocks_room,
                                          sizeof *blocks);
    if (blocks == NULL) {
        return 0;
    }
    made->blocks = blocks;
    blocks[made->blocks_count++] = *block;
    return 1;
}

static inline int layout_interval(layout *made, const molding_desk *desk, sked_time start,
                                  sked_time end) {
    const uint32_t processors = desk->settings.processors;
    const size_t last = made->blocks_count;
    size_t first = 0;
    layout_block block;
    uint32_t p, run;

    while (first < last && made->blocks[first].end < start) {
        first++;
    }
    block.start = start;
    block.end = end;
    for (p = 0; p < processors; p = run) {
        run = p + 1;
        while (run < processors && made->owner[run] == made->owner[p]) {
            run++;
        }
        block.low = p;
        block.high = run;
        block.owner = made->owner[p];
        if (layout_is_wish(desk, block.owner) && !layout_add(made, &block, first, last)) {
            return 0;
        }
    }
    return 1;
}

static inline sked_status layout_walk(layout *made, const molding_desk *desk) {
    const uint32_t processors = desk->settings.processors;
    size_t at;

    made->owner = (uint32_t *)malloc(2 * (size_t)processors * sizeof *made->owner);
    if (made->owner == NULL) {
        return SKED_E_MEMORY;
    }
    made->before = made->owner + processors;
    memset(made->before, 0xFF, processors * sizeof *made->before);
    for (at = 0; at + 1 < made->changes_count; at++) {
        const sked_time start = (sked_time)made->changes[at].key;
        const sked_time end = (sked_time)made->changes[at + 1].key;

        if (start == end) {
            continue;
        }
        if (!layout_all(made, desk, start)) {
            return SKED_E_TAKEN;
        }
        if (!layout_interval(made, desk, start, end)) {
            return SKED_E_MEMORY;
        }
        memcpy(made->before, made->owner, processors * sizeof *made->before);
    }
    return SKED_OK;
}

/* Fails as sked_moldable_assign and sked_moldable_pieces do, and with SKED_E_MEMORY. */
static inline sked_status layout_make(layout *made, molding_desk *desk) {
    const size_t words = SKED_SET_WORDS(desk->settings.processors);
    sked_status status = SKED_E_MEMORY;

    memset(made, 0, sizeof *made);
    made->end = desk->result.makespan;
    made->words = (sked_word *)calloc(desk->all.count * words, sizeof *made->words);
    if (made->words != NULL) {
        status = sked_moldable_assign(&desk->plans, desk->rows, made->words);
    }
    if (status == SKED_OK) {
        status = layout_wishes(made, desk);
    }
    if (status == SKED_OK && made->wishes_count > 0) {
        status = layout_changes(made, desk);
    }
    if (status == SKED_OK && made->wishes_count > 0) {
        status = layout_walk(made, desk);
    }
    return status;
}

#endif
