/* queue.h: vectors of the queue and of its tiers: one input, several policies.
 *
 * SPDX-License-Identifier: MIT */
#ifndef VECTORS_QUEUE_H_INCLUDED
#define VECTORS_QUEUE_H_INCLUDED

#include "../../examples/json.h"
#include "entry.h"

enum { QUEUE_WAITS, QUEUE_FRONT, QUEUE_BEHIND, QUEUE_GONE };

/* A job, and what the simulation knows of it. */
typedef struct queue_job {
    sked_job job;
    sked_time submit, run;
    uint32_t usage;
    int state, in;                      /* in: it has been submitted                           */
    sked_time since, end;               /* of its stay in this tier                            */
    sked_time left;                     /* of its run, when that stay began                    */
} queue_job;

typedef struct queue_events {
    entry list, next;
} queue_events;

typedef struct queue_play {
    sked_queue queue;
    sked_tiers tiers;
    int tiered;
    uint32_t processors, jobs;
    queue_job *job;
    queue_events events;
    sked_time makespan;
    sked_set *set;
    json *out;
} queue_play;

static const char *const queue_orders[] = {"fcfs", "sjf", "key", "narrowest", NULL};
static const char *const queue_tier_policies[] = {"keasy", "reasy", "measy", NULL};
static const char *const queue_tier_options[] = {"remaining", "full", NULL};
static const char *const queue_kept[] = {"compress", "rebuild", NULL};
static const char *const queue_kinds[] = {"start",   "lost",    "start_background", "swap",
                                          "restart", "migrate", NULL};
static const char *const queue_reasons[] = {"head",     "before_shadow",  "fits_extra",
                                            "reserved", "processor_down", "spare_cycles"};

/* ---- reading --------------------------------------------------------------------------------- */

static void queue_read_jobs(queue_play *p, entry list) {
    uint32_t at = 0;
    entry e;
    p->jobs = entry_length(list);
    p->job = (queue_job *)entry_room(p->jobs * sizeof(queue_job));
    for (e = entry_first(list); e.at != 0; e = entry_next(list, e)) {
        queue_job *job = &p->job[at++];
        job->job.id = (uint64_t)entry_number(e, "id", 0, TREE_NUMBER_MAX);
        job->job.key = (uint64_t)entry_number_or(e, "key", 0, 0, TREE_NUMBER_MAX);
        job->job.width = entry_count(e, "width");
        job->job.estimate = entry_time(e, "estimate");
        job->submit = entry_time(e, "submit");
        job->run = entry_number(e, "run", 1, TREE_NUMBER_MAX);
        job->usage = entry_count_or(e, "usage_permille", 1000);
        job->end = SKED_NEVER;
        job->left = job->run;
    }
}

static uint32_t queue_depth(entry policy) {
    const entry depth = entry_need(policy, "depth");
    if (entry_node(depth)->kind == TREE_TEXT && strcmp(entry_node(depth)->text, "all") == 0) {
        return SKED_ALL;
    }
    return entry_value(depth, 0, 1000) == 0 ? SKED_NO_RESERVATIONS
                                            : (uint32_t)entry_value(depth, 0, 1000);
}

static sked_queue_settings queue_settings_of(const queue_play *p, entry policy) {
    sked_queue_settings s = SKED_ZERO;
    s.processors = p->processors;
    s.jobs_max = p->jobs;
    s.bookings_max = 16;
    s.estimate_missing = SKED_REFUSE_MISSING;
    s.order = (sked_order)entry_name(policy, "order", queue_orders);
    s.backfill_order = (sked_order)entry_name_or(policy, "backfill_order", queue_orders, SKED_FCFS);
    s.depth = queue_depth(policy);
    s.reservations = (sked_reservations)entry_name_or(policy, "reservations", queue_kept,
                                                      SKED_REBUILD);
    s.backgrounds = entry_count_or(policy, "backgrounds", 0);
    s.background_order =
        (sked_order)entry_name_or(policy, "background_order", queue_orders, SKED_FCFS);
    return s;
}

static queue_job *queue_find(queue_play *p, uint64_t id) {
    uint32_t i;
    for (i = 0; i < p->jobs && p->job[i].job.id != id; i++) {
    }
    return i < p->jobs ? &p->job[i] : NULL;
}

static uint32_t queue_usage(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    const queue_job *job = queue_find((queue_play *)ctx, id);
    (void)tag;
    (void)process;
    return job == NULL ? 0 : job->usage;
}

