/* reserve.c - deep tests of the queue's reservations: a slow oracle for every depth, down and up,
 * forecasts and branches, and laws that need no oracle.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched.h"

#define DEEP_NAME "reserve"
#include "harness.h"

enum { PROCESSORS_MAX = 70, JOBS_MAX = 40, BOOKINGS_MAX = 6, WORDS_MAX = 9 };
enum { INSTANTS_MAX = 1 + JOBS_MAX + 2 * BOOKINGS_MAX + 2 * JOBS_MAX, DUE_OF_8 = 2 };

#include "doubles.h"
#include "model.h"
#include "accounts.h"

/* ---- the oracle: state ----------------------------------------------------------------------- */

#define NOT_YET INT64_C(-1)             /* a job that no pass has given a reservation */

typedef struct model_job {
    place place;
    uint64_t id, key, tag, arrival;
    sked_time estimate, start;
    sked_time reserved;                 /* under SKED_COMPRESS: a time, SKED_NEVER, or NOT_YET */
    uint32_t width, options, bars, account;
    int stays;                          /* a blocked head that stays the head */
} model_job;

typedef struct model {
    sked_queue_settings settings;
    chooser *chooser;
    sked_time now;
    uint64_t arrivals;
    model_job jobs[JOBS_MAX];
    model_booking bookings[BOOKINGS_MAX];
    int on[PROCESSORS_MAX];             /* the place in jobs[] of who runs there, or -1 */
    unsigned char down[PROCESSORS_MAX];
    unsigned char news[PROCESSORS_MAX]; /* went down under a job, which nobody has been told */
    int given_back;                     /* since the latest plan */
    accounts accounts;
    sked_queue_counters counters;
} model;

typedef struct world {
    uint64_t seed, random;
    model model;
    chooser chooser;
    sked_picker picker;
    const sked_picker *given;
    meter meter;
    origin origin;
    void *block;                        /* of a queue by init */
    size_t bytes;
    uint32_t jobs_limit, bookings_limit; /* how far the queue may grow */
    sked_time span;                     /* how far apart things happen */
    int unlimited;                      /* jobs without a bound occur */
    int booked;                         /* many short bookings, longer jobs, few processors */
    int head_known;                     /* the latest pass was not stopped: this was its head */
    int head_blocked, head_must;        /* it blocked; and the queue must say so */
    uint64_t head;
    sked_time shadow;
    int64_t extra;                      /* or -1: not compared */
    sked_queue queue;
} world;

#include "oracle.h"
#include "plain.h"

static int compresses(const model *self) {
    return self->settings.depth == SKED_ALL && self->settings.reservations == SKED_COMPRESS;
}

static int who_is_on(const model *self, uint32_t processor) {
    return self->on[processor];
}

static int is_idle(const model *self, uint32_t processor) {
    return self->on[processor] < 0 && !self->down[processor];
}

static uint32_t down_count(const model *self) {
    return count_of(self->down, self->settings.processors);
}

static void forget_news(model *self, int slot) {
    uint32_t processor;
    for (processor = 0; processor < self->settings.processors; processor++) {
        if (self->on[processor] == slot) {
            self->news[processor] = 0;
        }
    }
}

static void vacate(model *self, int slot) {
    uint32_t processor;
    forget_news(self, slot);
    for (processor = 0; processor < self->settings.processors; processor++) {
        if (self->on[processor] == slot) {
            self->on[processor] = -1;
        }
    }
}

/* ---- the oracle: can a job start now? -------------------------------------------------------- */

static int is_there(const model *self, uint32_t processor, sked_time at, int really) {
    if (self->down[processor]) {
        return 0;
    }
    if (really && at == self->now) {
        return self->on[processor] < 0;
    }
    return release_of(self, processor) <= at;
}

/* ---- the oracle: what is free when, in numbers ----------------------------------------------- */

typedef struct bookings {
    uint32_t count;
    struct {
        sked_time start, end;
        uint32_t width;
    } list[JOBS_MAX];
} bookings;

static void book(bookings *books, const model_job *job, sked_time start) {
    if (start != SKED_NEVER) {
        books->list[books->count].start = start;
        books->list[books->count].end = plus(start, job->estimate);
        books->list[books->count].width = job->width;
        books->count++;
    }
}

/* The processors that are up, that no running job is expected to occupy and no booking to keep,
 * less the reservations. Negative where bookings lie over running jobs. */
static int64_t available(const model *self, const bookings *books, sked_time at) {
    int64_t count = -kept_by_count(self, at);
    uint32_t processor, n;
    for (processor = 0; processor < self->settings.processors; processor++) {
        count += is_there(self, processor, at, 0) && !kept_by_set(self, processor, at, at + 1);
    }
    for (n = 0; n < books->count; n++) {
        if (books->list[n].start <= at && at < books->list[n].end) {
            count -= books->list[n].width;
        }
    }
    return count;
}

static uint32_t list_changes(const model *self, const bookings *books, sked_time *instants) {
    uint32_t count = list_instants(self, 1, instants), n;
    for (n = 0; n < books->count; n++) {
        instants[count++] = books->list[n].start;
        instants[count++] = books->list[n].end;
    }
    return count;
}

/* Are there enough during the job's whole run, and so many that no booking by set would meet? */
static int fits(const model *self, const bookings *books, const model_job *job, sked_time start) {
    const sked_time end = plus(start, job->estimate);
    sked_time instants[INSTANTS_MAX];
    uint32_t processor, n, usable = 0, count;
    for (processor = 0; processor < self->settings.processors; processor++) {
        usable += !self->down[processor] && !kept_by_set(self, processor, start, end);
    }
    if (usable < job->width || available(self, books, start) < (int64_t)job->width) {
        return 0;
    }
    count = list_changes(self, books, instants);
    for (n = 0; n < count; n++) {
        if (instants[n] > start && instants[n] < end &&
            available(self, books, instants[n]) < (int64_t)job->width) {
            return 0;
        }
    }
    return 1;
}

/* The first time, from `from` on, at which the job fits: `from`, or when something changes. */
static sked_time earliest(const model *self, const bookings *books, const model_job *job,
                          sked_time from) {
    sked_time instants[INSTANTS_MAX + 1], best = SKED_NEVER;
    uint32_t n, count = list_changes(self, books, instants);
    instants[count++] = from;
    for (n = 0; n < count; n++) {
        if (instants[n] >= from && instants[n] < best && fits(self, books, job, instants[n])) {
            best = instants[n];
        }
    }
    return best;
}

/* The oracle's check of itself: does really no other time before that one do? */
static int earliest_is_first(const model *self, const bookings *books, const model_job *job,
                             sked_time from, sked_time found) {
    sked_time at, last = found < from + 300 ? found : from + 300;
    for (at = from; at < last; at++) {
        if (fits(self, books, job, at)) {
            return 0;
        }
    }
    return found == SKED_NEVER || fits(self, books, job, found);
}

/* The next instant after now at which a running job is expected to end, or a booking ends. */
static sked_time next_return(const model *self) {
    sked_time best = SKED_NEVER;
    uint32_t n;
    for (n = 0; n < JOBS_MAX; n++) {
        sked_time end = expected_end(self, &self->jobs[n]);
        if (self->jobs[n].place == RUNNING && end > self->now && end < best) {
            best = end;
        }
    }
    for (n = 0; n < BOOKINGS_MAX; n++) {
        if (is_live(self, &self->bookings[n]) && self->bookings[n].end < best) {
            best = self->bookings[n].end;
        }
    }
    return best;
}

/* ---- the oracle: a pass ---------------------------------------------------------------------- */

/* A job that could not use its reservation for now gets a later one, behind so many actions. */
typedef struct delay {
    int slot;
    sked_time reserved;
    uint32_t behind;
} delay;

typedef struct pass {
    decision list[2 * JOBS_MAX];
    uint32_t count;
    delay delays[JOBS_MAX];
    uint32_t delays_count;
    int booked;                         /* depth 1 among live bookings: extra is not compared */
    uint64_t refusals, faults;
    int head;                       /* the place in jobs[] of the one that had to wait, or -1  */
    int blocked;                    /* the same, also if nothing was free: it may stay         */
    uint32_t heads;                     /* behind so many actions */
    sked_time shadow;
    int64_t extra;                      /* what it leaves over when the pass is over */
    uint32_t renewed;                   /* SKED_COMPRESS: behind so many actions, if owners start */
} pass;

/* Asks for processors, now. */
static int picked(const model *self, pass *plan, const model_job *job, unsigned char *on) {
    unsigned char offered[PROCESSORS_MAX];
    int answered, well;
    sked_pick_request ask;
    ask.id = job->id;
    ask.tag = job->tag;
    ask.start = self->now;
    ask.end = plus(self->now, job->estimate);
    ask.count = job->width;
    ask.tier = ask.ahead = 0;
    ask.beside = NULL;
    list_offer(self, ask.end, offered);
    if (count_of(offered, self->settings.processors) < job->width) {
        return 0;
    }
    answered = choose_plain(self->chooser, &ask, offered, on);
    well = well_chosen(self->chooser, &ask, offered, on);
    plan->refusals += !answered;
    plan->faults += answered && !well;
    return answered && well;
}

static void mark_ahead(sked_action *action, uint64_t head, sked_time shadow, int64_t extra) {
    action->reason = SKED_RESERVED;
    action->head = head;
    action->shadow = shadow;
    action->extra = (uint32_t)extra;
}

static void mark_backfilled(sked_action *action, uint64_t head, sked_time shadow, int64_t extra) {
    mark_ahead(action, head, shadow, extra);
    action->reason = action->end != SKED_NEVER && action->end <= shadow ? SKED_BEFORE_SHADOW
                                                                        : SKED_FITS_EXTRA;
}

