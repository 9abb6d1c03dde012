/* moldable_options.h: what a command line asks of moldable.c, and what is wrong in it. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_OPTIONS_H_INCLUDED
#define MOLDABLE_OPTIONS_H_INCLUDED

#include <stdint.h>
#include <string.h>

#include "sched_moldable.h"

#include "booking_words.h"
#include "options.h"

enum { MOLDING_BOOKINGS_MOST = 256, MOLDING_KEPT_MOST = 64 };

typedef enum molding_option {
    MOLDING_M, MOLDING_ALGORITHM, MOLDING_BATCHED, MOLDING_BUDGET, MOLDING_SHUFFLES,
    MOLDING_SEED, MOLDING_BOUND, MOLDING_BOOK, MOLDING_NOW, MOLDING_PLAN, MOLDING_GANTT,
    MOLDING_CERTIFICATE, MOLDING_JSON, MOLDING_HELP, MOLDING_OPTIONS
} molding_option;

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
    option_value value[MOLDING_OPTIONS];
    sked_span bookings[MOLDING_BOOKINGS_MOST];
    int bookings_at[MOLDING_BOOKINGS_MOST];
    uint32_t bookings_count;
    const char *file;               /* NULL: the workloads of the paper                       */
    int file_at;
    const molding_algorithm *algorithm;
} molding_options;

/* By molding_option. Each is for some algorithms only; x is the run without a file. */
static const option_rule molding_rules[MOLDING_OPTIONS] = {
    {.name = "-m", .kind = OPTION_NUMBER, .least = 1, .most = SKED_MOLDABLE_MAX,
     .modes = "bmwduptsfgqlx"},
    {.name = "--algorithm", .kind = OPTION_WORD, .modes = "bmwduptsfgql"},
    {.name = "--batched", .kind = OPTION_FLAG, .modes = "mwdugql"},
    {.name = "--budget", .kind = OPTION_NUMBER, .least = 1, .most = INT64_MAX, .modes = "bsfx"},
    {.name = "--shuffles", .kind = OPTION_NUMBER, .most = 65536, .modes = "d"},
    {.name = "--seed", .kind = OPTION_NUMBER, .most = UINT64_MAX, .modes = "bdsfx"},
    {.name = "--bound", .kind = OPTION_NUMBER, .most = 1000000, .modes = "bmwduptsfgql"},
    {.name = "--book", .kind = OPTION_WORD, .modes = "bmwduptsfgql"},
    {.name = "--now", .kind = OPTION_NUMBER, .most = (uint64_t)SKED_TIME_MAX,
     .modes = "bmwduptsfgql"},
    {.name = "--plan", .kind = OPTION_WORD, .modes = "bmwduptsfgql"},
    {.name = "--gantt", .kind = OPTION_WORD, .modes = "bmwduptsfgql"},
    {.name = "--certificate", .kind = OPTION_WORD, .modes = "bmwduptsfgql"},
    {.name = "--json", .kind = OPTION_FLAG, .modes = "bmwduptsfgql"},
    {.name = "--help", .kind = OPTION_FLAG, .modes = "bmwduptsfgqlx"},
};

static inline int molding_has(const molding_options *options, molding_option which) {
    return options->value[which].at > 0;
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

static inline int molding_read_booking(molding_options *options, const option_value *value) {
    const uint32_t number = options->bookings_count;

    if (number == MOLDING_BOOKINGS_MOST) {
        return option_refuse(value->at, "another --book, expected at most %d",
                              MOLDING_BOOKINGS_MOST);
    }
    options->bookings_at[number] = value->at;
    options->bookings_count++;
    return molding_span(value->text, &options->bookings[number]) ||
           option_refuse(value->at, "--book: \"%s\", expected START:END:COUNT: a time, a later "
                                     "one or open, and a number of processors", value->text);
}

/* The one argument that is no option. */
static inline int molding_read_file(molding_options *options, int at, const char *text) {
    if (options->file != NULL) {
        return option_refuse(at, "\"%s\", expected one file of tasks", text);
    }
    options->file = text;
    options->file_at = at;
    return 1;
}

/* Reads an argument, and its value if it has one; *at is then the last of them. */
static inline int molding_read(molding_options *options, int count, char **words, int *at) {
    const int which = option_find(molding_rules, MOLDING_OPTIONS, words[*at]);
    option_value *value = &options->value[which < MOLDING_OPTIONS ? which : 0];

    if (which == MOLDING_OPTIONS) {
        return words[*at][0] != '-' || words[*at][1] == '\0'
                   ? molding_read_file(options, *at, words[*at])
                   : option_refuse(*at, "\"%s\" is no option, expected one of moldable --help",
                                  words[*at]);
    }
    return option_read(&molding_rules[which], value, which == MOLDING_BOOK, count, words, at) &&
           (which != MOLDING_BOOK || molding_read_booking(options, value));
}

static inline int molding_read_algorithm(molding_options *options) {
    const option_value *value = &options->value[MOLDING_ALGORITHM];
    int at = 0;

    while (value->at > 0 && at < MOLDING_ALGORITHMS &&
           strcmp(value->text, molding_algorithms[at].name) != 0) {
        at++;
    }
    options->algorithm = &molding_algorithms[at < MOLDING_ALGORITHMS ? at : 0];
    return at < MOLDING_ALGORITHMS ||
           option_refuse(value->at, "--algorithm: \"%s\", expected one of moldable --help",
                          value->text);
}

/* Is every option for the algorithm that was chosen? */
static inline int molding_check(const molding_options *options) {
    const int with_file = options->file != NULL;

    return option_check(molding_rules, options->value, MOLDING_OPTIONS,
                        with_file ? options->algorithm->letter : 'x', "moldable",
                        with_file ? "algorithm " : "a run without a file",
                        with_file ? options->algorithm->name : "");
}

/* With --json nothing else goes to standard output. */
static inline int molding_check_json(const molding_options *options) {
    int which;

    for (which = MOLDING_PLAN; which <= MOLDING_CERTIFICATE; which++) {
        const option_value *value = &options->value[which];

        if (molding_has(options, MOLDING_JSON) && value->at > 0 && strcmp(value->text, "-") == 0) {
            return option_refuse(value->at, "%s: \"-\", expected a file beside --json",
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
           option_refuse(count, "the end, expected -m M, the number of processors, before it");
}

#endif
