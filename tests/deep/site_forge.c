/* site_forge.c - deep test of sked_site_validate: what it accepts, no call may turn against memory.
 *
 * SPDX-License-Identifier: MIT
 *
 * The promise under test: after SKED_OK no call with an intact handle reads or writes outside the
 * block or runs for ever, whatever wrote the block; nor does any with a handle that opened it from
 * a file, whose checksum a forger can mend. So: build a busy site, write into its block, ask
 * whether it is sound, and if it is, call everything. What is read or written outside shows in the
 * red zones, or under a sanitizer, and a broken invariant of the kit ends the program; what the
 * calls answer is not judged, for the content may be nonsense. An endless loop shows in the count
 * of decisions; one inside a call as a test that does not end: seed_now is its seed. */
#if !defined(SKED_ASSERT)
#include "../fuzz/asserts.h"
#endif
#define SKED_IMPLEMENTATION
#include "sched.h"

#define DEEP_NAME "site_forge"
#include "harness.h"

#include "forger.h"
#include "site_place.h"

enum { SEEDS = 3000, FORGERIES = 16, STEPS = 80, FLIPPED = 3, FLIP_STEPS = 6, IDS = 20,
       PLANS_MAX = 12 };

static unsigned long accepted, mended_accepted, refused, opened, flips, flips_accepted;

typedef struct world {
    uint64_t seed;
    place place;
    room memory;
    sked_site site;
    sked_experience times, users, traffic;
    sked_site_experience experience;
    uint32_t plans;                             /* that may still be made: they cost most */
    int endless;                                /* has a site decided more than it can? */
} world;

static uint32_t below(world *self, uint32_t bound) {
    return check_below(&self->place.random, bound);
}

static uint32_t one_in(world *self, uint32_t bound) {
    return below(self, bound) == 0;
}

/* ---- a site and those who call it ------------------------------------------------------------ */

static sked_time some_now(world *self) {
    sked_site_info info;
    const uint32_t mood = below(self, 400);
    (void)sked_site_get_info(&self->site, &info);       /* fails only with an empty handle */
    return mood == 0   ? SKED_TIME_MAX - (sked_time)below(self, 10)
           : mood == 1 ? -1
           : mood == 2 ? info.now - 1
           : mood < 200 || info.now > SKED_TIME_MAX - 40 ? info.now
                       : info.now + (sked_time)below(self, 30);
}

/* Of a job, if there is one where we look; else any. */
static uint64_t some_id(world *self) {
    uint64_t id = one_in(self, 50) ? check_random(&self->place.random) : below(self, IDS);
    (void)sked_site_job_at(&self->site, SKED_NONE, below(self, MODEL_JOBS), &id);
    return id;
}

static void call_submit(world *self) {
    const sked_site_settings *s = &self->place.settings;
    const uint32_t off = one_in(self, 30);
    sked_site_job job;
    job.id = below(self, IDS);
    job.tag = check_random(&self->place.random);
    job.job_class = below(self, s->classes + off);
    job.user = below(self, s->users + off);
    job.queue = below(self, s->queues + off);
    (void)sked_site_submit(&self->site, &job, some_now(self));
}

static void call_finish(world *self) {
    const uint64_t id = some_id(self), traffic = one_in(self, 3) ? below(self, 12) : 0;
    (void)sked_site_finish(&self->site, id, traffic, some_now(self));
}

static void call_plan(world *self) {
    const sked_time now = some_now(self);
    if (self->plans > 0) {
        self->plans--;
        (void)sked_site_plan(&self->site, now);
    }
}

/* Rows are used up, runs stop, and none is made: so it ends. */
static void call_next(world *self, uint32_t most) {
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, self->place.settings.machines);
    const sked_time now = some_now(self);
    sked_site_decision said;
    uint32_t calls = 0;
    while (calls < most &&
           sked_site_next(&self->site, &said, one_in(self, 8) ? NULL : &set, now) == SKED_OK) {
        calls++;
    }
    self->endless |= calls > 4 * MODEL_JOBS;
}

