/* plain.h: what the deep tests of queues without backgrounds have in common beyond oracle.h. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAIN_H_INCLUDED
#define PLAIN_H_INCLUDED

/* The includer has included oracle.h. Its model also has on[], the place in jobs[] of who runs on
 * each processor, or -1; its world meter, origin, block, bytes, jobs_limit, bookings_limit,
 * picker and given. And it says how a job leaves its processors: */
static void vacate(model *self, int slot);

static sked_time expected_end(const model *self, const model_job *job) {
    sked_time end = plus(job->start, job->estimate);
    return end > self->now ? end : self->now;
}

/* When a processor that is up can be counted on. */
static sked_time release_of(const model *self, uint32_t processor) {
    int slot = self->on[processor];
    return slot < 0 ? self->now : expected_end(self, &self->jobs[slot]);
}

static int any_live_booking(const model *self) {
    uint32_t h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        if (is_live(self, &self->bookings[h])) {
            return 1;
        }
    }
    return 0;
}

static void set_running(model *self, int slot, const unsigned char *on) {
    uint32_t processor;
    self->jobs[slot].place = RUNNING;
    self->jobs[slot].stays = 0;
    self->jobs[slot].start = self->now;
    for (processor = 0; processor < self->settings.processors; processor++) {
        if (on[processor]) {
            self->on[processor] = slot;
        }
    }
}

/* ---- bookings with an owner ------------------------------------------------------------------ */

/* The booking whose owner starts next; or -1. */
static int next_owner(const model *self) {
    return first_owner(self, is_due);
}

/* ---- what it means to fit -------------------------------------------------------------------- */

/* Can the job run from `at` to its expected end? */
static int can_run(const model *self, const model_job *job, sked_time at, int really) {
    return has_room(self, job->width, at, plus(at, job->estimate), really);
}

static int can_start(const model *self, const model_job *job) {
    return can_run(self, job, self->now, 1);
}

/* Now, or an instant at which something is given back. A head that fits now, but was refused,
 * waits for another offer, and so for a later one of them. */
static sked_time earliest_room(const model *self, const model_job *job, int refused) {
    sked_time instants[INSTANTS_MAX], best = SKED_NEVER;
    uint32_t n, count = list_instants(self, 0, instants);
    for (n = 0; n < count; n++) {
        if (instants[n] < best && (instants[n] > self->now || !refused) &&
            can_run(self, job, instants[n], 0)) {
            best = instants[n];
        }
    }
    return best;
}

static void list_offer(const model *self, sked_time end, unsigned char *offered) {
    uint32_t processor;
    for (processor = 0; processor < self->settings.processors; processor++) {
        offered[processor] =
            is_idle(self, processor) && !kept_by_set(self, processor, self->now, end);
    }
}

static sked_action *record(decision *entry, model *self, int slot, const unsigned char *on) {
    const model_job *job = &self->jobs[slot];
    memset(entry, 0, sizeof *entry);
    entry->action.kind = SKED_START;
    entry->action.reason = SKED_HEAD;
    entry->action.id = job->id;
    entry->action.tag = job->tag;
    entry->action.start = self->now;
    entry->action.end = plus(self->now, job->estimate);
    entry->action.width = job->width;
    entry->action.shadow = SKED_NEVER;
    memcpy(entry->on, on, self->settings.processors);
    set_running(self, slot, on);
    return &entry->action;
}

/* The first of a pass: returns whether an owner started. */
static int record_owner(decision *entry, model *self) {
    const int h = next_owner(self);
    unsigned char on[PROCESSORS_MAX];
    if (h < 0) {
        return 0;
    }
    memcpy(on, self->bookings[h].in, sizeof on);
    leave_booking(self, self->bookings[h].owner);
    record(entry, self, self->bookings[h].owner, on)->reason = SKED_BOOKED;
    return 1;
}

/* What is in a booking with an owner goes to the owner alone. */
static int owner_start_is_lawful(const model *m, const sked_action *action, const sked_set *on) {
    const int slot = slot_of(m, action->id), h = slot < 0 ? -1 : booking_owned_by(m, slot);
    uint32_t processor;
    if (h < 0 || m->jobs[slot].place != BARRED || !is_due(m, &m->bookings[h])) {
        return 0;
    }
    for (processor = 0; processor < on->size; processor++) {
        if (sked_set_has(on, processor) != m->bookings[h].in[processor]) {
            return 0;
        }
    }
    owners_seen[0]++;
    return action->end == plus(m->now, m->jobs[slot].estimate);
}

