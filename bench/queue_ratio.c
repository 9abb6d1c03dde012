/* queue_ratio.c: what a pass of the queue costs, beside EASY coded plainly (plain_queue.h).
 *
 * SPDX-License-Identifier: MIT
 *
 * `build/queue_ratio --help` has its arguments.
 *
 * Before anything is timed, both must start the same jobs at the same times on the same processors;
 * exit status 1 if they do not. Whole replays are timed by the processor time of this program, two
 * of a pair one after the other and swapped at every pair. Single completions are timed by the
 * clock: the same sequence is run several times from the beginning, and of each completion the
 * least time counts, so that what else the host does drops out, also of the 99th percentile and of
 * the worst. Times are for reading; tests/gates/bench.sh gates on decisions. */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#include "sched.h"

#include "bench.h"
#include "command.h"
#include "ratio.h"
#include "heap.h"
#include "plain_queue.h"
#include "swil.h"
#include "workload.h"

#include <errno.h>

enum { PROCESSORS = 256, STEPS_MAX = 2000, WARM_UP = 100, PAIRS_MAX = 16 };

/* ---- workloads ------------------------------------------------------------------------------ */

/* Jobs of the Lublin-Feitelson model, with estimates as users give them or with their run times. */
static workload make_lublin(uint32_t jobs, uint32_t load_permille, int actual) {
    workload_lublin model = workload_lublin_defaults(1, 1, 8);
    const workload_estimates estimates = workload_estimates_defaults(1);
    workload load;
    model.jobs = jobs;
    if (!workload_make_lublin(&model, &load) ||
        (load_permille > 0 && !workload_scale_load(&load, PROCESSORS, load_permille)) ||
        (!actual && !workload_make_estimates(&load, &estimates))) {
        bench_refuse("the workload cannot be made");
    }
    if (actual) {
        workload_use_actual(&load);
    }
    return load;
}

static workload read_trace(const char *name) {
    workload load;
    workload_fault fault;
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        bench_refuse("the trace cannot be opened");
    }
    if (!workload_read_swf(file, 0, &load, &fault)) {
        bench_refuse(fault.text);
    }
    fclose(file);
    return load;
}

/* Widths of 1 to twice the mean, evenly; estimates of one to four run times. */
static workload make_even(uint32_t jobs, uint32_t mean_width) {
    workload load = {0};
    uint64_t seed = 5;
    uint32_t i;
    load.jobs = (workload_job *)take_memory(jobs, sizeof(workload_job));
    load.count = jobs;
    for (i = 0; i < jobs; i++) {
        load.jobs[i].width = 1 + random_below(&seed, 2 * mean_width);
        load.jobs[i].run = 100 + random_below(&seed, 10000);
        load.jobs[i].estimate = load.jobs[i].run * (100 + random_below(&seed, 300)) / 100;
    }
    return load;
}

/* ---- the two schedulers, behind one face ---------------------------------------------------- */

typedef struct policy {
    const char *name;
    int plain;
    sked_order backfill_order;
    uint32_t depth;
    sked_reservations reservations;
} policy;

static const policy policies[] = {
    {"easy", 0, SKED_FCFS, 1, SKED_COMPRESS},
    {"easy-sjbf", 0, SKED_SJF, 1, SKED_COMPRESS},
    {"depth 2", 0, SKED_FCFS, 2, SKED_COMPRESS},
    {"depth 10", 0, SKED_FCFS, 10, SKED_COMPRESS},
    {"conservative", 0, SKED_FCFS, SKED_ALL, SKED_COMPRESS},
    {"rebuild", 0, SKED_FCFS, SKED_ALL, SKED_REBUILD},
    {"plain", 1, SKED_FCFS, 1, SKED_COMPRESS},
};

enum { EASY, SJBF, DEPTH_2, DEPTH_10, CONSERVATIVE, REBUILD, PLAIN, POLICIES };

/* A scheduler at work on a workload; a job's id is its place there. */
typedef struct contestant {
    const policy *how;
    const workload *load;
    sked_queue queue;
    plain_queue rival;
    plain_job *table;               /* of the rival */
    uint32_t room;
    uint32_t *started;              /* by the latest pass */
    uint32_t started_count;
    int watched;                    /* are decisions folded into the hash? */
    sked_set set;
    uint64_t hash;
} contestant;

static sked_queue_settings settings_of(const policy *how, uint32_t processors, uint32_t jobs_max) {
    sked_queue_settings settings = {
        .estimate_missing = SKED_REFUSE_MISSING, .order = SKED_FCFS, .backfill_order = SKED_FCFS,
        .reservations = SKED_COMPRESS};
    settings.processors = processors;
    settings.jobs_max = jobs_max;
    settings.backfill_order = how->backfill_order;
    settings.depth = how->depth;
    settings.reservations = how->reservations;
    return settings;
}

