/* site_pins.c - quick tests of the site: walks through all of it, with laws and pinned answers.
 *
 * SPDX-License-Identifier: MIT
 *
 * Machines of three classes, clusters that share them, interconnects, queues of every kind, caps;
 * machines that are lost, load and traffic that change, runs that end early or late. What a walk
 * checks at each step: where each job is, as a list beside the site knows it, and that no machine
 * runs two things. The public interface only. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "pins.h"

enum {
    MACHINES = 9, CLUSTERS = 3, LINKS = 2, RESOURCES = 5, CLASSES = 5, USERS = 3, QUEUES = 4,
    JOBS_MAX = 14, IDS = 24, SITE_ROOM = 4000, TABLE_ROOM = 300
};
enum { ABSENT, WAITING, RUNNING };      /* where a job is */
#define NEVER SKED_NEVER

static sked_align site_room[SITE_ROOM], tables_room[3][TABLE_ROOM];
static sked_site site;
static sked_site_settings settings;
static sked_experience times, users, traffic;
static sked_site_machine machine[MACHINES];
static sked_cluster cluster[CLUSTERS];
static sked_site_interconnect link_of[LINKS];
static sked_site_class job_class[CLASSES];
static sked_site_user user[USERS];
static sked_site_queue queue[QUEUES];
static sked_word set_words[12][SKED_SET_WORDS(16u)];
static sked_set sets[12];

static sked_time now;
static int where[IDS];
static sked_word job_words[IDS][SKED_SET_WORDS((unsigned)MACHINES)];
static sked_set job_on[IDS];            /* the machines of what runs */

/* ---- the site -------------------------------------------------------------------------------- */

/* The members of a mask: bit i is number i. */
static const sked_set *set_of(uint32_t which, uint32_t size, uint32_t mask) {
    uint32_t i;
    sets[which] = sked_set_of(set_words[which], size);
    for (i = 0; i < size; i++) {
        if ((mask >> i & 1u) != 0) {
            sked_set_add(&sets[which], i);
        }
    }
    return &sets[which];
}

/* Machines 0 to 2 and 3 to 8 are of two classes; the clusters overlap; the second link is fast, but
 * narrow, and serves two of them. */
static void furnish_machines(void) {
    static const uint32_t members[CLUSTERS] = {0x007, 0x0FC, 0x1C0};
    uint32_t i;
    for (i = 0; i < MACHINES; i++) {
        machine[i].resource = i < 3 ? 0 : 1;
        machine[i].memory = 4 + 4 * (i % 3);
    }
    for (i = 0; i < CLUSTERS; i++) {
        cluster[i].members = set_of(i, MACHINES, members[i]);
        cluster[i].members_min = i == 1 ? 3 : 0;
        cluster[i].resource = 2 + i;
    }
    for (i = 0; i < LINKS; i++) {
        link_of[i].bandwidth = i == 0 ? 20 : 9;
        link_of[i].latency = i == 0 ? 6 : 2;
        link_of[i].clusters = set_of(3 + i, CLUSTERS, i == 0 ? 0x7 : 0x6);
    }
}

/* Of any kind; with much memory; on single machines; on clusters, with traffic, or close. */
static void furnish_classes(void) {
    uint32_t i;
    for (i = 0; i < CLASSES; i++) {
        job_class[i].resources = i == 2   ? set_of(5, RESOURCES, 0x03)
                                 : i == 3 ? set_of(6, RESOURCES, 0x1C)
                                          : NULL;
        job_class[i].memory = i == 1 ? 8 : 2;
        job_class[i].bandwidth = i == 3 ? 7 : i == 4 ? 5 : 0;
        job_class[i].latency_max = i == 4 ? 3 : UINT64_MAX;
    }
    for (i = 0; i < USERS; i++) {
        user[i].queues = i == 2 ? set_of(7, QUEUES, 0x6) : NULL;
        user[i].jobs_max = i == 1 ? 4 : UINT32_MAX;
        user[i].time_max = i == 2 ? 700 : NEVER;
    }
}

static void furnish_queues(uint32_t options) {
    static const uint32_t flags[QUEUES] = {SKED_PREEMPTS, 0, SKED_PREEMPTS | SKED_PREEMPTABLE,
                                           SKED_PREEMPTABLE | SKED_SEQUENTIAL};
    static const sked_heuristic heuristics[QUEUES] = {SKED_DUPLEX_SUM, SKED_SUFFERAGE,
                                                      SKED_MIN_MIN, SKED_MCT};
    uint32_t i;
    for (i = 0; i < QUEUES; i++) {
        queue[i].priority = i == 3 ? 2 : i;
        queue[i].flags = flags[i];
        queue[i].heuristic = heuristics[i];
        queue[i].pjs_options = i == 1 ? options : 0;
        queue[i].promote_after = i == 3 ? 1 : i == 2 ? 3 : 0;
        queue[i].promote_to = i == 3 ? 1 : 0;
    }
}

