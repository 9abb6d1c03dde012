/* refusals.c - quick tests of what refusals say: who was at fault, in a record and in one line.
 *
 * SPDX-License-Identifier: MIT
 *
 * Each member of a struct that can be refused is wrong once. That a refused call changes nothing
 * else is for the tests of the chapters. */
#define SKED_IMPLEMENTATION
#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include "sched_share.h"

#include <string.h>

#include "../check.h"
#include "../culprit.h"

#define NEVER SKED_NEVER
#define LAST SKED_TIME_MAX
#define MOST INT32_MAX
#define NO_NUMBER SKED_NO_VALUE

enum { ROOM = 1500, LINE = 160 };

static sked_align room[ROOM], scratch[ROOM / 2];
static sked_refusal refusal;

struct probe {
    char first;
    sked_align aligned;
};

/* How strictly a block is aligned: not at all where that is 1. */
#define ALIGNMENT offsetof(struct probe, aligned)

/* ---- help ------------------------------------------------------------------------------------ */

/* What a record must be, and the line that it makes. */
typedef struct told {
    sked_status status;
    const char *entry;
    uint32_t index;
    const char *field;
    sked_time value, min, max;
    const char *with;
    sked_time with_value;
    const char *what, *line;
} told;

#define OF(e, i) .entry = e, .index = i
#define LIMITS(f, v, low, high) .field = f, .value = v, .min = low, .max = high
#define NUMBER(f, v) .field = f, .value = v, .min = 1
#define MEMBER(f) .field = f, .value = NO_NUMBER, .min = 1
#define WHOLE .value = NO_NUMBER, .min = 1
#define WITH(f, v) .with = f, .with_value = v

static size_t length_of(const char *text) {
    size_t length = 0;
    while (text[length] != '\0') {
        length++;
    }
    return length;
}

/* The line as a whole, and cut at every length: it always ends with 0, and no byte behind it is
 * written. */
static int makes_line(const sked_refusal *of, const char *line) {
    const size_t length = length_of(line);
    char text[LINE];
    size_t bytes, i;
    int same = length + 2 <= LINE && sked_refusal_text(of, NULL, 0) == length;
    for (bytes = 0; same && bytes <= length + 1; bytes++) {
        memset(text, '#', sizeof(text));
        same = sked_refusal_text(of, text, bytes) == length;
        for (i = 0; i + 1 < bytes; i++) {
            same = same && text[i] == line[i];
        }
        same = same && (bytes == 0 || text[bytes - 1] == '\0') && text[bytes] == '#';
    }
    if (!same) {
        (void)sked_refusal_text(of, text, sizeof(text));
        printf("told: %s\nnot:  %s\n", text, line);
    }
    return same;
}

/* The record is as it must be; then it is cleared. */
static int is_told(sked_status status, const told *want) {
    const sked_refusal is = refusal, none = SKED_ZERO;
    refusal = none;
    return status == want->status && is.status == status && same_text(is.entry, want->entry) &&
           is.index == want->index && same_text(is.field, want->field) &&
           is.value == want->value && is.min == want->min && is.max == want->max &&
           same_text(is.with, want->with) && is.with_value == want->with_value &&
           same_text(is.what, want->what) && makes_line(&is, want->line);
}

#define REFUSED(call, ...) CHECK(is_told(call, &(const told){__VA_ARGS__}))

/* It is not refused, and the record is left alone. */
#define ACCEPTED(call) CHECK((call) == SKED_OK && is_untouched(&refusal))

/* The line that refuses the first number beyond an enum of `count` values. */
static const char *beyond(const char *member, int count) {
    static char line[80];
    snprintf(line, sizeof line, "%s: %d: at most %d", member, count, count - 1);
    return line;
}

/* The line of a block that is too small by a byte: "NAME: 63 bytes, 64 needed". */
static int is_told_of_bytes(sked_status status, size_t needed) {
    const sked_refusal is = refusal, none = SKED_ZERO;
    char text[LINE], digits[2][20];
    const char *parts[5] = {"block: ", NULL, " bytes, ", NULL, " needed"};
    size_t i, at = 0, k;
    for (k = 0; k < 2; k++) {
        size_t number = needed - 1 + k, place = sizeof(digits[k]) - 1;
        digits[k][place] = '\0';
        for (; number > 0; number /= 10) {
            digits[k][--place] = (char)('0' + number % 10);
        }
        parts[1 + 2 * k] = &digits[k][place];
    }
    for (i = 0; i < 5; i++) {
        for (k = 0; parts[i][k] != '\0'; k++) {
            text[at++] = parts[i][k];
        }
    }
    text[at] = '\0';
    refusal = none;
    return status == SKED_E_BLOCK && is.status == status && is.field != NULL &&
           same_text(is.field, "block") && is.entry == NULL && is.what == NULL &&
           is.with == NULL && is.value == (sked_time)needed - 1 &&
           is.min == (sked_time)needed && is.max == NEVER && makes_line(&is, text);
}

/* A call with a block that is NULL, too small by a byte, not aligned, and right. CALL(block, bytes)
 * is the call. */
#define CHECK_BLOCKS(CALL, needed) \
    REFUSED(CALL(NULL, needed), .status = SKED_E_BLOCK, MEMBER("block"), .what = "it is NULL", \
            .line = "block: it is NULL"); \
    CHECK(is_told_of_bytes(CALL(room, (needed) - 1), needed)); \
    if (ALIGNMENT > 1) { \
        REFUSED(CALL((unsigned char *)room + 1, needed), .status = SKED_E_BLOCK, \
                MEMBER("block"), .what = "not aligned for sked_align", \
                .line = "block: not aligned for sked_align"); \
    } \
    ACCEPTED(CALL(room, needed))

static const sked_mem nobody = {give_nothing, take_nothing, NULL};

/* A resource that has nothing was asked for so many bytes. */
static int is_told_of_memory(sked_status status, size_t bytes) {
    const sked_refusal is = refusal, none = SKED_ZERO;
    refusal = none;
    return status == SKED_E_MEMORY && is.status == status && same_text(is.field, "memory") &&
           is.value == (sked_time)bytes && is.min > is.max && is.entry == NULL &&
           is.what == NULL;
}

static sked_set set_of(sked_word *words, uint32_t size, uint32_t mask) {
    sked_set set = sked_set_of(words, size);
    uint32_t i;
    for (i = 0; i < size; i++) {
        if ((mask >> i & 1u) != 0) {
            sked_set_add(&set, i);
        }
    }
    return set;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void test_lines(void) {
    sked_refusal is = SKED_ZERO, memory = {.field = "memory", .value = 64, .min = 1};
    CHECK(makes_line(&is, sked_status_text(SKED_OK)));     /* a record that nobody filled */
    memory.status = SKED_E_MEMORY;
    CHECK(makes_line(&memory, "memory: 64 bytes: the memory resource refused a request"));
    memory.value = NO_NUMBER;
    CHECK(makes_line(&memory, "memory: the memory resource refused a request"));
    is.status = SKED_E_NOWHERE;
    is.min = 1;
    is.value = NO_NUMBER;
    CHECK(makes_line(&is, "no machine or cluster can run it"));
    is.entry = "job";
    is.index = UINT32_MAX - 1;
    CHECK(makes_line(&is, "job 4294967294: no machine or cluster can run it"));
    is.field = "width";
    CHECK(makes_line(&is, "job 4294967294: width: no machine or cluster can run it"));
    is.index = SKED_NONE;                                   /* there is only one */
    CHECK(makes_line(&is, "job: width: no machine or cluster can run it"));
    is.value = -NEVER;
    is.entry = NULL;
    is.min = -3;
    CHECK(makes_line(&is, "width: -9223372036854775807: at least -3"));
    is.value = is.max = NEVER;
    is.max--;
    is.with = "height";
    is.with_value = NO_NUMBER;
    CHECK(makes_line(&is, "width: 9223372036854775807 with height: at most 9223372036854775806"));
    is.with_value = 0;
    is.what = "because";
    is.min = 1;
    is.max = 0;
    CHECK(makes_line(&is, "width: 9223372036854775807 with height 0: because"));
    is.status = SKED_E_BLOCK;
    CHECK(makes_line(&is, "width: 9223372036854775807 with height 0: because"));
}

/* ---- map ------------------------------------------------------------------------------------- */

enum { JOBS = 3, MACHINES = 2 };

static sked_time table[JOBS * MACHINES], free_from[MACHINES];
static sked_map_row map_rows[JOBS];

static sked_map_request map_request(void) {
    sked_map_request request = sked_map_request_of(JOBS, MACHINES, table);
    uint32_t i;
    for (i = 0; i < JOBS * MACHINES; i++) {
        table[i] = i + 1;
    }
    free_from[0] = free_from[1] = 0;
    request.free_from = free_from;
    request.refusal = &refusal;
    return request;
}

static size_t map_bytes(const sked_map_request *request) {
    size_t bytes = 0;
    CHECK(sked_map_bytes(request, &bytes) == SKED_OK && bytes <= sizeof(room));
    return bytes;
}

static void test_map_settings(void) {
    sked_map_request request = map_request();
    size_t bytes = 0;
    ACCEPTED(sked_map_bytes(&request, &bytes));
    request.heuristic = SKED_HEURISTIC_COUNT_;
    REFUSED(sked_map_bytes(&request, &bytes), .status = SKED_E_SETTING,
            LIMITS("heuristic", SKED_HEURISTIC_COUNT_, 0, SKED_HEURISTIC_COUNT_ - 1),
            .line = beyond("heuristic", SKED_HEURISTIC_COUNT_));
    request = map_request();
    request.options = 4;
    REFUSED(sked_map_bytes(&request, &bytes), .status = SKED_E_SETTING,
            LIMITS("options", 4, 0, 3), .line = "options: 4: at most 3");
    request = map_request();
    request.jobs = 0;
    REFUSED(sked_map_bytes(&request, &bytes), .status = SKED_E_NO_JOBS,
            LIMITS("jobs", 0, 1, NEVER), .line = "jobs: 0: at least 1");
    request = map_request();
    request.machines = 0;
    REFUSED(sked_map_bytes(&request, &bytes), .status = SKED_E_NO_MACHINES,
            LIMITS("machines", 0, 1, NEVER), .line = "machines: 0: at least 1");
    request = map_request();
    request.jobs = request.machines = UINT32_MAX;
    REFUSED(sked_map_bytes(&request, &bytes), .status = SKED_E_OVERFLOW, MEMBER("jobs"),
            .line = "jobs: a size or a sum of times exceeds its type");
}

static void test_map_tables(void) {
    sked_map_request request = map_request();
    const size_t bytes = map_bytes(&request);
#define PREPARE(block, bytes) sked_map_prepare(&request, block, bytes)
    CHECK_BLOCKS(PREPARE, bytes);
    table[3] = -1;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_TIME, OF("job", 1), NUMBER("times", -1),
            WITH("machine", 1),
            .line = "job 1: times: -1 with machine 1: a time is negative, or beyond SKED_TIME_MAX "
                    "where SKED_NEVER may not be");
    table[2] = LAST + 1;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_TIME, OF("job", 1), NUMBER("times", LAST + 1),
            WITH("machine", 0),
            .line = "job 1: times: 4611686018427387904 with machine 0: a time is negative, or "
                    "beyond SKED_TIME_MAX where SKED_NEVER may not be");
    table[2] = table[3] = NEVER;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_NOWHERE, OF("job", 1), WHOLE,
            .line = "job 1: no machine or cluster can run it");
    table[3] = 4;
    table[4] = LAST;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_OVERFLOW, OF("job", 2), WHOLE,
            .line = "job 2: a size or a sum of times exceeds its type");
