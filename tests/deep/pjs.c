/* pjs.c - deep tests of jobs on clusters, and of experience: slow oracles, laws, damaged blocks.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only, as a customer sees it. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#define DEEP_NAME "pjs"
#include "harness.h"

#include "../culprit.h"

#include "plain_map.h"
#include "plain_pjs.h"

enum {
    CLUSTERS_MAX = 12,
    SMALL_INSTANCES = 10000,        /* seeds 1 .. SMALL_INSTANCES                       */
    LARGE_INSTANCES = 12,
    LARGE_SEEDS = 1000000           /* from here on a seed tells the kind and the options */
};

#define NEVER SKED_NEVER

/* ---- a plan ---------------------------------------------------------------------------------- */

typedef struct plan {
    sked_pjs_row *rows;
    sked_pjs_result result;
} plan;

static plan plan_make(uint32_t jobs) {
    plan fresh;
    fresh.rows = (sked_pjs_row *)zeros_of(jobs, sizeof(sked_pjs_row));
    memset(fresh.rows, 0x5A, jobs * sizeof(sked_pjs_row));
    memset(&fresh.result, 0x5A, sizeof(fresh.result));
    return fresh;
}

static int row_equal(const sked_pjs_row *a, const sked_pjs_row *b) {
    return a->start == b->start && a->end == b->end && a->machine == b->machine &&
           a->cluster == b->cluster;
}

static int rows_equal(const sked_pjs_row *a, const sked_pjs_row *b, uint32_t jobs) {
    uint32_t job;
    for (job = 0; job < jobs && row_equal(&a[job], &b[job]); job++) {
    }
    return job == jobs;
}

static int metrics_equal(const sked_map_result *a, const sked_map_result *b) {
    return a->makespan == b->makespan && a->used == b->used &&
           sked_u128_compare(a->job_times, b->job_times) == 0;
}

static int result_equal(const sked_pjs_result *a, const sked_pjs_result *b) {
    return metrics_equal(&a->plan, &b->plan) && metrics_equal(&a->base, &b->base) &&
           a->parallel == b->parallel && a->mappings == b->mappings;
}

static int plan_equal(const plan *a, const plan *b, uint32_t jobs) {
    return rows_equal(a->rows, b->rows, jobs) && result_equal(&a->result, &b->result);
}

/* ---- random instances ------------------------------------------------------------------------ */

/* How the times of the machines are drawn; and those of the clusters, beside the job's least time
 * on a machine: any, or about a share of it, or none that pays. */
typedef enum kind { TIES, SMALL, WIDE, CONSISTENT, FAVOURITE, ALL_EQUAL, AT_THE_LIMIT, KINDS } kind;
typedef enum gain { ANY_TIME, A_SHARE, A_TIE, A_LOSS, GAINS } gain;

typedef struct instance {
    uint64_t seed;
    kind kind;
    gain gain;
    sked_pjs_request request;       /* heuristic and options are set by whoever runs it */
    sked_cluster clusters[CLUSTERS_MAX];
    sked_set members[CLUSTERS_MAX], up, left_out;
    sked_time *times, *cluster_times, *free_from;
    sked_word *words;
    const sked_set *leave_out;      /* &left_out or NULL                                */
} instance;

static size_t pair_of(const instance *in, uint32_t job, uint32_t cluster) {
    return (size_t)job * in->request.clusters + cluster;
}

static int is_left_out(const instance *in, uint32_t job) {
    return in->leave_out != NULL && sked_set_has(in->leave_out, job);
}

static sked_time draw_up_to(uint64_t *state, sked_time highest) {
    return (sked_time)(check_random(state) % ((uint64_t)highest + 1u));
}

static sked_time draw_time(uint64_t *state, kind which, uint32_t machine, sked_time base,
                           sked_time highest) {
    switch (which) {
    case TIES: return check_below(state, 4);
    case SMALL: return 1 + check_below(state, 12);
    case WIDE: return check_below(state, 1000000);
    case CONSISTENT: return base * (sked_time)(machine % 5 + 1u);
    case FAVOURITE: return machine == 1 ? check_below(state, 10) : 50 + check_below(state, 1000);
    case ALL_EQUAL: return 6;
    default: return draw_up_to(state, highest);
    }
}

/* Which machines are there: all, not told or told; or one in four is missing. */
static void fill_up(instance *in, uint64_t *state) {
    const uint32_t machines = in->request.map.machines, style = check_below(state, 4);
    uint32_t machine;
    sked_set_fill(&in->up);
    for (machine = 0; machine < machines; machine++) {
        if (style >= 2 && check_below(state, 4) == 0) {
            sked_set_remove(&in->up, machine);
        }
    }
    if (sked_set_count(&in->up) == 0) {
        sked_set_add(&in->up, check_below(state, machines));
    }
    in->request.up = style == 0 ? NULL : &in->up;
}

static void fill_clusters(instance *in, uint64_t *state) {
    const uint32_t machines = in->request.map.machines;
    uint32_t cluster, machine;
    for (cluster = 0; cluster < in->request.clusters; cluster++) {
        const uint32_t style = check_below(state, 5), count_below = 2 + check_below(state, 4);
        sked_set *members = &in->members[cluster];
        uint32_t count;
        sked_set_clear(members);
        sked_set_add(members, check_below(state, machines));
        for (machine = 0; machine < machines && style > 0; machine++) {
            if (style == 1 || check_below(state, count_below) == 0) {
                sked_set_add(members, machine);
            }
        }
        if (cluster > 0 && check_below(state, 8) == 0) {
            sked_set_copy(members, &in->members[cluster - 1]);
        }
        count = sked_set_count(members);
        in->clusters[cluster].members = members;
        in->clusters[cluster].members_min =
            check_below(state, 3) == 0 ? 0 : 1 + check_below(state, count);
        in->clusters[cluster].resource = (uint32_t)check_random(state);
    }
}

static void fill_line(instance *in, uint64_t *state, uint32_t job, uint32_t percent,
                      sked_time highest) {
    const uint32_t machines = in->request.map.machines;
    const uint32_t sure = sked_set_nth(&in->up, check_below(state, sked_set_count(&in->up)));
    const sked_time base = 1 + check_below(state, 1000);
    sked_time *line = in->times + (size_t)job * machines;
    uint32_t machine;
    for (machine = 0; machine < machines; machine++) {
        line[machine] = draw_time(state, in->kind, machine, base, highest);
        if (!sked_set_has(&in->up, machine) ||
            (machine != sure && check_below(state, 100) < percent)) {
            line[machine] = NEVER;
        }
    }
}

static sked_time least_of(const instance *in, uint32_t job) {
    const uint32_t machines = in->request.map.machines;
    const sked_time *line = in->times + (size_t)job * machines;
    sked_time least = NEVER;
    uint32_t machine;
    for (machine = 0; machine < machines; machine++) {
        least = line[machine] < least ? line[machine] : least;
    }
    return least;
}

