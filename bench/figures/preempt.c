/* preempt.c: how many jobs must go for an urgent one, how much work is lost, and whom it helps. */
/* SPDX-License-Identifier: MIT */

/* usage: figures_preempt [--quick | --full] [--only WORLD[/RULE]] [--jobs N]
 *                        [--loads L] [--swf FILE] [--out FOLDER]
 *   --quick          500 jobs a draw: a second (default)
 *   --full           10,000 jobs a draw: 10 seconds
 *   --only ...       only these runs: log, lublin/singly, ...
 *   --jobs N         jobs a draw, 21 or more; of a trace, the first N
 *   --loads L        jobs ask for L per thousand of the machine, one number; default: 850
 *   --swf FILE       a trace in the place of the models: the world "trace"
 *   --out FOLDER     default: build/figures
 *
 * Writes FOLDER/preempt.csv, the same in every run:
 *
 *     world,rule,metric,mean,half_width
 *
 * A machine of 256 processors. Sizes are those of fattree_world.h, but up to half of the machine;
 * run times and arrivals are its two worlds, "log" and "lublin". Jobs ask for 85 % of the machine,
 * and estimates are the run times. A trace stays as it is. Of jobs that ask for no more than half
 * of the machine one in ten is urgent, drawn by itself. The queue is EASY, urgent jobs first, also
 * in backfilling. rule:
 *     cheapest     the protocol of sched_share.h: the jobs that lose the least work, planned as a
 *                  whole, and their processors are booked for the urgent job
 *     youngest     those that started last until they are enough, and booked
 *     unbooked     as cheapest, but without a booking
 *     singly       one job in each cycle, that which started last, without a booking
 *     none         nobody is stopped
 * A job that is stopped runs on for 60 s, waits again, and runs from its beginning; a cycle is 30
 * s. See bench/swil_preempt.h.
 *
 * Metrics of all rules; a wait is that before the run that ended:
 *     wait_urgent  mean wait of urgent jobs, in seconds; wait_others of the others
 *     late         share of the urgent jobs that wait longer than the 60 s
 *     utilisation  busy processors of all from the first arrival to the last, without the work
 *                  that is lost
 * of all but none:
 *     per_served   jobs that were stopped, by urgent jobs for which some were
 *     per_urgent   the same by all urgent jobs
 *     lost         work that is run again, by the work of all jobs
 *     unused       share of the stopped jobs none of whose processors went to an urgent job next
 *
 * Everything is drawn 20 times, with seeds 1 to 20, of a trace only who is urgent; a mean is that
 * of the 20, half_width the half of its 95 % interval. METRIC_less_RULE is the difference on the
 * same draws: of late, utilisation and unused. METRIC_over_RULE is the ratio of the means: of all
 * others. */

#define _POSIX_C_SOURCE 200809L
#define SKED_WORD_BITS 64

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SKED_IMPLEMENTATION
#include "sched_share.h"

#include "experiment.h"
#include "fattree_world.h"
#include "swil_preempt.h"

enum { SEEDS = BATCHES, QUICK_JOBS = 500, FULL_JOBS = 10000, JOBS_MAX = 200000 };
enum { MACHINE = 256, SIZES_LAST = 7, LOAD_PERMILLE = 850, ONE_IN = 10, GRACE = 60, CYCLE = 30 };
enum { DRAW_URGENT = FATTREE_DRAW_CHOICES + 2 };
enum { LOG, LUBLIN, TRACE, WORLDS };
enum { NONE = SWIL_PREEMPT_RULES, RULES };
enum { WAIT_URGENT, WAIT_OTHERS, LATE, UTILISATION, PER_SERVED, PER_URGENT, LOST, UNUSED, METRICS };

static const char *const world_words[WORLDS] = {"log", "lublin", "trace"};
static const char *const rule_words[RULES] = {"cheapest", "youngest", "unbooked", "singly",
                                              "none"};
static const char *const metric_words[METRICS] = {"wait_urgent", "wait_others", "late",
                                                  "utilisation", "per_served", "per_urgent",
                                                  "lost", "unused"};

typedef struct laboratory {
    const request *asked;
    FILE *results;
    workload trace;
    double values[WORLDS][RULES][METRICS][SEEDS];
    int done[WORLDS][RULES];
} laboratory;

static void no_memory(void) {
    fputs("figures_preempt: out of memory\n", stderr);
    exit(1);
}

