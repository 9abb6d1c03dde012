/* replay_paje.h: writes what ran where as a Paje trace (--paje), for viewers such as ViTE. */
/* SPDX-License-Identifier: MIT */
#ifndef REPLAY_PAJE_H_INCLUDED
#define REPLAY_PAJE_H_INCLUDED

/* The machine is a container, and inside it there is one for each processor; with tiers, one for
   each processor and tier, because viewers draw the states of a container over each other. Its
   state is idle, or the job that runs there, until the next one: so there is an event where a job
   starts, and one where a processor becomes idle; none where another job follows at once, nor at
   the very end. Colours are those of the picture (gantt.h), by the widths of jobs. Viewers draw no
   frames, so jobs take turns in how dark they are.

   Names are for people: those of jobs are their numbers in the trace, which may repeat. Aliases are
   for the file: M, P and S for the types machine, processor and state; m for the machine, A0, A1,
   ... for processors, B0, ... for their backgrounds; i for idle, a0, a1, ... for jobs by their
   places in the workload, b0, ... for jobs in backgrounds. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantt.h"
#include "replay_gantt.h"

enum { PAJE_PROCESSORS_MAX = 1 << 20 };

/* Numbers of events, as the head of the file defines them. */
typedef enum paje_kind {
    PAJE_CONTAINER_TYPE, PAJE_STATE_TYPE, PAJE_CREATE, PAJE_SET, PAJE_DESTROY, PAJE_VALUE,
    PAJE_KINDS
} paje_kind;

typedef struct paje_event {         /* a run begins or ends */
    int64_t time;
    uint32_t run;
    int begins;
} paje_event;

typedef struct paje_page {
    FILE *file;
    const replay_log *log;
    int64_t first, last;            /* of all times */
    paje_event *events;
    size_t count;
    unsigned char *known;           /* per job: the value is defined; for one tier at a time */
    unsigned char *taken;           /* per tier and processor: at this instant a run begins there */
} paje_page;

/* ---- Definitions ----------------------------------------------------------------------------- */

static inline void paje_head(FILE *file) {
    static const char *const fields[PAJE_KINDS][6] = {
        {"DefineContainerType", "Alias", "Type", "Name"},
        {"DefineStateType", "Alias", "Type", "Name"},
        {"CreateContainer", "Time", "Alias", "Type", "Container", "Name"},
        {"SetState", "Time", "Type", "Container", "Value"},
        {"DestroyContainer", "Time", "Type", "Name"},
        {"DefineEntityValue", "Alias", "Type", "Name", "Color"}};
    int kind, at;

    for (kind = 0; kind < PAJE_KINDS; kind++) {
        fprintf(file, "%%EventDef Paje%s %d\n", fields[kind][0], kind);
        for (at = 1; at < 6 && fields[kind][at] != NULL; at++) {
            const char *name = fields[kind][at];

            fprintf(file, "%% %s %s\n", name,
                    strcmp(name, "Time") == 0    ? "date"
                    : strcmp(name, "Color") == 0 ? "color" : "string");
        }
        fputs("%EndEventDef\n", file);
    }
}

/* "#ff8000" as "1.000 0.501 0.000"; with less than 100 % of its light it is darker. */
static inline void paje_colour(FILE *file, const char *colour, unsigned percent) {
    const unsigned long rgb = strtoul(colour + 1, NULL, 16);
    int shift;

    for (shift = 16; shift >= 0; shift -= 8) {
        const unsigned part = (unsigned)(rgb >> shift & 255) * percent * 10 / 255;

        fprintf(file, "%s%u.%03u", shift == 16 ? "" : " ", part / 1000, part % 1000);
    }
}

static inline int paje_lasts(const replay_log *log, const replay_run *run) {
    const replay_stay *stay = &log->stays[run->stay];

    return stay->action.start < stay->end;
}

