/* slurm_write.h: tells Slurm what plan.h decided: releases, reservations; and the journal.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The journal, a line for each decision, is what check.awk reads: the time, a word, KEY=VALUE... */
#ifndef SLURM_WRITE_H_INCLUDED
#define SLURM_WRITE_H_INCLUDED

#include "slurm_read.h"

/* The number of an array's first task that waits: it is released as "JOB_TASK". */
static void array_name(const job_info_t *record, char *name, size_t bytes) {
    const unsigned long task = strtoul(record->array_task_str, NULL, 10);
    snprintf(name, bytes, "%lu_%lu", (unsigned long)record->array_job_id, task);
}

static int update(const job_info_t *record, job_desc_msg_t *change) {
    char name[48];
    if (has_text(record->array_task_str)) {
        job_array_resp_msg_t *answers = NULL;
        int code;
        array_name(record, name, sizeof name);
        change->job_id_str = name;
        code = slurm_update_job2(change, &answers);
        if (answers != NULL) {
            slurm_free_job_array_resp(answers);
        }
        return code;
    }
    change->job_id = record->job_id;
    return slurm_update_job(change);
}

/* Releases a job on exactly its nodes: one call pins and releases. */
static int release(const mirror *m, const plan_job *job) {
    const job_info_t *record = record_of(m, job);
    char *names = names_of(m, &job->nodes);
    job_desc_msg_t change;
    int code;
    slurm_init_job_desc_msg(&change);
    change.req_nodes = names;
    change.priority = INFINITE;
    if (job->width_max > job->width) {
        change.min_nodes = change.max_nodes = job->chosen;
        change.num_tasks = job->chosen;
    }
    code = update(record, &change);
    if (code != SLURM_SUCCESS) {
        slurm_refuses("a release");
    } else {
        printf("%lld release job=%llu nodes=%s width=%lu from=%lu to=%lu hops=%llu least=%llu "
               "ahead_of=%llu\n", (long long)m->cluster.now, (unsigned long long)job->id, names,
               (unsigned long)job->chosen, (unsigned long)job->width,
               (unsigned long)job->width_max, (unsigned long long)job->hops,
               (unsigned long long)job->hops_least, (unsigned long long)job->head);
        fflush(stdout);
    }
    free(names);
    return code == SLURM_SUCCESS;
}

/* Holds a job again that was released and cannot start there. As its user would, so that it stays
 * ours. */
static void take_back(const mirror *m, const plan_job *job, const char *why) {
    static char anywhere[] = "";
    job_desc_msg_t change;
    slurm_init_job_desc_msg(&change);
    change.priority = 0;
    change.alloc_sid = ALLOC_SID_USER_HOLD;
    change.req_nodes = anywhere;
    if (update(record_of(m, job), &change) != SLURM_SUCCESS) {
        slurm_refuses("a hold");
        return;
    }
    printf("%lld take_back job=%llu why=%s\n", (long long)m->cluster.now,
           (unsigned long long)job->id, why);
    fflush(stdout);
}

/* Reserves nodes. Returns whether Slurm did. */
static int reserve(const mirror *m, char *name, uint32_t minutes, sked_time start,
                   const sked_set *nodes) {
    char *names = names_of(m, nodes), *given;
    char user[64];
    resv_desc_msg_t wanted;
    slurm_init_resv_desc_msg(&wanted);
    snprintf(user, sizeof user, "%s", getenv("USER") != NULL ? getenv("USER") : "root");
    wanted.name = name;
    wanted.users = user;
    wanted.start_time = (time_t)start;
    wanted.duration = minutes;
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
