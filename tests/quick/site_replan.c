/* site_replan.c - quick tests of the site: places that a new plan moves, and places that it keeps.
 *
 * SPDX-License-Identifier: MIT
 *
 * Scenes worked out by hand, in the laboratory of site_scenes.h. Runs on small targets too. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "site_scenes.h"

static const decided nothing[] = {NO_MORE};

static void furnish_lab(sked_replan replan) {
    furnish();
    remember();
    settings.replan = replan;
}

/* One machine, where R runs until 30; A, which takes 60, waits behind it since 1. */
static void furnish_one(sked_replan replan) {
    furnish_lab(replan);
    settings.machines = 1;
    settings.clusters = settings.interconnects = 0;
}

static void run_one(uint32_t waits_in) {
    static const decided run[] = {{SKED_MAPPED, 'R', 0, 0x1, 0, 30, 0}, NO_MORE};
    start_site();
    submit('R', SINGLE, MEDIUM, 0);
    check_plan(0, run);
    submit('A', PLAIN, waits_in, 1);
    check_plan(1, nothing);
    CHECK(is_planned('A', 0, SKED_NONE, 30, 90));
}

/* B is shorter, and of the same priority: min-min would put it before A. */
static void scene_same_priority(sked_replan replan) {
    furnish_one(replan);
    run_one(LOW);
    submit('B', SINGLE, LOW, 2);
    check_plan(2, nothing);
    if (replan == SKED_REPLAN_ALL) {
        CHECK(is_planned('B', 0, SKED_NONE, 30, 60) && is_planned('A', 0, SKED_NONE, 60, 120));
    } else {
        CHECK(is_planned('A', 0, SKED_NONE, 30, 90) && is_planned('B', 0, SKED_NONE, 90, 120));
    }
}

/* So, too, if B is of another queue of the same priority, whose turn comes first. */
static void scene_equal_queues(sked_replan replan) {
    furnish_one(replan);
    queue[LOW].priority = queue[MEDIUM].priority;
    run_one(LOW);
    submit('B', SINGLE, MEDIUM, 2);
    check_plan(2, nothing);
    CHECK(is_planned('A', 0, SKED_NONE, replan == SKED_REPLAN_ALL ? 60 : 30,
                     replan == SKED_REPLAN_ALL ? 120 : 90));
}

/* H is of higher priority. If A keeps its place all the same, and has started, H does not stop it:
 * H was planned behind it. But I, which comes when A runs, does. */
static void scene_higher_priority(sked_replan replan) {
    static const decided high[] = {{SKED_MAPPED, 'H', 0, 0x1, 30, 60, 0}, NO_MORE};
    static const decided low[] = {{SKED_MAPPED, 'A', 0, 0x1, 30, 90, 0}, NO_MORE};
    static const decided stop[] = {{SKED_OUTRANKED, 'A', 0, 0x1, 30, 40, 'H'},
                                   {SKED_MAPPED, 'H', 0, 0x1, 40, 70, 0}, NO_MORE};
    furnish_one(replan);
    run_one(LOW);
    submit('H', SINGLE, HIGH, 2);
    check_plan(2, nothing);
    finish('R', 30);
    check_decisions(30, replan == SKED_REPLAN_NONE ? low : high);
    if (replan == SKED_REPLAN_NONE) {
        CHECK(is_planned('H', 0, SKED_NONE, 90, 120));
        submit('I', SINGLE, HIGH, 40);
        CHECK(sked_site_plan(&site, 40) == SKED_OK && is_planned('H', 0, SKED_NONE, 90, 120));
        CHECK(is_planned('I', 0, SKED_NONE, 120, 150));
        CHECK(sked_site_cancel(&site, 'H', 40) == SKED_OK);
        CHECK(sked_site_cancel(&site, 'I', 40) == SKED_OK);
        submit('H', SINGLE, HIGH, 40);
        check_plan(40, stop);
    }
}

/* H and A keep their places when B comes, which is of lower priority than H: nothing is new above
 * A. When J comes, H stays, and A goes behind J. */
static void scene_only_new_ones_displace(void) {
    furnish_one(SKED_REPLAN_LOWER);
    run_one(LOW);
    submit('H', PLAIN, HIGH, 2);
    check_plan(2, nothing);
    CHECK(is_planned('H', 0, SKED_NONE, 30, 90) && is_planned('A', 0, SKED_NONE, 90, 150));
    submit('B', SINGLE, LOW, 3);
    check_plan(3, nothing);
    CHECK(is_planned('H', 0, SKED_NONE, 30, 90) && is_planned('A', 0, SKED_NONE, 90, 150) &&
          is_planned('B', 0, SKED_NONE, 150, 180));
    submit('J', SINGLE, HIGH, 4);
    check_plan(4, nothing);
    CHECK(is_planned('H', 0, SKED_NONE, 30, 90) && is_planned('J', 0, SKED_NONE, 90, 120));
    CHECK(is_planned('B', 0, SKED_NONE, 120, 150) && is_planned('A', 0, SKED_NONE, 150, 210));
}

