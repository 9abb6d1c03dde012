/* map.c - quick tests of mapping: plans worked out by hand, every status, plans that are pinned.
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
enum { HEURISTICS = SKED_HEURISTIC_COUNT_, JOBS_MAX = 81, TIMES_MAX = 120, ROOM = 560 };

/* How strictly a block is aligned: not at all where that is 1. */
struct probe {
    char first;
    sked_align aligned;
};
#define ALIGNMENT offsetof(struct probe, aligned)

static sked_align room[ROOM];
static sked_time times[TIMES_MAX];
static sked_map_row rows[JOBS_MAX];
static sked_map_result result;

static sked_map_request request_of(int heuristic, uint32_t options, uint32_t jobs,
                                   uint32_t machines, const sked_time *table) {
    sked_map_request request = SKED_ZERO;
    request.heuristic = (sked_heuristic)heuristic;
    request.options = options;
    request.jobs = jobs;
    request.machines = machines;
    request.times = table;
    request.free_from = NULL;
    return request;
}

/* Fills rows and result with what no plan holds. */
static void smudge(void) {
    uint32_t job;
    for (job = 0; job < JOBS_MAX; job++) {
        rows[job].start = rows[job].end = -5;
        rows[job].machine = 77;
    }
    result.makespan = -5;
    result.job_times.high = result.job_times.low = 5;
    result.used = SKED_MET;
}

static int is_smudged(void) {
    uint32_t job;
    for (job = 0; job < JOBS_MAX && rows[job].start == -5 && rows[job].end == -5 &&
                  rows[job].machine == 77; job++) {
    }
    return job == JOBS_MAX && result.makespan == -5 && result.job_times.high == 5 &&
           result.job_times.low == 5 && result.used == SKED_MET;
}

/* Are the plan and its result these? The result is added up again from the rows that are wanted. */
static int is_plan(const sked_map_row *want, uint32_t jobs, int used) {
    sked_time makespan = 0;
    uint64_t sum = 0;
    uint32_t job;
    for (job = 0; job < jobs; job++) {
        if (rows[job].machine != want[job].machine || rows[job].start != want[job].start ||
            rows[job].end != want[job].end) {
            return 0;
        }
        sum += (uint64_t)want[job].end;
        makespan = want[job].end > makespan ? want[job].end : makespan;
    }
    return rows[jobs].machine == 77 && result.makespan == makespan &&
           result.job_times.high == 0 && result.job_times.low == sum &&
           result.used == (sked_heuristic)used;
}

/* In a block of exactly the size asked for, with a unit behind it as a guard. */
static sked_status map_exactly(const sked_map_request *request, const sked_set *leave_out) {
    size_t bytes = 0;
    sked_status status = sked_map_bytes(request, &bytes);
    const size_t guard = bytes / sizeof(sked_align);
    CHECK(status == SKED_OK && bytes > 0 && bytes % sizeof(sked_align) == 0 && guard < ROOM);
    smudge();
    room[guard].time = INT64_C(0x123456789ABCDEF);
    status = sked_map_prepare(request, room, bytes);
    if (status == SKED_OK) {
        status = sked_map_run(request, room, bytes, leave_out, rows, &result);
    }
    CHECK(room[guard].time == INT64_C(0x123456789ABCDEF));
    return status;
}

/* ---- plans worked out by hand ---------------------------------------------------------------- */

typedef struct by_hand {
    int heuristic;
    int least_time;                     /* with SKED_MAP_LEAST_TIME? */
    int used;
    sked_map_row rows[4];               /* start, end, machine */
} by_hand;

/* Also with little memory, which changes no plan; and by sked_map, with memory from an arena. */
static void check_by_hand(const by_hand *want, uint32_t jobs, uint32_t machines,
                          const sked_time *table, const sked_time *free_from,
                          const sked_set *leave_out) {
    sked_map_request request = request_of(want->heuristic, 0, jobs, machines, table);
    sked_arena arena;
    uint32_t low;
    request.free_from = free_from;
    for (low = 0; low < 2; low++) {
        request.options = (low ? SKED_MAP_LOW_MEMORY : 0) |
                          (want->least_time ? SKED_MAP_LEAST_TIME : 0);
        CHECK(map_exactly(&request, leave_out) == SKED_OK);
        CHECK(is_plan(want->rows, jobs, want->used));
        if (leave_out == NULL) {
            smudge();
            sked_arena_init(&arena, room, sizeof(room));
            CHECK(sked_map(&request, sked_arena_mem(&arena), rows, &result) == SKED_OK);
            CHECK(is_plan(want->rows, jobs, want->used));
            CHECK(arena.used == 0 && arena.freed_out_of_order == 0);
        }
    }
}

