/* site_day.h: what happens at a site on a day: read from a file, or generated. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_DAY_H_INCLUDED
#define SITE_DAY_H_INCLUDED

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"
#include "site_file.h"
#include "workload.h"

enum {
    SITE_FACTOR_MOST = 100000,      /* in thousandths */
    SITE_JOBS_MOST = 1000000,
    SITE_DAY_START = 8 * 3600       /* of a generated day */
};

typedef enum site_event_kind {
    SITE_SUBMIT, SITE_CANCEL, SITE_DOWN, SITE_UP, SITE_LOAD, SITE_TRAFFIC
} site_event_kind;

typedef struct site_event {
    sked_time time;
    site_event_kind kind;
    uint32_t which;                 /* the job, machine or interconnect, as the file numbers it */
    int64_t amount;                 /* load in 1/1024, or traffic */
} site_event;

typedef struct site_job {
    char name[SITE_NAME_CHARS + 12];            /* of a queue, and a number */
    uint32_t job_class, user, queue;
    uint32_t factor;                /* its real times are those of its class times this / 1000 */
    sked_time submitted;
} site_job;

typedef struct site_day {
    site_event *events;
    site_job *jobs;
    uint32_t *buckets;              /* hashed names: the number of a job, from 1, or 0 */
    size_t events_count, events_room, jobs_count, jobs_room;
} site_day;

static inline void site_day_drop(site_day *day) {
    free(day->events);
    free(day->jobs);
    free(day->buckets);
    memset(day, 0, sizeof *day);
}

/* ---- Names of jobs --------------------------------------------------------------------------- */

/* The bucket of a name, or the empty one where it would be. There are at least twice as many
   buckets as jobs, a power of two. FNV-1a. */
static inline uint32_t *site_bucket(const site_day *day, const char *name, size_t chars) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    size_t at, mask = 2 * day->jobs_room - 1;

    for (at = 0; at < chars; at++) {
        hash = (hash ^ (unsigned char)name[at]) * UINT64_C(0x100000001b3);
    }
    for (at = (size_t)(hash ^ (hash >> 32)) & mask; day->buckets[at] != 0; at = (at + 1) & mask) {
        const char *other = day->jobs[day->buckets[at] - 1].name;
        if (strlen(other) == chars && memcmp(other, name, chars) == 0) {
            break;
        }
    }
    return &day->buckets[at];
}

static inline int site_day_grow(site_day *day) {
    const size_t room = day->jobs_room == 0 ? 64 : 2 * day->jobs_room;
    site_job *jobs = (site_job *)realloc(day->jobs, room * sizeof *jobs);
    uint32_t *buckets = (uint32_t *)calloc(2 * room, sizeof *buckets);
    uint32_t at;

    day->jobs = jobs != NULL ? jobs : day->jobs;
    if (jobs == NULL || buckets == NULL) {
        free(buckets);
        return 0;
    }
    free(day->buckets);
    day->buckets = buckets;
    day->jobs_room = room;
    for (at = 0; at < day->jobs_count; at++) {
        *site_bucket(day, jobs[at].name, strlen(jobs[at].name)) = at + 1;
    }
    return 1;
}

static inline int site_day_add_event(site_day *day, const site_event *event) {
    if (day->events_count == day->events_room) {
        const size_t room = day->events_room == 0 ? 64 : 2 * day->events_room;
        site_event *events = (site_event *)realloc(day->events, room * sizeof *events);

        if (events == NULL) {
            return 0;
        }
        day->events = events;
        day->events_room = room;
    }
    day->events[day->events_count++] = *event;
    return 1;
}

/* Adds a job of a new name, and its submission. Returns 0: out of memory. */
static inline int site_day_add_job(site_day *day, const site_job *job) {
    site_event event = {.kind = SITE_SUBMIT};

    if (day->jobs_count == day->jobs_room && !site_day_grow(day)) {
        return 0;
    }
    event.time = job->submitted;
    event.which = (uint32_t)day->jobs_count;
    if (!site_day_add_event(day, &event)) {
        return 0;
    }
    *site_bucket(day, job->name, strlen(job->name)) = (uint32_t)day->jobs_count + 1;
    day->jobs[day->jobs_count++] = *job;
    return 1;
}

/* ---- A file ---------------------------------------------------------------------------------- */

/* TIME submit NAME CLASS USER QUEUE [FACTOR] */
static inline int site_read_submit(site_reader *r, const site_file *site, site_day *day,
                                   sked_time time) {
    site_job job = {.name = "", .factor = 1000};
    const int chars = site_next_word(r);
    const char *name = r->word;
    int64_t factor = 1000;

    if (!site_is_name(name, (size_t)chars)) {
        return site_refuse(r, "the name of the job is %s%.*s%s, expected 1 to %d letters, digits, "
                           "- or _", chars == 0 ? "missing" : "\"", chars, name,
                           chars == 0 ? "" : "\"", (int)SITE_NAME_CHARS);
    }
    if (day->jobs_count > 0 && *site_bucket(day, name, (size_t)chars) != 0) {
        return site_refuse(r, "a second job \"%.*s\", expected a new name", chars, name);
    }
    if (day->jobs_count == SITE_JOBS_MOST) {
        return site_refuse(r, "one more job, expected at most %d", (int)SITE_JOBS_MOST);
    }
    if (!site_next_name(r, &site->classes, &job.job_class) ||
        !site_next_name(r, &site->users, &job.user) ||
        !site_next_name(r, &site->queues, &job.queue)) {
        return 0;
    }
    if (r->end[strspn(r->end, " \t\r")] != '\0' && r->end[strspn(r->end, " \t\r")] != '#' &&
        !site_decimal(r, "factor", 1, SITE_FACTOR_MOST, &factor)) {
        return 0;
    }
    memcpy(job.name, name, (size_t)chars);
    job.name[chars] = '\0';
    job.factor = (uint32_t)factor;
    job.submitted = time;
    return site_line_ends(r) &&
           (site_day_add_job(day, &job) || site_refuse(r, "too many jobs, expected fewer: there "
                                                       "is no memory left"));
}

