/* map.c - deep tests of mapping: a slow oracle, laws, hostile input, published makespans.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only, as a customer sees it. */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L     /* popen, to read the compressed tables */
#endif
#define SKED_IMPLEMENTATION
#include "sched.h"

#define DEEP_NAME "map"
#include "harness.h"

#include "../../examples/heuristic.h"
#include "../culprit.h"
#include "plain_map.h"
#include "workload.h"

#include <time.h>

enum {
    SMALL_INSTANCES = 4000,         /* seeds 1 .. SMALL_INSTANCES                       */
    LARGE_SEEDS = 1000000           /* from here on a seed tells the shape and the kind */
};

/* ---- help ---------------------------------------------------------------------------------- */

/* Says on stderr what runs, at most once a second and not in the first two. */
static void progress(const char *what, uint64_t done) {
    static clock_t next = 2 * (clock_t)CLOCKS_PER_SEC;
    if (clock() >= next) {
        fprintf(stderr, "deep_map: %s, %llu done\n", what, (unsigned long long)done);
        next = clock() + (clock_t)CLOCKS_PER_SEC;
    }
}

/* Is a heuristic one of those that the options speak to? */
static int takes_options(uint32_t heuristic) {
    return heuristic == SKED_MIN_MIN || heuristic == SKED_MAX_MIN || heuristic == SKED_DUPLEX ||
           heuristic == SKED_DUPLEX_SUM;
}

/* ---- a plan ---------------------------------------------------------------------------------- */

typedef struct plan {
    sked_map_row *rows;
    sked_map_result result;
} plan;

static plan plan_make(uint32_t jobs) {
    plan fresh;
    fresh.rows = (sked_map_row *)zeros_of(jobs, sizeof(sked_map_row));
    memset(fresh.rows, 0x5A, jobs * sizeof(sked_map_row));
    memset(&fresh.result, 0x5A, sizeof(fresh.result));
    return fresh;
}

static int row_equal(const sked_map_row *a, const sked_map_row *b) {
    return a->machine == b->machine && a->start == b->start && a->end == b->end;
}

static int rows_equal(const sked_map_row *a, const sked_map_row *b, uint32_t jobs) {
    uint32_t job;
    for (job = 0; job < jobs && row_equal(&a[job], &b[job]); job++) {
    }
    return job == jobs;
}

static int plan_equal(const plan *a, const plan *b, uint32_t jobs) {
    return rows_equal(a->rows, b->rows, jobs) && a->result.makespan == b->result.makespan &&
           sked_u128_compare(a->result.job_times, b->result.job_times) == 0 &&
           a->result.used == b->result.used;
}

/* ---- random instances ------------------------------------------------------------------------ */

typedef enum kind {
    TIES, ZEROS, ALL_EQUAL, EQUAL_MACHINES, CONSISTENT, INCONSISTENT, PROPORTIONAL, NARROW, POWERS,
    FAVOURITE, TWO_SIZES, AT_THE_LIMIT, UP_TO_THE_LIMIT, KINDS
} kind;

typedef struct instance {
    uint64_t seed;
    kind kind;
    sked_map_request request;       /* heuristic and options are set by whoever runs it */
    sked_time *times, *free_from;   /* owned                                            */
    sked_word *words;
    sked_set left_out;
    const sked_set *leave_out;      /* &left_out or NULL                                */
} instance;

static sked_time draw_up_to(uint64_t *state, sked_time highest) {
    return (sked_time)(check_random(state) % ((uint64_t)highest + 1u));
}

/* One entry. `base` belongs to the row; `highest` times jobs + 1 is still a time. */
static sked_time draw_time(uint64_t *state, kind which, uint32_t machine, sked_time base,
                           sked_time highest) {
    switch (which) {
    case TIES: return check_below(state, 4);
    case ZEROS: return check_below(state, 4) > 0 ? 0 : check_below(state, 5);
    case ALL_EQUAL: return 7;
    case EQUAL_MACHINES: return base;
    case CONSISTENT: return base * (sked_time)(machine + 1u) + machine;
    case INCONSISTENT: return check_below(state, 1000000);
    case PROPORTIONAL: return base * (sked_time)(1u + check_below(state, 1000));
    case NARROW: return base * 16 + check_below(state, 16);
    case POWERS: return INT64_C(1) << check_below(state, 40);
    case FAVOURITE: return machine == 1 ? check_below(state, 10) : 50 + check_below(state, 1000);
    case TWO_SIZES: return (base < 900 ? 3 : 1000) + check_below(state, 3);
    case AT_THE_LIMIT: return highest - check_below(state, 3);
    default: return draw_up_to(state, highest);
    }
}

static void fill_times(instance *in, uint64_t *state) {
    static const uint32_t never_percents[6] = { 0, 0, 0, 10, 60, 95 };
    const uint32_t jobs = in->request.jobs, machines = in->request.machines;
    const uint32_t percent = never_percents[check_below(state, 6)];
    const uint32_t dead = check_below(state, 8) == 0 ? check_below(state, machines) : machines;
    const sked_time highest = SKED_TIME_MAX / (sked_time)(jobs + 1u);
    uint32_t job, machine;
    for (job = 0; job < jobs; job++) {
        const sked_time base = 1 + check_below(state, 1000);
        sked_time *const row = in->times + (size_t)job * machines;
        const uint32_t sure = check_below(state, machines);
        for (machine = 0; machine < machines; machine++) {
            row[machine] = draw_time(state, in->kind, machine, base, highest);
            if (machine != sure && (machine == dead || check_below(state, 100) < percent)) {
                row[machine] = SKED_NEVER;
            }
        }
    }
}

/* The sum over all jobs of their longest time: what the limits are about. */
static sked_time longest_times(const instance *in) {
    const uint32_t jobs = in->request.jobs, machines = in->request.machines;
    sked_time sum = 0;
    uint32_t job, machine;
    for (job = 0; job < jobs; job++) {
        sked_time longest = 0;
        for (machine = 0; machine < machines; machine++) {
            const sked_time length = in->times[(size_t)job * machines + machine];
            longest = length != SKED_NEVER && length > longest ? length : longest;
        }
        sum += longest;
    }
    return sum;
}

/* Free times: none given, small ones, some of the order of the times, wildly unequal ones up to
 * the last one that the limits allow. */
static void fill_free(instance *in, uint64_t *state) {
    const uint32_t machines = in->request.machines, style = check_below(state, 5);
    const sked_time highest = SKED_TIME_MAX - longest_times(in);
    const size_t entries = (size_t)in->request.jobs * machines;
    uint32_t machine;
    for (machine = 0; machine < machines; machine++) {
        const sked_time one = in->times[check_random(state) % entries];
        sked_time from = 0;
        if (style == 1) {
            from = check_below(state, 10);
        } else if (style == 2 && one != SKED_NEVER && one < highest / 4) {
            from = one * (sked_time)check_below(state, 4);
        } else if (style == 3) {
            from = check_below(state, 2) == 0 ? 0 : draw_up_to(state, highest);
        }
        in->free_from[machine] = from > highest ? highest : from;
    }
    if (style == 3) {
        in->free_from[check_below(state, machines)] = highest;
    }
    in->request.free_from = style == 4 ? NULL : in->free_from;
}

/* Jobs to leave out: none given, an empty set, a tenth, a half, all but one. One always stays. */
static void fill_leave_out(instance *in, uint64_t *state) {
    static const uint32_t percents[5] = { 0, 0, 10, 50, 100 };
    const uint32_t jobs = in->request.jobs, style = check_below(state, 8);
    const uint32_t percent = style < 5 ? percents[style] : 0;
    uint32_t job;
    in->left_out = sked_set_of(in->words, jobs);
    for (job = 0; job < jobs; job++) {
        if (check_below(state, 100) < percent) {
            sked_set_add(&in->left_out, job);
        }
    }
    sked_set_remove(&in->left_out, check_below(state, jobs));
    in->leave_out = style == 0 || style >= 5 ? NULL : &in->left_out;
}

