/* job_ids.h: jobs that wait or run, by the ids that Batsim gives them, which are texts. */
/* SPDX-License-Identifier: MIT */
#ifndef JOB_IDS_H_INCLUDED
#define JOB_IDS_H_INCLUDED

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct job_id {
    struct job_id *next;            /* of the same bucket                       */
    uint64_t number;                /* the id of the job in the queue           */
    size_t length;
    char text[];                    /* as it is spelt, with its escapes         */
} job_id;

/* Zero at first. */
typedef struct job_ids {
    job_id **bucket;
    size_t buckets, count;          /* buckets is a power of two                */
    uint64_t numbers;               /* how many have been given out             */
} job_ids;

/* The hash is FNV-1a, 64 bits. */
static inline job_id **job_ids_bucket(const job_ids *ids, const char *text, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    size_t at;

    for (at = 0; at < length; at++) {
        hash = (hash ^ (unsigned char)text[at]) * UINT64_C(0x100000001b3);
    }
    return &ids->bucket[hash & (ids->buckets - 1)];
}

static inline void job_ids_link(job_ids *ids, job_id *job) {
    job_id **bucket = job_ids_bucket(ids, job->text, job->length);

    job->next = *bucket;
    *bucket = job;
}

/* Returns   the pointer that leads to the job with this id, for job_ids_forget; NULL: there is no
 *           such job. */
static inline job_id **job_ids_find(const job_ids *ids, const char *text, size_t length) {
    job_id **link = ids->buckets > 0 ? job_ids_bucket(ids, text, length) : NULL;

    while (link != NULL && *link != NULL &&
           ((*link)->length != length || memcmp((*link)->text, text, length) != 0)) {
        link = &(*link)->next;
    }
    return link != NULL && *link != NULL ? link : NULL;
}

/* Doubles the buckets. Returns 0 if there is no memory. */
static inline int job_ids_spread(job_ids *ids) {
    job_ids more = *ids;
    job_id *job, *next;
    size_t at;

    more.buckets = ids->buckets > 0 ? 2 * ids->buckets : 256;
    more.bucket = (job_id **)calloc(more.buckets, sizeof(job_id *));
    if (more.bucket == NULL) {
        return 0;
    }
    for (at = 0; at < ids->buckets; at++) {
        for (job = ids->bucket[at]; job != NULL; job = next) {
            next = job->next;
            job_ids_link(&more, job);
        }
    }
    free(ids->bucket);
    *ids = more;
    return 1;
}

/* Keeps a new job under the next number. NULL: there is no memory. */
static inline job_id *job_ids_keep(job_ids *ids, const char *text, size_t length) {
    job_id *job;

    if (ids->count == ids->buckets && !job_ids_spread(ids)) {
        return NULL;
    }
    job = (job_id *)malloc(sizeof *job + length);
    if (job != NULL) {
        job->number = ids->numbers++;
        job->length = length;
        memcpy(job->text, text, length);
        job_ids_link(ids, job);
        ids->count++;
    }
    return job;
}

static inline void job_ids_forget(job_ids *ids, job_id **link) {
    job_id *job = *link;

    *link = job->next;
    ids->count--;
    free(job);
}

static inline void job_ids_drop(job_ids *ids) {
    size_t at;

    for (at = 0; at < ids->buckets; at++) {
        while (ids->bucket[at] != NULL) {
            job_ids_forget(ids, &ids->bucket[at]);
        }
    }
    free(ids->bucket);
    memset(ids, 0, sizeof *ids);
}

#endif
