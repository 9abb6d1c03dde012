/* footprint.c: what a controller with one queue pulls in; compiled for its size, not run.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_STATIC
#include "sched.h"

static sked_align room[2048 / sizeof(sked_align)];
static sked_queue queue;

sked_status footprint_start(void);
sked_status footprint_step(const sked_job *arrived, uint64_t ended, sked_time now,
                           sked_action *action, sked_set *processors);

sked_status footprint_start(void) {
    static const sked_queue_settings settings = {
        8, 8, 1, 3600, SKED_FCFS, SKED_FCFS, 1, SKED_REBUILD, 0, SKED_FCFS};
    return sked_queue_init(&queue, &settings, NULL, room, sizeof room);
}

sked_status footprint_step(const sked_job *arrived, uint64_t ended, sked_time now,
                           sked_action *action, sked_set *processors) {
    sked_status status = sked_queue_finish(&queue, ended, now);
    if (status == SKED_OK) {
        status = sked_queue_submit(&queue, arrived, now);
    }
    if (status == SKED_OK) {
        status = sked_queue_plan(&queue, now);
    }
    return status == SKED_OK ? sked_queue_next(&queue, action, processors) : status;
}
