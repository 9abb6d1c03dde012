/* mapping.c: maps a table of expected run times to machines with each heuristic and compares
   them. */
/* SPDX-License-Identifier: MIT */

/* The table is exact: its decimal numbers become whole ticks, and sums have 128 bits. So the
   printed makespans can be compared digit by digit with published ones. */

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched.h"
#include "swil.h"
#include "workload.h"

#include "heuristic.h"
#include "json_mean.h"
#include "output.h"

static const char usage[] =
    "usage: mapping [OPTION ...] ETC-FILE\n"
    "Maps jobs to machines. The file has jobs x machines run times, row by row (all machines of\n"
    "the first job first), in decimal, separated by blanks or line ends, `never` where a job\n"
    "cannot run; - reads standard input.\n\n"
    "  --heuristic NAME|all    olb, met, mct, min-min, max-min, duplex, duplex-sum, sufferage or\n"
    "                          sufferage-pass; default: all\n"
    "  --jobs N                rows of the table, default 512\n"
    "  --machines M            columns of the table, default 16\n"
    "  --least-time            min-min, max-min and both duplexes: each job to the machine where\n"
    "                          it takes least\n"
    "  --low-memory            the same four: little memory, more time, the same plan\n"
    "  --json                  the same as one JSON object, with the rows of each plan\n"
    "  --help                  this text\n\n"
    "The bound is what no mapping can be below: the longest best time of a job, or all best times\n"
    "divided evenly among the machines.\n";

enum { COLUMNS = 5, PLACES = 6 };

typedef struct options {
    int first, last;                /* heuristics to run */
    uint32_t jobs, machines, bits;
    int help, json;
    const char *file;
} options;

/* ---- Options --------------------------------------------------------------------------------- */

static int parse_number(const char *option, const char *text, uint32_t *number) {
    uint64_t value = 0;
    const char *at = text;

    for (; *at >= '0' && *at <= '9' && value <= INT32_MAX; at++) {
        value = value * 10 + (uint64_t)(*at - '0');
    }
    if (*at != '\0' || value < 1 || value > INT32_MAX) {
        fprintf(stderr, "mapping: %s: \"%s\" is not a whole number from 1 to %ld\n", option, text,
                (long)INT32_MAX);
        return 0;
    }
    *number = (uint32_t)value;
    return 1;
}

static int parse_heuristic(options *opts, const char *name) {
    char expected[256];
    int at;

    opts->first = 0;
    opts->last = heuristic_count() - 1;
    if (strcmp(name, "all") == 0) {
        return 1;
    }
    for (at = 0; at <= opts->last; at++) {
        if (strcmp(name, heuristic_name(at)) == 0) {
            opts->first = opts->last = at;
            return 1;
        }
    }
    heuristic_list(expected, sizeof expected);
    fprintf(stderr, "mapping: --heuristic: unknown heuristic \"%s\", expected one of %s, all\n",
            name, expected);
    return 0;
}

static int parse_valued(options *opts, const char *option, const char *value) {
    if (value == NULL) {
        fprintf(stderr, "mapping: %s: a value is missing\n", option);
        return 0;
    }
    if (strcmp(option, "--heuristic") == 0) {
        return parse_heuristic(opts, value);
    }
    return parse_number(option, value,
                        strcmp(option, "--jobs") == 0 ? &opts->jobs : &opts->machines);
}

static int parse_word(options *opts, const char *word) {
    if (strcmp(word, "--help") == 0) {
        opts->help = 1;
    } else if (strcmp(word, "--json") == 0) {
        opts->json = 1;
    } else if (strcmp(word, "--least-time") == 0) {
        opts->bits |= SKED_MAP_LEAST_TIME;
    } else if (strcmp(word, "--low-memory") == 0) {
        opts->bits |= SKED_MAP_LOW_MEMORY;
    } else if (word[0] == '-' && word[1] != '\0') {
        fprintf(stderr, "mapping: unknown option \"%s\"; mapping --help lists all\n", word);
        return 0;
    } else if (opts->file != NULL) {
        fprintf(stderr, "mapping: \"%s\": a second file, expected exactly one\n", word);
        return 0;
    } else {
        opts->file = word;
    }
    return 1;
}

