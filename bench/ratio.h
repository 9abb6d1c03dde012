/* ratio.h: what the programs that compare with rivals begin with. */
/* SPDX-License-Identifier: MIT */
#ifndef RATIO_H_INCLUDED
#define RATIO_H_INCLUDED

/* The includer has included sched.h and bench.h, for POSIX. */

#include <stdlib.h>

static inline void require(sked_status status) {
    if (status != SKED_OK) {
        bench_refuse(sked_status_text(status));
    }
}

static inline void *take_memory(size_t count, size_t size) {
    void *block = calloc(count + 1, size);
    if (block == NULL) {
        bench_refuse("out of memory");
    }
    return block;
}

static inline uint64_t cpu_ns(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) != 0) {
        bench_refuse("no clock for the processor time");
    }
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static inline double cpu_us(void) {
    return (double)cpu_ns() / 1e3;
}

/* A bench_timer by processor time: for bodies that the host's scheduler would cut. */
static inline uint64_t cpu_time(bench_body body, void *ctx) {
    const uint64_t start = cpu_ns();
    body(ctx);
    return cpu_ns() - start;
}

static inline int compare_doubles(const void *a, const void *b) {
    const double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

/* So many hundredths are below it: sorts the values. 0 if there are none. */
static inline double percentile(double *values, uint32_t count, uint32_t hundredths) {
    qsort(values, count, sizeof values[0], compare_doubles);
    return count == 0 ? 0 : values[(count - 1) * hundredths / 100];
}

#endif
