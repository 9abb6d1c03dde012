/* zero.c - quick tests of structs that are zero except for what must be set, and of what the named
 * ones are.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include "sched_share.h"

#include <string.h>

#include "../check.h"
#include "../culprit.h"
#include "scenes.h"

#define NEVER SKED_NEVER

enum { ROOM = 1400 };

static sked_align room[ROOM], other_room[ROOM / 2];

/* ---- map and pjs ----------------------------------------------------------------------------- */

/* Zero is OLB: each job in turn to the machine that is free first, whatever it takes there. */
static void test_map(void) {
    static const sked_time times[] = {9, 1, 9, 1, 9, 1};
    sked_map_request request = SKED_ZERO;
    sked_map_row rows[3];
    sked_map_result result;
    size_t bytes = 0;
    request.jobs = 3;
    request.machines = 2;
    request.times = times;
    CHECK(sked_map_bytes(&request, &bytes) == SKED_OK && bytes <= sizeof(room));
    CHECK(sked_map_prepare(&request, room, bytes) == SKED_OK);
    CHECK(sked_map_run(&request, room, bytes, NULL, rows, &result) == SKED_OK);
    CHECK(result.used == SKED_OLB && result.makespan == 9);
    CHECK(rows[0].machine == 0 && rows[1].machine == 1 && rows[2].machine == 1);
    request = sked_map_request_of(3, 2, times);
    CHECK(request.jobs == 3 && request.machines == 2 && request.times == times);
    CHECK(request.heuristic == SKED_MIN_MIN && request.options == 0 &&
          request.free_from == NULL && request.refusal == NULL);
}

static void test_pjs(void) {
    static const sked_time times[] = {9, 1, 9, 1};
    sked_pjs_request request = SKED_ZERO;
    sked_pjs_row rows[2];
    sked_pjs_result result;
    size_t bytes = 0;
    request.map.jobs = request.map.machines = 2;
    request.map.times = times;
    CHECK(sked_pjs_bytes(&request, &bytes) == SKED_OK && bytes <= sizeof(room));
    CHECK(sked_pjs_prepare(&request, room, bytes) == SKED_OK);
    CHECK(sked_pjs_run(&request, room, bytes, NULL, rows, &result) == SKED_OK);
    CHECK(result.plan.used == SKED_OLB && result.parallel == 0 && result.mappings == 1);
    request = sked_pjs_request_of(2, 2, times);
    CHECK(request.map.jobs == 2 && request.map.machines == 2 && request.map.times == times);
    CHECK(request.map.heuristic == SKED_DUPLEX_SUM && request.map.options == 0 &&
          request.map.free_from == NULL && request.map.refusal == NULL);
    CHECK(request.options == 0 && request.clusters == 0 && request.cluster == NULL &&
          request.cluster_times == NULL && request.up == NULL);
}

/* ---- experience ------------------------------------------------------------------------------ */

/* No guess, equal ratings, and a window that fades after a million. */
static void test_experience(void) {
    sked_experience_settings settings = SKED_ZERO;
    sked_moments moments = SKED_ZERO, more;
    sked_experience experience;
    sked_time length = 0;
    settings.classes = settings.resources = 2;
    CHECK(sked_experience_init(&experience, &settings, room, sizeof(room)) == SKED_OK);
    CHECK(sked_experience_predict(&experience, 0, 0, 0, &length) == SKED_E_NO_ESTIMATE);
    CHECK(sked_experience_add(&experience, 0, 0, 7) == SKED_OK);
    CHECK(sked_experience_predict(&experience, 0, 1, 0, &length) == SKED_OK && length == 7);
    moments.count = SKED_WINDOW_MAX - 1;
    moments.sum.low = moments.squares.low = SKED_WINDOW_MAX - 1;
    CHECK(sked_experience_set(&experience, 1, 1, &moments) == SKED_OK);
    more = moments;
    CHECK(sked_moments_add(&moments, 1, 0) == SKED_OK && moments.count == SKED_WINDOW_MAX);
    CHECK(sked_moments_add(&moments, 1, 0) == SKED_OK &&
          moments.count == SKED_WINDOW_MAX / 2 + 1);
    CHECK(sked_moments_merge(&more, &more, 0) == SKED_OK && more.count == SKED_WINDOW_MAX - 1);
}

/* ---- queue ----------------------------------------------------------------------------------- */