static int parse_options(options *opts, int count, char **words) {
    int at;

    for (at = 1; at < count; at++) {
        if (strcmp(words[at], "--heuristic") == 0 || strcmp(words[at], "--jobs") == 0 ||
            strcmp(words[at], "--machines") == 0) {
            if (!parse_valued(opts, words[at], at + 1 < count ? words[at + 1] : NULL)) {
                return 0;
            }
            at++;
        } else if (!parse_word(opts, words[at])) {
            return 0;
        }
    }
    if (opts->file == NULL && !opts->help) {
        fputs("mapping: no file, expected one; mapping --help lists all options\n", stderr);
        return 0;
    }
    return 1;
}

/* ---- The table ------------------------------------------------------------------------------- */

static int read_table(const options *opts, int64_t *times, uint32_t *decimals) {
    int from_stdin = strcmp(opts->file, "-") == 0, done;
    const char *name = from_stdin ? "standard input" : opts->file;
    FILE *file = from_stdin ? stdin : fopen(opts->file, "r");
    workload_fault fault;

    if (file == NULL) {
        fprintf(stderr, "mapping: %s: cannot be read: %s\n", name, strerror(errno));
        return 0;
    }
    done = workload_read_etc(file, opts->jobs, opts->machines, times, decimals, &fault);
    if (!from_stdin) {
        fclose(file);
    }
    if (!done && fault.line > 0) {
        fprintf(stderr, "%s:%lu:%lu: %s, for %lu jobs on %lu machines\n", name,
                (unsigned long)fault.line, (unsigned long)fault.column, fault.text,
                (unsigned long)opts->jobs, (unsigned long)opts->machines);
    } else if (!done) {
        fprintf(stderr, "mapping: %s: %s\n", name, fault.text);
    }
    return done;
}

/* What no mapping can be below: the longest of the least times, or their sum spread over all
   machines. */
static sked_time lower_bound(const options *opts, const int64_t *times) {
    sked_u128 sum = {0, 0};
    sked_time longest = 0, least, even;
    size_t job, machine;

    for (job = 0; job < opts->jobs; job++) {
        least = SKED_NEVER;
        for (machine = 0; machine < opts->machines; machine++) {
            if (times[job * opts->machines + machine] < least) {
                least = times[job * opts->machines + machine];
            }
        }
        longest = least > longest ? least : longest;
        sum = sked_u128_add(sum, swil_wide((uint64_t)least));
    }
    sum = sked_u128_add(sum, swil_wide(opts->machines - 1));
    even = (sked_time)sked_u128_div(sum, opts->machines, NULL).low;
    return even > longest ? even : longest;
}

/* ---- The comparison -------------------------------------------------------------------------- */

static void say(swil_text *cell, const char *text) {
    snprintf(cell->text, sizeof cell->text, "%s", text);
}

static void fill_heads(swil_text *cells) {
    say(&cells[0], "heuristic");
    say(&cells[1], "makespan");
    say(&cells[2], "sum of job times");
    say(&cells[3], "makespan / bound");
    say(&cells[4], "took");
}

static void fill_row(int which, const sked_map_result *result, uint64_t unit, sked_time bound,
                     swil_text *cells) {
    say(&cells[0], heuristic_name(which));
    cells[1] = swil_ratio_text(swil_wide((uint64_t)result->makespan), unit, PLACES);
    cells[2] = swil_ratio_text(result->job_times, unit, PLACES);
    say(&cells[3], "-");
    if (bound > 0) {
        cells[3] = swil_ratio_text(swil_wide((uint64_t)result->makespan), (uint64_t)bound, 4);
    }
    say(&cells[4], "-");
    if ((int)result->used != which) {
        say(&cells[4], heuristic_name((int)result->used));
    }
}

/* ---- As JSON --------------------------------------------------------------------------------- */

/* Times as whole numbers of the last decimal place of the table: a tick. */
static void tell_head(json *out, const options *opts, uint64_t unit, sked_time bound) {
    json_program(out, "mapping");
    json_text(out, "file", opts->file);
    json_number(out, "jobs_count", opts->jobs);
    json_number(out, "machines_count", opts->machines);
    json_unsigned(out, "ticks_per_unit", unit);
    json_number(out, "makespan_lower_bound_ticks", bound);
    json_array(out, "plans");
}

