/* kinds.c - quick tests of queues with kinds of processors and with quotas.
 *
 * SPDX-License-Identifier: MIT
 *
 * Except for damage, the public interface only. In the drawings time runs to the right, one column
 * a tick; a dot is idle. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"

enum { ROOM = 2000 };
#include "giver.h"
#include "scenes.h"
#include "kind_scenes.h"

#include <string.h>

#define NEVER SKED_NEVER

static sked_align other_room[2000];

/* ---- kinds ----------------------------------------------------------------------------------- */

/* At the beginning kind 0 has all processors, and the others none. */
static void test_beginning(void) {
    SKED_SET_LOCAL(set, 4);
    open(4, 3, 2);
    CHECK(kind_info(0).processors == 4 && kind_info(0).processors_free == 4);
    CHECK(kind_info(0).quotas == 3 && kind_info(0).connected == 1);
    CHECK(kind_info(2).processors == 0 && kind_info(2).quotas == 0);
    CHECK(!kind_info(2).head_blocked && kind_info(2).head == 0 && kind_info(2).shadow == NEVER &&
          kind_info(2).extra == 0);
    CHECK(sked_queue_get_kind(&queue, 0, &(sked_kind_info){0}, &set) == SKED_OK);
    CHECK(mask_of(&set) == 15);
    CHECK(submit_as('A', 1, 1, 5, NULL, 0) == SKED_E_TOO_WIDE);
    of_kind('B', 0, 4, 5, 0);
    pass_starts(0, "B");
    CHECK(kind_info(0).processors_free == 0);
}

/* Two partitions: a head for each. B is wide and waits in its own; C passes B, not A.
 *
 *     0 aaaaaAAA
 *     1 aaaaaAAA
 *     2 bbbbbbbBB
 *     3 CCCC...BB                                                                               */
static void test_partitions(void) {
    static const uint32_t first[] = {3, 4}, second[] = {8};
    open(4, 2, 0);
    kind(0, 3, 0, 0);
    kind(1, 12, 0, 0);
    of_kind('a', 0, 2, 5, 0);
    of_kind('b', 1, 1, 7, 0);
    pass_on(0, "ab", first);
    CHECK(sked_queue_next_time(&queue) == 5);
    of_kind('A', 0, 2, 3, 0);
    of_kind('B', 1, 2, 2, 0);
    of_kind('D', 1, 1, 8, 0);           /* would put B off */
    of_kind('C', 1, 1, 4, 0);
    pass_on(0, "C", second);
    CHECK(kind_info(0).head_blocked && kind_info(0).head == 'A' && kind_info(0).shadow == 5);
    CHECK(kind_info(1).head_blocked && kind_info(1).head == 'B' && kind_info(1).shadow == 7);
    CHECK(info_of(&queue).head == 'A' && info_of(&queue).shadow == 5);
    CHECK(kind_info(0).connected == 1 && kind_info(1).connected == 2);
    CHECK(sked_queue_next_time(&queue) == 4);
    pass_starts(2, "");                /* nothing has happened */
    finish('C', 4);
    pass_starts(4, "");
    finish('a', 5);
    pass_starts(5, "A");
    CHECK(!kind_info(0).head_blocked && info_of(&queue).head == 'B');
    finish('b', 6);
    pass_starts(6, "B");
}

/* A job that outlasts the shadow time may have what the head has no use for, and the lowest of what
 * it leaves over.
 *
 *     0 rrrrrHHH         kind 0: 0 to 3; kind 1: 2 to 5
 *     1 rrrrrHHH
 *     2 xxxxxxxxxx       W would take the last one from H; V is back in time
 *     3 VVVVVHHH
 *     4 xxxxxxxxxx
 *     5 xxxxxxxxxx                                                                              */
static void test_offer(void) {
    static const uint32_t first[] = {3}, behind[] = {52, 8}, then[] = {11};
    open(6, 2, 0);
    kind(0, 15, 0, 0);
    kind(1, 60, 0, 0);
    of_kind('r', 0, 2, 5, 0);
    pass_on(0, "r", first);
    CHECK(kind_info(0).connected == 3);
    of_kind('H', 0, 3, 3, 0);
    of_kind('X', 1, 3, 10, 0);
    of_kind('W', 1, 1, 10, 0);
    of_kind('V', 1, 1, 5, 0);
    pass_on(0, "XV", behind);
    CHECK(kind_info(1).head == 'H' && kind_info(1).shadow == 5 && kind_info(1).extra == 0);
    finish('r', 5);
    finish('V', 5);
    pass_on(5, "H", then);
}

/* Without a picker, a job gets processors that few kinds have. */
static void test_rare(void) {
    static const uint32_t want[] = {9};
    open(4, 3, 0);
    kind(0, 15, 0, 0);
    kind(1, 6, 0, 0);
    kind(2, 4, 0, 0);
    of_kind('A', 0, 2, 5, 0);
    pass_on(0, "A", want);
    of_kind('B', 0, 1, 5, 0);
    of_kind('C', 2, 1, 5, 0);
    pass_starts(0, "BC");
}

