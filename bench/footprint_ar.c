/* footprint_ar.c: what a controller with a calendar pulls in; compiled for its size, not run.
 *
 * SPDX-License-Identifier: MIT
 *
 * With FOOTPRINT_SPANS it adds, finds and removes spans, tells rectangles, and no more. */
#define SKED_STATIC
#include "sched_ar.h"

#if defined(FOOTPRINT_SPANS)
#define FOOTPRINT_NAMES 0
#else
#define FOOTPRINT_NAMES 32
#endif

static sked_align room[8192 / sizeof(sked_align)], scratch[128 / sizeof(sked_align)];
static sked_ar calendar;

sked_status footprint_start(void);
sked_status footprint_step(const sked_ar_request *asked, const sked_ar_choice *choice,
                           sked_ar_answer *answer, sked_set *processors);
sked_status footprint_end(sked_time start, sked_time end, const sked_set *processors);

sked_status footprint_start(void) {
    static const sked_ar_settings settings = {
        .processors = 64, .spans_max = 32, .bookings_max = FOOTPRINT_NAMES,
        .horizon = SKED_TIME_MAX};
    return sked_ar_init(&calendar, &settings, room, sizeof room);
}

#if defined(FOOTPRINT_SPANS)
sked_status footprint_look(const sked_ar_request *asked, sked_ar_rectangle *rectangle);

sked_status footprint_look(const sked_ar_request *asked, sked_ar_rectangle *rectangle) {
    return sked_ar_rectangle_at(&calendar, asked, asked->ready, rectangle, NULL, scratch,
                                sizeof scratch);
}

sked_status footprint_step(const sked_ar_request *asked, const sked_ar_choice *choice,
                           sked_ar_answer *answer, sked_set *processors) {
    const sked_status status =
        sked_ar_find(&calendar, asked, choice, answer, processors, scratch, sizeof scratch);
    return status == SKED_OK ? sked_ar_add(&calendar, answer->start, answer->end, processors)
                             : status;
}

sked_status footprint_end(sked_time start, sked_time end, const sked_set *processors) {
    return sked_ar_remove(&calendar, start, end, processors);
}
#else
sked_status footprint_change(uint64_t id, sked_time end, sked_set *from, const sked_set *to);
sked_status footprint_ask(const sked_ar_request *asked, sked_ar_explanation *reason,
                          sked_ar_rectangle *rectangle, sked_time *first, sked_time *beyond);
sked_status footprint_read(sked_time start, sked_time end, sked_set *set, sked_ar_usage *use,
                           sked_span *spans, uint32_t max);
sked_status footprint_save(const void **block, size_t *bytes, sked_ar *branch);

sked_status footprint_step(const sked_ar_request *asked, const sked_ar_choice *choice,
                           sked_ar_answer *answer, sked_set *processors) {
    sked_status status = sked_ar_trim(&calendar, asked->ready);
    if (status == SKED_OK) {
        status = sked_ar_find_any(&calendar, asked, 2, SKED_AR_EARLIEST_END, choice, answer,
                                  processors, scratch, sizeof scratch);
    }
    return status == SKED_OK ? sked_ar_book(&calendar, asked->id, asked->tag, answer->start,
                                            answer->end, processors)
                             : status;
}

sked_status footprint_end(sked_time start, sked_time end, const sked_set *processors) {
    sked_status status = sked_ar_remove(&calendar, start, end, processors);
    status = status == SKED_OK ? sked_ar_down(&calendar, processors) : status;
    return status == SKED_OK ? sked_ar_up(&calendar, processors) : status;
}

sked_status footprint_change(uint64_t id, sked_time end, sked_set *from, const sked_set *to) {
    sked_ar_booking booking;
    sked_status status = sked_ar_get_booking(&calendar, id, &booking, from);
    uint32_t cursor = 0;
    status = status == SKED_OK ? sked_ar_extend(&calendar, id, end) : status;
    status = status == SKED_OK ? sked_ar_shorten(&calendar, id, end) : status;
    status = status == SKED_OK ? sked_ar_narrow(&calendar, id, from) : status;
    status = status == SKED_OK ? sked_ar_swap(&calendar, id, from, to) : status;
    status = status == SKED_OK ? sked_ar_next_hit(&calendar, to, &cursor, &booking, from) : status;
    return status == SKED_OK ? sked_ar_unbook(&calendar, id) : status;
}

sked_status footprint_ask(const sked_ar_request *asked, sked_ar_explanation *reason,
                          sked_ar_rectangle *rectangle, sked_time *first, sked_time *beyond) {
    sked_status status = sked_ar_explain(&calendar, asked, reason, scratch, sizeof scratch);
    if (status == SKED_OK) {
        status = sked_ar_rectangle_at(&calendar, asked, asked->ready, rectangle, NULL, scratch,
                                      sizeof scratch);
    }
    return status == SKED_OK ? sked_ar_next_starts(&calendar, asked, first, beyond, scratch,
                                                   sizeof scratch)
                             : status;
}

sked_status footprint_read(sked_time start, sked_time end, sked_set *set, sked_ar_usage *use,
                           sked_span *spans, uint32_t max) {
    uint32_t count;
    sked_status status = sked_ar_free_set(&calendar, start, end, set, &count);
    status = status == SKED_OK ? sked_ar_get_usage(&calendar, start, end, use) : status;
    status = status == SKED_OK ? sked_ar_record_at(&calendar, start, spans, NULL) : status;
    return status == SKED_OK ? sked_ar_spans(&calendar, start, end, spans, NULL, max, &count)
                             : status;
}

sked_status footprint_save(const void **block, size_t *bytes, sked_ar *branch) {
    static sked_align copy[sizeof room / sizeof(sked_align)];
    sked_status status = sked_ar_seal(&calendar, block, bytes);
    status = status == SKED_OK ? sked_ar_branch(&calendar, branch, copy, sizeof copy) : status;
    return status == SKED_OK ? sked_ar_open(&calendar, room, *bytes) : status;
}
#endif
