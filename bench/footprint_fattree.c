/* footprint_fattree.c: what a controller with a tree pulls in; compiled for its size, not run.
 *
 * SPDX-License-Identifier: MIT
 *
 * With FOOTPRINT_PLACEMENT it finds, allocates and frees processors, and no more; with
 * FOOTPRINT_UNITS it is the method of the patent alone. */
#define SKED_STATIC
#include "sched_fattree.h"

static sked_align room[8192 / sizeof(sked_align)];

#if defined(FOOTPRINT_UNITS)

static sked_units units;

sked_status footprint_start(const sked_units_settings *settings);
sked_status footprint_step(uint64_t arrived, uint32_t count, uint64_t ended,
                           sked_units_start *start, sked_set *processors);

sked_status footprint_start(const sked_units_settings *settings) {
    return sked_units_init(&units, settings, room, sizeof room);
}

sked_status footprint_step(uint64_t arrived, uint32_t count, uint64_t ended,
                           sked_units_start *start, sked_set *processors) {
    sked_status status = sked_units_finish(&units, ended);
    status = status == SKED_OK ? sked_units_submit(&units, arrived, count) : status;
    return status == SKED_OK ? sked_units_next(&units, start, processors) : status;
}

#else

static sked_align scratch[4096 / sizeof(sked_align)];
static sked_fattree tree;

sked_status footprint_start(const sked_fattree_settings *settings);
sked_status footprint_step(const sked_fattree_request *asked, sked_fattree_answer *answer,
                           sked_set *processors);
sked_status footprint_end(const sked_set *processors);

sked_status footprint_start(const sked_fattree_settings *settings) {
    return sked_fattree_init(&tree, settings, room, sizeof room);
}

sked_status footprint_step(const sked_fattree_request *asked, sked_fattree_answer *answer,
                           sked_set *processors) {
    const sked_status status =
        sked_fattree_find(&tree, asked, answer, processors, scratch, sizeof scratch);
    return status == SKED_OK ? sked_fattree_allocate(&tree, processors) : status;
}

sked_status footprint_end(const sked_set *processors) {
    return sked_fattree_free(&tree, processors);
}

#if !defined(FOOTPRINT_PLACEMENT)

sked_status footprint_shape(const uint32_t *fan_out, uint32_t levels,
                            sked_fattree_settings *settings, uint32_t *parent, uint32_t *leaf);
sked_status footprint_change(const sked_set *down, const sked_set *up);
sked_status footprint_batch(sked_fattree_job *jobs, uint32_t count);
sked_status footprint_picker(sked_fattree_picker *chooser);
sked_status footprint_read(uint32_t number, sked_fattree_info *info, sked_fattree_switch *at,
                           sked_set *free_set, sked_set *busy, sked_set *down);
sked_status footprint_cost(const sked_set *processors, uint32_t *leaf, uint64_t *hops,
                           sked_fattree_answer *answer);
sked_status footprint_copy(sked_fattree *branch);

sked_status footprint_shape(const uint32_t *fan_out, uint32_t levels,
                            sked_fattree_settings *settings, uint32_t *parent, uint32_t *leaf) {
    return sked_fattree_shape(fan_out, levels, settings, parent, leaf);
}

sked_status footprint_change(const sked_set *down, const sked_set *up) {
    const sked_status status = sked_fattree_down(&tree, down);
    return status == SKED_OK ? sked_fattree_up(&tree, up) : status;
}

sked_status footprint_batch(sked_fattree_job *jobs, uint32_t count) {
    return sked_fattree_batch(&tree, jobs, count, scratch, sizeof scratch);
}

sked_status footprint_picker(sked_fattree_picker *chooser) {
    static const sked_fattree_picker_settings settings = {.tree = &tree};
    return sked_fattree_picker_init(chooser, &settings, scratch, sizeof scratch);
}

sked_status footprint_read(uint32_t number, sked_fattree_info *info, sked_fattree_switch *at,
                           sked_set *free_set, sked_set *busy, sked_set *down) {
    sked_status status = sked_fattree_get_info(&tree, info);
    status = status == SKED_OK ? sked_fattree_get_switch(&tree, number, at) : status;
    return status == SKED_OK ? sked_fattree_get_sets(&tree, free_set, busy, down) : status;
}

sked_status footprint_cost(const sked_set *processors, uint32_t *leaf, uint64_t *hops,
                           sked_fattree_answer *answer) {
    const uint32_t first = sked_set_first(processors);
    sked_status status = sked_fattree_get_leaf(&tree, first, leaf);
    if (status == SKED_OK) {
        status = sked_fattree_hops(&tree, first, sked_set_next(processors, first), hops);
    }
    return status == SKED_OK ? sked_fattree_explain(&tree, processors, answer, NULL, scratch,
                                                    sizeof scratch)
                             : status;
}

sked_status footprint_copy(sked_fattree *branch) {
    static sked_align copy[sizeof room / sizeof(sked_align)];
    const sked_status status = sked_fattree_validate(&tree);
    return status == SKED_OK ? sked_fattree_branch(&tree, branch, copy, sizeof copy) : status;
}

#endif
#endif
