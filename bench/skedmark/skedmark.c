/* skedmark.c: what scheduling decisions cost on a board: see skedmark.h, and README.md for rules.
 *
 * SPDX-License-Identifier: MIT
 *
 * SKEDMARK_LEVEL is 1, 2 or 3. Where flash is too small for all families, SKEDMARK_FAMILIES picks
 * some (1 map, 2 queue, 4 tiers, 8 calendar, 16 tree, 32 moldable, 64 PJS); score.awk joins logs.
 * SKEDMARK_ROOM is the memory to work in, in bytes. */
#ifndef SKEDMARK_LEVEL
#define SKEDMARK_LEVEL 2
#endif
#ifndef SKEDMARK_FAMILIES
#define SKEDMARK_FAMILIES 127
#endif
#ifdef SKEDMARK_ROOM
#define ROOM SKEDMARK_ROOM
#endif

#if SKEDMARK_LEVEL == 1                 /* the whole image in 8 KiB of RAM */
#define LEVEL "1"
#define METER_SAMPLES 112
#define SKED_DEPTH_MAX 1
#define SKED_BOOKINGS_MAX 0
#define SKED_ACCOUNTS_MAX 0
#define SKED_MAP_COLUMNS 0
#ifndef ROOM
#define ROOM 4448
#endif
#elif SKEDMARK_LEVEL == 2               /* in 64 KiB */
#define LEVEL "2"
#define METER_SAMPLES 256
#ifndef ROOM
#define ROOM 53248
#endif
#elif SKEDMARK_LEVEL == 3               /* in 1 MiB */
#define LEVEL "3"
#define METER_SAMPLES 512
#ifndef ROOM
#define ROOM 983040
#endif
#else
#error "skedmark.c: SKEDMARK_LEVEL is 1, 2 or 3"
#endif

/* Public functions stay functions, as in a firmware of several files: one that is inlined into its
 * caller shows neither its call nor its stack. With SKEDMARK_SEPARATE another file has them. */
#define SKED_REFUSALS 0
#define SKED_KINDS_MAX 0
#define SKED_QUEUE_OPTIONS 0
#ifndef SKEDMARK_SEPARATE
#define SKED_STATIC
#if defined(__clang__)
#define SKED_API static __attribute__((noinline, unused))
#elif defined(__GNUC__)
#define SKED_API static __attribute__((noinline, noclone, unused))
#endif
#endif
#include "sched.h"
#if (SKEDMARK_FAMILIES & 8) != 0
#include "sched_ar.h"
#endif
#if (SKEDMARK_FAMILIES & 16) != 0
#include "sched_fattree.h"
#endif
#if (SKEDMARK_FAMILIES & 32) != 0
#include "sched_moldable.h"
#endif

#include "skedmark.h"

#undef BENCH_PORT_H
#define BENCH_PORT_H "skedmark/pointers.h"
#include "meter.h"

/* ---- the size of the work ------------------------------------------------------------------- */

typedef struct work_shape {
    uint16_t map_jobs, map_machines, map_calls;
    uint16_t waiting, processors, tier_processors;
    uint16_t bookings, calendar_processors;
    uint16_t fan_out[3], nodes, tree_jobs;
    uint16_t tasks, task_processors, task_calls;
    uint16_t pjs_jobs, pjs_machines, pjs_calls;
    uint16_t steps;                     /* of queue, tiers, calendar and tree                    */
} work_shape;

/* Frozen: other work is another version of skedmark. */
#if SKEDMARK_LEVEL == 1
static const work_shape shape = {8, 4, 100, 8, 8, 4, 16, 16, {2, 3, 4}, 24, 16, 4, 4, 100,
                                 6, 4, 100, 110};
enum { CALENDAR_PROCESSORS_MAX = 16, ACTIONS_KEPT = 16 };
#elif SKEDMARK_LEVEL == 2
static const work_shape shape = {64, 8, 16, 64, 32, 32, 256, 64, {4, 8, 6}, 192, 64, 32, 32,
                                 6, 48, 8, 12, 256};
