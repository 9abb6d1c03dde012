/* calls_preempt.h: costs and victims of sched_share.h, called with whatever a file says.
 *
 * SPDX-License-Identifier: MIT
 *
 * With few candidates all sets are tried: so that a plan is the best is cheap to see. */
#ifndef CALLS_PREEMPT_H_INCLUDED
#define CALLS_PREEMPT_H_INCLUDED

#include "calls.h"

#include "sched_share.h"

enum { PREEMPT_CANDIDATES = 7, PREEMPT_RESOURCES = 3, PREEMPT_DOMAINS = 3, PREEMPT_MODES = 3 };

#define PREEMPT_NO_SET UINT64_MAX

/* ---- what a job costs ------------------------------------------------------------------------ */

/* Times as the header needs them. */
static sked_time preempt_time(void) {
    const sked_time time = calls_length();
    return time < 0 ? 0 : time > SKED_TIME_MAX ? SKED_TIME_MAX : time;
}

/* The least of what each mode costs alone; of equal ones the first. */
static void preempt_judge_cost(const sked_preempt_job *job, sked_time estimate, sked_time now,
                               uint64_t cost, sked_preempt_mode chosen) {
    const uint32_t modes = job->modes == 0 ? 1u << SKED_PREEMPT_REQUEUE : job->modes;
    uint32_t mode;
    CHECK(cost <= SKED_PREEMPT_COST_MAX && (uint32_t)chosen < PREEMPT_MODES);
    CHECK((modes >> (uint32_t)chosen % 32 & 1u) != 0);
    for (mode = 0; mode < PREEMPT_MODES; mode++) {
        sked_preempt_job alone = *job;
        sked_preempt_mode own = SKED_PREEMPT_MODE_COUNT_;
        alone.modes = 1u << mode;
        if ((modes >> mode & 1u) != 0) {
            const uint64_t price = sked_preempt_cost(&alone, estimate, now, &own);
            CHECK(price >= cost && (uint32_t)own == mode);
            CHECK(own != chosen || price == cost);
            CHECK(own >= chosen || price > cost || cost == SKED_PREEMPT_COST_MAX);
        }
    }
}

static void preempt_cost(void) {
    sked_preempt_job job = SKED_ZERO;
    const sked_time now = preempt_time(), estimate = preempt_time();
    sked_preempt_mode mode = SKED_PREEMPT_MODE_COUNT_;
    uint64_t cost, more;
    job.width = calls_number(9);
    job.modes = calls_below(8);
    job.preempted = calls_number(3);
    job.since = preempt_time();
    job.since = job.since > now ? now : job.since;
    job.writing = preempt_time();
    cost = sked_preempt_cost(&job, estimate, now, &mode);
    preempt_judge_cost(&job, estimate, now, cost, mode);
    CHECK(sked_preempt_cost(&job, estimate, now, NULL) == cost);
    if (job.preempted < UINT32_MAX) {           /* once more, and it is twice as dear */
        job.preempted++;
        more = sked_preempt_cost(&job, estimate, now, NULL);
        CHECK(more == (2 * cost < SKED_PREEMPT_COST_MAX ? 2 * cost : SKED_PREEMPT_COST_MAX));
    }
}

/* ---- requests -------------------------------------------------------------------------------- */

/* What a request points to ends where these end, so that a sanitizer sees what is beyond. */
static uint64_t preempt_costs[PREEMPT_CANDIDATES];
static uint32_t preempt_gains[PREEMPT_CANDIDATES * PREEMPT_DOMAINS * PREEMPT_RESOURCES];
static uint32_t preempt_needs[PREEMPT_DOMAINS * PREEMPT_RESOURCES];
static uint32_t preempt_victims[PREEMPT_CANDIDATES];

static uint32_t preempt_one(uint32_t count) { return count == 0 ? 1 : count; }

/* 0 .. most, and rarely more than may be. */
static uint32_t preempt_some(uint32_t most, uint32_t beyond) {
    const uint32_t byte = calls_byte();
    return byte < 252 ? byte % (most + 1) : byte % 2 == 0 ? beyond : UINT32_MAX;
}

static uint64_t preempt_some_cost(uint32_t form) {
    const uint32_t byte = calls_byte();
    if (form >= 250) {
        return (uint64_t)calls_time(0);
    }
    return form % 4 == 0 ? byte / 64 : form % 4 == 1 ? (uint64_t)byte << form / 5 : byte;
}

