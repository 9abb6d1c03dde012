/* preempt.c - deep tests of preemption: what it costs by a plain formula, and the cheapest victims,
 * by trying all sets of a few candidates, and by a table of all gains for many.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched_share.h"

#define DEEP_NAME "preempt"
#include "source.h"

#include "../culprit.h"

enum { CANDIDATES = 200, RESOURCES = 8, DOMAINS = 4, FEW = 12, GAINS = 4000 };

static unsigned long long sets_tried, tables_made, larger_tried, larger_proved, overflows_met,
    nothing_enough;

/* ---- instances at random --------------------------------------------------------------------- */

typedef struct instance {
    sked_preempt_request request;       /* its resources and domains may be 0 */
    uint32_t resources, domains;
    uint64_t costs[CANDIDATES];
    uint32_t gains[CANDIDATES * DOMAINS * RESOURCES];
    uint32_t needs[DOMAINS * RESOURCES];
} instance;

typedef enum cost_kind {
    SMALL, TINY, ANY_COST, NO_COST, BY_GAIN, NEAR_LIMIT, COST_KINDS
} cost_kind;

typedef struct shape {
    cost_kind costs;
    uint32_t gain_max;                  /* 0: any number */
    int alike;                          /* many candidates are the same as one before */
    int apart;                          /* each gives in one domain only */
    uint32_t generous;                  /* of 8: how much of all gains is needed, about */
} shape;

static uint32_t number(source *from, uint32_t bound) {
    const uint32_t high = below(from, 65536);
    return (high << 16 | below(from, 65536)) % bound;
}

/* A number of any magnitude. */
static uint64_t any_of(source *from) {
    const uint64_t some = (uint64_t)number(from, UINT32_MAX) << 32 | number(from, UINT32_MAX);
    return some >> below(from, 64);
}

static uint32_t gain_of(const instance *it, uint32_t candidate, uint32_t domain,
                        uint32_t resource) {
    return it->gains[(candidate * it->domains + domain) * it->resources + resource];
}

static uint32_t need_of(const instance *it, uint32_t domain, uint32_t resource) {
    return it->needs[domain * it->resources + resource];
}

static uint32_t draw_gain(source *from, const shape *s) {
    if (one_in(from, 6)) {
        return 0;
    }
    return s->gain_max == 0 ? (uint32_t)any_of(from) : number(from, s->gain_max + 1);
}

static uint64_t draw_cost(source *from, const instance *it, const shape *s, uint32_t candidate) {
    switch (s->costs) {
    case TINY: return below(from, 4);
    case ANY_COST: return any_of(from) >> 24;
    case NO_COST: return one_in(from, 8) ? 1 : 0;
    case BY_GAIN: return 10 * (uint64_t)gain_of(it, candidate, 0, 0) + below(from, 6);
    case SMALL: case NEAR_LIMIT: case COST_KINDS:
    default: return below(from, 100);
    }
}

/* A candidate like one before it, or a new one. */
static void draw_candidate(source *from, instance *it, const shape *s, uint32_t candidate) {
    const uint32_t row = it->domains * it->resources;
    const uint32_t place = below(from, it->domains);
    uint32_t i;
    if (candidate > 0 && s->alike && !one_in(from, 3)) {
        const uint32_t other = below(from, candidate);
        memcpy(&it->gains[candidate * row], &it->gains[other * row], row * sizeof it->gains[0]);
        it->costs[candidate] = it->costs[other];
        return;
    }
    for (i = 0; i < row; i++) {
        const int there = !s->apart || i / it->resources == place;
        it->gains[candidate * row + i] = there ? draw_gain(from, s) : 0;
    }
    it->costs[candidate] = draw_cost(from, it, s, candidate);
}

/* Mostly a part of what all give together, and now and then a bit more than that. */
static uint32_t draw_need(source *from, const instance *it, const shape *s, uint32_t domain,
                          uint32_t resource) {
    uint64_t all = 0, need;
    uint32_t i;
    for (i = 0; i < it->request.candidates; i++) {
        all += gain_of(it, i, domain, resource);
    }
    if (one_in(from, 8)) {
        return 0;
    }
    need = one_in(from, 12) ? all + below(from, 3)
                            : any_of(from) % (all * s->generous / 8 + 1);
    return need > UINT32_MAX ? UINT32_MAX : (uint32_t)need;
}

