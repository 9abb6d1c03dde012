/* site_scenes.h: the laboratory of the quick tests of the site, and short names for its events. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_SCENES_H_INCLUDED
#define SITE_SCENES_H_INCLUDED

/* The includer has included sched.h and check.h. Small enough for small targets.
 *
 *     machine      0     1     2     3        what a job takes there    plain  single  parallel
 *     class of     ws    ws    ws    server   workstation                 60     30      -
 *     cluster 0    *     *     *              server                      40     20      -
 *     cluster 1                *     *        cluster 0 (two are enough)  20      -     24
 *     interconnect 0 serves both clusters     cluster 1 (needs both)      30      -     18
 *     interconnect 1 serves cluster 1         unknown: as plain, but nobody knows how long
 *
 * All jobs of class plain can run on clusters, too. Queue HIGH preempts, LOW is preemptable, MEDIUM
 * is neither. Tests change what they like before they open the site. */
enum { WS, SERVER, CLUSTER_0, CLUSTER_1, RESOURCES };
enum { PLAIN, SINGLE, PARALLEL, UNKNOWN, CLASSES };
enum { HIGH, MEDIUM, LOW, QUEUES };
enum { ANYBODY, GUEST, USERS };
enum { MACHINES = 4, CLUSTERS = 2, LINKS = 2, JOBS = 5 };
enum { SITE_ROOM = 520, TABLE_ROOM = 120, USERS_ROOM = 60 };

#define NEVER SKED_NEVER
#define ANY UINT64_MAX

static sked_align site_room[SITE_ROOM];
static sked_align times_room[TABLE_ROOM], users_room[USERS_ROOM], traffic_room[TABLE_ROOM];
static sked_site site;
static sked_experience times, users, traffic;
static sked_site_experience experience;

static sked_site_settings settings;
static sked_site_machine machine[MACHINES];
static sked_cluster cluster[CLUSTERS];
static sked_site_interconnect link_of[LINKS];
static sked_site_class job_class[CLASSES];
static sked_site_user user[USERS];
static sked_site_queue queue[QUEUES];
static sked_word set_words[16][SKED_SET_WORDS(8u)];
static uint32_t sets_used;
static sked_set members[CLUSTERS], serves[LINKS], single_on, parallel_on, guest_queues;

/* ---- the laboratory -------------------------------------------------------------------------- */

/* The members of a mask: bit i is number i. */
static sked_set set_of(uint32_t size, uint32_t mask) {
    sked_set set = sked_set_of(set_words[sets_used++ % 16], size);
    uint32_t i;
    for (i = 0; i < size; i++) {
        if ((mask >> i & 1u) != 0) {
            sked_set_add(&set, i);
        }
    }
    return set;
}

static uint32_t mask_of(const sked_set *set) {
    uint32_t i, mask = 0;
    for (i = sked_set_first(set); i < set->size; i = sked_set_next(set, i)) {
        mask |= UINT32_C(1) << i;
    }
    return mask;
}

static void furnish_machines(void) {
    uint32_t m, c;
    for (m = 0; m < MACHINES; m++) {
        machine[m].resource = m == 3 ? SERVER : WS;
        machine[m].memory = 8;
    }
    members[0] = set_of(MACHINES, 0x7);
    members[1] = set_of(MACHINES, 0xC);
    serves[0] = set_of(CLUSTERS, 0x3);
    serves[1] = set_of(CLUSTERS, 0x2);
    for (c = 0; c < CLUSTERS; c++) {
        cluster[c].members = &members[c];
        cluster[c].members_min = c == 0 ? 2 : 0;
        cluster[c].resource = CLUSTER_0 + c;
        link_of[c].bandwidth = c == 0 ? 10 : 4;
        link_of[c].latency = c == 0 ? 5 : 1;
        link_of[c].clusters = &serves[c];
    }
}

static void furnish_policies(void) {
    uint32_t i;
    for (i = 0; i < CLASSES; i++) {
        job_class[i].resources = NULL;
        job_class[i].memory = job_class[i].bandwidth = job_class[i].flags = 0;
        job_class[i].resume = 0;
        job_class[i].latency_max = ANY;
    }
    single_on = set_of(RESOURCES, 0x3);
    parallel_on = set_of(RESOURCES, 0xC);
    guest_queues = set_of(QUEUES, 0x6);
    job_class[SINGLE].resources = &single_on;
    job_class[PARALLEL].resources = &parallel_on;
    for (i = 0; i < QUEUES; i++) {
        queue[i].priority = i;
        queue[i].flags = i == HIGH ? SKED_PREEMPTS : i == LOW ? SKED_PREEMPTABLE : 0;
        queue[i].heuristic = SKED_DUPLEX_SUM;
        queue[i].pjs_options = queue[i].promote_after = queue[i].promote_to = 0;
    }
    for (i = 0; i < USERS; i++) {
        user[i].queues = i == GUEST ? &guest_queues : NULL;
        user[i].jobs_max = i == GUEST ? 2 : UINT32_MAX;
        user[i].time_max = i == GUEST ? 100 : NEVER;
    }
}

static void furnish(void) {
    sets_used = 0;
    furnish_machines();
    furnish_policies();
    settings.machines = MACHINES;
    settings.clusters = CLUSTERS;
    settings.interconnects = LINKS;
    settings.resources = RESOURCES;
    settings.classes = CLASSES;
    settings.users = USERS;
    settings.queues = QUEUES;
    settings.machine = machine;
    settings.cluster = cluster;
    settings.interconnect = link_of;
    settings.job_class = job_class;
    settings.user = user;
    settings.queue = queue;
    settings.jobs_max = JOBS;
    settings.deviations_q10 = settings.map_options = 0;
    settings.gain_min = 0;
    settings.replan = SKED_REPLAN_ALL;
}

