/* ar.c: what a calendar costs, by inputs meant to break what sched_ar.h says.
 *
 * SPDX-License-Identifier: MIT
 *
 * K, k, W, h and H are those of >>change in sched_ar.h. */
#include "sched_ar.h"
#include "tests/costs/costs.h"

/* ---- a calendar, a set to change it by, and the scratch of a search -------------------------- */

typedef struct scene {
    sked_ar ar;
    sked_set set, found;
    void *scratch;
    size_t bytes;                       /* of the scratch                                       */
} scene;

static sked_set set_of(uint32_t size) {
    return sked_set_of(cost_memory(SKED_SET_WORDS(size), sizeof(sked_word)), size);
}

static scene scene_with(const sked_ar_settings *settings) {
    scene at;
    size_t bytes = 0;
    cost_must(sked_ar_bytes(settings, &bytes) == SKED_OK, "sked_ar_bytes");
    cost_must(sked_ar_init(&at.ar, settings, cost_memory(bytes, 1), bytes) == SKED_OK,
              "sked_ar_init");
    at.set = set_of(settings->processors);
    at.found = set_of(settings->processors);
    cost_must(sked_ar_find_bytes(&at.ar, &at.bytes) == SKED_OK, "sked_ar_find_bytes");
    at.scratch = cost_memory(at.bytes, 1);
    return at;
}

static scene scene_of(uint32_t words, uint32_t spans, uint32_t bookings) {
    sked_ar_settings settings = sked_ar_settings_of(words * SKED_WORD_BITS, spans, 0);
    settings.bookings_max = bookings;
    return scene_with(&settings);
}

/* Makes the set of a scene count processors, from the first on. */
static sked_set *these(scene *at, uint32_t first, uint32_t count) {
    uint32_t i;
    sked_set_clear(&at->set);
    for (i = first; i < first + count; i++) {
        sked_set_add(&at->set, i);
    }
    return &at->set;
}

static void busy(scene *at, uint32_t first, uint32_t count, sked_time start, sked_time end) {
    cost_must(sked_ar_add(&at->ar, start, end, these(at, first, count)) == SKED_OK, "sked_ar_add");
}

/* 2 n records: processor 0 is busy in every other tick. */
static void comb(scene *at, uint32_t n) {
    uint32_t i;
    these(at, 0, 1);
    for (i = 0; i < n; i++) {
        cost_must(sked_ar_add(&at->ar, 2 * i, 2 * i + 1, &at->set) == SKED_OK, "sked_ar_add");
    }
}

static scene comb_of(uint32_t words, uint32_t n) {
    scene at = scene_of(words, n + 8, 0);
    comb(&at, n);
    return at;
}

static void must_find(scene *at, const sked_ar_request *request, const sked_ar_choice *choice,
                      sked_status expected) {
    sked_ar_answer answer;
    cost_must(sked_ar_find(&at->ar, request, choice, &answer, &at->found, at->scratch,
                           at->bytes) == expected, "sked_ar_find");
}

/* H, for K records: the base is 3/8 of 32. */
static double tall(double records) {
    return SKED_AR_FANOUT * (cost_log(records) / 3.58 < 1 ? 1 : cost_log(records) / 3.58);
}

static double size_of(const sked_ar *ar) {
    sked_ar_info info;
    cost_must(sked_ar_get_info(ar, &info) == SKED_OK, "sked_ar_get_info");
    return (double)info.bytes;
}

/* ---- create --------------------------------------------------------------------------------- */

static uint32_t *capacities_of(uint32_t n, uint32_t capacity) {
    uint32_t *capacities = cost_memory(n, sizeof *capacities), i;
    for (i = 0; i < n; i++) {
        capacities[i] = capacity;
    }
    return capacities;
}

static void bytes_unequal(cost_run *run, uint32_t n) {
    sked_ar_settings settings = sked_ar_settings_of(n, 1, 0);
    size_t bytes;
    settings.capacities = capacities_of(n, 1023);
    cost_begin(run);
    cost_must(sked_ar_bytes(&settings, &bytes) == SKED_OK, "sked_ar_bytes");
    cost_end(run);
    run->bound = n;
}

/* The table of ids has a power of two of buckets, which is looked for bit by bit. */
static void bytes_equal(cost_run *run, uint32_t n) {
    sked_ar_settings settings = sked_ar_settings_of(n, 1, 0);
    size_t bytes;
    settings.bookings_max = UINT32_C(1) << (n - 2);
    cost_begin(run);
    cost_must(sked_ar_bytes(&settings, &bytes) == SKED_OK, "sked_ar_bytes");
    cost_end(run);
    run->bound = 1;
}

static void init_of(cost_run *run, const sked_ar_settings *settings) {
    size_t bytes = 0;
    void *block;
    sked_ar ar;
    cost_must(sked_ar_bytes(settings, &bytes) == SKED_OK, "sked_ar_bytes");
    block = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_ar_init(&ar, settings, block, bytes) == SKED_OK, "sked_ar_init");
    cost_end(run);
    run->bound = (double)bytes;
}

