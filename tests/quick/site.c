/* site.c - quick tests of the site: scenes worked out by hand, in the laboratory of site_scenes.h.
 *
 * SPDX-License-Identifier: MIT
 *
 * Statuses and refusals are in site_events.c. Runs on small targets too: no more of the C library
 * than check.h, and about 8 KiB of writable data. In the drawings time runs to the right, one
 * column for five ticks; what was stopped ends in x. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "site_scenes.h"

static const decided nothing[] = {NO_MORE};

/* ---- priorities and preemption --------------------------------------------------------------- */

/* Four jobs of low priority fill the machines at 0: A the server, as the first. */
static void fill_lab(void) {
    static const decided all[] = {{SKED_MAPPED, 'A', 3, 0x8, 0, 20, 0},
                                  {SKED_MAPPED, 'B', 0, 0x1, 0, 30, 0},
                                  {SKED_MAPPED, 'C', 1, 0x2, 0, 30, 0},
                                  {SKED_MAPPED, 'D', 2, 0x4, 0, 30, 0}, NO_MORE};
    submit('A', SINGLE, LOW, 0);
    submit('B', SINGLE, LOW, 0);
    submit('C', SINGLE, LOW, 0);
    submit('D', SINGLE, LOW, 0);
    check_plan(0, all);
}

/*   3 | AAAABBBB          H would take 40 on the server, and takes 20 on cluster 0. B, C, D lose
 *   2 | DxHHHH            what they did. In the same plan B follows A on the server, where it ends
 *   1 | CxHHHHDDDDDD      at 40; then C and D end as early on the workstations. */
static void scene_high_stops_low(void) {
    static const decided high[] = {{SKED_OUTRANKED, 'B', 0, 0x1, 0, 10, 'H'},
                                   {SKED_OUTRANKED, 'C', 1, 0x2, 0, 10, 'H'},
                                   {SKED_OUTRANKED, 'D', 2, 0x4, 0, 10, 'H'},
                                   {SKED_PROFITABLE, 'H', ON_CLUSTER, 0x7, 10, 30, 0}, NO_MORE};
    static const decided then[] = {{SKED_MAPPED, 'B', 3, 0x8, 20, 40, 0}, NO_MORE};
    static const decided last[] = {{SKED_MAPPED, 'C', 0, 0x1, 30, 60, 0},
                                   {SKED_MAPPED, 'D', 1, 0x2, 30, 60, 0}, NO_MORE};
    open_site();
    check_plan(0, nothing);
    fill_lab();
    submit('H', PLAIN, HIGH, 10);
    CHECK(info_of().changed && info_of().waiting == 1 && info_of().unplanned == 1);
    CHECK(sked_site_plan(&site, 10) == SKED_OK);
    CHECK(is_planned('H', SKED_NONE, 0, 10, 30) && job_info_of('B').running);
    check_decisions(10, high);
    CHECK(is_planned('B', 3, SKED_NONE, 20, 40) && is_planned('C', 0, SKED_NONE, 30, 60) &&
          is_planned('D', 1, SKED_NONE, 30, 60) && job_info_of('B').preemptions == 1);
    CHECK(!info_of().changed && info_of().unplanned == 0);
    finish('A', 20);
    check_plan(20, then);
    finish('H', 30);
    check_plan(30, last);
    finish('B', 40);
    finish('C', 60);
    finish('D', 60);
    check_plan(60, nothing);
}

/* What was counted, and learnt, in the scene above. */
static void check_afterwards(void) {
    const sked_site_counters counters = info_of().counters;
    sked_moments seen = {0, {0, 0}, {0, 0}};
    CHECK(counters.submitted == 5 && counters.finished == 5 && counters.cancelled == 0);
    CHECK(counters.dispatched == 8 && counters.parallel == 1 && counters.preempted == 3);
    CHECK(counters.lost == 0 && counters.promoted == 0 && counters.respected == 0);
    CHECK(counters.plans == 2 && counters.mappings == 4 && counters.unlearnt == 0);
    CHECK(info_of().waiting == 0 && info_of().running == 0);
    CHECK(sked_experience_get(&times, SINGLE, SERVER, &seen) == SKED_OK);
    CHECK(seen.count == 3 && seen.sum.low == 60);
    CHECK(sked_experience_get(&times, PLAIN, CLUSTER_0, &seen) == SKED_OK);
    CHECK(seen.count == 2 && seen.sum.low == 40);
    CHECK(sked_experience_get(&users, ANYBODY, LOW, &seen) == SKED_OK);
    CHECK(seen.count == 4 && seen.sum.low == 100);
}

/*   3 | AAAA                M stops nobody, and nobody stops it: it waits for cluster 0, though the
 *   2 | DDDDDDMMMMHHHH      server would be free earlier; H, of high priority, waits for M. */
static void scene_medium(void) {
    static const decided medium[] = {{SKED_PROFITABLE, 'M', ON_CLUSTER, 0x7, 30, 50, 0}, NO_MORE};
    static const decided high[] = {{SKED_PROFITABLE, 'H', ON_CLUSTER, 0x7, 50, 70, 0}, NO_MORE};
    open_site();
    fill_lab();
    submit('M', PLAIN, MEDIUM, 10);
    check_plan(10, nothing);
    CHECK(is_planned('M', SKED_NONE, 0, 30, 50));
    finish('A', 20);
    check_plan(20, nothing);
    finish('B', 30);
    finish('C', 30);
    check_plan(30, nothing);
    finish('D', 30);
    check_plan(30, medium);
    submit('H', PLAIN, HIGH, 35);
    check_plan(35, nothing);
    CHECK(is_planned('H', SKED_NONE, 0, 50, 70));
    finish('M', 50);
    check_plan(50, high);
    CHECK(info_of().counters.preempted == 0);
}

/* Two queues of one priority: by index, and neither stops the other, whatever their flags. */
static void scene_equals(void) {
    static const decided all[] = {{SKED_MAPPED, 'B', 3, 0x8, 0, 20, 0},
                                  {SKED_MAPPED, 'A', 0, 0x1, 0, 30, 0}, NO_MORE};
    static const decided later[] = {{SKED_MAPPED, 'C', 1, 0x2, 5, 35, 0}, NO_MORE};
    furnish();
    remember();
    queue[HIGH].priority = 2;
    queue[HIGH].flags = queue[LOW].flags = SKED_PREEMPTS | SKED_PREEMPTABLE;
    queue[MEDIUM].priority = 0;
    start_site();
    submit('A', SINGLE, LOW, 0);
    submit('B', SINGLE, HIGH, 0);
    check_plan(0, all);
    submit('C', SINGLE, HIGH, 5);
    check_plan(5, later);
}

/* ---- one machine ----------------------------------------------------------------------------- */

/* A workstation; jobs of class single take 30 there. */
static void furnish_one(void) {
    furnish();
    remember();
    settings.machines = 1;
    settings.clusters = settings.interconnects = 0;
}

/* What ends early or late moves those that follow, without a plan; nobody starts where somebody is
 * late. At 55 B has run for 35, and should take 35 more. A took 20, not 30: C and D are expected to
 * take 25. */
static void scene_early_and_late(void) {
    static const decided a[] = {{SKED_MAPPED, 'A', 0, 0x1, 0, 30, 0}, NO_MORE};
    static const decided b[] = {{SKED_MAPPED, 'B', 0, 0x1, 20, 50, 0}, NO_MORE};
    static const decided c[] = {{SKED_MAPPED, 'C', 0, 0x1, 57, 82, 0}, NO_MORE};
    furnish_one();
    start_site();
    submit('A', SINGLE, LOW, 0);
    submit('B', SINGLE, LOW, 0);
    check_plan(0, a);
    CHECK(is_planned('B', 0, SKED_NONE, 30, 60));
    finish('A', 20);
    CHECK(info_of().changed && is_planned('B', 0, SKED_NONE, 30, 60));
    check_decisions(20, b);
    submit('C', SINGLE, LOW, 55);
    submit('D', SINGLE, LOW, 55);
    check_plan(55, nothing);
    CHECK(job_info_of('B').end == 90);
    CHECK(is_planned('C', 0, SKED_NONE, 90, 115) && is_planned('D', 0, SKED_NONE, 115, 140));
    check_plan(56, nothing);
    CHECK(info_of().counters.plans == 2);
    finish('B', 57);
    check_decisions(57, c);
    CHECK(is_planned('D', 0, SKED_NONE, 115, 140) && info_of().changed);
}

