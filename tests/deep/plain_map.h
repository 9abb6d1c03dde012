/* plain_map.h: each heuristic of sked_map straight from its definition, with nothing remembered
 * between two steps; and blocks of noise for it to run in. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAIN_MAP_H_INCLUDED
#define PLAIN_MAP_H_INCLUDED

/* The includer has included sched.h. */

#include "../check.h"
#include "blocks.h"

enum { HEURISTICS = SKED_HEURISTIC_COUNT_ };

static inline guarded guarded_noise(size_t bytes, uint64_t noise) {
    guarded fresh = guarded_of(bytes, 0);
    size_t at;
    for (at = 0; at < bytes; at += sizeof(uint64_t)) {
        const uint64_t word = check_random(&noise);
        memcpy(fresh.block + at, &word, bytes - at < sizeof(word) ? bytes - at : sizeof(word));
    }
    return fresh;
}

/* ---- one step -------------------------------------------------------------------------------- */

typedef struct slow {
    const sked_map_request *request;
    sked_time *ready;               /* [machine]: when it is done with what it has */
    unsigned char *waiting;         /* [job] */
    sked_map_row *rows;
} slow;

static sked_time slow_time(const slow *self, uint32_t job, uint32_t machine) {
    return self->request->times[(size_t)job * self->request->machines + machine];
}

static sked_time slow_ready(const slow *self, uint32_t job, uint32_t machine) {
    (void)job;
    return self->ready[machine];
}

static sked_time slow_end(const slow *self, uint32_t job, uint32_t machine) {
    return self->ready[machine] + slow_time(self, job, machine);
}

/* The machine, of those that can run the job except one, where a measure is least; the lowest of
 * equals. SKED_NONE if there is none. */
typedef sked_time slow_measure(const slow *self, uint32_t job, uint32_t machine);

static uint32_t slow_best(const slow *self, uint32_t job, slow_measure *of, uint32_t except) {
    uint32_t machine, best = SKED_NONE;
    for (machine = 0; machine < self->request->machines; machine++) {
        if (machine != except && slow_time(self, job, machine) != SKED_NEVER &&
            (best == SKED_NONE || of(self, job, machine) < of(self, job, best))) {
            best = machine;
        }
    }
    return best;
}

/* What a job loses if it gets its second best machine. Without a second one that is never: such a
 * job comes before all that have a choice, the one that could end earliest first. */
static sked_time slow_loss(const slow *self, uint32_t job) {
    const uint32_t best = slow_best(self, job, slow_end, SKED_NONE);
    const uint32_t second = slow_best(self, job, slow_end, best);
    return second == SKED_NONE ? SKED_NEVER
                               : slow_end(self, job, second) - slow_end(self, job, best);
}

static void slow_assign(slow *self, uint32_t job, uint32_t machine) {
    self->rows[job].machine = machine;
    self->rows[job].start = self->ready[machine];
    self->rows[job].end = slow_end(self, job, machine);
    self->ready[machine] = self->rows[job].end;
    self->waiting[job] = 0;
}

/* ---- the heuristics -------------------------------------------------------------------------- */

/* OLB, MET and MCT: the jobs in turn, each to the machine of the least measure. */
static void slow_in_turn(slow *self, slow_measure *of) {
    uint32_t job;
    for (job = 0; job < self->request->jobs; job++) {
        if (self->waiting[job]) {
            slow_assign(self, job, slow_best(self, job, of, SKED_NONE));
        }
    }
}

/* Of the completions of all waiting jobs on their best machines the earliest, or the latest; or the
 * largest loss; the lowest job of equals. `best_by` says which machine is a job's best. */
static void slow_by_choice(slow *self, slow_measure *best_by, sked_heuristic heuristic) {
    uint32_t next;
    do {
        uint32_t job;
        sked_time next_value = 0;
        next = SKED_NONE;
        for (job = 0; job < self->request->jobs; job++) {
            if (self->waiting[job]) {
                const sked_time value =
                    heuristic == SKED_SUFFERAGE
                        ? slow_loss(self, job)
                        : slow_end(self, job, slow_best(self, job, best_by, SKED_NONE));
                if (next == SKED_NONE || (heuristic == SKED_MIN_MIN ? value < next_value
                                                                    : value > next_value)) {
                    next = job;
                    next_value = value;
                }
            }
        }
        if (next != SKED_NONE) {
            slow_assign(self, next, slow_best(self, next, best_by, SKED_NONE));
        }
    } while (next != SKED_NONE);
}

