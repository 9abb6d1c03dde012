/* kinds_kept.c - quick tests of queues with kinds under SKED_COMPRESS: reservations with
 * processors that outlive a pass.
 *
 * SPDX-License-Identifier: MIT
 *
 * Except for damage, the public interface only. In the drawings time runs to the right, one column
 * a tick; small letters are jobs that run from the start. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "scenes.h"
#include "kind_scenes.h"
#include "heap.h"
#include <string.h>

#define NEVER SKED_NEVER

/* ---- help ------------------------------------------------------------------------------------ */

static void open_by(uint32_t processors, uint32_t kinds, uint32_t quotas,
                    const sked_picker *picker) {
    sked_queue_settings settings = settings_of(processors, kinds, quotas);
    settings.depth = SKED_ALL;
    open_with(&settings, picker);
}

static void open_kept(uint32_t processors, uint32_t kinds, uint32_t quotas) {
    open_by(processors, kinds, quotas, NULL);
}

static sked_time promised(uint64_t id) {
    sked_job_info info;
    CHECK_SEED(id, sked_queue_get_job(&queue, id, &info, NULL) == SKED_OK);
    return info.reserved;
}

static uint64_t broken(void) {
    return info_of(&queue).counters.promises_broken;
}

static sked_job_change change_of(uint32_t fields, uint32_t options) {
    sked_job_change change = SKED_ZERO;
    change.fields = fields;
    change.options = options;
    return change;
}

static sked_status change_estimate(uint64_t id, sked_time estimate, uint32_t options,
                                   sked_time now) {
    sked_job_change change = change_of(SKED_CHANGE_ESTIMATE, options);
    change.estimate = estimate;
    return sked_queue_change(&queue, id, &change, now);
}

static sked_status change_width(uint64_t id, uint32_t width, uint32_t options) {
    sked_job_change change = change_of(SKED_CHANGE_WIDTH, options);
    change.width = width;
    return sked_queue_change(&queue, id, &change, 0);
}

static sked_status change_kind(uint64_t id, uint32_t kind_wanted, uint32_t options) {
    sked_job_change change = change_of(SKED_CHANGE_KIND, options);
    change.kind = kind_wanted;
    return sked_queue_change(&queue, id, &change, 0);
}

static sked_status change_amount(uint64_t id, uint32_t amount, uint32_t options) {
    const uint32_t amounts[2] = {amount, 0};
    sked_job_change change = change_of(SKED_CHANGE_AMOUNTS, options);
    change.amounts = amounts;
    return sked_queue_change(&queue, id, &change, 0);
}

static sked_status down(uint32_t p, sked_time now) {
    SKED_SET_LOCAL(set, 4);
    set.size = info_of(&queue).processors;
    sked_set_add(&set, p);
    return sked_queue_down(&queue, &set, now);
}

static sked_status up(uint32_t p, sked_time now) {
    SKED_SET_LOCAL(set, 4);
    set.size = info_of(&queue).processors;
    sked_set_add(&set, p);
    return sked_queue_up(&queue, &set, now);
}

static sked_status book(uint64_t id, sked_time start, sked_time end, const char *text,
                        sked_time now) {
    SKED_SET_LOCAL(set, 4);
    sked_span span = span_of(start, end, 0);
    set.size = info_of(&queue).processors;
    CHECK(sked_set_parse(&set, text, NULL) == SKED_OK);
    span.set = &set;
    return sked_queue_book(&queue, id, &span, now);
}

static int is_head(uint32_t number, uint64_t id, sked_time shadow) {
    const sked_kind_info info = kind_info(number);
    return info.head_blocked && info.head == id && info.shadow == shadow && info.extra == 0;
}

/* ---- promises -------------------------------------------------------------------------------- */

/* Kind 1 has 1 alone. C would like to pass A, which it may not put off; when a ends early, A moves
 * first, and C follows.
 *
 *     0 aaaaaAAA           0 aaAAACCCCCC
 *     1      AAACCCCCC     1   AAA                                                              */
