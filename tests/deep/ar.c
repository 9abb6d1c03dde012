/* ar.c - deep tests of the calendar: two slow ones beside it in random life, and laws.
 *
 * SPDX-License-Identifier: MIT */
/* Small nodes make high trees. */
#if !defined(SKED_AR_FANOUT)
#define SKED_AR_FANOUT 8
#endif
#define SKED_IMPLEMENTATION
#include "sched_ar.h"

#define DEEP_NAME "ar"
#include "source.h"

#include "../../examples/calendar_policy.h"
#include "ar_list.h"
#include "ar_ticks.h"
#include "seen.h"

enum {
    SIZE_MAX_HERE = 200,
    WORDS_MAX = SKED_SET_WORDS(200u),
    POLICIES = SKED_AR_POLICY_COUNT_,
    PICKS = SKED_AR_PICK_COUNT_,
    WHOLE = SKED_AR_POLICIES == (1u << POLICIES) - 1 &&         /* nothing is left out */
            SKED_AR_PICKS == (1u << PICKS) - 1
};

/* ---- sets with words of their own ------------------------------------------------------------ */

typedef struct own_set {
    sked_set set;
    sked_word words[WORDS_MAX];
} own_set;

static sked_set *empty_set(own_set *own, uint32_t size) {
    own->set = sked_set_of(own->words, size);
    return &own->set;
}

static sked_set *mask_set(own_set *own, uint32_t size, uint32_t mask) {
    ticks_write(empty_set(own, size), mask);
    return &own->set;
}

/* Now and then a set that no function may accept: of another size, or with a bit above it. */
static void spoil(source *from, sked_set *set) {
    const uint32_t rest = set->size % SKED_WORD_BITS;
    const uint32_t how = below(from, 60);
    if (how == 0) {
        set->size += 1 + below(from, 64);
    } else if (how == 1) {
        set->size--;
    } else if (how == 2 && rest != 0) {
        sked_word *last = &set->words[SKED_SET_WORDS(set->size) - 1];
        *last = (sked_word)(*last | (sked_word)((sked_word)1 << rest));
    }
}

/* ---- pickers and scores ---------------------------------------------------------------------- */

/* REFUSING refuses by a rule that knows all of the ask and the offer; FEW and STRANGER break the
 * contract, MOODY at some starts only. */
typedef enum rule_kind { HIGHEST, REFUSING, FEW, STRANGER, MOODY } rule_kind;

typedef struct rule {
    rule_kind kind;
} rule;

static uint64_t stir(uint64_t sum, uint64_t number) {
    uint64_t state = sum ^ (number * UINT64_C(0x9E3779B97F4A7C15));
    return check_random(&state);
}

static uint64_t stir_set(uint64_t sum, const sked_set *set) {
    uint32_t p;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        sum = stir(sum, p);
    }
    return sum;
}

static void pick_highest(uint32_t count, const sked_set *offered, sked_set *chosen) {
    uint32_t p = offered->size;
    while (count > 0 && p-- > 0) {
        if (sked_set_has(offered, p)) {
            sked_set_add(chosen, p);
            count--;
        }
    }
}

static int pick_by_rule(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                        sked_set *chosen) {
    const rule *self = (const rule *)ctx;
    const uint64_t sum = stir_set(stir(stir(stir(ask->id, ask->tag), (uint64_t)ask->start),
                                       (uint64_t)ask->end), offered);
    uint32_t p = 0;
    if (ask->count == 0) {
        return 1;
    }
    if ((self->kind == REFUSING || self->kind == MOODY) && sum % 3 != 0) {
        return 0;
    }
    pick_highest(ask->count, offered, chosen);
    if (self->kind == FEW || (self->kind == MOODY && sum % 2 == 0)) {
        sked_set_remove(chosen, sked_set_first(chosen));
    }
    if (self->kind == STRANGER) {
        sked_set_remove(chosen, sked_set_first(chosen));
        while (p < offered->size && sked_set_has(offered, p)) {
            p++;
        }
        if (p < offered->size) {
            sked_set_add(chosen, p);
        }
    }
    return 1;
}

/* Few different scores, so that there are equal ones, and some vetoes. */
static int64_t score_by_rule(void *ctx, const sked_ar_request *request,
                             const sked_ar_offer *offer) {
    uint64_t sum = stir(stir(request->id, request->count), (uint64_t)offer->start);
    (void)ctx;
    sum = stir(stir(sum, (uint64_t)offer->end), (uint64_t)offer->from);
    sum = stir_set(stir(stir(sum, (uint64_t)offer->until), offer->free), offer->set);
    return sum % 5 == 0 ? SKED_AR_VETO : (int64_t)(sum % 7) - 3;
}

static const char *policy_name(sked_ar_policy policy) {
    const char *name = policy == SKED_AR_SCORE ? "SCORE" : calendar_policy_name((int)policy);
    return name == NULL ? "?" : name;
}

/* ---- which answers were seen ----------------------------------------------------------------- */

typedef enum call_kind {
    ADD, REMOVE, TRIM, DOWN, UP, FIND, ANY, RECTANGLE, NEXT_STARTS, EXPLAIN, BOOK, UNBOOK, EXTEND,
    SHORTEN, NARROW, SWAP, OF, NEXT, NEXT_HIT, FREE, USAGE, AT, SPANS, CALL_KINDS
} call_kind;

static const seen_call calls[CALL_KINDS] = {
    [ADD] = {"add", {SKED_E_TIME, SKED_E_HORIZON, SKED_E_RANGE, SKED_E_PAST, SKED_E_TAKEN,
                     SKED_E_FULL}},
    [REMOVE] = {"remove", {SKED_E_TIME, SKED_E_HORIZON, SKED_E_RANGE, SKED_E_PAST, SKED_E_NOT_TAKEN,
                           SKED_E_FULL}},
    [TRIM] = {"trim", {SKED_E_TIME, SKED_E_BACKWARDS, SKED_E_HORIZON}},
    [DOWN] = {"down", {SKED_E_RANGE}},
    [UP] = {"up", {SKED_E_RANGE}},
    [FIND] = {"find", {SKED_E_SETTING, SKED_E_NO_WIDTH, SKED_E_TIME, SKED_E_RANGE, SKED_E_PAST,
                       SKED_E_HORIZON, SKED_E_WINDOW, SKED_E_NEVER_FITS, SKED_E_DEADLINE,
                       SKED_E_REFUSED, SKED_E_PICKER}},
    [ANY] = {"find_any", {SKED_E_SETTING, SKED_E_NO_WIDTH, SKED_E_TIME, SKED_E_RANGE, SKED_E_PAST,
                          SKED_E_HORIZON, SKED_E_WINDOW, SKED_E_NEVER_FITS, SKED_E_DEADLINE,
                          SKED_E_REFUSED, SKED_E_PICKER}},
    [RECTANGLE] = {"rectangle_at", {SKED_E_TIME, SKED_E_RANGE, SKED_E_PAST, SKED_E_HORIZON}},
    [NEXT_STARTS] = {"next_starts", {SKED_DONE, SKED_E_NO_WIDTH, SKED_E_TIME, SKED_E_RANGE,
                                     SKED_E_PAST, SKED_E_HORIZON, SKED_E_WINDOW}},
    [EXPLAIN] = {"explain", {SKED_E_NO_WIDTH, SKED_E_TIME, SKED_E_RANGE, SKED_E_PAST,
                             SKED_E_HORIZON, SKED_E_WINDOW}},
    [BOOK] = {"book", {SKED_E_DUPLICATE, SKED_E_FULL, SKED_E_TIME, SKED_E_HORIZON, SKED_E_RANGE,
                       SKED_E_PAST, SKED_E_TAKEN}},
    [UNBOOK] = {"unbook", {SKED_E_UNKNOWN, SKED_E_NOT_TAKEN, SKED_E_FULL}},
    [EXTEND] = {"extend", {SKED_E_UNKNOWN, SKED_E_TIME, SKED_E_HORIZON, SKED_E_RANGE,
                           SKED_E_TAKEN}},
    [SHORTEN] = {"shorten", {SKED_E_UNKNOWN, SKED_E_TIME, SKED_E_HORIZON, SKED_E_RANGE, SKED_E_PAST,
                             SKED_E_NOT_TAKEN}},
    [NARROW] = {"narrow", {SKED_E_UNKNOWN, SKED_E_RANGE, SKED_E_NOT_TAKEN, SKED_E_LAST}},
    [SWAP] = {"swap", {SKED_E_UNKNOWN, SKED_E_RANGE, SKED_E_NOT_TAKEN, SKED_E_TAKEN, SKED_E_FULL}},
    [OF] = {"get_booking", {SKED_E_UNKNOWN, SKED_E_RANGE}},
    [NEXT] = {"next_booking", {SKED_DONE, SKED_E_RANGE}},
    [NEXT_HIT] = {"next_hit", {SKED_DONE, SKED_E_RANGE}},
    [FREE] = {"free_set", {SKED_E_TIME, SKED_E_HORIZON, SKED_E_RANGE, SKED_E_PAST}},
    [USAGE] = {"get_usage", {SKED_E_TIME, SKED_E_HORIZON, SKED_E_RANGE, SKED_E_PAST}},
    [AT] = {"record_at", {SKED_E_TIME, SKED_E_PAST, SKED_E_HORIZON}},
    [SPANS] = {"spans", {SKED_E_TIME, SKED_E_HORIZON, SKED_E_RANGE, SKED_E_PAST, SKED_E_FULL}}};

static seen_times seen[CALL_KINDS];

static void see(call_kind call, sked_status status) {
    see_status(&calls[call], seen[call], status);
}

/* ---- memory ---------------------------------------------------------------------------------- */

typedef struct ledger {
    void *last;
    size_t bytes, live;
} ledger;

static void *ledger_alloc(void *ctx, size_t size) {
    ledger *self = (ledger *)ctx;
    self->last = malloc(size);
    self->bytes = size;
    self->live += self->last != NULL;
    return self->last;
}

static void ledger_free(void *ctx, void *block, size_t size) {
    ledger *self = (ledger *)ctx;
    (void)size;
    self->live--;
    free(block);
}

static sked_mem ledger_mem(ledger *self) {
    sked_mem mem;
    mem.alloc = ledger_alloc;
    mem.free = ledger_free;
    mem.ctx = self;
    return mem;
}

/* ---- a life beside the ticks ----------------------------------------------------------------- */

typedef struct life {
    source from;
    uint32_t step;
    sked_ar_settings settings;
    uint32_t capacities[TICKS_PROCESSORS];
    ticks model;
    sked_ar ar;
    ledger ledgers[2];
    ledger *owner;                      /* of the block, which can grow then; NULL: we are */
    void *block, *mirror, *scratch;     /* mirror: the block's bytes after the last change */
    size_t bytes, scratch_bytes;
    uint64_t ids;
    uint32_t chains;                    /* many equal sets that touch */
} life;

static void trace_call(const life *l, call_kind call, sked_time a, sked_time b) {
    if (tracing) {
        printf("%4lu %s %lld %lld\n", (unsigned long)l->step, calls[call].name, (long long)a,
               (long long)b);
    }
}

static void any_settings(life *l) {
    sked_ar_settings *s = &l->settings;
    const uint32_t length = one_in(&l->from, 6) ? 1 + below(&l->from, 3)
                                                : 1 + below(&l->from, TICKS_MAX);
    uint32_t p;
    memset(s, 0, sizeof *s);
    s->processors = 1 + below(&l->from, TICKS_PROCESSORS);
    s->spans_max = l->chains || one_in(&l->from, 2) ? 1 + below(&l->from, 3)
                                                    : 1 + below(&l->from, 60);
    s->bookings_max = one_in(&l->from, 4) ? 0 : 1 + below(&l->from, TICKS_BOOKINGS - 1);
    s->base = one_in(&l->from, 2) ? 0 : (sked_time)below(&l->from, 2000);
    if (one_in(&l->from, 8)) {
        s->base = SKED_TIME_MAX - (sked_time)length;
    }
    s->horizon = s->base + (sked_time)length;
    if (one_in(&l->from, 3)) {
        const uint32_t most = one_in(&l->from, 4) ? UINT32_MAX / TICKS_PROCESSORS : 5;
        for (p = 0; p < s->processors; p++) {
            l->capacities[p] = most > 5 ? most - below(&l->from, 9) : 1 + below(&l->from, most);
        }
        s->capacities = l->capacities;
    }
}

static void remember(life *l) {
    memcpy(l->mirror, l->block, l->bytes);
}

static int is_unchanged(const life *l) {
    return memcmp(l->mirror, l->block, l->bytes) == 0;
}

static void open_life(life *l) {
    any_settings(l);
    ticks_begin(&l->model, &l->settings);
    if (one_in(&l->from, 2)) {
        l->owner = &l->ledgers[0];
        agrees(&l->from, sked_ar_create(&l->ar, &l->settings, ledger_mem(l->owner)) == SKED_OK,
               "a calendar is made");
        l->block = l->owner->last;
        l->bytes = l->owner->bytes;
    } else {
        agrees(&l->from, sked_ar_bytes(&l->settings, &l->bytes) == SKED_OK, "its size is told");
        l->block = room_of(l->bytes);
        memset(l->block, 0x5a, l->bytes);
        agrees(&l->from, sked_ar_init(&l->ar, &l->settings, l->block, l->bytes) == SKED_OK,
               "a calendar is made in a block");
    }
    l->mirror = room_of(l->bytes);
    remember(l);
    agrees(&l->from, sked_ar_find_bytes(&l->ar, &l->scratch_bytes) == SKED_OK, "room to search");
    l->scratch = room_of(l->scratch_bytes);
    memset(l->scratch, 0xa5, l->scratch_bytes);
}

static void give_back(life *l) {
    sked_ar_destroy(&l->ar);
    if (l->owner == NULL) {
        free(l->block);
    }
    agrees(&l->from, l->owner == NULL || l->owner->live == 0, "the block is given back");
}

static void close_life(life *l) {
    give_back(l);
    free(l->mirror);
    free(l->scratch);
}

/* ---- what calls are given -------------------------------------------------------------------- */

static sked_time odd_time(life *l) {
    switch (below(&l->from, 8)) {
    case 0: return -1;
    case 1: return INT64_MIN;
    case 2: return SKED_TIME_MAX;
    case 3: return SKED_TIME_MAX + 1;
    case 4: return SKED_NEVER;
    case 5: return SKED_NEVER - 1;
    case 6: return l->model.horizon + 1;
    default: return l->model.base - 1;
    }
}

