/* damaged.h: files changed in all the ways that a generator of numbers thinks of, for a reader.
 *
 * SPDX-License-Identifier: MIT
 *
 *     PROGRAM FILE...     prints how many of 4,000 damaged files were accepted, how many refused
 *
 * The includer has included workload.h, and what it includes; it ends with
 *
 *     int main(int count, char **names) {
 *         return damaged_main(count, names, letters, change, try_file, "read");
 *     }
 *
 * letters      what may come in the place of a character
 * change       a change of its own, at a place, which may take `size` characters from another one
 * try_file     reads a damaged file: 1 if it is accepted, 0 if it is refused */
#ifndef DAMAGED_H_INCLUDED
#define DAMAGED_H_INCLUDED

enum { DAMAGED_ROUNDS = 4000, DAMAGED_BYTES = 1 << 14 };

static char damaged_text[2 * DAMAGED_BYTES];
static size_t damaged_length;
static uint64_t damaged_state = 1;

typedef void damaged_change(size_t at, size_t other, size_t size);

static size_t damaged_below(size_t range) {
    return (size_t)workload_uniform(&damaged_state, (int64_t)range);
}

/* The first digit from there on, or the end. */
static size_t damaged_digit(size_t at) {
    while (at < damaged_length && (damaged_text[at] < '0' || damaged_text[at] > '9')) {
        at++;
    }
    return at;
}

static void damaged_remove(size_t at, size_t size) {
    size = size < damaged_length - at ? size : damaged_length - at;
    memmove(damaged_text + at, damaged_text + at + size, damaged_length - at - size);
    damaged_length -= size;
}

/* Some characters come again, at an earlier place. */
static void damaged_repeat(size_t at, size_t other, size_t size) {
    size = size < damaged_length - other ? size : damaged_length - other;
    if (damaged_length + size < sizeof damaged_text && at <= other) {
        memmove(damaged_text + at + size, damaged_text + at, damaged_length - at);
        memmove(damaged_text + at, damaged_text + other + size, size);
        damaged_length += size;
    }
}

static void damaged_once(const char *letters, damaged_change *change) {
    size_t at = damaged_below(damaged_length + 1);
    const size_t other = damaged_below(damaged_length + 1), size = damaged_below(30);
    switch (damaged_below(12)) {
    case 0:
        damaged_text[at] = damaged_below(8) > 0 ? letters[damaged_below(strlen(letters))]
                                                : (char)damaged_below(256);
        break;
    case 1: damaged_remove(at, size); break;
    case 2: damaged_repeat(at, other, size); break;
    case 3: damaged_length = at + damaged_below(damaged_length - at + 1); break;
    case 4: change(at, other, size); break;
    default:                                    /* another digit */
        at = damaged_digit(at);
        if (at < damaged_length) {
            damaged_text[at] = (char)('0' + damaged_below(10));
        }
    }
}

/* A copy of a file with one to three changes; NULL: it is not to be had. */
static FILE *damaged_copy(const char *name, const char *letters, damaged_change *change) {
    FILE *file = fopen(name, "rb");
    size_t times;
    damaged_length = file == NULL ? 0 : fread(damaged_text, 1, DAMAGED_BYTES, file);
    if (damaged_length == 0 || fclose(file) != 0) {
        return NULL;
    }
    for (times = 1 + damaged_below(3); times > 0; times--) {
        damaged_once(letters, change);
    }
    file = tmpfile();
    if (file == NULL || fwrite(damaged_text, 1, damaged_length, file) != damaged_length) {
        return NULL;
    }
    rewind(file);
    return file;
}

static int damaged_main(int count, char **names, const char *letters, damaged_change *change,
                        int (*try_file)(FILE *file), const char *accepted) {
    unsigned long tried[2] = {0, 0}, round;
    for (round = 0; count > 1 && round < DAMAGED_ROUNDS; round++) {
        FILE *file = damaged_copy(names[1 + round % (unsigned long)(count - 1)], letters, change);
        if (file == NULL) {
            return 2;
        }
        tried[try_file(file)]++;
        fclose(file);
    }
    printf("\n%lu %s, %lu refused\n", tried[1], accepted, tried[0]);
    return count < 2;
}

#endif
