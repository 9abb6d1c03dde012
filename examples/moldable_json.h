/* moldable_json.h: a plan, its bounds and what else was worth choosing, as one JSON object. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_JSON_H_INCLUDED
#define MOLDABLE_JSON_H_INCLUDED

#include <stdint.h>

#include "sched_moldable.h"

#include "json.h"
#include "moldable_desk.h"
#include "moldable_layout.h"

static inline void molding_json_result(json *out, const sked_moldable_result *result) {
    json_number(out, "makespan_ticks", result->makespan);
    json_number(out, "makespan_lower_bound_ticks", result->makespan_lower_bound);
    json_digits(out, "minsum_weight_ticks", molding_wide_text(result->minsum).text);
    json_digits(out, "minsum_lower_bound_weight_ticks",
                molding_wide_text(result->minsum_lower_bound).text);
}

/* Of width 0 if it is divisible: its processors are those of its pieces. */
static inline void molding_json_task(json *out, const molding_desk *desk, const layout *made,
                                     uint32_t task) {
    const sked_moldable_row *row = &desk->rows[task];
    const sked_set set = layout_set(made, desk, task);

    json_object(out, NULL);
    json_text(out, "id", names_text(&desk->all.ids, task));
    json_number(out, "start_ticks", row->start);
    json_number(out, "end_ticks", row->end);
    json_number(out, "width", row->width);
    if (row->width > 0) {
        json_ranges(out, "processor_ranges", &set);
    }
    json_end(out, '}');
}

static inline void molding_json_pieces(json *out, const molding_desk *desk, const layout *made) {
    size_t at;

    json_array(out, "pieces");
    for (at = 0; at < made->blocks_count; at++) {
        const layout_block *block = &made->blocks[at];

        if (block->owner < desk->all.count) {
            json_object(out, NULL);
            json_text(out, "id", names_text(&desk->all.ids, block->owner));
            json_number(out, "start_ticks", block->start);
            json_number(out, "end_ticks", block->end);
            json_array(out, "processor_ranges");
            json_range(out, NULL, block->low, (int64_t)block->high - 1);
            json_end(out, ']');
            json_end(out, '}');
        }
    }
    json_end(out, ']');
}

static inline void molding_json_kept(json *out, const molding_desk *desk) {
    sked_moldable_result kept;
    uint32_t at;

    json_array(out, "frontier");
    for (at = 0; sked_moldable_get_plan(&desk->plans, at, NULL, &kept) == SKED_OK; at++) {
        json_object(out, NULL);
        molding_json_result(out, &kept);
        json_end(out, '}');
    }
    json_end(out, ']');
}

static inline void molding_json(const molding_desk *desk, const layout *made) {
    json out = json_to(stdout);
    uint32_t task;

    json_program(&out, "moldable");
    json_text(&out, "file", desk->options->file);
    json_text(&out, "method", desk->options->method->name);
    json_number(&out, "processors", desk->settings.processors);
    molding_json_result(&out, &desk->result);
    json_number(&out, "guarantee_permille", (int64_t)desk->result.guarantee_permille);
    json_array(&out, "tasks");
    for (task = 0; task < desk->all.count; task++) {
        molding_json_task(&out, desk, made, task);
    }
    json_end(&out, ']');
    molding_json_pieces(&out, desk, made);
    if (desk->options->method->letter == 'f') {
        molding_json_kept(&out, desk);
    }
    json_end(&out, '}');
    json_finish(&out);
}

#endif
