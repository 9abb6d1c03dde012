/* placement_options.h: what a command line asks of placement.c, and what is wrong in it. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_OPTIONS_H_INCLUDED
#define PLACEMENT_OPTIONS_H_INCLUDED

#include <stdint.h>
#include <string.h>

#include "sched_fattree.h"

#include "hostlist.h"
#include "options.h"
#include "placement_rules.h"

enum { PLACEMENT_JOBS_MOST = 256, PLACEMENT_RULES_MOST = 8 };

typedef enum placement_option {
    PLACEMENT_TOPOLOGY, PLACEMENT_BUSY, PLACEMENT_DOWN, PLACEMENT_NODES, PLACEMENT_MODE,
    PLACEMENT_TABLE, PLACEMENT_JSON, PLACEMENT_HEAD_LIMITS, PLACEMENT_LEVELS, PLACEMENT_PREFER,
    PLACEMENT_LEAVES, PLACEMENT_SEGMENT, PLACEMENT_FRAGMENT, PLACEMENT_STEPS, PLACEMENT_ALLOW,
    PLACEMENT_EXCLUDE, PLACEMENT_REQUIRE, PLACEMENT_RULE, PLACEMENT_AIM, PLACEMENT_CROSS,
    PLACEMENT_TOGETHER, PLACEMENT_HEAD_UNITS, PLACEMENT_UNIT, PLACEMENT_BATCH,
    PLACEMENT_HEAD_REPLAY, PLACEMENT_POLICY, PLACEMENT_FIRST, PLACEMENT_LOAD, PLACEMENT_SECONDS,
    PLACEMENT_OPTIONS
} placement_option;

typedef enum placement_mode {
    PLACEMENT_EXACT, PLACEMENT_GREEDY, PLACEMENT_UNITS, PLACEMENT_SLURM, PLACEMENT_BLOCKS,
    PLACEMENT_REPLAY
} placement_mode;

typedef struct placement_options {
    option_value value[PLACEMENT_OPTIONS];
    option_value nodes[PLACEMENT_JOBS_MOST];
    uint32_t jobs;
    option_value busy[PLACEMENT_JOBS_MOST];     /* of each job that runs, or of several        */
    uint32_t running;
    const char *rule_text[PLACEMENT_RULES_MOST];
    sked_fattree_rule rules[PLACEMENT_RULES_MOST];
    uint32_t rules_count;
    sked_fattree_aim aim;
    uint32_t aim_level;             /* 0: leaf switches                                        */
    placement_mode mode;
    const char *trace;              /* of a replay; NULL: generated jobs                       */
} placement_options;

/* As placement_mode numbers them; as a replay's queue has reservations. */
static const char *const placement_modes[] = {"exact", "greedy", "units", "slurm", "blocks", NULL};
static const char *const placement_policies[] = {"fcfs", "easy", NULL};