/* First of all: the jobs that lost processors, in the order of those processors. */
static void report_losses(model *self, pass *plan) {
    uint32_t processor, other;
    for (processor = 0; processor < self->settings.processors; processor++) {
        const int slot = self->on[processor];
        decision *entry = &plan->list[plan->count];
        if (!self->news[processor]) {
            continue;
        }
        memset(entry, 0, sizeof *entry);
        entry->action.kind = SKED_LOST;
        entry->action.reason = SKED_PROCESSOR_DOWN;
        entry->action.id = self->jobs[slot].id;
        entry->action.tag = self->jobs[slot].tag;
        entry->action.start = self->jobs[slot].start;
        entry->action.end = plus(self->jobs[slot].start, self->jobs[slot].estimate);
        entry->action.width = self->jobs[slot].width;
        entry->action.shadow = SKED_NEVER;
        for (other = 0; other < self->settings.processors; other++) {
            entry->on[other] = self->on[other] == slot && self->down[other];
        }
        plan->count++;
        forget_news(self, slot);
    }
}

/* Depths of two and more, and SKED_ALL when it makes reservations afresh. The jobs in the order of
 * the queue start or get reservations, until there are `depth`; the others fill what is left. */

typedef struct reserving {
    bookings books;
    uint32_t made;
    uint64_t head;
    sked_time shadow;
} reserving;

static int64_t left_over(const model *self, const reserving *r) {
    return r->shadow == SKED_NEVER ? 0 : available(self, &r->books, r->shadow);
}

static int any_overdue(const model *self) {
    int slot;
    for (slot = 0; slot < JOBS_MAX; slot++) {
        if (self->jobs[slot].place == RUNNING &&
            expected_end(self, &self->jobs[slot]) == self->now) {
            return 1;
        }
    }
    return 0;
}

/* A job that fits now, but cannot start, waits for jobs that are overdue: they are expected to end
 * now. If there are none, the sets of bookings are in its way; or the picker refuses it: then it
 * waits for another offer, and so until something more is given back. */
static void reserve_or_start(model *self, pass *plan, reserving *r, int slot) {
    const model_job *job = &self->jobs[slot];
    const int64_t extra = left_over(self, r);
    sked_time start = earliest(self, &r->books, job, self->now);
    unsigned char on[PROCESSORS_MAX];
    if (start == self->now && can_start(self, job)) {
        if (picked(self, plan, job, on)) {
            sked_action *action = record(&plan->list[plan->count++], self, slot, on);
            if (r->made > 0) {
                mark_ahead(action, r->head, r->shadow, extra);
            }
            return;
        }
        start = earliest(self, &r->books, job, next_return(self));
    } else if (start == self->now && !any_overdue(self)) {
        start = earliest(self, &r->books, job, next_return(self));
    }
    book(&r->books, job, start);
    if (r->made++ == 0) {
        plan->heads = plan->count;
        plan->head = plan->blocked = slot;
        r->head = job->id;
        r->shadow = plan->shadow = start;
    }
}

static void decide_reserving(model *self, pass *plan, uint32_t depth) {
    unsigned char on[PROCESSORS_MAX];
    int queue[JOBS_MAX];
    uint32_t count = list_queue(self, queue), at = 0;
    reserving r;
    memset(&r, 0, sizeof r);
    r.shadow = SKED_NEVER;
    for (; at < count && r.made < depth && idle_count(self) > 0; at++) {
        reserve_or_start(self, plan, &r, queue[at]);
    }
    if (at < count && r.made == 0) {
        plan->heads = plan->count;
        plan->blocked = queue[at];
    }
    sort_by(self, self->settings.backfill_order, queue + at, count - at);
    for (; at < count && idle_count(self) > 0; at++) {
        const model_job *job = &self->jobs[queue[at]];
        const int64_t extra = left_over(self, &r);
        if (fits(self, &r.books, job, self->now) && can_start(self, job) &&
            picked(self, plan, job, on)) {
            mark_backfilled(record(&plan->list[plan->count++], self, queue[at], on), r.head,
                            r.shadow, extra);
        }
    }
    plan->extra = left_over(self, &r);
}

/* SKED_COMPRESS: reservations are kept. First each that still can be is confirmed, in the order of
 * the queue; then those that have none get one, and, if something was given back, the others the
 * best they now find. */

static void list_reservations(const model *self, bookings *books, int but) {
    int slot;
    books->count = 0;
    for (slot = 0; slot < JOBS_MAX; slot++) {
        if (self->jobs[slot].place == WAITING && self->jobs[slot].reserved != NOT_YET &&
            slot != but) {
            book(books, &self->jobs[slot], self->jobs[slot].reserved);
        }
    }
}

static void confirm_reservations(model *self, const int *queue, uint32_t count) {
    bookings confirmed;
    uint32_t n;
    confirmed.count = 0;
    for (n = 0; n < count; n++) {
        model_job *job = &self->jobs[queue[n]];
        if (job->reserved == NOT_YET || job->reserved == SKED_NEVER) {
            continue;
        }
        if (job->reserved >= self->now && fits(self, &confirmed, job, job->reserved)) {
            book(&confirmed, job, job->reserved);
        } else {
            job->reserved = NOT_YET;
            self->counters.promises_broken++;
        }
    }
}

static void renew_reservations(model *self, uint64_t seed) {
    int queue[JOBS_MAX];
    uint32_t n, count = list_queue(self, queue);
    bookings others;
    confirm_reservations(self, queue, count);
    for (n = 0; n < count; n++) {
        model_job *job = &self->jobs[queue[n]];
        if (job->reserved == NOT_YET || (job->reserved > self->now && self->given_back)) {
            list_reservations(self, &others, queue[n]);
            job->reserved = earliest(self, &others, job, self->now);
            CHECK_SEED(seed, seed % 16 != 1 || earliest_is_first(self, &others, job, self->now,
                                                                 job->reserved));
        }
    }
    self->given_back = 0;
}

/* Like reserve_or_start: unless it waits for jobs that are overdue. */
static void put_off(model *self, pass *plan, int slot, int refused) {
    model_job *job = &self->jobs[slot];
    delay *put = &plan->delays[plan->delays_count];
    bookings others;
    if (!refused && any_overdue(self)) {
        return;
    }
    list_reservations(self, &others, slot);
    job->reserved = earliest(self, &others, job, next_return(self));
    put->slot = slot;
    put->reserved = job->reserved;
    put->behind = plan->count;
    plan->delays_count++;
}

/* Those that happen before the next action, or the end of the pass. */
static void apply_delays(model *self, const pass *plan, uint32_t behind) {
    uint32_t n;
    for (n = 0; n < plan->delays_count; n++) {
        if (plan->delays[n].behind == behind) {
            self->jobs[plan->delays[n].slot].reserved = plan->delays[n].reserved;
            self->counters.promises_broken++;
        }
    }
}

static void start_reserved(model *self, pass *plan) {
    unsigned char on[PROCESSORS_MAX];
    int queue[JOBS_MAX], first = 0;
    uint32_t n, count = list_queue(self, queue);
    for (n = 0; n < count; n++) {
        const model_job *job = &self->jobs[queue[n]], *head = &self->jobs[queue[first]];
        const int fits_now = job->reserved == self->now && can_start(self, job);
        if (fits_now && picked(self, plan, job, on)) {
            sked_action *action = record(&plan->list[plan->count++], self, queue[n], on);
            if (job != head) {
                mark_ahead(action, head->id, head->reserved, 0);
            }
        } else if (job->reserved == self->now) {
            put_off(self, plan, queue[n], fits_now);
        }
        while ((uint32_t)first < count && self->jobs[queue[first]].place != WAITING) {
            first++;
        }
        first = (uint32_t)first < count ? first : 0;
    }
    if (jobs_in(self, WAITING) > 0) {
        plan->head = queue[first];
        plan->shadow = self->jobs[queue[first]].reserved;
    }
}

/* Depth 0 and 1, told as in queue.c: heads, then who does not delay the head that must wait. */

/* What is left beside a head when all running jobs with a bound have ended. */
static uint32_t left_over_at_never(const model *self, uint32_t width) {
    uint32_t there = 0, processor;
    for (processor = 0; processor < self->settings.processors; processor++) {
        there += !self->down[processor] && release_of(self, processor) != SKED_NEVER;
    }
    return there > width ? there - width : 0;
}

static uint32_t released_by(const model *self, sked_time at, sked_time *next) {
    uint32_t there = 0, processor;
    *next = SKED_NEVER;
    for (processor = 0; processor < self->settings.processors; processor++) {
        sked_time release = release_of(self, processor);
        there += !self->down[processor] && release <= at;
        *next = release > at && release < *next ? release : *next;
    }
    return there;
}

/* The shadow of a head among running jobs alone: releases are added, all of one instant together,
 * until the head fits; of a head that was refused at least those of one later instant. */
static sked_time plain_shadow(const model *self, uint32_t width, uint32_t *extra) {
    int refused = idle_count(self) >= width;
    sked_time shadow, next = self->now;
    uint32_t there;
    do {
        shadow = next;
        there = released_by(self, shadow, &next);
    } while (shadow != SKED_NEVER && (there < width || (refused && shadow == self->now)));
    *extra = shadow == SKED_NEVER ? left_over_at_never(self, width) : there - width;
    return shadow;
}

static void backfill_plainly(model *self, pass *plan, int head, const int *slots, uint32_t count) {
    uint32_t extra, n;
    sked_time shadow = plain_shadow(self, self->jobs[head].width, &extra);
    plan->shadow = shadow;
    for (n = 0; n < count; n++) {
        const model_job *job = &self->jobs[slots[n]];
        sked_time end = plus(self->now, job->estimate);
        int before = end != SKED_NEVER && end <= shadow;
        unsigned char on[PROCESSORS_MAX];
        if (job->width <= idle_count(self) && (before || job->width <= extra) &&
            picked(self, plan, job, on)) {
            mark_backfilled(record(&plan->list[plan->count++], self, slots[n], on),
                            self->jobs[head].id, shadow, extra);
            extra -= before ? 0 : job->width;
        }
    }
    plan->extra = extra;
}

/* A candidate starts if, with it running, the head still fits at its shadow time. A head that fits
 * at no time is promised the end of all time: what has a bound is gone by then, and the rest must
 * leave it its width. */
