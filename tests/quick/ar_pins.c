/* ar_pins.c - quick tests of the calendar: walks through all of it, with pinned answers.
 *
 * SPDX-License-Identifier: MIT
 *
 * Sets of several words, trees of several levels, unequal processors, every choice; combs that
 * fill and empty tall trees; and damage to each word of a block. The public interface only, except
 * for values of enums that are refused before the searches see them. */
#define SKED_AR_FANOUT 8        /* no answer depends on it; the smallest gives the highest trees */
#define SKED_IMPLEMENTATION
#include "sched_ar.h"

#include "../check.h"
#include "pins.h"

enum { PROCESSORS_MAX = 150, SETS = 4, SPANS = 60, ROOM = 4600, SCRATCH = 600, IDS = 12 };
#define NEVER SKED_NEVER
#define HORIZON 900

static sked_align room[ROOM], scratch[SCRATCH];
static sked_ar calendar;
static sked_time base;
static uint32_t processors;

/* ---- what is asked for ----------------------------------------------------------------------- */

static sked_word words[SETS][SKED_SET_WORDS((unsigned)PROCESSORS_MAX + 1)];
static sked_set sets[SETS];

/* One of the sets, of a random content: one, neighbours, every k-th, all; rarely none, or one that
 * is too large. */
static const sked_set *any_set(uint32_t which) {
    const uint32_t style = any_below(40), size = processors + (style == 39);
    uint32_t p = any_below(processors), step = 1, end = processors;
    sked_set *set = &sets[which];
    *set = sked_set_of(words[which], size);
    if (style < 10) {
        end = p + 1;
    } else if (style < 25) {
        end = p + any_below(60);
    } else if (style < 34) {
        step = 1 + any_below(9);
        p %= step;
    } else if (style < 37) {
        p = 0;
    } else if (style < 38) {
        end = p;
    }
    for (; p < end && p < processors; p += step) {
        sked_set_add(set, p);
    }
    return set;
}

static sked_time any_time(void) {
    const uint32_t style = any_below(64);
    return style == 0 ? -1 : style == 1 ? HORIZON : style == 2 ? NEVER
           : base + (sked_time)any_below((uint32_t)(HORIZON - base));
}

static sked_time any_end(sked_time start) {
    const uint32_t style = any_below(24);
    return style == 0 ? NEVER : style == 1 ? any_time()
           : start < HORIZON ? start + 1 + (sked_time)any_below(60) : start;
}

static sked_ar_request any_request(void) {
    sked_ar_request request = SKED_ZERO;
    const uint32_t style = any_below(8);
    request.id = any_below(9);
    request.tag = any_below(9);
    request.ready = any_time();
    request.duration = 1 + (sked_time)any_below(style == 0 ? 300 : 40);
    request.deadline = style < 3 ? any_end(request.ready) : NEVER;
    request.count = 1 + any_below(style == 1 ? 2 * processors : 50);
    request.allowed = style < 5 ? NULL : any_set(2);
    request.required = style == 6 ? any_set(3) : NULL;
    return request;
}

static int pick_highest(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                        sked_set *chosen) {
    uint32_t left = ask->count, p;
    (void)ctx;
    pin(ask->id + ask->tag);
    pin((uint64_t)ask->start);
    for (p = offered->size; p > 0 && left > 0; p--) {
        if (sked_set_has(offered, p - 1)) {
            sked_set_add(chosen, p - 1);
            left--;
        }
    }
    return ask->start % 5 != 0;
}

static int64_t score_of(void *ctx, const sked_ar_request *request, const sked_ar_offer *offer) {
    (void)ctx;
    pin(request->id + offer->free);
    pin((uint64_t)(offer->from + offer->until * 1000));
    return offer->start % 7 == 0 ? SKED_AR_VETO : offer->start * 37 % 101;
}

static sked_ar_choice any_choice(void) {
    sked_ar_choice choice = SKED_ZERO;
    choice.policy = (sked_ar_policy)any_below(9);
    choice.starts = (sked_ar_starts)any_below(2);
    choice.ends = (sked_ar_ends)any_below(3);
    choice.pick = (sked_ar_pick)any_below(4);
    choice.picker.pick = pick_highest;
    choice.picker.ctx = NULL;
    choice.score.score = score_of;
    choice.score.ctx = NULL;
    return choice;
}

