/* source.h: what is random in a life, from a seed or from the bytes of a file. */
/* SPDX-License-Identifier: MIT */
#ifndef SOURCE_H_INCLUDED
#define SOURCE_H_INCLUDED

/* The includer has included a header of the kit. */

#include "blocks.h"
#include "harness.h"

/* All that is random in a life is drawn from bytes: of the generator, or of a file. */
typedef struct source {
    uint64_t seed, random;
    const unsigned char *bytes;         /* of a file, or NULL */
    size_t left;
    int over;
} source;

static inline source source_of(uint64_t seed) {
    source from = {0};
    from.seed = seed;
    from.random = seed;
    return from;
}

static inline source source_of_bytes(const unsigned char *bytes, size_t size) {
    source from = {0};
    from.bytes = bytes;
    from.left = size;
    return from;
}

static inline uint32_t next_byte(source *from) {
    if (from->bytes == NULL) {
        return (uint32_t)(check_random(&from->random) & 255u);
    }
    if (from->left == 0) {
        from->over = 1;
        return 0;
    }
    from->left--;
    return *from->bytes++;
}

/* A number below a bound: of one byte if that is enough, else of two. */
static inline uint32_t below(source *from, uint32_t bound) {
    uint32_t number = next_byte(from);
    if (bound > 256) {
        number = number << 8 | next_byte(from);
    }
    return number % bound;
}

static inline int one_in(source *from, uint32_t bound) {
    return below(from, bound) == 0;
}

static inline void agrees(const source *from, int condition, const char *what) {
    holds(from->seed, condition, what);
}

static inline void guarded_end(const source *from, guarded *g) {
    agrees(from, guarded_is_whole(g), "nothing is written outside the block");
    free(g->base);
}

#endif
