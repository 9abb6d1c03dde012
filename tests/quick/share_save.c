/* share_save.c - quick tests of copies of accounts, of growth, of saved blocks and of damaged ones.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched_share.h"

#include <string.h>

#include "../check.h"
#include "share_scenes.h"
/* It needs ROOM. */
#include "giver.h"

enum { A = 1, B, A1, A2, A3, OTHER = ROOM / sizeof(sked_align), NO_REFUSAL = 99 };

struct probe {
    char first;
    sked_align aligned;
};

static sked_align other_room[OTHER];

/* Two groups; in the first three users, of which two run. The first group rises faster than the
 * second, by shares, and one user than the next. A row of three has one vacant cell. */
static sked_share five_accounts(void) {
    sked_share share = empty_share(6, 640, 0);
    add(&share, ROOT, 2);
    add(&share, ROOT, 1);
    add(&share, A, 1);
    add(&share, A, 1);
    add(&share, A, 1);
    CHECK(sked_share_start(&share, B, 3, 0) == SKED_OK);
    CHECK(sked_share_start(&share, A1, 3, 10) == SKED_OK);
    CHECK(sked_share_start(&share, A2, 5, 15) == SKED_OK);
    CHECK(sked_share_advance(&share, 20) == SKED_OK);
    CHECK(sked_share_validate(&share) == SKED_OK);
    return share;
}

static int is_same(const sked_share *a, const sked_share *b) {
    uint32_t first = sked_share_first(a), second = sked_share_first(b), account;
    int same = 1;
    while (first != SKED_NONE && first == second) {
        first = sked_share_next(a, first);
        second = sked_share_next(b, second);
    }
    for (account = 0; account <= A3; account++) {
        same = same && usage_of(a, account) == usage_of(b, account);
    }
    return same && first == second;
}

/* ---- copies and growth ----------------------------------------------------------------------- */

static void test_branch(void) {
    sked_share share = five_accounts(), branch;
    sked_share_info info;
    CHECK(sked_share_get_info(&share, &info) == SKED_OK);
    CHECK(sked_share_branch(&share, &branch, NULL, sizeof other_room) == SKED_E_BLOCK);
    CHECK(sked_share_branch(&share, &branch, other_room, info.bytes - 1) == SKED_E_BLOCK);
    CHECK(sked_share_first(&branch) == SKED_NONE);
    CHECK(sked_share_branch(&share, &branch, other_room, info.bytes) == SKED_OK);
    CHECK(is_same(&share, &branch) && sked_share_validate(&branch) == SKED_OK);
    CHECK(sked_share_grow(&branch, 7) == SKED_E_FIXED);
    CHECK(sked_share_stop(&branch, B, 3, 30) == SKED_OK && !is_same(&share, &branch));
    CHECK(sked_share_stop(&share, B, 3, 30) == SKED_OK && is_same(&share, &branch));
    sked_share_destroy(&branch);
    sked_share_destroy(&share);
}

static void test_grow(void) {
    const sked_share_account account = sked_share_account_of(1);
    sked_share share = five_accounts(), clone;
    uint32_t number = 0;
    CHECK(sked_share_clone(&share, &clone, giving(0)) == SKED_E_MEMORY);
    CHECK(sked_share_first(&clone) == SKED_NONE);
    CHECK(sked_share_clone(&share, &clone, giving(NO_REFUSAL)) == SKED_OK);
    CHECK(sked_share_grow(&clone, 5) == SKED_E_RANGE);
    CHECK(sked_share_grow(&clone, (UINT32_C(1) << 28) + 1) == SKED_E_RANGE);
#if SIZE_MAX <= 0xFFFFFFFFu
    CHECK(sked_share_grow(&clone, UINT32_C(1) << 28) == SKED_E_OVERFLOW);
#endif
    CHECK(sked_share_add(&clone, A, &account, 20, &number) == SKED_OK && number == 6);
    CHECK(sked_share_add(&clone, A, &account, 20, &number) == SKED_E_FULL);
    mine.crooked = 1;
    CHECK(sked_share_grow(&clone, 8) ==
          (offsetof(struct probe, aligned) == 1 ? SKED_OK : SKED_E_BLOCK));
    mine.crooked = 0;
    mine.refused = mine.calls;
    CHECK(sked_share_grow(&clone, 8) == SKED_E_MEMORY && sked_share_validate(&clone) == SKED_OK);
    CHECK(sked_share_grow(&clone, 8) == SKED_OK && sked_share_validate(&clone) == SKED_OK);
    CHECK(sked_share_add(&clone, A, &account, 20, &number) == SKED_OK && number == 7);
    CHECK(sked_share_stop(&clone, B, 3, 30) == SKED_OK);
    CHECK(sked_share_stop(&share, B, 3, 30) == SKED_OK);
    CHECK(usage_of(&clone, B) == usage_of(&share, B) && sked_share_validate(&clone) == SKED_OK);
    sked_share_destroy(&clone);
    CHECK(mine.given == 0 && !mine.wrong);
    sked_share_destroy(&share);
}

