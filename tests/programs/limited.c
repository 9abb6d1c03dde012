/* limited.c - which calls are refused: of trees, of moldable tasks, of mappings.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_STATIC
#include "sched.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include <stdio.h>

static sked_align room[8192], scratch[8192];

static void place(sked_fattree_request request) {
    static const uint32_t parent[1] = {SKED_NONE}, leaf[4] = {0, 0, 0, 0};
    static const sked_fattree_settings settings = {
        .switches = 1, .processors = 4, .parent = parent, .leaf = leaf};
    sked_fattree tree;
    sked_fattree_answer answer;
    sked_units units;
    sked_units_settings shape = {.unit_size = 1, .batch_max = 1, .jobs_max = 1};
    sked_word words[SKED_SET_WORDS(4u)];
    sked_set set = sked_set_of(words, 4);
    int status = sked_fattree_init(&tree, &settings, room, sizeof room);
    shape.tree = &tree;
    if (status == SKED_OK) {
        status = sked_fattree_find(&tree, &request, &answer, &set, scratch, sizeof scratch);
    }
    printf("%d ", status);
    printf("%d\n", (int)sked_units_init(&units, &shape, scratch, sizeof scratch));
}

static void plan(int method) {
    sked_moldable_task task = {
        .form = SKED_MOLDABLE_RIGID, .weight = 1, .width_min = 1, .time = 5};
    sked_moldable_settings settings = {0};
    sked_moldable_choice choice = {0};
    sked_moldable moldable;
    sked_moldable_row row;
    int status;
    settings.processors = settings.tasks_count = 1;
    settings.tasks = &task;
    choice.method = (sked_moldable_method)method;
    status = sked_moldable_init(&moldable, &settings, room, sizeof room);
    printf("%d ", status != SKED_OK ? status
                                    : (int)sked_moldable_plan(&moldable, &choice, &row, NULL));
}

static size_t map(int heuristic, uint32_t options) {
    sked_map_request request = {.jobs = 2, .machines = 2};
    size_t bytes = 0;
    request.heuristic = (sked_heuristic)heuristic;
    request.options = options;
    printf("%d ", (int)sked_map_bytes(&request, &bytes));
    return bytes;
}

int main(void) {
    sked_fattree_request request = {.count = 2, .mode = SKED_FATTREE_GREEDY};
    sked_word words[SKED_SET_WORDS(4u)];
    sked_set set = sked_set_of(words, 4);
    int method;
    place(request);
    request.mode = SKED_FATTREE_EXACT;
    place(request);
    request.mode = SKED_FATTREE_GREEDY;
    request.leaves_max = 1;
    place(request);
    request.leaves_max = 0;
    request.fragment_weight_q10 = 1;
    place(request);
    request.fragment_weight_q10 = 0;
    request.required = &set;
    place(request);
    for (method = 0; method <= SKED_MOLDABLE_SHELVES; method++) {
        plan(method);
    }
    for (method = 0; method < SKED_HEURISTIC_COUNT_; method++) {
        map(method, 0);
    }
    printf("%d\n", map(SKED_MIN_MIN, 0) > map(SKED_MIN_MIN, SKED_MAP_LOW_MEMORY));
    return puts("") < 0;
}
