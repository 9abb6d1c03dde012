/* swil_preempt.c: jobs that are stopped for urgent ones in a replay, by hand and at random. */
/* SPDX-License-Identifier: MIT */

/* At random, each choice of victims by CHEAPEST is compared with all subsets of the candidates;
   whoever got processors booked starts when the last victim has left, at the latest. */
#define SKED_IMPLEMENTATION
#include "sched_share.h"
#include "swil.h"
#include "swil_preempt.h"
#include "workload.h"

#define DEEP_NAME "swil_preempt"
#include "harness.h"

enum { JOBS = 40, PROCESSORS_MAX = 16 };

typedef struct world {
    workload_job jobs[JOBS];
    unsigned char urgent[JOBS];
    uint64_t keys[JOBS];
    int64_t starts[JOBS];           /* of the run that ended */
    int64_t due[JOBS];              /* an urgent one has processors booked that are idle by then */
    workload load;
    swil_settings settings;
    swil_preempt preempt;
    swil_metrics metrics;
    uint64_t seed, random, stops;
    sked_u128 lost;
    int64_t last_start[JOBS];
    size_t for_job;
} world;

static unsigned long seen[SWIL_PREEMPT_RULES];      /* victims */

/* ---- By hand --------------------------------------------------------------------------------- */

static void hand_world(world *w, const workload_job *jobs, size_t count, uint32_t processors,
                       uint32_t urgent) {
    size_t job;
    memset(w, 0, sizeof *w);
    memcpy(w->jobs, jobs, count * sizeof *jobs);
    w->load.jobs = w->jobs;
    w->load.count = count;
    w->load.processors = processors;
    w->settings.queue.depth = 1;
    w->settings.queue.order = w->settings.queue.backfill_order = SKED_BY_KEY;
    w->settings.keys = w->keys;
    for (job = 0; job < count; job++) {
        w->urgent[job] = urgent >> job & 1;
        w->keys[job] = !w->urgent[job];
    }
}

static void run_rule(world *w, swil_preempt_rule rule, int64_t grace) {
    CHECK_SEED(w->seed, swil_preempt_make(&w->preempt, &w->load, w->urgent, &w->settings));
    w->preempt.rule = rule;
    w->preempt.grace = grace;
    CHECK_SEED(w->seed, swil_run(&w->load, &w->settings, w->starts, &w->metrics) == SKED_OK);
}

/* Four processors. A and B have two each; at 20 U wants two. B has done less: it goes, and runs
   again when U has ended. */
static void test_one_victim(void) {
    static const workload_job jobs[] = {
        {1, 0, 100, 100, 2, 0, 0, 0, 0}, {2, 10, 50, 50, 2, 0, 0, 0, 0},
        {3, 20, 30, 30, 2, 1, 0, 0, 0}};
    static world w;
    hand_world(&w, jobs, 3, 4, 4);
    run_rule(&w, SWIL_PREEMPT_CHEAPEST, 0);
    CHECK(w.starts[0] == 0 && w.starts[1] == 50 && w.starts[2] == 20);
    CHECK(w.preempt.victims == 1 && w.preempt.served == 1 && w.preempt.lost.low == 20);
    swil_preempt_drop(&w.preempt);
    hand_world(&w, jobs, 3, 4, 4);
    run_rule(&w, SWIL_PREEMPT_CHEAPEST, 5);
    CHECK(w.starts[0] == 0 && w.starts[1] == 55 && w.starts[2] == 25);
    CHECK(w.preempt.victims == 1 && w.preempt.lost.low == 30);
    swil_preempt_drop(&w.preempt);
}

/* B ends while it is asked to leave: it is no victim. */
static void test_end_in_time(void) {
    static const workload_job jobs[] = {
        {1, 0, 100, 100, 2, 0, 0, 0, 0}, {2, 10, 12, 50, 2, 0, 0, 0, 0},
        {3, 20, 30, 30, 2, 1, 0, 0, 0}};
    static world w;
    hand_world(&w, jobs, 3, 4, 4);
    run_rule(&w, SWIL_PREEMPT_CHEAPEST, 5);
    CHECK(w.starts[0] == 0 && w.starts[1] == 10 && w.starts[2] == 22);
    CHECK(w.preempt.victims == 0 && w.preempt.served == 0 && w.preempt.lost.low == 0);
    swil_preempt_drop(&w.preempt);
}

