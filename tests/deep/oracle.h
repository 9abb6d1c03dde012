/* oracle.h: what the slow oracles of the queue have in common, and the random events. */
/* SPDX-License-Identifier: MIT */
#ifndef ORACLE_H_INCLUDED
#define ORACLE_H_INCLUDED

/* The includer has included model.h and doubles.h, and defines
 *     JOBS_MAX, HOLDS_MAX    what a model has room for
 *     INSTANTS_MAX           1 + JOBS_MAX + 2 * HOLDS_MAX or more
 *     DUE_OF_8               so many events of eight happen when the next thing is due
 *     model_job              place, id, key, tag, arrival, estimate, start, width
 *     model                  settings, now, arrivals, jobs[], holds[], counters
 *     world                  seed, random, model, chooser, span, unlimited, queue
 * and what its model has to say: */
static sked_time expected_end(const model *self, const model_job *job);
static int is_idle(const model *self, uint32_t processor);

/* Is a processor there at an instant? By the expectations, when who runs there is expected to have
 * ended; `really` (for a start, not for a shadow) when nobody runs there now. The two differ for a
 * job that is overdue: it is expected to end now, but nobody can start on its processors. */
static int is_there(const model *self, uint32_t processor, sked_time at, int really);

/* When something may be decided anew; and what jobs ask for. */
static sked_time model_next_time(const model *self);
static uint64_t any_id(world *w);
static uint32_t any_width(world *w);

/* ---- jobs and holds -------------------------------------------------------------------------- */

static uint32_t idle_count(const model *self) {
    uint32_t processor, count = 0;
    for (processor = 0; processor < self->settings.processors; processor++) {
        count += is_idle(self, processor) != 0;
    }
    return count;
}

static uint32_t jobs_in(const model *self, place where) {
    uint32_t slot, count = 0;
    for (slot = 0; slot < JOBS_MAX; slot++) {
        count += self->jobs[slot].place == where;
    }
    return count;
}

static uint32_t jobs_alive(const model *self) {
    return JOBS_MAX - jobs_in(self, GONE);
}

static int in_line(const model_job *job) {
    return job->place == WAITING || job->place == BACKGROUND;
}

static int slot_of(const model *self, uint64_t id) {
    int slot;
    for (slot = 0; slot < JOBS_MAX; slot++) {
        if (self->jobs[slot].place != GONE && self->jobs[slot].id == id) {
            return slot;
        }
    }
    return -1;
}

static int is_live(const model *self, const model_hold *hold) {
    return hold->kept && self->now < hold->end;
}

static uint32_t holds_kept(const model *self) {
    uint32_t h, count = 0;
    for (h = 0; h < HOLDS_MAX; h++) {
        count += self->holds[h].kept != 0;
    }
    return count;
}

/* A hold that has ended by `now` counts no more. */
static int hold_of(const model *self, uint64_t id, sked_time now) {
    int h;
    for (h = 0; h < HOLDS_MAX; h++) {
        if (self->holds[h].kept && self->holds[h].id == id && self->holds[h].end > now) {
            return h;
        }
    }
    return -1;
}

static uint32_t holds_after(const model *self, sked_time now) {
    uint32_t h, count = 0;
    for (h = 0; h < HOLDS_MAX; h++) {
        count += self->holds[h].kept && self->holds[h].end > now;
    }
    return count;
}

static void forget_ended_holds(model *self) {
    uint32_t h;
    for (h = 0; h < HOLDS_MAX; h++) {
        if (self->holds[h].end <= self->now) {
            self->holds[h].kept = 0;
        }
    }
}

/* ---- what it means to fit -------------------------------------------------------------------- */

/* Is the processor in a hold by set that overlaps [from, to)? */
static int kept_by_set(const model *self, uint32_t processor, sked_time from, sked_time to) {
    uint32_t h;
    for (h = 0; h < HOLDS_MAX; h++) {
        const model_hold *hold = &self->holds[h];
        if (is_live(self, hold) && hold->by_set && hold->in[processor] && hold->start < to &&
            from < hold->end) {
            return 1;
        }
    }
    return 0;
}

