/* worker.h: the built-in commands of a day: busy SECONDS and half SECONDS. */
/* SPDX-License-Identifier: MIT */
#ifndef WORKER_H_INCLUDED
#define WORKER_H_INCLUDED

/* Both end when their seconds have passed on the clock, so that a day goes the same way on a slow
   machine. What they did meanwhile is counted in steps of the same work. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { WORKER_ROUNDS = 4000, WORKER_PERIOD_NS = 20 * 1000 * 1000 };

static inline int64_t worker_clock(clockid_t which) {
    struct timespec now;

    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline void worker_sleep_until(int64_t when) {
    struct timespec at;

    at.tv_sec = (time_t)(when / 1000000000);
    at.tv_nsec = (long)(when % 1000000000);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) != 0) {
    }
}

/* One step: some microseconds that no compiler leaves out. */
static inline void worker_step(volatile uint64_t *state) {
    uint64_t x = *state;
    int round;

    for (round = 0; round < WORKER_ROUNDS; round++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    *state = x;
}

/* Works for so many nanoseconds from its launch on, which may be long before a job behind others
   first has the processor. With `half` it sleeps through the second half of each period. */
static inline void worker_run(uint64_t id, int64_t start, int64_t length, int half) {
    volatile uint64_t state = id + 1;
    uint64_t steps = 0;
    int64_t now = worker_clock(CLOCK_MONOTONIC);

    while (now - start < length) {
        if (half && (now - start) % WORKER_PERIOD_NS >= WORKER_PERIOD_NS / 2) {
            worker_sleep_until(now + WORKER_PERIOD_NS - (now - start) % WORKER_PERIOD_NS);
        } else {
            worker_step(&state);
            steps++;
        }
        now = worker_clock(CLOCK_MONOTONIC);
    }
    printf("# job %" PRIu64 ": %" PRIu64 " steps in %.3f s, %.3f s of CPU\n", id, steps,
           (double)(now - start) / 1e9, (double)worker_clock(CLOCK_PROCESS_CPUTIME_ID) / 1e9);
    fflush(stdout);
}

#endif
