/* ar_ticks.h: a calendar as one busy set for each tick: slow, and by the definitions alone. */
/* SPDX-License-Identifier: MIT */
#ifndef AR_TICKS_H_INCLUDED
#define AR_TICKS_H_INCLUDED

/* The includer has included sched_ar.h and string.h. Sets are masks, every integer start is looked
 * at, and each function returns the status that the documentation of its namesake in sched_ar.h
 * tells. Left out: SKED_E_EMPTY, SKED_E_BLOCK, and SKED_E_FULL for want of records, for which
 * ticks_records counts. The calendar covers at most TICKS_MAX ticks from its first base on. */

enum { TICKS_MAX = 64, TICKS_PROCESSORS = 12, TICKS_BOOKINGS = 96 };

typedef struct ticks_booking {
    uint64_t id, tag;
    sked_time start, end;
    uint32_t set;
} ticks_booking;

typedef struct ticks {
    uint32_t processors, bookings_max, bookings, unequal;
    uint32_t capacity[TICKS_PROCESSORS];
    sked_time origin, base, horizon;
    uint32_t down, busy[TICKS_MAX];     /* of tick t: busy[t - origin] */
    ticks_booking live[TICKS_BOOKINGS];
} ticks;

static void ticks_begin(ticks *self, const sked_ar_settings *settings) {
    uint32_t p;
    memset(self, 0, sizeof *self);
    self->processors = settings->processors;
    self->bookings_max = settings->bookings_max;
    self->unequal = 0;
    for (p = 0; p < self->processors; p++) {
        self->capacity[p] = settings->capacities != NULL ? settings->capacities[p] : 1;
        self->unequal |= self->capacity[p] != 1;
    }
    self->origin = self->base = settings->base;
    self->horizon = settings->horizon;
}

/* ---- small questions ------------------------------------------------------------------------- */

static uint32_t ticks_all(const ticks *self) {
    return (UINT32_C(1) << self->processors) - 1;
}

static uint32_t ticks_units(const ticks *self, uint32_t mask) {
    uint32_t p, units = 0;
    for (p = 0; p < self->processors; p++) {
        units += (mask >> p & 1u) != 0 ? self->capacity[p] : 0;
    }
    return units;
}

static uint32_t ticks_busy(const ticks *self, sked_time time) {
    return self->busy[time - self->origin];
}

/* What is busy at some time of an interval, and what is all the time. */
static uint32_t ticks_touched(const ticks *self, sked_time start, sked_time end) {
    uint32_t mask = 0;
    sked_time t;
    for (t = start; t < end; t++) {
        mask |= ticks_busy(self, t);
    }
    return mask;
}

static uint32_t ticks_covered(const ticks *self, sked_time start, sked_time end) {
    uint32_t mask = ticks_all(self);
    sked_time t;
    for (t = start; t < end; t++) {
        mask &= ticks_busy(self, t);
    }
    return mask;
}

static int ticks_record_begins(const ticks *self, sked_time time) {
    return time == self->base || ticks_busy(self, time) != ticks_busy(self, time - 1);
}

static uint32_t ticks_records(const ticks *self) {
    uint32_t records = 0;
    sked_time t;
    for (t = self->base; t < self->horizon; t++) {
        records += ticks_record_begins(self, t) != 0;
    }
    return records;
}

static int ticks_is_point(sked_time time) {
    return time >= 0 && time <= SKED_TIME_MAX;
}

/* Reads a set: SKED_E_RANGE if it has another size, or bits above it. */
static sked_status ticks_read(const ticks *self, const sked_set *set, uint32_t *mask) {
    uint32_t i, bits;
    *mask = 0;
    if (set->size != self->processors) {
        return SKED_E_RANGE;
    }
    bits = SKED_SET_WORDS(set->size) * SKED_WORD_BITS;
    for (i = 0; i < bits; i++) {
        if ((set->words[i / SKED_WORD_BITS] >> (i % SKED_WORD_BITS) & 1u) == 0) {
            continue;
        }
        if (i >= set->size) {
            return SKED_E_RANGE;
        }
        *mask |= UINT32_C(1) << i;
    }
    return SKED_OK;
}

static sked_status ticks_read_some(const ticks *self, const sked_set *set, uint32_t *mask) {
    const sked_status status = ticks_read(self, set, mask);
    return status == SKED_OK && *mask == 0 ? SKED_E_RANGE : status;
}

static void ticks_write(sked_set *set, uint32_t mask) {
    uint32_t p;
    sked_set_clear(set);
    for (p = 0; p < set->size; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(set, p);
        }
    }
}

/* ---- change ---------------------------------------------------------------------------------- */

