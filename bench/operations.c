/* operations.c: what each operation costs against the number of jobs, spans, nodes or tasks.
 *
 * SPDX-License-Identifier: MIT
 *
 * `operations --help` has its arguments. On a board it measures all rows, in the unit of the port.
 *
 * A row works at a size, and measures operations one by one: "cost,QUEUE,WHAT,SIZE,MEAN,MOST" in
 * units a call, without what the clock itself takes. What was decided is folded into a hash, which
 * must be the same on every target. OPERATIONS_PART=1, 2, 4, 8, 16 has the rows of mapping and
 * queue, of a site, a calendar, a tree, and of moldable tasks; OPERATIONS_MOST leaves larger sizes
 * out, OPERATIONS_ROOM is the memory. With OPERATIONS_SEPARATE the headers' code comes from another
 * file of the program. bench/tables/ has what it said. */
#define _POSIX_C_SOURCE 200112L
#if !defined(OPERATIONS_PART)
#define OPERATIONS_PART 31
#endif
#if !defined(OPERATIONS_MOST)
#define OPERATIONS_MOST 4096
#endif
#if !defined(OPERATIONS_ROOM)
#define OPERATIONS_ROOM 1048576
#endif
#if !defined(OPERATIONS_SEPARATE)
#define SKED_STATIC
#endif
#include "sched.h"
#if (OPERATIONS_PART & 4) != 0
#include "sched_ar.h"
#endif
#if (OPERATIONS_PART & 8) != 0
#include "sched_fattree.h"
#endif
#if (OPERATIONS_PART & 16) != 0
#include "sched_moldable.h"
#endif

#include "bench.h"
#include "draw.h"

/* In place of a hash: the row does not fit the memory, and is left out. */
#define NO_ROOM UINT64_C(0)

static sked_align room[OPERATIONS_ROOM / sizeof(sked_align)];

#if (OPERATIONS_PART & 29) != 0
/* Takes what a row needs from the room. */
static void *take(sked_mem mem, size_t bytes) {
    void *block = (mem.alloc)(mem.ctx, bytes);
    require(block == NULL ? SKED_E_MEMORY : SKED_OK);
    return block;
}
#endif

/* ---- meters --------------------------------------------------------------------------------- */

enum { METERS = 4 };

typedef struct meter {
    const char *what;               /* NULL: none */
    uint64_t start, ticks, most;
    uint32_t calls;
} meter;

static meter meters[METERS];
static uint32_t counted = METERS;   /* the meter whose operations callgrind counts: none */
static int warming;                 /* what is measured will be forgotten */
static uint64_t clock_ticks;        /* what a meter shows when nothing happens */

static void meter_begin(uint32_t which) {
    meters[which].start = port_ticks();
    if (which == counted && !warming) {
        bench_counted_begin();
    }
}

static void meter_end(uint32_t which) {
    meter *m = &meters[which];
    uint64_t ticks;
    if (which == counted && !warming) {
        bench_counted_end();
    }
    ticks = ((uint64_t)port_ticks() - m->start) & PORT_TICKS_MASK;
    ticks = ticks > clock_ticks ? ticks - clock_ticks : 0;
    m->ticks += ticks;
    m->most = ticks > m->most ? ticks : m->most;
    m->calls++;
}

/* From here on it counts. */
static void meters_clear(void) {
    static const meter none = {NULL, 0, 0, 0, 0};
    uint32_t i;
    warming = 0;
    for (i = 0; i < METERS; i++) {
        const char *const what = meters[i].what;
        meters[i] = none;
        meters[i].what = what;
    }
}

/* The least of several readings of nothing. */
static void meters_calibrate(void) {
    uint64_t least = UINT64_MAX;
    uint32_t i;
    for (i = 0; i < 16; i++) {
        meters_clear();
        clock_ticks = 0;
        meter_begin(0);
        meter_end(0);
        least = meters[0].ticks < least ? meters[0].ticks : least;
    }
    clock_ticks = least;
    meters_clear();
}

#if (OPERATIONS_PART & 1) != 0
#include "operations_queue.h"
#endif
#if (OPERATIONS_PART & 2) != 0
#include "operations_site.h"
#endif
#if (OPERATIONS_PART & 4) != 0
#include "operations_ar.h"
#endif
#if (OPERATIONS_PART & 8) != 0
#include "operations_fattree.h"
#endif
#if (OPERATIONS_PART & 16) != 0
#include "operations_moldable.h"
#endif

/* ---- rows ----------------------------------------------------------------------------------- */

typedef struct row {
    const char *name, *title;
    const char *const *what;        /* METERS of them; NULL: no more */
    uint32_t size;
    uint64_t (*run)(uint32_t size);
    uint64_t golden;
} row;

