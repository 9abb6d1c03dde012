/* placement_ways.h: how many jobs of a replay use the way up from each switch. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_WAYS_H_INCLUDED
#define PLACEMENT_WAYS_H_INCLUDED

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sched_fattree.h"
#include "swil.h"

#include "placement_machine.h"

/* A job uses the way up from a switch if some of its nodes are below the switch, and others are
   not. A way has `permitted` jobs, or it is crowded. */
typedef struct ways {
    const machine *m;
    uint32_t permitted;             /* 0: nothing is counted, and nothing below is there       */
    uint32_t *used;                 /* by switch: jobs that run and use its way up             */
    uint32_t *below;                /* by switch: nodes of one job; zeros between two jobs     */
    uint32_t **own;                 /* by job: how many ways it uses, and their switches; NULL:
                                       it does not run                                         */
    swil_heap ends;                 /* of jobs that run                                        */
    uint64_t crowded;               /* jobs that had a crowded way when they started           */
} ways;

static inline int ways_begin(ways *w, const machine *m, size_t jobs, uint32_t permitted) {
    const size_t switches = m->shape.settings.switches;

    memset(w, 0, sizeof *w);
    w->m = m;
    w->permitted = permitted;
    if (permitted == 0) {
        return 1;
    }
    w->used = (uint32_t *)calloc(switches, sizeof *w->used);
    w->below = (uint32_t *)calloc(switches, sizeof *w->below);
    w->own = (uint32_t **)calloc(jobs, sizeof *w->own);
    w->ends.events = (swil_event *)calloc((size_t)m->info.processors + 1, sizeof *w->ends.events);
    return w->used != NULL && w->below != NULL && w->own != NULL && w->ends.events != NULL;
}

static inline void ways_end_job(ways *w, size_t job) {
    uint32_t at;

    for (at = 1; at <= w->own[job][0]; at++) {
        w->used[w->own[job][at]]--;
    }
    free(w->own[job]);
    w->own[job] = NULL;
}

static inline void ways_drop(ways *w) {
    while (w->ends.count > 0) {
        ways_end_job(w, swil_pop(&w->ends).job);
    }
    free(w->used);
    free(w->below);
    free(w->own);
    free(w->ends.events);
    memset(w, 0, sizeof *w);
}

/* Counts the nodes of a job below each switch. Returns how many switches that are. */
static inline uint32_t ways_count(ways *w, const sked_set *nodes) {
    const uint32_t *parent = w->m->shape.parent;
    uint32_t node, at, count = 0;

    for (node = sked_set_first(nodes); node < nodes->size; node = sked_set_next(nodes, node)) {
        for (at = w->m->shape.leaf[node]; at != SKED_NONE; at = parent[at]) {
            count += w->below[at] == 0;
            w->below[at]++;
        }
    }
    return count;
}

/* Adds the ways of a job. Returns whether one of them is crowded now. */
static inline int ways_use(ways *w, const sked_set *nodes, uint32_t *own) {
    const uint32_t *parent = w->m->shape.parent, width = sked_set_count(nodes);
    uint32_t node, at;
    int crowded = 0;

    for (node = sked_set_first(nodes); node < nodes->size; node = sked_set_next(nodes, node)) {
        for (at = w->m->shape.leaf[node]; at != SKED_NONE; at = parent[at]) {
            if (w->below[at] > 0 && w->below[at] < width) {
                own[++own[0]] = at;
                crowded |= ++w->used[at] > w->permitted;
            }
            w->below[at] = 0;
        }
    }
    return crowded;
}

/* A job starts on these nodes; jobs that have ended by then go first. 0: there is no memory. */
static inline int ways_start(ways *w, size_t job, int64_t now, int64_t end, const sked_set *nodes) {
    swil_event event = {.kind = SWIL_EVENT_END};
    uint32_t count;

    if (w->permitted == 0) {
        return 1;
    }
    while (w->ends.count > 0 && w->ends.events[0].time <= now) {
        ways_end_job(w, swil_pop(&w->ends).job);
    }
    count = ways_count(w, nodes);
    w->own[job] = (uint32_t *)calloc((size_t)count + 1, sizeof *w->own[job]);
    if (w->own[job] == NULL) {
        return topology_no_memory();
    }
    w->crowded += (uint64_t)ways_use(w, nodes, w->own[job]);
    event.job = job;
    event.time = end;
    event.sequence = job;
    swil_push(&w->ends, event);
    return 1;
}

#endif
