/* edc.c - fuzz target: what a simulator sends to examples/batsim.
 *
 * SPDX-License-Identifier: MIT
 *
 * The first line of a file has the words of batsim_edc_init, each other line is a message. What
 * comes back is JSON of the right size. After a message that was refused nothing is taken. */
#define _POSIX_C_SOURCE 200809L
#include "../check.h"
#include "asserts.h"

#include "../../examples/batsim/sked_edc.c"

#define FUZZ_NAME "edc"

/* A reply, or none if it was refused. */
static void edc_look(uint8_t refused, const uint8_t *text, uint32_t size) {
    json_reader in = {0};

    if (refused) {
        CHECK(text == NULL && size == 0);
        return;
    }
    CHECK(text != NULL && size > 0 && memchr(text, 0, size) == text + size - 1);
    CHECK(json_read(&in, (const char *)text, size - 1));
    json_drop(&in);
}

/* Bytes of their own block: what is read beside them is seen. */
static int edc_send(const unsigned char *bytes, size_t size) {
    uint8_t *block = (uint8_t *)malloc(size > 0 ? size : 1), *text;
    uint32_t length;
    uint8_t refused;

    if (block == NULL) {
        abort();
    }
    memcpy(block, bytes, size);
    refused = batsim_edc_take_decisions(block, (uint32_t)size, &text, &length);
    free(block);
    edc_look(refused, text, length);
    return !refused;
}

static int edc_start(const unsigned char *bytes, size_t size) {
    uint32_t flags = 0, length;
    uint8_t *text;
    const uint8_t refused = batsim_edc_init(bytes, (uint32_t)size, &flags, &text, &length);

    CHECK(flags == 2);
    edc_look(refused, text, length);
    return !refused;
}

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    const unsigned char *end;
    int taken = 1, first = 1;

    for (; size > 0 && taken; first = 0) {
        size_t length;

        end = (const unsigned char *)memchr(bytes, '\n', size);
        length = end != NULL ? (size_t)(end - bytes) : size;
        taken = first ? edc_start(bytes, length) : edc_send(bytes, length);
        bytes += length + (end != NULL);
        size -= length + (end != NULL);
    }
    if (!taken && !first) {
        CHECK(!edc_send((const unsigned char *)"{}", 2));
    }
    CHECK(edc.stage == EDC_NONE || edc.stage == EDC_WAITS || edc.hosts == 0 ||
          edc.stage == EDC_FAILED || sked_queue_validate(&edc.queue) == SKED_OK);
    (void)batsim_edc_deinit();
    CHECK(edc.stage == EDC_NONE && edc.jobs.count == 0);
}

#include "replay.h"
