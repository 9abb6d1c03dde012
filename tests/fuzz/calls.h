/* calls.h: what the targets calls_NAME.c share: a tape of calls, memory that refuses, and laws.
 *
 * SPDX-License-Identifier: MIT
 *
 * A target of this kind has no model: it makes small objects, and calls each public function with
 * arguments from the bytes of a file, bad ones as well. What must hold is cheap to see: no read or
 * write outside a block, no assertion of the kit that fails, a status that the header lists,
 * nothing changed by a call that fails, a refusal that is filled in then, content that validates.
 *
 * An operation draws its arguments and makes a call; calls_make looks at what it did:
 *
 *     static const calls_operation operations[] = {{finish, finish_ends}, ...};
 *     calls_live(operations, count, &self, &self.watched, create, validate);
 *
 * Behind the end of a file all numbers are 0. */
#ifndef CALLS_H_INCLUDED
#define CALLS_H_INCLUDED

#include "asserts.h"

#include "sched.h"

#include "../check.h"

#include <string.h>

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define CALLS_UNSET
#endif
#endif

enum {
    CALLS_MOST = 160,               /* operations of one file */
    CALLS_BITS = 320,               /* of a set, with room for one of a wrong size */
    CALLS_WORDS = CALLS_BITS / SKED_WORD_BITS,
    CALLS_SCRATCH = 1 << 15,
    CALLS_BLOCK_MAX = 1 << 14,      /* larger blocks are refused: all they do is take longer */
    CALLS_SEAL_KIND = 8,            /* where a seal has the kind of its object */
    CALLS_EXTREMES = 16
};

/* ---- what is not set ------------------------------------------------------------------------- */

/* MemorySanitizer takes these bytes for unset, though they keep what they hold. */
static inline void calls_unset(const void *bytes, size_t count) {
#if defined(CALLS_UNSET)
    __msan_allocated_memory(bytes, count);
#else
    (void)bytes;
    (void)count;
#endif
}

static inline void calls_set_again(const void *bytes, size_t count) {
#if defined(CALLS_UNSET)
    __msan_unpoison(bytes, count);
#else
    (void)bytes;
    (void)count;
#endif
}

/* ---- the tape -------------------------------------------------------------------------------- */

static const unsigned char *calls_at, *calls_end;
static uint32_t calls_made;

static inline void calls_begin(const unsigned char *bytes, size_t size) {
    calls_at = bytes;
    calls_end = bytes + size;
    calls_made = 0;
}

/* Is there another operation on the tape? */
static inline int calls_go_on(void) { return calls_at < calls_end && calls_made++ < CALLS_MOST; }

static inline uint32_t calls_byte(void) { return calls_at < calls_end ? *calls_at++ : 0; }

static inline uint32_t calls_below(uint32_t bound) { return calls_byte() % bound; }

/* 0 .. usual, and one time in sixteen any other number. */
static inline uint32_t calls_number(uint32_t usual) {
    static const uint32_t extremes[CALLS_EXTREMES] = {
        UINT32_MAX, UINT32_MAX - 1, UINT32_MAX - 2, UINT32_C(1) << 31, (UINT32_C(1) << 31) - 1,
        (UINT32_C(1) << 30) - 1, (UINT32_C(1) << 30) - 2, (UINT32_C(1) << 26) + 1,
        UINT32_C(1) << 26, (UINT32_C(1) << 20) + 1, UINT32_C(1) << 20, (UINT32_C(1) << 16) + 1,
        UINT32_C(1) << 16, 1001, 1000, 257};
    const uint32_t byte = calls_byte();
    return byte < 256 - CALLS_EXTREMES ? byte % (usual + 1) : extremes[byte % CALLS_EXTREMES];
}

