/* forge.c - fuzz target: a queue whose block was forged, and blocks that were never one's.
 *
 * SPDX-License-Identifier: MIT */
#include "tape.h"
#include "../deep/forge.c"

/* A forgery of a busy queue, drawn from the tape; the queue from what the forgery leaves of it. */
static void fuzz_forgery(uint64_t seed) {
    static world self;
    unsigned char *good;
    begin(&self, seed, seed % 2 == 0 ? RED_BYTES : 0);
    (void)tape_begin(seed + 1, tape_draws / 2);
    (void)tape_begin(seed, TAPE_REST);
    build(&self);
    if (seed % 4 < 2) {
        leave_busy(&self);
    }
    self.memory.kept = (unsigned char *)self.queue.state_;
    good = copy_of(self.memory.kept, self.queue.bytes_);
    self.random = seed + 1;
    forge_and_use(&self, good);
    free(good);
    self.memory.kept = NULL;
    sked_queue_destroy(&self.queue);
    CHECK_SEED(seed, !self.memory.harmed);
}

/* Any bytes as a block; if they are long enough, a forger mends the seal. Then all is called. */
static void fuzz_block(uint64_t seed, const unsigned char *bytes, size_t size) {
    static world self;
    const sked_picker picker = picker_of(&self);
    unsigned char *block;
    uint32_t left;
    begin(&self, seed, 0);
    block = (unsigned char *)room_alloc(&self.memory, size);
    if (block == NULL) {
        return;
    }
    memcpy(block, bytes, size);
    if (seed % 2 == 0 && size >= SKED_SEAL_BYTES) {
        sked_seal(block, size, SKED_QUEUE_KIND_);
    }
    if (sked_queue_open(&self.queue, &picker, block, size) == SKED_OK) {
        self.settings = self.queue.rules_;
        for (left = self.settings.processors <= PROCESSORS_MAX ? STEPS : 0; left > 0; left--) {
            call_any(&self);
        }
        sked_queue_destroy(&self.queue);
    }
    room_free(&self.memory, block, size);
    CHECK_SEED(seed, !self.memory.harmed && !self.endless && !self.crooked);
}

/* The same of an experience: predictions and sums of any content. */
static void fuzz_experience(uint64_t seed, const unsigned char *bytes, size_t size) {
    unsigned char *block = copy_of(bytes, size);
    sked_experience experience;
    sked_moments moments;
    sked_time time;
    uint32_t at;
    memset(&experience, 0, sizeof experience);
    if (seed % 2 == 0 && size >= SKED_SEAL_BYTES) {
        sked_seal(block, size, SKED_EXPERIENCE_KIND_);
    }
    if (sked_experience_open(&experience, block, size) == SKED_OK) {
        for (at = 0; at < 64; at++) {
            (void)sked_experience_add(&experience, at / 8, at % 8, 1 + (sked_time)at);
            (void)sked_experience_get(&experience, at / 8, at % 8, &moments);
            (void)sked_experience_predict(&experience, at / 8, at % 8, 4096, &time);
        }
        sked_experience_destroy(&experience);
    }
    free(block);
}

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 4, &trial);
    seed_now = seed;
    if (trial < 2) {
        fuzz_forgery(seed);
    } else if (trial == 2 && size > 2) {
        fuzz_block(seed, bytes + 2, size - 2);
    } else if (size > 2) {
        fuzz_experience(seed, bytes + 2, size - 2);
    }
}

#include "replay.h"
