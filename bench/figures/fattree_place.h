/* fattree_place.h: which processors a policy takes for a job, in the experiment on trees. */
/* SPDX-License-Identifier: MIT */
#ifndef FATTREE_PLACE_H
#define FATTREE_PLACE_H

/* The policies:
 *
 *   exact, greedy   sked_fattree_find
 *   contiguous      neighbours by number, as the patent tells of resource managers by default: the
 *                   smallest range of free processors that holds the job, the first of equals. If
 *                   there is none, the job waits
 *   slurm           the leaf switches that Slurm 22.05 takes, and in each the lowest numbers
 *   first           the lowest numbers
 *   random          any, equally likely
 *   units_1 .. 16   the patent's: units of so many processors, by sked_units
 *
 * The machine is kept twice: as the set of free processors, by which a policy is asked what room it
 * has, and as a tree, that tells what a choice costs. For units there is a third: their own. */

#include <stdlib.h>
#include <string.h>

#include "sched_fattree.h"
#include "slurm_rule.h"

#include "fattree_world.h"

#if SKED_WORD_BITS != 64
#error "define SKED_WORD_BITS as 64 before the sked headers"
#endif

enum {
    EXACT, GREEDY, CONTIGUOUS, SLURM, FIRST, RANDOM, UNITS_1, UNITS_2, UNITS_4, UNITS_8, UNITS_16,
    POLICIES
};

static const char *const policy_words[POLICIES] = {
    "exact",   "greedy",  "contiguous", "slurm",   "first",   "random",
    "units_1", "units_2", "units_4",    "units_8", "units_16"};

enum { WORDS = FATTREE_PROCESSORS / 64 };

typedef struct machine {
    sked_fattree tree;
    sked_units units;               /* empty, unless the policy or the queue is theirs */
    sked_set idle;                  /* free processors */
    sked_word idle_words[WORDS];
    uint32_t policy, unit;          /* unit: 0 where there are none */
    uint64_t choices;               /* the stream of "random" */
    void *block, *units_block, *scratch, *explain;
    size_t bytes, units_bytes, scratch_bytes, explain_bytes;
    sked_fattree_settings shape;
    uint32_t parent[FATTREE_SWITCHES], leaf[FATTREE_PROCESSORS];
} machine;

/* ---- What room there is ---------------------------------------------------------------------- */

/* A leaf's processors, as bits. */
static inline sked_word leaf_bits(const sked_word *words, uint32_t leaf) {
    return words[leaf / 4] >> leaf % 4 * FATTREE_LEAF & 0xFFFF;
}

/* The longest range of neighbours (wanted 0), or the smallest that holds so many; 0: there is none.
 * *from is where it begins. Leaves of which all or none are free are passed at once. */
static inline uint32_t find_range(const sked_word *words, uint32_t wanted, uint32_t *from) {
    uint32_t at, length = 0, best = 0;

    for (at = 0; at <= FATTREE_PROCESSORS; at++) {
        const sked_word bits =
            at < FATTREE_PROCESSORS ? leaf_bits(words, at / FATTREE_LEAF) : 0;

        if (bits == 0xFFFF) {
            length += FATTREE_LEAF;
            at += FATTREE_LEAF - 1;
            continue;
        }
        if ((bits >> at % FATTREE_LEAF & 1) != 0) {
            length++;
            continue;
        }
        if (length > 0 && length >= wanted &&
            (best == 0 || (wanted == 0 ? length > best : length < best))) {
            best = length;
            *from = at - length;
        }
        length = 0;
        if (bits == 0) {
            at += FATTREE_LEAF - 1;
        }
    }
    return best;
}

/* Units of 1, 2, 4, 8 or 16 lie one after the other, none across two words. */
static inline uint32_t count_idle_units(const sked_word *words, uint32_t unit) {
    static const sked_word firsts[5] = {
        ~UINT64_C(0), UINT64_C(0x5555555555555555), UINT64_C(0x1111111111111111),
        UINT64_C(0x0101010101010101), UINT64_C(0x0001000100010001)};
    sked_word room[WORDS];
    sked_set whole = sked_set_of(room, FATTREE_PROCESSORS);
    uint32_t word, step, width;

    for (word = 0; word < WORDS; word++) {
        sked_word bits = words[word];

        for (width = 1, step = 0; width < unit; width *= 2, step++) {
            bits &= bits >> width;
        }
        room[word] = bits & firsts[step];
    }
    return sked_set_count(&whole);
}