static void contestant_make(contestant *c, const policy *how, const workload *load,
                            uint32_t processors, uint32_t room) {
    const sked_queue_settings settings = settings_of(how, processors, room);
    const contestant none = {0};
    *c = none;
    c->how = how;
    c->load = load;
    c->room = room;
    c->hash = BENCH_HASH_START;
    c->started = (uint32_t *)take_memory(processors, sizeof(uint32_t));
    c->set = sked_set_of((sked_word *)take_memory(SKED_SET_WORDS(processors), sizeof(sked_word)),
                         processors);
    if (how->plain) {
        c->table = (plain_job *)take_memory(load->count, sizeof(plain_job));
        if (!plain_queue_make(&c->rival, processors, c->table)) {
            bench_refuse("out of memory");
        }
    } else {
        require(sked_queue_create(&c->queue, &settings, NULL, heap_mem()));
    }
}

static void contestant_drop(contestant *c) {
    if (c->how->plain) {
        plain_queue_drop(&c->rival);
        free(c->table);
    } else {
        sked_queue_destroy(&c->queue);
    }
    free(c->set.words);
    free(c->started);
}

/* The rival grows as it fills; so does ours. */
static void contestant_submit(contestant *c, uint32_t at, sked_time now) {
    const workload_job *from = &c->load->jobs[at];
    sked_job job = {0};
    sked_status status;
    if (c->how->plain) {
        if (!plain_submit(&c->rival, at, from->width, swil_estimate(from))) {
            bench_refuse("out of memory");
        }
        return;
    }
    job.id = at;
    job.width = from->width;
    job.estimate = swil_estimate(from);
    status = sked_queue_submit(&c->queue, &job, now);
    if (status == SKED_E_FULL) {
        c->room *= 2;
        require(sked_queue_grow(&c->queue, c->room, 0));
        status = sked_queue_submit(&c->queue, &job, now);
    }
    require(status);
}

static void contestant_finish(contestant *c, uint32_t job, sked_time now) {
    if (c->how->plain) {
        plain_finish(&c->rival, job);
    } else {
        require(sked_queue_finish(&c->queue, job, now));
    }
}

/* The processors of a job that the rival has started. */
static void read_rival_set(contestant *c, uint32_t job) {
    uint32_t p, bit;
    sked_set_clear(&c->set);
    for (p = c->table[job].first; p != PLAIN_NONE; p = c->rival.mask_next[p]) {
        for (bit = 0; bit < 64; bit++) {
            if ((c->rival.mask[p] >> bit & 1) != 0) {
                sked_set_add(&c->set, p / 64 * 64 + bit);
            }
        }
    }
}

static void watch(contestant *c, uint32_t job, sked_time now) {
    uint32_t p;
    c->hash = bench_hash_u32(bench_hash_i64(c->hash, now), job);
    for (p = sked_set_first(&c->set); p < c->set.size; p = sked_set_next(&c->set, p)) {
        c->hash = bench_hash_u32(c->hash, p);
    }
}

/* One pass: fills started[0 .. started_count-1]. */
static void contestant_pass(contestant *c, sked_time now) {
    sked_set *set = c->watched ? &c->set : NULL;
    sked_action action;
    uint32_t i;
    if (!c->how->plain) {
        c->started_count = 0;
        require(sked_queue_plan(&c->queue, now));
        while (sked_queue_next(&c->queue, &action, set) == SKED_OK) {
            c->started[c->started_count++] = (uint32_t)action.id;
            if (c->watched) {
                watch(c, (uint32_t)action.id, now);
            }
        }
        return;
    }
    plain_pass(&c->rival, now);
    c->started_count = c->rival.started_count;
    for (i = 0; i < c->started_count; i++) {
        c->started[i] = c->rival.started[i];
        if (c->watched) {
            read_rival_set(c, c->started[i]);
            watch(c, c->started[i], now);
        }
    }
}

/* ---- whole replays -------------------------------------------------------------------------- */

typedef struct replay {
    const workload *load;
    const policy *how;
    int64_t *starts;
    swil_heap ends;
    int watched;
    uint64_t hash;
    uint32_t deepest;
    uint64_t passes;
} replay;

static void post_end(swil_heap *ends, int64_t time, uint32_t job) {
    swil_event event = {0, 0, 0, SWIL_EVENT_END};
    event.time = time;
    event.job = job;
    swil_push(ends, event);
}