enum { CALENDAR_PROCESSORS_MAX = 64, ACTIONS_KEPT = 64 };
#else
static const work_shape shape = {1024, 8, 4, 1024, 128, 128, 4096, 64, {8, 16, 8}, 1024, 64,
                                 128, 64, 3, 512, 8, 4, 512};
enum { CALENDAR_PROCESSORS_MAX = 64, ACTIONS_KEPT = 64 };
#endif

/* ---- memory, numbers to draw, hashes -------------------------------------------------------- */

static sked_align room[ROOM / sizeof(sked_align)];
static sked_arena room_arena;

static void *room_alloc(void *ctx, size_t bytes) {
    const sked_mem mem = sked_arena_mem(&room_arena);
    void *const block = (mem.alloc)(mem.ctx, bytes);
    (void)ctx;
    meter.ram = room_arena.used > meter.ram ? room_arena.used : meter.ram;
    return block;
}

static void room_free(void *ctx, void *block, size_t bytes) {
    const sked_mem mem = sked_arena_mem(&room_arena);
    (void)ctx;
    (mem.free)(mem.ctx, block, bytes);
}

/* All of the room is free again. */
static sked_mem room_begin(void) {
    const sked_mem mem = {room_alloc, room_free, NULL};
    sked_arena_init(&room_arena, room, sizeof room);
    return mem;
}

/* Where the room is too small the run fails, and works on in it. */
static void *take(sked_mem mem, size_t bytes) {
    void *const block = (mem.alloc)(mem.ctx, bytes);
    meter_require(block == NULL ? SKED_E_MEMORY : SKED_OK);
    return block == NULL ? room : block;
}

static uint32_t below(uint32_t bound) {
    return random_below(&meter.seed, bound);
}

static void tell(uint64_t value) {
    meter.hash = bench_hash_low_bytes(meter.hash, value, 8);
}

/* ---- families ------------------------------------------------------------------------------- */

#include "baseline.h"

#if (SKEDMARK_FAMILIES & 65) != 0
#include "work_map.h"
#endif
#if (SKEDMARK_FAMILIES & 6) != 0
#include "work_queue.h"
#endif
#if (SKEDMARK_FAMILIES & 8) != 0
#include "work_calendar.h"
#endif
#if (SKEDMARK_FAMILIES & 16) != 0
#include "work_tree.h"
#endif
#if (SKEDMARK_FAMILIES & 32) != 0
#include "work_moldable.h"
#endif

enum { FAMILIES_ALL = 7 };

static const meter_family families[] = {
#if (SKEDMARK_FAMILIES & 1) != 0
    {"map", {"min-min"}, run_map, &shape.map_jobs, GOLDEN_MAP, BASELINE_MAP},
#endif
#if (SKEDMARK_FAMILIES & 2) != 0
    {"queue", {"submit", "finish", "pass"}, run_queue, &shape.waiting, GOLDEN_QUEUE,
     BASELINE_QUEUE},
#endif
#if (SKEDMARK_FAMILIES & 4) != 0
    {"tiers", {"submit", "finish", "pass"}, run_tiers, &shape.waiting, GOLDEN_TIERS,
     BASELINE_TIERS},
#endif
#if (SKEDMARK_FAMILIES & 8) != 0
    {"calendar", {"find", "add", "remove"}, run_calendar, &shape.bookings, GOLDEN_CALENDAR,
     BASELINE_CALENDAR},
#endif
#if (SKEDMARK_FAMILIES & 16) != 0
    {"tree", {"find", "allocate", "free"}, run_tree, &shape.nodes, GOLDEN_TREE, BASELINE_TREE},
#endif
#if (SKEDMARK_FAMILIES & 32) != 0
    {"moldable", {"create", "demt"}, run_moldable, &shape.tasks, GOLDEN_MOLDABLE,
     BASELINE_MOLDABLE},
#endif
#if (SKEDMARK_FAMILIES & 64) != 0
    {"pjs", {"plan"}, run_pjs, &shape.pjs_jobs, GOLDEN_PJS, BASELINE_PJS},
#endif
};

