/* share_pins.c - quick tests of accounts and victims: walks through all of it, with pinned answers.
 *
 * SPDX-License-Identifier: MIT
 *
 * Trees of up to three dozen accounts, half-lives from the shortest to the longest, steps of time
 * from a tick to hundreds of half-lives; instances of up to two dozen candidates. */
#define SKED_IMPLEMENTATION
#include "sched_share.h"

#include "../check.h"
#include "pins.h"

enum { ACCOUNTS = 36, STEPS = 400, CANDIDATES = 24, RESOURCES = 8, DOMAINS = 3, ROOM = 1200 };

static sked_align room[ROOM];
static sked_share share;
static sked_time now;
static uint32_t accounts, running[ACCOUNTS + 2];

/* ---- accounts -------------------------------------------------------------------------------- */

static sked_share_account any_account(uint32_t shares_max) {
    sked_share_account account = SKED_ZERO;
    account.shares = any_below(9) == 0 ? 0 : 1 + any_below(shares_max);
    account.precedence = any_below(12) == 0;
    account.processors_max = any_below(3) == 0 ? 1 + any_below(90) : 0;
    return account;
}

/* Most steps are small; some skip a base, or dozens of them. */
static void go_on(sked_time half_life) {
    const uint32_t style = any_below(40);
    const sked_time part = half_life / 16 + 1;
    if (style > 1) {
        now += style % 4 == 0 ? 0 : (sked_time)(check_random(&pin_random) % (uint64_t)part);
    } else {
        now += half_life * (sked_time)(1 + any_below(style == 0 ? 30 : 400));
    }
}

static void pin_order(void) {
    uint32_t account, before = SKED_NONE;
    for (account = sked_share_first(&share); account != SKED_NONE;
         account = sked_share_next(&share, account)) {
        pin(account);
        CHECK(before == SKED_NONE || sked_share_compare(&share, before, account) == -1);
        before = account;
    }
}

static void pin_account(uint32_t account) {
    sked_share_account_info info;
    if (told(sked_share_get_account(&share, account, &info)) == SKED_OK) {
        pin_wide(info.usage);
        pin(info.place);
        pin(info.target_permille);
        pin(info.used_permille);
        pin(sked_share_room(&share, account));
    }
}

static void any_use(uint32_t account, uint32_t processors_max) {
    const uint32_t processors = 1 + any_below(processors_max);
    switch (any_below(5)) {
    case 0:
        (void)told(sked_share_charge(&share, account, (sked_time)processors * processors, now));
        break;
    case 1:
        (void)told(sked_share_advance(&share, now));
        break;
    case 2:
    case 3:
        if (told(sked_share_start(&share, account, processors, now)) == SKED_OK) {
            running[account] += processors;
        }
        break;
    default:
        if (told(sked_share_stop(&share, account, running[account], now)) == SKED_OK) {
            running[account] = 0;
        }
    }
}

static void any_event(uint32_t shares_max, uint32_t processors_max) {
    const sked_share_account account = any_account(shares_max);
    const uint32_t style = any_below(16), which = any_below(accounts + 2);
    uint32_t number = 0;
    if (style == 0) {
        (void)told(sked_share_set(&share, which, &account, now));
    } else if (style == 1) {
        if (told(sked_share_add(&share, which, &account, now, &number)) == SKED_OK) {
            accounts = number;
            running[number] = 0;
        }
    } else {
        any_use(which, processors_max);
    }
}

static void begin(sked_time half_life, sked_time ahead, uint32_t family) {
    sked_share_settings settings = sked_share_settings_of(ACCOUNTS, half_life);
    uint32_t i;
    settings.ahead = ahead;
    CHECK(sked_share_init(&share, &settings, room, sizeof room) == SKED_OK);
    now = 0;
    accounts = running[0] = 0;
    for (i = 0; i < ACCOUNTS - 6; i++) {
        const sked_share_account account = any_account(20);
        if (sked_share_add(&share, i < family ? 0 : any_below(family + 1), &account, 0,
                           &accounts) == SKED_OK) {
            running[accounts] = 0;
        }
    }
}

