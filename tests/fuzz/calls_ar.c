/* calls_ar.c - fuzz target: each function of sched_ar.h, with whatever a file says.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "calls.h"

#include "sched_ar.h"

#define FUZZ_NAME "calls_ar"

enum { PROCESSORS = 70, SPANS = 12, BOOKINGS = 6, SPANS_READ = 12, LARGEST = 200 };

typedef struct ar_world {
    sked_ar ar;
    calls_memory memory;
    calls_watched watched;
    void *block;                                /* of a calendar without a memory resource */
    uint32_t processors;
    sked_time base;
    sked_ar_request request;                    /* of a search, with its sets and its refusal */
    calls_set allowed, required;
    sked_refusal refusal;
} ar_world;

#define INTERVAL SKED_E_EMPTY, SKED_E_TIME, SKED_E_HORIZON, SKED_E_RANGE, SKED_E_PAST
#define SEARCH                                                                               \
    SKED_E_EMPTY, SKED_E_BLOCK, SKED_E_SETTING, SKED_E_NO_WIDTH, SKED_E_TIME, SKED_E_RANGE,  \
        SKED_E_PAST, SKED_E_HORIZON, SKED_E_WINDOW

/* ---- create ---------------------------------------------------------------------------------- */

static void watch(ar_world *self) {
    sked_ar_info info;
    memset(&info, 0, sizeof info);
    self->watched.block = sked_ar_get_info(&self->ar, &info) == SKED_OK ? self->ar.state_ : NULL;
    self->watched.handle = &self->ar;
    self->watched.handle_bytes = sizeof self->ar;
    self->watched.bytes = info.bytes;
    self->watched.moved = 1;
    self->processors = info.processors > 0 ? info.processors : 1;
    self->base = info.base;
}

static void end(ar_world *self) {
    sked_ar_destroy(&self->ar);
    free(self->block);
    self->block = NULL;
    self->watched.forged = 0;
    watch(self);
}

/* Another calendar takes the place of the one there is. */
static void adopt(ar_world *self, const sked_ar *ar, void *block, int forged) {
    end(self);
    self->ar = *ar;
    self->block = block;
    self->watched.forged = forged;
    watch(self);
    if (self->processors > LARGEST) {
        end(self);
    }
}

static sked_ar_settings some_settings(uint32_t *capacities) {
    sked_ar_settings settings = sked_ar_settings_of(calls_number(PROCESSORS), 1, 0);
    uint32_t at, shape;
    settings.spans_max = calls_number(SPANS);
    settings.bookings_max = calls_number(BOOKINGS);
    settings.base = calls_rarely(4) ? calls_time(0) : 0;
    settings.horizon = calls_below(2) == 0 ? calls_time(settings.base) : 0;
    shape = calls_byte();
    if (shape % 4 == 0 && settings.processors <= LARGEST) {
        for (at = 0; at < settings.processors; at++) {
            capacities[at] = shape == 252 ? UINT32_MAX / 64 : 1 + at * shape / 4 % 5;
        }
        capacities[0] = shape == 248 ? 0 : 1;
        settings.capacities = capacities;
    }
    return settings;
}

static sked_status create(void *world) {
    ar_world *self = (ar_world *)world;
    uint32_t capacities[LARGEST];
    sked_ar_settings settings = some_settings(capacities);
    sked_refusal refusal = SKED_ZERO;
    void *block = NULL;
    size_t bytes = 0;
    sked_ar fresh;
    sked_status status;
    settings.refusal = &refusal;
    if (calls_below(2) == 0) {
        status = sked_ar_create(&fresh, &settings, calls_mem(&self->memory));
    } else {
        status = sked_ar_bytes(&settings, &bytes);
        CHECK(status != SKED_OK || bytes > 0);
        block = calls_block_for(status, bytes);
        memset(&refusal, 0, sizeof refusal);
        status = sked_ar_init(&fresh, &settings, block, bytes - calls_rarely(16));
    }
    calls_judge_refusal(&refusal, status);
    if (status != SKED_OK) {
        CHECK(sked_ar_validate(&fresh) == SKED_E_EMPTY);
        free(block);
    } else {
        adopt(self, &fresh, block, 0);
    }
    return status;
}