static void queue_read_tiers(queue_play *p, entry policy) {
    sked_tiers *tiers = &p->tiers;
    p->tiered = entry_may(policy, "tiers").at != 0;
    if (!p->tiered) {
        return;
    }
    tiers->policy = (sked_tiers_policy)entry_name(policy, "tiers", queue_tier_policies);
    tiers->options = entry_flags(policy, "options", queue_tier_options);
    tiers->migration = entry_time_or(policy, "migration", 0);
    tiers->usage_limit_permille = entry_count(policy, "usage_limit_permille");
    tiers->width_max = entry_count_or(policy, "width_max", 0);
    tiers->estimate_max = entry_time_or(policy, "estimate_max", 0);
    tiers->usage.usage = queue_usage;
    tiers->usage.ctx = p;
}

/* ---- what happens ---------------------------------------------------------------------------- */

static void queue_end(queue_play *p, queue_job *job, sked_time now) {
    job->state = QUEUE_GONE;
    job->end = SKED_NEVER;
    p->makespan = now;
}

static void queue_wait(queue_job *job) {
    job->state = QUEUE_WAITS;
    job->end = SKED_NEVER;
    job->left = job->run;
}

/* Jobs whose end has come, in the order of the input. */
static void queue_tell_ends(queue_play *p, entry input, sked_time now) {
    uint32_t i;
    for (i = 0; i < p->jobs; i++) {
        if (p->job[i].end == now) {
            entry_accepted(input, sked_queue_finish(&p->queue, p->job[i].job.id, now));
            queue_end(p, &p->job[i], now);
        }
    }
}

static sked_status queue_tell_booking(queue_play *p, entry e, sked_time now) {
    sked_span span;
    span.start = entry_time(e, "start");
    span.end = entry_time(e, "end");
    span.count = entry_count_or(e, "count", 0);
    span.set = entry_set_or(e, "processors", p->processors);
    return sked_queue_book(&p->queue, (uint64_t)entry_number(e, "id", 0, TREE_NUMBER_MAX), &span,
                           now);
}

static sked_status queue_tell_job(queue_play *p, entry e, int back, sked_time now) {
    queue_job *job = queue_find(p, (uint64_t)entry_number(e, "id", 0, TREE_NUMBER_MAX));
    if (job == NULL) {
        return SKED_E_UNKNOWN;
    }
    if (back) {
        queue_wait(job);
        return sked_queue_requeue(&p->queue, job->job.id, now);
    }
    queue_end(p, job, p->makespan);
    return sked_queue_cancel(&p->queue, job->job.id, now);
}

static sked_status queue_tell_processors(queue_play *p, entry e, int up, sked_time now) {
    const sked_set *set = entry_set(e, "processors", p->processors);
    return up ? sked_queue_up(&p->queue, set, now) : sked_queue_down(&p->queue, set, now);
}

static void queue_tell_event(queue_play *p, entry e, sked_time now) {
    static const char *const kinds[] = {"book", "unbook", "cancel", "requeue", "down", "up", NULL};
    const uint32_t kind = entry_name(e, "kind", kinds);
    sked_status status;
    if (kind == 0) {
        status = queue_tell_booking(p, e, now);
    } else if (kind == 1) {
        status = sked_queue_unbook(&p->queue,
                                   (uint64_t)entry_number(e, "id", 0, TREE_NUMBER_MAX), now);
    } else if (kind <= 3) {
        status = queue_tell_job(p, e, kind == 3, now);
    } else {
        status = queue_tell_processors(p, e, kind == 5, now);
    }
    entry_accepted(e, status);
}

static void queue_tell_events(queue_play *p, sked_time now) {
    while (p->events.next.at != 0 && entry_time(p->events.next, "at") == now) {
        queue_tell_event(p, p->events.next, now);
        p->events.next = entry_next(p->events.list, p->events.next);
    }
}

static void queue_tell_jobs(queue_play *p, entry input, sked_time now) {
    uint32_t i;
    for (i = 0; i < p->jobs; i++) {
        if (!p->job[i].in && p->job[i].submit == now) {
            entry_accepted(input, sked_queue_submit(&p->queue, &p->job[i].job, now));
            p->job[i].in = 1;
        }
    }
}

/* ---- what is decided ------------------------------------------------------------------------- */

