/* overhead_ar.h: the kernels of overhead.c for calendars of bookings.
 *
 * SPDX-License-Identifier: MIT
 *
 * Included once, by overhead.c, whose memory, random numbers and hash they use. */

enum { AR_PROCESSORS = 40, AR_SPANS = 16, AR_NAMES = 8, AR_STEPS = 60, AR_LIVE = 8 };
enum { AR_SCRATCH = 512, AR_BYTES = sizeof room - AR_SCRATCH };

/* What else happens during a day of bookings. */
enum { AR_DOWNS = 1, AR_SETS = 2, AR_QUESTIONS = 4, AR_ALTERNATIVES = 8 };

enum { AR_CHOSEN, AR_ALLOWED, AR_REQUIRED, AR_OTHER, AR_WORK_SETS };

typedef struct ar_live {
    sked_time start, end;
    sked_word words[SKED_SET_WORDS((uint32_t)AR_PROCESSORS)];
} ar_live;

typedef struct agenda {
    sked_ar calendar;
    const sked_ar_choice *choice;
    unsigned events;
    uint32_t capacity;
    uint64_t seed, hash;
    sked_time now;
    sked_set sets[AR_WORK_SETS];
    sked_word words[AR_WORK_SETS][SKED_SET_WORDS((uint32_t)AR_PROCESSORS)];
    ar_live live[AR_LIVE];          /* the latest ones; end 0: none */
} agenda;

static agenda ar;

static void *ar_scratch(void) {
    return &room[AR_BYTES / sizeof room[0]];
}

static void ar_hash_status(sked_status status) {
    ar.hash = bench_hash_u32(ar.hash, (uint32_t)status);
}

/* All records: what is busy, and when. */
static void ar_hash_records(const sked_ar *calendar) {
    sked_ar_info info;
    sked_span span;
    sked_set set;
    sked_time time;
    require(sked_ar_get_info(calendar, &info));
    ar.hash = bench_hash_u32(ar.hash, info.records);
    for (time = info.base; sked_ar_record_at(calendar, time, &span, &set) == SKED_OK;
         time = span.end) {
        ar.hash = bench_hash_i64(ar.hash, span.start);
        ar.hash = bench_hash_u32(ar.hash, span.count);
        hash_set(&ar.hash, &set);
    }
}

static void ar_hash_answer(sked_status status, const sked_ar_answer *answer) {
    ar_hash_status(status);
    if (status == SKED_OK) {
        ar.hash = bench_hash_i64(ar.hash, answer->start);
        ar.hash = bench_hash_i64(ar.hash, answer->end);
        ar.hash = bench_hash_u32(ar.hash, answer->free);
        ar.hash = bench_hash_u32(ar.hash, answer->alternative);
        hash_set(&ar.hash, &ar.sets[AR_CHOSEN]);
    }
}

static void ar_begin(const sked_ar_settings *settings, const sked_ar_choice *choice,
                     unsigned events) {
    sked_ar_info info;
    uint32_t i;
    require(sked_ar_init(&ar.calendar, settings, room, AR_BYTES));
    require(sked_ar_get_info(&ar.calendar, &info));
    ar.capacity = info.capacity;
    ar.choice = choice;
    ar.events = events;
    ar.seed = 5;
    ar.now = settings->base;
    for (i = 0; i < AR_WORK_SETS; i++) {
        ar.sets[i] = sked_set_of(ar.words[i], AR_PROCESSORS);
    }
    for (i = 0; i < AR_LIVE; i++) {
        ar.live[i].end = 0;
    }
}

