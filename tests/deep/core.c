/* core.c - deep tests of the core: what a sort costs at worst.
 *
 * SPDX-License-Identifier: MIT
 *
 * Quicksort that never loses its patience takes about count * count / 4 steps for the adversary
 * below, some hundred times what random keys take. The public interface only. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#define DEEP_NAME "core"
#include "harness.h"

#include <time.h>

enum { COUNT = 40000, RUNS = 3 };

static sked_pair drawn[COUNT], pairs[COUNT];
static uint32_t places[COUNT];
static unsigned char seen[COUNT];

enum {
    KEYS_RANDOM, KEYS_ADVERSARY, KEYS_MIRRORED, KEYS_RISING, KEYS_FALLING, KEYS_EQUAL, KEYS_FEW,
    KEYS_PIPE, KEYS_STEPS, KEYS_PATTERNS
};
static const char *const names[KEYS_PATTERNS] = {
    "random", "adversary", "adversary, mirrored", "rising", "falling", "equal", "few", "pipe",
    "steps"
};

/* Gives the two smallest keys that are left to the first and the middle pair that are left: the
 * median of three (with the last pair) is then the second smallest, and the split takes off two.
 * It removes the first place, and puts the last pair into the middle one. */
static void draw_adversary(void) {
    uint32_t from = 0, left = COUNT, i, key = 0;
    for (i = 0; i < COUNT; i++) {
        places[i] = i;
    }
    for (; left > 2; left -= 2) {
        const uint32_t middle = from + left / 2;
        drawn[places[from]].key = key++;
        drawn[places[middle]].key = key++;
        places[middle] = places[from + left - 1];
        from++;
    }
    for (; left > 0; left--) {
        drawn[places[from++]].key = key++;
    }
}

static void draw(int pattern, uint64_t *random) {
    uint32_t i;
    if (pattern == KEYS_ADVERSARY || pattern == KEYS_MIRRORED) {
        draw_adversary();
    }
    for (i = 0; i < COUNT; i++) {
        drawn[i].index = i;
        switch (pattern) {
        case KEYS_RANDOM: drawn[i].key = check_random(random); break;
        case KEYS_ADVERSARY: break;
        case KEYS_MIRRORED: drawn[i].key = COUNT - drawn[i].key; break;
        case KEYS_RISING: drawn[i].key = i; break;
        case KEYS_FALLING: drawn[i].key = COUNT - i; break;
        case KEYS_EQUAL: drawn[i].key = 7; drawn[i].index = COUNT - 1 - i; break;
        case KEYS_FEW: drawn[i].key = check_below(random, 3); break;
        case KEYS_PIPE: drawn[i].key = i < COUNT / 2 ? i : COUNT - i; break;
        default: drawn[i].key = i % 1000; break;
        }
    }
}

/* All pairs that were drawn, each once, by key and then by index. */
static int is_sorted(const uint64_t *key_of) {
    uint32_t i;
    for (i = 0; i < COUNT; i++) {
        seen[i] = 0;
    }
    for (i = 0; i < COUNT; i++) {
        const sked_pair *pair = &pairs[i];
        if (pair->index >= COUNT || seen[pair->index] || key_of[pair->index] != pair->key) {
            return 0;
        }
        seen[pair->index] = 1;
        if (i > 0 && (pair[-1].key > pair->key ||
                      (pair[-1].key == pair->key && pair[-1].index > pair->index))) {
            return 0;
        }
    }
    return 1;
}

/* Sorts what was drawn; the least processor time of some runs, in clock ticks, at least 1. */
static double sort_time(void) {
    static uint64_t key_of[COUNT];
    double least = 0;
    int run;
    uint32_t i;
    for (i = 0; i < COUNT; i++) {
        key_of[drawn[i].index] = drawn[i].key;
    }
    for (run = 0; run < RUNS; run++) {
        clock_t before;
        double ticks;
        for (i = 0; i < COUNT; i++) {
            pairs[i] = drawn[i];
        }
        before = clock();
        sked_sort(pairs, COUNT);
        ticks = (double)(clock() - before);
        least = run == 0 || ticks < least ? ticks : least;
        CHECK(is_sorted(key_of));
    }
    return least < 1 ? 1 : least;
}

static void test_all(void) {
    const double most = 25;             /* times what random keys take; found: at most 2.4 */
    uint64_t random = 1;
    double usual = 1;
    int pattern;
    for (pattern = 0; pattern < KEYS_PATTERNS; pattern++) {
        double ticks;
        draw(pattern, &random);
        ticks = sort_time();
        usual = pattern == KEYS_RANDOM ? ticks : usual;
        printf("deep_core: sort, %s: %.2f of random\n", names[pattern], ticks / usual);
        CHECK(ticks <= most * usual);
    }
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, NULL);
}
