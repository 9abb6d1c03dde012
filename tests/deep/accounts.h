/* accounts.h: what the models of queues know of accounts: their places, and in which worlds there
 * are any. */
/* SPDX-License-Identifier: MIT */
#ifndef ACCOUNTS_H_INCLUDED
#define ACCOUNTS_H_INCLUDED

/* The includer has included sched.h and harness.h. */

enum { ACCOUNTS_MAX = 9 };

/* By their places. */
typedef struct accounts {
    uint32_t count, at[ACCOUNTS_MAX];
} accounts;

typedef struct swap {
    uint32_t a, b;
} swap;

static unsigned long swaps_seen[2];     /* that are accepted, that are refused */

/* Two worlds of seven have accounts; all others are as if there were no such thing. */
static int has_accounts(uint64_t seed) {
    return seed % 7 < 2;
}

static void begin_accounts(accounts *self, uint32_t count) {
    uint32_t account;
    self->count = count;
    for (account = 0; account < count; account++) {
        self->at[account] = account;
    }
}

/* The count, if there is no such account. */
static uint32_t place_of_account(const accounts *self, uint32_t account) {
    uint32_t at = 0;
    while (at < self->count && self->at[at] != account) {
        at++;
    }
    return at;
}

/* Only in the order of accounts. */
static sked_status expect_swap(const sked_queue_settings *settings, const swap *asked) {
    return settings->order != SKED_BY_SHARE || asked->a >= settings->accounts_max ||
                   asked->b >= settings->accounts_max
               ? SKED_E_RANGE
               : SKED_OK;
}

static void model_swap(accounts *self, const swap *asked) {
    const uint32_t a = place_of_account(self, asked->a), b = place_of_account(self, asked->b);
    self->at[a] = asked->b;
    self->at[b] = asked->a;
}

/* One in eight is none. */
static swap any_swap(const accounts *self, uint64_t *random) {
    swap asked;
    asked.a = check_below(random, self->count + (check_below(random, 8) == 0));
    asked.b = check_below(random, self->count + (check_below(random, 8) == 0));
    return asked;
}

static void note_swap(sked_status expected) {
    swaps_seen[expected != SKED_OK]++;
}

/* One in 32 is none. */
static uint32_t any_account(const accounts *self, uint64_t *random) {
    if (self->count == 0) {
        return 0;
    }
    return check_below(random, 32) == 0 ? self->count + check_below(random, 2)
                                        : check_below(random, self->count);
}

/* Of a job; without accounts all have number 0. */
static int is_account(const accounts *self, uint32_t account) {
    return account == 0 || account < self->count;
}

/* Mostly by share; then the other orders may be, too. */
static void any_shares(sked_queue_settings *settings, accounts *self, uint64_t *random) {
    const uint32_t which = check_below(random, 16);
    begin_accounts(self, 1 + check_below(random, check_below(random, 3) ? 4 : ACCOUNTS_MAX));
    settings->accounts_max = self->count;
    if ((which & 3) != 0) {
        settings->order = SKED_BY_SHARE;
        settings->backfill_order = which & 4 ? SKED_BY_SHARE : settings->backfill_order;
        settings->background_order = which & 8 ? SKED_BY_SHARE : settings->background_order;
    }
}

/* Does a blocked head stay the head? `kept`: under SKED_COMPRESS. */
static int heads_stay(const sked_queue_settings *settings, int reserves, int kept) {
    return settings->order == SKED_BY_SHARE && reserves && !kept;
}

static int accounts_agree(const accounts *self, const sked_queue *queue, sked_order order) {
    uint32_t at;
    for (at = 0; at < self->count; at++) {
        if (sked_queue_account_at(queue, at) !=
            (order == SKED_BY_SHARE ? self->at[at] : SKED_NONE)) {
            return 0;
        }
    }
    return sked_queue_account_at(queue, self->count) == SKED_NONE;
}

#endif