/* By placement_option. Each is for some modes only: e, g, u, s, b as above, and r, a replay. */
static const option_rule placement_rules[PLACEMENT_OPTIONS] = {
    {.name = "--topology", .value = "FILE|SHAPE", .modes = "egusbr",
     .help = "Slurm's topology.conf or topology.yaml, of switches or blocks (try "
             "examples/racks.yaml), or what scontrol show topology prints; or 4x4x3: "
             "four switches with four leaf switches with three nodes each, n0, n1, ..."},
    {.name = "--busy", .value = "LIST", .repeats = 1, .modes = "egusb",
     .help = "nodes in use: a[0-3,7],b; for --cross, each list is one job"},
    {.name = "--down", .value = "LIST", .modes = "egusb", .help = "broken ones"},
    {.name = "--nodes", .value = "K", .least = 1, .most = SKED_FATTREE_MAX, .repeats = 1,
     .modes = "egusb", .help = "a job of K nodes; with several, each stays"},
    {.name = "--mode", .value = "MODE", .choices = placement_modes, .modes = "egusb",
     .help = "exact: the fewest hops, with a proof (default)\n"
             "greedy: few hops, in no time, with a bound\n"
             "slurm: the rule of Slurm 22.05, for comparison\n"
             "blocks: the fewest hops where Slurm's topology/block lets a job run; of files with "
             "blocks\n"
             "units: the method of the patent CN110191155B, for comparison"},
    {.name = "--table", .modes = "egusb",
     .help = "for each switch that a job uses: its nodes, the pairs of them that meet there, and "
             "their hops"},
    {.name = "--json", .modes = "egusbr",
     .help = "print one JSON object instead: docs/json.md"},
    {.help = "Limits, of exact and greedy; some of blocks, too:"},
    {.name = "--levels", .value = "N", .least = 1, .most = SKED_FATTREE_LEVELS, .modes = "eg",
     .help = "below one switch of at most this level; 1: a leaf switch"},
    {.name = "--prefer", .value = "N", .least = 1, .most = SKED_FATTREE_LEVELS, .modes = "eg",
     .help = "... if possible"},
    {.name = "--leaves", .value = "N", .least = 1, .most = SKED_FATTREE_MAX, .modes = "eg",
     .help = "on at most N leaf switches"},
    {.name = "--segment", .value = "N", .least = 1, .most = SKED_FATTREE_MAX, .modes = "eg",
     .help = "groups of N nodes share a leaf switch"},
    {.name = "--fragment", .value = "N", .most = 1024, .modes = "eg",
     .help = "0 to 1024: what it costs to break up free places"},
    {.name = "--steps", .value = "N", .least = 1, .most = INT64_MAX, .modes = "eb",
     .help = "at most so many steps; then hops may be above the bound"},
    {.name = "--allow", .value = "LIST", .modes = "egsb", .help = "only these nodes (slurm, too)"},
    {.name = "--exclude", .value = "LIST", .modes = "egsb", .help = "not these (slurm, too)"},
    {.name = "--require", .value = "LIST", .modes = "egb", .help = "these nodes, and others"},
    {.name = "--rule", .value = "RULE", .repeats = 1, .modes = "eg",
     .help = "what is asked of the switches of a level (1: leaf switches): LEVEL:TERM[,TERM ...], "
             "each TERM one of\n"
             "multiple=N: each has a multiple of N nodes, or none\n"
             "rest: ... except one, which may have the rest\n"
             "least=N, most=N: each that has nodes\n"
             "blocks=N: at most N of them\n"
             "whole: only those without busy nodes"},
    {.name = "--aim", .value = "AIM", .modes = "eg",
     .help = "what matters more than the hops: few switches; even: few, evenly filled; spread: "
             "many; near: nothing (default). Of leaf switches, or of level N: N:AIM"},
    {.name = "--cross", .value = "N", .least = 1, .most = SKED_FATTREE_MAX, .modes = "egr",
     .help = "at most N jobs use the links up from a switch. In a replay exact and greedy keep it; "
             "the column crowded counts the jobs that, when they started, put more on one"},
    {.name = "--together", .modes = "eg", .help = "all jobs as one batch: the largest first"},
    {.help = "Units, and their row of a replay:"},
    {.name = "--unit", .value = "N", .least = 1, .most = SKED_FATTREE_MAX, .modes = "ur",
     .help = "nodes of a unit; default: by a rule"},
    {.name = "--batch", .value = "N", .least = 1, .most = 64, .modes = "ur",
     .help = "jobs that are looked at together; default: 4"},
    {.help = "A replay, which compares these ways and others; widths of a trace are nodes:"},
    {.name = "--policy", .value = "NAME", .choices = placement_policies, .modes = "r",
     .help = "fcfs: first come, first served; easy: with EASY backfilling. The row units has the "
             "queue of its method instead"},
    {.name = "--first", .value = "N", .least = 1, .most = 1000000, .modes = "r",
     .help = "only the first N jobs; of the model so many, default 3000"},
    {.name = "--load", .value = "PERCENT", .least = 1, .most = 1000, .modes = "r",
     .help = "stretch the times between submissions to this load; default of the model: 85"},
    {.name = "--seconds", .modes = "r", .help = "print times as plain seconds"},
};

static const option_program placement_program = {
    .name = "placement",
    .synopsis = "--topology FILE|SHAPE [OPTION ...] --nodes K [--nodes K ...]\n"
                "--topology FILE|SHAPE [OPTION ...] --policy easy [TRACE.swf]",
    .about = "Chooses nodes for jobs on a tree of switches so that they have few hops: links\n"
             "on the way from one node to another, summed up over all pairs of a job.\n"
             "A replay reads a trace in the Standard Workload Format, - from standard input;\n"
             "without one it generates jobs by the model of Lublin and Feitelson.\n",
    .notes = "The table of a replay has hops per pair over all pairs, and as a mean over jobs\n"
             "of two nodes or more; how much of the machine is used; how long jobs wait; and\n"
             "how often a job that would have fitted had to wait for other nodes.\n",
    .rules = placement_rules, .rules_count = PLACEMENT_OPTIONS};