static void call_report(world *self) {
    const sked_site_settings *s = &self->place.settings;
    const uint32_t machine = below(self, s->machines + one_in(self, 20));
    const uint32_t link = below(self, s->interconnects + 1), load = below(self, 1025);
    const uint32_t user = below(self, s->users + one_in(self, 20));
    const sked_time now = some_now(self);
    switch (below(self, 6)) {
    case 0: (void)sked_site_down(&self->site, machine, now); break;
    case 1: case 2: (void)sked_site_up(&self->site, machine, now); break;
    case 3: (void)sked_site_report_load(&self->site, machine, load, now); break;
    case 4: (void)sked_site_report_traffic(&self->site, link, load / 64, now); break;
    default: (void)sked_site_set_usage(&self->site, user, (sked_time)load, NULL);
    }
}

static void call_readers(world *self) {
    const sked_site_settings *s = &self->place.settings;
    sked_site_interconnect_info interconnect;
    sked_site_machine_info machine;
    sked_site_job_info job;
    uint64_t id = some_id(self);
    const void *block;
    size_t bytes;
    (void)sked_site_get_job(&self->site, id, &job);
    (void)sked_site_job_at(&self->site, below(self, s->queues + 1), below(self, IDS), &id);
    (void)sked_site_get_machine(&self->site, below(self, s->machines + 1), &machine);
    (void)sked_site_get_interconnect(&self->site, below(self, s->interconnects + 1),
                                     &interconnect);
    if (one_in(self, 8)) {
        (void)sked_site_seal(&self->site, &block, &bytes);
    }
}

static void call_any(world *self) {
    switch (below(self, 12)) {
    case 0: case 1: case 2: call_submit(self); break;
    case 3: case 4: call_finish(self); break;
    case 5: (void)sked_site_cancel(&self->site, some_id(self), some_now(self)); break;
    case 6: call_plan(self); break;
    case 7: call_next(self, 1 + below(self, 3)); break;
    case 8: call_readers(self); break;
    case 9: call_report(self); break;
    default: call_plan(self); call_next(self, UINT32_MAX);
    }
}

static void call_all(world *self, uint32_t steps) {
    self->plans = PLANS_MAX;
    for (; steps > 0 && !self->endless; steps--) {
        call_any(self);
        /* What was accepted stays sound, whatever is called. */
        CHECK_SEED(self->seed, steps % 8 != 0 || sked_site_validate(&self->site) == SKED_OK);
    }
}

/* ---- forgeries ------------------------------------------------------------------------------- */

/* Only here are private fields used. A forgery is of two parts: first nonsense that contradicts
 * nothing, which validate has to accept; then writes that are not mended. */

static sked_time some_point(world *self) {
    return one_in(self, 3) ? SKED_TIME_MAX - (sked_time)below(self, 99)
                           : (sked_time)below(self, 200);
}

static uint32_t some_value(world *self, uint32_t before) {
    switch (below(self, 7)) {
    case 0: return before + 1;
    case 1: return before - 1;
    case 2: return below(self, 40);
    case 3: return SKED_NONE - below(self, 2);
    case 4: return UINT32_C(0x80000000) >> below(self, 8);
    case 5: return self->place.settings.jobs_max + below(self, 2);
    default: return before ^ (UINT32_C(1) << below(self, 32));
    }
}

/* An entry of the line; NULL if that is empty, or was damaged before. */
static sked_site_entry_ *some_entry(world *self) {
    const uint32_t jobs = self->site.state_->jobs, jobs_max = self->place.settings.jobs_max;
    const uint32_t job = jobs == 0 || jobs > jobs_max ? SKED_NONE
                                                      : self->site.line_[below(self, jobs)];
    return job < jobs_max ? &self->site.entry_[job] : NULL;
}

/* The times of a run, as far from now as they may be. */
static void forge_times(world *self) {
    const sked_time now = self->site.state_->now, half = SKED_TIME_MAX / 2;
    sked_site_entry_ *entry = some_entry(self);
    if (entry == NULL || !entry->running) {
        return;
    }
    entry->start = one_in(self, 2) ? 0 : now - (sked_time)below(self, 9);
    entry->start = entry->start < 0 ? 0 : entry->start;
    entry->end = one_in(self, 2) ? now + half : entry->start + (sked_time)below(self, 99);
    entry->end = entry->end > SKED_TIME_MAX ? SKED_TIME_MAX : entry->end;
    entry->load = below(self, 1024);
}