/* The least sum of costs that is refused, less one or not. */
static void draw_near_limit(source *from, instance *it) {
    const uint32_t count = it->request.candidates;
    uint64_t left = ((UINT64_C(1) << 63) + count) / (count + 1) - 1 - below(from, 2);
    uint32_t i;
    for (i = 0; i < count; i++) {
        it->costs[i] = i == count - 1 ? left : one_in(from, 3) ? 0 : any_of(from) % (left + 1);
        left -= it->costs[i];
    }
}

static void draw_instance(source *from, instance *it, const shape *s, uint32_t candidates,
                          uint32_t resources, uint32_t domains) {
    uint32_t i, k;
    memset(it, 0, sizeof *it);
    it->resources = resources;
    it->domains = domains;
    it->request = sked_preempt_request_of(candidates, it->costs, it->gains, it->needs);
    it->request.resources = resources == 1 && one_in(from, 2) ? 0 : resources;
    it->request.domains = domains == 1 && one_in(from, 2) ? 0 : domains;
    for (i = 0; i < candidates; i++) {
        draw_candidate(from, it, s, i);
    }
    for (i = 0; i < domains; i++) {
        for (k = 0; k < resources; k++) {
            it->needs[i * resources + k] = draw_need(from, it, s, i, k);
        }
    }
    if (s->costs == NEAR_LIMIT && candidates > 0) {
        draw_near_limit(from, it);
    }
}

static shape draw_shape(source *from) {
    shape s;
    s.costs = (cost_kind)below(from, COST_KINDS);
    s.gain_max = below(from, 4) == 0 ? 0 : one_in(from, 2) ? 1 + below(from, 4) : 20;
    s.alike = one_in(from, 3);
    s.apart = one_in(from, 3);
    s.generous = 1 + below(from, 8);
    return s;
}

static void trace_instance(const instance *it) {
    uint32_t i, k;
    if (!tracing) {
        return;
    }
    printf("%lu candidates %lu resources %lu domains\n  needs",
           (unsigned long)it->request.candidates, (unsigned long)it->resources,
           (unsigned long)it->domains);
    for (k = 0; k < it->domains * it->resources; k++) {
        printf(" %lu", (unsigned long)it->needs[k]);
    }
    for (i = 0; i < it->request.candidates; i++) {
        printf("\n  %3lu costs %llu gives", (unsigned long)i, (unsigned long long)it->costs[i]);
        for (k = 0; k < it->domains * it->resources; k++) {
            printf(" %lu", (unsigned long)it->gains[i * it->domains * it->resources + k]);
        }
    }
    printf("\n");
}

/* ---- what holds of every answer -------------------------------------------------------------- */

/* Do some candidates give enough in a domain? */
static int is_enough(const instance *it, uint32_t domain, const unsigned char *chosen) {
    uint32_t i, k;
    for (k = 0; k < it->resources; k++) {
        uint64_t sum = 0;
        for (i = 0; i < it->request.candidates; i++) {
            sum += chosen[i] ? gain_of(it, i, domain, k) : 0;
        }
        if (sum < need_of(it, domain, k)) {
            return 0;
        }
    }
    return 1;
}

static int has_spare(const instance *it, uint32_t domain, unsigned char *chosen) {
    uint32_t i;
    int spare = 0;
    for (i = 0; i < it->request.candidates && !spare; i++) {
        if (chosen[i]) {
            chosen[i] = 0;
            spare = is_enough(it, domain, chosen);
            chosen[i] = 1;
        }
    }
    return spare;
}

/* A set of candidates, with what it costs. */
typedef struct choice {
    int found;
    uint64_t cost;
    uint32_t victims, domain;
} choice;

static int is_better(const choice *a, const choice *b) {
    return !b->found || a->cost < b->cost || (a->cost == b->cost && a->victims < b->victims);
}

