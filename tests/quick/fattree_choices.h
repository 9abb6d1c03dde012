/* fattree_choices.h: the tree of the quick tests, and what a choice on it costs. */
/* SPDX-License-Identifier: MIT */
#ifndef FATTREE_CHOICES_H_INCLUDED
#define FATTREE_CHOICES_H_INCLUDED

#include "fattree_scenes.h"

static sked_fattree tree;
static sked_align room[ROOM], kept_room[ROOM];
static sked_fattree kept_tree;
static size_t kept_bytes;
static uint32_t levels_of[SWITCHES_MAX];

static inline const sked_set *of(const char *list) {
    return of_size(scene.processors, list);
}

/* One with a bit above its size, in words of every kind: 9 is no multiple of any. */
static inline const sked_set *spilled(const char *list) {
    const sked_set *set = of_size(9, list);
    sked_word *last = &set->words[SKED_SET_WORDS(9u) - 1];
    *last = (sked_word)(*last | (sked_word)((sked_word)1 << (9u % SKED_WORD_BITS)));
    return set;
}

/* Bit p of a mask is processor p. */
static inline uint32_t mask_of(const sked_set *set) {
    uint32_t p, mask = 0;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        mask |= UINT32_C(1) << p;
    }
    return mask;
}

static inline void set_mask(sked_set *set, uint32_t mask) {
    uint32_t p;
    sked_set_clear(set);
    for (p = 0; p < set->size; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(set, p);
        }
    }
}

/* ---- the tree -------------------------------------------------------------------------------- */

static inline void keep(void) {
    memcpy(kept_room, room, kept_bytes);
    memcpy(&kept_tree, &tree, sizeof(tree));
}

static inline int is_kept(void) {
    return memcmp(kept_room, room, kept_bytes) == 0 &&
           memcmp(&kept_tree, &tree, sizeof(tree)) == 0;
}

/* Counts the levels of all switches, from below. */
static inline void count_levels(void) {
    uint32_t s, at, levels;
    memset(levels_of, 0, sizeof(levels_of));
    for (s = 0; s < scene.switches; s++) {
        for (at = s, levels = 1; at != SKED_NONE; at = parent_of[at], levels++) {
            if (levels > levels_of[at]) {
                levels_of[at] = levels;
            }
        }
    }
}

/* Another tree's block full of something else comes first. */
static inline sked_status open_scene(void) {
    sked_status status;
    memset(room, 0xA5, sizeof(room));
    kept_bytes = 0;
    status = sked_fattree_bytes(&scene, &kept_bytes);
    CHECK(status != SKED_OK || kept_bytes + GUARD <= sizeof(room));
    status = sked_fattree_init(&tree, &scene, room, kept_bytes);
    CHECK(sked_fattree_validate(&tree) == (status == SKED_OK ? SKED_OK : SKED_E_EMPTY));
    CHECK(((unsigned char *)room)[kept_bytes] == 0xA5);
    if (status == SKED_OK) {
        count_levels();
    }
    return status;
}

static inline void open_drawn(const char *parents, const char *sizes, const char *links) {
    draw(parents, sizes, links);
    CHECK(open_scene() == SKED_OK);
}

static inline void allocate(const char *list) {
    CHECK(sked_fattree_allocate(&tree, of(list)) == SKED_OK);
    CHECK(sked_fattree_validate(&tree) == SKED_OK);
}

static inline void free_again(const char *list) {
    CHECK(sked_fattree_free(&tree, of(list)) == SKED_OK);
    CHECK(sked_fattree_validate(&tree) == SKED_OK);
}

/* Pods below one root: "3 1 | 2 2" are four leaves of `size` processors, of which 3, 1, 2 and 2 are
 * free. With size 0 they have no others. Each pod's number comes before those of its leaves. */
static inline void open_pods(uint32_t size, const char *pods) {
    sked_set *busy;
    uint32_t pod = SKED_NONE, left, free_here;
    const char *at;
    draw_nothing();
    add_switch(SKED_NONE, 1);
    for (at = pods; *at != '\0';) {
        if (*at == '|' || pod == SKED_NONE) {
            at += *at == '|';
            pod = scene.switches;
            add_switch(0, 1);
        }
        free_here = next_number(&at);
        add_switch(pod, 1);
        add_processors(scene.switches - 1, size == 0 ? free_here : size);
        at += *at == ' ' && at[1] != '\0';
    }
    CHECK(open_scene() == SKED_OK);
    busy = empty_of(scene.processors);
    for (at = pods, left = 0; size > 0 && left < scene.processors; left += size) {
        while (*at == ' ' || *at == '|') {
            at++;
        }
        for (free_here = next_number(&at); free_here < size; free_here++) {
            sked_set_add(busy, left + free_here);
        }
    }
    CHECK(sked_fattree_allocate(&tree, busy) == SKED_OK);
    CHECK(sked_fattree_validate(&tree) == SKED_OK);
}

