/* workload.h - job traces (SWF, Batsim), models of jobs, user estimates, usage, ETC tables. */
/* SPDX-License-Identifier: MIT */
#ifndef WORKLOAD_H
#define WORKLOAD_H

/*
 * Hosted C99, one header, no state. Times are int64_t in the unit of the source (seconds for SWF).
 * Every function is `static inline`, not `static`: compilers stay silent when one is not used.
 *
 *     workload load;
 *     workload_fault fault;
 *     if (!workload_read_swf(file, 0, &load, &fault)) {
 *         fprintf(stderr, "%zu:%zu: %s\n", fault.line, fault.column, fault.text);
 *     }
 *     ...
 *     workload_drop(&load);
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORKLOAD_LIMIT ((int64_t)1 << 62)  /* every time is below it, so that one sum never wraps */
#define WORKLOAD_NEVER INT64_MAX           /* in an ETC table: cannot run on this machine */
#define WORKLOAD_SWF_FIELDS 18u
#define WORKLOAD_SWF_EXTENDED 21u          /* in traces of MetaCentrum: 18 and three more */
#define WORKLOAD_SWF_LINE 4096u            /* most characters in a line, line end not counted */
#define WORKLOAD_ETC_DECIMALS 9u
#define WORKLOAD_BUCKETS 48                /* half hours of a day */
#define WORKLOAD_BUCKET_SECONDS 1800
#define WORKLOAD_POPULAR 32u               /* most popular estimates, the maximum among them */
#define WORKLOAD_RARE 400u                 /* most other estimates */
#define WORKLOAD_RETRIES 1000000           /* draws above a cut before a model is refused */
#define WORKLOAD_RANGES 32u                /* most ranges of sizes in workload_jann */
#define WORKLOAD_USAGE_LEAST 400u          /* of a processor, in parts per thousand */
#define WORKLOAD_USAGE_MOST 1000u

typedef struct workload_job {
    uint64_t id;
    int64_t submit;
    int64_t run;
    int64_t estimate; /* 0 = unknown */
    uint32_t width;   /* processors */
    uint32_t type;    /* SWF field 15, the queue; model: 1 batch, 0 interactive or typeless */
    uint32_t partition; /* SWF field 16; 0 = unknown */
    uint32_t user;    /* SWF field 12; 0 = unknown */
    uint32_t group;   /* SWF field 13; 0 = unknown */
} workload_job;

typedef struct workload_link {
    uint64_t id;
    uint64_t preceding; /* SWF field 17: the job that ends before this one comes */
    int64_t think;      /* SWF field 18: the time in between; 0 = unknown, too */
} workload_link;

typedef struct workload {
    workload_job *jobs; /* by submit time, equal times in the order of the file */
    size_t count;
    uint32_t processors; /* 0 = unknown */
    int64_t start_unix;  /* UnixStartTime of the header, 0 without one */
    size_t dropped;      /* jobs of the file that could not run, see workload_read_swf */
    size_t cut;          /* jobs longer than requested, dropped ones too: run := estimate */
    size_t extended;     /* job lines of 21 fields, of which the last three are not read */
    workload_link *links; /* jobs of the file that name a preceding one, in its order */
    size_t links_count;
} workload;

typedef struct workload_fault {
    size_t line; /* from 1; 0 = the fault has no place: out of memory, read error, bad argument */
    size_t column; /* from 1, in bytes */
    char text[160];
} workload_fault;

/* ---------------------------------------------------------------------------------------------
 * Common parts
 */

/* Fills in the fault, if the caller wants one; always 0, so that `return workload_fail(...)` reads
 * well. */
static inline int workload_fail(workload_fault *fault, size_t line, size_t column,
                                const char *text) {
    if (fault != NULL) {
        fault->line = line;
        fault->column = column;
        snprintf(fault->text, sizeof fault->text, "%.150s", text);
    }
    return 0;
}

static inline void workload_drop(workload *load) {
    free(load->jobs);
    free(load->links);
    memset(load, 0, sizeof *load);
    load->jobs = NULL;
}

/* Keeps the first `count` jobs (all of them, if there are fewer). */
static inline void workload_first(workload *load, size_t count) {
    if (count < load->count) {
        load->count = count;
    }
}

/* A clairvoyant user: estimate := run. */
static inline void workload_use_actual(workload *load) {
    size_t i;

    for (i = 0; i < load->count; i++) {
        load->jobs[i].estimate = load->jobs[i].run;
    }
}

/* Adds a job; 0 when memory runs out, the workload then stays as it was. */
static inline int workload_append(workload *load, size_t *capacity, const workload_job *job) {
    if (load->count == *capacity) {
        size_t larger = *capacity == 0 ? 256 : *capacity * 2;
        workload_job *jobs;

        if (larger > SIZE_MAX / sizeof *jobs || larger < *capacity) {
            return 0;
        }
        jobs = (workload_job *)realloc(load->jobs, larger * sizeof *jobs);
        if (jobs == NULL) {
            return 0;
        }
        load->jobs = jobs;
        *capacity = larger;
    }
    load->jobs[load->count++] = *job;
    return 1;
}

static inline int workload_is_sorted(const workload *load) {
    size_t i;

    for (i = 1; i < load->count; i++) {
        if (load->jobs[i].submit < load->jobs[i - 1].submit) {
            return 0;
        }
    }
    return 1;
}

/* Merges the sorted runs [low, middle) and [middle, high); the left one goes first at a tie. */
static inline void workload_merge(const workload_job *from, workload_job *to, size_t low,
                                  size_t middle, size_t high) {
    size_t left = low;
    size_t right = middle;
    size_t i;

    for (i = low; i < high; i++) {
        if (left < middle && (right == high || from[left].submit <= from[right].submit)) {
            to[i] = from[left++];
        } else {
            to[i] = from[right++];
        }
    }
}

/* Stable by submit time: a merge sort from the bottom up, with a second array. 0 = no memory. */
static inline int workload_sort(workload *load) {
    size_t count = load->count;
    size_t length;
    workload_job *other;

    if (workload_is_sorted(load)) {
        return 1;
    }
    other = (workload_job *)malloc(count * sizeof *other);
    if (other == NULL) {
        return 0;
    }
    for (length = 1; length < count; length *= 2) {
        workload_job *from = load->jobs;
        size_t low;

        for (low = 0; low < count; low += 2 * length) {
            size_t middle = length < count - low ? low + length : count;
            size_t high = 2 * length < count - low ? low + 2 * length : count;

            workload_merge(from, other, low, middle, high);
        }
        load->jobs = other;
        other = from;
    }
    free(other);
    return 1;
}

/* a * b / c to the nearest integer, halves up, for a, b < 2^63 and 0 < c < 2^63; the caller knows
 * that the result fits. Schoolbook: one bit of a at a time, remainder < c throughout. */
static inline uint64_t workload_multiply_divide(uint64_t a, uint64_t b, uint64_t c) {
    uint64_t part = b % c;
    uint64_t quotient = 0;
    uint64_t remainder = 0;
    int bit;

    for (bit = 63; bit >= 0; bit--) {
        quotient *= 2;
        remainder *= 2;
        if (remainder >= c) {
            remainder -= c;
            quotient++;
        }
        if ((a >> bit) & 1) {
            remainder += part;
            if (remainder >= c) {
                remainder -= c;
                quotient++;
            }
        }
    }
    return a * (b / c) + quotient + (remainder >= c - remainder);
}

/* Sum of run * width; 0 when it is not below 2^63 (or when there is no work at all). */
static inline uint64_t workload_area(const workload *load) {
    uint64_t area = 0;
    size_t i;

    for (i = 0; i < load->count; i++) {
        const workload_job *job = &load->jobs[i];
        uint64_t run = job->run > 0 ? (uint64_t)job->run : 0;

        if (job->width != 0 && run > ((uint64_t)INT64_MAX - area) / job->width) {
            return 0;
        }
        area += run * job->width;
    }
    return area;
}

/*
 * Stretches or squeezes the gaps between submit times until
 *     sum(run * width) / (processors * (last submit - first submit)) = load_permille / 1000.
 * The first submit time stays. Each new time is rounded by itself, from its exact value, so that
 * rounding never adds up and the load is off by at most half a tick of the span. Returns 1, or 0
 * with nothing changed: no work, no span, submit times out of order, or a result past the limits.
 */
static inline int workload_scale_load(workload *load, uint32_t processors, uint32_t load_permille) {
    uint64_t rate = (uint64_t)processors * load_permille;
    uint64_t area = workload_area(load);
    uint64_t span;
    uint64_t wanted;
    int64_t first;
    size_t i;

    if (load->count < 2 || rate == 0 || rate > INT64_MAX || area == 0
        || area / rate >= (uint64_t)WORKLOAD_LIMIT / 1001 || !workload_is_sorted(load)
        || load->jobs[0].submit < 0) {
        return 0;
    }
    first = load->jobs[0].submit;
    span = (uint64_t)(load->jobs[load->count - 1].submit - first);
    wanted = workload_multiply_divide(1000, area, rate);
    if (span == 0 || wanted == 0 || wanted >= (uint64_t)(INT64_MAX - first)
        || (int64_t)wanted + first >= WORKLOAD_LIMIT) {
        return 0;
    }
    for (i = 0; i < load->count; i++) {
        uint64_t offset = (uint64_t)(load->jobs[i].submit - first);

        load->jobs[i].submit = first + (int64_t)workload_multiply_divide(offset, wanted, span);
    }
    return 1;
}

/* splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014). */
static inline uint64_t workload_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Uniform in [0, range), without bias: the incomplete last stretch of the 64 bits is drawn again.
 * A range below 1 counts as 1. */
static inline int64_t workload_uniform(uint64_t *state, int64_t range) {
    uint64_t size = range > 0 ? (uint64_t)range : 1;
    uint64_t whole = UINT64_MAX - UINT64_MAX % size;
    uint64_t value;

    do {
        value = workload_random(state);
    } while (value >= whole);
    return (int64_t)(value % size);
}

/* Sorts row[0], row[stride], row[2 * stride], ...: a Shell sort with gaps 1, 4, 13, 40, ... */
static inline void workload_sort_row(int64_t *row, size_t count, size_t stride) {
    size_t gap = 1;

    while (gap < count / 3) {
        gap = gap * 3 + 1;
    }
    for (; gap > 0; gap /= 3) {
        size_t i;

        for (i = gap; i < count; i++) {
            int64_t value = row[i * stride];
            size_t at = i;

            for (; at >= gap && row[(at - gap) * stride] > value; at -= gap) {
                row[at * stride] = row[(at - gap) * stride];
            }
            row[at * stride] = value;
        }
    }
}

/* ---------------------------------------------------------------------------------------------
 * Standard Workload Format, version 2.2
 *
 * Source: S. Chapin et al., "Benchmarks and standards for the evaluation of parallel job
 * schedulers", JSSPP 1999; D. Feitelson, D. Tsafrir, D. Krakov, "Experience with using the Parallel
 * Workloads Archive", JPDC 74(10), 2014.
 */

