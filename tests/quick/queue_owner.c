/* queue_owner.c - quick tests of bookings with an owner: what is preempted for a job reaches it.
 *
 * SPDX-License-Identifier: MIT
 *
 * The last section does damage to blocks, and it alone reaches for private fields. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "scenes.h"
#include "kind_scenes.h"

#define NEVER SKED_NEVER
enum { BOOKING = 7, OTHER = 8 };

static sked_align copy_room[2600];

/* ---- help ------------------------------------------------------------------------------------ */

static void open_easy(uint32_t processors, uint32_t depth, sked_reservations reservations) {
    sked_queue_settings settings = sked_queue_settings_easy(processors, 8);
    settings.depth = depth;
    settings.reservations = reservations;
    settings.bookings_max = 2;
    open_with(&settings, NULL);
}

static void set_of_mask(sked_set *set, uint32_t mask) {
    uint32_t p;
    sked_set_clear(set);
    for (p = 0; p < set->size; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(set, p);
        }
    }
}

static sked_status book_for(uint64_t id, uint64_t owner, uint32_t mask, sked_time start,
                            sked_time end, sked_time now) {
    sked_word words[SKED_SET_WORDS(32)];
    sked_set set = sked_set_of(words, info_of(&queue).processors);
    sked_span span = span_of(start, end, 0);
    sked_status status;
    set_of_mask(&set, mask);
    span.set = &set;
    status = sked_queue_book_for(&queue, id, owner, &span, now);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    return status;
}

/* From now on, without an end. */
static void own(uint64_t owner, uint32_t mask, sked_time now) {
    CHECK_SEED(owner, book_for(BOOKING, owner, mask, now, NEVER, now) == SKED_OK);
}

/* The booking of a job; 0: it has none. */
static uint64_t booking_of(uint64_t job) {
    uint64_t id = 0;
    const sked_status status = sked_queue_booking_of(&queue, job, &id);
    CHECK_SEED(job, (status == SKED_OK) == (id != 0));
    CHECK_SEED(job, status == SKED_OK || status == SKED_E_UNKNOWN);
    return id;
}

static uint32_t bars_of(uint64_t id) {
    sked_job_info info;
    CHECK_SEED(id, sked_queue_get_job(&queue, id, &info, NULL) == SKED_OK);
    return info.bars;
}

