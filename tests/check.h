/* check.h: the whole test framework: count what holds, say where it does not.
 *
 * SPDX-License-Identifier: MIT
 *
 *     CHECK(1 + 1 == 2);
 *     CHECK_SEED(seed, plan_is_valid(&plan));      prints the seed of a random instance that fails
 *     return check_done("core");                   prints "core: N passed, N failed"; returns 1 if
 *                                                  any failed or none ran */
#ifndef CHECK_H_INCLUDED
#define CHECK_H_INCLUDED

#include <stdint.h>
#include <stdio.h>

static unsigned long check_passed_, check_failed_;

static inline void check_that(int condition, const char *file, int line, const char *text,
                              unsigned long long seed) {
    if (condition) {
        check_passed_++;
        return;
    }
    check_failed_++;
    if (check_failed_ <= 20) {
        printf("%s:%d: does not hold: %s", file, line, text);
        if (seed != 0) {
            printf("   (seed %llu)", seed);
        }
        printf("\n");
    }
}

#define CHECK(condition) check_that((condition) != 0, __FILE__, __LINE__, #condition, 0)
#define CHECK_SEED(seed, condition) \
    check_that((condition) != 0, __FILE__, __LINE__, #condition, (unsigned long long)(seed))

/* The call has this status, and has changed nothing that the test's keep() and is_kept() know. */
#define CHECK_KEPT(call, status)   \
    do {                           \
        keep();                    \
        CHECK((call) == (status)); \
        CHECK(is_kept());          \
    } while (0)

/* A sum that is pinned. One that differs is printed as the table has it. */
static inline void check_pin(const char *file, int line, uint64_t sum, uint64_t pinned) {
    if (sum != pinned) {
        printf("UINT64_C(0x%08lX%08lX)\n", (unsigned long)(sum >> 32),
               (unsigned long)(sum & 0xFFFFFFFFu));
    }
    check_that(sum == pinned, file, line, "the sum is the pinned one", 0);
}

#define CHECK_PIN(sum, pinned) check_pin(__FILE__, __LINE__, sum, pinned)

/* A sked_mem of these has no memory, and so nothing comes back. */
static inline void *give_nothing(void *ctx, size_t size) {
    (void)ctx;
    (void)size;
    return NULL;
}

static inline void take_nothing(void *ctx, void *block, size_t size) {
    (void)ctx;
    (void)block;
    (void)size;
    CHECK(0);
}

static inline int check_done(const char *name) {
    printf("%s: %lu passed, %lu failed\n", name, check_passed_, check_failed_);
    return check_failed_ != 0 || check_passed_ == 0;
}

/* A small documented generator for random instances: SplitMix64 (Steele, Lea and Flood 2014). */
static inline uint64_t check_random(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static inline uint32_t check_below(uint64_t *state, uint32_t bound) {
    return (uint32_t)(check_random(state) % bound);
}

/* FNV-1a, over the bytes of a number from the lowest on: the same for every byte order. */
#define CHECK_HASH UINT64_C(0xCBF29CE484222325)

static inline uint64_t check_hash(uint64_t hash, uint64_t number) {
    int byte;
    for (byte = 0; byte < 8; byte++) {
        hash = (hash ^ (number & 255u)) * UINT64_C(0x100000001B3);
        number >>= 8;
    }
    return hash;
}

#endif