/* Each job in turn claims its best machine, and ousts an earlier claimant only by a strictly larger
 * loss. */
static void slow_claim(const slow *self, uint32_t *claim) {
    uint32_t job, machine;
    for (machine = 0; machine < self->request->machines; machine++) {
        claim[machine] = SKED_NONE;
    }
    for (job = 0; job < self->request->jobs; job++) {
        if (self->waiting[job]) {
            machine = slow_best(self, job, slow_end, SKED_NONE);
            if (claim[machine] == SKED_NONE ||
                slow_loss(self, job) > slow_loss(self, claim[machine])) {
                claim[machine] = job;
            }
        }
    }
}

/* Maheswaran et al. (1999), figure 3: in a pass the loads stay as they are; the claims are then
 * carried out. */
static void slow_in_passes(slow *self) {
    const uint32_t machines = self->request->machines;
    uint32_t *const claim = (uint32_t *)zeros_of(machines, sizeof(uint32_t));
    uint32_t machine, claims;
    do {
        claims = 0;
        slow_claim(self, claim);
        for (machine = 0; machine < machines; machine++) {
            if (claim[machine] != SKED_NONE) {
                slow_assign(self, claim[machine], machine);
                claims++;
            }
        }
    } while (claims > 0);
    free(claim);
}

static void slow_dispatch(slow *self, sked_heuristic heuristic, slow_measure *best_by) {
    switch (heuristic) {
    case SKED_OLB: slow_in_turn(self, slow_ready); break;
    case SKED_MET: slow_in_turn(self, slow_time); break;
    case SKED_MCT: slow_in_turn(self, slow_end); break;
    case SKED_SUFFERAGE: slow_by_choice(self, slow_end, heuristic); break;
    case SKED_SUFFERAGE_PASS: slow_in_passes(self); break;
    case SKED_MIN_MIN:
    case SKED_MAX_MIN:
    case SKED_DUPLEX:
    case SKED_DUPLEX_SUM: slow_by_choice(self, best_by, heuristic); break;
    case SKED_HEURISTIC_COUNT_:
    case SKED_HEURISTIC_CLOSED_: break;
    }
}

/* ---- a plan ---------------------------------------------------------------------------------- */

/* What a result must say about rows. */
static sked_map_result result_of(const sked_map_row *rows, uint32_t jobs, sked_heuristic used) {
    sked_map_result result = {0, {0, 0}, SKED_OLB};
    uint32_t job;
    result.used = used;
    for (job = 0; job < jobs; job++) {
        const sked_u128 end = {0, (uint64_t)rows[job].end};
        result.job_times = sked_u128_add(result.job_times, end);
        result.makespan = rows[job].end > result.makespan ? rows[job].end : result.makespan;
    }
    return result;
}

/* One mapping by any heuristic but the duplexes. */
static void slow_map_one(const sked_map_request *request, const sked_set *leave_out,
                         sked_heuristic heuristic, sked_map_row *rows, sked_map_result *result) {
    slow self;
    uint32_t job;
    self.request = request;
    self.rows = rows;
    self.ready = (sked_time *)zeros_of(request->machines, sizeof(sked_time));
    self.waiting = (unsigned char *)zeros_of(request->jobs, 1);
    if (request->free_from != NULL) {
        memcpy(self.ready, request->free_from, request->machines * sizeof(sked_time));
    }
    for (job = 0; job < request->jobs; job++) {
        self.waiting[job] = leave_out == NULL || !sked_set_has(leave_out, job);
        rows[job].start = rows[job].end = 0;
        rows[job].machine = SKED_NONE;
    }
    slow_dispatch(&self, heuristic,
                  (request->options & SKED_MAP_LEAST_TIME) != 0 ? slow_time : slow_end);
    *result = result_of(rows, request->jobs, heuristic);
    free(self.ready);
    free(self.waiting);
}

#endif
