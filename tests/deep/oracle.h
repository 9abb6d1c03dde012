/* oracle.h: what the slow oracles of the queue have in common, and the random events. */
/* SPDX-License-Identifier: MIT */
#ifndef ORACLE_H_INCLUDED
#define ORACLE_H_INCLUDED

/* The includer has included model.h and doubles.h, and defines
 *     JOBS_MAX, BOOKINGS_MAX    what a model has room for
 *     INSTANTS_MAX           1 + JOBS_MAX + 2 * BOOKINGS_MAX or more
 *     DUE_OF_8               so many events of eight happen when the next thing is due
 *     model_job              place, id, key, tag, arrival, estimate, start, width, bars, account,
 *                            stays: a blocked head that stays the head
 *     model                  settings, now, arrivals, jobs[], bookings[], accounts, counters
 *     world                  seed, random, model, chooser, span, unlimited, queue
 * and what its model has to say: */
static sked_time expected_end(const model *self, const model_job *job);
static int is_idle(const model *self, uint32_t processor);

/* The place of the job in the foreground of a processor; -1: nobody. */
static int who_is_on(const model *self, uint32_t processor);

/* Is a processor there at an instant? By the expectations, when who runs there is expected to have
 * ended; `really` (for a start, not for a shadow) when nobody runs there now. The two differ for a
 * job that is overdue: it is expected to end now, but nobody can start on its processors. */
static int is_there(const model *self, uint32_t processor, sked_time at, int really);

/* When something may be decided anew; and what jobs ask for. */
static sked_time model_next_time(const model *self);
static uint64_t any_id(world *w);
static uint32_t any_width(world *w);

#include "owners.h"

/* ---- jobs and bookings ----------------------------------------------------------------------- */

static uint32_t idle_count(const model *self) {
    uint32_t processor, count = 0;
    for (processor = 0; processor < self->settings.processors; processor++) {
        count += is_idle(self, processor) != 0;
    }
    return count;
}

static uint32_t jobs_in(const model *self, place where) {
    uint32_t slot, count = 0;
    for (slot = 0; slot < JOBS_MAX; slot++) {
        count += self->jobs[slot].place == where;
    }
    return count;
}

static uint32_t jobs_alive(const model *self) {
    return JOBS_MAX - jobs_in(self, GONE);
}

static int in_line(const model_job *job) {
    return job->place == WAITING || job->place == BACKGROUND;
}

static int slot_of(const model *self, uint64_t id) {
    int slot;
    for (slot = 0; slot < JOBS_MAX; slot++) {
        if (self->jobs[slot].place != GONE && self->jobs[slot].id == id) {
            return slot;
        }
    }
    return -1;
}

static int is_live(const model *self, const model_booking *booking) {
    return booking->kept && self->now < booking->end;
}

static uint32_t bookings_kept(const model *self) {
    uint32_t h, count = 0;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        count += self->bookings[h].kept != 0;
    }
    return count;
}

/* A booking that has ended by `now` counts no more. */
static int booking_of(const model *self, uint64_t id, sked_time now) {
    int h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        if (self->bookings[h].kept && self->bookings[h].id == id && self->bookings[h].end > now) {
            return h;
        }
    }
    return -1;
}

static uint32_t bookings_after(const model *self, sked_time now) {
    uint32_t h, count = 0;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        count += self->bookings[h].kept && self->bookings[h].end > now;
    }
    return count;
}

/* ---- what it means to fit -------------------------------------------------------------------- */

/* Is the processor in a booking by set that overlaps [from, to)? */
static int kept_by_set(const model *self, uint32_t processor, sked_time from, sked_time to) {
    uint32_t h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        const model_booking *booking = &self->bookings[h];
        if (is_live(self, booking) && booking->by_set && booking->in[processor] &&
            booking->start < to && from < booking->end) {
            return 1;
        }
    }
    return 0;
}

static int64_t kept_by_count(const model *self, sked_time at) {
    int64_t count = 0;
    uint32_t h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        const model_booking *booking = &self->bookings[h];
        if (is_live(self, booking) && !booking->by_set && booking->start <= at &&
            at < booking->end) {
            count += booking->count;
        }
    }
    return count;
}

/* ---- bookings that are not kept -------------------------------------------------------------- */

/* A live booking that has begun. */
static int has_begun(const model *self, const model_booking *booking) {
    return is_live(self, booking) && booking->start <= self->now;
}

