/* replay.c: replays a job trace under several queue policies and compares what the users would
   see. */
/* SPDX-License-Identifier: MIT */

/* The queue of sched.h is driven in simulated time (bench/swil.h, bench/swil_tiers.h): the same
   code decides here that would decide in a controller. Without a trace it replays a workload of
   the Lublin-Feitelson model.

   This file has the options, the workload, the policies, the tables and the files. Beside it:

   accuracy.h      how good forecasts of starts were (--accuracy)
   story.h         the story of one job (--explain)
   replay_gantt.h  the picture (--gantt); gantt.h draws it
   bookings.h      bookings that jobs flow around (--bookings)
   booking_words.h lines, words and sets of their file
   tiers.h         what two-tier policies need, and their table
   forecast.h      asks a queue when a job will start; for accuracy.h and story.h
   cells.h         cells of tables
   replay_json.h   all of it as JSON (--json) */

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SKED_IMPLEMENTATION
#include "sched_ar.h"
#include "swil.h"
#include "swil_tiers.h"
#include "workload.h"

#include "accuracy.h"
#include "cells.h"
#include "output.h"
#include "replay_gantt.h"
#include "replay_json.h"
#include "bookings.h"
#include "story.h"
#include "tiers.h"

enum { POLICIES_MAX = 16, SPANS_MAX = 64, COLUMNS = 8 };

#define DEPTH_MOST UINT32_C(0x7FFFFFFF)

static const char usage[] =
    "usage: replay [OPTION ...] [TRACE.swf]\n"
    "Replays a job trace in the Standard Workload Format; - reads standard input, and without a\n"
    "trace a workload is generated. Compressed traces: gzip -dc TRACE.swf.gz | replay -\n"
    "A job that ran longer than it had requested is stopped at the requested time.\n\n"
    "  --policy NAME[,NAME...]        fcfs: first come, first served, without backfilling\n"
    "                                 sjf: the shortest estimate first, without backfilling\n"
    "                                 easy: fcfs with EASY backfilling\n"
    "                                 easy-sjbf: ... the shortest estimate first\n"
    "                                 conservative: each job is promised a start when it comes;\n"
    "                                 all may move up, in their order, when one ends early\n"
    "                                 conservative-rebuild: ... reservations made afresh in each\n"
    "                                 pass, which promise nothing\n"
    "                                 depth:K, depth:K-sjbf: the first K jobs have reservations,\n"
    "                                 the others are backfilled as by easy, easy-sjbf\n"
    "                                 keasy, reasy, measy: easy in two tiers, see below\n"
    "                                 default: fcfs,easy,easy-sjbf\n"
    "  --same-instant batch|submit|end\n"
    "                                 when several things happen at once: one pass after all of\n"
    "                                 them (default), or after each, submissions or ends first\n"
    "  --processors N                 size of the machine; default: as the trace's header says,\n"
    "                                 else its widest job; without a trace 256\n"
    "  --book START:END:COUNT         keep COUNT processors free of jobs during [START, END), in\n"
    "                                 seconds of the trace's clock; END may be never; repeatable\n"
    "  --bookings FILE                keep booked processors free of jobs: lines START END SET,\n"
    "                                 as 0 3600 0-3,7, or START END any N; # begins a comment\n"
    "  --estimates requested|actual|model\n"
    "                                 actual: users who know their run times; model: drawn anew,\n"
    "                                 few, round and generous values; default: requested\n"
    "  --first N                      only the first N jobs; without a trace: generate N jobs,\n"
    "                                 default 3000\n"
    "  --load PERCENT                 stretch the times between submissions to this offered load;\n"
    "                                 default without a trace: 85\n"
    "  --accuracy N                   forecast the start of every N-th job when it is submitted,\n"
    "                                 and compare; 0: of none; default: of 200 jobs or fewer, so\n"
    "                                 that it takes a second or two\n"
    "  --explain ID                   tell the story of one job (one policy only); --accuracy is\n"
    "                                 then 0 by default\n"
    "  --starts FILE.csv              write when each job started (one policy only)\n"
    "  --jobs FILE.csv                write what became of each job, in the columns of Batsim's\n"
    "                                 _jobs.csv (one policy only)\n"
    "  --gantt FILE.svg               draw the most crowded day under the policy; of several with\n"
    "                                 one tier the first above the last, on the day when that\n"
    "                                 one backfills the most jobs\n"
    "  --help                         this text\n";

/* Apart, for C99 only promises strings of 4095 characters. */
static const char usage_tiers[] =
    "\n"
    "  --json                         in place of the tables one JSON object: for each policy the\n"
    "                                 same totals, and the jobs with start, end, width and, with\n"
    "                                 one tier, processors; not with --accuracy, --explain\n"
    "\nTwo-tier policies: a job that waits may run in the background of others meanwhile. When\n"
    "its turn comes on other processors, it is killed and starts anew there (keasy), waits for\n"
    "its own (reasy), or migrates (measy). A trace does not tell how much of its processor each\n"
    "process uses, nor how fast a background runs: both are drawn from the model published with\n"
    "MEASY, with seed 1. A foreground may lose 4 % to what runs behind it. So as soon as one of\n"
    "these policies is named, all get estimates divided by 0.96; run times stay as they are.\n\n"
    "  --usage known|unknown|full     known: the scheduler knows what each process uses (default)\n"
    "                                 unknown: it does not; full: each uses all of its processor\n"
    "  --migration SECONDS            what a migration costs; default: 20\n"
    "  --backgrounds N                backgrounds of each processor, 1 to 7; default: 1\n"
    "  --background-order sjf|fcfs|narrowest\n"
    "                                 in which order waiting jobs go there; default: sjf\n\n"
    "With them --same-instant is batch; there is no --book, --bookings, --accuracy, --explain\n"
    "or --jobs; and --starts writes start (of the run that ended), first_start (of any run) and\n"
    "end.\n";

typedef struct policy {
    char name[32], title[64];
    sked_order order, backfill_order;
    uint32_t depth;
    sked_reservations reservations;
    int two_tiers;
    sked_tiers_policy tiers;        /* if it has two */
} policy;

static const policy policies[] = {
    {.name = "fcfs", .title = "First come, first served",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .reservations = SKED_REBUILD},
    {.name = "sjf", .title = "Shortest job first",
     .order = SKED_SJF, .backfill_order = SKED_SJF, .reservations = SKED_REBUILD},
    {.name = "easy", .title = "EASY backfilling",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD},
    {.name = "easy-sjbf", .title = "EASY backfilling, shortest first",
     .order = SKED_FCFS, .backfill_order = SKED_SJF, .depth = 1, .reservations = SKED_REBUILD},
    {.name = "conservative", .title = "Conservative backfilling",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = SKED_ALL,
     .reservations = SKED_COMPRESS},
    {.name = "conservative-rebuild", .title = "Conservative backfilling, rebuilt in each pass",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = SKED_ALL,
     .reservations = SKED_REBUILD},
    {.name = "keasy", .title = "KEASY: two tiers, with restarts",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD,
     .two_tiers = 1, .tiers = SKED_KEASY},
    {.name = "reasy", .title = "REASY: two tiers, without moves",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD,
     .two_tiers = 1, .tiers = SKED_REASY},
    {.name = "measy", .title = "MEASY: two tiers, with migrations",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD,
     .two_tiers = 1, .tiers = SKED_MEASY},
};

