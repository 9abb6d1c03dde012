/* pjs.c - quick tests of jobs on clusters: plans worked out by hand, every status, pinned plans.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. Runs on small targets too: no more of the C library than check.h, and
 * under 8 KiB of writable data. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "../culprit.h"

#define NEVER SKED_NEVER
enum {
    HEURISTICS = SKED_HEURISTIC_COUNT_, JOBS_MAX = 10, MACHINES_MAX = 6, CLUSTERS_MAX = 3,
    ROOM = 560
};

/* How strictly a block is aligned: not at all where that is 1. */
struct probe {
    char first;
    sked_align aligned;
};
#define ALIGNMENT offsetof(struct probe, aligned)

static sked_align room[ROOM];
static sked_time times[JOBS_MAX * MACHINES_MAX], cluster_times[JOBS_MAX * CLUSTERS_MAX];
static sked_pjs_row rows[JOBS_MAX], kept_rows[JOBS_MAX];
static sked_pjs_result result;

/* ---- requests -------------------------------------------------------------------------------- */

static sked_word words[CLUSTERS_MAX + 2][SKED_SET_WORDS(16u)];
static sked_set members[CLUSTERS_MAX], up, left_out;
static sked_cluster clusters[CLUSTERS_MAX];

/* A set of those whose bits are set. */
static sked_set set_of(sked_word *of, uint32_t size, uint32_t bits) {
    sked_set set = sked_set_of(of, size);
    uint32_t i;
    for (i = 0; i < size; i++) {
        if ((bits >> i & 1u) != 0) {
            sked_set_add(&set, i);
        }
    }
    return set;
}

static void set_cluster(uint32_t cluster, uint32_t machines, uint32_t bits, uint32_t members_min) {
    members[cluster] = set_of(words[cluster], machines, bits);
    clusters[cluster].members = &members[cluster];
    clusters[cluster].members_min = members_min;
    clusters[cluster].resource = 4711;
}

static const sked_set *set_up(uint32_t machines, uint32_t bits) {
    up = set_of(words[CLUSTERS_MAX], machines, bits);
    return &up;
}

static const sked_set *leave_out(uint32_t jobs, uint32_t bits) {
    left_out = set_of(words[CLUSTERS_MAX + 1], jobs, bits);
    return &left_out;
}

static sked_pjs_request request_of(int heuristic, uint32_t jobs, uint32_t machines,
                                   uint32_t cluster_count, const sked_time *table,
                                   const sked_time *cluster_table) {
    sked_pjs_request request = SKED_ZERO;
    request.map.heuristic = (sked_heuristic)heuristic;
    request.map.options = 0;
    request.map.jobs = jobs;
    request.map.machines = machines;
    request.map.times = table;
    request.map.free_from = NULL;
    request.options = 0;
    request.clusters = cluster_count;
    request.cluster = cluster_count == 0 ? NULL : clusters;
    request.cluster_times = cluster_table;
    request.up = NULL;
    return request;
}

/* ---- plans ----------------------------------------------------------------------------------- */

static void smudge_metrics(sked_map_result *of) {
    of->makespan = -5;
    of->job_times.high = of->job_times.low = 5;
    of->used = SKED_MET;
}

/* Fills rows and result with what no plan holds. */
static void smudge(void) {
    uint32_t job;
    for (job = 0; job < JOBS_MAX; job++) {
        rows[job].start = rows[job].end = -5;
        rows[job].machine = rows[job].cluster = 77;
    }
    smudge_metrics(&result.plan);
    smudge_metrics(&result.base);
    result.parallel = result.mappings = 77;
}

static int metrics_are(const sked_map_result *of, sked_time makespan, uint64_t sum, int used) {
    return of->makespan == makespan && of->job_times.high == 0 && of->job_times.low == sum &&
           of->used == (sked_heuristic)used;
}

static int metrics_equal(const sked_map_result *a, const sked_map_result *b) {
    return a->makespan == b->makespan && a->used == b->used &&
           sked_u128_compare(a->job_times, b->job_times) == 0;
}

static int row_is_smudged(const sked_pjs_row *row) {
    return row->start == -5 && row->end == -5 && row->machine == 77 && row->cluster == 77;
}

static int result_is_smudged(void) {
    return result.plan.makespan == -5 && result.plan.job_times.high == 5 &&
           result.plan.job_times.low == 5 && result.plan.used == SKED_MET &&
           metrics_equal(&result.plan, &result.base) && result.parallel == 77 &&
           result.mappings == 77;
}

static int is_smudged(void) {
    uint32_t job;
    for (job = 0; job < JOBS_MAX && row_is_smudged(&rows[job]); job++) {
    }
    return job == JOBS_MAX && result_is_smudged();
}

/* Are the rows these, and does the result add them up? */
static int is_plan(const sked_pjs_row *want, uint32_t jobs, int used) {
    sked_time makespan = 0;
    uint64_t sum = 0;
    uint32_t job, parallel = 0;
    for (job = 0; job < jobs; job++) {
        if (rows[job].machine != want[job].machine || rows[job].cluster != want[job].cluster ||
            rows[job].start != want[job].start || rows[job].end != want[job].end) {
            return 0;
        }
        sum += (uint64_t)want[job].end;
        makespan = want[job].end > makespan ? want[job].end : makespan;
        parallel += want[job].cluster != SKED_NONE;
    }
    return row_is_smudged(&rows[jobs]) && metrics_are(&result.plan, makespan, sum, used) &&
           result.parallel == parallel;
}

/* In a block of exactly the size asked for, with a unit behind it as a guard. */
static sked_status map_exactly(const sked_pjs_request *request, const sked_set *out) {
    size_t bytes = 0;
    sked_status status = sked_pjs_bytes(request, &bytes);
    const size_t guard = bytes / sizeof(sked_align);
    CHECK(status == SKED_OK && bytes > 0 && bytes % sizeof(sked_align) == 0 && guard < ROOM);
    smudge();
    room[guard].time = INT64_C(0x123456789ABCDEF);
    status = sked_pjs_prepare(request, room, bytes);
    if (status == SKED_OK) {
        status = sked_pjs_run(request, room, bytes, out, rows, &result);
    }
    CHECK(room[guard].time == INT64_C(0x123456789ABCDEF));
    return status;
}

