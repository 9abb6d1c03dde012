/* gantt.h: draws a schedule as SVG: processors upwards, time to the right, curves below. */
/* SPDX-License-Identifier: MIT */
#ifndef GANTT_H_INCLUDED
#define GANTT_H_INCLUDED

/* The one writer of all programs. A program fills in a gantt_picture with boxes (who has which
   processors, and when) and with curves, and calls gantt_write. Two plans of the same machine and
   hours may share a picture, one below the other.

   A box's colour says how wide its owner is. A box that is large enough has its owner's name; a
   name stays inside of its box, so no two overlap. Of a schedule with more owners than anybody can
   read, a window is shown: gantt_crowded finds the one with the most in it, and a panel below shows
   where it lies in the whole.

   All arithmetic is on integers: coordinates are hundredths of a pixel, at most 120000, because
   browsers clamp large ones; times are scaled to them, never written as they are. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"

/* The parts of the page, in hundredths of a pixel. A page of documents shows about 830 pixels: a
   picture that is not much wider keeps its letters. */
enum {
    GANTT_PAGE = 96000, GANTT_LEFT = 6000, GANTT_RIGHT = 93600,
    GANTT_SPAN = GANTT_RIGHT - GANTT_LEFT, GANTT_HEAD = 3600, GANTT_TEXT_LINE = 2000,
    GANTT_ROW = 2400, GANTT_LEAST = 4800, GANTT_MOST = 50000,       /* heights of a plan */
    GANTT_SHARED = 23000,                                           /* ... of each of two */
    GANTT_GAP = 3600, GANTT_PANEL = 8000, GANTT_FOOT = 1200,
    GANTT_LETTER = 720, GANTT_LINE = 1500, GANTT_MARK = 500,
    GANTT_POINTED = 100                                             /* least for a pointer */
};

enum {
    GANTT_CLASSES = 6, GANTT_NAME = 80, GANTT_PANELS = 3, GANTT_ROWS_LABELLED = 32,
    GANTT_READABLE = 250,           /* most owners in a crowded window                       */
    GANTT_HALVINGS = 12, GANTT_DAY = 86400
};

typedef enum gantt_kind { GANTT_JOB, GANTT_BOOKED, GANTT_DOWN } gantt_kind;
typedef enum gantt_mark { GANTT_PLAIN, GANTT_BACKFILLED, GANTT_MOVED, GANTT_KILLED } gantt_mark;

typedef struct gantt_box {
    int64_t start, end;
    uint32_t low, high;             /* processors low .. high-1                              */
    uint32_t owner;                 /* whose it is: a number of the program's                */
    uint32_t width;                 /* processors of its owner in all: the colour; 0: it has no
                                       number of its own                                     */
    gantt_kind kind;
    uint32_t tier;                  /* 0: its rows; from 1 on: a paler strip in their lower part */
    gantt_mark first, last;         /* at its start and at its end                           */
    int64_t moved;                  /* how long the first mark lasts; 0: a mark's own width  */
} gantt_box;

typedef struct gantt_window {
    int64_t start, end;
    int64_t step;                   /* between two labels                                    */
    int64_t clock;                  /* added to a time for its time of day; -1: plain numbers */
} gantt_window;

typedef struct gantt_step {         /* from this time on a curve has this value              */
    int64_t time;
    uint64_t value;
} gantt_step;

typedef struct gantt_curve {
    const char *kind;               /* how it is drawn: a class of the style                 */
    const char *name;               /* NULL: the panel's title says it                       */
    const gantt_step *steps;        /* by time                                               */
    size_t count;
    uint64_t top;                   /* the value at the panel's upper edge, not 0            */
} gantt_curve;

typedef struct gantt_panel {
    const char *title;
    const char *top;                /* what the upper edge stands for; NULL: numbers by gantt.h */
    gantt_curve curves[2];
    size_t curves_count;
} gantt_panel;

typedef struct gantt_picture gantt_picture;

struct gantt_picture {
    const char *title, *subtitle;
    const char *shown;              /* which part is shown: a line of its own; NULL: none    */
    const char *jobs, *facts;       /* the plan's title, and what follows it; NULL: nothing  */
    const char *remark;             /* written where the plan is empty; NULL: nothing        */
    const char *owner;              /* what a box belongs to: "job"                          */
    const char *unit;               /* of time: the title of the axis                        */
    uint32_t processors;
    uint32_t tiers;                 /* behind the first one                                  */
    gantt_window window;            /* what is shown                                         */
    gantt_window whole;             /* what there is: see `busy`                             */
    const gantt_box *boxes;         /* those of an owner lie together                        */
    size_t count;
    gantt_panel panels[GANTT_PANELS];
    size_t panels_count;
    gantt_panel overview;           /* of the whole; drawn unless the window shows it all    */
    const gantt_picture *below;     /* a second plan, of the same machine and hours; or NULL */
    const char *note;               /* of a time: a line through all panels; NULL: none      */
    int64_t note_time;
    void (*name)(const void *ctx, const gantt_box *box, char *text);    /* GANTT_NAME bytes  */
    void (*tell)(FILE *file, const void *ctx, const gantt_box *box);    /* for the pointer   */
    const void *ctx;
    int64_t top, height;            /* of the plan on the page: gantt_write sets them        */
};

/* Boxes like `like`, one for each run of neighbours in a set, from boxes[count] on; none is written
   if `boxes` is NULL. Returns the number of all. */
