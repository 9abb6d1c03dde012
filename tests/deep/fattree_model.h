/* fattree_model.h - a tree of switches as plain arrays, and two slow ways to the least cost of a
 * choice: all vectors of counts per leaf, and a table of all totals for each switch.
 *
 * SPDX-License-Identifier: MIT
 *
 * Vectors are weighed pair by pair, by the way from one leaf up and down to the other; the header
 * under test adds edge by edge. Nothing here is fast, and nothing is shared with it but the types
 * of requests and sets. */
#ifndef FATTREE_MODEL_H_INCLUDED
#define FATTREE_MODEL_H_INCLUDED

#include <string.h>

enum { MODEL_SWITCHES = 64, MODEL_PROCESSORS = 160 };

#define MODEL_NEVER (UINT64_MAX / 4)    /* the cost of what cannot be; two of them add up */

typedef struct model {
    uint32_t switches, processors;
    uint32_t parent[MODEL_SWITCHES], links[MODEL_SWITCHES], leaf[MODEL_PROCESSORS];
    int equal_links;                    /* 1 each: the settings may be without them */
    unsigned char busy[MODEL_PROCESSORS], down[MODEL_PROCESSORS];
    /* What follows from these, by model_derive. */
    uint32_t depth[MODEL_SWITCHES];     /* switches above */
    uint32_t levels[MODEL_SWITCHES], children[MODEL_SWITCHES];
    uint32_t leaves, leaf_at[MODEL_SWITCHES];
    uint64_t apart[MODEL_SWITCHES][MODEL_SWITCHES]; /* hops of two processors on two leaves    */
} model;

/* ---- the tree -------------------------------------------------------------------------------- */

/* The smallest switch that has both below it, or is one of them; SKED_NONE: their roots differ. */
static uint32_t model_join(const model *m, uint32_t a, uint32_t b) {
    while (a != b && a != SKED_NONE && b != SKED_NONE) {
        if (m->depth[a] >= m->depth[b]) {
            a = m->parent[a];
        } else {
            b = m->parent[b];
        }
    }
    return a == b ? a : SKED_NONE;
}

/* Hops between two processors on these leaves, which need not be the same one. */
static uint64_t model_path(const model *m, uint32_t a, uint32_t b) {
    const uint32_t top = model_join(m, a, b);
    uint64_t hops = 2;
    if (top == SKED_NONE) {
        return MODEL_NEVER;
    }
    for (; a != top; a = m->parent[a]) {
        hops += m->links[a];
    }
    for (; b != top; b = m->parent[b]) {
        hops += m->links[b];
    }
    return hops;
}

static void model_derive(model *m) {
    uint32_t v, p, above, i, k;
    memset(m->depth, 0, sizeof m->depth);
    memset(m->levels, 0, sizeof m->levels);
    memset(m->children, 0, sizeof m->children);
    for (v = 0; v < m->switches; v++) {
        for (above = m->parent[v]; above != SKED_NONE; above = m->parent[above]) {
            m->depth[v]++;
        }
        if (m->parent[v] != SKED_NONE) {
            m->children[m->parent[v]]++;
        }
    }
    for (m->leaves = 0, v = 0; v < m->switches; v++) {
        uint32_t level = 1;
        if (m->children[v] > 0) {
            continue;
        }
        m->leaf_at[m->leaves++] = v;
        for (above = v; above != SKED_NONE; above = m->parent[above], level++) {
            m->levels[above] = m->levels[above] > level ? m->levels[above] : level;
        }
    }
    for (p = 0; p < m->processors; p++) {
        m->children[m->leaf[p]]++;
    }
    for (i = 0; i < m->leaves; i++) {
        for (k = 0; k < m->leaves; k++) {
            m->apart[m->leaf_at[i]][m->leaf_at[k]] = model_path(m, m->leaf_at[i], m->leaf_at[k]);
        }
    }
}

static int model_is_free(const model *m, uint32_t processor) {
    return !m->busy[processor] && !m->down[processor];
}

/* Adds a number to a switch and all above it. */
static void model_add_above(const model *m, uint32_t *counts, uint32_t v, uint32_t number) {
    for (; v != SKED_NONE; v = m->parent[v]) {
        counts[v] += number;
    }
}

