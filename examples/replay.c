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

#define POLICIES_MAX 16

static const char usage[] =
    "usage: replay [OPTION ...] [TRACE.swf]\n"
    "Replays a job trace in the Standard Workload Format; - reads standard input, and without a\n"
    "trace a workload is generated. Compressed traces: gzip -dc TRACE.swf.gz | replay -\n"
    "A job that ran longer than it had requested is stopped at the requested time.\n\n"
    "  --policy NAME[,NAME...]        fcfs: first come, first served, without backfilling\n"
    "                                 sjf: the shortest estimate first, without backfilling\n"
    "                                 easy: fcfs with EASY backfilling\n"
    "                                 easy-sjbf: ... the shortest estimate first\n"
    "                                 default: fcfs,easy,easy-sjbf\n"
    "  --same-instant batch|submit|end\n"
    "                                 when several things happen at once: one pass after all of\n"
    "                                 them (default), or after each, submissions or ends first\n"
    "  --processors N                 size of the machine; default: as the trace's header says,\n"
    "                                 else its widest job; without a trace 256\n"
    "  --estimates requested|actual   actual: users who know their run times; default: requested\n"
    "  --first N                      only the first N jobs; without a trace: generate N jobs,\n"
    "                                 default 3000\n"
    "  --load PERCENT                 stretch the times between submissions to this offered load;\n"
    "                                 default without a trace: 85\n"
    "  --starts FILE.csv              write when each job started (one policy only)\n"
    "  --gantt FILE.svg               draw the most crowded day under the last policy named\n"
    "  --help                         this text\n";

typedef struct policy {
    const char *name, *title;
    sked_order order, backfill_order;
    uint32_t depth;
} policy;

static const policy policies[] = {
    {"fcfs", "First come, first served", SKED_FCFS, SKED_FCFS, 0},
    {"sjf", "Shortest job first", SKED_SJF, SKED_SJF, 0},
    {"easy", "EASY backfilling", SKED_FCFS, SKED_FCFS, 1},
    {"easy-sjbf", "EASY backfilling, shortest first", SKED_FCFS, SKED_SJF, 1},
};

/* As swil_rule numbers them. */
static const char *const rule_names[] = {"batch", "submit", "end"};

typedef struct options {
    const policy *chosen[POLICIES_MAX];
    uint32_t policies_count;
    swil_rule rule;
    uint32_t processors, first, load_percent;
    int actual, help;
    const char *starts, *gantt, *trace;
} options;

typedef struct progress {
    const char *policy;
    size_t jobs;
    time_t told;
    gantt_log *gantt;               /* NULL: no picture of this policy */
} progress;

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

static int parse_policy(options *opts, const char *name, size_t length) {
    size_t at, count = sizeof policies / sizeof policies[0];

    for (at = 0; at < count; at++) {
        if (strlen(policies[at].name) == length && strncmp(policies[at].name, name, length) == 0) {
            if (opts->policies_count == POLICIES_MAX) {
                fprintf(stderr, "replay: --policy: more than %d policies\n", POLICIES_MAX);
                return 0;
            }
            opts->chosen[opts->policies_count++] = &policies[at];
            return 1;
        }
    }
    fprintf(stderr,
            "replay: --policy: unknown policy \"%.*s\", expected one of ", (int)length, name);
    for (at = 0; at < count; at++) {
        fprintf(stderr, "%s%s", policies[at].name, at + 1 < count ? ", " : "\n");
    }
    return 0;
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
    opts->actual = strcmp(name, "actual") == 0;
    if (!opts->actual && strcmp(name, "requested") != 0) {
        fprintf(stderr,
                "replay: --estimates: unknown kind \"%s\", expected one of requested, actual\n",
                name);
        return 0;
    }
    return 1;
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
    if (strcmp(option, "--processors") == 0) {
        return parse_number(option, value, 1, INT32_MAX, &opts->processors);
    }
    if (strcmp(option, "--first") == 0) {
        return parse_number(option, value, 1, INT32_MAX / 2, &opts->first);
    }
    if (strcmp(option, "--load") == 0) {
        return parse_number(option, value, 1, 100000, &opts->load_percent);
    }
    *(strcmp(option, "--starts") == 0 ? &opts->starts : &opts->gantt) = value;
    return 1;
}

static int is_valued(const char *option) {
    static const char *const names[] = {"--policy", "--same-instant", "--estimates", "--processors",
                                        "--first", "--load", "--starts", "--gantt"};
    size_t at;

    for (at = 0; at < sizeof names / sizeof names[0]; at++) {
        if (strcmp(names[at], option) == 0) {
            return 1;
        }
    }
    return 0;
}

