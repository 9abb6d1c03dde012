/* calls_queue.h: >>queue and >>tiers of sched.h, called with whatever a file says.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CALLS_QUEUE_H_INCLUDED
#define CALLS_QUEUE_H_INCLUDED

#include "calls.h"

enum { QUEUE_PROCESSORS = 70, QUEUE_JOBS = 12, QUEUE_FORECASTS = 64, QUEUE_WIDTH = 96 };

typedef struct queue_world {
    sked_queue queue;
    calls_memory memory;
    calls_watched watched;
    void *block;                                /* of a queue that has no memory resource */
    uint32_t processors;
} queue_world;

#define QUEUE_EVENT SKED_E_EMPTY, SKED_E_BUSY, SKED_E_TIME, SKED_E_BACKWARDS

/* ---- those who are asked --------------------------------------------------------------------- */

/* The highest processors, too few, too many, one that was not offered; or a refusal. */
static int queue_pick(void *context, const sked_pick_request *request, const sked_set *offered,
                      sked_set *chosen) {
    const uint32_t mood = calls_byte();
    uint32_t missing = request->count, at = offered->size;
    (void)context;
    CHECK(request->start >= 0 && request->end > request->start && sked_set_count(chosen) == 0);
    missing = mood == 255 ? missing - 1 : mood == 254 ? missing + 1 : missing;
    if (mood == 253) {
        sked_set_fill(chosen);
    }
    if (mood == 252) {
        chosen->size = 0;
        return 1;
    }
    while (missing > 0 && at-- > 0) {
        if (sked_set_has(offered, at)) {
            sked_set_add(chosen, at);
            missing--;
        }
    }
    return mood < 248;
}

static uint32_t queue_usage(void *context, uint64_t id, uint64_t tag, uint32_t process) {
    (void)context;
    (void)id;
    (void)tag;
    CHECK(process < QUEUE_WIDTH);
    return calls_number(1000);
}

/* ---- create ---------------------------------------------------------------------------------- */

static void queue_watch(queue_world *self) {
    sked_queue_info info;
    const void *block = NULL;
    memset(&info, 0, sizeof info);
    if (sked_queue_get_info(&self->queue, &info) == SKED_OK) {
        block = self->queue.state_;
    }
    self->watched.handle = &self->queue;
    self->watched.handle_bytes = sizeof self->queue;
    self->watched.block = block;
    self->watched.bytes = info.bytes;
    self->watched.moved = 1;
    self->processors = block != NULL ? info.processors : 1;
}

static void queue_end(queue_world *self) {
    sked_queue_destroy(&self->queue);
    free(self->block);
    self->block = NULL;
    self->watched.forged = 0;
    queue_watch(self);
}

/* Another queue takes the place of the one there is. */
static void queue_adopt(queue_world *self, const sked_queue *queue, void *block, int forged) {
    queue_end(self);
    self->queue = *queue;
    self->block = block;
    self->watched.forged = forged;
    queue_watch(self);
    if (self->processors > QUEUE_WIDTH) {
        queue_end(self);
    }
}

static uint32_t queue_depth(void) {
    static const uint32_t depths[8] = {0, 1, SKED_ALL, SKED_NO_RESERVATIONS, 2, 3, SKED_ALL, 1};
    const uint32_t byte = calls_byte();
    return byte < 240 ? depths[byte % 8] : byte;
}

static sked_queue_settings queue_settings(void) {
    static sked_queue_settings (*const usual[4])(uint32_t, uint32_t) = {
        sked_queue_settings_easy, sked_queue_settings_conservative, sked_queue_settings_fcfs,
        sked_queue_settings_measy};
    const uint32_t processors = calls_number(QUEUE_PROCESSORS), jobs_max = calls_number(QUEUE_JOBS);
    sked_queue_settings settings = usual[processors % 4](processors, jobs_max);
    settings.bookings_max = calls_number(4);
    settings.estimate_missing = calls_length();
    settings.order = (sked_order)calls_below(4);
    settings.backfill_order = (sked_order)calls_below(4);
    settings.depth = queue_depth();
    settings.reservations = (sked_reservations)calls_below(2);
    settings.backgrounds = settings.depth < 2 || settings.depth == SKED_NO_RESERVATIONS
                               ? calls_number(2)
                               : 0;
    settings.background_order = (sked_order)calls_below(5);
    if (settings.backgrounds == 0 && jobs_max % 3 == 2) {
        settings.kinds_max = processors % 5;
        settings.quotas_max = processors % 3;
    }
    if (processors % 6 == 5) {
        settings.accounts_max = 1 + jobs_max % 4;
        settings.order = SKED_BY_SHARE;
        settings.backfill_order = jobs_max % 3 == 1 ? settings.backfill_order : SKED_BY_SHARE;
    }
    settings.options = jobs_max % 5 == 4 ? processors % 3 : 0;
    if (settings.kinds_max > 0 && settings.options == 0 &&
        (settings.depth < 2 || settings.depth == SKED_NO_RESERVATIONS)) {
        settings.caps_max = jobs_max % 4;
    }
    return settings;
}

