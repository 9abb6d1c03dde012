/* site_model.h: a slow and plain model of the site, by its documentation. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_MODEL_H_INCLUDED
#define SITE_MODEL_H_INCLUDED

/* The includer has included sched.h, string.h and site_place.h. One mapping is left to sked_pjs,
 * and predictions to sked_experience, which have models of their own; all else is done here again,
 * with arrays that are searched from end to end. What the settings point to is read, never kept
 * apart: they are constants. */

/* A place in the plan: lengths of time count from when the plan was made. */
typedef struct model_row {
    int planned;
    sked_time start, end;
    uint32_t machine, cluster;
    uint32_t queue;                     /* for which it was planned */
    uint32_t up;                        /* members of the cluster that were up then */
    uint32_t sequence;
    uint64_t chosen;                    /* the number of the plan that chose the place */
} model_row;

typedef struct model_job {
    sked_site_job job;                  /* its queue: where it is now */
    sked_time submitted, start, end;
    int running, condemned, lost;
    uint64_t began;                     /* how many plans had been made when it started */
    uint32_t left;                      /* of its work, in 1/2^20, when it starts */
    uint32_t kept;                      /* its turn in the last plan, from 1; 0: has no place */
    uint32_t told_queue;                /* where it was submitted */
    uint32_t respected;                 /* the rank from which on queues respect its run */
    uint32_t preemptions, since_promotion;
    uint32_t machine, cluster;          /* where it runs; and all its machines */
    unsigned char on[MODEL_MACHINES];
    uint32_t load, present;         /* at its start: the largest load, members that were up    */
    uint32_t link;                      /* the interconnect that it uses, or SKED_NONE */
    uint64_t need;
    model_row row;
} model_job;

typedef struct site_model {
    sked_site_settings settings;
    sked_site_experience experience;    /* tables of its own, told the same */
    sked_time now, planned_at;
    int changed;
    unsigned char fresh[MODEL_MACHINES];    /* 1: this plan has given it to a job anew */
    int closed;                     /* the plan keeps bandwidth for one that it has left out   */
    model_job jobs[MODEL_JOBS];         /* those alive, by submission */
    uint32_t count;
    unsigned char up[MODEL_MACHINES];
    uint32_t load[MODEL_MACHINES];
    uint64_t traffic[MODEL_LINKS];
    sked_time taken[MODEL_USERS];
    sked_site_counters counters;
} site_model;

typedef struct model_decision {
    sked_site_decision said;
    unsigned char on[MODEL_MACHINES];
} model_decision;

/* ---- sums and products ----------------------------------------------------------------------- */

static sked_time model_sum(sked_time a, sked_time b) {
    return a == SKED_NEVER || b == SKED_NEVER || a > SKED_TIME_MAX - b ? SKED_NEVER : a + b;
}

/* time * times / by, rounded up or down; SKED_NEVER beyond SKED_TIME_MAX. Both numbers are small,
 * so the quotient of the time can be multiplied apart from its rest. */
static sked_time model_scaled(sked_time time, uint32_t times, uint32_t by, int up) {
    const uint64_t quotient = (uint64_t)time / by, rest = (uint64_t)time % by;
    const uint64_t small = (rest * times + (up ? by - 1u : 0u)) / by;
    if (time == SKED_NEVER || quotient > (uint64_t)SKED_TIME_MAX / times ||
        quotient * times > (uint64_t)SKED_TIME_MAX - small) {
        return SKED_NEVER;
    }
    return (sked_time)(quotient * times + small);
}

/* times * part / whole, rounded down, bit by bit: part is at most whole. */
static uint32_t model_share(uint32_t times, uint64_t part, uint64_t whole) {
    uint64_t rest = 0;
    uint32_t share = 0, bit;
    for (bit = UINT32_C(1) << 20; bit > 0; bit >>= 1) {
        rest *= 2;
        share = 2 * share + (rest >= whole);
        rest -= rest >= whole ? whole : 0;
        rest += (times & bit) != 0 ? part : 0;
        share += rest >= whole;
        rest -= rest >= whole ? whole : 0;
    }
    return share;
}

/* ---- the site as it is ----------------------------------------------------------------------- */

static int model_in_cluster(const site_model *self, uint32_t cluster, uint32_t machine) {
    return sked_set_has(self->settings.cluster[cluster].members, machine);
}

static uint32_t model_members(const site_model *self, uint32_t cluster) {
    uint32_t m, count = 0;
    for (m = 0; m < self->settings.machines; m++) {
        count += model_in_cluster(self, cluster, m) != 0;
    }
    return count;
}

/* The members that are up: their number, and the largest load among them. */
static uint32_t model_members_up(const site_model *self, uint32_t cluster, uint32_t *load) {
    uint32_t m, count = 0, largest = 0;
    for (m = 0; m < self->settings.machines; m++) {
        if (model_in_cluster(self, cluster, m) && self->up[m]) {
            count++;
            largest = self->load[m] > largest ? self->load[m] : largest;
        }
    }
    if (load != NULL) {
        *load = largest;
    }
    return count;
}

static int model_is_usable(const site_model *self, uint32_t cluster) {
    const uint32_t least = self->settings.cluster[cluster].members_min;
    const uint32_t members = model_members(self, cluster);
    return model_members_up(self, cluster, NULL) >= (least == 0 ? members : least);
}

/* Is the machine one of those that this place takes? */
static int model_takes(const site_model *self, uint32_t machine, uint32_t cluster, uint32_t m) {
    return cluster == SKED_NONE ? m == machine
                                : model_in_cluster(self, cluster, m) && self->up[m];
}

/* Does it run, and count as gone where plans are made? */
static int model_leaves(const model_job *job) {
    return job->running && (job->condemned || job->lost);
}

static int model_runs_on(const model_job *job, uint32_t machine) {
    return job->running && job->on[machine];
}

static model_job *model_job_on(site_model *self, uint32_t machine) {
    uint32_t j;
    for (j = 0; j < self->count; j++) {
        if (model_runs_on(&self->jobs[j], machine)) {
            return &self->jobs[j];
        }
    }
    return NULL;
}

