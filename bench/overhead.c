/* overhead.c: golden kernels: the same decisions by every compiler, on every target.
 *
 * SPDX-License-Identifier: MIT
 *
 * `build/overhead --help` has its arguments. On a microcontroller there are none.
 *
 * With BENCH_PART=1, 2, 4, 8 or 16 it has the kernels of mapping and queue, of a site, of a
 * calendar of bookings, of a tree of switches, or of moldable tasks, for targets whose flash is
 * too small for all. A kernel works in 6 KiB (and 1.5 KiB for its script), with a tree in 10 KiB,
 * with moldable tasks in 8, and folds every decision into one hash. The same hash on every compiler
 * and target is the proof that they decide alike. */
#define _POSIX_C_SOURCE 200112L
#if !defined(BENCH_PART)
#define BENCH_PART 31
#endif
#define SKED_STATIC
#include "sched.h"
#if (BENCH_PART & 4) != 0
#include "sched_ar.h"
#endif
#if (BENCH_PART & 8) != 0
#include "sched_fattree.h"
#endif
#if (BENCH_PART & 16) != 0
#include "sched_moldable.h"
#endif

#include "bench.h"

static void require(sked_status status) {
    if (status != SKED_OK) {
        bench_refuse(sked_status_text(status));
    }
}

static inline void hash_set(uint64_t *hash, const sked_set *set) {
    uint32_t p;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        *hash = bench_hash_u32(*hash, p);
    }
    *hash = bench_hash_u32(*hash, set->size);
}

/* Each processor with a chance of `eighths` in 8. */
static inline void draw_set(uint64_t *seed, sked_set *set, uint32_t eighths) {
    uint32_t p;
    sked_set_clear(set);
    for (p = 0; p < set->size; p++) {
        if (random_below(seed, 8) < eighths) {
            sked_set_add(set, p);
        }
    }
}

#if (BENCH_PART & 7) != 0
static sked_align room[6144 / sizeof(sked_align)];
#endif

#if (BENCH_PART & 1) != 0

/* ---- kernels: mapping ----------------------------------------------------------------------- */

enum { MAP_JOBS = 24, MAP_MACHINES = 5 };

