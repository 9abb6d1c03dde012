/* gantt_tiers.h: draws a replayed schedule of two-tier policies: who ran before and behind whom. */
/* SPDX-License-Identifier: MIT */
#ifndef GANTT_TIERS_H_INCLUDED
#define GANTT_TIERS_H_INCLUDED

/* As gantt.h, with its page. A job has at most two runs: one in backgrounds and then, unless it
   ends there, one in foregrounds. Each tier has a log of its own. A foreground is as high as the
   row of its processor; what runs behind it covers the lower part of the row, in a paler colour.
   So a row without a background looks as under other policies. Where rows are too thin to be
   divided, a strip stands for some adjacent ones. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"
#include "workload.h"

#include "gantt.h"

typedef struct gantt_tiers_log {
    gantt_log first;                /* of each job the first run, without processors: who waits */
    gantt_log front, behind;        /* foregrounds, backgrounds */
    sked_tiers_policy policy;
    uint32_t backgrounds;           /* per processor; 0: one tier, as gantt_write draws it */
    int64_t migration;
    sked_word *words;
    sked_set set;
} gantt_tiers_log;

enum {
    GANTT_TIERS_HEIGHT = 826,       /* in pixels: a line more than gantt.h's page */
    GANTT_TIERS_LEGEND = 81100,
    GANTT_TIERS_ROW = 500           /* the least height of a row with a strip, unless it is the
                                       processor's own; hundredths, as the others of gantt.h */
};

/* ---- Recording ------------------------------------------------------------------------------- */

static inline int gantt_tiers_make_one(gantt_log *log, const workload *load) {
    int done = gantt_make(log, load, load->processors);

    log->ends = (int64_t *)calloc(load->count + 1, sizeof *log->ends);
    return done && log->ends != NULL;
}

static inline int gantt_tiers_make(gantt_tiers_log *log, const workload *load) {
    memset(log, 0, sizeof *log);
    log->words = (sked_word *)calloc(SKED_SET_WORDS(load->processors) + 1u, sizeof *log->words);
    if (log->words != NULL) {
        log->set = sked_set_make(log->words, load->processors);
    }
    return gantt_tiers_make_one(&log->first, load) && gantt_tiers_make_one(&log->front, load) &&
           gantt_tiers_make_one(&log->behind, load) && log->words != NULL;
}

static inline void gantt_tiers_drop(gantt_tiers_log *log) {
    gantt_drop(&log->first);
    gantt_drop(&log->front);
    gantt_drop(&log->behind);
    free(log->words);
    memset(log, 0, sizeof *log);
}

/* The processes of a job that are in one tier. */
static inline void gantt_tiers_add(gantt_tiers_log *log, gantt_log *to, size_t job, uint32_t tier,
                                   const sked_place *places) {
    uint32_t process, count = 0;

    sked_set_clear(&log->set);
    for (process = 0; process < to->actions[job].width; process++) {
        if (places[process].tier == tier) {
            sked_set_add(&log->set, places[process].processor);
            count++;
        }
    }
    if (count > 0 && !to->failed) {
        gantt_add_runs(to, job, tier, &log->set);
    }
}

/* As swil_tiers_settings.on_action has it. */
static inline void gantt_tiers_on_action(gantt_tiers_log *log, const sked_action *action,
                                         const sked_place *places, int64_t now) {
    const size_t job = (size_t)action->id;
    gantt_log *to = action->kind == SKED_START_BACKGROUND ? &log->behind : &log->front;
    uint32_t tier;

    if (log->first.actions[job].width == 0) {
        log->first.actions[job] = *action;
        log->first.actions[job].start = now;
    } else {
        log->behind.ends[job] = now;
    }
    to->actions[job] = *action;
    to->actions[job].start = now;
    for (tier = 0; tier <= log->backgrounds; tier++) {
        gantt_tiers_add(log, to, job, tier, places);
    }
}

