/* ar_book.c - quick tests of the calendar: names, reading, saving; every status of them.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. Changes and searches are in ar.c. */
#define SKED_IMPLEMENTATION
#include "sched_ar.h"

#include "../check.h"

enum { ROOM = 1500 };
#include "ar_scenes.h"
#include "giver.h"

/* ---- help ------------------------------------------------------------------------------------ */

/* The tag of an id is always 100 more. */
static void book(uint64_t id, sked_time start, sked_time end, uint32_t mask) {
    CHECK(sked_ar_book(&calendar, id, id + 100, start, end, of(mask)) == SKED_OK);
    CHECK(sked_ar_validate(&calendar) == SKED_OK);
}

/* A call that must succeed, and leave a sound calendar. */
static void done(sked_status status) {
    CHECK(status == SKED_OK);
    CHECK(sked_ar_validate(&calendar) == SKED_OK);
}

static int is_booking(const sked_ar *which, uint64_t id, sked_time start, sked_time end,
                      uint32_t mask) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, processors);
    sked_ar_booking one, plain;
    return sked_ar_get_booking(which, id, &one, &set) == SKED_OK &&
           sked_ar_get_booking(which, id, &plain, NULL) == SKED_OK && one.id == id &&
           one.tag == id + 100 && one.start == start && one.end == end &&
           mask_of(&set) == mask && one.count == sked_set_count(&set) && plain.id == id &&
           plain.tag == one.tag && plain.start == start && plain.end == end &&
           plain.count == one.count;
}

static int is_booked(uint64_t id, sked_time start, sked_time end, uint32_t mask) {
    return is_booking(&calendar, id, start, end, mask);
}

static int is_unknown(uint64_t id) {
    sked_ar_booking one;
    return sked_ar_get_booking(&calendar, id, &one, NULL) == SKED_E_UNKNOWN;
}

/* Lists the bookings, all or those hit; bit i of the answer is id i. 0x80000000: one came
 * twice, or was told wrong. */
static uint32_t listed(const sked_set *hit) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, processors);
    sked_ar_booking one, plain;
    uint32_t cursor = 0, other = 0, ids = 0;
    while ((hit == NULL ? sked_ar_next_booking(&calendar, &cursor, &one, &set)
                        : sked_ar_next_hit(&calendar, hit, &cursor, &one, &set)) == SKED_OK) {
        const sked_status status = hit == NULL
                                       ? sked_ar_next_booking(&calendar, &other, &plain, NULL)
                                       : sked_ar_next_hit(&calendar, hit, &other, &plain, NULL);
        if (status != SKED_OK || other != cursor || plain.id != one.id || one.id > 30 ||
            (ids >> one.id & 1u) != 0 || !is_booked(one.id, one.start, one.end, mask_of(&set))) {
            return UINT32_C(0x80000000);
        }
        ids |= UINT32_C(1) << one.id;
    }
    return ids;
}

/* ---- booking --------------------------------------------------------------------------------- */

static void test_book(void) {
    static const record want[] = {{0, 0}, {2, 0x3}, {4, 0x7}, {6, 0x4}, {9, 0}, END};
    static const record left[] = {{0, 0}, {4, 0x4}, {9, 0}, END};
    open_during(9, 0, 100);
    book(1, 2, 6, 0x3);
    book(2, 4, 9, 0x4);
    CHECK(is_content(want) && info_of(&calendar).bookings == 2);
    CHECK(is_booked(1, 2, 6, 0x3) && is_booked(2, 4, 9, 0x4) && is_unknown(3));
    CHECK(listed(NULL) == 0x6 && listed(of(0x1)) == 0x2 && listed(of(0x104)) == 0x4);
    CHECK(listed(of(0x6)) == 0x6 && listed(of(0x1F8)) == 0 && listed(of(0)) == 0);
    done(sked_ar_unbook(&calendar, 1));
    CHECK(is_content(left) && is_unknown(1) && listed(NULL) == 0x4);
    book(1, 90, NEVER, 0x1FF);
    CHECK(is_booked(1, 90, 100, 0x1FF) && listed(NULL) == 0x6);
    done(sked_ar_unbook(&calendar, 2));
    done(sked_ar_unbook(&calendar, 1));
    CHECK(info_of(&calendar).records == 1 && info_of(&calendar).bookings == 0);
    CHECK(listed(NULL) == 0);
}

static void test_book_statuses(void) {
    open_during(9, 10, 100);
    book(1, 20, 30, 0x01);
    CHECK(sked_ar_book(&empty, 1, 0, -1, 101, of_size(8, 1)) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_book(&calendar, 1, 0, -1, 101, of_size(8, 1)), SKED_E_DUPLICATE);
    CHECK_KEPT(sked_ar_book(&calendar, 9, 0, -1, 101, of_size(8, 1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_book(&calendar, 9, 0, 20, TOP + 1, of(1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_book(&calendar, 9, 0, 5, 101, of(0)), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_book(&calendar, 9, 0, 5, 5, of(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_book(&calendar, 9, 0, 5, 25, of_size(8, 1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_book(&calendar, 9, 0, 5, 25, spilled(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_book(&calendar, 9, 0, 5, 25, of(0)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_book(&calendar, 9, 0, 5, 25, of(1)), SKED_E_PAST);
    CHECK_KEPT(sked_ar_book(&calendar, 9, 0, 10, 25, of(1)), SKED_E_TAKEN);
    book(2, 20, 30, 0x02);
    book(3, 20, 30, 0x04);
    book(UINT64_MAX, 20, 30, 0x08);
    CHECK_KEPT(sked_ar_book(&calendar, 3, 0, -1, 101, of_size(8, 1)), SKED_E_DUPLICATE);
    CHECK_KEPT(sked_ar_book(&calendar, 4, 0, -1, 101, of_size(8, 1)), SKED_E_FULL);
    CHECK_KEPT(sked_ar_book(&calendar, 4, 0, 40, 50, of(1)), SKED_E_FULL);
    done(sked_ar_unbook(&calendar, UINT64_MAX));
    book(4, 40, 50, 0x01);
}

/* Five whose ends are far from in order; one leaves, and another moves its end. */
static void test_ends(void) {
    sked_ar_settings settings = settings_of(9, 8, 5);
    open_with(&settings);
    book(1, 0, 10, 0x01);
    book(2, 0, 20, 0x02);
    book(3, 0, 30, 0x04);
    book(4, 0, 50, 0x08);
    book(5, 0, 40, 0x10);
    done(sked_ar_unbook(&calendar, 3));
    done(sked_ar_extend(&calendar, 2, 45));
    CHECK(sked_ar_trim(&calendar, 39) == SKED_OK && listed(NULL) == 0x34);
    CHECK(sked_ar_trim(&calendar, 44) == SKED_OK && listed(NULL) == 0x14);
    CHECK(sked_ar_trim(&calendar, 45) == SKED_OK && listed(NULL) == 0x10);
}

/* Without names there are none. */
static void test_nameless(void) {
    const sked_ar_settings settings = settings_of(9, 8, 0);
    open_with(&settings);
    CHECK_KEPT(sked_ar_book(&calendar, 1, 0, 0, 5, of(1)), SKED_E_FULL);
    CHECK_KEPT(sked_ar_unbook(&calendar, 1), SKED_E_UNKNOWN);
    CHECK_KEPT(sked_ar_extend(&calendar, 1, -1), SKED_E_UNKNOWN);
    CHECK(is_unknown(1) && listed(NULL) == 0 && listed(of(1)) == 0);
}

static void test_unbook_statuses(void) {
    open_during(9, 10, 100);
    book(1, 20, 30, 0x03);
    CHECK(sked_ar_unbook(&empty, 1) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_unbook(&calendar, 2), SKED_E_UNKNOWN);
    take_out(25, 26, 0x02);
    CHECK_KEPT(sked_ar_unbook(&calendar, 1), SKED_E_NOT_TAKEN);
    add(25, 26, 0x02);
    done(sked_ar_unbook(&calendar, 1));
    CHECK_KEPT(sked_ar_unbook(&calendar, 1), SKED_E_UNKNOWN);
}

static void test_extend(void) {
    open_during(9, 10, 100);
    book(1, 20, 30, 0x03);
    book(2, 40, 50, 0x02);
    CHECK(sked_ar_extend(&empty, 9, -1) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_extend(&calendar, 9, -1), SKED_E_UNKNOWN);
    CHECK_KEPT(sked_ar_extend(&calendar, 1, -1), SKED_E_TIME);
    CHECK_KEPT(sked_ar_extend(&calendar, 1, TOP + 1), SKED_E_TIME);
    CHECK_KEPT(sked_ar_extend(&calendar, 1, 101), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_extend(&calendar, 1, 30), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_extend(&calendar, 1, 0), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_extend(&calendar, 1, 41), SKED_E_TAKEN);
    CHECK_KEPT(sked_ar_extend(&calendar, 1, NEVER), SKED_E_TAKEN);
    done(sked_ar_extend(&calendar, 1, 40));
    CHECK(is_booked(1, 20, 40, 0x03) && is_booked(2, 40, 50, 0x02));
    done(sked_ar_unbook(&calendar, 1));
    done(sked_ar_extend(&calendar, 2, NEVER));
    CHECK(is_booked(2, 40, 100, 0x02));
    CHECK_KEPT(sked_ar_extend(&calendar, 2, NEVER), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_extend(&calendar, 2, 100), SKED_E_RANGE);
}

static void test_shorten(void) {
    static const record want[] = {{25, 0x03}, {26, 0}, END};
    open_during(9, 10, 100);
    book(1, 20, 40, 0x03);
    CHECK(sked_ar_shorten(&empty, 9, -1) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_shorten(&calendar, 9, -1), SKED_E_UNKNOWN);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, -1), SKED_E_TIME);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, TOP + 1), SKED_E_TIME);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, 101), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, 40), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, NEVER), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, 20), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, 5), SKED_E_RANGE);
    done(sked_ar_shorten(&calendar, 1, 30));
    CHECK(is_booked(1, 20, 30, 0x03));
    take_out(28, 29, 0x01);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, 27), SKED_E_NOT_TAKEN);
    done(sked_ar_shorten(&calendar, 1, 29));
    add(28, 29, 0x01);
    CHECK(sked_ar_trim(&calendar, 25) == SKED_OK);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, 19), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, 21), SKED_E_PAST);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, 25), SKED_E_PAST);
    done(sked_ar_shorten(&calendar, 1, 26));
    CHECK(is_booked(1, 20, 26, 0x03) && is_content(want));
}

