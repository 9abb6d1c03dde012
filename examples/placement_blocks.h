/* placement_blocks.h: where Slurm's topology/block lets a job run, as limits of a request. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_BLOCKS_H_INCLUDED
#define PLACEMENT_BLOCKS_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "sched_fattree.h"

#include "options.h"
#include "topology.h"

/* A job of n nodes needs ceil(n / B) base blocks, if B nodes are planned with for each. It runs
   below one switch of the smallest size that has as many, rounded up to a power of two; or
   anywhere, if no size has. Of the largest size below that power of two it uses as few switches as
   would hold it, had each as many nodes as are planned with. Source: Slurm,
   src/plugins/topology/block. Slurm then fills blocks one by one; here, of all that it permits, the
   least hops are taken. */

/* The level of the tree with switches of 2^power base blocks, which is a size of the file; 0: the
 * tree has no such level, since a smaller size has all blocks. */
static inline uint32_t blocks_level(const topology *shape, uint32_t power) {
    uint32_t level = 1, below = 0, at;

    for (at = 1; at <= power; at++) {
        if ((shape->block_sizes >> at & 1) != 0) {
            if (UINT32_C(1) << below >= shape->blocks) {
                return 0;
            }
            below = at;
            level++;
        }
    }
    return level;
}

/* What a job of so many nodes needs of base blocks: the next power of two. */
static inline uint32_t blocks_power(const topology *shape, uint32_t count) {
    const uint32_t wanted = (count - 1) / shape->block_nodes + 1;
    uint32_t power = 0;

    while ((uint64_t)1 << power < wanted) {
        power++;
    }
    return power;
}

/* The size below that the job uses few switches of: the largest that is smaller. */
static inline uint32_t blocks_below(const topology *shape, uint32_t power) {
    uint32_t below = power < TOPOLOGY_SIZES_MOST ? power : TOPOLOGY_SIZES_MOST;

    below -= below > 0;
    while (below > 0 && (shape->block_sizes >> below & 1) == 0) {
        below--;
    }
    return below;
}

/* Limits a request. `rule` is room; request->rules_count is 0 if one base block will do, or if all
 * of the machine is one block of the size below. */
static inline void blocks_limit(const topology *shape, sked_fattree_request *request,
                                sked_fattree_rule *rule) {
    const uint32_t power = blocks_power(shape, request->count);
    const uint32_t below = blocks_below(shape, power);
    const uint64_t planned = (uint64_t)shape->block_nodes << below;
    uint32_t within = power;

    while (within < TOPOLOGY_SIZES_MOST && (shape->block_sizes >> within & 1) == 0) {
        within++;
    }
    request->levels_max = within < TOPOLOGY_SIZES_MOST ? blocks_level(shape, within) : 0;
    rule->level = blocks_level(shape, below);
    rule->blocks_max = (uint32_t)((request->count - 1) / planned + 1);
    request->rules = rule;
    request->rules_count = power > 0 && rule->level > 0;
}

static inline int blocks_refuse(const char *topology_name) {
    return option_refuse("placement", "--mode: \"blocks\": %s has none, expected a --topology FILE "
                                      "of blocks: BlockName=, or block: in YAML", topology_name);
}

/* Where a job may run. */
static inline void blocks_write(const sked_fattree_request *request, char *text, size_t size) {
    int chars = request->levels_max > 0
                    ? snprintf(text, size, "below one switch of level %" PRIu32,
                               request->levels_max)
                    : snprintf(text, size, "anywhere");

    if (request->rules_count > 0) {
        snprintf(text + chars, size - (size_t)chars, ", on at most %" PRIu32 " of level %" PRIu32,
                 request->rules->blocks_max, request->rules->level);
    }
}

static inline int blocks_refuse_job(const char *nodes, const sked_fattree_request *request) {
    char text[96];

    blocks_write(request, text, sizeof text);
    return option_refuse("placement", "--nodes: \"%s\": too few nodes are free where Slurm lets "
                                      "the job run (%s), expected fewer nodes", nodes, text);
}

static inline void blocks_print(uint32_t job, const sked_fattree_request *request) {
    char text[96];

    blocks_write(request, text, sizeof text);
    printf("job %" PRIu32 ": permitted %s\n", job + 1, text);
}

#endif