/*              machine 0  1  2
 *       job 0          4  1  1      No two heuristics agree, and the two duplexes choose
 *       job 1          5  6  4      differently.
 *       job 2          7  5  9
 *       job 3          5  1  3
 *
 * OLB      job 0 to machine 0, 1 to 1, 2 to 2; then machine 0 is free first (at 4), for job 3.
 * MET      1 on machine 1 (a tie with machine 2), 4 on 2, 5 on 1, 1 on 1, one behind the other.
 * MCT      job 0 ends at 1 on machine 1. Job 1: 5 7 4. Job 2: 7 6 13. Job 3: 5 7 7.
 * min-min  best 1 4 5 1: job 0 to machine 1. Then - 4 6 2: job 3 to machine 1. Then - 4 7 -: job 1
 *          to machine 2. Job 2: 7 7 13, so machine 0. Ends 1 4 7 2: latest 7, sum 14.
 * max-min  best 1 4 5 1: job 2 to machine 1. Then 1 4 - 3 (all on machine 2): job 1. Then 4 - - 5
 *          (all on machine 0): job 3. Job 0: 9 6 5. Ends 5 4 5 5: latest 5, sum 19.
 * duplex   max-min by the latest end, min-min by the sum.
 * sufferage            losses 0 1 2 2: job 2 to machine 1. Then (4 6 1) 3, (5 11 4) 1, (5 6 3) 2:
 *          job 0 to machine 2. Then job 1 (5 11 5) 0, job 3 (5 6 4) 1: job 3 to machine 2. Job 1:
 *          5 11 8.
 * ... in passes        job 0 claims machine 1, job 1 machine 2; job 2 (loss 2) ousts job 0; job 3
 *          (loss 2, too) does not oust job 2. Second pass: job 0 (4 6 5) and job 3 (5 6 7) want
 *          machine 0, both would lose 1: job 0. Job 3: 9 6 7.
 * By least time the machines are 1 2 1 1 for good.
 * min-min  1 4 5 1: job 0; - 4 6 2: job 3; - 4 7 -: job 1; job 2 at 2.
 * max-min  1 4 5 1: job 2; 6 4 - 6: job 0; - 4 - 7: job 3; job 1. Latest 7 in both: min-min. */
static void test_all_differ(void) {
    static const sked_time table[12] = {4, 1, 1, 5, 6, 4, 7, 5, 9, 5, 1, 3};
    static const by_hand plans[] = {
        {SKED_OLB, 0, SKED_OLB, {{0, 4, 0}, {0, 6, 1}, {0, 9, 2}, {4, 9, 0}}},
        {SKED_MET, 0, SKED_MET, {{0, 1, 1}, {0, 4, 2}, {1, 6, 1}, {6, 7, 1}}},
        {SKED_MCT, 0, SKED_MCT, {{0, 1, 1}, {0, 4, 2}, {1, 6, 1}, {0, 5, 0}}},
        {SKED_MIN_MIN, 0, SKED_MIN_MIN, {{0, 1, 1}, {0, 4, 2}, {0, 7, 0}, {1, 2, 1}}},
        {SKED_MAX_MIN, 0, SKED_MAX_MIN, {{4, 5, 2}, {0, 4, 2}, {0, 5, 1}, {0, 5, 0}}},
        {SKED_DUPLEX, 0, SKED_MAX_MIN, {{4, 5, 2}, {0, 4, 2}, {0, 5, 1}, {0, 5, 0}}},
        {SKED_DUPLEX_SUM, 0, SKED_MIN_MIN, {{0, 1, 1}, {0, 4, 2}, {0, 7, 0}, {1, 2, 1}}},
        {SKED_SUFFERAGE, 0, SKED_SUFFERAGE, {{0, 1, 2}, {0, 5, 0}, {0, 5, 1}, {1, 4, 2}}},
        {SKED_SUFFERAGE_PASS, 0, SKED_SUFFERAGE_PASS,
         {{0, 4, 0}, {0, 4, 2}, {0, 5, 1}, {5, 6, 1}}},
        {SKED_OLB, 1, SKED_OLB, {{0, 4, 0}, {0, 6, 1}, {0, 9, 2}, {4, 9, 0}}},
        {SKED_SUFFERAGE, 1, SKED_SUFFERAGE, {{0, 1, 2}, {0, 5, 0}, {0, 5, 1}, {1, 4, 2}}},
        {SKED_MIN_MIN, 1, SKED_MIN_MIN, {{0, 1, 1}, {0, 4, 2}, {2, 7, 1}, {1, 2, 1}}},
        {SKED_MAX_MIN, 1, SKED_MAX_MIN, {{5, 6, 1}, {0, 4, 2}, {0, 5, 1}, {6, 7, 1}}},
        {SKED_DUPLEX, 1, SKED_MIN_MIN, {{0, 1, 1}, {0, 4, 2}, {2, 7, 1}, {1, 2, 1}}},
        {SKED_DUPLEX_SUM, 1, SKED_MIN_MIN, {{0, 1, 1}, {0, 4, 2}, {2, 7, 1}, {1, 2, 1}}},
    };
    size_t i;
    for (i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
        check_by_hand(&plans[i], 4, 3, table, NULL, NULL);
    }
}

/* A long job and three short ones on two equal machines.
 *
 *     min-min, both ends 1 + 3   0: aadddd     max-min: the long one first    0: dddd
 *                                1: bc         and the short ones beside it   1: abc
 *
 * (times: a, b, c take 1, d takes 3; by the sum 1 1 2 4 is less than 1 2 3 3) */
