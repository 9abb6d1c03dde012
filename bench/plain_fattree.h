/* plain_fattree.h: the least hops of a choice on a tree: the knapsack, coded plainly. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAIN_FATTREE_H
#define PLAIN_FATTREE_H

/* The rival of build/fattree_ratio: what `count` processors cost, for all totals below each switch,
   from the leaves to the root. No property of trees is used but that the cost is a sum over links:
   each counts the pairs that it parts. It only tells the least; it chooses nothing. */

#include <stdint.h>
#include <stdlib.h>

typedef struct plain_fattree_row {
    int64_t *cost;                  /* of 0 .. most processors below a switch */
    uint32_t most;
} plain_fattree_row;

static inline int64_t *plain_fattree_costs(uint32_t most) {
    int64_t *cost = (int64_t *)calloc((size_t)most + 1, sizeof *cost);
    if (cost == NULL) {
        abort();
    }
    return cost;
}

/* The link upwards parts those below from all others. */
static inline void plain_fattree_climb(plain_fattree_row *row, int64_t count) {
    int64_t t;
    for (t = 0; t <= (int64_t)row->most; t++) {
        row->cost[t] += t * (count - t);
    }
}

static inline void plain_fattree_merge(plain_fattree_row *above, plain_fattree_row *below,
                                       uint32_t count) {
    const uint32_t both = above->most + below->most;
    const uint32_t most = both < count ? both : count;
    int64_t *sum = plain_fattree_costs(most);
    uint32_t a, b;
    for (a = 0; a <= most; a++) {
        sum[a] = INT64_MAX;
    }
    for (a = 0; a <= above->most; a++) {
        for (b = 0; b <= below->most && a + b <= count; b++) {
            const int64_t cost = above->cost[a] + below->cost[b];
            sum[a + b] = cost < sum[a + b] ? cost : sum[a + b];
        }
    }
    free(above->cost);
    free(below->cost);
    above->cost = sum;
    above->most = most;
}

/* Switch 0 is the root, and parents have lower numbers than their children. free_in: the free
   processors of each leaf; 0 of others. There are `count` in all, at least. */
static inline int64_t plain_fattree_least(const uint32_t *parent, const uint32_t *free_in,
                                          uint32_t switches, uint32_t count) {
    plain_fattree_row *rows = (plain_fattree_row *)calloc(switches, sizeof *rows);
    int64_t least;
    uint32_t s;
    if (rows == NULL) {
        abort();
    }
    for (s = 0; s < switches; s++) {
        rows[s].most = free_in[s] < count ? free_in[s] : count;
    }
    for (s = switches; s-- > 0;) {
        if (rows[s].cost == NULL) {
            rows[s].cost = plain_fattree_costs(rows[s].most);
        }
        if (s > 0) {
            plain_fattree_climb(&rows[s], count);
            if (rows[parent[s]].cost == NULL) {
                rows[parent[s]].cost = plain_fattree_costs(0);
            }
            plain_fattree_merge(&rows[parent[s]], &rows[s], count);
        }
    }
    least = rows[0].cost[count] + (int64_t)count * (count - 1);
    free(rows[0].cost);
    free(rows);
    return least;
}

#endif
