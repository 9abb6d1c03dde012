/* footprint_site.c: what a controller of a heterogeneous site pulls in; compiled for its size.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_STATIC
#include "sched.h"

static sked_align room[16384 / sizeof(sked_align)], known[1024 / sizeof(sked_align)];
static sked_experience experience;
static sked_site site;

sked_status footprint_start(const sked_site_settings *settings,
                            const sked_experience_settings *shape);
sked_status footprint_step(const sked_site_job *arrived, uint64_t ended, uint32_t lost,
                           sked_time now, sked_site_decision *decision, sked_set *machines);

sked_status footprint_start(const sked_site_settings *settings,
                            const sked_experience_settings *shape) {
    sked_site_experience memory = {NULL, NULL, NULL};
    sked_status status = sked_experience_init(&experience, shape, known, sizeof known);
    memory.times = &experience;
    return status == SKED_OK ? sked_site_init(&site, settings, &memory, room, sizeof room) : status;
}

sked_status footprint_step(const sked_site_job *arrived, uint64_t ended, uint32_t lost,
                           sked_time now, sked_site_decision *decision, sked_set *machines) {
    sked_status status = sked_site_finish(&site, ended, 0, now);
    if (status == SKED_OK) {
        status = sked_site_down(&site, lost, now);
    }
    if (status == SKED_OK) {
        status = sked_site_submit(&site, arrived, now);
    }
    if (status == SKED_OK) {
        status = sked_site_plan(&site, now);
    }
    return status == SKED_OK ? sked_site_next(&site, decision, machines, now) : status;
}
