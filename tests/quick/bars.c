/* bars.c - quick tests of jobs that wait for something else: holds and dependencies.
 *
 * SPDX-License-Identifier: MIT
 *
 * In the drawings time runs to the right, one column a tick; a dot is idle. The last section does
 * damage to blocks, and it alone reaches for private fields. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "scenes.h"

#define NEVER SKED_NEVER
enum { JOBS = 6, ROOM = 700 };

static sked_align room[ROOM], other_room[ROOM];

/* ---- help ------------------------------------------------------------------------------------ */

static void open_with(const sked_queue_settings *settings) {
    CHECK(sked_queue_init(&queue, settings, NULL, room, sizeof(room)) == SKED_OK);
}

static void open_easy(uint32_t processors, sked_order order) {
    sked_queue_settings settings = sked_queue_settings_easy(processors, JOBS);
    settings.order = order;
    open_with(&settings);
}

static void open_compress(uint32_t processors) {
    const sked_queue_settings settings = sked_queue_settings_conservative(processors, JOBS);
    open_with(&settings);
}

static void submit_barred(uint64_t id, uint32_t width, sked_time estimate, uint32_t bars,
                          sked_time now) {
    sked_job job = job_of(id, width, estimate);
    job.bars = bars;
    CHECK(sked_queue_submit(&queue, &job, now) == SKED_OK);
}

