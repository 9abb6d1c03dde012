/* share_forge.c - fuzz target: accounts whose block was forged, and blocks that were never one's.
 *
 * SPDX-License-Identifier: MIT
 *
 * Blind writes (calls_share.c) seldom contradict nothing: sums, places and turns depend on all of a
 * block. Here private fields are used: what is forged is nonsense, but with all that depends on it
 * made to agree, so that validate mostly accepts it; then come some writes that are not mended.
 * What is accepted is called: no call may then read or write outside the block. */
#define SKED_IMPLEMENTATION
#include "calls.h"

#include "calls_share.h"

#define FUZZ_NAME "share_forge"

enum { FORGE_CROWD = 150, FORGE_CALLS = 16, FORGE_RAW = 3 };

/* ---- accounts to be forged ------------------------------------------------------------------- */

/* So many siblings that sums of what each may have used do not fit into 128 bits. */
static void crowd(share_world *self) {
    const sked_share_settings settings = sked_share_settings_of(FORGE_CROWD, 64);
    const sked_share_account account = sked_share_account_of(1);
    uint32_t left, number;
    sked_share fresh;
    CHECK(sked_share_create(&fresh, &settings, calls_mem(&self->memory)) != SKED_E_RANGE);
    if (fresh.state_ == NULL) {
        return;
    }
    share_adopt(self, &fresh, NULL, 0);
    for (left = FORGE_CROWD - calls_below(4); left > 0; left--) {
        CHECK(sked_share_add(&self->share, SKED_SHARE_ROOT, &account, 0, &number) == SKED_OK);
    }
}

static void build(share_world *self) {
    static const calls_operation lively[] = {
        {share_start, share_start_ends}, {share_add, share_add_ends},
        {share_advance, share_advance_ends}, {share_charge, share_charge_ends},
        {share_set, share_set_ends}, {share_start, share_start_ends}};
    uint32_t left;
    if (calls_rarely(8)) {
        crowd(self);
    } else {
        (void)share_create(self);
    }
    for (left = calls_below(FORGE_CALLS); left > 0 && self->watched.block != NULL; left--) {
        (void)calls_make(lively, sizeof lively / sizeof *lively, self, &self->watched);
    }
    CHECK(self->share.state_ == NULL || sked_share_validate(&self->share) == SKED_OK);
}

/* ---- forgeries with which the rest is made to agree ------------------------------------------ */

static uint32_t some_account(const sked_share *share) {
    return calls_byte() % share->state_->accounts;
}

static sked_u128 some_usage(void) {
    static const uint64_t highs[8] = {
        0, 0, 1, (UINT64_C(1) << 56) - 1, UINT64_C(1) << 56, (UINT64_C(1) << 57) - 1,
        UINT64_C(1) << 57, UINT64_MAX};
    const uint32_t byte = calls_byte();
    sked_u128 usage;
    usage.high = highs[byte % 8];
    usage.low = byte / 8 % 4 == 0 ? 0 : byte / 8 % 4 == 1 ? UINT64_MAX : byte;
    return usage;
}

/* An account has used so much by now. */
static void forge_usage(sked_share *share, uint32_t account, sked_u128 usage) {
    const sked_u128 none = {0, 0};
    sked_share_account_ *a = &share->account_[account];
    a->line = none;
    a->line = sked_u128_sub(usage, sked_share_usage_(
                                       share, account,
                                       sked_share_sum_(share, share->state_->now)));
}

/* One account, or all; perhaps so that all together are just above 2^128, and seem to be few. */
static void forge_usages(sked_share *share) {
    const uint32_t only = some_account(share), all = calls_below(3);
    sked_u128 usage = some_usage();
    uint32_t account;
    if (all == 2 && share->state_->accounts > 1) {
        usage.high = UINT64_MAX / (share->state_->accounts - 1) + 1;
    }
    for (account = 0; account < share->state_->accounts; account++) {
        if (all != 0 || account == only) {
            forge_usage(share, account, usage);
        }
    }
}

static void forge_running(sked_share *share) {
    share->account_[some_account(share)].running = calls_number(99);
}

static void forge_account(sked_share *share) {
    sked_share_account_ *a = &share->account_[some_account(share)];
    const sked_share_account settings = share_some_account();
    a->shares = settings.shares;
    a->precedence = settings.precedence;
    a->processors_max = settings.processors_max;
}

/* Another account is above. */
static void forge_above(sked_share *share) {
    const uint32_t account = some_account(share);
    if (account != SKED_SHARE_ROOT) {
        share->account_[account].above = calls_byte() % account;
    }
}

