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

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched.h"

#include "site_day.h"
#include "site_file.h"
#include "site_json.h"
#include "site_learnt.h"
#include "site_run.h"
#include "site_table.h"
#include "site_tell.h"

static const char usage[] =
    "usage: site [OPTION ...] SITE-FILE [DAY-FILE]\n"
    "Runs a day at a site of unequal machines, and prints what happens and what is decided, as it\n"
    "falls; then tables. The day is a file, or standard input for -.\n\n"
    "  --day N,SEED,RATE    no file: a generated day, N jobs from 08:00 on, RATE an hour\n"
    "  --quantum T          a plan is made at whole multiples of T, if one is due; default: 10\n"
    "  --experience FILE    what earlier runs took: loaded if FILE exists, saved at the end\n"
    "  --add CLUSTER        the same day without and with this notional cluster, side by side;\n"
    "                       up to 8 times: each apart, which of them should be bought?\n"
    "  --quiet              only tables\n"
    "  --chart              and who ran where\n"
    "  --json               all of it as JSON; times in seconds\n"
    "  --help               this text\n\n"
    "A slowdown is the time from submission to end, divided by the job's least time on one\n"
    "machine of the site as it is, or by 10 s if that is less. Times are whole seconds, or 90m,\n"
    "1h, 1:30 (hours and minutes) or 1:30:00. With --add the experience that is saved is that of\n"
    "the site as it is.\n";

/* Apart, for C99 only promises strings of 4095 characters. */
static const char usage_file[] =
    "\nThe site file has one statement a line; # begins a comment; [...] may be left out; a name\n"
    "is declared before it is used:\n\n"
    "  machines CLASS COUNT [rating R] [memory M]\n"
    "      machines CLASS.1 to CLASS.COUNT (0: a class of notional ones); R: speed, 1 is usual\n"
    "  cluster NAME members MACHINE ... [min N] [rating R|like CLUSTER]\n"
    "      MACHINE: CLASS.3 or CLASS.1-4; min: so many must be up, else all; its times are those\n"
    "      of a resource NAME, or of another cluster that it is like; R: else that of its members\n"
    "  notional cluster NAME machines CLASS COUNT [min N] [rating R|like CLUSTER]\n"
    "      is left out but for --add; its machines are NAME.1 to NAME.COUNT\n"
    "  interconnect NAME bandwidth B [latency L] serves CLUSTER ...\n"
    "  queue NAME priority P [preempts] [preemptable] [sequential] [heuristic H] [go-on]\n"
    "        [makespan] [promote N to QUEUE]\n"
    "      0 is the highest priority; H: olb, met, mct, min-min, max-min, duplex, duplex-sum\n"
    "      (default), sufferage, sufferage-pass; promote: a job goes there when preempted N times\n"
    "  user NAME [queues QUEUE ...] [jobs N] [time T]        caps: at a time; machine time in all\n"
    "  class NAME [memory M] [bandwidth B] [latency L] [guess T] [on RESOURCE ...]\n"
    "      what its jobs want of a machine, and of an interconnect when parallel; where they may\n"
    "      run: else where they have times, or without any everywhere\n"
    "  times CLASS RESOURCE T ...\n"
    "      what its jobs really take; else guess / rating. A class without a guess begins with\n"
    "      them as its experience; one with a guess, for a rating of 1, with that, and learns\n"
    "  gain T            preempt only for jobs that end so much earlier; default: 0\n"
    "  deviations D      plan with the mean and D standard deviations; default: 0\n"
    "  window N          after N observations old ones fade; default: a million\n\n"
    "The day file has one event a line, times that do not fall, and comments:\n\n"
    "  TIME submit NAME CLASS USER QUEUE [FACTOR]    real times are those of its class * FACTOR\n"
    "  TIME cancel NAME\n"
    "  TIME down|up MACHINE\n"
    "  TIME load MACHINE PERCENT\n"
    "  TIME traffic INTERCONNECT BANDWIDTH\n";

typedef struct options {
    const char *file, *day, *experience, *added[SITE_ADDED_MOST];
    uint32_t added_count, count, rate;
    uint64_t seed;
    int64_t quantum;
    int generate, quiet, chart, json, help;
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
        fprintf(stderr, "site: --day: \"%s\" is not N,SEED,RATE, expected whole numbers: 1 to %d "
                "jobs, a seed, 1 to 3600000 jobs an hour\n", text, (int)SITE_JOBS_MOST);
        return 0;
    }
    opts->generate = 1;
    opts->count = (uint32_t)count;
    opts->rate = (uint32_t)rate;
    return 1;
}