/* A running job ties kinds that have its processors, until a kind is set after its end. */
static void test_ties(void) {
    open(2, 2, 0);
    of_kind('R', 0, 2, 5, 0);
    pass_starts(0, "R");
    kind(0, 1, 0, 0);
    kind(1, 2, 0, 0);
    CHECK(kind_info(0).connected == 3);
    finish('R', 1);
    CHECK(kind_info(1).connected == 3);
    kind(1, 2, 0, 1);
    CHECK(kind_info(1).connected == 2);
    kind(0, 0, 0, 1);                   /* of processors that no kind has, nothing is counted */
    kind(1, 3, 0, 1);
    of_kind('S', 1, 2, 5, 1);
    pass_starts(1, "S");
    kind(1, 1, 0, 1);
    of_kind('T', 1, 1, 5, 1);
    pass_starts(1, "");
    CHECK(kind_info(1).shadow == 6);
    finish('S', 2);
    pass_starts(2, "T");
    CHECK(kind_info(1).processors_free == 0);
}

/* Processors that go down and come up, in kinds. */
static void test_down(void) {
    SKED_SET_LOCAL(set, 4);
    sked_action action;
    open(4, 2, 0);
    kind(0, 3, 0, 0);
    kind(1, 14, 0, 0);
    of_kind('R', 1, 2, 4, 0);
    pass_starts(0, "R");
    sked_set_add(&set, 2);
    CHECK(sked_queue_down(&queue, &set, 1) == SKED_OK);
    of_kind('H', 1, 3, 4, 1);
    CHECK(sked_queue_plan(&queue, 1) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.kind == SKED_LOST);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
    CHECK(kind_info(1).head == 'H' && kind_info(1).shadow == NEVER);
    finish('R', 2);
    CHECK(kind_info(1).processors_free == 2);
    CHECK(sked_queue_up(&queue, &set, 2) == SKED_OK);
    CHECK(kind_info(1).processors_free == 3 && kind_info(0).processors_free == 2);
    pass_starts(2, "H");
}