static void test_duplex(void) {
    static const sked_time table[8] = {1, 1, 1, 1, 1, 1, 3, 3};
    static const by_hand plans[] = {
        {SKED_MIN_MIN, 0, SKED_MIN_MIN, {{0, 1, 0}, {0, 1, 1}, {1, 2, 0}, {1, 4, 1}}},
        {SKED_MAX_MIN, 0, SKED_MAX_MIN, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {0, 3, 0}}},
        {SKED_DUPLEX, 0, SKED_MAX_MIN, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {0, 3, 0}}},
        {SKED_DUPLEX_SUM, 0, SKED_MIN_MIN, {{0, 1, 0}, {0, 1, 1}, {1, 2, 0}, {1, 4, 1}}},
    };
    size_t i;
    for (i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
        check_by_hand(&plans[i], 4, 2, table, NULL, NULL);
    }
}

/* All equal: the lowest job and the lowest machine first, in turn. What looks at the times alone
 * (MET, and both with least time) knows machine 0 only. Jobs of no length share one instant. */
static void test_ties(void) {
    static const sked_time equal[8] = {5, 5, 5, 5, 5, 5, 5, 5}, none[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    by_hand spread = {0, 0, 0, {{0, 5, 0}, {0, 5, 1}, {5, 10, 0}, {5, 10, 1}}};
    by_hand piled = {0, 0, 0, {{0, 5, 0}, {5, 10, 0}, {10, 15, 0}, {15, 20, 0}}};
    by_hand nothing = {0, 0, 0, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    for (spread.heuristic = 0; spread.heuristic < HEURISTICS; spread.heuristic++) {
        const int which = spread.heuristic;
        const int two = which == SKED_DUPLEX || which == SKED_DUPLEX_SUM;
        spread.used = piled.used = nothing.used = two ? (int)SKED_MIN_MIN : which;
        piled.heuristic = nothing.heuristic = which;
        check_by_hand(&nothing, 4, 2, none, NULL, NULL);
        check_by_hand(which == SKED_MET ? &piled : &spread, 4, 2, equal, NULL, NULL);
        if (two || which == SKED_MIN_MIN || which == SKED_MAX_MIN) {
            piled.least_time = 1;
            check_by_hand(&piled, 4, 2, equal, NULL, NULL);
            piled.least_time = 0;
        }
    }
}

/*              machine 0  1  2
 *   free from          5  0  2
 *       job 0          -  4  -      - is never; job 2 is left out
 *       job 1          3  -  5
 *       job 2          2  2  2
 *       job 3          1  5  -
 *
 * OLB      job 0 has no choice; job 1: machine 2 is free before 0; job 3: machine 1 (4) before 0.
 * MET      machines 1 0 0.
 * MCT      job 1: 8 - 7. Job 3: 6 9 -.
 * min-min  best 4 7 5: job 0. Then job 3 (6 9 -), then job 1 (9 - 7).
 * max-min  best 4 7 5: job 1. Then 4 5: job 3 to machine 1, and job 0 behind it.
 * sufferage            job 0 loses without bound. Then job 1 (8 - 7) 1, job 3 (6 9 -) 3: job 3.
 * ... in passes        job 0 claims machine 1, job 1 machine 2; job 3 (6 5 -) cannot oust job 0. */
static void test_never(void) {
    static const sked_time table[12] = {NEVER, 4, NEVER, 3, NEVER, 5, 2, 2, 2, 1, 5, NEVER};
    static const sked_time free_from[3] = {5, 0, 2};
    static const by_hand plans[] = {
        {SKED_OLB, 0, SKED_OLB, {{0, 4, 1}, {2, 7, 2}, {0, 0, SKED_NONE}, {4, 9, 1}}},
        {SKED_MET, 0, SKED_MET, {{0, 4, 1}, {5, 8, 0}, {0, 0, SKED_NONE}, {8, 9, 0}}},
        {SKED_MCT, 0, SKED_MCT, {{0, 4, 1}, {2, 7, 2}, {0, 0, SKED_NONE}, {5, 6, 0}}},
        {SKED_MIN_MIN, 0, SKED_MIN_MIN, {{0, 4, 1}, {2, 7, 2}, {0, 0, SKED_NONE}, {5, 6, 0}}},
        {SKED_MAX_MIN, 0, SKED_MAX_MIN, {{5, 9, 1}, {2, 7, 2}, {0, 0, SKED_NONE}, {0, 5, 1}}},
        {SKED_DUPLEX, 0, SKED_MIN_MIN, {{0, 4, 1}, {2, 7, 2}, {0, 0, SKED_NONE}, {5, 6, 0}}},
        {SKED_DUPLEX_SUM, 0, SKED_MIN_MIN, {{0, 4, 1}, {2, 7, 2}, {0, 0, SKED_NONE}, {5, 6, 0}}},
        {SKED_SUFFERAGE, 0, SKED_SUFFERAGE, {{0, 4, 1}, {2, 7, 2}, {0, 0, SKED_NONE}, {5, 6, 0}}},
        {SKED_SUFFERAGE_PASS, 0, SKED_SUFFERAGE_PASS,
         {{0, 4, 1}, {2, 7, 2}, {0, 0, SKED_NONE}, {5, 6, 0}}},
    };
    sked_word words[SKED_SET_WORDS(4u)];
    sked_set leave_out = sked_set_of(words, 4);
    size_t i;
    sked_set_add(&leave_out, 2);
    for (i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
        check_by_hand(&plans[i], 4, 3, table, free_from, &leave_out);
    }
}

/* Jobs without a choice all lose without bound: the lowest goes first, and a later one does not
 * oust it. Job 2 has a choice, and comes after them. */
static void test_no_choice(void) {
    static const sked_time table[6] = {5, NEVER, 3, NEVER, 1, 9};
    static const by_hand plans[] = {
        {SKED_SUFFERAGE, 0, SKED_SUFFERAGE, {{0, 5, 0}, {5, 8, 0}, {8, 9, 0}, {0, 0, 0}}},
        {SKED_SUFFERAGE_PASS, 0, SKED_SUFFERAGE_PASS,
         {{0, 5, 0}, {5, 8, 0}, {8, 9, 0}, {0, 0, 0}}},
        {SKED_OLB, 0, SKED_OLB, {{0, 5, 0}, {5, 8, 0}, {0, 9, 1}, {0, 0, 0}}},
    };
    size_t i;
    for (i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
        check_by_hand(&plans[i], 3, 2, table, NULL, NULL);
    }
}

/*              machine 0  1
 *       job 0          -  1
 *       job 1          0  0
 *       job 2          2  1
 *
 * Best 1 0 1: job 1. Then 1 1, both on machine 1: job 0. Then job 2 (2 2) takes machine 0. That was
 * only its second choice, an entry that min-min by columns had put aside; it must look at it again,
 * as one machine's load has grown since, and the other's has not. */
static void test_put_aside(void) {
    static const sked_time table[6] = {NEVER, 1, 0, 0, 2, 1};
    static const by_hand plan = {
        SKED_MIN_MIN, 0, SKED_MIN_MIN, {{0, 1, 1}, {0, 0, 0}, {0, 2, 0}, {0, 0, 0}}
    };
    check_by_hand(&plan, 3, 2, table, NULL, NULL);
}

/* One machine: by falling times (max-min) or by rising ones (min-min), equal ones by the lowest
 * job. The expected start of a job is what all before it take. */
static void check_one_machine(uint32_t jobs, int latest, uint32_t options) {
    sked_map_request request = request_of(latest ? SKED_MAX_MIN : SKED_MIN_MIN, options, jobs, 1,
                                          times);
    uint32_t job, other;
    CHECK(map_exactly(&request, NULL) == SKED_OK);
    for (job = 0; job < jobs; job++) {
        sked_time start = 0;
        for (other = 0; other < jobs; other++) {
            if ((times[other] == times[job] && other < job) ||
                (latest ? times[other] > times[job] : times[other] < times[job])) {
                start += times[other];
            }
        }
        CHECK(rows[job].start == start && rows[job].end == start + times[job]);
        CHECK(rows[job].machine == 0);
    }
}

static void test_one_machine(void) {
    static const unsigned char sizes[] = {1, 2, 3, 7, 63, 64, 65, JOBS_MAX - 1};
    uint64_t random = 1;
    uint32_t job;
    size_t i;
    for (i = 0; i < sizeof(sizes); i++) {
        for (job = 0; job < sizes[i]; job++) {
            times[job] = (sked_time)(1 + check_below(&random, 20));
        }
        check_one_machine(sizes[i], 0, 0);
        check_one_machine(sizes[i], 0, SKED_MAP_LOW_MEMORY);
        check_one_machine(sizes[i], 1, 0);
        check_one_machine(sizes[i], 1, SKED_MAP_LEAST_TIME);
    }
}

/* Columns as quicksort likes them least: of what is split, the first, the middle and the last entry
 * are the least; or, as often as a column is split, the largest (the times by which they are). */
static void test_lopsided(void) {
    static const unsigned char at[] = {0, 34, 35, 36, 37, 38, 39, 40, 73, 74, 75, 76, 77, 78, 79};
    static const unsigned char more[] = {21, 2, 5, 8, 11, 14, 17, 20, 1, 4, 7, 10, 13, 16, 19};
    const uint32_t jobs = 80;
    uint32_t job;
    size_t i;
    for (job = 0; job < jobs; job++) {
        times[job] = job == 0 || job == 40 || job == 79 ? 1 : 100 + (sked_time)job;
    }
    check_one_machine(jobs, 0, 0);
    for (i = 0; i < sizeof(at); i++) {
        times[at[i]] = 1000 + more[i];
    }
    check_one_machine(jobs, 0, 0);
}

/* ---- statuses -------------------------------------------------------------------------------- */

static const sked_time small_table[6] = {1, 2, 3, 4, 5, 6};     /* 3 jobs on 2 machines */

/* Refused by all four functions, and nothing has changed. */
static void check_request_refused(const sked_map_request *request, sked_status status) {
    sked_arena arena;
    size_t bytes = 4711;
    uint32_t job = 4711;
    smudge();
    sked_arena_init(&arena, room, sizeof(room));
    CHECK(sked_map_bytes(request, &bytes) == status && bytes == 4711);
    CHECK(map_prepare(request, room, sizeof(room), &job) == status && job == 4711);
    CHECK(sked_map_run(request, room, sizeof(room), NULL, rows, &result) == status);
    CHECK(sked_map(request, sked_arena_mem(&arena), rows, &result) == status);
    CHECK(arena.used == 0 && is_smudged());
}

static void test_requests(void) {
    sked_map_request request = request_of(HEURISTICS, 0, 3, 2, small_table);
    check_request_refused(&request, SKED_E_SETTING);
    request = request_of(SKED_OLB, 4, 3, 2, small_table);
    check_request_refused(&request, SKED_E_SETTING);
    request = request_of(SKED_MIN_MIN, UINT32_C(0x80000000), 3, 2, small_table);
    check_request_refused(&request, SKED_E_SETTING);
    request = request_of(SKED_MIN_MIN, 0, 0, 2, small_table);
    check_request_refused(&request, SKED_E_NO_JOBS);
    request = request_of(SKED_MIN_MIN, 0, 3, 0, small_table);
    check_request_refused(&request, SKED_E_NO_MACHINES);
    request = request_of(SKED_MIN_MIN, 0, UINT32_MAX, UINT32_MAX, small_table);
    check_request_refused(&request, SKED_E_OVERFLOW);
    request = request_of(SKED_DUPLEX, 0, UINT32_C(1) << 31, UINT32_C(1) << 31, small_table);
    check_request_refused(&request, SKED_E_OVERFLOW);
    request = request_of(SKED_MIN_MIN, 0, UINT32_C(1) << 31, UINT32_C(1) << 30, small_table);
    check_request_refused(&request, SKED_E_OVERFLOW);       /* modulo 2^64, all but nothing */
}

/* The table is refused by prepare, which tells the job, and by sked_map; run refuses the block. */
static void check_table_refused(const sked_time *table, sked_status status, uint32_t culprit) {
    int heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        const sked_map_request request = request_of(heuristic, 0, 3, 2, table);
        sked_arena arena;
        uint32_t job = 4711;
        smudge();
        CHECK(map_prepare(&request, room, sizeof(room), &job) == status && job == culprit);
        CHECK(sked_map_prepare(&request, room, sizeof(room)) == status);
        CHECK(sked_map_run(&request, room, sizeof(room), NULL, rows, &result) == SKED_E_BLOCK);
        sked_arena_init(&arena, room, sizeof(room));
        CHECK(sked_map(&request, sked_arena_mem(&arena), rows, &result) == status);
        CHECK(arena.used == 0 && is_smudged());
    }
}

/* A block that was prepared well is not, once it has been prepared badly for the same shape. */
static void check_block_spoilt(void) {
    static const sked_time good[2] = {3, 4}, bad[2] = {3, -4};
    sked_map_request request = request_of(SKED_MAX_MIN, 0, 1, 2, good);
    CHECK(map_exactly(&request, NULL) == SKED_OK);
    request.times = bad;
    CHECK(map_exactly(&request, NULL) == SKED_E_TIME && is_smudged());
    CHECK(sked_map_run(&request, room, sizeof(room), NULL, rows, &result) == SKED_E_BLOCK);
    CHECK(is_smudged());
}

static void test_tables(void) {
    static const sked_time wrong[] = {-1, INT64_MIN, SKED_TIME_MAX + 1, SKED_NEVER - 1};
    sked_time table[6];
    size_t i, k;
    for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        for (k = 0; k < 6; k++) {
            table[k] = small_table[k];
        }
        table[5] = wrong[i];
        check_table_refused(table, SKED_E_TIME, 2);
        table[2] = wrong[i];                    /* the first culprit is told */
        check_table_refused(table, SKED_E_TIME, 1);
    }
    for (k = 0; k < 6; k++) {
        table[k] = small_table[k];
    }
    table[2] = table[3] = NEVER;
    check_table_refused(table, SKED_E_NOWHERE, 1);
    table[2] = SKED_TIME_MAX - 9;   /* 2 + (MAX - 9) + 6 is a time; with 9 it is none          */
    table[5] = 8;
    check_table_refused(table, SKED_E_OVERFLOW, 2);
    table[0] = SKED_TIME_MAX;
    table[2] = SKED_TIME_MAX;
    check_table_refused(table, SKED_E_OVERFLOW, 1);
    check_block_spoilt();
}

