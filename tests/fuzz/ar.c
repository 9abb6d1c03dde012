/* ar.c - fuzz target: a calendar beside the ticks and the lists of the deep test, and its laws.
 *
 * SPDX-License-Identifier: MIT */
#include "tape.h"
#include "../deep/ar.c"

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 7, &trial);
    (void)tape_begin(seed, TAPE_REST);
    switch (size > 2 ? trial : 6) {
    case 4: oracles_of_seed(seed); break;
    case 5: plot_of_seed(seed); break;
    case 6: laws_of_seed(seed); break;
    default: live_of(source_of_bytes(bytes + 2, size - 2));
    }
}

#include "replay.h"