static inline uint32_t count_bits(sked_word bits) {
    uint32_t count;

    for (count = 0; bits != 0; count++) {
        bits &= bits - 1;
    }
    return count;
}

/* Is there a unit, broken already, that has just so many free? */
static inline int has_rest(const sked_word *words, uint32_t unit, uint32_t wanted) {
    const sked_word whole = (UINT64_C(1) << unit) - 1;
    uint32_t at;

    for (at = 0; at < FATTREE_PROCESSORS; at += unit) {
        if (count_bits(words[at / 64] >> at % 64 & whole) == wanted) {
            return 1;
        }
    }
    return 0;
}

/* How wide a job may be that starts with so much free. */
static inline uint32_t measure_room(const machine *own, const sked_set *idle) {
    uint32_t from = 0;

    if (own->policy == CONTIGUOUS) {
        return find_range(idle->words, 0, &from);
    }
    return own->unit > 1 ? own->unit * count_idle_units(idle->words, own->unit)
                         : sked_set_count(idle);
}

/* ---- Choices --------------------------------------------------------------------------------- */

static inline void add_lowest(const sked_set *idle, uint32_t from, uint32_t below, uint32_t wanted,
                              sked_set *chosen) {
    uint32_t at;

    for (at = from; at < below && wanted > 0; at++) {
        if (sked_set_has(idle, at)) {
            sked_set_add(chosen, at);
            wanted--;
        }
    }
}

static inline void choose_slurm(const sked_set *idle, uint32_t wanted, sked_set *chosen) {
    uint32_t free_of[FATTREE_LEAVES], pod_of[FATTREE_LEAVES], taken[FATTREE_LEAVES];
    uint32_t pod_free[FATTREE_PODS], pod_chosen[FATTREE_PODS], leaf;

    for (leaf = 0; leaf < FATTREE_LEAVES; leaf++) {
        free_of[leaf] = count_bits(leaf_bits(idle->words, leaf));
        pod_of[leaf] = leaf / (FATTREE_LEAVES / FATTREE_PODS);
    }
    if (!slurm_rule_choose(FATTREE_LEAVES, free_of, pod_of, FATTREE_PODS, wanted, taken, pod_free,
                           pod_chosen)) {
        return;
    }
    for (leaf = 0; leaf < FATTREE_LEAVES; leaf++) {
        add_lowest(idle, leaf * FATTREE_LEAF, (leaf + 1) * FATTREE_LEAF, taken[leaf], chosen);
    }
}

static inline void choose_random(machine *own, uint32_t wanted, sked_set *chosen) {
    uint32_t free_ones[FATTREE_PROCESSORS], count = 0, at;

    for (at = sked_set_first(&own->idle); at < own->idle.size; at = sked_set_next(&own->idle, at)) {
        free_ones[count++] = at;
    }
    for (at = 0; at < wanted && at < count; at++) {
        const uint32_t other = at + (uint32_t)workload_uniform(&own->choices, count - at);

        sked_set_add(chosen, free_ones[other]);
        free_ones[other] = free_ones[at];
    }
}

static inline sked_status choose_by_tree(machine *own, uint32_t wanted, sked_fattree_mode mode,
                                         sked_fattree_answer *answer, sked_set *chosen) {
    sked_fattree_request request;

    memset(&request, 0, sizeof request);
    request.count = wanted;
    request.mode = mode;
    return sked_fattree_find(&own->tree, &request, answer, chosen, own->scratch,
                             own->scratch_bytes);
}

/* The only job that waits there is this one. */
static inline sked_status choose_units(machine *own, uint64_t id, uint32_t wanted,
                                       sked_set *chosen) {
    sked_units_start start;
    sked_status status = sked_units_submit(&own->units, id, wanted);

    if (status == SKED_OK) {
        status = sked_units_next(&own->units, &start, chosen);
    }
    return status == SKED_OK && start.id != id ? SKED_E_UNKNOWN : status;
}

/* Chooses processors for a job that there is room for. Units are taken at once, by their own
 * machine, and must be cancelled there if the job does not start. */