/* As swil_rule numbers them. */
static const char *const rule_names[] = {"batch", "submit", "end"};

enum { ESTIMATES_REQUESTED, ESTIMATES_ACTUAL, ESTIMATES_MODEL };
static const char *const estimates_names[] = {"requested", "actual", "model"};

typedef struct options {
    policy chosen[POLICIES_MAX];
    uint32_t policies_count, spans_count;
    sked_span spans[SPANS_MAX];
    const char *span_texts[SPANS_MAX];
    swil_rule rule;
    uint32_t processors, first, load_percent, accuracy;
    uint64_t explain_id;
    int estimates, explain, json, help;
    const char *starts, *jobs, *gantt, *trace, *bookings;
    tiers_options tiers;
    const policy *two_tiers;        /* the first of the chosen policies with two tiers; or NULL */
} options;

/* ---- Options --------------------------------------------------------------------------------- */

static int parse_number(const char *option, const char *text, uint32_t least, uint32_t most,
                        uint32_t *number) {
    uint64_t value = 0;
    const char *at = text;

    for (; *at >= '0' && *at <= '9' && value <= most; at++) {
        value = value * 10 + (uint64_t)(*at - '0');
    }
    if (at == text || *at != '\0' || value < least || value > most) {
        fprintf(stderr, "replay: %s: \"%s\" is not a whole number from %lu to %lu\n", option, text,
                (unsigned long)least, (unsigned long)most);
        return 0;
    }
    *number = (uint32_t)value;
    return 1;
}

/* A number of digits only, up to most; 0: it is something else. */
static int parse_digits(const char *text, size_t length, uint64_t most, uint64_t *number) {
    uint64_t value = 0, digit;
    size_t at;

    for (at = 0; at < length; at++) {
        if (text[at] < '0' || text[at] > '9') {
            return 0;
        }
        digit = (uint64_t)(text[at] - '0');
        if (digit > most || value > (most - digit) / 10) {
            return 0;
        }
        value = value * 10 + digit;
    }
    *number = value;
    return length > 0;
}

/* What follows "depth:". */
static int parse_depth(const char *text, size_t length, policy *which) {
    static const char ending[] = "-sjbf";
    size_t digits = strspn(text, "0123456789"), rest = sizeof ending - 1;
    uint64_t depth;

    digits = digits < length ? digits : length;
    if (!parse_digits(text, digits, DEPTH_MOST, &depth)) {
        fprintf(stderr,
                "replay: --policy: \"depth:%.*s\": the depth is not a whole number from 0 to %lu, "
                "expected depth:K or depth:K-sjbf\n",
                (int)length, text, (unsigned long)DEPTH_MOST);
        return 0;
    }
    if (digits < length && (length - digits != rest || strncmp(text + digits, ending, rest) != 0)) {
        fprintf(stderr,
                "replay: --policy: \"depth:%.*s\": \"%.*s\" after the depth, expected nothing or "
                "%s\n",
                (int)length, text, (int)(length - digits), text + digits, ending);
        return 0;
    }
    memset(which, 0, sizeof *which);
    which->order = SKED_FCFS;
    which->backfill_order = digits < length ? SKED_SJF : SKED_FCFS;
    which->depth = (uint32_t)depth;
    which->reservations = SKED_REBUILD;
    snprintf(which->name, sizeof which->name, "depth:%lu%s", (unsigned long)depth,
             digits < length ? ending : "");
    snprintf(which->title, sizeof which->title, "Backfilling, %lu reservation%s%s",
             (unsigned long)depth, depth == 1 ? "" : "s",
             digits < length ? ", shortest first" : "");
    return 1;
}

static int find_policy(const char *name, size_t length, policy *which) {
    static const char start[] = "depth:";
    size_t at, count = sizeof policies / sizeof policies[0], prefix = sizeof start - 1;

    if (length >= prefix && strncmp(name, start, prefix) == 0) {
        return parse_depth(name + prefix, length - prefix, which);
    }
    for (at = 0; at < count; at++) {
        if (strlen(policies[at].name) == length && strncmp(policies[at].name, name, length) == 0) {
            *which = policies[at];
            return 1;
        }
    }
    fprintf(stderr,
            "replay: --policy: unknown policy \"%.*s\", expected one of ", (int)length, name);
    for (at = 0; at < count; at++) {
        fprintf(stderr, "%s, ", policies[at].name);
    }
    fputs("depth:K, depth:K-sjbf\n", stderr);
    return 0;
}

static int parse_policy(options *opts, const char *name, size_t length) {
    if (opts->policies_count == POLICIES_MAX) {
        fprintf(stderr, "replay: --policy: more than %d policies\n", (int)POLICIES_MAX);
        return 0;
    }
    return find_policy(name, length, &opts->chosen[opts->policies_count]) &&
           ++opts->policies_count > 0;
}

static int parse_policies(options *opts, const char *names) {
    size_t length;

    opts->policies_count = 0;
    for (;; names += length + 1) {
        length = strcspn(names, ",");
        if (!parse_policy(opts, names, length)) {
            return 0;
        }
        if (names[length] == '\0') {
            return 1;
        }
    }
}

/* One of some names; NULL among them is none. Gives its number. */
static int parse_choice(const char *option, const char *what, const char *const *names, int count,
                        const char *name, int *choice) {
    const char *before = "";
    int at;

    for (at = 0; at < count; at++) {
        if (names[at] != NULL && strcmp(names[at], name) == 0) {
            *choice = at;
            return 1;
        }
    }
    fprintf(stderr, "replay: %s: unknown %s \"%s\", expected one of ", option, what, name);
    for (at = 0; at < count; at++) {
        if (names[at] != NULL) {
            fprintf(stderr, "%s%s", before, names[at]);
            before = ", ";
        }
    }
    fputc('\n', stderr);
    return 0;
}

static int parse_rule(options *opts, const char *name) {
    int rule;

    if (!parse_choice("--same-instant", "rule", rule_names,
                      (int)(sizeof rule_names / sizeof rule_names[0]), name, &rule)) {
        return 0;
    }
    opts->rule = (swil_rule)rule;
    return 1;
}

static int parse_estimates(options *opts, const char *name) {
    return parse_choice("--estimates", "kind", estimates_names,
                        (int)(sizeof estimates_names / sizeof estimates_names[0]), name,
                        &opts->estimates);
}

