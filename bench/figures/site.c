/* site.c: runs the experiments on PJS and the site (the case studies of their paper, and ours). */
/* SPDX-License-Identifier: MIT */

/* usage: figures_site [--quick | --full] [--only CASE] [--jobs N] [--out FOLDER]
 *   --quick          fewer sizes, 65 jobs at two rates: 18 s (default)
 *   --full           all sizes, 500 jobs at six rates: 16 minutes
 *   --only CASE      only rows of case 1, 2, ... or 7
 *   --jobs N         jobs of a stream in cases 4 to 6
 *   --out FOLDER     default: build/figures
 *
 * Writes FOLDER/site.csv (cases 1 to 3), FOLDER/site_streams.csv (4 to 6) and, of all cases,
 * FOLDER/site_completion.csv (options that end with "completion"); FOLDER/site_replan.csv (options
 * with "replan") and FOLDER/site_axes.csv (of other worlds). They are the same in every run. And
 * FOLDER/site_time.csv, what the clock said:
 *
 *     case,policy,levels,option,at,group,metric,mean,half_width
 *
 * case: 1 what a plan costs (figures 3, 4); 2 PJS beside SJS (figure 5); 3 priorities, all jobs at
 * once (6, 7); 4 priorities and preemption, jobs that arrive (8, 9, table 1); 5 what the paper
 * leaves to others: run times that are not known, ageing, a threshold of gain, pairs tried further;
 * 6 case 4 with one thing changed, to find reasons; 7 SJS with run times that were tried for the
 * axes of the paper's figures. policy: SJS is SKED_DUPLEX_SUM on single machines, OLB is SKED_OLB
 * on them. option: where it ends with "completion", PJS judges what pays by completion
 * (SKED_PJS_COMPLETION), else by run time; with "replan lower" or "replan none", a new plan moves
 * only those (SKED_REPLAN_LOWER, SKED_REPLAN_NONE), else all; with "axes" or "flatter", run times
 * are those of site_axes or site_flatter (site_world.h). at: jobs (1 to 3) or jobs per quantum (4
 * to 7). group: the level of jobs. Times are seconds, a job's time is that from its arrival to its
 * end; it ran in parallel if its last run was on a cluster, late if that started when no more jobs
 * came.
 *
 * Everything is drawn 20 times, with seeds 1 to 20; a mean is that of the 20, half_width the half
 * of its 95 % interval. Where metrics compare, both sides had the same draws: METRIC_by_OTHER is
 * the ratio of two means with the interval of experiment.h, METRIC_less_OTHER their difference.
 * OTHER: sjs (the same for SJS), none (without levels), calm (without preemption), plain (without
 * the option; in case 1: plain_pjs.h), k0 (planned by the mean alone), half (at half the rate),
 * next (the next lower level), commoner (the next distribution, with more of high priority), rarest
 * (10/10/80), anew (a new plan moves all), pjs (that does not go on). */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define SKED_IMPLEMENTATION
#include "sched.h"

#include "deep/plain_pjs.h"
#include "heap.h"
#include "site_world.h"
#include "swil_site.h"

#include "experiment.h"
#include "site_draws.h"

enum { HISTORY = 32, JOBS_MAX = 10000 };

enum { BY_RUN_TIME, BY_COMPLETION, READINGS };

/* Ours; one cluster of each of its kinds, 64 machines; that which fits the paper's axes best; and
 * another, flatter one; and each that was tried for it. */
typedef enum world_name {
    WORLD_OURS, WORLD_SMALL, WORLD_AXES, WORLD_FLATTER, WORLD_TRIED, WORLDS
} world_name;

/* What is written: cases 1 to 3; 4 to 6; by completion; by other answers to what a plan may move;
 * of the other worlds; and what the clock said. */
enum { RESULTS, STREAMED, COMPLETIONS, REPLANS, AXES, CLOCKS, FILES };

static const char *const file_names[FILES] = {"site.csv",        "site_streams.csv",
                                              "site_completion.csv", "site_replan.csv",
                                              "site_axes.csv",   "site_time.csv"};

typedef struct laboratory {
    const request *asked;
    FILE *files[FILES];
    site_world worlds[WORLDS];
    clock_t began;
    double told;                    /* when something was last told, in seconds */
} laboratory;

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct place {
    const char *number, *policy, *levels;
    char option[48], at[16];
} place;

static place make_place(const char *number, const char *policy, const char *levels,
                        const char *option, uint32_t at) {
    place out;

    out.number = number;
    out.policy = policy;
    out.levels = levels;
    snprintf(out.option, sizeof out.option, "%s", option);
    snprintf(out.at, sizeof out.at, "%u", (unsigned)at);
    return out;
}

/* The same with another word in its option. */
static place with_word(place at, const char *word) {
    const size_t used = strcmp(at.option, "none") == 0 ? 0 : strlen(at.option);

    snprintf(at.option + used, sizeof at.option - used, "%s%s", used > 0 ? " " : "", word);
    return at;
}

/* The same by the other reading of what pays. */
static place by_completion(place at) { return with_word(at, "completion"); }

static FILE *file_of(const laboratory *lab, const place *at, const char *metric) {
    if (strncmp(metric, "microseconds", strlen("microseconds")) == 0) {
        return lab->files[CLOCKS];
    }
    if (at->number[0] == '7' || strstr(at->option, "axes") != NULL ||
        strstr(at->option, "flatter") != NULL) {
        return lab->files[AXES];
    }
    if (strstr(at->option, "replan") != NULL) {
        return lab->files[REPLANS];
    }
    if (strstr(at->option, "completion") != NULL) {
        return lab->files[COMPLETIONS];
    }
    return lab->files[at->number[0] < '4' ? RESULTS : STREAMED];
}

static void write_row(const laboratory *lab, const place *at, uint32_t group, const char *metric,
                      interval value) {
    FILE *const file = file_of(lab, at, metric);
    char mean[64], half_width[64];

    format_number(value.mean, mean, sizeof mean);
    format_number(value.half_width, half_width, sizeof half_width);
    fprintf(file, "%s,%s,%s,%s,%s,%s,%s,%s,%s\n", at->number, at->policy, at->levels, at->option,
            at->at, group_names[group], metric, mean, half_width);
}

static void write_values(const laboratory *lab, const place *at, uint32_t group, const char *metric,
                         const double *values) {
    write_row(lab, at, group, metric, measure_batches(values));
}

static void write_ratio(const laboratory *lab, const place *at, uint32_t group,
                        const char *metric, const char *other, const double *values,
                        const double *base) {
    char name[64];

    snprintf(name, sizeof name, "%s_by_%s", metric, other);
    write_row(lab, at, group, name, compare_batches(values, base));
}

static void write_difference(const laboratory *lab, const place *at, uint32_t group,
                             const char *metric, const char *other, const double *values,
                             const double *base) {
    double rest[SEEDS];
    char name[64];
    uint32_t seed;

    for (seed = 0; seed < SEEDS; seed++) {
        rest[seed] = values[seed] - base[seed];
    }
    snprintf(name, sizeof name, "%s_less_%s", metric, other);
    write_values(lab, at, group, name, rest);
}

/* Every second or so, and at the end of a case. */
static void tell(laboratory *lab, const char *what, uint32_t at, int always) {
    const double now = (double)(clock() - lab->began) / CLOCKS_PER_SEC;

    if (always || now - lab->told > 1) {
        fprintf(stderr, "%6.1f s  %s %u\n", now, what, (unsigned)at);
        lab->told = now;
    }
}

static int is_asked(const laboratory *lab, const char *number) {
    return lab->asked->only == NULL || strcmp(lab->asked->only, number) == 0;
}

static int fault(const char *where, uint32_t seed, const char *text) {
    fprintf(stderr, "%s, seed %u: %s\n", where, (unsigned)seed, text);
    return 0;
}

