/* core.c: what sets, sorting, seals, mapping and experience cost, by inputs meant to break what
 * sched.h says.
 *
 * SPDX-License-Identifier: MIT */
#include "sched.h"
#include "tests/costs/costs.h"

/* ---- sets ----------------------------------------------------------------------------------- */

static sked_set full_set(uint32_t size) {
    sked_set set = sked_set_of(cost_memory(SKED_SET_WORDS(size), sizeof(sked_word)), size);
    sked_set_fill(&set);
    return set;
}

static void set_of(cost_run *run, uint32_t n) {
    sked_word *words = cost_memory(SKED_SET_WORDS(n), sizeof *words);
    cost_begin(run);
    (void)sked_set_of(words, n);
    cost_end(run);
    run->bound = (double)n / SKED_WORD_BITS;
}

/* The last member of a set without any other: the whole set is walked. */
static void set_next_far(cost_run *run, uint32_t n) {
    sked_set set = full_set(n);
    sked_set_clear(&set);
    sked_set_add(&set, n - 1);
    cost_begin(run);
    (void)sked_set_next(&set, 0);
    cost_end(run);
    run->bound = (double)n / SKED_WORD_BITS;
}

/* A full set: the last members of the last word are counted one by one. */
static void set_nth_last(cost_run *run, uint32_t n) {
    sked_set set = full_set(n);
    cost_begin(run);
    cost_must(sked_set_nth(&set, n - 1) == n - 1, "sked_set_nth");
    cost_end(run);
    run->bound = (double)n / SKED_WORD_BITS;
}

static void set_run_far(cost_run *run, uint32_t n) {
    sked_set set = full_set(n);
    uint32_t first, beyond;
    sked_set_clear(&set);
    sked_set_add(&set, n - 1);
    cost_begin(run);
    cost_must(sked_set_next_run(&set, 0, &first, &beyond), "sked_set_next_run");
    cost_end(run);
    run->bound = (double)n / SKED_WORD_BITS + 1;
}

static void set_run_full(cost_run *run, uint32_t n) {
    sked_set set = full_set(n);
    uint32_t first, beyond;
    cost_begin(run);
    cost_must(sked_set_next_run(&set, 0, &first, &beyond), "sked_set_next_run");
    cost_end(run);
    run->bound = (double)n / SKED_WORD_BITS + n;
}

/* As many runs as there can be. */
static void set_format_runs(cost_run *run, uint32_t n) {
    sked_set set = full_set(n);
    char *text = cost_memory(n, 8);
    uint32_t p;
    for (p = 1; p < n; p += 2) {
        sked_set_remove(&set, p);
    }
    cost_begin(run);
    (void)sked_set_format(&set, text, 8 * (size_t)n);
    cost_end(run);
    run->bound = n;
}

static void set_parse(cost_run *run, uint32_t n, const char *text) {
    sked_set set = full_set(n);
    cost_begin(run);
    cost_must(sked_set_parse(&set, text, NULL) == SKED_OK, "sked_set_parse");
    cost_end(run);
    run->bound = (double)strlen(text) + n;
}

static void set_parse_runs(cost_run *run, uint32_t n) {
    char *text = cost_memory(n, 8);
    sked_set set = full_set(n);
    uint32_t p;
    for (p = 1; p < n; p += 2) {
        sked_set_remove(&set, p);
    }
    (void)sked_set_format(&set, text, 8 * (size_t)n);
    set_parse(run, n, text);
}

/* The same processors again and again: all of them. */
static void set_parse_overlaps(cost_run *run, uint32_t n) {
    char *text = cost_memory(n, 2);
    size_t length = 0;
    while (length + 16 < 2 * (size_t)n) {
        length += (size_t)sprintf(text + length, "%s0-%" PRIu32, length > 0 ? "," : "", n - 1);
    }
    set_parse(run, n, text);
    run->bound += (double)n * length / 6;
}

/* ---- picking -------------------------------------------------------------------------------- */

/* Chooses the last processors, one by one. */
static int pick_last(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                     sked_set *chosen) {
    uint32_t p;
    (void)ctx;
    for (p = offered->size - ask->count; p < offered->size; p++) {
        sked_set_add(chosen, p);
    }
    return 1;
}