static instance *instance_make(uint64_t seed, uint32_t jobs, uint32_t machines, kind which) {
    instance *const in = (instance *)zeros_of(1, sizeof(instance));
    uint64_t state = seed * UINT64_C(0x2545F4914F6CDD1D);
    in->seed = seed;
    in->kind = which;
    in->times = (sked_time *)zeros_of((size_t)jobs * machines, sizeof(sked_time));
    in->free_from = (sked_time *)zeros_of(machines, sizeof(sked_time));
    in->words = (sked_word *)zeros_of(SKED_SET_WORDS(jobs), sizeof(sked_word));
    in->request.jobs = jobs;
    in->request.machines = machines;
    in->request.times = in->times;
    fill_times(in, &state);
    fill_free(in, &state);
    fill_leave_out(in, &state);
    return in;
}

static void instance_drop(instance *in) {
    free(in->times);
    free(in->free_from);
    free(in->words);
    free(in);
}

/* The shapes of the larger instances; each is drawn once of every kind, the last of three
 * only. */
static const uint32_t large_shapes[][2] = {
    { 300, 20 }, { 200, 64 }, { 64, 200 }, { 500, 3 }, { 130, 1 }, { 1, 130 }, { 900, 16 }
};
enum { LARGE_SHAPES = sizeof(large_shapes) / sizeof(large_shapes[0]) };

static instance *instance_of_seed(uint64_t seed) {
    uint64_t state = seed;
    if (seed >= LARGE_SEEDS) {
        const size_t shape = (size_t)((seed - LARGE_SEEDS) / KINDS % LARGE_SHAPES);
        return instance_make(seed, large_shapes[shape][0], large_shapes[shape][1],
                             (kind)((seed - LARGE_SEEDS) % KINDS));
    } else {
        const uint32_t jobs = check_below(&state, 16) == 0 ? 1 : 1 + check_below(&state, 40);
        const uint32_t machines = check_below(&state, 16) == 0 ? 1 : 1 + check_below(&state, 12);
        return instance_make(seed, jobs, machines, (kind)check_below(&state, KINDS));
    }
}

/* ---- the oracle ------------------------------------------------------------------------------ */

/* The plan of every heuristic but the duplexes. */
static plan oracle_run(const instance *in, sked_heuristic heuristic, int by_least_time) {
    sked_map_request request = in->request;
    plan made = plan_make(request.jobs);
    request.options = by_least_time ? SKED_MAP_LEAST_TIME : 0;
    slow_map_one(&request, in->leave_out, heuristic, made.rows, &made.result);
    return made;
}

/* The plans of all heuristics, [heuristic][0] plain and [heuristic][1] with SKED_MAP_LEAST_TIME.
 * A duplex shares the rows of the one that won. */
typedef struct answers {
    plan of[HEURISTICS][2];
} answers;

static void oracle_all(const instance *in, answers *all) {
    uint32_t heuristic;
    int option;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        for (option = 0; option < 2; option++) {
            if (heuristic == SKED_DUPLEX || heuristic == SKED_DUPLEX_SUM) {
                continue;
            }
            all->of[heuristic][option] =
                option == 1 && !takes_options(heuristic)
                    ? all->of[heuristic][0]
                    : oracle_run(in, (sked_heuristic)heuristic, option);
        }
    }
    for (option = 0; option < 2; option++) {
        const plan *const min = &all->of[SKED_MIN_MIN][option];
        const plan *const max = &all->of[SKED_MAX_MIN][option];
        const int sum = sked_u128_compare(max->result.job_times, min->result.job_times);
        all->of[SKED_DUPLEX][option] = max->result.makespan < min->result.makespan ? *max : *min;
        all->of[SKED_DUPLEX_SUM][option] = sum < 0 ? *max : *min;
    }
}

static void answers_drop(answers *all) {
    uint32_t heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        if (heuristic != SKED_DUPLEX && heuristic != SKED_DUPLEX_SUM) {
            free(all->of[heuristic][0].rows);
            if (takes_options(heuristic)) {
                free(all->of[heuristic][1].rows);
            }
        }
    }
}

/* ---- comparing with the oracle --------------------------------------------------------------- */

static sked_map_request request_for(const instance *in, uint32_t heuristic, uint32_t options) {
    sked_map_request request = in->request;
    request.heuristic = (sked_heuristic)heuristic;
    request.options = options;
    return request;
}

/* Maps in a block of exactly the size asked for, full of noise, between red zones. */
static sked_status map_guarded(const sked_map_request *request, const sked_set *leave_out,
                               uint64_t noise, plan *got) {
    size_t bytes = 0;
    guarded block;
    sked_status status = sked_map_bytes(request, &bytes);
    CHECK_SEED(noise, status == SKED_OK && bytes > 0);
    block = guarded_noise(bytes, noise);
    status = sked_map_prepare(request, block.block, bytes);
    CHECK_SEED(noise, guarded_is_whole(&block));
    if (status == SKED_OK) {
        status = sked_map_run(request, block.block, bytes, leave_out, got->rows, &got->result);
        CHECK_SEED(noise, guarded_is_whole(&block));
    }
    free(block.base);
    return status;
}

static void show_difference(const instance *in, uint32_t heuristic, uint32_t options,
                            const plan *got, const plan *want, sked_status status) {
    static unsigned shown;
    uint32_t job = 0;
    if (shown++ >= 20) {
        return;
    }
    printf("# seed %llu: %u jobs x %u machines, kind %d, %s, options %u: %s\n",
           (unsigned long long)in->seed, (unsigned)in->request.jobs,
           (unsigned)in->request.machines, (int)in->kind, heuristic_name((int)heuristic),
           (unsigned)options, sked_status_text(status));
    while (job < in->request.jobs && row_equal(&got->rows[job], &want->rows[job])) {
        job++;
    }
    if (job < in->request.jobs && status == SKED_OK) {
        printf("#   job %u: machine %u [%lld, %lld), expected machine %u [%lld, %lld)\n",
               (unsigned)job, (unsigned)got->rows[job].machine, (long long)got->rows[job].start,
               (long long)got->rows[job].end, (unsigned)want->rows[job].machine,
               (long long)want->rows[job].start, (long long)want->rows[job].end);
    }
}

/* Which of the rarer things happened at all: a test in which they do not proves nothing. */
typedef struct sightings {
    unsigned long max_min_wins, max_min_wins_sum, duplexes_disagree, passes_matter, options_matter;
} sightings;

static sightings seen;

static void note_sightings(const answers *all, uint32_t jobs) {
    const plan *const duplex = &all->of[SKED_DUPLEX][0], *const sum = &all->of[SKED_DUPLEX_SUM][0];
    seen.max_min_wins += duplex->result.used == SKED_MAX_MIN;
    seen.max_min_wins_sum += sum->result.used == SKED_MAX_MIN;
    seen.duplexes_disagree += duplex->result.used != sum->result.used;
    seen.passes_matter += !rows_equal(all->of[SKED_SUFFERAGE][0].rows,
                                      all->of[SKED_SUFFERAGE_PASS][0].rows, jobs);
    seen.options_matter += !rows_equal(all->of[SKED_MIN_MIN][0].rows,
                                       all->of[SKED_MIN_MIN][1].rows, jobs);
}

/* Every heuristic under every combination of options: those that do not take an option ignore
 * it. */
