/* share_scenes.h: accounts in a fixed block, for the quick tests of sched_share.h.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SHARE_SCENES_H_INCLUDED
#define SHARE_SCENES_H_INCLUDED

/* The includer has included sched_share.h and check.h. */

#define LAST SKED_TIME_MAX

enum { ROOT = SKED_SHARE_ROOT, FIRST, SECOND, THIRD, WEEK = 7 * 1440, ROOM = 4096 };

static sked_align room[ROOM / sizeof(sked_align)], before[ROOM / sizeof(sked_align)];

static inline sked_share empty_share(uint32_t accounts_max, sked_time half_life, sked_time ahead) {
    sked_share_settings settings = sked_share_settings_of(accounts_max, half_life);
    sked_share share;
    size_t bytes = 0;
    settings.ahead = ahead;
    CHECK(sked_share_bytes(&settings, &bytes) == SKED_OK && bytes < sizeof room);
    memset(room, 0xA5, sizeof room);            /* what lies there before does not matter */
    CHECK(sked_share_init(&share, &settings, room, bytes) == SKED_OK);
    CHECK(((const unsigned char *)room)[bytes] == 0xA5);
    return share;
}

static inline void add(sked_share *share, uint32_t above, uint32_t shares) {
    const sked_share_account account = sked_share_account_of(shares);
    sked_share_info info;
    uint32_t number = 0;
    CHECK(sked_share_get_info(share, &info) == SKED_OK);
    CHECK(sked_share_add(share, above, &account, info.now, &number) == SKED_OK);
    CHECK(number == info.accounts + 1);
}

/* Two accounts of one share each. */
static inline sked_share two_accounts(sked_time half_life) {
    sked_share share = empty_share(2, half_life, 0);
    add(&share, ROOT, 1);
    add(&share, ROOT, 1);
    return share;
}

static inline uint64_t usage_of(const sked_share *share, uint32_t account) {
    sked_share_account_info info;
    CHECK(sked_share_get_account(share, account, &info) == SKED_OK && info.usage.high == 0);
    return info.usage.low;
}

/* Do these two go first? */
static inline int order_is(const sked_share *share, uint32_t first, uint32_t second) {
    return sked_share_first(share) == first && sked_share_next(share, first) == second &&
           sked_share_compare(share, first, second) == -1;
}

/* For CHECK_KEPT: not a byte of the block changes. */
static inline void keep(void) {
    memcpy(before, room, sizeof room);
}

static inline int is_kept(void) {
    return memcmp(before, room, sizeof room) == 0;
}

#endif
