/* moldable_options.h: what a command line asks of moldable.c, and what is wrong in it. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_OPTIONS_H_INCLUDED
#define MOLDABLE_OPTIONS_H_INCLUDED

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sched_moldable.h"

#include "booking_words.h"

enum { MOLDING_BOOKINGS_MOST = 256, MOLDING_KEPT_MOST = 64 };

typedef enum molding_option {
    MOLDING_M, MOLDING_ALGORITHM, MOLDING_BATCHED, MOLDING_BUDGET, MOLDING_SHUFFLES,
    MOLDING_SEED, MOLDING_BOUND, MOLDING_BOOK, MOLDING_NOW, MOLDING_PLAN, MOLDING_GANTT,
    MOLDING_CERTIFICATE, MOLDING_JSON, MOLDING_HELP, MOLDING_OPTIONS
} molding_option;

/* An option that was given; at 0: it was not. */
typedef struct molding_value {
    int at;                         /* the argument with its value, from 1                    */
    const char *text;
    uint64_t number;
} molding_value;

/* How to plan: the letter is what molding_rules names it by. */
typedef struct molding_algorithm {
    const char *name;
    char letter;
    sked_moldable_method method;
    sked_moldable_order order;
} molding_algorithm;

/* The first is the default. Gang and sequential are ordered as in the paper; what names no order
 * has that of Smith. */
static const molding_algorithm molding_algorithms[] = {
    {.name = "best", .letter = 'b', .method = SKED_MOLDABLE_BEST},
    {.name = "makespan", .letter = 'm', .method = SKED_MOLDABLE_MAKESPAN},
    {.name = "sweep", .letter = 'w', .method = SKED_MOLDABLE_SWEEP},
    {.name = "demt", .letter = 'd', .method = SKED_MOLDABLE_DEMT},
    {.name = "multibase", .letter = 'u', .method = SKED_MOLDABLE_MULTIBASE},
    {.name = "prices", .letter = 'p', .method = SKED_MOLDABLE_PRICES},
    {.name = "truncations", .letter = 't', .method = SKED_MOLDABLE_TRUNCATIONS},
    {.name = "search", .letter = 's', .method = SKED_MOLDABLE_SEARCH},
    {.name = "frontier", .letter = 'f', .method = SKED_MOLDABLE_BEST},
    {.name = "gang", .letter = 'g', .method = SKED_MOLDABLE_GANG, .order = SKED_MOLDABLE_RATIO},
    {.name = "sequential", .letter = 'q', .method = SKED_MOLDABLE_SEQUENTIAL,
     .order = SKED_MOLDABLE_RATIO},
    {.name = "list-shelf", .letter = 'l', .method = SKED_MOLDABLE_SHELVES,
     .order = SKED_MOLDABLE_SHELF},
    {.name = "list-longest", .letter = 'l', .method = SKED_MOLDABLE_SHELVES,
     .order = SKED_MOLDABLE_LONGEST},
    {.name = "list-smallest", .letter = 'l', .method = SKED_MOLDABLE_SHELVES,
     .order = SKED_MOLDABLE_SMALLEST},
    {.name = "list-ratio", .letter = 'l', .method = SKED_MOLDABLE_SHELVES,
     .order = SKED_MOLDABLE_RATIO},
};

enum {
    MOLDING_ALGORITHMS = (int)(sizeof molding_algorithms / sizeof molding_algorithms[0])
};

typedef struct molding_options {
    molding_value value[MOLDING_OPTIONS];
    sked_span bookings[MOLDING_BOOKINGS_MOST];
    int bookings_at[MOLDING_BOOKINGS_MOST];
    uint32_t bookings_count;
    const char *file;               /* NULL: the workloads of the paper                       */
    int file_at;
    const molding_algorithm *algorithm;
} molding_options;

typedef enum molding_kind { MOLDING_WORD, MOLDING_NUMBER, MOLDING_FLAG } molding_kind;

