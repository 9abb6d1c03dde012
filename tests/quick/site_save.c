/* site_save.c - quick tests of the site: branch, clone, seal, open, and each damage to a block.
 *
 * SPDX-License-Identifier: MIT
 *
 * Damage must be done to one field at a time, and a block has no public layout: so this test
 * reaches for the private fields of handle and block. No more of the C library than check.h, and
 * about 14 KiB of writable data. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "site_scenes.h"

/* How strictly a block is aligned: not at all where that is 1. */
struct probe {
    char first;
    sked_align aligned;
};
#define ALIGNMENT offsetof(struct probe, aligned)

static sked_align other_room[SITE_ROOM], kept_room[SITE_ROOM];
static sked_align other_times_room[TABLE_ROOM];
static sked_site other;

/* ---- help ------------------------------------------------------------------------------------ */

static void copy_bytes(void *to, const void *from, size_t bytes) {
    unsigned char *target = (unsigned char *)to;
    const unsigned char *source = (const unsigned char *)from;
    size_t i;
    for (i = 0; i < bytes; i++) {
        target[i] = source[i];
    }
}

static int is_same(const void *a, const void *b, size_t bytes) {
    const unsigned char *left = (const unsigned char *)a, *right = (const unsigned char *)b;
    size_t i = 0;
    while (i < bytes && left[i] == right[i]) {
        i++;
    }
    return i == bytes;
}

static int is_empty(const sked_site *which) {
    return sked_site_validate(which) == SKED_E_EMPTY && which->state_ == NULL;
}

static uint32_t entry_of(uint64_t id) {
    uint32_t job = 0;
    while (job < JOBS - 1 && site.entry_[job].id != id) {
        job++;
    }
    return job;
}

/* At 5 by the plan. A runs on cluster 1, with 3 of the bandwidth of interconnect 0, B on machine 0.
 * H will stop A on the server, and W wait for B:
 *
 *     3 | AxHHHH    AAAA        H is of high priority, W of medium. A leaves: it runs, and has a
 *     2 | Ax   WWWW AAAA        row, too. Entry 4 is spare.
 *     1 |      WWWW
 *     0 | BBBBBBWWWW */