#undef PREPARE
}

static void test_map_runs(void) {
    sked_map_request request = map_request();
    const size_t bytes = map_bytes(&request);
    sked_word words[1], other_words[1];
    sked_set out = set_of(words, JOBS, 0x7), other = set_of(other_words, JOBS + 1, 0x1);
#define RUN(block, bytes) sked_map_run(&request, block, bytes, NULL, map_rows, NULL)
#define RUN_WITHOUT(set) sked_map_run(&request, room, bytes, set, map_rows, NULL)
    ACCEPTED(sked_map_prepare(&request, room, bytes));
    CHECK_BLOCKS(RUN, bytes);
    request.options = SKED_MAP_LEAST_TIME;
    REFUSED(RUN(room, sizeof(room)), .status = SKED_E_BLOCK, MEMBER("block"),
            .what = "not prepared for this request",
            .line = "block: not prepared for this request");
    request.options = 0;
    REFUSED(RUN_WITHOUT(&other), .status = SKED_E_RANGE, LIMITS("leave_out->size", 4, 3, 3),
            .line = "leave_out->size: 4: exactly 3");
    REFUSED(RUN_WITHOUT(&out), .status = SKED_E_NO_JOBS, MEMBER("leave_out"),
            .what = "it has all jobs", .line = "leave_out: it has all jobs");
    free_from[1] = -2;
    REFUSED(RUN_WITHOUT(NULL), .status = SKED_E_TIME, OF("machine", 1),
            NUMBER("free_from", -2),
            .line = "machine 1: free_from: -2: a time is negative, or beyond SKED_TIME_MAX where "
                    "SKED_NEVER may not be");
    free_from[1] = LAST - 11;
    REFUSED(RUN_WITHOUT(NULL), .status = SKED_E_OVERFLOW, MEMBER("free_from"),
            .line = "free_from: a size or a sum of times exceeds its type");
    free_from[1] = LAST - 12;
    sked_set_remove(&out, 1);
    ACCEPTED(RUN_WITHOUT(&out));
    CHECK(is_told_of_memory(sked_map(&request, nobody, map_rows, NULL), bytes));
#undef RUN
#undef RUN_WITHOUT
}

/* ---- pjs ------------------------------------------------------------------------------------- */

static sked_time cluster_table[2 * JOBS];
static sked_pjs_row pjs_rows[JOBS];
static sked_word member_words[2][1], up_words[1];
static sked_set member_sets[2], up_set;
static sked_cluster clusters[2];

static sked_pjs_request pjs_request(void) {
    sked_pjs_request request = sked_pjs_request_of(JOBS, MACHINES, table);
    uint32_t c;
    request.map = map_request();
    for (c = 0; c < 2; c++) {
        member_sets[c] = set_of(member_words[c], MACHINES, 0x3);
        clusters[c].members = &member_sets[c];
        clusters[c].members_min = clusters[c].resource = 0;
    }
    for (c = 0; c < 2 * JOBS; c++) {
        cluster_table[c] = 1;
    }
    up_set = set_of(up_words, MACHINES, 0x3);
    request.up = &up_set;
    request.clusters = 2;
    request.cluster = clusters;
    request.cluster_times = cluster_table;
    return request;
}

static void test_pjs_settings(void) {
    sked_pjs_request request = pjs_request();
    size_t bytes = 0;
    ACCEPTED(sked_pjs_bytes(&request, &bytes));
    request.options = 8;
    REFUSED(sked_pjs_bytes(&request, &bytes), .status = SKED_E_SETTING,
            LIMITS("options", 8, 0, 7), .line = "options: 8: at most 7");
    request = pjs_request();
    request.map.jobs = 0;
    REFUSED(sked_pjs_bytes(&request, &bytes), .status = SKED_E_NO_JOBS,
            LIMITS("jobs", 0, 1, NEVER), .line = "jobs: 0: at least 1");
    request = pjs_request();
    request.map.options = SKED_MAP_LOW_MEMORY;
    request.map.jobs = request.map.machines = request.clusters = UINT32_MAX;
    REFUSED(sked_pjs_bytes(&request, &bytes), .status = SKED_E_OVERFLOW, MEMBER("jobs"),
            .line = "jobs: a size or a sum of times exceeds its type");
}

#define PREPARE(block, bytes) sked_pjs_prepare(&request, block, bytes)

static void test_pjs_clusters(void) {
    sked_pjs_request request = pjs_request();
    size_t bytes = 0;
    ACCEPTED(sked_pjs_bytes(&request, &bytes));
    CHECK(bytes <= sizeof(room));
    CHECK_BLOCKS(PREPARE, bytes);
    up_set.size = 1;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_RANGE, LIMITS("up->size", 1, 2, 2),
            .line = "up->size: 1: exactly 2");
    up_set.size = 2;
    member_sets[1].size = 1;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_RANGE, OF("cluster", 1),
            LIMITS("members->size", 1, 2, 2), .line = "cluster 1: members->size: 1: exactly 2");
    member_sets[1].size = 2;
    clusters[1].members_min = 3;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_RANGE, OF("cluster", 1),
            LIMITS("members_min", 3, 0, 2), WITH("members", 2),
            .line = "cluster 1: members_min: 3 with members 2: at most 2");
    clusters[1].members_min = 0;
    sked_set_clear(&member_sets[0]);
    REFUSED(PREPARE(room, bytes), .status = SKED_E_RANGE, OF("cluster", 0), MEMBER("members"),
            .what = "there is none", .line = "cluster 0: members: there is none");
}

static void test_pjs_tables(void) {
    sked_pjs_request request = pjs_request();
    sked_word words[1];
    const sked_set all = set_of(words, JOBS, 0x7);
    size_t bytes = 0;
    ACCEPTED(sked_pjs_bytes(&request, &bytes));
    cluster_table[3] = -7;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_TIME, OF("job", 1), WHOLE,
            .line = "job 1: a time is negative, or beyond SKED_TIME_MAX where SKED_NEVER may not "
                    "be");
    cluster_table[3] = 1;
    table[5] = -8;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_TIME, OF("job", 2), NUMBER("times", -8),
            WITH("machine", 1),
            .line = "job 2: times: -8 with machine 1: a time is negative, or beyond SKED_TIME_MAX "
                    "where SKED_NEVER may not be");
    table[5] = 1;
    sked_set_remove(&up_set, 1);
    REFUSED(PREPARE(room, bytes), .status = SKED_E_RANGE, OF("job", 0), WHOLE,
            .line = "job 0: a number or a set is outside its documented range");
    table[1] = table[3] = table[5] = NEVER;
    table[2] = NEVER;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_NOWHERE, OF("job", 1), WHOLE,
            .line = "job 1: no machine or cluster can run it");
    table[2] = LAST;
    REFUSED(PREPARE(room, bytes), .status = SKED_E_OVERFLOW, OF("job", 1), WHOLE,
            .line = "job 1: a size or a sum of times exceeds its type");
    table[2] = 2;
    ACCEPTED(PREPARE(room, bytes));
    request.options = SKED_PJS_GO_ON;
    REFUSED(sked_pjs_run(&request, room, bytes, NULL, pjs_rows, NULL), .status = SKED_E_BLOCK,
            MEMBER("block"), .what = "not prepared for this request",
            .line = "block: not prepared for this request");
    request.options = 0;
    REFUSED(sked_pjs_run(&request, room, bytes, &all, pjs_rows, NULL), .status = SKED_E_NO_JOBS,
            MEMBER("leave_out"), .what = "it has all jobs", .line = "leave_out: it has all jobs");
    ACCEPTED(sked_pjs_run(&request, room, bytes, NULL, pjs_rows, NULL));
    CHECK(is_told_of_memory(sked_pjs(&request, nobody, pjs_rows, NULL), bytes));
}

#undef PREPARE

/* ---- experience ------------------------------------------------------------------------------ */

static void test_experience(void) {
    uint32_t ratings[3] = {1024, 1, 7};
    sked_time guesses[2] = {0, 9};
    const sked_experience_settings good = {
        .classes = 2, .resources = 3, .window = 4, .ratings_q10 = ratings, .guesses = guesses,
        .refusal = &refusal};
    sked_experience_settings settings = good;
    sked_experience experience;
    size_t bytes = 0;
    ACCEPTED(sked_experience_bytes(&settings, &bytes));
#define INIT(block, bytes) sked_experience_init(&experience, &settings, block, bytes)
    CHECK_BLOCKS(INIT, bytes);
#undef INIT
    CHECK(is_told_of_memory(sked_experience_create(&experience, &settings, nobody), bytes));
    settings.classes = 0;
    REFUSED(sked_experience_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("classes", 0, 1, MOST), .line = "classes: 0: at least 1");
    settings = good;
    settings.resources = UINT32_MAX;
    REFUSED(sked_experience_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("resources", UINT32_MAX, 1, MOST),
            .line = "resources: 4294967295: at most 2147483647");
    settings = good;
    settings.window = 1;
    REFUSED(sked_experience_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("window", 1, 2, SKED_WINDOW_MAX), .line = "window: 1: at least 2");
    settings = good;
    ratings[2] = 0;
    REFUSED(sked_experience_bytes(&settings, &bytes), .status = SKED_E_RANGE, OF("resource", 2),
            LIMITS("ratings_q10", 0, 1, 1048576),
            .line = "resource 2: ratings_q10: 0: at least 1");
    ratings[2] = 7;
    guesses[1] = -9;
    REFUSED(sked_experience_bytes(&settings, &bytes), .status = SKED_E_RANGE, OF("class", 1),
            LIMITS("guesses", -9, 0, SKED_OBSERVED_MAX),
            .line = "class 1: guesses: -9: at least 0");
    settings = good;
    settings.ratings_q10 = NULL;
    settings.guesses = NULL;
    settings.classes = settings.resources = MOST;
    if (sizeof(size_t) < 8) {
        REFUSED(sked_experience_bytes(&settings, &bytes), .status = SKED_E_OVERFLOW,
                MEMBER("classes"), .line = "classes: a size or a sum of times exceeds its type");
    }
}

/* ---- queue ----------------------------------------------------------------------------------- */

static sked_queue_settings queue_settings(void) {
    sked_queue_settings settings = sked_queue_settings_easy(4, 8);
    settings.bookings_max = 1;
    settings.refusal = &refusal;
    return settings;
}

static void test_queue_numbers(void) {
    sked_queue_settings settings = queue_settings();
    sked_queue queue;
    size_t bytes = 0;
    ACCEPTED(sked_queue_bytes(&settings, &bytes));
#define INIT(block, bytes) sked_queue_init(&queue, &settings, NULL, block, bytes)
    CHECK_BLOCKS(INIT, bytes);
#undef INIT
    CHECK(is_told_of_memory(sked_queue_create(&queue, &settings, NULL, nobody), bytes));
    settings.processors = 0;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_NO_PROCESSORS,
            LIMITS("processors", 0, 1, MOST), .line = "processors: 0: at least 1");
    settings.processors = (uint32_t)MOST + 1;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("processors", (sked_time)MOST + 1, 1, MOST),
            .line = "processors: 2147483648: at most 2147483647");
    settings = queue_settings();
    settings.jobs_max = 0;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("jobs_max", 0, 1, MOST), .line = "jobs_max: 0: at least 1");
    settings = queue_settings();
    settings.bookings_max = (uint32_t)MOST + 1;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("bookings_max", (sked_time)MOST + 1, 0, MOST),
            .line = "bookings_max: 2147483648: at most 2147483647");
    settings = queue_settings();
    settings.backgrounds = 8;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("backgrounds", 8, 0, 7), .line = "backgrounds: 8: at most 7");
}

