/* preempt.c - quick tests of the cost of preemption, and of the cheapest victims.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched_share.h"

#include <string.h>

#include "../check.h"

#define LAST SKED_TIME_MAX

enum { MOST = 24, RESOURCES = 8, ROOM = 4096 };

static sked_align room[ROOM / sizeof(sked_align)];
static sked_preempt_answer answer, answer_before;
static uint32_t victims[MOST], victims_before[MOST];

static void keep(void) {
    memcpy(victims_before, victims, sizeof victims);
    answer_before = answer;
}

static int is_kept(void) {
    return memcmp(victims_before, victims, sizeof victims) == 0 &&
           answer_before.cost == answer.cost && answer_before.victims == answer.victims &&
           answer_before.steps == answer.steps;
}

/* What lies in the block before does not matter. */
static sked_status find(const sked_preempt_request *request) {
    memset(room, 0xA5, sizeof room);
    return sked_preempt_find(request, &answer, victims, room, sizeof room);
}

/* ---- what it costs --------------------------------------------------------------------------- */

static void test_cost(void) {
    sked_preempt_mode mode = SKED_PREEMPT_MODE_COUNT_;
    sked_preempt_job job = SKED_ZERO;
    job.width = 10;
    job.since = 40;
    job.writing = 7;
    CHECK(sked_preempt_cost(&job, 3, 100, &mode) == 600 && mode == SKED_PREEMPT_REQUEUE);
    CHECK(sked_preempt_cost(&job, 3, 100, NULL) == 600);
    job.modes = 1u << SKED_PREEMPT_REQUEUE | 1u << SKED_PREEMPT_CHECKPOINT;
    CHECK(sked_preempt_cost(&job, 3, 100, &mode) == 70 && mode == SKED_PREEMPT_CHECKPOINT);
    CHECK(sked_preempt_cost(&job, 3, 47, &mode) == 70 && mode == SKED_PREEMPT_REQUEUE);
    job.modes = 7;
    CHECK(sked_preempt_cost(&job, 3, 100, &mode) == 30 && mode == SKED_PREEMPT_SUSPEND);
    job.preempted = 3;
    CHECK(sked_preempt_cost(&job, 3, 100, &mode) == 240);
    CHECK(sked_preempt_cost(&job, 0, 100, &mode) == 0);
    job.modes = 1u << SKED_PREEMPT_SUSPEND;
    job.preempted = UINT32_MAX;
    CHECK(sked_preempt_cost(&job, 3, 100, &mode) == SKED_PREEMPT_COST_MAX);
    job.preempted = 0;
    CHECK(sked_preempt_cost(&job, LAST, 100, &mode) == SKED_PREEMPT_COST_MAX);
    job.width = UINT32_MAX;
    CHECK(sked_preempt_cost(&job, LAST, 100, &mode) == SKED_PREEMPT_COST_MAX);
}

/* ---- one resource ---------------------------------------------------------------------------- */

/* 7 processors: the two cheapest ones, of 3 and 4, cost 5; the one that gives all of it costs 6. */
static void test_one(void) {
    static const uint64_t costs[] = {6, 2, 9, 3};
    static const uint32_t gains[] = {8, 3, 1, 4};
    uint32_t need = 7;
    sked_preempt_request request = sked_preempt_request_of(4, costs, gains, &need);
    CHECK(request.candidates == 4 && request.costs == costs && request.gains == gains);
    CHECK(request.needs == &need && request.resources == 0 && request.domains == 0);
    CHECK(request.steps_max == 0 && request.refusal == NULL);
    CHECK(find(&request) == SKED_OK && answer.cost == 5 && answer.cost_lower_bound == 5);
    CHECK(answer.victims == 2 && victims[0] == 1 && victims[1] == 3 && answer.proved);
    CHECK(answer.domain == 0 && answer.steps > 0);
    need = 8;
    CHECK(find(&request) == SKED_OK && answer.cost == 6 && answer.victims == 1);
    CHECK(victims[0] == 0);
    need = 16;
    CHECK(find(&request) == SKED_OK && answer.cost == 20 && answer.victims == 4);
    need = 17;
    CHECK_KEPT(find(&request), SKED_E_VICTIMS);
    need = 0;
    CHECK(find(&request) == SKED_OK && answer.cost == 0 && answer.victims == 0 && answer.proved);
    request.candidates = 0;
    CHECK(find(&request) == SKED_OK && answer.cost == 0 && answer.victims == 0);
    need = 1;
    CHECK_KEPT(find(&request), SKED_E_VICTIMS);
}

