/* tiers_validate.c - quick tests of damaged queues with backgrounds: each damage to what tiers add
 * to a block is found, or does no harm.
 *
 * SPDX-License-Identifier: MIT
 *
 * Damage must be done to one field at a time, and a block has no public layout: so this test
 * reaches for the private fields of handle and block. Runs on small targets too: no more of the C
 * library than check.h, and under 6 KiB of writable data. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"

#define NEVER SKED_NEVER
enum { PROCESSORS = 6, JOBS = 9, SLOTS = 3 * PROCESSORS, ACTIONS_MAX = 2 * JOBS };
enum { HALF_BYTES = 2560 };

/* The queue lives in the first half of the room, and what is played with it in the second. */
static sked_align room[2 * HALF_BYTES / sizeof(sked_align)];
static sked_queue queue;

/* ---- help ------------------------------------------------------------------------------------ */

/* The processes of B use more and more, so that those who come after it are spread over tiers. */
static uint32_t usage_of(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    (void)ctx;
    (void)tag;
    return id == 'B' ? 100 * process : 0;
}

/* Jobs of all processors stay out of the background. */
static sked_tiers tiers_of(sked_tiers_policy policy) {
    sked_tiers tiers;
    tiers.policy = policy;
    tiers.options = 0;
    tiers.migration = 2;
    tiers.usage_limit_permille = 960;
    tiers.width_max = PROCESSORS - 1;
    tiers.estimate_max = 0;
    tiers.usage.usage = usage_of;
    tiers.usage.ctx = NULL;
    return tiers;
}

static sked_status submit_to(sked_queue *to, uint64_t id, uint64_t key, uint32_t width,
                             sked_time estimate, sked_time now) {
    sked_job job = sked_job_of(id, width, estimate);
    job.key = key;
    return sked_queue_submit(to, &job, now);
}

static void submit(uint64_t id, uint64_t key, uint32_t width, sked_time estimate, sked_time now) {
    CHECK(submit_to(&queue, id, key, width, estimate, now) == SKED_OK);
}

/* The processors of a mask, bit p is processor p, until the next call. */
static sked_set set_of(uint32_t mask) {
    static sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS)];
    sked_set set = sked_set_of(words, PROCESSORS);
    uint32_t p;
    for (p = 0; p < PROCESSORS; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(&set, p);
        }
    }
    return set;
}

static sked_status booking_in(sked_queue *in, uint64_t id, sked_time start, uint32_t mask,
                              sked_time now) {
    const sked_set set = set_of(mask);
    sked_span span;
    span.start = start;
    span.end = start + 10;
    span.count = 1;
    span.set = mask == 0 ? NULL : &set;
    return sked_queue_book(in, id, &span, now);
}

static int is_sound(void) {
    return sked_queue_validate(&queue) == SKED_OK;
}

static uint32_t index_of(uint64_t id) {
    uint32_t job = 0;
    while (job < JOBS - 1 && queue.job_[job].id != id) {
        job++;
    }
    return job;
}

/* In the drawing the slots of each processor, the backgrounds below the foreground; what small
 * letters use is in hundredths. A is to end at 10, D at 8; E, H and I wait, E for all six.
 *
 *     tier 0      A   A   A   D   .   .
 *     tier 1      b4  b3  b2  b1  b0  c
 *     tier 2      .   .   f   c   c   f
 *     processor   0   1   2   3   4   5
 *
 * Processor 3 is lost under D, b and c, which have not been reported. A booking by set, one by
 * count; index 8 is not used. */