/* A time soon after one that is known, and one time in sixteen any other. */
static inline sked_time calls_time(sked_time soon) {
    static const sked_time extremes[CALLS_EXTREMES] = {
        SKED_NEVER, SKED_NEVER - 1, SKED_TIME_MAX, SKED_TIME_MAX + 1, SKED_TIME_MAX - 1,
        SKED_TIME_MAX - 2, SKED_TIME_MAX / 2, SKED_TIME_MAX / 2 + 1, -1, INT64_MIN, INT64_MIN + 1,
        INT64_C(1) << 52, (INT64_C(1) << 52) - 1, UINT32_MAX, INT64_C(1) << 40, 0};
    const uint32_t byte = calls_byte();
    const sked_time base = soon < 0 || soon > SKED_TIME_MAX ? 0 : soon;
    return byte < 256 - CALLS_EXTREMES ? base + (sked_time)(byte % 48) - (byte >= 232)
                                       : extremes[byte % CALLS_EXTREMES];
}

/* A length of some ticks, or any other. */
static inline sked_time calls_length(void) { return calls_time(0); }

/* Few ids, so that they meet. */
static inline uint64_t calls_id(void) {
    const uint32_t byte = calls_byte();
    return byte < 250 ? byte % 10 : UINT64_MAX - byte % 3;
}

/* Yes, once in so many times. */
static inline uint32_t calls_rarely(uint32_t times) { return calls_byte() % times == times - 1; }

/* ---- sets ------------------------------------------------------------------------------------ */

/* A set whose words are followed by others, which nobody may touch. */
typedef struct calls_set {
    sked_set set;
    sked_word words[CALLS_WORDS];
} calls_set;

#define CALLS_RED ((sked_word)0xA5)

/* The words from this one on are not the set's. */
static inline void calls_redden(calls_set *room, uint32_t from) {
    for (; from < CALLS_WORDS; from++) {
        room->words[from] = CALLS_RED;
    }
}

static inline int calls_is_red(const calls_set *room, uint32_t from) {
    while (from < CALLS_WORDS && room->words[from] == CALLS_RED) {
        from++;
    }
    return from == CALLS_WORDS;
}

/* Sizes beyond what there is room for are not drawn: the caller has to give the words of a set. */
static inline uint32_t calls_size(uint32_t size) {
    const uint32_t byte = calls_byte(), other = byte % 4;
    const uint32_t sizes[4] = {0, size + 1, size - 1, size + 64};
    return byte < 244 ? size : sizes[other] < CALLS_BITS ? sizes[other] : size;
}

static inline void calls_add_run(sked_set *set, uint32_t from, uint32_t count) {
    for (; count > 0 && from < set->size; from++, count--) {
        sked_set_add(set, from);
    }
}

/* A set of some size: all, a run, each second or each third; rarely of another size, or with bits
 * above it. */
static inline const sked_set *calls_some(calls_set *room, uint32_t size) {
    const uint32_t shape = calls_byte(), from = calls_byte();
    const uint32_t own = calls_size(size);
    uint32_t at;
    memset(room->words, 0, sizeof room->words);
    room->set = sked_set_of(room->words, own);
    switch (shape % 8) {
    case 0: sked_set_fill(&room->set); break;
    case 1: calls_add_run(&room->set, from % (size + 1), size / 2); break;
    case 2:
    case 3:
        for (at = from % 4; at < own; at += shape % 8) {
            sked_set_add(&room->set, at);
        }
        break;
    default: calls_add_run(&room->set, from % (size + 1), 1 + shape / 64); break;
    }
    if (shape / 8 == 31 && own % SKED_WORD_BITS != 0) {
        room->words[own / SKED_WORD_BITS] |= (sked_word)((sked_word)1 << (SKED_WORD_BITS - 1));
    }
    return &room->set;
}

/* Has it no bits above its size? */
static inline int calls_is_sound(const sked_set *set) {
    const uint32_t rest = set->size % SKED_WORD_BITS;
    return rest == 0 || set->words[set->size / SKED_WORD_BITS] >> (rest - 1) <= 1;
}

/* The same as calls_some, or no set. */
static inline const sked_set *calls_some_or_none(calls_set *room, uint32_t size) {
    return calls_below(2) == 0 ? NULL : calls_some(room, size);
}

/* A set to be written: its words are not set yet. */
static inline sked_set *calls_wanted(calls_set *room, uint32_t size) {
    room->set.words = room->words;
    room->set.size = calls_size(size);
    calls_redden(room, 0);
    calls_unset(room->words, SKED_SET_WORDS(room->set.size) * sizeof(sked_word));
    return &room->set;
}

