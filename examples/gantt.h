/* gantt.h: draws a replayed schedule as SVG: who ran where, how many processors, how long a
   queue. */
/* SPDX-License-Identifier: MIT */
#ifndef GANTT_H_INCLUDED
#define GANTT_H_INCLUDED

/* A year of a machine does not fit on a page, so the picture shows its most crowded day: the 24
   hours in which the most work waits. A schedule that is shorter than a day is shown whole.

   All arithmetic is on integers: coordinates are hundredths of a pixel, at most 120000, because
   browsers clamp large ones; times are scaled to them, never written as they are. Times are in
   seconds. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"
#include "workload.h"

typedef struct gantt_run {          /* processors low .. high-1 run a job in a tier */
    uint32_t job, low, high, tier;
} gantt_run;

typedef struct gantt_log {
    const workload *load;
    uint32_t processors;
    sked_action *actions;           /* per job: the action that started it, width 0 before */
    int64_t *ends;                  /* per job; NULL: when its run time is over, or its bound */
    gantt_run *runs;
    size_t count, room;
    int failed;                     /* out of memory: there will be no picture */
} gantt_log;

/* The parts of the page, in hundredths of a pixel. */
enum {
    GANTT_LEFT = 7400, GANTT_RIGHT = 117600, GANTT_SPAN = GANTT_RIGHT - GANTT_LEFT,
    GANTT_JOBS_TOP = 10600, GANTT_JOBS_BOTTOM = 51200,
    GANTT_BUSY_TOP = 54800, GANTT_BUSY_BOTTOM = 63200,
    GANTT_WAIT_TOP = 66800, GANTT_WAIT_BOTTOM = 75200,
    GANTT_LEGEND = 8900, GANTT_CLASSES = 6, GANTT_CELLS_MAX = 1 << 20
};

typedef struct gantt_window {
    int64_t start, length;          /* length is 12 times the distance between two labels */
    int64_t clock;                  /* added to a time for its time of day */
} gantt_window;

/* ---- Recording ------------------------------------------------------------------------------- */

static inline int gantt_make(gantt_log *log, const workload *load, uint32_t processors) {
    memset(log, 0, sizeof *log);
    log->load = load;
    log->processors = processors;
    log->actions = (sked_action *)calloc(load->count + 1, sizeof *log->actions);
    log->failed = log->actions == NULL;
    return !log->failed;
}

static inline void gantt_drop(gantt_log *log) {
    free(log->actions);
    free(log->ends);
    free(log->runs);
    memset(log, 0, sizeof *log);
}

static inline void gantt_add(gantt_log *log, gantt_run run) {
    if (log->count == log->room) {
        size_t room = log->room == 0 ? 1024 : log->room * 2;
        gantt_run *runs = (gantt_run *)realloc(log->runs, room * sizeof *runs);

        if (runs == NULL) {
            log->failed = 1;
            return;
        }
        log->runs = runs;
        log->room = room;
    }
    log->runs[log->count++] = run;
}

static inline void gantt_add_runs(gantt_log *log, size_t job, uint32_t tier,
                                  const sked_set *processors) {
    gantt_run run;
    uint32_t processor;

    run.job = (uint32_t)job;
    run.tier = tier;
    run.low = run.high = sked_set_first(processors);
    for (processor = run.low; processor < processors->size;
         processor = sked_set_next(processors, processor)) {
        if (processor != run.high) {
            gantt_add(log, run);
            run.low = processor;
        }
        run.high = processor + 1;
    }
    gantt_add(log, run);
}

/* For swil_settings.on_start, with the log as ctx. */
static inline void gantt_on_start(void *ctx, size_t job, const sked_action *action,
                                  const sked_set *processors) {
    gantt_log *log = (gantt_log *)ctx;

    if (!log->failed) {
        log->actions[job] = *action;
        gantt_add_runs(log, job, 0, processors);
    }
}

static inline int64_t gantt_end(const gantt_log *log, size_t job) {
    const workload_job *from = &log->load->jobs[job];
    int64_t bound = log->actions[job].end, end = log->actions[job].start + from->run;

    if (log->ends != NULL) {
        return log->ends[job];
    }
    return end < bound ? end : bound;
}