static sked_status destroy(void *world) {
    end((ar_world *)world);
    sked_ar_destroy(&((ar_world *)world)->ar);
    return SKED_OK;
}

static sked_status grow(void *world) {
    ar_world *self = (ar_world *)world;
    const uint32_t spans_max = calls_number(2 * SPANS), bookings_max = calls_number(2 * BOOKINGS);
    sked_status status;
    self->memory.refusals = calls_rarely(8);
    status = sked_ar_grow(&self->ar, spans_max, bookings_max);
    if (status == SKED_OK) {
        watch(self);
    }
    return status;
}

/* ---- change ---------------------------------------------------------------------------------- */

static sked_status add_or_remove(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_time start = calls_time(self->base), stop = calls_time(start);
    calls_set room;
    const sked_set *set = calls_some(&room, self->processors);
    return calls_below(3) > 0 ? sked_ar_add(&self->ar, start, stop, set)
                              : sked_ar_remove(&self->ar, start, stop, set);
}

/* With the calendar's own set of a record, and most often all of its time. */
static sked_status change_own(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_time time = calls_time(self->base);
    sked_span span;
    sked_set own;
    if (sked_ar_record_at(&self->ar, time, &span, &own) != SKED_OK) {
        return SKED_OK;
    }
    if (calls_below(2) == 0) {
        span.end = calls_time(time);
    }
    return calls_below(4) > 0 ? sked_ar_remove(&self->ar, span.start, span.end, &own)
                              : sked_ar_add(&self->ar, span.end, calls_time(span.end), &own);
}

static sked_status trim(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_status status = sked_ar_trim(&self->ar, calls_time(self->base));
    watch(self);
    self->watched.moved = status == SKED_OK;
    return status;
}

static sked_status down_or_up(void *world) {
    ar_world *self = (ar_world *)world;
    calls_set room;
    const sked_set *set = calls_some(&room, self->processors);
    return calls_below(2) == 0 ? sked_ar_down(&self->ar, set) : sked_ar_up(&self->ar, set);
}

/* ---- find ------------------------------------------------------------------------------------ */

/* The lowest processors, too few, too many, all; or a refusal. */
static int pick(void *context, const sked_pick_request *request, const sked_set *offered,
                sked_set *chosen) {
    const uint32_t mood = calls_byte();
    uint32_t missing = mood == 255 ? request->count - 1 : request->count, at;
    (void)context;
    CHECK(request->start >= 0 && request->end > request->start && sked_set_count(chosen) == 0);
    if (mood == 253) {
        sked_set_fill(chosen);
    }
    for (at = sked_set_first(offered); missing > 0 && at < offered->size; missing--) {
        sked_set_add(chosen, at);
        at = sked_set_next(offered, at);
    }
    return mood < 240 || mood > 250;
}

static int64_t score(void *context, const sked_ar_request *request, const sked_ar_offer *offer) {
    static const int64_t scores[8] = {0, 1, INT64_MAX, SKED_AR_VETO, -1, 1, 2, INT64_MIN + 1};
    (void)context;
    CHECK(offer->end - offer->start == request->duration && offer->from <= offer->start);
    CHECK(offer->until >= offer->end && offer->free >= request->count);
    return scores[calls_below(8)];
}

static sked_ar_choice some_choice(void) {
    sked_ar_choice choice = SKED_ZERO;
    const uint32_t byte = calls_byte();
    choice.policy = (sked_ar_policy)calls_below(SKED_AR_POLICY_COUNT_ + 1);
    choice.starts = (sked_ar_starts)(byte == 253 ? 2 : byte % 2);
    choice.ends = (sked_ar_ends)(byte == 254 ? 3 : byte / 2 % 3);
    choice.pick = (sked_ar_pick)(byte == 255 ? 4 : byte / 8 % 4);
    choice.picker.pick = pick;
    choice.score.score = byte % 16 == 15 ? NULL : score;
    return choice;
}