/* As swil_tiers_settings.on_end has it. */
static inline void gantt_tiers_on_end(gantt_tiers_log *log, size_t job, int64_t now) {
    gantt_log *last = log->front.actions[job].width > 0 ? &log->front : &log->behind;

    log->first.ends[job] = last->ends[job] = now;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

/* The colours of gantt_colour, each with three parts of white for two of its own. */
static inline const char *gantt_tiers_pale(int class_number) {
    static const char *const colours[GANTT_CLASSES] = {"#f4eddf", "#e7ebdb", "#d4e5dd",
                                                       "#c3d9e1", "#c2ccde", "#cfc7d9"};

    return colours[class_number];
}

/* What became of a job that was in the background; kind of its next action, SKED_START: none. */
static inline const char *gantt_tiers_fate(sked_action_kind kind) {
    return kind == SKED_SWAP      ? "then went on in the foreground of these processors"
           : kind == SKED_RESTART ? "then was killed, and started anew in foregrounds"
           : kind == SKED_MIGRATE ? "then migrated to foregrounds"
                                  : "ended there";
}

static inline const char *gantt_tiers_past(sked_action_kind kind) {
    return kind == SKED_SWAP      ? "came from the background of these processors"
           : kind == SKED_RESTART ? "started anew: what it had done in the background is lost"
           : kind == SKED_MIGRATE ? "migrated from other backgrounds"
                                  : "had not run before";
}

/* What the pointer shows over a run. */
static inline void gantt_tiers_title(FILE *file, const gantt_tiers_log *log, const gantt_log *tier,
                                     const gantt_window *window, size_t job) {
    const workload_job *from = &log->first.load->jobs[job];
    const sked_action *action = &tier->actions[job];
    long long wait = (long long)(log->first.actions[job].start - from->submit);
    char start[64], end[64];

    gantt_point(start, sizeof start, action->start, window->clock);
    gantt_point(end, sizeof end, tier->ends[job], window->clock);
    fprintf(file, "<title>job %llu: %lu processor%s, %s\n%s to %s\n"
            "waited %lld:%02d:%02d h for its first run\n",
            (unsigned long long)from->id, (unsigned long)from->width, from->width == 1 ? "" : "s",
            tier == &log->behind ? "in the background" : "in the foreground", start, end,
            wait / 3600, (int)(wait / 60 % 60), (int)(wait % 60));
    if (tier == &log->behind) {
        fputs(gantt_tiers_fate(log->front.actions[job].kind), file);
    } else {
        fprintf(file, "%s\n", gantt_tiers_past(action->kind));
        gantt_reason(file, tier, window, action);
    }
    fputs("</title>\n", file);
}

/* Marks at the start of a run in the foreground: blue while it migrates, then that it was
   backfilled. */
static inline void gantt_tiers_bar(FILE *file, const gantt_tiers_log *log,
                                   const gantt_window *window, const gantt_run *run) {
    const gantt_log *front = &log->front;
    const sked_action *action = &front->actions[run->job];
    int64_t x = gantt_x(window, action->start), right = gantt_x(window, front->ends[run->job]);
    int64_t top = gantt_y(GANTT_JOBS_TOP, GANTT_JOBS_BOTTOM, run->high, front->processors);
    int64_t bottom = gantt_y(GANTT_JOBS_TOP, GANTT_JOBS_BOTTOM, run->low, front->processors);
    int64_t moved;

    gantt_rect(file, x, top, right - x < 40 ? x + 40 : right, bottom, "");
    if (action->start < window->start || right - x <= 600) {
        return;
    }
    if (action->kind == SKED_MIGRATE) {
        moved = gantt_x(window, action->start + log->migration);
        moved = moved > right ? right : moved - x < 220 ? x + 220 : moved;
        gantt_rect(file, x, top, moved, bottom, " class=\"moved\"");
        x = moved;
    }
    if (action->reason != SKED_HEAD && right - x > 380) {
        gantt_rect(file, x, top, x + 220, bottom, " class=\"mark\"");
    }
}

/* The strips of a run in the background, from x to right: one for each row of the picture. */
static inline void gantt_tiers_strips(FILE *file, const gantt_tiers_log *log, const gantt_run *run,
                                      int64_t x, int64_t right) {
    const uint32_t processors = log->front.processors;
    const int64_t span = GANTT_JOBS_BOTTOM - GANTT_JOBS_TOP;
    const uint32_t group =
        (uint32_t)(((int64_t)processors * GANTT_TIERS_ROW + span - 1) / span);
    const uint32_t tiers = log->backgrounds;
    uint32_t low, high;

    for (low = run->low; low < run->high; low = high) {
        int64_t top, bottom, part;

        high = low - low % group + group;
        high = high < run->high ? high : run->high;
        top = gantt_y(GANTT_JOBS_TOP, GANTT_JOBS_BOTTOM, high, processors);
        bottom = gantt_y(GANTT_JOBS_TOP, GANTT_JOBS_BOTTOM, low, processors);
        part = (bottom - top) * 9 / 20;
        top = bottom - part * (tiers - run->tier + 1) / tiers;
        bottom -= part * (tiers - run->tier) / tiers;
        gantt_put(file, "M", x);
        gantt_put(file, " ", top);
        gantt_put(file, "H", right);
        gantt_put(file, "V", bottom);
        gantt_put(file, "H", x);
        fputs("Z", file);
    }
}

/* A run in the background ends with a mark if the job was killed or migrated. */
static inline void gantt_tiers_behind(FILE *file, const gantt_tiers_log *log,
                                      const gantt_window *window, const gantt_run *run) {
    const int64_t end = log->behind.ends[run->job];
    const sked_action_kind next = log->front.actions[run->job].kind;
    int64_t x = gantt_x(window, log->behind.actions[run->job].start), right = gantt_x(window, end);

    right = right - x < 40 ? x + 40 : right;
    fputs("<path d=\"", file);
    gantt_tiers_strips(file, log, run, x, right);
    fputs("\"/>\n", file);
    if ((next == SKED_RESTART || next == SKED_MIGRATE) && end <= window->start + window->length) {
        fputs("<path d=\"", file);
        gantt_tiers_strips(file, log, run, right - x < 220 ? x : right - 220, right);
        fprintf(file, "\" class=\"%s\"/>\n", next == SKED_RESTART ? "killed" : "moved");
    }
}

/* One group per job and tier, as gantt_jobs. */
static inline void gantt_tiers_jobs(FILE *file, const gantt_tiers_log *log, const gantt_log *tier,
                                    const gantt_window *window) {
    const int behind = tier == &log->behind;
    int64_t row = (GANTT_JOBS_BOTTOM - GANTT_JOBS_TOP) / tier->processors;
    size_t at, job;

    fputs("<g stroke=\"#ffffff\"", file);
    row = behind ? row / 4 : row;
    gantt_put(file, " stroke-width=\"", row / 6 < 60 ? row / 6 : 60);
    fputs("\">\n", file);
    for (at = 0; at < tier->count; at++) {
        job = tier->runs[at].job;
        if (tier->actions[job].start >= window->start + window->length ||
            tier->ends[job] <= window->start) {
            continue;
        }
        if (at == 0 || tier->runs[at - 1].job != job) {
            int class_number = gantt_class(tier->processors, tier->actions[job].width);

            fprintf(file, "<g fill=\"%s\">",
                    behind ? gantt_tiers_pale(class_number) : gantt_colour(class_number));
            gantt_tiers_title(file, log, tier, window, job);
        }
        if (behind) {
            gantt_tiers_behind(file, log, window, &tier->runs[at]);
        } else {
            gantt_tiers_bar(file, log, window, &tier->runs[at]);
        }
        if (at + 1 == tier->count || tier->runs[at + 1].job != job) {
            fputs("</g>\n", file);
        }
    }
    fputs("</g>\n", file);
}

/* ---- The page -------------------------------------------------------------------------------- */

/* A sign and its words; gives where the next one begins. */
static inline int64_t gantt_tiers_sign(FILE *file, int64_t x, int64_t y, int64_t width,
                                       const char *more, const char *words) {
    gantt_rect(file, x, y - 1000, x + width, y + 200, more);
    gantt_text(file, x + width + 500, y, "note", words);
    return x + width + 2700 + 680 * (int64_t)strlen(words);
}

/* What the picture shows that those of other policies do not. */
static inline void gantt_tiers_legend(FILE *file, const gantt_tiers_log *log) {
    const char *backgrounds = log->backgrounds == 1 ? "backgrounds" : "mean of the backgrounds";
    int64_t x = GANTT_LEFT, y = GANTT_TIERS_LEGEND;

    x = gantt_tiers_sign(file, x, y, 2400, " fill=\"#6a9fb5\"",
                         "a job in the foreground; the lower, paler part: another one behind it");
    gantt_rect(file, GANTT_LEFT, y - 400, GANTT_LEFT + 2400, y + 200, " fill=\"#c3d9e1\"");
    if (log->policy == SKED_KEASY) {
        (void)gantt_tiers_sign(file, x, y, 220, " class=\"killed\"",
                               "killed in the background, to start anew");
    }
    if (log->policy == SKED_MEASY) {
        (void)gantt_tiers_sign(file, x, y, 220, " class=\"moved\"",
                               "migrated to other processors");
    }
    x = GANTT_RIGHT - 15200 - 680 * (int64_t)strlen(backgrounds);
    y = GANTT_BUSY_TOP - 900;
    x = gantt_tiers_sign(file, x, y, 1200, " class=\"busy\"", "foregrounds");
    (void)gantt_tiers_sign(file, x, y, 1200, " class=\"behind\"", backgrounds);
}

static inline void gantt_tiers_head(FILE *file, const gantt_tiers_log *log,
                                    const gantt_window *window, const gantt_curve *curves,
                                    const char *policy, const char *trace) {
    const uint64_t processors = log->front.processors;
    const unsigned front = gantt_share(&curves[0], window, processors);
    const unsigned behind = gantt_share(&curves[1], window, processors * log->backgrounds);
    char line[400], start[64], end[64];

    gantt_open(file, GANTT_TIERS_HEIGHT,
               ".behind{fill:#5d5a86;fill-opacity:.45;stroke:#44416b;stroke-width:.8}\n"
               ".killed{fill:#23262b;stroke:none}.moved{fill:#1f4fa8;stroke:none}\n");
    snprintf(line, sizeof line, "%s on %s", policy, trace);
    gantt_text(file, GANTT_LEFT, 3800, "title", line);
    gantt_point(start, sizeof start, window->start, window->clock);
    gantt_point(end, sizeof end, window->start + window->length, window->clock);
    snprintf(line, sizeof line,
             "%.*s to %.*s%s; %lu processors: foregrounds %u.%u %% busy, backgrounds %u.%u %%; up "
             "to %lu waiting",
             (int)strlen(start) - 3, start, (int)strlen(end) - 3, end,
             window->length == 86400 ? ", when most work waits" : "", (unsigned long)processors,
             front / 10, front % 10, behind / 10, behind % 10, (unsigned long)curves[2].highest);
    gantt_text(file, GANTT_LEFT, 6000, "subtitle", line);
}

/* curves: processors of foregrounds, of backgrounds, and waiting jobs. */
static inline void gantt_tiers_page(FILE *file, const gantt_tiers_log *log,
                                    const gantt_window *window, const gantt_curve *curves) {
    const uint64_t processors = log->front.processors;

    gantt_page_jobs(file, &log->front);
    gantt_tiers_jobs(file, log, &log->front, window);
    gantt_tiers_jobs(file, log, &log->behind, window);
    gantt_frame(file, GANTT_JOBS_TOP, GANTT_JOBS_BOTTOM);
    gantt_page_busy(file, &log->front);
    gantt_curve_draw(file, &curves[0], window, GANTT_BUSY_TOP, GANTT_BUSY_BOTTOM, processors);
    gantt_curve_draw(file, &curves[1], window, GANTT_BUSY_TOP, GANTT_BUSY_BOTTOM,
                     processors * log->backgrounds);
    gantt_frame(file, GANTT_BUSY_TOP, GANTT_BUSY_BOTTOM);
    gantt_page_waiting(file, window, &curves[2]);
    gantt_tiers_legend(file, log);
}

/* As gantt_write. A log of one tier gets its picture. */
static inline int gantt_tiers_write(FILE *file, const gantt_tiers_log *log, const char *policy,
                                    const char *trace) {
    gantt_window window = {0, 0, 0};
    gantt_curve curves[3];
    int done;

    if (log->backgrounds == 0) {
        return gantt_write(file, &log->front, NULL, policy, trace);
    }
    if (log->front.failed || log->behind.failed || log->first.load->count > INT32_MAX ||
        !gantt_choose(&log->first, &window)) {
        return 0;
    }
    memset(curves, 0, sizeof curves);
    done = gantt_curve_make(&curves[0], &log->front, &window, 1) &&
           gantt_curve_make(&curves[1], &log->behind, &window, 1) &&
           gantt_curve_make(&curves[2], &log->first, &window, 0);
    curves[1].kind = "behind";
    if (done) {
        gantt_tiers_head(file, log, &window, curves, policy, trace);
        gantt_tiers_page(file, log, &window, curves);
        fputs("</svg>\n", file);
    }
    free(curves[0].changes);
    free(curves[1].changes);
    free(curves[2].changes);
    return done && fflush(file) == 0 && !ferror(file);
}

#endif
