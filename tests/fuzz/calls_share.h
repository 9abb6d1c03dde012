/* calls_share.h: accounts of sched_share.h, called with whatever a file says.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CALLS_SHARE_H_INCLUDED
#define CALLS_SHARE_H_INCLUDED

#include "calls.h"

#include "sched_share.h"

enum {
    SHARE_ACCOUNTS = 14, SHARE_PLANTED = 8, SHARE_LARGEST = 256, SHARE_EPOCH = 24,
    SHARE_COUNT_MAX = INT32_MAX                 /* of shares, and of processors in use */
};

typedef struct share_world {
    sked_share share;
    calls_memory memory;
    calls_watched watched;
    void *block;                                /* of an object without a memory resource */
} share_world;

/* Judged accounts: the root, and those below it. */
static sked_share_account_info share_known[SHARE_LARGEST];

#define SHARE_EVENT SKED_E_EMPTY, SKED_E_TIME, SKED_E_BACKWARDS, SKED_E_UNKNOWN

/* ---- create ---------------------------------------------------------------------------------- */

/* Zeros, if there is no object. */
static sked_share_info share_info_of(const share_world *self) {
    sked_share_info info;
    memset(&info, 0, sizeof info);
    if (sked_share_get_info(&self->share, &info) == SKED_OK) {
        CHECK(info.accounts <= info.accounts_max && info.accounts < SHARE_LARGEST);
    }
    return info;
}

static void share_watch(share_world *self) {
    self->watched.block = self->share.state_;
    self->watched.handle = &self->share;
    self->watched.handle_bytes = sizeof self->share;
    self->watched.bytes = share_info_of(self).bytes;
    self->watched.moved = 1;
}

static void share_end(share_world *self) {
    sked_share_destroy(&self->share);
    free(self->block);
    self->block = NULL;
    self->watched.forged = 0;
    share_watch(self);
}

/* Another object takes the place of the one there is. */
static void share_adopt(share_world *self, const sked_share *share, void *block, int forged) {
    share_end(self);
    self->share = *share;
    self->block = block;
    self->watched.forged = forged;
    share_watch(self);
}

static sked_share_settings share_some_settings(void) {
    static const sked_time half_lives[16] = {
        64, 64, 64, 65, 100, 127, 640, 1000, 10080, INT64_C(1) << 21, (INT64_C(1) << 21) + 1,
        INT64_C(1) << 36, 63, (INT64_C(1) << 36) + 1, 0, SKED_NEVER};
    const uint32_t byte = calls_byte(), ahead = calls_byte();
    sked_share_settings settings = sked_share_settings_of(
        calls_number(SHARE_ACCOUNTS), half_lives[byte < 240 ? byte % 12 : byte % 16]);
    CHECK(settings.ahead == 0 && settings.refusal == NULL);
    if (ahead >= 248) {
        settings.ahead = calls_time(settings.half_life);
    } else if (ahead >= 128) {
        settings.ahead = ahead % 4 == 0 ? settings.half_life : ahead % 64;
    }
    return settings;
}

static sked_share_account share_some_account(void) {
    sked_share_account account = sked_share_account_of(calls_number(5));
    const uint32_t byte = calls_byte();
    account.precedence = byte % 8 == 7 ? calls_number(2) : 0;
    account.processors_max = byte / 8 % 4 == 3 ? calls_number(20) : 0;
    return account;
}

/* An account that there is, mostly. */
static uint32_t share_some_number(const sked_share_info *info) {
    return calls_number(info->accounts + 1);
}

/* The first accounts, which take few bytes of a file. */
static void share_plant(share_world *self) {
    uint32_t left = calls_below(SHARE_PLANTED + 1), number;
    for (; left > 0; left--) {
        const uint32_t byte = calls_byte();
        const sked_share_account account = sked_share_account_of(1 + byte / 16 % 4);
        const sked_share_info info = share_info_of(self);
        const sked_status status =
            sked_share_add(&self->share, byte % 16 % (info.accounts + 1), &account, 0, &number);
        CHECK(status == SKED_OK || status == SKED_E_FULL);
        CHECK(status != SKED_OK || number == info.accounts + 1);
    }
}

