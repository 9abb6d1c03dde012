/* placement_options.h: what a command line asks of placement.c, and what is wrong in it. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_OPTIONS_H_INCLUDED
#define PLACEMENT_OPTIONS_H_INCLUDED

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sched_fattree.h"

#include "hostlist.h"

enum { PLACEMENT_JOBS_MOST = 256 };

typedef enum placement_option {
    PLACEMENT_TOPOLOGY, PLACEMENT_BUSY, PLACEMENT_DOWN, PLACEMENT_MODE, PLACEMENT_NODES,
    PLACEMENT_TOGETHER, PLACEMENT_LEVELS, PLACEMENT_PREFER, PLACEMENT_LEAVES, PLACEMENT_SEGMENT,
    PLACEMENT_FRAGMENT, PLACEMENT_STEPS, PLACEMENT_ALLOW, PLACEMENT_EXCLUDE, PLACEMENT_REQUIRE,
    PLACEMENT_UNIT, PLACEMENT_BATCH, PLACEMENT_TRACE, PLACEMENT_POLICY, PLACEMENT_FIRST,
    PLACEMENT_LOAD, PLACEMENT_JSON, PLACEMENT_HELP, PLACEMENT_OPTIONS
} placement_option;

typedef enum placement_mode {
    PLACEMENT_EXACT, PLACEMENT_GREEDY, PLACEMENT_UNITS, PLACEMENT_SLURM, PLACEMENT_REPLAY
} placement_mode;

/* An option that was given; at 0: it was not. */
typedef struct placement_value {
    int at;                         /* the argument with its value, from 1                    */
    const char *text;
    uint64_t number;
} placement_value;

typedef struct placement_options {
    placement_value value[PLACEMENT_OPTIONS];
    placement_value nodes[PLACEMENT_JOBS_MOST];
    uint32_t jobs;
    placement_mode mode;
} placement_options;

typedef enum placement_kind { PLACEMENT_WORD, PLACEMENT_NUMBER, PLACEMENT_FLAG } placement_kind;

/* By placement_option. Each is for some modes only. */
static const struct placement_rule {
    const char *name;
    placement_kind kind;
    uint64_t least, most;
    const char *modes;              /* the first letters of those that know it                */
} placement_rules[PLACEMENT_OPTIONS] = {
    {.name = "--topology", .kind = PLACEMENT_WORD, .modes = "egusr"},
    {.name = "--busy", .kind = PLACEMENT_WORD, .modes = "egs"},
    {.name = "--down", .kind = PLACEMENT_WORD, .modes = "egs"},
    {.name = "--mode", .kind = PLACEMENT_WORD, .modes = "egus"},
    {.name = "--nodes", .kind = PLACEMENT_NUMBER, .least = 1, .most = SKED_FATTREE_MAX,
     .modes = "egus"},
    {.name = "--together", .kind = PLACEMENT_FLAG, .modes = "eg"},
    {.name = "--levels", .kind = PLACEMENT_NUMBER, .least = 1, .most = SKED_FATTREE_LEVELS,
     .modes = "eg"},
    {.name = "--prefer", .kind = PLACEMENT_NUMBER, .least = 1, .most = SKED_FATTREE_LEVELS,
     .modes = "eg"},
    {.name = "--leaves", .kind = PLACEMENT_NUMBER, .least = 1, .most = SKED_FATTREE_MAX,
     .modes = "eg"},
    {.name = "--segment", .kind = PLACEMENT_NUMBER, .least = 1, .most = SKED_FATTREE_MAX,
     .modes = "eg"},
    {.name = "--fragment", .kind = PLACEMENT_NUMBER, .most = 1024, .modes = "eg"},
    {.name = "--steps", .kind = PLACEMENT_NUMBER, .least = 1, .most = INT64_MAX, .modes = "e"},
    {.name = "--allow", .kind = PLACEMENT_WORD, .modes = "egs"},
    {.name = "--exclude", .kind = PLACEMENT_WORD, .modes = "egs"},
    {.name = "--require", .kind = PLACEMENT_WORD, .modes = "eg"},
    {.name = "--unit", .kind = PLACEMENT_NUMBER, .least = 1, .most = SKED_FATTREE_MAX,
     .modes = "ur"},
    {.name = "--batch", .kind = PLACEMENT_NUMBER, .least = 1, .most = 64, .modes = "ur"},
    {.name = "--trace", .kind = PLACEMENT_WORD, .modes = "r"},
    {.name = "--policy", .kind = PLACEMENT_WORD, .modes = "r"},
    {.name = "--first", .kind = PLACEMENT_NUMBER, .least = 1, .most = 1000000, .modes = "r"},
    {.name = "--load", .kind = PLACEMENT_NUMBER, .least = 1, .most = 1000, .modes = "r"},
    {.name = "--json", .kind = PLACEMENT_FLAG, .modes = "egusr"},
    {.name = "--help", .kind = PLACEMENT_FLAG, .modes = "egusr"},
};

