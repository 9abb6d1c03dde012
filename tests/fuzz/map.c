/* map.c - fuzz target: mappings beside the plain heuristics of the deep test, and their laws.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L     /* as the deep test, which begins with it */
#include "tape.h"
#include "../deep/map.c"

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 2, &trial);
    (void)tape_begin(seed, 5);
    (void)tape_begin(seed + 99, 3);
    (void)tape_begin(seed * UINT64_C(0x2545F4914F6CDD1D), TAPE_REST);
    if (trial == 0) {
        compare_seed(seed);
    } else {
        laws_of_seed(seed);
    }
}

#include "replay.h"
