/* replay_history.h: keeps what accounts used as a replay went on, and draws it beside their targets
   (--history). */
/* SPDX-License-Identifier: MIT */
#ifndef REPLAY_HISTORY_H_INCLUDED
#define REPLAY_HISTORY_H_INCLUDED

/* Drawn are accounts just below the root: their parts of the whole sum up to it. Usage is the
   decayed one, by which a queue by share orders them, as it is after passes. It is kept for as many
   of these as a picture can show. gantt.h draws the rest of the page. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched_share.h"
#include "workload.h"

#include "cells.h"
#include "gantt.h"
#include "replay_gantt.h"
#include "replay_shares.h"
#include "shares_file.h"

enum {
    HISTORY_LINES = 8,              /* accounts of a picture, as many as there are colours */
    HISTORY_SAMPLES = 2048,         /* kept; a picture shows one for each two pixels */
    HISTORY_HEIGHT = 22000, HISTORY_SIGN = 2200, HISTORY_ROW = 1900
};

typedef struct history_sample {
    int64_t time;
    uint16_t used[HISTORY_LINES];   /* permille of all usage */
} history_sample;

typedef struct history_log {
    uint32_t accounts[HISTORY_LINES];   /* by falling use of all their jobs */
    uint32_t lines, siblings;       /* accounts drawn, and how many there are just below the root */
    int64_t spacing;                /* at least so long between two samples */
    size_t count;
    history_sample *samples;
} history_log;

/* ---- Recording ------------------------------------------------------------------------------- */

/* Keeps the accounts just below the root that would use most if all jobs ran. */
static inline void history_choose(history_log *log, const shares_file *file,
                                  const shares_use *uses) {
    uint32_t at, place;

    for (at = 1; at < file->count; at++) {
        if (file->accounts[at].above != SKED_SHARE_ROOT) {
            continue;
        }
        log->siblings++;
        if (log->lines < HISTORY_LINES) {
            log->lines++;
        } else if (!shares_uses_more(uses, at, log->accounts[HISTORY_LINES - 1])) {
            continue;
        }
        for (place = log->lines - 1;
             place > 0 && shares_uses_more(uses, at, log->accounts[place - 1]); place--) {
            log->accounts[place] = log->accounts[place - 1];
        }
        log->accounts[place] = at;
    }
}

/* Returns 0 iff memory is out; history_drop then, too. */
static inline int history_make(history_log *log, const shares_file *file, const workload *load) {
    shares_use *uses = (shares_use *)calloc(file->count, sizeof *uses);

    memset(log, 0, sizeof *log);
    log->samples = (history_sample *)calloc(HISTORY_SAMPLES, sizeof *log->samples);
    if (uses != NULL) {
        shares_measure(file, load, NULL, uses);
        history_choose(log, file, uses);
    }
    free(uses);
    return uses != NULL && log->samples != NULL;
}

static inline void history_drop(history_log *log) {
    free(log->samples);
    memset(log, 0, sizeof *log);
}

/* Half of the samples go when there is no more room. */
static inline void history_thin(history_log *log) {
    size_t at;

    for (at = 0; at < HISTORY_SAMPLES / 2; at++) {
        log->samples[at] = log->samples[2 * at];
    }
    log->count = HISTORY_SAMPLES / 2;
    log->spacing = (log->samples[log->count - 1].time - log->samples[0].time) /
                   (HISTORY_SAMPLES / 2);
}

/* For swil_settings.on_pass. Before anything was used there is nothing to divide. */
static inline sked_status history_on_pass(history_log *log, sked_share *share, int64_t now) {
    sked_share_account_info info = {0};
    sked_status status = sked_share_advance(share, now);
    history_sample *sample;
    uint32_t line;

    if (status == SKED_OK) {
        status = sked_share_get_account(share, SKED_SHARE_ROOT, &info);
    }
    if (status != SKED_OK || (info.usage.high == 0 && info.usage.low == 0) ||
        (log->count > 0 && now - log->samples[log->count - 1].time < log->spacing)) {
        return status;
    }
    if (log->count == HISTORY_SAMPLES) {
        history_thin(log);
    }
    sample = &log->samples[log->count++];
    sample->time = now;
    for (line = 0; line < log->lines && status == SKED_OK; line++) {
        status = sked_share_get_account(share, log->accounts[line], &info);
        sample->used[line] = (uint16_t)info.used_permille;
    }
    return status;
}

/* ---- The page -------------------------------------------------------------------------------- */

/* Of the palette of M. Okabe and K. Ito, without its yellow, and a grey: tests/colours.py tells how
   far they are apart, also for those who do not see red and green. */
static inline const char *history_colour(uint32_t line) {
    static const char *const colours[HISTORY_LINES] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                       "#e69f00", "#56b4e9", "#000000", "#666666"};

    return colours[line];
}