/* How many processors of a booking by set a job has. */
static uint32_t in_the_way(const model *self, const model_booking *booking, int slot) {
    uint32_t processor, count = 0;
    for (processor = 0; processor < self->settings.processors; processor++) {
        count += booking->in[processor] && who_is_on(self, processor) == slot;
    }
    return count;
}

/* What bookings by count lack now: of processors that are idle, up, and in no begun booking's
 * set. */
static int64_t count_lacking(const model *self) {
    int64_t idle = 0;
    uint32_t processor;
    for (processor = 0; processor < self->settings.processors; processor++) {
        idle += is_idle(self, processor) && !kept_by_set(self, processor, self->now, self->now + 1);
    }
    return kept_by_count(self, self->now) - idle;
}

static int is_in_conflict(const model *self, const model_booking *booking) {
    int slot, found = 0;
    if (!booking->by_set) {
        return count_lacking(self) > 0;
    }
    for (slot = 0; slot < JOBS_MAX; slot++) {
        found |= in_the_way(self, booking, slot) > 0;
    }
    return found;
}

/* What a plan does, and book: it forgets what has ended, and looks at what has begun since. */
static void look_at_bookings(model *self) {
    uint32_t h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        if (self->bookings[h].kept && self->bookings[h].end <= self->now) {
            owners_seen[1] += self->bookings[h].owned != 0;
            end_booking(self, (int)h);
        }
    }
    for (h = 0; h < BOOKINGS_MAX; h++) {
        model_booking *booking = &self->bookings[h];
        if (has_begun(self, booking) && !booking->begun) {
            booking->begun = 1;
            self->counters.bookings_in_conflict += (uint64_t)is_in_conflict(self, booking);
        }
    }
}

/* Is it what must be told of a booking by set and a job on it? */
static int is_conflict(const world *w, const sked_conflict *told, const model_booking *booking) {
    const int slot = slot_of(&w->model, told->job);
    sked_job_info info;
    return slot >= 0 && booking->by_set && has_begun(&w->model, booking) &&
           in_the_way(&w->model, booking, slot) == told->count && told->count > 0 &&
           sked_queue_get_job(&w->queue, told->job, &info, NULL) == SKED_OK &&
           told->end == info.end;
}

/* The begun bookings by count are too few together; the last of them names them all. */
static int is_count_conflict(const model *self, const sked_conflict *told) {
    const int named = booking_of(self, told->booking, self->now);
    int h, last = named >= 0;
    for (h = 0; h < BOOKINGS_MAX && last; h++) {
        last = self->bookings[h].by_set || !has_begun(self, &self->bookings[h]) ||
               self->bookings[h].start <= self->bookings[named].start;
    }
    return last && !self->bookings[named].by_set && has_begun(self, &self->bookings[named]) &&
           told->job == 0 && told->end == SKED_NEVER && told->count == count_lacking(self);
}

static uint32_t conflicts_of(const model *self) {
    uint32_t h, count = count_lacking(self) > 0;
    int slot;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        for (slot = 0; slot < JOBS_MAX && self->bookings[h].by_set &&
                       has_begun(self, &self->bookings[h]); slot++) {
            count += in_the_way(self, &self->bookings[h], slot) > 0;
        }
    }
    return count;
}

static unsigned long conflicts_seen[2];     /* with a job, by count */

/* All conflicts are told, once each: by rising start of the booking, that by count last. */
static int conflicts_agree(const world *w) {
    const model *m = &w->model;
    sked_conflict told, before = SKED_ZERO;
    uint64_t cursor = 0;
    sked_time start = 0;
    uint32_t count;
    sked_status status = sked_queue_next_conflict(&w->queue, &cursor, &told);
    for (count = 0; status == SKED_OK; count++) {
        const int h = booking_of(m, told.booking, m->now);
        const int by_set = h >= 0 && m->bookings[h].by_set;
        if (h < 0 || count >= conflicts_of(m) ||
            (by_set ? !is_conflict(w, &told, &m->bookings[h]) || m->bookings[h].start < start
                    : !is_count_conflict(m, &told)) ||
            (told.booking == before.booking && told.job == before.job && count > 0)) {
            return 0;
        }
        conflicts_seen[!by_set]++;
        start = by_set ? m->bookings[h].start : SKED_NEVER;
        before = told;
        status = sked_queue_next_conflict(&w->queue, &cursor, &told);
    }
    return status == SKED_DONE && count == conflicts_of(m) &&
           sked_queue_next_conflict(&w->queue, &cursor, &told) == SKED_DONE;
}