static inline size_t gantt_runs(const sked_set *set, gantt_box like, gantt_box *boxes,
                                size_t count) {
    for (like.low = sked_set_first(set); like.low < set->size;
         like.low = sked_set_next(set, like.high - 1)) {
        for (like.high = like.low + 1; like.high < set->size && sked_set_has(set, like.high);) {
            like.high++;
        }
        if (boxes != NULL) {
            boxes[count] = like;
        }
        count++;
    }
    return count;
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* The least of 1, 2, 5, 10, 20, ... of which at most `parts` reach `top`. */
static inline uint64_t gantt_nice_step(uint64_t top, uint64_t parts) {
    uint64_t unit = 1;

    while (5 * unit * parts < top) {
        unit *= 10;
    }
    return unit * parts >= top ? unit : 2 * unit * parts >= top ? 2 * unit : 5 * unit;
}

/* Sets the distance of labels: of few that are long. Long windows are told in millions, so that
   the products in gantt_nice_step fit. */
static inline void gantt_label(gantt_window *window) {
    const uint64_t length = (uint64_t)(window->end - window->start);
    const uint64_t parts = window->end < 100000000 ? 12 : 5;

    if (window->clock >= 0) {
        window->step = GANTT_DAY * (int64_t)gantt_nice_step(length / GANTT_DAY + 1, 10);
    } else if (length < UINT64_C(1000000000000)) {
        window->step = (int64_t)gantt_nice_step(length, parts);
    } else {
        window->step = 1000000 * (int64_t)gantt_nice_step(length / 1000000 + 1, parts);
    }
}

/* A window of plain numbers, with its labels. Needs start < end. */
static inline gantt_window gantt_window_of(int64_t start, int64_t end) {
    gantt_window window;

    window.start = start;
    window.end = end;
    window.clock = -1;
    gantt_label(&window);
    return window;
}

/* The cell from which on four cells meet the most owners, and how many; of an owner the first box
   counts. It is counted at the first such cell, and taken back behind the last one; sums wrap
   modulo 2^32, the result does not. `seen` has one more than there are cells. */
static inline size_t gantt_most_seen(const gantt_window *whole, const gantt_box *boxes,
                                     size_t count, int64_t cell, size_t cells, uint32_t *seen,
                                     uint32_t *most) {
    uint32_t sum = 0;
    size_t at, best = 0, first, last;

    memset(seen, 0, (cells + 1) * sizeof *seen);
    for (at = 0; at < count; at++) {
        if ((at == 0 || boxes[at].owner != boxes[at - 1].owner) &&
            boxes[at].end > whole->start && boxes[at].start < whole->end) {
            first = boxes[at].start < whole->start
                        ? 0 : (size_t)((boxes[at].start - whole->start) / cell);
            last = (size_t)((boxes[at].end - 1 - whole->start) / cell);
            seen[first > 3 ? first - 3 : 0]++;
            seen[last < cells ? last + 1 : cells]--;
        }
    }
    *most = 0;
    for (at = 0; at < cells; at++) {
        sum += seen[at];
        if (sum > *most) {
            *most = sum;
            best = at;
        }
    }
    return best;
}

/* The window with the most owners: the longest that halving leaves and that can be read. The whole
   if that can be read, or if memory is out. */
static inline gantt_window gantt_crowded(const gantt_window *whole, const gantt_box *boxes,
                                         size_t count) {
    uint32_t *seen = (uint32_t *)calloc(((size_t)4 << GANTT_HALVINGS) + 1, sizeof *seen);
    const int64_t length = whole->end - whole->start;
    gantt_window window = *whole;
    int64_t cell = length;
    uint32_t most = GANTT_READABLE + 1;
    size_t at = 0, cells;
    int halvings;

    for (halvings = 0; seen != NULL && cell > 1 && most > GANTT_READABLE &&
                       halvings <= GANTT_HALVINGS; halvings++) {
        cells = (size_t)4 << halvings;
        cell = (length - 1) / (int64_t)cells + 1;
        at = gantt_most_seen(whole, boxes, count, cell, cells, seen, &most);
    }
    free(seen);
    if (halvings > 1) {
        window.start = whole->start + (int64_t)at * cell;
        window.start = window.start > whole->end - 4 * cell ? whole->end - 4 * cell : window.start;
        window.start = window.start < whole->start ? whole->start : window.start;
        window.end = whole->end - window.start > 4 * cell ? window.start + 4 * cell : whole->end;
        gantt_label(&window);
    }
    return window;
}

static inline int gantt_is_whole(const gantt_picture *picture) {
    return picture->window.start == picture->whole.start &&
           picture->window.end == picture->whole.end;
}

/* ---- Curves ---------------------------------------------------------------------------------- */

static inline int gantt_step_order(const void *left, const void *right) {
    const int64_t a = ((const gantt_step *)left)->time, b = ((const gantt_step *)right)->time;

    return a < b ? -1 : a > b;
}

/* Makes a curve from changes, each a value to add modulo 2^64, in any order. One step a time is
   left: returns how many. */
static inline size_t gantt_sum(gantt_step *steps, size_t count) {
    uint64_t value = 0;
    size_t at, kept = 0;

    qsort(steps, count, sizeof *steps, gantt_step_order);
    for (at = 0; at < count; at++) {
        value += steps[at].value;
        if (at + 1 == count || steps[at + 1].time != steps[at].time) {
            steps[kept].time = steps[at].time;
            steps[kept++].value = value;
        }
    }
    return kept;
}

static inline void gantt_interval(gantt_step *steps, size_t *count, int64_t start, int64_t end,
                                  uint64_t amount) {
    if (start < end) {
        steps[*count].time = start;
        steps[(*count)++].value = amount;
        steps[*count].time = end;
        steps[(*count)++].value = 0 - amount;
    }
}

/* The time of a step within the window. */
static inline int64_t gantt_inside(const gantt_window *window, int64_t time) {
    return time < window->start ? window->start : time > window->end ? window->end : time;
}

/* The highest value in a window. */
static inline uint64_t gantt_highest(const gantt_step *steps, size_t count,
                                     const gantt_window *window) {
    uint64_t highest = 0;
    size_t at;

    for (at = 0; at < count && steps[at].time < window->end; at++) {
        if ((at + 1 == count || steps[at + 1].time > window->start) &&
            steps[at].value > highest) {
            highest = steps[at].value;
        }
    }
    return highest;
}

/* The lowest value in a window. */
static inline uint64_t gantt_lowest(const gantt_step *steps, size_t count,
                                    const gantt_window *window) {
    uint64_t lowest = count > 0 && steps[0].time <= window->start ? UINT64_MAX : 0;
    size_t at;

    for (at = 0; at < count && steps[at].time < window->end; at++) {
        if ((at + 1 == count || steps[at + 1].time > window->start) && steps[at].value < lowest) {
            lowest = steps[at].value;
        }
    }
    return lowest;
}

/* The area under a curve in [start, end): values times time in units of 2^shift. Goes on from step
   *at, the last that is not after start, and leaves there the one for end. */
static inline uint64_t gantt_area(const gantt_step *steps, size_t count, size_t *at, int64_t start,
                                  int64_t end, int shift) {
    uint64_t area = 0;

    for (; start < end && *at < count && steps[*at].time < end; (*at)++) {
        const int last = *at + 1 == count || steps[*at + 1].time >= end;
        const int64_t until = last ? end : steps[*at + 1].time;
        const int64_t from = steps[*at].time > start ? steps[*at].time : start;

        if (until > from) {
            area += steps[*at].value * ((uint64_t)(until - from) >> shift);
        }
        if (last) {
            break;
        }
    }
    return area;
}

/* The share of a panel under a curve, in parts per thousand. */
static inline unsigned gantt_share(const gantt_step *steps, size_t count,
                                   const gantt_window *window, uint64_t most) {
    const uint64_t full = most * (uint64_t)(window->end - window->start);
    size_t at = 0;

    return (unsigned)((gantt_area(steps, count, &at, window->start, window->end, 0) * 1000 +
                       full / 2) / full);
}

/* ---- Pieces of SVG --------------------------------------------------------------------------- */

/* Writes a coordinate: hundredths of a pixel as pixels. */
static inline void gantt_put(FILE *file, const char *before, int64_t hundredths) {
    fprintf(file, "%s%" PRId64, before, hundredths / 100);
    if (hundredths % 10 != 0) {
        fprintf(file, ".%02d", (int)(hundredths % 100));
    } else if (hundredths % 100 != 0) {
        fprintf(file, ".%d", (int)(hundredths % 100 / 10));
    }
}

/* Characters that XML has a meaning for, as what stands for them. */
static inline void gantt_escape(FILE *file, const char *text) {
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '&': fputs("&amp;", file); break;
        default: fputc((unsigned char)*text < 32 ? ' ' : *text, file); break;
        }
    }
}

