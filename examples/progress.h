/* progress.h: on a terminal, how far a program has come and how long it still takes. */
/* SPDX-License-Identifier: MIT */
#ifndef PROGRESS_H_INCLUDED
#define PROGRESS_H_INCLUDED

#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { PROGRESS_AFTER = 2 };        /* seconds until the first line: short work shows none     */

typedef struct progress {
    const char *program, *what;
    time_t begun, shown;            /* shown: when the last line was; begun: before the first  */
} progress;

static inline progress progress_of(const char *program, const char *what) {
    progress begun;

    begun.program = program;
    begun.what = what;
    begun.begun = begun.shown = time(NULL);
    return begun;
}

/* Shows the part of `all` that is done, once a second, if standard error is a terminal. The time
   left is guessed: as long for each part as until now. */
static inline void progress_show(progress *p, uint64_t done, uint64_t all) {
    const time_t now = time(NULL);
    const double part = all > 0 ? (double)done / (double)all : 0;

    if (now - p->begun < PROGRESS_AFTER || now == p->shown || part <= 0 || !isatty(2)) {
        return;
    }
    fprintf(stderr, "\r%s: %s: %.0f %%, %.0f s left\x1b[K", p->program, p->what, 100 * part,
            (double)(now - p->begun) * (1 - part) / part);
    fflush(stderr);
    p->shown = now;
}

/* Takes the line away. */
static inline void progress_end(progress *p) {
    if (p->shown != p->begun) {
        fputs("\r\x1b[K", stderr);
        fflush(stderr);
        p->shown = p->begun;
    }
}

#endif
