/* kinds_ratio.c: what kinds of processors and quotas cost a pass, beside a queue without them.
 *
 * SPDX-License-Identifier: MIT
 *
 * `build/kinds_ratio --help` has its arguments.
 *
 * Each row is a queue with many waiting jobs: a job ends, a pass is made, and each job that starts
 * is replaced by another. The same sequence is run several times from the beginning, and of each
 * completion (finish, plan, next to the end) the least time counts, so that what else the host does
 * drops out. Widths are limited by the sets of the kinds in all rows of a shape, so that a queue
 * without kinds has the same jobs. Times are for reading. */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#include "sched.h"

#include "bench.h"
#include "command.h"
#include "heap.h"
#include "ratio.h"
#include "workload.h"

enum {
    KINDS_MAX = 64, QUOTAS_MAX = 16, PROCESSORS_MAX = 1024, STEPS = 2000, RUNS = 3, WARM_UP = 100,
    MORE_JOBS = 40000
};

typedef enum shape { DISJOINT, NESTED, HALVES, SHAPES } shape;

static const char *const shape_names[SHAPES] = {"disjoint", "nested", "halves"};

typedef struct row {
    shape shape;
    uint32_t kinds, quotas, processors;
    sked_order backfill_order;
} row;

static const row rows[] = {
    {DISJOINT, 16, 0, 256, SKED_FCFS}, {DISJOINT, 16, 0, 1024, SKED_FCFS},
    {NESTED, 16, 0, 256, SKED_FCFS},   {NESTED, 16, 0, 1024, SKED_FCFS},
    {HALVES, 16, 0, 256, SKED_FCFS},   {HALVES, 16, 0, 1024, SKED_FCFS},
    {DISJOINT, 64, 0, 1024, SKED_SJF}, {NESTED, 64, 0, 1024, SKED_SJF},
    {HALVES, 64, 0, 1024, SKED_SJF},   {DISJOINT, 1, 0, 1024, SKED_FCFS},
    {DISJOINT, 1, 1, 1024, SKED_FCFS}, {DISJOINT, 1, 2, 1024, SKED_FCFS},
    {DISJOINT, 1, 4, 1024, SKED_FCFS},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static const uint32_t nested_parts[] = {1, 2, 4, 8, 16, 32, 64};

/* ---- worlds ---------------------------------------------------------------------------------- */

typedef struct world {
    row row;
    workload load;
    uint32_t *kind_of;                  /* by job of the load                                 */
    sked_set sets[KINDS_MAX];
    sked_word words[KINDS_MAX][SKED_SET_WORDS(PROCESSORS_MAX)];
    sked_queue queue;
    sked_pair *ends;                    /* a heap: the latest is UINT64_MAX less the time     */
    size_t ends_count;
    uint32_t submitted, started[PROCESSORS_MAX], started_count;
    sked_time now;
    uint64_t ended;                     /* the job that ends next                             */
} world;

/* Nested: all processors, two halves, four quarters and so on, as many as there are kinds. */
static int nests(uint32_t kind, uint32_t p, uint32_t processors) {
    uint32_t level = 0;
    while (kind >= nested_parts[level]) {
        kind -= nested_parts[level];
        level++;
    }
    return (uint64_t)p * nested_parts[level] / processors == kind;
}

static void make_sets(world *w) {
    uint64_t seed = 77;
    uint32_t kind, p;
    for (kind = 0; kind < w->row.kinds; kind++) {
        w->sets[kind] = sked_set_of(w->words[kind], w->row.processors);
        for (p = 0; p < w->row.processors; p++) {
            const int in = w->row.shape == DISJOINT
                               ? p * w->row.kinds / w->row.processors == kind
                           : w->row.shape == NESTED ? nests(kind, p, w->row.processors)
                                                    : kind == 0 || workload_random(&seed) % 2 == 0;
            if (in) {
                sked_set_add(&w->sets[kind], p);
            }
        }
    }
}

/* Jobs of the Lublin-Feitelson model with users' estimates, each of some kind and no wider. */
static void make_load(world *w, uint32_t waiting) {
    const workload_estimates estimates = workload_estimates_defaults(1);
    workload_lublin model = workload_lublin_defaults(1, 1, 8);
    uint64_t seed = 9;
    uint32_t i;
    model.jobs = waiting + MORE_JOBS;
    if (!workload_make_lublin(&model, &w->load) || !workload_make_estimates(&w->load, &estimates)) {
        bench_refuse("the workload cannot be made");
    }
    w->kind_of = (uint32_t *)take_memory(w->load.count, sizeof(uint32_t));
    for (i = 0; i < w->load.count; i++) {
        workload_job *job = &w->load.jobs[i];
        const uint32_t kind = (uint32_t)(workload_random(&seed) % w->row.kinds);
        const uint32_t most = sked_set_count(&w->sets[kind]);
        w->kind_of[i] = kind;
        job->width = job->width > most ? most : job->width < 1 ? 1 : job->width;
        job->run = job->run < 1 ? 1 : job->run;
        job->estimate = job->estimate < job->run ? job->run : job->estimate;
    }
}

static void submit(world *w, int with_kinds) {
    const workload_job *from = &w->load.jobs[w->submitted];
    sked_job job = sked_job_of(w->submitted, from->width, from->estimate);
    uint64_t seed = w->submitted;
    uint32_t amounts[QUOTAS_MAX], q;
    for (q = 0; q < w->row.quotas; q++) {       /* a third of the jobs take of a quota */
        const uint32_t amount = (uint32_t)(workload_random(&seed) % 16);
        amounts[q] = workload_random(&seed) % 3 == 0 ? amount : 0;
    }
    if (with_kinds) {
        job.kind = w->kind_of[w->submitted];
        job.amounts = amounts;
    }
    require(sked_queue_submit(&w->queue, &job, w->now));
    w->submitted++;
}

/* Each job that has started will end, and another takes its place in the line. */
static void replace(world *w, int with_kinds) {
    uint32_t i;
    for (i = 0; i < w->started_count; i++) {
        sked_pair end;
        end.key = UINT64_MAX - (uint64_t)(w->now + w->load.jobs[w->started[i]].run);
        end.index = w->started[i];
        sked_heap_push_(w->ends, w->ends_count++, end);
        submit(w, with_kinds);
    }
}

static void pass(world *w) {
    sked_action action;
    w->started_count = 0;
    require(sked_queue_plan(&w->queue, w->now));
    while (sked_queue_next(&w->queue, &action, NULL) == SKED_OK) {
        w->started[w->started_count++] = (uint32_t)action.id;
    }
}

static void begin(world *w, uint32_t waiting, int with_kinds) {
    sked_queue_settings settings =
        sked_queue_settings_easy(w->row.processors, waiting + w->row.processors);
    uint32_t i;
    settings.backfill_order = w->row.backfill_order;
    settings.kinds_max = with_kinds ? w->row.kinds : 0;
    settings.quotas_max = with_kinds ? w->row.quotas : 0;
    require(sked_queue_create(&w->queue, &settings, NULL, heap_mem()));
    for (i = 0; i < settings.kinds_max; i++) {
        require(sked_queue_set_kind(&w->queue, i, &w->sets[i], (1u << w->row.quotas) - 1u, 0));
    }
    for (i = 0; i < settings.quotas_max; i++) {
        require(sked_queue_set_quota(&w->queue, i, 3 * w->row.processors, SKED_RESERVE, 0));
    }
    w->submitted = 0;
    w->ends_count = 0;
    w->now = 0;
    for (i = 0; i < waiting; i++) {
        submit(w, with_kinds);
    }
    do {
        pass(w);
        replace(w, with_kinds);
    } while (w->started_count > 0);
}

/* What is timed. */
static void complete(void *ctx) {
    world *w = (world *)ctx;
    require(sked_queue_finish(&w->queue, w->ended, w->now));
    pass(w);
}

/* Returns the nanoseconds of one completion. */
static uint64_t step(world *w, int with_kinds) {
    const sked_pair end = w->ends[0];
    uint64_t time;
    w->ends[0] = w->ends[--w->ends_count];
    sked_heap_sink_(w->ends, w->ends_count, 0);
    w->now = (sked_time)(UINT64_MAX - end.key);
    w->ended = end.index;
    time = bench_units(bench_time(complete, w));
    replace(w, with_kinds);
    return time;
}

/* ---- measuring ------------------------------------------------------------------------------- */

typedef struct figures {
    double mean, p99;                   /* us                                                 */
} figures;

static figures measure(world *w, uint32_t waiting, int with_kinds) {
    static double least[STEPS];
    figures result = {0, 0};
    uint32_t run, i;
    for (run = 0; run < RUNS; run++) {
        begin(w, waiting, with_kinds);
        for (i = 0; i < WARM_UP; i++) {
            (void)step(w, with_kinds);
        }
        for (i = 0; i < STEPS; i++) {
            const double time = (double)step(w, with_kinds) / 1e3;
            least[i] = run == 0 || time < least[i] ? time : least[i];
        }
        sked_queue_destroy(&w->queue);
    }
    for (i = 0; i < STEPS; i++) {
        result.mean += least[i] / STEPS;
    }
    result.p99 = percentile(least, STEPS, 99);
    return result;
}

static void measure_row(const row *which, uint32_t waiting) {
    static world w;
    figures plain, kinds;
    char kernel[64], size[32];
    w.row = *which;
    make_sets(&w);
    make_load(&w, waiting);
    w.ends = (sked_pair *)take_memory(PROCESSORS_MAX, sizeof(sked_pair));
    plain = measure(&w, waiting, 0);
    kinds = measure(&w, waiting, 1);
    printf("%-8s %5u %6u %10u %5s %8.2f %8.2f %8.2f %8.2f %6.2f\n", shape_names[which->shape],
           (unsigned)which->kinds, (unsigned)which->quotas, (unsigned)which->processors,
           which->backfill_order == SKED_SJF ? "SJF" : "FCFS", plain.mean, plain.p99, kinds.mean,
           kinds.p99, kinds.mean / plain.mean);
    snprintf(kernel, sizeof kernel, "kinds %s %u quotas %u/%u processors",
             shape_names[which->shape], (unsigned)which->kinds, (unsigned)which->quotas,
             (unsigned)which->processors);
    snprintf(size, sizeof size, "%u", (unsigned)waiting);
    command_row("queue", kernel, size, "mean", "us", kinds.mean);
    command_row("queue", kernel, size, "plain_mean", "us", plain.mean);
    command_row("queue", kernel, size, "ratio", "1", kinds.mean / plain.mean);
    command_progress();
    free(w.ends);
    free(w.kind_of);
    workload_drop(&w.load);
}

static const char help[] =
    "usage: kinds_ratio [quick | full] [--csv FILE]\n"
    "\n"
    "Measures what kinds of processors and quotas cost a queue: the time of a\n"
    "completion (finish and a pass) beside that of a queue without them, which has\n"
    "the same jobs. Kinds are disjoint, nested (all, halves, quarters ...), or\n"
    "random halves of the processors.\n"
    "\n"
    "  quick            1,000 waiting jobs: a second\n"
    "  full             the default, 10,000 waiting jobs: some seconds\n"
    "  --csv FILE       append the figures to FILE (columns: bench/command.h)\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if all was measured, 2 if an argument is wrong or something\n"
    "cannot run.\n";

enum { MODE_QUICK, MODE_FULL, MODES };

static const char *mode_name(uint32_t i) {
    static const char *const names[MODES] = {"quick", "full"};
    return names[i];
}

int main(int count, char **words) {
    const uint32_t given = command_begin("kinds_ratio", help, count, words);
    const uint32_t mode =
        given == 0 ? MODE_FULL : command_choice(words[1], "is no mode", mode_name, MODES);
    uint32_t i;
    command_no_more(1, given, words);
    command_start(ROWS);
    printf("kinds of processors and quotas, %u waiting jobs: microseconds a completion\n\n",
           mode == MODE_FULL ? 10000u : 1000u);
    printf("%-8s %5s %6s %10s %5s %17s %17s %6s\n", "", "", "", "", "", "without: mean p99",
           "with: mean    p99", "");
    printf("%-8s %5s %6s %10s %5s %8s %8s %8s %8s %6s\n", "shape", "kinds", "quotas", "processors",
           "order", "", "", "", "", "ratio");
    for (i = 0; i < ROWS; i++) {
        measure_row(&rows[i], mode == MODE_FULL ? 10000 : 1000);
    }
    return command_end(0);
}