static inline void gantt_text(FILE *file, int64_t x, int64_t y, const char *kind,
                              const char *text) {
    gantt_put(file, "<text x=\"", x);
    gantt_put(file, "\" y=\"", y);
    fprintf(file, "\" class=\"%s\">", kind);
    gantt_escape(file, text);
    fputs("</text>\n", file);
}

static inline void gantt_rect(FILE *file, int64_t x, int64_t y, int64_t right, int64_t bottom,
                              const char *more) {
    gantt_put(file, "<rect x=\"", x);
    gantt_put(file, "\" y=\"", y);
    gantt_put(file, "\" width=\"", right - x);
    gantt_put(file, "\" height=\"", bottom - y);
    fprintf(file, "\"%s/>\n", more);
}

static inline void gantt_line(FILE *file, int64_t x, int64_t y, int64_t right, int64_t bottom,
                              const char *kind) {
    gantt_put(file, "<path d=\"M", x);
    gantt_put(file, " ", y);
    gantt_put(file, "L", right);
    gantt_put(file, " ", bottom);
    fprintf(file, "\" class=\"%s\"/>\n", kind);
}

/* Long times lose low bits, so that the product stays below 2^63. */
static inline int64_t gantt_x(const gantt_window *window, int64_t time) {
    int64_t length = window->end - window->start;
    int64_t offset = gantt_inside(window, time) - window->start;

    for (; length > (INT64_C(1) << 40); length >>= 1) {
        offset >>= 1;
    }
    return GANTT_LEFT + offset * GANTT_SPAN / length;
}

/* Large values lose low bits, so that the product stays below 2^63. */
static inline int64_t gantt_y(int64_t top, int64_t bottom, uint64_t value, uint64_t full) {
    for (; full > UINT64_C(0xFFFFFFFF); full >>= 1) {
        value >>= 1;
    }
    return bottom - (int64_t)(value * (uint64_t)(bottom - top) / full);
}

/* Rows have their height as long as there is room. */
static inline int64_t gantt_height(const gantt_picture *picture) {
    const int64_t height = (int64_t)picture->processors * GANTT_ROW;
    const int64_t most = picture->below != NULL ? GANTT_SHARED : GANTT_MOST;

    return height < GANTT_LEAST ? GANTT_LEAST : height > most ? most : height;
}

static inline int64_t gantt_bottom(const gantt_picture *picture) {
    return picture->top + picture->height;
}

/* The lower edge of a processor's row; 0 is the lowest one. */
static inline int64_t gantt_row(const gantt_picture *picture, uint32_t processor) {
    return gantt_y(picture->top, gantt_bottom(picture), processor, picture->processors);
}

/* "day 3, 06:12:05"; days count from 1. A plain number without a clock. */
static inline void gantt_point(char *text, size_t room, int64_t time, int64_t clock) {
    const int64_t second = time + clock;

    if (clock < 0) {
        snprintf(text, room, "%" PRId64, time);
    } else {
        snprintf(text, room, "day %" PRId64 ", %02d:%02d:%02d", second / GANTT_DAY + 1,
                 (int)(second / 3600 % 24), (int)(second / 60 % 60), (int)(second % 60));
    }
}

/* ---- Axes ------------------------------------------------------------------------------------ */

/* The first label at or after the window's start. */
static inline int64_t gantt_first_label(const gantt_window *window) {
    const int64_t clock = window->clock < 0 ? 0 : window->clock, from = window->start + clock;

    return from + (window->step - from % window->step) % window->step - clock;
}

/* A panel's white, and its lines of time. */
static inline void gantt_paper(FILE *file, const gantt_window *window, int64_t top,
                               int64_t bottom) {
    int64_t time = gantt_first_label(window);

    gantt_rect(file, GANTT_LEFT, top, GANTT_RIGHT, bottom, " fill=\"#ffffff\"");
    for (; time <= window->end; time += window->step) {
        gantt_line(file, gantt_x(window, time), top, gantt_x(window, time), bottom, "grid");
    }
}

static inline void gantt_frame(FILE *file, int64_t top, int64_t bottom) {
    gantt_line(file, GANTT_LEFT, top, GANTT_LEFT, bottom, "axis");
    gantt_line(file, GANTT_LEFT, bottom, GANTT_RIGHT, bottom, "axis");
}

/* "day 3" where days are all that is told, else "06:00", or a number. */
static inline void gantt_time_label(char *text, size_t room, const gantt_window *window,
                                    int64_t time) {
    const int64_t second = time + window->clock;

    if (window->clock < 0) {
        snprintf(text, room, "%" PRId64, time);
    } else if (window->step % GANTT_DAY == 0) {
        snprintf(text, room, "day %" PRId64, second / GANTT_DAY + 1);
    } else {
        snprintf(text, room, "%02d:%02d", (int)(second / 3600 % 24), (int)(second / 60 % 60));
    }
}

static inline int gantt_is_hours(const gantt_window *window) {
    return window->clock >= 0 && window->step % GANTT_DAY != 0;
}

/* The room for labels of time: hours have three lines, numbers two, days one. */
static inline int64_t gantt_axis(const gantt_window *window) {
    return gantt_is_hours(window) ? 5000 : window->clock < 0 ? 3900 : 2200;
}

/* The labels of time under a panel; of hours, the day under the first one and under midnights.
   Below them the unit, unless the labels are days. */
static inline void gantt_times(FILE *file, const gantt_window *window, int64_t bottom,
                               const char *unit) {
    const int hours = gantt_is_hours(window);
    int64_t time = gantt_first_label(window), first = time, x, day_x = -20000;
    char label[64];

    for (; time <= window->end; time += window->step) {
        x = gantt_x(window, time);
        gantt_line(file, x, bottom, x, bottom + 500, "axis");
        gantt_time_label(label, sizeof label, window, time);
        gantt_text(file, x, bottom + 1900, "hour", label);
        if (hours && x - day_x > 9000 &&
            (time == first || (time + window->clock) % GANTT_DAY == 0)) {
            snprintf(label, sizeof label, "day %" PRId64,
                     (time + window->clock) / GANTT_DAY + 1);
            gantt_text(file, x, bottom + 3400, "hour", label);
            day_x = x;
        }
    }
    if (window->clock < 0 || hours) {
        gantt_text(file, (GANTT_LEFT + GANTT_RIGHT) / 2, bottom + (hours ? 4700 : 3600), "hour",
                   unit);
    }
}

