/* slurm_rule.h - the leaf switches that Slurm 22.05 takes for a job. */
/* SPDX-License-Identifier: MIT */
#ifndef SLURM_RULE_H
#define SLURM_RULE_H

/*
 * The rule of its topology/tree plugin for whole nodes of equal weight, written from what a
 * controller of that version decided. While processors are wanted, all leaves with free ones are
 * compared, in order, and the best is taken: whole, or as much of it as is still wanted.
 *
 * A leaf that holds all that is still wanted beats one that does not; of two that do, that with
 * fewer free processors wins. If neither does: in one pod that with more; in two pods, the same
 * tests of what their pods had free before the job came. But a leaf that is farther from those
 * chosen does not replace a nearer one, and a nearer one replaces the best already if it does not
 * lose. (How far: for each chosen leaf 4, of the same pod 2.)
 *
 * Plain code over arrays, for tests, figures and examples: nothing of the library.
 */
#include <stdint.h>

/* Of two free counts, with so many wanted: 1 if mine is better, -1 if the other, 0 if equal. */
static inline int slurm_rule_compare(uint32_t mine, uint32_t other, uint32_t wanted) {
    int mine_holds = mine >= wanted, other_holds = other >= wanted;

    if (mine_holds != other_holds) {
        return mine_holds ? 1 : -1;
    }
    if (mine == other) {
        return 0;
    }
    return (mine > other) == mine_holds ? -1 : 1;
}

static inline int slurm_rule_better(const uint32_t *free_of, const uint32_t *pod_of,
                                    const uint32_t *pod_free, uint32_t leaf, uint32_t best,
                                    uint32_t wanted) {
    int apart = pod_of[leaf] != pod_of[best];
    int held = free_of[leaf] >= wanted || free_of[best] >= wanted;

    if (apart && !held) {
        return slurm_rule_compare(pod_free[pod_of[leaf]], pod_free[pod_of[best]], wanted);
    }
    return slurm_rule_compare(free_of[leaf], free_of[best], wanted);
}

/* The best leaf of those that nothing was taken of; `leaves` if there is none. */
static inline uint32_t slurm_rule_best(uint32_t leaves, const uint32_t *free_of,
                                       const uint32_t *pod_of, const uint32_t *taken,
                                       const uint32_t *pod_free, const uint32_t *pod_chosen,
                                       uint32_t wanted) {
    uint32_t leaf, best = leaves, chosen = 0;
    uint64_t way, best_way = 0;
    int better;

    for (leaf = 0; leaf < leaves; leaf++) {
        chosen += taken[leaf] > 0;
    }
    for (leaf = 0; leaf < leaves; leaf++) {
        if (free_of[leaf] == 0 || taken[leaf] > 0) {
            continue;
        }
        way = 4 * (uint64_t)chosen - 2 * (uint64_t)pod_chosen[pod_of[leaf]];
        better = best < leaves ? slurm_rule_better(free_of, pod_of, pod_free, leaf, best, wanted)
                               : 1;
        if (best == leaves || (way < best_way && better >= 0) || (way == best_way && better > 0)) {
            best = leaf;
            best_way = way;
        }
    }
    return best;
}

/* Chooses `wanted` processors, 1 or more, of the leaves 0 .. leaves - 1 in the pods 0 .. pods - 1.
   free_of[leaf] and pod_of[leaf] tell what a leaf has free, and its pod.
   Gives     taken[leaf]; pod_free[pod] and pod_chosen[pod] are scratch.
   Returns   1; 0 if fewer are free.
   Cost      O(leaves) for each leaf that is taken. */
static inline int slurm_rule_choose(uint32_t leaves, const uint32_t *free_of,
                                    const uint32_t *pod_of, uint32_t pods, uint32_t wanted,
                                    uint32_t *taken, uint32_t *pod_free, uint32_t *pod_chosen) {
    uint32_t leaf, pod, best;

    for (pod = 0; pod < pods; pod++) {
        pod_free[pod] = 0;
        pod_chosen[pod] = 0;
    }
    for (leaf = 0; leaf < leaves; leaf++) {
        taken[leaf] = 0;
        pod_free[pod_of[leaf]] += free_of[leaf];
    }
    while (wanted > 0) {
        best = slurm_rule_best(leaves, free_of, pod_of, taken, pod_free, pod_chosen, wanted);
        if (best == leaves) {
            return 0;
        }
        taken[best] = free_of[best] < wanted ? free_of[best] : wanted;
        wanted -= taken[best];
        pod_chosen[pod_of[best]]++;
    }
    return 1;
}

#endif