enum { FAMILIES = sizeof families / sizeof families[0] };

/* ---- the clock ------------------------------------------------------------------------------ */

static uint32_t baseline_most(void) {
    uint32_t most = 0, f, i;
    for (f = 0; f < FAMILIES; f++) {
        for (i = 0; i < METER_OPERATIONS; i++) {
            most = families[f].baseline[i] > most ? families[f].baseline[i] : most;
        }
    }
    return most;
}

/* Does the clock count past the longest operation, four times as long as the baseline's? A loop
 * says how many ticks so many instructions of the baseline take: five in each of its rounds. */
static int clock_is_long_enough(void) {
    const uint64_t ticks = bench_known_ticks(BENCH_LOOP_ROUNDS);
    const uint64_t loop = 5 * (uint64_t)BENCH_LOOP_ROUNDS;
    return 4 * ticks * baseline_most() / loop < PORT_TICKS_MASK;
}

static int clock_is_good(void) {
    if (bench_known_ticks(BENCH_LOOP_ROUNDS) == 0) {
        bench_put("# refused: the clock stands still, or is much too coarse\n");
        return 0;
    }
    if (!bench_clock_is_plausible()) {
        bench_put("# refused: the clock does not grow with the work: does it count down, wrap, or "
                  "tick too seldom?\n");
        return 0;
    }
    if (!clock_is_long_enough()) {
        bench_put("# refused: the clock wraps too soon for level " LEVEL
                  ": count its wraps, too\n");
        return 0;
    }
    return 1;
}

/* ---- the score ------------------------------------------------------------------------------ */

/* Logarithms to base 2 in 1/65536, by squaring; 0 of 0. */
static int32_t log2_of(uint32_t value) {
    int32_t result = 31 * 65536, bit;
    uint64_t x = value;
    if (value == 0) {
        return 0;
    }
    while (x < UINT32_C(0x80000000)) {
        x <<= 1;
        result -= 65536;
    }
    for (bit = 32768; bit > 0; bit >>= 1) {
        x = x * x >> 31;
        if (x >> 32 != 0) {
            x >>= 1;
            result += bit;
        }
    }
    return result;
}

/* The largest number whose logarithm is not above that; 0 if there is none. */
static uint32_t power_of_2(int32_t exponent) {
    uint32_t found = 0, bit;
    for (bit = UINT32_C(1) << 31; bit > 0; bit >>= 1) {
        if (log2_of(found | bit) <= exponent) {
            found |= bit;
        }
    }
    return found;
}

typedef struct outcome {
    uint32_t families, coarse, wrong;
    int32_t sum;                        /* of the families' mean logarithms                      */
} outcome;

/* The logarithm of how much faster than the baseline, on average over its operations. */
static int32_t gain_of(const meter_family *family, const meter_verdict *verdict) {
    int32_t sum = 0;
    uint32_t i;
    for (i = 0; i < verdict->operations; i++) {
        sum += log2_of(family->baseline[i]) - log2_of(verdict->median[i]);
    }
    return sum / (int32_t)verdict->operations;
}

static void put_compiler(const skedmark_board *board) {
#if defined(__clang__)
    bench_put("clang ");
    bench_put_number(__clang_major__, 10, 1);
    bench_put(".");
    bench_put_number(__clang_minor__, 10, 1);
    bench_put(" ");
#elif defined(__GNUC__)
    bench_put("gcc " __VERSION__ " ");
#else
    bench_put("unknown compiler ");
#endif
    bench_put(board->flags);
}