/* Lines and labels of a panel's heights. */
static inline void gantt_heights(FILE *file, int64_t top, int64_t bottom, uint64_t full,
                                 uint64_t step) {
    char label[32];
    uint64_t value;

    for (value = 0; value <= full; value += step) {
        const int64_t y = gantt_y(top, bottom, value, full);

        gantt_line(file, GANTT_LEFT, y, GANTT_RIGHT, y, "grid");
        snprintf(label, sizeof label, "%" PRIu64, value);
        gantt_text(file, GANTT_LEFT - 900, y + 400, "number", label);
    }
}

/* A machine is divided into quarters where that comes out even, otherwise into round numbers. */
static inline uint64_t gantt_part(uint64_t full, uint64_t parts) {
    return full % parts == 0 ? full / parts : gantt_nice_step(full, parts);
}

/* The rows of the plan: each with its number in the middle while they are high enough, else edges
   are labelled. */
static inline void gantt_rows(FILE *file, const gantt_picture *picture) {
    const int64_t bottom = gantt_bottom(picture);
    char label[32];
    uint32_t p;

    if (picture->processors > GANTT_ROWS_LABELLED) {
        gantt_heights(file, picture->top, bottom, picture->processors,
                      gantt_part(picture->processors, 4));
        return;
    }
    for (p = 0; p < picture->processors; p++) {
        const int64_t low = gantt_row(picture, p), high = gantt_row(picture, p + 1);

        gantt_line(file, GANTT_LEFT, low, GANTT_RIGHT, low, "grid");
        snprintf(label, sizeof label, "%" PRIu32, p);
        gantt_text(file, GANTT_LEFT - 900, (low + high) / 2 + 400, "number", label);
    }
}

/* ---- Colours --------------------------------------------------------------------------------- */

/* Classes of width: one processor, then up to 1/16, 1/8, 1/4, 1/2 and all of the machine. */
static inline uint32_t gantt_class_top(uint32_t processors, int class_number) {
    const uint32_t top = class_number == 0 ? 1 : processors >> (GANTT_CLASSES - 1 - class_number);

    return top > 1 ? top : 1;
}

static inline int gantt_class(uint32_t processors, uint32_t width) {
    int class_number = 0;

    while (class_number < GANTT_CLASSES - 1 && width > gantt_class_top(processors, class_number)) {
        class_number++;
    }
    return class_number;
}

/* From narrow to wide, and once more for later tiers. Any two neighbours differ by 10 or more in
   CIEDE2000, also for those who do not see red and green: tests/palette.py computes it. */
static inline const char *gantt_colour(int class_number, int pale) {
    static const char *const colours[2][GANTT_CLASSES] = {
        {"#ffdd91", "#a0b965", "#68c3a4", "#3097bc", "#2569b2", "#533876"},
        {"#fef6de", "#cdd7a1", "#c4e4d6", "#95cee8", "#8ca3de", "#9f88ab"}};

    return colours[pale][class_number];
}

static inline const char *gantt_fill(const gantt_picture *picture, const gantt_box *box) {
    return box->width == 0 ? "#b9bdc3"
                           : gantt_colour(gantt_class(picture->processors, box->width),
                                          box->tier > 0);
}

/* A name on one of these colours. */
static inline const char *gantt_ink(int class_number) {
    return class_number < 4 ? "id" : "id light";
}

/* What colours and words in boxes mean. */
static inline void gantt_legend_widths(FILE *file, const gantt_picture *picture, int64_t y) {
    char label[64], fill[32];
    int64_t x = GANTT_LEFT;
    uint32_t low, high;
    int class_number;

    snprintf(label, sizeof label, "Processors of a %s:", picture->owner);
    gantt_text(file, x, y, "note", label);
    x += 700 + 660 * (int64_t)strlen(label);
    for (class_number = 0; class_number < GANTT_CLASSES; class_number++) {
        high = gantt_class_top(picture->processors, class_number);
        low = class_number == 0 ? 1 : gantt_class_top(picture->processors, class_number - 1) + 1;
        if (low > high) {
            continue;
        }
        snprintf(label, sizeof label, low == high ? "%lu" : "%lu\xe2\x80\x93%lu",
                 (unsigned long)low, (unsigned long)high);
        snprintf(fill, sizeof fill, " rx=\"2\" fill=\"%s\"", gantt_colour(class_number, 0));
        gantt_rect(file, x, y - 1000, x + 1200, y + 200, fill);
        gantt_text(file, x + 1700, y, "note", label);
        x += 3300 + 760 * (int64_t)(strlen(label) - (low == high ? 0 : 2));
    }
    snprintf(label, sizeof label, "In a box: %s \xc3\x97 processors", picture->owner);
    gantt_text(file, GANTT_RIGHT, y, "number", label);
}

/* A sign and its words; gives where the next one begins. */
static inline int64_t gantt_sign(FILE *file, int64_t x, int64_t y, int64_t width, const char *kind,
                                 const char *words) {
    char more[40];

    snprintf(more, sizeof more, " class=\"%s\"", kind);
    gantt_rect(file, x, y - 1000, x + width, y + 200, more);
    gantt_text(file, x + width + 500, y, "note", words);
    return x + width + 1600 + 660 * (int64_t)strlen(words);
}

/* Signs, in the order of the legend: first the marks as gantt_mark numbers them. */
enum {
    GANTT_BEHIND = GANTT_KILLED + 1, GANTT_DIVISIBLE, GANTT_KEPT, GANTT_OUT, GANTT_IDLE,
    GANTT_SIGNS
};

/* Which signs the boxes have; the idle ones need a word where nothing else explains the white. */
static inline void gantt_signs_of(const gantt_picture *picture, int *has) {
    size_t at;

    for (at = 0; at < picture->count; at++) {
        const gantt_box *box = &picture->boxes[at];

        has[box->first] = has[box->last] = 1;
        has[GANTT_BEHIND] |= box->tier > 0;
        has[GANTT_DIVISIBLE] |= box->kind == GANTT_JOB && box->width == 0;
        has[GANTT_KEPT] |= box->kind == GANTT_BOOKED;
        has[GANTT_OUT] |= box->kind == GANTT_DOWN;
    }
    has[GANTT_IDLE] = 1;
    has[GANTT_PLAIN] = 0;
}

