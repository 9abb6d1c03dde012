/* site_tell.h: says what happens at a site, and what it decides, as it falls: in words or JSON. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_TELL_H_INCLUDED
#define SITE_TELL_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "sched.h"
#include "site_day.h"
#include "site_file.h"
#include "swil.h"

typedef enum site_manner { SITE_SILENT, SITE_WORDS, SITE_JSON } site_manner;

typedef struct site_teller {
    site_manner manner;
    FILE *to;
    const site_file *file;
    const site_build *build;
    const site_day *day;
    uint64_t told;
} site_teller;

/* 08:00:10; hours go on behind 24. */
static inline swil_text site_clock(sked_time time) {
    swil_text text;

    snprintf(text.text, sizeof text.text, "%02" PRId64 ":%02d:%02d", time / 3600,
             (int)(time / 60 % 60), (int)(time % 60));
    return text;
}

/* In words: the time. In JSON: what is before the other members of an object. Names have no letter
   that JSON would want to be escaped. */
static inline void site_tell_begin(site_teller *teller, sked_time now, const char *what) {
    if (teller->manner == SITE_JSON) {
        fprintf(teller->to, "%s\n      {\"time\": %" PRId64 ", \"what\": \"%s\"",
                teller->told > 0 ? "," : "", now, what);
    } else {
        fprintf(teller->to, "%s ", site_clock(now).text);
    }
    teller->told++;
}

static inline void site_tell_member(const site_teller *teller, const char *name,
                                    const char *text) {
    fprintf(teller->to, ", \"%s\": \"%s\"", name, text);
}

static inline void site_tell_number(const site_teller *teller, const char *name,
                                    int64_t number) {
    fprintf(teller->to, ", \"%s\": %" PRId64, name, number);
}

static inline void site_tell_submit(site_teller *teller, size_t at, sked_time now,
                                    sked_status status) {
    const site_job *job = &teller->day->jobs[at];
    const char *kind = teller->file->classes.name[job->job_class].text;
    const char *user = teller->file->users.name[job->user].text;
    const char *queue = teller->file->queues.name[job->queue].text;

    if (teller->manner == SITE_SILENT) {
        return;
    }
    site_tell_begin(teller, now, status == SKED_OK ? "submitted" : "refused");
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "job", job->name);
        site_tell_member(teller, "class", kind);
        site_tell_member(teller, "user", user);
        site_tell_member(teller, "queue", queue);
        if (status != SKED_OK) {
            site_tell_member(teller, "reason", sked_status_text(status));
        }
        fprintf(teller->to, "}");
    } else if (status == SKED_OK) {
        fprintf(teller->to, "%s comes: %s of %s, queue %s\n", job->name, kind, user, queue);
    } else {
        fprintf(teller->to, "%s is refused: %s (%s of %s, queue %s)\n", job->name,
                sked_status_text(status), kind, user, queue);
    }
}

/* Where a job runs: "sparc.2", or "cluster sparc-a", of which machines may be missing. */
static inline void site_tell_place(const site_teller *teller, uint32_t machine, uint32_t cluster,
                                   uint32_t present) {
    char text[SITE_NAME_CHARS + 16];

    if (machine != SKED_NONE) {
        site_machine_text(teller->file, teller->build->machine_of[machine], text, sizeof text);
        fprintf(teller->to, teller->manner == SITE_JSON ? ", \"machine\": \"%s\"" : "%s", text);
        return;
    }
    snprintf(text, sizeof text, "%s",
             teller->file->clusters.name[teller->build->cluster_of[cluster]].text);
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "cluster", text);
        site_tell_number(teller, "machines", present);
        return;
    }
    fprintf(teller->to, "cluster %s", text);
    if (present < sked_set_count(&teller->build->members[cluster])) {
        fprintf(teller->to, " (%" PRIu32 " of %" PRIu32 " machines)", present,
                sked_set_count(&teller->build->members[cluster]));
    }
}

static inline void site_tell_dispatch(site_teller *teller, const sked_site_decision *decision,
                                      uint32_t present) {
    const char *name = teller->day->jobs[decision->tag].name;
    const char *reason = decision->reason == SKED_PROFITABLE ? "profitable" : "mapped";
    const sked_time expected = decision->end - decision->start;

    if (teller->manner == SITE_SILENT) {
        return;
    }
    site_tell_begin(teller, decision->start, "runs");
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "job", name);
        site_tell_place(teller, decision->machine, decision->cluster, present);
        site_tell_member(teller, "reason", reason);
        site_tell_number(teller, "expected", expected);
        fprintf(teller->to, "}");
        return;
    }
    fprintf(teller->to, "%s runs on ", name);
    site_tell_place(teller, decision->machine, decision->cluster, present);
    fprintf(teller->to, " (%s), %" PRId64 " s expected\n", reason, expected);
}

