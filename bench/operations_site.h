/* operations_site.h: the rows of operations.c for a site.
 *
 * SPDX-License-Identifier: MIT
 *
 * Included once, by operations.c, whose memory, random numbers, meters and hash it uses. */

/* Eight machines, the last four of them a cluster, too; two queues, one of which preempts. As many
 * jobs as the size are in the site: whenever one ends, another one is submitted. */
enum { SITE_MACHINES = 8, SITE_STEPS = 12 };
enum { SITE_SUBMIT, SITE_FINISH, SITE_PASS };

typedef struct campus {
    sked_site site;
    sked_experience times;
    uint64_t seed, hash, next_id;
    sked_time now;
} campus;

static const sked_site_machine site_machine[SITE_MACHINES] = {{0, 1}, {0, 1}, {0, 1}, {0, 1},
                                                              {1, 1}, {1, 1}, {1, 1}, {1, 1}};
static const sked_site_class site_class[2] = {{.latency_max = UINT64_MAX},
                                              {.latency_max = UINT64_MAX}};
static const sked_site_user site_user[1] = {{NULL, UINT32_MAX, SKED_NEVER}};
static const sked_site_queue site_queue[2] = {
    {.priority = 1, .flags = SKED_PREEMPTABLE, .heuristic = SKED_DUPLEX_SUM},
    {.flags = SKED_PREEMPTS, .heuristic = SKED_DUPLEX_SUM}};

static void campus_submit(campus *c) {
    sked_site_job job = {0};
    sked_status status;
    job.id = c->next_id++;
    job.job_class = random_below(&c->seed, 2);
    job.queue = random_below(&c->seed, 4) == 0;
    meter_begin(SITE_SUBMIT);
    status = sked_site_submit(&c->site, &job, c->now);
    meter_end(SITE_SUBMIT);
    require(status);
}

/* The running job of the lowest number ends. */
static int campus_finish(campus *c) {
    sked_site_job_info info;
    sked_status status;
    uint64_t id;
    for (id = 1; id < c->next_id; id++) {
        if (sked_site_get_job(&c->site, id, &info) == SKED_OK && info.running) {
            meter_begin(SITE_FINISH);
            status = sked_site_finish(&c->site, id, 0, c->now);
            meter_end(SITE_FINISH);
            require(status);
            return 1;
        }
    }
    return 0;
}

static void campus_pass(campus *c) {
    sked_site_decision decisions[4 * SITE_MACHINES];
    sked_status status;
    uint32_t count = 0, i;
    meter_begin(SITE_PASS);
    status = sked_site_plan(&c->site, c->now);
    while (status == SKED_OK && count < 4 * SITE_MACHINES) {
        status = sked_site_next(&c->site, &decisions[count], NULL, c->now);
        count += status == SKED_OK;
    }
    meter_end(SITE_PASS);
    require(status == SKED_DONE ? SKED_OK : SKED_E_FULL);
    for (i = 0; i < count; i++) {
        c->hash = bench_hash_u32(c->hash, (uint32_t)decisions[i].id);
        c->hash = bench_hash_u32(c->hash, decisions[i].machine);
        c->hash = bench_hash_u32(c->hash, decisions[i].cluster);
        c->hash = bench_hash_i64(c->hash, decisions[i].end);
    }
}

static void campus_make(campus *c, uint32_t jobs, const sked_cluster *cluster, sked_mem mem) {
    static const sked_time guesses[2] = {300, 900};
    static const uint32_t ratings[3] = {1024, 1500, 3500};
    static const sked_experience_settings shape = {
        .classes = 2, .resources = 3, .window = 32, .ratings_q10 = ratings, .guesses = guesses};
    sked_site_settings settings = {
        .machines = SITE_MACHINES, .clusters = 1, .resources = 3, .classes = 2, .users = 1,
        .queues = 2, .machine = site_machine, .job_class = site_class, .user = site_user,
        .queue = site_queue, .deviations_q10 = 512, .gain_min = 20,
        .map_options = SKED_MAP_LOW_MEMORY};
    sked_site_experience memory = {NULL, NULL, NULL};
    require(sked_experience_create(&c->times, &shape, mem));
    memory.times = &c->times;
    settings.cluster = cluster;
    settings.jobs_max = jobs;
    require(sked_site_create(&c->site, &settings, &memory, mem));
}

static uint64_t site_row(uint32_t jobs) {
    static campus c;
    static sked_word words[SKED_SET_WORDS((uint32_t)SITE_MACHINES)];
    sked_set members = sked_set_of(words, SITE_MACHINES);
    sked_cluster cluster = {NULL, 0, 2};
    sked_arena arena;
    uint32_t i;
    for (i = SITE_MACHINES / 2; i < SITE_MACHINES; i++) {
        sked_set_add(&members, i);
    }
    cluster.members = &members;
    sked_arena_init(&arena, room, sizeof room);
    campus_make(&c, jobs, &cluster, sked_arena_mem(&arena));
    c.seed = 7;
    c.hash = BENCH_HASH_START;
    c.next_id = 1;
    c.now = 0;
    for (i = 0; i < jobs; i++) {
        campus_submit(&c);
    }
    for (i = 0; i < SITE_STEPS; i++) {
        campus_pass(&c);
        c.now += 50 + random_below(&c.seed, 100);
        if (campus_finish(&c)) {
            campus_submit(&c);
        }
    }
    sked_site_destroy(&c.site);
    sked_experience_destroy(&c.times);
    return c.hash;
}