static void open_life(void) {
    static const char started[] = "ADBCF";
    static const uint16_t usage[] = {10, 10, 10};
    const sked_tiers tiers = tiers_of(SKED_MEASY);
    sked_set third;
    sked_queue_settings settings = {
        .processors = PROCESSORS, .jobs_max = JOBS, .bookings_max = 2, .estimate_missing = NEVER,
        .order = SKED_FCFS, .backfill_order = SKED_SJF, .depth = 1, .reservations = SKED_REBUILD,
        .backgrounds = 2, .background_order = SKED_BY_KEY};
    sked_action action;
    size_t i = 0;
    CHECK(sked_queue_init(&queue, &settings, NULL, room, HALF_BYTES) == SKED_OK);
    submit('A', 1, 3, 10, 0);
    submit('B', 2, 5, 20, 0);
    submit('C', 3, 3, 12, 0);
    submit('D', 4, 1, 8, 0);
    submit('E', 5, 6, 7, 0);
    submit('F', 6, 2, 15, 0);
    CHECK(sked_tiers_plan(&queue, &tiers, 0) == SKED_OK);
    while (sked_tiers_next(&queue, &action, NULL) == SKED_OK && i < 5) {
        CHECK(action.id == (uint64_t)started[i]);
        i++;
    }
    CHECK(i == 5);
    submit('H', 8, 1, 2, 3);
    submit('I', 7, 1, 30, 3);
    CHECK(booking_in(&queue, 1, 50, 0x20, 3) == SKED_OK &&
          booking_in(&queue, 2, 70, 0, 3) == SKED_OK);
    CHECK(sked_tiers_report(&queue, 'A', 100, usage, 3) == SKED_OK);
    CHECK(sked_tiers_report(&queue, 'B', 1000, NULL, 3) == SKED_OK);
    third = set_of(0x08);
    CHECK(sked_queue_down(&queue, &third, 3) == SKED_OK);
    CHECK(is_sound() && queue.state_->machine.losses == 3);
}

/* ---- damage, and what is found --------------------------------------------------------------- */

static int is_damaged_by32(uint32_t *field, uint32_t value) {
    const uint32_t right = *field;
    int damaged;
    *field = value;
    damaged = sked_queue_validate(&queue) == SKED_E_CORRUPT;
    *field = right;
    return damaged;
}

static int is_damaged_by16(uint16_t *field, uint16_t value) {
    const uint16_t right = *field;
    int damaged;
    *field = value;
    damaged = sked_queue_validate(&queue) == SKED_E_CORRUPT;
    *field = right;
    return damaged;
}

static int is_damaged_by_time(sked_time *field, sked_time value) {
    const sked_time right = *field;
    int damaged;
    *field = value;
    damaged = sked_queue_validate(&queue) == SKED_E_CORRUPT;
    *field = right;
    return damaged;
}

/* A set in the block, with the bits of a mask turned over. */
static int is_damaged_by_bits(sked_word *words, uint32_t mask) {
    const sked_word right = words[0];
    int damaged;
    words[0] = (sked_word)(words[0] ^ mask);
    damaged = sked_queue_validate(&queue) == SKED_E_CORRUPT;
    words[0] = right;
    return damaged;
}

/* A job with other options: its place in orders stays. */
static int is_damaged_by_options(uint64_t id, uint32_t others) {
    const uint32_t job = index_of(id);
    int damaged;
    queue.job_[job].arrival ^= others;
    damaged = sked_queue_validate(&queue) == SKED_E_CORRUPT;
    queue.job_[job].arrival ^= others;
    return damaged;
}

/* Every index but the right one, and what stands for none: does each of them damage? */
static int is_guarded32(uint32_t *field) {
    uint32_t value;
    int guarded = 1;
    for (value = 0; value <= SLOTS + 1; value++) {
        guarded &= value == *field || is_damaged_by32(field, value);
    }
    for (value = SKED_NONE - 2; value != 0; value++) {
        guarded &= value == *field || is_damaged_by32(field, value);
    }
    return guarded;
}

/* A point in time, which may be any. */
static int is_point_guarded(sked_time *field) {
    return is_damaged_by_time(field, -1) && is_damaged_by_time(field, SKED_TIME_MAX + 1) &&
           is_damaged_by_time(field, NEVER) && !is_damaged_by_time(field, SKED_TIME_MAX) &&
           !is_damaged_by_time(field, 0);
}

/* Every link of every node of a tree, and all that a node knows of its subtree. The nodes are
 * counted: a tree that has lost some would hide them from this check. */
static void check_guarded(const sked_tree_ *tree, uint32_t nodes) {
    uint32_t node = sked_tree_first_(tree), found = 0;
    CHECK(is_guarded32(tree->root_));
    for (; node != SKED_NONE; node = sked_tree_next_(tree, node)) {
        CHECK(is_guarded32(&tree->node_[node].left) && is_guarded32(&tree->node_[node].right));
        CHECK(is_guarded32(&tree->node_[node].parent) && is_guarded32(&tree->node_[node].size));
        if (tree->kind_ != SKED_TREE_PLAIN_) {
            CHECK(is_guarded32(&tree->counts_[node]));
        }
        if (sked_tree_has_leasts_(tree->kind_)) {
            CHECK(is_damaged_by_time(&tree->low_[node], tree->low_[node] - 1));
            CHECK(is_damaged_by_time(&tree->low_[node], tree->low_[node] + 1));
        }
        found++;
    }
    CHECK(found == nodes && is_sound());
}

