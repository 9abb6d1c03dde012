/* mapping.h: the tabs of mapping and of the site: jobs on unequal machines, and on clusters. */
/* SPDX-License-Identifier: MIT */
#ifndef MAPPING_H_INCLUDED
#define MAPPING_H_INCLUDED

#include "memory.h"

enum { PAGE_MAP_ROW = 4 };          /* start, end, machine, cluster; PAGE_NEVER: on none      */

typedef struct page_map {
    int32_t status;
    int32_t makespan, job_times;    /* job_times: the sum of all ends                         */
    int32_t base_makespan, base_job_times;  /* of the plan without clusters                   */
    uint32_t used, parallel, mappings;
    int32_t *rows;                  /* PAGE_MAP_ROW numbers a job                             */
} page_map;

page_map *page_map_run(const int32_t *times, uint32_t jobs, uint32_t machines, uint32_t heuristic);
page_map *page_site_run(const int32_t *times, uint32_t jobs, uint32_t machines,
                        const int32_t *cluster_times, sked_word *members, uint32_t clusters,
                        uint32_t options);

static sked_time *page_times(const int32_t *times, uint32_t count) {
    sked_time *wide = (sked_time *)page_take(count * (uint32_t)sizeof(sked_time));
    uint32_t i;
    for (i = 0; wide != NULL && i < count; i++) {
        wide[i] = page_to_time(times[i]);
    }
    return wide;
}

static page_map *page_map_create(uint32_t jobs) {
    page_map *map = (page_map *)page_take(sizeof *map);
    if (map != NULL) {
        map->rows = (int32_t *)page_take(jobs * PAGE_MAP_ROW * 4);
    }
    return map;
}

static void page_map_put(page_map *map, uint32_t job, const sked_pjs_row *row) {
    int32_t *to = &map->rows[PAGE_MAP_ROW * job];
    to[0] = page_from_time(row->start);
    to[1] = page_from_time(row->end);
    to[2] = row->machine == SKED_NONE ? PAGE_NEVER : (int32_t)row->machine;
    to[3] = row->cluster == SKED_NONE ? PAGE_NEVER : (int32_t)row->cluster;
}

page_map *page_map_run(const int32_t *times, uint32_t jobs, uint32_t machines,
                       uint32_t heuristic) {
    page_map *map = page_map_create(jobs);
    sked_map_row *rows = (sked_map_row *)page_take(jobs * (uint32_t)sizeof(sked_map_row));
    sked_map_request request = sked_map_request_of(jobs, machines,
                                                   page_times(times, jobs * machines));
    sked_map_result result = SKED_ZERO;
    uint32_t i;
    if (map == NULL || map->rows == NULL || rows == NULL || request.times == NULL) {
        return NULL;
    }
    request.heuristic = (sked_heuristic)heuristic;
    map->status = (int32_t)sked_map(&request, page_mem(), rows, &result);
    map->makespan = page_from_time(result.makespan);
    map->job_times = (int32_t)result.job_times.low;
    map->used = (uint32_t)result.used;
    for (i = 0; map->status == SKED_OK && i < jobs; i++) {
        sked_pjs_row row = SKED_ZERO;
        row.start = rows[i].start;
        row.end = rows[i].end;
        row.machine = rows[i].machine;
        row.cluster = SKED_NONE;
        page_map_put(map, i, &row);
    }
    return map;
}

/* Jobs on single machines or on clusters: members has a set of machines for each cluster. */
page_map *page_site_run(const int32_t *times, uint32_t jobs, uint32_t machines,
                        const int32_t *cluster_times, sked_word *members, uint32_t clusters,
                        uint32_t options) {
    page_map *map = page_map_create(jobs);
    sked_pjs_row *rows = (sked_pjs_row *)page_take(jobs * (uint32_t)sizeof(sked_pjs_row));
    sked_set *sets = (sked_set *)page_take(clusters * (uint32_t)sizeof(sked_set) + 1);
    sked_cluster *cluster =
        (sked_cluster *)page_take(clusters * (uint32_t)sizeof(sked_cluster) + 1);
    sked_pjs_request request = sked_pjs_request_of(jobs, machines,
                                                   page_times(times, jobs * machines));
    sked_pjs_result result = SKED_ZERO;
    uint32_t i;
    if (map == NULL || map->rows == NULL || rows == NULL || sets == NULL || cluster == NULL ||
        request.map.times == NULL) {
        return NULL;
    }
    for (i = 0; i < clusters; i++) {
        sets[i].words = members + i * page_words(machines);
        sets[i].size = machines;
        cluster[i].members = &sets[i];
    }
    request.options = options;
    request.clusters = clusters;
    request.cluster = cluster;
    request.cluster_times = page_times(cluster_times, jobs * clusters + 1);
    map->status = (int32_t)sked_pjs(&request, page_mem(), rows, &result);
    map->makespan = page_from_time(result.plan.makespan);
    map->job_times = (int32_t)result.plan.job_times.low;
    map->base_makespan = page_from_time(result.base.makespan);
    map->base_job_times = (int32_t)result.base.job_times.low;
    map->used = (uint32_t)result.plan.used;
    map->parallel = result.parallel;
    map->mappings = result.mappings;
    for (i = 0; map->status == SKED_OK && i < jobs; i++) {
        page_map_put(map, i, &rows[i]);
    }
    return map;
}

#endif
