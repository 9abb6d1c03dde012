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

#include "cells.h"
#include "heuristic.h"
#include "input.h"
#include "json_mean.h"
#include "options.h"
#include "output.h"

enum { COLUMNS = 5, PLACES = 6 };

typedef enum mapping_option {
    MAPPING_HEURISTIC, MAPPING_MACHINES, MAPPING_LEAST_TIME, MAPPING_LOW_MEMORY, MAPPING_JSON,
    MAPPING_OPTIONS
} mapping_option;

/* By mapping_option. */
static const option_rule mapping_rules[MAPPING_OPTIONS] = {
    {.name = "--heuristic", .value = "NAME",
     .help = "olb, met, mct, min-min, max-min, duplex, duplex-sum, sufferage or "
             "sufferage-pass; default: all"},
    {.name = "--machines", .value = "M", .least = 1, .most = INT32_MAX,
     .help = "columns of the table; default: as many as a line has numbers"},
    {.name = "--least-time",
     .help = "min-min, max-min and both duplexes: each job to the machine where it takes least"},
    {.name = "--low-memory", .help = "the same four: little memory, more time, the same plan"},
    {.name = "--json",
     .help = "print one JSON object instead, with the rows of each plan: docs/json.md"},
};

static const option_program mapping_program = {
    .name = "mapping", .synopsis = "[OPTION ...] ETC-FILE",
    .about = "Maps jobs to machines with each heuristic, and compares the plans. A line of the\n"
             "file has a job's run times on all machines, in decimal, and never where it\n"
             "cannot run; - reads standard input. With --machines line ends do not matter.\n",
    .notes = "No mapping can be below the bound: the longest of the jobs' least times, or\n"
             "their sum divided evenly among the machines.\n",
    .rules = mapping_rules, .rules_count = MAPPING_OPTIONS};

typedef struct options {
    int first, last;                /* heuristics to run */
    uint32_t jobs, machines, bits;  /* machines = 0: as the file says; jobs: as the file says */
    int json;
    const char *file;
} options;

/* ---- Options --------------------------------------------------------------------------------- */

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
    return option_refuse("mapping", "--heuristic: \"%s\", expected one of %s, all", name, expected);
}

static int parse_option(options *opts, const option_line *line, mapping_option which) {
    switch (which) {
    case MAPPING_HEURISTIC: return parse_heuristic(opts, line->text);
    case MAPPING_MACHINES: opts->machines = (uint32_t)line->number; break;
    case MAPPING_LEAST_TIME: opts->bits |= SKED_MAP_LEAST_TIME; break;
    case MAPPING_LOW_MEMORY: opts->bits |= SKED_MAP_LOW_MEMORY; break;
    case MAPPING_JSON: opts->json = 1; break;
    case MAPPING_OPTIONS: break;
    }
    return 1;
}

/* Returns 1, or 0: then the program ends with line->status. */
static int parse_options(options *opts, option_line *line) {
    int which;

    for (which = option_next(line); which >= OPTION_FILE; which = option_next(line)) {
        if (which == OPTION_FILE ? !option_take_file(line, &opts->file)
                                 : !parse_option(opts, line, (mapping_option)which)) {
            return 0;
        }
    }
    return which == OPTION_END &&
           (opts->file != NULL ||
            option_refuse("mapping", "no file, expected ETC-FILE, or - for standard input"));
}

/* ---- The table ------------------------------------------------------------------------------- */

/* What was counted in a file. */
typedef struct table_shape {
    uint64_t numbers, columns;      /* columns: of the first line that has any                 */
    unsigned long line, other_line; /* other_line: the first with another number of them; or 0 */
    uint64_t other_columns;
} table_shape;

static const table_shape shape_none;

/* A line with so many numbers ends. */
static void shape_line(table_shape *shape, uint64_t columns) {
    shape->line++;
    if (columns == 0) {
        return;
    }
    if (shape->columns == 0) {
        shape->columns = columns;
    } else if (columns != shape->columns && shape->other_line == 0) {
        shape->other_line = shape->line;
        shape->other_columns = columns;
    }
}

/* Copies a file, which may be a pipe, and counts its numbers. */
static table_shape shape_copy(FILE *from, FILE *to) {
    table_shape shape = {0};
    uint64_t columns = 0;
    int c, before = ' ';

    for (c = fgetc(from); c != EOF; c = fgetc(from)) {
        const int blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';

        if (!blank && strchr(" \t\r\n", before) != NULL) {
            columns++;
            shape.numbers++;
        }
        if (c == '\n') {
            shape_line(&shape, columns);
            columns = 0;
        }
        fputc(c, to);
        before = c;
    }
    shape_line(&shape, columns);
    return shape;
}

