/* operations_queue.h: the rows of operations.c for mapping, the queue and tiers.
 *
 * SPDX-License-Identifier: MIT
 *
 * Included once, by operations.c, whose memory, random numbers, meters and hash it uses. */

/* ---- mapping -------------------------------------------------------------------------------- */

enum { MAP_MACHINES = 8, MAP_CALLS = 4 };

/* Tables as users have them: a job is long or short, a machine fast or slow, and some jobs suit
 * some machines. */
static void map_draw(sked_time *times, uint32_t jobs, uint64_t *seed) {
    uint32_t j, m;
    for (j = 0; j < jobs; j++) {
        const uint32_t length = 10 + random_below(seed, 500);
        for (m = 0; m < MAP_MACHINES; m++) {
            times[j * MAP_MACHINES + m] = (sked_time)length * (m + 4 + random_below(seed, 8));
        }
    }
}

static uint64_t map_hash(uint64_t hash, const sked_map_row *planned, uint32_t jobs) {
    uint32_t j;
    for (j = 0; j < jobs; j++) {
        hash = bench_hash_u32(hash, planned[j].machine);
        hash = bench_hash_i64(hash, planned[j].end);
    }
    return hash;
}

static uint64_t map_row(sked_heuristic heuristic, uint32_t jobs) {
    sked_map_request request = {.heuristic = SKED_OLB, .machines = MAP_MACHINES};
    uint64_t seed = 5, hash = BENCH_HASH_START;
    sked_arena arena;
    sked_mem mem;
    sked_time *times;
    sked_map_row *planned;
    uint32_t call;
    sked_arena_init(&arena, room, sizeof room);
    mem = sked_arena_mem(&arena);
    times = (sked_time *)take(mem, (size_t)jobs * MAP_MACHINES * sizeof(sked_time));
    planned = (sked_map_row *)take(mem, jobs * sizeof(sked_map_row));
    request.heuristic = heuristic;
    request.jobs = jobs;
    request.times = times;
    for (call = 0; call < MAP_CALLS; call++) {
        sked_status status;
        map_draw(times, jobs, &seed);
        meter_begin(0);
        status = sked_map(&request, mem, planned, NULL);
        meter_end(0);
        require(status);
        hash = map_hash(hash, planned, jobs);
    }
    return hash;
}

static uint64_t map_mct(uint32_t size) { return map_row(SKED_MCT, size); }
static uint64_t map_min_min(uint32_t size) { return map_row(SKED_MIN_MIN, size); }
static uint64_t map_max_min(uint32_t size) { return map_row(SKED_MAX_MIN, size); }
static uint64_t map_duplex_sum(uint32_t size) { return map_row(SKED_DUPLEX_SUM, size); }
static uint64_t map_sufferage(uint32_t size) { return map_row(SKED_SUFFERAGE, size); }

/* ---- the queue ------------------------------------------------------------------------------ */

/* As many jobs as the size always wait for 32 processors: one job ends, a pass is made, and what
 * started is replaced. */
enum { QUEUE_PROCESSORS = 32, QUEUE_STEPS = 24 };
enum { QUEUE_SUBMIT, QUEUE_FINISH, QUEUE_PASS };

typedef struct steady {
    sked_queue queue;
    const sked_tiers *tiers;        /* NULL: there are none */
    uint64_t seed, hash, next_id;
    sked_time now;
} steady;

static uint32_t steady_waiting(const steady *s) {
    sked_queue_info info = {0};
    require(sked_queue_get_info(&s->queue, &info));
    return info.waiting;
}

static void steady_submit(steady *s) {
    sked_job job = {0};
    sked_status status;
    job.id = s->next_id++;
    job.width = 1 + random_below(&s->seed, random_below(&s->seed, 4) == 0 ? QUEUE_PROCESSORS : 8);
    job.estimate = 10 + random_below(&s->seed, 1000);
    meter_begin(QUEUE_SUBMIT);
    status = sked_queue_submit(&s->queue, &job, s->now);
    meter_end(QUEUE_SUBMIT);
    require(status);
}

