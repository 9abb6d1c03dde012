/* map_pins.c - quick tests of mapping, clusters and experience: random tables, pinned answers.
 *
 * SPDX-License-Identifier: MIT
 *
 * Tables of every kind (ties, large times, machines that are alike or not, jobs that cannot run
 * everywhere, some that are refused), every heuristic and option, clusters, machines that are down;
 * and what is learnt. Laws are checked beside the pins. The public interface only. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "../culprit.h"
#include "pins.h"

enum {
    HEURISTICS = SKED_HEURISTIC_COUNT_, JOBS_MAX = 160, MACHINES_MAX = 12, CLUSTERS_MAX = 4,
    ROOM = 12000
};
#define NEVER SKED_NEVER

static sked_align room[ROOM];
static sked_time times[JOBS_MAX * MACHINES_MAX], cluster_times[JOBS_MAX * CLUSTERS_MAX];
static sked_time free_from[MACHINES_MAX];
static sked_map_row rows[JOBS_MAX], others[JOBS_MAX];
static sked_pjs_row pjs_rows[JOBS_MAX];
static sked_word out_words[SKED_SET_WORDS((unsigned)JOBS_MAX)];
static sked_set left_out;

static void pin_result(const sked_map_result *result) {
    pin_time(result->makespan);
    pin_wide(result->job_times);
    pin((uint64_t)result->used);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* How times are drawn: few values and so ties; any; machines of their own speed; very long ones;
 * jobs that are long on all machines but one. */
static sked_time any_time(uint32_t kind, uint32_t job, uint32_t machine) {
    const uint32_t one = any_below(100);
    switch (kind) {
    case 0:
        return one % 4;
    case 1:
        return 1 + (sked_time)any_below(50000);
    case 2:
        return 10 + (sked_time)((job * 7 % 13 + one % 3) * (machine + 1));
    case 3:
        return (SKED_TIME_MAX >> (5 + one % 9)) - (sked_time)one;
    default:
        return job % 3 == machine % 3 ? 1 + (sked_time)one : 300 + (sked_time)(5 * one);
    }
}

/* Some entries say that the job cannot run there; `wrong` are what no table may hold. */
static void draw_times(uint32_t kind, uint32_t jobs, uint32_t machines, uint32_t nevers,
                       uint32_t wrong) {
    uint32_t i, m;
    for (i = 0; i < jobs; i++) {
        for (m = 0; m < machines; m++) {
            const sked_time time = any_time(kind, i, m);
            const int is_never = any_below(100) < nevers;
            times[i * machines + m] = is_never ? NEVER : time;
        }
    }
    for (; wrong > 0; wrong--) {
        i = any_below(jobs * machines);
        m = any_below(3);
        times[i] = m == 0 ? -1 : m == 1 ? SKED_TIME_MAX + 1 : SKED_TIME_MAX;
    }
}

static sked_map_request any_request(uint32_t number) {
    sked_map_request request = SKED_ZERO;
    const uint32_t style = any_below(20);
    uint32_t m;
    request.heuristic = SKED_OLB;
    request.options = 0;
    request.jobs = 1 + any_below(number % 8 == 7 ? JOBS_MAX : 24);
    request.machines = 1 + any_below(number % 8 == 7 ? MACHINES_MAX : 6);
    request.times = times;
    request.free_from = style % 2 == 0 ? NULL : free_from;
    for (m = 0; m < request.machines; m++) {
        free_from[m] = (sked_time)any_below(style < 10 ? 5 : 3000);
    }
    if (style == 1) {
        free_from[0] = any_below(2) == 0 ? -1 : SKED_TIME_MAX;
    }
    draw_times(number % 5, request.jobs, request.machines, style < 6 ? 30 : 3, style == 2);
    return request;
}