static void test_narrow(void) {
    static const record want[] = {{10, 0}, {20, 0x04}, {30, 0}, END};
    open_during(9, 10, 100);
    book(1, 20, 30, 0x0F);
    add(20, 30, 0x10);
    CHECK(sked_ar_narrow(&empty, 9, of_size(8, 1)) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_narrow(&calendar, 9, of_size(8, 1)), SKED_E_UNKNOWN);
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, of_size(8, 1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, of_size(10, 1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, spilled(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, of(0)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, of(0x1F)), SKED_E_NOT_TAKEN);
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, of(0x21)), SKED_E_NOT_TAKEN);
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, of(0x0F)), SKED_E_LAST);
    take_out(20, 30, 0x10);
    done(sked_ar_narrow(&calendar, 1, of(0x09)));
    CHECK(is_booked(1, 20, 30, 0x06) && listed(of(0x09)) == 0);
    take_out(29, 30, 0x02);
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, of(0x02)), SKED_E_NOT_TAKEN);
    add(29, 30, 0x02);
    done(sked_ar_narrow(&calendar, 1, of(0x02)));
    CHECK(is_booked(1, 20, 30, 0x04) && is_content(want));
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, of(0x04)), SKED_E_LAST);
}

static void test_swap(void) {
    static const record want[] = {{10, 0}, {20, 0x32}, {30, 0x08}, {40, 0}, END};
    open_during(9, 10, 100);
    book(1, 20, 30, 0x07);
    add(29, 40, 0x08);
    CHECK(sked_ar_swap(&empty, 9, of_size(8, 1), of(0)) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_swap(&calendar, 9, of_size(8, 1), of(0)), SKED_E_UNKNOWN);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of_size(8, 1), of(8)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, spilled(1), of(8)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(0), of(8)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(8), of_size(10, 8)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(8), spilled(8)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(8), of(0)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(0x09), of(0x08)), SKED_E_NOT_TAKEN);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(0x11), of(0x20)), SKED_E_NOT_TAKEN);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(0x01), of(0x08)), SKED_E_TAKEN);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(0x01), of(0x18)), SKED_E_TAKEN);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(0x01), of(0x02)), SKED_E_TAKEN);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(0x01), of(0x01)), SKED_E_TAKEN);
    take_out(29, 30, 0x08);
    take_out(22, 23, 0x01);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(0x01), of(0x10)), SKED_E_NOT_TAKEN);
    add(22, 23, 0x01);
    done(sked_ar_swap(&calendar, 1, of(0x05), of(0x30)));
    CHECK(is_booked(1, 20, 30, 0x32) && is_content(want));
    done(sked_ar_swap(&calendar, 1, of(0x32), of(0x05)));       /* all, for fewer */
    CHECK(is_booked(1, 20, 30, 0x05));
    done(sked_ar_swap(&calendar, 1, of(0x01), of(0x1FA)));
    CHECK(is_booked(1, 20, 30, 0x1FE) && listed(of(0x001)) == 0 && listed(of(0x100)) == 2);
}

/* A span beside it makes the cuts that a swap needs, or has them already. */
static void test_swap_merges(void) {
    static const record one[] = {{0, 0x2}, {30, 0}, END};
    static const record back[] = {{0, 0x2}, {10, 0x1}, {20, 0x2}, {30, 0}, END};
    open_during(9, 0, 100);
    book(1, 10, 20, 0x1);
    add(0, 10, 0x2);
    add(20, 30, 0x2);
    CHECK(is_content(back));
    done(sked_ar_swap(&calendar, 1, of(0x1), of(0x2)));
    CHECK(is_content(one) && is_booked(1, 10, 20, 0x2));
    done(sked_ar_swap(&calendar, 1, of(0x2), of(0x1)));
    CHECK(is_content(back));
}

/* As many records as there is room for: what would take more of them is refused. 1 goes on where
 * others were, so that its ends are no records. 2 ends where another begins. */
static void test_no_room(void) {
    sked_ar_settings settings = settings_of(9, 2, 2);
    sked_time at;
    open_with(&settings);
    book(1, 10, 20, 0x003);
    add(0, 10, 0x003);
    add(20, 30, 0x003);
    book(2, 50, 60, 0x008);
    add(60, 70, 0x010);
    for (at = 80; info_of(&calendar).records + 2 <= info_of(&calendar).records_max; at += 10) {
        add(at, at + 5, 0x001);
    }
    if (info_of(&calendar).records < info_of(&calendar).records_max) {
        add(70, 71, 0x020);
    }
    CHECK(info_of(&calendar).records == info_of(&calendar).records_max);
    CHECK_KEPT(sked_ar_unbook(&calendar, 1), SKED_E_FULL);
    CHECK_KEPT(sked_ar_shorten(&calendar, 1, 15), SKED_E_FULL);
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, of(0x001)), SKED_E_FULL);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(0x001), of(0x100)), SKED_E_FULL);
    CHECK_KEPT(sked_ar_extend(&calendar, 2, 65), SKED_E_FULL);
    CHECK_KEPT(sked_ar_extend(&calendar, 1, 25), SKED_E_TAKEN);
    CHECK_KEPT(sked_ar_swap(&calendar, 1, of(0x001), of(0x002)), SKED_E_TAKEN);
    CHECK_KEPT(sked_ar_narrow(&calendar, 1, of(0x003)), SKED_E_LAST);
    CHECK_KEPT(sked_ar_book(&calendar, 3, 0, 5, 6, of(0x100)), SKED_E_FULL);
    done(sked_ar_unbook(&calendar, 2));
    CHECK_KEPT(sked_ar_book(&calendar, 3, 0, 5, 6, of(0x100)), SKED_E_FULL);
    take_out(60, 70, 0x010);
    done(sked_ar_shorten(&calendar, 1, 15));
    done(sked_ar_unbook(&calendar, 1));
}