#define QUEUE_BYTES SKED_E_NO_PROCESSORS, SKED_E_RANGE, SKED_E_SETTING, SKED_E_OVERFLOW

static sked_status queue_create(void *world) {
    static const sked_picker picker = {queue_pick, NULL};
    queue_world *self = (queue_world *)world;
    sked_queue_settings settings = queue_settings();
    const sked_picker *asked = calls_below(2) == 0 ? NULL : &picker;
    sked_refusal refusal = SKED_ZERO;
    sked_queue fresh;
    size_t bytes = 0;
    void *block = NULL;
    sked_status status;
    settings.refusal = &refusal;
    if (calls_below(2) == 0) {
        status = sked_queue_create(&fresh, &settings, asked, calls_mem(&self->memory));
    } else {
        status = sked_queue_bytes(&settings, &bytes);
        CHECK(status != SKED_OK || bytes > 0);
        block = calls_block_for(status, bytes);
        settings.refusal = &refusal;
        memset(&refusal, 0, sizeof refusal);
        status = sked_queue_init(&fresh, &settings, asked, block, bytes - calls_rarely(16));
    }
    calls_judge_refusal(&refusal, status);
    if (status != SKED_OK) {
        CHECK(sked_queue_validate(&fresh) == SKED_E_EMPTY);
        free(block);
    } else {
        queue_adopt(self, &fresh, block, 0);
    }
    return status;
}

static sked_status queue_destroy(void *world) {
    queue_end((queue_world *)world);
    sked_queue_destroy(&((queue_world *)world)->queue);
    return SKED_OK;
}

static sked_status queue_grow(void *world) {
    queue_world *self = (queue_world *)world;
    const uint32_t jobs_max = calls_number(2 * QUEUE_JOBS), bookings_max = calls_number(6);
    sked_status status;
    self->memory.refusals = calls_rarely(8) ? 1 : 0;
    status = sked_queue_grow(&self->queue, jobs_max, bookings_max);
    if (status == SKED_OK) {
        queue_watch(self);
    }
    return status;
}

/* ---- events ---------------------------------------------------------------------------------- */

static sked_time queue_now(queue_world *self) {
    sked_queue_info info;
    const uint32_t byte = calls_byte();
    if (sked_queue_get_info(&self->queue, &info) != SKED_OK) {
        return 0;
    }
    if (byte < 160) {
        return info.now;
    }
    return byte < 200 ? sked_queue_next_time(&self->queue) : calls_time(info.now);
}

static sked_status queue_submit(void *world) {
    queue_world *self = (queue_world *)world;
    sked_job job = sked_job_of(calls_id(), 0, calls_length());
    const uint32_t amounts[16] = {job.id % 4 == 1, job.id % 8 == 5};
    job.amounts = amounts;
    job.kind = (uint32_t)(job.id % 11) < 8 ? 0 : (uint32_t)job.id % 4;
    job.width = calls_number(self->processors / (1 + calls_below(4)));
    job.key = job.width ^ job.id;
    job.options = job.id % 3 == 0 ? (uint32_t)(job.id / 3 % 9) : 0;
    job.bars = job.id % 10 == 8 ? 1 + job.width % 2 : 0;
    job.amount_each = job.id % 5 == 2 ? job.width % 3 : 0;
    job.account = job.id % 7 == 3 ? job.width % 5 : 0;
    return sked_queue_submit(&self->queue, &job, queue_now(self));
}

static sked_status queue_finish(void *world) {
    queue_world *self = (queue_world *)world;
    uint64_t id = calls_id();
    if (calls_below(2) == 0) {
        (void)sked_queue_running_at(&self->queue, calls_below(3), &id);
    }
    return sked_queue_finish(&self->queue, id, queue_now(self));
}

