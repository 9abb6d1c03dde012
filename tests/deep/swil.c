/* swil.c: the event loop of bench/swil.h on hand-made cases and, if present, on published
   traces. */
/* SPDX-License-Identifier: MIT */

/* With SKED_TRACES naming a folder that holds swf/ and expected/, the replays of KTH-SP2 are
   compared with published results: the start time of each job, and the sums. */
#define _POSIX_C_SOURCE 200809L

#define SKED_IMPLEMENTATION
#include "sched_share.h"
#include "swil.h"
#include "workload.h"

#define DEEP_NAME "swil"
#include "harness.h"

enum { JOBS_MAX = 16 };

typedef enum policy { NO_BACKFILL, EASY, EASY_SJBF, CONSERVATIVE, REBUILT } policy;

static void use_policy(sked_queue_settings *settings, policy by) {
    settings->depth = by >= CONSERVATIVE ? SKED_ALL : by != NO_BACKFILL ? 1 : SKED_NO_RESERVATIONS;
    settings->reservations = by == REBUILT ? SKED_REBUILD : SKED_COMPRESS;
    settings->backfill_order = by == EASY_SJBF ? SKED_SJF : settings->order;
}

typedef struct small_case {         /* a job is {id, submit, run, estimate, width} and zeros */
    const workload_job *jobs;
    size_t count;
    uint32_t processors;
    policy by;
    const sked_span *bookings;
    size_t bookings_count;
} small_case;

static int run_small(const small_case *small, swil_rule rule, int64_t *starts,
                     swil_metrics *metrics) {
    workload_job jobs[JOBS_MAX];
    swil_settings settings = {0};
    workload load = {0};

    memcpy(jobs, small->jobs, small->count * sizeof *jobs);
    load.jobs = jobs;
    load.count = small->count;
    load.processors = small->processors;
    use_policy(&settings.queue, small->by);
    settings.rule = rule;
    settings.bookings = small->bookings;
    settings.bookings_count = small->bookings_count;
    return swil_run(&load, &settings, starts, metrics);
}

static int starts_are(const small_case *small, swil_rule rule, const int64_t *expected) {
    int64_t starts[JOBS_MAX];
    swil_metrics metrics;
    size_t job;

    if (run_small(small, rule, starts, &metrics) != SKED_OK) {
        return 0;
    }
    for (job = 0; job < small->count; job++) {
        if (starts[job] != expected[job]) {
            printf("# rule %d, job %lu: %lld, expected %lld\n", (int)rule, (unsigned long)job,
                   (long long)starts[job], (long long)expected[job]);
            return 0;
        }
    }
    return 1;
}

/* Two processors. At 5, A ends exactly at its estimate while M1 and M2 arrive; the head H waits
   for B, and one of L, M1 and M2 fits before that. End first: L, because nobody else is there.
   Submit first: M1 comes, A is as good as gone. All at once: M2, the shortest. */
static void test_three_rules_differ(void) {
    static const workload_job jobs[] = {
        {1, 0, 20, 20, 1, 0, 0, 0, 0},       /* B  */
        {2, 0, 5, 5, 1, 0, 0, 0, 0},         /* A  */
        {3, 1, 5, 5, 2, 0, 0, 0, 0},         /* H  */
        {4, 2, 15, 15, 1, 0, 0, 0, 0},       /* L  */
        {5, 5, 7, 7, 1, 0, 0, 0, 0},         /* M1 */
        {6, 5, 3, 3, 1, 0, 0, 0, 0},         /* M2 */
    };
    static const int64_t batch[] = {0, 0, 20, 25, 8, 5};
    static const int64_t submit[] = {0, 0, 20, 25, 5, 12};
    static const int64_t end[] = {0, 0, 20, 5, 25, 25};
    const small_case small = {jobs, 6, 2, EASY_SJBF, NULL, 0};

    CHECK(starts_are(&small, SWIL_BATCH, batch));
    CHECK(starts_are(&small, SWIL_SUBMIT, submit));
    CHECK(starts_are(&small, SWIL_END, end));
}

/* The same, but A ends before its estimate: then, submit first, it holds its processor until its
   own end has come up, and all of M1, M2, L are there by then, as under the batch rule. */
static void test_early_end(void) {
    static const workload_job jobs[] = {
        {1, 0, 20, 20, 1, 0, 0, 0, 0}, {2, 0, 5, 10, 1, 0, 0, 0, 0}, {3, 1, 5, 5, 2, 0, 0, 0, 0},
        {4, 2, 15, 15, 1, 0, 0, 0, 0}, {5, 5, 7, 7, 1, 0, 0, 0, 0},  {6, 5, 3, 3, 1, 0, 0, 0, 0},
    };
    static const int64_t batch[] = {0, 0, 20, 25, 8, 5};
    static const int64_t end[] = {0, 0, 20, 5, 25, 25};
    const small_case small = {jobs, 6, 2, EASY_SJBF, NULL, 0};

    CHECK(starts_are(&small, SWIL_BATCH, batch));
    CHECK(starts_are(&small, SWIL_SUBMIT, batch));
    CHECK(starts_are(&small, SWIL_END, end));
}

/* Jobs a (1 wide, first in the file) and b (3 wide) end early at 10, but b started first, so its
   end comes up first: V and X fill the gap that it leaves and what a leaves. Were a first, W
   would get all four. */