static double seconds(sked_u128 milliseconds) {
    return (double)milliseconds.low / SITE_SECOND;
}

/* ---- Case 1: what a plan costs --------------------------------------------------------------- */

/* Tables of the paper's first case: random times, cluster times about a third of the mean. Times
 * are uniform from half the mean to one and a half ("narrow": what a cluster saves is of the size
 * of the times), or from 0 to twice the mean ("wide": the best of 40 machines is hard to beat). */
enum { TABLE_MEAN = 100 * SITE_SECOND, LOOSE = 40, FIVE = 5, FOUR = 4 };

typedef struct table {
    sked_pjs_request request;
    sked_time *times, *cluster_times;
    sked_pjs_row *rows;
    sked_map_row *mapped;
    sked_cluster cluster[FIVE];
    sked_set members[FIVE];
    sked_word words[FIVE][SKED_SET_WORDS(LOOSE + 0u)];
} table;

static sked_time draw_about(uint64_t *state, sked_time mean, int wide) {
    return wide ? workload_uniform(state, 2 * mean) + 1
                : mean / 2 + workload_uniform(state, mean + 1);
}

static void table_make(table *all, uint32_t jobs, uint32_t machines, uint32_t clusters) {
    uint32_t cluster, member;

    memset(all, 0, sizeof *all);
    all->times = (sked_time *)take((size_t)jobs * machines, sizeof(sked_time));
    all->cluster_times = (sked_time *)take((size_t)jobs * clusters, sizeof(sked_time));
    all->rows = (sked_pjs_row *)take(jobs, sizeof *all->rows);
    all->mapped = (sked_map_row *)take(jobs, sizeof *all->mapped);
    all->request.map.heuristic = SKED_DUPLEX_SUM;
    all->request.map.jobs = jobs;
    all->request.map.machines = machines;
    all->request.map.times = all->times;
    all->request.clusters = clusters;
    all->request.cluster = all->cluster;
    all->request.cluster_times = all->cluster_times;
    for (cluster = 0; cluster < clusters; cluster++) {
        all->members[cluster] = sked_set_of(all->words[cluster], machines);
        for (member = 0; member < FOUR; member++) {
            sked_set_add(&all->members[cluster], cluster * FOUR + member);
        }
        all->cluster[cluster].members = &all->members[cluster];
    }
}

static void table_drop(table *all) {
    free(all->times);
    free(all->cluster_times);
    free(all->rows);
    free(all->mapped);
}

/* All jobs have cluster times, and a random part of `percent` keeps them. */
static void table_draw(table *all, uint32_t seed, uint32_t percent, int wide) {
    const uint32_t jobs = all->request.map.jobs, clusters = all->request.clusters;
    const size_t times = (size_t)jobs * all->request.map.machines;
    uint64_t state = draw_stream(seed, DRAW_TABLE);
    uint32_t *order = (uint32_t *)take(jobs, sizeof *order);
    uint32_t job, cluster;
    size_t i;

    for (i = 0; i < times; i++) {
        all->times[i] = draw_about(&state, TABLE_MEAN, wide);
    }
    for (i = 0; i < (size_t)jobs * clusters; i++) {
        all->cluster_times[i] = draw_about(&state, TABLE_MEAN / 3, wide);
    }
    for (job = 0; job < jobs; job++) {
        order[job] = job;
    }
    shuffle(order, jobs, &state);
    for (job = (jobs * percent + 50) / 100; job < jobs; job++) {
        for (cluster = 0; cluster < clusters; cluster++) {
            all->cluster_times[(size_t)order[job] * clusters + cluster] = SKED_NEVER;
        }
    }
    free(order);
}

/* Of each reading two, PLAN_PJS and PLAN_PLAIN apart. */
enum { PLAN_SJS, PLAN_PJS, PLAN_PLAIN, APART = 2, PLANNERS = 1 + APART * READINGS };

static const char *const planner_names[PLANNERS] = {"SJS", "PJS", "plain PJS", "PJS",
                                                    "plain PJS"};

static int reading_of(int planner) {
    return planner > PLAN_PLAIN ? BY_COMPLETION : BY_RUN_TIME;
}

static uint32_t options_of(int reading) {
    return reading == BY_COMPLETION ? SKED_PJS_COMPLETION : 0;
}

typedef struct plan_outcome {
    sked_pjs_result result;
    sked_map_result mapped;
    double microseconds;
    sked_status status;
} plan_outcome;

/* Processor time: that of other programs is not counted. */
static double microseconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1000;
}

static void plan_once(const table *all, int planner, plan_outcome *out) {
    sked_pjs_request asking = all->request;
    double began, taken;

    asking.options = options_of(reading_of(planner));
    began = microseconds();
    if (planner == PLAN_SJS) {
        out->status = sked_map(&asking.map, heap_mem(), all->mapped, &out->mapped);
    } else if (planner % APART == PLAN_PJS) {
        out->status = sked_pjs(&asking, heap_mem(), all->rows, &out->result);
    } else {
        plain_pjs(&asking, NULL, all->rows, &out->result);
        out->status = SKED_OK;
    }
    taken = microseconds() - began;
    if (out->microseconds <= 0 || taken < out->microseconds) {
        out->microseconds = taken;
    }
}

/* Does the plain one plan the same, on the base line that SJS has? */
static int plans_agree(const plan_outcome *out, int reading) {
    const plan_outcome *own = &out[PLAN_PJS + APART * reading];
    const plan_outcome *plain = &out[PLAN_PLAIN + APART * reading];

    return sked_u128_compare(own->result.plan.job_times, plain->result.plan.job_times) == 0 &&
           own->result.mappings == plain->result.mappings &&
           sked_u128_compare(own->result.base.job_times, out[PLAN_SJS].mapped.job_times) == 0;
}

/* One after the other, again and again, in turned order: of each the least time counts. */
static int plan_all(const table *all, uint32_t seed, uint32_t repeats, plan_outcome *out) {
    uint32_t repeat;
    int planner;

    memset(out, 0, PLANNERS * sizeof *out);
    for (repeat = 0; repeat < repeats; repeat++) {
        for (planner = 0; planner < PLANNERS; planner++) {
            const int turned = repeat % 2 == 0 ? planner : PLANNERS - 1 - planner;

            plan_once(all, turned, &out[turned]);
            if (out[turned].status != SKED_OK) {
                return fault("case 1", seed, sked_status_text(out[turned].status));
            }
        }
    }
    if (!plans_agree(out, BY_RUN_TIME) || !plans_agree(out, BY_COMPLETION)) {
        return fault("case 1", seed, "PJS, plain PJS and SJS do not agree");
    }
    return 1;
}

/* Figure 3: SJS alone, jobs and machines. */
static int run_figure_3(laboratory *lab) {
    const uint32_t step = lab->asked->full ? 10 : 50;
    uint32_t jobs, machines, seed, repeat;

    for (jobs = 5; jobs <= 100; jobs += jobs == 5 ? step - 5 : step) {
        for (machines = 5; machines <= 100; machines += machines == 5 ? step - 5 : step) {
            double times[SEEDS];
            char option[32];
            place at;
            table all;

            table_make(&all, jobs, machines, 0);
            for (seed = 0; seed < SEEDS; seed++) {
                plan_outcome out;

                memset(&out, 0, sizeof out);
                table_draw(&all, seed + 1, 0, 0);
                for (repeat = 0; repeat < 5; repeat++) {
                    plan_once(&all, PLAN_SJS, &out);
                }
                times[seed] = out.microseconds;
            }
            table_drop(&all);
            snprintf(option, sizeof option, "machines %u", (unsigned)machines);
            at = make_place("1", "SJS", "none", option, jobs);
            write_values(lab, &at, ALL, "microseconds", times);
        }
        tell(lab, "case 1, SJS, jobs", jobs, 0);
    }
    return 1;
}

