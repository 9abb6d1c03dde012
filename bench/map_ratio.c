/* map_ratio.c: min-min and max-min beside the best plainly coded variant, in one run; and PJS.
 *
 * SPDX-License-Identifier: MIT
 *
 * `build/map_ratio --help` has its arguments.
 *
 * The rivals (plain_map.cpp) neither check the table nor report rows; ours is timed with both, and
 * with its memory taken and given back. Before anything is timed, every job's machine must agree.
 * Exit status 1 if a plan differs. Ratios are for reading; tests/gates/bench.sh gates on plans. */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#include "sched.h"

#include "bench.h"
#include "command.h"
#include "heap.h"
#include "ratio.h"
#include "plain_map.hpp"
#include "workload.h"

typedef struct contest {
    sked_map_request request;
    sked_map_row *rows;
    uint32_t *machine_of;
    plain_map rival;
} contest;

static void run_ours(void *ctx) {
    const contest *c = (const contest *)ctx;
    require(sked_map(&c->request, heap_mem(), c->rows, NULL));
}

static void run_rival(void *ctx) {
    const contest *c = (const contest *)ctx;
    (void)c->rival(c->request.times, c->request.jobs, c->request.machines, c->machine_of);
}

static int plans_agree(const contest *c) {
    uint32_t job;
    for (job = 0; job < c->request.jobs; job++) {
        if (c->rows[job].machine != c->machine_of[job]) {
            return 0;
        }
    }
    return 1;
}

/* The fastest rival of a kind, by the best of three runs; NULL if one disagrees with us. */
static const struct plain_map_entry *best_rival(contest *c, const char *kind) {
    const struct plain_map_entry *best = NULL;
    uint64_t best_time = UINT64_MAX;
    uint32_t i, run;
    run_ours(c);
    for (i = 0; i < plain_map_count; i++) {
        if (plain_map_table[i].is_naive || strcmp(plain_map_table[i].kind, kind) != 0) {
            continue;
        }
        c->rival = plain_map_table[i].run;
        for (run = 0; run < 3; run++) {
            const uint64_t spent = bench_time(run_rival, c);
            if (spent < best_time) {
                best_time = spent;
                best = &plain_map_table[i];
            }
        }
        if (!plans_agree(c)) {
            return NULL;
        }
    }
    return best;
}

/* Pairs until about a second has gone: at least 4, at most 200, an even number. */
static uint32_t pairs_for(contest *c) {
    const uint64_t both = bench_time(run_ours, c) + bench_time(run_rival, c) + 1;
    const uint64_t pairs = UINT64_C(1000000000) / both;
    return pairs < 4 ? 4 : pairs > 200 ? 200 : (uint32_t)(pairs & ~UINT64_C(1));
}

static void write_row(const char *kind, const char *shape, const contest *c,
                      const bench_ratio_result *result) {
    char name[48], size[32];
    snprintf(name, sizeof name, "%s/%s", kind, shape);
    snprintf(size, sizeof size, "%ux%u", (unsigned)c->request.jobs, (unsigned)c->request.machines);
    command_row("map", name, size, "median", "us", (double)result->a_median_ns / 1e3);
    command_row("map", name, size, "plain_median", "us", (double)result->b_median_ns / 1e3);
    command_row("map", name, size, "ratio", "1", (double)result->ratio_ppm / 1e6);
    command_progress();
}

static int measure(contest *c, const char *kind, const char *shape) {
    const struct plain_map_entry *rival = best_rival(c, kind);
    bench_ratio_result result;
    if (rival == NULL) {
        printf("%s %s %u x %u: PLANS DIFFER\n", kind, shape, (unsigned)c->request.jobs,
               (unsigned)c->request.machines);
        return 1;
    }
    c->rival = rival->run;
    bench_ratio(bench_time, run_ours, c, run_rival, c, pairs_for(c), &result);
    printf("%-7s  %-12s  %5u x %3u  %6.3f  [%.3f %.3f]  %8.3f ms  %9.3f ms  %s\n", kind, shape,
           (unsigned)c->request.jobs, (unsigned)c->request.machines, (double)result.ratio_ppm / 1e6,
           (double)result.quartile_1_ppm / 1e6, (double)result.quartile_3_ppm / 1e6,
           (double)result.a_median_ns / 1e6, (double)result.b_median_ns / 1e6, rival->name);
    fflush(stdout);
    write_row(kind, shape, c, &result);
    return 0;
}