/* Each plane of the capacities is made processor by processor. */
static void init_unequal(cost_run *run, uint32_t n) {
    sked_ar_settings settings = sked_ar_settings_of(n, 1, 0);
    settings.capacities = capacities_of(n, 16383);
    init_of(run, &settings);
}

static void init_chains(cost_run *run, uint32_t n) {
    sked_ar_settings settings = sked_ar_settings_of(1, n, 0);
    settings.bookings_max = n;
    init_of(run, &settings);
}

static void create_unequal(cost_run *run, uint32_t n) {
    sked_ar_settings settings = sked_ar_settings_of(n, 1, 0);
    sked_ar ar;
    settings.capacities = capacities_of(n, 16383);
    cost_begin(run);
    cost_must(sked_ar_create(&ar, &settings, cost_mem) == SKED_OK, "sked_ar_create");
    cost_end(run);
    run->bound = size_of(&ar);
}

/* ---- change --------------------------------------------------------------------------------- */

static void add_all(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    these(&at, 1, 500);
    cost_begin(run);
    cost_must(sked_ar_add(&at.ar, 0, SKED_NEVER, &at.set) == SKED_OK, "sked_ar_add");
    cost_end(run);
    run->bound = (2.0 * n + tall(2.0 * n)) * 8;
}

/* All is free except in the last record: a walk by records would read them all. */
static void add_refused(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    busy(&at, 1, 500, 2 * n, 2 * n + 1);
    cost_begin(run);
    cost_must(sked_ar_add(&at.ar, 0, SKED_NEVER, these(&at, 500, 1)) == SKED_E_TAKEN, "taken");
    cost_end(run);
    run->bound = tall(2.0 * n) * 8;
}

static void add_wide(cost_run *run, uint32_t n) {
    scene at = comb_of(n, 64);
    these(&at, n, n);
    cost_begin(run);
    cost_must(sked_ar_add(&at.ar, 3, 100, &at.set) == SKED_OK, "sked_ar_add");
    cost_end(run);
    run->bound = (97 + tall(128)) * n;
}

/* In any order nodes are full when they split: the dearest call splits at all levels. */
static void add_splits(cost_run *run, uint32_t n) {
    scene at = scene_of(8, n, 0);
    uint32_t i;
    these(&at, 100, 400);
    for (i = 0; i < n; i++) {
        const sked_time time = 2 * (i * UINT32_C(0x9E3779B1) % n);
        cost_begin(run);
        cost_must(sked_ar_add(&at.ar, time, time + 1, &at.set) == SKED_OK, "sked_ar_add");
        cost_end(run);
    }
    run->bound = (1 + tall(2.0 * n)) * 8;
}

static void remove_all(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    busy(&at, 1, 500, 0, 2 * n);
    cost_begin(run);
    cost_must(sked_ar_remove(&at.ar, 0, 2 * n, &at.set) == SKED_OK, "sked_ar_remove");
    cost_end(run);
    run->bound = (2.0 * n + tall(2.0 * n)) * 8;
}

/* The dearest call merges nodes at all levels. */
static void remove_merges(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        const sked_time time = 2 * (i * UINT32_C(0x9E3779B1) % n);
        cost_begin(run);
        cost_must(sked_ar_remove(&at.ar, time, time + 1, &at.set) == SKED_OK, "sked_ar_remove");
        cost_end(run);
    }
    run->bound = (1 + tall(2.0 * n)) * 8;
}

static void trim_all(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    cost_begin(run);
    cost_must(sked_ar_trim(&at.ar, 2 * n) == SKED_OK, "sked_ar_trim");
    cost_end(run);
    run->bound = 2.0 * n / SKED_AR_FANOUT * tall(2.0 * n) * 8;
}

static void trim_each(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    uint32_t i;
    for (i = 1; i < 2 * n; i++) {
        cost_begin(run);
        cost_must(sked_ar_trim(&at.ar, i) == SKED_OK, "sked_ar_trim");
        cost_end(run);
    }
    run->bound = 2 * tall(2.0 * n) * 8;
}

static uint64_t plain(uint64_t i) {
    return i;
}

/* Numbers in the high half, as of a cluster of clusters. */
static uint64_t high(uint64_t i) {
    return i << 40;
}

/* n bookings of one processor: those that end first are the last of their bucket. */
static scene booked_of(uint32_t n, uint64_t (*id)(uint64_t i)) {
    scene at = scene_of(1, n, n);
    uint32_t i;
    these(&at, 0, 1);
    for (i = 0; i < n; i++) {
        cost_must(sked_ar_book(&at.ar, id(i), 0, 2 * i, 2 * i + 1, &at.set) == SKED_OK,
                  "sked_ar_book");
    }
    return at;
}

static void trim_booked_by(cost_run *run, uint32_t n, uint64_t (*id)(uint64_t i)) {
    scene at = booked_of(n, id);
    cost_begin(run);
    cost_must(sked_ar_trim(&at.ar, 2 * n) == SKED_OK, "sked_ar_trim");
    cost_end(run);
    run->bound = 2.0 * n / SKED_AR_FANOUT * tall(2.0 * n) + n * cost_log(n);
}

static void trim_booked(cost_run *run, uint32_t n) {
    trim_booked_by(run, n, high);
}

