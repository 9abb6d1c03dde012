/* texts.c - quick tests of what is written and read as text: sets of processors, run by run, and
 * the names of actions, decisions and reasons.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include <limits.h>
#include <string.h>

#include "../check.h"
#include "../culprit.h"

enum { SIZE_MAX_OF_SET = 130, LINE = 200 };

static sked_word words[2][SKED_SET_WORDS((unsigned)SIZE_MAX_OF_SET)];

static size_t length_of(const char *text) {
    size_t length = 0;
    while (text[length] != '\0') {
        length++;
    }
    return length;
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* By definition, one processor after the other. */
static int next_run_slowly(const sked_set *set, uint32_t from, uint32_t *first, uint32_t *beyond) {
    uint32_t p = from < set->size ? from : set->size;
    while (p < set->size && !sked_set_has(set, p)) {
        p++;
    }
    *first = p;
    while (p < set->size && sked_set_has(set, p)) {
        p++;
    }
    *beyond = p;
    return *first < set->size;
}

static int same_runs(const sked_set *set, uint32_t from) {
    uint32_t first = 4711, beyond = 4712, wanted_first, wanted_beyond;
    const int wanted = next_run_slowly(set, from, &wanted_first, &wanted_beyond);
    return sked_set_next_run(set, from, &first, &beyond) == wanted && first == wanted_first &&
           beyond == wanted_beyond;
}

static void fill_run(sked_set *set, uint32_t first, uint32_t beyond) {
    for (; first < beyond; first++) {
        sked_set_add(set, first);
    }
}

/* One run, from every processor to every other, seen from every place: so it begins and ends at
 * every bit of a word, and lies across words of every width. */
static void test_one_run(void) {
    uint32_t size, first, beyond, from;
    for (size = 0; size <= 70; size += size < 62 ? 31 : 1) {
        for (first = 0; first < size; first += 1 + first / 20) {
            for (beyond = first + 1; beyond <= size; beyond += 1 + beyond / 30) {
                sked_set set = sked_set_of(words[0], size);
                fill_run(&set, first, beyond);
                for (from = 0; from < size + 2; from += 3) {
                    CHECK_SEED(size, same_runs(&set, from));
                }
                CHECK_SEED(size, same_runs(&set, beyond) && same_runs(&set, beyond - 1));
            }
        }
    }
}

static void test_ends(void) {
    sked_set set = sked_set_of(words[0], 65);
    uint32_t first = 1, beyond = 2;
    CHECK(!sked_set_next_run(&set, 0, &first, &beyond) && first == 65 && beyond == 65);
    sked_set_fill(&set);
    CHECK(sked_set_next_run(&set, 0, &first, &beyond) && first == 0 && beyond == 65);
    CHECK(sked_set_next_run(&set, 64, &first, &beyond) && first == 64 && beyond == 65);
    CHECK(!sked_set_next_run(&set, 65, &first, &beyond) && first == 65 && beyond == 65);
    CHECK(!sked_set_next_run(&set, UINT32_MAX, &first, &beyond) && first == 65 && beyond == 65);
    set = sked_set_of(words[0], 0);
    CHECK(!sked_set_next_run(&set, 0, &first, &beyond) && first == 0 && beyond == 0);
}

/* ---- sets to text ---------------------------------------------------------------------------- */

/* The text as a whole, and cut at every length: it always ends with 0, and no byte behind it is
 * written. */
static int is_written(const sked_set *set, const char *line) {
    const size_t length = length_of(line);
    char text[LINE];
    size_t bytes, i;
    int same = length + 2 <= LINE && sked_set_format(set, NULL, 0) == length;
    for (bytes = 0; same && bytes <= length + 1; bytes++) {
        memset(text, '#', sizeof(text));
        same = sked_set_format(set, text, bytes) == length;
        for (i = 0; i + 1 < bytes; i++) {
            same = same && text[i] == line[i];
        }
        same = same && (bytes == 0 || text[bytes - 1] == '\0') && text[bytes] == '#';
    }
    return same;
}

