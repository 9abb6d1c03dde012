/* heuristic.h: the names of the mapping heuristics, as options and files have them.
   SPDX-License-Identifier: MIT */
#ifndef HEURISTIC_H_INCLUDED
#define HEURISTIC_H_INCLUDED

#include <stdio.h>

#include "sched.h"

enum { HEURISTICS_MAX = 32 };       /* as many as a mask of them can have */

/* NULL behind the last one. */
static inline const char *heuristic_name(int heuristic) {
    switch ((sked_heuristic)heuristic) {
    case SKED_OLB: return "olb";
    case SKED_MET: return "met";
    case SKED_MCT: return "mct";
    case SKED_MIN_MIN: return "min-min";
    case SKED_MAX_MIN: return "max-min";
    case SKED_DUPLEX: return "duplex";
    case SKED_DUPLEX_SUM: return "duplex-sum";
    case SKED_SUFFERAGE: return "sufferage";
    case SKED_SUFFERAGE_PASS: return "sufferage-pass";
    case SKED_HEURISTIC_COUNT_: case SKED_HEURISTIC_CLOSED_: break;
    }
    return NULL;
}

static inline int heuristic_count(void) {
    int count = 0;

    while (heuristic_name(count) != NULL) {
        count++;
    }
    return count;
}

/* All names after each other, as in "one of olb, met"; as far as there is room. */
static inline void heuristic_list(char *text, size_t room) {
    const char *name;
    size_t used = 0;
    int at;

    for (at = 0; (name = heuristic_name(at)) != NULL && used < room; at++) {
        used += (size_t)snprintf(text + used, room - used, "%s%s", at > 0 ? ", " : "", name);
    }
}

#endif