/* What follows from the times. */
static void mend_times(sked_share *share) {
    sked_share_state_ *state = share->state_;
    const sked_time epoch = SKED_SHARE_EPOCH_ * state->half_life;
    sked_share_set_sums_(state->sums, state->half_life);
    state->unit = sked_share_unit_for_(state->half_life);
    state->base = state->now / epoch * epoch;
    sked_share_look_(share, state->now);
}

static void forge_times(sked_share *share) {
    const sked_share_settings settings = share_some_settings();
    const sked_share_info info = {.now = share->state_->now,
                                  .half_life = share->state_->half_life};
    const sked_time now = share_some_time(&info);
    share->state_->now = now < 0 ? 0 : now > SKED_TIME_MAX ? SKED_TIME_MAX : now;
    if (calls_below(2) == 0 && sked_share_check_(&settings) == SKED_OK) {
        share->state_->half_life = settings.half_life;
        share->state_->ahead = settings.ahead;
    }
    mend_times(share);
}

/* What says nothing of the rest. */
static void forge_counters(sked_share *share) {
    share->state_->turned = UINT64_MAX - calls_byte();
    share->state_->compared = UINT64_MAX - calls_byte();
    share->state_->spare = calls_byte();
}

/* Some accounts are gone, or have come as they were left. */
static void forge_count(sked_share *share) {
    const uint32_t count = 1 + calls_byte() % (share->state_->accounts_max + 1);
    uint32_t account;
    for (account = share->state_->accounts; account < count; account++) {
        share->account_[account].above = calls_byte() % account;
        share->account_[account].shares = calls_number(3);
    }
    share->state_->accounts = count;
}

/* ---- mending --------------------------------------------------------------------------------- */

/* Rows anew, each family behind the one before, and behind the cells that it has left. */
static void mend_rows(sked_share *share) {
    uint32_t family, account, used = 0;
    for (family = 0; family < share->state_->accounts; family++) {
        sked_share_account_ *a = &share->account_[family];
        uint32_t cells, below = 0;
        for (account = family + 1; account < share->state_->accounts; account++) {
            below += share->account_[account].above == family;
        }
        cells = sked_share_cells_(below);
        used += cells > 0 ? cells - 1 : 0;
        a->first = used;
        below = 0;
        for (account = family + 1; account < share->state_->accounts; account++) {
            if (share->account_[account].above == family) {
                share->row_[used + below] = account;
                share->place_[account] = below++;
            }
        }
        a->below = below;
        for (; below < cells; below++) {
            share->row_[used + below] = SKED_SHARE_VACANT_ + family;
        }
        used += cells;
    }
    share->state_->cells = used;
}

/* Whoever has others below has what they have. */
static void mend_sums(sked_share *share) {
    uint32_t account;
    for (account = 0; account < share->state_->accounts; account++) {
        sked_share_account_ *a = &share->account_[account];
        if (a->below > 0) {
            memset(&a->line, 0, sizeof a->line);
            a->running = 0;
        }
        a->used = a->below == 0 && (a->running | a->line.high | a->line.low) != 0;
    }
    for (account = share->state_->accounts; account-- > 1;) {
        const sked_share_account_ *a = &share->account_[account];
        sked_share_account_ *family = &share->account_[a->above];
        family->line = sked_u128_add(family->line, a->line);
        family->running += a->running;
    }
}

/* Is it of a size that the order can be computed of? */
static int is_orderly(const sked_share *share) {
    uint32_t account;
    for (account = 0; account < share->state_->accounts; account++) {
        if (share->account_[account].running > SHARE_COUNT_MAX ||
            share->account_[account].shares > SHARE_COUNT_MAX ||
            !sked_share_validate_usage_(share, account)) {
            return 0;
        }
    }
    return 1;
}

static void mend_order(sked_share *share) {
    uint32_t account, place;
    share->state_->turns = 0;
    for (account = 0; account < share->state_->accounts; account++) {
        share->turn_place_[account] = SKED_NONE;
    }
    for (account = 0; account < share->state_->accounts; account++) {
        sked_share_sort_(share, account);
        for (place = 0; place < share->account_[account].below; place++) {
            sked_share_watch_(share, account, place);
        }
    }
}

/* Returns whether all agrees now. */
static int mend(sked_share *share) {
    mend_rows(share);
    mend_sums(share);
    if (!is_orderly(share)) {
        return 0;
    }
    mend_order(share);
    return 1;
}

/* ---- forgeries that are not mended ----------------------------------------------------------- */