static void replay_pass(replay *r, contestant *c, int64_t now) {
    uint32_t i;
    contestant_pass(c, now);
    for (i = 0; i < c->started_count; i++) {
        const uint32_t job = c->started[i];
        r->starts[job] = now;
        post_end(&r->ends, now + swil_run_time(&r->load->jobs[job]), job);
    }
}

/* The least that drives a queue: submissions in order, a heap of ends, all events of one time told
 * before one pass. */
static void replay_run(void *ctx) {
    replay *r = (replay *)ctx;
    const workload_job *jobs = r->load->jobs;
    const uint32_t count = (uint32_t)r->load->count;
    uint32_t submitted = 0, done = 0;
    contestant c;
    contestant_make(&c, r->how, r->load, r->load->processors, SWIL_ROOM);
    c.watched = r->watched;
    for (r->deepest = 0, r->passes = 0; submitted < count || r->ends.count > 0; r->passes++) {
        int64_t now = submitted < count ? jobs[submitted].submit : SKED_NEVER;
        now = r->ends.count > 0 && r->ends.events[0].time < now ? r->ends.events[0].time : now;
        for (; r->ends.count > 0 && r->ends.events[0].time == now; done++) {
            contestant_finish(&c, (uint32_t)swil_pop(&r->ends).job, now);
        }
        while (submitted < count && jobs[submitted].submit == now) {
            contestant_submit(&c, submitted++, now);
        }
        replay_pass(r, &c, now);
        if (submitted - done - r->ends.count > r->deepest) {
            r->deepest = submitted - done - (uint32_t)r->ends.count;
        }
    }
    r->hash = c.hash;
    contestant_drop(&c);
}

static void swil_replay(void *ctx) {
    const replay *r = (const replay *)ctx;
    swil_settings settings = {0};
    swil_metrics metrics;
    settings.queue.order = settings.queue.backfill_order = SKED_FCFS;
    settings.queue.depth = 1;
    settings.rule = SWIL_BATCH;
    require((sked_status)swil_run(r->load, &settings, r->starts, &metrics));
}

/* Replays with both and with swil_run; 0 unless all three decide alike. */
static int replays_agree(replay *ours, replay *plain) {
    const size_t bytes = ours->load->count * sizeof(int64_t);
    int alike;
    ours->watched = plain->watched = 1;
    replay_run(ours);
    replay_run(plain);
    alike = ours->hash == plain->hash && memcmp(ours->starts, plain->starts, bytes) == 0;
    swil_replay(ours);
    ours->watched = plain->watched = 0;
    return alike && memcmp(ours->starts, plain->starts, bytes) == 0;
}

static replay replay_of(const workload *load, const policy *how) {
    replay r = {0};
    r.load = load;
    r.how = how;
    r.starts = (int64_t *)take_memory(load->count, sizeof(int64_t));
    r.ends.events = (swil_event *)take_memory(load->count, sizeof(swil_event));
    return r;
}

static void replay_drop(replay *r) {
    free(r->starts);
    free(r->ends.events);
}

static int measure_replay(const char *name, const char *load_name, const workload *load,
                          uint32_t count) {
    replay ours = replay_of(load, &policies[EASY]), plain = replay_of(load, &policies[PLAIN]);
    const double jobs = (double)load->count;
    char kernel[48], size[32];
    const int agree = replays_agree(&ours, &plain);
    if (!agree) {
        printf("%-14s %8lu: DECISIONS DIFFER\n", name, (unsigned long)load->count);
    } else {
        const uint64_t swil = bench_median_ns(cpu_time, swil_replay, &ours, count);
        bench_ratio_result result;
        bench_ratio(cpu_time, replay_run, &ours, replay_run, &plain, count, &result);
        printf("%-14s %8lu %9u %9lu %11.0f %11.0f %11.0f  %6.3f  [%.3f %.3f]\n", name,
               (unsigned long)load->count, (unsigned)ours.deepest, (unsigned long)ours.passes,
               jobs / ((double)result.a_median_ns / 1e9), jobs / ((double)swil / 1e9),
               jobs / ((double)result.b_median_ns / 1e9), (double)result.ratio_ppm / 1e6,
               (double)result.quartile_1_ppm / 1e6, (double)result.quartile_3_ppm / 1e6);
        snprintf(size, sizeof size, "%lu", (unsigned long)load->count);
        snprintf(kernel, sizeof kernel, "easy/replay of %s", load_name);
        command_row("queue", kernel, size, "mean", "us", (double)result.a_median_ns / jobs / 1e3);
        command_row("queue", kernel, size, "plain_mean", "us",
                    (double)result.b_median_ns / jobs / 1e3);
        command_row("queue", kernel, size, "ratio", "1", (double)result.ratio_ppm / 1e6);
        command_progress();
    }
    fflush(stdout);
    replay_drop(&ours);
    replay_drop(&plain);
    return !agree;
}

