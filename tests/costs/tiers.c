/* tiers.c: what jobs in the background cost, by inputs meant to break what sched.h says.
 *
 * SPDX-License-Identifier: MIT */
#include "tests/costs/queues.h"

enum { WHOLE = 0, BEHIND = 1 };         /* ids: of what has the foregrounds, and runs behind it */

static sked_queue tiered_queue(uint32_t processors, uint32_t jobs) {
    const sked_queue_settings settings = sked_queue_settings_measy(processors, jobs);
    return queue_of(&settings);
}

static sked_tiers full_passes(sked_tiers_policy policy) {
    sked_tiers tiers = sked_tiers_of(policy);
    tiers.options = SKED_TIERS_FULL;
    return tiers;
}

static uint32_t take_tier_actions(sked_queue *queue) {
    sked_action action;
    uint32_t actions = 0;
    while (sked_tiers_next(queue, &action, NULL) == SKED_OK) {
        actions++;
    }
    return actions;
}

static void tiers_pass(sked_queue *queue, const sked_tiers *tiers, uint32_t expected) {
    cost_must(sked_tiers_plan(queue, tiers, 0) == SKED_OK, "plan");
    cost_must(take_tier_actions(queue) == expected, "the actions expected");
}

static void measured_tiers_pass(cost_run *run, sked_queue *queue, const sked_tiers *tiers,
                                uint32_t expected) {
    cost_begin(run);
    tiers_pass(queue, tiers, expected);
    cost_end(run);
}

/* One job has all foregrounds, and another as many backgrounds as it is wide. */
static sked_queue queue_with_one_behind(uint32_t processors, uint32_t width, uint32_t jobs) {
    const sked_tiers tiers = full_passes(SKED_MEASY);
    sked_queue queue = tiered_queue(processors, jobs + 2);
    submit(&queue, WHOLE, processors, 1000);
    submit(&queue, BEHIND, width, 1000);
    tiers_pass(&queue, &tiers, 2);
    return queue;
}

/* ---- passes --------------------------------------------------------------------------------- */

static void plan_step_3(cost_run *run, uint32_t processors, uint32_t width) {
    const sked_tiers tiers = sked_tiers_of(SKED_MEASY);
    sked_queue queue = queue_with_one_behind(processors, width, 1);
    submit(&queue, 2, 1, 10);
    tiers_pass(&queue, &tiers, processors > width);
    cost_must(sked_queue_finish(&queue, BEHIND, 0) == SKED_OK, "finish");
    cost_begin(run);
    cost_must(sked_tiers_plan(&queue, &tiers, 0) == SKED_OK, "plan");
    cost_end(run);
}

static void plan_all_changed(cost_run *run, uint32_t n) {
    plan_step_3(run, n, n);
    run->bound = n;
}

/* One processor has changed, and a set of all is walked to find it. */
static void plan_one_changed(cost_run *run, uint32_t n) {
    plan_step_3(run, n, 1);
    run->bound = 1 + queue_words(n);
}

/* The same where nothing has changed, and nobody can go anywhere. */
static void pass_unchanged(cost_run *run, uint32_t n) {
    const sked_tiers tiers = full_passes(SKED_MEASY);
    sked_queue queue = queue_with_one_behind(n, n, 1);
    submit(&queue, 2, 1, 10);
    tiers_pass(&queue, &tiers, 0);
    measured_tiers_pass(run, &queue, &tiers, 0);
    run->bound = 1 + queue_words(n);
}

static void pass_other_limit(cost_run *run, uint32_t n) {
    sked_tiers tiers = full_passes(SKED_MEASY);
    sked_queue queue = queue_with_one_behind(n, n, 1);
    submit(&queue, 2, 1, 10);
    tiers_pass(&queue, &tiers, 0);
    tiers.usage_limit_permille = 500;
    measured_tiers_pass(run, &queue, &tiers, 0);
    run->bound = n;
}

/* A head of n processors that can only swap: all foregrounds in front of it are asked. */
static void pass_pinned_head(cost_run *run, uint32_t n) {
    const sked_tiers tiers = full_passes(SKED_REASY);
    sked_queue queue = queue_with_one_behind(n, n, 0);
    measured_tiers_pass(run, &queue, &tiers, 0);
    run->bound = n;
}