/* If there was an answer, the size was right; no other words than its own are written. */
static inline void calls_judge_set(const calls_set *room, uint32_t size, sked_status status) {
    CHECK(room->set.words == room->words);
    if (status == SKED_OK) {
        CHECK(calls_is_sound(&room->set) && sked_set_count(&room->set) <= size);
    } else {
        calls_set_again(room->words, sizeof room->words);
    }
    CHECK(calls_is_red(room, status == SKED_OK ? SKED_SET_WORDS(size) : 0));
    CHECK(status != SKED_OK || room->set.size == size);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Memory that refuses the next few requests, and all that are large; sometimes it gives what is not
 * aligned. */
typedef struct calls_memory {
    uint32_t refusals;
    uint32_t live;                              /* blocks that were not given back */
} calls_memory;

static inline void *calls_alloc(void *context, size_t size) {
    calls_memory *self = (calls_memory *)context;
    if (self->refusals > 0 || size > CALLS_BLOCK_MAX) {
        self->refusals -= self->refusals > 0;
        return NULL;
    }
    self->live++;
    return malloc(size);
}

static inline void calls_free(void *context, void *block, size_t size) {
    calls_memory *self = (calls_memory *)context;
    CHECK(block != NULL && size <= CALLS_BLOCK_MAX && self->live > 0);
    self->live--;
    free(block);
}

static inline sked_mem calls_mem(calls_memory *memory) {
    sked_mem mem;
    memory->refusals = calls_rarely(16) ? 1 : 0;
    mem.alloc = calls_alloc;
    mem.free = calls_free;
    mem.ctx = memory;
    return mem;
}

/* A block of so many bytes that ends where the room ends, so that a sanitizer sees what is beyond;
 * none of it is set. */
static inline void *calls_block(sked_align *room, size_t room_bytes, size_t bytes) {
    const size_t whole = (bytes + sizeof *room - 1) / sizeof *room * sizeof *room;
    unsigned char *block = (unsigned char *)room + (room_bytes - whole);
    calls_unset(block, whole);
    return block;
}

static sked_align calls_scratch_room[CALLS_SCRATCH / sizeof(sked_align)];

/* A scratch block for a call that needs so many bytes: rarely too small, crooked, or none. */
static inline void *calls_scratch(size_t *bytes) {
    const uint32_t fault = calls_byte();
    unsigned char *block;
    if (*bytes > CALLS_SCRATCH) {
        *bytes = 0;
    }
    block = (unsigned char *)calls_block(calls_scratch_room, sizeof calls_scratch_room, *bytes);
    if (fault == 255 && *bytes > 0) {
        *bytes -= 1;
    } else if (fault == 254 && *bytes >= 8) {
        block += 1;
        *bytes -= 1;
    } else if (fault == 253) {
        block = NULL;
    }
    return block;
}

/* ---- laws ------------------------------------------------------------------------------------ */

/* Is it one of these? A list ends with SKED_OK, which is among all. */
static inline int calls_among(sked_status status, const sked_status *listed) {
    while (*listed != SKED_OK && *listed != status) {
        listed++;
    }
    return *listed == status;
}

static inline int calls_failed(sked_status status) {
    return status != SKED_OK && status != SKED_DONE;
}

/* A refusal that a call was given: filled in iff it failed, and a line for people then. */
static inline void calls_judge_refusal(const sked_refusal *refusal, sked_status status) {
    char text[24];
    const size_t whole = sked_refusal_text(refusal, NULL, 0);
    CHECK(refusal->status == (calls_failed(status) ? status : SKED_OK));
    CHECK(sked_refusal_text(refusal, text, sizeof text) == whole && whole > 0);
    CHECK(strlen(text) == (whole < sizeof text ? whole : sizeof text - 1));
}

/* What is watched of an object: its handle, its block, and whether somebody forged that. */
typedef struct calls_watched {
    void *handle;
    size_t handle_bytes;
    const void *block;                          /* NULL: the handle is empty */
    size_t bytes;
    int forged;
    int moved;                                  /* the operation made another object of it */
} calls_watched;

typedef struct calls_operation {
    sked_status (*call)(void *world);
    const sked_status *listed;                  /* what it may return */
} calls_operation;

static unsigned char calls_kept[CALLS_BLOCK_MAX], calls_kept_handle[1024];

static inline void calls_keep(const calls_watched *watched) {
    memcpy(calls_kept_handle, watched->handle, watched->handle_bytes);
    if (watched->block != NULL) {
        memcpy(calls_kept, watched->block, watched->bytes);
    }
}

static inline int calls_is_kept(const calls_watched *watched) {
    return memcmp(calls_kept_handle, watched->handle, watched->handle_bytes) == 0 &&
           (watched->block == NULL || memcmp(calls_kept, watched->block, watched->bytes) == 0);
}

/* Makes the call that the next byte names. Returns its status. */
static inline sked_status calls_make(const calls_operation *operations, size_t count, void *world,
                                     calls_watched *watched) {
    const calls_operation *operation = &operations[calls_byte() % count];
    sked_status status;
    calls_keep(watched);
    watched->moved = 0;
    status = operation->call(world);
    CHECK(calls_among(status, operation->listed));
    CHECK(!calls_failed(status) || watched->moved || watched->forged || calls_is_kept(watched));
    return status;
}

/* Calls of a world until the bytes end; where there is no object, mostly one is created first. With
 * `validate`, at the end, and after each call if the bytes say so. */
static inline void calls_live(const calls_operation *operations, size_t count, void *world,
                              calls_watched *watched, sked_status (*create)(void *world),
                              sked_status (*validate)(void *world)) {
    const uint32_t strict = validate != NULL && calls_rarely(4);
    (void)create(world);
    while (calls_go_on()) {
        if (watched->block == NULL && !calls_rarely(4)) {
            (void)create(world);
        }
        (void)calls_make(operations, count, world, watched);
        if (strict != 0) {
            (void)validate(world);
        }
    }
    if (validate != NULL) {
        (void)validate(world);
    }
}

/* ---- forgeries ------------------------------------------------------------------------------- */

/* Writes a number that the tape names somewhere into a block. */
static inline void calls_forge(void *block, size_t bytes) {
    static const unsigned char sizes[4] = {1, 2, 4, 8};
    const uint32_t how = calls_byte();
    const size_t width = sizes[how % 4];
    const size_t place = (calls_byte() + 256u * calls_byte()) % (bytes / width) * width;
    const sked_time extreme = calls_time(0);
    const uint32_t number = calls_number(16);
    uint64_t value = how / 4 % 2 == 0 ? (uint64_t)extreme : number;
    if (how >= 128) {
        memcpy(&value, (const unsigned char *)block + place, width);
        value += how % 3 - (uint64_t)1;
    }
    memcpy((unsigned char *)block + place, &value, width);
}

/* Forges a sealed block, and mends its seal. */
static inline void calls_forge_sealed(unsigned char *block, size_t bytes) {
    uint32_t kind, left;
    memcpy(&kind, block + CALLS_SEAL_KIND, sizeof kind);
    for (left = 1 + calls_below(3); left > 0; left--) {
        calls_forge(block + SKED_SEAL_BYTES, bytes - SKED_SEAL_BYTES);
    }
    if (!calls_rarely(16)) {
        sked_seal(block, bytes, kind);
    }
}

/* A copy of a sealed block, as it is or forged, to be opened and freed. calls_kept has the same. */
static inline unsigned char *calls_copy_sealed(const void *sealed, size_t bytes, int forged) {
    unsigned char *block = (unsigned char *)malloc(bytes);
    memcpy(block, sealed, bytes);
    if (forged) {
        calls_forge_sealed(block, bytes);
    }
    memcpy(calls_kept, block, bytes);
    return block;
}

/* A block for an init, to be freed; NULL: its size was refused, or is more than is tried. */
static inline void *calls_block_for(sked_status sized, size_t bytes) {
    return sized == SKED_OK && bytes <= CALLS_BLOCK_MAX ? malloc(bytes) : NULL;
}

#endif