static void *memory(size_t count, size_t bytes) {
    void *room = calloc(count + 1, bytes);

    if (room == NULL) {
        no_memory();
    }
    return room;
}

/* ---- Who gets what a stopped job leaves ------------------------------------------------------ */

/* One draw, and what is seen of its run. Stopped jobs are counted from 1, each time anew. */
typedef struct draw {
    workload load;
    unsigned char *urgent;              /* by job */
    uint64_t *keys;
    int64_t *starts;
    uint32_t *holder;                   /* by processor: the last job on it */
    size_t *left_by;                    /* ... the stopped job that is the last on it; 0: none */
    unsigned char *used;                /* by stopped job: an urgent one came next to a part */
    size_t stops, room;
} draw;

static void on_stop(void *ctx, size_t job, int64_t time) {
    draw *self = (draw *)ctx;
    uint32_t p;

    (void)time;
    if (++self->stops >= self->room) {
        self->room = 2 * self->stops;
        self->used = (unsigned char *)realloc(self->used, self->room);
        if (self->used == NULL) {
            no_memory();
        }
    }
    self->used[self->stops] = 0;
    for (p = 0; p < self->load.processors; p++) {
        if (self->holder[p] == job) {
            self->left_by[p] = self->stops;
        }
    }
}

static void on_start(void *ctx, size_t job, const sked_action *action, const sked_set *held) {
    draw *self = (draw *)ctx;
    uint32_t p;

    (void)action;
    for (p = sked_set_first(held); p < held->size; p = sked_set_next(held, p)) {
        if (self->left_by[p] > 0 && self->urgent[job]) {
            self->used[self->left_by[p]] = 1;
        }
        self->left_by[p] = 0;
        self->holder[p] = (uint32_t)job;
    }
}