/* How many cells are given to families; those of one are others. */
static void forge_cells(sked_share *share) {
    sked_share_state_ *state = share->state_;
    const uint32_t byte = calls_byte(), most = sked_share_cells_max_(state->accounts_max);
    sked_share_account_ *a = &share->account_[some_account(share)];
    const uint32_t cells = sked_share_cells_(a->below), more = byte / 4 % 8;
    uint32_t i;
    if (byte % 4 == 0) {
        state->cells = most - (more < most ? more : 0);
    } else if (byte % 4 == 1) {
        state->cells += more;
    } else if (a->first + cells <= state->cells && state->cells + more + cells <= most) {
        for (i = 0; i < cells; i++) {
            share->row_[state->cells + more + i] = share->row_[a->first + i];
        }
        a->first = state->cells + more;
        state->cells += more + cells;
    }
}

/* Turns that come too soon, or never. */
static void forge_turns(sked_share *share) {
    sked_share_state_ *state = share->state_;
    const uint32_t byte = calls_byte();
    uint32_t i;
    if (state->turns > 0) {
        sked_pair *turn = &share->turn_[calls_byte() % state->turns];
        turn->key = byte % 4 == 0 ? 0 : byte % 4 == 1 ? UINT64_MAX : turn->key + byte % 3 - 1;
    }
    for (i = 0; byte % 8 == 5 && i < state->turns; i++) {
        share->turn_[i].key = 0;
    }
}

static void forge_places(sked_share *share) {
    const uint32_t account = some_account(share), value = calls_byte() % 16;
    switch (calls_below(5)) {
    case 0: share->place_[account] = value; break;
    case 1: share->turn_place_[account] = value; break;
    case 2: share->account_[account].first = value; break;
    case 3: share->account_[account].used = value % 3; break;
    default: share->row_[value % sked_share_cells_max_(share->state_->accounts_max)] = account;
    }
}

static void forge_unmended(sked_share *share) {
    switch (calls_below(4)) {
    case 0: forge_turns(share); break;
    case 1: forge_places(share); break;
    default: forge_cells(share);
    }
}

static void forge_mended(share_world *self) {
    sked_share *share = &self->share;
    switch (calls_below(8)) {
    case 0: forge_running(share); break;
    case 1: forge_account(share); break;
    case 2: forge_above(share); break;
    case 3: forge_times(share); break;
    case 4: forge_counters(share); break;
    case 5: forge_count(share); break;
    default: forge_usages(share);
    }
}

/* Returns whether all of it was mended. */
static int forge(share_world *self) {
    uint32_t mended = calls_below(6), raw = calls_below(FORGE_RAW + 1);
    const uint32_t blind = calls_below(3);
    const int all = raw == 0 && blind != 2;
    for (; mended > 0; mended--) {
        forge_mended(self);
    }
    if (!mend(&self->share)) {
        return 0;
    }
    for (; raw > 0; raw--) {
        forge_unmended(&self->share);
    }
    if (blind == 2) {                           /* what is left may not be looked at any more */
        calls_forge(self->share.state_, self->watched.bytes);
    }
    return all;
}

/* ---- the target ------------------------------------------------------------------------------ */

/* Opens what was forged, in a block of its own. */
static void open_forged(share_world *self, const void *block, size_t bytes) {
    unsigned char *copy = (unsigned char *)malloc(bytes > 0 ? bytes : 1);
    sked_share opened;
    memcpy(copy, block, bytes);
    if (bytes >= SKED_SEAL_BYTES) {
        sked_seal(copy, bytes, SKED_SHARE_KIND_);
    }
    if (sked_share_open(&opened, copy, bytes) == SKED_OK) {
        CHECK(sked_share_validate(&opened) == SKED_OK);
        share_adopt(self, &opened, copy, 1);
        return;
    }
    CHECK(opened.state_ == NULL);
    free(copy);
    share_end(self);
}

/* Calls of accepted accounts, until the file ends or they do. */
static void call_all(share_world *self) {
    while (self->watched.block != NULL && calls_go_on()) {
        (void)calls_make(share_operations, SHARE_OPERATIONS, self, &self->watched);
    }
}

static void fuzz_forgery(share_world *self) {
    int mended;
    build(self);
    if (self->share.state_ != NULL) {
        mended = forge(self);
        CHECK(!mended || sked_share_validate(&self->share) == SKED_OK);
        open_forged(self, self->share.state_, self->watched.bytes);
        CHECK(!mended || self->share.state_ != NULL);
        call_all(self);
    }
}

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    static share_world self;
    memset(&self, 0, sizeof self);
    calls_begin(bytes, size);
    share_watch(&self);
    if (calls_byte() % 8 == 7) {
        open_forged(&self, bytes + 1, size - 1);
        call_all(&self);
    } else {
        fuzz_forgery(&self);
    }
    share_end(&self);
    CHECK(self.memory.live == 0);
}

#include "replay.h"
