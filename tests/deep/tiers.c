/* tiers.c - deep tests of the passes with backgrounds: a slow oracle, and laws that need none.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched.h"

#define DEEP_NAME "tiers"
#include "harness.h"

enum { PROCESSORS_MAX = 24, JOBS_MAX = 30, BOOKINGS_MAX = 5, TIERS_MAX = 8, WORDS_MAX = 4 };
enum { INSTANTS_MAX = 2 + JOBS_MAX + 2 * BOOKINGS_MAX, DUE_OF_8 = 1 };

#include "doubles.h"
#include "model.h"
#include "accounts.h"

/* ---- the oracle: state ----------------------------------------------------------------------- */

typedef struct model_job {
    place place;
    uint64_t id, key, tag, arrival;
    sked_time estimate, start, end;     /* of a job in the foreground: what the books say */
    uint32_t width, progress, options, bars, account;
    int stays;                          /* a blocked head that stays the head */
    sked_place at[PROCESSORS_MAX];      /* by process, while it runs */
    sked_place from[PROCESSORS_MAX];    /* the same before it last came to run elsewhere */
    uint32_t usage[PROCESSORS_MAX];
} model_job;

/* What is known of processes before they run. */
typedef enum know_kind { KNOW_NOTHING, KNOW_ALL_BUSY, KNOW_STEPS, KNOW_ANY, KNOW_TOO_MUCH,
                         KNOW_KINDS } know_kind;

typedef struct knowledge {
    know_kind kind;
    uint64_t seed;
    const struct model *model;
    int abused;                         /* asked about what is no process of a waiting job */
} knowledge;

typedef enum phase { CLOSED, STEP_1, STEP_2, STEP_3, OVER } phase;

typedef struct pass {
    phase phase;
    sked_tiers tiers;
    int head;                           /* the place in jobs[] of the one that waits, or -1 */
    int refused;                        /* it would fit, but the picker refused */
    int pinned;                         /* it stays on its processors */
    int booked;                         /* a booking overlaps its run: numbers are not enough */
    sked_time shadow;
    uint32_t extra;
    int candidates[JOBS_MAX];
    uint32_t count, at;
} pass;

typedef struct model {
    sked_queue_settings settings;
    const chooser *chooser;
    knowledge *known;
    sked_time now;
    uint64_t arrivals;
    model_job jobs[JOBS_MAX];
    model_booking bookings[BOOKINGS_MAX];
    int on[TIERS_MAX][PROCESSORS_MAX];  /* the place in jobs[] of who runs there, or -1 */
    unsigned char down[PROCESSORS_MAX];
    unsigned char news[TIERS_MAX][PROCESSORS_MAX];  /* lost, which nobody has been told */
    int background_left, told_more, stopped;        /* since the latest complete pass */
    pass pass;
    accounts accounts;
    sked_queue_counters counters;
} model;

typedef struct world {
    uint64_t seed, random;
    uint32_t event;
    model model;
    knowledge known;
    chooser chooser, twin_chooser;
    meter meter;
    void *block;                        /* of a queue that was opened or branched; else NULL */
    size_t bytes;
    uint32_t jobs_limit, bookings_limit;
    sked_time span;                     /* how far apart things happen */
    int unlimited, losses;              /* jobs without a bound, lost processors occur */
    uint32_t options;                   /* SKED_TIERS_PICKER, for good */
    int steady;                         /* the policy and the usage limit stay for good, too */
    sked_tiers latest;
    sked_queue queue;
    int has_twin;                   /* without backgrounds: a queue with plain passes beside   */
    sked_queue twin;
} world;

#include "oracle.h"

static uint32_t stays_seen[3];          /* told, taken, out of range */

static uint32_t processors_of(const model *self) {
    return self->settings.processors;
}

static uint32_t tiers_of(const model *self) {
    return self->settings.backgrounds + 1;
}

static sked_time expected_end(const model *self, const model_job *job) {
    return job->end > self->now ? job->end : self->now;
}

static int who_is_on(const model *self, uint32_t processor) {
    return self->on[0][processor];
}

static int is_idle(const model *self, uint32_t processor) {
    return self->on[0][processor] < 0 && !self->down[processor];
}

static int runs(const model_job *job) {
    return job->place == RUNNING || job->place == BACKGROUND;
}

/* Takes a job off its processors. */
static void vacate(model *self, int slot) {
    const model_job *job = &self->jobs[slot];
    uint32_t k;
    for (k = 0; k < job->width; k++) {
        self->on[job->at[k].tier][job->at[k].processor] = -1;
        self->news[job->at[k].tier][job->at[k].processor] = 0;
    }
}

static int uses(const model_job *job, uint32_t processor) {
    uint32_t k;
    for (k = 0; k < job->width; k++) {
        if (job->at[k].processor == processor) {
            return runs(job);
        }
    }
    return 0;
}

/* ---- the oracle: usage ----------------------------------------------------------------------- */

static uint32_t told_usage(const knowledge *self, uint64_t id, uint32_t process) {
    uint64_t state = self->seed ^ (id * 31u + process);
    const uint64_t dice = check_random(&state);
    switch (self->kind) {
    case KNOW_ALL_BUSY: return 1000;
    case KNOW_STEPS: return (uint32_t)(dice % 6) * 200;
    case KNOW_ANY: return (uint32_t)(dice % 1001);
    case KNOW_TOO_MUCH: return dice % 2 ? UINT32_MAX - (uint32_t)(dice >> 40) : 1001;
    default: return 0;
    }
}

/* The same knowledge as the queue sees it. */
static uint32_t tell_usage(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    knowledge *self = (knowledge *)ctx;
    const int slot = slot_of(self->model, id);
    self->abused |= slot < 0 || self->model->jobs[slot].place != WAITING ||
                    self->model->jobs[slot].tag != tag ||
                    process >= self->model->jobs[slot].width;
    return told_usage(self, id, process);
}

/* Without backgrounds nobody asks. */
static void learn_usage(const model *self, model_job *job) {
    uint32_t k;
    for (k = 0; k < job->width; k++) {
        const uint32_t told = tiers_of(self) > 1 ? told_usage(self->known, job->id, k) : 0;
        job->usage[k] = told > 1000 ? 1000 : told;
    }
}

static uint32_t usage_at(const model *self, uint32_t tier, uint32_t processor) {
    const int slot = self->on[tier][processor];
    uint32_t k = 0;
    if (slot < 0) {
        return 0;
    }
    while (self->jobs[slot].at[k].processor != processor) {
        k++;
    }
    return self->jobs[slot].usage[k];
}

/* What others use behind a processor's foreground. */
static uint32_t used_behind(const model *self, uint32_t processor, int slot) {
    uint32_t tier, sum = 0;
    for (tier = 1; tier < tiers_of(self); tier++) {
        sum += self->on[tier][processor] == slot ? 0 : usage_at(self, tier, processor);
    }
    return sum;
}

static uint32_t used_above(const model *self, uint32_t processor, uint32_t below) {
    uint32_t tier, sum = 0;
    for (tier = 0; tier < below; tier++) {
        sum += usage_at(self, tier, processor);
    }
    return sum;
}

/* The free background of highest priority; 0: none. */
static uint32_t open_tier(const model *self, uint32_t processor) {
    uint32_t tier;
    for (tier = 1; tier < tiers_of(self); tier++) {
        if (self->on[tier][processor] < 0) {
            return tier;
        }
    }
    return 0;
}

static int is_eligible(const model *self, uint32_t processor) {
    const uint32_t open = open_tier(self, processor);
    uint32_t tier, busy = 0;
    for (tier = 0; tier < open; tier++) {
        busy += self->on[tier][processor] >= 0;
    }
    return open > 0 && !self->down[processor] &&
           (busy == 0 || used_above(self, processor, open) < self->pass.tiers.usage_limit_permille);
}

/* ---- the oracle: what it means to fit -------------------------------------------------------- */

static int is_there(const model *self, uint32_t processor, sked_time at, int really) {
    const int slot = self->on[0][processor];
    if (self->down[processor]) {
        return 0;
    }
    if (slot < 0) {
        return 1;
    }
    return !(really && at == self->now) && expected_end(self, &self->jobs[slot]) <= at;
}

static uint32_t there_by(const model *self, sked_time at) {
    uint32_t processor, count = 0;
    for (processor = 0; processor < processors_of(self); processor++) {
        count += is_there(self, processor, at, 0) != 0;
    }
    return count;
}

/* ---- the oracle: choosing processors --------------------------------------------------------- */

/* The members of a set, by rising use of the other tiers. */
static uint32_t rank_processors(const model *self, int slot, int background,
                                const unsigned char *in, uint32_t *ranked) {
    uint32_t use[PROCESSORS_MAX], processor, count = 0, at;
    for (processor = 0; processor < processors_of(self); processor++) {
        const uint32_t own = background
                                 ? used_above(self, processor, open_tier(self, processor))
                                 : used_behind(self, processor, slot);
        if (!in[processor]) {
            continue;
        }
        for (at = count; at > 0 && use[at - 1] > own; at--) {
            use[at] = use[at - 1];
            ranked[at] = ranked[at - 1];
        }
        use[at] = own;
        ranked[at] = processor;
        count++;
    }
    return count;
}

/* The processes of a job, the most used first. */
static void rank_processes(const model_job *job, uint32_t *ranked) {
    uint32_t k, at;
    for (k = 0; k < job->width; k++) {
        for (at = k; at > 0 && job->usage[ranked[at - 1]] < job->usage[k]; at--) {
            ranked[at] = ranked[at - 1];
        }
        ranked[at] = k;
    }
}

static int picked(model *self, const model_job *job, int background, sked_time end,
                  const unsigned char *offered, unsigned char *on) {
    sked_pick_request ask;
    int answered, well;
    ask.id = job->id;
    ask.tag = job->tag;
    ask.start = self->now;
    ask.end = end;
    ask.count = job->width;
    ask.tier = (uint32_t)background;
    ask.ahead = 0;
    ask.beside = NULL;
    answered = choose_plain(self->chooser, &ask, offered, on);
    well = well_chosen(self->chooser, &ask, offered, on);
    self->counters.picker_refusals += !answered;
    self->counters.picker_faults += answered && !well;
    return answered && well;
}

