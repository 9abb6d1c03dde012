/* moldable_gantt.h: a plan as a picture: tasks on processors, and below them weights and prices. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_GANTT_H_INCLUDED
#define MOLDABLE_GANTT_H_INCLUDED

/* Below the plan: the weight of all tasks that have not ended, whose area is the minsum; and what a
   processor costs at each time, by the prices that prove the bound, if there are any. gantt.h
   draws. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantt.h"
#include "sched_moldable.h"

#include "moldable_desk.h"
#include "moldable_layout.h"

typedef struct picture {
    const molding_desk *desk;
    gantt_picture page;
    gantt_box *boxes;
    gantt_step *busy, *left;
    gantt_step prices[SKED_MOLDABLE_PRICES_MAX + 1];
    swil_text left_top, price_top;
    char title[420], subtitle[520], shown[100], note[64];
} picture;

static inline void picture_drop(picture *view) {
    free(view->boxes);
    free(view->busy);
    free(view->left);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Tasks before bookings, those of each together. */
static inline int picture_order(const void *left, const void *right) {
    const gantt_box *a = (const gantt_box *)left, *b = (const gantt_box *)right;

    return a->owner != b->owner   ? (a->owner < b->owner ? -1 : 1)
           : a->start != b->start ? (a->start < b->start ? -1 : 1)
           : a->low != b->low     ? (a->low < b->low ? -1 : 1) : 0;
}

/* Pieces of divisible tasks have no width of their own. */
static inline gantt_box picture_block(const picture *view, const layout_block *block) {
    gantt_box box;

    memset(&box, 0, sizeof box);
    box.start = block->start;
    box.end = block->end;
    box.low = block->low;
    box.high = block->high;
    box.owner = block->owner;
    box.kind = block->owner < view->desk->all.count ? GANTT_JOB : GANTT_BOOKED;
    return box;
}

static inline gantt_box picture_task(const picture *view, uint32_t task) {
    const sked_moldable_row *row = &view->desk->rows[task];
    gantt_box box;

    memset(&box, 0, sizeof box);
    box.start = row->start;
    box.end = row->end;
    box.owner = task;
    box.width = row->width;
    return box;
}

/* Of tasks that have a width, then of blocks. Writes none if `boxes` is NULL; returns their
   number. */
static inline size_t picture_boxes(const picture *view, const layout *made, gantt_box *boxes) {
    size_t count = 0, at;
    uint32_t task;

    for (task = 0; task < view->desk->all.count; task++) {
        if (view->desk->rows[task].width > 0) {
            const sked_set set = layout_set(made, view->desk, task);

            count = gantt_runs(&set, picture_task(view, task), boxes, count);
        }
    }
    for (at = 0; at < made->blocks_count; at++, count++) {
        if (boxes != NULL) {
            boxes[count] = picture_block(view, &made->blocks[at]);
        }
    }
    return count;
}