static inline int placement_has(const placement_options *options, placement_option which) {
    return options->value[which].given;
}

static inline int placement_take_rule(placement_options *options, const option_line *line) {
    const uint32_t at = options->rules_count;
    uint32_t i;

    if (at == PLACEMENT_RULES_MOST) {
        return option_refuse("placement", "--rule: \"%s\" is one too many, expected at most %d "
                                          "rules", line->text, (int)PLACEMENT_RULES_MOST);
    }
    if (!placement_rule_read(line->text, &options->rules[at])) {
        return 0;
    }
    for (i = 0; i < at; i++) {
        if (options->rules[i].level == options->rules[at].level) {
            return option_refuse("placement", "--rule: \"%s\": level %lu has a rule already, "
                                              "expected one rule with all its terms", line->text,
                                 (unsigned long)options->rules[at].level);
        }
    }
    options->rule_text[options->rules_count++] = line->text;
    return 1;
}

/* Keeps an option or the trace. */
static inline int placement_take(placement_options *options, const option_line *line, int which) {
    if (which == OPTION_FILE) {
        return option_take_file(line, &options->trace);
    }
    options->value[which] = option_value_of(line);
    if (which == PLACEMENT_NODES) {
        if (options->jobs == PLACEMENT_JOBS_MOST) {
            return option_refuse("placement", "--nodes: \"%s\" is one too many, expected at most "
                                              "%d jobs", line->text, (int)PLACEMENT_JOBS_MOST);
        }
        options->nodes[options->jobs++] = options->value[which];
    }
    if (which == PLACEMENT_BUSY) {
        if (options->running == PLACEMENT_JOBS_MOST) {
            return option_refuse("placement", "--busy: \"%s\" is one too many, expected at most "
                                              "%d lists", line->text, (int)PLACEMENT_JOBS_MOST);
        }
        options->busy[options->running++] = options->value[which];
    }
    if (which == PLACEMENT_AIM) {
        return placement_aim_read(line->text, &options->aim, &options->aim_level);
    }
    return which != PLACEMENT_RULE || placement_take_rule(options, line);
}

/* Are the options for the mode that was chosen, and is there enough of them? */
static inline int placement_check(placement_options *options, const option_line *line) {
    const option_value *mode = &options->value[PLACEMENT_MODE];
    const int replays = placement_has(options, PLACEMENT_POLICY) || options->trace != NULL;

    options->mode = replays ? PLACEMENT_REPLAY : (placement_mode)(mode->given ? mode->number : 0);
    if (!option_is_for(line, "egusbr"[options->mode],
                       replays ? "a replay" : placement_modes[options->mode])) {
        return 0;
    }
    if (placement_has(options, PLACEMENT_TABLE) && placement_has(options, PLACEMENT_JSON)) {
        return option_refuse("placement", "--table does not go with --json, expected one of the "
                                          "two");
    }
    if (!placement_has(options, PLACEMENT_TOPOLOGY)) {
        return option_refuse("placement", "--topology is missing, expected --topology FILE or "
                                          "SHAPE");
    }
    if (!replays && options->jobs == 0) {
        return option_refuse("placement", "--nodes is missing, expected --nodes K, or --policy "
                                          "easy");
    }
    if (!placement_has(options, PLACEMENT_POLICY)) {
        options->value[PLACEMENT_POLICY].text = "easy";
        options->value[PLACEMENT_POLICY].number = 1;
    }
    return 1;
}

/* Returns 1, or 0: then the program ends with line->status. */
static inline int placement_parse(placement_options *options, option_line *line) {
    int which;

    memset(options, 0, sizeof *options);
    for (which = option_next(line); which >= OPTION_FILE; which = option_next(line)) {
        if (!placement_take(options, line, which)) {
            return 0;
        }
    }
    return which == OPTION_END && placement_check(options, line);
}

#endif