/* A plan on a cluster, on a machine, on none. */
#define ON_CLUSTER(from, to, c) {.start = from, .end = to, .machine = SKED_NONE, .cluster = c}
#define ON_MACHINE(from, to, m) {.start = from, .end = to, .machine = m, .cluster = SKED_NONE}
#define NOWHERE {.machine = SKED_NONE, .cluster = SKED_NONE}

/* Also with little memory, which changes no plan; and by sked_pjs, with memory from an arena. */
static void check_by_hand(const sked_pjs_request *wanted, const sked_set *out,
                          const sked_pjs_row *want, int used, uint32_t mappings) {
    sked_pjs_request request = *wanted;
    sked_arena arena;
    uint32_t low;
    for (low = 0; low < 2; low++) {
        request.map.options = low ? SKED_MAP_LOW_MEMORY : 0;
        CHECK(map_exactly(&request, out) == SKED_OK);
        CHECK(is_plan(want, request.map.jobs, used) && result.mappings == mappings);
        if (out == NULL) {
            smudge();
            sked_arena_init(&arena, room, sizeof(room));
            CHECK(sked_pjs(&request, sked_arena_mem(&arena), rows, &result) == SKED_OK);
            CHECK(is_plan(want, request.map.jobs, used) && result.mappings == mappings);
            CHECK(arena.used == 0 && arena.freed_out_of_order == 0);
        }
    }
}

static int used_of(int heuristic) {
    return heuristic == SKED_DUPLEX || heuristic == SKED_DUPLEX_SUM ? (int)SKED_MIN_MIN : heuristic;
}

/* ---- plans worked out by hand ---------------------------------------------------------------- */

/*              machine  0  1     cluster of both
 *       job 0          10 10     4
 *       job 1           2  3     -
 *
 * The base lines: OLB, MCT and max-min give machine 0 to job 0, and machine 1 to job 1: ends 10 and
 * 3. MET puts both on machine 0: 10 and 12. The others give machine 0 to job 1: 10 and 2. The
 * cluster saves 6: it ends at 4, and job 1 follows on machine 0: 4 and 6. */
static void test_one_pair(void) {
    static const sked_time table[4] = {10, 10, 2, 3}, cluster_table[2] = {4, NEVER};
    static const sked_pjs_row want[2] = {ON_CLUSTER(0, 4, 0), ON_MACHINE(4, 6, 0)};
    static const uint64_t sums[] = {13, 22, 13, 12, 13, 12, 12, 12, 12};
    int heuristic;
    CHECK(sizeof sums / sizeof sums[0] == HEURISTICS);
    set_cluster(0, 2, 3, 0);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        sked_pjs_request request = request_of(heuristic, 2, 2, 1, table, cluster_table);
        for (request.options = 0; request.options < 8; request.options++) {
            check_by_hand(&request, NULL, want, used_of(heuristic), 2);
            CHECK(metrics_are(&result.base, heuristic == SKED_MET ? 12 : 10, sums[heuristic],
                              used_of(heuristic)));
        }
    }
}

/*              machine  0  1  2  3     cluster 0 = machines 0 1, cluster 1 = machines 2 3
 *       job 0          10  -  -  -     7  -
 *       job 1           -  -  6  -     -  4
 *       job 2           -  5  -  -     -  -
 *       job 3           -  5  -  -     -  -
 *
 * Ends 10 6 5 10, sum 31. Job 0 saves 3 on cluster 0, but keeps machine 1 until 7: 7 6 12 17. That
 * is the end, unless the other pairs are tried, too: job 1 saves 2 on cluster 1: 10 4 5 10. */
static void test_going_on(void) {
    static const sked_time table[16] = {10, NEVER, NEVER, NEVER, NEVER, NEVER, 6, NEVER,
                                        NEVER, 5, NEVER, NEVER, NEVER, 5, NEVER, NEVER};
    static const sked_time cluster_table[8] = {7, NEVER, NEVER, 4, NEVER, NEVER, NEVER, NEVER};
    static const sked_pjs_row base[4] = {ON_MACHINE(0, 10, 0), ON_MACHINE(0, 6, 2),
                                         ON_MACHINE(0, 5, 1), ON_MACHINE(5, 10, 1)};
    static const sked_pjs_row better[4] = {ON_MACHINE(0, 10, 0), ON_CLUSTER(0, 4, 1),
                                           ON_MACHINE(0, 5, 1), ON_MACHINE(5, 10, 1)};
    int heuristic;
    set_cluster(0, 4, 3, 0);
    set_cluster(1, 4, 12, 2);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        sked_pjs_request request = request_of(heuristic, 4, 4, 2, table, cluster_table);
        check_by_hand(&request, NULL, base, used_of(heuristic), 2);
        CHECK(metrics_equal(&result.base, &result.plan));
        request.options = SKED_PJS_GO_ON;
        check_by_hand(&request, NULL, better, used_of(heuristic), 3);
        CHECK(metrics_are(&result.base, 10, 31, used_of(heuristic)));
        request.options = SKED_PJS_GO_ON | SKED_PJS_MAKESPAN;      /* 10 in all three */
        check_by_hand(&request, NULL, base, used_of(heuristic), 3);
    }
}

/*              machine  0  1     cluster of both
 *       job 0          10  -     5, or 6
 *       job 1           -  2     -
 *       job 2           -  2     -
 *
 * Ends 10 2 4. On the cluster 5 7 9: an earlier end of all, but a larger sum. With 6 in place of 5:
 * 6 8 10, no better in either. Without job 2: 10 2 against 5 7, no better by the sum; by the end of
 * all it is. */
static void test_what_is_better(void) {
    static const sked_time table[6] = {10, NEVER, NEVER, 2, NEVER, 2};
    static const sked_time five[3] = {5, NEVER, NEVER}, six[3] = {6, NEVER, NEVER};
    static const sked_pjs_row base[3] = {ON_MACHINE(0, 10, 0), ON_MACHINE(0, 2, 1),
                                         ON_MACHINE(2, 4, 1)};
    static const sked_pjs_row better[3] = {ON_CLUSTER(0, 5, 0), ON_MACHINE(5, 7, 1),
                                           ON_MACHINE(7, 9, 1)};
    int heuristic;
    set_cluster(0, 2, 3, 1);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        const int used = used_of(heuristic);
        sked_pjs_request request = request_of(heuristic, 3, 2, 1, table, five);
        check_by_hand(&request, NULL, base, used, 2);
        request.options = SKED_PJS_MAKESPAN;
        check_by_hand(&request, NULL, better, used, 2);
        request.cluster_times = six;
        check_by_hand(&request, NULL, base, used, 2);
        request = request_of(heuristic, 2, 2, 1, table, five);
        check_by_hand(&request, NULL, base, used, 2);
        request.options = SKED_PJS_MAKESPAN;
        check_by_hand(&request, NULL, better, used, 2);
    }
}

