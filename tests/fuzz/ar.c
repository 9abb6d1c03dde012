/* ar.c - fuzz target: a calendar beside the ticks and the lists of the deep test, and its laws.
 *
 * SPDX-License-Identifier: MIT */
#include "tape.h"

#define main deep_main
#include "../deep/ar.c"
#undef main

#define FUZZ_NAME "ar"

static void fuzz_life(const unsigned char *bytes, size_t size) {
    static life l;
    memset(&l, 0, sizeof l);
    l.from.bytes = bytes;
    l.from.left = size;
    live(&l);
}

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 7, &trial);
    (void)tape_begin(seed, TAPE_REST);
    switch (size > 2 ? trial : 6) {
    case 4: oracles_of_seed(seed); break;
    case 5: plot_of_seed(seed); break;
    case 6: laws_of_seed(seed); break;
    default: fuzz_life(bytes + 2, size - 2);
    }
}

#include "replay.h"
