/* footprint_moldable.c: what a controller with moldable tasks pulls in; compiled for its size, not
 * run.
 *
 * SPDX-License-Identifier: MIT
 *
 * With FOOTPRINT_DEMT it plans by DEMT, and no more: where the method is a constant, compilers
 * leave out the code of all others. */
#define SKED_STATIC
#include "sched_moldable.h"

static sked_align room[8192 / sizeof(sked_align)];
static sked_moldable plans;

sked_status footprint_start(const sked_moldable_settings *settings);

sked_status footprint_start(const sked_moldable_settings *settings) {
    return sked_moldable_init(&plans, settings, room, sizeof room);
}

#if defined(FOOTPRINT_DEMT)

sked_status footprint_step(sked_moldable_row *rows, sked_moldable_result *result);

sked_status footprint_step(sked_moldable_row *rows, sked_moldable_result *result) {
    static const sked_moldable_choice demt = {
        .method = SKED_MOLDABLE_DEMT, .order = SKED_MOLDABLE_SMITH,
        .arrivals = SKED_MOLDABLE_KNOWN};
    return sked_moldable_plan(&plans, &demt, rows, result);
}

#else

sked_status footprint_step(const sked_moldable_choice *choice, sked_moldable_row *rows,
                           sked_moldable_result *result);
sked_status footprint_check(const sked_moldable_settings *settings);
sked_status footprint_prove(sked_time deadline, sked_moldable_price *prices, uint32_t *count,
                            int32_t *shift, sked_u128 *least);
sked_status footprint_read(uint32_t task, sked_time limit, sked_moldable_info *info,
                           sked_moldable_allotment *allotment);
sked_status footprint_point(uint32_t index, sked_moldable_row *rows,
                            sked_moldable_result *result);
sked_status footprint_judge(const sked_moldable_row *rows, uint32_t *task, uint32_t *width,
                            sked_moldable_result *result);
sked_status footprint_place(const sked_moldable_row *rows, sked_moldable_piece *pieces,
                            uint32_t pieces_max, uint32_t *count, sked_word *words);
uint32_t footprint_go_on(const sked_moldable_row *rows, sked_time now, sked_set *started,
                         sked_span *running);

sked_status footprint_step(const sked_moldable_choice *choice, sked_moldable_row *rows,
                           sked_moldable_result *result) {
    return sked_moldable_plan(&plans, choice, rows, result);
}

sked_status footprint_check(const sked_moldable_settings *settings) {
    return sked_moldable_check(settings);
}

sked_status footprint_prove(sked_time deadline, sked_moldable_price *prices, uint32_t *count,
                            int32_t *shift, sked_u128 *least) {
    int refused;
    sked_status status = sked_moldable_dual_test(&plans, deadline, &refused);
    status = status == SKED_OK ? sked_moldable_bound(&plans, 0, 0) : status;
    status = status == SKED_OK ? sked_moldable_get_prices(&plans, prices, count, shift) : status;
    return status == SKED_OK ? sked_moldable_dual_bound(&plans, prices, *count, *shift, least)
                             : status;
}

sked_status footprint_read(uint32_t task, sked_time limit, sked_moldable_info *info,
                           sked_moldable_allotment *allotment) {
    uint64_t work;
    sked_status status = sked_moldable_get_info(&plans, info);
    if (status == SKED_OK) {
        status = sked_moldable_get_allotment(&plans, task, limit, allotment, &work);
    }
    return status == SKED_OK
               ? sked_moldable_get_time(&plans, task, allotment->width, &allotment->time)
               : status;
}

sked_status footprint_point(uint32_t index, sked_moldable_row *rows,
                            sked_moldable_result *result) {
    return sked_moldable_get_plan(&plans, index, rows, result);
}

sked_status footprint_judge(const sked_moldable_row *rows, uint32_t *task, uint32_t *width,
                            sked_moldable_result *result) {
    const sked_status status = sked_moldable_evaluate(&plans, rows, task, result);
    return status == SKED_OK ? sked_moldable_check_monotone(&plans, task, width) : status;
}

sked_status footprint_place(const sked_moldable_row *rows, sked_moldable_piece *pieces,
                            uint32_t pieces_max, uint32_t *count, sked_word *words) {
    const sked_status status = sked_moldable_pieces(&plans, rows, pieces, pieces_max, count);
    return status == SKED_OK ? sked_moldable_assign(&plans, rows, words) : status;
}

uint32_t footprint_go_on(const sked_moldable_row *rows, sked_time now, sked_set *started,
                         sked_span *running) {
    sked_moldable_destroy(&plans);
    return sked_moldable_started(rows, now, started, running);
}

#endif