/* Two jobs of 6 on two machines; two clusters of both, 2 for each job. All four pairs save 4: the
 * lowest job goes first, to the lowest cluster: 2 8 in place of 6 6. Then the other: 2 4; nothing
 * is left to map. The other pair of a job that has a cluster is not tried. Where a cluster takes 6,
 * too, nothing is tried. */
static void test_ties(void) {
    static const sked_time table[4] = {6, 6, 6, 6}, twos[4] = {2, 2, 2, 2}, sixes[4] = {6, 6, 6, 6};
    static const sked_time second[4] = {2, 2, NEVER, 2};
    static const sked_pjs_row want[2] = {ON_CLUSTER(0, 2, 0), ON_CLUSTER(2, 4, 0)};
    static const sked_pjs_row apart[2] = {ON_CLUSTER(0, 2, 0), ON_CLUSTER(2, 4, 1)};
    static const sked_pjs_row base[2] = {ON_MACHINE(0, 6, 0), ON_MACHINE(0, 6, 1)};
    static const sked_pjs_row piled[2] = {ON_MACHINE(0, 6, 0), ON_MACHINE(6, 12, 0)};
    int heuristic;
    set_cluster(0, 2, 3, 0);
    set_cluster(1, 2, 3, 0);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        const int used = used_of(heuristic);
        sked_pjs_request request = request_of(heuristic, 2, 2, 2, table, twos);
        check_by_hand(&request, NULL, want, used, 3);
        request.options = SKED_PJS_GO_ON;
        check_by_hand(&request, NULL, want, used, 3);
        request.cluster_times = second;
        check_by_hand(&request, NULL, apart, used, 3);
        request.cluster_times = sixes;
        check_by_hand(&request, NULL, heuristic == SKED_MET ? piled : base, used, 1);
    }
}

/*              machine  0  1  2     cluster 0 = machine 1, cluster 1 = machine 2
 *       job 0          20  -  -     5  -
 *       job 1          20  -  -     9  10
 *
 * Ends 20 40. Job 0 saves 15 on cluster 0: 5 20. By run times job 1 saves 11 there, too, and more
 * than on cluster 1: 5 14. By completion it would end at 14 there, and at 10 on cluster 1: 5 10.
 * Where cluster 1 is free from 11 on only, cluster 0 is better: 5 14. */
static void test_completion(void) {
    static const sked_time table[6] = {20, NEVER, NEVER, 20, NEVER, NEVER};
    static const sked_time cluster_table[4] = {5, NEVER, 9, 10}, free_from[3] = {0, 0, 11};
    static const sked_pjs_row by_time[2] = {ON_CLUSTER(0, 5, 0), ON_CLUSTER(5, 14, 0)};
    static const sked_pjs_row by_end[2] = {ON_CLUSTER(0, 5, 0), ON_CLUSTER(0, 10, 1)};
    int heuristic;
    set_cluster(0, 3, 2, 0);
    set_cluster(1, 3, 4, 0);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        const int used = used_of(heuristic);
        sked_pjs_request request = request_of(heuristic, 2, 3, 2, table, cluster_table);
        check_by_hand(&request, NULL, by_time, used, 3);
        request.options = SKED_PJS_COMPLETION;
        check_by_hand(&request, NULL, by_end, used, 3);
        request.map.free_from = free_from;
        check_by_hand(&request, NULL, by_time, used, 3);
    }
}

/* A job takes 10 on a machine that is free from 20 on, and 15 on a cluster that is free: it saves
 * no time there, and ends earlier. On a machine that is free it stays. */
static void test_busy_machine(void) {
    static const sked_time table[2] = {10, NEVER}, cluster_table[1] = {15}, busy[2] = {20, 0};
    static const sked_pjs_row base = ON_MACHINE(20, 30, 0), early = ON_MACHINE(0, 10, 0);
    static const sked_pjs_row moved = ON_CLUSTER(0, 15, 0);
    int heuristic;
    set_cluster(0, 2, 2, 0);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        const int used = used_of(heuristic);
        sked_pjs_request request = request_of(heuristic, 1, 2, 1, table, cluster_table);
        request.map.free_from = busy;
        check_by_hand(&request, NULL, &base, used, 1);
        request.options = SKED_PJS_COMPLETION;
        check_by_hand(&request, NULL, &moved, used, 2);
        request.map.free_from = NULL;
        check_by_hand(&request, NULL, &early, used, 1);
    }
}

/* A cluster of machines 0 1 2, of which 2 is missing; machine 3 is there. The job takes 20 on a
 * machine, and 5 on the whole cluster: so 5 * 3 / 2, rounded up, is 8 on what is there. Machine 1
 * is free at 3, so the job runs on [3, 11); when machine 2 would be free does not matter. With at
 * least 3 of them, or all, the cluster is out of use. */
static void test_missing_members(void) {
    static const sked_time table[4] = {20, 20, NEVER, 20}, cluster_table[1] = {5};
    static const sked_time free_from[4] = {0, 3, 50, 0};
    static const sked_pjs_row want = ON_CLUSTER(3, 11, 0), base = ON_MACHINE(0, 20, 0);
    uint32_t least;
    for (least = 0; least <= 3; least++) {
        sked_pjs_request request = request_of(SKED_DUPLEX_SUM, 1, 4, 1, table, cluster_table);
        const int usable = least == 1 || least == 2;
        set_cluster(0, 4, 7, least);
        request.map.free_from = free_from;
        request.up = set_up(4, 11);
        check_by_hand(&request, NULL, usable ? &want : &base, SKED_MIN_MIN, usable ? 2 : 1);
    }
}

