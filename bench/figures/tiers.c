/* tiers.c: runs the experiments on KEASY, REASY and MEASY (their paper's figures 6 to 14). */
/* SPDX-License-Identifier: MIT */

/* usage: figures_tiers [--quick | --full] [options]
 *   --quick          10,000 jobs of FW, 5,000 of JW, loads 0.60 and 0.90: 10 s (default)
 *   --full           200,000 and 100,000 jobs, loads 0.40, 0.45 .. 0.95: 8 minutes
 *   --part i/n       only every n-th pair of workload and load, from the i-th on: two parts can
 *                    run at a time, and write to one file
 *   --swf FILE       a trace in the place of the models
 *   --jobs N         the first N jobs of each workload (models: so many are made)
 *   --loads A,B,...  in parts per thousand, at most 20
 *   --only FIGURE    only rows of this figure (see below)
 *   --out FOLDER     default: build/figures
 *
 * Appends to FOLDER/tiers.csv and FOLDER/tiers_readings.csv, and skips what they have: an
 * interrupted run goes on where it stopped. After a change of the code, remove the files first.
 * FOLDER/tiers_time.csv gets what was measured by the clock; all else is the same in every run.
 *
 *     figure,workload,jobs,policy,option,load,metric,mean,half_width
 *
 * figure: 6 (FW), 7 (JW): response and bounded slowdown; 8: migrations per job; 9, 10: nothing is
 * known of usage; 11, 12: all processes use 100 %; 13, 14: the cost of a migration; options: what
 * the paper leaves to others. A trace has rows like FW. In tiers_readings.csv are other readings
 * of the paper: figures 6, 7, 9, 10, 13 and 14 "by job", where usage is drawn once for each job and
 * not for each process; 6 and 7 "unguarded", where REASY has SKED_TIERS_UNGUARDED.
 *
 * metric: response_ratio and bounded_slowdown_ratio are a policy's mean by EASY's on the same jobs.
 * Rows of KEASY, REASY and MEASY also have response_ratio_keasy, ..., by KEASY's with the same
 * reading and knowledge of usage, and else no option (KEASY itself has not). FCFS and REASY without
 * options, and REASY unguarded, have response_ratio_measy, ... Intervals: see experiment.h. Metrics
 * that count have none (0). */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SKED_IMPLEMENTATION
#include "experiment.h"

enum { ROWS_BYTES = 32768 };        /* of one run in all its figures: at most 7,000 or so */

/* ---- Experiments ----------------------------------------------------------------------------- */

typedef enum option {
    OPTION_NONE, OPTION_UNKNOWN, OPTION_USAGE, OPTION_MIGRATION, OPTION_ORDER, OPTION_WIDTH,
    OPTION_ESTIMATE, OPTION_REMAINING, OPTION_FULL, OPTION_BACKGROUNDS, OPTION_UNGUARDED
} option;

/* The figures in which a row appears, as bits. */
enum {
    FIGURE_POLICIES = 1, FIGURE_MIGRATIONS = 2, FIGURE_UNKNOWN = 4, FIGURE_USAGE = 8,
    FIGURE_COST = 16, FIGURE_OPTIONS = 32,
    FIGURE_POLICIES_BY_JOB = 64, FIGURE_UNKNOWN_BY_JOB = 128, FIGURE_COST_BY_JOB = 256,
    FIGURE_UNGUARDED = 512,
    FIGURES = 10
};

static const char *const figure_names[2][FIGURES] = {
    {"6", "8", "9", "11", "13", "options", "6 by job", "9 by job", "13 by job", "6 unguarded"},
    {"7", "8", "10", "12", "14", "options", "7 by job", "10 by job", "14 by job", "7 unguarded"}};

/* From here on: other readings of the paper, in a file of their own. */
enum { FIGURES_READINGS = FIGURE_POLICIES_BY_JOB };

static const char *const file_names[2] = {"tiers.csv", "tiers_readings.csv"};

static const char *const order_names[] = {"FCFS", "SJF", "key", "narrowest"};

typedef struct experiment {
    swil_tiers_policy policy;
    option kind;
    int64_t value;
    unsigned figures;
    int by_job;                         /* usage is drawn for each job, not for each process */
} experiment;