static void test_queue_policies(void) {
    sked_queue_settings settings = queue_settings();
    size_t bytes = 0;
    settings.order = (sked_order)5;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_SETTING,
            LIMITS("order", 5, 0, 4), .line = "order: 5: at most 4");
    settings = queue_settings();
    settings.backfill_order = (sked_order)5;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_SETTING,
            LIMITS("backfill_order", 5, 0, 4), .line = "backfill_order: 5: at most 4");
    settings = queue_settings();
    settings.background_order = (sked_order)6;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_SETTING,
            LIMITS("background_order", 6, 0, 4), .line = "background_order: 6: at most 4");
    settings = queue_settings();
    settings.reservations = (sked_reservations)2;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_SETTING,
            LIMITS("reservations", 2, 0, 1), .line = "reservations: 2: at most 1");
    settings = queue_settings();
    settings.options = 2;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_SETTING,
            LIMITS("options", 2, 0, 1), .line = "options: 2: at most 1");
    settings = queue_settings();
    settings.backgrounds = 1;
    ACCEPTED(sked_queue_bytes(&settings, &bytes));
    settings.depth = 2;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_SETTING,
            LIMITS("depth", 2, 0, 1), WITH("backgrounds", 1),
            .line = "depth: 2 with backgrounds 1: at most 1");
    settings = queue_settings();
    settings.estimate_missing = -1;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_SETTING,
            LIMITS("estimate_missing", -1, 0, LAST), .line = "estimate_missing: -1: at least 0");
    settings.estimate_missing = LAST + 1;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_SETTING,
            LIMITS("estimate_missing", LAST + 1, 0, LAST),
            .line = "estimate_missing: 4611686018427387904: at most 4611686018427387903");
}

static void test_queue_sizes(void) {
    sked_queue_settings settings = queue_settings();
    size_t bytes = 0;
    settings.depth = SKED_ALL;
    settings.jobs_max = settings.bookings_max = MOST;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_OVERFLOW, MEMBER("jobs_max"),
            .line = "jobs_max: a size or a sum of times exceeds its type");
    settings = queue_settings();
    settings.backgrounds = 2;
    settings.processors = MOST / 3 + 1;
    REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_OVERFLOW, MEMBER("processors"),
            .line = "processors: a size or a sum of times exceeds its type");
    settings = queue_settings();
    settings.jobs_max = settings.bookings_max = MOST;
    if (sizeof(size_t) < 8) {
        REFUSED(sked_queue_bytes(&settings, &bytes), .status = SKED_E_OVERFLOW,
                MEMBER("jobs_max"), .line = "jobs_max: a size or a sum of times exceeds its type");
    }
}

/* ---- site ------------------------------------------------------------------------------------ */

/* Two machines, a cluster of both, an interconnect; one class (and room for another) and user; two
 * queues. */
typedef struct laboratory {
    sked_site_settings settings;
    sked_site_machine machine[2];
    sked_cluster cluster[1];
    sked_site_interconnect interconnect[1];
    sked_site_class job_class[2];
    sked_site_user user[1];
    sked_site_queue queue[2];
    sked_set members, small;
    sked_word words[2];
} laboratory;

static laboratory lab;

static void furnish(void) {
    sked_site_settings *s = &lab.settings;
    memset(&lab, 0, sizeof(lab));
    lab.members = set_of(&lab.words[0], 2, 0x3);
    lab.small = set_of(&lab.words[1], 3, 0);                /* of no size that is wanted */
    lab.cluster[0].members = &lab.members;
    lab.cluster[0].resource = 1;
    lab.queue[0] = sked_site_queue_of(0);
    lab.queue[1] = sked_site_queue_of(1);
    s->machines = s->resources = s->queues = 2;
    s->clusters = s->interconnects = s->classes = s->users = s->jobs_max = 1;
    s->machine = lab.machine;
    s->cluster = lab.cluster;
    s->interconnect = lab.interconnect;
    s->job_class = lab.job_class;
    s->user = lab.user;
    s->queue = lab.queue;
    s->refusal = &refusal;
}

static sked_status size_site(void) {
    size_t bytes = 0;
    return sked_site_bytes(&lab.settings, &bytes);
}

static void test_site_counts(void) {
    static const char *const names[] = {"machines", "resources", "classes",  "users",
                                        "queues",   "jobs_max",  "clusters", "interconnects"};
    static const char *const lines[] = {
        "machines: 4294967295: at most 2147483647",
        "resources: 4294967295: at most 2147483647",
        "classes: 4294967295: at most 2147483647",
        "users: 4294967295: at most 2147483647",
        "queues: 4294967295: at most 2147483647",
        "jobs_max: 4294967295: at most 2147483647",
        "clusters: 4294967295: at most 2147483647",
        "interconnects: 4294967295: at most 2147483647"};
    uint32_t *const counts[] = {
        &lab.settings.machines, &lab.settings.resources, &lab.settings.classes,
        &lab.settings.users,    &lab.settings.queues,    &lab.settings.jobs_max,
        &lab.settings.clusters, &lab.settings.interconnects};
    uint32_t i;
    furnish();
    ACCEPTED(size_site());
    for (i = 0; i < 8; i++) {
        furnish();
        *counts[i] = UINT32_MAX;
        REFUSED(size_site(), .status = SKED_E_RANGE,
                LIMITS(names[i], UINT32_MAX, i < 6 ? 1 : 0, MOST), .line = lines[i]);
    }
    furnish();
    lab.settings.machines = 0;
    REFUSED(size_site(), .status = SKED_E_NO_MACHINES, LIMITS("machines", 0, 1, MOST),
            .line = "machines: 0: at least 1");
    furnish();
    lab.settings.users = 0;
    REFUSED(size_site(), .status = SKED_E_RANGE, LIMITS("users", 0, 1, MOST),
            .line = "users: 0: at least 1");
}

static void test_site_machines(void) {
    furnish();
    lab.machine[1].resource = 2;
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("machine", 1), LIMITS("resource", 2, 0, 1),
            .line = "machine 1: resource: 2: at most 1");
    furnish();
    lab.cluster[0].members = &lab.small;
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("cluster", 0),
            LIMITS("members->size", 3, 2, 2), .line = "cluster 0: members->size: 3: exactly 2");
    furnish();
    lab.cluster[0].members_min = 3;
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("cluster", 0),
            LIMITS("members_min", 3, 0, 2), WITH("members", 2),
            .line = "cluster 0: members_min: 3 with members 2: at most 2");
    furnish();
    sked_set_clear(&lab.members);
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("cluster", 0), MEMBER("members"),
            .what = "there is none", .line = "cluster 0: members: there is none");
    furnish();
    lab.cluster[0].resource = 7;
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("cluster", 0), LIMITS("resource", 7, 0, 1),
            .line = "cluster 0: resource: 7: at most 1");
    furnish();
    lab.interconnect[0].clusters = &lab.small;
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("interconnect", 0),
            LIMITS("clusters->size", 3, 1, 1),
            .line = "interconnect 0: clusters->size: 3: exactly 1");
}

static void test_site_users(void) {
    furnish();
    lab.job_class[0].resources = &lab.small;
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("class", 0),
            LIMITS("resources->size", 3, 2, 2),
            .line = "class 0: resources->size: 3: exactly 2");
    furnish();
    lab.job_class[0].resume = -1;
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("class", 0), LIMITS("resume", -1, 0, LAST),
            .line = "class 0: resume: -1: at least 0");
    lab.job_class[0].resume = 0;
    lab.job_class[0].flags = 2;
    REFUSED(size_site(), .status = SKED_E_SETTING, OF("class", 0), LIMITS("flags", 2, 0, 1),
            .line = "class 0: flags: 2: at most 1");
    lab.job_class[0].flags = 0;
    furnish();
    lab.user[0].time_max = -1;
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("user", 0),
            LIMITS("time_max", -1, 0, LAST), .line = "user 0: time_max: -1: at least 0");
    furnish();
    lab.user[0].queues = &lab.small;
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("user", 0),
            LIMITS("queues->size", 3, 2, 2), .line = "user 0: queues->size: 3: exactly 2");
    furnish();
    lab.queue[1].promote_after = 1;
    lab.queue[1].promote_to = 2;
    REFUSED(size_site(), .status = SKED_E_RANGE, OF("queue", 1), LIMITS("promote_to", 2, 0, 1),
            .line = "queue 1: promote_to: 2: at most 1");
    furnish();
    lab.settings.gain_min = LAST + 1;
    REFUSED(size_site(), .status = SKED_E_RANGE, LIMITS("gain_min", LAST + 1, 0, LAST),
            .line = "gain_min: 4611686018427387904: at most 4611686018427387903");
}

static void test_site_queues(void) {
    furnish();
    lab.queue[1].flags = 8;
    REFUSED(size_site(), .status = SKED_E_SETTING, OF("queue", 1), LIMITS("flags", 8, 0, 7),
            .line = "queue 1: flags: 8: at most 7");
    furnish();
    lab.queue[0].promote_after = 1;
    lab.queue[0].promote_to = 1;
    lab.queue[1].flags = SKED_SEQUENTIAL;
    REFUSED(size_site(), .status = SKED_E_SETTING, OF("queue", 0), MEMBER("promote_to"),
            .what = "to a sequential queue, from one that is not",
            .line = "queue 0: promote_to: to a sequential queue, from one that is not");
    furnish();
    lab.queue[1].heuristic = SKED_HEURISTIC_COUNT_;
    REFUSED(size_site(), .status = SKED_E_SETTING, OF("queue", 1),
            LIMITS("heuristic", SKED_HEURISTIC_COUNT_, 0, SKED_HEURISTIC_COUNT_ - 1),
            .line = beyond("queue 1: heuristic", SKED_HEURISTIC_COUNT_));
    furnish();
    lab.queue[1].pjs_options = 8;
    REFUSED(size_site(), .status = SKED_E_SETTING, OF("queue", 1), LIMITS("pjs_options", 8, 0, 7),
            .line = "queue 1: pjs_options: 8: at most 7");
    furnish();
    lab.settings.map_options = 8;
    REFUSED(size_site(), .status = SKED_E_SETTING, LIMITS("map_options", 8, 0, 3),
            .line = "map_options: 8: at most 3");
    furnish();
    lab.settings.replan = (sked_replan)3;
    REFUSED(size_site(), .status = SKED_E_SETTING, LIMITS("replan", 3, 0, 2),
            .line = "replan: 3: at most 2");
    furnish();
    lab.settings.jobs_max = MOST;
    lab.settings.map_options = SKED_MAP_LOW_MEMORY;
    lab.settings.machines = lab.settings.resources = 2;
    if (sizeof(size_t) < 8) {
        REFUSED(size_site(), .status = SKED_E_OVERFLOW, OF("queue", 0), MEMBER("jobs"),
                .line = "queue 0: jobs: a size or a sum of times exceeds its type");
    }
}

