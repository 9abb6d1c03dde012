/* units.c - fuzz target: the units of a fat tree beside the model of the deep test.
 *
 * SPDX-License-Identifier: MIT */
#include "tape.h"
#include "../deep/fattree_units.c"

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 1, &trial);
    (void)tape_begin(seed, TAPE_REST);
    live_of_seed(seed);
}

#include "replay.h"