static void furnish(uint32_t options, sked_time gain_min) {
    furnish_machines();
    furnish_classes();
    furnish_queues(options);
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
    settings.jobs_max = JOBS_MAX;
    settings.deviations_q10 = 512;
    settings.gain_min = gain_min;
    settings.map_options = options;
}

static void make_table(sked_experience *table, uint32_t which, uint32_t rows, uint32_t columns) {
    static const uint32_t ratings[RESOURCES] = {1024, 1500, 2500, 4000, 2100};
    static const sked_time guesses[CLASSES] = {60, 90, 30, 0, 200};
    sked_experience_settings shape = SKED_ZERO;
    shape.classes = rows;
    shape.resources = columns;
    shape.window = 12;
    shape.ratings_q10 = which == 0 ? ratings : NULL;
    shape.guesses = which == 0 ? guesses : NULL;
    CHECK(sked_experience_init(table, &shape, tables_room[which], sizeof(tables_room[which])) ==
          SKED_OK);
}

static void open_site(uint32_t options, sked_time gain_min) {
    sked_site_experience experience;
    size_t bytes = 0;
    uint32_t i;
    furnish(options, gain_min);
    make_table(&times, 0, CLASSES, RESOURCES);
    make_table(&users, 1, USERS, QUEUES);
    make_table(&traffic, 2, CLASSES, RESOURCES);
    experience.times = &times;
    experience.users = &users;
    experience.traffic = &traffic;
    CHECK(sked_experience_add(&times, 3, 2, 50) == SKED_OK);
    CHECK(sked_site_bytes(&settings, &bytes) == SKED_OK && bytes <= sizeof(site_room));
    CHECK(sked_site_init(&site, &settings, &experience, site_room, bytes - 1) == SKED_E_BLOCK);
    CHECK(sked_site_init(&site, &settings, &experience, site_room, bytes) == SKED_OK);
    now = 0;
    for (i = 0; i < IDS; i++) {
        where[i] = ABSENT;
        job_on[i] = sked_set_of(job_words[i], MACHINES);
    }
}

/* ---- laws ------------------------------------------------------------------------------------ */

/* What is said of a job is what was decided. */
static void check_job(uint64_t id) {
    sked_site_job_info job;
    const sked_status status = sked_site_get_job(&site, id, &job);
    CHECK_SEED(id + 1, status == (where[id] == ABSENT ? SKED_E_UNKNOWN : SKED_OK));
    if (status != SKED_OK) {
        return;
    }
    CHECK_SEED(id + 1, job.running == (where[id] == RUNNING));
    CHECK_SEED(id + 1, job.planned || !job.running);
    CHECK_SEED(id + 1, job.planned == (job.start != NEVER));
    CHECK_SEED(id + 1, !job.running || job.start <= now);
    CHECK_SEED(id + 1, job.planned
                           ? (job.machine == SKED_NONE) != (job.cluster == SKED_NONE)
                           : job.machine == SKED_NONE && job.cluster == SKED_NONE);
    pin(job.machine + 100 * (uint64_t)job.cluster);
    pin_time(job.start);
    pin_time(job.end);
    pin_time(job.submitted);
    pin(job.job_class + 10 * job.user + 100 * job.queue + 1000 * job.preemptions);
    pin(job.tag);
}

static void check_laws(void) {
    sked_word words[SKED_SET_WORDS((unsigned)MACHINES)];
    sked_set busy = sked_set_of(words, MACHINES);
    sked_site_info info;
    uint32_t waiting = 0, running = 0, wide = 0;
    uint64_t id;
    for (id = 0; id < IDS; id++) {
        check_job(id);
        waiting += where[id] == WAITING;
        running += where[id] == RUNNING;
        sked_set_or(&busy, &job_on[id]);
        wide += sked_set_count(&job_on[id]);
    }
    CHECK(sked_set_count(&busy) == wide);
    CHECK(sked_site_get_info(&site, &info) == SKED_OK && info.now == now);
    CHECK(info.waiting == waiting && info.running == running);
    pin(info.unplanned + 100 * (uint64_t)info.changed);
}