static void compare_with_oracle(const instance *in) {
    answers all;
    uint32_t heuristic, options;
    oracle_all(in, &all);
    note_sightings(&all, in->request.jobs);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        for (options = 0; options < 4; options++) {
            const sked_map_request request = request_for(in, heuristic, options);
            const plan *const want = &all.of[heuristic][(options & SKED_MAP_LEAST_TIME) != 0];
            plan got = plan_make(in->request.jobs);
            const sked_status status = map_guarded(&request, in->leave_out, in->seed, &got);
            const int equal = status == SKED_OK && plan_equal(&got, want, in->request.jobs);
            if (!equal) {
                show_difference(in, heuristic, options, &got, want, status);
            }
            CHECK_SEED(in->seed, equal);
            free(got.rows);
        }
    }
    answers_drop(&all);
}

/* ---- laws that need no oracle ---------------------------------------------------------------- */

static sked_time free_at(const sked_map_request *request, uint32_t machine) {
    return request->free_from == NULL ? 0 : request->free_from[machine];
}

static int is_left_out(const instance *in, uint32_t job) {
    return in->leave_out != NULL && sked_set_has(in->leave_out, job);
}

/* A row is where and as long as the table says, and not before the machine is free. */
static int row_is_valid(const instance *in, const sked_map_row *row, uint32_t job) {
    sked_time length;
    if (is_left_out(in, job)) {
        return row->machine == SKED_NONE && row->start == 0 && row->end == 0;
    }
    if (row->machine >= in->request.machines) {
        return 0;
    }
    length = in->times[(size_t)job * in->request.machines + row->machine];
    return length != SKED_NEVER && row->start >= free_at(&in->request, row->machine) &&
           row->end == row->start + length;
}

static int rows_overlap(const sked_map_row *a, const sked_map_row *b) {
    return a->machine != SKED_NONE && a->machine == b->machine && a->start < b->end &&
           b->start < a->end;
}

static void law_valid(const instance *in, const plan *got) {
    const uint32_t jobs = in->request.jobs;
    const sked_map_result result = result_of(got->rows, jobs, got->result.used);
    uint32_t job, other;
    int valid = 1, alone = 1;
    for (job = 0; job < jobs; job++) {
        valid = valid && row_is_valid(in, &got->rows[job], job);
        for (other = 0; other < job; other++) {
            alone = alone && !rows_overlap(&got->rows[job], &got->rows[other]);
        }
    }
    CHECK_SEED(in->seed, valid);
    CHECK_SEED(in->seed, alone);
    CHECK_SEED(in->seed, got->result.makespan == result.makespan);
    CHECK_SEED(in->seed, sked_u128_compare(got->result.job_times, result.job_times) == 0);
}

/* No plan ends before the longest of the least times, nor before an even share of their sum. */
static void law_bounds(const instance *in, const plan *got) {
    const uint32_t machines = in->request.machines;
    sked_u128 sum = { 0, 0 };
    sked_time longest = 0;
    uint32_t job, machine;
    for (job = 0; job < in->request.jobs; job++) {
        sked_time shortest = SKED_NEVER;
        if (is_left_out(in, job)) {
            continue;
        }
        for (machine = 0; machine < machines; machine++) {
            const sked_time length = in->times[(size_t)job * machines + machine];
            shortest = length < shortest ? length : shortest;
        }
        sum = sked_u128_add(sum, sked_u128_mul((uint64_t)shortest, 1));
        longest = shortest > longest ? shortest : longest;
    }
    CHECK_SEED(in->seed, got->result.makespan >= longest);
    CHECK_SEED(in->seed, sked_u128_compare(
        sked_u128_mul((uint64_t)got->result.makespan, machines), sum) >= 0);
}

static plan map_of(const instance *in, uint32_t heuristic, uint32_t options) {
    const sked_map_request request = request_for(in, heuristic, options);
    plan got = plan_make(in->request.jobs);
    CHECK_SEED(in->seed, map_guarded(&request, in->leave_out, in->seed, &got) == SKED_OK);
    return got;
}

/* A duplex is the better of the two, by its own measure, min-min if they are equal. */
static void law_duplex(const instance *in, uint32_t options) {
    const uint32_t jobs = in->request.jobs;
    plan min = map_of(in, SKED_MIN_MIN, options), max = map_of(in, SKED_MAX_MIN, options);
    plan duplex = map_of(in, SKED_DUPLEX, options), sum = map_of(in, SKED_DUPLEX_SUM, options);
    const int by_sum = sked_u128_compare(max.result.job_times, min.result.job_times) < 0;
    const int by_makespan = max.result.makespan < min.result.makespan;
    CHECK_SEED(in->seed, plan_equal(&duplex, by_makespan ? &max : &min, jobs));
    CHECK_SEED(in->seed, plan_equal(&sum, by_sum ? &max : &min, jobs));
    free(min.rows);
    free(max.rows);
    free(duplex.rows);
    free(sum.rows);
}

/* All times taken c times as long give the plan c times as long. */
static void law_scale(instance *in, uint32_t heuristic, uint32_t options, sked_time by) {
    const size_t entries = (size_t)in->request.jobs * in->request.machines;
    plan once = map_of(in, heuristic, options), scaled;
    size_t at;
    uint32_t job, machine;
    for (at = 0; at < entries; at++) {
        in->times[at] = in->times[at] == SKED_NEVER ? SKED_NEVER : in->times[at] * by;
    }
    for (machine = 0; machine < in->request.machines; machine++) {
        in->free_from[machine] *= by;
    }
    scaled = map_of(in, heuristic, options);
    for (job = 0; job < in->request.jobs; job++) {
        once.rows[job].start *= by;
        once.rows[job].end *= by;
    }
    once.result = result_of(once.rows, in->request.jobs, once.result.used);
    CHECK_SEED(in->seed, plan_equal(&once, &scaled, in->request.jobs));
    free(once.rows);
    free(scaled.rows);
}

/* The same table without the rows of the jobs that are left out. */
static instance *instance_reduced(const instance *in) {
    const uint32_t jobs = in->request.jobs, machines = in->request.machines;
    instance *const less = instance_make(in->seed, jobs, machines, in->kind);
    uint32_t job, kept = 0;
    for (job = 0; job < jobs; job++) {
        if (!is_left_out(in, job)) {
            memcpy(less->times + (size_t)kept * machines, in->times + (size_t)job * machines,
                   machines * sizeof(sked_time));
            kept++;
        }
    }
    less->request.jobs = kept;
    less->request.free_from = in->request.free_from;
    less->leave_out = NULL;
    return less;
}

/* A plan with jobs left out is the plan of the table without them, made afresh by sked_map. */
static void law_left_out_is_absent(const instance *in, const sked_map_request *request,
                                   const plan *got) {
    instance *const less = instance_reduced(in);
    sked_map_request fresh = request_for(less, request->heuristic, request->options);
    plan want = plan_make(less->request.jobs);
    meter watch = {0};
    uint32_t job, kept = 0;
    int equal = 1;
    CHECK_SEED(in->seed, sked_map(&fresh, meter_mem(&watch), want.rows, &want.result) == SKED_OK);
    CHECK_SEED(in->seed, watch.requests == 1 && meter_is_clean(&watch));
    for (job = 0; job < in->request.jobs; job++) {
        if (is_left_out(in, job)) {
            equal = equal && got->rows[job].machine == SKED_NONE;
        } else {
            equal = equal && row_equal(&got->rows[job], &want.rows[kept++]);
        }
    }
    CHECK_SEED(in->seed, equal && got->result.makespan == want.result.makespan &&
                         got->result.used == want.result.used);
    free(want.rows);
    instance_drop(less);
}

/* Prepared once, run many times with other free times and jobs: each as if made afresh; and the
 * first question still has its first answer, also in a copy of the block at another address. */
