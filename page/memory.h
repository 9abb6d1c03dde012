/* memory.h: the memory of the page's module, and numbers as JavaScript has them. */
/* SPDX-License-Identifier: MIT */
#ifndef MEMORY_H_INCLUDED
#define MEMORY_H_INCLUDED

#define SKED_STATIC
#define SKED_WORD_BITS 32           /* a set is a Uint32Array on the other side               */
#define SKED_REFUSALS 0             /* a status is enough for the page                        */
#define SKED_FATTREE_RULES 0        /* the page has no switch for them                        */

#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include "sched_share.h"

/* What JavaScript calls begins with page_, takes and returns numbers of 32 bits, and addresses.
   Times are seconds below 2^31; PAGE_NEVER stands for SKED_NEVER. Objects lie on top of each other:
   page_mark tells how high, page_release takes away all that came after a mark. */

enum { PAGE_NEVER = -1, PAGE_BYTES = 65536, PAGE_ALIGN = 16 };

extern unsigned char __heap_base;   /* where the linker says that free memory begins          */

static uintptr_t page_used;

uint32_t page_mark(void);
void page_release(uint32_t mark);
void *page_take(uint32_t bytes);
uint32_t page_words(uint32_t size);

uint32_t page_mark(void) {
    if (page_used == 0) {
        page_used = ((uintptr_t)&__heap_base + PAGE_ALIGN - 1) / PAGE_ALIGN * PAGE_ALIGN;
    }
    return page_used;
}

void page_release(uint32_t mark) {
    page_used = mark;
}

/* Room on top of what there is, zeroed; NULL if the browser gives no more. */
void *page_take(uint32_t bytes) {
    const uint64_t start = page_mark(), end = start + bytes + (PAGE_ALIGN - bytes % PAGE_ALIGN);
    const uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * PAGE_BYTES;
    const uint64_t more = end > have ? (end - have + PAGE_BYTES - 1) / PAGE_BYTES : 0;
    if (end > UINT32_MAX || __builtin_wasm_memory_grow(0, (size_t)more) == SIZE_MAX) {
        return NULL;
    }
    page_used = (uintptr_t)end;
    __builtin_memset((void *)(uintptr_t)start, 0, bytes);
    return (void *)(uintptr_t)start;
}

/* How many words a set of so many has. */
uint32_t page_words(uint32_t size) {
    return SKED_SET_WORDS(size);
}

static void *page_alloc(void *ctx, size_t bytes) {
    (void)ctx;
    return page_take((uint32_t)bytes);
}

static void page_free(void *ctx, void *block, size_t bytes) {
    (void)ctx;
    (void)block;
    (void)bytes;
}

static sked_mem page_mem(void) {
    sked_mem mem;
    mem.alloc = page_alloc;
    mem.free = page_free;
    mem.ctx = NULL;
    return mem;
}

static sked_time page_to_time(int32_t time) {
    return time == PAGE_NEVER ? SKED_NEVER : time;
}

static int32_t page_from_time(sked_time time) {
    return time > INT32_MAX ? PAGE_NEVER : (int32_t)time;
}

#endif
