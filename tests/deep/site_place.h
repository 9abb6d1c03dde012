/* site_place.h: a random site: all that its settings point to. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_PLACE_H_INCLUDED
#define SITE_PLACE_H_INCLUDED

/* The includer has included sched.h and harness.h. */

enum { MODEL_MACHINES = 12, MODEL_CLUSTERS = 5, MODEL_LINKS = 3, MODEL_CLASSES = 4,
       MODEL_USERS = 3, MODEL_QUEUES = 4, MODEL_RESOURCES = 6, MODEL_JOBS = 32 };

enum { WORDS_MAX = 2 };                 /* for any set here, of words of 8 bits or more */

/* Everything that settings point to. */
typedef struct place {
    uint64_t random;                    /* what is drawn from */
    sked_site_settings settings;
    sked_site_machine machine[MODEL_MACHINES];
    sked_cluster cluster[MODEL_CLUSTERS];
    sked_site_interconnect link[MODEL_LINKS];
    sked_site_class job_class[MODEL_CLASSES];
    sked_site_user user[MODEL_USERS];
    sked_site_queue queue[MODEL_QUEUES];
    sked_set members[MODEL_CLUSTERS], serves[MODEL_LINKS], allowed[MODEL_CLASSES],
        queues[MODEL_USERS];
    sked_word words[MODEL_CLUSTERS + MODEL_LINKS + MODEL_CLASSES + MODEL_USERS][WORDS_MAX];
    uint32_t words_used;
    uint32_t ratings[MODEL_RESOURCES];
    sked_time guesses[MODEL_CLASSES];
    sked_experience_settings shape;
} place;

static uint32_t place_below(place *p, uint32_t bound) {
    return check_below(&p->random, bound);
}

static uint32_t place_one_in(place *p, uint32_t bound) {
    return place_below(p, bound) == 0;
}

/* A random set over words of the place. */
static sked_set any_set(place *p, uint32_t size, uint32_t out_of_8) {
    sked_set set = sked_set_of(p->words[p->words_used++], size);
    uint32_t i;
    for (i = 0; i < size; i++) {
        if (place_below(p, 8) < out_of_8) {
            sked_set_add(&set, i);
        }
    }
    return set;
}

static void any_machines(place *p) {
    const uint32_t apart = p->settings.resources > 1 ? place_below(p, 2) : 0;
    uint32_t m, c;
    for (m = 0; m < p->settings.machines; m++) {
        p->machine[m].resource = place_below(p, p->settings.resources - apart);
        p->machine[m].memory = place_one_in(p, 4) ? place_below(p, 4) : 3;
    }
    for (c = 0; c < p->settings.clusters; c++) {
        p->members[c] = any_set(p, p->settings.machines, 1 + place_below(p, 6));
        sked_set_add(&p->members[c], place_below(p, p->settings.machines));
        p->cluster[c].members = &p->members[c];
        p->cluster[c].members_min = place_below(p, sked_set_count(&p->members[c]) + 1);
        p->cluster[c].resource = place_one_in(p, 3) ? place_below(p, p->settings.resources)
                                              : p->settings.resources - 1;
    }
}

static void any_links(place *p) {
    uint32_t i;
    for (i = 0; i < p->settings.interconnects; i++) {
        p->serves[i] = any_set(p, p->settings.clusters, 6);
        p->link[i].clusters = &p->serves[i];
        p->link[i].bandwidth = place_one_in(p, 8) ? UINT64_MAX - place_below(p, 3)
                                                  : place_below(p, 20);
        p->link[i].latency = place_one_in(p, 9) ? UINT64_MAX - place_below(p, 2)
                                                : place_below(p, 4);
    }
}

static void any_classes(place *p) {
    uint32_t i;
    for (i = 0; i < p->settings.classes; i++) {
        p->allowed[i] = any_set(p, p->settings.resources, place_one_in(p, 2) ? 5 : 0);
        sked_set_add(&p->allowed[i], p->settings.resources - 1);
        p->job_class[i].resources = place_one_in(p, 2) ? &p->allowed[i] : NULL;
        p->job_class[i].memory = place_one_in(p, 3) ? place_below(p, 5) : 0;
        p->job_class[i].bandwidth =
            place_one_in(p, place_one_in(p, 2) ? 3 : 1) ? 1 + place_below(p, 8) : 0;
        p->job_class[i].latency_max = place_one_in(p, 2) ? place_below(p, 4) : UINT64_MAX;
        p->job_class[i].flags = place_one_in(p, 3) ? SKED_RESUMABLE : 0;
        p->job_class[i].resume = place_one_in(p, 2)   ? 0
                                 : place_one_in(p, 9) ? SKED_TIME_MAX
                                                      : (sked_time)place_below(p, 12);
    }
}

static void any_users(place *p) {
    uint32_t i;
    for (i = 0; i < p->settings.users; i++) {
        p->queues[i] = any_set(p, p->settings.queues, 6);
        p->user[i].queues = place_one_in(p, 3) ? &p->queues[i] : NULL;
        p->user[i].jobs_max = place_one_in(p, 4) ? place_below(p, 6) : UINT32_MAX;
        p->user[i].time_max = place_one_in(p, 6) ? (sked_time)place_below(p, 500) : SKED_NEVER;
    }
}

