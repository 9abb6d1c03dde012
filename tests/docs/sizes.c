/* sizes.c: the bytes that README.md tells of blocks, by the functions that everyone asks.
 *
 * SPDX-License-Identifier: MIT
 *
 * A line for each: its name, the bytes. tests/docs/measured.py says which sentence is of which. */
#define SKED_IMPLEMENTATION
#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"

#include <stdio.h>
#include <stdlib.h>

enum { PODS = 64, LEAVES = 32, PLACES = 32 };
enum { SWITCHES = 1 + PODS + PODS * LEAVES, PROCESSORS = PODS * LEAVES * PLACES };

static const uint32_t much = UINT32_C(1) << 20;

static void require(sked_status status) {
    if (status != SKED_OK) {
        fprintf(stderr, "sizes: %s\n", sked_status_text(status));
        exit(1);
    }
}

static double queue_bytes(uint32_t processors, uint32_t jobs, uint32_t depth,
                          uint32_t backgrounds) {
    sked_queue_settings settings = {
        .estimate_missing = SKED_NEVER, .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 0,
        .reservations = SKED_COMPRESS};
    size_t bytes;
    settings.processors = processors;
    settings.jobs_max = jobs;
    settings.depth = depth == 0 ? SKED_NO_RESERVATIONS : depth;
    settings.backgrounds = backgrounds;
    require(sked_queue_bytes(&settings, &bytes));
    return (double)bytes;
}

/* Differences of two large blocks, so that rounding does not show. */
static void print_each(const char *name, uint32_t depth, uint32_t backgrounds) {
    printf("%s_job %.3f\n", name,
           (queue_bytes(64, 2 * much, depth, backgrounds) -
            queue_bytes(64, much, depth, backgrounds)) / much);
    printf("%s_processor %.3f\n", name,
           (queue_bytes(2 * much, 64, depth, backgrounds) -
            queue_bytes(much, 64, depth, backgrounds)) / much);
}

/* What a conservative queue takes beyond 208 a job, but for what an empty one takes. */
static double remembered(uint32_t jobs) {
    return queue_bytes(64, jobs, SKED_ALL, 0) - 208.0 * jobs -
           (queue_bytes(64, 32, SKED_ALL, 0) - 208.0 * 32);
}

static void print_queues(void) {
    sked_queue_settings program = {
        .processors = 4, .jobs_max = 8, .bookings_max = 1, .estimate_missing = SKED_REFUSE_MISSING,
        .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD};
    size_t bytes;
    print_each("none", 0, 0);
    print_each("easy", 1, 0);
    print_each("conservative", SKED_ALL, 0);
    print_each("background", 1, 1);
    print_each("two_backgrounds", 1, 2);
    printf("conservative_uneven_job %.3f\n",
           (queue_bytes(64, much + 1, SKED_ALL, 0) - queue_bytes(64, 32, SKED_ALL, 0)) / much);
    printf("remembered_64 %.0f\nremembered_most %.0f\n", remembered(64), remembered(4 * much));
    printf("depth_running %.3f\n",
           (queue_bytes(much, 2 * much, 10, 0) - queue_bytes(much, 2 * much, 1, 0)) / much);
    require(sked_queue_bytes(&program, &bytes));
    printf("program %lu\n", (unsigned long)bytes);
    printf("large_easy %.0f\n", queue_bytes(93312, 10000, 1, 0));
    printf("large_conservative %.0f\n", queue_bytes(93312, 10000, SKED_ALL, 0));
    printf("large_background %.0f\n", queue_bytes(93312, 10000, 1, 1));
}

static void print_calendar(void) {
    sked_ar_settings settings = {.processors = 1024, .horizon = SKED_TIME_MAX};
    size_t one, two;
    settings.spans_max = much;
    require(sked_ar_bytes(&settings, &one));
    settings.spans_max = 2 * much;
    require(sked_ar_bytes(&settings, &two));
    printf("calendar_booking %.3f\n", (double)(two - one) / much);
}

static void print_tree(void) {
    static uint32_t parent[SWITCHES], leaf[PROCESSORS];
    static const uint32_t fan_out[3] = {PODS, LEAVES, PLACES};
    const sked_fattree_request wide = {.count = 8192, .mode = SKED_FATTREE_EXACT};
    sked_fattree_settings settings = {.switches = SWITCHES, .processors = PROCESSORS};
    sked_fattree tree;
    size_t bytes;
    void *block;
    require(sked_fattree_shape(fan_out, 3, &settings, parent, leaf));
    require(sked_fattree_bytes(&settings, &bytes));
    printf("tree %lu\n", (unsigned long)bytes);
    block = malloc(bytes);
    require(block == NULL ? SKED_E_MEMORY : sked_fattree_init(&tree, &settings, block, bytes));
    require(sked_fattree_find_bytes(&tree, &wide, &bytes));
    printf("tree_scratch %lu\n", (unsigned long)bytes);
    free(block);
}

int main(void) {
    print_queues();
    print_calendar();
    print_tree();
    return 0;
}
