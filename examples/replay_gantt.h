/* replay_gantt.h: keeps what a replay did, and draws a day of it: who ran where, how many
   processors were busy, how many jobs waited. Or the same day under two policies. */
/* SPDX-License-Identifier: MIT */
#ifndef REPLAY_GANTT_H_INCLUDED
#define REPLAY_GANTT_H_INCLUDED

/* A year of a machine does not fit on a page, so the picture shows its most crowded day: the 24
   hours in which the most work waits. Two policies are compared on the 24 hours in which the second
   one backfills the most jobs: there one sees what it does differently, and a day that a single
   wide job fills has few. A schedule that is shorter than a day is shown whole. Times are in
   seconds. gantt.h draws.

   A stay is a job in one tier. Of one-tier policies each job has one, and one more each time that
   it was stopped for an urgent job; of two-tier policies it has at most two: one in backgrounds and
   then, unless it ends there, one in foregrounds. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"
#include "workload.h"

#include "gantt.h"
#include "bookings.h"

typedef struct replay_stay {
    sked_action action;             /* its id is the job's index, its start when the stay begins */
    int64_t end;
    int again;                      /* not the job's first one */
    int stopped;                    /* it ended for an urgent job */
    int64_t waited_from;            /* until its start; SKED_NEVER: not in the queue */
    sked_action_kind next;          /* how the second one begins; SKED_START: there is none */
} replay_stay;

typedef struct replay_run {         /* processors low .. high-1 */
    uint32_t stay, tier, low, high;
} replay_run;

typedef struct replay_log {
    const workload *load;
    uint32_t tiers;                 /* behind the first one */
    int64_t migration;
    replay_stay *stays;
    uint32_t *last;                 /* per job: its stay, SKED_NONE before */
    size_t count, stays_room;
    replay_run *runs;               /* by stay */
    size_t runs_count, room;
    sked_word *words;
    sked_set set;
    int failed;                     /* out of memory: there will be no picture, nor a trace */
} replay_log;

enum { REPLAY_CELLS_MAX = 1 << 20 };

/* ---- Recording ------------------------------------------------------------------------------- */

/* Returns 0 iff memory is out; replay_log_drop then, too. Keeps the workload until then. */
static inline int replay_log_make(replay_log *log, const workload *load) {
    size_t job;

    memset(log, 0, sizeof *log);
    log->load = load;
    log->stays_room = 2 * load->count + 1;
    log->stays = (replay_stay *)calloc(log->stays_room, sizeof *log->stays);
    log->last = (uint32_t *)calloc(load->count + 1, sizeof *log->last);
    log->words = (sked_word *)calloc(SKED_SET_WORDS(load->processors) + 1u, sizeof *log->words);
    if (log->stays == NULL || log->last == NULL || log->words == NULL ||
        load->count > INT32_MAX) {
        return 0;
    }
    log->set = sked_set_of(log->words, load->processors);
    for (job = 0; job < load->count; job++) {
        log->last[job] = SKED_NONE;
    }
    return 1;
}

static inline void replay_log_drop(replay_log *log) {
    free(log->stays);
    free(log->last);
    free(log->runs);
    free(log->words);
    memset(log, 0, sizeof *log);
}

static inline void replay_log_run(replay_log *log, replay_run run) {
    if (log->runs_count == log->room) {
        const size_t room = log->room == 0 ? 1024 : log->room * 2;
        replay_run *runs = (replay_run *)realloc(log->runs, room * sizeof *runs);

        if (runs == NULL) {
            log->failed = 1;
            return;
        }
        log->runs = runs;
        log->room = room;
    }
    log->runs[log->runs_count++] = run;
}

/* Runs of the last stay: one for neighbours. */
static inline void replay_log_runs(replay_log *log, uint32_t tier, const sked_set *processors) {
    replay_run run;
    uint32_t low = sked_set_first(processors);

    run.stay = (uint32_t)(log->count - 1);
    run.tier = tier;
    for (; low < processors->size && !log->failed;
         low = sked_set_next(processors, run.high - 1)) {
        run.low = low;
        for (run.high = low + 1; run.high < processors->size &&
                                 sked_set_has(processors, run.high);) {
            run.high++;
        }
        replay_log_run(log, run);
    }
}

/* Jobs that are stopped have any number of stays. Returns 0: out of memory, there is no picture. */
static inline int replay_log_grow(replay_log *log) {
    replay_stay *stays = log->stays;

    if (log->count == log->stays_room) {
        stays = (replay_stay *)realloc(stays, 2 * log->stays_room * sizeof *stays);
        log->failed = log->failed || stays == NULL;
    }
    if (log->failed) {
        return 0;
    }
    log->stays_room *= log->count == log->stays_room ? 2 : 1;
    log->stays = stays;
    return 1;
}