static void trim_colliding(cost_run *run, uint32_t n) {
    trim_booked_by(run, n, cost_colliding_id);
    run->bound += (double)n * n;
}

static void down_all(cost_run *run, uint32_t n) {
    scene at = comb_of(n, 64);
    sked_set_fill(&at.set);
    cost_begin(run);
    cost_must(sked_ar_down(&at.ar, &at.set) == SKED_OK, "sked_ar_down");
    cost_end(run);
    run->bound = n;
}

static void up_all(cost_run *run, uint32_t n) {
    scene at = comb_of(n, 64);
    sked_set_fill(&at.set);
    cost_must(sked_ar_down(&at.ar, &at.set) == SKED_OK, "sked_ar_down");
    cost_begin(run);
    cost_must(sked_ar_up(&at.ar, &at.set) == SKED_OK, "sked_ar_up");
    cost_end(run);
    run->bound = n;
}

/* ---- find: first fit and latest fit --------------------------------------------------------- */

static void find(cost_run *run, scene *at, const sked_ar_request *request,
                 const sked_ar_choice *choice, sked_status expected) {
    cost_begin(run);
    must_find(at, request, choice, expected);
    cost_end(run);
}

static sked_ar_choice by(sked_ar_policy policy) {
    sked_ar_choice choice = {.policy = policy};
    return choice;
}

/* One window holds all records. */
static void find_merges(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    sked_ar_request request = sked_ar_request_of(511, 2 * n);
    find(run, &at, &request, NULL, SKED_OK);
    run->bound = (tall(2.0 * n) + 2.0 * n) * 8;
}

/* No record has room, from one end to the other. */
static scene without_room(uint32_t n) {
    scene at = comb_of(8, n);
    busy(&at, 1, 511, 0, 2 * n);
    return at;
}

static void find_skips_all(cost_run *run, uint32_t n) {
    scene at = without_room(n);
    const sked_ar_request request = sked_ar_request_of(2, 1);
    find(run, &at, &request, NULL, SKED_OK);
    run->bound = (tall(2.0 * n) + 2) * 8;
}

static void latest_skips_all(cost_run *run, uint32_t n) {
    scene at = without_room(n);
    const sked_ar_choice choice = by(SKED_AR_LATEST);
    sked_ar_request request = sked_ar_request_of(2, 1);
    request.deadline = 2 * n;
    find(run, &at, &request, &choice, SKED_E_DEADLINE);
    run->bound = (tall(2.0 * n) + 2) * 8;
}

/* n records with room that are too short, each n / 8 records without room after the one before: the
 * parents lead from each to the next, and so they are climbed each time. */
static scene far_apart(uint32_t n) {
    const uint32_t stretch = n / 8, ticks = n * stretch;
    scene at = scene_of(1, ticks, 0);
    uint32_t i;
    busy(&at, 0, 61, 0, ticks);
    these(&at, 61, 1);
    for (i = 0; i < n; i++) {
        cost_must(sked_ar_add(&at.ar, i * stretch, (i + 1) * stretch - 1, &at.set) == SKED_OK,
                  "sked_ar_add");
    }
    these(&at, 62, 1);
    for (i = 0; i < ticks; i += 2) {
        cost_must(sked_ar_add(&at.ar, i, i + 1, &at.set) == SKED_OK, "sked_ar_add");
    }
    return at;
}

static void find_skips(cost_run *run, uint32_t n) {
    scene at = far_apart(n);
    const sked_ar_request request = sked_ar_request_of(3, 2);
    find(run, &at, &request, NULL, SKED_OK);
    run->bound = tall(n * (n / 8.0)) * n;
}

static void latest_skips(cost_run *run, uint32_t n) {
    scene at = far_apart(n);
    const sked_ar_choice choice = by(SKED_AR_LATEST);
    sked_ar_request request = sked_ar_request_of(3, 2);
    request.deadline = n * (n / 8);
    find(run, &at, &request, &choice, SKED_E_DEADLINE);
    run->bound = tall(n * (n / 8.0)) * n;
}

/* In each record another processor is busy: any 100 records leave 412 of 512, and 101 do not. */
static scene wandering(uint32_t n) {
    scene at = scene_of(8, n, 0);
    uint32_t i;
    for (i = 0; i < n; i++) {
        busy(&at, i % 512, 1, i, i + 1);
    }
    return at;
}

/* At each record 100 are merged again, until patience is over: then records count twice. */
static void find_turns_by(cost_run *run, uint32_t n, sked_ar_policy policy) {
    scene at = wandering(n);
    const sked_ar_choice choice = by(policy);
    sked_ar_request request = sked_ar_request_of(412, 101);
    request.deadline = n;
    find(run, &at, &request, &choice, SKED_E_DEADLINE);
    run->bound = (tall(n) + 4096 + n + n * cost_log(n)) * 8;
}

static void find_turns(cost_run *run, uint32_t n) {
    find_turns_by(run, n, SKED_AR_FF);
}

static void latest_turns(cost_run *run, uint32_t n) {
    find_turns_by(run, n, SKED_AR_LATEST);
}

