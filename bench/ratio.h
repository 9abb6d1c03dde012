/* ratio.h: what the programs that compare with rivals begin with. */
/* SPDX-License-Identifier: MIT */
#ifndef RATIO_H_INCLUDED
#define RATIO_H_INCLUDED

/* The includer has included sched.h and bench.h, for POSIX. */

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

#endif