static void test_format(void) {
    sked_set set = sked_set_of(words[0], 130);
    CHECK(is_written(&set, ""));
    sked_set_add(&set, 0);
    CHECK(is_written(&set, "0"));
    sked_set_add(&set, 7);
    CHECK(is_written(&set, "0,7"));
    fill_run(&set, 1, 4);
    CHECK(is_written(&set, "0-3,7"));
    sked_set_add(&set, 8);
    CHECK(is_written(&set, "0-3,7-8"));
    fill_run(&set, 62, 67);
    sked_set_add(&set, 129);
    CHECK(is_written(&set, "0-3,7-8,62-66,129"));
    sked_set_fill(&set);
    CHECK(is_written(&set, "0-129"));
    set = sked_set_of(words[0], 0);
    CHECK(is_written(&set, ""));
}

/* ---- text to sets ---------------------------------------------------------------------------- */

/* What a text says of 20 processors, whatever was in the set before. */
static int is_read(const char *text, uint32_t mask) {
    sked_set set = sked_set_of(words[0], 20);
    size_t at = 4711;
    uint32_t p;
    int right;
    fill_run(&set, 3, 9);
    right = sked_set_parse(&set, text, &at) == SKED_OK && at == 4711;
    for (p = 0; p < 20; p++) {
        right = right && (sked_set_has(&set, p) != 0) == (mask >> p & 1u);
    }
    return right && sked_set_parse(&set, text, NULL) == SKED_OK;
}

static void test_parse(void) {
    CHECK(is_read("", 0));
    CHECK(is_read("0", 0x1));
    CHECK(is_read("19", 0x80000));
    CHECK(is_read("0-3,7", 0x8F));
    CHECK(is_read("7,0-3", 0x8F));                  /* in any order */
    CHECK(is_read("2-4,3-5,4,4", 0x3C));            /* one over the other */
    CHECK(is_read("5-5", 0x20) && is_read("0-19", 0xFFFFF));
    CHECK(is_read("007-0000000000000000000000008", 0x180));
}

/* Neither the set nor what is behind *at changes. */
static int is_refused(const char *text, sked_status status, size_t place) {
    sked_set set = sked_set_of(words[0], 20), before = sked_set_of(words[1], 20);
    size_t at = 4711;
    fill_run(&set, 3, 9);
    sked_set_copy(&before, &set);
    return sked_set_parse(&set, text, &at) == status && at == place &&
           sked_set_parse(&set, text, NULL) == status && sked_set_equal(&set, &before);
}

static void test_parse_refused(void) {
    CHECK(is_refused("x", SKED_E_TEXT, 0) && is_refused(",", SKED_E_TEXT, 0));
    CHECK(is_refused("-", SKED_E_TEXT, 0) && is_refused("-1", SKED_E_TEXT, 0));
    CHECK(is_refused(" 1", SKED_E_TEXT, 0) && is_refused("1 ", SKED_E_TEXT, 1));
    CHECK(is_refused("1,", SKED_E_TEXT, 1) && is_refused("1,,2", SKED_E_TEXT, 2));
    CHECK(is_refused("1, 2", SKED_E_TEXT, 2) && is_refused("1;2", SKED_E_TEXT, 1));
    CHECK(is_refused("3-", SKED_E_TEXT, 2) && is_refused("3-x", SKED_E_TEXT, 2));
    CHECK(is_refused("3-5-7", SKED_E_TEXT, 3) && is_refused("3--5", SKED_E_TEXT, 2));
    CHECK(is_refused("1/", SKED_E_TEXT, 1) && is_refused("1:", SKED_E_TEXT, 1));   /* by digits */
    CHECK(is_refused("20", SKED_E_RANGE, 0) && is_refused("1,20", SKED_E_RANGE, 2));
    CHECK(is_refused("3-20", SKED_E_RANGE, 2) && is_refused("5-4", SKED_E_RANGE, 0));
    CHECK(is_refused("1,9-8", SKED_E_RANGE, 2));
    CHECK(is_refused("4294967296", SKED_E_RANGE, 0));                       /* 2^32: not 0 */
    CHECK(is_refused("18446744073709551616", SKED_E_RANGE, 0));             /* 2^64: not 0 */
    CHECK(is_refused("1-99999999999999999999999999999", SKED_E_RANGE, 2));
    CHECK(is_refused("20x", SKED_E_RANGE, 0));                              /* the first fault */
}

