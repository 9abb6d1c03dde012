/* forge.c - deep test of sked_queue_validate: what it accepts, no call may turn against memory.
 *
 * SPDX-License-Identifier: MIT
 *
 * The promise under test: after SKED_OK no call with an intact handle reads or writes outside the
 * block or runs for ever, whatever wrote the block; nor does any with a handle that opened it from
 * a file, whose checksum a forger can mend. So: build a busy queue, write into its block, ask
 * whether it is sound, and if it is, call everything. What is read or written outside shows in the
 * red zones, or under a sanitizer; what the calls answer is not judged, for the content may be
 * nonsense. An endless loop shows in the count of the picker's calls or of next's; one inside a
 * call that asks no picker shows as a test that does not end: seed_now is its seed. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#define DEEP_NAME "forge"
#include "harness.h"

#include "forger.h"

enum {
    SEEDS = 5000, FORGERIES = 16, STEPS = 120, PROCESSORS_MAX = 130, JOBS_MAX = 12,
    BOOKINGS_MAX = 4, JOBS_LARGE = 64, IDS = 16, FORECAST_PICKS = 20000, KINDS_MAX = 64,
    QUOTAS_MAX = 16, ACCOUNTS_MAX = 5,
    PHASES = SKED_PHASE_UNDER_ + 1
};

static unsigned long accepted, accepted_open, accepted_tiers[PHASES], accepted_kinds[PHASES];
static unsigned long accepted_places[PHASES], accepted_accounts[2];
static unsigned long refused, opened;

/* ---- a queue and those who call it ----------------------------------------------------------- */

typedef struct world {
    uint64_t seed, random;
    room memory;
    sked_queue queue;
    sked_queue_rules_ settings;     /* of the queue                                               */
    uint32_t picks, picks_most;                 /* in the call that asks */
    int endless;                                /* has a pass had more actions than jobs? */
    int crooked;                                /* was a picker asked what makes no sense? */
} world;

static uint32_t below(world *self, uint32_t bound) {
    return check_below(&self->random, bound);
}

/* Any processors, and sometimes none, too few, or one that was not offered. */
static int pick_any(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                    sked_set *chosen) {
    world *self = (world *)ctx;
    const uint32_t mood = below(self, 16);
    if (++self->picks > self->picks_most) {
        printf("forge: a call asks its picker for ever (seed %llu)\n", seed_now);
        exit(1);                                /* there is no way to return from that call */
    }
    self->crooked |= ask->start < 0 || ask->end <= ask->start || ask->count == 0 ||
                     ask->count > sked_set_count(offered) || sked_set_count(chosen) > 0;
    pick_some(&self->random, ask->count, offered, chosen, mood == 0);
    return mood != 1;
}

static sked_time some_length(world *self) {
    switch (below(self, 8)) {
    case 0: return SKED_TIME_MAX - (sked_time)below(self, 50);
    case 1: return SKED_NEVER;
    default: return 1 + (sked_time)below(self, 20);
    }
}

static sked_time some_now(world *self) {
    sked_queue_info info;
    const uint32_t mood = below(self, 1000);
    (void)sked_queue_get_info(&self->queue, &info);     /* fails only with an empty handle */
    return mood == 0  ? SKED_TIME_MAX - (sked_time)below(self, 10)
           : mood == 1 ? -1
           : mood == 2 ? SKED_NEVER
           : mood < 20 ? info.now - 1
           : mood < 600 || info.now > SKED_TIME_MAX - 9 ? info.now
                       : info.now + (sked_time)below(self, 6);
}

static sked_place some_place(world *self) {
    sked_place place;
    place.processor = below(self, self->settings.processors + (below(self, 50) == 0));
    place.tier = below(self, self->settings.backgrounds + 1 + (below(self, 50) == 0));
    return place;
}

/* Of a running job, if there is one where we look; else any. */
static uint64_t some_id(world *self) {
    const sked_place place = some_place(self);
    uint64_t id = below(self, 50) == 0 ? check_random(&self->random) : below(self, IDS);
    if (below(self, 2) == 0) {
        (void)sked_tiers_job_on(&self->queue, place, &id);
    }
    return id;
}

/* Sometimes more than all, or what does not fit into a slot. */
static uint32_t know_any(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    world *self = (world *)ctx;
    (void)id;
    (void)tag;
    self->crooked |= process >= self->settings.processors;
    return below(self, 40) == 0 ? UINT32_MAX - below(self, 2) : below(self, 1100);
}

static sked_tiers some_tiers(world *self) {
    sked_tiers tiers;
    tiers.policy = (sked_tiers_policy)(below(self, 3) + (below(self, 200) == 0));
    tiers.options = below(self, 8) + (below(self, 200) == 0 ? 8u : 0u);
    tiers.migration = below(self, 12) == 0 ? SKED_TIME_MAX - (sked_time)below(self, 9)
                                           : (sked_time)below(self, 9);
    tiers.usage_limit_permille = below(self, 6) == 0   ? 0
                        : below(self, 4) == 0 ? UINT32_MAX
                                              : below(self, 1500);
    tiers.width_max = below(self, 3) == 0 ? 1 + below(self, self->settings.processors + 1) : 0;
    tiers.estimate_max = below(self, 3) == 0 ? some_length(self) : 0;
    tiers.usage.usage = below(self, 3) == 0 ? NULL : know_any;
    tiers.usage.ctx = self;
    return tiers;
}

static void some_amounts(world *self, uint32_t *amounts) {
    uint32_t q;
    for (q = 0; q < QUOTAS_MAX; q++) {
        amounts[q] = below(self, 3) == 0 ? below(self, 3) : 0;
    }
}

/* In a queue without accounts there is nothing to draw. */
static uint32_t some_account(world *self) {
    return self->settings.accounts == 0 ? 0 : below(self, self->settings.accounts);
}

static void call_accounts(world *self) {
    const uint32_t first = some_account(self), second = some_account(self);
    (void)sked_queue_swap_accounts(&self->queue, first, second, some_now(self));
}

static void call_submit(world *self) {
    uint32_t amounts[QUOTAS_MAX];
    sked_job job;
    some_amounts(self, amounts);
    job.kind = self->settings.kinds == 0 ? 0 : below(self, self->settings.kinds);
    job.amounts = below(self, 2) == 0 ? NULL : amounts;
    job.id = below(self, IDS);
    job.key = below(self, 5);
    job.tag = check_random(&self->random);
    job.estimate = below(self, 12) == 0 ? 0 : some_length(self);
    job.width = below(self, self->settings.processors + 1 + (below(self, 8) == 0));
    job.options = below(self, 3) ? 0 : below(self, 9);
    job.bars = below(self, 6) ? 0 : 1 + below(self, 2);
    job.amount_each = self->settings.caps == 0 ? 0 : below(self, 5);
    job.account = some_account(self);
    (void)sked_queue_submit(&self->queue, &job, some_now(self));
}

