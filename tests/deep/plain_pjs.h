/* plain_pjs.h: jobs on machines and clusters, plainly: every trial maps all other jobs anew. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAIN_PJS_H_INCLUDED
#define PLAIN_PJS_H_INCLUDED

/* The includer has included sched.h, and asks with good requests only. The algorithm is that
 * of Collins and George (2001), section 3, as sked_pjs words it, with nothing remembered between
 * two trials: the jobs that are on no cluster are mapped anew by sked_map_run, over one block that
 * is prepared once, or by what the caller gives in its place. */

#include "blocks.h"

/* As sked_map_run. */
typedef sked_status plain_pjs_mapper(const sked_map_request *request, void *block, size_t bytes,
                                     const sked_set *leave_out, sked_map_row *rows,
                                     sked_map_result *result);

typedef struct plain_pjs_state {
    const sked_pjs_request *request;
    plain_pjs_mapper *mapper;
    sked_map_request map;           /* with free times, and maybe a table, of our own          */
    sked_time *table;               /* the machines' times; a job without any has 0 somewhere  */
    sked_time *free_from, *kept_from; /* per machine: in this trial; after the clusters kept   */
    sked_time *cluster_times;       /* with the members that are up; SKED_NEVER: cannot        */
    sked_time *profit;              /* per pair: what it saves; 0 once it is out of question   */
    unsigned char *homeless;        /* per job: no machine can run it                          */
    sked_word *words;
    sked_set placed;                /* jobs on clusters, and those left out                    */
    sked_map_row *mapped;
    sked_pjs_row *trial;
    void *block;
    size_t bytes;
    uint32_t mappings;
} plain_pjs_state;

/* ---- clusters -------------------------------------------------------------------------------- */

static int plain_pjs_is_up(const sked_pjs_request *request, uint32_t machine) {
    return request->up == NULL || sked_set_has(request->up, machine);
}

static uint32_t plain_pjs_members_up(const sked_pjs_request *request, uint32_t cluster) {
    const sked_set *members = request->cluster[cluster].members;
    uint32_t machine, count = 0;
    for (machine = sked_set_first(members); machine < members->size;
         machine = sked_set_next(members, machine)) {
        count += (uint32_t)plain_pjs_is_up(request, machine);
    }
    return count;
}

static int plain_pjs_is_usable(const sked_pjs_request *request, uint32_t cluster) {
    const uint32_t members = sked_set_count(request->cluster[cluster].members);
    const uint32_t wanted = request->cluster[cluster].members_min;
    return plain_pjs_members_up(request, cluster) >= (wanted == 0 ? members : wanted);
}

/* How long a job takes that takes `time` with all members: what is missing makes it longer. */
static sked_time plain_pjs_stretched(sked_time time, uint32_t members, uint32_t up) {
    uint64_t rest;
    sked_u128 length;
    if (members == up) {
        return time;
    }
    length = sked_u128_div(sked_u128_mul((uint64_t)time, members), up, &rest);
    return (sked_time)length.low + (rest > 0);
}

static void plain_pjs_read_clusters(plain_pjs_state *self) {
    const sked_pjs_request *request = self->request;
    uint32_t cluster, job;
    for (cluster = 0; cluster < request->clusters; cluster++) {
        const uint32_t members = sked_set_count(request->cluster[cluster].members);
        const uint32_t up = plain_pjs_members_up(request, cluster);
        const int usable = plain_pjs_is_usable(request, cluster);
        for (job = 0; job < request->map.jobs; job++) {
            const size_t pair = (size_t)job * request->clusters + cluster;
            const sked_time time = request->cluster_times[pair];
            self->cluster_times[pair] = !usable || time == SKED_NEVER
                                            ? SKED_NEVER
                                            : plain_pjs_stretched(time, members, up);
        }
    }
}

