/* draw.h: numbers to draw, and calls that must not be refused: what kernels and rows share. */
/* SPDX-License-Identifier: MIT */
#ifndef DRAW_H
#define DRAW_H

#include "sched.h"

#include "bench.h"

/* SplitMix64 (Steele, Lea and Flood 2014): the same numbers everywhere. */
static uint64_t random_next(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static uint32_t random_below(uint64_t *state, uint32_t bound) {
    return (uint32_t)(random_next(state) % bound);
}

static void require(sked_status status) {
    if (status != SKED_OK) {
        bench_refuse(sked_status_text(status));
    }
}

#endif
