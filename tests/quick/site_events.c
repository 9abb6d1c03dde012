/* site_events.c - quick tests of the site: every status of every function, and what must not
 * change.
 *
 * SPDX-License-Identifier: MIT
 *
 * Scenes are in site.c. Runs on small targets too: no more of the C library than check.h, and about
 * 8 KiB of writable data. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "site_scenes.h"

/* How strictly a block is aligned: not at all where that is 1. */
struct probe {
    char first;
    sked_align aligned;
};
#define ALIGNMENT offsetof(struct probe, aligned)

/* ---- what the site is made of ---------------------------------------------------------------- */

static sked_status bytes_status(void) {
    size_t bytes = 4711;
    const sked_status status = sked_site_bytes(&settings, &bytes);
    CHECK((status == SKED_OK) == (bytes != 4711));
    return status;
}

/* A status of the settings, told by all three, and a handle that is empty then. */
static int is_refused(sked_status want) {
    const sked_status bytes = bytes_status();
    const sked_status init =
        sked_site_init(&site, &settings, &experience, site_room, sizeof(site_room));
    return bytes == want && init == want && sked_site_plan(&site, 0) == SKED_E_EMPTY;
}

/* One field of the laboratory has a wrong value, and the status is the one that is wanted; then it
 * has another value, and all is well. */
static void check_number(uint32_t *field, uint32_t wrong, sked_status want, uint32_t right) {
    furnish();
    *field = wrong;
    CHECK_SEED(wrong, is_refused(want));
    *field = right;
    CHECK_SEED(right, bytes_status() == SKED_OK);
}

static void check_time(sked_time *field, sked_time wrong, sked_time right) {
    furnish();
    *field = wrong;
    CHECK_SEED(wrong, is_refused(SKED_E_RANGE));
    *field = right;
    CHECK_SEED(right, bytes_status() == SKED_OK);
}

static void test_numbers(void) {
    check_number(&settings.machines, 0, SKED_E_NO_MACHINES, MACHINES);
    check_number(&settings.resources, 0, SKED_E_RANGE, RESOURCES);
    check_number(&settings.classes, 0, SKED_E_RANGE, CLASSES);
    check_number(&settings.users, 0, SKED_E_RANGE, USERS);
    check_number(&settings.queues, 0, SKED_E_RANGE, QUEUES);
    check_number(&settings.jobs_max, 0, SKED_E_RANGE, 1);
    check_number(&settings.jobs_max, UINT32_C(0x80000000), SKED_E_RANGE, 7);
    check_time(&settings.gain_min, -1, SKED_TIME_MAX);
    check_time(&settings.gain_min, SKED_TIME_MAX + 1, SKED_NEVER);
    check_number(&settings.machines, UINT32_C(0x80000000), SKED_E_RANGE, MACHINES);
    check_number(&settings.clusters, UINT32_C(0x80000000), SKED_E_RANGE, CLUSTERS);
    check_number(&settings.interconnects, UINT32_C(0x80000000), SKED_E_RANGE, LINKS);
    check_number(&machine[3].resource, RESOURCES, SKED_E_RANGE, RESOURCES - 1);
    check_number(&cluster[1].resource, RESOURCES, SKED_E_RANGE, RESOURCES - 1);
    check_number(&settings.map_options, 4, SKED_E_SETTING, 3);
    furnish();
    settings.replan = SKED_REPLAN_CLOSED_;
    CHECK(is_refused(SKED_E_SETTING));
    settings.replan = SKED_REPLAN_NONE;
    CHECK(bytes_status() == SKED_OK);
    check_time(&user[1].time_max, -1, 0);
    check_time(&user[1].time_max, SKED_TIME_MAX + 1, SKED_TIME_MAX);
}

static void test_policies(void) {
    check_number(&queue[1].flags, 8, SKED_E_SETTING, 7);
    check_number(&job_class[2].flags, 2, SKED_E_SETTING, 1);
    check_time(&job_class[2].resume, -1, SKED_TIME_MAX);
    check_time(&job_class[2].resume, SKED_TIME_MAX + 1, 0);
    check_time(&job_class[2].resume, SKED_NEVER, 7);
    furnish();
    queue[2].heuristic = SKED_HEURISTIC_COUNT_;
    CHECK(is_refused(SKED_E_SETTING));
    queue[2].heuristic = SKED_SUFFERAGE_PASS;
    CHECK(bytes_status() == SKED_OK);
    check_number(&queue[0].pjs_options, 8, SKED_E_SETTING, 7);
    furnish();
    queue[LOW].promote_to = QUEUES;
    CHECK(bytes_status() == SKED_OK);   /* it never climbs */
    queue[LOW].promote_after = 1;
    CHECK(is_refused(SKED_E_RANGE));
    queue[LOW].promote_to = MEDIUM;
    queue[MEDIUM].flags = SKED_SEQUENTIAL;
    CHECK(is_refused(SKED_E_SETTING));
    queue[LOW].flags |= SKED_SEQUENTIAL;
    CHECK(bytes_status() == SKED_OK);
    queue[MEDIUM].flags = 0;
    CHECK(bytes_status() == SKED_OK);
}

/* A word of a set with a bit above its size. */
static void spoil(sked_set *set) {
    set->words[0] |= (sked_word)((sked_word)1 << set->size);
}

/* Of a wrong size, and with a bit too many. */
static void check_set(sked_set *set) {
    const uint32_t size = set->size;
    set->size = size + 1;
    CHECK(is_refused(SKED_E_RANGE));
    set->size = size - 1;
    CHECK(is_refused(SKED_E_RANGE));
    set->size = size;
    CHECK(bytes_status() == SKED_OK);
    spoil(set);
    CHECK(is_refused(SKED_E_RANGE));
}

