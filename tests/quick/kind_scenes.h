/* kind_scenes.h: a queue with kinds and quotas, and what its scenes tell it. */
/* SPDX-License-Identifier: MIT */
#ifndef KIND_SCENES_H_INCLUDED
#define KIND_SCENES_H_INCLUDED

/* The includer has included sched.h, check.h and scenes.h. */

static sked_align room[2600];

static inline sked_queue_settings settings_of(uint32_t processors, uint32_t kinds,
                                              uint32_t quotas) {
    sked_queue_settings settings = sked_queue_settings_easy(processors, 8);
    settings.bookings_max = 2;
    settings.kinds_max = kinds;
    settings.quotas_max = quotas;
    return settings;
}

static inline void open_with(const sked_queue_settings *settings, const sked_picker *picker) {
    CHECK(sked_queue_init(&queue, settings, picker, room, sizeof(room)) == SKED_OK);
}

static inline void open(uint32_t processors, uint32_t kinds, uint32_t quotas) {
    const sked_queue_settings settings = settings_of(processors, kinds, quotas);
    open_with(&settings, NULL);
}

/* A kind of at most 32 processors: bit p is processor p. */
static inline sked_status set_kind(uint32_t kind, uint32_t mask, uint32_t quotas, sked_time now) {
    sked_word words[SKED_SET_WORDS(32)];
    sked_set set = sked_set_of(words, info_of(&queue).processors);
    uint32_t p;
    for (p = 0; p < set.size; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(&set, p);
        }
    }
    return sked_queue_set_kind(&queue, kind, &set, quotas, now);
}

static inline void kind(uint32_t number, uint32_t mask, uint32_t quotas, sked_time now) {
    CHECK(set_kind(number, mask, quotas, now) == SKED_OK);
}

static inline void quota(uint32_t number, uint32_t capacity, sked_quota_mode mode, sked_time now) {
    CHECK(sked_queue_set_quota(&queue, number, capacity, mode, now) == SKED_OK);
}

static inline sked_status submit_as(uint64_t id, uint32_t kind_wanted, uint32_t width,
                             sked_time estimate, const uint32_t *amounts, sked_time now) {
    sked_job job = job_of(id, width, estimate);
    job.kind = kind_wanted;
    job.amounts = amounts;
    return sked_queue_submit(&queue, &job, now);
}

static inline void of_kind(uint64_t id, uint32_t kind_wanted, uint32_t width, sked_time estimate,
                    sked_time now) {
    CHECK_SEED(id, submit_as(id, kind_wanted, width, estimate, NULL, now) == SKED_OK);
}

/* Of kind 0, with an amount of quota 0. */
static inline void with_quota(uint64_t id, uint32_t width, uint32_t amount, sked_time estimate,
                       sked_time now) {
    const uint32_t amounts[2] = {amount, 0};
    CHECK_SEED(id, submit_as(id, 0, width, estimate, amounts, now) == SKED_OK);
}

static inline sked_kind_info kind_info(uint32_t number) {
    sked_kind_info info;
    CHECK(sked_queue_get_kind(&queue, number, &info, NULL) == SKED_OK);
    return info;
}

static inline uint32_t used(uint32_t number) {
    sked_quota_info info;
    CHECK(sked_queue_get_quota(&queue, number, &info) == SKED_OK);
    return info.used;
}

/* ---- damage ---------------------------------------------------------------------------------- */

static inline int is_sound(void) {
    return sked_queue_validate(&queue) == SKED_OK;
}

static inline int is_damaged32(uint32_t *field, uint32_t value) {
    const uint32_t right = *field;
    int damaged;
    *field = value;
    damaged = !is_sound();
    *field = right;
    return damaged && is_sound();
}

static inline int is_damaged64(uint64_t *field, uint64_t value) {
    const uint64_t right = *field;
    int damaged;
    *field = value;
    damaged = !is_sound();
    *field = right;
    return damaged && is_sound();
}

static inline int is_damaged_time(sked_time *field, sked_time value) {
    const sked_time right = *field;
    int damaged;
    *field = value;
    damaged = !is_sound();
    *field = right;
    return damaged && is_sound();
}

#endif