/* A new stay, which ends the one before, unless that was stopped. Returns NULL: out of memory. */
static inline replay_stay *replay_log_stay(replay_log *log, const sked_action *action,
                                           int64_t now) {
    const size_t job = (size_t)action->id;
    replay_stay *stay, *before;

    if (!replay_log_grow(log)) {
        return NULL;
    }
    stay = &log->stays[log->count];
    memset(stay, 0, sizeof *stay);
    stay->action = *action;
    stay->action.start = now;
    stay->end = now;
    stay->waited_from = log->load->jobs[job].submit;
    stay->again = log->last[job] != SKED_NONE;
    stay->next = SKED_START;
    if (stay->again) {
        before = &log->stays[log->last[job]];
        stay->waited_from = before->stopped ? before->end : SKED_NEVER;
        before->end = before->stopped ? before->end : now;
        before->next = action->kind;
    }
    log->last[job] = (uint32_t)log->count++;
    return stay;
}

/* For swil_settings.on_start. A job runs for its run time, or until its bound. */
static inline void replay_log_on_start(replay_log *log, const sked_action *action,
                                       const sked_set *processors) {
    const int64_t end = action->start + log->load->jobs[(size_t)action->id].run;
    replay_stay *stay = replay_log_stay(log, action, action->start);

    if (stay != NULL) {
        stay->end = end < action->end ? end : action->end;
        replay_log_runs(log, 0, processors);
    }
}

/* For swil_preempt.on_stop. */
static inline void replay_log_on_stop(replay_log *log, size_t job, int64_t time) {
    if (!log->failed) {
        log->stays[log->last[job]].end = time;
        log->stays[log->last[job]].stopped = 1;
    }
}

/* For swil_tiers_settings.on_action. */
static inline void replay_log_on_action(replay_log *log, const sked_action *action,
                                        const sked_place *places, int64_t now) {
    uint32_t process, tier;

    if (replay_log_stay(log, action, now) == NULL) {
        return;
    }
    for (tier = 0; tier <= log->tiers; tier++) {
        sked_set_clear(&log->set);
        for (process = 0; process < action->width; process++) {
            if (places[process].tier == tier) {
                sked_set_add(&log->set, places[process].processor);
            }
        }
        replay_log_runs(log, tier, &log->set);
    }
}

/* For swil_tiers_settings.on_end. Once memory has run out, a job may have no stay. */
static inline void replay_log_on_end(replay_log *log, size_t job, int64_t now) {
    if (!log->failed) {
        log->stays[log->last[job]].end = now;
    }
}

static inline int replay_is_behind(const replay_stay *stay) {
    return stay->action.kind == SKED_START_BACKGROUND;
}

static inline const workload_job *replay_job_of(const replay_log *log, const replay_stay *stay) {
    return &log->load->jobs[(size_t)stay->action.id];
}

/* ---- The most crowded day -------------------------------------------------------------------- */

typedef struct replay_cells {       /* of time, from an origin on */
    int64_t origin, length;
    size_t count;
    sked_u128 *part, *step;
} replay_cells;

/* Adds the work that waits in each cell: a job adds run * width for each second it waits. Full
   cells are noted where they begin and where they end, to be summed up later, so a job costs O(1).
   The differences wrap modulo 2^128, their sums do not. */
static inline void replay_cells_add(replay_cells *cells, const workload_job *from, int64_t start) {
    const uint64_t run = (uint64_t)(from->run < INT32_MAX ? from->run : INT32_MAX);
    const uint64_t work = run * from->width, size = (uint64_t)cells->length;
    const uint64_t begin = (uint64_t)(from->submit - cells->origin), first = begin / size;
    uint64_t end = (uint64_t)(start - cells->origin), last = end / size;
    sked_u128 *part = cells->part, *step = cells->step;

    if (last >= cells->count) {
        last = cells->count - 1;
        end = last * size;
    }
    if (end <= begin) {
        return;
    }
    if (first == last) {
        part[first] = sked_u128_add(part[first], sked_u128_mul(work, end - begin));
        return;
    }
    part[first] = sked_u128_add(part[first], sked_u128_mul(work, (first + 1) * size - begin));
    part[last] = sked_u128_add(part[last], sked_u128_mul(work, end - last * size));
    step[first + 1] = sked_u128_add(step[first + 1], sked_u128_mul(work, size));
    step[last] = sked_u128_sub(step[last], sked_u128_mul(work, size));
}

