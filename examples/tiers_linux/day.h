/* day.h: a file of jobs, read and checked as a whole before the first one starts. */
/* SPDX-License-Identifier: MIT */
#ifndef DAY_H_INCLUDED
#define DAY_H_INCLUDED

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DAY_JOBS_MAX = 256, DAY_WIDTH_MAX = 64, DAY_CHARS_MAX = 400, DAY_MEMORY_LEAST = 8 };
#define DAY_LENGTH_MAX INT64_C(1000000)             /* seconds */
#define DAY_MEMORY_MAX (INT64_C(1) << 40)           /* MiB */

typedef enum day_kind { DAY_SHELL, DAY_BUSY, DAY_HALF } day_kind;

typedef struct day_job {
    uint64_t id;
    uint32_t width;
    int64_t arrival, estimate;          /* milliseconds */
    int64_t memory;                     /* MiB of each process */
    day_kind kind;
    int64_t length;                     /* of a built-in worker, milliseconds */
    char command[DAY_CHARS_MAX + 1];
} day_job;

/* What this machine has. */
typedef struct day_limits {
    uint32_t processors;
    int64_t memory;                     /* MiB */
} day_limits;

typedef struct day {
    day_limits limits;
    day_job jobs[DAY_JOBS_MAX];
    uint32_t count;
} day;

typedef struct day_file {
    FILE *file;
    const char *program, *name;
    char line[DAY_CHARS_MAX + 1];
    unsigned long number;               /* of the line */
    const char *word, *end;             /* the word that was read last */
} day_file;

/* Says what is wrong with the word that was read last. Returns 0. */
static inline int day_refuse(const day_file *from, const char *format, ...) {
    va_list values;

    fprintf(stderr, "%s: %s:%lu:%lu: ", from->program, from->name, from->number,
            (unsigned long)(from->word - from->line) + 1);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    return 0;
}

/* Words of the file are quoted in messages: a terminal obeys other bytes. */
static inline int day_is_text(int c) {
    return (c >= ' ' && c <= '~') || c == '\t' || c == '\r';
}

/* 1: a line; 0: none is left; -1: it was refused. */
static inline int day_read_line(day_file *from) {
    size_t count = 0;
    int c = fgetc(from->file);

    from->word = from->line;
    if (c == EOF && !ferror(from->file)) {
        return 0;
    }
    from->number++;
    for (; c != EOF && c != '\n'; c = fgetc(from->file)) {
        from->word = from->line + count;
        if (count == DAY_CHARS_MAX || !day_is_text(c)) {
            day_refuse(from, "%s, expected at most %d printable characters of ASCII a line",
                       day_is_text(c) ? "more characters" : "another byte", (int)DAY_CHARS_MAX);
            return -1;
        }
        from->line[count++] = (char)c;
    }
    while (count > 0 && strchr(" \t\r", from->line[count - 1]) != NULL) {
        count--;
    }
    from->line[count] = '\0';
    from->word = from->end = from->line;
    if (ferror(from->file)) {
        day_refuse(from, "cannot be read: %s, expected a text file", strerror(errno));
        return -1;
    }
    return 1;
}

/* The next word; without one it is empty, and begins where the line ends. */
static inline int day_next_word(day_file *from) {
    from->word = from->end + strspn(from->end, " \t");
    from->end = from->word + strcspn(from->word, " \t");
    return (int)(from->end - from->word);
}

static inline int day_word_is(const day_file *from, const char *text) {
    const size_t chars = (size_t)(from->end - from->word);

    return chars == strlen(text) && strncmp(from->word, text, chars) == 0;
}

/* Digits up to `end`, and after a point as many as `scale` has zeros; the number times scale.
   Returns where it stops. */
static inline const char *day_scan(const char *at, const char *end, int64_t scale, int64_t most,
                                   int64_t *value) {
    *value = 0;
    for (; at < end && *at >= '0' && *at <= '9' && *value <= most; at++) {
        *value = *value * 10 + (*at - '0');
    }
    *value *= scale;
    if (at < end && *at == '.' && scale > 1) {
        for (at++; at < end && *at >= '0' && *at <= '9' && scale >= 10; at++) {
            scale /= 10;
            *value += scale * (*at - '0');
        }
    }
    return at;
}