typedef struct workload_swf_reader {
    FILE *file;
    workload_fault *fault;
    workload *load;
    size_t capacity, links_capacity;
    size_t line;                      /* number of the line in text */
    size_t length;                    /* its characters, without the line end */
    int64_t max_procs;                /* from the header; 0 = not said */
    int64_t max_nodes;
    int64_t unix_start;
    int ended;                        /* no line is left */
    char text[WORKLOAD_SWF_LINE + 3]; /* room for a carriage return, one too many, and the end */
} workload_swf_reader;

typedef struct workload_swf_problem {
    char text[96];
} workload_swf_problem;

static inline int workload_swf_fail(workload_swf_reader *reader, size_t column, const char *text) {
    return workload_fail(reader->fault, reader->line, column, text);
}

static inline int workload_is_digit(int byte) {
    return byte >= '0' && byte <= '9';
}

static inline int workload_is_blank(int byte) {
    return byte == ' ' || byte == '\t';
}

/* Reads the next line into text, without its LF or CR LF. 0 = fault. */
static inline int workload_swf_line(workload_swf_reader *reader) {
    int byte = getc(reader->file);
    size_t length = 0;

    reader->line++;
    reader->ended = byte == EOF;
    for (; byte != EOF && byte != '\n'; byte = getc(reader->file)) {
        if (byte == 0) {
            return workload_swf_fail(reader, length + 1, "a NUL byte, expected a line of text");
        }
        reader->text[length++] = (char)byte;
        if (length > WORKLOAD_SWF_LINE + 1) {
            break;
        }
    }
    if (ferror(reader->file)) {
        return workload_fail(reader->fault, 0, 0, "read error");
    }
    if (length > 0 && length <= WORKLOAD_SWF_LINE + 1 && reader->text[length - 1] == '\r') {
        length--;
    }
    if (length > WORKLOAD_SWF_LINE) {
        return workload_swf_fail(reader, WORKLOAD_SWF_LINE + 1,
                                 "a line of more than 4096 characters, expected a shorter one");
    }
    reader->text[length] = 0;
    reader->length = length;
    return 1;
}

/* The end of the token that begins at `from`. */
static inline size_t workload_swf_token(const workload_swf_reader *reader, size_t from) {
    while (from < reader->length && !workload_is_blank(reader->text[from])) {
        from++;
    }
    return from;
}

static inline size_t workload_swf_blanks(const workload_swf_reader *reader, size_t from) {
    while (from < reader->length && workload_is_blank(reader->text[from])) {
        from++;
    }
    return from;
}

/* A whole number with an optional sign in text[from, to): 1 yes, 0 no, -1 yes but too large. */
static inline int workload_parse_integer(const char *text, size_t from, size_t to, int *negative,
                                         uint64_t *magnitude) {
    uint64_t value = 0;
    int large = 0;

    *negative = from < to && text[from] == '-';
    if (from < to && (text[from] == '-' || text[from] == '+')) {
        from++;
    }
    if (from == to) {
        return 0;
    }
    for (; from < to; from++) {
        uint64_t digit;

        if (!workload_is_digit(text[from])) {
            return 0;
        }
        digit = (uint64_t)(text[from] - '0');
        large |= value > (UINT64_MAX - digit) / 10;
        value = value * 10 + digit;
    }
    *magnitude = value;
    return large ? -1 : 1;
}

static inline size_t workload_skip_digits(const char *text, size_t from, size_t to) {
    while (from < to && workload_is_digit(text[from])) {
        from++;
    }
    return from;
}

/* Is text[from, to) a decimal number: sign, digits, point, digits, exponent? */
static inline int workload_is_number(const char *text, size_t from, size_t to) {
    size_t digits;
    size_t at;

    if (from < to && (text[from] == '-' || text[from] == '+')) {
        from++;
    }
    at = workload_skip_digits(text, from, to);
    digits = at - from;
    if (at < to && text[at] == '.') {
        from = at + 1;
        at = workload_skip_digits(text, from, to);
        digits += at - from;
    }
    if (digits == 0) {
        return 0;
    }
    if (at < to && (text[at] == 'e' || text[at] == 'E')) {
        at++;
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            at++;
        }
        from = at;
        at = workload_skip_digits(text, from, to);
        digits = at - from;
    }
    return digits > 0 && at == to;
}

/* The value of `; name: value` if the header line in text is one, else 0 in *found. A value that
 * does not begin like a number is free text and says nothing. Returns 0 = fault. */
static inline int workload_swf_directive(workload_swf_reader *reader, const char *name,
                                         int64_t limit, int64_t *value, int *found) {
    size_t at = workload_swf_blanks(reader, workload_swf_blanks(reader, 0) + 1);
    size_t length = strlen(name);
    size_t end;
    int negative;
    int state;
    uint64_t magnitude = 0;
    char text[80];

    *found = 0;
    if (strncmp(reader->text + at, name, length) != 0) {
        return 1;
    }
    at = workload_swf_blanks(reader, at + length);
    if (reader->text[at] != ':') {
        return 1;
    }
    at = workload_swf_blanks(reader, at + 1);
    end = workload_swf_token(reader, at);
    if (!workload_is_digit(reader->text[at]) && reader->text[at] != '-'
        && reader->text[at] != '+') {
        return 1;
    }
    state = workload_parse_integer(reader->text, at, end, &negative, &magnitude);
    if (state == 0) {
        return workload_swf_fail(reader, at + 1, "header: a whole number was expected");
    }
    if (state < 0 || magnitude > (uint64_t)limit) {
        snprintf(text, sizeof text, "header: number out of range, expected at most %llu",
                 (unsigned long long)limit);
        return workload_swf_fail(reader, at + 1, text);
    }
    *value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    *found = 1;
    return 1;
}

/* A header line. The first value of each directive counts; the sizes are not looked at when the
 * caller gave one, so that a header with an odd size can still be read. */
static inline int workload_swf_header(workload_swf_reader *reader, uint32_t processors) {
    int64_t value = 0;
    int found;

    if (processors == 0) {
        if (!workload_swf_directive(reader, "MaxProcs", UINT32_MAX, &value, &found)) {
            return 0;
        }
        if (found && value > 0 && reader->max_procs == 0) {
            reader->max_procs = value;
        }
        if (!workload_swf_directive(reader, "MaxNodes", UINT32_MAX, &value, &found)) {
            return 0;
        }
        if (found && value > 0 && reader->max_nodes == 0) {
            reader->max_nodes = value;
        }
    }
    if (!workload_swf_directive(reader, "UnixStartTime", WORKLOAD_LIMIT - 1, &value, &found)) {
        return 0;
    }
    if (found && reader->unix_start < 0) {
        reader->unix_start = value;
    }
    return 1;
}

/* The largest value of a field that is used, 0 for a field that is not: job number, submit time,
 * run time, allocated processors, requested processors, requested time, queue. */
static inline uint64_t workload_swf_limit(size_t field) {
    switch (field) {
    case 1:
        return UINT64_MAX;
    case 2:
    case 4:
    case 9:
        return (uint64_t)WORKLOAD_LIMIT - 1;
    case 5:
    case 8:
    case 15:
        return UINT32_MAX;
    default:
        return 0;
    }
}

/* Finds what is wrong with a whole number, in text[from, to); an empty problem: nothing. `limit` as
 * from workload_swf_limit. A submit time of -1 is unknown; no other is negative. */
static inline void workload_swf_check(const workload_swf_reader *reader, size_t field, size_t from,
                                      size_t to, uint64_t limit, uint64_t *magnitude,
                                      int *negative, workload_swf_problem *problem) {
    int state = workload_parse_integer(reader->text, from, to, negative, magnitude);
    int below = *negative && (state < 0 || *magnitude > (field == 2 ? 1u : 0u));
    int length = to - from < 24 ? (int)(to - from) : 24;

    if (state == 0) {
        snprintf(problem->text, sizeof problem->text, "a whole number was expected");
    } else if (field <= 2 && below) {
        snprintf(problem->text, sizeof problem->text,
                 "the %s is \"%.*s\", expected 0 or more%s",
                 field == 1 ? "job number" : "submit time", length, reader->text + from,
                 field == 1 ? "" : ", or -1 if it is unknown");
    } else if (state < 0 || *magnitude > limit) {
        snprintf(problem->text, sizeof problem->text,
                 "number out of range, expected at most %llu", (unsigned long long)limit);
    }
}

/* The value of a field that may be any number: 0 if it is no whole one, or negative. */
static inline uint64_t workload_swf_optional(const workload_swf_reader *reader, size_t from,
                                             size_t to) {
    uint64_t magnitude = 0;
    int negative;

    return workload_parse_integer(reader->text, from, to, &negative, &magnitude) > 0 && !negative
               ? magnitude
               : 0;
}

/* Checks one field and stores the value of a used one, as a magnitude and a sign. 0 = fault. */
static inline int workload_swf_field(workload_swf_reader *reader, size_t field, size_t from,
                                     size_t to, uint64_t *magnitude, int *negative) {
    uint64_t limit = workload_swf_limit(field);
    workload_swf_problem problem = {""};
    char text[120];

    if (limit > 0) {
        workload_swf_check(reader, field, from, to, limit, magnitude, negative, &problem);
    } else if (!workload_is_number(reader->text, from, to)) {
        snprintf(problem.text, sizeof problem.text, "a number was expected");
    }
    if (problem.text[0] != 0) {
        snprintf(text, sizeof text, "field %u: %s", (unsigned)field, problem.text);
        return workload_swf_fail(reader, from + 1, text);
    }
    return 1;
}

/* Looks at what follows field 18 at `at`: nothing, or three fields of any text. 0 = fault. */
static inline int workload_swf_rest(workload_swf_reader *reader, size_t at) {
    size_t field = WORKLOAD_SWF_FIELDS;
    size_t next = at;

    for (; next < reader->length; field++) {
        next = workload_swf_blanks(reader, workload_swf_token(reader, next));
    }
    reader->load->extended += field == WORKLOAD_SWF_EXTENDED;
    return field == WORKLOAD_SWF_FIELDS || field == WORKLOAD_SWF_EXTENDED
           || workload_swf_fail(reader, at + 1,
                                "more than 18 fields, expected 18, or 21 as MetaCentrum has them");
}

/* Splits and checks a job line. value[f] is field f (from 1): its value, below 0 read as -1, for
 * the fields with a limit. *link is the job's number, and what it waits for. 0 = fault. */