typedef struct history_page {
    const shares_results *from;
    const history_log *logs;        /* of the policy above, and the one below */
    const replay_policy *policies;
    int panels;                     /* 1: only the last one */
    gantt_window window;
    uint64_t top;                   /* the panels' upper edges, in percent */
} history_page;

static inline const history_log *history_first(const history_page *page) {
    return &page->logs[2 - page->panels];
}

/* All passes of both policies. */
static inline void history_choose_window(history_page *page, int64_t clock) {
    int64_t first = INT64_MAX, end = 0;
    int panel;

    for (panel = 2 - page->panels; panel < 2; panel++) {
        const history_log *log = &page->logs[panel];

        first = log->samples[0].time < first ? log->samples[0].time : first;
        end = log->samples[log->count - 1].time > end ? log->samples[log->count - 1].time : end;
    }
    page->window.clock = clock;
    if (!replay_window(&page->window, first, end)) {
        page->window.start = first;
        page->window.end = end;
        gantt_label(&page->window);
    }
}

/* A round number of percent that nothing exceeds. */
static inline void history_choose_top(history_page *page) {
    uint32_t most = 1, line;
    size_t at;
    int panel;

    for (panel = 2 - page->panels; panel < 2; panel++) {
        const history_log *log = &page->logs[panel];

        for (line = 0; line < log->lines; line++) {
            const uint32_t target = page->from->targets[log->accounts[line]];

            most = target > most ? target : most;
            for (at = 0; at < log->count; at++) {
                most = log->samples[at].used[line] > most ? log->samples[at].used[line] : most;
            }
        }
    }
    page->top = most > 500 ? 100 : most > 250 ? 50 : most > 100 ? 25 : 10;
}

static inline int64_t history_y(const history_page *page, int64_t top, uint32_t permille) {
    return gantt_y(top, top + HISTORY_HEIGHT, permille, 10 * page->top);
}

/* Dashes of accounts with the same target take turns, so that all are seen. */
static inline void history_target(FILE *file, const history_page *page, int64_t top,
                                  uint32_t line) {
    const history_log *log = history_first(page);
    const uint32_t target = page->from->targets[log->accounts[line]];
    const int64_t y = history_y(page, top, target);
    uint32_t at, equal = 0, before = 0;

    for (at = 0; at < log->lines; at++) {
        const int same = page->from->targets[log->accounts[at]] == target;

        equal += (uint32_t)same;
        before += (uint32_t)(same && at < line);
    }
    gantt_put(file, "<path d=\"M", GANTT_LEFT);
    gantt_put(file, " ", y);
    gantt_put(file, "H", GANTT_RIGHT);
    fprintf(file, "\" class=\"target\" stroke=\"%s\" stroke-dasharray=\"7 %" PRIu32
                  "\" stroke-dashoffset=\"-%" PRIu32 "\"/>\n",
            history_colour(line), equal > 1 ? 7 * (equal - 1) : 5, 7 * before);
}

/* Draws one sample for each two pixels, and the last one. */
static inline void history_curve(FILE *file, const history_page *page, const history_log *log,
                                 int64_t top, uint32_t line) {
    int64_t x = -1, next;
    size_t at;

    fputs("<path d=\"", file);
    for (at = 0; at < log->count; at++) {
        next = gantt_x(&page->window, log->samples[at].time);
        if (x < 0 || next - x >= 200 || at + 1 == log->count) {
            gantt_put(file, x < 0 ? "M" : "L", next);
            gantt_put(file, " ", history_y(page, top, log->samples[at].used[line]));
            x = next;
        }
    }
    fprintf(file, "\" class=\"used\" stroke=\"%s\"/>\n", history_colour(line));
}

static inline void history_panel(FILE *file, const history_page *page, int panel, int64_t top) {
    const history_log *log = &page->logs[panel];
    const int64_t bottom = top + HISTORY_HEIGHT;
    char facts[64];
    uint32_t line;

    snprintf(facts, sizeof facts, " (%s): part of all usage, in %%", page->policies[panel].name);
    gantt_heading(file, top - 900, page->policies[panel].title, facts);
    gantt_paper(file, &page->window, top, bottom);
    gantt_heights(file, top, bottom, page->top, page->top / 5);
    for (line = 0; line < log->lines; line++) {
        history_target(file, page, top, line);
    }
    for (line = log->lines; line-- > 0;) {
        history_curve(file, page, log, top, line);
    }
    gantt_frame(file, top, bottom);
}

/* ---- Its head -------------------------------------------------------------------------------- */

