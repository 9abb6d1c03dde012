/* memory.c - quick tests of every function that asks for memory: the k-th allocation fails.
 *
 * SPDX-License-Identifier: MIT
 *
 * For each function, and k = 0, 1, ... until it succeeds: the allocation number k is refused, once,
 * and then from that one on for good. Each time the status is SKED_E_MEMORY, nothing has changed,
 * and nothing is kept; in the end all comes back, each block once, with its size. The table below
 * has a row for each function that takes a sked_mem, and for each that asks the one that it was
 * given before (grow); the gate fuzz compares it with the headers. */
#define SKED_IMPLEMENTATION
#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include "sched_share.h"

#include "../check.h"

#include <string.h>

enum { ROOM = 520, BLOCK = 400, JOBS = 2, MACHINES = 2, REFUSALS_MAX = 8 };
#include "giver.h"

/* ---- what is asked --------------------------------------------------------------------------- */

static const sked_time times_of[JOBS * MACHINES] = {4, 7, 5, 3};
static sked_map_row map_rows[JOBS], map_rows_before[JOBS];
static sked_map_result map_result, map_result_before;
static sked_pjs_row pjs_rows[JOBS], pjs_rows_before[JOBS];
static sked_pjs_result pjs_result, pjs_result_before;

static sked_queue queue, queue_clone;
static sked_experience experience, known;
static sked_site site, site_clone;
static sked_ar calendar, calendar_clone;
static sked_fattree tree, tree_clone, shape;
static sked_units units;
static sked_moldable plans;
static sked_share share, share_clone;

static sked_align block[BLOCK], block_before[BLOCK];
static sked_queue_info queue_before;
static sked_ar_info calendar_before;

static sked_map_request map_request(void) {
    sked_map_request request;
    memset(&request, 0, sizeof request);
    request.heuristic = SKED_DUPLEX_SUM;
    request.jobs = JOBS;
    request.machines = MACHINES;
    request.times = times_of;
    return request;
}

static sked_experience_settings experience_settings(void) {
    sked_experience_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.classes = settings.resources = 1;
    settings.window = 4;
    return settings;
}

static sked_queue_settings queue_settings(void) {
    sked_queue_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.processors = 4;
    settings.jobs_max = 3;
    settings.bookings_max = 1;
    settings.estimate_missing = SKED_REFUSE_MISSING;
    settings.depth = 1;
    return settings;
}

static sked_ar_settings calendar_settings(void) {
    sked_ar_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.processors = 5;
    settings.spans_max = 4;
    settings.bookings_max = 2;
    settings.horizon = 100;
    return settings;
}

/* Two leaves of two below a root. */
static sked_fattree_settings tree_settings(void) {
    static const uint32_t parent[3] = {SKED_NONE, 0, 0}, leaf[4] = {1, 1, 2, 2};
    sked_fattree_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.switches = 3;
    settings.processors = 4;
    settings.parent = parent;
    settings.leaf = leaf;
    return settings;
}

static void keep_block(void) {
    memcpy(block_before, block, sizeof block);
}

static int is_block_kept(void) {
    return memcmp(block_before, block, sizeof block) == 0;
}

/* ---- mappings -------------------------------------------------------------------------------- */

static void prepare_map(sked_mem mem) {
    (void)mem;
    memset(map_rows, 0x5A, sizeof map_rows);
    memset(&map_result, 0x5A, sizeof map_result);
    memcpy(map_rows_before, map_rows, sizeof map_rows);
    memcpy(&map_result_before, &map_result, sizeof map_result);
}

static sked_status ask_map(sked_mem mem) {
    const sked_map_request request = map_request();
    return sked_map(&request, mem, map_rows, &map_result);
}

static int kept_map(void) {
    return memcmp(map_rows_before, map_rows, sizeof map_rows) == 0 &&
           memcmp(&map_result_before, &map_result, sizeof map_result) == 0;
}

static int done_map(void) {
    return map_result.makespan == 4 && map_rows[1].machine == 1;
}

static void prepare_pjs(sked_mem mem) {
    (void)mem;
    memset(pjs_rows, 0x5A, sizeof pjs_rows);
    memset(&pjs_result, 0x5A, sizeof pjs_result);
    memcpy(pjs_rows_before, pjs_rows, sizeof pjs_rows);
    memcpy(&pjs_result_before, &pjs_result, sizeof pjs_result);
}

