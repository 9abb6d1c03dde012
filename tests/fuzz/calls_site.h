/* calls_site.h: >>site of sched.h, called with whatever a file says.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CALLS_SITE_H_INCLUDED
#define CALLS_SITE_H_INCLUDED

#include "calls.h"

enum {
    SITE_MACHINES = 4, SITE_CLUSTERS = 2, SITE_LINKS = 2, SITE_RESOURCES = 3, SITE_CLASSES = 3,
    SITE_USERS = 2, SITE_QUEUES = 3, SITE_JOBS = 5, SITE_PLANS = 6
};

/* A site, and all that its settings point to. */
typedef struct site_world {
    sked_site site;
    calls_memory memory;
    calls_watched watched;
    void *block;
    sked_time now;
    uint32_t plans;                             /* that may still be made: they cost most */
    sked_site_settings settings;
    sked_site_machine machine[SITE_MACHINES];
    sked_cluster cluster[SITE_CLUSTERS];
    calls_set members[SITE_CLUSTERS], served, suited, granted;
    sked_site_interconnect interconnect[SITE_LINKS];
    sked_site_class job_class[SITE_CLASSES];
    sked_site_user user[SITE_USERS];
    sked_site_queue queue[SITE_QUEUES];
    sked_experience times, users, traffic;
} site_world;

#define SITE_EVENT SKED_E_EMPTY, SKED_E_TIME, SKED_E_BACKWARDS

static void site_watch(site_world *self) {
    sked_site_info info;
    memset(&info, 0, sizeof info);
    self->watched.block =
        sked_site_get_info(&self->site, &info) == SKED_OK ? self->site.state_ : NULL;
    self->watched.handle = &self->site;
    self->watched.handle_bytes = sizeof self->site;
    self->watched.bytes = info.bytes;
    self->watched.moved = 1;
    self->now = info.now;
}

static void site_end(site_world *self) {
    sked_site_destroy(&self->site);
    free(self->block);
    self->block = NULL;
    sked_experience_destroy(&self->times);
    sked_experience_destroy(&self->users);
    sked_experience_destroy(&self->traffic);
    site_watch(self);
}

/* ---- create ---------------------------------------------------------------------------------- */

static void site_clusters(site_world *self) {
    uint32_t at;
    for (at = 0; at < self->settings.clusters; at++) {
        self->cluster[at].members = calls_some(&self->members[at], self->settings.machines);
        self->cluster[at].members_min = calls_number(2);
        self->cluster[at].resource = calls_number(self->settings.resources);
    }
    for (at = 0; at < self->settings.interconnects; at++) {
        self->interconnect[at].bandwidth = calls_number(9);
        self->interconnect[at].latency = calls_number(3);
        self->interconnect[at].clusters =
            at == 0 ? calls_some_or_none(&self->served, self->settings.clusters) : NULL;
    }
}

static void site_people(site_world *self) {
    uint32_t at;
    for (at = 0; at < self->settings.classes; at++) {
        const uint32_t byte = calls_byte();
        memset(&self->job_class[at], 0, sizeof self->job_class[at]);
        self->job_class[at].memory = byte % 3;
        self->job_class[at].bandwidth = byte / 4 % 8;
        self->job_class[at].latency_max = byte / 32 % 4;
        if (at == 1) {
            self->job_class[at].resources =
                calls_some_or_none(&self->suited, self->settings.resources);
        }
    }
    for (at = 0; at < self->settings.users; at++) {
        self->user[at].queues =
            at == 1 ? calls_some_or_none(&self->granted, self->settings.queues) : NULL;
        self->user[at].jobs_max = at == 1 ? calls_number(3) : 0;
        self->user[at].time_max = at == 1 ? calls_length() : 0;
    }
}

static void site_queues(site_world *self) {
    uint32_t at;
    for (at = 0; at < self->settings.queues; at++) {
        const uint32_t byte = calls_byte();
        self->queue[at] = sked_site_queue_of(byte % 3);
        self->queue[at].flags = byte == 255 ? 8 : byte / 4 % 8;
        self->queue[at].heuristic = (sked_heuristic)calls_below(SKED_HEURISTIC_COUNT_ + 1);
        self->queue[at].pjs_options = byte == 254 ? 8 : byte / 32;
        self->queue[at].promote_after = byte / 128 != 0 ? calls_number(2) : 0;
        self->queue[at].promote_to = calls_number(self->settings.queues - 1);
    }
}

