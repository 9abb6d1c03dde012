/* change.c - quick tests of jobs that change in place.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. In the drawings time runs to the right, one column a tick; a dot is
 * idle, x is booked. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "scenes.h"

#define NEVER SKED_NEVER

static sked_align room[700];

/* ---- help ------------------------------------------------------------------------------------ */

static sked_queue_settings settings_of(uint32_t processors, sked_order order) {
    sked_queue_settings settings = sked_queue_settings_easy(processors, 6);
    settings.bookings_max = 2;
    settings.order = order;
    return settings;
}

static void open_with(const sked_queue_settings *settings) {
    CHECK(sked_queue_init(&queue, settings, NULL, room, sizeof(room)) == SKED_OK);
}

static void open_easy(uint32_t processors, sked_order order) {
    const sked_queue_settings settings = settings_of(processors, order);
    open_with(&settings);
}

static void open_compress(uint32_t processors, sked_order order) {
    sked_queue_settings settings = settings_of(processors, order);
    settings.depth = SKED_ALL;
    open_with(&settings);
}

static sked_job_change change_of(uint32_t fields) {
    sked_job_change change = SKED_ZERO;
    change.fields = fields;
    return change;
}

static sked_status set_key(uint64_t id, uint64_t key, sked_time now) {
    sked_job_change change = change_of(SKED_CHANGE_KEY);
    change.key = key;
    return sked_queue_change(&queue, id, &change, now);
}

static sked_status set_width(uint64_t id, uint32_t width, uint32_t options, sked_time now) {
    sked_job_change change = change_of(SKED_CHANGE_WIDTH);
    change.width = width;
    change.options = options;
    return sked_queue_change(&queue, id, &change, now);
}

static sked_status set_estimate(uint64_t id, sked_time estimate, uint32_t options, sked_time now) {
    sked_job_change change = change_of(SKED_CHANGE_ESTIMATE);
    change.estimate = estimate;
    change.options = options;
    return sked_queue_change(&queue, id, &change, now);
}

static sked_job_info job_info(uint64_t id) {
    sked_job_info info;
    CHECK_SEED(id, sked_queue_get_job(&queue, id, &info, NULL) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    return info;
}

static sked_time reserved(uint64_t id) {
    return job_info(id).reserved;
}

static uint64_t broken(void) {
    return info_of(&queue).counters.promises_broken;
}

/* The jobs of the line, in order. */
static void check_line(const char *want) {
    uint64_t id;
    uint32_t at;
    for (at = 0; want[at] != 0; at++) {
        CHECK(sked_queue_waiting_at(&queue, at, &id) == SKED_OK);
        CHECK_SEED(id, id == (uint64_t)want[at] && job_info(id).position == at);
    }
    CHECK(sked_queue_waiting_at(&queue, at, &id) == SKED_E_RANGE);
}

/* Of two processors. */
static void book_set(uint64_t id, sked_time start, sked_time end, uint32_t mask, sked_time now) {
    SKED_SET_LOCAL(set, 2);
    sked_span span = span_of(start, end, 0);
    uint32_t p;
    for (p = 0; p < set.size; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(&set, p);
        }
    }
    span.set = &set;
    CHECK(sked_queue_book(&queue, id, &span, now) == SKED_OK);
}

/* ---- waiting jobs: the order ----------------------------------------------------------------- */

/* The new key counts at once; equal keys go by submission, so that a job that comes back is where
 * it was. */
static void test_key(void) {
    open_easy(2, SKED_BY_KEY);
    submit('R', 2, 9, 0);
    pass_starts(0, "R");
    submit('A', 2, 5, 0);
    submit('B', 2, 5, 0);
    submit('C', 2, 5, 0);
    check_line("ABC");
    CHECK(set_key('A', 1, 1) == SKED_OK && job_info('A').key == 1);
    check_line("BCA");
    CHECK(set_key('B', 1, 1) == SKED_OK);
    check_line("CAB");
    CHECK(set_key('A', 0, 1) == SKED_OK);
    check_line("ACB");
    CHECK(set_key('R', 7, 2) == SKED_OK && job_info('R').key == 7 && job_info('R').running);
    CHECK(info_of(&queue).now == 2);
    finish('R', 3);
    pass_starts(3, "A");
    CHECK(sked_queue_requeue(&queue, 'A', 3) == SKED_OK);
    check_line("ACB");
}

