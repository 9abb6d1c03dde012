/* queues.h: how the rows about queues and tiers set up what they measure.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUEUES_H_INCLUDED
#define QUEUES_H_INCLUDED

#include "sched.h"
#include "tests/costs/costs.h"

static inline sked_queue queue_of(const sked_queue_settings *settings) {
    sked_queue queue = SKED_ZERO;
    cost_must(sked_queue_create(&queue, settings, NULL, cost_mem) == SKED_OK, "create");
    return queue;
}

static inline double queue_words(uint32_t processors) {
    return SKED_SET_WORDS(processors);
}

static inline size_t queue_bytes(const sked_queue *queue) {
    sked_queue_info info;
    cost_must(sked_queue_get_info(queue, &info) == SKED_OK, "get_info");
    return info.bytes;
}

static inline void submit(sked_queue *queue, uint64_t id, uint32_t width, sked_time estimate) {
    const sked_job job = sked_job_of(id, width, estimate);
    sked_queue_info info;
    cost_must(sked_queue_get_info(queue, &info) == SKED_OK, "get_info");
    cost_must(sked_queue_submit(queue, &job, info.now) == SKED_OK, "submit");
}

/* Jobs of one kind, with the ids from `first` on. */
static inline void submit_all(sked_queue *queue, uint64_t first, uint32_t count, uint32_t width,
                              sked_time estimate) {
    uint32_t i;
    for (i = 0; i < count; i++) {
        submit(queue, first + i, width, estimate);
    }
}

static inline void finish(sked_queue *queue, uint64_t id, sked_time now) {
    cost_must(sked_queue_finish(queue, id, now) == SKED_OK, "finish");
}

/* Takes a pass to its end; returns how many actions it had. */
static inline uint32_t take_actions(sked_queue *queue) {
    sked_action action;
    uint32_t actions = 0;
    while (sked_queue_next(queue, &action, NULL) == SKED_OK) {
        actions++;
    }
    return actions;
}

static inline uint32_t pass(sked_queue *queue, sked_time now) {
    cost_must(sked_queue_plan(queue, now) == SKED_OK, "plan");
    return take_actions(queue);
}

/* The cost of a whole pass. */
static inline uint32_t measured_pass(cost_run *run, sked_queue *queue, sked_time now) {
    uint32_t actions;
    cost_begin(run);
    actions = pass(queue, now);
    cost_end(run);
    return actions;
}

/* The processors first .. first + count - 1. */
static inline sked_set range(uint32_t size, uint32_t first, uint32_t count) {
    sked_set set = sked_set_of(cost_memory(SKED_SET_WORDS(size), sizeof(sked_word)), size);
    uint32_t i;
    for (i = 0; i < count; i++) {
        sked_set_add(&set, first + i);
    }
    return set;
}

static inline void book_count(sked_queue *queue, uint64_t id, uint32_t count, sked_time start,
                              sked_time end, sked_time now) {
    sked_span span = SKED_ZERO;
    span.start = start;
    span.end = end;
    span.count = count;
    cost_must(sked_queue_book(queue, id, &span, now) == SKED_OK, "book");
}

static inline void book_set(sked_queue *queue, uint64_t id, const sked_set *set, sked_time start,
                            sked_time end) {
    sked_span span = SKED_ZERO;
    span.start = start;
    span.end = end;
    span.set = set;
    cost_must(sked_queue_book(queue, id, &span, 0) == SKED_OK, "book");
}

/* A booking of the processor that has the booking's number. */
static inline void book_one(sked_queue *queue, uint32_t which, sked_set *set, sked_time start,
                            sked_time end) {
    sked_set_clear(set);
    sked_set_add(set, which);
    book_set(queue, which, set, start, end);
}

#endif
