/* replay_options.h: what a command line asks of replay.c: policies, workload, outputs. */
/* SPDX-License-Identifier: MIT */
#ifndef REPLAY_OPTIONS_H_INCLUDED
#define REPLAY_OPTIONS_H_INCLUDED

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sched.h"
#include "swil.h"

#include "accuracy.h"
#include "options.h"
#include "queue_policy.h"
#include "spans.h"
#include "tiers.h"
#include "workload_choice.h"

enum { POLICIES_MAX = 16, SPANS_MAX = 64 };

typedef enum replay_option {
    REPLAY_POLICY, REPLAY_SAME_INSTANT, REPLAY_HEAD_LOAD, REPLAY_PROCESSORS, REPLAY_BOOK,
    REPLAY_BOOKINGS, REPLAY_DEPENDENCIES, REPLAY_KINDS, REPLAY_SHARES, REPLAY_PREEMPT, REPLAY_GRACE,
    REPLAY_ESTIMATES, REPLAY_FIRST, REPLAY_LOAD, REPLAY_HEAD_OUT, REPLAY_SECONDS, REPLAY_GANTT,
    REPLAY_HISTORY, REPLAY_JOBS, REPLAY_PAJE, REPLAY_STARTS, REPLAY_EXPLAIN, REPLAY_ACCURACY,
    REPLAY_JSON, REPLAY_HEAD_TIERS, REPLAY_USAGE, REPLAY_MIGRATION, REPLAY_BACKGROUNDS,
    REPLAY_BACKGROUND_ORDER, REPLAY_OPTIONS
} replay_option;

/* As swil_rule numbers them. */
static const char *const rule_names[] = {"batch", "submit", "end", NULL};