static sked_status queue_cancel(void *world) {
    queue_world *self = (queue_world *)world;
    return sked_queue_cancel(&self->queue, calls_id(), queue_now(self));
}

static sked_status queue_change(queue_world *self, uint64_t id) {
    const sked_time now = queue_now(self);
    const uint32_t amounts[16] = {(uint32_t)id % 3};
    sked_job_change change = SKED_ZERO;
    change.fields = calls_below(20);
    change.fields |= change.fields % 9 == 8 ? SKED_CHANGE_AMOUNT_EACH : 0;
    change.fields |= change.fields % 7 == 6 ? SKED_CHANGE_ACCOUNT : 0;
    change.account = (uint32_t)id % 5;
    change.kind = (uint32_t)id % 4;
    change.amounts = amounts;
    change.amount_each = (uint32_t)id % 3;
    change.options = calls_below(3);
    change.key = calls_below(4);
    change.tag = calls_below(4);
    change.estimate = calls_time(0);
    change.width = calls_below(12);
    return sked_queue_change(&self->queue, id, &change, now);
}

static sked_status queue_bar(queue_world *self, uint64_t id) {
    const sked_time now = queue_now(self);
    const uint32_t options = calls_below(5);
    return options == 4 ? sked_queue_bar(&self->queue, id, now)
                        : sked_queue_unbar(&self->queue, id, options % 3, now);
}

/* A kind, a quota or a cap becomes another, or accounts change places. */
static sked_status queue_set(queue_world *self, uint64_t id) {
    const sked_time now = queue_now(self);
    const uint32_t number = calls_below(6);
    calls_set room;
    if (id % 6 == 4) {
        return sked_queue_swap_accounts(&self->queue, number, calls_below(5), now);
    }
    if (id % 2 == 0) {
        return sked_queue_set_quota(&self->queue, number, calls_number(9),
                                    (sked_quota_mode)calls_below(3), now);
    }
    if (id % 4 == 3) {
        return sked_queue_set_cap(&self->queue, number, calls_some(&room, self->processors),
                                  calls_number(30), now);
    }
    return sked_queue_set_kind(&self->queue, number, calls_some(&room, self->processors),
                               calls_below(4), now);
}

/* Ids that are submitted with bars get and lose them, too. */
static sked_status queue_requeue(void *world) {
    queue_world *self = (queue_world *)world;
    const uint64_t id = calls_id();
    if (id % 5 == 3) {
        return queue_bar(self, id);
    }
    if (id % 7 == 6) {
        return queue_set(self, id);
    }
    return id % 3 == 2 ? queue_change(self, id)
                       : sked_queue_requeue(&self->queue, id, queue_now(self));
}

/* Leaves a set as many processors as a job wants, or gives it more; now and then not. */
static void queue_suit(const queue_world *self, uint64_t job, sked_set *set) {
    sked_job_info info;
    uint32_t at;
    if (set->size != self->processors || !calls_is_sound(set) || calls_rarely(8) ||
        sked_queue_get_job(&self->queue, job, &info, NULL) != SKED_OK) {
        return;
    }
    for (at = set->size; at-- > 0 && sked_set_count(set) > info.width;) {
        sked_set_remove(set, at);
    }
    for (at = 0; at < set->size && sked_set_count(set) < info.width; at++) {
        sked_set_add(set, at);
    }
}

static sked_status queue_book_for(queue_world *self, uint64_t id, sked_span *span,
                                  calls_set *room, sked_time now) {
    const uint64_t owner = calls_id();
    uint64_t booking = ~id;
    sked_status status;
    if (span->set != NULL) {
        queue_suit(self, owner, &room->set);
    }
    status = sked_queue_book_for(&self->queue, id, owner, span, now);
    CHECK(status != SKED_OK || span->end <= now || self->watched.forged ||
          (sked_queue_booking_of(&self->queue, owner, &booking) == SKED_OK && booking == id));
    return status;
}

static sked_status queue_book(void *world) {
    queue_world *self = (queue_world *)world;
    const sked_time now = queue_now(self);
    calls_set room;
    sked_span span;
    uint64_t id;
    span.start = calls_time(now);
    span.end = calls_time(span.start);
    span.count = calls_number(self->processors);
    span.set = calls_some_or_none(&room, self->processors);
    id = calls_id();
    return id % 4 == 3 ? queue_book_for(self, id, &span, &room, now)
                       : sked_queue_book(&self->queue, id, &span, now);
}