static void pick(cost_run *run, uint32_t n, const sked_picker *picker) {
    sked_set offered = full_set(n), chosen = full_set(n);
    sked_pick_request ask;
    memset(&ask, 0, sizeof ask);
    ask.count = n - 1;
    cost_begin(run);
    cost_must(sked_pick(picker, &ask, &offered, &chosen) == SKED_OK, "sked_pick");
    cost_end(run);
    run->bound = n;
}

static void pick_lowest(cost_run *run, uint32_t n) {
    pick(run, n, NULL);
}

static void pick_by_callback(cost_run *run, uint32_t n) {
    const sked_picker picker = {pick_last, NULL};
    pick(run, n, &picker);
}

/* ---- numbers -------------------------------------------------------------------------------- */

static void divide(cost_run *run, uint32_t n) {
    const sked_u128 most = {UINT64_MAX, UINT64_MAX};
    cost_begin(run);
    (void)sked_u128_div(most, n, NULL);
    cost_end(run);
    run->bound = 128;
}

/* ---- sorting -------------------------------------------------------------------------------- */

static void sort(cost_run *run, sked_pair *pairs, uint32_t n) {
    cost_begin(run);
    sked_sort(pairs, n);
    cost_end(run);
    run->bound = n * cost_log(n);
}

static void sort_equal_keys(cost_run *run, uint32_t n) {
    sort(run, cost_memory(n, sizeof(sked_pair)), n);
}

/* Rises, and then falls: the middle is the largest. */
static void sort_organ_pipe(cost_run *run, uint32_t n) {
    sked_pair *pairs = cost_memory(n, sizeof *pairs);
    uint32_t i;
    for (i = 0; i < n; i++) {
        pairs[i].key = i < n / 2 ? i : n - i;
        pairs[i].index = i;
    }
    sort(run, pairs, n);
}

/* Keys with which each split finds only one smaller than the pivot (the idea of McIlroy 1999).
 * Splits are undone one by one: the least comes first, and the last takes the middle's place. */
static void sort_by_ones(cost_run *run, uint32_t n) {
    sked_pair *pairs = cost_memory(n, sizeof *pairs);
    uint32_t *now = cost_memory(n, sizeof *now), from, next = 0, i;
    for (i = 0; i < n; i++) {
        now[i] = pairs[i].index = i;
    }
    for (from = 0; n - 2 * from > 2; from++) {
        const uint32_t middle = from + (n - 2 * from) / 2;
        pairs[now[from]].key = next++;
        pairs[now[middle]].key = next++;
        now[middle] = now[n - from - 1];
    }
    for (i = from; i < n - from; i++) {
        pairs[now[i]].key = next++;
    }
    sort(run, pairs, n);
}

/* ---- seals ---------------------------------------------------------------------------------- */

static void seal(cost_run *run, uint32_t n) {
    void *block = cost_memory(n, 1);
    cost_begin(run);
    sked_seal(block, n, 1);
    cost_end(run);
    run->bound = n;
}

static void seal_check(cost_run *run, uint32_t n) {
    void *block = cost_memory(n, 1);
    sked_seal(block, n, 1);
    cost_begin(run);
    cost_must(sked_seal_check(block, n, 1) == SKED_OK, "sked_seal_check");
    cost_end(run);
    run->bound = n;
}

/* ---- mapping -------------------------------------------------------------------------------- */

/* A table of n jobs that take `time` everywhere. */
static sked_time *table_of(uint32_t n, uint32_t m, sked_time time) {
    sked_time *times = cost_memory((size_t)n * m, sizeof *times);
    size_t i;
    for (i = 0; i < (size_t)n * m; i++) {
        times[i] = time;
    }
    return times;
}

/* Maps, and returns n m, which every cost has. */
static double map(cost_run *run, const sked_map_request *request) {
    sked_map_row *rows = cost_memory(request->jobs, sizeof *rows);
    cost_begin(run);
    cost_must(sked_map(request, cost_mem, rows, NULL) == SKED_OK, "sked_map");
    cost_end(run);
    return (double)request->jobs * request->machines;
}

/* ... jobs that take the same everywhere, so that each load decides between all machines. */
static double map_even(cost_run *run, sked_heuristic heuristic, uint32_t options, uint32_t n,
                       uint32_t m) {
    sked_map_request request = sked_map_request_of(n, m, table_of(n, m, 1000));
    request.heuristic = heuristic;
    request.options = options;
    return map(run, &request);
}

