/* calls_share.c - fuzz target: each function of sched_share.h, with whatever a file says.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "calls.h"

#include "calls_preempt.h"
#include "calls_share.h"

#define FUZZ_NAME "calls_share"

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    calls_begin(bytes, size);
    if (calls_byte() % 4 == 0) {
        preempt_calls();
    } else {
        share_calls();
    }
}

#include "replay.h"
