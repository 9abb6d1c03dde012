/* moldable_gantt.h: draws a plan as SVG: processors upwards, time to the right, prices below. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_GANTT_H_INCLUDED
#define MOLDABLE_GANTT_H_INCLUDED

/* Below the plan: the weight of all tasks that have not ended, whose area is the minsum; and what a
   processor costs at each time, by the prices that prove the bound, if there are any. Coordinates
   are integers; the pieces are those of gantt.h. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantt.h"
#include "sched_moldable.h"

#include "moldable_desk.h"
#include "moldable_layout.h"

enum {
    PICTURE_TOP = 10600, PICTURE_ROW = 2400, PICTURE_LEAST = 24000, PICTURE_MOST = 56000,
    PICTURE_GAP = 3600, PICTURE_PANEL = 7800, PICTURE_LABELS = 16, PICTURE_LETTER = 700,
    PICTURE_LINE = 1500
};

typedef struct picture {
    const molding_desk *desk;
    const layout *made;
    sked_time start, end, step;     /* of the axis of time                                    */
    int64_t bottom, lowest;         /* of the plan, and of the last panel                     */
    uint32_t weight_most;
    sked_moldable_price prices[SKED_MOLDABLE_PRICES_MAX];
    uint32_t prices_count;
    int32_t prices_bits;            /* a price is in 2^-bits of a weight                      */
} picture;

/* ---- Scales ---------------------------------------------------------------------------------- */

/* Long times lose low bits, so that the products here and in gantt_nice_step fit. */
static inline sked_time picture_step(sked_time length) {
    const uint64_t parts = length < 100000000 ? 12 : 5;

    if (length < INT64_C(1000000000000)) {
        return (sked_time)gantt_nice_step((uint64_t)length, parts);
    }
    return 1000000 * (sked_time)gantt_nice_step((uint64_t)length / 1000000 + 1, parts);
}

static inline int64_t picture_x(const picture *view, sked_time time) {
    int64_t length = view->end - view->start, offset = time - view->start;

    offset = offset < 0 ? 0 : offset > length ? length : offset;
    for (; length > (INT64_C(1) << 40); length >>= 1) {
        offset >>= 1;
    }
    return GANTT_LEFT + offset * GANTT_SPAN / length;
}

/* The lower edge of a processor's row; 0 is the lowest one. */
static inline int64_t picture_y(const picture *view, uint32_t processor) {
    return gantt_y(PICTURE_TOP, view->bottom, processor, view->desk->settings.processors);
}

static inline void picture_scale(picture *view, const molding_desk *desk, const layout *made) {
    int64_t height = (int64_t)desk->settings.processors * PICTURE_ROW;
    uint32_t at;

    memset(view, 0, sizeof *view);
    view->desk = desk;
    view->made = made;
    view->start = desk->settings.now;
    view->end = made->end > view->start ? made->end : view->start + 1;
    view->step = picture_step(view->end - view->start);
    height = height < PICTURE_LEAST ? PICTURE_LEAST : height;
    view->bottom = PICTURE_TOP + (height < PICTURE_MOST ? height : PICTURE_MOST);
    if (sked_moldable_prices(&desk->plans, view->prices, &view->prices_count,
                             &view->prices_bits) != SKED_OK) {
        view->prices_count = 0;
    }
    view->lowest = view->bottom + (PICTURE_GAP + PICTURE_PANEL) * (view->prices_count > 0 ? 2 : 1);
    for (at = 0; at < desk->all.count; at++) {
        if (desk->settings.tasks[at].weight > view->weight_most) {
            view->weight_most = desk->settings.tasks[at].weight;
        }
    }
}

/* ---- The head -------------------------------------------------------------------------------- */

