/* experiment.h: what the programs here share: options, batch means and ratios, files of rows. */
/* SPDX-License-Identifier: MIT */
#ifndef EXPERIMENT_H
#define EXPERIMENT_H

/* The sked headers are included from here: define SKED_IMPLEMENTATION before. All functions are
 * `static inline`: compilers stay silent when one is not used.
 *
 * Method: the first of 21 batches of jobs, in the order of their submission, is dropped; a mean is
 * that of the means of the other 20, and half_width the half of its 95 % interval by Student's t.
 * Two policies are compared on the same jobs: the ratio of their means has the interval of the
 * batches' differences value - ratio * base, in which what both share is taken out. */

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"
#include "swil_tiers.h"
#include "workload.h"

enum { BATCHES = 20, LOADS_MAX = 20, KEY_BYTES = 192, PROCESSORS = 320 };

#define STUDENT 2.093               /* 97.5 % of Student's t, 19 degrees of freedom */

static const char *const policy_names[] = {"FCFS", "EASY", "KEASY", "REASY", "MEASY"};

/* ---- What was asked for ---------------------------------------------------------------------- */

typedef struct request {
    int full;
    uint32_t part, parts;
    const char *trace, *only;
    size_t jobs;                        /* 0: not told */
    uint32_t loads[LOADS_MAX];
    uint32_t loads_count;               /* 0: not told */
    const char *folder;
} request;

/* Reads "600,900"; 0 = it is none. */
static inline int read_loads(const char *text, request *asked) {
    char *end = NULL;

    for (asked->loads_count = 0; *text != '\0'; text = *end == ',' ? end + 1 : end) {
        const unsigned long load = strtoul(text, &end, 10);

        if (end == text || load < 1 || load > 2000 || asked->loads_count == LOADS_MAX ||
            (*end != ',' && *end != '\0')) {
            return 0;
        }
        asked->loads[asked->loads_count++] = (uint32_t)load;
    }
    return asked->loads_count > 0;
}

static inline int read_part(const char *text, request *asked) {
    char *end = NULL;
    const unsigned long part = strtoul(text, &end, 10);
    const unsigned long parts = *end == '/' ? strtoul(end + 1, &end, 10) : 0;

    asked->part = (uint32_t)part;
    asked->parts = (uint32_t)parts;
    return *end == '\0' && part >= 1 && part <= parts && parts <= 1000;
}

static inline int read_option(const char *name, const char *value, request *asked) {
    if (strcmp(name, "--part") == 0) {
        return read_part(value, asked);
    }
    if (strcmp(name, "--loads") == 0) {
        return read_loads(value, asked);
    }
    if (strcmp(name, "--jobs") == 0) {
        asked->jobs = (size_t)strtoull(value, NULL, 10);
        return asked->jobs > BATCHES && asked->jobs < UINT32_MAX / 2;
    }
    if (strcmp(name, "--swf") == 0) {
        asked->trace = value;
    } else if (strcmp(name, "--only") == 0) {
        asked->only = value;
    } else if (strcmp(name, "--out") == 0) {
        asked->folder = value;
    } else {
        return 0;
    }
    return 1;
}

/* Both programs read all options, also those that only one has a use for; 0 = it is not one. */
static inline int read_request(int argc, char **argv, request *asked) {
    int at;

    memset(asked, 0, sizeof *asked);
    asked->part = asked->parts = 1;
    asked->folder = "build/figures";
    for (at = 1; at < argc; at++) {
        if (strcmp(argv[at], "--full") == 0 || strcmp(argv[at], "--quick") == 0) {
            asked->full = argv[at][2] == 'f';
        } else if (at + 1 == argc || !read_option(argv[at], argv[at + 1], asked)) {
            return 0;
        } else {
            at++;
        }
    }
    return 1;
}

/* ---- Batch means ----------------------------------------------------------------------------- */

typedef struct batches {
    double response[BATCHES], slowdown[BATCHES];
} batches;

typedef struct interval {
    double mean, half_width;
} interval;

static inline void sum_batches(const workload *load, const swil_tiers_outcome *outcomes,
                               batches *out) {
    uint32_t batch;

    for (batch = 0; batch < BATCHES; batch++) {
        const size_t from = load->count * (batch + 1) / (BATCHES + 1);
        const size_t to = load->count * (batch + 2) / (BATCHES + 1);
        double response = 0, slowdown = 0;
        size_t job;

        for (job = from; job < to; job++) {
            response += (double)(outcomes[job].end - load->jobs[job].submit);
            slowdown += (double)swil_tiers_bounded_slowdown(&load->jobs[job], outcomes[job].end);
        }
        out->response[batch] = response / (double)(to - from);
        out->slowdown[batch] = slowdown / 1e6 / (double)(to - from);
    }
}

static inline interval measure_batches(const double *values) {
    interval out = {0, 0};
    double square = 0;
    uint32_t batch;

    for (batch = 0; batch < BATCHES; batch++) {
        out.mean += values[batch] / (double)BATCHES;
    }
    for (batch = 0; batch < BATCHES; batch++) {
        square += (values[batch] - out.mean) * (values[batch] - out.mean);
    }
    out.half_width = STUDENT * sqrt(square / ((double)BATCHES - 1) / (double)BATCHES);
    return out;
}

/* The ratio of two means, and how far it is known by the spread of value - ratio * base. */
static inline interval compare_batches(const double *values, const double *base) {
    const double divisor = measure_batches(base).mean;
    double rest[BATCHES];
    interval out = {0, 0};
    uint32_t batch;

    if (divisor > 0) {
        out.mean = measure_batches(values).mean / divisor;
        for (batch = 0; batch < BATCHES; batch++) {
            rest[batch] = values[batch] - out.mean * base[batch];
        }
        out.half_width = measure_batches(rest).half_width / divisor;
    }
    return out;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Begins a file of rows anew, with its heading; NULL: it cannot be written, and that is told. */
static inline FILE *open_rows(const char *folder, const char *name, const char *heading) {
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    } else {
        fprintf(file, "%s\n", heading);
    }
    return file;
}

/* With six decimals, but without zeros at the end. */
static inline void format_number(double number, char *text, size_t bytes) {
    size_t length;

    snprintf(text, bytes, "%.6f", number);
    for (length = strlen(text); text[length - 1] == '0'; length--) {
        text[length - 1] = '\0';
    }
    if (text[length - 1] == '.') {
        text[length - 1] = '\0';
    }
    if (strcmp(text, "-0") == 0) {
        snprintf(text, bytes, "0");
    }
}

#endif /* EXPERIMENT_H */