/* The order by estimate, and that of backfilling by width. */
static void test_orders(void) {
    sked_queue_settings settings = settings_of(4, SKED_SJF);
    settings.backfill_order = SKED_NARROWEST;
    open_with(&settings);
    submit('R', 3, 9, 0);
    pass_starts(0, "R");
    submit('H', 2, 1, 0);
    submit('A', 2, 5, 0);
    submit('B', 2, 5, 0);
    pass_starts(0, "");                      /* they are sorted into their classes of widths */
    CHECK(set_estimate('B', 4, 0, 0) == SKED_OK);
    check_line("HBA");
    CHECK(set_width('A', 1, 0, 0) == SKED_OK && job_info('A').width == 1);
    pass_starts(0, "A");
    CHECK(set_width('B', 1, 0, 0) == SKED_OK);
    finish('A', 1);
    pass_starts(1, "B");
    check_line("H");
}

/* A head that becomes wide waits, and the next may pass; one that becomes narrow starts. */
static void test_head(void) {
    open_easy(2, SKED_FCFS);
    submit('R', 1, 9, 0);
    pass_starts(0, "R");
    submit('A', 2, 5, 0);
    submit('B', 1, 5, 0);
    CHECK(set_estimate('B', 10, 0, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(set_width('A', 1, 0, 1) == SKED_OK);
    pass_starts(1, "A");
    CHECK(job_info('A').end == 6);
}

/* ---- waiting jobs: reservations -------------------------------------------------------------- */

/*      01234567890123
 *   0  RRRRRAAAA....
 *   1  .....AAAABBB.   ->  A narrower: B moves up; A shorter: B moves up again */
static void test_less(void) {
    open_compress(2, SKED_FCFS);
    submit('R', 2, 5, 0);
    submit('A', 2, 4, 0);
    submit('B', 1, 3, 0);
    pass_starts(0, "R");
    CHECK(reserved('A') == 5 && reserved('B') == 9);
    CHECK(set_estimate('A', 2, SKED_IF_KEPT, 1) == SKED_OK && set_key('R', 1, 1) == SKED_OK);
    CHECK(reserved('A') == 5 && reserved('B') == 9);
    pass_starts(1, "");
    CHECK(reserved('A') == 5 && reserved('B') == 7);
    CHECK(set_width('A', 1, SKED_IF_KEPT, 1) == SKED_OK);
    pass_starts(1, "");
    CHECK(reserved('A') == 5 && reserved('B') == 5);
    CHECK(broken() == 0);
}

/* A job that becomes smaller fits where it did not before, though nothing else was given back. */
static void test_smaller_moves(void) {
    open_compress(2, SKED_FCFS);
    submit('R', 1, 9, 0);
    submit('A', 2, 4, 0);
    pass_starts(0, "R");
    CHECK(reserved('A') == 9);
    CHECK(set_width('A', 1, 0, 1) == SKED_OK && reserved('A') == 9);
    pass_starts(1, "A");
    CHECK(broken() == 0);
}

/* More at its old place: kept where there is room beside the others, else lost. Nobody else moves.
 *      012345678901234
 *   0  RRRRRAAAA.CCC
 *   1  .....AAAA.CCC       room for one tick more of A, not for two */
static void test_more(void) {
    open_compress(2, SKED_FCFS);
    submit('R', 2, 5, 0);
    submit('A', 2, 4, 0);
    submit('B', 2, 1, 0);
    submit('C', 2, 3, 0);
    pass_starts(0, "R");
    CHECK(reserved('C') == 10);
    CHECK(sked_queue_cancel(&queue, 'B', 0) == SKED_OK);
    CHECK(set_estimate('A', 5, SKED_IF_KEPT, 0) == SKED_OK);
    CHECK(reserved('A') == 5 && job_info('A').estimate == 5);
    CHECK(set_estimate('A', 6, SKED_IF_KEPT, 1) == SKED_E_PROMISE);
    CHECK(reserved('A') == 5 && job_info('A').estimate == 5 && info_of(&queue).now == 0);
    CHECK(set_estimate('A', 6, 0, 1) == SKED_OK);
    CHECK(reserved('A') == NEVER && reserved('C') == 10 && broken() == 1);
    pass_starts(1, "");
    CHECK(reserved('A') == 13 && reserved('C') == 5);   /* A looked first, beside C's old one */
    CHECK(set_key('A', 5, 1) == SKED_OK && reserved('A') == 13);
    CHECK(broken() == 1);
}

/* Wider, with room, without, and of a job that no pass has seen, or that is promised nothing. */
static void test_wider(void) {
    SKED_SET_LOCAL(set, 3);
    open_compress(3, SKED_FCFS);
    submit('R', 3, 5, 0);
    submit('A', 1, 4, 0);
    submit('B', 1, 4, 0);
    pass_starts(0, "R");
    CHECK(set_width('A', 2, SKED_IF_KEPT, 0) == SKED_OK && reserved('A') == 5);
    CHECK(set_width('A', 3, SKED_IF_KEPT, 0) == SKED_E_PROMISE);
    submit('C', 1, 1, 0);
    CHECK(set_width('C', 3, SKED_IF_KEPT, 0) == SKED_OK && reserved('C') == NEVER);
    CHECK(broken() == 0);
    sked_set_add(&set, 0);
    CHECK(sked_queue_down(&queue, &set, 0) == SKED_OK);
    pass_starts(0, "R");                     /* which has lost a processor */
    CHECK(reserved('C') == NEVER && broken() == 1);     /* B's, which no longer fits beside A */
    CHECK(set_estimate('C', 2, SKED_IF_KEPT, 0) == SKED_OK);
    CHECK(set_width('C', 1, SKED_IF_KEPT, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(reserved('C') == 9 && broken() == 1);
}

/* A promise whose time has passed without a pass is lost if the job needs more, and only then. */
static void test_missed(void) {
    open_compress(1, SKED_FCFS);
    submit('R', 1, 5, 0);
    submit('A', 1, 5, 0);
    pass_starts(0, "R");
    finish('R', 5);
    CHECK(set_estimate('A', 6, SKED_IF_KEPT, 6) == SKED_E_PROMISE);
    CHECK(set_estimate('A', 4, SKED_IF_KEPT, 6) == SKED_OK && broken() == 0);
    CHECK(set_estimate('A', 6, 0, 6) == SKED_OK && broken() == 1);
    pass_starts(6, "A");
}

/* Events since the last pass have changed what is free: room is measured anew, beside what all are
 * promised still.
 *      0123456789012345678901234567
 *   0  RRRRRA    xxxxxxxxxx
 *   1  RRRRR               xxxxxxxxxx      one is free all the time, but none for long */
static void test_stale(void) {
    open_compress(2, SKED_FCFS);
    submit('R', 2, 5, 0);
    submit('A', 1, 5, 0);
    submit('B', 1, 5, 0);
    pass_starts(0, "R");
    submit('C', 1, 1, 0);               /* has no reservation, and takes no room */
    CHECK(reserved('A') == 5 && reserved('B') == 5);
    book_set(1, 10, 20, 1u, 0);
    book_set(2, 20, 30, 2u, 0);
    CHECK(set_estimate('A', 16, SKED_IF_KEPT, 0) == SKED_E_PROMISE);
    CHECK(set_width('A', 2, SKED_IF_KEPT, 0) == SKED_E_PROMISE);
    CHECK(set_estimate('A', 15, SKED_IF_KEPT, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(reserved('A') == 5 && reserved('B') == 5 && broken() == 0);
    CHECK(sked_queue_unbook(&queue, 1, 0) == SKED_OK);
    CHECK(set_estimate('A', 14, 0, 0) == SKED_OK && reserved('A') == 5);
    CHECK(reserved('C') == 20 && sked_queue_cancel(&queue, 'C', 0) == SKED_OK);
    CHECK(set_estimate('A', 40, 0, 0) == SKED_OK && reserved('A') == 5 && broken() == 0);
    CHECK(set_width('A', 2, 0, 0) == SKED_OK && reserved('A') == NEVER && broken() == 1);
    pass_starts(0, "");
    CHECK(reserved('B') == 5 && reserved('A') == 30);
}

/* ---- running jobs ---------------------------------------------------------------------------- */

/*      0123456789
 *   0  RRRRR....      a head of width 3 can start at 5, and leaves one over: so one of R and S may
 *   1  SSSSS....      last longer, not both; what ends later than 5 anyway may last as it likes
 *   2  .
 *   3  TTTTTTTTT */
static void test_running_head(void) {
    open_easy(5, SKED_FCFS);
    submit('R', 1, 5, 0);
    submit('S', 1, 5, 0);
    submit('T', 1, 9, 0);
    submit('A', 4, 4, 0);
    pass_starts(0, "RST");
    CHECK(info_of(&queue).shadow == 5);
    CHECK(set_estimate('T', 90, SKED_IF_KEPT, 1) == SKED_OK && job_info('T').end == 90);
    CHECK(set_estimate('R', 7, SKED_IF_KEPT, 1) == SKED_E_PROMISE);
    CHECK(job_info('R').end == 5 && info_of(&queue).now == 1);
    CHECK(set_estimate('R', 4, SKED_IF_KEPT, 1) == SKED_OK && job_info('R').end == 4);
    CHECK(set_estimate('R', 5, SKED_IF_KEPT, 2) == SKED_OK);
    CHECK(set_width('A', 3, 0, 2) == SKED_OK);
    CHECK(set_estimate('R', 7, SKED_IF_KEPT, 2) == SKED_OK);
    CHECK(set_estimate('S', 6, SKED_IF_KEPT, 2) == SKED_E_PROMISE);
    CHECK(set_estimate('S', 6, 0, 2) == SKED_OK);
    pass_starts(2, "");
    CHECK(info_of(&queue).shadow == 6 && sked_queue_next_time(&queue) == 6);
    CHECK(set_estimate('S', 2, 0, 3) == SKED_OK);       /* it should have ended by now */
    pass_starts(3, "");
    CHECK(info_of(&queue).shadow == 3);
    finish('S', 4);
    CHECK(info_of(&queue).counters.overdue == 1);
}

/* Nobody is promised anything: where nobody waits, and where there are no reservations. */
static void test_running_alone(void) {
    sked_queue_settings settings = sked_queue_settings_fcfs(1, 3);
    open_easy(1, SKED_FCFS);
    submit('R', 1, 5, 0);
    pass_starts(0, "R");
    CHECK(set_estimate('R', 9, SKED_IF_KEPT, 0) == SKED_OK && job_info('R').end == 9);
    open_with(&settings);
    submit('R', 1, 5, 0);
    submit('A', 1, 5, 0);
    pass_starts(0, "R");
    CHECK(set_estimate('R', NEVER, SKED_IF_KEPT, 0) == SKED_OK && job_info('R').end == NEVER);
}

/* Behind a booking the head starts late anyway. At depth 2 the profile says so.
 *      012345678901
 *   0  RRRRR   xxAA
 *   1  RRRRR     AA */
static void test_running_booked(void) {
    uint32_t depth;
    for (depth = 1; depth <= 2; depth++) {
        sked_queue_settings settings = settings_of(2, SKED_FCFS);
        settings.depth = depth;
        open_with(&settings);
        submit('R', 2, 5, 0);
        submit('A', 2, 4, 0);
        pass_starts(0, "R");
        CHECK(set_estimate('R', 6, SKED_IF_KEPT, 0) == SKED_E_PROMISE);
        book_count(1, 8, 10, 1, 0);
        CHECK(set_estimate('R', 10, SKED_IF_KEPT, 0) == SKED_OK);
        CHECK(set_estimate('R', 11, SKED_IF_KEPT, 0) == SKED_E_PROMISE);
        pass_starts(0, "");
        CHECK(info_of(&queue).shadow == 10);
    }
}

/*      0123456789
 *   0  RRRRRAAAA
 *   1  SSS..AAAA */
static void test_running_reserved(void) {
    SKED_SET_LOCAL(set, 3);
    open_compress(3, SKED_FCFS);
    submit('R', 1, 5, 0);
    submit('S', 1, 3, 0);
    submit('A', 3, 4, 0);
    pass_starts(0, "RS");
    CHECK(set_estimate('S', 5, SKED_IF_KEPT, 0) == SKED_OK && reserved('A') == 5);
    CHECK(set_estimate('S', 6, SKED_IF_KEPT, 0) == SKED_E_PROMISE);
    CHECK(set_estimate('S', 2, SKED_IF_KEPT, 0) == SKED_OK);
    CHECK(set_estimate('R', 4, SKED_IF_KEPT, 0) == SKED_OK && reserved('A') == 5);
    pass_starts(0, "");
    CHECK(reserved('A') == 4 && broken() == 0);
    CHECK(set_estimate('R', 7, 0, 1) == SKED_OK && reserved('A') == 4 && broken() == 0);
    pass_starts(1, "");
    CHECK(reserved('A') == 7 && broken() == 1);
    CHECK(set_estimate('S', 3, SKED_IF_KEPT, 5) == SKED_OK);    /* should have ended, still */
    CHECK(set_estimate('S', 7, SKED_IF_KEPT, 5) == SKED_OK);
    sked_set_add(&set, 2);
    CHECK(sked_queue_down(&queue, &set, 5) == SKED_OK);         /* measured anew */
    CHECK(set_estimate('S', 8, SKED_IF_KEPT, 5) == SKED_E_PROMISE);
    CHECK(sked_queue_up(&queue, &set, 5) == SKED_OK);
    CHECK(set_estimate('S', 8, SKED_IF_KEPT, 5) == SKED_E_PROMISE);
    pass_starts(5, "");
    CHECK(reserved('A') == 7 && broken() == 1);
}

/* A booking of the job's own processors: that others are free does not help it. And when it ends
 * before the booking after all, the booking has them from its start.
 *      0123456789012
 *   0  RRRRR   xxxxx
 *   1  SSSSSSJJJKKK */
static void test_running_in_booking(void) {
    open_compress(2, SKED_FCFS);
    submit('R', 1, 5, 0);
    submit('S', 1, 6, 0);
    pass_starts(0, "RS");
    book_set(1, 8, 20, 1u, 0);
    book_set(2, 1, 4, 1u, 0);           /* has ended when R is to end */
    pass_starts(0, "");
    CHECK(set_estimate('R', 8, SKED_IF_KEPT, 0) == SKED_OK);
    CHECK(set_estimate('R', 9, SKED_IF_KEPT, 0) == SKED_E_PROMISE);
    CHECK(set_estimate('R', 9, 0, 0) == SKED_OK);
    pass_starts(0, "");
    CHECK(set_estimate('R', 6, 0, 0) == SKED_OK);
    submit('J', 1, 3, 0);
    submit('K', 1, 3, 0);
    pass_starts(0, "");
    CHECK(reserved('J') == 6 && reserved('K') == 9 && broken() == 0);
}

/* ---- what changes nothing, and what is refused ----------------------------------------------- */

/* Fields that are not named are ignored; what is as it was asks for no pass. */
static void test_nothing(void) {
    sked_job_change change = change_of(0);
    sked_queue_settings settings = settings_of(2, SKED_BY_KEY);
    settings.estimate_missing = 5;
    open_with(&settings);
    submit('A', 2, 5, 0);
    change.options = SKED_IF_KEPT;
    change.key = change.tag = 9;
    change.width = 99;
    change.estimate = -1;
    CHECK(sked_queue_change(&queue, 'A', &change, 1) == SKED_OK);
    CHECK(job_info('A').width == 2 && job_info('A').key == 0 && info_of(&queue).now == 1);
    CHECK(set_width('A', 2, 0, 2) == SKED_OK && set_estimate('A', 0, 0, 2) == SKED_OK);
    CHECK(job_info('A').estimate == 5 && job_info('A').tag == 'A' + 100);
    change.fields = SKED_CHANGE_TAG;
    CHECK(sked_queue_change(&queue, 'A', &change, 3) == SKED_OK && job_info('A').tag == 9);
    pass_starts(3, "A");
    CHECK(set_width('A', 2, 0, 4) == SKED_OK && set_estimate('A', 5, 0, 4) == SKED_OK);
    CHECK(set_width('A', 1, 0, 4) == SKED_E_NOT_WAITING);
    CHECK(job_info('A').width == 2 && job_info('A').end == 8);
}

static void test_refusals(void) {
    sked_job_change change = change_of(0);
    sked_queue none = SKED_ZERO;
    CHECK(sked_queue_change(&none, 1, &change, 0) == SKED_E_EMPTY);
    open_easy(2, SKED_FCFS);
    submit('A', 2, 5, 3);
    CHECK(set_width('B', 1, 0, 3) == SKED_E_UNKNOWN);
    CHECK(set_width('A', 1, 0, -1) == SKED_E_TIME);
    CHECK(set_width('A', 1, 0, 2) == SKED_E_BACKWARDS);
    CHECK(set_width('A', 0, 0, 4) == SKED_E_NO_WIDTH);
    CHECK(set_width('A', 3, 0, 4) == SKED_E_TOO_WIDE);
    CHECK(set_estimate('A', -1, 0, 4) == SKED_E_TIME);
    CHECK(set_estimate('A', SKED_TIME_MAX + 1, 0, 4) == SKED_E_TIME);
    CHECK(set_estimate('A', 0, 0, 4) == SKED_E_NO_ESTIMATE);
    CHECK(set_estimate('A', 6, 2, 4) == SKED_E_SETTING);
    change.fields = 256;
    CHECK(sked_queue_change(&queue, 'A', &change, 4) == SKED_E_SETTING);
    CHECK(sked_queue_plan(&queue, 3) == SKED_OK);
    CHECK(set_width('A', 1, 0, 3) == SKED_E_BUSY);
    CHECK(sked_queue_plan_end(&queue) == SKED_OK);
    CHECK(job_info('A').width == 2 && job_info('A').estimate == 5 && info_of(&queue).now == 3);
    CHECK(set_estimate('A', NEVER, 0, 4) == SKED_OK && job_info('A').estimate == NEVER);
}

/* ---- backgrounds ----------------------------------------------------------------------------- */

/* Waiting jobs are sorted anew for backgrounds, too; a job that runs in one keeps its width. */
static void test_tiers(void) {
    sked_queue_settings settings = sked_queue_settings_measy(2, 6);
    const sked_tiers tiers = tiers_of(SKED_MEASY);
    sked_job job = job_of('C', 1, 9);
    sked_action action;
    settings.order = SKED_BY_KEY;
    settings.background_order = SKED_SJF;
    open_with(&settings);
    submit('R', 2, 50, 0);
    submit('A', 2, 9, 0);
    submit('B', 2, 8, 0);
    job.options = SKED_JOB_NO_BACKGROUND;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    CHECK(set_estimate('A', 7, 0, 0) == SKED_OK && set_estimate('C', 1, 0, 0) == SKED_OK);
    CHECK(sked_tiers_plan(&queue, &tiers, 0) == SKED_OK);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && action.id == 'R');
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && action.id == 'A');
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_DONE);
    CHECK(job_info('A').background && set_width('A', 1, 0, 1) == SKED_E_NOT_WAITING);
    CHECK(set_estimate('A', 90, 0, 1) == SKED_OK && set_key('A', 5, 1) == SKED_OK);
    CHECK(job_info('A').background && job_info('A').estimate == 90);
    check_line("BCA");
    CHECK(set_width('B', 1, 0, 1) == SKED_OK);
    check_line("BCA");
    finish('R', 2);
    CHECK(sked_tiers_plan(&queue, &tiers, 2) == SKED_OK);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && action.id == 'B');
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && action.id == 'C');
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_DONE);
    check_line("A");
}

int main(void) {
    test_key();
    test_orders();
    test_head();
    test_less();
    test_smaller_moves();
    test_more();
    test_wider();
    test_missed();
    test_stale();
    test_running_head();
    test_running_alone();
    test_running_booked();
    test_running_reserved();
    test_running_in_booking();
    test_nothing();
    test_refusals();
    test_tiers();
    return check_done("quick/change");
}
