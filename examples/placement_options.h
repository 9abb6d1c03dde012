/* placement_options.h: what a command line asks of placement.c, and what is wrong in it. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_OPTIONS_H_INCLUDED
#define PLACEMENT_OPTIONS_H_INCLUDED

#include <stdint.h>
#include <string.h>

#include "sched_fattree.h"

#include "hostlist.h"
#include "options.h"

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

typedef struct placement_options {
    option_value value[PLACEMENT_OPTIONS];
    option_value nodes[PLACEMENT_JOBS_MOST];
    uint32_t jobs;
    placement_mode mode;
} placement_options;

/* By placement_option. Each is for some modes only. */
static const option_rule placement_rules[PLACEMENT_OPTIONS] = {
    {.name = "--topology", .kind = OPTION_WORD, .modes = "egusr"},
    {.name = "--busy", .kind = OPTION_WORD, .modes = "egs"},
    {.name = "--down", .kind = OPTION_WORD, .modes = "egs"},
    {.name = "--mode", .kind = OPTION_WORD, .modes = "egus"},
    {.name = "--nodes", .kind = OPTION_NUMBER, .least = 1, .most = SKED_FATTREE_MAX,
     .modes = "egus"},
    {.name = "--together", .kind = OPTION_FLAG, .modes = "eg"},
    {.name = "--levels", .kind = OPTION_NUMBER, .least = 1, .most = SKED_FATTREE_LEVELS,
     .modes = "eg"},
    {.name = "--prefer", .kind = OPTION_NUMBER, .least = 1, .most = SKED_FATTREE_LEVELS,
     .modes = "eg"},
    {.name = "--leaves", .kind = OPTION_NUMBER, .least = 1, .most = SKED_FATTREE_MAX,
     .modes = "eg"},
    {.name = "--segment", .kind = OPTION_NUMBER, .least = 1, .most = SKED_FATTREE_MAX,
     .modes = "eg"},
    {.name = "--fragment", .kind = OPTION_NUMBER, .most = 1024, .modes = "eg"},
    {.name = "--steps", .kind = OPTION_NUMBER, .least = 1, .most = INT64_MAX, .modes = "e"},
    {.name = "--allow", .kind = OPTION_WORD, .modes = "egs"},
    {.name = "--exclude", .kind = OPTION_WORD, .modes = "egs"},
    {.name = "--require", .kind = OPTION_WORD, .modes = "eg"},
    {.name = "--unit", .kind = OPTION_NUMBER, .least = 1, .most = SKED_FATTREE_MAX,
     .modes = "ur"},
    {.name = "--batch", .kind = OPTION_NUMBER, .least = 1, .most = 64, .modes = "ur"},
    {.name = "--trace", .kind = OPTION_WORD, .modes = "r"},
    {.name = "--policy", .kind = OPTION_WORD, .modes = "r"},
    {.name = "--first", .kind = OPTION_NUMBER, .least = 1, .most = 1000000, .modes = "r"},
    {.name = "--load", .kind = OPTION_NUMBER, .least = 1, .most = 1000, .modes = "r"},
    {.name = "--json", .kind = OPTION_FLAG, .modes = "egusr"},
    {.name = "--help", .kind = OPTION_FLAG, .modes = "egusr"},
};

static const char *const placement_modes[] = {"exact", "greedy", "units", "slurm"};

static inline int placement_has(const placement_options *options, placement_option which) {
    return options->value[which].at > 0;
}

/* Reads an option and its value; *at is then its last argument. */
static inline int placement_read(placement_options *options, int count, char **words, int *at) {
    const int which = option_find(placement_rules, PLACEMENT_OPTIONS, words[*at]);
    option_value *value = &options->value[which < PLACEMENT_OPTIONS ? which : 0];

    if (which == PLACEMENT_OPTIONS) {
        return option_refuse(*at, "\"%s\" is no option, expected one of placement --help",
                          words[*at]);
    }
    if (!option_read(&placement_rules[which], value, which == PLACEMENT_NODES, count, words, at)) {
        return 0;
    }
    if (which == PLACEMENT_NODES) {
        if (options->jobs == PLACEMENT_JOBS_MOST) {
            return option_refuse(*at, "another job, expected at most %d", PLACEMENT_JOBS_MOST);
        }
        options->nodes[options->jobs++] = *value;
    }
    return 1;
}

static inline int placement_read_mode(placement_options *options) {
    const option_value *value = &options->value[PLACEMENT_MODE];
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
           option_refuse(value->at, "--mode: \"%s\", expected exact, greedy, units or slurm",
                         value->text);
}

/* Is every option for the mode that was chosen? */
static inline int placement_check(const placement_options *options) {
    const int replays = options->mode == PLACEMENT_REPLAY;

    return option_check(placement_rules, options->value, PLACEMENT_OPTIONS, "egusr"[options->mode],
                        "placement", replays ? "a replay" : "mode ",
                        replays ? "" : placement_modes[options->mode]);
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
        return option_refuse(count, "the end, expected --topology FILE or SHAPE before it");
    }
    if (options->mode != PLACEMENT_REPLAY && options->jobs == 0) {
        return option_refuse(count, "the end, expected --nodes K, or --policy easy, before it");
    }
    return 1;
}

#endif