static void steady_finish(steady *s) {
    sked_queue_info info = {0};
    sked_status status;
    uint64_t id = 0;
    require(sked_queue_get_info(&s->queue, &info));
    if (info.running == 0) {
        return;
    }
    require(sked_queue_running_at(&s->queue, random_below(&s->seed, info.running), &id));
    meter_begin(QUEUE_FINISH);
    status = sked_queue_finish(&s->queue, id, s->now);
    meter_end(QUEUE_FINISH);
    require(status);
}

/* Opening a pass and each action are metered as one; what is hashed afterwards is copied. */
typedef struct decided {
    uint32_t id, kind;
    sked_time shadow;
} decided;

static sked_status steady_next(steady *s, decided *kept) {
    sked_word words[SKED_SET_WORDS((uint32_t)QUEUE_PROCESSORS)];
    sked_set processors = {NULL, QUEUE_PROCESSORS};
    sked_action action;
    sked_status status;
    processors.words = words;
    status = s->tiers == NULL ? sked_queue_next(&s->queue, &action, &processors)
                              : sked_tiers_next(&s->queue, &action, &processors);
    if (status == SKED_OK) {
        kept->id = (uint32_t)action.id;
        kept->kind = (uint32_t)action.kind;
        kept->shadow = action.shadow;
    }
    return status;
}

static void steady_pass(steady *s) {
    decided actions[2 * QUEUE_PROCESSORS];
    sked_status status;
    uint32_t count = 0, i;
    meter_begin(QUEUE_PASS);
    status = s->tiers == NULL ? sked_queue_plan(&s->queue, s->now)
                              : sked_tiers_plan(&s->queue, s->tiers, s->now);
    while (status == SKED_OK && count < 2 * QUEUE_PROCESSORS) {
        status = steady_next(s, &actions[count]);
        count += status == SKED_OK;
    }
    meter_end(QUEUE_PASS);
    require(status == SKED_DONE ? SKED_OK : SKED_E_FULL);
    for (i = 0; i < count; i++) {
        s->hash = bench_hash_u32(s->hash, actions[i].id);
        s->hash = bench_hash_u32(s->hash, actions[i].kind);
        s->hash = bench_hash_i64(s->hash, actions[i].shadow);
    }
}

static void steady_fill(steady *s, uint32_t waiting) {
    while (steady_waiting(s) < waiting) {
        steady_submit(s);
    }
}

static uint64_t steady_row(uint32_t depth, const sked_tiers *tiers, uint32_t waiting) {
    static steady s;
    sked_queue_settings settings = {.processors = QUEUE_PROCESSORS, .estimate_missing = SKED_NEVER,
                                    .order = SKED_FCFS, .backfill_order = SKED_FCFS,
                                    .reservations = SKED_COMPRESS, .background_order = SKED_SJF};
    sked_status status;
    uint32_t step;
    settings.jobs_max = waiting + (tiers == NULL ? 1u : 2u) * QUEUE_PROCESSORS;
    settings.depth = depth;
    settings.backgrounds = tiers != NULL;
    status = sked_queue_init(&s.queue, &settings, NULL, room, sizeof room);
    if (status == SKED_E_BLOCK) {
        return NO_ROOM;
    }
    require(status);
    s.tiers = tiers;
    s.seed = 3;
    s.hash = BENCH_HASH_START;
    s.next_id = 1;
    s.now = 0;
    warming = 1;
    for (step = 0; step < 2 * QUEUE_STEPS; step++) {
        if (step == QUEUE_STEPS) {
            meters_clear();                     /* the state is steady from here on */
        }
        s.now += 1 + random_below(&s.seed, 40);
        steady_fill(&s, waiting);
        steady_finish(&s);
        steady_pass(&s);
    }
    require(sked_queue_validate(&s.queue));
    return s.hash;
}

static uint64_t queue_easy(uint32_t size) { return steady_row(1, NULL, size); }
static uint64_t queue_conservative(uint32_t size) { return steady_row(SKED_ALL, NULL, size); }

static uint32_t tiers_use(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    uint64_t state = id * QUEUE_PROCESSORS + process;
    (void)ctx;
    (void)tag;
    return 300 + random_below(&state, 600);
}

static uint64_t tiers_measy(uint32_t size) {
    static const sked_tiers measy = {.policy = SKED_MEASY, .migration = 3,
                                     .usage_limit_permille = 960, .usage = {tiers_use, NULL}};
    return steady_row(1, &measy, size);
}
