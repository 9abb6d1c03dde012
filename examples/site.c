/* site.c: runs a day at a site that is described in a text file: decisions, tables, purchases. */
/* SPDX-License-Identifier: MIT */

/* The site of sched.h is driven in simulated time: the same code decides here that would decide in
   a controller.

   This file has the options and the runs. Beside it:

   site_file.h     the description of a site, and the settings made of it
   site_day.h      what happens on a day: a file, or generated
   site_learnt.h   the experience, and its file
   site_run.h      simulated time, and what is measured
   site_tell.h     events and decisions, as they fall
   site_table.h    tables, the chart, and runs beside each other
   site_json.h     all of it as JSON (--json)
   cells.h         cells of tables */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched.h"

#include "input.h"
#include "options.h"
#include "site_day.h"
#include "site_file.h"
#include "site_json.h"
#include "site_learnt.h"
#include "site_run.h"
#include "site_table.h"
#include "site_tell.h"

typedef enum site_option {
    SITE_DAY, SITE_QUANTUM, SITE_EXPERIENCE, SITE_ADD, SITE_HEAD_OUT, SITE_QUIET, SITE_CHART,
    SITE_SECONDS, SITE_AS_JSON, SITE_OPTIONS
} site_option;

/* By site_option. */
static const option_rule site_rules[SITE_OPTIONS] = {
    {.name = "--day", .value = "N,SEED,RATE",
     .help = "no DAY-FILE: a generated day, N jobs from 08:00 on, RATE an hour"},
    {.name = "--quantum", .value = "T",
     .help = "a plan is made at whole multiples of T, if one is due; default: 10"},
    {.name = "--experience", .value = "FILE",
     .help = "what earlier runs took: loaded if FILE exists, saved at the end"},
    {.name = "--add", .value = "CLUSTER", .repeats = 1,
     .help = "the same day without and with this notional cluster, side by side; up to 8 times: "
             "each apart, which of them should be bought?"},
    {.help = "What is printed:"},
    {.name = "--quiet", .help = "tables alone"},
    {.name = "--chart", .help = "and who ran where"},
    {.name = "--seconds", .help = "print times in tables as plain seconds"},
    {.name = "--json", .help = "print one JSON object instead: docs/json.md"},
};

static const char site_notes[] =
    "A slowdown is the time from submission to end, divided by the job's least time\n"
    "on one machine of the site as it is, or by 10 s if that is less. Times are whole\n"
    "seconds, or 90m, 1h, 1:30 (hours and minutes) or 1:30:00. With --add the\n"
    "experience that is saved is that of the site as it is.\n\n"
    "The site file has one statement a line; # begins a comment; [...] may be left\n"
    "out; a name is declared before it is used:\n\n"
    "  machines CLASS COUNT [rating R] [memory M]\n"
    "      machines CLASS.1 to CLASS.COUNT (0: a class of notional ones); R: speed, 1\n"
    "      is usual\n"
    "  cluster NAME members MACHINE ... [min N] [rating R|like CLUSTER]\n"
    "      MACHINE: CLASS.3 or CLASS.1-4; min: so many must be up, else all; its\n"
    "      times are those of a resource NAME, or of another cluster that it is like;\n"
    "      R: else that of its members\n"
    "  notional cluster NAME machines CLASS COUNT [min N] [rating R|like CLUSTER]\n"
    "      is left out but for --add; its machines are NAME.1 to NAME.COUNT\n"
    "  interconnect NAME bandwidth B [latency L] serves CLUSTER ...\n"
    "  queue NAME priority P [preempts] [preemptable] [sequential] [heuristic H]\n"
    "        [go-on] [makespan] [completion] [promote N to QUEUE]\n"
    "      0 is the highest priority; H: olb, met, mct, min-min, max-min, duplex,\n"
    "      duplex-sum (default), sufferage, sufferage-pass; promote: a job goes there\n"
    "      when preempted N times\n"
    "  user NAME [queues QUEUE ...] [jobs N] [time T]\n"
    "      caps: jobs at a time; machine time in all\n"
    "  class NAME [memory M] [bandwidth B] [latency L] [guess T] [resume T]\n"
    "        [on RESOURCE ...]\n"
    "      what its jobs want of a machine, and of an interconnect when parallel;\n"
    "      resume: a preempted one keeps what it has done, and takes T to go on;\n"
    "      where they may run: else where they have times, or without any everywhere\n"
    "  times CLASS RESOURCE T ...\n"
    "      what its jobs really take; else guess / rating. A class without a guess\n"
    "      begins with them as its experience; one with a guess, for a rating of 1,\n"
    "      with that, and learns\n"
    "  gain T            preempt only for jobs that end so much earlier; default: 0\n"
    "  deviations D      plan with the mean and D standard deviations; default: 0\n"
    "  replan HOW        what a new plan may move: all that waits (default); lower,\n"
    "                    what is of lower priority than a new job; none\n"
    "  window N          after N observations old ones fade; default: a million\n\n"
    "The day file has one event a line, times that do not fall, and comments:\n\n"
    "  TIME submit NAME CLASS USER QUEUE [FACTOR]\n"
    "      real times are those of its class * FACTOR\n"
    "  TIME cancel NAME\n"
    "  TIME down|up MACHINE\n"
    "  TIME load MACHINE PERCENT\n"
    "  TIME traffic INTERCONNECT BANDWIDTH\n";