static uint32_t preempt_some_gain(uint32_t form) {
    if (form >= 240) {
        return calls_number(9);
    }
    return form % 4 == 0 ? calls_below(2) : form % 4 == 1 ? calls_byte() * 997u : calls_below(12);
}

static sked_preempt_request preempt_some_request(void) {
    const uint32_t candidates = preempt_some(PREEMPT_CANDIDATES, (UINT32_C(1) << 27) + 1);
    const uint32_t resources = preempt_some(PREEMPT_RESOURCES, 9);
    const uint32_t domains = preempt_some(PREEMPT_DOMAINS, 65);
    const uint32_t steps = calls_byte();
    sked_preempt_request request;
    size_t rows = preempt_one(resources) * (size_t)preempt_one(domains), lines;
    if (candidates > PREEMPT_CANDIDATES || resources > PREEMPT_RESOURCES ||
        domains > PREEMPT_DOMAINS) {
        rows = 0;
    }
    lines = rows == 0 ? 0 : candidates;
    request = sked_preempt_request_of(
        candidates, preempt_costs + (PREEMPT_CANDIDATES - lines),
        preempt_gains + (sizeof preempt_gains / sizeof *preempt_gains - lines * rows),
        preempt_needs + (sizeof preempt_needs / sizeof *preempt_needs - rows));
    CHECK(request.resources == 0 && request.domains == 0 && request.steps_max == 0);
    request.resources = resources;
    request.domains = domains;
    request.steps_max = steps < 64 ? steps : steps % 2 == 0 ? 0 : steps * 16;
    return request;
}

static void preempt_fill(void) {
    const uint32_t cost = calls_byte(), gain = calls_byte(), need = calls_byte();
    uint32_t i;
    for (i = 0; i < sizeof preempt_costs / sizeof *preempt_costs; i++) {
        preempt_costs[i] = preempt_some_cost(cost);
    }
    for (i = 0; i < sizeof preempt_needs / sizeof *preempt_needs; i++) {
        preempt_needs[i] = need % 4 == 3 ? calls_number(60) : preempt_some_gain(gain) * (need % 4);
    }
    for (i = 0; i < sizeof preempt_gains / sizeof *preempt_gains; i++) {
        preempt_gains[i] = preempt_some_gain(gain);
    }
}

/* ---- all sets -------------------------------------------------------------------------------- */

/* Does a set of candidates, a bit for each, give enough in a domain? */
static int preempt_is_enough(const sked_preempt_request *request, uint32_t domain, uint32_t set) {
    const uint32_t resources = preempt_one(request->resources);
    const uint32_t domains = preempt_one(request->domains);
    uint32_t candidate, resource;
    for (resource = 0; resource < resources; resource++) {
        uint64_t given = 0;
        for (candidate = 0; candidate < request->candidates; candidate++) {
            const uint32_t row = candidate * domains + domain;
            given += set >> candidate & 1u ? request->gains[row * resources + resource] : 0;
        }
        if (given < request->needs[domain * resources + resource]) {
            return 0;
        }
    }
    return 1;
}

/* The costs of a set and how many are in it, as one number. */
static uint64_t preempt_sum(const sked_preempt_request *request, uint32_t set) {
    uint64_t sum = 0;
    uint32_t candidate;
    for (candidate = 0; candidate < request->candidates; candidate++) {
        if (set >> candidate & 1u) {
            sum += request->costs[candidate] * ((uint64_t)request->candidates + 1) + 1;
        }
    }
    return sum;
}

/* The cheapest set of all domains; *domain becomes the first that has one of this cost. */
static uint64_t preempt_cheapest(const sked_preempt_request *request, uint32_t *domain) {
    uint64_t least = PREEMPT_NO_SET, sum;
    uint32_t set, at;
    for (at = 0; at < preempt_one(request->domains); at++) {
        for (set = 0; set < UINT32_C(1) << request->candidates; set++) {
            sum = preempt_sum(request, set);
            if (sum < least && preempt_is_enough(request, at, set)) {
                least = sum;
                *domain = at;
            }
        }
    }
    return least;
}

