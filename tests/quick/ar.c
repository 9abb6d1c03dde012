/* ar.c - quick tests of the calendar: the paper's example, changes, searches, every status of them.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. Names, reading and saving are in ar_book.c. In the drawings time runs
 * to the right, one column a tick; a dot is free. */
#define SKED_IMPLEMENTATION
#include "sched_ar.h"

#include "../check.h"

enum { ROOM = 1500 };
#include "ar_scenes.h"

/* ---- the paper's example (Figure 1) ---------------------------------------------------------- */

/*   7 | ....................     Job 1 has 0-3, job 2 and, later, job 3 have 4-6. The request:
 *   6 | 2.......33..........     four processors for 2 ticks, ready at 2, by 9.
 *   3 | 111.................
 *     0--3----8-10---------20 */
static void open_paper(void) {
    open_during(8, 0, 20);
    add(0, 3, 0x0F);
    add(0, 1, 0x70);
    add(8, 10, 0x70);
}

static const record paper_records[] = {{0, 0x7F}, {1, 0x0F}, {3, 0}, {8, 0x70}, {10, 0}, END};

static sked_ar_request paper_request(void) {
    return request_of(2, 2, 9, 4);
}

/* The rectangle of a start, whatever else the request says. */
static int is_rectangle(sked_time start, sked_time duration, sked_time from, sked_time until,
                        uint32_t mask) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, processors);
    const sked_ar_request request = request_of(-1, duration, -1, 0);
    sked_ar_rectangle rectangle, plain;
    keep();
    return sked_ar_rectangle_at(&calendar, &request, start, &rectangle, &set, scratch,
                                sizeof(scratch)) == SKED_OK &&
           sked_ar_rectangle_at(&calendar, &request, start, &plain, NULL, scratch,
                                sizeof(scratch)) == SKED_OK &&
           rectangle.from == from && rectangle.until == until && mask_of(&set) == mask &&
           rectangle.free == sked_set_count(of(mask)) && plain.from == from &&
           plain.until == until && plain.free == rectangle.free && is_kept();
}

static void test_paper_rectangles(void) {
    open_paper();
    CHECK(is_content(paper_records));
    CHECK(is_rectangle(2, 2, 1, 8, 0xF0));
    CHECK(is_rectangle(3, 2, 3, 8, 0xFF));
    CHECK(is_rectangle(3, 1, 3, 8, 0xFF));
    CHECK(is_rectangle(6, 2, 3, 8, 0xFF));
    CHECK(is_rectangle(7, 2, 3, 20, 0x8F));
    CHECK(is_rectangle(0, 2, 0, 20, 0x80));         /* not feasible, but it has one */
    CHECK(is_rectangle(1, 2, 1, 8, 0xF0));
    CHECK(is_rectangle(9, 2, 3, 20, 0x8F));
    CHECK(is_rectangle(18, 2, 10, 20, 0xFF));
    CHECK(is_rectangle(0, 20, 0, 20, 0x80));
    add(12, 13, 0xFF);
    CHECK(is_rectangle(12, 1, 0, 20, 0));           /* nobody is free */
    CHECK(is_rectangle(11, 1, 10, 12, 0xFF));
}

/* What a score was shown, by start, and what it says. */
enum { SHOWN = 24 };
typedef struct watcher {
    uint32_t starts;                                /* a mask */
    sked_time from[SHOWN], until[SHOWN];
    uint32_t set[SHOWN];
    int64_t says[SHOWN];
    int wrong;
} watcher;

static int64_t watch(void *ctx, const sked_ar_request *request, const sked_ar_offer *offer) {
    watcher *self = (watcher *)ctx;
    if (offer->start < 0 || offer->start >= SHOWN || request->id != 7 || request->tag != 107 ||
        offer->end != offer->start + request->duration ||
        offer->free != sked_set_count(offer->set) || offer->set->size != processors) {
        self->wrong = 1;
        return SKED_AR_VETO;
    }
    self->starts |= UINT32_C(1) << offer->start;
    self->from[offer->start] = offer->from;
    self->until[offer->start] = offer->until;
    self->set[offer->start] = mask_of(offer->set);
    return self->says[offer->start];
}

static watcher seen;

static sked_ar_choice watching(sked_ar_starts starts, sked_ar_ends ends) {
    static const watcher none;
    sked_ar_choice choice = choice_of(SKED_AR_SCORE);
    seen = none;
    choice.starts = starts;
    choice.ends = ends;
    choice.score.score = watch;
    choice.score.ctx = &seen;
    return choice;
}

static int is_shown(uint32_t start, sked_time from, sked_time until, uint32_t set) {
    return seen.from[start] == from && seen.until[start] == until && seen.set[start] == set;
}

/* The candidates are 2, 3, 6 and 7; only at 2 and 3 something becomes free. */
static void test_paper_candidates(void) {
    const sked_ar_request request = paper_request();
    sked_ar_choice choice;
    int ends;
    open_paper();
    for (ends = SKED_AR_ENDS_AT_DEADLINE; ends <= SKED_AR_ENDS_AT_HORIZON; ends++) {
        choice = watching(SKED_AR_PAPER, (sked_ar_ends)ends);
        CHECK(finds(&request, &choice, 2, 0xF0));           /* all equal: the earliest */
        CHECK(!seen.wrong && seen.starts == 0xCC);
        CHECK(is_shown(2, 1, 8, 0xF0) && is_shown(3, 3, 8, 0xFF) && is_shown(6, 3, 8, 0xFF));
        CHECK(is_shown(7, 3, ends == SKED_AR_ENDS_AT_HORIZON ? 20 : 9, 0x8F));
        choice = watching(SKED_AR_FREED, (sked_ar_ends)ends);
        CHECK(finds(&request, &choice, 2, 0xF0));
        CHECK(!seen.wrong && seen.starts == 0x0C && is_shown(3, 3, 8, 0xFF));
    }
}

/* What each policy answers to a request, with the three kinds of ends. */
typedef struct policy_row {
    sked_ar_policy policy;
    sked_ar_starts starts;
    sked_time start[3];
} policy_row;

static void check_policies(const sked_ar_request *request, const policy_row *rows, size_t count) {
    size_t i;
    int ends;
    for (i = 0; i < count; i++) {
        sked_ar_choice choice = choice_of(rows[i].policy);
        choice.starts = rows[i].starts;
        for (ends = SKED_AR_ENDS_AT_DEADLINE; ends <= SKED_AR_ENDS_AT_HORIZON; ends++) {
            choice.ends = (sked_ar_ends)ends;
            CHECK_SEED(i + 1, find(request, &choice) == SKED_OK);
            CHECK_SEED(i + 1, answer.start == rows[i].start[ends]);
        }
    }
}

static const policy_row paper_rows[] = {
    {SKED_AR_FF, SKED_AR_PAPER, {2, 2, 2}},     {SKED_AR_FF, SKED_AR_FREED, {2, 2, 2}},
    {SKED_AR_PE_B, SKED_AR_PAPER, {2, 2, 2}},   {SKED_AR_PE_B, SKED_AR_FREED, {2, 2, 2}},
    {SKED_AR_PE_W, SKED_AR_PAPER, {3, 3, 3}},   {SKED_AR_PE_W, SKED_AR_FREED, {3, 3, 3}},
    {SKED_AR_DU_B, SKED_AR_PAPER, {3, 3, 3}},   {SKED_AR_DU_B, SKED_AR_FREED, {3, 3, 3}},
    {SKED_AR_DU_W, SKED_AR_PAPER, {2, 2, 7}},   {SKED_AR_DU_W, SKED_AR_FREED, {2, 2, 2}},
    {SKED_AR_PEDU_B, SKED_AR_PAPER, {2, 2, 2}}, {SKED_AR_PEDU_B, SKED_AR_FREED, {2, 2, 2}},
    {SKED_AR_PEDU_W, SKED_AR_PAPER, {3, 3, 7}}, {SKED_AR_PEDU_W, SKED_AR_FREED, {3, 3, 3}},
    {SKED_AR_LATEST, SKED_AR_PAPER, {7, 7, 7}}, {SKED_AR_LATEST, SKED_AR_FREED, {7, 7, 7}}
};

/* With processor 0 busy again on [12, 14), the rectangle of 7 ends there, beyond the deadline: one
 * that would not end at the horizon is cut only where all are. */
static const policy_row closed_rows[] = {
    {SKED_AR_DU_W, SKED_AR_PAPER, {2, 7, 7}}, {SKED_AR_PEDU_W, SKED_AR_PAPER, {3, 7, 7}},
    {SKED_AR_DU_B, SKED_AR_PAPER, {3, 3, 3}}, {SKED_AR_PEDU_B, SKED_AR_PAPER, {2, 2, 2}}
};

static void test_paper_policies(void) {
    const sked_ar_request request = paper_request();
    sked_ar_choice choice = choice_of(SKED_AR_DU_W);
    const size_t rows = sizeof(paper_rows) / sizeof(paper_rows[0]);
    open_paper();
    CHECK(rows == 2 * (SKED_AR_POLICY_COUNT_ - 1));     /* each policy except SCORE has two */
    check_policies(&request, paper_rows, rows);
    CHECK(finds(&request, NULL, 2, 0xF0) && answer.free == 4);
    choice.ends = SKED_AR_ENDS_AT_HORIZON;
    CHECK(finds(&request, &choice, 7, 0x0F) && answer.free == 5);
    add(12, 14, 0x01);
    check_policies(&request, closed_rows, sizeof(closed_rows) / sizeof(closed_rows[0]));
}

/* The four steps of the example. The record at 0 stays, unless the past is forgotten: the paper
 * leaves it out. */
static void test_paper_steps(void) {
    static const record added[] = {{0, 0x7F}, {1, 0x0F}, {5, 0}, {8, 0x70}, {10, 0}, END};
    static const record finished[] = {{0, 0x0F}, {5, 0}, {8, 0x70}, {10, 0}, END};
    static const record trimmed[] = {{1, 0x0F}, {5, 0}, {8, 0x70}, {10, 0}, END};
    const sked_ar_request request = paper_request();
    const sked_ar_choice choice = choice_of(SKED_AR_PE_W);
    open_paper();
    CHECK(finds(&request, &choice, 3, 0x0F) && answer.end == 5 && answer.free == 8);
    add(3, 5, 0x0F);                            /* goes on with what job 1 had */
    CHECK(is_content(added));
    take_out(0, 1, 0x70);                       /* job 2 finishes at 1 */
    CHECK(is_content(finished));
    CHECK(sked_ar_trim(&calendar, 1) == SKED_OK);
    CHECK(is_content(trimmed));
    CHECK_KEPT(sked_ar_remove(&calendar, 0, 1, of(0x70)), SKED_E_PAST);
}

/* What the paper's algorithms leave out: add cuts at both ends also among other records; the record
 * at the end has what was there before; remove may have to make records. */
static void test_paper_corrections(void) {
    static const record cut[] = {{0, 0x70}, {2, 0x71}, {6, 0x70}, {10, 0}, {12, 0x01}, {14, 0},
                                 END};
    static const record one[] = {{0, 0x01}, {6, 0}, END};
    static const record hole[] = {{0, 0x01}, {2, 0}, {4, 0x01}, {6, 0}, END};
    static const record rest[] = {{0, 0x01}, {3, 0}, END};
    open_during(8, 0, 20);
    add(0, 10, 0x70);
    add(12, 14, 0x01);
    add(2, 6, 0x01);
    CHECK(is_content(cut));
    open_during(8, 0, 20);
    add(0, 3, 0x01);
    add(3, 6, 0x01);
    CHECK(is_content(one));
    take_out(2, 4, 0x01);
    CHECK(is_content(hole));
    add(2, 4, 0x01);
    take_out(3, 6, 0x01);
    CHECK(is_content(rest));
}

/* ---- making one ------------------------------------------------------------------------------ */

static sked_status bytes_status(const sked_ar_settings *settings) {
    size_t bytes = 4711;
    const sked_status status = sked_ar_bytes(settings, &bytes);
    sked_ar other;
    CHECK((status == SKED_OK) == (bytes != 4711));
    if (status != SKED_OK) {                    /* init and make fail in the same way */
        const sked_mem none = {give_nothing, take_nothing, NULL};
        other = calendar;
        CHECK(sked_ar_init(&other, settings, room, sizeof(room)) == status);
        CHECK(find_bytes(&other) == 0 && sked_ar_validate(&other) == SKED_E_EMPTY);
        other = calendar;
        CHECK(sked_ar_create(&other, settings, none) == status);
        CHECK(find_bytes(&other) == 0 && sked_ar_validate(&other) == SKED_E_EMPTY);
    }
    return status;
}

