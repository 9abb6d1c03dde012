/* fattree_scenes.h: trees of switches, drawn by words, for the quick tests. */
/* SPDX-License-Identifier: MIT */
#ifndef FATTREE_SCENES_H_INCLUDED
#define FATTREE_SCENES_H_INCLUDED

#include <string.h>

/* The includer has included sched_fattree.h and check.h. Processors have the numbers of their
 * leaves' order, unless a scene says otherwise. A set is told as "0-3 7". */
enum { SETS = 1024, SWITCHES_MAX = 80, PROCESSORS_MAX = 256, ROOM = 3000, SCRATCH = 1 << 16 };
enum { GUARD = 64 };
#include "giver.h"

static sked_align scratch[SCRATCH];

/* How strictly a block is aligned: not at all where that is 1. */
struct probe {
    char first;
    sked_align aligned;
};
#define ALIGNMENT offsetof(struct probe, aligned)

/* ---- words ----------------------------------------------------------------------------------- */

/* The next number of a text, and moves behind it; '-' alone, or the end, is SKED_NONE. */
static inline uint32_t next_number(const char **text) {
    uint32_t number = 0;
    while (**text == ' ') {
        (*text)++;
    }
    if (**text < '0' || **text > '9') {
        *text += **text == '-';
        return SKED_NONE;
    }
    for (; **text >= '0' && **text <= '9'; (*text)++) {
        number = number * 10 + (uint32_t)(**text - '0');
    }
    return number;
}

/* ---- sets ------------------------------------------------------------------------------------ */

static sked_word set_words[SETS][SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
static sked_set sets[SETS];
static uint32_t sets_used;

/* A set that lives until SETS others have been asked for. */
static inline sked_set *empty_of(uint32_t size) {
    const uint32_t i = sets_used++ % SETS;
    sets[i] = sked_set_of(set_words[i], size);
    return &sets[i];
}

static inline void add_listed(sked_set *set, const char *list) {
    uint32_t first, last;
    while ((first = next_number(&list)) != SKED_NONE) {
        last = first;
        if (*list == '-') {
            list++;
            last = next_number(&list);
        }
        for (; first <= last; first++) {
            sked_set_add(set, first);
        }
    }
}

static inline const sked_set *of_size(uint32_t size, const char *list) {
    sked_set *set = empty_of(size);
    add_listed(set, list);
    return set;
}

/* ---- trees ----------------------------------------------------------------------------------- */

static uint32_t parent_of[SWITCHES_MAX], links_of[SWITCHES_MAX], leaf_of[PROCESSORS_MAX];
static sked_fattree_settings scene = {.parent = parent_of, .leaf = leaf_of, .links = links_of};

static inline int is_set(const sked_set *set, const char *list) {
    return sked_set_equal(set, of_size(set->size, list));
}

static inline void add_switch(uint32_t above, uint32_t links) {
    CHECK(scene.switches < SWITCHES_MAX);
    parent_of[scene.switches] = above;
    links_of[scene.switches++] = links;
}

static inline void add_processors(uint32_t leaf, uint32_t count) {
    CHECK(count <= PROCESSORS_MAX - scene.processors);
    for (; count > 0; count--) {
        leaf_of[scene.processors++] = leaf;
    }
}

static inline void draw_nothing(void) {
    scene.switches = scene.processors = 0;
    scene.parent = parent_of;
    scene.leaf = leaf_of;
    scene.links = links_of;
}

/* The switch above each, '-' for a root; the processors of each; the links, 1 each if NULL. */
static inline void draw(const char *parents, const char *sizes, const char *links) {
    draw_nothing();
    while (*parents != '\0') {
        const uint32_t above = next_number(&parents), size = next_number(&sizes);
        add_switch(above, links == NULL ? 1 : next_number(&links));
        add_processors(scene.switches - 1, size == SKED_NONE ? 0 : size);
    }
    scene.links = links == NULL ? NULL : links_of;
}

#endif
