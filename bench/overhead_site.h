/* overhead_site.h: the kernels of overhead.c for parallel jobs, experience and a whole site.
 *
 * SPDX-License-Identifier: MIT
 *
 * Included once, by overhead.c, whose memory, random numbers and hash they use. */

/* ---- kernels: pjs --------------------------------------------------------------------------- */

enum { PJS_JOBS = 12, PJS_MACHINES = 6, PJS_CLUSTERS = 2 };

static sked_word pjs_words[PJS_CLUSTERS][SKED_SET_WORDS((uint32_t)PJS_MACHINES)];
static sked_set pjs_members[PJS_CLUSTERS];
static sked_cluster pjs_cluster[PJS_CLUSTERS];

/* Clusters of machines 0 1 2 and 2 3 4 5. */
static void pjs_make_clusters(void) {
    uint32_t m;
    for (m = 0; m < PJS_CLUSTERS; m++) {
        pjs_members[m] = sked_set_of(pjs_words[m], PJS_MACHINES);
        pjs_cluster[m].members = &pjs_members[m];
        pjs_cluster[m].members_min = 2;
        pjs_cluster[m].resource = 1 + m;
    }
    for (m = 0; m < PJS_MACHINES; m++) {
        if (m <= 2) {
            sked_set_add(&pjs_members[0], m);
        }
        if (m >= 2) {
            sked_set_add(&pjs_members[1], m);
        }
    }
}

static void *take_room(sked_mem mem, size_t bytes) {
    void *block = (mem.alloc)(mem.ctx, bytes);
    require(block == NULL ? SKED_E_MEMORY : SKED_OK);
    return block;
}

static uint64_t pjs_kernel(sked_heuristic heuristic, uint32_t map_options, uint32_t options) {
    sked_pjs_request request = {
        .map = {.heuristic = SKED_OLB, .jobs = PJS_JOBS, .machines = PJS_MACHINES},
        .clusters = PJS_CLUSTERS, .cluster = pjs_cluster};
    sked_arena arena;
    sked_mem mem;
    sked_time *times, *beside;
    sked_pjs_row *rows;
    sked_pjs_result result;
    uint64_t seed = 6, hash = BENCH_HASH_START;
    uint32_t i;
    sked_arena_init(&arena, room, sizeof room);
    mem = sked_arena_mem(&arena);
    pjs_make_clusters();
    times = (sked_time *)take_room(mem, PJS_JOBS * PJS_MACHINES * sizeof(sked_time));
    beside = (sked_time *)take_room(mem, PJS_JOBS * PJS_CLUSTERS * sizeof(sked_time));
    rows = (sked_pjs_row *)take_room(mem, PJS_JOBS * sizeof(sked_pjs_row));
    for (i = 0; i < PJS_JOBS * PJS_MACHINES; i++) {
        times[i] = 100 + random_below(&seed, 1000);
    }
    for (i = 0; i < PJS_JOBS * PJS_CLUSTERS; i++) {
        beside[i] = random_below(&seed, 3) == 0 ? SKED_NEVER : 20 + random_below(&seed, 300);
    }
    request.map.heuristic = heuristic;
    request.map.options = map_options;
    request.map.times = times;
    request.options = options;
    request.cluster_times = beside;
    require(sked_pjs(&request, mem, rows, &result));
    for (i = 0; i < PJS_JOBS; i++) {
        hash = bench_hash_u32(hash, rows[i].machine);
        hash = bench_hash_u32(hash, rows[i].cluster);
        hash = bench_hash_i64(hash, rows[i].start);
        hash = bench_hash_i64(hash, rows[i].end);
    }
    hash = bench_hash_i64(hash, (int64_t)result.plan.job_times.low);
    return bench_hash_u32(hash, result.mappings);
}