/* No pass has looked behind its head since the last ones came. */
static void sort_in(void) {
    sked_forest_sort_(&queue, &queue.fill_);
    sked_forest_sort_(&queue, &queue.under_);
    CHECK(is_sound());
}

/* The list of those that are in no class yet, from its root through every link. */
static uint32_t check_unsorted(const sked_forest_ *forest) {
    sked_node_ *node = forest->tree_.node_;
    uint32_t job = forest->roots_[SKED_UNSORTED_], found = 0;
    CHECK(is_guarded32(&forest->roots_[SKED_UNSORTED_]));
    for (; job != SKED_NONE; job = node[job].right) {
        CHECK(is_guarded32(&node[job].left) && is_guarded32(&node[job].right));
        CHECK(is_guarded32(&node[job].parent));
        CHECK(is_damaged_by32(&node[job].right, job));              /* round and round */
        found++;
    }
    return found;
}

static void test_unsorted(void) {
    open_life();
    CHECK(check_unsorted(&queue.fill_) == 2 && check_unsorted(&queue.under_) == 2);
    sort_in();
    CHECK(check_unsorted(&queue.fill_) == 0 && check_unsorted(&queue.under_) == 0);
}

/* B, C, E, F, H, I are in the line; E, H and I also look for backgrounds. */
static void test_trees(void) {
    static const uint32_t behind[] = {0, 2, 1, 1, 0, 1, 1}, under[] = {0, 2, 0, 0, 0, 0, 1};
    uint32_t class_;
    open_life();
    sort_in();
    check_guarded(&queue.line_, 6);
    check_guarded(&queue.ending_, 2);
    for (class_ = 1; class_ <= 6; class_++) {
        sked_tree_ tree = sked_forest_class_(&queue.fill_, class_);
        check_guarded(&tree, behind[class_]);
        tree = sked_forest_class_(&queue.under_, class_);
        check_guarded(&tree, under[class_]);
    }
    CHECK(is_guarded32(&queue.fill_.roots_[0]) && is_guarded32(&queue.under_.roots_[0]));
    queue.under_.roots_[5] = queue.under_.roots_[6];                /* E in another class */
    queue.under_.roots_[6] = SKED_NONE;
    CHECK(!is_sound());
    queue.under_.roots_[5] = SKED_NONE;                             /* and in none */
    CHECK(!is_sound());
}

/* Jobs that wait are in a tree of under_ iff they may go to a background. */
static void test_options(void) {
    static const char waiting[] = "EHI", running[] = "ABCDF";
    uint32_t i, sorted;
    open_life();
    for (sorted = 0; sorted < 2; sorted++) {
        for (i = 0; i < 3; i++) {
            CHECK(is_damaged_by_options((uint64_t)waiting[i], SKED_JOB_NO_BACKGROUND));
            CHECK(!is_damaged_by_options((uint64_t)waiting[i], SKED_JOB_NO_RESTART));
        }
        for (i = 0; i < 5; i++) {
            CHECK(!is_damaged_by_options((uint64_t)running[i], SKED_JOB_NO_BACKGROUND));
        }
        sort_in();
    }
}

/* One of the jobs that wait runs, by its first_, or one that runs waits; as no tree knows. */
static void test_jobs(void) {
    static const char ids[] = "ABCDEFHI";
    uint32_t i, job;
    open_life();
    sort_in();
    for (i = 0; i < 8; i++) {
        job = index_of((uint64_t)ids[i]);
        CHECK(is_guarded32(&queue.job_[job].first));
        CHECK(is_damaged_by16(&queue.progress_[job], 1001));
        CHECK(is_damaged_by16(&queue.progress_[job], 65535));
        CHECK(!is_damaged_by16(&queue.progress_[job], 1000));
        CHECK(is_damaged_by_time(&queue.job_[job].estimate, 0));
        CHECK(is_damaged_by_time(&queue.job_[job].start, -1));
        if (queue.job_[job].first == SKED_NONE) {
            CHECK(is_damaged_by_time(&queue.job_[job].start, 0));
            continue;
        }
        CHECK(is_guarded32(&queue.job_[job].back) && is_guarded32(&queue.job_[job].width));
        CHECK(is_damaged_by_time(&queue.job_[job].start, NEVER));
        CHECK(is_damaged_by_time(&queue.job_[job].start, SKED_TIME_MAX + 1));
    }
    /* After a migration a job ends as if it had started later; in a background it has no end. */
    CHECK(!is_damaged_by_time(&queue.job_[index_of('D')].start, 1));
    CHECK(is_point_guarded(&queue.job_[index_of('B')].start));
    queue.job_[index_of('H')].key = 0;                                  /* no longer behind I */
    CHECK(!is_sound());
}