/* The longest times may add up to SKED_TIME_MAX, and all but one tick may be waited before. */
static void test_limits(void) {
    static const sked_time table[8] = {0, SKED_TIME_MAX - 10, 4, 3, NEVER, 5, 0, NEVER};
    static const sked_time late[2] = {1, 0}, later[2] = {0, 2}, last[2] = {SKED_TIME_MAX, 0};
    int heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        sked_map_request request = request_of(heuristic, 0, 4, 2, table);
        request.free_from = late;
        CHECK(map_exactly(&request, NULL) == SKED_OK);
        request.free_from = later;
        smudge();
        CHECK(sked_map_run(&request, room, sizeof(room), NULL, rows, &result) == SKED_E_OVERFLOW);
        request.free_from = last;
        CHECK(sked_map_run(&request, room, sizeof(room), NULL, rows, &result) == SKED_E_OVERFLOW);
        CHECK(is_smudged());
    }
}

/* One machine for all there is of time: the loads drift apart as far as they can. In every
 * heuristic each job follows the one before it. */
static void test_drift(void) {
    const uint32_t jobs = 10;
    const sked_time each = SKED_TIME_MAX / 10;
    uint32_t job;
    int heuristic;
    for (job = 0; job < jobs; job++) {
        times[2 * job] = each;
        times[2 * job + 1] = NEVER;
    }
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        sked_map_request request = request_of(heuristic, 0, jobs, 2, times);
        CHECK(map_exactly(&request, NULL) == SKED_OK && result.makespan == 10 * each);
        for (job = 0; job < jobs; job++) {
            CHECK(rows[job].machine == 0 && rows[job].start == (sked_time)job * each);
            CHECK(rows[job].end == (sked_time)(job + 1) * each);
        }
        times[0] = SKED_TIME_MAX;       /* all of it for one job */
        request = request_of(heuristic, 0, 1, 2, times);
        CHECK(map_exactly(&request, NULL) == SKED_OK && rows[0].end == SKED_TIME_MAX);
        CHECK(rows[0].machine == 0 && rows[0].start == 0);
        times[0] = each;
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void check_run_refused(const sked_map_request *request, void *block, size_t bytes,
                              const sked_set *leave_out, sked_status status) {
    smudge();
    CHECK(sked_map_run(request, block, bytes, leave_out, rows, &result) == status);
    CHECK(is_smudged());
}

static void test_blocks(void) {
    int heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        const sked_map_request request = request_of(heuristic, 0, 3, 2, small_table);
        sked_map_request other = request;
        unsigned char *crooked = (unsigned char *)room + 1;
        sked_arena arena;
        size_t bytes = 0;
        CHECK(sked_map_bytes(&request, &bytes) == SKED_OK);
        CHECK(sked_map_prepare(&request, room, bytes - 1) == SKED_E_BLOCK);
        CHECK(sked_map_prepare(&request, NULL, bytes) == SKED_E_BLOCK);
        if (ALIGNMENT > 1) {
            CHECK(sked_map_prepare(&request, crooked, sizeof(room) - 8) == SKED_E_BLOCK);
        }
        CHECK(sked_map_prepare(&request, room, bytes) == SKED_OK);
        check_run_refused(&request, room, bytes - 1, NULL, SKED_E_BLOCK);
        check_run_refused(&request, NULL, bytes, NULL, SKED_E_BLOCK);
        if (ALIGNMENT > 1) {
            check_run_refused(&request, crooked, sizeof(room) - 8, NULL, SKED_E_BLOCK);
        }
        other.jobs = 2;                         /* prepared for another shape */
        check_run_refused(&other, room, sizeof(room), NULL, SKED_E_BLOCK);
        other.jobs = 3;
        other.machines = 1;
        check_run_refused(&other, room, sizeof(room), NULL, SKED_E_BLOCK);
        other.machines = 2;
        other.options = SKED_MAP_LEAST_TIME;
        check_run_refused(&other, room, sizeof(room), NULL, SKED_E_BLOCK);
        other.options = 0;
        other.heuristic = heuristic == SKED_OLB ? SKED_MET : SKED_OLB;
        check_run_refused(&other, room, sizeof(room), NULL, SKED_E_BLOCK);
        CHECK(sked_map_run(&request, room, bytes, NULL, rows, NULL) == SKED_OK);
        CHECK(rows[2].machine != 77 && result.makespan == -5);      /* no result was wanted */
        smudge();
        sked_arena_init(&arena, room, bytes - 1);
        CHECK(sked_map(&request, sked_arena_mem(&arena), rows, &result) == SKED_E_MEMORY);
        CHECK(arena.used == 0 && is_smudged());
        if (ALIGNMENT > 1) {                    /* all is right with it but where it lies */
            for (; bytes > 0; bytes--) {
                crooked[bytes - 1] = ((const unsigned char *)room)[bytes - 1];
            }
            check_run_refused(&request, crooked, sizeof(room) - 8, NULL, SKED_E_BLOCK);
        }
    }
}