/* By replay_option. */
static const option_rule replay_rules[REPLAY_OPTIONS] = {
    {.name = "--policy", .value = "NAME[,NAME...]",
     .help = "compare these, which are explained below; default: fcfs,easy,easy-sjbf; with "
             "--shares: easy,fair"},
    {.name = "--same-instant", .value = "RULE", .choices = rule_names,
     .help = "when several things happen at once: batch, one pass after all of them (default); "
             "submit or end, a pass after each, submissions or ends first, and ends in the order "
             "in which their jobs started"},
    {.help = "The workload:"},
    {.name = "--processors", .value = "N", .least = 1, .most = INT32_MAX,
     .help = "size of the machine; default: as the trace's header says, else its widest job; "
             "without a trace 256"},
    {.name = "--book", .value = SPANS_FORM, .repeats = 1,
     .help = "keep COUNT processors free of jobs during [START, END), in seconds of the trace's "
             "clock; END may be never"},
    {.name = "--bookings", .value = "FILE",
     .help = "keep booked processors free of jobs: lines START END SET, as 0 3600 0-3,7, or "
             "START END any N"},
    {.name = "--dependencies",
     .help = "a job waits for the end of its preceding job and for its think time after that "
             "(fields 17 and 18 of the trace); waits count from its submission"},
    {.name = "--kinds", .value = "FILE",
     .help = "partitions, features and licences: lines kind NAME SET [partition N ...] [queue N "
             "...], for jobs that the trace has there (fields 16 and 15), and quota NAME CAPACITY "
             "reserve|pass N [each] [of KIND ...], N for each job or for each of its processors"},
    {.name = "--shares", .value = "FILE",
     .help = "accounts with shares: lines account NAME SHARES [below NAME] [precedence N] [user N "
             "...] [group N ...], for jobs of these users and groups (fields 12 and 13), others "
             "SHARES [below NAME], for each other user (default: 1), half-life SECONDS, and ahead "
             "SECONDS"},
    {.name = "--preempt", .value = "QUEUE", .most = INT32_MAX,
     .help = "jobs of this queue (field 15) are urgent: they go before jobs that came earlier, and "
             "running jobs of other queues are stopped for them, those that lose the least work; "
             "these run again from their beginning. An urgent job that finds only urgent ones "
             "waits"},
    {.name = "--grace", .value = "SECONDS", .most = INT32_MAX,
     .help = "how long a job may run on that is to be stopped; default: 0"},
    {.name = "--estimates", .value = "KIND", .choices = estimates_names,
     .help = "requested: as the trace has them (default); actual: users know their run times; "
             "model: drawn anew, few, round and generous values"},
    {.name = "--first", .value = "N", .least = 1, .most = INT32_MAX / 2,
     .help = "only the first N jobs; without a trace: generate N jobs, default 3000"},
    {.name = "--load", .value = "PERCENT", .least = 1, .most = 100000,
     .help = "stretch the times between submissions to this offered load; default without a "
             "trace: 85"},
    {.help = "What is printed and written:"},
    {.name = "--seconds", .help = "print times as plain seconds"},
    {.name = "--gantt", .value = "FILE.svg",
     .help = "draw the most crowded day; of several policies with one tier the first above the "
             "last, on the day when that one backfills the most jobs"},
    {.name = "--history", .value = "FILE.svg",
     .help = "draw what the accounts of --shares used as time went by, beside their targets; of "
             "several policies the first above the last"},
    {.name = "--jobs", .value = "FILE.csv",
     .help = "write what became of each job, in the columns of Batsim's _jobs.csv (one policy)"},
    {.name = "--paje", .value = "FILE.trace",
     .help = "write what ran on each processor as a Paje trace, for viewers such as ViTE (one "
             "policy)"},
    {.name = "--starts", .value = "FILE.csv",
     .help = "write when each job started (one policy); with two tiers also first_start, of any "
             "run, and end"},
    {.name = "--explain", .value = "ID", .most = UINT64_MAX,
     .help = "tell the story of one job (one policy)"},
    {.name = "--accuracy", .value = "N",
     .help = "forecast the start of every N-th job when it is submitted, and compare; auto: of "
             "200 jobs or fewer, so that it takes a second or two"},
    {.name = "--json", .help = "print one JSON object instead: docs/json.md"},
    {.help = "Two-tier policies only:"},
    {.name = "--usage", .value = "KIND", .choices = tiers_usage_names,
     .help = "known: the scheduler knows how much of its processor each process uses (default); "
             "unknown: it does not; full: each uses all of its processor"},
    {.name = "--migration", .value = "SECONDS", .most = INT32_MAX,
     .help = "what a migration costs; default: 20"},
    {.name = "--backgrounds", .value = "N", .least = 1, .most = 7,
     .help = "backgrounds of each processor; default: 1"},
    {.name = "--background-order", .value = "ORDER",
     .help = "in which order waiting jobs go there: fcfs, sjf (default) or narrowest"},
};

static const char replay_about[] =
    "Replays a job trace in the Standard Workload Format under several policies, and\n"
    "compares what users would see. Without a trace a workload is generated; - reads\n"
    "standard input, as in: gzip -dc TRACE.swf.gz | replay -\n"
    "A job that runs longer than it requested is stopped at the requested time.\n";

static const char replay_notes[] =
    "Policies:\n"
    "  fcfs                    first come, first served, without backfilling\n"
    "  sjf                     the shortest estimate first, without backfilling\n"
    "  easy                    fcfs with EASY backfilling\n"
    "  easy-sjbf               ... the shortest estimate is backfilled first\n"
    "  conservative            each job is promised a start when it is submitted;\n"
    "                          all may move up, in order, whenever one ends\n"
    "  conservative-rebuild    ... with reservations made afresh in each pass, which\n"
    "                          promise nothing\n"
    "  depth:K, depth:K-sjbf   the first K jobs have reservations, the others are\n"
    "                          backfilled as by easy, easy-sjbf\n"
    "  fair                    easy by shares: the account that has used least for\n"
    "                          its shares goes first, in backfilling too (--shares)\n"
    "  fair-sjbf               ... the shortest estimate is backfilled first\n"
    "  keasy, reasy, measy     easy in two tiers: a job that waits may run in the\n"
    "                          background of others. When its turn comes on other\n"
    "                          processors, it is killed and starts anew there\n"
    "                          (keasy), waits for its own (reasy) or migrates\n"
    "                          (measy)\n\n"
    "A trace does not say how much of its processor each process uses, nor how fast a\n"
    "background runs: for two tiers both are drawn from the model published with\n"
    "MEASY, with seed 1. A foreground may lose 4 % to what runs behind it, so all\n"
    "policies of such a replay get estimates divided by 0.96. Two tiers do not go\n"
    "with --same-instant submit or end, --book, --bookings, --dependencies,\n"
    "--kinds, --shares, --preempt, --accuracy, --explain and --jobs.\n"
    "Jobs are not stopped (--preempt) with --same-instant submit or end, --book,\n"
    "--bookings, --kinds, --accuracy and --explain.\n";

