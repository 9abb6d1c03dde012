/* bytes.c: prints how large the blocks of all objects are on this target, by their own functions.
 *
 * SPDX-License-Identifier: MIT
 *
 * A line for each object and size: the object, what is counted, how many of these, bytes.
 * What exceeds the target's size_t, or would not fit its memory, has no line. */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include "sched_share.h"

#include "bench.h"

#if SIZE_MAX < 0xffffffff
enum { ROOM = 4096, NODES_MAX = 64 };
#else
enum { ROOM = 32768, NODES_MAX = 512 };
#endif
enum { MACHINES = 8, PROCESSORS = 64 };

static sked_align room[ROOM / sizeof(sked_align)];

static void print(const char *object, const char *of, uint32_t n, sked_status status,
                  const size_t *bytes) {
    if (status != SKED_OK) {
        return;
    }
    bench_put("bytes,");
    bench_put(object);
    bench_put(",");
    bench_put(of);
    bench_put(",");
    bench_put_number(n, 10, 1);
    bench_put(",");
    bench_put_number(*bytes, 10, 1);
    bench_put("\n");
}

static void print_map(const char *object, sked_heuristic heuristic, uint32_t n) {
    sked_map_request request = {.heuristic = SKED_OLB, .machines = MACHINES};
    size_t bytes = 0;
    request.heuristic = heuristic;
    request.jobs = n;
    print(object, "jobs on 8 machines", n, sked_map_bytes(&request, &bytes), &bytes);
}

static void print_pjs(uint32_t n) {
    sked_pjs_request request = {
        .map = {.heuristic = SKED_DUPLEX_SUM, .machines = MACHINES}, .clusters = 2};
    size_t bytes = 0;
    request.map.jobs = n;
    print("pjs", "jobs on 8 machines and 2 clusters", n, sked_pjs_bytes(&request, &bytes), &bytes);
}

static sked_queue_settings queue_settings(uint32_t depth, uint32_t backgrounds) {
    sked_queue_settings settings = {
        .processors = PROCESSORS, .jobs_max = 8, .estimate_missing = SKED_NEVER, .order = SKED_FCFS,
        .backfill_order = SKED_FCFS, .reservations = SKED_COMPRESS};
    settings.depth = depth;
    settings.backgrounds = backgrounds;
    return settings;
}

static void print_queue(const char *object, uint32_t depth, uint32_t backgrounds, uint32_t n) {
    sked_queue_settings settings = queue_settings(depth, backgrounds);
    size_t bytes = 0;
    settings.jobs_max = n;
    print(object, "jobs on 64 processors", n, sked_queue_bytes(&settings, &bytes), &bytes);
}

static void print_queue_processors(uint32_t n) {
    sked_queue_settings settings = queue_settings(1, 0);
    size_t bytes = 0;
    settings.processors = n;
    print("queue EASY", "processors with 8 jobs", n, sked_queue_bytes(&settings, &bytes), &bytes);
}

static void print_site(uint32_t n) {
    static const sked_site_machine machines[MACHINES] = {{0, 1}};
    static const sked_site_class classes[1] = {{.latency_max = UINT64_MAX}};
    static const sked_site_user users[1] = {{NULL, UINT32_MAX, SKED_NEVER}};
    static const sked_site_queue queues[2] = {{.heuristic = SKED_DUPLEX_SUM},
                                              {.priority = 1, .heuristic = SKED_DUPLEX_SUM}};
    sked_site_settings settings = {
        .machines = MACHINES, .resources = 1, .classes = 1, .users = 1, .queues = 2,
        .machine = machines, .job_class = classes, .user = users, .queue = queues,
        .map_options = SKED_MAP_LOW_MEMORY};
    size_t bytes = 0;
    settings.jobs_max = n;
    print("site", "jobs on 8 machines", n, sked_site_bytes(&settings, &bytes), &bytes);
}

static void print_experience(uint32_t n) {
    sked_experience_settings settings = {.resources = MACHINES, .window = 16};
    size_t bytes = 0;
    settings.classes = n;
    print("experience", "classes on 8 resources", n,
          sked_experience_bytes(&settings, &bytes), &bytes);
}