/* The colour of a form, mixed with white: `shade` is the share of the colour in per cent. */
static inline swil_text picture_fill(sked_moldable_form form, uint32_t shade) {
    static const uint32_t fills[MOLDING_FORMS] = {0x6780AD, 0x8673A0, 0x4F9480, 0x4C8FA8,
                                                  0xBC6A48, 0x8A8F98, 0xC2932F};
    uint32_t colour = 0, part;
    swil_text text;
    int shift;

    for (shift = 16; shift >= 0; shift -= 8) {
        part = 255 - (fills[form] >> shift & 255);
        colour = colour << 8 | (255 - part * shade / 100);
    }
    snprintf(text.text, sizeof text.text, " fill=\"#%06" PRIx32 "\"", colour);
    return text;
}

/* Names of the forms that the plan has, from the right; and what is reserved. */
static inline void picture_legend(FILE *file, const picture *view) {
    const molding_desk *desk = view->desk;
    int64_t x = GANTT_RIGHT + 1400;
    char more[80];
    uint32_t at;
    int form;

    if (desk->settings.spans_count > 0) {
        x -= 8600;
        gantt_rect(file, x, GANTT_LEGEND - 1000, x + 1200, GANTT_LEGEND + 200,
                   " rx=\"2\" class=\"kept\"");
        gantt_text(file, x + 1700, GANTT_LEGEND, "note", "reserved");
    }
    for (form = MOLDING_FORMS - 1; form >= 0; form--) {
        for (at = 0; at < desk->all.count && (int)desk->settings.tasks[at].form != form; at++) {
        }
        if (at < desk->all.count) {
            x -= 3600 + 660 * (int64_t)strlen(molding_forms[form].name);
            snprintf(more, sizeof more, " rx=\"2\"%s",
                     picture_fill((sked_moldable_form)form, 100).text);
            gantt_rect(file, x, GANTT_LEGEND - 1000, x + 1200, GANTT_LEGEND + 200, more);
            gantt_text(file, x + 1700, GANTT_LEGEND, "note", molding_forms[form].name);
        }
    }
    gantt_text(file, x - 1000, GANTT_LEGEND, "number", "the darker, the more weight:");
}

/* "minsum 12345, at most 2.1 % above the least" */
static inline void picture_worth(char *text, size_t room, const char *what, swil_text value,
                                 uint64_t ratio) {
    if (ratio <= 1000) {
        snprintf(text, room, "%s %s, the least", what, value.text);
    } else {
        snprintf(text, room, "%s %s, at most %s %% above the least", what, value.text,
                 molding_above_text(ratio).text);
    }
}

static inline void picture_head(FILE *file, const picture *view) {
    const molding_desk *desk = view->desk;
    const sked_moldable_result *result = &desk->result;
    char line[420], first[200], second[200];

    gantt_open(file, (int)(view->lowest / 100) + 46,
               ".id{text-anchor:middle;fill:#fff;stroke:none;font-weight:600}\n"
               ".dark{text-anchor:middle;fill:#2b2f36;stroke:none;font-weight:600}\n"
               ".kept{fill:url(#kept);stroke:#b9b7af;stroke-width:.6}\n"
               ".least{stroke:#a33f35;stroke-dasharray:5 3;fill:none}.red{fill:#a33f35}\n"
               ".left{fill:#dcd3e6;stroke:#8673a0;stroke-width:.8}\n"
               ".price{fill:#f0dcb4;stroke:#c79a3d;stroke-width:.8}\n");
    fputs("<defs><pattern id=\"kept\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><path d=\"M0 0V7\" stroke=\"#b9b7af\" "
          "stroke-width=\"2\"/></pattern></defs>\n", file);
    snprintf(line, sizeof line, "%" PRIu32 " task%s on %" PRIu32 " processor%s: %s",
             desk->all.count, desk->all.count == 1 ? "" : "s", desk->settings.processors,
             desk->settings.processors == 1 ? "" : "s", desk->options->algorithm->name);
    gantt_text(file, GANTT_LEFT, 3800, "title", line);
    picture_worth(first, sizeof first, "makespan", cells_number((uint64_t)result->makespan),
                  result->makespan_ratio);
    picture_worth(second, sizeof second, "minsum", molding_wide_text(result->minsum),
                  result->minsum_ratio);
    snprintf(line, sizeof line, "%s; %s", first, second);
    gantt_text(file, GANTT_LEFT, 6000, "subtitle", line);
    gantt_text(file, GANTT_LEFT, GANTT_LEGEND, "panel", "Tasks on processors");
    picture_legend(file, view);
}

