/* placement_table.h: the hops of a job by switch: which pairs of its nodes meet there. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_TABLE_H_INCLUDED
#define PLACEMENT_TABLE_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched_fattree.h"

#include "placement_machine.h"

/* The patent of sched_fattree.h keeps a table of the hops between any two units. This is the part
   of it that a job uses, summed up: two nodes meet at the lowest switch above both, and the hops
   between them are the links up to it from both. Its rows sum up to the hops of the job. */
typedef struct table_row {
    uint64_t nodes;                 /* of the job, below the switch                           */
    uint64_t ways;                  /* links from these up to the switch, summed up           */
    uint64_t pairs, hops;           /* that meet there                                        */
} table_row;

/* What is below a switch, with `nodes` nodes and `ways` links from these up to it, meets what is
 * there already. */
static inline void table_meet(table_row *row, uint64_t nodes, uint64_t ways) {
    row->pairs += row->nodes * nodes;
    row->hops += row->ways * nodes + ways * row->nodes;
    row->nodes += nodes;
    row->ways += ways;
}

/* The levels of a switch; 0: the tree refuses. */
static inline uint32_t table_levels(const machine *m, uint32_t number) {
    sked_fattree_switch info;

    return sked_fattree_get_switch(&m->tree, number, &info) == SKED_OK ? info.levels : 0;
}

/* Nodes meet at their leaf switches, and what is below these further up, level by level. */
static inline void table_fill(const machine *m, const sked_set *set, uint32_t levels,
                              table_row *rows) {
    const topology *shape = &m->shape;
    uint32_t at, level;

    for (at = sked_set_first(set); at < set->size; at = sked_set_next(set, at)) {
        table_meet(&rows[shape->leaf[at]], 1, 1);
    }
    for (level = 1; level < levels; level++) {
        for (at = 0; at < shape->settings.switches; at++) {
            if (rows[at].nodes > 0 && table_levels(m, at) == level) {
                table_meet(&rows[shape->parent[at]], rows[at].nodes,
                           rows[at].ways + rows[at].nodes);
            }
        }
    }
}

static inline void table_print_row(const char *level, int width, const char *name,
                                   const table_row *row) {
    printf("%5s  %-*s %8" PRIu64 " %10" PRIu64 " %12" PRIu64 "\n", level, width, name, row->nodes,
           row->pairs, row->hops);
}

/* The widest name of a switch that is used, at least as wide as the heading. */
static inline int table_width(const machine *m, const table_row *rows) {
    size_t width = strlen("switch"), chars;
    uint32_t at;

    for (at = 0; at < m->shape.settings.switches; at++) {
        chars = strlen(names_text(&m->shape.switches, m->shape.name[at]));
        width = rows[at].nodes > 0 && chars > width ? chars : width;
    }
    return (int)width;
}

static inline void table_print_rows(const machine *m, uint32_t levels, const table_row *rows) {
    const int width = table_width(m, rows);
    table_row all = {0};
    char text[16];
    uint32_t at, level;

    printf("level  %-*s    nodes      pairs         hops\n", width, "switch");
    for (level = 1; level <= levels; level++) {
        for (at = 0; at < m->shape.settings.switches; at++) {
            if (rows[at].nodes == 0 || table_levels(m, at) != level) {
                continue;
            }
            snprintf(text, sizeof text, "%" PRIu32, level);
            table_print_row(text, width, names_text(&m->shape.switches, m->shape.name[at]),
                            &rows[at]);
            all.nodes = level == levels ? rows[at].nodes : 0;
            all.pairs += rows[at].pairs;
            all.hops += rows[at].hops;
        }
    }
    table_print_row("all", width, "", &all);
}

/* The table of a job on these nodes, which are below a switch of so many levels. */
static inline int table_print(const machine *m, const sked_set *set, uint32_t levels) {
    table_row *rows = (table_row *)calloc(m->shape.settings.switches, sizeof *rows);

    if (rows == NULL) {
        return topology_no_memory();
    }
    table_fill(m, set, levels, rows);
    table_print_rows(m, levels, rows);
    free(rows);
    return 1;
}

#endif
