/* site.h: vectors of a site: a day of jobs, decision by decision.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VECTORS_SITE_H_INCLUDED
#define VECTORS_SITE_H_INCLUDED

#include "../../examples/json.h"
#include "entry.h"
#include "map.h"

typedef struct site_job {
    sked_site_job job;
    sked_time submit, end;
    const sked_time *run;               /* per resource; SKED_NEVER: it does not run there     */
} site_job;

typedef struct site_play {
    sked_site site;
    sked_site_settings settings;
    sked_site_experience experience;
    sked_experience times;
    uint32_t jobs;
    site_job *job;
    entry events, next;
    sked_set *set;
    json *out;
} site_play;

static const char *const site_flags[] = {"preempts", "preemptable", "sequential", NULL};

/* ---- reading --------------------------------------------------------------------------------- */

static void site_read_machines(site_play *p, entry list) {
    const uint32_t count = entry_length(list);
    sked_site_machine *to = (sked_site_machine *)entry_room(count * sizeof(*to));
    entry e;
    p->settings.machines = count;
    p->settings.machine = to;
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e), to++) {
        to->resource = entry_count(e, "resource");
        to->memory = entry_count_or(e, "memory", 0);
    }
}

static void site_read_links(site_play *p, entry list) {
    const uint32_t count = entry_length(list);
    sked_site_interconnect *to = (sked_site_interconnect *)entry_room(count * sizeof(*to));
    entry e;
    p->settings.interconnects = count;
    p->settings.interconnect = to;
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e), to++) {
        to->bandwidth = entry_count(e, "bandwidth");
        to->latency = entry_count(e, "latency");
        to->clusters = entry_set(e, "clusters", p->settings.clusters);
    }
}

static void site_read_classes(site_play *p, entry list) {
    const uint32_t count = entry_length(list);
    sked_site_class *to = (sked_site_class *)entry_room(count * sizeof(*to));
    entry e;
    p->settings.classes = count;
    p->settings.job_class = to;
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e), to++) {
        to->resources = entry_set_or(e, "resources", p->settings.resources);
        to->memory = entry_count_or(e, "memory", 0);
        to->bandwidth = entry_count_or(e, "bandwidth", 0);
        to->latency_max = entry_count_or(e, "latency_max", 10000);
    }
}

static void site_read_users(site_play *p, entry list) {
    const uint32_t count = entry_length(list);
    sked_site_user *to = (sked_site_user *)entry_room(count * sizeof(*to));
    entry e;
    p->settings.users = count;
    p->settings.user = to;
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e), to++) {
        to->queues = entry_set_or(e, "queues", p->settings.queues);
        to->jobs_max = entry_count_or(e, "jobs_max", UINT32_MAX);
        to->time_max = entry_time_or(e, "time_max", SKED_NEVER);
    }
}

static void site_read_queues(site_play *p, entry list) {
    const uint32_t count = entry_length(list);
    sked_site_queue *to = (sked_site_queue *)entry_room(count * sizeof(*to));
    entry e;
    p->settings.queues = count;
    p->settings.queue = to;
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e), to++) {
        to->priority = entry_count(e, "priority");
        to->flags = entry_flags(e, "flags", site_flags);
        to->heuristic = (sked_heuristic)entry_name(e, "heuristic", map_heuristics);
        to->pjs_options = entry_flags(e, "options", pjs_options);
        to->promote_after = entry_count_or(e, "promote_after", 0);
        to->promote_to = entry_count_or(e, "promote_to", 0);
    }
}

/* What has been observed before: (class, resource, length) each. */
static void site_read_experience(site_play *p, entry list) {
    sked_experience_settings shape = SKED_ZERO;
    entry e;
    shape.classes = p->settings.classes;
    shape.resources = p->settings.resources;
    shape.window = SKED_WINDOW_MAX;
    shape.ratings_q10 = NULL;
    shape.guesses = NULL;
    entry_accepted(list, sked_experience_create(&p->times, &shape, entry_mem()));
    p->experience.times = &p->times;
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e)) {
        entry_accepted(e, sked_experience_add(&p->times, entry_count(e, "class"),
                                              entry_count(e, "resource"),
                                              entry_time(e, "length")));
    }
}

static void site_read_jobs(site_play *p, entry list) {
    site_job *to;
    entry e;
    p->jobs = entry_length(list);
    p->job = to = (site_job *)entry_room(p->jobs * sizeof(site_job));
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e), to++) {
        to->job.id = (uint64_t)entry_number(e, "id", 0, TREE_NUMBER_MAX);
        to->job.job_class = entry_count(e, "class");
        to->job.user = entry_count(e, "user");
        to->job.queue = entry_count(e, "queue");
        to->submit = entry_time(e, "submit");
        to->run = entry_times_or(e, "run", p->settings.resources);
        to->end = SKED_NEVER;
        if (to->run == NULL) {
            entry_fault(e, "a job without run", "a time for each resource");
        }
    }
}

