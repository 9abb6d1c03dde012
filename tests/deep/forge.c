/* forge.c - deep test of sked_queue_sound: what it accepts, no call may turn against memory.
 *
 * SPDX-License-Identifier: MIT
 *
 *     build/deep_forge           all
 *     build/deep_forge SEED      one queue and its forgeries: what to run after a failure
 *
 * The promise under test: after SKED_OK no call with an intact handle reads or writes outside the
 * block or runs for ever, whatever wrote the block. So: build a busy queue, write into its block,
 * ask whether it is sound, and if it is, call everything. What is read or written outside shows in
 * the red zones, or under a sanitizer; what the calls answer is not judged, for the content may be
 * nonsense. An endless loop shows in the count of the picker's calls or of next's; one inside a
 * call that asks no picker shows as a test that does not end: seed_now is its seed. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEEDS = 5000, FORGERIES = 16, STEPS = 200, PROCESSORS_MAX = 130, JOBS_MAX = 12, HOLDS_MAX = 4,
    IDS = 16, RED_BYTES = 64, RED = 0xA5
};

static volatile unsigned long long seed_now;    /* for a debugger, when the test does not end */
static unsigned long accepted, accepted_open, refused;

/* ---- memory ---------------------------------------------------------------------------------- */

/* Every second seed has red zones, which show writes in any build; the others have a block of its
 * own from malloc, next to which a sanitizer sees reads too. */
typedef struct room {
    size_t red_bytes;
    unsigned char *kept;                        /* free leaves this block alone */
    int harmed;
} room;

static void *room_alloc(void *ctx, size_t size) {
    const room *self = (const room *)ctx;
    unsigned char *raw = (unsigned char *)malloc(size + 2 * self->red_bytes);
    if (raw == NULL) {
        return NULL;
    }
    memset(raw, RED, size + 2 * self->red_bytes);
    memset(raw + self->red_bytes, 0xC3, size);  /* else forgeries that copy were not repeatable */
    return raw + self->red_bytes;
}

static void room_watch(room *self, const unsigned char *block, size_t size) {
    size_t i;
    for (i = 0; i < self->red_bytes; i++) {
        self->harmed |= block[size + i] != RED || *(block - 1 - i) != RED;
    }
}

static void room_free(void *ctx, void *block, size_t size) {
    room *self = (room *)ctx;
    room_watch(self, (const unsigned char *)block, size);
    if (block != self->kept) {
        free((unsigned char *)block - self->red_bytes);
    }
}

/* ---- a queue and those who call it ----------------------------------------------------------- */

typedef struct world {
    uint64_t seed, random;
    room memory;
    sked_queue queue;
    sked_queue_settings settings;
    uint32_t picks;                             /* since next was called */
    int endless;                                /* has a pass had more actions than jobs? */
} world;

static uint32_t below(world *self, uint32_t bound) {
    return check_below(&self->random, bound);
}

/* Any processors, and sometimes none, too few, or one that was not offered. */
static int pick_any(void *ctx, const sked_ask *ask, const sked_set *offered, sked_set *chosen) {
    world *self = (world *)ctx;
    const uint32_t mood = below(self, 16);
    uint32_t left = sked_set_count(offered), wanted = ask->count, p;
    if (++self->picks > 2 * JOBS_MAX + 2) {
        printf("forge: a call asks its picker for ever (seed %llu)\n", seed_now);
        exit(1);                                /* there is no way to return from that call */
    }
    for (p = sked_set_first(offered); p < offered->size; p = sked_set_next(offered, p), left--) {
        if (wanted > 0 && below(self, left) < wanted) {
            sked_set_add(chosen, p);
            wanted--;
        }
    }
    if (mood == 0) {
        sked_set_add(chosen, below(self, chosen->size));
    }
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
    sked_queue_facts facts;
    const uint32_t mood = below(self, 1000);
    (void)sked_queue_look(&self->queue, &facts);    /* fails only with an empty handle */
    return mood == 0  ? SKED_TIME_MAX - (sked_time)below(self, 10)
           : mood == 1 ? -1
           : mood == 2 ? SKED_NEVER
           : mood < 20 ? facts.now - 1
           : mood < 600 || facts.now > SKED_TIME_MAX - 9 ? facts.now
                       : facts.now + (sked_time)below(self, 6);
}

