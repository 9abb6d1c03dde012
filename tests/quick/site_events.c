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
        sked_site_init(&site, &settings, &memory, site_room, sizeof(site_room));
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
    check_time(&user[1].time_max, -1, 0);
    check_time(&user[1].time_max, SKED_TIME_MAX + 1, SKED_TIME_MAX);
    check_time(&job_class[1].latency_max, -1, 0);
    check_time(&job_class[1].latency_max, SKED_TIME_MAX + 1, SKED_TIME_MAX);
    check_time(&link_of[1].latency, -1, 0);
    check_time(&link_of[1].latency, NEVER, 1);
    check_time(&link_of[1].latency, SKED_TIME_MAX + 1, SKED_TIME_MAX);
}

static void test_policies(void) {
    check_number(&queue[1].flags, 8, SKED_E_SETTING, 7);
    furnish();
    queue[2].heuristic = (sked_heuristic)(SKED_SUFFERAGE_PASS + 1);
    CHECK(is_refused(SKED_E_SETTING));
    queue[2].heuristic = SKED_SUFFERAGE_PASS;
    CHECK(bytes_status() == SKED_OK);
    check_number(&queue[0].pjs_options, 4, SKED_E_SETTING, 3);
    furnish();
    queue[LOW].climb_to = QUEUES;
    CHECK(bytes_status() == SKED_OK);   /* it never climbs */
    queue[LOW].climb_after = 1;
    CHECK(is_refused(SKED_E_RANGE));
    queue[LOW].climb_to = MEDIUM;
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
           sked_site_init(&site, &settings, &memory, site_room, sizeof(site_room)) == want &&
           (want == SKED_OK || sked_site_plan(&site, 0) == SKED_E_EMPTY);
}