static inline void gantt_legend_signs(FILE *file, const gantt_picture *picture, int64_t y) {
    static const char *const kinds[GANTT_SIGNS] = {
        NULL, "mark", "moved", "killed", "pale", "any", "booked", "down", "idle"};
    static const char *const words[GANTT_SIGNS] = {
        NULL, "backfilled: started ahead of its turn", "migrated", "killed, to start anew",
        "in the background", "divisible: on any processors", "booked", "out of service", "idle"};
    int64_t x = GANTT_LEFT;
    int has[GANTT_SIGNS] = {0}, sign;

    gantt_signs_of(picture, has);
    if (picture->below != NULL) {
        gantt_signs_of(picture->below, has);
    }
    for (sign = GANTT_BACKFILLED; sign < GANTT_SIGNS; sign++) {
        if (has[sign]) {
            x = gantt_sign(file, x, y, sign < GANTT_BEHIND ? GANTT_MARK : 1200, kinds[sign],
                           words[sign]);
        }
    }
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

typedef struct gantt_place { int64_t x, right, top, bottom; } gantt_place;

static inline int gantt_is_seen(const gantt_picture *picture, const gantt_box *box) {
    return box->start < picture->window.end && box->end > picture->window.start;
}

/* Where a box is drawn; nothing is too short to be seen. */
static inline gantt_place gantt_place_of(const gantt_picture *picture, const gantt_box *box) {
    gantt_place place;

    place.x = gantt_x(&picture->window, box->start);
    place.right = gantt_x(&picture->window, box->end);
    place.x = place.x > GANTT_RIGHT - 40 ? GANTT_RIGHT - 40 : place.x;
    place.right = place.right - place.x < 40 ? place.x + 40 : place.right;
    place.top = gantt_row(picture, box->high);
    place.bottom = gantt_row(picture, box->low);
    return place;
}

/* In the middle of a box, upwards where it is too narrow; nothing where it has no room. */
static inline void gantt_name_line(FILE *file, const gantt_place *place, const char *kind,
                                   const char *name) {
    const int64_t length = (int64_t)strlen(name) * GANTT_LETTER + 500;
    const int64_t middle = (place->x + place->right) / 2;
    const int64_t centre = (place->top + place->bottom) / 2;

    if (place->right - place->x >= length && place->bottom - place->top >= 1200) {
        gantt_text(file, middle, centre + 420, kind, name);
    } else if (place->bottom - place->top >= length && place->right - place->x >= 1200) {
        gantt_put(file, "<g transform=\"rotate(-90 ", middle);
        gantt_put(file, " ", centre);
        fputs(")\">", file);
        gantt_text(file, middle, centre + 420, kind, name);
        fputs("</g>\n", file);
    }
}

/* Where the first mark of a box ends: where the box begins if it has none, or no room for it. */
static inline int64_t gantt_mark_end(const gantt_picture *picture, const gantt_box *box,
                                     const gantt_place *place) {
    const int64_t half = (place->right - place->x) / 2;
    const int64_t width = half < GANTT_MARK ? half : GANTT_MARK;
    int64_t end = gantt_x(&picture->window, box->start + box->moved);

    if (box->first == GANTT_PLAIN || box->start < picture->window.start || half <= 100) {
        return place->x;
    }
    end = end - place->x < width ? place->x + width : end;
    return end < place->right ? end : place->right;
}

/* The name, and below it the width, where both have room beside the mark. */
static inline void gantt_name(FILE *file, const gantt_picture *picture, const gantt_box *box) {
    const char *kind = gantt_ink(gantt_class(picture->processors, box->width));
    gantt_place place = gantt_place_of(picture, box);
    char name[GANTT_NAME], number[32];

    place.x = gantt_mark_end(picture, box, &place);

    picture->name(picture->ctx, box, name);
    snprintf(number, sizeof number, "\xc3\x97 %" PRIu32, box->width);
    if (box->width > 0 && place.bottom - place.top >= 2 * GANTT_LINE + 400 &&
        place.right - place.x >= (int64_t)strlen(name) * GANTT_LETTER + 500) {
        gantt_text(file, (place.x + place.right) / 2, (place.top + place.bottom) / 2 - 330, kind,
                   name);
        gantt_text(file, (place.x + place.right) / 2, (place.top + place.bottom) / 2 + 1170, kind,
                   number);
    } else {
        gantt_name_line(file, &place, kind, name);
    }
}

/* Where the last mark of a box begins: where the box ends if it has none, or goes on. */
static inline int64_t gantt_mark_begin(const gantt_picture *picture, const gantt_box *box,
                                       const gantt_place *place) {
    const int64_t half = (place->right - place->x) / 2;

    if (box->last == GANTT_PLAIN || box->end > picture->window.end) {
        return place->right;
    }
    return place->right - (half < GANTT_MARK / 2 ? half : GANTT_MARK / 2);
}

/* A box of the first tier, with its first mark if there is room for it, and its last. */
static inline void gantt_bar(FILE *file, const gantt_picture *picture, const gantt_box *box) {
    const gantt_place place = gantt_place_of(picture, box);
    const int64_t end = gantt_mark_end(picture, box, &place);
    const int64_t last = gantt_mark_begin(picture, box, &place);

    gantt_rect(file, place.x, place.top, place.right, place.bottom, "");
    if (end > place.x) {
        gantt_rect(file, place.x, place.top, end, place.bottom,
                   box->first == GANTT_MOVED ? " class=\"moved\"" : " class=\"mark\"");
    }
    if (last < place.right) {
        gantt_rect(file, last, place.top, place.right, place.bottom, " class=\"killed\"");
    }
}

/* The strips of a box in a later tier, from x to right: one for each row of the picture. Where
   rows are too thin to be divided, a strip stands for some neighbours. */
static inline void gantt_strips(FILE *file, const gantt_picture *picture, const gantt_box *box,
                                int64_t x, int64_t right) {
    const int64_t span = picture->height;
    const uint32_t group = (uint32_t)(((int64_t)picture->processors * 500 + span - 1) / span);
    uint32_t low, high;

    fputs("<path d=\"", file);
    for (low = box->low; low < box->high; low = high) {
        int64_t top, bottom, part;

        high = low - low % group + group;
        high = high < box->high ? high : box->high;
        top = gantt_row(picture, high);
        bottom = gantt_row(picture, low);
        part = (bottom - top) * 9 / 20;
        top = bottom - part * (picture->tiers - box->tier + 1) / picture->tiers;
        bottom -= part * (picture->tiers - box->tier) / picture->tiers;
        gantt_put(file, "M", x);
        gantt_put(file, " ", top);
        gantt_put(file, "H", right);
        gantt_put(file, "V", bottom);
        gantt_put(file, "H", x);
        fputs("Z", file);
    }
    fputs("\"", file);
}

/* A box in a later tier, with its last mark. */
static inline void gantt_behind(FILE *file, const gantt_picture *picture, const gantt_box *box) {
    const gantt_place place = gantt_place_of(picture, box);
    const int64_t mark = GANTT_MARK / 2;
    const int64_t x = place.right - place.x < mark ? place.x : place.right - mark;

    gantt_strips(file, picture, box, place.x, place.right);
    fputs("/>\n", file);
    if (box->last != GANTT_PLAIN && box->end <= picture->window.end) {
        gantt_strips(file, picture, box, x, place.right);
        fprintf(file, " class=\"%s\"/>\n", box->last == GANTT_KILLED ? "killed" : "moved");
    }
}

/* Layers from below: the first tier, what is behind it, and what is over both. */
static inline int gantt_layer_of(const gantt_box *box) {
    return box->kind != GANTT_JOB ? 2 : box->tier > 0;
}

static inline int gantt_same(const gantt_box *a, const gantt_box *b) {
    return a->owner == b->owner && a->kind == b->kind && gantt_layer_of(a) == gantt_layer_of(b);
}

/* The box of an owner that has the largest picture, and with it the name. Owners end at `end`. */
static inline size_t gantt_largest(const gantt_picture *picture, size_t from, size_t *end) {
    int64_t most = -1;
    size_t at, best = from;

    for (at = from; at < picture->count &&
                    gantt_same(&picture->boxes[at], &picture->boxes[from]); at++) {
        const gantt_place place = gantt_place_of(picture, &picture->boxes[at]);
        const int64_t area = (place.right - place.x) * (place.bottom - place.top);

        if (gantt_is_seen(picture, &picture->boxes[at]) && area > most) {
            most = area;
            best = at;
        }
    }
    *end = at;
    return best;
}

static inline void gantt_box_of(FILE *file, const gantt_picture *picture, const gantt_box *box) {
    const gantt_place place = gantt_place_of(picture, box);

    if (box->kind != GANTT_JOB) {
        gantt_rect(file, place.x, place.top, place.right, place.bottom,
                   box->kind == GANTT_DOWN ? " class=\"down\"" : " class=\"booked\"");
    } else if (box->tier > 0) {
        gantt_behind(file, picture, box);
    } else {
        gantt_bar(file, picture, box);
    }
}

/* The boxes from .. end-1 as one path: of an owner that is too thin for a pointer. */
static inline void gantt_thin(FILE *file, const gantt_picture *picture, size_t from, size_t end) {
    size_t at;

    fprintf(file, "<path fill=\"%s\" d=\"", gantt_fill(picture, &picture->boxes[from]));
    for (at = from; at < end; at++) {
        const gantt_place place = gantt_place_of(picture, &picture->boxes[at]);

        if (gantt_is_seen(picture, &picture->boxes[at])) {
            gantt_put(file, "M", place.x);
            gantt_put(file, " ", place.top);
            gantt_put(file, "v", place.bottom - place.top);
            gantt_put(file, "h", place.right - place.x);
            gantt_put(file, "V", place.top);
            fputs("z", file);
        }
    }
    fputs("\"/>\n", file);
}

/* One group for an owner, with what the pointer shows over it. Gives the first box behind it. */
static inline size_t gantt_owner(FILE *file, const gantt_picture *picture, size_t from) {
    const gantt_box *box = &picture->boxes[from];
    size_t end, at;
    const size_t best = gantt_largest(picture, from, &end);
    gantt_place place;

    if (!gantt_is_seen(picture, &picture->boxes[best])) {
        return end;
    }
    place = gantt_place_of(picture, &picture->boxes[best]);
    if (gantt_layer_of(box) == 0 && place.right - place.x < GANTT_POINTED) {
        gantt_thin(file, picture, from, end);
        return end;
    }
    fprintf(file, "<g fill=\"%s\"><title>", gantt_fill(picture, box));
    picture->tell(file, picture->ctx, box);
    fputs("</title>\n", file);
    for (at = from; at < end; at++) {
        if (gantt_is_seen(picture, &picture->boxes[at])) {
            gantt_box_of(file, picture, &picture->boxes[at]);
        }
    }
    fputs("</g>\n", file);
    return end;
}

/* Names lie over everything; where strips or a line lie over their box they get an edge of its
   colour. */
static inline void gantt_names(FILE *file, const gantt_picture *picture) {
    const int edged = picture->tiers > 0 || picture->note != NULL;
    size_t at = 0, end;

    for (; at < picture->count; at = end) {
        const gantt_box *box = &picture->boxes[gantt_largest(picture, at, &end)];

        if (gantt_layer_of(box) != 0 || !gantt_is_seen(picture, box)) {
            continue;
        }
        if (edged) {
            fprintf(file, "<g class=\"edged\" stroke=\"%s\">\n", gantt_fill(picture, box));
        }
        gantt_name(file, picture, box);
        fputs(edged ? "</g>\n" : "", file);
    }
}

static inline void gantt_boxes(FILE *file, const gantt_picture *picture) {
    const int64_t row = picture->height / picture->processors;
    int layer;
    size_t at;

    for (layer = 0; layer < 3; layer++) {
        const int64_t edge = (layer == 1 ? row / 4 : row) / 6;

        fputs("<g stroke=\"#ffffff\"", file);
        gantt_put(file, " stroke-width=\"", edge < 60 ? edge : 60);
        fputs("\">\n", file);
        for (at = 0; at < picture->count;) {
            at = gantt_layer_of(&picture->boxes[at]) == layer ? gantt_owner(file, picture, at)
                                                              : at + 1;
        }
        fputs("</g>\n", file);
    }
}

/* ---- Panels ---------------------------------------------------------------------------------- */

/* Draws a curve as filled steps: one for a place, however many steps are there. */
static inline void gantt_curve_draw(FILE *file, const gantt_curve *curve,
                                    const gantt_window *window, int64_t top, int64_t bottom) {
    int64_t y = bottom;
    size_t at;

    gantt_put(file, "<path d=\"M", GANTT_LEFT);
    gantt_put(file, " ", bottom);
    for (at = 0; at < curve->count && curve->steps[at].time < window->end; at++) {
        const int seen = at + 1 == curve->count || curve->steps[at + 1].time > window->start;

        if (seen && gantt_y(top, bottom, curve->steps[at].value, curve->top) != y) {
            y = gantt_y(top, bottom, curve->steps[at].value, curve->top);
            gantt_put(file, "H", gantt_x(window, curve->steps[at].time));
            gantt_put(file, "V", y);
        }
    }
    gantt_put(file, "H", GANTT_RIGHT);
    gantt_put(file, "V", bottom);
    fprintf(file, "Z\" class=\"%s\"/>\n", curve->kind);
}

/* Names of the curves, at the right edge. */
static inline void gantt_curve_names(FILE *file, const gantt_panel *panel, int64_t y) {
    int64_t x = GANTT_RIGHT;
    size_t at;

    for (at = 0; at < panel->curves_count; at++) {
        x -= panel->curves[at].name == NULL
                 ? 0 : 3200 + 680 * (int64_t)strlen(panel->curves[at].name);
    }
    for (at = 0; at < panel->curves_count; at++) {
        if (panel->curves[at].name != NULL) {
            x = gantt_sign(file, x, y, 1200, panel->curves[at].kind, panel->curves[at].name);
        }
    }
}

static inline void gantt_panel_draw(FILE *file, const gantt_window *window,
                                    const gantt_panel *panel, int64_t top) {
    const int64_t bottom = top + GANTT_PANEL;
    const uint64_t full = panel->curves[0].top;
    size_t at;

    gantt_text(file, GANTT_LEFT, top - 900, "panel", panel->title);
    gantt_curve_names(file, panel, top - 900);
    gantt_paper(file, window, top, bottom);
    if (panel->top != NULL) {
        gantt_text(file, GANTT_LEFT - 900, top + 800, "number", panel->top);
        gantt_text(file, GANTT_LEFT - 900, bottom, "number", "0");
    } else {
        gantt_heights(file, top, bottom, full, gantt_part(full, full % 2 == 0 ? 2 : 3));
    }
    for (at = 0; at < panel->curves_count; at++) {
        gantt_curve_draw(file, &panel->curves[at], window, top, bottom);
    }
    gantt_frame(file, top, bottom);
}

/* The curve's means, one for each two pixels of the whole. Returns their number. Long cells lose
   low bits, so that areas stay below 2^64. */
static inline size_t gantt_means(const gantt_window *whole, const gantt_curve *curve,
                                 gantt_step *means) {
    const int64_t cell = (whole->end - whole->start) / (GANTT_SPAN / 200) + 1;
    size_t at = 0, count = 0;
    int64_t time = whole->start, end;
    int shift = 0;

    while (cell >> shift > INT32_MAX) {
        shift++;
    }
    for (; time < whole->end; time = end) {
        end = whole->end - time > cell ? time + cell : whole->end;
        means[count].time = time;
        means[count++].value =
            gantt_area(curve->steps, curve->count, &at, time, end, shift) /
            (((uint64_t)(end - time) >> shift) + (end - time < (int64_t)1 << shift));
    }
    return count;
}

/* Sets the panel of the whole to one curve of busy processors. */
static inline void gantt_overview(gantt_picture *picture, const char *title,
                                  const gantt_step *steps, size_t count) {
    gantt_panel *panel = &picture->overview;

    panel->title = title;
    panel->curves[0].kind = "busy";
    panel->curves[0].steps = steps;
    panel->curves[0].count = count;
    panel->curves[0].top = picture->processors;
    panel->curves_count = 1;
}

/* The whole, and where the window is. */
static inline void gantt_whole_draw(FILE *file, const gantt_picture *picture, int64_t top) {
    gantt_step means[2][GANTT_SPAN / 200 + 1];
    gantt_panel panel = picture->overview;
    size_t at;

    for (at = 0; at < panel.curves_count; at++) {
        panel.curves[at].count = gantt_means(&picture->whole, &panel.curves[at], means[at]);
        panel.curves[at].steps = means[at];
    }
    gantt_panel_draw(file, &picture->whole, &panel, top);
    gantt_times(file, &picture->whole, top + GANTT_PANEL, picture->unit);
    gantt_rect(file, gantt_x(&picture->whole, picture->window.start) - 60, top - 200,
               gantt_x(&picture->whole, picture->window.end) + 60, top + GANTT_PANEL + 200,
               " class=\"window\"");
}

/* ---- The head of the page -------------------------------------------------------------------- */

static inline void gantt_open(FILE *file, int height) {
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\">\n<style>\n", GANTT_PAGE / 100, height,
            GANTT_PAGE / 100, height);
    fputs("text{font-family:'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;"
          "font-size:12px;fill:#5b5f66}\n"
          ".title{font-size:24px;font-weight:600;fill:#2b2f36}.subtitle{font-size:13px}\n"
          ".panel{font-weight:600;fill:#2b2f36}.facts{font-weight:400}\n"
          ".remark{text-anchor:middle;font-style:italic;fill:#a33f35}\n"
          ".number{text-anchor:end}.hour{text-anchor:middle}\n"
          ".grid{stroke:#eceae4;fill:none}.axis{stroke:#a9a79f;fill:none}\n"
          ".id{text-anchor:middle;font-size:11px;fill:#1d2127}.light{fill:#fff}\n"
          ".edged{paint-order:stroke;stroke-width:4px}\n"
          ".mark{fill:#cd4421}.moved{fill:#1f4fa8;stroke:none}.killed{fill:#23262b;stroke:none}\n"
          ".pale{fill:#95cee8}.any{fill:#b9bdc3}"
          ".idle{fill:#fff;stroke:#a9a79f;stroke-width:.6}\n"
          ".booked{fill:url(#booked);stroke:#b9b7af;stroke-width:.6}\n"
          ".down{fill:url(#down);opacity:.6;stroke:none}\n"
          ".busy{fill:#a9c3cf;stroke:#4f7f96;stroke-width:.8}\n"
          ".behind{fill:#5d5a86;fill-opacity:.45;stroke:#44416b;stroke-width:.8}\n"
          ".waiting{fill:#ecd0b5;stroke:#b9783f;stroke-width:.8}\n"
          ".waiting2{fill:#2569b2;stroke:#2569b2;stroke-width:.8}\n"
          ".left{fill:#dcd3e6;stroke:#8673a0;stroke-width:.8}\n"
          ".price{fill:#f0dcb4;stroke:#c79a3d;stroke-width:.8}\n"
          ".window{fill:none;stroke:#a33f35;stroke-width:1.2}\n"
          ".least{stroke:#a33f35;stroke-dasharray:5 3;fill:none}.red{fill:#a33f35}\n"
          "</style>\n<defs>\n<pattern id=\"booked\" width=\"6\" height=\"6\" "
          "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V6\" "
          "stroke=\"#43474e\" stroke-width=\"2\"/></pattern>\n"
          "<pattern id=\"down\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><path d=\"M0 0V8\" stroke=\"#a33f35\" "
          "stroke-width=\"2.4\"/></pattern>\n</defs>\n", file);
    fprintf(file, "<rect width=\"%d\" height=\"%d\" fill=\"#faf9f6\"/>\n", GANTT_PAGE / 100,
            height);
}