/* Those that ended by now are forgotten; the others go on, and only their rest can be changed. */
static void test_book_trim(void) {
    static const record want[] = {{25, 0x06}, {30, 0}, END};
    static const record moved[] = {{25, 0x12}, {30, 0}, END};
    open_during(9, 10, 100);
    book(1, 10, 20, 0x01);
    book(2, 20, 30, 0x06);
    book(3, 15, 25, 0x08);
    book(4, 12, 26, 0x30);
    CHECK(sked_ar_trim(&calendar, 19) == SKED_OK && listed(NULL) == 0x1E);
    CHECK(sked_ar_trim(&calendar, 20) == SKED_OK && listed(NULL) == 0x1C);
    CHECK(is_unknown(1) && is_booked(3, 15, 25, 0x08));
    CHECK(sked_ar_trim(&calendar, 25) == SKED_OK && listed(NULL) == 0x14);
    CHECK(sked_ar_validate(&calendar) == SKED_OK);
    done(sked_ar_unbook(&calendar, 4));
    CHECK(is_content(want));
    CHECK_KEPT(sked_ar_book(&calendar, 2, 0, 40, 50, of(1)), SKED_E_DUPLICATE);
    done(sked_ar_swap(&calendar, 2, of(0x04), of(0x10)));
    CHECK(is_content(moved) && is_booked(2, 20, 30, 0x12));
    done(sked_ar_narrow(&calendar, 2, of(0x02)));
    done(sked_ar_extend(&calendar, 2, 40));
    CHECK(is_booked(2, 20, 40, 0x10));
    book(1, 30, 40, 0x01);
    CHECK(sked_ar_trim(&calendar, 40) == SKED_OK && listed(NULL) == 0);
    CHECK(info_of(&calendar).bookings == 0 && info_of(&calendar).records == 1);
}

static void test_listing_statuses(void) {
    sked_word words[SKED_SET_WORDS(10u)];
    sked_set set = sked_set_of(words, 8);
    sked_ar_booking one;
    uint32_t cursor = 0;
    open_during(9, 10, 100);
    book(1, 20, 30, 0x01);
    CHECK(sked_ar_get_booking(&empty, 9, &one, &set) == SKED_E_EMPTY);
    CHECK(sked_ar_get_booking(&calendar, 9, &one, &set) == SKED_E_UNKNOWN);
    CHECK(sked_ar_get_booking(&calendar, 1, &one, &set) == SKED_E_RANGE);
    CHECK(sked_ar_next_booking(&empty, &cursor, &one, &set) == SKED_E_EMPTY);
    CHECK(sked_ar_next_booking(&calendar, &cursor, &one, &set) == SKED_E_RANGE && cursor == 0);
    CHECK(sked_ar_next_hit(&empty, of(1), &cursor, &one, &set) == SKED_E_EMPTY);
    CHECK(sked_ar_next_hit(&calendar, of(1), &cursor, &one, &set) == SKED_E_RANGE);
    set.size = 10;
    CHECK(sked_ar_get_booking(&calendar, 1, &one, &set) == SKED_E_RANGE);
    CHECK(sked_ar_next_hit(&calendar, of(1), &cursor, &one, &set) == SKED_E_RANGE);
    set.size = 9;
    CHECK(sked_ar_next_hit(&calendar, of_size(8, 1), &cursor, &one, &set) == SKED_E_RANGE);
    CHECK(sked_ar_next_hit(&calendar, of_size(10, 1), &cursor, &one, NULL) == SKED_E_RANGE);
    CHECK(sked_ar_next_hit(&calendar, spilled(1), &cursor, &one, &set) == SKED_E_RANGE);
    CHECK(cursor == 0);
    cursor = UINT32_MAX;
    CHECK(sked_ar_next_booking(&calendar, &cursor, &one, &set) == SKED_DONE);
    cursor = 4;
    CHECK(sked_ar_next_hit(&calendar, of(1), &cursor, &one, &set) == SKED_DONE);
    cursor = 0;
    CHECK(sked_ar_next_hit(&calendar, of(1), &cursor, &one, &set) == SKED_OK && one.id == 1);
    CHECK(mask_of(&set) == 1);
    CHECK(sked_ar_next_hit(&calendar, of(1), &cursor, &one, &set) == SKED_DONE);
    CHECK(sked_ar_get_booking(&calendar, 1, &one, &set) == SKED_OK);
}

/* Units instead of processors. */
static void test_book_units(void) {
    static const uint32_t capacities[] = {1, 10, 100, 1000};
    sked_ar_booking one;
    sked_span span;
    sked_set set;
    open_unequal(capacities, 4, 100);
    book(1, 20, 30, 0xB);
    CHECK(sked_ar_get_booking(&calendar, 1, &one, NULL) == SKED_OK && one.count == 1011);
    CHECK(sked_ar_record_at(&calendar, 25, &span, &set) == SKED_OK && span.count == 1011);
    done(sked_ar_swap(&calendar, 1, of(0x2), of(0x4)));
    CHECK(sked_ar_get_booking(&calendar, 1, &one, NULL) == SKED_OK && one.count == 1101);
    done(sked_ar_narrow(&calendar, 1, of(0x8)));
    CHECK(sked_ar_get_booking(&calendar, 1, &one, NULL) == SKED_OK && one.count == 101);
    CHECK(sked_ar_record_at(&calendar, 25, &span, &set) == SKED_OK && span.count == 101);
    CHECK(info_of(&calendar).capacity == 1111 && info_of(&calendar).processors == 4);
}

/* ---- many names ------------------------------------------------------------------------------ */

/* A plain table of who has what stands beside a calendar whose past is trimmed. */
enum { NAMES = 24, IDS = 40, LENGTH = 400, LARGE = 6000, STEPS = 3000 };

static sked_align large_room[LARGE];
static unsigned char ticks[LENGTH];     /* who is busy */

typedef struct name {
    int live;
    sked_time start, end;
    uint32_t mask;
} name;

static name names[IDS];
static uint32_t live;
static sked_time now;

/* The mask of those busy at some time. */
static uint32_t busy_in(sked_time start, sked_time end) {
    uint32_t mask = 0;
    for (; start < end; start++) {
        mask |= ticks[start];
    }
    return mask;
}

static void turn_ticks(sked_time start, sked_time end, uint32_t mask) {
    for (start = start < now ? now : start; start < end; start++) {
        ticks[start] = (unsigned char)(ticks[start] ^ mask);
    }
}

/* Ids that are far apart share buckets, too. */
static uint64_t id_of(uint32_t i) {
    return (uint64_t)i * UINT64_C(0x100000001) * (i % 3 == 0 ? 1 : 64);
}

static void book_any(uint64_t *random) {
    const uint32_t i = check_below(random, IDS);
    const sked_time start = now + (sked_time)check_below(random, 30);
    const sked_time end = start + 1 + (sked_time)check_below(random, 20);
    const uint32_t mask = 1 + check_below(random, 255), few = mask & (mask + 0xD3);
    const uint32_t wanted = (few & 0xFF) == 0 ? mask : few & 0xFF;
    const sked_status status = names[i].live        ? SKED_E_DUPLICATE
                               : live == NAMES      ? SKED_E_FULL
                               : end > LENGTH       ? SKED_E_HORIZON
                               : (busy_in(start, end) & wanted) != 0 ? SKED_E_TAKEN
                                                                     : SKED_OK;
    CHECK(sked_ar_book(&calendar, id_of(i), id_of(i) + 100, start, end, of(wanted)) == status);
    if (status == SKED_OK) {
        names[i].live = 1;
        names[i].start = start;
        names[i].end = end;
        names[i].mask = wanted;
        turn_ticks(start, end, wanted);
        live++;
    }
}

static void unbook_any(uint64_t *random) {
    const uint32_t i = check_below(random, IDS);
    CHECK(sked_ar_unbook(&calendar, id_of(i)) == (names[i].live ? SKED_OK : SKED_E_UNKNOWN));
    if (names[i].live) {
        turn_ticks(names[i].start, names[i].end, names[i].mask);
        names[i].live = 0;
        live--;
    }
}

/* Another end, later or earlier. */
static void move_end(uint64_t *random) {
    const uint32_t i = check_below(random, IDS);
    const sked_time end = names[i].end + (sked_time)check_below(random, 9) - 4;
    const int later = end > names[i].end, earlier = end < names[i].end;
    const uint32_t busy = later && end <= LENGTH ? busy_in(names[i].end, end) : 0;
    const int is_taken = (busy & names[i].mask) != 0;
    sked_status status;
    if (!names[i].live) {
        return;
    }
    status = later ? end > LENGTH ? SKED_E_HORIZON : is_taken ? SKED_E_TAKEN : SKED_OK
             : !earlier || end <= names[i].start ? SKED_E_RANGE
             : end <= now                        ? SKED_E_PAST
                                                 : SKED_OK;
    CHECK((later ? sked_ar_extend(&calendar, id_of(i), end)
                 : sked_ar_shorten(&calendar, id_of(i), end)) == status);
    if (status == SKED_OK) {
        turn_ticks(later ? names[i].end : end, later ? end : names[i].end, names[i].mask);
        names[i].end = end;
    }
}

static void trim_to(sked_time time) {
    uint32_t i;
    now = time;
    CHECK(sked_ar_trim(&calendar, now) == SKED_OK);
    for (i = 0; i < IDS; i++) {
        if (names[i].live && names[i].end <= now) {
            names[i].live = 0;
            live--;
        }
    }
}

