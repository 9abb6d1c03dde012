/* footprint.c: what a controller with one queue pulls in; compiled for its size, not run.
 *
 * SPDX-License-Identifier: MIT
 *
 * With FOOTPRINT_TIERS it is a queue with one background. */
#define SKED_STATIC
#include "sched.h"

#if defined(FOOTPRINT_TIERS)
#define FOOTPRINT_BACKGROUNDS 1
#else
#define FOOTPRINT_BACKGROUNDS 0
#endif

static sked_align room[2048 / sizeof(sked_align)];
static sked_queue queue;

sked_status footprint_start(void);
sked_status footprint_step(const sked_job *arrived, uint64_t ended, sked_time now,
                           sked_action *action, sked_set *processors);

sked_status footprint_start(void) {
    static const sked_queue_settings settings = {
        8, 8, SKED_HOLDS_MAX > 0, 3600, SKED_FCFS, SKED_FCFS, 1, SKED_REBUILD,
        FOOTPRINT_BACKGROUNDS, SKED_SJF};
    return sked_queue_init(&queue, &settings, NULL, room, sizeof room);
}

#if defined(FOOTPRINT_TIERS)
static sked_status footprint_plan(sked_time now, sked_action *action, sked_set *processors) {
    static const sked_tiers measy = {SKED_MEASY, 0, 20, 960, 0, 0, {NULL, NULL}};
    const sked_status status = sked_tiers_plan(&queue, &measy, now);
    return status == SKED_OK ? sked_tiers_next(&queue, action, processors) : status;
}
#else
static sked_status footprint_plan(sked_time now, sked_action *action, sked_set *processors) {
    const sked_status status = sked_queue_plan(&queue, now);
    return status == SKED_OK ? sked_queue_next(&queue, action, processors) : status;
}
#endif

sked_status footprint_step(const sked_job *arrived, uint64_t ended, sked_time now,
                           sked_action *action, sked_set *processors) {
    sked_status status = sked_queue_finish(&queue, ended, now);
    if (status == SKED_OK) {
        status = sked_queue_submit(&queue, arrived, now);
    }
    return status == SKED_OK ? footprint_plan(now, action, processors) : status;
}
