/* share.c - quick tests of accounts: their usage, their order, their caps.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched_share.h"

#include <string.h>

#include "../check.h"
#include "share_scenes.h"

/* ---- create ---------------------------------------------------------------------------------- */

static void test_settings(void) {
    const sked_share_settings plain = sked_share_settings_of(3, WEEK);
    const sked_share_account account = sked_share_account_of(7);
    sked_share_settings settings = plain;
    sked_share share;
    size_t bytes = 7, more = 0;
    CHECK(plain.accounts_max == 3 && plain.half_life == WEEK && plain.ahead == 0);
    CHECK(plain.refusal == NULL);
    CHECK(account.shares == 7 && account.precedence == 0 && account.processors_max == 0);
    settings.accounts_max = 0;
    CHECK(sked_share_bytes(&settings, &bytes) == SKED_E_RANGE && bytes == 7);
    CHECK(sked_share_init(&share, &settings, room, sizeof room) == SKED_E_RANGE);
    CHECK(sked_share_first(&share) == SKED_NONE);
    settings.accounts_max = (UINT32_C(1) << 28) + 1;
    CHECK(sked_share_bytes(&settings, &bytes) == SKED_E_RANGE && bytes == 7);
    settings = plain;
    settings.half_life = SKED_SHARE_HALF_LIFE_MIN - 1;
    CHECK(sked_share_bytes(&settings, &bytes) == SKED_E_TIME);
    settings.half_life = SKED_SHARE_HALF_LIFE_MAX + 1;
    CHECK(sked_share_bytes(&settings, &bytes) == SKED_E_TIME);
    settings = plain;
    settings.ahead = -1;
    CHECK(sked_share_bytes(&settings, &bytes) == SKED_E_TIME);
    settings.ahead = WEEK + 1;
    CHECK(sked_share_bytes(&settings, &bytes) == SKED_E_TIME && bytes == 7);
    settings.ahead = WEEK;
    settings.half_life = WEEK;
    CHECK(sked_share_bytes(&settings, &bytes) == SKED_OK && bytes <= sizeof room);
    settings.accounts_max = 4;
    CHECK(sked_share_bytes(&settings, &more) == SKED_OK && more > bytes);
    settings.accounts_max = UINT32_C(1) << 28;
    settings.half_life = settings.ahead = SKED_SHARE_HALF_LIFE_MIN;
#if SIZE_MAX <= 0xFFFFFFFFu
    CHECK(sked_share_bytes(&settings, &more) == SKED_E_OVERFLOW);
#else
    CHECK(sked_share_bytes(&settings, &more) == SKED_OK && more / settings.accounts_max > 64);
#endif
}

static void test_init(void) {
    const sked_share_settings settings = sked_share_settings_of(3, WEEK);
    sked_share_info info;
    sked_share share;
    size_t bytes = 0;
    CHECK(sked_share_bytes(&settings, &bytes) == SKED_OK);
    CHECK(sked_share_init(&share, &settings, NULL, bytes) == SKED_E_BLOCK);
    CHECK(sked_share_init(&share, &settings, room, bytes - 1) == SKED_E_BLOCK);
    CHECK(sked_share_get_info(&share, &info) == SKED_E_EMPTY);
    CHECK(sked_share_init(&share, &settings, room, sizeof room) == SKED_OK);
    CHECK(sked_share_get_info(&share, &info) == SKED_OK && info.bytes == bytes);
    CHECK(info.now == 0 && info.half_life == WEEK && info.ahead == 0);
    CHECK(info.accounts_max == 3 && info.accounts == 0);
    CHECK(info.turned == 0 && info.compared == 0);
    CHECK(sked_share_validate(&share) == SKED_OK);
    CHECK(sked_share_first(&share) == ROOT && sked_share_next(&share, ROOT) == SKED_NONE);
    sked_share_destroy(&share);
    sked_share_destroy(&share);
    CHECK(sked_share_validate(&share) == SKED_E_EMPTY);
}