/* An urgent job is nobody's victim; the second one waits for the first. */
static void test_urgent_ones_stay(void) {
    static const workload_job jobs[] = {
        {1, 0, 100, 100, 4, 1, 0, 0, 0}, {2, 10, 50, 50, 2, 1, 0, 0, 0},
        {3, 20, 30, 30, 2, 0, 0, 0, 0}};
    static world w;
    hand_world(&w, jobs, 3, 4, 3);
    run_rule(&w, SWIL_PREEMPT_CHEAPEST, 0);
    CHECK(w.starts[0] == 0 && w.starts[1] == 100 && w.starts[2] == 100);
    CHECK(w.preempt.victims == 0);
    swil_preempt_drop(&w.preempt);
}

/* U wants all four. B ends before A has left: what is booked for U stays its own, though C, which
   came later, fits there. Without a booking C has it, and must be stopped, too. */
static void test_booked(void) {
    static const workload_job jobs[] = {
        {1, 0, 100, 100, 2, 0, 0, 0, 0}, {2, 10, 13, 50, 2, 0, 0, 0, 0},
        {3, 20, 30, 30, 4, 1, 0, 0, 0}, {4, 22, 10, 10, 1, 0, 0, 0, 0}};
    static world w;
    hand_world(&w, jobs, 4, 4, 4);
    run_rule(&w, SWIL_PREEMPT_CHEAPEST, 5);
    CHECK(w.starts[2] == 25 && w.starts[3] == 55 && w.starts[0] == 55);
    CHECK(w.preempt.victims == 1 && w.preempt.served == 1);
    swil_preempt_drop(&w.preempt);
    hand_world(&w, jobs, 4, 4, 4);
    run_rule(&w, SWIL_PREEMPT_UNBOOKED, 5);
    CHECK(w.starts[2] == 30 && w.starts[3] == 60 && w.preempt.victims == 2);
    swil_preempt_drop(&w.preempt);
}

/* ---- At random ------------------------------------------------------------------------------- */

static uint32_t below(world *w, uint32_t count) { return check_below(&w->random, count); }

/* The least that a set costs which gives enough. */
static uint64_t cheapest_subset(const swil_preempt *self, uint32_t missing) {
    uint64_t best = UINT64_MAX, cost;
    uint32_t subset, at, got;
    for (subset = 0; subset >> self->candidates_count == 0; subset++) {
        cost = 0;
        got = 0;
        for (at = 0; at < self->candidates_count; at++) {
            cost += (subset >> at & 1) * self->candidates[at].cost;
            got += (subset >> at & 1) * self->candidates[at].width;
        }
        best = got >= missing && cost < best ? cost : best;
    }
    return best;
}

static void check_choice(world *w, const swil_preempt *self, uint32_t missing) {
    uint64_t cost = 0;
    uint32_t at, got = 0, least = UINT32_MAX;
    for (at = 0; at < self->chosen_count; at++) {
        const swil_victim *one = &self->candidates[self->chosen[at]];
        cost += one->cost;
        got += one->width;
        least = one->width < least ? one->width : least;
    }
    CHECK_SEED(w->seed, got >= missing && got - least < missing);     /* nobody is spare */
    CHECK_SEED(w->seed, cost == cheapest_subset(self, missing));
}

/* Has no candidate that stays started after one that goes? */
static int are_youngest(const swil_preempt *self) {
    uint32_t at, chosen;
    for (at = 0; at < self->candidates_count; at++) {
        int goes = 0, older = 0;
        for (chosen = 0; chosen < self->chosen_count; chosen++) {
            goes = goes || self->chosen[chosen] == at;
            older = older ||
                    self->candidates[self->chosen[chosen]].start < self->candidates[at].start;
        }
        if (!goes && older) {
            return 0;
        }
    }
    return 1;
}

static void on_stop(void *ctx, size_t job, int64_t time) {
    world *w = (world *)ctx;
    const swil_preempt *self = &w->preempt;
    const int64_t ran = time - w->last_start[job];
    CHECK_SEED(w->seed, !w->urgent[job] && ran >= 0);
    w->stops++;
    w->lost.low += (uint64_t)ran * w->jobs[job].width;
    w->jobs[job].type++;
    CHECK_SEED(w->seed, self->preempted[job] == w->jobs[job].type);
}