static const option_program site_program = {
    .name = "site", .synopsis = "[OPTION ...] SITE-FILE [DAY-FILE]",
    .about = "Runs a day at a site of unequal machines, and prints what happens and what is\n"
             "decided, as it falls; then tables. - is standard input, for one of the files.\n",
    .notes = site_notes, .rules = site_rules, .rules_count = SITE_OPTIONS};

typedef struct options {
    const char *file, *day, *experience, *added[SITE_ADDED_MOST];
    uint32_t added_count, count, rate;
    uint64_t seed;
    int64_t quantum;
    int generate, quiet, chart, json, seconds;
} options;

/* ---- Options --------------------------------------------------------------------------------- */

/* Digits up to a comma or the end, from least to most. */
static int parse_part(const char **at, char after, uint64_t least, uint64_t most,
                      uint64_t *value) {
    const char *begin = *at;

    for (*value = 0; **at >= '0' && **at <= '9'; (*at)++) {
        const uint64_t digit = (uint64_t)(**at - '0');
        if (*value > (most - digit) / 10) {
            return 0;
        }
        *value = *value * 10 + digit;
    }
    if (*at == begin || **at != after || *value < least) {
        return 0;
    }
    *at += after == ',';
    return 1;
}

static int parse_day(options *opts, const char *text) {
    const char *at = text;
    uint64_t count, rate;

    if (!parse_part(&at, ',', 1, SITE_JOBS_MOST, &count) ||
        !parse_part(&at, ',', 0, UINT64_MAX, &opts->seed) ||
        !parse_part(&at, '\0', 1, 3600000, &rate)) {
        return option_refuse("site", "--day: \"%s\", expected N,SEED,RATE: whole numbers, 1 to %d "
                                     "jobs, a seed, 1 to 3600000 jobs an hour", text,
                             (int)SITE_JOBS_MOST);
    }
    opts->generate = 1;
    opts->count = (uint32_t)count;
    opts->rate = (uint32_t)rate;
    return 1;
}

static int parse_quantum(options *opts, const char *text) {
    return (site_parse_time(text, text + strlen(text), &opts->quantum) && opts->quantum >= 1 &&
            opts->quantum <= SITE_TIME_MOST) ||
           option_refuse("site", "--quantum: \"%s\", expected a time of 1 to %" PRId64 " seconds, "
                                 "as 10, 5m or 1h", text, SITE_TIME_MOST);
}