static void test_sets(void) {
    furnish();
    check_set(&members[1]);
    furnish();
    check_set(&serves[1]);
    furnish();
    check_set(&guest_queues);
    furnish();
    check_set(&single_on);
    furnish();
    sked_set_clear(&members[1]);
    CHECK(is_refused(SKED_E_RANGE));
    check_number(&cluster[1].members_min, 3, SKED_E_RANGE, 2);
    furnish();
    sked_set_clear(&serves[1]);         /* it serves nobody: then nobody uses it */
    sked_set_clear(&guest_queues);
    CHECK(bytes_status() == SKED_OK);
}

static void test_overflow(void) {
    furnish();
    settings.jobs_max = UINT32_C(0x7FFFFFFF);
    CHECK(bytes_status() == (SIZE_MAX <= UINT32_MAX ? SKED_E_OVERFLOW : SKED_OK));
    settings.jobs_max = UINT32_C(12000000);     /* there would be room for the mapping alone */
    CHECK(bytes_status() == (SIZE_MAX <= UINT32_MAX ? SKED_E_OVERFLOW : SKED_OK));
}

/* What does not fit the tables is found by init. */
static int is_refused_with(sked_status want) {
    return bytes_status() == SKED_OK &&
           sked_site_init(&site, &settings, &experience, site_room, sizeof(site_room)) == want &&
           (want == SKED_OK || sked_site_plan(&site, 0) == SKED_E_EMPTY);
}

static void test_tables(void) {
    static sked_experience empty;
    furnish();
    remember();
    CHECK(is_refused_with(SKED_OK));
    experience.times = NULL;
    CHECK(is_refused_with(SKED_E_EMPTY));
    experience.times = &empty;
    CHECK(is_refused_with(SKED_E_EMPTY));
    experience.times = &times;
    experience.users = &empty;
    CHECK(is_refused_with(SKED_E_EMPTY));
    experience.users = &users;
    experience.traffic = &empty;
    CHECK(is_refused_with(SKED_E_EMPTY));
    experience.users = experience.traffic = NULL;
    CHECK(is_refused_with(SKED_OK));
}

