/* calls_sched.c - fuzz target: each function of sched.h, with whatever a file says.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "calls.h"

#include "calls_map.h"
#include "calls_queue.h"
#include "calls_site.h"
#include "calls_values.h"

#define FUZZ_NAME "calls_sched"

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    calls_begin(bytes, size);
    switch (calls_byte() % 8) {
    case 0: values_calls(); break;
    case 1: map_calls(); break;
    case 2:
    case 3: site_calls(); break;
    default: queue_calls(); break;
    }
}

#include "replay.h"