static void test_ends_in_order_of_starts(void) {
    static const workload_job jobs[] = {
        {1, 4, 6, 100, 1, 0, 0, 0, 0},       /* a */
        {2, 0, 10, 100, 3, 0, 0, 0, 0},      /* b */
        {3, 0, 200, 200, 1, 0, 0, 0, 0},     /* c */
        {4, 5, 5, 5, 5, 0, 0, 0, 0},         /* H: as wide as the machine */
        {5, 6, 5, 5, 4, 0, 0, 0, 0},         /* W */
        {6, 7, 5, 5, 2, 0, 0, 0, 0},         /* V */
        {7, 8, 5, 5, 2, 0, 0, 0, 0},         /* X */
    };
    static const int64_t in_turn[] = {4, 0, 0, 200, 15, 10, 10};
    static const int64_t batch[] = {4, 0, 0, 200, 10, 15, 15};
    const small_case small = {jobs, 7, 5, EASY, NULL, 0};

    CHECK(starts_are(&small, SWIL_END, in_turn));
    CHECK(starts_are(&small, SWIL_SUBMIT, in_turn));
    CHECK(starts_are(&small, SWIL_BATCH, batch));
}

/* The same, but a and b end exactly at their estimates: submit first, a is as good as gone when the
   end of b comes up, so W gets all four; end first, a holds its processor until its own turn. */
static void test_ends_at_estimates(void) {
    static const workload_job jobs[] = {
        {1, 4, 6, 6, 1, 0, 0, 0, 0}, {2, 0, 10, 10, 3, 0, 0, 0, 0}, {3, 0, 200, 200, 1, 0, 0, 0, 0},
        {4, 5, 5, 5, 5, 0, 0, 0, 0}, {5, 6, 5, 5, 4, 0, 0, 0, 0},   {6, 7, 5, 5, 2, 0, 0, 0, 0},
        {7, 8, 5, 5, 2, 0, 0, 0, 0},
    };
    static const int64_t in_turn[] = {4, 0, 0, 200, 15, 10, 10};
    static const int64_t at_once[] = {4, 0, 0, 200, 10, 15, 15};
    const small_case small = {jobs, 7, 5, EASY, NULL, 0};

    CHECK(starts_are(&small, SWIL_END, in_turn));
    CHECK(starts_are(&small, SWIL_SUBMIT, at_once));
    CHECK(starts_are(&small, SWIL_BATCH, at_once));
}

/* Submissions of one time are told in file order, whatever the heap does with them. */
static void test_submits_in_file_order(void) {
    static const workload_job jobs[] = {
        {9, 3, 1, 1, 1, 0, 0, 0, 0}, {8, 3, 1, 1, 1, 0, 0, 0, 0}, {7, 3, 1, 1, 1, 0, 0, 0, 0},
        {6, 3, 1, 1, 1, 0, 0, 0, 0},
        {5, 3, 1, 1, 1, 0, 0, 0, 0}, {4, 3, 1, 1, 1, 0, 0, 0, 0}, {3, 3, 1, 1, 1, 0, 0, 0, 0},
        {2, 0, 1, 1, 1, 0, 0, 0, 0},
    };
    static const int64_t expected[] = {3, 4, 5, 6, 7, 8, 9, 0};
    const small_case small = {jobs, 8, 1, NO_BACKFILL, NULL, 0};

    CHECK(starts_are(&small, SWIL_BATCH, expected));
    CHECK(starts_are(&small, SWIL_SUBMIT, expected));
    CHECK(starts_are(&small, SWIL_END, expected));
}

/* No event happens when a booking ends: the loop has to ask the queue. The first job would run into
   the booking, the second is over before. */
static void test_bookings(void) {
    static const workload_job jobs[] = {{1, 0, 6, 6, 2, 0, 0, 0, 0}, {2, 0, 3, 3, 1, 0, 0, 0, 0}};
    static const sked_span booking = {.start = 5, .end = 10, .count = 2};
    static const sked_span forever = {.start = 5, .end = SKED_NEVER, .count = 1};
    static const int64_t around[] = {10, 0}, never[] = {SKED_NEVER, 0};
    const small_case small = {jobs, 2, 2, EASY, &booking, 1};
    const small_case blocked = {jobs, 2, 2, EASY, &forever, 1};
    int64_t starts[JOBS_MAX];
    swil_metrics metrics;
    int rule;

    for (rule = SWIL_BATCH; rule <= SWIL_END; rule++) {
        CHECK(starts_are(&small, (swil_rule)rule, around));
        CHECK(starts_are(&blocked, (swil_rule)rule, never));
    }
    CHECK(run_small(&blocked, SWIL_BATCH, starts, &metrics) == SKED_OK);
    CHECK(metrics.jobs == 1 && metrics.never_started == 1 && metrics.makespan == 3);
}

/* Without an estimate the run time is taken, so C fits before the head; and a run beyond its
   estimate is stopped there. */
static void test_estimates(void) {
    static const workload_job jobs[] = {
        {1, 0, 50, 10, 1, 0, 0, 0, 0}, {2, 0, 5, 5, 2, 0, 0, 0, 0}, {3, 0, 10, 0, 1, 0, 0, 0, 0},
        {4, 0, 0, 0, 1, 0, 0, 0, 0}};
    static const int64_t expected[] = {0, 10, 0, 15};
    const small_case small = {jobs, 4, 2, EASY, NULL, 0};
    int64_t starts[JOBS_MAX];
    swil_metrics metrics;

    CHECK(starts_are(&small, SWIL_BATCH, expected));
    CHECK(run_small(&small, SWIL_BATCH, starts, &metrics) == SKED_OK);
    CHECK(metrics.last_end == 15 && metrics.area.low == 30 && metrics.response_max == 15);
}