static void tell_plan(json *out, const options *opts, int which, const sked_map_result *result,
                      const sked_map_row *rows) {
    uint32_t job;

    json_object(out, NULL);
    json_text(out, "heuristic", heuristic_name(which));
    json_text(out, "chosen_heuristic", heuristic_name((int)result->used));
    json_number(out, "makespan_ticks", result->makespan);
    json_wide(out, "job_times_ticks", result->job_times);
    json_array(out, "jobs");
    for (job = 0; job < opts->jobs; job++) {
        json_object(out, NULL);
        json_number(out, "id", job);
        json_number(out, "machine", rows[job].machine);
        json_number(out, "start_ticks", rows[job].start);
        json_number(out, "end_ticks", rows[job].end);
        json_end(out, '}');
    }
    json_end(out, ']');
    json_end(out, '}');
}

static void tell_end(json *out) {
    json_end(out, ']');
    json_end(out, '}');
    json_finish(out);
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* `file` is for JSON; NULL: for people, on standard output. */
static int map_all(const options *opts, const int64_t *times, uint32_t decimals,
                   sked_map_row *rows, FILE *file) {
    swil_text cells[(HEURISTICS_MAX + 1) * COLUMNS], bound_text;
    sked_map_request request = sked_map_request_of(opts->jobs, opts->machines, times);
    sked_refusal refusal = SKED_ZERO;
    sked_map_result result;
    sked_time bound = lower_bound(opts, times);
    json out = json_to(file);
    uint64_t unit = 1;
    int at;

    for (; decimals > 0; decimals--) {
        unit *= 10;
    }
    request.options = opts->bits;
    request.refusal = &refusal;
    fill_heads(cells);
    if (file != NULL) {
        tell_head(&out, opts, unit, bound);
    }
    for (at = opts->first; at <= opts->last; at++) {
        sked_status status;

        request.heuristic = (sked_heuristic)at;
        status = sked_map(&request, heap_mem(), rows, &result);
        if (status != SKED_OK) {
            fprintf(stderr, "mapping: %s: %s: %s (job %lu)\n", opts->file, heuristic_name(at),
                    sked_status_text(status), (unsigned long)refusal.index + 1);
            return 0;
        }
        fill_row(at, &result, unit, bound, &cells[(at - opts->first + 1) * COLUMNS]);
        if (file != NULL) {
            tell_plan(&out, opts, at, &result, rows);
        }
    }
    if (file != NULL) {
        tell_end(&out);
        return 1;
    }
    bound_text = swil_ratio_text(swil_wide((uint64_t)bound), unit, PLACES);
    printf("mapping of %s: %lu jobs, %lu machines%s%s, bound %s\n\n", opts->file,
           (unsigned long)opts->jobs, (unsigned long)opts->machines,
           opts->bits & SKED_MAP_LEAST_TIME ? ", least time" : "",
           opts->bits & SKED_MAP_LOW_MEMORY ? ", low memory" : "", bound_text.text);
    swil_print_table(stdout, cells, (size_t)(opts->last - opts->first + 2), COLUMNS);
    return 1;
}

/* All of it, or nothing. */
static int map_as_json(const options *opts, const int64_t *times, uint32_t decimals,
                       sked_map_row *rows) {
    output to;
    int done;

    if (!output_begin(&to, NULL)) {
        return output_refuse("mapping", NULL);
    }
    done = map_all(opts, times, decimals, rows, to.file);
    return output_finish(&to, "mapping", done);
}

int main(int count, char **words) {
    options opts = {.last = heuristic_count() - 1, .jobs = 512, .machines = 16};
    int64_t *times = NULL;
    sked_map_row *rows = NULL;
    uint32_t decimals = 0;
    int done = 0;

    if (!parse_options(&opts, count, words)) {
        return 2;
    }
    if (opts.help) {
        fputs(usage, stdout);
        return output_status("mapping", 1);
    }
    if (opts.jobs <= SIZE_MAX / sizeof *times / opts.machines) {
        times = (int64_t *)malloc((size_t)opts.jobs * opts.machines * sizeof *times);
        rows = (sked_map_row *)malloc((size_t)opts.jobs * sizeof *rows);
    }
    if (times == NULL || rows == NULL) {
        fputs("mapping: a table of this size does not fit into memory\n", stderr);
    } else {
        done = read_table(&opts, times, &decimals) &&
               (opts.json ? map_as_json(&opts, times, decimals, rows)
                          : map_all(&opts, times, decimals, rows, NULL));
    }
    free(rows);
    free(times);
    return output_status("mapping", done);
}