/* A number whose thousandths have that logarithm, rounded. */
static void put_thousandths(int32_t logarithm) {
    const uint32_t eighths = power_of_2(logarithm + 3 * 65536);
    const uint32_t value = eighths / 8 + (eighths % 8 >= 4);
    bench_put_number(value / 1000, 10, 1);
    bench_put(".");
    bench_put_number(value % 1000, 10, 3);
}

/* Baseline instructions are as if each took a microsecond. */
static void put_numbers(const skedmark_board *board, int32_t mean) {
    const int32_t score = mean + log2_of((uint32_t)(board->units_per_second / 1000));
    put_thousandths(score);
    if (board->processor_mhz > 0) {
        bench_put(" (");
        put_thousandths(score - log2_of(board->processor_mhz));
        bench_put(" per MHz)");
    }
}

static void put_score(const skedmark_board *board, const outcome *all) {
    bench_put("skedmark 1." LEVEL ": ");
    if (all->wrong > 0) {
        bench_put("no score: wrong decisions");
    } else if (all->coarse > 0) {
        bench_put("no score: the clock is too coarse for ");
        bench_put_number(all->coarse, 10, 1);
        bench_put(" operations");
    } else if (all->families < FAMILIES_ALL) {
        bench_put("no score: families are missing");
    } else if (board->units_per_second == 0) {
        bench_put("no score: units_per_second is not known");
    } else {
        put_numbers(board, all->sum / FAMILIES_ALL);
    }
    bench_put(" / ");
    put_compiler(board);
    bench_put(" / ");
    bench_put(board->about);
    bench_put("\n");
}

/* ---- everything ----------------------------------------------------------------------------- */

static void put_version(void) {
    bench_put("# skedmark 1." LEVEL ", sked ");
    bench_put_number(SKED_VERSION_MAJOR, 10, 1);
    bench_put(".");
    bench_put_number(SKED_VERSION_MINOR, 10, 1);
    bench_put(".");
    bench_put_number(SKED_VERSION_PATCH, 10, 1);
}

static void put_head(const skedmark_board *board) {
    put_version();
    bench_put("\n# board: ");
    bench_put(board->about);
    bench_put("\n# compiler: ");
    put_compiler(board);
    bench_put("\n# clock: ");
    bench_put_number(board->units_per_second, 10, 1);
    bench_put(" ");
    bench_put(board->unit);
    bench_put(" per second, ");
    if (board->processor_mhz > 0) {
        bench_put_number(board->processor_mhz, 10, 1);
        bench_put(" MHz, ");
    }
    bench_put("empty call ");
    bench_put_number(meter.empty, 10, 1);
    bench_put("\n# row,level,family,operation,size,samples,first,cold,median,p99,max,ram,stack\n");
}

/* What is 0 in a board means a default. */
static void board_begin(skedmark_board *board, const skedmark_board *given) {
    *board = *given;
    if (board->ticks_max == 0) {
        board->ticks_max = UINT32_MAX;
    }
    if (board->units_denominator == 0) {
        board->units_numerator = board->units_denominator = 1;
    }
    skedmark_board_now = board;
    meter.evict = board->evict;
    meter.stack_bytes = board->stack_bytes;
}

int skedmark(const skedmark_board *given) {
    static skedmark_board board;
    outcome all = {FAMILIES, 0, 0, 0};
    uint32_t i;
    board_begin(&board, given);
    if (!clock_is_good()) {
        return SKEDMARK_CLOCK;
    }
    meter_calibrate();
    put_head(&board);
    for (i = 0; i < FAMILIES; i++) {
        const meter_verdict verdict = meter_measure(LEVEL, &families[i]);
        all.coarse += verdict.coarse;
        all.wrong += verdict.wrong != 0;
        all.sum += gain_of(&families[i], &verdict);
    }
    put_score(&board, &all);
    return all.wrong > 0 ? SKEDMARK_WRONG : all.coarse > 0 ? SKEDMARK_COARSE : SKEDMARK_OK;
}