/* ---- a choice -------------------------------------------------------------------------------- */

typedef struct model_choice {
    uint64_t hops;                      /* pair by pair; MODEL_NEVER: across roots */
    uint32_t count, leaves, levels, top;
    uint32_t below[MODEL_SWITCHES];     /* of each switch */
} model_choice;

static uint64_t model_hops_of_set(const model *m, const sked_set *set) {
    uint64_t hops = 0;
    uint32_t p, q;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        for (q = sked_set_next(set, p); q < set->size; q = sked_set_next(set, q)) {
            const uint64_t path = m->apart[m->leaf[p]][m->leaf[q]];
            if (path == MODEL_NEVER) {
                return MODEL_NEVER;
            }
            hops += path;
        }
    }
    return hops;
}

static inline model_choice model_choice_of(const model *m, const sked_set *set) {
    model_choice choice;
    uint32_t p, i;
    memset(&choice, 0, sizeof choice);
    choice.hops = model_hops_of_set(m, set);
    choice.top = SKED_NONE;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        choice.top = choice.count == 0 ? m->leaf[p] : model_join(m, choice.top, m->leaf[p]);
        choice.count++;
        model_add_above(m, choice.below, m->leaf[p], 1);
    }
    for (i = 0; i < m->leaves; i++) {
        choice.leaves += choice.below[m->leaf_at[i]] > 0;
    }
    choice.levels = choice.top == SKED_NONE ? 0 : m->levels[choice.top];
    return choice;
}

/* What the square of the free processors of a switch loses, times what its way up counts. */
static uint64_t model_loss(const model *m, uint32_t v, uint32_t room, uint32_t taken) {
    const uint64_t before = (uint64_t)room * room;
    const uint64_t after = (uint64_t)(room - taken) * (room - taken);
    return m->parent[v] == SKED_NONE ? 0 : m->links[v] * (before - after);
}

/* ---- what is wished for ---------------------------------------------------------------------- */

typedef struct model_wish {
    uint32_t count, levels_max, leaves_max, segment, weight;
    uint32_t required;
    /* Of each switch: whole segments of what may be taken; what may be taken; what must be. */
    uint32_t room[MODEL_SWITCHES], usable[MODEL_SWITCHES], needed[MODEL_SWITCHES];
} model_wish;

static int model_may_use(const model *m, const sked_fattree_request *request, uint32_t p) {
    return model_is_free(m, p) &&
           (request->allowed == NULL || sked_set_has(request->allowed, p)) &&
           (request->excluded == NULL || !sked_set_has(request->excluded, p));
}

static model_wish model_wish_of(const model *m, const sked_fattree_request *request) {
    model_wish wish;
    uint32_t p;
    memset(&wish, 0, sizeof wish);
    wish.count = request->count;
    wish.levels_max = request->levels_max;
    wish.leaves_max = request->leaves_max;
    wish.segment = request->segment == 0 ? 1 : request->segment;
    wish.weight = request->fragment_weight_q10;
    for (p = 0; p < m->processors; p++) {
        const uint32_t needed = request->required != NULL && sked_set_has(request->required, p);
        model_add_above(m, wish.usable, m->leaf[p], (uint32_t)model_may_use(m, request, p));
        model_add_above(m, wish.needed, m->leaf[p], needed);
        wish.required += needed;
    }
    for (p = 0; p < m->leaves; p++) {
        const uint32_t usable = wish.usable[m->leaf_at[p]];
        model_add_above(m, wish.room, m->leaf_at[p], usable - usable % wish.segment);
    }
    return wish;
}

/* Hops, or with a weight what hops and broken places cost together. */
static uint64_t model_cost(const model *m, const model_wish *wish, uint64_t hops,
                           const uint32_t *below) {
    uint64_t loss = 0;
    uint32_t v;
    if (wish->weight == 0) {
        return hops;
    }
    for (v = 0; v < m->switches; v++) {
        loss += model_loss(m, v, wish->room[v], below[v]);
    }
    return 1024 * hops + wish->weight * loss;
}

/* ---- all vectors ----------------------------------------------------------------------------- */