/* Over a block of so many bytes, in which a site was just made. */
static void test_site_open(sked_site *site, const sked_site_experience *experience, size_t bytes) {
    const void *block = NULL;
    size_t sealed = 0;
    CHECK(sked_site_seal(site, &block, &sealed) == SKED_OK && block == room && sealed == bytes);
#define OPEN(block, bytes) sked_site_open(site, &lab.settings, experience, block, bytes)
    ACCEPTED(OPEN(room, bytes));
    REFUSED(OPEN(NULL, bytes), .status = SKED_E_BLOCK, MEMBER("block"), .what = "it is NULL",
            .line = "block: it is NULL");
    REFUSED(OPEN(room, bytes - 1), .status = SKED_E_LENGTH, MEMBER("block"),
            .line = "block: the block has another length than when it was sealed");
    lab.settings.jobs_max++;
    REFUSED(OPEN(room, bytes), .status = SKED_E_CORRUPT, MEMBER("block"),
            .what = "it is of other settings", .line = "block: it is of other settings");
    lab.settings.jobs_max--;
    lab.queue[1].priority = 0;
    lab.queue[0].priority = 1;
    REFUSED(OPEN(room, bytes), .status = SKED_E_CORRUPT, MEMBER("block"),
            .what = "it contradicts itself or the settings",
            .line = "block: it contradicts itself or the settings");
    lab.queue[0].priority = 0;
    lab.queue[1].priority = 1;
    ACCEPTED(OPEN(room, bytes));
#undef OPEN
}

static void test_site_experience(void) {
    sked_align tables[3][40];
    sked_experience times, users, traffic, empty = SKED_ZERO;
    sked_site_experience experience = SKED_ZERO;
    sked_experience_settings shape = {.classes = 1, .resources = 2};
    sked_site site;
    size_t bytes = 0;
    furnish();
    CHECK(sked_experience_init(&times, &shape, tables[0], sizeof(tables[0])) == SKED_OK);
    CHECK(sked_experience_init(&users, &shape, tables[1], sizeof(tables[1])) == SKED_OK);
    CHECK(sked_experience_init(&traffic, &shape, tables[2], sizeof(tables[2])) == SKED_OK);
    ACCEPTED(sked_site_bytes(&lab.settings, &bytes));
    CHECK(bytes <= sizeof(room));
#define INIT(block, bytes) sked_site_init(&site, &lab.settings, &experience, block, bytes)
    REFUSED(INIT(room, bytes), .status = SKED_E_EMPTY, MEMBER("experience.times"),
            .line = "experience.times: the object is empty: never created, refused, or destroyed");
    experience.times = &times;
    experience.users = &empty;
    REFUSED(INIT(room, bytes), .status = SKED_E_EMPTY, MEMBER("experience.users"),
            .line = "experience.users: the object is empty: never created, refused, or destroyed");
    experience.users = &users;
    experience.traffic = &empty;
    REFUSED(INIT(room, bytes), .status = SKED_E_EMPTY, MEMBER("experience.traffic"),
            .line = "experience.traffic: the object is empty: never created, refused, or "
                    "destroyed");
    experience.traffic = &traffic;
    CHECK_BLOCKS(INIT, bytes);
#undef INIT
    test_site_open(&site, &experience, bytes);
    CHECK(is_told_of_memory(sked_site_create(&site, &lab.settings, &experience, nobody), bytes));
    lab.settings.classes = 2;
    REFUSED(sked_site_create(&site, &lab.settings, &experience, nobody), .status = SKED_E_RANGE,
            OF("experience.times", SKED_NONE), LIMITS("classes", 1, 2, 2),
            .line = "experience.times: classes: 1: exactly 2");
    lab.settings.classes = 1;
    lab.settings.queues = 1;
    REFUSED(sked_site_create(&site, &lab.settings, &experience, nobody), .status = SKED_E_RANGE,
            OF("experience.users", SKED_NONE), LIMITS("resources", 2, 1, 1),
            .line = "experience.users: resources: 2: exactly 1");
}

/* ---- calendars ------------------------------------------------------------------------------- */

enum { UNITS = 4 };

static sked_ar calendar;
static uint32_t capacities[UNITS];

static sked_ar_settings ar_settings(void) {
    sked_ar_settings settings = sked_ar_settings_of(UNITS, 8, 100);
    settings.bookings_max = 2;
    settings.base = 5;
    settings.refusal = &refusal;
    return settings;
}

static void test_ar_settings(void) {
    sked_ar_settings settings = ar_settings();
    size_t bytes = 0;
    ACCEPTED(sked_ar_bytes(&settings, &bytes));
    CHECK(bytes <= sizeof(room));
#define INIT(block, bytes) sked_ar_init(&calendar, &settings, block, bytes)
    CHECK_BLOCKS(INIT, bytes);
#undef INIT
    CHECK(is_told_of_memory(sked_ar_create(&calendar, &settings, nobody), bytes));
    settings.processors = 0;
    REFUSED(sked_ar_bytes(&settings, &bytes), .status = SKED_E_NO_PROCESSORS,
            LIMITS("processors", 0, 1, MOST), .line = "processors: 0: at least 1");
    settings.processors = UINT32_MAX;
    REFUSED(sked_ar_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("processors", UINT32_MAX, 1, MOST),
            .line = "processors: 4294967295: at most 2147483647");
    settings = ar_settings();
    settings.spans_max = 0;
    REFUSED(sked_ar_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("spans_max", 0, 1, (INT32_C(1) << 30) - 2), .line = "spans_max: 0: at least 1");
    settings = ar_settings();
    settings.bookings_max = UINT32_MAX;
    REFUSED(sked_ar_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("bookings_max", UINT32_MAX, 0, MOST),
            .line = "bookings_max: 4294967295: at most 2147483647");
    settings = ar_settings();
    settings.base = -5;
    REFUSED(sked_ar_bytes(&settings, &bytes), .status = SKED_E_TIME,
            LIMITS("base", -5, 0, LAST - 1), .line = "base: -5: at least 0");
    settings = ar_settings();
    settings.horizon = 5;
    REFUSED(sked_ar_bytes(&settings, &bytes), .status = SKED_E_TIME, LIMITS("horizon", 5, 6, LAST),
            WITH("base", 5), .line = "horizon: 5 with base 5: at least 6");
    settings = ar_settings();
    settings.base = LAST;
    settings.horizon = 0;
    REFUSED(sked_ar_bytes(&settings, &bytes), .status = SKED_E_TIME,
            LIMITS("horizon", LAST, LAST + 1, LAST), WITH("base", LAST),
            .line = "horizon: 4611686018427387903 with base 4611686018427387903: a time is "
                    "negative, or beyond SKED_TIME_MAX where SKED_NEVER may not be");
}

static void test_ar_capacities(void) {
    sked_ar_settings settings = ar_settings();
    size_t bytes = 0;
    settings.capacities = capacities;
    capacities[0] = capacities[1] = capacities[2] = 1;
    capacities[3] = 0;
    REFUSED(sked_ar_bytes(&settings, &bytes), .status = SKED_E_RANGE, MEMBER("capacities"),
            .what = "one of them is 0", .line = "capacities: one of them is 0");
    capacities[3] = UINT32_MAX - 2;
    REFUSED(sked_ar_bytes(&settings, &bytes), .status = SKED_E_OVERFLOW, MEMBER("capacities"),
            .line = "capacities: a size or a sum of times exceeds its type");
    settings = ar_settings();
    settings.processors = MOST;
    settings.spans_max = INT32_MAX / 2 - 1;
    settings.bookings_max = MOST;
    if (sizeof(size_t) < 8) {
        REFUSED(sked_ar_bytes(&settings, &bytes), .status = SKED_E_OVERFLOW, MEMBER("spans_max"),
                .line = "spans_max: a size or a sum of times exceeds its type");
    }
}

static void open_calendar(const uint32_t *units) {
    sked_ar_settings settings = ar_settings();
    settings.capacities = units;
    CHECK(sked_ar_init(&calendar, &settings, room, sizeof(room)) == SKED_OK);
}

static sked_ar_request ar_request(void) {
    sked_ar_request request = sked_ar_request_of(2, 10);
    request.ready = 5;
    request.refusal = &refusal;
    return request;
}

static sked_status find(const sked_ar_request *request, const sked_ar_choice *choice) {
    sked_ar_answer answer;
    return sked_ar_find(&calendar, request, choice, &answer, NULL, scratch, sizeof(scratch));
}

/* With each search; `same` says whether two that name one fault say the same of it. */
static void test_ar_requests(void) {
    sked_ar_request request = ar_request();
    open_calendar(NULL);
    ACCEPTED(find(&request, NULL));
    request.count = 0;
    REFUSED(find(&request, NULL), .status = SKED_E_NO_WIDTH, LIMITS("count", 0, 1, NEVER),
            .line = "count: 0: at least 1");
    request = ar_request();
    request.ready = -1;
    REFUSED(find(&request, NULL), .status = SKED_E_TIME, LIMITS("ready", -1, 0, LAST),
            .line = "ready: -1: at least 0");
    request = ar_request();
    request.deadline = LAST + 1;
    REFUSED(find(&request, NULL), .status = SKED_E_TIME, LIMITS("deadline", LAST + 1, 0, LAST),
            .line = "deadline: 4611686018427387904: at most 4611686018427387903");
    request = ar_request();
    request.duration = 0;
    REFUSED(find(&request, NULL), .status = SKED_E_TIME, LIMITS("duration", 0, 1, LAST),
            .line = "duration: 0: at least 1");
    request = ar_request();
    request.ready = 4;
    REFUSED(find(&request, NULL), .status = SKED_E_PAST, LIMITS("ready", 4, 5, 90),
            .line = "ready: 4: at least 5");
    request = ar_request();
    request.ready = 91;
    REFUSED(find(&request, NULL), .status = SKED_E_HORIZON, LIMITS("ready", 91, 5, 90),
            WITH("duration", 10), .line = "ready: 91 with duration 10: at most 90");
    request = ar_request();
    request.duration = 96;
    REFUSED(find(&request, NULL), .status = SKED_E_HORIZON, LIMITS("duration", 96, 1, 95),
            WITH("horizon", 100), .line = "duration: 96 with horizon 100: at most 95");
    request = ar_request();
    request.count = UNITS + 1;
    REFUSED(find(&request, NULL), .status = SKED_E_NEVER_FITS, WHOLE,
            .line = "it fits at no time: too few processors are allowed and up");
    request = ar_request();
    request.deadline = 14;
    REFUSED(find(&request, NULL), .status = SKED_E_WINDOW, LIMITS("deadline", 14, 15, NEVER),
            WITH("duration", 10), .line = "deadline: 14 with duration 10: at least 15");
    request.deadline = 15;
    ACCEPTED(find(&request, NULL));
    sked_ar_destroy(&calendar);
    REFUSED(find(&request, NULL), .status = SKED_E_EMPTY, WHOLE,
            .line = "the object is empty: never created, refused, or destroyed");
}