/* ---- The most crowded day -------------------------------------------------------------------- */

/* Adds the work that waits in each cell of time: a job adds run * width for each second it
   waits. Full cells are noted where they begin and where they end, to be summed up later, so a
   job costs O(1). The differences wrap modulo 2^128, their sums do not. */
static inline void gantt_add_waiting(const gantt_log *log, size_t job, int64_t origin, int64_t cell,
                                     size_t cells, sked_wide *part, sked_wide *step) {
    const workload_job *from = &log->load->jobs[job];
    uint64_t run = (uint64_t)(from->run < INT32_MAX ? from->run : INT32_MAX);
    uint64_t work = run * from->width;
    uint64_t begin = (uint64_t)(from->submit - origin);
    uint64_t end = (uint64_t)(log->actions[job].start - origin);
    uint64_t size = (uint64_t)cell, first = begin / size, last = end / size;

    if (last >= cells) {
        last = cells - 1;
        end = last * size;
    }
    if (end <= begin) {
        return;
    }
    if (first == last) {
        part[first] = sked_wide_add(part[first], sked_wide_mul(work, end - begin));
        return;
    }
    part[first] = sked_wide_add(part[first], sked_wide_mul(work, (first + 1) * size - begin));
    part[last] = sked_wide_add(part[last], sked_wide_mul(work, end - last * size));
    step[first + 1] = sked_wide_add(step[first + 1], sked_wide_mul(work, size));
    step[last] = sked_wide_sub(step[last], sked_wide_mul(work, size));
}

/* The cell at which the 12 cells with the most waiting work begin; the earliest if equal. */
static inline size_t gantt_best_cell(sked_wide *part, const sked_wide *step, size_t cells) {
    sked_wide full = {0, 0}, sum = {0, 0}, best = {0, 0};
    size_t cell, at = 0;

    for (cell = 0; cell < cells; cell++) {
        full = sked_wide_add(full, step[cell]);
        part[cell] = sked_wide_add(part[cell], full);
        sum = sked_wide_add(sum, part[cell]);
        if (cell >= 12) {
            sum = sked_wide_sub(sum, part[cell - 12]);
        }
        if (sked_wide_compare(sum, best) > 0) {
            best = sum;
            at = cell >= 11 ? cell - 11 : 0;
        }
    }
    return at;
}

static inline int gantt_crowded(const gantt_log *log, gantt_window *window, int64_t end) {
    int64_t cell = window->length / 12;
    int64_t count = (end - window->start) / cell + 1;
    size_t cells = (size_t)(count < GANTT_CELLS_MAX ? count : GANTT_CELLS_MAX), job;
    sked_wide *part = (sked_wide *)calloc(cells, sizeof *part);
    sked_wide *step = (sked_wide *)calloc(cells, sizeof *step);
    int done = part != NULL && step != NULL;

    for (job = 0; done && job < log->load->count; job++) {
        if (log->actions[job].width > 0) {
            gantt_add_waiting(log, job, window->start, cell, cells, part, step);
        }
    }
    if (done) {
        window->start += (int64_t)gantt_best_cell(part, step, cells) * cell;
    }
    free(part);
    free(step);
    return done;
}

/* Begins at a label; takes the shortest length that shows all, or the most crowded day. */
static inline int gantt_choose(const gantt_log *log, gantt_window *window) {
    static const int64_t distance[] = {60, 300, 900, 1800, 3600, 7200};
    int64_t first = INT64_MAX, end = 0;
    size_t job, at;

    for (job = 0; job < log->load->count; job++) {
        if (log->actions[job].width > 0) {
            first = log->load->jobs[job].submit < first ? log->load->jobs[job].submit : first;
            end = gantt_end(log, job) > end ? gantt_end(log, job) : end;
        }
    }
    if (first == INT64_MAX) {
        return 0;
    }
    window->clock = log->load->start_unix % 86400;
    for (at = 0; at < sizeof distance / sizeof distance[0]; at++) {
        window->start = first - (first + window->clock) % distance[at];
        window->start = window->start > 0 ? window->start : 0;
        window->length = 12 * distance[at];
        if (end - window->start <= window->length) {
            return 1;
        }
    }
    return gantt_crowded(log, window, end);
}