static uint64_t pjs(void) { return pjs_kernel(SKED_DUPLEX_SUM, 0, 0); }
static uint64_t pjs_low(void) {
    return pjs_kernel(SKED_DUPLEX_SUM, SKED_MAP_LOW_MEMORY, 0);
}
static uint64_t pjs_go_on(void) { return pjs_kernel(SKED_DUPLEX_SUM, 0, SKED_PJS_GO_ON); }
static uint64_t pjs_makespan(void) {
    return pjs_kernel(SKED_DUPLEX, 0, SKED_PJS_MAKESPAN | SKED_PJS_GO_ON);
}
static uint64_t pjs_completion(void) {
    return pjs_kernel(SKED_DUPLEX_SUM, 0, SKED_PJS_COMPLETION);
}

/* ---- kernels: experience -------------------------------------------------------------------- */

static uint64_t experience(void) {
    static const uint32_t ratings[] = {1024, 3000, 512};
    static const sked_time guesses[] = {0, 600, 77};
    static const sked_experience_settings settings = {
        .classes = 3, .resources = 3, .window = 16, .ratings_q10 = ratings, .guesses = guesses};
    sked_experience known;
    uint64_t seed = 9, hash = BENCH_HASH_START;
    uint32_t i;
    require(sked_experience_init(&known, &settings, room, sizeof room));
    for (i = 0; i < 120; i++) {
        const uint32_t job_class = random_below(&seed, 2), resource = random_below(&seed, 2);
        const uint32_t shift = 16 + random_below(&seed, 40);
        const sked_time length = (sked_time)(random_next(&seed) >> shift);
        const uint32_t asked = 1 + random_below(&seed, 2), where = random_below(&seed, 3);
        sked_time predicted = 0;
        require(sked_experience_add(&known, job_class, resource,
                                    length < SKED_OBSERVED_MAX ? length : SKED_OBSERVED_MAX));
        require(sked_experience_predict(&known, asked, where, 1536, &predicted));
        hash = bench_hash_i64(hash, predicted);
    }
    return hash;
}

/* ---- kernels: site -------------------------------------------------------------------------- */

enum { SITE_JOBS_LIVE = 8, SITE_EVENTS = 160, SITE_JOBS = 64 };

typedef struct campaign {
    sked_site site;
    sked_experience times;
    uint64_t seed, hash, next_id;
    sked_time ends[SITE_JOBS];          /* by id: when the job really ends; 0: not running */
} campaign;

static const sked_site_machine site_machine[PJS_MACHINES] = {{0, 8}, {0, 8}, {0, 4},
                                                             {3, 4}, {3, 4}, {3, 4}};
static const sked_site_class site_class[3] = {
    {.latency_max = UINT64_MAX}, {.memory = 6, .latency_max = UINT64_MAX},
    {.bandwidth = 40, .latency_max = 5}};
static const sked_site_user site_user[2] = {{NULL, 6, SKED_NEVER}, {NULL, 4, 20000}};
static const sked_site_queue site_queue[3] = {
    {.priority = 2, .flags = SKED_PREEMPTABLE, .heuristic = SKED_MIN_MIN, .promote_after = 1,
     .promote_to = 1},
    {.priority = 1, .heuristic = SKED_DUPLEX_SUM, .pjs_options = SKED_PJS_GO_ON},
    {.flags = SKED_PREEMPTS, .heuristic = SKED_DUPLEX_SUM}};

static sked_site_settings site_settings(const sked_site_interconnect *interconnect) {
    sked_site_settings settings = {0};
    settings.machines = PJS_MACHINES;
    settings.clusters = PJS_CLUSTERS;
    settings.interconnects = 1;
    settings.resources = 4;
    settings.classes = 3;
    settings.users = 2;
    settings.queues = 3;
    settings.machine = site_machine;
    settings.cluster = pjs_cluster;
    settings.interconnect = interconnect;
    settings.job_class = site_class;
    settings.user = site_user;
    settings.queue = site_queue;
    settings.jobs_max = SITE_JOBS_LIVE;
    settings.deviations_q10 = 512;
    settings.gain_min = 20;
    settings.map_options = SKED_MAP_LOW_MEMORY;
    return settings;
}