static void test_promises(void) {
    open_kept(2, 2, 0);
    kind(1, 2, 0, 0);
    of_kind('a', 0, 1, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 3, 0);
    of_kind('C', 0, 1, 6, 0);
    CHECK(promised('A') == NEVER && sked_queue_next_time(&queue) == 5);
    pass_starts(0, "");
    CHECK(promised('A') == 5 && promised('C') == 8);
    CHECK(is_head(0, 'A', 5) && is_head(1, 'A', 5));
    finish('a', 2);
    pass_starts(2, "A");
    CHECK(promised('C') == 5 && sked_queue_next_time(&queue) == 5);
    CHECK(is_head(0, 'C', 5) && broken() == 0);
    finish('A', 5);
    pass_starts(5, "C");
    CHECK(!kind_info(0).head_blocked && info_of(&queue).head_blocked == 0);
}

/* B was promised 2 on {0}, where nothing else may run; A, which has both, comes after it. A later
 * job of kind 1 fills the hole on 1 without a look at B. */
static void test_sets_are_kept(void) {
    static const uint32_t masks[] = {2, 1};
    open_kept(2, 3, 0);
    kind(1, 1, 0, 0);
    kind(2, 2, 0, 0);
    of_kind('a', 1, 1, 2, 0);
    pass_starts(0, "a");
    of_kind('B', 1, 1, 4, 0);
    of_kind('A', 0, 2, 4, 0);
    of_kind('C', 2, 1, 6, 0);
    of_kind('D', 2, 1, 7, 0);
    pass_on(0, "C", masks);
    CHECK(promised('B') == 2 && promised('A') == 6 && promised('D') == 10);
    finish('a', 2);
    pass_on(2, "B", masks + 1);
}

/* An action of a job that is not the head says who is, of its own component. */
static void test_heads(void) {
    sked_action action;
    open_kept(3, 2, 0);
    kind(0, 3, 0, 0);
    kind(1, 4, 0, 0);
    of_kind('a', 0, 1, 6, 0);
    of_kind('d', 1, 1, 4, 0);
    pass_starts(0, "ad");
    of_kind('A', 0, 2, 5, 0);
    of_kind('D', 1, 1, 5, 0);
    of_kind('B', 0, 1, 6, 0);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'B');
    CHECK(action.reason == SKED_RESERVED && action.head == 'A' && action.shadow == 6);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
    CHECK(is_head(0, 'A', 6) && is_head(1, 'D', 4) && info_of(&queue).head == 'A');
    finish('d', 3);
    CHECK(sked_queue_plan(&queue, 3) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'D');
    CHECK(action.reason == SKED_HEAD && action.shadow == NEVER && action.head == 0);
    CHECK(is_sound() && sked_queue_plan_end(&queue) == SKED_OK && is_sound());
}

/* Who goes on past its estimate breaks the promise that comes after it, once it is missed. */
static void test_overdue(void) {
    open_kept(2, 1, 0);
    of_kind('a', 0, 2, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 5, 0);
    of_kind('B', 0, 1, 5, 0);
    pass_starts(0, "");
    pass_starts(5, "");
    CHECK(promised('A') == 5 && promised('B') == 10 && broken() == 0);
    pass_starts(7, "");
    CHECK(promised('A') == 15 && promised('B') == 10 && broken() == 1);
    finish('a', 8);
    pass_starts(8, "B");
    CHECK(promised('A') == 15 && broken() == 1);    /* when it looked, B was still in its way */
}

/* A picker that refuses A when it is due costs A its promise, not B. */
static int refuse_wide(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                       sked_set *chosen) {
    (void)ctx;
    if (ask->count == 1) {
        sked_set_add(chosen, sked_set_first(offered));
    }
    return ask->count == 1;
}

