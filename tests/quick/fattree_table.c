/* fattree_table.c - quick tests of the table that proves greedy choices on trees with many pods.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. A search with a limit on its steps makes no table: with a limit that
 * it does not reach, it must find the same. */
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "../check.h"

#include <string.h>

enum { SWITCHES = 400, PROCESSORS = 16384, NEVER_REACHED = 1 << 30 };

static uint32_t parent[SWITCHES], leaf[PROCESSORS], links[SWITCHES];
static sked_align room[(1 << 19) / sizeof(sked_align)], scratch[(1 << 22) / sizeof(sked_align)];
static sked_word busy_words[SKED_SET_WORDS(PROCESSORS)], first_words[SKED_SET_WORDS(PROCESSORS)],
    other_words[SKED_SET_WORDS(PROCESSORS)];
static sked_fattree_settings settings;
static sked_fattree tree;
static sked_set busy, first, other;
static uint32_t per_leaf, per_pod;

/* All are free. */
static void begin(uint32_t pods, uint32_t leaves, uint32_t width, uint32_t pod_links,
                  uint32_t leaf_links) {
    uint32_t fan_out[3], i;
    fan_out[0] = pods;
    fan_out[1] = leaves;
    fan_out[2] = width;
    per_leaf = width;
    per_pod = leaves * width;
    CHECK(sked_fattree_shape(fan_out, 3, &settings, parent, leaf) == SKED_OK);
    for (i = 0; i < settings.switches; i++) {
        links[i] = i <= pods ? pod_links : leaf_links;
    }
    settings.links = links;
    CHECK(sked_fattree_init(&tree, &settings, room, sizeof(room)) == SKED_OK);
    busy = sked_set_of(busy_words, settings.processors);
    first = sked_set_of(first_words, settings.processors);
    other = sked_set_of(other_words, settings.processors);
    sked_set_clear(&busy);
}

typedef enum style { SPREAD, PODS, LEAVES, WHOLE, STYLES } style;

/* Busy with a chance in tenths: one for all, one for each pod, one for each leaf, or a leaf is
 * whole or nearly full. Returns how many are free. */
static uint32_t draw(style how, uint64_t *random) {
    const uint32_t all = check_below(random, 10);
    uint32_t chance = all, p;
    CHECK(sked_fattree_free(&tree, &busy) == SKED_OK);
    sked_set_clear(&busy);
    for (p = 0; p < settings.processors; p++) {
        if ((how == PODS && p % per_pod == 0) || (how == LEAVES && p % per_leaf == 0)) {
            chance = check_below(random, 11);
        } else if (how == WHOLE && p % per_leaf == 0) {
            chance = check_below(random, 10) < all ? 9 + check_below(random, 2) : 0;
        }
        if (check_below(random, 10) < chance) {
            sked_set_add(&busy, p);
        }
    }
    CHECK(sked_fattree_allocate(&tree, &busy) == SKED_OK);
    return settings.processors - sked_set_count(&busy);
}

static sked_fattree_answer find(const sked_fattree_request *request, sked_set *set) {
    sked_fattree_answer answer = {0};
    size_t bytes = 0;
    CHECK(sked_fattree_find_bytes(&tree, request, &bytes) == SKED_OK && bytes <= sizeof(scratch));
    CHECK(sked_fattree_find(&tree, request, &answer, set, scratch, bytes) == SKED_OK);
    return answer;
}

/* Whether greedy had found the best. */
static int compare(uint32_t count, uint64_t seed) {
    sked_fattree_request request = sked_fattree_request_of(count);
    const sked_fattree_answer a = find(&request, &first);
    sked_fattree_answer b;
    request.steps_max = NEVER_REACHED;
    b = find(&request, &other);
    CHECK_SEED(seed, a.hops == b.hops && a.hops_lower_bound == b.hops_lower_bound);
    CHECK_SEED(seed, a.cost == a.cost_lower_bound && a.leaves == b.leaves && a.top == b.top);
    CHECK_SEED(seed, sked_set_equal(&first, &other));
    request.mode = SKED_FATTREE_GREEDY;
    return find(&request, &other).hops == a.hops;
}

static void test_random(uint32_t machines, uint32_t states) {
    uint64_t seed, random;
    uint32_t state, count, proved = 0, improved = 0;
    for (seed = 1; seed <= machines; seed++) {
        random = seed;
        begin(14 + check_below(&random, 14), 1 + check_below(&random, 6),
              2 + check_below(&random, 12), 1 + check_below(&random, 2),
              1 + check_below(&random, 2));
        for (state = 0; state < states; state++) {
            const uint32_t idle = draw((style)check_below(&random, STYLES), &random);
            for (count = 2 + check_below(&random, 60); count <= idle;
                 count += 1 + check_below(&random, count)) {
                const int same = compare(count, seed);
                proved += same != 0;
                improved += same == 0;
            }
        }
        sked_fattree_destroy(&tree);
    }
    CHECK(proved > 100 && improved > 20);
}

/* More totals or options than a table may have. */
static void test_large(void) {
    uint64_t random = 1;
    begin(64, 4, 64, 1, 1);
    sked_set_clear(&busy);
    (void)draw(SPREAD, &random);
    (void)compare(1024, 1);
    (void)compare(1025, 1);
    (void)draw(LEAVES, &random);
    (void)compare(1000, 2);
    (void)draw(PODS, &random);
    (void)compare(900, 3);
    sked_fattree_destroy(&tree);
}

int main(void) {
    test_random(60, 4);
    test_large();
    return check_done("quick/fattree_table");
}