/* Of 18 slots four are empty: what would come next there nobody asks. */
static void test_slots(void) {
    uint32_t slot, empty = 0;
    open_life();
    for (slot = 0; slot < SLOTS; slot++) {
        const int taken = queue.slot_[slot].job != SKED_NONE;
        CHECK(is_guarded32(&queue.slot_[slot].job));
        CHECK(!taken || is_guarded32(&queue.slot_[slot].next));
        CHECK(is_damaged_by16(&queue.usage_[slot], 1001));
        CHECK(is_damaged_by16(&queue.usage_[slot], 1) == !taken);
        CHECK(is_damaged_by16(&queue.usage_[slot], 1000) == !taken);
        empty += !taken;
    }
    CHECK(empty == 4 && is_sound());
}

/* Chains that are right but for where they lead; all else agrees with them. */
static void test_chains(void) {
    uint32_t a, c, f;
    open_life();
    a = index_of('A');
    c = index_of('C');
    f = index_of('F');
    CHECK(queue.slot_[0].next == 1 && queue.slot_[1].next == 2);
    queue.slot_[0].next = 13;       /* A from the foreground to a background                   */
    queue.slot_[13].next = 2;
    queue.slot_[13].job = a;
    queue.slot_[1].job = SKED_NONE;
    queue.usage_[1] = 0;
    queue.free_words_[0] |= 0x02;
    queue.state_->machine.free++;
    CHECK(!is_sound());
    open_life();
    CHECK(queue.job_[c].first == 16 && queue.slot_[16].next == 11 && queue.slot_[11].next == 15);
    queue.slot_[5].job = c;         /* C from a background to the foreground                   */
    queue.slot_[16].next = 5;
    queue.slot_[5].next = 15;
    queue.slot_[11].job = SKED_NONE;
    queue.free_words_[0] = 0x10;
    queue.state_->machine.free--;
    queue.changed_words_[0] |= 0x20;
    CHECK(!is_sound());
    open_life();
    CHECK(queue.job_[f].first == 17 && queue.slot_[17].next == 14);
    queue.job_[c].first = 17; /* C in two backgrounds of processor 5 */
    queue.slot_[17].next = 11;
    queue.slot_[17].job = c;
    queue.job_[f].first = 16;
    queue.slot_[16].next = 14;
    queue.slot_[16].job = f;
    CHECK(!is_sound());
}

/* Lost are D, B and C on processor 3. Bit 7 is for no processor. */
static void test_news(void) {
    sked_set lost;
    uint32_t tier;
    open_life();
    CHECK(is_guarded32(&queue.state_->machine.losses));
    for (tier = 0; tier <= 2; tier++) {
        const sked_set news = sked_queue_lost_set_(&queue, tier);
        CHECK(is_damaged_by_bits(news.words, 0x08));
        CHECK(is_damaged_by_bits(news.words, 0x0C));    /* 2 is up */
        CHECK(is_damaged_by_bits(news.words, 0x88));
        CHECK(is_damaged_by_bits(news.words, 0x80));
    }
    lost = set_of(0x10);                                /* idle before its backgrounds */
    CHECK(sked_queue_down(&queue, &lost, 3) == SKED_OK && is_sound());
    CHECK(is_damaged_by_bits(queue.lost_words_, 0x18)); /* as many, but nobody runs there */
    CHECK(is_sound());
}