/* The units of a set are counted bit by bit of the capacities, which have n bits. */
static void find_unequal(cost_run *run, uint32_t n) {
    sked_ar_settings settings = sked_ar_settings_of(512, 1024, 0);
    uint32_t *capacities = capacities_of(512, 1);
    sked_ar_request request = sked_ar_request_of(510, 2000);
    scene at;
    capacities[511] = UINT32_C(1) << (n - 1);
    settings.capacities = capacities;
    at = scene_with(&settings);
    comb(&at, 1000);
    find(run, &at, &request, NULL, SKED_OK);
    run->bound = (tall(2000) + 2000) * 8 * n;
}

/* ---- find: the policies that judge all starts ----------------------------------------------- */

/* Every record begins a start, and all of them are feasible. */
static void find_judges(cost_run *run, uint32_t n, sked_ar_policy policy, int frames) {
    scene at = comb_of(8, n);
    const sked_ar_choice choice = by(policy);
    sked_ar_request request = sked_ar_request_of(100, n);
    request.deadline = 2 * n;
    find(run, &at, &request, &choice, SKED_OK);
    run->bound = 8 * (2.0 * n + 2.0 * n * cost_log(n) + frames * 2.0 * n * tall(2.0 * n));
}

static void find_fewest(cost_run *run, uint32_t n) {
    find_judges(run, n, SKED_AR_PE_B, 0);
}

static void find_most(cost_run *run, uint32_t n) {
    find_judges(run, n, SKED_AR_PE_W, 0);
}

static void find_longest(cost_run *run, uint32_t n) {
    find_judges(run, n, SKED_AR_PEDU_W, 1);
}

/* Processor 1 is busy in every other tick, n^3 / 2 times, and not allowed: no start but the first
 * is considered. The number of its stretches in the window changes all its bits at each record. */
static void find_ripples(cost_run *run, uint32_t n) {
    const uint32_t k = n * n * n;
    scene at = scene_of(16, k, 0);
    sked_ar_choice choice = by(SKED_AR_PE_B);
    sked_ar_request request = sked_ar_request_of(1, k / 2 - 2);
    comb(&at, k / 2);
    choice.starts = SKED_AR_FREED;
    request.deadline = k;
    request.allowed = these(&at, 1, 100);
    find(run, &at, &request, &choice, SKED_OK);
    run->bound = 16.0 * k * cost_log(k);
}

/* At most two neighbours are ever free, and three are wanted: refused at each start. */
static void find_runs(cost_run *run, uint32_t n) {
    scene at = scene_of(4, n + 100, 0);
    const sked_ar_choice choice = {.policy = SKED_AR_FF, .pick = SKED_AR_RUN};
    sked_ar_request request = sked_ar_request_of(3, 2);
    uint32_t i;
    for (i = 0; i < 85; i++) {
        busy(&at, 3 * i + 2, 1, 0, SKED_NEVER);
    }
    comb(&at, n);
    request.deadline = 2 * n;
    find(run, &at, &request, &choice, SKED_E_REFUSED);
    run->bound = 4 * 2.0 * n * (1 + cost_log(n)) + 2.0 * n * 256;
}

/* The run grows above, and then shrinks from below: the first half has small processors. */
static void find_runs_unequal(cost_run *run, uint32_t n) {
    sked_ar_settings settings = sked_ar_settings_of(n, 4, 0);
    const sked_ar_choice choice = {.policy = SKED_AR_FF, .pick = SKED_AR_RUN};
    const sked_ar_request request = sked_ar_request_of(3 * n, 2);
    uint32_t *capacities = capacities_of(n, 1), i;
    scene at;
    for (i = 0; i < n; i++) {
        capacities[i] = i < n / 2 ? 2 : 4;
    }
    settings.capacities = capacities;
    at = scene_with(&settings);
    find(run, &at, &request, &choice, SKED_OK);
    run->bound = n + n / (double)SKED_WORD_BITS;
}

/* In each record after the end another processor is busy again. */
static void find_longest_left(cost_run *run, uint32_t n) {
    const sked_ar_choice choice = {.policy = SKED_AR_FF, .pick = SKED_AR_LONGEST_LEFT};
    const sked_ar_request request = sked_ar_request_of(n, 1);
    scene at = scene_of(n / SKED_WORD_BITS, n, 0);
    uint32_t i;
    for (i = 0; i < n; i++) {
        busy(&at, i, 1, i + 1, i + 2);
    }
    find(run, &at, &request, &choice, SKED_OK);
    run->bound = (tall(n) + 1 + n * tall(n)) * n / SKED_WORD_BITS;
}

/* All are chosen until the last one, which alone suffices: all others are left out again. */
static void find_leaves_out(cost_run *run, uint32_t n) {
    sked_ar_settings settings = sked_ar_settings_of(n, 4, 0);
    const sked_ar_request request = sked_ar_request_of(4 * n, 2);
    uint32_t *capacities = capacities_of(n, 1);
    scene at;
    capacities[n - 1] = 4 * n;
    settings.capacities = capacities;
    at = scene_with(&settings);
    find(run, &at, &request, NULL, SKED_OK);
    run->bound = n / (double)SKED_WORD_BITS;
}

static int pick_none(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                     sked_set *chosen) {
    (void)ctx;
    (void)ask;
    (void)offered;
    (void)chosen;
    return 0;
}