/* The size of a block follows from heuristic, options, jobs and machines; and that of min-min by
 * columns is the only one that grows with jobs times machines. */
static void test_bytes(void) {
    size_t least[HEURISTICS];
    int heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        sked_map_request request = request_of(heuristic, 0, 100, 10, NULL);
        const int columns = heuristic == SKED_MIN_MIN || heuristic == SKED_DUPLEX ||
                            heuristic == SKED_DUPLEX_SUM;
        size_t bytes = 0, low = 0, again = 0;
        CHECK(sked_map_bytes(&request, &bytes) == SKED_OK);
        CHECK(sked_map_bytes(&request, &again) == SKED_OK && again == bytes);
        request.options = SKED_MAP_LOW_MEMORY;
        CHECK(sked_map_bytes(&request, &low) == SKED_OK);
        CHECK(columns ? low < bytes && bytes >= 1000 * sizeof(sked_pair) : low == bytes);
        CHECK(low < 1000 * sizeof(sked_pair));
        least[heuristic] = low;
    }
    /* Nobody pays for the arrays of another. */
    CHECK(least[SKED_OLB] == least[SKED_MET] && least[SKED_OLB] == least[SKED_MCT]);
    CHECK(least[SKED_OLB] < least[SKED_MAX_MIN] && least[SKED_MIN_MIN] == least[SKED_MAX_MIN]);
    CHECK(least[SKED_OLB] < least[SKED_SUFFERAGE]);
    CHECK(least[SKED_SUFFERAGE] == least[SKED_SUFFERAGE_PASS]);
    CHECK(least[SKED_DUPLEX] >= least[SKED_MAX_MIN] + 100 * sizeof(sked_map_row));
    CHECK(least[SKED_DUPLEX] + 100 * (sizeof(sked_pair) + 1) <= least[SKED_DUPLEX_SUM]);
}

