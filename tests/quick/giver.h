/* giver.h: a resource that refuses the allocation number `refused`, or all from that one on, counts
 * what it has given, looks at what comes back, and can give crooked blocks.
 *
 * SPDX-License-Identifier: MIT
 *
 * ROOM, the units of sked_align of one block at most, is the user's. */
#ifndef GIVER_H_INCLUDED
#define GIVER_H_INCLUDED

enum { GIVER_BLOCKS = 16 };

typedef struct giver {
    unsigned char *at;
    size_t left, crooked;
    uint32_t calls, refused, given;
    int wrong;
    int for_good;                       /* refuses those after it, too */
    void *block[GIVER_BLOCKS];          /* what is out, by the number of its allocation */
    size_t size[GIVER_BLOCKS];
} giver;

static giver mine;
static sked_align giver_room[4 * ROOM];

static inline void *give(void *ctx, size_t size) {
    giver *self = (giver *)ctx;
    const size_t whole = (size / sizeof(sked_align) + 2) * sizeof(sked_align);
    unsigned char *at = self->at + self->crooked;
    const uint32_t call = self->calls++;
    self->wrong |= size == 0;
    if (call == self->refused || (self->for_good && call > self->refused) || whole > self->left) {
        return NULL;
    }
    self->at += whole;
    self->left -= whole;
    self->given++;
    self->block[call % GIVER_BLOCKS] = at;
    self->size[call % GIVER_BLOCKS] = size;
    return at;
}

/* A block comes back once, and with the size that it was asked with. */
static inline void take_back(void *ctx, void *block, size_t size) {
    giver *self = (giver *)ctx;
    uint32_t at = 0;
    while (at < GIVER_BLOCKS - 1 && self->block[at] != block) {
        at++;
    }
    self->wrong |= block == NULL || self->given == 0;
    self->wrong |= self->block[at] != block || self->size[at] != size;
    self->block[at] = NULL;
    self->given--;
}

static inline sked_mem giving(uint32_t refused) {
    static const giver fresh;
    sked_mem mem;
    mine = fresh;
    mine.at = (unsigned char *)giver_room;
    mine.left = sizeof(giver_room);
    mine.refused = refused;
    mem.alloc = give;
    mem.free = take_back;
    mem.ctx = &mine;
    return mem;
}

#endif