static void print_calendar(uint32_t n) {
    sked_ar_settings settings = {.processors = PROCESSORS, .horizon = SKED_TIME_MAX};
    sked_ar calendar;
    size_t bytes = 0;
    sked_status status;
    settings.spans_max = n;
    print("calendar", "spans on 64 processors", n, sked_ar_bytes(&settings, &bytes), &bytes);
    status = sked_ar_init(&calendar, &settings, room, sizeof room);
    if (status == SKED_OK) {
        status = sked_ar_find_bytes(&calendar, &bytes);
    }
    print("scratch of a calendar", "spans on 64 processors", n, status, &bytes);
    settings.spans_max = 8;
    settings.bookings_max = n;
    print("calendar of 8 spans", "bookings", n,
          sked_ar_bytes(&settings, &bytes), &bytes);
}

/* Pods of four leaves of four. */
static void print_tree(uint32_t n) {
    static uint32_t parent[NODES_MAX / 2], leaf[NODES_MAX];
    uint32_t fan_out[3] = {0, 4, 4};
    sked_fattree_settings settings = {0};
    sked_fattree_request request = {.mode = SKED_FATTREE_EXACT};
    sked_fattree tree;
    size_t bytes = 0;
    sked_status status;
    fan_out[0] = n / 16;
    status = sked_fattree_shape(fan_out, 3, &settings, NULL, NULL);
    status = status == SKED_OK ? sked_fattree_bytes(&settings, &bytes) : status;
    print("tree of switches", "processors in pods of 16", n, status, &bytes);
    if (status != SKED_OK || n > NODES_MAX) {
        return;
    }
    status = sked_fattree_shape(fan_out, 3, &settings, parent, leaf);
    if (status == SKED_OK) {
        status = sked_fattree_init(&tree, &settings, room, sizeof room);
    }
    request.count = n / 4;
    if (status == SKED_OK) {
        status = sked_fattree_find_bytes(&tree, &request, &bytes);
    }
    print("scratch of a tree", "processors in pods of 16", n, status, &bytes);
}

/* Formulas, so that no array of tasks is read but for their forms. */
static void print_moldable(uint32_t n) {
    static sked_moldable_task tasks[NODES_MAX / 4];
    sked_moldable_settings settings = {.processors = 32, .tasks = tasks, .intervals_max = 8};
    size_t bytes = 0;
    uint32_t i;
    if (n > NODES_MAX / 4) {
        return;
    }
    for (i = 0; i < n; i++) {
        tasks[i].form = SKED_MOLDABLE_AMDAHL;
    }
    settings.tasks_count = n;
    print("moldable tasks", "tasks on 32 processors", n,
          sked_moldable_bytes(&settings, &bytes), &bytes);
}

static void print_share(uint32_t n) {
    const sked_share_settings settings = sked_share_settings_of(n, 10080);
    const sked_preempt_request request = sked_preempt_request_of(n, NULL, NULL, NULL);
    size_t bytes = 0;
    print("accounts", "accounts", n, sked_share_bytes(&settings, &bytes), &bytes);
    print("scratch of victims", "candidates", n, sked_preempt_bytes(&request, &bytes), &bytes);
}

static void print_all(uint32_t n) {
    print_map("map MCT", SKED_MCT, n);
    print_map("map min-min", SKED_MIN_MIN, n);
    print_pjs(n);
    print_queue("queue no backfilling", SKED_NO_RESERVATIONS, 0, n);
    print_queue("queue EASY", 1, 0, n);
    print_queue("queue conservative", SKED_ALL, 0, n);
    print_queue("queue EASY with a background", 1, 1, n);
    print_queue_processors(n);
    print_site(n);
    print_experience(n);
    print_calendar(n);
    print_moldable(n);
    print_share(n);
    if (n >= 16) {
        print_tree(n);
    }
}

static void print_handle(const char *object, size_t bytes) {
    print(object, "handles", 1, SKED_OK, &bytes);
}

static void print_handles(void) {
    print_handle("handle of a queue", sizeof(sked_queue));
    print_handle("handle of a site", sizeof(sked_site));
    print_handle("handle of a calendar", sizeof(sked_ar));
    print_handle("handle of a tree", sizeof(sked_fattree));
    print_handle("handle of moldable tasks", sizeof(sked_moldable));
    print_handle("handle of accounts", sizeof(sked_share));
}

int main(void) {
    uint32_t n;
    port_init();
    print_handles();
    for (n = 4; n <= 4096; n *= 4) {
        print_all(n);
    }
    port_exit(0);
    return 0;
}