/* ---- what it means to fit, for a job --------------------------------------------------------- */

/* At one instant: do the processors suffice for the job and for all bookings by count? */
static int counts_suffice(const model *self, uint32_t width, sked_time at, int really) {
    const int64_t wanted = kept_by_count(self, at);
    int64_t there = 0;
    uint32_t processor;
    if (wanted == 0) {
        return 1;
    }
    for (processor = 0; processor < self->settings.processors; processor++) {
        there += is_there(self, processor, at, really) &&
                 !kept_by_set(self, processor, at, at + 1);
    }
    return there >= (int64_t)width + wanted;
}

/* All instants at which something is given back, and now; `starts`: also those of bookings. */
static uint32_t list_instants(const model *self, int starts, sked_time *instants) {
    uint32_t count = 0, n;
    instants[count++] = self->now;
    for (n = 0; n < JOBS_MAX; n++) {
        if (self->jobs[n].place == RUNNING) {
            instants[count++] = expected_end(self, &self->jobs[n]);
        }
    }
    for (n = 0; n < BOOKINGS_MAX; n++) {
        if (is_live(self, &self->bookings[n])) {
            instants[count++] = self->bookings[n].end;
            if (starts) {
                instants[count++] = self->bookings[n].start;
            }
        }
    }
    return count;
}

/* Can a job run on certain processors during [from, to)? Enough of them are there and in no booking
 * by set that it would meet; and whenever bookings by count are active, there are so many beside
 * it. */
static int has_room(const model *self, uint32_t width, sked_time from, sked_time to, int really) {
    sked_time instants[INSTANTS_MAX];
    uint32_t processor, n, count, usable = 0;
    for (processor = 0; processor < self->settings.processors; processor++) {
        usable += is_there(self, processor, from, really) &&
                  !kept_by_set(self, processor, from, to);
    }
    if (usable < width || !counts_suffice(self, width, from, really)) {
        return 0;
    }
    count = list_instants(self, 1, instants);
    for (n = 0; n < count; n++) {
        if (instants[n] > from && instants[n] < to &&
            !counts_suffice(self, width, instants[n], really)) {
            return 0;
        }
    }
    return 1;
}

/* The first instant after now. */
static sked_time next_instant(const model *self, const sked_time *instants, uint32_t count) {
    sked_time best = SKED_NEVER;
    uint32_t n;
    for (n = 0; n < count; n++) {
        if (instants[n] > self->now && instants[n] < best) {
            best = instants[n];
        }
    }
    return best;
}

/* ---- the order of the queue ------------------------------------------------------------------ */

/* Heads that stay first, then by the list of accounts. */
static uint32_t place_by_share(const model *self, const model_job *job) {
    return job->stays ? 0 : 1 + place_of_account(&self->accounts, job->account);
}

static int by_share(const model *self, const model_job *a, const model_job *b) {
    const uint32_t first = place_by_share(self, a), second = place_by_share(self, b);
    return first < second ? -1 : first > second;
}

/* -1, 0, 1: how two jobs stand by an order alone. */
static int by_order(const model *self, sked_order order, const model_job *a, const model_job *b) {
    switch (order) {
    case SKED_BY_SHARE: return by_share(self, a, b);
    case SKED_SJF: return a->estimate < b->estimate ? -1 : a->estimate > b->estimate;
    case SKED_BY_KEY: return a->key < b->key ? -1 : a->key > b->key;
    case SKED_NARROWEST: return a->width < b->width ? -1 : a->width > b->width;
    default: return a->arrival < b->arrival ? -1 : a->arrival > b->arrival;
    }
}

/* Equals are in the order of the queue; but where that is by share, in that of their keys. */
static int comes_before(const model *self, sked_order order, const model_job *a,
                        const model_job *b) {
    const sked_order next =
        self->settings.order == SKED_BY_SHARE ? SKED_BY_KEY : self->settings.order;
    int stand = by_order(self, order, a, b);
    stand = stand != 0 ? stand : by_order(self, next, a, b);
    return stand != 0 ? stand < 0 : a->arrival < b->arrival;
}