/* One in two has a deadline. With AR_SETS one in two may have only some, and needs two of them. */
static sked_ar_request ar_draw_request(uint64_t id) {
    sked_ar_request request = {.deadline = SKED_NEVER};
    const uint32_t widest = random_below(&ar.seed, 3) == 0 ? ar.capacity : ar.capacity / 4;
    request.id = id;
    request.tag = id * 3;
    request.ready = ar.now + random_below(&ar.seed, 12);
    request.duration = 1 + random_below(&ar.seed, 20);
    request.count = 1 + random_below(&ar.seed, widest);
    if (random_below(&ar.seed, 2) == 0) {
        const uint32_t slack = random_below(&ar.seed, 50);
        request.deadline = request.ready + request.duration + slack;
    }
    if ((ar.events & AR_SETS) != 0 && random_below(&ar.seed, 2) == 0) {
        draw_set(&ar.seed, &ar.sets[AR_ALLOWED], 6);
        request.allowed = &ar.sets[AR_ALLOWED];
        sked_set_clear(&ar.sets[AR_REQUIRED]);
        if (sked_set_count(request.allowed) > 2 && request.count > 2) {
            sked_set_add(&ar.sets[AR_REQUIRED], sked_set_nth(request.allowed, 2));
            sked_set_add(&ar.sets[AR_REQUIRED], sked_set_first(request.allowed));
            request.required = &ar.sets[AR_REQUIRED];
        }
    }
    return request;
}

/* Adds what was chosen, and remembers it in place of an older one. */
static void ar_keep(uint32_t step, sked_time start, sked_time end) {
    ar_live *live = &ar.live[step % AR_LIVE];
    const sked_set *chosen = &ar.sets[AR_CHOSEN];
    const sked_status status = sked_ar_add(&ar.calendar, start, end, chosen);
    uint32_t w;
    ar_hash_status(status);
    live->end = 0;
    if (status == SKED_OK) {
        live->start = start;
        live->end = end;
        for (w = 0; w < SKED_SET_WORDS((uint32_t)AR_PROCESSORS); w++) {
            live->words[w] = chosen->words[w];
        }
    }
}

/* One of those that are remembered ends early, or never begins. */
static void ar_end_early(void) {
    ar_live *live = &ar.live[random_below(&ar.seed, AR_LIVE)];
    sked_set set;
    set.words = live->words;
    set.size = AR_PROCESSORS;
    if (live->end > ar.now) {
        ar_hash_status(sked_ar_remove(&ar.calendar, live->start, live->end, &set));
        live->end = 0;
    }
}

static void ar_down_or_up(uint32_t step) {
    if (step % 16 == 4) {
        draw_set(&ar.seed, &ar.sets[AR_OTHER], 2);
        require(sked_ar_down(&ar.calendar, &ar.sets[AR_OTHER]));
    } else if (step % 16 == 12) {
        sked_set_fill(&ar.sets[AR_OTHER]);
        sked_set_remove(&ar.sets[AR_OTHER], step % AR_PROCESSORS);
        require(sked_ar_up(&ar.calendar, &ar.sets[AR_OTHER]));
    }
}

static void ar_ask_starts(const sked_ar_request *request) {
    sked_time first, beyond = 0;
    uint32_t walked;
    for (walked = 0, first = request->ready;
         walked < 6 && sked_ar_next_starts(&ar.calendar, request, &first, &beyond, ar_scratch(),
                                           AR_SCRATCH) == SKED_OK;
         walked++, first = beyond) {
        ar.hash = bench_hash_i64(ar.hash, first);
        ar.hash = bench_hash_i64(ar.hash, beyond);
    }
}

static void ar_ask_spans(const sked_ar_request *request, sked_time end) {
    sked_span spans[4];
    sked_set sets[4];
    uint32_t count = 0, i, by_set;
    for (by_set = 0; by_set < 2; by_set++) {
        ar_hash_status(sked_ar_spans(&ar.calendar, request->ready, end, spans,
                                     by_set ? sets : NULL, 4, &count));
        ar.hash = bench_hash_u32(ar.hash, count);
        for (i = 0; i < count && i < 4; i++) {
            ar.hash = bench_hash_i64(ar.hash, spans[i].start);
            ar.hash = bench_hash_i64(ar.hash, spans[i].end);
            ar.hash = bench_hash_u32(ar.hash, spans[i].count);
            if (by_set) {
                hash_set(&ar.hash, &sets[i]);
            }
        }
    }
}