/*              machine  0  1  2     cluster 0 = machines 0 1, 1 = machines 1 2, 2 = machine 2
 *   free from           1  0  2
 *       job 0           -  -  -     6  6  -
 *       job 1           4  9  9     -  -  -
 *       job 2           -  -  -     5  3  9
 *
 * Job 0 could end at 7 (cluster 0, from 1 on) or 8: cluster 0, and machines 0 1 are free at 7. Job
 * 2: 12, 10 (from 7 on) or 11: cluster 1. Job 1 follows on machine 0. Nothing is tried. */
static void test_without_machine(void) {
    static const sked_time table[9] = {NEVER, NEVER, NEVER, 4, 9, 9, NEVER, NEVER, NEVER};
    static const sked_time free_from[3] = {1, 0, 2};
    static const sked_pjs_row all[3] = {ON_CLUSTER(1, 7, 0), ON_MACHINE(7, 11, 0),
                                        ON_CLUSTER(7, 10, 1)};
    static const sked_pjs_row without_1[3] = {ON_CLUSTER(1, 7, 0), NOWHERE, ON_CLUSTER(7, 10, 1)};
    static const sked_pjs_row without_0[3] = {NOWHERE, ON_MACHINE(1, 5, 0), ON_CLUSTER(2, 5, 1)};
    sked_time cluster_table[9] = {6, 6, NEVER, NEVER, NEVER, NEVER, 5, 3, 9};
    int heuristic;
    set_cluster(0, 3, 3, 0);
    set_cluster(1, 3, 6, 0);
    set_cluster(2, 3, 4, 0);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        const int used = used_of(heuristic);
        sked_pjs_request request = request_of(heuristic, 3, 3, 3, table, cluster_table);
        request.map.free_from = free_from;
        cluster_table[1] = 6;
        check_by_hand(&request, NULL, all, used, 1);
        CHECK(metrics_equal(&result.base, &result.plan));
        check_by_hand(&request, leave_out(3, 2), without_1, used, 1);
        check_by_hand(&request, leave_out(3, 1), without_0, used, 1);
        cluster_table[1] = 5;                   /* both end at 7: the lowest cluster */
        check_by_hand(&request, NULL, all, used, 1);
        request.options = SKED_PJS_GO_ON;
        cluster_table[3] = 3;                   /* job 1 saves 1, but must wait for machine 1 */
        check_by_hand(&request, NULL, all, used, 2);
        cluster_table[3] = NEVER;
    }
}

/* One job of 10 on machine 0, 5 on a cluster with machine 1, which is free at 100: the job would
 * end later than all together do now. */
static void test_late_member(void) {
    static const sked_time table[2] = {10, NEVER}, cluster_table[1] = {5}, free_from[2] = {0, 100};
    static const sked_pjs_row want = ON_MACHINE(0, 10, 0);
    int heuristic;
    set_cluster(0, 2, 3, 0);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        sked_pjs_request request = request_of(heuristic, 1, 2, 1, table, cluster_table);
        request.map.free_from = free_from;
        check_by_hand(&request, NULL, &want, used_of(heuristic), 2);
    }
}

/* Without clusters it is sked_map. */
static void test_no_cluster(void) {
    static const sked_time table[12] = {4, 1, 1, 5, 6, 4, 7, 5, 9, 5, 1, 3};
    int heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        const sked_pjs_request request = request_of(heuristic, 4, 3, 0, table, NULL);
        sked_map_row mapped[4];
        sked_map_result map_result;
        sked_arena arena;
        uint32_t job;
        sked_arena_init(&arena, room, sizeof(room));
        CHECK(sked_map(&request.map, sked_arena_mem(&arena), mapped, &map_result) == SKED_OK);
        CHECK(map_exactly(&request, NULL) == SKED_OK);
        for (job = 0; job < 4; job++) {
            CHECK(rows[job].machine == mapped[job].machine && rows[job].cluster == SKED_NONE);
            CHECK(rows[job].start == mapped[job].start && rows[job].end == mapped[job].end);
        }
        CHECK(metrics_equal(&result.plan, &map_result) && metrics_equal(&result.base, &map_result));
        CHECK(result.parallel == 0 && result.mappings == 1);
    }
}

/* ---- statuses -------------------------------------------------------------------------------- */

/* 3 jobs on 2 machines and a cluster of both. */
static const sked_time small_table[6] = {1, 2, 3, 4, 5, 6}, small_cluster[3] = {1, 2, 3};

static sked_pjs_request small_request(int heuristic) {
    set_cluster(0, 2, 3, 0);
    return request_of(heuristic, 3, 2, 1, small_table, small_cluster);
}

/* Refused by all four functions, and nothing has changed. */
static void check_request_refused(const sked_pjs_request *request, sked_status status) {
    sked_arena arena;
    size_t bytes = 4711;
    uint32_t job = 4711;
    smudge();
    sked_arena_init(&arena, room, sizeof(room));
    CHECK(sked_pjs_bytes(request, &bytes) == status && bytes == 4711);
    CHECK(pjs_prepare(request, room, sizeof(room), &job) == status && job == 4711);
    CHECK(sked_pjs_run(request, room, sizeof(room), NULL, rows, &result) == status);
    CHECK(sked_pjs(request, sked_arena_mem(&arena), rows, &result) == status);
    CHECK(arena.used == 0 && is_smudged());
}

static void test_requests(void) {
    sked_pjs_request request = small_request(HEURISTICS);
    check_request_refused(&request, SKED_E_SETTING);
    request = small_request(SKED_MIN_MIN);
    request.map.options = 4;
    check_request_refused(&request, SKED_E_SETTING);
    request = small_request(SKED_MIN_MIN);
    for (request.options = 8; request.options != 0; request.options <<= 1) {
        check_request_refused(&request, SKED_E_SETTING);
    }
    request.map.jobs = 0;
    check_request_refused(&request, SKED_E_NO_JOBS);
    request = small_request(SKED_OLB);
    request.map.machines = 0;
    check_request_refused(&request, SKED_E_NO_MACHINES);
    request = small_request(SKED_MIN_MIN);
    request.map.jobs = request.map.machines = UINT32_MAX;       /* what sked_map alone needs */
    check_request_refused(&request, SKED_E_OVERFLOW);
    request = small_request(SKED_OLB);
    request.map.jobs = request.clusters = UINT32_MAX;
    check_request_refused(&request, SKED_E_OVERFLOW);
    request.map.jobs = request.clusters = UINT32_C(1) << 31;    /* 8 n c is 0 modulo 2^64 */
    check_request_refused(&request, SKED_E_OVERFLOW);
#if SIZE_MAX <= 0xFFFFFFFFu
    request.map.jobs = 1000;        /* no more than sked_map can do                            */
    check_request_refused(&request, SKED_E_OVERFLOW);
#endif
}