/* All that is promised of a set, whether or not it is the best. */
static void check_set(const source *from, const instance *it, const sked_preempt_answer *answer,
                      const uint32_t *victims) {
    unsigned char chosen[CANDIDATES] = {0};
    uint64_t cost = 0;
    uint32_t i;
    int rising = answer->victims <= it->request.candidates && answer->domain < it->domains;
    for (i = 0; rising && i < answer->victims; i++) {
        rising = victims[i] < it->request.candidates && (i == 0 || victims[i - 1] < victims[i]);
        if (rising) {
            chosen[victims[i]] = 1;
            cost += it->costs[victims[i]];
        }
    }
    agrees(from, rising, "victims by rising numbers");
    if (rising) {
        agrees(from, cost == answer->cost, "the cost is that of the victims");
        agrees(from, is_enough(it, answer->domain, chosen), "they give enough");
        agrees(from, !has_spare(it, answer->domain, chosen), "none is spare");
    }
    agrees(from, answer->cost_lower_bound <= answer->cost, "the bound is one");
    agrees(from, answer->proved == 0 || answer->proved == 1, "proved or not");
    agrees(from, !answer->proved || answer->cost_lower_bound == answer->cost,
           "the bound of what is proved");
}

/* The best set is known: what a search says that may have ended early. */
static void check_against(const source *from, const sked_preempt_answer *answer,
                          const choice *best) {
    agrees(from, answer->cost_lower_bound <= best->cost, "no set costs less than the bound");
    agrees(from, answer->cost >= best->cost, "no set costs less than the best");
    if (answer->proved) {
        agrees(from, answer->cost == best->cost, "proved: the least cost");
        agrees(from, answer->victims == best->victims, "proved: the fewest victims");
    }
}