/* With what is left of its estimate, each might be in time; none is. */
static void pass_remaining(cost_run *run, uint32_t n) {
    sked_tiers tiers = full_passes(SKED_MEASY);
    sked_queue queue = tiered_queue(1024, n + 2);
    tiers.options |= SKED_TIERS_REMAINING;
    tiers.estimate_max = 1;
    submit(&queue, 0, 1000, 10);
    submit(&queue, 1, 1024, 10);
    submit_all(&queue, 2, n, 5, 1000);
    measured_tiers_pass(run, &queue, &tiers, 1);
    run->bound = n;
}

/* 520 of 1024 backgrounds are free. In the class of 512 to 575, half of the jobs are too wide, and
 * half too long. */
static void pass_straddling(cost_run *run, uint32_t n) {
    sked_tiers tiers = full_passes(SKED_MEASY);
    sked_queue queue = queue_with_one_behind(1024, 504, n);
    uint32_t i;
    tiers.estimate_max = 10;
    for (i = 0; i < n; i++) {
        submit(&queue, 2 + i, i % 2 ? 530 : 515, i % 2 ? 5 : 500);
    }
    measured_tiers_pass(run, &queue, &tiers, 0);
    run->bound = n;
}

static void pass_all_go_behind(cost_run *run, uint32_t n) {
    const sked_tiers tiers = full_passes(SKED_MEASY);
    sked_queue queue = tiered_queue(n, n + 1);
    submit(&queue, WHOLE, n, 1000);
    submit_all(&queue, 1, n, 1, 10);
    measured_tiers_pass(run, &queue, &tiers, n + 1);
    run->bound = n * (double)n;
}

static uint32_t usage_of(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    (void)ctx, (void)id, (void)tag;
    return process * 7919u % 1000u;
}

/* The processors with the highest numbers use least, so that each displaces another one in the heap
 * of those chosen. */
static void pass_wide_job(cost_run *run, uint32_t n) {
    sked_tiers tiers = full_passes(SKED_MEASY);
    sked_queue queue = tiered_queue(2 * n, 2);
    uint16_t *usage = cost_memory((size_t)n * 2, sizeof *usage);
    uint32_t i;
    submit(&queue, WHOLE, 2 * n, 1000);
    tiers_pass(&queue, &tiers, 1);
    for (i = 0; i < 2 * n; i++) {
        usage[i] = (uint16_t)(900 - 900 * (uint64_t)i / (2 * n));
    }
    cost_must(sked_tiers_report(&queue, WHOLE, 10, usage, 0) == SKED_OK, "report");
    tiers.usage.usage = usage_of;
    submit(&queue, BEHIND, n, 10);
    measured_tiers_pass(run, &queue, &tiers, 1);
    run->bound = 2 * n * (1 + cost_log(n));
}

/* ---- jobs behind others --------------------------------------------------------------------- */

static void report_wide(cost_run *run, uint32_t n) {
    sked_queue queue = queue_with_one_behind(n, n, 0);
    const uint16_t *usage = cost_memory(n, sizeof *usage);
    cost_begin(run);
    cost_must(sked_tiers_report(&queue, BEHIND, 500, usage, 0) == SKED_OK, "report");
    cost_end(run);
    run->bound = n;
}

static void places_of_wide(cost_run *run, uint32_t n) {
    const sked_queue queue = queue_with_one_behind(n, n, 0);
    sked_place *places = cost_memory(n, sizeof *places);
    cost_begin(run);
    cost_must(sked_tiers_get_places(&queue, BEHIND, places, n) == SKED_OK, "get_places");
    cost_end(run);
    run->bound = n;
}

static void job_on_last(cost_run *run, uint32_t n) {
    const sked_queue queue = queue_with_one_behind(n, n, 0);
    const sked_place last = {n - 1, 1};
    uint64_t id;
    cost_begin(run);
    cost_must(sked_tiers_job_on(&queue, last, &id) == SKED_OK && id == BEHIND, "job_on");
    cost_end(run);
    run->bound = 1;
}

static void finish_wide_behind(cost_run *run, uint32_t n) {
    sked_queue queue = queue_with_one_behind(n, n, 0);
    cost_begin(run);
    finish(&queue, BEHIND, 0);
    cost_end(run);
    run->bound = n + 1;
}

/* n jobs of width 1 run behind one. */
static sked_queue queue_with_many_behind(uint32_t n) {
    const sked_tiers tiers = full_passes(SKED_MEASY);
    sked_queue queue = tiered_queue(n, n + 1);
    submit(&queue, WHOLE, n, 1000);
    submit_all(&queue, 1, n, 1, 10);
    tiers_pass(&queue, &tiers, n + 1);
    return queue;
}

