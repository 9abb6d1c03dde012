/* queue_share.c - quick tests of a queue in the order of accounts: scenes drawn by hand.
 *
 * SPDX-License-Identifier: MIT
 *
 * Runs on small targets too. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include <string.h>

#include "../check.h"
#include "scenes.h"

/* The largest block: six jobs of three accounts and two kinds, with reservations that are kept. */
#define NEVER SKED_NEVER
enum { PROCESSORS = 4, JOBS = 6, ACCOUNTS = 3, ROOM = 700 };

static sked_align room[ROOM], other_room[ROOM];

static sked_queue_settings by_share(void) {
    sked_queue_settings settings = sked_queue_settings_easy(PROCESSORS, JOBS);
    settings.accounts_max = ACCOUNTS;
    settings.order = settings.backfill_order = SKED_BY_SHARE;
    return settings;
}

static void open_queue(const sked_queue_settings *settings) {
    CHECK(sked_queue_init(&queue, settings, NULL, room, sizeof room) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

static sked_status submit_for(uint64_t id, uint32_t account, uint32_t width, sked_time estimate,
                              uint64_t key) {
    sked_job job = job_of(id, width, estimate);
    job.account = account;
    job.key = key;
    return sked_queue_submit(&queue, &job, 0);
}

/* Do these jobs wait, in this order? */
static int waits(const char *ids) {
    uint32_t position = 0;
    sked_job_info info;
    uint64_t id = 0;
    for (; *ids != '\0'; ids++) {
        if (sked_queue_waiting_at(&queue, position, &id) != SKED_OK ||
            id != (uint64_t)(unsigned char)*ids ||
            sked_queue_get_job(&queue, id, &info, NULL) != SKED_OK ||
            info.position != position++) {
            return 0;
        }
    }
    return sked_queue_waiting_at(&queue, position, &id) == SKED_E_RANGE &&
           sked_queue_validate(&queue) == SKED_OK;
}

static void swap(uint32_t a, uint32_t b) {
    CHECK(sked_queue_swap_accounts(&queue, a, b, 0) == SKED_OK);
}

/* Does a pass start these jobs, in this order? */
static int passes(sked_time now, const char *ids) {
    sked_action action;
    if (sked_queue_plan(&queue, now) != SKED_OK) {
        return 0;
    }
    for (; *ids != '\0'; ids++) {
        if (sked_queue_next(&queue, &action, NULL) != SKED_OK ||
            action.id != (uint64_t)(unsigned char)*ids ||
            sked_queue_validate(&queue) != SKED_OK) {
            return 0;
        }
    }
    return sked_queue_next(&queue, &action, NULL) == SKED_DONE &&
           sked_queue_validate(&queue) == SKED_OK;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Within an account the lowest key comes first, then who came first. */
static void submit_five(void) {
    CHECK(submit_for('A', 2, 1, 10, 0) == SKED_OK);
    CHECK(submit_for('B', 0, 1, 20, 7) == SKED_OK);
    CHECK(submit_for('C', 1, 1, 30, 0) == SKED_OK);
    CHECK(submit_for('D', 0, 1, 40, 5) == SKED_OK);
    CHECK(submit_for('E', 0, 1, 50, 7) == SKED_OK);
}

static void test_order(void) {
    const sked_queue_settings settings = by_share();
    open_queue(&settings);
    CHECK(waits(""));
    submit_five();
    CHECK(waits("DBECA"));
    swap(0, 2);
    CHECK(waits("ACDBE"));
    CHECK(sked_queue_account_at(&queue, 0) == 2 && sked_queue_account_at(&queue, 1) == 1);
    CHECK(sked_queue_account_at(&queue, 2) == 0 &&
          sked_queue_account_at(&queue, 3) == SKED_NONE);
    swap(1, 1);
    CHECK(waits("ACDBE"));
    CHECK(sked_queue_cancel(&queue, 'C', 0) == SKED_OK);    /* an account without jobs */
    CHECK(waits("ADBE"));
    swap(1, 2);
    CHECK(waits("ADBE"));
    CHECK(submit_for('F', 1, 1, 60, 0) == SKED_OK);
    CHECK(waits("FADBE"));
    CHECK(passes(0, "FADB"));
    CHECK(waits("E"));
    CHECK(info_of(&queue).accounts_max == ACCOUNTS);
}

static void test_change_of_account(void) {
    const sked_queue_settings settings = by_share();
    sked_job_change change = SKED_ZERO;
    sked_job_info info;
    open_queue(&settings);
    submit_five();
    change.fields = SKED_CHANGE_ACCOUNT;
    change.account = 2;
    CHECK(sked_queue_change(&queue, 'D', &change, 0) == SKED_OK);
    CHECK(waits("BECAD"));
    change.account = ACCOUNTS;
    CHECK(sked_queue_change(&queue, 'D', &change, 0) == SKED_E_RANGE);
    CHECK(passes(0, "BECA"));
    change.account = 1;
    CHECK(sked_queue_change(&queue, 'B', &change, 0) == SKED_OK);   /* it runs */
    CHECK(sked_queue_get_job(&queue, 'B', &info, NULL) == SKED_OK && info.account == 1);
    CHECK(sked_queue_get_job(&queue, 'D', &info, NULL) == SKED_OK && info.account == 2);
    CHECK(sked_queue_requeue(&queue, 'B', 0) == SKED_OK);
    CHECK(waits("DB"));                         /* D was a blocked head */
    change.fields |= SKED_CHANGE_WIDTH;
    change.account = 0;
    change.width = 2;
    CHECK(sked_queue_change(&queue, 'D', &change, 0) == SKED_OK);
    CHECK(waits("DB"));
}

/* Jobs with bars are in no account's trees; they are listed by key. */
static void test_bars(void) {
    const sked_queue_settings settings = by_share();
    sked_job_change change = SKED_ZERO;
    uint64_t id = 0;
    open_queue(&settings);
    submit_five();
    CHECK(sked_queue_bar(&queue, 'B', 0) == SKED_OK && sked_queue_bar(&queue, 'D', 0) == SKED_OK);
    CHECK(sked_queue_bar(&queue, 'C', 0) == SKED_OK);
    CHECK(waits("EA"));
    CHECK(sked_queue_barred_at(&queue, 0, &id) == SKED_OK && id == 'C');
    CHECK(sked_queue_barred_at(&queue, 1, &id) == SKED_OK && id == 'D');
    CHECK(sked_queue_barred_at(&queue, 2, &id) == SKED_OK && id == 'B');
    change.fields = SKED_CHANGE_ACCOUNT;
    change.account = 2;
    CHECK(sked_queue_change(&queue, 'D', &change, 0) == SKED_OK);
    swap(0, 2);
    CHECK(sked_queue_unbar(&queue, 'D', 0, 0) == SKED_OK);
    CHECK(sked_queue_unbar(&queue, 'B', 0, 0) == SKED_OK);
    CHECK(waits("ADBE"));
}

/* ---- heads that stay ------------------------------------------------------------------------- */

/* X has three of four processors until 100. H, of account 0, wants all of them: its shadow time is
 * 100. Then its account comes last. */
static void submit_blocked_head(const sked_queue_settings *settings) {
    open_queue(settings);
    CHECK(submit_for('X', 0, 3, 100, 0) == SKED_OK);
    CHECK(passes(0, "X"));
    CHECK(submit_for('H', 0, 4, 10, 9) == SKED_OK);
    CHECK(passes(0, ""));
    CHECK(info_of(&queue).head == 'H' &&
          info_of(&queue).shadow == (settings->depth == SKED_NO_RESERVATIONS ? NEVER : 100));
    swap(0, 2);
}

static void test_head_stays(void) {
    const sked_queue_settings settings = by_share();
    sked_job_change change = SKED_ZERO;
    submit_blocked_head(&settings);
    CHECK(submit_for('L', 2, 1, 200, 0) == SKED_OK);    /* it would delay H */
    CHECK(submit_for('S', 1, 1, 90, 0) == SKED_OK);
    CHECK(submit_for('G', 0, 1, 20, 0) == SKED_OK);
    CHECK(waits("HLSG"));
    CHECK(passes(0, "S"));
    finish('S', 50);
    CHECK(passes(50, "G"));
    CHECK(info_of(&queue).head == 'H' && info_of(&queue).shadow == 100);
    change.fields = SKED_CHANGE_ESTIMATE;
    change.estimate = 30;
    CHECK(sked_queue_change(&queue, 'H', &change, 50) == SKED_OK);
    CHECK(waits("HL"));
    finish('X', 60);
    finish('G', 60);
    CHECK(passes(60, "H"));
    CHECK(sked_queue_requeue(&queue, 'H', 60) == SKED_OK);     /* it has left: others may pass */
    CHECK(waits("LH"));
    CHECK(passes(60, "L"));
    CHECK(info_of(&queue).head == 'H');
}

static void test_head_leaves(void) {
    const sked_queue_settings settings = by_share();
    sked_job_change change = SKED_ZERO;
    submit_blocked_head(&settings);
    CHECK(submit_for('L', 2, 1, 200, 0) == SKED_OK);
    CHECK(waits("HL"));
    CHECK(sked_queue_bar(&queue, 'H', 0) == SKED_OK);
    CHECK(sked_queue_unbar(&queue, 'H', 0, 0) == SKED_OK);
    CHECK(waits("LH"));
    submit_blocked_head(&settings);
    CHECK(submit_for('L', 2, 1, 200, 0) == SKED_OK);
    change.fields = SKED_CHANGE_ACCOUNT;
    change.account = 1;
    CHECK(sked_queue_change(&queue, 'H', &change, 0) == SKED_OK);
    CHECK(waits("LH"));
    submit_blocked_head(&settings);
    CHECK(submit_for('L', 2, 1, 200, 0) == SKED_OK);
    CHECK(sked_queue_cancel(&queue, 'H', 0) == SKED_OK);
    CHECK(waits("L"));
}

/* Nothing is promised without reservations, and kept reservations need no head. */
static void test_heads_that_go(void) {
    sked_queue_settings settings = by_share();
    settings.depth = SKED_NO_RESERVATIONS;
    submit_blocked_head(&settings);
    CHECK(submit_for('L', 2, 1, 200, 0) == SKED_OK);
    CHECK(waits("LH") && passes(0, "L"));
    settings.depth = SKED_ALL;
    submit_blocked_head(&settings);
    CHECK(submit_for('L', 2, 1, 200, 0) == SKED_OK);
    CHECK(submit_for('S', 1, 1, 90, 0) == SKED_OK);
    CHECK(waits("LSH") && passes(0, "S"));
    settings.reservations = SKED_REBUILD;
    submit_blocked_head(&settings);
    CHECK(submit_for('L', 2, 1, 200, 0) == SKED_OK);
    CHECK(waits("HL") && passes(0, ""));
}

/* ---- backfilling ----------------------------------------------------------------------------- */

/* Behind H the accounts take turns by their places; there is room for one. */
static void test_backfilling(void) {
    sked_queue_settings settings = by_share();
    submit_blocked_head(&settings);
    CHECK(submit_for('A', 0, 1, 50, 0) == SKED_OK);
    CHECK(submit_for('L', 2, 1, 200, 0) == SKED_OK);
    CHECK(submit_for('W', 2, 2, 50, 0) == SKED_OK);
    CHECK(submit_for('B', 1, 1, 50, 0) == SKED_OK);
    CHECK(waits("HLWBA") && passes(0, "B"));
    settings.backfill_order = SKED_SJF;         /* ties by key, whatever the accounts are */
    submit_blocked_head(&settings);
    CHECK(submit_for('A', 2, 1, 50, 2) == SKED_OK);
    CHECK(submit_for('B', 0, 1, 50, 1) == SKED_OK);
    CHECK(waits("HAB") && passes(0, "B"));
}

/* Bookings bound what is offered by the shortest job of any account. */
static void test_backfilling_among_bookings(void) {
    sked_queue_settings settings = by_share();
    settings.bookings_max = 1;
    submit_blocked_head(&settings);
    book_count(1, 20, 30, 1, 0);
    CHECK(submit_for('A', 0, 1, 50, 0) == SKED_OK);
    CHECK(submit_for('B', 1, 1, 20, 0) == SKED_OK);
    CHECK(passes(0, "B"));
}

/* Two kinds, of which each has its head; both stay, and go by key among each other. */
static void test_kinds(void) {
    sked_queue_settings settings = by_share();
    sked_word words[SKED_SET_WORDS(PROCESSORS)];
    sked_set half = sked_set_of(words, PROCESSORS);
    sked_job job = job_of('X', 1, 100);
    settings.kinds_max = 2;
    open_queue(&settings);
    CHECK(sked_set_parse(&half, "2-3", NULL) == SKED_OK);
    CHECK(sked_queue_set_kind(&queue, 1, &half, 0, 0) == SKED_OK);
    CHECK(sked_set_parse(&half, "0-1", NULL) == SKED_OK);
    CHECK(sked_queue_set_kind(&queue, 0, &half, 0, 0) == SKED_OK);
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    job = job_of('Y', 1, 100);
    job.kind = 1;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    CHECK(passes(0, "XY"));
    job = job_of('G', 2, 10);
    job.key = 2;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    job = job_of('H', 2, 10);
    job.account = job.kind = 1;
    job.key = 1;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    CHECK(waits("GH") && passes(0, "") && waits("HG"));
    job = job_of('A', 1, 50);
    job.account = 2;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    job.id = 'B';
    job.kind = 1;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    swap(0, 2);
    CHECK(waits("HGAB") && passes(0, "AB"));
}

/* A job in a background keeps its place, and a head there stays. */
static void test_backgrounds(void) {
    const sked_tiers tiers = tiers_of(SKED_MEASY);
    sked_queue_settings settings = by_share();
    sked_action action;
    settings.backgrounds = 1;
    settings.background_order = SKED_BY_SHARE;
    open_queue(&settings);
    CHECK(submit_for('X', 0, 4, 100, 0) == SKED_OK);
    CHECK(submit_for('A', 1, 4, 10, 0) == SKED_OK);
    CHECK(submit_for('B', 2, 4, 10, 0) == SKED_OK);
    CHECK(sked_tiers_plan(&queue, &tiers, 0) == SKED_OK);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && action.id == 'X');
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && action.id == 'A' &&
          action.kind == SKED_START_BACKGROUND);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_DONE);
    swap(1, 2);
    CHECK(waits("AB"));
    CHECK(sked_queue_requeue(&queue, 'A', 5) == SKED_OK);
    CHECK(waits("AB"));
    CHECK(sked_queue_cancel(&queue, 'A', 5) == SKED_OK);
    CHECK(waits("B"));
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void test_refusals(void) {
    sked_queue_settings settings = by_share();
    sked_queue empty = SKED_ZERO;
    size_t bytes = 0;
    open_queue(&settings);
    CHECK(submit_for('A', ACCOUNTS, 1, 1, 0) == SKED_E_RANGE);
    CHECK(sked_queue_swap_accounts(&queue, 0, ACCOUNTS, 0) == SKED_E_RANGE);
    CHECK(sked_queue_swap_accounts(&queue, ACCOUNTS, 0, 0) == SKED_E_RANGE);
    CHECK(sked_queue_swap_accounts(&queue, 0, 1, -1) == SKED_E_TIME);
    CHECK(sked_queue_swap_accounts(&queue, 0, 1, 5) == SKED_OK);
    CHECK(sked_queue_swap_accounts(&queue, 0, 1, 4) == SKED_E_BACKWARDS);
    CHECK(sked_queue_plan(&queue, 5) == SKED_OK);
    CHECK(sked_queue_swap_accounts(&queue, 0, 1, 5) == SKED_E_BUSY);
    CHECK(sked_queue_swap_accounts(&empty, 0, 1, 5) == SKED_E_EMPTY);
    CHECK(sked_queue_account_at(&empty, 0) == SKED_NONE);
    CHECK(sked_queue_waiting_at(&empty, 0, NULL) == SKED_E_EMPTY);
    CHECK(sked_queue_running_at(&empty, 0, NULL) == SKED_E_EMPTY);
    settings.order = settings.backfill_order = SKED_BY_KEY;
    open_queue(&settings);
    CHECK(submit_for('A', 2, 1, 1, 0) == SKED_OK);      /* the order ignores it */
    CHECK(sked_queue_swap_accounts(&queue, 0, 1, 0) == SKED_E_RANGE);
    CHECK(sked_queue_account_at(&queue, 0) == SKED_NONE);
    settings.accounts_max = 0;
    open_queue(&settings);
    CHECK(submit_for('A', 1, 1, 1, 0) == SKED_E_RANGE && submit_for('A', 0, 1, 1, 0) == SKED_OK);
    settings.accounts_max = UINT32_C(1) << 30;          /* too many trees */
    settings.order = SKED_BY_SHARE;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_OVERFLOW);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void *give_other(void *ctx, size_t size) {
    (void)ctx;
    return size <= sizeof other_room ? other_room : NULL;
}

static void take(void *ctx, void *block, size_t size) {
    (void)ctx;
    (void)block;
    (void)size;
}

static void *give_first(void *ctx, size_t size) {
    int *given = (int *)ctx;
    return (*given)++ == 0 ? room : give_other(NULL, size);
}

static void test_growth(void) {
    sked_queue_settings settings = by_share();
    int given = 0;
    sked_mem mem;
    mem.alloc = give_first;
    mem.free = take;
    mem.ctx = &given;
    settings.jobs_max = 5;
    CHECK(sked_queue_create(&queue, &settings, NULL, mem) == SKED_OK);
    submit_five();
    swap(0, 2);
    CHECK(sked_queue_grow(&queue, JOBS, 1) == SKED_OK);
    CHECK(waits("ACDBE"));
    CHECK(submit_for('F', 1, 1, 60, 0) == SKED_OK);
    CHECK(waits("ACFDBE"));
    settings.order = settings.backfill_order = SKED_FCFS;   /* accounts alone grow, too */
    given = 0;
    CHECK(sked_queue_create(&queue, &settings, NULL, mem) == SKED_OK);
    submit_five();
    CHECK(sked_queue_grow(&queue, JOBS, 1) == SKED_OK);
    CHECK(waits("ABCDE"));
}

/* A damaged block is refused; what is damaged is put back. */
#define DAMAGE(field, value)                                     \
    do {                                                         \
        memcpy(other_room, room, sizeof room);                   \
        (field) = (value);                                       \
        CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);    \
        memcpy(room, other_room, sizeof room);                   \
        CHECK(sked_queue_validate(&queue) == SKED_OK);           \
    } while (0)