static const char *const placement_modes[] = {"exact", "greedy", "units", "slurm"};

/* Says what is wrong with an argument, and what was expected. Returns 0. */
static inline int placement_refuse(int at, const char *format, ...) {
    va_list values;

    fflush(stdout);                 /* answers and faults in the order of the jobs */
    fprintf(stderr, "argument %d: ", at);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    return 0;
}

static inline int placement_has(const placement_options *options, placement_option which) {
    return options->value[which].at > 0;
}

static inline int placement_number(const struct placement_rule *rule, placement_value *value) {
    const char *at = value->text;

    value->number = 0;
    for (; *at >= '0' && *at <= '9' && value->number <= rule->most / 10; at++) {
        value->number = value->number * 10 + (uint64_t)(*at - '0');
    }
    if (*at != '\0' || at == value->text || value->number < rule->least ||
        value->number > rule->most) {
        return placement_refuse(value->at, "%s: \"%s\", expected a whole number from %" PRIu64
                                           " to %" PRIu64, rule->name, value->text, rule->least,
                                rule->most);
    }
    return 1;
}

/* Reads an option and its value; *at is that of its name, then of its last argument. */
static inline int placement_read(placement_options *options, int count, char **words, int *at) {
    const struct placement_rule *rule;
    placement_value value;
    int which = 0;

    while (which < PLACEMENT_OPTIONS && strcmp(words[*at], placement_rules[which].name) != 0) {
        which++;
    }
    if (which == PLACEMENT_OPTIONS) {
        return placement_refuse(*at, "\"%s\" is no option, expected one of placement --help",
                                words[*at]);
    }
    rule = &placement_rules[which];
    if (options->value[which].at > 0 && which != PLACEMENT_NODES) {
        return placement_refuse(*at, "another %s, expected one", rule->name);
    }
    if (rule->kind != PLACEMENT_FLAG && ++*at == count) {
        return placement_refuse(*at, "the value of %s is missing, expected one", rule->name);
    }
    value.at = *at;
    value.text = words[*at];
    value.number = 1;
    if (rule->kind == PLACEMENT_NUMBER && !placement_number(rule, &value)) {
        return 0;
    }
    options->value[which] = value;
    if (which == PLACEMENT_NODES) {
        if (options->jobs == PLACEMENT_JOBS_MOST) {
            return placement_refuse(*at, "another job, expected at most %d", PLACEMENT_JOBS_MOST);
        }
        options->nodes[options->jobs++] = value;
    }
    return 1;
}

static inline int placement_read_mode(placement_options *options) {
    const placement_value *value = &options->value[PLACEMENT_MODE];
    int at = 0;

    if (placement_has(options, PLACEMENT_POLICY) || placement_has(options, PLACEMENT_TRACE)) {
        options->mode = PLACEMENT_REPLAY;
        return 1;
    }
    while (value->at > 0 && at < PLACEMENT_REPLAY &&
           strcmp(value->text, placement_modes[at]) != 0) {
        at++;
    }
    options->mode = (placement_mode)at;
    return at < PLACEMENT_REPLAY ||
           placement_refuse(value->at, "--mode: \"%s\", expected exact, greedy, units or slurm",
                            value->text);
}

/* Is every option for the mode that was chosen? */
static inline int placement_check(const placement_options *options) {
    const char letter = "egusr"[options->mode];
    int which;

    for (which = 0; which < PLACEMENT_OPTIONS; which++) {
        if (options->value[which].at > 0 &&
            strchr(placement_rules[which].modes, letter) == NULL) {
            return placement_refuse(options->value[which].at, "%s is not for %s%s, expected "
                                                              "options that placement --help has "
                                                              "for it",
                                    placement_rules[which].name,
                                    options->mode == PLACEMENT_REPLAY ? "a replay" : "mode ",
                                    options->mode == PLACEMENT_REPLAY
                                        ? "" : placement_modes[options->mode]);
        }
    }
    return 1;
}

/* Reads all arguments; what is wrong is told. */
static inline int placement_parse(placement_options *options, int count, char **words) {
    int at;

    memset(options, 0, sizeof *options);
    for (at = 1; at < count; at++) {
        if (!placement_read(options, count, words, &at)) {
            return 0;
        }
        if (placement_has(options, PLACEMENT_HELP)) {
            return 1;
        }
    }
    if (!placement_read_mode(options) || !placement_check(options)) {
        return 0;
    }
    if (!placement_has(options, PLACEMENT_TOPOLOGY)) {
        return placement_refuse(count, "the end, expected --topology FILE or SHAPE before it");
    }
    if (options->mode != PLACEMENT_REPLAY && options->jobs == 0) {
        return placement_refuse(count, "the end, expected --nodes K, or --policy easy, before it");
    }
    return 1;
}

#endif