static sked_time length_of(const life *l) {
    return l->model.horizon - l->model.base;
}

/* A tick of the calendar. */
static sked_time a_tick(life *l) {
    return l->model.base + (sked_time)below(&l->from, (uint32_t)length_of(l));
}

static sked_time a_point(life *l) {
    if (one_in(&l->from, 20)) {
        return odd_time(l);
    }
    return one_in(&l->from, 8) ? l->model.horizon : a_tick(l);
}

/* An interval: long or short, at times to the horizon, seldom none. */
static void an_interval(life *l, sked_time *start, sked_time *end) {
    sked_time most;
    *start = a_tick(l);
    most = l->model.horizon - *start;
    if (!one_in(&l->from, 4) && most > 9) {
        most = 9;
    }
    *end = *start + 1 + (sked_time)below(&l->from, (uint32_t)most);
    if (one_in(&l->from, 12)) {
        *end = one_in(&l->from, 2) ? SKED_NEVER : l->model.horizon;
    }
    if (one_in(&l->from, 12)) {
        *start = a_point(l);
    }
    if (one_in(&l->from, 12)) {
        *end = a_point(l);
    }
    if (one_in(&l->from, 12) && l->model.base > l->model.origin) {
        *start = l->model.base - 1 - (sked_time)below(&l->from, 3);
        *end = one_in(&l->from, 3) ? l->model.base : *end;
    }
    if (one_in(&l->from, 40)) {
        *end = l->model.horizon + 1;
    }
}

static uint32_t a_mask(life *l) {
    const uint32_t all = ticks_all(&l->model);
    uint32_t mask = (below(&l->from, 256) | below(&l->from, 256) << 8) & all;
    if (one_in(&l->from, 3)) {
        mask &= (below(&l->from, 256) | below(&l->from, 256) << 8) & all;
    }
    if (one_in(&l->from, 12)) {
        mask = one_in(&l->from, 4) ? 0 : all;
    }
    return mask;
}

/* The part of an interval that is in the calendar; 0: there is none. */
static int clip(const life *l, sked_time *start, sked_time *end) {
    *end = *end == SKED_NEVER || *end > l->model.horizon ? l->model.horizon : *end;
    *start = *start < l->model.base ? l->model.base : *start;
    return *start < *end;
}

/* Processors for an interval: mostly such as are free, or busy, there. */
static uint32_t mask_for(life *l, sked_time start, sked_time end, int busy) {
    const uint32_t mask = a_mask(l);
    uint32_t fit;
    if (one_in(&l->from, 8) || !clip(l, &start, &end)) {
        return mask;
    }
    fit = busy ? ticks_covered(&l->model, start, end)
               : ticks_all(&l->model) & ~ticks_touched(&l->model, start, end);
    return (mask & fit) != 0 ? mask & fit : fit;
}

/* What is busy at some time, once more right after it or right before: equal sets that touch. */
static void touching(life *l, sked_time *start, sked_time *end, uint32_t *mask) {
    sked_time from, until;
    (void)ticks_at(&l->model, a_tick(l), &from, &until, mask);
    if (until < l->model.horizon && one_in(&l->from, 2)) {
        *start = until;
        *end = until + 1 + (sked_time)below(&l->from, (uint32_t)(l->model.horizon - until));
    } else if (from > l->model.base) {
        *end = from;
        *start = from - 1 - (sked_time)below(&l->from, (uint32_t)(from - l->model.base));
    }
}

static uint64_t an_id(life *l) {
    if (l->model.bookings > 0 && !one_in(&l->from, 10)) {
        return l->model.live[below(&l->from, l->model.bookings)].id;
    }
    return stir(below(&l->from, 40), 7);
}

/* ---- changes --------------------------------------------------------------------------------- */

/* Compares the status of a change. Want of room is for the records: it may be told only if those
 * there were, and the ends where none begins yet, are more than there is room for. */
static void judge(life *l, call_kind call, const ticks *before, sked_status told,
                  sked_status expected, sked_time start, sked_time end) {
    sked_ar_info info;
    trace_call(l, call, start, end);
    see(call, told);
    memset(&info, 0, sizeof info);
    agrees(&l->from, sked_ar_get_info(&l->ar, &info) == SKED_OK, "it reports its state");
    if (told == SKED_E_FULL && expected == SKED_OK) {
        uint32_t records = ticks_records(before);
        if (clip(l, &start, &end)) {
            records += !ticks_record_begins(before, start);
            records += end < before->horizon && !ticks_record_begins(before, end);
        }
        agrees(&l->from, records > info.records_max, "it is full");
        l->model = *before;
    } else {
        agrees(&l->from, told == expected, calls[call].name);
    }
    if (told != SKED_OK) {
        l->model = *before;
        agrees(&l->from, is_unchanged(l), "what was refused has changed no byte");
    }
    remember(l);
}

static void do_add(life *l, int book) {
    const ticks before = l->model;
    own_set own;
    sked_set *set;
    sked_time start, end;
    uint32_t mask;
    uint64_t id, tag;
    sked_status told;
    an_interval(l, &start, &end);
    mask = mask_for(l, start, end, 0);
    if (one_in(&l->from, l->chains ? 2 : 6)) {
        touching(l, &start, &end, &mask);
    }
    set = mask_set(&own, l->settings.processors, mask);
    spoil(&l->from, set);
    if (!book) {
        told = sked_ar_add(&l->ar, start, end, set);
        judge(l, ADD, &before, told, ticks_add(&l->model, start, end, set), start, end);
        return;
    }
    id = one_in(&l->from, 10) ? an_id(l) : stir(++l->ids, 3);
    tag = below(&l->from, 256);
    told = sked_ar_book(&l->ar, id, tag, start, end, set);
    judge(l, BOOK, &before, told, ticks_book(&l->model, id, tag, start, end, set), start, end);
}

static void do_remove(life *l) {
    const ticks before = l->model;
    own_set own;
    sked_set *set;
    sked_time start, end;
    uint32_t mask;
    sked_status told;
    an_interval(l, &start, &end);
    mask = mask_for(l, start, end, 1);
    if (one_in(&l->from, 3)) {          /* a whole record, or more than one */
        (void)ticks_at(&l->model, a_tick(l), &start, &end, &mask);
        while (end < l->model.horizon && (ticks_busy(&l->model, end) & mask) == mask &&
               one_in(&l->from, 2)) {
            end++;
        }
    }
    set = mask_set(&own, l->settings.processors, mask);
    spoil(&l->from, set);
    told = sked_ar_remove(&l->ar, start, end, set);
    judge(l, REMOVE, &before, told, ticks_remove(&l->model, start, end, set), start, end);
}

static void do_trim(life *l) {
    const ticks before = l->model;
    const sked_time now = one_in(&l->from, 5) ? a_point(l)
                                              : l->model.base + (sked_time)below(&l->from, 3);
    const sked_status told = sked_ar_trim(&l->ar, now);
    judge(l, TRIM, &before, told, ticks_trim(&l->model, now), now, now);
}

static void do_down_or_up(life *l) {
    const ticks before = l->model;
    own_set own;
    sked_set *set = mask_set(&own, l->settings.processors, a_mask(l) & a_mask(l));
    sked_status told;
    spoil(&l->from, set);
    if (one_in(&l->from, 2)) {
        told = sked_ar_down(&l->ar, set);
        judge(l, DOWN, &before, told, ticks_down(&l->model, set), 0, 0);
    } else {
        told = sked_ar_up(&l->ar, set);
        judge(l, UP, &before, told, ticks_up(&l->model, set), 0, 0);
    }
}

static void do_unbook(life *l) {
    const ticks before = l->model;
    const uint64_t id = an_id(l);
    const ticks_booking *named = ticks_named(&l->model, id);
    const sked_time start = named == NULL ? 0 : named->start;
    const sked_time end = named == NULL ? 0 : named->end;
    const sked_status told = sked_ar_unbook(&l->ar, id);
    judge(l, UNBOOK, &before, told, ticks_unbook(&l->model, id), start, end);
}

static void do_new_end(life *l, int later) {
    const ticks before = l->model;
    const uint64_t id = an_id(l);
    const ticks_booking *named = ticks_named(&l->model, id);
    const sked_time old = named == NULL ? 0 : named->end;
    sked_time end = a_point(l);
    sked_status told;
    if (named != NULL && !one_in(&l->from, 4)) {
        end = later ? old + 1 + (sked_time)below(&l->from, 4)
                    : old - 1 - (sked_time)below(&l->from, 4);
    }
    if (later) {
        told = sked_ar_extend(&l->ar, id, end);
        judge(l, EXTEND, &before, told, ticks_extend(&l->model, id, end), old, end);
    } else {
        told = sked_ar_shorten(&l->ar, id, end);
        judge(l, SHORTEN, &before, told, ticks_shorten(&l->model, id, end), end, old);
    }
}

static void do_narrow_or_swap(life *l) {
    const ticks before = l->model;
    const uint64_t id = an_id(l);
    const ticks_booking *named = ticks_named(&l->model, id);
    const sked_time start = named == NULL ? 0 : named->start;
    const sked_time end = named == NULL ? 0 : named->end;
    uint32_t gone = a_mask(l), come = a_mask(l);
    own_set from, to;
    sked_status told;
    if (named != NULL && !one_in(&l->from, 6)) {
        gone &= named->set;
        come = mask_for(l, start, end, 0);
    }
    spoil(&l->from, mask_set(&from, l->settings.processors, gone));
    spoil(&l->from, mask_set(&to, l->settings.processors, come));
    if (one_in(&l->from, 2)) {
        told = sked_ar_narrow(&l->ar, id, &from.set);
        judge(l, NARROW, &before, told, ticks_narrow(&l->model, id, &from.set), start, end);
    } else {
        told = sked_ar_swap(&l->ar, id, &from.set, &to.set);
        judge(l, SWAP, &before, told, ticks_swap(&l->model, id, &from.set, &to.set), start, end);
    }
}

/* It goes on in another block: sealed and opened, copied, or grown. What it is must not change. */
static void move_to(life *l, const sked_ar *moved, ledger *owner, void *block, size_t bytes) {
    l->ar = *moved;
    l->owner = owner;
    l->block = block;
    l->bytes = bytes;
    free(l->mirror);
    l->mirror = room_of(bytes);
    remember(l);
}

static void do_seal_and_open(life *l) {
    const void *sealed = NULL;
    void *block = room_of(l->bytes);
    size_t bytes = 0;
    sked_ar opened;
    agrees(&l->from, sked_ar_seal(&l->ar, &sealed, &bytes) == SKED_OK, "it is sealed");
    agrees(&l->from, sealed == l->block && bytes == l->bytes, "what is sealed is the block");
    memcpy(block, l->block, l->bytes);
    agrees(&l->from, sked_ar_open(&opened, block, l->bytes) == SKED_OK, "what was sealed opens");
    give_back(l);
    move_to(l, &opened, NULL, block, l->bytes);
}

static void do_branch(life *l) {
    void *block = room_of(l->bytes);
    sked_ar branch;
    memset(block, 0x3c, l->bytes);
    agrees(&l->from, sked_ar_branch(&l->ar, &branch, block, l->bytes) == SKED_OK, "it branches");
    agrees(&l->from, is_unchanged(l), "to branch changes nothing");
    give_back(l);
    move_to(l, &branch, NULL, block, l->bytes);
}

static void do_clone(life *l) {
    ledger *owner = &l->ledgers[l->owner == &l->ledgers[0]];
    sked_ar clone;
    agrees(&l->from, sked_ar_clone(&l->ar, &clone, ledger_mem(owner)) == SKED_OK, "a clone");
    agrees(&l->from, is_unchanged(l), "to clone changes nothing");
    agrees(&l->from, owner->bytes == l->bytes, "a clone is as large");
    give_back(l);
    move_to(l, &clone, owner, owner->last, owner->bytes);
}

static void do_grow(life *l) {
    const uint32_t spans = l->settings.spans_max + below(&l->from, 9);
    const uint32_t wanted = l->settings.bookings_max + below(&l->from, 9);
    const uint32_t names = wanted < TICKS_BOOKINGS ? wanted : l->settings.bookings_max;
    const sked_status status = sked_ar_grow(&l->ar, spans, names);
    agrees(&l->from, status == (l->owner != NULL ? SKED_OK : SKED_E_FIXED), "can it grow?");
    if (status != SKED_OK) {
        agrees(&l->from, is_unchanged(l), "what did not grow is as it was");
        return;
    }
    agrees(&l->from, l->owner->live == 1, "what it grew out of is given back");
    l->settings.spans_max = spans;
    l->settings.bookings_max = l->model.bookings_max = names;
    move_to(l, &l->ar, l->owner, l->owner->last, l->owner->bytes);
    free(l->scratch);
    agrees(&l->from, sked_ar_find_bytes(&l->ar, &l->scratch_bytes) == SKED_OK, "room to search");
    l->scratch = room_of(l->scratch_bytes);
    memset(l->scratch, 0xa5, l->scratch_bytes);
}

static void do_change(life *l) {
    switch (below(&l->from, 32)) {
    case 0: case 1: case 2: case 3: case 4: case 5: case 6: do_add(l, 0); break;
    case 7: case 8: case 9: case 10: case 11: case 12: do_add(l, 1); break;
    case 13: case 14: case 15: do_remove(l); break;
    case 16: do_trim(l); break;
    case 17: case 18: do_down_or_up(l); break;
    case 19: case 20: do_unbook(l); break;
    case 21: case 22: do_new_end(l, 1); break;
    case 23: case 24: do_new_end(l, 0); break;
    case 25: case 26: case 27: case 28: do_narrow_or_swap(l); break;
    case 29: do_seal_and_open(l); break;
    case 30: one_in(&l->from, 2) ? do_branch(l) : do_clone(l); break;
    default: do_grow(l); break;
    }
}

/* ---- what is there --------------------------------------------------------------------------- */