static void requeue(uint64_t id, sked_time now) {
    CHECK_SEED(id, sked_queue_requeue(&queue, id, now) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

static sked_status change_width(uint64_t id, uint32_t width, sked_time now) {
    sked_job_change change = {0};
    change.fields = SKED_CHANGE_WIDTH;
    change.width = width;
    return sked_queue_change(&queue, id, &change, now);
}

/* Four processors: A has 0 and 1, B has 2, one is idle. H is next, and wants all. */
static void open_scene(uint32_t depth, sked_reservations reservations) {
    open_easy(4, depth, reservations);
    submit('A', 2, 100, 0);
    submit('B', 1, 100, 0);
    submit('H', 4, 10, 0);
    pass_starts(0, "AB");
    submit('U', 3, 5, 1);
}

/* ---- what an owner gets ---------------------------------------------------------------------- */

/* U is to have 0, 1 and 3. Nobody gets these, though C would end before H could start; when A is
 * gone, U comes before all others. */
static void test_protocol(uint32_t depth, sked_reservations reservations) {
    sked_action action;
    open_scene(depth, reservations);
    own('U', 11, 1);
    CHECK(booking_of('U') == BOOKING && bars_of('U') == 1 && booking_of('A') == 0 &&
          booking_of('X') == 0);
    CHECK(info_of(&queue).waiting == 1 && info_of(&queue).barred == 1);
    submit('C', 1, 5, 1);
    pass_starts(1, "");
    requeue('A', 2);
    CHECK(sked_queue_plan(&queue, 2) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK);
    CHECK(action.id == 'U' && action.kind == SKED_START && action.reason == SKED_BOOKED &&
          action.tag == 'U' + 100 && action.start == 2 && action.end == 7 && action.width == 3 &&
          action.extra == 0 && action.shadow == NEVER && action.head == 0);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
    CHECK(booking_of('U') == 0 && info_of(&queue).bookings == 0 && info_of(&queue).barred == 0);
    CHECK(info_of(&queue).counters.started == 3);
    CHECK(info_of(&queue).processors_free == 0);
    finish('U', 7);
    pass_on(7, depth == SKED_NO_RESERVATIONS ? "A" : "AC", NULL);
}

/* The processors that are booked are those that it gets, and the lowest ones it would else have. */
static void test_processors(void) {
    static const uint32_t masks[] = {12, 3};
    open_easy(4, 1, SKED_REBUILD);
    submit('A', 2, 10, 0);
    submit('U', 2, 10, 0);
    own('U', 12, 0);
    pass_on(0, "UA", masks);
}

/* A booking that begins later keeps its owner waiting, and an owner with other bars waits on. */
static void test_start(void) {
    open_easy(2, 1, SKED_REBUILD);
    submit('U', 1, 10, 0);
    CHECK(book_for(BOOKING, 'U', 1, 5, NEVER, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(sked_queue_next_time(&queue) == 5);
    pass_starts(4, "");
    CHECK(sked_queue_bar(&queue, 'U', 4) == SKED_OK && bars_of('U') == 2);
    pass_starts(5, "");
    CHECK(sked_queue_unbar(&queue, 'U', SKED_AFRESH, 6) == SKED_OK && bars_of('U') == 1);
    CHECK(sked_queue_unbar(&queue, 'U', 0, 6) == SKED_E_NO_BARS);
    pass_starts(6, "U");
}

/* Owners start in the order of their bookings, those that cannot are passed over, and others come
 * after them. */
static void test_two(void) {
    static const uint32_t masks[] = {8, 2, 1};
    open_easy(4, 1, SKED_REBUILD);
    submit('A', 1, 50, 0);
    submit('U', 1, 10, 0);
    submit('V', 1, 10, 0);
    CHECK(book_for(BOOKING, 'U', 8, 0, NEVER, 0) == SKED_OK);
    CHECK(book_for(OTHER, 'V', 2, 0, NEVER, 0) == SKED_OK);
    CHECK(sked_queue_bar(&queue, 'U', 0) == SKED_OK);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK && sked_queue_plan_end(&queue) == SKED_OK);
    CHECK(info_of(&queue).running == 0 && booking_of('V') == OTHER);
    CHECK(sked_queue_unbar(&queue, 'U', 0, 0) == SKED_OK);
    CHECK(sked_queue_bar(&queue, 'V', 0) == SKED_OK);
    CHECK(sked_queue_unbar(&queue, 'V', 0, 0) == SKED_OK);
    pass_on(0, "UVA", masks);
}

/* The first one's processor is busy, the second one's is not, and the third one is not to start
 * yet. */
static void test_passed_over(void) {
    sked_queue_settings settings = sked_queue_settings_easy(4, 8);
    settings.bookings_max = 3;
    open_with(&settings, NULL);
    submit('A', 1, 50, 0);
    pass_starts(0, "A");
    submit('U', 1, 10, 0);
    submit('V', 1, 10, 0);
    submit('W', 1, 10, 0);
    CHECK(book_for(BOOKING, 'U', 1, 0, NEVER, 0) == SKED_OK);
    CHECK(book_for(OTHER, 'V', 8, 1, NEVER, 0) == SKED_OK);
    CHECK(book_for(9, 'W', 2, 2, NEVER, 0) == SKED_OK);
    pass_starts(1, "V");
    CHECK(booking_of('U') == BOOKING && booking_of('W') == 9);
    pass_starts(2, "W");
    finish('A', 3);
    pass_starts(3, "U");
}

/* A processor that goes down is one that the owner waits for; losses are reported first. */
static void test_down(void) {
    SKED_SET_LOCAL(one, 4);
    sked_action action;
    open_scene(1, SKED_REBUILD);
    own('U', 11, 1);
    sked_set_clear(&one);
    sked_set_add(&one, 2);
    CHECK(sked_queue_down(&queue, &one, 2) == SKED_OK);
    finish('A', 2);
    CHECK(sked_queue_plan(&queue, 2) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.kind == SKED_LOST);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'U');
    CHECK(sked_queue_plan_end(&queue) == SKED_OK);
    finish('U', 3);
    submit('V', 1, 5, 3);
    CHECK(book_for(OTHER, 'V', 4, 3, NEVER, 3) == SKED_OK);
    finish('B', 3);
    pass_starts(3, "");
    CHECK(sked_queue_up(&queue, &one, 4) == SKED_OK);
    pass_starts(4, "V");
}

/* ---- when it does not come to that ----------------------------------------------------------- */

/* The booking is cancelled, or ends: the owner is in the line again, at its old place. */
static void test_back(void) {
    uint64_t id;
    open_scene(1, SKED_REBUILD);
    submit('L', 3, 5, 1);
    own('U', 11, 1);
    CHECK(sked_queue_unbook(&queue, BOOKING, 2) == SKED_OK);
    CHECK(sked_queue_waiting_at(&queue, 1, &id) == SKED_OK && id == 'U' && bars_of('U') == 0);
    CHECK(book_for(BOOKING, 'U', 11, 2, 9, 2) == SKED_OK);
    pass_starts(8, "");
    CHECK(booking_of('U') == BOOKING);
    pass_starts(9, "");
    CHECK(booking_of('U') == 0 && bars_of('U') == 0);
    CHECK(sked_queue_waiting_at(&queue, 1, &id) == SKED_OK && id == 'U');
    CHECK(book_for(BOOKING, 'U', 11, 9, 12, 9) == SKED_OK);     /* one that has ended is none */
    CHECK(sked_queue_bar(&queue, 'U', 12) == SKED_OK && booking_of('U') == 0);
    CHECK(book_for(OTHER, 'U', 11, 12, NEVER, 12) == SKED_OK);
    CHECK(booking_of('U') == OTHER && bars_of('U') == 2 && info_of(&queue).bookings == 1);
}

/* It goes with its owner, or if that wants something else. */
static void test_gone(void) {
    open_scene(1, SKED_REBUILD);
    own('U', 11, 1);
    CHECK(change_width('U', 3, 1) == SKED_OK && booking_of('U') == BOOKING);
    CHECK(change_width('U', 2, 1) == SKED_OK && booking_of('U') == 0 && bars_of('U') == 0);
    own('U', 3, 2);
    CHECK(sked_queue_bar(&queue, 'U', 2) == SKED_OK);
    CHECK(change_width('U', 1, 2) == SKED_OK && booking_of('U') == 0 && bars_of('U') == 1);
    own('U', 8, 3);
    CHECK(sked_queue_cancel(&queue, 'U', 3) == SKED_OK && info_of(&queue).bookings == 0);
    CHECK(sked_queue_validate(&queue) == SKED_OK && info_of(&queue).barred == 0);
}

/* What a booking kept is given back to kept reservations: H need not wait for A any more. */
static void test_given_back(void) {
    sked_job_info info;
    open_easy(4, SKED_ALL, SKED_COMPRESS);
    submit('A', 2, 100, 0);
    pass_starts(0, "A");
    submit('U', 2, 5, 0);
    CHECK(sked_queue_bar(&queue, 'U', 0) == SKED_OK);
    own('U', 12, 0);
    submit('H', 2, 10, 0);
    pass_starts(1, "");
    CHECK(sked_queue_get_job(&queue, 'H', &info, NULL) == SKED_OK && info.reserved == 100);
    CHECK(change_width('U', 1, 2) == SKED_OK && booking_of('U') == 0 && bars_of('U') == 1);
    pass_starts(2, "H");
}

static void test_refused(void) {
    sked_queue_settings settings = settings_of(4, 2, 1);
    sked_span span = span_of(1, 9, 1);
    uint64_t id = 0;
    sked_queue empty = {0};
    open_scene(1, SKED_REBUILD);
    CHECK(sked_queue_book_for(&empty, 1, 'U', &span, 1) == SKED_E_EMPTY);
    CHECK(sked_queue_booking_of(&empty, 'U', &id) == SKED_E_EMPTY);
    CHECK(sked_queue_book_for(&queue, BOOKING, 'U', &span, 1) == SKED_E_RANGE);
    CHECK(book_for(BOOKING, 'X', 11, 1, 9, 1) == SKED_E_UNKNOWN);
    CHECK(book_for(BOOKING, 'A', 3, 1, 9, 1) == SKED_E_NOT_WAITING);
    CHECK(book_for(BOOKING, 'U', 3, 1, 9, 1) == SKED_E_RANGE);
    CHECK(book_for(BOOKING, 'U', 0, 1, 9, 1) == SKED_E_NO_WIDTH);
    CHECK(book_for(BOOKING, 'U', 11, 9, 9, 1) == SKED_E_RANGE);
    CHECK(book_for(BOOKING, 'U', 11, -1, 9, 1) == SKED_E_TIME);
    CHECK(book_for(BOOKING, 'U', 11, 1, 9, 0) == SKED_E_BACKWARDS);
    own('U', 11, 1);
    CHECK(book_for(OTHER, 'U', 11, 1, 9, 1) == SKED_E_DUPLICATE);
    submit('V', 1, 5, 1);
    CHECK(book_for(BOOKING, 'V', 1, 1, 9, 1) == SKED_E_DUPLICATE);
    CHECK(book_for(OTHER, 'V', 1, 1, 9, 1) == SKED_E_TAKEN && bars_of('V') == 0);
    CHECK(book_for(OTHER, 'V', 4, 1, 9, 1) == SKED_OK);
    submit('W', 1, 5, 1);
    CHECK(book_for(9, 'W', 1, 1, 9, 1) == SKED_E_FULL && bars_of('W') == 0);
    settings.kinds_max = settings.quotas_max = 0;
    settings.backgrounds = 1;
    open_with(&settings, NULL);
    submit('U', 1, 5, 0);
    CHECK(book_for(BOOKING, 'U', 1, 0, 9, 0) == SKED_E_BACKGROUNDS);
}

/* What is booked for one job is not booked for another at the same time; but it is when the first
 * booking is not there yet, or is over, or has no owner, or is the job's own. */
static void test_taken(void) {
    SKED_SET_LOCAL(all, 4);
    sked_queue_settings settings = sked_queue_settings_easy(4, 8);
    sked_span span = span_of(0, NEVER, 0);
    settings.bookings_max = 5;
    open_with(&settings, NULL);
    sked_set_fill(&all);
    span.set = &all;
    CHECK(sked_queue_book(&queue, 5, &span, 0) == SKED_OK);
    submit('U', 2, 5, 0);
    submit('V', 2, 5, 0);
    submit('W', 2, 5, 0);
    CHECK(book_for(BOOKING, 'U', 3, 10, 20, 0) == SKED_OK);
    CHECK(book_for(OTHER, 'V', 6, 19, 30, 0) == SKED_E_TAKEN);
    CHECK(book_for(OTHER, 'V', 6, 5, 11, 0) == SKED_E_TAKEN);
    CHECK(book_for(OTHER, 'V', 12, 5, 30, 0) == SKED_OK);
    CHECK(sked_queue_unbook(&queue, OTHER, 0) == SKED_OK);
    CHECK(book_for(OTHER, 'V', 6, 5, 10, 0) == SKED_OK);
    CHECK(book_for(9, 'W', 3, 20, 30, 0) == SKED_OK);
    CHECK(sked_queue_unbook(&queue, 9, 0) == SKED_OK);
    CHECK(book_for(9, 'W', 6, 5, 30, 9) == SKED_E_TAKEN);       /* V's, which lasts until 10 */
    CHECK(book_for(9, 'W', 6, 5, 10, 10) == SKED_OK);           /* is over, and U's is not met */
    CHECK(book_for(OTHER, 'W', 3, 10, 12, 20) == SKED_OK);      /* nor is its own */
}

/* A job with as many bars as there can be gets no other. */
static void test_bars_full(void) {
    sked_job job = job_of('U', 1, 5);
    open_easy(4, 1, SKED_REBUILD);
    job.bars = UINT32_MAX;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    CHECK(book_for(BOOKING, 'U', 1, 0, 9, 0) == SKED_E_RANGE && bars_of('U') == UINT32_MAX);
}

/* ---- kinds, quotas and caps ------------------------------------------------------------------ */

/* An owner of kind 1 starts on what is of that kind, and when its quota has room. */
static void test_kinds(uint32_t depth, sked_reservations reservations) {
    const uint32_t one[1] = {1};
    sked_queue_settings settings = settings_of(4, 2, 1);
    settings.depth = depth;
    settings.reservations = reservations;
    open_with(&settings, NULL);
    kind(1, 12, 1, 0);
    quota(0, 1, SKED_RESERVE, 0);
    CHECK(submit_as('A', 1, 1, 50, one, 0) == SKED_OK);
    pass_starts(0, "A");
    CHECK(submit_as('U', 1, 1, 5, one, 0) == SKED_OK);
    CHECK(book_for(BOOKING, 'U', 1, 0, NEVER, 0) == SKED_E_RANGE);
    own('U', 8, 0);
    pass_starts(1, "");
    of_kind('B', 1, 1, 5, 1);
    pass_starts(1, "");                 /* 2 is A's, and 3 is booked */
    finish('A', 2);
    kind(1, 4, 1, 2);
    pass_starts(2, "B");                /* 3 is no longer of the kind */
    kind(1, 12, 1, 3);
    pass_starts(3, "U");
    CHECK(used(0) == 1);
}

/* A kind without the processors ends the booking. */
static void test_kind_changed(void) {
    sked_job_change change = {0};
    open(4, 2, 0);
    kind(1, 12, 0, 0);
    of_kind('U', 1, 1, 5, 0);
    own('U', 8, 0);
    change.fields = SKED_CHANGE_KIND;
    change.kind = 0;
    CHECK(sked_queue_change(&queue, 'U', &change, 0) == SKED_OK && booking_of('U') == BOOKING);
    kind(1, 3, 0, 0);
    change.kind = 1;
    CHECK(sked_queue_change(&queue, 'U', &change, 0) == SKED_OK && booking_of('U') == 0);
    pass_starts(0, "U");
}

/* Its processors may be idle while a cap is not. */
static void test_caps(void) {
    SKED_SET_LOCAL(all, 4);
    sked_queue_settings settings = settings_of(4, 1, 0);
    sked_job job = job_of('A', 1, 50);
    settings.caps_max = 1;
    open_with(&settings, NULL);
    sked_set_fill(&all);
    CHECK(sked_queue_set_cap(&queue, 0, &all, 5, 0) == SKED_OK);
    job.amount_each = 3;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    pass_starts(0, "A");
    job = job_of('U', 1, 5);
    job.amount_each = 3;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    own('U', 8, 0);
    pass_starts(1, "");
    finish('A', 2);
    pass_starts(2, "U");
}

/* ---- tiers, copies --------------------------------------------------------------------------- */

/* Without backgrounds the pass of tiers does the same. */
static void test_tiers(void) {
    const sked_tiers tiers = tiers_of(SKED_REASY);
    sked_action action;
    open_scene(1, SKED_REBUILD);
    own('U', 11, 1);
    submit('C', 1, 5, 1);
    finish('A', 2);
    CHECK(sked_tiers_plan(&queue, &tiers, 2) == SKED_OK);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK);
    CHECK(action.id == 'U' && action.reason == SKED_BOOKED);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_DONE);
}