static int parse_options(options *opts, int count, char **words) {
    int at;

    for (at = 1; at < count; at++) {
        if (strcmp(words[at], "--help") == 0) {
            opts->help = 1;
        } else if (is_valued(words[at])) {
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
    if (opts->starts != NULL && opts->policies_count != 1) {
        fprintf(stderr, "replay: --starts: %lu policies, expected exactly one: --policy NAME\n",
                (unsigned long)opts->policies_count);
        return 0;
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
    if (opts->actual) {
        workload_use_actual(load);
    }
    if (percent > 0 && (load->count > 1 || opts->load_percent > 0) &&
        !workload_scale_load(load, load->processors, percent * 10)) {
        fprintf(stderr,
                "replay: --load: the jobs cannot be stretched to %lu %%, expected jobs that "
                        "are submitted at different times\n", (unsigned long)percent);
        return 0;
    }
    return 1;
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
               "interactive, estimates = run times)\n", (unsigned long)load->count);
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
    printf(", estimates %s, same instant: %s\n\n",
           opts->actual || opts->trace == NULL ? "actual" : "requested", rule_names[opts->rule]);
}

/* ---- Results --------------------------------------------------------------------------------- */

static void on_start(void *ctx, size_t job, const sked_action *action, const sked_set *processors) {
    progress *state = (progress *)ctx;

    if (state->gantt != NULL) {
        gantt_on_start(state->gantt, job, action, processors);
    }
}

static void on_progress(void *ctx, size_t started) {
    progress *state = (progress *)ctx;
    time_t now = time(NULL);

    if (now - state->told > 2) {
        fprintf(stderr,
                "replay: %s: %lu of %lu jobs started\n", state->policy, (unsigned long)started,
                (unsigned long)state->jobs);
        state->told = now;
    }
}

#define COLUMNS 8

static void fill_heads(swil_text *cells) {
    static const char *const heads[COLUMNS] = {
        "policy", "mean wait s", "mean response s", "mean bounded slowdown", "mean slowdown",
        "max wait s", "utilisation %", "makespan s"};
    int at;

    for (at = 0; at < COLUMNS; at++) {
        snprintf(cells[at].text, sizeof cells[at].text, "%s", heads[at]);
    }
}

static void fill_row(const policy *which, const swil_metrics *metrics, swil_text *cells) {
    uint64_t jobs = metrics->jobs;

    snprintf(cells[0].text, sizeof cells[0].text, "%s", which->name);
    cells[1] = swil_ratio_text(metrics->wait_sum, jobs, 1);
    cells[2] = swil_ratio_text(metrics->response_sum, jobs, 1);
    cells[3] = swil_ratio_text(metrics->bounded_slowdown_sum, jobs * 1000000, 3);
    cells[4] = swil_ratio_text(metrics->slowdown_sum, jobs * 1000000, 3);
    cells[5] = swil_ratio_text(swil_wide((uint64_t)metrics->wait_max), 1, 0);
    cells[6] = swil_ratio_text(swil_wide(metrics->utilisation), 10000, 2);
    cells[7] = swil_ratio_text(swil_wide((uint64_t)metrics->makespan), 1, 0);
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

static int write_starts(const char *name, const workload *load, const int64_t *starts) {
    FILE *file = open_output(name);
    size_t job;

    if (file == NULL) {
        return 0;
    }
    fputs("id,start\n", file);
    for (job = 0; job < load->count; job++) {
        fprintf(file,
                "%llu,%lld\n", (unsigned long long)load->jobs[job].id, (long long)starts[job]);
    }
    return close_output(file, name, 1);
}

static int write_gantt(const options *opts, const gantt_log *log, const policy *which) {
    const char *trace = opts->trace == NULL ? "generated jobs (Lublin-Feitelson)" : opts->trace;
    const char *slash = strrchr(trace, '/');
    FILE *file = open_output(opts->gantt);

    if (file == NULL) {
        return 0;
    }
    trace = slash != NULL ? slash + 1 : strcmp(trace, "-") == 0 ? "standard input" : trace;
    return close_output(file, opts->gantt, gantt_write(file, log, which->title, trace));
}

/* Replays one policy and fills its row of the table. */
static int run_policy(const options *opts, const policy *which, const workload *load,
                      int64_t *starts, gantt_log *gantt, swil_text *cells) {
    swil_settings settings = {0};
    swil_metrics metrics;
    progress state;
    int status;

    state.policy = which->name;
    state.jobs = load->count;
    state.told = time(NULL);
    state.gantt = gantt;
    settings.queue.order = which->order;
    settings.queue.backfill_order = which->backfill_order;
    settings.queue.depth = which->depth;
    settings.rule = opts->rule;
    settings.on_start = gantt != NULL ? on_start : NULL;
    settings.on_progress = on_progress;
    settings.ctx = &state;
    status = swil_run(load, &settings, starts, &metrics);
    if (status != SKED_OK && metrics.refused < load->count) {
        fprintf(stderr, "replay: %s: job %llu: %s\n", which->name,
                (unsigned long long)load->jobs[metrics.refused].id,
                sked_status_text((sked_status)status));
    } else if (status != SKED_OK) {
        fprintf(stderr, "replay: %s: %s\n", which->name, sked_status_text((sked_status)status));
    } else {
        fill_row(which, &metrics, cells);
    }
    return status == SKED_OK;
}

static int replay(const options *opts, const workload *load, int64_t *starts) {
    swil_text cells[(POLICIES_MAX + 1) * COLUMNS];
    const policy *last = opts->chosen[opts->policies_count - 1];
    gantt_log gantt;
    uint32_t at;
    int done = 1;

    memset(&gantt, 0, sizeof gantt);
    if (opts->gantt != NULL && !gantt_make(&gantt, load, load->processors)) {
        fputs("replay: out of memory\n", stderr);
        return 0;
    }
    print_head(opts, load);
    fill_heads(cells);
    for (at = 0; at < opts->policies_count && done; at++) {
        done = run_policy(opts, opts->chosen[at], load, starts,
                          opts->gantt != NULL && at + 1 == opts->policies_count ? &gantt : NULL,
                          &cells[(at + 1) * COLUMNS]);
    }
    if (done) {
        swil_print_table(stdout, cells, opts->policies_count + 1u, COLUMNS);
    }
    done = done && (opts->starts == NULL || write_starts(opts->starts, load, starts));
    done = done && (opts->gantt == NULL || write_gantt(opts, &gantt, last));
    gantt_drop(&gantt);
    return done;
}

int main(int count, char **words) {
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
        return 1;
    }
    starts = (int64_t *)malloc(load.count * sizeof *starts);
    done = starts != NULL && replay(&opts, &load, starts);
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
