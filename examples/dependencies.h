/* dependencies.h: which jobs of a trace wait for the ends of others (replay --dependencies). */
/* SPDX-License-Identifier: MIT */
#ifndef DEPENDENCIES_H_INCLUDED
#define DEPENDENCIES_H_INCLUDED

/* A line of a trace may name a job that must end before its own is submitted, and the time that
   passes in between. Only a job that comes before is waited for, so that no two wait for each
   other. Of several with one number it is the last of these. */

#include <stdint.h>
#include <stdlib.h>

#include "sched.h"
#include "workload.h"

typedef struct dependencies {
    uint32_t *preceding;            /* by job: the place of the one that it waits for; SKED_NONE:
                                       none. NULL: not asked for                              */
    int64_t *think;                 /* by job: for how long after that one's end              */
    size_t count;                   /* jobs that wait for another                             */
    size_t unknown;                 /* jobs that name one that does not come before them      */
} dependencies;

/* The last place below `job` of a job with this id; SKED_NONE: there is none. */
static inline uint32_t dependencies_find(const sked_pair *ids, size_t count, uint64_t id,
                                         uint32_t job) {
    size_t low = 0, high = count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (ids[middle].key < id || (ids[middle].key == id && ids[middle].index < job)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 && ids[low - 1].key == id ? ids[low - 1].index : SKED_NONE;
}

/* Links the jobs that a line of the trace means: those with its number. */
static inline void dependencies_link(dependencies *self, const sked_pair *ids, size_t count,
                                     const workload_link *link) {
    uint32_t job = dependencies_find(ids, count, link->id, SKED_NONE);

    for (; job != SKED_NONE; job = dependencies_find(ids, count, link->id, job)) {
        const uint32_t before = dependencies_find(ids, count, link->preceding, job);

        self->count += before != SKED_NONE && self->preceding[job] == SKED_NONE;
        self->unknown += before == SKED_NONE;
        self->preceding[job] = before;
        self->think[job] = link->think;
    }
}

/* Of fewer than 2^31 jobs, in the order of their submission. Returns 0: out of memory. */
static inline int dependencies_make(dependencies *self, const workload *load) {
    sked_pair *ids = (sked_pair *)calloc(load->count + 1, sizeof *ids);
    size_t at;

    self->count = self->unknown = 0;
    self->preceding = (uint32_t *)calloc(load->count + 1, sizeof *self->preceding);
    self->think = (int64_t *)calloc(load->count + 1, sizeof *self->think);
    if (ids == NULL || self->preceding == NULL || self->think == NULL) {
        free(ids);
        return 0;
    }
    for (at = 0; at < load->count; at++) {
        self->preceding[at] = SKED_NONE;
        ids[at].key = load->jobs[at].id;
        ids[at].index = (uint32_t)at;
    }
    sked_sort(ids, load->count);
    for (at = 0; at < load->links_count; at++) {
        dependencies_link(self, ids, load->count, &load->links[at]);
    }
    free(ids);
    return 1;
}

static inline void dependencies_drop(dependencies *self) {
    free(self->preceding);
    free(self->think);
}

#endif