/* ---- one step -------------------------------------------------------------------------------- */

/* A tide: more is added for some time, then more is taken out. */
static void change_spans(uint32_t step) {
    const sked_time start = any_time(), end = any_end(start);
    sked_span span;
    sked_set busy;
    const uint32_t style = any_below(6);
    if (style < (step / 160 % 2 == 0 ? 4u : 1u)) {
        told(sked_ar_add(&calendar, start, end, any_set(0)));
    } else if (told(sked_ar_record_at(&calendar, start, &span, &busy)) == SKED_OK) {
        pin(span.count);
        told(sked_ar_remove(&calendar, start, style == 3 ? end : span.end, &busy));
    }
}

static void change_names(void) {
    const uint64_t id = any_below(IDS);
    const sked_time start = any_time(), end = any_end(start);
    const sked_set *set = any_set(0), *other = any_set(1);
    sked_ar_booking booking;
    switch (any_below(8)) {
    case 0:
    case 1:
        told(sked_ar_book(&calendar, id, 7 * id, start, end, set));
        break;
    case 2:
        told(sked_ar_unbook(&calendar, id));
        break;
    case 3:
        told(sked_ar_extend(&calendar, id, end));
        break;
    case 4:
        told(sked_ar_shorten(&calendar, id, end));
        break;
    case 5:
        told(sked_ar_narrow(&calendar, id, set));
        break;
    case 6:
        if (sked_ar_get_booking(&calendar, id, &booking, NULL) == SKED_OK) {
            sets[0] = sked_set_of(words[0], processors);
            told(sked_ar_get_booking(&calendar, id, &booking, &sets[0]));
            told(sked_ar_swap(&calendar, id, &sets[0], other));
        }
        break;
    default:
        told(sked_ar_swap(&calendar, id, set, other));
    }
}

/* Breaks something down, or mends; seldom moves the base on, if the walk is long. */
static void change_world(uint32_t step) {
    const uint32_t style = any_below(12);
    if (style < 3) {
        told(sked_ar_down(&calendar, any_set(0)));
    } else if (style < 11) {
        told(sked_ar_up(&calendar, any_set(0)));
    } else if (step > 300 &&
               told(sked_ar_trim(&calendar, base + (sked_time)any_below(9))) == SKED_OK) {
        sked_ar_info info;
        told(sked_ar_get_info(&calendar, &info));
        base = info.base;
    }
}

static void search(void) {
    const sked_ar_request request = any_request(), other = any_request();
    const sked_ar_request requests[2] = {request, other};
    const sked_ar_choice choice = any_choice();
    const uint32_t any = any_below(4);
    sked_ar_answer answer = {0};
    sked_set set = sked_set_of(words[1], processors);
    const sked_status status =
        any < 3 ? sked_ar_find(&calendar, requests, any == 0 ? NULL : &choice, &answer, &set,
                               scratch, sizeof(scratch))
                : sked_ar_find_any(&calendar, requests, 2, (sked_ar_criterion)any_below(3), &choice,
                                   &answer, &set, scratch, sizeof(scratch));
    if (told(status) == SKED_OK) {
        pin((uint64_t)answer.start);
        pin((uint64_t)answer.end);
        pin(answer.free + answer.alternative * 1000);
        pin_set(&set);
        if (any == 0 && any_below(2) == 0) {
            told(sked_ar_add(&calendar, answer.start, answer.end, &set));
        }
    }
}