/* H was to stop R, nobody asked for decisions, and K came: R is condemned again. */
static void scene_condemned_again(void) {
    static const decided run[] = {{SKED_MAPPED, 'R', 0, 0x1, 0, 30, 0}, NO_MORE};
    static const decided stop[] = {{SKED_OUTRANKED, 'R', 0, 0x1, 0, 6, 'H'},
                                   {SKED_MAPPED, 'H', 0, 0x1, 6, 66, 0}, NO_MORE};
    furnish_one(SKED_REPLAN_LOWER);
    start_site();
    submit('R', SINGLE, LOW, 0);
    check_plan(0, run);
    submit('H', PLAIN, HIGH, 5);
    CHECK(sked_site_plan(&site, 5) == SKED_OK && is_planned('H', 0, SKED_NONE, 5, 65));
    submit('K', SINGLE, HIGH, 6);
    CHECK(sked_site_plan(&site, 6) == SKED_OK && is_planned('H', 0, SKED_NONE, 6, 66));
    CHECK(is_planned('K', 0, SKED_NONE, 66, 96));
    check_decisions(6, stop);
    CHECK(is_planned('R', 0, SKED_NONE, 96, 126));
}

/* R is spared, as H gains less than the threshold; so it is when B comes. */
static void scene_spared_until_its_end(void) {
    static const decided run[] = {{SKED_MAPPED, 'R', 0, 0x1, 0, 30, 0}, NO_MORE};
    furnish_one(SKED_REPLAN_LOWER);
    settings.gain_min = 11;
    start_site();
    submit('R', SINGLE, LOW, 0);
    check_plan(0, run);
    submit('H', SINGLE, HIGH, 20);
    check_plan(20, nothing);
    submit('B', SINGLE, LOW, 21);
    check_plan(21, nothing);
    CHECK(is_planned('H', 0, SKED_NONE, 30, 60) && info_of().counters.respected == 1);
}

/* A run that is late pushes those behind it beyond the end of time: A, and so B, too. */
static void scene_overflow(sked_replan replan) {
    const sked_time now = SKED_TIME_MAX - 100;
    const decided run[] = {{SKED_MAPPED, 'R', 0, 0x1, now, now + 30, 0}, NO_MORE};
    furnish_one(replan);
    start_site();
    submit('R', SINGLE, MEDIUM, now);
    check_plan(now, run);
    submit('A', SINGLE, LOW, now);
    submit('B', SINGLE, LOW, now);
    check_plan(now, nothing);
    CHECK(is_planned('B', 0, SKED_NONE, now + 60, now + 90));
    CHECK(sked_site_plan(&site, now + 45) == SKED_E_OVERFLOW);
    CHECK(is_unplanned('A') && is_unplanned('B'));
}

/* The server goes down, where S waits; when it is back, S stays where it went. */
static void scene_place_lost(void) {
    static const decided run[] = {{SKED_MAPPED, 'R', 3, 0x8, 0, 20, 0}, NO_MORE};
    static const decided lost[] = {{SKED_MACHINE_DOWN, 'R', 3, 0x8, 0, 6, 0},
                                   {SKED_MAPPED, 'R', 0, 0x1, 6, 36, 0}, NO_MORE};
    furnish_lab(SKED_REPLAN_NONE);
    start_site();
    submit('R', SINGLE, MEDIUM, 0);
    check_plan(0, run);
    CHECK(sked_site_down(&site, 0, 1) == SKED_OK && sked_site_down(&site, 1, 1) == SKED_OK);
    CHECK(sked_site_down(&site, 2, 1) == SKED_OK);
    submit('S', SINGLE, LOW, 1);
    check_plan(1, nothing);
    CHECK(is_planned('S', 3, SKED_NONE, 20, 40));
    CHECK(sked_site_up(&site, 0, 5) == SKED_OK);
    check_plan(5, nothing);
    CHECK(is_planned('S', 3, SKED_NONE, 20, 40));       /* from 5 to 35 elsewhere: it keeps it */
    CHECK(sked_site_down(&site, 3, 6) == SKED_OK);
    check_plan(6, lost);
    CHECK(is_planned('S', 0, SKED_NONE, 36, 66));
}

/* P runs on cluster 1 and takes 6 of 10; Q has a place on the same cluster, and keeps it while its
 * bandwidth is taken by P, but not while others take it. */
