/* scenes.h: the queue of the quick tests, and short names for what their scenes tell it. */
/* SPDX-License-Identifier: MIT */
#ifndef SCENES_H_INCLUDED
#define SCENES_H_INCLUDED

/* The includer has included sched.h and check.h. */

static sked_queue queue;

static sked_job job_of(uint64_t id, uint32_t width, sked_time estimate) {
    sked_job job = sked_job_of(id, width, estimate);
    job.tag = id + 100;
    return job;
}

static inline void submit(uint64_t id, uint32_t width, sked_time estimate, sked_time now) {
    const sked_job job = job_of(id, width, estimate);
    CHECK(sked_queue_submit(&queue, &job, now) == SKED_OK);
}

static inline void finish(uint64_t id, sked_time now) {
    CHECK(sked_queue_finish(&queue, id, now) == SKED_OK);
}

static inline sked_span span_of(sked_time start, sked_time end, uint32_t count) {
    sked_span span;
    span.start = start;
    span.end = end;
    span.count = count;
    span.set = NULL;
    return span;
}

static inline void book_count(uint64_t id, sked_time start, sked_time end, uint32_t count,
                              sked_time now) {
    const sked_span span = span_of(start, end, count);
    CHECK(sked_queue_book(&queue, id, &span, now) == SKED_OK);
}

static inline sked_queue_info info_of(const sked_queue *which) {
    sked_queue_info info;
    CHECK(sked_queue_get_info(which, &info) == SKED_OK);
    return info;
}

/* As the pins have it: when to plan again as long as anybody is in line. */
static inline sked_time next_in_line(const sked_queue *which) {
    const sked_queue_info info = info_of(which);
    return info.waiting + info.background > 0 ? sked_queue_next_time(which) : SKED_NEVER;
}

/* Nothing is known of usages; 960 as in the paper; a migration takes 2. */
static inline sked_tiers tiers_of(sked_tiers_policy policy) {
    sked_tiers tiers;
    tiers.policy = policy;
    tiers.options = 0;
    tiers.migration = 2;
    tiers.usage_limit_permille = 960;
    tiers.width_max = 0;
    tiers.estimate_max = 0;
    tiers.usage.usage = NULL;
    tiers.usage.ctx = NULL;
    return tiers;
}

/* The processors of a set as a mask: bit p is processor p. */
static inline uint32_t mask_of(const sked_set *set) {
    uint32_t p, mask = 0;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        mask |= UINT32_C(1) << p;
    }
    return mask;
}

/* All that the pass at `now` starts, in order, each on the processors of a mask, unless `masks` is
 * NULL. The queue is sound throughout. */
static inline void pass_on(sked_time now, const char *want, const uint32_t *masks) {
    sked_word words[SKED_SET_WORDS(32)];
    sked_set on = sked_set_of(words, info_of(&queue).processors);
    sked_action action;
    CHECK(sked_queue_plan(&queue, now) == SKED_OK);
    while (sked_queue_next(&queue, &action, &on) == SKED_OK) {
        CHECK(sked_queue_validate(&queue) == SKED_OK);
        CHECK_SEED(action.id, *want != 0 && action.id == (uint64_t)*want);
        want += *want != 0;
        if (masks != NULL) {
            CHECK_SEED(action.id, mask_of(&on) == *masks);
            masks++;
        }
    }
    CHECK(*want == 0);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

static inline void pass_starts(sked_time now, const char *want) {
    pass_on(now, want, NULL);
}

#endif