static void site_event(campaign *c, sked_time now) {
    const uint32_t what = random_below(&c->seed, 16);
    const uint32_t machine = random_below(&c->seed, PJS_MACHINES);
    sked_site_job job = {0};
    if (what == 0) {
        require(sked_site_down(&c->site, machine, now));
    } else if (what <= 2) {
        require(sked_site_up(&c->site, machine, now));
    } else if (what == 3) {
        require(sked_site_report_load(&c->site, machine, random_below(&c->seed, 700), now));
    } else if (what == 4) {
        require(sked_site_report_traffic(&c->site, 0, random_below(&c->seed, 90), now));
    } else if (c->next_id < SITE_JOBS) {
        job.id = c->next_id;
        job.job_class = random_below(&c->seed, 3);
        job.user = random_below(&c->seed, 2);
        job.queue = random_below(&c->seed, 3);
        c->next_id += sked_site_submit(&c->site, &job, now) == SKED_OK;
    }
}

static void site_obey(campaign *c, sked_time now) {
    sked_site_decision decision;
    while (sked_site_next(&c->site, &decision, NULL, now) == SKED_OK) {
        const sked_time length = decision.end - decision.start;
        c->hash = bench_hash_u32(c->hash, (uint32_t)decision.kind * 4u +
                                              (uint32_t)decision.reason);
        c->hash = bench_hash_u32(c->hash, (uint32_t)decision.id);
        c->hash = bench_hash_u32(c->hash, decision.machine);
        c->hash = bench_hash_u32(c->hash, decision.cluster);
        c->hash = bench_hash_i64(c->hash, decision.end);
        c->ends[decision.id] = 0;
        if (decision.kind == SKED_DISPATCH) {
            c->ends[decision.id] =
                now + length / 2 + (sked_time)random_below(&c->seed, (uint32_t)length) + 1;
        }
    }
}

static uint64_t site(void) {
    static const sked_time guesses[] = {300, 200, 900};
    static const uint32_t ratings[] = {1024, 2600, 3500, 1300};
    static const sked_experience_settings shape = {
        .classes = 3, .resources = 4, .window = 32, .ratings_q10 = ratings, .guesses = guesses};
    static campaign c;
    sked_word words[SKED_SET_WORDS((uint32_t)PJS_CLUSTERS)];
    sked_set served = sked_set_of(words, PJS_CLUSTERS);
    sked_site_interconnect interconnect = {100, 3, NULL};
    sked_site_settings settings;
    sked_site_experience memory = {NULL, NULL, NULL};
    sked_arena arena;
    sked_time now;
    uint32_t event, id;
    sked_arena_init(&arena, room, sizeof room);
    pjs_make_clusters();
    sked_set_fill(&served);
    interconnect.clusters = &served;
    settings = site_settings(&interconnect);
    require(sked_experience_create(&c.times, &shape, sked_arena_mem(&arena)));
    memory.times = &c.times;
    require(sked_site_create(&c.site, &settings, &memory, sked_arena_mem(&arena)));
    c.seed = 77;
    c.hash = BENCH_HASH_START;
    c.next_id = 0;
    for (id = 0; id < SITE_JOBS; id++) {
        c.ends[id] = 0;
    }
    for (event = 0, now = 0; event < SITE_EVENTS; event++, now += 25) {
        for (id = 0; id < SITE_JOBS; id++) {
            if (c.ends[id] != 0 && c.ends[id] <= now &&
                sked_site_finish(&c.site, id, 0, now) == SKED_OK) {
                c.ends[id] = 0;
            }
        }
        site_event(&c, now);
        require(sked_site_plan(&c.site, now));
        site_obey(&c, now);
    }
    sked_site_destroy(&c.site);
    sked_experience_destroy(&c.times);
    return c.hash;
}