static sked_status queue_unbook(void *world) {
    queue_world *self = (queue_world *)world;
    return sked_queue_unbook(&self->queue, calls_id(), queue_now(self));
}

static sked_status queue_down_or_up(void *world) {
    queue_world *self = (queue_world *)world;
    calls_set room;
    const sked_set *set = calls_some(&room, self->processors);
    const sked_time now = queue_now(self);
    return calls_below(2) == 0 ? sked_queue_down(&self->queue, set, now)
                               : sked_queue_up(&self->queue, set, now);
}

/* ---- passes ---------------------------------------------------------------------------------- */

static sked_status queue_plan(void *world) {
    queue_world *self = (queue_world *)world;
    return sked_queue_plan(&self->queue, queue_now(self));
}

static sked_tiers queue_tiers(void) {
    sked_tiers tiers = sked_tiers_of((sked_tiers_policy)calls_below(4));
    const uint32_t options = calls_byte();
    tiers.options = options < 240 ? options % 8 : options;
    tiers.migration = options % 3 == 0 ? calls_length() : 0;
    tiers.usage_limit_permille = options % 5 == 0 ? calls_number(2000) : 960;
    tiers.width_max = options % 7 == 0 ? calls_number(8) : 0;
    tiers.estimate_max = options % 11 == 0 ? calls_length() : 0;
    tiers.usage.usage = options % 2 == 0 ? NULL : queue_usage;
    return tiers;
}

static sked_status queue_tiers_plan(void *world) {
    queue_world *self = (queue_world *)world;
    const sked_tiers tiers = queue_tiers();
    return sked_tiers_plan(&self->queue, &tiers, queue_now(self));
}

/* One action of a pass, or all that are left. */
static sked_status queue_next(void *world) {
    queue_world *self = (queue_world *)world;
    const uint32_t most = calls_below(2) == 0 ? 1 : 4 * QUEUE_JOBS, tiers = calls_below(2);
    sked_status status = SKED_OK;
    sked_action action;
    calls_set room;
    uint32_t made;
    for (made = 0; made < most && status == SKED_OK; made++) {
        sked_set *wanted = calls_wanted(&room, self->processors);
        wanted = made % 2 == 0 ? wanted : NULL;
        status = tiers != 0 ? sked_tiers_next(&self->queue, &action, wanted)
                            : sked_queue_next(&self->queue, &action, wanted);
        if (wanted != NULL) {
            calls_judge_set(&room, self->processors, status);
        }
        if (status == SKED_OK) {
            CHECK(*sked_action_text(action.kind) != 'u' && *sked_reason_text(action.reason) != 'u');
            self->watched.moved = 1;            /* one that fails later does not undo this */
        }
    }
    return status;
}

static sked_status queue_plan_end(void *world) {
    return sked_queue_plan_end(&((queue_world *)world)->queue);
}

/* The job stays in backgrounds side by side, or one of them is none. */
static sked_status queue_stay(queue_world *self, uint64_t id, uint32_t shape) {
    sked_place places[QUEUE_WIDTH];
    uint32_t at;
    for (at = 0; at < QUEUE_WIDTH; at++) {
        places[at].processor = at + shape / 64;
        places[at].tier = 1 + (shape / 8 % 8 == at);
    }
    return sked_tiers_stay(&self->queue, id, places, queue_now(self));
}

static sked_status queue_report(void *world) {
    queue_world *self = (queue_world *)world;
    uint16_t usage[QUEUE_WIDTH];
    const uint64_t id = calls_id();
    const uint32_t progress = calls_below(4) == 0 ? SKED_NONE : calls_number(1000);
    const uint32_t shape = calls_byte();
    uint32_t at;
    if (shape % 8 == 5) {
        return queue_stay(self, id, shape);
    }
    for (at = 0; at < QUEUE_WIDTH; at++) {
        usage[at] = (uint16_t)(shape * (at + 1) % (shape == 255 ? 2000 : 1001));
    }
    return sked_tiers_report(&self->queue, id, progress, shape == 0 ? NULL : usage,
                             queue_now(self));
}

/* ---- read ------------------------------------------------------------------------------------ */