/* Refused by prepare, which tells the job (4711: it is none's fault), and by sked_pjs; run then
 * refuses the block. */
static void check_tables_refused(const sked_pjs_request *request, sked_status status,
                                 uint32_t culprit) {
    sked_arena arena;
    uint32_t job = 4711;
    smudge();
    CHECK(pjs_prepare(request, room, sizeof(room), &job) == status && job == culprit);
    CHECK(sked_pjs_prepare(request, room, sizeof(room)) == status);
    CHECK(sked_pjs_run(request, room, sizeof(room), NULL, rows, &result) == SKED_E_BLOCK);
    sked_arena_init(&arena, room, sizeof(room));
    CHECK(sked_pjs(request, sked_arena_mem(&arena), rows, &result) == status);
    CHECK(arena.used == 0 && is_smudged());
}

/* Sets of another size or with bits above it, a cluster of nobody, or of fewer than it wants. */
static void check_sets(int heuristic) {
    sked_pjs_request request = small_request(heuristic);
    clusters[0].members_min = 2;
    CHECK(map_exactly(&request, NULL) == SKED_OK);
    clusters[0].members_min = 3;
    check_tables_refused(&request, SKED_E_RANGE, 4711);
    set_cluster(0, 2, 0, 0);
    check_tables_refused(&request, SKED_E_RANGE, 4711);
    set_cluster(0, 3, 3, 0);
    check_tables_refused(&request, SKED_E_RANGE, 4711);
    set_cluster(0, 1, 1, 0);
    check_tables_refused(&request, SKED_E_RANGE, 4711);
    set_cluster(0, 2, 3, 0);
    words[0][0] |= 4;
    check_tables_refused(&request, SKED_E_RANGE, 4711);
    request = small_request(heuristic);
    request.up = set_up(2, 3);
    CHECK(map_exactly(&request, NULL) == SKED_OK);
    request.up = set_up(3, 3);
    check_tables_refused(&request, SKED_E_RANGE, 4711);
    request.up = set_up(2, 3);
    words[CLUSTERS_MAX][0] |= 4;
    check_tables_refused(&request, SKED_E_RANGE, 4711);
}

static void copy_small_tables(void) {
    uint32_t i;
    for (i = 0; i < 6; i++) {
        times[i] = small_table[i];
        cluster_times[i / 2] = small_cluster[i / 2];
    }
}

/* Times that are none, in either table, also of a cluster that is out of use. */
static void check_times(int heuristic) {
    static const sked_time wrong[] = {-1, INT64_MIN, SKED_TIME_MAX + 1, SKED_NEVER - 1};
    sked_pjs_request request = small_request(heuristic);
    size_t i;
    request.map.times = times;
    request.cluster_times = cluster_times;
    for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        copy_small_tables();
        request.up = NULL;
        times[5] = wrong[i];
        check_tables_refused(&request, SKED_E_TIME, 2);
        times[2] = wrong[i];                    /* the first culprit is told */
        check_tables_refused(&request, SKED_E_TIME, 1);
        copy_small_tables();
        cluster_times[2] = wrong[i];
        check_tables_refused(&request, SKED_E_TIME, 2);
        request.up = set_up(2, 1);
        times[1] = times[3] = times[5] = NEVER;
        check_tables_refused(&request, SKED_E_TIME, 2);
        cluster_times[0] = wrong[i];
        check_tables_refused(&request, SKED_E_TIME, 0);
    }
}

/* A machine that is not up has a time; a job can run nowhere. */
static void check_places(int heuristic) {
    sked_pjs_request request = small_request(heuristic);
    copy_small_tables();
    request.map.times = times;
    request.cluster_times = cluster_times;
    request.up = set_up(2, 2);
    times[0] = times[4] = NEVER;
    check_tables_refused(&request, SKED_E_RANGE, 1);
    times[2] = NEVER;
    CHECK(map_exactly(&request, NULL) == SKED_OK);
    times[3] = NEVER;                           /* only the cluster, of which one is missing */
    check_tables_refused(&request, SKED_E_NOWHERE, 1);
    clusters[0].members_min = 1;
    CHECK(map_exactly(&request, NULL) == SKED_OK);
    cluster_times[1] = NEVER;
    check_tables_refused(&request, SKED_E_NOWHERE, 1);
    request.up = NULL;
    check_tables_refused(&request, SKED_E_NOWHERE, 1);
    request.clusters = 0;
    request.cluster = NULL;
    request.cluster_times = NULL;
    check_tables_refused(&request, SKED_E_NOWHERE, 1);
}

/* The longest times of all jobs, on machines and clusters as they are, add up to a time. */
static void check_sums(int heuristic) {
    sked_pjs_request request = small_request(heuristic);
    copy_small_tables();
    request.map.times = times;
    request.cluster_times = cluster_times;
    cluster_times[1] = SKED_TIME_MAX - 8;       /* 2 + (MAX - 8) + 6 */
    CHECK(map_exactly(&request, NULL) == SKED_OK);
    times[4] = 7;
    check_tables_refused(&request, SKED_E_OVERFLOW, 2);
    times[4] = 6;
    times[0] = 3;
    check_tables_refused(&request, SKED_E_OVERFLOW, 2);
    cluster_times[1] = SKED_TIME_MAX;
    check_tables_refused(&request, SKED_E_OVERFLOW, 1);
    times[2] = SKED_TIME_MAX - 8;
    times[0] = 1;
    cluster_times[1] = 1;
    CHECK(map_exactly(&request, NULL) == SKED_OK);
    cluster_times[0] = 3;
    check_tables_refused(&request, SKED_E_OVERFLOW, 2);
}

/* One job and a cluster of machines 0 .. 5, of which few are up: a time beyond what there is. With
 * one of six, TIME_MAX / 6 is the longest; a cluster that is out of use counts for nothing. */