static void bar(uint64_t id, sked_time now) {
    CHECK_SEED(id, sked_queue_bar(&queue, id, now) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

static void unbar(uint64_t id, uint32_t options, sked_time now) {
    CHECK_SEED(id, sked_queue_unbar(&queue, id, options, now) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

static sked_job_info job_info(uint64_t id) {
    sked_job_info info;
    CHECK_SEED(id, sked_queue_get_job(&queue, id, &info, NULL) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    return info;
}

/* The jobs of the line, and those with bars, in order. */
static void check_lists(const char *line, const char *barred) {
    uint64_t id;
    uint32_t at;
    for (at = 0; line[at] != 0; at++) {
        CHECK(sked_queue_waiting_at(&queue, at, &id) == SKED_OK);
        CHECK_SEED(id, id == (uint64_t)line[at]);
        CHECK_SEED(id, job_info(id).position == at && job_info(id).bars == 0);
    }
    CHECK(sked_queue_waiting_at(&queue, at, &id) == SKED_E_RANGE);
    CHECK(info_of(&queue).waiting + info_of(&queue).background == at);
    for (at = 0; barred[at] != 0; at++) {
        CHECK(sked_queue_barred_at(&queue, at, &id) == SKED_OK);
        CHECK_SEED(id, id == (uint64_t)barred[at]);
        CHECK_SEED(id, job_info(id).position == SKED_NONE && job_info(id).bars > 0);
    }
    CHECK(sked_queue_barred_at(&queue, at, &id) == SKED_E_RANGE && info_of(&queue).barred == at);
}

/* ---- counts ---------------------------------------------------------------------------------- */

/* Without backgrounds nothing of a job is written where they have their numbers. */
static void test_behind(void) {
    size_t bytes, i;
    for (i = 0; i < ROOM; i++) {
        room[i].time = 0x5A5A;
    }
    open_easy(2, SKED_FCFS);
    bytes = info_of(&queue).bytes;
    submit_barred('A', 1, 5, 1, 0);
    submit_barred('B', 1, 5, 1, 0);
    submit('C', 1, 5, 0);
    bar('C', 0);
    for (i = (bytes + sizeof(room[0]) - 1) / sizeof(room[0]); i < ROOM; i++) {
        CHECK(room[i].time == 0x5A5A);
    }
}

/* A job that waits for two things is not in the queue until both are gone. */
static void test_count(void) {
    SKED_SET_LOCAL(set, 2);
    sked_job_info info;
    open_easy(2, SKED_FCFS);
    submit_barred('A', 1, 5, 2, 0);
    submit('B', 1, 5, 0);
    check_lists("B", "A");
    sked_set_fill(&set);
    CHECK(sked_queue_get_job(&queue, 'A', &info, &set) == SKED_OK && sked_set_count(&set) == 0);
    CHECK(!info.running && !info.background && info.bars == 2 && info.width == 1 &&
          info.processors_down == 0 && info.progress_permille == 0 && info.estimate == 5 &&
          info.start == NEVER && info.end == NEVER && info.reserved == NEVER &&
          info.tag == 'A' + 100);
    pass_starts(0, "B");
    CHECK(info_of(&queue).processors_free == 1 && info_of(&queue).running == 1);
    bar('A', 1);
    CHECK(job_info('A').bars == 3);
    unbar('A', 0, 2);
    unbar('A', SKED_AFRESH, 2);
    CHECK(job_info('A').bars == 1 && info_of(&queue).now == 2);
    pass_starts(2, "");
    unbar('A', 0, 3);
    check_lists("A", "");
    pass_starts(3, "A");
    CHECK(job_info('A').start == 3 && job_info('A').bars == 0);
}

/* B waits for A, C for both. */
static void test_chain(void) {
    open_easy(4, SKED_FCFS);
    submit('A', 1, 5, 0);
    submit_barred('B', 1, 5, 1, 0);
    submit_barred('C', 1, 5, 2, 0);
    pass_starts(0, "A");
    check_lists("", "BC");
    finish('A', 4);
    unbar('B', 0, 4);
    unbar('C', 0, 4);
    check_lists("B", "C");
    pass_starts(4, "B");
    finish('B', 9);
    unbar('C', 0, 9);
    pass_starts(9, "C");
    finish('C', 10);
    CHECK(info_of(&queue).barred == 0 && info_of(&queue).counters.finished == 3);
}

/* A job comes back to its old place, or afresh behind all that were submitted before. */
static void test_place(void) {
    open_easy(2, SKED_FCFS);
    submit('R', 2, 50, 0);
    pass_starts(0, "R");
    submit('A', 1, 5, 0);
    submit('B', 1, 5, 0);
    submit('C', 1, 5, 0);
    bar('A', 1);
    bar('B', 1);
    check_lists("C", "AB");
    submit('D', 1, 5, 2);
    unbar('B', 0, 2);
    check_lists("BCD", "A");
    unbar('A', SKED_AFRESH, 2);
    check_lists("BCDA", "");
    submit('E', 1, 5, 2);
    check_lists("BCDAE", "");
    bar('C', 3);
    bar('E', 3);
    bar('B', 3);
    check_lists("DA", "BCE");
}

/* With another order, arrivals decide among equals; and options stay. */
static void test_order(void) {
    sked_job job = job_of('A', 1, 5);
    open_easy(2, SKED_SJF);
    job.options = SKED_JOB_NO_RESTART;
    job.bars = 1;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    submit_barred('B', 1, 5, 1, 0);
    submit_barred('C', 1, 3, 1, 0);
    check_lists("", "CAB");
    unbar('A', SKED_AFRESH, 0);
    unbar('B', 0, 0);
    unbar('C', SKED_AFRESH, 0);
    check_lists("CBA", "");
    CHECK(job_info('A').options == SKED_JOB_NO_RESTART && job_info('B').options == 0);
}

/*   2 | .CCCCCCC>        Without its head A, which is barred, B is the head. It starts when R ends.
 *   1 | RRRRRBBB         C would have delayed A, and does not delay B.
 *   0 | RRRRRBBB         */
static void test_head(void) {
    open_easy(3, SKED_FCFS);
    submit('R', 2, 5, 0);
    pass_starts(0, "R");
    submit('A', 3, 9, 0);
    submit('B', 2, 3, 0);
    submit('C', 1, 90, 0);
    pass_starts(0, "");
    CHECK(info_of(&queue).head_blocked && info_of(&queue).head == 'A');
    bar('A', 1);
    pass_starts(1, "C");
    CHECK(info_of(&queue).head == 'B' && info_of(&queue).shadow == 5);
    finish('R', 5);
    pass_starts(5, "B");
    unbar('A', 0, 6);
    pass_starts(6, "");
    CHECK(info_of(&queue).head == 'A' && info_of(&queue).shadow == 91);
}

/* ---- reservations ---------------------------------------------------------------------------- */

/* A gives its reservation back, and B moves up; no promise is broken. When A comes back, it finds
 * what is left, though it is ahead of B in the order. */
static void test_reserved(void) {
    open_compress(2);
    submit('R', 2, 10, 0);
    submit('A', 2, 5, 0);
    submit('B', 2, 7, 0);
    pass_starts(0, "R");
    CHECK(job_info('A').reserved == 10 && job_info('B').reserved == 15);
    CHECK(sked_queue_next_time(&queue) == 10);
    bar('A', 1);
    CHECK(job_info('A').reserved == NEVER && job_info('B').reserved == 15);
    pass_starts(1, "");
    CHECK(job_info('B').reserved == 10 && info_of(&queue).counters.promises_broken == 0);
    unbar('A', 0, 2);
    check_lists("AB", "");
    CHECK(job_info('A').reserved == NEVER);
    pass_starts(2, "");
    CHECK(job_info('A').reserved == 17 && job_info('B').reserved == 10);
    CHECK(info_of(&queue).counters.promises_broken == 0);
}

/* Jobs that no pass has seen, that wait for ever, or whose profile is stale. */
static void test_unreserved(void) {
    SKED_SET_LOCAL(set, 2);
    open_compress(2);
    submit('R', 2, NEVER, 0);
    pass_starts(0, "R");
    submit('A', 1, 5, 0);
    bar('A', 0);
    submit('B', 1, 5, 0);
    pass_starts(0, "");
    CHECK(job_info('B').reserved == NEVER);
    bar('B', 0);
    check_lists("", "AB");
    finish('R', 1);
    unbar('B', 0, 1);
    submit('C', 2, 5, 1);
    pass_starts(1, "B");
    CHECK(job_info('C').reserved == 6);
    sked_set_add(&set, 1);
    CHECK(sked_queue_down(&queue, &set, 2) == SKED_OK);
    bar('C', 2);
    CHECK(sked_queue_up(&queue, &set, 2) == SKED_OK);
    unbar('A', 0, 2);
    unbar('C', SKED_AFRESH, 2);
    pass_starts(2, "A");
    CHECK(job_info('C').reserved == 7 && info_of(&queue).counters.promises_broken == 0);
}

/* ---- other events ---------------------------------------------------------------------------- */

static sked_status set_all(uint64_t id, uint64_t key, uint32_t width, sked_time estimate,
                           uint32_t options) {
    sked_job_change change = SKED_ZERO;
    change.fields = SKED_CHANGE_KEY | SKED_CHANGE_TAG | SKED_CHANGE_ESTIMATE | SKED_CHANGE_WIDTH;
    change.options = options;
    change.key = key;
    change.tag = key + 1;
    change.width = width;
    change.estimate = estimate;
    return sked_queue_change(&queue, id, &change, 1);
}

/* A job with bars has no promise to lose, whatever it becomes. */
static void check_change(void) {
    submit_barred('A', 1, 5, 2, 0);
    submit_barred('B', 1, 5, 1, 0);
    submit_barred('C', 1, 5, 1, 0);
    check_lists("", "ABC");
    CHECK(set_all('A', 7, 2, 9, SKED_IF_KEPT) == SKED_OK);
    check_lists("", "BCA");
    CHECK(job_info('A').key == 7 && job_info('A').tag == 8 && job_info('A').width == 2 &&
          job_info('A').estimate == 9 && job_info('A').bars == 2);
    CHECK(set_all('A', 7, 2, 9, 0) == SKED_OK && info_of(&queue).now == 1);
    CHECK(set_all('C', 3, 3, 9, 0) == SKED_E_TOO_WIDE);
    CHECK(set_all('B', 1, 1, 5, 0) == SKED_OK);
    check_lists("", "CBA");
    unbar('C', 0, 1);
    unbar('B', 0, 1);
    unbar('A', 0, 1);
    unbar('A', 0, 1);
    check_lists("CBA", "");
    CHECK(job_info('A').width == 2 && info_of(&queue).counters.promises_broken == 0);
}

static void test_change(void) {
    sked_queue_settings settings = sked_queue_settings_conservative(2, JOBS);
    open_easy(2, SKED_BY_KEY);
    check_change();
    settings.order = SKED_BY_KEY;
    open_with(&settings);
    check_change();
}

/* Cancelled with bars: its id and its place are free again. Requeued: without bars. */
static void test_cancel(void) {
    open_compress(2);
    submit_barred('A', 1, 5, 1, 0);
    submit_barred('B', 1, 5, 2, 0);
    submit_barred('C', 1, 5, 3, 0);
    CHECK(sked_queue_cancel(&queue, 'B', 1) == SKED_OK);
    check_lists("", "AC");
    CHECK(info_of(&queue).counters.cancelled == 1);
    submit_barred('B', 1, 6, 1, 1);
    check_lists("", "ACB");
    unbar('B', 0, 1);
    pass_starts(1, "B");
    CHECK(sked_queue_requeue(&queue, 'B', 2) == SKED_OK);
    check_lists("B", "AC");
    CHECK(sked_queue_cancel(&queue, 'A', 2) == SKED_OK);
    CHECK(sked_queue_cancel(&queue, 'C', 2) == SKED_OK);
    check_lists("B", "");
}

static uint64_t hash_room(void) {
    uint64_t hash = CHECK_HASH;
    size_t i;
    for (i = 0; i < ROOM; i++) {
        hash = check_hash(hash, (uint64_t)room[i].time);
    }
    return hash;
}

static void test_refusals(void) {
    uint64_t id = 0, before;
    sked_place places[2];
    sked_action action;
    open_easy(2, SKED_FCFS);
    submit('R', 2, 5, 1);
    pass_starts(1, "R");
    submit('W', 1, 5, 1);
    submit_barred('A', 1, 5, UINT32_MAX - 1, 1);
    bar('A', 1);
    CHECK(job_info('A').bars == UINT32_MAX);
    before = hash_room();
    CHECK(sked_queue_bar(&queue, 'A', 1) == SKED_E_RANGE);
    CHECK(sked_queue_bar(&queue, 'R', 1) == SKED_E_NOT_WAITING);
    CHECK(sked_queue_bar(&queue, 'X', 1) == SKED_E_UNKNOWN);
    CHECK(sked_queue_bar(&queue, 'A', 0) == SKED_E_BACKWARDS);
    CHECK(sked_queue_bar(&queue, 'A', -1) == SKED_E_TIME);
    CHECK(sked_queue_unbar(&queue, 'W', 0, 1) == SKED_E_NO_BARS);
    CHECK(sked_queue_unbar(&queue, 'R', SKED_AFRESH, 1) == SKED_E_NO_BARS);
    CHECK(sked_queue_unbar(&queue, 'W', 2, 1) == SKED_E_SETTING);
    CHECK(sked_queue_unbar(&queue, 'A', UINT32_MAX, 1) == SKED_E_SETTING);
    CHECK(sked_queue_unbar(&queue, 'X', 2, 1) == SKED_E_UNKNOWN);
    CHECK(sked_queue_unbar(&queue, 'A', 2, 0) == SKED_E_BACKWARDS);
    CHECK(sked_queue_finish(&queue, 'A', 1) == SKED_E_NOT_RUNNING);
    CHECK(sked_queue_requeue(&queue, 'A', 1) == SKED_E_NOT_RUNNING);
    CHECK(sked_tiers_get_places(&queue, 'A', places, 2) == SKED_E_NOT_RUNNING);
    CHECK(hash_room() == before);
    CHECK(sked_queue_plan(&queue, 1) == SKED_OK);
    CHECK(sked_queue_bar(&queue, 'W', 1) == SKED_E_BUSY);
    CHECK(sked_queue_unbar(&queue, 'A', 0, 1) == SKED_E_BUSY);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
    sked_queue_destroy(&queue);
    CHECK(sked_queue_bar(&queue, 'A', 1) == SKED_E_EMPTY);
    CHECK(sked_queue_unbar(&queue, 'A', 2, 1) == SKED_E_EMPTY);
    CHECK(sked_queue_barred_at(&queue, 0, &id) == SKED_E_EMPTY);
}

/* ---- backgrounds ----------------------------------------------------------------------------- */

static void tiers_pass(sked_time now, const char *want) {
    const sked_tiers tiers = tiers_of(SKED_MEASY);
    sked_action action;
    CHECK(sked_tiers_plan(&queue, &tiers, now) == SKED_OK);
    while (sked_tiers_next(&queue, &action, NULL) == SKED_OK) {
        CHECK_SEED(action.id, *want != 0 && action.id == (uint64_t)*want);
        want += *want != 0;
    }
    CHECK(*want == 0);
}

/* A job with bars goes to no tier; one that runs in a background gets none. A new job has no
 * progress, though its index had. */
static void test_tiers(void) {
    const sked_queue_settings settings = sked_queue_settings_measy(2, JOBS);
    open_with(&settings);
    submit('R', 2, 50, 0);
    submit('A', 2, 9, 0);
    submit_barred('B', 1, 9, 1, 0);
    tiers_pass(0, "RA");
    check_lists("A", "B");
    CHECK(job_info('A').background && sked_queue_bar(&queue, 'A', 1) == SKED_E_NOT_WAITING);
    CHECK(sked_queue_unbar(&queue, 'A', 0, 1) == SKED_E_NO_BARS);
    CHECK(sked_tiers_report(&queue, 'B', 5, NULL, 1) == SKED_E_NOT_RUNNING);
    CHECK(sked_tiers_report(&queue, 'A', 400, NULL, 1) == SKED_OK);
    finish('A', 2);
    submit_barred('C', 2, 9, 1, 2);
    CHECK(job_info('C').progress_permille == 0);
    unbar('C', 0, 2);
    unbar('B', SKED_AFRESH, 2);
    tiers_pass(2, "C");
    bar('B', 3);
    CHECK(sked_queue_requeue(&queue, 'C', 3) == SKED_OK);
    bar('C', 3);
    check_lists("", "CB");
    tiers_pass(3, "");
    unbar('B', 0, 4);
    tiers_pass(4, "B");
    CHECK(job_info('B').background);
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Two blocks, one after the other. */
static void *give(void *ctx, size_t bytes) {
    void **next = (void **)ctx, *block = *next;
    CHECK(bytes <= sizeof(room));
    *next = other_room;
    return block;
}

static void take_back(void *ctx, void *block, size_t bytes) {
    (void)ctx;
    (void)block;
    CHECK(bytes > 0);
}

/* A larger block, a branch and a sealed block know the jobs with bars, and which indices are
 * free. */
static void check_copies(sked_queue_settings settings) {
    void *next = room;
    sked_mem mem;
    const void *sealed;
    size_t bytes = 0;
    mem.alloc = give;
    mem.free = take_back;
    mem.ctx = &next;
    settings.jobs_max = 4;
    CHECK(sked_queue_create(&queue, &settings, NULL, mem) == SKED_OK);
    submit_barred('A', 1, 5, 1, 0);
    submit_barred('B', 1, 5, 2, 0);
    submit('R', 2, 5, 0);
    pass_starts(0, "R");
    submit_barred('C', 1, 5, 3, 0);
    CHECK(sked_queue_grow(&queue, JOBS, 0) == SKED_OK && (const void *)queue.state_ == other_room);
    check_lists("", "ABC");
    submit_barred('D', 1, 5, 1, 1);
    submit('E', 1, 5, 1);
    check_lists("E", "ABCD");
    CHECK(sked_queue_seal(&queue, &sealed, &bytes) == SKED_OK && sealed == other_room);
    CHECK(sked_queue_open(&queue, NULL, other_room, bytes) == SKED_OK);
    check_lists("E", "ABCD");
    CHECK(job_info('B').bars == 2 && job_info('C').bars == 3);
    unbar('A', 0, 1);
    check_lists("AE", "BCD");
}

static void test_copies(void) {
    check_copies(sked_queue_settings_easy(2, JOBS));
    check_copies(sked_queue_settings_conservative(2, JOBS));
}

/* Those with bars have no forecast, and are in nobody's way. */
static void test_forecast(void) {
    sked_forecast forecasts[2];
    open_easy(2, SKED_FCFS);
    submit('R', 2, 5, 0);
    pass_starts(0, "R");
    submit_barred('A', 2, 90, 1, 0);
    submit('B', 2, 3, 0);
    submit('C', 2, 3, 0);
    CHECK(sked_queue_forecast(&queue, 1, forecasts, 1, other_room, sizeof(other_room)) ==
          SKED_E_FULL);
    CHECK(sked_queue_forecast(&queue, 1, forecasts, 2, other_room, sizeof(other_room)) == SKED_OK);
    CHECK(forecasts[0].id == 'B' && forecasts[0].start == 5);
    CHECK(forecasts[1].id == 'C' && forecasts[1].start == 8);
    check_lists("BC", "A");
}

/* ---- damaged blocks -------------------------------------------------------------------------- */

static int is_damaged_by(uint32_t *field, uint32_t value) {
    const uint32_t right = *field;
    sked_status status;
    *field = value;
    status = sked_queue_validate(&queue);
    *field = right;
    return status == SKED_E_CORRUPT;
}

/* Every index but the right one, and what stands for none: does each of them damage? */
static int is_guarded(uint32_t *field) {
    uint32_t value;
    int guarded = 1;
    for (value = 0; value <= 8; value++) {
        guarded &= value == *field || is_damaged_by(field, value);
    }
    for (value = SKED_NONE - 3; value != 0; value++) {
        guarded &= value == *field || is_damaged_by(field, value);
    }
    return guarded;
}

static uint32_t index_of(uint64_t id) {
    uint32_t job = 0;
    while (job < JOBS - 1 && queue.job_[job].id != id) {
        job++;
    }
    return job;
}

/* A, B and C have bars, R runs, W waits. */
static void open_forgery(void) {
    open_easy(2, SKED_FCFS);
    submit('R', 2, 5, 0);
    pass_starts(0, "R");
    submit_barred('A', 1, 5, 1, 0);
    submit_barred('B', 1, 5, 2, 0);
    submit_barred('C', 1, 5, 3, 0);
    submit('W', 1, 5, 0);
}

static void test_forged(void) {
    static const char barred[] = "ABC";
    sked_queue_jobs_ *jobs;
    uint32_t i, w;
    open_forgery();
    jobs = &queue.state_->jobs;
    w = index_of('W');
    CHECK(is_guarded(&jobs->barred_root) && is_guarded(&jobs->spare));
    for (i = 0; i < 3; i++) {
        const uint32_t job = index_of((uint64_t)barred[i]);
        CHECK(is_guarded(&queue.line_.node_[job].left));
        CHECK(is_guarded(&queue.line_.node_[job].right));
        CHECK(is_guarded(&queue.line_.node_[job].parent));
        CHECK(is_guarded(&queue.line_.node_[job].size));
        CHECK(is_guarded(&queue.job_[job].first));
        CHECK(is_damaged_by(&queue.job_[job].back, 0) && !is_damaged_by(&queue.job_[job].back, 9));
        queue.job_[job].start = 0;
        CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);
        queue.job_[job].start = NEVER;
        CHECK(is_damaged_by(&queue.slot_[0].job, job));
    }
    CHECK(is_damaged_by(&queue.job_[w].first, SKED_BARRED_));
    CHECK(is_damaged_by(&queue.bucket_[0], index_of('A')));
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    queue.job_[index_of('A')].arrival = queue.job_[index_of('C')].arrival + SKED_ARRIVAL_;
    queue.state_->jobs.arrivals += 2 * SKED_ARRIVAL_;
    CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);       /* out of order */
    open_easy(2, SKED_FCFS);
    CHECK(is_guarded(&queue.state_->jobs.barred_root));
}

/* The tree of those with bars has one that waits, and the line one that has bars. */
static void test_exchanged(void) {
    uint32_t a, w;
    open_easy(2, SKED_FCFS);
    submit_barred('A', 1, 5, 1, 0);
    submit('W', 1, 5, 0);
    a = index_of('A');
    w = index_of('W');
    queue.state_->jobs.barred_root = w;
    queue.state_->jobs.line_root = a;
    CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);
    queue.state_->jobs.barred_root = a;
    queue.state_->jobs.line_root = w;
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

int main(void) {
    test_behind();
    test_count();
    test_chain();
    test_place();
    test_order();
    test_head();
    test_reserved();
    test_unreserved();
    test_change();
    test_cancel();
    test_refusals();
    test_tiers();
    test_copies();
    test_forecast();
    test_forged();
    test_exchanged();
    return check_done("quick/bars");
}