/* Each function says that a handle of zeros is empty, or the like of it. */
static void test_empty(void) {
    static const sked_mem none = {give_nothing, take_nothing, NULL};
    const sked_share_account account = sked_share_account_of(1);
    sked_share share = SKED_ZERO, other;
    sked_share_account_info info;
    const void *block;
    uint32_t number;
    size_t bytes;
    CHECK(sked_share_add(&share, ROOT, &account, 0, &number) == SKED_E_EMPTY);
    CHECK(sked_share_set(&share, ROOT, &account, 0) == SKED_E_EMPTY);
    CHECK(sked_share_start(&share, ROOT, 1, 0) == SKED_E_EMPTY);
    CHECK(sked_share_stop(&share, ROOT, 1, 0) == SKED_E_EMPTY);
    CHECK(sked_share_charge(&share, ROOT, 1, 0) == SKED_E_EMPTY);
    CHECK(sked_share_advance(&share, 0) == SKED_E_EMPTY);
    CHECK(sked_share_get_account(&share, ROOT, &info) == SKED_E_EMPTY);
    CHECK(sked_share_first(&share) == SKED_NONE && sked_share_next(&share, ROOT) == SKED_NONE);
    CHECK(sked_share_compare(&share, ROOT, ROOT) == 0 && sked_share_room(&share, ROOT) == 0);
    CHECK(sked_share_branch(&share, &other, room, sizeof room) == SKED_E_EMPTY);
    CHECK(sked_share_clone(&share, &other, none) == SKED_E_EMPTY);
    CHECK(sked_share_grow(&share, 1) == SKED_E_EMPTY);
    CHECK(sked_share_seal(&share, &block, &bytes) == SKED_E_EMPTY);
}

/* ---- usage ----------------------------------------------------------------------------------- */

/* Ten processors for ten ticks at the begin of a half-life of 640: those ticks are in step 0, which
 * is the present one. Half of it is left one half-life later, exactly, and a quarter after two. */
static void test_halving(void) {
    sked_share share = two_accounts(640);
    CHECK(sked_share_start(&share, FIRST, 10, 0) == SKED_OK);
    CHECK(sked_share_stop(&share, FIRST, 10, 10) == SKED_OK);
    CHECK(sked_share_advance(&share, 640) == SKED_OK && usage_of(&share, FIRST) == 50);
    CHECK(sked_share_advance(&share, 649) == SKED_OK && usage_of(&share, FIRST) == 50);
    CHECK(sked_share_advance(&share, 1280) == SKED_OK && usage_of(&share, FIRST) == 25);
    CHECK(usage_of(&share, ROOT) == 25 && usage_of(&share, SECOND) == 0);
    CHECK(sked_share_advance(&share, 1920) == SKED_OK && usage_of(&share, FIRST) == 12);
    sked_share_destroy(&share);
}

/* The weight of each step, by a processor in use during its first tick alone. Divided by the weight
 * of the present tick, in step 0 of the next half-life but 16, so that nothing is lost. */
static void test_steps(void) {
    uint32_t step;
    for (step = 0; step < 64; step += 21) {
        static const uint64_t weights[] = {65892, 82719, 103844, 130364};
        sked_share share = two_accounts(64);
        CHECK(sked_share_start(&share, FIRST, 65892, step) == SKED_OK);
        CHECK(sked_share_stop(&share, FIRST, 65892, step + 1) == SKED_OK);
        CHECK(sked_share_advance(&share, 64) == SKED_OK);
        CHECK(usage_of(&share, FIRST) == weights[step / 21] / 2);
        sked_share_destroy(&share);
    }
}

/* What runs on for ever has a usage of 1 / ln 2 half-lives, here 91.8 ticks at the begin of one. */
static void test_steady(void) {
    sked_share share = two_accounts(64);
    const sked_time far = INT64_C(64) * 24 * 1000;
    uint64_t near_usage;
    CHECK(sked_share_start(&share, SECOND, 1000, 0) == SKED_OK);
    CHECK(sked_share_advance(&share, 64 * 24 * 5) == SKED_OK);
    near_usage = usage_of(&share, SECOND);
    CHECK(near_usage > 91000 && near_usage < 92500);
    CHECK(sked_share_advance(&share, far) == SKED_OK);
    CHECK(usage_of(&share, SECOND) == near_usage && sked_share_validate(&share) == SKED_OK);
    CHECK(sked_share_stop(&share, SECOND, 1000, far) == SKED_OK);
    CHECK(sked_share_advance(&share, far + INT64_C(64) * 24 * 6) == SKED_OK);
    CHECK(usage_of(&share, SECOND) == 0 && usage_of(&share, ROOT) == 0);
    CHECK(sked_share_validate(&share) == SKED_OK);
    sked_share_destroy(&share);
}

