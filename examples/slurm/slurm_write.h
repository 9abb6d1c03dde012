/* slurm_write.h: tells Slurm what plan.h decided: releases, reservations; and the journal.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The journal, a line for each decision, is what check.awk reads: the time, a word, KEY=VALUE... */
#ifndef SLURM_WRITE_H_INCLUDED
#define SLURM_WRITE_H_INCLUDED

#include <pwd.h>
#include <unistd.h>

#include "slurm_read.h"

/* What Slurm calls a job: "7", or "4_2" for the first task that waits of an array. */
static void job_name(const job_info_t *record, char *name, size_t bytes) {
    if (has_text(record->array_task_str)) {
        const unsigned long task = strtoul(record->array_task_str, NULL, 10);
        snprintf(name, bytes, "%lu_%lu", (unsigned long)record->array_job_id, task);
    } else if (record->array_job_id != 0) {
        snprintf(name, bytes, "%lu_%lu", (unsigned long)record->array_job_id,
                 (unsigned long)record->array_task_id);
    } else {
        snprintf(name, bytes, "%lu", (unsigned long)record->job_id);
    }
}

static int update(job_desc_msg_t *change, char *name) {
    job_array_resp_msg_t *answers = NULL;
    const int code = slurm_update_job2(change, &answers);
    int wrong = 0;
    uint32_t i;
    for (i = 0; answers != NULL && i < answers->job_array_count; i++) {
        wrong = answers->error_code[i] != SLURM_SUCCESS ? (int)answers->error_code[i] : wrong;
    }
    slurm_free_job_array_resp(answers);
    if (code != SLURM_SUCCESS || wrong != 0) {
        fprintf(stderr, "sked_slurm: job %s: %s\n", name,
                slurm_strerror(wrong != 0 ? wrong : slurm_get_errno()));
    }
    return code == SLURM_SUCCESS && wrong == 0;
}

/* A mark for AdminComment, which keeps the nodes that people have named; for the caller to free. */
static char *mark_as(const char *what, const char *nodes, const job_info_t *record) {
    const size_t bytes = strlen(what) + strlen(nodes) + strlen(named_in(record)) + 1;
    char *mark = (char *)must(malloc(bytes));
    snprintf(mark, bytes, "%s%s%s", what, nodes, named_in(record));
    return mark;
}

/* Releases a job on exactly its nodes: one call pins and releases. It must never wait behind a job
 * that somebody else has released, and that Slurm cannot start yet: so it goes first. The journal
 * has it before Slurm does: if the scheduler is killed between the two, its successor releases the
 * job again; a start that is in no journal could not be explained. */
static int release(const mirror *m, const plan_job *job) {
    const job_info_t *record = record_of(m, job);
    char *names = names_of(m, &job->nodes), *mark = mark_as("sked on ", names, record), name[48];
    job_desc_msg_t change;
    int done;
    slurm_init_job_desc_msg(&change);
    job_name(record, name, sizeof name);
    change.job_id_str = name;
    change.req_nodes = names;
    change.admin_comment = mark;
    change.priority = INFINITE;
    change.nice = NICE_OFFSET - 60000;
    if (job->width_max > job->width) {
        change.min_nodes = change.max_nodes = job->chosen;
        change.num_tasks = job->chosen;
    }
    printf("%lld release job=%s nodes=%s width=%lu from=%lu to=%lu hops=%llu least=%llu "
           "ahead_of=%llu\n", (long long)m->cluster.now, name, names,
           (unsigned long)job->chosen, (unsigned long)job->width,
           (unsigned long)job->width_max, (unsigned long long)job->hops,
           (unsigned long long)job->hops_lower_bound, (unsigned long long)job->head);
    fflush(stdout);
    done = update(&change, name);
    if (!done) {
        printf("%lld refused job=%s\n", (long long)m->cluster.now, name);
        fflush(stdout);
    }
    free(mark);
    free(names);
    return done;
}

/* Holds a job with another mark, and without or with these nodes: as its user would, since an
 * administrator's hold is another one. */
static int hold(const job_info_t *record, char *mark, char *nodes, time_t begin) {
    job_desc_msg_t change;
    char name[48];
    slurm_init_job_desc_msg(&change);
    job_name(record, name, sizeof name);
    change.job_id_str = name;
    change.begin_time = begin;
    change.priority = 0;
    change.alloc_sid = ALLOC_SID_USER_HOLD;
    change.admin_comment = mark;
    change.req_nodes = nodes;
    return update(&change, name);
}