/* By molding_option. Each is for some algorithms only; x is the run without a file. */
static const struct molding_rule {
    const char *name;
    molding_kind kind;
    uint64_t least, most;
    const char *letters;
} molding_rules[MOLDING_OPTIONS] = {
    {.name = "-m", .kind = MOLDING_NUMBER, .least = 1, .most = SKED_MOLDABLE_MAX,
     .letters = "bmwduptsfgqlx"},
    {.name = "--algorithm", .kind = MOLDING_WORD, .letters = "bmwduptsfgql"},
    {.name = "--batched", .kind = MOLDING_FLAG, .letters = "mwdugql"},
    {.name = "--budget", .kind = MOLDING_NUMBER, .least = 1, .most = INT64_MAX, .letters = "bsfx"},
    {.name = "--shuffles", .kind = MOLDING_NUMBER, .most = 65536, .letters = "d"},
    {.name = "--seed", .kind = MOLDING_NUMBER, .most = UINT64_MAX, .letters = "bdsfx"},
    {.name = "--bound", .kind = MOLDING_NUMBER, .most = 1000000, .letters = "bmwduptsfgql"},
    {.name = "--book", .kind = MOLDING_WORD, .letters = "bmwduptsfgql"},
    {.name = "--now", .kind = MOLDING_NUMBER, .most = (uint64_t)SKED_TIME_MAX,
     .letters = "bmwduptsfgql"},
    {.name = "--plan", .kind = MOLDING_WORD, .letters = "bmwduptsfgql"},
    {.name = "--gantt", .kind = MOLDING_WORD, .letters = "bmwduptsfgql"},
    {.name = "--certificate", .kind = MOLDING_WORD, .letters = "bmwduptsfgql"},
    {.name = "--json", .kind = MOLDING_FLAG, .letters = "bmwduptsfgql"},
    {.name = "--help", .kind = MOLDING_FLAG, .letters = "bmwduptsfgqlx"},
};

/* Says what is wrong with an argument, and what was expected. Returns 0. */
static inline int molding_refuse(int at, const char *format, ...) {
    va_list values;

    fprintf(stderr, "argument %d: ", at);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    return 0;
}

static inline int molding_has(const molding_options *options, molding_option which) {
    return options->value[which].at > 0;
}

static inline int molding_number(const struct molding_rule *rule, molding_value *value) {
    const char *end = value->text + strlen(value->text);

    return (booking_digits(value->text, end, rule->most, &value->number) &&
            value->number >= rule->least) ||
           molding_refuse(value->at, "%s: \"%s\", expected a whole number from %" PRIu64
                                      " to %" PRIu64, rule->name, value->text, rule->least,
                           rule->most);
}

/* START:END:COUNT; an end of "open" is none. */
static inline int molding_span(const char *text, sked_span *span) {
    const char *second = strchr(text, ':');
    const char *third = second != NULL ? strchr(second + 1, ':') : NULL;
    const uint64_t most = (uint64_t)SKED_TIME_MAX;
    uint64_t start, end = (uint64_t)SKED_NEVER, count;

    if (third == NULL || !booking_digits(text, second, most, &start) ||
        !booking_digits(third + 1, text + strlen(text), SKED_MOLDABLE_MAX, &count)) {
        return 0;
    }
    second++;
    if ((third - second != 4 || strncmp(second, "open", 4) != 0) &&
        !booking_digits(second, third, most, &end)) {
        return 0;
    }
    span->start = (sked_time)start;
    span->end = (sked_time)end;
    span->count = (uint32_t)count;
    span->set = NULL;
    return start < end && count > 0;
}

static inline int molding_read_booking(molding_options *options, const molding_value *value) {
    const uint32_t number = options->bookings_count;

    if (number == MOLDING_BOOKINGS_MOST) {
        return molding_refuse(value->at, "another --book, expected at most %d",
                               MOLDING_BOOKINGS_MOST);
    }
    options->bookings_at[number] = value->at;
    options->bookings_count++;
    return molding_span(value->text, &options->bookings[number]) ||
           molding_refuse(value->at, "--book: \"%s\", expected START:END:COUNT: a time, a later "
                                      "one or open, and a number of processors", value->text);
}