/* Beside that of the replay: what is to hold before and after it. */
static sked_status before(void *ctx, swil_state *state, int64_t now) {
    world *w = (world *)ctx;
    swil_preempt *self = &w->preempt;
    const uint64_t stops = w->stops;
    size_t at;
    sked_status status = swil_preempt_before(self, state, now);
    if (w->stops > stops && self->waiting_count == 1) {
        const uint32_t wanted = w->jobs[self->waiting[0]].width;
        if (self->rule == SWIL_PREEMPT_CHEAPEST) {
            check_choice(w, self, wanted - sked_set_count(&self->idle));
        } else {
            CHECK_SEED(w->seed, self->rule == SWIL_PREEMPT_UNBOOKED || are_youngest(self));
        }
    }
    for (at = 0; at < self->waiting_count && swil_preempt_books(self); at++) {
        const size_t job = self->waiting[at];
        uint64_t id;
        if (w->due[job] < 0 && sked_queue_booking_of(&state->queue, job, &id) == SKED_OK) {
            w->due[job] = now + self->grace;
        }
    }
    return status;
}

static void on_start(void *ctx, size_t job, const sked_action *action, const sked_set *processors) {
    world *w = (world *)ctx;
    w->last_start[job] = action->start;
    CHECK_SEED(w->seed, sked_set_count(processors) == w->jobs[job].width);
    CHECK_SEED(w->seed, w->due[job] < 0 ? action->reason != SKED_BOOKED
                                        : action->reason == SKED_BOOKED);
    CHECK_SEED(w->seed, w->due[job] < 0 || action->start <= w->due[job]);
}

static void any_world(world *w, uint64_t seed) {
    static const int policies[][2] = {{1, SKED_REBUILD}, {0, SKED_REBUILD}, {3, SKED_REBUILD},
                                      {1, SKED_REBUILD}, {1000, SKED_COMPRESS}};
    const int *by;
    size_t job;
    hand_world(w, w->jobs, 0, 1, 0);
    w->seed = w->random = seed;
    w->load.count = 1 + below(w, JOBS);
    w->load.processors = 1 + below(w, PROCESSORS_MAX);
    by = policies[below(w, 5)];
    w->settings.queue.depth = by[0] == 0     ? SKED_NO_RESERVATIONS
                              : by[0] == 1000 ? SKED_ALL : (uint32_t)by[0];
    w->settings.queue.reservations = (sked_reservations)by[1];
    for (job = 0; job < w->load.count; job++) {
        workload_job *it = &w->jobs[job];
        it->id = job;
        it->submit = (job > 0 ? w->jobs[job - 1].submit : 0) + below(w, 12);
        it->run = below(w, 40);
        it->estimate = it->run + below(w, 3) * below(w, 20) + 1;
        it->width = 1 + below(w, below(w, 2) ? w->load.processors : 1 + w->load.processors / 3);
        w->urgent[job] = below(w, 4) == 0;
        w->keys[job] = !w->urgent[job];
        w->due[job] = -1;
    }
}

static void try_seed(uint64_t seed) {
    static world w;
    swil_preempt_rule rule;
    size_t job;
    any_world(&w, seed);
    rule = (swil_preempt_rule)below(&w, SWIL_PREEMPT_RULES);
    CHECK(swil_preempt_make(&w.preempt, &w.load, w.urgent, &w.settings));
    w.preempt.rule = rule;
    w.preempt.grace = below(&w, 2) ? 0 : below(&w, 8);
    w.preempt.cycle = 1 + below(&w, 5);
    w.preempt.on_stop = on_stop;
    w.preempt.ctx = w.settings.before_ctx = w.settings.ctx = &w;
    w.settings.before_pass = before;
    w.settings.on_start = on_start;
    CHECK_SEED(seed, swil_run(&w.load, &w.settings, w.starts, &w.metrics) == SKED_OK);
    CHECK_SEED(seed, w.metrics.never_started == 0);
    CHECK_SEED(seed, w.preempt.victims == w.stops && w.preempt.lost.low == w.lost.low);
    for (job = 0; job < w.load.count; job++) {
        CHECK_SEED(seed, w.starts[job] == w.last_start[job]);
    }
    seen[rule] += (unsigned long)w.stops;
    swil_preempt_drop(&w.preempt);
}

static void test_all(void) {
    test_one_victim();
    test_end_in_time();
    test_urgent_ones_stay();
    test_booked();
    try_seeds(1, 20000 / seed_share, try_seed);
    CHECK(seen[0] > 1000 / seed_share && seen[1] > 1000 / seed_share);
    CHECK(seen[2] > 1000 / seed_share && seen[3] > 1000 / seed_share);
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