static inline sked_status choose(machine *own, uint64_t id, uint32_t wanted, sked_set *chosen) {
    sked_fattree_answer answer;
    uint32_t from = 0;

    sked_set_clear(chosen);
    if (own->policy == EXACT || own->policy == GREEDY) {
        return choose_by_tree(own, wanted,
                              own->policy == EXACT ? SKED_FATTREE_EXACT : SKED_FATTREE_GREEDY,
                              &answer, chosen);
    }
    if (own->unit > 0) {
        return choose_units(own, id, wanted, chosen);
    }
    if (own->policy == SLURM) {
        choose_slurm(&own->idle, wanted, chosen);
    } else if (own->policy == RANDOM) {
        choose_random(own, wanted, chosen);
    } else if (own->policy == FIRST || find_range(own->idle.words, wanted, &from) > 0) {
        add_lowest(&own->idle, from, FATTREE_PROCESSORS, wanted, chosen);
    }
    return SKED_OK;
}

/* ---- The machine ----------------------------------------------------------------------------- */

static inline sked_status make_blocks(machine *own) {
    sked_fattree_request widest;
    sked_status status = sked_fattree_bytes(&own->shape, &own->bytes);

    memset(&widest, 0, sizeof widest);
    widest.count = FATTREE_WIDEST;
    own->block = malloc(own->bytes);
    if (status == SKED_OK) {
        status = sked_fattree_init(&own->tree, &own->shape, own->block, own->bytes);
    }
    if (status == SKED_OK) {
        status = sked_fattree_find_bytes(&own->tree, &widest, &own->scratch_bytes);
    }
    if (status == SKED_OK) {
        status = sked_fattree_explain_bytes(&own->tree, &own->explain_bytes);
    }
    if (status == SKED_OK) {
        own->scratch = malloc(own->scratch_bytes);
        own->explain = malloc(own->explain_bytes);
        status = own->scratch != NULL && own->explain != NULL ? SKED_OK : SKED_E_MEMORY;
    }
    return status;
}

/* The blocks serve for all runs: all machines have the same shape. */
static inline sked_status prepare_machine(machine *own) {
    static const uint32_t fan_out[3] = {FATTREE_PODS, FATTREE_LEAVES / FATTREE_PODS, FATTREE_LEAF};
    const sked_status status = sked_fattree_shape(fan_out, 3, &own->shape, own->parent, own->leaf);

    return status == SKED_OK ? make_blocks(own) : status;
}

static inline sked_status start_units(machine *own, uint32_t batch_max, uint32_t options,
                                      uint32_t jobs_max) {
    sked_units_settings settings;
    size_t bytes = 0;
    sked_status status;

    memset(&settings, 0, sizeof settings);
    settings.tree = &own->tree;
    settings.unit_size = own->unit;
    settings.batch_max = batch_max;
    settings.options = options;
    settings.jobs_max = jobs_max;
    status = sked_units_bytes(&settings, &bytes);
    if (status == SKED_OK && bytes > own->units_bytes) {
        free(own->units_block);
        own->units_block = malloc(bytes);
        own->units_bytes = bytes;
    }
    return status == SKED_OK
               ? sked_units_init(&own->units, &settings, own->units_block, own->units_bytes)
               : status;
}

/* Begins anew with all processors free. batch_max, options: of the units. */
static inline sked_status start_machine(machine *own, uint32_t policy, uint32_t seed,
                                        uint32_t batch_max, uint32_t options,
                                        uint32_t jobs_max) {
    const sked_status status = sked_fattree_init(&own->tree, &own->shape, own->block, own->bytes);

    own->policy = policy;
    own->unit = policy >= UNITS_1 ? 1u << (policy - UNITS_1) : 0;
    own->choices = fattree_stream(seed, FATTREE_DRAW_CHOICES);
    own->idle = sked_set_of(own->idle_words, FATTREE_PROCESSORS);
    sked_set_fill(&own->idle);
    return status == SKED_OK && own->unit > 0 ? start_units(own, batch_max, options, jobs_max)
                                              : status;
}

static inline void drop_machine(machine *own) {
    free(own->block);
    free(own->units_block);
    free(own->scratch);
    free(own->explain);
}

/* What the choice costs, and the least that any choice could; *least is for the same state. */
static inline sked_status judge_choice(machine *own, const sked_set *chosen, uint32_t wanted,
                                       uint64_t *hops, uint64_t *least) {
    sked_word words[WORDS];
    sked_set best = sked_set_of(words, FATTREE_PROCESSORS);
    sked_fattree_answer answer;
    sked_status status = sked_fattree_explain(&own->tree, chosen, &answer, NULL, own->explain,
                                              own->explain_bytes);

    *hops = answer.hops;
    if (status == SKED_OK) {
        status = choose_by_tree(own, wanted, SKED_FATTREE_EXACT, &answer, &best);
        *least = answer.hops;
    }
    return status;
}

#endif /* FATTREE_PLACE_H */