/* The cell at which the 12 cells with the most waiting work begin; the earliest if equal. */
static inline size_t replay_cells_best(replay_cells *cells) {
    sked_u128 full = {0, 0}, sum = {0, 0}, best = {0, 0};
    size_t cell, at = 0;

    for (cell = 0; cell < cells->count; cell++) {
        full = sked_u128_add(full, cells->step[cell]);
        cells->part[cell] = sked_u128_add(cells->part[cell], full);
        sum = sked_u128_add(sum, cells->part[cell]);
        if (cell >= 12) {
            sum = sked_u128_sub(sum, cells->part[cell - 12]);
        }
        if (sked_u128_compare(sum, best) > 0) {
            best = sum;
            at = cell >= 11 ? cell - 11 : 0;
        }
    }
    return at;
}

/* How the box of a stay begins, by why it does. */
static inline gantt_mark replay_mark_after(sked_reason reason) {
    return reason == SKED_HEAD || reason == SKED_BOOKED ? GANTT_PLAIN : GANTT_BACKFILLED;
}

/* Moves the window of a day to where most work waits. Returns 0 iff memory is out. */
static inline int replay_crowded(const replay_log *log, gantt_window *window, int64_t end) {
    replay_cells cells;
    int64_t count;
    size_t at;
    int done;

    cells.origin = window->start;
    cells.length = window->step;
    count = (end - cells.origin) / cells.length + 1;
    cells.count = (size_t)(count < REPLAY_CELLS_MAX ? count : REPLAY_CELLS_MAX);
    cells.part = (sked_u128 *)calloc(cells.count, sizeof *cells.part);
    cells.step = (sked_u128 *)calloc(cells.count, sizeof *cells.step);
    done = cells.part != NULL && cells.step != NULL;
    for (at = 0; done && at < log->count; at++) {
        if (!log->stays[at].again) {
            replay_cells_add(&cells, replay_job_of(log, &log->stays[at]),
                             log->stays[at].action.start);
        }
    }
    if (done) {
        window->start += (int64_t)replay_cells_best(&cells) * cells.length;
        window->end = window->start + 12 * window->step;
    }
    free(cells.part);
    free(cells.step);
    return done;
}

/* Moves the window of a day to where the most backfilled jobs start; the earliest if equal. Gives
   how many they are: if none, the window stays. Returns 0 iff memory is out. */
static inline int replay_passing(const replay_log *log, gantt_window *window, int64_t end,
                                 uint32_t *most) {
    const int64_t origin = window->start, length = window->step;
    const int64_t last = (end - origin) / length;
    const size_t count = (size_t)(last < REPLAY_CELLS_MAX ? last : REPLAY_CELLS_MAX - 1) + 1;
    uint32_t *starts = (uint32_t *)calloc(count, sizeof *starts), sum = 0;
    size_t at;

    *most = 0;
    for (at = 0; starts != NULL && at < log->count; at++) {
        const sked_action *action = &log->stays[at].action;
        const size_t cell = (size_t)((action->start - origin) / length);

        if (replay_mark_after(action->reason) == GANTT_BACKFILLED && cell < count) {
            starts[cell]++;
        }
    }
    for (at = 0; starts != NULL && at < count; at++) {
        sum += starts[at] - (at >= 12 ? starts[at - 12] : 0);
        if (sum > *most) {
            *most = sum;
            window->start = origin + (at >= 11 ? (int64_t)at - 11 : 0) * length;
        }
    }
    window->end = window->start + 12 * length;
    free(starts);
    return starts != NULL;
}

/* From the first submission to the last end, also under another policy unless it is NULL. */
static inline int64_t replay_extent(const replay_log *log, const replay_log *other,
                                    int64_t *first) {
    int64_t end = 0;
    size_t at;

    *first = INT64_MAX;
    for (at = 0; at < log->count; at++) {
        const int64_t submit = replay_job_of(log, &log->stays[at])->submit;

        *first = submit < *first ? submit : *first;
        end = log->stays[at].end > end ? log->stays[at].end : end;
    }
    for (at = 0; other != NULL && at < other->count; at++) {
        end = other->stays[at].end > end ? other->stays[at].end : end;
    }
    return end;
}

/* The shortest window that begins at a label, and shows all; its clock is set. Returns 0 if none
   does, and gives the first day. */