static void test_state(void) {
    sked_queue_state_ *state;
    open_life();
    state = queue.state_;
    CHECK(is_guarded32(&state->rules.backgrounds) && is_guarded32(&state->rules.background_order));
    CHECK(is_guarded32(&state->jobs.background) && is_guarded32(&state->jobs.waiting));
    CHECK(is_guarded32(&state->jobs.running) && is_guarded32(&state->jobs.spare));
    CHECK(is_damaged_by32(&state->pass.changes, 4) && !is_damaged_by32(&state->pass.changes, 3));
    CHECK(is_damaged_by32(&state->pass.phase, SKED_PHASE_HEADS_)); /* of queues without tiers */
    CHECK(is_damaged_by32(&state->pass.phase, SKED_PHASE_UNDER_ + 1));
    CHECK(!is_damaged_by32(&state->tiers.pinned, 7) && !is_damaged_by32(&state->tiers.policy, 7));
    CHECK(!is_damaged_by32(&state->tiers.usage_limit_permille, 7) &&
          is_sound()); /* between two passes */
}

/* B, behind A, is in the line. It is also all that the other tree of the same nodes has. */
static void test_both_trees(void) {
    sked_queue_settings settings = sked_queue_settings_measy(1, 2);
    const sked_tiers tiers = sked_tiers_of(SKED_MEASY);
    sked_action action;
    uint32_t b = 1;
    settings.estimate_missing = NEVER;
    CHECK(sked_queue_init(&queue, &settings, NULL, room, HALF_BYTES) == SKED_OK);
    submit('A', 0, 1, 9, 0);
    submit('B', 0, 1, 9, 0);
    CHECK(sked_tiers_plan(&queue, &tiers, 0) == SKED_OK);
    while (sked_tiers_next(&queue, &action, NULL) == SKED_OK) {
        b = queue.job_[0].id == action.id ? 0 : 1;
    }
    CHECK(queue.job_[b].id == 'B' && queue.state_->jobs.background == 1 && is_sound());
    queue.ending_.counts_[b] = 1;
    CHECK(is_damaged_by32(&queue.state_->jobs.ending_root, b) && is_sound());
}

/* One chain of ids, or two: both have room in the block, but only one is what init makes. */
static void test_other_chains(void) {
    const sked_queue_settings settings = sked_queue_settings_measy(2, 1);
    const void *block = NULL;
    size_t bytes = 0;
    uint32_t other;
    for (other = 0; other < 2; other++) {
        CHECK(sked_queue_init(&queue, &settings, NULL, room, HALF_BYTES) == SKED_OK);
        queue.state_->rules.buckets <<= other;
        CHECK(sked_queue_seal(&queue, &block, &bytes) == SKED_OK && block == room);
        CHECK(sked_queue_open(&queue, NULL, room, bytes) == (other ? SKED_E_CORRUPT : SKED_OK));
    }
}

/* Nobody leaves a background where there is none: the next pass would look there for others. */
static void test_without(void) {
    const sked_queue_settings settings = {
        .processors = PROCESSORS, .jobs_max = JOBS, .bookings_max = 2, .estimate_missing = NEVER,
        .order = SKED_FCFS, .backfill_order = SKED_SJF, .depth = 1, .reservations = SKED_REBUILD};
    CHECK(sked_queue_init(&queue, &settings, NULL, room, HALF_BYTES) == SKED_OK);
    submit('A', 0, 1, 9, 0);
    CHECK(is_sound() && is_damaged_by32(&queue.state_->pass.changes, SKED_CHANGED_BACKGROUND_));
    CHECK(is_damaged_by32(&queue.state_->pass.changes, 3) &&
          is_damaged_by32(&queue.state_->pass.changes, 4));
    CHECK(!is_damaged_by32(&queue.state_->pass.changes, 0));
    CHECK(is_damaged_by32(&queue.state_->jobs.background, 1));
}

/* Of A's processors, 0 and 1 are eligible, and 2 was not when last judged; these three and 3 are to
 * be judged again. What is said of 4 and 5 must be right. */
static void test_eligible(void) {
    uint32_t p;
    open_life();
    CHECK(queue.eligible_words_[0] == 0x03 && queue.changed_words_[0] == 0x0F);
    CHECK(is_guarded32(&queue.state_->tiers.eligible));
    for (p = 0; p < 8; p++) {
        CHECK(is_damaged_by_bits(queue.eligible_words_, UINT32_C(1) << p));
        CHECK(is_damaged_by_bits(queue.changed_words_, UINT32_C(1) << p) == (p >= PROCESSORS));
    }
    CHECK(!is_damaged_by_bits(queue.eligible_words_, 0x05));        /* as many */
    CHECK(is_damaged_by_bits(queue.eligible_words_, 0x11));
    queue.changed_words_[0] = 0x1F;
    CHECK(!is_damaged_by_bits(queue.eligible_words_, 0x11) && is_sound());
}