static void make_table(sked_experience *table, uint32_t rows, uint32_t columns, sked_align *room) {
    const size_t bytes = room == users_room ? sizeof(users_room) : sizeof(times_room);
    sked_experience_settings shape = SKED_ZERO;
    shape.classes = rows;
    shape.resources = columns;
    shape.window = 8;
    shape.ratings_q10 = NULL;
    shape.guesses = NULL;
    CHECK(sked_experience_init(table, &shape, room, bytes) == SKED_OK);
}

/* Everybody knows how long things take: each was seen once. */
static void remember(void) {
    static const unsigned char took[3][RESOURCES] = {{60, 40, 20, 30}, {30, 20, 0, 0},
                                                     {0, 0, 24, 18}};
    uint32_t i, r;
    make_table(&times, CLASSES, RESOURCES, times_room);
    make_table(&users, USERS, QUEUES, users_room);
    make_table(&traffic, CLASSES, RESOURCES, traffic_room);
    for (i = 0; i < 3; i++) {
        for (r = 0; r < RESOURCES; r++) {
            CHECK(took[i][r] == 0 ||
                  sked_experience_add(&times, i, r, took[i][r]) == SKED_OK);
        }
    }
    experience.times = &times;
    experience.users = &users;
    experience.traffic = &traffic;
}

static void start_site(void) {
    CHECK(sked_site_init(&site, &settings, &experience, site_room, sizeof(site_room)) == SKED_OK);
}

/* The laboratory as it is drawn. */
static inline void open_site(void) {
    furnish();
    remember();
    start_site();
}

/* ---- events ---------------------------------------------------------------------------------- */

static sked_site_job job_of(uint64_t id, uint32_t of, uint32_t to) {
    sked_site_job job;
    job.id = id;
    job.tag = id + 100;
    job.job_class = of;
    job.user = ANYBODY;
    job.queue = to;
    return job;
}

static void submit(uint64_t id, uint32_t of, uint32_t to, sked_time now) {
    const sked_site_job job = job_of(id, of, to);
    CHECK(sked_site_submit(&site, &job, now) == SKED_OK);
}

static inline void finish(uint64_t id, sked_time now) {
    CHECK(sked_site_finish(&site, id, 0, now) == SKED_OK);
}

static sked_site_info info_of(void) {
    static sked_site_info info;        /* static: compilers cannot see that look succeeds */
    CHECK(sked_site_get_info(&site, &info) == SKED_OK);
    return info;
}

static sked_site_job_info job_info_of(uint64_t id) {
    static sked_site_job_info info;
    CHECK_SEED(id, sked_site_get_job(&site, id, &info) == SKED_OK);
    return info;
}

/* A waiting job has this place in the plan; machine or cluster, the other is SKED_NONE. */
static int is_planned(uint64_t id, uint32_t on_machine, uint32_t on_cluster, sked_time start,
                      sked_time end) {
    const sked_site_job_info info = job_info_of(id);
    return !info.running && info.planned && info.machine == on_machine &&
           info.cluster == on_cluster && info.start == start && info.end == end &&
           info.tag == id + 100;
}

static inline int is_unplanned(uint64_t id) {
    const sked_site_job_info info = job_info_of(id);
    return !info.running && !info.planned && info.machine == SKED_NONE &&
           info.cluster == SKED_NONE && info.start == NEVER && info.end == NEVER;
}

/* ---- what is decided ------------------------------------------------------------------------- */

enum { ON_CLUSTER = 16 };               /* added to the number of a cluster */

/* What a decision must say: why; who, on which machine or cluster, and all machines (a mask); from
 * when to when; by whom, if it is coveted. */
typedef struct decided {
    sked_site_reason reason;
    uint64_t id;
    uint32_t place, on;
    sked_time start, end;
    uint64_t by;
} decided;

#define NO_MORE {SKED_MAPPED, 0, 0, 0, 0, 0, 0}

static int is_decided(const sked_site_decision *said, const sked_set *machines,
                      const decided *want) {
    const int parallel = want->place >= ON_CLUSTER;
    const sked_site_job_info info = job_info_of(said->id);
    return said->reason == want->reason && said->id == want->id && said->tag == want->id + 100 &&
           said->kind == (want->reason <= SKED_PROFITABLE ? SKED_DISPATCH : SKED_PREEMPT) &&
           said->machine == (parallel ? SKED_NONE : want->place) &&
           said->cluster == (parallel ? want->place - ON_CLUSTER : SKED_NONE) &&
           mask_of(machines) == want->on && said->start == want->start &&
           said->end == want->end && said->by == want->by && said->queue == info.queue &&
           info.running == (said->kind == SKED_DISPATCH);
}

/* These decisions and no other. The list ends with id 0. */
static void check_decisions(sked_time now, const decided *want) {
    sked_word words[SKED_SET_WORDS((unsigned)MACHINES)];
    sked_set machines = sked_set_of(words, settings.machines);
    sked_site_decision said;
    for (; want->id != 0; want++) {
        sked_set_fill(&machines);
        CHECK_SEED(want->id, sked_site_next(&site, &said, &machines, now) == SKED_OK);
        CHECK_SEED(want->id, is_decided(&said, &machines, want));
    }
    CHECK(sked_site_next(&site, &said, &machines, now) == SKED_DONE);
    CHECK(info_of().now == now);
}

static sked_site_decision taken;

static inline void take_one(sked_time now) {
    CHECK(sked_site_next(&site, &taken, NULL, now) == SKED_OK);
}

static inline void check_plan(sked_time now, const decided *want) {
    CHECK(sked_site_plan(&site, now) == SKED_OK);
    CHECK(!info_of().changed);
    check_decisions(now, want);
}

#endif