/* Chooses among the offered ones, of which there are enough: the picker, or those that are least
 * used. */
static int choose_for(model *self, int slot, int background, sked_time end,
                      const unsigned char *offered, unsigned char *on) {
    const model_job *job = &self->jobs[slot];
    uint32_t ranked[PROCESSORS_MAX], n;
    if (self->pass.tiers.options & SKED_TIERS_PICKER) {
        return picked(self, job, background, end, offered, on);
    }
    (void)rank_processors(self, slot, background, offered, ranked);
    memset(on, 0, PROCESSORS_MAX);
    for (n = 0; n < job->width; n++) {
        on[ranked[n]] = 1;
    }
    return 1;
}

/* Puts a job on processors: its most used processes on the least used ones. */
static void settle(model *self, int slot, int background, const unsigned char *on) {
    model_job *job = &self->jobs[slot];
    uint32_t ranked[PROCESSORS_MAX], process[PROCESSORS_MAX], n;
    if (job->place == WAITING) {
        learn_usage(self, job);
    }
    (void)rank_processors(self, slot, background, on, ranked);
    rank_processes(job, process);
    if (job->place == BACKGROUND) {
        vacate(self, slot);
    }
    memcpy(job->from, job->at, sizeof job->from);
    for (n = 0; n < job->width; n++) {
        sked_place *at = &job->at[process[n]];
        at->processor = ranked[n];
        at->tier = background ? open_tier(self, ranked[n]) : 0;
        self->on[at->tier][at->processor] = slot;
    }
    job->place = background ? BACKGROUND : RUNNING;
    job->stays = job->stays && background;
}

/* A job comes before what ran before it. */
static void swap_tiers(model *self, int slot) {
    model_job *job = &self->jobs[slot];
    uint32_t k;
    vacate(self, slot);
    for (k = 0; k < job->width; k++) {
        job->at[k].tier = 0;
        self->on[0][job->at[k].processor] = slot;
    }
    job->place = RUNNING;
    job->stays = 0;
}

/* ---- the oracle: a job's way to the foreground ----------------------------------------------- */

typedef struct attempt {
    int slot;
    sked_action_kind kind;
    sked_time end;
    int beside;                         /* it would outlast the shadow time */
    unsigned char on[PROCESSORS_MAX];
} attempt;

/* May a job in a background only come to the foregrounds in front of it? */
static int can_only_swap(const model *self, const model_job *job) {
    const sked_tiers_policy policy = self->pass.tiers.policy;
    return job->place == BACKGROUND &&
           (policy == SKED_REASY ||
            (policy == SKED_KEASY && (job->options & SKED_JOB_NO_RESTART)) ||
            (policy == SKED_MEASY && (job->options & SKED_JOB_NO_MIGRATION)));
}

/* How much of its estimate the job still needs. */
static sked_time length_of(const model *self, const model_job *job, sked_action_kind kind) {
    sked_time length = job->estimate;
    if ((kind == SKED_SWAP || kind == SKED_MIGRATE) && length != SKED_NEVER &&
        (self->pass.tiers.options & SKED_TIERS_REMAINING)) {
        length -= length / 1000 * job->progress + length % 1000 * job->progress / 1000;
        length = length > 1 ? length : 1;
    }
    return length;
}

/* When the job would be expected to end. What it has done can let a run seem to have begun before
 * time began: not so. */
static sked_time end_of(const model *self, const model_job *job, sked_action_kind kind) {
    const sked_time length = length_of(self, job, kind);
    const sked_time cost = kind == SKED_MIGRATE ? self->pass.tiers.migration : 0;
    const sked_time end = plus(plus(self->now, cost), length);
    return length < job->estimate && end < job->estimate ? job->estimate : end;
}

/* When a run of its whole estimate would have begun, to end then. */
static sked_time start_of(const model *self, const model_job *job, sked_action_kind kind) {
    const sked_time done = job->estimate - length_of(self, job, kind);
    const sked_time cost = kind == SKED_MIGRATE ? self->pass.tiers.migration : 0;
    const sked_time from = self->now < SKED_TIME_MAX - cost ? self->now + cost : SKED_TIME_MAX;
    return from > done ? from - done : 0;
}

/* A head that stays on its processors, and keeps none of them for itself. */
static int is_unguarded(const model *self) {
    return self->pass.pinned && (self->pass.tiers.options & SKED_TIERS_UNGUARDED) != 0;
}

static void list_offer(const model *self, const attempt *trial, unsigned char *offered) {
    const pass *p = &self->pass;
    uint32_t processor;
    memset(offered, 0, PROCESSORS_MAX);
    for (processor = 0; processor < processors_of(self); processor++) {
        offered[processor] =
            is_idle(self, processor) && !kept_by_set(self, processor, self->now, trial->end) &&
            !(trial->beside && p->pinned && !is_unguarded(self) &&
              uses(&self->jobs[p->head], processor));
    }
}

static int choose_foregrounds(model *self, attempt *trial) {
    const model_job *job = &self->jobs[trial->slot];
    unsigned char offered[PROCESSORS_MAX];
    uint32_t processor;
    list_offer(self, trial, offered);
    if (trial->kind != SKED_SWAP) {
        return count_of(offered, processors_of(self)) >= job->width &&
               choose_for(self, trial->slot, 0, trial->end, offered, trial->on);
    }
    memset(trial->on, 0, PROCESSORS_MAX);
    for (processor = 0; processor < processors_of(self); processor++) {
        trial->on[processor] = (unsigned char)uses(job, processor);
        if (trial->on[processor] && !offered[processor]) {
            return 0;
        }
    }
    return 1;
}

static void move(model *self, const attempt *trial) {
    model_job *job = &self->jobs[trial->slot];
    job->start = start_of(self, job, trial->kind);
    job->end = trial->end;
    if (trial->kind == SKED_START || trial->kind == SKED_RESTART) {
        job->progress = 0;
    }
    if (trial->kind == SKED_SWAP) {
        swap_tiers(self, trial->slot);
    } else {
        settle(self, trial->slot, 0, trial->on);
    }
}

/* How long the head would hold foregrounds: a migration takes its time. */
static sked_time head_end(const model *self, sked_time from) {
    const model_job *head = &self->jobs[self->pass.head];
    const int swaps = can_only_swap(self, head);
    const int moves = head->place == BACKGROUND && !swaps &&
                      self->pass.tiers.policy == SKED_MEASY;
    const sked_time length =
        length_of(self, head, moves ? SKED_MIGRATE : swaps ? SKED_SWAP : SKED_START);
    return plus(from, plus(length, moves ? self->pass.tiers.migration : 0));
}

/* A pinned one needs its own foregrounds. */
static int head_has_room(const model *self, sked_time from, int really) {
    const model_job *head = &self->jobs[self->pass.head];
    uint32_t processor;
    for (processor = 0; self->pass.pinned && processor < processors_of(self); processor++) {
        if (uses(head, processor) && (!is_there(self, processor, from, really) ||
                                      kept_by_set(self, processor, from, head_end(self, from)))) {
            return 0;
        }
    }
    return has_room(self, head->width, from, head_end(self, from), really);
}

/* With the job running, does the head still fit at its shadow time? */
static int spares_head(const model *self, const attempt *trial) {
    static model other;
    other = *self;
    move(&other, trial);
    return head_has_room(&other, other.pass.shadow, 0);
}

/* Can the job go to the foreground in this way; in step 2 without delaying the head? */
static int succeeds(model *self, attempt *trial) {
    pass *p = &self->pass;
    const model_job *job = &self->jobs[trial->slot];
    const int behind = p->phase == STEP_2;
    trial->end = end_of(self, job, trial->kind);
    trial->beside = behind && (trial->end == SKED_NEVER || trial->end > p->shadow);
    if (!has_room(self, job->width, self->now, trial->end, 1) ||
        (trial->beside && !p->booked && job->width > p->extra)) {
        return 0;
    }
    return choose_foregrounds(self, trial) && (!behind || !p->booked || spares_head(self, trial));
}

static void tell(const model *self, int slot, const unsigned char *on, decision *d) {
    const model_job *job = &self->jobs[slot];
    memset(d, 0, sizeof *d);
    d->action.id = job->id;
    d->action.tag = job->tag;
    d->action.start = job->start;
    d->action.end = job->end;
    d->action.width = job->width;
    d->action.shadow = SKED_NEVER;
    memcpy(d->on, on, PROCESSORS_MAX);
}

static void count_action(model *self, sked_action_kind kind) {
    self->counters.started += kind == SKED_START;
    self->counters.swapped += kind == SKED_SWAP;
    self->counters.restarted += kind == SKED_RESTART;
    self->counters.migrated += kind == SKED_MIGRATE;
    self->counters.backgrounded += kind == SKED_START_BACKGROUND;
    self->counters.jobs_lost += kind == SKED_LOST;
}

static void commit(model *self, const attempt *trial, decision *d) {
    pass *p = &self->pass;
    move(self, trial);
    tell(self, trial->slot, trial->on, d);
    d->action.start = self->now;
    d->action.kind = trial->kind;
    d->action.reason = SKED_HEAD;
    if (p->phase == STEP_2) {
        d->action.reason = trial->beside ? SKED_FITS_EXTRA : SKED_BEFORE_SHADOW;
        d->action.extra = p->extra;
        d->action.shadow = p->shadow;
        d->action.head = self->jobs[p->head].id;
        p->extra -= trial->beside && !p->booked ? self->jobs[trial->slot].width : 0;
    }
    count_action(self, trial->kind);
}

/* Brings a job of the line to the foreground, if it can be. */
static int deploy(model *self, int slot, decision *d) {
    attempt trial;
    memset(&trial, 0, sizeof trial);
    trial.slot = slot;
    trial.kind = self->jobs[slot].place == WAITING ? SKED_START : SKED_SWAP;
    if (succeeds(self, &trial)) {
        commit(self, &trial, d);
        return 1;
    }
    if (trial.kind == SKED_START || can_only_swap(self, &self->jobs[slot])) {
        return 0;
    }
    trial.kind = self->pass.tiers.policy == SKED_KEASY ? SKED_RESTART : SKED_MIGRATE;
    if (succeeds(self, &trial)) {
        commit(self, &trial, d);
        return 1;
    }
    return 0;
}