/* Each failure hides those that are looked for after it. */
static void test_settings(void) {
    static const uint32_t zero[] = {3, 0}, above[] = {SKED_NONE, 1}, just[] = {SKED_NONE - 1, 1};
    sked_ar_settings settings = settings_of(0, 0, UINT32_C(0x80000000));
    open_during(8, 0, 20);
    keep();
    settings.base = -1;
    CHECK(bytes_status(&settings) == SKED_E_NO_PROCESSORS);
    settings.processors = UINT32_C(0x80000000);
    CHECK(bytes_status(&settings) == SKED_E_RANGE);
    settings.processors = 2;
    CHECK(bytes_status(&settings) == SKED_E_RANGE);
    settings.spans_max = (UINT32_C(1) << 30) - 1;
    settings.bookings_max = 0;
    CHECK(bytes_status(&settings) == SKED_E_RANGE);
    settings.spans_max = 0;
    CHECK(bytes_status(&settings) == SKED_E_RANGE);
    settings.spans_max = 1;
    settings.bookings_max = UINT32_C(0x80000000);
    CHECK(bytes_status(&settings) == SKED_E_RANGE);
    settings.bookings_max = 0;
    settings.capacities = zero;
    CHECK(bytes_status(&settings) == SKED_E_RANGE);
    settings.capacities = above;
    CHECK(bytes_status(&settings) == SKED_E_TIME);
    settings.base = TOP;
    CHECK(bytes_status(&settings) == SKED_E_TIME);
    settings.base = 7;
    settings.horizon = 7;
    CHECK(bytes_status(&settings) == SKED_E_TIME);
    settings.horizon = TOP + 1;
    CHECK(bytes_status(&settings) == SKED_E_TIME);
    settings.horizon = NEVER;
    CHECK(bytes_status(&settings) == SKED_E_TIME);
    settings.base = NEVER;
    CHECK(bytes_status(&settings) == SKED_E_TIME);
    settings.base = 7;
    settings.horizon = 8;
    CHECK(bytes_status(&settings) == SKED_E_OVERFLOW);
    settings.capacities = just;
    CHECK(bytes_status(&settings) == SKED_OK);
    CHECK(is_kept());
}

/* The largest of all numbers: where size_t is small, a block for them has no size. */
static void test_largest(void) {
    sked_ar_settings settings = settings_of(UINT32_C(0x7FFFFFFF), 1, 0);
    settings.spans_max = (UINT32_C(1) << 30) - 2;
    CHECK(bytes_status(&settings) == (sizeof(size_t) > 4 ? SKED_OK : SKED_E_OVERFLOW));
    settings = settings_of(64, (UINT32_C(1) << 30) - 2, 0);
    CHECK(bytes_status(&settings) == (sizeof(size_t) > 4 ? SKED_OK : SKED_E_OVERFLOW));
    settings = settings_of(1, 1, UINT32_C(0x7FFFFFFF));
    CHECK(bytes_status(&settings) == (sizeof(size_t) > 4 ? SKED_OK : SKED_E_OVERFLOW));
}

static void test_block(void) {
    const sked_ar_settings settings = settings_of(9, 8, 4);
    size_t bytes = 0;
    CHECK(sked_ar_bytes(&settings, &bytes) == SKED_OK && bytes <= sizeof(room));
    CHECK(bytes % sizeof(sked_align) == 0);
    CHECK(sked_ar_init(&calendar, &settings, room, bytes) == SKED_OK);
    CHECK(info_of(&calendar).bytes == bytes && sked_ar_validate(&calendar) == SKED_OK);
    CHECK(sked_ar_init(&calendar, &settings, room, bytes - 1) == SKED_E_BLOCK);
    CHECK(sked_ar_validate(&calendar) == SKED_E_EMPTY);
    CHECK(sked_ar_init(&calendar, &settings, room, 0) == SKED_E_BLOCK);
    CHECK(sked_ar_init(&calendar, &settings, NULL, bytes) == SKED_E_BLOCK);
    if (ALIGNMENT > 1) {
        CHECK(sked_ar_init(&calendar, &settings, (unsigned char *)room + 1, sizeof(room) - 1) ==
              SKED_E_BLOCK);
        CHECK(sked_ar_validate(&calendar) == SKED_E_EMPTY);
    }
}

/* The answer is that of an idle calendar, also if the block was full of something else. */
static void test_idle(void) {
    static const record idle[] = {{5, 0}, END};
    unsigned char *byte = (unsigned char *)room;
    size_t i;
    for (i = 0; i < sizeof(room); i++) {
        byte[i] = 0xA5;
    }
    open_during(9, 5, 6);
    CHECK(is_content(idle));
    CHECK(fits(5, 1, NEVER, 9, 5, 0x1FF) && answer.free == 9);
    CHECK(fit_status(5, 2, NEVER, 9) == SKED_E_HORIZON);
    add(5, NEVER, 0x1FF);
    CHECK(fit_status(5, 1, NEVER, 1) == SKED_E_DEADLINE);
    CHECK_KEPT(sked_ar_trim(&calendar, 6), SKED_E_HORIZON);
}

/* ---- add, remove ----------------------------------------------------------------------------- */