static void check_stretched(int heuristic) {
    sked_pjs_request request = request_of(heuristic, 1, 6, 1, times, cluster_times);
    uint32_t machine;
    for (machine = 0; machine < 6; machine++) {
        times[machine] = NEVER;
    }
    times[1] = 1;
    set_cluster(0, 6, 63, 1);
    request.up = set_up(6, 2);
    cluster_times[0] = SKED_TIME_MAX / 6;
    CHECK(map_exactly(&request, NULL) == SKED_OK);
    cluster_times[0]++;                         /* TIME_MAX / 6 has a rest of 3 */
    check_tables_refused(&request, SKED_E_OVERFLOW, 0);
    cluster_times[0] = SKED_TIME_MAX;           /* beyond 2^64 */
    check_tables_refused(&request, SKED_E_OVERFLOW, 0);
    request.up = set_up(6, 30);                 /* four of six: 3 / 2 */
    cluster_times[0] = SKED_TIME_MAX / 3 * 2;   /* TIME_MAX has no rest */
    CHECK(map_exactly(&request, NULL) == SKED_OK);
    cluster_times[0]++;
    check_tables_refused(&request, SKED_E_OVERFLOW, 0);
    set_cluster(0, 6, 63, 5);
    CHECK(map_exactly(&request, NULL) == SKED_OK && result.mappings == 1);
}

/* 31 / 2 of 1190112520884487201 is 2^64 - 1 and a half: rounded up, no number of 64 bits. */
static void test_rounded_beyond(void) {
    static sked_word wide_words[2][SKED_SET_WORDS(31u)];
    static sked_time nowhere[31];
    sked_time longest = INT64_C(1190112520884487201);
    sked_pjs_request request = request_of(SKED_MIN_MIN, 1, 31, 1, nowhere, &longest);
    sked_set wide_members = sked_set_of(wide_words[0], 31);
    sked_set few = sked_set_of(wide_words[1], 31);
    sked_cluster wide;
    uint32_t machine;
    size_t bytes = 0;
    for (machine = 0; machine < 31; machine++) {
        nowhere[machine] = NEVER;
    }
    sked_set_fill(&wide_members);
    sked_set_add(&few, 4);
    sked_set_add(&few, 19);
    wide.members = &wide_members;
    wide.members_min = 1;
    wide.resource = 0;
    request.cluster = &wide;
    request.up = &few;
    CHECK(sked_pjs_bytes(&request, &bytes) == SKED_OK && bytes <= sizeof(room));
    CHECK(sked_pjs_prepare(&request, room, sizeof(room)) == SKED_E_OVERFLOW);
    longest = SKED_TIME_MAX / 31 * 2;
    CHECK(sked_pjs_prepare(&request, room, sizeof(room)) == SKED_OK);
}

static void test_tables(void) {
    int heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        check_sets(heuristic);
        check_times(heuristic);
        check_places(heuristic);
        check_sums(heuristic);
        check_stretched(heuristic);
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void check_run_refused(const sked_pjs_request *request, void *block, size_t bytes,
                              const sked_set *out, sked_status status) {
    smudge();
    CHECK(sked_pjs_run(request, block, bytes, out, rows, &result) == status);
    CHECK(is_smudged());
}

/* Prepared for another shape. */
static void check_other_shapes(const sked_pjs_request *request) {
    sked_pjs_request other = *request;
    other.map.jobs = 2;
    check_run_refused(&other, room, sizeof(room), NULL, SKED_E_BLOCK);
    other = *request;
    other.map.machines = 1;
    check_run_refused(&other, room, sizeof(room), NULL, SKED_E_BLOCK);
    other = *request;
    other.map.options = SKED_MAP_LEAST_TIME;
    check_run_refused(&other, room, sizeof(room), NULL, SKED_E_BLOCK);
    other = *request;
    other.map.heuristic = request->map.heuristic == SKED_OLB ? SKED_MET : SKED_OLB;
    check_run_refused(&other, room, sizeof(room), NULL, SKED_E_BLOCK);
    other = *request;
    other.options = SKED_PJS_GO_ON;
    check_run_refused(&other, room, sizeof(room), NULL, SKED_E_BLOCK);
    other = *request;
    other.clusters = 0;
    check_run_refused(&other, room, sizeof(room), NULL, SKED_E_BLOCK);
}

static void test_blocks(void) {
    int heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        const sked_pjs_request request = small_request(heuristic);
        unsigned char *crooked = (unsigned char *)room + 1;
        sked_arena arena;
        size_t bytes = 0;
        uint32_t job = 4711;
        CHECK(sked_pjs_bytes(&request, &bytes) == SKED_OK);
        CHECK(pjs_prepare(&request, room, bytes - 1, &job) == SKED_E_BLOCK && job == 4711);
        CHECK(sked_pjs_prepare(&request, NULL, bytes) == SKED_E_BLOCK);
        if (ALIGNMENT > 1) {
            CHECK(sked_pjs_prepare(&request, crooked, sizeof(room) - 8) == SKED_E_BLOCK);
        }
        CHECK(pjs_prepare(&request, room, bytes, &job) == SKED_OK && job == 4711);
        check_run_refused(&request, room, bytes - 1, NULL, SKED_E_BLOCK);
        check_run_refused(&request, NULL, bytes, NULL, SKED_E_BLOCK);
        check_other_shapes(&request);
        CHECK(sked_pjs_run(&request, room, bytes, NULL, rows, NULL) == SKED_OK);
        CHECK(!row_is_smudged(&rows[2]) && result_is_smudged());    /* no result was wanted */
        smudge();
        sked_arena_init(&arena, room, bytes - 1);
        CHECK(sked_pjs(&request, sked_arena_mem(&arena), rows, &result) == SKED_E_MEMORY);
        CHECK(arena.used == 0 && is_smudged());
        if (ALIGNMENT > 1) {                    /* all is right with it but where it lies */
            for (; bytes > 0; bytes--) {
                crooked[bytes - 1] = ((const unsigned char *)room)[bytes - 1];
            }
            check_run_refused(&request, crooked, sizeof(room) - 8, NULL, SKED_E_BLOCK);
        }
    }
}