static inline int replay_window(gantt_window *window, int64_t first, int64_t end) {
    static const int64_t distance[] = {60, 300, 900, 1800, 3600, 7200};
    size_t at;

    for (at = 0; at < sizeof distance / sizeof distance[0]; at++) {
        window->start = first - (first + window->clock) % distance[at];
        window->start = window->start > 0 ? window->start : 0;
        window->step = distance[at];
        window->end = window->start + 12 * window->step;
        if (end <= window->end) {
            return 1;
        }
    }
    return 0;
}

/* All if that fits into a window, or a day: the most crowded one, or, beside another policy, the
   one with the most backfilled jobs; gives how many. Returns 0 iff memory is out. */
static inline int replay_choose(const replay_log *log, const replay_log *other,
                                gantt_picture *picture, uint32_t *backfilled) {
    gantt_window *window = &picture->window;
    int64_t first, end = replay_extent(log, other, &first);
    int fits;

    *backfilled = 0;
    window->clock = log->load->start_unix % GANTT_DAY;
    fits = replay_window(window, first, end);
    picture->whole = *window;
    if (fits) {
        return 1;
    }
    picture->whole.end = end;
    gantt_label(&picture->whole);
    if (other != NULL && !replay_passing(log, window, end, backfilled)) {
        return 0;
    }
    return *backfilled > 0 || replay_crowded(log, window, end);
}

/* ---- Curves ---------------------------------------------------------------------------------- */

typedef enum replay_kind { REPLAY_BUSY, REPLAY_BEHIND, REPLAY_WAITING } replay_kind;

typedef struct replay_curve {
    gantt_step *steps;
    size_t count;
} replay_curve;

/* Processors of foregrounds or backgrounds, or jobs that wait. Returns 0 iff memory is out. */
static inline int replay_curve_make(replay_curve *curve, const replay_log *log, replay_kind kind) {
    size_t at;

    curve->count = 0;
    curve->steps = (gantt_step *)calloc(2 * log->count + 1, sizeof *curve->steps);
    for (at = 0; curve->steps != NULL && at < log->count; at++) {
        const replay_stay *stay = &log->stays[at];
        const int64_t start = stay->action.start;

        if (kind == REPLAY_WAITING && stay->waited_from != SKED_NEVER) {
            gantt_interval(curve->steps, &curve->count, stay->waited_from, start, 1);
        } else if (kind != REPLAY_WAITING && replay_is_behind(stay) == (kind == REPLAY_BEHIND)) {
            gantt_interval(curve->steps, &curve->count, start, stay->end, stay->action.width);
        }
    }
    if (curve->steps != NULL) {
        curve->count = gantt_sum(curve->steps, curve->count);
    }
    return curve->steps != NULL;
}

/* ---- What the pointer shows ------------------------------------------------------------------ */

/* Of a job that started ahead of the head: what let it pass. */
static inline const char *replay_passed_by(sked_reason reason) {
    switch (reason) {
    case SKED_BEFORE_SHADOW: return "expected to end before";
    case SKED_RESERVED: return "reserved for this time, ahead of";
    case SKED_HEAD:
    case SKED_FITS_EXTRA:
    case SKED_PROCESSOR_DOWN:
    case SKED_SPARE_CYCLES:
    case SKED_BOOKED:
    case SKED_REASON_CLOSED_: break;
    }
    return "fits beside";
}

/* Why a job started when it did. */
static inline void replay_tell_reason(FILE *file, const replay_log *log, const sked_action *action,
                                      int64_t clock) {
    char shadow[64];

    if (action->reason == SKED_HEAD || action->reason == SKED_BOOKED) {
        fputs(action->reason == SKED_HEAD ? "was the head of the queue"
                                          : "urgent: had these processors booked", file);
        return;
    }
    fprintf(file, "backfilled: %s job %llu", replay_passed_by(action->reason),
            (unsigned long long)log->load->jobs[(size_t)action->head].id);
    if (action->shadow == SKED_NEVER) {
        fputs(", which has no time yet", file);
    } else {
        gantt_point(shadow, sizeof shadow, action->shadow, clock);
        fprintf(file, ", which can start %s", shadow);
    }
}

/* What became of a job that was in the background. */
static inline const char *replay_fate(sked_action_kind kind) {
    switch (kind) {
    case SKED_SWAP: return "then went on in the foreground of these processors";
    case SKED_RESTART: return "then was killed, and started anew in foregrounds";
    case SKED_MIGRATE: return "then migrated to foregrounds";
    case SKED_START:
    case SKED_START_BACKGROUND:
    case SKED_LOST:
    case SKED_ACTION_CLOSED_: break;
    }
    return "ended there";
}

