/* placement_rivals.h: other ways to choose nodes: Slurm's, the first ones, a range, random ones. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_RIVALS_H_INCLUDED
#define PLACEMENT_RIVALS_H_INCLUDED

#include <stdint.h>
#include <string.h>

#include "slurm_rule.h"
#include "workload.h"

#include "placement_machine.h"

typedef struct rival rival;

/* Chooses so many of the offered nodes, all below one root; `chosen` comes empty. 0: it cannot. */
typedef int (*rival_rule)(rival *by, uint32_t wanted, uint32_t root, const sked_set *offered,
                          sked_set *chosen);

struct rival {
    machine *m;
    rival_rule choose;
    uint64_t random;                /* state of the generator                                 */
    uint32_t below;                 /* offered nodes below the root that was chosen           */
};

static inline int rival_is_below(const machine *m, uint32_t node, uint32_t root) {
    return m->count[PLACEMENT_ROOT][m->shape.leaf[node]] == root;
}

/* The first root with enough offered nodes below it; SKED_NONE: there is none. */
static inline uint32_t rival_root(rival *by, uint32_t wanted, const sked_set *offered) {
    const machine *m = by->m;
    uint32_t *below = m->count[PLACEMENT_FREE], node, root;

    memset(below, 0, m->shape.settings.switches * sizeof *below);
    for (node = sked_set_first(offered); node < offered->size;
         node = sked_set_next(offered, node)) {
        below[m->count[PLACEMENT_ROOT][m->shape.leaf[node]]]++;
    }
    for (root = 0; root < m->shape.settings.switches; root++) {
        if (below[root] >= wanted) {
            by->below = below[root];
            return root;
        }
    }
    return SKED_NONE;
}

/* The lowest numbers. */
static inline int rival_first(rival *by, uint32_t wanted, uint32_t root, const sked_set *offered,
                              sked_set *chosen) {
    uint32_t node;

    for (node = sked_set_first(offered); wanted > 0; node = sked_set_next(offered, node)) {
        if (rival_is_below(by->m, node, root)) {
            sked_set_add(chosen, node);
            wanted--;
        }
    }
    return 1;
}

/* Any, each set of so many with the same probability: a node with that of wanted / left. */
static inline int rival_random(rival *by, uint32_t wanted, uint32_t root, const sked_set *offered,
                               sked_set *chosen) {
    uint32_t node, left = by->below;

    for (node = sked_set_first(offered); wanted > 0; node = sked_set_next(offered, node)) {
        if (!rival_is_below(by->m, node, root)) {
            continue;
        }
        if (workload_uniform(&by->random, left) < (int64_t)wanted) {
            sked_set_add(chosen, node);
            wanted--;
        }
        left--;
    }
    return 1;
}

/* The first range of numbers without a gap; refuses if there is none. */
static inline int rival_range(rival *by, uint32_t wanted, uint32_t root, const sked_set *offered,
                              sked_set *chosen) {
    uint32_t node, first = 0, length = 0;

    for (node = sked_set_first(offered); node < offered->size && length < wanted;
         node = sked_set_next(offered, node)) {
        if (!rival_is_below(by->m, node, root)) {
            continue;
        }
        if (length == 0 || node != first + length) {
            first = node;
            length = 0;
        }
        length++;
    }
    for (node = first; length == wanted && node < first + wanted; node++) {
        sked_set_add(chosen, node);
    }
    return length == wanted;
}

/* Leaf by leaf, as bench/slurm_rule.h has it; of a leaf the lowest numbers. */
static inline int rival_slurm(rival *by, uint32_t wanted, uint32_t root, const sked_set *offered,
                              sked_set *chosen) {
    const machine *m = by->m;
    const uint32_t switches = m->shape.settings.switches, *leaf = m->shape.leaf;
    uint32_t *free_of = m->count[PLACEMENT_FREE], *taken = m->count[PLACEMENT_TAKEN], node;

    memset(free_of, 0, switches * sizeof *free_of);
    for (node = sked_set_first(offered); node < offered->size;
         node = sked_set_next(offered, node)) {
        free_of[leaf[node]] += (uint32_t)rival_is_below(m, node, root);
    }
    if (!slurm_rule_choose(switches, free_of, m->count[PLACEMENT_POD], switches, wanted, taken,
                           m->count[PLACEMENT_POD_FREE], m->count[PLACEMENT_POD_CHOSEN])) {
        return 0;
    }
    for (node = sked_set_first(offered); node < offered->size;
         node = sked_set_next(offered, node)) {
        if (taken[leaf[node]] > 0) {
            taken[leaf[node]]--;
            sked_set_add(chosen, node);
        }
    }
    return 1;
}

static inline int rival_choose(rival *by, uint32_t wanted, const sked_set *offered,
                               sked_set *chosen) {
    const uint32_t root = rival_root(by, wanted, offered);

    return root != SKED_NONE && by->choose(by, wanted, root, offered, chosen);
}

/* As a picker of a queue. */
static inline int rival_pick(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                             sked_set *chosen) {
    return rival_choose((rival *)ctx, ask->count, offered, chosen);
}

static inline sked_picker rival_picker(rival *by) {
    sked_picker picker;

    picker.pick = rival_pick;
    picker.ctx = by;
    return picker;
}

#endif