static int measure_replays(const char *trace, int full) {
    workload load;
    int failures = 0;
    printf("\nwhole replays under EASY; ratio: our time over that of a plain scan\n"
           "workload           jobs   deepest    passes  ours jobs/s swil jobs/s plain jobs/s   "
           "ratio  [quartiles]\n");
    load = make_lublin(100000, 900, 0);
    failures += measure_replay("lublin, 0.9", "the model at load 0.9", &load, 8);
    workload_drop(&load);
    if (full) {
        load = make_lublin(1000000, 900, 0);
        failures += measure_replay("lublin, 0.9", "the model at load 0.9", &load, 4);
        workload_drop(&load);
    }
    if (trace != NULL) {
        load = read_trace(trace);
        failures += measure_replay("the trace", "the trace", &load, 16);
        workload_drop(&load);
    }
    return failures;
}

/* ---- a steady state ------------------------------------------------------------------------- */

/* Each step one running job ends, one pass is made, and what started is replaced by new jobs at the
 * end of the queue, so that the same number always waits. */
typedef struct steady {
    contestant who;
    swil_heap ends;
    uint32_t submitted;
    sked_time now;
} steady;

typedef struct cell {
    const policy *how;
    const workload *load;
    const char *input;              /* in the rows of --csv */
    uint32_t processors, waiting, steps, runs;
} cell;

typedef struct cell_result {
    uint64_t least[STEPS_MAX];      /* ns of each step; sorted at last */
    uint64_t hash;
    double mean;                    /* of the same */
    double looked, index_steps;     /* per pass */
    uint32_t running;
} cell_result;

static void steady_submit(steady *s) {
    if (s->submitted == s->who.load->count) {
        bench_refuse("the workload is too short for these steps");
    }
    contestant_submit(&s->who, s->submitted++, s->now);
}

static void steady_replace(steady *s) {
    uint32_t i;
    for (i = 0; i < s->who.started_count; i++) {
        const uint32_t job = s->who.started[i];
        post_end(&s->ends, s->now + swil_run_time(&s->who.load->jobs[job]), job);
        s->who.hash = bench_hash_u32(s->who.hash, job);
        steady_submit(s);
    }
}

/* The time of the completion alone: finish, plan, and next until it is done. */
static uint64_t steady_step(steady *s) {
    const swil_event end = swil_pop(&s->ends);
    uint64_t start;
    s->now = end.time;
    start = port_ticks();
    contestant_finish(&s->who, (uint32_t)end.job, s->now);
    contestant_pass(&s->who, s->now);
    start = port_ticks() - start;
    steady_replace(s);
    return start;
}

/* Fills the machine and lets the first jobs go by. */
static void steady_begin(steady *s, const cell *of) {
    uint32_t i;
    contestant_make(&s->who, of->how, of->load, of->processors, of->waiting + of->processors);
    s->ends.events = (swil_event *)take_memory(of->load->count, sizeof(swil_event));
    s->ends.count = 0;
    s->submitted = 0;
    s->now = 0;
    for (i = 0; i < of->waiting; i++) {
        steady_submit(s);
    }
    do {
        contestant_pass(&s->who, s->now);
        steady_replace(s);
    } while (s->who.started_count > 0);
    for (i = 0; i < (of->steps < WARM_UP ? of->steps : WARM_UP); i++) {
        (void)steady_step(s);
    }
}

static void steady_end(steady *s) {
    contestant_drop(&s->who);
    free(s->ends.events);
}

static uint64_t looked_at(const contestant *c, uint64_t *index_steps) {
    sked_queue_info info;
    *index_steps = 0;
    if (c->how->plain) {
        return c->rival.looked_at;
    }
    require(sked_queue_get_info(&c->queue, &info));
    *index_steps = info.counters.index_steps;
    return info.counters.jobs_looked_at;
}

static void measure_cell(const cell *of, cell_result *result) {
    uint64_t looked, index_steps, looked_before, steps_before;
    steady s;
    uint32_t run, i;
    for (run = 0; run < of->runs; run++) {
        steady_begin(&s, of);
        looked_before = looked_at(&s.who, &steps_before);
        for (i = 0; i < of->steps; i++) {
            const uint64_t spent = steady_step(&s);
            result->least[i] = run == 0 || spent < result->least[i] ? spent : result->least[i];
        }
        looked = looked_at(&s.who, &index_steps);
        result->looked = (double)(looked - looked_before) / of->steps;
        result->index_steps = (double)(index_steps - steps_before) / of->steps;
        result->hash = s.who.hash;
        result->running = (uint32_t)s.ends.count;
        steady_end(&s);
    }
    for (result->mean = 0, i = 0; i < of->steps; i++) {
        result->mean += (double)result->least[i] / of->steps;
    }
    bench_sort(result->least, of->steps);
}