/* What they need, added up: a state of 24 bytes; a load (8 bytes) per machine; two indices (4) per
 * job. Max-min moreover an index per machine; a bid and two indices per job; a bid and a byte per
 * 64 jobs. Each in whole units. */
static void test_bytes_exact(void) {
    static const struct {
        int heuristic;
        uint32_t jobs, machines;
        size_t bytes;
    } sizes[] = {
        {SKED_OLB, 100, 10, 24 + 80 + 2 * 400}, {SKED_OLB, 101, 10, 24 + 80 + 2 * 408},
        {SKED_MAX_MIN, 64, 2, 24 + 16 + 2 * 256 + 8 + 512 + 2 * 256 + 8 + 8},
        {SKED_MAX_MIN, 65, 3, 24 + 24 + 2 * 264 + 16 + 520 + 2 * 264 + 16 + 8},
    };
    size_t i;
    for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const sked_map_request request = request_of(sizes[i].heuristic, 0, sizes[i].jobs,
                                                    sizes[i].machines, NULL);
        size_t bytes = 0;
        CHECK(sked_map_bytes(&request, &bytes) == SKED_OK && bytes == sizes[i].bytes);
    }
}

/* Shapes of which an array ends one unit before all that size_t counts, with more to come, which
 * must not begin again at 0. Found by search, for each size of size_t and of a pair. With an eighth
 * of the jobs less all arrays fit. */
