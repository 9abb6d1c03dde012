/* painted.c: how much stack calls really take on a Cortex-M: it is painted, and looked at after.
 *
 * SPDX-License-Identifier: MIT
 *
 * Prints "painted,FUNCTION,BYTES" for a few functions, to compare with the bound that the call
 * graph gives (stack.csv). The headers' code is compiled apart, as it was for that table. */
#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"

#include "bench.h"

enum { PAINTED = 4096, JOBS = 48, MACHINES = 8, NODES = 192, SWITCHES = 37 };

static sked_align room[32768 / sizeof(sked_align)];
static sked_time times[JOBS * MACHINES];
static sked_map_row planned[JOBS];
static uint32_t parent[SWITCHES], leaf[NODES];
static sked_word words[SKED_SET_WORDS((uint32_t)NODES)];
static sked_fattree tree;
static sked_ar calendar;
static sked_align scratch[8192 / sizeof(sked_align)];

static void require(sked_status status) {
    if (status != SKED_OK) {
        bench_refuse(sked_status_text(status));
    }
}

static uint32_t random_below(uint32_t bound) {
    static uint32_t state = 1;
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (state >> 16) % bound;
}

static void call_map(void) {
    static const sked_map_request request = {
        .heuristic = SKED_MIN_MIN, .jobs = JOBS, .machines = MACHINES, .times = times};
    require(sked_map_prepare(&request, room, sizeof room));
    require(sked_map_run(&request, room, sizeof room, NULL, planned, NULL));
}

static void call_find(void) {
    static sked_fattree_request request = {.count = 20, .mode = SKED_FATTREE_EXACT};
    static sked_fattree_answer answer;
    static sked_set set = {words, NODES};
    require(sked_fattree_find(&tree, &request, &answer, &set, scratch, sizeof scratch));
}

static void call_ar_find(void) {
    static const sked_ar_request request = {.duration = 9, .deadline = 600, .count = 3};
    static const sked_ar_choice choice = {.policy = SKED_AR_PEDU_B, .starts = SKED_AR_PAPER,
                                          .ends = SKED_AR_ENDS_AT_DEADLINE, .pick = SKED_AR_LOWEST};
    static sked_ar_answer answer;
    require(sked_ar_find(&calendar, &request, &choice, &answer, NULL, scratch, sizeof scratch));
}

/* The stack pointer. What is below it nobody has, as long as no interrupt comes. */
static inline uintptr_t stack_pointer(void) {
    uintptr_t pointer;
    __asm__ volatile("mov %0, sp" : "=r"(pointer));
    return pointer;
}

static void paint_and_call(const char *name, void (*call)(void)) {
    const uintptr_t top = stack_pointer();
    volatile unsigned char *const bottom = (volatile unsigned char *)(top - PAINTED);
    uint32_t i;
    for (i = 0; i < PAINTED; i++) {
        bottom[i] = 0xa5;
    }
    call();
    for (i = 0; i < PAINTED && bottom[i] == 0xa5; i++) {
    }
    bench_put("painted,");
    bench_put(name);
    bench_put(",");
    bench_put_number(PAINTED - i, 10, 1);
    bench_put("\n");
}

static void make_tree(void) {
    static const uint32_t fan_out[] = {4, 8, 6};
    sked_fattree_settings settings;
    sked_set busy = {words, NODES};
    uint32_t p;
    require(sked_fattree_shape(fan_out, 3, &settings, parent, leaf));
    require(sked_fattree_init(&tree, &settings, room, sizeof room));
    sked_set_clear(&busy);
    for (p = 0; p < NODES; p++) {
        if (random_below(3) != 0) {
            sked_set_add(&busy, p);
        }
    }
    require(sked_fattree_allocate(&tree, &busy));
}

static void make_calendar(void) {
    static const sked_ar_settings settings = {
        .processors = 8, .spans_max = 64, .horizon = SKED_TIME_MAX};
    sked_set one = {words, 8};
    sked_time t;
    require(sked_ar_init(&calendar, &settings, room, sizeof room));
    for (t = 0; t < 40; t++) {
        sked_set_clear(&one);
        sked_set_add(&one, random_below(8));
        require(sked_ar_add(&calendar, t * 10, t * 10 + 9, &one));
    }
}

int main(void) {
    uint32_t i;
    port_init();
    for (i = 0; i < JOBS * MACHINES; i++) {
        times[i] = 1 + (sked_time)random_below(1000);
    }
    paint_and_call("sked_map_run", call_map);
    make_tree();
    paint_and_call("sked_fattree_find", call_find);
    make_calendar();
    paint_and_call("sked_ar_find", call_ar_find);
    port_exit(0);
    return 0;
}