/* How many vectors of counts per leaf there are, up to a limit. */
static uint64_t model_vectors(const model *m, const model_wish *wish, uint64_t limit) {
    uint64_t vectors = 1;
    uint32_t i;
    for (i = 0; i < m->leaves && vectors <= limit; i++) {
        vectors *= wish->usable[m->leaf_at[i]] + 1;
    }
    return vectors;
}

/* Does a vector keep what is asked of leaves and levels? */
static int model_keeps(const model *m, const model_wish *wish, const uint32_t *taken) {
    uint32_t i, leaves = 0, top = SKED_NONE;
    for (i = 0; i < m->leaves; i++) {
        const uint32_t v = m->leaf_at[i];
        if (taken[v] < wish->needed[v] || taken[v] % wish->segment != 0) {
            return 0;
        }
        if (taken[v] > 0) {
            top = leaves == 0 ? v : model_join(m, top, v);
            leaves++;
        }
    }
    return top != SKED_NONE && (wish->leaves_max == 0 || leaves <= wish->leaves_max) &&
           (wish->levels_max == 0 || m->levels[top] <= wish->levels_max);
}

static uint64_t model_cost_of_vector(const model *m, const model_wish *wish,
                                     const uint32_t *taken) {
    uint32_t below[MODEL_SWITCHES] = {0};
    uint64_t hops = 0;
    uint32_t i, k;
    for (i = 0; i < m->leaves; i++) {
        const uint32_t a = m->leaf_at[i];
        if (taken[a] == 0) {
            continue;
        }
        model_add_above(m, below, a, taken[a]);
        hops += (uint64_t)taken[a] * (taken[a] - 1);
        for (k = 0; k < i; k++) {
            const uint32_t b = m->leaf_at[k];
            hops += taken[b] == 0 ? 0 : (uint64_t)taken[a] * taken[b] * m->apart[a][b];
        }
    }
    return model_cost(m, wish, hops, below);
}

/* The next vector of what may be used, and its sum; 0 after the last one. */
static int model_next_vector(const model *m, const model_wish *wish, uint32_t *taken,
                             uint32_t *sum) {
    uint32_t i;
    for (i = 0; i < m->leaves; i++) {
        const uint32_t v = m->leaf_at[i];
        if (taken[v] < wish->usable[v]) {
            taken[v]++;
            (*sum)++;
            return 1;
        }
        *sum -= taken[v];
        taken[v] = 0;
    }
    return 0;
}

/* The least cost of all vectors that keep the limits; MODEL_NEVER: there is none. */
static uint64_t model_try_all(const model *m, const model_wish *wish) {
    uint32_t taken[MODEL_SWITCHES] = {0}, sum = 0;
    uint64_t least = MODEL_NEVER;
    do {
        if (sum == wish->count && model_keeps(m, wish, taken)) {
            const uint64_t cost = model_cost_of_vector(m, wish, taken);
            least = cost < least ? cost : least;
        }
    } while (model_next_vector(m, wish, taken, &sum));
    return least;
}

/* ---- a table for each switch ----------------------------------------------------------------- */

typedef uint64_t model_table[MODEL_SWITCHES][MODEL_PROCESSORS + 1];

/* What the way up from a switch adds, if so many are taken below it. */
static uint64_t model_cost_of_edge(const model *m, const model_wish *wish, uint32_t v,
                                   uint32_t taken) {
    const uint64_t hops = (uint64_t)m->links[v] * taken * (wish->count - taken);
    if (wish->weight == 0) {
        return hops;
    }
    return 1024 * hops + wish->weight * model_loss(m, v, wish->room[v], taken);
}

static void model_merge(const model *m, const model_wish *wish, model_table table, uint32_t v) {
    uint64_t *sum = table[m->parent[v]];
    uint64_t merged[MODEL_PROCESSORS + 1];
    uint32_t a, b;
    for (a = 0; a <= wish->count; a++) {
        merged[a] = MODEL_NEVER;
    }
    for (b = 0; b <= wish->count && b <= wish->usable[v]; b++) {
        const uint64_t edge = table[v][b] >= MODEL_NEVER
                                  ? MODEL_NEVER
                                  : table[v][b] + model_cost_of_edge(m, wish, v, b);
        for (a = 0; a + b <= wish->count; a++) {
            if (sum[a] + edge < merged[a + b]) {
                merged[a + b] = sum[a] + edge;
            }
        }
    }
    memcpy(sum, merged, (wish->count + 1) * sizeof merged[0]);
}