static void test_damage(void) {
    const sked_queue_settings settings = by_share();
    submit_blocked_head(&settings);
    CHECK(submit_for('A', 2, 1, 50, 0) == SKED_OK);
    CHECK(submit_for('B', 2, 1, 50, 0) == SKED_OK);
    DAMAGE(queue.place_of_[0], 1);
    DAMAGE(queue.at_place_[1], 4);
    DAMAGE(queue.at_place_[1], 0);
    DAMAGE(queue.lined_words_[0], 0);
    DAMAGE(queue.lined_words_[0], queue.lined_words_[0] | 4u);
    DAMAGE(queue.lined_words_[0], queue.lined_words_[0] | 16u);
    DAMAGE(queue.line_roots_[2], SKED_NONE);
    DAMAGE(queue.line_roots_[2], 99);
    DAMAGE(queue.account_of_[1], 0);            /* H stays no longer, but is still there */
    DAMAGE(queue.account_of_[2], 1);
    DAMAGE(queue.account_of_[2], 3);
    DAMAGE(queue.state_->rules.accounts, 4);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    {
        sked_action action;
        CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'A');
    }
    DAMAGE(queue.state_->pass.place, 4);
}

/* The first place is that of the heads that stay: a block in which it is not is refused. */
static void test_damaged_first_place(void) {
    const sked_queue_settings settings = by_share();
    open_queue(&settings);
    memcpy(other_room, room, sizeof room);
    queue.at_place_[0] = 0;
    queue.at_place_[1] = 3;
    queue.place_of_[0] = 0;
    queue.place_of_[3] = 1;
    CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);
    memcpy(room, other_room, sizeof room);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

int main(void) {
    test_order();
    test_change_of_account();
    test_bars();
    test_head_stays();
    test_head_leaves();
    test_heads_that_go();
    test_backfilling();
    test_backfilling_among_bookings();
    test_kinds();
    test_backgrounds();
    test_refusals();
    test_growth();
    test_damage();
    test_damaged_first_place();
    return check_done("queue_share");
}