static void test_create(void) {
    sked_share_settings settings = sked_share_settings_of(6, 640);
    sked_share share;
    CHECK(sked_share_create(&share, &settings, giving(0)) == SKED_E_MEMORY);
    CHECK(sked_share_create(&share, &settings, giving(NO_REFUSAL)) == SKED_OK);
    CHECK(sked_share_validate(&share) == SKED_OK);
    sked_share_destroy(&share);
    CHECK(mine.given == 0 && !mine.wrong);
    settings.accounts_max = 0;
    CHECK(sked_share_create(&share, &settings, giving(NO_REFUSAL)) == SKED_E_RANGE);
    CHECK(mine.calls == 0 && sked_share_first(&share) == SKED_NONE);
}

/* ---- saved blocks ---------------------------------------------------------------------------- */

static void test_open(void) {
    sked_share share = five_accounts(), opened;
    const void *block = NULL;
    size_t bytes = 0;
    CHECK(sked_share_seal(&share, &block, &bytes) == SKED_OK && block == room);
    CHECK(bytes <= sizeof other_room);
    memcpy(other_room, block, bytes);
    CHECK(sked_share_open(&opened, NULL, bytes) == SKED_E_BLOCK);
    CHECK(sked_share_open(&opened, other_room, SKED_SEAL_BYTES - 1) == SKED_E_BLOCK);
    CHECK(sked_share_open(&opened, other_room, bytes - 1) == SKED_E_LENGTH);
    CHECK(sked_share_open(&opened, other_room, bytes) == SKED_OK && is_same(&share, &opened));
    CHECK(sked_share_grow(&opened, 7) == SKED_E_FIXED);
    CHECK(sked_share_stop(&opened, B, 3, 30) == SKED_OK);
    CHECK(sked_share_open(&share, other_room, bytes) == SKED_E_CORRUPT);    /* after the seal */
    sked_seal(other_room, bytes, 4711);
    CHECK(sked_share_open(&share, other_room, bytes) == SKED_E_INCOMPATIBLE);
    sked_seal(other_room, SKED_SEAL_BYTES + 8, SKED_SHARE_KIND_);
    CHECK(sked_share_open(&share, other_room, SKED_SEAL_BYTES + 8) == SKED_E_CORRUPT);
    CHECK(sked_share_first(&share) == SKED_NONE);
}

/* ---- damaged blocks -------------------------------------------------------------------------- */

/* A copy of the five accounts for each damage. */
static sked_share damaged;

static void begin_damage(void) {
    sked_share share = five_accounts();
    CHECK(sked_share_branch(&share, &damaged, other_room, sizeof other_room) == SKED_OK);
    CHECK(sked_share_validate(&damaged) == SKED_OK);
}

/* Is what was just changed seen, also behind a fresh seal? */
static int is_seen(void) {
    const size_t bytes = damaged.bytes_;
    sked_share opened;
    const int seen = sked_share_validate(&damaged) == SKED_E_CORRUPT;
    sked_seal(other_room, bytes, SKED_SHARE_KIND_);
    return sked_share_open(&opened, other_room, bytes) == SKED_E_CORRUPT && seen;
}

#define DAMAGE(change)    \
    do {                  \
        begin_damage();   \
        change;           \
        CHECK(is_seen()); \
    } while (0)

#define ACCOUNT(number) damaged.account_[number]

static void test_damaged_state(void) {
    DAMAGE(damaged.state_->accounts_max = 0);
    DAMAGE(damaged.state_->accounts_max = 7);
    DAMAGE(damaged.state_->accounts_max = (UINT32_C(1) << 28) + 1);
    DAMAGE(damaged.state_->half_life = SKED_SHARE_HALF_LIFE_MIN - 1);
    DAMAGE(damaged.state_->half_life = SKED_SHARE_HALF_LIFE_MAX + 1);
    DAMAGE(damaged.state_->ahead = -1);
    DAMAGE(damaged.state_->ahead = 641);
    DAMAGE(damaged.state_->sums[0] = 1);
    DAMAGE(damaged.state_->sums[64]++);
    DAMAGE(damaged.state_->unit = 1);
    DAMAGE(damaged.state_->now = -1);
    DAMAGE(damaged.state_->now = LAST + 1);
    DAMAGE(damaged.state_->now++);
    DAMAGE(damaged.state_->base = 640);
    DAMAGE(damaged.state_->sum.low++);
    DAMAGE(damaged.state_->units++);
    DAMAGE(damaged.state_->accounts = 0);
    DAMAGE(damaged.state_->accounts = 8);
    DAMAGE(damaged.state_->accounts--);
    DAMAGE(damaged.state_->turns = 6);
    DAMAGE(damaged.state_->cells = 4 * 6 + 1);
    DAMAGE(damaged.state_->cells = 1);
    DAMAGE(damaged.state_->cells = 4);
    DAMAGE(damaged.state_->cells = 4 * 6);          /* a family that grew would leave the block */
}

