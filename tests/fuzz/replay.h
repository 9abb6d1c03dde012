/* replay.h: the entry of a fuzz target: for libFuzzer, or a main that replays files.
 *
 * SPDX-License-Identifier: MIT
 *
 *     build/fuzz_queue FILE...        tries each file; what does not hold is told, as by a test
 *
 * Included last, by a target that has fuzz_bytes; its name is FUZZ_NAME, or that of the deep test.
 * With LIBFUZZER defined the main is libFuzzer's, and what does not hold ends the program. */
#ifndef REPLAY_H_INCLUDED
#define REPLAY_H_INCLUDED

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef main

#if !defined(FUZZ_NAME)
#define FUZZ_NAME DEEP_NAME
#endif

#if defined(LIBFUZZER)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    fuzz_bytes(bytes, size);
    if (check_failed_ > 0) {
        (void)fflush(stdout);
        abort();
    }
    return 0;
}

#else

/* Bytes in a block of their own, next to which a sanitizer sees reads. */
static void replay_bytes(const unsigned char *bytes, size_t size) {
    unsigned char *block = (unsigned char *)malloc(size > 0 ? size : 1);
    if (block == NULL) {
        abort();
    }
    memcpy(block, bytes, size);
    fuzz_bytes(block, size);
    free(block);
}

static int replay_file(const char *name) {
    static unsigned char bytes[1 << 16];
    FILE *file = fopen(name, "rb");
    size_t size;
    if (file == NULL) {
        printf("cannot read %s\n", name);
        return 0;
    }
    size = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    replay_bytes(bytes, size);
    return size < sizeof bytes;
}

int main(int count, char **words) {
    int at;
    for (at = 1; at < count; at++) {
        const unsigned long failed = check_failed_;
        CHECK(replay_file(words[at]));
        if (check_failed_ > failed) {
            printf("in %s\n", words[at]);
        }
    }
    return check_done("fuzz/" FUZZ_NAME);
}

#endif
#endif