/* An end alone: SKED_NEVER becomes the horizon. */
static sked_status ticks_end(const ticks *self, sked_time *end) {
    if (!ticks_is_point(*end) && *end != SKED_NEVER) {
        return SKED_E_TIME;
    }
    if (*end == SKED_NEVER) {
        *end = self->horizon;
    }
    return *end > self->horizon ? SKED_E_HORIZON : SKED_OK;
}

static sked_status ticks_interval(const ticks *self, sked_time start, sked_time *end) {
    const sked_status status = ticks_is_point(start) ? ticks_end(self, end) : SKED_E_TIME;
    return status == SKED_OK && *end <= start ? SKED_E_RANGE : status;
}

static sked_status ticks_mark(ticks *self, sked_time start, sked_time end, uint32_t mask) {
    sked_time t;
    if ((ticks_touched(self, start, end) & mask) != 0) {
        return SKED_E_TAKEN;
    }
    for (t = start; t < end; t++) {
        self->busy[t - self->origin] |= mask;
    }
    return SKED_OK;
}

static sked_status ticks_clear(ticks *self, sked_time start, sked_time end, uint32_t mask) {
    sked_time t;
    if ((mask & ~ticks_covered(self, start, end)) != 0) {
        return SKED_E_NOT_TAKEN;
    }
    for (t = start; t < end; t++) {
        self->busy[t - self->origin] &= ~mask;
    }
    return SKED_OK;
}

static sked_status ticks_add(ticks *self, sked_time start, sked_time end, const sked_set *set) {
    uint32_t mask;
    sked_status status = ticks_interval(self, start, &end);
    if (status == SKED_OK) {
        status = ticks_read_some(self, set, &mask);
    }
    if (status != SKED_OK) {
        return status;
    }
    return start < self->base ? SKED_E_PAST : ticks_mark(self, start, end, mask);
}

static sked_status ticks_remove(ticks *self, sked_time start, sked_time end,
                                const sked_set *set) {
    uint32_t mask;
    sked_status status = ticks_interval(self, start, &end);
    if (status == SKED_OK) {
        status = ticks_read_some(self, set, &mask);
    }
    if (status != SKED_OK) {
        return status;
    }
    if (end <= self->base) {
        return SKED_E_PAST;
    }
    return ticks_clear(self, start < self->base ? self->base : start, end, mask);
}

static void ticks_forget(ticks *self, uint32_t place) {
    self->live[place] = self->live[--self->bookings];
}

static sked_status ticks_trim(ticks *self, sked_time now) {
    uint32_t i = 0;
    if (!ticks_is_point(now)) {
        return SKED_E_TIME;
    }
    if (now < self->base) {
        return SKED_E_BACKWARDS;
    }
    if (now >= self->horizon) {
        return SKED_E_HORIZON;
    }
    self->base = now;
    while (i < self->bookings) {
        if (self->live[i].end <= now) {
            ticks_forget(self, i);
        } else {
            i++;
        }
    }
    return SKED_OK;
}

static sked_status ticks_down(ticks *self, const sked_set *set) {
    uint32_t mask;
    const sked_status status = ticks_read(self, set, &mask);
    self->down |= status == SKED_OK ? mask : 0;
    return status;
}

static sked_status ticks_up(ticks *self, const sked_set *set) {
    uint32_t mask;
    const sked_status status = ticks_read(self, set, &mask);
    self->down &= status == SKED_OK ? ~mask : ~UINT32_C(0);
    return status;
}

/* ---- all starts of a request ----------------------------------------------------------------- */

typedef struct ticks_start {
    uint32_t set, free;                 /* the free set, and its count */
    int feasible, paper, freed;         /* freed: of SKED_AR_FREED */
    sked_time from, until;              /* the rectangle, not capped */
} ticks_start;

/* The starts ready .. last; of them, start[t - ready]. */
typedef struct ticks_window {
    sked_status status;                 /* SKED_E_NEVER_FITS, SKED_E_DEADLINE or SKED_OK */
    uint32_t allowed, required;         /* allowed: and up */
    sked_time deadline, last;           /* D, and D - duration */
    ticks_start start[TICKS_MAX];
} ticks_window;

static uint32_t ticks_free_set(const ticks *self, uint32_t allowed, sked_time start,
                               sked_time end) {
    return allowed & ~self->down & ~ticks_touched(self, start, end);
}

static void ticks_rectangle(const ticks *self, uint32_t set, sked_time start, sked_time end,
                            sked_time *from, sked_time *until) {
    *from = start;
    *until = end;
    while (*from > self->base && (ticks_busy(self, *from - 1) & set) == 0) {
        --*from;
    }
    while (*until < self->horizon && (ticks_busy(self, *until) & set) == 0) {
        ++*until;
    }
    if (set == 0) {
        *from = self->base;
        *until = self->horizon;
    }
}