/* A request whose sets stay valid until the next. */
static sked_ar_request *some_request(ar_world *self) {
    const uint32_t limits = calls_byte();
    self->request = sked_ar_request_of(calls_number(self->processors), calls_length());
    self->request.ready = limits % 2 == 0 ? self->base : calls_time(self->base);
    self->request.deadline = limits / 2 % 2 == 0 ? 0 : calls_time(self->request.ready);
    if (limits / 4 % 2 != 0) {
        self->request.allowed = calls_some(&self->allowed, self->processors);
    }
    if (limits / 8 % 4 == 3) {
        self->request.required = calls_some(&self->required, self->processors);
    }
    memset(&self->refusal, 0, sizeof self->refusal);
    self->request.refusal = &self->refusal;
    return &self->request;
}

static void *some_scratch(ar_world *self, size_t *bytes) {
    *bytes = 0;
    (void)sked_ar_find_bytes(&self->ar, bytes);
    return calls_scratch(bytes);
}

static sked_status find(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_ar_request *request = some_request(self);
    const sked_ar_choice choice = some_choice();
    const uint32_t kind = calls_byte();
    sked_ar_answer answer;
    calls_set room;
    size_t bytes;
    void *scratch = some_scratch(self, &bytes);
    sked_status status = sked_ar_find(
        &self->ar, request, kind % 4 == 0 ? NULL : &choice, &answer,
        calls_wanted(&room, self->processors), scratch, bytes);
    calls_judge_set(&room, self->processors, status);
    calls_judge_refusal(&self->refusal, status);
    if (status == SKED_OK && !self->watched.forged) {
        CHECK(answer.end - answer.start == request->duration && answer.start >= request->ready);
        if (kind % 2 != 0) {                    /* what it has found can be had */
            self->watched.moved = 1;
            status = sked_ar_add(&self->ar, answer.start, answer.end, &room.set);
            CHECK(status == SKED_OK || status == SKED_E_FULL);
        }
    }
    return status;
}

static sked_status find_any(void *world) {
    ar_world *self = (ar_world *)world;
    sked_ar_request alternatives[3];
    const uint32_t count = calls_below(4), criterion = calls_below(4);
    const sked_ar_choice choice = some_choice();
    sked_ar_answer answer;
    calls_set room;
    sked_set *wanted = calls_wanted(&room, self->processors);
    uint32_t at;
    size_t bytes;
    void *scratch;
    sked_status status;
    for (at = 0; at < 3; at++) {
        alternatives[at] = *some_request(self);         /* they share the sets of the last */
    }
    scratch = some_scratch(self, &bytes);
    status = sked_ar_find_any(&self->ar, alternatives, count, (sked_ar_criterion)criterion,
                              &choice, &answer, wanted, scratch, bytes);
    calls_judge_set(&room, self->processors, status);
    CHECK(status != SKED_OK || answer.alternative < count);
    return status;
}

static sked_status rectangle_at(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_ar_request *request = some_request(self);
    const sked_time start = calls_time(self->base);
    sked_ar_rectangle rectangle;
    calls_set room;
    size_t bytes;
    void *scratch = some_scratch(self, &bytes);
    const sked_status status =
        sked_ar_rectangle_at(&self->ar, request, start, &rectangle,
                             calls_wanted(&room, self->processors), scratch, bytes);
    calls_judge_set(&room, self->processors, status);
    calls_judge_refusal(&self->refusal, status);
    return status;
}

static sked_status next_starts(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_ar_request *request = some_request(self);
    sked_time first = calls_rarely(8) ? calls_time(self->base) : request->ready, beyond = 0;
    sked_status status = SKED_OK;
    size_t bytes;
    void *scratch = some_scratch(self, &bytes);
    uint32_t left;
    for (left = 40; left > 0 && status == SKED_OK; left--) {
        status = sked_ar_next_starts(&self->ar, request, &first, &beyond, scratch, bytes);
        CHECK(status != SKED_OK || self->watched.forged || first < beyond);
        first = status == SKED_OK ? beyond : first;
    }
    CHECK(left > 0 || self->watched.forged);
    calls_judge_refusal(&self->refusal, status);
    return status;
}

static sked_status explain(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_ar_request *request = some_request(self);
    sked_ar_explanation explanation;
    size_t bytes;
    void *scratch = some_scratch(self, &bytes);
    const sked_status status = sked_ar_explain(&self->ar, request, &explanation, scratch, bytes);
    calls_judge_refusal(&self->refusal, status);
    return status;
}

