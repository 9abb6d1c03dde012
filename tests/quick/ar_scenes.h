/* ar_scenes.h: the calendar of the quick tests, and short names for what their scenes tell it. */
/* SPDX-License-Identifier: MIT */
#ifndef AR_SCENES_H_INCLUDED
#define AR_SCENES_H_INCLUDED

/* The includer has included sched_ar.h and check.h, and says how many sked_align its ROOM has. A
 * mask stands for a set: bit p is processor p. */
#define NEVER SKED_NEVER
#define TOP SKED_TIME_MAX
enum { SETS = 16, PROCESSORS_MAX = 32, SCRATCH = 256 };

static sked_ar calendar;
static sked_ar empty;                   /* all zeros */
static sked_align room[ROOM], kept_room[ROOM], scratch[SCRATCH];
static unsigned char kept_handle[sizeof(sked_ar)];

/* How strictly a block is aligned: not at all where that is 1. */
struct probe {
    char first;
    sked_align aligned;
};
#define ALIGNMENT offsetof(struct probe, aligned)

/* ---- sets ------------------------------------------------------------------------------------ */

static sked_word set_words[SETS][SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
static sked_set sets[SETS];
static uint32_t sets_used, processors = 8;

/* A set that lives until SETS others have been asked for. */
static const sked_set *of_size(uint32_t size, uint32_t mask) {
    const uint32_t i = sets_used++ % SETS;
    uint32_t p;
    sets[i] = sked_set_of(set_words[i], size);
    for (p = 0; p < size; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(&sets[i], p);
        }
    }
    return &sets[i];
}

/* Of the calendar's size. */
static const sked_set *of(uint32_t mask) {
    return of_size(processors, mask);
}

/* One with a bit above its size: the calendar has 9 processors where this is used, so that there is
 * such a bit in words of every kind. */
static const sked_set *spilled(uint32_t mask) {
    const sked_set *set = of_size(9, mask);
    sked_word *last = &set->words[SKED_SET_WORDS(9u) - 1];
    *last = (sked_word)(*last | (sked_word)(1u << (9u % SKED_WORD_BITS)));
    return set;
}

static uint32_t mask_of(const sked_set *set) {
    uint32_t p, mask = 0;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        mask |= UINT32_C(1) << p;
    }
    return mask;
}

/* ---- the calendar ---------------------------------------------------------------------------- */

static sked_ar_settings settings_of(uint32_t size, uint32_t spans_max, uint32_t bookings_max) {
    sked_ar_settings settings = SKED_ZERO;
    settings.processors = size;
    settings.spans_max = spans_max;
    settings.bookings_max = bookings_max;
    settings.base = 0;
    settings.horizon = TOP;
    settings.capacities = NULL;
    return settings;
}

/* What a search needs; 0 for an empty calendar, which has no answer. */
static size_t find_bytes(const sked_ar *which) {
    size_t bytes = 0;
    return sked_ar_find_bytes(which, &bytes) == SKED_OK ? bytes : 0;
}

static void open_with(const sked_ar_settings *settings) {
    CHECK(sked_ar_init(&calendar, settings, room, sizeof(room)) == SKED_OK);
    CHECK(sked_ar_validate(&calendar) == SKED_OK);
    CHECK(find_bytes(&calendar) > 0 && find_bytes(&calendar) <= sizeof(scratch));
    processors = settings->processors;
}

/* During [base, horizon), with room for a few names. */
static void open_during(uint32_t size, sked_time base, sked_time horizon) {
    sked_ar_settings settings = settings_of(size, 8, 4);
    settings.base = base;
    settings.horizon = horizon;
    open_with(&settings);
}

static inline void open_unequal(const uint32_t *capacities, uint32_t size, sked_time horizon) {
    sked_ar_settings settings = settings_of(size, 8, 4);
    settings.horizon = horizon;
    settings.capacities = capacities;
    open_with(&settings);
}

static sked_ar_info info_of(const sked_ar *which) {
    static sked_ar_info info;          /* static: compilers cannot see that look succeeds */
    CHECK(sked_ar_get_info(which, &info) == SKED_OK);
    return info;
}

static void add(sked_time start, sked_time end, uint32_t mask) {
    CHECK(sked_ar_add(&calendar, start, end, of(mask)) == SKED_OK);
    CHECK(sked_ar_validate(&calendar) == SKED_OK);
}