/* That somebody is late is enough for a new plan; at its end itself nobody is. What is lost has no
 * end that could be put off. */
static void scene_late(void) {
    static const decided a[] = {{SKED_MAPPED, 'A', 0, 0x1, 0, 30, 0}, NO_MORE};
    static const decided lost[] = {{SKED_MACHINE_DOWN, 'A', 0, 0x1, 0, 64, 0}, NO_MORE};
    furnish_one();
    start_site();
    submit('A', SINGLE, LOW, 0);
    check_plan(0, a);
    submit('B', SINGLE, LOW, 0);
    check_plan(30, nothing);
    CHECK(job_info_of('A').end == 30 && is_planned('B', 0, SKED_NONE, 30, 60));
    check_plan(31, nothing);
    CHECK(job_info_of('A').end == 62 && is_planned('B', 0, SKED_NONE, 62, 92));
    check_plan(62, nothing);
    CHECK(job_info_of('A').end == 62 && info_of().counters.plans == 3);
    CHECK(sked_site_down(&site, 0, 62) == SKED_OK && sked_site_plan(&site, 64) == SKED_OK);
    CHECK(job_info_of('A').end == 62 && info_of().counters.plans == 4);
    check_decisions(64, lost);
}

/* After the second time L climbs to where nobody stops it. What it took is remembered of the queue
 * that its user chose. */
static void scene_climbing(void) {
    sked_moments seen = {0, {0, 0}, {0, 0}};
    static const decided low[] = {{SKED_MAPPED, 'L', 0, 0x1, 0, 30, 0}, NO_MORE};
    static const decided first[] = {{SKED_OUTRANKED, 'L', 0, 0x1, 0, 5, '1'},
                                    {SKED_MAPPED, '1', 0, 0x1, 5, 35, 0}, NO_MORE};
    static const decided again[] = {{SKED_MAPPED, 'L', 0, 0x1, 35, 65, 0}, NO_MORE};
    static const decided second[] = {{SKED_OUTRANKED, 'L', 0, 0x1, 35, 40, '2'},
                                     {SKED_MAPPED, '2', 0, 0x1, 40, 70, 0}, NO_MORE};
    static const decided last[] = {{SKED_MAPPED, 'L', 0, 0x1, 70, 100, 0}, NO_MORE};
    furnish_one();
    queue[LOW].promote_after = 2;
    queue[LOW].promote_to = MEDIUM;
    start_site();
    submit('L', SINGLE, LOW, 0);
    check_plan(0, low);
    submit('1', SINGLE, HIGH, 5);
    check_plan(5, first);
    CHECK(job_info_of('L').queue == LOW && is_planned('L', 0, SKED_NONE, 35, 65));
    finish('1', 35);
    check_plan(35, again);
    submit('2', SINGLE, HIGH, 40);
    check_plan(40, second);
    CHECK(job_info_of('L').queue == MEDIUM && job_info_of('L').preemptions == 2);
    CHECK(info_of().changed && info_of().counters.promoted == 1);
    CHECK(is_planned('L', 0, SKED_NONE, 70, 100));
    finish('2', 70);
    check_plan(70, last);
    submit('3', SINGLE, HIGH, 75);
    check_plan(75, nothing);
    CHECK(is_planned('3', 0, SKED_NONE, 100, 130) && info_of().counters.preempted == 2);
    finish('L', 100);
    CHECK(sked_experience_get(&users, ANYBODY, LOW, &seen) == SKED_OK && seen.count == 1);
    CHECK(sked_experience_get(&users, ANYBODY, MEDIUM, &seen) == SKED_OK && seen.count == 0);
}

/* L has ten left at 20: that is what H gains by stopping it. */
static void scene_gain(sked_time gain_min) {
    static const decided low[] = {{SKED_MAPPED, 'L', 0, 0x1, 0, 30, 0}, NO_MORE};
    static const decided high[] = {{SKED_OUTRANKED, 'L', 0, 0x1, 0, 20, 'H'},
                                   {SKED_MAPPED, 'H', 0, 0x1, 20, 50, 0}, NO_MORE};
    furnish_one();
    settings.gain_min = gain_min;
    start_site();
    submit('L', SINGLE, LOW, 0);
    check_plan(0, low);
    submit('H', SINGLE, HIGH, 20);
    check_plan(20, gain_min <= 10 ? high : nothing);
    CHECK(gain_min <= 10 || is_planned('H', 0, SKED_NONE, 30, 60));
    CHECK(info_of().counters.respected == (gain_min > 10));
    CHECK(info_of().counters.mappings == 4);    /* L, H after L, H, and L or H anew */
}

/* ---- runs that are resumed ------------------------------------------------------------------- */

enum { WHOLE = 1048576 };

/* L runs on one machine, where it takes 30. */
static void run_resumable(sked_time resume) {
    static const decided low[] = {{SKED_MAPPED, 'L', 0, 0x1, 0, 30, 0}, NO_MORE};
    furnish_one();
    job_class[SINGLE].flags = SKED_RESUMABLE;
    job_class[SINGLE].resume = resume;
    start_site();
    submit('L', SINGLE, LOW, 0);
    check_plan(0, low);
    CHECK(job_info_of('L').left_q20 == WHOLE);
}

/* A job stops L, which has so much left then. */
static void stop_for(uint64_t id, sked_time now, uint32_t left) {
    submit(id, SINGLE, HIGH, now);
    CHECK(sked_site_plan(&site, now) == SKED_OK);
    take_one(now);
    CHECK_SEED(id, taken.kind == SKED_PREEMPT && taken.id == 'L' && taken.by == id);
    take_one(now);
    CHECK_SEED(id, taken.kind == SKED_DISPATCH && taken.id == id && !taken.resumes);
    CHECK_SEED(id, job_info_of('L').left_q20 == left);
}

/* That job ends 30 later, and L goes on until `end`. */
static void go_on_after(uint64_t id, sked_time now, sked_time end) {
    CHECK_SEED(id, is_planned('L', 0, SKED_NONE, now, end));
    finish(id, now);
    take_one(now);
    CHECK_SEED(id, taken.kind == SKED_DISPATCH && taken.id == 'L' && taken.resumes);
    CHECK_SEED(id, taken.start == now && taken.end == end);
}

/* It has done 20 of 30 when H stops it: 10 are left, and a bit. A run that goes on takes 3 before
 * that: I stops it before it has gone on, and J when it has done 5 of 11. Its end teaches nothing;
 * the user is charged for all its runs, 20 + 2 + 8 + 9, beside 90 for the others. */
static void scene_resumed(void) {
    const uint32_t after_h = WHOLE - (uint32_t)(UINT64_C(20) * WHOLE / 30);
    const uint32_t after_j = after_h - (uint32_t)(UINT64_C(5) * after_h / 11);
    sked_time charged = 0;
    run_resumable(3);
    stop_for('H', 20, after_h);
    go_on_after('H', 50, 64);
    stop_for('I', 52, after_h);
    go_on_after('I', 82, 96);
    stop_for('J', 90, after_j);
    go_on_after('J', 120, 129);
    finish('L', 129);
    CHECK(info_of().counters.unlearnt == 1 && info_of().counters.preempted == 3);
    CHECK(sked_site_set_usage(&site, ANYBODY, 0, &charged) == SKED_OK && charged == 129);
    submit('K', SINGLE, LOW, 130);
    CHECK(sked_site_plan(&site, 130) == SKED_OK);
    take_one(130);
    CHECK(taken.id == 'K' && taken.end == 160);
}

/* A late run is expected to take as long again, though no plan has said so yet; one that should end
 * now has hardly anything left; to resume takes no longer than what was done. */