static sked_status queue_get_job(void *world) {
    queue_world *self = (queue_world *)world;
    sked_job_info info;
    calls_set room;
    const uint64_t id = calls_id();
    sked_set *wanted = calls_wanted(&room, self->processors);
    const sked_status status = sked_queue_get_job(&self->queue, id, &info, wanted);
    uint64_t booking;
    calls_judge_set(&room, self->processors, status);
    if (sked_queue_booking_of(&self->queue, id, &booking) == SKED_OK && status == SKED_OK) {
        CHECK(self->watched.forged || (info.bars > 0 && !info.running));
    }
    return status;
}

static sked_status queue_places(void *world) {
    queue_world *self = (queue_world *)world;
    sked_place places[QUEUE_WIDTH];
    const uint32_t most = calls_below(QUEUE_WIDTH);
    const sked_status status =
        sked_tiers_get_places(&self->queue, calls_id(), places, most);
    sked_place place;
    uint64_t id;
    place.processor = calls_number(self->processors);
    place.tier = calls_number(2);
    (void)sked_tiers_job_on(&self->queue, place, &id);
    (void)sked_queue_job_on(&self->queue, place.processor, &id);
    return status;
}

/* What is asked of kinds, quotas and one of the jobs. */
static void queue_ask_kinds(queue_world *self, uint32_t number) {
    uint32_t amounts[16];
    sked_kind_info kind;
    sked_quota_info quota;
    sked_cap_info cap;
    sked_obstacle obstacle;
    (void)sked_queue_get_kind(&self->queue, number, &kind, NULL);
    (void)sked_queue_get_quota(&self->queue, number, &quota);
    (void)sked_queue_get_cap(&self->queue, number, &cap, NULL);
    (void)sked_queue_get_amounts(&self->queue, number, amounts);
    (void)sked_queue_get_obstacle(&self->queue, number, &obstacle);
}

static sked_status queue_lists(void *world) {
    queue_world *self = (queue_world *)world;
    const uint32_t position = calls_number(8), list = calls_below(3);
    uint64_t id;
    sked_span span;
    calls_set room;
    sked_status status;
    (void)sked_queue_barred_at(&self->queue, position, &id);
    queue_ask_kinds(self, position);
    if (list < 2) {
        return list == 0 ? sked_queue_waiting_at(&self->queue, position, &id)
                         : sked_queue_running_at(&self->queue, position, &id);
    }
    status = sked_queue_booking_at(&self->queue, position, &id, &span,
                                   calls_wanted(&room, self->processors));
    calls_judge_set(&room, self->processors, status);
    return status;
}

/* From the first conflict on, or from any cursor. */
static sked_status queue_conflicts(void *world) {
    queue_world *self = (queue_world *)world;
    uint64_t cursor = calls_below(4) == 0 ? calls_id() * UINT64_C(0x100000001) : 0;
    sked_status status = SKED_OK;
    sked_conflict conflict;
    uint32_t left;
    for (left = 300; left > 0 && status == SKED_OK; left--) {
        status = sked_queue_next_conflict(&self->queue, &cursor, &conflict);
    }
    CHECK(left > 0 || self->watched.forged);
    return status;
}

static sked_status queue_forecast(void *world) {
    queue_world *self = (queue_world *)world;
    sked_forecast forecasts[QUEUE_FORECASTS];
    const sked_time now = queue_now(self);
    const uint32_t most = calls_rarely(8) ? calls_below(3) : QUEUE_FORECASTS;
    size_t bytes = self->watched.bytes;
    void *scratch = calls_scratch(&bytes);
    return sked_queue_forecast(&self->queue, now, forecasts, most, scratch, bytes);
}

/* ---- copy and save --------------------------------------------------------------------------- */

static sked_status queue_branch(void *world) {
    queue_world *self = (queue_world *)world;
    const size_t bytes = self->watched.bytes;
    void *block = malloc(bytes + 1);
    sked_queue copy;
    const sked_status status =
        sked_queue_branch(&self->queue, &copy, block, bytes - (bytes > 0 && calls_rarely(16)));
    if (status != SKED_OK) {
        CHECK(sked_queue_validate(&copy) == SKED_E_EMPTY);
        free(block);
    } else {
        queue_adopt(self, &copy, block, self->watched.forged);
    }
    return status;
}