static void map_olb(cost_run *run, uint32_t n) {
    run->bound = map_even(run, SKED_OLB, 0, n, n);
}

static void map_met(cost_run *run, uint32_t n) {
    run->bound = map_even(run, SKED_MET, 0, n, n);
}

static void map_mct(cost_run *run, uint32_t n) {
    run->bound = map_even(run, SKED_MCT, 0, n, n);
}

/* Each machine is good at some jobs alone: no other entry matters. */
static void map_min_min_few(cost_run *run, uint32_t n) {
    const uint32_t m = 16;
    sked_time *times = table_of(n, m, 1000000);
    sked_map_request request = sked_map_request_of(n, m, times);
    uint32_t i;
    for (i = 0; i < n; i++) {
        times[(size_t)i * m + i % m] = 1000;
    }
    run->bound = map(run, &request) + n * cost_log(n) + 2.0 * n * cost_log(m);
}

/* All entries matter. */
static void map_min_min_even(cost_run *run, uint32_t n) {
    const double e = map_even(run, SKED_MIN_MIN, 0, n, 16);
    run->bound = e + e * cost_log(n) + (n + e) * cost_log(16);
}

/* The sample of jobs says that loads hardly drift apart. But times grow by 8, class by class, so
 * that the table is read again for each class. */
static void map_min_min_again(cost_run *run, uint32_t n) {
    const uint32_t m = 16;
    sked_time *times = table_of(n, m, 0);
    sked_map_request request = sked_map_request_of(n, m, times);
    uint32_t i;
    double e;
    for (i = 0; i < n * m; i++) {
        times[i] = i / m % (n / 64) == 0 ? 0 : (sked_time)1 << (3 * (i / m % 16));
    }
    e = map(run, &request);
    run->bound = 23 * (e + e * cost_log(n) + (n + e) * cost_log(m));
}

/* All jobs always prefer the machine that is free first: when it is taken, all choose again. */
static void map_max_min(cost_run *run, uint32_t n) {
    run->bound = (double)n * n + n * map_even(run, SKED_MAX_MIN, 0, n, 16);
}

/* The same with more and more machines. They fill evenly. */
static void map_max_min_even(cost_run *run, uint32_t n) {
    (void)map_even(run, SKED_MAX_MIN, 0, n, n / 8);
    run->bound = (double)n * n + (double)n * n * n / 8;
}

static void map_low_memory(cost_run *run, uint32_t n) {
    run->bound =
        (double)n * n + n * map_even(run, SKED_MIN_MIN, SKED_MAP_LOW_MEMORY, n, 16);
}

static void map_least_time(cost_run *run, uint32_t n) {
    run->bound =
        (double)n * n + n * map_even(run, SKED_MAX_MIN, SKED_MAP_LEAST_TIME, n, 16);
}

static void map_duplex_sum(cost_run *run, uint32_t n) {
    run->bound = (double)n * n + n * map_even(run, SKED_DUPLEX_SUM, 0, n, 16);
}

static void map_sufferage(cost_run *run, uint32_t n) {
    run->bound = (double)n * n + n * map_even(run, SKED_SUFFERAGE, 0, n, 16);
}

/* All jobs want the same machine, again and again: each pass maps one. */
static void map_passes(cost_run *run, uint32_t n) {
    const uint32_t m = 16;
    sked_time *times = table_of(n, m, 1000000);
    sked_map_request request = sked_map_request_of(n, m, times);
    uint32_t i;
    for (i = 0; i < n; i++) {
        times[(size_t)i * m] = 1;
    }
    request.heuristic = SKED_SUFFERAGE_PASS;
    run->bound = n * map(run, &request);
}

static void map_prepare(cost_run *run, uint32_t n) {
    const sked_map_request request = sked_map_request_of(n, n, table_of(n, n, 1));
    size_t bytes;
    void *block;
    cost_must(sked_map_bytes(&request, &bytes) == SKED_OK, "sked_map_bytes");
    block = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_map_prepare(&request, block, bytes) == SKED_OK, "sked_map_prepare");
    cost_end(run);
    run->bound = (double)n * n;
}

/* ---- clusters ------------------------------------------------------------------------------- */

