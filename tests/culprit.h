/* culprit.h: calls that tell the job or the task at fault, by its index alone.
 *
 * SPDX-License-Identifier: MIT
 *
 * The includer has included the headers of the kit. */
#ifndef CULPRIT_H_INCLUDED
#define CULPRIT_H_INCLUDED

/* Both may be NULL. */
static inline int same_text(const char *a, const char *b) {
    if (a == NULL || b == NULL) {
        return a == b;
    }
    for (; *a == *b; a++, b++) {
        if (*a == '\0') {
            return 1;
        }
    }
    return 0;
}

/* Has nobody written to it, since it was all zeros? */
static inline int is_untouched(const sked_refusal *refusal) {
    return refusal->field == NULL && refusal->entry == NULL && refusal->index == 0 &&
           refusal->value == 0 && refusal->min == 0 && refusal->max == 0 &&
           refusal->with == NULL && refusal->with_value == 0 && refusal->what == NULL &&
           refusal->status == SKED_OK;
}

/* A record is written if a call refuses, and says what the call returns; else it is left alone.
 * *index is written if it is that of such an entry. */
static inline sked_status culprit_of(sked_status status, const sked_refusal *refusal,
                                     const char *entry, uint32_t *index) {
    CHECK(status == SKED_OK ? is_untouched(refusal) : refusal->status == status);
    if (same_text(refusal->entry, entry)) {
        *index = refusal->index;
    }
    return status;
}

/* *job, if a job is at fault; else it is left alone. */
static inline sked_status map_prepare(const sked_map_request *request, void *block, size_t bytes,
                                      uint32_t *job) {
    sked_refusal refusal = SKED_ZERO;
    sked_map_request told = *request;
    told.refusal = &refusal;
    return culprit_of(sked_map_prepare(&told, block, bytes), &refusal, "job", job);
}

static inline sked_status pjs_prepare(const sked_pjs_request *request, void *block, size_t bytes,
                                      uint32_t *job) {
    sked_refusal refusal = SKED_ZERO;
    sked_pjs_request told = *request;
    told.map.refusal = &refusal;
    return culprit_of(sked_pjs_prepare(&told, block, bytes), &refusal, "job", job);
}

#if defined(SKED_MOLDABLE_H_INCLUDED)
/* *task, or SKED_NONE if none is at fault. */
static inline sked_status moldable_check(const sked_moldable_settings *settings, uint32_t *task) {
    sked_refusal refusal = SKED_ZERO;
    sked_moldable_settings told = *settings;
    told.refusal = &refusal;
    *task = SKED_NONE;
    return culprit_of(sked_moldable_check(&told), &refusal, "task", task);
}
#endif

#endif