static void explain(void) {
    const sked_ar_request request = any_request();
    sked_ar_explanation reason;
    sked_ar_rectangle rectangle;
    sked_time first = request.ready, beyond = 0;
    sked_set set = sked_set_of(words[1], processors);
    uint32_t left = 6;
    if (told(sked_ar_explain(&calendar, &request, &reason, scratch, sizeof(scratch))) == SKED_OK) {
        pin((uint64_t)reason.verdict);
        pin((uint64_t)reason.start + reason.count);
    }
    if (told(sked_ar_rectangle_at(&calendar, &request, request.ready, &rectangle, &set, scratch,
                                  sizeof(scratch))) == SKED_OK) {
        pin((uint64_t)(rectangle.from + rectangle.until * 1000));
        pin_set(&set);
    }
    while (left-- > 0 && told(sked_ar_next_starts(&calendar, &request, &first, &beyond, scratch,
                                                  sizeof(scratch))) == SKED_OK) {
        pin((uint64_t)(first + beyond * 1000));
        first = beyond;
    }
}

static void list_names(const sked_set *hit) {
    sked_ar_booking booking;
    sked_set set = sked_set_of(words[1], processors);
    uint32_t cursor = 0;
    while (told(hit == NULL ? sked_ar_next_booking(&calendar, &cursor, &booking, &set)
                            : sked_ar_next_hit(&calendar, hit, &cursor, &booking, &set)) ==
           SKED_OK) {
        pin(booking.id + booking.tag);
        pin((uint64_t)(booking.start + booking.end * 1000));
        pin(booking.count);
        pin_set(&set);
    }
}

static void read_spans(void) {
    enum { MAX = 12 };
    const sked_time start = any_time(), end = any_end(start);
    sked_set span_sets[MAX];
    sked_span spans[MAX];
    uint32_t count = 0, i;
    const int with = any_below(2) == 0;
    const sked_status status =
        told(sked_ar_spans(&calendar, start, end, spans, with ? span_sets : NULL, MAX, &count));
    if (status == SKED_OK || status == SKED_E_FULL) {
        pin(count);
        for (i = 0; i < count && i < MAX; i++) {
            pin((uint64_t)(spans[i].start + spans[i].end * 1000));
            pin(spans[i].count);
            if (with) {
                pin_set(spans[i].set);
            }
        }
    }
}

static void read_info(void) {
    const sked_time start = any_time(), end = any_end(start);
    sked_set set = sked_set_of(words[1], processors);
    sked_ar_usage use;
    sked_ar_info info;
    uint32_t count = 0;
    if (told(sked_ar_free_set(&calendar, start, end, &set, &count)) == SKED_OK) {
        pin(count);
        pin_set(&set);
    }
    if (told(sked_ar_get_usage(&calendar, start, end, &use)) == SKED_OK) {
        pin(use.busy.low + use.whole.low * 3);
        pin(use.free_min + (uint64_t)use.free_max * 1000);
    }
    told(sked_ar_down_set(&calendar, &set));
    pin_set(&set);
    told(sked_ar_get_info(&calendar, &info));
    pin(info.records + info.bookings * 1000 + info.processors_down * 1000000);
    pin(info.nodes + info.height * 1000 + info.capacity * 1000000);
}

/* ---- walks ----------------------------------------------------------------------------------- */

static int is_sound(void) {
    return sked_ar_validate(&calendar) == SKED_OK;
}

static void begin(uint64_t seed, uint32_t size, const uint32_t *capacities, uint32_t spans_max,
                  uint32_t names) {
    sked_ar_settings settings = SKED_ZERO;
    size_t bytes = 0;
    settings.processors = processors = size;
    settings.spans_max = spans_max;
    settings.bookings_max = names;
    settings.base = 0;
    settings.horizon = HORIZON;
    settings.capacities = capacities;
    CHECK(sked_ar_init(&calendar, &settings, room, sizeof(room)) == SKED_OK);
    CHECK(sked_ar_find_bytes(&calendar, &bytes) == SKED_OK && bytes <= sizeof(scratch));
    base = 0;
    pins_begin(seed);
}

static void take_step(uint32_t step) {
    switch (any_below(10)) {
    case 0:
    case 1:
    case 2:
        change_spans(step);
        break;
    case 3:
    case 4:
        change_names();
        break;
    case 5:
        change_world(step);
        break;
    case 6:
        explain();
        break;
    case 7:
        read_info();
        read_spans();
        list_names(any_below(2) == 0 ? NULL : any_set(0));
        break;
    default:
        search();
    }
}