static void pin_counters(void) {
    sked_site_info info;
    CHECK(sked_site_get_info(&site, &info) == SKED_OK);
    pin(info.counters.submitted + 1000 * info.counters.finished);
    pin(info.counters.cancelled + 1000 * info.counters.dispatched);
    pin(info.counters.parallel + 1000 * info.counters.preempted);
    pin(info.counters.lost + 1000 * info.counters.promoted);
    pin(info.counters.plans + 1000 * info.counters.mappings);
    pin(info.counters.respected + 1000 * info.counters.unlearnt);
}

/* ---- decisions ------------------------------------------------------------------------------- */

/* What waits starts, on machines that idle; what runs is stopped, on those where it runs. */
static void obey(const sked_site_decision *said, const sked_set *machines) {
    CHECK(said->id < IDS);
    if (said->kind == SKED_DISPATCH) {
        CHECK(where[said->id] == WAITING && said->start == now && said->end > now);
        CHECK(said->cluster != SKED_NONE || sked_set_count(machines) == 1);
        where[said->id] = RUNNING;
        sked_set_copy(&job_on[said->id], machines);
    } else {
        CHECK(where[said->id] == RUNNING && said->end == now);
        CHECK(sked_set_equal(&job_on[said->id], machines));
        where[said->id] = WAITING;
        sked_set_clear(&job_on[said->id]);
    }
}

static void take_decisions(void) {
    sked_word words[SKED_SET_WORDS((unsigned)MACHINES)];
    sked_set machines = sked_set_of(words, MACHINES);
    sked_site_decision said;
    sked_status status;
    while ((status = sked_site_next(&site, &said, &machines, now)) == SKED_OK) {
        pin((uint64_t)said.kind + 2 * (uint64_t)said.reason + 10 * said.id);
        pin(said.tag + 1000 * said.by + 100000 * said.queue);
        pin(said.machine + 100 * (uint64_t)said.cluster);
        pin_time(said.start);
        pin_time(said.end);
        obey(&said, &machines);
        check_laws();
    }
    CHECK(told(status) == SKED_DONE);
}

/* ---- events ---------------------------------------------------------------------------------- */

static sked_time any_now(void) {
    const uint32_t style = any_below(60);
    return style == 0 ? now - 1 : style == 1 ? -1 : style == 2 ? NEVER : now;
}

static void submit(void) {
    const uint32_t style = any_below(30);
    const sked_time at = any_now();
    sked_site_job job;
    job.id = any_below(IDS);
    job.tag = any_below(100);
    job.job_class = any_below(CLASSES + (style == 0));
    job.user = any_below(USERS + (style == 1));
    job.queue = any_below(QUEUES + (style == 2));
    if (told(sked_site_submit(&site, &job, at)) == SKED_OK) {
        CHECK(where[job.id] == ABSENT);
        where[job.id] = WAITING;
    }
}

static void leave(uint64_t id, sked_status status) {
    if (told(status) == SKED_OK) {
        CHECK(where[id] != ABSENT);
        where[id] = ABSENT;
        sked_set_clear(&job_on[id]);
    }
}

static void finish(uint64_t id) {
    const sked_time at = any_now();
    const uint32_t style = any_below(6);
    const uint64_t taken = style == 0 ? any_below(12) : 0;
    leave(id, sked_site_finish(&site, id, style == 1 ? UINT64_MAX : taken, at));
}

static void cancel(uint64_t id) {
    leave(id, sked_site_cancel(&site, id, any_now()));
}

/* Most of those whose time is over end. */
static void finish_due(void) {
    sked_site_job_info job;
    uint64_t id;
    for (id = 0; id < IDS; id++) {
        if (where[id] == RUNNING && sked_site_get_job(&site, id, &job) == SKED_OK &&
            job.end <= now && any_below(4) > 0) {
            leave(id, sked_site_finish(&site, id, id % 3 == 0 ? 4 : 0, now));
        }
    }
}

static void change_world(void) {
    const uint32_t which = any_below(MACHINES + (any_below(20) == 0));
    const uint32_t link = any_below(LINKS + (any_below(20) == 0)), style = any_below(10);
    const uint32_t amount = any_below(1030);
    const sked_time at = any_now();
    if (style < 2) {
        told(sked_site_down(&site, which, at));
    } else if (style < 6) {
        told(sked_site_up(&site, which, at));
    } else if (style < 8) {
        told(sked_site_report_load(&site, which, amount < 600 ? amount / 8 : amount, at));
    } else {
        told(sked_site_report_traffic(&site, link, amount % 16, at));
    }
}

static void account(void) {
    const uint32_t style = any_below(6), which = any_below(USERS + (style == 0));
    sked_time before = -7;
    told(sked_site_set_usage(&site, which, style == 1 ? -1 : style == 2 ? NEVER : 90, &before));
    pin_time(before);
}