static inline int workload_swf_fields(workload_swf_reader *reader, workload_link *link,
                                      int64_t *value) {
    size_t at = workload_swf_blanks(reader, 0);
    size_t field = 0;
    char text[80];

    while (at < reader->length && field < WORKLOAD_SWF_FIELDS) {
        size_t end = workload_swf_token(reader, at);
        uint64_t magnitude = 0;
        int negative = 0;

        field++;
        if (!workload_swf_field(reader, field, at, end, &magnitude, &negative)) {
            return 0;
        }
        if (field == 17) {
            link->preceding = workload_swf_optional(reader, at, end);
        } else if (field == 18) {
            magnitude = workload_swf_optional(reader, at, end);
            link->think = magnitude < (uint64_t)WORKLOAD_LIMIT ? (int64_t)magnitude : 0;
        } else if (field == 12 || field == 13 || field == 16) {
            magnitude = workload_swf_optional(reader, at, end);
            value[field] = magnitude <= UINT32_MAX ? (int64_t)magnitude : 0;
        } else if (field == 1) {
            link->id = magnitude;
        } else {
            value[field] = negative && magnitude != 0 ? -1 : (int64_t)magnitude;
        }
        at = workload_swf_blanks(reader, end);
    }
    if (field < WORKLOAD_SWF_FIELDS) {
        snprintf(text, sizeof text, "18 fields were expected, found %u", (unsigned)field);
        return workload_swf_fail(reader, reader->length + 1, text);
    }
    return workload_swf_rest(reader, at);
}

/* Notes that a job names a preceding one; 0 when memory runs out. */
static inline int workload_link_up(workload_swf_reader *reader, const workload_link *link) {
    workload *load = reader->load;

    if (load->links_count == reader->links_capacity) {
        const size_t larger = reader->links_capacity == 0 ? 256 : reader->links_capacity * 2;
        workload_link *links;

        if (larger > SIZE_MAX / sizeof *links) {
            return 0;
        }
        links = (workload_link *)realloc(load->links, larger * sizeof *links);
        if (links == NULL) {
            return 0;
        }
        load->links = links;
        reader->links_capacity = larger;
    }
    load->links[load->links_count++] = *link;
    return 1;
}

/* A job line, normalised; a job that could not run is counted and dropped. 0 = fault. */
static inline int workload_swf_job(workload_swf_reader *reader) {
    int64_t value[WORKLOAD_SWF_FIELDS + 1] = {0};
    workload_job job;
    workload_link link;
    int64_t width;

    if (!workload_swf_fields(reader, &link, value)) {
        return 0;
    }
    job.id = link.id;
    width = value[8] > 0 ? value[8] : value[5];
    if (value[2] < 0 || value[4] <= 0 || width <= 0) {
        reader->load->dropped++;
        return 1;
    }
    job.submit = value[2];
    job.estimate = value[9] > 0 ? value[9] : value[4];
    job.run = value[4] < job.estimate ? value[4] : job.estimate;
    reader->load->cut += job.run < value[4];
    job.width = (uint32_t)width;
    job.type = value[15] > 0 ? (uint32_t)value[15] : 0;
    job.partition = (uint32_t)value[16];
    job.user = (uint32_t)value[12];
    job.group = (uint32_t)value[13];
    if (!workload_append(reader->load, &reader->capacity, &job) ||
        (link.preceding > 0 && !workload_link_up(reader, &link))) {
        return workload_fail(reader->fault, 0, 0, "out of memory");
    }
    return 1;
}

static inline int workload_swf_lines(workload_swf_reader *reader, uint32_t processors) {
    for (;;) {
        size_t at;

        if (!workload_swf_line(reader)) {
            return 0;
        }
        if (reader->ended) {
            return 1;
        }
        at = workload_swf_blanks(reader, 0);
        if (at == reader->length) {
            continue;
        }
        if (reader->text[at] == ';') {
            if (!workload_swf_header(reader, processors)) {
                return 0;
            }
        } else if (!workload_swf_job(reader)) {
            return 0;
        }
    }
}

/* Settles the size of the machine and drops the jobs that are wider. */
static inline void workload_swf_size(workload_swf_reader *reader, uint32_t processors) {
    workload *load = reader->load;
    size_t kept = 0;
    size_t i;

    if (processors == 0) {
        int64_t size = reader->max_procs > 0 ? reader->max_procs : reader->max_nodes;

        for (i = 0; i < load->count && reader->max_procs <= 0 && reader->max_nodes <= 0; i++) {
            size = load->jobs[i].width > size ? load->jobs[i].width : size;
        }
        processors = (uint32_t)size;
    }
    for (i = 0; i < load->count; i++) {
        if (load->jobs[i].width <= processors) {
            load->jobs[kept++] = load->jobs[i];
        }
    }
    load->dropped += load->count - kept;
    load->count = kept;
    load->processors = processors;
}

/*
 * Reads a trace. Returns 1, or 0 with the fault filled in (`fault` may be NULL) and `out` empty.
 *
 * processors: size of the machine; 0 takes MaxProcs of the header, else MaxNodes, else the widest
 * job. Normalised: width = requested processors if > 0, else allocated; estimate = requested time
 * if > 0, else run; run = min(run, estimate). Dropped and counted: run <= 0, width <= 0,
 * submit -1 (unknown), width > processors. Ids and submit times are kept; ids are not checked for
 * repeats. If submit times go back, jobs are put in order of submit time, equal ones in file order.
 * A job that names a preceding one (field 17, above 0) has a link. In fields 12, 13 and 16 (user,
 * group, partition), 17 and 18 (the think time), what is no whole number, negative or too large
 * counts as unknown.
 *
 * Accepted: LF and CR LF, blank lines, lines with `;` anywhere, blanks before the first field,
 * fractions and exponents in fields that are not used; 21 fields, as in traces of MetaCentrum: the
 * last three are not read, and such lines are counted. Faults, with line and column: another number
 * of fields than 18 or 21 (fewer are a cut line, others a dialect whose fields mean something
 * else), a used field (1, 2, 4, 5, 8, 9, 15) that is not a whole number or out of range (times
 * below 2^62, counts below 2^32), any other field that is not a number, a negative job number, a
 * submit time below -1, a NUL byte, a line of more than 4096 characters.
 */
static inline int workload_read_swf(FILE *file, uint32_t processors, workload *out,
                                    workload_fault *fault) {
    workload_swf_reader *reader = (workload_swf_reader *)calloc(1, sizeof *reader);
    int done;

    memset(out, 0, sizeof *out);
    out->jobs = NULL;
    if (reader == NULL) {
        return workload_fail(fault, 0, 0, "out of memory");
    }
    reader->file = file;
    reader->fault = fault;
    reader->load = out;
    reader->unix_start = -1;
    done = workload_swf_lines(reader, processors);
    if (done) {
        workload_swf_size(reader, processors);
        out->start_unix = reader->unix_start > 0 ? reader->unix_start : 0;
        done = workload_sort(out) || workload_fail(fault, 0, 0, "out of memory");
    }
    if (!done) {
        workload_drop(out);
    }
    free(reader);
    return done;
}

/* A line break in a note would begin a job line: control characters become blanks. */
static inline void workload_write_note(FILE *file, const char *note) {
    size_t i;

    fputs("; Note: ", file);
    for (i = 0; note[i] != 0 && i < WORKLOAD_SWF_LINE - 8; i++) {
        unsigned char byte = (unsigned char)note[i];

        putc(byte < ' ' || byte == 127 ? ' ' : byte, file);
    }
    putc('\n', file);
}

/*
 * Writes a trace that workload_read_swf reads back to the same jobs (an unknown estimate is
 * written as -1 and comes back as the run time). starts[i], if not NULL, gives the wait of job i;
 * a start before the submit time, or never, is written as -1, unknown. `note` may be NULL.
 * Returns 1, or 0 after a write error; errno is that of the failed call.
 */
static inline int workload_write_swf(FILE *file, const workload *load, const int64_t *starts,
                                     const char *note) {
    size_t i;

    fprintf(file, "; Version: 2.2\n; MaxJobs: %lu\n; MaxRecords: %lu\n",
            (unsigned long)load->count, (unsigned long)load->count);
    if (load->processors != 0) {
        fprintf(file, "; MaxProcs: %lu\n", (unsigned long)load->processors);
    }
    fprintf(file, "; UnixStartTime: %lld\n", (long long)load->start_unix);
    if (note != NULL) {
        workload_write_note(file, note);
    }
    for (i = 0; i < load->count && !ferror(file); i++) {
        const workload_job *job = &load->jobs[i];
        long long wait = -1;

        if (starts != NULL && starts[i] >= job->submit && starts[i] != WORKLOAD_NEVER) {
            wait = (long long)(starts[i] - job->submit);
        }
        fprintf(file, "%llu %lld %lld %lld %lu -1 -1 %lu %lld -1 1 %lld %lld -1 %lu -1 -1 -1\n",
                (unsigned long long)job->id, (long long)job->submit, wait, (long long)job->run,
                (unsigned long)job->width, (unsigned long)job->width,
                job->estimate > 0 ? (long long)job->estimate : -1LL,
                job->user > 0 ? (long long)job->user : -1LL,
                job->group > 0 ? (long long)job->group : -1LL, (unsigned long)job->type);
    }
    return fflush(file) == 0 && !ferror(file);
}

/* ---------------------------------------------------------------------------------------------
 * The table of jobs that Batsim writes, <prefix>_jobs.csv
 *
 * Source: P.-F. Dutot, M. Mercier, M. Poquet, O. Richard, "Batsim: a realistic language-independent
 * resources and jobs management systems simulator", JSSPP 2016, and the documentation of its output
 * files. Programs that read Batsim's results can so read those of another scheduler.
 */

/* One field of a CSV line (RFC 4180): in quotes if it holds a comma, a quote or a line break, each
 * quote in it doubled. NULL is an empty field. */
static inline void workload_write_field(FILE *file, const char *text) {
    size_t i;

    if (text == NULL || strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text != NULL ? text : "", file);
        return;
    }
    putc('"', file);
    for (i = 0; text[i] != 0; i++) {
        if (text[i] == '"') {
            putc('"', file);
        }
        putc(text[i], file);
    }
    putc('"', file);
}

/* The fields from success to stretch: of a job that ran, else of one that never started. */
static inline void workload_write_outcome(FILE *file, const workload_job *job, int64_t start) {
    int64_t run = job->run > 0 ? job->run : 0;
    int stopped = job->estimate > 0 && job->estimate < run;
    int64_t turnaround;

    if (start < job->submit || start >= WORKLOAD_LIMIT) {
        fputs("0,SUBMITTED,,,,,,", file);
        return;
    }
    run = stopped ? job->estimate : run;
    turnaround = start - job->submit + run;
    fprintf(file, "%d,%s,%lld,%lld,%lld,%lld,%lld,", !stopped,
            stopped ? "COMPLETED_WALLTIME_REACHED" : "COMPLETED_SUCCESSFULLY", (long long)start,
            (long long)run, (long long)start + run, (long long)(start - job->submit),
            (long long)turnaround);
    if (run > 0) {
        uint64_t rest = (uint64_t)(turnaround % run);
        uint64_t millionths = workload_multiply_divide(rest, 1000000, (uint64_t)run);

        fprintf(file, "%lld.%06llu", (long long)(turnaround / run) + (millionths == 1000000),
                (unsigned long long)(millionths % 1000000));
    }
}