static sked_status queue_clone(void *world) {
    queue_world *self = (queue_world *)world;
    sked_queue copy;
    const sked_status status =
        sked_queue_clone(&self->queue, &copy, calls_mem(&self->memory));
    if (status == SKED_OK) {
        CHECK(self->watched.forged || sked_queue_validate(&copy) == SKED_OK);
        queue_adopt(self, &copy, NULL, self->watched.forged);
    }
    return status;
}

/* Seals the queue and opens a copy of it, as it is or forged. */
static sked_status queue_save(void *world) {
    static const sked_picker picker = {queue_pick, NULL};
    queue_world *self = (queue_world *)world;
    const int forged = calls_below(2) != 0;
    const void *sealed;
    size_t bytes;
    unsigned char *block;
    sked_queue opened;
    sked_status status = sked_queue_seal(&self->queue, &sealed, &bytes);
    if (status != SKED_OK) {
        return status;
    }
    self->watched.moved = 1;                    /* its block has a seal now */
    block = calls_copy_sealed(sealed, bytes, forged);
    status = sked_queue_open(&opened, &picker, block, bytes - calls_rarely(64));
    if (status != SKED_OK) {
        CHECK(memcmp(calls_kept, block, bytes) == 0);
        CHECK(sked_queue_validate(&opened) == SKED_E_EMPTY);
        free(block);
    } else {
        queue_adopt(self, &opened, block, forged || self->watched.forged);
    }
    return status;
}

/* Writes into the block of a queue in use; what does not validate is mended. */
static sked_status queue_forge(void *world) {
    queue_world *self = (queue_world *)world;
    unsigned char *block = (unsigned char *)self->queue.state_;
    if (block == NULL || calls_rarely(2) != 0) {
        return SKED_OK;
    }
    calls_forge(block, self->watched.bytes);
    if (sked_queue_validate(&self->queue) == SKED_OK) {
        self->watched.forged = 1;
        return SKED_OK;
    }
    memcpy(block, calls_kept, self->watched.bytes);
    return SKED_OK;
}

static sked_status queue_validate(void *world) {
    queue_world *self = (queue_world *)world;
    const sked_status status = sked_queue_validate(&self->queue);
    CHECK(self->watched.forged || status != SKED_E_CORRUPT);
    return status;
}

/* ---- what each may return -------------------------------------------------------------------- */

static const sked_status queue_create_ends[] = {QUEUE_BYTES, SKED_E_BLOCK, SKED_E_MEMORY, SKED_OK};
static const sked_status queue_grow_ends[] = {
    SKED_E_EMPTY, SKED_E_BUSY, SKED_E_RANGE, SKED_E_SETTING, SKED_E_OVERFLOW, SKED_E_FIXED,
    SKED_E_MEMORY, SKED_OK};
static const sked_status queue_submit_ends[] = {
    QUEUE_EVENT, SKED_E_RANGE, SKED_E_QUOTA, SKED_E_NO_WIDTH, SKED_E_TOO_WIDE, SKED_E_NO_ESTIMATE,
    SKED_E_DUPLICATE, SKED_E_SETTING, SKED_E_FULL, SKED_OK};
static const sked_status queue_finish_ends[] = {
    QUEUE_EVENT, SKED_E_UNKNOWN, SKED_E_NOT_RUNNING, SKED_OK};
static const sked_status queue_cancel_ends[] = {
    QUEUE_EVENT, SKED_E_UNKNOWN, SKED_E_NOT_WAITING, SKED_OK};
static const sked_status queue_requeue_ends[] = {
    QUEUE_EVENT, SKED_E_UNKNOWN, SKED_E_SETTING, SKED_E_NO_WIDTH, SKED_E_TOO_WIDE,
    SKED_E_NO_ESTIMATE, SKED_E_NOT_WAITING, SKED_E_NOT_RUNNING, SKED_E_PROMISE, SKED_E_NO_BARS,
    SKED_E_RANGE, SKED_E_QUOTA, SKED_E_TAKEN, SKED_E_CAPS, SKED_OK};
static const sked_status queue_book_ends[] = {
    QUEUE_EVENT, SKED_E_RANGE, SKED_E_NO_WIDTH, SKED_E_TOO_WIDE, SKED_E_KINDS, SKED_E_DUPLICATE,
    SKED_E_FULL, SKED_E_BACKGROUNDS, SKED_E_UNKNOWN, SKED_E_NOT_WAITING, SKED_E_TAKEN, SKED_OK};
