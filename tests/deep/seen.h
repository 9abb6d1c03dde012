/* seen.h: which statuses the calls of a life have returned. */
/* SPDX-License-Identifier: MIT */
#ifndef SEEN_H_INCLUDED
#define SEEN_H_INCLUDED

/* The includer has included a header of the kit. */

#include "harness.h"

enum { SEEN_STATUSES = 256, SEEN_WANTED = 14 };

typedef struct seen_call {
    const char *name;
    sked_status wanted[SEEN_WANTED];    /* SKED_OK needs no mention, and ends the list */
} seen_call;

/* How often a call has returned each status. */
typedef uint32_t seen_times[SEEN_STATUSES];

static inline void see_status(const seen_call *call, seen_times times, sked_status status) {
    if ((unsigned)status < SEEN_STATUSES) {
        times[status]++;
    }
    if (tracing) {
        printf("    %-12s %d %s\n", call->name, (int)status, sked_status_text(status));
    }
}

/* Was each call seen to succeed, and with each status that is wanted? */
static inline int all_seen(const seen_call *call, seen_times *times, size_t count) {
    for (; count > 0; count--, call++, times++) {
        const sked_status *wanted = call->wanted;
        if ((*times)[SKED_OK] == 0) {
            return 0;
        }
        for (; *wanted != SKED_OK; wanted++) {
            if ((*times)[*wanted] == 0) {
                return 0;
            }
        }
    }
    return 1;
}

/* A test of refusals that never meets one would be green, too. */
static inline void check_seen(const seen_call *call, seen_times *times, size_t count) {
    for (; count > 0; count--, call++, times++) {
        const sked_status *wanted = call->wanted;
        check_that((*times)[SKED_OK] > 0, call->name, 0, "it succeeded some time", 0);
        for (; *wanted != SKED_OK; wanted++) {
            check_that((*times)[*wanted] > 0, call->name, (int)*wanted,
                       "this status was met some time", 0);
        }
    }
}

#endif
