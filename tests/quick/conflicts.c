/* conflicts.c - quick tests of who is in the way of a booking that has begun, and of when a queue
 * wants to be planned again though nobody waits.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include <string.h>

#include "../check.h"
#include "scenes.h"

#define NEVER SKED_NEVER

enum { SIZE = 6, HALF = 250, HALF_BYTES = HALF * sizeof(sked_align) };

static sked_align room[2 * HALF];

/* ---- help ------------------------------------------------------------------------------------ */

static void open_with(const sked_queue_settings *settings) {
    CHECK(sked_queue_init(&queue, settings, NULL, room, HALF_BYTES) == SKED_OK);
}

static void open_queue(void) {
    sked_queue_settings settings = sked_queue_settings_easy(SIZE, 6);
    settings.bookings_max = 4;
    open_with(&settings);
}

/* All that the pass at `now` starts. */
static void pass(sked_time now) {
    sked_action action;
    CHECK(sked_queue_plan(&queue, now) == SKED_OK);
    while (sked_queue_next(&queue, &action, NULL) == SKED_OK) {
        CHECK(action.kind == SKED_START);
    }
}

static void book_set(uint64_t id, sked_time start, sked_time end, uint32_t mask, sked_time now) {
    SKED_SET_LOCAL(set, (unsigned)SIZE);
    sked_span span = span_of(start, end, 0);
    uint32_t p;
    for (p = 0; p < SIZE; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(&set, p);
        }
    }
    span.set = &set;
    CHECK(sked_queue_book(&queue, id, &span, now) == SKED_OK);
}

static void turn_down(uint32_t processor, sked_time now) {
    SKED_SET_LOCAL(set, (unsigned)SIZE);
    sked_set_add(&set, processor);
    CHECK(sked_queue_down(&queue, &set, now) == SKED_OK);
}

/* The next conflict; of a booking by count: job 0 and no end. */
static int is_next(const sked_queue *which, uint64_t *cursor, const sked_conflict *want) {
    sked_conflict told;
    memset(&told, 0x5A, sizeof(told));
    return sked_queue_next_conflict(which, cursor, &told) == SKED_OK &&
           told.booking == want->booking && told.job == want->job &&
           told.count == want->count && told.end == want->end;
}

/* These conflicts and no other. */
static void check_conflicts(const sked_queue *which, const sked_conflict *want, uint32_t count) {
    sked_conflict none;
    uint64_t cursor = 0;
    for (; count > 0; want++, count--) {
        CHECK_SEED(want->booking, is_next(which, &cursor, want));
    }
    CHECK(sked_queue_next_conflict(which, &cursor, &none) == SKED_DONE);
    CHECK(sked_queue_next_conflict(which, &cursor, &none) == SKED_DONE);   /* and so it stays */
    CHECK(sked_queue_validate(which) == SKED_OK);
}

static uint64_t in_conflict(void) {
    return info_of(&queue).counters.bookings_in_conflict;
}

/* ---- bookings by set ------------------------------------------------------------------------- */

/*   5 | ....hhhh     A and B run when the booking of 1-5 is told, to begin at 4. Before that nobody
 *   4 | ....hhhh     is in the way; at 4 A has two of its processors, and B one, which is gone
 *   3 | ....hhhh     at 6. At 8 the booking has ended, and A, overdue, is in nobody's way.
 *   2 | AAAAAAAA>
 *   1 | AAAAAAAA>
 *   0 | AAAAAAAA>  */
static void test_set(void) {
    static const sked_conflict both[] = {{.booking = 'h', .job = 'A', .count = 2, .end = 7},
                                         {.booking = 'h', .job = 'B', .count = 1, .end = 9}};
    open_queue();
    submit('A', 3, 7, 0);
    submit('B', 1, 9, 0);
    pass(0);
    book_set('h', 4, 8, 0x3E, 1);
    check_conflicts(&queue, NULL, 0);
    pass(3);
    check_conflicts(&queue, NULL, 0);
    CHECK(in_conflict() == 0);
    pass(4);
    check_conflicts(&queue, both, 2);
    CHECK(in_conflict() == 1);
    finish('B', 6);
    check_conflicts(&queue, both, 1);
    pass(6);
    CHECK(in_conflict() == 1);                  /* once, however long it lasts */
    pass(8);
    check_conflicts(&queue, NULL, 0);
    CHECK(in_conflict() == 1 && info_of(&queue).bookings == 0);
}