static inline const char *replay_past(sked_action_kind kind) {
    switch (kind) {
    case SKED_SWAP: return "came from the background of these processors";
    case SKED_RESTART: return "started anew: what it had done in the background is lost";
    case SKED_MIGRATE: return "migrated from other backgrounds";
    case SKED_START:
    case SKED_START_BACKGROUND:
    case SKED_LOST:
    case SKED_ACTION_CLOSED_: break;
    }
    return "had not run before";
}

typedef struct replay_told {
    const replay_log *log;
    int64_t clock;
} replay_told;

/* A job's line of processors, times, and how long it waited for its first run. */
static inline void replay_tell_times(FILE *file, const replay_told *told,
                                     const replay_stay *stay) {
    const workload_job *from = replay_job_of(told->log, stay);
    const char *where = told->log->tiers == 0    ? ""
                        : replay_is_behind(stay) ? ", in the background" : ", in the foreground";
    char start[64], end[64];

    gantt_point(start, sizeof start, stay->action.start, told->clock);
    gantt_point(end, sizeof end, stay->end, told->clock);
    fprintf(file, "job %llu: %lu processor%s%s\n%s to %s\n", (unsigned long long)from->id,
            (unsigned long)from->width, from->width == 1 ? "" : "s", where, start, end);
    if (!stay->again) {
        const long long wait = (long long)(stay->action.start - from->submit);

        fprintf(file, "waited %lld:%02d:%02d h\n", wait / 3600, (int)(wait / 60 % 60),
                (int)(wait % 60));
    }
}

static inline void replay_tell(FILE *file, const void *ctx, const gantt_box *box) {
    const replay_told *told = (const replay_told *)ctx;
    const replay_stay *stay;

    if (box->kind != GANTT_JOB) {
        fputs("booked", file);
        return;
    }
    stay = &told->log->stays[box->owner];
    replay_tell_times(file, told, stay);
    if (replay_is_behind(stay)) {
        fputs(replay_fate(stay->next), file);
        return;
    }
    if (told->log->tiers > 0) {
        fprintf(file, "%s\n", replay_past(stay->action.kind));
    }
    replay_tell_reason(file, told->log, &stay->action, told->clock);
    fputs(stay->stopped ? "\nwas stopped for an urgent job, to start anew" : "", file);
}

