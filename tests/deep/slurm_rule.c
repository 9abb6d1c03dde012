/* slurm_rule.c - deep tests of bench/slurm_rule.h: what a Slurm controller of version 22.05 chose.
 *
 * SPDX-License-Identifier: MIT
 *
 *     deep_slurm_rule             examples by hand
 *     deep_slurm_rule DECISIONS   ... and decisions of a controller, row for row
 *
 * Rows of DECISIONS tell of a tree of 4 pods of 4 leaves of 4 processors: how many are wanted, what
 * each leaf has free, what was taken of it, what that costs in hops, and the least that any choice
 * costs. The rule must take the same of each leaf; and the library must find the least. */
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#define DEEP_NAME "slurm_rule"
#include "harness.h"
#include "slurm_rule.h"

#include <errno.h>

enum {
    PODS = 4, LEAVES = 16, LEAF = 4, PROCESSORS = LEAVES * LEAF, SWITCHES = 1 + PODS + LEAVES,
    ROWS_LEAST = 1000               /* fewer rows are no file of decisions */
};

typedef struct decision {
    uint32_t wanted;
    uint32_t free_of[LEAVES], taken[LEAVES];
    uint64_t hops, hops_lower_bound;
} decision;

static uint32_t pod_of[LEAVES];

static int choose(uint32_t wanted, const uint32_t *free_of, uint32_t *taken) {
    uint32_t pod_free[PODS], pod_chosen[PODS];

    return slurm_rule_choose(LEAVES, free_of, pod_of, PODS, wanted, taken, pod_free, pod_chosen);
}

/* By the definition: 2 for each pair within a leaf, 4 within a pod, 6 across pods. */
static uint64_t count_hops(const uint32_t *taken) {
    uint64_t hops = 0;
    uint32_t one, other;

    for (one = 0; one < LEAVES; one++) {
        hops += (uint64_t)taken[one] * taken[one] - taken[one];
        for (other = 0; other < one; other++) {
            hops += (uint64_t)taken[one] * taken[other] * (pod_of[one] == pod_of[other] ? 4 : 6);
        }
    }
    return hops;
}

/* ---- The library, asked for the same --------------------------------------------------------- */

/* The least hops with so much free in each leaf; 0: there is no answer. */
static uint64_t find_least(uint32_t wanted, const uint32_t *free_of) {
    static const uint32_t fan_out[3] = {PODS, LEAVES / PODS, LEAF};
    static sked_align room[8192 / sizeof(sked_align)], scratch[16384 / sizeof(sked_align)];
    uint32_t parent[SWITCHES], leaf[PROCESSORS], processor;
    sked_word words[SKED_SET_WORDS(PROCESSORS + 0u)];
    sked_set set = sked_set_of(words, PROCESSORS);
    sked_fattree_settings settings = {.switches = SWITCHES, .processors = PROCESSORS};
    sked_fattree_request request;
    sked_fattree_answer answer;
    sked_fattree tree;
    sked_status status = sked_fattree_shape(fan_out, 3, &settings, parent, leaf);

    memset(&request, 0, sizeof request);
    request.count = wanted;
    for (processor = 0; processor < PROCESSORS; processor++) {
        if (processor % LEAF >= free_of[processor / LEAF]) {
            sked_set_add(&set, processor);
        }
    }
    if (status != SKED_OK ||
        sked_fattree_init(&tree, &settings, room, sizeof room) != SKED_OK ||
        sked_fattree_allocate(&tree, &set) != SKED_OK) {
        return 0;
    }
    status = sked_fattree_find(&tree, &request, &answer, &set, scratch, sizeof scratch);
    sked_fattree_destroy(&tree);
    return status == SKED_OK && answer.hops == answer.hops_lower_bound ? answer.hops : 0;
}

/* ---- By hand --------------------------------------------------------------------------------- */

static void example(uint32_t wanted, const uint32_t *free_of, const uint32_t *expected,
                    uint64_t hops, uint64_t hops_lower_bound) {
    uint32_t taken[LEAVES];

    CHECK(choose(wanted, free_of, taken));
    CHECK(memcmp(taken, expected, sizeof taken) == 0);
    CHECK(count_hops(taken) == hops);
    CHECK(find_least(wanted, free_of) == hops_lower_bound);
}

/* No leaf holds 9. The pod with most free, 8, offers its largest leaf; its other leaves have fewer
 * than the leaves of 3 elsewhere. Two leaves of 2 and one of 1 beside it would have been better. */
static void test_leaves_far_apart(void) {
    static const uint32_t free_of[LEAVES] = {3, 3, 1, 0, 2, 1, 3, 1, 1, 2, 3, 2, 1, 2, 0, 3};
    uint32_t taken[LEAVES], pods[PODS] = {0}, leaf;

    CHECK(choose(9, free_of, taken));
    for (leaf = 0; leaf < LEAVES; leaf++) {
        CHECK(taken[leaf] == 0 || taken[leaf] == 3);
        pods[pod_of[leaf]] += taken[leaf];
    }
    CHECK((pods[0] == 3) + (pods[1] == 3) + (pods[2] == 3) + (pods[3] == 3) == 3);
    CHECK(count_hops(taken) == 180);
    CHECK(find_least(9, free_of) == 150);
}