/* Sizes of figure 4; their mean is that of the line through them, from 5 to the last. */
enum { SIZES_MAX = 64 };

static uint32_t figure_4_sizes(const laboratory *lab, uint32_t *sizes) {
    static const uint32_t full[] = {5,   10,  20,  50,  100, 200, 300,
                                    400, 500, 600, 700, 800, 900, 1000};
    const uint32_t count = lab->asked->full ? 14 : 6;

    memcpy(sizes, full, count * sizeof *sizes);
    return count;
}

static double line_mean(const uint32_t *sizes, uint32_t count, const double *values) {
    double area = 0;
    uint32_t i;

    for (i = 1; i < count; i++) {
        area += (sizes[i] - sizes[i - 1]) * (values[i] + values[i - 1]) / 2;
    }
    return area / (sizes[count - 1] - sizes[0]);
}

typedef struct figure_4 {
    double times[PLANNERS][SIZES_MAX][SEEDS], mappings[READINGS][SIZES_MAX][SEEDS];
    double parallel[READINGS][SIZES_MAX][SEEDS], sums[READINGS][SIZES_MAX][SEEDS];
    double base[SIZES_MAX][SEEDS];
} figure_4;

/* What does not depend on the clock. */
static void keep_results(const plan_outcome *plans, uint32_t size, uint32_t seed, figure_4 *out) {
    int reading;

    for (reading = 0; reading < READINGS; reading++) {
        const sked_pjs_result *own = &plans[PLAN_PJS + APART * reading].result;

        out->mappings[reading][size][seed] = own->mappings;
        out->parallel[reading][size][seed] = own->parallel;
        out->sums[reading][size][seed] = seconds(own->plan.job_times);
        out->base[size][seed] = seconds(own->base.job_times);
    }
}

static int measure_figure_4(laboratory *lab, uint32_t jobs, uint32_t size, uint32_t percent,
                            int wide, figure_4 *out) {
    uint32_t seed;
    int planner, done = 1;
    table all;

    table_make(&all, jobs, LOOSE, FIVE);
    for (seed = 0; seed < SEEDS && done; seed++) {
        plan_outcome plans[PLANNERS];

        table_draw(&all, seed + 1, percent, wide);
        done = plan_all(&all, seed + 1, jobs <= 100 ? 5 : 3, plans);
        for (planner = 0; planner < PLANNERS; planner++) {
            out->times[planner][size][seed] = plans[planner].microseconds;
        }
        keep_results(plans, size, seed, out);
        tell(lab, "case 1, PJS, jobs", jobs, 0);
    }
    table_drop(&all);
    return done;
}

static void write_figure_4_size(laboratory *lab, const char *option, uint32_t jobs, uint32_t size,
                                int reading, const figure_4 *all) {
    const int planner = PLAN_PJS + APART * reading;
    place at = make_place("1", "PJS", "none", option, jobs);

    if (reading == BY_COMPLETION) {
        at = by_completion(at);
    }
    write_values(lab, &at, ALL, "mappings", all->mappings[reading][size]);
    write_values(lab, &at, ALL, "parallel_jobs", all->parallel[reading][size]);
    write_ratio(lab, &at, ALL, "job_times", "sjs", all->sums[reading][size],
                all->base[size]);
    write_ratio(lab, &at, ALL, "microseconds", "sjs", all->times[planner][size],
                all->times[PLAN_SJS][size]);
    write_ratio(lab, &at, ALL, "microseconds", "plain", all->times[planner][size],
                all->times[planner + 1][size]);
}

/* Means over the sizes, as figure 4 shows them. */
static void find_means(const uint32_t *sizes, uint32_t count, double (*all)[SEEDS],
                       double *means) {
    double values[SIZES_MAX];
    uint32_t seed, size;

    for (seed = 0; seed < SEEDS; seed++) {
        for (size = 0; size < count; size++) {
            values[size] = all[size][seed];
        }
        means[seed] = line_mean(sizes, count, values);
    }
}

static void write_figure_4(laboratory *lab, const char *option, const uint32_t *sizes,
                           uint32_t count, figure_4 *all) {
    double means[PLANNERS][SEEDS], mappings[SEEDS];
    int planner;

    for (planner = 0; planner < PLANNERS; planner++) {
        const int reading = reading_of(planner);
        place at = make_place("1", planner_names[planner], "none", option, 0);

        find_means(sizes, count, all->times[planner], means[planner]);
        snprintf(at.at, sizeof at.at, "mean");
        if (reading == BY_COMPLETION) {
            at = by_completion(at);
        }
        write_values(lab, &at, ALL, "microseconds", means[planner]);
        if (planner != PLAN_SJS) {
            write_ratio(lab, &at, ALL, "microseconds", "sjs", means[planner],
                        means[PLAN_SJS]);
        }
        if (planner % APART == PLAN_PJS) {
            find_means(sizes, count, all->mappings[reading], mappings);
            write_values(lab, &at, ALL, "mappings", mappings);
        }
    }
}

static int run_figure_4(laboratory *lab) {
    static const uint32_t percents[] = {0, 10, 50, 75, 90, 100};
    static figure_4 all;
    uint32_t sizes[SIZES_MAX], which, size;
    const uint32_t count = figure_4_sizes(lab, sizes);
    int wide;

    for (wide = 0; wide < 2; wide++) {
        for (which = 0; which < sizeof percents / sizeof percents[0]; which++) {
            char option[32];

            snprintf(option, sizeof option, "%s parallel %u", wide ? "wide" : "narrow",
                     (unsigned)percents[which]);
            for (size = 0; size < count; size++) {
                if (!measure_figure_4(lab, sizes[size], size, percents[which], wide, &all)) {
                    return 0;
                }
                write_figure_4_size(lab, option, sizes[size], size, BY_RUN_TIME, &all);
                write_figure_4_size(lab, option, sizes[size], size, BY_COMPLETION, &all);
            }
            write_figure_4(lab, option, sizes, count, &all);
        }
    }
    return 1;
}

/* ---- Case 2: PJS beside SJS ------------------------------------------------------------------ */

typedef struct comparison {
    double base[SEEDS], plan[SEEDS], better[SEEDS], worse[SEEDS], parallel[SEEDS],
        mappings[SEEDS], in_turn[SEEDS];
} comparison;

/* The sum of job times under OLB, each job in turn to the machine that is free first. */
static sked_status map_in_turn(sked_map_request asking, double *job_times) {
    sked_map_row *rows = (sked_map_row *)take(asking.jobs, sizeof *rows);
    sked_map_result result;
    sked_status status;

    asking.heuristic = SKED_OLB;
    status = sked_map(&asking, heap_mem(), rows, &result);
    *job_times = status == SKED_OK ? seconds(result.job_times) : 0;
    free(rows);
    return status;
}