static void backfill_around_bookings(model *self, pass *plan, int head, const int *slots,
                                     uint32_t count) {
    int refused = can_start(self, &self->jobs[head]);
    sked_time shadow = earliest_room(self, &self->jobs[head], refused);
    uint32_t n, extra = left_over_at_never(self, self->jobs[head].width);
    plan->shadow = shadow;
    for (n = 0; n < count; n++) {
        const model_job *job = &self->jobs[slots[n]];
        int bounded = plus(self->now, job->estimate) != SKED_NEVER;
        unsigned char on[PROCESSORS_MAX];
        if (!can_start(self, job) || !picked(self, plan, job, on)) {
            continue;
        }
        mark_backfilled(record(&plan->list[plan->count++], self, slots[n], on),
                        self->jobs[head].id, shadow, extra);
        if (shadow == SKED_NEVER ? !bounded && job->width > extra
                                 : !can_run(self, &self->jobs[head], shadow, 0)) {
            vacate(self, slots[n]);
            self->jobs[slots[n]].place = WAITING;
            plan->count--;
        } else if (shadow == SKED_NEVER && !bounded) {
            extra -= job->width;
        }
    }
}

static void decide_easy(model *self, pass *plan) {
    unsigned char on[PROCESSORS_MAX];
    int queue[JOBS_MAX];
    uint32_t count = list_queue(self, queue), at = 0;
    plan->booked = any_live_booking(self);
    while (at < count && can_start(self, &self->jobs[queue[at]]) &&
           picked(self, plan, &self->jobs[queue[at]], on)) {
        record(&plan->list[plan->count++], self, queue[at], on);
        at++;
    }
    plan->head = plan->blocked = at < count ? queue[at] : -1;
    plan->heads = plan->count;
    if (at == count || self->settings.depth == 0) {
        return;
    }
    sort_by(self, self->settings.backfill_order, queue + at + 1, count - at - 1);
    if (plan->booked) {
        backfill_around_bookings(self, plan, queue[at], queue + at + 1, count - at - 1);
    } else {
        backfill_plainly(self, plan, queue[at], queue + at + 1, count - at - 1);
    }
}

/* Owners start ahead of all others, and so before reservations are made or checked. What their
 * bookings kept is given back. */
static void start_owners(model *self, pass *plan) {
    const int renews = compresses(self) && next_owner(self) >= 0;
    while (record_owner(&plan->list[plan->count], self)) {
        plan->count++;
        self->given_back = 1;
    }
    plan->renewed = renews ? plan->count : UINT32_MAX;
    if (renews) {
        renew_reservations(self, 0);
    }
}

/* Decides a whole pass on a copy; at depth 1 also `by_definition` of the greater depths. */
static void decide(const model *now, pass *plan, int by_definition) {
    static model self;
    self = *now;
    memset(plan, 0, sizeof *plan);
    plan->head = plan->blocked = -1;
    plan->shadow = SKED_NEVER;
    report_losses(&self, plan);
    start_owners(&self, plan);
    if (compresses(&self)) {
        start_reserved(&self, plan);
    } else if (self.settings.depth <= 1 && !by_definition) {
        decide_easy(&self, plan);
    } else {
        decide_reserving(&self, plan, self.settings.depth);
    }
}

/* Without bookings EASY is the general definition at depth 1, except that EASY leaves its width to
 * a head without a shadow time. */
static int oracle_agrees(const model *self, const pass *plain) {
    static pass other;
    uint32_t n;
    decide(self, &other, 1);
    if (plain->shadow == SKED_NEVER && plain->head >= 0) {
        return 1;
    }
    for (n = 0; n < plain->count && n < other.count; n++) {
        const sked_action *a = &plain->list[n].action, *b = &other.list[n].action;
        if (a->id != b->id || a->reason != b->reason || a->shadow != b->shadow ||
            a->head != b->head || a->extra != b->extra) {
            return 0;
        }
    }
    return plain->count == other.count && plain->refusals == other.refusals;
}

static sked_time model_next_time(const model *self) {
    sked_time instants[INSTANTS_MAX];
    uint32_t n, count = list_instants(self, 1, instants);
    for (n = 0; n < JOBS_MAX && compresses(self); n++) {
        if (self->jobs[n].place == WAITING && self->jobs[n].reserved != NOT_YET) {
            instants[count++] = self->jobs[n].reserved;
        }
    }
    return next_instant(self, instants, count);
}

/* ---- the queue beside the oracle ------------------------------------------------------------- */

static int counters_agree(const world *w, const sked_queue_counters *c) {
    const sked_queue_counters *m = &w->model.counters;
    return counts_agree(w, c) && c->promises_broken == m->promises_broken &&
           c->jobs_lost == m->jobs_lost && c->bookings_violated == m->bookings_violated;
}

static void trace_head(const world *w, const sked_queue_info *info) {
    if (tracing && w->head_known) {
        printf("  head blocked %d id %llu shadow %lld extra %lu, ", info->head_blocked,
               (unsigned long long)info->head, (long long)info->shadow,
               (unsigned long)info->extra);
        printf("EXPECTED blocked %d id %llu shadow %lld extra %lld\n", w->head_blocked,
               (unsigned long long)w->head, (long long)w->shadow, (long long)w->extra);
    }
}

static int head_agrees(const world *w, const sked_queue_info *info) {
    if (!w->head_known) {
        return 1;
    }
    if (!w->head_blocked) {
        return !info->head_blocked;
    }
    if (!info->head_blocked) {
        return !w->head_must;
    }
    return w->model.settings.depth == 0 ||
           (info->head == w->head &&
            (!w->head_must || (info->shadow == w->shadow &&
                               (w->extra < 0 || (int64_t)info->extra == w->extra))));
}

static int info_agree(const world *w, int pass_open) {
    sked_queue_info info;
    const model *m = &w->model;
    int heads;
    if (sked_queue_get_info(&w->queue, &info) != SKED_OK) {
        return 0;
    }
    heads = head_agrees(w, &info);
    if (!heads && !pass_open) {
        trace_head(w, &info);
    }
    return info.now == m->now && info.processors == m->settings.processors &&
           info.processors_free == idle_count(m) && info.processors_down == down_count(m) &&
           info.jobs_max == m->settings.jobs_max && info.waiting == jobs_in(m, WAITING) &&
           info.running == jobs_in(m, RUNNING) && info.bookings_max == m->settings.bookings_max &&
           info.bookings == bookings_kept(m) && (info.pass_open != 0) == pass_open &&
           info.accounts_max == m->accounts.count &&
           accounts_agree(&m->accounts, &w->queue, m->settings.order) &&
           (w->block == NULL || info.bytes <= w->bytes) &&
           (pass_open || heads) && counters_agree(w, &info.counters);
}

static sked_time promise_of(const model *self, const model_job *job) {
    return !compresses(self) || job->place != WAITING || job->reserved == NOT_YET ? SKED_NEVER
                                                                                  : job->reserved;
}

static int job_agrees(const world *w, int slot) {
    const model *m = &w->model;
    const model_job *job = &m->jobs[slot];
    uint32_t processor, lost = 0, size = m->settings.processors;
    sked_word words[WORDS_MAX];
    sked_set on = sked_set_of(words, size);
    sked_job_info info;
    int running = job->place == RUNNING;
    if (sked_queue_get_job(&w->queue, job->id, &info, &on) != SKED_OK) {
        return 0;
    }
    for (processor = 0; processor < size; processor++) {
        if (sked_set_has(&on, processor) != (m->on[processor] == slot)) {
            return 0;
        }
        lost += m->on[processor] == slot && m->down[processor];
    }
    if (tracing && info.reserved != promise_of(m, job)) {
        printf("  job %llu reserved %lld EXPECTED %lld\n", (unsigned long long)job->id,
               (long long)info.reserved, (long long)promise_of(m, job));
    }
    return owner_agrees(w, slot) && (info.running != 0) == running && info.width == job->width &&
           info.position == position_of(m, slot) && info.processors_down == lost &&
           info.estimate == job->estimate && info.tag == job->tag && info.key == job->key &&
           info.options == job->options && info.bars == job->bars &&
           info.account == job->account &&
           info.start == (running ? job->start : SKED_NEVER) &&
           info.end == (running ? plus(job->start, job->estimate) : SKED_NEVER) &&
           info.reserved == promise_of(m, job);
}

/* Each running job once, by expected end. */
static int running_list_agrees(const world *w) {
    const model *m = &w->model;
    uint32_t at, count = jobs_in(m, RUNNING);
    sked_time last = 0;
    uint64_t id = 0, seen = 0;
    for (at = 0; at < count; at++) {
        sked_time end;
        int slot;
        if (sked_queue_running_at(&w->queue, at, &id) != SKED_OK) {
            return 0;
        }
        slot = slot_of(m, id);
        if (slot < 0 || m->jobs[slot].place != RUNNING || (seen >> slot & 1) != 0) {
            return 0;
        }
        seen |= UINT64_C(1) << slot;
        end = plus(m->jobs[slot].start, m->jobs[slot].estimate);
        if (end < last) {
            return 0;
        }
        last = end;
    }
    return sked_queue_running_at(&w->queue, count, &id) == SKED_E_RANGE;
}

static int same_booking(const model *m, const model_booking *booking, const sked_span *span,
                        const sked_set *set) {
    uint32_t processor;
    for (processor = 0; processor < m->settings.processors; processor++) {
        if (booking->by_set && booking->in[processor] != sked_set_has(set, processor)) {
            return 0;
        }
    }
    return booking->start == span->start && booking->end == span->end &&
           (span->set != NULL) == booking->by_set &&
           (booking->by_set || booking->count == span->count);
}

static int booking_list_agrees(const world *w) {
    const model *m = &w->model;
    uint32_t at, h, count = bookings_kept(m), seen = 0;
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, m->settings.processors);
    sked_span span;
    uint64_t id = 0;
    for (at = 0; at < count; at++) {
        if (sked_queue_booking_at(&w->queue, at, &id, &span, &set) != SKED_OK) {
            return 0;
        }
        for (h = 0; h < BOOKINGS_MAX; h++) {
            if (m->bookings[h].kept && m->bookings[h].id == id && (seen >> h & 1) == 0 &&
                same_booking(m, &m->bookings[h], &span, &set)) {
                seen |= UINT32_C(1) << h;
                break;
            }
        }
        if (h == BOOKINGS_MAX) {
            return 0;
        }
    }
    return sked_queue_booking_at(&w->queue, count, &id, &span, &set) == SKED_E_RANGE;
}