static sked_status ask_pjs(sked_mem mem) {
    sked_pjs_request request;
    memset(&request, 0, sizeof request);
    request.map = map_request();
    return sked_pjs(&request, mem, pjs_rows, &pjs_result);
}

static int kept_pjs(void) {
    return memcmp(pjs_rows_before, pjs_rows, sizeof pjs_rows) == 0 &&
           memcmp(&pjs_result_before, &pjs_result, sizeof pjs_result) == 0;
}

static int done_pjs(void) {
    return pjs_result.plan.makespan == 4 && pjs_rows[1].machine == 1;
}

static void drop_nothing(void) {
}

/* ---- experiences and sites ------------------------------------------------------------------- */

static void prepare_experience(sked_mem mem) {
    (void)mem;
    memset(&experience, 0x5A, sizeof experience);
}

static sked_status ask_experience(sked_mem mem) {
    const sked_experience_settings settings = experience_settings();
    return sked_experience_create(&experience, &settings, mem);
}

static int kept_experience(void) {
    return sked_experience_add(&experience, 0, 0, 7) == SKED_E_EMPTY;
}

static int done_experience(void) {
    sked_time length = 0;
    return sked_experience_add(&experience, 0, 0, 7) == SKED_OK &&
           sked_experience_predict(&experience, 0, 0, 0, &length) == SKED_OK && length == 7;
}

static void drop_experience(void) {
    sked_experience_destroy(&experience);
}

static void prepare_site(sked_mem mem) {
    const sked_experience_settings settings = experience_settings();
    (void)mem;
    memset(&site, 0x5A, sizeof site);
    CHECK(sked_experience_init(&known, &settings, block, sizeof block) == SKED_OK);
    CHECK(sked_experience_add(&known, 0, 0, 7) == SKED_OK);
    keep_block();
}

static sked_status ask_site(sked_mem mem) {
    static const sked_site_machine machine = {0, 1};
    static const sked_site_class job_class = {.memory = 1};
    static const sked_site_user user = {NULL, UINT32_MAX, SKED_NEVER};
    static const sked_site_queue only = {.heuristic = SKED_DUPLEX_SUM};
    sked_site_experience learnt;
    sked_site_settings settings;
    memset(&learnt, 0, sizeof learnt);
    memset(&settings, 0, sizeof settings);
    learnt.times = &known;
    settings.machines = settings.resources = settings.classes = 1;
    settings.users = settings.queues = 1;
    settings.machine = &machine;
    settings.job_class = &job_class;
    settings.user = &user;
    settings.queue = &only;
    settings.jobs_max = 2;
    return sked_site_create(&site, &settings, &learnt, mem);
}

static int kept_site(void) {
    sked_site_info info;
    return sked_site_get_info(&site, &info) == SKED_E_EMPTY && is_block_kept();
}

static int done_site(void) {
    sked_site_info info;
    return sked_site_plan(&site, 0) == SKED_OK && sked_site_get_info(&site, &info) == SKED_OK;
}

static void drop_site(void) {
    sked_site_destroy(&site);
}

static int has_one_job(const sked_site *which) {
    sked_site_info info;
    return sked_site_get_info(which, &info) == SKED_OK && sked_site_validate(which) == SKED_OK &&
           info.waiting == 1 && info.unplanned == 0;
}