/* Walks the whole calendar, and compares record by record. */
static void compare_content(life *l) {
    sked_time t = l->model.base, start = 0, end = 0;
    uint32_t records = 0, mask = 0;
    sked_ar_info info;
    while (t < l->model.horizon) {
        sked_span span;
        sked_set set;
        uint32_t busy = 0;
        (void)ticks_at(&l->model, t, &start, &end, &mask);
        if (sked_ar_record_at(&l->ar, t, &span, &set) != SKED_OK) {
            agrees(&l->from, 0, "the walk goes on to the horizon");
            return;
        }
        agrees(&l->from, ticks_read(&l->model, &set, &busy) == SKED_OK && busy == mask &&
                             span.start == start && span.end == end && span.set == &set &&
                             span.count == ticks_units(&l->model, mask), "a record");
        t = end;
        records++;
    }
    memset(&info, 0, sizeof info);
    agrees(&l->from, sked_ar_get_info(&l->ar, &info) == SKED_OK && info.records == records &&
                         info.records <= info.records_max && info.nodes <= info.nodes_max &&
                         info.bytes == l->bytes && info.bytes_live <= info.bytes &&
                         info.base == l->model.base && info.horizon == l->model.horizon &&
                         info.processors == l->model.processors &&
                         info.capacity == ticks_units(&l->model, ticks_all(&l->model)) &&
                         info.spans_max == l->settings.spans_max &&
                         info.bookings_max == l->model.bookings_max &&
                         info.bookings == l->model.bookings, "the info");
    agrees(&l->from, info.processors_down <= l->model.processors &&
                         (info.processors_down == 0) == (l->model.down == 0), "who is down");
    agrees(&l->from, sked_ar_validate(&l->ar) == SKED_OK, "it is sound");
}

static void ask_at(life *l) {
    const sked_time time = a_point(l);
    sked_time start = 0, end = 0;
    uint32_t mask = 0, busy = 0;
    sked_span span;
    sked_set set;
    const sked_status expected = ticks_at(&l->model, time, &start, &end, &mask);
    const int bare = (int)below(&l->from, 2);
    const sked_status told = sked_ar_record_at(&l->ar, time, &span, bare ? NULL : &set);
    see(AT, told);
    agrees(&l->from, told == expected, "the status of at");
    if (told == SKED_OK && expected == SKED_OK) {
        agrees(&l->from, span.start == start && span.end == end &&
                             span.count == ticks_units(&l->model, mask) &&
                             (bare ? span.set == NULL
                                   : span.set == &set &&
                                         ticks_read(&l->model, &set, &busy) == SKED_OK &&
                                         busy == mask), "at");
    }
}

static void ask_free(life *l) {
    own_set told_own, own;
    sked_set *told_set = mask_set(&told_own, l->settings.processors, a_mask(l));
    sked_set *set = empty_set(&own, l->settings.processors);
    sked_time start, end;
    uint32_t told_count = 0, count = 0;
    sked_status told, expected;
    an_interval(l, &start, &end);
    spoil(&l->from, told_set);
    set->size = told_set->size;
    expected = ticks_free(&l->model, start, end, set, &count);
    told = sked_ar_free_set(&l->ar, start, end, told_set, &told_count);
    see(FREE, told);
    agrees(&l->from, told == expected, "the status of free");
    if (told == SKED_OK && expected == SKED_OK) {
        agrees(&l->from, told_count == count && sked_set_equal(set, told_set), "free");
    }
}

static void ask_usage(life *l) {
    sked_ar_usage told_use, use;
    sked_time start, end;
    sked_status told, expected;
    an_interval(l, &start, &end);
    memset(&use, 0, sizeof use);
    memset(&told_use, 0, sizeof told_use);
    expected = ticks_usage(&l->model, start, end, &use);
    told = sked_ar_get_usage(&l->ar, start, end, &told_use);
    see(USAGE, told);
    agrees(&l->from, told == expected, "the status of usage");
    agrees(&l->from, sked_u128_compare(told_use.busy, use.busy) == 0 &&
                         sked_u128_compare(told_use.whole, use.whole) == 0 &&
                         told_use.free_min == use.free_min &&
                         told_use.free_max == use.free_max, "usage");
}

static int is_span(const life *l, const sked_span *span, const sked_set *set,
                   const ticks_span *model) {
    uint32_t mask = 0;
    if (set != NULL && (span->set != set || ticks_read(&l->model, set, &mask) != SKED_OK ||
                        mask != model->set)) {
        return 0;
    }
    return span->start == model->start && span->end == model->end &&
           span->count == model->count && (set != NULL || span->set == NULL);
}

static void ask_spans(life *l) {
    static ticks_span model[TICKS_MAX];
    static sked_span spans[TICKS_MAX + 1];
    static sked_set sets[TICKS_MAX + 1];
    const int by_sets = (int)below(&l->from, 2);
    const uint32_t max = one_in(&l->from, 2) ? TICKS_MAX : below(&l->from, 8);
    sked_time start, end;
    uint32_t count = 0, told_count = 0, i;
    sked_status told, expected;
    an_interval(l, &start, &end);
    expected = ticks_spans(&l->model, start, end, by_sets, model, &count);
    expected = expected == SKED_OK && count > max ? SKED_E_FULL : expected;
    memset(&spans[max], 0x77, sizeof spans[0]);
    told = sked_ar_spans(&l->ar, start, end, spans, by_sets ? sets : NULL, max, &told_count);
    see(SPANS, told);
    agrees(&l->from, told == expected, "the status of spans");
    if (told == expected && (told == SKED_OK || told == SKED_E_FULL)) {
        agrees(&l->from, told_count == count, "how many spans");
        for (i = 0; i < count && i < max; i++) {
            agrees(&l->from, is_span(l, &spans[i], by_sets ? &sets[i] : NULL, &model[i]),
                   "a span");
        }
        agrees(&l->from, ((unsigned char *)&spans[max])[0] == 0x77, "spans keeps to max");
    }
}

/* ---- bookings -------------------------------------------------------------------------------- */

static int is_booking(const sked_ar_booking *a, const sked_ar_booking *b) {
    return a->id == b->id && a->tag == b->tag && a->start == b->start && a->end == b->end &&
           a->count == b->count;
}

static void ask_booking(life *l) {
    const uint64_t id = an_id(l);
    own_set told_own, own;
    sked_set *told_set = mask_set(&told_own, l->settings.processors, a_mask(l));
    sked_set *set = empty_set(&own, l->settings.processors);
    sked_ar_booking told_named, named = {0};
    sked_status told, expected;
    spoil(&l->from, told_set);
    set->size = told_set->size;
    expected = ticks_get_booking(&l->model, id, &named, set);
    told = sked_ar_get_booking(&l->ar, id, &told_named, told_set);
    see(OF, told);
    agrees(&l->from, told == expected, "the status of get_booking");
    if (told == SKED_OK && expected == SKED_OK) {
        agrees(&l->from, is_booking(&told_named, &named) && sked_set_equal(told_set, set),
               "a booking");
        agrees(&l->from,
               sked_ar_get_booking(&l->ar, id, &told_named, NULL) == SKED_OK, "without set");
    }
}

/* Each live booking that meets the set is listed once. */
static void ask_next(life *l, int hit) {
    const uint32_t mask = hit ? a_mask(l) & a_mask(l) : ticks_all(&l->model);
    own_set told_own, own, hit_own;
    sked_set *told_set = empty_set(&told_own, l->settings.processors);
    sked_set *hit_set = mask_set(&hit_own, l->settings.processors, mask);
    uint32_t cursor = 0, listed = 0, expected = 0, ignored, i;
    sked_ar_booking told_named, named = {0};
    sked_status status, good = SKED_OK;
    spoil(&l->from, hit ? hit_set : told_set);
    sked_set_clear(told_set);
    if ((hit && ticks_read(&l->model, hit_set, &ignored) != SKED_OK) ||
        told_set->size != l->settings.processors) {
        good = SKED_E_RANGE;
    }
    for (i = 0; i < l->model.bookings; i++) {
        expected += (l->model.live[i].set & mask) != 0;
    }
    for (i = 0; i <= TICKS_BOOKINGS; i++) {
        status = hit ? sked_ar_next_hit(&l->ar, hit_set, &cursor, &told_named, told_set)
                     : sked_ar_next_booking(&l->ar, &cursor, &told_named, told_set);
        see(hit ? NEXT_HIT : NEXT, status);
        if (status != SKED_OK) {
            break;
        }
        listed++;
        (void)empty_set(&own, l->settings.processors);
        agrees(&l->from,
               ticks_get_booking(&l->model, told_named.id, &named, &own.set) == SKED_OK &&
                   is_booking(&told_named, &named) && sked_set_equal(&own.set, told_set),
               "a listed booking");
    }
    agrees(&l->from, good == SKED_OK ? status == SKED_DONE && listed == expected
                                     : status == SKED_E_RANGE && listed == 0,
           "all bookings are listed, once each");
}

/* ---- requests -------------------------------------------------------------------------------- */

typedef struct own_request {
    sked_ar_request request;
    own_set allowed, required;
} own_request;

static uint32_t a_count(life *l, uint32_t allowed) {
    const uint32_t all = ticks_units(&l->model, allowed);
    switch (below(&l->from, 24)) {
    case 0: return below(&l->from, 2) == 0 ? 0 : UINT32_MAX;
    case 1: return all + 1;
    case 2: return all == 0 ? 1 : all;
    case 3: return ticks_units(&l->model, ticks_all(&l->model));
    default: break;
    }
    if (all > 4096) {                   /* huge units: about those of some processors */
        return ticks_units(&l->model, allowed & a_mask(l)) + below(&l->from, 3);
    }
    return all == 0 ? 1 : 1 + below(&l->from, one_in(&l->from, 2) ? (all + 1) / 2 : all);
}

static sked_time a_deadline(life *l, sked_time least) {
    switch (below(&l->from, 12)) {
    case 0: case 1: case 2: return SKED_NEVER;
    case 3: return least;
    case 4: return l->model.horizon;
    case 5: return one_in(&l->from, 4) ? least - 1 : least + 1;
    case 6: return one_in(&l->from, 8) ? odd_time(l) : l->model.horizon + 5;
    default: break;
    }
    return least + (sked_time)below(&l->from, 24);
}

static void any_sets(life *l, own_request *own) {
    sked_ar_request *r = &own->request;
    uint32_t allowed = ticks_all(&l->model), required;
    if (one_in(&l->from, 3)) {
        allowed = a_mask(l) | a_mask(l);
        r->allowed = mask_set(&own->allowed, l->settings.processors, allowed);
        spoil(&l->from, &own->allowed.set);
    }
    r->count = a_count(l, allowed);
    if (one_in(&l->from, 4)) {
        required = a_mask(l) & a_mask(l) & a_mask(l);
        required &= one_in(&l->from, 10) ? ticks_all(&l->model) : allowed;
        r->required = mask_set(&own->required, l->settings.processors, required);
        if (ticks_units(&l->model, required) > r->count && !one_in(&l->from, 8)) {
            r->count = ticks_units(&l->model, required);
        }
        spoil(&l->from, &own->required.set);
    }
}

static void any_request(life *l, own_request *own) {
    sked_ar_request *r = &own->request;
    sked_time left;
    memset(r, 0, sizeof *r);
    r->id = below(&l->from, 256);
    r->tag = below(&l->from, 256);
    r->ready = a_tick(l);
    if (one_in(&l->from, 3)) {          /* at a record, right before or right after */
        sked_time start = 0, end = 0;
        uint32_t mask;
        (void)ticks_at(&l->model, r->ready, &start, &end, &mask);
        r->ready = start + (sked_time)below(&l->from, 3) - 1;
        r->ready = r->ready < l->model.base ? l->model.base : r->ready;
        r->ready = r->ready >= l->model.horizon ? start : r->ready;
    }
    left = l->model.horizon - r->ready;
    left = one_in(&l->from, 3) || left < 8 ? left : 8;
    r->duration = 1 + (sked_time)below(&l->from, (uint32_t)left);
    r->deadline = a_deadline(l, r->ready + r->duration);
    any_sets(l, own);
    if (one_in(&l->from, 24)) {
        r->duration = one_in(&l->from, 3) ? 0 : odd_time(l);
    }
    if (one_in(&l->from, 24)) {
        r->ready = odd_time(l);
    }
}

static void any_choice(life *l, sked_ar_choice *choice, rule *by, int exhausted) {
    memset(choice, 0, sizeof *choice);
    choice->policy = (sked_ar_policy)below(&l->from, POLICIES);
    choice->starts = (sked_ar_starts)below(&l->from, 2);
    choice->ends = (sked_ar_ends)below(&l->from, 3);
    choice->pick = (sked_ar_pick)below(&l->from, PICKS);
    by->kind = one_in(&l->from, 8) ? (rule_kind)below(&l->from, 5) : (rule_kind)below(&l->from, 2);
    if (l->model.unequal && choice->pick == SKED_AR_PICKER && !one_in(&l->from, 9)) {
        choice->pick = SKED_AR_RUN;
    }
    if (exhausted) {                    /* nothing is left to pick: nothing to do wrong */
        by->kind = HIGHEST;
    }
    choice->picker.pick = pick_by_rule;
    choice->picker.ctx = by;
    choice->score.score = score_by_rule;
}

/* Which broken pickers a policy can be compared with: see ticks_choose. */
static void tame(const sked_ar_choice *choice, rule *by) {
    if (choice->policy == SKED_AR_SCORE && by->kind >= FEW) {
        by->kind = REFUSING;
    }
    if (choice->policy != SKED_AR_FF && by->kind == MOODY) {
        by->kind = FEW;
    }
}

static void spoil_choice(life *l, sked_ar_choice *choice) {
    switch (below(&l->from, 6)) {
    case 0: choice->policy = (sked_ar_policy)(POLICIES + below(&l->from, 3)); break;
    case 1: choice->starts = (sked_ar_starts)(2 + below(&l->from, 3)); break;
    case 2: choice->ends = (sked_ar_ends)(3 + below(&l->from, 3)); break;
    case 3: choice->pick = (sked_ar_pick)(PICKS + below(&l->from, 3)); break;
    case 4: choice->policy = SKED_AR_SCORE; choice->score.score = NULL; break;
    default: choice->pick = (sked_ar_pick)INT_MAX; break;
    }
}

/* ---- searches -------------------------------------------------------------------------------- */

static int has_rest(const life *l, const sked_ar_request *request) {
    uint32_t mask = 0;
    return request->required != NULL &&
           ticks_read(&l->model, request->required, &mask) == SKED_OK &&
           ticks_units(&l->model, mask) >= request->count;
}