/* By rising start, each with all that are in its way: 'l' is told last, and begins first. A has
 * every second processor, so that it comes up again and again, but is told once. */
static void test_two_bookings(void) {
    static const sked_conflict want[] = {{.booking = 'l', .job = 'A', .count = 3, .end = 20},
                                         {.booking = 'l', .job = 'B', .count = 1, .end = 30},
                                         {.booking = 'h', .job = 'A', .count = 1, .end = 20}};
    uint32_t p;
    open_queue();
    for (p = 0; p < SIZE; p++) {                /* jobs 0 .. 5 on processors 0 .. 5 */
        submit(p, 1, 5, 0);
    }
    pass(0);
    for (p = 0; p < SIZE; p += 2) {
        finish(p, 1);
    }
    submit('A', 3, 19, 1);
    pass(1);
    for (p = 1; p < SIZE; p += 2) {
        finish(p, 2);
    }
    submit('B', 1, 28, 2);
    pass(2);
    book_set('h', 5, NEVER, 0x10, 2);
    book_set('l', 4, 9, 0x3F, 2);
    pass(4);
    check_conflicts(&queue, want, 2);
    pass(5);
    check_conflicts(&queue, want, 3);
    CHECK(in_conflict() == 2);
    CHECK(sked_queue_unbook(&queue, 'l', 6) == SKED_OK);
    check_conflicts(&queue, &want[2], 1);
    CHECK(sked_queue_requeue(&queue, 'A', 7) == SKED_OK);
    check_conflicts(&queue, NULL, 0);
    CHECK(in_conflict() == 2);
}

/* A conflict that nobody has planned upon when it begins is counted by the next plan, or book; one
 * that is over by then is not. A booking that has begun when it is told is counted at once. */
static void test_counter(void) {
    open_queue();
    submit('A', 2, 50, 0);
    pass(0);
    book_set('h', 4, 60, 0x3, 0);
    submit('B', 1, 50, 9);                      /* reports a time, and nothing else */
    CHECK(in_conflict() == 0);
    book_set('l', 20, 30, 0x1, 10);
    CHECK(in_conflict() == 1);
    pass(31);                                   /* the second has come and gone */
    CHECK(in_conflict() == 1);
    book_set('m', 5, 60, 0x1, 31);
    CHECK(in_conflict() == 2);
    book_set('n', 31, 60, 0x2, 31);
    CHECK(in_conflict() == 3);
    pass(31);
    pass(32);
    CHECK(in_conflict() == 3);
    book_set('o', 5, 32, 0x1, 32);              /* it has ended when it is told */
    CHECK(in_conflict() == 3);
    book_set('p', 32, 60, 0x20, 32);            /* nobody is there */
    CHECK(in_conflict() == 3);
}

/* ---- bookings by count ----------------------------------------------------------------------- */

/* Of six processors A has three, and one is down; what a begun booking by set keeps is no other's.
 * So two of three that are wanted are there, then one; then they want five together. */
static void test_count(void) {
    sked_conflict want[1] = {{.booking = 'c', .count = 1, .end = NEVER}};
    open_queue();
    submit('A', 3, 50, 0);
    pass(0);
    book_count('c', 4, 60, 3, 0);
    turn_down(5, 1);
    check_conflicts(&queue, NULL, 0);
    pass(4);
    check_conflicts(&queue, want, 1);
    CHECK(in_conflict() == 1);
    book_set('h', 5, 60, 0x10, 4);
    check_conflicts(&queue, want, 1);          /* not begun */
    pass(5);
    want[0].count = 2;
    check_conflicts(&queue, want, 1);
    CHECK(in_conflict() == 1);                  /* the set itself is free */
    book_count('d', 6, 60, 2, 5);
    pass(6);
    want[0].booking = 'd';                      /* the last that began */
    want[0].count = 4;
    check_conflicts(&queue, want, 1);
    CHECK(in_conflict() == 2);
    CHECK(sked_queue_unbook(&queue, 'h', 6) == SKED_OK);
    CHECK(sked_queue_unbook(&queue, 'd', 6) == SKED_OK);
    want[0].booking = 'c';
    want[0].count = 1;
    check_conflicts(&queue, want, 1);
    finish('A', 7);
    check_conflicts(&queue, NULL, 0);
    CHECK(in_conflict() == 2);
}