static void test_ar_sets(void) {
    sked_word words[2][1];
    sked_set allowed = set_of(words[0], UNITS, 0x3), required = set_of(words[1], UNITS, 0x6);
    sked_set wide = allowed;
    sked_ar_request request = ar_request();
    sked_ar_answer answer;
    open_calendar(NULL);
    wide.size = UNITS + 1;
    request.allowed = &wide;
    REFUSED(find(&request, NULL), .status = SKED_E_RANGE, LIMITS("allowed->size", 5, 4, 4),
            .line = "allowed->size: 5: exactly 4");
    request.allowed = NULL;
    request.required = &wide;
    REFUSED(find(&request, NULL), .status = SKED_E_RANGE, LIMITS("required->size", 5, 4, 4),
            .line = "required->size: 5: exactly 4");
    request.allowed = &allowed;
    request.required = &required;
    REFUSED(find(&request, NULL), .status = SKED_E_RANGE, MEMBER("required"),
            .what = "not all are allowed", .line = "required: not all are allowed");
    request.allowed = NULL;
    request.count = 1;
    REFUSED(find(&request, NULL), .status = SKED_E_RANGE, MEMBER("required"),
            .what = "more than count", .line = "required: more than count");
    request = ar_request();
    REFUSED(sked_ar_find(&calendar, &request, NULL, &answer, &wide, scratch, sizeof(scratch)),
            .status = SKED_E_RANGE, LIMITS("processors->size", 5, 4, 4),
            .line = "processors->size: 5: exactly 4");
}

static void test_ar_choices(void) {
    const sked_ar_request request = ar_request();
    sked_ar_choice choice = SKED_ZERO;
    open_calendar(NULL);
    ACCEPTED(find(&request, &choice));
    choice.policy = SKED_AR_POLICY_COUNT_;
    REFUSED(find(&request, &choice), .status = SKED_E_SETTING,
            LIMITS("policy", SKED_AR_POLICY_COUNT_, 0, SKED_AR_POLICY_COUNT_ - 1),
            .line = beyond("policy", SKED_AR_POLICY_COUNT_));
    choice.policy = SKED_AR_SCORE;
    REFUSED(find(&request, &choice), .status = SKED_E_SETTING, MEMBER("score"),
            .what = "SKED_AR_SCORE needs a function",
            .line = "score: SKED_AR_SCORE needs a function");
    choice.policy = SKED_AR_FF;
    choice.starts = (sked_ar_starts)2;
    REFUSED(find(&request, &choice), .status = SKED_E_SETTING, LIMITS("starts", 2, 0, 1),
            .line = "starts: 2: at most 1");
    choice.starts = SKED_AR_FREED;
    choice.ends = (sked_ar_ends)3;
    REFUSED(find(&request, &choice), .status = SKED_E_SETTING, LIMITS("ends", 3, 0, 2),
            .line = "ends: 3: at most 2");
    choice.ends = SKED_AR_ENDS_AT_HORIZON;
    choice.pick = (sked_ar_pick)4;
    REFUSED(find(&request, &choice), .status = SKED_E_SETTING, LIMITS("pick", 4, 0, 3),
            .line = "pick: 4: at most 3");
    choice.pick = SKED_AR_PICKER;
    ACCEPTED(find(&request, &choice));
    capacities[0] = capacities[1] = capacities[2] = 1;
    capacities[3] = 2;
    open_calendar(capacities);
    REFUSED(find(&request, &choice), .status = SKED_E_SETTING, MEMBER("pick"),
            .what = "no picker for unequal processors",
            .line = "pick: no picker for unequal processors");
}

/* Which alternative it is that is wrong, unless there is one alone. */
static void test_ar_any(void) {
    sked_ar_request any[3];
    sked_ar_answer answer;
    uint32_t i;
    open_calendar(NULL);
    for (i = 0; i < 3; i++) {
        any[i] = ar_request();
    }
#define ANY(count, criterion) \
    sked_ar_find_any(&calendar, any, count, criterion, NULL, &answer, NULL, scratch, \
                     sizeof(scratch))
    ACCEPTED(ANY(3, SKED_AR_EARLIEST_END));
    REFUSED(ANY(3, (sked_ar_criterion)3), .status = SKED_E_SETTING, LIMITS("criterion", 3, 0, 2),
            .line = "criterion: 3: at most 2");
    any[2].duration = 0;
    REFUSED(ANY(3, SKED_AR_EARLIEST_END), .status = SKED_E_TIME, OF("alternative", 2),
            LIMITS("duration", 0, 1, LAST), .line = "alternative 2: duration: 0: at least 1");
    any[0].duration = 0;
    REFUSED(ANY(1, SKED_AR_EARLIEST_END), .status = SKED_E_TIME, LIMITS("duration", 0, 1, LAST),
            .line = "duration: 0: at least 1");
    any[0].refusal = NULL;
    CHECK(ANY(3, SKED_AR_EARLIEST_END) == SKED_E_TIME && is_untouched(&refusal));
    CHECK(ANY(0, SKED_AR_EARLIEST_END) == SKED_E_RANGE && is_untouched(&refusal));
#undef ANY
}

static void test_ar_blocks(void) {
    static sked_align calendar_room[400];
    const sked_ar_settings settings = ar_settings();
    const sked_ar_request request = ar_request();
    sked_time first = 5, beyond = 0;
    sked_ar_explanation reason;
    sked_ar_rectangle rectangle;
    sked_ar_answer answer;
    size_t bytes = 0;
    CHECK(sked_ar_init(&calendar, &settings, calendar_room, sizeof(calendar_room)) == SKED_OK);
    CHECK(sked_ar_find_bytes(&calendar, &bytes) == SKED_OK && bytes <= sizeof(room));
#define FIND(block, bytes) sked_ar_find(&calendar, &request, NULL, &answer, NULL, block, bytes)
    CHECK_BLOCKS(FIND, bytes);
#define ANY(block, bytes) \
    sked_ar_find_any(&calendar, &request, 1, SKED_AR_LEAST_AREA, NULL, &answer, NULL, block, bytes)
    CHECK_BLOCKS(ANY, bytes);
#define RECTANGLE(block, bytes) \
    sked_ar_rectangle_at(&calendar, &request, 5, &rectangle, NULL, block, bytes)
    CHECK_BLOCKS(RECTANGLE, bytes);
#define STARTS(block, bytes) \
    sked_ar_next_starts(&calendar, &request, &first, &beyond, block, bytes)
    CHECK_BLOCKS(STARTS, bytes);
#define EXPLAIN(block, bytes) sked_ar_explain(&calendar, &request, &reason, block, bytes)
    CHECK_BLOCKS(EXPLAIN, bytes);
#undef FIND
#undef ANY
#undef RECTANGLE
#undef STARTS
#undef EXPLAIN
}

static void test_ar_starts(void) {
    sked_ar_request request = ar_request();
    sked_word words[1];
    sked_set wide = set_of(words, UNITS + 1, 0x3);
    sked_time first = 5, beyond = 0;
    sked_ar_explanation reason;
    sked_ar_rectangle rectangle;
    open_calendar(NULL);
#define AT(start, set) \
    sked_ar_rectangle_at(&calendar, &request, start, &rectangle, set, scratch, sizeof(scratch))
    REFUSED(AT(-1, NULL), .status = SKED_E_TIME, LIMITS("start", -1, 0, LAST),
            .line = "start: -1: at least 0");
    request.duration = 0;
    REFUSED(AT(5, NULL), .status = SKED_E_TIME, LIMITS("duration", 0, 1, LAST),
            .line = "duration: 0: at least 1");
    request.duration = 10;
    REFUSED(AT(5, &wide), .status = SKED_E_RANGE, LIMITS("free_set->size", 5, 4, 4),
            .line = "free_set->size: 5: exactly 4");
    request.allowed = &wide;
    REFUSED(AT(5, NULL), .status = SKED_E_RANGE, LIMITS("allowed->size", 5, 4, 4),
            .line = "allowed->size: 5: exactly 4");
    request.allowed = NULL;
    REFUSED(AT(4, NULL), .status = SKED_E_PAST, LIMITS("start", 4, 5, NEVER),
            .line = "start: 4: at least 5");
    REFUSED(AT(91, NULL), .status = SKED_E_HORIZON, LIMITS("start", 91, 0, 90),
            .line = "start: 91: at most 90");
#undef AT
    request.count = 0;
    REFUSED(sked_ar_next_starts(&calendar, &request, &first, &beyond, scratch, sizeof(scratch)),
            .status = SKED_E_NO_WIDTH, LIMITS("count", 0, 1, NEVER),
            .line = "count: 0: at least 1");
    REFUSED(sked_ar_explain(&calendar, &request, &reason, scratch, sizeof(scratch)),
            .status = SKED_E_NO_WIDTH, LIMITS("count", 0, 1, NEVER),
            .line = "count: 0: at least 1");
    request.count = 1;
    first = 4;
    REFUSED(sked_ar_next_starts(&calendar, &request, &first, &beyond, scratch, sizeof(scratch)),
            .status = SKED_E_RANGE, LIMITS("first", 4, 5, NEVER), .line = "first: 4: at least 5");
}

/* ---- trees ----------------------------------------------------------------------------------- */

/* A root, 2, over two leaves, 0 and 1, with processors 0 1 and 2 3. */
static uint32_t parents[3], leaves[4], links[3];
static sked_fattree tree;
static sked_align tree_room[200];

static sked_fattree_settings tree_settings(void) {
    sked_fattree_settings settings = {
        .switches = 3, .processors = 4, .parent = parents, .leaf = leaves, .links = links,
        .refusal = &refusal};
    uint32_t i;
    for (i = 0; i < 4; i++) {
        leaves[i] = i / 2;
    }
    parents[0] = parents[1] = 2;
    parents[2] = SKED_NONE;
    links[0] = links[1] = links[2] = 1;
    return settings;
}

static void open_tree(void) {
    const sked_fattree_settings settings = tree_settings();
    CHECK(sked_fattree_init(&tree, &settings, tree_room, sizeof(tree_room)) == SKED_OK);
}

static void test_tree_sizes(void) {
    sked_fattree_settings settings = tree_settings();
    size_t bytes = 0;
    ACCEPTED(sked_fattree_bytes(&settings, &bytes));
    CHECK(bytes <= sizeof(room));
#define INIT(block, bytes) sked_fattree_init(&tree, &settings, block, bytes)
    CHECK_BLOCKS(INIT, bytes);
#undef INIT
    CHECK(is_told_of_memory(sked_fattree_create(&tree, &settings, nobody), bytes));
    settings.switches = 0;
    REFUSED(sked_fattree_bytes(&settings, &bytes), .status = SKED_E_NO_SWITCH,
            LIMITS("switches", 0, 1, UINT32_MAX), .line = "switches: 0: at least 1");
    settings = tree_settings();
    settings.processors = 0;
    REFUSED(sked_fattree_bytes(&settings, &bytes), .status = SKED_E_NO_PROCESSORS,
            LIMITS("processors", 0, 1, UINT32_MAX), .line = "processors: 0: at least 1");
    settings = tree_settings();
    settings.switches = SKED_FATTREE_MAX + 1;
    REFUSED(sked_fattree_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("switches", SKED_FATTREE_MAX + 1, 1, SKED_FATTREE_MAX),
            .line = "switches: 67108865: at most 67108864");
    settings = tree_settings();
    settings.processors = SKED_FATTREE_MAX + 1;
    REFUSED(sked_fattree_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("processors", SKED_FATTREE_MAX + 1, 1, SKED_FATTREE_MAX),
            .line = "processors: 67108865: at most 67108864");
    settings.processors = settings.switches = SKED_FATTREE_MAX;
    if (sizeof(size_t) < 8) {
        REFUSED(sked_fattree_bytes(&settings, &bytes), .status = SKED_E_OVERFLOW,
                MEMBER("processors"),
                .line = "processors: a size or a sum of times exceeds its type");
    }
}

static sked_status grow_tree(const sked_fattree_settings *settings) {
    return sked_fattree_init(&tree, settings, room, sizeof(room));
}