static void print_cell(const cell *of, const cell_result *result) {
    const uint32_t last = of->steps - 1;
    printf("%-12s %9u %8u %8u %6u %9.2f %9.2f %10.2f %10.2f %9.1f ", of->how->name,
           (unsigned)of->processors, (unsigned)of->waiting, (unsigned)result->running,
           (unsigned)of->steps, result->mean / 1e3,
           (double)bench_quartile(result->least, of->steps, 2) / 1e3,
           (double)result->least[last * 99 / 100] / 1e3, (double)result->least[last] / 1e3,
           result->looked);
    if (of->how->plain) {
        printf("%11s\n", "-");
    } else {
        printf("%11.1f\n", result->index_steps);
    }
    fflush(stdout);
}

/* The rival is EASY: its rows are those of EASY. The means of both are compared, since a plain scan
 * is slow in few passes, and at the median in none. */
static void write_cell(const cell *of, const cell_result *result) {
    static double easy;
    static const char *const names[2][4] = {{"mean", "median", "p99", "worst"},
                                            {"plain_mean", "plain_median", "plain_p99",
                                             "plain_worst"}};
    const uint32_t last = of->steps - 1;
    const double values[4] = {result->mean, (double)bench_quartile(result->least, of->steps, 2),
                              (double)result->least[last * 99 / 100], (double)result->least[last]};
    char name[48], size[32];
    uint32_t i;
    snprintf(name, sizeof name, "%s/%s", of->how->plain ? "easy" : of->how->name, of->input);
    snprintf(size, sizeof size, "%u", (unsigned)of->waiting);
    for (i = 0; i < 4; i++) {
        command_row("queue", name, size, names[of->how->plain][i], "us", values[i] / 1e3);
    }
    if (of->how->plain) {
        command_row("queue", name, size, "ratio", "1", easy / result->mean);
    } else if (of->how == &policies[EASY]) {
        easy = result->mean;
    }
    command_progress();
}

static void print_cell_head(const char *title) {
    printf("\n%s\n"
           "policy       processors waiting  running  steps   mean us median us     p99 us   worst "
           "us looked at index steps\n",
           title);
}

/* The most jobs that wait for a policy: as long as a completion takes milliseconds at most. */
static uint32_t deepest(uint32_t which, int full) {
    return which == REBUILD ? (full ? 10000 : 1000)
           : which == CONSERVATIVE ? 10000 : full ? 1000000 : 100000;
}

/* Fewer where one takes long. EASY and its rival take the same number, to be compared. */
static uint32_t steps_for(uint32_t which, uint32_t waiting, int full) {
    if (which == REBUILD || which == CONSERVATIVE) {
        const uint32_t few = which == REBUILD ? 10 : full ? 200 : 30;
        return waiting >= 10000 ? few : waiting >= 1000 ? (full ? 400 : 100) : 500;
    }
    return full ? STEPS_MAX : waiting >= 100000 ? 200 : 500;
}

/* EASY is compared with its rival in every row that both have. */
static int measure_deep(const workload *load, const char *title, const char *input, int full) {
    static cell_result result;
    uint64_t easy = 0;
    uint32_t waiting, which;
    int failures = 0;
    print_cell_head(title);
    for (waiting = 100; waiting <= (full ? 1000000u : 100000u); waiting *= 10) {
        for (which = 0; which < POLICIES; which++) {
            cell of = {.input = input, .processors = PROCESSORS, .runs = 2};
            of.how = &policies[which];
            of.load = load;
            of.waiting = waiting;
            of.steps = steps_for(which, waiting, full);
            of.runs = full && waiting <= 100000 && which != REBUILD ? 3 : 2;
            if (waiting > deepest(which, full)) {
                continue;
            }
            measure_cell(&of, &result);
            print_cell(&of, &result);
            write_cell(&of, &result);
            easy = which == EASY ? result.hash : easy;
            if (which == PLAIN && result.hash != easy) {
                printf("%u waiting: DECISIONS DIFFER\n", (unsigned)waiting);
                failures++;
            }
        }
    }
    return failures;
}