/* Of a running job, if there is one where we look; else any. */
static uint64_t some_id(world *self) {
    uint64_t id = below(self, 50) == 0 ? check_random(&self->random) : below(self, IDS);
    if (below(self, 2) == 0) {
        (void)sked_queue_job_on(&self->queue, below(self, self->settings.processors), &id);
    }
    return id;
}

static void call_submit(world *self) {
    sked_job job;
    job.id = below(self, IDS);
    job.key = below(self, 5);
    job.tag = check_random(&self->random);
    job.estimate = below(self, 12) == 0 ? 0 : some_length(self);
    job.width = below(self, self->settings.processors + 1 + (below(self, 8) == 0));
    (void)sked_queue_submit(&self->queue, &job, some_now(self));
}

static void call_hold(world *self) {
    const sked_time now = some_now(self);
    sked_word words[SKED_SET_WORDS(PROCESSORS_MAX)];
    sked_set set = sked_set_make(words, self->settings.processors);
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
    (void)sked_queue_hold(&self->queue, below(self, HOLDS_MAX + 1), &span, now);
}

/* At most `most` actions of the pass; each job starts once in it, so it ends. */
static void call_next(world *self, uint32_t most) {
    sked_word words[SKED_SET_WORDS(PROCESSORS_MAX)];
    sked_set set = sked_set_make(words, self->settings.processors);
    sked_action action;
    uint32_t calls = 0;
    sked_status status = SKED_OK;
    while (calls < most && status == SKED_OK) {
        self->picks = 0;
        status = sked_queue_next(&self->queue, &action, below(self, 8) == 0 ? NULL : &set);
        calls++;
    }
    self->endless |= calls > JOBS_MAX + 3;      /* grow adds two at most, and SKED_DONE is one */
}

static void call_readers(world *self) {
    sked_word words[SKED_SET_WORDS(PROCESSORS_MAX)];
    sked_set set = sked_set_make(words, self->settings.processors);
    sked_job_facts facts;
    uint64_t id;
    id = some_id(self);
    (void)sked_queue_find(&self->queue, id, &facts, below(self, 4) == 0 ? NULL : &set);
    (void)sked_queue_job_on(&self->queue, below(self, set.size + 2), &id);
    (void)sked_queue_next_time(&self->queue);
    if (below(self, 8) == 0) {
        (void)sked_queue_sound(&self->queue);   /* whatever it says by now: it must end */
    }
}

static void call_any(world *self) {
    sked_queue *queue = &self->queue;
    const uint64_t id = some_id(self);          /* C leaves the order of arguments open */
    const sked_time now = some_now(self);
    switch (below(self, 16)) {
    case 0: case 1: case 2: case 3: call_submit(self); break;
    case 4: case 5: (void)sked_queue_finish(queue, id, now); break;
    case 6: (void)sked_queue_cancel(queue, below(self, IDS), now); break;
    case 7: (void)sked_queue_return(queue, id, now); break;
    case 8: call_hold(self); break;
    case 9: (void)sked_queue_release(queue, below(self, HOLDS_MAX + 1), now); break;
    case 10: (void)sked_queue_plan(queue, now); break;
    case 11: call_next(self, 1 + below(self, 3)); break;
    case 12: call_readers(self); break;
    case 13: (void)(below(self, 4) == 0 ? sked_queue_stop(queue) : SKED_OK); break;
    default: (void)sked_queue_plan(queue, now); call_next(self, 10 * JOBS_MAX);
    }
}

/* ---- forgeries ------------------------------------------------------------------------------- */

/* Only here are private fields used: the handle's to find the block and its size, and the state's
 * to aim at, for blind writes seldom hit the few words that contradict nothing. */

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