static void test_picker(void) {
    const sked_picker picker = {refuse_wide, NULL};
    open_by(3, 1, 0, &picker);
    of_kind('a', 0, 1, 5, 0);
    of_kind('c', 0, 1, 9, 0);
    pass_starts(0, "ac");
    of_kind('A', 0, 2, 3, 0);
    of_kind('B', 0, 1, 3, 0);
    pass_starts(0, "B");
    CHECK(promised('A') == 5 && broken() == 0);
    finish('B', 3);
    finish('a', 5);
    pass_starts(5, "");
    CHECK(promised('A') == 9 && broken() == 1);
}

/* ---- what takes away ------------------------------------------------------------------------- */

/* The lowest job keeps its time on another processor; of two that want the last one, the first in
 * the line keeps its promise. */
static void test_down(void) {
    open_kept(3, 2, 0);
    kind(1, 6, 0, 0);
    of_kind('a', 0, 3, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 1, 1, 5, 0);
    of_kind('B', 1, 1, 5, 0);
    of_kind('C', 0, 1, 5, 0);
    pass_starts(0, "");
    CHECK(promised('A') == 5 && promised('B') == 5 && promised('C') == 5);
    CHECK(down(1, 1) == SKED_OK);
    {
        sked_action action;
        CHECK(sked_queue_plan(&queue, 1) == SKED_OK);
        CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.kind == SKED_LOST);
        CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
    }
    CHECK(promised('A') == 5 && promised('B') == 10 && promised('C') == 5 && broken() == 1);
    CHECK(up(1, 2) == SKED_OK);
    pass_starts(2, "");
    CHECK(promised('B') == 5 && broken() == 1);
}