/* Leaves some out; rarely all, or of a set of another size. */
static const sked_set *any_left_out(uint32_t jobs) {
    const uint32_t style = any_below(16), step = style < 2 ? 1 : 2 + any_below(5);
    uint32_t job;
    if (style > 8) {
        return NULL;
    }
    left_out = sked_set_of(out_words, jobs - (style == 7 && jobs > 1));
    for (job = style == 0 ? 0 : any_below(jobs); job < left_out.size; job += step) {
        sked_set_add(&left_out, job);
    }
    return &left_out;
}

/* ---- maps ------------------------------------------------------------------------------------ */

static int is_left_out(const sked_set *set, uint32_t job) {
    return set != NULL && sked_set_has(set, job);
}

/* Each job has its time on its machine; none overlaps another, or comes before it is free there;
 * the result is the sum. */
static void check_map(const sked_map_request *request, const sked_set *out,
                      const sked_map_result *result) {
    sked_time makespan = 0, busy[MACHINES_MAX] = {0}, last[MACHINES_MAX] = {0};
    sked_u128 sum = {0, 0}, one = {0, 0};
    uint32_t i, m;
    for (i = 0; i < request->jobs; i++) {
        const sked_map_row *row = &rows[i];
        if (is_left_out(out, i)) {
            CHECK(row->machine == SKED_NONE && row->start == 0 && row->end == 0);
            continue;
        }
        m = row->machine;
        CHECK(row->end - row->start == times[i * request->machines + m]);
        CHECK(request->free_from == NULL || row->start >= free_from[m]);
        busy[m] += row->end - row->start;
        last[m] = row->end > last[m] ? row->end : last[m];
        makespan = row->end > makespan ? row->end : makespan;
        one.low = (uint64_t)row->end;
        sum = sked_u128_add(sum, one);
    }
    CHECK(makespan == result->makespan && sked_u128_compare(sum, result->job_times) == 0);
    for (m = 0; m < request->machines; m++) {
        CHECK(busy[m] == 0 ||
              last[m] == busy[m] + (request->free_from == NULL ? 0 : free_from[m]));
    }
}

static void pin_rows(uint32_t jobs) {
    uint32_t i;
    for (i = 0; i < jobs; i++) {
        pin_time(rows[i].start);
        pin_time(rows[i].end);
        pin(rows[i].machine);
    }
}

static sked_status run_map(const sked_map_request *request, const sked_set *out,
                           sked_map_result *result) {
    uint32_t job = SKED_NONE;
    size_t bytes = 0;
    unsigned char *behind;
    sked_status status = told(sked_map_bytes(request, &bytes));
    if (status != SKED_OK) {
        return status;
    }
    CHECK(bytes < sizeof(room));
    CHECK(map_prepare(request, room, bytes - 1, &job) == SKED_E_BLOCK);
    behind = (unsigned char *)room + bytes;
    *behind = 0xA5;
    status = told(map_prepare(request, room, bytes, &job));
    if (status == SKED_OK) {
        CHECK(sked_map_run(request, room, bytes - 1, out, rows, result) == SKED_E_BLOCK);
        status = told(sked_map_run(request, room, bytes, out, rows, result));
    }
    CHECK(*behind == 0xA5);
    pin(job);
    return status;
}

/* A plan is the same with little memory, but for the steps. */
static void check_low_memory(sked_map_request request, const sked_set *out,
                             const sked_map_result *result) {
    sked_map_result other;
    uint32_t i;
    request.options |= SKED_MAP_LOW_MEMORY;
    for (i = 0; i < request.jobs; i++) {
        others[i] = rows[i];
    }
    CHECK(run_map(&request, out, &other) == SKED_OK && other.makespan == result->makespan);
    for (i = 0; i < request.jobs; i++) {
        CHECK(rows[i].machine == others[i].machine && rows[i].start == others[i].start);
    }
}

static void map_one(uint32_t number) {
    sked_map_request request = any_request(number);
    const sked_set *out = any_left_out(request.jobs);
    sked_map_result result;
    uint32_t heuristic;
    for (heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        request.heuristic = (sked_heuristic)heuristic;
        request.options = any_below(5) == 0 ? SKED_MAP_LEAST_TIME : 0;
        if (run_map(&request, out, &result) == SKED_OK) {
            check_map(&request, out, &result);
            pin_rows(request.jobs);
            pin_result(&result);
            check_low_memory(request, out, &result);
        }
    }
}