/* Two processors, first come first served: A 10..14 on both, B 14..17, C 14..34. Waits 0, 4, 2;
   responses 4, 7, 22; slowdowns 1, 7/3, 22/20; bounded 1, 1 (7/10), 22/20. Area 8 + 3 + 20 of 2
   * 24. */
static void test_metrics(void) {
    static const workload_job jobs[] = {
        {1, 10, 4, 4, 2, 0, 0, 0, 0}, {2, 10, 3, 9, 1, 0, 0, 0, 0}, {3, 12, 20, 20, 1, 0, 0, 0, 0}};
    const small_case small = {jobs, 3, 2, NO_BACKFILL, NULL, 0};
    int64_t starts[JOBS_MAX];
    swil_metrics m;

    CHECK(run_small(&small, SWIL_BATCH, starts, &m) == SKED_OK);
    CHECK(starts[0] == 10 && starts[1] == 14 && starts[2] == 14);
    CHECK(m.jobs == 3 && m.never_started == 0 && m.refused == SIZE_MAX);
    CHECK(m.wait_sum.high == 0 && m.wait_sum.low == 6 && m.wait_max == 4);
    CHECK(m.response_sum.high == 0 && m.response_sum.low == 33 && m.response_max == 22);
    CHECK(m.slowdown_sum.low == 1000000 + 2333333 + 1100000 && m.slowdown_max.low == 2333333);
    CHECK(m.bounded_slowdown_sum.low == 3100000 && m.bounded_slowdown_max.low == 1100000);
    CHECK(m.first_submit == 10 && m.last_end == 34 && m.makespan == 24);
    CHECK(m.area.high == 0 && m.area.low == 31 && m.utilisation == 645833);
    CHECK(m.counters.started == 3 && m.counters.finished == 3);
}

/* A run just below the bound of the slowdown; the first submission is not the first job's; and a
   share that is rounded up: 19 of 11 * 23 is 0.0750988. */
static void test_metrics_at_limits(void) {
    workload_job jobs[] = {{1, 5, 9, 10, 2, 0, 0, 0, 0}, {2, 2, 1, 1, 1, 0, 0, 0, 0}};
    static const int64_t starts[] = {16, 2};
    workload load = {0};
    swil_metrics m;

    load.jobs = jobs;
    load.count = 2;
    swil_measure(&load, 11, starts, &m);
    CHECK(m.bounded_slowdown_max.low == 2000000 && m.slowdown_max.low == 2222222);
    CHECK(m.first_submit == 2 && m.makespan == 23 && m.area.low == 19 && m.utilisation == 75099);
    jobs[0].run = 10;
    swil_measure(&load, 11, starts, &m);
    CHECK(m.bounded_slowdown_max.low == 2100000 && m.slowdown_max.low == 2100000);
}

/* Beyond 64 bits: 2^32 - 1 processors for 2^61 ticks. */
static void test_large_numbers(void) {
    const int64_t run = INT64_C(1) << 61;
    workload_job jobs[1] = {{1, 0, 0, 0, UINT32_MAX, 0, 0, 0, 0}};
    int64_t starts[1] = {0};
    workload load = {0};
    swil_metrics m;

    jobs[0].run = run;
    load.jobs = jobs;
    load.count = 1;
    swil_measure(&load, UINT32_MAX, starts, &m);
    CHECK(m.utilisation == 1000000 && m.makespan == run && m.slowdown_sum.low == 1000000);
    CHECK(m.area.high == (UINT64_C(1) << 29) - 1 && m.area.low == UINT64_C(7) << 61);
}

static void test_refusals(void) {
    static const workload_job wide[] = {{1, 0, 5, 5, 1, 0, 0, 0, 0}, {2, 1, 5, 5, 3, 0, 0, 0, 0}};
    static const workload_job before[] = {{1, -1, 5, 5, 1, 0, 0, 0, 0}};
    const small_case too_wide = {wide, 2, 2, EASY, NULL, 0};
    const small_case negative = {before, 1, 2, EASY, NULL, 0};
    const small_case nothing = {wide, 0, 2, EASY, NULL, 0};
    int64_t starts[JOBS_MAX];
    swil_metrics metrics;

    CHECK(run_small(&too_wide, SWIL_BATCH, starts, &metrics) == SKED_E_TOO_WIDE);
    CHECK(metrics.refused == 1);
    CHECK(run_small(&negative, SWIL_END, starts, &metrics) == SKED_E_TIME && metrics.refused == 0);
    CHECK(run_small(&nothing, SWIL_SUBMIT, starts, &metrics) == SKED_OK && metrics.jobs == 0);
}

typedef struct seen_starts {
    size_t calls;
    int fit;                        /* each set had the job's width, no processor ran two jobs */
    const workload *load;
    int64_t free_at[4];
} seen_starts;

