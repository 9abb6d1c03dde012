/* ask.c - quick tests of a queue that asks its picker when the head can start.
 *
 * SPDX-License-Identifier: MIT
 *
 * The picker takes the lowest of a job's own processors, which its tag says: bit p is processor p.
 * If too few of them are offered, it refuses. In the drawings time runs to the right, one column a
 * tick; a dot is idle. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "scenes.h"

#include <string.h>

#define NEVER SKED_NEVER

enum { ALL = 0xFFFF };

static sked_align room[2600], other_room[2600];
static sked_pick_request asked_last;
static sked_word beside_last;       /* the job's processors in the last question beside a job */

/* ---- help ------------------------------------------------------------------------------------ */

static int pick_own(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                    sked_set *chosen) {
    uint32_t p, left = ask->count;
    (void)ctx;
    asked_last = *ask;
    beside_last = ask->beside != NULL ? ask->beside->words[0] : beside_last;
    for (p = sked_set_first(offered); p < offered->size && left > 0;
         p = sked_set_next(offered, p)) {
        if ((ask->tag >> p & 1) != 0) {
            sked_set_add(chosen, p);
            left--;
        }
    }
    return left == 0;
}

static const sked_picker picker_own = {pick_own, NULL};

static sked_queue_settings settings_of(uint32_t processors) {
    sked_queue_settings settings = sked_queue_settings_easy(processors, 12);
    settings.bookings_max = 2;
    settings.options = SKED_ASK_AHEAD;
    return settings;
}

static void open_with(const sked_queue_settings *settings, const sked_picker *picker) {
    CHECK(sked_queue_init(&queue, settings, picker, room, sizeof(room)) == SKED_OK);
}

static void open(uint32_t processors) {
    const sked_queue_settings settings = settings_of(processors);
    open_with(&settings, &picker_own);
}

static void on(uint64_t id, uint64_t own, uint32_t width, sked_time estimate, sked_time now) {
    sked_job job = sked_job_of(id, width, estimate);
    job.tag = own;
    CHECK_SEED(id, sked_queue_submit(&queue, &job, now) == SKED_OK);
}

static void of_kind(uint64_t id, uint32_t kind, uint64_t own, uint32_t width, sked_time estimate) {
    sked_job job = sked_job_of(id, width, estimate);
    job.tag = own;
    job.kind = kind;
    CHECK_SEED(id, sked_queue_submit(&queue, &job, 0) == SKED_OK);
}

static uint64_t asked(void) {
    return info_of(&queue).counters.asked_ahead;
}

/* Is this the head, and what the last pass knows of it? */
static int is_head(uint64_t id, sked_time shadow, uint32_t extra) {
    const sked_queue_info info = info_of(&queue);
    return info.head_blocked && info.head == id && info.shadow == shadow && info.extra == extra;
}

/* ---- when, and who may pass ------------------------------------------------------------------ */

/* H wants 0 and 1. Enough processors are back at 4, the right ones at 10. L outlasts that on 2,
 * which H has no use for; K would, on 1; k is back in time.
 *
 *     0 aaaaaaaaaaHH
 *     1 cccckkkkkkHH
 *     2 bbbbLLLLLLLLLLLL
 *     3 bbbb                                                                                    */
static void test_shadow(void) {
    static const uint32_t first[] = {1, 12, 2}, second[] = {4, 2};
    open(4);
    on('a', 1, 1, 10, 0);
    on('b', 12, 2, 4, 0);
    on('c', 2, 1, 4, 0);
    pass_on(0, "abc", first);
    on('H', 3, 2, 2, 0);
    pass_starts(0, "");
    CHECK(is_head('H', 10, 2));
    CHECK(asked() == 2 && asked_last.start == 10 && asked_last.end == 12);
    CHECK(asked_last.id == 'H' && asked_last.count == 2 && asked_last.tag == 3);
    CHECK(asked_last.ahead == 1 && asked_last.beside == NULL);
    finish('b', 4);
    finish('c', 4);
    on('K', 2, 1, 12, 4);
    on('L', 4, 1, 12, 4);
    on('k', 2, 1, 6, 4);
    CHECK(info_of(&queue).counters.picker_refusals == 0);
    pass_on(4, "Lk", second);
    CHECK(beside_last == 4);                                    /* L's */
    CHECK(is_head('H', 10, 1));
    CHECK(info_of(&queue).counters.picker_refusals == 1);       /* H, which fits by number */
    finish('a', 10);
    finish('k', 10);
    pass_starts(10, "H");
}