/* Of equal costs the fewest victims; who costs nothing is not taken for nothing. */
static void test_fewest(void) {
    static const uint64_t costs[] = {2, 2, 4, 0, 0, 0};
    static const uint32_t gains[] = {2, 2, 4, 1, 1, 2};
    uint32_t need = 4;
    sked_preempt_request request = sked_preempt_request_of(3, costs, gains, &need);
    CHECK(find(&request) == SKED_OK && answer.cost == 4 && answer.victims == 1);
    CHECK(victims[0] == 2 && answer.proved);
    request.candidates = 6;
    need = 2;
    CHECK(find(&request) == SKED_OK && answer.cost == 0 && answer.victims == 1);
    CHECK(victims[0] == 5);
    need = 3;
    CHECK(find(&request) == SKED_OK && answer.cost == 0 && answer.victims == 2);
}

/* Single processors of one job, equal to the search, are left out together: 20 of them cost less
 * than any of the others, and it is seen in few steps that 3 of 10 do not do. */
static void test_elastic(void) {
    static uint64_t costs[MOST];
    static uint32_t gains[MOST];
    uint32_t need = 19, i;
    const sked_preempt_request request = sked_preempt_request_of(MOST, costs, gains, &need);
    for (i = 0; i < MOST; i++) {
        costs[i] = i < 20 ? 5 : 51;
        gains[i] = i < 20 ? 1 : 10;
    }
    CHECK(find(&request) == SKED_OK && answer.proved && answer.cost == 95);
    CHECK(answer.victims == 19 && answer.steps < 100);
    need = 21;
    CHECK(find(&request) == SKED_OK && answer.proved && answer.cost == 106);
    CHECK(answer.victims == 12);
}

/* Prices that differ in the 40th bit only: the order is exact, and so is the bound. */
static void test_prices(void) {
    const uint64_t costs[] = {(UINT64_C(1) << 40) + 1, UINT64_C(1) << 40};
    const uint32_t gains[] = {UINT32_MAX - 1, UINT32_MAX - 1}, need = UINT32_MAX - 1;
    const uint32_t both = UINT32_MAX;
    sked_preempt_request request = sked_preempt_request_of(2, costs, gains, &need);
    CHECK(find(&request) == SKED_OK && answer.victims == 1 && victims[0] == 1);
    request.needs = &both;
    CHECK(find(&request) == SKED_OK && answer.victims == 2 && answer.proved);
}

/* ---- several resources, several domains ------------------------------------------------------ */

/* Processors, licences and memory. Cheapest for each alone would be 0, 1 and 2; 3 gives all. */
static void test_three(void) {
    static const uint64_t costs[] = {3, 3, 3, 8, 4, 4};
    static const uint32_t gains[] = {4, 0, 0, 0, 2, 0, 0, 0, 9, 4, 2, 9, 2, 1, 5, 2, 1, 5};
    uint32_t needs[3] = {4, 2, 9};
    sked_preempt_request request = sked_preempt_request_of(6, costs, gains, needs);
    request.resources = 3;
    CHECK(find(&request) == SKED_OK && answer.cost == 8 && answer.victims == 1);
    CHECK(victims[0] == 3 && answer.proved);
    needs[2] = 10;
    CHECK(find(&request) == SKED_OK && answer.cost == 8 && answer.victims == 2);
    CHECK(victims[0] == 4 && victims[1] == 5 && answer.cost_lower_bound == 8);
    needs[0] = 0;
    needs[1] = 2;
    needs[2] = 0;
    CHECK(find(&request) == SKED_OK && answer.cost == 3 && victims[0] == 1);
    needs[0] = 100;
    CHECK_KEPT(find(&request), SKED_E_VICTIMS);
    request.resources = RESOURCES + 1;
    CHECK_KEPT(find(&request), SKED_E_RANGE);
}