/* Keeps nodes for a job: its mark says so, and lasts if the scheduler is killed. Returns whether
 * Slurm took it. */
static int keep(const mirror *m, const plan_job *job) {
    const job_info_t *record = record_of(m, job);
    char *names = names_of(m, &job->booked), *mark = mark_as("sked for ", names, record), name[48];
    const int done = strcmp(mark, mark_of(record)) == 0 || hold(record, mark, NULL, 0);
    if (done && strcmp(mark, mark_of(record)) != 0) {
        job_name(record, name, sizeof name);
        printf("%lld keep job=%s nodes=%s\n", (long long)m->cluster.now, name, names);
        fflush(stdout);
    }
    free(mark);
    free(names);
    return done;
}

/* Ends a run, which waits again. Not one that has ended meanwhile: it would begin anew. A run that
 * Slurm does not let go is not asked again. */
static int requeue(mirror *m, const plan_job *job) {
    const job_info_t *record = record_of(m, job);
    char name[48];
    job_name(record, name, sizeof name);
    printf("%lld requeue job=%s for=%llu cost=%llu\n", (long long)m->cluster.now, name,
           (unsigned long long)job->goes_for, (unsigned long long)job->cost);
    fflush(stdout);
    if (slurm_requeue(record->job_id, JOB_RUNNING) == SLURM_SUCCESS) {
        return 1;
    }
    fprintf(stderr, "sked_slurm: job %s: %s\n", name, slurm_strerror(slurm_get_errno()));
    printf("%lld refused job=%s\n", (long long)m->cluster.now, name);
    fflush(stdout);
    m->unwilling = (uint32_t *)must(realloc(m->unwilling, (m->unwilling_count + 1) *
                                                              sizeof *m->unwilling));
    m->unwilling[m->unwilling_count++] = record->job_id;
    return 0;
}

/* Lets Slurm look after the dependencies of a job, and not start it. */
static void await(const mirror *m, const job_info_t *record) {
    char *mark = mark_as("sked after", "", record), name[48];
    job_desc_msg_t change;
    slurm_init_job_desc_msg(&change);
    job_name(record, name, sizeof name);
    change.job_id_str = name;
    change.admin_comment = mark;
    change.begin_time = (time_t)(m->cluster.now + (sked_time)10 * 365 * 86400);
    change.priority = INFINITE;
    update(&change, name);
    free(mark);
}

/* Holds a job again that was released and cannot start there, or gives up the nodes that were kept
 * for it. It is no longer pinned, except to the nodes that its user has named. */
static void take_back(const mirror *m, const job_info_t *record, const char *why) {
    const char *named = named_in(record);
    char *mark = mark_as("sked", "", record), name[48];
    char *nodes = (char *)must(strdup(named[0] == '\0' ? "" : named + 4));
    job_name(record, name, sizeof name);
    if (hold(record, mark, nodes, is_lent(record) ? (time_t)m->cluster.now : 0)) {
        printf("%lld take_back job=%s why=%s\n", (long long)m->cluster.now, name, why);
        fflush(stdout);
    }
    free(mark);
    free(nodes);
}

/* Reserves nodes. Returns whether Slurm did. */
static int reserve(const mirror *m, char *name, const partition_info_t *partition,
                   uint32_t minutes, sked_time start, const sked_set *nodes) {
    char *names = names_of(m, nodes), *given;
    const struct passwd *user = getpwuid(getuid());
    resv_desc_msg_t wanted;
    slurm_init_resv_desc_msg(&wanted);
    wanted.name = name;
    wanted.partition = partition->name;
    wanted.users = user == NULL ? NULL : user->pw_name;
    wanted.start_time = (time_t)start;
    wanted.duration = minutes;
    wanted.purge_comp_time = 1;
    wanted.node_list = names;
    wanted.flags = RESERVE_FLAG_SPEC_NODES | RESERVE_FLAG_PURGE_COMP;
    given = slurm_create_reservation(&wanted);
    if (given == NULL) {
        slurm_refuses("a reservation");
    } else {
        printf("%lld reserve name=%s nodes=%s start=%lld end=%lld\n", (long long)m->cluster.now,
               given, names, (long long)start, (long long)start + (long long)minutes * 60);
        free(given);
    }
    free(names);
    return given != NULL;
}

#endif
