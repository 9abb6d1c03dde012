/* fattree_draw.h - trees of switches and sets of processors at random, for the deep tests.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FATTREE_DRAW_H_INCLUDED
#define FATTREE_DRAW_H_INCLUDED

#include "fattree_model.h"

enum { WORDS_MAX = SKED_SET_WORDS(MODEL_PROCESSORS + 64u) };

/* ---- sets with words of their own ------------------------------------------------------------ */

typedef struct own_set {
    sked_set set;
    sked_word words[WORDS_MAX];
} own_set;

static sked_set *empty_set(own_set *own, uint32_t size) {
    own->set = sked_set_of(own->words, size);
    return &own->set;
}

/* About `share` of 16 processors of those that a rule admits. */
typedef enum admitted { ANY, FREE, BUSY, DOWN_ONES } admitted;

static int admits(const model *m, admitted which, uint32_t p) {
    switch (which) {
    case FREE: return model_is_free(m, p);
    case BUSY: return m->busy[p];
    case DOWN_ONES: return m->down[p];
    case ANY:
    default: return 1;
    }
}

static sked_set *some_set(source *from, const model *m, own_set *own, admitted which,
                          uint32_t share) {
    sked_set *set = empty_set(own, m->processors);
    uint32_t p;
    for (p = 0; p < m->processors; p++) {
        if (below(from, 16) < share && admits(m, which, p)) {
            sked_set_add(set, p);
        }
    }
    return set;
}

static sked_set *all_set(const model *m, own_set *own, admitted which) {
    sked_set *set = empty_set(own, m->processors);
    uint32_t p;
    for (p = 0; p < m->processors; p++) {
        if (admits(m, which, p)) {
            sked_set_add(set, p);
        }
    }
    return set;
}

/* Now and then a set that no function may accept: of another size, or with a bit above it. */
static inline void spoil(source *from, sked_set *set) {
    const uint32_t rest = set->size % SKED_WORD_BITS;
    const uint32_t how = below(from, 90);
    if (how == 0) {
        set->size += 1 + below(from, 64);
    } else if (how == 1) {
        set->size--;
    } else if (how == 2 && rest != 0) {
        sked_word *last = &set->words[SKED_SET_WORDS(set->size) - 1];
        *last = (sked_word)(*last | (sked_word)((sked_word)1 << rest));
    }
}

/* ---- trees at random ------------------------------------------------------------------------- */

typedef struct tree_bounds {
    uint32_t switches, nodes;           /* at most; nodes: of a leaf */
    uint64_t vectors;                   /* of free counts per leaf, at most */
} tree_bounds;

/* Parents of switches that come in the order from the roots down. */
static void draw_parents(source *from, model *m) {
    const uint32_t kind = below(from, 5), bends = one_in(from, 4) ? 64 : 4;
    const uint32_t roots = one_in(from, 2) ? 4 : 12;
    const uint32_t pods = 1 + below(from, (m->switches + 2) / 3);
    uint32_t depth[MODEL_SWITCHES] = {0}, v;
    for (v = 0; v < m->switches; v++) {
        uint32_t parent = v == 0 ? SKED_NONE : below(from, v);
        if (v > 0 && kind == 1 && !one_in(from, bends)) {
            parent = v - 1;             /* chains */
        } else if (kind == 2 && one_in(from, roots)) {
            parent = SKED_NONE;         /* a forest */
        } else if (v > 0 && kind > 2) { /* a root, pods, leaves: each pod has one at least */
            parent = v <= pods ? 0 : v <= 2 * pods ? v - pods : 1 + below(from, pods);
        }
        if (parent != SKED_NONE && depth[parent] + 1 >= SKED_FATTREE_LEVELS) {
            parent = SKED_NONE;
        }
        depth[v] = parent == SKED_NONE ? 0 : depth[parent] + 1;
        m->parent[v] = parent;
    }
}

/* Links of 1 each, of one number in each level, or of any numbers. A root's do not count. */
static void draw_links(source *from, model *m) {
    const uint32_t kind = below(from, 4), factor = one_in(from, 8) ? UINT32_C(1) << 26 : 1;
    uint32_t of_depth[MODEL_SWITCHES], v;
    for (v = 0; v < m->switches; v++) {
        of_depth[v] = factor * (1 + below(from, 5));
    }
    m->equal_links = kind == 0;
    for (v = 0; v < m->switches; v++) {
        uint32_t depth = 0, above = v;
        while (m->parent[above] != SKED_NONE) {
            above = m->parent[above];
            depth++;
        }
        m->links[v] = kind == 0 ? 1 : kind == 1 ? of_depth[depth] : factor * (1 + below(from, 5));
        if (m->parent[v] == SKED_NONE) {
            m->links[v] = one_in(from, 2) ? 0 : UINT32_MAX;
        }
    }
}