/* All that live are there, and the calendar is busy with them and nobody else. */
static void check_names(void) {
    sked_span span;
    sked_set set;
    sked_time time;
    uint32_t i;
    for (i = 0; i < IDS; i++) {
        CHECK(names[i].live ? is_booked(id_of(i), names[i].start, names[i].end, names[i].mask)
                            : is_unknown(id_of(i)));
    }
    for (time = now; sked_ar_record_at(&calendar, time, &span, &set) == SKED_OK; time++) {
        CHECK(mask_of(&set) == ticks[time]);
    }
    CHECK(time == LENGTH && info_of(&calendar).bookings == live);
    CHECK(sked_ar_validate(&calendar) == SKED_OK);
}

static void test_many(void) {
    sked_ar_settings settings = settings_of(8, NAMES, NAMES);
    uint64_t random = 5;
    uint32_t step;
    settings.horizon = LENGTH;
    CHECK(sked_ar_init(&calendar, &settings, large_room, sizeof(large_room)) == SKED_OK);
    processors = 8;
    for (step = 0; step < STEPS; step++) {
        const uint32_t mood = check_below(&random, 16);
        if (mood < 9) {
            book_any(&random);
        } else if (mood < 12) {
            unbook_any(&random);
        } else if (mood < 15) {
            move_end(&random);
        } else if (now + 3 < LENGTH && check_below(&random, 2) == 0) {
            trim_to(now + (sked_time)check_below(&random, 4));
        }
        if (step % 16 == 0) {
            check_names();
        }
    }
    CHECK(now > 50);
    trim_to(LENGTH - 1);
    check_names();
    calendar = empty;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Until 3 processors 0-3 are busy, until 1 also 4-6, which are so on [8, 10) again. */
static void open_busy(void) {
    open_during(9, 0, 20);
    add(0, 3, 0x0F);
    add(0, 1, 0x70);
    add(8, 10, 0x70);
}

static int is_free(sked_time start, sked_time end, uint32_t mask) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, processors);
    uint32_t count = 4711;
    sked_set_fill(&set);
    keep();
    return sked_ar_free_set(&calendar, start, end, &set, &count) == SKED_OK &&
           mask_of(&set) == mask && count == sked_set_count(&set) && is_kept();
}

static void test_free(void) {
    sked_word words[SKED_SET_WORDS(10u)];
    sked_set set = sked_set_of(words, 8);
    uint32_t count = 0;
    open_busy();
    CHECK(is_free(0, 1, 0x180) && is_free(1, 3, 0x1F0) && is_free(3, 8, 0x1FF));
    CHECK(is_free(0, NEVER, 0x180) && is_free(0, 20, 0x180) && is_free(1, 9, 0x180));
    CHECK(is_free(2, 8, 0x1F0) && is_free(7, 9, 0x18F) && is_free(10, NEVER, 0x1FF));
    CHECK(is_free(19, 20, 0x1FF));
    CHECK(sked_ar_down(&calendar, of(0x101)) == SKED_OK && is_free(3, 8, 0x0FE));
    CHECK(is_free(0, 1, 0x080));
    CHECK(sked_ar_trim(&calendar, 2) == SKED_OK);
    CHECK(sked_ar_free_set(&empty, -1, 21, &set, &count) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_free_set(&calendar, -1, 21, &set, &count), SKED_E_TIME);
    CHECK_KEPT(sked_ar_free_set(&calendar, 2, TOP + 1, &set, &count), SKED_E_TIME);
    CHECK_KEPT(sked_ar_free_set(&calendar, 1, 21, &set, &count), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_free_set(&calendar, 1, 5, &set, &count), SKED_E_RANGE);
    set.size = 10;
    CHECK_KEPT(sked_ar_free_set(&calendar, 1, 5, &set, &count), SKED_E_RANGE);
    set.size = 9;
    CHECK_KEPT(sked_ar_free_set(&calendar, 1, 1, &set, &count), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_free_set(&calendar, 20, NEVER, &set, &count), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_free_set(&calendar, 1, 5, &set, &count), SKED_E_PAST);
    CHECK_KEPT(sked_ar_free_set(&calendar, 2, 5, &set, &count), SKED_OK);
    CHECK(count == 4 && mask_of(&set) == 0x0F0);
}

static int is_usage(sked_time start, sked_time end, uint64_t busy, uint64_t whole, uint32_t least,
                    uint32_t most) {
    sked_ar_usage use;
    keep();
    return sked_ar_get_usage(&calendar, start, end, &use) == SKED_OK && use.busy.high == 0 &&
           use.busy.low == busy && use.whole.high == 0 && use.whole.low == whole &&
           use.free_min == least && use.free_max == most && is_kept();
}

static void test_usage(void) {
    sked_ar_usage use;
    open_busy();
    CHECK(is_usage(0, 1, 7, 9, 2, 2) && is_usage(0, 10, 21, 90, 2, 9));
    CHECK(is_usage(2, 9, 7, 63, 5, 9) && is_usage(9, NEVER, 3, 99, 6, 9));
    CHECK(is_usage(19, 20, 0, 9, 9, 9) && is_usage(2, 3, 4, 9, 5, 5));
    CHECK(sked_ar_down(&calendar, of(0x1FF)) == SKED_OK && is_usage(0, 10, 21, 90, 2, 9));
    CHECK(sked_ar_trim(&calendar, 2) == SKED_OK && is_usage(2, 10, 10, 72, 5, 9));
    CHECK(sked_ar_get_usage(&empty, -1, 21, &use) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_get_usage(&calendar, -1, 21, &use), SKED_E_TIME);
    CHECK_KEPT(sked_ar_get_usage(&calendar, TOP + 1, 5, &use), SKED_E_TIME);
    CHECK_KEPT(sked_ar_get_usage(&calendar, 1, TOP + 1, &use), SKED_E_TIME);
    CHECK_KEPT(sked_ar_get_usage(&calendar, 1, 21, &use), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_get_usage(&calendar, 1, 1, &use), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_get_usage(&calendar, 20, NEVER, &use), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_get_usage(&calendar, 1, 5, &use), SKED_E_PAST);
}

/* As much as there can be: 2^32 - 1 units for 2^62 - 1 ticks. */
static void test_wide_usage(void) {
    static const uint32_t capacities[] = {SKED_NONE - 7, 7};
    const sked_u128 all = sked_u128_mul(SKED_NONE, (uint64_t)TOP);
    const sked_u128 rest = sked_u128_mul(7, (uint64_t)TOP - 5);
    sked_ar_usage use;
    open_unequal(capacities, 2, TOP);
    CHECK(info_of(&calendar).capacity == SKED_NONE);
    add(0, NEVER, 0x3);
    CHECK(sked_ar_get_usage(&calendar, 0, NEVER, &use) == SKED_OK);
    CHECK(sked_u128_compare(use.busy, all) == 0 && sked_u128_compare(use.whole, all) == 0);
    CHECK(use.free_min == 0 && use.free_max == 0);
    take_out(5, TOP, 0x2);
    CHECK(sked_ar_get_usage(&calendar, 0, TOP, &use) == SKED_OK);
    CHECK(sked_u128_compare(use.busy, sked_u128_sub(all, rest)) == 0);
    CHECK(use.free_min == 0 && use.free_max == 7);
}

static void test_at(void) {
    sked_span span;
    sked_set set;
    open_busy();
    CHECK(sked_ar_trim(&calendar, 2) == SKED_OK);
    CHECK(sked_ar_record_at(&empty, -1, &span, &set) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_record_at(&calendar, -1, &span, &set), SKED_E_TIME);
    CHECK_KEPT(sked_ar_record_at(&calendar, TOP + 1, &span, &set), SKED_E_TIME);
    CHECK_KEPT(sked_ar_record_at(&calendar, NEVER, &span, &set), SKED_E_TIME);
    CHECK_KEPT(sked_ar_record_at(&calendar, 1, &span, &set), SKED_E_PAST);
    CHECK_KEPT(sked_ar_record_at(&calendar, 20, &span, &set), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_record_at(&calendar, TOP, &span, NULL), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_record_at(&calendar, 2, &span, &set), SKED_OK);
    CHECK(span.start == 2 && span.end == 3 && span.count == 4 && span.set == &set);
    CHECK_KEPT(sked_ar_record_at(&calendar, 9, &span, &set), SKED_OK);
    CHECK(span.start == 8 && span.end == 10 && span.count == 3 && mask_of(&set) == 0x70);
    CHECK_KEPT(sked_ar_record_at(&calendar, 19, &span, NULL), SKED_OK);
    CHECK(span.start == 10 && span.end == 20 && span.count == 0 && span.set == NULL);
}