/* Lines of time through a panel; their labels below it if it is the last one. */
static inline void picture_times(FILE *file, const picture *view, int64_t top, int64_t bottom) {
    sked_time time = (view->start + view->step - 1) / view->step * view->step;
    char label[32];
    int64_t x;

    for (; time <= view->end; time += view->step) {
        x = picture_x(view, time);
        gantt_line(file, x, top, x, bottom, "grid");
        if (bottom == view->lowest) {
            gantt_line(file, x, bottom, x, bottom + 500, "axis");
            snprintf(label, sizeof label, "%" PRId64, time);
            gantt_text(file, x, bottom + 1900, "hour", label);
        }
    }
}

static inline void picture_grid(FILE *file, const picture *view) {
    const uint32_t processors = view->desk->settings.processors;
    const uint32_t step = (uint32_t)gantt_nice_step(processors, PICTURE_LABELS);
    char label[32];
    uint32_t p;
    int64_t low, high;

    gantt_rect(file, GANTT_LEFT, PICTURE_TOP, GANTT_RIGHT, view->bottom, " fill=\"#ffffff\"");
    for (p = 0; p < processors; p += step) {
        low = picture_y(view, p);
        high = picture_y(view, p + 1);
        snprintf(label, sizeof label, "%" PRIu32, p);
        gantt_text(file, GANTT_LEFT - 900, (low + high) / 2 + 400, "number", label);
        gantt_line(file, GANTT_LEFT, low, GANTT_RIGHT, low, "grid");
    }
    picture_times(file, view, PICTURE_TOP, view->bottom);
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

/* A label in the middle of a box, upwards where it is too narrow; none where it has no room. */
static inline void picture_label(FILE *file, int64_t x, int64_t right, int64_t top, int64_t bottom,
                                 const char *kind, const char *label) {
    const int64_t length = (int64_t)strlen(label) * PICTURE_LETTER + 500;
    const int64_t middle = (x + right) / 2, centre = (top + bottom) / 2;

    if (right - x >= length && bottom - top >= 1300) {
        gantt_text(file, middle, centre + 420, kind, label);
    } else if (bottom - top >= length && right - x >= 1300) {
        gantt_put(file, "<g transform=\"rotate(-90 ", middle);
        gantt_put(file, " ", centre);
        fputs(")\">", file);
        gantt_text(file, middle, centre + 420, kind, label);
        fputs("</g>\n", file);
    }
}

/* The name, and below it the width, where both have room. */
static inline void picture_name(FILE *file, int64_t x, int64_t right, int64_t top, int64_t bottom,
                                const char *kind, const char *name, uint32_t width) {
    char number[32];

    snprintf(number, sizeof number, "\xc3\x97 %" PRIu32, width);
    if (bottom - top >= 2 * PICTURE_LINE + 400 &&
        right - x >= (int64_t)strlen(name) * PICTURE_LETTER + 500) {
        gantt_text(file, (x + right) / 2, (top + bottom) / 2 - 330, kind, name);
        gantt_text(file, (x + right) / 2, (top + bottom) / 2 + 1170, kind, number);
    } else {
        picture_label(file, x, right, top, bottom, kind, name);
    }
}

/* From 30 to 100 % of the colour. */
static inline uint32_t picture_shade(const picture *view, uint32_t weight) {
    return view->weight_most == 0
               ? 100 : 30 + (uint32_t)((uint64_t)weight * 70 / view->weight_most);
}

/* What the pointer shows over a task. */
static inline void picture_title(FILE *file, const picture *view, uint32_t task) {
    const sked_moldable_row *row = &view->desk->rows[task];
    const sked_moldable_task *from = &view->desk->settings.tasks[task];

    fputs("<title>", file);
    gantt_escape(file, names_text(&view->desk->all.ids, task));
    fprintf(file, ": %s, weight %" PRIu32 ", ready %" PRId64 "\n%" PRId64 " to %" PRId64,
            molding_forms[from->form].name, from->weight, from->ready, row->start, row->end);
    if (row->width > 0) {
        fprintf(file, " on %" PRIu32 " processor%s", row->width, row->width == 1 ? "" : "s");
    } else {
        fprintf(file, ", work %" PRId64, from->time);
    }
    fputs("</title>\n", file);
}

static inline void picture_group(FILE *file, const picture *view, uint32_t task) {
    const sked_moldable_task *from = &view->desk->settings.tasks[task];

    fprintf(file, "<g%s>", picture_fill(from->form, picture_shade(view, from->weight)).text);
    picture_title(file, view, task);
}

static inline const char *picture_ink(const picture *view, uint32_t task) {
    return picture_shade(view, view->desk->settings.tasks[task].weight) > 65 ? "id" : "dark";
}

static inline void picture_box(FILE *file, const picture *view, sked_time start, sked_time end,
                               uint32_t low, uint32_t high, const char *more) {
    const int64_t x = picture_x(view, start), right = picture_x(view, end);

    gantt_rect(file, x, picture_y(view, high), right > x ? right : x + 40, picture_y(view, low),
               more);
}

/* The end of the run of neighbours that begins with a processor. */
static inline uint32_t picture_run(const sked_set *set, uint32_t low) {
    uint32_t high = low + 1;

    while (high < set->size && sked_set_has(set, high)) {
        high++;
    }
    return high;
}

/* The lowest processor of the highest box. */
static inline uint32_t picture_highest(const sked_set *set) {
    uint32_t low, high, best = 0, most = 0;

    for (low = sked_set_first(set); low < set->size; low = sked_set_next(set, high - 1)) {
        high = picture_run(set, low);
        if (high - low > most) {
            most = high - low;
            best = low;
        }
    }
    return best;
}

/* One task: a box for each run of neighbours, with its name; and with the width on the highest. */
static inline void picture_task(FILE *file, const picture *view, uint32_t task) {
    const sked_moldable_row *row = &view->desk->rows[task];
    const sked_set set = layout_set(view->made, view->desk, task);
    const int64_t x = picture_x(view, row->start), right = picture_x(view, row->end);
    const char *name = names_text(&view->desk->all.ids, task), *ink = picture_ink(view, task);
    uint32_t low, high, best = picture_highest(&set);

    picture_group(file, view, task);
    for (low = sked_set_first(&set); low < set.size; low = sked_set_next(&set, high - 1)) {
        high = picture_run(&set, low);
        picture_box(file, view, row->start, row->end, low, high, "");
        if (low == best) {
            picture_name(file, x, right, picture_y(view, high), picture_y(view, low), ink, name,
                         row->width);
        } else {
            picture_label(file, x, right, picture_y(view, high), picture_y(view, low), ink, name);
        }
    }
    fputs("</g>\n", file);
}

/* A block of divisible work or of a reservation; named if it has the most area of its owner. */
static inline void picture_block(FILE *file, const picture *view, const layout_block *block,
                                 int largest) {
    const uint32_t reservation = block->owner - view->desk->all.count;
    const char *name = "reserved", *ink = "dark";

    if (block->owner < view->desk->all.count) {
        picture_group(file, view, block->owner);
        picture_box(file, view, block->start, block->end, block->low, block->high, "");
        name = names_text(&view->desk->all.ids, block->owner);
        ink = picture_ink(view, block->owner);
    } else {
        fprintf(file, "<g><title>reserved: %" PRIu32 " processors</title>\n",
                view->desk->settings.spans[reservation].count);
        picture_box(file, view, block->start, block->end, block->low, block->high,
                    " class=\"kept\"");
    }
    fputs("</g>\n", file);
    if (largest) {
        picture_label(file, picture_x(view, block->start), picture_x(view, block->end),
                      picture_y(view, block->high), picture_y(view, block->low), ink, name);
    }
}

/* Has the block the largest picture of all of its owner? */
static inline int picture_is_largest(const picture *view, size_t which) {
    const layout_block *blocks = view->made->blocks;
    const sked_wide area = sked_wide_mul((uint64_t)(blocks[which].end - blocks[which].start),
                                         blocks[which].high - blocks[which].low);
    size_t at;

    for (at = 0; at < view->made->blocks_count; at++) {
        const sked_wide other = sked_wide_mul((uint64_t)(blocks[at].end - blocks[at].start),
                                              blocks[at].high - blocks[at].low);
        const int order = sked_wide_compare(other, area);

        if (blocks[at].owner == blocks[which].owner && (order > 0 || (order == 0 && at < which))) {
            return 0;
        }
    }
    return 1;
}

static inline void picture_plan(FILE *file, const picture *view) {
    uint32_t task;
    size_t at;

    fputs("<g stroke=\"#ffffff\">\n", file);
    for (at = 0; at < view->made->blocks_count; at++) {
        picture_block(file, view, &view->made->blocks[at], picture_is_largest(view, at));
    }
    for (task = 0; task < view->desk->all.count; task++) {
        if (view->desk->rows[task].width > 0) {
            picture_task(file, view, task);
        }
    }
    fputs("</g>\n", file);
}

/* Where the bound on the makespan is. */
static inline void picture_least(FILE *file, const picture *view) {
    const int64_t x = picture_x(view, view->desk->result.makespan_least);
    char label[64];

    snprintf(label, sizeof label, "no plan ends before %" PRId64,
             view->desk->result.makespan_least);
    gantt_line(file, x, PICTURE_TOP - 200, x, view->lowest, "least");
    gantt_text(file, x < GANTT_LEFT + 20000 ? x + 600 : x - 600, view->bottom + 1300,
               x < GANTT_LEFT + 20000 ? "red" : "number red", label);
}

/* ---- The weight that is left ----------------------------------------------------------------- */

/* Ends of tasks with their weights, by time. Returns their number. */
static inline size_t picture_ends(const picture *view, sked_pair *ends) {
    uint32_t at;

    for (at = 0; at < view->desk->all.count; at++) {
        ends[at].key = (uint64_t)view->desk->rows[at].end;
        ends[at].index = at;
    }
    sked_sort(ends, at);
    return at;
}

/* Large numbers lose low bits, so that the products in gantt_y fit. */
static inline uint32_t picture_shift(uint64_t most) {
    uint32_t shift = 0;

    while (most >> shift > UINT64_C(0xFFFFFFFF)) {
        shift++;
    }
    return shift;
}

static inline uint64_t picture_weights(const picture *view) {
    uint64_t sum = 0;
    uint32_t at;

    for (at = 0; at < view->desk->all.count; at++) {
        sum += view->desk->settings.tasks[at].weight;
    }
    return sum;
}

static inline void picture_left(FILE *file, const picture *view, const sked_pair *ends,
                                size_t count) {
    const int64_t top = view->bottom + PICTURE_GAP, bottom = top + PICTURE_PANEL;
    uint64_t left = picture_weights(view);
    const uint64_t most = left > 0 ? left : 1;
    const uint32_t shift = picture_shift(most);
    size_t at;

    gantt_put(file, "<path d=\"M", GANTT_LEFT);
    gantt_put(file, " ", bottom);
    gantt_put(file, "V", gantt_y(top, bottom, left >> shift, most >> shift));
    for (at = 0; at < count; at++) {
        gantt_put(file, "H", picture_x(view, (sked_time)ends[at].key));
        left -= view->desk->settings.tasks[ends[at].index].weight;
        gantt_put(file, "V", gantt_y(top, bottom, left >> shift, most >> shift));
    }
    fputs("Z\" class=\"left\"/>\n", file);
}

/* A panel below the plan: its title, white, the lines of time, and what its height stands for. */
static inline void picture_panel(FILE *file, const picture *view, int64_t top, const char *title,
                                 const char *most) {
    gantt_text(file, GANTT_LEFT, top - 900, "panel", title);
    gantt_text(file, GANTT_LEFT - 900, top + 800, "number", most);
    gantt_text(file, GANTT_LEFT - 900, top + PICTURE_PANEL, "number", "0");
    gantt_rect(file, GANTT_LEFT, top, GANTT_RIGHT, top + PICTURE_PANEL, " fill=\"#ffffff\"");
    picture_times(file, view, top, top + PICTURE_PANEL);
}

static inline int picture_weight(FILE *file, const picture *view) {
    const int64_t top = view->bottom + PICTURE_GAP;
    sked_pair *ends = (sked_pair *)calloc(view->desk->all.count, sizeof *ends);

    if (ends == NULL) {
        return molding_no_memory();
    }
    picture_panel(file, view, top,
                  view->start == 0 ? "Weight of what has not ended: its area is the minsum"
                                   : "Weight of what has not ended",
                  cells_number(picture_weights(view)).text);
    picture_left(file, view, ends, picture_ends(view, ends));
    gantt_frame(file, top, top + PICTURE_PANEL);
    free(ends);
    return 1;
}

/* ---- Prices ---------------------------------------------------------------------------------- */

/* A price in weights, with three places if it has any. */
static inline swil_text picture_price(uint64_t price, int32_t bits) {
    sked_wide value = swil_wide(price);

    for (; bits > 62; bits--) {
        value = sked_wide_div(value, 2, NULL);
    }
    for (; bits < 0 && value.high >> 63 == 0; bits++) {
        value = sked_wide_add(value, value);
    }
    return swil_ratio_text(value, UINT64_C(1) << (bits < 0 ? 0 : bits), bits > 0 ? 3 : 0);
}

static inline void picture_prices(FILE *file, const picture *view) {
    const int64_t bottom = view->lowest, top = bottom - PICTURE_PANEL;
    uint64_t most = 1;
    uint32_t at, shift;

    if (view->prices_count == 0) {
        return;
    }
    for (at = 0; at < view->prices_count; at++) {
        most = view->prices[at].price > most ? view->prices[at].price : most;
    }
    shift = picture_shift(most);
    picture_panel(file, view, top, "Price of a processor: what proves the bound on the minsum",
                  picture_price(most, view->prices_bits).text);
    gantt_put(file, "<path d=\"M", GANTT_LEFT);
    gantt_put(file, " ", bottom);
    for (at = 0; at < view->prices_count; at++) {
        gantt_put(file, "V", gantt_y(top, bottom, view->prices[at].price >> shift, most >> shift));
        gantt_put(file, "H", picture_x(view, view->prices[at].end));
    }
    gantt_put(file, "V", bottom);
    fputs("Z\" class=\"price\"/>\n", file);
    gantt_frame(file, top, bottom);
}

/* Writes the picture; the caller looks whether the file took it. Returns 0 iff memory is out. */
static inline int picture_write(FILE *file, const molding_desk *desk, const layout *made) {
    picture view;
    int done;

    picture_scale(&view, desk, made);
    picture_head(file, &view);
    picture_grid(file, &view);
    picture_plan(file, &view);
    gantt_frame(file, PICTURE_TOP, view.bottom);
    done = picture_weight(file, &view);
    picture_prices(file, &view);
    picture_least(file, &view);
    fputs("</svg>\n", file);
    return done;
}

#endif
