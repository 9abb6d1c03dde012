/* core.c: what sets, sorting, seals and mapping cost, by inputs meant to break what sched.h says.
 *
 * SPDX-License-Identifier: MIT */
#include "sched.h"
#include "tests/costs/costs.h"

/* ---- sets ----------------------------------------------------------------------------------- */

static sked_set full_set(uint32_t size) {
    sked_set set = sked_set_of(cost_memory(SKED_SET_WORDS(size), sizeof(sked_word)), size);
    sked_set_fill(&set);
    return set;
}

static void set_of(cost_run *run, uint32_t n) {
    sked_word *words = cost_memory(SKED_SET_WORDS(n), sizeof *words);
    cost_begin(run);
    (void)sked_set_of(words, n);
    cost_end(run);
    run->bound = (double)n / SKED_WORD_BITS;
}

/* The last member of a set without any other: the whole set is walked. */
static void set_next_far(cost_run *run, uint32_t n) {
    sked_set set = full_set(n);
    sked_set_clear(&set);
    sked_set_add(&set, n - 1);
    cost_begin(run);
    (void)sked_set_next(&set, 0);
    cost_end(run);
    run->bound = (double)n / SKED_WORD_BITS;
}

/* ---- sorting -------------------------------------------------------------------------------- */

static void sort_equal_keys(cost_run *run, uint32_t n) {
    sked_pair *pairs = cost_memory(n, sizeof *pairs);
    cost_begin(run);
    sked_sort(pairs, n);
    cost_end(run);
    run->bound = n * cost_log(n);
}

static const cost_row rows[] = {
    {"sked_set_of", "O(size / SKED_WORD_BITS)", "any", 65536, set_of},
    {"sked_set_next", "O(size / SKED_WORD_BITS)", "the next is the last", 65536, set_next_far},
    {"sked_sort", "O(count log count)", "equal keys", 4096, sort_equal_keys},
};

int main(int argc, char **argv) {
    return cost_table("core", rows, sizeof rows / sizeof rows[0], argc, argv);
}