enum { SPANS = 6 };
static sked_span spans[SPANS];
static sked_set span_sets[SPANS];

/* Exports with sets, in two ways, or without; the list of what is wanted ends with END. */
static int are_spans(sked_time start, sked_time end, int with_sets, const record *want,
                     const sked_time *ends) {
    uint32_t count = 4711, i;
    keep();
    if (sked_ar_spans(&calendar, start, end, spans, with_sets ? span_sets : NULL, SPANS, &count) !=
            SKED_OK || !is_kept()) {
        return 0;
    }
    for (i = 0; want[i].start != NEVER; i++) {
        if (i >= count || spans[i].start != want[i].start || spans[i].end != ends[i] ||
            (with_sets ? spans[i].set != &span_sets[i] || mask_of(spans[i].set) != want[i].busy
                       : spans[i].set != NULL || spans[i].count != want[i].busy)) {
            return 0;
        }
    }
    return count == i;
}

static void test_spans(void) {
    static const record all[] = {{0, 0x7F}, {1, 0x0F}, {8, 0x70}, END};
    static const sked_time all_ends[] = {1, 3, 10}, part_ends[] = {3, 9};
    static const record counts[] = {{0, 7}, {1, 4}, {8, 3}, END};
    static const record part[] = {{2, 0x0F}, {8, 0x70}, END};
    static const record part_counts[] = {{2, 4}, {8, 3}, END}, none[] = {END};
    static const record merged[] = {{0, 7}, {1, 4}, {8, 3}, {12, 2}, {17, 2}, END};
    static const record whole[] = {{12, 0x03}, {14, 0x0C}, {17, 0x180}, END};
    static const sked_time merged_ends[] = {1, 3, 10, 16, 20}, whole_ends[] = {14, 16, 20};
    open_busy();
    CHECK(are_spans(0, NEVER, 1, all, all_ends) && are_spans(0, NEVER, 0, counts, all_ends));
    CHECK(are_spans(2, 9, 1, part, part_ends) && are_spans(2, 9, 0, part_counts, part_ends));
    CHECK(are_spans(3, 8, 1, none, all_ends) && are_spans(10, NEVER, 0, none, all_ends));
    add(12, 14, 0x03);
    add(14, 16, 0x0C);
    add(17, NEVER, 0x180);
    CHECK(are_spans(0, 20, 0, merged, merged_ends) && are_spans(11, 20, 1, whole, whole_ends));
    CHECK(are_spans(11, 20, 0, merged + 3, merged_ends + 3));
    CHECK(sked_ar_down(&calendar, of(0x1FF)) == SKED_OK);
    CHECK(are_spans(0, 20, 0, merged, merged_ends));
}

static void test_spans_statuses(void) {
    uint32_t count = 0;
    open_busy();
    CHECK(sked_ar_trim(&calendar, 1) == SKED_OK);
#define SPANS_OF(start, end, max) \
    sked_ar_spans(&calendar, start, end, spans, span_sets, max, &count)
    CHECK(sked_ar_spans(&empty, -1, 21, spans, span_sets, 0, &count) == SKED_E_EMPTY);
    CHECK_KEPT(SPANS_OF(-1, 21, 0), SKED_E_TIME);
    CHECK_KEPT(SPANS_OF(0, TOP + 1, 0), SKED_E_TIME);
    CHECK_KEPT(SPANS_OF(0, 21, 0), SKED_E_HORIZON);
    CHECK_KEPT(SPANS_OF(0, 0, 0), SKED_E_RANGE);
    CHECK_KEPT(SPANS_OF(20, NEVER, 0), SKED_E_RANGE);
    CHECK_KEPT(SPANS_OF(0, 20, 0), SKED_E_PAST);
    CHECK_KEPT(SPANS_OF(1, 20, 0), SKED_E_FULL);
    CHECK(count == 2);
    spans[0].start = spans[1].start = 4711;
    CHECK_KEPT(SPANS_OF(1, 20, 1), SKED_E_FULL);
    CHECK(count == 2 && spans[0].start == 1 && mask_of(spans[0].set) == 0x0F);
    CHECK(spans[1].start == 4711);
    CHECK_KEPT(sked_ar_spans(&calendar, 1, 20, spans, NULL, 1, &count), SKED_E_FULL);
    CHECK(count == 2 && spans[0].count == 4 && spans[0].end == 3 && spans[1].start == 4711);
    CHECK_KEPT(SPANS_OF(1, 20, 2), SKED_OK);
    CHECK(count == 2 && spans[1].start == 8);
    CHECK_KEPT(sked_ar_spans(&calendar, 4, 8, NULL, NULL, 0, &count), SKED_OK);
    CHECK(count == 0);
#undef SPANS_OF
}

static void test_downs(void) {
    sked_word words[SKED_SET_WORDS(10u)];
    sked_set set = sked_set_of(words, 8);
    open_busy();
    CHECK(sked_ar_down_set(&empty, &set) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_down_set(&calendar, &set), SKED_E_RANGE);
    set.size = 10;
    CHECK_KEPT(sked_ar_down_set(&calendar, &set), SKED_E_RANGE);
    set.size = 9;
    CHECK_KEPT(sked_ar_down_set(&calendar, &set), SKED_OK);
    CHECK(mask_of(&set) == 0);
    CHECK(sked_ar_down(&calendar, of(0x111)) == SKED_OK);
    CHECK_KEPT(sked_ar_down_set(&calendar, &set), SKED_OK);
    CHECK(mask_of(&set) == 0x111);
    CHECK(sked_ar_up(&calendar, of(0x011)) == SKED_OK);
    CHECK_KEPT(sked_ar_down_set(&calendar, &set), SKED_OK);
    CHECK(mask_of(&set) == 0x100);
}

static void test_get_info(void) {
    sked_ar_settings settings = settings_of(9, 8, 4);
    sked_ar_info info;
    size_t bytes = 0, live_bytes;
    settings.base = 5;
    settings.horizon = 50;
    CHECK(sked_ar_bytes(&settings, &bytes) == SKED_OK);
    open_with(&settings);
    info = info_of(&calendar);
    CHECK(info.base == 5 && info.horizon == 50 && info.bytes == bytes);
    CHECK(info.processors == 9 && info.capacity == 9 && info.processors_down == 0);
    CHECK(info.spans_max == 8 && info.records_max >= 17 && info.records == 1);
    CHECK(info.nodes == 1 && info.nodes_max >= 1 && info.height == 1);
    CHECK(info.bookings_max == 4 && info.bookings == 0);
    live_bytes = info.bytes_live;
    CHECK(live_bytes > 0 && live_bytes < bytes);
    book(1, 10, 20, 0x3);
    CHECK(sked_ar_down(&calendar, of(0x11)) == SKED_OK);
    info = info_of(&calendar);
    CHECK(info.records == 3 && info.bookings == 1 && info.processors_down == 2);
    CHECK(info.bytes_live > live_bytes && info.bytes_live < bytes && info.bytes == bytes);
    CHECK(sked_ar_get_info(&empty, &info) == SKED_E_EMPTY);
}

/* ---- copies ---------------------------------------------------------------------------------- */

static sked_align other_room[ROOM];

/* With everything that there is: names, one past, processors down. */
static void open_full(void) {
    open_during(9, 0, 100);
    book(1, 2, 20, 0x01);
    book(2, 30, 40, 0x0C);
    book(3, 5, 7, 0x10);
    add(50, NEVER, 0x1F0);
    CHECK(sked_ar_down(&calendar, of(0x102)) == SKED_OK);
    CHECK(sked_ar_trim(&calendar, 6) == SKED_OK);
}

static const record full_records[] = {{6, 0x11}, {7, 0x01}, {20, 0}, {30, 0x0C}, {40, 0},
                                      {50, 0x1F0}, END};

static int is_full(const sked_ar *which) {
    const sked_ar_info info = info_of(which);
    return is_content_of(which, full_records) && info.bookings == 3 && info.base == 6 &&
           info.processors_down == 2 && is_booking(which, 1, 2, 20, 0x01) &&
           is_booking(which, 2, 30, 40, 0x0C) && is_booking(which, 3, 5, 7, 0x10);
}

static int is_empty(sked_ar *which) {
    return find_bytes(which) == 0 && sked_ar_validate(which) == SKED_E_EMPTY &&
           sked_ar_trim(which, 0) == SKED_E_EMPTY;
}

