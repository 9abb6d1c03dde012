/* footprint_share.c: what a controller with accounts, or with preemption, pulls in; compiled for
 * its size, not run.
 *
 * SPDX-License-Identifier: MIT
 *
 * With FOOTPRINT_SHARES accounts and their order alone; with FOOTPRINT_VICTIMS the planner alone.
 */
#define SKED_STATIC
#include "sched_share.h"

#if !defined(FOOTPRINT_VICTIMS)

static sked_align room[4096 / sizeof(sked_align)];
static sked_share share;

sked_status footprint_start(const sked_share_settings *settings);
sked_status footprint_add(uint32_t above, const sked_share_account *account, sked_time now,
                          uint32_t *number);
sked_status footprint_run(uint32_t account, uint32_t processors, int starts, sked_time now);
uint32_t footprint_next(uint32_t account, uint32_t *room_left);

sked_status footprint_start(const sked_share_settings *settings) {
    return sked_share_init(&share, settings, room, sizeof room);
}

sked_status footprint_add(uint32_t above, const sked_share_account *account, sked_time now,
                          uint32_t *number) {
    return sked_share_add(&share, above, account, now, number);
}

sked_status footprint_run(uint32_t account, uint32_t processors, int starts, sked_time now) {
    return starts ? sked_share_start(&share, account, processors, now)
                  : sked_share_stop(&share, account, processors, now);
}

uint32_t footprint_next(uint32_t account, uint32_t *room_left) {
    const uint32_t next = account == SKED_NONE ? sked_share_first(&share)
                                               : sked_share_next(&share, account);
    *room_left = sked_share_room(&share, next);
    return next;
}

#if !defined(FOOTPRINT_SHARES)

sked_status footprint_tell(uint32_t account, sked_time charge, sked_time now,
                           sked_share_account_info *info, sked_share_info *all);
sked_status footprint_set(uint32_t account, const sked_share_account *settings, sked_time now);
sked_status footprint_save(const void **block, size_t *bytes);
sked_status footprint_load(void *block, size_t bytes);
sked_status footprint_grow(uint32_t accounts_max, sked_mem mem);
int footprint_compare(uint32_t a, uint32_t b);
uint64_t footprint_cost(const sked_preempt_job *job, sked_time estimate, sked_time now,
                        sked_preempt_mode *mode);

sked_status footprint_tell(uint32_t account, sked_time charge, sked_time now,
                           sked_share_account_info *info, sked_share_info *all) {
    sked_status status = sked_share_charge(&share, account, charge, now);
    status = status == SKED_OK ? sked_share_advance(&share, now) : status;
    status = status == SKED_OK ? sked_share_get_info(&share, all) : status;
    return status == SKED_OK ? sked_share_get_account(&share, account, info) : status;
}

sked_status footprint_set(uint32_t account, const sked_share_account *settings, sked_time now) {
    return sked_share_set(&share, account, settings, now);
}

sked_status footprint_save(const void **block, size_t *bytes) {
    return sked_share_seal(&share, block, bytes);
}

sked_status footprint_load(void *block, size_t bytes) {
    return sked_share_open(&share, block, bytes);
}

sked_status footprint_grow(uint32_t accounts_max, sked_mem mem) {
    sked_share clone;
    sked_status status = sked_share_clone(&share, &clone, mem);
    status = status == SKED_OK ? sked_share_grow(&clone, accounts_max) : status;
    sked_share_destroy(&clone);
    return status;
}

int footprint_compare(uint32_t a, uint32_t b) {
    return sked_share_compare(&share, a, b);
}

uint64_t footprint_cost(const sked_preempt_job *job, sked_time estimate, sked_time now,
                        sked_preempt_mode *mode) {
    return sked_preempt_cost(job, estimate, now, mode);
}

#endif
#endif

#if !defined(FOOTPRINT_SHARES)

static sked_align scratch[4096 / sizeof(sked_align)];

sked_status footprint_victims(const sked_preempt_request *request, sked_preempt_answer *answer,
                              uint32_t *victims);

sked_status footprint_victims(const sked_preempt_request *request, sked_preempt_answer *answer,
                              uint32_t *victims) {
    return sked_preempt_find(request, answer, victims, scratch, sizeof scratch);
}

#endif