/* ---- the oracle: a pass ---------------------------------------------------------------------- */

/* What an unguarded head leaves over when all jobs that run before it have ended. */
static uint32_t unguarded_extra(const model *self) {
    const model_job *head = &self->jobs[self->pass.head];
    int counted[JOBS_MAX] = {0};
    uint32_t processor, extra = 0;
    for (processor = 0; processor < processors_of(self); processor++) {
        const int before = self->on[0][processor];
        extra += is_idle(self, processor) != 0;
        if (before >= 0 && uses(head, processor) && !counted[before]) {
            extra += self->jobs[before].width;
            counted[before] = 1;
        }
    }
    return extra > head->width ? extra - head->width : 0;
}

/* The shadow time of a head that stays on its processors: when those that run before it have ended.
 * Idle foregrounds elsewhere are left over. */
static void pinned_shadow(model *self) {
    pass *p = &self->pass;
    const model_job *head = &self->jobs[p->head];
    uint32_t processor;
    p->shadow = self->now;
    p->extra = 0;
    for (processor = 0; processor < processors_of(self); processor++) {
        const int before = self->on[0][processor];
        if (!uses(head, processor)) {
            p->extra += is_idle(self, processor) != 0;
        } else if (self->down[processor]) {
            p->shadow = SKED_NEVER;
        } else if (before >= 0 && expected_end(self, &self->jobs[before]) > p->shadow) {
            p->shadow = expected_end(self, &self->jobs[before]);
        }
    }
    p->extra = is_unguarded(self) ? unguarded_extra(self) : p->extra;
}

/* The first instant from some time on at which enough has been given back, with bookings or as if
 * there were none. A head that was refused waits for another offer, and so for something later. */
static sked_time first_instant(const model *self, sked_time from, int with_bookings) {
    const pass *p = &self->pass;
    sked_time instants[INSTANTS_MAX], best = SKED_NEVER;
    uint32_t n, count = list_instants(self, 0, instants);
    instants[count++] = from;
    for (n = 0; n < count; n++) {
        const sked_time at = instants[n];
        if (at >= from && at < best && (at > self->now || !p->refused) &&
            (with_bookings ? head_has_room(self, at, 0)
                        : there_by(self, at) >= self->jobs[p->head].width)) {
            best = at;
        }
    }
    return best;
}

static sked_time first_booking(const model *self) {
    sked_time first = SKED_NEVER;
    uint32_t h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        if (is_live(self, &self->bookings[h]) && self->bookings[h].start < first) {
            first = self->bookings[h].start;
        }
    }
    return first;
}

/* When the head can start, and what it leaves over then, without regard for bookings; from then on,
 * if one of them overlaps its run, when it can beside them. */
static void find_shadow(model *self) {
    pass *p = &self->pass;
    const model_job *head = &self->jobs[p->head];
    uint32_t there;
    if (p->pinned) {
        pinned_shadow(self);
    } else {
        p->refused = head_has_room(self, self->now, 1);
        p->shadow = first_instant(self, self->now, 0);
    }
    if (p->pinned &&
        (is_unguarded(self) || p->shadow == SKED_NEVER ||
         head_end(self, p->shadow) <= first_booking(self))) {
        return;
    }
    if (head_end(self, p->shadow) > first_booking(self)) {
        p->shadow = first_instant(self, p->shadow, 1);
        p->booked = p->shadow != SKED_NEVER;
    }
    there = there_by(self, p->shadow == SKED_NEVER ? SKED_TIME_MAX : p->shadow);
    p->extra = p->booked || there < head->width ? 0 : there - head->width;
}

static void begin_step_3(model *self) {
    pass *p = &self->pass;
    int line[JOBS_MAX];
    uint32_t count = list_queue(self, line), n;
    p->phase = STEP_3;
    p->at = p->count = 0;
    for (n = 0; n < count; n++) {
        if (self->jobs[line[n]].place == WAITING) {
            p->candidates[p->count++] = line[n];
        }
    }
    sort_by(self, self->settings.background_order, p->candidates, p->count);
}

static void begin_step_2(model *self, const int *line, uint32_t count) {
    pass *p = &self->pass;
    p->head = line[0];
    block_head(self, p->head);
    if (self->settings.depth == 0) {
        begin_step_3(self);
        return;
    }
    p->phase = STEP_2;
    p->pinned = can_only_swap(self, &self->jobs[p->head]);
    find_shadow(self);
    p->at = 0;
    p->count = count - 1;
    memcpy(p->candidates, line + 1, p->count * sizeof *line);
    sort_by(self, self->settings.backfill_order, p->candidates, p->count);
}

static int step_1(model *self, decision *d) {
    int line[JOBS_MAX];
    const uint32_t count = list_queue(self, line);
    if (count == 0) {
        begin_step_3(self);
        return 0;
    }
    if (deploy(self, line[0], d)) {
        return 1;
    }
    begin_step_2(self, line, count);
    return 0;
}

static int step_2(model *self, decision *d) {
    pass *p = &self->pass;
    while (p->at < p->count) {
        if (deploy(self, p->candidates[p->at++], d)) {
            return 1;
        }
    }
    begin_step_3(self);
    return 0;
}

static int start_background(model *self, int slot, decision *d) {
    const sked_tiers *tiers = &self->pass.tiers;
    model_job *job = &self->jobs[slot];
    unsigned char offered[PROCESSORS_MAX] = {0}, on[PROCESSORS_MAX];
    const sked_time end = plus(self->now, job->estimate);
    uint32_t processor;
    if ((job->options & SKED_JOB_NO_BACKGROUND) ||
        (tiers->width_max != 0 && job->width > tiers->width_max) ||
        (tiers->estimate_max != 0 && job->estimate > tiers->estimate_max)) {
        return 0;
    }
    for (processor = 0; processor < processors_of(self); processor++) {
        offered[processor] =
            is_eligible(self, processor) && !kept_by_set(self, processor, self->now, end);
    }
    if (count_of(offered, processors_of(self)) < job->width ||
        !choose_for(self, slot, 1, end, offered, on)) {
        return 0;
    }
    settle(self, slot, 1, on);
    job->start = self->now;
    job->end = SKED_NEVER;
    job->progress = 0;
    tell(self, slot, on, d);
    d->action.kind = SKED_START_BACKGROUND;
    d->action.reason = SKED_SPARE_CYCLES;
    count_action(self, d->action.kind);
    return 1;
}

static int step_3(model *self, decision *d) {
    pass *p = &self->pass;
    while (p->at < p->count) {
        if (start_background(self, p->candidates[p->at++], d)) {
            return 1;
        }
    }
    p->phase = OVER;
    return 0;
}

/* Lost jobs, by the most important tier, there by the lowest processor that is news. */
static int report_lost(model *self, decision *d) {
    unsigned char on[PROCESSORS_MAX] = {0};
    const model_job *job;
    uint32_t tier, processor, k;
    for (tier = 0; tier < tiers_of(self); tier++) {
        for (processor = 0; processor < processors_of(self); processor++) {
            if (!self->news[tier][processor]) {
                continue;
            }
            job = &self->jobs[self->on[tier][processor]];
            for (k = 0; k < job->width; k++) {
                self->news[job->at[k].tier][job->at[k].processor] = 0;
                on[job->at[k].processor] = self->down[job->at[k].processor];
            }
            tell(self, self->on[tier][processor], on, d);
            d->action.kind = SKED_LOST;
            d->action.reason = SKED_PROCESSOR_DOWN;
            count_action(self, SKED_LOST);
            return 1;
        }
    }
    return 0;
}

/* The next action of the pass, committed; 0: there is none. */
static int oracle_next(model *self, decision *d) {
    pass *p = &self->pass;
    int found = report_lost(self, d);
    if (!found && p->phase == STEP_1) {
        found = step_1(self, d);
    }
    if (!found && p->phase == STEP_2) {
        found = step_2(self, d);
    }
    if (!found && p->phase == STEP_3) {
        found = step_3(self, d);
    }
    return found;
}

static int a_booking_has_ended(const model *self) {
    uint32_t h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        if (self->bookings[h].kept && self->bookings[h].end <= self->now) {
            return 1;
        }
    }
    return 0;
}

/* Only if nothing else happened than that jobs left the background there is step 3 alone. */
static void oracle_plan(model *self, const sked_tiers *tiers) {
    const int full = (tiers->options & SKED_TIERS_FULL) != 0 || self->stopped ||
                     self->told_more || a_booking_has_ended(self) || !self->background_left;
    look_at_bookings(self);
    self->counters.passes++;
    memset(&self->pass, 0, sizeof self->pass);
    self->pass.tiers = *tiers;
    self->pass.head = -1;
    self->pass.shadow = SKED_NEVER;
    self->pass.phase = STEP_1;
    if (!full) {
        begin_step_3(self);
    }
}

static sked_time model_next_time(const model *self) {
    sked_time instants[INSTANTS_MAX];
    return next_instant(self, instants, list_instants(self, 1, instants));
}

/* ---- the queue beside the oracle ------------------------------------------------------------- */

static int counters_agree(const world *w, const sked_queue_counters *c) {
    const sked_queue_counters *m = &w->model.counters;
    return counts_agree(w, c) && c->jobs_lost == m->jobs_lost &&
           c->bookings_violated == m->bookings_violated && c->promises_broken == 0 &&
           c->backgrounded == m->backgrounded && c->swapped == m->swapped &&
           c->restarted == m->restarted && c->migrated == m->migrated &&
           c->picker_refusals == m->picker_refusals && c->picker_faults == m->picker_faults;
}

static int head_agrees(const world *w, const sked_queue_info *info) {
    const pass *p = &w->model.pass;
    if (info->pass_open) {
        return 1;
    }
    if (p->head < 0) {
        return !info->head_blocked && info->head == 0 && info->shadow == SKED_NEVER &&
               info->extra == 0;
    }
    return info->head_blocked && info->shadow == p->shadow && info->extra == p->extra;
}