/* Does (candidates + 1) * (the sum of the costs + 1) reach 2^63? */
static int preempt_is_dear(const sked_preempt_request *request) {
    sked_u128 sum = {0, 1}, one = {0, 0};
    uint32_t candidate;
    for (candidate = 0; candidate < request->candidates; candidate++) {
        one.low = request->costs[candidate];
        sum = sked_u128_add(sum, one);
    }
    return sum.high != 0 ||
           sked_u128_mul(sum.low, (uint64_t)request->candidates + 1).high != 0 ||
           sked_u128_mul(sum.low, (uint64_t)request->candidates + 1).low >> 63 != 0;
}

/* ---- plans ----------------------------------------------------------------------------------- */

/* Victims rise, are enough, and none is spare. Returns them as bits. */
static uint32_t preempt_judge_victims(const sked_preempt_request *request,
                                      const sked_preempt_answer *answer,
                                      const uint32_t *victims) {
    uint32_t set = 0, i;
    CHECK(answer->victims <= request->candidates);
    CHECK(answer->domain < preempt_one(request->domains));
    for (i = 0; i < answer->victims; i++) {
        CHECK(victims[i] < request->candidates && (i == 0 || victims[i - 1] < victims[i]));
        set |= 1u << victims[i] % 32;
    }
    CHECK(preempt_is_enough(request, answer->domain, set));
    for (i = 0; i < answer->victims; i++) {
        CHECK(!preempt_is_enough(request, answer->domain, set & ~(1u << victims[i] % 32)));
    }
    return set;
}

static void preempt_judge(const sked_preempt_request *request, const sked_preempt_answer *answer,
                          const uint32_t *victims) {
    const uint64_t scale = (uint64_t)request->candidates + 1;
    const uint32_t set = preempt_judge_victims(request, answer, victims);
    const uint64_t sum = preempt_sum(request, set);
    uint32_t domain = 0;
    const uint64_t least = preempt_cheapest(request, &domain);
    CHECK(answer->cost == sum / scale && answer->victims == sum % scale);
    CHECK(answer->cost_lower_bound <= answer->cost);
    CHECK(answer->cost_lower_bound <= least / scale);
    CHECK(answer->proved == 0 || answer->proved == 1);
    CHECK(!answer->proved || (sum == least && answer->domain == domain));
    CHECK(!answer->proved || answer->cost_lower_bound == answer->cost);
}

static sked_status preempt_expected(const sked_preempt_request *request, const void *scratch,
                                    size_t bytes, size_t needed) {
    uint32_t domain;
    if (request->candidates > UINT32_C(1) << 27 || request->resources > 8 ||
        request->domains > 64) {
        return SKED_E_RANGE;
    }
    if (scratch == NULL || bytes < needed || (uintptr_t)scratch % 2 != 0) {
        return SKED_E_BLOCK;
    }
    if (preempt_is_dear(request)) {
        return SKED_E_OVERFLOW;
    }
    return preempt_cheapest(request, &domain) == PREEMPT_NO_SET ? SKED_E_VICTIMS : SKED_OK;
}

static void preempt_find(void) {
    sked_preempt_request request = preempt_some_request();
    sked_refusal refusal = SKED_ZERO;
    sked_preempt_answer answer;
    uint32_t *victims = preempt_victims;
    size_t needed = 0, bytes;
    void *scratch;
    sked_status status;
    request.refusal = &refusal;
    status = sked_preempt_bytes(&request, &needed);
    CHECK(status == SKED_OK || status == SKED_E_RANGE);
    calls_judge_refusal(&refusal, status);
    bytes = needed;
    scratch = calls_scratch(&bytes);
    memset(&refusal, 0, sizeof refusal);
    if (status == SKED_OK) {
        preempt_fill();
        victims += PREEMPT_CANDIDATES - request.candidates;
    }
    status = sked_preempt_find(&request, &answer, victims, scratch, bytes);
    calls_judge_refusal(&refusal, status);
    CHECK(status == preempt_expected(&request, scratch, bytes, needed));
    if (status == SKED_OK) {
        preempt_judge(&request, &answer, victims);
    }
}

static void preempt_calls(void) {
    while (calls_go_on()) {
        if (calls_below(4) == 0) {
            preempt_cost();
        } else {
            preempt_find();
        }
    }
}

#endif