/* Rows and columns: as the option says, else as the lines do. */
static int shape_take(options *opts, const char *name, const table_shape *shape) {
    if (shape->numbers == 0) {
        return option_refuse("mapping", "%s: no number, expected a line of run times", name);
    }
    if (opts->machines == 0 && shape->other_line > 0) {
        return option_refuse("mapping", "%s:%lu:1: %" PRIu64 " number%s, expected %" PRIu64 " as "
                                        "in the lines above, or --machines M",
                             name, shape->other_line, shape->other_columns,
                             shape->other_columns == 1 ? "" : "s", shape->columns);
    }
    if (opts->machines == 0 && shape->columns == 1) {
        return option_refuse("mapping", "%s: one number a line, expected one for each machine, or "
                                        "--machines M", name);
    }
    if (opts->machines == 0) {
        opts->machines = (uint32_t)(shape->columns <= INT32_MAX ? shape->columns : INT32_MAX);
    }
    if (shape->numbers / opts->machines > INT32_MAX ||
        shape->numbers % opts->machines != 0) {
        return option_refuse("mapping", "%s: %" PRIu64 " numbers, expected a multiple of %lu "
                                        "machines", name, shape->numbers,
                             (unsigned long)opts->machines);
    }
    opts->jobs = (uint32_t)(shape->numbers / opts->machines);
    return 1;
}

/* The file's numbers, to be freed; NULL: there is a fault, which has been reported. */
static int64_t *read_numbers(const options *opts, FILE *file, const char *name,
                             uint32_t *decimals) {
    int64_t *times = NULL;
    workload_fault fault;

    if (opts->jobs <= SIZE_MAX / sizeof *times / opts->machines) {
        times = (int64_t *)malloc((size_t)opts->jobs * opts->machines * sizeof *times);
    }
    if (times == NULL) {
        (void)option_refuse("mapping", "%s: a table of this size does not fit into memory", name);
    } else if (!workload_read_etc(file, opts->jobs, opts->machines, times, decimals, &fault)) {
        (void)(fault.line > 0
                   ? option_refuse("mapping", "%s:%lu:%lu: %s", name, (unsigned long)fault.line,
                                   (unsigned long)fault.column, fault.text)
                   : option_refuse("mapping", "%s: %s", name, fault.text));
        free(times);
        times = NULL;
    }
    return times;
}

static int64_t *read_table(options *opts, uint32_t *decimals) {
    const char *name;
    FILE *file = input_open("mapping", opts->file, &name), *copy;
    int64_t *times = NULL;
    table_shape shape;

    if (file == NULL) {
        return NULL;
    }
    copy = tmpfile();
    shape = copy != NULL ? shape_copy(file, copy) : shape_none;
    if (copy == NULL || ferror(file) || fflush(copy) != 0) {
        (void)option_refuse("mapping", "%s: cannot be read: %s, expected a readable file", name,
                            strerror(errno));
    } else if (shape_take(opts, name, &shape)) {
        rewind(copy);
        times = read_numbers(opts, copy, name, decimals);
    }
    if (copy != NULL) {
        fclose(copy);
    }
    input_close(file);
    return times;
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

static void fill_row(int which, const sked_map_result *result, uint64_t unit, sked_time bound,
                     swil_text *cells) {
    cells[0] = cells_text(heuristic_name(which));
    cells[1] = swil_ratio_text(swil_wide((uint64_t)result->makespan), unit, PLACES);
    cells[2] = swil_ratio_text(result->job_times, unit, PLACES);
    cells[3] = cells_text("-");
    if (bound > 0) {
        cells[3] = swil_ratio_text(swil_wide((uint64_t)result->makespan), (uint64_t)bound, 4);
    }
    cells[4] = cells_text("-");
    if ((int)result->used != which) {
        cells[4] = cells_text(heuristic_name((int)result->used));
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
    static const char *const heads[COLUMNS] = {
        "heuristic", "makespan", "sum of job times", "makespan / bound", "chosen"};
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
    cells_heads(cells, heads, COLUMNS);
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
    cells_print(cells, (size_t)(opts->last - opts->first + 2), COLUMNS);
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
    option_line line = option_line_of(&mapping_program, count, words);
    options opts = {.last = heuristic_count() - 1};
    int64_t *times;
    sked_map_row *rows = NULL;
    uint32_t decimals = 0;
    int done = 0;

    if (!parse_options(&opts, &line)) {
        return line.status;
    }
    times = read_table(&opts, &decimals);
    if (times != NULL) {
        rows = (sked_map_row *)malloc((size_t)opts.jobs * sizeof *rows);
        done = rows != NULL ? opts.json ? map_as_json(&opts, times, decimals, rows)
                                        : map_all(&opts, times, decimals, rows, NULL)
                            : option_refuse("mapping", "out of memory");
    }
    free(rows);
    free(times);
    return output_status("mapping", done);
}
