/* damage.c - damages a file in all places.
 *
 * SPDX-License-Identifier: MIT
 *
 *     damage FILE FOLDER     FOLDER/flip.N, one bit of byte N changed; FOLDER/cut.N, of N bytes */
#include <stdio.h>

static unsigned char block[1 << 16];

static int put(const char *folder, const char *kind, unsigned long number, size_t bytes) {
    char name[500];
    FILE *file;
    int done;
    snprintf(name, sizeof name, "%s/%s.%lu", folder, kind, number);
    file = fopen(name, "wb");
    done = file != NULL && fwrite(block, 1, bytes, file) == bytes;
    return file != NULL && fclose(file) == 0 && done;
}

int main(int count, char **words) {
    FILE *file = count == 3 ? fopen(words[1], "rb") : NULL;
    size_t bytes = file == NULL ? 0 : fread(block, 1, sizeof block, file), at;
    int done = bytes > 100 && bytes < sizeof block;
    for (at = 0; done && at < bytes; at++) {
        done = put(words[2], "cut", (unsigned long)at, at);
        block[at] ^= (unsigned char)(1u << at % 8);
        done = done && put(words[2], "flip", (unsigned long)at, bytes);
        block[at] ^= (unsigned char)(1u << at % 8);
    }
    printf("%lu\n", (unsigned long)bytes);
    return !done;
}