static void find_picker(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    sked_ar_choice choice = {.policy = SKED_AR_FF, .pick = SKED_AR_PICKER};
    sked_ar_request request = sked_ar_request_of(100, n);
    choice.picker.pick = pick_none;
    request.deadline = 2 * n;
    find(run, &at, &request, &choice, SKED_E_REFUSED);
    run->bound = 8 * (2.0 * n + 2.0 * n * (1 + cost_log(n)));
}

static int64_t judge(void *ctx, const sked_ar_request *request, const sked_ar_offer *offer) {
    (void)ctx;
    (void)request;
    return offer->start;
}

/* The score rises: each start is better than all before. */
static void find_score(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    sked_ar_choice choice = by(SKED_AR_SCORE);
    sked_ar_request request = sked_ar_request_of(100, n);
    choice.score.score = judge;
    request.deadline = 2 * n;
    find(run, &at, &request, &choice, SKED_OK);
    run->bound = 8 * (2.0 * n + 2.0 * n * (cost_log(n) + tall(2.0 * n)));
}

/* ---- other searches ------------------------------------------------------------------------- */

/* The last alternative is the best, and each searches all records. */
static void find_any_rising(cost_run *run, uint32_t n) {
    scene at = without_room(256);
    sked_ar_request *alternatives = cost_memory(n, sizeof *alternatives);
    const sked_ar_choice choice = by(SKED_AR_PE_B);
    sked_ar_answer answer;
    uint32_t i;
    for (i = 0; i < n; i++) {
        alternatives[i] = sked_ar_request_of(1, 3 * n - i);
    }
    cost_begin(run);
    cost_must(sked_ar_find_any(&at.ar, alternatives, n, SKED_AR_EARLIEST_END, &choice, &answer,
                               &at.found, at.scratch, at.bytes) == SKED_OK, "sked_ar_find_any");
    cost_end(run);
    run->bound = n;
}

static void rectangle_all(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    const sked_ar_request request = sked_ar_request_of(1, 2 * n - 2);
    sked_ar_rectangle rectangle;
    cost_begin(run);
    cost_must(sked_ar_rectangle_at(&at.ar, &request, 1, &rectangle, &at.found, at.scratch,
                                   at.bytes) == SKED_OK, "sked_ar_rectangle_at");
    cost_end(run);
    run->bound = tall(2.0 * n) * 8;
}

/* The rectangle of one tick in the middle ends at the far ends of the calendar. */
static void rectangle_far(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    const sked_ar_request request = sked_ar_request_of(1, 1);
    sked_ar_rectangle rectangle;
    busy(&at, 1, 511, 0, 1);
    busy(&at, 1, 511, 2 * n, 2 * n + 1);
    cost_begin(run);
    cost_must(sked_ar_rectangle_at(&at.ar, &request, n, &rectangle, NULL, at.scratch,
                                   at.bytes) == SKED_OK, "sked_ar_rectangle_at");
    cost_end(run);
    run->bound = tall(2.0 * n) * 8;
}

static void next_starts(cost_run *run, scene *at, const sked_ar_request *request,
                        sked_time expected) {
    sked_time first = 0, beyond = 0;
    cost_begin(run);
    cost_must(sked_ar_next_starts(&at->ar, request, &first, &beyond, at->scratch, at->bytes) ==
              SKED_OK, "sked_ar_next_starts");
    cost_end(run);
    cost_must(beyond == expected, "the expected interval");
}

/* All starts are feasible, and windows hold half of the records. */
static void starts_all(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    sked_ar_request request = sked_ar_request_of(100, n);
    request.deadline = 2 * n;
    next_starts(run, &at, &request, n + 1);
    run->bound = 2.0 * n * 8 * cost_log(2.0 * n);
}

/* Only the start 0 is feasible: the record after its window has no room. Then come n records with
 * room, all in one window. */
static void starts_first(cost_run *run, uint32_t n) {
    scene at = scene_of(8, n + 8, 0);
    const sked_ar_request request = sked_ar_request_of(100, 2 * n);
    uint32_t i;
    busy(&at, 0, 512, 2 * n, 2 * n + 1);
    for (i = 0; i < n; i++) {
        busy(&at, 0, 1, 2 * n + 2 + 2 * i, 2 * n + 3 + 2 * i);
    }
    next_starts(run, &at, &request, 1);
    run->bound = 8 * n * cost_log(n);
}

static void explain_late(cost_run *run, uint32_t n) {
    scene at = without_room(n);
    sked_ar_request request = sked_ar_request_of(100, n);
    sked_ar_explanation why;
    request.deadline = 2 * n;
    cost_begin(run);
    cost_must(sked_ar_explain(&at.ar, &request, &why, at.scratch, at.bytes) == SKED_OK,
              "sked_ar_explain");
    cost_end(run);
    cost_must(why.verdict == SKED_E_DEADLINE, "the verdict");
    run->bound = 8 * (tall(2.0 * n) + 2 + 2.0 * n * (1 + cost_log(2.0 * n)));
}

/* ---- book ----------------------------------------------------------------------------------- */