/* Is this the next action of the pass? */
static int starts(uint64_t id, sked_reason reason) {
    sked_action action;
    return sked_queue_next(&queue, &action, NULL) == SKED_OK && action.kind == SKED_START &&
           action.id == id && action.reason == reason;
}

static int is_over(void) {
    sked_action action;
    return sked_queue_next(&queue, &action, NULL) == SKED_DONE;
}

static void open_with(const sked_queue_settings *settings) {
    CHECK(sked_queue_init(&queue, settings, NULL, room, sizeof(room)) == SKED_OK);
}

/* A runs; H is blocked until 10. Before it go those that do not delay it: C, which ends by then,
 * and not B, whose estimate is longer; the order is that of submission. */
static void fill_up(void) {
    submit('A', 2, 10, 0);
    submit('H', 3, 5, 0);
    submit('B', 1, 20, 0);
    submit('C', 1, 9, 0);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK && starts('A', SKED_HEAD));
}

static void test_easy(void) {
    sked_queue_settings settings = SKED_ZERO;
    sked_job job = SKED_ZERO;
    sked_span span = span_of(1, 2, 1);
    settings.processors = 3;
    settings.jobs_max = 4;
    open_with(&settings);
    job.id = 1;
    job.width = 1;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_E_NO_ESTIMATE);
    CHECK(sked_queue_book(&queue, 1, &span, 0) == SKED_E_FULL);
    fill_up();
    CHECK(starts('C', SKED_BEFORE_SHADOW) && is_over());
    CHECK(info_of(&queue).head == 'H' && info_of(&queue).shadow == 10);
}

/* Depth 0 is depth 1; none at all has a name of its own. */
static void test_depths(void) {
    sked_queue_settings settings = SKED_ZERO;
    settings.processors = 3;
    settings.jobs_max = 4;
    settings.depth = 1;
    open_with(&settings);
    fill_up();
    CHECK(starts('C', SKED_BEFORE_SHADOW) && is_over());
    settings.depth = SKED_NO_RESERVATIONS;
    open_with(&settings);
    fill_up();
    CHECK(is_over() && sked_queue_validate(&queue) == SKED_OK);
    settings.depth = SKED_ALL;
    open_with(&settings);
    fill_up();
    CHECK(is_over() == 0);
}

static int are_settings(const sked_queue_settings *s, uint32_t depth, uint32_t backgrounds) {
    return s->processors == 5 && s->jobs_max == 6 && s->bookings_max == 0 && s->depth == depth &&
           s->order == SKED_FCFS && s->backfill_order == SKED_FCFS &&
           s->background_order == SKED_FCFS && s->reservations == SKED_COMPRESS &&
           s->backgrounds == backgrounds && s->estimate_missing == SKED_REFUSE_MISSING &&
           s->refusal == NULL;
}

static void test_queue_names(void) {
    const sked_queue_settings easy = sked_queue_settings_easy(5, 6);
    const sked_queue_settings conservative = sked_queue_settings_conservative(5, 6);
    const sked_queue_settings fcfs = sked_queue_settings_fcfs(5, 6);
    const sked_queue_settings measy = sked_queue_settings_measy(5, 6);
    const sked_job job = sked_job_of(UINT64_MAX, 7, NEVER);
    const sked_tiers tiers = sked_tiers_of(SKED_REASY);
    CHECK(are_settings(&easy, 0, 0) && are_settings(&conservative, SKED_ALL, 0));
    CHECK(are_settings(&fcfs, SKED_NO_RESERVATIONS, 0) && are_settings(&measy, 0, 1));
    CHECK(job.id == UINT64_MAX && job.width == 7 && job.estimate == NEVER && job.key == 0 &&
          job.tag == 0);
    CHECK(tiers.policy == SKED_REASY && tiers.usage_limit_permille == 960 &&
          tiers.migration == 0 && tiers.width_max == 0 && tiers.estimate_max == 0 &&
          tiers.options == 0 && tiers.usage.usage == NULL && tiers.usage.ctx == NULL);
}