static const option_program replay_program = {
    .name = "replay", .synopsis = "[OPTION ...] [TRACE.swf]", .about = replay_about,
    .notes = replay_notes, .rules = replay_rules, .rules_count = REPLAY_OPTIONS};

typedef struct options {
    queue_policy chosen[POLICIES_MAX];
    uint32_t policies_count, spans_count;
    sked_span spans[SPANS_MAX];
    const char *span_texts[SPANS_MAX];
    swil_rule rule;
    uint32_t processors, first, load_percent, accuracy, urgent_queue, grace;
    uint64_t explain_id;
    int estimates, explain, json, seconds, dependencies, preempt;
    const char *starts, *jobs, *gantt, *paje, *history, *trace, *bookings, *kinds, *shares;
    tiers_options tiers;
    const queue_policy *two_tiers;  /* the first of the chosen policies with two tiers; or NULL */
} options;

/* ---- Policies -------------------------------------------------------------------------------- */

static inline int parse_policies(options *opts, const char *names) {
    size_t length;

    for (;; names += length + 1) {
        length = strcspn(names, ",");
        if (opts->policies_count == POLICIES_MAX) {
            return option_refuse("replay", "--policy: \"%.*s\" is one too many, expected at most "
                                           "%d policies", (int)length, names, (int)POLICIES_MAX);
        }
        if (!queue_policy_read("replay", names, length, QUEUE_POLICY_SHARES | QUEUE_POLICY_TIERS,
                               &opts->chosen[opts->policies_count])) {
            return 0;
        }
        opts->policies_count++;
        if (names[length] == '\0') {
            return 1;
        }
    }
}

/* ---- One option after another ---------------------------------------------------------------- */

static inline int parse_book(options *opts, const option_line *line) {
    if (opts->spans_count == SPANS_MAX) {
        return option_refuse("replay", "--book: \"%s\" is one too many, expected at most %d "
                                       "bookings", line->text, (int)SPANS_MAX);
    }
    opts->span_texts[opts->spans_count] = line->text;
    return span_read(line, INT32_MAX, &opts->spans[opts->spans_count++]);
}

static inline int parse_accuracy(options *opts, const option_line *line) {
    uint64_t every;

    if (strcmp(line->text, "auto") == 0) {
        opts->accuracy = ACCURACY_AUTO;
        return 1;
    }
    if (!option_digits(line->text, strlen(line->text), INT32_MAX, &every) || every == 0) {
        return option_refuse("replay", "--accuracy: \"%s\", expected a whole number from 1 to %ld, "
                                       "or auto", line->text, (long)INT32_MAX);
    }
    opts->accuracy = (uint32_t)every;
    return 1;
}