/* Jobs that take `time` on each machine, and `together` on each cluster of all machines. */
static sked_pjs_request clusters_of(uint32_t n, uint32_t m, uint32_t c, sked_time time,
                                    sked_time together) {
    sked_pjs_request request = sked_pjs_request_of(n, m, table_of(n, m, time));
    sked_cluster *cluster = cost_memory(c, sizeof *cluster);
    sked_set *all = cost_memory(1, sizeof *all);
    uint32_t i;
    *all = full_set(m);
    for (i = 0; i < c; i++) {
        cluster[i].members = all;
    }
    request.clusters = c;
    request.cluster = cluster;
    request.cluster_times = table_of(n, c, together);
    return request;
}

/* Maps, and checks how often. */
static void pjs(cost_run *run, const sked_pjs_request *request, uint32_t mappings) {
    sked_pjs_row *rows = cost_memory(request->map.jobs, sizeof *rows);
    sked_pjs_result result;
    cost_begin(run);
    cost_must(sked_pjs(request, cost_mem, rows, &result) == SKED_OK, "sked_pjs");
    cost_end(run);
    cost_must(result.mappings == mappings, "number of mappings");
}

/* Each pair helps: there are as many mappings as jobs. */
static void pjs_all_help(cost_run *run, uint32_t n) {
    const uint32_t m = 4, c = 4;
    sked_pjs_request request = clusters_of(n, m, c, 1000, 1);
    request.map.heuristic = SKED_MIN_MIN;
    pjs(run, &request, n + 1);
    run->bound = (n + 1.0) * n * m * (1 + cost_log(n) + cost_log(m)) + (double)n * n * c;
}

/* No pair helps, and all are tried. */
static void pjs_go_on(cost_run *run, uint32_t n) {
    const uint32_t m = 4, c = 4;
    sked_pjs_request request = clusters_of(n, m, c, 1000, 999);
    request.map.heuristic = SKED_MAX_MIN;
    request.options = SKED_PJS_GO_ON;
    pjs(run, &request, n * c + 1);
    run->bound = ((double)n * c + 1) * ((double)n * n + (double)n * n * m) + (double)n * c * n * c;
}

/* Each pair helps, and all profits are computed anew. */
static void pjs_completion(cost_run *run, uint32_t n) {
    const uint32_t m = 4, c = 4;
    sked_pjs_request request = clusters_of(n, m, c, 1000, 1);
    request.map.heuristic = SKED_MIN_MIN;
    request.options = SKED_PJS_COMPLETION;
    pjs(run, &request, n + 1);
    run->bound = (n + 1.0) * n * m * (1 + cost_log(n) + cost_log(m)) + (double)n * n * c +
                 (double)n * (n * m + n * c + c * m);
}

/* No machine can run any job: all clusters, with all their members, are tried for each. */
static void pjs_no_machine(cost_run *run, uint32_t n) {
    const sked_pjs_request request = clusters_of(n, n, n, SKED_NEVER, 1);
    pjs(run, &request, 1);
    run->bound = (double)n * n * n;
}

static void pjs_prepare(cost_run *run, const sked_pjs_request *request) {
    size_t bytes;
    void *block;
    cost_must(sked_pjs_bytes(request, &bytes) == SKED_OK, "sked_pjs_bytes");
    block = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_pjs_prepare(request, block, bytes) == SKED_OK, "sked_pjs_prepare");
    cost_end(run);
    run->bound = (double)request->map.jobs * (request->map.machines + request->clusters);
}

static void pjs_prepare_jobs(cost_run *run, uint32_t n) {
    const sked_pjs_request request = clusters_of(n, n, n, 2, 1);
    pjs_prepare(run, &request);
}

/* One job: what counts is the members of clusters. */
static void pjs_prepare_clusters(cost_run *run, uint32_t n) {
    const sked_pjs_request request = clusters_of(1, n, n, 2, 1);
    pjs_prepare(run, &request);
    run->bound += (double)n * n;
}

/* ---- experience ----------------------------------------------------------------------------- */

/* As many of the longest runs as are remembered. */
static sked_moments heavy_moments(void) {
    sked_moments moments;
    moments.count = SKED_WINDOW_MAX;
    moments.sum = sked_u128_mul((uint64_t)SKED_OBSERVED_MAX, SKED_WINDOW_MAX);
    moments.squares = sked_u128_mul(moments.sum.low, (uint64_t)SKED_OBSERVED_MAX);
    moments.squares.high += moments.sum.high * (uint64_t)SKED_OBSERVED_MAX;
    return moments;
}