/* A booking with a set: the picker's choice decides, and the head's time is found among sets. */
static void test_bookings(void) {
    SKED_SET_LOCAL(set, 3);
    sked_span span = span_of(4, 9, 0);
    open(3, 2, 0);
    kind(0, 7, 0, 0);
    kind(1, 6, 0, 0);
    sked_set_add(&set, 0);
    span.set = &set;
    of_kind('R', 0, 1, 2, 0);
    pass_starts(0, "R");
    CHECK(sked_queue_book(&queue, 1, &span, 0) == SKED_OK);
    of_kind('H', 0, 3, 3, 0);
    of_kind('L', 1, 1, 20, 0);          /* would be there at 9 */
    of_kind('S', 1, 1, 9, 0);
    pass_starts(0, "S");
    CHECK(kind_info(0).head == 'H' && kind_info(0).shadow == 9 && kind_info(0).extra == 0);
    CHECK(sked_queue_unbook(&queue, 1, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(kind_info(0).shadow == 9);
    book_count(2, 20, 22, 3, 0);
    pass_starts(9, "");
    finish('R', 9);
    finish('S', 9);
    pass_starts(9, "H");
    CHECK(sked_queue_next_time(&queue) == 12);
}

/* A booking behind the head's run takes from X what the head has no use for. */
static void test_booked_offer(void) {
    SKED_SET_LOCAL(set, 3);
    sked_span span = span_of(10, 20, 0);
    open(3, 2, 0);
    kind(0, 3, 0, 0);
    kind(1, 6, 0, 0);
    sked_set_add(&set, 2);
    span.set = &set;
    of_kind('R', 0, 1, 5, 0);
    pass_starts(0, "R");
    CHECK(sked_queue_book(&queue, 1, &span, 0) == SKED_OK);
    of_kind('H', 0, 2, 2, 0);
    of_kind('X', 1, 1, 30, 0);
    of_kind('Y', 1, 1, 10, 0);
    pass_starts(0, "Y");
    CHECK(kind_info(1).head == 'H' && kind_info(1).shadow == 5);
}

/* A blocked head blocks its component alone, also without reservations. */
static void test_no_reservations(void) {
    sked_queue_settings settings = settings_of(4, 2, 0);
    settings.depth = SKED_NO_RESERVATIONS;
    open_with(&settings, NULL);
    kind(0, 3, 0, 0);
    kind(1, 12, 0, 0);
    of_kind('a', 0, 1, 5, 0);
    of_kind('A', 0, 2, 5, 0);
    of_kind('C', 0, 1, 1, 0);
    of_kind('B', 1, 1, 5, 0);
    pass_starts(0, "aB");
    CHECK(kind_info(0).head == 'A' && kind_info(0).shadow == NEVER && kind_info(0).extra == 0);
}

/* Orders: the heads go by that of the queue, and those behind them by the backfill order, over all
 * kinds together. */
static void test_orders(void) {
    sked_queue_settings settings = settings_of(4, 2, 0);
    settings.order = SKED_BY_KEY;
    settings.backfill_order = SKED_SJF;
    open_with(&settings, NULL);
    kind(0, 3, 0, 0);
    kind(1, 12, 0, 0);
    of_kind('a', 0, 1, 9, 0);
    of_kind('b', 1, 1, 9, 0);
    pass_starts(0, "ab");
    of_kind('A', 0, 2, 9, 0);
    of_kind('B', 1, 2, 9, 0);
    of_kind('x', 0, 1, 7, 0);
    of_kind('y', 1, 1, 6, 0);
    pass_starts(0, "yx");
    {
        uint64_t id;
        CHECK(sked_queue_running_at(&queue, 0, &id) == SKED_OK && id == 'y');
        CHECK(sked_queue_running_at(&queue, 1, &id) == SKED_OK && id == 'x');
        CHECK(sked_queue_running_at(&queue, 2, &id) == SKED_OK && id == 'a');
        CHECK(sked_queue_running_at(&queue, 3, &id) == SKED_OK && id == 'b');
        CHECK(sked_queue_running_at(&queue, 4, &id) == SKED_E_RANGE);
    }
}

/* ---- quotas ---------------------------------------------------------------------------------- */

/* A reserved quota: H waits for it, though enough processors are idle, and no job that runs beyond
 * its shadow time takes what it needs then. */
static void test_reserve(void) {
    static const uint32_t other[2] = {0, 1};
    uint32_t amounts[2];
    open(8, 0, 2);
    quota(0, 4, SKED_RESERVE, 0);
    quota(1, 9, SKED_RESERVE, 0);
    with_quota('R', 1, 2, 5, 0);
    with_quota('Q', 1, 1, 9, 0);
    pass_starts(0, "RQ");
    CHECK(used(0) == 3 && used(1) == 0);
    with_quota('H', 1, 3, 5, 0);
    with_quota('A', 1, 1, 6, 0);        /* H would lack it at 5 */
    with_quota('B', 1, 1, 5, 0);
    CHECK(submit_as('C', 0, 1, 30, other, 0) == SKED_OK);   /* H has no need of quota 1 */
    pass_starts(0, "BC");
    CHECK(kind_info(0).head == 'H' && kind_info(0).shadow == 5 && used(0) == 4 && used(1) == 1);
    CHECK(sked_queue_get_amounts(&queue, 'C', amounts) == SKED_OK);
    CHECK(amounts[0] == 0 && amounts[1] == 1);
    finish('R', 5);
    finish('B', 5);
    pass_starts(5, "H");
    quota(0, 1, SKED_RESERVE, 5);       /* less than is used */
    pass_starts(5, "");
    CHECK(kind_info(0).head == 'A' && kind_info(0).shadow == 10);
    quota(0, 9, SKED_RESERVE, 6);
    pass_starts(6, "A");
}

/* What H leaves over of a quota can be taken once. */
static void test_surplus(void) {
    open(8, 0, 1);
    quota(0, 5, SKED_RESERVE, 0);
    with_quota('R', 1, 2, 5, 0);
    pass_starts(0, "R");
    with_quota('H', 1, 4, 5, 0);
    with_quota('A', 1, 1, 9, 0);
    with_quota('B', 1, 1, 9, 0);
    pass_starts(0, "A");
    CHECK(kind_info(0).shadow == 5);
    quota(0, 2, SKED_RESERVE, 1);       /* H can start at no time */
    pass_starts(1, "");
    CHECK(kind_info(0).shadow == NEVER);
    finish('R', 2);
    pass_starts(2, "B");               /* it has a bound */
}

/* A job that lacks a quota of mode SKED_PASS blocks nobody. */
static void test_pass(void) {
    open(4, 0, 1);
    quota(0, 1, SKED_PASS, 0);
    with_quota('A', 1, 1, 5, 0);
    with_quota('B', 1, 1, 5, 0);
    with_quota('C', 1, 0, 5, 0);
    pass_starts(0, "AC");
    CHECK(!info_of(&queue).head_blocked);
    with_quota('D', 4, 0, 5, 0);
    with_quota('E', 1, 1, 2, 0);
    with_quota('F', 1, 0, 2, 0);
    pass_starts(0, "F");
    CHECK(info_of(&queue).head == 'D');
    finish('A', 1);
    pass_starts(1, "B");
    finish('B', 2);
    pass_starts(2, "E");
}

/* Kinds that may use the same quota compete, if it is reserved. */
static void test_connected(void) {
    open(4, 2, 1);
    kind(0, 3, 1, 0);
    kind(1, 12, 1, 0);
    CHECK(kind_info(0).connected == 3);
    quota(0, 4, SKED_PASS, 0);
    CHECK(kind_info(0).connected == 1);
    with_quota('A', 1, 1, 5, 0);
    CHECK(set_kind(0, 3, 0, 0) == SKED_E_TAKEN);
    kind(1, 12, 0, 0);
    CHECK(kind_info(1).quotas == 0);
    pass_starts(0, "A");
    CHECK(set_kind(0, 3, 0, 0) == SKED_E_TAKEN);
    finish('A', 0);
    kind(0, 3, 0, 0);
}

/* ---- pickers --------------------------------------------------------------------------------- */

/* Takes the highest, and refuses job 'N'. */
static int pick_highest(void *ctx, const sked_pick_request *request, const sked_set *offered,
                        sked_set *chosen) {
    uint32_t p = offered->size, left = request->count;
    ++*(int *)ctx;
    for (; p > 0 && left > 0; p--) {
        if (sked_set_has(offered, p - 1)) {
            sked_set_add(chosen, p - 1);
            left--;
        }
    }
    return request->id != 'N';
}

static void test_picker(void) {
    static const uint32_t high[] = {4};
    const sked_queue_settings settings = settings_of(4, 2, 0);
    sked_picker picker;
    int asked = 0;
    picker.pick = pick_highest;
    picker.ctx = &asked;
    open_with(&settings, &picker);
    kind(0, 7, 0, 0);
    kind(1, 8, 0, 0);
    of_kind('A', 0, 1, 5, 0);
    pass_on(0, "A", high);
    CHECK(asked == 1);
    of_kind('N', 0, 1, 5, 0);
    of_kind('B', 0, 1, 5, 0);
    pass_starts(0, "B");
    CHECK(kind_info(0).head == 'N' && kind_info(0).shadow == 5 && asked == 3);
    pass_starts(1, "");                /* a picker that refused is asked again */
    CHECK(asked == 4);
    book_count(1, 2, 3, 1, 1);
    pass_starts(1, "");
    CHECK(kind_info(0).shadow == 3);
}

/* ---- changes, copies ------------------------------------------------------------------------- */

static void test_change(void) {
    uint32_t amounts[1] = {2};
    sked_job_change change = SKED_ZERO;
    sked_job_info info;
    open(4, 2, 1);
    kind(0, 3, 1, 0);
    kind(1, 12, 1, 0);
    quota(0, 2, SKED_RESERVE, 0);
    of_kind('R', 0, 2, 9, 0);
    pass_starts(0, "R");
    of_kind('A', 0, 2, 5, 0);
    pass_starts(0, "");
    change.fields = SKED_CHANGE_KIND;
    change.kind = 2;
    CHECK(sked_queue_change(&queue, 'A', &change, 1) == SKED_E_RANGE);
    change.kind = 0;
    CHECK(sked_queue_change(&queue, 'A', &change, 1) == SKED_OK);      /* as it was */
    change.fields = SKED_CHANGE_KIND | SKED_CHANGE_AMOUNTS;
    change.kind = 1;
    change.amounts = amounts;
    CHECK(sked_queue_change(&queue, 'R', &change, 1) == SKED_E_NOT_WAITING);
    CHECK(sked_queue_change(&queue, 'A', &change, 1) == SKED_OK);
    CHECK(sked_queue_get_job(&queue, 'A', &info, NULL) == SKED_OK && info.kind == 1);
    pass_starts(1, "A");
    CHECK(used(0) == 2);
    change.fields = SKED_CHANGE_ESTIMATE;
    change.estimate = 20;
    change.options = SKED_IF_KEPT;
    CHECK(sked_queue_change(&queue, 'R', &change, 1) == SKED_OK);      /* nobody waits */
    of_kind('B', 0, 2, 5, 1);
    change.estimate = 21;
    CHECK(sked_queue_change(&queue, 'R', &change, 1) == SKED_E_PROMISE);
    CHECK(sked_queue_change(&queue, 'A', &change, 1) == SKED_OK);      /* in the way of none */
    change.fields = 256;
    CHECK(sked_queue_change(&queue, 'B', &change, 1) == SKED_E_SETTING);
    change.fields = SKED_CHANGE_AMOUNTS;
    amounts[0] = UINT32_C(1) << 31;
    CHECK(sked_queue_change(&queue, 'B', &change, 1) == SKED_E_RANGE);
}

static void test_copies(void) {
    const sked_queue_settings settings = settings_of(4, 2, 1);
    sked_forecast forecasts[3];
    const void *block;
    sked_queue opened;
    size_t bytes = 0;
    CHECK(sked_queue_create(&queue, &settings, NULL, giving(UINT32_MAX)) == SKED_OK);
    kind(0, 3, 1, 0);
    kind(1, 12, 1, 0);
    quota(0, 2, SKED_PASS, 0);
    of_kind('R', 0, 2, 9, 0);
    with_quota('A', 2, 1, 5, 0);
    of_kind('B', 1, 1, 5, 0);
    of_kind('C', 0, 1, 5, 0);
    pass_starts(0, "RB");
    CHECK(sked_queue_grow(&queue, 20, 3) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK && kind_info(0).head == 'A');
    CHECK(sked_queue_forecast(&queue, 1, forecasts, 3, other_room, sizeof(other_room)) == SKED_OK);
    CHECK(forecasts[0].id == 'A' && forecasts[0].start == 9);
    CHECK(forecasts[1].id == 'C' && forecasts[1].start == 14);
    CHECK(sked_queue_seal(&queue, &block, &bytes) == SKED_OK && bytes <= sizeof(other_room));
    memcpy(other_room, block, bytes);
    CHECK(sked_queue_open(&opened, NULL, other_room, bytes) == SKED_OK);
    sked_queue_destroy(&queue);
    queue = opened;
    finish('R', 3);
    pass_starts(3, "A");
    sked_queue_destroy(&queue);
}

/* A pass that ends early leaves the rest to the next. */
static void test_end_early(void) {
    sked_action action;
    open(4, 2, 0);
    kind(0, 3, 0, 0);
    kind(1, 12, 0, 0);
    of_kind('A', 0, 1, 5, 0);
    of_kind('B', 1, 1, 5, 0);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'A');
    CHECK(sked_queue_plan_end(&queue) == SKED_OK);
    pass_starts(0, "B");
}

/* ---- a walk ---------------------------------------------------------------------------------- */

enum { WALK_PROCESSORS = 70, WALK_KINDS = 6, WALK_QUOTAS = 3, WALK_JOBS = 40 };

static uint64_t walk_random;

static uint32_t any(uint32_t bound) {
    return check_below(&walk_random, bound);
}

static void set_any(sked_time now) {
    SKED_SET_LOCAL(set, WALK_PROCESSORS);
    const uint32_t which = any(WALK_KINDS), first = any(40), count = 12 + any(30);
    uint32_t p;
    if (any(3) == 0) {
        const uint32_t number = any(WALK_QUOTAS), capacity = 4 + any(12);
        quota(number, capacity, any(4) == 0 ? SKED_PASS : SKED_RESERVE, now);
        return;
    }
    for (p = first; p < first + count && p < WALK_PROCESSORS; p++) {
        if (which % 2 == 0 || p % 3 != 0) {
            sked_set_add(&set, p);
        }
    }
    CHECK(sked_queue_set_kind(&queue, which, &set, which < 4 ? 7u : 0u, now) == SKED_OK);
}

/* What all passes decide, and where each job runs, as one sum: the same on every target. */
static uint32_t walk(uint64_t seed, uint32_t depth) {
    sked_queue_settings settings = settings_of(WALK_PROCESSORS, WALK_KINDS, WALK_QUOTAS);
    SKED_SET_LOCAL(on, WALK_PROCESSORS);
    uint32_t sum = 0, step, p;
    sked_action action;
    sked_time now = 0;
    uint64_t next = 1, id;
    settings.jobs_max = WALK_JOBS;
    settings.depth = depth;
    settings.backfill_order = SKED_SJF;
    walk_random = seed;
    open_with(&settings, NULL);
    for (step = 0; step < 12; step++) {
        set_any(0);
    }
    for (step = 0; step < 400; step++) {
        uint32_t amounts[WALK_QUOTAS];
        const uint32_t wanted = any(WALK_KINDS);
        const uint32_t width = 1 + any(any(3) == 0 ? 30 : 8);
        const sked_time estimate = 1 + (sked_time)any(30);
        const int takes = any(2) == 0;
        for (p = 0; p < WALK_QUOTAS; p++) {
            amounts[p] = any(p == 0 ? 3 : 2);
        }
        (void)submit_as(next++, wanted, width, estimate, takes ? amounts : NULL, now);
        if (any(25) == 0) {
            set_any(now);
        }
        now += (sked_time)any(4);
        while (sked_queue_running_at(&queue, 0, &id) == SKED_OK) {
            sked_job_info info;
            CHECK(sked_queue_get_job(&queue, id, &info, NULL) == SKED_OK);
            if (info.end > now && any(12) != 0) {
                break;
            }
            finish(id, now);
        }
        CHECK(sked_queue_plan(&queue, now) == SKED_OK);
        while (sked_queue_next(&queue, &action, &on) == SKED_OK) {
            sum = sum * 31 + (uint32_t)action.id * 7 + (uint32_t)action.reason + action.extra +
                  (uint32_t)action.head;
            for (p = sked_set_first(&on); p < on.size; p = sked_set_next(&on, p)) {
                sum = sum * 31 + p;
            }
        }
        CHECK(sked_queue_validate(&queue) == SKED_OK);
    }
    return sum;
}

static void test_walk(void) {
    CHECK_PIN(walk(1, 1), UINT64_C(0x000000009A4ADE20));
    CHECK_PIN(walk(2, 1), UINT64_C(0x000000007D3D9FDD));
    CHECK_PIN(walk(3, SKED_NO_RESERVATIONS), UINT64_C(0x00000000208B6436));
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* Kinds 0 and 1 share processor 1, kind 2 has its own; one quota. R and S run, H and G wait. */
static void open_busy(void) {
    open(4, 3, 1);
    kind(0, 3, 1, 0);
    kind(1, 6, 0, 0);
    kind(2, 8, 0, 0);
    quota(0, 4, SKED_RESERVE, 0);
    with_quota('R', 1, 2, 9, 0);
    of_kind('S', 2, 1, 7, 0);
    pass_starts(0, "RS");
    with_quota('H', 2, 1, 9, 0);
    of_kind('G', 2, 1, 9, 0);
    of_kind('I', 1, 1, 9, 0);
    pass_starts(0, "I");
}

static void test_damage_of_kinds(void) {
    sked_queue_kind_ *kinds;
    sked_word word;
    open_busy();
    kinds = queue.kind_;
    CHECK(is_damaged64(&kinds[0].connected, 1) && is_damaged64(&kinds[0].connected, 2));
    CHECK(is_damaged64(&kinds[2].connected, 12) && is_damaged64(&kinds[1].connected, 7));
    CHECK(is_damaged32(&kinds[0].counted, 3) && is_damaged32(&kinds[0].counted, 2));
    CHECK(is_damaged32(&kinds[0].quotas, 2));
    CHECK(is_damaged32(&kinds[0].idle, 2) && is_damaged32(&kinds[1].useless, 2));
    CHECK(is_damaged32(&kinds[0].ending_root, SKED_NONE));
    CHECK(is_damaged32(&kinds[0].ending_root, 99));
    CHECK(is_damaged32(&kinds[0].ending_root, kinds[2].ending_root));
    CHECK(is_damaged32(&kinds[1].ending_root, 0) == 0);     /* 1 is of component 0 */
    CHECK(is_damaged64(&queue.kinds_[0], 0) && is_damaged64(&queue.kinds_[3], 24));
    queue.rarity_[1]++;
    CHECK(!is_sound());
    queue.rarity_[1]--;
    CHECK(is_damaged32(&kinds[0].even, 1) && is_damaged32(&kinds[2].even, 0));
    CHECK(is_damaged64(&queue.state_->kinds.components, 7));
    word = queue.kind_words_[0];
    queue.kind_words_[0] = (sked_word)(word | 16u);
    CHECK(!is_sound());
    queue.kind_words_[0] = word;
    {                                   /* components that leave out what competes */
        const uint64_t both = kinds[0].connected;
        kinds[0].connected = 1;
        kinds[1].connected = 2;
        CHECK(!is_sound());
        kinds[0].connected = kinds[1].connected = both;
    }
    CHECK(is_sound());
}

static void test_damage_of_jobs(void) {
    sked_queue_kind_ *kinds;
    const uint32_t r = 0, s = 1;        /* in the order of submission */
    uint32_t *amounts;
    open_busy();
    kinds = queue.kind_;
    amounts = sked_tree_amounts_(&queue.line_, r);
    CHECK(queue.job_[r].id == 'R' && queue.job_[s].id == 'S');
    CHECK(is_damaged32(&queue.demand_[r].kind, 3) && is_damaged32(&queue.demand_[r].kind, 2));
    CHECK(is_damaged32(&queue.demand_[r].gives, 2));
    CHECK(is_damaged32(&amounts[0], UINT32_C(1) << 31) && is_damaged32(&amounts[0], 3));
    CHECK(is_damaged32(&sked_tree_sums_(&queue.ending_, r)[0], 3));
    CHECK(is_damaged32(&sked_tree_sums_(&queue.line_, *queue.line_.root_)[0], 3));
    CHECK(is_damaged64(&queue.demand_[*queue.line_.root_].kinds, 2));
    CHECK(is_damaged32(&queue.ending_.counts_[r], 9));
    CHECK(is_damaged32(&queue.quota_[0].used, 1) &&
          is_damaged32(&queue.quota_[0].capacity, UINT32_C(1) << 31) &&
          is_damaged32(&queue.quota_[0].mode, 2) && is_damaged32(&queue.room_[0], 3));
    CHECK(is_damaged32(&kinds[0].head, r) && is_damaged32(&kinds[0].head, 99));
    CHECK(is_damaged32(&kinds[0].head, kinds[2].head));
    CHECK(is_damaged32(&kinds[0].extra, 5));
    CHECK(is_damaged32(&kinds[0].head_meets_booking, 2));
    CHECK(is_damaged_time(&kinds[0].shadow, -1) && is_damaged_time(&kinds[0].head_length, 0));
    kinds[0].shadow = NEVER;
    CHECK(is_sound() && is_damaged32(&kinds[0].head_meets_booking, 1));
    kinds[0].settled_until = 0;         /* then nobody looks at the head */
    CHECK(!is_damaged32(&kinds[0].head, 99));
}

/* A job that ties kinds: apart, it would be in no component. */
static void test_damage_of_ties(void) {
    open(2, 2, 0);
    of_kind('R', 0, 2, 5, 0);
    pass_starts(0, "R");
    kind(0, 1, 0, 0);
    kind(1, 2, 0, 0);
    queue.kind_[0].connected = 1;
    queue.kind_[1].connected = 2;
    queue.state_->kinds.components = 3;
    CHECK(!is_sound());
}

/* An open pass, between its second and its third start. */
static void test_damage_of_passes(void) {
    sked_queue_state_ *state;
    sked_action action;
    uint32_t class_one;
    open_busy();
    of_kind('J', 1, 1, 3, 0);
    finish('I', 1);
    CHECK(sked_queue_plan(&queue, 1) == SKED_OK);
    state = queue.state_;
    CHECK(is_sound() && is_damaged64(&state->kinds.looked_at, 8));
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'J');
    CHECK(is_sound() && state->pass.phase == SKED_PHASE_KIND_BEHIND_);
    CHECK(state->kinds.hopeful != 0 && is_damaged64(&state->kinds.hopeful, 8));
    state->kinds.hopeful = 1;
    class_one = 0 * queue.fill_.classes_ + 1;
    CHECK(is_damaged32(&queue.kind_[0].head_blocked, 0));
    CHECK(is_damaged_time(&queue.kind_[0].shadow, 0));
    state->pass.phase = SKED_PHASE_KIND_HEADS_;
    CHECK(is_sound());
    state->pass.phase = SKED_PHASE_HEADS_;
    CHECK(!is_sound());
    state->pass.phase = SKED_PHASE_TIERS_;
    CHECK(!is_sound());
    state->pass.phase = SKED_PHASE_BEHIND_;
    CHECK(!is_sound());
    state->pass.phase = SKED_PHASE_KIND_BEHIND_;
    queue.kind_[0].idle = 1;
    queue.fill_.ahead_[class_one] = 99;
    CHECK(!is_sound());
}

/* ---- questions, refusals --------------------------------------------------------------------- */

static void test_obstacle(void) {
    sked_obstacle why;
    open(4, 2, 1);
    kind(0, 7, 1, 0);
    kind(1, 8, 0, 0);
    quota(0, 3, SKED_RESERVE, 0);
    with_quota('R', 1, 2, 9, 0);
    pass_starts(0, "R");
    with_quota('A', 1, 2, 5, 0);
    of_kind('B', 0, 3, 5, 0);
    of_kind('C', 1, 1, 5, 0);
    CHECK(sked_queue_get_obstacle(&queue, 'A', &why) == SKED_OK);
    CHECK(why.kind == SKED_OBSTACLE_QUOTA && why.number == 0 && why.wanted == 2 && why.left == 1 &&
          why.of == 3);
    CHECK(sked_queue_get_obstacle(&queue, 'B', &why) == SKED_OK);
    CHECK(why.kind == SKED_OBSTACLE_PROCESSORS && why.number == 0 && why.wanted == 3 &&
          why.left == 2 && why.of == 3);
    CHECK(sked_queue_get_obstacle(&queue, 'C', &why) == SKED_OK);
    CHECK(why.kind == SKED_OBSTACLE_OTHERS && why.wanted == 0);
    CHECK(sked_queue_bar(&queue, 'C', 0) == SKED_OK && sked_queue_bar(&queue, 'C', 0) == SKED_OK);
    CHECK(sked_queue_get_obstacle(&queue, 'C', &why) == SKED_OK);
    CHECK(why.kind == SKED_OBSTACLE_BARS && why.wanted == 2 && why.of == 0);
    {                                   /* a barred job changes like another */
        sked_job_change change = SKED_ZERO;
        change.fields = SKED_CHANGE_KIND;
        CHECK(sked_queue_change(&queue, 'C', &change, 0) == SKED_OK);
        CHECK(sked_queue_unbar(&queue, 'C', 0, 0) == SKED_OK);
        CHECK(sked_queue_unbar(&queue, 'C', 0, 0) == SKED_OK);
        CHECK(sked_queue_get_obstacle(&queue, 'C', &why) == SKED_OK);
        CHECK(why.kind == SKED_OBSTACLE_OTHERS);
    }
    CHECK(sked_queue_get_obstacle(&queue, 'R', &why) == SKED_E_NOT_WAITING);
    CHECK(sked_queue_get_obstacle(&queue, 'Z', &why) == SKED_E_UNKNOWN);
    {
        const sked_queue_settings plain = settings_of(4, 0, 0);
        open_with(&plain, NULL);
    }
    submit('R', 3, 9, 0);
    pass_starts(0, "R");
    submit('A', 2, 9, 0);
    CHECK(sked_queue_get_obstacle(&queue, 'A', &why) == SKED_OK);
    CHECK(why.kind == SKED_OBSTACLE_PROCESSORS && why.number == 0 && why.left == 1 && why.of == 4);
    submit('B', 1, 9, 0);
    CHECK(sked_queue_get_obstacle(&queue, 'B', &why) == SKED_OK);
    CHECK(why.kind == SKED_OBSTACLE_OTHERS);
}

static void test_refusals(void) {
    static const uint32_t much[2] = {UINT32_C(1) << 31, 0}, some[2] = {1, 0};
    uint32_t amounts[2];
    sked_kind_info kind_told;
    sked_quota_info quota_told;
    sked_obstacle why;
    SKED_SET_LOCAL(small, 3);
    SKED_SET_LOCAL(set, 4);
    sked_queue_settings settings = settings_of(4, 2, 2);
    size_t bytes;
    open(4, 2, 2);
    {
        const sked_tiers tiers = sked_tiers_of(SKED_MEASY);
        CHECK(sked_tiers_plan(&queue, &tiers, 0) == SKED_E_KINDS);
    }
    kind(1, 3, 2, 0);
    CHECK(submit_as('A', 2, 1, 5, NULL, 0) == SKED_E_RANGE);
    CHECK(submit_as('A', 0, 1, 5, much, 0) == SKED_E_RANGE);
    CHECK(submit_as('A', 1, 1, 5, some, 0) == SKED_E_QUOTA);
    CHECK(submit_as('A', 1, 3, 5, NULL, 0) == SKED_E_TOO_WIDE);
    CHECK(set_kind(2, 1, 0, 0) == SKED_E_RANGE);
    CHECK(set_kind(0, 1, 4, 0) == SKED_E_RANGE);
    CHECK(sked_queue_set_kind(&queue, 0, &small, 0, 0) == SKED_E_RANGE);
    CHECK(sked_queue_set_quota(&queue, 2, 0, SKED_RESERVE, 0) == SKED_E_RANGE);
    CHECK(sked_queue_set_quota(&queue, 0, UINT32_C(1) << 31, SKED_RESERVE, 0) == SKED_E_RANGE);
    CHECK(sked_queue_set_quota(&queue, 0, 1, (sked_quota_mode)2, 0) == SKED_E_SETTING);
    CHECK(sked_queue_set_quota(&queue, 0, 1, SKED_PASS, -1) == SKED_E_TIME);
    CHECK(sked_queue_get_kind(&queue, 2, &kind_told, NULL) == SKED_E_RANGE);
    CHECK(sked_queue_get_kind(&queue, 0, &kind_told, &small) == SKED_E_RANGE);
    CHECK(sked_queue_get_quota(&queue, 2, &quota_told) == SKED_E_RANGE);
    CHECK(sked_queue_get_amounts(&queue, 'A', amounts) == SKED_E_UNKNOWN);
    settings.kinds_max = 65;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_SETTING);
    settings.kinds_max = 64;
    settings.quotas_max = 17;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_SETTING);
    settings.quotas_max = 16;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_OK);
    settings.depth = SKED_ALL;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_OK);
    settings.depth = 1;
    settings.backgrounds = 1;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_SETTING);
    {
        const sked_queue_settings plain = settings_of(4, 0, 0);
        open_with(&plain, NULL);
    }
    CHECK(submit_as('A', 1, 1, 5, NULL, 0) == SKED_E_RANGE);
    CHECK(sked_queue_set_kind(&queue, 0, &set, 0, 0) == SKED_E_RANGE);
    CHECK(sked_queue_set_quota(&queue, 0, 0, SKED_RESERVE, 0) == SKED_E_RANGE);
    CHECK(sked_queue_get_kind(&queue, 0, &kind_told, NULL) == SKED_E_RANGE);
    CHECK(sked_queue_get_quota(&queue, 0, &quota_told) == SKED_E_RANGE);
    submit('A', 1, 1, 0);
    CHECK(sked_queue_get_amounts(&queue, 'A', amounts) == SKED_OK);
    sked_queue_destroy(&queue);
    CHECK(sked_queue_set_kind(&queue, 0, &set, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_queue_set_quota(&queue, 0, 0, SKED_RESERVE, 0) == SKED_E_EMPTY);
    CHECK(sked_queue_get_kind(&queue, 0, &kind_told, NULL) == SKED_E_EMPTY);
    CHECK(sked_queue_get_quota(&queue, 0, &quota_told) == SKED_E_EMPTY);
    CHECK(sked_queue_get_amounts(&queue, 'A', amounts) == SKED_E_EMPTY);
    CHECK(sked_queue_get_obstacle(&queue, 'A', &why) == SKED_E_EMPTY);
}

int main(void) {
    test_beginning();
    test_partitions();
    test_offer();
    test_rare();
    test_ties();
    test_down();
    test_bookings();
    test_booked_offer();
    test_no_reservations();
    test_orders();
    test_reserve();
    test_surplus();
    test_pass();
    test_connected();
    test_picker();
    test_change();
    test_copies();
    test_end_early();
    test_walk();
    test_damage_of_kinds();
    test_damage_of_jobs();
    test_damage_of_ties();
    test_damage_of_passes();
    test_obstacle();
    test_refusals();
    return check_done("quick/kinds");
}