/* A background runs at half the speed. */
static void queue_obey(queue_play *p, const sked_action *action, sked_time now) {
    queue_job *job = queue_find(p, action->id);
    const sked_time done = job->state == QUEUE_BEHIND ? (now - job->since) / 2 : 0;
    if (action->kind == SKED_LOST) {
        return;
    }
    job->left = action->kind == SKED_RESTART ? job->run : job->left - done;
    job->state = action->kind == SKED_START_BACKGROUND ? QUEUE_BEHIND : QUEUE_FRONT;
    job->since = now;
    job->end = now + (job->state == QUEUE_BEHIND ? 2 * job->left : job->left) +
               (action->kind == SKED_MIGRATE ? p->tiers.migration : 0);
}

static void queue_tell_action(queue_play *p, const sked_action *action, sked_time now) {
    json_object(p->out, NULL);
    json_number(p->out, "at", now);
    json_text(p->out, "kind", queue_kinds[action->kind]);
    json_number(p->out, "id", (int64_t)action->id);
    json_members(p->out, "processors", p->set);
    json_text(p->out, "reason", queue_reasons[action->reason]);
    if (action->reason != SKED_HEAD && action->shadow != SKED_NEVER) {
        json_number(p->out, "head", (int64_t)action->head);
        json_number(p->out, "shadow", action->shadow);
        json_number(p->out, "extra", action->extra);
    }
    json_end(p->out, '}');
}

static void queue_pass(queue_play *p, entry input, sked_time now) {
    sked_action action;
    entry_accepted(input, p->tiered ? sked_tiers_plan(&p->queue, &p->tiers, now)
                                    : sked_queue_plan(&p->queue, now));
    while ((p->tiered ? sked_tiers_next(&p->queue, &action, p->set)
                      : sked_queue_next(&p->queue, &action, p->set)) == SKED_OK) {
        queue_tell_action(p, &action, now);
        queue_obey(p, &action, now);
    }
}

static sked_time queue_earlier(sked_time time, sked_time now, sked_time best) {
    return time > now && time < best ? time : best;
}

/* When the queue wants to plan again, if anybody is in line. */
static sked_time queue_wish(const queue_play *p) {
    sked_queue_info info;
    sked_queue_get_info(&p->queue, &info);
    return info.waiting + info.background > 0 ? sked_queue_next_time(&p->queue) : SKED_NEVER;
}

static sked_time queue_next_instant(const queue_play *p, sked_time now) {
    sked_time best = queue_earlier(queue_wish(p), now, SKED_NEVER);
    uint32_t i;
    for (i = 0; i < p->jobs; i++) {
        best = queue_earlier(p->job[i].end, now, best);
        best = queue_earlier(p->job[i].in ? SKED_NEVER : p->job[i].submit, now, best);
    }
    if (p->events.next.at != 0) {
        best = queue_earlier(entry_time(p->events.next, "at"), now, best);
    }
    return best;
}

static void queue_tell_counters(queue_play *p) {
    sked_queue_info info;
    sked_queue_get_info(&p->queue, &info);
    json_number(p->out, "makespan", p->makespan);
    json_number(p->out, "promises_broken", (int64_t)info.counters.promises_broken);
    json_number(p->out, "overdue", (int64_t)info.counters.overdue);
}

static void queue_run_policy(entry input, entry policy, json *out) {
    queue_play *p = (queue_play *)entry_room(sizeof(queue_play));
    sked_queue_settings settings;
    sked_time now;
    p->out = out;
    p->processors = entry_count(input, "processors");
    queue_read_jobs(p, entry_need(input, "jobs"));
    queue_read_tiers(p, policy);
    settings = queue_settings_of(p, policy);
    p->events.list = entry_may(input, "events");
    p->events.next = entry_first(p->events.list);
    p->set = entry_empty_set(p->processors);
    entry_accepted(policy, sked_queue_create(&p->queue, &settings, NULL, entry_mem()));
    json_text(out, "policy", entry_text(policy, "name"));
    json_array(out, "actions");
    for (now = 0; now != SKED_NEVER; now = queue_next_instant(p, now)) {
        queue_tell_ends(p, input, now);
        queue_tell_events(p, now);
        queue_tell_jobs(p, input, now);
        queue_pass(p, input, now);
    }
    json_end(out, ']');
    queue_tell_counters(p);
    sked_queue_destroy(&p->queue);
}

static void queue_run(entry input, json *out) {
    const entry list = entry_need(input, "policies");
    entry policy;
    json_array(out, "plans");
    for (policy = entry_first(list); policy.at != 0; policy = entry_next(list, policy)) {
        json_object(out, NULL);
        queue_run_policy(input, policy, out);
        json_end(out, '}');
    }
    json_end(out, ']');
}

#endif