static int64_t kept_by_count(const model *self, sked_time at) {
    int64_t count = 0;
    uint32_t h;
    for (h = 0; h < HOLDS_MAX; h++) {
        const model_hold *hold = &self->holds[h];
        if (is_live(self, hold) && !hold->by_set && hold->start <= at && at < hold->end) {
            count += hold->count;
        }
    }
    return count;
}

/* At one instant: do the processors suffice for the job and for all holds by count? */
static int counts_suffice(const model *self, uint32_t width, sked_time at, int really) {
    const int64_t wanted = kept_by_count(self, at);
    int64_t there = 0;
    uint32_t processor;
    if (wanted == 0) {
        return 1;
    }
    for (processor = 0; processor < self->settings.processors; processor++) {
        there += is_there(self, processor, at, really) &&
                 !kept_by_set(self, processor, at, at + 1);
    }
    return there >= (int64_t)width + wanted;
}

/* All instants at which something is given back, and now; `starts`: also those of holds. */
static uint32_t list_instants(const model *self, int starts, sked_time *instants) {
    uint32_t count = 0, n;
    instants[count++] = self->now;
    for (n = 0; n < JOBS_MAX; n++) {
        if (self->jobs[n].place == RUNNING) {
            instants[count++] = expected_end(self, &self->jobs[n]);
        }
    }
    for (n = 0; n < HOLDS_MAX; n++) {
        if (is_live(self, &self->holds[n])) {
            instants[count++] = self->holds[n].end;
            if (starts) {
                instants[count++] = self->holds[n].start;
            }
        }
    }
    return count;
}

/* Can a job run on certain processors during [from, to)? Enough of them are there and in no hold by
 * set that it would meet; and whenever holds by count are active, there are so many beside it. */
static int has_room(const model *self, uint32_t width, sked_time from, sked_time to, int really) {
    sked_time instants[INSTANTS_MAX];
    uint32_t processor, n, count, usable = 0;
    for (processor = 0; processor < self->settings.processors; processor++) {
        usable += is_there(self, processor, from, really) &&
                  !kept_by_set(self, processor, from, to);
    }
    if (usable < width || !counts_suffice(self, width, from, really)) {
        return 0;
    }
    count = list_instants(self, 1, instants);
    for (n = 0; n < count; n++) {
        if (instants[n] > from && instants[n] < to &&
            !counts_suffice(self, width, instants[n], really)) {
            return 0;
        }
    }
    return 1;
}

/* The first instant after now; none if nobody is in line. */
static sked_time next_instant(const model *self, const sked_time *instants, uint32_t count) {
    sked_time best = SKED_NEVER;
    uint32_t n;
    for (n = 0; n < count && jobs_in(self, WAITING) + jobs_in(self, BACKGROUND) > 0; n++) {
        if (instants[n] > self->now && instants[n] < best) {
            best = instants[n];
        }
    }
    return best;
}

/* ---- the order of the queue ------------------------------------------------------------------ */

/* -1, 0, 1: how two jobs stand by an order alone. */
static int by_order(sked_order order, const model_job *a, const model_job *b) {
    switch (order) {
    case SKED_SJF: return a->estimate < b->estimate ? -1 : a->estimate > b->estimate;
    case SKED_BY_KEY: return a->key < b->key ? -1 : a->key > b->key;
    case SKED_NARROWEST: return a->width < b->width ? -1 : a->width > b->width;
    default: return a->arrival < b->arrival ? -1 : a->arrival > b->arrival;
    }
}

static int queued_before(const model *self, const model_job *a, const model_job *b) {
    const int order = by_order(self->settings.order, a, b);
    return order != 0 ? order < 0 : a->arrival < b->arrival;
}

static uint32_t list_queue(const model *self, int *queue) {
    uint32_t count = 0, at;
    int slot;
    for (slot = 0; slot < JOBS_MAX; slot++) {
        if (in_line(&self->jobs[slot])) {
            for (at = count; at > 0 && queued_before(self, &self->jobs[slot],
                                                     &self->jobs[queue[at - 1]]); at--) {
                queue[at] = queue[at - 1];
            }
            queue[at] = slot;
            count++;
        }
    }
    return count;
}

