/* placement_machine.h: a machine: its nodes by name, its tree, and which nodes are in use. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_MACHINE_H_INCLUDED
#define PLACEMENT_MACHINE_H_INCLUDED

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "sched_fattree.h"

#include "hostlist.h"
#include "json.h"
#include "output.h"
#include "placement_options.h"
#include "topology_file.h"

typedef enum placement_set {
    PLACEMENT_SET_BUSY, PLACEMENT_SET_DOWN, PLACEMENT_SET_ALLOW, PLACEMENT_SET_EXCLUDE,
    PLACEMENT_SET_REQUIRE, PLACEMENT_SET_CHOSEN, PLACEMENT_SET_OTHER, PLACEMENT_SETS
} placement_set;

/* Counts by switch or by node, for the rules of placement_rivals.h. */
typedef enum placement_count {
    PLACEMENT_POD,                  /* of each switch: the one above it, or itself            */
    PLACEMENT_ROOT,                 /* of each switch                                         */
    PLACEMENT_FREE, PLACEMENT_TAKEN, PLACEMENT_POD_FREE, PLACEMENT_POD_CHOSEN, PLACEMENT_COUNTS
} placement_count;

typedef struct machine {
    const char *name;
    topology shape;
    sked_fattree tree;
    sked_fattree_info info;
    sked_word *words;
    sked_set set[PLACEMENT_SETS];
    uint32_t *counts;
    uint32_t *count[PLACEMENT_COUNTS];
    uint32_t widest;                /* nodes below the largest root                           */
    uint32_t *owner;                /* of each node: the first node of its job                */
    sked_refusal refusal;           /* of the last request                                    */
    sked_fattree_rule block_rule;   /* the same, of --mode blocks                             */
    sked_align *scratch;
    size_t scratch_bytes;
    int as_json, as_table;
    json out;                       /* if it is: to a file,                                   */
    output whole;                   /* which is printed when all of it is there               */
} machine;

static inline void machine_drop(machine *m) {
    sked_fattree_destroy(&m->tree);
    topology_drop(&m->shape);
    free(m->words);
    free(m->counts);
    free(m->owner);
    free(m->scratch);
    memset(m, 0, sizeof *m);
}

/* What cannot happen, but for want of memory. */
static inline int machine_failed(sked_status status) {
    fprintf(stderr, "placement: %s\n", sked_status_text(status));
    return 0;
}

/* Scratch of at least so many bytes. */
static inline int machine_scratch(machine *m, size_t bytes) {
    sked_align *grown;

    if (bytes <= m->scratch_bytes) {
        return 1;
    }
    grown = (sked_align *)realloc(m->scratch, bytes);
    if (grown == NULL) {
        return topology_no_memory();
    }
    m->scratch = grown;
    m->scratch_bytes = bytes;
    return 1;
}

static inline int machine_read(machine *m, const option_value *value) {
    uint32_t fan_out[SKED_FATTREE_LEVELS], levels;
    sked_status status;
    FILE *file;
    int done;

    m->name = value->text;
    levels = topology_shape_of(value->text, fan_out, SKED_FATTREE_LEVELS);
    if (levels > 0) {
        status = topology_make(&m->shape, fan_out, levels);
        return status == SKED_OK ||
               option_refuse("placement", "--topology: \"%s\": %s, expected at most %lu numbers "
                                        "from 1 on, and %lu nodes", value->text,
                             sked_status_text(status), (unsigned long)SKED_FATTREE_LEVELS,
                             (unsigned long)SKED_FATTREE_MAX);
    }
    file = fopen(value->text, "rb");
    if (file == NULL) {
        return option_refuse("placement", "--topology: %s: cannot be read: %s, expected a file or "
                                          "a shape as 16x16x16", value->text, strerror(errno));
    }
    done = topology_read(&m->shape, file, value->text);
    fclose(file);
    return done;
}

/* The pod and the root of each switch. Parents may have any number: the way up is walked. */
static inline void machine_climb(machine *m) {
    const uint32_t *parent = m->shape.parent;
    uint32_t at, root;

    for (at = 0; at < m->shape.settings.switches; at++) {
        for (root = at; parent[root] != SKED_NONE; root = parent[root]) {
        }
        m->count[PLACEMENT_POD][at] = parent[at] == SKED_NONE ? at : parent[at];
        m->count[PLACEMENT_ROOT][at] = root;
    }
    for (at = 0; at < m->shape.settings.processors; at++) {
        m->count[PLACEMENT_FREE][m->count[PLACEMENT_ROOT][m->shape.leaf[at]]]++;
    }
    for (at = 0; at < m->shape.settings.switches; at++) {
        if (m->count[PLACEMENT_FREE][at] > m->widest) {
            m->widest = m->count[PLACEMENT_FREE][at];
        }
    }
}

static inline int machine_room(machine *m) {
    const uint32_t nodes = m->shape.settings.processors;
    const size_t words = SKED_SET_WORDS(nodes), switches = m->shape.settings.switches;
    size_t at;

    m->words = (sked_word *)calloc(PLACEMENT_SETS * words, sizeof *m->words);
    m->counts = (uint32_t *)calloc(PLACEMENT_COUNTS * switches, sizeof *m->counts);
    m->owner = (uint32_t *)malloc(nodes * sizeof *m->owner);
    if (m->words == NULL || m->counts == NULL || m->owner == NULL) {
        return topology_no_memory();
    }
    memset(m->owner, 0xff, nodes * sizeof *m->owner);   /* SKED_NONE */
    for (at = 0; at < PLACEMENT_SETS; at++) {
        m->set[at] = sked_set_of(m->words + at * words, nodes);
    }
    for (at = 0; at < PLACEMENT_COUNTS; at++) {
        m->count[at] = m->counts + at * switches;
    }
    machine_climb(m);
    return 1;
}