/* A job's time on a cluster, with all members; in the end not beyond `highest` with those there. */
static sked_time draw_cluster_time(instance *in, uint64_t *state, uint32_t job, uint32_t cluster,
                                   sked_time highest) {
    const uint32_t members = sked_set_count(&in->members[cluster]);
    const uint32_t up = plain_pjs_members_up(&in->request, cluster);
    const sked_time least = least_of(in, job), divisor = (sked_time)members;
    sked_time time = draw_time(state, in->kind, 0, 1 + check_below(state, 1000), highest);
    if (in->gain == A_SHARE) {
        time = least / divisor + (sked_time)check_below(state, 3);
    } else if (in->gain == A_TIE) {
        time = least / 2 + (sked_time)check_below(state, 2);
    } else if (in->gain == A_LOSS) {
        time = least;
    }
    time = time > highest ? highest : time;
    return up == 0 ? time : time / divisor * (sked_time)up + time % divisor / 2;
}

static void fill_cluster_line(instance *in, uint64_t *state, uint32_t job, uint32_t percent,
                              sked_time highest) {
    const uint32_t machines = in->request.map.machines;
    const int wanted_homeless = check_below(state, 12) == 0;
    int somewhere = 0;
    uint32_t cluster;
    for (cluster = 0; cluster < in->request.clusters; cluster++) {
        sked_time *time = &in->cluster_times[pair_of(in, job, cluster)];
        *time = draw_cluster_time(in, state, job, cluster, highest);
        if (check_below(state, 100) < percent) {
            *time = NEVER;
        }
        somewhere |= *time != NEVER && plain_pjs_is_usable(&in->request, cluster);
    }
    for (cluster = 0; somewhere && wanted_homeless && cluster < machines; cluster++) {
        in->times[(size_t)job * machines + cluster] = NEVER;
    }
}

/* The sum over all jobs of their longest time, on machines and on clusters as they are. */
static sked_time longest_times(const instance *in) {
    const uint32_t machines = in->request.map.machines;
    sked_time sum = 0;
    uint32_t job, at;
    for (job = 0; job < in->request.map.jobs; job++) {
        sked_time longest = 0;
        for (at = 0; at < machines; at++) {
            const sked_time length = in->times[(size_t)job * machines + at];
            longest = length != NEVER && length > longest ? length : longest;
        }
        for (at = 0; at < in->request.clusters; at++) {
            sked_time length = in->cluster_times[pair_of(in, job, at)];
            if (length != NEVER && plain_pjs_is_usable(&in->request, at)) {
                length = plain_pjs_stretched(length, sked_set_count(&in->members[at]),
                                             plain_pjs_members_up(&in->request, at));
                longest = length > longest ? length : longest;
            }
        }
        sum += longest;
    }
    return sum;
}

static void fill_free(instance *in, uint64_t *state) {
    const uint32_t machines = in->request.map.machines, style = check_below(state, 5);
    const sked_time highest = SKED_TIME_MAX - longest_times(in);
    uint32_t machine;
    for (machine = 0; machine < machines; machine++) {
        sked_time from = 0;
        if (style == 1) {
            from = check_below(state, 10);
        } else if (style == 2) {
            from = check_below(state, 2000);
        } else if (style == 3 && check_below(state, 2) == 0) {
            from = draw_up_to(state, highest);
        }
        in->free_from[machine] = from > highest ? highest : from;
    }
    if (style == 3) {
        in->free_from[check_below(state, machines)] = highest;
    }
    in->request.map.free_from = style == 4 ? NULL : in->free_from;
}

/* None told, an empty set, a tenth, a half, all but one. */
static void fill_leave_out(instance *in, uint64_t *state) {
    static const uint32_t percents[5] = {0, 0, 10, 50, 100};
    const uint32_t jobs = in->request.map.jobs, style = check_below(state, 8);
    const uint32_t percent = style < 5 ? percents[style] : 0;
    uint32_t job;
    sked_set_clear(&in->left_out);
    for (job = 0; job < jobs; job++) {
        if (check_below(state, 100) < percent) {
            sked_set_add(&in->left_out, job);
        }
    }
    sked_set_remove(&in->left_out, check_below(state, jobs));
    in->leave_out = style == 0 || style >= 5 ? NULL : &in->left_out;
}

static void make_sets(instance *in) {
    const uint32_t machines = in->request.map.machines, jobs = in->request.map.jobs;
    const size_t words = SKED_SET_WORDS(machines);
    uint32_t cluster;
    in->words = (sked_word *)zeros_of((CLUSTERS_MAX + 1u) * words + SKED_SET_WORDS(jobs),
                                  sizeof(sked_word));
    for (cluster = 0; cluster < CLUSTERS_MAX; cluster++) {
        in->members[cluster] = sked_set_of(in->words + cluster * words, machines);
    }
    in->up = sked_set_of(in->words + CLUSTERS_MAX * words, machines);
    in->left_out = sked_set_of(in->words + (CLUSTERS_MAX + 1u) * words, jobs);
}

static instance *instance_make(uint64_t seed, uint32_t jobs, uint32_t machines, uint32_t clusters,
                               kind which) {
    static const uint32_t percents[6] = {0, 0, 0, 10, 50, 90};
    instance *const in = (instance *)zeros_of(1, sizeof(instance));
    const sked_time highest = SKED_TIME_MAX / (sked_time)(jobs + 1u);
    uint64_t state = seed * UINT64_C(0x2545F4914F6CDD1D);
    const uint32_t percent = percents[check_below(&state, 6)];
    const uint32_t cluster_percent = percents[check_below(&state, 6)];
    uint32_t job;
    in->seed = seed;
    in->kind = which;
    in->gain = (gain)(check_below(&state, 8) == 0 ? A_LOSS : check_below(&state, A_LOSS));
    in->request.map.jobs = jobs;
    in->request.map.machines = machines;
    in->request.clusters = clusters;
    in->request.cluster = in->clusters;
    in->times = (sked_time *)zeros_of((size_t)jobs * machines, sizeof(sked_time));
    in->cluster_times = (sked_time *)zeros_of((size_t)jobs * clusters, sizeof(sked_time));
    in->free_from = (sked_time *)zeros_of(machines, sizeof(sked_time));
    in->request.map.times = in->times;
    in->request.cluster_times = in->cluster_times;
    make_sets(in);
    fill_up(in, &state);
    fill_clusters(in, &state);
    for (job = 0; job < jobs; job++) {
        fill_line(in, &state, job, percent, highest);
        fill_cluster_line(in, &state, job, cluster_percent, highest);
    }
    fill_free(in, &state);
    fill_leave_out(in, &state);
    return in;
}

static void instance_drop(instance *in) {
    free(in->times);
    free(in->cluster_times);
    free(in->free_from);
    free(in->words);
    free(in);
}

static instance *instance_of_seed(uint64_t seed) {
    uint64_t state = seed;
    uint32_t jobs, machines, clusters;
    if (seed >= LARGE_SEEDS) {
        return instance_make(seed, 300, 40, 5 + (uint32_t)(seed % 6),
                             (kind)((seed - LARGE_SEEDS) % AT_THE_LIMIT));
    }
    jobs = 1 + check_below(&state, check_below(&state, 8) == 0 ? 60 : 14);
    machines = 1 + check_below(&state, check_below(&state, 4) == 0 ? 12 : 5);
    clusters = check_below(&state, check_below(&state, 4) == 0 ? 9 : 4);
    return instance_make(seed, jobs, machines, clusters, (kind)check_below(&state, KINDS));
}