/* Everything that the queue tells, against what the model knows. */
static int state_agrees(const world *w, int pass_open) {
    const model *m = &w->model;
    uint32_t processor;
    int slot;
    CHECK_SEED(w->seed, info_agree(w, pass_open));
    CHECK_SEED(w->seed, sked_queue_next_time(&w->queue) == model_next_time(m));
    CHECK_SEED(w->seed, conflicts_agree(w));
    for (slot = 0; slot < JOBS_MAX; slot++) {
        CHECK_SEED(w->seed, m->jobs[slot].place == GONE || job_agrees(w, slot));
    }
    for (processor = 0; processor < m->settings.processors; processor++) {
        if (!is_told_on(w, processor, m->on[processor])) {
            return 0;
        }
    }
    return waiting_list_agrees(w) && barred_list_agrees(w) && running_list_agrees(w) &&
           booking_list_agrees(w);
}

/* ---- random events --------------------------------------------------------------------------- */

static uint64_t any_id(world *w) {
    return below(w, 2) ? below(w, 40) : (uint64_t)below(w, 40) << 32;
}

static void submit_event(world *w) {
    sked_time now = soon(w);
    sked_status status, expected;
    sked_job job;
    make_room(w);
    job = any_job(w, w->span * (w->booked ? 3 : 1));
    trace_submit(&job, now);
    expected = expect_submit(&w->model, &job);
    status = sked_queue_submit(&w->queue, &job, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == expected);
    if (expected == SKED_OK) {
        model_submit(&w->model, &job, now)->reserved = NOT_YET;
    }
}