static sked_status share_create(void *world) {
    share_world *self = (share_world *)world;
    sked_share_settings settings = share_some_settings();
    sked_refusal refusal = SKED_ZERO;
    void *block = NULL;
    size_t bytes = 0;
    sked_share fresh;
    sked_status status;
    settings.refusal = &refusal;
    if (calls_below(2) == 0) {
        status = sked_share_create(&fresh, &settings, calls_mem(&self->memory));
    } else {
        status = sked_share_bytes(&settings, &bytes);
        CHECK(status != SKED_OK || bytes > 0);
        block = calls_block_for(status, bytes);
        memset(&refusal, 0, sizeof refusal);
        status = sked_share_init(&fresh, &settings, block, bytes - calls_rarely(16));
    }
    calls_judge_refusal(&refusal, status);
    if (status != SKED_OK) {
        CHECK(sked_share_validate(&fresh) == SKED_E_EMPTY);
        free(block);
    } else {
        share_adopt(self, &fresh, block, 0);
        share_plant(self);
    }
    return status;
}

static sked_status share_destroy(void *world) {
    share_end((share_world *)world);
    sked_share_destroy(&((share_world *)world)->share);
    return SKED_OK;
}

static sked_status share_grow(void *world) {
    share_world *self = (share_world *)world;
    const sked_share_info info = share_info_of(self);
    const uint32_t accounts_max = calls_number(2 * SHARE_ACCOUNTS);
    sked_status status;
    self->memory.refusals = calls_rarely(8);
    status = sked_share_grow(&self->share, accounts_max);
    CHECK(status != SKED_E_RANGE || accounts_max < info.accounts_max ||
          accounts_max > UINT32_C(1) << 28);
    if (status == SKED_OK) {
        CHECK(share_info_of(self).accounts_max == accounts_max);
        share_watch(self);
    }
    return status;
}

/* ---- change ---------------------------------------------------------------------------------- */

/* Soon, or about some half-lives later, or about where all is counted anew; rarely any time. */
static sked_time share_some_time(const sked_share_info *info) {
    const uint32_t byte = calls_byte();
    const sked_time epoch = SHARE_EPOCH * info->half_life;
    sked_time times[4];
    if (byte < 160 || info->half_life == 0) {
        return info->now + byte % 8;
    }
    if (byte >= 248) {
        return calls_time(info->now);
    }
    times[0] = info->now + info->half_life / 64 + byte % 3 - 1;
    times[1] = info->now + info->half_life * (byte % 7);
    times[2] = (info->now / epoch + 1) * epoch + byte % 3 - 1;
    times[3] = info->now + epoch * (byte % 9);
    return times[byte / 4 % 4];
}