/* ---- comparing with the oracle --------------------------------------------------------------- */

/* In the place of sked_map_run. */
static sked_status slow_map(const sked_map_request *request, void *block, size_t bytes,
                            const sked_set *leave_out, sked_map_row *rows,
                            sked_map_result *result) {
    sked_map_result other;
    sked_map_row *second;
    int better;
    (void)block;
    (void)bytes;
    if (request->heuristic != SKED_DUPLEX && request->heuristic != SKED_DUPLEX_SUM) {
        slow_map_one(request, leave_out, request->heuristic, rows, result);
        return SKED_OK;
    }
    second = (sked_map_row *)zeros_of(request->jobs, sizeof(sked_map_row));
    slow_map_one(request, leave_out, SKED_MIN_MIN, rows, result);
    slow_map_one(request, leave_out, SKED_MAX_MIN, second, &other);
    better = request->heuristic == SKED_DUPLEX
                 ? other.makespan < result->makespan
                 : sked_u128_compare(other.job_times, result->job_times) < 0;
    if (better) {
        memcpy(rows, second, request->jobs * sizeof(sked_map_row));
        *result = other;
    }
    free(second);
    return SKED_OK;
}

static sked_pjs_request request_for(const instance *in, uint32_t heuristic, uint32_t map_options,
                                    uint32_t options) {
    sked_pjs_request request = in->request;
    request.map.heuristic = (sked_heuristic)heuristic;
    request.map.options = map_options;
    request.options = options;
    return request;
}

/* Maps in a block of exactly the size asked for, full of noise, between red zones. */
static sked_status map_guarded(const sked_pjs_request *request, const sked_set *leave_out,
                               uint64_t noise, plan *got) {
    size_t bytes = 0;
    guarded block;
    uint32_t job = 4711;
    sked_status status = sked_pjs_bytes(request, &bytes);
    CHECK_SEED(noise, status == SKED_OK && bytes > 0);
    block = guarded_noise(bytes, noise);
    status = pjs_prepare(request, block.block, bytes, &job);
    CHECK_SEED(noise, guarded_is_whole(&block));
    CHECK_SEED(noise, status != SKED_OK || job == 4711);
    if (status == SKED_OK) {
        status = sked_pjs_run(request, block.block, bytes, leave_out, got->rows, &got->result);
        CHECK_SEED(noise, guarded_is_whole(&block));
    }
    free(block.base);
    return status;
}

static void show_row(const char *name, const sked_pjs_row *row) {
    printf(" %s machine %d cluster %d [%lld, %lld)", name, (int)row->machine, (int)row->cluster,
           (long long)row->start, (long long)row->end);
}

static void show_result(const char *name, const sked_pjs_result *result) {
    printf("#   %s: plan %lld %llu used %d, base %lld %llu used %d, parallel %u, mappings %u\n",
           name, (long long)result->plan.makespan, (unsigned long long)result->plan.job_times.low,
           (int)result->plan.used, (long long)result->base.makespan,
           (unsigned long long)result->base.job_times.low, (int)result->base.used,
           (unsigned)result->parallel, (unsigned)result->mappings);
}

static void show_difference(const instance *in, const sked_pjs_request *request, const plan *got,
                            const plan *want, sked_status status) {
    static unsigned shown;
    uint32_t job = 0;
    if (shown++ >= 10) {
        return;
    }
    printf("# seed %llu: %u jobs, %u machines, %u clusters, heuristic %d, options %u and %u: %s\n",
           (unsigned long long)in->seed, (unsigned)request->map.jobs,
           (unsigned)request->map.machines, (unsigned)request->clusters,
           (int)request->map.heuristic, (unsigned)request->map.options,
           (unsigned)request->options, sked_status_text(status));
    if (status != SKED_OK) {
        return;
    }
    while (job < request->map.jobs && row_equal(&got->rows[job], &want->rows[job])) {
        job++;
    }
    if (job < request->map.jobs) {
        printf("#   job %u:", (unsigned)job);
        show_row("got", &got->rows[job]);
        show_row("expected", &want->rows[job]);
        printf("\n");
    }
    show_result("got", &got->result);
    show_result("expected", &want->result);
}

/* Which of the rarer things happened at all: a test in which they do not proves nothing. */
typedef struct sightings {
    unsigned long parallel, several, refused_pair, later_pair, homeless, missing, left_out, overlap,
        max_min_wins, nothing_left, makespans;
} sightings;

static sightings seen;

static void note_sightings(const instance *in, const sked_pjs_request *request, const plan *want) {
    const sked_pjs_result *result = &want->result;
    const uint32_t jobs = request->map.jobs;
    uint32_t job, homeless = 0, mapped = 0, other;
    for (job = 0; job < jobs; job++) {
        const uint32_t cluster = want->rows[job].cluster;
        homeless += cluster != SKED_NONE && least_of(in, job) == NEVER;
        mapped += want->rows[job].machine != SKED_NONE;
        seen.missing += cluster != SKED_NONE &&
                        plain_pjs_members_up(request, cluster) <
                            sked_set_count(request->cluster[cluster].members);
        for (other = 0; other < job && cluster != SKED_NONE; other++) {
            const uint32_t second = want->rows[other].cluster;
            seen.overlap += second != SKED_NONE && second != cluster &&
                            want->rows[other].end == want->rows[job].start;
        }
    }
    seen.parallel += result->parallel > homeless;
    seen.several += result->parallel > homeless + 1;
    seen.homeless += homeless > 0;
    seen.refused_pair += result->mappings > 1 + result->parallel - homeless;
    seen.later_pair += result->parallel > homeless &&
                       result->mappings > 2 + result->parallel - homeless;
    seen.left_out += in->leave_out != NULL;
    seen.max_min_wins += result->plan.used == SKED_MAX_MIN && result->parallel > homeless &&
                         request->map.heuristic != SKED_MAX_MIN;
    seen.nothing_left += mapped == 0;
    seen.makespans += (request->options & SKED_PJS_MAKESPAN) != 0 &&
                      sked_u128_compare(result->plan.job_times, result->base.job_times) > 0;
}

static void compare_one(const instance *in, const sked_pjs_request *request,
                        plain_pjs_mapper *mapper) {
    plan got = plan_make(request->map.jobs), want = plan_make(request->map.jobs);
    const sked_status status = map_guarded(request, in->leave_out, in->seed, &got);
    int equal;
    plain_pjs_by(mapper, request, in->leave_out, want.rows, &want.result);
    equal = status == SKED_OK && plan_equal(&got, &want, request->map.jobs);
    if (!equal) {
        show_difference(in, request, &got, &want, status);
    }
    CHECK_SEED(in->seed, equal);
    note_sightings(in, request, &want);
    free(got.rows);
    free(want.rows);
}

/* Every heuristic, each with some options of the mapping and of the clusters. */
static void compare_with_oracle(const instance *in) {
    uint64_t state = in->seed + 5;
    uint32_t heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        const uint32_t map_options = check_below(&state, 2) == 0 ? 0 : check_below(&state, 4);
        const sked_pjs_request request = request_for(in, heuristic, map_options,
                                                     check_below(&state, 8));
        compare_one(in, &request, slow_map);
    }
}

