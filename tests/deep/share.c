/* share.c - deep tests of fair share: random trees of accounts, against a model that adds up usage
 * tick by tick and sorts anew after each event.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched_share.h"

#define DEEP_NAME "share"
#include "source.h"

#include "../culprit.h"
#include "seen.h"
#include "share_model.h"

/* ---- which answers were seen ----------------------------------------------------------------- */

/* The first are those of the model's events. */
typedef enum call_kind { BRANCH = MODEL_EVENT_KINDS, CLONE, GROW, OPEN, CALL_KINDS } call_kind;

static const seen_call calls[CALL_KINDS] = {
    [MODEL_ADD] = {"add", {SKED_E_TIME, SKED_E_BACKWARDS, SKED_E_UNKNOWN, SKED_E_RANGE,
                           SKED_E_INNER, SKED_E_FULL}},
    [MODEL_SET] = {"set", {SKED_E_TIME, SKED_E_BACKWARDS, SKED_E_UNKNOWN, SKED_E_RANGE}},
    [MODEL_START] = {"start", {SKED_E_TIME, SKED_E_BACKWARDS, SKED_E_UNKNOWN, SKED_E_INNER,
                               SKED_E_NO_WIDTH, SKED_E_OVERFLOW}},
    [MODEL_STOP] = {"stop", {SKED_E_TIME, SKED_E_BACKWARDS, SKED_E_UNKNOWN, SKED_E_INNER,
                             SKED_E_NO_WIDTH, SKED_E_RANGE}},
    [MODEL_CHARGE] = {"charge", {SKED_E_TIME, SKED_E_BACKWARDS, SKED_E_UNKNOWN, SKED_E_INNER}},
    [MODEL_ADVANCE] = {"advance", {SKED_E_TIME, SKED_E_BACKWARDS}},
    [BRANCH] = {"branch", {SKED_E_BLOCK}},
    [CLONE] = {"clone", {SKED_E_MEMORY}},
    [GROW] = {"grow", {SKED_E_RANGE, SKED_E_FIXED, SKED_E_MEMORY}},
    [OPEN] = {"open", {SKED_E_BLOCK, SKED_E_INCOMPATIBLE, SKED_E_LENGTH, SKED_E_CORRUPT}}};

static seen_times seen[CALL_KINDS];
static unsigned long long events_tried, base_moves, turns_met;

static void see(uint32_t call, sked_status status) {
    see_status(&calls[call], seen[call], status);
}

/* ---- a life ---------------------------------------------------------------------------------- */

/* One is in use. It gives way to a copy, and then is empty. */
typedef struct object {
    sked_share share;
    guarded room;                       /* its block, unless a resource gave it */
    int grows;                          /* a resource gave its block */
} object;

typedef struct life {
    source from;
    model m;
    object objects[2];
    uint32_t in_use;
    meter memory;
    int wide;                           /* processors, shares and charges may be many */
    int flat;                           /* most accounts are siblings */
    uint64_t turned, compared;          /* at the last look */
} life;

static sked_share *share_of(life *l) {
    return &l->objects[l->in_use].share;
}

static void life_agrees(const life *l, int condition, const char *what) {
    agrees(&l->from, condition, what);
}

static uint32_t number(source *from, uint32_t bound) {
    const uint32_t high = below(from, 65536);
    return (high << 16 | below(from, 65536)) % bound;
}

/* A number of 0 .. most, of any magnitude. */
static sked_time any_of(source *from, sked_time most) {
    uint64_t some = (uint64_t)number(from, UINT32_MAX) << 32 | number(from, UINT32_MAX);
    some >>= below(from, 64);
    return (sked_time)(some % ((uint64_t)most + 1));
}

/* ---- the whole content, as bytes ------------------------------------------------------------- */

typedef struct snapshot {
    unsigned char *bytes;
    size_t count;
} snapshot;

static snapshot snapshot_of(const life *l, sked_share *share) {
    snapshot copy;
    const void *block = NULL;
    copy.count = 0;
    life_agrees(l, sked_share_seal(share, &block, &copy.count) == SKED_OK && block != NULL,
                "it can be sealed");
    copy.bytes = (unsigned char *)room_of(copy.count);
    memcpy(copy.bytes, block, copy.count);
    return copy;
}

/* Are these still the bytes? Frees them. */
static int is_still(const life *l, sked_share *share, snapshot before) {
    const snapshot after = snapshot_of(l, share);
    const int same = before.count == after.count &&
                     memcmp(before.bytes, after.bytes, after.count) == 0;
    free(before.bytes);
    free(after.bytes);
    return same;
}