/* Sorts by another order; equals stay in the order of the queue. */
static void sort_by(const model *self, sked_order order, int *slots, uint32_t count) {
    uint32_t done, at;
    for (done = 1; done < count; done++) {
        const int slot = slots[done];
        for (at = done;
             at > 0 && by_order(order, &self->jobs[slot], &self->jobs[slots[at - 1]]) < 0; at--) {
            slots[at] = slots[at - 1];
        }
        slots[at] = slot;
    }
}

static inline uint32_t position_of(const model *self, int slot) {
    int queue[JOBS_MAX];
    uint32_t count = list_queue(self, queue), at;
    for (at = 0; at < count; at++) {
        if (queue[at] == slot) {
            return at;
        }
    }
    return SKED_NONE;
}

/* ---- the queue beside the oracle ------------------------------------------------------------- */

/* What every queue counts. */
static int counts_agree(const world *w, const sked_queue_counters *c) {
    const sked_queue_counters *m = &w->model.counters;
    return c->started == m->started && c->finished == m->finished &&
           c->cancelled == m->cancelled && c->returned == m->returned &&
           c->overdue == m->overdue && c->passes == m->passes &&
           c->picker_refusals == w->chooser.refusals && c->picker_faults == w->chooser.faults;
}

/* Does the job of that place, or nobody (-1), run on the processor? */
static int is_told_on(const world *w, uint32_t processor, int slot) {
    uint64_t id = 0;
    const sked_status status = sked_queue_job_on(&w->queue, processor, &id);
    return slot < 0 ? status == SKED_E_UNKNOWN
                    : status == SKED_OK && id == w->model.jobs[slot].id;
}

static inline int waiting_list_agrees(const world *w) {
    int queue[JOBS_MAX];
    uint32_t at, count = list_queue(&w->model, queue);
    uint64_t id = 0;
    for (at = 0; at < count; at++) {
        if (sked_queue_waiting_at(&w->queue, at, &id) != SKED_OK ||
            id != w->model.jobs[queue[at]].id) {
            return 0;
        }
    }
    return sked_queue_waiting_at(&w->queue, count, &id) == SKED_E_RANGE;
}

/* ---- random events: jobs --------------------------------------------------------------------- */

static uint32_t below(world *w, uint32_t bound) {
    return check_below(&w->random, bound);
}

/* Mostly the same instant again; else a little later, or when the next thing is due. */
static sked_time soon(world *w) {
    const uint32_t dice = below(w, 8);
    sked_time next;
    if (dice < 5) {
        return w->model.now;
    }
    next = model_next_time(&w->model);
    if (dice < 5 + DUE_OF_8 && next <= SKED_TIME_MAX) {
        return next;
    }
    return clamp(w->model.now + (sked_time)below(w, (uint32_t)w->span) / 2);
}

static int any_slot(world *w, place where) {
    uint32_t count = jobs_in(&w->model, where), wanted;
    int slot = -1;
    if (count == 0) {
        return -1;
    }
    for (wanted = 1 + below(w, count); wanted > 0; wanted--) {
        do {
            slot++;
        } while (w->model.jobs[slot].place != where);
    }
    return slot;
}

static sked_time any_estimate(world *w, sked_time longest) {
    const uint32_t dice = below(w, 16);
    if (dice == 0) {
        return 0;
    }
    if (dice == 1 && w->unlimited) {
        return below(w, 2) ? SKED_NEVER : SKED_TIME_MAX - (sked_time)below(w, 3);
    }
    return 1 + (sked_time)below(w, (uint32_t)longest);
}

static sked_job any_job(world *w, sked_time longest) {
    sked_job job;
    job.id = any_id(w);
    job.key = below(w, 4);
    job.tag = check_random(&w->random);
    job.estimate = any_estimate(w, longest);
    job.width = any_width(w);
    return job;
}

static sked_status expect_submit(const model *m, const sked_job *job) {
    if (job->estimate == 0 && m->settings.estimate_missing == SKED_REFUSE_MISSING) {
        return SKED_E_NO_ESTIMATE;
    }
    if (slot_of(m, job->id) >= 0) {
        return SKED_E_DUPLICATE;
    }
    return jobs_alive(m) == m->settings.jobs_max ? SKED_E_FULL : SKED_OK;
}