static void see_start(void *ctx, size_t job, const sked_action *action,
                      const sked_set *processors) {
    seen_starts *seen = (seen_starts *)ctx;
    uint32_t processor;

    seen->calls++;
    seen->fit = seen->fit && sked_set_count(processors) == seen->load->jobs[job].width &&
                action->tag == seen->load->jobs[job].id && action->id == (uint64_t)job;
    for (processor = sked_set_first(processors); processor < processors->size;
         processor = sked_set_next(processors, processor)) {
        seen->fit = seen->fit && seen->free_at[processor] <= action->start;
        seen->free_at[processor] = action->start + seen->load->jobs[job].run;
    }
}

static void test_callback(void) {
    workload_job jobs[] = {{7, 0, 5, 9, 3, 0, 0, 0, 0}, {7, 0, 9, 9, 2, 0, 0, 0, 0},
                           {8, 1, 3, 4, 1, 0, 0, 0, 0},
                           {9, 5, 5, 5, 4, 0, 0, 0, 0}, {6, 6, 2, 2, 2, 0, 0, 0, 0}};
    swil_settings settings = {0};
    workload load = {0};
    seen_starts seen = {0};
    int64_t starts[JOBS_MAX];
    swil_metrics metrics;
    int rule;

    load.jobs = jobs;
    load.count = 5;
    load.processors = 4;
    use_policy(&settings.queue, EASY);
    settings.on_start = see_start;
    settings.ctx = &seen;
    for (rule = SWIL_BATCH; rule <= SWIL_END; rule++) {
        memset(&seen, 0, sizeof seen);
        seen.fit = 1;
        seen.load = &load;
        settings.rule = (swil_rule)rule;
        CHECK(swil_run(&load, &settings, starts, &metrics) == SKED_OK);
        CHECK(seen.calls == 5 && seen.fit);
    }
}

/* Four processors. EASY lets D pass B, because D fits beside it; that delays C, which is as wide as
   the machine. With a reservation for C too, D has to wait for its end. */
static void test_reservations(void) {
    static const workload_job jobs[] = {
        {1, 0, 10, 10, 2, 0, 0, 0, 0}, {2, 0, 5, 5, 3, 0, 0, 0, 0}, {3, 0, 5, 5, 4, 0, 0, 0, 0},
        {4, 0, 20, 20, 1, 0, 0, 0, 0}};
    static const workload_job early[] = {       /* A ends before its estimate: all move up */
        {1, 0, 6, 10, 2, 0, 0, 0, 0}, {2, 0, 5, 5, 3, 0, 0, 0, 0}, {3, 0, 5, 5, 4, 0, 0, 0, 0},
        {4, 0, 20, 20, 1, 0, 0, 0, 0}};
    static const int64_t passed[] = {0, 10, 20, 0}, reserved[] = {0, 10, 15, 20};
    static const int64_t moved[] = {0, 6, 11, 16};
    const small_case easy = {jobs, 4, 4, EASY, NULL, 0};
    small_case small = {jobs, 4, 4, CONSERVATIVE, NULL, 0};
    int rule;

    for (rule = SWIL_BATCH; rule <= SWIL_END; rule++) {
        CHECK(starts_are(&easy, (swil_rule)rule, passed));
        for (small.by = CONSERVATIVE; small.by <= REBUILT; small.by++) {
            small.jobs = jobs;
            CHECK(starts_are(&small, (swil_rule)rule, reserved));
            small.jobs = early;
            CHECK(starts_are(&small, (swil_rule)rule, moved));
        }
    }
}

enum { RANDOM_JOBS = 400 };

typedef struct seen_passes {
    uint64_t passes;
    int64_t now, promised[RANDOM_JOBS];
    size_t next;                    /* the first job that has not been looked at */
    int rising;
    const workload *load;
} seen_passes;

static void see_pass(void *ctx, const sked_queue *queue, int64_t now) {
    seen_passes *seen = (seen_passes *)ctx;
    sked_job_info info;

    seen->passes++;
    seen->rising = seen->rising && now >= seen->now;
    seen->now = now;
    while (seen->next < seen->load->count && seen->load->jobs[seen->next].submit <= now &&
           sked_queue_get_job(queue, (uint64_t)seen->next, &info, NULL) == SKED_OK) {
        seen->promised[seen->next++] = info.running ? info.start : info.reserved;
    }
}

/* Eight processors; submissions in order, many at once; early ends. */
static void random_jobs(uint64_t seed, workload_job *jobs, workload *load) {
    int64_t now = 0;
    size_t job;

    memset(load, 0, sizeof *load);
    load->jobs = jobs;
    load->count = RANDOM_JOBS;
    load->processors = 8;
    for (job = 0; job < RANDOM_JOBS; job++) {
        now += check_below(&seed, 3) == 0 ? check_below(&seed, 40) : 0;
        jobs[job].id = 1000 - job;
        jobs[job].submit = now;
        jobs[job].estimate = 1 + check_below(&seed, 50);
        jobs[job].run = check_below(&seed, 2) ? jobs[job].estimate : check_below(&seed, 60);
        jobs[job].width = 1 + check_below(&seed, check_below(&seed, 8) + 1);
        jobs[job].type = 0;
    }
}

/* Under conservative no job starts later than it was promised, whatever the rule, also beside
   bookings; the callback sees each pass; and each job's first reservation is looked at. */