static void test_add_statuses(void) {
    open_during(9, 10, 100);
    add(20, 30, 0x01);
    CHECK(sked_ar_add(&empty, -1, 101, of_size(8, 1)) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_add(&calendar, -1, 101, of_size(8, 1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_add(&calendar, TOP + 1, 50, of(1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_add(&calendar, NEVER, NEVER, of(1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_add(&calendar, 20, -1, of(1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_add(&calendar, 20, TOP + 1, of(1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_add(&calendar, 20, NEVER - 1, of(1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_add(&calendar, 5, 101, of(0)), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_add(&calendar, 101, 101, of(1)), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_add(&calendar, 20, TOP, of(1)), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_add(&calendar, 5, 5, of(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_add(&calendar, 25, 24, of(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_add(&calendar, 100, NEVER, of(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_add(&calendar, TOP, 100, of(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_add(&calendar, 5, 25, of_size(8, 1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_add(&calendar, 5, 25, of_size(10, 1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_add(&calendar, 5, 25, of(0)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_add(&calendar, 5, 25, spilled(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_add(&calendar, 5, 25, spilled(0)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_add(&calendar, 9, 25, of(1)), SKED_E_PAST);
    CHECK_KEPT(sked_ar_add(&calendar, 9, 10, of(2)), SKED_E_PAST);
    CHECK_KEPT(sked_ar_add(&calendar, 10, 21, of(1)), SKED_E_TAKEN);
    CHECK_KEPT(sked_ar_add(&calendar, 29, NEVER, of(0x1FF)), SKED_E_TAKEN);
    CHECK_KEPT(sked_ar_add(&calendar, 24, 25, of(3)), SKED_E_TAKEN);
    add(10, 20, 0x01);
    add(30, NEVER, 0x01);
    CHECK(info_of(&calendar).records == 1);     /* 0 is busy all the time: one record */
}

static void test_remove_statuses(void) {
    open_during(9, 10, 100);
    add(20, 30, 0x03);
    CHECK(sked_ar_remove(&empty, -1, 101, of_size(8, 1)) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_remove(&calendar, -1, 101, of_size(8, 1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_remove(&calendar, TOP + 1, 50, of(1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_remove(&calendar, 20, TOP + 1, of(1)), SKED_E_TIME);
    CHECK_KEPT(sked_ar_remove(&calendar, 5, 101, of(0)), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_remove(&calendar, 5, 5, of(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_remove(&calendar, 100, NEVER, of(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_remove(&calendar, 5, 8, of_size(10, 1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_remove(&calendar, 5, 8, of(0)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_remove(&calendar, 5, 8, spilled(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_remove(&calendar, 5, 8, of(1)), SKED_E_PAST);
    CHECK_KEPT(sked_ar_remove(&calendar, 5, 10, of(1)), SKED_E_PAST);
    CHECK_KEPT(sked_ar_remove(&calendar, 5, 11, of(1)), SKED_E_NOT_TAKEN);
    CHECK_KEPT(sked_ar_remove(&calendar, 19, 30, of(1)), SKED_E_NOT_TAKEN);
    CHECK_KEPT(sked_ar_remove(&calendar, 20, 31, of(1)), SKED_E_NOT_TAKEN);
    CHECK_KEPT(sked_ar_remove(&calendar, 20, NEVER, of(1)), SKED_E_NOT_TAKEN);
    CHECK_KEPT(sked_ar_remove(&calendar, 20, 30, of(7)), SKED_E_NOT_TAKEN);
    take_out(20, 30, 0x02);
    CHECK_KEPT(sked_ar_remove(&calendar, 20, 30, of(3)), SKED_E_NOT_TAKEN);
    take_out(20, 30, 0x01);
    CHECK(info_of(&calendar).records == 1);
}

/* What was added before the base may be removed from its old start on. */
static void test_remove_past(void) {
    static const record rest[] = {{15, 0}, {18, 1}, {20, 0}, END};
    open_during(9, 10, 100);
    add(10, 20, 0x01);
    CHECK(sked_ar_trim(&calendar, 15) == SKED_OK);
    take_out(10, 18, 0x01);
    CHECK(is_content(rest));
    add(15, 18, 0x01);
    take_out(0, 20, 0x01);
    CHECK(info_of(&calendar).records == 1);
}

/* One span, and what comes on top while there is room for records. */
static void test_full(void) {
    sked_ar_settings settings = settings_of(9, 1, 0);
    sked_time at = 0;
    sked_ar_info info;
    open_with(&settings);
    add(0, 10, 0x1FF);
    take_out(4, 6, 0x1FF);                      /* no removal from one span is refused */
    take_out(0, 4, 0x1FF);
    take_out(6, 10, 0x1FF);
    info = info_of(&calendar);
    CHECK(info.records == 1 && info.records_max >= 3 && info.spans_max == 1);
    for (at = 2; info_of(&calendar).records + 2 <= info.records_max; at += 8) {
        add(at, at + 4, 0x03);
    }
    CHECK(at > 2);
    CHECK_KEPT(sked_ar_add(&calendar, at, at + 4, of(1)), SKED_E_FULL);
    CHECK_KEPT(sked_ar_add(&calendar, 0, at + 4, of(1)), SKED_E_TAKEN);
    CHECK_KEPT(sked_ar_remove(&calendar, 3, 4, of(1)), SKED_E_FULL);
    CHECK_KEPT(sked_ar_remove(&calendar, 3, 7, of(1)), SKED_E_NOT_TAKEN);
    take_out(2, 6, 0x03);
    add(at, at + 4, 0x01);
}

static void paint(void *block, size_t bytes) {
    unsigned char *byte = (unsigned char *)block;
    size_t i;
    for (i = 0; i < bytes; i++) {
        byte[i] = 0xA5;
    }
}

static int is_painted(const void *block, size_t from, size_t bytes) {
    const unsigned char *byte = (const unsigned char *)block;
    while (from < bytes && byte[from] == 0xA5) {
        from++;
    }
    return from == bytes;
}

/* As full as can be, up to the horizon, in just as much room as is told: a comb. A search over all
 * of it counts as many stretches as there can be. Nothing is written behind either block. */
static void check_brim(uint32_t spans_max) {
    sked_ar_settings settings = settings_of(2, spans_max, spans_max % 3);
    const sked_time horizon = 2 * (sked_time)spans_max + 3;
    const sked_ar_request request = request_of(0, horizon, NEVER, 1);
    const sked_ar_choice choice = choice_of(SKED_AR_PE_B);
    size_t bytes = 0, scratch_bytes;
    sked_time t;
    settings.horizon = horizon;
    paint(room, sizeof(room));
    paint(scratch, sizeof(scratch));
    CHECK_SEED(spans_max, sked_ar_bytes(&settings, &bytes) == SKED_OK && bytes <= sizeof(room));
    CHECK_SEED(spans_max, sked_ar_init(&calendar, &settings, room, bytes) == SKED_OK);
    scratch_bytes = find_bytes(&calendar);
    processors = 2;
    for (t = 0; t < horizon; t += 2) {
        const sked_time end = t + 1 < horizon ? t + 1 : NEVER;
        CHECK_SEED(spans_max, sked_ar_add(&calendar, t, end, of(0x1)) == SKED_OK);
    }
    CHECK_SEED(spans_max, info_of(&calendar).records == info_of(&calendar).records_max);
    CHECK_SEED(spans_max, sked_ar_find(&calendar, &request, &choice, &answer, NULL, scratch,
                                       scratch_bytes) == SKED_OK && answer.free == 1);
    CHECK_SEED(spans_max, sked_ar_add(&calendar, 1, 2, of(0x2)) == SKED_OK);
    CHECK_SEED(spans_max, sked_ar_validate(&calendar) == SKED_OK);
    CHECK_SEED(spans_max, is_painted(room, bytes, sizeof(room)));
    CHECK_SEED(spans_max, is_painted(scratch, scratch_bytes, sizeof(scratch)));
}

static void test_brim(void) {
    uint32_t spans_max;
    for (spans_max = 1; spans_max <= 18; spans_max++) {
        check_brim(spans_max);
    }
}

/* The same content, whatever the order and the pieces. */
static void test_order(void) {
    static const record want[] = {{0, 0x3}, {4, 0x7}, {6, 0x6}, {8, 0x4}, {9, 0}, END};
    open_during(3, 0, 50);
    add(0, 6, 0x1);
    add(0, 8, 0x2);
    add(4, 9, 0x4);
    CHECK(is_content(want));
    open_during(3, 0, 50);
    add(7, 8, 0x6);
    add(4, 7, 0x4);
    add(5, 7, 0x2);
    add(8, 9, 0x4);
    add(0, 5, 0x3);
    add(5, 6, 0x1);
    CHECK(is_content(want));
    add(9, 50, 0x7);
    take_out(9, NEVER, 0x7);
    CHECK(is_content(want));
}

/* ---- trim, down, up -------------------------------------------------------------------------- */

static void test_trim(void) {
    static const record at12[] = {{12, 0x1}, {20, 0}, {30, 0x2}, {40, 0}, END};
    static const record at20[] = {{20, 0}, {30, 0x2}, {40, 0}, END};
    static const record at99[] = {{99, 0}, END};
    open_during(9, 10, 100);
    add(10, 20, 0x1);
    add(30, 40, 0x2);
    CHECK(sked_ar_trim(&empty, -1) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_trim(&calendar, -1), SKED_E_TIME);
    CHECK_KEPT(sked_ar_trim(&calendar, TOP + 1), SKED_E_TIME);
    CHECK_KEPT(sked_ar_trim(&calendar, NEVER), SKED_E_TIME);
    CHECK_KEPT(sked_ar_trim(&calendar, 9), SKED_E_BACKWARDS);
    CHECK_KEPT(sked_ar_trim(&calendar, 100), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_trim(&calendar, TOP), SKED_E_HORIZON);
    CHECK_KEPT(sked_ar_trim(&calendar, 10), SKED_OK);
    CHECK(sked_ar_trim(&calendar, 12) == SKED_OK && is_content(at12));
    CHECK(info_of(&calendar).base == 12);
    CHECK_KEPT(sked_ar_trim(&calendar, 11), SKED_E_BACKWARDS);
    CHECK_KEPT(sked_ar_add(&calendar, 11, 13, of(4)), SKED_E_PAST);
    CHECK(fit_status(11, 1, NEVER, 1) == SKED_E_PAST);
    CHECK(is_rectangle(15, 1, 12, 30, 0x1FE));      /* what was before the base is no more */
    CHECK(sked_ar_trim(&calendar, 20) == SKED_OK && is_content(at20));
    CHECK(sked_ar_trim(&calendar, 99) == SKED_OK && is_content(at99));
    add(99, NEVER, 0x1FF);
}

static void test_down(void) {
    static const record want[] = {{0, 0x3}, {10, 0}, END};
    sked_ar_request request = request_of(0, 5, NEVER, 7);
    open_during(9, 0, 100);
    add(0, 10, 0x3);
    CHECK(sked_ar_down(&empty, of_size(8, 1)) == SKED_E_EMPTY);
    CHECK(sked_ar_up(&empty, of_size(8, 1)) == SKED_E_EMPTY);
    CHECK_KEPT(sked_ar_down(&calendar, of_size(8, 1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_down(&calendar, of_size(10, 1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_down(&calendar, spilled(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_up(&calendar, of_size(8, 1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_up(&calendar, spilled(1)), SKED_E_RANGE);
    CHECK_KEPT(sked_ar_down(&calendar, of(0)), SKED_OK);
    CHECK_KEPT(sked_ar_up(&calendar, of(0x1FF)), SKED_OK);
    CHECK(finds(&request, NULL, 0, 0x1FC) && answer.free == 7);
    CHECK(sked_ar_down(&calendar, of(0x006)) == SKED_OK);
    CHECK(sked_ar_validate(&calendar) == SKED_OK && info_of(&calendar).processors_down == 2);
    CHECK(is_content(want));
    CHECK(finds(&request, NULL, 10, 0x1F9) && answer.free == 7);
    CHECK_KEPT(sked_ar_down(&calendar, of(0x002)), SKED_OK);
    request.required = of(0x002);
    CHECK(find(&request, NULL) == SKED_E_NEVER_FITS);
    request.required = NULL;
    request.count = 8;
    CHECK(find(&request, NULL) == SKED_E_NEVER_FITS);
    add(20, 30, 0x00E);                         /* what is down can be added, and removed */
    take_out(20, 30, 0x00E);
    CHECK(is_content(want));
    CHECK(sked_ar_up(&calendar, of(0x005)) == SKED_OK);
    CHECK(info_of(&calendar).processors_down == 1 && find(&request, NULL) == SKED_OK);
    CHECK(answer.start == 10 && found == 0x1FD);
    request.count = 9;                          /* a single one that is down counts, too */
    CHECK(find(&request, NULL) == SKED_E_NEVER_FITS);
    CHECK(sked_ar_up(&calendar, of(0x002)) == SKED_OK && fits(0, 5, NEVER, 7, 0, 0x1FC));
}

/* What a calendar of counts is known to get wrong: fewer processors for a while, and too few. */
static void test_counts(void) {
    open_during(20, 0, 1000);
    CHECK(sked_ar_down(&calendar, of(0xFFC00)) == SKED_OK);
    add(0, 100, 0x000FF);                       /* 8 of 10 */
    CHECK(fits(0, 5, NEVER, 2, 0, 0x00300) && fits(0, 5, NEVER, 3, 100, 0x00007));
    CHECK(sked_ar_up(&calendar, of(0xFFC00)) == SKED_OK);
    CHECK(fits(0, 5, NEVER, 12, 0, 0xFFF00) && fits(0, 5, NEVER, 13, 100, 0x01FFF));
    CHECK(sked_ar_down(&calendar, of(0xFFFF0)) == SKED_OK);
    CHECK(fit_status(0, 5, 100, 1) == SKED_E_DEADLINE);
    CHECK(sked_ar_up(&calendar, of(0x003F0)) == SKED_OK);
    CHECK(fits(0, 5, NEVER, 2, 0, 0x00300) && fit_status(0, 5, 100, 3) == SKED_E_DEADLINE);
    CHECK(fit_status(0, 5, NEVER, UINT32_MAX) == SKED_E_NEVER_FITS);
}

/* A time between two records is as good as any, and so is one after the last. What ends at ready,
 * or begins at the deadline, is not in the way. */
static void test_ready(void) {
    sked_ar_request request = request_of(42, 4, 50, 2);
    sked_ar_choice choice = choice_of(SKED_AR_LATEST);
    open_during(8, 0, 1000);
    add(0, 3, 0xFF);
    add(12, 20, 0xFF);
    CHECK(fits(5, 4, NEVER, 8, 5, 0xFF));
    CHECK(fits(8, 4, NEVER, 8, 8, 0xFF));
    CHECK(fits(9, 4, NEVER, 8, 20, 0xFF));
    CHECK(fits(8, 4, 12, 8, 8, 0xFF));
    CHECK(fits(20, 4, NEVER, 8, 20, 0xFF));
    CHECK(fits(21, 4, NEVER, 8, 21, 0xFF));
    CHECK(fits(996, 4, NEVER, 8, 996, 0xFF));
    CHECK(fits(996, 4, 1000, 8, 996, 0xFF));
    CHECK(fits(996, 4, TOP, 8, 996, 0xFF));
    CHECK(fits(3, 1, 4, 8, 3, 0xFF));
    CHECK(fit_status(2, 1, 3, 1) == SKED_E_DEADLINE);
    CHECK(fit_status(2, 10, 12, 1) == SKED_E_DEADLINE);
    CHECK(fits(2, 9, 12, 1, 3, 0x01));
    CHECK(fit_status(997, 4, NEVER, 8) == SKED_E_HORIZON);
    add(30, 40, 0x0F);
    add(50, 60, 0x0F);
    CHECK(fits(40, 4, NEVER, 2, 40, 0x03) && fits(39, 4, NEVER, 2, 39, 0x30));
    CHECK(finds(&request, &choice, 46, 0x03));
    request.deadline = 51;
    CHECK(finds(&request, &choice, 47, 0x30));
}

/* The latest start may be the first there is: what follows is busy, or beyond the deadline. */
static void test_latest_is_ready(void) {
    sked_ar_request request = request_of(2, 3, 20, 2);
    sked_ar_choice choice = choice_of(SKED_AR_LATEST);
    open_during(4, 0, 40);
    add(5, 30, 0xF);
    CHECK(finds(&request, &choice, 2, 0x3));
    request.deadline = 5;
    CHECK(finds(&request, &choice, 2, 0x3));
    request.ready = 1;
    CHECK(finds(&request, &choice, 2, 0x3));
}

/* The last record has room, but none of what is allowed. */
static void test_last_record(void) {
    sked_ar_request request = request_of(20, 5, NEVER, 1);
    sked_ar_choice choice = choice_of(SKED_AR_PE_B);
    open_during(4, 0, 100);
    add(10, NEVER, 0x3);
    request.allowed = of(0x3);
    CHECK(find(&request, NULL) == SKED_E_DEADLINE && find(&request, &choice) == SKED_E_DEADLINE);
    request.ready = 5;
    CHECK(finds(&request, NULL, 5, 0x1));
}

/* The last ticks there are. */
static void test_top(void) {
    sked_ar_request request = request_of(TOP - 10, 5, NEVER, 8);
    sked_ar_choice choice = choice_of(SKED_AR_LATEST);
    open_during(8, TOP - 10, TOP);
    add(TOP - 8, TOP - 6, 0xFF);
    CHECK(finds(&request, NULL, TOP - 6, 0xFF));
    CHECK(finds(&request, &choice, TOP - 5, 0xFF));
    request.deadline = TOP;
    CHECK(finds(&request, &choice, TOP - 5, 0xFF));
    CHECK(is_rectangle(TOP - 6, 6, TOP - 6, TOP, 0xFF));
    CHECK(fit_status(TOP, TOP, TOP, 1) == SKED_E_HORIZON);
    CHECK(fit_status(TOP, 1, NEVER, 1) == SKED_E_HORIZON);
    add(TOP - 6, TOP, 0xFF);
    CHECK(fit_status(TOP - 10, 3, NEVER, 1) == SKED_E_DEADLINE);
    CHECK(fits(TOP - 10, 2, NEVER, 1, TOP - 10, 0x01));
    open_during(8, 0, TOP);
    CHECK(fits(0, TOP, NEVER, 8, 0, 0xFF) && fits(0, TOP, TOP, 8, 0, 0xFF));
    CHECK(fit_status(1, TOP, NEVER, 8) == SKED_E_HORIZON);
    add(TOP - 1, NEVER, 0x01);
    CHECK(fit_status(0, TOP, NEVER, 8) == SKED_E_DEADLINE);
    CHECK(fits(0, TOP, NEVER, 7, 0, 0xFE));
    CHECK(is_rectangle(0, 1, 0, TOP - 1, 0xFF));
}

/* ---- sizes ----------------------------------------------------------------------------------- */

#if SIZE_MAX > 0xFFFFu
static const uint32_t sizes[] = {1, 7, 8, 9, 63, 64, 65, 1024};
enum { WIDEST = 1024 };
#else
static const uint32_t sizes[] = {1, 7, 8, 9, 63, 64, 65};
enum { WIDEST = 65 };
#endif

static sked_align wide_room[WIDEST * 6], wide_scratch[WIDEST / 4 + SCRATCH];

/* The last processor is busy on [5, 9). */
static void check_size(uint32_t size) {
    sked_word words[SKED_SET_WORDS((unsigned)WIDEST)], other[SKED_SET_WORDS((unsigned)WIDEST)];
    sked_set last = sked_set_of(words, size), set = sked_set_of(other, size);
    const sked_ar_settings settings = settings_of(size, 2, 0);
    sked_ar_request request = request_of(0, 5, NEVER, size);
    CHECK_SEED(size, sked_ar_init(&calendar, &settings, wide_room, sizeof(wide_room)) == SKED_OK);
    CHECK_SEED(size, find_bytes(&calendar) <= sizeof(wide_scratch));
    sked_set_add(&last, size - 1);
    CHECK_SEED(size, sked_ar_add(&calendar, 5, 9, &last) == SKED_OK);
    CHECK_SEED(size, sked_ar_add(&calendar, 8, 10, &last) == SKED_E_TAKEN);
#define FIND sked_ar_find(&calendar, &request, NULL, &answer, &set, wide_scratch, \
                          sizeof(wide_scratch))
    CHECK_SEED(size, FIND == SKED_OK && answer.start == 0 && sked_set_count(&set) == size);
    request.duration = 6;
    CHECK_SEED(size, FIND == SKED_OK && answer.start == 9 && sked_set_count(&set) == size);
    request.count = size - 1;
    CHECK_SEED(size, FIND == (size > 1 ? SKED_OK : SKED_E_NO_WIDTH));
    CHECK_SEED(size, size == 1 || (answer.start == 0 && answer.free == size - 1 &&
                                   sked_set_count(&set) == size - 1 &&
                                   !sked_set_has(&set, size - 1)));
    request.count = size + 1;
    CHECK_SEED(size, FIND == SKED_E_NEVER_FITS);
    request.count = UINT32_MAX;
    CHECK_SEED(size, FIND == SKED_E_NEVER_FITS);
    request.count = 1;
    request.required = &last;
    CHECK_SEED(size, FIND == SKED_OK && answer.start == 9 && sked_set_equal(&set, &last));
#undef FIND
    if (size % SKED_WORD_BITS != 0) {           /* a bit above the size */
        sked_word *top = &words[SKED_SET_WORDS(size) - 1];
        *top = (sked_word)(*top | (sked_word)((sked_word)1 << (size % SKED_WORD_BITS)));
        CHECK_SEED(size, sked_ar_remove(&calendar, 5, 9, &last) == SKED_E_RANGE);
        last = sked_set_of(words, size);
        sked_set_add(&last, size - 1);
    }
    CHECK_SEED(size, sked_ar_remove(&calendar, 5, 9, &last) == SKED_OK);
    CHECK_SEED(size, sked_ar_validate(&calendar) == SKED_OK && info_of(&calendar).records == 1);
}

static void test_sizes(void) {
    size_t i;
    for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        check_size(sizes[i]);
    }
    calendar = empty;
}

/* ---- what searches refuse -------------------------------------------------------------------- */

/* Base 10, horizon 100, nine processors; all but the last two are busy on [10, 40). */
static void open_search(void) {
    open_during(9, 10, 100);
    add(10, 40, 0x07F);
}

static void test_find_block(void) {
    const sked_ar_request request = request_of(-1, 0, -1, 0);
    sked_ar_choice choice = choice_of(SKED_AR_POLICY_CLOSED_);
    size_t bytes;
    open_search();
    bytes = find_bytes(&calendar);
    CHECK(bytes > 0 && find_bytes(&empty) == 0);
    CHECK(sked_ar_find(&empty, &request, &choice, &answer, NULL, scratch, 0) == SKED_E_EMPTY);
    CHECK(sked_ar_find(&calendar, &request, &choice, &answer, NULL, scratch, 0) == SKED_E_BLOCK);
    CHECK(sked_ar_find(&calendar, &request, &choice, &answer, NULL, scratch, bytes - 1) ==
          SKED_E_BLOCK);
    CHECK(sked_ar_find(&calendar, &request, &choice, &answer, NULL, NULL, bytes) == SKED_E_BLOCK);
    if (ALIGNMENT > 1) {
        CHECK(sked_ar_find(&calendar, &request, &choice, &answer, NULL,
                           (unsigned char *)scratch + 1, sizeof(scratch) - 1) == SKED_E_BLOCK);
    }
    CHECK(sked_ar_find(&calendar, &request, &choice, &answer, NULL, scratch, bytes) ==
          SKED_E_SETTING);
}

static void test_find_setting(void) {
    static const uint32_t capacities[] = {1, 1, 1, 1, 1, 1, 1, 1, 2};
    sked_ar_request request = request_of(-1, 0, -1, 0);
    sked_ar_choice choice = choice_of(SKED_AR_POLICY_CLOSED_);
    open_search();
    CHECK(find(&request, &choice) == SKED_E_SETTING);
    choice.policy = SKED_AR_POLICY_COUNT_;
    CHECK(find(&request, &choice) == SKED_E_SETTING);
    choice = choice_of(SKED_AR_FF);
    choice.starts = (sked_ar_starts)(SKED_AR_FREED + 1);
    CHECK(find(&request, &choice) == SKED_E_SETTING);
    choice = choice_of(SKED_AR_FF);
    choice.ends = (sked_ar_ends)(SKED_AR_ENDS_AT_HORIZON + 1);
    CHECK(find(&request, &choice) == SKED_E_SETTING);
    choice = choice_of(SKED_AR_FF);
    choice.pick = SKED_AR_PICK_COUNT_;
    CHECK(find(&request, &choice) == SKED_E_SETTING);
    choice = choice_of(SKED_AR_SCORE);
    CHECK(find(&request, &choice) == SKED_E_SETTING);
    choice.score.score = watch;
    choice.score.ctx = &seen;
    CHECK(find(&request, &choice) == SKED_E_NO_WIDTH);
    choice = choice_of(SKED_AR_FF);
    choice.pick = SKED_AR_PICKER;
    CHECK(find(&request, &choice) == SKED_E_NO_WIDTH);
    CHECK(find(&request, NULL) == SKED_E_NO_WIDTH);
    open_unequal(capacities, 9, 100);
    CHECK(find(&request, &choice) == SKED_E_SETTING);
    choice.pick = SKED_AR_RUN;
    CHECK(find(&request, &choice) == SKED_E_NO_WIDTH);
}

/* The times, and where each of them stops hiding the next. */
static void test_find_times(void) {
    sked_ar_request request = request_of(-1, 95, 5, 1);
    open_search();
#define EXPECT(field, value, status)                    \
    do {                                                \
        request.field = (value);                        \
        CHECK(find(&request, NULL) == (status));        \
    } while (0)
    EXPECT(allowed, of_size(8, 1), SKED_E_TIME);
    EXPECT(ready, TOP + 1, SKED_E_TIME);
    EXPECT(ready, NEVER, SKED_E_TIME);
    EXPECT(ready, 5, SKED_E_RANGE);
    EXPECT(deadline, -1, SKED_E_TIME);
    EXPECT(deadline, TOP + 1, SKED_E_TIME);
    EXPECT(deadline, TOP, SKED_E_RANGE);
    request.deadline = 5;
    EXPECT(duration, 0, SKED_E_TIME);
    EXPECT(duration, -1, SKED_E_TIME);
    EXPECT(duration, TOP + 1, SKED_E_TIME);
    EXPECT(duration, NEVER, SKED_E_TIME);
    request.duration = 96;
    EXPECT(allowed, NULL, SKED_E_PAST);
    EXPECT(ready, 10, SKED_E_HORIZON);
    EXPECT(duration, 90, SKED_E_WINDOW);
    EXPECT(deadline, 99, SKED_E_WINDOW);
    EXPECT(count, 10, SKED_E_WINDOW);
    EXPECT(deadline, 100, SKED_E_NEVER_FITS);
    EXPECT(count, 3, SKED_E_DEADLINE);
#undef EXPECT
    request.count = 2;
    CHECK(finds(&request, NULL, 10, 0x180));
}

static void test_find_sets(void) {
    sked_word words[SKED_SET_WORDS(10u)];
    sked_set set = sked_set_of(words, 10);
    sked_ar_request request = request_of(5, 5, NEVER, 2);
    open_search();
#define REQUIRE(in, of_these, status)                   \
    do {                                                \
        request.allowed = (in);                         \
        request.required = (of_these);                  \
        CHECK(find(&request, NULL) == (status));        \
    } while (0)
    REQUIRE(of_size(8, 3), NULL, SKED_E_RANGE);
    REQUIRE(of_size(10, 3), NULL, SKED_E_RANGE);
    REQUIRE(spilled(3), NULL, SKED_E_RANGE);
    REQUIRE(NULL, of_size(8, 3), SKED_E_RANGE);
    REQUIRE(NULL, of_size(10, 3), SKED_E_RANGE);
    REQUIRE(NULL, spilled(3), SKED_E_RANGE);
    REQUIRE(of(0x0F), of(0x11), SKED_E_RANGE);
    REQUIRE(NULL, of(0x07), SKED_E_RANGE);
    REQUIRE(of(0x0F), of(0x07), SKED_E_RANGE);
    REQUIRE(of(0x0F), of(0x03), SKED_E_PAST);
    REQUIRE(NULL, of(0x03), SKED_E_PAST);
    request.ready = 10;
    REQUIRE(of(0), NULL, SKED_E_NEVER_FITS);
    REQUIRE(of(0x01), NULL, SKED_E_NEVER_FITS);
    REQUIRE(of(0x03), of(0), SKED_OK);
    CHECK(answer.start == 40 && answer.free == 2 && found == 0x03);
    REQUIRE(of(0x181), NULL, SKED_OK);
    CHECK(answer.start == 10 && answer.free == 2 && found == 0x180);
    REQUIRE(of(0x181), of(0x001), SKED_OK);
    CHECK(answer.start == 40 && answer.free == 3 && found == 0x081);
    REQUIRE(NULL, of(0x110), SKED_OK);
    CHECK(answer.start == 40 && answer.free == 9 && found == 0x110);
    request.deadline = 44;
    REQUIRE(NULL, of(0x110), SKED_E_DEADLINE);
    REQUIRE(of(0x0F), NULL, SKED_E_DEADLINE);
#undef REQUIRE
    request = request_of(10, 5, NEVER, 2);
    CHECK_KEPT(sked_ar_find(&calendar, &request, NULL, &answer, &set, scratch, sizeof(scratch)),
               SKED_E_RANGE);
    set.size = 8;
    CHECK_KEPT(sked_ar_find(&calendar, &request, NULL, &answer, &set, scratch, sizeof(scratch)),
               SKED_E_RANGE);
    set.size = 9;
    CHECK_KEPT(sked_ar_find(&calendar, &request, NULL, &answer, &set, scratch, sizeof(scratch)),
               SKED_OK);
}

static void test_rectangle_statuses(void) {
    sked_word words[SKED_SET_WORDS(10u)];
    sked_set set = sked_set_of(words, 8);
    sked_ar_request request = request_of(0, 0, 0, 0);
    sked_ar_rectangle rectangle;
    size_t bytes;
    open_search();
    bytes = find_bytes(&calendar);
    request.allowed = spilled(3);
#define AT(start, room_for) \
    sked_ar_rectangle_at(&calendar, &request, start, &rectangle, &set, scratch, room_for)
    CHECK(sked_ar_rectangle_at(&empty, &request, -1, &rectangle, &set, scratch, 0) ==
          SKED_E_EMPTY);
    CHECK_KEPT(AT(-1, bytes - 1), SKED_E_BLOCK);
    CHECK_KEPT(AT(10, bytes), SKED_E_TIME);
    request.duration = TOP + 1;
    CHECK_KEPT(AT(10, bytes), SKED_E_TIME);
    request.duration = 96;
    CHECK_KEPT(AT(-1, bytes), SKED_E_TIME);
    CHECK_KEPT(AT(TOP + 1, bytes), SKED_E_TIME);
    CHECK_KEPT(AT(5, bytes), SKED_E_RANGE);
    set.size = 9;
    CHECK_KEPT(AT(5, bytes), SKED_E_RANGE);
    request.allowed = of_size(10, 3);
    CHECK_KEPT(AT(5, bytes), SKED_E_RANGE);
    request.allowed = of(0x183);
    set.size = 10;
    CHECK_KEPT(AT(5, bytes), SKED_E_RANGE);
    set.size = 9;
    CHECK_KEPT(AT(5, bytes), SKED_E_PAST);
    CHECK_KEPT(AT(10, bytes), SKED_E_HORIZON);
    CHECK_KEPT(AT(TOP, bytes), SKED_E_HORIZON);
    request.duration = 90;
    request.required = of_size(8, 7);           /* not looked at */
    CHECK_KEPT(AT(10, bytes), SKED_OK);
    CHECK(rectangle.from == 10 && rectangle.until == 100 && rectangle.free == 2);
    CHECK(mask_of(&set) == 0x180);
    request.duration = 5;
    CHECK_KEPT(AT(41, bytes), SKED_OK);
    CHECK(rectangle.from == 40 && rectangle.until == 100 && rectangle.free == 4);
    CHECK(sked_ar_down(&calendar, of(0x081)) == SKED_OK);
    CHECK_KEPT(AT(41, bytes), SKED_OK);
    CHECK(rectangle.from == 40 && rectangle.free == 2 && mask_of(&set) == 0x102);
    request.allowed = of(0x081);
    CHECK_KEPT(sked_ar_rectangle_at(&calendar, &request, 41, &rectangle, NULL, scratch, bytes),
               SKED_OK);
    CHECK(rectangle.from == 10 && rectangle.until == 100 && rectangle.free == 0);
#undef AT
}

/* ---- policies -------------------------------------------------------------------------------- */

/*   1 | 1111....    The free sets count 1 on [0, X), and 1 from X on; with capacities of 2^31 and
 *   0 | ....0000    2^31 - 1 the products of count and length take 93 bits, and differ in the last
 *     0---X---TOP   32 of them, whichever of the two is larger. */
static void check_products(sked_time x, int first_is_larger) {
    static const uint32_t capacities[] = {UINT32_C(0x80000000), UINT32_C(0x7FFFFFFF)};
    const sked_ar_request request = request_of(0, 1, NEVER, UINT32_C(0x7FFFFFFF));
    sked_ar_choice worst = choice_of(SKED_AR_PEDU_W), best = choice_of(SKED_AR_PEDU_B);
    open_unequal(capacities, 2, TOP);
    add(0, x, 2);
    add(x, NEVER, 1);
    CHECK(finds(&request, &worst, first_is_larger ? 0 : x, first_is_larger ? 1 : 2));
    CHECK(finds(&request, &best, first_is_larger ? x : 0, first_is_larger ? 2 : 1));
    worst.policy = SKED_AR_PE_W;
    best.policy = SKED_AR_PE_B;
    CHECK(finds(&request, &worst, 0, 1) && answer.free == UINT32_C(0x80000000));
    CHECK(finds(&request, &best, x, 2) && answer.free == UINT32_C(0x7FFFFFFF));
}

/* 2^31 x > (2^31 - 1) (2^62 - 1 - x) from x = 2^61 - 2^29 on. */
static void test_products(void) {
    const sked_time half = INT64_C(1) << 61;
    check_products(half, 1);
    check_products(half - (INT64_C(1) << 29), 1);
    check_products(half - (INT64_C(1) << 29) - 1, 0);
    check_products(half - (INT64_C(1) << 30), 0);
}

/* Free sets of many sizes and lengths; equal ones go to the earliest start.
 *
 *   3 | ..333.....3.........     start      0   2   5   6   7   9  10  11  12
 *   2 | ..222.2.............     free       4   1   4   3   4   2   1   2   4
 *   1 | .........111........     length     2   9   1   4   2   3  13   9   8
 *   0 | ..000....000........     product    8   9   4  12   8   6  13  18  32
 *     0-2--567-9--12------20 */
static void test_policy_ties(void) {
    static const policy_row rows[] = {
        {SKED_AR_FF, SKED_AR_PAPER, {0, 0, 0}},     {SKED_AR_LATEST, SKED_AR_PAPER, {19, 19, 19}},
        {SKED_AR_PE_B, SKED_AR_PAPER, {2, 2, 2}},   {SKED_AR_PE_W, SKED_AR_PAPER, {0, 0, 0}},
        {SKED_AR_DU_B, SKED_AR_PAPER, {5, 5, 5}},   {SKED_AR_DU_W, SKED_AR_PAPER, {10, 10, 10}},
        {SKED_AR_PEDU_B, SKED_AR_PAPER, {5, 5, 5}}, {SKED_AR_PEDU_W, SKED_AR_PAPER, {12, 12, 12}}
    };
    const sked_ar_request request = request_of(0, 1, 20, 1);
    open_during(4, 0, 20);
    add(2, 5, 0xD);
    add(6, 7, 0x4);
    add(9, 12, 0x3);
    add(10, 11, 0x8);
    check_policies(&request, rows, sizeof(rows) / sizeof(rows[0]));
}

/* What ends the search of one policy does not end that of another:
 *
 *   3 | ..33................     the first start has just as many as asked for, for just so long
 *   0 | 00..................     (0 stands for 0, 1 and 2)
 *     0-2-4---------------20 */
static void test_policy_exact(void) {
    static const policy_row rows[] = {
        {SKED_AR_PE_B, SKED_AR_PAPER, {0, 0, 0}},   {SKED_AR_PE_W, SKED_AR_PAPER, {4, 4, 4}},
        {SKED_AR_DU_B, SKED_AR_PAPER, {0, 0, 0}},   {SKED_AR_DU_W, SKED_AR_PAPER, {2, 2, 2}},
        {SKED_AR_PEDU_B, SKED_AR_PAPER, {0, 0, 0}}, {SKED_AR_PEDU_W, SKED_AR_PAPER, {4, 4, 4}}
    };
    const sked_ar_request request = request_of(0, 2, 20, 1);
    open_during(4, 0, 20);
    add(0, 2, 0x7);
    add(2, 4, 0x8);
    check_policies(&request, rows, sizeof(rows) / sizeof(rows[0]));
}

/* One processor is free all the time, so that no rectangle is longer than the first; but others are
 * free beside it from 2 on, and their product is larger. With a deadline of 9 the first one ends
 * there, or lasts to the horizon; that of 2 goes on to 18 where only open ends are cut. */
static void test_policy_whole(void) {
    static const policy_row rows[] = {
        {SKED_AR_DU_W, SKED_AR_PAPER, {0, 0, 0}}, {SKED_AR_PEDU_W, SKED_AR_PAPER, {2, 2, 2}}
    };
    static const policy_row cut[] = {
        {SKED_AR_DU_W, SKED_AR_PAPER, {0, 2, 0}}, {SKED_AR_PEDU_W, SKED_AR_PAPER, {2, 2, 2}}
    };
    sked_ar_request request = request_of(0, 2, 20, 1);
    open_during(4, 0, 20);
    add(0, 2, 0xE);
    check_policies(&request, rows, sizeof(rows) / sizeof(rows[0]));
    add(18, NEVER, 0xE);
    request.deadline = 9;
    check_policies(&request, cut, sizeof(cut) / sizeof(cut[0]));
}

/* FF, PE_W and LATEST answer as if they had tried every tick. */
static void test_every_tick(void) {
    sked_ar_request request = request_of(1, 3, 19, 3);
    sked_ar_choice choice = choice_of(SKED_AR_LATEST);
    open_during(4, 0, 20);
    add(0, 4, 0x3);
    add(9, 11, 0x1);
    add(15, 16, 0xF);
    CHECK(finds(&request, NULL, 4, 0x7));
    CHECK(finds(&request, &choice, 16, 0x7));
    request.deadline = 18;
    CHECK(finds(&request, &choice, 12, 0x7));
    choice.starts = SKED_AR_FREED;
    CHECK(finds(&request, &choice, 12, 0x7));
    request.count = 4;
    CHECK(finds(&request, &choice, 12, 0xF));
    request.deadline = 14;
    CHECK(finds(&request, &choice, 11, 0xF));
    request.deadline = 13;
    CHECK(finds(&request, &choice, 6, 0xF));
    request.deadline = 7;
    CHECK(finds(&request, &choice, 4, 0xF));
    request.deadline = 6;
    CHECK(find(&request, &choice) == SKED_E_DEADLINE);
    request.count = 2;
    CHECK(finds(&request, &choice, 3, 0xC));
    choice.policy = SKED_AR_PE_W;
    CHECK(finds(&request, &choice, 1, 0xC));
    request.deadline = 8;
    CHECK(finds(&request, &choice, 4, 0x3) && answer.free == 4);
}

/* ---- picks ----------------------------------------------------------------------------------- */

/*   5 | 5555555......    Neighbours: 0 and 1, 3 and 4, 6 and 7; from 4 on also 0 to 4.
 *   2 | 2222.........
 *     0---4--7-----20 */
static void open_gaps(void) {
    open_during(8, 0, 20);
    add(0, 4, 0x04);
    add(0, 7, 0x20);
}

static void test_pick_run(void) {
    sked_ar_request request = request_of(0, 2, NEVER, 2);
    sked_ar_choice choice = choice_of(SKED_AR_FF);
    open_gaps();
    choice.pick = SKED_AR_RUN;
    CHECK(finds(&request, &choice, 0, 0x03));
    request.allowed = of(0xFE);
    CHECK(finds(&request, &choice, 0, 0x18));
    request.allowed = of(0xE0);
    CHECK(finds(&request, &choice, 0, 0xC0));
    request.allowed = NULL;
    request.count = 3;
    CHECK(finds(&request, NULL, 0, 0x0B));
    CHECK(finds(&request, &choice, 4, 0x07));
    request.count = 5;
    CHECK(finds(&request, &choice, 4, 0x1F));
    request.count = 6;
    CHECK(finds(&request, &choice, 7, 0x3F));
    request.deadline = 8;
    CHECK(find(&request, &choice) == SKED_E_REFUSED);
    CHECK(finds(&request, NULL, 0, 0xDB));
    choice.policy = SKED_AR_LATEST;
    CHECK(find(&request, &choice) == SKED_E_REFUSED);
    request.deadline = 9;
    CHECK(finds(&request, &choice, 7, 0x3F));
    request.count = 5;
    request.deadline = 7;
    CHECK(finds(&request, &choice, 5, 0x1F));
    request.deadline = 5;
    CHECK(find(&request, &choice) == SKED_E_REFUSED);
    request.count = 1;
    CHECK(finds(&request, &choice, 3, 0x01));
}

/* The neighbours have to have the required among them, and are as many as asked for. */
static void test_pick_run_required(void) {
    static const uint32_t capacities[] = {5, 1, 1, 3, 3};
    sked_ar_request request = request_of(0, 2, NEVER, 2);
    sked_ar_choice choice = choice_of(SKED_AR_FF);
    open_gaps();
    choice.pick = SKED_AR_RUN;
    request.required = of(0x10);
    CHECK(finds(&request, &choice, 0, 0x18));
    request.count = 3;
    request.required = of(0x40);
    CHECK(finds(&request, &choice, 7, 0x70));
    request.count = 5;
    request.required = of(0x11);
    CHECK(finds(&request, &choice, 4, 0x1F));
    request.count = 4;
    CHECK(find(&request, &choice) == SKED_E_REFUSED);
    open_unequal(capacities, 5, 20);
    request.count = 6;
    request.required = of(0x02);
    CHECK(finds(&request, &choice, 0, 0x03));
    request.required = of(0x08);
    CHECK(finds(&request, &choice, 0, 0x0F));
    request.required = of(0x18);
    CHECK(finds(&request, &choice, 0, 0x18));
    request.count = 4;
    request.required = of(0x0A);                /* 3 and 2 would do, but 1 has to be there */
    CHECK(finds(&request, &choice, 0, 0x0E));
}

/* Busy again: 1 at 10, 2 and 4 at 15, 0 at 18, the others never. */
static void test_pick_longest_left(void) {
    sked_ar_request request = request_of(0, 5, NEVER, 1);
    sked_ar_choice choice = choice_of(SKED_AR_FF);
    static const uint32_t takes[] = {0x02, 0x06, 0x16, 0x17, 0x1F, 0x3F};
    uint32_t i;
    open_during(6, 0, 20);
    add(10, 11, 0x02);
    add(15, 16, 0x16);
    add(18, 20, 0x13);
    choice.pick = SKED_AR_LONGEST_LEFT;
    for (i = 0; i < 6; i++) {
        request.count = i + 1;
        CHECK_SEED(i + 1, finds(&request, &choice, 0, takes[i]));
    }
    request.count = 2;
    request.required = of(0x08);
    CHECK(finds(&request, &choice, 0, 0x0A));
    request.required = of(0x18);
    CHECK(finds(&request, &choice, 0, 0x18));
    request.required = NULL;
    request.allowed = of(0x39);
    CHECK(finds(&request, &choice, 0, 0x11));
    CHECK(sked_ar_down(&calendar, of(0x10)) == SKED_OK);
    CHECK(finds(&request, &choice, 0, 0x09));
}

static void test_pick_required(void) {
    sked_ar_request request = request_of(0, 2, NEVER, 3);
    sked_ar_choice choice = choice_of(SKED_AR_FF);
    open_gaps();
    request.required = of(0x50);
    CHECK(finds(&request, &choice, 0, 0x51));
    choice.policy = SKED_AR_PE_W;
    CHECK(finds(&request, &choice, 7, 0x51));
    choice.pick = SKED_AR_LONGEST_LEFT;
    CHECK(finds(&request, &choice, 7, 0x51));
    request.required = of(0xC8);
    CHECK(finds(&request, &choice, 7, 0xC8));
}

/* Units of 0 to 3: 1, 2, 4, 8. */
static void test_pick_units(void) {
    static const uint32_t capacities[] = {1, 2, 4, 8};
    static const uint32_t lowest[] = {0x1, 0x2, 0x3, 0x4, 0x6, 0x6, 0x7, 0x8, 0xC, 0xC, 0xC, 0xC,
                                      0xE, 0xE, 0xF};
    static const uint32_t run[] = {0x1, 0x2, 0x3, 0x4, 0x6, 0x6, 0x7, 0x8, 0xC, 0xC, 0xC, 0xC,
                                   0xE, 0xE, 0xF};
    sked_ar_request request = request_of(0, 5, NEVER, 1);
    sked_ar_choice choice = choice_of(SKED_AR_FF);
    uint32_t i;
    open_unequal(capacities, 4, 20);
    CHECK(info_of(&calendar).capacity == 15);
    for (i = 0; i < 15; i++) {
        request.count = i + 1;
        choice.pick = SKED_AR_LOWEST;
        CHECK_SEED(i + 1, finds(&request, &choice, 0, lowest[i]) && answer.free == 15);
        choice.pick = SKED_AR_RUN;
        CHECK_SEED(i + 1, finds(&request, &choice, 0, run[i]));
    }
    request.count = 16;
    CHECK(find(&request, &choice) == SKED_E_NEVER_FITS);
    add(10, 11, 0x2);
    add(12, 13, 0x1);
    add(14, 15, 0x4);
    choice.pick = SKED_AR_LONGEST_LEFT;         /* in the order 1, 0, 2, 3 */
    request.count = 2;
    CHECK(finds(&request, &choice, 0, 0x2));
    request.count = 3;
    CHECK(finds(&request, &choice, 0, 0x3));
    request.count = 4;
    CHECK(finds(&request, &choice, 0, 0x4));    /* 1, 0 and 2 gathered; 2 alone will do */
    request.count = 8;
    CHECK(finds(&request, &choice, 0, 0x8));
    request.count = 9;
    CHECK(finds(&request, &choice, 0, 0xC));    /* 0 and 1 can be left out, 2 cannot */
}

static void test_units_required(void) {
    static const uint32_t capacities[] = {1, 2, 4, 8};
    sked_ar_request request = request_of(0, 5, NEVER, 8);
    sked_ar_choice choice = choice_of(SKED_AR_FF);
    open_unequal(capacities, 4, 20);
    request.required = of(0x9);
    CHECK(find(&request, &choice) == SKED_E_RANGE);     /* 9 units of 8 */
    request.count = 9;
    CHECK(finds(&request, &choice, 0, 0x9));
    request.count = 10;
    CHECK(finds(&request, &choice, 0, 0xB));
    request.count = 12;
    CHECK(finds(&request, &choice, 0, 0xD));            /* 1 gathered, and left out */
    request.allowed = of(0xB);
    CHECK(find(&request, &choice) == SKED_E_NEVER_FITS);
    request.count = 11;
    CHECK(finds(&request, &choice, 0, 0xB));
    add(0, 5, 0x2);
    CHECK(finds(&request, &choice, 5, 0xB));
    request.deadline = 9;
    CHECK(find(&request, &choice) == SKED_E_DEADLINE);
    request.count = 4;
    request.required = NULL;
    request.allowed = of(0x7);
    CHECK(finds(&request, &choice, 0, 0x4) && answer.free == 5);
}

/* A run of units that is broken by what is busy: the lowest that will do, the shortest of it. */
static void test_units_run(void) {
    static const uint32_t capacities[] = {5, 1, 1, 3, 3};
    sked_ar_request request = request_of(0, 5, NEVER, 6);
    sked_ar_choice choice = choice_of(SKED_AR_FF);
    open_unequal(capacities, 5, 20);
    choice.pick = SKED_AR_RUN;
    CHECK(finds(&request, &choice, 0, 0x03));
    request.count = 4;
    CHECK(finds(&request, &choice, 0, 0x01));
    add(0, 9, 0x01);
    CHECK(finds(&request, &choice, 0, 0x0C));
    request.count = 6;
    CHECK(finds(&request, &choice, 0, 0x18));
    request.count = 8;
    CHECK(finds(&request, &choice, 0, 0x1E));
    add(0, 7, 0x04);
    CHECK(finds(&request, &choice, 7, 0x1E));
    request.deadline = 11;
    request.count = 7;
    CHECK(find(&request, &choice) == SKED_E_REFUSED);
    CHECK(finds(&request, NULL, 0, 0x1A));
}

/* ---- pickers --------------------------------------------------------------------------------- */

typedef enum mood {
    HIGHEST, REFUSES, LATER, TOO_FEW, TOO_MANY, NOT_OFFERED, NEW_WORDS, NEW_SIZE
} mood;

/* Takes the highest, and may cheat. LATER refuses before 6. */
typedef struct chooser {
    mood does;
    uint32_t starts, offered, count;    /* asked for; of the latest ask */
    int wrong;
} chooser;

static chooser asked;
static sked_word other_words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];

static void cheat(mood does, const sked_set *offered, sked_set *chosen) {
    if (does == TOO_FEW) {
        sked_set_remove(chosen, sked_set_first(chosen));
    } else if (does == TOO_MANY) {
        sked_set_copy(chosen, offered);
    } else if (does == NOT_OFFERED) {
        sked_set_remove(chosen, sked_set_first(chosen));
        sked_set_add(chosen, 5);
    } else if (does == NEW_WORDS) {
        const sked_set mine = *chosen;
        *chosen = sked_set_of(other_words, mine.size);
        sked_set_copy(chosen, &mine);
    } else if (does == NEW_SIZE) {
        chosen->size--;
    }
}

static int choose(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                  sked_set *chosen) {
    chooser *self = (chooser *)ctx;
    uint32_t p = offered->size, missing = ask->count;
    self->wrong |= ask->id != 7 || ask->tag != 107 || ask->start < 0 || ask->start >= 32 ||
                   ask->end != ask->start + 2 || sked_set_count(offered) < ask->count ||
                   sked_set_count(chosen) != 0;
    self->starts |= UINT32_C(1) << (ask->start & 31);
    self->offered = mask_of(offered);
    self->count = ask->count;
    while (missing > 0 && p-- > 0) {
        if (sked_set_has(offered, p)) {
            sked_set_add(chosen, p);
            missing--;
        }
    }
    cheat(self->does, offered, chosen);
    return !(self->does == REFUSES || (self->does == LATER && ask->start < 6));
}

static sked_ar_choice choosing(sked_ar_policy policy, mood does) {
    static const chooser none;
    sked_ar_choice choice = choice_of(policy);
    asked = none;
    asked.does = does;
    choice.pick = SKED_AR_PICKER;
    choice.picker.pick = choose;
    choice.picker.ctx = &asked;
    return choice;
}

static void test_picker(void) {
    sked_ar_request request = request_of(0, 2, 12, 3);
    sked_ar_choice choice = choosing(SKED_AR_FF, HIGHEST);
    open_gaps();
    CHECK(finds(&request, &choice, 0, 0xD0) && !asked.wrong && asked.starts == 1);
    CHECK(asked.offered == 0xDB && asked.count == 3);
    request.required = of(0x40);
    CHECK(finds(&request, &choice, 0, 0xD0) && !asked.wrong);
    CHECK(asked.offered == 0x9B && asked.count == 2);
    request.required = of(0x03);
    CHECK(finds(&request, &choice, 0, 0x83) && !asked.wrong && asked.count == 1);
    request.required = of(0x0B);
    CHECK(finds(&request, &choice, 0, 0x0B));
    request.required = NULL;
    choice.picker.pick = NULL;                  /* the default: the lowest */
    CHECK(finds(&request, &choice, 0, 0x0B));
    choice = choosing(SKED_AR_LATEST, HIGHEST);
    CHECK(finds(&request, &choice, 10, 0xE0) && !asked.wrong && (asked.starts >> 10 & 1u) != 0);
    choice = choosing(SKED_AR_PE_W, HIGHEST);
    CHECK(finds(&request, &choice, 7, 0xE0) && !asked.wrong);
}

/* Candidates: 0, 2, 4, 5, 7, 10 of the paper's, and 0, 4, 7 where something becomes free. */
static void test_picker_refuses(void) {
    sked_ar_request request = request_of(0, 2, 12, 3);
    sked_ar_choice choice = choosing(SKED_AR_FF, REFUSES);
    open_gaps();
    CHECK(find(&request, &choice) == SKED_E_REFUSED && !asked.wrong);
    CHECK(asked.starts == 0x4B5);
    choice.starts = SKED_AR_FREED;
    asked.starts = 0;
    CHECK(find(&request, &choice) == SKED_E_REFUSED && asked.starts == 0x91);
    choice = choosing(SKED_AR_LATEST, REFUSES);
    CHECK(find(&request, &choice) == SKED_E_REFUSED && asked.starts == 0x4B5);
    choice = choosing(SKED_AR_PE_B, REFUSES);
    CHECK(find(&request, &choice) == SKED_E_REFUSED && asked.starts == 0x4B5);
    choice = choosing(SKED_AR_FF, LATER);
    CHECK(finds(&request, &choice, 7, 0xE0) && asked.starts == 0xB5);
    choice = choosing(SKED_AR_PE_B, LATER);
    CHECK(finds(&request, &choice, 7, 0xE0));
    choice = choosing(SKED_AR_DU_B, LATER);
    CHECK(finds(&request, &choice, 7, 0xE0));
    request.count = 8;
    CHECK(finds(&request, &choice, 7, 0xFF));
    request.deadline = 8;
    CHECK(find(&request, &choice) == SKED_E_DEADLINE);      /* it was never asked */
}

static void test_picker_cheats(void) {
    const sked_ar_request request = request_of(0, 2, 12, 3);
    static const sked_ar_policy policies[] = {SKED_AR_FF, SKED_AR_LATEST, SKED_AR_PE_B,
                                              SKED_AR_PE_W, SKED_AR_DU_W};
    int does;
    uint32_t i;
    open_gaps();
    for (does = TOO_FEW; does <= NEW_SIZE; does++) {
        for (i = 0; i < 5; i++) {
            sked_ar_choice choice = choosing(policies[i], (mood)does);
            if (does != NOT_OFFERED || policies[i] == SKED_AR_FF) {
                CHECK_SEED(does, find(&request, &choice) == SKED_E_PICKER);
            }
        }
    }
}

/* ---- scores ---------------------------------------------------------------------------------- */

static void test_score(void) {
    const sked_ar_request request = paper_request();
    sked_ar_choice choice;
    open_paper();
    choice = watching(SKED_AR_PAPER, SKED_AR_ENDS_AT_DEADLINE);
    seen.says[6] = 1;
    CHECK(finds(&request, &choice, 6, 0x0F) && answer.free == 8);
    seen.says[2] = seen.says[3] = seen.says[6] = seen.says[7] = -5;
    CHECK(finds(&request, &choice, 2, 0xF0));
    seen.says[7] = INT64_MAX;
    CHECK(finds(&request, &choice, 7, 0x0F));
    seen.says[7] = SKED_AR_VETO;
    seen.says[2] = SKED_AR_VETO;
    CHECK(finds(&request, &choice, 3, 0x0F));
    seen.says[3] = INT64_MIN + 1;
    seen.says[6] = SKED_AR_VETO;
    CHECK(finds(&request, &choice, 3, 0x0F));
    seen.says[3] = SKED_AR_VETO;
    CHECK(find(&request, &choice) == SKED_E_REFUSED);
    CHECK(!seen.wrong && seen.starts == 0xCC);
    choice.pick = SKED_AR_RUN;      /* the pick refuses, where the score does not              */
    seen.says[2] = seen.says[3] = seen.says[6] = 1;
    seen.says[7] = 2;
    {
        sked_ar_request wide = request;
        wide.count = 5;
        CHECK(finds(&wide, &choice, 3, 0x1F));
    }
}

/* ---- alternatives ---------------------------------------------------------------------------- */

static sked_status find_any(const sked_ar_request *alternatives, uint32_t count,
                            sked_ar_criterion criterion, const sked_ar_choice *choice) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, processors);
    sked_ar_answer plain;
    sked_status status;
    keep();
    status = sked_ar_find_any(&calendar, alternatives, count, criterion, choice, &answer, &set,
                              scratch, sizeof(scratch));
    found = mask_of(&set);
    CHECK(sked_ar_find_any(&calendar, alternatives, count, criterion, choice, &plain, NULL,
                           scratch, sizeof(scratch)) == status && is_kept());
    CHECK(status != SKED_OK ||
          (plain.start == answer.start && plain.alternative == answer.alternative &&
           plain.end == answer.end && plain.free == answer.free &&
           answer.end == answer.start + alternatives[answer.alternative].duration));
    return status;
}

static int is_best(const sked_ar_request *alternatives, uint32_t count,
                   sked_ar_criterion criterion, const sked_ar_choice *choice, uint32_t best,
                   sked_time start) {
    return find_any(alternatives, count, criterion, choice) == SKED_OK &&
           answer.alternative == best && answer.start == start;
}

/* Four processors for 3, two for 5, three for 3, six for 2 ticks. */
static void test_criteria(void) {
    sked_ar_request any[4] = SKED_ZERO;
    any[0] = request_of(0, 3, NEVER, 4);
    any[1] = request_of(0, 5, NEVER, 2);
    any[2] = request_of(0, 3, NEVER, 3);
    any[3] = request_of(0, 2, NEVER, 6);
    open_during(8, 0, 100);
    CHECK(is_best(any, 1, SKED_AR_EARLIEST_END, NULL, 0, 0) && found == 0x0F);
    CHECK(is_best(any, 2, SKED_AR_EARLIEST_END, NULL, 0, 0));
    CHECK(is_best(any, 3, SKED_AR_EARLIEST_END, NULL, 2, 0) && found == 0x07);
    CHECK(is_best(any, 4, SKED_AR_EARLIEST_END, NULL, 3, 0));
    CHECK(is_best(any, 2, SKED_AR_LEAST_AREA, NULL, 1, 0));
    CHECK(is_best(any, 4, SKED_AR_LEAST_AREA, NULL, 2, 0));
    any[2] = any[0];
    any[2].tag = 1;
    CHECK(is_best(any, 3, SKED_AR_EARLIEST_END, NULL, 0, 0));
    any[1] = request_of(0, 12, NEVER, 1);
    CHECK(is_best(any, 4, SKED_AR_LEAST_AREA, NULL, 3, 0));     /* all 12: the earliest end */
    CHECK(is_best(any, 3, SKED_AR_LEAST_AREA, NULL, 0, 0));
    add(0, 9, 0x3C);
    CHECK(is_best(any, 4, SKED_AR_EARLIEST_END, NULL, 0, 0));
    CHECK(is_best(any + 1, 1, SKED_AR_EARLIEST_END, NULL, 0, 0));
    add(0, 4, 0x01);
    CHECK(is_best(any, 4, SKED_AR_EARLIEST_END, NULL, 0, 4) && found == 0xC3);
    any[0].deadline = any[2].deadline = 6;          /* neither can be had */
    CHECK(is_best(any, 4, SKED_AR_EARLIEST_END, NULL, 3, 9) && answer.end == 11);
    any[1].duration = 11;
    CHECK(is_best(any, 4, SKED_AR_EARLIEST_END, NULL, 1, 0) && found == 0x02);
}

/* The paper's example, asked for in two ways: four processors for 2 ticks, or five for 1. */
static void test_criterion_policy(void) {
    sked_ar_request any[3] = SKED_ZERO;
    sked_ar_choice choice = choice_of(SKED_AR_FF);
    any[0] = paper_request();
    any[1] = request_of(3, 1, 9, 5);
    any[2] = request_of(1, 2, 9, 1);
    open_paper();
    CHECK(is_best(any, 2, SKED_AR_BY_POLICY, &choice, 0, 2));
    CHECK(is_best(any, 3, SKED_AR_BY_POLICY, NULL, 2, 1));
    CHECK(is_best(any, 2, SKED_AR_EARLIEST_END, NULL, 1, 3));       /* equal ends, less area */
    choice.policy = SKED_AR_LATEST;
    CHECK(is_best(any, 3, SKED_AR_BY_POLICY, &choice, 1, 8));
    choice.policy = SKED_AR_PE_B;
    CHECK(is_best(any, 2, SKED_AR_BY_POLICY, &choice, 0, 2) && answer.free == 4);
    choice.policy = SKED_AR_PE_W;
    CHECK(is_best(any, 2, SKED_AR_BY_POLICY, &choice, 0, 3) && answer.free == 8);
    CHECK(is_best(any + 1, 2, SKED_AR_BY_POLICY, &choice, 0, 3) && answer.free == 8);
    choice.policy = SKED_AR_DU_W;
    CHECK(is_best(any, 2, SKED_AR_BY_POLICY, &choice, 0, 2));
    any[1].deadline = 12;                       /* then the rectangle of 8 is longer, [3, 12) */
    CHECK(is_best(any, 2, SKED_AR_BY_POLICY, &choice, 1, 8));
    choice.policy = SKED_AR_DU_B;
    CHECK(is_best(any, 2, SKED_AR_BY_POLICY, &choice, 1, 10));
    choice.policy = SKED_AR_PEDU_B;
    CHECK(is_best(any, 2, SKED_AR_BY_POLICY, &choice, 1, 10));
    choice.policy = SKED_AR_PEDU_W;
    CHECK(is_best(any, 2, SKED_AR_BY_POLICY, &choice, 1, 8));
    choice = watching(SKED_AR_PAPER, SKED_AR_ENDS_AT_DEADLINE);
    seen.says[2] = seen.says[11] = 3;
    CHECK(is_best(any, 2, SKED_AR_BY_POLICY, &choice, 0, 2));
    seen.says[11] = 4;
    CHECK(is_best(any, 2, SKED_AR_BY_POLICY, &choice, 1, 11));
}

/* Areas take 93 bits. */
static void test_wide_areas(void) {
    static const uint32_t capacities[] = {UINT32_C(0x80000000), UINT32_C(0x7FFFFFFF)};
    sked_ar_request any[2] = SKED_ZERO;
    const sked_time half = INT64_C(1) << 61;
    any[0] = request_of(0, half, NEVER, UINT32_C(0x80000000));
    any[1] = request_of(0, half + (INT64_C(1) << 30), NEVER, UINT32_C(0x7FFFFFFF));
    open_unequal(capacities, 2, TOP);
    CHECK(is_best(any, 2, SKED_AR_LEAST_AREA, NULL, 1, 0));
    any[1].duration++;
    CHECK(is_best(any, 2, SKED_AR_LEAST_AREA, NULL, 0, 0));
    CHECK(is_best(any, 2, SKED_AR_EARLIEST_END, NULL, 0, 0));
}

static void test_any_statuses(void) {
    const sked_ar_criterion none = SKED_AR_CRITERION_CLOSED_;
    sked_ar_request any[2] = SKED_ZERO;
    sked_ar_choice choice = choice_of(SKED_AR_POLICY_CLOSED_), first = choice_of(SKED_AR_FF);
    any[0] = request_of(10, 5, NEVER, 0);
    any[1] = request_of(-1, 5, NEVER, 1);
    open_search();
#define ANY(room_for) \
    sked_ar_find_any(&calendar, any, 0, none, &choice, &answer, NULL, scratch, room_for)
    CHECK(sked_ar_find_any(&empty, any, 0, none, &choice, &answer, NULL, scratch, 0) ==
          SKED_E_EMPTY);
    CHECK_KEPT(ANY(find_bytes(&calendar) - 1), SKED_E_BLOCK);
#undef ANY
    CHECK(find_any(any, 0, none, &choice) == SKED_E_SETTING);
    CHECK(find_any(any, 0, none, &first) == SKED_E_SETTING);
    CHECK(find_any(any, 0, (sked_ar_criterion)(SKED_AR_BY_POLICY + 1), NULL) == SKED_E_SETTING);
    CHECK(find_any(any, 0, SKED_AR_BY_POLICY, &choice) == SKED_E_SETTING);
    CHECK(find_any(any, 0, SKED_AR_BY_POLICY, NULL) == SKED_E_RANGE);
    CHECK(find_any(any, 2, SKED_AR_BY_POLICY, NULL) == SKED_E_NO_WIDTH);
    any[0].count = 9;
    CHECK(find_any(any, 2, SKED_AR_BY_POLICY, NULL) == SKED_E_TIME);
    any[1].ready = 5;
    CHECK(find_any(any, 2, SKED_AR_BY_POLICY, NULL) == SKED_E_PAST);
    any[1].allowed = of_size(8, 1);
    CHECK(find_any(any, 2, SKED_AR_BY_POLICY, NULL) == SKED_E_RANGE);
    any[1].allowed = NULL;
    any[1].ready = 96;
    CHECK(find_any(any, 2, SKED_AR_BY_POLICY, NULL) == SKED_E_HORIZON);
    any[1] = any[0];
    any[1].deadline = 14;
    CHECK(find_any(any, 2, SKED_AR_BY_POLICY, NULL) == SKED_E_WINDOW);
    CHECK(find_any(any, 1, SKED_AR_BY_POLICY, NULL) == SKED_OK);
}

/* None can be had: what is told is what would be the easiest to change. */
static void test_any_none(void) {
    sked_ar_request any[4] = SKED_ZERO;
    sked_ar_choice choice;
    open_gaps();
    any[0] = request_of(0, 2, NEVER, 9);
    any[1] = request_of(0, 2, 4, 7);
    choice = choosing(SKED_AR_FF, REFUSES);
    CHECK(find_any(any, 1, SKED_AR_EARLIEST_END, &choice) == SKED_E_NEVER_FITS);
    CHECK(find_any(any, 2, SKED_AR_EARLIEST_END, &choice) == SKED_E_DEADLINE);
    CHECK(find_any(any + 1, 1, SKED_AR_LEAST_AREA, &choice) == SKED_E_DEADLINE);
    any[2] = request_of(0, 2, NEVER, 1);
    CHECK(find_any(any, 3, SKED_AR_BY_POLICY, &choice) == SKED_E_REFUSED);
    any[3] = any[0];
    CHECK(find_any(any + 2, 2, SKED_AR_BY_POLICY, &choice) == SKED_E_REFUSED);
    any[3] = any[1];
    CHECK(find_any(any + 2, 2, SKED_AR_BY_POLICY, &choice) == SKED_E_REFUSED);
    choice = choosing(SKED_AR_FF, TOO_FEW);
    CHECK(find_any(any, 4, SKED_AR_BY_POLICY, &choice) == SKED_E_PICKER);
    CHECK(find_any(any + 2, 1, SKED_AR_BY_POLICY, &choice) == SKED_E_PICKER);
    choice = choosing(SKED_AR_FF, HIGHEST);
    CHECK(is_best(any, 4, SKED_AR_BY_POLICY, &choice, 2, 0) && found == 0x80);
    any[3] = request_of(8, 2, 10, 2);
    choice = choosing(SKED_AR_FF, LATER);           /* refuses one, and takes the next */
    any[2].deadline = 5;
    CHECK(is_best(any, 4, SKED_AR_BY_POLICY, &choice, 3, 8) && found == 0xC0);
}

/* ---- all starts, and why there is none ------------------------------------------------------- */

/* The walk from there gives these intervals: pairs that end with NEVER. */
static int are_starts(const sked_ar_request *request, sked_time from, const sked_time *want) {
    sked_time first = from, beyond = -7;
    sked_status status;
    keep();
    for (; want[0] != NEVER; want += 2, first = beyond) {
        status = sked_ar_next_starts(&calendar, request, &first, &beyond, scratch,
                                     sizeof(scratch));
        if (status != SKED_OK || first != want[0] || beyond != want[1]) {
            return 0;
        }
    }
    beyond = -7;
    from = first;
    status = sked_ar_next_starts(&calendar, request, &first, &beyond, scratch, sizeof(scratch));
    return status == SKED_DONE && first == from && beyond == -7 && is_kept();
}

static void test_next_starts(void) {
    static const sked_time four[] = {2, 8, NEVER}, five[] = {3, 8, NEVER}, all[] = {3, 7, NEVER};
    static const sked_time none[] = {NEVER}, late_all[] = {3, 7, 10, 19, NEVER};
    static const sked_time one[] = {2, 19, NEVER}, rest[] = {12, 19, NEVER}, tick[] = {2, 3, NEVER};
    static const sked_time ready[] = {7, 8, NEVER}, named[] = {3, 7, 10, 19, NEVER};
    sked_ar_request request = paper_request();
    open_paper();
    CHECK(are_starts(&request, 2, four) && are_starts(&request, 7, ready));
    CHECK(are_starts(&request, 8, none) && are_starts(&request, TOP, none));
    request.count = 5;
    CHECK(are_starts(&request, 2, five));
    request.count = 8;
    CHECK(are_starts(&request, 2, all));
    request.deadline = NEVER;
    CHECK(are_starts(&request, 2, late_all) && are_starts(&request, 12, rest));
    request.count = 1;
    CHECK(are_starts(&request, 2, one) && are_starts(&request, 12, rest));
    request.allowed = of(0x80);
    CHECK(are_starts(&request, 2, one) && are_starts(&request, 12, rest));
    request.allowed = NULL;
    request.required = of(0x10);
    {
        static const sked_time want[] = {2, 7, 10, 19, NEVER};
        CHECK(are_starts(&request, 2, want));
    }
    request.required = of(0x01);
    {
        static const sked_time want[] = {3, 19, NEVER};
        CHECK(are_starts(&request, 2, want));
    }
    request = paper_request();
    request.deadline = 4;
    CHECK(are_starts(&request, 2, tick));
    request.count = 9;
    CHECK(are_starts(&request, 2, none));
    request.count = 3;
    request.deadline = NEVER;
    request.allowed = of(0x71);
    CHECK(sked_ar_down(&calendar, of(0x80)) == SKED_OK);
    {
        static const sked_time want[] = {2, 7, 10, 19, NEVER};
        CHECK(are_starts(&request, 2, want));
    }
    request.allowed = NULL;
    request.count = 7;
    CHECK(are_starts(&request, 2, named));
    request.required = of(0x80);
    CHECK(are_starts(&request, 2, none));
}

static void test_next_starts_statuses(void) {
    sked_ar_request request = request_of(-1, 96, 5, 0);
    sked_time first = -1, beyond = 0;
    size_t bytes;
    open_search();
    bytes = find_bytes(&calendar);
#define NEXT(room_for) \
    sked_ar_next_starts(&calendar, &request, &first, &beyond, scratch, room_for)
    CHECK(sked_ar_next_starts(&empty, &request, &first, &beyond, scratch, 0) == SKED_E_EMPTY);
    CHECK_KEPT(NEXT(bytes - 1), SKED_E_BLOCK);
    CHECK_KEPT(NEXT(bytes), SKED_E_NO_WIDTH);
    request.count = 2;
    CHECK_KEPT(NEXT(bytes), SKED_E_TIME);
    request.ready = 5;
    request.allowed = of(0);
    request.required = of(1);
    CHECK_KEPT(NEXT(bytes), SKED_E_RANGE);
    request.required = NULL;
    first = 5;
    CHECK_KEPT(NEXT(bytes), SKED_E_PAST);
    request.ready = first = 10;
    CHECK_KEPT(NEXT(bytes), SKED_E_HORIZON);
    request.duration = 90;
    CHECK_KEPT(NEXT(bytes), SKED_E_WINDOW);
    request.deadline = 100;
    first = 9;
    CHECK_KEPT(NEXT(bytes), SKED_E_RANGE);
    first = 10;
    CHECK_KEPT(NEXT(bytes), SKED_DONE);
    request.allowed = NULL;
    CHECK_KEPT(NEXT(bytes), SKED_OK);
    CHECK(first == 10 && beyond == 11);
#undef NEXT
}

static int is_reason(const sked_ar_request *request, sked_status verdict, sked_time start,
                     uint32_t count) {
    sked_ar_explanation reason;
    keep();
    return sked_ar_explain(&calendar, request, &reason, scratch, sizeof(scratch)) == SKED_OK &&
           reason.verdict == verdict && reason.start == start && reason.count == count &&
           is_kept();
}

static void test_explain(void) {
    sked_ar_request request = request_of(2, 2, 9, 8);
    open_paper();
    CHECK(is_reason(&request, SKED_OK, 3, 8));
    request.duration = 6;
    CHECK(is_reason(&request, SKED_E_DEADLINE, 10, 5));
    request.count = 5;
    CHECK(is_reason(&request, SKED_OK, 3, 5));
    request.count = 6;
    CHECK(is_reason(&request, SKED_E_DEADLINE, 10, 5));
    request.required = of(0x10);
    CHECK(is_reason(&request, SKED_E_DEADLINE, 10, 4));
    request.required = of(0x11);
    CHECK(is_reason(&request, SKED_E_DEADLINE, 10, 0));
    request = request_of(2, 11, 19, 8);
    CHECK(is_reason(&request, SKED_E_DEADLINE, NEVER, 5));
    request.deadline = NEVER;
    CHECK(is_reason(&request, SKED_E_DEADLINE, NEVER, 5));
    request.count = 9;
    CHECK(is_reason(&request, SKED_E_NEVER_FITS, NEVER, 8));
    request.allowed = of(0x3F);
    CHECK(is_reason(&request, SKED_E_NEVER_FITS, NEVER, 6));
    CHECK(sked_ar_down(&calendar, of(0x21)) == SKED_OK);
    CHECK(is_reason(&request, SKED_E_NEVER_FITS, NEVER, 4));
    request.count = 2;
    request.required = of(0x03);
    CHECK(is_reason(&request, SKED_E_NEVER_FITS, NEVER, 4));
    add(10, NEVER, 0xFF);
    request = request_of(8, 2, NEVER, 6);
    CHECK(is_reason(&request, SKED_E_DEADLINE, NEVER, 4));
    request = request_of(9, 2, NEVER, 6);
    CHECK(is_reason(&request, SKED_E_DEADLINE, NEVER, 0));
    open_during(4, 0, 20);
    add(0, 10, 0x7);
    request = request_of(0, 5, 8, 2);
    CHECK(is_reason(&request, SKED_E_DEADLINE, 10, 1));
    request.required = of(0);
    CHECK(is_reason(&request, SKED_E_DEADLINE, 10, 1));
}

static void test_explain_statuses(void) {
    sked_ar_request request = request_of(-1, 96, 5, 0);
    sked_ar_explanation reason;
    size_t bytes;
    open_search();
    bytes = find_bytes(&calendar);
#define EXPLAIN(room_for) sked_ar_explain(&calendar, &request, &reason, scratch, room_for)
    CHECK(sked_ar_explain(&empty, &request, &reason, scratch, 0) == SKED_E_EMPTY);
    CHECK_KEPT(EXPLAIN(bytes - 1), SKED_E_BLOCK);
    CHECK_KEPT(EXPLAIN(bytes), SKED_E_NO_WIDTH);
    request.count = 2;
    CHECK_KEPT(EXPLAIN(bytes), SKED_E_TIME);
    request.ready = 5;
    request.allowed = spilled(1);
    CHECK_KEPT(EXPLAIN(bytes), SKED_E_RANGE);
    request.allowed = NULL;
    CHECK_KEPT(EXPLAIN(bytes), SKED_E_PAST);
    request.ready = 10;
    CHECK_KEPT(EXPLAIN(bytes), SKED_E_HORIZON);
    request.duration = 90;
    CHECK_KEPT(EXPLAIN(bytes), SKED_E_WINDOW);
    request.deadline = 100;
    CHECK_KEPT(EXPLAIN(bytes), SKED_OK);
    CHECK(reason.verdict == SKED_OK && reason.start == 10 && reason.count == 2);
#undef EXPLAIN
}

/* ---- many records ---------------------------------------------------------------------------- */

/* A plain calendar of one mask a tick stands beside one of several levels. */
enum { TICKS = 700, LARGE = 24000, STEPS = 6000 };   /* LARGE is in sked_align */

static sked_align large_room[LARGE];
static unsigned char ticks[TICKS];

static void open_large(void) {
    sked_ar_settings settings = settings_of(8, TICKS / 2, 0);
    uint32_t t;
    settings.horizon = TICKS;
    CHECK(sked_ar_init(&calendar, &settings, large_room, sizeof(large_room)) == SKED_OK);
    processors = 8;
    for (t = 0; t < TICKS; t++) {
        ticks[t] = 0;
    }
}

/* The mask of those busy at some time, and of those busy all the time. */
static void look_at_ticks(sked_time start, sked_time end, uint32_t *some, uint32_t *all) {
    *some = 0;
    *all = 0xFF;
    for (; start < end; start++) {
        *some |= ticks[start];
        *all &= ticks[start];
    }
}

static void turn_ticks(sked_time start, sked_time end, uint32_t mask) {
    for (; start < end; start++) {
        ticks[start] = (unsigned char)(ticks[start] ^ mask);
    }
}

static int is_like_ticks(void) {
    sked_time time = 0;
    sked_span span;
    sked_set set;
    while (time < TICKS) {
        const sked_time start = time;
        if (sked_ar_record_at(&calendar, time, &span, &set) != SKED_OK || span.start != start ||
            (start > 0 && ticks[start] == ticks[start - 1])) {
            return 0;
        }
        for (; time < span.end; time++) {
            if (ticks[time] != mask_of(&set)) {
                return 0;
            }
        }
    }
    return sked_ar_validate(&calendar) == SKED_OK;
}

/* Adds or removes at random; mostly what can be done. */
static void change_large(uint64_t *random, uint32_t longest) {
    const sked_time start = (sked_time)check_below(random, TICKS);
    const sked_time length = 1 + (sked_time)check_below(random, longest);
    const sked_time end = start + length < TICKS ? start + length : TICKS;
    const uint32_t mask = 1 + check_below(random, 255), what = check_below(random, 8);
    uint32_t some, all;
    look_at_ticks(start, end, &some, &all);
    if (what < 4) {
        const uint32_t taken = what == 0 ? mask : mask & ~some;
        const int fits_in = (taken & some) == 0;
        CHECK(sked_ar_add(&calendar, start, end, of(taken)) ==
              (taken == 0 ? SKED_E_RANGE : fits_in ? SKED_OK : SKED_E_TAKEN));
        turn_ticks(start, end, fits_in ? taken : 0);
    } else {
        const uint32_t given = what == 4 ? mask : mask & all;
        const int is_there = (given & all) == given;
        CHECK(sked_ar_remove(&calendar, start, end, of(given)) ==
              (given == 0 ? SKED_E_RANGE : is_there ? SKED_OK : SKED_E_NOT_TAKEN));
        turn_ticks(start, end, is_there ? given : 0);
    }
}

/* The earliest and the latest start, and the rectangle of one, by looking at every tick. */
static void search_large(uint64_t *random) {
    const sked_time duration = 1 + (sked_time)check_below(random, 12);
    const sked_time ready = (sked_time)check_below(random, TICKS - 12);
    const uint32_t count = 1 + check_below(random, 7);
    sked_ar_request request = request_of(ready, duration, NEVER, count);
    sked_ar_choice choice = choice_of(SKED_AR_LATEST);
    sked_time t, first = NEVER, last = NEVER;
    uint32_t some, all;
    sked_status status;
    for (t = ready; t + duration <= TICKS; t++) {
        look_at_ticks(t, t + duration, &some, &all);
        if (sked_set_count(of(~some & 0xFF)) >= count) {
            first = first == NEVER ? t : first;
            last = t;
        }
    }
    status = sked_ar_find(&calendar, &request, NULL, &answer, NULL, scratch, sizeof(scratch));
    CHECK(first == NEVER ? status == SKED_E_DEADLINE
                         : status == SKED_OK && answer.start == first);
    status = sked_ar_find(&calendar, &request, &choice, &answer, NULL, scratch, sizeof(scratch));
    CHECK(first == NEVER ? status == SKED_E_DEADLINE
                         : status == SKED_OK && answer.start == last);
}

static void rectangle_large(uint64_t *random) {
    const sked_time start = (sked_time)check_below(random, TICKS - 3);
    const sked_ar_request request = request_of(0, 3, NEVER, 1);
    sked_ar_rectangle rectangle;
    sked_time from = start, until = start + 3;
    uint32_t some, all;
    look_at_ticks(from, until, &some, &all);
    while (from > 0 && (ticks[from - 1] & ~some & 0xFF) == 0) {
        from--;
    }
    while (until < TICKS && (ticks[until] & ~some & 0xFF) == 0) {
        until++;
    }
    CHECK(sked_ar_rectangle_at(&calendar, &request, start, &rectangle, NULL, scratch,
                               sizeof(scratch)) == SKED_OK);
    CHECK(rectangle.from == from && rectangle.until == until);
}

/* Each of 24 processors in turn for a tick, one always: each record leaves enough, and so do 22
 * neighbours, but 23 do not. First fit goes back 22 records for each that it takes in, and gives
 * that up: the answer is the same. */
static void open_turns(void) {
    sked_ar_settings settings = settings_of(25, TICKS / 2, 0);
    sked_time t;
    settings.horizon = TICKS;
    CHECK(sked_ar_init(&calendar, &settings, large_room, sizeof(large_room)) == SKED_OK);
    processors = 25;
    for (t = 50; t < TICKS - 50; t++) {
        CHECK(sked_ar_add(&calendar, t, t + 1, of(UINT32_C(1) << t % 24)) == SKED_OK);
    }
    add(0, NEVER, UINT32_C(1) << 24);
}

static void test_patience(void) {
    sked_ar_request request = request_of(60, 24, NEVER, 2);
    sked_ar_choice choice = choice_of(SKED_AR_LATEST);
    open_turns();
    CHECK(finds(&request, NULL, TICKS - 50 - 22, 0x00000C));
    request.deadline = TICKS - 50;
    CHECK(find(&request, NULL) == SKED_E_DEADLINE && find(&request, &choice) == SKED_E_DEADLINE);
    request.ready = 0;
    CHECK(finds(&request, &choice, 48, 0x000003));
    request.count = 3;
    CHECK(finds(&request, &choice, 47, 0x800003));
}

/* A span over hundreds of records of others, taken out in parts. */
static void test_long(void) {
    const uint32_t longest = UINT32_C(1) << 24;
    const sked_ar_request request = request_of(60, 24, NEVER, 1);
    const uint32_t records = TICKS - 100 + 2;
    open_turns();
    CHECK(info_of(&calendar).records == records && info_of(&calendar).height > 1);
    CHECK(finds(&request, NULL, TICKS - 50 - 23, 0x000004));
    take_out(60, TICKS - 60, longest);
    CHECK(info_of(&calendar).records == records);
    CHECK(finds(&request, NULL, 60, longest) && is_rectangle(90, 24, 60, TICKS - 60, longest));
    add(100, 400, longest);
    CHECK(is_rectangle(500, 24, 400, TICKS - 60, longest));
    CHECK(is_rectangle(70, 24, 60, 100, longest));
    take_out(100, 400, longest);
    add(60, TICKS - 60, longest);
    take_out(0, NEVER, longest);
    CHECK(is_rectangle(500, 24, 0, TICKS, longest));
    CHECK(info_of(&calendar).records == records);
}

static void test_many(void) {
    uint64_t random = 11;
    uint32_t step, records_most = 0;
    open_large();
    for (step = 0; step < STEPS; step++) {
        change_large(&random, step / 1500 % 2 == 0 ? 6 : 40);
        if (step % 64 == 0) {
            CHECK(is_like_ticks());
            search_large(&random);
            rectangle_large(&random);
        }
        if (info_of(&calendar).records > records_most) {
            records_most = info_of(&calendar).records;
        }
    }
    CHECK(records_most > 300 && info_of(&calendar).records_max >= TICKS);
    for (step = 0; step < TICKS; step++) {      /* from the middle to both ends */
        const sked_time t = step % 2 == 0 ? (TICKS + (sked_time)step) / 2
                                          : (TICKS - (sked_time)step) / 2;
        if (t < TICKS && ticks[t] != 0) {
            CHECK(sked_ar_remove(&calendar, t, t + 1, of(ticks[t])) == SKED_OK);
            ticks[t] = 0;
        }
    }
    CHECK(is_like_ticks() && info_of(&calendar).nodes == 1);
    calendar = empty;
}

/* ---- main ------------------------------------------------------------------------------------ */

static void test_changes(void) {
    test_settings();
    test_largest();
    test_block();
    test_idle();
    test_add_statuses();
    test_remove_statuses();
    test_remove_past();
    test_full();
    test_brim();
    test_order();
    test_trim();
    test_down();
    test_counts();
    test_ready();
    test_latest_is_ready();
    test_last_record();
    test_top();
    test_sizes();
}

static void test_searches(void) {
    test_find_block();
    test_find_setting();
    test_find_times();
    test_find_sets();
    test_rectangle_statuses();
    test_products();
    test_policy_ties();
    test_policy_exact();
    test_policy_whole();
    test_every_tick();
    test_pick_run();
    test_pick_run_required();
    test_pick_longest_left();
    test_pick_required();
    test_pick_units();
    test_units_required();
    test_units_run();
    test_picker();
    test_picker_refuses();
    test_picker_cheats();
    test_score();
    test_criteria();
    test_criterion_policy();
    test_wide_areas();
    test_any_statuses();
    test_any_none();
    test_next_starts();
    test_next_starts_statuses();
    test_explain();
    test_explain_statuses();
}

int main(void) {
    test_paper_rectangles();
    test_paper_candidates();
    test_paper_policies();
    test_paper_steps();
    test_paper_corrections();
    test_changes();
    test_searches();
    test_patience();
    test_long();
    test_many();
    return check_done("quick/ar");
}