static int compare_plans(laboratory *lab, uint32_t jobs, int equal, uint32_t options,
                         comparison *out) {
    sked_time *times = (sked_time *)take((size_t)jobs * SITE_MACHINES, sizeof *times);
    sked_time *cluster_times = (sked_time *)take((size_t)jobs * SITE_CLUSTERS, sizeof *times);
    sked_pjs_row *rows = (sked_pjs_row *)take(jobs, sizeof *rows);
    uint32_t *classes = (uint32_t *)take(jobs, sizeof *classes);
    sked_pjs_request asking;
    sked_pjs_result result;
    sked_status status = SKED_OK;
    uint32_t seed, job;

    memset(&asking, 0, sizeof asking);
    asking.map.heuristic = SKED_DUPLEX_SUM;
    asking.map.jobs = jobs;
    asking.map.machines = SITE_MACHINES;
    asking.map.times = times;
    asking.options = options;
    asking.clusters = SITE_CLUSTERS;
    asking.cluster = lab->worlds[WORLD_OURS].cluster;
    asking.cluster_times = cluster_times;
    for (seed = 0; seed < SEEDS && status == SKED_OK; seed++) {
        int order;

        draw_mix(seed + 1, equal, classes, jobs);
        for (job = 0; job < jobs; job++) {
            site_world_rows(&lab->worlds[WORLD_OURS], classes[job],
                            times + (size_t)job * SITE_MACHINES,
                            cluster_times + (size_t)job * SITE_CLUSTERS);
        }
        status = sked_pjs(&asking, heap_mem(), rows, &result);
        order = sked_u128_compare(result.plan.job_times, result.base.job_times);
        out->base[seed] = seconds(result.base.job_times);
        out->plan[seed] = seconds(result.plan.job_times);
        out->better[seed] = order < 0;
        out->worse[seed] = order > 0;
        out->parallel[seed] = result.parallel;
        out->mappings[seed] = result.mappings;
        if (status == SKED_OK) {
            status = map_in_turn(asking.map, &out->in_turn[seed]);
        }
    }
    free(classes);
    free(rows);
    free(cluster_times);
    free(times);
    return status == SKED_OK || fault("case 2", seed, sked_status_text(status));
}

static void write_comparison(laboratory *lab, const place *at, const comparison *all) {
    interval savings = compare_batches(all->plan, all->base);

    savings.mean = 100 * (1 - savings.mean);
    savings.half_width *= 100;
    write_values(lab, at, ALL, "job_times", all->plan);
    write_row(lab, at, ALL, "savings_percent", savings);
    write_values(lab, at, ALL, "better_share", all->better);
    write_values(lab, at, ALL, "worse_share", all->worse);
    write_values(lab, at, ALL, "parallel_jobs", all->parallel);
    write_values(lab, at, ALL, "mappings", all->mappings);
}

/* PJS by one reading; and with SKED_PJS_GO_ON, if it goes further. */
static int run_reading_2(laboratory *lab, place at, uint32_t jobs, int equal, int reading,
                         int further) {
    const uint32_t options = options_of(reading);
    comparison plain, more;

    at.policy = "PJS";
    if (reading == BY_COMPLETION) {
        at = by_completion(at);
    }
    if (!compare_plans(lab, jobs, equal, options, &plain)) {
        return 0;
    }
    write_comparison(lab, &at, &plain);
    if (further) {
        if (!compare_plans(lab, jobs, equal, options | SKED_PJS_GO_ON, &more)) {
            return 0;
        }
        at.policy = "PJS going on";
        write_comparison(lab, &at, &more);
        write_ratio(lab, &at, ALL, "job_times", "pjs", more.plan, plain.plan);
        write_ratio(lab, &at, ALL, "mappings", "pjs", more.mappings, plain.mappings);
    }
    return 1;
}

/* Both mixes at one size; each SKED_PJS_GO_ON where asked for, with an equal mix. */
static int run_size_2(laboratory *lab, uint32_t jobs, int further) {
    static const char *const mixes[2] = {"random mix", "equal mix"};
    comparison plain;
    int equal, reading;

    for (equal = 0; equal < 2; equal++) {
        place at = make_place("2", "SJS", "none", mixes[equal], jobs);

        if (!compare_plans(lab, jobs, equal, 0, &plain)) {
            return 0;
        }
        write_values(lab, &at, ALL, "job_times", plain.base);
        at.policy = "OLB";
        write_values(lab, &at, ALL, "job_times", plain.in_turn);
        write_ratio(lab, &at, ALL, "job_times", "sjs", plain.in_turn, plain.base);
        for (reading = 0; reading < READINGS; reading++) {
            if (!run_reading_2(lab, at, jobs, equal, reading, further && equal)) {
                return 0;
            }
        }
    }
    tell(lab, "case 2, jobs", jobs, 0);
    return 1;
}

/* Sizes 1 to 100, then up to 500. */
static int run_case_2(laboratory *lab) {
    const int full = lab->asked->full;
    uint32_t jobs;
    int done = 1;

    for (jobs = 1; jobs <= (full ? 500u : 100u) && done;
         jobs += jobs >= 100 ? 50 : !full && jobs >= 20 ? 20 : 1) {
        const int further = jobs <= (full ? 100 : 20) && (jobs == 5 || jobs % 10 == 0);

        done = run_size_2(lab, jobs, further);
    }
    return done;
}

/* ---- The site: a scenario, and a run of it --------------------------------------------------- */

typedef struct scenario {
    const char *number, *option;
    int sequential;                 /* SJS */
    uint32_t levels;                /* of distributions */
    int preempts;                   /* high stops low */
    uint32_t gain;                  /* gain_min in seconds */
    uint32_t promote;               /* low goes to medium after so many preemptions; 0: never */
    uint32_t variation;             /* of run times, in percent; 0: the scheduler knows them */
    uint32_t deviations;            /* in a prediction */
    uint32_t go_on;                 /* SKED_PJS_GO_ON for the highest so many levels */
    world_name world;
    int completion;                 /* SKED_PJS_COMPLETION */
    uint32_t rates;                 /* the lowest so many, without --full one; 0: all */
    sked_replan replan;             /* what a new plan may move */
} scenario;

/* What a run is told by, per seed. Late: started when no more jobs came. */
typedef enum measure {
    JOB_TIME, JOB_TIMES, PARALLEL, PARALLEL_LATE, PREEMPTIONS, PREEMPTIONS_MAX, JOB_TIME_MAX,
    MEASURES_BY_GROUP,
    LOST_SHARE = MEASURES_BY_GROUP, MAPPINGS_PER_PLAN, RESPECTED, PROMOTED, MEASURES
} measure;

static const char *const measure_names[MEASURES] = {
    "job_time", "job_times", "parallel", "parallel_late", "preemptions", "preemptions_max",
    "job_time_max", "lost_share", "mappings_per_plan", "respected", "promoted"};

typedef struct run {
    int ran;
    double values[MEASURES][GROUPS][SEEDS];
    double jobs[GROUPS][SEEDS];
} run;

static void make_queues(const scenario *what, sked_site_queue *queues) {
    uint32_t level;

    memset(queues, 0, 3 * sizeof *queues);
    for (level = 0; level < 3; level++) {
        queues[level].priority = level;
        queues[level].heuristic = SKED_DUPLEX_SUM;
        queues[level].flags = what->sequential ? SKED_SEQUENTIAL : 0;
        queues[level].pjs_options = (level < what->go_on ? SKED_PJS_GO_ON : 0) |
                                    (what->completion ? SKED_PJS_COMPLETION : 0);
    }
    if (what->preempts) {
        queues[0].flags |= SKED_PREEMPTS;
        queues[2].flags |= SKED_PREEMPTABLE;
        queues[2].promote_after = what->promote;
        queues[2].promote_to = 1;
    }
}

/* What the scheduler knows at the beginning: the times, or so many earlier runs of each pair. */
static int learn(const laboratory *lab, const scenario *what, uint32_t seed,
                 sked_experience *times) {
    sked_experience_settings settings = {
        .classes = SITE_CLASSES, .resources = SITE_RESOURCES, .window = SKED_WINDOW_MAX};
    const uint32_t runs = what->variation > 0 ? HISTORY : 1;
    uint64_t state = draw_stream(seed, DRAW_HISTORY);
    uint32_t pair, i;
    sked_status status = sked_experience_create(times, &settings, heap_mem());

    for (pair = 0; pair < SITE_CLASSES * SITE_RESOURCES; pair++) {
        const sked_time truth = lab->worlds[what->world].truth[pair];

        for (i = 0; i < runs && truth != SKED_NEVER && status == SKED_OK; i++) {
            const sked_time length = truth * draw_factor(&state, what->variation);

            status = sked_experience_add(times, pair / SITE_RESOURCES, pair % SITE_RESOURCES,
                                         length / SWIL_SITE_MILLION);
        }
    }
    return status == SKED_OK || fault("experience", seed, sked_status_text(status));
}