/* When it must have ended; SKED_NEVER: that is open. */
static sked_time ticks_deadline(const sked_ar_request *request) {
    return request->deadline == 0 ? SKED_NEVER : request->deadline;
}

/* The failures that searches share. What a search refuses besides, it looks for later. */
static sked_status ticks_check_request(const ticks *self, const sked_ar_request *request,
                                       uint32_t *allowed, uint32_t *required) {
    *allowed = ticks_all(self);
    *required = 0;
    if (request->count == 0) {
        return SKED_E_NO_WIDTH;
    }
    if (!ticks_is_point(request->ready) || !ticks_is_point(request->duration) ||
        request->duration == 0 ||
        (!ticks_is_point(request->deadline) && request->deadline != SKED_NEVER)) {
        return SKED_E_TIME;
    }
    if ((request->allowed != NULL && ticks_read(self, request->allowed, allowed) != SKED_OK) ||
        (request->required != NULL && ticks_read(self, request->required, required) != SKED_OK) ||
        (*required & ~*allowed) != 0 || ticks_units(self, *required) > request->count) {
        return SKED_E_RANGE;
    }
    if (request->ready < self->base) {
        return SKED_E_PAST;
    }
    if (request->ready + request->duration > self->horizon) {
        return SKED_E_HORIZON;
    }
    return ticks_deadline(request) != SKED_NEVER &&
                   request->ready + request->duration > request->deadline
               ? SKED_E_WINDOW
               : SKED_OK;
}

static void ticks_look_at(const ticks *self, const sked_ar_request *request,
                          const ticks_window *window, sked_time t, ticks_start *start) {
    const sked_time end = t + request->duration;
    const uint32_t becomes_free =
        t > self->base ? ticks_busy(self, t - 1) & ~ticks_busy(self, t) : 0;
    start->set = ticks_free_set(self, window->allowed, t, end);
    start->free = ticks_units(self, start->set);
    start->feasible = start->free >= request->count && (window->required & ~start->set) == 0;
    start->freed = t == request->ready || (becomes_free & window->allowed) != 0;
    start->paper = t == request->ready || t == window->last || ticks_record_begins(self, t) ||
                   (end < self->horizon && ticks_record_begins(self, end));
    ticks_rectangle(self, start->set, t, end, &start->from, &start->until);
}

/* Looks at every start of a request, the data of which is good. */
static void ticks_look(const ticks *self, const sked_ar_request *request, uint32_t allowed,
                       uint32_t required, ticks_window *window) {
    sked_time t;
    window->allowed = allowed & ~self->down;
    window->required = required;
    window->deadline = ticks_deadline(request) < self->horizon ? request->deadline : self->horizon;
    window->last = window->deadline - request->duration;
    window->status = SKED_E_DEADLINE;
    for (t = request->ready; t <= window->last; t++) {
        ticks_start *start = &window->start[t - request->ready];
        ticks_look_at(self, request, window, t, start);
        if (start->feasible) {
            window->status = SKED_OK;
        }
    }
    if (ticks_units(self, window->allowed) < request->count ||
        (required & ~window->allowed) != 0) {
        window->status = SKED_E_NEVER_FITS;
    }
}

/* ---- picks ----------------------------------------------------------------------------------- */

/* When a processor is busy again, from `end` on. */
static sked_time ticks_busy_again(const ticks *self, uint32_t p, sked_time end) {
    while (end < self->horizon && (ticks_busy(self, end) >> p & 1u) == 0) {
        end++;
    }
    return end;
}

/* The next one to gather, or `processors`. */
static uint32_t ticks_gather_next(const ticks *self, uint32_t left, sked_ar_pick pick,
                                  sked_time end) {
    uint32_t p, best = self->processors;
    for (p = 0; p < self->processors; p++) {
        if ((left >> p & 1u) != 0 &&
            (best == self->processors ||
             (pick == SKED_AR_LONGEST_LEFT &&
              ticks_busy_again(self, p, end) < ticks_busy_again(self, best, end)))) {
            best = p;
        }
    }
    return best;
}

static uint32_t ticks_gather(const ticks *self, const sked_ar_request *request,
                             sked_ar_pick pick, uint32_t set, uint32_t required, sked_time end) {
    uint32_t p, taken = required;
    while (ticks_units(self, taken) < request->count) {
        p = ticks_gather_next(self, set & ~taken, pick, end);
        taken |= UINT32_C(1) << p;
    }
    for (p = 0; p < self->processors; p++) {
        const uint32_t bit = UINT32_C(1) << p;
        if ((taken & ~required & bit) != 0 && ticks_units(self, taken & ~bit) >= request->count) {
            taken &= ~bit;
        }
    }
    return taken;
}