/* The tables and sets are not asked for the size; and nobody pays for columns who sorts none. */
static void test_bytes(void) {
    int heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        sked_pjs_request request = request_of(heuristic, 100, 10, 0, NULL, NULL);
        const int columns = heuristic == SKED_MIN_MIN || heuristic == SKED_DUPLEX ||
                            heuristic == SKED_DUPLEX_SUM;
        size_t map_bytes = 0, none = 0, bytes = 0, low = 0, other = 0;
        CHECK(sked_map_bytes(&request.map, &map_bytes) == SKED_OK);
        CHECK(sked_pjs_bytes(&request, &none) == SKED_OK && none > map_bytes);
        request.clusters = 7;
        CHECK(sked_pjs_bytes(&request, &bytes) == SKED_OK && bytes >= none + 100 * 7 * 8);
        request.options = SKED_PJS_GO_ON | SKED_PJS_MAKESPAN;
        CHECK(sked_pjs_bytes(&request, &other) == SKED_OK && other == bytes);
        request.map.options = SKED_MAP_LOW_MEMORY;
        CHECK(sked_pjs_bytes(&request, &low) == SKED_OK);
        CHECK(columns ? low < bytes && bytes >= 2000 * sizeof(sked_pair) : low == bytes);
    }
}

static void check_runs_refused(sked_pjs_request request, size_t bytes) {
    static const sked_time wrong[2] = {0, -1}, beyond[2] = {SKED_NEVER, 0};
    static const sked_time late[2] = {0, SKED_TIME_MAX - 12}, later[2] = {SKED_TIME_MAX - 11, 0};
    request.map.free_from = wrong;
    check_run_refused(&request, room, bytes, NULL, SKED_E_TIME);
    request.map.free_from = beyond;
    check_run_refused(&request, room, bytes, NULL, SKED_E_TIME);
    request.map.free_from = later;              /* the longest times add up to 2 + 4 + 6 */
    check_run_refused(&request, room, bytes, NULL, SKED_E_OVERFLOW);
    request.map.free_from = late;
    CHECK(sked_pjs_run(&request, room, bytes, NULL, rows, &result) == SKED_OK);
    request.map.free_from = NULL;
    check_run_refused(&request, room, bytes, leave_out(3, 7), SKED_E_NO_JOBS);
    check_run_refused(&request, room, bytes, leave_out(4, 1), SKED_E_RANGE);
    check_run_refused(&request, room, bytes, leave_out(2, 1), SKED_E_RANGE);
    (void)leave_out(3, 1);
    words[CLUSTERS_MAX + 1][0] |= 8;            /* a bit above its size */
    check_run_refused(&request, room, bytes, &left_out, SKED_E_RANGE);
}

/* Prepared once: run with other free times, with jobs left out, from a copy; then as at first. */
static void test_again(void) {
    static const sked_time free_from[2] = {0, 3};
    int heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        sked_pjs_request request = small_request(heuristic);
        size_t bytes = 0, i;
        sked_align *copy;
        CHECK(map_exactly(&request, NULL) == SKED_OK);
        for (i = 0; i < 3; i++) {
            kept_rows[i] = rows[i];
        }
        CHECK(sked_pjs_bytes(&request, &bytes) == SKED_OK && 2 * bytes <= sizeof(room));
        check_runs_refused(request, bytes);
        request.map.free_from = free_from;
        CHECK(sked_pjs_run(&request, room, bytes, leave_out(3, 1), rows, &result) == SKED_OK);
        CHECK(rows[0].machine == SKED_NONE && rows[0].cluster == SKED_NONE);
        CHECK(rows[0].start == 0 && rows[0].end == 0);
        CHECK((rows[1].machine == SKED_NONE) != (rows[1].cluster == SKED_NONE));
        CHECK((rows[2].machine == SKED_NONE) != (rows[2].cluster == SKED_NONE));
        request.map.free_from = NULL;
        copy = room + bytes / sizeof(sked_align);
        for (i = 0; i < bytes; i++) {
            ((unsigned char *)copy)[i] = ((const unsigned char *)room)[i];
        }
        smudge();
        CHECK(sked_pjs_run(&request, copy, bytes, NULL, rows, &result) == SKED_OK);
        CHECK(is_plan(kept_rows, 3, (int)result.plan.used));
        smudge();
        CHECK(sked_pjs_run(&request, room, bytes, NULL, rows, &result) == SKED_OK);
        CHECK(is_plan(kept_rows, 3, (int)result.plan.used));
    }
}

/* ---- laws on random instances, and plans that are pinned ------------------------------------- */

enum { DRAWN_MACHINES = 4, INSTANCES = 150, PINNED = 40 };

/* 1 .. 10 jobs on 4 machines and 3 clusters: ties; any times; a machine that all like best; times
 * up to the limits. A job in six has no machine, a machine in six is missing. */
static sked_pjs_request draw(uint64_t *random) {
    const uint32_t kind = check_below(random, 4), jobs = 1 + check_below(random, JOBS_MAX - 1);
    const uint32_t machines = DRAWN_MACHINES, lost = check_below(random, 6);
    const uint32_t there = lost < machines ? 15u ^ (1u << lost) : 15u;
    const sked_pjs_request request = request_of(SKED_OLB, jobs, machines, CLUSTERS_MAX, times,
                                                cluster_times);
    uint32_t job, at;
    set_cluster(0, machines, 15, 3);            /* of four, three will do */
    set_cluster(1, machines, 3, 1);
    set_cluster(2, machines, 1 + check_below(random, 15), 1);
    if (sked_set_first(&members[2]) == lost && sked_set_count(&members[2]) == 1) {
        set_cluster(2, machines, 15, 0);
    }
    for (job = 0; job < jobs; job++) {
        const int homeless = check_below(random, 6) == 0;
        for (at = 0; at < machines + CLUSTERS_MAX; at++) {
            const sked_time any = (sked_time)check_below(random, 1000);
            sked_time *time = at < machines ? &times[job * machines + at]
                                            : &cluster_times[job * CLUSTERS_MAX + at - machines];
            switch (kind) {
            case 0: *time = any % 4; break;
            case 1: *time = any; break;
            case 2: *time = at == 1 ? any / 100 : 50 + any; break;
            default:
                *time = SKED_TIME_MAX / 40 - any * any % 9973 * (INT64_C(1) << any % 40);
                break;
            }
            if (at >= machines && kind < 3) {
                *time = *time / 3;
            } else if (at < machines && ((there >> at & 1u) == 0 || homeless)) {
                *time = NEVER;
            }
        }
    }
    (void)set_up(machines, there);
    return request;
}