/* The title of a plan or panel, bold, and what follows it. */
static inline void gantt_heading(FILE *file, int64_t y, const char *title, const char *facts) {
    gantt_put(file, "<text x=\"", GANTT_LEFT);
    gantt_put(file, "\" y=\"", y);
    fputs("\" class=\"panel\">", file);
    gantt_escape(file, title);
    if (facts != NULL) {
        fputs("<tspan class=\"facts\">", file);
        gantt_escape(file, facts);
        fputs("</tspan>", file);
    }
    fputs("</text>\n", file);
}

/* The line of the note, if its time is shown. */
static inline void gantt_note(FILE *file, const gantt_picture *picture, int64_t top,
                              int64_t bottom) {
    const int64_t x = gantt_x(&picture->window, picture->note_time);

    if (picture->note != NULL && picture->note_time >= picture->window.start &&
        picture->note_time <= picture->window.end) {
        gantt_line(file, x, top, x, bottom, "least");
    }
}

/* Its words, under the plan. */
static inline void gantt_note_words(FILE *file, const gantt_picture *picture) {
    const int64_t x = gantt_x(&picture->window, picture->note_time);
    const int left = x < GANTT_LEFT + 20000;

    if (picture->note != NULL && picture->note_time >= picture->window.start &&
        picture->note_time <= picture->window.end) {
        gantt_text(file, left ? x + 600 : x - 600, gantt_bottom(picture) + 1300,
                   left ? "red" : "number red", picture->note);
    }
}