/* The copy changes, the first does not; and the other way round. */
static void check_apart(sked_ar *copy) {
    CHECK(is_full(copy) && is_full(&calendar));
    CHECK(sked_ar_unbook(copy, 1) == SKED_OK && sked_ar_up(copy, of(0x100)) == SKED_OK);
    CHECK(sked_ar_book(copy, 8, 0, 60, 70, of(0x0F)) == SKED_OK);
    CHECK(is_full(&calendar) && sked_ar_validate(copy) == SKED_OK);
    CHECK(sked_ar_trim(&calendar, 45) == SKED_OK);
    CHECK(info_of(copy).bookings == 3 && info_of(copy).base == 6);
    CHECK(info_of(&calendar).bookings == 0 && info_of(&calendar).processors_down == 2);
    CHECK(info_of(copy).processors_down == 1 && is_booking(copy, 2, 30, 40, 0x0C));
}

static void test_branch(void) {
    sked_ar branch = calendar;
    size_t bytes;
    open_full();
    bytes = info_of(&calendar).bytes;
    CHECK(sked_ar_branch(&empty, &branch, other_room, 0) == SKED_E_EMPTY);
    CHECK(is_empty(&branch));
    branch = calendar;
    CHECK_KEPT(sked_ar_branch(&calendar, &branch, other_room, bytes - 1), SKED_E_BLOCK);
    CHECK(is_empty(&branch));
    CHECK_KEPT(sked_ar_branch(&calendar, &branch, NULL, bytes), SKED_E_BLOCK);
    branch = calendar;
    if (ALIGNMENT > 1) {
        CHECK_KEPT(sked_ar_branch(&calendar, &branch, (unsigned char *)other_room + 1,
                                  sizeof(other_room) - 1), SKED_E_BLOCK);
        CHECK(is_empty(&branch));
    }
    CHECK_KEPT(sked_ar_branch(&calendar, &branch, other_room, sizeof(other_room)), SKED_OK);
    CHECK(info_of(&branch).bytes == bytes && are_bytes(room, other_room, bytes));
    check_apart(&branch);
    CHECK(sked_ar_grow(&branch, 9, 5) == SKED_E_FIXED);
    sked_ar_destroy(&branch);
    CHECK(is_empty(&branch));
    open_full();
    CHECK_KEPT(sked_ar_branch(&calendar, &branch, other_room, bytes), SKED_OK);
    CHECK(is_full(&branch));
}

static void test_make(void) {
    const sked_ar_settings settings = settings_of(9, 8, 4);
    sked_mem mem = giving(0);
    sked_status status = SKED_E_MEMORY;
    uint32_t k;
    for (k = 0; status == SKED_E_MEMORY && k < 8; k++) {
        mem = giving(k);
        calendar = empty;
        status = sked_ar_create(&calendar, &settings, mem);
        CHECK(status == SKED_OK || (is_empty(&calendar) && mine.given == 0));
    }
    CHECK(status == SKED_OK && k > 1 && mine.given > 0 && !mine.wrong);
    CHECK(sked_ar_validate(&calendar) == SKED_OK);
    sked_ar_destroy(&calendar);
    CHECK(mine.given == 0 && is_empty(&calendar) && !mine.wrong);
    sked_ar_destroy(&calendar);
    CHECK(mine.given == 0 && !mine.wrong);
    if (ALIGNMENT > 1) {
        mem = giving(SKED_NONE);
        mine.crooked = 1;
        CHECK(sked_ar_create(&calendar, &settings, mem) == SKED_E_BLOCK);
        CHECK(is_empty(&calendar) && mine.given == 0 && mine.calls > 0 && !mine.wrong);
    }
}

static void test_clone(void) {
    sked_ar clone = calendar;
    sked_mem mem = giving(0);
    sked_status status = SKED_E_MEMORY;
    uint32_t k;
    CHECK(sked_ar_clone(&empty, &clone, mem) == SKED_E_EMPTY && is_empty(&clone));
    open_full();
    for (k = 0; status == SKED_E_MEMORY && k < 8; k++) {
        mem = giving(k);
        clone = calendar;
        keep();
        status = sked_ar_clone(&calendar, &clone, mem);
        CHECK(is_kept() && (status == SKED_OK || (is_empty(&clone) && mine.given == 0)));
    }
    CHECK(status == SKED_OK && k > 1 && mine.given > 0);
    check_apart(&clone);
    mine.refused = SKED_NONE;
    CHECK(sked_ar_grow(&clone, 12, 6) == SKED_OK && sked_ar_validate(&clone) == SKED_OK);
    CHECK(is_booking(&clone, 2, 30, 40, 0x0C) && info_of(&clone).spans_max == 12);
    sked_ar_destroy(&clone);
    CHECK(mine.given == 0 && is_empty(&clone) && !mine.wrong);
    if (ALIGNMENT > 1) {
        mem = giving(SKED_NONE);
        mine.crooked = 1;
        CHECK(sked_ar_clone(&calendar, &clone, mem) == SKED_E_BLOCK);
        CHECK(is_empty(&clone) && mine.given == 0 && !mine.wrong);
    }
}

static void fill_made(const sked_ar_settings *settings, uint32_t refused) {
    const sked_mem mem = giving(refused);
    CHECK(sked_ar_create(&calendar, settings, mem) == SKED_OK);
    processors = settings->processors;
    book(1, 2, 20, 0x01);
    book(2, 30, 40, 0x0C);
    book(3, 5, 7, 0x10);
    add(50, NEVER, 0x1F0);
    CHECK(sked_ar_down(&calendar, of(0x102)) == SKED_OK);
    CHECK(sked_ar_trim(&calendar, 6) == SKED_OK);
}