/* ---- one block, many runs -------------------------------------------------------------------- */

/* Prepared once, run with other free times and other jobs left out; also in a copy of the block at
 * another address. */
static void compare_runs(instance *in) {
    uint64_t state = in->seed + 7;
    const uint32_t heuristic = check_below(&state, HEURISTICS);
    sked_pjs_request request = request_for(in, heuristic, check_below(&state, 4) / 3 * 2,
                                           check_below(&state, 8));
    plan got = plan_make(request.map.jobs), want = plan_make(request.map.jobs);
    size_t bytes = 0;
    guarded block, copy;
    int round;
    CHECK_SEED(in->seed, sked_pjs_bytes(&request, &bytes) == SKED_OK);
    block = guarded_noise(bytes, in->seed);
    copy = guarded_noise(bytes, in->seed + 1);
    CHECK_SEED(in->seed, sked_pjs_prepare(&request, block.block, bytes) == SKED_OK);
    for (round = 0; round < 6; round++) {
        const guarded *used = round % 3 == 2 ? &copy : &block;
        memcpy(copy.block, block.block, bytes);
        CHECK_SEED(in->seed, sked_pjs_run(&request, used->block, bytes, in->leave_out, got.rows,
                                          round == 4 ? NULL : &got.result) == SKED_OK);
        plain_pjs_by(slow_map, &request, in->leave_out, want.rows, &want.result);
        CHECK_SEED(in->seed, rows_equal(got.rows, want.rows, request.map.jobs));
        CHECK_SEED(in->seed, round == 4 || result_equal(&got.result, &want.result));
        fill_free(in, &state);
        fill_leave_out(in, &state);
        request.map.free_from = in->request.map.free_from;
    }
    CHECK_SEED(in->seed, guarded_is_whole(&block) && guarded_is_whole(&copy));
    free(got.rows);
    free(want.rows);
    free(block.base);
    free(copy.base);
}

/* ---- laws that need no oracle ---------------------------------------------------------------- */

/* Does the row keep the machine busy? */
static int takes(const instance *in, const sked_pjs_row *row, uint32_t machine) {
    if (row->cluster != SKED_NONE) {
        return plain_pjs_is_up(&in->request, machine) &&
               sked_set_has(&in->members[row->cluster], machine);
    }
    return row->machine == machine;
}

static sked_time length_of(const instance *in, uint32_t job, const sked_pjs_row *row) {
    sked_time time;
    if (row->cluster == SKED_NONE) {
        return in->times[(size_t)job * in->request.map.machines + row->machine];
    }
    time = in->cluster_times[pair_of(in, job, row->cluster)];
    return time == NEVER || !plain_pjs_is_usable(&in->request, row->cluster)
               ? NEVER
               : plain_pjs_stretched(time, sked_set_count(&in->members[row->cluster]),
                                     plain_pjs_members_up(&in->request, row->cluster));
}

/* A row is where and as long as the tables say. */
static int row_is_valid(const instance *in, uint32_t job, const sked_pjs_row *row) {
    sked_time length;
    if (is_left_out(in, job)) {
        return row->machine == SKED_NONE && row->cluster == SKED_NONE && row->start == 0 &&
               row->end == 0;
    }
    if ((row->machine == SKED_NONE) == (row->cluster == SKED_NONE) ||
        (row->machine != SKED_NONE && row->machine >= in->request.map.machines) ||
        (row->cluster != SKED_NONE && row->cluster >= in->request.clusters)) {
        return 0;
    }
    length = length_of(in, job, row);
    return length != NEVER && row->start >= 0 && row->end == row->start + length;
}

/* A machine does one thing at a time, and nothing before it is free. */
static int machine_is_valid(const instance *in, const plan *got, uint32_t machine) {
    const sked_time from = in->request.map.free_from == NULL ? 0 : in->free_from[machine];
    uint32_t a, b;
    for (a = 0; a < in->request.map.jobs; a++) {
        const sked_pjs_row *row = &got->rows[a];
        if (!takes(in, row, machine)) {
            continue;
        }
        if (row->start < from) {
            return 0;
        }
        for (b = 0; b < a; b++) {
            const sked_pjs_row *other = &got->rows[b];
            if (takes(in, other, machine) && row->start < other->end && other->start < row->end) {
                return 0;
            }
        }
    }
    return 1;
}

static void law_valid(const instance *in, const plan *got) {
    const sked_pjs_result *result = &got->result;
    sked_map_result sum = {0, {0, 0}, SKED_OLB};
    uint32_t at, parallel = 0;
    int valid = 1;
    sum.used = result->plan.used;
    for (at = 0; at < in->request.map.jobs; at++) {
        const sked_u128 end = {0, (uint64_t)got->rows[at].end};
        valid = valid && row_is_valid(in, at, &got->rows[at]);
        sum.job_times = sked_u128_add(sum.job_times, end);
        sum.makespan = got->rows[at].end > sum.makespan ? got->rows[at].end : sum.makespan;
        parallel += got->rows[at].cluster != SKED_NONE;
    }
    CHECK_SEED(in->seed, valid);
    if (!valid) {
        return;
    }
    for (at = 0; at < in->request.map.machines && valid; at++) {
        valid = machine_is_valid(in, got, at);
    }
    CHECK_SEED(in->seed, valid);
    CHECK_SEED(in->seed, metrics_equal(&sum, &result->plan) && result->parallel == parallel);
}

/* Never worse than the base line; and no more mappings than are told. */
static void law_no_worse(const instance *in, const sked_pjs_request *request, const plan *got) {
    const sked_pjs_result *result = &got->result;
    const int sum = sked_u128_compare(result->plan.job_times, result->base.job_times);
    const uint32_t jobs = request->map.jobs;
    const int go_on = (request->options & SKED_PJS_GO_ON) != 0;
    const int anew = (request->options & SKED_PJS_COMPLETION) != 0;     /* after each that stays */
    const uint64_t most =
        go_on ? (uint64_t)jobs * request->clusters * (anew ? jobs : 1u) + 1u : jobs + 1u;
    CHECK_SEED(in->seed, (request->options & SKED_PJS_MAKESPAN) != 0
                             ? result->plan.makespan <= result->base.makespan
                             : sum <= 0);
    CHECK_SEED(in->seed, result->mappings >= 1 && result->mappings <= most);
    CHECK_SEED(in->seed, result->mappings > 1 || metrics_equal(&result->plan, &result->base));
}

/* Is there nothing for a cluster to do: no pair that saves run time, and no job that needs one? */
static int clusters_are_idle(const instance *in) {
    uint32_t job, cluster;
    for (job = 0; job < in->request.map.jobs; job++) {
        const sked_time least = least_of(in, job);
        if (least == NEVER) {
            return 0;
        }
        for (cluster = 0; cluster < in->request.clusters; cluster++) {
            sked_pjs_row row = {.start = 0, .machine = SKED_NONE};
            row.cluster = cluster;
            if (length_of(in, job, &row) < least) {
                return 0;
            }
        }
    }
    return 1;
}