/* A forecast knows of it, and so does a copy in the midst of a pass. */
static void test_copies(uint32_t depth, sked_reservations reservations) {
    sked_forecast forecasts[8];
    sked_queue copy;
    sked_action action;
    open_scene(depth, reservations);
    own('U', 11, 1);
    finish('A', 2);
    CHECK(sked_queue_forecast(&queue, 2, forecasts, 8, copy_room, sizeof(copy_room)) == SKED_OK);
    CHECK(forecasts[0].id == 'H' && forecasts[0].start == 100);
    CHECK(sked_queue_plan(&queue, 2) == SKED_OK && sked_queue_validate(&queue) == SKED_OK);
    CHECK(sked_queue_branch(&queue, &copy, copy_room, sizeof(copy_room)) == SKED_OK);
    CHECK(sked_queue_validate(&copy) == SKED_OK);
    CHECK(sked_queue_next(&copy, &action, NULL) == SKED_OK && action.id == 'U');
    CHECK(sked_queue_plan_end(&queue) == SKED_OK && booking_of('U') == BOOKING);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static void check_damaged(uint32_t *field, uint32_t value) {
    const uint32_t was = *field;
    *field = value;
    CHECK_SEED(value, sked_queue_validate(&queue) == SKED_E_CORRUPT);
    *field = was;
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

static void test_damage(void) {
    sked_queue_booking_ *bookings;
    open_scene(1, SKED_REBUILD);
    bookings = queue.booking_;
    submit('V', 1, 5, 1);
    own('U', 11, 1);
    CHECK(book_for(OTHER, 'V', 4, 1, NEVER, 1) == SKED_OK);
    check_damaged(&bookings[0].owner, 8);           /* jobs_max */
    check_damaged(&bookings[0].owner, 0);           /* A, which runs */
    check_damaged(&bookings[0].owner, bookings[1].owner);
    check_damaged(&bookings[1].owner, bookings[0].owner);
    check_damaged(&queue.job_[bookings[1].owner].width, 2);
}

int main(void) {
    test_protocol(SKED_NO_RESERVATIONS, SKED_REBUILD);
    test_protocol(1, SKED_REBUILD);
    test_protocol(2, SKED_REBUILD);
    test_protocol(SKED_ALL, SKED_COMPRESS);
    test_processors();
    test_start();
    test_two();
    test_passed_over();
    test_down();
    test_back();
    test_gone();
    test_given_back();
    test_refused();
    test_taken();
    test_bars_full();
    test_kinds(1, SKED_REBUILD);
    test_kinds(2, SKED_REBUILD);
    test_kinds(SKED_ALL, SKED_COMPRESS);
    test_kind_changed();
    test_caps();
    test_tiers();
    test_copies(SKED_NO_RESERVATIONS, SKED_REBUILD);
    test_copies(1, SKED_REBUILD);
    test_copies(2, SKED_REBUILD);
    test_copies(SKED_ALL, SKED_COMPRESS);
    test_damage();
    return check_done("quick/queue_owner");
}