/* Each booking ends before all others: it rises to the top of the heap. */
static void book_by(cost_run *run, uint32_t n, uint64_t (*id)(uint64_t i)) {
    scene at = scene_of(1, n, n);
    uint32_t i;
    these(&at, 0, 1);
    for (i = n; i-- > 0;) {
        cost_begin(run);
        cost_must(sked_ar_book(&at.ar, id(i), 0, 2 * i, 2 * i + 1, &at.set) == SKED_OK,
                  "sked_ar_book");
        cost_end(run);
    }
    run->bound = 1 + tall(2.0 * n) + cost_log(n);
}

static void book_earliest(cost_run *run, uint32_t n) {
    book_by(run, n, plain);
}

static void book_high(cost_run *run, uint32_t n) {
    book_by(run, n, high);
}

static void book_colliding(cost_run *run, uint32_t n) {
    book_by(run, n, cost_colliding_id);
    run->bound += n;
}

static void next_booking_all(cost_run *run, uint32_t n) {
    scene at = booked_of(n, plain);
    sked_ar_booking booking;
    uint32_t cursor = 0;
    cost_begin(run);
    while (sked_ar_next_booking(&at.ar, &cursor, &booking, &at.found) == SKED_OK) {
    }
    cost_end(run);
    run->bound = 2.0 * n;
}

/* The last booking is the only one that is hit. */
static void next_hit_last(cost_run *run, uint32_t n) {
    scene at = scene_of(8, n, n);
    sked_ar_booking booking;
    uint32_t cursor = 0, i;
    for (i = 0; i < n; i++) {
        these(&at, 511 - (i == n - 1), 1);
        cost_must(sked_ar_book(&at.ar, i, 0, i, i + 1, &at.set) == SKED_OK, "sked_ar_book");
    }
    these(&at, 510, 1);
    cost_begin(run);
    while (sked_ar_next_hit(&at.ar, &at.set, &cursor, &booking, &at.found) == SKED_OK) {
    }
    cost_end(run);
    run->bound = n + n * 8.0;
}

/* ---- read ----------------------------------------------------------------------------------- */

static void free_set_all(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    uint32_t count;
    cost_begin(run);
    cost_must(sked_ar_free_set(&at.ar, 1, 2 * n - 1, &at.found, &count) == SKED_OK,
              "sked_ar_free_set");
    cost_end(run);
    run->bound = tall(2.0 * n) * 8;
}

static void usage_all(cost_run *run, uint32_t n) {
    scene at = comb_of(64, n);
    sked_ar_usage usage;
    cost_begin(run);
    cost_must(sked_ar_get_usage(&at.ar, 0, SKED_NEVER, &usage) == SKED_OK, "sked_ar_get_usage");
    cost_end(run);
    run->bound = 2.0 * n + tall(2.0 * n);
}

static void usage_wide(cost_run *run, uint32_t n) {
    scene at = comb_of(n, 64);
    sked_ar_usage usage;
    cost_begin(run);
    cost_must(sked_ar_get_usage(&at.ar, 0, SKED_NEVER, &usage) == SKED_OK, "sked_ar_get_usage");
    cost_end(run);
    run->bound = 129 + tall(129);
}

static void record_last(cost_run *run, uint32_t n) {
    scene at = comb_of(1, n);
    sked_span span;
    uint32_t i;
    for (i = 0; i < 2 * n; i++) {
        cost_begin(run);
        cost_must(sked_ar_record_at(&at.ar, i, &span, &at.found) == SKED_OK, "sked_ar_record_at");
        cost_end(run);
    }
    run->bound = cost_log(2.0 * n);
}

static void down_set_all(cost_run *run, uint32_t n) {
    scene at = scene_of(n, 1, 0);
    cost_begin(run);
    cost_must(sked_ar_down_set(&at.ar, &at.found) == SKED_OK, "sked_ar_down_set");
    cost_end(run);
    run->bound = n;
}

static void spans_by(cost_run *run, uint32_t words, uint32_t n, int with_sets, double bound) {
    scene at = comb_of(words, n);
    sked_span *spans = cost_memory(n, sizeof *spans);
    sked_set *sets = cost_memory(n, sizeof *sets);
    uint32_t count;
    cost_begin(run);
    cost_must(sked_ar_spans(&at.ar, 0, SKED_NEVER, spans, with_sets ? sets : NULL, n, &count) ==
              SKED_OK, "sked_ar_spans");
    cost_end(run);
    run->bound = bound;
}

static void spans_counts(cost_run *run, uint32_t n) {
    spans_by(run, 8, n, 0, 2.0 * n + tall(2.0 * n));
}

static void spans_sets(cost_run *run, uint32_t n) {
    spans_by(run, 8, n, 1, 2.0 * n + tall(2.0 * n));
}

static void spans_wide(cost_run *run, uint32_t n) {
    spans_by(run, n, 64, 1, 129 + tall(129));
}

static void info_any(cost_run *run, uint32_t n) {
    scene at = booked_of(n, plain);
    sked_ar_info info;
    cost_begin(run);
    cost_must(sked_ar_get_info(&at.ar, &info) == SKED_OK, "sked_ar_get_info");
    cost_end(run);
    run->bound = 1;
}