static inline int parse_option(options *opts, const option_line *line, replay_option which) {
    switch (which) {
    case REPLAY_POLICY: return parse_policies(opts, line->text);
    case REPLAY_SAME_INSTANT: opts->rule = (swil_rule)line->number; break;
    case REPLAY_PROCESSORS: opts->processors = (uint32_t)line->number; break;
    case REPLAY_BOOK: return parse_book(opts, line);
    case REPLAY_BOOKINGS: opts->bookings = line->text; break;
    case REPLAY_DEPENDENCIES: opts->dependencies = 1; break;
    case REPLAY_KINDS: opts->kinds = line->text; break;
    case REPLAY_SHARES: opts->shares = line->text; break;
    case REPLAY_PREEMPT:
        opts->preempt = 1;
        opts->urgent_queue = (uint32_t)line->number;
        break;
    case REPLAY_GRACE: opts->grace = (uint32_t)line->number; break;
    case REPLAY_ESTIMATES: opts->estimates = (int)line->number; break;
    case REPLAY_FIRST: opts->first = (uint32_t)line->number; break;
    case REPLAY_LOAD: opts->load_percent = (uint32_t)line->number; break;
    case REPLAY_SECONDS: opts->seconds = 1; break;
    case REPLAY_GANTT: opts->gantt = line->text; break;
    case REPLAY_HISTORY: opts->history = line->text; break;
    case REPLAY_JOBS: opts->jobs = line->text; break;
    case REPLAY_PAJE: opts->paje = line->text; break;
    case REPLAY_STARTS: opts->starts = line->text; break;
    case REPLAY_EXPLAIN:
        opts->explain = 1;
        opts->explain_id = line->number;
        break;
    case REPLAY_ACCURACY: return parse_accuracy(opts, line);
    case REPLAY_JSON: opts->json = 1; break;
    case REPLAY_USAGE: opts->tiers.usage = (int)line->number; break;
    case REPLAY_MIGRATION: opts->tiers.migration = (uint32_t)line->number; break;
    case REPLAY_BACKGROUNDS: opts->tiers.backgrounds = (uint32_t)line->number; break;
    case REPLAY_BACKGROUND_ORDER:
        return option_named(line, tiers_order_name, TIERS_ORDERS, &opts->tiers.order);
    case REPLAY_HEAD_LOAD:
    case REPLAY_HEAD_OUT:
    case REPLAY_HEAD_TIERS:
    case REPLAY_OPTIONS: break;
    }
    return 1;
}

/* ---- All of them together -------------------------------------------------------------------- */

/* The first of some options that was given; NULL: none was. */
static inline const char *first_given(const option_line *line, const replay_option *which,
                                      size_t count) {
    size_t at;

    for (at = 0; at < count; at++) {
        if (option_was_given(line, which[at])) {
            return replay_rules[which[at]].name;
        }
    }
    return NULL;
}

/* Some results are of one policy. */
static inline int check_single(const options *opts, const option_line *line) {
    static const replay_option single[] = {REPLAY_STARTS, REPLAY_JOBS, REPLAY_PAJE,
                                           REPLAY_EXPLAIN};
    const char *option = first_given(line, single, 4);

    return option == NULL || opts->policies_count == 1 ||
           option_refuse("replay", "%s: %lu policies, expected exactly one: --policy NAME", option,
                         (unsigned long)opts->policies_count);
}

/* What two-tier policies need, and what there is not with them. */
static inline int check_tiers(const options *opts, const option_line *line) {
    static const replay_option without[] = {REPLAY_EXPLAIN, REPLAY_JOBS, REPLAY_BOOK,
                                            REPLAY_BOOKINGS, REPLAY_ACCURACY,
                                            REPLAY_DEPENDENCIES, REPLAY_KINDS, REPLAY_SHARES,
                                            REPLAY_PREEMPT};
    static const replay_option with[] = {REPLAY_USAGE, REPLAY_MIGRATION, REPLAY_BACKGROUNDS,
                                         REPLAY_BACKGROUND_ORDER};
    const char *option = opts->two_tiers != NULL ? first_given(line, without, 9)
                                                 : first_given(line, with, 4);

    if (opts->two_tiers == NULL) {
        return option == NULL ||
               option_refuse("replay", "%s: no two-tier policy, expected keasy, reasy or measy in "
                                       "--policy", option);
    }
    if (option != NULL) {
        return option_refuse("replay", "%s does not go with the two-tier policy %s, expected "
                                       "policies of one tier alone", option, opts->two_tiers->name);
    }
    return opts->rule == SWIL_BATCH ||
           option_refuse("replay", "--same-instant: \"%s\" with the two-tier policy %s, expected "
                                   "batch", rule_names[opts->rule], opts->two_tiers->name);
}