/* A policy of zeros lets nobody into a background but behind idle foregrounds. */
static void test_tiers(void) {
    const sked_queue_settings settings = sked_queue_settings_measy(2, 4);
    const sked_tiers zero = SKED_ZERO, measy = sked_tiers_of(SKED_MEASY);
    sked_action action;
    open_with(&settings);
    submit('A', 2, 10, 0);
    submit('B', 1, 10, 0);
    CHECK(sked_tiers_plan(&queue, &zero, 0) == SKED_OK);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && action.id == 'A');
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_DONE);
    CHECK(sked_tiers_plan(&queue, &measy, 1) == SKED_OK);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK && action.id == 'B');
    CHECK(action.kind == SKED_START_BACKGROUND);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_DONE);
}

/* ---- site ------------------------------------------------------------------------------------ */

/* Machines, interconnect, class, user and queue of zeros, except bandwidth: class 0 runs anywhere,
 * the user may use all queues, as often and as long as he likes, and the interconnect serves the
 * cluster, whatever its latency. */
static void test_site(void) {
    static const sked_site_machine machine[2];
    sked_site_class job_class[1] = SKED_ZERO;
    static const sked_site_user user[1];
    static const sked_site_queue line[1];
    static const sked_time guesses[1] = {8};
    static const uint32_t ratings[2] = {1024, 4096};
    SKED_SET_LOCAL(members, 2u);
    sked_cluster cluster = SKED_ZERO;
    sked_site_interconnect interconnect = SKED_ZERO;
    sked_site_settings settings = SKED_ZERO;
    sked_experience_settings shape = SKED_ZERO;
    sked_site_experience experience = SKED_ZERO;
    sked_site_job job = SKED_ZERO;
    sked_site_decision decision;
    sked_experience times;
    sked_site site;
    job_class[0].bandwidth = 5;
    interconnect.bandwidth = 5;
    sked_set_fill(&members);
    cluster.members = &members;
    interconnect.latency = UINT64_MAX;
    settings.machines = 2;
    settings.machine = machine;
    settings.clusters = settings.interconnects = 1;
    settings.cluster = &cluster;
    settings.interconnect = &interconnect;
    settings.classes = settings.users = settings.queues = 1;
    settings.resources = 2;
    cluster.resource = 1;
    settings.job_class = job_class;
    settings.user = user;
    settings.queue = line;
    settings.jobs_max = 3;
    shape.classes = 1;
    shape.resources = 2;
    shape.guesses = guesses;
    shape.ratings_q10 = ratings;
    CHECK(sked_experience_init(&times, &shape, other_room, sizeof(other_room)) == SKED_OK);
    experience.times = &times;
    CHECK(sked_site_init(&site, &settings, &experience, room, sizeof(room)) == SKED_OK);
    CHECK(sked_site_set_usage(&site, 0, SKED_TIME_MAX, NULL) == SKED_OK);
    job.id = 1;
    CHECK(sked_site_submit(&site, &job, 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(sked_site_next(&site, &decision, NULL, 0) == SKED_OK && decision.id == 1);
    CHECK(decision.cluster == 0 && decision.end == 2 && decision.reason == SKED_PROFITABLE);
    for (job.id = 2; job.id <= 3; job.id++) {
        CHECK(sked_site_submit(&site, &job, 0) == SKED_OK);
    }
    CHECK(sked_site_finish(&site, 1, 0, 2) == SKED_OK && sked_site_plan(&site, 2) == SKED_OK);
    CHECK(sked_site_next(&site, &decision, NULL, 2) == SKED_OK);
}

static void test_site_names(void) {
    const sked_site_queue line = sked_site_queue_of(3);
    CHECK(line.priority == 3 && line.flags == 0 && line.heuristic == SKED_DUPLEX_SUM &&
          line.pjs_options == 0 && line.promote_after == 0 && line.promote_to == 0);
}

/* Two machines by name alone: jobs of one class go to the faster, and nobody preempts. */
static void test_site_of_names(void) {
    static const sked_site_machine machine[2] = {{1, 0}, {0, 0}};
    static const sked_time guesses[1] = {12};
    static const uint32_t ratings[2] = {1024, 2048};
    sked_site_settings settings = sked_site_settings_of(machine, 2, 2, 3);
    sked_experience_settings shape = sked_experience_settings_of(1, 2);
    sked_site_experience experience = SKED_ZERO;
    const sked_site_job job = sked_site_job_of(7, 0);
    sked_site_decision decision;
    sked_site_job_info info;
    sked_experience times;
    sked_site site;
    CHECK(shape.window == 0 && shape.ratings_q10 == NULL && shape.guesses == NULL &&
          shape.refusal == NULL);
    CHECK(settings.clusters == 0 && settings.interconnects == 0 && settings.gain_min == 0 &&
          settings.deviations_q10 == 0 && settings.map_options == 0 && settings.refusal == NULL);
    CHECK(job.tag == 0 && job.user == 0 && job.queue == 0);
    shape.guesses = guesses;
    shape.ratings_q10 = ratings;
    CHECK(sked_experience_init(&times, &shape, other_room, sizeof(other_room)) == SKED_OK);
    experience.times = &times;
    CHECK(sked_site_init(&site, &settings, &experience, room, sizeof(room)) == SKED_OK);
    CHECK(sked_site_submit(&site, &job, 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(sked_site_get_job(&site, 7, &info) == SKED_OK && info.job_class == 0);
    CHECK(sked_site_next(&site, &decision, NULL, 0) == SKED_OK && decision.id == 7);
    CHECK(decision.machine == 0 && decision.end == 6 && decision.reason == SKED_MAPPED);
    CHECK(settings.user[0].jobs_max == 0 && settings.user[0].time_max == 0 &&
          settings.user[0].queues == NULL && settings.job_class[0].resources == NULL);
}

/* ---- calendars ------------------------------------------------------------------------------- */

/* From 0 to the end of time, no bookings; a request without a deadline; a choice of zeros. */
static void test_ar(void) {
    const sked_ar_choice choice = SKED_ZERO;
    sked_ar_settings settings = SKED_ZERO;
    sked_ar_request request = SKED_ZERO;
    SKED_SET_LOCAL(set, 4u);
    sked_ar_answer answer, usual;
    sked_ar_info info;
    sked_ar calendar;
    settings.processors = 4;
    settings.spans_max = 4;
    CHECK(sked_ar_init(&calendar, &settings, room, sizeof(room)) == SKED_OK);
    CHECK(sked_ar_get_info(&calendar, &info) == SKED_OK);
    CHECK(info.base == 0 && info.horizon == SKED_TIME_MAX && info.bookings_max == 0 &&
          info.capacity == 4);
    sked_set_fill(&set);
    CHECK(sked_ar_add(&calendar, 0, SKED_TIME_MAX - 2, &set) == SKED_OK);
    request.count = 2;
    request.duration = 2;
    CHECK(sked_ar_find(&calendar, &request, &choice, &answer, &set, other_room,
                       sizeof(other_room)) == SKED_OK);
    CHECK(answer.start == SKED_TIME_MAX - 2 && mask_of(&set) == 0x3);
    CHECK(sked_ar_find(&calendar, &request, NULL, &usual, &set, other_room,
                       sizeof(other_room)) == SKED_OK);
    CHECK(usual.start == answer.start && mask_of(&set) == 0x3);
    request.deadline = 5;
    CHECK(sked_ar_find(&calendar, &request, NULL, &usual, NULL, other_room,
                       sizeof(other_room)) == SKED_E_DEADLINE);
    request.deadline = NEVER;
    CHECK(sked_ar_find(&calendar, &request, NULL, &usual, NULL, other_room,
                       sizeof(other_room)) == SKED_OK && usual.start == answer.start);
}

static void test_ar_names(void) {
    const sked_ar_settings settings = sked_ar_settings_of(3, 4, 5);
    const sked_ar_request request = sked_ar_request_of(6, 7);
    CHECK(settings.processors == 3 && settings.spans_max == 4 && settings.horizon == 5 &&
          settings.bookings_max == 0 && settings.base == 0 && settings.capacities == NULL &&
          settings.refusal == NULL);
    CHECK(request.count == 6 && request.duration == 7 && request.id == 0 && request.tag == 0 &&
          request.ready == 0 && request.deadline == 0 && request.allowed == NULL &&
          request.required == NULL && request.refusal == NULL);
}

/* ---- trees ----------------------------------------------------------------------------------- */

/* Links of 1; a request for the exact minimum; a picker as wide as the tree, without limits; units
 * of the default size, in batches of 4. */
static void test_tree(void) {
    static const uint32_t fan_out[2] = {2, 2};
    static uint32_t parent[3], leaf[4];
    sked_fattree_settings settings = SKED_ZERO;
    sked_fattree_picker_settings by = SKED_ZERO;
    sked_units_settings whole = SKED_ZERO;
    sked_fattree_request request = SKED_ZERO;
    sked_fattree_picker picker;
    sked_pick_request ask = SKED_ZERO;
    SKED_SET_LOCAL(offered, 4u);
    SKED_SET_LOCAL(set, 4u);
    sked_fattree_answer answer;
    sked_units_info info;
    sked_fattree tree;
    sked_units units;
    uint64_t hops = 0;
    CHECK(sked_fattree_shape(fan_out, 2, &settings, parent, leaf) == SKED_OK);
    CHECK(settings.refusal == NULL && settings.links == NULL);
    CHECK(sked_fattree_init(&tree, &settings, room, sizeof(room) / 2) == SKED_OK);
    CHECK(sked_fattree_hops(&tree, 0, 3, &hops) == SKED_OK && hops == 4);
    request.count = 3;
    CHECK(sked_fattree_find(&tree, &request, &answer, &set, other_room,
                            sizeof(other_room)) == SKED_OK);
    CHECK(answer.hops == 10 && answer.hops == answer.hops_lower_bound);
    by.tree = &tree;
    CHECK(sked_fattree_picker_init(&picker, &by, other_room, sizeof(other_room)) == SKED_OK);
    sked_set_fill(&offered);
    sked_set_clear(&set);
    ask.count = 4;
    CHECK(sked_pick(&picker.picker, &ask, &offered, &set) == SKED_OK && picker.chosen == 1);
    whole.tree = &tree;
    whole.jobs_max = 1;
    CHECK(sked_units_init(&units, &whole, &room[ROOM / 2], sizeof(room) / 2) == SKED_OK);
    CHECK(sked_units_get_info(&units, &info) == SKED_OK && info.unit_size == 2);
    request = sked_fattree_request_of(9);
    CHECK(request.count == 9 && request.mode == SKED_FATTREE_EXACT && request.steps_max == 0 &&
          request.levels_max == 0 && request.levels_preferred == 0 && request.leaves_max == 0);
    CHECK(request.segment == 0 && request.fragment_weight_q10 == 0 && request.allowed == NULL &&
          request.excluded == NULL && request.required == NULL && request.refusal == NULL);
}

/* ---- moldable tasks -------------------------------------------------------------------------- */

/* A table of one entry, in a machine without spans, planned by a choice of zeros or by none. */
static void test_moldable(void) {
    static const sked_time times[1] = {7};
    const sked_moldable_choice choice = SKED_ZERO;
    sked_moldable_task task = SKED_ZERO;
    sked_moldable_settings settings = SKED_ZERO;
    sked_moldable_result result, usual;
    sked_moldable_info info;
    sked_moldable_row row;
    sked_moldable plans;
    task.times = times;
    task.count = 1;
    settings.processors = settings.tasks_count = 1;
    settings.tasks = &task;
    settings.cells_max = settings.intervals_max = 1;        /* of small chips: else 4 MiB */
    CHECK(sked_moldable_init(&plans, &settings, room, sizeof(room)) == SKED_OK);
    CHECK(sked_moldable_plan(&plans, &choice, &row, &result) == SKED_OK);
    CHECK(row.start == 0 && row.end == 7 && row.width == 1 && result.makespan == 7);
    CHECK(sked_moldable_plan(&plans, NULL, &row, &usual) == SKED_OK);
    CHECK(usual.makespan == 7 && usual.minsum.low == 0 && result.minsum.low == 0);
    CHECK(sked_moldable_get_info(&plans, &info) == SKED_OK && info.plans == 0);
    settings.cells_max = settings.intervals_max = 0;
    CHECK(sked_moldable_check(&settings) == SKED_OK);
}

/* Of weight 1, ready at once, of any width: and what else the form takes. */
static int is_task(const sked_moldable_task *task, sked_moldable_form form, sked_time time) {
    return task->form == form && task->weight == 1 && task->ready == 0 && task->time == time &&
           task->width_max == 0 && task->width_step == 0;
}

static void test_moldable_names(void) {
    static const sked_time times[2] = {5, 4};
    static const sked_moldable_allotment list[1] = {{.width = 1, .time = 2}};
    const sked_moldable_task table = sked_moldable_task_table(times, 2);
    const sked_moldable_task some = sked_moldable_task_list(list, 1);
    const sked_moldable_task amdahl = sked_moldable_task_amdahl(9, 100);
    const sked_moldable_task downey = sked_moldable_task_downey(8, 3000, 500);
    const sked_moldable_task rigid = sked_moldable_task_rigid(7, 3);
    const sked_moldable_task oracle = sked_moldable_task_oracle();
    const sked_moldable_task divisible = sked_moldable_task_divisible(6);
    const sked_moldable_settings settings = sked_moldable_settings_of(4, &table, 1);
    CHECK(is_task(&table, SKED_MOLDABLE_TABLE, 0) && table.times == times && table.count == 2);
    CHECK(is_task(&some, SKED_MOLDABLE_LIST, 0) && some.allotments == list && some.count == 1);
    CHECK(is_task(&amdahl, SKED_MOLDABLE_AMDAHL, 9) && amdahl.sequential_permille == 100);
    CHECK(is_task(&downey, SKED_MOLDABLE_DOWNEY, 8) && downey.parallelism_permille == 3000 &&
          downey.variance_permille == 500);
    CHECK(is_task(&rigid, SKED_MOLDABLE_RIGID, 7) && rigid.width_min == 3);
    CHECK(is_task(&oracle, SKED_MOLDABLE_ORACLE, 0) && oracle.width_min == 0);
    CHECK(is_task(&divisible, SKED_MOLDABLE_DIVISIBLE, 6) && divisible.width_min == 0);
    CHECK(settings.processors == 4 && settings.tasks == &table && settings.tasks_count == 1);
    CHECK(settings.spans_count == 0 && settings.spans == NULL && settings.now == 0 &&
          settings.leave_out == NULL && settings.oracle.time == NULL &&
          settings.frontier_max == 0 && settings.cells_max == 0 && settings.intervals_max == 0 &&
          settings.refusal == NULL);
}

/* ---- shares and victims ---------------------------------------------------------------------- */

/* No cap, no precedence; without shares after all others. Without modes a job is requeued. */
static void test_share(void) {
    sked_share_settings settings = SKED_ZERO;
    const sked_share_account zero = SKED_ZERO, one = sked_share_account_of(1);
    const sked_preempt_job job = SKED_ZERO;
    sked_preempt_mode mode = SKED_PREEMPT_SUSPEND;
    sked_share share;
    uint32_t number;
    settings.accounts_max = 2;
    settings.half_life = 64;
    CHECK(sked_share_init(&share, &settings, room, sizeof(room)) == SKED_OK);
    CHECK(sked_share_add(&share, SKED_SHARE_ROOT, &zero, 0, &number) == SKED_OK && number == 1);
    CHECK(sked_share_add(&share, SKED_SHARE_ROOT, &one, 0, &number) == SKED_OK && number == 2);
    CHECK(sked_share_first(&share) == 2 && sked_share_room(&share, 1) == UINT32_MAX);
    CHECK(sked_preempt_cost(&job, 9, 7, &mode) == 0 && mode == SKED_PREEMPT_REQUEUE);
    settings = sked_share_settings_of(3, 70);
    CHECK(settings.accounts_max == 3 && settings.half_life == 70 && settings.ahead == 0 &&
          settings.refusal == NULL);
}

/* One resource, one domain, and 2000 steps. */
static void test_victims(void) {
    static const uint64_t costs[] = {2, 1};
    static const uint32_t gains[] = {1, 1}, needs[] = {1};
    sked_preempt_request request = SKED_ZERO;
    sked_preempt_answer answer;
    uint32_t victims[2];
    request.needs = needs;
    CHECK(sked_preempt_find(&request, &answer, victims, room, sizeof(room)) == SKED_E_VICTIMS);
    request = sked_preempt_request_of(2, costs, gains, needs);
    CHECK(request.resources == 0 && request.domains == 0 && request.steps_max == 0);
    CHECK(sked_preempt_find(&request, &answer, victims, room, sizeof(room)) == SKED_OK);
    CHECK(answer.cost == 1 && answer.victims == 1 && victims[0] == 1 && answer.proved);
}

int main(void) {
    test_map();
    test_pjs();
    test_experience();
    test_easy();
    test_depths();
    test_queue_names();
    test_tiers();
    test_site();
    test_site_names();
    test_site_of_names();
    test_ar();
    test_ar_names();
    test_tree();
    test_moldable();
    test_moldable_names();
    test_share();
    test_victims();
    return check_done("quick/zero");
}