static void test_maps(void) {
    enum { PLACES = 10, EACH = 8 };
    static const uint32_t pins[PLACES] = {
        0x9E9C71FB, 0x5C201EFF, 0x0040AF9B, 0x04871DBB, 0xD1E3EE78, 0xBBABA80B,
        0x964222E2, 0xF82DA959, 0xB242DFD3, 0x16F3FED5
    };
    uint32_t number;
    pins_begin(1);
    for (number = 0; number < PLACES * EACH; number++) {
        map_one(number);
        if (number % EACH == EACH - 1) {
            pins_compare(1, pins, number / EACH);
        }
    }
}

/* ---- clusters -------------------------------------------------------------------------------- */

static sked_word member_words[CLUSTERS_MAX][SKED_SET_WORDS((unsigned)MACHINES_MAX + 1)];
static sked_word up_words[SKED_SET_WORDS((unsigned)MACHINES_MAX)];
static sked_set members[CLUSTERS_MAX], up;
static sked_cluster clusters[CLUSTERS_MAX];

static void draw_clusters(sked_pjs_request *request) {
    const uint32_t machines = request->map.machines;
    uint32_t c, m;
    for (c = 0; c < request->clusters; c++) {
        members[c] = sked_set_of(member_words[c], machines + (any_below(80) == 0));
        for (m = any_below(3); m < machines; m += 1 + any_below(3)) {
            sked_set_add(&members[c], m);
        }
        clusters[c].members = &members[c];
        clusters[c].members_min = any_below(4);
        clusters[c].resource = 0;
    }
    for (m = 0; m < request->map.jobs * request->clusters; m++) {
        const sked_time time = any_time(4, m, m / 5) / 3;
        cluster_times[m] = any_below(6) == 0 ? NEVER : time;
    }
    request->cluster = clusters;
    request->cluster_times = cluster_times;
}

/* Those that are down run nothing: seldom that is not said of them. */
static void draw_up(sked_pjs_request *request) {
    const uint32_t machines = request->map.machines, forgets = any_below(30);
    uint32_t i, m;
    request->up = NULL;
    if (any_below(2) == 0) {
        return;
    }
    up = sked_set_of(up_words, machines);
    sked_set_fill(&up);
    for (m = any_below(machines); m < machines; m += 1 + any_below(machines)) {
        sked_set_remove(&up, m);
        for (i = forgets == 0; i < request->map.jobs; i++) {
            times[i * machines + m] = NEVER;
        }
    }
    request->up = &up;
}

/* Rows are of machines or clusters, with the result of their ends: never worse than the base. */
static void check_pjs(const sked_pjs_request *request, const sked_set *out,
                      const sked_pjs_result *result) {
    sked_time makespan = 0;
    uint32_t i, parallel = 0;
    for (i = 0; i < request->map.jobs; i++) {
        const sked_pjs_row *row = &pjs_rows[i];
        const int is_parallel = row->cluster != SKED_NONE;
        CHECK(is_left_out(out, i) ? row->machine == SKED_NONE && !is_parallel
                                  : (row->machine != SKED_NONE) != is_parallel);
        parallel += (uint32_t)is_parallel;
        makespan = row->end > makespan ? row->end : makespan;
        pin_time(row->start);
        pin_time(row->end);
        pin(row->machine);
        pin(row->cluster);
    }
    CHECK(makespan == result->plan.makespan && parallel == result->parallel);
    CHECK((request->options & SKED_PJS_MAKESPAN) != 0
              ? result->plan.makespan <= result->base.makespan
              : sked_u128_compare(result->plan.job_times, result->base.job_times) <= 0);
    pin_result(&result->plan);
    pin_result(&result->base);
    pin(result->mappings);
}