enum { PLACES = 8, STEPS = 100 };

static void walk(uint64_t seed, const uint32_t *pins) {
    uint32_t step;
    for (step = 0; step < PLACES * STEPS; step++) {
        take_step(step);
        if (step % STEPS == STEPS - 1) {
            CHECK_SEED(seed, is_sound());
            pins_compare(seed, pins, step / STEPS);
        }
    }
}

static void test_equal(void) {
    static const uint32_t pins[PLACES] = {
        0x5702C072, 0x159B16BE, 0xA231AC56, 0x60131C21, 0x581BD823, 0x3586F61D,
        0xF1653A2C, 0x8F33F290
    };
    begin(1, PROCESSORS_MAX, NULL, SPANS, 8);
    walk(1, pins);
}

static void test_unequal(void) {
    static const uint32_t pins[PLACES] = {
        0x6AA35304, 0xB62E15E0, 0xD80FF215, 0xC7813B0C, 0xA30FE8B9, 0x94F53A78,
        0x5394A27B, 0x02CA48FD
    };
    static uint32_t capacities[PROCESSORS_MAX];
    uint32_t p;
    for (p = 0; p < PROCESSORS_MAX; p++) {
        capacities[p] = 1 + p * p % 6;
    }
    begin(2, PROCESSORS_MAX, capacities, SPANS, 5);
    walk(2, pins);
}

/* ---- tall trees ------------------------------------------------------------------------------ */

enum { TEETH = SPANS + 1 };

static const sked_set *only(uint32_t processor) {
    sets[0] = sked_set_of(words[0], processors);
    sked_set_add(&sets[0], processor);
    return &sets[0];
}

/* The first start, or the last, up to the last tooth, at which all are free for a tick; whatever
 * the rest of the choice is. */
static sked_time all_free(sked_ar_policy policy) {
    const sked_ar_request request = {.duration = 1, .deadline = 2 * TEETH, .count = 2};
    sked_ar_choice choice = any_choice();
    sked_ar_answer answer = {.start = NEVER};
    choice.policy = policy;
    choice.pick = SKED_AR_LOWEST;
    CHECK(sked_ar_find(&calendar, &request, &choice, &answer, NULL, scratch, sizeof(scratch)) ==
          SKED_OK);
    return answer.start;
}

/* Teeth of one processor, a tick each, are put in or taken out in steps of any length: TEETH is
 * prime, so that each has its turn. */
static void turn_teeth(uint32_t processor, uint32_t step, int puts_in) {
    uint32_t i;
    for (i = 0; i < TEETH; i++) {
        const sked_time start = 2 * (sked_time)(i * step % TEETH) + (processor == 0);
        const sked_set *set = only(processor);
        CHECK_SEED(step, (puts_in ? sked_ar_add(&calendar, start, start + 1, set)
                                  : sked_ar_remove(&calendar, start, start + 1, set)) == SKED_OK);
        CHECK_SEED(step, is_sound());
    }
}

/* The only gap there is, wherever it is. */
static void find_each_gap(void) {
    sked_time start;
    for (start = 0; start < 2 * TEETH; start += 2) {
        CHECK(sked_ar_remove(&calendar, start, start + 1, only(1)) == SKED_OK);
        CHECK(all_free(SKED_AR_FF) == start && all_free(SKED_AR_LATEST) == start);
        CHECK(sked_ar_add(&calendar, start, start + 1, only(1)) == SKED_OK);
    }
}

/* A comb of one processor takes all records that there is room for; another fills its gaps. */
static void comb(uint32_t in, uint32_t gaps, uint32_t out) {
    sked_ar_info info;
    begin(4, 2, NULL, SPANS, 0);
    turn_teeth(0, in, 1);
    CHECK(sked_ar_get_info(&calendar, &info) == SKED_OK && info.height > 2);
    CHECK(info.records == info.records_max);
    turn_teeth(1, gaps, 1);
    find_each_gap();
    turn_teeth(1, out, 0);
    turn_teeth(0, out, 0);
    CHECK(sked_ar_get_info(&calendar, &info) == SKED_OK && info.records == 1 && info.nodes == 1);
}