static int parse_add(options *opts, const char *text) {
    if (opts->added_count == SITE_ADDED_MOST) {
        return option_refuse("site", "--add: \"%s\" is one too many, expected at most %d clusters",
                             text, (int)SITE_ADDED_MOST);
    }
    opts->added[opts->added_count++] = text;
    return 1;
}

static int parse_option(options *opts, const option_line *line, site_option which) {
    switch (which) {
    case SITE_DAY: return parse_day(opts, line->text);
    case SITE_QUANTUM: return parse_quantum(opts, line->text);
    case SITE_EXPERIENCE: opts->experience = line->text; break;
    case SITE_ADD: return parse_add(opts, line->text);
    case SITE_QUIET: opts->quiet = 1; break;
    case SITE_CHART: opts->chart = 1; break;
    case SITE_SECONDS: opts->seconds = 1; break;
    case SITE_AS_JSON: opts->json = 1; break;
    case SITE_HEAD_OUT:
    case SITE_OPTIONS: break;
    }
    return 1;
}

/* The site, then the day. */
static int parse_file(options *opts, const option_line *line) {
    if (opts->file == NULL) {
        opts->file = line->text;
        return 1;
    }
    if (opts->day != NULL) {
        return option_refuse("site", "\"%s\" is one file too many, expected SITE-FILE DAY-FILE",
                             line->text);
    }
    opts->day = line->text;
    return 1;
}

/* What belongs together, or does not. */
static int check_options(const options *opts) {
    const char *fault = NULL;

    if (opts->file == NULL) {
        fault = "no file, expected SITE-FILE and a day";
    } else if (opts->day == NULL && !opts->generate) {
        fault = "no day, expected DAY-FILE, - for standard input, or --day N,SEED,RATE";
    } else if (opts->day != NULL && opts->generate) {
        fault = "both DAY-FILE and --day, expected one of them";
    } else if (opts->day != NULL && strcmp(opts->file, "-") == 0 && strcmp(opts->day, "-") == 0) {
        fault = "both files are standard input, expected one of them";
    } else if (opts->chart && (opts->added_count > 0 || opts->json)) {
        fault = "--chart with --add or --json, expected one of them";
    }
    return fault == NULL || option_refuse("site", "%s", fault);
}