static void add_outcomes(const swil_site_job *jobs, const uint32_t *groups, uint32_t count,
                         const swil_site_outcome *outcomes, uint32_t seed, run *out) {
    uint32_t job, group;

    for (job = 0; job < count; job++) {
        const double time = (double)(outcomes[job].end - jobs[job].arrival) / SITE_SECOND;
        const double preemptions = outcomes[job].preemptions;

        for (group = groups[job]; group < GROUPS; group = group < ALL ? ALL : GROUPS) {
            out->jobs[group][seed]++;
            out->values[JOB_TIMES][group][seed] += time;
            out->values[PARALLEL][group][seed] += outcomes[job].parallel;
            out->values[PARALLEL_LATE][group][seed] +=
                outcomes[job].parallel && outcomes[job].start > jobs[count - 1].arrival;
            out->values[PREEMPTIONS][group][seed] += preemptions;
            out->values[PREEMPTIONS_MAX][group][seed] =
                fmax(out->values[PREEMPTIONS_MAX][group][seed], preemptions);
            out->values[JOB_TIME_MAX][group][seed] =
                fmax(out->values[JOB_TIME_MAX][group][seed], time);
        }
    }
    for (group = 0; group < GROUPS; group++) {
        const double divisor = fmax(out->jobs[group][seed], 1);

        out->values[JOB_TIME][group][seed] = out->values[JOB_TIMES][group][seed] / divisor;
        out->values[PARALLEL][group][seed] /= divisor;
        out->values[PARALLEL_LATE][group][seed] /= divisor;
        out->values[PREEMPTIONS][group][seed] /= divisor;
    }
}

static void add_metrics(const swil_site_metrics *metrics, uint32_t seed, run *out) {
    const double plans = (double)metrics->counters.plans;

    out->values[LOST_SHARE][ALL][seed] = (double)metrics->lost / (double)metrics->busy;
    out->values[MAPPINGS_PER_PLAN][ALL][seed] = (double)metrics->counters.mappings / plans;
    out->values[RESPECTED][ALL][seed] = (double)metrics->counters.respected;
    out->values[PROMOTED][ALL][seed] = (double)metrics->counters.promoted;
}

/* groups[job] is the level of a job, or ALL; its queue follows from it. */
static int run_seed(const laboratory *lab, const scenario *what, uint32_t seed, swil_site_job *jobs,
                    const uint32_t *groups, uint32_t count, run *out) {
    sked_site_settings site = site_world_settings(&lab->worlds[what->world]);
    sked_site_queue queues[3];
    sked_experience times = {0};
    swil_site_settings settings;
    swil_site_metrics metrics;
    swil_site_outcome *outcomes = (swil_site_outcome *)take(count, sizeof *outcomes);
    uint32_t job;
    int done;

    make_queues(what, queues);
    site.queue = queues;
    site.queues = what->levels == NO_LEVELS ? 1 : 3;
    site.deviations_q10 = what->deviations * 1024;
    site.gain_min = (sked_time)what->gain * SITE_SECOND;
    site.replan = what->replan;
    memset(&settings, 0, sizeof settings);
    settings.site = &site;
    settings.memory.times = &times;
    settings.truth = lab->worlds[what->world].truth;
    settings.resources = SITE_RESOURCES;
    settings.quantum = SITE_QUANTUM;
    settings.exact = what->variation == 0;
    for (job = 0; job < count; job++) {
        jobs[job].queue = groups[job] == ALL ? 0 : groups[job];
    }
    done = learn(lab, what, seed + 1, &times);
    if (done && swil_site_run(jobs, count, &settings, outcomes, &metrics) != SKED_OK) {
        done = fault(what->option, seed + 1, metrics.fault);
    }
    if (done) {
        add_outcomes(jobs, groups, count, outcomes, seed, out);
        add_metrics(&metrics, seed, out);
    }
    sked_experience_destroy(&times);
    free(outcomes);
    return done;
}

static const char *policy_name(const scenario *what) {
    return what->sequential ? "SJS" : "PJS";
}

static place scenario_place(const scenario *what, uint32_t at) {
    place out = make_place(what->number, policy_name(what), distributions[what->levels].name,
                           what->option, at);

    if (what->replan != SKED_REPLAN_ALL) {
        out = with_word(out, what->replan == SKED_REPLAN_LOWER ? "replan lower" : "replan none");
    }
    return what->completion ? by_completion(out) : out;
}

/* The groups of which a scenario has jobs. */
static uint32_t first_group(const scenario *what) {
    return what->levels == NO_LEVELS ? ALL : 0;
}

/* ---- Case 3: priorities, all jobs at once ---------------------------------------------------- */

enum { POLICIES = 3, OF_SJS = 2 };