static void test_promises(void) {
    static workload_job jobs[RANDOM_JOBS];
    static int64_t starts[RANDOM_JOBS];
    static const sked_span bookings[] = {{.start = 100, .end = 300, .count = 3},
                                      {.start = 250, .end = 900, .count = 2}};
    uint64_t seed;
    int rule;

    for (seed = 1; seed <= 30; seed++) {
        for (rule = SWIL_BATCH; rule <= SWIL_END; rule++) {
            static seen_passes seen;
            swil_settings settings = {0};
            workload load;
            swil_metrics metrics;
            size_t job, kept = 0;

            random_jobs(seed, jobs, &load);
            memset(&seen, 0, sizeof seen);
            seen.load = &load;
            seen.rising = 1;
            use_policy(&settings.queue, CONSERVATIVE);
            settings.rule = (swil_rule)rule;
            settings.bookings = bookings;
            settings.bookings_count = seed % 3;
            settings.on_pass = see_pass;
            settings.ctx = &seen;
            CHECK_SEED(seed, swil_run(&load, &settings, starts, &metrics) == SKED_OK);
            for (job = 0; job < RANDOM_JOBS; job++) {
                kept += starts[job] <= seen.promised[job];
            }
            CHECK_SEED(seed, seen.next == RANDOM_JOBS && kept == RANDOM_JOBS && seen.rising);
            CHECK_SEED(seed, metrics.counters.promises_broken == 0);
            CHECK_SEED(seed, seen.passes == metrics.counters.passes);
        }
    }
}

/* A queue that grows as it fills decides as one that was large from the start; one whose room is
   given stays as it is, and refuses. */
static void test_growth(void) {
    static workload_job jobs[RANDOM_JOBS];
    static int64_t starts[RANDOM_JOBS], others[RANDOM_JOBS];
    static const sked_span booking = {.start = 10, .end = 50, .count = 3};
    swil_settings settings = {0};
    swil_metrics metrics;
    workload load;
    policy by;
    size_t job;

    random_jobs(5, jobs, &load);
    for (job = 0; job < RANDOM_JOBS; job++) {
        jobs[job].submit = (int64_t)(job / 100);        /* more than SWIL_ROOM wait */
    }
    settings.bookings = &booking;
    settings.bookings_count = 1;
    for (by = NO_BACKFILL; by <= REBUILT; by++) {
        use_policy(&settings.queue, by);
        settings.queue.jobs_max = 0;
        CHECK(swil_run(&load, &settings, starts, &metrics) == SKED_OK);
        CHECK(metrics.jobs == load.count);
        settings.queue.jobs_max = RANDOM_JOBS;
        CHECK(swil_run(&load, &settings, others, &metrics) == SKED_OK);
        CHECK(memcmp(starts, others, sizeof starts) == 0);
        settings.queue.jobs_max = 40;
        CHECK(swil_run(&load, &settings, others, &metrics) == SKED_E_FULL);
        CHECK(metrics.refused >= 40 && metrics.refused < RANDOM_JOBS);
    }
}

/* The short way to divide gives what the long one gives, by 0 too where nothing is asserted. */
static void test_rounding(void) {
    static const uint64_t ends[] = {0, 1, 4, 5, 6, 15, UINT64_C(1) << 63, UINT64_MAX - 5,
                                    UINT64_MAX - 4, UINT64_MAX};
    enum { ENDS = sizeof ends / sizeof ends[0] };
#if defined(SKED_ASSERT_ENDS)
    const size_t first = 1;
#else
    const size_t first = 0;
#endif
    size_t high, low, by;

    for (high = 0; high < 3; high++) {
        for (low = 0; low < ENDS; low++) {
            for (by = first; by < ENDS; by++) {
                sked_u128 a = swil_wide(ends[low]), got, wanted;

                a.high = ends[high];
                got = swil_wide_round(a, ends[by]);
                wanted = sked_u128_div(sked_u128_add(a, swil_wide(ends[by] / 2)), ends[by], NULL);
                CHECK(sked_u128_compare(got, wanted) == 0);
            }
        }
    }
    CHECK(swil_wide_round(swil_wide(15), 10).low == 2);
    CHECK(swil_wide_round(swil_wide(14), 10).low == 1);
}

static int text_is(sked_u128 numerator, uint64_t denominator, uint32_t places,
                   const char *expected) {
    swil_text text = swil_ratio_text(numerator, denominator, places);

    return strcmp(text.text, expected) == 0;
}

static void test_texts(void) {
    const sked_u128 large = {UINT64_MAX, UINT64_MAX};
    static const int64_t starts[] = {1, -1};

    CHECK(text_is(swil_wide(0), 3, 2, "0.00"));
    CHECK(text_is(swil_wide(2), 3, 0, "1"));
    CHECK(text_is(swil_wide(2), 3, 6, "0.666667"));
    CHECK(text_is(swil_wide(1999), 1000, 2, "2.00"));
    CHECK(text_is(swil_wide(1005), 1000, 3, "1.005"));
    CHECK(text_is(swil_wide(25), 10, 0, "3"));
    CHECK(text_is(large, 1, 1, "340282366920938463463374607431768211455.0"));
    CHECK(text_is(large, UINT64_MAX, 18, "18446744073709551617.000000000000000000"));
    CHECK(swil_fingerprint(starts, 0) == UINT64_C(0xcbf29ce484222325));
    CHECK(swil_fingerprint(starts, 1) == UINT64_C(0x89cd31291d2aefa4));
}