static void compare_answer(life *l, const char *what, sked_status told, sked_status expected,
                           const sked_ar_answer *told_answer, const sked_ar_answer *answer,
                           const sked_set *told_set, const sked_set *set) {
    const int same = told_answer->start == answer->start && told_answer->end == answer->end &&
                     told_answer->free == answer->free &&
                     told_answer->alternative == answer->alternative &&
                     sked_set_equal(told_set, set);
    if (tracing && (told != expected || !same)) {
        printf("     %s: told %d [%lld, %lld) free %lu alternative %lu, expected %d [%lld, %lld) "
               "free %lu alternative %lu\n", what, (int)told, (long long)told_answer->start,
               (long long)told_answer->end, (unsigned long)told_answer->free,
               (unsigned long)told_answer->alternative, (int)expected,
               (long long)answer->start, (long long)answer->end, (unsigned long)answer->free,
               (unsigned long)answer->alternative);
    }
    agrees(&l->from, told == expected, what);
    agrees(&l->from, told != SKED_OK || expected != SKED_OK || same, what);
}

static void trace_request(const life *l, const sked_ar_request *r) {
    uint32_t allowed = 0, required = 0;
    if (!tracing) {
        return;
    }
    if (r->allowed != NULL) {
        (void)ticks_read(&l->model, r->allowed, &allowed);
    }
    if (r->required != NULL) {
        (void)ticks_read(&l->model, r->required, &required);
    }
    printf("%4lu request ready %lld duration %lld deadline %lld count %lu allowed %s%lx required "
           "%lx down %lx\n", (unsigned long)l->step, (long long)r->ready, (long long)r->duration,
           (long long)r->deadline, (unsigned long)r->count, r->allowed == NULL ? "all " : "",
           (unsigned long)allowed, (unsigned long)required, (unsigned long)l->model.down);
}

static void ask_find_odd(life *l) {
    own_request own;
    own_set told_own, set_own;
    sked_set *told_set = empty_set(&told_own, l->settings.processors);
    sked_set *set = empty_set(&set_own, l->settings.processors);
    sked_ar_answer told_answer, answer;
    sked_ar_choice choice = SKED_ZERO;
    rule by;
    sked_status told, expected;
    any_request(l, &own);
    any_choice(l, &choice, &by, has_rest(l, &own.request));
    tame(&choice, &by);
    if (one_in(&l->from, 3)) {
        spoil_choice(l, &choice);
    }
    spoil(&l->from, told_set);
    set->size = told_set->size;
    memset(&answer, 0, sizeof answer);
    memset(&told_answer, 0, sizeof told_answer);
    trace_request(l, &own.request);
    expected = ticks_find(&l->model, &own.request, &choice, &answer, set);
    told = sked_ar_find(&l->ar, &own.request, &choice, &told_answer, told_set, l->scratch,
                        l->scratch_bytes);
    see(FIND, told);
    compare_answer(l, "an odd find", told, expected, &told_answer, &answer,
                   told == SKED_OK ? told_set : set, set);
}

/* One request, all policies, both kinds of starts. */
static void ask_find(life *l) {
    own_request own;
    const sked_ar_request *r = &own.request;
    own_set told_own, set_own;
    ticks_window window;
    uint32_t allowed, required, i;
    sked_ar_choice choice = SKED_ZERO;
    rule by;
    do {
        any_request(l, &own);
    } while (ticks_check_request(&l->model, r, &allowed, &required) != SKED_OK &&
             !l->from.over);
    if (l->from.over) {
        return;
    }
    trace_request(l, r);
    ticks_look(&l->model, r, allowed, required, &window);
    for (i = 0; i < 2 * POLICIES; i++) {
        sked_set *told_set = empty_set(&told_own, l->settings.processors);
        sked_set *set = empty_set(&set_own, l->settings.processors);
        sked_ar_answer told_answer, answer;
        ticks_found found = {0, 0, 0, 0};
        sked_status told, expected;
        any_choice(l, &choice, &by, has_rest(l, r));
        choice.policy = (sked_ar_policy)(i % POLICIES);
        choice.starts = (sked_ar_starts)(i / POLICIES);
        tame(&choice, &by);
        if (l->model.unequal && choice.pick == SKED_AR_PICKER) {
            choice.pick = SKED_AR_LONGEST_LEFT;
        }
        memset(&answer, 0, sizeof answer);
        memset(&told_answer, 0, sizeof told_answer);
        expected = ticks_check_choice(&l->model, &choice);
        if (expected == SKED_OK) {
            expected = ticks_choose(&l->model, r, &choice, &window, &found);
        }
        (void)ticks_answer(expected, r, &found, &answer, set);
        told = sked_ar_find(&l->ar, r, &choice, &told_answer, told_set, l->scratch,
                            l->scratch_bytes);
        see(FIND, told);
        if (tracing && told != expected) {
            printf("     starts %d ends %d pick %d rule %d\n", (int)choice.starts,
                   (int)choice.ends, (int)choice.pick, (int)by.kind);
        }
        compare_answer(l, policy_name(choice.policy), told, expected, &told_answer, &answer,
                       told_set, set);
    }
}

static void ask_find_any(life *l) {
    own_request own[4];
    sked_ar_request alternatives[4] = SKED_ZERO;
    own_set told_own, set_own;
    sked_set *told_set = empty_set(&told_own, l->settings.processors);
    sked_set *set = empty_set(&set_own, l->settings.processors);
    const uint32_t count = below(&l->from, 40) == 0 ? 0 : 1 + below(&l->from, 4);
    sked_ar_criterion criterion = (sked_ar_criterion)below(&l->from, 3);
    sked_ar_answer told_answer, answer;
    sked_ar_choice choice = SKED_ZERO;
    uint32_t i, allowed, required;
    int exhausted = 0;
    rule by;
    sked_status told, expected;
    for (i = 0; i < count; i++) {
        any_request(l, &own[i]);
        if (ticks_check_request(&l->model, &own[i].request, &allowed, &required) != SKED_OK) {
            any_request(l, &own[i]);
        }
        alternatives[i] = own[i].request;
        exhausted |= has_rest(l, &alternatives[i]);
        trace_request(l, &alternatives[i]);
    }
    any_choice(l, &choice, &by, exhausted);
    tame(&choice, &by);
    if (one_in(&l->from, 16)) {
        spoil_choice(l, &choice);
    }
    if (one_in(&l->from, 30)) {
        criterion = (sked_ar_criterion)(3 + below(&l->from, 2));
    }
    memset(&answer, 0, sizeof answer);
    memset(&told_answer, 0, sizeof told_answer);
    expected = ticks_find_any(&l->model, alternatives, count, criterion, &choice, &answer, set);
    told = sked_ar_find_any(&l->ar, alternatives, count, criterion, &choice, &told_answer,
                            told_set, l->scratch, l->scratch_bytes);
    see(ANY, told);
    if (tracing) {
        printf("     find_any criterion %d policy %d starts %d ends %d pick %d rule %d\n",
               (int)criterion, (int)choice.policy, (int)choice.starts, (int)choice.ends,
               (int)choice.pick, (int)by.kind);
    }
    compare_answer(l, "find_any", told, expected, &told_answer, &answer, told_set, set);
}

static void ask_rectangle(life *l) {
    own_request own;
    own_set told_own, set_own;
    sked_set *told_set = empty_set(&told_own, l->settings.processors);
    sked_set *set = empty_set(&set_own, l->settings.processors);
    sked_ar_rectangle told_rectangle, rectangle;
    sked_time start;
    sked_status told, expected;
    any_request(l, &own);
    start = one_in(&l->from, 3) ? own.request.ready : a_point(l);
    if (one_in(&l->from, 4)) {          /* not looked at */
        own.request.count = below(&l->from, 2) == 0 ? 0 : UINT32_MAX;
        own.request.ready = own.request.deadline = odd_time(l);
    }
    spoil(&l->from, told_set);
    set->size = told_set->size;
    memset(&rectangle, 0, sizeof rectangle);
    memset(&told_rectangle, 0, sizeof told_rectangle);
    expected = ticks_rectangle_at(&l->model, &own.request, start, &rectangle, set);
    told = sked_ar_rectangle_at(&l->ar, &own.request, start, &told_rectangle, told_set,
                                l->scratch, l->scratch_bytes);
    see(RECTANGLE, told);
    agrees(&l->from, told == expected, "the status of rectangle_at");
    agrees(&l->from, told_rectangle.from == rectangle.from &&
                         told_rectangle.until == rectangle.until &&
                         told_rectangle.free == rectangle.free &&
                         (told != SKED_OK || sked_set_equal(told_set, set)), "a rectangle");
}

static void ask_next_starts(life *l) {
    own_request own;
    sked_time first, told_first, beyond = -7, told_beyond = -7;
    sked_status told, expected;
    uint32_t i;
    any_request(l, &own);
    first = one_in(&l->from, 2) ? own.request.ready : a_point(l);
    for (i = 0; i <= TICKS_MAX; i++) {
        told_first = first;
        expected = ticks_next_starts(&l->model, &own.request, &first, &beyond);
        told = sked_ar_next_starts(&l->ar, &own.request, &told_first, &told_beyond, l->scratch,
                                   l->scratch_bytes);
        see(NEXT_STARTS, told);
        if (tracing && (told != expected || told_first != first || told_beyond != beyond)) {
            trace_request(l, &own.request);
            printf("     next_starts: told %d [%lld, %lld), expected %d [%lld, %lld)\n",
                   (int)told, (long long)told_first, (long long)told_beyond, (int)expected,
                   (long long)first, (long long)beyond);
        }
        agrees(&l->from, told == expected, "the status of next_starts");
        agrees(&l->from, told_first == first && told_beyond == beyond, "next_starts");
        if (expected != SKED_OK) {
            return;
        }
        first = beyond;
    }
}

static void ask_explain(life *l) {
    own_request own;
    sked_ar_explanation told_reason, reason;
    sked_status told, expected;
    any_request(l, &own);
    memset(&reason, 0, sizeof reason);
    memset(&told_reason, 0, sizeof told_reason);
    expected = ticks_explain(&l->model, &own.request, &reason);
    told = sked_ar_explain(&l->ar, &own.request, &told_reason, l->scratch, l->scratch_bytes);
    see(EXPLAIN, told);
    agrees(&l->from, told == expected, "the status of why");
    agrees(&l->from, told_reason.verdict == reason.verdict, "the verdict of why");
    agrees(&l->from, told_reason.start == reason.start, "the start of why");
    agrees(&l->from, told_reason.count == reason.count, "the count of why");
}

/* Too small a scratch block, a crooked one, and an empty handle. */
static void ask_in_vain(life *l) {
    sked_ar empty;
    own_request own;
    sked_ar_answer answer;
    sked_ar_explanation reason;
    unsigned char *crooked = (unsigned char *)l->scratch + 1;
    memset(&empty, 0, sizeof empty);
    any_request(l, &own);
    agrees(&l->from, sked_ar_find(&l->ar, &own.request, NULL, &answer, NULL, l->scratch,
                                  l->scratch_bytes - 1) == SKED_E_BLOCK, "a small scratch block");
    agrees(&l->from, sked_ar_explain(&l->ar, &own.request, &reason, crooked, l->scratch_bytes) ==
                         SKED_E_BLOCK, "a crooked scratch block");
    agrees(&l->from, sked_ar_find(&empty, &own.request, NULL, &answer, NULL, l->scratch, 0) ==
                         SKED_E_EMPTY, "an empty handle");
}

static void ask(life *l) {
    uint32_t i;
    for (i = 0; i < 2; i++) {
        ask_find(l);
        ask_find_odd(l);
        ask_find_any(l);
        ask_rectangle(l);
        ask_next_starts(l);
        ask_explain(l);
        ask_at(l);
        ask_free(l);
        ask_usage(l);
        ask_spans(l);
    }
    ask_booking(l);
    ask_next(l, 0);
    ask_next(l, 1);
    if (one_in(&l->from, 16)) {
        ask_in_vain(l);
    }
    agrees(&l->from, is_unchanged(l), "to ask changes no byte");
}

static void live(life *l) {
    const uint32_t steps = 10 + below(&l->from, 60);
    l->chains = (uint32_t)one_in(&l->from, 4);
    open_life(l);
    for (l->step = 0; l->step < steps && !l->from.over && check_failed_ == 0; l->step++) {
        do_change(l);
        compare_content(l);
        if (one_in(&l->from, 2)) {
            ask(l);
        }
    }
    close_life(l);
}

static void live_of(source from) {
    static life l;
    memset(&l, 0, sizeof l);
    l.from = from;
    live(&l);
}

static void live_of_seed(uint64_t seed) {
    live_of(source_of(seed));
}

/* ---- the two oracles check each other -------------------------------------------------------- */

static list_set list_of_mask(uint32_t mask) {
    list_set set = list_nothing;
    set.word[0] = mask;
    return set;
}

static void change_both(life *l, list *other) {
    sked_time start, end;
    uint32_t mask;
    list_set set;
    an_interval(l, &start, &end);
    if (!clip(l, &start, &end)) {
        return;
    }
    switch (below(&l->from, 8)) {
    case 0:
        (void)ticks_trim(&l->model, start);
        list_trim(other, start);
        break;
    case 1:
        l->model.down = a_mask(l) & a_mask(l);
        other->down = list_of_mask(l->model.down);
        break;
    case 2: case 3:
        mask = a_mask(l) & ticks_covered(&l->model, start, end);
        set = list_of_mask(mask);
        agrees(&l->from, list_covers(other, start, end, &set), "both know what is busy");
        (void)ticks_clear(&l->model, start, end, mask);
        list_remove(other, start, end, &set);
        break;
    default:
        mask = a_mask(l) & ~ticks_touched(&l->model, start, end);
        set = list_of_mask(mask);
        (void)ticks_mark(&l->model, start, end, mask);
        list_add(other, start, end, &set);
        break;
    }
}

static void compare_oracles_at(life *l, const list *other, const sked_ar_request *r,
                               const ticks_window *window) {
    uint32_t i;
    for (i = 0; i < 2 * POLICIES; i++) {
        ticks_found found = {0, 0, 0, 0};
        list_set taken = list_nothing;
        list_start best;
        sked_ar_choice choice = SKED_ZERO;
        rule by;
        sked_status mine, yours;
        memset(&best, 0, sizeof best);
        any_choice(l, &choice, &by, has_rest(l, r));
        choice.policy = (sked_ar_policy)(i % POLICIES);
        choice.starts = (sked_ar_starts)(i / POLICIES);
        tame(&choice, &by);
        if (by.kind == MOODY || (l->model.unequal && choice.pick == SKED_AR_PICKER)) {
            choice.pick = SKED_AR_LONGEST_LEFT;
        }
        mine = ticks_choose(&l->model, r, &choice, window, &found);
        yours = list_find(other, r, &choice, &best, &taken);
        agrees(&l->from, mine == yours, "both oracles find a start");
        agrees(&l->from, mine != SKED_OK || yours != SKED_OK ||
                             (found.start == best.start && found.free == best.free &&
                              found.set == taken.word[0]), "both oracles find the same start");
    }
}