/* Of a large need so little is left that it is less than a unit of the search: still not enough. */
static void test_units(void) {
    static const uint64_t costs[] = {7, 4, 9};
    static const uint32_t gains[] = {UINT32_C(1) << 30, 1, 0, 2, (UINT32_C(1) << 30) - 1, 1};
    static const uint32_t needs[] = {UINT32_C(1) << 30, 2};
    sked_preempt_request request = sked_preempt_request_of(3, costs, gains, needs);
    request.resources = 2;
    CHECK(find(&request) == SKED_OK && answer.cost == 11 && answer.victims == 2);
    CHECK(victims[0] == 0 && victims[1] == 1 && answer.proved);
}

/* Stopped at once: what is taken for one resource after the other, without what is spare then. */
static void test_early(void) {
    static const uint64_t costs[] = {10, 11, 12, 30, 14, 15, 16, 45};
    static const uint32_t gains[] = {5, 1, 4, 2, 3, 3, 8, 8, 2, 5, 1, 7, 3, 4, 9, 9};
    static const uint32_t needs[] = {13, 12};
    sked_preempt_request request = sked_preempt_request_of(8, costs, gains, needs);
    uint64_t best;
    request.resources = 2;
    CHECK(find(&request) == SKED_OK && answer.proved);
    best = answer.cost;
    request.steps_max = 1;
    CHECK(find(&request) == SKED_OK && answer.cost >= best && answer.cost_lower_bound <= best);
    CHECK(!answer.proved || answer.cost == best);
}

/* The second rack is cheaper, the third costs the same, the first has too little. */
static void test_domains(void) {
    static const uint64_t costs[] = {5, 3, 3};
    static const uint32_t gains[] = {1, 4, 0, 1, 2, 4, 1, 2, 4};
    static const uint32_t needs[] = {4, 4, 4}, none[] = {9, 9, 9};
    sked_preempt_request request = sked_preempt_request_of(3, costs, gains, needs);
    request.domains = 3;
    CHECK(find(&request) == SKED_OK && answer.cost == 3 && answer.domain == 2);
    CHECK(answer.victims == 1 && victims[0] == 1 && answer.proved);
    request.needs = none;
    CHECK_KEPT(find(&request), SKED_E_VICTIMS);
    request.domains = 65;
    CHECK_KEPT(find(&request), SKED_E_RANGE);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void test_refused(void) {
    uint64_t costs[] = {INT64_MAX / 3 - 1, 1};
    static const uint32_t gains[] = {1, 1};
    static const uint32_t need = 1;
    sked_preempt_request request = sked_preempt_request_of(1, costs, gains, &need);
    size_t bytes = 7;
    request.candidates = (UINT32_C(1) << 27) + 1;
    CHECK(sked_preempt_bytes(&request, &bytes) == SKED_E_RANGE && bytes == 7);
#if SIZE_MAX <= 0xFFFFFFFFu
    request.candidates = UINT32_C(1) << 27;
    CHECK(sked_preempt_bytes(&request, &bytes) == SKED_E_OVERFLOW && bytes == 7);
#endif
    request.candidates = 2;
    CHECK(sked_preempt_bytes(&request, &bytes) == SKED_OK && bytes <= sizeof room);
    CHECK(sked_preempt_find(&request, &answer, victims, NULL, bytes) == SKED_E_BLOCK);
    CHECK(sked_preempt_find(&request, &answer, victims, room, bytes - 1) == SKED_E_BLOCK);
    CHECK_KEPT(find(&request), SKED_E_OVERFLOW);
    costs[0]--;
    CHECK(find(&request) == SKED_OK && answer.cost == 1 && victims[0] == 1);
    costs[1] = UINT64_MAX;
    CHECK_KEPT(find(&request), SKED_E_OVERFLOW);
}

int main(void) {
    test_cost();
    test_one();
    test_fewest();
    test_elastic();
    test_prices();
    test_three();
    test_units();
    test_early();
    test_domains();
    test_refused();
    return check_done("preempt");
}
