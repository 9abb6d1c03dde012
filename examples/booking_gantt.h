/* booking_gantt.h: a calendar as a picture: a row for a processor, a box for a booking. */
/* SPDX-License-Identifier: MIT */
#ifndef BOOKING_GANTT_H_INCLUDED
#define BOOKING_GANTT_H_INCLUDED

/* From the base to the last end; what is down is hatched all the time. gantt.h draws. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantt.h"

#include "booking_desk.h"

typedef struct booking_picture {
    sked_ar_booking *rows;      /* by start */
    size_t count;
    gantt_picture page;
    gantt_box *boxes;
    gantt_step *busy;
    booking_desk *desk;
    char title[80], subtitle[120];
} booking_picture;

static inline void booking_picture_drop(booking_picture *picture) {
    free(picture->rows);
    free(picture->boxes);
    free(picture->busy);
    memset(picture, 0, sizeof *picture);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* A booking's processors are in desk->own then. */
static inline int booking_has(const booking_picture *picture, size_t number) {
    sked_ar_booking row;

    return sked_ar_get_booking(&picture->desk->calendar, picture->rows[number].id, &row,
                               &picture->desk->own) == SKED_OK;
}

/* Those of bookings by start, then those of what is down, which is in desk->first; none is
   written if there is no array yet. Returns their number. */
static inline size_t booking_boxes(const booking_picture *picture) {
    const booking_desk *desk = picture->desk;
    gantt_box box;
    size_t at, count = 0;

    memset(&box, 0, sizeof box);
    for (at = 0; at < picture->count; at++) {
        box.start = picture->rows[at].start;
        box.end = picture->rows[at].end;
        box.owner = (uint32_t)at;
        if (booking_has(picture, at)) {
            box.width = sked_set_count(&desk->own);
            count = gantt_runs(&desk->own, box, picture->boxes, count);
        }
    }
    box.start = picture->page.whole.start;
    box.end = picture->page.whole.end;
    box.kind = GANTT_DOWN;
    return gantt_runs(&desk->first, box, picture->boxes, count);
}

/* Returns 0 iff memory is out. */
static inline int booking_boxes_make(booking_picture *picture) {
    picture->page.count = booking_boxes(picture);
    picture->boxes = (gantt_box *)calloc(picture->page.count + 1, sizeof *picture->boxes);
    if (picture->boxes != NULL) {
        (void)booking_boxes(picture);
    }
    picture->page.boxes = picture->boxes;
    return picture->boxes != NULL;
}

/* Returns 0 iff memory is out. */
static inline int booking_busy_make(booking_picture *picture) {
    size_t at, count = 0;

    picture->busy = (gantt_step *)calloc(2 * picture->page.count + 1, sizeof *picture->busy);
    if (picture->busy == NULL) {
        return 0;
    }
    for (at = 0; at < picture->page.count; at++) {
        const gantt_box *box = &picture->boxes[at];

        if (box->kind == GANTT_JOB) {
            gantt_interval(picture->busy, &count, box->start, box->end, box->high - box->low);
        }
    }
    gantt_overview(&picture->page,
                   "Busy processors, whole calendar; the frame marks the part above",
                   picture->busy, gantt_sum(picture->busy, count));
    return 1;
}

/* ---- The page -------------------------------------------------------------------------------- */

/* From the base to the last end, and on to the first label there or to the horizon. No rows are
   none. */
static inline gantt_window booking_whole(const booking_picture *picture,
                                         const sked_ar_info *info) {
    sked_time end = info->base + 10 < info->horizon ? info->base + 10 : info->horizon;
    gantt_window whole;
    size_t at;

    for (at = 0; picture->rows != NULL && at < picture->count; at++) {
        end = at == 0 || picture->rows[at].end > end ? picture->rows[at].end : end;
    }
    whole = gantt_window_of(info->base, end);
    end = (end + whole.step - 1) / whole.step * whole.step;
    whole.end = end < info->horizon ? end : info->horizon;
    return whole;
}

static inline void booking_picture_name(const void *ctx, const gantt_box *box, char *text) {
    const booking_picture *picture = (const booking_picture *)ctx;

    snprintf(text, GANTT_NAME, "%s", booking_name_of(picture->rows[box->owner].id).text);
}

static inline void booking_picture_tell(FILE *file, const void *ctx, const gantt_box *box) {
    const booking_picture *picture = (const booking_picture *)ctx;
    const sked_ar_booking *row = &picture->rows[box->owner];

    if (box->kind == GANTT_DOWN) {
        fputs("down", file);
    } else if (booking_has(picture, box->owner)) {
        fprintf(file, "%s: %" PRId64 " to %" PRId64 " on ", booking_name_of(row->id).text,
                row->start, row->end);
        booking_print_set(file, &picture->desk->own);
    }
}

static inline void booking_picture_words(booking_picture *picture) {
    const uint32_t processors = picture->page.processors;
    const gantt_window *window = &picture->page.window;

    snprintf(picture->title, sizeof picture->title, "%lu booking%s on %" PRIu32 " processor%s",
             (unsigned long)picture->count, picture->count == 1 ? "" : "s", processors,
             processors == 1 ? "" : "s");
    snprintf(picture->subtitle, sizeof picture->subtitle, "ticks %" PRId64 " to %" PRId64 "%s",
             window->start, window->end,
             gantt_is_whole(&picture->page) ? "" : ", where most bookings are");
    picture->page.title = picture->title;
    picture->page.subtitle = picture->subtitle;
    picture->page.jobs = "Bookings on processors";
    picture->page.owner = "booking";
    picture->page.unit = "time (ticks)";
}

/* Returns 0 iff memory is out. */
static inline int booking_picture_make(booking_picture *picture, booking_desk *desk) {
    const sked_ar_info info = booking_info(desk);

    memset(picture, 0, sizeof *picture);
    picture->desk = desk;
    picture->rows = booking_rows(desk, NULL, &picture->count);
    picture->page.processors = info.processors;
    picture->page.whole = booking_whole(picture, &info);
    if (picture->rows == NULL || sked_ar_down_set(&desk->calendar, &desk->first) != SKED_OK ||
        !booking_boxes_make(picture) || !booking_busy_make(picture)) {
        booking_picture_drop(picture);
        return 0;
    }
    picture->page.window =
        gantt_crowded(&picture->page.whole, picture->boxes, picture->page.count);
    booking_picture_words(picture);
    picture->page.name = booking_picture_name;
    picture->page.tell = booking_picture_tell;
    picture->page.ctx = picture;
    return 1;
}

#endif