/*
 * Writes what became of each job, in the order of the workload, with the columns of Batsim.
 * starts[i] is the start of job i; before its submit time, WORKLOAD_NEVER, or without `starts`: it
 * never started, its state is Batsim's SUBMITTED and its times are empty. processors[i], if there
 * are any, names the processors of job i as intervals ("0-3 7"). `name` becomes the workload_name
 * of each line. All three may be NULL, and so may be any processors[i].
 *
 * A job that is longer than its estimate ends there: COMPLETED_WALLTIME_REACHED, no success. An
 * unknown estimate is a requested_time of -1, as with Batsim; the profile is "delay" and the run
 * time; stretch is turnaround / execution, to the nearest millionth, empty without a run time.
 * Energy and metadata are empty: there is nothing to say. Returns 1, or 0 after a write error;
 * errno is that of the failed call.
 */
static inline int workload_write_batsim(FILE *file, const workload *load, const int64_t *starts,
                                        const char *const *processors, const char *name) {
    size_t i;

    fputs("job_id,workload_name,profile,submission_time,requested_number_of_resources,"
          "requested_time,success,final_state,starting_time,execution_time,finish_time,"
          "waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata\n",
          file);
    for (i = 0; i < load->count && !ferror(file); i++) {
        const workload_job *job = &load->jobs[i];

        fprintf(file, "%llu,", (unsigned long long)job->id);
        workload_write_field(file, name);
        fprintf(file, ",delay%lld,%lld,%lu,%lld,", (long long)job->run, (long long)job->submit,
                (unsigned long)job->width, job->estimate > 0 ? (long long)job->estimate : -1LL);
        workload_write_outcome(file, job, starts != NULL ? starts[i] : WORKLOAD_NEVER);
        putc(',', file);
        workload_write_field(file, processors != NULL ? processors[i] : NULL);
        fputs(",,\n", file);
    }
    return fflush(file) == 0 && !ferror(file);
}

/* ---------------------------------------------------------------------------------------------
 * The model of Lublin and Feitelson
 *
 * Source: U. Lublin, D. Feitelson, "The workload on parallel supercomputers: modeling the
 * characteristics of rigid jobs", JPDC 63(11), 2003, and the behaviour of their public program
 * lublin99, with which this one agrees job for job (the order of the draws is part of the result).
 * Widths: serial, or two joined uniforms in log2, most of them rounded to a power of two. Run
 * times: e to a mix of two gammas, the mix set by the width. Arrivals: gaps, e to a gamma, measured
 * in work time; a day of 48 half hours passes work time at the rate of its daily cycle.
 *
 * The random numbers are those of drand48, made here, so the result depends on the libm only (log,
 * exp, pow, lgamma). Build with -ffp-contract=off where the compiler would fuse a * b + c.
 */

/* One class of jobs, names as in the paper's tables; the sizes umed and uhi are in the model. */
typedef struct workload_lublin_class {
    double serial, pow2;           /* probabilities: one processor; a power of two */
    double ulow, uprob;            /* log2 of the smallest parallel width; share of [ulow, umed] */
    double a1, b1, a2, b2, pa, pb; /* log of the run time: gammas, and p = pa * width + pb */
    double aarr, barr, arar;       /* log of the gap: gamma(aarr * arar, barr) */
    double anum, bnum;             /* the daily cycle: gamma over the half hours */
} workload_lublin_class;

typedef struct workload_lublin {
    long seed; /* as for srand48: the lowest 32 bits count */
    uint32_t jobs;
    int types;       /* 1: batch and interactive jobs; 0: one class without a type */
    double uhi;      /* log2 of the machine */
    double umed;     /* typeless: where the two uniforms of the width meet */
    double umed_batch;
    double umed_interactive;
    double uhi_interactive;
    double run_cut;  /* log of the longest run time */
    double gap_cut;  /* log of the longest gap, in work time */
    int cycle_start; /* the half hour at which the daily cycle begins, from 0 */
    workload_lublin_class batch;
    workload_lublin_class interactive;
    workload_lublin_class typeless;
} workload_lublin;

static inline double workload_between(double low, double value, double high) {
    return value < low ? low : value > high ? high : value;
}

/*
 * The published parameters for a machine of 2^uhi processors, 1000 jobs. At uhi = 7 they are those
 * of the public program: umed_batch 5, umed 4.5; elsewhere umed = uhi - 2.5 (the paper: between
 * uhi - 3.5 and uhi - 1.5) and, in proportion, umed_batch = uhi - 2. Interactive jobs keep
 * their own sizes unless the machine is smaller.
 */
static inline workload_lublin workload_lublin_defaults(long seed, int types, double uhi) {
    static const workload_lublin_class batch = {
        .2927, .6686, 1.2, .875, 6.57, .823, 639.1, .0156, -.003, .6986,
        6.0415, .8531, 1.0519, 6.1271, 5.2740};
    static const workload_lublin_class interactive = {
        .1541, .625, 1, .705, 3.8351, .6605, 7.073, .6856, -.0118, .9156,
        6.5510, .6621, .9797, 8.9186, 3.6680};
    static const workload_lublin_class typeless = {
        .244, .576, .8, .86, 4.2, .94, 312, .03, -.0054, .78,
        10.2303, .4871, 1.0225, 8.1737, 3.9631};
    workload_lublin model;

    model.seed = seed;
    model.jobs = 1000;
    model.types = types;
    model.uhi = uhi;
    model.umed = workload_between(typeless.ulow, uhi - 2.5, uhi);
    model.umed_batch = workload_between(batch.ulow, uhi - 2, uhi);
    model.umed_interactive = workload_between(interactive.ulow, 3, uhi);
    model.uhi_interactive = workload_between(interactive.ulow, 5.5, uhi);
    model.run_cut = 12;
    model.gap_cut = 13;
    model.cycle_start = 10;
    model.batch = batch;
    model.interactive = interactive;
    model.typeless = typeless;
    return model;
}

/* drand48: 48 bits, x = x * 0x5DEECE66D + 0xB. */
static inline double workload_draw(uint64_t *state) {
    *state = (*state * UINT64_C(0x5DEECE66D) + 0xB) & UINT64_C(0xFFFFFFFFFFFF);
    return (double)*state / 281474976710656.0;
}

/* Gamma with a shape below 1: an exponential times beta(shape, 1 - shape), the latter by Joehnk's
 * rejection. */
static inline double workload_gamma_part(uint64_t *state, double shape) {
    double x;
    double y;

    do {
        x = pow(workload_draw(state), 1 / shape);
        y = pow(workload_draw(state), 1 / (1 - shape));
    } while (x + y > 1);
    x /= x + y;
    return x * -log(workload_draw(state));
}

/* Gamma as a sum: one exponential for each whole unit of the shape, then what is left of it. */
static inline double workload_gamma(uint64_t *state, double shape, double scale) {
    int whole = (int)shape;
    double sum = 0;
    double result;
    int i;

    for (i = 0; i < whole; i++) {
        sum += log(workload_draw(state));
    }
    result = -sum * scale;
    if (shape > whole) {
        double part = workload_gamma_part(state, shape - whole) * scale;

        result += part;
    }
    return result;
}

/*
 * Distribution function of the gamma with scale 1. Below the mean the power series, above it the
 * continued fraction of the upper tail, by Lentz's method in Thompson and Barnett's form; both are
 * in Abramowitz and Stegun, 6.5.29 and 6.5.31.
 */
static inline double workload_gamma_below(double shape, double x) {
    double factor;
    int i;

    if (!(x > 0)) {
        return 0;
    }
    factor = exp(-x + shape * log(x) - lgamma(shape));
    if (x < shape + 1) {
        double term = 1 / shape;
        double sum = term;

        for (i = 1; i < 10000 && term > sum * 1e-17; i++) {
            term *= x / (shape + i);
            sum += term;
        }
        return sum * factor;
    } else {
        double b = x + 1 - shape;
        double c = 1e300;
        double d = 1 / b;
        double fraction = d;
        double change = 0;

        for (i = 1; i < 10000 && fabs(change - 1) > 1e-15; i++) {
            double a = -i * (i - shape);

            b += 2;
            d = 1 / (a * d + b);
            c = b + a / c;
            change = d * c;
            fraction *= change;
        }
        return 1 - factor * fraction;
    }
}

/* One stream of arrivals. Invariant: `points` of work time have been spent in the half hour
 * `bucket`, which began `begin` seconds after the start; weight[] is 1 on average. */
typedef struct workload_arrival {
    const workload_lublin_class *kind;
    double weight[WORKLOAD_BUCKETS];
    double points; /* in half hours */
    double begin;
    double exact;  /* the last arrival as a real number */
    int64_t next;  /* and in whole seconds */
    int bucket;
} workload_arrival;

/* Moves a stream to its next arrival. The public program adds up whole seconds of each gap, so the
 * rest of a second is lost every time while the daily cycle goes on exactly. 0 = always cut. */
static inline int workload_arrive(workload_arrival *stream, uint64_t *state, double cut) {
    double shape = stream->kind->aarr * stream->kind->arar;
    double exact;
    double gap;
    int tries = 0;

    do {
        gap = workload_gamma(state, shape, stream->kind->barr);
        if (++tries > WORKLOAD_RETRIES) {
            return 0;
        }
    } while (!(gap <= cut));
    stream->points += exp(gap) / WORKLOAD_BUCKET_SECONDS;
    while (stream->points > stream->weight[stream->bucket]) {
        stream->points -= stream->weight[stream->bucket];
        stream->bucket = (stream->bucket + 1) % WORKLOAD_BUCKETS;
        stream->begin += WORKLOAD_BUCKET_SECONDS;
    }
    exact = stream->points / stream->weight[stream->bucket] * WORKLOAD_BUCKET_SECONDS;
    exact += stream->begin;
    stream->next += (int64_t)(exact - stream->exact);
    stream->exact = exact;
    return 1;
}

/* The daily cycle, and the first arrival. 0 = the parameters make no cycle. */
static inline int workload_arrive_first(workload_arrival *stream,
                                        const workload_lublin_class *kind, uint64_t *state,
                                        const workload_lublin *model) {
    double mean = 0;
    int i;

    memset(stream, 0, sizeof *stream);
    stream->kind = kind;
    for (i = model->cycle_start; i < model->cycle_start + WORKLOAD_BUCKETS; i++) {
        double weight = workload_gamma_below(kind->anum, (i + 1.5) / kind->bnum)
                        - workload_gamma_below(kind->anum, (i + 0.5) / kind->bnum);

        stream->weight[i % WORKLOAD_BUCKETS] = weight > 0 ? weight : 0;
        mean += weight;
    }
    mean /= WORKLOAD_BUCKETS;
    if (!(mean > 1e-9)) {
        return 0;
    }
    for (i = 0; i < WORKLOAD_BUCKETS; i++) {
        stream->weight[i] /= mean;
    }
    return workload_arrive(stream, state, model->gap_cut);
}