static inline sked_fattree_info info_of(const sked_fattree *which) {
    static sked_fattree_info info;     /* static: compilers cannot see that look succeeds */
    CHECK(sked_fattree_get_info(which, &info) == SKED_OK);
    return info;
}

/* Free, busy and down are these, and so say all counts. */
static inline int is_state_of(const sked_fattree *which, const char *all_free, const char *all_busy,
                       const char *all_down) {
    const uint32_t size = info_of(which).processors;
    sked_set *set[3];
    uint32_t i;
    for (i = 0; i < 3; i++) {
        set[i] = empty_of(size);
    }
    return sked_fattree_get_sets(which, set[0], set[1], set[2]) == SKED_OK &&
           is_set(set[0], all_free) && is_set(set[1], all_busy) && is_set(set[2], all_down) &&
           info_of(which).free == sked_set_count(set[0]) &&
           info_of(which).busy == sked_set_count(set[1]) &&
           info_of(which).down == sked_set_count(set[2]) &&
           sked_fattree_validate(which) == SKED_OK;
}

static inline int is_state(const char *all_free, const char *all_busy, const char *all_down) {
    return is_state_of(&tree, all_free, all_busy, all_down);
}

/* ---- what a choice costs --------------------------------------------------------------------- */

static inline uint32_t links_up(uint32_t number) {
    return scene.links == NULL ? 1 : links_of[number];
}

/* How many processors of a set are below each switch. */
static inline void count_below(const sked_set *set, uint32_t *below) {
    uint32_t p, s;
    for (s = 0; s < scene.switches; s++) {
        below[s] = 0;
    }
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        for (s = leaf_of[p]; s != SKED_NONE; s = parent_of[s]) {
            below[s]++;
        }
    }
}

/* A choice, measured link by link: a way up with x of k processors below it is used by x (k - x)
 * pairs. The loss is that of a fragment weight. */
typedef struct measure {
    uint64_t hops, loss;
    uint32_t leaves, levels, top;       /* top: SKED_NONE iff under several roots */
} measure;

static inline measure measure_of(const sked_set *chosen, const sked_set *free_set) {
    static uint32_t below[SWITCHES_MAX], free_below[SWITCHES_MAX];
    const uint64_t k = sked_set_count(chosen);
    measure m = {0, 0, 0, SKED_NONE, SKED_NONE};
    uint32_t s;
    count_below(chosen, below);
    count_below(free_set, free_below);
    m.hops = k * (k - 1);
    for (s = 0; s < scene.switches; s++) {
        const uint64_t x = below[s], f = free_below[s];
        m.leaves += levels_of[s] == 1 && x > 0;
        if (parent_of[s] != SKED_NONE) {
            m.hops += links_up(s) * x * (k - x);
            m.loss += links_up(s) * (f * f - (f - x) * (f - x));
        }
        if (x == k && levels_of[s] < m.levels) {
            m.levels = levels_of[s];
            m.top = s;
        }
    }
    return m;
}

static inline uint64_t hops_of(uint32_t from, uint32_t to) {
    uint64_t hops = 4711;
    CHECK(sked_fattree_hops(&tree, from, to, &hops) == SKED_OK);
    return hops;
}

/* The same, pair by pair, as the header tells them. */
static inline uint64_t hops_by_pairs(const sked_set *chosen) {
    uint64_t sum = 0, hops = 0;
    uint32_t p, q;
    for (p = sked_set_first(chosen); p < chosen->size; p = sked_set_next(chosen, p)) {
        for (q = sked_set_next(chosen, p); q < chosen->size; q = sked_set_next(chosen, q)) {
            CHECK(sked_fattree_hops(&tree, p, q, &hops) == SKED_OK);
            sum += hops;
        }
    }
    return sum;
}

/* ---- searches -------------------------------------------------------------------------------- */

static inline sked_fattree_request wanting(uint32_t count) {
    sked_fattree_request request;
    memset(&request, 0, sizeof(request));
    request.count = count;
    return request;
}

static sked_fattree_answer answer;
static sked_word found_words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
static sked_set found;                  /* the processors of the latest answer */

/* Is the share of each leaf a multiple of the segment? */
static inline int has_segments(const sked_set *chosen, uint32_t segment) {
    static uint32_t below[SWITCHES_MAX];
    uint32_t s;
    count_below(chosen, below);
    for (s = 0; s < scene.switches && segment > 1; s++) {
        if (below[s] % segment != 0 && levels_of[s] == 1) {
            return 0;
        }
    }
    return 1;
}