static void test_tables(void) {
    static sked_experience empty;
    furnish();
    remember();
    CHECK(is_refused_with(SKED_OK));
    memory.times = NULL;
    CHECK(is_refused_with(SKED_E_EMPTY));
    memory.times = &empty;
    CHECK(is_refused_with(SKED_E_EMPTY));
    memory.times = &times;
    memory.users = &empty;
    CHECK(is_refused_with(SKED_E_EMPTY));
    memory.users = &users;
    memory.traffic = &empty;
    CHECK(is_refused_with(SKED_E_EMPTY));
    memory.users = memory.traffic = NULL;
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
    CHECK(sked_site_init(&site, &settings, &memory, site_room, bytes) == SKED_OK);
    CHECK(facts_of().bytes == bytes && facts_of().now == 0 && !facts_of().changed);
    CHECK(sked_site_init(&site, &settings, &memory, site_room, bytes - 1) == SKED_E_BLOCK);
    CHECK(sked_site_plan(&site, 0) == SKED_E_EMPTY);
    CHECK(sked_site_init(&site, &settings, &memory, NULL, bytes) == SKED_E_BLOCK);
    start_site();
    sked_site_drop(&site);              /* a block of the caller's is just left */
    CHECK(sked_site_plan(&site, 0) == SKED_E_EMPTY);
    if (ALIGNMENT > 1) {
        CHECK(sked_site_init(&site, &settings, &memory, (unsigned char *)site_room + 1,
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
    CHECK(sked_site_make(&site, &settings, &memory, mem) == SKED_OK);
    CHECK(self.given == 1 && self.size == bytes && facts_of().bytes == bytes);
    submit('A', SINGLE, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    sked_site_drop(&site);
    sked_site_drop(&site);
    CHECK(self.given == 1 && self.back == 1 && sked_site_plan(&site, 0) == SKED_E_EMPTY);
    self.refuses = 1;
    CHECK(sked_site_make(&site, &settings, &memory, mem) == SKED_E_MEMORY);
    CHECK(sked_site_plan(&site, 0) == SKED_E_EMPTY);
    self.refuses = 0;
    settings.users = 0;
    CHECK(sked_site_make(&site, &settings, &memory, mem) == SKED_E_RANGE);
    settings.users = USERS;
    memory.times = NULL;
    CHECK(sked_site_make(&site, &settings, &memory, mem) == SKED_E_EMPTY);
    CHECK(self.given == self.back && sked_site_plan(&site, 0) == SKED_E_EMPTY);
    memory.times = &times;
    self.off = 1;                       /* which is not what was agreed */
    CHECK(sked_site_make(&site, &settings, &memory, mem) ==
          (ALIGNMENT > 1 ? SKED_E_BLOCK : SKED_OK));
    sked_site_drop(&site);
    CHECK(self.given == 2 && self.back == 2);
}

static void test_empty(void) {
    static sked_site empty;
    sked_site_decision decision;
    sked_site_facts facts;
    sked_site_job_facts job_facts;
    const sked_site_job job = job_of('A', SINGLE, LOW);
    CHECK(sked_site_submit(&empty, &job, 0) == SKED_E_EMPTY);
    CHECK(sked_site_complete(&empty, 'A', 0, 0) == SKED_E_EMPTY);
    CHECK(sked_site_cancel(&empty, 'A', 0) == SKED_E_EMPTY);
    CHECK(sked_site_down(&empty, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_site_up(&empty, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_site_load(&empty, 0, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_site_traffic(&empty, 0, 0, 0) == SKED_E_EMPTY);
    CHECK(sked_site_plan(&empty, 0) == SKED_E_EMPTY);
    CHECK(sked_site_next(&empty, 0, &decision, NULL) == SKED_E_EMPTY);
    CHECK(sked_site_look(&empty, &facts) == SKED_E_EMPTY);
    CHECK(sked_site_find(&empty, 'A', &job_facts) == SKED_E_EMPTY);
    sked_site_drop(&empty);
    sked_site_drop(&empty);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* All events at one time, refused for it. Each would be refused for something else, too. */
static void check_times(sked_time now, sked_status want) {
    const sked_site_job job = job_of('Z', CLASSES, QUEUES);
    sked_site_decision decision;
    sked_set wrong = set_of(MACHINES + 1, 0);
    CHECK(sked_site_submit(&site, &job, now) == want);
    CHECK(sked_site_complete(&site, 'Z', UINT64_MAX, now) == want);
    CHECK(sked_site_cancel(&site, 'Z', now) == want);
    CHECK(sked_site_down(&site, MACHINES, now) == want);
    CHECK(sked_site_up(&site, MACHINES, now) == want);
    CHECK(sked_site_load(&site, MACHINES, 1024, now) == want);
    CHECK(sked_site_traffic(&site, LINKS, 0, now) == want);
    CHECK(sked_site_plan(&site, now) == want);
    CHECK(sked_site_next(&site, now, &decision, &wrong) == want);
    CHECK(facts_of().now == 7 && facts_of().waiting == 0);
}

static void test_times(void) {
    open_site();
    CHECK(sked_site_plan(&site, 7) == SKED_OK && facts_of().now == 7);
    check_times(-1, SKED_E_TIME);
    check_times(SKED_TIME_MAX + 1, SKED_E_TIME);
    check_times(SKED_NEVER, SKED_E_TIME);
    check_times(6, SKED_E_BACKWARDS);
    CHECK(sked_site_plan(&site, SKED_TIME_MAX) == SKED_OK && facts_of().now == SKED_TIME_MAX);
}

/* Events that succeed move the time; those that fail do not. */
static void test_time_moves(void) {
    open_site();
    submit('A', SINGLE, LOW, 1);
    CHECK(facts_of().now == 1);
    CHECK(sked_site_down(&site, 0, 2) == SKED_OK && facts_of().now == 2);
    CHECK(sked_site_up(&site, 0, 3) == SKED_OK && facts_of().now == 3);
    CHECK(sked_site_load(&site, 0, 1, 4) == SKED_OK && facts_of().now == 4);
    CHECK(sked_site_traffic(&site, 0, 1, 5) == SKED_OK && facts_of().now == 5);
    CHECK(sked_site_plan(&site, 6) == SKED_OK && facts_of().now == 6);
    take_one(7);
    CHECK(facts_of().now == 7);
    complete('A', 8);
    CHECK(facts_of().now == 8);
    submit('B', SINGLE, LOW, 8);
    CHECK(sked_site_cancel(&site, 'B', 9) == SKED_OK && facts_of().now == 9);
}

/* Events of the guest, who may use the queues MEDIUM and LOW. */
static sked_site_job guest_job(uint64_t id, uint32_t of) {
    sked_site_job job = job_of(id, of, LOW);
    job.user = GUEST;
    return job;
}

static void submit_as_guest(uint64_t id, uint32_t of) {
    const sked_site_job job = guest_job(id, of);
    CHECK(sked_site_submit(&site, &job, facts_of().now) == SKED_OK);
}

static sked_status submit_status(sked_site_job job, sked_time now) {
    const sked_site_facts before = facts_of();
    const sked_status status = sked_site_submit(&site, &job, now);
    const sked_site_facts after = facts_of();
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

/* The guest may have two jobs at a time, and his ended jobs 100, all machines together. */
static void test_caps(void) {
    open_site();
    submit_as_guest('A', PLAIN);
    submit_as_guest('B', PLAIN);
    CHECK(submit_status(guest_job('C', PLAIN), 0) == SKED_E_CAP_JOBS);
    CHECK(sked_site_cancel(&site, 'B', 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);         /* A: 20 on each of three machines */
    take_one(0);
    complete('A', 20);
    submit_as_guest('B', PLAIN);
    CHECK(sked_site_plan(&site, 20) == SKED_OK);
    take_one(20);
    CHECK(sked_site_complete(&site, 'B', 0, 33) == SKED_OK);    /* and 13: 99 together */
    submit_as_guest('C', SINGLE);
    CHECK(sked_site_plan(&site, 33) == SKED_OK);
    take_one(33);
    complete('C', 34);
    CHECK(submit_status(guest_job('D', SINGLE), 34) == SKED_E_CAP_TIME);
    submit('D', SINGLE, LOW, 34);
}

static void test_complete(void) {
    open_site();
    submit('A', SINGLE, LOW, 0);
    CHECK(sked_site_complete(&site, 'B', UINT64_MAX, 1) == SKED_E_UNKNOWN);
    CHECK(sked_site_complete(&site, 'A', UINT64_MAX, 1) == SKED_E_NOT_RUNNING);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(sked_site_complete(&site, 'A', 0, 1) == SKED_E_NOT_RUNNING);
    take_one(0);
    CHECK(sked_site_complete(&site, 'A', (uint64_t)SKED_OBSERVED_MAX + 1, 1) == SKED_E_RANGE);
    CHECK(job_facts_of('A').running && facts_of().now == 0);
    CHECK(sked_site_complete(&site, 'A', (uint64_t)SKED_OBSERVED_MAX, 1) == SKED_OK);
    CHECK(sked_site_complete(&site, 'A', 0, 1) == SKED_E_UNKNOWN);
    CHECK(facts_of().counters.completed == 1 && facts_of().changed);
}

/* Waiting, planned or running; its machines are free again. */
static void test_cancel(void) {
    open_site();
    CHECK(sked_site_cancel(&site, 'A', 1) == SKED_E_UNKNOWN && facts_of().now == 0);
    submit('A', PARALLEL, LOW, 0);
    CHECK(sked_site_cancel(&site, 'A', 0) == SKED_OK);
    submit('A', PARALLEL, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && !facts_of().changed);
    CHECK(sked_site_cancel(&site, 'A', 0) == SKED_OK && facts_of().changed);
    submit('A', PARALLEL, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    take_one(0);
    submit('B', PARALLEL, LOW, 2);
    CHECK(sked_site_cancel(&site, 'A', 2) == SKED_OK);
    CHECK(sked_site_plan(&site, 2) == SKED_OK && is_planned('B', SKED_NONE, 1, 2, 20));
    CHECK(facts_of().counters.cancelled == 3 && facts_of().counters.completed == 0);
    CHECK(sked_site_cancel(&site, 'A', 2) == SKED_E_UNKNOWN);
}

static void test_reports(void) {
    open_site();
    CHECK(sked_site_down(&site, MACHINES, 1) == SKED_E_RANGE);
    CHECK(sked_site_up(&site, MACHINES, 1) == SKED_E_RANGE);
    CHECK(sked_site_load(&site, MACHINES, 0, 1) == SKED_E_RANGE);
    CHECK(sked_site_load(&site, 0, 1024, 1) == SKED_E_RANGE);
    CHECK(sked_site_traffic(&site, LINKS, 0, 1) == SKED_E_RANGE);
    CHECK(facts_of().now == 0 && !facts_of().changed);
    CHECK(sked_site_load(&site, MACHINES - 1, 1023, 1) == SKED_OK && facts_of().changed);
    CHECK(sked_site_plan(&site, 1) == SKED_OK && !facts_of().changed);
    CHECK(sked_site_load(&site, MACHINES - 1, 1023, 1) == SKED_OK && !facts_of().changed);
    CHECK(sked_site_traffic(&site, LINKS - 1, 0, 1) == SKED_OK && !facts_of().changed);
    CHECK(sked_site_traffic(&site, LINKS - 1, 5, 1) == SKED_OK && facts_of().changed);
}

static int is_same(const sked_site_decision *a, const sked_site_decision *b) {
    return a->kind == b->kind && a->reason == b->reason && a->id == b->id && a->tag == b->tag &&
           a->by == b->by && a->queue == b->queue && a->machine == b->machine &&
           a->cluster == b->cluster && a->start == b->start && a->end == b->end;
}

/* Without a decision nothing is written. */
static void test_next(void) {
    static const sked_site_decision filled = {SKED_PREEMPT, SKED_COVETED, 1, 2, 3, 4, 5, 6, 7, 8};
    sked_site_decision decision = filled;
    sked_set machines, wrong;
    open_site();
    machines = set_of(MACHINES, 0x5);
    wrong = set_of(MACHINES - 1, 0x5);
    submit('A', SINGLE, LOW, 0);
    CHECK(sked_site_next(&site, 0, &decision, &machines) == SKED_DONE);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(sked_site_next(&site, 1, &decision, &wrong) == SKED_E_RANGE && facts_of().now == 0);
    CHECK(sked_site_next(&site, -1, &decision, &machines) == SKED_E_TIME);
    CHECK(is_same(&decision, &filled) && mask_of(&machines) == 0x5 && mask_of(&wrong) == 0x5);
    CHECK(sked_site_next(&site, 1, &decision, &machines) == SKED_OK && decision.id == 'A');
    CHECK(mask_of(&machines) == 0x8 && decision.by == 0);
}

static void test_questions(void) {
    static sked_site_job_facts filled;
    sked_site_job_facts facts;
    open_site();
    submit('A', SINGLE, LOW, 3);
    filled = job_facts_of('A');
    CHECK(is_unplanned('A') && filled.submitted == 3 && filled.job_class == SINGLE &&
          filled.user == ANYBODY && filled.queue == LOW && filled.preemptions == 0);
    facts = filled;
    facts.preemptions = 77;
    CHECK(sked_site_find(&site, 'B', &facts) == SKED_E_UNKNOWN && facts.preemptions == 77);
    CHECK(sked_site_plan(&site, 3) == SKED_OK);
    take_one(3);
    filled = job_facts_of('A');
    CHECK(filled.running && filled.planned && filled.machine == 3 && filled.cluster == SKED_NONE &&
          filled.start == 3 && filled.end == 23);
}

/* Neither users nor traffic are kept: all else is the same. */
static void test_without_tables(void) {
    furnish();
    remember();
    memory.users = memory.traffic = NULL;
    job_class[PARALLEL].bandwidth = 6;
    start_site();
    submit('P', PARALLEL, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    take_one(0);
    CHECK(sked_site_complete(&site, 'P', 99, 18) == SKED_OK && !facts_of().changed);
    submit('P', PARALLEL, LOW, 18);
    CHECK(sked_site_plan(&site, 18) == SKED_OK && is_planned('P', SKED_NONE, 1, 18, 36));
}

/* ---- the largest numbers --------------------------------------------------------------------- */

/* Nobody has seen a job of class unknown; they are guessed to take 2^61 - 512 anywhere. */
static void open_guessing_as_furnished(void) {
    static const sked_time guesses[CLASSES] = {0, 0, 0, SKED_OBSERVED_MAX};
    static const uint32_t ratings[RESOURCES] = {2, 2, 2, 2};
    sked_experience_settings shape;
    remember();
    shape.classes = CLASSES;
    shape.resources = RESOURCES;
    shape.window = 8;
    shape.ratings = ratings;
    shape.guesses = guesses;
    CHECK(sked_experience_init(&times, &shape, times_room, sizeof(times_room)) == SKED_OK);
    start_site();
}

static void open_guessing(void) {
    furnish();
    open_guessing_as_furnished();
}

/* What three jobs may take adds up to more than a time can hold: there is no plan at all, until one
 * of them goes. */
static void test_plan_overflow(void) {
    open_guessing();
    submit('A', UNKNOWN, HIGH, 0);
    submit('B', UNKNOWN, LOW, 0);
    CHECK(sked_site_plan(&site, 1) == SKED_OK && !is_unplanned('A') && !is_unplanned('B'));
    submit('C', UNKNOWN, LOW, 1);
    CHECK(sked_site_plan(&site, 1) == SKED_E_OVERFLOW);
    CHECK(is_unplanned('A') && is_unplanned('C') && facts_of().changed);
    CHECK(sked_site_next(&site, 1, &taken, NULL) == SKED_DONE);
    CHECK(sked_site_plan(&site, 1) == SKED_E_OVERFLOW);
    CHECK(facts_of().counters.plans == 1);
    CHECK(sked_site_cancel(&site, 'C', 1) == SKED_OK);
    CHECK(sked_site_plan(&site, 1) == SKED_OK && !is_unplanned('A') && !is_unplanned('B'));
}

/* The same within one queue, be it the first or the last. */
static void check_plan_overflow(uint32_t in) {
    open_guessing();
    submit('A', UNKNOWN, in, 0);
    submit('B', UNKNOWN, in, 0);
    submit('C', UNKNOWN, in, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_E_OVERFLOW);
    CHECK(sked_site_cancel(&site, 'A', 0) == SKED_OK && sked_site_plan(&site, 0) == SKED_OK);
}

/* Lengths fit, but the end would be beyond all times; of a run that starts later it is cut. */
static void test_late_overflow(void) {
    static const decided late[] = {{SKED_MAPPED, 'B', 3, 0x8, SKED_TIME_MAX - 5, SKED_TIME_MAX, 0},
                                   NO_MORE};
    open_site();
    submit('A', SINGLE, LOW, SKED_TIME_MAX - 19);
    CHECK(sked_site_plan(&site, SKED_TIME_MAX - 19) == SKED_E_OVERFLOW);
    CHECK(is_unplanned('A') && facts_of().changed);
    open_site();
    submit('B', SINGLE, LOW, SKED_TIME_MAX - 20);
    CHECK(sked_site_plan(&site, SKED_TIME_MAX - 20) == SKED_OK);
    CHECK(is_planned('B', 3, SKED_NONE, SKED_TIME_MAX - 20, SKED_TIME_MAX));
    check_plan(SKED_TIME_MAX - 5, late);
}

/* With a little load a prediction is beyond all times: the job cannot run there. */
static void test_prediction_overflow(void) {
    uint32_t m;
    open_guessing();
    for (m = 0; m < MACHINES; m++) {
        CHECK(sked_site_load(&site, m, m == 1 ? 0 : 513, 0) == SKED_OK);
    }
    submit('A', UNKNOWN, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_planned('A', 1, SKED_NONE, 0, (SKED_OBSERVED_MAX << 9)));
    CHECK(sked_site_load(&site, 1, 513, 0) == SKED_OK);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_unplanned('A'));
}

/* Two of three members are down: three times as long is beyond all times, too. */
static void test_missing_overflow(void) {
    furnish();
    cluster[0].members_min = 1;
    open_guessing_as_furnished();
    job_class[UNKNOWN].resources = &parallel_on;
    CHECK(sked_site_down(&site, 0, 0) == SKED_OK);
    submit('A', UNKNOWN, LOW, 0);
    CHECK(sked_site_down(&site, 3, 0) == SKED_OK && sked_site_plan(&site, 0) == SKED_OK);
    CHECK(!is_unplanned('A'));
    CHECK(sked_site_down(&site, 1, 0) == SKED_OK && sked_site_plan(&site, 0) == SKED_OK);
    CHECK(is_unplanned('A'));
}

/* One observation of almost nothing, one of almost too much: with enough deviations the server has
 * no time at all, and the workstations, where all took the same, have theirs. */
static void test_deviation_overflow(void) {
    furnish();
    remember();
    settings.deviations = UINT32_MAX;
    CHECK(sked_experience_add(&times, SINGLE, SERVER, SKED_OBSERVED_MAX) == SKED_OK);
    start_site();
    submit('A', SINGLE, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK && is_planned('A', 0, SKED_NONE, 0, 30));
}

/* When H would end if it stopped nobody is beyond all times: so the gain is, too. */
static void test_endless_gain(void) {
    furnish();
    settings.machines = 1;
    settings.clusters = settings.interconnects = 0;
    settings.gain_min = SKED_NEVER;
    open_guessing_as_furnished();
    CHECK(sked_site_load(&site, 0, 500, 0) == SKED_OK);
    submit('L', UNKNOWN, LOW, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_OK);
    take_one(0);
    submit('H', UNKNOWN, HIGH, 0);
    CHECK(sked_site_plan(&site, 0) == SKED_E_OVERFLOW); /* L could not come after H */
    CHECK(facts_of().counters.respected == 0);
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
    complete('A', SKED_TIME_MAX);
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
    complete('A', SKED_OBSERVED_MAX + 1);
    CHECK(facts_of().counters.unlearnt == 1);
    CHECK(sked_experience_look(&times, PLAIN, CLUSTER_0, &seen) == SKED_OK && seen.count == 1);
    submit_as_guest('A', SINGLE);
    CHECK(sked_site_cancel(&site, 'A', SKED_OBSERVED_MAX + 1) == SKED_OK);
    complete('B', SKED_TIME_MAX);
    CHECK(facts_of().counters.unlearnt == 2);
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
    test_caps();
    test_complete();
    test_cancel();
    test_reports();
    test_next();
    test_questions();
    test_plan_overflow();
    check_plan_overflow(HIGH);
    check_plan_overflow(LOW);
    test_late_overflow();
    test_prediction_overflow();
    test_missing_overflow();
    test_deviation_overflow();
    test_endless_gain();
    test_wide_account();
    test_without_tables();
    test_long_run();
    return check_done("quick/site_events");
}