/* EASY comes first: all others are compared with it. */
static const experiment experiments[] = {
    {SWIL_TIERS_EASY, OPTION_NONE, 0,
     FIGURE_POLICIES | FIGURE_UNKNOWN | FIGURE_USAGE | FIGURE_COST | FIGURE_OPTIONS, 0},
    {SWIL_TIERS_FCFS, OPTION_NONE, 0, FIGURE_POLICIES, 0},
    {SWIL_TIERS_KEASY, OPTION_NONE, 0, FIGURE_POLICIES | FIGURE_COST | FIGURE_OPTIONS, 0},
    {SWIL_TIERS_REASY, OPTION_NONE, 0, FIGURE_POLICIES | FIGURE_OPTIONS, 0},
    {SWIL_TIERS_MEASY, OPTION_NONE, 0, FIGURE_POLICIES | FIGURE_MIGRATIONS | FIGURE_OPTIONS, 0},
    {SWIL_TIERS_KEASY, OPTION_UNKNOWN, 0, FIGURE_UNKNOWN, 0},
    {SWIL_TIERS_MEASY, OPTION_UNKNOWN, 0, FIGURE_UNKNOWN, 0},
    {SWIL_TIERS_KEASY, OPTION_USAGE, 1000, FIGURE_USAGE, 0},
    {SWIL_TIERS_MEASY, OPTION_USAGE, 1000, FIGURE_USAGE, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 0, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 20, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 60, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 120, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 240, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 480, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 900, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 1200, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 1500, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 1800, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 2400, FIGURE_COST, 0},
    {SWIL_TIERS_MEASY, OPTION_ORDER, SKED_FCFS, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_MEASY, OPTION_ORDER, SKED_NARROWEST, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_REASY, OPTION_ORDER, SKED_FCFS, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_REASY, OPTION_ORDER, SKED_NARROWEST, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_MEASY, OPTION_WIDTH, 4, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_MEASY, OPTION_WIDTH, 16, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_REASY, OPTION_WIDTH, 4, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_REASY, OPTION_WIDTH, 16, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_MEASY, OPTION_ESTIMATE, 900, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_MEASY, OPTION_ESTIMATE, 7200, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_REASY, OPTION_ESTIMATE, 900, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_REASY, OPTION_ESTIMATE, 7200, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_REASY, OPTION_REMAINING, 0, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_MEASY, OPTION_REMAINING, 0, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_MEASY, OPTION_FULL, 0, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_KEASY, OPTION_BACKGROUNDS, 2, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_MEASY, OPTION_BACKGROUNDS, 2, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_MEASY, OPTION_BACKGROUNDS, 3, FIGURE_OPTIONS, 0},
    {SWIL_TIERS_FCFS, OPTION_NONE, 0, FIGURE_POLICIES_BY_JOB, 1},
    {SWIL_TIERS_KEASY, OPTION_NONE, 0, FIGURE_POLICIES_BY_JOB, 1},
    {SWIL_TIERS_REASY, OPTION_NONE, 0, FIGURE_POLICIES_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_NONE, 0, FIGURE_POLICIES_BY_JOB, 1},
    {SWIL_TIERS_KEASY, OPTION_UNKNOWN, 0, FIGURE_UNKNOWN_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_UNKNOWN, 0, FIGURE_UNKNOWN_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 0, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 20, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 60, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 120, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 240, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 480, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 900, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 1200, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 1500, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 1800, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_MEASY, OPTION_MIGRATION, 2400, FIGURE_COST_BY_JOB, 1},
    {SWIL_TIERS_REASY, OPTION_UNGUARDED, 0, FIGURE_UNGUARDED, 0},
    {SWIL_TIERS_REASY, OPTION_UNGUARDED, 0, FIGURE_UNGUARDED, 1},
};

enum { EXPERIMENTS = sizeof experiments / sizeof experiments[0] };

