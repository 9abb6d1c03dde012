/* calls_map.h: >>map and >>pjs of sched.h, called with whatever a file says.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CALLS_MAP_H_INCLUDED
#define CALLS_MAP_H_INCLUDED

#include "calls.h"

enum { MAP_JOBS = 6, MAP_MACHINES = 4, MAP_CLUSTERS = 3 };

/* A request, and all that it points to. */
typedef struct map_world {
    calls_memory memory;
    sked_pjs_request request;
    sked_time times[MAP_JOBS * MAP_MACHINES], cluster_times[MAP_JOBS * MAP_CLUSTERS];
    sked_time free_from[MAP_MACHINES];
    sked_cluster cluster[MAP_CLUSTERS];
    calls_set members[MAP_CLUSTERS], up, left_out;
    sked_refusal refusal;
} map_world;

static sked_time map_time(void) {
    const uint32_t byte = calls_byte();
    return byte < 32 ? SKED_NEVER : byte < 34 ? calls_length() : (sked_time)(byte % 20);
}

static void map_times(sked_time *times, uint32_t count) {
    while (count-- > 0) {
        times[count] = map_time();
    }
}

/* Which of jobs, machines and clusters are there: too many are refused before any table is read. */
static void map_request(map_world *self) {
    sked_map_request *map = &self->request.map;
    const uint32_t byte = calls_byte(), extras = calls_byte();
    uint32_t at;
    self->request = sked_pjs_request_of(calls_below(MAP_JOBS + 1), calls_below(MAP_MACHINES + 1),
                                        self->times);
    map->heuristic = (sked_heuristic)(byte % (SKED_HEURISTIC_COUNT_ + 1));
    map->options = byte == 255 ? 4 : byte / 16 % 4;
    map->free_from = extras % 4 == 0 ? self->free_from : NULL;
    map->refusal = &self->refusal;
    map_times(self->times, map->jobs * map->machines);
    map_times(self->free_from, MAP_MACHINES);
    self->request.options = byte == 254 ? 8 : extras / 4 % 4;
    self->request.clusters = extras / 16 % 4;
    self->request.cluster = self->cluster;
    self->request.cluster_times = self->cluster_times;
    map_times(self->cluster_times, map->jobs * self->request.clusters);
    for (at = 0; at < self->request.clusters; at++) {
        self->cluster[at].members = calls_some(&self->members[at], map->machines);
        self->cluster[at].members_min = calls_number(2);
    }
    self->request.up = extras / 64 == 1 ? calls_some(&self->up, map->machines) : NULL;
    memset(&self->refusal, 0, sizeof self->refusal);
}

static const sked_status map_ends[] = {
    SKED_E_SETTING, SKED_E_NO_JOBS, SKED_E_NO_MACHINES, SKED_E_OVERFLOW, SKED_E_BLOCK, SKED_E_TIME,
    SKED_E_NOWHERE, SKED_E_RANGE, SKED_E_MEMORY, SKED_OK};

/* Rows of jobs that are mapped end at or before the makespan, each on a machine that there is. */
static void map_judge(const map_world *self, sked_status status, const sked_map_row *rows,
                      const sked_map_result *result) {
    uint32_t at;
    CHECK(calls_among(status, map_ends));
    calls_judge_refusal(&self->refusal, status);
    for (at = 0; at < self->request.map.jobs && status == SKED_OK; at++) {
        CHECK(rows[at].machine < self->request.map.machines || rows[at].machine == SKED_NONE);
        CHECK(rows[at].start <= rows[at].end && rows[at].end <= result->makespan);
    }
}

static void map_once(map_world *self) {
    sked_map_row rows[MAP_JOBS];
    sked_map_result result;
    const sked_status status =
        sked_map(&self->request.map, calls_mem(&self->memory), rows, &result);
    map_judge(self, status, rows, &result);
}

/* In steps, over a block, several times. */
static void map_steps(map_world *self) {
    sked_map_row rows[MAP_JOBS];
    sked_map_result result;
    size_t bytes = 0;
    void *block;
    sked_status status = sked_map_bytes(&self->request.map, &bytes);
    uint32_t runs;
    block = calls_scratch(&bytes);
    memset(&self->refusal, 0, sizeof self->refusal);
    status = sked_map_prepare(&self->request.map, block, bytes);
    CHECK(calls_among(status, map_ends));
    if (status != SKED_OK && block != NULL) {
        calls_set_again(block, bytes);          /* a run must see that it is not prepared */
    }
    calls_judge_refusal(&self->refusal, status);
    for (runs = calls_below(3); runs > 0; runs--) {
        self->request.map.options ^= calls_rarely(32);
        memset(&self->refusal, 0, sizeof self->refusal);
        status = sked_map_run(&self->request.map, block, bytes,
                              calls_some_or_none(&self->left_out, self->request.map.jobs), rows,
                              &result);
        map_judge(self, status, rows, &result);
    }
}

static void map_judge_pjs(const map_world *self, sked_status status, const sked_pjs_row *rows,
                          const sked_pjs_result *result) {
    uint32_t at;
    CHECK(calls_among(status, map_ends));
    calls_judge_refusal(&self->refusal, status);
    for (at = 0; at < self->request.map.jobs && status == SKED_OK; at++) {
        CHECK(rows[at].machine == SKED_NONE || rows[at].cluster == SKED_NONE);
        CHECK(rows[at].start <= rows[at].end && rows[at].end <= result->plan.makespan);
    }
}

static void map_pjs_once(map_world *self) {
    sked_pjs_row rows[MAP_JOBS];
    sked_pjs_result result;
    const sked_status status = sked_pjs(&self->request, calls_mem(&self->memory), rows, &result);
    map_judge_pjs(self, status, rows, &result);
}

static void map_pjs_steps(map_world *self) {
    sked_pjs_row rows[MAP_JOBS];
    sked_pjs_result result;
    size_t bytes = 0;
    void *block;
    sked_status status = sked_pjs_bytes(&self->request, &bytes);
    uint32_t runs;
    block = calls_scratch(&bytes);
    memset(&self->refusal, 0, sizeof self->refusal);
    status = sked_pjs_prepare(&self->request, block, bytes);
    CHECK(calls_among(status, map_ends));
    if (status != SKED_OK && block != NULL) {
        calls_set_again(block, bytes);          /* a run must see that it is not prepared */
    }
    calls_judge_refusal(&self->refusal, status);
    for (runs = calls_below(3); runs > 0; runs--) {
        self->request.options ^= calls_rarely(32);
        memset(&self->refusal, 0, sizeof self->refusal);
        status = sked_pjs_run(&self->request, block, bytes,
                              calls_some_or_none(&self->left_out, self->request.map.jobs), rows,
                              &result);
        map_judge_pjs(self, status, rows, &result);
    }
}

static void map_calls(void) {
    static void (*const calls[4])(map_world *self) = {map_once, map_steps, map_pjs_once,
                                                      map_pjs_steps};
    static map_world self;
    memset(&self, 0, sizeof self);
    while (calls_go_on()) {
        const uint32_t which = calls_below(4);
        map_request(&self);
        calls[which](&self);
    }
    CHECK(self.memory.live == 0);
}

#endif