static int parse_id(options *opts, const char *text) {
    opts->explain = 1;
    if (!parse_digits(text, strlen(text), UINT64_MAX, &opts->explain_id)) {
        fprintf(stderr, "replay: --explain: \"%s\" is not the number of a job\n", text);
        return 0;
    }
    return 1;
}

/* One part of a span to book. */
static int parse_part(const char *span, const char *part, const char *text, size_t length,
                      uint64_t least, uint64_t most, uint64_t *value) {
    if (parse_digits(text, length, most, value) && *value >= least) {
        return 1;
    }
    fprintf(stderr,
            "replay: --book: \"%s\": the %s \"%.*s\" is not a whole number from %llu to %llu%s\n",
            span, part, (int)length, text, (unsigned long long)least, (unsigned long long)most,
            strcmp(part, "end") == 0 ? ", nor never" : "");
    return 0;
}

/* START:END:COUNT. */
static int parse_span(options *opts, const char *text) {
    const char *end, *count;
    uint64_t from, to = (uint64_t)SKED_NEVER, processors;

    end = strchr(text, ':');
    count = end != NULL ? strchr(end + 1, ':') : NULL;
    if (count == NULL || strchr(count + 1, ':') != NULL) {
        fprintf(stderr, "replay: --book: \"%s\" has %d part%s, expected three: START:END:COUNT\n",
                text, count != NULL ? 4 : end != NULL ? 2 : 1, end != NULL ? "s" : "");
        return 0;
    }
    end++;
    count++;
    if (!parse_part(text, "start", text, (size_t)(end - 1 - text), 0, SKED_TIME_MAX, &from) ||
        (strncmp(end, "never:", 6) != 0 &&
         !parse_part(text, "end", end, (size_t)(count - 1 - end), 0, SKED_TIME_MAX, &to)) ||
        !parse_part(text, "count", count, strlen(count), 1, INT32_MAX, &processors)) {
        return 0;
    }
    if (to <= from) {
        fprintf(stderr,
                "replay: --book: \"%s\": the end is %llu, expected a time after the start\n", text,
                (unsigned long long)to);
        return 0;
    }
    if (opts->spans_count == SPANS_MAX) {
        fprintf(stderr, "replay: --book: more than %d bookings\n", (int)SPANS_MAX);
        return 0;
    }
    opts->spans[opts->spans_count].start = (int64_t)from;
    opts->spans[opts->spans_count].end = (int64_t)to;
    opts->spans[opts->spans_count].count = (uint32_t)processors;
    opts->span_texts[opts->spans_count++] = text;
    return 1;
}

/* Which file an option names. */
static const char **find_file(options *opts, const char *option) {
    if (strcmp(option, "--starts") == 0) {
        return &opts->starts;
    }
    if (strcmp(option, "--jobs") == 0) {
        return &opts->jobs;
    }
    if (strcmp(option, "--bookings") == 0) {
        return &opts->bookings;
    }
    return strcmp(option, "--gantt") == 0 ? &opts->gantt : NULL;
}

static const char *const tiers_option_names[] = {"--usage", "--migration", "--backgrounds",
                                                 "--background-order"};

static int is_of_tiers(const char *option) {
    size_t at;

    for (at = 0; at < sizeof tiers_option_names / sizeof tiers_option_names[0]; at++) {
        if (strcmp(tiers_option_names[at], option) == 0) {
            return 1;
        }
    }
    return 0;
}

static int parse_tiers_order(const char *option, const char *value, int *order) {
    enum { ORDERS_MAX = 16 };
    const char *names[ORDERS_MAX];
    int at;

    for (at = 0; at < ORDERS_MAX; at++) {
        names[at] = tiers_order_name(at);
    }
    return parse_choice(option, "order", names, ORDERS_MAX, value, order);
}

/* An option of two-tier policies. */
static int parse_tiers(tiers_options *opts, const char *option, const char *value) {
    opts->given = option;
    if (strcmp(option, "--usage") == 0) {
        return parse_choice(option, "kind", tiers_usage_names,
                            (int)(sizeof tiers_usage_names / sizeof tiers_usage_names[0]), value,
                            &opts->usage);
    }
    if (strcmp(option, "--migration") == 0) {
        return parse_number(option, value, 0, INT32_MAX, &opts->migration);
    }
    if (strcmp(option, "--backgrounds") == 0) {
        return parse_number(option, value, 1, 7, &opts->backgrounds);
    }
    return parse_tiers_order(option, value, &opts->order);
}

/* An option with a value. */
static int parse_valued(options *opts, const char *option, const char *value) {
    if (is_of_tiers(option)) {
        return parse_tiers(&opts->tiers, option, value);
    }
    if (strcmp(option, "--policy") == 0) {
        return parse_policies(opts, value);
    }
    if (strcmp(option, "--same-instant") == 0) {
        return parse_rule(opts, value);
    }
    if (strcmp(option, "--estimates") == 0) {
        return parse_estimates(opts, value);
    }
    if (strcmp(option, "--book") == 0) {
        return parse_span(opts, value);
    }
    if (strcmp(option, "--explain") == 0) {
        return parse_id(opts, value);
    }
    if (strcmp(option, "--processors") == 0) {
        return parse_number(option, value, 1, INT32_MAX, &opts->processors);
    }
    if (strcmp(option, "--first") == 0) {
        return parse_number(option, value, 1, INT32_MAX / 2, &opts->first);
    }
    if (strcmp(option, "--load") == 0) {
        return parse_number(option, value, 1, 100000, &opts->load_percent);
    }
    if (strcmp(option, "--accuracy") == 0) {
        return parse_number(option, value, 0, INT32_MAX, &opts->accuracy);
    }
    *find_file(opts, option) = value;
    return 1;
}

static int is_valued(options *opts, const char *option) {
    static const char *const names[] = {"--policy", "--same-instant", "--estimates", "--book",
                                        "--explain", "--processors", "--first", "--load",
                                        "--accuracy"};
    size_t at;

    for (at = 0; at < sizeof names / sizeof names[0]; at++) {
        if (strcmp(names[at], option) == 0) {
            return 1;
        }
    }
    return is_of_tiers(option) || find_file(opts, option) != NULL;
}

/* Some results are of one policy. */
static int check_single(const options *opts) {
    const char *option = opts->starts != NULL ? "--starts"
                         : opts->jobs != NULL ? "--jobs"
                         : opts->explain      ? "--explain"
                                              : NULL;

    if (option != NULL && opts->policies_count != 1) {
        fprintf(stderr, "replay: %s: %lu policies, expected exactly one: --policy NAME\n", option,
                (unsigned long)opts->policies_count);
        return 0;
    }
    return 1;
}