/* Those in the line, or those that are barred; of which accounts the latter are does not matter. */
static uint32_t list_in_order(const model *self, int barred, int *queue) {
    const sked_order order = barred && self->settings.order == SKED_BY_SHARE
                                 ? SKED_BY_KEY
                                 : self->settings.order;
    uint32_t count = 0, at;
    int slot;
    for (slot = 0; slot < JOBS_MAX; slot++) {
        if (barred ? self->jobs[slot].place == BARRED : in_line(&self->jobs[slot])) {
            for (at = count; at > 0 && comes_before(self, order, &self->jobs[slot],
                                                    &self->jobs[queue[at - 1]]); at--) {
                queue[at] = queue[at - 1];
            }
            queue[at] = slot;
            count++;
        }
    }
    return count;
}

static uint32_t list_queue(const model *self, int *queue) {
    return list_in_order(self, 0, queue);
}

/* Sorts by another order. */
static void sort_by(const model *self, sked_order order, int *slots, uint32_t count) {
    uint32_t done, at;
    for (done = 1; done < count; done++) {
        const int slot = slots[done];
        for (at = done; at > 0 && comes_before(self, order, &self->jobs[slot],
                                               &self->jobs[slots[at - 1]]); at--) {
            slots[at] = slots[at - 1];
        }
        slots[at] = slot;
    }
}

static inline uint32_t position_of(const model *self, int slot) {
    int queue[JOBS_MAX];
    uint32_t count = list_queue(self, queue), at;
    for (at = 0; at < count; at++) {
        if (queue[at] == slot) {
            return at;
        }
    }
    return SKED_NONE;
}

/* A pass has blocked this head. */
static void block_head(model *self, int slot) {
    const int kept = self->settings.depth == SKED_ALL &&
                     self->settings.reservations == SKED_COMPRESS;
    if (heads_stay(&self->settings, self->settings.depth > 0, kept)) {
        self->jobs[slot].stays = 1;
    }
}

/* ---- the queue beside the oracle ------------------------------------------------------------- */

/* What every queue counts. */
static int counts_agree(const world *w, const sked_queue_counters *c) {
    const sked_queue_counters *m = &w->model.counters;
    return c->started == m->started && c->finished == m->finished &&
           c->cancelled == m->cancelled && c->requeued == m->requeued &&
           c->overdue == m->overdue && c->passes == m->passes &&
           c->bookings_in_conflict == m->bookings_in_conflict &&
           c->picker_refusals == w->chooser.refusals && c->picker_faults == w->chooser.faults;
}

/* Does the job of that place, or nobody (-1), run on the processor? */
static int is_told_on(const world *w, uint32_t processor, int slot) {
    uint64_t id = 0;
    const sked_status status = sked_queue_job_on(&w->queue, processor, &id);
    return slot < 0 ? status == SKED_E_UNKNOWN
                    : status == SKED_OK && id == w->model.jobs[slot].id;
}

static inline int waiting_list_agrees(const world *w) {
    int queue[JOBS_MAX];
    uint32_t at, count = list_queue(&w->model, queue);
    uint64_t id = 0;
    for (at = 0; at < count; at++) {
        if (sked_queue_waiting_at(&w->queue, at, &id) != SKED_OK ||
            id != w->model.jobs[queue[at]].id) {
            return 0;
        }
    }
    return sked_queue_waiting_at(&w->queue, count, &id) == SKED_E_RANGE;
}

static unsigned long barred_seen;           /* jobs with bars that were told */

/* Each once, with its bars, in the order of the queue; and in no place of it. */
static int barred_list_agrees(const world *w) {
    int barred[JOBS_MAX];
    uint32_t at, count = list_in_order(&w->model, 1, barred);
    sked_queue_info told;
    sked_job_info info;
    uint64_t id = 0;
    for (at = 0; at < count; at++) {
        const model_job *job = &w->model.jobs[barred[at]];
        if (sked_queue_barred_at(&w->queue, at, &id) != SKED_OK || id != job->id ||
            sked_queue_get_job(&w->queue, id, &info, NULL) != SKED_OK || info.bars != job->bars ||
            info.running || info.background || info.position != SKED_NONE ||
            info.reserved != SKED_NEVER || info.processors_down != 0) {
            return 0;
        }
        barred_seen++;
    }
    return sked_queue_barred_at(&w->queue, count, &id) == SKED_E_RANGE &&
           sked_queue_get_info(&w->queue, &told) == SKED_OK && told.barred == count;
}