/* The one argument that is no option. */
static inline int molding_read_file(molding_options *options, int at, const char *text) {
    if (options->file != NULL) {
        return molding_refuse(at, "\"%s\", expected one file of tasks", text);
    }
    options->file = text;
    options->file_at = at;
    return 1;
}

static inline int molding_which(const char *text) {
    int which = 0;

    while (which < MOLDING_OPTIONS && strcmp(text, molding_rules[which].name) != 0) {
        which++;
    }
    return which;
}

/* Reads an option and its value; *at is that of its name, then of its last argument. */
static inline int molding_read(molding_options *options, int count, char **words, int *at) {
    const int which = molding_which(words[*at]);
    const struct molding_rule *rule = &molding_rules[which < MOLDING_OPTIONS ? which : 0];
    molding_value value;

    if (which == MOLDING_OPTIONS) {
        return words[*at][0] != '-' || words[*at][1] == '\0'
                   ? molding_read_file(options, *at, words[*at])
                   : molding_refuse(*at, "\"%s\" is no option, expected one of moldable --help",
                                     words[*at]);
    }
    if (options->value[which].at > 0 && which != MOLDING_BOOK) {
        return molding_refuse(*at, "another %s, expected one", rule->name);
    }
    if (rule->kind != MOLDING_FLAG && ++*at == count) {
        return molding_refuse(*at, "the value of %s is missing, expected one", rule->name);
    }
    value.at = *at;
    value.text = words[*at];
    value.number = 1;
    if (rule->kind == MOLDING_NUMBER && !molding_number(rule, &value)) {
        return 0;
    }
    options->value[which] = value;
    return which != MOLDING_BOOK || molding_read_booking(options, &value);
}

static inline int molding_read_algorithm(molding_options *options) {
    const molding_value *value = &options->value[MOLDING_ALGORITHM];
    int at = 0;

    while (value->at > 0 && at < MOLDING_ALGORITHMS &&
           strcmp(value->text, molding_algorithms[at].name) != 0) {
        at++;
    }
    options->algorithm = &molding_algorithms[at < MOLDING_ALGORITHMS ? at : 0];
    return at < MOLDING_ALGORITHMS ||
           molding_refuse(value->at, "--algorithm: \"%s\", expected one of moldable --help",
                           value->text);
}

/* Is every option for the algorithm that was chosen? */
static inline int molding_check(const molding_options *options) {
    const char letter = options->file != NULL ? options->algorithm->letter : 'x';
    int which;

    for (which = 0; which < MOLDING_OPTIONS; which++) {
        if (options->value[which].at > 0 &&
            strchr(molding_rules[which].letters, letter) == NULL) {
            return molding_refuse(options->value[which].at,
                                   "%s is not for %s%s, expected options that moldable --help has "
                                   "for it", molding_rules[which].name,
                                   letter == 'x' ? "a run without a file" : "algorithm ",
                                   letter == 'x' ? "" : options->algorithm->name);
        }
    }
    return 1;
}

/* With --json nothing else goes to standard output. */
static inline int molding_check_json(const molding_options *options) {
    int which;

    for (which = MOLDING_PLAN; which <= MOLDING_CERTIFICATE; which++) {
        const molding_value *value = &options->value[which];

        if (molding_has(options, MOLDING_JSON) && value->at > 0 && strcmp(value->text, "-") == 0) {
            return molding_refuse(value->at, "%s: \"-\", expected a file beside --json",
                                  molding_rules[which].name);
        }
    }
    return 1;
}

/* Reads all arguments; what is wrong is told. */
static inline int molding_parse(molding_options *options, int count, char **words) {
    int at;

    memset(options, 0, sizeof *options);
    for (at = 1; at < count; at++) {
        if (!molding_read(options, count, words, &at)) {
            return 0;
        }
    }
    if (molding_has(options, MOLDING_HELP)) {
        return 1;
    }
    if (!molding_read_algorithm(options) || !molding_check(options) ||
        !molding_check_json(options)) {
        return 0;
    }
    return options->file == NULL || molding_has(options, MOLDING_M) ||
           molding_refuse(count, "the end, expected -m M, the number of processors, before it");
}

#endif
