/* queue.c - fuzz target: what a queue is told, beside the model of the deep test.
 *
 * SPDX-License-Identifier: MIT */
#include "tape.h"
#include "../deep/queue.c"

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t origins;
    const uint64_t seed = tape_open(bytes, size, ORIGINS, &origins);
    const size_t draws = tape_begin(seed, TAPE_REST);
    (void)sequence(seed, (origin)origins, 1 + (uint32_t)draws / 6);
}

#include "replay.h"