/* ---- A remark where nothing runs ------------------------------------------------------------- */

enum {                              /* a plan in cells; the last row of cells may be cut     */
    GANTT_CELL_X = 600, GANTT_CELL_Y = 500,
    GANTT_CELLS_X = GANTT_SPAN / GANTT_CELL_X, GANTT_CELLS_Y = GANTT_MOST / GANTT_CELL_Y
};

static inline void gantt_take(unsigned char (*taken)[GANTT_CELLS_X], const gantt_picture *picture,
                              const gantt_box *box) {
    const gantt_place place = gantt_place_of(picture, box);
    const int64_t last_x = (place.right - 1 - GANTT_LEFT) / GANTT_CELL_X;
    const int64_t last_y = (place.bottom - 1 - picture->top) / GANTT_CELL_Y;
    int64_t x, y;

    for (y = (place.top - picture->top) / GANTT_CELL_Y; y <= last_y && y < GANTT_CELLS_Y; y++) {
        for (x = (place.x - GANTT_LEFT) / GANTT_CELL_X; x <= last_x && x < GANTT_CELLS_X; x++) {
            taken[y][x] = 1;
        }
    }
}

/* The largest rectangle of free cells that is as wide and as high as it has to be. Above each cell
   of a row there is a column of free ones: a rectangle takes neighbours, and the lowest of them.
   Returns 0 iff there is none. */