/* Does a choice keep the limits, but for levels_preferred? */
static inline int keeps_limits(const sked_fattree_request *request, const sked_set *chosen,
                        const measure *m) {
    return m->top != SKED_NONE && sked_set_count(chosen) == request->count &&
           (request->levels_max == 0 || m->levels <= request->levels_max) &&
           (request->leaves_max == 0 || m->leaves <= request->leaves_max) &&
           (request->allowed == NULL || sked_set_is_subset(chosen, request->allowed)) &&
           (request->required == NULL || sked_set_is_subset(request->required, chosen)) &&
           has_segments(chosen, request->segment);
}

/* What a request may have: free, allowed, not excluded, and of each leaf whole segments. */
static inline void find_usable(const sked_fattree_request *request, sked_set *usable) {
    static uint32_t below[SWITCHES_MAX];
    uint32_t p;
    CHECK(sked_fattree_get_sets(&tree, usable, NULL, NULL) == SKED_OK);
    if (request->allowed != NULL) {
        sked_set_and(usable, request->allowed);
    }
    if (request->excluded != NULL) {
        sked_set_andnot(usable, request->excluded);
    }
    count_below(usable, below);
    for (p = 0; p < usable->size && request->segment > 1; p++) {
        if (below[leaf_of[p]] % request->segment != 0 && sked_set_has(usable, p)) {
            sked_set_remove(usable, p);
            below[leaf_of[p]]--;
        }
    }
}

/* Is it a choice that may be, and is all true that the answer says of it? */
static inline int is_answer(const sked_fattree_request *request, const sked_fattree_answer *a,
                     const sked_set *chosen) {
    const uint64_t k = request->count;
    sked_set *free_set = empty_of(scene.processors), *none = empty_of(scene.processors);
    sked_set *usable = empty_of(scene.processors);
    measure m;
    CHECK(sked_fattree_get_sets(&tree, free_set, NULL, NULL) == SKED_OK);
    find_usable(request, usable);
    m = measure_of(chosen, usable);
    if (request->excluded != NULL) {
        sked_set_copy(none, chosen);
        sked_set_and(none, request->excluded);
    }
    if (request->fragment_weight_q10 > 0) {
        if (a->hops_lower_bound != k * (k - 1) || a->cost < a->cost_lower_bound ||
            a->cost != 1024 * m.hops + request->fragment_weight_q10 * m.loss) {
            return 0;
        }
    } else if (a->cost != a->hops || a->cost_lower_bound != a->hops_lower_bound) {
        return 0;
    }
    return keeps_limits(request, chosen, &m) && sked_set_is_subset(chosen, free_set) &&
           sked_set_count(none) == 0 && a->hops == m.hops && a->hops >= a->hops_lower_bound &&
           a->leaves == m.leaves && a->levels == m.levels && a->top == m.top;
}

static inline int are_answers(const sked_fattree_answer *a, const sked_fattree_answer *b) {
    return a->hops == b->hops && a->hops_lower_bound == b->hops_lower_bound && a->cost == b->cost &&
           a->cost_lower_bound == b->cost_lower_bound && a->steps == b->steps &&
           a->leaves == b->leaves && a->levels == b->levels && a->top == b->top;
}

/* Searches twice, in scratch full of different bytes and of the least size: both answer alike. What
 * is refused changes nothing; the tree changes in no case. */
static inline sked_status find(const sked_fattree_request *request) {
    static sked_fattree_answer again;
    sked_set *other = empty_of(scene.processors);
    size_t bytes = sizeof(scratch) - GUARD;
    sked_status status;
    memset(&answer, 0x77, sizeof(answer));
    memset(&again, 0x77, sizeof(again));
    found = sked_set_of(found_words, scene.processors);
    if (sked_fattree_find_bytes(&tree, request, &bytes) == SKED_OK) {
        CHECK(bytes + GUARD <= sizeof(scratch));
    }
    keep();
    memset(scratch, 0, bytes);
    status = sked_fattree_find(&tree, request, &answer, &found, scratch, bytes);
    memset(scratch, 0xA5, bytes + GUARD);
    CHECK(sked_fattree_find(&tree, request, &again, other, scratch, bytes) == status);
    CHECK(((unsigned char *)scratch)[bytes] == 0xA5 && is_kept());
    CHECK(are_answers(&again, &answer) && sked_set_equal(&found, other));
    if (status == SKED_OK) {
        CHECK(is_answer(request, &answer, &found));
    } else {
        CHECK(sked_set_count(&found) == 0);
        memset(&again, 0x77, sizeof(again));
        CHECK(are_answers(&again, &answer));
    }
    return status;
}

/* It is found, with so many hops, and proved to have the least. */
static inline int finds(const sked_fattree_request *request, uint64_t hops) {
    return find(request) == SKED_OK && answer.hops == hops &&
           answer.cost_lower_bound == answer.cost;
}

static inline int finds_count(uint32_t count, uint64_t hops) {
    const sked_fattree_request request = wanting(count);
    return finds(&request, hops);
}

static inline int finds_set(const sked_fattree_request *request, uint64_t hops, const char *list) {
    return finds(request, hops) && is_set(&found, list);
}

#endif