static void compare_oracles(life *l, const list *other) {
    own_request own;
    const sked_ar_request *r = &own.request;
    ticks_window window;
    uint32_t allowed, required, most = 0;
    sked_time t, first, beyond = -1, list_first, list_beyond = -1;
    any_request(l, &own);
    if (ticks_check_request(&l->model, r, &allowed, &required) != SKED_OK) {
        return;
    }
    ticks_look(&l->model, r, allowed, required, &window);
    compare_oracles_at(l, other, r, &window);
    for (t = r->ready; t <= window.last; t++) {
        const ticks_start *mine = &window.start[t - r->ready];
        const list_start yours = list_start_at(other, r->allowed, t, r->duration);
        agrees(&l->from, mine->set == yours.set.word[0] && mine->free == yours.free &&
                             mine->from == yours.from && mine->until == yours.until,
               "both oracles know a start's rectangle");
        most = (required & ~mine->set) == 0 && mine->free > most ? mine->free : most;
    }
    agrees(&l->from, most == list_most(other, r), "both know the largest count");
    first = list_first = r->ready;
    for (;;) {
        const int mine = ticks_next_starts(&l->model, r, &first, &beyond) == SKED_OK;
        const int yours = list_next_starts(other, r, &list_first, &list_beyond);
        agrees(&l->from, mine == yours && first == list_first && beyond == list_beyond,
               "both oracles know the intervals of starts");
        if (!mine || !yours) {
            break;
        }
        first = list_first = beyond;
    }
}

static void oracles_of_seed(uint64_t seed) {
    static life l;
    list other;
    sked_ar_usage mine, yours;
    uint32_t step;
    memset(&l, 0, sizeof l);
    l.from = source_of(seed);
    any_settings(&l);
    ticks_begin(&l.model, &l.settings);
    if (!list_open(&other, &l.settings, 2 * TICKS_MAX, LIST_CORRECTED)) {
        return;
    }
    for (step = 0; step < 25; step++) {
        change_both(&l, &other);
        compare_oracles(&l, &other);
        agrees(&l.from, ticks_records(&l.model) == list_records(&other), "as many records");
        (void)ticks_usage(&l.model, l.model.base, SKED_NEVER, &mine);
        list_usage(&other, l.model.base, l.model.horizon, &yours);
        agrees(&l.from, sked_u128_compare(mine.busy, yours.busy) == 0 &&
                            mine.free_min == yours.free_min &&
                            mine.free_max == yours.free_max, "both oracles know the usage");
    }
    list_close(&other);
}

/* ---- the list as it is printed --------------------------------------------------------------- */

static void open_printed(list *self, uint32_t corrections) {
    static const sked_ar_settings settings = {.processors = 8, .spans_max = 8, .horizon = 40};
    if (!list_open(self, &settings, 32, corrections)) {
        printf("no memory\n");
        exit(1);
    }
}

static void list_do(list *self, int add, sked_time start, sked_time end, uint32_t mask) {
    const list_set set = list_of_mask(mask);
    if (add) {
        list_add(self, start, end, &set);
    } else {
        list_remove(self, start, end, &set);
    }
}

static uint32_t list_mask_at(const list *self, sked_time time) {
    return list_busy_at(self, time).word[0];
}

/* (a) Two that overlap. As printed the second add inserts no record: what it takes begins late,
 * where the first one ends, and has no end. */
static void test_cut(void) {
    list printed, corrected;
    open_printed(&printed, LIST_CORRECTED & ~LIST_CUT);
    open_printed(&corrected, LIST_CORRECTED);
    list_do(&printed, 1, 0, 4, 1);
    list_do(&corrected, 1, 0, 4, 1);
    list_do(&printed, 1, 2, 6, 2);
    list_do(&corrected, 1, 2, 6, 2);
    CHECK(list_mask_at(&printed, 3) == 1 && list_mask_at(&printed, 39) == 2);
    CHECK(list_mask_at(&corrected, 3) == 3 && list_mask_at(&corrected, 39) == 0);
    list_close(&printed);
    list_close(&corrected);
}

/* (b) One within another. With an empty record at its end, the rest of the other is lost. */
static void test_carry(void) {
    list printed, corrected;
    open_printed(&printed, LIST_CORRECTED & ~LIST_CARRY);
    open_printed(&corrected, LIST_CORRECTED);
    list_do(&printed, 1, 0, 10, 1);
    list_do(&corrected, 1, 0, 10, 1);
    list_do(&printed, 1, 2, 4, 2);
    list_do(&corrected, 1, 2, 4, 2);
    CHECK(list_mask_at(&printed, 3) == 2 && list_mask_at(&printed, 5) == 0);
    CHECK(list_mask_at(&corrected, 3) == 3 && list_mask_at(&corrected, 5) == 1);
    list_close(&printed);
    list_close(&corrected);
}

/* (c) Two that touch on the same processors, and the first one ends early. Its end has been merged
 * away: as printed the second one goes with it. */
static void test_create(void) {
    list printed, corrected;
    open_printed(&printed, LIST_CORRECTED & ~LIST_CREATE);
    open_printed(&corrected, LIST_CORRECTED);
    list_do(&printed, 1, 0, 4, 1);
    list_do(&corrected, 1, 0, 4, 1);
    list_do(&printed, 1, 4, 8, 1);
    list_do(&corrected, 1, 4, 8, 1);
    CHECK(printed.count == 2 && corrected.count == 2);
    list_do(&printed, 0, 0, 4, 1);
    list_do(&corrected, 0, 0, 4, 1);
    CHECK(list_mask_at(&printed, 5) == 0 && list_mask_at(&corrected, 5) == 1);
    list_close(&printed);
    list_close(&corrected);
}

/* (d) Figure 1, step 4: of the equal records at 0 and 1 the paper keeps the later one, which
 * forgets that job 1 has run since 0. */
static void test_keep(void) {
    list printed, corrected;
    open_printed(&printed, LIST_CORRECTED & ~LIST_KEEP);
    open_printed(&corrected, LIST_CORRECTED);
    list_do(&printed, 1, 0, 3, 0x0f);
    list_do(&corrected, 1, 0, 3, 0x0f);
    list_do(&printed, 1, 0, 1, 0x70);
    list_do(&corrected, 1, 0, 1, 0x70);
    list_do(&printed, 0, 0, 1, 0x70);
    list_do(&corrected, 0, 0, 1, 0x70);
    CHECK(printed.count == 2 && printed.record[0].time == 1 && list_mask_at(&printed, 0) == 0);
    CHECK(corrected.count == 2 && corrected.record[0].time == 0 &&
          list_mask_at(&corrected, 0) == 0x0f);
    list_trim(&corrected, 1);           /* as the paper has it, once 1 is now */
    CHECK(corrected.count == 2 && corrected.record[0].time == 1);
    list_close(&printed);
    list_close(&corrected);
}

/* As printed in all, the list takes a processor twice in a handful of random jobs. */
static void test_as_printed(void) {
    uint64_t random = 5;
    uint32_t i, lost = 0;
    list printed, corrected;
    open_printed(&printed, LIST_AS_PRINTED);
    open_printed(&corrected, LIST_CORRECTED);
    for (i = 0; i < 30; i++) {
        const sked_time start = (sked_time)check_below(&random, 30);
        const sked_time end = start + 1 + (sked_time)check_below(&random, 9);
        const list_set printed_busy = list_touched(&printed, start, end);
        const list_set busy = list_touched(&corrected, start, end);
        const uint32_t mask = check_below(&random, 256) & ~printed_busy.word[0];
        lost += (mask & busy.word[0]) != 0;
        list_do(&printed, 1, start, end, mask);
        list_do(&corrected, 1, start, end, mask & ~busy.word[0]);
    }
    CHECK(lost > 0);
    list_close(&printed);
    list_close(&corrected);
}

/* Figure 1 of the paper: four starts, their rectangles, and what each policy takes. */
static void test_figure_1(void) {
    static const struct {
        sked_time start;
        uint32_t free;
        sked_time from, until;
    } expected[] = {{2, 4, 1, 8}, {3, 8, 3, 8}, {6, 8, 3, 8}, {7, 5, 3, 40}};
    static const sked_ar_request request = {.ready = 2, .duration = 2, .deadline = 9, .count = 4};
    list self;
    list_set taken = list_nothing;
    list_start best;
    sked_ar_choice choice;
    uint32_t i;
    open_printed(&self, LIST_CORRECTED);
    list_do(&self, 1, 0, 3, 0x0f);
    list_do(&self, 1, 0, 1, 0x70);
    list_do(&self, 1, 8, 10, 0x70);
    CHECK(self.count == 5 && list_paper_starts(&self, &request, 0) == 4);
    for (i = 0; i < 4; i++) {
        const list_start start = list_start_at(&self, NULL, self.starts[i], 2);
        CHECK(start.start == expected[i].start && start.free == expected[i].free &&
              start.from == expected[i].from && start.until == expected[i].until);
    }
    memset(&choice, 0, sizeof choice);
    choice.policy = SKED_AR_PE_W;
    memset(&best, 0, sizeof best);
    CHECK(list_find(&self, &request, &choice, &best, &taken) == SKED_OK && best.start == 3 &&
          taken.word[0] == 0x0f);
    list_add(&self, 3, 5, &taken);      /* the record at 3 merges with the one at 1 */
    CHECK(self.count == 5 && self.record[1].time == 1 && self.record[2].time == 5);
    list_close(&self);
}

static void test_list(void) {
    test_cut();
    test_carry();
    test_create();
    test_keep();
    test_as_printed();
    test_figure_1();
}

/* ---- a calendar and the disjoint spans that it holds ----------------------------------------- */

typedef struct held {
    sked_time start, end;
    list_set set;
} held;

enum { HELD_MAX = 8192 };

/* FULL: each add takes all that is free. WHEEL: record after record busy on the next processor, so
 * that no long interval leaves many: searches have to go back again and again. */
typedef enum shape { MIXED, TOUCHING, SHORT, LONG, FULL, WHEEL, SPARSE, SHAPES } shape;

typedef struct plot {
    source from;
    shape shape;
    sked_ar_settings settings;
    uint32_t capacities[LIST_PROCESSORS];
    sked_time base;
    sked_ar ar;
    void *block, *scratch;
    size_t bytes, scratch_bytes;
    held *held;
    uint32_t count;
    list_set down;
} plot;

static const uint32_t some_processors[] = {1, 5, 8, 9, 31, 32, 33, 63, 64, 65, 130};

static void plot_open_as(plot *p) {
    p->base = p->settings.base;
    if (p->settings.capacities != NULL) {
        p->settings.capacities = p->capacities;
    }
    if (p->held == NULL) {
        p->held = (held *)room_of(HELD_MAX * sizeof *p->held);
    }
    agrees(&p->from, sked_ar_bytes(&p->settings, &p->bytes) == SKED_OK, "a size");
    p->block = room_of(p->bytes);
    agrees(&p->from, sked_ar_init(&p->ar, &p->settings, p->block, p->bytes) == SKED_OK, "init");
    agrees(&p->from, sked_ar_find_bytes(&p->ar, &p->scratch_bytes) == SKED_OK, "room to search");
    p->scratch = room_of(p->scratch_bytes);
    memset(p->scratch, 0xa5, p->scratch_bytes);
}

static void plot_settings(plot *p, uint64_t seed, sked_time length) {
    uint32_t i;
    memset(p, 0, sizeof *p);
    p->from = source_of(seed);
    p->shape = (shape)below(&p->from, SHAPES);
    p->settings.processors = some_processors[below(&p->from, 11)];
    p->settings.spans_max = 1 + below(&p->from, 80);
    p->settings.base = one_in(&p->from, 2) ? 0 : (sked_time)below(&p->from, 5000);
    p->settings.horizon = p->settings.base + length;
    if (one_in(&p->from, 4)) {
        for (i = 0; i < p->settings.processors; i++) {
            p->capacities[i] = 1 + below(&p->from, 6);
        }
        p->settings.capacities = p->capacities;
    }
}

static void plot_close(plot *p) {
    sked_ar_destroy(&p->ar);
    free(p->block);
    free(p->scratch);
    free(p->held);
    p->held = NULL;
}

/* Another calendar of the same content: nothing is held twice, so that one list of spans does. */
static void plot_branch(const plot *p, plot *copy) {
    *copy = *p;
    copy->block = room_of(p->bytes);
    copy->scratch = room_of(p->scratch_bytes);
    copy->held = (held *)room_of(HELD_MAX * sizeof *copy->held);
    memcpy(copy->held, p->held, p->count * sizeof *p->held);
    agrees(&p->from, sked_ar_branch(&p->ar, &copy->ar, copy->block, p->bytes) == SKED_OK,
           "a branch");
}

static sked_set *own_of(const plot *p, own_set *own, const list_set *set) {
    list_write(empty_set(own, p->settings.processors), set);
    return &own->set;
}

static list_set plot_all(const plot *p) {
    list_set set = list_nothing;
    uint32_t i;
    for (i = 0; i < p->settings.processors; i++) {
        list_put(&set, i);
    }
    return set;
}

static list_set plot_some(plot *p, uint32_t out_of_8) {
    list_set set = list_nothing;
    uint32_t i;
    for (i = 0; i < p->settings.processors; i++) {
        if (below(&p->from, 8) < out_of_8) {
            list_put(&set, i);
        }
    }
    return set;
}

/* What nobody holds during an interval, by the spans. */
static list_set plot_free(const plot *p, sked_time start, sked_time end) {
    list_set set = plot_all(p);
    uint32_t i;
    for (i = 0; i < p->count; i++) {
        if (p->held[i].start < end && p->held[i].end > start) {
            list_less(&set, &p->held[i].set);
        }
    }
    return set;
}

static sked_time plot_below(plot *p, sked_time bound) {
    const uint32_t high = below(&p->from, 65536);
    return (sked_time)(((uint64_t)high << 16 | below(&p->from, 65536)) % (uint64_t)bound);
}