static inline void paje_types(FILE *file) {
    fprintf(file, "%d M 0 \"machine\"\n", PAJE_CONTAINER_TYPE);
    fprintf(file, "%d P M \"processor\"\n", PAJE_CONTAINER_TYPE);
    fprintf(file, "%d S P \"job\"\n", PAJE_STATE_TYPE);
    fprintf(file, "%d i S \"idle\" \"", PAJE_VALUE);
    paje_colour(file, "#ffffff", 100);
    fputs("\"\n", file);
}

/* The jobs that ran in a tier. */
static inline void paje_values(paje_page *page, uint32_t tier) {
    const replay_log *log = page->log;
    size_t at;

    memset(page->known, 0, log->load->count);
    for (at = 0; at < log->runs_count; at++) {
        const replay_stay *stay = &log->stays[log->runs[at].stay];
        const size_t job = (size_t)stay->action.id;

        if (log->runs[at].tier != tier || page->known[job] || !paje_lasts(log, &log->runs[at])) {
            continue;
        }
        page->known[job] = 1;
        fprintf(page->file, "%d %c%zu S \"%" PRIu64 "\" \"", PAJE_VALUE, 'a' + (int)tier, job,
                log->load->jobs[job].id);
        paje_colour(page->file, gantt_colour(gantt_class(log->load->processors,
                                                         stay->action.width), tier > 0),
                    100 - 12 * (unsigned)(job % 3));
        fputs("\"\n", page->file);
    }
}

/* ---- Events ---------------------------------------------------------------------------------- */

static inline int paje_order(const void *left, const void *right) {
    const paje_event *a = (const paje_event *)left, *b = (const paje_event *)right;

    if (a->time != b->time) {
        return a->time < b->time ? -1 : 1;
    }
    if (a->begins != b->begins) {
        return a->begins - b->begins;
    }
    return a->run < b->run ? -1 : a->run > b->run;
}

/* Two for each run that lasts, by time; at an instant ends come first. */
static inline void paje_sort(paje_page *page) {
    const replay_log *log = page->log;
    size_t at;

    for (at = 0; at < log->runs_count; at++) {
        const replay_stay *stay = &log->stays[log->runs[at].stay];

        if (paje_lasts(log, &log->runs[at])) {
            page->events[page->count].time = stay->action.start;
            page->events[page->count].run = (uint32_t)at;
            page->events[page->count++].begins = 1;
            page->events[page->count].time = stay->end;
            page->events[page->count].run = (uint32_t)at;
            page->events[page->count++].begins = 0;
        }
    }
    qsort(page->events, page->count, sizeof *page->events, paje_order);
}

static inline unsigned char *paje_taken(const paje_page *page, const replay_run *run) {
    return page->taken + (size_t)run->tier * page->log->load->processors;
}

/* A run begins. */
static inline void paje_begin(paje_page *page, const replay_run *run, int64_t time) {
    const size_t job = (size_t)page->log->stays[run->stay].action.id;
    unsigned char *taken = paje_taken(page, run);
    const int tier = (int)run->tier;
    uint32_t p;

    for (p = run->low; p < run->high; p++) {
        fprintf(page->file, "%d %" PRId64 " S %c%" PRIu32 " %c%zu\n", PAJE_SET, time, 'A' + tier, p,
                'a' + tier, job);
        taken[p] = 0;
    }
}

/* Processors become idle, unless a run begins there at this time. */
static inline void paje_idle(const paje_page *page, const replay_run *run, int64_t time) {
    const unsigned char *taken = paje_taken(page, run);
    uint32_t p;

    for (p = run->low; p < run->high; p++) {
        if (!taken[p]) {
            fprintf(page->file, "%d %" PRId64 " S %c%" PRIu32 " i\n", PAJE_SET, time,
                    'A' + (int)run->tier, p);
        }
    }
}

/* Notes where runs begin at an instant, whose events are from events[at] on. Returns where the next
   ones are. */
static inline size_t paje_look(paje_page *page, size_t at) {
    const int64_t time = page->events[at].time;

    for (; at < page->count && page->events[at].time == time; at++) {
        const replay_run *run = &page->log->runs[page->events[at].run];

        if (page->events[at].begins) {
            memset(paje_taken(page, run) + run->low, 1, run->high - run->low);
        }
    }
    return at;
}

