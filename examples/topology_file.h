/* topology_file.h: reads a file of a tree or of blocks, whichever of Slurm's two kinds it is. */
/* SPDX-License-Identifier: MIT */
#ifndef TOPOLOGY_FILE_H_INCLUDED
#define TOPOLOGY_FILE_H_INCLUDED

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topology.h"
#include "topology_yaml.h"

/* The first character that is no blank and in no comment; the end: there is none. */
static inline const char *topology_file_first(const topology_reader *r) {
    const char *const end = r->text + r->bytes;
    const char *at = r->text;

    while (at < end && (*at == '#' || *at == '\n' || topology_is_blank(*at))) {
        if (*at == '#') {
            at = (const char *)memchr(at, '\n', (size_t)(end - at));
            at = at != NULL ? at : end;
        } else {
            at++;
        }
    }
    return at;
}

/* Is it YAML? Its first line then begins with - (or with what YAML may begin with, which is
 * refused), or has a key with a colon; that of a topology.conf has a key and =. */
static inline int topology_file_is_yaml(const topology_reader *r) {
    const char *const end = r->text + r->bytes;
    const char *at = topology_file_first(r);

    if (at < end && *at != '\0' && strchr("-[{%\"'", *at) != NULL) {
        return 1;
    }
    while (at < end && (hostlist_is_letter(*at) && *at != ':')) {
        at++;
    }
    return at < end && *at == ':';
}

/* Reads a file; what is wrong is told on standard error. *out is empty then. */
static inline int topology_read(topology *out, FILE *file, const char *name) {
    topology_reader r;
    int done;

    memset(&r, 0, sizeof r);
    memset(out, 0, sizeof *out);
    r.file = name;
    r.keys = topology_conf_keys;
    r.out = out;
    done = topology_slurp(&r, file) &&
           (topology_file_is_yaml(&r) ? topology_yaml(&r) : topology_lines(&r)) &&
           topology_build(&r);
    free(r.text);
    free(r.switches);
    free(r.children);
    free(r.order);
    free(r.above_begin);
    free(r.above);
    if (!done) {
        topology_drop(out);
    }
    return done;
}

#endif