/* Those by set come first, those by count last, whenever they began. */
static void test_both_kinds(void) {
    static const sked_conflict want[] = {{.booking = 'h', .job = 'A', .count = 2, .end = 50},
                                         {.booking = 'c', .job = 0, .count = 1, .end = NEVER}};
    open_queue();
    submit('A', 5, 50, 0);
    pass(0);
    book_set('h', 3, 9, 0x3, 0);
    book_count('c', 2, 9, 2, 0);
    pass(3);
    check_conflicts(&queue, want, 2);
    CHECK(in_conflict() == 2);
    pass(9);
    check_conflicts(&queue, NULL, 0);
}

/* Bookings that are to come, or over though nobody has planned since, are in nobody's way. */
static void test_ended_unplanned(void) {
    open_queue();
    submit('A', 6, 50, 0);
    pass(0);
    book_set('h', 3, 9, 0x3, 0);
    book_count('c', 3, 9, 2, 0);
    book_count('d', 20, 29, 2, 0);
    submit('B', 1, 1, 9);
    CHECK(info_of(&queue).now == 9 && info_of(&queue).bookings == 3);
    check_conflicts(&queue, NULL, 0);
}

/* ---- tiers, copies --------------------------------------------------------------------------- */

/* Who runs in the background of a booked processor is in nobody's way. The pass of tiers counts as
 * that of a queue. */
static void test_tiers(void) {
    static const sked_conflict want[] = {{.booking = 'h', .job = 'A', .count = 1, .end = 50},
                                         {.booking = 'c', .job = 0, .count = 1, .end = NEVER}};
    sked_queue_settings settings = sked_queue_settings_measy(2, 4);
    const sked_tiers tiers = tiers_of(SKED_MEASY);
    sked_span span = span_of(5, 9, 0);
    SKED_SET_LOCAL(set, 2u);
    sked_action action;
    settings.bookings_max = 2;
    open_with(&settings);
    submit('A', 2, 50, 0);
    submit('B', 2, 3, 0);
    CHECK(sked_tiers_plan(&queue, &tiers, 0) == SKED_OK);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && action.id == 'A');
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && action.id == 'B');
    CHECK(action.kind == SKED_START_BACKGROUND);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_DONE);
    sked_set_add(&set, 1);
    span.set = &set;
    CHECK(sked_queue_book(&queue, 'h', &span, 0) == SKED_OK);
    book_count('c', 5, 9, 1, 0);
    CHECK(sked_tiers_plan(&queue, &tiers, 5) == SKED_OK && in_conflict() == 2);
    check_conflicts(&queue, want, 2);          /* in an open pass, too */
    CHECK(sked_queue_plan_end(&queue) == SKED_OK);
    finish('A', 6);
    check_conflicts(&queue, NULL, 0);
}

