/* placement_units.h: what is in use before the method of units begins, which only knows jobs. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_UNITS_H_INCLUDED
#define PLACEMENT_UNITS_H_INCLUDED

#include <stdint.h>
#include <stdlib.h>

#include "sched_fattree.h"

#include "placement_machine.h"

/* The method begins with an idle machine. So a job is submitted for each unit, which shows where
   the method goes next. Where only some nodes of a unit are in use, that job ends, and two others
   fill the unit: one as wide as what is in use, one as wide as the rest. At last all jobs end that
   stand for free nodes. The job that stays has the first nodes of its unit, not those in use:
   units_correct. */
typedef struct units_taken {
    const sked_set *used;           /* nodes that are busy or down                            */
    uint64_t first_id;              /* of the jobs that stand for them                        */
    uint32_t unit_size, units;      /* units 0: nothing is in use                             */
    uint32_t *unit_of;              /* by node                                                */
    uint32_t *used_of;              /* by unit: nodes in use                                  */
} units_taken;

static inline void units_taken_drop(units_taken *taken) {
    free(taken->unit_of);
    free(taken->used_of);
}

/* What is in use, and how many units there are. Returns 0 iff memory is short. */
static inline int units_taken_make(units_taken *taken, machine *m, uint32_t unit_size,
                                   uint64_t first_id) {
    sked_set *used = &m->set[PLACEMENT_SET_BUSY];

    memset(taken, 0, sizeof *taken);
    sked_set_or(used, &m->set[PLACEMENT_SET_DOWN]);
    if (sked_set_count(used) == 0) {
        return 1;
    }
    taken->used = used;
    taken->first_id = first_id;
    taken->unit_size = unit_size;
    taken->units = m->info.processors / unit_size;
    taken->unit_of = (uint32_t *)calloc(m->info.processors, sizeof *taken->unit_of);
    taken->used_of = (uint32_t *)calloc(taken->units, sizeof *taken->used_of);
    return (taken->unit_of != NULL && taken->used_of != NULL) || topology_no_memory();
}

/* A job that finds room at once. */
static inline sked_status units_occupy(sked_units *units, uint64_t id, uint32_t count,
                                       sked_set *set) {
    sked_units_start start;
    sked_status status = sked_units_submit(units, id, count);

    return status == SKED_OK ? sked_units_next(units, &start, set) : status;
}

/* The nodes of a unit are in the set. */
static inline void units_learn(units_taken *taken, uint32_t unit, const sked_set *set) {
    uint32_t node;

    for (node = sked_set_first(set); node < set->size; node = sked_set_next(set, node)) {
        taken->unit_of[node] = unit;
        taken->used_of[unit] += (uint32_t)sked_set_has(taken->used, node);
    }
}

static inline int units_is_split(const units_taken *taken, uint32_t unit) {
    return taken->used_of[unit] > 0 && taken->used_of[unit] < taken->unit_size;
}

/* Has a unit that is split a job for its free nodes? Behind the last unit none is idle: there the
   method starts no job. */
static inline int units_has_rest(const units_taken *taken, uint32_t unit) {
    return units_is_split(taken, unit) && unit + 1 < taken->units;
}

/* Two jobs instead of the one. */
static inline sked_status units_split(const units_taken *taken, sked_units *units, uint32_t unit) {
    const uint64_t id = taken->first_id + unit;
    sked_status status = sked_units_finish(units, id);

    if (status == SKED_OK) {
        status = units_occupy(units, id, taken->used_of[unit], NULL);
    }
    if (status == SKED_OK && units_has_rest(taken, unit)) {
        status = units_occupy(units, id + taken->units,
                              taken->unit_size - taken->used_of[unit], NULL);
    }
    return status;
}

/* The end of the jobs that stand for free nodes. */
static inline sked_status units_release(const units_taken *taken, sked_units *units) {
    sked_status status = SKED_OK;
    uint32_t unit;

    for (unit = 0; unit < taken->units && status == SKED_OK; unit++) {
        const uint64_t id = taken->first_id + unit;

        if (taken->used_of[unit] == 0) {
            status = sked_units_finish(units, id);
        } else if (units_has_rest(taken, unit)) {
            status = sked_units_finish(units, id + taken->units);
        }
    }
    return status;
}

/* Lets the method know what is in use. `set` is room. */
static inline sked_status units_take(units_taken *taken, sked_units *units, sked_set *set) {
    sked_status status = SKED_OK;
    uint32_t unit;

    for (unit = 0; unit < taken->units && status == SKED_OK; unit++) {
        status = units_occupy(units, taken->first_id + unit, taken->unit_size, set);
        if (status == SKED_OK) {
            units_learn(taken, unit, set);
        }
        if (status == SKED_OK && units_is_split(taken, unit)) {
            status = units_split(taken, units, unit);
        }
    }
    return status == SKED_OK ? units_release(taken, units) : status;
}

/* The nodes that a job really has: of a unit of which some are in use, all others. */
static inline void units_correct(const units_taken *taken, sked_set *chosen) {
    const uint32_t unit = taken->units > 0 ? taken->unit_of[sked_set_first(chosen)] : 0;
    uint32_t node;

    if (taken->units == 0 || !units_is_split(taken, unit)) {
        return;
    }
    sked_set_clear(chosen);
    for (node = 0; node < chosen->size; node++) {
        if (taken->unit_of[node] == unit && !sked_set_has(taken->used, node)) {
            sked_set_add(chosen, node);
        }
    }
}

#endif