/* ---- Without a background -------------------------------------------------------------------- */

static const sked_tiers tier_off = {
    .policy = SKED_MEASY, .migration = 20, .usage_limit_permille = 960};

static uint64_t fingerprint_by(const workload *load, policy by, int rule, const sked_tiers *tiers,
                               int64_t *starts) {
    swil_settings settings = {0};
    swil_metrics m;

    use_policy(&settings.queue, by);
    settings.rule = (swil_rule)rule;
    settings.tiers = tiers;
    CHECK(swil_run(load, &settings, starts, &m) == SKED_OK && m.jobs == load->count);
    return swil_fingerprint(starts, load->count);
}

/* The passes of tiers, without a background, are those of the queue under each rule. */
static void test_tier_off(void) {
    static const policy policies[] = {NO_BACKFILL, EASY, EASY_SJBF};
    workload_lublin model = workload_lublin_defaults(3, 1, 6);
    workload_estimates estimates = workload_estimates_defaults(3);
    swil_settings settings = {0};
    swil_metrics m;
    workload load;
    int64_t starts[800];
    size_t at;
    int rule;

    model.jobs = 800;
    CHECK(workload_make_lublin(&model, &load) && workload_scale_load(&load, 64, 900) &&
          workload_make_estimates(&load, &estimates));
    load.processors = 64;
    for (at = 0; at < sizeof policies / sizeof policies[0]; at++) {
        for (rule = SWIL_BATCH; rule <= SWIL_END; rule++) {
            CHECK(fingerprint_by(&load, policies[at], rule, NULL, starts) ==
                  fingerprint_by(&load, policies[at], rule, &tier_off, starts));
        }
    }
    settings.queue.backgrounds = 1;
    CHECK(swil_run(&load, &settings, starts, &m) == SKED_E_SETTING);
    workload_drop(&load);
}

/* ---- Accounts -------------------------------------------------------------------------------- */

/* So many accounts of one share each. */
static sked_share make_accounts(uint32_t count, sked_time ahead) {
    sked_share_settings settings = sked_share_settings_of(count, 1000);
    const sked_share_account account = sked_share_account_of(1);
    sked_share share = {0};
    uint32_t at, number;

    settings.ahead = ahead;
    CHECK(sked_share_create(&share, &settings, heap_mem()) == SKED_OK);
    for (at = 1; at <= count; at++) {
        CHECK(sked_share_add(&share, SKED_SHARE_ROOT, &account, 0, &number) == SKED_OK &&
              number == at);
    }
    return share;
}

/* What each pass leaves is what runs, in the queue and in the accounts. */
typedef struct seen_use {
    const sked_share *share;
    size_t passes, equal;
} seen_use;

static void see_use(void *ctx, const sked_queue *queue, int64_t now) {
    seen_use *seen = (seen_use *)ctx;
    sked_share_account_info root;
    sked_queue_info info;

    (void)now;
    seen->passes++;
    if (sked_share_get_account(seen->share, SKED_SHARE_ROOT, &root) == SKED_OK &&
        sked_queue_get_info(queue, &info) == SKED_OK) {
        seen->equal += root.running == info.processors - info.processors_free;
    }
}

/* Two processors. A has three jobs, B has one that comes last, all of 10 s. By the order of shares
   with a look ahead B is second; if both pass as equals until something has run, third. */
static void test_turns(void) {
    static const workload_job jobs[] = {
        {1, 0, 10, 10, 1, 0, 0, 0, 0}, {2, 0, 10, 10, 1, 0, 0, 0, 0},
        {3, 0, 10, 10, 1, 0, 0, 0, 0}, {4, 0, 10, 10, 1, 0, 0, 0, 0}};
    static const uint32_t account_of[] = {1, 1, 1, 2};
    static const int64_t expected[2][4] = {{0, 0, 10, 10}, {0, 10, 10, 0}};
    workload load = {0};
    int ahead, rule;

    load.jobs = (workload_job *)jobs;
    load.count = 4;
    load.processors = 2;
    for (ahead = 0; ahead < 2; ahead++) {
        for (rule = SWIL_BATCH; rule <= SWIL_END; rule += 2) {
            sked_share share = make_accounts(2, ahead);
            const swil_shares shares = {&share, account_of};
            swil_settings settings = {0};
            int64_t starts[4];
            swil_metrics metrics;

            settings.queue.order = settings.queue.backfill_order = SKED_BY_SHARE;
            settings.queue.depth = 1;
            settings.shares = &shares;
            CHECK(swil_run(&load, &settings, starts, &metrics) == SKED_OK);
            CHECK(rule != SWIL_BATCH || memcmp(starts, expected[ahead], sizeof starts) == 0);
            CHECK(metrics.jobs == 4);
            sked_share_destroy(&share);
        }
    }
}

/* With one account for all, the order of shares is EASY; and accounts that only keep the books
   change nothing. Both have an account's use in each pass, whatever the rule. */