static void keep_rows(uint32_t jobs) {
    uint32_t job;
    for (job = 0; job < jobs; job++) {
        kept_rows[job] = rows[job];
    }
}

static int is_kept(uint32_t jobs) {
    uint32_t job;
    for (job = 0; job < jobs && rows[job].start == kept_rows[job].start &&
                  rows[job].end == kept_rows[job].end &&
                  rows[job].machine == kept_rows[job].machine &&
                  rows[job].cluster == kept_rows[job].cluster; job++) {
    }
    return job == jobs;
}

/* Min-min by columns goes on with what it has sorted for the base line; with little memory it maps
 * anew for each pair. The plans are equal, and not worse than the base line. */
static void test_continued(void) {
    static const int continued[3] = {SKED_MIN_MIN, SKED_DUPLEX, SKED_DUPLEX_SUM};
    static const sked_time free_from[DRAWN_MACHINES] = {0, 40, 3, 0};
    uint64_t random = 6;
    uint32_t instance, which, parallel = 0;
    for (instance = 0; instance < INSTANCES; instance++) {
        sked_pjs_request request = draw(&random);
        const uint32_t jobs = request.map.jobs;
        request.map.free_from = instance % 2 == 0 ? NULL : free_from;
        request.up = &up;
        for (which = 0; which < 24; which++) {
            const int makespan = (which & SKED_PJS_MAKESPAN) != 0;
            sked_pjs_result first;
            request.map.heuristic = (sked_heuristic)continued[which / 8];
            request.options = which & 7u;
            request.map.options = 0;
            CHECK_SEED(instance + 1, map_exactly(&request, NULL) == SKED_OK);
            CHECK_SEED(instance + 1, makespan ? result.plan.makespan <= result.base.makespan
                                              : sked_u128_compare(result.plan.job_times,
                                                                  result.base.job_times) <= 0);
            first = result;
            keep_rows(jobs);
            request.map.options = SKED_MAP_LOW_MEMORY;
            CHECK_SEED(instance + 1, map_exactly(&request, NULL) == SKED_OK && is_kept(jobs));
            CHECK_SEED(instance + 1, metrics_equal(&first.plan, &result.plan));
            CHECK_SEED(instance + 1, metrics_equal(&first.base, &result.base));
            CHECK_SEED(instance + 1, first.mappings == result.mappings &&
                                         first.parallel == result.parallel);
            parallel += result.parallel > 0 && result.mappings > 2;
        }
    }
    CHECK(parallel > 0);
}

static uint64_t hash_plans(int heuristic, uint32_t options) {
    uint64_t hash = CHECK_HASH, random = 7;
    uint32_t instance, job;
    for (instance = 0; instance < PINNED; instance++) {
        sked_pjs_request request = draw(&random);
        request.map.heuristic = (sked_heuristic)heuristic;
        request.options = options;
        request.up = &up;
        CHECK(map_exactly(&request, NULL) == SKED_OK);
        for (job = 0; job < request.map.jobs; job++) {
            hash = check_hash(hash, rows[job].machine);
            hash = check_hash(hash, rows[job].cluster);
            hash = check_hash(hash, (uint64_t)rows[job].start);
            hash = check_hash(hash, (uint64_t)rows[job].end);
        }
        hash = check_hash(hash, (uint64_t)result.plan.used);
        hash = check_hash(hash, result.base.job_times.low);
        hash = check_hash(hash, result.mappings);
    }
    return hash;
}

/* Found by running: they pin the plans on every target. The plans behind them were equal to those
 * of the slow oracle of tests/deep/pjs.c, which judges what is right. Left: the first pair that
 * does not help is the last; then all pairs are tried; right: by completion. */
static const uint64_t pinned[][3] = {
    {UINT64_C(0x9AD34E81C1E929E0), UINT64_C(0x809E8C5A01BB117F),
     UINT64_C(0x6F98313ACBF6BADF)},
    {UINT64_C(0xFB86347899CAFF79), UINT64_C(0x31C5DA137865EA4C),
     UINT64_C(0x03CC1C7D850AB785)},
    {UINT64_C(0x41B1A12CEC9432B8), UINT64_C(0xCB898DC410F8DFEC),
     UINT64_C(0x660B8E5C6A500241)},
    {UINT64_C(0x840F6D14156DCF33), UINT64_C(0xFAF265C463451E1E),
     UINT64_C(0x4DE40CA9640CD6A7)},
    {UINT64_C(0xB31E97855741AA6A), UINT64_C(0x282DF2B60B1B9764),
     UINT64_C(0xD9C5183C6EE8F4FF)},
    {UINT64_C(0xBC55E09700ACBCA2), UINT64_C(0x30366265EDC0BDE5),
     UINT64_C(0x2171357F50FE0442)},
    {UINT64_C(0x2AE25A938ACD24E0), UINT64_C(0xF50DD85F7D66101D),
     UINT64_C(0x56B6C77E3B04855B)},
    {UINT64_C(0x5B7F6D6C85256D90), UINT64_C(0x3EB9A53C4046B422),
     UINT64_C(0x35D554BDD4B1D9EB)},
    {UINT64_C(0x85BD240068210181), UINT64_C(0x4A62D193CEFDCE5D),
     UINT64_C(0x505B29AABCA0ABA6)}
};

static void test_pinned(void) {
    int heuristic;
    CHECK(sizeof pinned / sizeof pinned[0] == HEURISTICS);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        CHECK_PIN(hash_plans(heuristic, 0), pinned[heuristic][0]);
        CHECK_PIN(hash_plans(heuristic, SKED_PJS_GO_ON), pinned[heuristic][1]);
        CHECK_PIN(hash_plans(heuristic, SKED_PJS_COMPLETION), pinned[heuristic][2]);
    }
}

int main(void) {
    test_one_pair();
    test_going_on();
    test_what_is_better();
    test_ties();
    test_completion();
    test_busy_machine();
    test_missing_members();
    test_without_machine();
    test_late_member();
    test_no_cluster();
    test_requests();
    test_tables();
    test_rounded_beyond();
    test_blocks();
    test_bytes();
    test_again();
    test_continued();
    test_pinned();
    return check_done("quick/pjs");
}
