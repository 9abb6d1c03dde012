/* moldable.c - fuzz target: plans of moldable tasks beside the model of the deep test, and beside
 * all plans that there are.
 *
 * SPDX-License-Identifier: MIT */
#include "tape.h"
#include "../deep/moldable.c"

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 8, &trial);
    (void)tape_begin(seed, TAPE_REST);
    switch (size > 2 ? trial : 7) {
    case 4: brute_of_seed(seed); break;
    case 5: brute_pieces_of_seed(seed); break;
    case 6: guarantee_of_seed(seed); break;
    case 7: lists_of_seed(seed); break;
    default: live_of(source_of_bytes(bytes + 2, size - 2));
    }
}

#include "replay.h"