/* What was counted is not counted anew by a branch, or by a queue that was saved. */
static void test_copies(void) {
    static const sked_conflict want[] = {{.booking = 'h', .job = 'A', .count = 2, .end = 50}};
    sked_queue copy;
    sked_queue_info info;
    const void *block = NULL;
    size_t bytes = 0;
    open_queue();
    submit('A', 2, 50, 0);
    pass(0);
    book_set('h', 4, 60, 0x3, 0);
    pass(4);
    CHECK(sked_queue_branch(&queue, &copy, &room[HALF], HALF_BYTES) == SKED_OK);
    check_conflicts(&copy, want, 1);
    CHECK(sked_queue_plan(&copy, 5) == SKED_OK && sked_queue_plan_end(&copy) == SKED_OK);
    CHECK(sked_queue_get_info(&copy, &info) == SKED_OK);
    CHECK(info.counters.bookings_in_conflict == 1);
    CHECK(sked_queue_finish(&copy, 'A', 5) == SKED_OK);
    check_conflicts(&copy, NULL, 0);
    check_conflicts(&queue, want, 1);
    CHECK(sked_queue_seal(&queue, &block, &bytes) == SKED_OK && bytes <= HALF_BYTES);
    memcpy(&room[HALF], block, bytes);
    CHECK(sked_queue_open(&copy, NULL, &room[HALF], bytes) == SKED_OK);
    check_conflicts(&copy, want, 1);
    CHECK(sked_queue_plan(&copy, 6) == SKED_OK && sked_queue_plan_end(&copy) == SKED_OK);
    CHECK(sked_queue_get_info(&copy, &info) == SKED_OK);
    CHECK(info.counters.bookings_in_conflict == 1);
}

static void test_empty(void) {
    const sked_queue empty = SKED_ZERO;
    sked_conflict told;
    uint64_t cursor = 0;
    CHECK(sked_queue_next_conflict(&empty, &cursor, &told) == SKED_E_EMPTY && cursor == 0);
    open_queue();
    check_conflicts(&queue, NULL, 0);
}

/* ---- nobody waits ---------------------------------------------------------------------------- */

/* Running jobs end, bookings begin and end, whoever waits. */
static void test_next_time(void) {
    open_queue();
    CHECK(sked_queue_next_time(&queue) == NEVER);
    submit('A', 2, 7, 0);
    CHECK(sked_queue_next_time(&queue) == NEVER);       /* it only waits: plan */
    pass(0);
    CHECK(sked_queue_next_time(&queue) == 7);
    book_count('c', 3, 5, 1, 0);
    CHECK(sked_queue_next_time(&queue) == 3);
    pass(3);
    CHECK(sked_queue_next_time(&queue) == 5);
    pass(5);
    CHECK(sked_queue_next_time(&queue) == 7);
    pass(7);
    CHECK(sked_queue_next_time(&queue) == NEVER);       /* overdue: it may end at any moment */
    finish('A', 8);
    CHECK(sked_queue_next_time(&queue) == NEVER);
}

/* Where reservations are kept there are none if nobody waits; then there are. */
static void test_next_time_kept(void) {
    sked_queue_settings settings = sked_queue_settings_conservative(SIZE, 6);
    open_with(&settings);
    CHECK(sked_queue_next_time(&queue) == NEVER);
    submit('A', 6, 7, 0);
    pass(0);
    CHECK(sked_queue_next_time(&queue) == 7);
    submit('B', 6, 2, 1);
    pass(1);
    CHECK(sked_queue_next_time(&queue) == 7);
    finish('A', 4);
    pass(4);
    CHECK(sked_queue_next_time(&queue) == 6);
    finish('B', 5);
    CHECK(sked_queue_next_time(&queue) == NEVER);
}

/* In a background no end is known. */
static void test_next_time_tiers(void) {
    sked_queue_settings settings = sked_queue_settings_measy(2, 4);
    const sked_tiers tiers = tiers_of(SKED_MEASY);
    sked_action action;
    open_with(&settings);
    submit('A', 2, 50, 0);
    submit('B', 2, 3, 0);
    CHECK(sked_tiers_plan(&queue, &tiers, 0) == SKED_OK);
    while (sked_tiers_next(&queue, &action, NULL) == SKED_OK) {
    }
    CHECK(sked_queue_next_time(&queue) == 50);
    finish('A', 1);
    CHECK(info_of(&queue).background == 1 && sked_queue_next_time(&queue) == NEVER);
}

int main(void) {
    test_set();
    test_two_bookings();
    test_counter();
    test_count();
    test_both_kinds();
    test_ended_unplanned();
    test_tiers();
    test_copies();
    test_empty();
    test_next_time();
    test_next_time_kept();
    test_next_time_tiers();
    return check_done("quick/conflicts");
}