/* Then the plan is that of sked_map. */
static void law_same_as_map(const instance *in, const sked_pjs_request *request, const plan *got) {
    const uint32_t jobs = request->map.jobs;
    sked_map_row *rows = (sked_map_row *)zeros_of(jobs, sizeof(sked_map_row));
    sked_map_result result;
    size_t bytes = 0;
    guarded block;
    uint32_t job;
    int equal = 1;
    CHECK_SEED(in->seed, sked_map_bytes(&request->map, &bytes) == SKED_OK);
    block = guarded_noise(bytes, in->seed);
    CHECK_SEED(in->seed, sked_map_prepare(&request->map, block.block, bytes) == SKED_OK);
    CHECK_SEED(in->seed, sked_map_run(&request->map, block.block, bytes, in->leave_out, rows,
                                      &result) == SKED_OK);
    for (job = 0; job < jobs; job++) {
        equal = equal && got->rows[job].machine == rows[job].machine &&
                got->rows[job].start == rows[job].start && got->rows[job].end == rows[job].end &&
                got->rows[job].cluster == SKED_NONE;
    }
    CHECK_SEED(in->seed, equal && metrics_equal(&got->result.plan, &result));
    CHECK_SEED(in->seed, metrics_equal(&got->result.base, &result));
    CHECK_SEED(in->seed, got->result.parallel == 0 && got->result.mappings == 1);
    free(rows);
    free(block.base);
}

static void scale(sked_time *times, size_t count, sked_time by) {
    size_t at;
    for (at = 0; at < count; at++) {
        times[at] = times[at] == NEVER ? NEVER : times[at] * by;
    }
}

static void scale_metrics(sked_map_result *result, uint64_t by) {
    result->makespan *= (sked_time)by;
    result->job_times = sked_u128_mul(result->job_times.low, by);
}

/* All times three times as long give the plan three times as long, if no member is missing (else
 * rounding up is done once in place of three times). */
static void law_scale(instance *in, const sked_pjs_request *asked) {
    const uint32_t jobs = asked->map.jobs;
    sked_pjs_request request = *asked;
    plan once = plan_make(jobs), thrice = plan_make(jobs);
    uint32_t job;
    request.map.free_from = in->free_from;
    for (job = 0; job < request.map.machines; job++) {
        in->free_from[job] %= 1000000;
    }
    CHECK_SEED(in->seed, map_guarded(&request, in->leave_out, 3, &once) == SKED_OK);
    scale(in->times, (size_t)jobs * request.map.machines, 3);
    scale(in->cluster_times, (size_t)jobs * request.clusters, 3);
    scale(in->free_from, request.map.machines, 3);
    CHECK_SEED(in->seed, map_guarded(&request, in->leave_out, 4, &thrice) == SKED_OK);
    for (job = 0; job < jobs; job++) {
        once.rows[job].start *= 3;
        once.rows[job].end *= 3;
    }
    scale_metrics(&once.result.plan, 3);
    scale_metrics(&once.result.base, 3);
    CHECK_SEED(in->seed, plan_equal(&once, &thrice, jobs));
    free(once.rows);
    free(thrice.rows);
}

static unsigned long idle_instances, scaled_instances;