/* A line as long as a sign, and its words; gives where the next one begins. */
static inline int64_t history_sign(FILE *file, int64_t x, int64_t y, const char *kind,
                                   const char *colour, const char *words) {
    gantt_put(file, "<path d=\"M", x);
    gantt_put(file, " ", y - 400);
    gantt_put(file, "H", x + HISTORY_SIGN);
    fprintf(file, "\" class=\"%s\" stroke=\"%s\"%s/>\n", kind, colour,
            strcmp(kind, "target") == 0 ? " stroke-dasharray=\"7 5\"" : "");
    gantt_text(file, x + HISTORY_SIGN + 500, y, "note", words);
    return x + HISTORY_SIGN + 1800 + 660 * (int64_t)strlen(words);
}

/* What the sign of an account is called. */
static inline void history_name(char *text, size_t room, const history_page *page,
                                uint32_t account) {
    snprintf(text, room, "%s: %s %%", page->from->file->accounts[account].name,
             shares_target(page->from, account).text);
}

/* Writes the signs of the accounts, in lines from y on; file NULL: none. Gives the y of the last
   line. */
static inline int64_t history_legend(FILE *file, const history_page *page, int64_t y) {
    const history_log *log = history_first(page);
    int64_t x = GANTT_LEFT, wide;
    char words[128];
    uint32_t line;

    for (line = 0; line < log->lines; line++) {
        history_name(words, sizeof words, page, log->accounts[line]);
        wide = HISTORY_SIGN + 500 + 660 * (int64_t)strlen(words);
        if (x > GANTT_LEFT && x + wide > GANTT_RIGHT) {
            x = GANTT_LEFT;
            y += HISTORY_ROW;
        }
        if (file != NULL) {
            (void)history_sign(file, x, y, "used", history_colour(line), words);
        }
        x += wide + 1300;
    }
    return y;
}

/* "7 d", or seconds. */
static inline void history_half_life(char *text, size_t room, int64_t seconds) {
    if (seconds % GANTT_DAY == 0) {
        snprintf(text, room, "%" PRId64 " d", seconds / GANTT_DAY);
    } else if (seconds % 3600 == 0) {
        snprintf(text, room, "%" PRId64 " h", seconds / 3600);
    } else {
        snprintf(text, room, "%" PRId64 " s", seconds);
    }
}

static inline void history_head(FILE *file, const history_page *page, const char *words) {
    const history_log *log = history_first(page);
    int64_t x = GANTT_LEFT, y = GANTT_HEAD + GANTT_TEXT_LINE + 300;
    char shown[100];

    gantt_text(file, GANTT_LEFT, GANTT_HEAD, "title", "What accounts used, beside their targets");
    gantt_text(file, GANTT_LEFT, y, "subtitle", words);
    y += GANTT_TEXT_LINE + 400;
    x = history_sign(file, x, y, "used", "#2b2f36", "used, decayed");
    x = history_sign(file, x, y, "target", "#2b2f36", "target, by shares");
    if (log->lines < log->siblings) {
        snprintf(shown, sizeof shown, "%" PRIu32 " of %" PRIu32 " accounts", log->lines,
                 log->siblings);
        gantt_text(file, GANTT_RIGHT, y, "number", shown);
    }
    (void)history_legend(file, page, y + HISTORY_ROW);
}

static inline void history_style(FILE *file) {
    fputs("<style>.used{fill:none;stroke-width:1.7;stroke-linejoin:round}\n"
          ".target{fill:none;stroke-width:1.2}</style>\n", file);
}

/* Writes the picture of one policy, or of two, the first above the last: panels says. Needs a
   sample of each. */
static inline void history_write(FILE *file, const shares_results *from, const history_log *logs,
                                 const replay_policy *policies, int panels, const char *trace,
                                 const workload *load) {
    history_page page = {.from = from, .logs = logs, .policies = policies, .panels = panels};
    int64_t top = GANTT_HEAD + 2 * GANTT_TEXT_LINE + 700 + HISTORY_ROW, bottom;
    char words[400], half_life[32];
    int panel;

    history_choose_window(&page, load->start_unix % GANTT_DAY);
    history_choose_top(&page);
    history_half_life(half_life, sizeof half_life, from->file->half_life);
    snprintf(words, sizeof words, "%.300s on %" PRIu32 " processors: usage decays by half in %s",
             trace, load->processors, half_life);
    top = history_legend(NULL, &page, top) + GANTT_GAP + 400;
    bottom = top + panels * (HISTORY_HEIGHT + GANTT_GAP) - GANTT_GAP;
    gantt_open(file, (int)((bottom + gantt_axis(&page.window) + GANTT_FOOT) / 100));
    history_style(file);
    history_head(file, &page, words);
    for (panel = 2 - panels; panel < 2; panel++, top += HISTORY_HEIGHT + GANTT_GAP) {
        history_panel(file, &page, panel, top);
    }
    gantt_times(file, &page.window, bottom, "hour of the day");
    fputs("</svg>\n", file);
}

#endif
