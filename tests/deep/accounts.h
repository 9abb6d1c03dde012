/* accounts.h: what the models of queues know of accounts: their list, moves in it, and in which
 * worlds there are any. */
/* SPDX-License-Identifier: MIT */
#ifndef ACCOUNTS_H_INCLUDED
#define ACCOUNTS_H_INCLUDED

/* The includer has included sched.h and harness.h. */

enum { ACCOUNTS_MAX = 9 };

/* As they follow each other. */
typedef struct accounts {
    uint32_t count, at[ACCOUNTS_MAX];
    int worn;                           /* nearly all come behind account 0, again and again */
} accounts;

/* Those from first to last are to come directly behind another. */
typedef struct shift {
    uint32_t first, last, behind;
} shift;

static unsigned long shifts_seen[3];    /* that move some, that move none, that are refused */

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
    uint32_t place = 0;
    while (place < self->count && self->at[place] != account) {
        place++;
    }
    return place;
}

static sked_status expect_shift(const accounts *self, const shift *asked) {
    const uint32_t first = place_of_account(self, asked->first);
    const uint32_t last = place_of_account(self, asked->last);
    const uint32_t behind = place_of_account(self, asked->behind);
    if (first == self->count || last == self->count || last < first) {
        return SKED_E_RANGE;
    }
    return asked->behind != SKED_NONE &&
                   (behind == self->count || (first <= behind && behind <= last))
               ? SKED_E_RANGE
               : SKED_OK;
}

/* Cuts them out of the list, and writes it anew. Returns whether any account has another place. */
static int move_in_list(accounts *self, const shift *asked) {
    const accounts was = *self;
    const uint32_t first = place_of_account(&was, asked->first);
    const uint32_t last = place_of_account(&was, asked->last);
    uint32_t from, moved, to = 0;
    for (from = 0; from <= was.count; from++) {
        const uint32_t before = from == 0 ? SKED_NONE : was.at[from - 1];
        for (moved = first; moved <= last && before == asked->behind; moved++) {
            self->at[to++] = was.at[moved];
        }
        if (from < was.count && (from < first || from > last)) {
            self->at[to++] = was.at[from];
        }
    }
    return memcmp(&was, self, sizeof was) != 0;
}

/* Mostly one account, mostly to the front; one in eight is any. */
static shift any_shift(const accounts *self, uint64_t *random) {
    const uint32_t dice = check_below(random, 8), all = self->count;
    const uint32_t first = check_below(random, all);
    const uint32_t last = first + (dice < 3 ? check_below(random, all - first) : 0);
    shift asked;
    asked.first = self->at[first];
    asked.last = self->at[last];
    asked.behind = dice % 2 ? SKED_NONE : self->at[check_below(random, all)];
    if (self->worn && check_below(random, 16) > 0) {
        asked.first = asked.last = self->at[all - 1];
        asked.behind = 0;
    } else if (dice == 0) {
        asked.first = check_below(random, all + 1);
        asked.last = check_below(random, 4) ? asked.last : SKED_NONE;
        asked.behind = check_below(random, all + 1);
    }
    return asked;
}

static void note_shift(sked_status expected, int moved) {
    shifts_seen[0] += expected == SKED_OK && moved;
    shifts_seen[1] += expected == SKED_OK && !moved;
    shifts_seen[2] += expected != SKED_OK;
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

/* By share in more of the orders than not, and sometimes in none. */
static void any_shares(sked_queue_settings *settings, accounts *self, uint64_t *random) {
    const uint32_t which = check_below(random, 16);
    begin_accounts(self, 1 + check_below(random, check_below(random, 3) ? 4 : ACCOUNTS_MAX));
    self->worn = check_below(random, 3) == 0;
    settings->accounts_max = self->count;
    settings->order = which & 3 ? SKED_BY_SHARE : settings->order;
    settings->backfill_order = which & 4 ? SKED_BY_SHARE : settings->backfill_order;
    settings->background_order = which & 8 ? SKED_BY_SHARE : settings->background_order;
}

/* Does a blocked head stay the head? `kept`: under SKED_COMPRESS. */
static int heads_stay(const sked_queue_settings *settings, int reserves, int kept) {
    return settings->order == SKED_BY_SHARE && reserves && !kept;
}

static int accounts_agree(const accounts *self, const sked_queue *queue) {
    uint32_t place, account = SKED_NONE;
    for (place = 0; place < self->count; place++) {
        account = sked_queue_next_account(queue, account);
        if (account != self->at[place]) {
            return 0;
        }
    }
    return sked_queue_next_account(queue, account) == SKED_NONE &&
           sked_queue_next_account(queue, self->count) == SKED_NONE;
}

#endif