/* 0: there is no such run. */
static uint32_t ticks_run(const ticks *self, uint32_t count, uint32_t set, uint32_t required) {
    uint32_t a, b;
    for (b = 0; b < self->processors; b++) {
        uint32_t run = 0;
        for (a = b + 1; a-- > 0 && (set >> a & 1u) != 0;) {
            run |= UINT32_C(1) << a;
            if (ticks_units(self, run) >= count && (required & ~run) == 0 &&
                (self->unequal || ticks_units(self, run) == count)) {
                return run;
            }
        }
    }
    return 0;
}

static sked_status ticks_ask(const ticks *self, const sked_ar_request *request,
                             const sked_picker *picker, uint32_t set, uint32_t required,
                             sked_time t, uint32_t *taken) {
    sked_word offer_words[SKED_SET_WORDS(12u)], chosen_words[SKED_SET_WORDS(12u)];
    sked_set offered = sked_set_of(offer_words, self->processors);
    sked_set chosen = sked_set_of(chosen_words, self->processors);
    sked_pick_request ask;
    uint32_t mask = 0;
    ask.id = request->id;
    ask.tag = request->tag;
    ask.start = t;
    ask.end = t + request->duration;
    ask.count = request->count - ticks_units(self, required);
    ask.tier = ask.ahead = 0;
    ask.beside = NULL;
    ticks_write(&offered, set & ~required);
    if (picker->pick(picker->ctx, &ask, &offered, &chosen) == 0) {
        return SKED_E_REFUSED;
    }
    if (ticks_read(self, &chosen, &mask) != SKED_OK || (mask & ~(set & ~required)) != 0 ||
        ticks_units(self, mask) != ask.count) {
        return SKED_E_PICKER;
    }
    *taken = mask | required;
    return SKED_OK;
}

static sked_status ticks_take(const ticks *self, const sked_ar_request *request,
                              const sked_ar_choice *choice, uint32_t set, uint32_t required,
                              sked_time t, uint32_t *taken) {
    if (choice->pick == SKED_AR_PICKER) {
        return ticks_ask(self, request, &choice->picker, set, required, t, taken);
    }
    if (choice->pick == SKED_AR_RUN) {
        *taken = ticks_run(self, request->count, set, required);
        return *taken == 0 ? SKED_E_REFUSED : SKED_OK;
    }
    *taken = ticks_gather(self, request, choice->pick, set, required, t + request->duration);
    return SKED_OK;
}

/* ---- choose ---------------------------------------------------------------------------------- */

typedef struct ticks_found {
    sked_time start;
    uint32_t free, set;                 /* the set to take */
    int64_t number;                     /* what the policy compares: the highest wins */
} ticks_found;

static sked_time ticks_capped(const ticks *self, sked_ar_ends ends, sked_time until,
                              sked_time deadline) {
    if (until > deadline &&
        (ends == SKED_AR_ENDS_AT_DEADLINE ||
         (ends == SKED_AR_OPEN_ENDS_AT_DEADLINE && until == self->horizon))) {
        return deadline;
    }
    return until;
}

static int64_t ticks_score(const ticks *self, const sked_ar_request *request,
                           const sked_ar_choice *choice, const ticks_start *start, sked_time t,
                           sked_time until) {
    sked_word words[SKED_SET_WORDS(12u)];
    sked_set set = sked_set_of(words, self->processors);
    sked_ar_offer offer;
    ticks_write(&set, start->set);
    offer.start = t;
    offer.end = t + request->duration;
    offer.from = start->from;
    offer.until = until;
    offer.free = start->free;
    offer.set = &set;
    return choice->score.score(choice->score.ctx, request, &offer);
}

static int64_t ticks_number(const ticks *self, const sked_ar_request *request,
                            const sked_ar_choice *choice, const ticks_start *start, sked_time t,
                            sked_time deadline) {
    const sked_time until = ticks_capped(self, choice->ends, start->until, deadline);
    const int64_t length = until - start->from, free = (int64_t)start->free;
    switch (choice->policy) {
    case SKED_AR_FF: return -t;
    case SKED_AR_PE_B: return -free;
    case SKED_AR_PE_W: return free;
    case SKED_AR_DU_B: return -length;
    case SKED_AR_DU_W: return length;
    case SKED_AR_PEDU_B: return -(free * length);
    case SKED_AR_PEDU_W: return free * length;
    case SKED_AR_LATEST: return t;
    case SKED_AR_SCORE: return ticks_score(self, request, choice, start, t, until);
    case SKED_AR_POLICY_COUNT_:
    case SKED_AR_POLICY_CLOSED_: break;
    }
    return 0;
}