static void law_prepared_once(instance *in, uint32_t heuristic, uint32_t options) {
    sked_map_request request = request_for(in, heuristic, options);
    uint64_t state = in->seed + 77;
    plan first = plan_make(in->request.jobs), again = plan_make(in->request.jobs);
    size_t bytes = 0;
    guarded block, copy;
    int round;
    CHECK_SEED(in->seed, sked_map_bytes(&request, &bytes) == SKED_OK);
    block = guarded_noise(bytes, in->seed);
    copy = guarded_noise(bytes, in->seed + 1);
    request.free_from = NULL;
    CHECK_SEED(in->seed, sked_map_prepare(&request, block.block, bytes) == SKED_OK);
    CHECK_SEED(in->seed, sked_map_run(&request, block.block, bytes, NULL, first.rows,
                                      &first.result) == SKED_OK);
    for (round = 0; round < 4; round++) {
        fill_free(in, &state);
        fill_leave_out(in, &state);
        request.free_from = in->request.free_from;
        CHECK_SEED(in->seed, sked_map_run(&request, block.block, bytes, in->leave_out, again.rows,
                                          &again.result) == SKED_OK);
        law_left_out_is_absent(in, &request, &again);
    }
    request.free_from = NULL;
    memcpy(copy.block, block.block, bytes);
    CHECK_SEED(in->seed, sked_map_run(&request, copy.block, bytes, NULL, again.rows,
                                      &again.result) == SKED_OK);
    CHECK_SEED(in->seed, plan_equal(&first, &again, in->request.jobs));
    CHECK_SEED(in->seed, guarded_is_whole(&block) && guarded_is_whole(&copy));
    free(first.rows);
    free(again.rows);
    free(block.base);
    free(copy.base);
}

/* MET looks at the table alone: whatever the free times, the machines are the same. */
static void law_met_ignores_queues(instance *in) {
    uint64_t state = in->seed + 5;
    plan one = map_of(in, SKED_MET, 0), two;
    uint32_t job;
    int same = 1;
    fill_free(in, &state);
    two = map_of(in, SKED_MET, 0);
    for (job = 0; job < in->request.jobs; job++) {
        same = same && one.rows[job].machine == two.rows[job].machine;
    }
    CHECK_SEED(in->seed, same);
    free(one.rows);
    free(two.rows);
}

/* How strictly a block is aligned. */
struct alignment {
    char byte;
    sked_align aligned;
};

/* The size of the block depends on heuristic, options, jobs and machines alone, and a block of
 * one byte less is refused, as is one that is not aligned; then nothing is written. */
static void law_block_size(const instance *in, uint32_t heuristic, uint32_t options) {
    sked_map_request request = request_for(in, heuristic, options);
    size_t bytes = 0, bare = 1, shift;
    uint32_t job = 4711;
    guarded block, before;
    CHECK_SEED(in->seed, sked_map_bytes(&request, &bytes) == SKED_OK);
    request.times = NULL;
    request.free_from = NULL;
    CHECK_SEED(in->seed, sked_map_bytes(&request, &bare) == SKED_OK && bare == bytes);
    request = request_for(in, heuristic, options);
    block = guarded_noise(bytes + sizeof(sked_align), in->seed);
    before = guarded_noise(bytes + sizeof(sked_align), in->seed);
    CHECK_SEED(in->seed, map_prepare(&request, block.block, bytes - 1, &job) == SKED_E_BLOCK);
    CHECK_SEED(in->seed, map_prepare(&request, block.block, 0, &job) == SKED_E_BLOCK);
    for (shift = 1; shift < offsetof(struct alignment, aligned); shift++) {
        CHECK_SEED(in->seed, map_prepare(&request, block.block + shift, bytes, &job) ==
                                 SKED_E_BLOCK);
    }
    CHECK_SEED(in->seed, job == 4711);
    CHECK_SEED(in->seed, memcmp(block.base, before.base, before.bytes + 2u * RED_BYTES) == 0);
    free(block.base);
    free(before.base);
}

static void laws_of_seed(uint64_t seed) {
    uint64_t state = seed + 99;
    const uint32_t heuristic = check_below(&state, HEURISTICS);
    const uint32_t options = check_below(&state, 4);
    instance *const in = instance_of_seed(seed);
    plan got = map_of(in, heuristic, options);
    law_valid(in, &got);
    law_bounds(in, &got);
    free(got.rows);
    law_duplex(in, options);
    law_block_size(in, heuristic, options);
    law_prepared_once(in, heuristic, options);
    law_met_ignores_queues(in);
    if (in->kind < AT_THE_LIMIT) {
        uint32_t machine;
        for (machine = 0; machine < in->request.machines; machine++) {
            in->free_from[machine] %= 1000000;
        }
        law_scale(in, heuristic, options, 1 + check_below(&state, 1000));
    }
    instance_drop(in);
}

/* More jobs or machines never need a smaller block, and low memory means O(jobs + machines). */
static void law_size_grows(void) {
    uint32_t heuristic, options, step;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        for (options = 0; options < 4; options++) {
            sked_map_request request = {.heuristic = SKED_OLB, .jobs = 1, .machines = 1};
            size_t last = 0, bytes = 0;
            request.heuristic = (sked_heuristic)heuristic;
            request.options = options;
            for (step = 0; step < 40; step++) {
                request.jobs += step % 2 * (step + 1);
                request.machines += (step + 1) % 2 * (step + 1);
                CHECK(sked_map_bytes(&request, &bytes) == SKED_OK && bytes >= last);
                last = bytes;
            }
            request.jobs = 100000;
            request.machines = 50000;
            if ((options & SKED_MAP_LOW_MEMORY) != 0 && takes_options(heuristic)) {
                CHECK(sked_map_bytes(&request, &bytes) == SKED_OK && bytes < 150000u * 100u);
            } else if (sizeof(size_t) >= 8) {
                CHECK(sked_map_bytes(&request, &bytes) == SKED_OK && bytes >= last);
            }
        }
    }
}

/* ---- plans computed by hand ------------------------------------------------------------------ */

typedef struct by_hand {
    uint32_t heuristic;
    sked_map_row rows[6];           /* start, end, machine */
} by_hand;

static void check_by_hand(const by_hand *want, uint32_t jobs, uint32_t machines,
                          const sked_time *times, const sked_time *free_from, uint32_t used) {
    sked_map_request request = {.heuristic = SKED_OLB};
    plan got = plan_make(jobs);
    instance in;
    plan by_oracle;
    request.heuristic = (sked_heuristic)want->heuristic;
    request.jobs = jobs;
    request.machines = machines;
    request.times = times;
    request.free_from = free_from;
    CHECK(map_guarded(&request, NULL, 3, &got) == SKED_OK);
    CHECK(rows_equal(got.rows, want->rows, jobs));
    CHECK(got.result.used == (sked_heuristic)used);
    memset(&in, 0, sizeof(in));
    in.request = request;
    by_oracle = oracle_run(&in, (sked_heuristic)used, 0);
    CHECK(rows_equal(by_oracle.rows, want->rows, jobs));
    free(by_oracle.rows);
    free(got.rows);
}

/* Two jobs that both like machine 0; the second one much more so. */
static void example_of_each(void) {
    static const sked_time times[4] = { 4, 6, 3, 9 };
    static const by_hand plans[7] = {
        { SKED_OLB, { { 0, 4, 0 }, { 0, 9, 1 } } },
        { SKED_MET, { { 0, 4, 0 }, { 4, 7, 0 } } },
        { SKED_MCT, { { 0, 4, 0 }, { 4, 7, 0 } } },
        { SKED_MIN_MIN, { { 0, 6, 1 }, { 0, 3, 0 } } },
        { SKED_MAX_MIN, { { 0, 4, 0 }, { 4, 7, 0 } } },
        { SKED_SUFFERAGE, { { 0, 6, 1 }, { 0, 3, 0 } } },
        { SKED_SUFFERAGE_PASS, { { 0, 6, 1 }, { 0, 3, 0 } } },
    };
    size_t at;
    for (at = 0; at < sizeof(plans) / sizeof(plans[0]); at++) {
        check_by_hand(&plans[at], 2, 2, times, NULL, plans[at].heuristic);
    }
}

