/* forger.h: what the forgers of blocks share: memory that is watched. */
/* SPDX-License-Identifier: MIT */
#ifndef FORGER_H_INCLUDED
#define FORGER_H_INCLUDED

/* The includer has included sched.h and harness.h. */

enum { RED_BYTES = 64, RED = 0xA5 };

/* Every second seed has red zones, which show writes in any build; the others have a block of its
 * own from malloc, next to which a sanitizer sees reads too. */
typedef struct room {
    size_t red_bytes;
    unsigned char *kept;                        /* free leaves this block alone */
    int harmed;
} room;

static void *room_alloc(void *ctx, size_t size) {
    const room *self = (const room *)ctx;
    unsigned char *raw = (unsigned char *)malloc(size + 2 * self->red_bytes);
    if (raw == NULL) {
        return NULL;
    }
    memset(raw, RED, size + 2 * self->red_bytes);
    memset(raw + self->red_bytes, 0xC3, size); /* else forgeries that copy were not repeatable */
    return raw + self->red_bytes;
}

static void room_watch(room *self, const unsigned char *block, size_t size) {
    size_t i;
    for (i = 0; i < self->red_bytes; i++) {
        self->harmed |= block[size + i] != RED || *(block - 1 - i) != RED;
    }
}

static void room_free(void *ctx, void *block, size_t size) {
    room *self = (room *)ctx;
    room_watch(self, (const unsigned char *)block, size);
    if (block != self->kept) {
        free((unsigned char *)block - self->red_bytes);
    }
}

static sked_mem room_mem(room *self) {
    sked_mem mem;
    mem.alloc = room_alloc;
    mem.free = room_free;
    mem.ctx = self;
    return mem;
}

/* What a block holds before it is forged: to be freed. */
static unsigned char *copy_of(const void *block, size_t bytes) {
    unsigned char *copy = (unsigned char *)malloc(bytes);
    if (copy == NULL) {
        abort();
    }
    memcpy(copy, block, bytes);
    return copy;
}

/* ---- pickers --------------------------------------------------------------------------------- */

/* Any of the offered ones; and, if it is to be odd, perhaps one that was not offered. */
static inline void pick_some(uint64_t *random, uint32_t wanted, const sked_set *offered,
                             sked_set *chosen, int odd) {
    uint32_t left = sked_set_count(offered), p;
    for (p = sked_set_first(offered); p < offered->size; p = sked_set_next(offered, p), left--) {
        if (wanted > 0 && check_below(random, left) < wanted) {
            sked_set_add(chosen, p);
            wanted--;
        }
    }
    if (odd) {
        sked_set_add(chosen, check_below(random, chosen->size));
    }
}

#endif