/* ---- Pieces of SVG --------------------------------------------------------------------------- */

/* Writes a coordinate: hundredths of a pixel as pixels. */
static inline void gantt_put(FILE *file, const char *before, int64_t hundredths) {
    fprintf(file, "%s%lld", before, (long long)(hundredths / 100));
    if (hundredths % 100 != 0) {
        fprintf(file, ".%02d", (int)(hundredths % 100));
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

static inline int64_t gantt_x(const gantt_window *window, int64_t time) {
    int64_t offset = time - window->start;

    offset = offset < 0 ? 0 : offset > window->length ? window->length : offset;
    return GANTT_LEFT + offset * GANTT_SPAN / window->length;
}

static inline int64_t gantt_y(int64_t top, int64_t bottom, uint64_t value, uint64_t full) {
    return bottom - (int64_t)(value * (uint64_t)(bottom - top) / full);
}

/* "day 3, 06:12:05"; days count from 1. */
static inline void gantt_point(char *text, size_t room, int64_t time, int64_t clock) {
    long long second = (long long)(time + clock);

    snprintf(text, room, "day %lld, %02d:%02d:%02d", second / 86400 + 1, (int)(second / 3600 % 24),
             (int)(second / 60 % 60), (int)(second % 60));
}

/* ---- Axes ------------------------------------------------------------------------------------ */

/* The least of 1, 2, 5, 10, 20, ... of which at most `parts` reach `top`. */
static inline uint64_t gantt_nice_step(uint64_t top, uint64_t parts) {
    uint64_t unit = 1;

    while (5 * unit * parts < top) {
        unit *= 10;
    }
    return unit * parts >= top ? unit : 2 * unit * parts >= top ? 2 * unit : 5 * unit;
}

/* A machine is divided into quarters where that comes out even, otherwise into round numbers. */
static inline uint64_t gantt_step(uint32_t processors, uint64_t parts) {
    return processors % parts == 0 ? processors / parts : gantt_nice_step(processors, parts);
}

/* The frame of a panel: lines and labels of its heights, and one line per time label. */
static inline void gantt_panel(FILE *file, int64_t top, int64_t bottom, uint64_t full,
                               uint64_t step) {
    char label[32];
    uint64_t value;
    int64_t at, y;

    gantt_rect(file, GANTT_LEFT, top, GANTT_RIGHT, bottom, " fill=\"#ffffff\"");
    for (at = 1; at < 12; at++) {
        gantt_line(file, GANTT_LEFT + at * GANTT_SPAN / 12, top, GANTT_LEFT + at * GANTT_SPAN / 12,
                   bottom, "grid");
    }
    for (value = 0; value <= full; value += step) {
        y = gantt_y(top, bottom, value, full);
        gantt_line(file, GANTT_LEFT, y, GANTT_RIGHT, y, "grid");
        snprintf(label, sizeof label, "%llu", (unsigned long long)value);
        gantt_text(file, GANTT_LEFT - 900, y + 400, "number", label);
    }
}

/* The labels of time under the last panel; the day under the first one and under each midnight. */
static inline void gantt_hours(FILE *file, const gantt_window *window) {
    char label[64];
    int64_t at, time, x, day_x = -20000;

    for (at = 0; at <= 12; at++) {
        time = window->start + window->clock + at * (window->length / 12);
        x = GANTT_LEFT + at * GANTT_SPAN / 12;
        gantt_line(file, x, GANTT_WAIT_BOTTOM, x, GANTT_WAIT_BOTTOM + 500, "axis");
        snprintf(label, sizeof label, "%02d:%02d", (int)(time / 3600 % 24), (int)(time / 60 % 60));
        gantt_text(file, x, GANTT_WAIT_BOTTOM + 1900, "hour", label);
        if ((at == 0 || time % 86400 == 0) && x - day_x > 9000) {
            snprintf(label, sizeof label, "day %lld", (long long)(time / 86400 + 1));
            gantt_text(file, x, GANTT_WAIT_BOTTOM + 3500, "hour", label);
            day_x = x;
        }
    }
}

/* ---- Curves: how many processors are busy, how many jobs wait -------------------------------- */

typedef struct gantt_curve {
    const gantt_log *log;
    sked_pair *changes;             /* by time; index is 2 * job, plus 1 where the job leaves */
    size_t count;
    int busy;                       /* 1: processors of running jobs; 0: waiting jobs */
    const char *kind;               /* how it is drawn: a class of the style */
    uint64_t highest;
    uint64_t area;                  /* under the curve, in value * seconds */
} gantt_curve;

static inline void gantt_interval(gantt_curve *curve, const gantt_window *window, size_t job,
                                  int64_t from, int64_t to) {
    int64_t end = window->start + window->length;

    from = from < window->start ? window->start : from;
    to = to > end ? end : to;
    if (from >= to) {
        return;
    }
    curve->changes[curve->count].key = (uint64_t)(from - window->start);
    curve->changes[curve->count++].index = (uint32_t)(2 * job);
    curve->changes[curve->count].key = (uint64_t)(to - window->start);
    curve->changes[curve->count++].index = (uint32_t)(2 * job + 1);
}

/* The value after change number `at`, given the one before. */
static inline uint64_t gantt_change(const gantt_curve *curve, size_t at, uint64_t value) {
    uint32_t index = curve->changes[at].index;
    uint64_t amount = curve->busy ? curve->log->actions[index / 2].width : 1;

    return index % 2 == 0 ? value + amount : value - amount;
}

static inline int gantt_curve_make(gantt_curve *curve, const gantt_log *log,
                                   const gantt_window *window, int busy) {
    uint64_t value = 0, before = 0;
    size_t at;

    memset(curve, 0, sizeof *curve);
    curve->log = log;
    curve->busy = busy;
    curve->kind = busy ? "busy" : "waiting";
    curve->changes = (sked_pair *)calloc(2 * log->load->count, sizeof *curve->changes);
    if (curve->changes == NULL) {
        return 0;
    }
    for (at = 0; at < log->load->count; at++) {
        if (log->actions[at].width > 0) {
            gantt_interval(curve, window, at,
                           busy ? log->actions[at].start : log->load->jobs[at].submit,
                           busy ? gantt_end(log, at) : log->actions[at].start);
        }
    }
    sked_sort(curve->changes, curve->count);
    for (at = 0; at < curve->count; at++) {
        curve->area += value * (curve->changes[at].key - before);
        before = curve->changes[at].key;
        value = gantt_change(curve, at, value);
        if (at + 1 == curve->count || curve->changes[at + 1].key != before) {
            curve->highest = value > curve->highest ? value : curve->highest;
        }
    }
    return 1;
}

/* Draws the curve as filled steps: one step per time, however many changes it has. */
static inline void gantt_curve_draw(FILE *file, const gantt_curve *curve,
                                    const gantt_window *window, int64_t top, int64_t bottom,
                                    uint64_t full) {
    uint64_t value = 0;
    size_t at;

    gantt_put(file, "<path d=\"M", GANTT_LEFT);
    gantt_put(file, " ", bottom);
    for (at = 0; at < curve->count; at++) {
        value = gantt_change(curve, at, value);
        if (at + 1 == curve->count || curve->changes[at + 1].key != curve->changes[at].key) {
            gantt_put(file, "H", gantt_x(window, window->start + (int64_t)curve->changes[at].key));
            gantt_put(file, "V", gantt_y(top, bottom, value, full));
        }
    }
    gantt_put(file, "H", GANTT_RIGHT);
    gantt_put(file, "V", bottom);
    fprintf(file, "Z\" class=\"%s\"/>\n", curve->kind);
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

/* Classes of width: one processor, then up to 1/16, 1/8, 1/4, 1/2 and all of the machine. */
static inline uint32_t gantt_class_top(uint32_t processors, int class_number) {
    uint32_t top = class_number == 0 ? 1 : processors >> (GANTT_CLASSES - 1 - class_number);

    return top > 1 ? top : 1;
}

static inline int gantt_class(uint32_t processors, uint32_t width) {
    int class_number = 0;

    while (class_number < GANTT_CLASSES - 1 && width > gantt_class_top(processors, class_number)) {
        class_number++;
    }
    return class_number;
}

static inline const char *gantt_colour(int class_number) {
    static const char *const colours[GANTT_CLASSES] = {"#e3d3b0", "#c2cda4", "#93bda9",
                                                       "#6a9fb5", "#6780ad", "#8673a0"};

    return colours[class_number];
}

/* Why a job started when it did. */
static inline void gantt_reason(FILE *file, const gantt_log *log, const gantt_window *window,
                                const sked_action *action) {
    char shadow[64];

    if (action->reason == SKED_HEAD) {
        fputs("was the head of the queue", file);
        return;
    }
    fprintf(file, "backfilled: %s job %llu",
            action->reason == SKED_BEFORE_SHADOW ? "expected to end before"
            : action->reason == SKED_RESERVED    ? "reserved for this time, ahead of"
                                                 : "fits beside",
            (unsigned long long)log->load->jobs[(size_t)action->head].id);
    if (action->shadow == SKED_NEVER) {
        fputs(", which has no time yet", file);
    } else {
        gantt_point(shadow, sizeof shadow, action->shadow, window->clock);
        fprintf(file, ", which can start %s", shadow);
    }
}

/* What the pointer shows over a job. */
static inline void gantt_job_title(FILE *file, const gantt_log *log, const gantt_window *window,
                                   size_t job) {
    const workload_job *from = &log->load->jobs[job];
    const sked_action *action = &log->actions[job];
    long long wait = (long long)(action->start - from->submit);
    char start[64], end[64];

    gantt_point(start, sizeof start, action->start, window->clock);
    gantt_point(end, sizeof end, gantt_end(log, job), window->clock);
    fprintf(file, "<title>job %llu: %lu processor%s\n%s to %s\nwaited %lld:%02d:%02d h\n",
            (unsigned long long)from->id, (unsigned long)from->width, from->width == 1 ? "" : "s",
            start, end, wait / 3600, (int)(wait / 60 % 60), (int)(wait % 60));
    gantt_reason(file, log, window, action);
    fputs("</title>\n", file);
}

/* One run of processors of a job. A backfilled job begins with a mark, if there is room for it. */
static inline void gantt_bar(FILE *file, const gantt_log *log, const gantt_window *window,
                             const gantt_run *run) {
    const sked_action *action = &log->actions[run->job];
    int64_t x = gantt_x(window, action->start), right = gantt_x(window, gantt_end(log, run->job));
    int64_t top = gantt_y(GANTT_JOBS_TOP, GANTT_JOBS_BOTTOM, run->high, log->processors);
    int64_t bottom = gantt_y(GANTT_JOBS_TOP, GANTT_JOBS_BOTTOM, run->low, log->processors);

    gantt_rect(file, x, top, right - x < 40 ? x + 40 : right, bottom, "");
    if (action->reason != SKED_HEAD && action->start >= window->start && right - x > 600) {
        gantt_rect(file, x, top, x + 220, bottom, " class=\"mark\"");
    }
}

/* One group per job, one rectangle per run of adjacent processors. The runs of a job lie
   together. */
static inline void gantt_jobs(FILE *file, const gantt_log *log, const gantt_window *window) {
    int64_t row = (GANTT_JOBS_BOTTOM - GANTT_JOBS_TOP) / log->processors;
    size_t at, job;

    fputs("<g stroke=\"#ffffff\"", file);
    gantt_put(file, " stroke-width=\"", row / 6 < 60 ? row / 6 : 60);
    fputs("\">\n", file);
    for (at = 0; at < log->count; at++) {
        job = log->runs[at].job;
        if (log->actions[job].start >= window->start + window->length ||
            gantt_end(log, job) <= window->start) {
            continue;
        }
        if (at == 0 || log->runs[at - 1].job != job) {
            fprintf(file, "<g fill=\"%s\">",
                    gantt_colour(gantt_class(log->processors, log->actions[job].width)));
            gantt_job_title(file, log, window, job);
        }
        gantt_bar(file, log, window, &log->runs[at]);
        if (at + 1 == log->count || log->runs[at + 1].job != job) {
            fputs("</g>\n", file);
        }
    }
    fputs("</g>\n", file);
}

/* Class labels, from the right. */
static inline void gantt_legend(FILE *file, const gantt_log *log) {
    char label[64], fill[32];
    int64_t x = GANTT_RIGHT + 1000;
    uint32_t low, high;
    int class_number;

    for (class_number = GANTT_CLASSES - 1; class_number >= 0; class_number--) {
        high = gantt_class_top(log->processors, class_number);
        low = class_number == 0 ? 1 : gantt_class_top(log->processors, class_number - 1) + 1;
        if (low > high) {
            continue;
        }
        snprintf(label, sizeof label, low == high ? "%lu" : "%lu\xe2\x80\x93%lu",
                 (unsigned long)low, (unsigned long)high);
        x -= 3300 + 760 * (int64_t)(strlen(label) - (low == high ? 0 : 2));
        snprintf(fill, sizeof fill, " rx=\"2\" fill=\"%s\"", gantt_colour(class_number));
        gantt_rect(file, x, GANTT_LEGEND - 1000, x + 1200, GANTT_LEGEND + 200, fill);
        gantt_text(file, x + 1700, GANTT_LEGEND, "note", label);
    }
    gantt_text(file, x - 1000, GANTT_LEGEND, "number", "processors of a job:");
    gantt_rect(file, x - 24000, GANTT_LEGEND - 1000, x - 23780, GANTT_LEGEND + 200,
               " class=\"mark\"");
    gantt_text(file, x - 23300, GANTT_LEGEND, "note", "backfilled");
}

/* ---- The page -------------------------------------------------------------------------------- */

/* The height is in pixels; `more` goes on with the style. */
static inline void gantt_open(FILE *file, int height, const char *more) {
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 %d\" "
            "width=\"1200\" height=\"%d\">\n<style>\n", height, height);
    fputs("text{font-family:'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;"
          "font-size:12px;fill:#5b5f66}\n"
          ".title{font-size:21px;font-weight:600;fill:#2b2f36}.subtitle{font-size:13px}\n"
          ".panel{font-weight:600;fill:#43474e}.number{text-anchor:end}.hour{text-anchor:middle}\n"
          ".grid{stroke:#eceae4;fill:none}.axis{stroke:#a9a79f;fill:none}\n"
          ".busy{fill:#a9c3cf;stroke:#4f7f96;stroke-width:.8}\n"
          ".mark{fill:#cf7a4b}\n"
          ".waiting{fill:#ecd0b5;stroke:#b9783f;stroke-width:.8}\n", file);
    fprintf(file, "%s</style>\n<rect width=\"1200\" height=\"%d\" fill=\"#faf9f6\"/>\n", more,
            height);
}

/* The share of a panel under a curve, in parts per thousand. */
static inline unsigned gantt_share(const gantt_curve *curve, const gantt_window *window,
                                   uint64_t most) {
    uint64_t full = most * (uint64_t)window->length;

    return (unsigned)((curve->area * 1000 + full / 2) / full);
}

static inline void gantt_head(FILE *file, const gantt_log *log, const gantt_window *window,
                              const gantt_curve *busy, const gantt_curve *waiting,
                              const char *policy, const char *trace) {
    unsigned permille = gantt_share(busy, window, log->processors);
    char line[400], start[64], end[64];

    gantt_open(file, 800, "");
    snprintf(line, sizeof line, "%s on %s", policy, trace);
    gantt_text(file, GANTT_LEFT, 3800, "title", line);
    gantt_point(start, sizeof start, window->start, window->clock);
    gantt_point(end, sizeof end, window->start + window->length, window->clock);
    snprintf(line, sizeof line, "%.*s to %.*s%s; %lu processors, %u.%u %% busy; up to %lu waiting",
             (int)strlen(start) - 3, start, (int)strlen(end) - 3, end,
             window->length == 86400 ? ", when most work waits" : "",
             (unsigned long)log->processors, permille / 10, permille % 10,
             (unsigned long)waiting->highest);
    gantt_text(file, GANTT_LEFT, 6000, "subtitle", line);
}

static inline void gantt_frame(FILE *file, int64_t top, int64_t bottom) {
    gantt_line(file, GANTT_LEFT, top, GANTT_LEFT, bottom, "axis");
    gantt_line(file, GANTT_LEFT, bottom, GANTT_RIGHT, bottom, "axis");
}

/* The panel of the jobs but for these, and its title. */
static inline void gantt_page_jobs(FILE *file, const gantt_log *log) {
    gantt_text(file, GANTT_LEFT, GANTT_LEGEND, "panel", "Jobs on processors");
    gantt_legend(file, log);
    gantt_panel(file, GANTT_JOBS_TOP, GANTT_JOBS_BOTTOM, log->processors,
                gantt_step(log->processors, 4));
}

static inline void gantt_page_busy(FILE *file, const gantt_log *log) {
    gantt_text(file, GANTT_LEFT, GANTT_BUSY_TOP - 900, "panel", "Busy processors");
    gantt_panel(file, GANTT_BUSY_TOP, GANTT_BUSY_BOTTOM, log->processors,
                gantt_step(log->processors, 2));
}

static inline void gantt_page_waiting(FILE *file, const gantt_window *window,
                                      const gantt_curve *waiting) {
    uint64_t step = gantt_nice_step(waiting->highest > 0 ? waiting->highest : 1, 3);
    uint64_t most = (waiting->highest + step - 1) / step * step;

    most = most > 0 ? most : step;
    gantt_text(file, GANTT_LEFT, GANTT_WAIT_TOP - 900, "panel", "Waiting jobs");
    gantt_panel(file, GANTT_WAIT_TOP, GANTT_WAIT_BOTTOM, most, step);
    gantt_curve_draw(file, waiting, window, GANTT_WAIT_TOP, GANTT_WAIT_BOTTOM, most);
    gantt_frame(file, GANTT_WAIT_TOP, GANTT_WAIT_BOTTOM);
    gantt_hours(file, window);
}

static inline void gantt_page(FILE *file, const gantt_log *log, const gantt_window *window,
                              const gantt_curve *busy, const gantt_curve *waiting) {
    gantt_page_jobs(file, log);
    gantt_jobs(file, log, window);
    gantt_frame(file, GANTT_JOBS_TOP, GANTT_JOBS_BOTTOM);
    gantt_page_busy(file, log);
    gantt_curve_draw(file, busy, window, GANTT_BUSY_TOP, GANTT_BUSY_BOTTOM, log->processors);
    gantt_frame(file, GANTT_BUSY_TOP, GANTT_BUSY_BOTTOM);
    gantt_page_waiting(file, window, waiting);
}

/* What others draw over the page. */
typedef struct gantt_layer {
    void (*draw)(FILE *file, const void *ctx, const gantt_log *log, const gantt_window *window);
    const void *ctx;
} gantt_layer;

/* Writes the picture, with a layer over it unless that is NULL.
   Returns   1, or 0: out of memory, a write error, or no job that ran. */
static inline int gantt_write(FILE *file, const gantt_log *log, const gantt_layer *over,
                              const char *policy, const char *trace) {
    gantt_window window = {0, 0, 0};
    gantt_curve busy, waiting;
    int done;

    if (log->failed || log->load->count > INT32_MAX || !gantt_choose(log, &window)) {
        return 0;
    }
    memset(&waiting, 0, sizeof waiting);
    done = gantt_curve_make(&busy, log, &window, 1) && gantt_curve_make(&waiting, log, &window, 0);
    if (done) {
        gantt_head(file, log, &window, &busy, &waiting, policy, trace);
        gantt_page(file, log, &window, &busy, &waiting);
        if (over != NULL) {
            over->draw(file, over->ctx, log, &window);
        }
        fputs("</svg>\n", file);
    }
    free(busy.changes);
    free(waiting.changes);
    return done && fflush(file) == 0 && !ferror(file);
}

#endif
