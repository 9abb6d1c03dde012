/* costs.h: measures whether a function grows no faster than its header says.
 *
 * SPDX-License-Identifier: MIT
 *
 *     static void sort_equal_keys(cost_run *run, uint32_t n) {
 *         sked_pair *pairs = cost_memory(n, sizeof *pairs);      zeros; freed after the run
 *         cost_begin(run);
 *         sked_sort(pairs, n);
 *         cost_end(run);                                         keeps the dearest call
 *         run->bound = n * cost_log(n);                          what the header says, without O
 *     }
 *
 *     static const cost_row rows[] = {
 *         {"sked_sort", "O(count log count)", "equal keys", 4096, sort_equal_keys},
 *     };
 *
 *     int main(int argc, char **argv) {
 *         return cost_table("core", rows, sizeof rows / sizeof rows[0], argc, argv);
 *     }
 *
 * One row, or all rows of a function:
 *
 *     make build/costs_queue && build/costs_queue sked_queue_unbook
 *
 * A row is an attempt to break a promise: it builds the worst input that its author could think of,
 * for n, 2 n and 4 n, and counts steps. A step is a basic block of the headers that ran: they are
 * compiled with -fsanitize-coverage=trace-pc, which calls the function below at each block. So the
 * numbers depend on the compiler, and on nothing else. A row holds if steps per bound grow by at
 * most a quarter from n to 4 n. One more power of n would make that 4, and a root of n 2. A row
 * that holds does not show that a cost is stated tightly.
 *
 * "stated" is quoted from the header: tests/costs/stated.py looks for it in the comment of the
 * function, and for a row of every comment with a Cost. The bound is C: nobody but its author and
 * its reader compares it with the quotation. */
#ifndef COSTS_H_INCLUDED
#define COSTS_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sched.h"
#include "tests/check.h"

#define COST_BLOCKS_MAX 256u            /* blocks of memory of one run                          */
#define COST_GROWTH_MAX 1.25            /* of steps per bound, from n to 4 n                    */

typedef struct cost_run {
    uint64_t steps;                     /* of the dearest call, or of all: the row's choice     */
    double bound;                       /* what the header says of this size, without O         */
    uint64_t begun;                     /* the count of steps when the call began               */
} cost_run;

typedef struct cost_row {
    const char *function, *stated;      /* its name, and words of its Cost                      */
    const char *attack;                 /* what makes the input bad                             */
    uint32_t n;                         /* the smallest of the three sizes                      */
    void (*run)(cost_run *run, uint32_t n);
} cost_row;

static uint64_t cost_steps_;
static void *cost_blocks_[COST_BLOCKS_MAX];
static unsigned cost_blocks_used_;

/* Called by the instrumented headers at each of their basic blocks. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    cost_steps_++;
}

/* Zeroed memory until the end of the run. */
static inline void *cost_memory(size_t count, size_t size) {
    void *block = calloc(count + (count == 0), size);
    if (block == NULL || cost_blocks_used_ == COST_BLOCKS_MAX) {
        fprintf(stderr, "costs: memory: expected %zu times %zu bytes\n", count, size);
        exit(1);
    }
    cost_blocks_[cost_blocks_used_++] = block;
    return block;
}

static inline void cost_free_memory(void) {
    while (cost_blocks_used_ > 0) {
        free(cost_blocks_[--cost_blocks_used_]);
    }
}

static inline void *cost_give(void *ctx, size_t size) {
    (void)ctx;
    return cost_memory(size, 1);
}

/* It is freed with all others. */
static inline void cost_take_back(void *ctx, void *block, size_t size) {
    (void)ctx;
    (void)block;
    (void)size;
}

static const sked_mem cost_mem = {cost_give, cost_take_back, NULL};

/* Ids that the hash of queues and calendars gives the bucket 0, whatever the number of buckets: it
 * multiplies id ^ id >> 32 and takes bits from 32 up, which this undoes. `which` is below 2^32. */
static inline uint64_t cost_colliding_id(uint64_t which) {
    const uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t inverse = factor, mixed;
    unsigned i;
    for (i = 0; i < 5; i++) {
        inverse *= 2 - factor * inverse;
    }
    mixed = which * inverse;
    return mixed ^ mixed >> 32;
}

static inline void cost_begin(cost_run *run) {
    run->begun = cost_steps_;
}

/* Ends a call whose cost counts alone: the dearest of several is kept. */
static inline void cost_end(cost_run *run) {
    const uint64_t steps = cost_steps_ - run->begun;
    run->steps = steps > run->steps ? steps : run->steps;
}

/* Ends a call that is one of many: their sum is kept, for costs of a whole and expected ones. */
static inline void cost_add(cost_run *run) {
    run->steps += cost_steps_ - run->begun;
}

/* A step of preparation that must succeed: otherwise the row would measure something else. */
static inline void cost_must(int succeeded, const char *what) {
    if (!succeeded) {
        fprintf(stderr, "costs: %s failed: expected success\n", what);
        exit(1);
    }
}

/* The logarithm in base 2, at least 1; exact enough, and without a library of mathematics. */
static inline double cost_log(double n) {
    double whole = 0;
    while (n >= 2) {
        n /= 2;
        whole++;
    }
    return whole + (n - 1) < 1 ? 1 : whole + (n - 1);
}

static inline double cost_per_bound(const cost_run *run) {
    return (double)run->steps / run->bound;
}

/* Runs a row at n, 2 n and 4 n, and prints it as a line of fields between bars. */
static inline void cost_try(const cost_row *row, uint32_t factor) {
    cost_run runs[3];
    double growth;
    unsigned i;
    memset(runs, 0, sizeof runs);
    for (i = 0; i < 3; i++) {
        row->run(&runs[i], (row->n * factor) << i);
        cost_must(runs[i].bound > 0, "setting a bound");
        cost_must(runs[i].steps > 0, "counting steps (are the headers instrumented?)");
        cost_free_memory();
    }
    growth = cost_per_bound(&runs[2]) / cost_per_bound(&runs[0]);
    printf("%s | %s | %s | %" PRIu32 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %.2f | %s\n",
           row->function, row->stated, row->attack, row->n * factor, runs[0].steps, runs[1].steps,
           runs[2].steps, growth, growth <= COST_GROWTH_MAX ? "holds" : "GROWS FASTER");
    fflush(stdout);
    CHECK(growth <= COST_GROWTH_MAX);
}

/* Tries all rows, or those of a function: PROGRAM [FACTOR] [FUNCTION]. The factor multiplies n. */
static inline int cost_table(const char *name, const cost_row *rows, size_t count, int argc,
                             char **argv) {
    const uint32_t given = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    const char *function = argc > 1 + (given > 0) ? argv[1 + (given > 0)] : NULL;
    size_t i;
    puts("# function | stated | attack | n | steps at n | at 2 n | at 4 n | growth per bound");
    for (i = 0; i < count; i++) {
        if (function == NULL || strcmp(function, rows[i].function) == 0) {
            cost_try(&rows[i], given > 0 ? given : 1);
        }
    }
    return check_done(name);
}

#endif
