/* operations_ar.h: the rows of operations.c for a calendar of bookings.
 *
 * SPDX-License-Identifier: MIT
 *
 * Included once, by operations.c, whose memory, random numbers, meters and hash it uses. */

/* The calendar has as many spans as the size, on 64 processors of which some 60 % are busy. Each
 * step takes one away, looks for room for another by two policies, and adds it where the first
 * fits: FF from any time on, PEDU_B, at each fourth step, over the whole calendar. */
enum { CALENDAR_PROCESSORS = 64, CALENDAR_STEPS = 16, CALENDAR_TICKS = 6 };
enum { CALENDAR_FIND, CALENDAR_CHOOSE, CALENDAR_ADD, CALENDAR_REMOVE };

typedef struct booked {
    sked_time start, end;
    sked_word words[SKED_SET_WORDS((uint32_t)CALENDAR_PROCESSORS)];
} booked;

typedef struct agenda {
    sked_ar calendar;
    uint64_t seed, hash;
    sked_time length;               /* of what is in use */
    void *scratch;
    size_t scratch_bytes;
    booked *spans;
} agenda;

static sked_ar_request agenda_draw(agenda *a) {
    sked_ar_request request = {.deadline = SKED_NEVER};
    request.ready = random_below(&a->seed, (uint32_t)a->length);
    request.duration = 5 + random_below(&a->seed, 50);
    request.count = 1 + random_below(&a->seed, 15);
    return request;
}

/* The processors of a span, as they stand. */
static sked_set agenda_set(booked *span) {
    sked_set set = {NULL, CALENDAR_PROCESSORS};
    set.words = span->words;
    return set;
}

static void agenda_find(agenda *a, uint32_t which, const sked_ar_request *request,
                        const sked_ar_choice *choice, booked *found) {
    sked_set set = agenda_set(found);
    sked_ar_answer answer = {0};
    sked_status status;
    meter_begin(which);
    status = sked_ar_find(&a->calendar, request, choice, &answer, &set, a->scratch,
                          a->scratch_bytes);
    meter_end(which);
    require(status);
    found->start = answer.start;
    found->end = answer.end;
    a->hash = bench_hash_i64(a->hash, answer.start);
    a->hash = bench_hash_u32(a->hash, answer.free);
    a->hash = bench_hash_u32(a->hash, sked_set_first(&set));
}

static void agenda_add(agenda *a, booked *span) {
    const sked_ar_request request = agenda_draw(a);
    const sked_set set = agenda_set(span);
    sked_status status;
    agenda_find(a, CALENDAR_FIND, &request, NULL, span);
    meter_begin(CALENDAR_ADD);
    status = sked_ar_add(&a->calendar, span->start, span->end, &set);
    meter_end(CALENDAR_ADD);
    require(status);
}

static void agenda_remove(agenda *a, booked *span) {
    const sked_set set = agenda_set(span);
    sked_status status;
    meter_begin(CALENDAR_REMOVE);
    status = sked_ar_remove(&a->calendar, span->start, span->end, &set);
    meter_end(CALENDAR_REMOVE);
    require(status);
}

static void agenda_choose(agenda *a) {
    static const sked_ar_choice choice = {.policy = SKED_AR_PEDU_B, .starts = SKED_AR_PAPER,
                                          .ends = SKED_AR_ENDS_AT_DEADLINE, .pick = SKED_AR_LOWEST};
    sked_ar_request request = agenda_draw(a);
    booked found;
    request.ready = 0;
    request.deadline = 2 * a->length + 1000;
    agenda_find(a, CALENDAR_CHOOSE, &request, &choice, &found);
}

static void agenda_make(agenda *a, uint32_t spans) {
    sked_ar_settings settings = {.processors = CALENDAR_PROCESSORS, .horizon = SKED_TIME_MAX};
    sked_arena arena;
    sked_mem mem;
    sked_arena_init(&arena, room, sizeof room);
    mem = sked_arena_mem(&arena);
    settings.spans_max = spans;
    require(sked_ar_create(&a->calendar, &settings, mem));
    require(sked_ar_find_bytes(&a->calendar, &a->scratch_bytes));
    a->scratch = take(mem, a->scratch_bytes);
    a->spans = (booked *)take(mem, spans * sizeof(booked));
    a->length = (sked_time)spans * CALENDAR_TICKS;
    a->seed = 8;
    a->hash = BENCH_HASH_START;
}

static uint64_t calendar_row(uint32_t spans) {
    static agenda a;
    uint32_t i;
    agenda_make(&a, spans);
    warming = 1;
    for (i = 0; i < spans; i++) {
        agenda_add(&a, &a.spans[i]);
    }
    meters_clear();
    for (i = 0; i < CALENDAR_STEPS; i++) {
        booked *const span = &a.spans[random_below(&a.seed, spans)];
        agenda_remove(&a, span);
        if (i % 4 == 0) {
            agenda_choose(&a);
        }
        agenda_add(&a, span);
    }
    require(sked_ar_validate(&a.calendar));
    return a.hash;
}