/* Everything that can be asked without changing anything. */
static void ar_ask(const sked_ar_request *request) {
    const sked_time end = request->ready + request->duration;
    sked_ar_explanation reason;
    sked_ar_rectangle rectangle;
    sked_ar_usage use;
    uint32_t count;
    require(sked_ar_explain(&ar.calendar, request, &reason, ar_scratch(), AR_SCRATCH));
    ar_hash_status(reason.verdict);
    ar.hash = bench_hash_i64(ar.hash, reason.start);
    ar.hash = bench_hash_u32(ar.hash, reason.count);
    require(sked_ar_rectangle_at(&ar.calendar, request, request->ready, &rectangle,
                                 &ar.sets[AR_OTHER], ar_scratch(), AR_SCRATCH));
    ar.hash = bench_hash_i64(ar.hash, rectangle.from);
    ar.hash = bench_hash_i64(ar.hash, rectangle.until);
    ar.hash = bench_hash_u32(ar.hash, rectangle.free);
    hash_set(&ar.hash, &ar.sets[AR_OTHER]);
    require(sked_ar_free_set(&ar.calendar, request->ready, end, &ar.sets[AR_OTHER], &count));
    ar.hash = bench_hash_u32(ar.hash, count);
    hash_set(&ar.hash, &ar.sets[AR_OTHER]);
    require(sked_ar_get_usage(&ar.calendar, request->ready, end, &use));
    ar.hash = bench_hash_i64(ar.hash, (int64_t)use.busy.low);
    ar.hash = bench_hash_u32(ar.hash, use.free_min);
    ar.hash = bench_hash_u32(ar.hash, use.free_max);
    ar_ask_starts(request);
    ar_ask_spans(request, end);
}

/* As it is; a half as wide for twice as long, and ready later; a quarter. */
static sked_status ar_find_any(const sked_ar_request *request, uint32_t step,
                               sked_ar_answer *answer) {
    static const sked_ar_criterion criteria[] = {SKED_AR_EARLIEST_END, SKED_AR_LEAST_AREA,
                                                 SKED_AR_BY_POLICY};
    sked_ar_request alternatives[3];
    uint32_t i;
    for (i = 0; i < 3; i++) {
        alternatives[i] = *request;
        alternatives[i].count = (request->count >> i) + 2;
        alternatives[i].duration = request->duration << i;
        alternatives[i].ready = request->ready + i;
        alternatives[i].deadline = request->ready + 120;
    }
    return sked_ar_find_any(&ar.calendar, alternatives, 3, criteria[step % 3], ar.choice, answer,
                            &ar.sets[AR_CHOSEN], ar_scratch(), AR_SCRATCH);
}

static void ar_step(uint32_t step) {
    sked_ar_request request;
    sked_ar_answer answer;
    sked_status status;
    ar.now += random_below(&ar.seed, 6);
    ar_hash_status(sked_ar_trim(&ar.calendar, ar.now));
    if ((ar.events & AR_DOWNS) != 0) {
        ar_down_or_up(step);
    }
    if (random_below(&ar.seed, 4) == 0) {
        ar_end_early();
    }
    request = ar_draw_request(step);
    if ((ar.events & AR_QUESTIONS) != 0) {
        request.count = request.required == NULL ? request.count : request.count + 2;
        ar_ask(&request);
    }
    status = (ar.events & AR_ALTERNATIVES) != 0
                 ? ar_find_any(&request, step, &answer)
                 : sked_ar_find(&ar.calendar, &request, ar.choice, &answer, &ar.sets[AR_CHOSEN],
                                ar_scratch(), AR_SCRATCH);
    ar_hash_answer(status, &answer);
    if (status == SKED_OK) {
        ar_keep(step, answer.start, answer.end);
    }
}

static void ar_day(const sked_ar_settings *settings, const sked_ar_choice *choice,
                   unsigned events) {
    uint32_t step;
    ar_begin(settings, choice, events);
    for (step = 0; step < AR_STEPS; step++) {
        ar_step(step);
    }
    ar_hash_records(&ar.calendar);
    require(sked_ar_validate(&ar.calendar));
    sked_ar_destroy(&ar.calendar);
}

/* ---- kernels: calendars --------------------------------------------------------------------- */

static const sked_ar_settings ar_settings = {
    .processors = AR_PROCESSORS, .spans_max = AR_SPANS, .horizon = SKED_TIME_MAX};

/* What is busy at a time is taken out from there, or from the start of its record; for a few ticks,
 * in which some may be free. */