/* The value of an option as the settings have it, and its name in a row. */
static swil_tiers_settings option_settings(const experiment *what, char *name, size_t bytes) {
    swil_tiers_settings settings = swil_tiers_defaults(what->policy);
    const uint32_t value = (uint32_t)what->value;

    snprintf(name, bytes, "none");
    switch (what->kind) {
    case OPTION_NONE:
        break;
    case OPTION_UNKNOWN:
        settings.usage_known = 0;
        snprintf(name, bytes, "usage unknown");
        break;
    case OPTION_USAGE:
        settings.usage_fixed = value;
        snprintf(name, bytes, "usage %u", (unsigned)value);
        break;
    case OPTION_MIGRATION:
        settings.tiers.migration = what->value;
        snprintf(name, bytes, "migration %u", (unsigned)value);
        break;
    case OPTION_ORDER:
        settings.queue.background_order = (sked_order)value;
        snprintf(name, bytes, "order %s", order_names[value]);
        break;
    case OPTION_WIDTH:
        settings.tiers.width_max = value;
        snprintf(name, bytes, "width %u", (unsigned)value);
        break;
    case OPTION_ESTIMATE:
        settings.tiers.estimate_max = what->value;
        snprintf(name, bytes, "estimate %u", (unsigned)value);
        break;
    case OPTION_REMAINING:
        settings.tiers.options = SKED_TIERS_REMAINING;
        snprintf(name, bytes, "remaining");
        break;
    case OPTION_FULL:
        settings.tiers.options = SKED_TIERS_FULL;
        snprintf(name, bytes, "full");
        break;
    case OPTION_BACKGROUNDS:
        settings.queue.backgrounds = value;
        snprintf(name, bytes, "backgrounds %u", (unsigned)value);
        break;
    case OPTION_UNGUARDED:
        settings.tiers.options = SKED_TIERS_UNGUARDED;
        snprintf(name, bytes, "unguarded");
        break;
    }
    return settings;
}

static swil_tiers_settings experiment_settings(const experiment *what, char *name, size_t bytes) {
    char asked[48];
    swil_tiers_settings settings = option_settings(what, asked, sizeof asked);

    settings.usage_by_job = what->by_job;
    snprintf(name, bytes, "%s%s", what->by_job && what->kind == OPTION_NONE ? "usage" : asked,
             what->by_job ? " by job" : "");
    return settings;
}

/* ---- Workloads ------------------------------------------------------------------------------- */

static void default_loads(request *asked) {
    uint32_t load;

    for (load = asked->full ? 400 : 600; load <= 950; load += asked->full ? 50 : 300) {
        asked->loads[asked->loads_count++] = load;
    }
}

static int make_model(int second, size_t jobs, workload *load) {
    const workload_estimates estimates = workload_estimates_defaults(1);
    workload_feitelson feitelson = workload_feitelson_defaults(1);
    workload_jann jann = workload_jann_defaults(1);

    feitelson.jobs = jann.jobs = (uint32_t)jobs;
    feitelson.processors = jann.processors = PROCESSORS;
    return (second ? workload_make_jann(&jann, load) : workload_make_feitelson(&feitelson, load)) &&
           workload_make_estimates(load, &estimates);
}

static int read_trace(const char *name, size_t jobs, workload *load) {
    workload_fault fault;
    FILE *file = fopen(name, "rb");
    int done;

    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        return 0;
    }
    done = workload_read_swf(file, 0, load, &fault);
    fclose(file);
    if (!done) {
        fprintf(stderr, "%s:%lu: %s\n", name, (unsigned long)fault.line, fault.text);
        return 0;
    }
    if (jobs > 0) {
        workload_first(load, jobs);
    }
    return 1;
}

static int make_workload(const request *asked, int second, workload *load) {
    if (asked->trace != NULL) {
        return read_trace(asked->trace, asked->jobs, load);
    }
    if (asked->jobs > 0) {
        return make_model(second, asked->jobs, load);
    }
    return make_model(second, (asked->full ? 200000u : 10000u) / (second ? 2u : 1u), load);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Rows of one run, to be written at once: parts that write to one file do not mix them up. */
typedef struct rows {
    char text[ROWS_BYTES];
    size_t length;
} rows;

static void add_row(rows *all, const char *key, const char *metric, interval value) {
    const size_t room = sizeof all->text - all->length;
    const int length = snprintf(all->text + all->length, room, "%s%s,%.6f,%.6f\n", key, metric,
                                value.mean, value.half_width);

    if (length > 0 && (size_t)length < room) {
        all->length += (size_t)length;
    }
}

static void add_number(rows *all, const char *key, const char *metric, double value) {
    interval exact;

    exact.mean = value;
    exact.half_width = 0;
    add_row(all, key, metric, exact);
}

/* Makes a file with a head, if there is none. It gets its name when the head is in it: another part
 * that begins at once appends below the head, never before it. */
static int make_file(const char *folder, const char *name) {
    static const char head[] = "figure,workload,jobs,policy,option,load,metric,mean,half_width\n";
    char path[512], draft[544];
    FILE *file;
    int done;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(draft, sizeof draft, "%s.%ld", path, (long)getpid());
    file = fopen(draft, "w");
    done = file != NULL && fputs(head, file) >= 0;
    done = file != NULL && fclose(file) == 0 && done;
    done = done && (link(draft, path) == 0 || errno == EEXIST);
    if (!done) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    }
    unlink(draft);
    return done;
}