static void open_life(void) {
    furnish();
    remember();
    job_class[PARALLEL].bandwidth = 3;
    start_site();
    submit('A', PARALLEL, LOW, 0);
    submit('B', SINGLE, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    take_one(0);
    take_one(0);
    submit('H', SINGLE, HIGH, 5);
    submit('W', PLAIN, MEDIUM, 5);
    CHECK(sked_site_plan(&site, 5) == SKED_OK);
    CHECK(job_info_of('A').cluster == 1 && job_info_of('B').machine == 0);
    CHECK(is_planned('H', 3, SKED_NONE, 5, 25) && is_planned('W', SKED_NONE, 0, 30, 50));
    CHECK(site.entry_[entry_of('A')].leaves && site.entry_[entry_of('A')].planned);
    CHECK(site.link_[0].committed == 3 && sked_site_validate(&site) == SKED_OK);
}

/* The same life, whichever handle leads it: a number for all that is decided until the jobs end. */
static uint64_t live(sked_site *which) {
    sked_word words[SKED_SET_WORDS((unsigned)MACHINES)];
    sked_set on = sked_set_of(words, MACHINES);
    uint64_t sum = 17, id;
    sked_site_decision said;
    sked_site_job_info info;
    sked_time now;
    for (now = 5; now <= 200; now += 5) {
        uint32_t place = 0;
        while (sked_site_job_at(which, SKED_NONE, place, &id) == SKED_OK) {
            if (sked_site_get_job(which, id, &info) == SKED_OK && info.running &&
                info.end <= now) {
                CHECK(sked_site_finish(which, id, 0, now) == SKED_OK);
            } else {
                place++;
            }
        }
        CHECK(sked_site_plan(which, now) == SKED_OK);
        while (sked_site_next(which, &said, &on, now) == SKED_OK) {
            sum = sum * 31 + said.id + (uint64_t)said.end * 7 + mask_of(&on) * 3 + said.reason;
        }
    }
    CHECK(sked_site_job_at(which, SKED_NONE, 0, &id) == SKED_E_UNKNOWN);
    CHECK(sked_site_validate(which) == SKED_OK);
    return sum;
}

/* Times of its own for a copy: the same as the site's. */
static sked_experience other_times;
static sked_site_experience own_experience(void) {
    sked_site_experience own = experience;
    const void *block = NULL;
    size_t bytes = 0;
    CHECK(sked_experience_seal(&times, &block, &bytes) == SKED_OK);
    copy_bytes(other_times_room, block, bytes);
    CHECK(sked_experience_open(&other_times, other_times_room, bytes) == SKED_OK);
    own.times = &other_times;
    own.users = own.traffic = NULL;
    return own;
}

/* How often the pair was seen. */
static uint64_t seen_of(const sked_experience *table, uint32_t of, uint32_t resource) {
    sked_moments seen = {0, {0, 0}, {0, 0}};
    CHECK(sked_experience_get(table, of, resource, &seen) == SKED_OK);
    return seen.count;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* With objects of its own, the copy changes nothing of the original, and decides the same. */
static void test_branch(void) {
    sked_site_experience own;
    uint64_t sum;
    open_life();
    own = own_experience();
    copy_bytes(kept_room, site_room, sizeof(site_room));
    CHECK(sked_site_branch(&site, &other, &own, other_room, site.bytes_) == SKED_OK);
    CHECK(is_same(site_room, other_room, site.bytes_));
    sum = live(&other);
    CHECK(seen_of(&other_times, SINGLE, WS) == 2 && seen_of(&times, SINGLE, WS) == 1);
    CHECK(is_same(site_room, kept_room, sizeof(site_room)) && info_of().now == 5);
    CHECK(sum != 17 && sum == live(&site));
    sked_site_destroy(&other);
    CHECK(is_empty(&other) && sked_site_validate(&site) == SKED_OK);
}

/* Without, both learn into the same. */
static void test_branch_shares(void) {
    open_life();
    CHECK(sked_site_branch(&site, &other, NULL, other_room, sizeof(other_room)) == SKED_OK);
    (void)live(&other);
    CHECK(seen_of(&times, SINGLE, WS) == 2 && info_of().counters.finished == 0);
}

/* Of a copy that is refused nothing is left. */
static void check_no_branch(const sked_site_experience *own, void *block, size_t bytes,
                            sked_status want) {
    other = site;
    CHECK(sked_site_branch(&site, &other, own, block, bytes) == want && is_empty(&other));
}

static void test_branch_refused(void) {
    sked_site_experience own;
    open_life();
    own = own_experience();
    check_no_branch(&own, NULL, sizeof(other_room), SKED_E_BLOCK);
    check_no_branch(NULL, other_room, site.bytes_ - 1, SKED_E_BLOCK);
    if (ALIGNMENT > 1) {
        check_no_branch(NULL, (unsigned char *)other_room + 1, site.bytes_, SKED_E_BLOCK);
    }
    own.times = NULL;
    check_no_branch(&own, other_room, sizeof(other_room), SKED_E_EMPTY);
    own.times = &users;
    check_no_branch(&own, other_room, sizeof(other_room), SKED_E_RANGE);
    sked_site_destroy(&site);
    check_no_branch(NULL, other_room, sizeof(other_room), SKED_E_EMPTY);
}

/* A resource of one block. */
static void *give_other(void *ctx, size_t size) {
    *(size_t *)ctx = size;
    return size <= sizeof(other_room) ? other_room : NULL;
}

static void take_other(void *ctx, void *block, size_t size) {
    CHECK(block == other_room && size == *(size_t *)ctx);
    *(size_t *)ctx = 0;
}

static void test_clone(void) {
    size_t given = 0;
    const sked_mem one = {give_other, take_other, &given};
    const sked_mem nobody = {give_nothing, take_nothing, NULL};
    sked_site_experience own;
    open_life();
    own = own_experience();
    CHECK(sked_site_clone(&site, &other, &own, one) == SKED_OK && given == site.bytes_);
    CHECK(live(&other) == live(&site));
    sked_site_destroy(&other);
    CHECK(given == 0 && is_empty(&other));
    CHECK(sked_site_clone(&site, &other, NULL, nobody) == SKED_E_MEMORY && is_empty(&other));
    own.times = &users;
    CHECK(sked_site_clone(&site, &other, &own, one) == SKED_E_RANGE && is_empty(&other));
    sked_site_destroy(&site);
    CHECK(sked_site_clone(&site, &other, NULL, one) == SKED_E_EMPTY && is_empty(&other));
    CHECK(given == 0);
}

/* ---- seal and open --------------------------------------------------------------------------- */

/* Seals the site, and copies its block. Returns its size. */
static size_t save(void) {
    const void *block = NULL;
    size_t bytes = 0;
    CHECK(sked_site_seal(&site, &block, &bytes) == SKED_OK);
    CHECK(block == (const void *)site_room && bytes == site.bytes_);
    copy_bytes(other_room, block, bytes);
    return bytes;
}

static sked_status open_other(size_t bytes) {
    other = site;
    return sked_site_open(&other, &settings, &experience, other_room, bytes);
}

static void test_open(void) {
    sked_site_experience own;
    size_t bytes;
    open_life();
    own = own_experience();
    bytes = save();
    CHECK(sked_site_open(&other, &settings, &own, other_room, bytes) == SKED_OK);
    CHECK(is_same(site_room, other_room, bytes));
    CHECK(live(&other) == live(&site));
    sked_site_destroy(&other);
    sked_site_destroy(&site);
    CHECK(is_empty(&other) && is_empty(&site));
}

/* The content of scratch arrays does not matter. */
static void test_scratch(void) {
    sked_site_experience own;
    size_t bytes;
    uint32_t i;
    open_life();
    own = own_experience();
    bytes = save();
    CHECK(sked_site_open(&other, &settings, &own, other_room, bytes) == SKED_OK);
    for (i = 0; i < other.work_bytes_; i++) {
        ((unsigned char *)other.work_)[i] = (unsigned char)(0xA5 + i);
    }
    for (i = 0; i < JOBS; i++) {
        other.picked_[i] = other.entry_[i].weighed = SKED_NONE - i;
        other.entry_[i].gain = other.own_end_[i] = INT64_MIN;
        other.entry_[i].kept = SKED_NONE;
    }
    for (i = 0; i < MACHINES; i++) {
        other.host_[i].claimed = 7;
        other.free_[i] = other.held_[i] = INT64_MIN;
    }
    for (i = 0; i < CLASSES; i++) {
        other.known_[i] = SKED_NONE;
    }
    other.state_->picked = other.state_->closed = SKED_NONE;
    other.state_->time_max = -1;
    CHECK(sked_site_validate(&other) == SKED_OK && live(&other) == live(&site));
}

/* Is the block refused, without a change to it? */
static int is_not_opened(size_t bytes, sked_status want) {
    const sked_status status = open_other(bytes);
    return status == want && is_empty(&other);
}

static void test_open_refused(void) {
    const void *block = NULL;
    size_t bytes;
    open_life();
    bytes = save();
    copy_bytes(kept_room, other_room, sizeof(kept_room));
    CHECK(is_not_opened(bytes - 1, SKED_E_LENGTH));
    CHECK(is_not_opened(SKED_SEAL_BYTES - 1, SKED_E_BLOCK));
    ((unsigned char *)other_room)[bytes - 1] ^= 1;
    CHECK(is_not_opened(bytes, SKED_E_CORRUPT));
    ((unsigned char *)other_room)[bytes - 1] ^= 1;
    CHECK(is_same(kept_room, other_room, sizeof(kept_room)));
    sked_seal(other_room, bytes, SKED_QUEUE_KIND_);
    CHECK(is_not_opened(bytes, SKED_E_INCOMPATIBLE));
    sked_seal(other_room, SKED_SEAL_BYTES + 8, SKED_SITE_KIND_);
    CHECK(is_not_opened(SKED_SEAL_BYTES + 8, SKED_E_CORRUPT));
    CHECK(sked_site_open(&other, &settings, &experience, NULL, bytes) == SKED_E_BLOCK);
    if (ALIGNMENT > 1) {
        CHECK(sked_site_open(&other, &settings, &experience, (unsigned char *)other_room + 1,
                             bytes) == SKED_E_BLOCK);
    }
    sked_site_destroy(&site);
    CHECK(sked_site_seal(&site, &block, &bytes) == SKED_E_EMPTY);
}

/* Of the right counts, but of another size; and what init would refuse. */
static void test_other_settings(void) {
    size_t bytes;
    open_life();
    bytes = save();
    queue[HIGH].heuristic = queue[MEDIUM].heuristic = queue[LOW].heuristic = SKED_OLB;
    CHECK(is_not_opened(bytes, SKED_E_CORRUPT));
    queue[HIGH].heuristic = SKED_HEURISTIC_COUNT_;
    CHECK(is_not_opened(bytes, SKED_E_SETTING));
    queue[HIGH].heuristic = queue[MEDIUM].heuristic = queue[LOW].heuristic = SKED_DUPLEX_SUM;
    experience.times = &users;
    CHECK(is_not_opened(bytes, SKED_E_RANGE));
    experience.times = NULL;
    CHECK(is_not_opened(bytes, SKED_E_EMPTY));
    experience.times = &times;
    CHECK(open_other(bytes) == SKED_OK);
    queue[HIGH].priority = 9;               /* its rank is another one */
    CHECK(is_not_opened(bytes, SKED_E_CORRUPT));
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* Damaged, the block is neither valid nor opened: another seal does not help. */
static int is_corrupt(void) {
    const size_t bytes = site.bytes_;
    sked_seal(site_room, bytes, SKED_SITE_KIND_);
    return sked_site_validate(&site) == SKED_E_CORRUPT &&
           sked_site_open(&other, &settings, &experience, site_room, bytes) == SKED_E_CORRUPT &&
           is_empty(&other);
}

static int is_guarded(uint32_t *field, uint32_t wrong) {
    const uint32_t right = *field;
    int is;
    *field = wrong;
    is = is_corrupt();
    *field = right;
    return is && sked_site_validate(&site) == SKED_OK;
}

static int is_guarded64(uint64_t *field, uint64_t wrong) {
    const uint64_t right = *field;
    int is;
    *field = wrong;
    is = is_corrupt();
    *field = right;
    return is && sked_site_validate(&site) == SKED_OK;
}

static int is_guarded_time(sked_time *field, sked_time wrong) {
    const sked_time right = *field;
    int is;
    *field = wrong;
    is = is_corrupt();
    *field = right;
    return is && sked_site_validate(&site) == SKED_OK;
}

/* Not to be damage: what is just within the limits. */
static int is_free_time(sked_time *field, sked_time value) {
    const sked_time right = *field;
    sked_status status;
    *field = value;
    status = sked_site_validate(&site);
    *field = right;
    return status == SKED_OK;
}

static void test_counts(void) {
    sked_site_state_ *state;
    open_life();
    state = site.state_;
    CHECK(is_guarded(&state->machines, MACHINES + 1) && is_guarded(&state->clusters, 0));
    CHECK(is_guarded(&state->interconnects, 0) && is_guarded(&state->resources, 1));
    CHECK(is_guarded(&state->classes, 1) && is_guarded(&state->users, 9));
    CHECK(is_guarded(&state->queues, 2) && is_guarded(&state->jobs_max, JOBS - 1));
    CHECK(is_guarded_time(&state->now, -1) && is_guarded_time(&state->now, SKED_TIME_MAX + 1));
    CHECK(is_guarded(&state->jobs, JOBS + 1) && is_guarded(&state->jobs, 3));
    CHECK(is_guarded(&state->rows, JOBS + 1) && is_guarded(&state->rows, 2));
    CHECK(is_guarded64(&state->counters.plans, UINT64_MAX / 2 + 1));
    CHECK(is_guarded(&state->changed, 2) && is_guarded(&state->lost, 1));
    CHECK(is_guarded_time(&state->now, 4));         /* H and W have come at 5 */
}

static void test_ranks(void) {
    open_life();
    CHECK(is_guarded(&site.rank_[0], QUEUES) && is_guarded(&site.rank_[1], HIGH));
    CHECK(is_guarded(&site.rank_[2], HIGH));
    queue[MEDIUM].priority = queue[HIGH].priority;
    CHECK(sked_site_validate(&site) == SKED_OK && is_guarded(&site.rank_[1], HIGH));
    site.rank_[0] = MEDIUM;
    CHECK(is_guarded(&site.rank_[1], HIGH) == 0);   /* not valid before that, either */
    site.rank_[1] = HIGH;
    CHECK(is_corrupt());
}

static void test_machines(void) {
    open_life();
    CHECK(is_guarded(&site.host_[1].up, 2) && is_guarded(&site.host_[1].load, 1024));
    CHECK(is_guarded(&site.host_[0].up, 0));        /* B would be lost */
    CHECK(is_guarded(&site.host_[0].job, SKED_NONE) && is_guarded(&site.host_[1].job, 0));
    CHECK(is_guarded(&site.host_[1].job, entry_of('B')) && is_guarded(&site.host_[0].job, JOBS));
    CHECK(is_guarded(&site.host_[3].job, entry_of('B')));
    CHECK(is_guarded64(&site.link_[0].committed, 11) && is_guarded64(&site.link_[0].committed, 4));
    CHECK(is_guarded64(&site.link_[0].committed, 2) && is_guarded64(&site.link_[1].committed, 1));
    CHECK(is_guarded_time(&site.account_[GUEST].taken, -1));
    CHECK(is_guarded(&site.account_[GUEST].jobs, 1) && is_guarded(&site.account_[ANYBODY].jobs, 5));
}

static void test_line(void) {
    open_life();
    CHECK(is_guarded(&site.line_[0], JOBS) && is_guarded(&site.line_[1], site.line_[0]));
    CHECK(is_guarded(&site.spare_[0], 0));
    CHECK(is_guarded(&site.entry_[4].running, 1) && is_guarded(&site.entry_[4].planned, 1));
}

static void test_jobs(void) {
    sked_site_entry_ *waits;
    open_life();
    waits = &site.entry_[entry_of('W')];
    CHECK(is_guarded(&waits->job_class, CLASSES) && is_guarded(&waits->user, USERS));
    CHECK(is_guarded(&waits->user, GUEST));
    CHECK(is_guarded(&waits->queue, QUEUES) && is_guarded(&waits->first_queue, QUEUES));
    CHECK(is_guarded(&waits->left, 0) && is_guarded(&waits->left, SKED_WHOLE_JOB_ + 1));
    CHECK(is_guarded_time(&waits->submitted, -1) && is_guarded_time(&waits->submitted, 6));
    CHECK(is_guarded64(&waits->id, 'A'));
    CHECK(is_guarded(&waits->running, 2) && is_guarded(&waits->planned, 2));
    CHECK(is_guarded(&waits->leaves, 1) && is_guarded(&site.entry_[entry_of('B')].lost, 1));
    CHECK(is_guarded(&site.entry_[entry_of('B')].planned, 1));
    CHECK(is_guarded(&site.entry_[entry_of('A')].leaves, 0));
    CHECK(is_guarded(&site.entry_[entry_of('B')].running, 0));
}

static void test_runs(void) {
    const sked_time half = SKED_TIME_MAX / 2;
    sked_site_entry_ *a, *b;
    open_life();
    a = &site.entry_[entry_of('A')];
    b = &site.entry_[entry_of('B')];
    CHECK(is_guarded(&b->machine, MACHINES) && is_guarded(&b->machine, 1));
    CHECK(is_guarded(&b->cluster, 0) && is_guarded(&a->machine, 2));
    CHECK(is_guarded(&a->cluster, CLUSTERS) && is_guarded(&a->cluster, 0));
    CHECK(is_guarded(&a->members, 3) && is_guarded(&a->present, 1) && is_guarded(&a->load, 1024));
    CHECK(is_guarded_time(&a->start, -1) && is_guarded_time(&a->start, 6));
    CHECK(is_guarded_time(&a->end, -1) && is_guarded_time(&a->end, SKED_TIME_MAX + 1));
    CHECK(is_guarded_time(&a->end, 5 + half + 1) && is_free_time(&a->end, 5 + half));
    CHECK(is_guarded(&a->interconnect, LINKS) && is_guarded(&a->interconnect, 1));
    CHECK(is_guarded(&a->interconnect, SKED_NONE) && is_guarded(&b->interconnect, 0));
    CHECK(is_guarded64(&a->committed, 0) && is_guarded64(&a->committed, 4));
    CHECK(is_guarded64(&a->committed, UINT64_MAX));
    CHECK(is_guarded64(&a->run_plan, site.state_->counters.plans + 1));
}

/* A run of nobody's machines: all that contradicts it is what it holds. */
static void test_empty_run(void) {
    sked_site_entry_ *b;
    open_life();
    b = &site.entry_[entry_of('B')];
    site.host_[0].job = SKED_NONE;
    b->present = 0;
    CHECK(is_corrupt());
    site.host_[0].job = entry_of('B');
    b->present = 1;
    CHECK(sked_site_validate(&site) == SKED_OK);
    CHECK(sked_site_down(&site, 0, 5) == SKED_OK && sked_site_validate(&site) == SKED_OK);
    CHECK(b->lost && is_guarded(&b->lost, 0) && is_guarded(&site.state_->lost, 0));
}

static void test_rows(void) {
    const sked_time half = SKED_TIME_MAX / 2;
    sked_site_entry_ *h, *w;
    open_life();
    h = &site.entry_[entry_of('H')];
    w = &site.entry_[entry_of('W')];
    CHECK(is_guarded_time(&h->row_start, -1) && is_guarded_time(&h->row_end, SKED_TIME_MAX + 1));
    CHECK(is_guarded_time(&h->row_start, SKED_TIME_MAX + 1) && is_guarded_time(&h->row_start, 6));
    CHECK(is_guarded_time(&h->row_end, 4) && is_free_time(&h->row_end, 5));
    CHECK(is_guarded_time(&h->row_end, 5 + half + 1) && is_free_time(&h->row_end, 5 + half));
    CHECK(is_guarded64(&h->row_plan, site.state_->counters.plans + 1));
    CHECK(is_guarded(&h->row_rank, QUEUES) && is_guarded(&w->row_present, 0));
    CHECK(is_guarded(&w->row_present, 4) && is_guarded(&h->row_machine, MACHINES));
    CHECK(is_guarded(&h->row_cluster, 0) && is_guarded(&w->row_machine, 0));
    CHECK(is_guarded(&w->row_cluster, CLUSTERS));
}

static void test_order(void) {
    uint32_t other_row;
    open_life();
    CHECK(site.state_->rows == 3);
    CHECK(is_guarded(&site.order_[1].index, 3) && is_guarded(&site.planned_[1], JOBS));
    CHECK(is_guarded64(&site.order_[1].key, 4) && is_guarded64(&site.order_[2].key, 51));
    other_row = site.order_[0].index;
    CHECK(is_guarded(&site.order_[1].index, other_row));
    CHECK(is_guarded(&site.planned_[other_row], entry_of('B')));    /* the row of H is gone */
    site.order_[1].key = site.order_[0].key;
    site.planned_[site.order_[1].index] = entry_of('H');            /* and it has two */
    site.entry_[entry_of('W')].planned = 0;
    CHECK(site.order_[1].index > other_row && is_corrupt());
}

int main(void) {
    test_branch();
    test_branch_shares();
    test_branch_refused();
    test_clone();
    test_open();
    test_scratch();
    test_open_refused();
    test_other_settings();
    test_counts();
    test_ranks();
    test_machines();
    test_line();
    test_jobs();
    test_runs();
    test_empty_run();
    test_rows();
    test_order();
    return check_done("quick/site_save");
}