static void take_out(sked_time start, sked_time end, uint32_t mask) {
    CHECK(sked_ar_remove(&calendar, start, end, of(mask)) == SKED_OK);
    CHECK(sked_ar_validate(&calendar) == SKED_OK);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void copy_bytes(void *to, const void *from, size_t bytes) {
    size_t i;
    for (i = 0; i < bytes; i++) {
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    }
}

static int are_bytes(const void *one, const void *other, size_t bytes) {
    size_t i;
    for (i = 0; i < bytes; i++) {
        if (((const unsigned char *)one)[i] != ((const unsigned char *)other)[i]) {
            return 0;
        }
    }
    return 1;
}

static void keep(void) {
    copy_bytes(kept_room, room, sizeof(room));
    copy_bytes(kept_handle, &calendar, sizeof(calendar));
}

static int is_kept(void) {
    return are_bytes(kept_room, room, sizeof(room)) &&
           are_bytes(kept_handle, &calendar, sizeof(calendar));
}

/* ---- content --------------------------------------------------------------------------------- */

/* A record: from when on, and who is busy. Lists of them end with END. */
typedef struct record {
    sked_time start;
    uint32_t busy;
} record;
#define END {NEVER, 0}

/* Is the whole content these records, told with and without sets? */
static int is_content_of(const sked_ar *which, const record *want) {
    const sked_ar_info info = info_of(which);
    sked_time time = info.base;
    sked_span span, plain;
    sked_set set;
    uint32_t records = 0;
    for (; want->start != NEVER; want++, records++) {
        const sked_time end = want[1].start == NEVER ? info.horizon : want[1].start;
        if (want->start != time || sked_ar_record_at(which, time, &span, &set) != SKED_OK ||
            sked_ar_record_at(which, end - 1, &plain, NULL) != SKED_OK || span.start != time ||
            span.end != end || span.set != &set || set.size != info.processors ||
            mask_of(&set) != want->busy || plain.set != NULL || plain.start != time ||
            plain.end != end || plain.count != span.count) {
            return 0;
        }
        time = end;
    }
    return time == info.horizon && info.records == records &&
           sked_ar_record_at(which, time, &span, &set) == SKED_E_HORIZON &&
           sked_ar_validate(which) == SKED_OK;
}

static int is_content(const record *want) {
    return is_content_of(&calendar, want);
}

/* ---- searches -------------------------------------------------------------------------------- */

static sked_ar_request request_of(sked_time ready, sked_time duration, sked_time deadline,
                                  uint32_t count) {
    sked_ar_request request = SKED_ZERO;
    request.id = 7;
    request.tag = 107;
    request.ready = ready;
    request.duration = duration;
    request.deadline = deadline;
    request.count = count;
    request.allowed = request.required = NULL;
    return request;
}

static inline sked_ar_choice choice_of(sked_ar_policy policy) {
    sked_ar_choice choice = SKED_ZERO;
    choice.policy = policy;
    choice.starts = SKED_AR_PAPER;
    choice.ends = SKED_AR_ENDS_AT_DEADLINE;
    choice.pick = SKED_AR_LOWEST;
    choice.picker.pick = NULL;
    choice.picker.ctx = NULL;
    choice.score.score = NULL;
    choice.score.ctx = NULL;
    return choice;
}

static sked_ar_answer answer;
static uint32_t found;                  /* the processors of the latest answer */

/* Searches, with and without a set for the processors: both answer alike, and change nothing. */
static sked_status find(const sked_ar_request *request, const sked_ar_choice *choice) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, processors);
    sked_ar_answer plain;
    sked_status status, other;
    keep();
    status = sked_ar_find(&calendar, request, choice, &answer, &set, scratch, sizeof(scratch));
    found = mask_of(&set);
    other = sked_ar_find(&calendar, request, choice, &plain, NULL, scratch, sizeof(scratch));
    CHECK(is_kept() && status == other);
    if (status == SKED_OK) {
        CHECK(plain.start == answer.start && plain.end == answer.end &&
              plain.free == answer.free && plain.alternative == 0 && answer.alternative == 0);
        CHECK(answer.end == answer.start + request->duration);
    }
    return status;
}

/* It is found at this start, on these. */
static int finds(const sked_ar_request *request, const sked_ar_choice *choice, sked_time start,
                 uint32_t mask) {
    return find(request, choice) == SKED_OK && answer.start == start && found == mask;
}

/* First fit, lowest numbers. */
static inline int fits(sked_time ready, sked_time duration, sked_time deadline, uint32_t count,
                       sked_time start, uint32_t mask) {
    const sked_ar_request request = request_of(ready, duration, deadline, count);
    return finds(&request, NULL, start, mask);
}

static inline sked_status fit_status(sked_time ready, sked_time duration, sked_time deadline,
                                     uint32_t count) {
    const sked_ar_request request = request_of(ready, duration, deadline, count);
    return find(&request, NULL);
}

#endif