static void ar_take_out(sked_time time) {
    const sked_time end = time + 1 + random_below(&ar.seed, 4);
    sked_span span;
    sked_set set;
    require(sked_ar_record_at(&ar.calendar, time, &span, &set));
    sked_set_copy(&ar.sets[AR_CHOSEN], &set);
    span.start = random_below(&ar.seed, 2) == 0 ? span.start : time;
    ar_hash_status(sked_ar_remove(&ar.calendar, span.start, end, &ar.sets[AR_CHOSEN]));
}

/* Spans that are drawn, not searched: many are refused. All statuses count. */
static uint64_t ar_change(void) {
    uint32_t step;
    ar.hash = BENCH_HASH_START;
    ar_begin(&ar_settings, NULL, 0);
    for (step = 0; step < 6 * AR_STEPS; step++) {
        const uint32_t eighths = 1 + random_below(&ar.seed, 3);
        const sked_time start = random_below(&ar.seed, 90);
        const sked_time end = start + 1 + random_below(&ar.seed, 30);
        draw_set(&ar.seed, &ar.sets[AR_CHOSEN], eighths);
        if (random_below(&ar.seed, 5) < 3) {
            ar_keep(step, start, end);
        } else {
            ar_end_early();
            ar_take_out(start);
        }
        if (step % 8 == 0) {
            ar_hash_records(&ar.calendar);
        }
    }
    require(sked_ar_validate(&ar.calendar));
    sked_ar_destroy(&ar.calendar);
    return ar.hash;
}

/* A day for each of two policies, with the paper's starts and those where some become free. */
static uint64_t ar_pair(sked_ar_policy best, sked_ar_policy worst, unsigned events) {
    sked_ar_choice choice = {.policy = SKED_AR_FF, .starts = SKED_AR_PAPER,
                             .ends = SKED_AR_ENDS_AT_DEADLINE, .pick = SKED_AR_LOWEST};
    ar.hash = BENCH_HASH_START;
    for (choice.policy = best;; choice.policy = worst) {
        choice.starts = SKED_AR_PAPER;
        ar_day(&ar_settings, &choice, events);
        choice.starts = SKED_AR_FREED;
        ar_day(&ar_settings, &choice, events);
        if (choice.policy == worst) {
            return ar.hash;
        }
    }
}

static uint64_t ar_ff(void) {
    return ar_pair(SKED_AR_FF, SKED_AR_FF, AR_SETS);
}

static uint64_t ar_latest(void) {
    return ar_pair(SKED_AR_LATEST, SKED_AR_LATEST, AR_SETS | AR_DOWNS);
}

static uint64_t ar_pe(void) {
    return ar_pair(SKED_AR_PE_B, SKED_AR_PE_W, 0);
}

static uint64_t ar_du(void) {
    return ar_pair(SKED_AR_DU_B, SKED_AR_DU_W, 0);
}

static uint64_t ar_pedu(void) {
    return ar_pair(SKED_AR_PEDU_B, SKED_AR_PEDU_W, AR_SETS | AR_DOWNS);
}

/* Rectangles that end otherwise, before a horizon that is reached. */
static uint64_t ar_ends(void) {
    static const sked_ar_settings settings = {
        .processors = AR_PROCESSORS, .spans_max = AR_SPANS, .base = 20, .horizon = 240};
    sked_ar_choice choice = {.policy = SKED_AR_DU_W, .starts = SKED_AR_PAPER,
                             .ends = SKED_AR_OPEN_ENDS_AT_DEADLINE, .pick = SKED_AR_LOWEST};
    ar.hash = BENCH_HASH_START;
    ar_day(&settings, &choice, 0);
    choice.ends = SKED_AR_ENDS_AT_HORIZON;
    ar_day(&settings, &choice, 0);
    choice.policy = SKED_AR_PEDU_B;
    ar_day(&settings, &choice, 0);
    return ar.hash;
}

/* Likes even starts and short rectangles; starts divisible by 5 are refused. */
static int64_t ar_judge(void *ctx, const sked_ar_request *request, const sked_ar_offer *offer) {
    (void)ctx;
    if (offer->start % 5 == 0 && request->ready % 5 != 0) {
        return SKED_AR_VETO;
    }
    return (offer->start % 2 == 0 ? 1000 : 0) - (offer->until - offer->from) +
           (int64_t)sked_set_first(offer->set) + offer->free;
}

