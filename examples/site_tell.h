/* site_tell.h: says what happens at a site, and what it decides, as it falls: in words or JSON. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_TELL_H_INCLUDED
#define SITE_TELL_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "sched.h"
#include "json.h"
#include "site_day.h"
#include "site_file.h"
#include "swil.h"

typedef enum site_manner { SITE_SILENT, SITE_WORDS, SITE_JSON } site_manner;

typedef struct site_teller {
    site_manner manner;
    json *out;                      /* words go to its file */
    const site_file *file;
    const site_build *build;
    const site_day *day;
} site_teller;

/* 08:00:10; hours go on behind 24. */
static inline swil_text site_clock(sked_time time) {
    swil_text text;

    snprintf(text.text, sizeof text.text, "%02" PRId64 ":%02d:%02d", time / 3600,
             (int)(time / 60 % 60), (int)(time % 60));
    return text;
}

/* In words: the time. In JSON: an object, which site_tell_close ends. */
static inline void site_tell_begin(const site_teller *teller, sked_time now, const char *kind) {
    if (teller->manner == SITE_JSON) {
        json_object(teller->out, NULL);
        json_number(teller->out, "time_seconds", now);
        json_text(teller->out, "kind", kind);
    } else {
        fprintf(teller->out->file, "%s ", site_clock(now).text);
    }
}

static inline void site_tell_close(const site_teller *teller) {
    json_end(teller->out, '}');
}

static inline void site_tell_member(const site_teller *teller, const char *name,
                                    const char *text) {
    json_text(teller->out, name, text);
}

static inline void site_tell_number(const site_teller *teller, const char *name,
                                    int64_t number) {
    json_number(teller->out, name, number);
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
        site_tell_member(teller, "id", job->name);
        site_tell_member(teller, "class", kind);
        site_tell_member(teller, "user", user);
        site_tell_member(teller, "queue", queue);
        if (status != SKED_OK) {
            json_status(teller->out, "status", status);
            site_tell_member(teller, "text", sked_status_text(status));
        }
        site_tell_close(teller);
    } else if (status == SKED_OK) {
        fprintf(teller->out->file, "%s comes: %s of %s, queue %s\n", job->name, kind, user, queue);
    } else {
        fprintf(teller->out->file, "%s is refused: %s (%s of %s, queue %s)\n", job->name,
                sked_status_text(status), kind, user, queue);
    }
}

/* Where a job runs: "sparc.2", or "cluster sparc-a", of which machines may be missing. */
static inline void site_tell_place(const site_teller *teller, uint32_t machine, uint32_t cluster,
                                   uint32_t present) {
    char text[SITE_NAME_CHARS + 16];

    if (machine != SKED_NONE) {
        site_machine_text(teller->file, teller->build->machine_of[machine], text, sizeof text);
        if (teller->manner == SITE_JSON) {
            site_tell_member(teller, "machine", text);
        } else {
            fputs(text, teller->out->file);
        }
        return;
    }
    snprintf(text, sizeof text, "%s",
             teller->file->clusters.name[teller->build->cluster_of[cluster]].text);
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "cluster", text);
        site_tell_number(teller, "machines_count", present);
        return;
    }
    fprintf(teller->out->file, "cluster %s", text);
    if (present < sked_set_count(&teller->build->members[cluster])) {
        fprintf(teller->out->file, " (%" PRIu32 " of %" PRIu32 " machines)", present,
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
    site_tell_begin(teller, decision->start, "started");
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "id", name);
        site_tell_place(teller, decision->machine, decision->cluster, present);
        site_tell_member(teller, "reason", reason);
        site_tell_number(teller, "expected_seconds", expected);
        site_tell_close(teller);
        return;
    }
    fprintf(teller->out->file, "%s runs on ", name);
    site_tell_place(teller, decision->machine, decision->cluster, present);
    fprintf(teller->out->file, " (%s%s), %" PRId64 " s expected\n", reason,
            decision->resumes ? ", resumed" : "", expected);
}