/* Many running jobs, narrow ones, with 1,000 waiting. */
static int measure_wide(int full) {
    static const uint32_t which[] = {EASY, CONSERVATIVE, PLAIN};
    static cell_result result;
    char input[32];
    uint32_t processors, running, i;
    uint64_t easy = 0;
    int failures = 0;
    print_cell_head("many running jobs; widths evenly from 1 to twice processors / running");
    for (processors = 100; processors <= 100000; processors *= 10) {
        for (running = 100; running <= 10000 && running <= processors; running *= 10) {
            workload load = make_even(20000 + 10 * running, processors / running);
            snprintf(input, sizeof input, "%u running on %u", (unsigned)running,
                     (unsigned)processors);
            for (i = 0; i < 3; i++) {
                cell of = {.input = input, .waiting = 1000, .runs = 2};
                of.how = &policies[which[i]];
                of.load = &load;
                of.processors = processors;
                of.steps = full ? 1000 : which[i] == CONSERVATIVE ? 30 : 200;
                measure_cell(&of, &result);
                print_cell(&of, &result);
                write_cell(&of, &result);
                easy = which[i] == EASY ? result.hash : easy;
                if (which[i] == PLAIN && result.hash != easy) {
                    printf("%u processors: DECISIONS DIFFER\n", (unsigned)processors);
                    failures++;
                }
            }
            workload_drop(&load);
        }
    }
    return failures;
}

/* ---- worst cases ---------------------------------------------------------------------------- */

/* 240 of 256 processors are busy, the head wants all of them. Behind it every other job is narrow
 * and long, every other one short and wide, by one processor more than is free or by two. 16 and
 * 17 are of one class of widths, the one that straddles what is free: in each of its subtrees the
 * least width and the least estimate promise what no job has. 16 and 18 are of two classes. */
static workload make_straddle(uint32_t waiting, uint32_t wide) {
    workload load = {0};
    uint32_t i;
    load.count = waiting + 1;
    load.jobs = (workload_job *)take_memory(load.count, sizeof(workload_job));
    load.jobs[0].width = PROCESSORS - 16;
    load.jobs[1].width = PROCESSORS;
    load.jobs[0].estimate = load.jobs[1].estimate = 1000;
    for (i = 2; i < load.count; i++) {
        load.jobs[i].width = i % 2 == 0 ? 16 : wide;
        load.jobs[i].estimate = i % 2 == 0 ? 5000 : 500;
    }
    return load;
}

/* The first pass starts the first job; then comes the one that counts, which starts none: the least
 * of its times. */
static uint64_t time_straddle(contestant *c, uint64_t *looked, uint64_t *index_steps) {
    uint64_t least = UINT64_MAX, looked_before, steps_before;
    uint32_t i;
    for (i = 0; i < c->load->count; i++) {
        contestant_submit(c, i, 0);
    }
    contestant_pass(c, 0);
    for (i = 0; i < 9; i++) {
        uint64_t start;
        looked_before = looked_at(c, &steps_before);
        start = port_ticks();
        contestant_pass(c, 1);
        start = port_ticks() - start;
        least = start < least ? start : least;
    }
    *looked = looked_at(c, index_steps) - looked_before;
    *index_steps -= steps_before;
    return least;
}

static void measure_straddle(uint32_t waiting, uint32_t wide) {
    workload load = make_straddle(waiting, wide);
    contestant ours, plain;
    uint64_t times[2], steps, looked;
    contestant_make(&ours, &policies[EASY], &load, PROCESSORS, waiting + 1);
    contestant_make(&plain, &policies[PLAIN], &load, PROCESSORS, waiting + 1);
    times[1] = time_straddle(&plain, &looked, &steps);
    times[0] = time_straddle(&ours, &looked, &steps);
    printf("%8u   16 and %u %12lu %10lu %10.2f us %10.2f us\n", (unsigned)waiting, (unsigned)wide,
           (unsigned long)steps, (unsigned long)looked, (double)times[0] / 1e3,
           (double)times[1] / 1e3);
    contestant_drop(&ours);
    contestant_drop(&plain);
    workload_drop(&load);
}

static void print_straddles(void) {
    uint32_t waiting;
    printf("\nthe worst case of EASY's index: 16 processors free, all narrow jobs too long, all "
           "short ones\ntoo wide. Where both are of one class of widths (16 and 17) the index "
           "visits most of them, and\na plain scan is faster; where not, it visits none\n"
           " waiting     widths  index steps  looked at       our pass    plain scan\n");
    for (waiting = 100; waiting <= 100000; waiting *= 10) {
        measure_straddle(waiting, 17);
        measure_straddle(waiting, 18);
    }
}

enum { KEYS_SORTED, KEYS_REVERSED, KEYS_RANDOM, KEY_ORDERS };

static uint64_t key_of(uint32_t order, uint32_t i, uint32_t count, uint64_t *seed) {
    if (order == KEYS_RANDOM) {
        return 1 + (workload_random(seed) >> 1);
    }
    return order == KEYS_SORTED ? 1 + i : count - i;
}