/* Needs no oracle: the job was waiting, and its processors exist, are as many as it asked for, were
 * idle, and are in no booking that it would meet. */
static int start_is_lawful(const model *m, const sked_action *action, const sked_set *on) {
    int slot = slot_of(m, action->id);
    uint32_t processor;
    if (action->reason == SKED_BOOKED) {
        return owner_start_is_lawful(m, action, on);
    }
    if (slot < 0 || m->jobs[slot].place != WAITING || sked_set_count(on) != m->jobs[slot].width) {
        return 0;
    }
    for (processor = sked_set_first(on); processor < on->size;
         processor = sked_set_next(on, processor)) {
        if (!is_idle(m, processor) || kept_by_set(m, processor, m->now, action->end)) {
            return 0;
        }
    }
    return action->end == plus(m->now, m->jobs[slot].estimate) && can_start(m, &m->jobs[slot]);
}

/* ---- random events --------------------------------------------------------------------------- */

static uint32_t any_width(world *w) {
    uint32_t processors = w->model.settings.processors, dice = below(w, 8);
    if (dice == 0) {
        return processors;
    }
    if (dice < 3) {
        return 1 + below(w, processors);
    }
    return 1 + below(w, dice < 6 ? processors / 4 + 1 : processors / 2 + 1) % processors;
}

/* Gives the queue the room it needs next, in steps that leave it short again soon. */
static void make_room(world *w) {
    sked_queue_settings *s = &w->model.settings;
    uint32_t jobs = jobs_alive(&w->model), bookings = bookings_kept(&w->model);
    uint32_t jobs_max = s->jobs_max, bookings_max = s->bookings_max;
    if (w->origin != BY_GROWING || (jobs < jobs_max && bookings < bookings_max)) {
        return;
    }
    jobs_max += jobs == jobs_max && jobs_max < w->jobs_limit;
    bookings_max += bookings == bookings_max && bookings_max < w->bookings_limit;
    if (jobs_max != s->jobs_max || bookings_max != s->bookings_max) {
        CHECK_SEED(w->seed, sked_queue_grow(&w->queue, jobs_max, bookings_max) == SKED_OK);
        s->jobs_max = jobs_max;
        s->bookings_max = bookings_max;
    }
}

/* Makes the queue; by default, a picker that picks nothing is as good as none. */
static sked_status build(world *w) {
    const sked_queue_settings settings = kit_settings(&w->model.settings);
    w->picker.pick = w->chooser.kind == CHOOSE_BY_DEFAULT ? NULL : choose;
    w->picker.ctx = &w->chooser;
    w->given = w->picker.pick != NULL || w->seed % 2 ? &w->picker : NULL;
    if (w->origin != BY_INIT) {
        return sked_queue_create(&w->queue, &settings, w->given, meter_mem(&w->meter));
    }
    if (sked_queue_bytes(&settings, &w->bytes) != SKED_OK) {
        return SKED_E_OVERFLOW;
    }
    w->block = meter_alloc(&w->meter, w->bytes);
    return sked_queue_init(&w->queue, &settings, w->given, w->block, w->bytes);
}

/* All happens shortly before the end of time. */
static void go_late(world *w) {
    w->model.now = SKED_TIME_MAX - w->span * 10;
    CHECK_SEED(w->seed, sked_queue_plan(&w->queue, w->model.now) == SKED_OK);
    CHECK_SEED(w->seed, sked_queue_plan_end(&w->queue) == SKED_OK);
    w->model.counters.passes++;
}

static void close_world(world *w) {
    CHECK_SEED(w->seed, !w->chooser.abused);
    sked_queue_destroy(&w->queue);
    if (w->block != NULL) {
        meter_free(&w->meter, w->block, w->bytes);
    }
    CHECK_SEED(w->seed, meter_is_clean(&w->meter));
}

