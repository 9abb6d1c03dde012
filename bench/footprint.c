/* footprint.c: what a controller with one queue pulls in; compiled for its size, not run.
 *
 * SPDX-License-Identifier: MIT
 *
 * With FOOTPRINT_TIERS it is a queue with one background. Where there are refusals it wants
 * them. */
#define SKED_STATIC
#include "sched.h"

#if defined(FOOTPRINT_TIERS)
#define FOOTPRINT_BACKGROUNDS 1
#else
#define FOOTPRINT_BACKGROUNDS 0
#endif

static sked_align room[2048 / sizeof(sked_align)];
static sked_queue queue;
sked_refusal footprint_refusal;

sked_status footprint_start(void);
sked_status footprint_step(const sked_job *arrived, uint64_t ended, sked_time now,
                           sked_action *action, sked_set *processors);

sked_status footprint_start(void) {
    static const sked_queue_settings settings = {
        .processors = 8, .jobs_max = 8, .bookings_max = SKED_BOOKINGS_MAX > 0,
        .estimate_missing = 3600, .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1,
        .reservations = SKED_REBUILD, .backgrounds = FOOTPRINT_BACKGROUNDS,
        .background_order = SKED_SJF, .refusal = SKED_REFUSALS ? &footprint_refusal : NULL};
    return sked_queue_init(&queue, &settings, NULL, room, sizeof room);
}

#if defined(FOOTPRINT_TIERS)
static sked_status footprint_plan(sked_time now, sked_action *action, sked_set *processors) {
    static const sked_tiers measy = {
        .policy = SKED_MEASY, .migration = 20, .usage_limit_permille = 960};
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