static inline int gantt_room(const gantt_picture *picture, int64_t least_x, int64_t least_y,
                             gantt_place *room) {
    static unsigned char taken[GANTT_CELLS_Y][GANTT_CELLS_X];
    int64_t column[GANTT_CELLS_X] = {0}, most = 0, x, y, right, low;
    size_t at;

    memset(taken, 0, sizeof taken);
    for (at = 0; at < picture->count; at++) {
        if (gantt_is_seen(picture, &picture->boxes[at])) {
            gantt_take(taken, picture, &picture->boxes[at]);
        }
    }
    for (y = 0; y < picture->height / GANTT_CELL_Y; y++) {
        for (x = 0; x < GANTT_CELLS_X; x++) {
            column[x] = taken[y][x] ? 0 : column[x] + 1;
        }
        for (x = 0; x < GANTT_CELLS_X; x++) {
            low = column[x];
            for (right = x; right < GANTT_CELLS_X && column[right] > 0; right++) {
                low = column[right] < low ? column[right] : low;
                if ((right - x + 1) * low > most && (right - x + 1) * GANTT_CELL_X >= least_x &&
                    low * GANTT_CELL_Y >= least_y) {
                    most = (right - x + 1) * low;
                    room->x = GANTT_LEFT + x * GANTT_CELL_X;
                    room->right = GANTT_LEFT + (right + 1) * GANTT_CELL_X;
                    room->bottom = picture->top + (y + 1) * GANTT_CELL_Y;
                    room->top = room->bottom - low * GANTT_CELL_Y;
                }
            }
        }
    }
    return most > 0;
}

static inline void gantt_remark(FILE *file, const gantt_picture *picture) {
    gantt_place room;

    if (picture->remark != NULL &&
        gantt_room(picture, 660 * (int64_t)strlen(picture->remark) + 1000, 1800, &room)) {
        gantt_text(file, (room.x + room.right) / 2, (room.top + room.bottom) / 2 + 420, "remark",
                   picture->remark);
    }
}

/* ---- The page -------------------------------------------------------------------------------- */

/* The plan: processors upwards. */
static inline void gantt_plan(FILE *file, const gantt_picture *picture) {
    const int64_t bottom = gantt_bottom(picture);

    gantt_heading(file, picture->top - 900, picture->jobs, picture->facts);
    gantt_paper(file, &picture->window, picture->top, bottom);
    gantt_rows(file, picture);
    gantt_boxes(file, picture);
    gantt_note(file, picture, picture->top, bottom);
    gantt_names(file, picture);
    gantt_remark(file, picture);
    gantt_frame(file, picture->top, bottom);
    gantt_put(file, "<g transform=\"rotate(-90 ", 1500);
    gantt_put(file, " ", (picture->top + bottom) / 2);
    fputs(")\">", file);
    gantt_text(file, 1500, (picture->top + bottom) / 2, "hour", "processors");
    fputs("</g>\n", file);
}

/* Titles and legend. */
static inline void gantt_head(FILE *file, const gantt_picture *picture, int64_t y) {
    gantt_text(file, GANTT_LEFT, GANTT_HEAD, "title", picture->title);
    gantt_text(file, GANTT_LEFT, GANTT_HEAD + GANTT_TEXT_LINE + 300, "subtitle",
               picture->subtitle);
    if (picture->shown != NULL) {
        gantt_text(file, GANTT_LEFT, y - 2 * GANTT_TEXT_LINE - 400, "subtitle", picture->shown);
    }
    gantt_legend_widths(file, picture, y - GANTT_TEXT_LINE);
    gantt_legend_signs(file, picture, y);
}

/* Writes the picture; the caller looks whether the file took it. Needs processors, boxes of times
   that are not negative, and windows with start < end. */
static inline void gantt_write(FILE *file, const gantt_picture *picture) {
    const int64_t legend = GANTT_HEAD + (picture->shown != NULL ? 4 : 3) * GANTT_TEXT_LINE + 700;
    const int zoomed = !gantt_is_whole(picture);
    gantt_picture plan = *picture, second = plan;
    int64_t top, y, bottom;
    size_t at;

    plan.top = legend + GANTT_GAP;
    plan.height = gantt_height(picture);
    y = gantt_bottom(&plan);
    if (picture->below != NULL) {
        second = *picture->below;
        second.top = y + GANTT_GAP;
        second.height = plan.height;
        y = gantt_bottom(&second);
    }
    top = y + GANTT_GAP;
    y += (int64_t)picture->panels_count * (GANTT_GAP + GANTT_PANEL);
    bottom = y + gantt_axis(&picture->window) +
             (zoomed ? GANTT_GAP - 800 + GANTT_PANEL + gantt_axis(&picture->whole) : 0);
    gantt_open(file, (int)((bottom + GANTT_FOOT) / 100));
    gantt_head(file, picture, legend);
    gantt_plan(file, &plan);
    if (picture->below != NULL) {
        gantt_plan(file, &second);
    }
    for (at = 0; at < picture->panels_count; at++, top += GANTT_GAP + GANTT_PANEL) {
        gantt_panel_draw(file, &picture->window, &picture->panels[at], top);
    }
    gantt_note(file, picture, gantt_bottom(&plan), y);
    gantt_note_words(file, &plan);
    gantt_times(file, &picture->window, y, picture->unit);
    if (zoomed) {
        gantt_whole_draw(file, picture, y + gantt_axis(&picture->window) + GANTT_GAP - 800);
    }
    fputs("</svg>\n", file);
}

#endif