static void finish_event(world *w) {
    model *m = &w->model;
    int slot = any_slot(w, RUNNING);
    sked_time now = soon(w), due;
    sked_status status;
    if (slot < 0) {
        return;
    }
    due = expected_end(m, &m->jobs[slot]);
    if (due <= SKED_TIME_MAX && below(w, 2) == 0) {
        now = clamp(due + (sked_time)below(w, 4) / 3);
    }
    trace_call("finish", m->jobs[slot].id, now);
    status = sked_queue_finish(&w->queue, m->jobs[slot].id, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    m->now = now;
    m->given_back = 1;
    m->counters.finished++;
    m->counters.overdue += now > plus(m->jobs[slot].start, m->jobs[slot].estimate);
    m->jobs[slot].place = GONE;
    vacate(m, slot);
}

static void return_and_forget(world *w) {
    const int slot = return_event(w);
    if (slot >= 0) {
        w->model.given_back = 1;
        w->model.jobs[slot].reserved = NOT_YET;
    }
}

/* When the head can start, by what runs and is booked. */
static sked_time head_start(const model *self, const model_job *head) {
    const bookings none = {0};
    return self->settings.depth <= 1 ? earliest_room(self, head, 0)
                                     : earliest(self, &none, head, self->now);
}

/* If the job ends later, can the head start as early? */
static int head_is_spared(const model *self, int slot, const model_job *to) {
    static model after;
    int queue[JOBS_MAX];
    if (self->settings.depth == 0 || list_queue(self, queue) == 0) {
        return 1;
    }
    after = *self;
    after.jobs[slot] = *to;
    return head_start(&after, &self->jobs[queue[0]]) <= head_start(self, &self->jobs[queue[0]]);
}

/* Is a running job's longer run beside all reservations and bookings? */
static int reservations_are_spared(const model *self, int slot, const model_job *to) {
    const sked_time from = expected_end(self, &self->jobs[slot]);
    const sked_time end = plus(to->start, to->estimate);
    sked_time instants[INSTANTS_MAX + 1];
    uint32_t processor, n, count, up = 0;
    bookings all;
    int kept = 0;
    list_reservations(self, &all, -1);
    count = list_changes(self, &all, instants);
    instants[count++] = from;
    for (processor = 0; processor < self->settings.processors; processor++) {
        if (self->on[processor] == slot) {
            up += !self->down[processor];
            kept |= kept_by_set(self, processor, from, end);
        }
    }
    for (n = 0; n < count; n++) {
        if (instants[n] >= from && instants[n] < end &&
            available(self, &all, instants[n]) < (int64_t)up) {
            return 0;
        }
    }
    return from >= end || !kept;
}

static int running_keeps(const model *self, int slot, const model_job *to, sked_time now) {
    static model then;
    if (to->estimate <= self->jobs[slot].estimate) {
        return 1;
    }
    then = *self;
    then.now = now;
    return compresses(self) ? reservations_are_spared(&then, slot, to)
                            : head_is_spared(&then, slot, to);
}

/* Beside all other reservations. Less always fits; what is past does not come again. */
static int change_keeps(const model *self, int slot, const model_job *to, sked_time now) {
    const model_job *job = &self->jobs[slot];
    bookings others;
    if (job->place == RUNNING) {
        return running_keeps(self, slot, to, now);
    }
    if (!compresses(self) || job->place != WAITING || job->reserved == NOT_YET ||
        job->reserved == SKED_NEVER ||
        (to->width <= job->width && to->estimate <= job->estimate)) {
        return 1;
    }
    list_reservations(self, &others, slot);
    return job->reserved >= now && fits(self, &others, to, job->reserved);
}

static void change_and_settle(world *w) {
    model before = w->model;
    model_job was, *job;
    int slot, kept;
    memset(&was, 0, sizeof was);
    slot = change_event(w, w->span, &was);
    if (slot >= 0 && was.place == RUNNING) {
        w->model.given_back |= w->model.jobs[slot].estimate < was.estimate;
    }
    w->model.given_back |= bookings_kept(&w->model) < bookings_kept(&before);
    if (slot < 0 || !compresses(&w->model) || was.place != WAITING || was.reserved == NOT_YET) {
        return;
    }
    job = &w->model.jobs[slot];
    kept = change_keeps(&before, slot, job, w->model.now);
    w->model.given_back |= !kept || job->width < was.width || job->estimate < was.estimate;
    if (!kept) {
        job->reserved = NOT_YET;
        w->model.counters.promises_broken++;
    }
}

/* What leaves the line gives back; it, and what comes, has no reservation. */
static void bar_and_settle(world *w) {
    const int slot = bar_event(w);
    if (slot >= 0) {
        w->model.given_back |= w->model.jobs[slot].place == BARRED;
        w->model.jobs[slot].reserved = NOT_YET;
    }
}

static void own_booking_and_settle(world *w) {
    const int slot = own_booking_event(w, w->span);
    if (slot >= 0) {
        w->model.given_back = 1;
        w->model.jobs[slot].reserved = NOT_YET;
    }
}

static void cancel_and_settle(world *w) {
    const uint32_t kept = bookings_kept(&w->model);
    w->model.given_back |= cancel_event(w) >= 0;
    w->model.given_back |= bookings_kept(&w->model) < kept;
}

/* Ends all that runs where something is booked for another job, as one call after the other. */
static void preempt_event(world *w) {
    const sked_time now = soon(w);
    int slot;
    while ((slot = any_in_the_way(w)) >= 0) {
        return_job(w, slot, now);
        w->model.given_back = 1;
        w->model.jobs[slot].reserved = NOT_YET;
    }
}

static void model_down(model *m, const sked_set *set) {
    unsigned char lost[PROCESSORS_MAX] = {0};
    uint32_t processor;
    for (processor = 0; processor < m->settings.processors; processor++) {
        lost[processor] = sked_set_has(set, processor) && !m->down[processor];
        if (lost[processor]) {
            m->down[processor] = 1;
            m->news[processor] = m->on[processor] >= 0;
        }
    }
    m->counters.bookings_violated += bookings_hit(m, lost, m->settings.processors - down_count(m));
}

static void down_event(world *w) {
    model *m = &w->model;
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, m->settings.processors);
    unsigned char none[PROCESSORS_MAX] = {0};
    sked_time now = soon(w);
    sked_status status;
    any_processors(w, &set, none);
    trace_call("down", 0, now);
    trace_set(&set);
    status = sked_queue_down(&w->queue, &set, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    m->now = now;
    model_down(m, &set);
}

static void up_event(world *w) {
    model *m = &w->model;
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, m->settings.processors);
    uint32_t processor;
    sked_time now = soon(w);
    sked_status status;
    any_processors(w, &set, m->down);
    trace_call("up", 0, now);
    trace_set(&set);
    status = sked_queue_up(&w->queue, &set, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    m->now = now;
    for (processor = 0; processor < m->settings.processors; processor++) {
        if (sked_set_has(&set, processor)) {
            m->given_back |= m->down[processor];
            m->down[processor] = m->news[processor] = 0;
        }
    }
}

/* Data that must be refused, in the middle of things. The caller checks that nothing changed. */
static void refused_event(world *w) {
    const model *m = &w->model;
    sked_word words[WORDS_MAX + 1];
    sked_set other = sked_set_of(words, m->settings.processors + 1);
    sked_queue *q = &w->queue;
    uint64_t id;
    CHECK_SEED(w->seed, sked_queue_down(q, &other, m->now) == SKED_E_RANGE);
    CHECK_SEED(w->seed, sked_queue_up(q, &other, m->now) == SKED_E_RANGE);
    other = sked_set_of(words, m->settings.processors);
    CHECK_SEED(w->seed, sked_queue_down(q, &other, -1) == SKED_E_TIME);
    CHECK_SEED(w->seed, sked_queue_up(q, &other, SKED_NEVER) == SKED_E_TIME);
    CHECK_SEED(w->seed,
               m->now == 0 || sked_queue_down(q, &other, m->now - 1) == SKED_E_BACKWARDS);
    CHECK_SEED(w->seed, m->now == 0 || sked_queue_up(q, &other, m->now - 1) == SKED_E_BACKWARDS);
    CHECK_SEED(w->seed, sked_queue_waiting_at(q, UINT32_MAX, &id) == SKED_E_RANGE);
    CHECK_SEED(w->seed, sked_queue_running_at(q, UINT32_MAX, &id) == SKED_E_RANGE);
    CHECK_SEED(w->seed, sked_queue_plan_end(q) == SKED_E_NO_PASS);
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* The queue goes on as a copy of itself, even in the middle of a pass; what was is destroyed. */
static void become_copy(world *w) {
    sked_queue copy;
    sked_status status;
    trace_call("copy", 0, w->model.now);
    if (w->origin == BY_INIT) {
        void *block = meter_alloc(&w->meter, w->bytes);
        status = sked_queue_branch(&w->queue, &copy, block, w->bytes);
        sked_queue_destroy(&w->queue);
        meter_free(&w->meter, w->block, w->bytes);
        w->block = block;
    } else {
        status = sked_queue_clone(&w->queue, &copy, meter_mem(&w->meter));
        sked_queue_destroy(&w->queue);
    }
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    w->queue = copy;
}

/* The queue is sealed, and goes on as what was opened. */
static void become_opened(world *w) {
    const void *sealed = NULL;
    void *block;
    size_t bytes = 0;
    sked_status status;
    if (w->origin != BY_INIT) {
        return;
    }
    trace_call("seal", 0, w->model.now);
    status = sked_queue_seal(&w->queue, &sealed, &bytes);
    CHECK_SEED(w->seed, status == SKED_OK && bytes == w->bytes);
    block = meter_alloc(&w->meter, w->bytes);
    memcpy(block, sealed, bytes);
    sked_queue_destroy(&w->queue);
    meter_free(&w->meter, w->block, w->bytes);
    w->block = block;
    status = sked_queue_open(&w->queue, w->given, block, w->bytes);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
}

/* What becomes of the jobs that wait, if all jobs end by their estimates. */
typedef struct future {
    uint32_t count;
    sked_forecast list[JOBS_MAX];       /* in the order of the queue */
} future;

static void list_waiting(const sked_queue *queue, future *f) {
    memset(f, 0, sizeof *f);
    while (f->count < JOBS_MAX &&
           sked_queue_waiting_at(queue, f->count, &f->list[f->count].id) == SKED_OK) {
        f->list[f->count].start = f->list[f->count].end = SKED_NEVER;
        f->count++;
    }
}

/* Ends all jobs whose estimates have run out. */
static void finish_due(uint64_t seed, sked_queue *queue, sked_time now) {
    sked_job_info info;
    uint64_t id;
    while (sked_queue_running_at(queue, 0, &id) == SKED_OK) {
        CHECK_SEED(seed, sked_queue_get_job(queue, id, &info, NULL) == SKED_OK);
        if (info.end > now || info.end == SKED_NEVER ||
            sked_queue_finish(queue, id, now) != SKED_OK) {
            return;
        }
    }
}

/* When to plan again for those in line. */
static sked_time next_in_line(uint64_t seed, const sked_queue *queue) {
    sked_queue_info info;
    CHECK_SEED(seed, sked_queue_get_info(queue, &info) == SKED_OK);
    return info.waiting > 0 ? sked_queue_next_time(queue) : SKED_NEVER;
}

/* Plays one instant. Returns the next one, or SKED_NEVER. */
static sked_time play(uint64_t seed, sked_queue *queue, future *f, sked_time now) {
    sked_action action;
    uint32_t n;
    finish_due(seed, queue, now);
    CHECK_SEED(seed, sked_queue_plan(queue, now) == SKED_OK);
    while (sked_queue_next(queue, &action, NULL) == SKED_OK) {
        for (n = 0; n < f->count && action.kind == SKED_START; n++) {
            if (f->list[n].id == action.id) {
                f->list[n].start = action.start;
                f->list[n].end = action.end;
                f->list[n].reason = action.reason;
            }
        }
    }
    CHECK_SEED(seed, sked_queue_validate(queue) == SKED_OK);
    return next_in_line(seed, queue);
}

static int same_future(const future *a, const future *b) {
    uint32_t n;
    for (n = 0; n < a->count && n < b->count; n++) {
        const sked_forecast *x = &a->list[n], *y = &b->list[n];
        if (x->id != y->id || x->start != y->start || x->end != y->end ||
            (x->start != SKED_NEVER && x->reason != y->reason)) {
            return 0;
        }
    }
    return a->count == b->count;
}

static void trace_future(const char *name, const future *f) {
    uint32_t n;
    for (n = 0; tracing && n < f->count; n++) {
        printf("  %s id %llu start %lld end %lld reason %d\n", name,
               (unsigned long long)f->list[n].id, (long long)f->list[n].start,
               (long long)f->list[n].end, (int)f->list[n].reason);
    }
}

/* Something else happens: the first waiting job goes, processor 0 is lost, a job comes. */
static void disturb(sked_queue *queue, sked_time now, uint32_t processors) {
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, processors);
    sked_job job = {.id = UINT64_C(0xABCDEF), .estimate = 2, .width = 1};
    uint64_t id;
    sked_set_add(&set, 0);
    (void)sked_queue_down(queue, &set, now);
    (void)sked_queue_submit(queue, &job, now);
    if (sked_queue_waiting_at(queue, 0, &id) == SKED_OK) {
        (void)sked_queue_cancel(queue, id, now);
    }
    if (sked_queue_running_at(queue, 0, &id) == SKED_OK) {
        (void)sked_queue_requeue(queue, id, now);
    }
}

/* Two copies of the queue, in turns: one on which jobs end by their estimates, one on which other
 * things happen. What the first tells is the forecast. */
static void play_two(world *w, future *f, sked_time now) {
    future other;
    sked_queue even, odd;
    sked_queue_info info;
    sked_time at = now;
    void *block;
    CHECK_SEED(w->seed, sked_queue_get_info(&w->queue, &info) == SKED_OK);
    block = meter_alloc(&w->meter, info.bytes);
    CHECK_SEED(w->seed, sked_queue_branch(&w->queue, &even, block, info.bytes - 1) ==
                            SKED_E_BLOCK);
    CHECK_SEED(w->seed, sked_queue_branch(&w->queue, &even, block, info.bytes) == SKED_OK);
    CHECK_SEED(w->seed,
               sked_queue_clone(&w->queue, &odd, meter_mem(&w->meter)) == SKED_OK);
    list_waiting(&even, f);
    list_waiting(&odd, &other);
    while (at != SKED_NEVER) {
        sked_time next = play(w->seed, &even, f, at);
        disturb(&odd, at, w->model.settings.processors);
        (void)play(w->seed, &odd, &other, at);
        CHECK_SEED(w->seed, next > at);
        at = next > at ? next : SKED_NEVER;
    }
    sked_queue_destroy(&even);
    sked_queue_destroy(&odd);
    meter_free(&w->meter, block, info.bytes);
}

static void refused_forecasts(world *w, void *scratch, size_t bytes) {
    const model *m = &w->model;
    sked_forecast list[JOBS_MAX];
    uint32_t waiting = jobs_in(m, WAITING);
    sked_queue *q = &w->queue;
    CHECK_SEED(w->seed, sked_queue_forecast(q, m->now, list, JOBS_MAX, scratch, bytes - 1) ==
                            SKED_E_BLOCK);
    CHECK_SEED(w->seed, waiting == 0 || sked_queue_forecast(q, m->now, list, waiting - 1, scratch,
                                                            bytes) == SKED_E_FULL);
    CHECK_SEED(w->seed, m->now == 0 || sked_queue_forecast(q, m->now - 1, list, JOBS_MAX, scratch,
                                                           bytes) == SKED_E_BACKWARDS);
    CHECK_SEED(w->seed,
               sked_queue_forecast(q, -1, list, JOBS_MAX, scratch, bytes) == SKED_E_TIME);
}

/* The forecast is what a replay on a copy tells. That neither touches the queue is checked by the
 * caller, and here byte by byte where the block is at hand. */
static void forecast_event(world *w) {
    const chooser before = w->chooser;
    const sked_time now = soon(w);
    future replayed, told;
    sked_queue_info info;
    void *scratch, *image = NULL;
    sked_status status;
    CHECK_SEED(w->seed, sked_queue_get_info(&w->queue, &info) == SKED_OK);
    if (w->block != NULL) {
        image = malloc(w->bytes);
        memcpy(image, w->block, w->bytes);
    }
    play_two(w, &replayed, now);
    list_waiting(&w->queue, &told);
    scratch = meter_alloc(&w->meter, info.bytes);
    refused_forecasts(w, scratch, info.bytes);
    trace_call("forecast", 0, now);
    status = sked_queue_forecast(&w->queue, now, told.list, told.count, scratch, info.bytes);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    trace_future("replayed", &replayed);
    trace_future("told    ", &told);
    CHECK_SEED(w->seed, same_future(&replayed, &told));
    meter_free(&w->meter, scratch, info.bytes);
    if (w->block != NULL) {
        CHECK_SEED(w->seed, memcmp(image, w->block, w->bytes) == 0);
        free(image);
    }
    w->chooser.refusals = before.refusals;
    w->chooser.faults = before.faults;
}

/* ---- passes ---------------------------------------------------------------------------------- */

static void trace_expected(const model *m, const decision *entry) {
    if (tracing) {
        print_action("EXPECTED", &entry->action, entry->on, m->settings.processors);
    }
}

static void trace_reservations(const model *m) {
    int queue[JOBS_MAX];
    uint32_t n, count = list_queue(m, queue);
    for (n = 0; tracing && compresses(m) && n < count; n++) {
        printf("  EXPECTED reservation: id %llu at %lld\n",
               (unsigned long long)m->jobs[queue[n]].id, (long long)m->jobs[queue[n]].reserved);
    }
}

/* Checks one action against the oracle and commits it in the model. */
static int follow(world *w, const pass *plan, uint32_t number, const sked_action *action,
                  const sked_set *on) {
    unsigned char plain[PROCESSORS_MAX];
    uint32_t processor;
    int same = number < plan->count &&
               same_action(action, &plan->list[number].action, !plan->booked);
    if (action->kind == SKED_START && !start_is_lawful(&w->model, action, on)) {
        return 0;
    }
    for (processor = 0; processor < w->model.settings.processors; processor++) {
        plain[processor] = (unsigned char)sked_set_has(on, processor);
        same = same && plain[processor] == plan->list[number].on[processor];
    }
    if (same && action->kind == SKED_LOST) {
        w->model.counters.jobs_lost++;
        forget_news(&w->model, slot_of(&w->model, action->id));
    } else if (same) {
        w->model.counters.started++;
        if (action->reason == SKED_BOOKED) {
            w->model.given_back = 1;
            leave_booking(&w->model, slot_of(&w->model, action->id));
        }
        set_running(&w->model, slot_of(&w->model, action->id), plain);
    }
    return same;
}

static void more_busy_calls(world *w) {
    sked_queue *q = &w->queue;
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, w->model.settings.processors);
    sked_time now = w->model.now;
    const void *block;
    size_t bytes;
    CHECK_SEED(w->seed, sked_queue_down(q, &set, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_up(q, &set, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_seal(q, &block, &bytes) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_forecast(q, now, NULL, 0, NULL, 0) == SKED_E_BUSY);
}

static void open_pass(world *w, pass *plan) {
    model *m = &w->model;
    sked_time now = soon(w);
    sked_status status;
    trace_call("plan", 0, now);
    status = sked_queue_plan(&w->queue, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    m->now = now;
    m->counters.passes++;
    look_at_bookings(m);
    if (compresses(m) && next_owner(m) < 0) {
        renew_reservations(m, w->seed);
        trace_reservations(m);
    }
    decide(m, plan, 0);
    if (m->settings.depth == 1 && !plan->booked) {
        CHECK_SEED(w->seed, oracle_agrees(m, plan));
    }
}

/* What the latest pass knows of its head. With nothing free, none need have been looked for. */
static void note_head(world *w, const pass *plan) {
    const model *m = &w->model;
    int queue[JOBS_MAX];
    w->head_known = 1;
    w->head_blocked = list_queue(m, queue) > 0;
    w->head_must = plan->head >= 0;
    if (w->head_blocked) {
        w->head = m->jobs[w->head_must ? plan->head : queue[0]].id;
        w->shadow = plan->shadow;
        w->extra = plan->booked ? -1 : plan->extra;
    }
}

static uint32_t owners_among(const pass *plan, uint32_t number) {
    uint32_t n, count = 0;
    for (n = 0; n < number && n < plan->count; n++) {
        count += plan->list[n].action.reason == SKED_BOOKED;
    }
    return count;
}

static sked_queue_counters counters_of(const world *w) {
    sked_queue_info info;
    memset(&info, 0, sizeof info);
    (void)sked_queue_get_info(&w->queue, &info);
    return info.counters;
}

/* Whoever stops among the owners gets the line looked at, too. */
static void stop_pass(world *w, const pass *plan, uint32_t number) {
    sked_status status;
    trace_call("stop", 0, w->model.now);
    status = sked_queue_plan_end(&w->queue);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    if (plan->renewed != UINT32_MAX && number <= plan->renewed) {
        renew_reservations(&w->model, w->seed);
    }
}

static void close_pass(world *w, const pass *plan, const sked_queue_counters *before,
                       sked_status status, uint32_t number) {
    const sked_queue_counters after = counters_of(w);
    const uint64_t looked = after.jobs_looked_at - before->jobs_looked_at;
    const uint64_t met = jobs_in(&w->model, WAITING) + after.started - before->started;
    CHECK_SEED(w->seed,
               looked + owners_among(plan, number) >= after.started - before->started);
    CHECK_SEED(w->seed, looked <= met * (compresses(&w->model) ? 2 : 1));
    w->head_known = 0;
    if (status == SKED_OK) {
        stop_pass(w, plan, number);
        return;
    }
    CHECK_SEED(w->seed, status == SKED_DONE && number == plan->count);
    if (number < plan->count) {
        trace_expected(&w->model, &plan->list[number]);
        return;
    }
    if (w->model.settings.depth != 1) {
        CHECK_SEED(w->seed, after.picker_refusals - before->picker_refusals == plan->refusals);
        CHECK_SEED(w->seed, after.picker_faults - before->picker_faults == plan->faults);
    }
    note_head(w, plan);
}

/* One pass; now and then only its first `most` actions are taken. */
static void plan_event(world *w) {
    static pass plan;
    sked_word words[WORDS_MAX];
    sked_set on = sked_set_of(words, w->model.settings.processors);
    sked_queue_counters before = counters_of(w);
    sked_action action;
    uint32_t number = 0, most = below(w, 4) == 0 ? below(w, 3) : UINT32_MAX;
    sked_status status = SKED_OK;
    int same = 1;
    open_pass(w, &plan);
    while (number < most && status == SKED_OK && same) {
        if (below(w, 16) == 0) {
            busy_calls(w);
            more_busy_calls(w);
            CHECK_SEED(w->seed, state_agrees(w, 1));
        }
        if (below(w, 16) == 0) {
            become_copy(w);
        }
        sked_set_fill(&on);
        status = sked_queue_next(&w->queue, &action, &on);
        if (number == plan.renewed) {
            renew_reservations(&w->model, w->seed);
        }
        apply_delays(&w->model, &plan, number);
        if (plan.blocked >= 0 && plan.heads == number) {
            block_head(&w->model, plan.blocked);
        }
        if (status == SKED_OK) {
            trace_action("got", &action, &on);
            same = follow(w, &plan, number, &action, &on);
            CHECK_SEED(w->seed, same);
            if (!same && number < plan.count) {
                trace_expected(&w->model, &plan.list[number]);
            }
            number++;
            CHECK_SEED(w->seed, sked_queue_validate(&w->queue) == SKED_OK);
        }
    }
    close_pass(w, &plan, &before, status, number);
}

/* ---- random sequences ------------------------------------------------------------------------ */

static void any_depth(world *w) {
    sked_queue_settings *s = &w->model.settings;
    static const uint32_t depths[] = {0, 1, 1, 2, 2, 3, 3, 5, SKED_ALL, SKED_ALL, SKED_ALL,
                                      SKED_ALL, SKED_ALL, SKED_ALL, SKED_ALL, 1000};
    s->depth = depths[below(w, sizeof depths / sizeof depths[0])];
    s->reservations = below(w, 3) ? SKED_COMPRESS : SKED_REBUILD;
}

/* Everything about the sequence but the origin of the queue follows from the seed. */
static void set_up(world *w, uint64_t seed, origin by) {
    sked_queue_settings *s = &w->model.settings;
    uint32_t processor;
    memset(w, 0, sizeof *w);
    w->seed = w->random = seed;
    w->origin = by;
    for (processor = 0; processor < PROCESSORS_MAX; processor++) {
        w->model.on[processor] = -1;
    }
    w->span = below(w, 3) == 0 ? 100 : 6;
    w->unlimited = below(w, 4) == 0;
    s->processors = below(w, 16) == 0 ? 30 + below(w, PROCESSORS_MAX - 29) : 1 + below(w, 12);
    s->order = below(w, 2) ? SKED_FCFS : (sked_order)below(w, 3);
    s->backfill_order = below(w, 2) ? s->order : (sked_order)below(w, 3);
    any_depth(w);
    s->estimate_missing = below(w, 3) == 0 ? SKED_REFUSE_MISSING
                          : w->unlimited   ? SKED_NEVER : 1 + (sked_time)below(w, 6);
    w->jobs_limit = below(w, 16) == 0 ? JOBS_MAX : 2 + below(w, 11);
    w->bookings_limit = below(w, 2) ? 0 : 1 + below(w, BOOKINGS_MAX);
    w->booked = w->bookings_limit > 2 && below(w, 2);
    s->processors = w->booked ? 2 + below(w, 4) : s->processors;
    s->jobs_max = by == BY_GROWING ? 1 : w->jobs_limit;
    s->bookings_max = by == BY_GROWING ? 0 : w->bookings_limit;
    w->chooser.kind = below(w, 2) ? CHOOSE_BY_DEFAULT : (chooser_kind)below(w, CHOOSER_KINDS);
    w->chooser.seed = seed;
    w->chooser.processors = s->processors;
    w->model.chooser = &w->chooser;
    if (has_accounts(seed)) {
        any_shares(s, &w->model.accounts, &w->random);
    }
}

static void rare_event(world *w) {
    switch (below(w, 8)) {
    case 0: become_copy(w); break;
    case 1: become_opened(w); break;
    case 2: refused_event(w); break;
    case 3:
    case 4: forecast_event(w); break;
    case 5: down_event(w); break;
    default: up_event(w); break;
    }
}

static void any_event(world *w) {
    uint32_t dice = below(w, 100);
    uint32_t jobs = jobs_alive(&w->model);
    if (w->model.accounts.count > 0 && below(w, 5) == 0) {
        swap_event(w);
    } else if (w->booked && below(w, 4) == 0) {
        booking_event(w, w->span / (w->booked ? 2 : 1), w->booked ? 64 : 16);
    } else if (below(w, w->booked ? 4 : 10) == 0) {
        change_and_settle(w);
    } else if (below(w, 12) == 0) {
        bar_and_settle(w);
    } else if (w->bookings_limit > 0 && below(w, 8) == 0) {
        own_booking_and_settle(w);
    } else if (below(w, 12) == 0) {
        preempt_event(w);
    } else if (dice < 34 && (jobs < w->jobs_limit || dice < 4)) {
        submit_event(w);
    } else if (dice < 60) {
        plan_event(w);
    } else if (dice < 78) {
        finish_event(w);
    } else if (dice < 81) {
        cancel_and_settle(w);
    } else if (dice < 84) {
        return_and_forget(w);
    } else if (dice < 90 && w->bookings_limit > 0) {
        booking_event(w, w->span / (w->booked ? 2 : 1), w->booked ? 64 : 16);
    } else if (dice < 92 && w->bookings_limit > 0) {
        w->model.given_back |= unbook_event(w) >= 0;
    } else {
        rare_event(w);
    }
}

static void trace_settings(const sked_queue_settings *s, const chooser *c) {
    if (tracing) {
        printf("processors %lu order %d backfill order %d depth %lu reservations %s missing %lld "
               "picker %d\n",
               (unsigned long)s->processors, (int)s->order, (int)s->backfill_order,
               (unsigned long)s->depth, s->reservations == SKED_COMPRESS ? "kept" : "afresh",
               (long long)s->estimate_missing, (int)c->kind);
    }
}

/* Stops at the first failure: what follows one says nothing. */
static void sequence(uint64_t seed, uint32_t events) {
    static world w;
    unsigned long failed = check_failed_;
    int built;
    set_up(&w, seed, (origin)(seed % ORIGINS));
    built = build(&w) == SKED_OK;
    CHECK_SEED(seed, built);
    if (!built) {
        return;
    }
    trace_settings(&w.model.settings, &w.chooser);
    if (seed % 8 == 0) {
        go_late(&w);
    }
    for (; events > 0 && check_failed_ == failed; events--) {
        any_event(&w);
        CHECK_SEED(seed, sked_queue_validate(&w.queue) == SKED_OK);
        CHECK_SEED(seed, state_agrees(&w, 0));
    }
    close_world(&w);
}

static uint32_t events_of(uint64_t seed) {
    return seed > 100000 ? 1000 : 10 + (uint32_t)(seed % 80);
}

static void try_seed(uint64_t seed) {
    sequence(seed, events_of(seed));
}

/* ---- laws that need no oracle ---------------------------------------------------------------- */

enum { TRACE_MAX = 40, TRACE_BOOKINGS = 2 };

typedef struct trace {
    sked_queue_settings settings;
    chooser_kind kind;
    uint32_t jobs, bookings, started;
    trace_job job[TRACE_MAX];
    sked_span booking[TRACE_BOOKINGS];  /* by count, told before all else */
    int lawful;
    int restless;                   /* plans also before it reports what happens at an instant */
    int head_seen;                      /* the head of the latest pass, and its shadow */
    uint64_t head;
    sked_time shadow;
    unsigned long promises, later_heads;
} trace;

static void any_trace(trace *t, uint64_t *random, int exact) {
    memset(t, 0, sizeof *t);
    t->settings.processors = 1 + check_below(random, check_below(random, 2) ? 12 : PROCESSORS_MAX);
    t->settings.jobs_max = TRACE_MAX;
    t->settings.bookings_max = TRACE_BOOKINGS;
    t->settings.estimate_missing = SKED_REFUSE_MISSING;
    t->kind = (chooser_kind)check_below(random, CHOOSE_MOODY);
    t->jobs = 2 + check_below(random, TRACE_MAX - 2);
    any_jobs(t->job, t->jobs, t->settings.processors, exact, random);
}

static void any_bookings(trace *t, uint64_t *random) {
    uint32_t n;
    t->bookings = check_below(random, TRACE_BOOKINGS + 1);
    for (n = 0; n < t->bookings; n++) {
        t->booking[n].start = check_below(random, 60);
        t->booking[n].end = t->booking[n].start + 1 + check_below(random, 30);
        t->booking[n].count = 1 + check_below(random, t->settings.processors);
    }
}

static void note_start(trace *t, const sked_action *action, const sked_set *on,
                       unsigned char *busy) {
    trace_job *job = &t->job[action->id];
    t->lawful = t->lawful && action->kind == SKED_START && job->start < 0 &&
                sked_set_count(on) == job->width && action->start >= job->submit &&
                (job->promise < 0 || action->start <= job->promise);
    job->start = action->start;
    t->started++;
    t->lawful = occupy(job, on, busy) && t->lawful;
}

/* After each pass: no reservation has moved to a later time, nor has the shadow of a head that is
 * still the head (where nobody enters ahead of it). */
static void note_promises(trace *t, const sked_queue *queue) {
    sked_queue_info info;
    sked_job_info job;
    uint32_t n;
    t->lawful = t->lawful && sked_queue_get_info(queue, &info) == SKED_OK;
    if (!t->lawful) {
        return;
    }
    t->lawful = info.counters.promises_broken == 0;
    if (info.head_blocked && t->settings.depth > 0 && t->settings.order == SKED_FCFS) {
        if (t->head_seen && t->head == info.head) {
            t->later_heads++;
            t->lawful = t->lawful && info.shadow <= t->shadow;
        }
        t->head = info.head;
        t->shadow = info.shadow;
    }
    t->head_seen = info.head_blocked;
    for (n = 0; n < t->jobs; n++) {
        if (t->settings.depth == SKED_ALL && t->settings.reservations == SKED_COMPRESS &&
            sked_queue_get_job(queue, n, &job, NULL) == SKED_OK && !job.running) {
            t->promises += t->job[n].promise >= 0;
            t->lawful = t->lawful && job.reserved != SKED_NEVER &&
                        (t->job[n].promise < 0 || job.reserved <= t->job[n].promise);
            t->job[n].promise = job.reserved;
        }
    }
}

static sked_time next_event(const trace *t, const sked_queue *queue, sked_time after) {
    return next_of_jobs(t->job, t->jobs, after,
                        after < 0 ? SKED_NEVER : next_in_line(1, queue));
}

static void prepare(trace *t) {
    t->started = 0;
    t->head_seen = 0;
    forget_starts(t->job, t->jobs);
}

static void tell_bookings(trace *t, sked_queue *queue) {
    uint32_t n;
    for (n = 0; n < t->bookings; n++) {
        t->lawful = t->lawful && sked_queue_book(queue, n, &t->booking[n], 0) == SKED_OK;
    }
}

static void plan_once(trace *t, sked_queue *queue, sked_time now, unsigned char *busy) {
    sked_word words[WORDS_MAX];
    sked_set on = sked_set_of(words, t->settings.processors);
    sked_action action;
    t->lawful = t->lawful && sked_queue_plan(queue, now) == SKED_OK;
    while (t->lawful && sked_queue_next(queue, &action, &on) == SKED_OK) {
        note_start(t, &action, &on, busy);
    }
    note_promises(t, queue);
}

/* Runs the trace to its end. Returns whether all jobs ran, lawfully. */
static int simulate(trace *t) {
    meter memory = {0};
    chooser self = {CHOOSE_BY_DEFAULT, 1, 0, 0, 0, 0};
    sked_picker picker = {choose, NULL};
    unsigned char busy[PROCESSORS_MAX] = {0};
    const sked_queue_settings settings = kit_settings(&t->settings);
    sked_queue queue;
    sked_time now;
    picker.ctx = &self;
    self.kind = t->kind;
    self.processors = t->settings.processors;
    prepare(t);
    t->lawful = sked_queue_create(&queue, &settings, &picker, meter_mem(&memory)) == SKED_OK;
    tell_bookings(t, &queue);
    for (now = next_event(t, &queue, -1); now != SKED_NEVER && t->lawful;
         now = next_event(t, &queue, now)) {
        if (t->restless) {
            plan_once(t, &queue, now, busy);
        }
        t->lawful = t->lawful && tell_jobs(t->job, t->jobs, t->settings.processors, &queue, now,
                                           busy);
        plan_once(t, &queue, now, busy);
    }
    sked_queue_destroy(&queue);
    return t->lawful && t->started == t->jobs && memory.live_blocks == 0 && !memory.damaged;
}

typedef enum policy { FIRST_COME, EASY, TWO, FIVE, REBUILD, COMPRESS, POLICIES } policy;

static void use_policy(sked_queue_settings *settings, policy by) {
    static const uint32_t depths[POLICIES] = {0, 1, 2, 5, SKED_ALL, SKED_ALL};
    settings->depth = depths[by];
    settings->reservations = by == COMPRESS ? SKED_COMPRESS : SKED_REBUILD;
}

/* Jobs end by their estimates, bookings are there from the start, and nobody enters ahead of the
 * head: then under SKED_COMPRESS no reservation, and at any depth no head's shadow, moves to a
 * later time. note_start and note_promises look. */
static void law_of_promises(void) {
    unsigned long promises = 0, later_heads = 0;
    uint64_t seed, random;
    static trace t;
    for (seed = 1; seed <= 600 / seed_share; seed++) {
        random = seed;
        any_trace(&t, &random, 0);
        any_bookings(&t, &random);
        use_policy(&t.settings, seed % 2 ? COMPRESS : (policy)(1 + seed / 2 % 4));
        t.settings.order = (sked_order)(seed / 8 % 3);
        t.settings.backfill_order = (sked_order)(seed / 24 % 3);
        t.restless = (int)(seed / 16 % 2);
        CHECK_SEED(seed, simulate(&t));
        promises += t.promises;
        later_heads += t.later_heads;
    }
    CHECK(promises > 5000 / seed_share && later_heads > 1000 / seed_share);
}

static int starts_differ(const trace *a, policy by) {
    static trace b;
    b = *a;
    use_policy(&b.settings, by);
    return !simulate(&b) || !same_job_starts(a->job, b.job, a->jobs, 1);
}

/* Nobody can overtake a head that is as wide as all others. */
static void law_of_equal_widths(void) {
    uint64_t seed, random;
    static trace t;
    uint32_t n;
    int by;
    for (seed = 2001; seed <= 2000 + 200 / seed_share; seed++) {
        random = seed;
        any_trace(&t, &random, 0);
        for (n = 1; n < t.jobs; n++) {
            t.job[n].width = t.job[0].width;
        }
        use_policy(&t.settings, FIRST_COME);
        CHECK_SEED(seed, simulate(&t));
        for (by = EASY; by < POLICIES; by++) {
            CHECK_SEED(seed, !starts_differ(&t, (policy)by));
        }
    }
}

/* Where no job ends early, making reservations afresh, in the order of arrival, finds what was
 * kept; and a depth that no queue reaches is SKED_ALL. */
static void law_of_conservative(void) {
    uint64_t seed, random;
    static trace t, deep;
    for (seed = 3001; seed <= 3000 + 200 / seed_share; seed++) {
        random = seed;
        any_trace(&t, &random, 1);
        use_policy(&t.settings, REBUILD);
        CHECK_SEED(seed, simulate(&t));
        CHECK_SEED(seed, !starts_differ(&t, COMPRESS));
        random = seed;
        any_trace(&t, &random, 0);
        any_bookings(&t, &random);
        t.settings.order = (sked_order)(seed % 3);
        use_policy(&t.settings, REBUILD);
        deep = t;
        deep.settings.depth = TRACE_MAX;
        CHECK_SEED(seed, simulate(&t) && simulate(&deep) &&
                             same_job_starts(t.job, deep.job, t.jobs, 1));
    }
}

static void law_of_scale(void) {
    const sked_time scale = INT64_C(1000003);
    uint64_t seed, random;
    static trace t, scaled;
    uint32_t n;
    for (seed = 4001; seed <= 4000 + 300 / seed_share; seed++) {
        random = seed;
        any_trace(&t, &random, 0);
        any_bookings(&t, &random);
        t.settings.order = (sked_order)(seed / POLICIES % 3);
        use_policy(&t.settings, (policy)(seed % POLICIES));
        t.kind = seed % 2 ? CHOOSE_BY_DEFAULT : CHOOSE_HIGHEST;     /* these know no times */
        scaled = t;
        stretch_jobs(scaled.job, scaled.jobs, scale);
        for (n = 0; n < t.bookings; n++) {
            scaled.booking[n].start *= scale;
            scaled.booking[n].end *= scale;
        }
        CHECK_SEED(seed, simulate(&t) && simulate(&scaled));
        CHECK_SEED(seed, same_job_starts(t.job, scaled.job, t.jobs, scale));
    }
}

/* ---- sweeps that remember -------------------------------------------------------------------- */

/* A queue with room for 64 jobs or more remembers, while it compresses, what its jobs have not
 * found; with less room it does not, and neither while there are bookings. What it decides must be
 * the same: so its twin has room for 63 jobs, or a booking at the end of time. */
enum { TWINS_JOBS = 400, TWINS_STEPS = 400 };

typedef struct twins {
    uint64_t seed, random, next_id;
    sked_queue plain, long_;
    uint64_t running[TWINS_JOBS];
    uint32_t running_count, crowd, width_max, jobs_max;
    sked_time estimate_max, now;
} twins;

static int twins_agree(const twins *t) {
    uint64_t id = 0, other = 0;
    uint32_t at;
    for (at = 0; sked_queue_waiting_at(&t->plain, at, &id) == SKED_OK; at++) {
        sked_job_info plain, remembered;
        if (sked_queue_waiting_at(&t->long_, at, &other) != SKED_OK || id != other ||
            sked_queue_get_job(&t->plain, id, &plain, NULL) != SKED_OK ||
            sked_queue_get_job(&t->long_, id, &remembered, NULL) != SKED_OK ||
            plain.reserved != remembered.reserved) {
            return 0;
        }
    }
    return sked_queue_waiting_at(&t->long_, at, &other) == SKED_E_RANGE;
}

static void twins_submit(twins *t) {
    const uint32_t narrow = check_below(&t->random, 3) != 0;
    sked_job job = {0};
    job.id = ++t->next_id;
    job.key = check_below(&t->random, 5);
    job.estimate = 1 + (sked_time)check_below(&t->random, check_below(&t->random, 4) != 0
                                                              ? (uint32_t)t->estimate_max : 8);
    job.width = 1 + check_below(&t->random, narrow ? (t->width_max + 3) / 4 : t->width_max);
    if (t->jobs_max < 64 && check_below(&t->random, 40) == 0) {
        job.estimate = SKED_NEVER;
    }
    CHECK_SEED(t->seed, sked_queue_submit(&t->plain, &job, t->now) == SKED_OK);
    CHECK_SEED(t->seed, sked_queue_submit(&t->long_, &job, t->now) == SKED_OK);
}

/* Mostly a waiting job. */
static void twins_change(twins *t, const sked_queue_info *info) {
    sked_job_change change = {0};
    sked_status status;
    uint64_t id = 0;
    if (info->waiting > 0 && check_below(&t->random, 4) != 0) {
        const uint32_t at = check_below(&t->random, info->waiting);
        CHECK_SEED(t->seed, sked_queue_waiting_at(&t->plain, at, &id) == SKED_OK);
    } else if (t->running_count > 0) {
        id = t->running[check_below(&t->random, t->running_count)];
    }
    change.fields = check_below(&t->random, 16);
    change.options = check_below(&t->random, 2);
    change.key = check_below(&t->random, 5);
    change.estimate = 1 + (sked_time)check_below(&t->random, (uint32_t)t->estimate_max);
    change.width = 1 + check_below(&t->random, t->width_max);
    status = sked_queue_change(&t->plain, id, &change, t->now);
    CHECK_SEED(t->seed, sked_queue_change(&t->long_, id, &change, t->now) == status);
}

static void twins_event(twins *t, const sked_queue_info *info) {
    const uint32_t event = check_below(&t->random, 11);
    uint64_t id = 0;
    if (event < 6 && info->waiting < t->crowd && info->waiting + info->running < t->jobs_max) {
        twins_submit(t);
    } else if (event < 9 && t->running_count > 0) {
        const uint32_t ends = check_below(&t->random, t->running_count);
        id = t->running[ends];
        t->running[ends] = t->running[--t->running_count];
        CHECK_SEED(t->seed, sked_queue_finish(&t->plain, id, t->now) == SKED_OK);
        CHECK_SEED(t->seed, sked_queue_finish(&t->long_, id, t->now) == SKED_OK);
    } else if (event == 9 && info->waiting > 0) {
        const uint32_t at = check_below(&t->random, info->waiting);
        CHECK_SEED(t->seed, sked_queue_waiting_at(&t->plain, at, &id) == SKED_OK);
        CHECK_SEED(t->seed, sked_queue_cancel(&t->plain, id, t->now) == SKED_OK);
        CHECK_SEED(t->seed, sked_queue_cancel(&t->long_, id, t->now) == SKED_OK);
    } else if (event == 10) {
        twins_change(t, info);
    }
}

static void twins_plan(twins *t) {
    sked_action plain, remembered;
    sked_status status = SKED_OK;
    CHECK_SEED(t->seed, sked_queue_plan(&t->plain, t->now) == SKED_OK);
    CHECK_SEED(t->seed, sked_queue_plan(&t->long_, t->now) == SKED_OK);
    while (status == SKED_OK) {
        status = sked_queue_next(&t->plain, &plain, NULL);
        CHECK_SEED(t->seed, sked_queue_next(&t->long_, &remembered, NULL) == status);
        if (status == SKED_OK) {
            CHECK_SEED(t->seed, plain.id == remembered.id && plain.reason == remembered.reason &&
                                    plain.shadow == remembered.shadow);
            t->running[t->running_count++] = plain.id;
        }
    }
    CHECK_SEED(t->seed, twins_agree(t));
}

static void open_twins(twins *t, sked_align *plain_room, sked_align *long_room, size_t bytes) {
    const sked_span end_of_time = {.start = SKED_TIME_MAX - 1, .end = SKED_TIME_MAX, .count = 1};
    sked_queue_settings settings = {
        .bookings_max = 1, .estimate_missing = SKED_REFUSE_MISSING, .order = SKED_FCFS,
        .backfill_order = SKED_FCFS, .depth = SKED_ALL, .reservations = SKED_COMPRESS};
    settings.processors = 4 + check_below(&t->random, 60);
    settings.jobs_max = t->jobs_max;
    settings.order = (sked_order)check_below(&t->random, 3);
    t->estimate_max = 5 + (sked_time)check_below(&t->random, 200);
    t->width_max = 1 + check_below(&t->random, settings.processors);
    CHECK_SEED(t->seed, sked_queue_init(&t->plain, &settings, NULL, plain_room, bytes) == SKED_OK);
    if (t->jobs_max >= 64) {
        CHECK_SEED(t->seed, sked_queue_book(&t->plain, 1, &end_of_time, 0) == SKED_OK);
    } else {
        settings.jobs_max = 64 + check_below(&t->random, 100);
    }
    CHECK_SEED(t->seed, sked_queue_init(&t->long_, &settings, NULL, long_room, bytes) == SKED_OK);
}

/* First a crowd, then as many jobs as the crowd allows. */
static void test_twins(uint64_t seed, uint32_t jobs_max) {
    static sked_align plain_room[16000], long_room[16000];
    sked_queue_info info;
    twins t;
    uint32_t step;
    memset(&t, 0, sizeof t);
    memset(&info, 0, sizeof info);
    t.seed = t.random = seed;
    t.jobs_max = jobs_max;
    t.crowd = jobs_max / 6 + check_below(&t.random, jobs_max * 3 / 4);
    open_twins(&t, plain_room, long_room, sizeof plain_room);
    for (step = 0; jobs_max >= 64 && step < t.crowd; step++) {
        twins_submit(&t);
    }
    for (step = 0; step < TWINS_STEPS; step++) {
        CHECK_SEED(seed, sked_queue_get_info(&t.plain, &info) == SKED_OK);
        twins_event(&t, &info);
        if (check_below(&t.random, 3) == 0) {
            twins_plan(&t);
        }
        t.now += check_below(&t.random, 6);
    }
}

static void test_sweeps(void) {
    uint64_t seed;
    for (seed = 1; seed <= 200 / seed_share; seed++) {
        test_twins(seed, 63);
    }
    for (seed = 1; seed <= 20; seed++) {
        test_twins(seed, TWINS_JOBS);
    }
}

static void test_all(void) {
    try_seeds(1, 6000 / seed_share, try_seed);
    try_seeds(100001, 100000 + 40 / seed_share, try_seed);
    CHECK(conflicts_seen[0] > 1000 / seed_share && conflicts_seen[1] > 1000 / seed_share);
    CHECK(barred_seen > 10000 / seed_share);
    CHECK(owners_seen[0] > 1000 / seed_share && owners_seen[1] > 500 / seed_share);
    CHECK(owners_seen[2] > 50 / seed_share && owners_seen[3] > 50 / seed_share);
    CHECK(swaps_seen[0] > 1000 / seed_share && swaps_seen[1] > 500 / seed_share);
    law_of_promises();
    law_of_equal_widths();
    law_of_conservative();
    law_of_scale();
    test_sweeps();
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