/* What two-tier policies need, and what there is not with them. */
static int check_tiers(const options *opts) {
    const char *option = opts->explain ? "--explain"
                         : opts->jobs != NULL ? "--jobs"
                         : opts->spans_count > 0 ? "--book"
                         : opts->bookings != NULL ? "--bookings"
                         : opts->accuracy != ACCURACY_AUTO && opts->accuracy > 0 ? "--accuracy"
                                                                                 : NULL;

    if (opts->two_tiers == NULL) {
        if (opts->tiers.given != NULL) {
            fprintf(stderr, "replay: %s: no two-tier policy, expected keasy, reasy or measy in "
                    "--policy\n", opts->tiers.given);
        }
        return opts->tiers.given == NULL;
    }
    if (option != NULL) {
        fprintf(stderr,
                "replay: %s: not with the two-tier policy %s, expected policies of one tier "
                "alone\n", option, opts->two_tiers->name);
        return 0;
    }
    if (opts->rule != SWIL_BATCH) {
        fprintf(stderr, "replay: --same-instant: \"%s\" with the two-tier policy %s, expected "
                "batch\n", rule_names[opts->rule], opts->two_tiers->name);
        return 0;
    }
    return 1;
}

/* What JSON does not tell. */
static int check_json(const options *opts) {
    const int forecasts = opts->accuracy != ACCURACY_AUTO && opts->accuracy > 0;

    if (opts->json && (opts->explain || forecasts)) {
        fprintf(stderr, "replay: %s: not with --json, expected one of them\n",
                opts->explain ? "--explain" : "--accuracy");
        return 0;
    }
    return 1;
}

/* What follows from the options together. */
static void settle(options *opts) {
    uint32_t at;

    for (at = opts->policies_count; at-- > 0;) {
        if (opts->chosen[at].two_tiers) {
            opts->two_tiers = &opts->chosen[at];
        }
    }
}

static int parse_options(options *opts, int count, char **words) {
    int at;

    opts->accuracy = ACCURACY_AUTO;
    opts->tiers = tiers_options_defaults();
    for (at = 1; at < count; at++) {
        if (strcmp(words[at], "--help") == 0) {
            opts->help = 1;
        } else if (strcmp(words[at], "--json") == 0) {
            opts->json = 1;
        } else if (is_valued(opts, words[at])) {
            if (at + 1 == count) {
                fprintf(stderr, "replay: %s: a value is missing\n", words[at]);
                return 0;
            }
            if (!parse_valued(opts, words[at], words[at + 1])) {
                return 0;
            }
            at++;
        } else if (words[at][0] == '-' && words[at][1] != '\0') {
            fprintf(stderr, "replay: unknown option \"%s\"; replay --help lists all\n", words[at]);
            return 0;
        } else if (opts->trace != NULL) {
            fprintf(stderr, "replay: \"%s\": a second trace, expected one at most\n", words[at]);
            return 0;
        } else {
            opts->trace = words[at];
        }
    }
    if (opts->policies_count == 0) {
        (void)parse_policies(opts, "fcfs,easy,easy-sjbf");
    }
    settle(opts);
    if (!check_single(opts) || !check_tiers(opts) || !check_json(opts)) {
        return 0;
    }
    if ((opts->explain || opts->json || opts->two_tiers != NULL) &&
        opts->accuracy == ACCURACY_AUTO) {
        opts->accuracy = 0;
    }
    return 1;
}

/* ---- The workload ---------------------------------------------------------------------------- */

static int generate(const options *opts, workload *load) {
    uint32_t processors = opts->processors > 0 ? opts->processors : 256;
    workload_lublin model = workload_lublin_defaults(1, 1, log((double)processors) / log(2.0));

    model.jobs = opts->first > 0 ? opts->first : 3000;
    if (!workload_make_lublin(&model, load)) {
        fprintf(stderr,
                "replay: the model has no workload for %lu processors; it needs 3 or more\n",
                (unsigned long)processors);
        return 0;
    }
    workload_use_actual(load);
    return 1;
}

static int read_trace(const options *opts, workload *load) {
    int from_stdin = strcmp(opts->trace, "-") == 0, done;
    const char *name = from_stdin ? "standard input" : opts->trace;
    size_t length = strlen(opts->trace);
    FILE *file = from_stdin ? stdin : NULL;
    workload_fault fault;

    if (length > 3 && strcmp(opts->trace + length - 3, ".gz") == 0) {
        fprintf(stderr,
                "replay: %s: is compressed, expected text; try: gzip -dc %s | replay -\n", name,
                name);
        return 0;
    }
    if (!from_stdin) {
        file = fopen(opts->trace, "r");
    }
    if (file == NULL) {
        fprintf(stderr, "replay: %s: cannot be read: %s\n", name, strerror(errno));
        return 0;
    }
    done = workload_read_swf(file, opts->processors, load, &fault);
    if (!from_stdin) {
        fclose(file);
    }
    if (!done && fault.line > 0) {
        fprintf(stderr, "%s:%lu:%lu: %s\n", name, (unsigned long)fault.line,
                (unsigned long)fault.column, fault.text);
    } else if (!done) {
        fprintf(stderr, "replay: %s: %s\n", name, fault.text);
    } else if (load->count == 0) {
        fprintf(stderr, "replay: %s: no job that can run, expected at least one\n", name);
    }
    return done && load->count > 0;
}

static int check_spans(const options *opts, const workload *load) {
    uint32_t at;

    for (at = 0; at < opts->spans_count; at++) {
        if (opts->spans[at].count > load->processors) {
            fprintf(stderr,
                    "replay: --book: \"%s\": the count is %lu, expected at most the machine's %lu "
                    "processors\n",
                    opts->span_texts[at], (unsigned long)opts->spans[at].count,
                    (unsigned long)load->processors);
            return 0;
        }
    }
    return 1;
}

static int prepare(const options *opts, workload *load) {
    uint32_t percent = opts->load_percent;

    if (opts->trace == NULL) {
        percent = percent > 0 ? percent : 85;
    }
    if (opts->trace == NULL ? !generate(opts, load) : !read_trace(opts, load)) {
        return 0;
    }
    if (opts->first > 0) {
        workload_first(load, opts->first);
    }
    if (opts->estimates == ESTIMATES_ACTUAL) {
        workload_use_actual(load);
    }
    if (opts->estimates == ESTIMATES_MODEL) {
        const workload_estimates model = workload_estimates_defaults(1);

        if (!workload_make_estimates(load, &model)) {
            fputs("replay: out of memory\n", stderr);
            return 0;
        }
    }
    if (percent > 0 && (load->count > 1 || opts->load_percent > 0) &&
        !workload_scale_load(load, load->processors, percent * 10)) {
        fprintf(stderr,
                "replay: --load: the jobs cannot be stretched to %lu %%, expected jobs that "
                        "are submitted at different times\n", (unsigned long)percent);
        return 0;
    }
    return check_spans(opts, load) && (opts->two_tiers == NULL || tiers_check(load));
}

/* The place of the job with an id, the first one if there are more; count: there is none. */
static size_t find_job(const workload *load, uint64_t id) {
    size_t job = 0;

    while (job < load->count && load->jobs[job].id != id) {
        job++;
    }
    return job;
}