/* Sets a kind, a quota or a cap. */
static void call_set(world *self) {
    const sked_time now = some_now(self);
    const uint32_t share = 1 + below(self, 3);
    sked_word words[SKED_SET_WORDS(PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, self->settings.processors);
    uint32_t p;
    if (self->settings.quotas > 0 && below(self, 2) == 0) {
        (void)sked_queue_set_quota(&self->queue, below(self, self->settings.quotas + 1),
                                   below(self, 9), (sked_quota_mode)below(self, 2), now);
        return;
    }
    if (self->settings.caps > 0 && below(self, 2) == 0) {
        const uint32_t last = below(self, set.size + 1);
        for (p = below(self, 2) == 0 ? 0 : below(self, set.size); p < last; p++) {
            sked_set_add(&set, p);
        }
        (void)sked_queue_set_cap(&self->queue, below(self, self->settings.caps + 1), &set,
                                 below(self, 30), now);
        return;
    }
    for (p = 0; p < set.size; p++) {
        if (below(self, share) == 0) {
            sked_set_add(&set, p);
        }
    }
    (void)sked_queue_set_kind(&self->queue, below(self, self->settings.kinds + 1), &set,
                              (1u << self->settings.quotas) - 1u, now);
}

static void call_booking(world *self) {
    const sked_time now = some_now(self);
    sked_word words[SKED_SET_WORDS(PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, self->settings.processors);
    sked_span span;
    uint32_t p;
    for (p = 0; p < set.size; p++) {
        if (below(self, 3) == 0) {
            sked_set_add(&set, p);
        }
    }
    span.start = below(self, 3) == 0 || now < 0 ? (sked_time)below(self, 30)
                                                : sked_time_add(now, (sked_time)below(self, 10));
    span.end = span.start > SKED_TIME_MAX ? SKED_NEVER
                                          : sked_time_add(span.start, some_length(self));
    span.count = below(self, set.size + 2);
    span.set = below(self, 2) == 0 ? &set : NULL;
    (void)sked_queue_book(&self->queue, below(self, BOOKINGS_MAX + 1), &span, now);
}

static void call_down_or_up(world *self) {
    const sked_time now = some_now(self);
    sked_word words[SKED_SET_WORDS(PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, self->settings.processors);
    uint32_t left = 1 + below(self, 3);
    for (; left > 0; left--) {
        sked_set_add(&set, below(self, set.size));
    }
    (void)(below(self, 2) == 0 ? sked_queue_down : sked_queue_up)(&self->queue, &set, now);
}

/* Opens a pass, mostly one of the right kind. */
static void call_plan(world *self) {
    const sked_time now = some_now(self);
    const int tiered = self->settings.backgrounds > 0 ||
                       (self->settings.kinds == 0 && self->settings.depth == below(self, 2));
    if (tiered != (below(self, 50) == 0)) {
        const sked_tiers tiers = some_tiers(self);
        (void)sked_tiers_plan(&self->queue, &tiers, now);
    } else {
        (void)sked_queue_plan(&self->queue, now);
    }
}

/* At most `most` actions of the pass; each job starts once in it, so it ends. */
static void call_next(world *self, uint32_t most) {
    sked_word words[SKED_SET_WORDS(PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, self->settings.processors);
    sked_action action;
    uint32_t calls = 0;
    sked_status status = SKED_OK;
    while (calls < most && status == SKED_OK) {
        self->picks = 0;
        self->picks_most = 2 * IDS + 2;
        status = sked_tiers_next(&self->queue, &action, below(self, 8) == 0 ? NULL : &set);
        if (status == SKED_E_NO_PASS) {
            status = sked_queue_next(&self->queue, &action, below(self, 8) == 0 ? NULL : &set);
        }
        calls++;
    }
    self->endless |= calls > 2 * IDS + 1;       /* starts, as many reports, and SKED_DONE */
}

static void call_report(world *self) {
    uint16_t usage[PROCESSORS_MAX];
    const uint32_t bound = below(self, 40) == 0 ? 65536 : 1001, mood = below(self, 8);
    const uint64_t id = some_id(self);
    const uint32_t progress = mood == 0 ? SKED_NONE : mood == 1 ? 1000 : below(self, 1002);
    uint32_t p;
    for (p = 0; p < PROCESSORS_MAX; p++) {
        usage[p] = (uint16_t)below(self, bound);
    }
    (void)sked_tiers_report(&self->queue, id, progress, mood == 2 ? NULL : usage, some_now(self));
}

static void call_stay(world *self) {
    const uint32_t first = below(self, PROCESSORS_MAX), tier = below(self, 3);
    sked_place places[PROCESSORS_MAX];
    uint32_t p;
    for (p = 0; p < PROCESSORS_MAX; p++) {
        places[p].processor = (first + p) % (self->settings.processors + (tier == 2));
        places[p].tier = tier > 0 ? 1 : below(self, self->settings.backgrounds + 2);
    }
    (void)sked_tiers_stay(&self->queue, some_id(self), places, some_now(self));
}

/* One conflict for each booking and processor at most, and one for all by count: so the walk
 * ends. */
static void call_conflicts(world *self) {
    uint32_t left = BOOKINGS_MAX * PROCESSORS_MAX + 1;
    sked_conflict conflict;
    uint64_t cursor = 0;
    while (left > 0 &&
           sked_queue_next_conflict(&self->queue, &cursor, &conflict) == SKED_OK) {
        left--;
    }
    self->endless |= left == 0;
}

static void call_readers(world *self) {
    sked_queue *queue = &self->queue;
    sked_word words[SKED_SET_WORDS(PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, self->settings.processors);
    sked_job_info info;
    sked_kind_info kind;
    sked_quota_info quota;
    sked_obstacle obstacle;
    uint32_t amounts[QUOTAS_MAX];
    sked_span span;
    sked_place places[PROCESSORS_MAX];
    uint64_t id = some_id(self);
    (void)sked_queue_get_job(queue, id, &info, below(self, 4) == 0 ? NULL : &set);
    (void)sked_tiers_get_places(queue, id, places, below(self, 8) == 0 ? below(self, 4) : set.size);
    (void)sked_queue_job_on(queue, below(self, set.size + 2), &id);
    (void)sked_queue_next_time(queue);
    call_conflicts(self);
    (void)sked_queue_waiting_at(queue, below(self, IDS), &id);
    (void)sked_queue_barred_at(queue, below(self, IDS), &id);
    (void)sked_queue_running_at(queue, below(self, IDS), &id);
    (void)sked_queue_booking_at(queue, below(self, BOOKINGS_MAX), &id, &span, &set);
    (void)sked_queue_get_kind(queue, below(self, KINDS_MAX), &kind, &set);
    (void)sked_queue_get_quota(queue, below(self, QUOTAS_MAX), &quota);
    (void)sked_queue_get_amounts(queue, below(self, IDS), amounts);
    (void)sked_queue_get_obstacle(queue, below(self, IDS), &obstacle);
    (void)sked_queue_account_at(queue, some_account(self));
    if (below(self, 8) == 0) {
        (void)sked_queue_validate(queue);          /* whatever it says by now: it must end */
    }
}

static void call_forecast(world *self) {
    const sked_time now = some_now(self);
    sked_forecast *forecasts;
    sked_queue_info info;
    void *scratch;
    (void)sked_queue_get_info(&self->queue, &info);
    forecasts = (sked_forecast *)malloc((info.waiting + 1) * sizeof *forecasts);
    scratch = room_alloc(&self->memory, info.bytes);
    if (forecasts != NULL && scratch != NULL) {
        self->picks = 0;
        self->picks_most = FORECAST_PICKS;
        (void)sked_queue_forecast(&self->queue, now, forecasts,
                                  info.waiting - (below(self, 16) == 0), scratch, info.bytes);
        room_free(&self->memory, scratch, info.bytes);
    }
    free(forecasts);
}

static void call_seal(world *self) {
    const void *block;
    size_t bytes;
    (void)sked_queue_seal(&self->queue, &block, &bytes);
}

static void call_change(world *self) {
    sked_job_change change;
    uint32_t amounts[QUOTAS_MAX];
    some_amounts(self, amounts);
    change.fields = below(self, 128);
    change.amount_each = self->settings.caps == 0 ? 0 : below(self, 5);
    change.kind = self->settings.kinds == 0 ? 0 : below(self, self->settings.kinds);
    change.amounts = below(self, 2) == 0 ? NULL : amounts;
    change.options = below(self, 2);
    change.key = below(self, 4);
    change.tag = below(self, 4);
    change.estimate = 1 + below(self, 20);
    change.width = 1 + below(self, 4);
    change.account = some_account(self);
    change.fields |= self->settings.accounts > 0 && below(self, 2) ? SKED_CHANGE_ACCOUNT : 0;
    (void)sked_queue_change(&self->queue, some_id(self), &change, some_now(self));
}

static void call_bar(world *self) {
    const uint64_t id = some_id(self);
    const sked_time now = some_now(self);
    (void)(below(self, 2) ? sked_queue_bar(&self->queue, id, now)
                          : sked_queue_unbar(&self->queue, id, below(self, 2), now));
}

static void call_any(world *self) {
    sked_queue *queue = &self->queue;
    const uint64_t id = some_id(self);          /* C leaves the order of arguments open */
    const sked_time now = some_now(self);
    if (self->settings.accounts > 0 && below(self, 8) == 0) {
        call_accounts(self);
        return;
    }
    switch (below(self, 22)) {
    case 0: case 1: case 2: case 3: call_submit(self); break;
    case 4: case 5: (void)sked_queue_finish(queue, id, now); break;
    case 6: (void)sked_queue_cancel(queue, below(self, IDS), now); break;
    case 7: (void)sked_queue_requeue(queue, id, now); break;
    case 8: call_booking(self); break;
    case 9: (void)sked_queue_unbook(queue, below(self, BOOKINGS_MAX + 1), now); break;
    case 10: call_plan(self); break;
    case 11: call_next(self, 1 + below(self, 3)); break;
    case 12: call_readers(self); break;
    case 13: (void)(below(self, 4) == 0 ? sked_queue_plan_end(queue) : SKED_OK); break;
    case 14: call_down_or_up(self); break;
    case 15: (below(self, 4) == 0 ? call_forecast : call_seal)(self); break;
    case 16: (below(self, 2) ? call_report : call_stay)(self); break;
    case 17: (below(self, 2) ? call_change : call_set)(self); break;
    case 18: case 19: call_bar(self); break;
    default: call_plan(self); call_next(self, 10 * IDS);
    }
}

/* ---- forgeries ------------------------------------------------------------------------------- */

/* Only here are private fields used: the handle's to find the block and its size, and the arrays
 * and the state to aim at, for blind writes seldom hit the few words that contradict nothing. A
 * forgery is of two parts: first values that are nonsense but that all trees are made to agree
 * with, which validate often has to accept; then writes that are not mended. */

static uint32_t some_index(world *self) {
    switch (below(self, 8)) {
    case 0: return UINT32_MAX - below(self, 3);
    case 1: return self->settings.processors - 1 + below(self, 3);
    case 2: return self->settings.jobs_max - 1 + below(self, 3);
    default: return below(self, 14);
    }
}

static uint64_t some_number(world *self) {
    switch (below(self, 6)) {
    case 0: return (uint64_t)SKED_TIME_MAX - 1 + below(self, 3);
    case 1: return (uint64_t)SKED_NEVER - below(self, 2);
    case 2: return UINT64_MAX - below(self, 3);
    default: return below(self, 24);
    }
}

static void forge_blindly(world *self) {
    unsigned char *block = (unsigned char *)self->queue.state_;
    const uint32_t bytes = (uint32_t)self->queue.bytes_;    /* a multiple of 8 */
    const uint32_t at = below(self, bytes), at4 = at & ~3u, at8 = at & ~7u;
    const uint32_t from = below(self, bytes);
    const uint32_t index = some_index(self);
    const uint64_t number = some_number(self);
    switch (below(self, 6)) {
    case 0: block[at] = (unsigned char)(block[at] ^ (1u << below(self, 8))); break;
    case 1: block[at] = (unsigned char)below(self, 256); break;
    case 2: memcpy(block + at4, &index, 4); break;
    case 3: memmove(block + at4, block + (from & ~3u), 4); break;
    case 4: memcpy(block + at8, &number, 8); break;
    default: memmove(block + at8, block + (from & ~7u), 8);
    }
}

/* All arrays of the block. */
typedef struct array {
    void *at;
    size_t count, size;
} array;

enum { ARRAYS = 64 };

static void list(array *arrays, uint32_t *found, void *at, size_t count, size_t size) {
    if (count > 0) {
        arrays[*found].at = at;
        arrays[*found].count = count;
        arrays[*found].size = size;
        ++*found;
    }
}

static void list_tree(array *arrays, uint32_t *found, const sked_tree_ *tree, size_t nodes) {
    const int prefix = tree->kind_ == SKED_TREE_PREFIX_;
    list(arrays, found, tree->node_, 4 * nodes, 4);     /* links and sizes, all of one type */
    list(arrays, found, tree->counts_, prefix ? 0 : nodes, 4);
    list(arrays, found, tree->low_, sked_tree_has_leasts_(tree->kind_) ? nodes : 0, 8);
    list(arrays, found, tree->prefix_, prefix ? 5 * nodes : 0, 8);
}

static uint32_t list_jobs(array *arrays, const sked_queue *queue) {
    const size_t jobs = queue->rules_.jobs_max, slots = (size_t)sked_queue_slots_(queue);
    uint32_t found = 0;
    list(arrays, &found, queue->job_, jobs * (sizeof(sked_queue_job_) / 8), 8);
    list(arrays, &found, queue->job_, jobs * (sizeof(sked_queue_job_) / 4), 4);
    list(arrays, &found, queue->bucket_, queue->rules_.buckets, 4);
    list(arrays, &found, queue->slot_, 2 * slots, 4);
    if (queue->rules_.backgrounds > 0) {
        list(arrays, &found, queue->usage_, slots, 2);
        list(arrays, &found, queue->progress_, jobs, 2);
    }
    return found;
}

static void list_kinds(array *arrays, uint32_t *found, const sked_queue *queue) {
    const size_t kinds = queue->rules_.kinds, quotas = queue->rules_.quotas;
    const size_t jobs = queue->rules_.jobs_max, processors = queue->rules_.processors;
    const size_t most = (size_t)sked_queue_reserved_max_(&queue->rules_);
    const size_t caps = queue->rules_.caps;
    list(arrays, found, queue->kind_, kinds * (sizeof(sked_queue_kind_) / 8), 8);
    list(arrays, found, queue->kind_, kinds * (sizeof(sked_queue_kind_) / 4), 4);
    list(arrays, found, queue->quota_, quotas * (sizeof(sked_queue_quota_) / 4), 4);
    list(arrays, found, queue->demand_, jobs * (sizeof(sked_queue_demand_) / 4), 4);
    list(arrays, found, queue->kinds_, processors, 8);
    list(arrays, found, queue->rarity_, processors, 1);
    list(arrays, found, queue->amounts_, 4 * jobs * quotas, 4);
    list(arrays, found, queue->room_, quotas, 4);
    list(arrays, found, queue->cap_, caps * (sizeof(sked_queue_cap_) / 4), 4);
    list(arrays, found, queue->cap_of_, caps > 0 ? processors : 0, 4);
    list(arrays, found, queue->amount_each_, caps > 0 ? jobs : 0, 4);
    list(arrays, found, queue->cap_words_, caps * SKED_SET_WORDS(queue->rules_.processors),
         sizeof(sked_word));
    list(arrays, found, queue->surplus_, kinds * quotas, 4);
    list(arrays, found, queue->kind_words_, kinds * SKED_SET_WORDS(queue->rules_.processors),
         sizeof(sked_word));
    list(arrays, found, queue->reserved_, most * (sizeof(sked_queue_reserved_) / 8), 8);
    list(arrays, found, queue->by_start_, most, 4);
    list(arrays, found, queue->by_end_, most, 4);
    list(arrays, found, queue->reserved_words_, most * SKED_SET_WORDS(queue->rules_.processors),
         sizeof(sked_word));
}

static void list_accounts(array *arrays, uint32_t *found, const sked_queue *queue) {
    const size_t groups =
        queue->rules_.order == SKED_BY_SHARE ? (size_t)queue->rules_.accounts + 1 : 0;
    list(arrays, found, queue->account_of_, queue->rules_.jobs_max, 4);
    list(arrays, found, queue->place_of_, groups, 4);
    list(arrays, found, queue->at_place_, groups, 4);
    list(arrays, found, queue->line_roots_, groups, 4);
    list(arrays, found, queue->lined_words_, SKED_SET_WORDS(groups), sizeof(sked_word));
}

static uint32_t list_all(array *arrays, const sked_queue *queue) {
    const size_t jobs = queue->rules_.jobs_max, bookings = queue->rules_.bookings_max;
    const size_t nodes = (size_t)sked_queue_profile_nodes_(&queue->rules_);
    const size_t words = SKED_SET_WORDS(queue->rules_.processors);
    const size_t tiers = (size_t)queue->rules_.backgrounds + 1;
    const int fills = sked_queue_fills_(&queue->rules_), tiered = tiers > 1;
    const size_t rows = sked_forest_trees_(queue, &queue->fill_);
    const size_t seekers = sked_forest_trees_(queue, &queue->under_);
    uint32_t found = list_jobs(arrays, queue);
    if (queue->rules_.kinds > 0) {
        list_kinds(arrays, &found, queue);
    }
    if (queue->rules_.accounts > 0) {
        list_accounts(arrays, &found, queue);
    }
    list_tree(arrays, &found, &queue->line_, jobs);
    list_tree(arrays, &found, &queue->fill_.tree_, fills ? jobs : 0);
    list_tree(arrays, &found, &queue->profile_, nodes);
    list_tree(arrays, &found, &queue->under_.tree_, tiered ? jobs : 0);
    list(arrays, &found, queue->fill_.roots_, fills ? rows : 0, 4);
    list(arrays, &found, queue->fill_.ahead_, fills ? rows : 0, 4);
    list(arrays, &found, queue->under_.roots_, tiered ? seekers : 0, 4);
    list(arrays, &found, queue->under_.ahead_, tiered ? seekers : 0, 4);
    list(arrays, &found, queue->booking_, bookings * (sizeof(sked_queue_booking_) / 8), 8);
    list(arrays, &found, queue->booking_, bookings * (sizeof(sked_queue_booking_) / 4), 4);
    list(arrays, &found, queue->free_words_, words, sizeof(sked_word));
    list(arrays, &found, queue->down_words_, words, sizeof(sked_word));
    list(arrays, &found, queue->lost_words_, tiers * words, sizeof(sked_word));
    list(arrays, &found, queue->booking_words_, bookings * words, sizeof(sked_word));
    list(arrays, &found, queue->eligible_words_, tiered ? words : 0, sizeof(sked_word));
    list(arrays, &found, queue->changed_words_, tiered ? words : 0, sizeof(sked_word));
    return found;
}

/* Writes an element of an array: some value, another element's, or one more or less; or lets two
 * change places. */
static void forge_element(world *self, const array *in) {
    unsigned char *base = (unsigned char *)in->at;
    unsigned char *element = base + below(self, (uint32_t)in->count) * in->size;
    unsigned char *other = base + below(self, (uint32_t)in->count) * in->size, kept[8];
    const uint32_t index = some_index(self), change = below(self, 2) == 0 ? 1 : UINT32_MAX;
    uint64_t number = some_number(self);
    uint32_t small;
    switch (below(self, 6)) {
    case 0: memmove(element, other, in->size); break;
    case 1:
        memcpy(kept, element, in->size);
        memmove(element, other, in->size);
        memcpy(other, kept, in->size);
        break;
    case 2:
        if (in->size == 4) {
            memcpy(&small, element, 4);
            small += change;
            memcpy(element, &small, 4);
        } else if (in->size == 8) {
            memcpy(&number, element, 8);
            number += change == 1 ? 1 : UINT64_MAX;
            memcpy(element, &number, 8);
        } else {
            *element = (unsigned char)(*element ^ (1u << below(self, 8)));
        }
        break;
    case 3: memcpy(element, &number, in->size); break;
    default: memcpy(element, in->size == 4 ? (void *)&index : (void *)&number, in->size);
    }
}

static void forge_array(world *self) {
    array arrays[ARRAYS];
    const uint32_t found = list_all(arrays, &self->queue);
    forge_element(self, &arrays[below(self, found)]);
}

/* Any number in the state, whatever it is. */
static void forge_state(world *self) {
    array numbers;
    numbers.at = (unsigned char *)self->queue.state_ + SKED_SEAL_BYTES;
    numbers.size = below(self, 3) == 0 ? 8 : 4;
    numbers.count = (sizeof(sked_queue_state_) - SKED_SEAL_BYTES) / numbers.size;
    forge_element(self, &numbers);
}

static void forge_tiers(world *self) {
    sked_queue_state_ *state = self->queue.state_;
    switch (below(self, 14)) {
    case 0: state->tiers.policy = below(self, 4); break;
    case 1: state->tiers.options = some_index(self); break;
    case 2: state->tiers.migration = (sked_time)some_number(self); break;
    case 3: state->tiers.usage_limit_permille = some_index(self); break;
    case 4:
        state->tiers.judged_limit = below(self, 2) == 0 ? some_index(self) : below(self, 1000);
        break;
    case 5: state->tiers.width_max = some_index(self); break;
    case 6: state->tiers.estimate_max = (sked_time)some_number(self); break;
    case 7: state->tiers.pinned = below(self, 3); break;
    case 8: state->tiers.eligible = some_index(self); break;
    case 9: state->pass.head_length = (sked_time)some_number(self); break;
    case 10: state->pass.changes = below(self, 5); break;
    case 11: state->jobs.background = some_index(self); break;
    case 12: state->jobs.waiting = some_index(self); break;
    default: state->machine.losses = some_index(self);
    }
}

static void forge_pass(world *self) {
    sked_queue_state_ *state = self->queue.state_;
    switch (below(self, 11)) {
    case 0: state->pass.phase = below(self, PHASES + 1); break;
    case 1: case 2: state->pass.cursor = some_index(self); break;
    case 3: state->pass.shadow = (sked_time)some_number(self); break;
    case 4: state->pass.extra = some_index(self); break;
    case 5: state->pass.head_meets_booking = below(self, 3); break;
    case 6: state->pass.head = some_index(self); break;
    case 7:
        state->pass.reserved = below(self, 2) == 0 ? self->queue.rules_.depth : some_index(self);
        state->pass.reserved_last = below(self, 2) == 0 ? below(self, self->settings.jobs_max)
                                                   : some_index(self);
        break;
    case 8: state->pass.reserved_last = some_index(self); break;
    case 9: state->pass.head_blocked = below(self, 2); break;
    default: state->now = (sked_time)((uint64_t)state->now + below(self, 50));
    }
}

/* Reservations at will, and a profile that never was. */
static void forge_promises(world *self) {
    sked_queue *queue = &self->queue;
    sked_queue_state_ *state = queue->state_;
    uint32_t job = sked_tree_first_(&queue->line_), left = below(self, 12);
    const sked_time soon = state->now > SKED_TIME_MAX - 100 ? 0 : state->now;
    if (!sked_queue_keeps_(&self->settings)) {
        return;
    }
    state->profile.stale = below(self, 3) == 0;
    state->profile.given_back = below(self, 2);
    for (; job != SKED_NONE; job = sked_tree_next_(&queue->line_, job)) {
        if (below(self, 2) == 0) {
            queue->job_[job].start = below(self, 4) == 0 ? (sked_time)below(self, 3) - 1
                                 : below(self, 8) == 0 ? SKED_NEVER
                                                       : soon + (sked_time)below(self, 30);
            sked_tree_touch_(&queue->line_, job);
        }
    }
    for (; left > 0; left--) {
        sked_profile_add_(queue, soon + (sked_time)below(self, 60), (int64_t)below(self, 9) - 4);
    }
    if (below(self, 2) == 0) {
        state->profile.free = (int64_t)below(self, 2 * self->settings.processors);
    }
}

/* Other times and numbers in the nodes that are there; now and then huge ones. */
static void forge_profile(world *self) {
    sked_queue *queue = &self->queue;
    const sked_tree_ *tree = &queue->profile_;
    const int64_t unit = below(self, 6) == 0 ? (INT64_C(1) << 61) / 8 : 1;
    uint32_t node = sked_tree_first_(tree);
    sked_time at = below(self, 2) == 0 ? 0 : queue->state_->now;
    if (below(self, 8) == 0) {
        queue->state_->profile.free = ((int64_t)below(self, 17) - 8) * unit;
    }
    for (; node != SKED_NONE; node = sked_tree_next_(tree, node)) {
        at += at > SKED_TIME_MAX - 9 ? 0 : 1 + (sked_time)below(self, 8);
        queue->profile_.prefix_[node].time = at;
        tree->prefix_[node].delta = ((int64_t)below(self, 5) - 2) * unit;
        sked_tree_touch_(tree, node);
    }
}

/* Processors that are down, or await their report, as no call can have left them. */
static void forge_down(world *self) {
    sked_queue *queue = &self->queue;
    sked_queue_state_ *state = queue->state_;
    sked_set down = sked_queue_down_set_(queue), idle = sked_queue_free_(queue);
    const uint32_t p = below(self, queue->rules_.processors);
    uint32_t tier;
    if (!sked_set_has(&down, p)) {
        state->machine.free -= (uint32_t)sked_set_has(&idle, p);
        sked_set_remove(&idle, p);
        sked_set_add(&down, p);
        state->machine.down++;
        sked_queue_turn_processor_(queue, p, 1);
    }
    for (tier = 0; tier <= self->settings.backgrounds; tier++) {
        sked_set news = sked_queue_lost_set_(queue, tier);
        if (sked_set_has(&news, p) && below(self, 2) == 0) {
            sked_set_remove(&news, p);
            state->machine.losses--;
        }
    }
    if (below(self, 2) == 0) {
        sked_queue_change_(queue, p);
    }
}

static void touch_sorted(const sked_tree_ *tree, uint32_t job) {
    if (tree->node_[job].parent != SKED_UNUSED_) {
        sked_tree_touch_(tree, job);
    }
}

/* A job's own estimate counts in the trees where it is. */
static void touch_estimate(world *self, uint32_t job) {
    sked_queue *queue = &self->queue;
    if (sked_queue_fills_(&self->settings)) {
        touch_sorted(&queue->fill_.tree_, job);
    }
    if (self->settings.backgrounds > 0 &&
        sked_queue_belongs_(queue, &queue->under_.tree_, job)) {
        touch_sorted(&queue->under_.tree_, job);
    }
}

/* What processes use, and how far jobs are. */
static void forge_use(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t slots = sked_queue_slots_(queue);
    uint32_t left = below(self, 6);
    if (self->settings.backgrounds == 0) {
        return;
    }
    for (; left > 0; left--) {
        const uint32_t slot = below(self, slots);
        queue->progress_[below(self, self->settings.jobs_max)] =
            (uint16_t)(below(self, 40) == 0 ? 65535 : below(self, 1001));
        if (queue->slot_[slot].job != SKED_NONE) {
            queue->usage_[slot] = (uint16_t)below(self, 1001);
            if (below(self, 2) == 0) {
                sked_queue_change_(queue, slot % self->settings.processors);
            }
        }
    }
}

/* Processors that are eligible, or not, and are to be judged again; and one that does not exist. */
static void forge_eligible(world *self) {
    sked_queue *queue = &self->queue;
    sked_queue_state_ *state = queue->state_;
    const uint32_t p = below(self, self->settings.processors);
    if (self->settings.backgrounds > 0) {
        sked_set eligible = sked_queue_view_(queue, queue->eligible_words_);
        state->tiers.eligible -= (uint32_t)sked_set_has(&eligible, p);
        sked_set_remove(&eligible, p);
        if (below(self, 2) == 0) {
            sked_set_add(&eligible, p);
            state->tiers.eligible++;
        }
        if (below(self, 8) == 0 && self->settings.processors % SKED_WORD_BITS != 0) {
            eligible.size++;
            sked_set_add(&eligible, eligible.size - 1);
            state->tiers.eligible++;
        }
        sked_queue_change_(queue, p);
    }
}

/* A slot is taken or left: is its processor idle then? */
static void mend_idle(world *self, uint32_t slot) {
    sked_queue *queue = &self->queue;
    sked_set idle = sked_queue_free_(queue);
    const sked_set down = sked_queue_down_set_(queue);
    if (slot < idle.size) {
        sked_set_remove(&idle, slot);
        if (queue->slot_[slot].job == SKED_NONE && !sked_set_has(&down, slot)) {
            sked_set_add(&idle, slot);
        }
        queue->state_->machine.free = sked_set_count(&idle);
    }
    sked_queue_change_(queue, slot % idle.size);
}

/* Moves a process to another slot, mostly of a background: perhaps to a processor that is down, or
 * where the job has a process already. */
static void forge_move(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t slots = sked_queue_slots_(queue), processors = self->settings.processors;
    const uint32_t from = below(self, slots), to = below(self, slots);
    const uint32_t job = queue->slot_[from].job;
    uint32_t *link;
    if (self->settings.backgrounds == 0 || job == SKED_NONE || queue->slot_[to].job != SKED_NONE ||
        ((from < processors || to < processors) && below(self, 8) > 0)) {
        return;
    }
    for (link = &queue->job_[job].first; *link != from; link = &queue->slot_[*link].next) {
        if (*link >= slots) {
            return;
        }
    }
    *link = to;
    queue->slot_[to].job = job;
    queue->slot_[to].next = queue->slot_[from].next;
    queue->usage_[to] = queue->usage_[from];
    queue->slot_[from].job = queue->slot_[from].next = SKED_NONE;
    queue->usage_[from] = 0;
    mend_idle(self, from);
    mend_idle(self, to);
}

/* Candidates of an open pass up to a width: of those that are in the trees of a forest, any; seldom
 * others. Wider ones say nothing yet. */
static void forge_ahead(world *self, const sked_forest_ *forest, uint32_t width) {
    const sked_queue *queue = &self->queue;
    const uint32_t trees = sked_forest_trees_(queue, forest);
    const int fills = sked_queue_fills_(&self->settings) && below(self, 4) == 0 &&
                      trees <= sked_forest_trees_(queue, &queue->fill_);
    uint32_t i;
    for (i = 1; i < trees; i++) {
        const sked_tree_ tree = sked_forest_class_(fills ? &queue->fill_ : forest, i);
        const uint32_t size = sked_tree_size_(&tree, *tree.root_), mood = below(self, 64);
        forest->ahead_[i] = i % queue->fill_.classes_ > sked_width_class_(width)
                                ? UINT32_MAX / 2
                            : mood < 8  ? SKED_NONE
                            : mood < 16 ? SKED_NOT_LOOKED_
                            : mood < 18 ? some_index(self)
                                        : sked_tree_nth_(&tree, below(self, size + 1));
    }
    if (forest->roots_[SKED_UNSORTED_] != SKED_NONE && below(self, 8) == 0) {
        const uint32_t job = forest->roots_[SKED_UNSORTED_];    /* in no tree yet */
        forest->ahead_[sked_forest_grove_(queue, forest, job)] = job;
    }
}

/* An open pass of tiers, about a head that need not be the first. */
static void forge_open_pass(world *self) {
    sked_queue *queue = &self->queue;
    sked_queue_state_ *state = queue->state_;
    const sked_tiers tiers = some_tiers(self);
    const uint32_t phase = SKED_PHASE_TIERS_ + below(self, 3);
    const uint32_t jobs = sked_tree_size_(&queue->line_, state->jobs.line_root);
    if (self->settings.depth > 1) {
        return;
    }
    state->pass.phase = phase;
    state->tiers.policy = (uint32_t)tiers.policy;
    state->tiers.options = tiers.options;
    state->tiers.migration = tiers.migration;
    state->tiers.usage_limit_permille = tiers.usage_limit_permille;
    state->tiers.width_max = tiers.width_max;
    state->tiers.estimate_max = tiers.estimate_max;
    state->pass.booking_from = sked_queue_sets_from_(queue);
    state->pass.shadow =
        below(self, 3) == 0 ? SKED_NEVER : sked_time_add(state->now, some_length(self));
    state->pass.head_meets_booking = state->pass.shadow == SKED_NEVER ? 0 : below(self, 2);
    state->pass.head_length = some_length(self);
    state->pass.extra = below(self, self->settings.processors + 1);
    state->pass.head = sked_tree_nth_(&queue->line_, below(self, jobs + 1));
    state->tiers.pinned =
        state->pass.head != SKED_NONE && sked_queue_is_behind_(queue, state->pass.head)
            ? below(self, 2)
            : 0;
    if (phase == SKED_PHASE_UNDER_ && self->settings.backgrounds > 0) {
        sked_queue_find_eligible_(queue);
        forge_ahead(self, &queue->under_, state->tiers.eligible);
    } else if (phase == SKED_PHASE_BEFORE_ && self->settings.depth == 1) {
        forge_ahead(self, &queue->fill_, state->machine.free);
    }
    if (below(self, 3) == 0) {
        forge_tiers(self);
    }
}

/* An open pass over kinds, about heads that need not be the first. */
static void forge_open_kinds(world *self) {
    sked_queue *queue = &self->queue;
    sked_queue_state_ *state = queue->state_;
    const uint32_t jobs = sked_tree_size_(&queue->line_, state->jobs.line_root);
    uint32_t left = 1 + below(self, 4);
    if (self->settings.kinds == 0) {
        return;
    }
    state->pass.phase = SKED_PHASE_KIND_HEADS_ + below(self, 2);
    state->pass.booking_from = sked_queue_sets_from_(queue);
    state->pass.shadow = SKED_NEVER;
    state->pass.head_meets_booking = 0;
    for (; left > 0; left--) {
        const uint32_t head = sked_tree_nth_(&queue->line_, below(self, jobs + 1));
        if (head != SKED_NONE) {
            sked_queue_kind_ *own = &queue->kind_[sked_queue_component_of_(queue, head)];
            own->head = head;
            own->head_blocked = 1;
            own->settled_until = below(self, 3) == 0 ? (sked_time)below(self, 40) : 0;
            own->shadow = below(self, 3) == 0 ? SKED_NEVER
                                              : sked_time_add(state->now, some_length(self));
            own->head_meets_booking = own->shadow == SKED_NEVER ? 0 : below(self, 2);
            own->head_length = some_length(self);
            own->extra = below(self, self->settings.processors + 1);
            state->kinds.looked_at |= own->connected;
            state->kinds.hopeful |= own->connected;
        }
    }
    state->kinds.unblocked = state->kinds.looked_at & check_random(&self->random);
    if (self->settings.depth == 1) {
        forge_ahead(self, &queue->fill_, state->machine.free);
    }
}

/* Numbers of kinds, quotas, demands. */
static void forge_kinds(world *self) {
    sked_queue *queue = &self->queue;
    sked_queue_state_ *state = queue->state_;
    sked_queue_kind_ *own;
    uint32_t job, p;
    if (self->settings.kinds == 0) {
        return;
    }
    own = &queue->kind_[below(self, self->settings.kinds)];
    job = below(self, self->settings.jobs_max);
    p = below(self, self->settings.processors);
    switch (below(self, 20)) {
    case 0: own->connected = below(self, 2) == 0 ? some_number(self) : own->connected | 2; break;
    case 1: own->counted = some_index(self); break;
    case 2: own->ending_root = some_index(self); break;
    case 3: own->head = some_index(self); break;
    case 4: own->shadow = (sked_time)some_number(self); break;
    case 5: own->head_length = (sked_time)some_number(self); break;
    case 6: own->extra = some_index(self); break;
    case 7: own->head_meets_booking = below(self, 3); break;
    case 8: own->idle += below(self, 2) == 0 ? 1 : UINT32_MAX; break;
    case 9: own->useless += below(self, 2) == 0 ? 1 : UINT32_MAX; break;
    case 10: own->quotas = some_index(self); break;
    case 11: queue->demand_[job].kind = some_index(self); break;
    case 12: queue->demand_[job].gives += below(self, 2) == 0 ? 1 : UINT32_MAX; break;
    case 13: queue->kinds_[p] = some_number(self); break;
    case 14: queue->rarity_[p] = (unsigned char)some_index(self); break;
    case 15: state->kinds.looked_at = some_number(self); break;
    case 16: state->kinds.hopeful = some_number(self); break;
    case 17: queue->kind_words_[0] = (sked_word)some_number(self); break;
    case 18: own->head_blocked = 1; break;
    default: own->settled_until = (sked_time)some_number(self);
    }
    if (self->settings.caps > 0 && below(self, 3) == 0) {
        sked_queue_cap_ *cap = &queue->cap_[below(self, self->settings.caps)];
        switch (below(self, 5)) {
        case 0: cap->capacity = below(self, 2) == 0 ? some_index(self) : UINT32_C(1) << 31; break;
        case 1: cap->parent = some_index(self); break;
        case 2: cap->depth = some_index(self); break;
        case 3: queue->cap_of_[p] = some_index(self); break;
        default: queue->amount_each_[job] = (uint32_t)some_number(self);
        }
    }
    if (self->settings.quotas > 0 && below(self, 2) == 0) {
        sked_queue_quota_ *quota = &queue->quota_[below(self, self->settings.quotas)];
        switch (below(self, 5)) {
        case 0: quota->capacity = below(self, 2) == 0 ? some_index(self) : UINT32_C(1) << 31; break;
        case 1: quota->mode = below(self, 3); break;
        case 2: quota->used += below(self, 2) == 0 ? 1 : UINT32_MAX; break;
        case 3: queue->room_[below(self, self->settings.quotas)] = some_index(self); break;
        default: sked_tree_amounts_(&queue->line_, job)[0] = some_index(self);
        }
    }
}

/* Of the accounts: other places, and jobs whose accounts are others, or that stay heads; then the
 * trees are in an order that never was. */
static void forge_shares(world *self) {
    sked_queue *queue = &self->queue;
    uint32_t left = below(self, 4);
    if (queue->rules_.order == SKED_BY_SHARE && left % 2) {
        const uint32_t a = some_account(self), b = some_account(self);
        const uint32_t place = queue->place_of_[a];
        queue->place_of_[a] = queue->place_of_[b];
        queue->place_of_[b] = place;
        queue->at_place_[queue->place_of_[a]] = a;
        queue->at_place_[queue->place_of_[b]] = b;
    }
    for (; left > 0; left--) {
        queue->account_of_[below(self, self->settings.jobs_max)] =
            some_account(self) | (below(self, 2) ? SKED_STAYS_ : 0);
    }
}

/* A number of the accounts that is not mended. */
static void forge_accounts(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t account = some_account(self), dice = below(self, 6);
    uint32_t *stays = &queue->account_of_[below(self, self->settings.jobs_max)];
    if (queue->rules_.order != SKED_BY_SHARE || dice > 3) {
        *stays = some_index(self) | (dice % 2 ? SKED_STAYS_ : 0);
        return;
    }
    switch (dice) {
    case 0: queue->place_of_[account] = some_index(self); break;
    case 1: queue->at_place_[account] = some_index(self); break;
    case 2: queue->line_roots_[account] = some_index(self); break;
    default: queue->lined_words_[0] = (sked_word)some_number(self);
    }
}

/* Another promise of a job that has one: at another time, or on other processors. */
static void forge_place(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t entries = queue->state_->pass.reserved;
    const uint32_t entry = entries == 0 ? 0 : queue->by_start_[below(self, entries)];
    if (!sked_queue_keeps_sets_(&self->settings) || entries == 0 ||
        entry >= self->settings.jobs_max) {
        return;
    }
    if (below(self, 2) == 0) {
        const sked_time start = queue->state_->now + (sked_time)below(self, 9);
        sked_queue_unrank_reserved_(queue, entry);
        queue->job_[entry].start = queue->reserved_[entry].start = start;
        queue->reserved_[entry].end = sked_queue_end_(queue, entry);
        sked_queue_rank_reserved_(queue, entry);
    } else {
        sked_set own = sked_queue_reserved_set_(queue, entry);
        const uint32_t p = below(self, own.size), other = sked_set_first(&own);
        if (!sked_set_has(&own, p)) {
            sked_set_remove(&own, other);
            sked_set_add(&own, p);
        }
    }
}

/* What is written before it is read may say anything, at any time. */
static void scribble(world *self) {
    sked_queue *queue = &self->queue;
    const size_t processors = self->settings.backgrounds > 0 ? self->settings.processors : 0;
    const size_t words = SKED_SET_WORDS(self->settings.processors) * sizeof(sked_word);
    const int value = (int)below(self, 256);
    memset(queue->place_, value, processors * sizeof *queue->place_);
    memset(queue->order_, value, processors * sizeof *queue->order_);
    memset(queue->pair_, value, processors * sizeof *queue->pair_);
    memset(queue->offer_words_, value, words);
    memset(queue->chosen_words_, value, words);
    memset(queue->future_words_, value, words);
    if (sked_queue_places_(&self->settings)) {
        memset(queue->held_, value, self->settings.processors * sizeof *queue->held_);
    }
}

static void forge_job(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t job = below(self, self->settings.jobs_max);
    const uint32_t twin = below(self, self->settings.jobs_max);
    switch (below(self, 9)) {
    case 0: queue->job_[job].arrival = below(self, 6 * SKED_ARRIVAL_); break;
    case 1:
        queue->state_->jobs.arrivals = UINT64_MAX / (1 + below(self, 2)) - below(self, 3);
        break;
    case 2: queue->job_[job].estimate = (sked_time)some_number(self); break;
    case 3: queue->job_[job].start = queue->job_[twin].start; break;
    case 4: queue->job_[job].width = some_index(self); break;
    case 5: queue->job_[job].first = some_index(self); break;
    case 6: queue->job_[job].id = queue->job_[twin].id; break;
    case 7: queue->job_[job].arrival = queue->job_[twin].arrival; break;
    default: queue->job_[job].key = some_number(self);
    }
}

/* Makes the head the equal of the last running job to end: once both run, nothing orders them. */
static void forge_twins(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t head = sked_tree_first_(&queue->line_);
    const uint32_t last =
        self->settings.kinds > 0
            ? SKED_NONE
            : sked_tree_nth_(&queue->ending_, queue->state_->jobs.running - 1);
    if (head != SKED_NONE && last != SKED_NONE) {
        queue->job_[last].arrival = queue->job_[head].arrival;
        queue->job_[head].estimate = queue->job_[last].estimate = SKED_NEVER;
        touch_estimate(self, head);
    }
}

/* Another estimate; the trees know of it, though it may be in the wrong place of their order. */
static void forge_estimate(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t job = sked_tree_nth_(&queue->line_, below(self, self->settings.jobs_max));
    if (job != SKED_NONE) {
        queue->job_[job].estimate = some_length(self);
        touch_estimate(self, job);
    }
}

/* Points one link of a chain or tree elsewhere. */
static void forge_link(world *self) {
    sked_queue *queue = &self->queue;
    sked_queue_state_ *state = queue->state_;
    const uint32_t job = below(self, self->settings.jobs_max), to = some_index(self);
    const uint32_t p = below(self, sked_queue_slots_(queue));
    switch (below(self, 16)) {
    case 0: queue->job_[job].next_id = to; break;
    case 1: queue->bucket_[job] = to; break;    /* there are as many buckets, or more */
    case 2: queue->line_.node_[job].left = to; break;
    case 3: queue->line_.node_[job].right = to; break;
    case 4: queue->line_.node_[job].parent = to; break;
    case 5: queue->slot_[p].job = to; break;
    case 6: queue->slot_[p].next = to; break;
    case 7: state->jobs.spare = to; break;
    case 8: state->jobs.line_root = to; break;
    case 9: state->jobs.ending_root = to; break;
    case 10: state->profile.root = to; break;
    case 11: state->profile.spare = to; break;
    case 12: state->profile.used = to; break;
    case 13: queue->job_[job].first = below(self, sked_queue_slots_(queue)); break;
    case 14: queue->slot_[p].next = below(self, sked_queue_slots_(queue)); break;
    default: state->machine.free = to;
    }
}

static void forge_booking(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t booking = below(self, self->settings.bookings_max + 1);
    if (booking == self->settings.bookings_max) {
        queue->state_->bookings.count = below(self, BOOKINGS_MAX + 2);
        return;
    }
    switch (below(self, 4)) {
    case 0: queue->booking_[booking].start = (sked_time)some_number(self); break;
    case 1: queue->booking_[booking].end = (sked_time)some_number(self); break;
    case 2: queue->booking_[booking].count = some_index(self); break;
    default: queue->booking_[booking].id = below(self, BOOKINGS_MAX + 1);
    }
}

static void forge(world *self) {
    uint32_t mended = below(self, 4), raw = mended == 0 ? 1 + below(self, 3) : below(self, 2);
    for (; mended > 0; mended--) {
        if (self->settings.accounts > 0 && below(self, 3) == 0) {
            forge_shares(self);
            continue;
        }
        if (sked_queue_keeps_sets_(&self->settings) && below(self, 2) == 0) {
            forge_place(self);
            continue;
        }
        if (self->settings.kinds > 0 && below(self, 2) == 0) {
            forge_open_kinds(self);
            continue;
        }
        switch (below(self, 12)) {
        case 0: case 1: forge_promises(self); break;
        case 2: case 3: forge_profile(self); break;
        case 4: forge_down(self); break;
        case 5: forge_estimate(self); break;
        case 6: forge_use(self); break;
        case 7: forge_move(self); break;
        case 8: case 9: forge_open_pass(self); break;
        case 10: forge_eligible(self); break;
        default: forge_twins(self);
        }
    }
    scribble(self);
    for (; raw > 0; raw--) {
        if (self->settings.accounts > 0 && below(self, 3) == 0) {
            forge_accounts(self);
            continue;
        }
        if (self->settings.kinds > 0 && below(self, 2) == 0) {
            forge_kinds(self);
            continue;
        }
        switch (below(self, 10)) {
        case 0: case 1: forge_array(self); break;
        case 2: case 3: forge_pass(self); break;
        case 4: forge_state(self); break;
        case 5: forge_job(self); break;
        case 6: forge_link(self); break;
        case 7: forge_booking(self); break;
        case 8: forge_tiers(self); break;
        default: forge_blindly(self);
        }
    }
}

/* ---- the test -------------------------------------------------------------------------------- */

static sked_picker picker_of(world *self) {
    sked_picker picker;
    picker.pick = pick_any;
    picker.ctx = self;
    return picker;
}

static void build(world *self) {
    sked_queue_settings settings = SKED_ZERO;
    const sked_picker picker = picker_of(self);
    uint32_t left;
    settings.processors = 1 + below(self, below(self, 8) == 0 ? PROCESSORS_MAX : 12);
    settings.jobs_max = 1 + below(self, JOBS_MAX);
    if (below(self, 6) == 0) {
        settings.jobs_max += JOBS_LARGE;       /* though there are no more jobs than IDS */
    }
    settings.bookings_max = below(self, BOOKINGS_MAX + 1);
    settings.estimate_missing = below(self, 2) == 0 ? SKED_REFUSE_MISSING : 7;
    settings.order = (sked_order)below(self, 4);
    settings.backfill_order = (sked_order)below(self, 4);
    settings.background_order = (sked_order)below(self, 4);
    settings.backgrounds = below(self, 2) == 0 ? 0 : 1 + below(self, 3);
    settings.depth = settings.backgrounds > 0 ? below(self, 8) > 0
                      : below(self, 3) == 0     ? SKED_ALL
                                                : below(self, 5);
    settings.depth = settings.depth == 0 ? SKED_NO_RESERVATIONS : settings.depth;
    settings.reservations = (sked_reservations)(below(self, 3) == 0);
    if (settings.backgrounds == 0 && (settings.depth == 1 || below(self, 4) == 0)) {
        settings.depth = below(self, 6) == 0   ? SKED_NO_RESERVATIONS
                          : below(self, 3) == 0 ? 2 + below(self, 4)
                          : below(self, 3) == 0 ? SKED_ALL
                                                : 1;
        settings.kinds_max = below(self, 12) == 0 ? KINDS_MAX : below(self, 4);
        settings.quotas_max = below(self, 12) == 0 ? QUOTAS_MAX : below(self, 3);
        settings.options = settings.depth == 1 && below(self, 3) == 0 ? SKED_ASK_AHEAD : 0;
        if (settings.options == 0 &&
            (settings.depth == 1 || settings.depth == SKED_NO_RESERVATIONS)) {
            settings.caps_max = below(self, 5);
        }
    }
    if (self->seed % 7 < 2) {           /* the others are as if there were no accounts */
        const uint32_t which = below(self, 16);
        settings.accounts_max = 1 + below(self, ACCOUNTS_MAX);
        settings.order = which & 3 ? SKED_BY_SHARE : settings.order;
        if (settings.order == SKED_BY_SHARE) {
            settings.backfill_order = which & 4 ? SKED_BY_SHARE : settings.backfill_order;
            settings.background_order = which & 8 ? SKED_BY_SHARE : settings.background_order;
        }
    }
    CHECK_SEED(self->seed, sked_queue_create(&self->queue, &settings,
                                             below(self, 3) == 0 ? NULL : &picker,
                                             room_mem(&self->memory)) == SKED_OK);
    self->settings = self->queue.rules_;
    for (left = 40 + below(self, 60); left > 0; left--) {
        call_any(self);
    }
}

/* Half of the queues are left with many jobs and, mostly, an open pass. */
static void leave_busy(world *self) {
    uint32_t left;
    (void)sked_queue_plan_end(&self->queue);
    for (left = JOBS_MAX; left > 0; left--) {
        call_submit(self);
    }
    call_plan(self);
    call_next(self, 1 + below(self, 4));
}

/* Calls everything on what was accepted; now and then in a larger block, to which grow has moved
 * it, or in a copy. The handle on the first block, which room_free keeps, is put back then. */
static void use(world *self) {
    const sked_queue first = self->queue;
    const sked_mem mem = room_mem(&self->memory);
    const uint32_t jobs_max = self->settings.jobs_max + below(self, 3);
    const uint32_t bookings_max = self->settings.bookings_max + below(self, 2);
    const uint32_t mood = below(self, 8);
    const int moves = mood == 0   ? sked_queue_grow(&self->queue, jobs_max, bookings_max) == SKED_OK
                      : mood == 1 ? sked_queue_clone(&first, &self->queue, mem) == SKED_OK
                                  : 0;
    uint32_t left;
    for (left = STEPS; left > 0; left--) {
        call_any(self);
        if (left % 8 == 0) {
            scribble(self);
        }
    }
    if (moves) {
        sked_queue_destroy(&self->queue);
        self->queue = first;
    }
}

/* The forger mends the seal: then all that stands before calls are the walks of open. A forgery of
 * the settings may pass there, if they need a block as large as this. Returns what open says. */
static sked_status open_and_use(world *self) {
    const sked_queue first = self->queue;
    const sked_queue_rules_ settings = self->settings;
    const sked_picker picker = picker_of(self);
    const size_t bytes = first.bytes_;
    void *block = room_alloc(&self->memory, bytes);
    sked_status status;
    if (block == NULL) {
        abort();
    }
    memcpy(block, first.state_, bytes);
    sked_seal(block, bytes, SKED_QUEUE_KIND_);
    status = sked_queue_open(&self->queue, &picker, block, bytes);
    CHECK_SEED(self->seed, status == SKED_OK || status == SKED_E_CORRUPT);
    if (status == SKED_OK && self->queue.rules_.processors <= PROCESSORS_MAX) {
        uint32_t left;
        self->settings = self->queue.rules_;
        opened++;
        for (left = STEPS / 4; left > 0; left--) {
            call_any(self);
        }
        sked_queue_destroy(&self->queue);
    }
    self->queue = first;
    self->settings = settings;
    room_free(&self->memory, block, bytes);
    return status;
}

static void forge_and_use(world *self, const unsigned char *good) {
    unsigned char *block = self->memory.kept;
    const size_t bytes = self->queue.bytes_;
    sked_status status;
    memcpy(block, good, bytes);
    forge(self);
    status = open_and_use(self);
    if (sked_queue_validate(&self->queue) != SKED_OK) {
        CHECK_SEED(self->seed, memcmp(block, good, bytes) != 0);
        refused++;
    } else if (memcmp(block, good, bytes) != 0) {
        const int is_open = sked_queue_plan(&self->queue, -1) == SKED_E_BUSY;
        CHECK_SEED(self->seed, status == (is_open ? SKED_E_CORRUPT : SKED_OK));
        accepted++;
        accepted_open += (unsigned long)is_open;
        accepted_tiers[self->queue.state_->pass.phase] += self->settings.backgrounds > 0;
        accepted_kinds[self->queue.state_->pass.phase] += self->settings.kinds > 0;
        accepted_places[self->queue.state_->pass.phase] +=
            sked_queue_keeps_sets_(&self->settings) && self->queue.state_->pass.reserved > 0;
        accepted_accounts[is_open] += self->settings.accounts > 0;
        use(self);
    }
    room_watch(&self->memory, block, bytes);
    CHECK_SEED(self->seed, !self->memory.harmed && !self->endless && !self->crooked);
}

static void begin(world *self, uint64_t seed, size_t red_bytes) {
    memset(self, 0, sizeof *self);
    self->seed = self->random = seed;
    self->memory.red_bytes = red_bytes;
}

static void try_seed(uint64_t seed) {
    world self;
    unsigned char *good;
    uint32_t left;
    begin(&self, seed, seed % 2 == 0 ? RED_BYTES : 0);
    build(&self);
    if (below(&self, 2) == 0) {
        leave_busy(&self);
    }
    CHECK_SEED(seed, sked_queue_validate(&self.queue) == SKED_OK);
    self.memory.kept = (unsigned char *)self.queue.state_;
    good = copy_of(self.memory.kept, self.queue.bytes_);
    for (left = FORGERIES; left > 0; left--) {
        forge_and_use(&self, good);
    }
    free(good);
    self.memory.kept = NULL;
    sked_queue_destroy(&self.queue);
    CHECK_SEED(seed, !self.memory.harmed);
}

static void test_all(void) {
    try_seeds(1, SEEDS, try_seed);
    /* A forger whose work is all refused, or all accepted, would test nothing. */
    CHECK(accepted > SEEDS);
    CHECK(accepted_open > SEEDS / 4);
    CHECK(accepted_tiers[SKED_PHASE_CLOSED_] > SEEDS / 4);
    CHECK(accepted_tiers[SKED_PHASE_TIERS_] > SEEDS / 8);
    CHECK(accepted_tiers[SKED_PHASE_BEFORE_] > SEEDS / 8);
    CHECK(accepted_tiers[SKED_PHASE_UNDER_] > SEEDS / 8);
    CHECK(accepted_kinds[SKED_PHASE_CLOSED_] > SEEDS / 8);
    CHECK(accepted_kinds[SKED_PHASE_KIND_HEADS_] > SEEDS / 32);
    CHECK(accepted_kinds[SKED_PHASE_KIND_BEHIND_] > SEEDS / 32);
    CHECK(accepted_places[SKED_PHASE_CLOSED_] > SEEDS / 32);
    CHECK(accepted_places[SKED_PHASE_DUE_] > SEEDS / 128);
    CHECK(accepted_accounts[0] > SEEDS / 8 && accepted_accounts[1] > SEEDS / 8);
    CHECK(refused > SEEDS);
    CHECK(opened > SEEDS);
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