/* Chooses among the starts of a window. A picker that breaks its contract should do so always, but
 * for FF, which asks it about one start after the other until it does not refuse. */
static sked_status ticks_choose(const ticks *self, const sked_ar_request *request,
                                const sked_ar_choice *choice, const ticks_window *window,
                                ticks_found *best) {
    const int paper = choice->starts == SKED_AR_PAPER || choice->policy == SKED_AR_LATEST;
    sked_status outcome = window->status == SKED_OK ? SKED_E_REFUSED : window->status;
    sked_time t;
    for (t = request->ready; window->status == SKED_OK && t <= window->last; t++) {
        const ticks_start *start = &window->start[t - request->ready];
        ticks_found found;
        sked_status status;
        if (!start->feasible || !(paper ? start->paper : start->freed)) {
            continue;
        }
        status = ticks_take(self, request, choice, start->set, window->required, t, &found.set);
        if (status == SKED_E_REFUSED) {
            continue;
        }
        found.start = t;
        found.free = start->free;
        found.number = ticks_number(self, request, choice, start, t, window->deadline);
        if (choice->policy == SKED_AR_SCORE && found.number == SKED_AR_VETO) {
            continue;
        }
        if (outcome == SKED_E_REFUSED || found.number > best->number) {
            *best = found;
            outcome = status;
        }
        if (outcome == SKED_E_PICKER) {
            return outcome;
        }
    }
    return outcome;
}

static sked_status ticks_check_choice(const ticks *self, const sked_ar_choice *choice) {
    if ((unsigned)choice->policy >= SKED_AR_POLICY_COUNT_ ||
        (unsigned)choice->starts > SKED_AR_FREED ||
        (unsigned)choice->ends > SKED_AR_ENDS_AT_HORIZON ||
        (unsigned)choice->pick >= SKED_AR_PICK_COUNT_ ||
        (choice->policy == SKED_AR_SCORE && choice->score.score == NULL) ||
        (choice->pick == SKED_AR_PICKER && self->unequal)) {
        return SKED_E_SETTING;
    }
    return ((unsigned)SKED_AR_POLICIES >> (unsigned)choice->policy & 1u) != 0 &&
                   ((unsigned)SKED_AR_PICKS >> (unsigned)choice->pick & 1u) != 0
               ? SKED_OK
               : SKED_E_SETTING;
}

static sked_status ticks_answer(sked_status status, const sked_ar_request *request,
                                const ticks_found *found, sked_ar_answer *answer,
                                sked_set *processors) {
    if (status == SKED_OK) {
        answer->start = found->start;
        answer->end = found->start + request->duration;
        answer->free = found->free;
        answer->alternative = 0;
        if (processors != NULL) {
            ticks_write(processors, found->set);
        }
    }
    return status;
}

static sked_status ticks_find(const ticks *self, const sked_ar_request *request,
                              const sked_ar_choice *choice, sked_ar_answer *answer,
                              sked_set *processors) {
    ticks_window window;
    ticks_found found = {0, 0, 0, 0};
    uint32_t allowed, required;
    sked_status status = ticks_check_choice(self, choice);
    if (status == SKED_OK) {
        status = ticks_check_request(self, request, &allowed, &required);
    }
    if (status == SKED_OK && processors != NULL && processors->size != self->processors) {
        status = SKED_E_RANGE;
    }
    if (status != SKED_OK) {
        return status;
    }
    ticks_look(self, request, allowed, required, &window);
    status = ticks_choose(self, request, choice, &window, &found);
    return ticks_answer(status, request, &found, answer, processors);
}

/* ---- alternatives ---------------------------------------------------------------------------- */

typedef struct ticks_rank {
    int64_t first, second;              /* the lowest wins */
} ticks_rank;

static ticks_rank ticks_rank_of(const sked_ar_request *request, sked_ar_criterion criterion,
                                const ticks_found *found) {
    const int64_t end = found->start + request->duration;
    const int64_t area = (int64_t)request->count * request->duration;
    ticks_rank rank;
    rank.first = criterion == SKED_AR_EARLIEST_END ? end
                 : criterion == SKED_AR_LEAST_AREA ? area
                                                   : -found->number;
    rank.second = criterion == SKED_AR_EARLIEST_END ? area
                  : criterion == SKED_AR_LEAST_AREA ? end
                                                    : 0;
    return rank;
}

/* What is told when none can be had: the later in this order, the stronger. */
static int ticks_weight(sked_status status) {
    switch (status) {
    case SKED_E_NEVER_FITS: return 1;
    case SKED_E_DEADLINE: return 2;
    case SKED_E_REFUSED: return 3;
    case SKED_E_PICKER: return 4;
    default: return 0;
    }
}