static int is_empty(sked_share *share) {
    sked_share_info info;
    return sked_share_get_info(share, &info) == SKED_E_EMPTY &&
           sked_share_first(share) == SKED_NONE && sked_share_next(share, 0) == SKED_NONE &&
           sked_share_compare(share, 0, 0) == 0 && sked_share_room(share, 0) == 0;
}

/* ---- what holds after each event ------------------------------------------------------------- */

static int is_account(const model *m, const model_totals *totals, uint32_t i,
                      const sked_share_account_info *info) {
    const sked_share_account *settings = &m->account[i].settings;
    const sked_u128 product = model_times(info->usage, model_weight(m, m->now));
    const sked_u128 rest = sked_u128_sub(totals->sum[i], product);
    return info->settings.shares == settings->shares &&
           info->settings.precedence == settings->precedence &&
           info->settings.processors_max == settings->processors_max &&
           info->above == m->account[i].above && info->below == m->account[i].below &&
           info->place == model_place(m, totals, i) && info->running == totals->running[i] &&
           sked_u128_compare(product, totals->sum[i]) <= 0 && rest.high == 0 &&
           rest.low < model_weight(m, m->now);
}

static void check_accounts(life *l, const model_totals *totals) {
    sked_share_account_info info;
    uint32_t i;
    for (i = 0; i <= l->m.accounts; i++) {
        memset(&info, 0xA7, sizeof info);
        life_agrees(l, sked_share_get_account(share_of(l), i, &info) == SKED_OK, "it is there");
        life_agrees(l, is_account(&l->m, totals, i, &info), "an account is as in the model");
        life_agrees(l, model_is_permille(model_wide(totals->target[i]),
                                         model_wide(UINT64_C(1) << 32), info.target_permille),
                    "what it owns");
        life_agrees(l, model_is_permille(totals->sum[i], totals->sum[SKED_SHARE_ROOT],
                                         info.used_permille), "what it has used");
        life_agrees(l, sked_share_room(share_of(l), i) == model_room(&l->m, totals, i),
                    "what it may take");
    }
    life_agrees(l, sked_share_get_account(share_of(l), i, &info) == SKED_E_UNKNOWN &&
                       sked_share_room(share_of(l), i) == 0 &&
                       sked_share_next(share_of(l), i) == SKED_NONE &&
                       sked_share_compare(share_of(l), 0, i) == 0 &&
                       sked_share_compare(share_of(l), i, 0) == 0, "there is no further one");
}

static void check_walk(life *l, const model_totals *totals) {
    uint32_t order[MODEL_ACCOUNTS + 1], account = sked_share_first(share_of(l)), i;
    const uint32_t count = model_sort(&l->m, totals, order);
    for (i = 0; i < count && account == order[i]; i++) {
        account = sked_share_next(share_of(l), account);
    }
    life_agrees(l, i == count && account == SKED_NONE, "the order is that of a sort");
}

static void check_pairs(life *l, const model_totals *totals) {
    const uint32_t bound = l->m.accounts + 1;
    uint32_t i;
    for (i = 0; i < 6; i++) {
        const uint32_t a = below(&l->from, bound), b = below(&l->from, bound);
        life_agrees(l, sked_share_compare(share_of(l), a, b) == model_compare(&l->m, totals, a, b),
                    "the order of two");
    }
}

static void check_info(life *l) {
    const sked_share_settings settings = {.accounts_max = l->m.accounts_max,
                                          .half_life = l->m.half_life, .ahead = l->m.ahead};
    sked_share_info info;
    size_t bytes = 0;
    memset(&info, 0xA7, sizeof info);
    life_agrees(l, sked_share_get_info(share_of(l), &info) == SKED_OK, "it tells its state");
    life_agrees(l, sked_share_bytes(&settings, &bytes) == SKED_OK && info.bytes == bytes,
                "its size is known beforehand");
    life_agrees(l, info.now == l->m.now && info.half_life == l->m.half_life &&
                       info.ahead == l->m.ahead && info.accounts == l->m.accounts &&
                       info.accounts_max == l->m.accounts_max, "its state");
    life_agrees(l, info.turned >= l->turned && info.compared >= l->compared, "counters only grow");
    l->turned = info.turned;
    l->compared = info.compared;
}