static int is_known(const options *opts, const workload *load) {
    uint64_t lowest = UINT64_MAX, highest = 0;
    size_t job;

    if (!opts->explain || find_job(load, opts->explain_id) < load->count) {
        return 1;
    }
    for (job = 0; job < load->count; job++) {
        lowest = load->jobs[job].id < lowest ? load->jobs[job].id : lowest;
        highest = load->jobs[job].id > highest ? load->jobs[job].id : highest;
    }
    fprintf(stderr,
            "replay: --explain: there is no job %llu; those replayed have numbers from %llu "
            "to %llu\n",
            (unsigned long long)opts->explain_id, (unsigned long long)lowest,
            (unsigned long long)highest);
    return 0;
}

/* What the queue is told to book. */
typedef struct agenda {
    bookings booked;                /* empty without --bookings */
    sked_span *spans;               /* those of --book, then the bookings */
    size_t count;
} agenda;

static int agenda_make(agenda *kept, const options *opts, const workload *load) {
    memset(kept, 0, sizeof *kept);
    if (opts->bookings != NULL &&
        !bookings_read(&kept->booked, opts->bookings, load->processors)) {
        return 0;
    }
    kept->count = opts->spans_count + kept->booked.count;
    kept->spans = bookings_join(&kept->booked, opts->spans, opts->spans_count);
    if (kept->spans == NULL) {
        fputs("replay: out of memory\n", stderr);
    }
    return kept->spans != NULL;
}

static void agenda_drop(agenda *kept) {
    bookings_drop(&kept->booked);
    free(kept->spans);
}

static void print_spans(const options *opts) {
    uint32_t at;

    for (at = 0; at < opts->spans_count; at++) {
        const sked_span *span = &opts->spans[at];

        printf("%s%lu processor%s from %lld", at == 0 ? "booked: " : ", ",
               (unsigned long)span->count, span->count == 1 ? "" : "s", (long long)span->start);
        if (span->end == SKED_NEVER) {
            printf(" on");
        } else {
            printf(" to %lld", (long long)span->end);
        }
    }
    if (opts->spans_count > 0) {
        printf("\n");
    }
}

/* Has a policy of a replay with two tiers its loop? That one knows at most one reservation. */
static int is_in_tiers(const options *opts, const policy *which) {
    return opts->two_tiers != NULL && which->depth <= 1;
}

static void print_tiers(const options *opts) {
    uint32_t at, count = 0;

    tiers_print_model(&opts->tiers);
    for (at = 0; at < opts->policies_count; at++) {
        if (!is_in_tiers(opts, &opts->chosen[at])) {
            printf("%s%s", count++ == 0 ? "" : ", ", opts->chosen[at].name);
        }
    }
    if (count > 0) {
        printf(": with these estimates too, in the loop without tiers, which knows more "
               "reservations.\n");
    }
}

/* The work per processor and second between the first and the last submission. */
static void print_head(const options *opts, const workload *load) {
    sked_u128 area = {0, 0};
    int64_t span = load->jobs[load->count - 1].submit - load->jobs[0].submit;
    uint64_t capacity = (uint64_t)span;
    size_t job;

    for (job = 0; job < load->count; job++) {
        area = sked_u128_add(
            area, sked_u128_mul((uint64_t)load->jobs[job].run, load->jobs[job].width));
    }
    if (opts->trace == NULL) {
        printf("replay of %lu generated jobs (Lublin-Feitelson model, seed 1, batch and "
               "interactive, estimates %s)\n", (unsigned long)load->count,
               opts->estimates == ESTIMATES_MODEL ? "as users give them" : "= run times");
    } else {
        printf("replay of %s: %lu jobs; %lu dropped (no run time, no width, too wide); %lu cut at "
               "the requested time\n",
               opts->trace, (unsigned long)load->count, (unsigned long)load->dropped,
               (unsigned long)load->cut);
    }
    printf("%lu processors, offered load ", (unsigned long)load->processors);
    if (span > 0) {
        area = sked_u128_div(swil_wide_times(area, 100), load->processors, NULL);
        printf("%s %%", swil_ratio_text(area, capacity, 1).text);
    } else {
        printf("unknown (all at once)");
    }
    printf(", estimates %s, same instant: %s\n",
           opts->trace == NULL && opts->estimates == ESTIMATES_REQUESTED
               ? "actual" : estimates_names[opts->estimates], rule_names[opts->rule]);
    print_spans(opts);
    if (opts->two_tiers != NULL) {
        print_tiers(opts);
    }
    printf("\n");
}

/* ---- Watching a replay ----------------------------------------------------------------------- */

typedef struct watch {
    const workload *load;
    const policy *which;
    const agenda *kept;
    size_t in_the_way;              /* jobs that ran on booked processors */
    time_t told;
    accuracy_log accuracy;
    replay_log *gantt;              /* NULL: not wanted; and so the next two: */
    char **places;                  /* per job: the processors as text */
    story_log *story;
    size_t started;                 /* in the loop of tiers */
    int failed;                     /* out of memory for a place */
} watch;

/* A set as intervals: "0-3 7"; as large as it has to be. NULL: out of memory. */
static char *set_text(const sked_set *processors) {
    size_t length = 0, room = 0;
    uint32_t low = sked_set_first(processors), high, next;
    char *text = NULL, *larger;

    for (; low < processors->size; low = next) {
        for (high = low, next = sked_set_next(processors, low);
             next < processors->size && next == high + 1;
             next = sked_set_next(processors, next)) {
            high = next;
        }
        if (length + 32 >= room) {
            room = room == 0 ? 256 : room * 2;
            larger = (char *)realloc(text, room);
            if (larger == NULL) {
                free(text);
                return NULL;
            }
            text = larger;
        }
        length += (size_t)snprintf(text + length, room - length, "%s%lu", length > 0 ? " " : "",
                                   (unsigned long)low);
        if (high > low) {
            length += (size_t)snprintf(text + length, room - length, "-%lu", (unsigned long)high);
        }
    }
    larger = text != NULL ? (char *)realloc(text, length + 1) : NULL;
    return larger != NULL ? larger : text;
}

static void on_start(void *ctx, size_t job, const sked_action *action, const sked_set *processors) {
    watch *state = (watch *)ctx;
    const int64_t run = swil_run_time(&state->load->jobs[job]);

    if (bookings_meet(&state->kept->booked, action->start, action->start + run, processors)) {
        state->in_the_way++;
    }
    if (state->gantt != NULL) {
        replay_log_on_start(state->gantt, action, processors);
    }
    if (state->places != NULL) {
        free(state->places[job]);
        state->places[job] = set_text(processors);
        state->failed = state->failed || state->places[job] == NULL;
    }
    if (state->story != NULL) {
        story_on_start(state->story, job, action);
    }
}

static void on_pass(void *ctx, const sked_queue *queue, int64_t now) {
    watch *state = (watch *)ctx;

    accuracy_on_pass(&state->accuracy, queue, now);
    if (state->story != NULL) {
        story_on_pass(state->story, queue, now);
    }
}