static void test_grow(void) {
    sked_ar_settings settings = settings_of(9, 4, 3);
    uint32_t made, k;
    settings.horizon = 100;
    fill_made(&settings, SKED_NONE);
    made = mine.calls;
    CHECK(sked_ar_grow(&empty, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_ar_grow(&calendar, 3, 3) == SKED_E_RANGE);
    CHECK(sked_ar_grow(&calendar, 4, 2) == SKED_E_RANGE);
    CHECK(sked_ar_grow(&calendar, (UINT32_C(1) << 30) - 1, 3) == SKED_E_RANGE);
    CHECK(sked_ar_grow(&calendar, 4, UINT32_C(0x80000000)) == SKED_E_RANGE);
    CHECK(sked_ar_grow(&calendar, (UINT32_C(1) << 30) - 2, 3) ==
          (sizeof(size_t) > 4 ? SKED_E_MEMORY : SKED_E_OVERFLOW));
    CHECK(sked_ar_grow(&calendar, 4, UINT32_C(0x7FFFFFFF)) ==
          (sizeof(size_t) > 4 ? SKED_E_MEMORY : SKED_E_OVERFLOW));
    CHECK(sked_ar_grow(&calendar, 4000, 3) == SKED_E_MEMORY);
    CHECK(is_full(&calendar) && info_of(&calendar).spans_max == 4);
    CHECK(sked_ar_book(&calendar, 4, 0, 90, 91, of(1)) == SKED_E_FULL);
    CHECK(sked_ar_grow(&calendar, 6, 5) == SKED_OK && is_full(&calendar) && mine.given == 1);
    CHECK(info_of(&calendar).spans_max == 6 && info_of(&calendar).bookings_max == 5);
    book(4, 90, 91, 0x0F);
    CHECK(sked_ar_grow(&calendar, 6, 5) == SKED_OK && is_booked(4, 90, 91, 0x0F));
    done(sked_ar_unbook(&calendar, 2));
    CHECK(sked_ar_trim(&calendar, 50) == SKED_OK && listed(NULL) == 0x10);
    sked_ar_destroy(&calendar);
    CHECK(mine.given == 0 && !mine.wrong);
    for (k = made; k < made + 8; k++) {
        fill_made(&settings, k);
        if (sked_ar_grow(&calendar, 8, 3) == SKED_OK) {
            CHECK(k > made && is_full(&calendar));
            break;
        }
        CHECK(is_full(&calendar) && info_of(&calendar).spans_max == 4);
        sked_ar_destroy(&calendar);
        CHECK(mine.given == 0 && !mine.wrong);
    }
    CHECK(k < made + 8);
    sked_ar_destroy(&calendar);
    CHECK(mine.given == 0 && !mine.wrong);
}

/* A crooked block for the larger calendar: the old one stays. Over a block of the caller's there
 * is nowhere to grow to. Capacities grow with it. */
static void test_grow_more(void) {
    static const uint32_t capacities[] = {1, 10, 100};
    sked_ar_settings settings = settings_of(9, 4, 3);
    settings.horizon = 100;
    if (ALIGNMENT > 1) {
        fill_made(&settings, SKED_NONE);
        mine.crooked = 1;
        CHECK(sked_ar_grow(&calendar, 5, 4) != SKED_OK && is_full(&calendar) && mine.given == 1);
        sked_ar_destroy(&calendar);
        CHECK(mine.given == 0 && !mine.wrong);
    }
    open_full();
    CHECK_KEPT(sked_ar_grow(&calendar, 9, 5), SKED_E_FIXED);
    CHECK_KEPT(sked_ar_grow(&calendar, 7, 5), SKED_E_RANGE);
    settings = settings_of(3, 2, 0);
    settings.capacities = capacities;
    CHECK(sked_ar_create(&calendar, &settings, giving(SKED_NONE)) == SKED_OK);
    processors = 3;
    add(5, 9, 0x5);
    CHECK(sked_ar_grow(&calendar, 5, 2) == SKED_OK);
    book(1, 5, 6, 0x2);
    CHECK(info_of(&calendar).capacity == 111 && is_booked(1, 5, 6, 0x2) == 0);
    CHECK(fits(0, 6, NEVER, 111, 9, 0x7));
    sked_ar_destroy(&calendar);
}

/* Tooth i of a comb, of one of many processors. */
enum { WIDE = 130, TEETH = 40 };

static sked_status book_tooth(uint32_t i) {
    sked_word words[SKED_SET_WORDS((unsigned)WIDE)];
    sked_set set = sked_set_of(words, WIDE);
    sked_set_add(&set, i * 37 % WIDE);
    return sked_ar_book(&calendar, i, 100 + i, 2 * i, 2 * i + 1, &set);
}

static int is_tooth(uint32_t i) {
    sked_word words[SKED_SET_WORDS((unsigned)WIDE)];
    sked_set set = sked_set_of(words, WIDE);
    sked_ar_booking one;
    sked_span span;
    return sked_ar_get_booking(&calendar, i, &one, &set) == SKED_OK && one.tag == 100 + i &&
           one.start == 2 * i && one.end == 2 * i + 1 && one.count == 1 &&
           sked_set_first(&set) == i * 37 % WIDE &&
           sked_ar_record_at(&calendar, 2 * i, &span, &set) == SKED_OK && span.end == 2 * i + 1 &&
           span.count == 1 && sked_set_first(&set) == i * 37 % WIDE &&
           sked_ar_record_at(&calendar, 2 * i + 1, &span, &set) == SKED_OK && span.count == 0;
}

/* Grows from one span on whenever it is full, just after the first and the latest have been
 * cancelled; they come back. */
static void grow_twofold(uint32_t teeth) {
    const sked_ar_info info = info_of(&calendar);
    CHECK_SEED(teeth, sked_ar_unbook(&calendar, 0) == SKED_OK);
    CHECK_SEED(teeth, sked_ar_unbook(&calendar, teeth - 1) == SKED_OK);
    CHECK_SEED(teeth, sked_ar_grow(&calendar, 2 * info.spans_max, TEETH) == SKED_OK);
    CHECK_SEED(teeth, sked_ar_validate(&calendar) == SKED_OK);
    CHECK_SEED(teeth, book_tooth(teeth - 1) == SKED_OK && book_tooth(0) == SKED_OK);
    CHECK_SEED(teeth, info_of(&calendar).processors_down == 1 && mine.given == 1);
}

static void test_grow_wide(void) {
    const sked_ar_settings settings = settings_of(WIDE, 1, TEETH);
    sked_word words[SKED_SET_WORDS((unsigned)WIDE)];
    sked_set down = sked_set_of(words, WIDE);
    uint32_t i, grown = 0;
    sked_set_add(&down, WIDE - 1);
    CHECK(sked_ar_create(&calendar, &settings, giving(SKED_NONE)) == SKED_OK);
    CHECK(sked_ar_down(&calendar, &down) == SKED_OK);
    for (i = 0; i < TEETH; i++) {
        sked_status status = book_tooth(i);
        if (status == SKED_E_FULL) {
            grow_twofold(i);
            grown++;
            status = book_tooth(i);
        }
        CHECK_SEED(i, status == SKED_OK);
    }
    CHECK(grown > 3 && sked_ar_validate(&calendar) == SKED_OK);
    for (i = 0; i < TEETH; i++) {
        CHECK_SEED(i, is_tooth(i));
    }
    sked_ar_destroy(&calendar);
    CHECK(mine.given == 0 && !mine.wrong);
}

/* ---- saving ---------------------------------------------------------------------------------- */

static size_t sealed(void) {
    const void *block = NULL;
    size_t bytes = 0;
    open_full();
    CHECK(sked_ar_seal(&calendar, &block, &bytes) == SKED_OK);
    CHECK(block == (const void *)room && bytes == info_of(&calendar).bytes);
    CHECK(is_full(&calendar));
    return bytes;
}

static void test_seal(void) {
    const void *block = NULL;
    const size_t bytes = sealed();
    sked_ar opened = calendar;
    size_t told = 0;
    CHECK(sked_ar_seal(&empty, &block, &told) == SKED_E_EMPTY && block == NULL && told == 0);
    copy_bytes(other_room, room, bytes);
    CHECK(sked_ar_open(&opened, other_room, bytes) == SKED_OK);
    CHECK(is_full(&opened) && are_bytes(room, other_room, bytes));
    CHECK(sked_ar_grow(&opened, 9, 5) == SKED_E_FIXED);
    check_apart(&opened);
    CHECK(sked_ar_open(&opened, other_room, bytes) == SKED_E_CORRUPT);     /* it has gone on */
    CHECK(is_empty(&opened));
    sked_ar_destroy(&opened);
    sked_ar_destroy(&opened);
}

/* What open says to so many bytes of the block; it leaves the block as it is, and a handle that is
 * empty unless it says SKED_OK. */
static sked_status opened_as(void *block, size_t bytes) {
    sked_ar other = calendar;
    sked_status status;
    keep();
    status = sked_ar_open(&other, block, bytes);
    CHECK(is_kept() && (status == SKED_OK ? is_full(&other) : is_empty(&other)));
    return status;
}

/* A seal begins with its magic number, what SKED_ABI says, and the kind. */
static uint32_t kind_of_seal(void) {
    uint32_t kind;
    copy_bytes(&kind, (const unsigned char *)room + 8, sizeof(kind));
    return kind;
}

static void test_open_statuses(void) {
    const size_t bytes = sealed();
    const uint32_t kind = kind_of_seal();
    CHECK(sked_seal_check(room, bytes, kind) == SKED_OK);
    CHECK(opened_as(room, bytes) == SKED_OK);
    CHECK(opened_as(room, 0) == SKED_E_BLOCK);
    CHECK(opened_as(NULL, bytes) == SKED_E_BLOCK);
    CHECK(opened_as(room, SKED_SEAL_BYTES - 1) == SKED_E_BLOCK);
    CHECK(opened_as(room, SKED_SEAL_BYTES) == SKED_E_LENGTH);
    CHECK(opened_as(room, bytes - 1) == SKED_E_LENGTH);
    CHECK(opened_as(room, bytes + 1) == SKED_E_LENGTH);
    CHECK(opened_as(room, sizeof(room)) == SKED_E_LENGTH);
    if (ALIGNMENT > 1) {
        CHECK(opened_as((unsigned char *)room + 1, bytes) == SKED_E_BLOCK);
    }
    sked_seal(room, bytes, kind + 1);
    CHECK(opened_as(room, bytes) == SKED_E_INCOMPATIBLE);
    sked_seal(room, bytes - sizeof(sked_align), kind);
    CHECK(opened_as(room, bytes - sizeof(sked_align)) == SKED_E_CORRUPT);
    sked_seal(room, SKED_SEAL_BYTES, kind);         /* a seal around nothing */
    CHECK(opened_as(room, SKED_SEAL_BYTES) == SKED_E_CORRUPT);
    sked_seal(room, SKED_SEAL_BYTES + sizeof(sked_align), kind);
    CHECK(opened_as(room, SKED_SEAL_BYTES + sizeof(sked_align)) == SKED_E_CORRUPT);
    sked_seal(room, bytes, kind);
    CHECK(opened_as(room, bytes) == SKED_OK);
    sked_seal(room, bytes + sizeof(sked_align), kind);
    CHECK(opened_as(room, bytes + sizeof(sked_align)) == SKED_E_CORRUPT);
}

/* Another word in place of that at `at`, under a seal that fits: open reports damage, or what it
 * opens is valid. Returns 1 iff it was damage. */
static uint32_t is_forgery_seen(size_t at, size_t bytes, uint32_t kind, uint32_t word) {
    unsigned char *byte = (unsigned char *)room + at, kept[4];
    sked_status status;
    sked_ar other;
    copy_bytes(kept, byte, 4);
    copy_bytes(byte, (const unsigned char *)&word, 4);
    sked_seal(room, bytes, kind);
    status = sked_ar_open(&other, room, bytes);
    CHECK(status == SKED_OK ? sked_ar_validate(&other) == SKED_OK
                            : status == SKED_E_CORRUPT && is_empty(&other));
    copy_bytes(byte, kept, 4);
    return status == SKED_E_CORRUPT;
}

/* All ones, and each power of two: some of the sizes fit the address space, but not the block. */
static void test_open_forged(void) {
    const sked_ar_settings settings = settings_of(9, 1, 1);
    const void *block = NULL;
    size_t bytes = 0, at;
    uint32_t damaged = 0, kind, bit;
    open_with(&settings);
    book(1, 2, 20, 0x01);
    CHECK(sked_ar_seal(&calendar, &block, &bytes) == SKED_OK);
    kind = kind_of_seal();
    for (at = SKED_SEAL_BYTES; at + 4 <= bytes; at += 4) {
        damaged += is_forgery_seen(at, bytes, kind, UINT32_MAX);
        for (bit = 0; bit < 32; bit++) {
            (void)is_forgery_seen(at, bytes, kind, (uint32_t)1 << bit);
        }
    }
    CHECK(damaged > 20);
}

/* One that was written with another fan-out is of another kind. */
static void test_open_fanout(void) {
    const size_t bytes = sealed();
    const uint32_t kind = kind_of_seal();
    uint32_t fanout;
    CHECK(kind % 64 == SKED_AR_FANOUT);
    for (fanout = 8; fanout <= 32; fanout *= 2) {
        sked_seal(room, bytes, kind - SKED_AR_FANOUT + fanout);
        CHECK(opened_as(room, bytes) ==
              (fanout == SKED_AR_FANOUT ? SKED_OK : SKED_E_INCOMPATIBLE));
    }
}

/* Every byte, changed: it is seen. */
static void test_open_bytes(void) {
    const sked_ar_settings settings = settings_of(9, 1, 1);
    const void *block = NULL;
    sked_ar other;
    size_t bytes = 0, at;
    open_with(&settings);
    book(1, 2, 20, 0x01);
    CHECK(sked_ar_seal(&calendar, &block, &bytes) == SKED_OK);
    for (at = 0; at < bytes; at++) {
        unsigned char *byte = (unsigned char *)room + at;
        sked_status status;
        *byte = (unsigned char)(*byte ^ (1u << at % 8));
        status = sked_ar_open(&other, room, bytes);
        CHECK(status == SKED_E_CORRUPT || ((status == SKED_E_INCOMPATIBLE ||
                                            status == SKED_E_LENGTH) && at < SKED_SEAL_BYTES));
        *byte = (unsigned char)(*byte ^ (1u << at % 8));
    }
    CHECK(sked_ar_open(&other, room, bytes) == SKED_OK);
}

/* ---- empty handles --------------------------------------------------------------------------- */

static void test_empty_changes(sked_ar *ar) {
    sked_ar copy;
    const void *block;
    size_t bytes;
    CHECK(sked_ar_add(ar, 0, 1, of(1)) == SKED_E_EMPTY);
    CHECK(sked_ar_remove(ar, 0, 1, of(1)) == SKED_E_EMPTY);
    CHECK(sked_ar_trim(ar, 0) == SKED_E_EMPTY);
    CHECK(sked_ar_down(ar, of(1)) == SKED_E_EMPTY);
    CHECK(sked_ar_up(ar, of(1)) == SKED_E_EMPTY);
    CHECK(sked_ar_book(ar, 1, 1, 0, 1, of(1)) == SKED_E_EMPTY);
    CHECK(sked_ar_unbook(ar, 1) == SKED_E_EMPTY);
    CHECK(sked_ar_extend(ar, 1, 2) == SKED_E_EMPTY);
    CHECK(sked_ar_shorten(ar, 1, 2) == SKED_E_EMPTY);
    CHECK(sked_ar_narrow(ar, 1, of(1)) == SKED_E_EMPTY);
    CHECK(sked_ar_swap(ar, 1, of(1), of(2)) == SKED_E_EMPTY);
    CHECK(sked_ar_branch(ar, &copy, other_room, sizeof(other_room)) == SKED_E_EMPTY);
    CHECK(sked_ar_clone(ar, &copy, giving(SKED_NONE)) == SKED_E_EMPTY && mine.calls == 0);
    CHECK(sked_ar_grow(ar, 1, 1) == SKED_E_EMPTY);
    CHECK(sked_ar_seal(ar, &block, &bytes) == SKED_E_EMPTY);
    CHECK(sked_ar_validate(ar) == SKED_E_EMPTY);
    bytes = 4711;
    CHECK(sked_ar_find_bytes(ar, &bytes) == SKED_E_EMPTY && bytes == 4711);
}

static void test_empty_questions(sked_ar *ar) {
    sked_word words[SKED_SET_WORDS(8u)];
    sked_set set = sked_set_of(words, 8);
    const sked_ar_request request = request_of(0, 1, NEVER, 1);
    sked_ar_rectangle rectangle;
    sked_ar_explanation reason;
    sked_ar_booking one;
    sked_ar_usage use;
    sked_ar_info info;
    sked_time first = 0, beyond = 0;
    uint32_t count = 0;
    CHECK(sked_ar_find(ar, &request, NULL, &answer, &set, scratch, sizeof(scratch)) ==
          SKED_E_EMPTY);
    CHECK(sked_ar_find_any(ar, &request, 1, SKED_AR_LEAST_AREA, NULL, &answer, &set, scratch,
                           sizeof(scratch)) == SKED_E_EMPTY);
    CHECK(sked_ar_rectangle_at(ar, &request, 0, &rectangle, &set, scratch, sizeof(scratch)) ==
          SKED_E_EMPTY);
    CHECK(sked_ar_next_starts(ar, &request, &first, &beyond, scratch, sizeof(scratch)) ==
          SKED_E_EMPTY);
    CHECK(sked_ar_explain(ar, &request, &reason, scratch, sizeof(scratch)) == SKED_E_EMPTY);
    CHECK(sked_ar_get_booking(ar, 1, &one, &set) == SKED_E_EMPTY);
    CHECK(sked_ar_next_booking(ar, &count, &one, &set) == SKED_E_EMPTY);
    CHECK(sked_ar_next_hit(ar, of(1), &count, &one, &set) == SKED_E_EMPTY);
    CHECK(sked_ar_free_set(ar, 0, 1, &set, &count) == SKED_E_EMPTY);
    CHECK(sked_ar_get_usage(ar, 0, 1, &use) == SKED_E_EMPTY);
    CHECK(sked_ar_record_at(ar, 0, spans, span_sets) == SKED_E_EMPTY);
    CHECK(sked_ar_spans(ar, 0, 1, spans, span_sets, SPANS, &count) == SKED_E_EMPTY);
    CHECK(sked_ar_get_info(ar, &info) == SKED_E_EMPTY);
    CHECK(sked_ar_down_set(ar, &set) == SKED_E_EMPTY);
}

static void test_empty(void) {
    processors = 8;
    sked_ar_destroy(&empty);
    test_empty_changes(&empty);
    test_empty_questions(&empty);
    open_during(8, 0, 100);
    sked_ar_destroy(&calendar);
    sked_ar_destroy(&calendar);
    test_empty_changes(&calendar);
    test_empty_questions(&calendar);
}

/* ---- main ------------------------------------------------------------------------------------ */

int main(void) {
    test_book();
    test_book_statuses();
    test_nameless();
    test_ends();
    test_unbook_statuses();
    test_extend();
    test_shorten();
    test_narrow();
    test_swap();
    test_swap_merges();
    test_no_room();
    test_book_trim();
    test_listing_statuses();
    test_book_units();
    test_many();
    test_free();
    test_usage();
    test_wide_usage();
    test_at();
    test_spans();
    test_spans_statuses();
    test_downs();
    test_get_info();
    test_branch();
    test_make();
    test_clone();
    test_grow();
    test_grow_more();
    test_grow_wide();
    test_seal();
    test_open_statuses();
    test_open_fanout();
    test_open_forged();
    test_open_bytes();
    test_empty();
    return check_done("quick/ar_book");
}