static int measure_table(uint32_t jobs, uint32_t machines, workload_shape shape) {
    const char *const name = shape == WORKLOAD_CONSISTENT ? "consistent" : "inconsistent";
    contest c;
    sked_time *times = (sked_time *)take_memory((size_t)jobs * machines, sizeof(sked_time));
    int failures;
    c.rows = (sked_map_row *)take_memory(jobs, sizeof(sked_map_row));
    c.machine_of = (uint32_t *)take_memory(jobs, sizeof(uint32_t));
    workload_make_etc(UINT64_C(1000) * jobs + machines, shape, jobs, machines, 3000, 1000, times);
    c.request.options = 0;
    c.request.jobs = jobs;
    c.request.machines = machines;
    c.request.times = times;
    c.request.free_from = NULL;
    c.request.heuristic = SKED_MIN_MIN;
    failures = measure(&c, "min-min", name);
    c.request.heuristic = SKED_MAX_MIN;
    failures += measure(&c, "max-min", name);
    free(times);
    free(c.rows);
    free(c.machine_of);
    return failures;
}

/* Duplex by the sum of job times, 100 x 100: its instructions, or the median of its times. */
static void measure_duplex(workload_shape shape, int counted) {
    static sked_time times[100 * 100];
    static sked_map_row rows[100];
    const char *const name = shape == WORKLOAD_CONSISTENT ? "consistent" : "inconsistent";
    char kernel[32];
    contest c;
    workload_make_etc(7, shape, 100, 100, 3000, 1000, times);
    c.rows = rows;
    c.request.heuristic = SKED_DUPLEX_SUM;
    c.request.options = 0;
    c.request.jobs = c.request.machines = 100;
    c.request.times = times;
    c.request.free_from = NULL;
    if (counted) {
        bench_counted_begin();
        run_ours(&c);
        bench_counted_end();
    } else {
        const uint64_t median = bench_median_ns(bench_time, run_ours, &c, 1000);
        const uint64_t p99 = bench_units(bench_samples(0)[999 * 99 / 100]);
        printf("duplex   %-12s    100 x 100  median %.1f us\n", name, (double)median / 1e3);
        snprintf(kernel, sizeof kernel, "duplex/%s", name);
        command_row("map", kernel, "100x100", "median", "us", (double)median / 1e3);
        command_row("map", kernel, "100x100", "p99", "us", (double)p99 / 1e3);
    }
}

/* Naive min-min at 16384 x 16: how much the algorithm is worth. */
static void measure_naive(void) {
    const uint32_t jobs = 16384, machines = 16;
    contest c;
    sked_time *times = (sked_time *)take_memory((size_t)jobs * machines, sizeof(sked_time));
    uint64_t ours, naive;
    c.rows = (sked_map_row *)take_memory(jobs, sizeof(sked_map_row));
    c.machine_of = (uint32_t *)take_memory(jobs, sizeof(uint32_t));
    workload_make_etc(1, WORKLOAD_INCONSISTENT, jobs, machines, 3000, 1000, times);
    c.request.heuristic = SKED_MIN_MIN;
    c.request.options = 0;
    c.request.jobs = jobs;
    c.request.machines = machines;
    c.request.times = times;
    c.request.free_from = NULL;
    c.rival = plain_map_table[0].run;
    ours = bench_median_ns(bench_time, run_ours, &c, 9);
    naive = bench_time(run_rival, &c);
    printf("naive    inconsistent  16384 x  16  beaten %.0f times (%.1f ms, %.1f ms)\n",
           (double)naive / (double)ours, (double)ours / 1e6, (double)naive / 1e6);
    free(times);
    free(c.rows);
    free(c.machine_of);
}

enum { CAMPUS_JOBS = 1000, CAMPUS_MACHINES = 40, CAMPUS_CLUSTERS = 5 };

static void run_campus(void *ctx) {
    static sked_pjs_row rows[CAMPUS_JOBS];
    require(sked_pjs((const sked_pjs_request *)ctx, heap_mem(), rows, NULL));
}