static double unused(const draw *self) {
    size_t stop, count = 0;

    for (stop = 1; stop <= self->stops; stop++) {
        count += !self->used[stop];
    }
    return self->stops > 0 ? (double)count / (double)self->stops : 0;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

typedef struct sums {
    double count[2], wait[2];           /* [1]: of urgent jobs */
    double late, work, within;          /* within: work from the first arrival to the last */
} sums;

static void sum_job(sums *to, const draw *self, size_t job, int64_t last) {
    const workload_job *from = &self->load.jobs[job];
    const int64_t start = self->starts[job], run = swil_run_time(from);
    const int64_t end = start + run < last ? start + run : last;
    const int urgent = self->urgent[job];

    to->count[urgent]++;
    to->wait[urgent] += (double)(start - from->submit);
    to->late += urgent && start - from->submit > GRACE;
    to->work += (double)run * from->width;
    to->within += end > start ? (double)(end - start) * from->width : 0;
}

static double by(double value, double count) {
    return count > 0 ? value / count : 0;
}

static double wide(sked_u128 value) {
    return (double)value.high * 18446744073709551616.0 + (double)value.low;
}

static void measure(double (*values)[SEEDS], uint32_t seed, const draw *self,
                    const swil_preempt *done) {
    const workload *load = &self->load;
    const int64_t first = load->jobs[0].submit, last = load->jobs[load->count - 1].submit;
    sums of;
    size_t job;

    memset(&of, 0, sizeof of);
    for (job = 0; job < load->count; job++) {
        sum_job(&of, self, job, last);
    }
    values[WAIT_URGENT][seed] = by(of.wait[1], of.count[1]);
    values[WAIT_OTHERS][seed] = by(of.wait[0], of.count[0]);
    values[LATE][seed] = by(of.late, of.count[1]);
    values[UTILISATION][seed] = by(of.within, (double)(last - first) * load->processors);
    values[PER_SERVED][seed] = by((double)done->victims, (double)done->served);
    values[PER_URGENT][seed] = by((double)done->victims, of.count[1]);
    values[LOST][seed] = by(wide(done->lost), of.work);
    values[UNUSED][seed] = unused(self);
}

static void run_rule(draw *self, uint32_t rule, double (*values)[SEEDS], uint32_t seed) {
    swil_settings settings;
    swil_preempt preempt;
    swil_metrics metrics;
    int status;

    memset(&settings, 0, sizeof settings);
    memset(&preempt, 0, sizeof preempt);
    settings.queue = sked_queue_settings_easy(self->load.processors, 0);
    settings.queue.order = settings.queue.backfill_order = SKED_BY_KEY;
    settings.keys = self->keys;
    settings.on_start = on_start;
    settings.ctx = self;
    self->stops = 0;
    memset(self->left_by, 0, self->load.processors * sizeof *self->left_by);
    if (rule != NONE) {
        if (!swil_preempt_make(&preempt, &self->load, self->urgent, &settings)) {
            no_memory();
        }
        preempt.rule = (swil_preempt_rule)rule;
        preempt.grace = GRACE;
        preempt.cycle = CYCLE;
        preempt.on_stop = on_stop;
        preempt.ctx = self;
    }
    status = swil_run(&self->load, &settings, self->starts, &metrics);
    if (status != SKED_OK || metrics.never_started > 0) {
        fprintf(stderr, "figures_preempt: %s: %s, expected that all jobs run\n", rule_words[rule],
                sked_status_text((sked_status)status));
        exit(1);
    }
    measure(values, seed, self, &preempt);
    swil_preempt_drop(&preempt);
}

/* ---- Draws ----------------------------------------------------------------------------------- */

static void make_jobs(workload *load, const request *asked, uint32_t where, uint32_t seed,
                      size_t count) {
    const uint32_t permille = asked->loads_count > 0 ? asked->loads[0] : (uint32_t)LOAD_PERMILLE;
    workload_lublin model = workload_lublin_defaults((long)seed, 0, SIZES_LAST);

    model.jobs = (uint32_t)count;
    if (!workload_make_lublin(&model, load)) {
        no_memory();
    }
    if (where == LOG) {
        fattree_draw_log(seed, &model, load);
    }
    load->processors = MACHINE;
    if (!workload_scale_load(load, MACHINE, permille)) {
        fputs("figures_preempt: jobs that cannot be brought to a load\n", stderr);
        exit(1);
    }
}

static void make_urgent(draw *self, uint32_t seed) {
    uint64_t state = fattree_stream(seed, DRAW_URGENT);
    size_t job;

    for (job = 0; job < self->load.count; job++) {
        const int drawn = workload_uniform(&state, ONE_IN) == 0;

        self->urgent[job] = drawn && self->load.jobs[job].width <= self->load.processors / 2;
        self->keys[job] = !self->urgent[job];
    }
}

static void make_draw(draw *self, const laboratory *lab, uint32_t where, uint32_t seed) {
    const size_t count = lab->asked->jobs > 0 ? lab->asked->jobs
                         : lab->asked->full   ? (size_t)FULL_JOBS
                                              : (size_t)QUICK_JOBS;

    memset(self, 0, sizeof *self);
    if (where == TRACE) {
        self->load = lab->trace;
    } else {
        make_jobs(&self->load, lab->asked, where, seed, count);
    }
    self->urgent = (unsigned char *)memory(self->load.count, 1);
    self->keys = (uint64_t *)memory(self->load.count, sizeof *self->keys);
    self->starts = (int64_t *)memory(self->load.count, sizeof *self->starts);
    self->holder = (uint32_t *)memory(self->load.processors, sizeof *self->holder);
    self->left_by = (size_t *)memory(self->load.processors, sizeof *self->left_by);
    make_urgent(self, seed);
}

static void drop_draw(draw *self, uint32_t where) {
    free(self->used);
    free(self->left_by);
    free(self->holder);
    free(self->starts);
    free(self->keys);
    free(self->urgent);
    if (where != TRACE) {
        workload_drop(&self->load);
    }
}

static int is_asked(const request *asked, uint32_t where, uint32_t rule) {
    const size_t length = asked->only != NULL ? strlen(asked->only) : 0;
    char name[80];

    snprintf(name, sizeof name, "%s/%s", world_words[where], rule_words[rule]);
    return (where == TRACE) == (asked->trace != NULL) &&
           (length == 0 || (strncmp(asked->only, name, length) == 0 &&
                            (name[length] == '/' || name[length] == '\0')));
}

static int is_any_asked(const request *asked) {
    uint32_t run;

    for (run = 0; run < WORLDS * RULES; run++) {
        if (is_asked(asked, run / RULES, run % RULES)) {
            return 1;
        }
    }
    return 0;
}

/* One draw of a world under all rules that are asked for. */
static void run_seed(laboratory *lab, uint32_t where, uint32_t seed) {
    uint32_t rule;
    draw one;

    make_draw(&one, lab, where, seed + 1);
    for (rule = 0; rule < RULES; rule++) {
        if (is_asked(lab->asked, where, rule)) {
            run_rule(&one, rule, lab->values[where][rule], seed);
            lab->done[where][rule] = 1;
        }
    }
    drop_draw(&one, where);
    if (isatty(2)) {
        fprintf(stderr, "\rpreempt: %s, draw %u of %u ", world_words[where], (unsigned)seed + 1,
                (unsigned)SEEDS);
    }
}

/* The trace; what is in the way is told, and 0 returned. */
static int read_trace(const request *asked, workload *load) {
    workload_fault fault;
    FILE *file = fopen(asked->trace, "rb");
    int done;

    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", asked->trace, strerror(errno));
        return 0;
    }
    done = workload_read_swf(file, 0, load, &fault);
    fclose(file);
    if (!done) {
        fprintf(stderr, "%s:%lu:%lu: %s\n", asked->trace, (unsigned long)fault.line,
                (unsigned long)fault.column, fault.text);
        return 0;
    }
    if (asked->jobs > 0) {
        workload_first(load, asked->jobs);
    }
    if (load->count < 2) {
        fprintf(stderr, "figures_preempt: --swf: \"%s\", expected jobs\n", asked->trace);
        return 0;
    }
    return 1;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static int is_ratio(uint32_t metric) {
    return metric != LATE && metric != UTILISATION && metric != UNUSED;
}

static int is_measured(uint32_t rule, uint32_t metric) {
    return rule != NONE || metric < PER_SERVED;
}

/* A metric; or, if the other rule is another one, compared with that. There is no ratio to 0. */
static void write_row(const laboratory *lab, uint32_t where, uint32_t rule, uint32_t metric,
                      uint32_t other) {
    const double *own = lab->values[where][rule][metric];
    const double *base = lab->values[where][other][metric];
    const int ratio = other != rule && is_ratio(metric);
    char mean[32], half_width[32];
    double values[SEEDS];
    interval value;
    uint32_t seed;

    if (ratio && measure_batches(base).mean <= 0) {
        return;
    }
    for (seed = 0; seed < SEEDS; seed++) {
        values[seed] = own[seed] - (other != rule ? base[seed] : 0);
    }
    value = ratio ? compare_batches(own, base) : measure_batches(values);
    format_number(value.mean, mean, sizeof mean);
    format_number(value.half_width, half_width, sizeof half_width);
    fprintf(lab->results, "%s,%s,%s%s%s,%s,%s\n", world_words[where], rule_words[rule],
            metric_words[metric], other == rule ? "" : ratio ? "_over_" : "_less_",
            other == rule ? "" : rule_words[other], mean, half_width);
}

static void write_rows(const laboratory *lab, uint32_t where, uint32_t rule) {
    uint32_t metric, other;

    for (metric = 0; metric < METRICS; metric++) {
        if (!is_measured(rule, metric)) {
            continue;
        }
        write_row(lab, where, rule, metric, rule);
        for (other = 0; other < RULES; other++) {
            if (other != rule && lab->done[where][other] && is_measured(other, metric)) {
                write_row(lab, where, rule, metric, other);
            }
        }
    }
}

static void run_all(laboratory *lab) {
    uint32_t seed, run;

    for (run = 0; run < WORLDS; run++) {
        for (seed = 0; seed < SEEDS && (run == TRACE) == (lab->asked->trace != NULL); seed++) {
            run_seed(lab, run, seed);
        }
    }
    if (isatty(2)) {
        fputc('\n', stderr);
    }
    for (run = 0; run < WORLDS * RULES; run++) {
        if (lab->done[run / RULES][run % RULES]) {
            write_rows(lab, run / RULES, run % RULES);
        }
    }
}

int main(int argc, char **argv) {
    static laboratory lab;
    request asked;

    if (!read_request(argc, argv, &asked) || asked.parts > 1 || asked.loads_count > 1 ||
        asked.jobs > JOBS_MAX || !is_any_asked(&asked)) {
        fprintf(stderr, "usage: figures_preempt [--quick | --full] [--only WORLD[/RULE]] "
                        "[--jobs N]\n"
                        "                       [--loads L] [--swf FILE] [--out FOLDER]\n");
        return 2;
    }
    if (asked.trace != NULL && !read_trace(&asked, &lab.trace)) {
        return 1;
    }
    if (mkdir(asked.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        return 1;
    }
    lab.asked = &asked;
    lab.results = open_rows(asked.folder, "preempt.csv", "world,rule,metric,mean,half_width");
    if (lab.results == NULL) {
        return 1;
    }
    run_all(&lab);
    if (fclose(lab.results) != 0) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        return 1;
    }
    workload_drop(&lab.trace);
    return 0;
}