/* Other numbers for the switches, in no order. */
static void shuffle_switches(source *from, model *m) {
    const model old = *m;
    uint32_t name[MODEL_SWITCHES], v;
    for (v = 0; v < m->switches; v++) {
        const uint32_t other = below(from, v + 1);
        name[v] = name[other];
        name[other] = v;
    }
    for (v = 0; v < m->switches; v++) {
        m->parent[name[v]] = old.parent[v] == SKED_NONE ? SKED_NONE : name[old.parent[v]];
        m->links[name[v]] = old.links[v];
    }
}

static void draw_processors(source *from, model *m, uint32_t nodes_max) {
    const int mixed = one_in(from, 2);
    uint32_t v, p;
    int inner[MODEL_SWITCHES] = {0};
    for (v = 0; v < m->switches; v++) {
        if (m->parent[v] != SKED_NONE) {
            inner[m->parent[v]] = 1;
        }
    }
    m->processors = 0;
    for (v = 0; v < m->switches; v++) {
        /* One is kept for each switch to come. */
        const uint32_t room = MODEL_PROCESSORS - m->processors - (m->switches - 1 - v);
        uint32_t count = inner[v] ? 0 : 1 + below(from, nodes_max);
        for (count = count < room ? count : room; count > 0; count--) {
            m->leaf[m->processors++] = v;
        }
    }
    for (p = 0; mixed && p < m->processors; p++) {
        const uint32_t other = below(from, p + 1), leaf = m->leaf[p];
        m->leaf[p] = m->leaf[other];
        m->leaf[other] = leaf;
    }
}

/* Some are busy, few are down; more of them until there are few enough vectors. */
static void draw_state(source *from, model *m, uint64_t vectors_max) {
    const uint32_t share = below(from, 4) * 4;
    sked_fattree_request all;
    model_wish wish;
    uint32_t p;
    memset(&all, 0, sizeof all);
    for (p = 0; p < m->processors; p++) {
        m->busy[p] = below(from, 16) < share;
        m->down[p] = (unsigned char)one_in(from, 16);
    }
    wish = model_wish_of(m, &all);
    while (model_vectors(m, &wish, vectors_max) > vectors_max) {
        m->busy[below(from, m->processors)] = 1;
        wish = model_wish_of(m, &all);
        if (from->over) {
            memset(m->busy, 1, sizeof m->busy);
        }
    }
}

static void draw_tree(source *from, model *m, const tree_bounds *most) {
    memset(m, 0, sizeof *m);
    m->switches = 1 + below(from, most->switches);
    draw_parents(from, m);
    draw_links(from, m);
    shuffle_switches(from, m);
    draw_processors(from, m, most->nodes);
    model_derive(m);
    draw_state(from, m, most->vectors);
}

static sked_fattree_settings settings_of(const model *m) {
    sked_fattree_settings settings = SKED_ZERO;
    settings.switches = m->switches;
    settings.processors = m->processors;
    settings.parent = m->parent;
    settings.leaf = m->leaf;
    settings.links = m->equal_links ? NULL : m->links;
    return settings;
}

/* Brings a tree of which all is free to the state of a model: what was saved of it. */
static void restore(const source *from, const model *m, sked_fattree *tree) {
    own_set busy, down;
    agrees(from, sked_fattree_allocate(tree, all_set(m, &busy, BUSY)) == SKED_OK &&
                     sked_fattree_down(tree, all_set(m, &down, DOWN_ONES)) == SKED_OK,
           "a saved tree is restored");
}

/* A tree in a block of ours, exactly as large as it must be. */
static void *make_tree(const source *from, const model *m, sked_fattree *tree, size_t *bytes) {
    const sked_fattree_settings settings = settings_of(m);
    void *block;
    agrees(from, sked_fattree_bytes(&settings, bytes) == SKED_OK, "its size is told");
    block = room_of(*bytes);
    memset(block, 0x5a, *bytes);
    agrees(from, sked_fattree_init(tree, &settings, block, *bytes) == SKED_OK,
           "a tree is made in a block");
    return block;
}

#endif