static void on_progress(void *ctx, size_t started) {
    watch *state = (watch *)ctx;
    time_t now = time(NULL);

    if (now - state->told > 2) {
        fprintf(stderr,
                "replay: %s: %lu of %lu jobs started\n", state->which->name,
                (unsigned long)started, (unsigned long)state->load->count);
        state->told = now;
    }
}

static int is_first_start(sked_action_kind kind) {
    switch (kind) {
    case SKED_START:
    case SKED_START_BACKGROUND: return 1;
    case SKED_LOST:
    case SKED_SWAP:
    case SKED_RESTART:
    case SKED_MIGRATE:
    case SKED_ACTION_CLOSED_: break;
    }
    return 0;
}

static void on_action(void *ctx, const sked_action *action, const sked_place *places,
                      int64_t now) {
    watch *state = (watch *)ctx;

    if (state->gantt != NULL) {
        replay_log_on_action(state->gantt, action, places, now);
    }
    if (is_first_start(action->kind)) {
        state->started++;
        if (state->started % 256 == 0) {
            on_progress(ctx, state->started);
        }
    }
}

static void on_end(void *ctx, size_t job, int64_t now) {
    watch *state = (watch *)ctx;

    if (state->gantt != NULL) {
        replay_log_on_end(state->gantt, job, now);
    }
}

static sked_queue_settings queue_of(const policy *which) {
    sked_queue_settings settings = {0};

    settings.order = which->order;
    settings.backfill_order = which->backfill_order;
    settings.depth = which->depth == 0 ? SKED_NO_RESERVATIONS : which->depth;
    settings.reservations = which->reservations;
    return settings;
}

/* `every` as accuracy_make has it. */
static int watch_make(watch *state, const policy *which, const workload *load, const agenda *kept,
                      uint32_t every) {
    sked_queue_settings queue = queue_of(which);

    memset(state, 0, sizeof *state);
    state->which = which;
    state->load = load;
    state->kept = kept;
    state->told = time(NULL);
    return accuracy_make(&state->accuracy, load, &queue, every);
}

static int has_failed(const watch *state) {
    return state->failed || state->accuracy.failed ||
           (state->story != NULL && state->story->failed);
}

/* ---- Results --------------------------------------------------------------------------------- */

static void fill_row(const policy *which, const swil_metrics *metrics, swil_text *cells) {
    uint64_t jobs = metrics->jobs;
    int at;

    cells[0] = cells_text(which->name);
    for (at = 1; at < COLUMNS && jobs == 0; at++) {
        cells[at] = cells_text("-");
    }
    if (jobs == 0) {
        return;
    }
    cells[1] = swil_ratio_text(metrics->wait_sum, jobs, 1);
    cells[2] = swil_ratio_text(metrics->response_sum, jobs, 1);
    cells[3] = swil_ratio_text(metrics->bounded_slowdown_sum, jobs * 1000000, 3);
    cells[4] = swil_ratio_text(metrics->slowdown_sum, jobs * 1000000, 3);
    cells[5] = swil_ratio_text(swil_wide((uint64_t)metrics->wait_max), 1, 0);
    cells[6] = swil_ratio_text(swil_wide(metrics->utilisation), 10000, 2);
    cells[7] = swil_ratio_text(swil_wide((uint64_t)metrics->makespan), 1, 0);
}

/* Of a two-tier policy, in which all jobs start and end. */
static int write_runs(const char *name, const workload *load, const swil_tiers_outcome *outcomes) {
    output to;
    size_t job;

    if (!output_begin(&to, name)) {
        return output_refuse("replay", name);
    }
    fputs("id,start,first_start,end\n", to.file);
    for (job = 0; job < load->count; job++) {
        fprintf(to.file, "%llu,%lld,%lld,%lld\n", (unsigned long long)load->jobs[job].id,
                (long long)outcomes[job].start, (long long)outcomes[job].first_start,
                (long long)outcomes[job].end);
    }
    return output_finish(&to, "replay", 1);
}

/* A job that never started has the start "never". */
static int write_starts(const char *name, const workload *load, const int64_t *starts) {
    output to;
    size_t job;

    if (!output_begin(&to, name)) {
        return output_refuse("replay", name);
    }
    fputs("id,start\n", to.file);
    for (job = 0; job < load->count; job++) {
        fprintf(to.file, "%llu,", (unsigned long long)load->jobs[job].id);
        if (starts[job] == SKED_NEVER) {
            fputs("never\n", to.file);
        } else {
            fprintf(to.file, "%lld\n", (long long)starts[job]);
        }
    }
    return output_finish(&to, "replay", 1);
}

/* The trace without its folders. */
static const char *trace_name(const options *opts) {
    const char *slash = opts->trace != NULL ? strrchr(opts->trace, '/') : NULL;

    if (opts->trace == NULL) {
        return "generated jobs (Lublin-Feitelson)";
    }
    return slash != NULL ? slash + 1 : strcmp(opts->trace, "-") == 0 ? "standard input"
                                                                     : opts->trace;
}

static int write_jobs(const options *opts, const workload *load, const int64_t *starts,
                      char **places) {
    output to;

    if (!output_begin(&to, opts->jobs)) {
        return output_refuse("replay", opts->jobs);
    }
    (void)workload_write_batsim(to.file, load, starts, (const char *const *)places,
                                trace_name(opts));
    return output_finish(&to, "replay", 1);
}

/* Two policies are drawn if there are two, without tiers. */
static int is_pair(const options *opts) {
    return opts->gantt != NULL && opts->policies_count > 1 && opts->two_tiers == NULL;
}

/* The gist is for a reader who has never heard of backfilling. */
static replay_policy drawn_policy(const policy *which) {
    replay_policy drawn;

    drawn.name = which->name;
    drawn.title = which->title;
    drawn.gist = which->depth > 0             ? "later jobs may fill the gaps"
                 : which->order == SKED_FCFS ? "nobody overtakes" : NULL;
    return drawn;
}

/* Logs are of the first policy, if that is drawn, and of the last one. */
static int write_gantt(const options *opts, const replay_log *logs, const agenda *kept) {
    const replay_policy drawn[2] = {drawn_policy(&opts->chosen[0]),
                                   drawn_policy(&opts->chosen[opts->policies_count - 1])};
    const bookings *booked = opts->bookings != NULL ? &kept->booked : NULL;
    output to;
    int done;

    if (logs[1].runs_count == 0 && !logs[1].failed) {
        fputs("replay: --gantt: no job started, there is nothing to draw\n", stderr);
        return 0;
    }
    if (!output_begin(&to, opts->gantt)) {
        return output_refuse("replay", opts->gantt);
    }
    done = is_pair(opts)
               ? replay_gantt_pair(to.file, logs, booked, drawn, trace_name(opts))
               : replay_gantt(to.file, &logs[1], booked, &drawn[1], trace_name(opts));
    if (!done) {
        fputs("replay: out of memory\n", stderr);
    }
    return output_finish(&to, "replay", done);
}