/* ---- in the middle of a pass ----------------------------------------------------------------- */

/* A pass at 5, after so many actions. */
static void open_pass(sked_tiers_policy policy, uint32_t actions) {
    const sked_tiers tiers = tiers_of(policy);
    sked_action action;
    open_life();
    CHECK(sked_tiers_plan(&queue, &tiers, 5) == SKED_OK);
    for (; actions > 0; actions--) {
        CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK);
    }
    CHECK(is_sound());
}

/* What any pass with backgrounds was told, and says. Nothing depends on what is merely a number. */
static void check_pass_fields(void) {
    sked_queue_state_ *state = queue.state_;
    uint32_t other;
    for (other = SKED_PHASE_HEADS_; other < SKED_PHASE_TIERS_; other++) {
        CHECK(is_damaged_by32(&state->pass.phase, other));
    }
    CHECK(is_damaged_by32(&state->pass.phase, SKED_PHASE_UNDER_ + 1));
    CHECK(is_damaged_by32(&state->tiers.policy, 3) &&
          is_damaged_by32(&state->tiers.policy, SKED_NONE));
    CHECK(is_point_guarded(&state->tiers.migration));
    CHECK(is_damaged_by_time(&state->tiers.estimate_max, -1));
    CHECK(is_damaged_by_time(&state->tiers.estimate_max, SKED_TIME_MAX + 1));
    CHECK(!is_damaged_by_time(&state->tiers.estimate_max, NEVER));
    CHECK(!is_damaged_by_time(&state->tiers.estimate_max, 1));
    CHECK(is_damaged_by_time(&state->pass.booking_from, 51) &&
          is_damaged_by_time(&state->pass.booking_from, 0));
    CHECK(is_damaged_by_time(&state->pass.shadow, state->now - 1));
    CHECK(is_damaged_by_time(&state->pass.shadow, SKED_TIME_MAX + 1));
    CHECK(is_damaged_by32(&state->pass.extra, PROCESSORS + 1));
    CHECK(is_damaged_by32(&state->pass.head_meets_booking, 2));
    CHECK(!is_damaged_by32(&state->tiers.width_max, SKED_NONE));
    CHECK(!is_damaged_by32(&state->tiers.options, SKED_NONE) && is_sound());
}

/* First losses are reported, each job's in all tiers; then heads come. */
static void test_heads(void) {
    uint32_t reported;
    for (reported = 0; reported <= 3; reported++) {
        open_pass(SKED_MEASY, reported);
        CHECK(queue.state_->pass.phase == SKED_PHASE_TIERS_ &&
              queue.state_->machine.losses == 3 - reported);
        check_pass_fields();
        CHECK(is_damaged_by32(&queue.state_->pass.phase, SKED_PHASE_BEFORE_));
        CHECK(is_guarded32(&queue.state_->machine.losses));
    }
}

/* H has come to the foreground, ahead of B, which is in a background; the candidates of width 1 are
 * that one processor. */
static void check_before(int pinned) {
    sked_queue_state_ *state = queue.state_;
    CHECK(state->pass.phase == SKED_PHASE_BEFORE_ && state->machine.free == 1);
    CHECK(state->pass.head == index_of('B') && state->tiers.pinned == (uint32_t)pinned);
    check_pass_fields();
    CHECK(is_damaged_by32(&state->tiers.pinned, 2));
    CHECK(!is_damaged_by32(&state->tiers.pinned, (uint32_t)!pinned)); /* it has its processors */
    CHECK(is_damaged_by32(&state->pass.head, index_of('A')) &&
          is_damaged_by32(&state->pass.head, JOBS));
    CHECK(is_damaged_by32(&state->pass.head, 8) && is_damaged_by32(&state->pass.head, SKED_NONE));
    CHECK(is_damaged_by32(&state->pass.head, index_of('E')) == pinned);  /* that one has none */
    CHECK(is_damaged_by_time(&state->pass.head_length, 0));
    CHECK(is_damaged_by_time(&state->pass.head_length, -1));
    CHECK(is_damaged_by_time(&state->pass.head_length, SKED_TIME_MAX + 1));
    CHECK(!is_damaged_by_time(&state->pass.head_length, NEVER));
    CHECK(is_damaged_by32(&queue.fill_.ahead_[1], index_of('H')));  /* in the foreground */
    CHECK(is_damaged_by32(&queue.fill_.ahead_[1], index_of('B')));  /* wider */
    CHECK(is_damaged_by32(&queue.fill_.ahead_[1], 8));
    CHECK(is_damaged_by32(&queue.fill_.ahead_[1], JOBS));
    CHECK(!is_damaged_by32(&queue.fill_.ahead_[1], index_of('I')));
    CHECK(!is_damaged_by32(&queue.fill_.ahead_[1], SKED_NONE) && is_sound());
}

