/* replay.c: replays a job trace under several queue policies and compares what the users would
   see. */
/* SPDX-License-Identifier: MIT */

/* The queue of sched.h is driven in simulated time (bench/swil.h): the same code decides here
   that would decide in a controller. Without a trace it replays a workload of the
   Lublin-Feitelson model. */

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SKED_IMPLEMENTATION
#include "sched.h"
#include "swil.h"
#include "workload.h"

#include "gantt.h"

enum { POLICIES_MAX = 16, HOLDS_MAX = 64, SAMPLE = 200 };

#define DEPTH_MOST UINT32_C(0x7FFFFFFF)
#define SAMPLE_AUTO UINT32_MAX
#define WORK_MAX UINT64_C(20000000)     /* of what is chosen here: a second or so, see work_of */

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
    "                                 default: fcfs,easy,easy-sjbf\n"
    "  --same-instant batch|submit|end\n"
    "                                 when several things happen at once: one pass after all of\n"
    "                                 them (default), or after each, submissions or ends first\n"
    "  --processors N                 size of the machine; default: as the trace's header says,\n"
    "                                 else its widest job; without a trace 256\n"
    "  --hold START:END:COUNT         keep COUNT processors free of jobs during [START, END), in\n"
    "                                 seconds of the trace's clock; END may be never; repeatable\n"
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
    "  --gantt FILE.svg               draw the most crowded day under the last policy named\n"
    "  --help                         this text\n";

typedef struct policy {
    char name[32], title[64];
    sked_order order, backfill_order;
    uint32_t depth;
    sked_reservations reservations;
} policy;

static const policy policies[] = {
    {"fcfs", "First come, first served", SKED_FCFS, SKED_FCFS, 0, SKED_REBUILD},
    {"sjf", "Shortest job first", SKED_SJF, SKED_SJF, 0, SKED_REBUILD},
    {"easy", "EASY backfilling", SKED_FCFS, SKED_FCFS, 1, SKED_REBUILD},
    {"easy-sjbf", "EASY backfilling, shortest first", SKED_FCFS, SKED_SJF, 1, SKED_REBUILD},
    {"conservative", "Conservative backfilling", SKED_FCFS, SKED_FCFS, SKED_ALL, SKED_COMPRESS},
    {"conservative-rebuild", "Conservative backfilling, made afresh in each pass", SKED_FCFS,
     SKED_FCFS, SKED_ALL, SKED_REBUILD},
};

/* As swil_rule numbers them. */
static const char *const rule_names[] = {"batch", "submit", "end"};

enum { ESTIMATES_REQUESTED, ESTIMATES_ACTUAL, ESTIMATES_MODEL };
static const char *const estimates_names[] = {"requested", "actual", "model"};