static void submit_keyed(sked_queue *queue, uint64_t id, uint64_t key, uint32_t width,
                         sked_time estimate) {
    sked_job job = {0};
    job.id = id;
    job.key = key;
    job.width = width;
    job.estimate = estimate;
    require(sked_queue_submit(queue, &job, 0));
}

/* One processor is free behind a blocked head, and all jobs want one. Only fifty, evenly
 * scattered by arrival, are short enough. Returns the time of all submissions. */
static uint64_t begin_keys(sked_queue *queue, uint32_t order, uint32_t waiting) {
    sked_queue_settings settings = settings_of(&policies[EASY], 2, waiting + 2);
    sked_action action;
    uint64_t seed = 9, start;
    uint32_t i;
    settings.order = settings.backfill_order = SKED_BY_KEY;
    require(sked_queue_create(queue, &settings, NULL, heap_mem()));
    submit_keyed(queue, 0, 0, 1, 2000);
    require(sked_queue_plan(queue, 0));
    require(sked_queue_next(queue, &action, NULL));
    require(sked_queue_plan_end(queue));
    submit_keyed(queue, 1, 0, 2, 1000);
    start = port_ticks();
    for (i = 0; i < waiting; i++) {
        const sked_time estimate = i % (waiting / 50) == waiting / 100 ? 1000 : SKED_NEVER;
        submit_keyed(queue, i + 2, key_of(order, i, waiting, &seed), 1, estimate);
    }
    return port_ticks() - start;
}

/* Each short job starts in a pass of its own, and ends. So a pass is one search for one job, and
 * one for the next: its index steps tell how deep the tree is. */
static void measure_keys(uint32_t order, uint32_t waiting) {
    static const char *const names[] = {"sorted", "reversed", "random"};
    sked_queue queue;
    sked_queue_info info;
    sked_action action;
    uint64_t spent = begin_keys(&queue, order, waiting), most = 0, sum = 0, steps;
    uint32_t passes = 0, run;
    for (run = 0; run < 4; run++) {
        uint64_t again;
        sked_queue_destroy(&queue);
        again = begin_keys(&queue, order, waiting);
        spent = again < spent ? again : spent;
    }
    for (;; passes++) {
        require(sked_queue_plan(&queue, 0));
        if (sked_queue_next(&queue, &action, NULL) != SKED_OK) {
            break;
        }
        require(sked_queue_plan_end(&queue));
        require(sked_queue_finish(&queue, action.id, 0));
        require(sked_queue_get_info(&queue, &info));
        steps = info.counters.index_steps - sum;
        most = steps > most ? steps : most;
        sum += steps;
    }
    printf("%8u   %-8s %8u %15.1f %8lu %12.0f ns\n", (unsigned)waiting, names[order],
           (unsigned)passes, (double)sum / passes, (unsigned long)most, (double)spent / waiting);
    sked_queue_destroy(&queue);
}

static void print_keys(void) {
    uint32_t waiting, order;
    printf("\nkeys in an order that would make a chain of a tree without balance: a pass that "
           "finds one of\nthe few jobs that fit, and the next; time of a submission\n"
           " waiting   keys       passes  steps per pass     most         submit\n");
    for (waiting = 1000; waiting <= 100000; waiting *= 10) {
        for (order = 0; order < KEY_ORDERS; order++) {
            measure_keys(order, waiting);
        }
    }
}

/* ---- sizes ---------------------------------------------------------------------------------- */

static size_t size_of(uint32_t which, uint32_t processors, uint32_t jobs_max) {
    const sked_queue_settings settings = settings_of(&policies[which], processors, jobs_max);
    size_t bytes;
    require(sked_queue_bytes(&settings, &bytes));
    return bytes;
}

/* Per job and per processor: differences of two large blocks, so that rounding does not show. */
static void print_sizes(void) {
    static const uint32_t shown[] = {EASY, DEPTH_10, CONSERVATIVE, REBUILD};
    const uint32_t much = UINT32_C(1) << 20;
    uint32_t i;
    printf("\nbytes of a queue    per job  per processor  93,312 processors, 10,000 jobs\n");
    for (i = 0; i < 4; i++) {
        const size_t jobs = size_of(shown[i], 64, 2 * much) - size_of(shown[i], 64, much);
        const size_t machine = size_of(shown[i], 2 * much, 64) - size_of(shown[i], much, 64);
        printf("%-16s %10.1f %14.1f %27.2f MiB\n", policies[shown[i]].name, (double)jobs / much,
               (double)machine / much, (double)size_of(shown[i], 93312, 10000) / 1048576.0);
    }
}