static inline size_t paje_instant(paje_page *page, size_t at) {
    const int64_t time = page->events[at].time;
    const size_t end = paje_look(page, at);

    for (; at < end; at++) {
        const replay_run *run = &page->log->runs[page->events[at].run];

        if (page->events[at].begins) {
            paje_begin(page, run, time);
        } else {
            paje_idle(page, run, time);
        }
    }
    return end;
}

/* "7", or with tiers "7 foreground", "7 background", "7 background 2". */
static inline void paje_place(const paje_page *page, uint32_t p, uint32_t tier) {
    fprintf(page->file, "%d %" PRId64 " %c%" PRIu32 " P m \"%" PRIu32, PAJE_CREATE, page->first,
            'A' + (int)tier, p, p);
    if (page->log->tiers > 0) {
        fputs(tier == 0 ? " foreground" : " background", page->file);
    }
    if (tier > 1) {
        fprintf(page->file, " %" PRIu32, tier);
    }
    fputs("\"\n", page->file);
}

/* At first all is idle where no run begins. */
static inline void paje_create(paje_page *page, const char *policy) {
    replay_run all = {.high = page->log->load->processors};
    uint32_t p, tier;

    fprintf(page->file, "%d %" PRId64 " m M 0 \"%s\"\n", PAJE_CREATE, page->first, policy);
    for (p = 0; p < all.high; p++) {
        for (tier = 0; tier <= page->log->tiers; tier++) {
            paje_place(page, p, tier);
        }
    }
    if (page->count > 0 && page->events[0].time == page->first) {
        (void)paje_look(page, 0);
    }
    for (; all.tier <= page->log->tiers; all.tier++) {
        paje_idle(page, &all, page->first);
    }
}

static inline void paje_destroy(const paje_page *page) {
    uint32_t p, tier;

    for (p = 0; p < page->log->load->processors; p++) {
        for (tier = 0; tier <= page->log->tiers; tier++) {
            fprintf(page->file, "%d %" PRId64 " P %c%" PRIu32 "\n", PAJE_DESTROY, page->last,
                    'A' + (int)tier, p);
        }
    }
    fprintf(page->file, "%d %" PRId64 " M m\n", PAJE_DESTROY, page->last);
}

/* ---- The file -------------------------------------------------------------------------------- */

static inline int paje_make(paje_page *page, const replay_log *log, FILE *file) {
    memset(page, 0, sizeof *page);
    page->file = file;
    page->log = log;
    page->events = (paje_event *)calloc(2 * log->runs_count + 1, sizeof *page->events);
    page->known = (unsigned char *)calloc(log->load->count + 1, 1);
    page->taken = (unsigned char *)calloc((size_t)log->load->processors, log->tiers + 1u);
    page->last = replay_extent(log, NULL, &page->first);
    return page->events != NULL && page->known != NULL && page->taken != NULL;
}

static inline void paje_drop(paje_page *page) {
    free(page->events);
    free(page->known);
    free(page->taken);
}

/* Writes all that ran, from the first submission to the last end. Needs a job that ran, and at most
   PAJE_PROCESSORS_MAX processors. Returns   1, or 0: out of memory. */
static inline int replay_paje(FILE *file, const replay_log *log, const char *policy) {
    paje_page page;
    size_t at = 0;
    uint32_t tier;
    const int done = paje_make(&page, log, file) && !log->failed;

    if (done) {
        paje_head(file);
        paje_types(file);
        for (tier = 0; tier <= log->tiers; tier++) {
            paje_values(&page, tier);
        }
        paje_sort(&page);
        paje_create(&page, policy);
        while (at < page.count && page.events[at].time < page.last) {
            at = paje_instant(&page, at);
        }
        paje_destroy(&page);
    }
    paje_drop(&page);
    return done;
}

#endif