static const scenario at_once[POLICIES][DISTRIBUTIONS] = {
    {{"3", "none", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
     {"3", "none", 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
     {"3", "none", 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
     {"3", "none", 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {{"3", "none", 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0},
     {"3", "none", 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0},
     {"3", "none", 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0},
     {"3", "none", 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}},
    {{"3", "none", 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
     {"3", "none", 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
     {"3", "none", 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
     {"3", "none", 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}};

static int run_at_once(const laboratory *lab, const scenario *what, uint32_t count, run *out) {
    swil_site_job *jobs = (swil_site_job *)take(count, sizeof *jobs);
    uint32_t *groups = (uint32_t *)take(count, sizeof *groups);
    uint32_t seed;
    int done = 1;

    memset(out, 0, sizeof *out);
    for (seed = 0; seed < SEEDS && done; seed++) {
        draw_at_once(seed + 1, what->levels, count, jobs, groups);
        done = run_seed(lab, what, seed, jobs, groups, count, out);
    }
    free(groups);
    free(jobs);
    return done;
}

static void write_at_once(laboratory *lab, uint32_t count, run all[POLICIES][DISTRIBUTIONS]) {
    uint32_t policy, levels, group;

    for (policy = 0; policy < POLICIES; policy++) {
        for (levels = 0; levels < DISTRIBUTIONS; levels++) {
            const scenario *what = &at_once[policy][levels];
            const place at = scenario_place(what, count);
            const run *own = &all[policy][levels];

            for (group = first_group(what); group < GROUPS; group++) {
                write_values(lab, &at, group, "job_times",
                             own->values[JOB_TIMES][group]);
                if (!what->sequential) {
                    write_values(lab, &at, group, "jobs", own->jobs[group]);
                    write_values(lab, &at, group, "parallel",
                                 own->values[PARALLEL][group]);
                    write_ratio(lab, &at, group, "job_times", "sjs",
                                own->values[JOB_TIMES][group],
                                all[OF_SJS][levels].values[JOB_TIMES][group]);
                }
            }
        }
    }
}

/* Figure 7: sums of all job times, averaged over all sizes. */
typedef struct over_sizes {
    double sums[POLICIES][DISTRIBUTIONS][SEEDS];
} over_sizes;

static void write_over_sizes(laboratory *lab, const over_sizes *all) {
    double penalty[POLICIES][SEEDS];
    uint32_t policy, levels, seed;

    for (levels = 0; levels < DISTRIBUTIONS; levels++) {
        for (policy = POLICIES; policy-- > 0;) {
            const double *own = all->sums[policy][levels], *none = all->sums[policy][NO_LEVELS];
            place at = scenario_place(&at_once[policy][levels], 0);

            snprintf(at.at, sizeof at.at, "mean");
            write_values(lab, &at, ALL, "job_times", own);
            for (seed = 0; seed < SEEDS; seed++) {
                penalty[policy][seed] = own[seed] / none[seed];
            }
            if (levels != NO_LEVELS) {
                write_ratio(lab, &at, ALL, "job_times", "none", own, none);
            }
            if (policy != OF_SJS) {
                write_ratio(lab, &at, ALL, "job_times", "sjs", own,
                            all->sums[OF_SJS][levels]);
                write_difference(lab, &at, ALL, "penalty", "sjs", penalty[policy],
                                 penalty[OF_SJS]);
            }
        }
    }
}

static int run_case_3(laboratory *lab) {
    static run all[POLICIES][DISTRIBUTIONS];
    static over_sizes over;
    const uint32_t step = lab->asked->full ? 10 : 100;
    const uint32_t last = lab->asked->full ? 500 : 300;
    uint32_t policy, levels, count, seed, sizes = 0;

    for (count = 5; count <= last; count += count == 5 ? step - 5 : step, sizes++) {
        for (policy = 0; policy < POLICIES; policy++) {
            for (levels = 0; levels < DISTRIBUTIONS; levels++) {
                run *own = &all[policy][levels];

                if (!run_at_once(lab, &at_once[policy][levels], count, own)) {
                    return 0;
                }
                for (seed = 0; seed < SEEDS; seed++) {
                    over.sums[policy][levels][seed] += own->values[JOB_TIMES][ALL][seed];
                }
            }
        }
        write_at_once(lab, count, all);
        tell(lab, "case 3, jobs", count, 0);
    }
    for (policy = 0; policy < POLICIES; policy++) {
        for (levels = 0; levels < DISTRIBUTIONS; levels++) {
            for (seed = 0; seed < SEEDS; seed++) {
                over.sums[policy][levels][seed] /= sizes;
            }
        }
    }
    write_over_sizes(lab, &over);
    return 1;
}

/* ---- Cases 4 to 6: jobs that arrive --------------------------------------------------------- */

static const scenario listed[] = {
    /* case, option, sequential, levels, preempts, gain, promote, variation, deviations,
     * going on, world, completion, rates, replan */
    {"4", "none", 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "none", 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "none", 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "none", 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "calm", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "calm", 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "calm", 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "none", 1, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "none", 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "none", 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "none", 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"4", "none", 0, 3, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0},
    {"4", "none", 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0},
    {"4", "none", 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0},
    {"4", "none", 0, 2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0},
    {"4", "calm", 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0},
    {"4", "calm", 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0},
    {"4", "calm", 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0},
    {"5", "go on", 0, 3, 1, 0, 0, 0, 0, 3, 0, 0, 3, 0},
    {"5", "go on", 0, 0, 1, 0, 0, 0, 0, 3, 0, 0, 3, 0},
    {"5", "go on", 0, 3, 1, 0, 0, 0, 0, 3, 0, 1, 3, 0},
    {"5", "go on", 0, 0, 1, 0, 0, 0, 0, 3, 0, 1, 3, 0},
    {"5", "gain 10", 0, 0, 1, 10, 0, 0, 0, 0, 0, 0, 0, 0},
    {"5", "gain 30", 0, 0, 1, 30, 0, 0, 0, 0, 0, 0, 0, 0},
    {"5", "gain 100", 0, 0, 1, 100, 0, 0, 0, 0, 0, 0, 0, 0},
    {"5", "gain 300", 0, 0, 1, 300, 0, 0, 0, 0, 0, 0, 0, 0},
    {"5", "promote 1", 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0},
    {"5", "promote 2", 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0},
    {"5", "promote 4", 0, 0, 1, 0, 4, 0, 0, 0, 0, 0, 0, 0},
    {"5", "gain 10", 0, 1, 1, 10, 0, 0, 0, 0, 0, 0, 0, 0},
    {"5", "gain 30", 0, 1, 1, 30, 0, 0, 0, 0, 0, 0, 0, 0},
    {"5", "gain 100", 0, 1, 1, 100, 0, 0, 0, 0, 0, 0, 0, 0},
    {"5", "gain 300", 0, 1, 1, 300, 0, 0, 0, 0, 0, 0, 0, 0},
    {"5", "promote 1", 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0},
    {"5", "promote 2", 0, 1, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0},
    {"5", "promote 4", 0, 1, 1, 0, 4, 0, 0, 0, 0, 0, 0, 0},
    {"5", "cv 25 k 0", 0, 3, 1, 0, 0, 25, 0, 0, 0, 0, 0, 0},
    {"5", "cv 50 k 0", 0, 3, 1, 0, 0, 50, 0, 0, 0, 0, 0, 0},
    {"5", "cv 100 k 0", 0, 3, 1, 0, 0, 100, 0, 0, 0, 0, 0, 0},
    {"5", "cv 25 k 1", 0, 3, 1, 0, 0, 25, 1, 0, 0, 0, 0, 0},
    {"5", "cv 50 k 1", 0, 3, 1, 0, 0, 50, 1, 0, 0, 0, 0, 0},
    {"5", "cv 100 k 1", 0, 3, 1, 0, 0, 100, 1, 0, 0, 0, 0, 0},
    {"5", "cv 25 k 0", 1, 3, 1, 0, 0, 25, 0, 0, 0, 0, 0, 0},
    {"5", "cv 50 k 0", 1, 3, 1, 0, 0, 50, 0, 0, 0, 0, 0, 0},
    {"5", "cv 100 k 0", 1, 3, 1, 0, 0, 100, 0, 0, 0, 0, 0, 0},
    {"5", "cv 50 k 0", 0, 0, 1, 0, 0, 50, 0, 0, 0, 0, 0, 0},
    {"5", "cv 50 k 1", 0, 0, 1, 0, 0, 50, 1, 0, 0, 0, 0, 0},
    {"6", "high goes on", 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0},
    {"6", "high goes on", 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0},
    {"6", "small site", 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0},
    {"6", "small site", 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0},
    {"6", "small site", 0, 2, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0},
    {"6", "small site", 0, 3, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0},
};

/* Beside them, three distributions and none: by each answer to what a plan may move and each
 * reading of what pays, also without preemption; in the world of the axes; some in the flatter
 * one. */
enum {
    LISTED = sizeof listed / sizeof listed[0], RATES = 6, ANSWERS = 3,
    OF_OURS = (ANSWERS - 1) * READINGS * (2 * DISTRIBUTIONS - 1),
    OF_AXES = ANSWERS * READINGS * DISTRIBUTIONS, OF_FLATTER = 2 * DISTRIBUTIONS,
    STREAMS = LISTED + OF_OURS + OF_AXES + OF_FLATTER
};

static scenario streams[STREAMS];

static void add_stream(uint32_t *at, const char *option, uint32_t levels, int preempts,
                       world_name world, int completion, sked_replan replan) {
    scenario *to = &streams[(*at)++];

    to->number = "4";
    to->option = option;
    to->levels = levels;
    to->preempts = preempts;
    to->world = world;
    to->completion = completion;
    to->replan = replan;
    to->rates = RATES;
}

static void add_streams_of(uint32_t *at, int completion, sked_replan replan) {
    uint32_t levels;

    for (levels = 0; levels < DISTRIBUTIONS; levels++) {
        if (replan != SKED_REPLAN_ALL) {
            add_stream(at, "none", levels, 1, WORLD_OURS, completion, replan);
        }
        if (replan != SKED_REPLAN_ALL && levels != NO_LEVELS) {
            add_stream(at, "calm", levels, 0, WORLD_OURS, completion, replan);
        }
        add_stream(at, "axes", levels, 1, WORLD_AXES, completion, replan);
        if (completion && replan != SKED_REPLAN_LOWER) {
            add_stream(at, "flatter", levels, 1, WORLD_FLATTER, completion, replan);
        }
    }
}

static void list_streams(void) {
    uint32_t at = LISTED;
    int completion;

    memcpy(streams, listed, sizeof listed);
    for (completion = 0; completion < READINGS; completion++) {
        add_streams_of(&at, completion, SKED_REPLAN_ALL);
        add_streams_of(&at, completion, SKED_REPLAN_LOWER);
        add_streams_of(&at, completion, SKED_REPLAN_NONE);
    }
}

static const uint32_t rates[RATES] = {1, 2, 4, 8, 16, 32};

typedef struct case_4 {
    uint32_t jobs;
    run runs[STREAMS][RATES];
} case_4;

/* Runs a scenario at a rate, unless it has. */
static const run *run_stream(laboratory *lab, case_4 *all, uint32_t which, uint32_t rate) {
    const scenario *what = &streams[which];
    run *own = &all->runs[which][rate];
    swil_site_job *jobs = (swil_site_job *)take(all->jobs, sizeof *jobs);
    uint32_t *groups = (uint32_t *)take(all->jobs, sizeof *groups);
    uint32_t seed;
    int done = 1;

    for (seed = 0; seed < SEEDS && done && !own->ran; seed++) {
        draw_arriving(seed + 1, what->levels, what->variation, rates[rate], all->jobs, jobs,
                      groups);
        done = run_seed(lab, what, seed, jobs, groups, all->jobs, own);
    }
    if (!own->ran && done) {
        const place at = scenario_place(what, rates[rate]);

        fprintf(stderr, "%6.1f s  case %s, %s, %s, %s, %s jobs per quantum: job time %.1f s\n",
                (double)(clock() - lab->began) / CLOCKS_PER_SEC, at.number, at.policy, at.levels,
                at.option, at.at, measure_batches(own->values[JOB_TIME][ALL]).mean);
    }
    own->ran = done;
    free(groups);
    free(jobs);
    return done ? own : NULL;
}

/* The scenario that is like another but for what is given; STREAMS: there is none, or it is the
 * same. */
static uint32_t find_stream(uint32_t which, const scenario *wanted) {
    uint32_t i;

    for (i = 0; i < STREAMS; i++) {
        const scenario *other = &streams[i];

        if (other->sequential == wanted->sequential && other->levels == wanted->levels &&
            other->preempts == wanted->preempts && other->gain == wanted->gain &&
            other->promote == wanted->promote && other->variation == wanted->variation &&
            other->deviations == wanted->deviations &&
            other->go_on == wanted->go_on && other->world == wanted->world &&
            other->completion == wanted->completion && other->replan == wanted->replan) {
            return i != which ? i : STREAMS;
        }
    }
    return STREAMS;
}

/* Which of them rows of case 5 have. */
enum { OTHERS = 8 };

static const unsigned char of_options[OTHERS] = {1, 0, 0, 1, 1, 0, 0, 0};

static const char *const other_names[OTHERS] = {"sjs", "none", "calm", "plain", "k0", "commoner",
                                                "rarest", "anew"};

static uint32_t find_other(uint32_t which, uint32_t other) {
    scenario wanted = streams[which];

    switch (other) {
    case 0:
        wanted.sequential = 1;
        wanted.completion = 0;
        break;
    case 1:
        wanted.levels = NO_LEVELS;
        wanted.preempts = 1;
        break;
    case 2:
        wanted.preempts = 0;
        break;
    case 3:
        wanted.gain = wanted.promote = wanted.variation = wanted.deviations = 0;
        wanted.go_on = 0;
        break;
    case 4:
        wanted.deviations = 0;
        break;
    case 5:
        wanted.levels = wanted.levels + 1 < NO_LEVELS ? wanted.levels + 1 : wanted.levels;
        break;
    case 6:
        wanted.levels = wanted.levels < NO_LEVELS ? 0 : wanted.levels;
        break;
    default:
        wanted.replan = SKED_REPLAN_ALL;
        break;
    }
    return find_stream(which, &wanted);
}

/* Of other answers and worlds, only rows that claims need are told. */
static int is_beside(const scenario *what) {
    return what->replan != SKED_REPLAN_ALL || what->world == WORLD_AXES ||
           what->world == WORLD_FLATTER;
}

static int is_told_beside(const scenario *what, const char *name, uint32_t group) {
    if (!is_beside(what)) {
        return 1;
    }
    if (!what->preempts) {
        return strcmp(name, "none") == 0;
    }
    return group == 0 || group == ALL || strcmp(name, "half") == 0 || strcmp(name, "anew") == 0;
}

static void write_other(laboratory *lab, const place *at, const scenario *what, const run *own,
                        const char *name, const run *base) {
    const int by_group = strcmp(name, "none") != 0;
    uint32_t group;

    for (group = by_group ? first_group(what) : ALL; group < GROUPS; group++) {
        if (!is_told_beside(what, name, group)) {
            continue;
        }
        write_ratio(lab, at, group, "job_time", name, own->values[JOB_TIME][group],
                    base->values[JOB_TIME][group]);
        if (strcmp(name, "plain") == 0 && group == 2) {
            write_ratio(lab, at, group, "job_time_max", name,
                        own->values[JOB_TIME_MAX][group], base->values[JOB_TIME_MAX][group]);
        }
        if (strcmp(name, "half") == 0 || strcmp(name, "commoner") == 0 ||
            strcmp(name, "anew") == 0) {
            write_difference(lab, at, group, "parallel", name,
                             own->values[PARALLEL][group], base->values[PARALLEL][group]);
        }
    }
}

/* Rows of cases 5 and 6 are fewer, and those by completion or of other plans and worlds. */
static int is_told(const scenario *what, uint32_t of, uint32_t group) {
    if (is_beside(what) && !what->preempts && of != JOB_TIME && of != PARALLEL) {
        return 0;
    }
    if ((what->completion || is_beside(what)) &&
        (of == PARALLEL_LATE || of == PREEMPTIONS_MAX || of == JOB_TIME_MAX)) {
        return 0;
    }
    if (of == PREEMPTIONS || of == PREEMPTIONS_MAX || of == JOB_TIME_MAX) {
        return group == 2;
    }
    return of == JOB_TIME || of == PARALLEL ||
           (what->number[0] == '4' && of != JOB_TIMES);
}

static void write_own(laboratory *lab, const place *at, const scenario *what, const run *own) {
    uint32_t group, i;

    for (group = first_group(what); group < GROUPS; group++) {
        for (i = 0; i < MEASURES_BY_GROUP; i++) {
            if (is_told(what, i, group)) {
                write_values(lab, at, group, measure_names[i], own->values[i][group]);
            }
        }
        if (group < 2 && what->number[0] == '4') {
            write_ratio(lab, at, group, "job_time", "next", own->values[JOB_TIME][group],
                        own->values[JOB_TIME][group + 1]);
            write_difference(lab, at, group, "parallel", "next",
                             own->values[PARALLEL][group], own->values[PARALLEL][group + 1]);
        }
    }
    for (i = MEASURES_BY_GROUP; i < MEASURES; i++) {
        if (!is_beside(what) || (i == LOST_SHARE && what->preempts)) {
            write_values(lab, at, ALL, measure_names[i], own->values[i][ALL]);
        }
    }
}

static int write_stream(laboratory *lab, case_4 *all, uint32_t which, uint32_t rate) {
    const scenario *what = &streams[which];
    const place at = scenario_place(what, rates[rate]);
    const run *own = run_stream(lab, all, which, rate), *base;
    uint32_t i;

    if (own == NULL) {
        return 0;
    }
    write_own(lab, &at, what, own);
    for (i = 0; i < OTHERS; i++) {
        const uint32_t other = find_other(which, i);

        if (other < STREAMS && (what->number[0] != '5' || of_options[i])) {
            base = run_stream(lab, all, other, rate);
            if (base == NULL) {
                return 0;
            }
            write_other(lab, &at, what, own, other_names[i], base);
        }
    }
    if (rate > 0 && lab->asked->full && what->number[0] == '4') {
        base = run_stream(lab, all, which, rate - 1);
        if (base == NULL) {
            return 0;
        }
        write_other(lab, &at, what, own, "half", base);
    }
    return 1;
}

/* Without --full: rates 1 and 32. */
static int run_streams(laboratory *lab) {
    static case_4 all;
    const int full = lab->asked->full;
    uint32_t which, rate;

    all.jobs = lab->asked->jobs > 0 ? (uint32_t)lab->asked->jobs : full ? 500u : 65u;
    for (which = 0; which < STREAMS; which++) {
        for (rate = 0; rate < RATES && is_asked(lab, streams[which].number); rate++) {
            const uint32_t limit = streams[which].rates > 0 && !full ? 1u : streams[which].rates;

            if ((full || rate == 0 || rate == 5) && (limit == 0 || rate < limit) &&
                !write_stream(lab, &all, which, rate)) {
                return 0;
            }
        }
    }
    return 1;
}

/* ---- Case 7: what the axes of the paper ask of its run times --------------------------------- */

/* The sum of job times under SJS, all jobs at once. */
static double sum_of(const site_world *world, uint32_t jobs) {
    sked_time *times = (sked_time *)take((size_t)jobs * SITE_MACHINES, sizeof *times);
    sked_time cluster_times[SITE_CLUSTERS];
    sked_map_row *rows = (sked_map_row *)take(jobs, sizeof *rows);
    uint32_t *classes = (uint32_t *)take(jobs, sizeof *classes);
    sked_map_request asking;
    sked_map_result result;
    uint32_t job;

    memset(&asking, 0, sizeof asking);
    asking.heuristic = SKED_DUPLEX_SUM;
    asking.jobs = jobs;
    asking.machines = SITE_MACHINES;
    asking.times = times;
    draw_mix(1, 1, classes, jobs);
    for (job = 0; job < jobs; job++) {
        site_world_rows(world, classes[job], times + (size_t)job * SITE_MACHINES, cluster_times);
    }
    memset(&result, 0, sizeof result);
    if (sked_map(&asking, heap_mem(), rows, &result) != SKED_OK) {
        fault("case 7", 1, "no plan");
    }
    free(classes);
    free(rows);
    free(times);
    return seconds(result.job_times);
}

/* Of 50 jobs, and the mean over 5, 10, 20, 30, ... jobs: sizes at which all draws are alike. */
static void write_sums(const laboratory *lab, place at) {
    const site_world *world = &lab->worlds[WORLD_TRIED];
    interval sum = {sum_of(world, 50), 0}, mean = {sum_of(world, 5), 0};
    uint32_t jobs, sizes = 1;

    for (jobs = 10; jobs <= 500; jobs += 10, sizes++) {
        mean.mean += sum_of(world, jobs);
    }
    mean.mean /= sizes;
    snprintf(at.at, sizeof at.at, "50");
    write_row(lab, &at, ALL, "job_times", sum);
    snprintf(at.at, sizeof at.at, "mean");
    write_row(lab, &at, ALL, "job_times", mean);
}

/* At the highest rate, where PJS hardly differs from SJS. */
static int write_crowded(const laboratory *lab, place at, uint32_t count, run *out) {
    scenario what = listed[0];
    swil_site_job *jobs = (swil_site_job *)take(count, sizeof *jobs);
    uint32_t *groups = (uint32_t *)take(count, sizeof *groups);
    uint32_t seed;
    int done = 1;

    what.sequential = 1;
    what.world = WORLD_TRIED;
    for (what.levels = 0; what.levels < NO_LEVELS; what.levels++) {
        memset(out, 0, sizeof *out);
        for (seed = 0; seed < SEEDS && done; seed++) {
            draw_arriving(seed + 1, what.levels, 0, rates[RATES - 1], count, jobs, groups);
            done = run_seed(lab, &what, seed, jobs, groups, count, out);
        }
        at.levels = distributions[what.levels].name;
        write_values(lab, &at, 2, "job_time", out->values[JOB_TIME][2]);
        write_values(lab, &at, ALL, "job_time", out->values[JOB_TIME][ALL]);
    }
    free(groups);
    free(jobs);
    return done;
}

/* Without --full: ours and the one that fits best, with 65 jobs. */
static int run_axes(laboratory *lab) {
    static run crowded;
    const int full = lab->asked->full;
    const uint32_t count = lab->asked->jobs > 0 ? (uint32_t)lab->asked->jobs : full ? 500u : 65u;
    site_profile tried;
    int done = 1;

    for (tried.flatter = 0; tried.flatter <= (full ? 40 : 0); tried.flatter += 20) {
        for (tried.longer = 100; tried.longer <= 160 && done; tried.longer += full ? 10 : 50) {
            char option[48];
            place at;

            snprintf(option, sizeof option, "longer %d flatter %d", (int)tried.longer,
                     (int)tried.flatter);
            at = make_place("7", "SJS", "none", option, rates[RATES - 1]);
            site_world_make(&lab->worlds[WORLD_TRIED], 3, tried);
            write_sums(lab, at);
            done = write_crowded(lab, at, count, &crowded);
        }
    }
    return done;
}

/* ---- All ------------------------------------------------------------------------------------- */

static int run_all(laboratory *lab) {
    int done = 1;

    if (done && is_asked(lab, "1")) {
        done = run_figure_3(lab) && run_figure_4(lab);
        tell(lab, "done: case", 1, 1);
    }
    if (done && is_asked(lab, "2")) {
        done = run_case_2(lab);
        tell(lab, "done: case", 2, 1);
    }
    if (done && is_asked(lab, "3")) {
        done = run_case_3(lab);
        tell(lab, "done: case", 3, 1);
    }
    if (done) {
        done = run_streams(lab);
        tell(lab, "done: case", 6, 1);
    }
    if (done && is_asked(lab, "7")) {
        done = run_axes(lab);
        tell(lab, "done: case", 7, 1);
    }
    return done;
}

int main(int argc, char **argv) {
    static const char heading[] = "case,policy,levels,option,at,group,metric,mean,half_width";
    static laboratory lab;
    request asked;
    int file, done = 1;

    if (!read_request(argc, argv, &asked) || asked.trace != NULL || asked.parts > 1 ||
        asked.loads_count > 0 || asked.jobs > JOBS_MAX) {
        fprintf(stderr, "usage: figures_site [--quick | --full] [--only CASE] [--jobs N] "
                        "[--out FOLDER]\n");
        return 2;
    }
    if (mkdir(asked.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        return 1;
    }
    lab.asked = &asked;
    lab.began = clock();
    site_world_make(&lab.worlds[WORLD_OURS], 3, site_ours);
    site_world_make(&lab.worlds[WORLD_SMALL], 1, site_ours);
    site_world_make(&lab.worlds[WORLD_AXES], 3, site_axes);
    site_world_make(&lab.worlds[WORLD_FLATTER], 3, site_flatter);
    list_streams();
    for (file = 0; file < FILES && done; file++) {
        lab.files[file] = open_rows(asked.folder, file_names[file], heading);
        done = lab.files[file] != NULL;
    }
    done = done && run_all(&lab);
    for (file = 0; file < FILES && lab.files[file] != NULL; file++) {
        done = fclose(lab.files[file]) == 0 && done;
    }
    if (!done) {
        fprintf(stderr, "not finished\n");
    }
    return !done;
}