static void check_all(life *l) {
    const model_totals totals = model_totals_of(&l->m);
    life_agrees(l, sked_share_validate(share_of(l)) == SKED_OK, "it is valid");
    check_info(l);
    check_walk(l, &totals);
    check_pairs(l, &totals);
    check_accounts(l, &totals);
}

/* ---- events with a time ---------------------------------------------------------------------- */

static sked_status perform(sked_share *share, const model_event *e, uint32_t *added) {
    switch (e->kind) {
    case MODEL_ADD: return sked_share_add(share, e->account, &e->settings, e->now, added);
    case MODEL_SET: return sked_share_set(share, e->account, &e->settings, e->now);
    case MODEL_START: return sked_share_start(share, e->account, e->processors, e->now);
    case MODEL_STOP: return sked_share_stop(share, e->account, e->processors, e->now);
    case MODEL_CHARGE: return sked_share_charge(share, e->account, e->ticks, e->now);
    case MODEL_ADVANCE: case MODEL_EVENT_KINDS:
    default: return sked_share_advance(share, e->now);
    }
}

/* How many pairs of siblings change places by the mere passing of time. */
static uint32_t turns_between(const model *before, const model *after) {
    const model_totals old = model_totals_of(before), now = model_totals_of(after);
    uint32_t a, b, turns = 0;
    for (a = 1; a <= before->accounts; a++) {
        for (b = a + 1; b <= before->accounts; b++) {
            turns += before->account[a].above == before->account[b].above &&
                     model_siblings(before, &old, a, b) != model_siblings(after, &now, a, b);
        }
    }
    return turns;
}

/* Each pair that changes places is counted once; when all is sorted anew, nothing is said of it. */
static void check_turns(life *l, uint32_t turns) {
    sked_share_info info;
    life_agrees(l, sked_share_get_info(share_of(l), &info) == SKED_OK &&
                       info.turned - l->turned == turns, "those that changed places are counted");
    turns_met += turns;
}

static void trace_event(const model_event *e) {
    if (tracing) {
        printf("%s account %lu now %lld shares %lu precedence %lu cap %lu processors %lu ticks "
               "%lld\n", calls[e->kind].name, (unsigned long)e->account, (long long)e->now,
               (unsigned long)e->settings.shares, (unsigned long)e->settings.precedence,
               (unsigned long)e->settings.processors_max, (unsigned long)e->processors,
               (long long)e->ticks);
    }
}

static void do_refused(life *l, const model_event *e, sked_status expected) {
    const snapshot before = snapshot_of(l, share_of(l));
    uint32_t added = 77;
    const sked_status status = perform(share_of(l), e, &added);
    see(e->kind, status);
    life_agrees(l, status == expected, "it is refused, and for this reason");
    life_agrees(l, added == 77 && is_still(l, share_of(l), before), "nothing has changed");
}

static void do_accepted(life *l, const model_event *e, const model *next, uint32_t turns) {
    uint32_t added = 77;
    const sked_status status = perform(share_of(l), e, &added);
    see(e->kind, status);
    life_agrees(l, status == SKED_OK, "it is done");
    life_agrees(l, e->kind != MODEL_ADD || added == next->accounts, "the next number");
    if (next->base == l->m.base) {
        check_turns(l, turns);
    }
    base_moves += next->base != l->m.base;
    l->m = *next;
}

static void do_event(life *l, const model_event *e) {
    model next = l->m;
    sked_status expected = model_check(&next, e);
    uint32_t turns = 0;
    trace_event(e);
    if (expected == SKED_OK) {
        model_advance(&next, e->now);
        turns = turns_between(&l->m, &next);
        expected = model_apply(&next, e);
    }
    if (expected == SKED_OK) {
        do_accepted(l, e, &next, turns);
    } else {
        do_refused(l, e, expected);
    }
    events_tried++;
}

/* ---- events at random ------------------------------------------------------------------------ */

static sked_time draw_good_time(life *l) {
    const sked_time now = l->m.now, half_life = l->m.half_life;
    const sked_time period = MODEL_PERIOD * half_life;
    switch (below(&l->from, 24)) {
    case 0: case 1: case 2: case 3: return now + 1 + below(&l->from, 4);
    case 4: case 5: return now + any_of(&l->from, half_life / 4);
    case 6: case 7: case 8: return now + 1 + (sked_time)number(&l->from, 64) * half_life / 32;
    case 9: return l->m.base + period - 1 + below(&l->from, 3);
    case 10: return now + any_of(&l->from, 3 * period);
    case 11: return now + (one_in(&l->from, 4) ? half_life * (100 + below(&l->from, 500)) : 0);
    case 12: return one_in(&l->from, 99) ? SKED_TIME_MAX - below(&l->from, 200) : now;
    default: return now;
    }
}