/* ---- book ------------------------------------------------------------------------------------ */

static sked_status book(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_time start = calls_time(self->base), stop = calls_time(start);
    const uint64_t id = calls_id();
    calls_set room;
    return sked_ar_book(&self->ar, id, ~id, start, stop, calls_some(&room, self->processors));
}

static sked_status unbook(void *world) {
    return sked_ar_unbook(&((ar_world *)world)->ar, calls_id());
}

static sked_status extend_or_shorten(void *world) {
    ar_world *self = (ar_world *)world;
    const uint64_t id = calls_id();
    const uint32_t longer = calls_below(2);
    const sked_time stop = calls_time(self->base + 8);
    return longer != 0 ? sked_ar_extend(&self->ar, id, stop) : sked_ar_shorten(&self->ar, id, stop);
}

static sked_status narrow_or_swap(void *world) {
    ar_world *self = (ar_world *)world;
    const uint64_t id = calls_id();
    calls_set room, other;
    const sked_set *from = calls_some(&room, self->processors);
    return calls_below(2) == 0
               ? sked_ar_narrow(&self->ar, id, from)
               : sked_ar_swap(&self->ar, id, from, calls_some(&other, self->processors));
}

static sked_status get_booking(void *world) {
    ar_world *self = (ar_world *)world;
    sked_ar_booking booking;
    calls_set room;
    const uint64_t id = calls_id();
    const sked_status status =
        sked_ar_get_booking(&self->ar, id, &booking, calls_wanted(&room, self->processors));
    calls_judge_set(&room, self->processors, status);
    return status;
}

/* From the first booking on, or from any cursor. */
static sked_status walk_bookings(void *world) {
    ar_world *self = (ar_world *)world;
    uint32_t cursor = calls_rarely(4) ? calls_number(BOOKINGS) : 0, left;
    sked_ar_booking booking;
    calls_set room, other;
    const sked_set *hit = calls_some_or_none(&other, self->processors);
    sked_status status = SKED_OK;
    for (left = 1100; left > 0 && status == SKED_OK; left--) {
        sked_set *wanted = calls_wanted(&room, self->processors);
        status = hit == NULL ? sked_ar_next_booking(&self->ar, &cursor, &booking, wanted)
                             : sked_ar_next_hit(&self->ar, hit, &cursor, &booking, wanted);
        calls_judge_set(&room, self->processors, status);
    }
    CHECK(left > 0);
    return status;
}

/* ---- read ------------------------------------------------------------------------------------ */

static sked_status read_interval(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_time start = calls_time(self->base), stop = calls_time(start);
    uint32_t count;
    sked_ar_usage usage;
    calls_set room;
    sked_status status;
    if (calls_below(2) == 0) {
        return sked_ar_get_usage(&self->ar, start, stop, &usage);
    }
    status = sked_ar_free_set(&self->ar, start, stop, calls_wanted(&room, self->processors),
                              &count);
    calls_judge_set(&room, self->processors, status);
    CHECK(status != SKED_OK || self->watched.forged || count >= sked_set_count(&room.set));
    return status;
}

static sked_status spans(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_time start = calls_time(self->base), stop = calls_time(start);
    const uint32_t most = calls_below(SPANS_READ + 1), with_sets = calls_below(2);
    sked_span found[SPANS_READ];
    sked_set sets[SPANS_READ];
    uint32_t count = 0;
    const sked_status status = sked_ar_spans(&self->ar, start, stop, found,
                                             with_sets != 0 ? sets : NULL, most, &count);
    CHECK((status == SKED_E_FULL) == (count > most));
    return status;
}

/* The records from a time on, and the set of what is down. */
static sked_status records(void *world) {
    ar_world *self = (ar_world *)world;
    sked_time time = calls_time(self->base);
    sked_status status = SKED_OK;
    sked_span span;
    sked_set own;
    calls_set room;
    uint32_t left;
    for (left = 300; left > 0 && status == SKED_OK; left--) {
        status = sked_ar_record_at(&self->ar, time, &span, left % 2 == 0 ? NULL : &own);
        CHECK(status != SKED_OK || self->watched.forged || span.end > time);
        time = status == SKED_OK ? span.end : time;
    }
    CHECK(left > 0 || self->watched.forged);
    if (status != SKED_E_EMPTY) {
        const sked_status down = sked_ar_down_set(&self->ar, calls_wanted(&room, self->processors));
        CHECK(down == SKED_OK || down == SKED_E_RANGE);
        calls_judge_set(&room, self->processors, down);
    }
    return status;
}

