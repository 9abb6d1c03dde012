/* tiers.h: the tab of two tiers: the queue of build/tiers, of which a script says what happens. */
/* SPDX-License-Identifier: MIT */
#ifndef TIERS_H_INCLUDED
#define TIERS_H_INCLUDED

#include "memory.h"

/* As in examples/tiers.c; ids are 0 .. PAGE_TIERS_JOBS - 1. */
enum { PAGE_TIERS_JOBS = 64, PAGE_TIERS_MIGRATION = 2, PAGE_TIERS_USAGE_LIMIT = 960 };

typedef struct page_tiers {
    int32_t status;                 /* of the last call                                       */
    int32_t start, end, shadow;     /* the action                                             */
    uint32_t id, kind, reason, head, width;
    sked_word *words;               /* ... and its processors                                 */
    uint32_t usage[PAGE_TIERS_JOBS];
    sked_queue queue;
    sked_tiers tiers;
    sked_set set;
} page_tiers;

page_tiers *page_tiers_create(uint32_t processors, uint32_t policy, uint32_t backgrounds);
int32_t page_tiers_submit(page_tiers *tiers, uint32_t id, uint32_t width, int32_t estimate,
                          uint32_t usage, int32_t now);
int32_t page_tiers_report(page_tiers *tiers, uint32_t id, uint32_t progress, int32_t now);
int32_t page_tiers_finish(page_tiers *tiers, uint32_t id, int32_t now);
int32_t page_tiers_plan(page_tiers *tiers, int32_t now);
int32_t page_tiers_next(page_tiers *tiers);

static uint32_t page_usage_of(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    (void)tag;
    (void)process;
    return ((const page_tiers *)ctx)->usage[id];
}

/* Without backgrounds it is EASY. */
page_tiers *page_tiers_create(uint32_t processors, uint32_t policy, uint32_t backgrounds) {
    page_tiers *tiers = (page_tiers *)page_take(sizeof *tiers);
    sked_queue_settings settings = SKED_ZERO;
    if (tiers == NULL) {
        return NULL;
    }
    settings.processors = processors;
    settings.jobs_max = PAGE_TIERS_JOBS;
    settings.estimate_missing = SKED_REFUSE_MISSING;
    settings.depth = 1;
    settings.reservations = SKED_REBUILD;
    settings.backgrounds = backgrounds;
    settings.background_order = SKED_SJF;
    tiers->tiers.policy = (sked_tiers_policy)policy;
    tiers->tiers.migration = PAGE_TIERS_MIGRATION;
    tiers->tiers.usage_limit_permille = PAGE_TIERS_USAGE_LIMIT;
    tiers->tiers.usage.usage = page_usage_of;
    tiers->tiers.usage.ctx = tiers;
    tiers->words = (sked_word *)page_take(page_words(processors) * 4 + 4);
    tiers->set = sked_set_of(tiers->words, processors);
    tiers->status = (int32_t)sked_queue_create(&tiers->queue, &settings, NULL, page_mem());
    return tiers;
}

int32_t page_tiers_submit(page_tiers *tiers, uint32_t id, uint32_t width, int32_t estimate,
                          uint32_t usage, int32_t now) {
    sked_job job = SKED_ZERO;
    job.id = id;
    job.width = width;
    job.estimate = estimate;
    tiers->usage[id] = usage;
    return tiers->status = (int32_t)sked_queue_submit(&tiers->queue, &job, now);
}

int32_t page_tiers_report(page_tiers *tiers, uint32_t id, uint32_t progress, int32_t now) {
    return tiers->status = (int32_t)sked_tiers_report(&tiers->queue, id, progress, NULL, now);
}

int32_t page_tiers_finish(page_tiers *tiers, uint32_t id, int32_t now) {
    return tiers->status = (int32_t)sked_queue_finish(&tiers->queue, id, now);
}

int32_t page_tiers_plan(page_tiers *tiers, int32_t now) {
    return tiers->status = (int32_t)sked_tiers_plan(&tiers->queue, &tiers->tiers, now);
}

int32_t page_tiers_next(page_tiers *tiers) {
    sked_action action = SKED_ZERO;
    tiers->status = (int32_t)sked_tiers_next(&tiers->queue, &action, &tiers->set);
    tiers->start = page_from_time(action.start);
    tiers->end = page_from_time(action.end);
    tiers->shadow = page_from_time(action.shadow);
    tiers->id = (uint32_t)action.id;
    tiers->kind = (uint32_t)action.kind;
    tiers->reason = (uint32_t)action.reason;
    tiers->head = (uint32_t)action.head;
    tiers->width = action.width;
    return tiers->status;
}

#endif