static sked_time draw_time(life *l) {
    const sked_time time = draw_good_time(l);
    if (one_in(&l->from, 60)) {
        return one_in(&l->from, 3) ? SKED_TIME_MAX + 1 : l->m.now - 1 - below(&l->from, 200);
    }
    return time > SKED_TIME_MAX ? SKED_TIME_MAX : time < l->m.now ? l->m.now : time;
}

static uint32_t draw_shares(life *l) {
    switch (below(&l->from, 12)) {
    case 0: case 1: return 0;
    case 2: return 1 + below(&l->from, 1000);
    case 3: return l->wide ? INT32_MAX - below(&l->from, 3) : 1;
    case 4: return l->wide ? number(&l->from, INT32_MAX) : 2;
    case 5: return one_in(&l->from, 4) ? UINT32_C(1) << 31 : 1;
    default: return 1 + below(&l->from, 4);
    }
}

static sked_share_account draw_account(life *l) {
    sked_share_account account = sked_share_account_of(draw_shares(l));
    if (one_in(&l->from, 8)) {
        account.precedence = one_in(&l->from, 8) ? UINT32_MAX : below(&l->from, 3);
    }
    if (one_in(&l->from, 4)) {
        account.processors_max = 1 + below(&l->from, 40);
    }
    return account;
}

/* Mostly a leaf; and one with jobs, if that is asked for. */
static uint32_t draw_user(life *l, int running) {
    uint32_t account = 0, tries;
    for (tries = 0; tries < 12; tries++) {
        account = below(&l->from, l->m.accounts + 1);
        if (l->m.account[account].below == 0 &&
            (!running || l->m.account[account].running > 0)) {
            break;
        }
    }
    return account;
}

/* Mostly one that may have others below it. */
static uint32_t draw_above(life *l) {
    uint32_t account = 0, tries;
    for (tries = l->flat && !one_in(&l->from, 8) ? 4 : 0; tries < 4; tries++) {
        account = below(&l->from, l->m.accounts + 1);
        if (l->m.account[account].running == 0 && l->m.account[account].depth < MODEL_DEPTH) {
            break;
        }
    }
    return l->m.account[account].depth < MODEL_DEPTH ? account : SKED_SHARE_ROOT;
}

static uint32_t draw_processors(life *l) {
    if (one_in(&l->from, 40)) {
        return one_in(&l->from, 2) ? 0 : UINT32_MAX - number(&l->from, UINT32_MAX / 2);
    }
    if (l->wide) {
        return 1 + (uint32_t)any_of(&l->from, INT32_MAX - 1);
    }
    return 1 + below(&l->from, one_in(&l->from, 3) ? 64 : 3);
}

static sked_time draw_ticks(life *l) {
    switch (below(&l->from, 16)) {
    case 0: return one_in(&l->from, 2) ? -1 - (sked_time)below(&l->from, 5)
                                       : SKED_TIME_MAX + 1;
    case 1: case 2: return any_of(&l->from, l->wide ? SKED_TIME_MAX : 8 * l->m.half_life);
    case 3: case 4: case 5: return below(&l->from, 3) * l->m.half_life;
    default: return any_of(&l->from, l->m.half_life);
    }
}

