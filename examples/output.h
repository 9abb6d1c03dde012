/* output.h: output that is there as a whole, or not at all. */
/* SPDX-License-Identifier: MIT */
#ifndef OUTPUT_H_INCLUDED
#define OUTPUT_H_INCLUDED

/*     output to;
       if (!output_begin(&to, "starts.csv")) {
           return output_refuse("replay", "starts.csv");
       }
       done = write_starts(to.file);                       0: it cannot be completed
       return output_finish(&to, "replay", done);          now it is there, or nothing has changed

   With NULL for the name it is for standard output, and waits in a temporary file. A file is
   written beside its place, as NAME.new, and takes its place when it is whole: whoever ends the
   program at any moment leaves the old file or the new one. It keeps the old one's permissions; one
   that must not be written is not replaced. A device or a pipe has no old content to lose, and no
   place that a file may take: it is written directly. A symbolic link is replaced. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct output {
    FILE *file;                     /* write here                                              */
    const char *name;               /* NULL: standard output                                   */
    char *fresh;                    /* the name beside; NULL: there is none                    */
} output;

/* Opens NAME.new. It is always a new file: one of that name may be a link to somewhere else. */
static inline FILE *output_open_beside(output *to) {
    const size_t room = strlen(to->name) + sizeof ".new";

    to->fresh = (char *)malloc(room);
    if (to->fresh == NULL) {
        return NULL;
    }
    snprintf(to->fresh, room, "%s.new", to->name);
    unlink(to->fresh);
    return fopen(to->fresh, "wbx");
}

static inline FILE *output_open(output *to) {
    struct stat old;
    FILE *file;

    if (to->name == NULL) {
        return tmpfile();
    }
    if (stat(to->name, &old) != 0) {
        return output_open_beside(to);
    }
    if (!S_ISREG(old.st_mode)) {
        return fopen(to->name, "wb");
    }
    if (access(to->name, W_OK) != 0) {
        return NULL;
    }
    file = output_open_beside(to);
    if (file != NULL) {
        (void)chmod(to->fresh, old.st_mode & 07777);
    }
    return file;
}

/* Is standard output open? Were it closed, the next file would get its number, and with it all that
   is printed. That is so for the others, too: they are opened, to nowhere. */
static inline int output_has_streams(void) {
    int opened = 0;

    if (fcntl(1, F_GETFD) == -1) {
        return 0;
    }
    while (opened >= 0 && opened < 3) {
        opened = open("/dev/null", O_RDWR);
    }
    if (opened >= 0) {
        close(opened);
    }
    return 1;
}

/* Returns   1; 0 if nothing can be written, see errno. Then there is nothing to end. */
static inline int output_begin(output *to, const char *name) {
    memset(to, 0, sizeof *to);
    to->name = name;
    if (!output_has_streams()) {
        return 0;
    }
    to->file = output_open(to);
    if (to->file == NULL) {
        free(to->fresh);
    }
    return to->file != NULL;
}

/* Copies what has waited to standard output. */
static inline int output_copy(FILE *from) {
    char some[4096];
    size_t count = sizeof some;

    rewind(from);
    while (count == sizeof some) {
        count = fread(some, 1, sizeof some, from);
        if (ferror(from) || fwrite(some, 1, count, stdout) != count) {
            return 0;
        }
    }
    return fflush(stdout) == 0;
}

/* Ends an output. With `done` 0 it is dropped.
 * Returns   1 if it is there as a whole. Otherwise 0, and nothing has changed; see errno. */
static inline int output_end(output *to, int done) {
    int fault = 0;

    done = done && fflush(to->file) == 0 && !ferror(to->file);
    done = done && (to->name != NULL || output_copy(to->file));
    fault = errno;
    if (fclose(to->file) != 0 && done) {
        fault = errno;
        done = 0;
    }
    if (done && to->fresh != NULL && rename(to->fresh, to->name) != 0) {
        fault = errno;
        done = 0;
    }
    if (!done && to->fresh != NULL) {
        remove(to->fresh);
    }
    free(to->fresh);
    errno = fault;
    return done;
}

/* Says on standard error why there is no output; returns 0. */
static inline int output_refuse(const char *program, const char *name) {
    fprintf(stderr, "%s: %s: cannot be written: %s, expected a file that can\n", program,
            name == NULL ? "standard output" : name, strerror(errno));
    return 0;
}

/* As output_end; also says why, if it was complete and cannot be written. */
static inline int output_finish(output *to, const char *program, int done) {
    return output_end(to, done) || (done && output_refuse(program, to->name));
}

/* The exit status of a program: 0 iff it has done what it was asked, and all that it printed is
   where it belongs. */
static inline int output_status(const char *program, int done) {
    if (done && (fflush(stdout) != 0 || ferror(stdout))) {
        done = output_refuse(program, NULL);
    }
    return !done;
}

#endif