static void test_one_account(void) {
    static workload_job jobs[RANDOM_JOBS];
    static int64_t starts[RANDOM_JOBS], others[RANDOM_JOBS];
    static uint32_t account_of[RANDOM_JOBS];
    uint64_t seed;
    int rule, by_share;

    for (seed = 1; seed <= 20; seed++) {
        for (rule = SWIL_BATCH; rule <= SWIL_END; rule++) {
            swil_settings settings = {0};
            workload load;
            swil_metrics metrics;

            random_jobs(seed, jobs, &load);
            use_policy(&settings.queue, EASY);
            settings.rule = (swil_rule)rule;
            CHECK_SEED(seed, swil_run(&load, &settings, starts, &metrics) == SKED_OK);
            for (by_share = 0; by_share < 2; by_share++) {
                sked_share share = make_accounts(2, 60);
                const swil_shares shares = {&share, account_of};
                seen_use seen = {&share, 0, 0};
                size_t job;

                for (job = 0; job < RANDOM_JOBS; job++) {
                    account_of[job] = 1 + (by_share == 0 && job % 3 == 0);
                }
                if (by_share) {
                    settings.queue.order = settings.queue.backfill_order = SKED_BY_SHARE;
                }
                settings.shares = &shares;
                settings.on_pass = see_use;
                settings.ctx = &seen;
                CHECK_SEED(seed, swil_run(&load, &settings, others, &metrics) == SKED_OK);
                CHECK_SEED(seed, memcmp(starts, others, sizeof starts) == 0);
                CHECK_SEED(seed, seen.passes > 100 && seen.equal == seen.passes);
                sked_share_destroy(&share);
            }
        }
    }
}

static void test_share_refusals(void) {
    static const workload_job jobs[] = {{1, 0, 5, 5, 1, 0, 0, 0, 0}};
    static const uint32_t unknown[] = {3};
    sked_share share = make_accounts(2, 0);
    const swil_shares shares = {&share, unknown};
    swil_settings settings = {0};
    workload load = {0};
    int64_t starts[1];
    swil_metrics metrics;

    load.jobs = (workload_job *)jobs;
    load.count = 1;
    load.processors = 2;
    settings.shares = &shares;
    CHECK(swil_run(&load, &settings, starts, &metrics) == SKED_E_UNKNOWN);
    settings.queue.order = SKED_BY_SHARE;
    CHECK(swil_run(&load, &settings, starts, &metrics) == SKED_E_RANGE);
    CHECK(metrics.refused == 0);
    settings.tiers = &tier_off;
    CHECK(swil_run(&load, &settings, starts, &metrics) == SKED_E_SETTING);
    sked_share_destroy(&share);
    settings.tiers = NULL;
    CHECK(swil_run(&load, &settings, starts, &metrics) == SKED_E_EMPTY);
}

/* ---- Published results ----------------------------------------------------------------------- */

typedef struct row {
    int all;                        /* 1: 28481 jobs; 0: the first 1000 */
    policy by;
    int actual;
    const char *rules;              /* letters of the rules that give this row */
    uint64_t wait_sum;
    uint64_t slowdown;              /* mean bounded slowdown in billionths */
    uint64_t fingerprint;
    const char *starts;             /* in expected/, or NULL */
} row;

#define SC15(name) "kthp.all." name ".PUBLISHED-SC15"
#define PYSS(name) "kth.1000." name ".pyss"

static const row rows[] = {
    {1, NO_BACKFILL, 0, "BSE", 10075905909, 6814973310176, 0xd5c7d678facccda0, NULL},
    {1, EASY, 0, "S", 194720954, 92576539734, 0x3c1b58c48038d036, SC15("easy")},
    {1, EASY, 0, "E", 194720103, 92574462763, 0x0775e9bd7d6e4b8e, NULL},
    {1, EASY, 0, "B", 194655880, 92687653743, 0xafea6a738c1035a8, NULL},
    {1, EASY_SJBF, 0, "S", 168154005, 69405400580, 0x99dc51644f4107b6,
     SC15("easysjbf-reqtime")},
    {1, EASY_SJBF, 0, "E", 168250316, 69616543434, 0xa89a7045cbec9c45, NULL},
    {1, EASY_SJBF, 0, "B", 168142892, 69393636136, 0xd453c0852a1367df, NULL},
    {1, EASY, 1, "SB", 180218700, 71722385112, 0xc50bfd8e5aef7a80, SC15("easy-clairvoyant")},
    {1, EASY, 1, "E", 180022047, 71293531112, 0xa71acbf9d5608b5e, NULL},
    {1, EASY_SJBF, 1, "S", 154823307, 49847718931, 0xb97e43bc60674533,
     SC15("easysjbf-clairvoyant")},
    {1, EASY_SJBF, 1, "E", 154808462, 49857831218, 0xdeca8174e946f9c2, NULL},
    {1, EASY_SJBF, 1, "B", 154817405, 49847241941, 0xdecae22bb38f1cff, NULL},
    {0, NO_BACKFILL, 0, "BSE", 16618588, 447187467121, 0xd4d81beb88e0fc9c, PYSS("fcfs")},
    {0, EASY, 0, "SE", 2925059, 48067119779, 0x645ef826df713c90, PYSS("easy")},
    {0, EASY, 0, "B", 2925059, 48067119779, 0x2b543addadc61a59, NULL},
    {0, EASY_SJBF, 0, "SE", 2660634, 38365082432, 0x209be4351c44f697, PYSS("easysjbf")},
    {0, EASY_SJBF, 0, "B", 2660634, 38365082432, 0xd7d82b9128b6de4e, NULL},
    {1, CONSERVATIVE, 0, "S", 208211808, 88997274969, 0x63be0a5596abc6b9, NULL},
    {0, CONSERVATIVE, 0, "S", 2682690, 42462892189, 0x9bddea58faa8c824, PYSS("cons")},
};