static model_job *model_find(site_model *self, uint64_t id) {
    uint32_t j;
    for (j = 0; j < self->count; j++) {
        if (self->jobs[j].job.id == id) {
            return &self->jobs[j];
        }
    }
    return NULL;
}

/* How many queues come before this one. */
static uint32_t model_rank(const site_model *self, uint32_t queue) {
    const sked_site_queue *all = self->settings.queue;
    uint32_t q, before = 0;
    for (q = 0; q < self->settings.queues; q++) {
        before += all[q].priority < all[queue].priority ||
                  (all[q].priority == all[queue].priority && q < queue);
    }
    return before;
}

static uint32_t model_queue_at(const site_model *self, uint32_t rank) {
    uint32_t q = 0;
    while (model_rank(self, q) != rank) {
        q++;
    }
    return q;
}

/* May jobs of the queue stop this one? */
static int model_is_ignorable(const site_model *self, const model_job *job, uint32_t queue) {
    const sked_site_queue *of = &self->settings.queue[job->job.queue];
    const sked_site_queue *by = &self->settings.queue[queue];
    return (by->flags & SKED_PREEMPTS) && (of->flags & SKED_PREEMPTABLE) &&
           of->priority > by->priority && model_rank(self, queue) < job->respected;
}

/* ... when the place that a job has was chosen after the run began? */
static int model_gives_way(const site_model *self, const model_job *runs, const model_job *job,
                           uint32_t queue) {
    return model_is_ignorable(self, runs, queue) && runs->began < job->row.chosen;
}

/* ---- predictions ----------------------------------------------------------------------------- */

static int model_is_allowed(const site_model *self, uint32_t job_class, uint32_t resource) {
    const sked_set *allowed = self->settings.job_class[job_class].resources;
    return allowed == NULL || sked_set_has(allowed, resource);
}

static int model_has_memory(const site_model *self, uint32_t job_class, uint32_t machine) {
    return self->settings.machine[machine].memory >= self->settings.job_class[job_class].memory;
}

/* Could a job of the class ever run there? */
static int model_suits_machine(const site_model *self, uint32_t job_class, uint32_t machine) {
    return model_is_allowed(self, job_class, self->settings.machine[machine].resource) &&
           model_has_memory(self, job_class, machine);
}

static int model_suits_cluster(const site_model *self, uint32_t job_class, uint32_t cluster) {
    uint32_t m;
    for (m = 0; m < self->settings.machines; m++) {
        if (model_in_cluster(self, cluster, m) && !model_has_memory(self, job_class, m)) {
            return 0;
        }
    }
    return model_is_allowed(self, job_class, self->settings.cluster[cluster].resource);
}

static sked_time model_predicted(const site_model *self, uint32_t job_class, uint32_t resource,
                                 uint32_t load) {
    sked_time length;
    if (sked_experience_predict(self->experience.times, job_class, resource,
                                self->settings.deviations_q10, &length) != SKED_OK) {
        return SKED_NEVER;
    }
    return model_scaled(length, 1024, 1024 - load, 1);
}

static uint64_t model_need(const site_model *self, uint32_t job_class, uint32_t cluster) {
    const uint32_t resource = self->settings.cluster[cluster].resource;
    sked_moments seen;
    sked_time need;
    if (self->experience.traffic == NULL ||
        sked_experience_get(self->experience.traffic, job_class, resource, &seen) != SKED_OK ||
        seen.count == 0) {
        return self->settings.job_class[job_class].bandwidth;
    }
    return sked_experience_predict(self->experience.traffic, job_class, resource, 0, &need) ==
                   SKED_OK
               ? (uint64_t)need : 0;
}

/* Does it run on a member of the cluster? */
static int model_holds(const site_model *self, const model_job *job, uint32_t cluster) {
    uint32_t m;
    for (m = 0; m < self->settings.machines; m++) {
        if (model_runs_on(job, m) && model_in_cluster(self, cluster, m)) {
            return 1;
        }
    }
    return 0;
}

/* Who counts as gone for a row of the rank on the cluster: in a plan those that leave, too. */
static int model_makes_way(const site_model *self, const model_job *job, uint32_t cluster,
                           uint32_t rank, int planning) {
    return (planning && model_leaves(job)) ||
           (model_is_ignorable(self, job, model_queue_at(self, rank)) &&
            model_holds(self, job, cluster));
}

/* What the other runs of the site take of an interconnect. */
static uint64_t model_taken(const site_model *self, uint32_t link, uint32_t cluster, uint32_t rank,
                            int planning) {
    uint64_t sum = 0;
    uint32_t j;
    for (j = 0; j < self->count; j++) {
        const model_job *job = &self->jobs[j];
        if (job->running && job->link == link &&
            !model_makes_way(self, job, cluster, rank, planning)) {
            sum += job->need;
        }
    }
    return sum;
}

/* Does the interconnect carry such jobs to the cluster, if it has the bandwidth? */
static int model_serves(const site_model *self, uint32_t link, uint32_t job_class,
                        uint32_t cluster) {
    const sked_site_interconnect *at = &self->settings.interconnect[link];
    const sked_site_class *wants = &self->settings.job_class[job_class];
    return sked_set_has(at->clusters, cluster) &&
           (wants->bandwidth == 0 || wants->latency_max == 0 || at->latency <= wants->latency_max);
}

static int model_has_room(const site_model *self, uint32_t link, uint64_t taken, uint64_t need) {
    const uint64_t bandwidth = self->settings.interconnect[link].bandwidth;
    return self->traffic[link] <= bandwidth && taken <= bandwidth - self->traffic[link] &&
           need <= bandwidth - self->traffic[link] - taken;
}

/* The lowest interconnect that has what the class needs. */
static uint32_t model_route(const site_model *self, uint32_t job_class, uint32_t cluster,
                            uint32_t rank, int planning) {
    const uint64_t need = model_need(self, job_class, cluster);
    uint32_t link;
    for (link = 0; link < self->settings.interconnects; link++) {
        if (model_serves(self, link, job_class, cluster) &&
            model_has_room(self, link, model_taken(self, link, cluster, rank, planning), need)) {
            return link;
        }
    }
    return SKED_NONE;
}