static sked_status ticks_check_any(const ticks *self, const sked_ar_request *alternatives,
                                   uint32_t count, sked_ar_criterion criterion,
                                   const sked_ar_choice *choice, const sked_set *processors) {
    const int misfit = processors != NULL && processors->size != self->processors;
    uint32_t i, allowed, required;
    sked_status status = ticks_check_choice(self, choice);
    if (status != SKED_OK || (unsigned)criterion > SKED_AR_BY_POLICY) {
        return SKED_E_SETTING;
    }
    for (i = 0; i < count && status == SKED_OK; i++) {
        status = ticks_check_request(self, &alternatives[i], &allowed, &required);
    }
    return status == SKED_OK && (count == 0 || misfit) ? SKED_E_RANGE : status;
}

static sked_status ticks_find_any(const ticks *self, const sked_ar_request *alternatives,
                                  uint32_t count, sked_ar_criterion criterion,
                                  const sked_ar_choice *choice, sked_ar_answer *answer,
                                  sked_set *processors) {
    sked_status outcome =
        ticks_check_any(self, alternatives, count, criterion, choice, processors);
    ticks_rank best = {0, 0};
    uint32_t i;
    if (outcome != SKED_OK) {
        return outcome;
    }
    outcome = SKED_E_NEVER_FITS;
    for (i = 0; i < count; i++) {
        const sked_ar_request *request = &alternatives[i];
        ticks_window window;
        ticks_found found = {0, 0, 0, 0};
        ticks_rank rank;
        uint32_t allowed, required;
        sked_status status;
        (void)ticks_check_request(self, request, &allowed, &required);
        ticks_look(self, request, allowed, required, &window);
        status = ticks_choose(self, request, choice, &window, &found);
        if (status != SKED_OK) {
            outcome = outcome != SKED_OK && ticks_weight(status) > ticks_weight(outcome) ? status
                                                                                         : outcome;
            continue;
        }
        rank = ticks_rank_of(request, criterion, &found);
        if (outcome != SKED_OK || rank.first < best.first ||
            (rank.first == best.first && rank.second < best.second)) {
            best = rank;
            outcome = ticks_answer(SKED_OK, request, &found, answer, processors);
            answer->alternative = i;
        }
    }
    return outcome;
}

/* ---- other questions about starts ------------------------------------------------------------ */

static sked_status ticks_rectangle_at(const ticks *self, const sked_ar_request *request,
                                      sked_time start, sked_ar_rectangle *rectangle,
                                      sked_set *free_set) {
    uint32_t set, allowed = ticks_all(self);
    if (!ticks_is_point(start) || !ticks_is_point(request->duration) || request->duration == 0) {
        return SKED_E_TIME;
    }
    if ((request->allowed != NULL && ticks_read(self, request->allowed, &allowed) != SKED_OK) ||
        (free_set != NULL && free_set->size != self->processors)) {
        return SKED_E_RANGE;
    }
    if (start < self->base) {
        return SKED_E_PAST;
    }
    if (start + request->duration > self->horizon) {
        return SKED_E_HORIZON;
    }
    set = ticks_free_set(self, allowed, start, start + request->duration);
    ticks_rectangle(self, set, start, start + request->duration, &rectangle->from,
                    &rectangle->until);
    rectangle->free = ticks_units(self, set);
    if (free_set != NULL) {
        ticks_write(free_set, set);
    }
    return SKED_OK;
}

static sked_status ticks_next_starts(const ticks *self, const sked_ar_request *request,
                                     sked_time *first, sked_time *beyond) {
    ticks_window window;
    uint32_t allowed, required;
    sked_time t = *first;
    const sked_status status = ticks_check_request(self, request, &allowed, &required);
    if (status != SKED_OK) {
        return status;
    }
    if (t < request->ready) {
        return SKED_E_RANGE;
    }
    ticks_look(self, request, allowed, required, &window);
    while (t <= window.last && !window.start[t - request->ready].feasible) {
        t++;
    }
    if (t > window.last || window.status != SKED_OK) {
        return SKED_DONE;
    }
    *first = t;
    while (t <= window.last && window.start[t - request->ready].feasible) {
        t++;
    }
    *beyond = t;
    return SKED_OK;
}