static uint64_t ar_score(void) {
    static const sked_ar_choice choice = {
        .policy = SKED_AR_SCORE, .starts = SKED_AR_PAPER, .ends = SKED_AR_ENDS_AT_DEADLINE,
        .pick = SKED_AR_LOWEST, .score = {ar_judge, NULL}};
    ar.hash = BENCH_HASH_START;
    ar_day(&ar_settings, &choice, AR_SETS);
    return ar.hash;
}

/* The highest ones; refuses one start in four. */
static int ar_highest(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                      sked_set *chosen) {
    uint32_t need = ask->count, p;
    (void)ctx;
    if ((ask->start + (sked_time)ask->id) % 4 == 0) {
        return 0;
    }
    for (p = offered->size; p > 0 && need > 0; p--) {
        if (sked_set_has(offered, p - 1)) {
            sked_set_add(chosen, p - 1);
            need--;
        }
    }
    return 1;
}

static uint64_t ar_picks(void) {
    sked_ar_choice choice = {
        .policy = SKED_AR_PE_W, .starts = SKED_AR_FREED, .ends = SKED_AR_ENDS_AT_DEADLINE,
        .pick = SKED_AR_RUN, .picker = {ar_highest, NULL}};
    ar.hash = BENCH_HASH_START;
    ar_day(&ar_settings, &choice, 0);
    choice.pick = SKED_AR_LONGEST_LEFT;
    ar_day(&ar_settings, &choice, AR_SETS);
    choice.pick = SKED_AR_PICKER;
    choice.policy = SKED_AR_FF;
    ar_day(&ar_settings, &choice, AR_SETS);
    return ar.hash;
}

static uint64_t ar_questions(void) {
    ar.hash = BENCH_HASH_START;
    ar_day(&ar_settings, NULL, AR_QUESTIONS | AR_DOWNS | AR_SETS);
    return ar.hash;
}

static uint64_t ar_any(void) {
    static const sked_ar_choice choice = {.policy = SKED_AR_PE_W, .starts = SKED_AR_PAPER,
                                          .ends = SKED_AR_ENDS_AT_DEADLINE, .pick = SKED_AR_LOWEST};
    ar.hash = BENCH_HASH_START;
    ar_day(&ar_settings, &choice, AR_ALTERNATIVES | AR_DOWNS);
    return ar.hash;
}

/* Unequal processors: one to seven units. */
static uint64_t ar_units(void) {
    static uint32_t capacities[AR_PROCESSORS];
    sked_ar_settings settings = {
        .processors = AR_PROCESSORS, .spans_max = AR_SPANS, .horizon = SKED_TIME_MAX};
    sked_ar_choice choice = {.policy = SKED_AR_PEDU_W, .starts = SKED_AR_FREED,
                             .ends = SKED_AR_ENDS_AT_DEADLINE, .pick = SKED_AR_LOWEST};
    uint32_t p;
    for (p = 0; p < AR_PROCESSORS; p++) {
        capacities[p] = 1 + p * 5 % 7;
    }
    settings.capacities = capacities;
    ar.hash = BENCH_HASH_START;
    ar_day(&settings, &choice, AR_QUESTIONS);
    choice.pick = SKED_AR_RUN;
    ar_day(&settings, &choice, AR_DOWNS);
    choice.pick = SKED_AR_LONGEST_LEFT;
    ar_day(&settings, &choice, AR_SETS);
    return ar.hash;
}

/* ---- kernels: bookings ---------------------------------------------------------------------- */

/* Changes one of the names, or none that is live; the status counts. */
static sked_status ar_alter(uint64_t id) {
    const uint32_t what = random_below(&ar.seed, 6);
    const sked_time time = ar.now + random_below(&ar.seed, 30);
    const uint32_t eighths = 1 + random_below(&ar.seed, 3);
    sked_set *from = &ar.sets[AR_ALLOWED], *to = &ar.sets[AR_REQUIRED];
    sked_ar_booking booking;
    draw_set(&ar.seed, from, eighths);
    draw_set(&ar.seed, to, 1);
    if (sked_ar_get_booking(&ar.calendar, id, &booking, &ar.sets[AR_OTHER]) == SKED_OK) {
        sked_set_and(from, &ar.sets[AR_OTHER]);
        ar.hash = bench_hash_i64(ar.hash, booking.end);
        ar.hash = bench_hash_u32(ar.hash, booking.count);
    }
    switch (what) {
    case 0:
        return sked_ar_unbook(&ar.calendar, id);
    case 1:
        return sked_ar_extend(&ar.calendar, id, time);
    case 2:
        return sked_ar_shorten(&ar.calendar, id, time);
    case 3:
        return sked_ar_narrow(&ar.calendar, id, from);
    default:
        return sked_ar_swap(&ar.calendar, id, from, to);
    }
}

