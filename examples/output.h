/* output.h: output that is there as a whole, or not at all. */
/* SPDX-License-Identifier: MIT */
#ifndef OUTPUT_H_INCLUDED
#define OUTPUT_H_INCLUDED

/*     output to;
       int done = output_begin(&to, "starts.csv");
       if (done) {
           done = write_starts(to.file);               0: a fault that it has reported itself
           done = output_finish(&to, "replay", done);  now the file is there, or nothing has changed
       } else {
           output_refuse("replay", "starts.csv");
       }
       return output_status("replay", done);           in main: 0 if all is well, else 1

   Errors of writing need no check: output_finish finds and reports them. With NULL for the name the
   output is for standard output, and waits in a temporary file until then. A file is written as
   NAME.new, which replaces NAME when it is whole: if the program ends at any moment, the old file
   is there or the new one. (What was in NAME.new before is lost.) The file keeps its permissions,
   and is refused if you may not write it. A device or a pipe is written directly, and a symbolic
   link is replaced, not followed. */

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

/* Says on standard error why there is no output. Returns 0. */
static inline int output_refuse(const char *program, const char *name) {
    fprintf(stderr, "%s: %s: cannot be written: %s, expected a writable file\n", program,
            name == NULL ? "standard output" : name, strerror(errno));
    return 0;
}

/* Before the work: can an output of this name be written? NULL: none is wanted. Says why not. What
   is no regular file is opened only when it is written: a reader would notice. */
static inline int output_try(const char *program, const char *name) {
    struct stat old;
    output to;

    if (name == NULL || (stat(name, &old) == 0 && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode))) {
        return 1;
    }
    if (!output_begin(&to, name)) {
        return output_refuse(program, name);
    }
    (void)output_end(&to, 0);
    return 1;
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