static sked_status ticks_explain(const ticks *self, const sked_ar_request *request,
                                 sked_ar_explanation *reason) {
    ticks_window window;
    sked_ar_request endless = *request;
    uint32_t allowed, required;
    sked_time t;
    const sked_status status = ticks_check_request(self, request, &allowed, &required);
    if (status != SKED_OK) {
        return status;
    }
    if (((unsigned)SKED_AR_POLICIES >> SKED_AR_PE_W & 1u) == 0) {
        return SKED_E_SETTING;
    }
    ticks_look(self, request, allowed, required, &window);
    reason->verdict = window.status;
    reason->start = SKED_NEVER;
    reason->count = 0;
    if (window.status == SKED_E_NEVER_FITS) {
        reason->count = ticks_units(self, window.allowed);
        return SKED_OK;
    }
    for (t = request->ready; t <= window.last; t++) {
        const ticks_start *start = &window.start[t - request->ready];
        if ((required & ~start->set) == 0 && start->free > reason->count) {
            reason->count = start->free;
        }
    }
    endless.deadline = SKED_NEVER;
    ticks_look(self, &endless, allowed, required, &window);
    for (t = window.last; t >= request->ready; t--) {
        reason->start = window.start[t - request->ready].feasible ? t : reason->start;
    }
    return SKED_OK;
}

/* ---- bookings -------------------------------------------------------------------------------- */

static ticks_booking *ticks_named(ticks *self, uint64_t id) {
    uint32_t i;
    for (i = 0; i < self->bookings; i++) {
        if (self->live[i].id == id) {
            return &self->live[i];
        }
    }
    return NULL;
}

static sked_time ticks_rest_of(const ticks *self, const ticks_booking *named) {
    return named->start < self->base ? self->base : named->start;
}

static sked_status ticks_book(ticks *self, uint64_t id, uint64_t tag, sked_time start,
                              sked_time end, const sked_set *set) {
    ticks_booking *named = &self->live[self->bookings];
    sked_status status;
    if (ticks_named(self, id) != NULL) {
        return SKED_E_DUPLICATE;
    }
    if (self->bookings >= self->bookings_max) {
        return SKED_E_FULL;
    }
    status = ticks_add(self, start, end, set);
    if (status == SKED_OK) {
        named->id = id;
        named->tag = tag;
        named->start = start;
        named->end = end == SKED_NEVER ? self->horizon : end;
        (void)ticks_read(self, set, &named->set);
        self->bookings++;
    }
    return status;
}

static sked_status ticks_unbook(ticks *self, uint64_t id) {
    const ticks_booking *named = ticks_named(self, id);
    sked_status status;
    if (named == NULL) {
        return SKED_E_UNKNOWN;
    }
    status = ticks_clear(self, ticks_rest_of(self, named), named->end, named->set);
    if (status == SKED_OK) {
        ticks_forget(self, (uint32_t)(named - self->live));
    }
    return status;
}

static sked_status ticks_extend(ticks *self, uint64_t id, sked_time end) {
    ticks_booking *named = ticks_named(self, id);
    sked_status status = named == NULL ? SKED_E_UNKNOWN : ticks_end(self, &end);
    if (status != SKED_OK) {
        return status;
    }
    if (end <= named->end) {
        return SKED_E_RANGE;
    }
    status = ticks_mark(self, named->end, end, named->set);
    named->end = status == SKED_OK ? end : named->end;
    return status;
}

static sked_status ticks_shorten(ticks *self, uint64_t id, sked_time end) {
    ticks_booking *named = ticks_named(self, id);
    sked_status status = named == NULL ? SKED_E_UNKNOWN : ticks_end(self, &end);
    if (status != SKED_OK) {
        return status;
    }
    if (end >= named->end || end <= named->start) {
        return SKED_E_RANGE;
    }
    if (end <= self->base) {
        return SKED_E_PAST;
    }
    status = ticks_clear(self, end, named->end, named->set);
    named->end = status == SKED_OK ? end : named->end;
    return status;
}

static sked_status ticks_narrow(ticks *self, uint64_t id, const sked_set *processors) {
    ticks_booking *named = ticks_named(self, id);
    uint32_t mask;
    sked_status status =
        named == NULL ? SKED_E_UNKNOWN : ticks_read_some(self, processors, &mask);
    if (status != SKED_OK) {
        return status;
    }
    if ((mask & ~named->set) != 0) {
        return SKED_E_NOT_TAKEN;
    }
    if (mask == named->set) {
        return SKED_E_LAST;
    }
    status = ticks_clear(self, ticks_rest_of(self, named), named->end, mask);
    named->set &= status == SKED_OK ? ~mask : ~UINT32_C(0);
    return status;
}