/* One long job and four short ones on two equal machines: max-min starts the long one first,
 * min-min finds no room for it beside the short ones. Max-min never wins on the published
 * instances. */
static void example_max_min_wins(void) {
    static const sked_time times[10] = { 1, 1, 1, 1, 1, 1, 1, 1, 4, 4 };
    static const by_hand plans[3] = {
        { SKED_MIN_MIN, { { 0, 1, 0 }, { 0, 1, 1 }, { 1, 2, 0 }, { 1, 2, 1 }, { 2, 6, 0 } } },
        { SKED_MAX_MIN, { { 0, 1, 1 }, { 1, 2, 1 }, { 2, 3, 1 }, { 3, 4, 1 }, { 0, 4, 0 } } },
        { SKED_DUPLEX, { { 0, 1, 1 }, { 1, 2, 1 }, { 2, 3, 1 }, { 3, 4, 1 }, { 0, 4, 0 } } },
    };
    static const by_hand by_sum = {
        SKED_DUPLEX_SUM, { { 0, 1, 0 }, { 0, 1, 1 }, { 1, 2, 0 }, { 1, 2, 1 }, { 2, 6, 0 } }
    };
    check_by_hand(&plans[0], 5, 2, times, NULL, SKED_MIN_MIN);
    check_by_hand(&plans[1], 5, 2, times, NULL, SKED_MAX_MIN);
    check_by_hand(&plans[2], 5, 2, times, NULL, SKED_MAX_MIN);
    check_by_hand(&by_sum, 5, 2, times, NULL, SKED_MIN_MIN);       /* 12 against 14 */
}

/* Job 0 could run on either machine, job 1 hardly anywhere but on machine 0: min-min makes job 1
 * wait, which gives ends of 1 and 3 in place of 1 and 2. */
static void example_max_min_wins_by_sum(void) {
    static const sked_time times[4] = { 1, 1, 2, 100 };
    static const by_hand plans[4] = {
        { SKED_MIN_MIN, { { 0, 1, 0 }, { 1, 3, 0 } } },
        { SKED_MAX_MIN, { { 0, 1, 1 }, { 0, 2, 0 } } },
        { SKED_DUPLEX, { { 0, 1, 1 }, { 0, 2, 0 } } },
        { SKED_DUPLEX_SUM, { { 0, 1, 1 }, { 0, 2, 0 } } },
    };
    check_by_hand(&plans[0], 2, 2, times, NULL, SKED_MIN_MIN);
    check_by_hand(&plans[1], 2, 2, times, NULL, SKED_MAX_MIN);
    check_by_hand(&plans[2], 2, 2, times, NULL, SKED_MAX_MIN);
    check_by_hand(&plans[3], 2, 2, times, NULL, SKED_MAX_MIN);
}

/* All equal: the lowest job goes first, to the lowest machine; then to the other one. */
static void example_ties(void) {
    static const sked_time times[6] = { 5, 5, 5, 5, 5, 5 };
    by_hand want = { SKED_OLB, { { 0, 5, 0 }, { 0, 5, 1 }, { 5, 10, 0 } } };
    static const by_hand met = { SKED_MET, { { 0, 5, 0 }, { 5, 10, 0 }, { 10, 15, 0 } } };
    uint32_t heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        want.heuristic = heuristic;
        if (heuristic != SKED_MET) {
            check_by_hand(&want, 3, 2, times, NULL,
                          heuristic == SKED_DUPLEX || heuristic == SKED_DUPLEX_SUM ? SKED_MIN_MIN
                                                                                   : heuristic);
        }
    }
    check_by_hand(&met, 3, 2, times, NULL, SKED_MET);
}

/* Machine 0 is busy until 10. Job 0 can only run there; job 2 only on machine 1. One job a step:
 * job 0, the lower of the two without a choice, then job 2, then job 1, whose loss is bounded. By
 * passes: job 1 claims machine 1 in the first pass and is ousted by job 2. */
static void example_no_choice_and_free_times(void) {
    static const sked_time times[6] = { 3, SKED_NEVER, 2, 7, SKED_NEVER, 4 };
    static const sked_time free_from[2] = { 10, 0 };
    static const by_hand plans[5] = {
        { SKED_OLB, { { 10, 13, 0 }, { 0, 7, 1 }, { 7, 11, 1 } } },
        { SKED_MET, { { 10, 13, 0 }, { 13, 15, 0 }, { 0, 4, 1 } } },
        { SKED_MIN_MIN, { { 10, 13, 0 }, { 4, 11, 1 }, { 0, 4, 1 } } },
        { SKED_SUFFERAGE, { { 10, 13, 0 }, { 4, 11, 1 }, { 0, 4, 1 } } },
        { SKED_SUFFERAGE_PASS, { { 10, 13, 0 }, { 4, 11, 1 }, { 0, 4, 1 } } },
    };
    size_t at;
    for (at = 0; at < sizeof(plans) / sizeof(plans[0]); at++) {
        check_by_hand(&plans[at], 3, 2, times, free_from, plans[at].heuristic);
    }
}

/* Jobs without a choice all suffer without bound: the lowest goes first. */
static void example_two_without_choice(void) {
    static const sked_time times[4] = { 5, SKED_NEVER, 3, SKED_NEVER };
    static const by_hand plans[2] = {
        { SKED_SUFFERAGE, { { 0, 5, 0 }, { 5, 8, 0 } } },
        { SKED_SUFFERAGE_PASS, { { 0, 5, 0 }, { 5, 8, 0 } } },
    };
    check_by_hand(&plans[0], 2, 2, times, NULL, SKED_SUFFERAGE);
    check_by_hand(&plans[1], 2, 2, times, NULL, SKED_SUFFERAGE_PASS);
}

/* Where the two readings of sufferage part. One job a step: once job 2 has machine 0, jobs 0 and
 * 1 both want machine 1 and would lose 1; the tie goes to job 0. By passes: job 1 claims machine
 * 1 before anything is carried out, and job 0, ousted from machine 0 by job 2, waits for the
 * second pass. */
static void example_sufferage_readings(void) {
    static const sked_time times[9] = { 1, 1, 2, 2, 1, 2, 1, 3, 4 };
    static const by_hand plans[2] = {
        { SKED_SUFFERAGE, { { 0, 1, 1 }, { 1, 2, 1 }, { 0, 1, 0 } } },
        { SKED_SUFFERAGE_PASS, { { 1, 2, 0 }, { 0, 1, 1 }, { 0, 1, 0 } } },
    };
    check_by_hand(&plans[0], 3, 3, times, NULL, SKED_SUFFERAGE);
    check_by_hand(&plans[1], 3, 3, times, NULL, SKED_SUFFERAGE_PASS);
}

/* The paper's literal words: best is where a job takes least, however long the queue is there. */
static void example_least_time(void) {
    static const sked_time times[4] = { 4, 6, 3, 9 };
    static const sked_map_row min_min[2] = { { 3, 7, 0 }, { 0, 3, 0 } };
    static const sked_map_row max_min[2] = { { 0, 4, 0 }, { 4, 7, 0 } };
    sked_map_request request = {
        .heuristic = SKED_MIN_MIN, .options = SKED_MAP_LEAST_TIME, .jobs = 2, .machines = 2};
    plan got = plan_make(2);
    request.times = times;
    CHECK(map_guarded(&request, NULL, 1, &got) == SKED_OK && rows_equal(got.rows, min_min, 2));
    request.heuristic = SKED_MAX_MIN;
    CHECK(map_guarded(&request, NULL, 1, &got) == SKED_OK && rows_equal(got.rows, max_min, 2));
    free(got.rows);
}