static void forge_pass(world *self) {
    sked_queue_state_ *state = self->queue.state_;
    switch (below(self, 8)) {
    case 0: state->phase = below(self, 4); break;
    case 1: case 2: state->cursor = some_index(self); break;
    case 3: state->shadow = (sked_time)some_number(self); break;
    case 4: state->extra = some_index(self); break;
    case 5: state->head_held = below(self, 3); break;
    case 6: state->head = some_index(self); break;
    default: state->now = (sked_time)((uint64_t)state->now + below(self, 50));
    }
}

static void forge_job(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t job = below(self, self->settings.jobs_max);
    const uint32_t twin = below(self, self->settings.jobs_max);
    switch (below(self, 9)) {
    case 0: queue->arrival_[job] = below(self, 6); break;
    case 1: queue->state_->arrivals = UINT64_MAX / (1 + below(self, 2)) - below(self, 3); break;
    case 2: queue->estimate_[job] = (sked_time)some_number(self); break;
    case 3: queue->start_[job] = queue->start_[twin]; break;
    case 4: queue->width_[job] = some_index(self); break;
    case 5: queue->first_[job] = some_index(self); break;
    case 6: queue->id_[job] = queue->id_[twin]; break;
    case 7: queue->arrival_[job] = queue->arrival_[twin]; break;
    default: queue->key_[job] = some_number(self);
    }
}

/* Makes the head the equal of the last running job to end: once both run, nothing orders them. */
static void forge_twins(world *self) {
    sked_queue *queue = &self->queue;
    const sked_queue_state_ *state = queue->state_;
    const uint32_t jobs_max = self->settings.jobs_max, head = state->front;
    const uint32_t last = state->running == 0 || state->running > jobs_max ||
                                  state->running > self->settings.processors
                              ? SKED_NONE
                              : queue->ending_[state->running - 1];
    if (head < jobs_max && last < jobs_max) {
        queue->arrival_[head] = queue->arrival_[last];
        queue->estimate_[head] = queue->estimate_[last] = SKED_NEVER;
    }
}

/* Points one link of a chain or list elsewhere. */
static void forge_link(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t job = below(self, self->settings.jobs_max), to = some_index(self);
    const uint32_t p = below(self, 2 * self->settings.processors);
    switch (below(self, 9)) {
    case 0: queue->id_next_[job] = to; break;
    case 1: queue->bucket_[job] = to; break;    /* there are as many buckets, or more */
    case 2: queue->next_[job] = to; break;
    case 3: queue->previous_[job] = to; break;
    case 4: queue->ending_[job < self->settings.processors ? job : 0] = to; break;
    case 5: queue->slot_job_[p] = to; break;
    case 6: queue->slot_next_[p] = to; break;
    case 7: queue->state_->spare = to; break;
    default: queue->state_->processors_free = to;
    }
}

static void forge_hold(world *self) {
    sked_queue *queue = &self->queue;
    const uint32_t hold = below(self, self->settings.holds_max + 1);
    if (hold == self->settings.holds_max) {
        queue->state_->holds = below(self, HOLDS_MAX + 2);
        return;
    }
    switch (below(self, 4)) {
    case 0: queue->hold_start_[hold] = (sked_time)some_number(self); break;
    case 1: queue->hold_end_[hold] = (sked_time)some_number(self); break;
    case 2: queue->hold_count_[hold] = some_index(self); break;
    default: queue->hold_id_[hold] = below(self, HOLDS_MAX + 1);
    }
}

static void forge(world *self) {
    uint32_t left = 1 + below(self, 3);
    for (; left > 0; left--) {
        switch (below(self, 7)) {
        case 0: case 1: forge_blindly(self); break;
        case 2: forge_pass(self); break;
        case 3: forge_job(self); break;
        case 4: forge_link(self); break;
        case 5: forge_hold(self); break;
        default: forge_twins(self);
        }
    }
}

/* ---- the test -------------------------------------------------------------------------------- */