static int info_agree(const world *w, int pass_open) {
    sked_queue_info info;
    const model *m = &w->model;
    if (sked_queue_get_info(&w->queue, &info) != SKED_OK) {
        return 0;
    }
    return info.now == m->now && info.processors == processors_of(m) &&
           info.processors_free == idle_count(m) &&
           info.processors_down == count_of(m->down, processors_of(m)) &&
           info.jobs_max == m->settings.jobs_max && info.waiting == jobs_in(m, WAITING) &&
           info.running == jobs_in(m, RUNNING) &&
           info.background == jobs_in(m, BACKGROUND) &&
           info.bookings_max == m->settings.bookings_max && info.bookings == bookings_kept(m) &&
           info.accounts_max == m->accounts.count &&
           accounts_agree(&m->accounts, &w->queue, m->settings.order) &&
           (info.pass_open != 0) == pass_open && head_agrees(w, &info) &&
           (w->block == NULL || info.bytes == w->bytes) && counters_agree(w, &info.counters);
}

/* A job's info, and on which processors it runs. */
static int job_agrees(const world *w, int slot) {
    const model *m = &w->model;
    const model_job *job = &m->jobs[slot];
    uint32_t processor, lost = 0, size = processors_of(m);
    sked_word words[WORDS_MAX];
    sked_set on = sked_set_of(words, size);
    sked_job_info info;
    sked_set_fill(&on);
    if (sked_queue_get_job(&w->queue, job->id, &info, &on) != SKED_OK) {
        return 0;
    }
    for (processor = 0; processor < size; processor++) {
        lost += m->down[processor] && uses(job, processor);
        if (sked_set_has(&on, processor) != uses(job, processor)) {
            return 0;
        }
    }
    return info.running == runs(job) && info.background == (job->place == BACKGROUND) &&
           info.width == job->width && info.progress_permille == job->progress &&
           info.position == position_of(m, slot) && info.processors_down == lost &&
           info.estimate == job->estimate && info.reserved == SKED_NEVER &&
           info.start == job->start && info.end == job->end && info.key == job->key &&
           info.tag == job->tag && info.options == job->options && info.bars == job->bars &&
           info.account == job->account;
}

static int places_agree(const world *w, int slot) {
    const model_job *job = &w->model.jobs[slot];
    sked_place places[PROCESSORS_MAX];
    const sked_status status = sked_tiers_get_places(&w->queue, job->id, places,
                                                     w->seed % 2 ? job->width : PROCESSORS_MAX);
    uint32_t k;
    if (!runs(job)) {
        return status == SKED_E_NOT_RUNNING;
    }
    for (k = 0; k < job->width && status == SKED_OK; k++) {
        if (places[k].processor != job->at[k].processor || places[k].tier != job->at[k].tier) {
            return 0;
        }
    }
    return status == SKED_OK;
}

static int processor_agrees(const world *w, uint32_t processor) {
    const model *m = &w->model;
    sked_place here;
    uint64_t id = 0;
    here.processor = processor;
    for (here.tier = 0; here.tier < tiers_of(m); here.tier++) {
        const int slot = m->on[here.tier][processor];
        const sked_status status = sked_tiers_job_on(&w->queue, here, &id);
        if (slot < 0 ? status != SKED_E_UNKNOWN : status != SKED_OK || id != m->jobs[slot].id) {
            return 0;
        }
    }
    return is_told_on(w, processor, m->on[0][processor]) &&
           sked_tiers_job_on(&w->queue, here, &id) == SKED_E_RANGE;
}

/* Who runs in the foreground, by expected end. */
static int running_list_agrees(const world *w) {
    const model *m = &w->model;
    const uint32_t running = jobs_in(m, RUNNING);
    sked_time end = 0;
    uint32_t at;
    uint64_t id;
    for (at = 0; at < running; at++) {
        const sked_status status = sked_queue_running_at(&w->queue, at, &id);
        const int slot = status == SKED_OK ? slot_of(m, id) : -1;
        if (slot < 0 || m->jobs[slot].place != RUNNING || m->jobs[slot].end < end) {
            return 0;
        }
        end = m->jobs[slot].end;
    }
    return sked_queue_running_at(&w->queue, running, &id) == SKED_E_RANGE;
}

/* Needs no oracle: a tier of a processor has one process, and no job has two processes on one
 * processor. */