/* A span that the calendar can take, as its shape wants it. Returns 0 if there is none there. */
static int plot_span(plot *p, held *span) {
    const sked_time length = p->settings.horizon - p->base;
    list_set free_set, taken;
    sked_time most;
    if (p->shape == TOUCHING && p->count > 0 && !one_in(&p->from, 4)) {
        *span = p->held[below(&p->from, p->count)];
        most = p->settings.horizon - span->end;
        if (most <= 0) {
            return 0;
        }
        span->start = span->end;
        span->end += 1 + plot_below(p, most < 9 ? most : 9);
        free_set = plot_free(p, span->start, span->end);
        return list_within(&span->set, &free_set);
    }
    span->start = p->base + plot_below(p, length);
    most = p->settings.horizon - span->start;
    if (p->shape != LONG) {
        most = p->shape == SHORT || p->shape == SPARSE ? 1 + most / 60 : 1 + most / 5;
    }
    span->end = span->start + 1 + plot_below(p, most);
    span->end = span->end < p->settings.horizon ? span->end : p->settings.horizon;
    span->set = plot_some(p, p->shape == FULL ? 8 : p->shape == LONG ? 1 : 3);
    if (p->shape == SPARSE) {           /* a node knows few processors, and each change shows */
        span->set = list_nothing;
        list_put(&span->set, below(&p->from, p->settings.processors));
    }
    if (p->shape == WHEEL) {
        span->start = p->base + (p->count == 0 ? 0 : p->held[p->count - 1].end - p->base);
        span->end = span->start + 1 + (sked_time)below(&p->from, 2);
        span->set = list_nothing;
        list_put(&span->set, p->count % p->settings.processors);
        if (span->end > p->settings.horizon) {
            return 0;
        }
    }
    free_set = plot_free(p, span->start, span->end);
    taken = plot_all(p);
    list_less(&taken, &free_set);
    list_less(&span->set, &taken);
    return !list_equal(&span->set, &list_nothing);
}

static void plot_hold(plot *p, const held *span) {
    if (span->start < span->end && !list_equal(&span->set, &list_nothing)) {
        p->held[p->count++] = *span;
    }
}

/* Adds a span. There is room, for as many disjoint spans as the settings say. */
static void plot_add(plot *p, const held *span) {
    own_set own;
    agrees(&p->from, sked_ar_add(&p->ar, span->start, span->end, own_of(p, &own, &span->set)) ==
                         SKED_OK, "as many disjoint spans as were asked for have room");
    plot_hold(p, span);
}

/* Takes a piece out of a held span: part of its time, part of its set. What is left of it are up
 * to three disjoint spans. Returns 0 if that would be more than there is room for. */
static int plot_take(plot *p, uint32_t which, const held *piece) {
    const held whole = p->held[which];
    held rest = whole;
    own_set own;
    if (p->count + 2 > p->settings.spans_max) {
        return 0;
    }
    agrees(&p->from, sked_ar_remove(&p->ar, piece->start, piece->end,
                                    own_of(p, &own, &piece->set)) == SKED_OK, "a piece goes");
    p->held[which] = p->held[--p->count];
    rest.end = piece->start;
    plot_hold(p, &rest);
    rest = whole;
    rest.start = piece->end;
    plot_hold(p, &rest);
    rest = *piece;
    rest.set = whole.set;
    list_less(&rest.set, &piece->set);
    plot_hold(p, &rest);
    return 1;
}

/* Takes a whole held span out: no removal is ever refused for want of room. */
static void plot_drop(plot *p, uint32_t which) {
    own_set own;
    agrees(&p->from, sked_ar_remove(&p->ar, p->held[which].start, p->held[which].end,
                                    own_of(p, &own, &p->held[which].set)) == SKED_OK,
           "a span goes, however full it is");
    p->held[which] = p->held[--p->count];
}

static void plot_trim(plot *p, sked_time now) {
    uint32_t i = 0;
    agrees(&p->from, sked_ar_trim(&p->ar, now) == SKED_OK, "trim");
    p->base = now;
    while (i < p->count) {
        p->held[i].start = p->held[i].start < now ? now : p->held[i].start;
        if (p->held[i].end <= now) {
            p->held[i] = p->held[--p->count];
        } else {
            i++;
        }
    }
}

static void plot_down(plot *p, const list_set *down) {
    const list_set all = plot_all(p);
    own_set own;
    agrees(&p->from, sked_ar_up(&p->ar, own_of(p, &own, &all)) == SKED_OK &&
                         sked_ar_down(&p->ar, own_of(p, &own, down)) == SKED_OK, "down and up");
    p->down = *down;
}

static void plot_fill(plot *p, uint32_t spans) {
    held span;
    uint32_t tries;
    for (tries = 0; tries < 4 * spans && p->count < spans; tries++) {
        if (plot_span(p, &span)) {
            plot_add(p, &span);
        }
    }
}

/* ---- requests of a plot ---------------------------------------------------------------------- */

/* A request whose data is good; its window is not longer than `longest`. */
static void plot_request(plot *p, own_request *own, sked_time longest) {
    sked_ar_request *r = &own->request;
    const sked_time length = p->settings.horizon - p->base;
    const list_set all = plot_all(p);
    list_set allowed = all, required;
    uint32_t i, units = 0;
    memset(r, 0, sizeof *r);
    r->id = below(&p->from, 256);
    r->ready = p->base + plot_below(p, length);
    if (p->count > 0 && one_in(&p->from, 3)) {
        const held *span = &p->held[below(&p->from, p->count)];
        r->ready = (one_in(&p->from, 2) ? span->start : span->end) +
                   (sked_time)below(&p->from, 3) - 1;
        r->ready = r->ready < p->base ? p->base : r->ready;
        r->ready = r->ready < p->settings.horizon ? r->ready : p->settings.horizon - 1;
    }
    if (longest > p->settings.horizon - r->ready) {
        longest = p->settings.horizon - r->ready;
    }
    r->duration = 1 + plot_below(p, one_in(&p->from, 4) ? longest : 1 + longest / 8);
    r->duration = r->duration < longest ? r->duration : longest;
    r->deadline = r->ready + r->duration + plot_below(p, longest - r->duration + 1);
    if (one_in(&p->from, 8)) {
        r->deadline = r->ready + r->duration;
    }
    if (longest == p->settings.horizon - r->ready && one_in(&p->from, 3)) {
        r->deadline = SKED_NEVER;
    }
    if (one_in(&p->from, 3)) {
        allowed = plot_some(p, 6);
        r->allowed = own_of(p, &own->allowed, &allowed);
    }
    for (i = 0; i < p->settings.processors; i++) {
        units += list_has(&allowed, i) ? (p->settings.capacities != NULL ? p->capacities[i] : 1)
                                       : 0;
    }
    r->count = 1 + below(&p->from, units == 0 ? 1 : one_in(&p->from, 3) ? units
                                                                        : (units + 3) / 4);
    if (one_in(&p->from, 5)) {
        required = list_nothing;
        i = below(&p->from, p->settings.processors);
        if (list_has(&allowed, i)) {
            list_put(&required, i);
            r->required = own_of(p, &own->required, &required);
            i = p->settings.capacities != NULL ? p->capacities[i] : 1;
            r->count = r->count < i ? i : r->count;
        }
    }
}

static sked_status plot_find(const plot *p, const sked_ar_request *r, sked_ar_policy policy,
                             sked_ar_starts starts, sked_ar_answer *answer, sked_set *set) {
    sked_ar_choice choice;
    memset(&choice, 0, sizeof choice);
    choice.policy = policy;
    choice.starts = starts;
    choice.score.score = score_by_rule;
    memset(answer, 0, sizeof *answer);
    return sked_ar_find(&p->ar, r, &choice, answer, set, p->scratch, p->scratch_bytes);
}

/* ---- a life beside the list ------------------------------------------------------------------ */

static void compare_records(const plot *p, const list *model) {
    sked_time t = p->base;
    uint32_t i = 0, records = 0;
    sked_ar_info info;
    while (t < p->settings.horizon) {
        const list_record *record = i < model->count ? &model->record[i] : NULL;
        const int leading = record == NULL || record->time > t;
        const list_set busy = leading ? list_nothing : record->busy;
        sked_span span;
        sked_set set;
        i += !leading;
        if (sked_ar_record_at(&p->ar, t, &span, &set) != SKED_OK) {
            agrees(&p->from, 0, "the walk goes on to the horizon");
            return;
        }
        {
            const list_set told = list_read(&set);
            const sked_time end = i < model->count ? model->record[i].time : model->horizon;
            agrees(&p->from, list_equal(&told, &busy) && span.start == t && span.end == end &&
                                 span.count == list_units(model, &busy), "a record of the list");
        }
        t = span.end;
        records++;
    }
    memset(&info, 0, sizeof info);
    agrees(&p->from, sked_ar_get_info(&p->ar, &info) == SKED_OK && info.records == records &&
                         records == list_records(model) && records <= 2 * p->count + 1,
           "at most twice the spans, and one");
    agrees(&p->from, sked_ar_validate(&p->ar) == SKED_OK, "it is sound");
}

static void change_plot(plot *p, list *model) {
    held span, piece;
    uint32_t which;
    if (one_in(&p->from, 40)) {
        const sked_time now = p->base + plot_below(p, 1 + (p->settings.horizon - p->base) / 8);
        plot_trim(p, now);
        list_trim(model, now);
    } else if (one_in(&p->from, 20)) {
        const list_set down = plot_some(p, below(&p->from, 3));
        plot_down(p, &down);
        model->down = down;
    } else if (p->count < p->settings.spans_max && !one_in(&p->from, 4)) {
        if (plot_span(p, &span)) {
            plot_add(p, &span);
            list_add(model, span.start, span.end, &span.set);
        }
    } else if (p->count > 0) {
        which = below(&p->from, p->count);
        span = piece = p->held[which];
        if (one_in(&p->from, 2)) {
            const list_set less = plot_some(p, 3);
            piece.start += plot_below(p, span.end - span.start);
            piece.end = piece.start + 1 + plot_below(p, span.end - piece.start);
            list_less(&piece.set, &less);
            if (!list_equal(&piece.set, &list_nothing) && plot_take(p, which, &piece)) {
                list_remove(model, piece.start, piece.end, &piece.set);
                return;
            }
        }
        plot_drop(p, which);
        list_remove(model, span.start, span.end, &span.set);
    }
}

static void plot_choice(plot *p, sked_ar_choice *choice, rule *by, const sked_ar_request *r) {
    memset(choice, 0, sizeof *choice);
    choice->policy = (sked_ar_policy)below(&p->from, POLICIES);
    choice->starts = (sked_ar_starts)below(&p->from, 2);
    choice->ends = (sked_ar_ends)below(&p->from, 3);
    choice->pick = (sked_ar_pick)below(&p->from, PICKS);
    if (choice->pick == SKED_AR_PICKER && (p->settings.capacities != NULL || r->required != NULL)) {
        choice->pick = SKED_AR_LONGEST_LEFT;
    }
    by->kind = one_in(&p->from, 2) ? HIGHEST : REFUSING;
    choice->picker.pick = pick_by_rule;
    choice->picker.ctx = by;
    choice->score.score = score_by_rule;
}

static void compare_find(plot *p, const list *model, const sked_ar_request *r) {
    own_set own, told_own;
    sked_set *told_set = empty_set(&told_own, p->settings.processors);
    sked_ar_choice choice = SKED_ZERO;
    sked_ar_answer answer;
    list_set taken = list_nothing;
    list_start best;
    rule by;
    sked_status told, expected;
    memset(&best, 0, sizeof best);
    memset(&answer, 0, sizeof answer);
    plot_choice(p, &choice, &by, r);
    expected = list_find(model, r, &choice, &best, &taken);
    told = sked_ar_find(&p->ar, r, &choice, &answer, told_set, p->scratch, p->scratch_bytes);
    agrees(&p->from, told == expected, policy_name(choice.policy));
    if (told == SKED_OK && expected == SKED_OK) {
        agrees(&p->from, answer.start == best.start && answer.end == best.start + r->duration &&
                             answer.free == best.free &&
                             sked_set_equal(told_set, own_of(p, &own, &taken)),
               policy_name(choice.policy));
    }
}

static void compare_starts(plot *p, const list *model, const sked_ar_request *r) {
    const sked_time last = list_deadline(model, r) - r->duration;
    const sked_time at = r->ready + plot_below(p, last - r->ready + 1);
    const list_start start = list_start_at(model, r->allowed, at, r->duration);
    sked_time first = r->ready, beyond = -1, list_first = r->ready, list_beyond = -1;
    own_set own, told_own;
    sked_ar_rectangle rectangle;
    sked_ar_explanation reason;
    uint32_t rounds;
    memset(&rectangle, 0, sizeof rectangle);
    memset(&reason, 0, sizeof reason);
    (void)empty_set(&told_own, p->settings.processors);
    agrees(&p->from, sked_ar_rectangle_at(&p->ar, r, at, &rectangle, &told_own.set, p->scratch,
                                          p->scratch_bytes) == SKED_OK &&
                         rectangle.from == start.from && rectangle.until == start.until &&
                         rectangle.free == start.free &&
                         sked_set_equal(&told_own.set, own_of(p, &own, &start.set)),
           "the rectangle of the list");
    agrees(&p->from, sked_ar_explain(&p->ar, r, &reason, p->scratch, p->scratch_bytes) == SKED_OK &&
                         (reason.verdict == SKED_E_NEVER_FITS ||
                          reason.count == list_most(model, r)), "the largest count of the list");
    for (rounds = 0; rounds < 8; rounds++) {
        const int mine = list_next_starts(model, r, &list_first, &list_beyond);
        const sked_status told = sked_ar_next_starts(&p->ar, r, &first, &beyond, p->scratch,
                                                     p->scratch_bytes);
        agrees(&p->from, told == (mine ? SKED_OK : SKED_DONE) && first == list_first &&
                             beyond == list_beyond, "the intervals of the list");
        if (!mine || told != SKED_OK) {
            break;
        }
        first = list_first = beyond;
    }
}