/* What all calls with a time refuse. */
static sked_status share_expected(const share_world *self, uint32_t account, sked_time now) {
    const sked_share_info info = share_info_of(self);
    if (self->share.state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (now < 0 || now > SKED_TIME_MAX) {
        return SKED_E_TIME;
    }
    if (now < info.now) {
        return SKED_E_BACKWARDS;
    }
    return account > info.accounts ? SKED_E_UNKNOWN : SKED_OK;
}

/* Is nothing known of an account that would make it one in which jobs run or ran? Usage is rounded
 * down, so less than a processor-tick is not seen. */
static int share_is_idle(const sked_share_account_info *family) {
    return family->running == 0 && family->usage.high == 0 && family->usage.low == 0;
}

static sked_status share_add(void *world) {
    share_world *self = (share_world *)world;
    const sked_share_info info = share_info_of(self);
    const uint32_t above = share_some_number(&info);
    const sked_share_account account = share_some_account();
    const sked_time now = share_some_time(&info);
    sked_status expected = share_expected(self, above, now), status;
    sked_share_account_info family;
    uint32_t number = SKED_NONE;
    int may_be_used = 0;
    if (expected == SKED_OK) {
        CHECK(sked_share_get_account(&self->share, above, &family) == SKED_OK);
        may_be_used = family.below == 0 && account.shares <= SHARE_COUNT_MAX;
        expected = account.shares > SHARE_COUNT_MAX                ? SKED_E_RANGE
                   : family.below == 0 && !share_is_idle(&family) ? SKED_E_INNER
                   : info.accounts == info.accounts_max            ? SKED_E_FULL
                                                                   : SKED_OK;
    }
    status = sked_share_add(&self->share, above, &account, now, &number);
    CHECK(status == expected || (may_be_used && status == SKED_E_INNER));
    CHECK(number == (status == SKED_OK ? info.accounts + 1 : SKED_NONE));
    return status;
}

static sked_status share_set(void *world) {
    share_world *self = (share_world *)world;
    const sked_share_info info = share_info_of(self);
    const uint32_t number = share_some_number(&info);
    const sked_share_account account = share_some_account();
    const sked_time now = share_some_time(&info);
    sked_status expected = share_expected(self, number, now), status;
    sked_share_account_info after;
    if (expected == SKED_OK && account.shares > SHARE_COUNT_MAX) {
        expected = SKED_E_RANGE;
    }
    status = sked_share_set(&self->share, number, &account, now);
    CHECK(status == expected);
    if (status == SKED_OK) {
        CHECK(sked_share_get_account(&self->share, number, &after) == SKED_OK);
        CHECK(after.settings.shares == account.shares &&
              after.settings.precedence == account.precedence &&
              after.settings.processors_max == account.processors_max);
    }
    return status;
}

/* What a start or a stop must return, from what is known before it. */
static sked_status share_expected_run(const share_world *self, uint32_t account,
                                      uint32_t processors, int stops, sked_time now) {
    const sked_status expected = share_expected(self, account, now);
    sked_share_account_info own, all;
    if (expected != SKED_OK) {
        return expected;
    }
    CHECK(sked_share_get_account(&self->share, account, &own) == SKED_OK);
    CHECK(sked_share_get_account(&self->share, SKED_SHARE_ROOT, &all) == SKED_OK);
    if (own.below > 0 || processors == 0) {
        return own.below > 0 ? SKED_E_INNER : SKED_E_NO_WIDTH;
    }
    if (stops) {
        return processors > own.running ? SKED_E_RANGE : SKED_OK;
    }
    return processors > SHARE_COUNT_MAX - all.running ? SKED_E_OVERFLOW : SKED_OK;
}

static sked_status share_run(share_world *self, int stops) {
    const sked_share_info info = share_info_of(self);
    const uint32_t account = share_some_number(&info);
    const uint32_t processors = calls_number(stops ? 4 : 9);
    const sked_time now = share_some_time(&info);
    const sked_status expected = share_expected_run(self, account, processors, stops, now);
    const sked_status status =
        stops ? sked_share_stop(&self->share, account, processors, now)
              : sked_share_start(&self->share, account, processors, now);
    CHECK(status == expected);
    return status;
}

static sked_status share_start(void *world) {
    return share_run((share_world *)world, 0);
}

static sked_status share_stop(void *world) {
    return share_run((share_world *)world, 1);
}

/* Stops all that runs in an account. */
static sked_status share_stop_all(void *world) {
    share_world *self = (share_world *)world;
    const sked_share_info info = share_info_of(self);
    const uint32_t account = share_some_number(&info);
    const sked_time now = share_some_time(&info);
    sked_share_account_info own;
    const sked_status status = sked_share_get_account(&self->share, account, &own);
    return status != SKED_OK ? status : sked_share_stop(&self->share, account, own.running, now);
}

/* No file charges so often that sums reach 2^120, unless the object was forged. */
static sked_status share_charge(void *world) {
    share_world *self = (share_world *)world;
    const sked_share_info info = share_info_of(self);
    const uint32_t account = share_some_number(&info);
    const sked_time ticks = calls_length(), now = share_some_time(&info);
    sked_status expected = share_expected(self, account, now), status;
    sked_share_account_info own;
    if (expected == SKED_OK) {
        CHECK(sked_share_get_account(&self->share, account, &own) == SKED_OK);
        expected = own.below > 0                         ? SKED_E_INNER
                   : ticks < 0 || ticks > SKED_TIME_MAX ? SKED_E_TIME
                                                         : SKED_OK;
    }
    status = sked_share_charge(&self->share, account, ticks, now);
    CHECK(status == expected ||
          (self->watched.forged && expected == SKED_OK && status == SKED_E_OVERFLOW));
    return status;
}

static sked_status share_advance(void *world) {
    share_world *self = (share_world *)world;
    const sked_share_info info = share_info_of(self);
    const sked_time now = share_some_time(&info);
    const sked_status expected = share_expected(self, SKED_SHARE_ROOT, now);
    const sked_status status = sked_share_advance(&self->share, now);
    CHECK(status == expected);
    CHECK(share_info_of(self).now == (status == SKED_OK ? now : info.now));
    return status;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* All accounts, to share_known. Returns how many they are. */
static uint32_t share_know(const sked_share *share) {
    uint32_t count = 0;
    while (count < SHARE_LARGEST &&
           sked_share_get_account(share, count, &share_known[count]) == SKED_OK) {
        count++;
    }
    CHECK(sked_share_get_account(share, count, &share_known[SHARE_LARGEST - 1]) != SKED_OK);
    return count;
}

/* The walk visits each account without others below once, in the order of comparisons. */
static sked_status share_walk(void *world) {
    const sked_share *share = &((share_world *)world)->share;
    const uint32_t count = share_know(share);
    unsigned char seen[SHARE_LARGEST] = {0};
    uint32_t account, last = SKED_NONE, left = count, leaves = 0;
    for (account = 0; account < count; account++) {
        leaves += share_known[account].below == 0;
    }
    for (account = sked_share_first(share); account < count && left > 0 && !seen[account];
         account = sked_share_next(share, account)) {
        CHECK(share_known[account].below == 0);
        CHECK(last == SKED_NONE || (sked_share_compare(share, last, account) == -1 &&
                                    sked_share_compare(share, account, last) == 1));
        seen[account] = 1;
        last = account;
        left--;
        leaves--;
    }
    CHECK(account == SKED_NONE && leaves == 0);
    CHECK(sked_share_next(share, count) == SKED_NONE);
    CHECK(sked_share_next(share, SKED_NONE) == SKED_NONE);
    return SKED_OK;
}

/* Would precedence, shares and usage put the second of two siblings first? Usage is rounded down:
 * only what a whole processor-tick decides is seen. */
static int share_is_wrong(const sked_share_account_info *a, const sked_share_account_info *b) {
    const sked_share_account *first = &a->settings, *second = &b->settings;
    if (first->precedence != second->precedence) {
        return first->precedence > second->precedence;
    }
    if (first->shares == 0 || second->shares == 0) {
        return first->shares == 0 && second->shares != 0;
    }
    if (a->usage.high != 0 || b->usage.high != 0 || b->usage.low == UINT64_MAX) {
        return 0;
    }
    return sked_u128_compare(sked_u128_mul(a->usage.low, second->shares),
                             sked_u128_mul(b->usage.low + 1, first->shares)) >= 0;
}

/* Two siblings: by their places, by what they have used, and against those above. */
static void share_judge_pair(const share_world *self, uint32_t a, uint32_t b, int now_counts) {
    const sked_share_account_info *first = &share_known[a], *second = &share_known[b];
    CHECK(first->place != second->place);
    if (first->place < second->place) {
        CHECK(sked_share_compare(&self->share, a, b) == -1);
        CHECK(!now_counts || !share_is_wrong(first, second));
        CHECK(first->settings.precedence <= second->settings.precedence);
    }
}

/* Of an account with others below: what runs there, and what they have used, are sums. */
static void share_judge_sums(uint32_t account, uint32_t count) {
    const sked_share_account_info *family = &share_known[account];
    sked_u128 used = {0, 0}, most = {0, 0};
    uint64_t running = 0;
    uint32_t i, below = 0;
    for (i = 1; i < count; i++) {
        if (share_known[i].above == account) {
            running += share_known[i].running;
            used = sked_u128_add(used, share_known[i].usage);
            CHECK(share_known[i].target_permille <= family->target_permille);
            CHECK(share_known[i].used_permille <= family->used_permille);
            below++;
        }
    }
    most.low = below;
    most = sked_u128_add(used, most);
    CHECK(below == family->below);
    CHECK(below == 0 || (running == family->running &&
                         sked_u128_compare(family->usage, used) >= 0 &&
                         sked_u128_compare(family->usage, most) < 0));
}

/* All accounts at once. */
static sked_status share_families(void *world) {
    const share_world *self = (const share_world *)world;
    const sked_share_info info = share_info_of(self);
    const uint32_t count = share_know(&self->share);
    uint32_t a, b;
    CHECK(count == info.accounts + (self->share.state_ != NULL));
    for (a = 0; a < count && !self->watched.forged; a++) {
        CHECK(a == 0 ? share_known[a].above == SKED_NONE : share_known[a].above < a);
        CHECK(share_known[a].target_permille <= 1000 && share_known[a].used_permille <= 1000);
        share_judge_sums(a, count);
        for (b = 1; b < count; b++) {
            if (a != b && share_known[a].above == share_known[b].above) {
                share_judge_pair(self, a, b, info.ahead == 0);
            }
        }
    }
    return SKED_OK;
}

/* Is an account below another, or the same? */
static int share_is_below(const share_world *self, uint32_t account, uint32_t above) {
    sked_share_account_info info;
    while (account != above && account != SKED_NONE &&
           sked_share_get_account(&self->share, account, &info) == SKED_OK) {
        account = info.above;
    }
    return account == above;
}

static sked_status share_compare(void *world) {
    share_world *self = (share_world *)world;
    const sked_share_info info = share_info_of(self);
    const uint32_t a = share_some_number(&info), b = share_some_number(&info);
    const int order = sked_share_compare(&self->share, a, b);
    if (self->share.state_ == NULL || a > info.accounts || b > info.accounts) {
        CHECK(order == 0);
        return SKED_OK;
    }
    CHECK(order >= -1 && order <= 1 && (order == 0) == (a == b));
    CHECK(sked_share_compare(&self->share, b, a) == -order);
    if (a != b && share_is_below(self, b, a)) {
        CHECK(order == -1);
    }
    return SKED_OK;
}

static sked_status share_room(void *world) {
    share_world *self = (share_world *)world;
    const sked_share_info info = share_info_of(self);
    const uint32_t account = share_some_number(&info);
    const uint32_t room = sked_share_room(&self->share, account);
    uint32_t above = account, least = UINT32_MAX;
    sked_share_account_info own;
    if (self->share.state_ == NULL || account > info.accounts) {
        CHECK(room == 0);
        return SKED_OK;
    }
    while (above != SKED_NONE) {
        CHECK(sked_share_get_account(&self->share, above, &own) == SKED_OK);
        if (own.settings.processors_max > 0) {
            const uint32_t most = own.settings.processors_max;
            const uint32_t left = most > own.running ? most - own.running : 0;
            least = left < least ? left : least;
        }
        above = own.above;
    }
    CHECK(room == least);
    return SKED_OK;
}

/* ---- save ------------------------------------------------------------------------------------ */

static sked_status share_branch(void *world) {
    share_world *self = (share_world *)world;
    const size_t bytes = self->watched.bytes;
    void *block = malloc(bytes + 1);
    sked_share copy;
    const sked_status status =
        sked_share_branch(&self->share, &copy, block, bytes - (bytes > 0 ? calls_rarely(16) : 0));
    if (status != SKED_OK) {
        CHECK(sked_share_validate(&copy) == SKED_E_EMPTY);
        free(block);
    } else {
        share_adopt(self, &copy, block, self->watched.forged);
    }
    return status;
}

static sked_status share_clone(void *world) {
    share_world *self = (share_world *)world;
    sked_share copy;
    const sked_status status = sked_share_clone(&self->share, &copy, calls_mem(&self->memory));
    if (status == SKED_OK) {
        CHECK(sked_share_validate(&copy) == sked_share_validate(&self->share));
        share_adopt(self, &copy, NULL, self->watched.forged);
    }
    return status;
}

/* Are accounts, usage and order of two objects the same? */
static int share_is_same(const sked_share *a, const sked_share *b) {
    uint32_t account = share_know(a), first = sked_share_first(a), second = sked_share_first(b);
    sked_share_account_info info;
    while (account-- > 0) {
        if (sked_share_get_account(b, account, &info) != SKED_OK ||
            sked_u128_compare(info.usage, share_known[account].usage) != 0 ||
            info.place != share_known[account].place ||
            info.running != share_known[account].running) {
            return 0;
        }
    }
    while (first == second && first != SKED_NONE) {
        first = sked_share_next(a, first);
        second = sked_share_next(b, second);
    }
    return first == second;
}

/* It makes no difference how often time is reported: a copy stops on the way. */
static sked_status share_halve(void *world) {
    share_world *self = (share_world *)world;
    const sked_share_info info = share_info_of(self);
    const sked_time now = share_some_time(&info);
    const sked_time whole = now > info.now ? now - info.now : 0;
    const sked_time middle = info.now + whole / 4 * (sked_time)calls_below(5);
    const sked_mem mem = calls_mem(&self->memory);
    sked_share copy;
    self->memory.refusals = 0;
    if (share_expected(self, SKED_SHARE_ROOT, now) == SKED_OK) {
        CHECK(sked_share_clone(&self->share, &copy, mem) == SKED_OK);
        CHECK(sked_share_advance(&copy, middle) == SKED_OK);
        CHECK(sked_share_advance(&copy, now) == SKED_OK);
        CHECK(sked_share_advance(&self->share, now) == SKED_OK);
        CHECK(self->watched.forged || share_is_same(&self->share, &copy));
        sked_share_destroy(&copy);
    }
    return SKED_OK;
}

/* Seals the accounts and opens a copy of them, as they are or forged. */
static sked_status share_save(void *world) {
    share_world *self = (share_world *)world;
    const int forged = calls_below(2) != 0;
    const void *sealed;
    unsigned char *block;
    size_t bytes;
    sked_share opened;
    sked_status status = sked_share_seal(&self->share, &sealed, &bytes);
    if (status != SKED_OK) {
        return status;
    }
    self->watched.moved = 1;                    /* its block has a seal now */
    block = calls_copy_sealed(sealed, bytes, forged);
    status = sked_share_open(&opened, block, bytes - calls_rarely(64));
    if (status != SKED_OK) {
        CHECK(memcmp(calls_kept, block, bytes) == 0);
        CHECK(sked_share_validate(&opened) == SKED_E_EMPTY);
        free(block);
    } else {
        share_adopt(self, &opened, block, forged || self->watched.forged);
    }
    return status;
}

/* Writes into the block of accounts in use; what does not validate is mended. */
static sked_status share_forge(void *world) {
    share_world *self = (share_world *)world;
    unsigned char *block = (unsigned char *)self->share.state_;
    if (block == NULL || calls_rarely(2) != 0) {
        return SKED_OK;
    }
    calls_forge(block, self->watched.bytes);
    if (sked_share_validate(&self->share) == SKED_OK) {
        share_watch(self);
        self->watched.forged = 1;
        return SKED_OK;
    }
    memcpy(block, calls_kept, self->watched.bytes);
    return SKED_OK;
}

static sked_status share_validate(void *world) {
    share_world *self = (share_world *)world;
    const sked_status status = sked_share_validate(&self->share);
    CHECK((status == SKED_E_EMPTY) == (self->share.state_ == NULL));
    CHECK(self->watched.forged || status != SKED_E_CORRUPT);
    return status;
}

/* ---- what each may return -------------------------------------------------------------------- */

static const sked_status share_create_ends[] = {
    SKED_E_RANGE, SKED_E_TIME, SKED_E_OVERFLOW, SKED_E_BLOCK, SKED_E_MEMORY, SKED_OK};
static const sked_status share_grow_ends[] = {
    SKED_E_EMPTY, SKED_E_RANGE, SKED_E_OVERFLOW, SKED_E_FIXED, SKED_E_MEMORY, SKED_E_BLOCK,
    SKED_OK};
static const sked_status share_add_ends[] = {
    SHARE_EVENT, SKED_E_RANGE, SKED_E_INNER, SKED_E_FULL, SKED_OK};
static const sked_status share_set_ends[] = {SHARE_EVENT, SKED_E_RANGE, SKED_OK};
static const sked_status share_start_ends[] = {
    SHARE_EVENT, SKED_E_INNER, SKED_E_NO_WIDTH, SKED_E_OVERFLOW, SKED_OK};
static const sked_status share_stop_ends[] = {
    SHARE_EVENT, SKED_E_INNER, SKED_E_NO_WIDTH, SKED_E_RANGE, SKED_OK};
static const sked_status share_charge_ends[] = {
    SHARE_EVENT, SKED_E_INNER, SKED_E_OVERFLOW, SKED_OK};
static const sked_status share_advance_ends[] = {
    SKED_E_EMPTY, SKED_E_TIME, SKED_E_BACKWARDS, SKED_OK};
static const sked_status share_copy_ends[] = {
    SKED_E_EMPTY, SKED_E_BLOCK, SKED_E_MEMORY, SKED_OK};
static const sked_status share_save_ends[] = {
    SKED_E_EMPTY, SKED_E_BLOCK, SKED_E_INCOMPATIBLE, SKED_E_LENGTH, SKED_E_CORRUPT, SKED_OK};
static const sked_status share_validate_ends[] = {SKED_E_EMPTY, SKED_E_CORRUPT, SKED_OK};
static const sked_status share_fine[] = {SKED_OK};

static const calls_operation share_operations[] = {
    {share_start, share_start_ends},     {share_advance, share_advance_ends},
    {share_add, share_add_ends},         {share_walk, share_fine},
    {share_stop, share_stop_ends},       {share_charge, share_charge_ends},
    {share_set, share_set_ends},         {share_families, share_fine},
    {share_start, share_start_ends},     {share_halve, share_fine},
    {share_compare, share_fine},         {share_room, share_fine},
    {share_branch, share_copy_ends},     {share_clone, share_copy_ends},
    {share_save, share_save_ends},       {share_forge, share_fine},
    {share_validate, share_validate_ends}, {share_grow, share_grow_ends},
    {share_create, share_create_ends},   {share_destroy, share_fine},
    {share_start, share_start_ends},     {share_advance, share_advance_ends},
    {share_stop_all, share_stop_ends},   {share_families, share_fine},
    {share_add, share_add_ends},         {share_charge, share_charge_ends},
};

enum { SHARE_OPERATIONS = sizeof share_operations / sizeof *share_operations };

static void share_calls(void) {
    static share_world self;
    memset(&self, 0, sizeof self);
    share_watch(&self);
    calls_live(share_operations, SHARE_OPERATIONS, &self, &self.watched, share_create,
               share_validate);
    share_end(&self);
    CHECK(self.memory.live == 0);
}

#endif