static model_job *model_submit(model *m, const sked_job *job, sked_time now) {
    model_job *mine = m->jobs;
    while (mine->place != GONE) {
        mine++;
    }
    memset(mine, 0, sizeof *mine);
    m->now = now;
    mine->place = WAITING;
    mine->id = job->id;
    mine->key = job->key;
    mine->tag = job->tag;
    mine->width = job->width;
    mine->estimate = job->estimate != 0 ? job->estimate : m->settings.estimate_missing;
    mine->arrival = m->arrivals++;
    mine->start = SKED_NEVER;
    return mine;
}

/* ---- random events: holds, lost processors --------------------------------------------------- */

static void any_third(world *w, sked_set *set) {
    const uint32_t processors = w->model.settings.processors;
    uint32_t processor;
    sked_set_add(set, below(w, processors));
    for (processor = 0; processor < processors; processor++) {
        if (below(w, 3) == 0) {
            sked_set_add(set, processor);
        }
    }
}

/* Starts soon, one in `early` about now; ends before long, one in `endless` never. Who is in it is
 * left to the caller. */
static sked_span any_while(world *w, uint32_t early, sked_time longest, uint32_t endless) {
    sked_span span;
    span.start = clamp(w->model.now + (sked_time)below(w, (uint32_t)w->span));
    if (below(w, early) == 0) {
        span.start = w->model.now - (sked_time)below(w, 3);
        span.start = span.start < 0 ? 0 : span.start;
    }
    span.end = span.start + 1 + (sked_time)below(w, (uint32_t)longest);
    if (span.end > SKED_TIME_MAX || below(w, endless) == 0) {
        span.end = SKED_NEVER;
    }
    span.count = 0;
    span.set = NULL;
    return span;
}

static sked_status expect_hold(const model *m, uint64_t id, sked_time now) {
    if (hold_of(m, id, now) >= 0) {
        return SKED_E_DUPLICATE;
    }
    return holds_after(m, now) == m->settings.holds_max ? SKED_E_FULL : SKED_OK;
}

static void model_add_hold(model *m, uint64_t id, const sked_span *span, sked_time now) {
    model_hold *hold = m->holds;
    m->now = now;
    forget_ended_holds(m);
    while (hold->kept) {
        hold++;
    }
    hold->kept = 1;
    hold->id = id;
    hold->start = span->start;
    hold->end = span->end;
    hold->count = span->count;
    hold->by_set = span->set != NULL;
    if (hold->by_set) {
        plain_set(span->set, hold->in);
    }
}

/* One or a few processors, seldom all or none; more of those of which `of` is true. */
static inline void any_processors(world *w, sked_set *set, const unsigned char *of) {
    const uint32_t processors = w->model.settings.processors, dice = below(w, 16);
    uint32_t processor;
    sked_set_add(set, below(w, processors));
    for (processor = 0; processor < processors; processor++) {
        if (dice == 0 || (dice < 4 && below(w, 3) == 0) || (of[processor] && below(w, 2))) {
            sked_set_add(set, processor);
        }
    }
    if (dice == 15) {
        sked_set_clear(set);
    }
}

static inline int hits_hold(const model *m, const model_hold *hold, const unsigned char *lost,
                            uint32_t left) {
    uint32_t processor;
    if (!hold->by_set) {
        return left < hold->count;
    }
    for (processor = 0; processor < m->settings.processors; processor++) {
        if (lost[processor] && hold->in[processor]) {
            return 1;
        }
    }
    return 0;
}

/* How many holds lack what they were promised, now that these are lost and so many are left up. */
static inline uint32_t holds_hit(const model *m, const unsigned char *lost, uint32_t left) {
    uint32_t h, count = 0;
    for (h = 0; h < HOLDS_MAX && count_of(lost, m->settings.processors) > 0; h++) {
        count += is_live(m, &m->holds[h]) && hits_hold(m, &m->holds[h], lost, left);
    }
    return count;
}

#endif