static void scene_resumed_late(void) {
    run_resumable(0);
    stop_for('H', 30, 1);
    go_on_after('H', 60, 61);
    run_resumable(100);
    stop_for('H', 20, WHOLE - (uint32_t)(UINT64_C(20) * WHOLE / 30));
    go_on_after('H', 50, 80);
    run_resumable(0);
    submit('H', SINGLE, HIGH, 10);
    CHECK(sked_site_plan(&site, 10) == SKED_OK);
    take_one(40);
    CHECK(taken.kind == SKED_PREEMPT && job_info_of('L').left_q20 == WHOLE / 2);
}

/* With its machine all of a run is lost. */
static void scene_not_resumed(void) {
    run_resumable(3);
    CHECK(sked_site_down(&site, 0, 10) == SKED_OK);
    CHECK(sked_site_plan(&site, 10) == SKED_OK);
    take_one(10);
    CHECK(taken.reason == SKED_MACHINE_DOWN && job_info_of('L').left_q20 == WHOLE);
}

/* As in scene_high_stops_low, with work that is kept: two thirds are left of what H stops. */
static void scene_resumed_elsewhere(void) {
    furnish();
    remember();
    job_class[SINGLE].flags = SKED_RESUMABLE;
    start_site();
    fill_lab();
    submit('H', PLAIN, HIGH, 10);
    CHECK(sked_site_plan(&site, 10) == SKED_OK && is_planned('H', SKED_NONE, 0, 10, 30));
    take_one(10);
    CHECK(taken.id == 'B' && is_planned('B', 3, SKED_NONE, 20, 34));
    take_one(10);
    CHECK(taken.id == 'C' && is_planned('C', 3, SKED_NONE, 34, 48));
}

/* In the full laboratory H would end 20 earlier by stopping three jobs for cluster 0, then not at
 * all by stopping A for the server: with a threshold of 21 it waits for cluster 0. */
static void scene_gain_on_cluster(sked_time gain_min) {
    furnish();
    remember();
    settings.gain_min = gain_min;
    start_site();
    fill_lab();
    submit('H', PLAIN, HIGH, 10);
    CHECK(sked_site_plan(&site, 10) == SKED_OK);
    CHECK(is_planned('H', SKED_NONE, 0, 10, 30) == (gain_min == 20));
    CHECK(is_planned('H', SKED_NONE, 0, 30, 50) == (gain_min == 21));
    CHECK(info_of().counters.respected == (gain_min == 21 ? 2u : 0u));
    CHECK(info_of().counters.mappings == (gain_min == 21 ? 9u : 6u));
}

/* Whom HIGH respects is respected by MEDIUM, too, until the next plan. */
static void scene_respected_by_all(void) {
    static const decided low[] = {{SKED_MAPPED, 'L', 0, 0x1, 0, 30, 0}, NO_MORE};
    furnish_one();
    settings.gain_min = 11;
    queue[MEDIUM].flags = SKED_PREEMPTS;
    start_site();
    submit('L', SINGLE, LOW, 0);
    check_plan(0, low);
    submit('H', SINGLE, HIGH, 20);
    submit('M', SINGLE, MEDIUM, 20);
    check_plan(20, nothing);
    CHECK(is_planned('H', 0, SKED_NONE, 30, 60) && is_planned('M', 0, SKED_NONE, 60, 90));
    CHECK(info_of().counters.respected == 1);
}

/* H1 stops L for a gain of 30; H2, which gains as much, comes when L has just ended. */
static void scene_gain_of_two(void) {
    static const decided low[] = {{SKED_MAPPED, 'L', 0, 0x1, 0, 30, 0}, NO_MORE};
    furnish_one();
    settings.gain_min = 5;
    start_site();
    submit('L', SINGLE, LOW, 0);
    check_plan(0, low);
    submit('1', SINGLE, HIGH, 0);
    submit('2', SINGLE, HIGH, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && info_of().counters.respected == 0);
    CHECK(is_planned('1', 0, SKED_NONE, 0, 30) && is_planned('2', 0, SKED_NONE, 30, 60));
    CHECK(job_info_of('L').running);
}

/*   1 | MMMMMMMM            M, of medium priority, holds machine 1 until 40, and L machine 0 until
 *   0 | 222222111111        60. If they stop nobody 2 ends at 70, after M, and 1, who takes 30 or
 *                           60, after L. Both would come before L has ended: 1 gains 30 by that,
 *                           and 2 gains 40. The most that one gains is what counts. Who is first
 *                           goes by length, or else by submission. */
