/* ar_forge.c - fuzz target: a calendar whose block was forged, and blocks that were never one's.
 *
 * SPDX-License-Identifier: MIT */
#include "tape.h"
#include "../deep/ar_forge.c"

/* A forgery of a busy calendar, drawn from the tape; the calendar from what that leaves of it. */
static void fuzz_forgery(uint64_t seed) {
    static world self;
    unsigned char *good;
    begin(&self, seed, seed % 2 == 0 ? RED_BYTES : 0);
    (void)tape_begin(seed + 1, tape_draws / 2);
    (void)tape_begin(seed, TAPE_REST);
    build(&self);
    good = copy_of(self.calendar.state_, self.calendar.bytes_);
    self.random = seed + 1;
    forge_and_storm(&self, good);
    free(good);
    sked_ar_destroy(&self.calendar);
    CHECK_SEED(seed, !self.memory.harmed);
}

/* Any bytes as a block; if they are long enough, a forger mends the seal. Then all is called. */
static void fuzz_block(uint64_t seed, const unsigned char *bytes, size_t size) {
    static world self;
    unsigned char *block;
    begin(&self, seed, 0);
    block = (unsigned char *)room_alloc(&self.memory, size);
    if (block == NULL) {
        return;
    }
    memcpy(block, bytes, size);
    if (seed % 2 == 0 && size >= SKED_SEAL_BYTES) {
        sked_seal(block, size, SKED_AR_KIND_);
    }
    if (sked_ar_open(&self.calendar, block, size) == SKED_OK) {
        if (self.calendar.state_->processors <= PROCESSORS_MAX) {
            storm(&self);
        }
        sked_ar_destroy(&self.calendar);
    }
    room_free(&self.memory, block, size);
    CHECK_SEED(seed, !self.memory.harmed && !self.endless && !self.crooked);
}

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 2, &trial);
    seed_now = seed;
    if (trial == 0) {
        fuzz_forgery(seed);
    } else if (size > 2) {
        fuzz_block(seed, bytes + 2, size - 2);
    }
}

#include "replay.h"
