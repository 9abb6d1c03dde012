/* placement_json.h: where jobs run, and what replays cost, as one JSON object. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_JSON_H_INCLUDED
#define PLACEMENT_JSON_H_INCLUDED

#include <stdint.h>
#include <string.h>

#include "sched_fattree.h"
#include "swil.h"

#include "json.h"
#include "placement_machine.h"

/* The machine, and an array that gets the jobs, or the rows of a replay. */
static inline void placement_json_begin(machine *m, const char *mode, const char *array) {
    const sked_fattree_info *info = &m->info;

    json_object(&m->out, NULL);
    json_text(&m->out, "program", "placement");
    json_text(&m->out, "topology", m->name);
    json_text(&m->out, "mode", mode);
    json_number(&m->out, "nodes", info->processors);
    json_number(&m->out, "leaf_switches", info->leaves);
    json_number(&m->out, "levels", info->levels);
    json_number(&m->out, "free", info->free);
    json_number(&m->out, "busy", info->busy);
    json_number(&m->out, "down", info->down);
    json_array(&m->out, array);
}

static inline void placement_json_job(machine *m, uint32_t job, const sked_set *set,
                                      const sked_fattree_answer *answer, uint32_t weight) {
    json *out = &m->out;
    uint32_t node;

    json_object(out, NULL);
    json_number(out, "job", job);
    json_number(out, "width", sked_set_count(set));
    json_number(out, "hops", (int64_t)answer->hops);
    json_number(out, "hops_lower_bound", (int64_t)answer->hops_lower_bound);
    if (weight > 0) {
        json_number(out, "cost", (int64_t)answer->cost);
        json_number(out, "cost_lower_bound", (int64_t)answer->cost_lower_bound);
    }
    json_number(out, "leaf_switches", answer->leaves);
    json_number(out, "levels", answer->levels);
    json_text(out, "top", names_text(&m->shape.switches, m->shape.name[answer->top]));
    json_ranges(out, "processors", set);
    json_array(out, "nodes");
    for (node = sked_set_first(set); node < set->size; node = sked_set_next(set, node)) {
        json_text(out, NULL, names_text(&m->shape.nodes, node));
    }
    json_end(out, ']');
    json_end(out, '}');
}

/* A row of a replay: the way to choose, and five numbers. */
static inline void placement_json_row(machine *m, const swil_text *cells) {
    static const char *const keys[] = {"hops_per_pair", "mean_over_jobs", "utilisation",
                                       "mean_wait", "refused"};
    size_t at;

    json_object(&m->out, NULL);
    json_text(&m->out, "choice", cells[0].text);
    for (at = 0; at < sizeof keys / sizeof keys[0]; at++) {
        if (strcmp(cells[at + 1].text, "-") == 0) {
            json_null(&m->out, keys[at]);
        } else {
            json_digits(&m->out, keys[at], cells[at + 1].text);
        }
    }
    json_end(&m->out, '}');
}

static inline void placement_json_end(machine *m) {
    json_end(&m->out, ']');
    json_end(&m->out, '}');
    json_finish(&m->out);
}

#endif