/* ---- save ------------------------------------------------------------------------------------ */

static sked_status branch(void *world) {
    ar_world *self = (ar_world *)world;
    const size_t bytes = self->watched.bytes;
    void *block = malloc(bytes + 1);
    sked_ar copy;
    const sked_status status =
        sked_ar_branch(&self->ar, &copy, block, bytes - (bytes > 0 ? calls_rarely(16) : 0));
    if (status != SKED_OK) {
        CHECK(sked_ar_validate(&copy) == SKED_E_EMPTY);
        free(block);
    } else {
        adopt(self, &copy, block, self->watched.forged);
    }
    return status;
}

static sked_status clone_it(void *world) {
    ar_world *self = (ar_world *)world;
    sked_ar copy;
    const sked_status status = sked_ar_clone(&self->ar, &copy, calls_mem(&self->memory));
    if (status == SKED_OK) {
        CHECK(self->watched.forged || sked_ar_validate(&copy) == SKED_OK);
        adopt(self, &copy, NULL, self->watched.forged);
    }
    return status;
}

/* Seals the calendar and opens a copy of it, as it is or forged. */
static sked_status save(void *world) {
    ar_world *self = (ar_world *)world;
    const int forged = calls_below(2) != 0;
    const void *sealed;
    unsigned char *block;
    size_t bytes;
    sked_ar opened;
    sked_status status = sked_ar_seal(&self->ar, &sealed, &bytes);
    if (status != SKED_OK) {
        return status;
    }
    self->watched.moved = 1;                    /* its block has a seal now */
    block = calls_copy_sealed(sealed, bytes, forged);
    status = sked_ar_open(&opened, block, bytes - calls_rarely(64));
    if (status != SKED_OK) {
        CHECK(memcmp(calls_kept, block, bytes) == 0);
        CHECK(sked_ar_validate(&opened) == SKED_E_EMPTY);
        free(block);
    } else {
        adopt(self, &opened, block, forged || self->watched.forged);
    }
    return status;
}

/* Writes into the block of a calendar in use; what does not validate is mended. */
static sked_status forge(void *world) {
    ar_world *self = (ar_world *)world;
    unsigned char *block = (unsigned char *)self->ar.state_;
    if (block == NULL || calls_rarely(2) != 0) {
        return SKED_OK;
    }
    calls_forge(block, self->watched.bytes);
    if (sked_ar_validate(&self->ar) == SKED_OK) {
        watch(self);
        self->watched.forged = 1;
        return SKED_OK;
    }
    memcpy(block, calls_kept, self->watched.bytes);
    return SKED_OK;
}

static sked_status validate(void *world) {
    ar_world *self = (ar_world *)world;
    const sked_status status = sked_ar_validate(&self->ar);
    CHECK(self->watched.forged || status != SKED_E_CORRUPT);
    return status;
}

/* ---- what each may return -------------------------------------------------------------------- */

static const sked_status create_ends[] = {
    SKED_E_NO_PROCESSORS, SKED_E_RANGE, SKED_E_TIME, SKED_E_OVERFLOW, SKED_E_BLOCK, SKED_E_MEMORY,
    SKED_OK};
static const sked_status grow_ends[] = {
    SKED_E_EMPTY, SKED_E_RANGE, SKED_E_OVERFLOW, SKED_E_FIXED, SKED_E_MEMORY, SKED_OK};
static const sked_status change_ends[] = {
    INTERVAL, SKED_E_TAKEN, SKED_E_NOT_TAKEN, SKED_E_FULL, SKED_OK};
static const sked_status trim_ends[] = {
    SKED_E_EMPTY, SKED_E_TIME, SKED_E_BACKWARDS, SKED_E_HORIZON, SKED_OK};
