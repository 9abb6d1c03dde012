/* owners.h: what the models of queues know of bookings with an owner. */
/* SPDX-License-Identifier: MIT */
#ifndef OWNERS_H_INCLUDED
#define OWNERS_H_INCLUDED

/* The includer has included harness.h, and defines
 *     BOOKINGS_MAX           what a model has room for
 *     model_job              place, bars
 *     model_booking          kept, owned, owner: its place in jobs[], start, end, in[], turn: more
 *                            than that of all booked before
 *     model                  settings, jobs[], bookings[]
 * and what its model has to say: */
static int is_idle(const model *self, uint32_t processor);
static int has_begun(const model *self, const model_booking *booking);

/* Started; freed by an end, a cancelling, a new width, a new kind. */
static unsigned long owners_seen[5];

/* The booking of a job, or -1. One that has ended is kept, as a bar too, until it is forgotten. */
static inline int booking_owned_by(const model *self, int slot) {
    int h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        if (self->bookings[h].kept && self->bookings[h].owned && self->bookings[h].owner == slot) {
            return h;
        }
    }
    return -1;
}

static inline void take_bar(model *self, int slot) {
    self->jobs[slot].bars--;
    if (self->jobs[slot].bars == 0) {
        self->jobs[slot].place = WAITING;
    }
}

/* With it goes the bar of its owner. */
static inline void end_booking(model *self, int h) {
    self->bookings[h].kept = 0;
    if (self->bookings[h].owned) {
        take_bar(self, self->bookings[h].owner);
    }
}

/* Its start ends the booking, and is no longer barred. */
static inline void leave_booking(model *self, int slot) {
    self->bookings[booking_owned_by(self, slot)].kept = 0;
    self->jobs[slot].bars = 0;
}

/* Is a processor of the span's set booked for another owner, at one of its times? */
static inline int is_owned(const model *self, int slot, const sked_span *span, sked_time now) {
    const sked_time from = span->start > now ? span->start : now;
    uint32_t h, processor;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        const model_booking *other = &self->bookings[h];
        for (processor = 0; processor < self->settings.processors && other->kept && other->owned &&
                            other->owner != slot && other->end > from && other->start < span->end;
             processor++) {
            if (other->in[processor] && sked_set_has(span->set, processor)) {
                return 1;
            }
        }
    }
    return 0;
}

/* Has the booking of an owner begun, without another bar, and is all of its set idle? */
static inline int is_due(const model *self, const model_booking *booking) {
    uint32_t processor;
    if (!booking->owned || !has_begun(self, booking) || self->jobs[booking->owner].bars != 1) {
        return 0;
    }
    for (processor = 0; processor < self->settings.processors; processor++) {
        if (booking->in[processor] && !is_idle(self, processor)) {
            return 0;
        }
    }
    return 1;
}

/* Of the bookings whose owners can start the first by start, of equal starts the first booked; or
 * -1. */
static inline int first_owner(const model *self,
                              int (*can_start)(const model *, const model_booking *)) {
    int h, best = -1;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        const model_booking *a = &self->bookings[h], *b = &self->bookings[best < 0 ? h : best];
        if (can_start(self, a) &&
            (best < 0 || a->start < b->start || (a->start == b->start && a->turn < b->turn))) {
            best = h;
        }
    }
    return best;
}

#endif