/* Without the option H is expected at 4, and K puts it off. */
static void test_counts(void) {
    sked_queue_settings settings = settings_of(4);
    settings.options = 0;
    open_with(&settings, &picker_own);
    on('a', 1, 1, 10, 0);
    on('b', 12, 2, 4, 0);
    pass_starts(0, "ab");
    on('H', 3, 2, 2, 0);
    on('K', 2, 1, 12, 0);
    pass_starts(0, "K");
    CHECK(is_head('H', 4, 0) && asked() == 0);
}

/* Sixteen jobs end one after the other; the head wants the processor of the n-th. Doubling and
 * halving, that takes few questions. */
static void test_search(void) {
    uint32_t n;
    for (n = 0; n < 16; n++) {
        sked_queue_settings settings = settings_of(16);
        sked_action action;
        uint32_t i;
        settings.jobs_max = 17;
        open_with(&settings, &picker_own);
        for (i = 0; i < 16; i++) {
            on(i, UINT64_C(1) << i, 1, 5 + (sked_time)i, 0);
        }
        on(99, UINT64_C(1) << n, 1, 1, 0);
        CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
        while (sked_queue_next(&queue, &action, NULL) == SKED_OK) {
        }
        CHECK(is_head(99, 5 + (sked_time)n, n));
        CHECK(asked() >= 1 && asked() <= 2 * 4 + 1);
    }
}

/* Nobody ever gives A what it wants: it has no shadow time, and those with an end pass it. */
static void test_refused_for_ever(void) {
    open(2);
    on('a', 1, 1, 6, 0);
    pass_starts(0, "a");
    on('A', 4, 1, 5, 0);
    on('B', ALL, 1, 9, 0);
    on('C', ALL, 1, NEVER, 0);
    pass_starts(0, "B");
    CHECK(is_head('A', NEVER, 1));
    finish('a', 6);
    pass_starts(6, "");             /* C would stay for ever, and A's picker still refuses */
    CHECK(is_head('A', NEVER, 1));
}

/* A job without an end may pass a head without a shadow time, on what that has no use for. */
static void test_no_bound(void) {
    open(4);
    on('a', 3, 2, NEVER, 0);
    pass_starts(0, "a");
    on('H', 7, 3, 5, 0);
    on('X', 8, 1, NEVER, 0);
    pass_starts(0, "");
    CHECK(is_head('H', NEVER, 0));
    CHECK(asked() == 0);            /* there are never enough */
}

/* A picker that is none, or never refuses: as by number. */
static void test_never_refuses(void) {
    const sked_queue_settings settings = settings_of(3);
    int with;
    for (with = 0; with < 2; with++) {
        open_with(&settings, with ? &picker_own : NULL);
        on('a', ALL, 1, 7, 0);
        on('b', ALL, 1, 4, 0);
        pass_starts(0, "ab");
        on('H', ALL, 2, 5, 0);
        on('L', ALL, 1, 9, 0);
        on('S', ALL, 1, 4, 0);
        pass_starts(0, "S");
        CHECK(is_head('H', 4, 0));
        CHECK((asked() > 0) == with);
    }
}

/* What breaks the contract counts as refused, also ahead. */
static int pick_two(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                    sked_set *chosen) {
    (void)ctx;
    (void)ask;
    sked_set_copy(chosen, offered);
    return 1;
}

static void test_faults(void) {
    static const sked_picker picker = {pick_two, NULL};
    const sked_queue_settings settings = settings_of(3);
    open_with(&settings, &picker);
    on('a', ALL, 3, 5, 0);
    pass_starts(0, "a");
    on('H', ALL, 2, 5, 0);
    pass_starts(0, "");
    CHECK(is_head('H', NEVER, 1));
    CHECK(info_of(&queue).counters.picker_faults == 1 && asked() == 1);
}

/* ---- with all else --------------------------------------------------------------------------- */

/* A booking has 1 until 20. Among bookings each end is asked. */
static void test_bookings(void) {
    SKED_SET_LOCAL(set, 4);
    sked_span span = span_of(8, 20, 0);
    open(4);
    sked_set_add(&set, 1);
    span.set = &set;
    on('a', 1, 1, 5, 0);
    pass_starts(0, "a");
    CHECK(sked_queue_book(&queue, 1, &span, 0) == SKED_OK);
    on('H', 3, 2, 9, 0);
    on('X', 4, 1, 30, 0);
    on('Y', 2, 1, 8, 0);
    pass_starts(0, "XY");           /* X leaves 0 and 1 to H, also after the booking */
    CHECK(is_head('H', 20, 0));
    finish('a', 5);
    finish('Y', 8);
    on('Z', 1, 1, 30, 8);
    pass_starts(8, "");             /* Z would not, though 1 and 3 are as many */
    CHECK(is_head('H', 20, 0));
    pass_starts(20, "H");
}

