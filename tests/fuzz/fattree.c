/* fattree.c - fuzz target: a fat tree beside the model of the deep test, and beside all choices.
 *
 * SPDX-License-Identifier: MIT */
#include "tape.h"
#include "../deep/fattree.c"

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 6, &trial);
    (void)tape_begin(seed, TAPE_REST);
    switch (size > 2 ? trial : 5) {
    case 0: case 1: live_of(source_of_bytes(bytes + 2, size - 2)); break;
    case 2: small_of_seed(seed, 600); break;
    case 3: medium_of_seed(seed); break;
    case 4: machine_of_seed(seed, 4, HARD); break;
    default: pickers_of_seed(seed);
    }
}

#include "replay.h"