/* ---- save ----------------------------------------------------------------------------------- */

static void branch_all(cost_run *run, uint32_t n) {
    scene at = booked_of(n, cost_colliding_id);
    const double bytes = size_of(&at.ar);
    void *block = cost_memory((size_t)bytes, 1);
    sked_ar branch;
    cost_begin(run);
    cost_must(sked_ar_branch(&at.ar, &branch, block, (size_t)bytes) == SKED_OK, "sked_ar_branch");
    cost_end(run);
    run->bound = bytes;
}

static void clone_all(cost_run *run, uint32_t n) {
    scene at = booked_of(n, cost_colliding_id);
    sked_ar clone;
    cost_begin(run);
    cost_must(sked_ar_clone(&at.ar, &clone, cost_mem) == SKED_OK, "sked_ar_clone");
    cost_end(run);
    run->bound = size_of(&clone);
}

/* All bookings are remembered again, with ids that fall into one bucket. */
static void grow_all(cost_run *run, uint32_t n) {
    scene at = booked_of(n, cost_colliding_id);
    sked_ar clone;
    cost_must(sked_ar_clone(&at.ar, &clone, cost_mem) == SKED_OK, "sked_ar_clone");
    cost_begin(run);
    cost_must(sked_ar_grow(&clone, n, 2 * n) == SKED_OK, "sked_ar_grow");
    cost_end(run);
    run->bound = size_of(&clone);
}

static void seal_all(cost_run *run, uint32_t n) {
    scene at = booked_of(n, cost_colliding_id);
    const void *block;
    size_t bytes;
    cost_begin(run);
    cost_must(sked_ar_seal(&at.ar, &block, &bytes) == SKED_OK, "sked_ar_seal");
    cost_end(run);
    run->bound = (double)bytes;
}

static void open_by(cost_run *run, uint32_t n, uint64_t (*id)(uint64_t i)) {
    scene at = booked_of(n, id);
    const void *block;
    size_t bytes = 0;
    void *copy;
    cost_must(sked_ar_seal(&at.ar, &block, &bytes) == SKED_OK, "sked_ar_seal");
    copy = cost_memory(bytes, 1);
    memcpy(copy, block, bytes);
    cost_begin(run);
    cost_must(sked_ar_open(&at.ar, copy, bytes) == SKED_OK, "sked_ar_open");
    cost_end(run);
    run->bound = (double)bytes;
}

static void open_high(cost_run *run, uint32_t n) {
    open_by(run, n, high);
}

static void open_colliding(cost_run *run, uint32_t n) {
    open_by(run, n, cost_colliding_id);
    run->bound += (double)n * n;
}

static void validate_by(cost_run *run, scene *at) {
    cost_begin(run);
    cost_must(sked_ar_validate(&at->ar) == SKED_OK, "sked_ar_validate");
    cost_end(run);
    run->bound = size_of(&at->ar);
}

static void validate_records(cost_run *run, uint32_t n) {
    scene at = comb_of(8, n);
    validate_by(run, &at);
}

static void validate_wide(cost_run *run, uint32_t n) {
    scene at = comb_of(n, 64);
    validate_by(run, &at);
}

static void validate_high(cost_run *run, uint32_t n) {
    scene at = booked_of(n, high);
    validate_by(run, &at);
}

static void validate_colliding(cost_run *run, uint32_t n) {
    scene at = booked_of(n, cost_colliding_id);
    validate_by(run, &at);
    run->bound += (double)n * n;
}

/* ---- the table ------------------------------------------------------------------------------ */

/* What several rows quote. */
static const char walk[] = "O(H W) and O(W) for each of r visited records";
static const char judging[] =
    "O(k W log k) for the records of [ready, D), O(W log k) for each start";
static const char book[] = "that of sked_ar_add, of finding the id, and O(log bookings_max)";