static void walk(uint64_t seed, const uint32_t *pins) {
    static const sked_time half_lives[] = {64, 100, 10080, INT64_C(604800000),
                                           SKED_SHARE_HALF_LIFE_MAX};
    const sked_time half_life = half_lives[seed % 5];
    const uint32_t large = seed % 3 == 0 ? INT32_MAX / (ACCOUNTS + 1) : 60;
    sked_share_info info;
    uint32_t step;
    pins_begin(seed);
    begin(half_life, seed % 2 == 0 ? half_life / 8 : 0, seed % 4 == 0 ? 30 : 4);
    for (step = 0; step < STEPS; step++) {
        go_on(half_life);
        any_event(large, large);
        pin_account(any_below(accounts + 1));
        pin_order();
        CHECK_SEED(seed, sked_share_validate(&share) == SKED_OK);
    }
    CHECK(sked_share_get_info(&share, &info) == SKED_OK);
    pin(info.turned);
    pin(info.compared);
    sked_share_destroy(&share);
    pins_compare(seed, pins, (uint32_t)seed - 1);
}

/* ---- victims --------------------------------------------------------------------------------- */

static uint64_t costs[CANDIDATES];
static uint32_t gains[CANDIDATES * DOMAINS * RESOURCES], needs[DOMAINS * RESOURCES];

/* A quarter of the candidates are like the one before. */
static void any_candidates(const sked_preempt_request *request, uint32_t size) {
    const uint32_t row = request->domains * request->resources;
    uint32_t i, k;
    for (i = 0; i < request->candidates; i++) {
        const int same = i > 0 && any_below(4) == 0;
        costs[i] = same ? costs[i - 1] : any_below(5) == 0 ? 0 : any_below(60) * (uint64_t)size;
        for (k = 0; k < row; k++) {
            gains[i * row + k] = same ? gains[(i - 1) * row + k]
                                 : any_below(3) == 0 ? 0 : any_below(size + 1);
        }
    }
    for (k = 0; k < row; k++) {
        needs[k] = any_below(4) == 0 ? 0 : 1 + any_below(size * 3);
    }
}

/* Prices so near to each other that they differ only in their last bits. */
static void near_candidates(const sked_preempt_request *request) {
    const uint32_t large = UINT32_C(1) << 30;
    uint32_t i;
    for (i = 0; i < request->candidates; i++) {
        gains[i] = large + any_below(large);
        costs[i] = UINT64_C(3) * gains[i] + any_below(3);
    }
    needs[0] = large + any_below(2 * large);
}

static void victims_walk(uint64_t seed, const uint32_t *pins) {
    uint32_t step, i, victims[CANDIDATES];
    pins_begin(seed);
    for (step = 0; step < STEPS; step++) {
        sked_preempt_request request = SKED_ZERO;
        sked_preempt_answer answer;
        request.candidates = any_below(CANDIDATES + 1);
        request.resources = any_below(8) == 0 ? RESOURCES : 1 + any_below(3);
        request.domains = 1 + any_below(DOMAINS);
        request.steps_max = any_below(3) == 0 ? 1 + any_below(30) : 0;
        request.costs = costs;
        request.gains = gains;
        request.needs = needs;
        if (step % 7 == 3) {
            request.resources = request.domains = 1;
            near_candidates(&request);
        } else {
            any_candidates(&request, step % 5 == 0 ? 1000000 : 1 + any_below(20));
        }
        if (told(sked_preempt_find(&request, &answer, victims, room, sizeof room)) == SKED_OK) {
            pin(answer.cost);
            pin(answer.cost_lower_bound);
            pin((uint64_t)answer.proved);
            pin(answer.domain);
            pin(answer.steps);
            for (i = 0; i < answer.victims; i++) {
                pin(victims[i]);
            }
        }
    }
    pins_compare(seed, pins, (uint32_t)seed - 1);
}

int main(void) {
    static const uint32_t walks[30] = {
        0x48DF2970, 0xDB1DF6A6, 0xC30E3C9A, 0x6F79D4DD, 0x038B1756, 0xF58C2003, 0x42DFFCC2,
        0xC98F57F5, 0x39BC42F4, 0xC288085E, 0x949FE9BD, 0xC62091AA, 0xCC7BC8A1, 0x8F8C2FDD,
        0x71D6BA51, 0x45D71743, 0x3122B814, 0x38363021, 0x3E537148, 0xEAFFA4E1, 0xD35D2958,
        0x1BEC764E, 0xB7B925A4, 0xB5DE45CF, 0x7A9336E2, 0x1BD7F37C, 0x68C8E181, 0xC8CAAA07,
        0x8E28EF87, 0x1715DE03};
    static const uint32_t victims_walks[8] = {
        0xF31DD8B5, 0x07550FA1, 0xC5AACCB7, 0x1F70F705, 0x3A25054B, 0x19E9344C, 0x883A766F,
        0x57387793};
    uint64_t seed;
    for (seed = 1; seed <= 30; seed++) {
        walk(seed, walks);
    }
    for (seed = 1; seed <= 8; seed++) {
        victims_walk(seed, victims_walks);
    }
    return check_done("share_pins");
}