/* ---- hostile input --------------------------------------------------------------------------- */

enum { PROBE_JOBS = 3, PROBE_MACHINES = 2 };

/* A request, all that a call may write to, and what that looked like before. */
typedef struct probe {
    sked_map_request request;
    sked_time times[PROBE_JOBS * PROBE_MACHINES], free_from[PROBE_MACHINES];
    sked_map_row rows[PROBE_JOBS], rows_before[PROBE_JOBS];
    sked_map_result result, result_before;
    size_t bytes;
    guarded block;
} probe;

static void probe_cover(probe *p) {
    memset(p->rows, 0x5A, sizeof(p->rows));
    memset(p->rows_before, 0x5A, sizeof(p->rows));
    memset(&p->result, 0x5A, sizeof(p->result));
    memset(&p->result_before, 0x5A, sizeof(p->result));
}

static int probe_untouched(const probe *p) {
    return memcmp(p->rows, p->rows_before, sizeof(p->rows)) == 0 &&
           memcmp(&p->result, &p->result_before, sizeof(p->result)) == 0;
}

static void probe_make(probe *p, uint32_t heuristic, uint32_t options) {
    static const sked_time times[PROBE_JOBS * PROBE_MACHINES] = { 4, 6, 3, 9, SKED_NEVER, 5 };
    memset(p, 0, sizeof(*p));
    memcpy(p->times, times, sizeof(times));
    p->request.heuristic = (sked_heuristic)heuristic;
    p->request.options = options;
    p->request.jobs = PROBE_JOBS;
    p->request.machines = PROBE_MACHINES;
    p->request.times = p->times;
    p->request.free_from = p->free_from;
    CHECK(sked_map_bytes(&p->request, &p->bytes) == SKED_OK);
    p->block = guarded_noise(p->bytes, 11);
    probe_cover(p);
}

static void probe_drop(probe *p) {
    CHECK(guarded_is_whole(&p->block));
    free(p->block.base);
}

/* sked_map refuses with this status, leaves rows and result as they were, and loses no memory. */
static void expect_map_refuses(probe *p, sked_status status, unsigned long calls) {
    meter watch = {0};
    probe_cover(p);
    CHECK(sked_map(&p->request, meter_mem(&watch), p->rows, &p->result) == status);
    CHECK(probe_untouched(p));
    CHECK(watch.requests == calls && meter_is_clean(&watch));
}

/* A request that is wrong in itself is refused by all three, before any memory is looked at. */
static void expect_request_refused(probe *p, sked_status status) {
    size_t bytes = 12345;
    uint32_t job = 4711;
    CHECK(sked_map_bytes(&p->request, &bytes) == status);
    CHECK(bytes == 12345);
    CHECK(map_prepare(&p->request, p->block.block, p->bytes, &job) == status);
    CHECK(job == 4711);
    expect_map_refuses(p, status, 0);
}

static void hostile_requests(uint32_t heuristic, uint32_t options) {
    static const int wrong_heuristics[5] = { HEURISTICS, HEURISTICS + 1, 1000, INT_MAX, -1 };
    static const uint32_t wrong_options[5] = { 4, 7, 8, UINT32_C(0x80000000), UINT32_MAX };
    probe p;
    size_t at;
    probe_make(&p, heuristic, options);
    p.request.jobs = 0;
    expect_request_refused(&p, SKED_E_NO_JOBS);
    p.request.jobs = PROBE_JOBS;
    p.request.machines = 0;
    expect_request_refused(&p, SKED_E_NO_MACHINES);
    p.request.machines = PROBE_MACHINES;
    for (at = 0; at < 5; at++) {
        p.request.options = wrong_options[at];
        expect_request_refused(&p, SKED_E_SETTING);
    }
    p.request.options = options;
    for (at = 0; at < 5; at++) {
        p.request.heuristic = (sked_heuristic)wrong_heuristics[at];
        expect_request_refused(&p, SKED_E_SETTING);
    }
    probe_drop(&p);
}

/* The table is refused, and `culprit` named, by prepare; also where nobody wants the name. */
static void expect_table_refused(probe *p, sked_status status, uint32_t culprit) {
    uint32_t job = 4711;
    CHECK(map_prepare(&p->request, p->block.block, p->bytes, &job) == status);
    CHECK(job == culprit);
    CHECK(sked_map_prepare(&p->request, p->block.block, p->bytes) == status);
    expect_map_refuses(p, status, 1);
}

static void hostile_tables(uint32_t heuristic, uint32_t options) {
    static const sked_time wrong[5] = {
        -1, INT64_MIN, SKED_TIME_MAX + 1, SKED_NEVER - 1, -SKED_TIME_MAX
    };
    probe p;
    uint32_t at, entry;
    probe_make(&p, heuristic, options);
    for (at = 0; at < 5; at++) {
        for (entry = 0; entry < PROBE_JOBS * PROBE_MACHINES; entry++) {
            const sked_time kept = p.times[entry];
            p.times[entry] = wrong[at];
            expect_table_refused(&p, SKED_E_TIME, entry / PROBE_MACHINES);
            p.times[entry] = kept;
        }
        p.times[3] = p.times[5] = wrong[at];
        expect_table_refused(&p, SKED_E_TIME, 1);
        p.times[3] = 9;
        p.times[5] = 5;
    }
    for (at = PROBE_JOBS; at-- > 0;) {
        p.times[at * PROBE_MACHINES] = p.times[at * PROBE_MACHINES + 1] = SKED_NEVER;
        expect_table_refused(&p, SKED_E_NOWHERE, at);
    }
    probe_drop(&p);
}

/* Longest times of all jobs: their sum may be SKED_TIME_MAX, not one tick more. SKED_NEVER is no
 * time, and the shorter entries of a job do not count. */
static void hostile_sums_of_times(uint32_t heuristic, uint32_t options) {
    probe p;
    uint32_t job = 4711;
    int over;
    probe_make(&p, heuristic, options);
    for (over = -1; over <= 1; over++) {
        p.times[0] = 7;
        p.times[1] = SKED_TIME_MAX - 100;
        p.times[2] = 90 + over;
        p.times[3] = 1;
        p.times[4] = SKED_NEVER;
        p.times[5] = 10;
        if (over > 0) {
            expect_table_refused(&p, SKED_E_OVERFLOW, 2);
            continue;
        }
        CHECK(map_prepare(&p.request, p.block.block, p.bytes, &job) == SKED_OK);
        CHECK(job == 4711);
        CHECK(sked_map_run(&p.request, p.block.block, p.bytes, NULL, p.rows, &p.result) == SKED_OK);
    }
    p.times[0] = SKED_TIME_MAX;
    p.times[1] = 0;
    p.times[2] = p.times[3] = 1;
    expect_table_refused(&p, SKED_E_OVERFLOW, 1);
    p.times[2] = p.times[3] = p.times[5] = 0;
    CHECK(sked_map_prepare(&p.request, p.block.block, p.bytes) == SKED_OK);
    p.times[2] = p.times[5] = SKED_TIME_MAX;
    expect_table_refused(&p, SKED_E_OVERFLOW, 1);
    probe_drop(&p);
}

/* A run is refused, nothing is written, and the block still gives the plan it gave before. */
static void expect_run_refused(probe *p, const sked_set *leave_out, size_t bytes,
                               sked_status status) {
    probe_cover(p);
    CHECK(sked_map_run(&p->request, p->block.block, bytes, leave_out, p->rows, &p->result) ==
          status);
    CHECK(probe_untouched(p));
    CHECK(sked_map_run(&p->request, p->block.block, bytes, leave_out, p->rows, NULL) == status);
    CHECK(probe_untouched(p));
}

