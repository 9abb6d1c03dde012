/* input.h: the file that a program reads, or standard input. */
/* SPDX-License-Identifier: MIT */
#ifndef INPUT_H_INCLUDED
#define INPUT_H_INCLUDED

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

static inline int input_is_standard(const char *path) {
    return path == NULL || strcmp(path, "-") == 0;
}

/* What messages call it. */
static inline const char *input_name(const char *path) {
    return input_is_standard(path) ? "standard input" : path;
}

/* Opens a file; NULL and - are standard input. *name is what messages call it.
 * Returns   NULL if it cannot be read, and says why. */
static inline FILE *input_open(const char *program, const char *path, const char **name) {
    FILE *file = input_is_standard(path) ? stdin : fopen(path, "rb");

    *name = input_name(path);
    if (file == NULL) {
        (void)option_refuse(program, "%s: cannot be read: %s, expected a readable file", path,
                            strerror(errno));
    }
    return file;
}

static inline void input_close(FILE *file) {
    if (file != stdin) {
        fclose(file);
    }
}

#endif
