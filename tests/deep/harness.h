/* harness.h: what each deep test shares: the words of its command line, its seeds, its name.
 *
 * SPDX-License-Identifier: MIT
 *
 *     build/deep_NAME               all that make test runs
 *     build/deep_NAME few           a tenth of the seeds, where a test can spare them
 *     build/deep_NAME SEED          what follows from this seed, call by call: after a failure
 *     build/deep_NAME SEED COUNT    as many seeds, from this one on, until one fails: to search
 *
 * A test defines DEEP_NAME before it includes this, and ends with
 *
 *     int main(int count, char **words) {
 *         return harness_main(count, words, test_all, try_seed);
 *     }
 *
 * Whatever fails prints its seed; try_seed must fail with it, too. */
#ifndef HARNESS_H_INCLUDED
#define HARNESS_H_INCLUDED

#include "../check.h"

#include <stdlib.h>
#include <string.h>

static int tracing;                             /* prints each call */
static uint64_t seed_share = 1;                 /* 10: of so many seeds one is tried */
static volatile unsigned long long seed_now;    /* for a debugger, when the test does not end */

/* A condition without a place in the source, such as one of a model. */
static inline void holds(uint64_t seed, int condition, const char *what) {
    check_that(condition, DEEP_NAME, 0, what, seed);
    if (!condition && tracing) {
        printf("    !! %s\n", what);
    }
}

static inline void try_seeds(uint64_t first, uint64_t last, void (*try_seed)(uint64_t seed)) {
    uint64_t seed;
    for (seed = first; seed <= last; seed++) {
        seed_now = seed;
        try_seed(seed);
    }
}

static inline int is_seed(const char *word) {
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

/* For a test without seeds, try_seed is NULL. */
static inline int harness_main(int count, char **words, void (*test_all)(void),
                               void (*try_seed)(uint64_t seed)) {
    const int few = count == 2 && strcmp(words[1], "few") == 0;
    if (count == 1 || few) {
        seed_share = few ? 10 : 1;
        test_all();
    } else if (count > 3 || try_seed == NULL || !is_seed(words[1]) || !is_seed(words[count - 1])) {
        printf("words: none, few%s\n", try_seed == NULL ? "" : ", SEED, or SEED COUNT");
        return 2;
    } else {
        uint64_t seed = strtoull(words[1], NULL, 10);
        uint64_t left = count == 3 ? strtoull(words[2], NULL, 10) : 1;
        tracing = count == 2;
        for (; left > 0 && check_failed_ == 0; left--, seed++) {
            try_seeds(seed, seed, try_seed);
        }
    }
    return check_done("deep/" DEEP_NAME);
}

#endif