static void expect_run_works(probe *p) {
    plan fresh = plan_make(PROBE_JOBS);
    CHECK(map_guarded(&p->request, NULL, 5, &fresh) == SKED_OK);
    probe_cover(p);
    CHECK(sked_map_run(&p->request, p->block.block, p->bytes, NULL, p->rows, NULL) == SKED_OK);
    CHECK(memcmp(&p->result, &p->result_before, sizeof(p->result)) == 0);
    CHECK(rows_equal(p->rows, fresh.rows, PROBE_JOBS));
    free(fresh.rows);
}

static void hostile_leave_out(probe *p) {
    sked_word words[2];
    sked_set set = sked_set_of(words, PROBE_JOBS);
    uint32_t size;
    sked_set_fill(&set);
    expect_run_refused(p, &set, p->bytes, SKED_E_NO_JOBS);
    for (size = 0; size <= PROBE_JOBS + 1; size++) {
        set = sked_set_of(words, size);
        if (size != PROBE_JOBS) {
            expect_run_refused(p, &set, p->bytes, SKED_E_RANGE);
        }
    }
    expect_run_works(p);
}

/* Free times are points, and the latest of them plus the longest times of all jobs is one too;
 * that also counts jobs that are left out, and machines that nobody uses. */
static void hostile_free_times(probe *p) {
    static const sked_time wrong[5] = {
        -1, INT64_MIN, SKED_TIME_MAX + 1, SKED_NEVER, SKED_NEVER - 1
    };
    const sked_time longest = 6 + 9 + 5;
    sked_word words[1];
    sked_set set = sked_set_of(words, PROBE_JOBS);
    uint32_t at, machine;
    sked_set_add(&set, 1);
    for (machine = 0; machine < PROBE_MACHINES; machine++) {
        for (at = 0; at < 5; at++) {
            p->free_from[machine] = wrong[at];
            expect_run_refused(p, NULL, p->bytes, SKED_E_TIME);
            expect_map_refuses(p, SKED_E_TIME, 1);
        }
        p->free_from[machine] = SKED_TIME_MAX;
        expect_run_refused(p, NULL, p->bytes, SKED_E_OVERFLOW);
        p->free_from[machine] = SKED_TIME_MAX - longest + 1;
        expect_run_refused(p, NULL, p->bytes, SKED_E_OVERFLOW);
        expect_run_refused(p, &set, p->bytes, SKED_E_OVERFLOW);
        expect_map_refuses(p, SKED_E_OVERFLOW, 1);
        p->free_from[machine] = SKED_TIME_MAX - longest;
        expect_run_works(p);
        p->free_from[machine]--;
        expect_run_works(p);
        p->free_from[machine] = machine;
    }
    expect_run_works(p);
}

static void hostile_runs(uint32_t heuristic, uint32_t options) {
    probe p;
    size_t cut;
    probe_make(&p, heuristic, options);
    CHECK(sked_map_prepare(&p.request, p.block.block, p.bytes) == SKED_OK);
    hostile_leave_out(&p);
    hostile_free_times(&p);
    for (cut = 1; cut <= p.bytes; cut++) {
        expect_run_refused(&p, NULL, p.bytes - cut, SKED_E_BLOCK);
    }
    p.request.jobs--;
    expect_run_refused(&p, NULL, p.bytes, SKED_E_BLOCK);
    p.request.jobs += 2;
    expect_run_refused(&p, NULL, p.bytes, SKED_E_BLOCK);
    p.request.jobs--;
    p.request.machines--;
    expect_run_refused(&p, NULL, p.bytes, SKED_E_BLOCK);
    p.request.machines += 2;
    expect_run_refused(&p, NULL, p.bytes, SKED_E_BLOCK);
    p.request.machines--;
    expect_run_works(&p);
    probe_drop(&p);
}

/* One machine, one job that takes all the time there is, and some that take none: ends sum up
 * beyond 64 bits. */
static void limit_of_sums(uint32_t heuristic, uint32_t options) {
    static const sked_time times[8] = { SKED_TIME_MAX, 0, 0, 0, 0, 0, 0, 0 };
    sked_map_request request = {.heuristic = SKED_OLB, .jobs = 8, .machines = 1};
    plan got = plan_make(8);
    sked_map_result want;
    request.heuristic = (sked_heuristic)heuristic;
    request.options = options;
    request.times = times;
    CHECK(map_guarded(&request, NULL, 1, &got) == SKED_OK);
    want = result_of(got.rows, 8, got.result.used);
    CHECK(got.result.makespan == SKED_TIME_MAX && want.makespan == SKED_TIME_MAX);
    CHECK(sked_u128_compare(got.result.job_times, want.job_times) == 0);
    if (heuristic == SKED_OLB || heuristic == SKED_MAX_MIN) {
        CHECK(got.result.job_times.high == 1);          /* 8 (2^62 - 1) */
        CHECK(got.result.job_times.low == UINT64_MAX - 7u);
    }
    free(got.rows);
}

/* As many jobs and machines as the types can name. What does not fit is refused before anything
 * is allocated; what fits is asked for, and the refusal handed on. */
static void hostile_sizes(void) {
    static const uint32_t large[3] = { UINT32_MAX - 1, UINT32_MAX, UINT32_C(0x80000001) };
    unsigned overflows = 0, fits = 0;
    uint32_t heuristic, options, at;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        for (options = 0; options < 4; options++) {
            for (at = 0; at < 3; at++) {
                meter watch = {.fail_at = 1, .fail_for_good = 1};
                size_t bytes = 12345;
                probe p;
                sked_status status;
                probe_make(&p, heuristic, options);
                p.request.jobs = p.request.machines = large[at];
                status = sked_map_bytes(&p.request, &bytes);
                CHECK(status == SKED_OK || (status == SKED_E_OVERFLOW && bytes == 12345));
                CHECK(sked_map_prepare(&p.request, p.block.block, p.bytes) ==
                      (status == SKED_OK ? SKED_E_BLOCK : SKED_E_OVERFLOW));
                CHECK(sked_map(&p.request, meter_mem(&watch), p.rows, &p.result) ==
                      (status == SKED_OK ? SKED_E_MEMORY : SKED_E_OVERFLOW));
                CHECK(watch.requests == (status == SKED_OK) && meter_is_clean(&watch));
                CHECK(probe_untouched(&p));
                overflows += status == SKED_E_OVERFLOW;
                fits += status == SKED_OK;
                probe_drop(&p);
            }
        }
    }
    CHECK(overflows > 0);
    CHECK(fits > 0 || sizeof(size_t) < 8);
}

/* The k-th allocation fails, once and for good, for k = 1, 2, ... until it is not reached any
 * more. */
static void failing_allocations(uint32_t heuristic, uint32_t options) {
    unsigned long k;
    int for_good;
    for (for_good = 0; for_good < 2; for_good++) {
        sked_status status = SKED_E_MEMORY;
        for (k = 1; status != SKED_OK && k < 10; k++) {
            meter watch = {0};
            probe p;
            probe_make(&p, heuristic, options);
            watch.fail_at = (size_t)k;
            watch.fail_for_good = for_good;
            status = sked_map(&p.request, meter_mem(&watch), p.rows, &p.result);
            CHECK(meter_is_clean(&watch));
            CHECK(watch.requests == 1);
            if (status == SKED_OK) {
                CHECK(watch.size == p.bytes);
                CHECK(!probe_untouched(&p));
            } else {
                CHECK(status == SKED_E_MEMORY && probe_untouched(&p));
            }
            probe_drop(&p);
        }
        CHECK(k == 3);          /* one allocation: the first may fail, the second never comes */
    }
}

static void hostile(void) {
    uint32_t heuristic, options;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        for (options = 0; options < 4; options++) {
            hostile_requests(heuristic, options);
            hostile_tables(heuristic, options);
            hostile_sums_of_times(heuristic, options);
            hostile_runs(heuristic, options);
            limit_of_sums(heuristic, options);
            failing_allocations(heuristic, options);
        }
    }
    hostile_sizes();
}