/* In no order that is promised: what is hashed is the sum, and the least id that is hit. */
static void ar_hash_names(void) {
    sked_ar_booking booking;
    uint64_t sum = 0, least = UINT64_MAX;
    uint32_t cursor;
    for (cursor = 0; sked_ar_next_booking(&ar.calendar, &cursor, &booking, NULL) == SKED_OK;) {
        sum += (booking.id + 1) * (uint64_t)booking.end + booking.tag + booking.count;
    }
    draw_set(&ar.seed, &ar.sets[AR_OTHER], 1);
    for (cursor = 0; sked_ar_next_hit(&ar.calendar, &ar.sets[AR_OTHER], &cursor, &booking,
                                      NULL) == SKED_OK;) {
        least = booking.id < least ? booking.id : least;
    }
    ar.hash = bench_hash_i64(ar.hash, (int64_t)sum);
    ar.hash = bench_hash_i64(ar.hash, (int64_t)least);
}

static uint64_t ar_book(void) {
    static const sked_ar_settings settings = {.processors = AR_PROCESSORS, .spans_max = 12,
                                              .bookings_max = AR_NAMES, .horizon = SKED_TIME_MAX};
    uint32_t step;
    ar.hash = BENCH_HASH_START;
    ar_begin(&settings, NULL, AR_SETS);
    for (step = 0; step < 4 * AR_STEPS; step++) {
        sked_ar_request request;
        sked_ar_answer answer;
        sked_status status;
        ar.now += random_below(&ar.seed, 4);
        require(sked_ar_trim(&ar.calendar, ar.now));
        request = ar_draw_request(random_below(&ar.seed, 16));
        status = sked_ar_find(&ar.calendar, &request, NULL, &answer, &ar.sets[AR_CHOSEN],
                              ar_scratch(), AR_SCRATCH);
        ar_hash_answer(status, &answer);
        if (status == SKED_OK) {
            ar_hash_status(sked_ar_book(&ar.calendar, request.id, request.tag, answer.start,
                                        answer.end, &ar.sets[AR_CHOSEN]));
        }
        ar_hash_status(ar_alter(random_below(&ar.seed, 16)));
        ar_hash_names();
    }
    ar_hash_records(&ar.calendar);
    require(sked_ar_validate(&ar.calendar));
    sked_ar_destroy(&ar.calendar);
    return ar.hash;
}

/* Sealed and opened in the midst of a day; and a branch, of which the calendar itself sees nothing.
 */
static uint64_t ar_save(void) {
    static const sked_ar_settings settings = {
        .processors = AR_PROCESSORS, .spans_max = 5, .bookings_max = 2, .horizon = SKED_TIME_MAX};
    sked_align *const half = &room[AR_BYTES / 2 / sizeof room[0]];
    const void *block;
    sked_ar branch;
    size_t bytes;
    uint32_t step;
    ar.hash = BENCH_HASH_START;
    ar_begin(&settings, NULL, 0);
    for (step = 0; step < AR_STEPS; step++) {
        ar_step(step);
        require(sked_ar_branch(&ar.calendar, &branch, half, AR_BYTES / 2));
        sked_set_fill(&ar.sets[AR_OTHER]);
        ar_hash_status(sked_ar_add(&branch, ar.now + 90, ar.now + 95, &ar.sets[AR_OTHER]));
        ar_hash_records(&branch);
        sked_ar_destroy(&branch);
        if (step % 16 == 8) {
            require(sked_ar_seal(&ar.calendar, &block, &bytes));
            require(sked_ar_open(&ar.calendar, room, bytes));
        }
    }
    ar_hash_records(&ar.calendar);
    sked_ar_destroy(&ar.calendar);
    return ar.hash;
}