static sked_status ticks_swap(ticks *self, uint64_t id, const sked_set *from,
                              const sked_set *to) {
    ticks_booking *named = ticks_named(self, id);
    uint32_t gone, come;
    sked_time start;
    if (named == NULL) {
        return SKED_E_UNKNOWN;
    }
    if (ticks_read_some(self, from, &gone) != SKED_OK ||
        ticks_read_some(self, to, &come) != SKED_OK) {
        return SKED_E_RANGE;
    }
    start = ticks_rest_of(self, named);
    if ((gone & ~(named->set & ticks_covered(self, start, named->end))) != 0) {
        return SKED_E_NOT_TAKEN;
    }
    if ((come & ticks_touched(self, start, named->end)) != 0) {
        return SKED_E_TAKEN;
    }
    (void)ticks_clear(self, start, named->end, gone);
    (void)ticks_mark(self, start, named->end, come);
    named->set = (named->set & ~gone) | come;
    return SKED_OK;
}

static void ticks_tell(const ticks *self, const ticks_booking *named,
                       sked_ar_booking *booking, sked_set *processors) {
    booking->id = named->id;
    booking->tag = named->tag;
    booking->start = named->start;
    booking->end = named->end;
    booking->count = ticks_units(self, named->set);
    if (processors != NULL) {
        ticks_write(processors, named->set);
    }
}

static sked_status ticks_get_booking(ticks *self, uint64_t id,
                                     sked_ar_booking *booking, sked_set *processors) {
    const ticks_booking *named = ticks_named(self, id);
    if (named == NULL) {
        return SKED_E_UNKNOWN;
    }
    if (processors != NULL && processors->size != self->processors) {
        return SKED_E_RANGE;
    }
    ticks_tell(self, named, booking, processors);
    return SKED_OK;
}

/* ---- read ------------------------------------------------------------------------------------ */

static sked_status ticks_free(const ticks *self, sked_time start, sked_time end,
                              sked_set *processors, uint32_t *count) {
    sked_status status = ticks_interval(self, start, &end);
    uint32_t set;
    if (status == SKED_OK && processors->size != self->processors) {
        status = SKED_E_RANGE;
    }
    if (status != SKED_OK) {
        return status;
    }
    if (start < self->base) {
        return SKED_E_PAST;
    }
    set = ticks_free_set(self, ticks_all(self), start, end);
    ticks_write(processors, set);
    *count = ticks_units(self, set);
    return SKED_OK;
}

static sked_status ticks_usage(const ticks *self, sked_time start, sked_time end,
                               sked_ar_usage *use) {
    const uint32_t all = ticks_units(self, ticks_all(self));
    const sked_status status = ticks_interval(self, start, &end);
    sked_time t;
    if (status != SKED_OK) {
        return status;
    }
    if (start < self->base) {
        return SKED_E_PAST;
    }
    memset(use, 0, sizeof *use);
    use->free_min = all;
    for (t = start; t < end; t++) {
        const uint32_t busy = ticks_units(self, ticks_busy(self, t));
        use->busy.low += busy;
        use->whole.low += all;
        use->free_min = all - busy < use->free_min ? all - busy : use->free_min;
        use->free_max = all - busy > use->free_max ? all - busy : use->free_max;
    }
    return SKED_OK;
}

/* The record that holds at a time: its interval and its set. */
static sked_status ticks_at(const ticks *self, sked_time time, sked_time *start, sked_time *end,
                            uint32_t *set) {
    if (!ticks_is_point(time)) {
        return SKED_E_TIME;
    }
    if (time < self->base) {
        return SKED_E_PAST;
    }
    if (time >= self->horizon) {
        return SKED_E_HORIZON;
    }
    *start = time;
    *end = time + 1;
    while (!ticks_record_begins(self, *start)) {
        --*start;
    }
    while (*end < self->horizon && !ticks_record_begins(self, *end)) {
        ++*end;
    }
    *set = ticks_busy(self, time);
    return SKED_OK;
}

typedef struct ticks_span {
    sked_time start, end;
    uint32_t count, set;
} ticks_span;

/* All spans of an interval, by sets or by counts; there may be TICKS_MAX. */
static sked_status ticks_spans(const ticks *self, sked_time start, sked_time end, int by_sets,
                               ticks_span *spans, uint32_t *count) {
    const sked_status status = ticks_interval(self, start, &end);
    sked_time t;
    *count = 0;
    if (status != SKED_OK) {
        return status;
    }
    if (start < self->base) {
        return SKED_E_PAST;
    }
    for (t = start; t < end; t++) {
        const uint32_t set = ticks_busy(self, t), busy = ticks_units(self, set);
        ticks_span *last = *count > 0 ? &spans[*count - 1] : NULL;
        if (set == 0) {
            continue;
        }
        if (last != NULL && last->end == t && (by_sets ? last->set == set : last->count == busy)) {
            last->end++;
            continue;
        }
        last = &spans[(*count)++];
        last->start = t;
        last->end = t + 1;
        last->count = busy;
        last->set = set;
    }
    return SKED_OK;
}

#endif