/* When all members that are up are free. */
static sked_time plain_pjs_all_free(const plain_pjs_state *self, uint32_t cluster) {
    const sked_set *members = self->request->cluster[cluster].members;
    sked_time latest = 0;
    uint32_t machine;
    for (machine = sked_set_first(members); machine < members->size;
         machine = sked_set_next(members, machine)) {
        if (plain_pjs_is_up(self->request, machine) && self->free_from[machine] > latest) {
            latest = self->free_from[machine];
        }
    }
    return latest;
}

/* Puts a job on a cluster, in the free times and in the rows. */
static void plain_pjs_place(plain_pjs_state *self, uint32_t job, uint32_t cluster,
                            sked_pjs_row *rows) {
    const sked_set *members = self->request->cluster[cluster].members;
    const size_t pair = (size_t)job * self->request->clusters + cluster;
    uint32_t machine;
    rows[job].start = plain_pjs_all_free(self, cluster);
    rows[job].end = rows[job].start + self->cluster_times[pair];
    rows[job].machine = SKED_NONE;
    rows[job].cluster = cluster;
    for (machine = sked_set_first(members); machine < members->size;
         machine = sked_set_next(members, machine)) {
        if (plain_pjs_is_up(self->request, machine)) {
            self->free_from[machine] = rows[job].end;
        }
    }
    sked_set_add(&self->placed, job);
}

/* ---- jobs ------------------------------------------------------------------------------------ */

/* Copies the table if some jobs have no machine, which sked_map would refuse: they get one on
 * paper, and are never mapped. */
static void plain_pjs_read_machines(plain_pjs_state *self) {
    const uint32_t jobs = self->map.jobs, machines = self->map.machines;
    const size_t entries = (size_t)jobs * machines;
    uint32_t job, machine, count = 0;
    for (job = 0; job < jobs; job++) {
        const sked_time *line = self->map.times + (size_t)job * machines;
        for (machine = 0; machine < machines && line[machine] == SKED_NEVER; machine++) {
        }
        self->homeless[job] = machine == machines;
        count += machine == machines;
    }
    if (count == 0) {
        return;
    }
    self->table = (sked_time *)zeros_of(entries, sizeof(sked_time));
    memcpy(self->table, self->map.times, entries * sizeof(sked_time));
    self->map.times = self->table;
    for (job = 0; job < jobs; job++) {
        if (self->homeless[job]) {
            self->table[(size_t)job * machines] = 0;
        }
    }
}

/* The jobs without a machine, the lowest first, each where it ends first. */
static void plain_pjs_place_homeless(plain_pjs_state *self, sked_pjs_row *rows) {
    const uint32_t clusters = self->request->clusters;
    uint32_t job, cluster;
    for (job = 0; job < self->map.jobs; job++) {
        uint32_t best = SKED_NONE;
        sked_time best_end = 0;
        if (!self->homeless[job] || sked_set_has(&self->placed, job)) {
            continue;
        }
        for (cluster = 0; cluster < clusters; cluster++) {
            const sked_time length = self->cluster_times[(size_t)job * clusters + cluster];
            if (length != SKED_NEVER) {
                const sked_time end = plain_pjs_all_free(self, cluster) + length;
                if (best == SKED_NONE || end < best_end) {
                    best = cluster;
                    best_end = end;
                }
            }
        }
        plain_pjs_place(self, job, best, rows);
    }
}

