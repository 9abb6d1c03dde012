/* blocks.h: memory of the deep tests: blocks between red zones, and resources that watch theirs. */
/* SPDX-License-Identifier: MIT */
#ifndef BLOCKS_H_INCLUDED
#define BLOCKS_H_INCLUDED

/* The includer has included sched.h. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RED_BYTES = 64, RED = 0xC3 };

/* A test without memory ends. */
static inline void *room_of(size_t bytes) {
    void *block = malloc(bytes == 0 ? 1 : bytes);
    if (block == NULL) {
        printf("no memory for %lu bytes\n", (unsigned long)bytes);
        exit(1);
    }
    return block;
}

static inline void *zeros_of(size_t count, size_t size) {
    return memset(room_of(count * size), 0, count * size);
}

/* ---- a block between red zones --------------------------------------------------------------- */

/* Exactly as long as it was asked for, with bytes in it that mean nothing. Its base is freed. */
typedef struct guarded {
    unsigned char *base, *block;
    size_t bytes;
} guarded;

static inline guarded guarded_of(size_t bytes, int filler) {
    guarded fresh;
    fresh.base = (unsigned char *)room_of(bytes + 2u * RED_BYTES);
    fresh.block = fresh.base + RED_BYTES;
    fresh.bytes = bytes;
    memset(fresh.base, RED, bytes + 2u * RED_BYTES);
    memset(fresh.block, filler, bytes);
    return fresh;
}

static inline int guarded_is_whole(const guarded *g) {
    size_t at;
    for (at = 0; at < RED_BYTES; at++) {
        if (g->base[at] != RED || g->block[g->bytes + at] != RED) {
            return 0;
        }
    }
    return 1;
}

/* ---- a memory resource that distrusts its customer ------------------------------------------- */

typedef struct meter {
    size_t fail_at;                     /* the number of the request that fails; 0: none */
    int fail_for_good;                  /* ... and all after it */
    size_t size_max;                    /* larger requests fail; 0: no limit */
    size_t requests, live_blocks, live_bytes;
    size_t size;                        /* of the latest block */
    int damaged;
} meter;

/* The size is kept in the first zone. */
static inline void *meter_alloc(void *ctx, size_t size) {
    meter *self = (meter *)ctx;
    guarded fresh;
    self->requests++;
    if ((self->fail_at != 0 && (self->requests == self->fail_at ||
                                (self->fail_for_good && self->requests > self->fail_at))) ||
        (self->size_max != 0 && size > self->size_max) || size == 0) {
        return NULL;
    }
    fresh = guarded_of(size, 0xA5);
    memcpy(fresh.base, &size, sizeof size);
    self->live_blocks++;
    self->live_bytes += size;
    self->size = size;
    return fresh.block;
}

static inline void meter_free(void *ctx, void *block, size_t size) {
    meter *self = (meter *)ctx;
    guarded old;
    old.block = (unsigned char *)block;
    old.base = old.block - RED_BYTES;
    memcpy(&old.bytes, old.base, sizeof old.bytes);
    memset(old.base, RED, sizeof old.bytes);
    self->damaged |= old.bytes != size || !guarded_is_whole(&old);
    self->live_blocks--;
    self->live_bytes -= old.bytes;
    memset(old.base, 0x5A, old.bytes + 2u * RED_BYTES);
    free(old.base);
}

static inline sked_mem meter_mem(meter *self) {
    sked_mem mem;
    mem.alloc = meter_alloc;
    mem.free = meter_free;
    mem.ctx = self;
    return mem;
}

static inline int meter_is_clean(const meter *self) {
    return self->live_blocks == 0 && self->live_bytes == 0 && !self->damaged;
}

#endif