static void scene_gain_of_best(sked_time gain_min, uint32_t late) {
    static const decided low[] = {{SKED_MAPPED, 'L', 0, 0x1, 0, 60, 0}, NO_MORE};
    static const decided medium[] = {{SKED_MAPPED, 'M', 1, 0x2, 0, 40, 0}, NO_MORE};
    const sked_time length = late == PLAIN ? 60 : 30;
    furnish_one();
    settings.machines = 2;
    settings.gain_min = gain_min;
    start_site();
    CHECK(sked_site_report_load(&site, 1, 256, 0) == SKED_OK);
    submit('L', PLAIN, LOW, 0);
    check_plan(0, low);
    submit('M', SINGLE, MEDIUM, 0);
    check_plan(0, medium);
    CHECK(sked_site_report_load(&site, 1, 0, 0) == SKED_OK);
    submit(late == PLAIN ? '1' : '2', late, HIGH, 0);
    submit(late == PLAIN ? '2' : '1', SINGLE, HIGH, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(gain_min == 40 ? is_planned('2', 0, SKED_NONE, 0, 30) &&
                               is_planned('1', 0, SKED_NONE, 30, 30 + length)
                         : is_planned('2', 1, SKED_NONE, 40, 70) &&
                               is_planned('1', 0, SKED_NONE, 60, 60 + length));
    CHECK(info_of().counters.respected == (gain_min > 40));
}

/* H waits for M on cluster 1, and would stop L there 10 before its end: it could as well wait for
 * L. Jobs of class parallel know no machine, and with machine 0 there is no cluster 0: what H
 * gains is 10. */
static void scene_gain_later(sked_time gain_min) {
    static const decided low[] = {{SKED_MAPPED, 'L', 3, 0x8, 0, 40, 0}, NO_MORE};
    static const decided medium[] = {{SKED_MAPPED, 'M', 2, 0x4, 0, 30, 0}, NO_MORE};
    furnish();
    remember();
    settings.gain_min = gain_min;
    queue[LOW].flags |= SKED_SEQUENTIAL;
    start_site();
    CHECK(sked_site_down(&site, 0, 0) == SKED_OK && sked_site_down(&site, 1, 0) == SKED_OK);
    submit('L', PLAIN, LOW, 0);
    check_plan(0, low);
    submit('M', SINGLE, MEDIUM, 0);
    check_plan(0, medium);
    submit('H', PARALLEL, HIGH, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_planned('H', SKED_NONE, 1, gain_min > 10 ? 40 : 30, gain_min > 10 ? 58 : 48));
    CHECK(info_of().counters.respected == (gain_min > 10));
}

/* L can run on machine 0 alone. H stops it for cluster 0, where it ends at 20. Else it would go to
 * the server and end at 40; or, if it went on trying, to cluster 1, and end at 30. */
static void scene_gain_over_cluster(sked_time gain_min, uint32_t pjs_options) {
    static const decided low[] = {{SKED_MAPPED, 'L', 0, 0x1, 0, 30, 0}, NO_MORE};
    const sked_time gain = pjs_options == SKED_PJS_GO_ON ? 10 : 20;
    furnish();
    remember();
    settings.gain_min = gain_min;
    queue[HIGH].pjs_options = pjs_options;
    job_class[SINGLE].memory = machine[0].memory = 9;
    start_site();
    submit('L', SINGLE, LOW, 0);
    check_plan(0, low);
    submit('H', PLAIN, HIGH, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(gain_min <= gain ? is_planned('H', SKED_NONE, 0, 0, 20)
          : gain == 10     ? is_planned('H', SKED_NONE, 1, 0, 30)
                           : is_planned('H', 3, SKED_NONE, 0, 40));
}

/* The full laboratory without machine 1: H would stop two jobs for what is left of cluster 0, 20
 * earlier than if it waited. If that is too little, it waits for the server. */
static void scene_gain_on_the_rest(sked_time gain_min) {
    static const decided stops[] = {{SKED_MACHINE_DOWN, 'C', 1, 0x2, 0, 10, 0},
                                    {SKED_OUTRANKED, 'B', 0, 0x1, 0, 10, 'H'},
                                    {SKED_OUTRANKED, 'D', 2, 0x4, 0, 10, 'H'},
                                    {SKED_PROFITABLE, 'H', ON_CLUSTER, 0x5, 10, 40, 0}, NO_MORE};
    static const decided waits[] = {{SKED_MACHINE_DOWN, 'C', 1, 0x2, 0, 10, 0}, NO_MORE};
    furnish();
    remember();
    settings.gain_min = gain_min;
    start_site();
    fill_lab();
    CHECK(sked_site_down(&site, 1, 10) == SKED_OK);
    submit('H', PLAIN, HIGH, 10);
    check_plan(10, gain_min == 20 ? stops : waits);
    CHECK(gain_min == 20 || is_planned('H', 3, SKED_NONE, 20, 60));
}

/* Queues that were named in the opposite order. */
static void scene_ranks(void) {
    static const decided l[] = {{SKED_MAPPED, 'L', 0, 0x1, 0, 30, 0}, NO_MORE};
    furnish_one();
    queue[HIGH].priority = 9;
    queue[MEDIUM].priority = 5;
    queue[LOW].priority = 1;
    start_site();
    submit('H', SINGLE, HIGH, 0);
    submit('M', SINGLE, MEDIUM, 0);
    submit('L', SINGLE, LOW, 0);
    check_plan(0, l);
    CHECK(is_planned('M', 0, SKED_NONE, 30, 60) && is_planned('H', 0, SKED_NONE, 60, 90));
}

/* Booked first is not first: A is submitted before B, and starts after it. So C comes after A. */
static void scene_order_of_ends(void) {
    static const decided b[] = {{SKED_MAPPED, 'B', 0, 0x1, 0, 30, 0}, NO_MORE};
    furnish_one();
    start_site();
    submit('A', PLAIN, MEDIUM, 0);
    submit('B', SINGLE, MEDIUM, 0);
    submit('C', SINGLE, LOW, 0);
    check_plan(0, b);
    CHECK(is_planned('A', 0, SKED_NONE, 30, 90) && is_planned('C', 0, SKED_NONE, 90, 120));
}

/* ---- machines that go, and come -------------------------------------------------------------- */

/* H loses machine 1 of cluster 0: two of three are enough, and take half as long again. What is
 * learnt is what all three would have taken. */
static void scene_down(void) {
    static const decided start[] = {{SKED_PROFITABLE, 'H', ON_CLUSTER, 0x7, 0, 20, 0}, NO_MORE};
    static const decided lost[] = {{SKED_MACHINE_DOWN, 'H', ON_CLUSTER, 0x7, 0, 5, 0}, NO_MORE};
    static const decided again[] = {{SKED_PROFITABLE, 'H', ON_CLUSTER, 0x5, 5, 35, 0}, NO_MORE};
    sked_moments seen = {0, {0, 0}, {0, 0}};
    open_site();
    submit('H', PLAIN, HIGH, 0);
    check_plan(0, start);
    CHECK(sked_site_up(&site, 1, 4) == SKED_OK && !info_of().changed);
    CHECK(sked_site_down(&site, 1, 5) == SKED_OK && info_of().changed);
    CHECK(sked_site_down(&site, 1, 5) == SKED_OK);
    CHECK(job_info_of('H').running && info_of().counters.lost == 0);
    check_decisions(5, lost);
    CHECK(is_unplanned('H') && job_info_of('H').preemptions == 0);
    CHECK(info_of().counters.lost == 1 && info_of().counters.preempted == 0);
    check_plan(5, again);
    CHECK(sked_site_down(&site, 1, 6) == SKED_OK && !info_of().changed);
    finish('H', 35);
    CHECK(sked_experience_get(&times, PLAIN, CLUSTER_0, &seen) == SKED_OK);
    CHECK(seen.count == 2 && seen.sum.low == 40);
}

/* With one of three cluster 0 cannot run; cluster 1 needs both of its own; then there is nothing
 * that jobs of class parallel could run on, until a machine is back. */
static void scene_too_few(void) {
    open_site();
    submit('P', PARALLEL, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_planned('P', SKED_NONE, 1, 0, 18));
    CHECK(sked_site_down(&site, 3, 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_planned('P', SKED_NONE, 0, 0, 24));
    CHECK(sked_site_down(&site, 0, 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_planned('P', SKED_NONE, 0, 0, 36));
    CHECK(sked_site_down(&site, 1, 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_unplanned('P'));
    CHECK(info_of().unplanned == 1 && info_of().waiting == 1 && !info_of().changed);
    check_decisions(0, nothing);
    CHECK(sked_site_up(&site, 1, 7) == SKED_OK);
    CHECK(sked_site_plan(&site, 7) == SKED_OK && is_planned('P', SKED_NONE, 0, 7, 43));
}

/* The plan was made before the machine went: nothing starts there, nor on a cluster that is not
 * what it was; what is back in time is as it was. */
static void scene_down_after_plan(void) {
    static const decided s[] = {{SKED_MAPPED, 'S', 3, 0x8, 2, 22, 0}, NO_MORE};
    static const decided h[] = {{SKED_PROFITABLE, 'H', ON_CLUSTER, 0x7, 3, 23, 0}, NO_MORE};
    open_site();
    submit('H', PLAIN, HIGH, 0);
    submit('S', SINGLE, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_planned('H', SKED_NONE, 0, 0, 20) && is_planned('S', 3, SKED_NONE, 0, 20));
    CHECK(sked_site_down(&site, 3, 1) == SKED_OK && sked_site_down(&site, 2, 1) == SKED_OK);
    check_decisions(1, nothing);
    CHECK(sked_site_up(&site, 3, 2) == SKED_OK);
    check_decisions(2, s);
    CHECK(sked_site_up(&site, 2, 3) == SKED_OK);
    check_decisions(3, h);
    CHECK(info_of().changed);
}

/* Down and up again before anybody asks: the run is lost all the same. */
static void scene_down_and_up(void) {
    static const decided start[] = {{SKED_MAPPED, 'S', 3, 0x8, 0, 20, 0}, NO_MORE};
    static const decided lost[] = {{SKED_MACHINE_DOWN, 'S', 3, 0x8, 0, 9, 0}, NO_MORE};
    open_site();
    submit('S', SINGLE, LOW, 0);
    check_plan(0, start);
    CHECK(sked_site_down(&site, 3, 8) == SKED_OK && sked_site_up(&site, 3, 8) == SKED_OK);
    check_decisions(9, lost);
    CHECK(is_unplanned('S') && info_of().changed);
}

/* P is lost with machine 3, and S with machine 0. The plan counts them as gone before anybody is
 * told: machine 2, which P had too, is free. P came before S, though S is where W was. */
static void scene_lost_in_plan(void) {
    static const decided start[] = {{SKED_PROFITABLE, 'P', ON_CLUSTER + 1, 0xC, 0, 18, 0},
                                    {SKED_MAPPED, 'S', 0, 0x1, 0, 30, 0}, NO_MORE};
    static const decided then[] = {{SKED_MACHINE_DOWN, 'P', ON_CLUSTER + 1, 0xC, 0, 5, 0},
                                   {SKED_MACHINE_DOWN, 'S', 0, 0x1, 0, 5, 0},
                                   {SKED_MAPPED, 'H', 1, 0x2, 5, 35, 0},
                                   {SKED_MAPPED, 'S', 2, 0x4, 5, 35, 0}, NO_MORE};
    furnish();
    remember();
    settings.gain_min = 1;
    cluster[0].members_min = 0;
    start_site();
    submit('W', PARALLEL, LOW, 0);
    submit('P', PARALLEL, LOW, 0);
    CHECK(sked_site_cancel(&site, 'W', 0) == SKED_OK);
    submit('S', SINGLE, LOW, 0);
    check_plan(0, start);
    CHECK(sked_site_down(&site, 3, 5) == SKED_OK && sked_site_down(&site, 0, 5) == SKED_OK);
    submit('H', SINGLE, HIGH, 5);
    check_plan(5, then);
    CHECK(info_of().counters.lost == 2 && is_unplanned('P'));
}

/* ---- clusters that wait ---------------------------------------------------------------------- */

/* Machines 0 and 1 are down. M, of medium priority, runs on 2 until 30, and L, of low priority, on
 * 3 until 20: so P has a place on cluster 1 from 30 on, and whoever comes later one after it. */
static void open_waiting_cluster(void) {
    static const decided low[] = {{SKED_MAPPED, 'L', 3, 0x8, 0, 20, 0}, NO_MORE};
    static const decided medium[] = {{SKED_MAPPED, 'M', 2, 0x4, 0, 30, 0}, NO_MORE};
    open_site();
    CHECK(sked_site_down(&site, 0, 0) == SKED_OK && sked_site_down(&site, 1, 0) == SKED_OK);
    submit('L', SINGLE, LOW, 0);
    check_plan(0, low);
    submit('M', SINGLE, MEDIUM, 0);
    check_plan(0, medium);
    submit('P', PARALLEL, HIGH, 1);
    submit('N', SINGLE, LOW, 1);
    check_plan(1, nothing);
    CHECK(is_planned('P', SKED_NONE, 1, 30, 48) && is_planned('N', 3, SKED_NONE, 48, 68));
}

/* L ends early: machine 3 is kept for P. */
static void scene_claimed(void) {
    static const decided parallel[] = {{SKED_PROFITABLE, 'P', ON_CLUSTER + 1, 0xC, 25, 43, 0},
                                       NO_MORE};
    open_waiting_cluster();
    finish('L', 10);
    check_decisions(10, nothing);
    finish('M', 25);
    check_decisions(25, parallel);
}

/* L is late: P stops it when M has ended. That was not foreseen: L has no place, and there is a
 * new plan. */
static void scene_stopped_late(void) {
    static const decided parallel[] = {{SKED_OUTRANKED, 'L', 3, 0x8, 0, 30, 'P'},
                                       {SKED_PROFITABLE, 'P', ON_CLUSTER + 1, 0xC, 30, 48, 0},
                                       NO_MORE};
    open_waiting_cluster();
    finish('M', 30);
    CHECK(!info_of().changed);
    check_decisions(30, parallel);
    CHECK(is_unplanned('L') && info_of().changed);
    check_plan(30, nothing);
    CHECK(is_planned('L', 3, SKED_NONE, 48, 68) && is_planned('N', 2, SKED_NONE, 48, 78));
}

/* A job that was to be stopped ends on time before it is: its place in the plan goes. */
static void scene_ended_in_time(void) {
    static const decided low[] = {{SKED_MAPPED, 'L', 0, 0x1, 0, 30, 0}, NO_MORE};
    static const decided high[] = {{SKED_MAPPED, 'H', 0, 0x1, 30, 60, 0}, NO_MORE};
    furnish_one();
    start_site();
    submit('L', SINGLE, LOW, 0);
    check_plan(0, low);
    submit('H', SINGLE, HIGH, 20);
    CHECK(sked_site_plan(&site, 20) == SKED_OK && !info_of().changed);
    finish('L', 30);
    CHECK(info_of().changed);
    check_decisions(30, high);
}

/* L is to be stopped for H, but machine 1 goes, and H must wait for a new plan: L goes on. Its own
 * place in the plan, after H, is not looked at as long as it runs. */
static void scene_condemned_goes_on(void) {
    static const decided low[] = {{SKED_MAPPED, 'L', 0, 0x1, 0, 30, 0}, NO_MORE};
    open_site();
    CHECK(sked_site_down(&site, 3, 0) == SKED_OK);
    submit('L', SINGLE, LOW, 0);
    check_plan(0, low);
    submit('H', PLAIN, HIGH, 5);
    CHECK(sked_site_plan(&site, 5) == SKED_OK && is_planned('H', SKED_NONE, 0, 5, 25));
    CHECK(sked_site_down(&site, 1, 5) == SKED_OK);
    check_decisions(5, nothing);
    CHECK(job_info_of('L').running && job_info_of('L').end == 30);
}

/* ---- load, memory, interconnects ------------------------------------------------------------- */

/* A quarter of the server is its owner's: 27 in place of 20. What is learnt is without it. */
static void scene_load(void) {
    static const decided start[] = {{SKED_MAPPED, 'S', 3, 0x8, 0, 27, 0}, NO_MORE};
    sked_moments seen = {0, {0, 0}, {0, 0}};
    open_site();
    CHECK(sked_site_report_load(&site, 3, 256, 0) == SKED_OK && info_of().changed);
    submit('S', SINGLE, LOW, 0);
    check_plan(0, start);
    CHECK(sked_site_report_load(&site, 3, 256, 1) == SKED_OK && !info_of().changed);
    CHECK(sked_site_report_load(&site, 3, 0, 1) == SKED_OK && info_of().changed);
    finish('S', 27);
    CHECK(sked_experience_get(&times, SINGLE, SERVER, &seen) == SKED_OK);
    CHECK(seen.count == 2 && seen.sum.low == 40);
}

/* A cluster is as slow as its most loaded member; members that are down do not count. */
static void scene_loaded_cluster(void) {
    static const decided on_1[] = {{SKED_PROFITABLE, 'H', ON_CLUSTER + 1, 0xC, 0, 30, 0}, NO_MORE};
    sked_moments seen = {0, {0, 0}, {0, 0}};
    open_site();
    CHECK(sked_site_report_load(&site, 1, 512, 0) == SKED_OK);
    submit('H', PLAIN, HIGH, 0);
    check_plan(0, on_1);
    finish('H', 30);
    CHECK(sked_site_report_load(&site, 0, 128, 30) == SKED_OK);
    CHECK(sked_site_report_load(&site, 2, 1023, 30) == SKED_OK);
    submit('P', PARALLEL, LOW, 30);
    CHECK(sked_site_plan(&site, 30) == SKED_OK);
    CHECK(is_planned('P', SKED_NONE, 1, 30, 30 + 18 * 1024));
    CHECK(sked_site_down(&site, 2, 30) == SKED_OK);
    CHECK(sked_site_plan(&site, 30) == SKED_OK);
    CHECK(is_planned('P', SKED_NONE, 0, 30, 30 + 72));  /* 24 at half speed, on two of three */
    take_one(30);
    CHECK(sked_site_report_load(&site, 1, 0, 31) == SKED_OK); /* as at the start is what counts */
    finish('P', 102);
    CHECK(sked_experience_get(&times, PARALLEL, CLUSTER_0, &seen) == SKED_OK);
    CHECK(seen.count == 2 && seen.sum.low == 48);
}

/* Every machine of a job must have the memory, also one that is down. */
static void scene_memory(void) {
    furnish();
    remember();
    job_class[PLAIN].memory = 8;
    machine[2].memory = 7;
    start_site();
    submit('H', PLAIN, HIGH, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_planned('H', 3, SKED_NONE, 0, 40));
    CHECK(sked_site_down(&site, 2, 0) == SKED_OK && sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_planned('H', 3, SKED_NONE, 0, 40));
    CHECK(sked_site_down(&site, 3, 0) == SKED_OK && sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_planned('H', 0, SKED_NONE, 0, 60));
}

/* A queue whose jobs go to single machines only. */
static void scene_sequential(void) {
    furnish();
    remember();
    queue[HIGH].flags |= SKED_SEQUENTIAL;
    start_site();
    submit('H', PLAIN, HIGH, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_planned('H', 3, SKED_NONE, 0, 40));
}

static void open_talking(uint64_t bandwidth, uint64_t latency_max) {
    furnish();
    remember();
    job_class[PARALLEL].bandwidth = bandwidth;
    job_class[PARALLEL].latency_max = latency_max;
    link_of[0].latency = 6;
    link_of[1].latency = 2;
    start_site();
}

/* Where does a job of class parallel go at 0? */
static int goes_to(uint32_t on_cluster) {
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    return on_cluster == SKED_NONE ? is_unplanned('P')
                                   : is_planned('P', SKED_NONE, on_cluster, 0,
                                                on_cluster == 0 ? 24 : 18);
}

enum { REFUSED = CLUSTERS };

/* Interconnect 0 has 10 and latency 6, interconnect 1 has 4 and latency 2, for cluster 1 alone. */
static void scene_interconnects(void) {
    static const struct {
        uint64_t bandwidth, traffic_0, traffic_1, latency_max;
        uint32_t to;
    } want[] = {
        {10, 0, 0, ANY, 1}, {11, 0, 0, ANY, REFUSED}, {10, 0, 0, 6, 1}, {4, 0, 0, 5, 1},
        {5, 0, 0, 5, REFUSED}, {4, 0, 0, 2, 1}, {4, 0, 0, 1, REFUSED}, {4, 0, 1, 5, SKED_NONE},
        {4, 6, 4, 6, 1}, {4, 7, 1, 6, SKED_NONE}, {0, 99, 99, 1, 1},
        {1, UINT64_MAX, UINT64_MAX, 6, SKED_NONE}, {UINT64_MAX, 1, 1, 6, REFUSED},
        {10, 0, 0, 0, 1}, {11, 0, 0, 0, REFUSED}            /* 0 is any latency */
    };
    const sked_site_job p = job_of('P', PARALLEL, LOW);
    size_t i;
    for (i = 0; i < sizeof want / sizeof want[0]; i++) {
        open_talking(want[i].bandwidth, want[i].latency_max);
        CHECK(sked_site_report_traffic(&site, 0, want[i].traffic_0, 0) == SKED_OK);
        CHECK(sked_site_report_traffic(&site, 1, want[i].traffic_1, 0) == SKED_OK);
        CHECK_SEED(i + 1, sked_site_submit(&site, &p, 0) ==
                              (want[i].to == REFUSED ? SKED_E_NOWHERE : SKED_OK));
        CHECK_SEED(i + 1, want[i].to == REFUSED || goes_to(want[i].to));
    }
}

/* Machine 3 is down, so cluster 0 is all there is; its interconnect has latency 6. */
static void scene_interconnect_of_cluster(void) {
    open_talking(4, 5);
    CHECK(sked_site_down(&site, 3, 0) == SKED_OK);
    submit('P', PARALLEL, LOW, 0);
    CHECK(goes_to(SKED_NONE));
    open_talking(4, 6);
    CHECK(sked_site_down(&site, 3, 0) == SKED_OK);
    submit('P', PARALLEL, LOW, 0);
    CHECK(goes_to(0));
}

/* P takes 6 of 10, and Q wants 6: though their clusters have no machine in common, Q must wait for
 * P. R comes when nothing is left, and has no place; when P ends on time, there is a new plan. */
static void scene_bandwidth_taken(void) {
    static const decided p[] = {{SKED_PROFITABLE, 'P', ON_CLUSTER + 1, 0xC, 0, 18, 0}, NO_MORE};
    static const decided r[] = {{SKED_PROFITABLE, 'Q', ON_CLUSTER + 1, 0xC, 18, 36, 0}, NO_MORE};
    furnish();
    remember();
    job_class[PARALLEL].bandwidth = 6;
    members[0] = set_of(MACHINES, 0x3);
    start_site();
    submit('P', PARALLEL, LOW, 0);
    submit('Q', PARALLEL, LOW, 0);
    check_plan(0, p);
    CHECK(is_planned('Q', SKED_NONE, 0, 0, 24));
    submit('R', PARALLEL, LOW, 5);
    check_plan(5, nothing);
    CHECK(is_unplanned('Q') && is_unplanned('R') && info_of().unplanned == 2);
    CHECK(sked_site_report_traffic(&site, 0, 5, 6) == SKED_OK); /* more than all, with P       */
    check_plan(6, nothing);
    CHECK(sked_site_report_traffic(&site, 0, 0, 7) == SKED_OK);
    check_plan(7, nothing);
    finish('P', 18);
    CHECK(info_of().changed);
    check_plan(18, r);
}

/* Without R, and before a new plan: Q has its place, and starts there when P has ended. */
static void scene_bandwidth_shared(void) {
    static const decided p[] = {{SKED_PROFITABLE, 'P', ON_CLUSTER + 1, 0xC, 0, 18, 0}, NO_MORE};
    static const decided q[] = {{SKED_PROFITABLE, 'Q', ON_CLUSTER, 0x3, 18, 42, 0}, NO_MORE};
    furnish();
    remember();
    job_class[PARALLEL].bandwidth = 6;
    members[0] = set_of(MACHINES, 0x3);
    start_site();
    submit('P', PARALLEL, LOW, 0);
    submit('Q', PARALLEL, LOW, 0);
    check_plan(0, p);
    finish('P', 18);
    CHECK(info_of().changed);
    check_decisions(18, q);
}

/* The traffic that was measured takes the place of what the class told. */
static void scene_measured_traffic(void) {
    open_talking(1, ANY);
    submit('P', PARALLEL, LOW, 0);
    CHECK(goes_to(1));
    take_one(0);
    CHECK(sked_site_finish(&site, 'P', 11, 18) == SKED_OK);
    submit('P', PARALLEL, LOW, 18);
    CHECK(sked_site_plan(&site, 18) == SKED_OK);
    CHECK(is_planned('P', SKED_NONE, 0, 18, 42));       /* 11 is too much for cluster 1 */
}

/* Of cluster 0 as well: there is no other one, and its interconnect has less than that. */
static void scene_measured_on_cluster_0(void) {
    open_talking(1, ANY);
    CHECK(sked_site_down(&site, 3, 0) == SKED_OK);
    submit('P', PARALLEL, LOW, 0);
    CHECK(goes_to(0));
    take_one(0);
    CHECK(sked_site_finish(&site, 'P', 11, 24) == SKED_OK);
    submit('P', PARALLEL, LOW, 24);
    CHECK(sked_site_plan(&site, 24) == SKED_OK && is_unplanned('P'));
}

/* Q has a place on cluster 1 after P, who turns out to need more than there is: there is a new
 * plan, and Q goes to cluster 0. Q would wait for ever. */
static void scene_measured_too_much(void) {
    static const decided p[] = {{SKED_PROFITABLE, 'P', ON_CLUSTER + 1, 0xC, 0, 18, 0}, NO_MORE};
    static const decided q[] = {{SKED_PROFITABLE, 'Q', ON_CLUSTER, 0x7, 18, 42, 0}, NO_MORE};
    open_talking(0, ANY);
    submit('P', PARALLEL, LOW, 0);
    check_plan(0, p);
    submit('Q', PARALLEL, LOW, 1);
    check_plan(1, nothing);
    CHECK(is_planned('Q', SKED_NONE, 1, 18, 36));
    CHECK(sked_site_finish(&site, 'P', 11, 18) == SKED_OK && info_of().changed);
    check_plan(18, q);
}

/* Who told no bandwidth does not care for latency, even when what it takes is measured. */
static void scene_measured_latency(void) {
    open_talking(0, 1);
    submit('P', PARALLEL, LOW, 0);
    CHECK(goes_to(1));
    take_one(0);
    CHECK(sked_site_finish(&site, 'P', 9, 18) == SKED_OK && info_of().changed);
    submit('P', PARALLEL, LOW, 18);
    CHECK(sked_site_plan(&site, 18) == SKED_OK && is_planned('P', SKED_NONE, 1, 18, 36));
    CHECK(sked_site_report_traffic(&site, 0, 2, 18) == SKED_OK);
    CHECK(sked_site_plan(&site, 18) == SKED_OK && is_planned('P', SKED_NONE, 0, 18, 42));
}

/* Interconnects, and no cluster that they could serve. */
static void scene_no_clusters(void) {
    static const decided s[] = {{SKED_MAPPED, 'S', 3, 0x8, 0, 20, 0}, NO_MORE};
    furnish();
    remember();
    settings.clusters = 0;
    serves[0].size = serves[1].size = 0;
    start_site();
    submit('S', SINGLE, LOW, 0);
    check_plan(0, s);
}

/* ---- bandwidth and priorities ---------------------------------------------------------------- */

/* Two clusters, {0, 1} and {2, 3}, on one interconnect of 10. Jobs of class parallel take so much
 * of it, and those of class plain, that run on clusters only: for 20 and 30. */
static void furnish_one_link(uint64_t parallel, uint64_t plain) {
    furnish();
    remember();
    members[0] = set_of(MACHINES, 0x3);
    settings.interconnects = 1;
    job_class[PARALLEL].bandwidth = parallel;
    job_class[PLAIN].bandwidth = plain;
    job_class[PLAIN].resources = &parallel_on;
}

/* L, of low priority, runs on cluster 1 from 0 to 18. */
static void start_low(void) {
    static const decided low[] = {{SKED_PROFITABLE, 'L', ON_CLUSTER + 1, 0xC, 0, 18, 0}, NO_MORE};
    start_site();
    submit('L', PARALLEL, LOW, 0);
    check_plan(0, low);
}

/* H can have the bandwidth of L if it stops L, which is on cluster 1; M, in a queue that stops
 * nobody, has to wait for it. */
static void scene_bandwidth_of_stopped(void) {
    static const decided high[] = {{SKED_OUTRANKED, 'L', ON_CLUSTER + 1, 0xC, 0, 5, 'H'},
                                   {SKED_PROFITABLE, 'H', ON_CLUSTER + 1, 0xC, 5, 23, 0}, NO_MORE};
    furnish_one_link(6, 4);
    start_low();
    submit('M', PARALLEL, MEDIUM, 4);
    check_plan(4, nothing);
    CHECK(is_unplanned('M'));
    CHECK(sked_site_cancel(&site, 'M', 4) == SKED_OK);
    submit('H', PARALLEL, HIGH, 5);
    CHECK(sked_site_plan(&site, 5) == SKED_OK && is_planned('H', SKED_NONE, 1, 5, 23));
    check_decisions(5, high);
    CHECK(info_of().changed);           /* others might have had the bandwidth of L */
    check_plan(5, nothing);
    CHECK(is_unplanned('L'));
}

/* H stops L for the server. M, later in the same plan, counts on the bandwidth of L. */
static void scene_bandwidth_of_condemned(void) {
    static const decided all[] = {{SKED_OUTRANKED, 'L', ON_CLUSTER + 1, 0xC, 0, 5, 'H'},
                                  {SKED_MAPPED, 'H', 3, 0x8, 5, 25, 0},
                                  {SKED_PROFITABLE, 'M', ON_CLUSTER, 0x3, 5, 29, 0}, NO_MORE};
    furnish_one_link(6, 4);
    start_low();
    submit('M', PARALLEL, MEDIUM, 5);
    submit('H', SINGLE, HIGH, 5);
    check_plan(5, all);
    CHECK(info_of().changed);
}

/* Machine 3 goes, and L with it: what L took is there for M before anybody is told. */
static void scene_bandwidth_of_lost(void) {
    static const decided all[] = {{SKED_MACHINE_DOWN, 'L', ON_CLUSTER + 1, 0xC, 0, 5, 0},
                                  {SKED_PROFITABLE, 'M', ON_CLUSTER, 0x3, 5, 29, 0}, NO_MORE};
    furnish_one_link(6, 4);
    start_low();
    CHECK(sked_site_down(&site, 3, 5) == SKED_OK);
    submit('M', PARALLEL, MEDIUM, 5);
    CHECK(sked_site_plan(&site, 5) == SKED_OK && is_planned('M', SKED_NONE, 0, 5, 29));
    CHECK(!info_of().changed);
    check_decisions(5, all);
    CHECK(info_of().changed);
}

/* H could stop L, but wants cluster 0, where L is not: that gives nothing back. */
static void scene_bandwidth_elsewhere(void) {
    sked_set on_0;
    furnish_one_link(6, 5);
    start_low();
    on_0 = set_of(RESOURCES, 0x4);
    job_class[PLAIN].resources = &on_0;
    submit('H', PLAIN, HIGH, 5);
    check_plan(5, nothing);
    CHECK(is_unplanned('H') && job_info_of('L').running);
}

/* L, on cluster 1, takes 9 of the 10 of interconnect 0. K, on cluster 0, takes 4 of an interconnect
 * of its own: that H could stop K leaves no more than 1 on the first. */
static void scene_bandwidth_of_another_link(void) {
    static const decided low[] = {{SKED_PROFITABLE, 'L', ON_CLUSTER + 1, 0xC, 0, 18, 0}, NO_MORE};
    static const decided kept[] = {{SKED_PROFITABLE, 'K', ON_CLUSTER, 0x3, 0, 20, 0}, NO_MORE};
    furnish_one_link(9, 4);
    settings.interconnects = 2;
    serves[1] = set_of(CLUSTERS, 0x1);
    queue[MEDIUM].flags = SKED_PREEMPTABLE;
    queue[LOW].flags = 0;
    start_site();
    submit('L', PARALLEL, LOW, 0);
    check_plan(0, low);
    submit('K', PLAIN, MEDIUM, 0);
    check_plan(0, kept);
    CHECK(sked_site_report_traffic(&site, 1, 1, 5) == SKED_OK);
    submit('H', PLAIN, HIGH, 5);
    check_plan(5, nothing);
    CHECK(is_unplanned('H') && job_info_of('K').running);
}

/* S stops nobody, and goes to the server, as no cluster has bandwidth. P, of its class, in a lower
 * queue of the same plan, has that of L. */
static void scene_bandwidth_by_queue(void) {
    static const decided low[] = {{SKED_PROFITABLE, 'L', ON_CLUSTER, 0x3, 0, 20, 0}, NO_MORE};
    static const decided then[] = {{SKED_MAPPED, 'S', 3, 0x8, 5, 45, 0},
                                   {SKED_OUTRANKED, 'L', ON_CLUSTER, 0x3, 0, 5, 'P'},
                                   {SKED_PROFITABLE, 'P', ON_CLUSTER, 0x3, 5, 25, 0}, NO_MORE};
    furnish_one_link(6, 6);
    job_class[PLAIN].resources = NULL;
    queue[HIGH].flags = 0;
    queue[MEDIUM].flags = SKED_PREEMPTS;
    start_site();
    submit('L', PLAIN, LOW, 0);
    check_plan(0, low);
    submit('S', PLAIN, HIGH, 5);
    submit('P', PLAIN, MEDIUM, 5);
    check_plan(5, then);
}

/* Q has a place on cluster 0 beside L, and X on the server, where it stops L. Other traffic comes:
 * what L takes is missing for Q until L has been stopped, but no longer. */
static void scene_bandwidth_until_stopped(void) {
    static const decided all[] = {{SKED_OUTRANKED, 'L', ON_CLUSTER + 1, 0xC, 0, 5, 'X'},
                                  {SKED_PROFITABLE, 'Q', ON_CLUSTER, 0x3, 5, 25, 0},
                                  {SKED_MAPPED, 'X', 3, 0x8, 5, 25, 0}, NO_MORE};
    furnish_one_link(6, 4);
    queue[HIGH].flags = 0;
    queue[MEDIUM].flags = SKED_PREEMPTS;
    start_low();
    submit('Q', PLAIN, HIGH, 5);
    submit('X', SINGLE, MEDIUM, 5);
    CHECK(sked_site_plan(&site, 5) == SKED_OK);
    CHECK(is_planned('Q', SKED_NONE, 0, 5, 25) && is_planned('X', 3, SKED_NONE, 5, 25));
    CHECK(sked_site_report_traffic(&site, 0, 1, 5) == SKED_OK);
    check_decisions(5, all);
}

/* ---- bandwidth is kept for those ahead ------------------------------------------------------- */

/* L runs on cluster 0 from 0 to 20, and takes 2; others take 3. */
static void open_kept(void) {
    static const decided low[] = {{SKED_PROFITABLE, 'L', ON_CLUSTER, 0x3, 0, 20, 0}, NO_MORE};
    furnish_one_link(7, 2);
    queue[HIGH].flags = SKED_SEQUENTIAL;
    job_class[UNKNOWN].resources = &parallel_on;
    CHECK(sked_experience_add(&times, UNKNOWN, CLUSTER_1, 10) == SKED_OK);
    start_site();
    submit('L', PLAIN, LOW, 0);
    check_plan(0, low);
    CHECK(sked_site_report_traffic(&site, 0, 3, 5) == SKED_OK);
}

/* P wants 7. Q, after P, in its queue or a lower one, would fit beside L, but then P might wait for
 * ever: so Q waits. S takes none, and need not wait. */
static void scene_kept_in_plan(uint32_t in) {
    static const decided s[] = {{SKED_PROFITABLE, 'S', ON_CLUSTER + 1, 0xC, 5, 15, 0}, NO_MORE};
    static const decided p[] = {{SKED_PROFITABLE, 'P', ON_CLUSTER + 1, 0xC, 20, 38, 0}, NO_MORE};
    open_kept();
    submit('P', PARALLEL, MEDIUM, 5);
    submit('Q', PLAIN, in, 5);
    check_plan(5, nothing);
    CHECK(is_unplanned('P') && is_unplanned('Q'));
    submit('S', UNKNOWN, LOW, 5);
    check_plan(5, s);
    CHECK(is_unplanned('P') && is_unplanned('Q'));
    finish('S', 15);
    finish('L', 20);
    check_plan(20, p);
    CHECK(is_planned('Q', SKED_NONE, 0, 20, 40));
}

/* Not for P, if it could not have so much if nobody of the site ran; and not for who may not go to
 * clusters: R lacks the server, that is all. */
static void scene_not_kept(void) {
    sked_set on_server;
    open_kept();
    CHECK(sked_site_report_traffic(&site, 0, 4, 5) == SKED_OK);
    submit('P', PARALLEL, MEDIUM, 5);
    submit('Q', PLAIN, MEDIUM, 5);
    CHECK(sked_site_plan(&site, 5) == SKED_OK);
    CHECK(is_unplanned('P') && is_planned('Q', SKED_NONE, 1, 5, 35));
    open_kept();
    on_server = set_of(RESOURCES, 0x6);
    job_class[PARALLEL].resources = &on_server;
    CHECK(sked_site_down(&site, 3, 5) == SKED_OK);
    submit('R', PARALLEL, HIGH, 5);
    submit('Q', PLAIN, MEDIUM, 5);
    CHECK(sked_site_plan(&site, 5) == SKED_OK);
    CHECK(is_unplanned('R') && is_planned('Q', SKED_NONE, 0, 20, 40));
}

/* All have their places from 0 on. Then others take 4: P waits for bandwidth, and so does Q, that
 * would fit. S takes none. */
static void scene_kept_in_order(void) {
    static const decided s[] = {{SKED_MAPPED, 'S', 1, 0x2, 0, 30, 0}, NO_MORE};
    static const decided both[] = {{SKED_PROFITABLE, 'P', ON_CLUSTER + 1, 0xC, 1, 19, 0},
                                   {SKED_PROFITABLE, 'Q', ON_CLUSTER, 0x1, 1, 21, 0}, NO_MORE};
    furnish_one_link(7, 2);
    members[0] = set_of(MACHINES, 0x1);
    cluster[0].members_min = 1;
    start_site();
    submit('P', PARALLEL, LOW, 0);
    submit('Q', PLAIN, LOW, 0);
    submit('S', SINGLE, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_planned('Q', SKED_NONE, 0, 0, 20));
    CHECK(sked_site_report_traffic(&site, 0, 4, 0) == SKED_OK);
    check_decisions(0, s);
    CHECK(sked_site_report_traffic(&site, 0, 1, 1) == SKED_OK);
    check_decisions(1, both);
}

/* Clusters {0, 1} and {0, 2, 3} without machine 0. X is first, on 1, but that goes, too: what X
 * claims is in the way of nobody who goes without machine 0. */
static void scene_claimed_but_down(void) {
    static const decided y[] = {{SKED_PROFITABLE, 'Y', ON_CLUSTER + 1, 0xC, 0, 45, 0}, NO_MORE};
    sked_set on_0, on_1;
    furnish();
    remember();
    on_0 = set_of(RESOURCES, 0x4);
    on_1 = set_of(RESOURCES, 0x8);
    members[0] = set_of(MACHINES, 0x3);
    members[1] = set_of(MACHINES, 0xD);
    cluster[0].members_min = 1;
    cluster[1].members_min = 2;
    job_class[PARALLEL].resources = &on_0;
    job_class[PLAIN].resources = &on_1;
    job_class[PLAIN].bandwidth = 1;     /* X does not wait for bandwidth: none is kept for it */
    start_site();
    CHECK(sked_site_down(&site, 0, 0) == SKED_OK);
    submit('X', PARALLEL, LOW, 0);
    submit('Y', PLAIN, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_planned('X', SKED_NONE, 0, 0, 48) && is_planned('Y', SKED_NONE, 1, 0, 45));
    CHECK(sked_site_down(&site, 1, 0) == SKED_OK);
    check_decisions(0, y);
}

int main(void) {
    scene_high_stops_low();
    check_afterwards();
    scene_medium();
    scene_equals();
    scene_early_and_late();
    scene_late();
    scene_climbing();
    scene_gain(10);
    scene_gain(11);
    scene_gain(NEVER);
    scene_gain_on_cluster(20);
    scene_gain_on_cluster(21);
    scene_resumed();
    scene_resumed_late();
    scene_not_resumed();
    scene_resumed_elsewhere();
    scene_respected_by_all();
    scene_gain_of_two();
    scene_gain_of_best(40, SINGLE);
    scene_gain_of_best(41, SINGLE);
    scene_gain_of_best(40, PLAIN);
    scene_gain_of_best(41, PLAIN);
    scene_gain_later(10);
    scene_gain_later(11);
    scene_gain_over_cluster(20, 0);
    scene_gain_over_cluster(21, 0);
    scene_gain_over_cluster(10, SKED_PJS_GO_ON);
    scene_gain_over_cluster(11, SKED_PJS_GO_ON);
    scene_gain_on_the_rest(20);
    scene_gain_on_the_rest(21);
    scene_order_of_ends();
    scene_ranks();
    scene_down();
    scene_too_few();
    scene_down_after_plan();
    scene_down_and_up();
    scene_lost_in_plan();
    scene_claimed();
    scene_stopped_late();
    scene_ended_in_time();
    scene_condemned_goes_on();
    scene_load();
    scene_loaded_cluster();
    scene_memory();
    scene_sequential();
    scene_interconnects();
    scene_interconnect_of_cluster();
    scene_bandwidth_taken();
    scene_bandwidth_shared();
    scene_measured_traffic();
    scene_measured_on_cluster_0();
    scene_measured_too_much();
    scene_measured_latency();
    scene_no_clusters();
    scene_bandwidth_of_stopped();
    scene_bandwidth_of_condemned();
    scene_bandwidth_of_lost();
    scene_bandwidth_elsewhere();
    scene_bandwidth_of_another_link();
    scene_bandwidth_by_queue();
    scene_bandwidth_until_stopped();
    scene_kept_in_plan(MEDIUM);
    scene_kept_in_plan(LOW);
    scene_not_kept();
    scene_kept_in_order();
    scene_claimed_but_down();
    return check_done("quick/site");
}
