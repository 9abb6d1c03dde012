/* queue.c: what a queue of rigid jobs costs, by inputs meant to break what sched.h says.
 *
 * SPDX-License-Identifier: MIT */
#include "tests/costs/queues.h"

/* ---- making and growing --------------------------------------------------------------------- */

static void init_all_tables(cost_run *run, uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_easy(n, n);
    sked_queue queue = SKED_ZERO;
    size_t bytes = 0;
    void *block;
    settings.bookings_max = n / 64;
    settings.backgrounds = 7;
    cost_must(sked_queue_bytes(&settings, &bytes) == SKED_OK, "bytes");
    block = cost_memory(1, bytes);
    cost_begin(run);
    cost_must(sked_queue_init(&queue, &settings, NULL, block, bytes) == SKED_OK, "init");
    cost_end(run);
    run->bound = (double)bytes;
}

static int compare_ids(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* n waiting jobs whose ids meet in one bucket, submitted by rising ids: each goes to the end of the
 * chain. Measures the dearest submission. */
static sked_queue queue_of_one_bucket(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_easy(1, n);
    sked_queue queue = queue_of(&settings);
    uint64_t *ids = cost_memory(n, sizeof *ids);
    uint32_t i;
    for (i = 0; i < n; i++) {
        ids[i] = cost_colliding_id(i);
    }
    qsort(ids, n, sizeof *ids, compare_ids);
    for (i = 0; i < n; i++) {
        cost_begin(run);
        submit(&queue, ids[i], 1, 10);
        cost_end(run);
    }
    return queue;
}

static void grow_one_more(cost_run *run, sked_queue *queue, uint32_t n) {
    cost_begin(run);
    cost_must(sked_queue_grow(queue, n + 1, 0) == SKED_OK, "grow");
    cost_end(run);
    run->bound = (double)queue_bytes(queue);
}

static void grow_many_jobs(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_conservative(n, n);
    sked_queue queue = queue_of(&settings);
    submit_all(&queue, 0, n, 1, 10);
    grow_one_more(run, &queue, n);
}

static void grow_one_bucket(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_one_bucket(run, n);
    run->steps = 0;
    grow_one_more(run, &queue, n);
    run->bound += (double)n * n;
}

/* ---- jobs come and go ----------------------------------------------------------------------- */

static void submit_one_bucket(cost_run *run, uint32_t n) {
    (void)queue_of_one_bucket(run, n);
    run->bound = n + cost_log(n);
}

/* Jobs with the keys first, first + step, ... */
static void submit_by_key(cost_run *run, uint32_t n, uint64_t first, uint64_t step) {
    sked_queue_settings settings = sked_queue_settings_easy(1, n);
    sked_job job = sked_job_of(0, 1, 10);
    sked_queue queue;
    settings.order = settings.backfill_order = SKED_BY_KEY;
    queue = queue_of(&settings);
    for (job.id = 0; job.id < n; job.id++) {
        job.key = first + job.id * step;
        cost_begin(run);
        cost_must(sked_queue_submit(&queue, &job, 0) == SKED_OK, "submit");
        cost_end(run);
    }
    run->bound = cost_log(n);
}

static void submit_rising(cost_run *run, uint32_t n) {
    submit_by_key(run, n, 0, 1);
}

static void submit_falling(cost_run *run, uint32_t n) {
    submit_by_key(run, n, n, UINT64_MAX);
}

static void submit_equal(cost_run *run, uint32_t n) {
    submit_by_key(run, n, 0, 0);
}

/* n jobs of width 1 run; each expects to end later than the one before. */
static sked_queue queue_of_running(const sked_queue_settings *settings, uint32_t n) {
    sked_queue queue = queue_of(settings);
    uint32_t i;
    for (i = 0; i < n; i++) {
        submit(&queue, i, 1, 10 + i);
    }
    cost_must(pass(&queue, 0) == n, "starting all");
    return queue;
}

static void finish_many_running(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_easy(n, n);
    sked_queue queue = queue_of_running(&settings, n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        cost_begin(run);
        finish(&queue, i, 1);
        cost_end(run);
    }
    run->bound = cost_log(n);
}

static void finish_wide(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_easy(n, 1);
    sked_queue queue = queue_of(&settings);
    submit(&queue, 0, n, 10);
    (void)pass(&queue, 0);
    cost_begin(run);
    finish(&queue, 0, 1);
    cost_end(run);
    run->bound = n;
}

/* Each of the job's processors is looked up in each booking, and is in none. */
static void finish_among_bookings(cost_run *run, uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_conservative(n + 1, 1);
    const sked_set last = range(n + 1, n, 1);
    const uint32_t bookings = n / 4;
    sked_queue queue;
    uint32_t i;
    settings.bookings_max = bookings;
    queue = queue_of(&settings);
    submit(&queue, 0, n, SKED_TIME_MAX / 2);
    (void)pass(&queue, 0);
    for (i = 0; i < bookings; i++) {
        book_set(&queue, i, &last, 10 + i, 20 + i);
    }
    cost_begin(run);
    finish(&queue, 0, 1);
    cost_end(run);
    run->bound = (double)n * bookings;
}

static void cancel_all(cost_run *run, const sked_queue_settings *settings, uint32_t n) {
    sked_queue queue = queue_of(settings);
    uint32_t i;
    submit_all(&queue, 0, n, 1, 10);
    (void)pass(&queue, 0);
    for (i = 1; i < n; i++) {
        cost_begin(run);
        cost_must(sked_queue_cancel(&queue, i, 0) == SKED_OK, "cancel");
        cost_end(run);
    }
    run->bound = cost_log(n);
}

static void cancel_plain(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_easy(1, n);
    cancel_all(run, &settings, n);
}

static void cancel_reserved(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_conservative(1, n);
    cancel_all(run, &settings, n);
}

static void requeue_among_many(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_conservative(n, 2 * n);
    sked_queue queue = queue_of_running(&settings, n);
    uint32_t i;
    submit_all(&queue, n, n, 1, 10);
    (void)pass(&queue, 0);
    for (i = 0; i < n; i++) {
        cost_begin(run);
        cost_must(sked_queue_requeue(&queue, i, 1) == SKED_OK, "requeue");
        cost_end(run);
    }
    run->bound = cost_log(3.0 * n);
}

/* Each of these waiting jobs gets another key, and needs more. */
static void change_each(cost_run *run, sked_queue *queue, uint32_t from, uint32_t to) {
    sked_job_change change = SKED_ZERO;
    uint32_t i;
    change.fields = SKED_CHANGE_KEY | SKED_CHANGE_ESTIMATE;
    for (i = from; i < to; i++) {
        change.key = i * 7 % to;
        change.estimate = 11 + i;
        cost_begin(run);
        cost_must(sked_queue_change(queue, i, &change, 0) == SKED_OK, "change");
        cost_end(run);
    }
}

static sked_queue queue_to_change(sked_queue_settings settings) {
    sked_queue queue;
    settings.order = SKED_BY_KEY;
    queue = queue_of(&settings);
    submit_all(&queue, 0, settings.jobs_max, 1, 10);
    (void)pass(&queue, 0);
    return queue;
}

static void change_plain(cost_run *run, uint32_t n) {
    sked_queue queue = queue_to_change(sked_queue_settings_easy(1, n));
    change_each(run, &queue, 1, n);
    run->bound = cost_log(n);
}

static void change_reserved(cost_run *run, uint32_t n) {
    sked_queue queue = queue_to_change(sked_queue_settings_conservative(1, n));
    change_each(run, &queue, 1, n);
    run->bound = cost_log(n);
}

/* Each of n running jobs is to end later, but the first ones alone are in the head's way. */
static void change_running(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_easy(n, n + 1);
    sked_queue queue = queue_of_running(&settings, n);
    sked_job_change change = SKED_ZERO;
    uint32_t i;
    submit(&queue, n, n / 2, 10);
    (void)pass(&queue, 0);
    change.fields = SKED_CHANGE_ESTIMATE;
    change.options = SKED_IF_KEPT;
    for (i = 0; i < n; i++) {
        change.estimate = 2 * n + i;
        cost_begin(run);
        cost_must(sked_queue_change(&queue, i, &change, 0) ==
                      (i < n / 2 ? SKED_E_PROMISE : SKED_OK), "change");
        cost_end(run);
    }
    run->bound = cost_log(n);
}

/* A wide one, below bookings that keep none of its processors. */
static void change_wide(cost_run *run, uint32_t n) {
    const uint32_t bookings = n / 64;
    const sked_set last = range(n, n - 1, 1);
    sked_queue_settings settings = sked_queue_settings_conservative(n, 8);
    sked_job_change change = SKED_ZERO;
    sked_queue queue;
    uint32_t i;
    settings.bookings_max = bookings;
    queue = queue_of(&settings);
    submit(&queue, 0, n - 1, 10);
    (void)pass(&queue, 0);
    for (i = 0; i < bookings; i++) {
        book_set(&queue, i, &last, 20 + i, 21 + i);
    }
    (void)pass(&queue, 0);
    change.fields = SKED_CHANGE_ESTIMATE;
    change.estimate = 20 + n;
    cost_begin(run);
    cost_must(sked_queue_change(&queue, 0, &change, 0) == SKED_OK, "change");
    cost_end(run);
    run->bound = (double)n * bookings + cost_log(n);
}

static void change_after_down(cost_run *run, uint32_t n) {
    const sked_set last = range(2, 1, 1);
    sked_queue queue = queue_to_change(sked_queue_settings_conservative(2, n));
    cost_must(sked_queue_down(&queue, &last, 0) == SKED_OK, "down");
    change_each(run, &queue, 2, 5);
    run->bound = n * cost_log(n);
}

/* Each of n waiting jobs gets its first bar, or loses its last one. */
static void bar_each(cost_run *run, sked_queue_settings settings, int unbar) {
    sked_queue queue = queue_to_change(settings);
    const uint32_t n = settings.jobs_max;
    uint32_t i;
    for (i = 1; i < n; i++) {
        if (!unbar) {
            cost_begin(run);
        }
        cost_must(sked_queue_bar(&queue, i, 0) == SKED_OK, "bar");
        if (!unbar) {
            cost_end(run);
        }
    }
    for (i = 1; i < n && unbar; i++) {
        cost_begin(run);
        cost_must(sked_queue_unbar(&queue, i, i % 2, 0) == SKED_OK, "unbar");
        cost_end(run);
    }
    run->bound = cost_log(n);
}

static void bar_plain(cost_run *run, uint32_t n) {
    bar_each(run, sked_queue_settings_easy(1, n), 0);
}

static void bar_reserved(cost_run *run, uint32_t n) {
    bar_each(run, sked_queue_settings_conservative(1, n), 0);
}

static void unbar_plain(cost_run *run, uint32_t n) {
    bar_each(run, sked_queue_settings_easy(1, n), 1);
}

static void unbar_reserved(cost_run *run, uint32_t n) {
    bar_each(run, sked_queue_settings_conservative(1, n), 1);
}

/* Neither the first of a job's bars nor its last, among many such jobs. */
static void bar_again(cost_run *run, uint32_t n) {
    sked_queue queue = queue_to_change(sked_queue_settings_easy(1, n));
    uint32_t i;
    for (i = 1; i < n; i++) {
        cost_must(sked_queue_bar(&queue, i, 0) == SKED_OK, "bar");
    }
    for (i = 1; i < n; i++) {
        cost_begin(run);
        cost_must(sked_queue_bar(&queue, i, 0) == SKED_OK, "bar");
        cost_must(sked_queue_unbar(&queue, i, 0, 0) == SKED_OK, "unbar");
        cost_end(run);
    }
    run->bound = 1;
}

/* ---- accounts ------------------------------------------------------------------------------- */

/* n accounts; n jobs wait, all of the last one. */
static sked_queue queue_of_accounts(uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_easy(1, n);
    sked_job job = sked_job_of(0, 1, 10);
    sked_queue queue;
    settings.accounts_max = n;
    settings.order = settings.backfill_order = SKED_BY_SHARE;
    queue = queue_of(&settings);
    job.account = n - 1;
    for (; job.id < n; job.id++) {
        cost_must(sked_queue_submit(&queue, &job, 0) == SKED_OK, "submit");
    }
    return queue;
}

static void swap_accounts(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_accounts(n);
    cost_begin(run);
    cost_must(sked_queue_swap_accounts(&queue, 0, n - 1, 0) == SKED_OK, "swap");
    cost_end(run);
    run->bound = 1;
}

static void account_at_each(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_accounts(n);
    uint32_t place;
    for (place = 0; place < n; place++) {
        cost_begin(run);
        cost_must(sked_queue_account_at(&queue, place) == place, "account_at");
        cost_end(run);
    }
    run->bound = 1;
}

/* ---- kinds and quotas ----------------------------------------------------------------------- */

/* n processors in eight kinds, each with all of them; n jobs run, and n wait. */
static sked_queue queue_of_kinds(uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_easy(n, 2 * n);
    sked_set all = sked_set_of(cost_memory(SKED_SET_WORDS(n), sizeof(sked_word)), n);
    sked_queue queue;
    uint32_t kind;
    settings.kinds_max = 8;
    settings.quotas_max = 4;
    queue = queue_of(&settings);
    sked_set_fill(&all);
    for (kind = 0; kind < 8; kind++) {
        cost_must(sked_queue_set_kind(&queue, kind, &all, 15, 0) == SKED_OK, "set_kind");
    }
    submit_all(&queue, 0, 2 * n, 1, 10);
    (void)pass(&queue, 0);
    return queue;
}

static double kinds_bound(uint32_t n) {
    return (n + 8.0) * 8 + n * cost_log(n) + 2.0 * n * 4;
}

static void set_kind_again(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_kinds(n);
    sked_set half = sked_set_of(cost_memory(SKED_SET_WORDS(n), sizeof(sked_word)), n);
    uint32_t p;
    for (p = 0; p < n; p += 2) {
        sked_set_add(&half, p);
    }
    cost_begin(run);
    cost_must(sked_queue_set_kind(&queue, 3, &half, 15, 0) == SKED_OK, "set_kind");
    cost_end(run);
    run->bound = kinds_bound(n);
}

static void set_quota_again(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_kinds(n);
    cost_begin(run);
    cost_must(sked_queue_set_quota(&queue, 3, 5, SKED_PASS, 0) == SKED_OK, "set_quota");
    cost_end(run);
    run->bound = kinds_bound(n);
}

static void get_kind_last(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_kinds(n);
    sked_set set = sked_set_of(cost_memory(SKED_SET_WORDS(n), sizeof(sked_word)), n);
    sked_kind_info info;
    cost_begin(run);
    cost_must(sked_queue_get_kind(&queue, 7, &info, &set) == SKED_OK, "get_kind");
    cost_end(run);
    run->bound = queue_words(n);
}

static void get_quota_last(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_kinds(n);
    sked_quota_info info;
    cost_begin(run);
    cost_must(sked_queue_get_quota(&queue, 3, &info) == SKED_OK, "get_quota");
    cost_end(run);
    run->bound = 1;
}

static void get_amounts_last(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_kinds(n);
    uint32_t amounts[4];
    cost_begin(run);
    cost_must(sked_queue_get_amounts(&queue, 2 * n - 1, amounts) == SKED_OK, "get_amounts");
    cost_end(run);
    run->bound = 4;
}

static void get_obstacle_last(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_kinds(n);
    sked_obstacle obstacle;
    cost_begin(run);
    cost_must(sked_queue_get_obstacle(&queue, 2 * n - 1, &obstacle) == SKED_OK, "get_obstacle");
    cost_end(run);
    run->bound = queue_words(n) + 4;
}

/* ---- caps ------------------------------------------------------------------------------------ */

enum { CAPS = 16 };

/* n processors, all of them under each of the caps; n jobs run, the last of them on two. */
static sked_queue queue_of_caps(uint32_t n, uint32_t jobs_max) {
    sked_queue_settings settings = sked_queue_settings_easy(n, jobs_max);
    const sked_set all = range(n, 0, n);
    sked_queue queue;
    uint32_t cap;
    settings.caps_max = CAPS;
    queue = queue_of(&settings);
    for (cap = 0; cap < CAPS; cap++) {
        cost_must(sked_queue_set_cap(&queue, cap, &all, 2 * n, 0) == SKED_OK, "set_cap");
    }
    return queue;
}

static void submit_taking(sked_queue *queue, uint64_t id, uint32_t width, uint32_t each,
                          sked_time estimate) {
    sked_job job = sked_job_of(id, width, estimate);
    job.amount_each = each;
    cost_must(sked_queue_submit(queue, &job, 0) == SKED_OK, "submit");
}

static void set_cap_again(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_caps(n, n);
    const sked_set all = range(n, 0, n);
    submit_all(&queue, 0, n, 1, 10);
    (void)pass(&queue, 0);
    cost_begin(run);
    cost_must(sked_queue_set_cap(&queue, 7, &all, 5, 0) == SKED_OK, "set_cap");
    cost_end(run);
    run->bound = kinds_bound(n) + CAPS * CAPS * queue_words(n) + CAPS * (double)n;
}

static void get_cap_last(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_caps(n, n);
    sked_cap_info info;
    submit_all(&queue, 0, n, 1, 10);
    (void)pass(&queue, 0);
    cost_begin(run);
    cost_must(sked_queue_get_cap(&queue, CAPS - 1, &info, NULL) == SKED_OK, "get_cap");
    cost_end(run);
    run->bound = n;
}

/* Every cap is looked at once. */
static void get_obstacle_caps(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_caps(n, n);
    sked_obstacle obstacle;
    submit_all(&queue, 0, n / 2, 1, 10);
    (void)pass(&queue, 0);
    submit_taking(&queue, n, n / 4, 1, 10);
    cost_begin(run);
    cost_must(sked_queue_get_obstacle(&queue, n, &obstacle) == SKED_OK, "get_obstacle");
    cost_end(run);
    run->bound = CAPS * CAPS + CAPS * (double)n;
}

/* The head fits when the last of n / 2 ends; each end before is looked at. */
static void pass_caps_head(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_caps(n, n);
    uint32_t i;
    for (i = 0; i < n / 2; i++) {
        submit_taking(&queue, i, 1, 4, 10 + i);
    }
    (void)pass(&queue, 0);
    submit_taking(&queue, n, n / 2, 4, 10);
    cost_must(measured_pass(run, &queue, 0) == 0, "starting none");
    run->bound = n / 2.0 * (CAPS + CAPS * (double)n);
}

/* A job that outlasts the shadow time and takes half of what is idle. */
static void pass_caps_outlasting(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_caps(n, n);
    submit_taking(&queue, 0, 1, 4, 10);
    (void)pass(&queue, 0);
    submit_taking(&queue, 1, n / 2, 4, 10);
    submit_taking(&queue, 2, n / 4, 0, 100);
    cost_must(measured_pass(run, &queue, 0) == 1, "starting one");
    run->bound = n / 4.0 * CAPS * (n + CAPS * CAPS);
}

/* ---- bookings, and processors that fail ----------------------------------------------------- */

static sked_queue queue_for_bookings(uint32_t processors, uint32_t bookings, uint32_t depth) {
    sked_queue_settings settings = sked_queue_settings_easy(processors, 8);
    settings.bookings_max = bookings;
    settings.depth = depth;
    return queue_of(&settings);
}

static void book_before_all(cost_run *run, uint32_t n) {
    sked_queue queue = queue_for_bookings(4 * n, n, 1);
    const sked_set all = range(4 * n, 0, 4 * n);
    uint32_t i;
    for (i = 1; i < n; i++) {
        book_set(&queue, i, &all, 10 + i, SKED_NEVER);
    }
    cost_begin(run);
    book_set(&queue, 0, &all, 10, SKED_NEVER);
    cost_end(run);
    run->bound = n * queue_words(4 * n);
}

/* Each of those forgotten has others behind it that move up. */
static void book_forgets_half(cost_run *run, uint32_t n) {
    sked_queue queue = queue_for_bookings(64, n, 1);
    uint32_t i;
    for (i = 0; i < n; i++) {
        book_count(&queue, i, 1, i < n / 2 ? 10 : 1000, i < n / 2 ? 20 : 2000, 0);
    }
    cost_begin(run);
    book_count(&queue, n, 1, 1000, 2000, 30);
    cost_end(run);
    run->bound = n * (1.0 + n / 2);
}

/* n bookings by count that all begin at 10. */
static sked_queue queue_of_beginning(uint32_t n) {
    sked_queue queue = queue_for_bookings(64, n + 1, 1);
    uint32_t i;
    for (i = 0; i < n; i++) {
        book_count(&queue, i, 1, 10, 1000, 0);
    }
    return queue;
}

/* Whether each of them is in conflict is found by looking at all of them. */
static void book_when_all_begin(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_beginning(n);
    cost_begin(run);
    book_count(&queue, n, 1, 500, 1000, 10);
    cost_end(run);
    run->bound = n * (1 + (double)n * queue_words(1));
}

static void plan_when_all_begin(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_beginning(n);
    cost_begin(run);
    cost_must(sked_queue_plan(&queue, 10) == SKED_OK, "plan");
    cost_end(run);
    run->bound = n * (1 + (double)n * queue_words(1));
}

/* A booking of all processors begins: each of them is looked at. */
static void plan_when_wide_begins(cost_run *run, uint32_t n) {
    sked_queue queue = queue_for_bookings(n, 1, 1);
    const sked_set all = range(n, 0, n);
    book_set(&queue, 0, &all, 10, 20);
    cost_begin(run);
    cost_must(sked_queue_plan(&queue, 10) == SKED_OK, "plan");
    cost_end(run);
    run->bound = n;
}

static void plan_far_bookings(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_beginning(n);
    cost_begin(run);
    cost_must(sked_queue_plan(&queue, 5) == SKED_OK, "plan");
    cost_end(run);
    run->bound = n;
}

static void unbook_first(cost_run *run, uint32_t n) {
    sked_queue queue = queue_for_bookings(4 * n, n, 1);
    uint32_t i;
    for (i = 0; i < n; i++) {
        book_count(&queue, i, 1, 10 + i, 10000 + n, 0);
    }
    cost_begin(run);
    cost_must(sked_queue_unbook(&queue, 0, 0) == SKED_OK, "unbook");
    cost_end(run);
    run->bound = n * queue_words(4 * n);
}

static void book_one_for(sked_queue *queue, sked_set *set, uint32_t job) {
    sked_span span = SKED_ZERO;
    sked_set_clear(set);
    sked_set_add(set, job);
    span.end = SKED_NEVER;
    span.set = set;
    cost_must(sked_queue_book_for(queue, job, job, &span, 0) == SKED_OK, "book_for");
}

/* Of 2 n processors each of the first n is booked for a job of its own, except for the last. */
static sked_queue queue_of_owners(uint32_t n, sked_set *set) {
    sked_queue_settings settings = sked_queue_settings_easy(2 * n, n);
    sked_queue queue;
    uint32_t i;
    settings.bookings_max = n;
    queue = queue_of(&settings);
    *set = range(2 * n, 0, 0);
    for (i = 0; i < n; i++) {
        submit(&queue, i, 1, 10);
        if (i + 1 < n) {
            book_one_for(&queue, set, i);
        }
    }
    return queue;
}

static void book_for_last(cost_run *run, uint32_t n) {
    sked_set set;
    sked_queue queue = queue_of_owners(n, &set);
    cost_begin(run);
    book_one_for(&queue, &set, n - 1);
    cost_end(run);
    run->bound = n * queue_words(2 * n);
}

static void booking_of_last(cost_run *run, uint32_t n) {
    sked_set set;
    sked_queue queue = queue_of_owners(n, &set);
    uint64_t id;
    book_one_for(&queue, &set, n - 1);
    cost_begin(run);
    cost_must(sked_queue_booking_of(&queue, n - 1, &id) == SKED_OK, "booking_of");
    cost_end(run);
    run->bound = n;
}

static void pass_of_owners(cost_run *run, uint32_t n) {
    sked_set set;
    sked_queue queue = queue_of_owners(n, &set);
    measured_pass(run, &queue, 0);
    run->bound = (double)n * n * queue_words(2 * n);
}

/* All processors go down, or come up, below n jobs and beside n / 8 bookings of all of them. */
static void turn_all(cost_run *run, uint32_t n, int up) {
    sked_queue_settings settings = sked_queue_settings_easy(n, n);
    const sked_set all = range(n, 0, n);
    const uint32_t bookings = n / 8;
    sked_queue queue;
    uint32_t i;
    settings.bookings_max = bookings;
    queue = queue_of_running(&settings, n);
    for (i = 0; i < bookings; i++) {
        book_set(&queue, i, &all, 10 * n + i, SKED_NEVER);
    }
    cost_must(!up || sked_queue_down(&queue, &all, 0) == SKED_OK, "down");
    cost_begin(run);
    cost_must((up ? sked_queue_up(&queue, &all, 0) : sked_queue_down(&queue, &all, 0)) == SKED_OK,
              "turning");
    cost_end(run);
    run->bound = n + bookings * queue_words(n) + n * cost_log(n);
}

static void down_all(cost_run *run, uint32_t n) {
    turn_all(run, n, 0);
}

static void up_all(cost_run *run, uint32_t n) {
    turn_all(run, n, 1);
}

/* ---- passes at depths 0 and 1 --------------------------------------------------------------- */

static void pass_all_start(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_fcfs(n, n);
    sked_queue queue = queue_of(&settings);
    submit_all(&queue, 0, n, 1, 10);
    cost_must(measured_pass(run, &queue, 0) == n, "starting all");
    run->bound = n * (queue_words(n) + cost_log(n));
}

/* Idle are 520 of 1024 processors, until a head of 1024 starts at 10. In the class of 512 to 575,
 * half of the jobs are too wide, and half too long: each subtree seems to have one that fits. */
static void pass_straddling(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_easy(1024, n + 2);
    sked_queue queue = queue_of(&settings);
    uint32_t i;
    submit(&queue, 0, 504, 10);
    submit(&queue, 1, 1024, 10);
    for (i = 0; i < n; i++) {
        submit(&queue, 2 + i, i % 2 ? 530 : 515, i % 2 ? 5 : 500);
    }
    cost_must(measured_pass(run, &queue, 0) == 1, "starting one");
    run->bound = n;
}

/* n jobs of all classes of widths overtake. */
static void pass_all_overtake(cost_run *run, uint32_t n) {
    const uint32_t processors = n * 32;
    const sked_queue_settings settings = sked_queue_settings_easy(processors, n + 2);
    sked_queue queue = queue_of(&settings);
    uint32_t i, started;
    submit(&queue, 0, 1, 10);
    submit(&queue, 1, processors, 10);
    for (i = 0; i < n; i++) {
        submit(&queue, 2 + i, 1 + i % 60, 5);
    }
    started = measured_pass(run, &queue, 0);
    cost_must(started == n + 1, "starting all but the head");
    run->bound = n * (60 + queue_words(processors) + cost_log(n) * cost_log(processors));
}

/* Each action SKED_LOST clears and walks sets of all processors. */
static void pass_all_lost(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_easy(n, n);
    sked_queue queue = queue_of_running(&settings, n);
    const sked_set all = range(n, 0, n);
    cost_must(sked_queue_down(&queue, &all, 0) == SKED_OK, "down");
    cost_must(measured_pass(run, &queue, 0) == n, "losing all");
    run->bound = n * (1 + queue_words(n));
}

/* ---- passes among bookings ------------------------------------------------------------------ */

/* Jobs behind a head whose run a booking overlaps: each would fit, and none spares the head. */
static void pass_behind_booked_head(cost_run *run, uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_easy(n + 1, n + 2);
    const sked_set one = range(n + 1, n, 1);
    sked_queue queue;
    settings.bookings_max = 1;
    queue = queue_of(&settings);
    book_set(&queue, 0, &one, 15, SKED_NEVER);
    submit(&queue, 0, 2, 10);
    submit(&queue, 1, n, 10);
    submit_all(&queue, 2, n, 1, 12);
    cost_must(measured_pass(run, &queue, 0) == 1, "starting one");
    run->bound = n * queue_words(n + 1);
}

/* The head needs all processors. n bookings of one each keep it waiting, and end one by one. */
static void pass_bookings_end(cost_run *run, uint32_t n) {
    const uint32_t processors = 16 * n;
    sked_queue queue = queue_for_bookings(processors, n, 1);
    sked_set one = range(processors, 0, 0);
    uint32_t i;
    for (i = 0; i < n; i++) {
        book_one(&queue, i, &one, 10, 1000 + i);
    }
    submit(&queue, 0, processors, 100);
    cost_must(measured_pass(run, &queue, 0) == 0, "waiting");
    run->bound = n * (n * queue_words(processors));
}

/* Two jobs, of which the second overlaps all n bookings by count. */
static void pass_counts_overlap(cost_run *run, uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_easy(2 * n, 2 * n);
    sked_queue queue;
    uint32_t i;
    settings.bookings_max = n;
    queue = queue_of_running(&settings, n);
    for (i = 0; i < n; i++) {
        book_count(&queue, i, 1, 20 * n, 30 * n + i, 0);
    }
    submit(&queue, n, n / 2, SKED_NEVER);
    (void)measured_pass(run, &queue, 0);
    run->bound = n * (n + 2 * n + n * queue_words(2 * n));
}

/* n / 4 bookings of one processor each, one after the other. By numbers the job could start beside
 * any of them; by sets it overlaps all that are left, and is tried again behind each. */
static void pass_bookings_in_turn(cost_run *run, uint32_t n) {
    const uint32_t processors = 4 * n, bookings = n / 4;
    sked_queue queue = queue_for_bookings(processors, bookings, 2);
    sked_set one = range(processors, 0, 0);
    uint32_t i;
    for (i = 0; i < bookings; i++) {
        book_one(&queue, i, &one, 10 + 10 * i, 20 + 10 * i);
    }
    submit(&queue, 0, processors - 1, 10 * n);
    cost_must(measured_pass(run, &queue, 0) == 0, "waiting");
    run->bound = (double)bookings * bookings * queue_words(processors);
}

/* No job overlaps the booking: all start when it has ended. */
static void pass_after_booking(cost_run *run, uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_conservative(n, n / 256);
    const sked_set one = range(n, 0, 1);
    const uint32_t jobs = n / 256;
    sked_queue queue;
    settings.bookings_max = 1;
    queue = queue_of(&settings);
    book_set(&queue, 0, &one, 10, 20);
    submit_all(&queue, 0, jobs, n, 100);
    cost_must(measured_pass(run, &queue, 0) == 0, "waiting");
    run->bound = jobs * (cost_log(jobs) + queue_words(n));
}

/* The profile of 16 bookings of all processors. */
static void pass_profile_of_sets(cost_run *run, uint32_t n) {
    sked_queue queue = queue_for_bookings(n, 16, 2);
    const sked_set all = range(n, 0, n);
    uint32_t i;
    for (i = 0; i < 16; i++) {
        book_set(&queue, i, &all, 100 + 10 * i, 105 + 10 * i);
    }
    submit(&queue, 0, 1, 10);
    (void)measured_pass(run, &queue, 0);
    run->bound = 16.0 * n * (16 + cost_log(32));
}

/* ---- passes with many reservations ---------------------------------------------------------- */

/* n / 4 times a job of nearly all processors, and one of just over half of them: beside each of
 * those there is room for half, for as long as 1. Then n / 2 jobs of less than half, for as long as
 * 2, each narrower than those before: what one has not found says nothing about the next. One
 * processor stays idle, so that passes go on. */
static sked_queue queue_of_gaps(sked_reservations reservations, uint32_t depth, uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_conservative(4 * n + 1, n);
    sked_queue queue;
    uint32_t i;
    settings.reservations = reservations;
    settings.depth = depth;
    queue = queue_of(&settings);
    for (i = 0; i < n / 2; i++) {
        submit(&queue, i, i % 2 ? 2 * n + 2 : 4 * n, 1);
    }
    for (i = 0; i < n / 2; i++) {
        submit(&queue, n / 2 + i, 2 * n - 2 - i, 2);
    }
    return queue;
}

/* The gaps that are too short count. */
static void pass_gaps(cost_run *run, sked_reservations reservations, uint32_t depth, uint32_t n) {
    sked_queue queue = queue_of_gaps(reservations, depth, n);
    cost_must(measured_pass(run, &queue, 0) == 1, "starting one");
    run->bound = (n + n / 2.0 * n / 4.0) * cost_log(n);
}

static void pass_depth_gaps(cost_run *run, uint32_t n) {
    pass_gaps(run, SKED_REBUILD, n, n);
}

static void pass_rebuild_gaps(cost_run *run, uint32_t n) {
    pass_gaps(run, SKED_REBUILD, SKED_ALL, n);
}

static void pass_first_gaps(cost_run *run, uint32_t n) {
    pass_gaps(run, SKED_COMPRESS, SKED_ALL, n);
}

/* Half of 16 n^4 processors are idle, and a quarter while the head runs. 512 jobs without
 * reservations need one more than a quarter: by the least width of their class all are candidates,
 * but they are too long, and the other classes are looked at for each of them. */
static void pass_filling_in_vain(cost_run *run, uint32_t n) {
    const uint32_t quarter = 4 * n * n * n * n;
    sked_queue_settings settings = sked_queue_settings_easy(4 * quarter, 600);
    sked_queue queue;
    settings.depth = 2;
    queue = queue_of(&settings);
    submit(&queue, 0, 2 * quarter, 10);
    cost_must(pass(&queue, 0) == 1, "starting one");
    submit_all(&queue, 1, 2, 3 * quarter, 10);
    submit_all(&queue, 3, 512, quarter + 1, 15);
    cost_must(measured_pass(run, &queue, 0) == 0, "filling in vain");
    run->bound = 512 * cost_log(4.0 * quarter);
}

/* A job ends early: n reservations of different widths all move, one after the other. */
static void pass_all_move(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_conservative(4 * n, n + 1);
    sked_queue queue = queue_of(&settings);
    uint32_t i;
    for (i = 0; i <= n; i++) {
        submit(&queue, i, 4 * n - i, 10);
    }
    (void)pass(&queue, 0);
    finish(&queue, 0, 5);
    (void)measured_pass(run, &queue, 5);
    run->bound = 2 * n * cost_log(n);
}

static void pass_one_is_new(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_conservative(1, n + 1);
    sked_queue queue = queue_of(&settings);
    submit_all(&queue, 0, n, 1, 10);
    (void)pass(&queue, 0);
    submit(&queue, n, 1, 10);
    (void)measured_pass(run, &queue, 1);
    run->bound = cost_log(n);
}

static void pass_after_down(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_conservative(3, n);
    const sked_set last = range(3, 2, 1);
    sked_queue queue = queue_of(&settings);
    submit_all(&queue, 0, n, 2, 10);
    (void)pass(&queue, 0);
    cost_must(sked_queue_down(&queue, &last, 1) == SKED_OK, "down");
    (void)measured_pass(run, &queue, 1);
    run->bound = n * cost_log(n);
}

/* n jobs end at different times; n of two processors each get reservations, as one is idle. */
static void pass_places(cost_run *run, uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_easy(n + 1, 2 * n);
    sked_queue queue;
    uint32_t i;
    settings.kinds_max = 1;
    settings.depth = n;
    queue = queue_of(&settings);
    for (i = 0; i < n; i++) {
        submit(&queue, i, 1, 10 + i);
    }
    (void)pass(&queue, 0);
    submit_all(&queue, n, n, 2, 1000);
    cost_must(measured_pass(run, &queue, 0) == 0, "starting none");
    run->bound = (double)n * n;
}

/* The same, with a quota of which there is always enough. */
static void pass_places_quota(cost_run *run, uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_easy(n + 1, 2 * n);
    const uint32_t amount = 1;
    sked_job job = sked_job_of(0, 2, 1000);
    sked_queue queue;
    uint32_t i;
    settings.quotas_max = 1;
    settings.depth = n;
    queue = queue_of(&settings);
    cost_must(sked_queue_set_quota(&queue, 0, 2 * n, SKED_RESERVE, 0) == SKED_OK, "set_quota");
    for (i = 0; i < n; i++) {
        submit(&queue, i, 1, 10 + i);
    }
    (void)pass(&queue, 0);
    job.amounts = &amount;
    for (i = 0; i < n; i++) {
        job.id = n + i;
        cost_must(sked_queue_submit(&queue, &job, 0) == SKED_OK, "submit");
    }
    (void)measured_pass(run, &queue, 0);
    run->bound = (double)n * (n * cost_log(n) + (double)n * n);
}

/* Takes the first that is free now; for a time to come the last processor, or nothing. */
static int pick_last(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                     sked_set *chosen) {
    const uint32_t wanted = ask->ahead ? offered->size - 1 : sked_set_first(offered);
    (void)ctx;
    if (!sked_set_has(offered, wanted)) {
        return 0;
    }
    sked_set_add(chosen, wanted);
    return 1;
}

/* n jobs end at different times; the picker refuses the head until all have ended. */
static void pass_asks_ahead(cost_run *run, uint32_t n) {
    static const sked_picker picker = {pick_last, NULL};
    sked_queue_settings settings = sked_queue_settings_easy(n, n + 1);
    sked_queue queue;
    uint32_t i;
    settings.options = SKED_ASK_AHEAD;
    cost_must(sked_queue_create(&queue, &settings, &picker, cost_mem) == SKED_OK, "create");
    for (i = 0; i < n; i++) {
        submit(&queue, i, 1, 10 + i);
    }
    (void)pass(&queue, 0);
    submit(&queue, n, 1, 10);
    (void)measured_pass(run, &queue, 0);
    run->bound = cost_log(n) * n;
}

/* No job waits. n jobs should have ended since the last pass, at different times: each leaves the
 * profile. */
static void pass_ends_are_past(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_conservative(n, n);
    sked_queue queue = queue_of_running(&settings, n);
    (void)measured_pass(run, &queue, 20 * n);
    run->bound = n * cost_log(n);
}

/* ---- questions ------------------------------------------------------------------------------ */

static void next_time_of_many(cost_run *run, uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_conservative(n, 2 * n);
    sked_queue queue;
    uint32_t i;
    settings.bookings_max = n;
    queue = queue_of_running(&settings, n);
    for (i = 0; i < n; i++) {
        book_count(&queue, i, 1, 10 + i, 20 + i, 0);
    }
    cost_begin(run);
    (void)sked_queue_next_time(&queue);
    cost_end(run);
    run->bound = n + cost_log(n);
}

static void next_time_reserved(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_conservative(1, n);
    sked_queue queue = queue_of(&settings);
    submit_all(&queue, 0, n, 1, 10);
    (void)pass(&queue, 0);
    cost_begin(run);
    (void)sked_queue_next_time(&queue);
    cost_end(run);
    run->bound = 1;
}

static void next_time_one_is_new(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_conservative(1, n + 1);
    sked_queue queue = queue_of(&settings);
    submit_all(&queue, 0, n, 1, 10);
    (void)pass(&queue, 0);
    submit(&queue, n, 1, 10);
    cost_begin(run);
    (void)sked_queue_next_time(&queue);
    cost_end(run);
    run->bound = n;
}

/* n jobs run, and n wait. */
static sked_queue queue_of_both(uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_easy(n, 2 * n);
    sked_queue queue = queue_of_running(&settings, n);
    submit_all(&queue, n, n, 1, 10);
    return queue;
}

static void info_of_many(cost_run *run, uint32_t n) {
    const sked_queue queue = queue_of_both(n);
    sked_queue_info info;
    cost_begin(run);
    cost_must(sked_queue_get_info(&queue, &info) == SKED_OK, "get_info");
    cost_end(run);
    run->bound = 1;
}

static void job_of_width(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_easy(n, 1);
    sked_set set = range(n, 0, 0);
    sked_queue queue = queue_of(&settings);
    sked_job_info info;
    submit(&queue, 0, n, 10);
    (void)pass(&queue, 0);
    cost_begin(run);
    cost_must(sked_queue_get_job(&queue, 0, &info, &set) == SKED_OK, "get_job");
    cost_end(run);
    run->bound = n + queue_words(n);
}

static void job_of_many(cost_run *run, uint32_t n) {
    const sked_queue queue = queue_of_both(n);
    sked_job_info info;
    uint32_t i;
    for (i = n; i < 2 * n; i++) {
        cost_begin(run);
        cost_must(sked_queue_get_job(&queue, i, &info, NULL) == SKED_OK, "get_job");
        cost_end(run);
    }
    run->bound = cost_log(n);
}

static void job_on_last(cost_run *run, uint32_t n) {
    const sked_queue queue = queue_of_both(n);
    uint64_t id;
    cost_begin(run);
    cost_must(sked_queue_job_on(&queue, n - 1, &id) == SKED_OK, "job_on");
    cost_end(run);
    run->bound = 1;
}

static void at_all(cost_run *run, uint32_t n,
                   sked_status (*at)(const sked_queue *queue, uint32_t position, uint64_t *id)) {
    const sked_queue queue = queue_of_both(n);
    uint64_t id;
    uint32_t i;
    for (i = 0; i < n; i++) {
        cost_begin(run);
        cost_must(at(&queue, i, &id) == SKED_OK, "finding the place");
        cost_end(run);
    }
    run->bound = cost_log(n);
}

static void waiting_at_all(cost_run *run, uint32_t n) {
    at_all(run, n, sked_queue_waiting_at);
}

static void running_at_all(cost_run *run, uint32_t n) {
    at_all(run, n, sked_queue_running_at);
}

static void barred_at_all(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_both(n);
    uint64_t id;
    uint32_t i;
    for (i = n; i < 2 * n; i++) {
        cost_must(sked_queue_bar(&queue, i, 0) == SKED_OK, "bar");
    }
    for (i = 0; i < n; i++) {
        cost_begin(run);
        cost_must(sked_queue_barred_at(&queue, i, &id) == SKED_OK, "finding the place");
        cost_end(run);
    }
    run->bound = cost_log(n);
}

static void booking_at_last(cost_run *run, uint32_t n) {
    sked_queue queue = queue_for_bookings(n, 64, 1);
    sked_set set = range(n, 0, n);
    sked_span span;
    uint64_t id;
    uint32_t i;
    for (i = 0; i < 64; i++) {
        book_set(&queue, i, &set, 10 + i, 100);
    }
    cost_begin(run);
    cost_must(sked_queue_booking_at(&queue, 63, &id, &span, &set) == SKED_OK, "booking_at");
    cost_end(run);
    run->bound = queue_words(n);
}

static void conflicts(cost_run *run, const sked_queue *queue, uint32_t expected) {
    sked_conflict conflict;
    sked_status status;
    uint64_t cursor = 0;
    uint32_t found = 0;
    do {
        cost_begin(run);
        status = sked_queue_next_conflict(queue, &cursor, &conflict);
        cost_end(run);
        found += status == SKED_OK;
    } while (status == SKED_OK);
    cost_must(found == expected, "finding the conflicts");
}

/* In a booking of all processors, one job has the upper half, behind n / 2 narrow ones. When it has
 * been named, each of its other processors is found to be its by a walk through the lower half. */
static void conflicts_behind_many(cost_run *run, uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_easy(n, n / 2 + 1);
    const sked_set all = range(n, 0, n);
    sked_queue queue;
    settings.bookings_max = 1;
    queue = queue_of(&settings);
    submit_all(&queue, 0, n / 2, 1, 10);
    submit(&queue, n / 2, n / 2, 10);
    (void)pass(&queue, 0);
    book_set(&queue, 0, &all, 0, 100);
    conflicts(run, &queue, n / 2 + 1);
    run->bound = 1 + queue_words(n) + n / 2;
}

static void conflicts_of_counts(cost_run *run, uint32_t n) {
    sked_queue queue = queue_for_bookings(n, n, 1);
    uint32_t i;
    for (i = 0; i < n; i++) {
        book_count(&queue, i, 2, 0, 100, 0);
    }
    conflicts(run, &queue, 1);
    run->bound = n + n * queue_words(n);
}

/* ---- forecasts and copies ------------------------------------------------------------------- */

/* n jobs of all processors: one end and one start after the other. */
static void forecast_one_by_one(cost_run *run, const sked_queue_settings *settings, uint32_t n) {
    sked_queue queue = queue_of(settings);
    const size_t bytes = queue_bytes(&queue);
    sked_forecast *forecasts = cost_memory(n, sizeof *forecasts);
    void *scratch = cost_memory(1, bytes);
    submit_all(&queue, 0, n, 2, 10);
    cost_begin(run);
    cost_must(sked_queue_forecast(&queue, 0, forecasts, n, scratch, bytes) == SKED_OK, "forecast");
    cost_end(run);
    cost_must(forecasts[n - 1].start == 10 * ((sked_time)n - 1), "forecasting the last");
    run->bound = (double)bytes + n * cost_log(n);
}

static void forecast_easy(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_easy(2, n);
    forecast_one_by_one(run, &settings, n);
}

static void forecast_conservative(cost_run *run, uint32_t n) {
    const sked_queue_settings settings = sked_queue_settings_conservative(2, n);
    forecast_one_by_one(run, &settings, n);
}

static void branch_of_many(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_gaps(SKED_COMPRESS, SKED_ALL, n), branch = SKED_ZERO;
    const size_t bytes = queue_bytes(&queue);
    void *block = cost_memory(1, bytes);
    (void)pass(&queue, 0);
    cost_begin(run);
    cost_must(sked_queue_branch(&queue, &branch, block, bytes) == SKED_OK, "branch");
    cost_end(run);
    run->bound = (double)bytes;
}

/* n jobs with reservations, n that run, and n / 16 bookings by set. */
static sked_queue queue_of_everything(uint32_t n) {
    sked_queue_settings settings = sked_queue_settings_conservative(n, 2 * n);
    const sked_set all = range(n, 0, n);
    sked_queue queue;
    uint32_t i;
    settings.bookings_max = n / 16;
    queue = queue_of_running(&settings, n);
    submit_all(&queue, n, n, 1, 10);
    (void)pass(&queue, 0);
    for (i = 0; i < n / 16; i++) {
        book_set(&queue, i, &all, 100 * n + i, SKED_NEVER);
    }
    return queue;
}

static double bytes_and_bookings(const sked_queue *queue, uint32_t n) {
    return (double)queue_bytes(queue) + n / 16.0 * n / 16.0;
}

static void validate_everything(cost_run *run, uint32_t n) {
    const sked_queue queue = queue_of_everything(n);
    cost_begin(run);
    cost_must(sked_queue_validate(&queue) == SKED_OK, "validate");
    cost_end(run);
    run->bound = bytes_and_bookings(&queue, n);
}

static void seal_everything(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_everything(n);
    const void *block;
    size_t bytes;
    cost_begin(run);
    cost_must(sked_queue_seal(&queue, &block, &bytes) == SKED_OK, "seal");
    cost_end(run);
    run->bound = (double)bytes;
}

static void open_everything(cost_run *run, uint32_t n) {
    sked_queue queue = queue_of_everything(n), opened = SKED_ZERO;
    const void *sealed;
    void *block;
    size_t bytes;
    cost_must(sked_queue_seal(&queue, &sealed, &bytes) == SKED_OK, "seal");
    block = cost_memory(1, bytes);
    memcpy(block, sealed, bytes);
    cost_begin(run);
    cost_must(sked_queue_open(&opened, NULL, block, bytes) == SKED_OK, "open");
    cost_end(run);
    run->bound = bytes_and_bookings(&queue, n);
}

#define BOOKS "and as much for each booking that it forgets or that has begun since the last call"
#define PLANS "O(P + h P / SKED_WORD_BITS) for each booking that it forgets or that has begun"
#define STARTS "Each start: O(width + log w + log r)."
#define GAPS "O(log n) for each job that gets or had a reservation, for each gap that is too short"
#define BOOKED "beyond depth 1, as much again for each booking whose end it has to wait for"
#define CONFLICTS "O(h + h P / SKED_WORD_BITS) for each call"

static const cost_row rows[] = {
    {"sked_queue_init", "O(bytes)", "everything", 2048, init_all_tables},
    {"sked_queue_grow", "O(bytes)", "ids that spread", 2048, grow_many_jobs},
    {"sked_queue_grow", "O(bytes + n n)", "ids of one bucket", 1024, grow_one_bucket},
    {"sked_queue_submit", "O(log w)", "ids of one bucket: and O(w + r)", 1024, submit_one_bucket},
    {"sked_queue_submit", "O(log w)", "rising keys", 512, submit_rising},
    {"sked_queue_submit", "O(log w)", "falling keys", 512, submit_falling},
    {"sked_queue_submit", "O(log w)", "equal keys", 512, submit_equal},
    {"sked_queue_finish", "O(width + log r)", "many run", 2048, finish_many_running},
    {"sked_queue_finish", "O(width + log r)", "a wide job", 4096, finish_wide},
    {"sked_queue_finish", "O(width h + log (w + r + h))", "bookings that miss it", 512,
     finish_among_bookings},
    {"sked_queue_cancel", "O(log w)", "each of many", 2048, cancel_plain},
    {"sked_queue_cancel", "O(log (w + r + h))", "each of many", 2048, cancel_reserved},
    {"sked_queue_requeue", "as finish and submit together", "each of many", 1024,
     requeue_among_many},
    {"sked_queue_change", "O(log w)", "each of many", 2048, change_plain},
    {"sked_queue_change", "O(log (w + r + h))", "each of many", 2048, change_reserved},
    {"sked_queue_change", "O(log r) in a foreground", "each of many", 1024, change_running},
    {"sked_queue_change", "O(width h)", "bookings that miss it", 512, change_wide},
    {"sked_queue_change", "O(n log n)", "after down", 1024, change_after_down},
    {"sked_queue_bar", "as cancel, and O(log b) among b jobs with bars", "each of many", 1024,
     bar_plain},
    {"sked_queue_bar", "as cancel, and O(log b) among b jobs with bars", "each of many, reserved",
     1024, bar_reserved},
    {"sked_queue_bar", "Others: O(1)", "each of many", 1024, bar_again},
    {"sked_queue_unbar", "The last: O(log b + log w)", "each of many", 1024, unbar_plain},
    {"sked_queue_unbar", "The last: O(log b + log w)", "each of many, conservative", 1024,
     unbar_reserved},
    {"sked_queue_swap_accounts", "O(1)", "all jobs are of one", 1024, swap_accounts},
    {"sked_queue_account_at", "O(1)", "each place", 1024, account_at_each},
    {"sked_queue_set_kind", "O((P + K) K + r log r + jobs_max Q)", "all compete", 256,
     set_kind_again},
    {"sked_queue_set_quota", "as sked_queue_set_kind", "all compete", 256, set_quota_again},
    {"sked_queue_set_cap", "as sked_queue_set_kind, and O(C C P / SKED_WORD_BITS + C P)",
     "all around all", 256, set_cap_again},
    {"sked_queue_get_kind", "O(P / SKED_WORD_BITS)", "the last", 1024, get_kind_last},
    {"sked_queue_get_cap", "O(P)", "of all processors", 1024, get_cap_last},
    {"sked_queue_get_quota", "O(1)", "the last", 256, get_quota_last},
    {"sked_queue_get_amounts", "O(quotas_max)", "of the last job", 256, get_amounts_last},
    {"sked_queue_get_obstacle", "O(P / SKED_WORD_BITS + quotas_max)", "of the last job", 1024,
     get_obstacle_last},
    {"sked_queue_get_obstacle", "O(C C + C P) with C caps", "caps around caps", 512,
     get_obstacle_caps},
    {"sked_queue_next", "each job that would fit, and each end before a shadow time, costs another "
     "O(C + D P)", "the head, at the last end", 128, pass_caps_head},
    {"sked_queue_next", "a job that outlasts its head's shadow time O(width D (P + C C))",
     "a wide one", 128, pass_caps_outlasting},
    {"sked_queue_book", BOOKS, "before all others", 512, book_before_all},
    {"sked_queue_book", BOOKS, "half are forgotten", 256, book_forgets_half},
    {"sked_queue_book", BOOKS, "all begin, by count", 256, book_when_all_begin},
    {"sked_queue_book_for", "as sked_queue_book and sked_queue_bar together", "the last of many",
     256, book_for_last},
    {"sked_queue_booking_of", "O(h)", "the last of many", 256, booking_of_last},
    {"sked_queue_next", "Each owner of a booking that starts: O(h P / SKED_WORD_BITS + h Q)",
     "all start", 128, pass_of_owners},
    {"sked_queue_unbook", "O(h P / SKED_WORD_BITS)", "the first", 512, unbook_first},
    {"sked_queue_down", "O(log r) for each that is busy", "all, below many jobs", 1024, down_all},
    {"sked_queue_up", "O(log r) for each that is busy", "all, below many jobs", 1024, up_all},
    {"sked_queue_plan", PLANS, "far bookings", 1024, plan_far_bookings},
    {"sked_queue_plan", PLANS, "all begin, by count", 256, plan_when_all_begin},
    {"sked_queue_plan", PLANS, "a wide set begins", 4096, plan_when_wide_begins},
    {"sked_queue_next", STARTS, "all start", 1024, pass_all_start},
    {"sked_queue_next", "Each job that is lost: O(width), and O(P / SKED_WORD_BITS) for each tier",
     "all", 4096, pass_all_lost},
    {"sked_queue_next", "At worst O(w) in all", "too wide or too long", 4096, pass_straddling},
    {"sked_queue_next", "O(log w) in each of the O(log P) classes", "all overtake", 512,
     pass_all_overtake},
    {"sked_queue_next", "each job behind the head costs as much", "none spares the head", 512,
     pass_behind_booked_head},
    {"sked_queue_next", "and each end of a booking, before the shadow time", "only they end", 64,
     pass_bookings_end},
    {"sked_queue_next", "O(log r) picks", "the last end", 1024, pass_asks_ahead},
    {"sked_queue_next", "the sum of the widths of what runs and is reserved", "one is idle", 128,
     pass_places},
    {"sked_queue_next", "O(k log r + k k) for each quota that it takes", "one of them", 64,
     pass_places_quota},
    {"sked_queue_next", "each start of a booking within it costs another", "all overlap", 128,
     pass_counts_overlap},
    {"sked_queue_next", BOOKED, "sets in turn", 256, pass_bookings_in_turn},
    {"sked_queue_next", "a job whose run ends after the first of them starts", "no job overlaps",
     16384, pass_after_booking},
    {"sked_queue_next", "O(h + log n) for each processor in the set of a booking", "wide sets",
     1024, pass_profile_of_sets},
    {"sked_queue_next", "O(log(r + k)) for each gap of the profile that is too short for a job",
     "many gaps", 256, pass_depth_gaps},
    {"sked_queue_next", "O(log P + log(r + k)) for each that is too long", "all are", 2,
     pass_filling_in_vain},
    {"sked_queue_next", GAPS, "many gaps, rebuilt", 256, pass_rebuild_gaps},
    {"sked_queue_next", GAPS, "many gaps, the first pass", 256, pass_first_gaps},
    {"sked_queue_next", GAPS, "all move", 1024, pass_all_move},
    {"sked_queue_next", "looks only at new jobs", "one is new", 2048, pass_one_is_new},
    {"sked_queue_next", "for each end that was expected since the last pass", "many", 1024,
     pass_ends_are_past},
    {"sked_queue_next", "it makes the profile anew, O(n log n)", "down", 1024, pass_after_down},
    {"sked_queue_next_time", "O(log r + h)", "many run, many bookings", 1024, next_time_of_many},
    {"sked_queue_next_time", "O(log r + h)", "many reservations", 1024, next_time_reserved},
    {"sked_queue_next_time", "O(w) if a job missed its time, or has not been in a pass",
     "one is new", 1024, next_time_one_is_new},
    {"sked_queue_get_info", "O(1)", "many jobs", 1024, info_of_many},
    {"sked_queue_get_job", "O(width + log w + P / SKED_WORD_BITS)", "a wide job", 4096,
     job_of_width},
    {"sked_queue_get_job", "O(width + log w + P / SKED_WORD_BITS)", "each of many", 2048,
     job_of_many},
    {"sked_queue_job_on", "O(1)", "the last processor", 1024, job_on_last},
    {"sked_queue_waiting_at", "O(log w)", "each of many", 2048, waiting_at_all},
    {"sked_queue_barred_at", "O(log b) for b of them", "each of many", 2048, barred_at_all},
    {"sked_queue_running_at", "O(log r)", "each of many", 2048, running_at_all},
    {"sked_queue_booking_at", "O(P / SKED_WORD_BITS)", "the last", 16384, booking_at_last},
    {"sked_queue_next_conflict", CONFLICTS, "a wide job behind many", 512, conflicts_behind_many},
    {"sked_queue_next_conflict", CONFLICTS, "bookings by count", 256, conflicts_of_counts},
    {"sked_queue_forecast", "that of a pass for each end and start to come", "one by one", 512,
     forecast_easy},
    {"sked_queue_forecast", "that of a pass for each end and start to come",
     "one by one, reserved", 4096, forecast_conservative},
    {"sked_queue_branch", "O(bytes)", "many reservations", 256, branch_of_many},
    {"sked_queue_seal", "O(bytes)", "everything", 256, seal_everything},
    {"sked_queue_open", "O(bytes + h h)", "everything", 256, open_everything},
    {"sked_queue_validate", "O(bytes + h h)", "everything", 256, validate_everything},
};

int main(int argc, char **argv) {
    return cost_table("queue", rows, sizeof rows / sizeof rows[0], argc, argv);
}
