/* heap.h: the C library's heap as a sked_mem, for programs that have one. */
/* SPDX-License-Identifier: MIT */
#ifndef HEAP_H_INCLUDED
#define HEAP_H_INCLUDED

#include <stdlib.h>

#include "sched.h"

static inline void *heap_alloc(void *ctx, size_t size) {
    (void)ctx;
    return malloc(size);
}

static inline void heap_free(void *ctx, void *block, size_t size) {
    (void)ctx;
    (void)size;
    free(block);
}

static inline sked_mem heap_mem(void) {
    sked_mem mem;
    mem.alloc = heap_alloc;
    mem.free = heap_free;
    mem.ctx = NULL;
    return mem;
}

#endif