static void test_before(void) {
    open_pass(SKED_KEASY, 4);
    check_before(0);
    open_pass(SKED_MEASY, 4);
    check_before(0);
    open_pass(SKED_REASY, 4);
    check_before(1);
}

/* A queue of depth 0 has nobody who comes ahead of the head. */
static void test_depth(void) {
    const sked_queue_settings settings = {.processors = PROCESSORS,
                                          .jobs_max = JOBS,
                                          .bookings_max = 2,
                                          .estimate_missing = NEVER,
                                          .order = SKED_FCFS,
                                          .backfill_order = SKED_SJF,
                                          .depth = SKED_NO_RESERVATIONS,
                                          .reservations = SKED_REBUILD,
                                          .backgrounds = 1,
                                          .background_order = SKED_FCFS};
    const sked_tiers tiers = tiers_of(SKED_MEASY);
    sked_queue_state_ *state;
    sked_action action;
    CHECK(sked_queue_init(&queue, &settings, NULL, room, HALF_BYTES) == SKED_OK);
    submit('A', 0, PROCESSORS, 9, 0);
    submit('B', 0, 1, 9, 0);
    CHECK(sked_tiers_plan(&queue, &tiers, 0) == SKED_OK);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && is_sound());
    state = queue.state_;
    state->pass.head = index_of('B');
    state->pass.head_length = 9;
    CHECK(is_sound() && is_damaged_by32(&state->pass.phase, SKED_PHASE_BEFORE_));
}

/* I has come to the background of processor 1; that of 0 is left, and of width 1 nobody. */
static void test_under(void) {
    sked_queue_state_ *state;
    uint32_t p;
    open_pass(SKED_MEASY, 5);
    state = queue.state_;
    CHECK(state->pass.phase == SKED_PHASE_UNDER_ && state->tiers.eligible == 1);
    CHECK(queue.slot_[13].job == index_of('I') && queue.eligible_words_[0] == 0x01);
    check_pass_fields();
    CHECK(is_guarded32(&state->tiers.eligible));
    for (p = 0; p < 8; p++) {
        CHECK(is_damaged_by_bits(queue.eligible_words_, UINT32_C(1) << p));
    }
    CHECK(is_damaged_by_bits(queue.eligible_words_, 0x03));         /* as many */
    CHECK(is_damaged_by32(&state->tiers.usage_limit_permille, 961) &&
          is_damaged_by32(&state->tiers.usage_limit_permille, 400));
    CHECK(is_damaged_by32(&state->tiers.judged_limit, 961));              /* not the pass's */
    CHECK(is_damaged_by16(&queue.usage_[6], 1000));
    for (p = 0; p < 8; p++) {
        CHECK(is_damaged_by_bits(queue.changed_words_, UINT32_C(1) << p));
    }
    CHECK(is_damaged_by32(&queue.under_.ahead_[1], index_of('I')));  /* no longer waiting */
    CHECK(is_damaged_by32(&queue.under_.ahead_[1], index_of('H')));
    CHECK(is_damaged_by32(&queue.under_.ahead_[1], index_of('E')));  /* wider */
    CHECK(is_damaged_by32(&queue.under_.ahead_[1], 8));
    CHECK(is_damaged_by32(&queue.under_.ahead_[1], JOBS) && is_sound());
}

/* ---- what is not found does no harm ---------------------------------------------------------- */

/* The open pass is taken to its end, which comes: each job is reported once and starts once. */
static void play_pass(sked_queue *with) {
    sked_action action;
    uint32_t actions = 0;
    while (actions <= ACTIONS_MAX && sked_tiers_next(with, &action, NULL) == SKED_OK) {
        actions++;
    }
    CHECK(actions <= ACTIONS_MAX);
}