/* ---- random events: jobs --------------------------------------------------------------------- */

static uint32_t below(world *w, uint32_t bound) {
    return check_below(&w->random, bound);
}

/* Mostly the same instant again; else a little later, or when the next thing is due that somebody
 * in line may wait for. */
static sked_time soon(world *w) {
    const uint32_t dice = below(w, 8);
    sked_time next;
    if (dice < 5) {
        return w->model.now;
    }
    next = jobs_in(&w->model, WAITING) + jobs_in(&w->model, BACKGROUND) > 0
               ? model_next_time(&w->model)
               : SKED_NEVER;
    if (dice < 5 + DUE_OF_8 && next <= SKED_TIME_MAX) {
        return next;
    }
    return clamp(w->model.now + (sked_time)below(w, (uint32_t)w->span) / 2);
}

static int any_slot(world *w, place where) {
    uint32_t count = jobs_in(&w->model, where), wanted;
    int slot = -1;
    if (count == 0) {
        return -1;
    }
    for (wanted = 1 + below(w, count); wanted > 0; wanted--) {
        do {
            slot++;
        } while (w->model.jobs[slot].place != where);
    }
    return slot;
}

static sked_time any_estimate(world *w, sked_time longest) {
    const uint32_t dice = below(w, 16);
    if (dice == 0) {
        return 0;
    }
    if (dice == 1 && w->unlimited) {
        return below(w, 2) ? SKED_NEVER : SKED_TIME_MAX - (sked_time)below(w, 3);
    }
    return 1 + (sked_time)below(w, (uint32_t)longest);
}

/* One in sixteen sets has an option that is none. */
static uint32_t any_options(world *w) {
    const uint32_t options = below(w, 8);
    return below(w, 3) ? 0 : below(w, 16) ? options : options | UINT32_C(8) << below(w, 29);
}

/* One in eight jobs has some; seldom as many as there can be. */
static uint32_t any_bars(world *w) {
    return below(w, 8) ? 0 : below(w, 32) ? 1 + below(w, 2) : UINT32_MAX - below(w, 2);
}

static sked_job any_job(world *w, sked_time longest) {
    sked_job job = SKED_ZERO;
    job.id = any_id(w);
    job.key = below(w, 4);
    job.tag = check_random(&w->random);
    job.estimate = any_estimate(w, longest);
    job.width = any_width(w);
    job.options = any_options(w);
    job.bars = any_bars(w);
    job.account = any_account(&w->model.accounts, &w->random);
    return job;
}

static sked_status expect_submit(const model *m, const sked_job *job) {
    if (job->estimate == 0 && m->settings.estimate_missing == SKED_REFUSE_MISSING) {
        return SKED_E_NO_ESTIMATE;
    }
    if (!is_account(&m->accounts, job->account)) {
        return SKED_E_RANGE;
    }
    if (job->options > 7) {
        return SKED_E_SETTING;
    }
    if (slot_of(m, job->id) >= 0) {
        return SKED_E_DUPLICATE;
    }
    return jobs_alive(m) == m->settings.jobs_max ? SKED_E_FULL : SKED_OK;
}

static model_job *model_submit(model *m, const sked_job *job, sked_time now) {
    model_job *mine = m->jobs;
    while (mine->place != GONE) {
        mine++;
    }
    memset(mine, 0, sizeof *mine);
    m->now = now;
    mine->place = job->bars > 0 ? BARRED : WAITING;
    mine->bars = job->bars;
    mine->id = job->id;
    mine->key = job->key;
    mine->tag = job->tag;
    mine->width = job->width;
    mine->account = job->account;
    mine->options = job->options;
    mine->estimate = job->estimate != 0 ? job->estimate : m->settings.estimate_missing;
    mine->arrival = m->arrivals++;
    mine->start = SKED_NEVER;
    return mine;
}

/* ---- random events: jobs that change in place ------------------------------------------------ */

/* Some of the fields, with values that a job may well have already. One in thirty-two has a field
 * or an option that is none. In a world without accounts there is nothing to change of them. */