/* ---- Replaying ------------------------------------------------------------------------------- */

typedef struct tables {
    swil_text results[(POLICIES_MAX + 1) * COLUMNS];
    swil_text forecasts[(POLICIES_MAX + 1) * ACCURACY_COLUMNS];
    swil_text tiers[(POLICIES_MAX + 1) * TIERS_COLUMNS];
    size_t tiers_count;
    size_t never_started[POLICIES_MAX], in_the_way[POLICIES_MAX];
    swil_metrics last;              /* of the last policy that ran, and */
    swil_tiers_metrics last_tiers;  /* if it has two tiers; for --json */
} tables;

static int run_watched(const options *opts, watch *state, int64_t *starts, swil_metrics *metrics) {
    const policy *which = state->which;
    const workload *load = state->load;
    swil_settings settings = {0};
    workload stretched = {0};
    int status;

    if (opts->two_tiers != NULL && !tiers_stretch(load, &stretched)) {
        fputs("replay: out of memory\n", stderr);
        return 0;
    }
    settings.queue = queue_of(which);
    settings.rule = opts->rule;
    settings.bookings = state->kept->spans;
    settings.bookings_count = state->kept->count;
    settings.on_start = state->gantt != NULL || state->places != NULL || state->story != NULL ||
                                state->kept->booked.count > 0
                            ? on_start : NULL;
    settings.on_pass = state->accuracy.forecasts != NULL || state->story != NULL ? on_pass : NULL;
    settings.on_progress = on_progress;
    settings.ctx = state;
    status = swil_run(opts->two_tiers != NULL ? &stretched : load, &settings, starts, metrics);
    free(stretched.jobs);
    if (status == SKED_OK && has_failed(state)) {
        status = SKED_E_MEMORY;
    }
    if (status != SKED_OK && metrics->refused < load->count) {
        fprintf(stderr, "replay: %s: job %llu: %s\n", which->name,
                (unsigned long long)load->jobs[metrics->refused].id,
                sked_status_text((sked_status)status));
    } else if (status != SKED_OK) {
        fprintf(stderr, "replay: %s: %s\n", which->name, sked_status_text((sked_status)status));
    }
    return status == SKED_OK;
}

/* A policy in the loop of tiers. */
static int run_tiers(const options *opts, watch *state, swil_tiers_outcome *outcomes,
                     swil_tiers_metrics *metrics) {
    const policy *which = state->which;
    const sked_queue_settings queue = queue_of(which);
    swil_tiers_settings settings =
        tiers_settings(&opts->tiers, &queue, which->two_tiers, which->tiers);
    int status;

    settings.on_action = on_action;
    settings.on_end = on_end;
    settings.ctx = state;
    status = swil_tiers_run(state->load, &settings, outcomes, metrics);
    if (status == SKED_E_CORRUPT) {
        fprintf(stderr, "replay: %s: %s\n", which->name, metrics->fault);
    } else if (status != SKED_OK) {
        fprintf(stderr, "replay: %s: %s\n", which->name, sked_status_text((sked_status)status));
    }
    return status == SKED_OK;
}

/* As run_policy. With one tier a job has one start, and ends when its run time is over. */
static int run_policy_tiers(const options *opts, watch *state, swil_tiers_outcome *outcomes,
                            int64_t *starts, tables *all, uint32_t row) {
    const policy *which = state->which;
    const workload *load = state->load;
    swil_tiers_metrics metrics;
    swil_metrics *plain = &all->last;
    size_t job;

    if (!run_tiers(opts, state, outcomes, &metrics)) {
        return 0;
    }
    for (job = 0; job < load->count; job++) {
        starts[job] = outcomes[job].start;
    }
    if (which->two_tiers) {
        all->last_tiers = metrics;
        replay_json_measure(plain, &metrics, tiers_slowdown_sum(load, outcomes));
        tiers_fill_result(which->name, load, outcomes, &metrics,
                          &all->results[(row + 1) * COLUMNS]);
        tiers_fill(which->name, which->tiers, load, outcomes, &metrics,
                   &all->tiers[++all->tiers_count * TIERS_COLUMNS]);
    } else {
        swil_measure(load, load->processors, starts, plain);
        fill_row(which, plain, &all->results[(row + 1) * COLUMNS]);
    }
    return 1;
}

/* Replays one policy and fills its rows of the tables. */
static int run_policy(const options *opts, watch *state, int64_t *starts, tables *all,
                      uint32_t row) {
    swil_metrics metrics;
    int done = run_watched(opts, state, starts, &metrics);

    if (done) {
        all->last = metrics;
        fill_row(state->which, &metrics, &all->results[(row + 1) * COLUMNS]);
        all->never_started[row] = metrics.never_started;
        all->in_the_way[row] = state->in_the_way;
    }
    if (done && state->accuracy.forecasts != NULL) {
        accuracy_fill(&state->accuracy, state->which->name, starts,
                      &all->forecasts[(row + 1) * ACCURACY_COLUMNS]);
    }
    return done;
}

static void print_bookings(const options *opts, const agenda *kept, const tables *all) {
    uint32_t at;

    printf("%s: %lu span%s booked; jobs in their way: ", opts->bookings,
           (unsigned long)kept->booked.count, kept->booked.count == 1 ? "" : "s");
    for (at = 0; at < opts->policies_count; at++) {
        printf("%s%s %lu", at == 0 ? "" : ", ", opts->chosen[at].name,
               (unsigned long)all->in_the_way[at]);
    }
    printf("\n");
}

/* Did all jobs flow around the bookings, under every policy? */
static int check_bookings(const options *opts, const tables *all) {
    uint32_t at;

    for (at = 0; at < opts->policies_count; at++) {
        if (all->in_the_way[at] > 0) {
            fprintf(stderr,
                    "replay: --bookings: %s: %lu jobs ran on booked processors, expected "
                    "none\n", opts->chosen[at].name, (unsigned long)all->in_the_way[at]);
            return 0;
        }
    }
    return 1;
}

static void print_tables(const options *opts, const agenda *kept, tables *all) {
    static const char *const results[COLUMNS] = {
        "policy", "mean wait s", "mean response s", "mean bounded slowdown", "mean slowdown",
        "max wait s", "utilisation %", "makespan s"};
    size_t rows = opts->policies_count + 1u;
    uint32_t at;

    cells_heads(all->results, results, COLUMNS);
    swil_print_table(stdout, all->results, rows, COLUMNS);
    for (at = 0; at < opts->policies_count; at++) {
        if (all->never_started[at] > 0) {
            printf("%s: %lu jobs never started; they are in none of these numbers\n",
                   opts->chosen[at].name, (unsigned long)all->never_started[at]);
        }
    }
    if (opts->bookings != NULL) {
        print_bookings(opts, kept, all);
    }
    if (opts->accuracy != 0) {
        accuracy_print(all->forecasts, rows);
    }
    if (all->tiers_count > 0) {
        tiers_print(all->tiers, all->tiers_count + 1);
    }
}