static const cost_row rows[] = {
    {"sked_ar_bytes", "O(processors) with capacities", "capacities", 4096, bytes_unequal},
    {"sked_ar_bytes", "else O(1)", "2^(n - 2) bookings", 2, bytes_equal},
    {"sked_ar_init", "O(bytes)", "capacities of 14 bits", 4096, init_unequal},
    {"sked_ar_init", "O(bytes)", "spans and bookings", 4096, init_chains},
    {"sked_ar_create", "O(bytes)", "capacities of 14 bits", 4096, create_unequal},
    {"sked_ar_add", "O((k + H) W)", "all records", 2048, add_all},
    {"sked_ar_add", "O((k + H) W)", "refused at the last record", 2048, add_refused},
    {"sked_ar_add", "O((k + H) W)", "wide sets", 128, add_wide},
    {"sked_ar_add", "O((k + H) W)", "splits at all levels", 4096, add_splits},
    {"sked_ar_remove", "O((k + H) W)", "all records", 2048, remove_all},
    {"sked_ar_remove", "O((k + H) W)", "merges at all levels", 4096, remove_merges},
    {"sked_ar_trim", "O(H W) for each leaf that is forgotten", "all leaves", 2048, trim_all},
    {"sked_ar_trim", "and for the first that is not", "record by record", 2048, trim_each},
    {"sked_ar_trim", "O(log bookings_max) for each booking", "all end", 1024, trim_booked},
    {"sked_ar_trim", "O(log bookings_max) for each booking", "ids of one bucket", 1024,
     trim_colliding},
    {"sked_ar_down", "O(W)", "all processors", 512, down_all},
    {"sked_ar_up", "O(W)", "all processors", 512, up_all},
    {"sked_ar_find", walk, "one window", 2048, find_merges},
    {"sked_ar_find", walk, "no room anywhere", 2048, find_skips_all},
    {"sked_ar_find", walk, "no room anywhere, from the end", 2048, latest_skips_all},
    {"sked_ar_find", "O(H) for each stretch between them that is skipped", "far apart", 256,
     find_skips},
    {"sked_ar_find", "O(H) for each stretch between them that is skipped", "from the end", 256,
     latest_skips},
    {"sked_ar_find", "After 4096 records visited again", "each record merges 100", 4096,
     find_turns},
    {"sked_ar_find", "After 4096 records visited again", "each record merges 100, from the end",
     4096, latest_turns},
    {"sked_ar_find", walk, "capacities of n bits: W has them", 2, find_unequal},
    {"sked_ar_find", judging, "PE_B", 2048, find_fewest},
    {"sked_ar_find", judging, "PE_W", 2048, find_most},
    {"sked_ar_find", "and O(H W) if it needs a rectangle", "PEDU_W", 1024, find_longest},
    {"sked_ar_find", judging, "counters that change all bits", 4,
     find_ripples},
    {"sked_ar_find", "RUN O(processors) for each start", "no run at any start", 1024, find_runs},
    {"sked_ar_find", "RUN O(processors) for each start", "unequal processors", 4096,
     find_runs_unequal},
    {"sked_ar_find", "LONGEST_LEFT O(H W) for each record", "one processor in each record", 128,
     find_longest_left},
    {"sked_ar_find", "Picks: O(W)", "unequal ones that are not needed", 4096, find_leaves_out},
    {"sked_ar_find", "and your picker or score", "a picker refuses all", 1024, find_picker},
    {"sked_ar_find", "and your picker or score", "scores rise", 1024, find_score},
    {"sked_ar_find_any", "that of each search", "each alternative is better", 64,
     find_any_rising},
    {"sked_ar_rectangle_at", "O(H W)", "all records", 4096, rectangle_all},
    {"sked_ar_rectangle_at", "O(H W)", "from end to end", 4096, rectangle_far},
    {"sked_ar_next_starts", "O(k W log k)", "all starts", 1024, starts_all},
    {"sked_ar_next_starts", "one duration after the first record that begins at *beyond or later",
     "many records after the end", 1024, starts_first},
    {"sked_ar_explain", "that of FF without a deadline, and that of PE_W", "no start in time",
     2048, explain_late},
    {"sked_ar_book", book, "each ends first", 4096,
     book_earliest},
    {"sked_ar_book", book, "multiples of 2^40", 4096,
     book_high},
    {"sked_ar_book", book, "ids of one bucket", 1024,
     book_colliding},
    {"sked_ar_next_booking", "O(bookings_max), and O(W) for each live booking", "all live", 2048,
     next_booking_all},
    {"sked_ar_next_hit", "O(bookings_max), and O(W) for each live booking", "one hit", 2048,
     next_hit_last},
    {"sked_ar_free_set", "O(H W)", "all records", 4096, free_set_all},
    {"sked_ar_get_usage", "O(k + H)", "all records", 2048, usage_all},
    {"sked_ar_get_usage", "O(k + H)", "wide sets", 256, usage_wide},
    {"sked_ar_record_at", "O(H)", "every record", 512, record_last},
    {"sked_ar_down_set", "O(W)", "any", 512, down_set_all},
    {"sked_ar_spans", "O(k + H)", "counts", 2048, spans_counts},
    {"sked_ar_spans", "O(k + H)", "sets", 2048, spans_sets},
    {"sked_ar_spans", "O(k + H)", "wide sets", 256, spans_wide},
    {"sked_ar_get_info", "O(1)", "many bookings", 1024, info_any},
    {"sked_ar_branch", "O(bytes)", "bookings", 1024, branch_all},
    {"sked_ar_clone", "O(bytes)", "bookings", 1024, clone_all},
    {"sked_ar_grow", "O(bytes)", "ids of one bucket", 1024, grow_all},
    {"sked_ar_seal", "O(bytes)", "bookings", 1024, seal_all},
    {"sked_ar_open", "that of sked_ar_validate", "multiples of 2^40", 1024, open_high},
    {"sked_ar_open", "that of sked_ar_validate", "ids of one bucket", 1024,
     open_colliding},
    {"sked_ar_validate", "O(bytes)", "records", 2048, validate_records},
    {"sked_ar_validate", "O(bytes)", "wide sets", 128, validate_wide},
    {"sked_ar_validate", "O(bytes)", "multiples of 2^40", 1024, validate_high},
    {"sked_ar_validate", "and that of finding each booking by its id", "one bucket", 1024,
     validate_colliding},
};

int main(int argc, char **argv) {
    return cost_table("ar", rows, sizeof rows / sizeof rows[0], argc, argv);
}