static FILE *open_packed(const char *folder, const char *name) {
    char command[1200];

    snprintf(command, sizeof command, "gzip -dc '%.1000s/%.150s'", folder, name);
    return popen(command, "r");
}

static int read_trace(const char *folder, int all, workload *load) {
    char path[1200];
    FILE *file;
    int done;

    snprintf(path, sizeof path, "%.1000s/swf/kth-sp2-first1000.swf", folder);
    file = all ? open_packed(folder, "swf/kth-sp2-filtered.swf.gz") : fopen(path, "r");
    done = file != NULL && workload_read_swf(file, 0, load, NULL);
    if (file != NULL) {
        (void)(all ? pclose(file) : fclose(file));
    }
    return done;
}

/* The number of jobs whose id and start are as in the file; count + 1 if the file goes on. */
static size_t count_equal(const char *folder, const char *name, const workload *load,
                          const int64_t *starts) {
    char path[200];
    unsigned long long id;
    long long start;
    size_t job = 0, equal = 0;
    FILE *file;

    snprintf(path, sizeof path, "expected/%.100s.start.csv.gz", name);
    file = open_packed(folder, path);
    if (file == NULL || fscanf(file, "id,start") == EOF) {
        return 0;
    }
    for (; fscanf(file, "%llu,%lld", &id, &start) == 2; job++) {
        equal += job == load->count ||
                 (job < load->count && id == load->jobs[job].id && start == starts[job]);
    }
    pclose(file);
    return equal;
}

/* Under `tiers` (or NULL) the row must come out as well, start for start. */
static void check_row(const char *folder, const row *expected, swil_rule rule,
                      const sked_tiers *tiers, const workload *load, int64_t *starts) {
    swil_settings settings = {0};
    swil_metrics m;
    uint64_t measured, difference, published = expected->slowdown * (uint64_t)load->count;

    use_policy(&settings.queue, expected->by);
    settings.rule = rule;
    settings.tiers = tiers;
    CHECK(swil_run(load, &settings, starts, &m) == SKED_OK);
    CHECK(m.jobs == load->count && m.wait_sum.high == 0 && m.wait_sum.low == expected->wait_sum);
    CHECK(swil_fingerprint(starts, load->count) == expected->fingerprint);
    /* Each job is rounded by at most half a millionth, the published mean by half a billionth. */
    measured = m.bounded_slowdown_sum.low * 1000;
    difference = measured > published ? measured - published : published - measured;
    CHECK(difference <= 501 * load->count);
    if (expected->starts != NULL) {
        CHECK(count_equal(folder, expected->starts, load, starts) == load->count);
    }
}

/* The one row with a published table of averages: KTH-SP2, EASY: flow 15696.7981812436, at most
   309231; bounded slowdown at most 14805.2. */
static void check_published_maxima(const workload *load, int64_t *starts) {
    swil_settings settings = {0};
    swil_metrics m;

    use_policy(&settings.queue, EASY);
    settings.rule = SWIL_SUBMIT;
    CHECK(swil_run(load, &settings, starts, &m) == SKED_OK);
    CHECK(text_is(m.response_sum, m.jobs, 10, "15696.7981812436"));
    CHECK(m.response_max == 309231 && m.bounded_slowdown_max.low == UINT64_C(14805200000));
}

static void check_trace(const char *folder, int all, int actual) {
    static const char letters[] = "BSE";        /* as swil_rule numbers them */
    workload load;
    int64_t *starts;
    size_t at;
    int rule;

    CHECK(read_trace(folder, all, &load) && load.count == (all ? 28481u : 1000u));
    starts = (int64_t *)calloc(load.count + 1, sizeof *starts);
    if (actual) {
        workload_use_actual(&load);
    } else if (all) {
        check_published_maxima(&load, starts);
    }
    for (at = 0; at < sizeof rows / sizeof rows[0] && starts != NULL; at++) {
        for (rule = SWIL_BATCH; rule <= SWIL_END; rule++) {
            if (rows[at].all == all && rows[at].actual == actual &&
                strchr(rows[at].rules, letters[rule]) != NULL) {
                check_row(folder, &rows[at], (swil_rule)rule, NULL, &load, starts);
                if (rows[at].by != CONSERVATIVE) {
                    check_row(folder, &rows[at], (swil_rule)rule, &tier_off, &load, starts);
                }
            }
        }
    }
    free(starts);
    workload_drop(&load);
}

static void test_all(void) {
    const char *folder = getenv("SKED_TRACES");

    test_three_rules_differ();
    test_early_end();
    test_ends_in_order_of_starts();
    test_ends_at_estimates();
    test_submits_in_file_order();
    test_bookings();
    test_estimates();
    test_metrics();
    test_metrics_at_limits();
    test_large_numbers();
    test_refusals();
    test_callback();
    test_reservations();
    test_promises();
    test_growth();
    test_turns();
    test_one_account();
    test_share_refusals();
    test_rounding();
    test_texts();
    test_tier_off();
    if (folder != NULL) {
        check_trace(folder, 0, 0);
        check_trace(folder, 1, 0);
        check_trace(folder, 1, 1);
    } else {
        printf("# not run: the published starts on KTH-SP2 (see make check TRACES=)\n");
    }
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, NULL);
}