typedef struct outputs {
    replay_log gantt[2];            /* of the first policy, and of the last   */
    swil_tiers_outcome *outcomes;   /* of a replay with two-tier policies */
    story_log story;
    char **places;
    output whole;                   /* of --json                              */
} outputs;

static void tell_plan(const options *opts, const watch *state, const int64_t *starts,
                      const tables *all, uint32_t row, json *told, const outputs *out) {
    const int in_tiers = is_in_tiers(opts, state->which);
    replay_plan plan;

    plan.policy = state->which->name;
    plan.metrics = &all->last;
    plan.tiers = state->which->two_tiers ? &all->last_tiers : NULL;
    plan.load = state->load;
    plan.starts = starts;
    plan.outcomes = in_tiers ? out->outcomes : NULL;
    plan.places = in_tiers ? NULL : out->places;
    plan.never_started = all->never_started[row];
    plan.in_the_way = all->in_the_way[row];
    replay_json_plan(told, &plan);
}

/* The second replay of --explain, with nothing else to watch. */
static int explain(const options *opts, watch *state, int64_t *starts) {
    swil_metrics metrics;

    accuracy_drop(&state->accuracy);
    state->gantt = NULL;
    state->places = NULL;
    state->story->telling = 1;
    if (!run_watched(opts, state, starts, &metrics)) {
        return 0;
    }
    story_print(state->story, state->which->name);
    return 1;
}

static int outputs_make_gantt(outputs *out, const options *opts, const workload *load) {
    const policy *last = &opts->chosen[opts->policies_count - 1];

    if (opts->gantt == NULL) {
        return 1;
    }
    if (!replay_log_make(&out->gantt[1], load) ||
        (is_pair(opts) && !replay_log_make(&out->gantt[0], load))) {
        return 0;
    }
    out->gantt[1].tiers = last->two_tiers ? opts->tiers.backgrounds : 0;
    out->gantt[1].migration = opts->tiers.migration;
    return 1;
}

static int outputs_make(outputs *out, const options *opts, const workload *load) {
    sked_queue_settings queue;

    memset(out, 0, sizeof *out);
    if (opts->two_tiers != NULL) {
        out->outcomes = (swil_tiers_outcome *)calloc(load->count, sizeof *out->outcomes);
        if (out->outcomes == NULL) {
            return 0;
        }
    }
    if (opts->explain) {
        queue = queue_of(&opts->chosen[0]);
        story_make(&out->story, load, &queue, find_job(load, opts->explain_id));
    }
    if (opts->jobs != NULL || opts->json) {
        out->places = (char **)calloc(load->count, sizeof *out->places);
    }
    return ((opts->jobs == NULL && !opts->json) || out->places != NULL) &&
           outputs_make_gantt(out, opts, load);
}

static void outputs_drop(outputs *out, const workload *load) {
    size_t job;

    for (job = 0; out->places != NULL && job < load->count; job++) {
        free(out->places[job]);
    }
    free(out->places);
    free(out->outcomes);
    replay_log_drop(&out->gantt[0]);
    replay_log_drop(&out->gantt[1]);
    story_drop(&out->story);
}

/* Replays all policies; pictures, files and stories are of the last one. */
static int replay_all(const options *opts, const workload *load, const agenda *kept,
                      int64_t *starts, tables *all, outputs *out) {
    json told = json_to(out->whole.file);
    uint32_t at;
    watch state;
    int done = 1, last;

    if (opts->json) {
        replay_json_begin(&told, trace_name(opts), load);
    } else {
        print_head(opts, load);
    }

    for (at = 0; at < opts->policies_count && done; at++) {
        last = at + 1 == opts->policies_count;
        done = watch_make(&state, &opts->chosen[at], load, kept, opts->accuracy);
        if (!done) {
            fputs("replay: out of memory\n", stderr);
        }
        state.gantt = opts->gantt != NULL && last ? &out->gantt[1]
                      : is_pair(opts) && at == 0  ? &out->gantt[0] : NULL;
        state.places = out->places;
        state.story = opts->explain ? &out->story : NULL;
        done = done && (is_in_tiers(opts, state.which)
                            ? run_policy_tiers(opts, &state, out->outcomes, starts, all, at)
                            : run_policy(opts, &state, starts, all, at));
        if (done && opts->json) {
            tell_plan(opts, &state, starts, all, at, &told, out);
        } else if (done && last) {
            print_tables(opts, kept, all);
        }
        done = done && (!opts->explain || explain(opts, &state, starts));
        accuracy_drop(&state.accuracy);
    }
    if (done && opts->json) {
        replay_json_end(&told);
    }
    return done;
}

/* The files are written before the JSON is: that only appears if all of this has gone well. */
static int replay_and_write(const options *opts, const workload *load, const agenda *kept,
                            int64_t *starts, tables *all) {
    outputs out;
    int done;

    if (!outputs_make(&out, opts, load)) {
        fputs("replay: out of memory\n", stderr);
        outputs_drop(&out, load);
        return 0;
    }
    if (opts->json && !output_begin(&out.whole, NULL)) {
        outputs_drop(&out, load);
        return output_refuse("replay", NULL);
    }
    done = replay_all(opts, load, kept, starts, all, &out);
    done = done && (opts->starts == NULL ||
                    (opts->two_tiers != NULL ? write_runs(opts->starts, load, out.outcomes)
                                             : write_starts(opts->starts, load, starts)));
    done = done && (opts->jobs == NULL || write_jobs(opts, load, starts, out.places));
    done = done && (opts->gantt == NULL || write_gantt(opts, out.gantt, kept));
    outputs_drop(&out, load);
    done = done && check_bookings(opts, all);
    return opts->json ? output_finish(&out.whole, "replay", done) : done;
}

int main(int count, char **words) {
    static tables all;
    options opts = {0};
    workload load = {0};
    agenda kept;
    int64_t *starts;
    int done;

    if (!parse_options(&opts, count, words)) {
        return 2;
    }
    if (opts.help) {
        fputs(usage, stdout);
        fputs(usage_tiers, stdout);
        return output_status("replay", 1);
    }
    if (!prepare(&opts, &load)) {
        workload_drop(&load);
        return 1;
    }
    if (!is_known(&opts, &load)) {
        workload_drop(&load);
        return 2;
    }
    starts = (int64_t *)malloc(load.count * sizeof *starts);
    done = agenda_make(&kept, &opts, &load) && starts != NULL &&
           replay_and_write(&opts, &load, &kept, starts, &all);
    if (starts == NULL) {
        fputs("replay: out of memory\n", stderr);
    }
    free(starts);
    agenda_drop(&kept);
    workload_drop(&load);
    return output_status("replay", done);
}
