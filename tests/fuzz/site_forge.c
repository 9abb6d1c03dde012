/* site_forge.c - fuzz target: a site whose block was forged.
 *
 * SPDX-License-Identifier: MIT */
#include "asserts.h"
#include "tape.h"
#include "../deep/site_forge.c"

/* A forgery of a busy site, drawn from the tape; the site from what the forgery leaves of it. */
static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    static world self;
    uint32_t trial;
    const uint64_t seed = tape_open(bytes, size, 1, &trial);
    unsigned char *good;
    seed_now = seed;
    begin(&self, seed, seed % 2 == 0 ? RED_BYTES : 0);
    (void)tape_begin(~seed, tape_draws / 2);
    (void)tape_begin(seed, TAPE_REST);
    build(&self);
    good = copy_of(self.site.state_, self.site.bytes_);
    self.place.random = ~seed;
    forge_and_use(&self, good);
    free(good);
    end(&self);
}

#include "replay.h"