static int model_can_talk(const site_model *self, uint32_t job_class, uint32_t cluster,
                          uint32_t rank, int planning) {
    return model_need(self, job_class, cluster) == 0 ||
           model_route(self, job_class, cluster, rank, planning) != SKED_NONE;
}

/* Could it talk if no job of the site ran? */
static int model_could_talk(const site_model *self, uint32_t job_class, uint32_t cluster) {
    const uint64_t need = model_need(self, job_class, cluster);
    uint32_t link;
    for (link = 0; link < self->settings.interconnects; link++) {
        if (model_serves(self, link, job_class, cluster) && model_has_room(self, link, 0, need)) {
            return 1;
        }
    }
    return need == 0;
}

/* What is longer is no time for a plan: so many of these fit into half of all times. */
static sked_time model_limited(const site_model *self, sked_time time) {
    return time > SKED_TIME_MAX / 2 / (sked_time)self->count ? SKED_NEVER : time;
}

/* What is left of the work if the run stops now. */
static uint32_t model_left(const site_model *self, const model_job *job) {
    const sked_site_class *of = &self->settings.job_class[job->job.job_class];
    const sked_time ran = self->now - job->start;
    const sked_time whole = job->end < self->now ? 2 * ran : job->end - job->start;
    const sked_time before = job->left == 1u << 20 ? 0 : of->resume;
    uint32_t done;
    if (!job->running || job->lost || !(of->flags & SKED_RESUMABLE) || ran <= before) {
        return job->left;
    }
    done = model_share(job->left, (uint64_t)(ran - before), (uint64_t)(whole - before));
    return done == job->left ? 1 : job->left - done;
}

/* What it takes of a time for all of it. */
static sked_time model_rest(const site_model *self, const model_job *job, sked_time time) {
    const uint32_t left = model_left(self, job);
    sked_time rest;
    if (time == SKED_NEVER || left == 1u << 20) {
        return time;
    }
    rest = model_sum(model_scaled(time, left, 1u << 20, 1),
                     self->settings.job_class[job->job.job_class].resume);
    return rest > time ? time : rest;
}

static sked_time model_machine_time(const site_model *self, const model_job *job, uint32_t m) {
    const uint32_t job_class = job->job.job_class;
    if (!self->up[m] || !model_suits_machine(self, job_class, m)) {
        return SKED_NEVER;
    }
    return model_rest(self, job,
                      model_limited(self, model_predicted(self, job_class,
                                                          self->settings.machine[m].resource,
                                                          self->load[m])));
}