static model_event draw_event(life *l) {
    static const model_event_kind kinds[16] = {
        MODEL_ADD, MODEL_SET, MODEL_START, MODEL_START, MODEL_START, MODEL_START, MODEL_START,
        MODEL_START, MODEL_STOP, MODEL_STOP, MODEL_STOP, MODEL_CHARGE, MODEL_CHARGE,
        MODEL_ADVANCE, MODEL_ADVANCE, MODEL_ADVANCE};
    model_event event;
    memset(&event, 0, sizeof event);
    event.kind = kinds[below(&l->from, 16)];
    event.now = draw_time(l);
    event.settings = draw_account(l);
    event.processors = draw_processors(l);
    event.ticks = draw_ticks(l);
    event.account = event.kind == MODEL_SET ? below(&l->from, l->m.accounts + 1)
                    : event.kind == MODEL_ADD ? draw_above(l)
                                              : draw_user(l, event.kind == MODEL_STOP);
    if (event.kind == MODEL_STOP && l->m.account[event.account].running > 0 &&
        !one_in(&l->from, 8)) {
        const uint32_t running = l->m.account[event.account].running;
        event.processors = one_in(&l->from, 2) ? running : 1 + number(&l->from, running);
    }
    if (one_in(&l->from, 40)) {
        event.account = one_in(&l->from, 3) ? SKED_NONE : l->m.accounts + 1;
    }
    return event;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* No block, and one that is not aligned. */
static void check_bad_blocks(life *l, size_t bytes) {
    guarded room = guarded_of(bytes + 1, 0x11);
    unsigned char *block = one_in(&l->from, 2) ? NULL : room.block + 1;
    sked_share copy;
    see(BRANCH, sked_share_branch(share_of(l), &copy, block, bytes));
    life_agrees(l, is_empty(&copy), "without a block there is no branch");
    see(BRANCH, sked_share_branch(share_of(l), &copy, room.block, bytes - 1));
    life_agrees(l, is_empty(&copy), "a block that is too small by a byte");
    see(OPEN, sked_share_open(&copy, block, bytes));
    life_agrees(l, is_empty(&copy), "without a block nothing is opened");
    guarded_end(&l->from, &room);
}

/* The old object gives way to the other, in which an event is nothing to the old one. */
static void give_way(life *l) {
    object *old = &l->objects[l->in_use];
    const snapshot before = snapshot_of(l, &old->share);
    model_event event;
    l->in_use = 1 - l->in_use;
    check_all(l);
    event = draw_event(l);
    do_event(l, &event);
    life_agrees(l, is_still(l, &old->share, before), "the original stays as it is");
    sked_share_destroy(&old->share);
    life_agrees(l, is_empty(&old->share), "destroyed");
    if (!old->grows) {
        guarded_end(&l->from, &old->room);
    }
}

static void do_branch(life *l) {
    object *copy = &l->objects[1 - l->in_use];
    const snapshot saved = snapshot_of(l, share_of(l));
    sked_status status;
    check_bad_blocks(l, saved.count);
    copy->grows = 0;
    copy->room = guarded_of(saved.count, (int)below(&l->from, 256));
    status = sked_share_branch(share_of(l), &copy->share, copy->room.block, saved.count);
    see(BRANCH, status);
    life_agrees(l, status == SKED_OK && is_still(l, share_of(l), saved), "a branch");
    give_way(l);
}

static void do_clone(life *l) {
    object *copy = &l->objects[1 - l->in_use];
    l->memory.fail_at = l->memory.requests + 1;
    see(CLONE, sked_share_clone(share_of(l), &copy->share, meter_mem(&l->memory)));
    life_agrees(l, is_empty(&copy->share), "no memory, no clone");
    copy->grows = 1;
    life_agrees(l, sked_share_clone(share_of(l), &copy->share, meter_mem(&l->memory)) == SKED_OK,
                "a clone");
    see(CLONE, SKED_OK);
    give_way(l);
}

/* A saved block with one fault: the handle stays empty, and the block as it is. */
static void open_badly(life *l, snapshot saved, size_t at, size_t bytes, sked_status expected) {
    unsigned char *block = (unsigned char *)room_of(saved.count);
    unsigned char flipped;
    sked_share copy;
    sked_status status;
    memcpy(block, saved.bytes, saved.count);
    if (at < saved.count) {
        block[at] = (unsigned char)(block[at] ^ 1u << below(&l->from, 8));
    }
    flipped = at < saved.count ? block[at] : 0;
    status = sked_share_open(&copy, block, bytes);
    see(OPEN, status);
    life_agrees(l, status == expected && is_empty(&copy), "a bad block is not opened");
    if (at < saved.count) {
        life_agrees(l, block[at] == flipped, "the fault stays");
        block[at] = saved.bytes[at];
    }
    life_agrees(l, memcmp(block, saved.bytes, saved.count) == 0, "a bad block stays as it is");
    free(block);
}

static void do_open(life *l) {
    object *copy = &l->objects[1 - l->in_use];
    const snapshot saved = snapshot_of(l, share_of(l));
    const size_t beyond = saved.count - SKED_SEAL_BYTES;
    sked_status status;
    open_badly(l, saved, 0, saved.count, SKED_E_INCOMPATIBLE);
    open_badly(l, saved, saved.count, saved.count - 8, SKED_E_LENGTH);
    open_badly(l, saved, saved.count, SKED_SEAL_BYTES - 1, SKED_E_BLOCK);
    open_badly(l, saved, SKED_SEAL_BYTES + number(&l->from, (uint32_t)beyond), saved.count,
               SKED_E_CORRUPT);
    copy->grows = 0;
    copy->room = guarded_of(saved.count, 0);
    memcpy(copy->room.block, saved.bytes, saved.count);
    status = sked_share_open(&copy->share, copy->room.block, saved.count);
    see(OPEN, status);
    life_agrees(l, status == SKED_OK, "a saved block is opened");
    free(saved.bytes);
    give_way(l);
}

static sked_status expected_growth(life *l, uint32_t most) {
    if (most < l->m.accounts_max || most > UINT32_C(1) << 28) {
        return SKED_E_RANGE;
    }
    return !l->objects[l->in_use].grows ? SKED_E_FIXED
           : l->memory.fail_at > l->memory.requests ? SKED_E_MEMORY : SKED_OK;
}

static void do_grow(life *l) {
    const uint32_t room = MODEL_ACCOUNTS - l->m.accounts_max + 1;
    const uint32_t most = one_in(&l->from, 6)   ? below(&l->from, l->m.accounts_max)
                          : one_in(&l->from, 6) ? (UINT32_C(1) << 28) + 1
                                                : l->m.accounts_max + below(&l->from, room);
    snapshot before;
    sked_status expected, status;
    l->memory.fail_at = one_in(&l->from, 3) ? l->memory.requests + 1 : 0;
    expected = expected_growth(l, most);
    before = snapshot_of(l, share_of(l));
    status = sked_share_grow(share_of(l), most);
    see(GROW, status);
    life_agrees(l, status == expected, "it grows, or does not for this reason");
    if (status == SKED_OK) {
        l->m.accounts_max = most;
        free(before.bytes);
    } else {
        life_agrees(l, is_still(l, share_of(l), before), "what does not grow stays as it is");
    }
    l->memory.fail_at = 0;
}

/* ---- from beginning to end ------------------------------------------------------------------- */

static sked_time draw_half_life(source *from) {
    switch (below(from, 16)) {
    case 0: case 1: case 2: case 3: return 64;
    case 4: return 128;
    case 5: return SKED_SHARE_HALF_LIFE_MAX - any_of(from, 100);
    case 6: return 64 + any_of(from, SKED_SHARE_HALF_LIFE_MAX - 64);
    default: return 64 + below(from, 337);
    }
}

static sked_share_settings draw_settings(source *from) {
    const uint32_t most = 1 + below(from, one_in(from, 3) ? 4 : MODEL_ACCOUNTS);
    sked_share_settings settings = sked_share_settings_of(most, draw_half_life(from));
    if (one_in(from, 2)) {
        settings.ahead = one_in(from, 3) ? settings.half_life : any_of(from, settings.half_life);
    }
    return settings;
}

static void open_object(life *l, const sked_share_settings *settings) {
    object *o = &l->objects[l->in_use];
    size_t bytes = 0;
    life_agrees(l, sked_share_bytes(settings, &bytes) == SKED_OK, "it has a size");
    o->grows = one_in(&l->from, 2);
    if (o->grows) {
        l->memory.fail_at = 1;
        life_agrees(l, sked_share_create(&o->share, settings, meter_mem(&l->memory)) ==
                           SKED_E_MEMORY && is_empty(&o->share), "no memory");
        life_agrees(l, sked_share_create(&o->share, settings, meter_mem(&l->memory)) == SKED_OK,
                    "a block of a resource");
        return;
    }
    o->room = guarded_of(bytes, (int)below(&l->from, 256));
    life_agrees(l, sked_share_init(&o->share, settings, o->room.block, bytes - 1) ==
                       SKED_E_BLOCK && is_empty(&o->share), "a block that is too small by a byte");
    life_agrees(l, sked_share_init(&o->share, settings, o->room.block, bytes) == SKED_OK,
                "a block of our own");
}

/* Nothing is said of a new root's shares and precedence, which have no meaning. */
static void begin(life *l, const sked_share_settings *settings) {
    sked_share_account_info root;
    open_object(l, settings);
    l->m.half_life = settings->half_life;
    l->m.ahead = settings->ahead;
    l->m.accounts_max = settings->accounts_max;
    l->m.account[SKED_SHARE_ROOT].above = SKED_NONE;
    life_agrees(l, sked_share_get_account(share_of(l), SKED_SHARE_ROOT, &root) == SKED_OK &&
                       root.settings.processors_max == 0, "there is a root, without a cap");
    l->m.account[SKED_SHARE_ROOT].settings = root.settings;
    if (tracing) {
        printf("accounts_max %lu half_life %lld ahead %lld\n",
               (unsigned long)settings->accounts_max, (long long)settings->half_life,
               (long long)settings->ahead);
    }
    check_all(l);
}

static void end(life *l) {
    sked_share_destroy(share_of(l));
    sked_share_destroy(share_of(l));
    if (!l->objects[l->in_use].grows) {
        guarded_end(&l->from, &l->objects[l->in_use].room);
    }
    life_agrees(l, meter_is_clean(&l->memory), "all memory is given back");
}

static void one_step(life *l) {
    const uint32_t what = below(&l->from, 256);
    if (what == 0) {
        do_branch(l);
    } else if (what == 1) {
        do_clone(l);
    } else if (what == 2) {
        do_open(l);
    } else if (what < 6) {
        do_grow(l);
    } else {
        const model_event event = draw_event(l);
        do_event(l, &event);
    }
    check_all(l);
}

/* Most accounts are added at once: without any, jobs run in the root. */
static void populate(life *l) {
    const int alone = one_in(&l->from, 12);
    uint32_t i;
    for (i = 0; !alone && i < l->m.accounts_max && check_failed_ == 0; i++) {
        model_event event = draw_event(l);
        event.kind = MODEL_ADD;
        event.account = draw_above(l);
        do_event(l, &event);
        check_all(l);
    }
}

static void live_of(source from) {
    static life l;
    sked_share_settings settings;
    uint32_t step;
    memset(&l, 0, sizeof l);
    l.from = from;
    l.wide = one_in(&l.from, 4);
    l.flat = one_in(&l.from, 3);
    settings = draw_settings(&l.from);
    begin(&l, &settings);
    populate(&l);
    for (step = 0; step < 160 && !l.from.over && check_failed_ == 0; step++) {
        one_step(&l);
    }
    end(&l);
}

/* ---- scenes by hand -------------------------------------------------------------------------- */

/* What is out of range, and who is named. */
static void check_settings(uint32_t accounts_max, sked_time half_life, sked_time ahead,
                           sked_status expected, const char *field) {
    static sked_align room[4096 / sizeof(sked_align)];
    sked_refusal refusal = SKED_ZERO;
    sked_share_settings settings = sked_share_settings_of(accounts_max, half_life);
    sked_share share;
    size_t bytes = 0;
    sked_status status;
    settings.ahead = ahead;
    settings.refusal = &refusal;
    status = sked_share_bytes(&settings, &bytes);
    CHECK(status == expected);
    CHECK(status == SKED_OK ? is_untouched(&refusal) && bytes > 0
                            : refusal.status == expected && same_text(refusal.field, field));
    if (expected != SKED_OK) {
        CHECK(sked_share_init(&share, &settings, room, sizeof room) == expected);
        CHECK(is_empty(&share));
    }
}

static void test_settings(void) {
    const sked_time most = SKED_SHARE_HALF_LIFE_MAX;
    check_settings(1, SKED_SHARE_HALF_LIFE_MIN, 0, SKED_OK, NULL);
    if (sizeof(size_t) > 4) {           /* elsewhere no block is as large */
        check_settings(UINT32_C(1) << 28, most, most, SKED_OK, NULL);
    }
    check_settings(0, 64, 0, SKED_E_RANGE, "accounts_max");
    check_settings((UINT32_C(1) << 28) + 1, 64, 0, SKED_E_RANGE, "accounts_max");
    check_settings(1, SKED_SHARE_HALF_LIFE_MIN - 1, 0, SKED_E_TIME, "half_life");
    check_settings(1, most + 1, 0, SKED_E_TIME, "half_life");
    check_settings(1, -64, 0, SKED_E_TIME, "half_life");
    check_settings(1, 64, -1, SKED_E_TIME, "ahead");
    check_settings(1, 64, 65, SKED_E_TIME, "ahead");
}

static void test_empty(void) {
    static sked_align room[64];
    const sked_mem nobody = {give_nothing, take_nothing, NULL};
    sked_share share = SKED_ZERO, copy;
    const sked_share_account account = sked_share_account_of(1);
    sked_share_account_info info;
    const void *block = NULL;
    size_t bytes = 0;
    uint32_t added = 0;
    CHECK(is_empty(&share));
    CHECK(sked_share_add(&share, 0, &account, 0, &added) == SKED_E_EMPTY);
    CHECK(sked_share_set(&share, 0, &account, -1) == SKED_E_EMPTY);
    CHECK(sked_share_start(&share, 0, 0, -1) == SKED_E_EMPTY);
    CHECK(sked_share_stop(&share, 0, 0, -1) == SKED_E_EMPTY);
    CHECK(sked_share_charge(&share, 0, -1, -1) == SKED_E_EMPTY);
    CHECK(sked_share_advance(&share, -1) == SKED_E_EMPTY);
    CHECK(sked_share_get_account(&share, 0, &info) == SKED_E_EMPTY);
    CHECK(sked_share_branch(&share, &copy, room, sizeof room) == SKED_E_EMPTY && is_empty(&copy));
    CHECK(sked_share_clone(&share, &copy, nobody) == SKED_E_EMPTY && is_empty(&copy));
    CHECK(sked_share_grow(&share, 0) == SKED_E_EMPTY);
    CHECK(sked_share_seal(&share, &block, &bytes) == SKED_E_EMPTY);
    CHECK(sked_share_validate(&share) == SKED_E_EMPTY);
    sked_share_destroy(&share);
}

/* Weights by hand: the first and the last of a half-life, and all of them. */
static void test_weights(void) {
    uint32_t step, sum = 0;
    for (step = 0; step < MODEL_STEPS; step++) {
        sum += model_step_weight(step);
    }
    CHECK(model_step_weight(0) == 65892 && model_step_weight(63) == 130364 && sum == 6051071);
}

/* How many processor-ticks may still be charged now. */
static sked_u128 left_to_charge(const model *m) {
    sked_u128 left = {UINT64_C(1) << (120 - 64), 0};
    uint32_t i;
    for (i = 0; i <= m->accounts; i++) {
        left = sked_u128_sub(left, m->account[i].sum);
    }
    return sked_u128_div(sked_u128_sub(left, model_wide(1)), model_weight(m, m->now), NULL);
}

/* Charges all that two accounts may have used but for what one call can add. Returns that. */
static sked_time fill(life *l) {
    sked_u128 left = left_to_charge(&l->m);
    uint32_t charges;
    sked_status status = SKED_OK;
    for (charges = 0; status == SKED_OK && sked_u128_compare(left, model_wide(SKED_TIME_MAX)) >= 0;
         charges++) {
        const uint32_t account = 1 + charges % 2;
        status = sked_share_charge(share_of(l), account, SKED_TIME_MAX, l->m.now);
        (void)model_charge(&l->m, account, SKED_TIME_MAX);
        left = left_to_charge(&l->m);
    }
    CHECK(status == SKED_OK && charges > 100000 && left.high == 0);
    return (sked_time)left.low;
}

static void charge_one(life *l, uint32_t account, sked_time ticks) {
    const model_event event = {.kind = MODEL_CHARGE, .account = account, .now = l->m.now,
                               .ticks = ticks};
    do_event(l, &event);
}

/* The sum of a root may be all below 2^120, and no more. Two accounts with such sums and as many
 * shares as there can be are in order. */
static void test_limit(void) {
    static life l;
    const sked_share_settings settings = sked_share_settings_of(2, 64);
    model_event event = {.kind = MODEL_ADD, .settings = {INT32_MAX, 0, 0}};
    sked_time left;
    memset(&l, 0, sizeof l);
    l.from = source_of(1);
    begin(&l, &settings);
    do_event(&l, &event);
    event.settings.shares--;
    do_event(&l, &event);
    event.kind = MODEL_ADVANCE;
    event.now = 23 * 64 + 40;
    do_event(&l, &event);
    left = fill(&l);
    check_all(&l);
    charge_one(&l, 2, left + 1);
    CHECK(seen[MODEL_CHARGE][SKED_E_OVERFLOW] > 0);
    charge_one(&l, 2, left);
    charge_one(&l, 1, 1);
    charge_one(&l, 1, 0);
    check_all(&l);
    event.now = 24 * 64;                /* where sums begin to be small again */
    do_event(&l, &event);
    charge_one(&l, 1, 1);
    check_all(&l);
    end(&l);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void try_seed(uint64_t seed) {
    live_of(source_of(seed));
}

static void say_what_was_tried(void) {
    printf("deep/share: %llu events; two siblings changed places %llu times as time went by;\n"
           "deep/share: a new base %llu times\n", events_tried, turns_met, base_moves);
}

static void test_all(void) {
    test_weights();
    test_settings();
    test_empty();
    test_limit();
    try_seeds(1, 1200 / seed_share, try_seed);
    say_what_was_tried();
    if (check_failed_ == 0 && seed_share == 1) {
        check_seen(calls, seen, CALL_KINDS);
    }
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