static const sked_status down_ends[] = {SKED_E_EMPTY, SKED_E_RANGE, SKED_OK};
static const sked_status find_ends[] = {
    SEARCH, SKED_E_NEVER_FITS, SKED_E_DEADLINE, SKED_E_REFUSED, SKED_E_PICKER, SKED_E_FULL,
    SKED_OK};
static const sked_status rectangle_ends[] = {
    SKED_E_EMPTY, SKED_E_BLOCK, SKED_E_TIME, SKED_E_RANGE, SKED_E_PAST, SKED_E_HORIZON, SKED_OK};
static const sked_status next_starts_ends[] = {SEARCH, SKED_DONE, SKED_OK};
static const sked_status explain_ends[] = {SEARCH, SKED_OK};
static const sked_status book_ends[] = {
    INTERVAL, SKED_E_DUPLICATE, SKED_E_FULL, SKED_E_TAKEN, SKED_OK};
static const sked_status unbook_ends[] = {
    SKED_E_EMPTY, SKED_E_UNKNOWN, SKED_E_NOT_TAKEN, SKED_E_FULL, SKED_OK};
static const sked_status extend_ends[] = {
    INTERVAL, SKED_E_UNKNOWN, SKED_E_TAKEN, SKED_E_NOT_TAKEN, SKED_E_FULL, SKED_OK};
static const sked_status narrow_ends[] = {
    SKED_E_EMPTY, SKED_E_UNKNOWN, SKED_E_RANGE, SKED_E_NOT_TAKEN, SKED_E_TAKEN, SKED_E_LAST,
    SKED_E_FULL, SKED_OK};
static const sked_status get_booking_ends[] = {
    SKED_E_EMPTY, SKED_E_UNKNOWN, SKED_E_RANGE, SKED_OK};
static const sked_status walk_ends[] = {SKED_E_EMPTY, SKED_E_RANGE, SKED_DONE, SKED_OK};
static const sked_status interval_ends[] = {INTERVAL, SKED_OK};
static const sked_status spans_ends[] = {INTERVAL, SKED_E_FULL, SKED_OK};
static const sked_status records_ends[] = {
    SKED_E_EMPTY, SKED_E_TIME, SKED_E_PAST, SKED_E_HORIZON, SKED_OK};
static const sked_status copy_ends[] = {SKED_E_EMPTY, SKED_E_BLOCK, SKED_E_MEMORY, SKED_OK};
static const sked_status save_ends[] = {
    SKED_E_EMPTY, SKED_E_BLOCK, SKED_E_INCOMPATIBLE, SKED_E_LENGTH, SKED_E_CORRUPT, SKED_OK};
static const sked_status validate_ends[] = {SKED_E_EMPTY, SKED_E_CORRUPT, SKED_OK};
static const sked_status fine[] = {SKED_OK};

static const calls_operation operations[] = {
    {add_or_remove, change_ends},     {find, find_ends},
    {book, book_ends},                {unbook, unbook_ends},
    {change_own, change_ends},        {add_or_remove, change_ends},
    {find, find_ends},                {find_any, find_ends},
    {rectangle_at, rectangle_ends},   {next_starts, next_starts_ends},
    {explain, explain_ends},          {trim, trim_ends},
    {down_or_up, down_ends},          {extend_or_shorten, extend_ends},
    {narrow_or_swap, narrow_ends},    {get_booking, get_booking_ends},
    {walk_bookings, walk_ends},       {read_interval, interval_ends},
    {spans, spans_ends},              {records, records_ends},
    {branch, copy_ends},              {clone_it, copy_ends},
    {save, save_ends},                {forge, fine},
    {validate, validate_ends},        {grow, grow_ends},
    {create, create_ends},            {destroy, fine},
    {add_or_remove, change_ends},     {book, book_ends},
    {extend_or_shorten, extend_ends}, {narrow_or_swap, narrow_ends},
};

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    static ar_world self;
    memset(&self, 0, sizeof self);
    calls_begin(bytes, size);
    watch(&self);
    calls_live(operations, sizeof operations / sizeof *operations, &self, &self.watched, create,
               validate);
    end(&self);
    CHECK(self.memory.live == 0);
}

#include "replay.h"