static void model_fill(const model *m, const model_wish *wish, model_table table) {
    uint32_t v, t, depth = SKED_FATTREE_LEVELS;
    for (v = 0; v < m->switches; v++) {
        for (t = 0; t <= wish->count; t++) {
            const int of_leaf = m->levels[v] == 1 && t <= wish->usable[v] &&
                                t >= wish->needed[v] && t % wish->segment == 0;
            const int empty = m->levels[v] > 1 && t == 0;
            table[v][t] = of_leaf || empty ? 0 : MODEL_NEVER;
        }
    }
    while (--depth > 0) {
        for (v = 0; v < m->switches; v++) {
            if (m->depth[v] == depth) {
                model_merge(m, wish, table, v);
            }
        }
    }
}

/* The least cost by the table of all switches; knows of no limit on leaves. Who takes all below one
 * switch has nothing on the links above it, but breaks up places there. */
static uint64_t model_tabulate(const model *m, const model_wish *wish) {
    static model_table table;
    const uint64_t in_leaf = (uint64_t)wish->count * (wish->count - 1);
    uint64_t least = MODEL_NEVER;
    uint32_t v, above;
    model_fill(m, wish, table);
    for (v = 0; v < m->switches; v++) {
        uint64_t cost = table[v][wish->count];
        if (cost >= MODEL_NEVER || wish->needed[v] < wish->required ||
            (wish->levels_max > 0 && m->levels[v] > wish->levels_max)) {
            continue;
        }
        for (above = v; above != SKED_NONE; above = m->parent[above]) {
            cost += m->parent[above] == SKED_NONE
                        ? 0 : model_cost_of_edge(m, wish, above, wish->count);
        }
        least = cost < least ? cost : least;
    }
    return least >= MODEL_NEVER ? least : least + (wish->weight > 0 ? 1024 * in_leaf : in_leaf);
}

/* ---- is there any choice? -------------------------------------------------------------------- */

/* Can the limits be kept below a switch? Leaves that are needed, then the widest ones. */
static int model_fits_below(const model *m, const model_wish *wish, uint32_t v) {
    uint32_t wide[MODEL_SWITCHES], others = 0, leaves = 0, least = 0, most = 0, i, k;
    for (i = 0; i < m->leaves; i++) {
        const uint32_t leaf = m->leaf_at[i];
        const uint32_t room = wish->usable[leaf] - wish->usable[leaf] % wish->segment;
        const uint32_t needed = wish->needed[leaf] + wish->segment - 1;
        if (model_join(m, leaf, v) != v) {
            continue;
        }
        if (wish->needed[leaf] > 0) {
            least += needed - needed % wish->segment;
            most += room;
            leaves++;
            if (needed - needed % wish->segment > room) {
                return 0;
            }
            continue;
        }
        for (k = others++; k > 0 && wide[k - 1] < room; k--) {
            wide[k] = wide[k - 1];
        }
        wide[k] = room;
    }
    if (wish->leaves_max > 0 && leaves > wish->leaves_max) {
        return 0;
    }
    for (i = 0; i < others && (wish->leaves_max == 0 || leaves < wish->leaves_max); i++) {
        most += wide[i];
        leaves++;
    }
    return least <= wish->count && wish->count <= most;
}

static int model_fits(const model *m, const model_wish *wish) {
    uint32_t v;
    for (v = 0; v < m->switches; v++) {
        if (wish->needed[v] == wish->required &&
            (wish->levels_max == 0 || m->levels[v] <= wish->levels_max) &&
            model_fits_below(m, wish, v)) {
            return 1;
        }
    }
    return 0;
}

/* ---- what find must say ---------------------------------------------------------------------- */

typedef struct model_verdict {
    sked_status status;
    int disagree;                       /* two ways did not tell the same */
    int known;                      /* the cost; with a limit on leaves only of few vectors    */
    uint32_t levels_max;                /* that it was weighed with, or 0 */
    uint64_t cost;
} model_verdict;

static int model_is_foreign(const model *m, const sked_set *set) {
    const uint32_t rest = m->processors % SKED_WORD_BITS;
    if (set == NULL) {
        return 0;
    }
    return set->size != m->processors ||
           (rest != 0 && set->words[SKED_SET_WORDS(m->processors) - 1] >> rest != 0);
}