/* In one write, for which the buffer is large enough. */
static int append_rows(const char *folder, const char *name, const rows *all) {
    char path[512];
    FILE *file;
    int done;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "a");
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return 0;
    }
    setvbuf(file, NULL, _IOFBF, ROWS_BYTES + 1024);
    done = fwrite(all->text, 1, all->length, file) == all->length;
    done = fclose(file) == 0 && done;
    if (!done) {
        fprintf(stderr, "%s: cannot be written\n", path);
    }
    return done;
}

static char *read_all(const char *folder, const char *name) {
    char path[512];
    char *text = NULL;
    FILE *file;
    long length = 0;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        length = ftell(file);
        rewind(file);
    }
    text = (char *)calloc(1, (size_t)(length > 0 ? length : 0) + 1);
    if (text != NULL && length > 0 && fread(text, 1, (size_t)length, file) != (size_t)length) {
        text[0] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

/* ---- Running --------------------------------------------------------------------------------- */

/* What became of an experiment. */
typedef struct run {
    int ran;
    batches own;
    swil_tiers_metrics metrics;
    double cpu, wall;                   /* seconds */
} run;

/* A workload at a load, with what ran on it. */
typedef struct scene {
    const request *asked;
    const char *name;                   /* of the workload */
    int second;
    workload load;
    uint32_t permille;
    char *present[2];                   /* the rows that there are, by file */
    swil_tiers_outcome *outcomes;
    run runs[EXPERIMENTS];
    clock_t began;
} scene;

static uint64_t nanoseconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static void make_key(const scene *at, const char *figure, const experiment *what, char *key) {
    char name[64];

    experiment_settings(what, name, sizeof name);
    snprintf(key, KEY_BYTES, "%s,%.60s,%lu,%s,%s,%.3f,", figure, at->name,
             (unsigned long)at->load.count, policy_names[what->policy], name,
             (double)at->permille / 1000);
}

/* Figures of costs and options need a few loads only. */
static int is_wanted(const scene *at, unsigned figure, const char *name) {
    const int few = (figure & (FIGURE_COST | FIGURE_OPTIONS | FIGURE_COST_BY_JOB)) != 0;

    if (at->asked->only != NULL && strcmp(at->asked->only, name) != 0) {
        return 0;
    }
    return !few || !at->asked->full || at->permille == 600 || at->permille == 800 ||
           at->permille == 900;
}

static int is_reading(uint32_t figure) {
    return 1u << figure >= FIGURES_READINGS;
}

/* The figures for which an experiment is still to be run here. */
static unsigned missing_figures(const scene *at, const experiment *what) {
    unsigned missing = 0;
    uint32_t i;

    for (i = 0; i < FIGURES; i++) {
        const char *figure = figure_names[at->second][i];
        char key[KEY_BYTES + 1] = "\n";

        if ((what->figures >> i & 1) != 0 && is_wanted(at, 1u << i, figure)) {
            make_key(at, figure, what, key + 1);
            missing |= strstr(at->present[is_reading(i)], key) == NULL ? 1u << i : 0;
        }
    }
    return missing;
}

static double as_double(sked_u128 value) {
    return (double)value.high * 18446744073709551616.0 + (double)value.low;
}

/* The experiment with the mean by which another's is divided, or EXPERIMENTS: KEASY that knows as
 * much of usage, for all that have a background; plain MEASY, for FCFS and REASY that are plain, or
 * unguarded. Usage is drawn in the same way. */
static uint32_t find_rival(const experiment *what, swil_tiers_policy rival) {
    const int usage = what->kind == OPTION_UNKNOWN || what->kind == OPTION_USAGE;
    const option kind = usage ? what->kind : OPTION_NONE;
    const int plain = what->kind == OPTION_NONE || what->kind == OPTION_UNGUARDED;
    const int has_one = rival == SWIL_TIERS_KEASY
                            ? what->policy >= SWIL_TIERS_KEASY
                            : plain && (what->policy == SWIL_TIERS_FCFS ||
                                        what->policy == SWIL_TIERS_REASY);
    uint32_t i;

    for (i = 0; i < EXPERIMENTS && has_one; i++) {
        const experiment *other = &experiments[i];

        if (other->policy == rival && other->kind == kind && other->by_job == what->by_job &&
            other->value == (usage ? what->value : 0)) {
            return other != what ? i : EXPERIMENTS;
        }
    }
    return EXPERIMENTS;
}

static void add_ratios(const scene *at, const experiment *what, const batches *own,
                       const char *key, rows *all) {
    const uint32_t keasy = find_rival(what, SWIL_TIERS_KEASY);
    const uint32_t measy = find_rival(what, SWIL_TIERS_MEASY);

    if (keasy < EXPERIMENTS) {
        const batches *base = &at->runs[keasy].own;

        add_row(all, key, "response_ratio_keasy", compare_batches(own->response, base->response));
        add_row(all, key, "bounded_slowdown_ratio_keasy",
                compare_batches(own->slowdown, base->slowdown));
    }
    if (measy < EXPERIMENTS) {
        const batches *base = &at->runs[measy].own;

        add_row(all, key, "response_ratio_measy", compare_batches(own->response, base->response));
        add_row(all, key, "bounded_slowdown_ratio_measy",
                compare_batches(own->slowdown, base->slowdown));
    }
}

static void add_results(const scene *at, const experiment *what, const run *done, const char *key,
                        rows *all) {
    const batches *own = &done->own, *easy = &at->runs[0].own;
    const swil_tiers_metrics *metrics = &done->metrics;
    const double jobs = (double)metrics->jobs;

    add_row(all, key, "response", measure_batches(own->response));
    add_row(all, key, "bounded_slowdown", measure_batches(own->slowdown));
    add_row(all, key, "response_ratio", compare_batches(own->response, easy->response));
    add_row(all, key, "bounded_slowdown_ratio", compare_batches(own->slowdown, easy->slowdown));
    add_ratios(at, what, own, key, all);
    add_number(all, key, "migrations_per_job", (double)metrics->migrated / jobs);
    add_number(all, key, "restarts_per_job", (double)metrics->restarted / jobs);
    add_number(all, key, "swaps_per_job", (double)metrics->swapped / jobs);
    add_number(all, key, "backgrounds_per_job", (double)metrics->backgrounded / jobs);
    add_number(all, key, "work_lost_share",
               as_double(metrics->work_lost) / 1e6 / as_double(metrics->area));
    add_number(all, key, "utilisation", (double)metrics->utilisation / 1e6);
}

static void add_times(const run *done, const char *key, rows *all) {
    const swil_tiers_metrics *metrics = &done->metrics;
    const double passes = (double)metrics->counters.passes;

    add_number(all, key, "jobs_per_second", (double)metrics->jobs / done->cpu);
    add_number(all, key, "seconds", done->cpu);
    add_number(all, key, "planning_share", (double)metrics->clock_sum / 1e9 / done->wall);
    add_number(all, key, "nanoseconds_per_pass", (double)metrics->clock_sum / passes);
    add_number(all, key, "decisions_per_pass", (double)metrics->decisions / passes);
}

/* Runs an experiment, unless it ran on this scene; EASY must have run, or be it. */
static int run_experiment(scene *at, uint32_t which) {
    const experiment *what = &experiments[which];
    char name[64];
    swil_tiers_settings settings = experiment_settings(what, name, sizeof name);
    run *done = &at->runs[which];
    const clock_t cpu_began = clock();
    const uint64_t began = nanoseconds();

    if (done->ran) {
        return 1;
    }
    settings.clock = nanoseconds;
    if (swil_tiers_run(&at->load, &settings, at->outcomes, &done->metrics) != SKED_OK) {
        fprintf(stderr, "%s %s %s %.2f: %s\n", at->name, policy_names[what->policy], name,
                (double)at->permille / 1000, done->metrics.fault);
        return 0;
    }
    done->wall = (double)(nanoseconds() - began) / 1e9 + 1e-9;
    done->cpu = (double)(clock() - cpu_began) / CLOCKS_PER_SEC + 1e-9;
    done->ran = 1;
    sum_batches(&at->load, at->outcomes, &done->own);
    fprintf(stderr, "%6.1f s  %s %.2f  %s, %s: response %.0f (%.3f of EASY), %.1f s\n",
            (double)(clock() - at->began) / CLOCKS_PER_SEC, at->name,
            (double)at->permille / 1000, policy_names[what->policy], name,
            measure_batches(done->own.response).mean,
            compare_batches(done->own.response, at->runs[0].own.response).mean, done->cpu);
    return 1;
}

/* With all that its rows are compared with; a run that is there is not repeated. */
static int run_rivals(scene *at, uint32_t which) {
    const uint32_t keasy = find_rival(&experiments[which], SWIL_TIERS_KEASY);
    const uint32_t measy = find_rival(&experiments[which], SWIL_TIERS_MEASY);

    return run_experiment(at, 0) && run_experiment(at, which) &&
           (keasy == EXPERIMENTS || run_experiment(at, keasy)) &&
           (measy == EXPERIMENTS || run_experiment(at, measy));
}

/* Writes the rows of an experiment that ran, for these figures. */
static int write_experiment(const scene *at, uint32_t which, unsigned figures) {
    static rows results[2], times;
    const experiment *what = &experiments[which];
    char key[KEY_BYTES];
    uint32_t i;

    results[0].length = results[1].length = times.length = 0;
    for (i = 0; i < FIGURES; i++) {
        if ((figures >> i & 1) != 0) {
            make_key(at, figure_names[at->second][i], what, key);
            add_results(at, what, &at->runs[which], key, &results[is_reading(i)]);
            add_times(&at->runs[which], key, &times);
        }
    }
    return append_rows(at->asked->folder, file_names[0], &results[0]) &&
           append_rows(at->asked->folder, file_names[1], &results[1]) &&
           append_rows(at->asked->folder, "tiers_time.csv", &times);
}

static int run_scene(scene *at) {
    uint32_t i;

    for (i = 0; i < EXPERIMENTS; i++) {
        const unsigned missing = missing_figures(at, &experiments[i]);

        if (missing != 0 && !(run_rivals(at, i) && write_experiment(at, i, missing))) {
            return 0;
        }
    }
    return 1;
}

/* The workload at one load. */
static int run_load(const request *asked, const workload *base, int second, uint32_t permille) {
    scene at;
    int done = 0;

    memset(&at, 0, sizeof at);
    at.asked = asked;
    at.second = second;
    at.name = asked->trace == NULL               ? second ? "JW" : "FW"
              : strrchr(asked->trace, '/') != NULL ? strrchr(asked->trace, '/') + 1
                                                 : asked->trace;
    at.load = *base;
    at.permille = permille;
    at.began = clock();
    at.load.jobs = (workload_job *)malloc(base->count * sizeof *base->jobs);
    at.outcomes = (swil_tiers_outcome *)malloc(base->count * sizeof *at.outcomes);
    at.present[0] = read_all(asked->folder, file_names[0]);
    at.present[1] = read_all(asked->folder, file_names[1]);
    if (at.load.jobs != NULL && at.outcomes != NULL && at.present[0] != NULL &&
        at.present[1] != NULL) {
        memcpy(at.load.jobs, base->jobs, base->count * sizeof *base->jobs);
        done = workload_scale_load(&at.load, base->processors, permille) && run_scene(&at);
    }
    free(at.present[1]);
    free(at.present[0]);
    free(at.outcomes);
    free(at.load.jobs);
    return done;
}

static int run_all(const request *asked) {
    const int models = asked->trace != NULL ? 1 : 2;
    uint32_t pair = 0, i;
    int second, done = 1;

    for (second = 0; second < models && done; second++) {
        workload base;

        memset(&base, 0, sizeof base);
        done = make_workload(asked, second, &base) && base.count > BATCHES;
        for (i = 0; i < asked->loads_count && done; i++) {
            if (pair++ % asked->parts == asked->part - 1) {
                done = run_load(asked, &base, second, asked->loads[i]);
            }
        }
        workload_drop(&base);
    }
    return done;
}

int main(int argc, char **argv) {
    request asked;

    if (!read_request(argc, argv, &asked)) {
        fprintf(stderr, "usage: figures_tiers [--quick | --full] [--part i/n] [--swf FILE] "
                        "[--jobs N] [--loads A,B,...] [--only FIGURE] [--out FOLDER]\n");
        return 2;
    }
    if (asked.loads_count == 0) {
        default_loads(&asked);
    }
    if (mkdir(asked.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        return 1;
    }
    if (!make_file(asked.folder, file_names[0]) || !make_file(asked.folder, file_names[1]) ||
        !make_file(asked.folder, "tiers_time.csv") || !run_all(&asked)) {
        fprintf(stderr, "not finished\n");
        return 1;
    }
    return 0;
}