static inline sked_job_change any_change(world *w, int slot, sked_time longest) {
    const model_job *job = &w->model.jobs[slot];
    sked_job_change change;
    change.fields = 1 + below(w, 15);
    change.options = below(w, 3) == 0 ? SKED_IF_KEPT : 0;
    change.key = below(w, 3) ? below(w, 4) : job->key;
    change.tag = below(w, 3) ? check_random(&w->random) : job->tag;
    change.estimate = below(w, 3) ? any_estimate(w, longest) : job->estimate;
    change.width = below(w, 3) ? any_width(w) : job->width;
    if (below(w, 32) == 0) {
        change.fields |= below(w, 2) ? UINT32_C(256) << below(w, 24) : 0;
        change.options |= change.fields < 256 ? UINT32_C(2) << below(w, 31) : 0;
    }
    change.account = any_account(&w->model.accounts, &w->random);
    if (w->model.accounts.count > 0 && below(w, 2)) {
        change.fields |= SKED_CHANGE_ACCOUNT;
    }
    return change;
}

static inline model_job changed_job(const model *m, int slot, const sked_job_change *change) {
    model_job to = m->jobs[slot];
    to.key = change->fields & SKED_CHANGE_KEY ? change->key : to.key;
    to.tag = change->fields & SKED_CHANGE_TAG ? change->tag : to.tag;
    to.width = change->fields & SKED_CHANGE_WIDTH ? change->width : to.width;
    to.estimate = change->fields & SKED_CHANGE_ESTIMATE ? change->estimate : to.estimate;
    to.estimate = to.estimate == 0 ? m->settings.estimate_missing : to.estimate;
    to.account = change->fields & SKED_CHANGE_ACCOUNT ? change->account : to.account;
    to.stays = to.stays && to.account == m->jobs[slot].account;
    return to;
}

/* Except for promises. */
static inline sked_status expect_change(const model *m, int slot, const sked_job_change *change) {
    const model_job *job = &m->jobs[slot], to = changed_job(m, slot, change);
    if (change->fields >= 256 || change->options > 1) {
        return SKED_E_SETTING;
    }
    if (to.estimate == 0) {
        return SKED_E_NO_ESTIMATE;
    }
    if (!is_account(&m->accounts, to.account)) {
        return SKED_E_RANGE;
    }
    return job->place != WAITING && job->place != BARRED && to.width != job->width
               ? SKED_E_NOT_WAITING
               : SKED_OK;
}

static inline void trace_change(uint64_t id, const sked_job_change *change, sked_time now) {
    trace_call("change", id, now);
    if (tracing) {
        printf(" fields %lu options %lu key %llu width %lu estimate %lld account %lu",
               (unsigned long)change->fields, (unsigned long)change->options,
               (unsigned long long)change->key, (unsigned long)change->width,
               (long long)change->estimate, (unsigned long)change->account);
    }
}

/* ---- random events: bars --------------------------------------------------------------------- */

/* A job that may get or lose a bar: mostly one that waits; -1: there is none. */
static int any_to_bar(world *w) {
    static const place places[] = {WAITING, BARRED, BARRED, BARRED, BARRED, RUNNING, BACKGROUND};
    return any_slot(w, places[below(w, 7)]);
}

static sked_status expect_bar(const model *m, int slot) {
    if (m->jobs[slot].place == BARRED) {
        return m->jobs[slot].bars == UINT32_MAX ? SKED_E_RANGE : SKED_OK;
    }
    return m->jobs[slot].place == WAITING ? SKED_OK : SKED_E_NOT_WAITING;
}

static sked_status expect_unbar(const model *m, int slot, uint32_t options) {
    if (options > SKED_AFRESH) {
        return SKED_E_SETTING;
    }
    return m->jobs[slot].place == BARRED &&
                   m->jobs[slot].bars > (uint32_t)(booking_owned_by(m, slot) >= 0)
               ? SKED_OK
               : SKED_E_NO_BARS;
}

static void model_bar(model *m, int slot, sked_time now) {
    m->now = now;
    m->jobs[slot].place = BARRED;
    m->jobs[slot].stays = 0;
    m->jobs[slot].bars++;
}

static void model_unbar(model *m, int slot, uint32_t options, sked_time now) {
    m->now = now;
    take_bar(m, slot);
    if (m->jobs[slot].bars == 0) {
        m->jobs[slot].arrival = options == SKED_AFRESH ? m->arrivals++ : m->jobs[slot].arrival;
    }
}

static uint32_t any_unbarring(world *w) {
    return below(w, 24) ? below(w, 2) : UINT32_C(2) << below(w, 31);
}

/* ---- random events: accounts ----------------------------------------------------------------- */