typedef struct options {
    policy chosen[POLICIES_MAX];
    uint32_t policies_count, holds_count;
    sked_span holds[HOLDS_MAX];
    const char *hold_texts[HOLDS_MAX];
    swil_rule rule;
    uint32_t processors, first, load_percent, accuracy;
    uint64_t explain_id;
    int estimates, explain, help;
    const char *starts, *jobs, *gantt, *trace;
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

static int parse_rule(options *opts, const char *name) {
    size_t at;

    for (at = 0; at < sizeof rule_names / sizeof rule_names[0]; at++) {
        if (strcmp(rule_names[at], name) == 0) {
            opts->rule = (swil_rule)at;
            return 1;
        }
    }
    fprintf(stderr,
            "replay: --same-instant: unknown rule \"%s\", expected one of batch, submit, end\n",
            name);
    return 0;
}

static int parse_estimates(options *opts, const char *name) {
    size_t at;

    for (at = 0; at < sizeof estimates_names / sizeof estimates_names[0]; at++) {
        if (strcmp(estimates_names[at], name) == 0) {
            opts->estimates = (int)at;
            return 1;
        }
    }
    fprintf(stderr,
            "replay: --estimates: unknown kind \"%s\", expected one of requested, actual, model\n",
            name);
    return 0;
}

static int parse_id(options *opts, const char *text) {
    opts->explain = 1;
    if (!parse_digits(text, strlen(text), UINT64_MAX, &opts->explain_id)) {
        fprintf(stderr, "replay: --explain: \"%s\" is not the number of a job\n", text);
        return 0;
    }
    return 1;
}

/* One part of a hold. */
static int parse_part(const char *hold, const char *part, const char *text, size_t length,
                      uint64_t least, uint64_t most, uint64_t *value) {
    if (parse_digits(text, length, most, value) && *value >= least) {
        return 1;
    }
    fprintf(stderr,
            "replay: --hold: \"%s\": the %s \"%.*s\" is not a whole number from %llu to %llu%s\n",
            hold, part, (int)length, text, (unsigned long long)least, (unsigned long long)most,
            strcmp(part, "end") == 0 ? ", nor never" : "");
    return 0;
}

/* START:END:COUNT. */
static int parse_hold(options *opts, const char *text) {
    const char *end, *count;
    uint64_t from, to = (uint64_t)SKED_NEVER, processors;

    end = strchr(text, ':');
    count = end != NULL ? strchr(end + 1, ':') : NULL;
    if (count == NULL || strchr(count + 1, ':') != NULL) {
        fprintf(stderr, "replay: --hold: \"%s\" has %d part%s, expected three: START:END:COUNT\n",
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
                "replay: --hold: \"%s\": the end is %llu, expected a time after the start\n", text,
                (unsigned long long)to);
        return 0;
    }
    if (opts->holds_count == HOLDS_MAX) {
        fprintf(stderr, "replay: --hold: more than %d holds\n", (int)HOLDS_MAX);
        return 0;
    }
    opts->holds[opts->holds_count].start = (int64_t)from;
    opts->holds[opts->holds_count].end = (int64_t)to;
    opts->holds[opts->holds_count].count = (uint32_t)processors;
    opts->hold_texts[opts->holds_count++] = text;
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
    return strcmp(option, "--gantt") == 0 ? &opts->gantt : NULL;
}

/* An option with a value. */
static int parse_valued(options *opts, const char *option, const char *value) {
    if (strcmp(option, "--policy") == 0) {
        return parse_policies(opts, value);
    }
    if (strcmp(option, "--same-instant") == 0) {
        return parse_rule(opts, value);
    }
    if (strcmp(option, "--estimates") == 0) {
        return parse_estimates(opts, value);
    }
    if (strcmp(option, "--hold") == 0) {
        return parse_hold(opts, value);
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
    static const char *const names[] = {"--policy", "--same-instant", "--estimates", "--hold",
                                        "--explain", "--processors", "--first", "--load",
                                        "--accuracy"};
    size_t at;

    for (at = 0; at < sizeof names / sizeof names[0]; at++) {
        if (strcmp(names[at], option) == 0) {
            return 1;
        }
    }
    return find_file(opts, option) != NULL;
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

static int parse_options(options *opts, int count, char **words) {
    int at;

    opts->accuracy = SAMPLE_AUTO;
    for (at = 1; at < count; at++) {
        if (strcmp(words[at], "--help") == 0) {
            opts->help = 1;
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
    if (opts->explain && opts->accuracy == SAMPLE_AUTO) {
        opts->accuracy = 0;
    }
    return check_single(opts);
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

static int check_holds(const options *opts, const workload *load) {
    uint32_t hold;

    for (hold = 0; hold < opts->holds_count; hold++) {
        if (opts->holds[hold].count > load->processors) {
            fprintf(stderr,
                    "replay: --hold: \"%s\": the count is %lu, expected at most the machine's %lu "
                    "processors\n",
                    opts->hold_texts[hold], (unsigned long)opts->holds[hold].count,
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
    return check_holds(opts, load);
}

static void print_holds(const options *opts) {
    uint32_t hold;

    for (hold = 0; hold < opts->holds_count; hold++) {
        const sked_span *span = &opts->holds[hold];

        printf("%s%lu processor%s from %lld", hold == 0 ? "held: " : ", ",
               (unsigned long)span->count, span->count == 1 ? "" : "s", (long long)span->start);
        if (span->end == SKED_NEVER) {
            printf(" on");
        } else {
            printf(" to %lld", (long long)span->end);
        }
    }
    if (opts->holds_count > 0) {
        printf("\n");
    }
}

/* The work per processor and second between the first and the last submission. */
static void print_head(const options *opts, const workload *load) {
    sked_wide area = {0, 0};
    int64_t span = load->jobs[load->count - 1].submit - load->jobs[0].submit;
    uint64_t capacity = (uint64_t)span;
    size_t job;

    for (job = 0; job < load->count; job++) {
        area = sked_wide_add(
            area, sked_wide_mul((uint64_t)load->jobs[job].run, load->jobs[job].width));
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
        area = sked_wide_div(swil_wide_times(area, 100), load->processors, NULL);
        printf("%s %%", swil_ratio_text(area, capacity, 1).text);
    } else {
        printf("unknown (all at once)");
    }
    printf(", estimates %s, same instant: %s\n",
           opts->trace == NULL && opts->estimates == ESTIMATES_REQUESTED
               ? "actual" : estimates_names[opts->estimates], rule_names[opts->rule]);
    print_holds(opts);
    printf("\n");
}

/* ---- Watching a replay ----------------------------------------------------------------------- */

#define NOT_ASKED INT64_C(-1)

/* How good forecasts are. A forecast costs a replay of the queue, so they are made for a sample:
   the jobs whose places in the workload are multiples of `every`. */
typedef struct accuracy {
    size_t next, every;             /* the place to look at next */
    int automatic;                  /* `every` grows if the sample turns out to be expensive */
    uint64_t work;                  /* spent so far, in units of work_of */
    int64_t *forecasts;             /* per job: the start as forecast at submission; NOT_ASKED */
    int64_t *promised;              /* per job: the start as promised; NULL if nothing is */
} accuracy;

typedef struct moment {
    int64_t time, forecast;
    int64_t shadow;                 /* the head's; NOT_ASKED: the pass did not come to that */
    uint64_t head;
    uint32_t position;
} moment;

/* What happened to one job. A first replay counts its passes, a second one looks at them. */
typedef struct story {
    size_t job;
    int telling;
    uint64_t passes, seen, work;    /* passes in which the job waited */
    uint32_t running;               /* other jobs, after its first pass; and so the next two: */
    uint32_t processors_free;
    int64_t promised;               /* SKED_NEVER: nothing */
    moment *moments;
    sked_action *overtakers;        /* the starts of jobs that were submitted later */
    size_t moments_count, moments_room, overtakers_count, overtakers_room;
    sked_action action;             /* its own start; width 0 before */
} story;

typedef struct watch {
    const workload *load;
    const policy *which;
    time_t told;
    gantt_log *gantt;               /* NULL: not wanted; and so the next two: */
    char **places;                  /* per job: the processors as text */
    story *tale;
    accuracy asked;
    void *block;                    /* of forecasts */
    sked_forecast *forecasts;
    size_t block_bytes, forecasts_room;
    int failed;                     /* out of memory */
} watch;

/* Makes room for one more of what is `size` bytes large; NULL: out of memory. */
static void *make_room(void *array, size_t count, size_t *room, size_t size) {
    size_t wanted = *room == 0 ? 256 : *room * 2;
    void *larger;

    if (count < *room) {
        return array;
    }
    larger = wanted > SIZE_MAX / size ? NULL : realloc(array, wanted * size);
    *room = larger != NULL ? wanted : *room;
    return larger;
}

/* What a forecast will cost, in units of some 50 ns as measured: a copy of the block, then a start
   and an end of each job, with a look at the reservations there are. */
static uint64_t work_of(const policy *which, const sked_queue_facts *facts) {
    uint64_t jobs = (uint64_t)facts->waiting + facts->running, each = 10;
    uint64_t kept = facts->waiting < which->depth ? facts->waiting : which->depth;

    if (which->depth > 1 && (which->depth != SKED_ALL || which->reservations == SKED_REBUILD)) {
        each += 4 * (kept + facts->running);
    } else if (which->depth == SKED_ALL) {
        each += kept / 8;
    }
    if (facts->waiting == 0) {
        return 1;
    }
    return facts->bytes / 512 + jobs * each;
}

/* The start of the job at a position of the queue, as forecast now. */
static int64_t ask_forecast(watch *state, const sked_queue *queue, const sked_queue_facts *facts,
                            uint32_t position, int64_t now) {
    if (facts->bytes > state->block_bytes) {
        free(state->block);
        state->block = malloc(facts->bytes);
        state->block_bytes = state->block != NULL ? facts->bytes : 0;
    }
    if (facts->waiting > state->forecasts_room) {
        free(state->forecasts);
        state->forecasts =
            (sked_forecast *)calloc((size_t)facts->waiting * 2, sizeof *state->forecasts);
        state->forecasts_room = state->forecasts != NULL ? (size_t)facts->waiting * 2 : 0;
    }
    if (sked_queue_forecast(queue, now, state->forecasts, (uint32_t)state->forecasts_room,
                            state->block, state->block_bytes) != SKED_OK) {
        state->failed = 1;
        return SKED_NEVER;
    }
    return state->forecasts[position].start;
}

/* Is the next job of the sample to be asked? An automatic sample is thinned out while it costs more
   than its share, so that it stays even: the work of jobs 0 .. n-1 stays below n shares. */
static int is_affordable(accuracy *asked, size_t count, uint64_t work) {
    size_t place = asked->next, job;

    while (asked->automatic && asked->every < count &&
           (double)(asked->work + work) * (double)count >
               (double)WORK_MAX * (double)(place + asked->every)) {
        asked->every *= 2;
        for (job = asked->every / 2; job < place; job += asked->every) {
            asked->forecasts[job] = NOT_ASKED;
        }
    }
    return place % asked->every == 0;
}

/* Looks at the jobs that have come since the last pass. */
static void note_forecasts(watch *state, const sked_queue *queue, int64_t now) {
    accuracy *asked = &state->asked;
    const workload *load = state->load;
    sked_queue_facts facts;
    sked_job_facts job;

    while (asked->next < load->count && load->jobs[asked->next].submit <= now &&
           sked_queue_find(queue, (uint64_t)asked->next, &job, NULL) == SKED_OK &&
           sked_queue_look(queue, &facts) == SKED_OK) {
        uint64_t work = job.running ? 1 : work_of(state->which, &facts);

        if (asked->promised != NULL) {
            asked->promised[asked->next] = job.running ? job.start : job.reserved;
        }
        if (asked->next % asked->every == 0 && is_affordable(asked, load->count, work)) {
            asked->forecasts[asked->next] =
                job.running ? job.start : ask_forecast(state, queue, &facts, job.position, now);
            asked->work += work;
        }
        asked->next += asked->promised != NULL ? 1 : asked->every - asked->next % asked->every;
    }
}

static void add_moment(watch *state, const sked_queue *queue, const sked_queue_facts *facts,
                       const moment *now) {
    story *tale = state->tale;
    moment *moments = (moment *)make_room(tale->moments, tale->moments_count, &tale->moments_room,
                                          sizeof *moments);

    if (moments == NULL) {
        state->failed = 1;
        return;
    }
    tale->moments = moments;
    moments[tale->moments_count] = *now;
    moments[tale->moments_count].shadow = facts->head_blocked ? facts->shadow : NOT_ASKED;
    (void)sked_queue_waiting_at(queue, 0, &moments[tale->moments_count++].head);
}

/* A pass of the second replay in which the job waits. Forecasts at all of them could take long:
   there is one as long as the work stays below the share of the passes so far. */
static void look_at_job(watch *state, const sked_queue *queue, const sked_job_facts *job,
                        int64_t now) {
    story *tale = state->tale;
    const moment *last = tale->moments_count > 0 ? &tale->moments[tale->moments_count - 1] : NULL;
    sked_queue_facts facts;
    moment here = {0, 0, 0, 0, 0};
    uint64_t work;

    if (sked_queue_look(queue, &facts) != SKED_OK) {
        return;
    }
    tale->seen++;
    work = work_of(state->which, &facts);
    if (tale->seen == 1) {
        tale->promised = job->reserved;
        tale->running = facts.running;
        tale->processors_free = facts.processors_free;
    } else if ((double)(tale->work + work) * (double)tale->passes >
               (double)WORK_MAX * (double)tale->seen) {
        return;
    }
    tale->work += work;
    here.time = now;
    here.position = job->position;
    here.forecast = ask_forecast(state, queue, &facts, job->position, now);
    if (last == NULL || last->forecast != here.forecast || last->position != here.position) {
        add_moment(state, queue, &facts, &here);
    }
}

static void note_story(watch *state, const sked_queue *queue, int64_t now) {
    story *tale = state->tale;
    sked_job_facts job;

    if (tale->action.width > 0 || now < state->load->jobs[tale->job].submit ||
        sked_queue_find(queue, (uint64_t)tale->job, &job, NULL) != SKED_OK || job.running) {
        return;
    }
    if (tale->telling) {
        look_at_job(state, queue, &job, now);
    } else {
        tale->passes++;
    }
}

static void note_start(watch *state, size_t job, const sked_action *action) {
    story *tale = state->tale;
    sked_action *overtakers;

    if (!tale->telling || tale->action.width > 0) {
        return;
    }
    if (job == tale->job) {
        tale->action = *action;
    } else if (job > tale->job) {
        overtakers = (sked_action *)make_room(tale->overtakers, tale->overtakers_count,
                                              &tale->overtakers_room, sizeof *overtakers);
        if (overtakers == NULL) {
            state->failed = 1;
            return;
        }
        tale->overtakers = overtakers;
        overtakers[tale->overtakers_count++] = *action;
    }
}

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
        larger = (char *)make_room(text, length + 32, &room, 1);
        if (larger == NULL) {
            free(text);
            return NULL;
        }
        text = larger;
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

    if (state->gantt != NULL) {
        gantt_on_start(state->gantt, job, action, processors);
    }
    if (state->places != NULL) {
        state->places[job] = set_text(processors);
        state->failed = state->failed || state->places[job] == NULL;
    }
    if (state->tale != NULL) {
        note_start(state, job, action);
    }
}

static void on_pass(void *ctx, const sked_queue *queue, int64_t now) {
    watch *state = (watch *)ctx;

    if (state->asked.forecasts != NULL && !state->failed) {
        note_forecasts(state, queue, now);
    }
    if (state->tale != NULL && !state->failed) {
        note_story(state, queue, now);
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

static int64_t *make_times(size_t count) {
    int64_t *times = (int64_t *)malloc(count * sizeof *times);
    size_t at;

    for (at = 0; times != NULL && at < count; at++) {
        times[at] = NOT_ASKED;
    }
    return times;
}

static int does_promise(const policy *which) {
    return which->depth == SKED_ALL && which->reservations == SKED_COMPRESS;
}

/* `every` 0: no forecast. */
static int watch_make(watch *state, const policy *which, const workload *load, uint32_t every) {
    memset(state, 0, sizeof *state);
    state->which = which;
    state->load = load;
    state->told = time(NULL);
    if (every == 0) {
        return 1;
    }
    state->asked.automatic = every == SAMPLE_AUTO;
    state->asked.every = every != SAMPLE_AUTO ? every : (load->count + SAMPLE - 1) / SAMPLE;
    state->asked.forecasts = make_times(load->count);
    if (does_promise(which)) {
        state->asked.promised = make_times(load->count);
    }
    return state->asked.forecasts != NULL &&
           (!does_promise(which) || state->asked.promised != NULL);
}

static void watch_drop(watch *state) {
    free(state->asked.promised);
    free(state->asked.forecasts);
    free(state->forecasts);
    free(state->block);
    memset(state, 0, sizeof *state);
}

/* ---- Results --------------------------------------------------------------------------------- */

enum { COLUMNS = 8, FORECAST_COLUMNS = 6 };

static void fill_heads(swil_text *cells, const char *const *heads, int count) {
    int at;

    for (at = 0; at < count; at++) {
        snprintf(cells[at].text, sizeof cells[at].text, "%s", heads[at]);
    }
}

static void fill_row(const policy *which, const swil_metrics *metrics, swil_text *cells) {
    uint64_t jobs = metrics->jobs;
    int at;

    snprintf(cells[0].text, sizeof cells[0].text, "%s", which->name);
    for (at = 1; at < COLUMNS && jobs == 0; at++) {
        snprintf(cells[at].text, sizeof cells[at].text, "-");
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

static swil_text number_text(uint64_t number) {
    return swil_ratio_text(swil_wide(number), 1, 0);
}

static swil_text text_of(const char *words) {
    swil_text text;

    snprintf(text.text, sizeof text.text, "%s", words);
    return text;
}

/* (plus - minus) / count. */
static swil_text signed_mean(sked_wide plus, sked_wide minus, uint64_t count) {
    swil_text text, with_sign;

    if (sked_wide_compare(plus, minus) >= 0) {
        return swil_ratio_text(sked_wide_sub(plus, minus), count, 1);
    }
    text = swil_ratio_text(sked_wide_sub(minus, plus), count, 1);
    snprintf(with_sign.text, sizeof with_sign.text, "-%.62s", text.text);
    return with_sign;
}

static uint64_t distance(int64_t a, int64_t b) {
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

/* How many jobs started later than promised. Here jobs are stopped at their estimates, all holds
   are known from the start, and no processor is lost: anything but 0 is a fault of the queue. */
static size_t count_broken(const accuracy *asked, const int64_t *starts, size_t count) {
    size_t job, broken = 0;

    for (job = 0; job < count; job++) {
        broken += starts[job] > asked->promised[job];
    }
    return broken;
}

/* Forecasts that a job never starts, and jobs that never did, have no error. */
static void fill_forecasts(const watch *state, const int64_t *starts, swil_text *cells) {
    const accuracy *asked = &state->asked;
    sked_wide late = {0, 0}, early = {0, 0};
    uint64_t count = 0, known = 0, kept = 0;
    size_t job;

    for (job = 0; job < state->load->count; job++) {
        int64_t told = asked->forecasts[job], start = starts[job];

        if (told != NOT_ASKED) {
            count++;
            kept += start <= told;
        }
        if (told != NOT_ASKED && told != SKED_NEVER && start != SKED_NEVER) {
            sked_wide *sum = start > told ? &late : &early;

            known++;
            *sum = sked_wide_add(*sum, swil_wide(distance(start, told)));
        }
    }
    cells[0] = text_of(state->which->name);
    cells[1] = number_text(count);
    cells[2] = known > 0 ? signed_mean(late, early, known) : text_of("-");
    cells[3] = known > 0 ? swil_ratio_text(sked_wide_add(late, early), known, 1) : text_of("-");
    cells[4] = count > 0 ? swil_ratio_text(swil_wide(kept * 100), count, 1) : text_of("-");
    cells[5] = text_of("-");
    if (asked->promised != NULL) {
        snprintf(cells[5].text, sizeof cells[5].text, "%lu of %lu",
                 (unsigned long)count_broken(asked, starts, state->load->count),
                 (unsigned long)state->load->count);
    }
}

static int close_output(FILE *file, const char *name, int done) {
    int failed = ferror(file);

    if (fclose(file) != 0 || failed || !done) {
        fprintf(stderr, "replay: %s: cannot be written\n", name);
        return 0;
    }
    return 1;
}

static FILE *open_output(const char *name) {
    FILE *file = fopen(name, "w");

    if (file == NULL) {
        fprintf(stderr, "replay: %s: cannot be written: %s\n", name, strerror(errno));
    }
    return file;
}

/* A job that never started has the start "never". */
static int write_starts(const char *name, const workload *load, const int64_t *starts) {
    FILE *file = open_output(name);
    size_t job;

    if (file == NULL) {
        return 0;
    }
    fputs("id,start\n", file);
    for (job = 0; job < load->count; job++) {
        fprintf(file, "%llu,", (unsigned long long)load->jobs[job].id);
        if (starts[job] == SKED_NEVER) {
            fputs("never\n", file);
        } else {
            fprintf(file, "%lld\n", (long long)starts[job]);
        }
    }
    return close_output(file, name, 1);
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
    FILE *file = open_output(opts->jobs);

    if (file == NULL) {
        return 0;
    }
    return close_output(file, opts->jobs,
                        workload_write_batsim(file, load, starts, (const char *const *)places,
                                              trace_name(opts)));
}

static int write_gantt(const options *opts, const gantt_log *log, const policy *which) {
    FILE *file;

    if (log->count == 0 && !log->failed) {
        fputs("replay: --gantt: no job started, there is nothing to draw\n", stderr);
        return 0;
    }
    file = open_output(opts->gantt);
    if (file == NULL) {
        return 0;
    }
    return close_output(file, opts->gantt, gantt_write(file, log, which->title, trace_name(opts)));
}

/* ---- The story of a job ---------------------------------------------------------------------- */

enum { MOMENTS_MAX = 10, OVERTAKERS_MAX = 6, MOMENT_COLUMNS = 7, OVERTAKER_COLUMNS = 6 };

static uint64_t trace_id(const workload *load, uint64_t place) {
    return load->jobs[(size_t)place].id;
}

static swil_text time_text(int64_t time) {
    if (time == NOT_ASKED) {
        return text_of("-");
    }
    return time == SKED_NEVER ? text_of("never") : number_text((uint64_t)time);
}

/* A difference of two times, both known or not. */
static swil_text change_text(int64_t from, int64_t to) {
    swil_text text;

    if (from == SKED_NEVER || to == SKED_NEVER) {
        return text_of(from == to ? "0" : "-");
    }
    snprintf(text.text, sizeof text.text, to == from ? "%lld" : "%+lld", (long long)(to - from));
    return text;
}

/* The moments worth a line: the first, the last, and those at which the forecast has changed by
   more than `least` since the line before, or only half the jobs ahead are left. */
static size_t choose_moments(const story *tale, uint64_t least, int halves, size_t *chosen) {
    size_t at, count = 0;

    for (at = 0; at < tale->moments_count; at++) {
        const moment *here = &tale->moments[at];
        const moment *last = count > 0 ? &tale->moments[chosen[count - 1]] : here;

        if (at == 0 || at + 1 == tale->moments_count ||
            distance(here->forecast, last->forecast) > least ||
            (halves && last->position > 0 && here->position <= last->position / 2)) {
            if (count == MOMENTS_MAX) {
                return count + 1;
            }
            chosen[count++] = at;
        }
    }
    return count;
}

static size_t choose_few_moments(const story *tale, size_t *chosen) {
    uint64_t least = 0;
    size_t count = choose_moments(tale, 0, 1, chosen);

    while (count > MOMENTS_MAX && least < SKED_NEVER) {
        least = least * 2 + 1;
        count = choose_moments(tale, least, 1, chosen);
    }
    return count > MOMENTS_MAX ? choose_moments(tale, least, 0, chosen) : count;
}

static void fill_moment(const story *tale, const workload *load, const moment *last,
                        const moment *here, swil_text *cells) {
    cells[0] = time_text(here->time);
    cells[1] = number_text((uint64_t)(here->time - load->jobs[tale->job].submit));
    cells[2] = number_text(here->position);
    cells[3] = time_text(here->forecast);
    cells[4] = last != NULL ? change_text(last->forecast, here->forecast) : text_of("");
    cells[5] = here->position == 0 ? text_of("itself") : number_text(trace_id(load, here->head));
    cells[6] = time_text(here->shadow);
}

static void print_moments(const story *tale, const workload *load, const policy *which) {
    static const char *const heads[MOMENT_COLUMNS] = {
        "time s", "waited s", "jobs ahead", "forecast start s", "change s", "blocked head",
        "its shadow time s"};
    swil_text cells[(MOMENTS_MAX + 1) * MOMENT_COLUMNS];
    size_t chosen[MOMENTS_MAX + 1], count = choose_few_moments(tale, chosen), at;

    fill_heads(cells, heads, MOMENT_COLUMNS);
    for (at = 0; at < count; at++) {
        swil_text *row = &cells[(at + 1) * MOMENT_COLUMNS];

        fill_moment(tale, load, at > 0 ? &tale->moments[chosen[at - 1]] : NULL,
                    &tale->moments[chosen[at]], row);
        if (which->depth == 0) {
            row[6] = text_of("-");
        }
    }
    printf("\nIts place in the queue, and its start as forecast then");
    if (count < tale->moments_count) {
        printf(" (%lu of %lu changes)", (unsigned long)count, (unsigned long)tale->moments_count);
    }
    printf(":\n");
    swil_print_table(stdout, cells, count + 1, MOMENT_COLUMNS);
}

static const char *short_reason(sked_reason reason) {
    switch (reason) {
    case SKED_HEAD:
        return "head of the queue";
    case SKED_BEFORE_SHADOW:
        return "over by the shadow time";
    case SKED_BESIDE_HEAD:
        return "beside the head";
    case SKED_RESERVED:
    case SKED_PROCESSOR_DOWN:
    case SKED_REASON_CLOSED_:
        break;
    }
    return "reserved for then";
}

static sked_wide overtaker_area(const workload *load, const sked_action *action) {
    return sked_wide_mul((uint64_t)swil_run_time(&load->jobs[(size_t)action->id]), action->width);
}

/* The largest ones, by processors times run time, in the order in which they started. */
static size_t choose_overtakers(const story *tale, const workload *load, size_t *chosen) {
    size_t count = 0, at, other, least;

    for (at = 0; at < tale->overtakers_count; at++) {
        sked_wide area = overtaker_area(load, &tale->overtakers[at]);

        if (count < OVERTAKERS_MAX) {
            chosen[count++] = at;
            continue;
        }
        for (least = 0, other = 1; other < count; other++) {
            if (sked_wide_compare(overtaker_area(load, &tale->overtakers[chosen[other]]),
                                  overtaker_area(load, &tale->overtakers[chosen[least]])) < 0) {
                least = other;
            }
        }
        if (sked_wide_compare(area, overtaker_area(load, &tale->overtakers[chosen[least]])) > 0) {
            memmove(&chosen[least], &chosen[least + 1], (count - least - 1) * sizeof *chosen);
            chosen[count - 1] = at;
        }
    }
    return count;
}

static void print_overtakers(const story *tale, const workload *load) {
    static const char *const heads[OVERTAKER_COLUMNS] = {"why", "job",
                                                         "started s", "processors", "estimate s",
                                                         "run s"};
    swil_text cells[(OVERTAKERS_MAX + 1) * OVERTAKER_COLUMNS];
    size_t chosen[OVERTAKERS_MAX], count = choose_overtakers(tale, load, chosen), at;

    if (count == 0) {
        printf("\nNo job that was submitted later started before it.\n");
        return;
    }
    fill_heads(cells, heads, OVERTAKER_COLUMNS);
    for (at = 0; at < count; at++) {
        const sked_action *action = &tale->overtakers[chosen[at]];
        const workload_job *job = &load->jobs[(size_t)action->id];
        swil_text *row = &cells[(at + 1) * OVERTAKER_COLUMNS];

        row[0] = text_of(short_reason(action->reason));
        row[1] = number_text(job->id);
        row[2] = time_text(action->start);
        row[3] = number_text(action->width);
        row[4] = time_text(swil_estimate(job));
        row[5] = time_text(swil_run_time(job));
    }
    printf("\n%lu job%s submitted later started before it", (unsigned long)tale->overtakers_count,
           tale->overtakers_count == 1 ? "" : "s");
    printf(tale->overtakers_count > count ? "; the %lu largest:\n" : ":\n", (unsigned long)count);
    swil_print_table(stdout, cells, count + 1, OVERTAKER_COLUMNS);
    printf("Whether it would have started earlier without %s, one replay cannot tell.\n",
           tale->overtakers_count == 1 ? "that" : "them");
}

static void print_reason(const story *tale, const workload *load, const policy *which) {
    const sked_action *action = &tale->action;
    const unsigned long long head = (unsigned long long)
        (action->reason != SKED_HEAD ? trace_id(load, action->head) : 0);
    const swil_text shadow = time_text(action->shadow), end = time_text(action->end);

    switch (action->reason) {
    case SKED_HEAD:
        printf("  because it was the head of the queue, and %lu processor%s free for it.\n",
               (unsigned long)action->width, action->width == 1 ? " was" : "s were");
        break;
    case SKED_BEFORE_SHADOW:
        printf("  backfilled ahead of job %llu, the head: expected to end at %s, by the head's "
               "shadow time %s.\n", head, end.text, shadow.text);
        break;
    case SKED_BESIDE_HEAD:
        printf("  backfilled ahead of job %llu, the head: expected to outlast the head's shadow "
               "time %s,\n  but on processors that the head leaves over then.\n", head,
               shadow.text);
        break;
    case SKED_RESERVED:
    case SKED_PROCESSOR_DOWN:
    case SKED_REASON_CLOSED_:
        printf("  because %s,\n  ahead of job %llu, the head, ",
               does_promise(which) ? "its reservation was for then"
                                   : "it found room beside the reservations of jobs ahead of it",
               head);
        printf(action->shadow == SKED_NEVER ? "which has no time at all yet.\n"
                                            : "whose shadow time was %s.\n", shadow.text);
    }
}

/* "120 s earlier than forecast at its submission". */
static void print_compared(int64_t told, int64_t start, const char *what) {
    if (told == SKED_NEVER) {
        printf("  %s: no time could be told\n", what);
    } else if (told == start) {
        printf("  %s: %lld, and so it was\n", what, (long long)told);
    } else {
        printf("  %s: %lld, so it started %lld s %s\n", what, (long long)told,
               (long long)(told > start ? told - start : start - told),
               told > start ? "earlier" : "later");
    }
}

static void print_end(const workload_job *job, int64_t start) {
    int64_t run = swil_run_time(job), estimate = swil_estimate(job);

    printf("Ended at %lld, after %lld s: ", (long long)(start + run), (long long)run);
    if (run < estimate) {
        printf("%lld s before its estimate ran out.\n", (long long)(estimate - run));
    } else if (job->run > estimate) {
        printf("stopped at its estimate.\n");
    } else {
        printf("exactly its estimate.\n");
    }
}

static void print_story(const story *tale, const workload *load, const policy *which) {
    const workload_job *job = &load->jobs[tale->job];
    const moment *first = tale->moments_count > 0 ? &tale->moments[0] : NULL;
    int64_t start = tale->action.width > 0 ? tale->action.start : SKED_NEVER;
    size_t other, same = 0;

    for (other = 0; other < load->count; other++) {
        same += load->jobs[other].id == job->id;
    }
    printf("\nJob %llu under %s: %lu processor%s, estimate %lld s", (unsigned long long)job->id,
           which->name, (unsigned long)job->width, job->width == 1 ? "" : "s",
           (long long)swil_estimate(job));
    printf(same > 1 ? " (the first of %lu jobs of this number)\n" : "\n", (unsigned long)same);
    printf("Submitted at %lld", (long long)job->submit);
    if (first == NULL) {
        printf(", and did not wait.\n");
    } else {
        printf(": %lu job%s ahead of it in the queue; %lu running, %lu of %lu processors free\n",
               (unsigned long)first->position, first->position == 1 ? "" : "s",
               (unsigned long)tale->running,
               (unsigned long)tale->processors_free, (unsigned long)load->processors);
        print_moments(tale, load, which);
        print_overtakers(tale, load);
    }
    if (start == SKED_NEVER) {
        printf("\nIt never started: something keeps its %lu processors for ever.\n",
               (unsigned long)job->width);
        return;
    }
    printf("\nStarted at %lld, after a wait of %lld s,\n", (long long)start,
           (long long)(start - job->submit));
    print_reason(tale, load, which);
    if (first != NULL) {
        print_compared(first->forecast, start, "forecast at its submission");
    }
    if (first != NULL && does_promise(which)) {
        print_compared(tale->promised, start, "promised at its submission");
    }
    print_end(job, start);
}

static void story_drop(story *tale) {
    free(tale->moments);
    free(tale->overtakers);
    memset(tale, 0, sizeof *tale);
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

/* ---- Replaying ------------------------------------------------------------------------------- */

typedef struct tables {
    swil_text results[(POLICIES_MAX + 1) * COLUMNS];
    swil_text forecasts[(POLICIES_MAX + 1) * FORECAST_COLUMNS];
    size_t never_started[POLICIES_MAX];
} tables;

static int run_watched(const options *opts, watch *state, int64_t *starts, swil_metrics *metrics) {
    const policy *which = state->which;
    const workload *load = state->load;
    swil_settings settings = {0};
    int status;

    settings.queue.order = which->order;
    settings.queue.backfill_order = which->backfill_order;
    settings.queue.depth = which->depth;
    settings.queue.reservations = which->reservations;
    settings.rule = opts->rule;
    settings.holds = opts->holds;
    settings.holds_count = opts->holds_count;
    settings.on_start =
        state->gantt != NULL || state->places != NULL || state->tale != NULL ? on_start : NULL;
    settings.on_pass = state->asked.forecasts != NULL || state->tale != NULL ? on_pass : NULL;
    settings.on_progress = on_progress;
    settings.ctx = state;
    status = swil_run(load, &settings, starts, metrics);
    if (status == SKED_OK && state->failed) {
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

/* Replays one policy and fills its rows of the tables. */
static int run_policy(const options *opts, watch *state, int64_t *starts, tables *all,
                      uint32_t row) {
    swil_metrics metrics;
    int done = run_watched(opts, state, starts, &metrics);

    if (done) {
        fill_row(state->which, &metrics, &all->results[(row + 1) * COLUMNS]);
        all->never_started[row] = metrics.never_started;
    }
    if (done && state->asked.forecasts != NULL) {
        fill_forecasts(state, starts, &all->forecasts[(row + 1) * FORECAST_COLUMNS]);
    }
    return done;
}

static void print_tables(const options *opts, tables *all) {
    static const char *const results[COLUMNS] = {
        "policy", "mean wait s", "mean response s", "mean bounded slowdown", "mean slowdown",
        "max wait s", "utilisation %", "makespan s"};
    static const char *const forecasts[FORECAST_COLUMNS] = {
        "policy", "jobs asked", "mean error s", "mean absolute error s", "no later %",
        "later than promised"};
    size_t rows = opts->policies_count + 1u;
    uint32_t at;

    fill_heads(all->results, results, COLUMNS);
    swil_print_table(stdout, all->results, rows, COLUMNS);
    for (at = 0; at < opts->policies_count; at++) {
        if (all->never_started[at] > 0) {
            printf("%s: %lu jobs never started; they are in none of these numbers\n",
                   opts->chosen[at].name, (unsigned long)all->never_started[at]);
        }
    }
    if (opts->accuracy != 0) {
        fill_heads(all->forecasts, forecasts, FORECAST_COLUMNS);
        printf("\nStarts against their forecasts at submission (error: start - forecast):\n");
        swil_print_table(stdout, all->forecasts, rows, FORECAST_COLUMNS);
    }
}

/* The second replay of --explain. */
static int explain(const options *opts, watch *state, int64_t *starts) {
    swil_metrics metrics;

    state->tale->telling = 1;
    if (!run_watched(opts, state, starts, &metrics)) {
        return 0;
    }
    print_story(state->tale, state->load, state->which);
    return 1;
}

typedef struct outputs {
    gantt_log gantt;
    story tale;
    char **places;
} outputs;

static int outputs_make(outputs *out, const options *opts, const workload *load) {
    memset(out, 0, sizeof *out);
    if (opts->explain) {
        out->tale.job = find_job(load, opts->explain_id);
    }
    if (opts->jobs != NULL) {
        out->places = (char **)calloc(load->count, sizeof *out->places);
    }
    return (opts->jobs == NULL || out->places != NULL) &&
           (opts->gantt == NULL || gantt_make(&out->gantt, load, load->processors));
}

static void outputs_drop(outputs *out, const workload *load) {
    size_t job;

    for (job = 0; out->places != NULL && job < load->count; job++) {
        free(out->places[job]);
    }
    free(out->places);
    gantt_drop(&out->gantt);
    story_drop(&out->tale);
}

/* Replays all policies; pictures, files and stories are of the last one. */
static int replay_all(const options *opts, const workload *load, int64_t *starts, tables *all,
                      outputs *out) {
    uint32_t at;
    watch state;
    int done = 1, last;

    for (at = 0; at < opts->policies_count && done; at++) {
        last = at + 1 == opts->policies_count;
        done = watch_make(&state, &opts->chosen[at], load, opts->accuracy);
        if (!done) {
            fputs("replay: out of memory\n", stderr);
        }
        state.gantt = last && opts->gantt != NULL ? &out->gantt : NULL;
        state.places = out->places;
        state.tale = opts->explain ? &out->tale : NULL;
        done = done && run_policy(opts, &state, starts, all, at);
        if (done && last) {
            print_tables(opts, all);
        }
        if (done && opts->explain) {
            free(state.asked.promised);
            free(state.asked.forecasts);
            state.asked.promised = state.asked.forecasts = NULL;
            state.gantt = NULL;
            state.places = NULL;
            done = explain(opts, &state, starts);
        }
        watch_drop(&state);
    }
    return done;
}

static int replay(const options *opts, const workload *load, int64_t *starts, tables *all) {
    outputs out;
    int done;

    done = outputs_make(&out, opts, load);
    if (!done) {
        fputs("replay: out of memory\n", stderr);
    } else {
        print_head(opts, load);
        done = replay_all(opts, load, starts, all, &out);
    }
    done = done && (opts->starts == NULL || write_starts(opts->starts, load, starts));
    done = done && (opts->jobs == NULL || write_jobs(opts, load, starts, out.places));
    done = done && (opts->gantt == NULL ||
                    write_gantt(opts, &out.gantt, &opts->chosen[opts->policies_count - 1]));
    outputs_drop(&out, load);
    return done;
}

int main(int count, char **words) {
    static tables all;
    options opts = {0};
    workload load = {0};
    int64_t *starts;
    int done;

    if (!parse_options(&opts, count, words)) {
        return 2;
    }
    if (opts.help) {
        fputs(usage, stdout);
        return 0;
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
    done = starts != NULL && replay(&opts, &load, starts, &all);
    if (starts == NULL) {
        fputs("replay: out of memory\n", stderr);
    }
    free(starts);
    workload_drop(&load);
    if (fflush(stdout) != 0) {
        fputs("replay: standard output: cannot be written\n", stderr);
        done = 0;
    }
    return done ? 0 : 1;
}