static void pjs_one(uint32_t number) {
    sked_pjs_request request = SKED_ZERO;
    sked_pjs_result result;
    const sked_set *out;
    uint32_t job = SKED_NONE;
    size_t bytes = 0;
    request.map = any_request(number);
    request.map.heuristic = (sked_heuristic)(number % 4 == 0 ? (uint32_t)SKED_DUPLEX_SUM
                                                             : any_below(HEURISTICS));
    request.map.options = any_below(6) == 0 ? any_below(4) : 0;
    request.options = any_below(4);
    request.clusters = any_below(CLUSTERS_MAX + 1);
    draw_clusters(&request);
    draw_up(&request);
    out = any_left_out(request.map.jobs);
    CHECK(told(sked_pjs_bytes(&request, &bytes)) == SKED_OK && bytes <= sizeof(room));
    CHECK(pjs_prepare(&request, room, bytes - 1, &job) == SKED_E_BLOCK);
    if (told(pjs_prepare(&request, room, bytes, &job)) == SKED_OK) {
        CHECK(sked_pjs_run(&request, room, bytes - 1, out, pjs_rows, &result) == SKED_E_BLOCK);
        if (told(sked_pjs_run(&request, room, bytes, out, pjs_rows, &result)) == SKED_OK) {
            check_pjs(&request, out, &result);
        }
    }
    pin(job);
}

static void test_clusters(void) {
    enum { PLACES = 12, EACH = 30 };
    static const uint32_t pins[PLACES] = {
        0xAB6622B1, 0x5D4D7E85, 0xA118CFB4, 0xB5B3F838, 0x303ADDF7, 0xD8592C83,
        0x4FA7EBAE, 0x4CBDB3E4, 0xFC485292, 0xD1F6237A, 0xFB3672A9, 0x1202B53F
    };
    uint32_t number;
    pins_begin(2);
    for (number = 0; number < PLACES * EACH; number++) {
        pjs_one(number);
        if (number % EACH == EACH - 1) {
            pins_compare(2, pins, number / EACH);
        }
    }
}

/* ---- experience ------------------------------------------------------------------------------ */

enum { CLASSES = 4, RESOURCES = 3, TABLES = 2 };
static sked_align tables_room[TABLES + 1][200];
static sked_experience tables[TABLES];

static void open_tables(uint32_t window) {
    static const uint32_t ratings[RESOURCES] = {1024, 333, 1u << 20};
    static const sked_time guesses[CLASSES] = {100, 0, SKED_OBSERVED_MAX, 7};
    sked_experience_settings settings = SKED_ZERO;
    uint32_t i;
    settings.classes = CLASSES;
    settings.resources = RESOURCES;
    settings.window = window;
    for (i = 0; i < TABLES; i++) {
        settings.ratings_q10 = i == 0 ? ratings : NULL;
        settings.guesses = i == 0 ? guesses : NULL;
        CHECK(sked_experience_init(&tables[i], &settings, tables_room[i],
                                   sizeof(tables_room[i])) == SKED_OK);
    }
}

static sked_time any_length(void) {
    const uint32_t style = any_below(20);
    return style == 0 ? -1 : style == 1 ? SKED_OBSERVED_MAX + (sked_time)any_below(2)
           : style < 9 ? (sked_time)any_below(12) : (sked_time)any_below(1000000);
}

static void look_at(const sked_experience *table, uint32_t class_of, uint32_t resource) {
    sked_moments moments = {0, {0, 0}, {0, 0}};
    sked_time length = -3;
    uint32_t deviations = any_below(5) * 700;
    if (told(sked_experience_get(table, class_of, resource, &moments)) == SKED_OK) {
        const sked_time mean = sked_moments_mean(&moments);
        const sked_time deviation = sked_moments_deviation(&moments);
        const sked_u128 variance = sked_moments_variance(&moments);
        CHECK(sked_u128_compare(sked_u128_mul((uint64_t)deviation, (uint64_t)deviation),
                                variance) <= 0);
        CHECK(mean >= 0 && (moments.count > 0 || (mean == 0 && deviation == 0)));
        pin(moments.count);
        pin_wide(moments.sum);
        pin_wide(moments.squares);
        pin_time(mean);
        pin_wide(variance);
    }
    told(sked_experience_predict(table, class_of, resource, deviations, &length));
    pin_time(length);
}