static int is_lawful(const world *w) {
    const uint32_t processors = processors_of(&w->model);
    unsigned char taken[TIERS_MAX][PROCESSORS_MAX] = {{0}};
    sked_place places[PROCESSORS_MAX];
    sked_job_info info;
    int slot;
    uint32_t k, j;
    for (slot = 0; slot < JOBS_MAX; slot++) {
        const uint64_t id = w->model.jobs[slot].id;
        if (w->model.jobs[slot].place == GONE ||
            sked_tiers_get_places(&w->queue, id, places, PROCESSORS_MAX) != SKED_OK ||
            sked_queue_get_job(&w->queue, id, &info, NULL) != SKED_OK) {
            continue;
        }
        for (k = 0; k < info.width; k++) {
            if (places[k].processor >= processors || places[k].tier >= tiers_of(&w->model) ||
                (places[k].tier > 0) != info.background ||
                taken[places[k].tier][places[k].processor]++) {
                return 0;
            }
            for (j = 0; j < k; j++) {
                if (places[j].processor == places[k].processor) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

static void print_info(const world *w) {
    const model *m = &w->model;
    const sked_queue_counters *c = &m->counters;
    sked_queue_info f;
    memset(&f, 0, sizeof f);
    (void)sked_queue_get_info(&w->queue, &f);
    printf("  in event %lu of seed %llu\n", (unsigned long)w->event, (unsigned long long)w->seed);
    printf("  queue  free %lu waiting %lu running %lu behind %lu head %d shadow %lld extra %lu",
           (unsigned long)f.processors_free, (unsigned long)f.waiting, (unsigned long)f.running,
           (unsigned long)f.background, f.head_blocked, (long long)f.shadow,
           (unsigned long)f.extra);
    printf(" overdue %llu refused %llu faults %llu lost %llu\n",
           (unsigned long long)f.counters.overdue, (unsigned long long)f.counters.picker_refusals,
           (unsigned long long)f.counters.picker_faults, (unsigned long long)f.counters.jobs_lost);
    printf("  oracle free %lu waiting %lu running %lu behind %lu head %d shadow %lld extra %lu",
           (unsigned long)idle_count(m), (unsigned long)jobs_in(m, WAITING),
           (unsigned long)jobs_in(m, RUNNING), (unsigned long)jobs_in(m, BACKGROUND),
           m->pass.head >= 0, (long long)m->pass.shadow, (unsigned long)m->pass.extra);
    printf(" overdue %llu refused %llu faults %llu lost %llu\n", (unsigned long long)c->overdue,
           (unsigned long long)c->picker_refusals, (unsigned long long)c->picker_faults,
           (unsigned long long)c->jobs_lost);
}

/* Everything that the queue tells, against what the model knows. */
static int state_agrees(const world *w, int pass_open) {
    const model *m = &w->model;
    uint32_t processor;
    int slot;
    CHECK_SEED(w->seed, sked_queue_validate(&w->queue) == SKED_OK);
    CHECK_SEED(w->seed, info_agree(w, pass_open));
    if (check_failed_ < 5 && !info_agree(w, pass_open)) {
        print_info(w);
    }
    CHECK_SEED(w->seed, sked_queue_next_time(&w->queue) == model_next_time(m));
    CHECK_SEED(w->seed, conflicts_agree(w));
    CHECK_SEED(w->seed, waiting_list_agrees(w) && running_list_agrees(w));
    CHECK_SEED(w->seed, barred_list_agrees(w));
    CHECK_SEED(w->seed, is_lawful(w));
    for (slot = 0; slot < JOBS_MAX; slot++) {
        CHECK_SEED(w->seed, m->jobs[slot].place == GONE || job_agrees(w, slot));
        CHECK_SEED(w->seed, m->jobs[slot].place == GONE || places_agree(w, slot));
    }
    for (processor = 0; processor < processors_of(m); processor++) {
        if (!processor_agrees(w, processor)) {
            return 0;
        }
    }
    return 1;
}

/* ---- random events --------------------------------------------------------------------------- */

/* The twin is told the same, and answers the same. */
static void expect(world *w, sked_status status, sked_status twin, sked_status expected) {
    trace_status(status);
    CHECK_SEED(w->seed, status == expected);
    CHECK_SEED(w->seed, !w->has_twin || twin == expected);
}

static int any_running(world *w) {
    const int slot = any_slot(w, below(w, 2) ? RUNNING : BACKGROUND);
    return slot >= 0 ? slot : any_slot(w, RUNNING);
}

static uint32_t any_width(world *w) {
    const uint32_t processors = processors_of(&w->model), dice = below(w, 8);
    if (dice < 2) {
        return 1 + below(w, processors);
    }
    return 1 + below(w, dice < 6 ? processors / 4 + 1 : processors / 2 + 1) % processors;
}

static uint64_t any_id(world *w) {
    const uint64_t number = below(w, 60);
    return below(w, 3) == 0 ? number << 32 : below(w, 2) ? UINT64_MAX - number : number;
}

static void submit_event(world *w) {
    const sked_time now = soon(w);
    const sked_job job = any_job(w, w->span);
    const sked_status expected = expect_submit(&w->model, &job);
    trace_submit(&job, now);
    expect(w, sked_queue_submit(&w->queue, &job, now), sked_queue_submit(&w->twin, &job, now),
           expected);
    if (expected == SKED_OK) {
        model_submit(&w->model, &job, now)->end = SKED_NEVER;
        w->model.told_more = 1;
    }
}

/* A running job leaves its processors. */
static void model_leave(model *m, int slot, place to, sked_time now) {
    model_job *job = &m->jobs[slot];
    if (job->place == BACKGROUND) {
        m->background_left = 1;
    } else {
        m->told_more = 1;
    }
    m->now = now;
    vacate(m, slot);
    job->place = to;
    job->start = job->end = SKED_NEVER;
    job->progress = 0;
}

static void finish_event(world *w) {
    model *m = &w->model;
    const int slot = any_running(w);
    sked_time now = soon(w);
    uint64_t id;
    if (slot < 0) {
        return;
    }
    id = m->jobs[slot].id;
    if (m->jobs[slot].place == RUNNING && below(w, 3) == 0 &&
        m->jobs[slot].end < SKED_TIME_MAX) {
        now = expected_end(m, &m->jobs[slot]);
    }
    trace_call("finish", id, now);
    expect(w, sked_queue_finish(&w->queue, id, now), sked_queue_finish(&w->twin, id, now),
           SKED_OK);
    m->counters.finished++;
    m->counters.overdue += m->jobs[slot].end < now;
    model_leave(m, slot, GONE, now);
}

static void return_event(world *w) {
    const int slot = any_running(w);
    const sked_time now = soon(w);
    uint64_t id;
    if (slot < 0) {
        return;
    }
    id = w->model.jobs[slot].id;
    trace_call("requeue", id, now);
    expect(w, sked_queue_requeue(&w->queue, id, now), sked_queue_requeue(&w->twin, id, now),
           SKED_OK);
    w->model.counters.requeued++;
    model_leave(&w->model, slot, WAITING, now);
    w->model.told_more = 1;
}

/* A job may be cancelled until it runs in the foreground. */
static void cancel_event(world *w) {
    model *m = &w->model;
    static const place places[] = {WAITING, WAITING, BARRED, BACKGROUND, BACKGROUND};
    const int slot = any_slot(w, places[below(w, 5)]);
    const sked_time now = soon(w);
    uint64_t id;
    if (slot < 0) {
        return;
    }
    id = m->jobs[slot].id;
    trace_call("cancel", id, now);
    expect(w, sked_queue_cancel(&w->queue, id, now), sked_queue_cancel(&w->twin, id, now),
           SKED_OK);
    m->counters.cancelled++;
    if (m->jobs[slot].place == BACKGROUND) {
        model_leave(m, slot, GONE, now);
    } else {
        m->now = now;
        m->told_more = 1;
        m->jobs[slot].place = GONE;
    }
}

/* A job in any tier. What is as it was asks for no full pass. No promise outlives a pass here: a
 * running job's is not asked for. */
static void change_event(world *w) {
    static const place places[] = {WAITING, WAITING, BARRED, BACKGROUND, RUNNING};
    model *m = &w->model;
    const int slot = any_slot(w, places[below(w, 5)]);
    const sked_time now = soon(w);
    sked_job_change change;
    sked_status expected;
    model_job was;
    if (slot < 0) {
        return;
    }
    was = m->jobs[slot];
    change = any_change(w, slot, w->span);
    change.options = was.place == RUNNING ? change.options & ~SKED_IF_KEPT : change.options;
    trace_change(was.id, &change, now);
    expected = expect_change(m, slot, &change);
    expect(w, sked_queue_change(&w->queue, was.id, &change, now),
           sked_queue_change(&w->twin, was.id, &change, now), expected);
    if (expected != SKED_OK) {
        return;
    }
    m->now = now;
    m->jobs[slot] = changed_job(m, slot, &change);
    m->told_more |= m->jobs[slot].key != was.key || m->jobs[slot].tag != was.tag ||
                    m->jobs[slot].width != was.width || m->jobs[slot].estimate != was.estimate ||
                    m->jobs[slot].account != was.account;
    if (was.place == RUNNING) {
        m->jobs[slot].end = plus(was.start, m->jobs[slot].estimate);
    }
}

/* Each asks for a full pass. */
static void bar_event(world *w) {
    model *m = &w->model;
    const int slot = any_to_bar(w);
    const sked_time now = soon(w);
    const uint32_t unbar = below(w, 4), options = any_unbarring(w);
    sked_status expected;
    uint64_t id;
    if (slot < 0) {
        return;
    }
    id = m->jobs[slot].id;
    trace_call(unbar ? options == SKED_AFRESH ? "afresh" : "unbar" : "bar", id, now);
    expected = unbar ? expect_unbar(m, slot, options) : expect_bar(m, slot);
    if (unbar) {
        expect(w, sked_queue_unbar(&w->queue, id, options, now),
               sked_queue_unbar(&w->twin, id, options, now), expected);
    } else {
        expect(w, sked_queue_bar(&w->queue, id, now), sked_queue_bar(&w->twin, id, now), expected);
    }
    if (expected == SKED_OK) {
        m->told_more = 1;
        if (unbar) {
            model_unbar(m, slot, options, now);
        } else {
            model_bar(m, slot, now);
        }
    }
}

static void swap_event(world *w) {
    model *m = &w->model;
    const swap asked = any_swap(&m->accounts, &w->random);
    const sked_status expected = expect_swap(&m->settings, &asked);
    const sked_time now = soon(w);
    trace_swap(&asked, now);
    expect(w,
           sked_queue_swap_accounts(&w->queue, asked.a, asked.b, now),
           sked_queue_swap_accounts(&w->twin, asked.a, asked.b, now),
           expected);
    apply_swap(m, &asked, expected, now);
    m->told_more |= expected == SKED_OK;
}

/* Also reports that tell nothing, of progress alone, of usage alone. */
static void report_event(world *w) {
    model *m = &w->model;
    const int slot = any_running(w);
    const sked_time now = soon(w);
    const uint32_t what = below(w, 4), few = below(w, 2);
    uint32_t progress = what % 2 ? below(w, 1001) : SKED_NONE, k;
    uint16_t usage[PROCESSORS_MAX];
    sked_status status;
    if (slot < 0) {
        return;
    }
    progress = what % 2 && below(w, 8) == 0 ? 1000 : progress;
    for (k = 0; k < m->jobs[slot].width; k++) {
        usage[k] = (uint16_t)(few ? below(w, 3) * 500 : below(w, 1001));
    }
    trace_call("report", m->jobs[slot].id, now);
    if (tracing) {
        printf(" progress %lu usage %d", (unsigned long)progress, what >= 2);
    }
    status = sked_tiers_report(&w->queue, m->jobs[slot].id, progress, what >= 2 ? usage : NULL,
                               now);
    trace_status(status);
    CHECK_SEED(w->seed, status == (tiers_of(m) == 1 ? SKED_E_NO_BACKGROUND : SKED_OK));
    if (status == SKED_OK) {
        m->now = now;
        m->jobs[slot].progress = progress == SKED_NONE ? m->jobs[slot].progress : progress;
        for (k = 0; k < m->jobs[slot].width && what >= 2; k++) {
            m->jobs[slot].usage[k] = usage[k];
        }
    }
}

/* Where a job may stay: where it was, somewhere, or one process out of place. */
static void any_places(world *w, int slot, sked_place *places) {
    const model *m = &w->model;
    const uint32_t width = m->jobs[slot].width, processors = processors_of(m);
    const uint32_t first = below(w, processors), what = below(w, 8);
    sked_place *one = &places[below(w, width)];
    uint32_t k;
    for (k = 0; k < width; k++) {
        places[k] = m->jobs[slot].from[k];
        if (what == 0 || places[k].tier == 0) {
            places[k].processor = (first + k) % processors;
            places[k].tier = tiers_of(m) > 1 ? 1 + below(w, tiers_of(m) - 1) : 1;
        }
    }
    if (what == 1) {
        one->processor = below(w, processors + 2);
    } else if (what == 2) {
        one->tier = below(w, tiers_of(m) + 2);
    }
}

static sked_status expect_stay(const model *m, int slot, const sked_place *places) {
    unsigned char named[PROCESSORS_MAX] = {0};
    sked_status expected = SKED_OK;
    uint32_t k;
    if (tiers_of(m) == 1) {
        return SKED_E_NO_BACKGROUND;
    }
    for (k = 0; k < m->jobs[slot].width; k++) {
        const sked_place at = places[k];
        if (at.processor >= processors_of(m) || at.tier == 0 || at.tier >= tiers_of(m) ||
            named[at.processor]++) {
            return SKED_E_RANGE;
        }
        expected = m->on[at.tier][at.processor] >= 0 ? SKED_E_TAKEN : expected;
    }
    return expected;
}

static void model_stay(model *m, int slot, const sked_place *places, sked_time now) {
    model_job *job = &m->jobs[slot];
    uint32_t k;
    vacate(m, slot);
    for (k = 0; k < job->width; k++) {
        const sked_place at = places[k];
        job->at[k] = at;
        m->on[at.tier][at.processor] = slot;
        m->news[at.tier][at.processor] = m->down[at.processor];
    }
    job->place = BACKGROUND;
    job->start = m->now = now;
    job->end = SKED_NEVER;
    job->options |= SKED_JOB_NO_MIGRATION;
    m->told_more = 1;
}

static void stay_event(world *w) {
    model *m = &w->model;
    const int slot = any_slot(w, RUNNING);
    const sked_time now = soon(w);
    sked_place places[PROCESSORS_MAX];
    sked_status status, expected;
    if (slot < 0) {
        return;
    }
    any_places(w, slot, places);
    expected = expect_stay(m, slot, places);
    trace_call("stay", m->jobs[slot].id, now);
    status = sked_tiers_stay(&w->queue, m->jobs[slot].id, places, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == expected);
    if (expected == SKED_OK) {
        model_stay(m, slot, places, now);
    }
    stays_seen[0] += expected == SKED_OK;
    stays_seen[1] += expected == SKED_E_TAKEN;
    stays_seen[2] += expected == SKED_E_RANGE;
}

/* A random span; its set, if it has one, over the given words. */
static sked_span any_span(world *w, sked_set *set) {
    const uint32_t processors = processors_of(&w->model);
    sked_span span = any_while(w, 4, w->span, 16);
    span.count = 1 + below(w, processors / 3 + 1) % processors;
    if (below(w, 2) == 0) {
        any_third(w, set);
        span.set = set;
    }
    return span;
}

static void booking_event(world *w) {
    model *m = &w->model;
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, processors_of(m));
    const uint64_t id = any_id(w);
    const sked_time now = soon(w);
    const sked_span span = any_span(w, &set);
    const sked_status expected = expect_booking(m, id, now);
    trace_call("book", id, now);
    trace_span(&span);
    expect(w, sked_queue_book(&w->queue, id, &span, now),
           sked_queue_book(&w->twin, id, &span, now), expected);
    if (expected == SKED_OK) {
        model_book(m, id, &span, now);
        m->told_more = 1;
    }
}

static void unbook_event(world *w) {
    model *m = &w->model;
    const uint32_t h = below(w, BOOKINGS_MAX);
    const sked_time now = soon(w);
    const uint64_t id = m->bookings[h].id;
    if (!m->bookings[h].kept || m->bookings[h].end <= now) {
        return;
    }
    trace_call("unbook", id, now);
    expect(w, sked_queue_unbook(&w->queue, id, now), sked_queue_unbook(&w->twin, id, now),
           SKED_OK);
    m->now = now;
    m->told_more = 1;
    m->bookings[h].kept = 0;
}

static void model_down(model *m, const sked_set *set) {
    unsigned char lost[PROCESSORS_MAX] = {0};
    uint32_t processor, tier;
    for (processor = 0; processor < processors_of(m); processor++) {
        lost[processor] = sked_set_has(set, processor) && !m->down[processor];
        m->down[processor] |= lost[processor];
        for (tier = 0; tier < tiers_of(m) && lost[processor]; tier++) {
            m->news[tier][processor] = m->on[tier][processor] >= 0;
        }
    }
    m->counters.bookings_violated +=
        bookings_hit(m, lost, processors_of(m) - count_of(m->down, processors_of(m)));
}

static void down_event(world *w) {
    model *m = &w->model;
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, processors_of(m));
    unsigned char none[PROCESSORS_MAX] = {0};
    const sked_time now = soon(w);
    any_processors(w, &set, none);
    trace_call("down", 0, now);
    trace_set(&set);
    expect(w, sked_queue_down(&w->queue, &set, now), sked_queue_down(&w->twin, &set, now),
           SKED_OK);
    m->now = now;
    m->told_more = 1;
    model_down(m, &set);
}

static void up_event(world *w) {
    model *m = &w->model;
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, processors_of(m));
    uint32_t processor, tier;
    const sked_time now = soon(w);
    any_processors(w, &set, m->down);
    trace_call("up", 0, now);
    trace_set(&set);
    expect(w, sked_queue_up(&w->queue, &set, now), sked_queue_up(&w->twin, &set, now), SKED_OK);
    m->now = now;
    m->told_more = 1;
    for (processor = 0; processor < processors_of(m); processor++) {
        for (tier = 0; tier < tiers_of(m) && sked_set_has(&set, processor); tier++) {
            m->down[processor] = m->news[tier][processor] = 0;
        }
    }
}

/* Calls that must be refused, in the middle of things. The caller checks that nothing changed. */
static void refused_event(world *w) {
    const model *m = &w->model;
    const int waiting = any_slot(w, below(w, 2) ? WAITING : BARRED);
    const int back = any_slot(w, BACKGROUND);
    const int front = any_slot(w, RUNNING);
    const uint64_t unknown = UINT64_C(0x123456789ABCDEF);
    const sked_tiers tiers = {.policy = SKED_KEASY, .options = 16};
    sked_queue *q = &w->queue;
    sked_action action;
    sked_place places[PROCESSORS_MAX];
    CHECK_SEED(w->seed, sked_tiers_report(q, unknown, 0, NULL, m->now) == SKED_E_UNKNOWN);
    CHECK_SEED(w->seed, sked_tiers_get_places(q, unknown, places, 24) == SKED_E_UNKNOWN);
    CHECK_SEED(w->seed, sked_tiers_plan(q, &tiers, m->now) == SKED_E_SETTING);
    CHECK_SEED(w->seed, sked_tiers_next(q, &action, NULL) == SKED_E_NO_PASS);
    CHECK_SEED(w->seed, sked_queue_next(q, &action, NULL) == SKED_E_NO_PASS);
    CHECK_SEED(w->seed, sked_queue_plan_end(q) == SKED_E_NO_PASS);
    CHECK_SEED(w->seed, m->now == 0 || sked_tiers_plan(q, &tiers, m->now - 1) ==
                                           SKED_E_BACKWARDS);
    if (tiers_of(m) > 1) {
        CHECK_SEED(w->seed, sked_queue_plan(q, m->now) == SKED_E_BACKGROUNDS);
    }
    if (waiting >= 0) {
        const uint64_t id = m->jobs[waiting].id;
        CHECK_SEED(w->seed, sked_queue_finish(q, id, m->now) == SKED_E_NOT_RUNNING);
        CHECK_SEED(w->seed, sked_queue_requeue(q, id, m->now) == SKED_E_NOT_RUNNING);
        CHECK_SEED(w->seed, sked_tiers_report(q, id, 0, NULL, m->now) == SKED_E_NOT_RUNNING);
        CHECK_SEED(w->seed, sked_tiers_stay(q, id, places, m->now) == SKED_E_NOT_RUNNING);
    }
    if (front >= 0) {
        const uint64_t id = m->jobs[front].id;
        CHECK_SEED(w->seed, sked_queue_cancel(q, id, m->now) == SKED_E_NOT_WAITING);
    }
    if (back >= 0) {
        const uint64_t id = m->jobs[back].id;
        CHECK_SEED(w->seed, sked_tiers_report(q, id, 1001, NULL, m->now) == SKED_E_RANGE);
        CHECK_SEED(w->seed, sked_tiers_stay(q, id, places, m->now) == SKED_E_NOT_RUNNING);
        CHECK_SEED(w->seed, sked_tiers_get_places(q, id, places, m->jobs[back].width - 1) ==
                                SKED_E_FULL);
    }
}

/* ---- other blocks ---------------------------------------------------------------------------- */

static void leave_block(world *w, void *block, size_t bytes) {
    if (w->block != NULL) {
        meter_free(&w->meter, w->block, w->bytes);
    }
    w->block = block;
    w->bytes = bytes;
}

static sked_picker picker_of(chooser *self) {
    sked_picker picker = {choose, NULL};
    picker.pick = self->kind == CHOOSE_BY_DEFAULT ? NULL : choose;
    picker.ctx = self;
    return picker;
}

/* The queue goes on as its copy, also in the middle of a pass. */
static void become_copy(world *w) {
    sked_queue_info info;
    sked_queue copy;
    sked_status status;
    void *block = NULL;
    memset(&info, 0, sizeof info);
    CHECK_SEED(w->seed, sked_queue_get_info(&w->queue, &info) == SKED_OK);
    if (below(w, 2)) {
        block = meter_alloc(&w->meter, info.bytes);
        status = sked_queue_branch(&w->queue, &copy, block, info.bytes);
        trace_call("branch", 0, w->model.now);
    } else {
        status = sked_queue_clone(&w->queue, &copy, meter_mem(&w->meter));
        trace_call("clone", 0, w->model.now);
    }
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    sked_queue_destroy(&w->queue);
    leave_block(w, block, info.bytes);
    w->queue = copy;
}

/* The queue is sealed, and goes on as what was opened. */
static void become_opened(world *w) {
    const sked_picker picker = picker_of(&w->chooser);
    const void *sealed = NULL;
    void *block;
    size_t bytes = 0;
    sked_status status;
    trace_call("seal", 0, w->model.now);
    CHECK_SEED(w->seed, sked_queue_seal(&w->queue, &sealed, &bytes) == SKED_OK);
    block = meter_alloc(&w->meter, bytes);
    memcpy(block, sealed, bytes);
    sked_queue_destroy(&w->queue);
    leave_block(w, block, bytes);
    status = sked_queue_open(&w->queue, &picker, block, bytes);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
}

/* Only what mem gave can grow. */
static void grow_event(world *w) {
    sked_queue_settings *s = &w->model.settings;
    const uint32_t jobs = s->jobs_max + (s->jobs_max < w->jobs_limit);
    const uint32_t bookings = s->bookings_max + (s->bookings_max < w->bookings_limit);
    sked_status status;
    trace_call("grow", jobs, w->model.now);
    status = sked_queue_grow(&w->queue, jobs, bookings);
    trace_status(status);
    CHECK_SEED(w->seed, status == (w->block != NULL ? SKED_E_FIXED : SKED_OK));
    if (status == SKED_OK) {
        CHECK_SEED(w->seed, !w->has_twin || sked_queue_grow(&w->twin, jobs, bookings) == SKED_OK);
        s->jobs_max = jobs;
        s->bookings_max = bookings;
    }
}

/* ---- passes ---------------------------------------------------------------------------------- */

static sked_tiers any_tiers(world *w) {
    static const uint32_t limits[] = {0, 1, 400, 960, 960, 1001, 5000};
    static const sked_time costs[] = {0, 0, 1, 2, 5, 20, SKED_TIME_MAX};
    static const uint32_t kinds[] = {SKED_TIERS_FULL, 0, SKED_TIERS_UNGUARDED,
                                     SKED_TIERS_UNGUARDED};
    sked_tiers tiers;
    tiers.policy = (sked_tiers_policy)below(w, 3);
    tiers.options = w->options | (below(w, 2) ? SKED_TIERS_REMAINING : 0);
    tiers.options |= kinds[below(w, 4)];
    tiers.migration = costs[below(w, 7)];
    tiers.usage_limit_permille = limits[below(w, 7)];
    tiers.width_max = below(w, 4) ? 0 : 1 + below(w, processors_of(&w->model));
    tiers.estimate_max = below(w, 4) ? 0 : 1 + (sked_time)below(w, (uint32_t)w->span);
    w->known.kind = (know_kind)below(w, KNOW_KINDS);
    tiers.usage.usage = w->known.kind == KNOW_NOTHING ? NULL : tell_usage;
    tiers.usage.ctx = &w->known;
    if (w->steady && w->model.counters.passes > 1) {
        tiers.policy = w->latest.policy;
        tiers.usage_limit_permille = w->latest.usage_limit_permille;
    }
    w->latest = tiers;
    return tiers;
}

/* During a pass nothing may be told. */
static void busy_calls(world *w) {
    const sked_tiers tiers = {.policy = SKED_KEASY};
    sked_queue *q = &w->queue;
    sked_action action;
    const sked_time now = w->model.now;
    const void *block;
    size_t bytes;
    CHECK_SEED(w->seed, sked_queue_finish(q, 7, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_swap_accounts(q, 0, 0, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_tiers_report(q, 7, 0, NULL, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_tiers_stay(q, 7, &(const sked_place){0, 1}, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_tiers_plan(q, &tiers, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_plan(q, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_next(q, &action, NULL) == SKED_E_NO_PASS);
    CHECK_SEED(w->seed, sked_queue_seal(q, &block, &bytes) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_grow(q, JOBS_MAX, BOOKINGS_MAX) == SKED_E_BUSY);
    CHECK_SEED(w->seed, state_agrees(w, 1));
}

static void open_pass(world *w) {
    const sked_tiers tiers = any_tiers(w);
    const sked_time now = soon(w);
    trace_call("plan", 0, now);
    if (tracing) {
        printf(" policy %d options %lu migration %lld limit %lu width %lu estimate %lld know %d",
               (int)tiers.policy, (unsigned long)tiers.options, (long long)tiers.migration,
               (unsigned long)tiers.usage_limit_permille, (unsigned long)tiers.width_max,
               (long long)tiers.estimate_max, (int)w->known.kind);
    }
    expect(w, sked_tiers_plan(&w->queue, &tiers, now), sked_queue_plan(&w->twin, now), SKED_OK);
    w->model.now = now;
    oracle_plan(&w->model, &tiers);
}

/* The next action of the queue, of the oracle, and of the twin. Returns 1 if there was one, the
 * same. */
static int follow(world *w) {
    const uint32_t processors = processors_of(&w->model);
    unsigned char plain[PROCESSORS_MAX];
    sked_word words[WORDS_MAX], twin_words[WORDS_MAX];
    sked_set on = sked_set_of(words, processors), twin_on = sked_set_of(twin_words, processors);
    sked_action action, twin;
    decision want;
    sked_status status;
    int found, same;
    sked_set_fill(&on);
    status = sked_tiers_next(&w->queue, &action, &on);
    found = oracle_next(&w->model, &want);
    plain_set(&on, plain);
    same = found ? status == SKED_OK && same_action(&action, &want.action, 1) &&
                       memcmp(plain, want.on, processors) == 0
                 : status == SKED_DONE;
    CHECK_SEED(w->seed, same);
    if (!same && check_failed_ < 20) {
        printf("  in event %lu of seed %llu: %s\n", (unsigned long)w->event,
               (unsigned long long)w->seed, sked_status_text(status));
    }
    if ((!same || tracing) && status == SKED_OK) {
        print_action("queue", &action, plain, processors);
    }
    if (!same && found) {
        print_action("oracle", &want.action, want.on, processors);
    }
    if (w->has_twin) {
        CHECK_SEED(w->seed, sked_queue_next(&w->twin, &twin, &twin_on) == status);
        CHECK_SEED(w->seed, status != SKED_OK || (same_action(&action, &twin, 1) &&
                                                  sked_set_equal(&on, &twin_on)));
    }
    return same && found;
}

static void plan_event(world *w) {
    uint32_t most = below(w, 5) == 0 ? below(w, 4) : UINT32_MAX;
    open_pass(w);
    while (most > 0 && follow(w)) {
        if (below(w, 8) == 0) {
            become_copy(w);
        }
        if (below(w, 8) == 0) {
            busy_calls(w);
        }
        most--;
        CHECK_SEED(w->seed, sked_queue_validate(&w->queue) == SKED_OK);
    }
    w->model.stopped = most == 0;
    if (most == 0) {
        trace_call("stop", 0, w->model.now);
        expect(w, sked_queue_plan_end(&w->queue), sked_queue_plan_end(&w->twin), SKED_OK);
    } else {
        w->model.background_left = w->model.told_more = 0;
    }
    w->model.pass.phase = CLOSED;
}

/* ---- random sequences ------------------------------------------------------------------------ */

static void any_settings(world *w) {
    sked_queue_settings *s = &w->model.settings;
    s->processors = below(w, 3) ? 2 + below(w, 6) : 1 + below(w, PROCESSORS_MAX);
    s->order = (sked_order)below(w, 4);
    s->backfill_order = (sked_order)below(w, 4);
    s->background_order = (sked_order)below(w, 4);
    s->depth = below(w, 5) != 0;
    s->backgrounds = below(w, 16) ? below(w, 6) : TIERS_MAX - 1;
    s->backgrounds = s->backgrounds > 3 && s->backgrounds < 7 ? 1 : s->backgrounds;
    s->reservations = (sked_reservations)below(w, 2);   /* which must not matter */
    s->estimate_missing = below(w, 3) == 0 ? SKED_REFUSE_MISSING
                          : w->unlimited   ? SKED_NEVER : 1 + (sked_time)below(w, 6);
    w->jobs_limit = 4 + below(w, JOBS_MAX - 3);
    w->bookings_limit = below(w, 3) ? 0 : 1 + below(w, BOOKINGS_MAX);
    s->jobs_max = 1 + below(w, w->jobs_limit);
    s->bookings_max = w->bookings_limit;
}

static void set_up(world *w, uint64_t seed) {
    uint32_t tier, processor;
    memset(w, 0, sizeof *w);
    w->seed = w->random = seed;
    for (tier = 0; tier < TIERS_MAX; tier++) {
        for (processor = 0; processor < PROCESSORS_MAX; processor++) {
            w->model.on[tier][processor] = -1;
        }
    }
    w->span = below(w, 3) == 0 ? 200 : 8;
    w->unlimited = below(w, 4) == 0;
    w->losses = below(w, 3) == 0;
    w->options = below(w, 3) == 0 ? SKED_TIERS_PICKER : 0;
    w->steady = below(w, 2) == 0;
    any_settings(w);
    w->chooser.kind = (chooser_kind)below(w, CHOOSER_KINDS);
    w->chooser.seed = w->known.seed = seed;
    w->chooser.processors = processors_of(&w->model);
    w->twin_chooser = w->chooser;
    w->twin_chooser.kind = w->options == 0 ? CHOOSE_BY_DEFAULT : w->chooser.kind;
    w->model.chooser = &w->chooser;
    w->model.known = &w->known;
    w->known.model = &w->model;
    w->model.pass.head = -1;
    w->model.pass.shadow = SKED_NEVER;
    w->has_twin = w->model.settings.backgrounds == 0;
    if (has_accounts(seed)) {
        any_shares(&w->model.settings, &w->model.accounts, &w->random);
    }
}

static int build(world *w) {
    const sked_picker picker = picker_of(&w->chooser), twin = picker_of(&w->twin_chooser);
    const sked_queue_settings settings = kit_settings(&w->model.settings);
    return sked_queue_create(&w->queue, &settings, &picker, meter_mem(&w->meter)) == SKED_OK &&
           (!w->has_twin || sked_queue_create(&w->twin, &settings, &twin,
                                              meter_mem(&w->meter)) == SKED_OK);
}

/* Near the end of time sums saturate. */
static void go_late(world *w) {
    w->model.now = SKED_TIME_MAX - (sked_time)below(w, (uint32_t)w->span * 10);
    oracle_plan(&w->model, &(const sked_tiers){.policy = SKED_KEASY});
    CHECK_SEED(w->seed, sked_tiers_plan(&w->queue, &w->model.pass.tiers, w->model.now) == SKED_OK);
    CHECK_SEED(w->seed, sked_queue_plan_end(&w->queue) == SKED_OK);
    if (w->has_twin) {
        CHECK_SEED(w->seed, sked_queue_plan(&w->twin, w->model.now) == SKED_OK);
        CHECK_SEED(w->seed, sked_queue_plan_end(&w->twin) == SKED_OK);
    }
    w->model.stopped = 1;
    w->model.pass.phase = CLOSED;
}

static void rare_event(world *w) {
    switch (below(w, 6)) {
    case 0: grow_event(w); break;
    case 1: become_copy(w); break;
    case 2: become_opened(w); break;
    case 3: (below(w, 2) ? cancel_event : change_event)(w); break;
    case 4: return_event(w); break;
    default: refused_event(w); break;
    }
}

static void any_event(world *w) {
    const uint32_t dice = below(w, 100);
    if (w->model.accounts.count > 0 && below(w, 5) == 0) {
        swap_event(w);
    } else if (below(w, 12) == 0) {
        bar_event(w);
    } else if (dice < 34 && (jobs_alive(&w->model) < w->model.settings.jobs_max || dice < 3)) {
        submit_event(w);
    } else if (dice < 36) {
        grow_event(w);
    } else if (dice < 56) {
        plan_event(w);
    } else if (dice < 72) {
        finish_event(w);
        if (below(w, 2)) {
            plan_event(w);
        }
    } else if (dice < 80) {
        report_event(w);
    } else if (dice < 84) {
        stay_event(w);
    } else if (dice < 88 && w->bookings_limit > 0) {
        booking_event(w);
    } else if (dice < 90 && w->bookings_limit > 0) {
        unbook_event(w);
    } else if (dice < 94 && w->losses) {
        (below(w, 2) ? down_event : up_event)(w);
    } else {
        rare_event(w);
    }
}

static void print_settings(const world *w) {
    const sked_queue_settings *s = &w->model.settings;
    printf("processors %lu backgrounds %lu orders %d %d %d depth %lu missing %lld picker %d\n",
           (unsigned long)s->processors, (unsigned long)s->backgrounds, (int)s->order,
           (int)s->backfill_order, (int)s->background_order, (unsigned long)s->depth,
           (long long)s->estimate_missing, (int)w->chooser.kind);
}

/* Stops at the first failure: what follows one says nothing. */
static void sequence(uint64_t seed, uint32_t events) {
    static world w;
    const unsigned long failed = check_failed_;
    int built;
    set_up(&w, seed);
    built = build(&w);
    CHECK_SEED(seed, built);
    if (tracing) {
        print_settings(&w);
    }
    if (seed % 16 == 0 && built) {
        go_late(&w);
    }
    for (w.event = 1; w.event <= events && check_failed_ == failed && built; w.event++) {
        any_event(&w);
        CHECK_SEED(seed, state_agrees(&w, 0));
    }
    CHECK_SEED(seed, !w.chooser.abused && !w.known.abused);
    sked_queue_destroy(&w.queue);
    sked_queue_destroy(&w.twin);
    leave_block(&w, NULL, 0);
    CHECK_SEED(seed, meter_is_clean(&w.meter));
}

static void try_seed(uint64_t seed) {
    sequence(seed, seed % 100 == 0 ? 1500 : 40 + (uint32_t)(seed % 100));
}

/* ---- laws that need no oracle ---------------------------------------------------------------- */

enum { TRACE_MAX = 40 };

typedef struct trace_job {
    sked_time submit, estimate;
    sked_time due;                      /* when it will end, in the tier it runs in; or NEVER */
    uint32_t width, options;
    int behind;                         /* was it in a background before the pass? */
    int ended;
} trace_job;

/* One run: what comes when, and what the customer sees. */
typedef struct trace {
    uint64_t seed, random;
    sked_queue_settings settings;
    sked_tiers tiers;
    knowledge known;
    trace_job job[TRACE_MAX];
    uint32_t jobs, ended;
    int in_order;                       /* first come, first served: heads stay heads */
    uint64_t head;                      /* of the latest pass that named one, or TRACE_MAX */
    int head_behind;
    sked_time shadow;
    sked_queue queue;
} trace;

static uint32_t always_busy(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    (void)ctx;
    (void)id;
    (void)tag;
    (void)process;
    return 1000;
}

static uint32_t any_usage(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    (void)tag;
    return told_usage((const knowledge *)ctx, id, process);
}

static void any_trace(trace *t, uint64_t seed) {
    sked_time now = 0;
    uint32_t n;
    memset(t, 0, sizeof *t);
    t->seed = t->random = t->known.seed = seed;
    t->in_order = check_below(&t->random, 3) != 0;
    t->settings.processors = 1 + check_below(&t->random, 10);
    t->settings.jobs_max = TRACE_MAX;
    t->settings.estimate_missing = SKED_REFUSE_MISSING;
    t->settings.order = t->in_order ? SKED_FCFS : (sked_order)check_below(&t->random, 4);
    t->settings.backfill_order = (sked_order)check_below(&t->random, 4);
    t->settings.background_order = (sked_order)check_below(&t->random, 4);
    t->settings.depth = 1;
    t->settings.backgrounds = 1 + check_below(&t->random, 3);
    t->tiers.policy = (sked_tiers_policy)check_below(&t->random, 3);
    t->tiers.options = check_below(&t->random, 4) | (t->in_order ? 0 : SKED_TIERS_UNGUARDED);
    t->tiers.migration = check_below(&t->random, 4);
    t->tiers.usage_limit_permille = 960;
    t->known.kind = KNOW_STEPS;
    t->tiers.usage.usage = check_below(&t->random, 2) ? always_busy : any_usage;
    t->tiers.usage.ctx = &t->known;
    t->jobs = 2 + check_below(&t->random, TRACE_MAX - 1);
    t->head = TRACE_MAX;
    for (n = 0; n < t->jobs; n++) {
        now += check_below(&t->random, 4);
        t->job[n].submit = now;
        t->job[n].estimate = 1 + check_below(&t->random, 20);
        t->job[n].width = 1 + check_below(&t->random, t->settings.processors);
        if (check_below(&t->random, 2)) {
            t->job[n].width = 1 + (t->job[n].width - 1) / 4;
        }
        t->job[n].options = check_below(&t->random, 2) ? 0 : check_below(&t->random, 8);
        t->job[n].due = SKED_NEVER;
    }
}

/* Ends all jobs that end now, then submits all that arrive now, and reports now and then. */
static void tell_events(trace *t, sked_time now) {
    sked_job job = SKED_ZERO;
    uint32_t n;
    for (n = 0; n < t->jobs; n++) {
        if (t->job[n].due == now) {
            CHECK_SEED(t->seed, !t->job[n].ended++);
            CHECK_SEED(t->seed, sked_queue_finish(&t->queue, n, now) == SKED_OK);
            t->job[n].due = SKED_NEVER;
            t->ended++;
        }
    }
    for (n = 0; n < t->jobs; n++) {
        if (t->job[n].submit == now) {
            memset(&job, 0, sizeof job);
            job.id = n;
            job.key = n % 3;
            job.estimate = t->job[n].estimate;
            job.width = t->job[n].width;
            job.options = t->job[n].options;
            CHECK_SEED(t->seed, sked_queue_submit(&t->queue, &job, now) == SKED_OK);
        }
    }
    n = check_below(&t->random, 4 * TRACE_MAX);
    (void)sked_tiers_report(&t->queue, n, check_below(&t->random, 1001), NULL, now);
}

static void note_backgrounds(trace *t) {
    sked_job_info info;
    uint32_t n;
    for (n = 0; n < t->jobs; n++) {
        t->job[n].behind =
            sked_queue_get_job(&t->queue, n, &info, NULL) == SKED_OK && info.background;
    }
}

/* Whoever uses all of its processor lets nobody in behind it. */
static int is_undisturbed(const trace *t, const sked_action *action) {
    sked_place places[PROCESSORS_MAX];
    uint64_t id;
    uint32_t k;
    if (sked_tiers_get_places(&t->queue, action->id, places, PROCESSORS_MAX) != SKED_OK) {
        return 0;
    }
    for (k = 0; k < action->width; k++) {
        while (places[k].tier > 0) {
            places[k].tier--;
            if (sked_tiers_job_on(&t->queue, places[k], &id) != SKED_E_UNKNOWN) {
                return 0;
            }
        }
    }
    return 1;
}

/* Where the job was before it swapped: there the foregrounds were idle, as only it can tell by its
 * places. */
static int can_swap(const trace *t, uint64_t id, const sked_place *before) {
    uint64_t other;
    uint32_t k;
    for (k = 0; k < t->job[id].width; k++) {
        sked_place above = before[k];
        above.tier = 0;
        if (before[k].tier == 0 ||
            sked_tiers_job_on(&t->queue, above, &other) != SKED_E_UNKNOWN) {
            return 0;
        }
    }
    return 1;
}

/* Which jobs could swap before the next action. */
static void note_swaps(const trace *t, int *swappable) {
    sked_place places[PROCESSORS_MAX];
    uint32_t n;
    for (n = 0; n < t->jobs; n++) {
        swappable[n] = sked_tiers_get_places(&t->queue, n, places, PROCESSORS_MAX) == SKED_OK &&
                       can_swap(t, n, places);
    }
}

static void note_action(trace *t, const sked_action *action, const int *swappable, sked_time now) {
    trace_job *job = &t->job[action->id];
    if (action->kind == SKED_START_BACKGROUND) {
        CHECK_SEED(t->seed, action->end == SKED_NEVER);
        CHECK_SEED(t->seed, (job->options & SKED_JOB_NO_BACKGROUND) == 0);
        CHECK_SEED(t->seed, t->tiers.usage.usage != always_busy || is_undisturbed(t, action));
        if (check_below(&t->random, 2)) {
            job->due = now + 1 + check_below(&t->random, (uint32_t)job->estimate * 2);
        }
        return;
    }
    CHECK_SEED(t->seed, action->kind != SKED_SWAP || swappable[action->id]);
    CHECK_SEED(t->seed, (action->kind == SKED_START) == !job->behind);
    CHECK_SEED(t->seed, action->end > now && action->end != SKED_NEVER);
    CHECK_SEED(t->seed, action->kind != SKED_RESTART ||
                            (t->tiers.policy == SKED_KEASY &&
                             (job->options & SKED_JOB_NO_RESTART) == 0));
    CHECK_SEED(t->seed, action->kind != SKED_MIGRATE ||
                            (t->tiers.policy == SKED_MEASY &&
                             (job->options & SKED_JOB_NO_MIGRATION) == 0));
    job->due = action->end;
    if (check_below(&t->random, 2)) {
        job->due = now + 1 + check_below(&t->random, (uint32_t)(action->end - now));
    }
}

/* The head's shadow time never moves to a later one; but by the head's own way to a background. */
static void note_head(trace *t) {
    sked_queue_info info;
    int behind;
    memset(&info, 0, sizeof info);
    CHECK_SEED(t->seed, sked_queue_get_info(&t->queue, &info) == SKED_OK);
    if (!info.head_blocked || !t->in_order) {
        return;
    }
    behind = t->job[info.head].behind &&
             (t->tiers.policy == SKED_REASY ||
              (t->job[info.head].options & (t->tiers.policy == SKED_KEASY
                                                ? SKED_JOB_NO_RESTART
                                                : SKED_JOB_NO_MIGRATION)) != 0);
    CHECK_SEED(t->seed, info.head != t->head || behind != t->head_behind ||
                            info.shadow <= t->shadow);
    t->head = info.head;
    t->head_behind = behind;
    t->shadow = info.shadow;
}

static sked_time next_event(const trace *t, sked_time now) {
    sked_queue_info info;
    const int told = sked_queue_get_info(&t->queue, &info) == SKED_OK;
    sked_time next = told && info.waiting + info.background > 0 ? sked_queue_next_time(&t->queue)
                                                                : SKED_NEVER;
    uint32_t n;
    for (n = 0; n < t->jobs; n++) {
        if (t->job[n].submit > now && t->job[n].submit < next) {
            next = t->job[n].submit;
        }
        if (t->job[n].due > now && t->job[n].due < next) {
            next = t->job[n].due;
        }
    }
    return next;
}

/* As long as jobs end by their estimates. */
static void law_of_the_customer(uint64_t seed) {
    static trace t;
    meter memory = {0};
    sked_action action;
    sked_time now;
    int swappable[TRACE_MAX];
    any_trace(&t, seed);
    CHECK_SEED(seed, sked_queue_create(&t.queue, &t.settings, NULL, meter_mem(&memory)) == SKED_OK);
    for (now = 0; now != SKED_NEVER && now < 4000; now = next_event(&t, now)) {
        tell_events(&t, now);
        note_backgrounds(&t);
        CHECK_SEED(seed, sked_tiers_plan(&t.queue, &t.tiers, now) == SKED_OK);
        note_swaps(&t, swappable);
        while (sked_tiers_next(&t.queue, &action, NULL) == SKED_OK) {
            note_action(&t, &action, swappable, now);
            note_swaps(&t, swappable);
        }
        note_head(&t);
    }
    CHECK_SEED(seed, now == SKED_NEVER && t.ended == t.jobs);
    sked_queue_destroy(&t.queue);
    CHECK_SEED(seed, memory.live_blocks == 0 && !memory.damaged);
}

static void test_all(void) {
    try_seeds(1, 6000, try_seed);
    CHECK(conflicts_seen[0] > 1000 && conflicts_seen[1] > 1000);
    CHECK(barred_seen > 10000);
    CHECK(stays_seen[0] > 1000 && stays_seen[1] > 1000 && stays_seen[2] > 1000);
    CHECK(swaps_seen[0] > 1000 && swaps_seen[1] > 1000);
    try_seeds(1, 3000, law_of_the_customer);
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