/* `promoted`: it is in a queue of higher priority from now on. */
static inline void site_tell_preempt(site_teller *teller, const sked_site_decision *decision,
                                     uint32_t present, int promoted) {
    const char *name = teller->day->jobs[decision->tag].name;
    const char *queue = teller->file->queues.name[decision->queue].text;
    const int coveted = decision->reason == SKED_OUTRANKED;
    const char *by = coveted ? teller->day->jobs[decision->by - 1].name : "a machine went down";

    if (teller->manner == SITE_SILENT) {
        return;
    }
    site_tell_begin(teller, decision->end, "preempted");
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "job", name);
        site_tell_place(teller, decision->machine, decision->cluster, present);
        site_tell_member(teller, "reason", coveted ? "coveted" : "machine down");
        if (coveted) {
            site_tell_member(teller, "by", by);
        }
        site_tell_number(teller, "lost", decision->end - decision->start);
        site_tell_member(teller, "queue", queue);
        fprintf(teller->to, "}");
        return;
    }
    fprintf(teller->to, "%s is preempted on ", name);
    site_tell_place(teller, decision->machine, decision->cluster, present);
    fprintf(teller->to, ", %s%s; %" PRId64 " s are lost", coveted ? "for " : "since ", by,
            decision->end - decision->start);
    if (promoted) {
        fprintf(teller->to, ", and it is promoted to queue %s", queue);
    }
    fprintf(teller->to, "\n");
}

static inline void site_tell_end(site_teller *teller, size_t job, uint32_t machine,
                                 uint32_t cluster, uint32_t present, sked_time now,
                                 sked_time length, sked_time expected) {
    const char *name = teller->day->jobs[job].name;

    if (teller->manner == SITE_SILENT) {
        return;
    }
    site_tell_begin(teller, now, "ends");
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "job", name);
        site_tell_place(teller, machine, cluster, present);
        site_tell_number(teller, "length", length);
        site_tell_number(teller, "expected", expected);
        fprintf(teller->to, "}");
        return;
    }
    fprintf(teller->to, "%s ends on ", name);
    site_tell_place(teller, machine, cluster, present);
    fprintf(teller->to, " after %" PRId64 " s", length);
    if (length != expected) {
        fprintf(teller->to, ", %" PRId64 " s %s than expected",
                length < expected ? expected - length : length - expected,
                length < expected ? "earlier" : "later");
    }
    fprintf(teller->to, "\n");
}

static inline void site_tell_cancel(site_teller *teller, size_t job, sked_time now, int live) {
    const char *name = teller->day->jobs[job].name;

    if (teller->manner == SITE_SILENT) {
        return;
    }
    site_tell_begin(teller, now, live ? "cancelled" : "not cancelled");
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "job", name);
        fprintf(teller->to, "}");
    } else {
        fprintf(teller->to, "%s %s\n", name,
                live ? "is cancelled" : "is to be cancelled, but is not there");
    }
}

/* What happens to a machine or an interconnect. */
static inline void site_tell_event(site_teller *teller, const site_event *event) {
    static const char *const whats[] = {"submitted", "cancelled", "down", "up", "load", "traffic"};
    char name[SITE_NAME_CHARS + 16];

    if (teller->manner == SITE_SILENT) {
        return;
    }
    if (event->kind == SITE_TRAFFIC) {
        snprintf(name, sizeof name, "%s", teller->file->interconnects.name[event->which].text);
    } else {
        site_machine_text(teller->file, event->which, name, sizeof name);
    }
    site_tell_begin(teller, event->time, whats[event->kind]);
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, event->kind == SITE_TRAFFIC ? "interconnect" : "machine", name);
        if (event->kind == SITE_LOAD || event->kind == SITE_TRAFFIC) {
            site_tell_number(teller, "amount", event->amount);
        }
        fprintf(teller->to, "}");
    } else if (event->kind == SITE_LOAD) {
        fprintf(teller->to, "%s has %" PRId64 " %% of other load\n", name,
                (event->amount * 100 + 512) / 1024);
    } else if (event->kind == SITE_TRAFFIC) {
        fprintf(teller->to, "%s carries other traffic of %" PRId64 "\n", name, event->amount);
    } else {
        fprintf(teller->to, "%s goes %s\n", name, whats[event->kind]);
    }
}

#endif