static void compare_use(plot *p, const list *model) {
    const sked_time start = p->base + plot_below(p, p->settings.horizon - p->base);
    const sked_time end = start + 1 + plot_below(p, p->settings.horizon - start);
    const list_set set = list_free(model, start, end);
    sked_ar_usage use, expected;
    own_set own, told_own;
    uint32_t count = 0;
    memset(&use, 0, sizeof use);
    list_usage(model, start, end, &expected);
    agrees(&p->from, sked_ar_get_usage(&p->ar, start, end, &use) == SKED_OK &&
                         sked_u128_compare(use.busy, expected.busy) == 0 &&
                         sked_u128_compare(use.whole, expected.whole) == 0 &&
                         use.free_min == expected.free_min &&
                         use.free_max == expected.free_max, "the usage of the list");
    (void)empty_set(&told_own, p->settings.processors);
    agrees(&p->from, sked_ar_free_set(&p->ar, start, end, &told_own.set, &count) == SKED_OK &&
                         count == list_units(model, &set) &&
                         sked_set_equal(&told_own.set, own_of(p, &own, &set)),
           "what is free in the list");
}

/* A life of so many changes; after every `pause` of them all is compared. */
static void plot_live(plot *p, uint32_t changes, uint32_t pause, uint32_t requests,
                      sked_time longest) {
    list model;
    own_request own;
    uint32_t i, k, m;
    plot_open_as(p);
    if (!list_open(&model, &p->settings, 2 * p->settings.spans_max + 8, LIST_CORRECTED)) {
        printf("no memory\n");
        exit(1);
    }
    for (i = 1; i <= changes && check_failed_ == 0; i++) {
        change_plot(p, &model);
        if (i % pause != 0) {
            continue;
        }
        compare_records(p, &model);
        for (k = 0; k < requests; k++) {
            plot_request(p, &own, longest);
            for (m = 0; m < 4; m++) {
                compare_find(p, &model, &own.request);
            }
            compare_starts(p, &model, &own.request);
            compare_use(p, &model);
        }
    }
    list_close(&model);
    plot_close(p);
}

static void plot_of_seed(uint64_t seed) {
    static plot p;
    sked_time length;
    source lengths = source_of(seed ^ 77);
    length = one_in(&lengths, 8) ? 1 : 20 + (sked_time)below(&lengths, 3000);
    plot_settings(&p, seed, length);
    if (p.shape == WHEEL || p.shape == SPARSE) {
        p.settings.spans_max = 400;
        plot_live(&p, 500, 50, 2, length);
    } else {
        plot_live(&p, 120, 8, 2, length);
    }
}

/* Thousands of records, so that the tree has several levels. */
static void large_of_seed(uint64_t seed, uint32_t spans) {
    static plot p;
    uint32_t i;
    plot_settings(&p, seed, 60000);
    p.shape = one_in(&p.from, 2) ? SPARSE : SHORT;
    p.settings.spans_max = spans;
    p.settings.processors = one_in(&p.from, 2) ? 130 : 33;
    for (i = 0; i < p.settings.processors && p.settings.capacities != NULL; i++) {
        p.capacities[i] += p.capacities[i] == 0;        /* drawn for fewer processors */
    }
    plot_live(&p, spans + spans / 2, spans / 12, 16, 1500);
}

/* ---- laws ------------------------------------------------------------------------------------ */

/* Two calendars hold the same: record by record, time for time. */
static int same_content(const plot *a, const plot *b) {
    sked_time t = a->base;
    int same = a->base == b->base;
    while (same && t < a->settings.horizon) {
        sked_span one, other;
        sked_set set, other_set;
        same = sked_ar_record_at(&a->ar, t, &one, &set) == SKED_OK &&
               sked_ar_record_at(&b->ar, t, &other, &other_set) == SKED_OK &&
               one.start == other.start && one.end == other.end && one.count == other.count &&
               sked_set_equal(&set, &other_set);
        t = one.end;
    }
    return same;
}

/* A random content for a law: at most `room` ticks long. */
static void plot_begin(plot *p, uint64_t seed, uint32_t room) {
    source lengths = source_of(seed ^ 99);
    plot_settings(p, seed, 1 + (sked_time)below(&lengths, room));
    if (p->shape == WHEEL) {
        p->shape = MIXED;
    }
    plot_open_as(p);
    plot_fill(p, 1 + below(&p->from, p->settings.spans_max));
    if (one_in(&p->from, 3)) {
        const list_set down = plot_some(p, 2);
        plot_down(p, &down);
    }
}

/* At every instant what is busy, what is down, and what is free are all there is. */
static void law_of_free_and_busy(uint64_t seed) {
    static plot p;
    sked_time t;
    plot_begin(&p, seed, 200);
    for (t = p.base; t < p.settings.horizon; t++) {
        own_set own, down;
        sked_span span;
        sked_set busy;
        uint32_t count = 0;
        (void)empty_set(&own, p.settings.processors);
        agrees(&p.from, sked_ar_record_at(&p.ar, t, &span, &busy) == SKED_OK &&
                            sked_ar_free_set(&p.ar, t, t + 1, &own.set, &count) == SKED_OK,
               "every instant can be asked for");
        (void)own_of(&p, &down, &p.down);
        sked_set_or(&down.set, &busy);
        agrees(&p.from, sked_set_count(&own.set) + sked_set_count(&down.set) ==
                            p.settings.processors, "free and busy are all");
        sked_set_and(&down.set, &own.set);
        agrees(&p.from, sked_set_count(&down.set) == 0, "nothing is free and busy");
    }
    plot_close(&p);
}

/* To add and remove again leaves what was there; and so does any order of the adds. */
static void law_of_order(uint64_t seed) {
    static plot p, again;
    uint32_t i, added = 0;
    held span;
    plot_begin(&p, seed, 300);
    plot_branch(&p, &again);
    while (p.count < p.settings.spans_max && added < 5) {
        if (plot_span(&p, &span)) {
            plot_add(&p, &span);
        }
        added++;
    }
    for (added = p.count; added > again.count; added--) {
        plot_drop(&p, added - 1);
    }
    agrees(&p.from, same_content(&p, &again), "what was added and removed leaves no trace");
    while (again.count > 0) {
        plot_drop(&again, below(&p.from, again.count));
        agrees(&p.from, sked_ar_validate(&again.ar) == SKED_OK, "sound while it is emptied");
    }
    agrees(&p.from, sked_ar_validate(&again.ar) == SKED_OK, "sound when all is removed");
    for (i = 0; i < p.count; i++) {     /* shuffled: each goes to a random place before it */
        const uint32_t k = below(&p.from, i + 1);
        span = p.held[i];
        p.held[i] = p.held[k];
        p.held[k] = span;
    }
    for (i = 0; i < p.count; i++) {
        plot_add(&again, &p.held[i]);
    }
    agrees(&p.from, same_content(&p, &again), "the order of the adds leaves no trace");
    plot_close(&p);
    plot_close(&again);
}

/* A copy goes on alike, to the byte; and without the other's noticing. */
static void law_of_copies(uint64_t seed) {
    static plot p, copy;
    void *before;
    held span;
    uint32_t i;
    plot_begin(&p, seed, 300);
    plot_branch(&p, &copy);
    agrees(&p.from, same_content(&p, &copy), "a branch holds the same");
    before = room_of(p.bytes);
    memcpy(before, p.block, p.bytes);
    for (i = 0; i < 6; i++) {
        if (copy.count < copy.settings.spans_max && plot_span(&copy, &span)) {
            plot_add(&copy, &span);
        }
    }
    agrees(&p.from, memcmp(before, p.block, p.bytes) == 0, "what a branch does is its own");
    for (i = p.count; i < copy.count; i++) {
        plot_add(&p, &copy.held[i]);
    }
    agrees(&p.from, memcmp(copy.block, p.block, p.bytes) == 0, "the same calls, the same bytes");
    free(before);
    plot_close(&p);
    plot_close(&copy);
}

/* The answers to one request: between first fit and the latest start, PE_B's and PE_W's count. */
static void law_of_policies(uint64_t seed) {
    static plot p;
    sked_ar_answer answer[2][8];
    sked_status status[2][8];
    own_request own;
    uint32_t i, k, round;
    plot_begin(&p, seed, 400);
    for (round = 0; round < 4; round++) {
        plot_request(&p, &own, p.settings.horizon - p.base);
        for (k = 0; k < 2; k++) {
            for (i = 0; i < 8; i++) {
                status[k][i] = plot_find(&p, &own.request, (sked_ar_policy)i, (sked_ar_starts)k,
                                         &answer[k][i], NULL);
                agrees(&p.from, status[k][i] == status[0][0], "all policies find, or none");
            }
        }
        for (k = 0; k < 2 && status[0][0] == SKED_OK; k++) {
            for (i = 0; i < 8; i++) {
                const sked_ar_answer *a = &answer[k][i];
                agrees(&p.from, a->start >= answer[k][SKED_AR_FF].start &&
                                    a->start <= answer[k][SKED_AR_LATEST].start,
                       "between first fit and the latest start");
                agrees(&p.from, a->free >= own.request.count, "enough is free");
                agrees(&p.from, i == SKED_AR_LATEST ||
                                    (a->free >= answer[k][SKED_AR_PE_B].free &&
                                     a->free <= answer[k][SKED_AR_PE_W].free),
                       "between the smallest and the largest free set");
            }
            for (i = 0; i < 8; i++) {
                const sked_ar_answer *a = &answer[0][i], *b = &answer[1][i];
                agrees(&p.from, (i != SKED_AR_FF && i != SKED_AR_PE_W && i != SKED_AR_LATEST) ||
                                    (a->start == b->start && a->free == b->free),
                       "FF, PE_W and LATEST do not depend on the starts");
            }
        }
    }
    plot_close(&p);
}

static int may_run_at(const plot *p, const sked_ar_request *r, sked_time t, uint32_t *count) {
    sked_ar_rectangle rectangle;
    own_set own;
    (void)empty_set(&own, p->settings.processors);
    if (sked_ar_rectangle_at(&p->ar, r, t, &rectangle, &own.set, p->scratch, p->scratch_bytes) !=
        SKED_OK) {
        return 0;
    }
    *count = rectangle.free;
    return rectangle.free >= r->count &&
           (r->required == NULL || sked_set_is_subset(r->required, &own.set));
}

/* A policy, if it is not left out, finds this start, or none; with so much free, unless 0. */
static void finds_tick(const plot *p, const sked_ar_request *r, sked_ar_policy policy,
                       sked_time start, uint32_t free, const char *what) {
    sked_ar_answer answer;
    const sked_status status = plot_find(p, r, policy, SKED_AR_FREED, &answer, NULL);
    if ((SKED_AR_POLICIES >> (int)policy & SKED_AR_PICKS & 1) == 0) {
        agrees(&p->from, status == SKED_E_SETTING, "what is left out is refused");
    } else if (start == SKED_NEVER) {
        agrees(&p->from, status == SKED_E_DEADLINE || status == SKED_E_NEVER_FITS, what);
    } else {
        agrees(&p->from, status == SKED_OK && answer.start == start &&
                             (free == 0 || answer.free == free), what);
    }
}

/* FF, PE_W and LATEST against every tick. */
static void law_of_every_tick(uint64_t seed) {
    static plot p;
    own_request own;
    const sked_ar_request *r = &own.request;
    sked_time t, last, first = SKED_NEVER, latest = SKED_NEVER, widest = SKED_NEVER;
    uint32_t most = 0, count = 0;
    plot_begin(&p, seed, 120);
    plot_request(&p, &own, p.settings.horizon - p.base);
    last = (r->deadline < p.settings.horizon ? r->deadline : p.settings.horizon) - r->duration;
    for (t = r->ready; t <= last; t++) {
        if (may_run_at(&p, r, t, &count)) {
            first = first == SKED_NEVER ? t : first;
            latest = t;
            widest = count > most ? t : widest;
            most = count > most ? count : most;
        }
    }
    finds_tick(&p, r, SKED_AR_FF, first, 0, "the first tick");
    finds_tick(&p, r, SKED_AR_LATEST, latest, 0, "the latest tick");
    finds_tick(&p, r, SKED_AR_PE_W, widest, most, "the widest tick");
    plot_close(&p);
}

static sked_time earliest(const plot *p, const sked_ar_request *r) {
    sked_ar_answer answer;
    return plot_find(p, r, SKED_AR_FF, SKED_AR_PAPER, &answer, NULL) == SKED_OK ? answer.start
                                                                                : SKED_NEVER;
}

/* Whoever asks for more never starts earlier. */
static void law_of_more(uint64_t seed) {
    static plot p;
    own_request own;
    sked_ar_request more;
    sked_time start;
    held span;
    list_set down;
    plot_begin(&p, seed, 400);
    plot_request(&p, &own, p.settings.horizon - p.base);
    start = earliest(&p, &own.request);
    more = own.request;
    more.count += 1 + below(&p.from, 3);
    agrees(&p.from, earliest(&p, &more) >= start, "more processors");
    more = own.request;
    more.duration++;
    agrees(&p.from, earliest(&p, &more) >= start, "a longer duration");
    more = own.request;
    more.deadline = more.ready + more.duration;
    agrees(&p.from, earliest(&p, &more) >= start, "an earlier deadline");
    if (p.count < p.settings.spans_max && plot_span(&p, &span)) {
        plot_add(&p, &span);
        agrees(&p.from, earliest(&p, &own.request) >= start, "one span more");
        start = earliest(&p, &own.request);
    }
    down = plot_some(&p, 1);
    list_join(&down, &p.down);
    plot_down(&p, &down);
    agrees(&p.from, earliest(&p, &own.request) >= start, "one processor less");
    plot_close(&p);
}

/* The same at other times: `times` the length, and later. */
static void scaled_copy(const plot *p, plot *other, sked_time times, sked_time later) {
    uint32_t i;
    *other = *p;
    other->held = NULL;
    other->count = 0;
    other->settings.base = p->settings.base * times + later;
    other->settings.horizon = p->settings.horizon * times + later;
    plot_open_as(other);
    for (i = 0; i < p->count; i++) {
        held span = p->held[i];
        span.start = span.start * times + later;
        span.end = span.end * times + later;
        plot_add(other, &span);
    }
    plot_down(other, &p->down);
}