/* Returns 1, or 0: then the program ends with line->status. */
static int parse_options(options *opts, option_line *line) {
    int which;

    for (which = option_next(line); which >= OPTION_FILE; which = option_next(line)) {
        if (which == OPTION_FILE ? !parse_file(opts, line)
                                 : !parse_option(opts, line, (site_option)which)) {
            return 0;
        }
    }
    return which == OPTION_END && check_options(opts);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static int read_site(const options *opts, site_file *site) {
    const char *name;
    FILE *file = input_open("site", opts->file, &name);
    int done = 0;

    if (file != NULL) {
        done = site_file_read(file, name, site);
        input_close(file);
    }
    return done;
}

static int read_day(const options *opts, const site_file *site, site_day *day) {
    const char *name;
    FILE *file;
    int done = 0;

    if (opts->generate) {
        done = site_day_make(site, opts->count, opts->seed, opts->rate, day);
        return done || option_refuse("site", "--day: %lu jobs do not fit into memory",
                                     (unsigned long)opts->count);
    }
    file = input_open("site", opts->day, &name);
    if (file != NULL) {
        done = site_day_read(file, name, site, day);
        input_close(file);
    }
    return done;
}

/* The number of each notional cluster. */
static int find_added(const options *opts, const site_file *site, uint32_t *added) {
    uint32_t at;

    for (at = 0; at < opts->added_count; at++) {
        added[at] = site_names_find(&site->clusters, opts->added[at], strlen(opts->added[at]));
        if (added[at] == SKED_NONE || !site->cluster[added[at]].notional) {
            return option_refuse("site", "--add: \"%s\" is not a notional cluster of %s, expected "
                                         "one that is declared so", opts->added[at], opts->file);
        }
    }
    return 1;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Runs the day, measures it, and says what is not for a comparison. `name` is that of the cluster
   `added`; without one NULL and SKED_NONE. */
static int play(const options *opts, json *out, const site_file *site, const site_day *day,
                const char *name, uint32_t added, const site_learnt *learnt, site_run *run,
                site_result *result) {
    const int silent = opts->quiet || opts->added_count > 0;
    const site_manner manner = silent ? SITE_SILENT : opts->json ? SITE_JSON : SITE_WORDS;
    sked_status status;

    status = site_run_make(run, site, day, added, learnt, opts->quantum, manner, out);
    if (status == SKED_OK && opts->json) {
        site_json_run(out, name);
    }
    status = status == SKED_OK ? site_play(run) : status;
    if (status != SKED_OK) {
        fprintf(stderr, "site: %s: at %s: %s\n", opts->file, site_clock(run->now).text,
                sked_status_text(status));
        return 0;
    }
    site_measure(run, result);
    if (opts->json) {
        site_json_result(out, site, result);
    } else if (opts->added_count == 0) {
        site_print_result(site, result, opts->seconds);
    }
    if (opts->chart) {
        site_print_chart(run, result);
    }
    return 1;
}

/* The site as it is, and with each cluster; the first run's experience is the one to keep, in
   *kept. */
static int run_all(const options *opts, json *out, output *kept, const site_file *site,
                   const site_day *day, const uint32_t *added, const site_learnt *learnt,
                   site_compared *compared) {
    static site_run run;
    uint32_t at;
    int done = 1;

    compared->count = opts->added_count + 1;
    for (at = 0; at < compared->count && done; at++) {
        compared->names[at] = at == 0 ? NULL : opts->added[at - 1];
        done = play(opts, out, site, day, compared->names[at],
                    at == 0 ? SKED_NONE : added[at - 1], learnt, &run, &compared->result[at]);
        if (done && at == 0 && opts->experience != NULL) {
            done = site_learnt_save(kept, opts->experience, learnt, &run.times);
        }
        site_run_drop(&run);
    }
    return done;
}

static int run_site(const options *opts, const site_file *site, const site_day *day, json *out,
                    output *kept) {
    static site_compared compared;
    uint32_t added[SITE_ADDED_MOST];
    site_learnt learnt;
    int done;

    if (!find_added(opts, site, added)) {
        return 0;
    }
    done = site_learnt_make(site, &learnt) &&
           (opts->experience == NULL || site_learnt_load(opts->experience, &learnt)) &&
           run_all(opts, out, kept, site, day, added, &learnt, &compared);
    site_learnt_drop(&learnt);
    if (done && opts->json) {
        site_json_end(out);
    } else if (done && compared.count > 1) {
        site_print_compared(site, &compared, opts->seconds);
        site_print_answer(&compared);
    }
    return done;
}

/* JSON: all of it, or nothing. */
static int run_site_as_json(const options *opts, const site_file *site, const site_day *day,
                            output *kept) {
    output to;
    json out;
    int done;

    if (!output_begin(&to, NULL)) {
        return output_refuse("site", NULL);
    }
    out = json_to(to.file);
    site_json_begin(&out, opts->file, opts->generate ? NULL : opts->day);
    done = run_site(opts, site, day, &out, kept);
    return output_finish(&to, "site", done);
}

int main(int count, char **words) {
    static site_file site;
    site_day day = {0};
    option_line line = option_line_of(&site_program, count, words);
    options opts = {0};
    output kept = {0};
    json told = json_to(stdout);
    int done;

    opts.quantum = 10;
    if (!parse_options(&opts, &line)) {
        return line.status;
    }
    done = output_try("site", opts.experience) && read_site(&opts, &site) &&
           read_day(&opts, &site, &day) &&
           (opts.json ? run_site_as_json(&opts, &site, &day, &kept)
                      : run_site(&opts, &site, &day, &told, &kept));
    site_day_drop(&day);
    done = output_status("site", done) == 0;
    if (kept.file != NULL) {
        done = output_finish(&kept, "site", done);     /* nothing is learnt twice */
    }
    return !done;
}