static void site_read(site_play *p, entry input) {
    const entry clusters = entry_need(input, "clusters");
    p->settings.resources = entry_count(input, "resources");
    p->settings.clusters = entry_length(clusters);
    p->settings.queues = entry_length(entry_need(input, "queues"));
    site_read_machines(p, entry_need(input, "machines"));
    p->settings.cluster = pjs_clusters(clusters, p->settings.machines);
    site_read_links(p, entry_need(input, "interconnects"));
    site_read_classes(p, entry_need(input, "classes"));
    site_read_users(p, entry_need(input, "users"));
    site_read_queues(p, entry_need(input, "queues"));
    site_read_experience(p, entry_need(input, "observed"));
    site_read_jobs(p, entry_need(input, "jobs"));
    p->settings.jobs_max = p->jobs;
    p->settings.deviations_q10 = entry_count_or(input, "deviations_q10", 0);
    p->settings.gain_min = entry_time_or(input, "gain_min", 0);
    p->events = entry_may(input, "events");
    p->next = entry_first(p->events);
    p->set = entry_empty_set(p->settings.machines);
}

/* ---- what happens ---------------------------------------------------------------------------- */

static void site_tell_ends(site_play *p, entry input, sked_time now) {
    uint32_t i;
    for (i = 0; i < p->jobs; i++) {
        if (p->job[i].end == now) {
            p->job[i].end = SKED_NEVER;
            entry_accepted(input, sked_site_finish(&p->site, p->job[i].job.id, 0, now));
        }
    }
}

static void site_tell_event(site_play *p, entry e, sked_time now) {
    static const char *const kinds[] = {"down", "up", "load", NULL};
    const uint32_t kind = entry_name(e, "kind", kinds), machine = entry_count(e, "machine");
    sked_status status;
    if (kind == 2) {
        status = sked_site_report_load(&p->site, machine, entry_count(e, "load"), now);
    } else {
        status = kind == 0 ? sked_site_down(&p->site, machine, now)
                           : sked_site_up(&p->site, machine, now);
    }
    entry_accepted(e, status);
}

static void site_tell_jobs(site_play *p, sked_time now) {
    uint32_t i;
    for (i = 0; i < p->jobs; i++) {
        if (p->job[i].submit == now) {
            const sked_status status = sked_site_submit(&p->site, &p->job[i].job, now);
            if (status != SKED_OK) {
                json_object(p->out, NULL);
                json_number(p->out, "at", now);
                json_text(p->out, "kind", "refused");
                json_number(p->out, "id", (int64_t)p->job[i].job.id);
                json_text(p->out, "reason", status_name(status));
                json_end(p->out, '}');
            }
        }
    }
}

/* ---- what is decided ------------------------------------------------------------------------- */

static void site_tell_decision(site_play *p, const sked_site_decision *decision, sked_time now) {
    static const char *const reasons[] = {"mapped", "profitable", "outranked", "machine_down"};
    json_object(p->out, NULL);
    json_number(p->out, "at", now);
    json_text(p->out, "kind", decision->kind == SKED_DISPATCH ? "dispatch" : "preempt");
    json_number(p->out, "id", (int64_t)decision->id);
    json_text(p->out, "reason", reasons[decision->reason]);
    json_members(p->out, "machines", p->set);
    map_tell_place(p->out, "cluster", decision->cluster);
    json_number(p->out, "queue", decision->queue);
    json_number(p->out, "start", decision->start);
    json_number(p->out, "end", decision->end);
    if (decision->reason == SKED_OUTRANKED) {
        json_number(p->out, "by", (int64_t)decision->by);
    }
    json_end(p->out, '}');
}

static void site_obey(site_play *p, const sked_site_decision *decision, sked_time now) {
    const uint32_t resource = decision->cluster == SKED_NONE
                                  ? p->settings.machine[decision->machine].resource
                                  : p->settings.cluster[decision->cluster].resource;
    uint32_t i;
    for (i = 0; i < p->jobs; i++) {
        if (p->job[i].job.id == decision->id) {
            p->job[i].end = decision->kind == SKED_PREEMPT
                                ? SKED_NEVER
                                : sked_time_add(now, p->job[i].run[resource]);
        }
    }
}

static void site_decide(site_play *p, entry input, sked_time now) {
    sked_site_decision decision;
    entry_accepted(input, sked_site_plan(&p->site, now));
    while (sked_site_next(&p->site, &decision, p->set, now) == SKED_OK) {
        site_tell_decision(p, &decision, now);
        site_obey(p, &decision, now);
    }
}

static sked_time site_next_instant(const site_play *p, sked_time now) {
    sked_time best = SKED_NEVER, time;
    uint32_t i;
    for (i = 0; i < p->jobs; i++) {
        time = p->job[i].submit > now ? p->job[i].submit : p->job[i].end;
        best = time > now && time < best ? time : best;
    }
    time = p->next.at == 0 ? SKED_NEVER : entry_time(p->next, "at");
    return time < best ? time : best;
}

static void site_run(entry input, json *out) {
    site_play *p = (site_play *)entry_room(sizeof(site_play));
    sked_time now;
    p->out = out;
    site_read(p, input);
    entry_accepted(input, sked_site_create(&p->site, &p->settings, &p->experience, entry_mem()));
    json_array(out, "decisions");
    for (now = 0; now != SKED_NEVER; now = site_next_instant(p, now)) {
        site_tell_ends(p, input, now);
        for (; p->next.at != 0 && entry_time(p->next, "at") == now;
             p->next = entry_next(p->events, p->next)) {
            site_tell_event(p, p->next, now);
        }
        site_tell_jobs(p, now);
        site_decide(p, input, now);
    }
    json_end(out, ']');
    sked_site_destroy(&p->site);
    sked_experience_destroy(&p->times);
}

#endif