/* Times on another scale, up to the largest: the same answers on that scale. */
static void law_of_scale(uint64_t seed) {
    static plot p, other;
    sked_time times, later;
    uint32_t i, round;
    plot_begin(&p, seed, 300);
    times = one_in(&p.from, 2) ? 1 + (sked_time)below(&p.from, 9)
                               : SKED_TIME_MAX / (p.settings.horizon + 1);
    later = one_in(&p.from, 2) ? (sked_time)below(&p.from, 99)
                               : SKED_TIME_MAX - p.settings.horizon * times;
    scaled_copy(&p, &other, times, later);
    for (round = 0; round < 3; round++) {
        own_request own;
        sked_ar_request moved;
        plot_request(&p, &own, p.settings.horizon - p.base);
        moved = own.request;
        moved.ready = moved.ready * times + later;
        moved.duration *= times;
        moved.deadline = moved.deadline == SKED_NEVER ? SKED_NEVER
                                                      : moved.deadline * times + later;
        for (i = 0; i < 16; i++) {
            sked_ar_answer answer, far;
            own_set one, another;
            sked_set *set = empty_set(&one, p.settings.processors);
            sked_set *far_set = empty_set(&another, p.settings.processors);
            const sked_status status = plot_find(&p, &own.request, (sked_ar_policy)(i % 8),
                                                 (sked_ar_starts)(i / 8), &answer, set);
            agrees(&p.from, plot_find(&other, &moved, (sked_ar_policy)(i % 8),
                                      (sked_ar_starts)(i / 8), &far, far_set) == status &&
                                (status != SKED_OK ||
                                 (far.start == answer.start * times + later &&
                                  far.free == answer.free && sked_set_equal(set, far_set))),
                   "the same on another scale");
        }
    }
    plot_close(&p);
    plot_close(&other);
}

static list_set relabelled(const plot *p, const list_set *set) {
    const uint32_t size = p->settings.processors;
    list_set other = list_nothing;
    uint32_t i;
    for (i = 0; i < size; i++) {
        if (list_has(set, i)) {
            list_put(&other, size - 1 - i);
        }
    }
    return other;
}

/* Processors by other numbers: the same starts, and the free sets by those numbers. */
static void law_of_labels(uint64_t seed) {
    static plot p, other;
    own_request own, renamed;
    uint32_t i;
    plot_begin(&p, seed, 300);
    other = p;
    other.held = NULL;
    other.count = 0;
    for (i = 0; i < p.settings.processors; i++) {
        other.capacities[i] = p.capacities[p.settings.processors - 1 - i];
    }
    plot_open_as(&other);
    for (i = 0; i < p.count; i++) {
        held span = p.held[i];
        span.set = relabelled(&p, &span.set);
        plot_add(&other, &span);
    }
    other.down = relabelled(&p, &p.down);
    plot_down(&other, &other.down);
    plot_request(&p, &own, p.settings.horizon - p.base);
    renamed.request = own.request;
    if (own.request.allowed != NULL) {
        list_set set = list_read(own.request.allowed);
        set = relabelled(&p, &set);
        renamed.request.allowed = own_of(&p, &renamed.allowed, &set);
    }
    if (own.request.required != NULL) {
        list_set set = list_read(own.request.required);
        set = relabelled(&p, &set);
        renamed.request.required = own_of(&p, &renamed.required, &set);
    }
    for (i = 0; i < 16; i++) {
        sked_ar_answer answer, renamed_answer;
        const sked_status status = plot_find(&p, &own.request, (sked_ar_policy)(i % 8),
                                             (sked_ar_starts)(i / 8), &answer, NULL);
        agrees(&p.from, plot_find(&other, &renamed.request, (sked_ar_policy)(i % 8),
                                  (sked_ar_starts)(i / 8), &renamed_answer, NULL) == status &&
                            (status != SKED_OK || (renamed_answer.start == answer.start &&
                                                   renamed_answer.free == answer.free)),
               "the same by other numbers");
    }
    plot_close(&p);
    plot_close(&other);
}

/* Who breaks down and comes back finds all as it was. */
static void law_of_repair(uint64_t seed) {
    static plot p, before;
    const list_set nothing = list_nothing;
    own_request own;
    uint32_t i;
    plot_begin(&p, seed, 300);
    plot_down(&p, &nothing);
    plot_branch(&p, &before);
    {
        const list_set down = plot_some(&p, 4);
        plot_down(&p, &down);
        agrees(&p.from, same_content(&p, &before), "what is down changes no record");
        plot_down(&p, &nothing);
    }
    agrees(&p.from, memcmp(p.block, before.block, p.bytes) == 0, "repaired");
    plot_request(&p, &own, p.settings.horizon - p.base);
    for (i = 0; i < 9; i++) {
        sked_ar_answer answer, old;
        agrees(&p.from, plot_find(&p, &own.request, (sked_ar_policy)i, SKED_AR_PAPER, &answer,
                                  NULL) == plot_find(&before, &own.request, (sked_ar_policy)i,
                                                     SKED_AR_PAPER, &old, NULL) &&
                            answer.start == old.start && answer.free == old.free,
               "the answers of before");
    }
    plot_close(&p);
    plot_close(&before);
}

/* What is past decides nothing: but where rectangles begin. */
static void law_of_the_past(uint64_t seed) {
    static const sked_ar_policy without_rectangles[] = {SKED_AR_FF, SKED_AR_PE_B, SKED_AR_PE_W,
                                                        SKED_AR_LATEST};
    static plot p, old;
    own_request own;
    uint32_t i, round;
    plot_begin(&p, seed, 300);
    plot_branch(&p, &old);
    plot_trim(&p, p.base + plot_below(&p, p.settings.horizon - p.base));
    for (round = 0; round < 3; round++) {
        sked_ar_rectangle now, then;
        plot_request(&p, &own, p.settings.horizon - p.base);
        for (i = 0; i < 8; i++) {
            sked_ar_answer answer, before;
            agrees(&p.from, plot_find(&p, &own.request, without_rectangles[i % 4],
                                      (sked_ar_starts)(i / 4), &answer, NULL) ==
                                    plot_find(&old, &own.request, without_rectangles[i % 4],
                                              (sked_ar_starts)(i / 4), &before, NULL) &&
                                answer.start == before.start && answer.free == before.free,
                   "what is past decides nothing");
        }
        agrees(&p.from,
               sked_ar_rectangle_at(&p.ar, &own.request, own.request.ready, &now, NULL, p.scratch,
                                    p.scratch_bytes) == SKED_OK &&
                   sked_ar_rectangle_at(&old.ar, &own.request, own.request.ready, &then, NULL,
                                        p.scratch, p.scratch_bytes) == SKED_OK &&
                   now.free == then.free && now.until == then.until &&
                   now.from == (then.from < p.base ? p.base : then.from),
               "rectangles are cut at the base");
    }
    plot_close(&p);
    plot_close(&old);
}

/* Counts alone promise too much, never too little. */
static void law_of_counts(uint64_t seed) {
    static plot p;
    own_request own;
    sked_ar_request *r = &own.request;
    sked_time t, start;
    plot_begin(&p, seed, 200);
    plot_request(&p, &own, p.settings.horizon - p.base);
    r->allowed = r->required = NULL;
    start = earliest(&p, r);
    for (t = r->ready; t + r->duration <= p.settings.horizon; t++) {
        sked_ar_usage use;
        memset(&use, 0, sizeof use);
        agrees(&p.from, sked_ar_get_usage(&p.ar, t, t + r->duration, &use) == SKED_OK, "the usage");
        if (use.free_min >= r->count) {
            break;
        }
    }
    agrees(&p.from, t <= start, "by counts alone it starts no later");
    plot_close(&p);
}

/* Every start within a rectangle has what the rectangle has; no start beside it has all. */
static void law_of_rectangles(uint64_t seed) {
    static plot p;
    own_request own;
    const sked_ar_request *r = &own.request;
    sked_ar_rectangle rectangle, inner;
    own_set outer_own, inner_own;
    sked_time t;
    plot_begin(&p, seed, 200);
    plot_request(&p, &own, p.settings.horizon - p.base);
    (void)empty_set(&outer_own, p.settings.processors);
    (void)empty_set(&inner_own, p.settings.processors);
    memset(&rectangle, 0, sizeof rectangle);
    agrees(&p.from, sked_ar_rectangle_at(&p.ar, r, r->ready, &rectangle, &outer_own.set,
                                         p.scratch, p.scratch_bytes) == SKED_OK, "a rectangle");
    for (t = p.base; t + r->duration <= p.settings.horizon; t++) {
        const int inside = t >= rectangle.from && t + r->duration <= rectangle.until;
        const int beside = t == rectangle.from - 1 || t + r->duration == rectangle.until + 1;
        agrees(&p.from, sked_ar_rectangle_at(&p.ar, r, t, &inner, &inner_own.set, p.scratch,
                                             p.scratch_bytes) == SKED_OK, "every start has one");
        agrees(&p.from, !inside || sked_set_is_subset(&outer_own.set, &inner_own.set),
               "a rectangle is free throughout");
        agrees(&p.from, !beside || !sked_set_is_subset(&outer_own.set, &inner_own.set),
               "a rectangle is as long as can be");
    }
    plot_close(&p);
}

/* Touching spans of one set, in any order, until there are as many as were asked for: each end that
 * was merged away has to come back when its span goes. */
static void law_of_chains(uint64_t seed) {
    static plot p;
    held span;
    uint32_t i, links;
    plot_settings(&p, seed, 300);
    p.settings.spans_max = links = 1 + below(&p.from, 40);
    plot_open_as(&p);
    span.set = plot_some(&p, 4);
    list_put(&span.set, 0);
    for (i = 0; i < links; i++) {
        const uint32_t k = i % 2 == 0 ? i / 2 : links - 1 - i / 2;
        span.start = p.base + (sked_time)k * 3;
        span.end = span.start + 3;
        plot_add(&p, &span);
    }
    for (i = 0; p.count > 0; i++) {
        sked_ar_info info;
        const uint32_t which = below(&p.from, p.count);
        span = p.held[which];
        plot_drop(&p, which);
        memset(&info, 0, sizeof info);
        agrees(&p.from, sked_ar_get_info(&p.ar, &info) == SKED_OK &&
                            info.records <= 2 * p.count + 1 &&
                            sked_ar_validate(&p.ar) == SKED_OK, "a chain with gaps");
        if (one_in(&p.from, 4) && i < 60) {
            plot_add(&p, &span);
        }
    }
    plot_close(&p);
}

/* What is exported as spans is the walk without its empty stretches. */
static void law_of_spans(uint64_t seed) {
    static plot p;
    static sked_span spans[256];
    static sked_set sets[256];
    sked_time t;
    uint32_t count = 0, i = 0;
    plot_begin(&p, seed, 300);
    agrees(&p.from, sked_ar_spans(&p.ar, p.base, SKED_NEVER, spans, sets, 256, &count) == SKED_OK,
           "the spans");
    for (t = p.base; t < p.settings.horizon;) {
        sked_span span;
        sked_set set;
        if (sked_ar_record_at(&p.ar, t, &span, &set) != SKED_OK) {
            break;
        }
        if (span.count > 0) {
            agrees(&p.from, i < count && spans[i].start == span.start &&
                                spans[i].end == span.end && spans[i].count == span.count &&
                                spans[i].set == &sets[i] && sked_set_equal(&sets[i], &set),
                   "a span is a record");
            i++;
        }
        t = span.end;
    }
    agrees(&p.from, i == count, "as many spans as busy records");
    plot_close(&p);
}

/* Four hundred ticks, each busy on the next of 64 processors: 31 neighbours leave 33, so that a
 * search for 34 goes back 29 records at each step, until it gives its own walk up. */
static void test_wheel(void) {
    static plot p;
    sked_ar_request r = {.ready = 100, .duration = 40, .deadline = SKED_NEVER, .count = 34};
    sked_ar_answer answer;
    held span;
    uint32_t i;
    memset(&p, 0, sizeof p);
    p.settings.processors = 64;
    p.settings.spans_max = 400;
    p.settings.horizon = 600;
    plot_open_as(&p);
    for (i = 0; i < 400; i++) {
        span.start = 100 + (sked_time)i;
        span.end = span.start + 1;
        span.set = list_nothing;
        list_put(&span.set, i % 64);
        plot_add(&p, &span);
    }
    CHECK(plot_find(&p, &r, SKED_AR_FF, SKED_AR_FREED, &answer, NULL) == SKED_OK &&
          answer.start == 470 && answer.free == 34);
    r.ready = 0;
    r.deadline = 500;
    CHECK(plot_find(&p, &r, SKED_AR_LATEST, SKED_AR_PAPER, &answer, NULL) == SKED_OK &&
          answer.start == 90 && answer.free == 34);
    plot_close(&p);
}

static void laws_of_seed(uint64_t seed) {
    law_of_free_and_busy(seed);
    law_of_order(seed);
    law_of_copies(seed);
    law_of_policies(seed);
    law_of_every_tick(seed);
    law_of_more(seed);
    law_of_scale(seed);
    law_of_labels(seed);
    law_of_repair(seed);
    law_of_the_past(seed);
    law_of_counts(seed);
    law_of_rectangles(seed);
    law_of_chains(seed);
    law_of_spans(seed);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void try_seed(uint64_t seed) {
    live_of_seed(seed);
    oracles_of_seed(seed);
    plot_of_seed(seed);
    laws_of_seed(seed);
    if (seed % 200 == 0) {
        large_of_seed(seed, 1000 + (uint32_t)(seed / 200 % 4) * 1000);
    }
}

static void part_of_seed(uint64_t seed) {
    live_of_seed(seed);
    law_of_every_tick(seed);
}

/* Laws compare policies: with some left out, only what is left is compared, with ticks. */
static void test_part(void) {
    try_seeds(1, 150, part_of_seed);
    check_that(seen[FIND][SKED_OK] > 0 && seen[FIND][SKED_E_SETTING] > 0, calls[FIND].name, 0,
               "it was refused, and succeeded", 0);
}

static void test_whole(void) {
    enum { SEEDS_MORE = 20000 };
    uint64_t seed;
    test_list();
    test_wheel();
    try_seeds(1, 600, live_of_seed);
    try_seeds(1, 150, oracles_of_seed);
    try_seeds(1, 150, plot_of_seed);
    try_seeds(1, 150, laws_of_seed);
    large_of_seed(1, 2000);
    large_of_seed(2, 2000);
    for (seed = 601; seed <= SEEDS_MORE && !all_seen(calls, seen, CALL_KINDS); seed++) {
        try_seeds(seed, seed, live_of_seed);    /* rare refusals: a new policy shifts all draws */
    }
    if (check_failed_ == 0) {
        check_seen(calls, seen, CALL_KINDS);
    }
}

int main(int count, char **words) {
    return harness_main(count, words, WHOLE ? test_whole : test_part,
                        WHOLE ? try_seed : part_of_seed);
}