static inline void replay_name(const void *ctx, const gantt_box *box, char *text) {
    const replay_told *told = (const replay_told *)ctx;

    snprintf(text, GANTT_NAME, "%llu",
             (unsigned long long)replay_job_of(told->log, &told->log->stays[box->owner])->id);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* How the box of a stay in the background ends, by what comes next. */
static inline gantt_mark replay_mark_before(sked_action_kind next) {
    switch (next) {
    case SKED_RESTART: return GANTT_KILLED;
    case SKED_MIGRATE: return GANTT_MOVED;
    case SKED_START:
    case SKED_LOST:
    case SKED_START_BACKGROUND:
    case SKED_SWAP:
    case SKED_ACTION_CLOSED_: break;
    }
    return GANTT_PLAIN;
}

static inline gantt_box replay_box(const replay_log *log, const replay_run *run) {
    const replay_stay *stay = &log->stays[run->stay];
    gantt_box box;

    memset(&box, 0, sizeof box);
    box.start = stay->action.start;
    box.end = stay->end;
    box.low = run->low;
    box.high = run->high;
    box.owner = run->stay;
    box.width = stay->action.width;
    box.tier = run->tier;
    if (replay_is_behind(stay)) {
        box.last = replay_mark_before(stay->next);
    } else if (stay->action.kind == SKED_MIGRATE) {
        box.first = GANTT_MOVED;
        box.moved = log->migration;
    } else {
        box.first = replay_mark_after(stay->action.reason);
        box.last = stay->stopped ? GANTT_KILLED : GANTT_PLAIN;
    }
    return box;
}

/* Those in the window: of jobs, then of bookings. Writes none if `boxes` is NULL; returns
   their number. */
static inline size_t replay_boxes(const replay_log *log, const bookings *booked,
                                  const gantt_window *window, gantt_box *boxes) {
    gantt_box box;
    size_t at, count = 0;

    for (at = 0; at < log->runs_count; at++) {
        const replay_stay *stay = &log->stays[log->runs[at].stay];

        if (stay->action.start < window->end && stay->end > window->start) {
            if (boxes != NULL) {
                boxes[count] = replay_box(log, &log->runs[at]);
            }
            count++;
        }
    }
    memset(&box, 0, sizeof box);
    box.kind = GANTT_BOOKED;
    for (at = 0; booked != NULL && at < booked->count; at++) {
        box.start = booked->spans[at].start;
        box.end = booked->spans[at].end;
        box.owner = (uint32_t)at;
        if (box.start < window->end && box.end > window->start) {
            count = gantt_runs(booked->spans[at].set, box, boxes, count);
        }
    }
    return count;
}

/* ---- The page -------------------------------------------------------------------------------- */

typedef struct replay_policy {
    const char *name, *title;
    const char *gist;               /* what it does, in a few words; NULL: the title says it */
} replay_policy;

typedef struct replay_page {
    gantt_picture picture;
    const replay_log *log;
    replay_policy policy;
    replay_told told;
    replay_curve curves[3];         /* by replay_kind */
    gantt_box *boxes;
    char words[400], shown[200], facts[400], remark[100];
} replay_page;

static inline gantt_curve replay_page_curve(const replay_page *page, replay_kind kind,
                                            uint64_t top) {
    static const char *const kinds[] = {"busy", "behind", "waiting"};
    gantt_curve curve;

    curve.kind = kinds[kind];
    curve.name = NULL;
    curve.steps = page->curves[kind].steps;
    curve.count = page->curves[kind].count;
    curve.top = top;
    return curve;
}

/* How many jobs wait at most in a window. */
static inline uint64_t replay_page_waiting(const replay_page *page, const gantt_window *window) {
    return gantt_highest(page->curves[REPLAY_WAITING].steps, page->curves[REPLAY_WAITING].count,
                         window);
}

/* A round number from `most` on. */
static inline uint64_t replay_page_top(uint64_t most) {
    const uint64_t step = gantt_nice_step(most > 0 ? most : 1, 3);

    return most > 0 ? (most + step - 1) / step * step : step;
}

static inline void replay_page_panels(replay_page *page) {
    const uint32_t tiers = page->picture.tiers;
    const uint64_t processors = page->picture.processors;
    gantt_panel *busy = &page->picture.panels[0], *waiting = &page->picture.panels[1];

    busy->title = "Busy processors";
    busy->curves[0] = replay_page_curve(page, REPLAY_BUSY, processors);
    busy->curves_count = 1;
    if (tiers > 0) {
        busy->curves[1] = replay_page_curve(page, REPLAY_BEHIND, processors * tiers);
        busy->curves[0].name = "foregrounds";
        busy->curves[1].name = tiers == 1 ? "backgrounds" : "mean of the backgrounds";
        busy->curves_count = 2;
    }
    waiting->title = "Waiting jobs";
    waiting->curves[0] = replay_page_curve(
        page, REPLAY_WAITING, replay_page_top(replay_page_waiting(page, &page->picture.window)));
    waiting->curves_count = 1;
    page->picture.panels_count = 2;
    gantt_overview(&page->picture, "Busy processors, whole replay; the frame marks the day above",
                   page->curves[REPLAY_BUSY].steps, page->curves[REPLAY_BUSY].count);
}

/* "98.5 % busy", and what backgrounds are. */
static inline void replay_page_share(const replay_page *page, char *text, size_t room) {
    const gantt_picture *picture = &page->picture;
    const unsigned front = gantt_share(page->curves[REPLAY_BUSY].steps,
                                       page->curves[REPLAY_BUSY].count, &picture->window,
                                       picture->processors);
    unsigned behind;

    if (picture->tiers == 0) {
        snprintf(text, room, "%u.%u %% busy", front / 10, front % 10);
    } else {
        behind = gantt_share(page->curves[REPLAY_BEHIND].steps, page->curves[REPLAY_BEHIND].count,
                             &picture->window, (uint64_t)picture->processors * picture->tiers);
        snprintf(text, room, "foregrounds %u.%u %% busy, backgrounds %u.%u %%", front / 10,
                 front % 10, behind / 10, behind % 10);
    }
}

/* "day 3, 00:00 to day 4, 00:00", and why. */
static inline void replay_page_shown(replay_page *page, const char *why) {
    const gantt_window *window = &page->picture.window;
    char start[64], end[64];

    gantt_point(start, sizeof start, window->start, window->clock);
    gantt_point(end, sizeof end, window->end, window->clock);
    snprintf(page->shown, sizeof page->shown, "Shown: %.*s to %.*s%s", (int)strlen(start) - 3,
             start, (int)strlen(end) - 3, end, gantt_is_whole(&page->picture) ? "" : why);
    page->picture.shown = page->shown;
}

static inline void replay_page_words(replay_page *page, const char *trace) {
    char share[100];

    replay_page_share(page, share, sizeof share);
    snprintf(page->words, sizeof page->words, "%s on %lu processors: %s, up to %llu jobs waiting",
             trace, (unsigned long)page->picture.processors, share,
             (unsigned long long)replay_page_waiting(page, &page->picture.window));
    replay_page_shown(page, ": the 24 hours in which the most work waits");
    page->picture.title = page->policy.title;
    page->picture.subtitle = page->words;
}

/* The window is chosen already. Returns 0 iff memory is out. */
static inline int replay_page_make(replay_page *page, const bookings *booked) {
    const replay_log *log = page->log;
    gantt_picture *picture = &page->picture;

    picture->jobs = "Jobs on processors";
    picture->owner = "job";
    picture->unit = "hour of the day";
    picture->processors = log->load->processors;
    picture->tiers = log->tiers;
    if (!replay_curve_make(&page->curves[REPLAY_BUSY], log, REPLAY_BUSY) ||
        !replay_curve_make(&page->curves[REPLAY_BEHIND], log, REPLAY_BEHIND) ||
        !replay_curve_make(&page->curves[REPLAY_WAITING], log, REPLAY_WAITING)) {
        return 0;
    }
    picture->count = replay_boxes(log, booked, &picture->window, NULL);
    page->boxes = (gantt_box *)calloc(picture->count + 1, sizeof *page->boxes);
    if (page->boxes == NULL) {
        return 0;
    }
    (void)replay_boxes(log, booked, &picture->window, page->boxes);
    picture->boxes = page->boxes;
    page->told.log = log;
    page->told.clock = picture->window.clock;
    picture->name = replay_name;
    picture->tell = replay_tell;
    picture->ctx = &page->told;
    return 1;
}

static inline void replay_page_drop(replay_page *page) {
    int kind;

    for (kind = 0; kind < 3; kind++) {
        free(page->curves[kind].steps);
    }
    free(page->boxes);
}

static inline replay_page replay_page_of(const replay_log *log, const replay_policy *policy) {
    replay_page page;

    memset(&page, 0, sizeof page);
    page.log = log;
    page.policy = *policy;
    return page;
}

/* Writes the picture, with bookings over it unless they are NULL. Needs a job that ran.
   Returns   1, or 0: out of memory. */
static inline int replay_gantt(FILE *file, const replay_log *log, const bookings *booked,
                               const replay_policy *policy, const char *trace) {
    replay_page page = replay_page_of(log, policy);
    uint32_t backfilled;
    const int done = !log->failed && replay_choose(log, NULL, &page.picture, &backfilled) &&
                     replay_page_make(&page, booked);

    if (done) {
        replay_page_panels(&page);
        replay_page_words(&page, trace);
        gantt_write(file, &page.picture);
    }
    replay_page_drop(&page);
    return done;
}

/* ---- Two policies ---------------------------------------------------------------------------- */

/* "45 s", "17 min", "1.9 h", "31 h", "4.6 d": two digits that matter, in the unit a person would
   take. */
static inline void replay_human(char *text, size_t room, uint64_t seconds) {
    const uint64_t unit = seconds < 100 ? 1 : seconds < 6000 ? 60 : seconds < 360000 ? 3600 : 86400;
    const char *name = unit == 1 ? "s" : unit == 60 ? "min" : unit == 3600 ? "h" : "d";
    const uint64_t tenths = (seconds * 10 + unit / 2) / unit;

    if (unit >= 3600 && tenths < 100) {
        snprintf(text, room, "%u.%u %s", (unsigned)(tenths / 10), (unsigned)(tenths % 10), name);
    } else {
        snprintf(text, room, "%llu %s", (unsigned long long)((seconds + unit / 2) / unit), name);
    }
}

/* The mean of the waits of all jobs that started: for the first run, or, of jobs that were stopped
   for others, for that which ended, as the table has it. */
static inline uint64_t replay_mean_wait(const replay_log *log) {
    sked_u128 sum = {0, 0};
    uint64_t count = 0;
    size_t at;

    for (at = 0; at < log->count; at++) {
        const replay_stay *stay = &log->stays[at];

        if (log->tiers > 0 ? !stay->again : !stay->stopped) {
            sum = sked_u128_add(
                sum, sked_u128_mul((uint64_t)(stay->action.start -
                                              replay_job_of(log, stay)->submit), 1));
            count++;
        }
    }
    return count > 0 ? sked_u128_div(sum, count, NULL).low : 0;
}

typedef struct replay_pair {        /* two policies: above and below */
    replay_page pages[2];
    char title[100];
} replay_pair;

/* What follows "First come, first served". A gist has room beside a short title only. */
static inline void replay_pair_facts(replay_page *page, const char *wait) {
    const replay_policy *policy = &page->policy;
    const char *gist = strlen(policy->title) + strlen(policy->name) < 50 ? policy->gist : NULL;
    char share[100];

    replay_page_share(page, share, sizeof share);
    snprintf(page->facts, sizeof page->facts,
             " (%s)%s%s. Mean wait %s; here %s, up to %llu waiting",
             policy->name, gist != NULL ? ": " : "", gist != NULL ? gist : "", wait, share,
             (unsigned long long)replay_page_waiting(page, &page->picture.window));
    page->picture.jobs = page->policy.title;
    page->picture.facts = page->facts;
}

/* What first come, first served costs: processors idle, while jobs wait for the first of them. */
static inline void replay_pair_remark(replay_page *page) {
    const replay_curve *waiting = &page->curves[REPLAY_WAITING];
    const uint64_t least = gantt_lowest(waiting->steps, waiting->count, &page->picture.window);

    if (least > 1) {
        snprintf(page->remark, sizeof page->remark, "idle, although %llu or more jobs wait",
                 (unsigned long long)least);
        page->picture.remark = page->remark;
    }
}

static inline void replay_pair_words(replay_pair *pair, const char *trace, uint32_t backfilled) {
    replay_page *above = &pair->pages[0], *below = &pair->pages[1];
    char waits[2][32], why[100];
    int at;

    for (at = 0; at < 2; at++) {
        replay_human(waits[at], sizeof waits[at], replay_mean_wait(pair->pages[at].log));
        replay_pair_facts(&pair->pages[at], waits[at]);
    }
    snprintf(pair->title, sizeof pair->title, "Mean wait: %s \xe2\x86\x92 %s", waits[0], waits[1]);
    snprintf(above->words, sizeof above->words,
             "Two policies on the same machine with the same jobs: %s on %lu processors", trace,
             (unsigned long)above->picture.processors);
    snprintf(why, sizeof why,
             backfilled > 0 ? ": the 24 hours in which %s backfills the most jobs, %lu"
                            : ": the 24 hours in which the most work waits under %s",
             below->policy.name, (unsigned long)backfilled);
    replay_page_shown(above, why);
    replay_pair_remark(above);
    above->picture.title = pair->title;
    above->picture.subtitle = above->words;
}

/* The jobs that wait under both: below the plans if all is shown, else of the whole. */
static inline void replay_pair_panel(replay_pair *pair) {
    static const char *const kinds[] = {"waiting", "waiting2"};
    gantt_picture *picture = &pair->pages[0].picture;
    uint64_t most = 0, waiting;
    gantt_panel panel;
    int at;

    memset(&panel, 0, sizeof panel);
    for (at = 0; at < 2; at++) {
        waiting = replay_page_waiting(&pair->pages[at], &picture->whole);
        most = waiting > most ? waiting : most;
    }
    for (at = 0; at < 2; at++) {
        panel.curves[at] =
            replay_page_curve(&pair->pages[at], REPLAY_WAITING, replay_page_top(most));
        panel.curves[at].kind = kinds[at];
        panel.curves[at].name = pair->pages[at].policy.name;
    }
    panel.curves_count = 2;
    panel.title = "Waiting jobs, whole replay; the frame marks the day above";
    picture->overview = panel;
    if (gantt_is_whole(picture)) {
        panel.title = "Waiting jobs";
        picture->panels[picture->panels_count++] = panel;
    }
}

/* As replay_gantt, of two policies without tiers that had the same jobs. */
static inline int replay_gantt_pair(FILE *file, const replay_log *logs, const bookings *booked,
                                    const replay_policy *policies, const char *trace) {
    replay_pair pair;
    replay_page *above = &pair.pages[0], *below = &pair.pages[1];
    uint32_t backfilled;
    int done;

    *above = replay_page_of(&logs[0], &policies[0]);
    *below = replay_page_of(&logs[1], &policies[1]);
    done = !logs[0].failed && !logs[1].failed &&
           replay_choose(&logs[1], &logs[0], &below->picture, &backfilled);
    above->picture.window = below->picture.window;
    above->picture.whole = below->picture.whole;
    done = done && replay_page_make(above, booked) && replay_page_make(below, booked);
    if (done) {
        replay_pair_words(&pair, trace, backfilled);
        replay_pair_panel(&pair);
        above->picture.below = &below->picture;
        gantt_write(file, &above->picture);
    }
    replay_page_drop(above);
    replay_page_drop(below);
    return done;
}

#endif