/* The nodes of a list. */
static inline int machine_list(machine *m, const option_value *value, placement_option which,
                               placement_set set) {
    const char *option = placement_rules[which].name;
    hostlist list;
    uint32_t node;
    int read;

    if (!value->given) {
        return 1;
    }
    hostlist_begin(&list, value->text, value->text + strlen(value->text));
    for (read = hostlist_next(&list); read > 0; read = hostlist_next(&list)) {
        node = names_find(&m->shape.nodes, list.name);
        if (node == SKED_NONE) {
            return option_refuse("placement", "%s: \"%s\" is no node of %s, expected its nodes%s",
                                 option, list.name, m->name,
                                 strchr(list.name, '-') != NULL ? "; a range is written n[1-3]"
                                                                : "");
        }
        sked_set_add(&m->set[set], node);
    }
    return read == 0 || option_refuse("placement", "%s: character %lu: %s", option,
                                      (unsigned long)(list.fault_at - value->text) + 1,
                                      list.fault);
}

static inline int machine_set(machine *m, const placement_options *options, placement_option which,
                              placement_set set) {
    return machine_list(m, &options->value[which], which, set);
}

/* A job has these nodes. */
static inline void machine_own(machine *m, const sked_set *set) {
    const uint32_t first = sked_set_first(set);
    uint32_t node;

    for (node = first; node < set->size; node = sked_set_next(set, node)) {
        m->owner[node] = first;
    }
}

/* The nodes of each job that runs. A node may be in several lists: it is the last one's. */
static inline int machine_running(machine *m, const placement_options *options) {
    sked_set *set = &m->set[PLACEMENT_SET_OTHER];
    uint32_t job;

    for (job = 0; job < options->running; job++) {
        sked_set_clear(set);
        if (!machine_list(m, &options->busy[job], PLACEMENT_BUSY, PLACEMENT_SET_OTHER)) {
            return 0;
        }
        machine_own(m, set);
        sked_set_or(&m->set[PLACEMENT_SET_BUSY], set);
    }
    return 1;
}

static inline int machine_sets(machine *m, const placement_options *options) {
    sked_status status;

    if (!machine_running(m, options) ||
        !machine_set(m, options, PLACEMENT_DOWN, PLACEMENT_SET_DOWN) ||
        !machine_set(m, options, PLACEMENT_ALLOW, PLACEMENT_SET_ALLOW) ||
        !machine_set(m, options, PLACEMENT_EXCLUDE, PLACEMENT_SET_EXCLUDE) ||
        !machine_set(m, options, PLACEMENT_REQUIRE, PLACEMENT_SET_REQUIRE)) {
        return 0;
    }
    status = sked_fattree_allocate(&m->tree, &m->set[PLACEMENT_SET_BUSY]);
    if (status == SKED_OK) {
        status = sked_fattree_down(&m->tree, &m->set[PLACEMENT_SET_DOWN]);
    }
    if (status == SKED_OK) {
        status = sked_fattree_get_info(&m->tree, &m->info);
    }
    return status == SKED_OK || machine_failed(status);
}

/* Reads the topology, and tells its tree what is in use. */
static inline int machine_make(machine *m, const placement_options *options) {
    sked_status status;
    size_t bytes;

    memset(m, 0, sizeof *m);
    m->as_json = placement_has(options, PLACEMENT_JSON);
    m->as_table = placement_has(options, PLACEMENT_TABLE);
    if (m->as_json && !output_begin(&m->whole, NULL)) {
        return output_refuse("placement", NULL);
    }
    m->out = json_to(m->whole.file);
    if (!machine_read(m, &options->value[PLACEMENT_TOPOLOGY]) || !machine_room(m)) {
        return 0;
    }
    status = sked_fattree_create(&m->tree, &m->shape.settings, heap_mem());
    if (status != SKED_OK) {
        return machine_failed(status);
    }
    status = sked_fattree_explain_bytes(&m->tree, &bytes);
    if (status != SKED_OK) {
        return machine_failed(status);
    }
    return machine_scratch(m, bytes) && machine_sets(m, options);
}

static inline const char *machine_plural(uint32_t count) {
    return count == 1 ? "" : "s";
}

static inline void machine_print(const machine *m) {
    const sked_fattree_info *info = &m->info;

    printf("%s: %" PRIu32 " node%s on %" PRIu32 " leaf switch%s, %" PRIu32 " level%s, %" PRIu32
           " root%s; %" PRIu32 " free, %" PRIu32 " busy, %" PRIu32 " down\n",
           m->name, info->processors, machine_plural(info->processors), info->leaves,
           info->leaves == 1 ? "" : "es", info->levels, machine_plural(info->levels),
           info->roots, machine_plural(info->roots), info->free, info->busy, info->down);
    if (info->roots > 1) {
        printf("no job runs below more than one root; the largest has %" PRIu32 " nodes\n",
               m->widest);
    }
    if (m->shape.twins > 0) {
        printf("%" PRIu32 " switch%s with the same switches below as another: one with it\n",
               m->shape.twins, m->shape.twins == 1 ? "" : "es");
    }
    if (m->shape.undeclared > 0) {
        printf("%" PRIu32 " switch%s without a line: left out\n", m->shape.undeclared,
               m->shape.undeclared == 1 ? "" : "es");
    }
}

#endif