/* With all members; whether or not there is bandwidth. */
static sked_time model_cluster_time(const site_model *self, const model_job *job, uint32_t c) {
    const uint32_t job_class = job->job.job_class;
    uint32_t load;
    const uint32_t up = model_members_up(self, c, &load);
    sked_time time, length;
    if ((self->settings.queue[job->job.queue].flags & SKED_SEQUENTIAL) ||
        !model_suits_cluster(self, job_class, c) || !model_is_usable(self, c)) {
        return SKED_NEVER;
    }
    time = model_predicted(self, job_class, self->settings.cluster[c].resource, load);
    length = time == SKED_NEVER ? time : model_scaled(time, model_members(self, c), up, 1);
    return model_rest(self, job, model_limited(self, length) == SKED_NEVER ? SKED_NEVER : time);
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* The mapping of one queue: the jobs, by their places in jobs[], and what sked_pjs is told. */
typedef struct model_mapping {
    uint32_t queue, count;
    uint32_t job[MODEL_JOBS];
    sked_time times[MODEL_JOBS * MODEL_MACHINES];
    sked_time cluster_times[MODEL_JOBS * MODEL_CLUSTERS];
    sked_time free_from[MODEL_MACHINES];
    sked_pjs_row rows[MODEL_JOBS];
    sked_time own_end[MODEL_JOBS];      /* if the queue stops nobody */
} model_mapping;

/* When a machine is free for a job of a queue. With `all`, it respects every run. */
static sked_time model_free_from(site_model *self, uint32_t machine, uint32_t queue,
                                 const model_job *job, int all) {
    const model_job *runs = model_job_on(self, machine);
    sked_time latest = 0;
    uint32_t j;
    for (j = 0; j < self->count; j++) {
        const model_row *row = &self->jobs[j].row;
        if (row->planned && model_takes(self, row->machine, row->cluster, machine) &&
            row->end > latest) {
            latest = row->end;
        }
    }
    if (runs != NULL && !model_leaves(runs) &&
        (all || !model_gives_way(self, runs, job, queue)) &&
        runs->end - self->now > latest) {
        latest = runs->end - self->now;
    }
    return latest;
}

/* What the mapping is told of a cluster. *misses: nothing but bandwidth that the site itself takes
 * is in the way. */
static sked_time model_cluster_entry(const site_model *self, const model_job *job, uint32_t c,
                                     int *misses) {
    const uint32_t job_class = job->job.job_class, rank = model_rank(self, job->job.queue);
    const sked_time time = model_cluster_time(self, job, c);
    if (time == SKED_NEVER) {
        return SKED_NEVER;
    }
    if (!model_can_talk(self, job_class, c, rank, 1)) {
        *misses |= model_could_talk(self, job_class, c);
        return SKED_NEVER;
    }
    return self->closed && model_need(self, job_class, c) > 0 ? SKED_NEVER : time;
}

/* Puts a job in the mapping, if it can run anywhere. */
static void model_map_job(site_model *self, model_mapping *mapping, uint32_t job) {
    const uint32_t machines = self->settings.machines, clusters = self->settings.clusters;
    sked_time *times = &mapping->times[mapping->count * machines];
    sked_time *cluster_times = &mapping->cluster_times[mapping->count * clusters];
    uint32_t m, c;
    int somewhere = 0, misses = 0;
    for (m = 0; m < machines; m++) {
        times[m] = model_machine_time(self, &self->jobs[job], m);
        somewhere |= times[m] != SKED_NEVER;
    }
    for (c = 0; c < clusters; c++) {
        cluster_times[c] = model_cluster_entry(self, &self->jobs[job], c, &misses);
        somewhere |= cluster_times[c] != SKED_NEVER;
    }
    if (somewhere) {
        mapping->job[mapping->count++] = job;
    } else {
        self->closed |= misses;
    }
}

/* Those that wait, and those that leave. */
static void model_map_jobs(site_model *self, model_mapping *mapping) {
    uint32_t j;
    mapping->count = 0;
    for (j = 0; j < self->count; j++) {
        if (self->jobs[j].job.queue == mapping->queue && !self->jobs[j].row.planned &&
            (!self->jobs[j].running || model_leaves(&self->jobs[j]))) {
            self->jobs[j].row.chosen = self->counters.plans + 1;
            model_map_job(self, mapping, j);
        }
    }
}

static void *model_alloc(void *ctx, size_t size) {
    (void)ctx;
    return malloc(size);
}

static void model_release(void *ctx, void *block, size_t size) {
    (void)ctx;
    (void)size;
    free(block);
}

static sked_status model_map(const site_model *self, model_mapping *mapping, uint32_t *mappings) {
    const sked_mem mem = {model_alloc, model_release, NULL};
    const sked_site_queue *queue = &self->settings.queue[mapping->queue];
    sked_word words[SKED_SET_WORDS((unsigned)MODEL_MACHINES)];
    sked_set up = sked_set_of(words, self->settings.machines);
    sked_pjs_request request;
    sked_pjs_result result;
    sked_status status;
    uint32_t m;
    for (m = 0; m < up.size; m++) {
        if (self->up[m]) {
            sked_set_add(&up, m);
        }
    }
    memset(&request, 0, sizeof request);
    request.map.heuristic = queue->heuristic;
    request.map.options = self->settings.map_options;
    request.map.jobs = mapping->count;
    request.map.machines = self->settings.machines;
    request.map.times = mapping->times;
    request.map.free_from = mapping->free_from;
    request.options = queue->pjs_options;
    request.clusters = self->settings.clusters;
    request.cluster = self->settings.cluster;
    request.cluster_times = mapping->cluster_times;
    request.up = &up;
    status = sked_pjs(&request, mem, mapping->rows, &result);
    *mappings = status == SKED_OK ? result.mappings : 0;
    return status;
}

/* Can the queue stop the run, and does the plan not know yet that it goes? */
static int model_yields(const site_model *self, const model_job *runs, uint32_t queue) {
    return runs->running && !model_leaves(runs) && model_is_ignorable(self, runs, queue);
}

/* Would the row stop this run? */
static int model_stops(const site_model *self, const model_job *runs, const model_mapping *mapping,
                       uint32_t i) {
    const sked_pjs_row *row = &mapping->rows[i];
    uint32_t m;
    if (!model_yields(self, runs, mapping->queue) ||
        runs->began >= self->jobs[mapping->job[i]].row.chosen ||
        (row->start != 0 && runs->end - self->now <= row->start)) {
        return 0;
    }
    for (m = 0; m < self->settings.machines; m++) {
        if (runs->on[m] && model_takes(self, row->machine, row->cluster, m)) {
            return 1;
        }
    }
    return 0;
}

/* Is there anybody whom the queue could stop, so that it has to weigh what it gains? */
static int model_weighs(const site_model *self, uint32_t queue) {
    uint32_t j;
    int any = 0;
    for (j = 0; j < self->count; j++) {
        any |= model_yields(self, &self->jobs[j], queue);
    }
    return any && self->settings.gain_min > 0;
}

/* Whoever would be stopped, but by nobody who gains enough, is respected. Returns how many are. */
static uint32_t model_respect(site_model *self, const model_mapping *mapping) {
    const sked_time least = self->settings.gain_min;
    int stopped[MODEL_JOBS] = {0}, worth[MODEL_JOBS] = {0};
    uint32_t i, r, count = 0;
    for (i = 0; i < mapping->count; i++) {
        const sked_time gain = mapping->own_end[i] - mapping->rows[i].end;
        for (r = 0; r < self->count; r++) {
            if (model_stops(self, &self->jobs[r], mapping, i)) {
                stopped[r] = 1;
                worth[r] |= least != SKED_NEVER && gain >= least;
            }
        }
    }
    for (r = 0; r < self->count; r++) {
        if (stopped[r] && !worth[r]) {
            self->jobs[r].respected = model_rank(self, mapping->queue);
            count++;
        }
    }
    return count;
}

static sked_status model_map_once(site_model *self, model_mapping *mapping, int all) {
    sked_status status;
    uint32_t m, mappings;
    for (m = 0; m < self->settings.machines; m++) {
        mapping->free_from[m] = model_free_from(self, m, mapping->queue,
                                                &self->jobs[mapping->job[0]], all);
    }
    status = model_map(self, mapping, &mappings);
    self->counters.mappings += mappings;
    return status;
}

/* Maps a queue; if it weighs what it gains, first as if it stopped nobody, and then again and again
 * until nobody is newly respected. */
static sked_status model_map_queue(site_model *self, model_mapping *mapping) {
    const int weighs = model_weighs(self, mapping->queue);
    sked_status status = weighs ? model_map_once(self, mapping, 1) : SKED_OK;
    int again = 1;
    uint32_t i;
    for (i = 0; i < mapping->count; i++) {
        mapping->own_end[i] = mapping->rows[i].end;
    }
    while (status == SKED_OK && again) {
        status = model_map_once(self, mapping, 0);
        again = status == SKED_OK && weighs && model_respect(self, mapping) > 0;
        self->counters.respected += again != 0;
    }
    return status;
}

/* Returns 0 if one would end beyond all times. */
static int model_keep_rows(site_model *self, const model_mapping *mapping, uint32_t *sequence) {
    uint32_t i, r;
    for (i = 0; i < mapping->count; i++) {
        const sked_pjs_row *from = &mapping->rows[i];
        model_row *row = &self->jobs[mapping->job[i]].row;
        row->planned = 1;
        row->start = from->start;
        row->end = from->end;
        row->machine = from->machine;
        row->cluster = from->cluster;
        row->queue = mapping->queue;
        row->up = from->cluster == SKED_NONE ? 1 : model_members_up(self, from->cluster, NULL);
        row->sequence = (*sequence)++;
        if (model_sum(self->now, row->end) == SKED_NEVER) {
            return 0;
        }
    }
    for (r = 0; r < self->count; r++) {
        for (i = 0; i < mapping->count; i++) {
            if (mapping->rows[i].start == 0 &&
                model_stops(self, &self->jobs[r], mapping, i)) {
                self->jobs[r].condemned = 1;
            }
        }
    }
    return 1;
}

static model_job *model_next_row(site_model *self, const model_row *after);

static void model_forget_plan(site_model *self) {
    model_job *job;
    uint32_t j, turn = 0;
    for (j = 0; j < self->count; j++) {
        self->jobs[j].kept = 0;
    }
    for (job = model_next_row(self, NULL); job != NULL; job = model_next_row(self, &job->row)) {
        job->kept = self->settings.replan == SKED_REPLAN_ALL ? 0 : ++turn;
    }
    for (j = 0; j < self->count; j++) {
        self->jobs[j].row.planned = 0;
        self->jobs[j].condemned = 0;
        if (self->settings.replan == SKED_REPLAN_ALL) {
            self->jobs[j].respected = SKED_NONE;
        }
    }
    memset(self->fresh, 0, sizeof self->fresh);
}

/* ---- places that are kept -------------------------------------------------------------------- */

static int model_lies_on(const site_model *self, const model_row *row, uint32_t machine) {
    return row->cluster == SKED_NONE ? machine == row->machine
                                     : model_in_cluster(self, row->cluster, machine);
}

/* What is new takes the places of what is lower. */
static void model_note_fresh(site_model *self, const model_mapping *mapping) {
    uint32_t i, m;
    for (i = 0; i < mapping->count; i++) {
        for (m = 0; m < self->settings.machines; m++) {
            self->fresh[m] |= model_lies_on(self, &self->jobs[mapping->job[i]].row, m) != 0;
        }
    }
}

/* How long it takes where it is planned, with the members that are up. */
static sked_time model_kept_time(const site_model *self, const model_job *job) {
    const uint32_t c = job->row.cluster;
    sked_time time;
    if (c == SKED_NONE) {
        return model_machine_time(self, job, job->row.machine);
    }
    time = model_need(self, job->job.job_class, c) > 0 &&
                   (self->closed || !model_could_talk(self, job->job.job_class, c))
               ? SKED_NEVER
               : model_cluster_time(self, job, c);
    return time == SKED_NEVER ? time
                              : model_scaled(time, model_members(self, c),
                                             model_members_up(self, c, NULL), 1);
}

/* One that had a place: it stays, or is left to the mapping. Returns 0 as model_keep_rows. */
static int model_stay(site_model *self, model_job *job, uint32_t *sequence) {
    static model_mapping one;
    const sked_time time = model_kept_time(self, job);
    sked_time start = 0;
    uint32_t m;
    for (m = 0; m < self->settings.machines; m++) {
        if (model_lies_on(self, &job->row, m)) {
            const sked_time from = model_free_from(self, m, job->job.queue, job, 0);
            if (self->settings.replan == SKED_REPLAN_LOWER && self->fresh[m]) {
                return 1;
            }
            start = self->up[m] && from > start ? from : start;
        }
    }
    if (time == SKED_NEVER) {
        return 1;
    }
    one.queue = job->job.queue;
    one.count = 1;
    one.job[0] = (uint32_t)(job - self->jobs);
    memset(&one.rows[0], 0, sizeof one.rows[0]);
    one.rows[0].machine = job->row.machine;
    one.rows[0].cluster = job->row.cluster;
    one.rows[0].start = start;
    one.rows[0].end = start + time;
    return model_keep_rows(self, &one, sequence);
}

/* In the turn of a queue, all of its priority stay where they were, or all of the site. */
static int model_stay_all(site_model *self, uint32_t queue, uint32_t *sequence) {
    uint32_t turn, j;
    for (turn = 1; turn <= self->count; turn++) {
        for (j = 0; j < self->count; j++) {
            model_job *job = &self->jobs[j];
            if (job->kept == turn &&
                (self->settings.replan == SKED_REPLAN_NONE ||
                 self->settings.queue[job->job.queue].priority ==
                     self->settings.queue[queue].priority) &&
                !model_stay(self, job, sequence)) {
                return 0;
            }
        }
    }
    return 1;
}

/* Is this queue the first in whose turn places are kept? */
static int model_is_keeping(const site_model *self, uint32_t rank) {
    const sked_site_queue *all = self->settings.queue;
    if (rank == 0 || self->settings.replan == SKED_REPLAN_ALL) {
        return self->settings.replan != SKED_REPLAN_ALL;
    }
    return self->settings.replan == SKED_REPLAN_LOWER &&
           all[model_queue_at(self, rank)].priority !=
               all[model_queue_at(self, rank - 1)].priority;
}

/* What stays, then what is mapped. */
static sked_status model_plan_queue(site_model *self, uint32_t rank, uint32_t *sequence) {
    static model_mapping mapping;
    sked_status status;
    mapping.queue = model_queue_at(self, rank);
    if (model_is_keeping(self, rank) && !model_stay_all(self, mapping.queue, sequence)) {
        return SKED_E_OVERFLOW;
    }
    model_map_jobs(self, &mapping);
    if (mapping.count == 0) {
        return SKED_OK;
    }
    status = model_map_queue(self, &mapping);
    if (status == SKED_OK && !model_keep_rows(self, &mapping, sequence)) {
        status = SKED_E_OVERFLOW;
    }
    if (status == SKED_OK) {
        model_note_fresh(self, &mapping);
    }
    return status;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* What all events are refused for; then time goes on, unless the event is refused for more. */
static sked_status model_check_now(const site_model *self, sked_time now) {
    if (now < 0 || now > SKED_TIME_MAX) {
        return SKED_E_TIME;
    }
    return now < self->now ? SKED_E_BACKWARDS : SKED_OK;
}

/* What should have ended goes on for as long again as it has run. */
static void model_put_off(site_model *self) {
    uint32_t j;
    for (j = 0; j < self->count; j++) {
        model_job *job = &self->jobs[j];
        if (job->running && !job->lost && job->end < self->now) {
            job->end = self->now + (self->now > job->start ? self->now - job->start : 1);
            job->end = job->end > SKED_TIME_MAX ? SKED_TIME_MAX : job->end;
            self->changed = 1;
        }
    }
}

static sked_status model_plan(site_model *self, sked_time now) {
    sked_status status = model_check_now(self, now);
    uint32_t rank, sequence = 0;
    if (status != SKED_OK) {
        return status;
    }
    self->now = now;
    model_put_off(self);
    if (!self->changed) {
        return SKED_OK;
    }
    self->planned_at = now;
    self->closed = 0;
    model_forget_plan(self);
    for (rank = 0; rank < self->settings.queues; rank++) {
        status = model_plan_queue(self, rank, &sequence);
        if (status != SKED_OK) {
            model_forget_plan(self);
            return status;
        }
    }
    self->counters.plans++;
    self->changed = 0;
    return SKED_OK;
}

/* Does some interconnect carry what the class says that it takes? */
static int model_is_carried(const site_model *self, uint32_t job_class, uint32_t cluster) {
    const uint64_t bandwidth = self->settings.job_class[job_class].bandwidth;
    uint32_t link;
    for (link = 0; link < self->settings.interconnects; link++) {
        if (model_serves(self, link, job_class, cluster) &&
            self->settings.interconnect[link].bandwidth >= bandwidth) {
            return 1;
        }
    }
    return bandwidth == 0;
}

/* Can a class run anywhere at all, by what the site is? */
static int model_has_place(const site_model *self, const sked_site_job *job) {
    uint32_t m, c;
    for (m = 0; m < self->settings.machines; m++) {
        if (model_suits_machine(self, job->job_class, m)) {
            return 1;
        }
    }
    for (c = 0; c < self->settings.clusters; c++) {
        if (model_suits_cluster(self, job->job_class, c) &&
            model_is_carried(self, job->job_class, c) &&
            !(self->settings.queue[job->queue].flags & SKED_SEQUENTIAL)) {
            return 1;
        }
    }
    return 0;
}

static uint32_t model_jobs_of(const site_model *self, uint32_t user) {
    uint32_t j, count = 0;
    for (j = 0; j < self->count; j++) {
        count += self->jobs[j].job.user == user;
    }
    return count;
}

static sked_status model_check_job(site_model *self, const sked_site_job *job) {
    const sked_site_settings *s = &self->settings;
    const sked_site_user *user;
    sked_time length;
    if (job->job_class >= s->classes || job->user >= s->users || job->queue >= s->queues) {
        return SKED_E_RANGE;
    }
    user = &s->user[job->user];
    if (user->queues != NULL && !sked_set_has(user->queues, job->queue)) {
        return SKED_E_ACCESS;
    }
    if (!model_has_place(self, job)) {
        return SKED_E_NOWHERE;
    }
    if (sked_experience_predict(self->experience.times, job->job_class, 0, 0, &length) ==
        SKED_E_NO_ESTIMATE) {
        return SKED_E_NO_ESTIMATE;
    }
    if (user->jobs_max != 0 && model_jobs_of(self, job->user) >= user->jobs_max) {
        return SKED_E_CAP_JOBS;
    }
    if (user->time_max != 0 && user->time_max != SKED_NEVER &&
        self->taken[job->user] >= user->time_max) {
        return SKED_E_CAP_TIME;
    }
    if (model_find(self, job->id) != NULL) {
        return SKED_E_DUPLICATE;
    }
    return self->count >= s->jobs_max ? SKED_E_FULL : SKED_OK;
}

static sked_status model_submit(site_model *self, const sked_site_job *job, sked_time now) {
    model_job *entry = &self->jobs[self->count];
    sked_status status = model_check_now(self, now);
    if (status == SKED_OK) {
        status = model_check_job(self, job);
    }
    if (status != SKED_OK) {
        return status;
    }
    memset(entry, 0, sizeof *entry);
    entry->job = *job;
    entry->submitted = now;
    entry->told_queue = job->queue;
    entry->left = 1u << 20;
    entry->machine = entry->cluster = entry->link = entry->respected = SKED_NONE;
    self->count++;
    self->now = now;
    self->changed = 1;
    self->counters.submitted++;
    return SKED_OK;
}

/* Somebody may wait for the bandwidth that a run gives back. */
static void model_give_back(site_model *self, model_job *job) {
    self->changed |= job->link != SKED_NONE;
    job->link = SKED_NONE;
    job->need = 0;
}

static void model_take_out(site_model *self, model_job *job) {
    const model_job *end = &self->jobs[self->count];
    memmove(job, job + 1, (size_t)(end - (job + 1)) * sizeof *job);
    self->count--;
}

/* What a run teaches: its length on all members, without load. */
static void model_learn(site_model *self, const model_job *job, uint64_t traffic, sked_time now) {
    const int alone = job->cluster == SKED_NONE;
    const uint32_t members = alone ? 1 : model_members(self, job->cluster);
    const uint32_t resource = alone ? self->settings.machine[job->machine].resource
                                    : self->settings.cluster[job->cluster].resource;
    const sked_time length = now - job->start;
    sked_time normal = model_scaled(length, (1024 - job->load) * job->present, 1024 * members, 0);
    normal = normal < 1 ? 1 : normal;
    if (job->left < 1u << 20) {
        self->counters.unlearnt++;
    } else if (sked_experience_add(self->experience.times, job->job.job_class, resource, normal) !=
        SKED_OK) {
        self->counters.unlearnt++;
    }
    if (self->experience.users != NULL && job->left == 1u << 20) {
        (void)sked_experience_add(self->experience.users, job->job.user, job->told_queue, length);
    }
    if (self->experience.traffic != NULL && traffic > 0 && !alone) {
        (void)sked_experience_add(self->experience.traffic, job->job.job_class, resource,
                                  (sked_time)traffic);
    }
}

static void model_bill(site_model *self, const model_job *job, sked_time now) {
    sked_time *taken = &self->taken[job->job.user];
    const sked_time all = model_scaled(now - job->start, job->present, 1, 0);
    *taken = model_sum(*taken, all);
    *taken = *taken == SKED_NEVER ? SKED_TIME_MAX : *taken;
}

static sked_status model_finish(site_model *self, uint64_t id, uint64_t traffic, sked_time now) {
    model_job *job = model_find(self, id);
    const sked_status status = model_check_now(self, now);
    uint64_t need = 0;
    if (status != SKED_OK || job == NULL || !job->running) {
        return status != SKED_OK ? status : job == NULL ? SKED_E_UNKNOWN : SKED_E_NOT_RUNNING;
    }
    if (traffic > (uint64_t)SKED_OBSERVED_MAX) {
        return SKED_E_RANGE;
    }
    if (job->cluster != SKED_NONE) {
        need = model_need(self, job->job.job_class, job->cluster);
    }
    model_learn(self, job, traffic, now);
    model_bill(self, job, now);
    self->changed |= now != job->end || job->row.planned;
    self->changed |= job->cluster != SKED_NONE &&
                     need != model_need(self, job->job.job_class, job->cluster);
    model_give_back(self, job);
    self->now = now;
    self->counters.finished++;
    model_take_out(self, job);
    return SKED_OK;
}

static sked_status model_cancel(site_model *self, uint64_t id, sked_time now) {
    model_job *job = model_find(self, id);
    const sked_status status = model_check_now(self, now);
    if (status != SKED_OK || job == NULL) {
        return status != SKED_OK ? status : SKED_E_UNKNOWN;
    }
    if (job->running) {
        model_bill(self, job, now);
    }
    self->now = now;
    self->changed = 1;
    self->counters.cancelled++;
    model_take_out(self, job);
    return SKED_OK;
}

static sked_status model_account(site_model *self, uint32_t user, sked_time taken,
                                 sked_time *before) {
    if (user >= self->settings.users) {
        return SKED_E_RANGE;
    }
    if (taken < 0 || taken > SKED_TIME_MAX) {
        return SKED_E_TIME;
    }
    *before = self->taken[user];
    self->taken[user] = taken;
    return SKED_OK;
}

static sked_status model_set_up(site_model *self, uint32_t machine, int up, sked_time now) {
    const sked_status status = model_check_now(self, now);
    model_job *job;
    if (status != SKED_OK || machine >= self->settings.machines) {
        return status != SKED_OK ? status : SKED_E_RANGE;
    }
    self->now = now;
    self->changed |= self->up[machine] != up;
    self->up[machine] = (unsigned char)up;
    job = model_job_on(self, machine);
    if (!up && job != NULL) {
        job->lost = 1;
    }
    return SKED_OK;
}

static sked_status model_set_load(site_model *self, uint32_t machine, uint32_t load,
                                  sked_time now) {
    const sked_status status = model_check_now(self, now);
    if (status != SKED_OK || machine >= self->settings.machines || load > 1023) {
        return status != SKED_OK ? status : SKED_E_RANGE;
    }
    self->now = now;
    self->changed |= self->load[machine] != load;
    self->load[machine] = load;
    return SKED_OK;
}

static sked_status model_set_traffic(site_model *self, uint32_t link, uint64_t traffic,
                                     sked_time now) {
    const sked_status status = model_check_now(self, now);
    if (status != SKED_OK || link >= self->settings.interconnects) {
        return status != SKED_OK ? status : SKED_E_RANGE;
    }
    self->now = now;
    self->changed |= self->traffic[link] != traffic;
    self->traffic[link] = traffic;
    return SKED_OK;
}

/* ---- decisions ------------------------------------------------------------------------------- */

static void model_describe(const model_job *job, model_decision *decision) {
    sked_site_decision *said = &decision->said;
    memset(decision, 0, sizeof *decision);
    memcpy(decision->on, job->on, sizeof decision->on);
    said->id = job->job.id;
    said->tag = job->job.tag;
    said->queue = job->job.queue;
    said->machine = job->machine;
    said->cluster = job->cluster;
    said->resumes = job->left < 1u << 20;
    said->start = job->start;
    said->end = job->end;
}

/* Who was stopped often enough goes to another queue. */
static void model_promote(site_model *self, model_job *job) {
    const sked_site_queue *queue = &self->settings.queue[job->job.queue];
    job->preemptions++;
    job->since_promotion++;
    if (queue->promote_after > 0 && job->since_promotion >= queue->promote_after) {
        job->job.queue = queue->promote_to;
        job->since_promotion = 0;
        self->counters.promoted++;
        self->changed = 1;
    }
}

/* Stops a run for another job, or because it was lost: by NULL. The job waits. */
static void model_preempt(site_model *self, model_job *job, const model_job *by,
                          model_decision *decision) {
    if (by != NULL) {
        self->changed |= !job->row.planned;
        model_promote(self, job);
        if (self->settings.job_class[job->job.job_class].flags & SKED_RESUMABLE) {
            model_bill(self, job, self->now);
        }
        job->left = model_left(self, job);
    }
    model_describe(job, decision);
    decision->said.kind = SKED_PREEMPT;
    decision->said.reason = by == NULL ? SKED_MACHINE_DOWN : SKED_OUTRANKED;
    decision->said.by = by == NULL ? 0 : by->job.id;
    decision->said.end = self->now;
    self->counters.preempted += by != NULL;
    self->counters.lost += by == NULL;
    job->running = job->condemned = job->lost = 0;
    job->machine = job->cluster = SKED_NONE;
    model_give_back(self, job);
}

static void model_dispatch(site_model *self, model_job *job, model_decision *decision) {
    const model_row *row = &job->row;
    uint32_t m;
    job->running = 1;
    job->began = self->counters.plans;
    job->respected = SKED_NONE;
    job->condemned = job->lost = 0;
    job->machine = row->machine;
    job->cluster = row->cluster;
    job->start = self->now;
    job->end = model_sum(self->now, row->end - row->start);
    job->end = job->end == SKED_NEVER ? SKED_TIME_MAX : job->end;
    for (m = 0; m < MODEL_MACHINES; m++) {
        job->on[m] = m < self->settings.machines &&
                     model_takes(self, row->machine, row->cluster, m);
    }
    job->present = 1;
    if (row->cluster == SKED_NONE) {
        job->load = self->load[row->machine];
    } else {
        const uint64_t need = model_need(self, job->job.job_class, row->cluster);
        job->present = model_members_up(self, row->cluster, &job->load);
        job->link = need == 0 ? SKED_NONE
                              : model_route(self, job->job.job_class, row->cluster,
                                            model_rank(self, row->queue), 0);
        job->need = need;
        self->counters.parallel++;
    }
    self->counters.dispatched++;
    model_describe(job, decision);
    decision->said.kind = SKED_DISPATCH;
    decision->said.reason = row->cluster == SKED_NONE ? SKED_MAPPED : SKED_PROFITABLE;
    job->row.planned = 0;
}

/* Is there something in the row's way that it cannot stop? Bandwidth is another matter. Machines
 * that are down are in nobody's way: but a cluster must be what the plan took it for. */
static int model_is_blocked(site_model *self, const model_job *job, const unsigned char *claimed) {
    const model_row *row = &job->row;
    uint32_t m;
    if (row->cluster == SKED_NONE ? !self->up[row->machine]
                                  : model_members_up(self, row->cluster, NULL) != row->up) {
        return 1;
    }
    for (m = 0; m < self->settings.machines; m++) {
        const model_job *runs = model_job_on(self, m);
        if (model_takes(self, row->machine, row->cluster, m) &&
            (claimed[m] || (runs != NULL && !model_gives_way(self, runs, job, row->queue)))) {
            return 1;
        }
    }
    return 0;
}

/* Must the row wait? *closed: bandwidth is kept for an earlier row, or from now on for this one. */
static int model_waits(site_model *self, const model_job *job, const unsigned char *claimed,
                       int *closed) {
    const model_row *row = &job->row;
    if (model_is_blocked(self, job, claimed)) {
        return 1;
    }
    if (row->cluster == SKED_NONE ||
        model_need(self, job->job.job_class, row->cluster) == 0) {
        return 0;
    }
    if (!*closed && !model_can_talk(self, job->job.job_class, row->cluster,
                                    model_rank(self, row->queue), 0)) {
        *closed = 1;
    }
    return *closed;
}

/* The row after this one, by start and sequence, of those that do not run; NULL: after all. */
static model_job *model_next_row(site_model *self, const model_row *after) {
    model_job *best = NULL;
    uint32_t j;
    for (j = 0; j < self->count; j++) {
        model_job *job = &self->jobs[j];
        const model_row *row = &job->row;
        if (row->planned && !job->running &&
            (after == NULL || row->start > after->start ||
             (row->start == after->start && row->sequence > after->sequence)) &&
            (best == NULL || row->start < best->row.start ||
             (row->start == best->row.start && row->sequence < best->row.sequence))) {
            best = job;
        }
    }
    return best;
}

/* Does what the row wants next: to stop somebody, or to start. */
static void model_proceed(site_model *self, model_job *job, model_decision *decision) {
    uint32_t m;
    for (m = 0; m < self->settings.machines; m++) {
        model_job *runs = model_job_on(self, m);
        if (runs != NULL && model_takes(self, job->row.machine, job->row.cluster, m)) {
            model_preempt(self, runs, job, decision);
            return;
        }
    }
    model_dispatch(self, job, decision);
}

/* Returns SKED_OK and a decision, or SKED_DONE. */
static sked_status model_next(site_model *self, sked_time now, model_decision *decision) {
    unsigned char claimed[MODEL_MACHINES] = {0};
    const sked_status status = model_check_now(self, now);
    model_job *job;
    uint32_t j, m;
    int closed = 0;
    if (status != SKED_OK) {
        return status;
    }
    self->now = now;
    for (j = 0; j < self->count; j++) {
        if (self->jobs[j].lost) {
            model_preempt(self, &self->jobs[j], NULL, decision);
            return SKED_OK;
        }
    }
    for (job = model_next_row(self, NULL); job != NULL; job = model_next_row(self, &job->row)) {
        if (!model_waits(self, job, claimed, &closed)) {
            model_proceed(self, job, decision);
            return SKED_OK;
        }
        for (m = 0; m < self->settings.machines; m++) {
            claimed[m] |= job->row.cluster == SKED_NONE
                              ? m == job->row.machine
                              : model_in_cluster(self, job->row.cluster, m);
        }
    }
    return SKED_DONE;
}

/* ---- questions ------------------------------------------------------------------------------- */

static void model_look(const site_model *self, sked_site_info *info) {
    uint32_t j;
    memset(info, 0, sizeof *info);
    info->now = self->now;
    info->changed = self->changed;
    info->counters = self->counters;
    for (j = 0; j < self->count; j++) {
        info->running += self->jobs[j].running != 0;
        info->waiting += !self->jobs[j].running;
        info->unplanned += !self->jobs[j].running && !self->jobs[j].row.planned;
    }
}

static void model_tell(const site_model *self, const model_job *job, sked_site_job_info *info) {
    memset(info, 0, sizeof *info);
    info->running = job->running;
    info->planned = job->running || job->row.planned;
    info->machine = info->cluster = SKED_NONE;
    info->start = info->end = SKED_NEVER;
    if (job->running) {
        info->machine = job->machine;
        info->cluster = job->cluster;
        info->start = job->start;
        info->end = job->end;
    } else if (job->row.planned) {
        info->machine = job->row.machine;
        info->cluster = job->row.cluster;
        info->start = model_sum(self->planned_at, job->row.start);
        info->end = model_sum(self->planned_at, job->row.end);
    }
    info->submitted = job->submitted;
    info->job_class = job->job.job_class;
    info->user = job->job.user;
    info->queue = job->job.queue;
    info->preemptions = job->preemptions;
    info->left_q20 = job->left;
    info->tag = job->job.tag;
}

#endif