/* Tables of other shapes: one row or column more or less than wanted. */
static void test_shapes(void) {
    static const struct {
        uint32_t rows, columns;
    } wrong[] = {{CLASSES - 1, RESOURCES}, {CLASSES + 1, RESOURCES}, {CLASSES, RESOURCES - 1}};
    size_t i;
    furnish();
    remember();
    for (i = 0; i < 3; i++) {
        make_table(&times, wrong[i].rows, wrong[i].columns, times_room);
        CHECK(is_refused_with(SKED_E_RANGE));
    }
    remember();
    for (i = 0; i < 3; i++) {
        make_table(&traffic, wrong[i].rows, wrong[i].columns, traffic_room);
        CHECK(is_refused_with(SKED_E_RANGE));
    }
    remember();
    make_table(&users, USERS + 1, QUEUES, users_room);
    CHECK(is_refused_with(SKED_E_RANGE));
    make_table(&users, USERS, QUEUES + 1, users_room);
    CHECK(is_refused_with(SKED_E_RANGE));
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void test_block(void) {
    size_t bytes = 0;
    furnish();
    remember();
    CHECK(sked_site_bytes(&settings, &bytes) == SKED_OK && bytes <= sizeof(site_room));
    CHECK(sked_site_init(&site, &settings, &experience, site_room, bytes) == SKED_OK);
    CHECK(info_of().bytes == bytes && info_of().now == 0 && !info_of().changed);
    CHECK(sked_site_init(&site, &settings, &experience, site_room, bytes - 1) == SKED_E_BLOCK);
    CHECK(sked_site_plan(&site, 0) == SKED_E_EMPTY);
    CHECK(sked_site_init(&site, &settings, &experience, NULL, bytes) == SKED_E_BLOCK);
    start_site();
    sked_site_destroy(&site);              /* a block of the caller's is just left */
    CHECK(sked_site_plan(&site, 0) == SKED_E_EMPTY);
    if (ALIGNMENT > 1) {
        CHECK(sked_site_init(&site, &settings, &experience, (unsigned char *)site_room + 1,
                             sizeof(site_room) - 1) == SKED_E_BLOCK);
        CHECK(sked_site_plan(&site, 0) == SKED_E_EMPTY);
    }
}

/* Memory of the room. */
typedef struct giver {
    int refuses, given, back;
    size_t size, off;                   /* off: so far from where it is aligned */
} giver;

static void *give(void *ctx, size_t size) {
    giver *self = (giver *)ctx;
    if (self->refuses || size > sizeof(site_room)) {
        return NULL;
    }
    self->given++;
    self->size = size;
    return (unsigned char *)site_room + self->off;
}

static void take_back(void *ctx, void *block, size_t size) {
    giver *self = (giver *)ctx;
    self->back += block == (void *)((unsigned char *)site_room + self->off) && size == self->size;
}

static void test_memory(void) {
    giver self = {0, 0, 0, 0, 0};
    sked_mem mem;
    size_t bytes = 0;
    mem.alloc = give;
    mem.free = take_back;
    mem.ctx = &self;
    furnish();
    remember();
    CHECK(sked_site_bytes(&settings, &bytes) == SKED_OK);
    CHECK(sked_site_create(&site, &settings, &experience, mem) == SKED_OK);
    CHECK(self.given == 1 && self.size == bytes && info_of().bytes == bytes);
    submit('A', SINGLE, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    sked_site_destroy(&site);
    sked_site_destroy(&site);
    CHECK(self.given == 1 && self.back == 1 && sked_site_plan(&site, 0) == SKED_E_EMPTY);
    self.refuses = 1;
    CHECK(sked_site_create(&site, &settings, &experience, mem) == SKED_E_MEMORY);
    CHECK(sked_site_plan(&site, 0) == SKED_E_EMPTY);
    self.refuses = 0;
    settings.users = 0;
    CHECK(sked_site_create(&site, &settings, &experience, mem) == SKED_E_RANGE);
    settings.users = USERS;
    experience.times = NULL;
    CHECK(sked_site_create(&site, &settings, &experience, mem) == SKED_E_EMPTY);
    CHECK(self.given == self.back && sked_site_plan(&site, 0) == SKED_E_EMPTY);
    experience.times = &times;
    self.off = 1;                       /* which is not what was agreed */
    CHECK(sked_site_create(&site, &settings, &experience, mem) ==
          (ALIGNMENT > 1 ? SKED_E_BLOCK : SKED_OK));
    sked_site_destroy(&site);
    CHECK(self.given == 2 && self.back == 2);
}

static void test_empty(void) {
    static sked_site empty;
    sked_site_decision decision;
    sked_site_info info;
    sked_site_job_info job_info;
    sked_site_machine_info machine_info;
    sked_site_interconnect_info interconnect_info;
    uint64_t id = 5;
    const sked_site_job job = job_of('A', SINGLE, LOW);
    CHECK(sked_site_submit(&empty, &job, 0) == SKED_E_EMPTY);
    CHECK(sked_site_finish(&empty, 'A', 0, 0) == SKED_E_EMPTY);
    CHECK(sked_site_cancel(&empty, 'A', 0) == SKED_E_EMPTY);
    CHECK(sked_site_down(&empty, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_site_up(&empty, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_site_report_load(&empty, 0, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_site_report_traffic(&empty, 0, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_site_set_usage(&empty, USERS, -1, NULL) == SKED_E_EMPTY);
    CHECK(sked_site_plan(&empty, 0) == SKED_E_EMPTY);
    CHECK(sked_site_next(&empty, &decision, NULL, 0) == SKED_E_EMPTY);
    CHECK(sked_site_get_info(&empty, &info) == SKED_E_EMPTY);
    CHECK(sked_site_get_job(&empty, 'A', &job_info) == SKED_E_EMPTY);
    CHECK(sked_site_job_at(&empty, SKED_NONE, 0, &id) == SKED_E_EMPTY && id == 5);
    CHECK(sked_site_get_machine(&empty, 0, &machine_info) == SKED_E_EMPTY);
    CHECK(sked_site_get_interconnect(&empty, 0, &interconnect_info) == SKED_E_EMPTY);
    sked_site_destroy(&empty);
    sked_site_destroy(&empty);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* All events at one time, refused for it. Each would be refused for something else, too. */
static void check_times(sked_time now, sked_status want) {
    const sked_site_job job = job_of('Z', CLASSES, QUEUES);
    sked_site_decision decision;
    sked_set wrong = set_of(MACHINES + 1, 0);
    CHECK(sked_site_submit(&site, &job, now) == want);
    CHECK(sked_site_finish(&site, 'Z', UINT64_MAX, now) == want);
    CHECK(sked_site_cancel(&site, 'Z', now) == want);
    CHECK(sked_site_down(&site, MACHINES, now) == want);
    CHECK(sked_site_up(&site, MACHINES, now) == want);
    CHECK(sked_site_report_load(&site, MACHINES, 1024, now) == want);
    CHECK(sked_site_report_traffic(&site, LINKS, 0, now) == want);
    CHECK(sked_site_plan(&site, now) == want);
    CHECK(sked_site_next(&site, &decision, &wrong, now) == want);
    CHECK(info_of().now == 7 && info_of().waiting == 0);
}

static void test_times(void) {
    open_site();
    CHECK(sked_site_plan(&site, 7) == SKED_OK && info_of().now == 7);
    check_times(-1, SKED_E_TIME);
    check_times(SKED_TIME_MAX + 1, SKED_E_TIME);
    check_times(SKED_NEVER, SKED_E_TIME);
    check_times(6, SKED_E_BACKWARDS);
    CHECK(sked_site_plan(&site, SKED_TIME_MAX) == SKED_OK && info_of().now == SKED_TIME_MAX);
}

/* Events that succeed move the time; those that fail do not. */
static void test_time_moves(void) {
    open_site();
    submit('A', SINGLE, LOW, 1);
    CHECK(info_of().now == 1);
    CHECK(sked_site_down(&site, 0, 2) == SKED_OK && info_of().now == 2);
    CHECK(sked_site_up(&site, 0, 3) == SKED_OK && info_of().now == 3);
    CHECK(sked_site_report_load(&site, 0, 1, 4) == SKED_OK && info_of().now == 4);
    CHECK(sked_site_report_traffic(&site, 0, 1, 5) == SKED_OK && info_of().now == 5);
    CHECK(sked_site_plan(&site, 6) == SKED_OK && info_of().now == 6);
    take_one(7);
    CHECK(info_of().now == 7);
    finish('A', 8);
    CHECK(info_of().now == 8);
    submit('B', SINGLE, LOW, 8);
    CHECK(sked_site_cancel(&site, 'B', 9) == SKED_OK && info_of().now == 9);
}

/* Events of the guest, who may use the queues MEDIUM and LOW. */
static sked_site_job guest_job(uint64_t id, uint32_t of) {
    sked_site_job job = job_of(id, of, LOW);
    job.user = GUEST;
    return job;
}

static void submit_as_guest(uint64_t id, uint32_t of) {
    const sked_site_job job = guest_job(id, of);
    CHECK(sked_site_submit(&site, &job, info_of().now) == SKED_OK);
}

static sked_status submit_status(sked_site_job job, sked_time now) {
    const sked_site_info before = info_of();
    const sked_status status = sked_site_submit(&site, &job, now);
    const sked_site_info after = info_of();
    CHECK(status == SKED_OK || (after.now == before.now && after.waiting == before.waiting &&
                                after.changed == before.changed &&
                                after.counters.submitted == before.counters.submitted));
    return status;
}

static void test_submit_range(void) {
    sked_site_job job = job_of('A', CLASSES, LOW);
    open_site();
    CHECK(submit_status(job, 1) == SKED_E_RANGE);
    job = job_of('A', SINGLE, QUEUES);
    CHECK(submit_status(job, 1) == SKED_E_RANGE);
    job = job_of('A', SINGLE, LOW);
    job.user = USERS;
    CHECK(submit_status(job, 1) == SKED_E_RANGE);
    job.user = GUEST;
    job.queue = HIGH;
    CHECK(submit_status(job, 1) == SKED_E_ACCESS);
    job.queue = LOW;
    CHECK(submit_status(job, 1) == SKED_OK);
}

/* In the order in which they are named: each of these has all later faults, too. */
static void test_submit_order(void) {
    sked_site_job job = job_of('A', UNKNOWN, HIGH);
    furnish();
    remember();
    settings.jobs_max = 1;
    user[GUEST].jobs_max = 1;
    job_class[UNKNOWN].memory = 9;
    start_site();
    submit_as_guest('A', SINGLE);
    job.user = GUEST;
    CHECK(submit_status(job, 1) == SKED_E_ACCESS);
    job.queue = LOW;
    CHECK(submit_status(job, 1) == SKED_E_NOWHERE);
    job_class[UNKNOWN].memory = 8;
    CHECK(submit_status(job, 1) == SKED_E_NO_ESTIMATE);
    job.job_class = SINGLE;
    CHECK(submit_status(job, 1) == SKED_E_CAP_JOBS);
    job.user = ANYBODY;
    CHECK(submit_status(job, 1) == SKED_E_DUPLICATE);
    job.id = 'B';
    CHECK(submit_status(job, 1) == SKED_E_FULL);
    CHECK(sked_site_cancel(&site, 'A', 1) == SKED_OK);
    CHECK(submit_status(job, 1) == SKED_OK);
}

/* Where jobs could run, whether or not it is up. */
static void test_nowhere(void) {
    open_site();
    CHECK(sked_site_down(&site, 3, 0) == SKED_OK && sked_site_down(&site, 0, 0) == SKED_OK);
    CHECK(sked_site_down(&site, 1, 0) == SKED_OK && sked_site_down(&site, 2, 0) == SKED_OK);
    CHECK(submit_status(job_of('A', SINGLE, LOW), 0) == SKED_OK);
    CHECK(submit_status(job_of('P', PARALLEL, LOW), 0) == SKED_OK);
    furnish();
    remember();
    queue[HIGH].flags |= SKED_SEQUENTIAL;
    job_class[PARALLEL].memory = 8;
    start_site();
    CHECK(submit_status(job_of('P', PARALLEL, HIGH), 0) == SKED_E_NOWHERE);
    CHECK(submit_status(job_of('P', PARALLEL, LOW), 0) == SKED_OK);
    machine[0].memory = 7;              /* cluster 1 has enough */
    CHECK(submit_status(job_of('Q', PARALLEL, LOW), 0) == SKED_OK);
    machine[3].memory = 7;              /* neither has */
    CHECK(submit_status(job_of('R', PARALLEL, LOW), 0) == SKED_E_NOWHERE);
    CHECK(submit_status(job_of('H', SINGLE, HIGH), 0) == SKED_OK);
    job_class[SINGLE].memory = 9;
    CHECK(submit_status(job_of('I', SINGLE, HIGH), 0) == SKED_E_NOWHERE);
}

/* What a class says that it takes, some interconnect of the cluster must have. */
static void test_nowhere_to_talk(void) {
    static const struct {
        uint64_t bandwidth, latency_max;
        sked_status status;
    } want[] = {{0, 1, SKED_OK},  {10, 6, SKED_OK}, {11, 6, SKED_E_NOWHERE},
                {4, 2, SKED_OK},  {4, 1, SKED_E_NOWHERE}, {5, 5, SKED_E_NOWHERE},
                {UINT64_MAX, ANY, SKED_E_NOWHERE}, {4, 0, SKED_OK}, {11, 0, SKED_E_NOWHERE}};
    size_t i;
    for (i = 0; i < sizeof want / sizeof want[0]; i++) {
        furnish();
        remember();
        job_class[PARALLEL].bandwidth = want[i].bandwidth;
        job_class[PARALLEL].latency_max = want[i].latency_max;
        link_of[0].latency = 6;
        link_of[1].latency = 2;
        start_site();
        CHECK(sked_site_report_traffic(&site, 0, UINT64_MAX, 0) == SKED_OK);   /* it may pass */
        CHECK_SEED(i + 1, submit_status(job_of('P', PARALLEL, LOW), 0) == want[i].status);
        sked_set_clear(&serves[0]);
        sked_set_clear(&serves[1]);
        CHECK_SEED(i + 1, submit_status(job_of('Q', PARALLEL, LOW), 0) ==
                              (want[i].bandwidth == 0 ? SKED_OK : SKED_E_NOWHERE));
        job_class[SINGLE].bandwidth = UINT64_MAX;       /* not on a single machine */
        CHECK(submit_status(job_of('S', SINGLE, LOW), 0) == SKED_OK);
    }
}

/* The guest may have two jobs at a time, and his ended jobs 100, all machines together. */
static void test_caps(void) {
    open_site();
    submit_as_guest('A', PLAIN);
    submit_as_guest('B', PLAIN);
    CHECK(submit_status(guest_job('C', PLAIN), 0) == SKED_E_CAP_JOBS);
    CHECK(sked_site_cancel(&site, 'B', 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);         /* A: 20 on each of three machines */
    take_one(0);
    finish('A', 20);
    submit_as_guest('B', PLAIN);
    CHECK(sked_site_plan(&site, 20) == SKED_OK);
    take_one(20);
    CHECK(sked_site_finish(&site, 'B', 0, 33) == SKED_OK);    /* and 13: 99 together */
    submit_as_guest('C', SINGLE);
    CHECK(sked_site_plan(&site, 33) == SKED_OK);
    take_one(33);
    finish('C', 34);
    CHECK(submit_status(guest_job('D', SINGLE), 34) == SKED_E_CAP_TIME);
    submit('D', SINGLE, LOW, 34);
}

static sked_time taken_by(uint32_t who) {
    sked_time before = -7;
    CHECK(sked_site_set_usage(&site, who, 0, &before) == SKED_OK);
    CHECK(sked_site_set_usage(&site, who, before, NULL) == SKED_OK);
    return before;
}

/* What was taken can be told, and set: it counts at once, and changes no plan. */
static void test_account(void) {
    sked_time before = -7;
    open_site();
    CHECK(sked_site_set_usage(&site, USERS, -1, &before) == SKED_E_RANGE);
    CHECK(sked_site_set_usage(&site, GUEST, -1, &before) == SKED_E_TIME);
    CHECK(sked_site_set_usage(&site, GUEST, SKED_TIME_MAX + 1, &before) == SKED_E_TIME);
    CHECK(sked_site_set_usage(&site, GUEST, SKED_NEVER, &before) == SKED_E_TIME && before == -7);
    CHECK(sked_site_set_usage(&site, GUEST, 100, &before) == SKED_OK && before == 0);
    CHECK(submit_status(guest_job('A', SINGLE), 0) == SKED_E_CAP_TIME);
    CHECK(sked_site_set_usage(&site, GUEST, 99, &before) == SKED_OK && before == 100);
    CHECK(!info_of().changed && info_of().now == 0);
    submit_as_guest('A', SINGLE);
    CHECK(sked_site_set_usage(&site, ANYBODY, SKED_TIME_MAX, NULL) == SKED_OK);
    submit('B', SINGLE, LOW, 0);        /* he has no cap */
    CHECK(taken_by(GUEST) == 99 && taken_by(ANYBODY) == SKED_TIME_MAX);
}

/* Who cancels a run has taken its time, on each machine; nothing is learnt. Who is preempted, or
 * loses a machine, has not. */
static void test_taken(void) {
    sked_moments seen = {0, {0, 0}, {0, 0}};
    open_site();
    submit_as_guest('A', PLAIN);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    take_one(0);
    CHECK(sked_site_cancel(&site, 'A', 7) == SKED_OK && taken_by(GUEST) == 21);
    CHECK(sked_experience_get(&times, PLAIN, CLUSTER_0, &seen) == SKED_OK && seen.count == 1);
    CHECK(sked_experience_get(&users, GUEST, LOW, &seen) == SKED_OK && seen.count == 0);
    submit_as_guest('A', PLAIN);
    CHECK(sked_site_cancel(&site, 'A', 9) == SKED_OK && taken_by(GUEST) == 21);
    submit_as_guest('A', PLAIN);
    CHECK(sked_site_plan(&site, 9) == SKED_OK);
    take_one(9);
    submit('H', PLAIN, HIGH, 11);
    CHECK(sked_site_plan(&site, 11) == SKED_OK);
    take_one(11);
    CHECK(taken.reason == SKED_OUTRANKED && taken.id == 'A' && taken_by(GUEST) == 21);
    take_one(11);
    CHECK(sked_site_cancel(&site, 'H', 12) == SKED_OK && taken_by(ANYBODY) == 3);
    CHECK(sked_site_plan(&site, 12) == SKED_OK);
    take_one(12);
    CHECK(taken.kind == SKED_DISPATCH && sked_site_down(&site, 0, 14) == SKED_OK);
    take_one(14);
    CHECK(taken.reason == SKED_MACHINE_DOWN && taken_by(GUEST) == 21);
}

static void test_finish(void) {
    open_site();
    submit('A', SINGLE, LOW, 0);
    CHECK(sked_site_finish(&site, 'B', UINT64_MAX, 1) == SKED_E_UNKNOWN);
    CHECK(sked_site_finish(&site, 'A', UINT64_MAX, 1) == SKED_E_NOT_RUNNING);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(sked_site_finish(&site, 'A', 0, 1) == SKED_E_NOT_RUNNING);
    take_one(0);
    CHECK(sked_site_finish(&site, 'A', (uint64_t)SKED_OBSERVED_MAX + 1, 1) == SKED_E_RANGE);
    CHECK(job_info_of('A').running && info_of().now == 0);
    CHECK(sked_site_finish(&site, 'A', (uint64_t)SKED_OBSERVED_MAX, 1) == SKED_OK);
    CHECK(sked_site_finish(&site, 'A', 0, 1) == SKED_E_UNKNOWN);
    CHECK(info_of().counters.finished == 1 && info_of().changed);
}

/* Waiting, planned or running; its machines are free again. */
static void test_cancel(void) {
    open_site();
    CHECK(sked_site_cancel(&site, 'A', 1) == SKED_E_UNKNOWN && info_of().now == 0);
    submit('A', PARALLEL, LOW, 0);
    CHECK(sked_site_cancel(&site, 'A', 0) == SKED_OK);
    submit('A', PARALLEL, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && !info_of().changed);
    CHECK(sked_site_cancel(&site, 'A', 0) == SKED_OK && info_of().changed);
    submit('A', PARALLEL, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    take_one(0);
    submit('B', PARALLEL, LOW, 2);
    CHECK(sked_site_cancel(&site, 'A', 2) == SKED_OK);
    CHECK(sked_site_plan(&site, 2) == SKED_OK && is_planned('B', SKED_NONE, 1, 2, 20));
    CHECK(info_of().counters.cancelled == 3 && info_of().counters.finished == 0);
    CHECK(sked_site_cancel(&site, 'A', 2) == SKED_E_UNKNOWN);
}

static void test_reports(void) {
    open_site();
    CHECK(sked_site_down(&site, MACHINES, 1) == SKED_E_RANGE);
    CHECK(sked_site_up(&site, MACHINES, 1) == SKED_E_RANGE);
    CHECK(sked_site_report_load(&site, MACHINES, 0, 1) == SKED_E_RANGE);
    CHECK(sked_site_report_load(&site, 0, 1024, 1) == SKED_E_RANGE);
    CHECK(sked_site_report_traffic(&site, LINKS, 0, 1) == SKED_E_RANGE);
    CHECK(info_of().now == 0 && !info_of().changed);
    CHECK(sked_site_report_load(&site, MACHINES - 1, 1023, 1) == SKED_OK && info_of().changed);
    CHECK(sked_site_plan(&site, 1) == SKED_OK && !info_of().changed);
    CHECK(sked_site_report_load(&site, MACHINES - 1, 1023, 1) == SKED_OK && !info_of().changed);
    CHECK(sked_site_report_traffic(&site, LINKS - 1, 0, 1) == SKED_OK && !info_of().changed);
    CHECK(sked_site_report_traffic(&site, LINKS - 1, 5, 1) == SKED_OK && info_of().changed);
}

static int is_same(const sked_site_decision *a, const sked_site_decision *b) {
    return a->kind == b->kind && a->reason == b->reason && a->id == b->id && a->tag == b->tag &&
           a->by == b->by && a->queue == b->queue && a->machine == b->machine &&
           a->cluster == b->cluster && a->start == b->start && a->end == b->end;
}

/* Without a decision nothing is written. */
static void test_next(void) {
    static const sked_site_decision filled = {
        .kind = SKED_PREEMPT, .reason = SKED_OUTRANKED, .id = 1, .tag = 2, .by = 3, .queue = 4,
        .machine = 5, .cluster = 6, .start = 7, .end = 8};
    sked_site_decision decision = filled;
    sked_set machines, wrong;
    open_site();
    machines = set_of(MACHINES, 0x5);
    wrong = set_of(MACHINES - 1, 0x5);
    submit('A', SINGLE, LOW, 0);
    CHECK(sked_site_next(&site, &decision, &machines, 0) == SKED_DONE);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(sked_site_next(&site, &decision, &wrong, 1) == SKED_E_RANGE && info_of().now == 0);
    CHECK(sked_site_next(&site, &decision, &machines, -1) == SKED_E_TIME);
    CHECK(is_same(&decision, &filled) && mask_of(&machines) == 0x5 && mask_of(&wrong) == 0x5);
    CHECK(sked_site_next(&site, &decision, &machines, 1) == SKED_OK && decision.id == 'A');
    CHECK(mask_of(&machines) == 0x8 && decision.by == 0);
}

static void test_questions(void) {
    static sked_site_job_info filled;
    sked_site_job_info info;
    open_site();
    submit('A', SINGLE, LOW, 3);
    filled = job_info_of('A');
    CHECK(is_unplanned('A') && filled.submitted == 3 && filled.job_class == SINGLE &&
          filled.user == ANYBODY && filled.queue == LOW && filled.preemptions == 0);
    info = filled;
    info.preemptions = 77;
    CHECK(sked_site_get_job(&site, 'B', &info) == SKED_E_UNKNOWN && info.preemptions == 77);
    CHECK(sked_site_plan(&site, 3) == SKED_OK);
    take_one(3);
    filled = job_info_of('A');
    CHECK(filled.running && filled.planned && filled.machine == 3 && filled.cluster == SKED_NONE &&
          filled.start == 3 && filled.end == 23);
}

/* A runs on machine 3 until 23; B, of another queue, waits. */
static void test_parts(void) {
    sked_site_machine_info host;
    sked_site_interconnect_info link;
    uint64_t id = 5;
    open_site();
    submit('A', SINGLE, LOW, 3);
    CHECK(sked_site_plan(&site, 3) == SKED_OK);
    take_one(3);
    submit('B', SINGLE, HIGH, 4);
    CHECK(sked_site_job_at(&site, SKED_NONE, 0, &id) == SKED_OK && id == 'A');
    CHECK(sked_site_job_at(&site, SKED_NONE, 1, &id) == SKED_OK && id == 'B');
    CHECK(sked_site_job_at(&site, LOW, 0, &id) == SKED_OK && id == 'A');
    CHECK(sked_site_job_at(&site, HIGH, 0, &id) == SKED_OK && id == 'B');
    CHECK(sked_site_job_at(&site, HIGH, 1, &id) == SKED_E_UNKNOWN && id == 'B');
    CHECK(sked_site_job_at(&site, QUEUES, 0, &id) == SKED_E_RANGE && id == 'B');
    CHECK(sked_site_get_machine(&site, 3, &host) == SKED_OK && host.up && host.busy &&
          host.job == 'A' && host.free_from == 23 && host.load_q10 == 0);
    CHECK(sked_site_report_load(&site, 0, 100, 5) == SKED_OK);
    CHECK(sked_site_get_machine(&site, 0, &host) == SKED_OK && !host.busy &&
          host.job == 0 && host.free_from == 5 && host.load_q10 == 100);
    CHECK(sked_site_down(&site, 0, 6) == SKED_OK);
    CHECK(sked_site_get_machine(&site, 0, &host) == SKED_OK && !host.up);
    CHECK(sked_site_get_machine(&site, MACHINES, &host) == SKED_E_RANGE && !host.up);
    CHECK(sked_site_report_traffic(&site, 0, 7, 7) == SKED_OK);
    CHECK(sked_site_get_interconnect(&site, 0, &link) == SKED_OK &&
          link.committed == 0 && link.traffic == 7);
    CHECK(sked_site_get_interconnect(&site, settings.interconnects, &link) ==
              SKED_E_RANGE && link.traffic == 7);
}

/* Neither users nor traffic are kept: all else is the same. */
static void test_without_tables(void) {
    furnish();
    remember();
    experience.users = experience.traffic = NULL;
    job_class[PARALLEL].bandwidth = 6;
    start_site();
    submit('P', PARALLEL, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    take_one(0);
    CHECK(sked_site_finish(&site, 'P', 99, 18) == SKED_OK && info_of().changed);
    submit('P', PARALLEL, LOW, 18);
    CHECK(sked_site_plan(&site, 18) == SKED_OK && is_planned('P', SKED_NONE, 1, 18, 36));
}

/* ---- the largest numbers --------------------------------------------------------------------- */

/* Jobs of a class were seen to take almost `time` on a resource, so scattered that with 1024
 * deviations just `time` is predicted. */
static void expect_on(uint32_t of, uint32_t resource, sked_time time) {
    const uint64_t deviation = time < 2048 ? 0 : (uint64_t)time / 1024 - 1;
    const uint64_t mean = (uint64_t)time - deviation * 1024;
    sked_moments moments;
    moments.count = 1;
    moments.sum = sked_u128_mul(mean, 1);
    moments.squares = sked_u128_add(sked_u128_mul(deviation, deviation),
                                    sked_u128_mul(mean, mean));
    CHECK(sked_experience_set(&times, of, resource, &moments) == SKED_OK);
}

static void open_expecting(void) {
    furnish();
    remember();
    settings.deviations_q10 = UINT32_C(1) << 20;
    cluster[0].members_min = 1;
    job_class[UNKNOWN].resources = &single_on;
    start_site();
    expect_on(SINGLE, WS, 30);
    expect_on(SINGLE, SERVER, 20);
}

/* With n jobs in the site, running or waiting, TIME_MAX / 2 / n is the longest time of a job. */
static void check_limit(sked_time jobs) {
    const sked_time longest = SKED_TIME_MAX / 2 / jobs;
    sked_time j;
    open_expecting();
    for (j = 1; j < jobs; j++) {
        submit('A' + (uint64_t)j, SINGLE, LOW, 0);
    }
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    if (jobs > 1) {
        take_one(0);
    }
    expect_on(UNKNOWN, WS, longest);
    expect_on(UNKNOWN, SERVER, longest + 1);
    submit('U', UNKNOWN, MEDIUM, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_planned('U', 0, SKED_NONE, 0, longest));
    expect_on(UNKNOWN, WS, longest + 1);
    CHECK(sked_site_report_load(&site, 0, 1, 0) == SKED_OK && sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_unplanned('U') && !info_of().changed && info_of().unplanned == 1);
}

/* One goes: there is room for what had none. */
static void test_limit(void) {
    check_limit(1);
    check_limit(2);
    check_limit(JOBS);
    expect_on(UNKNOWN, WS, SKED_TIME_MAX / 2 / (JOBS - 1));
    CHECK(sked_site_report_load(&site, 0, 0, 0) == SKED_OK && sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_unplanned('U') && sked_site_cancel(&site, 'B', 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && !is_unplanned('U'));
}

/* The same beside a load: a quarter is taken. */
static void test_loaded_limit(void) {
    const sked_time longest = SKED_TIME_MAX / 8 * 3;    /* 4 / 3 of it: half of SKED_TIME_MAX */
    uint32_t m;
    open_expecting();
    for (m = 0; m < MACHINES; m++) {
        CHECK(sked_site_report_load(&site, m, 256, 0) == SKED_OK);
    }
    expect_on(UNKNOWN, WS, longest);
    expect_on(UNKNOWN, SERVER, longest + 3);
    submit('U', UNKNOWN, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_planned('U', 0, SKED_NONE, 0, longest / 3 * 4));
    expect_on(UNKNOWN, WS, SKED_TIME_MAX);              /* beyond all times, with the load */
    CHECK(sked_site_report_load(&site, 0, 255, 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_unplanned('U'));
}

/* One member of three is missing: half as long again. 1537228672809129300 is TIME_MAX / 3, a third
 * less. Two are missing, and it is beyond the limit by much; and so is the longest of all times. */
static void test_stretched_limit(void) {
    const sked_time longest = INT64_C(1537228672809129300);
    open_expecting();
    job_class[UNKNOWN].resources = &parallel_on;
    expect_on(UNKNOWN, CLUSTER_1, 7);
    expect_on(UNKNOWN, CLUSTER_0, longest);
    CHECK(sked_site_down(&site, 0, 0) == SKED_OK && sked_site_down(&site, 3, 0) == SKED_OK);
    submit('U', UNKNOWN, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_planned('U', SKED_NONE, 0, 0, longest / 2 * 3));
    expect_on(UNKNOWN, CLUSTER_0, longest + 1);
    CHECK(sked_site_report_load(&site, 0, 9, 0) == SKED_OK && sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_unplanned('U'));
    expect_on(UNKNOWN, CLUSTER_0, longest);
    CHECK(sked_site_down(&site, 1, 0) == SKED_OK && sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_unplanned('U'));
    expect_on(UNKNOWN, CLUSTER_0, SKED_TIME_MAX);
    CHECK(sked_site_report_load(&site, 0, 8, 0) == SKED_OK && sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_unplanned('U'));
}

/* Lengths fit, but the end would be beyond all times; of a run that starts later it is cut. */
static void test_late_overflow(void) {
    static const decided late[] = {{SKED_MAPPED, 'B', 3, 0x8, SKED_TIME_MAX - 5, SKED_TIME_MAX, 0},
                                   NO_MORE};
    uint32_t in;
    for (in = 0; in < QUEUES; in++) {
        open_site();
        submit('A', SINGLE, in, SKED_TIME_MAX - 19);
        CHECK(sked_site_plan(&site, SKED_TIME_MAX - 19) == SKED_E_OVERFLOW);
        CHECK(is_unplanned('A') && info_of().changed);
    }
    open_site();
    submit('B', SINGLE, LOW, SKED_TIME_MAX - 20);
    CHECK(sked_site_plan(&site, SKED_TIME_MAX - 20) == SKED_OK);
    CHECK(is_planned('B', 3, SKED_NONE, SKED_TIME_MAX - 20, SKED_TIME_MAX));
    check_plan(SKED_TIME_MAX - 5, late);
    CHECK(sked_site_cancel(&site, 'B', SKED_TIME_MAX) == SKED_OK);
}

/* Who is late where times end is put off to their end, and no further. */
static void test_late_run(void) {
    const sked_time half = SKED_TIME_MAX / 2;   /* twice this is one less than TIME_MAX */
    open_site();
    submit('A', SINGLE, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    take_one(0);
    CHECK(sked_site_plan(&site, half) == SKED_OK && job_info_of('A').end == 2 * half);
    submit('B', SINGLE, LOW, half);
    CHECK(sked_site_plan(&site, SKED_TIME_MAX) == SKED_E_OVERFLOW);
    CHECK(job_info_of('A').end == SKED_TIME_MAX && is_unplanned('B') && info_of().changed);
    CHECK(info_of().counters.plans == 2);
}

/* All that was planned goes with what cannot be: A is of the first queue, B of the last. */
static void test_plan_overflow(void) {
    furnish();
    remember();
    queue[LOW].flags |= SKED_SEQUENTIAL;
    start_site();
    submit('A', SINGLE, HIGH, SKED_TIME_MAX - 30);
    CHECK(sked_site_plan(&site, SKED_TIME_MAX - 30) == SKED_OK && !is_unplanned('A'));
    submit('B', PLAIN, LOW, SKED_TIME_MAX - 30);
    CHECK(sked_site_plan(&site, SKED_TIME_MAX - 30) == SKED_E_OVERFLOW);
    CHECK(is_unplanned('A') && is_unplanned('B') && info_of().changed);
    CHECK(sked_site_next(&site, &taken, NULL, SKED_TIME_MAX - 30) == SKED_DONE);
    CHECK(sked_site_plan(&site, SKED_TIME_MAX - 30) == SKED_E_OVERFLOW);
    CHECK(info_of().counters.plans == 1);
    CHECK(sked_site_cancel(&site, 'B', SKED_TIME_MAX - 30) == SKED_OK);
    CHECK(sked_site_plan(&site, SKED_TIME_MAX - 30) == SKED_OK && !is_unplanned('A'));
}

/* One observation of almost nothing, one of almost too much: with enough deviations the server has
 * no time at all, and the workstations, where all took the same, have theirs. */
static void test_deviation_overflow(void) {
    furnish();
    remember();
    settings.deviations_q10 = UINT32_MAX;
    CHECK(sked_experience_add(&times, SINGLE, SERVER, SKED_OBSERVED_MAX) == SKED_OK);
    start_site();
    submit('A', SINGLE, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_planned('A', 0, SKED_NONE, 0, 30));
}

/* Five machines for almost all of time: more than 64 bits. */
static void test_wide_account(void) {
    static const sked_site_machine five[5] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}};
    sked_set all;
    sked_cluster together;
    furnish();
    remember();
    all = set_of(5, 0x1F);
    together.members = &all;
    together.members_min = 0;
    together.resource = CLUSTER_0;
    settings.jobs_max = 2;
    settings.machines = 5;
    settings.clusters = 1;
    settings.interconnects = 0;
    settings.machine = five;
    settings.cluster = &together;
    start_site();
    submit_as_guest('A', PARALLEL);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    take_one(0);
    finish('A', SKED_TIME_MAX);
    CHECK(submit_status(guest_job('B', PARALLEL), SKED_TIME_MAX) == SKED_E_CAP_TIME);
}

/* A run that took longer than what can be learnt; its user's account is full then. */
static void test_long_run(void) {
    sked_moments seen = {0, {0, 0}, {0, 0}};
    furnish();
    remember();
    user[GUEST].time_max = SKED_TIME_MAX;
    start_site();
    submit_as_guest('A', PLAIN);
    submit_as_guest('B', SINGLE);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    take_one(0);
    take_one(0);
    finish('A', SKED_OBSERVED_MAX + 1);
    CHECK(info_of().counters.unlearnt == 1);
    CHECK(sked_experience_get(&times, PLAIN, CLUSTER_0, &seen) == SKED_OK && seen.count == 1);
    submit_as_guest('A', SINGLE);
    CHECK(sked_site_cancel(&site, 'A', SKED_OBSERVED_MAX + 1) == SKED_OK);
    finish('B', SKED_TIME_MAX);
    CHECK(info_of().counters.unlearnt == 2);
    CHECK(submit_status(guest_job('A', SINGLE), SKED_TIME_MAX) == SKED_E_CAP_TIME);
}

int main(void) {
    test_numbers();
    test_policies();
    test_sets();
    test_overflow();
    test_tables();
    test_shapes();
    test_block();
    test_memory();
    test_empty();
    test_times();
    test_time_moves();
    test_submit_range();
    test_submit_order();
    test_nowhere();
    test_nowhere_to_talk();
    test_caps();
    test_account();
    test_taken();
    test_finish();
    test_cancel();
    test_reports();
    test_next();
    test_questions();
    test_parts();
    test_limit();
    test_loaded_limit();
    test_stretched_limit();
    test_late_overflow();
    test_late_run();
    test_plan_overflow();
    test_deviation_overflow();
    test_wide_account();
    test_without_tables();
    test_long_run();
    return check_done("quick/site_events");
}