static void prepare_site_clone(sked_mem mem) {
    const sked_site_job job = sked_site_job_of(7, 0);
    prepare_site(mem);
    CHECK(ask_site(mem) == SKED_OK && sked_site_submit(&site, &job, 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    memset(&site_clone, 0x5A, sizeof site_clone);
}

static sked_status ask_site_clone(sked_mem mem) {
    return sked_site_clone(&site, &site_clone, NULL, mem);
}

static int kept_site_clone(void) {
    sked_site_info info;
    return sked_site_get_info(&site_clone, &info) == SKED_E_EMPTY && is_block_kept() &&
           has_one_job(&site);
}

static int done_site_clone(void) {
    return has_one_job(&site_clone) && has_one_job(&site);
}

static void drop_site_clone(void) {
    sked_site_destroy(&site_clone);
    sked_site_destroy(&site);
}

/* ---- queues ---------------------------------------------------------------------------------- */

static int is_empty_queue(const sked_queue *which) {
    sked_queue_info info;
    return sked_queue_get_info(which, &info) == SKED_E_EMPTY;
}

static void fill_queue(void) {
    sked_job job;
    uint32_t i;
    memset(&job, 0, sizeof job);
    for (i = 1; i <= 3; i++) {
        job.id = i;
        job.estimate = 5;
        job.width = i;
        CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
    }
    CHECK(sked_queue_get_info(&queue, &queue_before) == SKED_OK);
}

static int has_jobs(const sked_queue *which, uint32_t jobs_max) {
    sked_queue_info info;
    return sked_queue_get_info(which, &info) == SKED_OK && sked_queue_validate(which) == SKED_OK &&
           info.waiting == 3 && info.jobs_max == jobs_max;
}

static void prepare_queue(sked_mem mem) {
    (void)mem;
    memset(&queue, 0x5A, sizeof queue);
}

static sked_status ask_queue(sked_mem mem) {
    const sked_queue_settings settings = queue_settings();
    return sked_queue_create(&queue, &settings, NULL, mem);
}

static int kept_queue(void) {
    return is_empty_queue(&queue);
}

static int done_queue(void) {
    fill_queue();
    return has_jobs(&queue, 3);
}

static void drop_queue(void) {
    sked_queue_destroy(&queue);
}

static void prepare_queue_clone(sked_mem mem) {
    const sked_queue_settings settings = queue_settings();
    (void)mem;
    CHECK(sked_queue_init(&queue, &settings, NULL, block, sizeof block) == SKED_OK);
    fill_queue();
    memset(&queue_clone, 0x5A, sizeof queue_clone);
    keep_block();
}

static sked_status ask_queue_clone(sked_mem mem) {
    return sked_queue_clone(&queue, &queue_clone, mem);
}

static int kept_queue_clone(void) {
    return is_empty_queue(&queue_clone) && is_block_kept() && has_jobs(&queue, 3);
}

static int done_queue_clone(void) {
    return has_jobs(&queue_clone, 3) && is_block_kept();
}

static void drop_queue_clone(void) {
    sked_queue_destroy(&queue_clone);
}

static void prepare_queue_grow(sked_mem mem) {
    const sked_queue_settings settings = queue_settings();
    CHECK(sked_queue_create(&queue, &settings, NULL, mem) == SKED_OK);
    fill_queue();
}

static sked_status ask_queue_grow(sked_mem mem) {
    (void)mem;
    return sked_queue_grow(&queue, 6, 2);
}

static int kept_queue_grow(void) {
    sked_queue_info info;
    return has_jobs(&queue, 3) && sked_queue_get_info(&queue, &info) == SKED_OK &&
           info.bookings_max == queue_before.bookings_max && info.bytes == queue_before.bytes;
}

static int done_queue_grow(void) {
    return has_jobs(&queue, 6);
}

/* ---- calendars ------------------------------------------------------------------------------- */

static int is_empty_calendar(const sked_ar *which) {
    sked_ar_info info;
    return sked_ar_get_info(which, &info) == SKED_E_EMPTY;
}

static void fill_calendar(void) {
    sked_word words[SKED_SET_WORDS(5u)];
    sked_set set = sked_set_of(words, 5);
    sked_set_add(&set, 3);
    CHECK(sked_ar_book(&calendar, 9, 0, 10, 20, &set) == SKED_OK);
    CHECK(sked_ar_get_info(&calendar, &calendar_before) == SKED_OK);
}

static int has_booking(const sked_ar *which, uint32_t spans_max) {
    sked_ar_info info;
    return sked_ar_get_info(which, &info) == SKED_OK && sked_ar_validate(which) == SKED_OK &&
           info.bookings == 1 && info.spans_max == spans_max;
}

static void prepare_calendar(sked_mem mem) {
    (void)mem;
    memset(&calendar, 0x5A, sizeof calendar);
}

static sked_status ask_calendar(sked_mem mem) {
    const sked_ar_settings settings = calendar_settings();
    return sked_ar_create(&calendar, &settings, mem);
}

static int kept_calendar(void) {
    return is_empty_calendar(&calendar);
}

static int done_calendar(void) {
    fill_calendar();
    return has_booking(&calendar, 4);
}

static void drop_calendar(void) {
    sked_ar_destroy(&calendar);
}

static void prepare_calendar_clone(sked_mem mem) {
    const sked_ar_settings settings = calendar_settings();
    (void)mem;
    CHECK(sked_ar_init(&calendar, &settings, block, sizeof block) == SKED_OK);
    fill_calendar();
    memset(&calendar_clone, 0x5A, sizeof calendar_clone);
    keep_block();
}

static sked_status ask_calendar_clone(sked_mem mem) {
    return sked_ar_clone(&calendar, &calendar_clone, mem);
}

static int kept_calendar_clone(void) {
    return is_empty_calendar(&calendar_clone) && is_block_kept() &&
           has_booking(&calendar, 4);
}

static int done_calendar_clone(void) {
    return has_booking(&calendar_clone, 4) && is_block_kept();
}

static void drop_calendar_clone(void) {
    sked_ar_destroy(&calendar_clone);
}

static void prepare_calendar_grow(sked_mem mem) {
    const sked_ar_settings settings = calendar_settings();
    CHECK(sked_ar_create(&calendar, &settings, mem) == SKED_OK);
    fill_calendar();
}

static sked_status ask_calendar_grow(sked_mem mem) {
    (void)mem;
    return sked_ar_grow(&calendar, 8, 3);
}

static int kept_calendar_grow(void) {
    sked_ar_info info;
    return has_booking(&calendar, 4) && sked_ar_get_info(&calendar, &info) == SKED_OK &&
           info.bookings_max == calendar_before.bookings_max &&
           info.bytes == calendar_before.bytes;
}

static int done_calendar_grow(void) {
    return has_booking(&calendar, 8);
}

/* ---- trees and units ------------------------------------------------------------------------- */

static int is_empty_tree(const sked_fattree *which) {
    sked_fattree_info info;
    return sked_fattree_get_info(which, &info) == SKED_E_EMPTY;
}

static void take_one(sked_fattree *which) {
    sked_word words[SKED_SET_WORDS(4u)];
    sked_set set = sked_set_of(words, 4);
    sked_set_add(&set, 1);
    CHECK(sked_fattree_allocate(which, &set) == SKED_OK);
}

static int is_taken(const sked_fattree *which) {
    sked_fattree_info info;
    return sked_fattree_get_info(which, &info) == SKED_OK &&
           sked_fattree_validate(which) == SKED_OK && info.free == 3;
}

static void prepare_tree(sked_mem mem) {
    (void)mem;
    memset(&tree, 0x5A, sizeof tree);
}

static sked_status ask_tree(sked_mem mem) {
    const sked_fattree_settings settings = tree_settings();
    return sked_fattree_create(&tree, &settings, mem);
}

static int kept_tree(void) {
    return is_empty_tree(&tree);
}

static int done_tree(void) {
    take_one(&tree);
    return is_taken(&tree);
}

static void drop_tree(void) {
    sked_fattree_destroy(&tree);
}

static void prepare_tree_clone(sked_mem mem) {
    const sked_fattree_settings settings = tree_settings();
    (void)mem;
    CHECK(sked_fattree_init(&shape, &settings, block, sizeof block) == SKED_OK);
    take_one(&shape);
    memset(&tree_clone, 0x5A, sizeof tree_clone);
    keep_block();
}

static sked_status ask_tree_clone(sked_mem mem) {
    return sked_fattree_clone(&shape, &tree_clone, mem);
}

static int kept_tree_clone(void) {
    return is_empty_tree(&tree_clone) && is_block_kept() && is_taken(&shape);
}

static int done_tree_clone(void) {
    return is_taken(&tree_clone) && is_block_kept();
}

static void drop_tree_clone(void) {
    sked_fattree_destroy(&tree_clone);
}

static void prepare_units(sked_mem mem) {
    prepare_tree_clone(mem);
    memset(&units, 0x5A, sizeof units);
}

static sked_status ask_units(sked_mem mem) {
    sked_units_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.tree = &shape;
    settings.jobs_max = 2;
    return sked_units_create(&units, &settings, mem);
}

static int kept_units(void) {
    sked_units_info info;
    return sked_units_get_info(&units, &info) == SKED_E_EMPTY && is_block_kept();
}

static int done_units(void) {
    return sked_units_submit(&units, 1, 2) == SKED_OK && is_block_kept();
}

static void drop_units(void) {
    sked_units_destroy(&units);
}

/* ---- moldable tasks -------------------------------------------------------------------------- */

static void prepare_plans(sked_mem mem) {
    (void)mem;
    memset(&plans, 0x5A, sizeof plans);
}

static sked_status ask_plans(sked_mem mem) {
    static sked_moldable_task task;
    sked_moldable_settings settings;
    memset(&task, 0, sizeof task);
    task.form = SKED_MOLDABLE_RIGID;
    task.weight = task.width_min = 1;
    task.time = 5;
    memset(&settings, 0, sizeof settings);
    settings.processors = 2;
    settings.tasks_count = 1;
    settings.tasks = &task;
    return sked_moldable_create(&plans, &settings, mem);
}

static int kept_plans(void) {
    sked_moldable_info info;
    return sked_moldable_get_info(&plans, &info) == SKED_E_EMPTY;
}

static int done_plans(void) {
    sked_moldable_info info;
    return sked_moldable_get_info(&plans, &info) == SKED_OK && info.tasks == 1;
}

static void drop_plans(void) {
    sked_moldable_destroy(&plans);
}

/* ---- accounts -------------------------------------------------------------------------------- */

static sked_share_settings share_settings(void) {
    return sked_share_settings_of(2, 640);
}

/* One account, which runs on 3 processors. */
static void fill_share(void) {
    const sked_share_account account = sked_share_account_of(1);
    uint32_t number;
    CHECK(sked_share_add(&share, SKED_SHARE_ROOT, &account, 0, &number) == SKED_OK);
    CHECK(sked_share_start(&share, number, 3, 0) == SKED_OK);
}

static int is_running(const sked_share *which, uint32_t accounts_max) {
    sked_share_info info;
    sked_share_account_info account;
    return sked_share_validate(which) == SKED_OK &&
           sked_share_get_info(which, &info) == SKED_OK && info.accounts_max == accounts_max &&
           sked_share_get_account(which, 1, &account) == SKED_OK && account.running == 3;
}

static void prepare_share(sked_mem mem) {
    (void)mem;
    memset(&share, 0x5A, sizeof share);
}

static sked_status ask_share(sked_mem mem) {
    const sked_share_settings settings = share_settings();
    return sked_share_create(&share, &settings, mem);
}

static int kept_share(void) {
    return sked_share_validate(&share) == SKED_E_EMPTY;
}

static int done_share(void) {
    fill_share();
    return is_running(&share, 2);
}

static void drop_share(void) {
    sked_share_destroy(&share);
}

static void prepare_share_clone(sked_mem mem) {
    const sked_share_settings settings = share_settings();
    (void)mem;
    CHECK(sked_share_init(&share, &settings, block, sizeof block) == SKED_OK);
    fill_share();
    memset(&share_clone, 0x5A, sizeof share_clone);
    keep_block();
}

static sked_status ask_share_clone(sked_mem mem) {
    return sked_share_clone(&share, &share_clone, mem);
}

static int kept_share_clone(void) {
    return sked_share_validate(&share_clone) == SKED_E_EMPTY && is_block_kept() &&
           is_running(&share, 2);
}

static int done_share_clone(void) {
    return is_running(&share_clone, 2) && is_block_kept();
}

static void drop_share_clone(void) {
    sked_share_destroy(&share_clone);
}

static void prepare_share_grow(sked_mem mem) {
    const sked_share_settings settings = share_settings();
    CHECK(sked_share_create(&share, &settings, mem) == SKED_OK);
    fill_share();
}

static sked_status ask_share_grow(sked_mem mem) {
    (void)mem;
    return sked_share_grow(&share, 5);
}

static int kept_share_grow(void) {
    return is_running(&share, 2);
}

static int done_share_grow(void) {
    return is_running(&share, 5);
}

/* ---- all of them ----------------------------------------------------------------------------- */

typedef struct trial {
    const char *name;
    void (*prepare)(sked_mem mem);      /* may take memory: that is not refused */
    sked_status (*ask)(sked_mem mem);
    int (*kept)(void);                  /* after a failure: has nothing changed? */
    int (*done)(void);                  /* after success: is it of use? */
    void (*drop)(void);
    int takes;                          /* blocks that prepare takes, and drop gives back */
} trial;

static const trial trials[] = {
    {"sked_map", prepare_map, ask_map, kept_map, done_map, drop_nothing, 0},
    {"sked_pjs", prepare_pjs, ask_pjs, kept_pjs, done_pjs, drop_nothing, 0},
    {"sked_experience_create", prepare_experience, ask_experience, kept_experience, done_experience,
     drop_experience, 0},
    {"sked_queue_create", prepare_queue, ask_queue, kept_queue, done_queue, drop_queue, 0},
    {"sked_queue_clone", prepare_queue_clone, ask_queue_clone, kept_queue_clone, done_queue_clone,
     drop_queue_clone, 0},
    {"sked_queue_grow", prepare_queue_grow, ask_queue_grow, kept_queue_grow, done_queue_grow,
     drop_queue, 1},
    {"sked_site_create", prepare_site, ask_site, kept_site, done_site, drop_site, 0},
    {"sked_site_clone", prepare_site_clone, ask_site_clone, kept_site_clone, done_site_clone,
     drop_site_clone, 1},
    {"sked_ar_create", prepare_calendar, ask_calendar, kept_calendar, done_calendar, drop_calendar,
     0},
    {"sked_ar_clone", prepare_calendar_clone, ask_calendar_clone, kept_calendar_clone,
     done_calendar_clone, drop_calendar_clone, 0},
    {"sked_ar_grow", prepare_calendar_grow, ask_calendar_grow, kept_calendar_grow,
     done_calendar_grow, drop_calendar, 1},
    {"sked_fattree_create", prepare_tree, ask_tree, kept_tree, done_tree, drop_tree, 0},
    {"sked_fattree_clone", prepare_tree_clone, ask_tree_clone, kept_tree_clone, done_tree_clone,
     drop_tree_clone, 0},
    {"sked_units_create", prepare_units, ask_units, kept_units, done_units, drop_units, 0},
    {"sked_moldable_create", prepare_plans, ask_plans, kept_plans, done_plans, drop_plans, 0},
    {"sked_share_create", prepare_share, ask_share, kept_share, done_share, drop_share, 0},
    {"sked_share_clone", prepare_share_clone, ask_share_clone, kept_share_clone, done_share_clone,
     drop_share_clone, 0},
    {"sked_share_grow", prepare_share_grow, ask_share_grow, kept_share_grow, done_share_grow,
     drop_share, 1},
};

enum { TRIALS = (int)(sizeof trials / sizeof trials[0]) };

static void says(const trial *of, int condition, const char *what) {
    check_that(condition, of->name, 0, what, 0);
}

/* Refuses the allocation number k of the call. Returns whether the call failed for it. */
static int refuse(const trial *of, uint32_t k, int for_good) {
    const sked_mem mem = giving(SKED_NONE);
    sked_status status;
    of->prepare(mem);
    says(of, mine.given == (uint32_t)of->takes, "prepare takes what it says");
    mine.refused = mine.calls + k;
    mine.for_good = for_good;
    status = of->ask(mem);
    if (status == SKED_OK) {
        says(of, mine.calls <= mine.refused, "success needs all that was asked for");
        says(of, of->done(), "what was made is of use");
    } else {
        says(of, status == SKED_E_MEMORY, "a refusal is SKED_E_MEMORY");
        says(of, mine.calls > mine.refused, "it fails only if it was refused");
        says(of, mine.given == (uint32_t)of->takes, "a refusal keeps no memory");
        says(of, of->kept(), "a refusal changes nothing");
        of->drop();
    }
    if (status == SKED_OK) {
        of->drop();
    }
    says(of, mine.given == 0 && !mine.wrong, "all comes back, once, with its size");
    return status != SKED_OK;
}

static void test_refusals(const trial *of) {
    uint32_t once = 0, for_good = 0;
    while (once < REFUSALS_MAX && refuse(of, once, 0)) {
        once++;
    }
    while (for_good < REFUSALS_MAX && refuse(of, for_good, 1)) {
        for_good++;
    }
    says(of, once > 0 && once < REFUSALS_MAX, "some refusal makes it fail, and in the end none");
    says(of, once == for_good, "it gives up at the first refusal");
}

int main(void) {
    int at;
    for (at = 0; at < TRIALS; at++) {
        test_refusals(&trials[at]);
    }
    return check_done("memory");
}
