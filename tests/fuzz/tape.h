/* tape.h: a deep test as a fuzz target: the bytes of a file take the place of its random numbers.
 *
 * SPDX-License-Identifier: MIT
 *
 * The tests draw from the generator of check.h, whose state moves by the same step each time. So
 * the state tells how many numbers were drawn since it began, and each has its place on the tape:
 * as with the generator, who begins with the same state is told the same numbers. Behind the end of
 * the tape, and for states that began elsewhere, the generator goes on.
 *
 *     tape_load(bytes, size);
 *     tape_begin(seed, 10);                   the first ten numbers after this state
 *     tape_begin(seed + 1, TAPE_REST);        all that are left, after another one
 *     live_of_seed(seed);
 *
 * The test is included after this header, which renames its main, and before replay.h. */
#ifndef TAPE_H_INCLUDED
#define TAPE_H_INCLUDED

#include "../check.h"

#include <stddef.h>

enum { TAPE_STATES = 4, TAPE_DRAW = 2 };        /* bytes of a number */

#define TAPE_REST SIZE_MAX
#define TAPE_STEP_INVERSE UINT64_C(0xF1DE83E19937733D)  /* of check_random's step, modulo 2^64 */
#define TAPE_PLAIN 0xF000u      /* from this number on the generator is asked, which has larger */

typedef struct tape_stretch {
    uint64_t state;
    const unsigned char *bytes;
    size_t draws;
} tape_stretch;

static tape_stretch tape_of[TAPE_STATES];
static size_t tape_count, tape_draws;
static const unsigned char *tape_bytes;

static inline void tape_load(const unsigned char *bytes, size_t size) {
    tape_bytes = bytes;
    tape_draws = size / TAPE_DRAW;
    tape_count = 0;
}

/* The next numbers of the tape are those drawn after this state. Returns how many they are. */
static inline size_t tape_begin(uint64_t state, size_t draws) {
    tape_stretch *stretch = &tape_of[tape_count++];
    stretch->state = state;
    stretch->bytes = tape_bytes;
    stretch->draws = draws < tape_draws ? draws : tape_draws;
    tape_bytes += stretch->draws * TAPE_DRAW;
    tape_draws -= stretch->draws;
    return stretch->draws;
}

static inline uint64_t tape_random(uint64_t *state) {
    const uint64_t before = *state, usual = check_random(state);
    size_t at;
    for (at = 0; at < tape_count; at++) {
        const tape_stretch *stretch = &tape_of[at];
        const uint64_t drawn = (before - stretch->state) * TAPE_STEP_INVERSE;
        if (drawn < stretch->draws) {
            const unsigned char *bytes = stretch->bytes + (size_t)drawn * TAPE_DRAW;
            const unsigned number = bytes[0] | (unsigned)bytes[1] << 8;
            return number < TAPE_PLAIN ? number : usual;
        }
    }
    return usual;
}

static inline uint32_t tape_below(uint64_t *state, uint32_t bound) {
    return (uint32_t)(tape_random(state) % bound);
}

/* The first bytes of a file: which of some trials, and a seed from 1 to 256, as tests do some
 * things only for every eighth or hundredth. The tape is what comes after them. */
static inline uint64_t tape_open(const unsigned char *bytes, size_t size, uint32_t trials,
                                 uint32_t *trial) {
    const size_t head = size < 2 ? size : 2;
    *trial = size > 0 ? bytes[0] % trials : 0;
    tape_load(bytes + head, size - head);
    return 1 + (uint64_t)(size > 1 ? bytes[1] : 0);
}

#define check_random tape_random
#define check_below tape_below
#define main deep_main

#endif