static inline double workload_lublin_width(const workload_lublin_class *kind, uint64_t *state,
                                           double umed, double uhi) {
    double choice = workload_draw(state);
    double half;
    double place;
    double logarithm;

    if (choice <= kind->serial) {
        return 1;
    }
    half = workload_draw(state);
    place = workload_draw(state);
    if (half <= kind->uprob) {
        logarithm = place * (umed - kind->ulow);
        logarithm += kind->ulow;
    } else {
        logarithm = place * (uhi - umed);
        logarithm += umed;
    }
    if (choice <= kind->serial + kind->pow2) {
        logarithm = floor(logarithm + 0.5);
    }
    return floor(pow(2, logarithm) + 0.5);
}

/* A run time in seconds, at least 1; 0 = always above the cut. */
static inline int64_t workload_lublin_run(const workload_lublin_class *kind, uint64_t *state,
                                          double width, double cut) {
    double p = kind->pa * width;
    double result;
    int tries = 0;

    p += kind->pb;
    do {
        int first = workload_draw(state) <= workload_between(0, p, 1);

        result = workload_gamma(state, first ? kind->a1 : kind->a2, first ? kind->b1 : kind->b2);
        if (++tries > WORKLOAD_RETRIES) {
            return 0;
        }
    } while (!(result <= cut));
    result = exp(result);
    return (int64_t)result;
}

/* Written so that a value that is not a number is out of every range. */
static inline int workload_in_range(double low, double value, double high) {
    return value >= low && value <= high;
}

static inline int workload_lublin_class_valid(const workload_lublin_class *kind) {
    return workload_in_range(0, kind->serial, 1) && workload_in_range(0, kind->pow2, 1)
           && workload_in_range(0, kind->uprob, 1) && workload_in_range(0, kind->ulow, 31)
           && workload_in_range(1e-3, kind->a1, 1e4) && workload_in_range(1e-6, kind->b1, 1e3)
           && workload_in_range(1e-3, kind->a2, 1e4) && workload_in_range(1e-6, kind->b2, 1e3)
           && workload_in_range(-1, kind->pa, 1) && workload_in_range(-1e3, kind->pb, 1e3)
           && workload_in_range(1e-3, kind->aarr * kind->arar, 1e4)
           && workload_in_range(1e-6, kind->barr, 1e3) && workload_in_range(1e-3, kind->anum, 1e3)
           && workload_in_range(1e-3, kind->bnum, 1e3);
}

static inline int workload_lublin_valid(const workload_lublin *model) {
    if (!workload_in_range(0, model->uhi, 31) || !workload_in_range(0, model->run_cut, 40)
        || !workload_in_range(0, model->gap_cut, 20) || model->cycle_start < 0
        || model->cycle_start >= WORKLOAD_BUCKETS) {
        return 0;
    }
    if (!model->types) {
        return workload_lublin_class_valid(&model->typeless)
               && workload_in_range(model->typeless.ulow, model->umed, model->uhi);
    }
    return workload_lublin_class_valid(&model->batch)
           && workload_lublin_class_valid(&model->interactive)
           && workload_in_range(model->batch.ulow, model->umed_batch, model->uhi)
           && workload_in_range(model->interactive.ulow, model->umed_interactive,
                                model->uhi_interactive)
           && model->uhi_interactive <= model->uhi;
}

/* One job of the class `kind`, submitted at `submit`. 0 = the model only makes longer ones. */
static inline int workload_lublin_job(const workload_lublin *model,
                                      const workload_lublin_class *kind, uint64_t *state,
                                      uint32_t processors, workload_job *job) {
    double umed = model->types ? model->umed_batch : model->umed;
    double uhi = model->uhi;
    double width;

    if (kind == &model->interactive) {
        umed = model->umed_interactive;
        uhi = model->uhi_interactive;
    }
    width = workload_lublin_width(kind, state, umed, uhi);
    job->run = workload_lublin_run(kind, state, width, model->run_cut);
    job->estimate = 0;
    job->width = width < processors ? (uint32_t)width : processors;
    job->type = kind == &model->batch;
    return job->run > 0;
}

/*
 * Makes the jobs of a model: ids from 1, no estimates (workload_use_actual gives the usual ones),
 * type 1 batch, 0 interactive or typeless. Where uhi is no whole number, rounding to a power of two
 * can pass the machine: such a job gets the whole machine. The public program starts two streams of
 * arrivals even without types and then follows the second; so does this. Returns 1, or 0 with `out`
 * empty: out of memory, or a parameter that makes no sense. Time O(jobs * shape of the gammas).
 */
static inline int workload_make_lublin(const workload_lublin *model, workload *out) {
    uint64_t state = (((uint64_t)model->seed & UINT64_C(0xFFFFFFFF)) << 16) | 0x330E;
    const workload_lublin_class *batch = model->types ? &model->batch : &model->typeless;
    const workload_lublin_class *other = model->types ? &model->interactive : &model->typeless;
    workload_arrival streams[2];
    int made;
    uint32_t i;

    memset(out, 0, sizeof *out);
    out->jobs = NULL;
    if (!workload_lublin_valid(model)) {
        return 0;
    }
    out->jobs = (workload_job *)calloc(model->jobs > 0 ? model->jobs : 1, sizeof *out->jobs);
    out->processors = (uint32_t)(pow(2, model->uhi) + 0.5);
    made = out->jobs != NULL && workload_arrive_first(&streams[0], batch, &state, model)
           && workload_arrive_first(&streams[1], other, &state, model);
    for (i = 0; made && i < model->jobs; i++) {
        int second = !model->types || streams[0].next >= streams[1].next;
        workload_arrival *stream = &streams[second];
        workload_job *job = &out->jobs[i];

        job->id = (uint64_t)i + 1;
        job->submit = stream->next;
        made = workload_arrive(stream, &state, model->gap_cut)
               && workload_lublin_job(model, stream->kind, &state, out->processors, job);
    }
    out->count = model->jobs;
    if (!made) {
        workload_drop(out);
    }
    return made;
}

/* ---------------------------------------------------------------------------------------------
 * Two older models in shape: Feitelson 1996 and Jann 1997
 *
 * Both draw with integers alone, so that a seed gives the same jobs on every machine, whatever its
 * libm. Ids from 1 in the order of submission, no estimates, type 0.
 */

/* Exponential with mean 1, in ticks of 2^-24, below 64. J. von Neumann, "Various techniques used in
 * connection with random digits", 1951: a run of falling uniform numbers that begins with x has odd
 * length with probability exp(-x); each run of even length adds 1. Comparisons, no logarithm. */
static inline int64_t workload_exponential(uint64_t *state) {
    int64_t whole;

    for (whole = 0; whole < 63; whole++) {
        uint64_t first = workload_random(state);
        uint64_t last = first;
        uint64_t next = workload_random(state);
        int odd = 1;

        for (; next < last; next = workload_random(state)) {
            last = next;
            odd = !odd;
        }
        if (odd) {
            return whole * (1 << 24) + (int64_t)(first >> 40);
        }
    }
    return whole * (1 << 24);
}

/* An exponential time with this mean, below 64 times it. */
static inline int64_t workload_exponential_ms(uint64_t *state, uint32_t mean_ms) {
    return workload_exponential(state) * mean_ms >> 24;
}

/* To the nearest second, 1 to `longest`. Where the mean is m seconds and the density is at most
 * 1/m, this moves the mean by less than 1/m seconds (and by what is cut at the longest). */
static inline int64_t workload_whole_run(int64_t run_ms, uint32_t longest) {
    int64_t run = (run_ms + 500) / 1000;

    run = run > 1 ? run : 1;
    return run < longest ? run : longest;
}

/* Do `jobs` gaps stay below the limit of times, each at most 64 times its mean? */
static inline int workload_gaps_fit(uint32_t jobs, uint32_t mean_ms) {
    return mean_ms > 0 && (jobs == 0 || mean_ms <= (uint64_t)WORKLOAD_LIMIT / 128 / jobs);
}

/*
 * In the shape of D. Feitelson, "Packing schemes for gang scheduling", JSSPP 1996. From the
 * published description: discrete sizes that emphasise small ones and powers of two; run times
 * hyperexponential, more often long the larger the job; programs run again and again (a zipf number
 * of times, each execution submitted when the one before would end on an idle machine); Poisson
 * arrivals of programs. The parameters are OURS, the original's were not at hand; only the
 * moments printed for "FWload" in the paper on MEASY (320 processors, 200,000 jobs) are matched:
 * mean width 23.4, mean run time 2606.6 s, under 18.0 % one-process jobs (here 17.5 %).
 *
 * Weight of width n: e(n) / n, where e = 1 but for n = 1 (s) and the other powers of two (b). With
 * A, C = sum of 1/n and of 1 over these powers, B, D = the same over the other n > 1, and the total
 * T = s + bA + B, two linear equations give s and b:
 *     s = .175 T,    s + bC + D = 23.4 T;    for 320 processors s = 2.910, b = 9.406.
 * A long run has probability p(n) = low + growth * n / processors; then, for the mean width w,
 *     short + (long - short) * p(w) = 2606.6 s;    with .2, .5 and 300 s: long = 10050.45 s.
 * The cut at 36 h takes 0.006 s off the mean. A program is run r times with weight 1/r^2, r <= 16,
 * 2.134 times on average: means over jobs vary as those of 4.7 times fewer independent ones. With
 * 1000 s between programs the load is about 0.69; workload_scale_load then moves the repeats, too,
 * so that they no longer keep the distance of one run time. For other processors the weights have
 * to be solved anew.
 */
typedef struct workload_feitelson {
    uint64_t seed;
    uint32_t jobs;
    uint32_t processors;      /* at most 2^20 */
    uint32_t serial_weight;   /* s and b in thousandths, at most 2^20 */
    uint32_t power_weight;
    uint32_t low_permille;    /* probability of a long run, its growth up to the whole machine */
    uint32_t growth_permille;
    uint32_t short_ms;        /* means of the two branches */
    uint32_t long_ms;
    uint32_t longest;         /* the longest run time, in seconds */
    uint32_t repeats;         /* most executions of a program, 1 to 1000 */
    uint32_t gap_ms;          /* mean time between programs */
} workload_feitelson;

/* A program; its next execution is submitted at `submit`, `left` are still to come. */
typedef struct workload_program {
    int64_t submit;
    int64_t run;
    uint32_t width;
    uint32_t left;
} workload_program;