static void test_combs(void) {
    comb(1, 1, 1);
    comb(TEETH - 1, 7, TEETH - 1);
    comb(23, TEETH - 1, 8);
}

/* A span over several leaves, while its processor is busy for a tick before or behind it: that may
 * be news to one of the leaves, and to what is above it, and none to the next. */
static void span_beside(sked_time start, sked_time tick) {
    const sked_time end = start + 9;
    const uint64_t seed = (uint64_t)start;
    CHECK_SEED(seed, sked_ar_add(&calendar, tick, tick + 1, only(2)) == SKED_OK);
    CHECK_SEED(seed, sked_ar_add(&calendar, start, end, only(2)) == SKED_OK && is_sound());
    CHECK_SEED(seed, sked_ar_remove(&calendar, start, end, only(2)) == SKED_OK && is_sound());
    CHECK_SEED(seed, sked_ar_remove(&calendar, tick, tick + 1, only(2)) == SKED_OK);
}

static void test_across(void) {
    sked_time t;
    begin(9, 3, NULL, SPANS, 0);
    for (t = 1; t < 100; t += 2) {
        CHECK(sked_ar_add(&calendar, t, t + 1, only(0)) == SKED_OK);
    }
    for (t = 2; t < 88; t++) {
        span_beside(t, t - 2);
        span_beside(t, t + 10);
    }
}