/* A booking that is far away is nothing to ask about. */
static void test_far_booking(void) {
    open(2);
    on('a', 1, 1, 5, 0);
    pass_starts(0, "a");
    book_count(1, 100, 110, 2, 0);
    on('H', 1, 1, 5, 0);
    on('L', 2, 1, 50, 0);
    pass_starts(0, "L");
    CHECK(is_head('H', 5, 0));
}

/* Each component has a head of its own, which is asked among the processors of its kind. */
static void test_kinds(void) {
    SKED_SET_LOCAL(left, 6);
    SKED_SET_LOCAL(right, 6);
    sked_queue_settings settings = settings_of(6);
    sked_kind_info info;
    settings.kinds_max = 2;
    open_with(&settings, &picker_own);
    CHECK(sked_set_parse(&left, "0-2", NULL) == SKED_OK);
    CHECK(sked_set_parse(&right, "3-5", NULL) == SKED_OK);
    CHECK(sked_queue_set_kind(&queue, 0, &left, 0, 0) == SKED_OK);
    CHECK(sked_queue_set_kind(&queue, 1, &right, 0, 0) == SKED_OK);
    of_kind('a', 0, 1, 1, 9);
    of_kind('b', 1, 8, 1, 4);
    of_kind('c', 1, 16, 1, 6);
    pass_starts(0, "abc");
    of_kind('A', 0, 3, 2, 5);           /* by number at once, on 0 and 1 at 9 */
    of_kind('B', 1, 8 + 16, 2, 5);      /* by number at 4 */
    of_kind('L', 0, 4, 1, 20);
    of_kind('M', 0, 2, 1, 20);          /* A's */
    pass_starts(0, "L");
    CHECK(sked_queue_get_kind(&queue, 0, &info, NULL) == SKED_OK);
    CHECK(info.head == 'A' && info.shadow == 9 && info.extra == 0);
    CHECK(sked_queue_get_kind(&queue, 1, &info, NULL) == SKED_OK);
    CHECK(info.head == 'B' && info.shadow == 6 && info.extra == 1);
    pass_starts(0, "");                 /* a refusal leaves nothing settled */
    CHECK(asked() >= 6);
}

/* An estimate that grows is kept from the head iff it has the head's processors. */
static void test_change(void) {
    sked_job_change change = SKED_ZERO;
    change.fields = SKED_CHANGE_ESTIMATE;
    change.options = SKED_IF_KEPT;
    change.estimate = 20;
    open(4);
    on('a', 1, 1, 5, 0);
    on('b', 4, 1, 5, 0);
    pass_starts(0, "ab");
    on('H', 3, 2, 5, 0);
    CHECK(sked_queue_change(&queue, 'a', &change, 0) == SKED_E_PROMISE);
    CHECK(sked_queue_change(&queue, 'b', &change, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(is_head('H', 5, 1));
}

static void test_copies(void) {
    const void *block;
    size_t bytes;
    sked_forecast forecast[2];
    sked_queue other;
    open(4);
    on('a', 1, 1, 10, 0);
    on('b', 12, 2, 4, 0);
    pass_starts(0, "ab");
    on('H', 3, 2, 2, 0);
    on('K', 2, 1, 12, 0);
    CHECK(sked_queue_forecast(&queue, 0, forecast, 2, other_room, sizeof(other_room)) == SKED_OK);
    CHECK(forecast[0].start == 10 && forecast[1].start == 12);
    CHECK(sked_queue_seal(&queue, &block, &bytes) == SKED_OK);
    memcpy(other_room, block, bytes);
    CHECK(sked_queue_open(&other, &picker_own, other_room, bytes) == SKED_OK);
    queue = other;
    pass_starts(0, "");
    CHECK(is_head('H', 10, 2));
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void refuses(const sked_queue_settings *settings, const char *culprit) {
    sked_queue_settings own = *settings;
    sked_refusal refusal;
    size_t bytes;
    own.refusal = &refusal;
    CHECK(sked_queue_bytes(&own, &bytes) == SKED_E_SETTING);
    CHECK(strcmp(refusal.field, culprit) == 0);
}

static void test_settings(void) {
    sked_queue_settings settings = settings_of(4);
    settings.options = 2;
    refuses(&settings, "options");
    settings.options = SKED_ASK_AHEAD;
    settings.depth = 2;
    refuses(&settings, "depth");
    settings.depth = SKED_NO_RESERVATIONS;
    refuses(&settings, "depth");
    settings.depth = 1;
    settings.backgrounds = 1;
    refuses(&settings, "backgrounds");
}

int main(void) {
    test_shadow();
    test_counts();
    test_search();
    test_refused_for_ever();
    test_no_bound();
    test_never_refuses();
    test_faults();
    test_bookings();
    test_far_booking();
    test_kinds();
    test_change();
    test_copies();
    test_settings();
    return check_done("quick/ask");
}
