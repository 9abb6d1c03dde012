/* site.c - fuzz target: a site and its queues beside the model of the deep test.
 *
 * SPDX-License-Identifier: MIT */
#include "tape.h"
#include "../deep/site.c"

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 1, &trial);
    const size_t draws = tape_begin(seed, TAPE_REST);
    sequence(seed, 1 + (uint32_t)draws / 6);
}

#include "replay.h"