/* What there is not where jobs wait for others: a forecast, and passes between events. */
static inline int check_dependencies(const options *opts, const option_line *line) {
    static const replay_option without[] = {REPLAY_EXPLAIN, REPLAY_ACCURACY};
    const char *option = first_given(line, without, 2);

    if (!opts->dependencies) {
        return 1;
    }
    if (option != NULL) {
        return option_refuse("replay", "%s does not go with --dependencies, expected one of them",
                             option);
    }
    if (opts->trace == NULL) {
        return option_refuse("replay", "--dependencies: there is no trace, expected TRACE.swf");
    }
    return opts->rule == SWIL_BATCH ||
           option_refuse("replay", "--same-instant: \"%s\" with --dependencies, expected batch",
                         rule_names[opts->rule]);
}

/* What there is not with kinds: beyond one reservation, bookings by number. */
static inline int check_kinds(const options *opts) {
    uint32_t at;

    for (at = 0; opts->kinds != NULL && at < opts->policies_count; at++) {
        if (opts->chosen[at].depth > 1 && opts->spans_count > 0) {
            return option_refuse("replay", "--book does not go with --kinds and the policy %s, "
                                           "expected --bookings", opts->chosen[at].name);
        }
    }
    return 1;
}

/* Who asks for accounts without any. */
static inline int check_shares(const options *opts) {
    uint32_t at;

    for (at = 0; opts->shares == NULL && at < opts->policies_count; at++) {
        if (opts->chosen[at].order == SKED_BY_SHARE) {
            return option_refuse("replay", "--policy: \"%s\" without accounts, expected --shares "
                                           "FILE", opts->chosen[at].name);
        }
    }
    return opts->shares != NULL || opts->history == NULL ||
           option_refuse("replay", "--history: there are no accounts, expected --shares FILE");
}

/* What there is not where jobs are stopped: other bookings, kinds, forecasts, and
   stories of jobs that run once. */
static inline int check_preempt(const options *opts, const option_line *line) {
    static const replay_option without[] = {REPLAY_BOOK, REPLAY_BOOKINGS, REPLAY_KINDS,
                                            REPLAY_ACCURACY, REPLAY_EXPLAIN};
    const char *option = first_given(line, without, 5);

    if (!opts->preempt) {
        return !option_was_given(line, REPLAY_GRACE) ||
               option_refuse("replay", "--grace: no job is stopped, expected --preempt QUEUE");
    }
    if (option != NULL) {
        return option_refuse("replay", "%s does not go with --preempt, expected one of them",
                             option);
    }
    return opts->rule == SWIL_BATCH ||
           option_refuse("replay", "--same-instant: \"%s\" with --preempt, expected batch",
                         rule_names[opts->rule]);
}

/* What JSON does not have. */
static inline int check_json(const options *opts, const option_line *line) {
    static const replay_option without[] = {REPLAY_EXPLAIN, REPLAY_ACCURACY};
    const char *option = first_given(line, without, 2);

    return !opts->json || option == NULL ||
           option_refuse("replay", "%s does not go with --json, expected one of them", option);
}

/* What follows from the options together. */
static inline void settle(options *opts) {
    uint32_t at;

    if (opts->policies_count == 0) {
        (void)parse_policies(opts, opts->shares != NULL ? "easy,fair" : "fcfs,easy,easy-sjbf");
    }
    for (at = opts->policies_count; at-- > 0;) {
        if (opts->chosen[at].two_tiers) {
            opts->two_tiers = &opts->chosen[at];
        }
    }
}

/* Returns 1, or 0: then the program ends with line->status. */
static inline int parse_options(options *opts, option_line *line) {
    int which;

    opts->tiers = tiers_options_defaults();
    for (which = option_next(line); which >= OPTION_FILE; which = option_next(line)) {
        if (which == OPTION_FILE ? !option_take_file(line, &opts->trace)
                                 : !parse_option(opts, line, (replay_option)which)) {
            return 0;
        }
    }
    settle(opts);
    return which == OPTION_END && check_single(opts, line) && check_tiers(opts, line) &&
           check_dependencies(opts, line) && check_kinds(opts) && check_shares(opts) &&
           check_preempt(opts, line) && check_json(opts, line);
}

#endif