#if (OPERATIONS_PART & 1) != 0
static const char *const mapping[METERS] = {"sked_map", NULL, NULL, NULL};
#endif
#if (OPERATIONS_PART & 3) != 0
static const char *const passing[METERS] = {"submit", "finish", "plan and next", NULL};
#endif
#if (OPERATIONS_PART & 4) != 0
static const char *const booking[METERS] = {"find FF", "find PEDU_B", "add", "remove"};
#endif
#if (OPERATIONS_PART & 8) != 0
static const char *const placing[METERS] = {"find exact", "find greedy", "allocate", "free"};
#endif
#if (OPERATIONS_PART & 16) != 0
static const char *const planning[METERS] = {"create", "plan DEMT", "plan MAKESPAN", NULL};
#endif

/* Pinned: another hash is another decision, and needs a word in CHANGELOG.md. */
static const row rows[] = {
#if (OPERATIONS_PART & 1) != 0
    {"map_mct_8", "map MCT", mapping, 8, map_mct, UINT64_C(0x83eb9afb3e68c3ce)},
    {"map_mct_64", "map MCT", mapping, 64, map_mct, UINT64_C(0x7f1202ca7d1dfb42)},
    {"map_mct_256", "map MCT", mapping, 256, map_mct, UINT64_C(0xec591f75bd2d777f)},
    {"map_min_min_8", "map min-min", mapping, 8, map_min_min, UINT64_C(0xbd7e9a90e2973dbe)},
    {"map_min_min_64", "map min-min", mapping, 64, map_min_min, UINT64_C(0x6b29ad19e7564538)},
    {"map_min_min_256", "map min-min", mapping, 256, map_min_min, UINT64_C(0x8a782380c686c08c)},
    {"map_max_min_8", "map max-min", mapping, 8, map_max_min, UINT64_C(0x7a3b635e8e425243)},
    {"map_max_min_64", "map max-min", mapping, 64, map_max_min, UINT64_C(0x7f0f46f65eb2d592)},
    {"map_max_min_256", "map max-min", mapping, 256, map_max_min, UINT64_C(0x2e46f526f3bba908)},
    {"map_duplex_sum_8", "map duplex by sum", mapping, 8, map_duplex_sum,
     UINT64_C(0x3236fa9882149835)},
    {"map_duplex_sum_64", "map duplex by sum", mapping, 64, map_duplex_sum,
     UINT64_C(0x6b29ad19e7564538)},
    {"map_duplex_sum_256", "map duplex by sum", mapping, 256, map_duplex_sum,
     UINT64_C(0x8a782380c686c08c)},
    {"map_sufferage_8", "map sufferage", mapping, 8, map_sufferage, UINT64_C(0x748d36e70581f52c)},
    {"map_sufferage_64", "map sufferage", mapping, 64, map_sufferage, UINT64_C(0xbd5bdb7d1f50bf77)},
    {"map_sufferage_256", "map sufferage", mapping, 256, map_sufferage,
     UINT64_C(0x2ea152c35ee60276)},
    {"queue_easy_8", "queue EASY", passing, 8, queue_easy, UINT64_C(0x44ff914206ee2da5)},
    {"queue_easy_64", "queue EASY", passing, 64, queue_easy, UINT64_C(0x925893d8f6cecfeb)},
    {"queue_easy_256", "queue EASY", passing, 256, queue_easy, UINT64_C(0x080da8fb8860e911)},
    {"queue_conservative_8", "queue conservative", passing, 8, queue_conservative,
     UINT64_C(0xbfb2b1ca87282d8e)},
    {"queue_conservative_64", "queue conservative", passing, 64, queue_conservative,
     UINT64_C(0xd6308a1062af2600)},
    {"queue_conservative_256", "queue conservative", passing, 256, queue_conservative,
     UINT64_C(0x9ff585530a87084c)},
    {"tiers_measy_8", "tiers MEASY", passing, 8, tiers_measy, UINT64_C(0xa1f0ea32ab202826)},
    {"tiers_measy_64", "tiers MEASY", passing, 64, tiers_measy, UINT64_C(0x92e1a3de6ea918b8)},
    {"tiers_measy_256", "tiers MEASY", passing, 256, tiers_measy, UINT64_C(0xb19e3cf738d3f9ae)},
#endif
#if (OPERATIONS_PART & 2) != 0
    {"site_8", "site", passing, 8, site_row, UINT64_C(0x4191b7cf6d4db66d)},
    {"site_32", "site", passing, 32, site_row, UINT64_C(0x7fdd7e312270d8b7)},
    {"site_128", "site", passing, 128, site_row, UINT64_C(0xce869973dde34e5b)},
#endif
#if (OPERATIONS_PART & 4) != 0
    {"calendar_16", "calendar", booking, 16, calendar_row, UINT64_C(0x53f9458922454f6e)},
    {"calendar_64", "calendar", booking, 64, calendar_row, UINT64_C(0xa75cff47a11f0456)},
    {"calendar_256", "calendar", booking, 256, calendar_row, UINT64_C(0x632bcba2affb0943)},
    {"calendar_1024", "calendar", booking, 1024, calendar_row, UINT64_C(0x6e1b46ec36b50d80)},
    {"calendar_4096", "calendar", booking, 4096, calendar_row, UINT64_C(0xccb7e5660d3a8bad)},
#endif
#if (OPERATIONS_PART & 8) != 0
    {"tree_48", "tree", placing, 48, tree_48, UINT64_C(0x657f40ee5e334c35)},
    {"tree_192", "tree", placing, 192, tree_192, UINT64_C(0x9903ced91df07989)},
    {"tree_1024", "tree", placing, 1024, tree_1024, UINT64_C(0x55a635a1ee60c4f5)},
#endif
#if (OPERATIONS_PART & 16) != 0
    {"moldable_8", "moldable", planning, 8, tasks_row, UINT64_C(0x623bb74f3a6ade37)},
    {"moldable_32", "moldable", planning, 32, tasks_row, UINT64_C(0xc1a06baae0748dd5)},
    {"moldable_128", "moldable", planning, 128, tasks_row, UINT64_C(0x6bad9f20672b9c72)},
#endif
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static void put_meter(const row *of, const meter *m) {
    bench_put("cost,");
    bench_put(of->title);
    bench_put(",");
    bench_put(m->what);
    bench_put(",");
    bench_put_number(of->size, 10, 1);
    bench_put(",");
    bench_put_number((bench_units(m->ticks) + m->calls / 2) / m->calls, 10, 1);
    bench_put(",");
    bench_put_number(bench_units(m->most), 10, 1);
    bench_put("\n");
}

static void run_row(const row *of) {
    uint64_t hash;
    uint32_t i;
    for (i = 0; i < METERS; i++) {
        meters[i].what = of->what[i];
    }
    meters_clear();
    hash = of->run(of->size);
    if (hash == NO_ROOM) {
        bench_put("no room for ");
        bench_put(of->name);
        bench_put("\n");
        return;
    }
    for (i = 0; i < METERS && meters[i].what != NULL; i++) {
        if (meters[i].calls > 0) {
            put_meter(of, &meters[i]);
        }
    }
    (void)bench_expect_hash(of->name, hash, of->golden);
}

static void run_rows(void) {
    uint32_t i;
    for (i = 0; i < ROWS; i++) {
        if (rows[i].size <= OPERATIONS_MOST) {
            run_row(&rows[i]);
        }
    }
}

#if defined(BENCH_PORT_H)

int main(void) {
    bench_init();
    meters_calibrate();
    run_rows();
    port_exit(bench_finish());
    return 0;
}

#else

#include "command.h"

static void list_rows(void) {
    uint32_t i, w;
    for (i = 0; i < ROWS; i++) {
        for (w = 0; w < METERS && rows[i].what[w] != NULL; w++) {
            printf("%s,%s,%s,%lu\n", rows[i].name, rows[i].title, rows[i].what[w],
                   (unsigned long)rows[i].size);
        }
    }
}

/* Prints how many calls were counted, too: callgrind tells the sum. */
static void count_row(const char *name, const char *what) {
    uint32_t i, w;
    for (i = 0; i < ROWS; i++) {
        for (w = 0; w < METERS && rows[i].what[w] != NULL; w++) {
            if (strcmp(rows[i].name, name) == 0 && strcmp(rows[i].what[w], what) == 0) {
                counted = w;
                run_row(&rows[i]);
                printf("calls %lu\n", (unsigned long)meters[w].calls);
                return;
            }
        }
    }
    command_refuse(what, "is measured by no such row", "a row of `operations list`, and what it "
                   "measures");
}

static const char help[] =
    "usage: operations\n"
    "       operations list\n"
    "       operations count ROW OPERATION\n"
    "\n"
    "Measures what each operation costs against the number of jobs, bookings, nodes\n"
    "or tasks. Without arguments it measures all rows, as\n"
    "cost,ROW,OPERATION,SIZE,MEAN,WORST in nanoseconds a call, and compares all\n"
    "decisions with their golden hashes: under a second.\n"
    "\n"
    "  list             the rows, and the operations that each measures\n"
    "  count ROW OPERATION        for callgrind: this row, counting one operation\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if all hashes are right, 1 if one is wrong, 2 if an argument is\n"
    "wrong or something cannot run.\n";

static const char *mode_name(uint32_t i) {
    static const char *const names[] = {"list", "count"};
    return names[i];
}

int main(int count, char **words) {
    const uint32_t given = command_begin("operations", help, count, words);
    const uint32_t mode =
        given == 0 ? 2 : command_choice(words[1], "is no argument", mode_name, 2);
    command_no_more(mode == 1 ? 3 : 1, given, words);
    if (mode == 0) {
        list_rows();
        return 0;
    }
    if (mode == 1) {
        command_needs(3, given, words, "a row, and what it measures");
        count_row(words[2], words[3]);
        return bench_finish();
    }
    bench_init();
    meters_calibrate();
    run_rows();
    return bench_finish();
}

#endif
