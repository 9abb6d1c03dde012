/* overhead.c: what a decision costs: golden kernels for every target, and a table for this host.
 *
 * SPDX-License-Identifier: MIT
 *
 *   build/overhead                golden hashes, then time per decision against size
 *   build/overhead golden         golden hashes alone, without a clock: for microcontrollers
 *   build/overhead count KERNEL   one kernel between callgrind's requests (tests/gates/bench.sh)
 *
 * A kernel works in 6 KiB (and 1.5 KiB for its script), and folds every decision into one hash. The
 * same hash on every compiler and target is the proof that they decide alike. */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#include "sched.h"

#include "bench.h"

static sked_align room[6144 / sizeof(sked_align)];

/* SplitMix64 (Steele, Lea and Flood 2014): the same numbers everywhere. */
static uint64_t random_next(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static uint32_t random_below(uint64_t *state, uint32_t bound) {
    return (uint32_t)(random_next(state) % bound);
}

static void require(sked_status status) {
    if (status != SKED_OK) {
        bench_refuse(sked_status_text(status));
    }
}

/* ---- kernels: mapping ----------------------------------------------------------------------- */

enum { MAP_JOBS = 24, MAP_MACHINES = 5 };

static uint64_t map_kernel(sked_heuristic heuristic, uint32_t options) {
    sked_arena arena;
    sked_map_request request = {SKED_OLB, 0, MAP_JOBS, MAP_MACHINES, NULL, NULL};
    sked_time *times;
    sked_map_row *rows;
    sked_map_result result;
    uint64_t seed = 20, hash = BENCH_HASH_START;     /* 20: the two duplexes choose differently */
    uint32_t i;
    sked_mem mem;
    sked_arena_init(&arena, room, sizeof room);
    mem = sked_arena_mem(&arena);
    times = (sked_time *)(mem.alloc)(mem.ctx, MAP_JOBS * MAP_MACHINES * sizeof(sked_time));
    rows = (sked_map_row *)(mem.alloc)(mem.ctx, MAP_JOBS * sizeof(sked_map_row));
    for (i = 0; i < MAP_JOBS * MAP_MACHINES; i++) {
        const uint32_t time = 1 + random_below(&seed, 1000);
        times[i] = random_below(&seed, 10) == 0 && i % MAP_MACHINES != 0 ? SKED_NEVER : time;
    }
    request.heuristic = heuristic;
    request.options = options;
    request.times = times;
    require(sked_map(&request, mem, rows, &result));
    for (i = 0; i < MAP_JOBS; i++) {
        hash = bench_hash_u32(hash, rows[i].machine);
        hash = bench_hash_i64(hash, rows[i].start);
        hash = bench_hash_i64(hash, rows[i].end);
    }
    hash = bench_hash_i64(hash, result.makespan);
    hash = bench_hash_i64(hash, (int64_t)result.job_times.low);
    return bench_hash_u32(hash, (uint32_t)result.used);
}

static uint64_t map_olb(void) { return map_kernel(SKED_OLB, 0); }
static uint64_t map_met(void) { return map_kernel(SKED_MET, 0); }
static uint64_t map_mct(void) { return map_kernel(SKED_MCT, 0); }
static uint64_t map_min_min(void) { return map_kernel(SKED_MIN_MIN, 0); }
static uint64_t map_min_min_low(void) { return map_kernel(SKED_MIN_MIN, SKED_MAP_LOW_MEMORY); }
static uint64_t map_max_min(void) { return map_kernel(SKED_MAX_MIN, 0); }
static uint64_t map_duplex(void) { return map_kernel(SKED_DUPLEX, 0); }
static uint64_t map_duplex_sum(void) { return map_kernel(SKED_DUPLEX_SUM, SKED_MAP_LOW_MEMORY); }
static uint64_t map_least_time(void) { return map_kernel(SKED_DUPLEX, SKED_MAP_LEAST_TIME); }
static uint64_t map_sufferage(void) { return map_kernel(SKED_SUFFERAGE, 0); }
static uint64_t map_sufferage_pass(void) { return map_kernel(SKED_SUFFERAGE_PASS, 0); }

/* ---- kernels: queue ------------------------------------------------------------------------- */

enum { QUEUE_PROCESSORS = 32, QUEUE_JOBS_LIVE = 20, QUEUE_JOBS = 150 };

typedef struct day {
    sked_queue queue;
    uint64_t seed, hash, next_id;
    sked_time end[QUEUE_JOBS];      /* by id: when the job really ends; 0: not running */
} day;

static void day_submit(day *d, sked_time now) {
    sked_queue_facts facts;
    sked_job job = {0, 0, 0, 0, 0};
    require(sked_queue_look(&d->queue, &facts));
    if (d->next_id == QUEUE_JOBS || facts.waiting + facts.running == QUEUE_JOBS_LIVE) {
        return;
    }
    job.id = d->next_id++;
    job.width = 1 + random_below(&d->seed, random_below(&d->seed, 3) == 0 ? QUEUE_PROCESSORS : 8);
    job.estimate = 1 + random_below(&d->seed, 60);
    require(sked_queue_submit(&d->queue, &job, now));
}

static void day_finish(day *d, sked_time now) {
    uint32_t id;
    for (id = 0; id < QUEUE_JOBS; id++) {
        if (d->end[id] != 0 && d->end[id] <= now) {
            require(sked_queue_finish(&d->queue, id, now));
            d->end[id] = 0;
        }
    }
}

static void day_plan(day *d, sked_time now) {
    sked_word words[SKED_SET_WORDS((uint32_t)QUEUE_PROCESSORS)];
    sked_set processors = sked_set_make(words, QUEUE_PROCESSORS);
    sked_action action;
    uint32_t p;
    require(sked_queue_plan(&d->queue, now));
    while (sked_queue_next(&d->queue, &action, &processors) == SKED_OK) {
        const uint32_t run = 1 + random_below(&d->seed, (uint32_t)(action.end - now));
        d->end[action.id] = now + run;
        d->hash = bench_hash_i64(d->hash, now);
        d->hash = bench_hash_u32(d->hash, (uint32_t)action.id);
        d->hash = bench_hash_u32(d->hash, (uint32_t)action.reason);
        d->hash = bench_hash_i64(d->hash, action.shadow);
        for (p = sked_set_first(&processors); p < processors.size;
             p = sked_set_next(&processors, p)) {
            d->hash = bench_hash_u32(d->hash, p);
        }
    }
}

/* One day of 150 jobs, tick by tick; with a hold by count and one by set if `holds`. */
static uint64_t queue_kernel(sked_order order, sked_order backfill_order, uint32_t depth,
                             int holds) {
    static day d;
    sked_queue_settings settings = {QUEUE_PROCESSORS, QUEUE_JOBS_LIVE, 2, 10, SKED_FCFS, SKED_FCFS,
                                    0};
    sked_word words[SKED_SET_WORDS((uint32_t)QUEUE_PROCESSORS)];
    sked_set rack = sked_set_make(words, QUEUE_PROCESSORS);
    sked_span span = {100, 160, 9, NULL};
    sked_time now;
    uint32_t id;
    settings.order = order;
    settings.backfill_order = backfill_order;
    settings.depth = depth;
    require(sked_queue_init(&d.queue, &settings, NULL, room, sizeof room));
    d.seed = 2;
    d.hash = BENCH_HASH_START;
    d.next_id = 0;
    for (id = 0; id < QUEUE_JOBS; id++) {
        d.end[id] = 0;
    }
    if (holds) {
        require(sked_queue_hold(&d.queue, 1, &span, 0));
        span.start = 130;
        span.end = 300;
        span.set = &rack;
        for (id = 8; id < 16; id++) {
            sked_set_add(&rack, id);
        }
        require(sked_queue_hold(&d.queue, 2, &span, 0));
    }
    for (now = 1; now < 700; now++) {
        day_finish(&d, now);
        if (random_below(&d.seed, 3) == 0) {
            day_submit(&d, now);
        }
        day_plan(&d, now);
    }
    require(sked_queue_sound(&d.queue));
    return d.hash;
}

static uint64_t queue_fcfs(void) { return queue_kernel(SKED_FCFS, SKED_FCFS, 0, 0); }
static uint64_t queue_sjf(void) { return queue_kernel(SKED_SJF, SKED_SJF, 0, 0); }
static uint64_t queue_easy(void) { return queue_kernel(SKED_FCFS, SKED_FCFS, 1, 0); }
static uint64_t queue_easy_sjbf(void) { return queue_kernel(SKED_FCFS, SKED_SJF, 1, 0); }
static uint64_t queue_easy_holds(void) { return queue_kernel(SKED_FCFS, SKED_FCFS, 1, 1); }

typedef struct kernel {
    const char *name;
    uint64_t (*run)(void);
    uint64_t golden;
} kernel;

/* On other instances tests/deep compares such plans with slow oracles. Here they are pinned:
 * another hash is another decision, and needs a word in CHANGELOG.md. */
static const kernel kernels[] = {
    {"map_olb", map_olb, UINT64_C(0xdb900d520ce6f092)},
    {"map_met", map_met, UINT64_C(0x9eb1928ec136d1c0)},
    {"map_mct", map_mct, UINT64_C(0x2da00acfafa2a72c)},
    {"map_min_min", map_min_min, UINT64_C(0xee2653c473c26604)},
    {"map_min_min_low", map_min_min_low, UINT64_C(0xee2653c473c26604)},
    {"map_max_min", map_max_min, UINT64_C(0x38877d8081c584db)},
    {"map_duplex", map_duplex, UINT64_C(0x38877d8081c584db)},
    {"map_duplex_sum", map_duplex_sum, UINT64_C(0xee2653c473c26604)},
    {"map_least_time", map_least_time, UINT64_C(0x78c1ccfa43537e15)},
    {"map_sufferage", map_sufferage, UINT64_C(0x7ab1088b25b29454)},
    {"map_sufferage_pass", map_sufferage_pass, UINT64_C(0x8876b84007365085)},
    {"queue_fcfs", queue_fcfs, UINT64_C(0xf9356ed89779a390)},
    {"queue_sjf", queue_sjf, UINT64_C(0x3d0f0241f52144bc)},
    {"queue_easy", queue_easy, UINT64_C(0x1ccaa836675f3086)},
    {"queue_easy_sjbf", queue_easy_sjbf, UINT64_C(0x0992aaa021d1699c)},
    {"queue_easy_holds", queue_easy_holds, UINT64_C(0x4873bd9bbb7218cb)},
};

enum { KERNELS = sizeof kernels / sizeof kernels[0] };

/* ---- this host ------------------------------------------------------------------------------ */

#if !defined(BENCH_PORT_H)

#include <string.h>

#include "heap.h"

static void run_kernel(void *ctx) {
    (void)((const kernel *)ctx)->run();
}

static void print_kernel_times(void) {
    uint32_t i;
    printf("\nkernel                 time\n");
    for (i = 0; i < KERNELS; i++) {
        kernel timed = kernels[i];
        printf("%-20s %6.1f us\n", timed.name,
               (double)bench_median_ns(run_kernel, &timed, 101) / 1e3);
    }
}

/* A steady state: each step one running job ends, one pass is made, and what started is replaced by
 * new jobs at the end of the queue, so that the same number always waits. */
typedef struct steady {
    sked_queue queue;
    uint32_t processors;
    uint64_t seed, next_id;
    uint64_t running[4096];
    uint32_t running_count;
    sked_time now;
} steady;

static void steady_submit(steady *s) {
    sked_job job = {0, 0, 0, 0, 0};
    job.id = s->next_id++;
    job.width = 1 + random_below(&s->seed, s->processors / 8);
    job.estimate = 10 + random_below(&s->seed, 5000);
    require(sked_queue_submit(&s->queue, &job, s->now));
}

static void steady_step(void *ctx) {
    steady *s = (steady *)ctx;
    sked_action action;
    uint32_t started = 0;
    s->now++;
    if (s->running_count > 0) {
        const uint32_t ends = random_below(&s->seed, s->running_count);
        require(sked_queue_finish(&s->queue, s->running[ends], s->now));
        s->running[ends] = s->running[--s->running_count];
    }
    require(sked_queue_plan(&s->queue, s->now));
    while (sked_queue_next(&s->queue, &action, NULL) == SKED_OK) {
        s->running[s->running_count++] = action.id;
        started++;
    }
    for (; started > 0; started--) {
        steady_submit(s);
    }
}

static void print_steady(const char *name, sked_order backfill_order, uint32_t depth,
                         uint32_t processors, uint32_t waiting) {
    static steady s;
    const sked_mem mem = heap_mem();
    sked_queue_settings settings = {0, 0, 0, SKED_NEVER, SKED_FCFS, SKED_FCFS, 0};
    sked_queue_facts before, after;
    size_t bytes;
    uint64_t median;
    uint32_t i;
    settings.processors = processors;
    settings.jobs_max = waiting + processors;
    settings.backfill_order = backfill_order;
    settings.depth = depth;
    require(sked_queue_bytes(&settings, &bytes));
    require(sked_queue_make(&s.queue, &settings, NULL, mem));
    s.processors = processors;
    s.seed = 3;
    s.next_id = s.running_count = 0;
    s.now = 0;
    for (i = 0; i < waiting; i++) {
        steady_submit(&s);
    }
    for (i = 0; i < 200; i++) {
        steady_step(&s);
    }
    require(sked_queue_look(&s.queue, &before));
    median = bench_median_ns(steady_step, &s, 501);
    require(sked_queue_look(&s.queue, &after));
    printf("%-10s %10u %10u %8u %10.2f us %12.1f %10.1f\n", name, (unsigned)processors,
           (unsigned)waiting, (unsigned)after.running, (double)median / 1e3,
           (double)(after.counters.jobs_looked_at - before.counters.jobs_looked_at) / 502.0,
           (double)bytes / settings.jobs_max);
    sked_queue_drop(&s.queue);
}

static void print_queue_times(void) {
    static const struct {
        const char *name;
        sked_order backfill_order;
        uint32_t depth;
    } policies[] = {{"none", SKED_FCFS, 0}, {"easy", SKED_FCFS, 1}, {"easy-sjbf", SKED_SJF, 1}};
    uint32_t i, waiting, processors;
    printf("\none end, one pass, the starts replaced: median of 501\n"
           "policy     processors    waiting  running          time    looked at  bytes/job\n");
    for (i = 0; i < 3; i++) {
        for (processors = 128; processors <= 4096; processors *= 32) {
            for (waiting = 10; waiting <= 10000; waiting *= 10) {
                print_steady(policies[i].name, policies[i].backfill_order, policies[i].depth,
                             processors, waiting);
            }
        }
    }
}

static size_t size_of(uint32_t processors, uint32_t jobs_max, sked_order backfill_order) {
    sked_queue_settings settings = {0, 0, 0, SKED_NEVER, SKED_FCFS, SKED_FCFS, 1};
    size_t bytes;
    settings.processors = processors;
    settings.jobs_max = jobs_max;
    settings.backfill_order = backfill_order;
    require(sked_queue_bytes(&settings, &bytes));
    return bytes;
}

/* Differences of two large blocks, so that rounding does not show. */
static void print_sizes(void) {
    const uint32_t much = UINT32_C(1) << 20;
    const size_t jobs = size_of(64, 2 * much, SKED_FCFS) - size_of(64, much, SKED_FCFS);
    const size_t apart = size_of(64, 2 * much, SKED_SJF) - size_of(64, much, SKED_SJF);
    const size_t machine = size_of(2 * much, 64, SKED_FCFS) - size_of(much, 64, SKED_FCFS);
    printf("\nbytes of a queue: %.1f per job (%.1f with a backfill order of its own), %.1f per "
           "processor\n4 processors and 8 jobs: %lu\n",
           (double)jobs / much, (double)apart / much, (double)machine / much,
           (unsigned long)size_of(4, 8, SKED_FCFS));
}

static int count_kernel(const char *name) {
    uint32_t i;
    for (i = 0; i < KERNELS; i++) {
        if (strcmp(kernels[i].name, name) == 0) {
            uint64_t hash;
            bench_counted_begin();
            hash = kernels[i].run();
            bench_counted_end();
            return !bench_expect_hash(name, hash, kernels[i].golden);
        }
    }
    bench_refuse("no such kernel");
    return 1;
}

#endif

static void check_golden(void) {
    uint32_t i;
    for (i = 0; i < KERNELS; i++) {
        (void)bench_expect_hash(kernels[i].name, kernels[i].run(), kernels[i].golden);
    }
}

#if defined(BENCH_PORT_H)

int main(void) {
    port_init();
    check_golden();
    port_exit(bench_finish());
    return 0;
}

#else

int main(int count, char **words) {
    if (count == 3 && strcmp(words[1], "count") == 0) {
        return count_kernel(words[2]);
    }
    check_golden();
    if (count == 1) {
        bench_init();
        print_sizes();
        print_kernel_times();
        print_queue_times();
    }
    return bench_finish();
}

#endif