static uint64_t map_kernel(sked_heuristic heuristic, uint32_t options) {
    sked_arena arena;
    sked_map_request request = {.heuristic = SKED_OLB, .jobs = MAP_JOBS, .machines = MAP_MACHINES};
    sked_time *times;
    sked_map_row *rows;
    sked_map_result result;
    uint64_t seed = 20, hash = BENCH_HASH_START; /* 20: the two duplexes choose differently    */
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
enum { FORECAST_JOBS_LIVE = 8, FORECAST_BYTES = sizeof room / 2 };

/* What else happens during a day. */
enum { DAY_BOOKINGS = 1, DAY_DOWNS = 2, DAY_FORECASTS = 4 };

typedef struct day {
    sked_queue queue;
    uint64_t seed, hash, next_id;
    const sked_tiers *tiers;        /* NULL: there are none */
    uint32_t jobs_max, lost_count;
    uint64_t lost[QUEUE_JOBS_LIVE]; /* told in the pass that has just been closed */
    sked_time end[QUEUE_JOBS];      /* by id: when the job really ends; SKED_NEVER: not running */
} day;

static void day_submit(day *d, sked_time now) {
    sked_queue_info info;
    sked_job job = {0};
    require(sked_queue_get_info(&d->queue, &info));
    if (d->next_id == QUEUE_JOBS ||
        info.waiting + info.running + info.background == d->jobs_max) {
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
        if (d->end[id] <= now) {
            require(sked_queue_finish(&d->queue, id, now));
            d->end[id] = SKED_NEVER;
        }
    }
}

static void day_hash_action(day *d, sked_time now, const sked_action *action,
                            const sked_set *processors) {
    uint32_t p;
    d->hash = bench_hash_i64(d->hash, now);
    d->hash = bench_hash_u32(d->hash, (uint32_t)action->id);
    d->hash = bench_hash_u32(d->hash, (uint32_t)action->reason);
    d->hash = bench_hash_i64(d->hash, action->shadow);
    if (d->tiers != NULL) {
        d->hash = bench_hash_u32(d->hash, (uint32_t)action->kind);
        d->hash = bench_hash_i64(d->hash, action->end);
    }
    for (p = sked_set_first(processors); p < processors->size;
         p = sked_set_next(processors, p)) {
        d->hash = bench_hash_u32(d->hash, p);
    }
}

/* Of a job that has lost processors, one time in three each: it is given up, it waits again, or it
 * goes on. */
static void day_settle_lost(day *d, sked_time now) {
    for (; d->lost_count > 0; d->lost_count--) {
        const uint64_t id = d->lost[d->lost_count - 1];
        const uint32_t fate = random_below(&d->seed, 3);
        if (fate == 0) {
            require(sked_queue_finish(&d->queue, id, now));
        } else if (fate == 1) {
            require(sked_queue_requeue(&d->queue, id, now));
        }
        if (fate < 2) {
            d->end[id] = SKED_NEVER;
        }
    }
}

/* In the background a job may take longer than its estimate. */
static void day_obey(day *d, sked_time now, const sked_action *action, const sked_set *processors) {
    const sked_time most = action->end == SKED_NEVER ? 90 : action->end - now;
    if (action->kind == SKED_LOST) {
        d->lost[d->lost_count++] = action->id;
    } else {
        d->end[action->id] = now + 1 + random_below(&d->seed, (uint32_t)most);
    }
    day_hash_action(d, now, action, processors);
}

static void day_plan(day *d, sked_time now) {
    sked_word words[SKED_SET_WORDS((uint32_t)QUEUE_PROCESSORS)];
    sked_set processors = sked_set_of(words, QUEUE_PROCESSORS);
    sked_action action;
    if (d->tiers == NULL) {
        require(sked_queue_plan(&d->queue, now));
        while (sked_queue_next(&d->queue, &action, &processors) == SKED_OK) {
            day_obey(d, now, &action, &processors);
        }
    } else {
        require(sked_tiers_plan(&d->queue, d->tiers, now));
        while (sked_tiers_next(&d->queue, &action, &processors) == SKED_OK) {
            day_obey(d, now, &action, &processors);
        }
    }
    day_settle_lost(d, now);
}

/* Of jobs that run, one in eight tells how far it is, and that it uses half of each processor. */
static void day_report(day *d, sked_time now) {
    uint16_t usage[QUEUE_PROCESSORS];
    uint32_t id;
    for (id = 0; id < QUEUE_PROCESSORS; id++) {
        usage[id] = 500;
    }
    for (id = 0; id < QUEUE_JOBS; id++) {
        if (d->end[id] != SKED_NEVER && random_below(&d->seed, 8) == 0) {
            require(sked_tiers_report(&d->queue, id, random_below(&d->seed, 1001), usage, now));
        }
    }
}

/* A booking by count and one by set. */
static void day_book(day *d) {
    sked_word words[SKED_SET_WORDS((uint32_t)QUEUE_PROCESSORS)];
    sked_set rack = sked_set_of(words, QUEUE_PROCESSORS);
    sked_span span = {.start = 100, .end = 160, .count = 9};
    uint32_t p;
    require(sked_queue_book(&d->queue, 1, &span, 0));
    span.start = 130;
    span.end = 300;
    span.set = &rack;
    for (p = 8; p < 16; p++) {
        sked_set_add(&rack, p);
    }
    require(sked_queue_book(&d->queue, 2, &span, 0));
}

/* Every 80 ticks processors are lost; half an interval later all but the last are back. */
static void day_down_or_up(day *d, sked_time now) {
    sked_word words[SKED_SET_WORDS((uint32_t)QUEUE_PROCESSORS)];
    sked_set processors = sked_set_of(words, QUEUE_PROCESSORS);
    const uint32_t from = (uint32_t)now / 80 * 5 % QUEUE_PROCESSORS;
    uint32_t p;
    if (now % 80 == 20) {
        for (p = from; p < from + 6; p++) {
            sked_set_add(&processors, p % QUEUE_PROCESSORS);
        }
        require(sked_queue_down(&d->queue, &processors, now));
    } else if (now % 80 == 60) {
        sked_set_fill(&processors);
        sked_set_remove(&processors, (from + 5) % QUEUE_PROCESSORS);
        require(sked_queue_up(&d->queue, &processors, now));
    }
}

/* The second half of the room is the scratch block. */
static void day_forecast(day *d, sked_time now) {
    sked_forecast forecasts[FORECAST_JOBS_LIVE];
    sked_queue_info info;
    uint32_t i;
    require(sked_queue_get_info(&d->queue, &info));
    require(sked_queue_forecast(&d->queue, now, forecasts, FORECAST_JOBS_LIVE,
                                &room[FORECAST_BYTES / sizeof room[0]], FORECAST_BYTES));
    for (i = 0; i < info.waiting; i++) {
        d->hash = bench_hash_u32(d->hash, (uint32_t)forecasts[i].id);
        d->hash = bench_hash_u32(d->hash, (uint32_t)forecasts[i].reason);
        d->hash = bench_hash_i64(d->hash, forecasts[i].start);
        d->hash = bench_hash_i64(d->hash, forecasts[i].end);
    }
}

static void day_begin(day *d, const sked_queue_settings *settings, size_t bytes) {
    uint32_t id;
    require(sked_queue_init(&d->queue, settings, NULL, room, bytes));
    d->tiers = NULL;
    d->jobs_max = settings->jobs_max;
    d->seed = 2;
    d->hash = BENCH_HASH_START;
    d->next_id = 0;
    d->lost_count = 0;
    for (id = 0; id < QUEUE_JOBS; id++) {
        d->end[id] = SKED_NEVER;
    }
}

/* One day of 150 jobs, tick by tick. */
static uint64_t day_run(day *d, unsigned events) {
    sked_time now;
    if (events & DAY_BOOKINGS) {
        day_book(d);
    }
    for (now = 1; now < 700; now++) {
        day_finish(d, now);
        if (events & DAY_DOWNS) {
            day_down_or_up(d, now);
        }
        if (random_below(&d->seed, 3) == 0) {
            day_submit(d, now);
        }
        if (d->tiers != NULL && now % 16 == 0) {
            day_report(d, now);
        }
        day_plan(d, now);
        if ((events & DAY_FORECASTS) && now % 16 == 0) {
            day_forecast(d, now);
        }
    }
    require(sked_queue_validate(&d->queue));
    return d->hash;
}

static uint64_t queue_kernel(sked_order order, sked_order backfill_order, uint32_t depth,
                             sked_reservations reservations, unsigned events) {
    static day d;
    const int forecasts = (events & DAY_FORECASTS) != 0;
    sked_queue_settings settings = {
        .processors = QUEUE_PROCESSORS, .jobs_max = QUEUE_JOBS_LIVE, .bookings_max = 2,
        .estimate_missing = 10, .order = SKED_FCFS, .backfill_order = SKED_FCFS,
        .reservations = SKED_COMPRESS};
    settings.jobs_max = forecasts ? FORECAST_JOBS_LIVE : QUEUE_JOBS_LIVE;
    settings.order = order;
    settings.backfill_order = backfill_order;
    settings.depth = depth;
    settings.reservations = reservations;
    day_begin(&d, &settings, forecasts ? FORECAST_BYTES : sizeof room);
    return day_run(&d, events);
}

static uint64_t queue_fcfs(void) {
    return queue_kernel(SKED_FCFS, SKED_FCFS, SKED_NO_RESERVATIONS, SKED_COMPRESS, 0);
}

static uint64_t queue_sjf(void) {
    return queue_kernel(SKED_SJF, SKED_SJF, SKED_NO_RESERVATIONS, SKED_COMPRESS, 0);
}

static uint64_t queue_easy(void) {
    return queue_kernel(SKED_FCFS, SKED_FCFS, 1, SKED_COMPRESS, 0);
}

static uint64_t queue_easy_sjbf(void) {
    return queue_kernel(SKED_FCFS, SKED_SJF, 1, SKED_COMPRESS, 0);
}

static uint64_t queue_easy_bookings(void) {
    return queue_kernel(SKED_FCFS, SKED_FCFS, 1, SKED_COMPRESS, DAY_BOOKINGS);
}

static uint64_t queue_easy_down(void) {
    return queue_kernel(SKED_FCFS, SKED_FCFS, 1, SKED_COMPRESS, DAY_DOWNS);
}

static uint64_t queue_depth2(void) {
    return queue_kernel(SKED_FCFS, SKED_FCFS, 2, SKED_COMPRESS, 0);
}

static uint64_t queue_conservative(void) {
    return queue_kernel(SKED_FCFS, SKED_FCFS, SKED_ALL, SKED_COMPRESS, 0);
}

static uint64_t queue_rebuild(void) {
    return queue_kernel(SKED_FCFS, SKED_FCFS, SKED_ALL, SKED_REBUILD, 0);
}

static uint64_t queue_conservative_bookings(void) {
    return queue_kernel(SKED_FCFS, SKED_FCFS, SKED_ALL, SKED_COMPRESS, DAY_BOOKINGS | DAY_DOWNS);
}

/* Of EASY-SJBF and of conservative backfilling among bookings. */
static uint64_t queue_forecast(void) {
    const uint64_t easy =
        queue_kernel(SKED_FCFS, SKED_SJF, 1, SKED_COMPRESS, DAY_FORECASTS);
    const uint64_t conservative = queue_kernel(SKED_FCFS, SKED_FCFS, SKED_ALL, SKED_COMPRESS,
                                               DAY_BOOKINGS | DAY_FORECASTS);
    return bench_hash_i64(easy, (int64_t)conservative);
}

/* ---- kernels: tiers ------------------------------------------------------------------------- */

static uint32_t use(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    uint64_t state = id * QUEUE_PROCESSORS + process;
    (void)ctx;
    (void)tag;
    return 400 + random_below(&state, 600);
}

static uint64_t tiers_kernel(sked_tiers_policy policy, uint32_t options, uint32_t backgrounds,
                             unsigned events) {
    static day d;
    sked_queue_settings settings = {
        .processors = QUEUE_PROCESSORS, .jobs_max = QUEUE_JOBS_LIVE, .bookings_max = 2,
        .estimate_missing = 10, .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1,
        .reservations = SKED_COMPRESS, .backgrounds = 1, .background_order = SKED_SJF};
    sked_tiers tiers = {
        .policy = SKED_KEASY, .migration = 3, .usage_limit_permille = 960, .usage = {use, NULL}};
    settings.backgrounds = backgrounds;
    tiers.policy = policy;
    tiers.options = options;
    day_begin(&d, &settings, sizeof room);
    d.tiers = &tiers;
    return day_run(&d, events);
}

static uint64_t tiers_keasy(void) { return tiers_kernel(SKED_KEASY, 0, 1, 0); }
static uint64_t tiers_reasy(void) { return tiers_kernel(SKED_REASY, 0, 1, 0); }
static uint64_t tiers_measy(void) { return tiers_kernel(SKED_MEASY, 0, 1, 0); }

/* All that can happen, and two backgrounds. */
static uint64_t tiers_measy_bookings(void) {
    return tiers_kernel(SKED_MEASY, SKED_TIERS_REMAINING, 2, DAY_BOOKINGS | DAY_DOWNS);
}

#endif

#if (BENCH_PART & 2) != 0
#include "overhead_site.h"
#endif

#if (BENCH_PART & 4) != 0
#include "overhead_ar.h"
#endif

#if (BENCH_PART & 8) != 0
#include "overhead_fattree.h"
#endif

#if (BENCH_PART & 16) != 0
#include "overhead_moldable.h"
#endif

typedef struct kernel {
    const char *name;
    uint64_t (*run)(void);
    uint64_t golden;
} kernel;

/* On other instances tests/deep compares such plans with slow oracles. Here they are pinned:
 * another hash is another decision, and needs a word in CHANGELOG.md. */
static const kernel kernels[] = {
#if (BENCH_PART & 1) != 0
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
    {"queue_easy_bookings", queue_easy_bookings, UINT64_C(0x4873bd9bbb7218cb)},
    {"queue_easy_down", queue_easy_down, UINT64_C(0x0a53a11bac13e0f3)},
    {"queue_depth2", queue_depth2, UINT64_C(0xc1b880340d5c1f30)},
    {"queue_conservative", queue_conservative, UINT64_C(0x6835a23ef59c9da6)},
    {"queue_rebuild", queue_rebuild, UINT64_C(0x913faeb42188043d)},
    {"queue_conservative_bookings", queue_conservative_bookings, UINT64_C(0xfa86d7ca130279fd)},
    {"queue_forecast", queue_forecast, UINT64_C(0x166a4bdf87f50c61)},
    {"tiers_keasy", tiers_keasy, UINT64_C(0x0bae0b2fad187668)},
    {"tiers_reasy", tiers_reasy, UINT64_C(0x32363bd181425ddc)},
    {"tiers_measy", tiers_measy, UINT64_C(0x102f9b76598c9ead)},
    {"tiers_measy_bookings", tiers_measy_bookings, UINT64_C(0xe592f7232b7304df)},
#endif
#if (BENCH_PART & 2) != 0
    {"pjs", pjs, UINT64_C(0xe08b18c963995064)},
    {"pjs_low", pjs_low, UINT64_C(0xe08b18c963995064)},
    {"pjs_go_on", pjs_go_on, UINT64_C(0xd8e5e01b6c2ec75c)},
    {"pjs_makespan", pjs_makespan, UINT64_C(0x635afe3c028c64dd)},
    {"pjs_completion", pjs_completion, UINT64_C(0x7c7c69b01b7bf056)},
    {"experience", experience, UINT64_C(0x2cc51b63c17ab8c1)},
    {"site", site, UINT64_C(0xe120754c78aaa0d2)},
#endif
#if (BENCH_PART & 4) != 0
    {"ar_change", ar_change, UINT64_C(0x1eede73fc6367c41)},
    {"ar_ff", ar_ff, UINT64_C(0x6372ac127b95c545)},
    {"ar_latest", ar_latest, UINT64_C(0x93d90079b5290dd5)},
    {"ar_pe", ar_pe, UINT64_C(0xec433c8b3ea42cd5)},
    {"ar_du", ar_du, UINT64_C(0xd715cabaa41e4159)},
    {"ar_pedu", ar_pedu, UINT64_C(0x1607806dcd259e30)},
    {"ar_ends", ar_ends, UINT64_C(0x8a831ba17bc53fca)},
    {"ar_score", ar_score, UINT64_C(0x5fcf7530b4290a13)},
    {"ar_picks", ar_picks, UINT64_C(0xda4be51f574f7566)},
    {"ar_questions", ar_questions, UINT64_C(0xeb745b1b5d1bdf64)},
    {"ar_any", ar_any, UINT64_C(0xb524db9ea5eaddae)},
    {"ar_units", ar_units, UINT64_C(0x016f5044a2393570)},
    {"ar_book", ar_book, UINT64_C(0x7b6ad4bb26f02dc2)},
    {"ar_save", ar_save, UINT64_C(0xdb0862e18c1de3e6)},
#endif
#if (BENCH_PART & 8) != 0
    {"tree_greedy", tree_greedy, UINT64_C(0xdafe204d24aeda73)},
    {"tree_exact", tree_exact, UINT64_C(0x9cad359c947d3c0c)},
    {"tree_hard", tree_hard, UINT64_C(0x970f98cde3931d7c)},
    {"tree_bounded", tree_bounded, UINT64_C(0xd992e54b67b66d62)},
    {"tree_limits", tree_limits, UINT64_C(0x9a31abf23e91d2c9)},
    {"tree_leaves", tree_leaves, UINT64_C(0x7c7518bbeb161121)},
    {"tree_segments", tree_segments, UINT64_C(0x1bdbab09dcc39153)},
    {"tree_fragments", tree_fragments, UINT64_C(0xab8f17fc17ff8faf)},
    {"tree_life", tree_life, UINT64_C(0x7b49d8d88bf38636)},
    {"tree_batch", tree_batch, UINT64_C(0x6914a84ea0bb5c24)},
    {"tree_picker", tree_picker, UINT64_C(0xa0fc8821f867e31d)},
    {"tree_units", tree_units, UINT64_C(0xbc90a8e29a295f53)},
#endif
#if (BENCH_PART & 16) != 0
    {"mold_refuse", mold_refuse, UINT64_C(0x227ce7332b99aad4)},
    {"mold_list", mold_list, UINT64_C(0x5799d07d87825d21)},
    {"mold_list_many", mold_list_many, UINT64_C(0xaa232f3e8d7cbf60)},
    {"mold_makespan", mold_makespan, UINT64_C(0x9506214e310109a3)},
    {"mold_demt", mold_demt, UINT64_C(0x0f74316b7f552752)},
    {"mold_shuffles", mold_shuffles, UINT64_C(0x43fe2f0f3a92c7a9)},
    {"mold_sweep", mold_sweep, UINT64_C(0xb5d5783233b9c144)},
    {"mold_multibase", mold_multibase, UINT64_C(0xcebf8ac7c50f1ee0)},
    {"mold_prices", mold_prices, UINT64_C(0x321555eacaf7deb8)},
    {"mold_truncations", mold_truncations, UINT64_C(0x8ef5f1f10754b3a4)},
    {"mold_search", mold_search, UINT64_C(0x7518cccd679a8bb0)},
    {"mold_best", mold_best, UINT64_C(0x88a1dc25fdd0478f)},
    {"mold_bound", mold_bound, UINT64_C(0x474ed8baee051db8)},
    {"mold_evaluate", mold_evaluate, UINT64_C(0x68d718b0cecbb0bd)},
    {"mold_closed", mold_closed, UINT64_C(0x6241bf89346d4511)},
    {"mold_arrivals", mold_arrivals, UINT64_C(0x1995dc2122b0c585)},
    {"mold_judge", mold_judge, UINT64_C(0x7f489165f43d9835)},
    {"mold_place", mold_place, UINT64_C(0x5c14b39f7c6cd6c2)},
    {"mold_online", mold_online, UINT64_C(0x286574bc39682a0a)},
#endif
};

enum { KERNELS = sizeof kernels / sizeof kernels[0] };

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

/* ---- this host ------------------------------------------------------------------------------ */

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"

static int count_kernel(const char *name) {
    uint32_t i;
    for (i = 0; i < KERNELS; i++) {
        if (strcmp(kernels[i].name, name) == 0) {
            uint64_t hash;
            bench_counted_begin();
            hash = kernels[i].run();
            bench_counted_end();
            bench_counted_tell(name);
            return !bench_expect_hash(name, hash, kernels[i].golden);
        }
    }
    return 1;
}

static const char *kernel_name(uint32_t i) {
    return kernels[i].name;
}

/* Each in a process of its own: it finds nothing that another has left, and binds what it calls. */
static int count_kernels(uint32_t count, char **names) {
    int wrong = 0, status = 0;
    uint32_t i;
    for (i = 0; i < count; i++) {
        (void)command_choice(names[i], "is no kernel", kernel_name, KERNELS);
    }
    for (i = 0; i < count; i++) {
        const pid_t child = fork();
        if (child == 0) {
            exit(count_kernel(names[i]));
        }
        wrong |= child < 0 || waitpid(child, &status, 0) != child || status != 0;
    }
    return wrong;
}

static const char help[] =
    "usage: overhead [golden]\n"
    "       overhead count KERNEL...\n"
    "\n"
    "Compares the decisions of every kernel with its golden hash: under a second.\n"
    "\n"
    "  count KERNEL...  run these kernels, each in a process of its own; callgrind\n"
    "                   counts their instructions (tests/gates/bench.sh)\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if all hashes are right, 1 if one is wrong, 2 if an argument is\n"
    "wrong or something cannot run.\n";

static const char *mode_name(uint32_t i) {
    static const char *const names[] = {"golden", "count"};
    return names[i];
}

int main(int count, char **words) {
    const uint32_t given = command_begin("overhead", help, count, words);
    if (given > 0 && command_choice(words[1], "is no argument", mode_name, 2) == 1) {
        command_needs(2, given, words, "the names of kernels");
        return count_kernels(given - 1, words + 2);
    }
    command_no_more(1, given, words);
    check_golden();
    return command_end(bench_finish());
}

#endif
