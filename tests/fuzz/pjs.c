/* pjs.c - fuzz target: clusters and experiences beside the plain readings of the deep test.
 *
 * SPDX-License-Identifier: MIT */
#include "tape.h"
#include "../deep/pjs.c"

static void fuzz_clusters(uint64_t seed) {
    (void)tape_begin(seed, 8);
    (void)tape_begin(seed * UINT64_C(0x2545F4914F6CDD1D), TAPE_REST);
    one_seed(seed);
}

#if defined(__SIZEOF_INT128__)

static void fuzz_experience(uint64_t seed) {
    (void)tape_begin(seed * 3, tape_draws / 2);
    (void)tape_begin((seed + 1) * 3, TAPE_REST);
    experience_of_seed(seed);
}

#else

static void fuzz_experience(uint64_t seed) {
    (void)seed;                     /* the deep test has no experience either */
}

#endif

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 2, &trial);
    if (trial == 0) {
        fuzz_clusters(seed);
    } else {
        fuzz_experience(seed);
    }
}

#include "replay.h"