static void laws_of(instance *in) {
    uint64_t state = in->seed + 99;
    const sked_pjs_request request = request_for(in, check_below(&state, HEURISTICS),
                                                 check_below(&state, 4), check_below(&state, 8));
    plan got = plan_make(request.map.jobs);
    CHECK_SEED(in->seed, map_guarded(&request, in->leave_out, in->seed, &got) == SKED_OK);
    law_valid(in, &got);
    law_no_worse(in, &request, &got);
    if ((request.options & SKED_PJS_COMPLETION) == 0 && clusters_are_idle(in)) {
        law_same_as_map(in, &request, &got);
        idle_instances++;
    }
    free(got.rows);
    if (in->kind != AT_THE_LIMIT && sked_set_count(&in->up) == request.map.machines) {
        law_scale(in, &request);
        scaled_instances++;
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* One block, of the size that is told; given back, whatever happens; and nothing when refused. */
static void law_of_one_block(const instance *in) {
    uint64_t state = in->seed + 3;
    const sked_pjs_request request = request_for(in, check_below(&state, HEURISTICS),
                                                 check_below(&state, 4), check_below(&state, 8));
    const uint32_t jobs = request.map.jobs;
    plan got = plan_make(jobs), want = plan_make(jobs), untouched = plan_make(jobs);
    meter watch = {.fail_at = 1};
    size_t bytes = 0;
    CHECK_SEED(in->seed, sked_pjs(&request, meter_mem(&watch), got.rows, &got.result) ==
                             SKED_E_MEMORY);
    CHECK_SEED(in->seed, plan_equal(&got, &untouched, jobs) && watch.requests == 1);
    CHECK_SEED(in->seed, sked_pjs(&request, meter_mem(&watch), got.rows, &got.result) == SKED_OK);
    CHECK_SEED(in->seed, watch.requests == 2 && meter_is_clean(&watch));
    CHECK_SEED(in->seed, sked_pjs_bytes(&request, &bytes) == SKED_OK && bytes == watch.size);
    CHECK_SEED(in->seed, map_guarded(&request, NULL, 9, &want) == SKED_OK);
    CHECK_SEED(in->seed, plan_equal(&got, &want, jobs));
    free(got.rows);
    free(want.rows);
    free(untouched.rows);
}

/* ---- all of clusters ------------------------------------------------------------------------- */

static void one_seed(uint64_t seed) {
    instance *const in = instance_of_seed(seed);
    compare_with_oracle(in);
    if (seed % 2 == 0) {
        compare_runs(in);
        law_of_one_block(in);
    }
    laws_of(in);
    instance_drop(in);
}

/* 300 jobs on 40 machines: options by options, the heuristics that are continued, and one other. */
static void one_large(uint64_t seed) {
    static const uint32_t heuristics[4] = {SKED_DUPLEX_SUM, SKED_MIN_MIN, SKED_DUPLEX, SKED_MCT};
    instance *const in = instance_of_seed(seed);
    uint32_t at;
    for (at = 0; at < 4; at++) {
        const uint32_t by_makespan = (at + seed) % 4 < 2 ? 0 : SKED_PJS_MAKESPAN;
        const uint32_t anew = (at + seed) % 3 == 0 ? SKED_PJS_COMPLETION : 0;
        sked_pjs_request request = request_for(in, heuristics[at], 0, by_makespan | anew);
        compare_one(in, &request, sked_map_run);
        if (at == seed % 4) {               /* some thousand mappings: one is enough */
            request.options |= SKED_PJS_GO_ON;
            compare_one(in, &request, sked_map_run);
        }
    }
    instance_drop(in);
}

static void clusters(void) {
    try_seeds(1, SMALL_INSTANCES, one_seed);
    try_seeds(LARGE_SEEDS, LARGE_SEEDS + LARGE_INSTANCES - 1, one_large);
    printf("# seen: parallel %lu, several %lu, pair refused %lu, later pair %lu, homeless %lu, "
           "members missing %lu, jobs left out %lu, clusters touch %lu, max-min wins %lu, nothing "
           "left %lu, sum paid for makespan %lu; clusters idle %lu, scaled %lu\n",
           seen.parallel, seen.several, seen.refused_pair, seen.later_pair, seen.homeless,
           seen.missing, seen.left_out, seen.overlap, seen.max_min_wins, seen.nothing_left,
           seen.makespans, idle_instances, scaled_instances);
    CHECK(seen.parallel > 0 && seen.several > 0 && seen.refused_pair > 0 && seen.later_pair > 0);
    CHECK(seen.homeless > 0 && seen.missing > 0 && seen.left_out > 0 && seen.overlap > 0);
    CHECK(seen.max_min_wins > 0 && seen.nothing_left > 0 && seen.makespans > 0);
    CHECK(idle_instances > 0 && scaled_instances > 0);
}

static void show_times(const char *name, const sked_time *times, uint32_t count) {
    uint32_t at;
    printf("%s", name);
    for (at = 0; at < count; at++) {
        if (times[at] == NEVER) {
            printf(" never");
        } else {
            printf(" %lld", (long long)times[at]);
        }
    }
}

/* For the reader of a failure: the instance, line by line. */
static void show_seed(uint64_t seed) {
    instance *const in = instance_of_seed(seed);
    const sked_pjs_request *request = &in->request;
    uint32_t job, cluster, machine;
    show_times("# free from:", in->free_from,
               request->map.free_from == NULL ? 0 : request->map.machines);
    for (cluster = 0; cluster < request->clusters; cluster++) {
        printf("\n# cluster %u, at least %u of:", (unsigned)cluster,
               (unsigned)in->clusters[cluster].members_min);
        for (machine = 0; machine < request->map.machines; machine++) {
            if (sked_set_has(&in->members[cluster], machine)) {
                printf(" %u%s", (unsigned)machine,
                       plain_pjs_is_up(request, machine) ? "" : "(missing)");
            }
        }
    }
    for (job = 0; job < request->map.jobs; job++) {
        printf("\n# job %u%s", (unsigned)job, is_left_out(in, job) ? " (left out)" : "");
        show_times(":", in->times + (size_t)job * request->map.machines, request->map.machines);
        show_times("; clusters", in->cluster_times + pair_of(in, job, 0), request->clusters);
    }
    printf("\n");
    instance_drop(in);
}

/* ---- experience ------------------------------------------------------------------------------ */

#if defined(__SIZEOF_INT128__)

__extension__ typedef __int128 signed128;
__extension__ typedef unsigned __int128 unsigned128;

enum { OBSERVED_SEEDS = 3000, CLASSES_MAX = 5, RESOURCES_MAX = 4, LENGTHS_MAX = 600 };

/* The oracle of moments: the same three numbers, in the arithmetic of the compiler. */
typedef struct plain_moments {
    uint64_t count;
    unsigned128 sum, squares;
} plain_moments;

/* sum * part / whole, rounded down, without a product beyond 128 bits. */
static unsigned128 plain_part(unsigned128 sum, uint64_t part, uint64_t whole) {
    return sum / whole * part + sum % whole * part / whole;
}

/* Of an odd count less than half is left, and of the sums as much, so that the mean stays. */
static void plain_halve(plain_moments *of) {
    const uint64_t count = of->count;
    of->count = count / 2;
    of->sum = plain_part(of->sum, of->count, count);
    of->squares = plain_part(of->squares, of->count, count);
}

static void plain_add(plain_moments *to, sked_time length, uint32_t window) {
    const uint64_t ticks = (uint64_t)length;
    while (to->count >= window) {
        plain_halve(to);
    }
    to->count++;
    to->sum += ticks;
    to->squares += (unsigned128)ticks * ticks;
}

static void plain_merge(plain_moments *to, const plain_moments *from, uint32_t window) {
    to->count += from->count;
    to->sum += from->sum;
    to->squares += from->squares;
    while (to->count > window) {
        plain_halve(to);
    }
}

static unsigned128 of_wide(sked_u128 wide) {
    return ((unsigned128)wide.high << 64) + wide.low;
}

static int moments_equal(const sked_moments *got, const plain_moments *want) {
    return got->count == want->count && of_wide(got->sum) == want->sum &&
           of_wide(got->squares) == want->squares;
}

static sked_time plain_mean(const plain_moments *of) {
    return of->count == 0 ? 0 : (sked_time)((2 * of->sum + of->count) / (2 * of->count));
}

/* With sum = whole * count + rest, the squares of all distances to `whole` add up to
 * squares - whole * (sum + rest); the true mean takes rest * rest / count less. */
static unsigned128 plain_variance(const plain_moments *of) {
    unsigned128 whole, rest, taken;
    signed128 around;
    if (of->count == 0) {
        return 0;
    }
    whole = of->sum / of->count;
    rest = of->sum % of->count;
    taken = (rest * rest + of->count - 1) / of->count;
    around = (signed128)of->squares - (signed128)(whole * (of->sum + rest)) - (signed128)taken;
    return around < 0 ? 0 : (unsigned128)around / of->count;
}

/* The largest number whose square is not beyond it, by halves. */
static sked_time plain_root(unsigned128 square) {
    uint64_t low = 0, high = UINT64_C(1) << 62;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if ((unsigned128)middle * middle <= square) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (sked_time)low;
}

static void check_moments(uint64_t seed, const sked_moments *got, const plain_moments *want) {
    CHECK_SEED(seed, moments_equal(got, want));
    CHECK_SEED(seed, sked_moments_mean(got) == plain_mean(want));
    CHECK_SEED(seed, of_wide(sked_moments_variance(got)) == plain_variance(want));
    CHECK_SEED(seed, sked_moments_deviation(got) == plain_root(plain_variance(want)));
}

/* Short, middling, long, all of nearly one length, all of the two extremes. */
static sked_time draw_length(uint64_t *state, uint32_t style) {
    switch (style) {
    case 0: return check_below(state, 4);
    case 1: return check_below(state, 100000);
    case 2: return draw_up_to(state, SKED_OBSERVED_MAX);
    case 3: return SKED_OBSERVED_MAX - (sked_time)check_below(state, 3);
    case 4: return check_below(state, 2) == 0 ? 0 : SKED_OBSERVED_MAX;
    default: return 1000;
    }
}

/* The definitions, where nothing overflows, straight from the list: the sum over all pairs of the
 * squared differences is count * count times the variance, twice. */
static void check_definition(uint64_t seed, const sked_time *lengths, uint32_t count,
                             const sked_moments *got) {
    unsigned128 differences = 0;
    uint32_t a, b;
    if (count == 0) {
        return;
    }
    for (a = 0; a < count; a++) {
        for (b = 0; b < a; b++) {
            const signed128 apart = lengths[a] - lengths[b];
            differences += (unsigned128)(apart * apart);
        }
    }
    CHECK_SEED(seed, of_wide(sked_moments_variance(got)) ==
                         differences / ((unsigned128)count * count));
}

/* In any order, in any number of parts put together in any order: the same bits. */
static void moments_in_any_order(uint64_t seed) {
    static sked_time lengths[LENGTHS_MAX];
    uint64_t state = seed;
    const uint32_t count = check_below(&state, check_below(&state, 10) == 0 ? LENGTHS_MAX : 40);
    const uint32_t style = check_below(&state, 6);
    sked_moments parts[4], whole;
    plain_moments want = {0, 0, 0};
    uint32_t at, part;
    memset(parts, 0, sizeof(parts));
    memset(&whole, 0, sizeof(whole));
    for (at = 0; at < count; at++) {
        lengths[at] = draw_length(&state, style);
        plain_add(&want, lengths[at], SKED_WINDOW_MAX);
        CHECK_SEED(seed, sked_moments_add(&parts[check_below(&state, 4)], lengths[at],
                                          SKED_WINDOW_MAX) == SKED_OK);
    }
    for (at = count; at > 0; at--) {
        const uint32_t any = check_below(&state, at);
        const sked_time length = lengths[any];
        CHECK_SEED(seed, sked_moments_add(&whole, length, SKED_WINDOW_MAX) == SKED_OK);
        lengths[any] = lengths[at - 1];
        lengths[at - 1] = length;
    }
    check_moments(seed, &whole, &want);
    part = check_below(&state, 4);
    for (at = 1; at < 4; at++) {
        CHECK_SEED(seed, sked_moments_merge(&parts[part], &parts[(part + at) % 4],
                                            SKED_WINDOW_MAX) == SKED_OK);
    }
    check_moments(seed, &parts[part], &want);
    if (count <= 100) {
        check_definition(seed, lengths, count, &whole);
    }
}

/* With a window: beside the oracle, add by add and merge by merge. */
static void moments_that_fade(uint64_t seed) {
    static const uint32_t windows[6] = {2, 3, 4, 7, 100, SKED_WINDOW_MAX};
    uint64_t state = seed + 1;
    const uint32_t window = windows[check_below(&state, 6)];
    sked_moments got[2];
    plain_moments want[2] = {{0, 0, 0}, {0, 0, 0}};
    uint32_t step;
    memset(got, 0, sizeof(got));
    for (step = 0; step < 60; step++) {
        const uint32_t which = check_below(&state, 2);
        const uint32_t other_window = windows[check_below(&state, 6)];
        const sked_time length = draw_length(&state, check_below(&state, 6));
        if (check_below(&state, 10) == 0 && want[1 - which].count < UINT32_C(1) << 19) {
            CHECK_SEED(seed, sked_moments_merge(&got[which], &got[1 - which], other_window) ==
                                 SKED_OK);
            plain_merge(&want[which], &want[1 - which], other_window);
        } else {
            CHECK_SEED(seed, sked_moments_add(&got[which], length, window) == SKED_OK);
            plain_add(&want[which], length, window);
        }
        CHECK_SEED(seed, moments_equal(&got[which], &want[which]));
        check_moments(seed, &got[which], &want[which]);
    }
}

/* As full as moments can be, of the longest lengths there are. */
static void moments_when_full(void) {
    const uint64_t longest = (uint64_t)SKED_OBSERVED_MAX;
    sked_moments got = {SKED_WINDOW_MAX, {0, 0}, {0, 0}}, other;
    plain_moments want = {SKED_WINDOW_MAX, 0, 0}, half = {SKED_WINDOW_MAX / 2, 0, 0}, twice;
    want.sum = (unsigned128)longest * SKED_WINDOW_MAX;
    want.squares = (unsigned128)longest * longest * SKED_WINDOW_MAX;
    got.sum = sked_u128_mul(longest, SKED_WINDOW_MAX);
    got.squares.high = (uint64_t)(want.squares >> 64);
    got.squares.low = (uint64_t)want.squares;
    check_moments(1, &got, &want);
    half.sum = want.sum / 2;                    /* the other half of them took no time at all */
    half.squares = want.squares / 2;
    other = got;
    other.sum = sked_u128_mul(longest, SKED_WINDOW_MAX / 2);
    other.squares.high = (uint64_t)(half.squares >> 64);
    other.squares.low = (uint64_t)half.squares;
    half.count = SKED_WINDOW_MAX;
    check_moments(2, &other, &half);
    twice = want;
    CHECK(sked_moments_merge(&got, &other, SKED_WINDOW_MAX) == SKED_OK);
    plain_merge(&twice, &half, SKED_WINDOW_MAX);
    check_moments(3, &got, &twice);
    CHECK(sked_moments_add(&got, SKED_OBSERVED_MAX, SKED_WINDOW_MAX) == SKED_OK);
    plain_add(&twice, SKED_OBSERVED_MAX, SKED_WINDOW_MAX);
    check_moments(4, &got, &twice);
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct site {
    uint64_t seed, state;
    sked_experience_settings settings;
    uint32_t ratings[RESOURCES_MAX];
    sked_time guesses[CLASSES_MAX];
    plain_moments want[CLASSES_MAX][RESOURCES_MAX];
    guarded block;
    sked_experience experience;
} site;

static void site_make(site *s, uint64_t seed, const site *like) {
    static const uint32_t windows[4] = {2, 5, 100, SKED_WINDOW_MAX};
    uint32_t at;
    size_t bytes = 0;
    memset(s, 0, sizeof(*s));
    s->seed = seed;
    s->state = seed * 3;
    s->settings.classes = 1 + check_below(&s->state, CLASSES_MAX);
    s->settings.resources = 1 + check_below(&s->state, RESOURCES_MAX);
    if (like != NULL) {
        s->settings = like->settings;
    }
    s->settings.window = windows[check_below(&s->state, 4)];
    for (at = 0; at < RESOURCES_MAX; at++) {
        s->ratings[at] = check_below(&s->state, 2) == 0
                             ? 1024u << check_below(&s->state, 3)
                             : 1u + check_below(&s->state, UINT32_C(1) << 20);
        if (check_below(&s->state, 6) == 0) {
            s->ratings[at] = check_below(&s->state, 2) == 0 ? 1 : UINT32_C(1) << 20;
        }
    }
    for (at = 0; at < CLASSES_MAX; at++) {
        s->guesses[at] = check_below(&s->state, 3) == 0 ? 0
                                                        : draw_length(&s->state,
                                                                      check_below(&s->state, 4));
    }
    s->settings.ratings_q10 = check_below(&s->state, 3) == 0 ? NULL : s->ratings;
    s->settings.guesses = check_below(&s->state, 3) == 0 ? NULL : s->guesses;
    CHECK_SEED(seed, sked_experience_bytes(&s->settings, &bytes) == SKED_OK);
    s->block = guarded_noise(bytes, seed);
    CHECK_SEED(seed, sked_experience_init(&s->experience, &s->settings, s->block.block, bytes) ==
                         SKED_OK);
}

static void site_drop(site *s) {
    CHECK_SEED(s->seed, guarded_is_whole(&s->block));
    sked_experience_destroy(&s->experience);
    free(s->block.base);
}

static void site_learn(site *s, uint32_t steps) {
    const uint32_t style = check_below(&s->state, 5), only = check_below(&s->state, 2);
    for (; steps > 0; steps--) {
        const uint32_t job_class = check_below(&s->state, s->settings.classes);
        const uint32_t resource = only ? 0 : check_below(&s->state, s->settings.resources);
        const sked_time length = draw_length(&s->state, style);
        CHECK_SEED(s->seed, sked_experience_add(&s->experience, job_class, resource, length) ==
                                SKED_OK);
        plain_add(&s->want[job_class][resource], length, s->settings.window);
    }
}

/* Divides, rounded up. */
static unsigned128 over(unsigned128 a, unsigned128 b) {
    return a / b + (a % b != 0);
}

static sked_status finish_prediction(unsigned128 length, sked_time *predicted) {
    if (length > (unsigned128)SKED_TIME_MAX) {
        return SKED_E_OVERFLOW;
    }
    *predicted = length == 0 ? 1 : (sked_time)length;
    return SKED_OK;
}

static sked_status plain_predict(const site *s, uint32_t job_class, uint32_t resource,
                                 uint32_t deviations, sked_time *predicted) {
    const plain_moments *pair = &s->want[job_class][resource];
    const uint32_t rating = s->settings.ratings_q10 == NULL ? 1024 : s->ratings[resource];
    unsigned128 work = 0, count = 0;
    uint32_t at;
    if (pair->count > 0) {
        const unsigned128 root = (unsigned128)plain_root(plain_variance(pair));
        return finish_prediction((unsigned128)plain_mean(pair) + over(root * deviations, 1024),
                                 predicted);
    }
    for (at = 0; at < s->settings.resources; at++) {
        work +=
            s->want[job_class][at].sum * (s->settings.ratings_q10 == NULL ? 1024 : s->ratings[at]);
        count += s->want[job_class][at].count;
    }
    if (count > 0) {
        return finish_prediction(over(over(work, count), rating), predicted);
    }
    if (s->settings.guesses == NULL || s->guesses[job_class] == 0) {
        return SKED_E_NO_ESTIMATE;
    }
    return finish_prediction(over((unsigned128)s->guesses[job_class] * 1024, rating), predicted);
}

typedef struct predictions {
    unsigned long ok, none, overflow, guessed;
} predictions;

static predictions told;

static void site_compare(site *s) {
    static const uint32_t often[6] = {0, 1024, 1, 2048, 1500, UINT32_MAX};
    uint32_t job_class, resource;
    for (job_class = 0; job_class < s->settings.classes; job_class++) {
        for (resource = 0; resource < s->settings.resources; resource++) {
            const uint32_t deviations = often[check_below(&s->state, 6)];
            sked_moments moments;
            sked_time got = 4711, want = 4711;
            sked_status status;
            CHECK_SEED(s->seed, sked_experience_get(&s->experience, job_class, resource,
                                                    &moments) == SKED_OK);
            check_moments(s->seed, &moments, &s->want[job_class][resource]);
            status = plain_predict(s, job_class, resource, deviations, &want);
            CHECK_SEED(s->seed, sked_experience_predict(&s->experience, job_class, resource,
                                                        deviations, &got) == status);
            CHECK_SEED(s->seed, got == want);
            told.ok += status == SKED_OK;
            told.none += status == SKED_E_NO_ESTIMATE;
            told.overflow += status == SKED_E_OVERFLOW;
            told.guessed += status == SKED_OK && moments.count == 0;
        }
    }
}

static void site_merge(site *s, const site *other) {
    uint32_t job_class, resource;
    CHECK_SEED(s->seed, sked_experience_merge(&s->experience, &other->experience) == SKED_OK);
    for (job_class = 0; job_class < s->settings.classes; job_class++) {
        for (resource = 0; resource < s->settings.resources; resource++) {
            plain_merge(&s->want[job_class][resource], &other->want[job_class][resource],
                        s->settings.window);
        }
    }
}

/* Saves it, opens a copy elsewhere, and goes on with that. */
static void site_move(site *s) {
    const void *block = NULL;
    size_t bytes = 0;
    guarded moved;
    CHECK_SEED(s->seed, sked_experience_seal(&s->experience, &block, &bytes) == SKED_OK);
    CHECK_SEED(s->seed, block == (const void *)s->block.block && bytes == s->block.bytes);
    moved = guarded_noise(bytes, 1);
    memcpy(moved.block, block, bytes);
    site_drop(s);
    s->block = moved;
    CHECK_SEED(s->seed, sked_experience_open(&s->experience, moved.block, bytes) == SKED_OK);
}

/* Every byte of a sealed block, changed in some way: refused, and the handle is empty. */
static void site_damage(site *s) {
    const void *block = NULL;
    size_t bytes = 0, at;
    unsigned char *const raw = s->block.block;
    sked_experience opened;
    CHECK_SEED(s->seed, sked_experience_seal(&s->experience, &block, &bytes) == SKED_OK);
    for (at = 0; at < bytes; at++) {
        const unsigned char right = raw[at];
        sked_status status;
        sked_moments moments;
        raw[at] = (unsigned char)(right ^ (1u + check_below(&s->state, 255)));
        memset(&opened, 0x5A, sizeof(opened));
        status = sked_experience_open(&opened, raw, bytes);
        CHECK_SEED(s->seed, status == SKED_E_CORRUPT ||
                                ((status == SKED_E_INCOMPATIBLE || status == SKED_E_LENGTH) &&
                                 at < SKED_SEAL_BYTES));
        CHECK_SEED(s->seed, sked_experience_get(&opened, 0, 0, &moments) == SKED_E_EMPTY);
        raw[at] = right;
    }
    for (at = 0; at < bytes; at += 1 + at / 8) {
        const sked_status status = sked_experience_open(&opened, raw, at);
        CHECK_SEED(s->seed, status == (at < SKED_SEAL_BYTES ? SKED_E_BLOCK : SKED_E_LENGTH));
    }
    CHECK_SEED(s->seed, sked_experience_open(&opened, raw, bytes) == SKED_OK);
    s->experience = opened;
    site_compare(s);
}

static void experience_of_seed(uint64_t seed) {
    site mine, other;
    site_make(&mine, seed, NULL);
    site_make(&other, seed + 1, &mine);
    site_compare(&mine);
    site_learn(&mine, check_below(&mine.state, 60));
    site_compare(&mine);
    site_learn(&other, check_below(&other.state, 60));
    site_merge(&mine, &other);
    site_compare(&mine);
    site_move(&mine);
    site_compare(&mine);
    site_learn(&mine, check_below(&mine.state, 20));
    site_compare(&mine);
    if (seed % 8 == 0) {
        site_damage(&mine);
    }
    site_drop(&mine);
    site_drop(&other);
}

static void experience(void) {
    uint64_t seed;
    moments_when_full();
    for (seed = 1; seed <= OBSERVED_SEEDS; seed++) {
        moments_in_any_order(seed);
        moments_that_fade(seed);
        experience_of_seed(seed);
    }
    printf("# predicted: %lu, of these never seen %lu; no estimate %lu, beyond all time %lu\n",
           told.ok, told.guessed, told.none, told.overflow);
    CHECK(told.ok > 0 && told.none > 0 && told.overflow > 0 && told.guessed > 0);
}

#else

static void experience(void) {
    printf("# not run: experience, as this compiler has no integers of 128 bits\n");
}

#endif

static void test_all(void) {
    clusters();
    experience();
}

static void try_seed(uint64_t seed) {
    if (tracing) {
        show_seed(seed);
    }
    if (seed >= LARGE_SEEDS) {
        one_large(seed);
    } else {
        one_seed(seed);
    }
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