static inline void trace_swap(const swap *asked, sked_time now) {
    trace_call("swap", asked->a, now);
    if (tracing) {
        printf(" with %lu", (unsigned long)asked->b);
    }
}

static inline void apply_swap(model *m, const swap *asked, sked_status expected, sked_time now) {
    if (expected == SKED_OK) {
        m->now = now;
        model_swap(&m->accounts, asked);
    }
    note_swap(expected);
}

/* ---- random events: bookings, lost processors ------------------------------------------------ */

static void any_third(world *w, sked_set *set) {
    const uint32_t processors = w->model.settings.processors;
    uint32_t processor;
    sked_set_add(set, below(w, processors));
    for (processor = 0; processor < processors; processor++) {
        if (below(w, 3) == 0) {
            sked_set_add(set, processor);
        }
    }
}

/* Starts soon, one in `early` about now; ends before long, one in `endless` never. Who is in it is
 * left to the caller. */
static sked_span any_while(world *w, uint32_t early, sked_time longest, uint32_t endless) {
    sked_span span;
    span.start = clamp(w->model.now + (sked_time)below(w, (uint32_t)w->span));
    if (below(w, early) == 0) {
        span.start = w->model.now - (sked_time)below(w, 3);
        span.start = span.start < 0 ? 0 : span.start;
    }
    span.end = span.start + 1 + (sked_time)below(w, (uint32_t)longest);
    if (span.end > SKED_TIME_MAX || below(w, endless) == 0) {
        span.end = SKED_NEVER;
    }
    span.count = 0;
    span.set = NULL;
    return span;
}

static sked_status expect_booking(const model *m, uint64_t id, sked_time now) {
    if (booking_of(m, id, now) >= 0) {
        return SKED_E_DUPLICATE;
    }
    return bookings_after(m, now) == m->settings.bookings_max ? SKED_E_FULL : SKED_OK;
}

static uint64_t next_turn(const model *m) {
    uint64_t turn = 0;
    uint32_t h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        if (m->bookings[h].kept && m->bookings[h].turn >= turn) {
            turn = m->bookings[h].turn + 1;
        }
    }
    return turn;
}

static model_booking *model_book(model *m, uint64_t id, const sked_span *span,
                                 sked_time now) {
    model_booking *booking = m->bookings;
    m->now = now;
    look_at_bookings(m);
    while (booking->kept) {
        booking++;
    }
    booking->turn = next_turn(m);
    booking->kept = 1;
    booking->begun = booking->owned = 0;
    booking->id = id;
    booking->start = span->start;
    booking->end = span->end;
    booking->count = span->count;
    booking->by_set = span->set != NULL;
    if (booking->by_set) {
        plain_set(span->set, booking->in);
    }
    if (has_begun(m, booking)) {
        booking->begun = 1;
        m->counters.bookings_in_conflict += (uint64_t)is_in_conflict(m, booking);
    }
    return booking;
}

/* One or a few processors, seldom all or none; more of those of which `of` is true. */
static inline void any_processors(world *w, sked_set *set, const unsigned char *of) {
    const uint32_t processors = w->model.settings.processors, dice = below(w, 16);
    uint32_t processor;
    sked_set_add(set, below(w, processors));
    for (processor = 0; processor < processors; processor++) {
        if (dice == 0 || (dice < 4 && below(w, 3) == 0) || (of[processor] && below(w, 2))) {
            sked_set_add(set, processor);
        }
    }
    if (dice == 15) {
        sked_set_clear(set);
    }
}

static inline int hits_booking(const model *m, const model_booking *booking,
                               const unsigned char *lost, uint32_t left) {
    uint32_t processor;
    if (!booking->by_set) {
        return left < booking->count;
    }
    for (processor = 0; processor < m->settings.processors; processor++) {
        if (lost[processor] && booking->in[processor]) {
            return 1;
        }
    }
    return 0;
}

/* How many bookings lack what they were promised, now that these are lost and so many are left
 * up. */
static inline uint32_t bookings_hit(const model *m, const unsigned char *lost, uint32_t left) {
    uint32_t h, count = 0;
    for (h = 0; h < BOOKINGS_MAX && count_of(lost, m->settings.processors) > 0; h++) {
        count += is_live(m, &m->bookings[h]) && hits_booking(m, &m->bookings[h], lost, left);
    }
    return count;
}

#endif