static void test_tree_shapes(void) {
    sked_fattree_settings settings = tree_settings();
    parents[1] = 3;
    REFUSED(grow_tree(&settings), .status = SKED_E_RANGE, OF("switch", 1), NUMBER("parent", 3),
            .line = "switch 1: parent: 3: a number or a set is outside its documented range");
    settings = tree_settings();
    links[0] = 0;
    REFUSED(grow_tree(&settings), .status = SKED_E_RANGE, OF("switch", 0), NUMBER("links", 0),
            .line = "switch 0: links: 0: a number or a set is outside its documented range");
    settings = tree_settings();
    leaves[3] = 4;
    REFUSED(grow_tree(&settings), .status = SKED_E_RANGE, OF("processor", 3), NUMBER("leaf", 4),
            .line = "processor 3: leaf: 4: a number or a set is outside its documented range");
    settings = tree_settings();
    leaves[3] = 2;
    REFUSED(grow_tree(&settings), .status = SKED_E_MIXED, OF("switch", 2), WHOLE,
            .line = "switch 2: a switch has both processors and switches");
    settings = tree_settings();
    leaves[2] = leaves[3] = 0;
    REFUSED(grow_tree(&settings), .status = SKED_E_BARE, OF("switch", 1), WHOLE,
            .line = "switch 1: a switch has no processor below it");
    settings = tree_settings();
    parents[1] = SKED_NONE;
    parents[2] = 2;
    REFUSED(grow_tree(&settings), .status = SKED_E_CYCLE, MEMBER("parent"),
            .line = "parent: a switch is above itself");
    settings = tree_settings();
    links[1] = UINT32_MAX;
    ACCEPTED(grow_tree(&settings));
}

/* A way of 33 switches; and links that are too long for the square of the processors. */
static void test_tree_levels(void) {
    static uint32_t above[SKED_FATTREE_LEVELS + 1], long_links[SKED_FATTREE_LEVELS + 1];
    static uint32_t home[600];
    sked_fattree_settings settings = tree_settings();
    uint32_t i;
    for (i = 0; i <= SKED_FATTREE_LEVELS; i++) {
        above[i] = i == 0 ? SKED_NONE : i - 1;
        long_links[i] = UINT32_MAX;
    }
    settings.switches = SKED_FATTREE_LEVELS + 1;
    settings.processors = 1;
    settings.parent = above;
    settings.leaf = home;
    settings.links = long_links;
    home[0] = SKED_FATTREE_LEVELS;
    REFUSED(grow_tree(&settings), .status = SKED_E_LEVELS, OF("switch", SKED_FATTREE_LEVELS),
            WHOLE, .line = "switch 32: there are more levels of switches than SKED_FATTREE_LEVELS");
    settings.switches = 2;
    settings.processors = 600;
    for (i = 0; i < 600; i++) {
        home[i] = 1;
    }
    REFUSED(grow_tree(&settings), .status = SKED_E_OVERFLOW, MEMBER("links"),
            .line = "links: a size or a sum of times exceeds its type");
}

static sked_fattree_request tree_request(uint32_t count) {
    sked_fattree_request request = sked_fattree_request_of(count);
    request.refusal = &refusal;
    return request;
}

static void test_tree_requests(void) {
    sked_fattree_request request = tree_request(2);
    size_t bytes = 0;
    open_tree();
    ACCEPTED(sked_fattree_find_bytes(&tree, &request, &bytes));
    request.count = 0;
    REFUSED(sked_fattree_find_bytes(&tree, &request, &bytes), .status = SKED_E_NO_WIDTH,
            LIMITS("count", 0, 1, 4), .line = "count: 0: at least 1");
    request.count = 5;
    REFUSED(sked_fattree_find_bytes(&tree, &request, &bytes), .status = SKED_E_TOO_WIDE,
            LIMITS("count", 5, 1, 4), .line = "count: 5: at most 4");
    request = tree_request(2);
    request.mode = (sked_fattree_mode)2;
    REFUSED(sked_fattree_find_bytes(&tree, &request, &bytes), .status = SKED_E_SETTING,
            LIMITS("mode", 2, 0, 1), .line = "mode: 2: at most 1");
    request = tree_request(2);
    request.fragment_weight_q10 = 1025;
    REFUSED(sked_fattree_find_bytes(&tree, &request, &bytes), .status = SKED_E_RANGE,
            LIMITS("fragment_weight_q10", 1025, 0, 1024),
            .line = "fragment_weight_q10: 1025: at most 1024");
    request = tree_request(2);
    request.segment = 3;
    REFUSED(sked_fattree_find_bytes(&tree, &request, &bytes), .status = SKED_E_RANGE,
            MEMBER("count"), .what = "no multiple", WITH("segment", 3),
            .line = "count with segment 3: no multiple");
}

/* Rules, aims, isolation. */
static void test_tree_rules(void) {
    sked_fattree_rule rules[2] = {{.level = 1}, {.level = 2}};
    sked_fattree_request request = tree_request(3);
    uint32_t owner[4] = {0, 1, SKED_NONE, 3};
    size_t bytes = 0;
    open_tree();
    request.rules = rules;
    request.rules_count = 2;
    ACCEPTED(sked_fattree_find_bytes(&tree, &request, &bytes));
#define RULES(...) REFUSED(sked_fattree_find_bytes(&tree, &request, &bytes), __VA_ARGS__)
    rules[1].level = 0;
    RULES(.status = SKED_E_RANGE, OF("rule", 1), LIMITS("level", 0, 1, 32),
          .line = "rule 1: level: 0: at least 1");
    rules[1].level = SKED_FATTREE_LEVELS + 1;
    RULES(.status = SKED_E_RANGE, OF("rule", 1), LIMITS("level", 33, 1, 32),
          .line = "rule 1: level: 33: at most 32");
    rules[1].level = 1;
    RULES(.status = SKED_E_RANGE, OF("rule", 1), MEMBER("level"), .what = "has a rule already",
          .line = "rule 1: level: has a rule already");
    rules[1].level = SKED_FATTREE_LEVELS;
    rules[0].least = 3;
    rules[0].most = 2;
    RULES(.status = SKED_E_RANGE, OF("rule", 0), MEMBER("least"), .what = "above most",
          .line = "rule 0: least: above most");
    rules[0].most = 3;
    ACCEPTED(sked_fattree_find_bytes(&tree, &request, &bytes));
    rules[0].multiple = 2;
    RULES(.status = SKED_E_RANGE, OF("rule", 0), MEMBER("multiple"),
          .what = "does not divide count", .line = "rule 0: multiple: does not divide count");
    rules[0].options = SKED_FATTREE_REST | SKED_FATTREE_WHOLE;
    ACCEPTED(sked_fattree_find_bytes(&tree, &request, &bytes));
    rules[1].options = 4;
    RULES(.status = SKED_E_SETTING, OF("rule", 1), LIMITS("options", 4, 0, 3),
          .line = "rule 1: options: 4: at most 3");
    rules[1].options = SKED_FATTREE_REST;       /* of no multiple: none */
    ACCEPTED(sked_fattree_find_bytes(&tree, &request, &bytes));
    rules[1].multiple = 2;
    RULES(.status = SKED_E_SETTING, OF("rule", 1), MEMBER("options"), .what = "a second rest",
          .line = "rule 1: options: a second rest");
    rules[1].options = rules[1].multiple = 0;
    rules[0].blocks_max = rules[1].blocks_max = 1;
    RULES(.status = SKED_E_SETTING, OF("rule", 1), MEMBER("blocks_max"),
          .what = "a second limit of this kind",
          .line = "rule 1: blocks_max: a second limit of this kind");
    rules[1].blocks_max = 0;
    request.leaves_max = 1;
    RULES(.status = SKED_E_SETTING, OF("rule", 0), MEMBER("blocks_max"),
          .what = "a second limit of this kind",
          .line = "rule 0: blocks_max: a second limit of this kind");
    request = tree_request(3);
    request.aim = (sked_fattree_aim)4;
    RULES(.status = SKED_E_SETTING, LIMITS("aim", 4, 0, 3), .line = "aim: 4: at most 3");
    request = tree_request(3);
    request.aim_level = SKED_FATTREE_LEVELS + 1;
    RULES(.status = SKED_E_RANGE, LIMITS("aim_level", 33, 0, 32),
          .line = "aim_level: 33: at most 32");
    request = tree_request(3);
    request.crossing_max = 1;
    RULES(.status = SKED_E_SETTING, MEMBER("owner"), .what = "needed with crossing_max",
          .line = "owner: needed with crossing_max");
    request.owner = owner;
    ACCEPTED(sked_fattree_find_bytes(&tree, &request, &bytes));
    request.fragment_weight_q10 = 1;
    RULES(.status = SKED_E_SETTING, MEMBER("crossing_max"), .what = "not with fragment_weight_q10",
          .line = "crossing_max: not with fragment_weight_q10");
#undef RULES
}

static void test_tree_finds(void) {
    sked_fattree_request request = tree_request(2);
    sked_word words[3][1];
    sked_set set = set_of(words[0], 4, 0), wide = set_of(words[1], 5, 0x3);
    const sked_set few = set_of(words[2], 4, 0x5);
    const sked_fattree none = SKED_ZERO;
    sked_fattree_answer answer;
    size_t bytes = 0;
    open_tree();
    ACCEPTED(sked_fattree_find_bytes(&tree, &request, &bytes));
    CHECK(bytes <= sizeof(room));
#define FIND(block, bytes) sked_fattree_find(&tree, &request, &answer, &set, block, bytes)
    CHECK_BLOCKS(FIND, bytes);
    set.size = 5;
    REFUSED(FIND(room, bytes), .status = SKED_E_RANGE, LIMITS("set->size", 5, 4, 4),
            .line = "set->size: 5: exactly 4");
    set.size = 4;
    request.allowed = &wide;
    REFUSED(FIND(room, bytes), .status = SKED_E_RANGE, LIMITS("allowed->size", 5, 4, 4),
            .line = "allowed->size: 5: exactly 4");
    request.allowed = NULL;
    request.excluded = &wide;
    REFUSED(FIND(room, bytes), .status = SKED_E_RANGE, LIMITS("excluded->size", 5, 4, 4),
            .line = "excluded->size: 5: exactly 4");
    request.excluded = NULL;
    request.required = &wide;
    REFUSED(FIND(room, bytes), .status = SKED_E_RANGE, LIMITS("required->size", 5, 4, 4),
            .line = "required->size: 5: exactly 4");
    request.required = NULL;
    request.levels_max = 1;
    request.count = 3;                          /* a fair question, with no for an answer */
    REFUSED(FIND(room, sizeof(room)), .status = SKED_E_LIMITS, WHOLE,
            .line = "enough are free, but no choice of them keeps the limits of the request");
    request.allowed = &few;
    REFUSED(FIND(room, sizeof(room)), .status = SKED_E_NOT_FREE, WHOLE,
            .line = "too few processors are free, or one that is named is not");
    REFUSED(sked_fattree_find(&none, &request, &answer, &set, room, bytes),
            .status = SKED_E_EMPTY, WHOLE,
            .line = "the object is empty: never created, refused, or destroyed");
#undef FIND
}