static void build(world *self) {
    sked_queue_settings *settings = &self->settings;
    sked_picker picker;
    sked_mem memory;
    uint32_t left;
    picker.pick = pick_any;
    picker.ctx = self;
    memory.alloc = room_alloc;
    memory.free = room_free;
    memory.ctx = &self->memory;
    settings->processors = 1 + below(self, below(self, 8) == 0 ? PROCESSORS_MAX : 12);
    settings->jobs_max = 1 + below(self, JOBS_MAX);
    settings->holds_max = below(self, HOLDS_MAX + 1);
    settings->estimate_missing = below(self, 2) == 0 ? SKED_REFUSE_MISSING : 7;
    settings->order = (sked_order)below(self, 3);
    settings->backfill_order = (sked_order)below(self, 3);
    settings->depth = below(self, 4) != 0;
    CHECK_SEED(self->seed, sked_queue_make(&self->queue, settings,
                                           below(self, 3) == 0 ? NULL : &picker,
                                           memory) == SKED_OK);
    for (left = 40 + below(self, 60); left > 0; left--) {
        call_any(self);
    }
}

/* Half of the queues are left with many jobs and, mostly, an open pass. */
static void leave_busy(world *self) {
    uint32_t left;
    (void)sked_queue_stop(&self->queue);
    for (left = JOBS_MAX; left > 0; left--) {
        call_submit(self);
    }
    (void)sked_queue_plan(&self->queue, some_now(self));
    call_next(self, 1 + below(self, 3));
}

/* Calls everything on what was accepted; now and then in a larger block, to which grow has moved
 * it. The handle on the first block, which room_free keeps, is put back afterwards. */
static void use(world *self) {
    const sked_queue first = self->queue;
    const uint32_t jobs_max = self->settings.jobs_max + below(self, 3);
    const uint32_t holds_max = self->settings.holds_max + below(self, 2);
    const int grows = below(self, 8) == 0 &&
                      sked_queue_grow(&self->queue, jobs_max, holds_max) == SKED_OK;
    uint32_t left;
    for (left = STEPS; left > 0; left--) {
        call_any(self);
    }
    if (grows) {
        sked_queue_drop(&self->queue);
        self->queue = first;
    }
}

static void forge_and_use(world *self, const unsigned char *good) {
    unsigned char *block = self->memory.kept;
    const size_t bytes = self->queue.bytes_;
    memcpy(block, good, bytes);
    forge(self);
    if (sked_queue_sound(&self->queue) != SKED_OK) {
        CHECK_SEED(self->seed, memcmp(block, good, bytes) != 0);
        refused++;
    } else if (memcmp(block, good, bytes) != 0) {
        accepted++;
        accepted_open += sked_queue_plan(&self->queue, -1) == SKED_E_BUSY;
        use(self);
    }
    room_watch(&self->memory, block, bytes);
    CHECK_SEED(self->seed, !self->memory.harmed && !self->endless);
}

static void try_seed(uint64_t seed) {
    world self;
    unsigned char *good;
    uint32_t left;
    memset(&self, 0, sizeof self);
    self.seed = self.random = seed_now = seed;
    self.memory.red_bytes = seed % 2 == 0 ? RED_BYTES : 0;
    build(&self);
    if (below(&self, 2) == 0) {
        leave_busy(&self);
    }
    CHECK_SEED(seed, sked_queue_sound(&self.queue) == SKED_OK);
    self.memory.kept = (unsigned char *)self.queue.state_;
    good = (unsigned char *)malloc(self.queue.bytes_);
    if (good == NULL) {
        abort();
    }
    memcpy(good, self.memory.kept, self.queue.bytes_);
    for (left = FORGERIES; left > 0; left--) {
        forge_and_use(&self, good);
    }
    free(good);
    self.memory.kept = NULL;
    sked_queue_drop(&self.queue);
    CHECK_SEED(seed, !self.memory.harmed);
}

int main(int argc, char **argv) {
    uint64_t seed;
    if (argc > 1) {
        try_seed(strtoull(argv[1], NULL, 10));
        return check_done("deep/forge");
    }
    for (seed = 1; seed <= SEEDS; seed++) {
        try_seed(seed);
    }
    /* A forger whose work is all refused, or all accepted, would test nothing. */
    CHECK(accepted > SEEDS);
    CHECK(accepted_open > SEEDS / 4);
    CHECK(refused > SEEDS);
    return check_done("deep/forge");
}
