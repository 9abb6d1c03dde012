/* trace.h: reads a trace in the Standard Workload Format, and says what is wrong with it. */
/* SPDX-License-Identifier: MIT */
#ifndef TRACE_H_INCLUDED
#define TRACE_H_INCLUDED

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "workload.h"

#include "input.h"
#include "options.h"

static inline int trace_is_packed(const char *path) {
    const size_t length = strlen(path);

    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

/* Says where it is, if it has a place. Returns 0. */
static inline int trace_refuse(const char *program, const char *name,
                               const workload_fault *fault) {
    return fault->line > 0 ? option_refuse(program, "%s:%lu:%lu: %s", name,
                                           (unsigned long)fault->line,
                                           (unsigned long)fault->column, fault->text)
                           : option_refuse(program, "%s: %s", name, fault->text);
}

/* What has been read, and what has not. */
static inline void trace_note(const char *program, const char *name, const workload *load) {
    if (load->extended > 0) {
        fprintf(stderr, "%s: %s: %lu line%s of 21 fields, of which the first 18 are read\n",
                program, name, (unsigned long)load->extended, load->extended == 1 ? "" : "s");
    }
}

/* Reads the trace of a path, - from standard input. processors: as for workload_read_swf.
 * Returns   1, or 0 and has said why. */
static inline int trace_read(const char *program, const char *path, uint32_t processors,
                             workload *load) {
    const char *name;
    workload_fault fault;
    FILE *file;
    int done;

    if (trace_is_packed(path)) {
        return option_refuse(program, "%s: is compressed, expected text, as in: gzip -dc %s | "
                                      "%s -", path, path, program);
    }
    file = input_open(program, path, &name);
    if (file == NULL) {
        return 0;
    }
    done = workload_read_swf(file, processors, load, &fault);
    input_close(file);
    if (!done) {
        return trace_refuse(program, name, &fault);
    }
    trace_note(program, name, load);
    return 1;
}

#endif