/* ... and what one says that has not. */
static void check_best(const source *from, const sked_preempt_answer *answer, const choice *best) {
    agrees(from, answer->proved == 1, "a search that does not end early proves what it finds");
    agrees(from, answer->cost == best->cost && answer->victims == best->victims &&
                     answer->domain == best->domain, "the first of the best");
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Exactly as much memory as is needed, with anything in it. */
static sked_status find_once(source *from, const instance *it, uint32_t steps_max,
                             sked_preempt_answer *answer, uint32_t *victims) {
    const size_t listed = it->request.candidates * sizeof victims[0];
    sked_preempt_request request = it->request;
    guarded scratch, list = guarded_of(listed, 0x77);
    sked_status status;
    size_t bytes = 0;
    request.steps_max = steps_max;
    agrees(from, sked_preempt_bytes(&request, &bytes) == SKED_OK, "it has a size");
    scratch = guarded_of(bytes, (int)below(from, 256));
    memset(answer, 0x66, sizeof *answer);
    status = sked_preempt_find(&request, answer, (uint32_t *)(void *)list.block, scratch.block,
                               bytes);
    memcpy(victims, list.block, listed);
    guarded_end(from, &scratch);
    guarded_end(from, &list);
    return status;
}

static int is_same(const sked_preempt_answer *a, const sked_preempt_answer *b) {
    return a->cost == b->cost && a->cost_lower_bound == b->cost_lower_bound &&
           a->victims == b->victims && a->domain == b->domain && a->proved == b->proved &&
           a->steps == b->steps;
}

/* What was there before the call is there still. */
static void check_kept(const source *from, const instance *it, const sked_preempt_answer *answer,
                       const uint32_t *victims) {
    sked_preempt_answer before;
    uint32_t i, kept = 0;
    memset(&before, 0x66, sizeof before);
    for (i = 0; i < it->request.candidates; i++) {
        kept += victims[i] == 0x77777777;
    }
    agrees(from, is_same(answer, &before) && kept == it->request.candidates,
           "a call that is refused changes nothing");
}

static sked_status find(source *from, const instance *it, uint32_t steps_max,
                        sked_preempt_answer *answer, uint32_t *victims) {
    const sked_status status = find_once(from, it, steps_max, answer, victims);
    uint32_t again[CANDIDATES];
    sked_preempt_answer other;
    if (tracing) {
        printf("  %lu steps: %s, cost %llu >= %llu victims %lu domain %lu proved %d steps %llu\n",
               (unsigned long)steps_max, sked_status_text(status),
               (unsigned long long)answer->cost, (unsigned long long)answer->cost_lower_bound,
               (unsigned long)answer->victims, (unsigned long)answer->domain, answer->proved,
               (unsigned long long)answer->steps);
    }
    if (status != SKED_OK) {
        check_kept(from, it, answer, victims);
        return status;
    }
    check_set(from, it, answer, victims);
    if (one_in(from, 8)) {
        agrees(from, find_once(from, it, steps_max, &other, again) == SKED_OK &&
                         is_same(answer, &other) &&
                         memcmp(victims, again, answer->victims * sizeof again[0]) == 0,
               "the same answer once more");
    }
    return status;
}

static sked_u128 wide_of(uint64_t cost) {
    return sked_u128_mul(cost, 1);
}

/* Does (candidates + 1) * (the sum of the costs + 1) reach 2^63? */
static int overflows(const instance *it) {
    sked_u128 sum = wide_of(1), product;
    uint32_t i;
    for (i = 0; i < it->request.candidates; i++) {
        sum = sked_u128_add(sum, wide_of(it->costs[i]));
    }
    product = sked_u128_mul(sum.low, it->request.candidates + 1);
    return sum.high > 0 || product.high > 0 || product.low >> 63 != 0;
}

/* ---- few candidates: all sets ---------------------------------------------------------------- */

/* Of one domain. */
static void try_all_sets(const instance *it, uint32_t domain, choice *best) {
    const uint32_t sets = UINT32_C(1) << it->request.candidates;
    uint32_t set, i;
    for (set = 0; set < sets; set++) {
        unsigned char chosen[FEW] = {0};
        choice one = {.found = 1, .domain = domain};
        for (i = 0; i < it->request.candidates; i++) {
            chosen[i] = set >> i & 1;
            one.cost += chosen[i] ? it->costs[i] : 0;
            one.victims += chosen[i];
        }
        if (is_better(&one, best) && is_enough(it, domain, chosen)) {
            *best = one;
        }
    }
    sets_tried += sets;
}

static void brute_of(source *from) {
    static instance it;
    const shape s = draw_shape(from);
    const uint32_t candidates = 1 + below(from, one_in(from, 4) ? FEW : 8);
    const uint32_t resources = one_in(from, 8) ? 1 + below(from, RESOURCES) : 1 + below(from, 3);
    const uint32_t domains = 1 + below(from, one_in(from, 2) ? 1 : DOMAINS);
    sked_preempt_answer answer;
    uint32_t victims[CANDIDATES], domain, steps;
    choice best = SKED_ZERO;
    sked_status expected, status;
    draw_instance(from, &it, &s, candidates, resources, domains);
    trace_instance(&it);
    for (domain = 0; domain < domains && !overflows(&it); domain++) {
        try_all_sets(&it, domain, &best);
    }
    expected = overflows(&it) ? SKED_E_OVERFLOW : best.found ? SKED_OK : SKED_E_VICTIMS;
    overflows_met += expected == SKED_E_OVERFLOW;
    nothing_enough += expected == SKED_E_VICTIMS;
    for (steps = 0; steps <= 6; steps++) {
        status = find(from, &it, steps == 6 ? UINT32_MAX : steps, &answer, victims);
        agrees(from, status == expected, "refused, or not, for this reason");
        if (status == SKED_OK && expected == SKED_OK) {
            check_against(from, &answer, &best);
        }
    }
    if (status == SKED_OK && expected == SKED_OK) {
        check_best(from, &answer, &best);
    }
}

/* ---- many candidates ------------------------------------------------------------------------- */

/* The best of one domain with one resource, by a table: the best set for each gain. */
static void table_of(const instance *it, uint32_t domain, choice *best) {
    static choice sets[GAINS + 1];
    const uint32_t need = need_of(it, domain, 0);
    uint32_t i, gain;
    memset(sets, 0, sizeof sets);
    sets[0].found = 1;
    for (i = 0; i < it->request.candidates; i++) {
        const uint32_t own = gain_of(it, i, domain, 0);
        for (gain = need; gain > 0; gain--) {
            choice with = sets[gain > own ? gain - own : 0];
            with.cost += it->costs[i];
            with.victims++;
            if (with.found && is_better(&with, &sets[gain])) {
                sets[gain] = with;
            }
        }
    }
    sets[need].domain = domain;
    if (sets[need].found && is_better(&sets[need], best)) {
        *best = sets[need];
    }
    tables_made++;
}

/* So that tables stay small. */
static void limit_needs(source *from, instance *it) {
    uint32_t domain;
    for (domain = 0; domain < it->domains; domain++) {
        if (it->needs[domain] > GAINS) {
            it->needs[domain] = 1 + below(from, GAINS);
        }
    }
}

static shape draw_larger_shape(source *from) {
    shape s = draw_shape(from);
    s.costs = s.costs == NEAR_LIMIT ? SMALL : s.costs;
    s.gain_max = one_in(from, 3) ? 100 : s.gain_max;
    s.generous = 1 + below(from, 7);
    return s;
}

static uint32_t draw_steps(source *from) {
    static const uint32_t steps[] = {0, 1, 10, 100, 1000, 20000};
    return steps[below(from, 6)];
}

static void table_of_seed(uint64_t seed) {
    static instance it;
    source from = source_of(seed);
    const shape s = draw_larger_shape(&from);
    const uint32_t candidates = 30 + below(&from, 171), steps = draw_steps(&from);
    const uint32_t domains = one_in(&from, 2) ? 1 : 1 + below(&from, DOMAINS);
    sked_preempt_answer answer;
    uint32_t victims[CANDIDATES], domain;
    choice best = SKED_ZERO;
    sked_status status;
    draw_instance(&from, &it, &s, candidates, 1, domains);
    limit_needs(&from, &it);
    trace_instance(&it);
    for (domain = 0; domain < domains; domain++) {
        table_of(&it, domain, &best);
    }
    status = find(&from, &it, steps, &answer, victims);
    agrees(&from, status == (best.found ? SKED_OK : SKED_E_VICTIMS), "is there a set?");
    if (status != SKED_OK || !best.found) {
        return;
    }
    check_against(&from, &answer, &best);
    if (answer.steps < (steps == 0 ? 2000 : steps)) {
        check_best(&from, &answer, &best);
    }
    larger_tried++;
    larger_proved += answer.proved == 1;
}

/* Some set that gives enough in a domain, by taking candidates until it does. */
static choice any_set(source *from, const instance *it, uint32_t domain) {
    unsigned char chosen[CANDIDATES];
    choice one = SKED_ZERO;
    uint32_t i, at = below(from, it->request.candidates);
    memset(chosen, 1, sizeof chosen);
    one.found = is_enough(it, domain, chosen);
    for (i = 0; one.found && i < it->request.candidates; i++, at += 7 * 11 * 13) {
        at %= it->request.candidates;
        chosen[at] = 0;
        chosen[at] = (unsigned char)!is_enough(it, domain, chosen);
    }
    for (i = 0; i < it->request.candidates; i++) {
        one.cost += chosen[i] ? it->costs[i] : 0;
        one.victims += chosen[i];
    }
    return one;
}

/* The best is not known, but no other set may be below the bound, or better than what is proved. */
static void check_sets(source *from, const instance *it, const sked_preempt_answer *answer) {
    uint32_t tries;
    for (tries = 0; tries < 12; tries++) {
        const choice one = any_set(from, it, below(from, it->domains));
        const choice told = {.found = 1, .cost = answer->cost, .victims = answer->victims};
        agrees(from, !one.found || one.cost >= answer->cost_lower_bound,
               "no other set is below the bound");
        agrees(from, !one.found || !answer->proved || !is_better(&one, &told),
               "no other set is better than what is proved");
    }
}

static void laws_of_seed(uint64_t seed) {
    static instance it;
    source from = source_of(seed);
    const shape s = draw_larger_shape(&from);
    const uint32_t candidates = 30 + below(&from, 171);
    const uint32_t resources = one_in(&from, 6) ? 1 + below(&from, RESOURCES)
                                                : 2 + below(&from, 2);
    const uint32_t domains = one_in(&from, 2) ? 1 : 1 + below(&from, DOMAINS);
    sked_preempt_answer answer;
    uint32_t victims[CANDIDATES], domain;
    unsigned char all[CANDIDATES];
    int enough = 0;
    sked_status status;
    draw_instance(&from, &it, &s, candidates, resources, domains);
    trace_instance(&it);
    memset(all, 1, sizeof all);
    for (domain = 0; domain < domains; domain++) {
        enough |= is_enough(&it, domain, all);
    }
    status = find(&from, &it, draw_steps(&from), &answer, victims);
    agrees(&from, status == (enough ? SKED_OK : SKED_E_VICTIMS), "is there a set?");
    if (status == SKED_OK && enough) {
        check_sets(&from, &it, &answer);
        larger_tried++;
        larger_proved += answer.proved == 1;
    }
}

/* ---- the cost of one ------------------------------------------------------------------------- */

static sked_u128 plain_cost(const sked_preempt_job *job, sked_preempt_mode mode,
                            sked_time estimate, sked_time now) {
    switch (mode) {
    case SKED_PREEMPT_REQUEUE: return sked_u128_mul(job->width, (uint64_t)(now - job->since));
    case SKED_PREEMPT_CHECKPOINT: return sked_u128_mul(job->width, (uint64_t)job->writing);
    case SKED_PREEMPT_SUSPEND:
    case SKED_PREEMPT_MODE_COUNT_:
    case SKED_PREEMPT_MODE_CLOSED_:
    default: return sked_u128_mul(job->width, (uint64_t)estimate);
    }
}

/* Doubled, as long as that is not too much anyway. */
static uint64_t doubled(sked_u128 cost, uint32_t times) {
    const sked_u128 most = wide_of(SKED_PREEMPT_COST_MAX);
    for (; times > 0 && sked_u128_compare(cost, most) < 0 && cost.low > 0; times--) {
        cost = sked_u128_add(cost, cost);
    }
    return sked_u128_compare(cost, most) < 0 ? cost.low : SKED_PREEMPT_COST_MAX;
}

static sked_time draw_time(source *from) {
    return (sked_time)(any_of(from) & (uint64_t)SKED_TIME_MAX);
}

static sked_preempt_job draw_job(source *from, sked_time now) {
    sked_preempt_job job = SKED_ZERO;
    job.width = one_in(from, 8) ? 0 : one_in(from, 2) ? below(from, 9) : (uint32_t)any_of(from);
    job.modes = below(from, 1u << SKED_PREEMPT_MODE_COUNT_);
    job.preempted = one_in(from, 2) ? 0 : one_in(from, 4) ? (uint32_t)any_of(from)
                                                          : below(from, 70);
    job.since = now - (one_in(from, 2) ? (sked_time)below(from, 5)
                                       : (sked_time)(any_of(from) % ((uint64_t)now + 1)));
    job.since = job.since < 0 ? 0 : job.since;
    job.writing = one_in(from, 2) ? below(from, 5) : draw_time(from);
    return job;
}

static void cost_of_seed(uint64_t seed) {
    source from = source_of(seed);
    const sked_time now = draw_time(&from);
    const sked_time estimate = one_in(&from, 2) ? (sked_time)below(&from, 5) : draw_time(&from);
    const sked_preempt_job job = draw_job(&from, now);
    const uint32_t modes = job.modes == 0 ? 1u << SKED_PREEMPT_REQUEUE : job.modes;
    sked_preempt_mode mode = SKED_PREEMPT_MODE_COUNT_, best = SKED_PREEMPT_MODE_COUNT_;
    sked_u128 least = {UINT64_MAX, 0};
    uint32_t i;
    uint64_t cost;
    for (i = 0; i < SKED_PREEMPT_MODE_COUNT_; i++) {
        const sked_u128 own = plain_cost(&job, (sked_preempt_mode)i, estimate, now);
        if (modes >> i & 1 && sked_u128_compare(own, least) < 0) {
            least = own;
            best = (sked_preempt_mode)i;
        }
    }
    cost = sked_preempt_cost(&job, estimate, now, &mode);
    agrees(&from, cost == doubled(least, job.preempted), "the cost by a plain formula");
    agrees(&from, mode == best, "the mode that costs least");
    agrees(&from, sked_preempt_cost(&job, estimate, now, NULL) == cost, "without a mode");
}

/* ---- scenes by hand -------------------------------------------------------------------------- */

static void check_range(uint32_t candidates, uint32_t resources, uint32_t domains,
                        const char *field) {
    static sked_align scratch[64];
    sked_refusal refusal = SKED_ZERO;
    sked_preempt_request request = sked_preempt_request_of(candidates, NULL, NULL, NULL);
    sked_preempt_answer answer;
    uint32_t victims[1], needs[1] = {0}, gains[1] = {0};
    uint64_t costs[1] = {0};
    size_t bytes = 0;
    sked_status status;
    request.resources = resources;
    request.domains = domains;
    request.costs = costs;
    request.gains = gains;
    request.needs = needs;
    request.refusal = &refusal;
    status = sked_preempt_bytes(&request, &bytes);
    CHECK(status == (field == NULL ? SKED_OK : SKED_E_RANGE));
    CHECK(status == SKED_OK ? is_untouched(&refusal)
                            : refusal.status == status && same_text(refusal.field, field));
    if (field != NULL) {
        CHECK(sked_preempt_find(&request, &answer, victims, scratch, sizeof scratch) ==
              SKED_E_RANGE);
    }
}

static void test_ranges(void) {
    if (sizeof(size_t) > 4) {           /* elsewhere no block is as large */
        check_range(UINT32_C(1) << 27, 8, 64, NULL);
    }
    check_range(0, 0, 0, NULL);
    check_range((UINT32_C(1) << 27) + 1, 1, 1, "candidates");
    check_range(1, 9, 1, "resources");
    check_range(1, 1, 65, "domains");
}

static size_t bytes_of(uint32_t candidates, uint32_t resources, uint32_t domains) {
    sked_preempt_request request = sked_preempt_request_of(candidates, NULL, NULL, NULL);
    size_t bytes = 0;
    request.resources = resources;
    request.domains = domains;
    CHECK(sked_preempt_bytes(&request, &bytes) == SKED_OK);
    return bytes;
}

/* At most about 80 bytes for each candidate, and 4 for each resource of it, however many domains
 * there are. */
static void test_sizes(void) {
    uint32_t resources;
    for (resources = 1; resources <= RESOURCES; resources++) {
        const size_t each = 80 + 4 * (size_t)resources, many = 10000;
        const size_t more = bytes_of(10000, resources, 1) - bytes_of(0, resources, 1);
        CHECK(bytes_of(10000, resources, 64) == bytes_of(10000, resources, 1));
        CHECK(more <= each * many);
    }
}

/* Two candidates of which one is enough, in blocks that are none. */
static void test_blocks(void) {
    static sked_align scratch[512];
    const uint64_t costs[2] = {5, 4};
    const uint32_t gains[2] = {3, 3}, need = 2;
    sked_preempt_request request = sked_preempt_request_of(2, costs, gains, &need);
    sked_preempt_answer answer;
    uint32_t victims[2];
    size_t bytes = 0;
    CHECK(request.steps_max == 0 && request.refusal == NULL && request.resources <= 1 &&
          request.domains <= 1);
    CHECK(sked_preempt_bytes(&request, &bytes) == SKED_OK && bytes < sizeof scratch);
    CHECK(sked_preempt_find(&request, &answer, victims, NULL, bytes) == SKED_E_BLOCK);
    CHECK(sked_preempt_find(&request, &answer, victims, scratch, bytes - 1) == SKED_E_BLOCK);
    CHECK(sked_preempt_find(&request, &answer, victims, (char *)scratch + 1, bytes) ==
          SKED_E_BLOCK);
    CHECK(sked_preempt_find(&request, &answer, victims, scratch, bytes) == SKED_OK);
    CHECK(answer.victims == 1 && victims[0] == 1 && answer.cost == 4 && answer.proved == 1);
}

/* Without candidates there is enough where nothing is needed. */
static void test_nobody(void) {
    static sked_align scratch[512];
    uint32_t needs[2] = {1, 0}, victims[1];
    sked_preempt_request request = sked_preempt_request_of(0, NULL, NULL, needs);
    sked_preempt_answer answer;
    CHECK(sked_preempt_find(&request, &answer, victims, scratch, sizeof scratch) ==
          SKED_E_VICTIMS);
    request.domains = 2;
    CHECK(sked_preempt_find(&request, &answer, victims, scratch, sizeof scratch) == SKED_OK);
    CHECK(answer.victims == 0 && answer.cost == 0 && answer.domain == 1 && answer.proved == 1);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void brute_of_seed(uint64_t seed) {
    source from = source_of(seed);
    brute_of(&from);
}

static void try_seed(uint64_t seed) {
    cost_of_seed(seed);
    brute_of_seed(seed);
    table_of_seed(seed);
    laws_of_seed(seed);
}

static void say_what_was_tried(void) {
    printf("deep/preempt: %llu sets by brute force; %llu tables; of %llu larger instances %llu "
           "were proved;\ndeep/preempt: %llu overflows; in %llu instances nothing was enough\n",
           sets_tried, tables_made, larger_tried, larger_proved, overflows_met, nothing_enough);
}

static void test_all(void) {
    test_ranges();
    test_sizes();
    test_blocks();
    test_nobody();
    try_seeds(1, 100000 / seed_share, cost_of_seed);
    try_seeds(1, 24000 / seed_share, brute_of_seed);
    try_seeds(1, 3000 / seed_share, table_of_seed);
    try_seeds(1, 3000 / seed_share, laws_of_seed);
    say_what_was_tried();
    CHECK(overflows_met > 0 && nothing_enough > 0 && larger_proved > 0 &&
          larger_proved < larger_tried);
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