/* `promoted`: it is in a queue of higher priority from now on. */
static inline void site_tell_preempt(site_teller *teller, const sked_site_decision *decision,
                                     uint32_t present, int kept, int promoted) {
    const char *name = teller->day->jobs[decision->tag].name;
    const char *queue = teller->file->queues.name[decision->queue].text;
    const int outranked = decision->reason == SKED_OUTRANKED;
    const char *by = outranked ? teller->day->jobs[decision->by - 1].name : "a machine went down";

    if (teller->manner == SITE_SILENT) {
        return;
    }
    site_tell_begin(teller, decision->end, "preempted");
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "id", name);
        site_tell_place(teller, decision->machine, decision->cluster, present);
        site_tell_member(teller, "reason", outranked ? "outranked" : "machine_down");
        if (outranked) {
            site_tell_member(teller, "by", by);
        }
        site_tell_number(teller, "lost_seconds", kept ? 0 : decision->end - decision->start);
        site_tell_member(teller, "queue", queue);
        site_tell_close(teller);
        return;
    }
    fprintf(teller->out->file, "%s is preempted on ", name);
    site_tell_place(teller, decision->machine, decision->cluster, present);
    fprintf(teller->out->file, ", %s%s; %" PRId64 " s are %s", outranked ? "for " : "since ", by,
            decision->end - decision->start, kept ? "kept" : "lost");
    if (promoted) {
        fprintf(teller->out->file, ", and it is promoted to queue %s", queue);
    }
    fprintf(teller->out->file, "\n");
}

static inline void site_tell_end(site_teller *teller, size_t job, uint32_t machine,
                                 uint32_t cluster, uint32_t present, sked_time now,
                                 sked_time length, sked_time expected) {
    const char *name = teller->day->jobs[job].name;

    if (teller->manner == SITE_SILENT) {
        return;
    }
    site_tell_begin(teller, now, "ended");
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "id", name);
        site_tell_place(teller, machine, cluster, present);
        site_tell_number(teller, "length_seconds", length);
        site_tell_number(teller, "expected_seconds", expected);
        site_tell_close(teller);
        return;
    }
    fprintf(teller->out->file, "%s ends on ", name);
    site_tell_place(teller, machine, cluster, present);
    fprintf(teller->out->file, " after %" PRId64 " s", length);
    if (length != expected) {
        fprintf(teller->out->file, ", %" PRId64 " s %s than expected",
                length < expected ? expected - length : length - expected,
                length < expected ? "earlier" : "later");
    }
    fprintf(teller->out->file, "\n");
}

static inline void site_tell_cancel(site_teller *teller, size_t job, sked_time now, int live) {
    const char *name = teller->day->jobs[job].name;

    if (teller->manner == SITE_SILENT) {
        return;
    }
    site_tell_begin(teller, now, live ? "cancelled" : "not_cancelled");
    if (teller->manner == SITE_JSON) {
        site_tell_member(teller, "id", name);
        site_tell_close(teller);
    } else {
        fprintf(teller->out->file, "%s %s\n", name,
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
        if (event->kind == SITE_LOAD) {
            site_tell_number(teller, "load_percent", (event->amount * 100 + 512) / 1024);
        } else if (event->kind == SITE_TRAFFIC) {
            site_tell_number(teller, "bandwidth", event->amount);
        }
        site_tell_close(teller);
    } else if (event->kind == SITE_LOAD) {
        fprintf(teller->out->file, "%s has %" PRId64 " %% of other load\n", name,
                (event->amount * 100 + 512) / 1024);
    } else if (event->kind == SITE_TRAFFIC) {
        fprintf(teller->out->file, "%s carries other traffic of %" PRId64 "\n", name,
                event->amount);
    } else {
        fprintf(teller->out->file, "%s goes %s\n", name, whats[event->kind]);
    }
}

#endif