/* ---- walks ----------------------------------------------------------------------------------- */

static void take_step(void) {
    const uint32_t what = any_below(30);
    if (what < 16) {
        submit();
    } else if (what < 19) {
        finish(any_below(IDS));
    } else if (what < 21) {
        cancel(any_below(IDS));
    } else if (what < 26) {
        change_world();
    } else if (what < 27) {
        account();
    } else {
        now += (sked_time)any_below(90);
        finish_due();
    }
    if (any_below(3) > 0) {
        now += (sked_time)any_below(16);
        finish_due();
        told(sked_site_plan(&site, now));
    }
}

enum { PLACES = 5, STEPS = 160 };

static void walk(uint64_t seed, const uint32_t *pins) {
    uint32_t step;
    for (step = 0; step < PLACES * STEPS; step++) {
        take_step();
        if (any_below(4) > 0) {
            take_decisions();
        }
        if (step % STEPS == STEPS - 1) {
            pin_counters();
            pins_compare(seed, pins, step / STEPS);
        }
    }
    sked_site_destroy(&site);
}

static void test_walks(void) {
    static const uint32_t pins[][PLACES] = {
        {0x64F152D5, 0x1309B8D8, 0x43944E9C, 0x4F99B210, 0x56139A48},
        {0x10E9DE1E, 0x6ECCA144, 0x2CF7FC11, 0x08B11742, 0x1F0B5CBD},
        {0xC704AEE3, 0xD7CBABD7, 0x2763FEEB, 0x774964F3, 0x0C5345B0},
        {0x30B895DE, 0xC93A4AFA, 0x5FB19976, 0xC75AEFB9, 0xD2FFBCC9}
    };
    static const sked_time gains[] = {0, 1, 40, NEVER};
    uint64_t seed;
    for (seed = 1; seed <= 4; seed++) {
        pins_begin(seed);
        open_site((uint32_t)seed - 1, gains[seed - 1]);
        walk(seed, pins[seed - 1]);
    }
}

/* ---- what is refused ------------------------------------------------------------------------- */

/* One thing is wrong, in the entry of this number. Returns what is to be said of it. */
static sked_status spoil(uint32_t kind, uint32_t i) {
    switch (kind) {
    case 0:
        machine[i % MACHINES].resource = RESOURCES;
        return SKED_E_RANGE;
    case 1:
        cluster[i % CLUSTERS].resource = RESOURCES;
        return SKED_E_RANGE;
    case 2:
        cluster[i % CLUSTERS].members = set_of(8, MACHINES + 1, 7);
        return SKED_E_RANGE;
    case 3:
        link_of[i % LINKS].clusters = set_of(8, CLUSTERS + 1, 1);
        return SKED_E_RANGE;
    case 4:
        job_class[i % CLASSES].resources = set_of(8, RESOURCES - 1, 1);
        return SKED_E_RANGE;
    case 5:
        user[i % USERS].queues = set_of(8, QUEUES + 1, 1);
        return SKED_E_RANGE;
    case 6:
        queue[i % QUEUES].flags = 8;
        return SKED_E_SETTING;
    case 7:
        queue[i % QUEUES].promote_after = 1;
        queue[i % QUEUES].promote_to = QUEUES;
        return SKED_E_RANGE;
    default:
        queue[i % QUEUES].pjs_options = 8;
        return SKED_E_SETTING;
    }
}

static void test_wrong_entries(void) {
    uint32_t kind, i;
    size_t bytes = 0;
    for (kind = 0; kind < 9; kind++) {
        for (i = 0; i < MACHINES; i++) {
            sked_status want;
            furnish(0, 0);
            want = spoil(kind, i);
            CHECK_SEED(10 * kind + i, sked_site_bytes(&settings, &bytes) == want);
        }
    }
}

static void test_wrong_counts(void) {
    uint32_t *const counts[] = {&settings.machines, &settings.resources, &settings.classes,
                                &settings.users, &settings.queues, &settings.jobs_max};
    uint32_t i;
    size_t bytes = 0;
    for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        furnish(0, 0);
        *counts[i] = 0;
        CHECK_SEED(i + 1, sked_site_bytes(&settings, &bytes) ==
                              (i == 0 ? SKED_E_NO_MACHINES : SKED_E_RANGE));
        furnish(0, 0);
        *counts[i] = UINT32_C(1) << 31;
        CHECK_SEED(i + 1, sked_site_bytes(&settings, &bytes) == SKED_E_RANGE);
    }
}

int main(void) {
    test_wrong_entries();
    test_wrong_counts();
    test_walks();
    return check_done("site_pins");
}