static void put_any(sked_experience *table, uint32_t class_of, uint32_t resource) {
    sked_moments moments = {0, {0, 0}, {0, 0}};
    const uint32_t style = any_below(6);
    moments.count = any_below(9);
    moments.sum = sked_u128_mul(moments.count, (uint64_t)SKED_OBSERVED_MAX);
    moments.squares = sked_u128_mul(moments.sum.low, (uint64_t)SKED_OBSERVED_MAX);
    moments.sum.low += style == 0;
    moments.squares.low += style == 1;
    moments.sum.high += style == 2;
    moments.squares.high += style == 3;
    moments.sum.low >>= style == 4 ? 30 : 0;
    told(sked_experience_set(table, class_of, resource, &moments));
}

/* What was saved is what is opened. */
static void save(sked_experience *table) {
    const void *block = NULL;
    size_t bytes = 0, i;
    unsigned char *saved = (unsigned char *)tables_room[TABLES];
    sked_experience opened;
    CHECK(sked_experience_seal(table, &block, &bytes) == SKED_OK);
    CHECK(bytes <= sizeof(tables_room[TABLES]));
    for (i = 0; i < bytes; i++) {
        saved[i] = ((const unsigned char *)block)[i];
    }
    CHECK(sked_experience_open(&opened, saved, bytes) == SKED_OK);
    look_at(&opened, any_below(CLASSES), 1);
    sked_experience_destroy(&opened);
}

static void learn(void) {
    const uint32_t which = any_below(TABLES), what = any_below(24);
    const uint32_t class_of = any_below(CLASSES + (any_below(30) == 0));
    const uint32_t resource = any_below(RESOURCES + (any_below(30) == 0));
    sked_experience *table = &tables[which];
    if (what < 15) {
        told(sked_experience_add(table, class_of, resource, any_length()));
    } else if (what == 15) {
        told(sked_experience_merge(table, &tables[1 - which]));
    } else if (what == 16) {
        put_any(table, class_of, resource);
    } else if (what == 17) {
        save(table);
    } else {
        look_at(table, class_of, resource);
    }
}

static void test_experience(void) {
    enum { PLACES = 6, STEPS = 150 };
    static const uint32_t windows[PLACES] = {2, 3, 8, 9, 64, SKED_WINDOW_MAX};
    static const uint32_t pins[PLACES] = {
        0xEB31B40E, 0xAC6D75FA, 0x79CE38EE, 0x65D5101D, 0x8F2475CD, 0xB96E0700
    };
    uint32_t place, step;
    pins_begin(3);
    for (place = 0; place < PLACES; place++) {
        open_tables(windows[place]);
        for (step = 0; step < STEPS; step++) {
            learn();
        }
        pins_compare(3, pins, place);
    }
}

/* A wrong rating or guess is refused wherever it is. */
static void test_wrong_settings(void) {
    uint32_t ratings[RESOURCES];
    sked_time guesses[CLASSES];
    sked_experience_settings settings = SKED_ZERO;
    size_t bytes = 0;
    uint32_t i, wrong;
    settings.classes = CLASSES;
    settings.resources = RESOURCES;
    settings.window = 8;
    settings.ratings_q10 = ratings;
    settings.guesses = guesses;
    for (wrong = 0; wrong <= CLASSES + RESOURCES; wrong++) {
        for (i = 0; i < RESOURCES; i++) {
            ratings[i] = i == wrong ? 0 : 1024;
        }
        for (i = 0; i < CLASSES; i++) {
            guesses[i] = RESOURCES + i == wrong ? -1 : 5;
        }
        CHECK(sked_experience_bytes(&settings, &bytes) ==
              (wrong < CLASSES + RESOURCES ? SKED_E_RANGE : SKED_OK));
    }
}

int main(void) {
    test_wrong_settings();
    test_maps();
    test_clusters();
    test_experience();
    return check_done("map_pins");
}