static void test_bytes_edge(void) {
    static const struct {
        unsigned bits, pair;
        int heuristic;
        uint32_t jobs, machines;
    } edges[] = {
        {64, 16, SKED_DUPLEX, UINT32_C(1610612734), UINT32_C(715827881)},
        {32, 16, SKED_MIN_MIN, UINT32_C(1306254), 205},
        {32, 12, SKED_MIN_MIN, UINT32_C(2526450), 141},
        {16, 12, SKED_MIN_MIN, 3274, 1},
    };
    size_t i;
    for (i = 0; i < sizeof(edges) / sizeof(edges[0]); i++) {
        sked_map_request request = request_of(edges[i].heuristic, 0, edges[i].jobs,
                                              edges[i].machines, NULL);
        size_t bytes = 4711;
        if (edges[i].bits != sizeof(size_t) * CHAR_BIT || edges[i].pair != sizeof(sked_pair)) {
            continue;
        }
        CHECK(sked_map_bytes(&request, &bytes) == SKED_E_OVERFLOW && bytes == 4711);
        request.jobs -= request.jobs / 8;
        CHECK(sked_map_bytes(&request, &bytes) == SKED_OK && bytes > SIZE_MAX / 4 * 3);
    }
}

/* Prepared once: run with other free times, with jobs left out, from a copy; then as at first. */
static void test_again(void) {
    static const sked_time free_from[2] = {0, 3}, wrong[2] = {0, -1}, beyond[2] = {SKED_NEVER, 0};
    sked_word words[SKED_SET_WORDS(4u)];
    sked_set three = sked_set_of(words, 3), four;
    int heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        sked_map_request request = request_of(heuristic, 0, 3, 2, small_table);
        sked_map_row first[3];
        size_t bytes = 0, i;
        sked_align *copy;
        CHECK(map_exactly(&request, NULL) == SKED_OK);
        for (i = 0; i < 3; i++) {
            first[i] = rows[i];
        }
        CHECK(sked_map_bytes(&request, &bytes) == SKED_OK && 2 * bytes <= sizeof(room));
        request.free_from = wrong;
        check_run_refused(&request, room, bytes, NULL, SKED_E_TIME);
        request.free_from = beyond;
        check_run_refused(&request, room, bytes, NULL, SKED_E_TIME);
        request.free_from = NULL;
        three = sked_set_of(words, 3);
        sked_set_fill(&three);
        check_run_refused(&request, room, bytes, &three, SKED_E_NO_JOBS);
        four = sked_set_of(words, 4);
        check_run_refused(&request, room, bytes, &four, SKED_E_RANGE);
        three = sked_set_of(words, 3);
        words[0] = 9;                           /* a bit above its size */
        check_run_refused(&request, room, bytes, &three, SKED_E_RANGE);
        three = sked_set_of(words, 3);
        sked_set_add(&three, 0);
        request.free_from = free_from;
        CHECK(sked_map_run(&request, room, bytes, &three, rows, &result) == SKED_OK);
        CHECK(rows[0].machine == SKED_NONE && rows[0].start == 0 && rows[0].end == 0);
        CHECK(rows[1].machine != SKED_NONE && rows[2].machine != SKED_NONE);
        request.free_from = NULL;
        copy = room + bytes / sizeof(sked_align);
        for (i = 0; i < bytes; i++) {
            ((unsigned char *)copy)[i] = ((const unsigned char *)room)[i];
        }
        smudge();
        CHECK(sked_map_run(&request, copy, bytes, NULL, rows, &result) == SKED_OK);
        CHECK(is_plan(first, 3, (int)result.used));
        smudge();
        CHECK(sked_map_run(&request, room, bytes, NULL, rows, &result) == SKED_OK);
        CHECK(is_plan(first, 3, (int)result.used));
    }
}