static inline workload_feitelson workload_feitelson_defaults(uint64_t seed) {
    workload_feitelson model;

    model.seed = seed;
    model.jobs = 200000;
    model.processors = 320;
    model.serial_weight = 2910;
    model.power_weight = 9406;
    model.low_permille = 200;
    model.growth_permille = 500;
    model.short_ms = 300000;
    model.long_ms = 10050450;
    model.longest = 36 * 3600;
    model.repeats = 16;
    model.gap_ms = 1000000;
    return model;
}

static inline int workload_feitelson_valid(const workload_feitelson *model) {
    return model->processors >= 1 && model->processors <= 1u << 20 && model->serial_weight >= 1
           && model->serial_weight <= 1u << 20 && model->power_weight <= 1u << 20
           && model->low_permille <= 1000 && model->growth_permille <= 1000 - model->low_permille
           && model->short_ms >= 1 && model->long_ms >= 1 && model->longest >= 1
           && model->repeats >= 1 && model->repeats <= 1000
           && workload_gaps_fit(model->jobs, model->gap_ms);
}

/* below[n - 1] = sum of the weights of the widths 1 to n. */
static inline void workload_feitelson_widths(const workload_feitelson *model, int64_t *below) {
    int64_t sum = 0;
    uint32_t width;

    for (width = 1; width <= model->processors; width++) {
        int64_t weight = 1000;

        if (width == 1) {
            weight = model->serial_weight;
        } else if ((width & (width - 1)) == 0) {
            weight = model->power_weight;
        }
        sum += weight * (INT64_C(1) << 32) / width;
        below[width - 1] = sum;
    }
}