static void moments_of(cost_run *run, uint32_t n) {
    sked_moments moments = heavy_moments();
    moments.count -= n;
    cost_begin(run);
    (void)sked_moments_mean(&moments);
    (void)sked_moments_variance(&moments);
    (void)sked_moments_deviation(&moments);
    cost_end(run);
    run->bound = 1;
}

static void *experience_block(const sked_experience_settings *settings, size_t *bytes) {
    cost_must(sked_experience_bytes(settings, bytes) == SKED_OK, "sked_experience_bytes");
    return cost_memory(*bytes, 1);
}

/* A table of n pairs, all of which are observed as often as can be if `observed`. */
static sked_experience experience_of(uint32_t classes, uint32_t resources, uint32_t window,
                                     int observed) {
    sked_experience_settings settings = sked_experience_settings_of(classes, resources);
    const sked_moments moments = heavy_moments();
    sked_experience made;
    uint32_t i;
    size_t bytes;
    void *block;
    settings.window = window;
    block = experience_block(&settings, &bytes);
    cost_must(sked_experience_init(&made, &settings, block, bytes) == SKED_OK,
              "sked_experience_init");
    for (i = 0; observed && i < classes * resources; i++) {
        cost_must(sked_experience_set(&made, i / resources, i % resources, &moments) == SKED_OK,
                  "sked_experience_set");
    }
    return made;
}

static void experience_init(cost_run *run, uint32_t n) {
    const sked_experience_settings settings = sked_experience_settings_of(n, 2);
    sked_experience made;
    size_t bytes;
    void *block = experience_block(&settings, &bytes);
    cost_begin(run);
    cost_must(sked_experience_init(&made, &settings, block, bytes) == SKED_OK,
              "sked_experience_init");
    cost_end(run);
    run->bound = (double)bytes;
}

/* Each pair is halved until two observations are left. */
static void experience_merge(cost_run *run, uint32_t n) {
    sked_experience made = experience_of(2, n, 2, 0);
    const sked_experience other = experience_of(2, n, 0, 1);
    cost_begin(run);
    cost_must(sked_experience_merge(&made, &other) == SKED_OK, "sked_experience_merge");
    cost_end(run);
    run->bound = 2.0 * n;
}

/* All resources of the class were observed, except for the one in question. */
static void experience_predict_new(cost_run *run, uint32_t n) {
    sked_experience made = experience_of(1, n, 0, 1);
    const sked_moments none = {0, {0, 0}, {0, 0}};
    sked_time length;
    cost_must(sked_experience_set(&made, 0, n - 1, &none) == SKED_OK, "sked_experience_set");
    cost_begin(run);
    cost_must(sked_experience_predict(&made, 0, n - 1, 1024, &length) == SKED_OK,
              "sked_experience_predict");
    cost_end(run);
    run->bound = n;
}

static void experience_predict_known(cost_run *run, uint32_t n) {
    const sked_experience made = experience_of(1, n, 0, 1);
    sked_time length;
    cost_begin(run);
    cost_must(sked_experience_predict(&made, 0, n - 1, 1024, &length) == SKED_OK,
              "sked_experience_predict");
    cost_end(run);
    run->bound = 1;
}

static void experience_seal(cost_run *run, uint32_t n) {
    sked_experience made = experience_of(2, n, 0, 1);
    const void *block;
    size_t bytes;
    cost_begin(run);
    cost_must(sked_experience_seal(&made, &block, &bytes) == SKED_OK, "sked_experience_seal");
    cost_end(run);
    run->bound = (double)bytes;
}

static void experience_open(cost_run *run, uint32_t n) {
    sked_experience made = experience_of(2, n, 0, 1), opened;
    const void *block;
    size_t bytes;
    void *copy;
    cost_must(sked_experience_seal(&made, &block, &bytes) == SKED_OK, "sked_experience_seal");
    copy = cost_memory(bytes, 1);
    memcpy(copy, block, bytes);
    cost_begin(run);
    cost_must(sked_experience_open(&opened, copy, bytes) == SKED_OK, "sked_experience_open");
    cost_end(run);
    run->bound = (double)bytes;
}