/* Returns 0 iff memory is out. */
static inline int picture_boxes_make(picture *view, const layout *made) {
    view->page.count = picture_boxes(view, made, NULL);
    view->boxes = (gantt_box *)calloc(view->page.count + 1, sizeof *view->boxes);
    if (view->boxes == NULL) {
        return 0;
    }
    (void)picture_boxes(view, made, view->boxes);
    qsort(view->boxes, view->page.count, sizeof *view->boxes, picture_order);
    view->page.boxes = view->boxes;
    return 1;
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* Returns 0 iff memory is out. */
static inline int picture_busy_make(picture *view) {
    size_t at, count = 0;

    view->busy = (gantt_step *)calloc(2 * view->page.count + 1, sizeof *view->busy);
    for (at = 0; view->busy != NULL && at < view->page.count; at++) {
        const gantt_box *box = &view->boxes[at];

        if (box->kind == GANTT_JOB) {
            gantt_interval(view->busy, &count, box->start, box->end, box->high - box->low);
        }
    }
    if (view->busy != NULL) {
        gantt_overview(&view->page, "Busy processors, whole plan; the frame marks the part above",
                       view->busy, gantt_sum(view->busy, count));
    }
    return view->busy != NULL;
}

static inline gantt_panel *picture_panel(picture *view, const char *title, const char *top) {
    gantt_panel *panel = &view->page.panels[view->page.panels_count++];

    panel->title = title;
    panel->top = top;
    panel->curves_count = 1;
    return panel;
}

/* The weight of what has not ended. Returns 0 iff memory is out. */
static inline int picture_left_make(picture *view) {
    const molding_desk *desk = view->desk;
    const char *title = desk->settings.now == 0
                            ? "Weight of the unfinished tasks: the area is the minsum"
                            : "Weight of the unfinished tasks";
    size_t count = 0, task;
    gantt_curve *curve;
    uint64_t sum = 0;

    view->left = (gantt_step *)calloc(2 * (size_t)desk->all.count + 1, sizeof *view->left);
    for (task = 0; view->left != NULL && task < desk->all.count; task++) {
        const uint32_t weight = desk->settings.tasks[task].weight;

        gantt_interval(view->left, &count, desk->settings.now, desk->rows[task].end, weight);
        sum += weight;
    }
    if (view->left == NULL) {
        return 0;
    }
    view->left_top = cells_number(sum);
    curve = &picture_panel(view, title, view->left_top.text)->curves[0];
    curve->kind = "left";
    curve->steps = view->left;
    curve->count = gantt_sum(view->left, count);
    curve->top = sum > 0 ? sum : 1;
    return 1;
}

/* A price in weights, with three places if it has any. */
static inline swil_text picture_price(uint64_t price, int32_t bits) {
    sked_u128 value = swil_wide(price);

    for (; bits > 62; bits--) {
        value = sked_u128_div(value, 2, NULL);
    }
    for (; bits < 0 && value.high >> 63 == 0; bits++) {
        value = sked_u128_add(value, value);
    }
    return swil_ratio_text(value, UINT64_C(1) << (bits < 0 ? 0 : bits), bits > 0 ? 3 : 0);
}

static inline void picture_prices_make(picture *view) {
    sked_moldable_price prices[SKED_MOLDABLE_PRICES_MAX];
    uint32_t count = 0, at;
    gantt_curve *curve;
    uint64_t most = 1;
    int32_t bits;

    if (sked_moldable_get_prices(&view->desk->plans, prices, &count, &bits) != SKED_OK ||
        count == 0) {
        return;
    }
    for (at = 0; at < count; at++) {
        most = prices[at].price > most ? prices[at].price : most;
        view->prices[at].time = at == 0 ? view->page.whole.start : prices[at - 1].end;
        view->prices[at].value = prices[at].price;
    }
    view->prices[at].time = prices[at - 1].end;
    view->price_top = picture_price(most, bits);
    curve = &picture_panel(view, "Price of a processor: it proves the bound on the minsum",
                           view->price_top.text)->curves[0];
    curve->kind = "price";
    curve->steps = view->prices;
    curve->count = (size_t)count + 1;
    curve->top = most;
}

/* ---- Words ----------------------------------------------------------------------------------- */

static inline void picture_name(const void *ctx, const gantt_box *box, char *text) {
    const picture *view = (const picture *)ctx;

    snprintf(text, GANTT_NAME, "%s", names_text(&view->desk->all.ids, box->owner));
}

/* What the pointer shows over a task. */
static inline void picture_tell(FILE *file, const void *ctx, const gantt_box *box) {
    const molding_desk *desk = ((const picture *)ctx)->desk;
    const sked_moldable_row *row = &desk->rows[box->owner];
    const sked_moldable_task *from = &desk->settings.tasks[box->owner];

    if (box->kind != GANTT_JOB) {
        fprintf(file, "booked: %" PRIu32 " processors",
                desk->settings.spans[box->owner - desk->all.count].count);
        return;
    }
    gantt_escape(file, names_text(&desk->all.ids, box->owner));
    fprintf(file, ": %s, weight %" PRIu32 ", ready %" PRId64 "\n%" PRId64 " to %" PRId64,
            molding_form_of((int)from->form)->name, from->weight, from->ready, row->start,
            row->end);
    if (row->width > 0) {
        fprintf(file, " on %" PRIu32 " processor%s", row->width, row->width == 1 ? "" : "s");
    } else {
        fprintf(file, ", work %" PRId64, from->time);
    }
}

/* "minsum 12345 (at most 2.1 % above the best possible)" */
static inline void picture_worth(char *text, size_t room, const char *what, swil_text value,
                                 uint64_t ratio) {
    if (ratio <= 1000) {
        snprintf(text, room, "%s %s (the best possible)", what, value.text);
    } else {
        snprintf(text, room, "%s %s (at most %s %% above the best possible)", what, value.text,
                 molding_above_text(ratio).text);
    }
}

static inline void picture_words(picture *view) {
    const molding_desk *desk = view->desk;
    const sked_moldable_result *result = &desk->result;
    const gantt_window *window = &view->page.window;
    char first[200], second[200];

    snprintf(view->title, sizeof view->title,
             "%" PRIu32 " task%s on %" PRIu32 " processor%s (method: %s)",
             desk->all.count, desk->all.count == 1 ? "" : "s", desk->settings.processors,
             desk->settings.processors == 1 ? "" : "s", desk->options->method->name);
    picture_worth(first, sizeof first, "makespan", cells_number((uint64_t)result->makespan),
                  result->makespan_ratio_permille);
    picture_worth(second, sizeof second, "minsum", molding_wide_text(result->minsum),
                  result->minsum_ratio_permille);
    if (!gantt_is_whole(&view->page)) {
        snprintf(view->shown, sizeof view->shown,
                 "ticks %" PRId64 " to %" PRId64 ", where most tasks are", window->start,
                 window->end);
        view->page.shown = view->shown;
    }
    snprintf(view->subtitle, sizeof view->subtitle, "%s; %s", first, second);
    snprintf(view->note, sizeof view->note, "no plan ends before %" PRId64,
             result->makespan_lower_bound);
    view->page.title = view->title;
    view->page.subtitle = view->subtitle;
    view->page.jobs = "Tasks on processors";
    view->page.owner = "task";
    view->page.unit = "time (ticks)";
    view->page.note = view->note;
    view->page.note_time = result->makespan_lower_bound;
}

/* Writes the picture; the caller looks whether the file took it. Returns 0 iff memory is out. */
static inline int picture_write(FILE *file, const molding_desk *desk, const layout *made) {
    const sked_time now = desk->settings.now;
    picture view;
    int done;

    memset(&view, 0, sizeof view);
    view.desk = desk;
    view.page.processors = desk->settings.processors;
    view.page.whole = gantt_window_of(now, made->end > now ? made->end : now + 1);
    view.page.name = picture_name;
    view.page.tell = picture_tell;
    view.page.ctx = &view;
    done = picture_boxes_make(&view, made) && picture_busy_make(&view) &&
           picture_left_make(&view);
    if (done) {
        view.page.window = gantt_crowded(&view.page.whole, view.boxes, view.page.count);
        picture_prices_make(&view);
        picture_words(&view);
        gantt_write(file, &view.page);
    }
    picture_drop(&view);
    return done || molding_no_memory();
}

#endif