static inline int site_read_target(site_reader *r, const site_file *site, const site_day *day,
                                   site_event *event) {
    uint32_t first = 0, last = 0;
    const int chars = site_next_word(r);

    if (event->kind == SITE_TRAFFIC) {
        return site_old_name(r, &site->interconnects, &event->which);
    }
    if (event->kind != SITE_CANCEL) {
        if (chars == 0 || !site_machine_range(r, site, &first, &last) || first != last) {
            return site_refuse_word(r, "machine", "one that there is, as CLASS.1");
        }
        event->which = first;
        return 1;
    }
    event->which = day->jobs_count == 0 || chars == 0 ? 0
                                                      : *site_bucket(day, r->word, (size_t)chars);
    return event->which-- != 0 ||
           site_refuse_word(r, "job", "one that was submitted above");
}

/* TIME cancel NAME, TIME down|up MACHINE, TIME load MACHINE PERCENT, TIME traffic INTERCONNECT
   AMOUNT */
static inline int site_read_event(site_reader *r, const site_file *site, site_day *day,
                                  sked_time time) {
    static const char *const kinds[] = {"submit", "cancel", "down", "up", "load", "traffic"};
    site_event event = {.kind = SITE_SUBMIT};
    int at = 0;

    site_next_word(r);
    while (at < 6 && !site_word_is(r, kinds[at])) {
        at++;
    }
    if (at == 6) {
        return site_refuse_word(r, "event", "submit, cancel, down, up, load or traffic");
    }
    event.time = time;
    event.kind = (site_event_kind)at;
    if (event.kind == SITE_SUBMIT) {
        return site_read_submit(r, site, day, time);
    }
    if (!site_read_target(r, site, day, &event) ||
        (event.kind == SITE_LOAD && !site_number(r, "percentage", 0, 99, &event.amount)) ||
        (event.kind == SITE_TRAFFIC &&
         !site_number(r, "traffic", 0, SITE_AMOUNT_MOST, &event.amount))) {
        return 0;
    }
    event.amount = event.kind == SITE_LOAD ? event.amount * 1024 / 100 : event.amount;
    return site_line_ends(r) &&
           (site_day_add_event(day, &event) || site_refuse(r, "too many events, expected fewer: "
                                                           "there is no memory left"));
}

/* Reads a day; what is wrong with it is said. */
static inline int site_day_read(FILE *file, const char *name, const site_file *site,
                                site_day *day) {
    static site_reader r;
    int64_t time = 0, now = 0;
    int more;

    memset(&r, 0, sizeof r);
    r.file = file;
    r.name = name;
    while ((more = site_read_line(&r)) > 0) {
        if (site_next_word(&r) == 0) {
            continue;
        }
        r.end = r.line;
        if (!site_time(&r, "time", 0, &time)) {
            return 0;
        }
        if (time < now) {
            return site_refuse_word(&r, "time", "none before that of the line above");
        }
        now = time;
        if (!site_read_event(&r, site, day, now)) {
            return 0;
        }
    }
    return more == 0 && (day->jobs_count > 0 || site_refuse(&r, "the end, expected a job before"));
}

/* ---- A generated day ------------------------------------------------------------------------- */

/* One of those that a user may use. */
static inline uint32_t site_draw_queue(const site_file *site, uint32_t user, uint64_t *state) {
    const sked_set *queues = &site->user[user].built;
    return sked_set_nth(queues, (uint32_t)workload_uniform(state, sked_set_count(queues)));
}

/* `count` jobs, `rate` an hour on average, by a Poisson process; classes, users and then their
   queues equally likely; factors uniform in 0.8 .. 1.2. Returns 0: out of memory. */
static inline int site_day_make(const site_file *site, uint32_t count, uint64_t seed, uint32_t rate,
                                site_day *day) {
    uint64_t state = seed;
    int64_t time_ms = INT64_C(1000) * SITE_DAY_START;
    uint32_t at, numbers[SITE_NAMES] = {0};

    for (at = 0; at < count; at++) {
        site_job job = {.name = ""};

        job.job_class = (uint32_t)workload_uniform(&state, site->classes.count);
        job.user = (uint32_t)workload_uniform(&state, site->users.count);
        job.queue = site_draw_queue(site, job.user, &state);
        job.factor = 800 + (uint32_t)workload_uniform(&state, 401);
        job.submitted = time_ms / 1000;
        snprintf(job.name, sizeof job.name, "%s-%" PRIu32, site->queues.name[job.queue].text,
                 ++numbers[job.queue]);
        if (!site_day_add_job(day, &job)) {
            return 0;
        }
        time_ms += workload_exponential_ms(&state, 3600000 / rate);
    }
    return 1;
}

#endif