static const cost_row rows[] = {
    {"sked_set_of", "O(size / SKED_WORD_BITS)", "any", 65536, set_of},
    {"sked_set_next", "O(size / SKED_WORD_BITS)", "the next is the last", 65536, set_next_far},
    {"sked_set_nth", "O(size / SKED_WORD_BITS)", "the last of all", 65536, set_nth_last},
    {"sked_set_next_run", "O(size / SKED_WORD_BITS + processors of the run)", "far away", 65536,
     set_run_far},
    {"sked_set_next_run", "O(size / SKED_WORD_BITS + processors of the run)", "of all", 65536,
     set_run_full},
    {"sked_set_format", "O(size)", "every second", 8192, set_format_runs},
    {"sked_set_parse", "O(length + size)", "every second", 4096, set_parse_runs},
    {"sked_set_parse", "O(1) for each processor as often as it is named", "all, often", 1024,
     set_parse_overlaps},
    {"sked_pick", "O(size), and your callback", "all but one", 65536, pick_lowest},
    {"sked_pick", "O(size), and your callback", "by a callback", 65536, pick_by_callback},
    {"sked_u128_div", "128 steps", "the largest number", 3, divide},
    {"sked_sort", "O(count log count)", "equal keys", 4096, sort_equal_keys},
    {"sked_sort", "O(count log count)", "up and down", 4096, sort_organ_pipe},
    {"sked_sort", "O(count log count)", "the least is split off", 4096, sort_by_ones},
    {"sked_seal", "O(bytes)", "any", 65536, seal},
    {"sked_seal_check", "O(bytes)", "any", 65536, seal_check},
    {"sked_map", "OLB, MET, MCT: O(n m)", "OLB", 128, map_olb},
    {"sked_map", "OLB, MET, MCT: O(n m)", "MET", 128, map_met},
    {"sked_map", "OLB, MET, MCT: O(n m)", "MCT", 128, map_mct},
    {"sked_map", "Min-min: O(n m) for each reading of the table", "few entries matter", 1024,
     map_min_min_few},
    {"sked_map", "At worst e is n m per reading", "all entries matter", 512, map_min_min_even},
    {"sked_map", "(at most 23; few where machines fill evenly)", "many readings", 256,
     map_min_min_again},
    {"sked_map", "Max-min, and min-min with an option: O(n n + u m)", "all choose again", 128,
     map_max_min},
    {"sked_map", "where u <= n n counts how often a job is looked at again", "equal machines", 128,
     map_max_min_even},
    {"sked_map", "Max-min, and min-min with an option: O(n n + u m)", "low memory", 128,
     map_low_memory},
    {"sked_map", "Max-min, and min-min with an option: O(n n + u m)", "least time", 128,
     map_least_time},
    {"sked_map", "The duplex by the sum abandons max-min", "equal machines", 128, map_duplex_sum},
    {"sked_map", "Sufferage: O(n n + u m), too", "equal machines", 128, map_sufferage},
    {"sked_map", "Sufferage in passes: O(n m) per pass", "one job a pass", 128, map_passes},
    {"sked_map_prepare", "O(n m)", "any", 128, map_prepare},
    {"sked_pjs", "There are at most n + 1 mappings", "each pair helps", 64, pjs_all_help},
    {"sked_pjs", "with SKED_PJS_GO_ON n c + 1", "no pair helps", 16, pjs_go_on},
    {"sked_pjs", "costs another O(n m + n c + c m)", "each pair helps", 64, pjs_completion},
    {"sked_pjs", "A job that no machine can run costs another O(c m)", "all", 32, pjs_no_machine},
    {"sked_pjs_prepare", "O(n (m + c) + c m)", "many jobs", 64, pjs_prepare_jobs},
    {"sked_pjs_prepare", "O(n (m + c) + c m)", "one job, many clusters", 128,
     pjs_prepare_clusters},
    {"sked_moments_deviation", "the root also takes 53 multiplications", "the largest", 64,
     moments_of},
    {"sked_experience_init", "O(bytes)", "any", 1024, experience_init},
    {"sked_experience_merge", "O(classes * resources)", "all fade", 16, experience_merge},
    {"sked_experience_predict", "otherwise O(resources)", "never observed", 4096,
     experience_predict_new},
    {"sked_experience_predict", "O(1) for a pair that was observed", "observed", 1024,
     experience_predict_known},
    {"sked_experience_seal", "O(bytes)", "any", 1024, experience_seal},
    {"sked_experience_open", "O(bytes)", "any", 1024, experience_open},
};

int main(int argc, char **argv) {
    return cost_table("core", rows, sizeof rows / sizeof rows[0], argc, argv);
}