/* Maps what is on no cluster, and adds up all rows. */
static sked_map_result plain_pjs_map(plain_pjs_state *self, sked_pjs_row *rows) {
    const sked_heuristic heuristic = self->map.heuristic;
    sked_map_result result = {0, {0, 0}, SKED_OLB};
    uint32_t job;
    result.used = heuristic == SKED_DUPLEX || heuristic == SKED_DUPLEX_SUM ? SKED_MIN_MIN
                                                                           : heuristic;
    self->mappings++;
    if (sked_set_count(&self->placed) < self->map.jobs &&
        self->mapper(&self->map, self->block, self->bytes, &self->placed, self->mapped, &result) !=
            SKED_OK) {
        fprintf(stderr, "plain_pjs: a mapping is refused\n");
        exit(2);
    }
    result.makespan = 0;
    result.job_times.high = result.job_times.low = 0;
    for (job = 0; job < self->map.jobs; job++) {
        sked_u128 end = {0, 0};
        if (!sked_set_has(&self->placed, job)) {
            rows[job].start = self->mapped[job].start;
            rows[job].end = self->mapped[job].end;
            rows[job].machine = self->mapped[job].machine;
            rows[job].cluster = SKED_NONE;
        }
        end.low = (uint64_t)rows[job].end;
        result.job_times = sked_u128_add(result.job_times, end);
        result.makespan = rows[job].end > result.makespan ? rows[job].end : result.makespan;
    }
    return result;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static int plain_pjs_by_completion(const plain_pjs_state *self) {
    return (self->request->options & SKED_PJS_COMPLETION) != 0;
}

/* By completion, what has to be waited for counts. */
static sked_time plain_pjs_on_machine(const plain_pjs_state *self, uint32_t job,
                                      uint32_t machine) {
    const sked_time time = self->map.times[(size_t)job * self->map.machines + machine];
    return time == SKED_NEVER || !plain_pjs_by_completion(self) ? time
                                                                : time + self->free_from[machine];
}

static sked_time plain_pjs_on_cluster(const plain_pjs_state *self, uint32_t job,
                                      uint32_t cluster) {
    const sked_time time = self->cluster_times[(size_t)job * self->request->clusters + cluster];
    return time == SKED_NEVER || !plain_pjs_by_completion(self)
               ? time
               : time + plain_pjs_all_free(self, cluster);
}

static void plain_pjs_find_profits(plain_pjs_state *self) {
    const uint32_t clusters = self->request->clusters;
    uint32_t job, cluster, machine;
    for (job = 0; job < self->map.jobs; job++) {
        sked_time least = SKED_NEVER;
        for (machine = 0; machine < self->map.machines; machine++) {
            const sked_time time = plain_pjs_on_machine(self, job, machine);
            least = time < least ? time : least;
        }
        for (cluster = 0; cluster < clusters; cluster++) {
            const sked_time time = plain_pjs_on_cluster(self, job, cluster);
            const int saves = !sked_set_has(&self->placed, job) && time < least;
            self->profit[(size_t)job * clusters + cluster] = saves ? least - time : 0;
        }
    }
}

/* The pair that saves most: the first one of equals. */
static size_t plain_pjs_best_pair(const plain_pjs_state *self) {
    const size_t pairs = (size_t)self->map.jobs * self->request->clusters;
    size_t pair, best = 0;
    for (pair = 1; pair < pairs; pair++) {
        if (self->profit[pair] > self->profit[best]) {
            best = pair;
        }
    }
    return best;
}

static int plain_pjs_is_better(const plain_pjs_state *self, const sked_map_result *a,
                               const sked_map_result *b) {
    return (self->request->options & SKED_PJS_MAKESPAN) != 0
               ? a->makespan < b->makespan
               : sked_u128_compare(a->job_times, b->job_times) < 0;
}

/* Tries one pair after the other; `rows` and `best` are the best plan so far. */
static void plain_pjs_walk(plain_pjs_state *self, sked_pjs_row *rows, sked_map_result *best) {
    const uint32_t jobs = self->map.jobs, clusters = self->request->clusters;
    const size_t free_bytes = self->map.machines * sizeof(sked_time);
    const size_t row_bytes = jobs * sizeof(sked_pjs_row);
    while (clusters > 0) {
        const size_t pair = plain_pjs_best_pair(self);
        const uint32_t job = (uint32_t)(pair / clusters), cluster = (uint32_t)(pair % clusters);
        sked_map_result result;
        if (self->profit[pair] == 0) {
            return;
        }
        memcpy(self->kept_from, self->free_from, free_bytes);
        memcpy(self->trial, rows, row_bytes);
        plain_pjs_place(self, job, cluster, self->trial);
        result = plain_pjs_map(self, self->trial);
        if (plain_pjs_is_better(self, &result, best)) {
            *best = result;
            memcpy(rows, self->trial, row_bytes);
            if (plain_pjs_by_completion(self)) {
                plain_pjs_find_profits(self);
            } else {
                memset(self->profit + (size_t)job * clusters, 0, clusters * sizeof(sked_time));
            }
        } else {
            sked_set_remove(&self->placed, job);
            memcpy(self->free_from, self->kept_from, free_bytes);
            self->profit[pair] = 0;
            if ((self->request->options & SKED_PJS_GO_ON) == 0) {
                return;
            }
        }
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

static void plain_pjs_make(plain_pjs_state *self, const sked_pjs_request *request) {
    const uint32_t jobs = request->map.jobs, machines = request->map.machines;
    const size_t pairs = (size_t)jobs * request->clusters;
    self->request = request;
    self->map = request->map;
    self->table = NULL;
    self->free_from = (sked_time *)zeros_of(machines, sizeof(sked_time));
    self->kept_from = (sked_time *)zeros_of(machines, sizeof(sked_time));
    self->cluster_times = (sked_time *)zeros_of(pairs, sizeof(sked_time));
    self->profit = (sked_time *)zeros_of(pairs, sizeof(sked_time));
    self->homeless = (unsigned char *)zeros_of(jobs, 1);
    self->words = (sked_word *)zeros_of(SKED_SET_WORDS(jobs), sizeof(sked_word));
    self->placed = sked_set_of(self->words, jobs);
    self->mapped = (sked_map_row *)zeros_of(jobs, sizeof(sked_map_row));
    self->trial = (sked_pjs_row *)zeros_of(jobs, sizeof(sked_pjs_row));
    self->mappings = 0;
    if (request->map.free_from != NULL) {
        memcpy(self->free_from, request->map.free_from, machines * sizeof(sked_time));
    }
    self->map.free_from = self->free_from;
    plain_pjs_read_machines(self);
    plain_pjs_read_clusters(self);
    if (sked_map_bytes(&self->map, &self->bytes) != SKED_OK) {
        self->bytes = 1;
    }
    self->block = zeros_of(self->bytes, 1);
    if (sked_map_prepare(&self->map, self->block, self->bytes) != SKED_OK) {
        fprintf(stderr, "plain_pjs: the table is refused\n");
        exit(2);
    }
}

static void plain_pjs_drop(plain_pjs_state *self) {
    free(self->table);
    free(self->free_from);
    free(self->kept_from);
    free(self->cluster_times);
    free(self->profit);
    free(self->homeless);
    free(self->words);
    free(self->mapped);
    free(self->trial);
    free(self->block);
}

static void plain_pjs_by(plain_pjs_mapper *mapper, const sked_pjs_request *request,
                         const sked_set *leave_out, sked_pjs_row *rows, sked_pjs_result *result) {
    plain_pjs_state self;
    uint32_t job;
    plain_pjs_make(&self, request);
    self.mapper = mapper;
    for (job = 0; job < request->map.jobs; job++) {
        if (leave_out != NULL && sked_set_has(leave_out, job)) {
            sked_set_add(&self.placed, job);
        }
        rows[job].start = rows[job].end = 0;
        rows[job].machine = rows[job].cluster = SKED_NONE;
    }
    plain_pjs_place_homeless(&self, rows);
    result->base = plain_pjs_map(&self, rows);
    result->plan = result->base;
    plain_pjs_find_profits(&self);
    plain_pjs_walk(&self, rows, &result->plan);
    result->parallel = 0;
    for (job = 0; job < request->map.jobs; job++) {
        result->parallel += rows[job].cluster != SKED_NONE;
    }
    result->mappings = self.mappings;
    plain_pjs_drop(&self);
}

/* What sked_pjs_prepare and sked_pjs_run should give. `leave_out` may be NULL. sked_map_run counts
 * the longest times of jobs on clusters, too, so that these and the latest end of a cluster must
 * stay within SKED_TIME_MAX together. */
static inline void plain_pjs(const sked_pjs_request *request, const sked_set *leave_out,
                             sked_pjs_row *rows, sked_pjs_result *result) {
    plain_pjs_by(sked_map_run, request, leave_out, rows, result);
}

#endif