static void finish_each_behind(cost_run *run, uint32_t n) {
    sked_queue queue = queue_with_many_behind(n);
    uint32_t i;
    for (i = 1; i <= n; i++) {
        cost_begin(run);
        finish(&queue, i, 0);
        cost_end(run);
    }
    run->bound = cost_log(n);
}

static void cancel_each_behind(cost_run *run, uint32_t n) {
    sked_queue queue = queue_with_many_behind(n);
    uint32_t i;
    for (i = 1; i <= n; i++) {
        cost_begin(run);
        cost_must(sked_queue_cancel(&queue, i, 0) == SKED_OK, "cancel");
        cost_end(run);
    }
    run->bound = cost_log(n);
}

static void stay_behind(cost_run *run, sked_queue *queue, uint64_t id, const sked_place *places) {
    cost_begin(run);
    cost_must(sked_tiers_stay(queue, id, places, 0) == SKED_OK, "stay");
    cost_end(run);
}

static void stay_wide(cost_run *run, uint32_t n) {
    const sked_tiers tiers = full_passes(SKED_MEASY);
    sked_queue queue = queue_with_one_behind(n, n, 0);
    sked_place *places = cost_memory(n, sizeof *places);
    cost_must(sked_tiers_get_places(&queue, BEHIND, places, n) == SKED_OK, "places");
    finish(&queue, WHOLE, 0);
    tiers_pass(&queue, &tiers, 1);
    stay_behind(run, &queue, BEHIND, places);
    run->bound = n + queue_words(n);
}

/* One by one, all n jobs that came to the foregrounds go back. */
static void stay_among_many(cost_run *run, uint32_t n) {
    const sked_tiers tiers = full_passes(SKED_MEASY);
    sked_queue queue = queue_with_many_behind(n);
    sked_place place;
    uint32_t i;
    finish(&queue, WHOLE, 0);
    tiers_pass(&queue, &tiers, n);
    place.tier = 1;
    for (i = 1; i <= n; i++) {
        place.processor = i - 1;
        stay_behind(run, &queue, i, &place);
    }
    run->bound = queue_words(n) + cost_log(n);
}

#define CHANGES "O(backgrounds) for each processor where something has changed"
#define FITS "Each job that would fit: O(P (backgrounds + log width))"

static const cost_row rows[] = {
    {"sked_tiers_plan", "also what it costs to find backgrounds", "all have changed", 2048,
     plan_all_changed},
    {"sked_tiers_plan", "also what it costs to find backgrounds", "one has changed", 16384,
     plan_one_changed},
    {"sked_tiers_next", "to find backgrounds O(P / SKED_WORD_BITS)", "none has changed", 16384,
     pass_unchanged},
    {"sked_tiers_next", "or for all P if usage_limit_permille has", "it has", 2048,
     pass_other_limit},
    {"sked_tiers_next", "O(width) for a head that can only swap", "a wide head", 4096,
     pass_pinned_head},
    {"sked_tiers_next", "with SKED_TIERS_REMAINING O(w) for step 2", "none is in time", 2048,
     pass_remaining},
    {"sked_tiers_next", "Step 3: to find jobs, as for those behind the head",
     "too wide or too long", 4096, pass_straddling},
    {"sked_tiers_next", FITS, "all fit", 128, pass_all_go_behind},
    {"sked_tiers_next", FITS, "a wide job", 1024, pass_wide_job},
    {"sked_tiers_report", "O(width)", "a wide job", 2048, report_wide},
    {"sked_tiers_stay", "O(P / SKED_WORD_BITS + width + log w + log r)", "a wide job", 2048,
     stay_wide},
    {"sked_tiers_stay", "O(P / SKED_WORD_BITS + width + log w + log r)", "many in the queue", 2048,
     stay_among_many},
    {"sked_tiers_get_places", "O(width)", "a wide job", 2048, places_of_wide},
    {"sked_tiers_job_on", "O(1)", "the last processor", 1024, job_on_last},
    {"sked_queue_finish", "in a background O(width + log w)", "a wide job", 2048,
     finish_wide_behind},
    {"sked_queue_finish", "in a background O(width + log w)", "each of many", 256,
     finish_each_behind},
    {"sked_queue_cancel", "O(width) in a background", "each of many", 256, cancel_each_behind},
};

int main(int argc, char **argv) {
    return cost_table("tiers", rows, sizeof rows / sizeof rows[0], argc, argv);
}