static int parse_valued(options *opts, const char *option, const char *value) {
    if (value == NULL) {
        fprintf(stderr, "site: %s: a value is missing\n", option);
        return 0;
    }
    if (strcmp(option, "--day") == 0) {
        return parse_day(opts, value);
    }
    if (strcmp(option, "--experience") == 0) {
        opts->experience = value;
        return 1;
    }
    if (strcmp(option, "--add") == 0) {
        if (opts->added_count == SITE_ADDED_MOST) {
            fprintf(stderr, "site: --add: more than %d clusters\n", (int)SITE_ADDED_MOST);
            return 0;
        }
        opts->added[opts->added_count++] = value;
        return 1;
    }
    if (!site_parse_time(value, value + strlen(value), &opts->quantum) || opts->quantum < 1 ||
        opts->quantum > SITE_TIME_MOST) {
        fprintf(stderr, "site: --quantum: \"%s\" is not a time of 1 to %" PRId64 " seconds, as 10, "
                "5m or 1h\n", value, SITE_TIME_MOST);
        return 0;
    }
    return 1;
}

static int parse_word(options *opts, const char *word) {
    if (strcmp(word, "--help") == 0) {
        opts->help = 1;
    } else if (strcmp(word, "--quiet") == 0) {
        opts->quiet = 1;
    } else if (strcmp(word, "--chart") == 0) {
        opts->chart = 1;
    } else if (strcmp(word, "--json") == 0) {
        opts->json = 1;
    } else if (word[0] == '-' && word[1] != '\0') {
        fprintf(stderr, "site: unknown option \"%s\"; site --help lists all\n", word);
        return 0;
    } else if (opts->file == NULL) {
        opts->file = word;
    } else if (opts->day == NULL) {
        opts->day = word;
    } else {
        fprintf(stderr, "site: \"%s\": a third file, expected SITE-FILE DAY-FILE\n", word);
        return 0;
    }
    return 1;
}

/* What belongs together, or does not. */
static int check_options(const options *opts) {
    const char *fault = NULL;

    if (opts->help) {
        return 1;
    }
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
    if (fault != NULL) {
        fprintf(stderr, "site: %s; site --help lists all options\n", fault);
    }
    return fault == NULL;
}

static int parse_options(options *opts, int count, char **words) {
    static const char *const valued[] = {"--day", "--experience", "--add", "--quantum"};
    int at, which;

    for (at = 1; at < count; at++) {
        for (which = 0; which < 4 && strcmp(words[at], valued[which]) != 0;) {
            which++;
        }
        if (which < 4) {
            if (!parse_valued(opts, words[at], at + 1 < count ? words[at + 1] : NULL)) {
                return 0;
            }
            at++;
        } else if (!parse_word(opts, words[at])) {
            return 0;
        }
    }
    return check_options(opts);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static FILE *open_file(const char *path, const char **name) {
    const int from_stdin = strcmp(path, "-") == 0;
    FILE *file = from_stdin ? stdin : fopen(path, "rb");

    *name = from_stdin ? "standard input" : path;
    if (file == NULL) {
        fprintf(stderr, "site: %s: cannot be read: %s\n", path, strerror(errno));
    }
    return file;
}

static void close_file(FILE *file) {
    if (file != stdin) {
        fclose(file);
    }
}

static int read_site(const options *opts, site_file *site) {
    const char *name;
    FILE *file = open_file(opts->file, &name);
    int done = 0;

    if (file != NULL) {
        done = site_file_read(file, name, site);
        close_file(file);
    }
    return done;
}

static int read_day(const options *opts, const site_file *site, site_day *day) {
    const char *name;
    FILE *file;
    int done = 0;

    if (opts->generate) {
        done = site_day_make(site, opts->count, opts->seed, opts->rate, day);
        if (!done) {
            fputs("site: --day: so many jobs do not fit into memory\n", stderr);
        }
        return done;
    }
    file = open_file(opts->day, &name);
    if (file != NULL) {
        done = site_day_read(file, name, site, day);
        close_file(file);
    }
    return done;
}

/* The number of each notional cluster. */
static int find_added(const options *opts, const site_file *site, uint32_t *added) {
    uint32_t at;

    for (at = 0; at < opts->added_count; at++) {
        added[at] = site_names_find(&site->clusters, opts->added[at], strlen(opts->added[at]));
        if (added[at] == SKED_NONE || !site->cluster[added[at]].notional) {
            fprintf(stderr, "site: --add: \"%s\" is no notional cluster of %s, expected one that "
                    "is declared so\n", opts->added[at], opts->file);
            return 0;
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
        site_print_result(site, result);
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
        site_print_compared(site, &compared);
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
    options opts = {0};
    output kept = {0};
    json told = json_to(stdout);
    int done;

    opts.quantum = 10;
    if (!parse_options(&opts, count, words)) {
        return 2;
    }
    if (opts.help) {
        fputs(usage, stdout);
        fputs(usage_file, stdout);
        return output_status("site", 1);
    }
    done = read_site(&opts, &site) && read_day(&opts, &site, &day) &&
           (opts.json ? run_site_as_json(&opts, &site, &day, &kept)
                      : run_site(&opts, &site, &day, &told, &kept));
    site_day_drop(&day);
    done = output_status("site", done) == 0;
    if (kept.file != NULL) {
        done = output_finish(&kept, "site", done);     /* nothing is learnt twice */
    }
    return !done;
}
