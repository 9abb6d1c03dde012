/* doubles.h: what stands in for a customer's memory and picker in the deep tests of the queue. */
/* SPDX-License-Identifier: MIT */
#ifndef DOUBLES_H_INCLUDED
#define DOUBLES_H_INCLUDED

/* The includer defines PROCESSORS_MAX, and has included sched.h and check.h. */

#include "blocks.h"

/* ---- pickers --------------------------------------------------------------------------------- */

/* Every choice is a function of the ask and of what is offered, so that the oracle can ask too. */
typedef enum chooser_kind {
    CHOOSE_BY_DEFAULT,                  /* the queue has no picker */
    CHOOSE_HIGHEST,
    CHOOSE_SCATTERED,
    CHOOSE_MOODY,                       /* refuses every third ask */
    CHOOSE_FAULTY,                      /* breaks its contract in every way there is */
    CHOOSE_ALIGNED,                     /* refuses what is in no aligned block of its size */
    CHOOSER_KINDS
} chooser_kind;

typedef struct chooser {
    chooser_kind kind;
    uint64_t seed;
    uint32_t processors;
    uint64_t refusals, faults;          /* as the queue should count them */
    int abused;                         /* an ask that the queue's contract excludes */
} chooser;

static uint64_t mood_of(const chooser *self, const sked_pick_request *ask) {
    uint64_t state = self->seed ^ (ask->id * 3u + ask->tag * 5u);
    state += (uint64_t)ask->start * 7u + (uint64_t)ask->end * 11u + ask->count * 13u +
             ask->tier * 17u;
    return check_random(&state);
}

static uint32_t count_of(const unsigned char *members, uint32_t size) {
    uint32_t processor, count = 0;
    for (processor = 0; processor < size; processor++) {
        count += members[processor] != 0;
    }
    return count;
}

/* Takes up to `count` of the offered ones, from `from` on in a circle or from the top down. */
static void take(const unsigned char *offered, uint32_t size, uint32_t count, uint32_t from,
                 int downwards, unsigned char *chosen) {
    uint32_t step;
    for (step = 0; step < size && count > 0; step++) {
        uint32_t processor = downwards ? size - 1 - step : (from + step) % size;
        if (offered[processor]) {
            chosen[processor] = 1;
            count--;
        }
    }
}

/* Puts a processor that was not offered in the place of a chosen one, where there is one. */
static void take_foreign(const unsigned char *offered, uint32_t size, unsigned char *chosen) {
    uint32_t foreign = 0, own = 0;
    while (foreign < size && offered[foreign]) {
        foreign++;
    }
    while (own < size && !chosen[own]) {
        own++;
    }
    if (foreign < size && own < size) {
        chosen[own] = 0;
        chosen[foreign] = 1;
    }
}

/* Takes the lowest of the first aligned block that has enough; its size is the least power of two.
 * Wider jobs than any block may have all. */
static int take_aligned(const unsigned char *offered, uint32_t size, uint32_t count,
                        unsigned char *chosen) {
    uint32_t block = 1, from;
    while (block < count) {
        block *= 2;
    }
    if (block > size) {
        take(offered, size, count, 0, 0, chosen);
        return 1;
    }
    for (from = 0; from + block <= size; from += block) {
        if (count_of(offered + from, block) >= count) {
            take(offered + from, block, count, 0, 0, chosen + from);
            return 1;
        }
    }
    return 0;
}

static int choose_plain(const chooser *self, const sked_pick_request *ask,
                        const unsigned char *offered, unsigned char *chosen) {
    uint64_t mood = mood_of(self, ask);
    uint32_t count = ask->count, from = 0;
    int answer = 1, foreign = 0;
    memset(chosen, 0, self->processors);
    if (self->kind >= CHOOSE_SCATTERED) {
        from = (uint32_t)(mood >> 8) % self->processors;
    }
    if (self->kind == CHOOSE_MOODY && mood % 3 == 0) {
        return 0;
    }
    if (self->kind == CHOOSE_ALIGNED) {
        return take_aligned(offered, self->processors, ask->count, chosen);
    }
    if (self->kind == CHOOSE_FAULTY) {
        count = mood % 8 == 0 ? count - 1 : mood % 8 == 1 ? count + 1 : count;
        foreign = mood % 8 == 2;
        answer = mood % 8 != 3;
    }
    take(offered, self->processors, count, from, self->kind == CHOOSE_HIGHEST, chosen);
    if (foreign) {
        take_foreign(offered, self->processors, chosen);
    }
    return answer;
}

static int well_chosen(const chooser *self, const sked_pick_request *ask,
                       const unsigned char *offered, const unsigned char *chosen) {
    uint32_t processor;
    for (processor = 0; processor < self->processors; processor++) {
        if (chosen[processor] && !offered[processor]) {
            return 0;
        }
    }
    return count_of(chosen, self->processors) == ask->count;
}

/* The same chooser as the queue sees it. */
static int choose(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                  sked_set *chosen) {
    chooser *self = (chooser *)ctx;
    unsigned char plain_offered[PROCESSORS_MAX] = {0}, plain_chosen[PROCESSORS_MAX];
    uint32_t processor;
    int answer;
    self->abused |= offered->size != self->processors || chosen->size != self->processors;
    self->abused |= sked_set_count(chosen) != 0;
    for (processor = 0; processor < self->processors; processor++) {
        plain_offered[processor] = (unsigned char)sked_set_has(offered, processor);
    }
    answer = choose_plain(self, ask, plain_offered, plain_chosen);
    for (processor = 0; processor < self->processors; processor++) {
        if (plain_chosen[processor]) {
            sked_set_add(chosen, processor);
        }
    }
    self->refusals += answer == 0;
    self->faults += answer != 0 && !well_chosen(self, ask, plain_offered, plain_chosen);
    return answer;
}

#endif