static void play_questions(sked_queue *with) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS)];
    sked_set set = sked_set_of(words, PROCESSORS);
    sked_place place, places[PROCESSORS];
    sked_job_info info;
    sked_conflict conflict;
    uint64_t id, cursor = 0;
    (void)sked_queue_next_time(with);
    while (sked_queue_next_conflict(with, &cursor, &conflict) == SKED_OK) {
        CHECK(conflict.count > 0);
    }
    for (place.tier = 0; place.tier < 3; place.tier++) {
        for (place.processor = 0; place.processor < PROCESSORS; place.processor++) {
            if (sked_tiers_job_on(with, place, &id) == SKED_OK) {
                CHECK(sked_queue_get_job(with, id, &info, &set) == SKED_OK);
                CHECK(sked_set_has(&set, place.processor));
                CHECK(sked_tiers_get_places(with, id, places, PROCESSORS) == SKED_OK);
            }
        }
    }
}

/* A copy lives on, with all that can be told of it and asked. */
static void play(uint32_t policy) {
    static const uint16_t usage[] = {1000, 1, 960, 0, 500, 1000};
    sked_tiers tiers = tiers_of((sked_tiers_policy)(policy % 3));
    sked_place places[PROCESSORS] = {{0, 1}, {1, 1}, {2, 1}, {3, 2}, {4, 2}, {5, 2}};
    sked_set set;
    sked_queue copy;
    sked_queue_info info;
    uint64_t id;
    CHECK(sked_queue_branch(&queue, &copy, room + HALF_BYTES / sizeof(sked_align), HALF_BYTES) ==
          SKED_OK);
    tiers.options = policy % 16;
    play_questions(&copy);
    play_pass(&copy);
    (void)sked_queue_plan_end(&copy);
    CHECK(sked_queue_get_info(&copy, &info) == SKED_OK && !info.pass_open);
    for (id = 'A'; id <= 'I'; id++) {
        (void)sked_tiers_report(&copy, id, 900, usage, info.now);
        (void)sked_tiers_stay(&copy, id, places, info.now);
    }
    set = set_of(0x0D);
    (void)sked_queue_down(&copy, &set, info.now);
    (void)submit_to(&copy, 'J', 0, 1, 5, info.now);
    (void)booking_in(&copy, 3, 20, 0x02, info.now);
    for (id = 'A'; id <= 'D'; id++) {
        (void)sked_queue_finish(&copy, id, info.now);
    }
    (void)sked_tiers_plan(&copy, &tiers, info.now);
    play_pass(&copy);
    set = set_of(0x0D);
    (void)sked_queue_up(&copy, &set, info.now);
    for (id = 'E'; id <= 'J'; id++) {
        (void)sked_queue_requeue(&copy, id, info.now);
    }
    (void)sked_tiers_plan(&copy, &tiers, info.now);
    play_pass(&copy);
    play_questions(&copy);
}

/* Every byte of the block, changed in some ways: what passes for sound can be played with. Much
 * must be found. */
static void check_bytes(void) {
    static const unsigned char changes[] = {0x01, 0x08, 0x83, 0xFF};
    unsigned char *block = (unsigned char *)room;
    size_t at, i, damaged = 0;
    for (at = 0; at < queue.bytes_; at++) {
        for (i = 0; i < sizeof(changes); i++) {
            block[at] = (unsigned char)(block[at] ^ changes[i]);
            if (sked_queue_validate(&queue) == SKED_OK) {
                play((uint32_t)(at + i));
            } else {
                damaged++;
            }
            block[at] = (unsigned char)(block[at] ^ changes[i]);
        }
    }
    CHECK(is_sound());
    CHECK(damaged > queue.bytes_ * sizeof(changes) / 3);
}

static void test_bytes(void) {
    open_life();
    check_bytes();
    open_pass(SKED_MEASY, 1);
    check_bytes();
    open_pass(SKED_REASY, 4);
    check_bytes();
    open_pass(SKED_KEASY, 5);
    check_bytes();
}

int main(void) {
    test_unsorted();
    test_trees();
    test_options();
    test_jobs();
    test_slots();
    test_chains();
    test_news();
    test_state();
    test_both_trees();
    test_other_chains();
    test_without();
    test_eligible();
    test_heads();
    test_before();
    test_depth();
    test_under();
    test_bytes();
    return check_done("quick/tiers_validate");
}