/* Draws a width; the sums rise. Invariant: it is in [low, high]. */
static inline uint32_t workload_draw_width(const int64_t *below, uint32_t processors,
                                           uint64_t *state) {
    int64_t place = workload_uniform(state, below[processors - 1]);
    uint32_t low = 1;
    uint32_t high = processors;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (place < below[middle - 1]) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* How often a program is run: r with weight 1/r^2, 1 to `most`. */
static inline uint32_t workload_draw_repeats(uint32_t most, uint64_t *state) {
    const int64_t one = INT64_C(1) << 40;
    int64_t sum = 0;
    int64_t r;

    for (r = 1; r <= most; r++) {
        sum += one / (r * r);
    }
    sum = workload_uniform(state, sum);
    for (r = 1; sum >= one / (r * r); r++) {
        sum -= one / (r * r);
    }
    return (uint32_t)r;
}

static inline void workload_draw_program(const workload_feitelson *model, const int64_t *below,
                                         uint64_t *state, workload_program *program) {
    int64_t places = (int64_t)1000 * model->processors;
    int64_t bound;
    int longer;

    program->width = workload_draw_width(below, model->processors, state);
    bound = (int64_t)model->low_permille * model->processors
            + (int64_t)model->growth_permille * program->width;
    longer = workload_uniform(state, places) < bound;
    program->run = workload_whole_run(
        workload_exponential_ms(state, longer ? model->long_ms : model->short_ms), model->longest);
    program->left = workload_draw_repeats(model->repeats, state);
}

/* Puts a program into the heap (earliest submission on top) at the free place `at`. */
static inline void workload_program_rise(workload_program *heap, size_t at,
                                         workload_program program) {
    while (at > 0 && heap[(at - 1) / 2].submit > program.submit) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = program;
}

/* Puts a program into the heap of `count` in place of the top. */
static inline void workload_program_sink(workload_program *heap, size_t count,
                                         workload_program program) {
    size_t at = 0;
    size_t child;

    for (child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && heap[child + 1].submit < heap[child].submit;
        if (heap[child].submit >= program.submit) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = program;
}

/* Fills the jobs in order of submission. Invariant: the heap has every program that has come and
 * has executions left, the next one comes at clock_ms. One comes for each job at most, so that the
 * heap never has more than there are jobs. */
static inline void workload_feitelson_jobs(const workload_feitelson *model, const int64_t *below,
                                           workload_program *heap, workload_job *jobs) {
    uint64_t state = model->seed;
    int64_t clock_ms = workload_exponential_ms(&state, model->gap_ms);
    size_t count = 0;
    uint32_t i;

    for (i = 0; i < model->jobs; i++) {
        workload_program program;

        if (count == 0 || clock_ms / 1000 < heap[0].submit) {
            workload_draw_program(model, below, &state, &program);
            program.submit = clock_ms / 1000;
            workload_program_rise(heap, count++, program);
            clock_ms += workload_exponential_ms(&state, model->gap_ms);
        }
        program = heap[0];
        jobs[i].id = (uint64_t)i + 1;
        jobs[i].submit = program.submit;
        jobs[i].run = program.run;
        jobs[i].width = program.width;
        program.submit += program.run;
        if (--program.left == 0) {
            program = heap[--count];
        }
        workload_program_sink(heap, count, program);
    }
}

/* Makes the first `jobs` submissions of the model. Returns 1, or 0 with `out` untouched: out of
 * memory, or a parameter that makes no sense. Time O(jobs log jobs + processors). */
static inline int workload_make_feitelson(const workload_feitelson *model, workload *out) {
    size_t count = model->jobs > 0 ? model->jobs : 1;
    workload_program *heap;
    workload_job *jobs;
    int64_t *below;
    int made;

    if (!workload_feitelson_valid(model)) {
        return 0;
    }
    jobs = (workload_job *)calloc(count, sizeof *jobs);
    heap = (workload_program *)calloc(count, sizeof *heap);
    below = (int64_t *)calloc(model->processors, sizeof *below);
    made = jobs != NULL && heap != NULL && below != NULL;
    if (made) {
        workload_feitelson_widths(model, below);
        workload_feitelson_jobs(model, below, heap, jobs);
        memset(out, 0, sizeof *out);
        out->jobs = jobs;
        out->count = model->jobs;
        out->processors = model->processors;
    } else {
        free(jobs);
    }
    free(heap);
    free(below);
    return made;
}

/* Hyper-Erlang of common order: one of two Erlang distributions, each a sum of `order` exponential
 * parts; `first_permille` is the probability of the first, the rest are the means. */
typedef struct workload_erlang {
    uint32_t order; /* 1 to 16 */
    uint32_t first_permille;
    uint32_t first_ms;
    uint32_t second_ms;
} workload_erlang;

/* Jobs of low to high processors, with arrivals of their own. */
typedef struct workload_jann_range {
    uint32_t low;
    uint32_t high;
    workload_erlang gap;
    workload_erlang run;
} workload_jann_range;

/*
 * In the shape of J. Jann et al., "Modeling of workload in MPPs", JSSPP 1997. From the published
 * description: ranges of sizes by powers of two, 1, 2, 3-4, 5-8, ... up to the machine; in each the
 * times between arrivals and the run times are hyper-Erlang of common order, with parameters of its
 * own. The parameters are OURS, the original's were not at hand; only the moments printed for
 * "JWload" in the paper on MEASY (100,000 jobs; 320 processors) are matched: mean width 10.5, mean
 * run time 11267.0 s, 40.8 % one-process jobs.
 *
 * In a range the largest width has 800 of 1000 jobs, the others share the rest evenly. The shares
 * of the ranges after the first fall by q from one to the next; mean width 10.5 gives q = .6238;
 * they were then rounded to 1/100000. A share is a rate of arrivals: mean gap = 600 s / share, of
 * which 75 % have 0.6 times the mean, 25 % have 2.2 times. A run is short, 300 s on average, with a
 * probability f that falls with the range, else long, L on average in every range:
 *     sum of share * (f * 300 s + (1 - f) * L) = 11267.0 s    gives L = 23918.545 s.
 * The cut at 36 h takes 1.3 s (0.012 %) off the mean. The load is about 0.72.
 */
typedef struct workload_jann {
    uint64_t seed;
    uint32_t jobs;
    uint32_t processors;
    uint32_t high_permille; /* share of the largest width of a range */
    uint32_t longest;       /* the longest run time, in seconds */
    uint32_t ranges;        /* 1 to WORKLOAD_RANGES, widths rising */
    workload_jann_range range[WORKLOAD_RANGES];
} workload_jann;

static inline workload_jann workload_jann_defaults(uint64_t seed) {
    static const struct {
        uint32_t low, high, share, gap_order, run_order, first_permille;
    } rows[] = {{1, 1, 40800, 1, 2, 550},  {2, 2, 22592, 1, 2, 550},   {3, 4, 14094, 1, 2, 550},
                {5, 8, 8792, 1, 2, 500},   {9, 16, 5475, 2, 2, 500},   {17, 32, 3432, 2, 2, 500},
                {33, 64, 2135, 2, 3, 450}, {65, 128, 1332, 2, 3, 450}, {129, 256, 830, 2, 3, 400},
                {257, 320, 518, 2, 3, 400}};
    workload_jann model;
    uint32_t i;

    memset(&model, 0, sizeof model);
    model.seed = seed;
    model.jobs = 100000;
    model.processors = 320;
    model.high_permille = 800;
    model.longest = 36 * 3600;
    model.ranges = sizeof rows / sizeof *rows;
    for (i = 0; i < model.ranges; i++) {
        workload_jann_range *range = &model.range[i];
        uint64_t gap_ms = UINT64_C(600000) * 100000 / rows[i].share;

        range->low = rows[i].low;
        range->high = rows[i].high;
        range->gap.order = rows[i].gap_order;
        range->gap.first_permille = 750;
        range->gap.first_ms = (uint32_t)(gap_ms * 6 / 10);
        range->gap.second_ms = (uint32_t)(gap_ms * 22 / 10);
        range->run.order = rows[i].run_order;
        range->run.first_permille = rows[i].first_permille;
        range->run.first_ms = 300000;
        range->run.second_ms = 23918545;
    }
    return model;
}

static inline int workload_erlang_valid(const workload_erlang *kind) {
    return kind->order >= 1 && kind->order <= 16 && kind->first_permille <= 1000
           && kind->first_ms >= 1 && kind->second_ms >= 1;
}

static inline int workload_jann_valid(const workload_jann *model) {
    uint32_t below = 0;
    uint32_t i;

    if (model->ranges < 1 || model->ranges > WORKLOAD_RANGES || model->high_permille > 1000
        || model->longest < 1) {
        return 0;
    }
    for (i = 0; i < model->ranges; i++) {
        const workload_jann_range *range = &model->range[i];

        if (range->low <= below || range->high < range->low || range->high > model->processors
            || !workload_erlang_valid(&range->gap) || !workload_erlang_valid(&range->run)
            || !workload_gaps_fit(model->jobs, range->gap.first_ms)
            || !workload_gaps_fit(model->jobs, range->gap.second_ms)) {
            return 0;
        }
        below = range->high;
    }
    return 1;
}

static inline int64_t workload_draw_erlang_ms(const workload_erlang *kind, uint64_t *state) {
    int first = workload_uniform(state, 1000) < kind->first_permille;
    int64_t sum = 0;
    uint32_t i;

    for (i = 0; i < kind->order; i++) {
        sum += workload_exponential_ms(state, first ? kind->first_ms : kind->second_ms);
    }
    return sum / kind->order;
}

static inline uint32_t workload_jann_width(const workload_jann *model,
                                           const workload_jann_range *range, uint64_t *state) {
    if (range->low == range->high || workload_uniform(state, 1000) < model->high_permille) {
        return range->high;
    }
    return range->low + (uint32_t)workload_uniform(state, range->high - range->low);
}

/* Makes the jobs of the model, of all ranges the earliest arrival first (of equal ones the smallest
 * range). Returns 1, or 0 with `out` untouched: out of memory, or a parameter that makes no sense.
 * Time O(jobs * ranges). */
static inline int workload_make_jann(const workload_jann *model, workload *out) {
    uint64_t state = model->seed;
    int64_t next_ms[WORKLOAD_RANGES];
    workload_job *jobs;
    uint32_t at;
    uint32_t i;

    if (!workload_jann_valid(model)) {
        return 0;
    }
    jobs = (workload_job *)calloc(model->jobs > 0 ? model->jobs : 1, sizeof *jobs);
    if (jobs == NULL) {
        return 0;
    }
    for (at = 0; at < model->ranges; at++) {
        next_ms[at] = workload_draw_erlang_ms(&model->range[at].gap, &state);
    }
    for (i = 0; i < model->jobs; i++) {
        uint32_t first = 0;

        for (at = 1; at < model->ranges; at++) {
            first = next_ms[at] < next_ms[first] ? at : first;
        }
        jobs[i].id = (uint64_t)i + 1;
        jobs[i].submit = next_ms[first] / 1000;
        jobs[i].width = workload_jann_width(model, &model->range[first], &state);
        jobs[i].run = workload_whole_run(
            workload_draw_erlang_ms(&model->range[first].run, &state), model->longest);
        next_ms[first] += workload_draw_erlang_ms(&model->range[first].gap, &state);
    }
    memset(out, 0, sizeof *out);
    out->jobs = jobs;
    out->count = model->jobs;
    out->processors = model->processors;
    return 1;
}

/*
 * How much of its processor process 0 to width - 1 of a job uses, in parts per thousand: all of it
 * where the job has one process, else uniform between the two bounds, each process by itself (the
 * rules of the paper on MEASY, section 3.1). A hash of seed, job and process: nothing is stored,
 * and the order of questions does not matter.
 */
static inline uint32_t workload_usage(uint64_t seed, uint64_t job, uint32_t width,
                                      uint32_t process) {
    const uint64_t range = WORKLOAD_USAGE_MOST - WORKLOAD_USAGE_LEAST + 1;
    uint64_t hash = seed;

    if (width <= 1) {
        return WORKLOAD_USAGE_MOST;
    }
    hash = workload_random(&hash) ^ job;
    hash = workload_random(&hash) ^ process;
    hash = workload_random(&hash) >> 32;
    return WORKLOAD_USAGE_LEAST + (uint32_t)(hash * range >> 32);
}

/* ---------------------------------------------------------------------------------------------
 * Estimates as users give them
 *
 * In the style of D. Tsafrir, Y. Etsion, D. Feitelson, "Modeling user runtime estimates", JSSPP
 * 2005. As there: about twenty values, on 90 % of the jobs; among them always the longest allowed,
 * which with its share is what has to be known of a site; popularity falls exponentially over the
 * popular values, as a power over the others; values are drawn without regard to the jobs and then
 * given out so that no job outlives its own. Ours and simpler: which values are popular, how the
 * others lie, the falls (5/6 from rank to rank, rank^-2), independent jobs (no users, no sessions),
 * integers only. The public program shuffles as one C++ library does; so its draws are not these.
 */

typedef struct workload_estimates {
    uint64_t seed;
    int64_t maximum;           /* the longest estimate allowed, in seconds, below 2^62 */
    uint32_t maximum_permille; /* share of the jobs that ask for it */
    uint32_t popular_permille; /* share of all popular values, the maximum among them */
    uint32_t popular;          /* how many these are, 1 to WORKLOAD_POPULAR */
    uint32_t rare;             /* other values, up to WORKLOAD_RARE */
} workload_estimates;

/* The values of a model. Invariant: value[0] is the maximum, value[1..popular) are the popular
 * ones from the most popular on, value[popular..count) the rare ones; no two are equal. */
typedef struct workload_values {
    int64_t value[WORKLOAD_POPULAR + WORKLOAD_RARE];
    int64_t weight[WORKLOAD_POPULAR + WORKLOAD_RARE]; /* within popular or rare; of [0] not used */
    uint32_t popular;
    uint32_t count;
} workload_values;

/* At most 18 hours; one or two in a thousand jobs of the Lublin-Feitelson model are longer. */
static inline workload_estimates workload_estimates_defaults(uint64_t seed) {
    workload_estimates model;

    model.seed = seed;
    model.maximum = 18 * 3600;
    model.maximum_permille = 150;
    model.popular_permille = 900;
    model.popular = 20;
    model.rare = 60;
    return model;
}

static inline int workload_estimates_valid(const workload_estimates *model) {
    return model->maximum >= 1 && model->maximum < WORKLOAD_LIMIT
           && model->maximum_permille <= model->popular_permille
           && model->popular_permille <= 1000 && model->popular >= 1
           && model->popular <= WORKLOAD_POPULAR && model->rare <= WORKLOAD_RARE;
}

static inline void workload_add_value(workload_values *values, int64_t value, int64_t weight) {
    values->value[values->count] = value;
    values->weight[values->count] = weight;
    values->count++;
}

/* The maximum, and the first round values below it. Fewer than asked for if the list is too short:
 * it has one value less than WORKLOAD_POPULAR, most of them above 5 minutes. */
static inline void workload_popular_values(const workload_estimates *model,
                                           workload_values *values) {
    static const int32_t seconds[WORKLOAD_POPULAR - 1] = {
        3600,  900,   300,   7200,  1800,  14400, 600,   43200, 10800, 21600, 1200,
        28800, 86400, 36000, 18000, 2700,  64800, 5400,  57600, 54000, 72000, 129600,
        2400,  32400, 25200, 50400, 120,   60,   30,     10,    5};
    int64_t weight = INT64_C(1) << 30;
    uint32_t i;

    values->count = 0;
    workload_add_value(values, model->maximum, 0);
    for (i = 0; i < WORKLOAD_POPULAR - 1 && values->count < model->popular; i++) {
        if (seconds[i] < model->maximum) {
            workload_add_value(values, seconds[i], weight);
            weight -= weight / 6;
        }
    }
    values->popular = values->count;
}

static inline int workload_has_value(const workload_values *values, int64_t value) {
    uint32_t i;

    for (i = 0; i < values->count; i++) {
        if (values->value[i] == value) {
            return 1;
        }
    }
    return 0;
}

/* The rare values: multiples of 5 minutes, of a minute or of a second, whichever first has twice as
 * many below the maximum as there are values; if none has, values are left out, so that half of the
 * multiples stay free and the draws end. Uniform below a uniform bound: more of them are short. */
static inline void workload_rare_values(const workload_estimates *model, uint64_t *state,
                                        workload_values *values) {
    int64_t wanted = (int64_t)values->popular + model->rare;
    int64_t grain = 300;
    int64_t steps = (model->maximum - 1) / grain;

    while (grain > 1 && steps < 2 * wanted) {
        grain = grain == 300 ? 60 : 1;
        steps = (model->maximum - 1) / grain;
    }
    wanted = steps < 2 * wanted ? steps / 2 : wanted;
    while ((int64_t)values->count < wanted) {
        int64_t value = grain * (1 + workload_uniform(state, 1 + workload_uniform(state, steps)));
        int64_t rank = (int64_t)values->count + 1;

        if (!workload_has_value(values, value)) {
            workload_add_value(values, value, (INT64_C(1) << 40) / (rank * rank));
        }
    }
}

/* Draws one of value[low..high) by weight. */
static inline int64_t workload_draw_value(const workload_values *values, uint64_t *state,
                                          uint32_t low, uint32_t high) {
    int64_t sum = 0;
    int64_t place;
    uint32_t i;

    for (i = low; i < high; i++) {
        sum += values->weight[i];
    }
    place = workload_uniform(state, sum);
    for (i = low; place >= values->weight[i]; i++) {
        place -= values->weight[i];
    }
    return values->value[i];
}

/* Draws an estimate. Where there are no rare values, or no popular ones but the maximum, the kind
 * before takes their share. */
static inline int64_t workload_draw_estimate(const workload_estimates *model,
                                             const workload_values *values, uint64_t *state) {
    int64_t place = workload_uniform(state, 1000);

    if (place >= model->popular_permille && values->count > values->popular) {
        return workload_draw_value(values, state, values->popular, values->count);
    }
    if (place >= model->maximum_permille && values->popular > 1) {
        return workload_draw_value(values, state, 1, values->popular);
    }
    return model->maximum;
}

/* The least popular value that is not below `run`, the maximum at most. */
static inline int64_t workload_popular_above(const workload_values *values, int64_t run) {
    int64_t least = values->value[0];
    uint32_t i;

    for (i = 1; i < values->popular; i++) {
        if (values->value[i] >= run && values->value[i] < least) {
            least = values->value[i];
        }
    }
    return least;
}

/*
 * Gives estimates[0..count) out to jobs[0..count), whose ids are places in `load`; both rise, jobs
 * by run time. From the longest job down, each draws one of the estimates that are left and
 * suffice: of all ways to give them out, every one is as likely. Invariant: [low, last] are these,
 * [0, low) still rise and are below `run`. Where none is left, the longest of the others is raised
 * to a popular value, which is done for as few jobs as the runs allow.
 */
static inline void workload_give_estimates(workload *load, const workload_job *jobs, size_t count,
                                           int64_t *estimates, const workload_values *values,
                                           uint64_t *state) {
    size_t low = count;
    size_t last;

    for (last = count; last-- > 0;) {
        int64_t run = jobs[last].run;
        size_t drawn;

        while (low > 0 && estimates[low - 1] >= run) {
            low--;
        }
        if (low > last) {
            low = last;
            estimates[low] = workload_popular_above(values, run);
        }
        drawn = low + (size_t)workload_uniform(state, (int64_t)(last - low) + 1);
        load->jobs[jobs[last].id].estimate = estimates[drawn];
        estimates[drawn] = estimates[last];
    }
}

/* The jobs by run time, each with its place in `load` as its id. 0 = no memory. */
static inline int workload_by_run(const workload *load, workload *order) {
    size_t i;

    memset(order, 0, sizeof *order);
    order->jobs = (workload_job *)calloc(load->count, sizeof *order->jobs);
    if (order->jobs == NULL) {
        return 0;
    }
    order->count = load->count;
    for (i = 0; i < load->count; i++) {
        order->jobs[i].id = i;
        order->jobs[i].run = load->jobs[i].run;
        order->jobs[i].submit = load->jobs[i].run; /* what workload_sort looks at */
    }
    return workload_sort(order);
}

/*
 * Gives every job an estimate that is not below its run time; times are in seconds. A job longer
 * than the maximum gets its run time, as if it had an exemption, and takes no part in the rest. The
 * same seed gives the same estimates everywhere. Returns 1, or 0 with nothing changed: out of
 * memory, or a parameter that makes no sense. Time O(n log n + n * values) and the shuffle's sort.
 */
static inline int workload_make_estimates(workload *load, const workload_estimates *model) {
    uint64_t state = model->seed;
    workload_values values;
    workload order;
    int64_t *estimates;
    size_t count = load->count;
    size_t i;

    if (!workload_estimates_valid(model) || count == 0) {
        return workload_estimates_valid(model);
    }
    estimates = (int64_t *)malloc(count * sizeof *estimates);
    if (!workload_by_run(load, &order) || estimates == NULL) {
        workload_drop(&order);
        free(estimates);
        return 0;
    }
    workload_popular_values(model, &values);
    workload_rare_values(model, &state, &values);
    for (; count > 0 && order.jobs[count - 1].run > model->maximum; count--) {
        load->jobs[order.jobs[count - 1].id].estimate = order.jobs[count - 1].run;
    }
    for (i = 0; i < count; i++) {
        estimates[i] = workload_draw_estimate(model, &values, &state);
    }
    workload_sort_row(estimates, count, 1);
    workload_give_estimates(load, order.jobs, count, estimates, &values, &state);
    free(estimates);
    workload_drop(&order);
    return 1;
}

/* ---------------------------------------------------------------------------------------------
 * Expected-time-to-compute tables: jobs x machines, row by row
 */

typedef enum workload_shape {
    WORKLOAD_INCONSISTENT,
    WORKLOAD_SEMI_CONSISTENT,
    WORKLOAD_CONSISTENT
} workload_shape;

/*
 * The range-based method of T. Braun et al., "A comparison of eleven static heuristics ...", JPDC
 * 61, 2001, in integers: t = 1 + uniform [0, job_range) for each job, each entry of its row is
 * t * (1 + uniform [0, machine_range)), held below 2^62. Consistent: every row is sorted.
 * Semi-consistent: columns 0, 2, 4, ... of every row are sorted among themselves.
 */
static inline void workload_make_etc(uint64_t seed, workload_shape shape, uint32_t jobs,
                                     uint32_t machines, int64_t job_range, int64_t machine_range,
                                     int64_t *times) {
    uint32_t i;
    uint32_t j;

    for (i = 0; i < jobs; i++) {
        int64_t *row = times + (size_t)i * machines;
        int64_t base = 1 + workload_uniform(&seed, job_range);

        base = base < WORKLOAD_LIMIT ? base : WORKLOAD_LIMIT - 1;
        for (j = 0; j < machines; j++) {
            int64_t factor = 1 + workload_uniform(&seed, machine_range);

            row[j] = factor <= (WORKLOAD_LIMIT - 1) / base ? base * factor : WORKLOAD_LIMIT - 1;
        }
        if (shape == WORKLOAD_CONSISTENT) {
            workload_sort_row(row, machines, 1);
        } else if (shape == WORKLOAD_SEMI_CONSISTENT) {
            workload_sort_row(row, ((size_t)machines + 1) / 2, 2);
        }
    }
}

/* Where a reader of an ETC table stands: `byte` is the next one, at line and column. */
typedef struct workload_etc_reader {
    FILE *file;
    workload_fault *fault;
    size_t line;
    size_t column;
    int byte;
    size_t count;      /* numbers stored */
    uint32_t decimals; /* of all that is stored */
} workload_etc_reader;

static inline void workload_etc_next(workload_etc_reader *reader) {
    if (reader->byte == '\n') {
        reader->line++;
        reader->column = 0;
    }
    reader->column++;
    reader->byte = getc(reader->file);
}

static inline int workload_etc_ended(const workload_etc_reader *reader) {
    return reader->byte == EOF || workload_is_blank(reader->byte) || reader->byte == '\n'
           || reader->byte == '\r';
}

/* The rest of the word after its first letter. 1 = it is `never`. */
static inline int workload_etc_never(workload_etc_reader *reader) {
    const char *word = "never";
    int same = 1;

    while (!workload_etc_ended(reader)) {
        same = same && *word != 0 && reader->byte == *word++;
        workload_etc_next(reader);
    }
    return same && *word == 0;
}

/* Reads digits [. digits]. Returns NULL, or what is wrong with it. */
static inline const char *workload_etc_number(workload_etc_reader *reader, int64_t *value,
                                              uint32_t *decimals) {
    int digits = 0;
    int point = 0;

    *value = 0;
    *decimals = 0;
    for (; !workload_etc_ended(reader); workload_etc_next(reader)) {
        if (reader->byte == '.' && !point) {
            point = 1;
            continue;
        }
        if (!workload_is_digit(reader->byte)) {
            return "a decimal number or `never` was expected";
        }
        digits = 1;
        if (point && ++*decimals > WORKLOAD_ETC_DECIMALS) {
            return "more than 9 decimals, expected at most so many";
        }
        if (*value > (WORKLOAD_LIMIT - 1 - (reader->byte - '0')) / 10) {
            return "number too large, expected less than 2^62";
        }
        *value = *value * 10 + (reader->byte - '0');
    }
    return digits ? NULL : "a decimal number or `never` was expected";
}

/* value *= 10^digits; 0 = it would not stay below 2^62. */
static inline int workload_scale_decimal(int64_t *value, uint32_t digits) {
    for (; digits > 0 && *value != WORKLOAD_NEVER; digits--) {
        if (*value > (WORKLOAD_LIMIT - 1) / 10) {
            return 0;
        }
        *value *= 10;
    }
    return 1;
}

/* Stores a number in the common unit; one with more decimals than any before makes the unit finer
 * and all numbers so far are scaled, at most 9 times in all. NULL, or what is wrong. */
static inline const char *workload_etc_store(workload_etc_reader *reader, int64_t value,
                                             uint32_t decimals, int64_t *times) {
    if (value != WORKLOAD_NEVER && decimals > reader->decimals) {
        size_t i;

        for (i = 0; i < reader->count; i++) {
            if (!workload_scale_decimal(&times[i], decimals - reader->decimals)) {
                return "an earlier number is too large for this many decimals, expected fewer";
            }
        }
        reader->decimals = decimals;
    } else if (!workload_scale_decimal(&value, reader->decimals - decimals)) {
        return "number too large for the decimals of earlier ones, expected less";
    }
    times[reader->count++] = value;
    return NULL;
}

/* Reads the whole file; 0 = fault. */
static inline int workload_etc_table(workload_etc_reader *reader, size_t count, int64_t *times) {
    char text[100];

    for (workload_etc_next(reader); reader->byte != EOF;) {
        size_t line = reader->line;
        size_t column = reader->column;
        const char *problem = NULL;
        int64_t value = WORKLOAD_NEVER;
        uint32_t decimals = 0;

        if (workload_etc_ended(reader)) {
            workload_etc_next(reader);
            continue;
        }
        if (reader->count == count) {
            snprintf(text, sizeof text, "%lu numbers were expected, there are more",
                     (unsigned long)count);
            return workload_fail(reader->fault, line, column, text);
        }
        if (reader->byte != 'n') {
            problem = workload_etc_number(reader, &value, &decimals);
        } else if (!workload_etc_never(reader)) {
            problem = "a decimal number or `never` was expected";
        }
        if (problem == NULL) {
            problem = workload_etc_store(reader, value, decimals, times);
        }
        if (problem != NULL) {
            return workload_fail(reader->fault, line, column, problem);
        }
    }
    if (ferror(reader->file)) {
        return workload_fail(reader->fault, 0, 0, "read error");
    }
    if (reader->count < count) {
        snprintf(text, sizeof text, "%lu numbers were expected, found %lu", (unsigned long)count,
                 (unsigned long)reader->count);
        return workload_fail(reader->fault, reader->line, reader->column, text);
    }
    return 1;
}

/*
 * Reads jobs * machines decimal numbers, row by row, separated by blanks or line ends, exactly: the
 * unit becomes 10^-decimals, where decimals is the largest number of digits after a point in the
 * file (trailing zeros count), at most 9. The word `never` stands for WORKLOAD_NEVER. No signs, no
 * exponents; every time stays below 2^62. Returns 1, or 0 with the fault filled in (`fault` may be
 * NULL), *decimals 0 and nothing useful in times.
 */
static inline int workload_read_etc(FILE *file, uint32_t jobs, uint32_t machines, int64_t *times,
                                    uint32_t *decimals, workload_fault *fault) {
    workload_etc_reader reader;

    *decimals = 0;
    if (machines != 0 && jobs > SIZE_MAX / machines) {
        return workload_fail(fault, 0, 0, "a table of this size does not fit into memory");
    }
    memset(&reader, 0, sizeof reader);
    reader.file = file;
    reader.fault = fault;
    reader.line = 1;
    if (!workload_etc_table(&reader, (size_t)jobs * machines, times)) {
        return 0;
    }
    *decimals = reader.decimals;
    return 1;
}

/*
 * Prints ticks of 10^-decimals with `places` digits after the point, exactly, halves away from
 * zero: only the first digit that is left out decides. WORKLOAD_NEVER prints as `never`, and what
 * rounds to zero has no sign.
 */
static inline void workload_print_decimal(FILE *file, int64_t ticks, uint32_t decimals,
                                          uint32_t places) {
    uint64_t value = ticks < 0 ? 0 - (uint64_t)ticks : (uint64_t)ticks;
    uint32_t kept = decimals < places ? decimals : places;
    uint32_t left_out;
    char digits[24];
    uint32_t length;
    uint32_t i;

    if (ticks == WORKLOAD_NEVER) {
        fputs("never", file);
        return;
    }
    for (left_out = decimals - kept; left_out > 1 && value > 0; left_out--) {
        value /= 10;
    }
    if (left_out == 1) {
        value = value / 10 + (value % 10 >= 5);
    }
    length = (uint32_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    if (ticks < 0 && value > 0) {
        putc('-', file);
    }
    if (length <= kept) {
        putc('0', file);
    } else {
        fprintf(file, "%.*s", (int)(length - kept), digits);
    }
    if (places > 0) {
        putc('.', file);
    }
    for (i = length; i < kept; i++) {
        putc('0', file);
    }
    if (kept > 0) {
        fputs(length > kept ? digits + (length - kept) : digits, file);
    }
    for (i = kept; i < places; i++) {
        putc('0', file);
    }
}

#endif /* WORKLOAD_H */