static void test_damaged_families(void) {
    DAMAGE(ACCOUNT(ROOT).above = 0);
    DAMAGE(ACCOUNT(ROOT).below = 6);
    DAMAGE(ACCOUNT(ROOT).below = 1);
    DAMAGE(ACCOUNT(A).first = 17);
    DAMAGE(ACCOUNT(A).first = UINT32_MAX);
    DAMAGE(ACCOUNT(A).shares = UINT32_C(1) << 31);
    DAMAGE(ACCOUNT(A).used = 1);
    DAMAGE(ACCOUNT(A1).used = 0);
    DAMAGE(ACCOUNT(A1).above = B);
    DAMAGE(damaged.place_[A1] = 1);
    DAMAGE(damaged.row_[ACCOUNT(A).first] = 99);
    DAMAGE(damaged.row_[ACCOUNT(A).first] = ROOT);
    DAMAGE(damaged.row_[ACCOUNT(A).first + 3] = SKED_SHARE_VACANT_ + B);
    /* An account that nobody has. */
    DAMAGE(damaged.state_->accounts = 7; ACCOUNT(6) = ACCOUNT(A3); ACCOUNT(6).above = A;
           damaged.turn_place_[6] = SKED_NONE);
}

static void test_damaged_usage(void) {
    DAMAGE(ACCOUNT(A1).line.high = UINT64_C(1) << 60);
    DAMAGE(ACCOUNT(ROOT).line.high += UINT64_C(1) << 57; ACCOUNT(B).line.high += UINT64_C(1) << 57);
    DAMAGE(ACCOUNT(ROOT).line.high += UINT64_C(1) << 57);
    DAMAGE(ACCOUNT(ROOT).running = UINT32_C(1) << 31);
    DAMAGE(ACCOUNT(A).running--);
    DAMAGE(ACCOUNT(A).line.low--);
}

/* One more turn, which never comes. */
static void add_turn(uint32_t account) {
    const uint32_t at = damaged.state_->turns++;
    damaged.turn_[at].key = UINT64_MAX;
    damaged.turn_[at].index = account;
    damaged.turn_place_[account] = at;
}

/* The two that turn are A before B, and one user before another. */
static void test_damaged_turns(void) {
    uint32_t first, last;
    begin_damage();
    CHECK(damaged.state_->turns >= 2);
    first = damaged.turn_[0].index;
    last = damaged.turn_[1].index;
    DAMAGE(damaged.turn_[0].index = 99);
    DAMAGE(damaged.turn_place_[first] = 1);
    DAMAGE(damaged.turn_place_[first] = SKED_NONE);
    DAMAGE(damaged.turn_[0].key = UINT64_MAX);
    DAMAGE(damaged.turn_[1].key = UINT64_MAX - 1);
    DAMAGE(damaged.state_->turns--; damaged.turn_place_[last] = SKED_NONE);
    DAMAGE(damaged.state_->turns--);
    DAMAGE(add_turn(ROOT));
    begin_damage();
    last = damaged.row_[ACCOUNT(A).first + 2];
    DAMAGE(add_turn(last));                     /* the last of a family */
    /* Two in the wrong order. */
    begin_damage();
    first = damaged.row_[ACCOUNT(ROOT).first];
    last = damaged.row_[ACCOUNT(ROOT).first + 1];
    DAMAGE(damaged.row_[ACCOUNT(ROOT).first] = last; damaged.row_[ACCOUNT(ROOT).first + 1] = first;
           damaged.place_[first] = 1; damaged.place_[last] = 0);
}

/* The handle's own numbers, as long as its addresses lead somewhere. */
static void test_damaged_handle(void) {
    DAMAGE(damaged.bytes_ -= 8);
    begin_damage();
    damaged.account_++;
    CHECK(sked_share_validate(&damaged) == SKED_E_CORRUPT);
    begin_damage();
    damaged.turn_++;
    CHECK(sked_share_validate(&damaged) == SKED_E_CORRUPT);
    begin_damage();
    damaged.turn_place_++;
    CHECK(sked_share_validate(&damaged) == SKED_E_CORRUPT);
    begin_damage();
    damaged.place_++;
    CHECK(sked_share_validate(&damaged) == SKED_E_CORRUPT);
    begin_damage();
    damaged.row_++;
    CHECK(sked_share_validate(&damaged) == SKED_E_CORRUPT);
}

int main(void) {
    test_branch();
    test_grow();
    test_create();
    test_open();
    test_damaged_state();
    test_damaged_families();
    test_damaged_usage();
    test_damaged_turns();
    test_damaged_handle();
    return check_done("share_save");
}
