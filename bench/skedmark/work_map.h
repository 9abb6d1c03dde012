/* work_map.h: skedmark's work for mapping, and for PJS. */
/* SPDX-License-Identifier: MIT */

/* Included once, by skedmark.c, whose shape, room and draws it uses.
 *
 * Tables as users have them: a job is long or short, a machine fast or slow, and some jobs suit
 * some machines. */

static void draw_times(sked_time *times, uint32_t jobs, uint32_t machines) {
    uint32_t j, m;
    for (j = 0; j < jobs; j++) {
        const uint32_t length = 10 + below(500);
        for (m = 0; m < machines; m++) {
            times[j * machines + m] = (sked_time)length * (m + 4 + below(8));
        }
    }
}

static void run_map(void) {
    sked_map_request request = {.heuristic = SKED_MIN_MIN, .jobs = shape.map_jobs,
                                .machines = shape.map_machines};
    const sked_mem mem = room_begin();
    const uint32_t cells = (uint32_t)shape.map_jobs * shape.map_machines;
    sked_time *const times = (sked_time *)take(mem, cells * sizeof(sked_time));
    sked_map_row *const rows = (sked_map_row *)take(mem, shape.map_jobs * sizeof(sked_map_row));
    uint32_t call, j;
    request.times = times;
    for (call = 0; call < shape.map_calls && meter.failures == 0; call++) {
        sked_status status;
        draw_times(times, shape.map_jobs, shape.map_machines);
        meter_begin(0);
        status = sked_map(&request, mem, rows, NULL);
        meter_end(0);
        meter_require(status);
        for (j = 0; j < shape.map_jobs; j++) {
            tell(rows[j].machine);
            tell((uint64_t)rows[j].end);
        }
    }
}

enum { CAMPUS_MACHINES_MAX = 8, CAMPUS_CLUSTERS = 2 };

/* Two clusters: each half of the machines. */
typedef struct campus {
    sked_word words[CAMPUS_CLUSTERS][SKED_SET_WORDS((uint32_t)CAMPUS_MACHINES_MAX)];
    sked_set members[CAMPUS_CLUSTERS];
    sked_cluster cluster[CAMPUS_CLUSTERS];
} campus;

static void campus_make(campus *c, uint32_t machines) {
    static const sked_cluster plain = {NULL, 2, 0};
    uint32_t i;
    for (i = 0; i < CAMPUS_CLUSTERS; i++) {
        c->members[i] = sked_set_of(c->words[i], machines);
        c->cluster[i] = plain;
        c->cluster[i].members = &c->members[i];
        c->cluster[i].resource = 1 + i;
    }
    for (i = 0; i < machines; i++) {
        sked_set_add(&c->members[i >= machines / 2], i);
    }
}

/* A third of the jobs cannot run on a cluster. */
static void draw_cluster_times(sked_time *times, uint32_t cells) {
    uint32_t i;
    for (i = 0; i < cells; i++) {
        times[i] = below(3) == 0 ? SKED_NEVER : 20 + below(800);
    }
}

static void tell_pjs(const sked_pjs_row *rows) {
    uint32_t j;
    for (j = 0; j < shape.pjs_jobs; j++) {
        tell(rows[j].machine);
        tell(rows[j].cluster);
        tell((uint64_t)rows[j].end);
    }
}

static void run_pjs(void) {
    static campus site;
    const sked_mem mem = room_begin();
    const uint32_t jobs = shape.pjs_jobs, cells = jobs * shape.pjs_machines;
    sked_time *const times = (sked_time *)take(mem, cells * sizeof(sked_time));
    sked_time *const beside =
        (sked_time *)take(mem, jobs * CAMPUS_CLUSTERS * sizeof(sked_time));
    sked_pjs_row *const rows = (sked_pjs_row *)take(mem, jobs * sizeof(sked_pjs_row));
    sked_pjs_request request = sked_pjs_request_of(jobs, shape.pjs_machines, times);
    uint32_t call;
    campus_make(&site, shape.pjs_machines);
    request.clusters = CAMPUS_CLUSTERS;
    request.cluster = site.cluster;
    request.cluster_times = beside;
    for (call = 0; call < shape.pjs_calls && meter.failures == 0; call++) {
        sked_pjs_result result;
        sked_status status;
        draw_times(times, jobs, shape.pjs_machines);
        draw_cluster_times(beside, jobs * CAMPUS_CLUSTERS);
        meter_begin(0);
        status = sked_pjs(&request, mem, rows, &result);
        meter_end(0);
        meter_require(status);
        tell_pjs(rows);
    }
}
