/* giver.h: a resource that refuses the allocation number `refused`, counts what it has given, and
 * can give crooked blocks.
 *
 * SPDX-License-Identifier: MIT
 *
 * ROOM, the units of sked_align of one block at most, is the user's. */
#ifndef GIVER_H_INCLUDED
#define GIVER_H_INCLUDED

typedef struct giver {
    unsigned char *at;
    size_t left, crooked;
    uint32_t calls, refused, given;
    int wrong;
} giver;

static giver mine;
static sked_align giver_room[4 * ROOM];

static inline void *give(void *ctx, size_t size) {
    giver *self = (giver *)ctx;
    const size_t whole = (size / sizeof(sked_align) + 2) * sizeof(sked_align);
    unsigned char *at = self->at;
    self->wrong |= size == 0;
    if (self->calls++ == self->refused || whole > self->left) {
        return NULL;
    }
    self->at += whole;
    self->left -= whole;
    self->given++;
    return at + self->crooked;
}

static inline void take_back(void *ctx, void *block, size_t size) {
    giver *self = (giver *)ctx;
    self->wrong |= size == 0 || block == NULL || self->given == 0;
    self->given--;
}

static inline sked_mem giving(uint32_t refused) {
    sked_mem mem;
    mine.at = (unsigned char *)giver_room;
    mine.left = sizeof(giver_room);
    mine.crooked = 0;
    mine.calls = mine.given = 0;
    mine.refused = refused;
    mine.wrong = 0;
    mem.alloc = give;
    mem.free = take_back;
    mem.ctx = &mine;
    return mem;
}

#endif