/* Reads a whole number; with scale 1000 one of up to three decimals, in thousandths. */
static inline int day_number(day_file *from, const char *what, int64_t scale, int64_t least,
                             int64_t most, int64_t *value) {
    const int chars = day_next_word(from);
    const char *quote = chars == 0 ? "" : "\"";

    if (chars > 0 && *from->word != '.' &&
        day_scan(from->word, from->end, scale, most, value) == from->end &&
        *value >= least && *value <= most * scale) {
        return 1;
    }
    return day_refuse(from, "the %s is %s%s%.*s%s, expected %s from %s%" PRId64 " to %" PRId64,
                      what, chars == 0 ? "missing" : "", quote, chars, from->word, quote,
                      scale == 1 ? "a whole number" : "seconds", scale == 1 || least == 0 ? ""
                      : "0.00", least, most);
}

/* The rest of the line. */
static inline int day_read_command(day_file *from, day_job *job) {
    const int chars = day_next_word(from);

    if (chars == 0) {
        return day_refuse(from, "the command is missing, expected busy SECONDS, half SECONDS, or "
                                "a command of the shell");
    }
    snprintf(job->command, sizeof job->command, "%s", from->word);
    job->kind = day_word_is(from, "busy")   ? DAY_BUSY
                : day_word_is(from, "half") ? DAY_HALF
                                            : DAY_SHELL;
    if (job->kind == DAY_SHELL) {
        return 1;
    }
    return day_number(from, "length", 1000, 1, DAY_LENGTH_MAX, &job->length) &&
           (day_next_word(from) == 0 ||
            day_refuse(from, "\"%s\", expected the end of the line", from->word));
}

static inline int day_read_id(day_file *from, const day *to, day_job *job) {
    int64_t id = 0;
    uint32_t at;

    if (!day_number(from, "id", 1, 0, INT64_MAX / 10 - 1, &id)) {
        return 0;
    }
    for (at = 0; at < to->count; at++) {
        if (to->jobs[at].id == (uint64_t)id) {
            return day_refuse(from, "the id is %" PRId64 " again, expected one that no other job "
                                    "has", id);
        }
    }
    job->id = (uint64_t)id;
    return 1;
}

/* What could never be there for the job is refused now; the rest is a matter of waiting. */
static inline int day_read_memory(day_file *from, const day *to, day_job *job) {
    if (!day_number(from, "memory", 1, DAY_MEMORY_LEAST, DAY_MEMORY_MAX, &job->memory)) {
        return 0;
    }
    return job->memory <= to->limits.memory / job->width ||
           day_refuse(from, "%" PRIu32 " x %" PRId64 " MiB, expected at most the %" PRId64
                            " MiB that are there", job->width, job->memory, to->limits.memory);
}

static inline int day_read_job(day_file *from, day *to) {
    day_job *job = &to->jobs[to->count];
    const int64_t earliest = to->count > 0 ? to->jobs[to->count - 1].arrival : 0;
    int64_t width = 0;

    if (to->count == DAY_JOBS_MAX) {
        (void)day_next_word(from);
        return day_refuse(from, "one job more, expected at most %d", (int)DAY_JOBS_MAX);
    }
    if (!day_number(from, "arrival", 1000, 0, DAY_LENGTH_MAX, &job->arrival)) {
        return 0;
    }
    if (job->arrival < earliest) {
        return day_refuse(from, "the arrival is %.*s, expected one that is not before the line "
                                "above", (int)(from->end - from->word), from->word);
    }
    if (!day_read_id(from, to, job) ||
        !day_number(from, "width", 1, 1, to->limits.processors, &width) ||
        !day_number(from, "estimate", 1000, 1, DAY_LENGTH_MAX, &job->estimate)) {
        return 0;
    }
    job->width = (uint32_t)width;
    if (!day_read_memory(from, to, job) || !day_read_command(from, job)) {
        return 0;
    }
    to->count++;
    return 1;
}

/* Reads all jobs. Returns 1; or 0, and has said why not. */
static inline int day_read(day_file *from, day *to) {
    int more;

    while ((more = day_read_line(from)) > 0) {
        const int blank = day_next_word(from) == 0 || *from->word == '#';

        from->end = from->line;
        if (!blank && !day_read_job(from, to)) {
            return 0;
        }
    }
    if (more == 0 && to->count == 0) {
        from->number++;
        return day_refuse(from, "the end, expected a job: ARRIVAL ID WIDTH ESTIMATE MEMORY "
                                "COMMAND");
    }
    return more == 0;
}

#endif