/* What a job is, and how often it was stopped: of its queue nothing is known but that it is one. */
static void forge_job(world *self) {
    const sked_site_settings *s = &self->place.settings;
    sked_site_entry_ *entry = some_entry(self);
    if (entry == NULL) {
        return;
    }
    entry->queue = below(self, s->queues);
    entry->first_queue = below(self, s->queues);
    entry->job_class = below(self, s->classes);
    entry->preemptions = entry->since_promotion = SKED_NONE - below(self, 2);
    entry->respected = one_in(self, 2) ? SKED_NONE : below(self, s->queues);
    entry->weighed = one_in(self, 2) ? SKED_NONE : 1;
    entry->kept = some_value(self, entry->kept);
    if (entry->running) {
        entry->run_plan = one_in(self, 2) ? 0 : self->site.state_->counters.plans;
    }
    if (entry->planned) {
        entry->row_plan = one_in(self, 2) ? 0 : self->site.state_->counters.plans;
    }
    entry->gain = one_in(self, 2) ? INT64_MIN : SKED_NEVER;
}

/* A run leaves, or is lost; or it does not leave, if it has no row. */
static void forge_leaving(world *self) {
    sked_site_entry_ *entry = some_entry(self);
    if (entry == NULL || !entry->running) {
        return;
    }
    if (!entry->lost && one_in(self, 2)) {
        entry->leaves = entry->planned != 0 || one_in(self, 2);
    } else {
        self->site.state_->lost += 1 - entry->lost;
        entry->leaves = entry->lost = 1;
    }
}

/* The row is elsewhere, for another queue, for another time; the order stays as it is sorted. */
static void forge_row(world *self) {
    const sked_site_settings *s = &self->place.settings;
    sked_site_entry_ *entry = some_entry(self);
    uint32_t members = 1;
    if (entry == NULL || !entry->planned) {
        return;
    }
    entry->row_machine = below(self, s->machines);
    entry->row_cluster = SKED_NONE;
    if (s->clusters > 0 && one_in(self, 2)) {
        entry->row_machine = SKED_NONE;
        entry->row_cluster = below(self, s->clusters);
        members = sked_set_count(s->cluster[entry->row_cluster].members);
    }
    entry->row_present = 1 + below(self, members);
    entry->row_rank = below(self, s->queues);
    entry->row_end = entry->row_start + (one_in(self, 2) ? SKED_TIME_MAX / 2 : 0);
    entry->row_end = entry->row_end > SKED_TIME_MAX ? SKED_TIME_MAX : entry->row_end;
}

/* The rows are due in turn, at other times. */
static void forge_order(world *self) {
    sked_site *site = &self->site;
    sked_time time = one_in(self, 2) ? 0 : some_point(self) / 2;
    uint32_t i;
    for (i = 0; i < site->state_->rows; i++) {
        const uint32_t job = site->planned_[site->order_[i].index];
        time += 1 + (sked_time)below(self, 3);
        site->order_[i].key = (uint64_t)time;
        if (site->entry_[job].planned) {
            site->entry_[job].row_start = time;
            site->entry_[job].row_end = time + (sked_time)below(self, 50);
        }
    }
}

/* A job that the plan does not know gets a row behind all others. */
static void forge_new_row(world *self) {
    sked_site *site = &self->site;
    const uint32_t rows = site->state_->rows;
    const uint64_t key = rows == 0 ? 0 : site->order_[rows - 1].key + 1;
    const uint32_t job = site->state_->jobs == 0 ? 0 : site->line_[below(self, site->state_->jobs)];
    sked_site_entry_ *entry = &site->entry_[job];
    uint32_t i = 0;
    while (i < rows && site->planned_[i] != job) {
        i++;
    }
    if (rows == site->state_->jobs_max || site->state_->jobs == 0 || i < rows ||
        (entry->running && !entry->leaves) || key > (uint64_t)SKED_TIME_MAX / 2) {
        return;
    }
    site->order_[rows].key = key;
    site->order_[rows].index = rows;
    site->planned_[rows] = job;
    site->state_->rows++;
    entry->planned = 1;
    entry->row_plan = site->state_->counters.plans;
    entry->row_start = entry->row_end = (sked_time)key;
    entry->row_machine = below(self, self->place.settings.machines);
    entry->row_cluster = SKED_NONE;
    entry->row_present = 1;
    entry->row_rank = below(self, self->place.settings.queues);
}