/* What a request is refused for, whatever is free. */
static sked_status model_refusal(const model *m, const sked_fattree_request *request) {
    const sked_fattree_mode mode = request->mode;
    if (request->count == 0) {
        return SKED_E_NO_WIDTH;
    }
    if (request->count > m->processors) {
        return SKED_E_TOO_WIDE;
    }
    if (mode != SKED_FATTREE_EXACT && mode != SKED_FATTREE_GREEDY) {
        return SKED_E_SETTING;
    }
    if (request->fragment_weight_q10 > 1024 ||
        (request->segment > 0 && request->count % request->segment != 0)) {
        return SKED_E_RANGE;
    }
    return SKED_OK;
}

static model_verdict model_weigh(const model *m, const model_wish *wish, uint64_t vectors_max) {
    const int few = model_vectors(m, wish, vectors_max) <= vectors_max;
    const int fits = model_fits(m, wish);
    model_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    verdict.known = few || wish->leaves_max == 0;
    verdict.levels_max = wish->levels_max;
    verdict.status = fits ? SKED_OK : SKED_E_LIMITS;
    if (wish->leaves_max == 0) {
        verdict.cost = model_tabulate(m, wish);
        verdict.disagree = few && verdict.cost != model_try_all(m, wish);
    } else if (few) {
        verdict.cost = model_try_all(m, wish);
    }
    verdict.disagree |= verdict.known && fits != (verdict.cost < MODEL_NEVER);
    return verdict;
}

/* What a request must be told: a status, and the least cost of all choices. */
static inline model_verdict model_find(const model *m, const sked_fattree_request *request,
                                uint64_t vectors_max) {
    model_wish wish;
    model_verdict verdict;
    uint32_t p, usable = 0;
    memset(&verdict, 0, sizeof verdict);
    verdict.status = model_refusal(m, request);
    if (verdict.status == SKED_OK &&
        (model_is_foreign(m, request->allowed) || model_is_foreign(m, request->excluded) ||
         model_is_foreign(m, request->required))) {
        verdict.status = SKED_E_RANGE;
    }
    for (p = 0; verdict.status == SKED_OK && p < m->processors; p++) {
        usable += (uint32_t)model_may_use(m, request, p);
        if (request->required != NULL && sked_set_has(request->required, p) &&
            !model_may_use(m, request, p)) {
            verdict.status = SKED_E_NOT_FREE;
        }
    }
    if (verdict.status == SKED_OK && usable < request->count) {
        verdict.status = SKED_E_NOT_FREE;
    }
    if (verdict.status != SKED_OK) {
        return verdict;
    }
    wish = model_wish_of(m, request);
    if (request->levels_preferred > 0 &&
        (wish.levels_max == 0 || request->levels_preferred < wish.levels_max)) {
        wish.levels_max = request->levels_preferred;
        verdict = model_weigh(m, &wish, vectors_max);
        if (verdict.status == SKED_OK) {
            return verdict;
        }
        wish.levels_max = request->levels_max;
    }
    return model_weigh(m, &wish, vectors_max);
}

/* ---- changes --------------------------------------------------------------------------------- */

static inline sked_status model_allocate(model *m, const sked_set *set) {
    uint32_t p;
    if (model_is_foreign(m, set)) {
        return SKED_E_RANGE;
    }
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        if (m->busy[p]) {
            return SKED_E_TAKEN;
        }
    }
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        if (m->down[p]) {
            return SKED_E_NOT_FREE;
        }
    }
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        m->busy[p] = 1;
    }
    return SKED_OK;
}

static inline sked_status model_free(model *m, const sked_set *set) {
    uint32_t p;
    if (model_is_foreign(m, set)) {
        return SKED_E_RANGE;
    }
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        if (!m->busy[p]) {
            return SKED_E_NOT_BUSY;
        }
    }
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        m->busy[p] = 0;
    }
    return SKED_OK;
}

static inline sked_status model_break(model *m, const sked_set *set, int down) {
    uint32_t p;
    if (model_is_foreign(m, set)) {
        return SKED_E_RANGE;
    }
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        m->down[p] = (unsigned char)down;
    }
    return SKED_OK;
}

#endif
