/* bench_port.h: what a program needs of the machine it measures: a clock, text, hashes. */
/* SPDX-License-Identifier: MIT */
#ifndef BENCH_PORT_H_INCLUDED
#define BENCH_PORT_H_INCLUDED

/* For a POSIX system a .c file that includes this defines _POSIX_C_SOURCE as 199309L or more before
   its first include. A board defines BENCH_PORT_H to its own header, as in
   -DBENCH_PORT_H='"port_avr.h"', with port_init, port_ticks (monotonic, wraps), PORT_UNIT,
   port_putc, port_exit; and, where they differ from 1, 1 and UINT32_MAX, both PORT_TICKS_NUM and
   PORT_TICKS_DEN (ticks to units), and PORT_TICKS_MASK; and, where there are caches, PORT_EVICT, a
   function that empties them. All arithmetic is on integers. Times are in
   PORT_UNIT, which is "ns" here. */

#include <stddef.h>
#include <stdint.h>

#ifdef BENCH_PORT_H
#include BENCH_PORT_H
#else

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef CLOCK_MONOTONIC
#error "bench_port.h: no monotonic clock: define _POSIX_C_SOURCE as 199309L, or BENCH_PORT_H"
#endif

#define PORT_UNIT "ns"
#define PORT_TICKS_MASK UINT64_MAX

static inline void port_init(void) {
}

static inline void port_putc(char c) {
    putchar(c);
}

static inline void port_exit(int status) {
    fflush(stdout);
    exit(status);
}

static inline uint64_t port_ticks(void) {
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
        fputs("bench: the clock cannot be read\n", stderr);
        port_exit(2);
    }
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* Writes more than the caches hold: what was in them has to be fetched again. */
static inline void port_evict(void) {
    enum { BYTES = 32 << 20, LINE = 64 };
    static volatile unsigned char lake[BYTES];
    uint32_t i;

    for (i = 0; i < BYTES; i += LINE) {
        lake[i]++;
    }
}

#define PORT_EVICT port_evict

#endif

#ifndef PORT_EVICT
#define PORT_EVICT NULL
#endif
#ifndef PORT_TICKS_NUM
#define PORT_TICKS_NUM 1
#define PORT_TICKS_DEN 1
#endif
#ifndef PORT_TICKS_MASK
#define PORT_TICKS_MASK UINT32_MAX
#endif

/* ---- Output ------------------------------------------------------------------------------- */

static inline void bench_put(const char *text) {
    while (*text != '\0') {
        port_putc(*text++);
    }
}

/* Writes value in base 10 or 16 with at least the given number of digits, at most 20. */
static inline void bench_put_number(uint64_t value, unsigned base, unsigned digits) {
    char text[20];
    unsigned used = 0;

    do {
        text[used++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value > 0 || used < digits);
    while (used > 0) {
        port_putc(text[--used]);
    }
}

/* ---- Clock -------------------------------------------------------------------------------- */

typedef void (*bench_body)(void *ctx);

static inline uint64_t bench_time(bench_body body, void *ctx) {
    uint64_t start = port_ticks();

    body(ctx);
    return (port_ticks() - start) & PORT_TICKS_MASK;
}

/* To the nearest unit: where units are instructions, ticks no longer than one, it is exact. */
static inline uint64_t bench_units(uint64_t ticks) {
    return (ticks * PORT_TICKS_NUM + PORT_TICKS_DEN / 2) / PORT_TICKS_DEN;
}

/* A chain of multiplications: one after the other on every processor. (Counting in a volatile is
   not: some processors run that loop six times faster once they forward the store.) */
static inline void bench_known_loop(void *ctx) {
    static volatile uint32_t seed = 1;
    uint32_t rounds = *(const uint32_t *)ctx;
    uint32_t value = seed;

    while (rounds-- > 0) {
        value = value * 1664525u + 1013904223u;
    }
    seed = value;
}

/* The least of several runs: what is left when nothing interrupted. */
static inline uint64_t bench_known_ticks(uint32_t rounds) {
    uint64_t least = UINT64_MAX;
    int run;

    for (run = 0; run < 8; run++) {
        uint64_t ticks = bench_time(bench_known_loop, &rounds);
        if (ticks < least) {
            least = ticks;
        }
    }
    return least;
}

enum { BENCH_LOOP_ROUNDS = 16000 };

/* A clock is plausible when a loop of 1,000 rounds shows on it and one of 16,000 takes about 16
   times as long; a stopped, coarse, jumping or unrelated clock fails. Wide limits, for busy hosts.
   */
static inline int bench_clock_is_plausible(void) {
    uint64_t brief = bench_known_ticks(BENCH_LOOP_ROUNDS / 16);
    uint64_t lengthy = bench_known_ticks(BENCH_LOOP_ROUNDS);

    return brief > 0 && lengthy / 4 >= brief && lengthy / 64 <= brief;
}

/* ---- Hashes ----------------------------------------------------------------------------------
   FNV-1a, 64 bits, over the low byte first whatever the target's byte order and widths are. */

#define BENCH_HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t bench_hash_low_bytes(uint64_t hash, uint64_t value, unsigned bytes) {
    while (bytes-- > 0) {
        hash = (hash ^ (value & 0xffu)) * UINT64_C(0x100000001b3);
        value >>= 8;
    }
    return hash;
}

static inline uint64_t bench_hash_u32(uint64_t hash, uint32_t value) {
    return bench_hash_low_bytes(hash, value, 4);
}

static inline uint64_t bench_hash_i64(uint64_t hash, int64_t value) {
    return bench_hash_low_bytes(hash, (uint64_t)value, 8);
}

/* ---- Numbers to draw -------------------------------------------------------------------------
   SplitMix64 (Steele, Lea and Flood 2014): the same numbers everywhere. */
static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static inline uint32_t random_below(uint64_t *state, uint32_t bound) {
    return (uint32_t)(random_next(state) % bound);
}

#endif