static void scene_bandwidth(sked_replan replan) {
    static const decided p[] = {{SKED_PROFITABLE, 'P', ON_CLUSTER + 1, 0xC, 0, 18, 0}, NO_MORE};
    furnish_lab(replan);
    job_class[PARALLEL].bandwidth = 6;
    link_of[0].bandwidth = 12;
    cluster[0].members_min = 3;
    start_site();
    CHECK(sked_site_down(&site, 0, 0) == SKED_OK);      /* no cluster 0 */
    submit('P', PARALLEL, LOW, 0);
    submit('Q', PARALLEL, LOW, 0);
    check_plan(0, p);
    CHECK(is_planned('Q', SKED_NONE, 1, 18, 36));
    CHECK(sked_site_report_traffic(&site, 0, 1, 2) == SKED_OK);     /* room for one of them */
    check_plan(2, nothing);
    if (replan == SKED_REPLAN_ALL) {
        CHECK(is_unplanned('Q'));
    } else {
        CHECK(is_planned('Q', SKED_NONE, 1, 18, 36));
        CHECK(sked_site_report_traffic(&site, 0, 7, 3) == SKED_OK);
        check_plan(3, nothing);
        CHECK(is_unplanned('Q'));
    }
}

/* Cluster 0 is the only one; P runs there, and A waits behind it. The interconnect carries both. */
static void run_parallel(sked_replan replan, uint64_t bandwidth) {
    static const decided p[] = {{SKED_PROFITABLE, 'P', ON_CLUSTER, 0x7, 0, 24, 0}, NO_MORE};
    furnish_lab(replan);
    job_class[PARALLEL].bandwidth = bandwidth;
    job_class[PLAIN].bandwidth = 9;
    job_class[PLAIN].resources = &parallel_on;
    job_class[PARALLEL].memory = job_class[PLAIN].memory = 1;
    machine[3].memory = 0;
    queue[HIGH].flags = 0;
    link_of[0].bandwidth = 12;
    start_site();
    submit('P', PARALLEL, LOW, 0);
    submit('A', PARALLEL, LOW, 0);
    check_plan(0, p);
    CHECK(is_planned('A', SKED_NONE, 0, 24, 48));
}

/* H wants more than P leaves, and is left out of the plan: what there is is kept for H, and A, of
 * lower priority, loses its place, unless it keeps it whatever comes. */
static void scene_bandwidth_for_higher(sked_replan replan) {
    static const decided h[] = {{SKED_PROFITABLE, 'H', ON_CLUSTER, 0x7, 3, 23, 0}, NO_MORE};
    static const decided a[] = {{SKED_PROFITABLE, 'A', ON_CLUSTER, 0x7, 3, 27, 0}, NO_MORE};
    run_parallel(replan, 6);
    submit('H', PLAIN, HIGH, 2);
    check_plan(2, nothing);
    CHECK(is_unplanned('H') && is_unplanned('A') == (replan == SKED_REPLAN_LOWER));
    CHECK(sked_site_cancel(&site, 'P', 3) == SKED_OK);
    check_plan(3, replan == SKED_REPLAN_LOWER ? h : a);
    CHECK(replan == SKED_REPLAN_LOWER ? is_planned('A', SKED_NONE, 0, 23, 47)
                                      : is_planned('H', SKED_NONE, 0, 27, 47));
}

/* Who keeps a place on fewer members takes longer there. P, which is lost, comes behind. */
static void scene_fewer_members(uint64_t bandwidth) {
    run_parallel(SKED_REPLAN_NONE, bandwidth);
    CHECK(sked_site_down(&site, 2, 1) == SKED_OK && sked_site_plan(&site, 1) == SKED_OK);
    CHECK(is_planned('A', SKED_NONE, 0, 1, 37));
    CHECK(sked_site_down(&site, 1, 2) == SKED_OK && sked_site_plan(&site, 2) == SKED_OK);
    CHECK(is_unplanned('A'));           /* two are needed */
}

static void test_choice(void) {
    scene_same_priority(SKED_REPLAN_ALL);
    scene_same_priority(SKED_REPLAN_LOWER);
    scene_same_priority(SKED_REPLAN_NONE);
    scene_equal_queues(SKED_REPLAN_ALL);
    scene_equal_queues(SKED_REPLAN_LOWER);
    scene_equal_queues(SKED_REPLAN_NONE);
    scene_higher_priority(SKED_REPLAN_ALL);
    scene_higher_priority(SKED_REPLAN_LOWER);
    scene_higher_priority(SKED_REPLAN_NONE);
}

int main(void) {
    test_choice();
    scene_only_new_ones_displace();
    scene_condemned_again();
    scene_spared_until_its_end();
    scene_overflow(SKED_REPLAN_ALL);
    scene_overflow(SKED_REPLAN_NONE);
    scene_place_lost();
    scene_bandwidth(SKED_REPLAN_ALL);
    scene_bandwidth(SKED_REPLAN_LOWER);
    scene_bandwidth(SKED_REPLAN_NONE);
    scene_bandwidth_for_higher(SKED_REPLAN_LOWER);
    scene_bandwidth_for_higher(SKED_REPLAN_NONE);
    scene_fewer_members(6);
    scene_fewer_members(0);
    return check_done("quick/site_replan");
}