static uint32_t site_count(uint32_t most) {
    const uint32_t byte = calls_byte();
    return byte == 255 ? 0 : 1 + byte % most;
}

static void site_settings(site_world *self) {
    sked_site_settings *settings = &self->settings;
    uint32_t at;
    *settings = sked_site_settings_of(self->machine, site_count(SITE_MACHINES),
                                      site_count(SITE_RESOURCES), calls_number(SITE_JOBS));
    settings->clusters = calls_below(SITE_CLUSTERS + 1);
    settings->interconnects = calls_below(SITE_LINKS + 1);
    settings->classes = site_count(SITE_CLASSES);
    settings->users = site_count(SITE_USERS);
    settings->queues = site_count(SITE_QUEUES);
    for (at = 0; at < settings->machines; at++) {
        self->machine[at].resource = calls_number(settings->resources - (settings->resources > 0));
        self->machine[at].memory = at;
    }
    settings->cluster = self->cluster;
    settings->interconnect = self->interconnect;
    settings->job_class = self->job_class;
    settings->user = self->user;
    settings->queue = self->queue;
    site_clusters(self);
    site_people(self);
    site_queues(self);
    settings->deviations_q10 = calls_rarely(4) ? calls_number(4096) : 0;
    settings->gain_min = calls_rarely(4) ? calls_length() : 0;
    settings->map_options = calls_rarely(8) ? calls_number(3) : 0;
}

/* Tables of the right shape, or rarely not; some classes have guesses. */
static void site_tables(site_world *self) {
    const sked_time guesses[SITE_CLASSES] = {1 + calls_below(20), calls_length(), 7};
    const sked_site_settings *settings = &self->settings;
    sked_experience_settings shape =
        sked_experience_settings_of(settings->classes, settings->resources + calls_rarely(64));
    shape.guesses = guesses;
    shape.window = calls_below(4);
    if (sked_experience_create(&self->times, &shape, calls_mem(&self->memory)) == SKED_OK) {
        (void)sked_experience_add(&self->times, 0, 0, calls_length());
        (void)sked_experience_add(&self->times, calls_below(3), calls_below(3), calls_length());
    }
    shape.guesses = NULL;
    if (calls_below(4) == 0) {
        (void)sked_experience_create(&self->traffic, &shape, calls_mem(&self->memory));
        shape = sked_experience_settings_of(settings->users, settings->queues);
        (void)sked_experience_create(&self->users, &shape, calls_mem(&self->memory));
    }
}

static sked_status site_create(void *world) {
    site_world *self = (site_world *)world;
    sked_site_experience experience;
    sked_refusal refusal = SKED_ZERO;
    size_t bytes = 0;
    sked_status status;
    site_end(self);
    site_settings(self);
    site_tables(self);
    experience.times = &self->times;
    experience.users = calls_below(2) == 0 ? NULL : &self->users;
    experience.traffic = calls_below(2) == 0 ? NULL : &self->traffic;
    self->settings.refusal = &refusal;
    if (calls_below(2) == 0) {
        status = sked_site_create(&self->site, &self->settings, &experience,
                                  calls_mem(&self->memory));
    } else {
        if (sked_site_bytes(&self->settings, &bytes) == SKED_OK && bytes <= CALLS_BLOCK_MAX) {
            self->block = malloc(bytes);
        }
        memset(&refusal, 0, sizeof refusal);
        status = sked_site_init(&self->site, &self->settings, &experience, self->block,
                                bytes - calls_rarely(16));
    }
    calls_judge_refusal(&refusal, status);
    site_watch(self);
    if (status != SKED_OK) {
        CHECK(self->watched.block == NULL);
        site_end(self);
    }
    return status;
}