/* Machines are up or down; under a run that is not lost they are up. */
static void forge_machines(world *self) {
    sked_site *site = &self->site;
    const uint32_t m = below(self, self->place.settings.machines);
    const uint32_t job = site->host_[m].job;
    site->host_[m].load = below(self, 1024);
    site->host_[m].claimed = below(self, 3);
    site->host_[m].up = job == SKED_NONE || site->entry_[job].lost ? below(self, 2) : 1;
    if (self->place.settings.interconnects > 0) {
        site->link_[below(self, self->place.settings.interconnects)].traffic =
            one_in(self, 2) ? UINT64_MAX : below(self, 9);
    }
}

/* A run takes another share of its interconnect, or begins to take one. */
static void forge_committed(world *self) {
    const uint32_t links = self->place.settings.interconnects;
    sked_site_entry_ *entry = some_entry(self);
    uint32_t link;
    uint64_t room_left;
    if (entry == NULL || !entry->running || entry->cluster == SKED_NONE || links == 0) {
        return;
    }
    if (entry->interconnect != SKED_NONE) {
        self->site.link_[entry->interconnect].committed -= entry->committed;
    }
    link = below(self, links);
    room_left = self->place.link[link].bandwidth - self->site.link_[link].committed;
    entry->interconnect = room_left == 0 ? SKED_NONE : link;
    entry->committed = room_left == 0 || one_in(self, 2) ? room_left : 1;
    if (room_left > 0) {
        self->site.link_[link].committed += entry->committed;
    }
}

static void forge_state(world *self) {
    sked_site_state_ *state = self->site.state_;
    const uint32_t user = below(self, self->place.settings.users);
    state->now = one_in(self, 4) ? state->now + (sked_time)below(self, 99) : state->now;
    state->now = state->now > SKED_TIME_MAX ? SKED_TIME_MAX : state->now;
    state->changed = below(self, 2);
    state->closed = below(self, 3);
    state->picked = check_random(&self->place.random) & 1 ? SKED_NONE : below(self, 99);
    state->time_max = one_in(self, 2) ? INT64_MIN : SKED_NEVER;
    self->site.account_[user].taken = some_point(self);
}

/* The line is turned by one: another job is the first. */
static void forge_line(world *self) {
    sked_site *site = &self->site;
    uint32_t i;
    for (i = 1; i < site->state_->jobs; i++) {
        const uint32_t job = site->line_[i];
        site->line_[i] = site->line_[i - 1];
        site->line_[i - 1] = job;
    }
}

/* What is scratch says nothing: it is written over. */
static void scribble(world *self) {
    sked_site *site = &self->site;
    const sked_site_settings *s = &self->place.settings;
    const uint32_t first = below(self, 256);
    unsigned char *from = (unsigned char *)site->predicted_;
    uint32_t i;
    for (i = 0; i < s->jobs_max; i++) {
        site->picked_[i] = SKED_NONE - below(self, 3);
    }
    for (i = 0; i < s->classes; i++) {
        site->known_[i] = below(self, 4);
    }
    for (; from < (unsigned char *)site->held_; from++) {
        *from = (unsigned char)(*from * 5 + first);
    }
    for (i = 0; i < s->machines; i++) {
        site->held_[i] = some_point(self);
    }
    for (i = 0; i < site->work_bytes_; i++) {
        ((unsigned char *)site->work_)[i] = (unsigned char)(first + i);
    }
}

/* ---- writes that are not mended -------------------------------------------------------------- */

/* One word of an array or of the state; of `from` the words are 32 bits wide. */
static void damage(world *self, void *from, size_t bytes) {
    uint32_t at, word;
    unsigned char *place_of;
    if (bytes < sizeof word) {
        return;
    }
    at = below(self, (uint32_t)(bytes / sizeof word));
    place_of = (unsigned char *)from + at * sizeof word;
    memcpy(&word, place_of, sizeof word);
    word = some_value(self, word);
    memcpy(place_of, &word, sizeof word);
}