/* So few processors that a change is seldom new to a leaf as a whole: looked at after each. */
static void test_few(void) {
    uint32_t step;
    begin(5, 3, NULL, SPANS, 0);
    for (step = 0; step < 600; step++) {
        change_spans(step);
        CHECK_SEED(step, is_sound());
    }
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* In a calendar of two levels with a few names: what is not noticed is told below. */
static void test_damage(void) {
    static const uint32_t pins[1] = {0x35DA8A05};
    const void *block = NULL;
    sked_ar_info info;
    size_t bytes = 0;
    uint32_t step, missed;
    begin(3, 128, NULL, 40, 5);
    for (step = 0; step < 120; step++) {
        change_spans(0);
        change_names();
    }
    CHECK(is_sound() && sked_ar_seal(&calendar, &block, &bytes) == SKED_OK && block == room);
    told(sked_ar_get_info(&calendar, &info));
    pins_begin(3);
    pin(info.bytes);
    pin(info.bytes_live);
    missed = damages_missed(room, SKED_SEAL_BYTES, bytes, is_sound);
    CHECK(missed < (bytes - SKED_SEAL_BYTES) / 4 * DAMAGES);
    pin(missed);
    if (is_laid_out_alike()) {
        pins_compare(3, pins, 0);
    }
}

/* As full as can be, but for what has passed: unequal processors, the last tooth a tick before the
 * horizon, bookings of a tick, and one that began before the base and ends just after it. */
static void begin_full(void) {
    enum { FULL = 16 };
    static const uint32_t capacities[9] = {1, 2, 3, 4, 5, 6, 7, 1, 2};
    sked_time t;
    begin(6, 9, capacities, FULL, 3);
    for (t = 0; t <= 2 * FULL; t += 2) {
        CHECK(sked_ar_add(&calendar, t, t + 1, only(0)) == SKED_OK);
    }
    CHECK(sked_ar_add(&calendar, HORIZON - 1, NEVER, only(0)) == SKED_OK);
    CHECK(sked_ar_book(&calendar, 3, 0, 0, 2, only(1)) == SKED_OK);
    CHECK(sked_ar_book(&calendar, 0, 0, 4, 5, only(2)) == SKED_OK); /* of one bucket with 3    */
    CHECK(sked_ar_book(&calendar, 1, 0, 6, 7, only(3)) == SKED_OK);
    CHECK(sked_ar_trim(&calendar, 1) == SKED_OK && is_sound());
}

/* How many flips of the top bit of a word does the audit miss? */
static uint32_t flips_missed(size_t bytes) {
    unsigned char *byte = (unsigned char *)room;
    uint32_t missed = 0;
    size_t at;
    for (at = SKED_SEAL_BYTES + 3; at < bytes; at += 4) {
        byte[at] = (unsigned char)(byte[at] ^ 128);
        missed += is_sound() != 0;
        byte[at] = (unsigned char)(byte[at] ^ 128);
    }
    return missed;
}

static void test_damage_full(void) {
    static const uint32_t pins[3] = {0x03002494, 0xE80025B5, 0xEF003F69};
    sked_ar_info info;
    begin_full();
    CHECK(sked_ar_get_info(&calendar, &info) == SKED_OK && info.records + 1 == info.records_max);
    pin(damages_missed(room, SKED_SEAL_BYTES, info.bytes, is_sound));
    pin(flips_missed(info.bytes));
    if (is_laid_out_alike()) {              /* 9 processors are 16 bits, 32 or 64 */
        pins_compare(6, pins, SKED_WORD_BITS / 32u);
    }
}

/* Room for one name, and nobody has it. */
static void test_damage_nameless(void) {
    static const uint32_t pins[1] = {0x01000003};
    sked_ar_info info;
    begin(7, 64, NULL, 1, 1);
    CHECK(sked_ar_get_info(&calendar, &info) == SKED_OK);
    pin(damages_missed(room, SKED_SEAL_BYTES, info.bytes, is_sound));
    if (is_laid_out_alike()) {
        pins_compare(7, pins, 0);
    }
}

/* What the audit does not look at, no call looks at: the answers are the same if it is all ones.
 * Another horizon is noticed by nobody, but is seen. */
static void scribble(void) {
    unsigned char *byte = (unsigned char *)room, kept[4];
    sked_ar_info info;
    size_t at, i;
    CHECK(sked_ar_get_info(&calendar, &info) == SKED_OK);
    for (at = SKED_SEAL_BYTES; at + 4 <= info.bytes; at += 4) {
        for (i = 0; i < 4; i++) {
            kept[i] = byte[at + i];
            byte[at + i] = 255;
        }
        if (!is_sound() || sked_ar_get_info(&calendar, &info) != SKED_OK ||
            info.horizon != HORIZON) {
            for (i = 0; i < 4; i++) {
                byte[at + i] = kept[i];
            }
        }
    }
}

static uint64_t walk_on(int with) {
    uint32_t step;
    begin(8, 9, NULL, 20, 0);
    for (step = 0; step < 60; step++) {
        change_spans(0);
    }
    CHECK(is_sound());
    if (with) {
        scribble();
    }
    pins_begin(9);
    for (step = 0; step < 150; step++) {
        change_spans(step);
        explain();
        search();
    }
    CHECK(is_sound());
    return pin_sum;
}

static void test_scribble(void) {
    CHECK(walk_on(0) == walk_on(1));
}

/* What closes an enum is no value of it, wherever it gets to. */
static void test_closed(void) {
    const sked_ar_request request = sked_ar_request_of(1, 1);
    const sked_ar_best_ best = SKED_ZERO;
    sked_ar_search_ search = SKED_ZERO;
    sked_ar_choice choice = SKED_ZERO;
    choice.pick = SKED_AR_PICK_COUNT_;
    search.request = &request;
    CHECK(sked_ar_choose_(&search, &choice, NULL, 0) == SKED_E_REFUSED);
    choice.pick = SKED_AR_PICK_CLOSED_;
    CHECK(sked_ar_choose_(&search, &choice, NULL, 0) == SKED_E_REFUSED);
    CHECK(!sked_ar_is_paper_(SKED_AR_STARTS_CLOSED_));
    CHECK(!sked_ar_is_ended_(SKED_AR_ENDS_CLOSED_, 1));
    CHECK(!sked_ar_is_better_(&request, &best, &request, &best, SKED_AR_CRITERION_CLOSED_));
}

int main(void) {
    test_closed();
    test_equal();
    test_unequal();
    test_combs();
    test_across();
    test_few();
    test_damage();
    test_damage_full();
    test_damage_nameless();
    test_scribble();
    return check_done("ar_pins");
}
