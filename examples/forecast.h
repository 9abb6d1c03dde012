/* forecast.h: asks a queue when a waiting job will start, and knows what the answer costs. */
/* SPDX-License-Identifier: MIT */
#ifndef FORECAST_H_INCLUDED
#define FORECAST_H_INCLUDED

/* A forecast replays the whole queue in a copy of its block. That is cheap once and dear at every
   event, so those who ask (accuracy.h, story.h) choose when, and keep an account of the work. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"

#define FORECAST_NONE INT64_C(-1)                   /* instead of a time: nobody asked */
#define FORECAST_WORK_MAX UINT64_C(20000000)        /* of those chosen: a second or so */

typedef struct forecast_asker {
    sked_queue_settings queue;      /* of the queue that is asked */
    void *block;                    /* for its copy */
    sked_forecast *jobs;
    size_t block_bytes, jobs_room;
} forecast_asker;

static inline void forecast_drop(forecast_asker *asker) {
    free(asker->jobs);
    free(asker->block);
    memset(asker, 0, sizeof *asker);
}

/* Does a job have a start that it is sure of from its submission on? */
static inline int forecast_is_promise(const sked_queue_settings *queue) {
    return queue->depth == SKED_ALL && queue->reservations == SKED_COMPRESS;
}

/* What a forecast will cost, in units of some 50 ns as measured: a copy of the block, then a start
   and an end of each job, with a look at the reservations there are. */
static inline uint64_t forecast_work(const forecast_asker *asker, const sked_queue_info *info) {
    uint32_t depth = asker->queue.depth == SKED_NO_RESERVATIONS ? 0 : asker->queue.depth;
    uint32_t kept = info->waiting < depth ? info->waiting : depth;
    uint64_t jobs = (uint64_t)info->waiting + info->running, each = 10;

    if (depth > 1 && (depth != SKED_ALL || asker->queue.reservations == SKED_REBUILD)) {
        each += 4 * ((uint64_t)kept + info->running);
    } else if (depth == SKED_ALL) {
        each += kept / 8;
    }
    if (info->waiting == 0) {
        return 1;
    }
    return info->bytes / 512 + jobs * each;
}

/* The start of the job at a position of the queue, as forecast now; SKED_NEVER: it has none.
   Returns   1, or 0: out of memory. */
static inline int forecast_start(forecast_asker *asker, const sked_queue *queue,
                                 const sked_queue_info *info, uint32_t position, int64_t now,
                                 int64_t *start) {
    *start = SKED_NEVER;
    if (info->bytes > asker->block_bytes) {
        free(asker->block);
        asker->block = malloc(info->bytes);
        asker->block_bytes = asker->block != NULL ? info->bytes : 0;
    }
    if (info->waiting > asker->jobs_room) {
        free(asker->jobs);
        asker->jobs = (sked_forecast *)calloc((size_t)info->waiting * 2, sizeof *asker->jobs);
        asker->jobs_room = asker->jobs != NULL ? (size_t)info->waiting * 2 : 0;
    }
    if (sked_queue_forecast(queue, now, asker->jobs, (uint32_t)asker->jobs_room, asker->block,
                            asker->block_bytes) != SKED_OK) {
        return 0;
    }
    *start = asker->jobs[position].start;
    return 1;
}

static inline uint64_t forecast_distance(int64_t a, int64_t b) {
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

#endif