/* During a pass nothing may be told. */
static void busy_calls(world *w) {
    sked_queue *q = &w->queue;
    const sked_job job = {.id = 7, .estimate = 1, .width = 1};
    const sked_span span = {.start = 0, .end = SKED_NEVER, .count = 1};
    const sked_time now = w->model.now;
    CHECK_SEED(w->seed, sked_queue_submit(q, &job, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_finish(q, 7, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_cancel(q, 7, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_requeue(q, 7, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_bar(q, 7, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_unbar(q, 7, 0, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_book(q, 7, &span, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_book_for(q, 7, 7, &span, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_unbook(q, 7, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_swap_accounts(q, 0, 0, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_plan(q, now) == SKED_E_BUSY);
    CHECK_SEED(w->seed, sked_queue_grow(q, JOBS_MAX, BOOKINGS_MAX) == SKED_E_BUSY);
}

/* Who is in a booking: a set over the given words, or so many. */
static void any_members(world *w, sked_span *span, sked_set *set) {
    const uint32_t processors = w->model.settings.processors;
    span->count = 1 + below(w, below(w, 4) == 0 ? processors : processors / 3 + 1) % processors;
    if (below(w, 2) == 0) {
        any_third(w, set);
        span->set = set;
        span->count = below(w, 2) ? 0 : UINT32_MAX;
    }
}

/* Returns the job's place, or -1: none of the line was cancelled. */
static int cancel_event(world *w) {
    int slot = any_slot(w, below(w, 4) ? WAITING : BARRED);
    sked_time now = soon(w);
    sked_status status;
    int barred;
    if (slot < 0) {
        return -1;
    }
    barred = w->model.jobs[slot].place == BARRED;
    trace_call("cancel", w->model.jobs[slot].id, now);
    status = sked_queue_cancel(&w->queue, w->model.jobs[slot].id, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    w->model.now = now;
    w->model.counters.cancelled++;
    if (booking_owned_by(&w->model, slot) >= 0) {
        end_booking(&w->model, booking_owned_by(&w->model, slot));
    }
    w->model.jobs[slot].place = GONE;
    return barred ? -1 : slot;
}

/* Returns the place of a job that has left the line, or has come to it; or -1: none. */
static int bar_event(world *w) {
    model *m = &w->model;
    const int slot = any_to_bar(w);
    const sked_time now = soon(w);
    const uint32_t unbar = below(w, 4), options = any_unbarring(w);
    sked_status status, expected;
    place was;
    if (slot < 0) {
        return -1;
    }
    was = m->jobs[slot].place;
    trace_call(unbar ? options == SKED_AFRESH ? "afresh" : "unbar" : "bar", m->jobs[slot].id, now);
    expected = unbar ? expect_unbar(m, slot, options) : expect_bar(m, slot);
    status = unbar ? sked_queue_unbar(&w->queue, m->jobs[slot].id, options, now)
                   : sked_queue_bar(&w->queue, m->jobs[slot].id, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == expected);
    if (expected != SKED_OK) {
        return -1;
    }
    if (unbar) {
        model_unbar(m, slot, options, now);
    } else {
        model_bar(m, slot, now);
    }
    return m->jobs[slot].place == was ? -1 : slot;
}

static void return_job(world *w, int slot, sked_time now) {
    sked_status status;
    trace_call("requeue", w->model.jobs[slot].id, now);
    status = sked_queue_requeue(&w->queue, w->model.jobs[slot].id, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    w->model.now = now;
    w->model.counters.requeued++;
    w->model.jobs[slot].place = WAITING;
    vacate(&w->model, slot);
}

/* Returns the job's place, or -1: none ran. */
static int return_event(world *w) {
    const int slot = any_slot(w, RUNNING);
    const sked_time now = soon(w);
    if (slot >= 0) {
        return_job(w, slot, now);
    }
    return slot;
}

/* Does a job keep its promise if it becomes this? */
static int change_keeps(const model *self, int slot, const model_job *to, sked_time now);

/* Returns the job's place, or -1: none has changed. *was is what it was. */
static int change_event(world *w, sked_time longest, model_job *was) {
    model *m = &w->model;
    static const place places[] = {WAITING, WAITING, WAITING, RUNNING, RUNNING, BARRED};
    const int slot = any_slot(w, places[below(w, 6)]);
    const sked_time now = soon(w);
    sked_job_change change;
    sked_status status, expected;
    model_job to;
    if (slot < 0) {
        return -1;
    }
    change = any_change(w, slot, longest);
    trace_change(m->jobs[slot].id, &change, now);
    expected = expect_change(m, slot, &change);
    to = changed_job(m, slot, &change);
    if (expected == SKED_OK && change.options == SKED_IF_KEPT && !change_keeps(m, slot, &to, now)) {
        expected = SKED_E_PROMISE;
    }
    status = sked_queue_change(&w->queue, m->jobs[slot].id, &change, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == expected);
    if (expected != SKED_OK) {
        return -1;
    }
    *was = m->jobs[slot];
    m->jobs[slot] = to;
    m->now = now;
    if (to.width != was->width && booking_owned_by(m, slot) >= 0) {
        owners_seen[3]++;
        end_booking(m, booking_owned_by(m, slot));
    }
    return slot;
}

/* In a world without accounts it would be refused. */
static void swap_event(world *w) {
    model *m = &w->model;
    const swap asked = any_swap(&m->accounts, &w->random);
    const sked_status expected = expect_swap(&m->settings, &asked);
    const sked_time now = soon(w);
    sked_status status;
    trace_swap(&asked, now);
    status = sked_queue_swap_accounts(&w->queue, asked.a, asked.b, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == expected);
    apply_swap(m, &asked, expected, now);
}

/* Up to so long; one in `endless` without an end. */
static void booking_event(world *w, sked_time longest, uint32_t endless) {
    model *m = &w->model;
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, m->settings.processors);
    uint64_t id = any_id(w);
    sked_time now = soon(w);
    sked_span span = any_while(w, 8, longest, endless);
    sked_status status, expected;
    any_members(w, &span, &set);
    make_room(w);
    expected = expect_booking(m, id, now);
    trace_call("book", id, now);
    trace_span(&span);
    status = sked_queue_book(&w->queue, id, &span, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == expected);
    if (expected == SKED_OK) {
        model_book(m, id, &span, now);
        memset(words, 0xFF, sizeof words);      /* the set was copied */
    }
}

/* Returns the booking's place, or -1: it was not there. */
static int unbook_event(world *w) {
    model *m = &w->model;
    int h = (int)below(w, BOOKINGS_MAX);
    sked_time now = soon(w);
    sked_status status;
    if (!m->bookings[h].kept || m->bookings[h].end <= now) {
        return -1;
    }
    trace_call("unbook", m->bookings[h].id, now);
    status = sked_queue_unbook(&w->queue, m->bookings[h].id, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == SKED_OK);
    m->now = now;
    owners_seen[2] += m->bookings[h].owned != 0;
    end_booking(m, h);
    return h;
}

/* ---- random events: bookings with an owner --------------------------------------------------- */

/* So many processors: of those that are idle, of those that are busy, or of all; and of the others
 * when these are too few. */
static void any_own_set(world *w, uint32_t count, sked_set *set) {
    const uint32_t processors = w->model.settings.processors, from = below(w, processors);
    const uint32_t of = below(w, 3), mixed = below(w, 2) ? 0 : 4;
    uint32_t step, round;
    for (round = 0; round < 2; round++) {
        for (step = 0; step < processors && sked_set_count(set) < count; step++) {
            const uint32_t processor = (from + step) % processors;
            const int idle = is_idle(&w->model, processor);
            if (round > 0 || of == 2 || (of == 0) == (idle != 0) ||
                (mixed > 0 && below(w, mixed) == 0)) {
                sked_set_add(set, processor);
            }
        }
    }
}

/* One in twelve has something that is refused, whatever the job is; or another one instead. */
static void spoil_span(world *w, sked_span *span, sked_set *set) {
    switch (below(w, 72)) {
    case 0: span->start = -1; break;
    case 1: span->end = SKED_NEVER - 1; break;
    case 2: span->end = span->start; break;
    case 3: sked_set_clear(set); break;
    case 4: span->set = NULL; break;
    case 5: sked_set_add(set, below(w, set->size)); break;
    default: break;
    }
    span->count = below(w, 3) ? 1 + below(w, set->size) : below(w, 2) ? 0 : UINT32_MAX;
}

static sked_status expect_span(const model *m, const sked_span *span) {
    const uint32_t count = span->set != NULL ? sked_set_count(span->set) : span->count;
    if (span->start < 0 || span->start > SKED_TIME_MAX || span->end < 0 ||
        (span->end > SKED_TIME_MAX && span->end != SKED_NEVER)) {
        return SKED_E_TIME;
    }
    if (span->end <= span->start) {
        return SKED_E_RANGE;
    }
    return count == 0 ? SKED_E_NO_WIDTH
                      : count > m->settings.processors ? SKED_E_TOO_WIDE : SKED_OK;
}

/* A booking of the job that has ended by `now` is one no more; but a bar, until it is forgotten. */
static sked_status expect_booking_for(const model *m, uint64_t id, int slot,
                                      const sked_span *span, sked_time now) {
    const sked_status wrong = expect_span(m, span);
    const int own = slot < 0 ? -1 : booking_owned_by(m, slot);
    const int ended = own >= 0 && m->bookings[own].end <= now;
    sked_status status;
    if (slot < 0) {
        return SKED_E_UNKNOWN;
    }
    if (m->jobs[slot].place == RUNNING) {
        return SKED_E_NOT_WAITING;
    }
    if (wrong != SKED_OK) {
        return wrong;
    }
    if (span->set == NULL || sked_set_count(span->set) != m->jobs[slot].width ||
        m->jobs[slot].bars == UINT32_MAX) {
        return SKED_E_RANGE;
    }
    status = own >= 0 && !ended ? SKED_E_DUPLICATE : expect_booking(m, id, now);
    return status == SKED_OK && is_owned(m, slot, span, now) ? SKED_E_TAKEN : status;
}

/* Returns whether the owner leaves the line: it is there, too, if its last booking has ended. */
static int model_book_for(model *m, uint64_t id, int slot, const sked_span *span,
                          sked_time now) {
    model_booking *booking = model_book(m, id, span, now);
    const int waits = m->jobs[slot].place == WAITING;
    model_bar(m, slot, now);
    booking->owned = 1;
    booking->owner = slot;
    return waits;
}

/* Returns the owner's place if it has left the line, or -1. */
static int own_booking_event(world *w, sked_time longest) {
    static const place places[] = {WAITING, WAITING, WAITING, WAITING, BARRED, BARRED, RUNNING};
    model *m = &w->model;
    sked_word words[WORDS_MAX];
    sked_set set = sked_set_of(words, m->settings.processors);
    const int slot = any_slot(w, places[below(w, 7)]);
    const uint64_t id = any_id(w), owner = slot < 0 ? UINT64_C(0x123456789ABCDEF)
                                                    : m->jobs[slot].id;
    const sked_time now = soon(w);
    sked_span span = any_while(w, below(w, 2) ? 1 : 8, longest, 4);
    sked_status status, expected;
    int left;
    any_own_set(w, slot < 0 ? 1 : m->jobs[slot].width, &set);
    span.set = &set;
    spoil_span(w, &span, &set);
    make_room(w);
    expected = expect_booking_for(m, id, slot, &span, now);
    trace_call("book_for", id, now);
    trace_span(&span);
    if (tracing) {
        printf(" owner %llu", (unsigned long long)owner);
    }
    status = sked_queue_book_for(&w->queue, id, owner, &span, now);
    trace_status(status);
    CHECK_SEED(w->seed, status == expected);
    if (expected != SKED_OK) {
        return -1;
    }
    left = model_book_for(m, id, slot, &span, now);
    memset(words, 0xFF, sizeof words);      /* the set was copied */
    return left ? slot : -1;
}

/* The next job that runs where one is booked for another, or -1: what is to be preempted. */
static int any_in_the_way(const world *w) {
    const model *m = &w->model;
    int h, slot;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        for (slot = 0; slot < JOBS_MAX && m->bookings[h].owned && is_live(m, &m->bookings[h]);
             slot++) {
            if (in_the_way(m, &m->bookings[h], slot) > 0) {
                return slot;
            }
        }
    }
    return -1;
}

/* Is told of each job that has a booking, and of no other. One that has ended counts no more. */
static int owner_agrees(const world *w, int slot) {
    const int own = booking_owned_by(&w->model, slot);
    const int h = own >= 0 && is_live(&w->model, &w->model.bookings[own]) ? own : -1;
    uint64_t id = 0;
    const sked_status status = sked_queue_booking_of(&w->queue, w->model.jobs[slot].id, &id);
    return h < 0 ? status == SKED_E_UNKNOWN
                 : status == SKED_OK && id == w->model.bookings[h].id;
}

/* ---- whole runs of made-up jobs -------------------------------------------------------------- */

typedef struct trace_job {
    sked_time submit, run, estimate;
    uint64_t key;
    uint32_t width;
    sked_time start;                    /* found by simulation; -1 before */
    sked_time promise;                  /* what it was told first, or latest; or -1 */
    uint64_t where;                     /* a hash of its processors */
} trace_job;

/* `exact`: all run as long as they say. */
static void any_jobs(trace_job *jobs, uint32_t count, uint32_t processors, int exact,
                     uint64_t *random) {
    sked_time now = 0;
    uint32_t n;
    for (n = 0; n < count; n++) {
        trace_job *job = &jobs[n];
        now += check_below(random, 4);
        job->submit = now;
        job->estimate = 1 + check_below(random, 20);
        job->run = exact || check_below(random, 2)
                       ? job->estimate : 1 + check_below(random, (uint32_t)job->estimate);
        job->key = check_below(random, 5);
        job->width = 1 + check_below(random, processors);
        if (check_below(random, 2)) {
            job->width = 1 + (job->width - 1) / 4;
        }
    }
}

static void forget_starts(trace_job *jobs, uint32_t count) {
    uint32_t n;
    for (n = 0; n < count; n++) {
        jobs[n].start = jobs[n].promise = -1;
        jobs[n].where = 0;
    }
}

static void stretch_jobs(trace_job *jobs, uint32_t count, sked_time scale) {
    uint32_t n;
    for (n = 0; n < count; n++) {
        jobs[n].submit *= scale;
        jobs[n].run *= scale;
        jobs[n].estimate *= scale;
    }
}

/* Returns whether nobody was there before. */
static int occupy(trace_job *job, const sked_set *on, unsigned char *busy) {
    uint32_t processor;
    int idle = 1;
    for (processor = sked_set_first(on); processor < on->size;
         processor = sked_set_next(on, processor)) {
        idle = idle && !busy[processor];
        busy[processor] = 1;
        job->where = job->where * 131 + processor;
    }
    return idle;
}

/* Ends all jobs that end now, then submits all that arrive now. */
static int tell_jobs(const trace_job *jobs, uint32_t count, uint32_t processors, sked_queue *queue,
                     sked_time now, unsigned char *busy) {
    sked_word words[WORDS_MAX];
    sked_set on = sked_set_of(words, processors);
    sked_job_info info;
    sked_job job = SKED_ZERO;
    uint32_t n, processor;
    int fine = 1;
    for (n = 0; n < count; n++) {
        if (jobs[n].start >= 0 && jobs[n].start + jobs[n].run == now) {
            fine = fine && sked_queue_get_job(queue, n, &info, &on) == SKED_OK;
            for (processor = 0; processor < on.size; processor++) {
                busy[processor] &= (unsigned char)!sked_set_has(&on, processor);
            }
            fine = fine && sked_queue_finish(queue, n, now) == SKED_OK;
        }
    }
    for (n = 0; n < count; n++) {
        if (jobs[n].submit == now) {
            job.id = n;
            job.key = jobs[n].key;
            job.tag = 0;
            job.estimate = jobs[n].estimate;
            job.width = jobs[n].width;
            job.options = job.bars = 0;
            fine = fine && sked_queue_submit(queue, &job, now) == SKED_OK;
        }
    }
    return fine;
}

/* The first instant after that one at which a job comes or ends, if it is before `next`. */
static sked_time next_of_jobs(const trace_job *jobs, uint32_t count, sked_time after,
                              sked_time next) {
    uint32_t n;
    for (n = 0; n < count; n++) {
        sked_time end = jobs[n].start < 0 ? -1 : jobs[n].start + jobs[n].run;
        if (jobs[n].submit > after && jobs[n].submit < next) {
            next = jobs[n].submit;
        }
        if (end > after && end < next) {
            next = end;
        }
    }
    return next;
}

/* At the same times, but for the scale, and on the same processors. */
static int same_job_starts(const trace_job *a, const trace_job *b, uint32_t count,
                           sked_time scale) {
    uint32_t n;
    for (n = 0; n < count; n++) {
        if (a[n].start * scale != b[n].start || a[n].where != b[n].where) {
            return 0;
        }
    }
    return 1;
}

#endif