/* Of leaves that hold the job, the one with fewest free, the first of equals. */
static void test_one_leaf(void) {
    static const uint32_t free_of[LEAVES] = {1, 4, 2, 0, 4, 3, 3, 0, 0, 1, 0, 0, 2, 2, 2, 2};
    static const uint32_t three[LEAVES] = {0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    static const uint32_t two[LEAVES] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    static const uint32_t one[LEAVES] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    example(3, free_of, three, 6, 6);
    example(2, free_of, two, 2, 2);
    example(1, free_of, one, 0, 0);
}

/* All of the only pod that has anything; then the rest is on the tightest leaf. */
static void test_one_pod(void) {
    static const uint32_t free_of[LEAVES] = {0, 0, 0, 0, 4, 3, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0};
    static const uint32_t ten[LEAVES] = {0, 0, 0, 0, 4, 0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0};
    static const uint32_t all[LEAVES] = {0, 0, 0, 0, 4, 3, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0};

    example(10, free_of, ten, 12 + 12 + 2 + 4 * (16 + 8 + 8), 154);
    example(13, free_of, all, 12 + 6 + 12 + 2 + 4 * (12 + 16 + 8 + 12 + 6 + 8), 280);
}

static void test_too_many(void) {
    static const uint32_t free_of[LEAVES] = {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2};
    uint32_t taken[LEAVES];

    CHECK(choose(6, free_of, taken));
    CHECK(!choose(7, free_of, taken));
}

/* ---- A controller's decisions ---------------------------------------------------------------- */

/* Sixteen numbers with a blank between two, and a semicolon behind; NULL: they are not there. */
static const char *read_leaves(const char *text, uint32_t *numbers) {
    char *end = NULL;
    uint32_t leaf;

    for (leaf = 0; leaf < LEAVES; leaf++) {
        numbers[leaf] = (uint32_t)strtoul(text, &end, 10);
        if (end == text || numbers[leaf] > LEAF || *end != (leaf + 1 < LEAVES ? ' ' : ';')) {
            return NULL;
        }
        text = end + 1;
    }
    return text;
}

static int read_decision(const char *text, decision *row) {
    char *end = NULL;

    row->wanted = (uint32_t)strtoul(text, &end, 10);
    text = *end == ';' ? read_leaves(end + 1, row->free_of) : NULL;
    text = text != NULL ? read_leaves(text, row->taken) : NULL;
    if (text == NULL) {
        return 0;
    }
    row->hops = strtoull(text, &end, 10);
    if (end == text || *end != ';') {
        return 0;
    }
    text = end + 1;
    row->hops_lower_bound = strtoull(text, &end, 10);
    return end != text && (*end == '\n' || *end == '\0');
}

static void check_decision(const decision *row, unsigned long number) {
    uint32_t taken[LEAVES];

    CHECK_SEED(number, choose(row->wanted, row->free_of, taken));
    CHECK_SEED(number, memcmp(taken, row->taken, sizeof taken) == 0);
    CHECK_SEED(number, count_hops(row->taken) == row->hops);
    CHECK_SEED(number, find_least(row->wanted, row->free_of) == row->hops_lower_bound);
}

static void check_decisions(const char *path) {
    FILE *const file = fopen(path, "r");
    char line[256];
    unsigned long rows = 0, above = 0;
    decision row;

    if (file == NULL || fgets(line, sizeof line, file) == NULL) {
        printf("# %s: %s\n", path, file == NULL ? strerror(errno) : "empty");
        CHECK(file != NULL);
        return;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        const int read = read_decision(line, &row);

        rows++;
        CHECK_SEED(rows, read);
        if (read) {
            check_decision(&row, rows);
            above += row.hops > row.hops_lower_bound;
        }
    }
    fclose(file);
    CHECK(rows >= ROWS_LEAST);
    printf("# %lu decisions of a controller, %lu of them above the least hops\n", rows, above);
}

static const char *decisions;           /* a file of them, or NULL */

static void test_all(void) {
    uint32_t leaf;

    for (leaf = 0; leaf < LEAVES; leaf++) {
        pod_of[leaf] = leaf / (LEAVES / PODS);
    }
    test_leaves_far_apart();
    test_one_leaf();
    test_one_pod();
    test_too_many();
    if (decisions != NULL) {
        check_decisions(decisions);
    } else {
        printf("# not run: the decisions of a Slurm controller (see make check TRACES=)\n");
    }
}

int main(int count, char **words) {
    decisions = count > 1 ? words[1] : NULL;
    return harness_main(1, words, test_all, NULL);
}