static void forge_raw(world *self) {
    sked_site *site = &self->site;
    const sked_site_settings *s = &self->place.settings;
    const size_t n = s->jobs_max;
    sked_site_entry_ *entry = some_entry(self);
    switch (below(self, 14)) {
    case 0: case 1: case 2: case 3:
        if (entry != NULL) {
            damage(self, entry, sizeof *entry);
        }
        break;
    case 4: damage(self, site->state_, sizeof *site->state_); break;
    case 5: damage(self, site->entry_, n * sizeof *site->entry_); break;
    case 6: damage(self, site->host_, s->machines * sizeof *site->host_); break;
    case 7: damage(self, site->link_, s->interconnects * sizeof *site->link_); break;
    case 8: damage(self, site->account_, s->users * sizeof *site->account_); break;
    case 9: damage(self, site->line_, n * sizeof *site->line_); break;
    case 10: damage(self, site->spare_, n * sizeof *site->spare_); break;
    case 11: damage(self, site->planned_, n * sizeof *site->planned_); break;
    case 12: damage(self, site->order_, n * sizeof *site->order_); break;
    default: damage(self, site->rank_, s->queues * sizeof *site->rank_);
    }
}

/* Returns 1 if all of it was mended. */
static int forge(world *self) {
    uint32_t mended = below(self, 6), raw = mended == 0 ? 1 + below(self, 3) : below(self, 2);
    const int all = raw == 0;
    for (; mended > 0; mended--) {
        switch (below(self, 12)) {
        case 0: case 1: forge_times(self); break;
        case 2: forge_job(self); break;
        case 3: forge_leaving(self); break;
        case 4: case 5: forge_row(self); break;
        case 6: forge_order(self); break;
        case 7: forge_new_row(self); break;
        case 8: forge_machines(self); break;
        case 9: forge_committed(self); break;
        case 10: forge_state(self); break;
        default: forge_line(self);
        }
    }
    scribble(self);
    for (; raw > 0; raw--) {
        forge_raw(self);
    }
    return all;
}

/* ---- the test -------------------------------------------------------------------------------- */

static void make_tables(world *self) {
    sked_experience_settings shape = self->place.shape;
    const sked_mem mem = room_mem(&self->memory);
    CHECK_SEED(self->seed, sked_experience_create(&self->times, &shape, mem) == SKED_OK);
    shape.guesses = NULL;
    shape.ratings_q10 = NULL;
    CHECK_SEED(self->seed, sked_experience_create(&self->traffic, &shape, mem) == SKED_OK);
    shape.classes = self->place.settings.users;
    shape.resources = self->place.settings.queues;
    CHECK_SEED(self->seed, sked_experience_create(&self->users, &shape, mem) == SKED_OK);
    self->experience.times = &self->times;
    self->experience.users = one_in(self, 2) ? &self->users : NULL;
    self->experience.traffic = one_in(self, 2) ? &self->traffic : NULL;
}

static void build(world *self) {
    uint32_t left;
    any_place(&self->place);
    make_tables(self);
    CHECK_SEED(self->seed, sked_site_create(&self->site, &self->place.settings, &self->experience,
                                            room_mem(&self->memory)) == SKED_OK);
    call_all(self, 20 + below(self, 60));
    for (left = below(self, 2) * MODEL_JOBS; left > 0; left--) {
        call_submit(self);
    }
    self->plans = 1;
    call_plan(self);
    call_next(self, below(self, 6));
    if (one_in(self, 3)) {
        call_report(self);
    }
    CHECK_SEED(self->seed, sked_site_validate(&self->site) == SKED_OK && !self->endless);
}

static void end(world *self) {
    sked_site_destroy(&self->site);
    sked_experience_destroy(&self->times);
    sked_experience_destroy(&self->users);
    sked_experience_destroy(&self->traffic);
    CHECK_SEED(self->seed, !self->memory.harmed && !self->endless);
}