static sked_status site_destroy(void *world) {
    site_end((site_world *)world);
    sked_site_destroy(&((site_world *)world)->site);
    return SKED_OK;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Most often the present. */
static sked_time site_now(site_world *self) {
    sked_site_info info;
    memset(&info, 0, sizeof info);
    (void)sked_site_get_info(&self->site, &info);
    return calls_below(3) == 0 ? calls_time(info.now) : info.now;
}

static sked_status site_submit(void *world) {
    site_world *self = (site_world *)world;
    sked_site_job job = sked_site_job_of(calls_id(), calls_number(SITE_CLASSES - 1));
    const uint32_t byte = calls_byte();
    job.user = byte == 255 ? SKED_NONE : byte % 2;
    job.queue = byte / 2 % SITE_QUEUES;
    job.tag = ~job.id;
    return sked_site_submit(&self->site, &job, site_now(self));
}

static sked_status site_finish(void *world) {
    site_world *self = (site_world *)world;
    const uint64_t id = calls_id();
    const uint64_t traffic = calls_rarely(4) ? (uint64_t)calls_length() : 0;
    return sked_site_finish(&self->site, id, traffic, site_now(self));
}

static sked_status site_cancel(void *world) {
    site_world *self = (site_world *)world;
    return sked_site_cancel(&self->site, calls_id(), site_now(self));
}

static sked_status site_report(void *world) {
    site_world *self = (site_world *)world;
    const uint32_t which = calls_below(5), index = calls_number(SITE_MACHINES);
    sked_time before;
    switch (which) {
    case 0: return sked_site_down(&self->site, index, site_now(self));
    case 1: return sked_site_up(&self->site, index, site_now(self));
    case 2: return sked_site_report_load(&self->site, index, calls_number(1023), site_now(self));
    case 3: return sked_site_report_traffic(&self->site, index, calls_number(9), site_now(self));
    default: return sked_site_set_usage(&self->site, index, calls_length(), &before);
    }
}

static sked_status site_plan(void *world) {
    site_world *self = (site_world *)world;
    if (self->plans == 0) {
        return SKED_OK;
    }
    self->plans--;
    self->watched.moved = 1;                    /* one that overflows keeps its time */
    return sked_site_plan(&self->site, site_now(self));
}

/* One decision, or all for now. */
static sked_status site_next(void *world) {
    site_world *self = (site_world *)world;
    const uint32_t most = calls_below(2) == 0 ? 1 : 4 * SITE_JOBS;
    const uint32_t machines = self->watched.block != NULL ? self->settings.machines : 1;
    const sked_time now = site_now(self);
    sked_status status = SKED_OK;
    sked_site_decision decision;
    calls_set room;
    uint32_t made;
    for (made = 0; made < most && status == SKED_OK; made++) {
        status = sked_site_next(&self->site, &decision, calls_wanted(&room, machines), now);
        calls_judge_set(&room, machines, status);
        if (status == SKED_OK) {
            self->watched.moved = 1;            /* one that fails later does not undo this */
            CHECK(*sked_site_decision_text(decision.kind) != 'u' &&
                  *sked_site_reason_text(decision.reason) != 'u' && decision.tag == ~decision.id);
        }
    }
    return status;
}

static sked_status site_get_job(void *world) {
    site_world *self = (site_world *)world;
    sked_site_job_info info;
    return sked_site_get_job(&self->site, calls_id(), &info);
}

static sked_status site_job_at(void *world) {
    site_world *self = (site_world *)world;
    uint64_t id;
    return sked_site_job_at(&self->site, calls_number(self->settings.queues), calls_below(8), &id);
}

static sked_status site_get_machine(void *world) {
    site_world *self = (site_world *)world;
    sked_site_machine_info info;
    return sked_site_get_machine(&self->site, calls_number(self->settings.machines), &info);
}

static sked_status site_get_interconnect(void *world) {
    site_world *self = (site_world *)world;
    sked_site_interconnect_info info;
    return sked_site_get_interconnect(&self->site, calls_number(self->settings.interconnects),
                                      &info);
}

/* ---- copy and save --------------------------------------------------------------------------- */

/* Goes on with a copy; both learn into the same objects. */
static void site_adopt(site_world *self, const sked_site *copy, void *block) {
    CHECK(sked_site_validate(copy) == SKED_OK);
    sked_site_destroy(&self->site);
    free(self->block);
    self->site = *copy;
    self->block = block;
    site_watch(self);
}

static sked_status site_branch(void *world) {
    site_world *self = (site_world *)world;
    const size_t bytes = self->watched.bytes;
    void *block = malloc(bytes + 1);
    sked_site copy;
    const sked_status status =
        sked_site_branch(&self->site, &copy, NULL, block, bytes - (bytes > 0 && calls_rarely(16)));
    if (status != SKED_OK) {
        CHECK(sked_site_validate(&copy) == SKED_E_EMPTY);
        free(block);
    } else {
        site_adopt(self, &copy, block);
    }
    return status;
}

static sked_status site_clone(void *world) {
    site_world *self = (site_world *)world;
    sked_site copy;
    const sked_status status =
        sked_site_clone(&self->site, &copy, NULL, calls_mem(&self->memory));
    if (status == SKED_OK) {
        site_adopt(self, &copy, NULL);
    }
    return status;
}

static sked_status site_save(void *world) {
    site_world *self = (site_world *)world;
    const sked_site_experience experience = self->site.experience_;
    const void *sealed;
    size_t bytes;
    unsigned char *block;
    sked_site opened;
    sked_status status = sked_site_seal(&self->site, &sealed, &bytes);
    if (status != SKED_OK) {
        return status;
    }
    self->watched.moved = 1;                    /* its block has a seal now */
    block = calls_copy_sealed(sealed, bytes, 0);
    self->settings.refusal = NULL;
    status = sked_site_open(&opened, &self->settings, &experience, block,
                            bytes - calls_rarely(64));
    if (status != SKED_OK) {
        CHECK(sked_site_validate(&opened) == SKED_E_EMPTY);
        free(block);
    } else {
        site_adopt(self, &opened, block);
    }
    return status;
}

static sked_status site_validate(void *world) {
    return sked_site_validate(&((site_world *)world)->site);
}

/* ---- what each may return -------------------------------------------------------------------- */

static const sked_status site_create_ends[] = {
    SKED_E_NO_MACHINES, SKED_E_RANGE, SKED_E_SETTING, SKED_E_OVERFLOW, SKED_E_EMPTY, SKED_E_BLOCK,
    SKED_E_MEMORY, SKED_OK};
static const sked_status site_submit_ends[] = {
    SITE_EVENT, SKED_E_RANGE, SKED_E_ACCESS, SKED_E_NOWHERE, SKED_E_NO_ESTIMATE, SKED_E_CAP_JOBS,
    SKED_E_CAP_TIME, SKED_E_DUPLICATE, SKED_E_FULL, SKED_OK};
static const sked_status site_finish_ends[] = {
    SITE_EVENT, SKED_E_UNKNOWN, SKED_E_NOT_RUNNING, SKED_E_RANGE, SKED_OK};
static const sked_status site_cancel_ends[] = {SITE_EVENT, SKED_E_UNKNOWN, SKED_OK};
static const sked_status site_report_ends[] = {SITE_EVENT, SKED_E_RANGE, SKED_OK};
static const sked_status site_plan_ends[] = {SITE_EVENT, SKED_E_OVERFLOW, SKED_OK};
static const sked_status site_next_ends[] = {SITE_EVENT, SKED_E_RANGE, SKED_DONE, SKED_OK};
static const sked_status site_get_job_ends[] = {SKED_E_EMPTY, SKED_E_UNKNOWN, SKED_OK};
static const sked_status site_job_at_ends[] = {SKED_E_EMPTY, SKED_E_RANGE, SKED_E_UNKNOWN,
                                               SKED_OK};
static const sked_status site_part_ends[] = {SKED_E_EMPTY, SKED_E_RANGE, SKED_OK};
static const sked_status site_copy_ends[] = {SKED_E_EMPTY, SKED_E_BLOCK, SKED_E_MEMORY, SKED_OK};
static const sked_status site_save_ends[] = {SKED_E_EMPTY, SKED_E_LENGTH, SKED_OK};
static const sked_status site_validate_ends[] = {SKED_E_EMPTY, SKED_OK};
static const sked_status site_fine[] = {SKED_OK};

static const calls_operation site_operations[] = {
    {site_submit, site_submit_ends}, {site_plan, site_plan_ends},
    {site_next, site_next_ends},     {site_submit, site_submit_ends},
    {site_next, site_next_ends},     {site_finish, site_finish_ends},
    {site_report, site_report_ends}, {site_cancel, site_cancel_ends},
    {site_get_job, site_get_job_ends}, {site_job_at, site_job_at_ends},
    {site_get_machine, site_part_ends}, {site_get_interconnect, site_part_ends},
    {site_create, site_create_ends},
    {site_destroy, site_fine},       {site_submit, site_submit_ends},
    {site_branch, site_copy_ends},   {site_clone, site_copy_ends},
    {site_save, site_save_ends},     {site_validate, site_validate_ends},
};

static void site_calls(void) {
    static site_world self;
    memset(&self, 0, sizeof self);
    self.plans = SITE_PLANS;
    site_watch(&self);
    calls_live(site_operations, sizeof site_operations / sizeof *site_operations, &self,
               &self.watched, site_create, NULL);
    site_end(&self);
    CHECK(self.memory.live == 0);
}

#endif
