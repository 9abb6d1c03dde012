/* work_calendar.h: skedmark's work for a calendar of advance reservations. */
/* SPDX-License-Identifier: MIT */

/* Included once, by skedmark.c, whose shape, room and draws it uses.
 *
 * The calendar is full: each step takes one booking away, finds the earliest room for another from
 * a random time on, and adds it there. */

enum { CALENDAR_FIND, CALENDAR_ADD, CALENDAR_REMOVE };
enum { CALENDAR_TIME_PER_BOOKING = 6 };

typedef struct booked {
    sked_time start, end;
    sked_word words[SKED_SET_WORDS((uint32_t)CALENDAR_PROCESSORS_MAX)];
} booked;

typedef struct agenda {
    sked_ar calendar;
    void *scratch;
    size_t scratch_bytes;
    booked *booking;
} agenda;

/* Its processors, as they are (sked_set_of would clear them). */
static sked_set booked_set(booked *b) {
    sked_set set = {NULL, 0};
    set.words = b->words;
    set.size = shape.calendar_processors;
    return set;
}

static void agenda_find(agenda *a, booked *b) {
    sked_ar_request request = {.deadline = SKED_NEVER};
    sked_ar_answer answer = {0};
    sked_set set = booked_set(b);
    sked_status status;
    request.ready = below(shape.bookings * CALENDAR_TIME_PER_BOOKING);
    request.duration = 5 + below(50);
    request.count = 1 + below(shape.calendar_processors / 4u);
    meter_begin(CALENDAR_FIND);
    status = sked_ar_find(&a->calendar, &request, NULL, &answer, &set, a->scratch,
                          a->scratch_bytes);
    meter_end(CALENDAR_FIND);
    meter_require(status);
    b->start = answer.start;
    b->end = answer.end;
    tell((uint64_t)answer.start);
    tell(sked_set_first(&set));
}

static void agenda_book(agenda *a, booked *b) {
    const sked_set set = booked_set(b);
    sked_status status;
    agenda_find(a, b);
    meter_begin(CALENDAR_ADD);
    status = sked_ar_add(&a->calendar, b->start, b->end, &set);
    meter_end(CALENDAR_ADD);
    meter_require(status);
}

static void agenda_remove(agenda *a, booked *b) {
    const sked_set set = booked_set(b);
    sked_status status;
    meter_begin(CALENDAR_REMOVE);
    status = sked_ar_remove(&a->calendar, b->start, b->end, &set);
    meter_end(CALENDAR_REMOVE);
    meter_require(status);
}

static void agenda_begin(agenda *a) {
    sked_ar_settings settings = {.horizon = SKED_TIME_MAX};
    const sked_mem mem = room_begin();
    settings.processors = shape.calendar_processors;
    settings.spans_max = shape.bookings;
    meter_require(sked_ar_create(&a->calendar, &settings, mem));
    meter_require(sked_ar_find_bytes(&a->calendar, &a->scratch_bytes));
    a->scratch = take(mem, a->scratch_bytes);
    a->booking = (booked *)take(mem, shape.bookings * sizeof(booked));
}

static void run_calendar(void) {
    static agenda a;
    uint32_t i;
    agenda_begin(&a);
    meter.warming = 1;
    for (i = 0; i < shape.bookings && meter.failures == 0; i++) {
        agenda_book(&a, &a.booking[i]);
    }
    meter.warming = 0;
    for (i = 0; i < shape.steps && meter.failures == 0; i++) {
        booked *const b = &a.booking[below(shape.bookings)];
        agenda_remove(&a, b);
        agenda_book(&a, b);
    }
    meter_require(sked_ar_validate(&a.calendar));
}