/* Of several templates the one at fault; the only one, too. */
static void test_pickers(void) {
    sked_fattree_request kinds[2];
    sked_fattree_picker_settings settings = {.tree = &tree, .refusal = &refusal};
    const sked_fattree none = SKED_ZERO;
    sked_fattree_picker picker;
    size_t bytes = 0;
    open_tree();
    kinds[0] = kinds[1] = sked_fattree_request_of(0);
    ACCEPTED(sked_fattree_picker_bytes(&settings, &bytes));
    CHECK(bytes <= sizeof(room));
#define INIT(block, bytes) sked_fattree_picker_init(&picker, &settings, block, bytes)
    CHECK_BLOCKS(INIT, bytes);
    settings.width_max = 5;
    REFUSED(INIT(room, sizeof(room)), .status = SKED_E_TOO_WIDE, LIMITS("count", 5, 1, 4),
            .line = "count: 5: at most 4");
    settings.templates = kinds;
    settings.templates_count = 1;
    REFUSED(INIT(room, sizeof(room)), .status = SKED_E_TOO_WIDE, OF("template", 0),
            LIMITS("count", 5, 1, 4), .line = "template 0: count: 5: at most 4");
    settings.width_max = 0;
    settings.templates_count = 2;
    ACCEPTED(INIT(room, sizeof(room)));
    kinds[1].fragment_weight_q10 = 2000;
    REFUSED(INIT(room, sizeof(room)), .status = SKED_E_RANGE, OF("template", 1),
            LIMITS("fragment_weight_q10", 2000, 0, 1024),
            .line = "template 1: fragment_weight_q10: 2000: at most 1024");
    settings.tree = &none;
    REFUSED(INIT(room, sizeof(room)), .status = SKED_E_EMPTY, MEMBER("tree"),
            .line = "tree: the object is empty: never created, refused, or destroyed");
#undef INIT
}

static void test_units(void) {
    const sked_units_settings good = {.tree = &tree, .jobs_max = 2, .refusal = &refusal};
    sked_units_settings settings = good;
    sked_fattree none = SKED_ZERO;
    sked_units units;
    size_t bytes = 0;
    open_tree();
    ACCEPTED(sked_units_bytes(&settings, &bytes));
    CHECK(bytes <= sizeof(room));
#define INIT(block, bytes) sked_units_init(&units, &settings, block, bytes)
    CHECK_BLOCKS(INIT, bytes);
#undef INIT
    CHECK(is_told_of_memory(sked_units_create(&units, &settings, nobody), bytes));
    settings.tree = &none;
    REFUSED(sked_units_bytes(&settings, &bytes), .status = SKED_E_EMPTY, MEMBER("tree"),
            .line = "tree: the object is empty: never created, refused, or destroyed");
    settings = good;
    settings.unit_size = 4;
    REFUSED(sked_units_bytes(&settings, &bytes), .status = SKED_E_SETTING, OF("switch", 0),
            NUMBER("unit_size", 4), WITH("processors", 2),
            .line = "switch 0: unit_size: 4 with processors 2: a setting has no such value, or "
                    "this program leaves it out");
    settings = good;
    settings.options = 2;
    REFUSED(sked_units_bytes(&settings, &bytes), .status = SKED_E_SETTING,
            LIMITS("options", 2, 0, 1), .line = "options: 2: at most 1");
    settings = good;
    settings.batch_max = 65;
    REFUSED(sked_units_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("batch_max", 65, 0, 64), .line = "batch_max: 65: at most 64");
    settings = good;
    settings.jobs_max = 0;
    REFUSED(sked_units_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("jobs_max", 0, 1, MOST), .line = "jobs_max: 0: at least 1");
    settings.jobs_max = MOST;
    if (sizeof(size_t) < 8) {
        REFUSED(sked_units_bytes(&settings, &bytes), .status = SKED_E_OVERFLOW,
                MEMBER("jobs_max"), .line = "jobs_max: a size or a sum of times exceeds its type");
    }
}

/* ---- moldable tasks -------------------------------------------------------------------------- */

enum { TASKS = 2 };

static sked_moldable_task tasks[TASKS];
static sked_span spans[2];
static sked_moldable_settings machine;
static sked_moldable plans;

static void two_tasks(void) {
    const sked_moldable_settings settings = sked_moldable_settings_of(4, tasks, TASKS);
    machine = settings;
    machine.refusal = &refusal;
    machine.intervals_max = 1;
    machine.cells_max = 8;
    machine.spans = spans;
    tasks[0] = sked_moldable_task_rigid(5, 1);
    tasks[1] = sked_moldable_task_amdahl(9, 100);
    spans[0].start = spans[1].start = 1;
    spans[0].end = spans[1].end = 2;
    spans[0].count = spans[1].count = 1;
    spans[0].set = spans[1].set = NULL;
}

static void test_moldable_counts(void) {
    sked_word words[1];
    sked_set out = set_of(words, TASKS + 1, 0);
    size_t bytes = 0;
    two_tasks();
    ACCEPTED(sked_moldable_check(&machine));
    ACCEPTED(sked_moldable_bytes(&machine, &bytes));
    CHECK(bytes <= sizeof(room));
#define INIT(block, bytes) sked_moldable_init(&plans, &machine, block, bytes)
    CHECK_BLOCKS(INIT, bytes);
#undef INIT
    CHECK(is_told_of_memory(sked_moldable_create(&plans, &machine, nobody), bytes));
    machine.processors = 0;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_NO_PROCESSORS,
            LIMITS("processors", 0, 1, SKED_MOLDABLE_MAX), .line = "processors: 0: at least 1");
    machine.processors = SKED_MOLDABLE_MAX + 1;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE,
            LIMITS("processors", SKED_MOLDABLE_MAX + 1, 1, SKED_MOLDABLE_MAX),
            .line = "processors: 67108865: at most 67108864");
    two_tasks();
    machine.tasks_count = 0;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_NO_TASKS,
            LIMITS("tasks_count", 0, 1, SKED_MOLDABLE_MAX), .line = "tasks_count: 0: at least 1");
    machine.tasks_count = SKED_MOLDABLE_MAX + 1;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE,
            LIMITS("tasks_count", SKED_MOLDABLE_MAX + 1, 1, SKED_MOLDABLE_MAX),
            .line = "tasks_count: 67108865: at most 67108864");
    two_tasks();
    machine.spans_count = SKED_MOLDABLE_MAX + 1;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE,
            LIMITS("spans_count", SKED_MOLDABLE_MAX + 1, 0, SKED_MOLDABLE_MAX),
            .line = "spans_count: 67108865: at most 67108864");
    two_tasks();
    machine.frontier_max = 65537;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE,
            LIMITS("frontier_max", 65537, 0, 65536), .line = "frontier_max: 65537: at most 65536");
    two_tasks();
    machine.intervals_max = 257;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE,
            LIMITS("intervals_max", 257, 0, 256), .line = "intervals_max: 257: at most 256");
    two_tasks();
    machine.leave_out = &out;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE,
            LIMITS("leave_out->size", 3, 2, 2), .line = "leave_out->size: 3: exactly 2");
    out.size = TASKS;
    words[0] = 4;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE, MEMBER("leave_out->size"),
            .what = "members beyond it", .line = "leave_out->size: members beyond it");
}

static void test_moldable_spans(void) {
    two_tasks();
    machine.spans_count = 2;
    ACCEPTED(sked_moldable_check(&machine));
    spans[1].start = -1;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_TIME, OF("span", 1), WHOLE,
            .line = "span 1: a time is negative, or beyond SKED_TIME_MAX where SKED_NEVER may not "
                    "be");
    spans[1].start = 2;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE, OF("span", 1),
            LIMITS("end", 2, 3, NEVER), .line = "span 1: end: 2: at least 3");
    spans[1].end = NEVER;
    spans[1].count = 4;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_NEVER_FITS, MEMBER("spans"),
            .what = "those without an end leave no processor",
            .line = "spans: those without an end leave no processor");
    spans[1].count = 3;
    spans[1].start = LAST;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_OVERFLOW, MEMBER("spans"),
            .line = "spans: a size or a sum of times exceeds its type");
    two_tasks();
    machine.now = -1;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_TIME, LIMITS("now", -1, 0, LAST),
            .line = "now: -1: at least 0");
}

static void test_moldable_tables(void) {
    sked_time times[3] = {9, 0, 4};
    sked_moldable_allotment list[2] = {{.width = 2, .time = 9}, {.width = 2, .time = 5}};
    two_tasks();
    tasks[1] = sked_moldable_task_table(times, 3);
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_NO_TIME, OF("task", 1),
            LIMITS("times", 0, 1, LAST), .line = "task 1: times: 0: at least 1");
    times[1] = -5;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_TIME, OF("task", 1),
            LIMITS("times", -5, 1, LAST), .line = "task 1: times: -5: at least 1");
    times[1] = 5;
    tasks[1].width_min = 4;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_WIDTHS, OF("task", 1),
            MEMBER("count"), .what = "no allowed width", .line = "task 1: count: no allowed width");
    tasks[1] = sked_moldable_task_list(list, 2);
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_WIDTHS, OF("task", 1),
            LIMITS("allotments: width", 2, 3, NEVER),
            .line = "task 1: allotments: width: 2: at least 3");
    list[0].width = 0;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_WIDTHS, OF("task", 1),
            LIMITS("allotments: width", 0, 1, NEVER),
            .line = "task 1: allotments: width: 0: at least 1");
    list[0].width = 5;
    tasks[1].count = 1;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_TOO_WIDE, OF("task", 1),
            LIMITS("width", 5, 1, 4), .line = "task 1: width: 5: at most 4");
    list[0].width = 1;
    ACCEPTED(sked_moldable_check(&machine));
}

static void test_moldable_forms(void) {
    two_tasks();
    tasks[1].form = (sked_moldable_form)7;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_SETTING, OF("task", 1),
            NUMBER("form", 7),
            .line = "task 1: form: 7: a setting has no such value, or this program leaves it out");
    tasks[1] = sked_moldable_task_amdahl(9, 1001);
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE, OF("task", 1),
            LIMITS("sequential_permille", 1001, 0, 1000),
            .line = "task 1: sequential_permille: 1001: at most 1000");
    tasks[1] = sked_moldable_task_downey(9, 999, 0);
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE, OF("task", 1),
            LIMITS("parallelism_permille", 999, 1000, UINT32_MAX),
            .line = "task 1: parallelism_permille: 999: at least 1000");
    tasks[1] = sked_moldable_task_downey(9, 1000, 1048577);
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE, OF("task", 1),
            LIMITS("variance_permille", 1048577, 0, 1048576),
            .line = "task 1: variance_permille: 1048577: at most 1048576");
    tasks[1] = sked_moldable_task_oracle();
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_RANGE, OF("task", 1),
            MEMBER("oracle.time"), .what = "it is NULL",
            .line = "task 1: oracle.time: it is NULL");
    tasks[1] = sked_moldable_task_rigid(5, 0);
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_WIDTHS, OF("task", 1),
            LIMITS("width_min", 0, 1, UINT32_MAX), .line = "task 1: width_min: 0: at least 1");
    tasks[1] = sked_moldable_task_amdahl(9, 100);
    tasks[1].width_min = 3;
    tasks[1].width_max = 2;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_WIDTHS, OF("task", 1),
            LIMITS("width_min", 3, 1, 2), .line = "task 1: width_min: 3: at most 2");
    tasks[1] = sked_moldable_task_rigid(5, 5);
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_TOO_WIDE, OF("task", 1),
            LIMITS("width_min", 5, 1, 4), .line = "task 1: width_min: 5: at most 4");
    tasks[1] = sked_moldable_task_divisible(0);
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_NO_TIME, OF("task", 1),
            LIMITS("time", 0, 1, LAST), .line = "task 1: time: 0: at least 1");
    tasks[1] = sked_moldable_task_amdahl(LAST / 2000 + 1, 100);
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_OVERFLOW, OF("task", 1),
            LIMITS("time", LAST / 2000 + 1, 1, LAST / 2000),
            .line = "task 1: time: 2305843009213694: at most 2305843009213693");
    tasks[1] = sked_moldable_task_rigid(5, 1);
    tasks[1].ready = -1;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_TIME, OF("task", 1),
            LIMITS("ready", -1, 0, LAST), .line = "task 1: ready: -1: at least 0");
    tasks[1].ready = LAST / 4;
    REFUSED(sked_moldable_check(&machine), .status = SKED_E_OVERFLOW, OF("task", 1),
            MEMBER("ready or time"),
            .line = "task 1: ready or time: a size or a sum of times exceeds its type");
}