/* Forty machines, of which twenty form five clusters; times on these a third of the others. */
static void measure_campus(void) {
    static sked_time times[CAMPUS_JOBS * CAMPUS_MACHINES], beside[CAMPUS_JOBS * CAMPUS_CLUSTERS];
    static sked_word words[CAMPUS_CLUSTERS][SKED_SET_WORDS((uint32_t)CAMPUS_MACHINES)];
    static sked_set members[CAMPUS_CLUSTERS];
    static sked_cluster cluster[CAMPUS_CLUSTERS];
    sked_pjs_request request = sked_pjs_request_of(CAMPUS_JOBS, CAMPUS_MACHINES, times);
    uint64_t seed = 11;
    uint32_t i;
    double us;
    for (i = 0; i < CAMPUS_JOBS * CAMPUS_MACHINES; i++) {
        times[i] = 1 + random_below(&seed, 30000);
    }
    for (i = 0; i < CAMPUS_JOBS * CAMPUS_CLUSTERS; i++) {
        beside[i] = 1 + random_below(&seed, 10000);
    }
    for (i = 0; i < CAMPUS_CLUSTERS; i++) {
        members[i] = sked_set_of(words[i], CAMPUS_MACHINES);
        cluster[i].members = &members[i];
    }
    for (i = 0; i < 4 * CAMPUS_CLUSTERS; i++) {
        sked_set_add(&members[i / 4], i);
    }
    request.clusters = CAMPUS_CLUSTERS;
    request.cluster = cluster;
    request.cluster_times = beside;
    us = (double)bench_median_ns(bench_time, run_campus, &request, 11) / 1e3;
    printf("PJS, five clusters      %4d x %3d  median %.1f us\n", CAMPUS_JOBS, CAMPUS_MACHINES, us);
    command_row("site", "pjs", "1000x40", "median", "us", us);
}

static int measure_all(uint32_t rows) {
    static const uint32_t sizes[][2] = {{512, 16},   {2048, 64},  {4096, 128},  {8192, 16},
                                        {16384, 16}, {16384, 64}, {16384, 128}, {16384, 512}};
    int failures = 0;
    uint32_t i;
    command_start(4 * rows);
    printf("kind     table          jobs x machines  ratio  [quartiles]      ours     "
           "best rival\n");
    for (i = 0; i < rows; i++) {
        failures += measure_table(sizes[i][0], sizes[i][1], WORKLOAD_INCONSISTENT);
    }
    for (i = 0; i < rows; i++) {
        failures += measure_table(sizes[i][0], sizes[i][1], WORKLOAD_CONSISTENT);
    }
    measure_duplex(WORKLOAD_INCONSISTENT, 0);
    measure_duplex(WORKLOAD_CONSISTENT, 0);
    measure_campus();
    if (rows == 8) {
        measure_naive();
    }
    return failures != 0;
}

static const char help[] =
    "usage: map_ratio [quick] [--csv FILE]\n"
    "       map_ratio count [consistent]\n"
    "\n"
    "Measures min-min and max-min beside the fastest of four variants of each, coded\n"
    "plainly: one row per table of jobs and machines, with our time over theirs, in\n"
    "turns. Then duplex, and PJS for 1000 jobs on 40 machines and five clusters.\n"
    "\n"
    "  (none)           512 x 16 to 16384 x 512 jobs and machines: some minutes\n"
    "  quick            the first three sizes: 10 seconds\n"
    "  count            for callgrind: one duplex of 100 x 100, times inconsistent,\n"
    "  ... consistent   or consistent\n"
    "  --csv FILE       append the figures to FILE (columns: bench/command.h)\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if all plans are the same, 1 if not, 2 if an argument is wrong\n"
    "or something cannot run.\n";

static const char *mode_name(uint32_t i) {
    static const char *const names[] = {"quick", "count"};
    return names[i];
}

static const char *shape_name(uint32_t i) {
    static const char *const names[] = {"inconsistent", "consistent"};
    return names[i];
}

int main(int count, char **words) {
    const uint32_t given = command_begin("map_ratio", help, count, words);
    const uint32_t mode =
        given == 0 ? 2 : command_choice(words[1], "is no argument", mode_name, 2);
    const uint32_t shape =
        mode == 1 && given > 1 ? command_choice(words[2], "is no table", shape_name, 2) : 0;
    command_no_more(mode == 1 ? 2 : 1, given, words);
    bench_init();
    if (mode == 1) {
        measure_duplex(shape == 1 ? WORKLOAD_CONSISTENT : WORKLOAD_INCONSISTENT, 1);
        return command_end(0);
    }
    return command_end(measure_all(mode == 0 ? 3 : 8));
}