static void test_bookings(void) {
    open_kept(2, 1, 0);
    of_kind('a', 0, 1, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 4, 0);
    pass_starts(0, "");
    CHECK(book(1, 7, 9, "0", 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(promised('A') == 9 && broken() == 1);
    CHECK(sked_queue_unbook(&queue, 1, 1) == SKED_OK);
    pass_starts(1, "");
    CHECK(promised('A') == 5 && broken() == 1);
    CHECK(book(2, 1, 3, "1", 1) == SKED_OK && book(3, 9, 10, "0-1", 1) == SKED_OK);
    pass_starts(1, "");
    CHECK(promised('A') == 5 && sked_queue_next_time(&queue) == 3);
    pass_starts(3, "");
    CHECK(sked_queue_next_time(&queue) == 5);
}

/* A promise that is missed when something is taken away is broken like any other. */
static void test_missed(void) {
    open_kept(2, 1, 0);
    of_kind('a', 0, 1, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 4, 0);
    pass_starts(0, "");
    finish('a', 3);
    CHECK(book(1, 20, 21, "0", 7) == SKED_OK);
    pass_starts(7, "A");
    CHECK(broken() == 1);
}

/* What a kind has no longer, or a quota, is like what is down. */
static void test_kinds(void) {
    open_kept(2, 2, 1);
    kind(1, 3, 1, 0);
    quota(0, 4, SKED_RESERVE, 0);
    of_kind('a', 0, 2, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 1, 1, 5, 0);
    of_kind('B', 1, 1, 5, 0);
    with_quota('C', 1, 3, 5, 0);
    pass_starts(0, "");
    CHECK(promised('A') == 5 && promised('B') == 5 && promised('C') == 10);
    kind(1, 2, 1, 0);
    pass_starts(0, "");
    CHECK(promised('A') == 5 && promised('B') == 10 && promised('C') == 5 && broken() == 1);
    quota(0, 2, SKED_RESERVE, 0);
    pass_starts(0, "");
    CHECK(promised('C') == NEVER && broken() == 2);
    CHECK(change_estimate('C', 4, SKED_IF_KEPT, 0) == SKED_OK && promised('C') == NEVER);
    kind(1, 3, 1, 0);
    pass_starts(0, "");
    CHECK(promised('B') == 5 && promised('C') == NEVER && broken() == 2);
}

/* ---- quotas ---------------------------------------------------------------------------------- */

/* Both modes are reserved, as each job has a reservation that is kept. Quota 1 does not connect. */
static void test_quotas(void) {
    const uint32_t much[2] = {0, 2};
    open_kept(3, 2, 2);
    kind(0, 3, 3, 0);
    kind(1, 4, 2, 0);
    quota(0, 2, SKED_RESERVE, 0);
    quota(1, 2, SKED_PASS, 0);
    with_quota('a', 1, 2, 4, 0);
    CHECK(submit_as('p', 1, 1, 6, much, 0) == SKED_OK);
    pass_starts(0, "ap");
    with_quota('A', 1, 1, 3, 0);
    CHECK(submit_as('P', 0, 1, 3, much, 0) == SKED_OK);
    CHECK(submit_as('Q', 0, 1, 3, much, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(promised('A') == 4 && promised('P') == 6 && promised('Q') == 9);
    CHECK(is_head(0, 'A', 4) && !kind_info(1).head_blocked);
    finish('p', 5);
    finish('a', 5);
    pass_starts(5, "AP");
    CHECK(broken() == 1 && promised('Q') == 8);     /* A was due, and no pass was made at 4 */
}

/* ---- change ---------------------------------------------------------------------------------- */

/* Less keeps its time, and some of what it has. */
static void test_less(void) {
    open_kept(3, 1, 1);
    quota(0, 3, SKED_RESERVE, 0);
    of_kind('a', 0, 3, 5, 0);
    pass_starts(0, "a");
    with_quota('A', 2, 2, 5, 0);
    of_kind('B', 0, 2, 5, 0);
    with_quota('C', 1, 2, 5, 0);
    pass_starts(0, "");
    CHECK(promised('A') == 5 && promised('B') == 10 && promised('C') == 10);
    CHECK(change_width('A', 1, SKED_IF_KEPT) == SKED_OK && is_sound());
    pass_starts(0, "");
    CHECK(promised('A') == 5 && promised('B') == 5 && promised('C') == 10);
    CHECK(change_amount('A', 1, SKED_IF_KEPT) == SKED_OK && is_sound());
    CHECK(change_estimate('A', 3, SKED_IF_KEPT, 0) == SKED_OK && is_sound());
    pass_starts(0, "");
    CHECK(promised('C') == 8 && broken() == 0);     /* 5 needs two at once, and B has both */
}

/* More of any quota is more. */
static void test_second_quota(void) {
    uint32_t amounts[2] = {1, 1};
    sked_job_change change = change_of(SKED_CHANGE_AMOUNTS, SKED_IF_KEPT);
    change.amounts = amounts;
    open_kept(1, 1, 2);
    quota(0, 2, SKED_RESERVE, 0);
    quota(1, 2, SKED_RESERVE, 0);
    of_kind('a', 0, 1, 5, 0);
    pass_starts(0, "a");
    CHECK(submit_as('A', 0, 1, 5, amounts, 0) == SKED_OK);
    pass_starts(0, "");
    amounts[1] = 3;
    CHECK(sked_queue_change(&queue, 'A', &change, 0) == SKED_E_PROMISE);
    amounts[1] = 2;
    CHECK(sked_queue_change(&queue, 'A', &change, 0) == SKED_OK && promised('A') == 5);
}

/* A pass looks at new jobs, at all of them after something was given back, and at those due. */
static void test_looks(void) {
    open_kept(1, 1, 0);
    of_kind('a', 0, 1, 5, 0);
    pass_starts(0, "a");
    CHECK(info_of(&queue).counters.jobs_looked_at == 2);
    of_kind('A', 0, 1, 5, 0);
    pass_starts(0, "");
    of_kind('B', 0, 1, 5, 0);
    pass_starts(0, "");
    CHECK(info_of(&queue).counters.jobs_looked_at == 4);
    finish('a', 2);
    pass_starts(2, "A");
    CHECK(info_of(&queue).counters.jobs_looked_at == 7);
}

/* More keeps its time only where there is room then. */
static void test_more(void) {
    open_kept(3, 2, 1);
    kind(1, 1, 1, 0);
    quota(0, 3, SKED_RESERVE, 0);
    of_kind('a', 0, 3, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 1, 5, 0);
    with_quota('B', 1, 2, 4, 0);
    pass_starts(0, "");
    CHECK(change_width('A', 2, SKED_IF_KEPT) == SKED_OK && promised('A') == 5 && is_sound());
    CHECK(change_width('A', 3, SKED_IF_KEPT) == SKED_E_PROMISE && is_sound());
    CHECK(change_amount('A', 2, SKED_IF_KEPT) == SKED_E_PROMISE && is_sound());
    CHECK(change_kind('A', 1, SKED_IF_KEPT) == SKED_E_TOO_WIDE);
    CHECK(change_estimate('A', 9, SKED_IF_KEPT, 0) == SKED_OK && promised('A') == 5);
    CHECK(change_width('A', 1, 0) == SKED_OK && change_kind('A', 1, SKED_IF_KEPT) == SKED_OK);
    CHECK(is_sound() && promised('A') == 5 && broken() == 0);
    pass_starts(0, "");
    CHECK(change_width('B', 3, 0) == SKED_OK && promised('B') == NEVER && broken() == 1);
    CHECK(change_width('B', 2, SKED_IF_KEPT) == SKED_OK);   /* it has none to lose */
    pass_starts(0, "");
    CHECK(promised('A') == 5 && promised('B') == 5);
    CHECK(change_estimate('A', 12, SKED_IF_KEPT, 6) == SKED_E_PROMISE);     /* its time is past */
}

/* Key and tag change nothing about a reservation. */
static void test_key(void) {
    sked_job_change change = change_of(SKED_CHANGE_KEY | SKED_CHANGE_TAG, SKED_IF_KEPT);
    change.key = 9;
    open_kept(2, 1, 0);
    of_kind('a', 0, 2, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 5, 0);
    CHECK(sked_queue_change(&queue, 'A', &change, 0) == SKED_OK && promised('A') == NEVER);
    pass_starts(0, "");
    change.key = 8;
    CHECK(sked_queue_change(&queue, 'A', &change, 0) == SKED_OK && promised('A') == 5);
    CHECK(queue.state_->profile.given_back == 0);
}

/* While the machine lacks a processor that has a promise, what changes is judged by what there
 * is. */
static void test_change_when_stale(void) {
    open_kept(3, 1, 0);
    of_kind('a', 0, 2, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 3, 5, 0);
    pass_starts(0, "");
    CHECK(book(1, 5, 20, "2", 0) == SKED_OK);
    CHECK(change_estimate('A', 6, SKED_IF_KEPT, 0) == SKED_E_PROMISE);
    CHECK(change_width('A', 2, SKED_IF_KEPT) == SKED_OK && promised('A') == 5);
    CHECK(change_estimate('a', 6, SKED_IF_KEPT, 0) == SKED_E_PROMISE);
    pass_starts(0, "");
    CHECK(promised('A') == 5 && broken() == 0);
}

/* A running job may go on where no entry has its processors, nor what it takes of a quota. */
static void test_running(void) {
    open_kept(3, 1, 1);
    quota(0, 2, SKED_RESERVE, 0);
    with_quota('a', 1, 2, 5, 0);
    of_kind('b', 0, 1, 5, 0);
    of_kind('c', 0, 1, 5, 0);
    pass_starts(0, "abc");
    with_quota('A', 1, 2, 5, 0);
    pass_starts(0, "");
    CHECK(promised('A') == 5);
    CHECK(change_estimate('a', 6, SKED_IF_KEPT, 0) == SKED_E_PROMISE);      /* its quota */
    CHECK(change_estimate('c', 6, SKED_IF_KEPT, 0) == SKED_OK);
    CHECK(change_estimate('c', 5, SKED_IF_KEPT, 0) == SKED_OK);
    CHECK(change_estimate('a', 5, SKED_IF_KEPT, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(change_estimate('b', 8, 0, 0) == SKED_OK);
    CHECK(change_estimate('a', 8, 0, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(promised('A') == 8 && broken() == 1);
    CHECK(change_estimate('a', 3, 0, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(promised('A') == 3 && broken() == 1);
    CHECK(book(1, 1, 3, "2", 0) == SKED_OK);                /* c is in its way, not the reverse */
    CHECK(change_estimate('c', 6, SKED_IF_KEPT, 0) == SKED_OK);
}

/* ---- bars, cancel, requeue ------------------------------------------------------------------- */

static void test_leave(void) {
    open_kept(2, 1, 0);
    of_kind('a', 0, 2, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 5, 0);
    of_kind('B', 0, 2, 5, 0);
    of_kind('C', 0, 2, 5, 0);
    pass_starts(0, "");
    CHECK(promised('C') == 15);
    CHECK(sked_queue_bar(&queue, 'A', 0) == SKED_OK && is_sound() && promised('A') == NEVER);
    pass_starts(0, "");
    CHECK(promised('B') == 5 && promised('C') == 10);
    CHECK(sked_queue_cancel(&queue, 'B', 0) == SKED_OK && is_sound());
    CHECK(sked_queue_unbar(&queue, 'A', 0, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(promised('A') == 5 && promised('C') == 10 && broken() == 0);
    CHECK(sked_queue_requeue(&queue, 'a', 1) == SKED_OK);
    pass_starts(1, "A");
    CHECK(promised('a') == 15 && promised('C') == 6);       /* it had to come back behind both */
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* A queue that grows keeps its promises, and its bookings. */
static void test_grow(void) {
    static sked_align scratch[4000];
    sked_queue_settings settings = settings_of(2, 1, 0);
    sked_forecast forecast[2];
    settings.depth = SKED_ALL;
    CHECK(sked_queue_create(&queue, &settings, NULL, heap_mem()) == SKED_OK);
    of_kind('a', 0, 1, 5, 0);
    pass_starts(0, "a");
    CHECK(book(1, 6, 8, "0", 0) == SKED_OK);
    of_kind('A', 0, 2, 3, 0);
    of_kind('B', 0, 1, 8, 0);
    pass_starts(0, "B");
    of_kind('C', 0, 1, 4, 0);
    pass_starts(0, "");
    CHECK(promised('A') == 8 && promised('C') == 11);
    CHECK(sked_queue_grow(&queue, 9, 4) == SKED_OK && is_sound());
    CHECK(promised('A') == 8 && promised('C') == 11);
    of_kind('D', 0, 1, 6, 0);
    pass_starts(0, "");
    CHECK(promised('D') == 11);
    CHECK(sked_queue_cancel(&queue, 'D', 0) == SKED_OK);
    CHECK(sked_queue_forecast(&queue, 0, forecast, 2, scratch, sizeof scratch) == SKED_OK);
    CHECK(forecast[0].start == 8 && forecast[1].start == 11);
    sked_queue_destroy(&queue);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static void test_damage(void) {
    sked_word *word;
    open_kept(4, 2, 0);
    kind(1, 8, 0, 0);
    CHECK(book(1, 8, 9, "3", 0) == SKED_OK);
    of_kind('a', 0, 4, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 3, 0);
    of_kind('B', 1, 1, 3, 0);
    of_kind('C', 0, 4, 3, 0);
    pass_starts(0, "");
    CHECK(is_sound() && queue.state_->pass.reserved == 4 && queue.reserved_[8].job == SKED_NONE);
    CHECK(queue.job_[1].id == 'A' && queue.reserved_[1].job == 1 && queue.job_[3].id == 'C');
    CHECK(is_damaged32(&queue.state_->pass.reserved, 3));
    CHECK(is_damaged32(&queue.state_->pass.reserved, 99));
    CHECK(is_damaged32(&queue.state_->pass.reserved, 2));
    CHECK(is_damaged32(&queue.reserved_[1].job, 2) && is_damaged32(&queue.reserved_[8].job, 1));
    CHECK(is_damaged_time(&queue.reserved_[1].start, -1));
    CHECK(is_damaged_time(&queue.reserved_[1].start, 4));
    CHECK(is_damaged_time(&queue.reserved_[1].end, 9));
    CHECK(is_damaged_time(&queue.reserved_[8].end, 8));
    CHECK(is_damaged_time(&queue.job_[1].start, SKED_UNRESERVED_));
    CHECK(is_damaged_time(&queue.job_[1].start, NEVER));
    CHECK(is_damaged32(&queue.by_start_[0], 99) && is_damaged32(&queue.by_end_[0], 99));
    CHECK(is_damaged32(&queue.by_start_[0], 2) && is_damaged32(&queue.by_end_[0], 2));
    CHECK(is_damaged32(&queue.by_start_[0], 0) && is_damaged32(&queue.by_end_[0], 0));
    CHECK(is_damaged32(&queue.by_start_[2], 9) && is_damaged32(&queue.by_end_[2], 9));
    word = &queue.reserved_words_[1];
    *word = (sked_word)(*word ^ 4u);
    CHECK(!is_sound());
    *word = (sked_word)(*word ^ 4u);
    *word = (sked_word)(*word | 16u);
    CHECK(!is_sound());
    *word = (sked_word)(*word & 15u);
    CHECK(is_sound());
}

/* In an open pass no reservation is past. */
static void test_damage_of_pass(void) {
    open_kept(2, 1, 0);
    of_kind('a', 0, 2, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 3, 0);
    pass_starts(0, "");
    finish('a', 2);
    CHECK(sked_queue_plan(&queue, 2) == SKED_OK && queue.state_->pass.phase == SKED_PHASE_DUE_);
    CHECK(is_sound() && is_damaged32(&queue.state_->pass.cursor, 0));
    CHECK(is_damaged32(&queue.state_->pass.phase, SKED_PHASE_PLACING_));
    CHECK(is_damaged32(&queue.state_->pass.phase, SKED_PHASE_BETWEEN_));
    CHECK(is_damaged_time(&queue.state_->now, 3));
    CHECK(sked_queue_plan_end(&queue) == SKED_OK && is_sound());
}

/* Two promises for the same processors: neither starts on what the other has. */
static void test_forged(void) {
    sked_set set;
    open_kept(2, 1, 0);
    of_kind('a', 0, 2, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 3, 0);
    of_kind('B', 0, 1, 3, 0);
    pass_starts(0, "");
    set = sked_queue_reserved_set_(&queue, 2);
    sked_queue_unrank_reserved_(&queue, 2);
    queue.job_[2].start = queue.reserved_[2].start = 5;
    queue.reserved_[2].end = 8;
    sked_queue_rank_reserved_(&queue, 2);
    CHECK(sked_set_count(&set) == 1 && is_sound());
    finish('a', 5);
    queue.state_->profile.given_back = 0;
    pass_starts(5, "");
    CHECK(promised('A') == 5 && promised('B') == 5);
}

int main(void) {
    test_promises();
    test_sets_are_kept();
    test_heads();
    test_overdue();
    test_picker();
    test_down();
    test_bookings();
    test_missed();
    test_kinds();
    test_quotas();
    test_less();
    test_second_quota();
    test_looks();
    test_more();
    test_key();
    test_change_when_stale();
    test_running();
    test_leave();
    test_grow();
    test_damage();
    test_damage_of_pass();
    test_forged();
    return check_done("quick/kinds_kept");
}