static void test_moldable_sizes(void) {
    size_t bytes = 0;
    two_tasks();
    tasks[0].form = tasks[1].form = SKED_MOLDABLE_LIST;
    tasks[0].count = tasks[1].count = UINT32_MAX;
    REFUSED(sked_moldable_bytes(&machine, &bytes), .status = SKED_E_OVERFLOW,
            MEMBER("tasks_count"),
            .line = "tasks_count: a size or a sum of times exceeds its type");
    tasks[0].count = UINT32_MAX - 1;
    tasks[1].form = SKED_MOLDABLE_RIGID;
    if (sizeof(size_t) < 8) {
        REFUSED(sked_moldable_bytes(&machine, &bytes), .status = SKED_E_OVERFLOW,
                MEMBER("tasks_count"),
                .line = "tasks_count: a size or a sum of times exceeds its type");
    }
}

static void test_moldable_choices(void) {
    sked_moldable_choice choice = SKED_ZERO;
    sked_moldable_row rows[TASKS];
    two_tasks();
    CHECK(sked_moldable_init(&plans, &machine, room, sizeof(room)) == SKED_OK);
    choice.refusal = &refusal;
#define PLAN() sked_moldable_plan(&plans, &choice, rows, NULL)
    choice.method = SKED_MOLDABLE_DEMT;
    ACCEPTED(PLAN());
    choice.shuffles = 65537;
    REFUSED(PLAN(), .status = SKED_E_RANGE, LIMITS("shuffles", 65537, 0, 65536),
            .line = "shuffles: 65537: at most 65536");
    choice.shuffles = 0;
    choice.makespan_weight = 1001;
    REFUSED(PLAN(), .status = SKED_E_RANGE, LIMITS("makespan_weight", 1001, 0, 1000),
            .line = "makespan_weight: 1001: at most 1000");
    choice.makespan_weight = 0;
    choice.minsum_weight = 1002;
    REFUSED(PLAN(), .status = SKED_E_RANGE, LIMITS("minsum_weight", 1002, 0, 1000),
            .line = "minsum_weight: 1002: at most 1000");
    choice.minsum_weight = 0;
    choice.makespan_max = -1;
    REFUSED(PLAN(), .status = SKED_E_TIME, LIMITS("makespan_max", -1, 0, LAST),
            .line = "makespan_max: -1: at least 0");
    choice.makespan_max = 0;
    choice.method = (sked_moldable_method)(SKED_MOLDABLE_SHELVES + 1);
    REFUSED(PLAN(), .status = SKED_E_SETTING,
            LIMITS("method", SKED_MOLDABLE_SHELVES + 1, 0, SKED_MOLDABLE_SHELVES),
            .line = "method: 11: at most 10");
    choice.method = SKED_MOLDABLE_BEST;
    choice.order = (sked_moldable_order)(SKED_MOLDABLE_SHELF + 1);
    REFUSED(PLAN(), .status = SKED_E_SETTING,
            LIMITS("order", SKED_MOLDABLE_SHELF + 1, 0, SKED_MOLDABLE_SHELF),
            .line = "order: 7: at most 6");
    choice.order = SKED_MOLDABLE_SHELF;
    REFUSED(PLAN(), .status = SKED_E_SETTING, MEMBER("order"),
            .what = "SKED_MOLDABLE_SHELF is for SKED_MOLDABLE_SHELVES alone",
            .line = "order: SKED_MOLDABLE_SHELF is for SKED_MOLDABLE_SHELVES alone");
    choice.order = (sked_moldable_order)0;
    choice.arrivals = (sked_moldable_arrivals)(SKED_MOLDABLE_BATCHED + 1);
    REFUSED(PLAN(), .status = SKED_E_SETTING,
            LIMITS("arrivals", SKED_MOLDABLE_BATCHED + 1, 0, SKED_MOLDABLE_BATCHED),
            .line = "arrivals: 2: at most 1");
    choice.arrivals = SKED_MOLDABLE_BATCHED;
    REFUSED(PLAN(), .status = SKED_E_SETTING, MEMBER("arrivals"),
            .what = "the method does not plan in batches",
            .line = "arrivals: the method does not plan in batches");
    sked_moldable_destroy(&plans);
    REFUSED(PLAN(), .status = SKED_E_EMPTY, WHOLE,
            .line = "the object is empty: never created, refused, or destroyed");
#undef PLAN
}

/* ---- shares and victims ---------------------------------------------------------------------- */

static sked_share_settings share_settings(void) {
    sked_share_settings settings = sked_share_settings_of(4, 100);
    settings.refusal = &refusal;
    return settings;
}

static void test_share_settings(void) {
    sked_share_settings settings = share_settings();
    sked_share share;
    size_t bytes = 0;
    ACCEPTED(sked_share_bytes(&settings, &bytes));
    CHECK(bytes <= sizeof(room));
#define INIT(block, bytes) sked_share_init(&share, &settings, block, bytes)
    CHECK_BLOCKS(INIT, bytes);
#undef INIT
    CHECK(is_told_of_memory(sked_share_create(&share, &settings, nobody), bytes));
    settings.accounts_max = 0;
    REFUSED(sked_share_bytes(&settings, &bytes), .status = SKED_E_RANGE,
            LIMITS("accounts_max", 0, 1, INT32_C(1) << 28), .line = "accounts_max: 0: at least 1");
    settings.accounts_max = INT32_C(1) << 28;
    if (sizeof(size_t) < 8) {
        REFUSED(sked_share_bytes(&settings, &bytes), .status = SKED_E_OVERFLOW,
                MEMBER("accounts_max"),
                .line = "accounts_max: a size or a sum of times exceeds its type");
    }
    settings = share_settings();
    settings.half_life = 63;
    REFUSED(sked_share_bytes(&settings, &bytes), .status = SKED_E_TIME,
            LIMITS("half_life", 63, 64, INT64_C(1) << 36), .line = "half_life: 63: at least 64");
    settings = share_settings();
    settings.ahead = 101;
    REFUSED(sked_share_bytes(&settings, &bytes), .status = SKED_E_TIME,
            LIMITS("ahead", 101, 0, 100), WITH("half_life", 100),
            .line = "ahead: 101 with half_life 100: at most 100");
}

static void test_victims(void) {
    static uint64_t costs[] = {1, 2};
    static const uint32_t gains[] = {1, 1}, enough = 2, more = 3;
    sked_preempt_request request = sked_preempt_request_of(2, costs, gains, &enough);
    sked_preempt_answer answer;
    uint32_t victims[2];
    size_t bytes = 0;
    request.refusal = &refusal;
    ACCEPTED(sked_preempt_bytes(&request, &bytes));
#define FIND(block, bytes) sked_preempt_find(&request, &answer, victims, block, bytes)
    CHECK_BLOCKS(FIND, bytes);
    request.needs = &more;
    REFUSED(FIND(room, bytes), .status = SKED_E_VICTIMS, MEMBER("needs"),
            .line = "needs: all candidates together give too little");
    costs[1] = UINT64_MAX;
    REFUSED(FIND(room, bytes), .status = SKED_E_OVERFLOW, OF("candidate", 1),
            NUMBER("costs", INT64_MAX),
            .line = "candidate 1: costs: 9223372036854775807: a size or a sum of times exceeds "
                    "its type");
    costs[1] = 2;
#undef FIND
    request.domains = 65;
    REFUSED(sked_preempt_bytes(&request, &bytes), .status = SKED_E_RANGE,
            LIMITS("domains", 65, 0, 64), .line = "domains: 65: at most 64");
    request.resources = 9;
    REFUSED(sked_preempt_bytes(&request, &bytes), .status = SKED_E_RANGE,
            LIMITS("resources", 9, 0, 8), .line = "resources: 9: at most 8");
    request.candidates = UINT32_MAX;
    REFUSED(sked_preempt_bytes(&request, &bytes), .status = SKED_E_RANGE,
            LIMITS("candidates", UINT32_MAX, 0, INT32_C(1) << 27),
            .line = "candidates: 4294967295: at most 134217728");
}

/* ---- nobody asks ----------------------------------------------------------------------------- */

/* Without a record the statuses are the same. */
static void test_no_record(void) {
    sked_map_request map = map_request();
    sked_queue_settings queue = queue_settings();
    sked_experience_settings experience = {.classes = 1};
    sked_ar_settings ar = ar_settings();
    sked_fattree_settings switches = tree_settings();
    size_t bytes = 0;
    map.refusal = NULL;
    table[0] = -1;
    CHECK(sked_map_prepare(&map, room, sizeof(room)) == SKED_E_TIME);
    CHECK(sked_map_prepare(&map, room, 0) == SKED_E_BLOCK);
    queue.refusal = NULL;
    queue.backgrounds = 1;
    queue.depth = 2;
    CHECK(sked_queue_bytes(&queue, &bytes) == SKED_E_SETTING);
    CHECK(sked_experience_bytes(&experience, &bytes) == SKED_E_RANGE);
    ar.refusal = NULL;
    ar.horizon = 1;
    CHECK(sked_ar_bytes(&ar, &bytes) == SKED_E_TIME);
    switches.refusal = NULL;
    leaves[0] = 9;
    CHECK(grow_tree(&switches) == SKED_E_RANGE);
    two_tasks();
    machine.refusal = NULL;
    tasks[1].ready = -1;
    CHECK(sked_moldable_check(&machine) == SKED_E_TIME);
    furnish();
    lab.settings.refusal = NULL;
    lab.cluster[0].members_min = 9;
    CHECK(size_site() == SKED_E_RANGE && bytes == 0 && is_untouched(&refusal));
}

int main(void) {
    test_lines();
    test_map_settings();
    test_map_tables();
    test_map_runs();
    test_pjs_settings();
    test_pjs_clusters();
    test_pjs_tables();
    test_experience();
    test_queue_numbers();
    test_queue_policies();
    test_queue_sizes();
    test_site_counts();
    test_site_machines();
    test_site_users();
    test_site_queues();
    test_site_experience();
    test_ar_settings();
    test_ar_capacities();
    test_ar_requests();
    test_ar_sets();
    test_ar_choices();
    test_ar_any();
    test_ar_blocks();
    test_ar_starts();
    test_tree_sizes();
    test_tree_shapes();
    test_tree_levels();
    test_tree_requests();
    test_tree_rules();
    test_tree_finds();
    test_pickers();
    test_units();
    test_moldable_counts();
    test_moldable_spans();
    test_moldable_tables();
    test_moldable_forms();
    test_moldable_sizes();
    test_moldable_choices();
    test_share_settings();
    test_victims();
    test_no_record();
    return check_done("quick/refusals");
}