static void any_queues(place *p) {
    uint32_t i;
    for (i = 0; i < p->settings.queues; i++) {
        sked_site_queue *queue = &p->queue[i];
        queue->priority = place_one_in(p, 4) ? place_below(p, 3) : i;
        queue->flags = place_one_in(p, 3) ? place_below(p, 8) : SKED_PREEMPTS | SKED_PREEMPTABLE;
        queue->heuristic = place_one_in(p, 2) ? SKED_DUPLEX_SUM
                                        : (sked_heuristic)place_below(p, SKED_HEURISTIC_COUNT_);
        queue->pjs_options = place_one_in(p, 2) ? 0 : place_below(p, 4);
    }
    for (i = 0; i < p->settings.queues; i++) {
        sked_site_queue *queue = &p->queue[i];
        queue->promote_after = place_below(p, 4);
        queue->promote_to = place_below(p, p->settings.queues);
        if ((p->queue[queue->promote_to].flags & SKED_SEQUENTIAL) &&
            !(queue->flags & SKED_SEQUENTIAL)) {
            queue->promote_after = 0;
            queue->promote_to = i;
        }
    }
}

/* What is guessed: now and then so much that sums go beyond all bounds. The last resource, that of
 * most clusters and sometimes of no machine, is fast. */
static void any_shape(place *p) {
    const uint32_t huge = place_one_in(p, 20), unknown = place_one_in(p, 4);
    uint32_t i;
    for (i = 0; i < p->settings.resources; i++) {
        p->ratings[i] = huge ? 1 + place_below(p, place_one_in(p, 2) ? 4 : 40)
                             : 512u << place_below(p, 3);
    }
    p->ratings[p->settings.resources - 1] <<= place_below(p, 4);
    for (i = 0; i < p->settings.classes; i++) {
        p->guesses[i] = unknown && place_one_in(p, 3) ? 0
                        : huge && place_one_in(p, 2)
                            ? SKED_OBSERVED_MAX - (sked_time)place_below(p, 9)
                            : 1 + (sked_time)place_below(p, 40);
    }
    p->shape.classes = p->settings.classes;
    p->shape.resources = p->settings.resources;
    p->shape.window = place_one_in(p, 2) ? 2 + place_below(p, 6) : SKED_WINDOW_MAX;
    p->shape.ratings_q10 = place_one_in(p, 5) ? NULL : p->ratings;
    p->shape.guesses = p->guesses;
}

static void any_numbers(place *p) {
    sked_site_settings *s = &p->settings;
    memset(s, 0, sizeof *s);
    s->machines = 1 + place_below(p, MODEL_MACHINES);
    s->clusters = place_below(p, MODEL_CLUSTERS + 1);
    s->interconnects = place_below(p, MODEL_LINKS + 1);
    s->resources = 1 + place_below(p, MODEL_RESOURCES);
    s->classes = 1 + place_below(p, MODEL_CLASSES);
    s->users = 1 + place_below(p, MODEL_USERS);
    s->queues = 1 + place_below(p, MODEL_QUEUES);
    s->jobs_max = 1 + place_below(p, place_one_in(p, 3) ? 5 : MODEL_JOBS);
    s->deviations_q10 = place_one_in(p, 2)   ? 0
                        : place_one_in(p, 8) ? UINT32_MAX
                                             : place_below(p, 4096);
    s->gain_min = place_one_in(p, 2) ? 0 : place_one_in(p, 8) ? SKED_NEVER
                                                  : 1 + (sked_time)place_below(p, 30);
    s->map_options = place_one_in(p, 3) ? place_below(p, 4) : 0;
    s->replan = place_one_in(p, 2) ? SKED_REPLAN_ALL : (sked_replan)place_below(p, 3);
    s->machine = p->machine;
    s->cluster = p->cluster;
    s->interconnect = p->link;
    s->job_class = p->job_class;
    s->user = p->user;
    s->queue = p->queue;
}

/* Jobs of class 0 run on clusters alone, and share what the interconnects have: some bandwidth for
 * each. */
static void talk_much(place *p) {
    uint32_t i;
    sked_set_clear(&p->allowed[0]);
    for (i = 0; i < p->settings.clusters; i++) {
        p->cluster[i].resource = p->settings.resources - 1;
        sked_set_add(&p->allowed[0], p->settings.resources - 1);
    }
    for (i = 0; i < p->settings.machines && p->settings.resources > 1; i++) {
        p->machine[i].resource = p->machine[i].resource % (p->settings.resources - 1);
    }
    for (i = 0; i < p->settings.interconnects; i++) {
        sked_set_fill(&p->serves[i]);
        p->link[i].bandwidth = 4 + place_below(p, 4);
    }
    p->job_class[0].resources = &p->allowed[0];
    for (i = 0; i < p->settings.classes; i++) {
        p->job_class[i].bandwidth = 1 + place_below(p, 4);
        p->job_class[i].latency_max = UINT64_MAX;
    }
    for (i = 0; i < p->settings.queues; i++) {
        p->queue[i].flags &= ~SKED_SEQUENTIAL;
    }
}

static void any_place(place *p) {
    any_numbers(p);
    any_machines(p);
    any_links(p);
    any_classes(p);
    any_users(p);
    any_queues(p);
    any_shape(p);
    if (p->settings.clusters > 1 && p->settings.interconnects > 0 && place_one_in(p, 2)) {
        talk_much(p);
    }
}

#endif