static void test_parse_none(void) {
    sked_set none = sked_set_of(words[0], 0);
    size_t at = 4711;
    CHECK(sked_set_parse(&none, "", &at) == SKED_OK && at == 4711);
    CHECK(sked_set_parse(&none, "0", &at) == SKED_E_RANGE && at == 0);
}

/* What is written of any set is read as that set. */
static void test_round_trips(void) {
    uint64_t seed, random;
    for (seed = 1; seed <= 400; seed++) {
        const uint32_t dense = 1 + (uint32_t)(seed % 5);
        const uint32_t size = (uint32_t)(seed * 7 % SIZE_MAX_OF_SET);
        sked_set set = sked_set_of(words[0], size), again = sked_set_of(words[1], size);
        char text[LINE * 3];
        uint32_t p;
        random = seed;
        for (p = 0; p < size; p++) {
            if (check_below(&random, 6) < dense) {
                sked_set_add(&set, p);
            }
        }
        CHECK_SEED(seed, sked_set_format(&set, text, sizeof(text)) < sizeof(text));
        CHECK_SEED(seed, sked_set_parse(&again, text, NULL) == SKED_OK);
        CHECK_SEED(seed, sked_set_equal(&set, &again));
        for (p = 0; p < size + 2; p++) {
            CHECK_SEED(seed, same_runs(&set, p));
        }
    }
}

/* A local set is empty, and of this size. */
static void test_local(void) {
    SKED_SET_LOCAL(some, 70u);
    CHECK(some.size == 70 && some.words == some_words && sked_set_count(&some) == 0);
    sked_set_add(&some, 69);
    CHECK(is_written(&some, "69"));
}

/* ---- names ----------------------------------------------------------------------------------- */

static void test_names(void) {
    static const char *const actions[] = {
        "start",
        "lost",
        "start in the background",
        "swap to the foreground",
        "restart in the foreground",
        "migrate to the foreground"};
    static const char *const reasons[] = {
        "head of the queue",
        "ends before the shadow time",
        "fits beside the head",
        "its reservation is due",
        "a processor is down",
        "spare cycles",
        "its own booking"};
    static const char *const site_reasons[] = {
        "mapped to the machine",
        "profitable on the cluster",
        "a job of higher priority has its turn",
        "a machine is down"};
    uint32_t i;
    for (i = 0; i < 6; i++) {
        CHECK_SEED(i + 1, same_text(sked_action_text((sked_action_kind)i), actions[i]));
    }
    for (i = 0; i < 7; i++) {
        CHECK_SEED(i + 1, same_text(sked_reason_text((sked_reason)i), reasons[i]));
    }
    for (i = 0; i < 4; i++) {
        CHECK_SEED(i + 1, same_text(sked_site_reason_text((sked_site_reason)i), site_reasons[i]));
    }
    CHECK(same_text(sked_site_decision_text(SKED_DISPATCH), "dispatch"));
    CHECK(same_text(sked_site_decision_text(SKED_PREEMPT), "preempt"));
}

static void test_no_names(void) {
    static const int unknown[] = {-1, 7, 4711, INT_MAX};
    uint32_t i;
    CHECK(same_text(sked_action_text((sked_action_kind)6), "unknown action"));
    for (i = 0; i < 4; i++) {
        CHECK(same_text(sked_action_text((sked_action_kind)unknown[i]), "unknown action"));
        CHECK(same_text(sked_reason_text((sked_reason)unknown[i]), "unknown reason"));
        CHECK(same_text(sked_site_reason_text((sked_site_reason)unknown[i]), "unknown reason"));
        CHECK(same_text(sked_site_decision_text((sked_site_decision_kind)unknown[i]),
                        "unknown decision"));
    }
    CHECK(same_text(sked_site_decision_text((sked_site_decision_kind)2), "unknown decision"));
    CHECK(same_text(sked_site_reason_text((sked_site_reason)4), "unknown reason"));
}

int main(void) {
    test_one_run();
    test_ends();
    test_format();
    test_parse();
    test_parse_refused();
    test_parse_none();
    test_round_trips();
    test_local();
    test_names();
    test_no_names();
    return check_done("quick/texts");
}