/* ---- instruction counts --------------------------------------------------------------------- */

static int count_steady(const policy *how) {
    workload load = make_lublin(30000, 0, 0);
    cell of = {.processors = PROCESSORS, .waiting = 10000, .steps = WARM_UP, .runs = 1};
    steady s;
    uint32_t i;
    of.how = how;
    of.load = &load;
    steady_begin(&s, &of);
    bench_counted_begin();
    for (i = 0; i < of.steps; i++) {
        (void)steady_step(&s);
    }
    bench_counted_end();
    printf("%u completions, 10,000 waiting\n", (unsigned)of.steps);
    steady_end(&s);
    workload_drop(&load);
    return 0;
}

static int count_replay(const policy *how) {
    workload load = make_lublin(20000, 900, 0);
    replay r = replay_of(&load, how);
    bench_counted_begin();
    replay_run(&r);
    bench_counted_end();
    printf("%lu jobs\n", (unsigned long)load.count);
    replay_drop(&r);
    workload_drop(&load);
    return 0;
}

static const char *policy_name(uint32_t i) {
    return policies[i].name;
}

static const char *replay_word(uint32_t i) {
    (void)i;
    return "replay";
}

/* words: POLICY [replay] */
static int count_kernel(uint32_t given, char **words) {
    const policy *how;
    command_needs(2, given, words, "a policy, and perhaps replay");
    how = &policies[command_choice(words[2], "is no policy", policy_name, POLICIES)];
    command_no_more(3, given, words);
    if (given == 3) {
        (void)command_choice(words[3], "is no argument", replay_word, 1);
        return count_replay(how);
    }
    return count_steady(how);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int measure_depths(int full) {
    const uint32_t jobs = full ? 1030000 : 120000;
    workload load = make_lublin(jobs, 0, 1);
    int failures = measure_deep(&load, "deep queues of the Lublin model, estimates are run times",
                                "run times known", full);
    workload_drop(&load);
    load = make_lublin(jobs, 0, 0);
    failures += measure_deep(&load, "the same, estimates as users give them: early ends",
                             "estimates", full);
    workload_drop(&load);
    return failures;
}

static const char help[] =
    "usage: queue_ratio [quick | full] [TRACE.swf] [--csv FILE]\n"
    "       queue_ratio count POLICY [replay]\n"
    "\n"
    "Measures what a pass of the queue costs, beside EASY coded plainly: bytes,\n"
    "whole replays, single completions with 100 to 100,000 waiting jobs and with\n"
    "many that run, the worst case of EASY's index, and keys in bad orders.\n"
    "\n"
    "  quick            the default: 10 seconds\n"
    "  full             up to 1,000,000 waiting jobs, and more steps: minutes\n"
    "  TRACE.swf        also replay this trace in the Standard Workload Format\n"
    "  count POLICY     for callgrind: 100 completions with 10,000 waiting jobs\n"
    "  ... replay       or a replay of 20,000 jobs. POLICY: easy, easy-sjbf,\n"
    "                   \"depth 2\", \"depth 10\", conservative, rebuild or plain\n"
    "  --csv FILE       append the figures to FILE (columns: bench/command.h)\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if both make the same decisions, 1 if they do not, 2 if an\n"
    "argument is wrong or something cannot run.\n";

/* A trace is opened here: one that is not there is refused before the work. */
static const char *trace_named(const char *word) {
    FILE *file = fopen(word, "r");
    if (file == NULL) {
        command_refuse(word, strerror(errno), "quick, full, count or the file of a trace");
    }
    fclose(file);
    return word;
}

static int measure_all(const char *trace, int full) {
    int failures;
    command_start((full ? 91 : 78) + (trace != NULL));
    bench_init();
    print_sizes();
    failures = measure_replays(trace, full);
    failures += measure_depths(full);
    failures += measure_wide(full);
    print_straddles();
    print_keys();
    return failures != 0;
}

int main(int count, char **words) {
    const uint32_t given = command_begin("queue_ratio", help, count, words);
    const char *trace = NULL;
    uint32_t i;
    int full = 0;
    if (given > 0 && strcmp(words[1], "count") == 0) {
        return count_kernel(given, words);
    }
    command_no_more(2, given, words);
    for (i = 1; i <= given; i++) {
        if (strcmp(words[i], "full") == 0) {
            full = 1;
        } else if (strcmp(words[i], "quick") != 0 && trace == NULL) {
            trace = trace_named(words[i]);
        } else if (trace != NULL) {
            command_refuse(words[i], "is one argument too many", "one trace");
        }
    }
    return command_end(measure_all(trace, full));
}