/* Opens a block whose seal the forger has mended. What opens is called. Returns what open says. */
static sked_status open_and_use(world *self, const void *forged, uint32_t steps) {
    const sked_site first = self->site;
    const size_t bytes = first.bytes_;
    void *block = room_alloc(&self->memory, bytes);
    sked_status status;
    if (block == NULL) {
        abort();
    }
    memcpy(block, forged, bytes);
    sked_seal(block, bytes, SKED_SITE_KIND_);
    status = sked_site_open(&self->site, &self->place.settings, &self->experience, block, bytes);
    CHECK_SEED(self->seed, status == SKED_OK || status == SKED_E_CORRUPT);
    CHECK_SEED(self->seed, sked_site_validate(&self->site) ==
                               (status == SKED_OK ? SKED_OK : SKED_E_EMPTY));
    if (status == SKED_OK) {
        opened++;
        call_all(self, steps);
        sked_site_destroy(&self->site);
    }
    self->site = first;
    room_free(&self->memory, block, bytes);
    return status;
}

/* Calls everything on what was accepted; now and then in a copy. */
static void use(world *self) {
    const sked_site first = self->site;
    const int copies = one_in(self, 6) && sked_site_clone(&first, &self->site, NULL,
                                                          room_mem(&self->memory)) == SKED_OK;
    call_all(self, STEPS);
    if (copies) {
        sked_site_destroy(&self->site);
        self->site = first;
    }
}

static void forge_and_use(world *self, const unsigned char *good) {
    unsigned char *block = (unsigned char *)self->site.state_;
    const size_t bytes = self->site.bytes_;
    sked_status status;
    int mended;
    memcpy(block, good, bytes);
    mended = forge(self);
    status = open_and_use(self, block, STEPS / 4);
    if (sked_site_validate(&self->site) != SKED_OK) {
        CHECK_SEED(self->seed, status == SKED_E_CORRUPT && !mended);
        refused++;
    } else {
        CHECK_SEED(self->seed, status == SKED_OK);
        accepted++;
        mended_accepted += (unsigned long)mended;
        use(self);
    }
    room_watch(&self->memory, block, bytes);
    CHECK_SEED(self->seed, !self->memory.harmed && !self->endless);
}

/* Every byte of the block, with one bit changed: as it is, it is not believed; with another seal it
 * is refused, or harmless. */
static void flip_all(world *self) {
    const size_t bytes = self->site.bytes_;
    unsigned char *block = copy_of(self->site.state_, bytes);
    sked_site other;
    size_t at;
    sked_seal(block, bytes, SKED_SITE_KIND_);
    for (at = 0; at < bytes && !self->endless; at++) {
        const unsigned char right = block[at];
        block[at] = (unsigned char)(right ^ (1u << below(self, 8)));
        CHECK_SEED(self->seed, sked_site_open(&other, &self->place.settings, &self->experience,
                                              block, bytes) != SKED_OK);
        flips++;
        flips_accepted += open_and_use(self, block, FLIP_STEPS) == SKED_OK;
        block[at] = right;
    }
    CHECK_SEED(self->seed, sked_site_open(&other, &self->place.settings, &self->experience, block,
                                          bytes) == SKED_OK);
    free(block);
}

static void begin(world *self, uint64_t seed, size_t red_bytes) {
    memset(self, 0, sizeof *self);
    self->seed = self->place.random = seed;
    self->memory.red_bytes = red_bytes;
}

static void try_seed(uint64_t seed) {
    static world self;
    unsigned char *good;
    uint32_t left;
    begin(&self, seed, seed % 2 == 0 ? RED_BYTES : 0);
    build(&self);
    if (seed <= FLIPPED) {
        flip_all(&self);
    }
    good = copy_of(self.site.state_, self.site.bytes_);
    for (left = FORGERIES; left > 0 && !self.endless; left--) {
        forge_and_use(&self, good);
    }
    free(good);
    end(&self);
}

static void test_all(void) {
    try_seeds(1, SEEDS / seed_share, try_seed);
    /* A forger whose work is all refused, or all accepted, would test nothing. */
    CHECK(accepted > SEEDS / seed_share && refused > SEEDS / seed_share);
    CHECK(mended_accepted > SEEDS / seed_share && opened > SEEDS / seed_share);
    CHECK(flips > 10000 && flips_accepted > flips / 8 && flips_accepted < flips);
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