/* ---- plans that are pinned ------------------------------------------------------------------- */

enum { PIN_JOBS = 24, PIN_MACHINES = 5, PIN_KINDS = 6 };

/* 24 x 5: any times; ties; machines that are consistently slower; never in a third of the places; a
 * machine that all like best (so that the loads drift apart); times up to the limits. */
static void draw_table(int kind) {
    uint64_t random = (uint64_t)kind + 1;
    uint32_t job, machine;
    for (job = 0; job < PIN_JOBS; job++) {
        const sked_time base = (sked_time)(1 + check_below(&random, 1000));
        for (machine = 0; machine < PIN_MACHINES; machine++) {
            const uint32_t any = check_below(&random, 3000);
            sked_time *time = &times[job * PIN_MACHINES + machine];
            switch (kind) {
            case 0: *time = (sked_time)any; break;
            case 1: *time = (sked_time)(any % 4); break;
            case 2: *time = base * (sked_time)(machine + 1); break;
            case 3: *time = any % 3 == 0 && machine != job % PIN_MACHINES ? NEVER : base + any % 64;
                break;
            case 4: *time = machine == 3 ? 1 + base / 100 : 100 + (sked_time)any; break;
            default: *time = SKED_TIME_MAX / 32 - (any % 5 == 0 ? base : base << (any % 40)); break;
            }
        }
    }
}

static uint64_t hash_plans(int heuristic, uint32_t options) {
    static const sked_time free_from[PIN_MACHINES] = {0, 700, 3, 0, 90};
    uint64_t hash = CHECK_HASH;
    uint32_t job;
    int kind;
    for (kind = 0; kind < PIN_KINDS; kind++) {
        sked_map_request request = request_of(heuristic, options, PIN_JOBS, PIN_MACHINES, times);
        request.free_from = kind % 2 == 0 ? NULL : free_from;
        draw_table(kind);
        CHECK(map_exactly(&request, NULL) == SKED_OK);
        for (job = 0; job < PIN_JOBS; job++) {
            hash = check_hash(hash, rows[job].machine);
            hash = check_hash(hash, (uint64_t)rows[job].start);
            hash = check_hash(hash, (uint64_t)rows[job].end);
        }
        hash = check_hash(hash, (uint64_t)result.used);
    }
    return hash;
}

/* Found by running: they pin the plans on every target. The plans behind them were equal to those
 * of the slow oracle of tests/deep/map.c, which judges what is right. Left: the best machine is
 * that of the earliest completion; right: of the least time. */
static const uint64_t pinned[][2] = {
    {UINT64_C(0xE4B252694813766F), UINT64_C(0xE4B252694813766F)},
    {UINT64_C(0x1838A00D476FA667), UINT64_C(0x1838A00D476FA667)},
    {UINT64_C(0x1E4C5E34DB5D9139), UINT64_C(0x1E4C5E34DB5D9139)},
    {UINT64_C(0x6D461B861D03B71E), UINT64_C(0x7F22F106D5FB145B)},
    {UINT64_C(0x0CF4D83ECB9C431E), UINT64_C(0xA8885B20F7F4E563)},
    {UINT64_C(0xA90134F79FAC6842), UINT64_C(0x7F22F106D5FB145B)},
    {UINT64_C(0x6D461B861D03B71E), UINT64_C(0x7F22F106D5FB145B)},
    {UINT64_C(0xE1606CB56F3A6ECD), UINT64_C(0xE1606CB56F3A6ECD)},
    {UINT64_C(0x3E6FB5FF111FAC31), UINT64_C(0x3E6FB5FF111FAC31)}
};

static void test_pinned(void) {
    const uint32_t low = SKED_MAP_LOW_MEMORY, least = SKED_MAP_LEAST_TIME;
    int heuristic;
    CHECK(sizeof pinned / sizeof pinned[0] == HEURISTICS);
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        CHECK_PIN(hash_plans(heuristic, 0), pinned[heuristic][0]);
        CHECK_PIN(hash_plans(heuristic, low), pinned[heuristic][0]);
        CHECK_PIN(hash_plans(heuristic, least), pinned[heuristic][1]);
        CHECK_PIN(hash_plans(heuristic, low | least), pinned[heuristic][1]);
    }
}

int main(void) {
    test_all_differ();
    test_duplex();
    test_ties();
    test_never();
    test_no_choice();
    test_put_aside();
    test_one_machine();
    test_lopsided();
    test_requests();
    test_tables();
    test_limits();
    test_drift();
    test_blocks();
    test_bytes();
    test_bytes_exact();
    test_bytes_edge();
    test_again();
    test_pinned();
    return check_done("quick/map");
}