/* A charge is usage of the present tick; it decays as other usage does. */
static void test_charge(void) {
    sked_share share = two_accounts(64);
    uint32_t i;
    CHECK(sked_share_charge(&share, FIRST, 1000, 32) == SKED_OK && usage_of(&share, FIRST) == 1000);
    CHECK(sked_share_advance(&share, 96) == SKED_OK && usage_of(&share, FIRST) == 500);
    CHECK(sked_share_first(&share) == SECOND);
    CHECK_KEPT(sked_share_charge(&share, FIRST, -1, 96), SKED_E_TIME);
    CHECK_KEPT(sked_share_charge(&share, FIRST, LAST + 1, 96), SKED_E_TIME);
    CHECK_KEPT(sked_share_charge(&share, ROOT, 1, 96), SKED_E_INNER);
    /* At the last weight before the next base, which is less than 2^40: 2^18 times the most is less
     * than 2^120. */
    for (i = 0; sked_share_charge(&share, SECOND, LAST, 24 * 64 - 1) == SKED_OK; i++) {
    }
    CHECK(i >= UINT32_C(1) << 18 && i < UINT32_C(1) << 19);
    CHECK_KEPT(sked_share_charge(&share, SECOND, LAST, 24 * 64 - 1), SKED_E_OVERFLOW);
    CHECK(sked_share_charge(&share, SECOND, LAST, 24 * 64) == SKED_OK);
    CHECK(sked_share_validate(&share) == SKED_OK);
    sked_share_destroy(&share);
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Twice the shares may use twice as much. Ties go to the lower number. */
static void test_shares(void) {
    sked_share share = empty_share(2, 640, 0);
    add(&share, ROOT, 1);
    add(&share, ROOT, 2);
    CHECK(order_is(&share, FIRST, SECOND));
    CHECK(sked_share_charge(&share, FIRST, 10, 0) == SKED_OK && order_is(&share, SECOND, FIRST));
    CHECK(sked_share_charge(&share, SECOND, 20, 0) == SKED_OK && order_is(&share, FIRST, SECOND));
    CHECK(sked_share_charge(&share, SECOND, 1, 0) == SKED_OK && order_is(&share, FIRST, SECOND));
    CHECK(sked_share_charge(&share, FIRST, 1, 0) == SKED_OK && order_is(&share, SECOND, FIRST));
    sked_share_destroy(&share);
}

/* While both run on, the faster one falls behind at the tick at which its sum is larger. Nobody
 * need call at that time. */
static void test_turn(void) {
    sked_share share = two_accounts(WEEK);
    sked_share_info info;
    CHECK(sked_share_start(&share, FIRST, 1, 0) == SKED_OK && order_is(&share, FIRST, SECOND));
    CHECK(sked_share_advance(&share, 1) == SKED_OK && order_is(&share, SECOND, FIRST));
    CHECK(sked_share_start(&share, SECOND, 3, 2) == SKED_OK && order_is(&share, SECOND, FIRST));
    CHECK(sked_share_advance(&share, 3) == SKED_OK && order_is(&share, FIRST, SECOND));
    CHECK(sked_share_start(&share, FIRST, 4, 3) == SKED_OK);
    CHECK(sked_share_advance(&share, 1000) == SKED_OK && order_is(&share, SECOND, FIRST));
    CHECK(sked_share_get_info(&share, &info) == SKED_OK && info.turned == 3);
    CHECK(sked_share_validate(&share) == SKED_OK);
    sked_share_destroy(&share);
}

/* A half-life of years, so that turns are counted in units of many; and shares that make a product
 * of 192 bits. */
static void test_large(void) {
    sked_share share = empty_share(2, SKED_SHARE_HALF_LIFE_MAX, 0);
    sked_time now;
    add(&share, ROOT, INT32_MAX);
    add(&share, ROOT, INT32_MAX - 1);
    CHECK(sked_share_charge(&share, FIRST, LAST, 0) == SKED_OK);
    CHECK(sked_share_charge(&share, SECOND, LAST - 7, 0) == SKED_OK);
    CHECK(sked_share_start(&share, SECOND, INT32_MAX, 0) == SKED_OK);
    for (now = 0; now < SKED_SHARE_HALF_LIFE_MAX * 50; now += SKED_SHARE_HALF_LIFE_MAX / 3) {
        CHECK(sked_share_advance(&share, now) == SKED_OK);
        CHECK(sked_share_validate(&share) == SKED_OK);
    }
    CHECK(order_is(&share, FIRST, SECOND));
    sked_share_destroy(&share);
}

/* A difference of 128 bits, the highest of which is set. */
static void test_full(void) {
    const sked_time late = INT64_C(64) * 24 - 8;
    sked_share share = empty_share(2, 64, 0);
    add(&share, ROOT, INT32_MAX);
    add(&share, ROOT, INT32_MAX);
    CHECK(sked_share_charge(&share, SECOND, INT64_C(1) << 57, late) == SKED_OK);
    CHECK(sked_share_start(&share, FIRST, INT32_MAX, late) == SKED_OK);
    CHECK(sked_share_validate(&share) == SKED_OK && order_is(&share, FIRST, SECOND));
    sked_share_destroy(&share);
}

/* So much usage at so large a weight, and so many shares, that the products of two siblings differ
 * by more than 2^128. The first goes on to fall behind, at a turn that is found in several steps.
 */
static void test_wide(void) {
    const sked_time late = INT64_C(64) * 24 - 8;
    sked_share share = empty_share(2, 64, 0);
    sked_share_info info;
    sked_time now;
    uint32_t i;
    add(&share, ROOT, INT32_MAX);
    add(&share, ROOT, INT32_MAX);
    for (i = 0; i < 64; i++) {
        CHECK(sked_share_charge(&share, SECOND, LAST, late) == SKED_OK);
    }
    CHECK(sked_share_start(&share, FIRST, 1, late) == SKED_OK && order_is(&share, FIRST, SECOND));
    CHECK(sked_share_start(&share, FIRST, INT32_MAX - 1, late + 1) == SKED_OK);
    CHECK(sked_share_validate(&share) == SKED_OK);
    for (now = late + 1; now < late + 64 * 60; now++) {
        CHECK(sked_share_advance(&share, now) == SKED_OK);
        CHECK(sked_share_validate(&share) == SKED_OK);
    }
    CHECK(order_is(&share, SECOND, FIRST));
    CHECK(sked_share_get_info(&share, &info) == SKED_OK && info.compared > info.turned + 4);
    sked_share_destroy(&share);
}

/* Precedence is before all usage; no shares come last; both can be changed. */
static void test_ranks(void) {
    sked_share share = empty_share(3, WEEK, 0);
    sked_share_account account = sked_share_account_of(0);
    add(&share, ROOT, 0);
    add(&share, ROOT, 5);
    add(&share, ROOT, 0);
    CHECK(order_is(&share, SECOND, FIRST) && sked_share_next(&share, FIRST) == THIRD);
    CHECK(sked_share_start(&share, SECOND, 50, 0) == SKED_OK);
    CHECK(sked_share_start(&share, FIRST, 50, 0) == SKED_OK);
    CHECK(sked_share_advance(&share, 100) == SKED_OK && order_is(&share, SECOND, FIRST));
    account.precedence = 1;
    CHECK(sked_share_set(&share, FIRST, &account, 100) == SKED_OK);
    CHECK(order_is(&share, SECOND, THIRD) && sked_share_next(&share, THIRD) == FIRST);
    account.shares = 5;
    account.precedence = 2;
    CHECK(sked_share_set(&share, SECOND, &account, 100) == SKED_OK);
    CHECK(order_is(&share, THIRD, FIRST) && sked_share_next(&share, FIRST) == SECOND);
    CHECK(sked_share_set(&share, ROOT, &account, 100) == SKED_OK);
    CHECK(sked_share_validate(&share) == SKED_OK);
    sked_share_destroy(&share);
}

/* The order of a job that starts counts at once. Three start in one pass: each in another one. */
static void test_ahead(void) {
    sked_share share = empty_share(3, WEEK, 3600);
    uint32_t i;
    for (i = 0; i < 3; i++) {
        add(&share, ROOT, 1);
    }
    for (i = 0; i < 3; i++) {
        CHECK(sked_share_first(&share) == FIRST + i);
        CHECK(sked_share_start(&share, FIRST + i, 4 + i, 0) == SKED_OK);
    }
    CHECK(order_is(&share, FIRST, SECOND));
    CHECK(sked_share_start(&share, FIRST, 3, 0) == SKED_OK && order_is(&share, SECOND, THIRD));
    CHECK(sked_share_stop(&share, FIRST, 7, 5) == SKED_OK && order_is(&share, FIRST, SECOND));
    CHECK(sked_share_validate(&share) == SKED_OK);
    sked_share_destroy(&share);
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* Who is below the better of two is before all that are below the other. */
static void test_tree(void) {
    enum { A = 1, B, A1, B1, A2, B2 };
    sked_share share = empty_share(6, WEEK, 0);
    sked_share_account_info info;
    add(&share, ROOT, 30);
    add(&share, ROOT, 10);
    add(&share, A, 1);
    add(&share, B, 1);
    add(&share, A, 2);
    add(&share, B, 1);
    CHECK(sked_share_charge(&share, A1, 100, 0) == SKED_OK);
    CHECK(sked_share_charge(&share, A2, 150, 0) == SKED_OK);
    CHECK(sked_share_charge(&share, B2, 90, 0) == SKED_OK);
    /* 250 of 30 shares, 90 of 10: A goes first. 100 of 1, 150 of 2: A2 goes first. */
    CHECK(order_is(&share, A2, A1) && sked_share_next(&share, A1) == B1);
    CHECK(sked_share_next(&share, B1) == B2 && sked_share_next(&share, B2) == SKED_NONE);
    CHECK(sked_share_next(&share, A) == B1 && sked_share_next(&share, 7) == SKED_NONE);
    CHECK(sked_share_compare(&share, A1, B1) == -1 && sked_share_compare(&share, B1, A1) == 1);
    CHECK(sked_share_compare(&share, A1, A2) == 1 && sked_share_compare(&share, B2, B2) == 0);
    CHECK(sked_share_compare(&share, A, A1) == -1 && sked_share_compare(&share, B1, B) == 1);
    CHECK(sked_share_compare(&share, 7, A1) == 0 && sked_share_compare(&share, A1, 7) == 0);
    CHECK(sked_share_compare(&share, B, A2) == 1 && sked_share_compare(&share, ROOT, A) == -1);
    CHECK(sked_share_get_account(&share, A1, &info) == SKED_OK);
    CHECK(info.above == A && info.below == 0 && info.place == 1 && info.running == 0);
    CHECK(info.usage.low == 100 && info.usage.high == 0 && info.settings.shares == 1);
    CHECK(info.target_permille == 250 && info.used_permille == 294);
    CHECK(sked_share_get_account(&share, A, &info) == SKED_OK);
    CHECK(info.above == ROOT && info.below == 2 && info.place == 0 && info.usage.low == 250);
    CHECK(info.target_permille == 750 && info.used_permille == 735);
    CHECK(sked_share_get_account(&share, ROOT, &info) == SKED_OK && info.above == SKED_NONE);
    CHECK(info.target_permille == 1000 && info.used_permille == 1000);
    CHECK(sked_share_get_account(&share, 7, &info) == SKED_E_UNKNOWN);
    CHECK(sked_share_validate(&share) == SKED_OK);
    sked_share_destroy(&share);
}

/* The users of an account as Slurm's sshare printed them at a site: one share each, and a raw
 * usage. Those without usage tie for the rank 0.29; the others had 0.253333, 0.25 and 0.246667. */
static void test_sshare(void) {
    static const sked_time raw[] = {0, 0, 0, 0, 0, 344, 0, 351, 681, 0, 0, 0, 0};
    static const uint32_t order[] = {1, 2, 3, 4, 5, 7, 10, 11, 12, 13, 6, 8, 9};
    sked_share share = empty_share(13, WEEK, 0);
    uint32_t i, account;
    for (i = 0; i < 13; i++) {
        add(&share, ROOT, 1);
        CHECK(sked_share_charge(&share, i + 1, raw[i], 0) == SKED_OK);
    }
    account = sked_share_first(&share);
    for (i = 0; i < 13; i++) {
        CHECK(account == order[i]);
        account = sked_share_next(&share, account);
    }
    CHECK(account == SKED_NONE);
    sked_share_destroy(&share);
}

/* A whole tree, as sshare printed it for a private Slurm (the gate sshare makes such ones anew):
 * users and accounts beside each other, one without usage, and one without shares. */
static void test_sshare_tree(void) {
    enum { WWW = 2, INDUSTRY, SCIENCE, BACKUP, NEWS, PROXY, UUCP, BIOLOGY, PHYSICS, LP, MAIL, MAN,
           LIST, OPTICS, PLASMA, BIN, DAEMON, GAMES, SYS };
    static const struct { uint32_t above, shares; sked_time usage; } tree[] = {
        {ROOT, 1, 0}, {ROOT, 1, 20999}, {ROOT, 40, 0}, {ROOT, 60, 0},
        {INDUSTRY, 0, 0}, {INDUSTRY, 1, 32999}, {INDUSTRY, 1, 110997}, {INDUSTRY, 4, 50998},
        {SCIENCE, 2, 0}, {SCIENCE, 3, 0},
        {BIOLOGY, 1, 56998}, {BIOLOGY, 2, 0}, {BIOLOGY, 1, 26999},
        {PHYSICS, 5, 2999}, {PHYSICS, 1, 0}, {PHYSICS, 2, 0},
        {OPTICS, 3, 5999}, {OPTICS, 1, 2999}, {PLASMA, 2, 23999}, {PLASMA, 1, 14999}};
    static const uint32_t order[] = {FIRST, LIST, BIN, DAEMON, GAMES, SYS, MAIL, MAN, LP, UUCP,
                                     NEWS, PROXY, BACKUP, WWW};
    sked_share share = empty_share(20, WEEK, 0);
    uint32_t i, account;
    for (i = 0; i < 20; i++) {
        add(&share, tree[i].above, tree[i].shares);
    }
    for (i = 0; i < 20; i++) {
        CHECK(tree[i].usage == 0 ||
              sked_share_charge(&share, i + 1, tree[i].usage, 0) == SKED_OK);
    }
    account = sked_share_first(&share);
    for (i = 0; i < 14; i++) {
        CHECK(account == order[i]);
        account = sked_share_next(&share, account);
    }
    CHECK(account == SKED_NONE);
    sked_share_destroy(&share);
}

/* Shares that are nobody's, and usage that is nobody's. */
static void test_nothing(void) {
    sked_share share = empty_share(2, WEEK, 0);
    sked_share_account_info info;
    add(&share, ROOT, 0);
    CHECK(sked_share_get_account(&share, FIRST, &info) == SKED_OK);
    CHECK(info.target_permille == 0 && info.used_permille == 0);
    /* The root is charged with more than 2^64 units: their lowest bits do not count. */
    add(&share, ROOT, 0);
    CHECK(sked_share_charge(&share, FIRST, LAST, 0) == SKED_OK);
    CHECK(sked_share_charge(&share, SECOND, LAST / 3, 0) == SKED_OK);
    CHECK(sked_share_get_account(&share, FIRST, &info) == SKED_OK && info.used_permille == 750);
    CHECK(sked_share_get_account(&share, SECOND, &info) == SKED_OK && info.used_permille == 250);
    sked_share_destroy(&share);
}

/* The least of the caps on the way up; a cap that is exceeded leaves nothing. */
static void test_caps(void) {
    sked_share share = empty_share(3, WEEK, 0);
    sked_share_account account = sked_share_account_of(1);
    uint32_t group, user, other;
    account.processors_max = 10;
    CHECK(sked_share_add(&share, ROOT, &account, 0, &group) == SKED_OK);
    account.processors_max = 8;
    CHECK(sked_share_add(&share, group, &account, 0, &user) == SKED_OK);
    account.processors_max = 0;
    CHECK(sked_share_add(&share, group, &account, 0, &other) == SKED_OK);
    CHECK(sked_share_room(&share, user) == 8 && sked_share_room(&share, other) == 10);
    CHECK(sked_share_room(&share, ROOT) == UINT32_MAX && sked_share_room(&share, 4) == 0);
    CHECK(sked_share_start(&share, other, 6, 0) == SKED_OK);
    CHECK(sked_share_room(&share, user) == 4 && sked_share_room(&share, other) == 4);
    CHECK(sked_share_start(&share, user, 6, 0) == SKED_OK);
    CHECK(sked_share_room(&share, user) == 0 && sked_share_room(&share, other) == 0);
    sked_share_destroy(&share);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void test_times(void) {
    sked_share share = two_accounts(WEEK);
    const sked_share_account account = sked_share_account_of(1);
    uint32_t number = 77;
    CHECK(sked_share_advance(&share, 10) == SKED_OK);
    CHECK_KEPT(sked_share_advance(&share, -1), SKED_E_TIME);
    CHECK_KEPT(sked_share_advance(&share, LAST + 1), SKED_E_TIME);
    CHECK_KEPT(sked_share_advance(&share, 9), SKED_E_BACKWARDS);
    CHECK_KEPT(sked_share_start(&share, FIRST, 1, 9), SKED_E_BACKWARDS);
    CHECK_KEPT(sked_share_stop(&share, FIRST, 1, 9), SKED_E_BACKWARDS);
    CHECK_KEPT(sked_share_charge(&share, FIRST, 1, 9), SKED_E_BACKWARDS);
    CHECK_KEPT(sked_share_set(&share, FIRST, &account, 9), SKED_E_BACKWARDS);
    CHECK_KEPT(sked_share_add(&share, ROOT, &account, 9, &number), SKED_E_BACKWARDS);
    CHECK(number == 77);
    CHECK(sked_share_advance(&share, LAST) == SKED_OK && sked_share_validate(&share) == SKED_OK);
    sked_share_destroy(&share);
}

static void test_accounts(void) {
    sked_share share = two_accounts(WEEK);
    sked_share_account account = sked_share_account_of(INT32_MAX);
    uint32_t number = 77;
    CHECK_KEPT(sked_share_add(&share, 3, &account, 0, &number), SKED_E_UNKNOWN);
    CHECK_KEPT(sked_share_set(&share, 3, &account, 0), SKED_E_UNKNOWN);
    CHECK_KEPT(sked_share_start(&share, 3, 1, 0), SKED_E_UNKNOWN);
    CHECK_KEPT(sked_share_add(&share, ROOT, &account, 0, &number), SKED_E_FULL);
    CHECK(sked_share_set(&share, FIRST, &account, 0) == SKED_OK);
    account.shares++;
    CHECK_KEPT(sked_share_add(&share, ROOT, &account, 0, &number), SKED_E_RANGE);
    CHECK_KEPT(sked_share_set(&share, FIRST, &account, 0), SKED_E_RANGE);
    CHECK_KEPT(sked_share_start(&share, ROOT, 1, 0), SKED_E_INNER);
    CHECK_KEPT(sked_share_stop(&share, ROOT, 1, 0), SKED_E_INNER);
    CHECK(number == 77);
    sked_share_destroy(&share);
}

/* An account in which jobs have run cannot get others below it. */
static void test_inner(void) {
    sked_share share = empty_share(3, 64, 0);
    const sked_share_account account = sked_share_account_of(1);
    uint32_t number = 77;
    add(&share, ROOT, 1);
    CHECK(sked_share_start(&share, FIRST, 2, 0) == SKED_OK);
    CHECK_KEPT(sked_share_add(&share, FIRST, &account, 0, &number), SKED_E_INNER);
    CHECK(sked_share_stop(&share, FIRST, 2, 3) == SKED_OK);
    CHECK_KEPT(sked_share_add(&share, FIRST, &account, 3, &number), SKED_E_INNER);
    CHECK(sked_share_charge(&share, FIRST, LAST, 3) == SKED_OK);
    CHECK(sked_share_charge(&share, FIRST, LAST, 3) == SKED_OK);
    CHECK_KEPT(sked_share_add(&share, FIRST, &account, 3, &number), SKED_E_INNER);
    CHECK(number == 77);
    /* Also when all of it has decayed, and if it was charged with nothing. */
    CHECK(sked_share_advance(&share, 64 * 24 * 8) == SKED_OK && usage_of(&share, FIRST) == 0);
    CHECK_KEPT(sked_share_add(&share, FIRST, &account, 64 * 24 * 8, &number), SKED_E_INNER);
    CHECK(number == 77);
    add(&share, ROOT, 1);
    CHECK(sked_share_charge(&share, SECOND, 0, 64 * 24 * 8) == SKED_OK);
    CHECK_KEPT(sked_share_add(&share, SECOND, &account, 64 * 24 * 8, &number), SKED_E_INNER);
    sked_share_destroy(&share);
}

static void test_processors(void) {
    sked_share share = two_accounts(WEEK);
    CHECK_KEPT(sked_share_start(&share, FIRST, 0, 0), SKED_E_NO_WIDTH);
    CHECK_KEPT(sked_share_stop(&share, FIRST, 0, 0), SKED_E_NO_WIDTH);
    CHECK(sked_share_start(&share, FIRST, INT32_MAX - 1, 0) == SKED_OK);
    CHECK_KEPT(sked_share_start(&share, SECOND, 2, 0), SKED_E_OVERFLOW);
    CHECK(sked_share_start(&share, SECOND, 1, 0) == SKED_OK);
    CHECK_KEPT(sked_share_stop(&share, SECOND, 2, 0), SKED_E_RANGE);
    CHECK(sked_share_stop(&share, SECOND, 1, 0) == SKED_OK);
    CHECK_KEPT(sked_share_stop(&share, SECOND, 1, 0), SKED_E_RANGE);
    CHECK(sked_share_validate(&share) == SKED_OK);
    sked_share_destroy(&share);
}

/* ---- a queue --------------------------------------------------------------------------------- */

static sked_align queue_room[256];

static sked_queue queue_of(uint32_t accounts_max, sked_order order) {
    sked_queue_settings settings = sked_queue_settings_easy(4, 4);
    sked_queue queue;
    settings.accounts_max = accounts_max;
    settings.order = order;
    CHECK(sked_queue_init(&queue, &settings, NULL, queue_room, sizeof queue_room) == SKED_OK);
    return queue;
}

/* Are the accounts of a queue, of which the first may have jobs, in the order of these? */
static int is_in_order(const sked_queue *queue, const sked_share *share) {
    uint32_t account = sked_share_first(share), place = 0;
    while (account != SKED_NONE && sked_queue_account_at(queue, place) == account) {
        account = sked_share_next(share, account);
        place++;
    }
    return account == SKED_NONE && sked_queue_validate(queue) == SKED_OK;
}

/* Two groups: one of two users, one of three. The numbers of the groups come last in the queue. */
static void test_order_queue(void) {
    sked_share share = empty_share(7, 640, 0);
    sked_queue queue = queue_of(8, SKED_BY_SHARE);
    uint32_t i;
    add(&share, ROOT, 1);
    add(&share, ROOT, 1);
    for (i = 0; i < 5; i++) {
        add(&share, i < 2 ? FIRST : SECOND, 1);
    }
    CHECK(sked_share_order_queue(&share, &queue, 0) == SKED_OK && is_in_order(&queue, &share));
    CHECK(sked_queue_account_at(&queue, 0) == 3 && sked_queue_account_at(&queue, 4) == 7);
    CHECK(sked_share_start(&share, 3, 2, 0) == SKED_OK);
    CHECK(sked_share_start(&share, 6, 1, 0) == SKED_OK);
    CHECK(sked_share_order_queue(&share, &queue, 0) == SKED_OK && is_in_order(&queue, &share));
    CHECK(sked_queue_account_at(&queue, 0) == 3);
    CHECK(sked_share_order_queue(&share, &queue, 1) == SKED_OK && is_in_order(&queue, &share));
    CHECK(sked_queue_account_at(&queue, 0) == 5 && sked_queue_account_at(&queue, 1) == 7 &&
          sked_queue_account_at(&queue, 2) == 6 && sked_queue_account_at(&queue, 3) == 4);
    sked_share_destroy(&share);
}

static void test_order_of_one(void) {
    sked_share share = empty_share(1, 640, 0);
    sked_queue queue = queue_of(1, SKED_BY_SHARE);
    CHECK(sked_share_order_queue(&share, &queue, 0) == SKED_OK && is_in_order(&queue, &share));
    sked_share_destroy(&share);
}

static void test_order_refused(void) {
    sked_share share = two_accounts(640), none = SKED_ZERO;
    sked_queue queue = queue_of(2, SKED_BY_SHARE), empty = SKED_ZERO;
    CHECK_KEPT(sked_share_order_queue(&share, &queue, 5), SKED_E_RANGE);
    queue = queue_of(3, SKED_BY_KEY);
    CHECK_KEPT(sked_share_order_queue(&share, &queue, 5), SKED_E_RANGE);
    CHECK_KEPT(sked_share_order_queue(&share, &empty, 5), SKED_E_EMPTY);
    CHECK_KEPT(sked_share_order_queue(&none, &queue, 5), SKED_E_EMPTY);
    queue = queue_of(3, SKED_BY_SHARE);
    CHECK_KEPT(sked_share_order_queue(&share, &queue, -1), SKED_E_TIME);
    CHECK(sked_queue_plan(&queue, 3) == SKED_OK);
    CHECK_KEPT(sked_share_order_queue(&share, &queue, 5), SKED_E_BUSY);
    CHECK(sked_queue_plan_end(&queue) == SKED_OK);
    CHECK_KEPT(sked_share_order_queue(&share, &queue, 2), SKED_E_BACKWARDS);
    CHECK(sked_share_order_queue(&share, &queue, 5) == SKED_OK && is_in_order(&queue, &share));
    sked_share_destroy(&share);
}

int main(void) {
    test_settings();
    test_init();
    test_empty();
    test_halving();
    test_steps();
    test_steady();
    test_charge();
    test_shares();
    test_turn();
    test_large();
    test_full();
    test_wide();
    test_ranks();
    test_ahead();
    test_tree();
    test_sshare();
    test_sshare_tree();
    test_nothing();
    test_caps();
    test_times();
    test_accounts();
    test_inner();
    test_processors();
    test_order_queue();
    test_order_of_one();
    test_order_refused();
    return check_done("share");
}