/* ---- published makespans --------------------------------------------------------------------- */

/* The consistent 512 x 16 instances of T. Braun et al., "A comparison of eleven static heuristics
 * for mapping a class of independent tasks onto heterogeneous distributed computing systems",
 * JPDC 61(6), 2001. With three decimals: makespans as others published them for these files;
 * min-min was published with six. Sufferage by passes has no published value: these come from a
 * second program and are a cross-check only. Duplex is min-min on all four. */
enum { BRAUN_JOBS = 512, BRAUN_MACHINES = 16, BRAUN_COLUMNS = 8 };

static const uint32_t braun_heuristics[BRAUN_COLUMNS] = {
    SKED_OLB, SKED_MCT, SKED_MET, SKED_MIN_MIN, SKED_MAX_MIN, SKED_DUPLEX, SKED_SUFFERAGE,
    SKED_SUFFERAGE_PASS
};

static const struct braun {
    const char *name;
    const char *makespan[BRAUN_COLUMNS];
} braun_table[4] = {
    { "u_c_hihi", { "14376662.176", "11422624.494", "47472299.430", "8460675.003243",
                    "12385671.828", "8460675.003243", "10249172.885", "10908697.836548" } },
    { "u_c_hilo", { "221051.824", "185887.404", "1185092.969", "161805.433952",
                    "204054.589", "161805.433952", "168982.602", "167377.928589" } },
    { "u_c_lohi", { "477357.020", "378303.625", "1453098.004", "275837.356047",
                    "392566.686", "275837.356047", "337121.461", "351382.001710" } },
    { "u_c_lolo", { "7306.596", "6360.055", "39582.297", "5441.428197",
                    "6945.362", "5441.428197", "5658.538", "5703.229018" } },
};

static int64_t power_of_ten(uint32_t exponent) {
    int64_t power = 1;
    while (exponent-- > 0) {
        power *= 10;
    }
    return power;
}

/* Is a makespan in units of 10^-decimals, rounded to as many places as are printed, what is
 * printed? */
static int equals_printed(sked_time makespan, uint32_t decimals, const char *printed) {
    const char *const point = strchr(printed, '.');
    const uint32_t places = (uint32_t)strlen(point + 1);
    const int64_t one = power_of_ten(places);
    const int64_t want = strtoll(printed, NULL, 10) * one + strtoll(point + 1, NULL, 10);
    int64_t unit;
    if (decimals <= places) {
        return makespan * power_of_ten(places - decimals) == want;
    }
    unit = power_of_ten(decimals - places);
    return (makespan + unit / 2) / unit == want;
}

static int read_braun(const char *folder, const char *name, sked_time *times, uint32_t *decimals) {
    char command[4096];
    workload_fault fault;
    FILE *file;
    int read = 0;
    if (snprintf(command, sizeof(command), "gzip -dc '%s/etc/%s.0.gz'", folder, name) >=
        (int)sizeof(command)) {
        return 0;
    }
    file = popen(command, "r");
    if (file == NULL) {
        return 0;
    }
    memset(&fault, 0, sizeof(fault));
    read = workload_read_etc(file, BRAUN_JOBS, BRAUN_MACHINES, times, decimals, &fault);
    if (!read) {
        printf("# %s:%lu:%lu: %s\n", name, (unsigned long)fault.line, (unsigned long)fault.column,
               fault.text);
    }
    return pclose(file) == 0 && read;
}

static void check_braun(const char *folder, const struct braun *published) {
    sked_time *const times = (sked_time *)zeros_of(BRAUN_JOBS * BRAUN_MACHINES, sizeof(sked_time));
    plan got = plan_make(BRAUN_JOBS);
    uint32_t column, options, decimals = 0;
    const int read = read_braun(folder, published->name, times, &decimals);
    CHECK(read);
    for (column = 0; read && column < BRAUN_COLUMNS; column++) {
        for (options = 0; options <= SKED_MAP_LOW_MEMORY; options++) {
            sked_map_request request = {
                .heuristic = SKED_OLB, .jobs = BRAUN_JOBS, .machines = BRAUN_MACHINES};
            int equal;
            request.heuristic = (sked_heuristic)braun_heuristics[column];
            request.options = options;
            request.times = times;
            CHECK(map_guarded(&request, NULL, 1, &got) == SKED_OK);
            equal = equals_printed(got.result.makespan, decimals, published->makespan[column]);
            if (!equal) {
                printf("# %s, %s, options %u: %lld / 10^%u, published %s\n", published->name,
                       heuristic_name((int)braun_heuristics[column]), (unsigned)options,
                       (long long)got.result.makespan, (unsigned)decimals,
                       published->makespan[column]);
            }
            CHECK(equal);
            CHECK(request.heuristic != SKED_DUPLEX || got.result.used == SKED_MIN_MIN);
        }
    }
    free(got.rows);
    free(times);
}

static void published_makespans(void) {
    const char *const folder = getenv("SKED_TRACES");
    uint32_t at;
    if (folder == NULL || folder[0] == 0) {
        printf("# not run: the published makespans of Braun et al. (see make check TRACES=)\n");
        return;
    }
    for (at = 0; at < 4; at++) {
        check_braun(folder, &braun_table[at]);
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

static void examples(void) {
    example_of_each();
    example_max_min_wins();
    example_max_min_wins_by_sum();
    example_ties();
    example_no_choice_and_free_times();
    example_two_without_choice();
    example_sufferage_readings();
    example_least_time();
}

static void compare_seed(uint64_t seed) {
    instance *const in = instance_of_seed(seed);
    compare_with_oracle(in);
    instance_drop(in);
}

/* For the reader of a failure: the instance, line by line. */
static void show_seed(uint64_t seed) {
    instance *const in = instance_of_seed(seed);
    uint32_t job, machine;
    printf("# seed %llu, kind %d, %u jobs x %u machines\n# free from:", (unsigned long long)seed,
           (int)in->kind, (unsigned)in->request.jobs, (unsigned)in->request.machines);
    for (machine = 0; machine < in->request.machines; machine++) {
        printf(" %lld", (long long)free_at(&in->request, machine));
    }
    for (job = 0; job < in->request.jobs; job++) {
        printf("\n# job %u%s:", (unsigned)job, is_left_out(in, job) ? " (left out)" : "");
        for (machine = 0; machine < in->request.machines; machine++) {
            const sked_time length = in->times[(size_t)job * in->request.machines + machine];
            if (length == SKED_NEVER) {
                printf(" never");
            } else {
                printf(" %lld", (long long)length);
            }
        }
    }
    printf("\n");
    instance_drop(in);
}

static void try_seed(uint64_t seed) {
    if (tracing) {
        show_seed(seed);
    }
    compare_seed(seed);
    laws_of_seed(seed);
    progress("small instances", seed);
}

static void random_instances(void) {
    uint64_t shape, which;
    try_seeds(1, SMALL_INSTANCES, try_seed);
    for (shape = 0; shape < LARGE_SHAPES; shape++) {
        for (which = 0; which < KINDS; which++) {
            if (shape < LARGE_SHAPES - 1 || which == TIES || which == PROPORTIONAL ||
                which == UP_TO_THE_LIMIT) {
                compare_seed(LARGE_SEEDS + shape * KINDS + which);
                progress("large instances", shape * KINDS + which + 1);
            }
        }
    }
    CHECK(seen.max_min_wins > 0 && seen.max_min_wins_sum > 0 && seen.duplexes_disagree > 0);
    CHECK(seen.passes_matter > 0 && seen.options_matter > 0);
}

static void test_all(void) {
    examples();
    hostile();
    law_size_grows();
    random_instances();
    published_makespans();
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