static const sked_status queue_unbook_ends[] = {QUEUE_EVENT, SKED_E_UNKNOWN, SKED_OK};
static const sked_status queue_down_ends[] = {QUEUE_EVENT, SKED_E_RANGE, SKED_OK};
static const sked_status queue_plan_ends[] = {QUEUE_EVENT, SKED_E_BACKGROUNDS, SKED_OK};
static const sked_status queue_tiers_plan_ends[] = {
    QUEUE_EVENT, SKED_E_DEPTH, SKED_E_KINDS, SKED_E_SETTING, SKED_OK};
static const sked_status queue_next_ends[] = {
    SKED_E_EMPTY, SKED_E_NO_PASS, SKED_E_RANGE, SKED_DONE, SKED_OK};
static const sked_status queue_plan_end_ends[] = {SKED_E_EMPTY, SKED_E_NO_PASS, SKED_OK};
static const sked_status queue_report_ends[] = {
    QUEUE_EVENT, SKED_E_UNKNOWN, SKED_E_NOT_RUNNING, SKED_E_NO_BACKGROUND, SKED_E_RANGE,
    SKED_E_TAKEN, SKED_OK};
static const sked_status queue_get_job_ends[] = {
    SKED_E_EMPTY, SKED_E_RANGE, SKED_E_UNKNOWN, SKED_OK};
static const sked_status queue_places_ends[] = {
    SKED_E_EMPTY, SKED_E_UNKNOWN, SKED_E_NOT_RUNNING, SKED_E_FULL, SKED_OK};
static const sked_status queue_lists_ends[] = {SKED_E_EMPTY, SKED_E_RANGE, SKED_OK};
static const sked_status queue_conflicts_ends[] = {SKED_E_EMPTY, SKED_DONE, SKED_OK};
static const sked_status queue_forecast_ends[] = {
    QUEUE_EVENT, SKED_E_BACKGROUNDS, SKED_E_BLOCK, SKED_E_FULL, SKED_OK};
static const sked_status queue_copy_ends[] = {SKED_E_EMPTY, SKED_E_BLOCK, SKED_E_MEMORY, SKED_OK};
static const sked_status queue_save_ends[] = {
    SKED_E_EMPTY, SKED_E_BUSY, SKED_E_BLOCK, SKED_E_INCOMPATIBLE, SKED_E_LENGTH, SKED_E_CORRUPT,
    SKED_E_SETTING, SKED_OK};
static const sked_status queue_validate_ends[] = {SKED_E_EMPTY, SKED_E_CORRUPT, SKED_OK};
static const sked_status queue_fine[] = {SKED_OK};

static const calls_operation queue_operations[] = {
    {queue_submit, queue_submit_ends},      {queue_next, queue_next_ends},
    {queue_plan, queue_plan_ends},          {queue_tiers_plan, queue_tiers_plan_ends},
    {queue_next, queue_next_ends},          {queue_submit, queue_submit_ends},
    {queue_plan, queue_plan_ends},          {queue_tiers_plan, queue_tiers_plan_ends},
    {queue_finish, queue_finish_ends},      {queue_cancel, queue_cancel_ends},
    {queue_requeue, queue_requeue_ends},    {queue_book, queue_book_ends},
    {queue_unbook, queue_unbook_ends},      {queue_down_or_up, queue_down_ends},
    {queue_plan_end, queue_plan_end_ends},  {queue_report, queue_report_ends},
    {queue_get_job, queue_get_job_ends},    {queue_places, queue_places_ends},
    {queue_lists, queue_lists_ends},        {queue_conflicts, queue_conflicts_ends},
    {queue_forecast, queue_forecast_ends},  {queue_branch, queue_copy_ends},
    {queue_clone, queue_copy_ends},         {queue_save, queue_save_ends},
    {queue_forge, queue_fine},              {queue_validate, queue_validate_ends},
    {queue_grow, queue_grow_ends},          {queue_destroy, queue_fine},
    {queue_create, queue_create_ends},      {queue_next, queue_next_ends},
    {queue_submit, queue_submit_ends},      {queue_finish, queue_finish_ends},
};

static void queue_calls(void) {
    queue_world self;
    memset(&self, 0, sizeof self);
    queue_watch(&self);
    calls_live(queue_operations, sizeof queue_operations / sizeof *queue_operations, &self,
               &self.watched, queue_create, queue_validate);
    queue_end(&self);
    CHECK(self.memory.live == 0);
}

#endif
