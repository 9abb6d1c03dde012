/* readers.c - fuzz target: all that examples/ and bench/ read from files that people write.
 *
 * SPDX-License-Identifier: MIT
 *
 * The first letter of a file tells who reads what follows its first line:
 *
 *     b  commands of a booking desk         m  moldable tasks           s  a site; behind a line =
 *     c  a script of a queue with tiers     r  bookings                    the day there
 *     e  a table of run times               h  lists of nodes           t  a tree or blocks
 *     x  what an experience was saved as    n  a shape, as 4x4x3        w  a trace, in SWF
 *
 * No file is touched: what is opened by name is what was written last, or the text itself. */
#define _POSIX_C_SOURCE 200809L     /* fmemopen, open_memstream */
#include "../check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"

#define FUZZ_NAME "readers"

/* ---- files that are none --------------------------------------------------------------------- */

static char *reader_text, *reader_written;
static size_t reader_size, reader_written_size;

static FILE *reader_memory(char *text, size_t size) {
    return size > 0 ? fmemopen(text, size, "rb") : NULL;
}

static FILE *reader_open(const char *name, const char *mode) {
    (void)name;
    if (mode[0] != 'r') {
        free(reader_written);
        reader_written = NULL;
        return open_memstream(&reader_written, &reader_written_size);
    }
    return reader_written != NULL ? reader_memory(reader_written, reader_written_size)
                                  : reader_memory(reader_text, reader_size);
}

static int reader_rename(const char *from, const char *to) {
    (void)from;
    (void)to;
    return 0;
}

static int reader_remove(const char *name) {
    (void)name;
    return 0;
}

#define fopen reader_open
#define rename reader_rename
#define remove reader_remove
#define main booking_main
#define usage booking_text
#include "../../examples/booking.c"
#undef usage
#undef main
#include "../../examples/bookings.h"
#include "../../examples/site_day.h"
#include "../../examples/site_learnt.h"

/* After those above, which have variables with the names of types of these. */
#include "../../examples/moldable_file.h"
#include "../../examples/topology_file.h"
#define main tiers_main
#include "../../examples/tiers.c"
#undef main
#undef fopen
#undef rename
#undef remove

/* ---- who reads ------------------------------------------------------------------------------- */

static void read_commands(FILE *file) {
    (void)serve(file, "commands", 0);
}

static void read_script(FILE *file) {
    static script s;
    memset(&s, 0, sizeof s);
    memset(&queue, 0, sizeof queue);
    memset(jobs, 0, sizeof jobs);
    jobs_count = 0;
    said_chars = 0;
    decided_count = 0;
    tiers.policy = (sked_tiers_policy)(reader_size % 3);
    tiers.migration = MIGRATION;
    tiers.usage_limit_permille = USAGE_LIMIT;
    tiers.usage.usage = usage_of;
    s.file = file;
    s.name = "script";
    (void)play(&s);
}

static void read_table(FILE *file) {
    int64_t times[12];
    uint32_t decimals;
    workload_fault fault;
    if (workload_read_etc(file, 4, 3, times, &decimals, &fault)) {
        int at;
        for (at = 0; at < 12; at++) {
            CHECK(times[at] == WORKLOAD_NEVER || times[at] >= 0);
            workload_print_decimal(stdout, times[at], decimals, 6);
        }
    }
}

static void read_tasks(FILE *file) {
    molding_tasks all;
    if (molding_tasks_read(&all, file, "tasks")) {
        molding_tasks_drop(&all);
    }
}

static void read_bookings(FILE *file) {
    bookings booked;
    (void)file;
    (void)bookings_read(&booked, "bookings", 70);
    bookings_drop(&booked);
}

static void read_topology(FILE *file) {
    topology tree;
    if (topology_read(&tree, file, "topology")) {
        sked_fattree made;
        memset(&made, 0, sizeof made);
        CHECK(sked_fattree_create(&made, &tree.settings, heap_mem()) == SKED_OK);
        CHECK(sked_fattree_validate(&made) == SKED_OK);
        sked_fattree_destroy(&made);
        topology_drop(&tree);
    }
}

static void read_lists(FILE *file) {
    hostlist list;
    uint32_t left = 3000;               /* a range may have a thousand million names */
    (void)file;
    hostlist_begin(&list, reader_text, reader_text + reader_size);
    while (left > 0 && hostlist_next(&list)) {
        CHECK(strlen(list.name) <= HOSTLIST_CHARS);
        left--;
    }
}

static void read_shape(FILE *file) {
    char text[24];
    uint32_t fan_out[4], levels, at;
    uint64_t nodes = 1;
    topology tree;
    const size_t size = reader_size < sizeof text ? reader_size : sizeof text - 1;
    (void)file;
    memcpy(text, reader_text, size);
    text[size] = '\0';
    levels = topology_shape_of(text, fan_out, 4);
    for (at = 0; at < levels && at < 4; at++) {
        nodes = nodes < 5000 ? nodes * fan_out[at] : nodes;
    }
    if (levels > 0 && levels <= 4 && nodes < 5000 &&
        topology_make(&tree, fan_out, levels) == SKED_OK) {
        CHECK(tree.settings.processors == nodes);
        topology_drop(&tree);
    }
}

/* A trace that was read is written so that it reads the same. */
static void read_trace(FILE *file) {
    workload load, again;
    workload_fault fault;
    FILE *written;
    if (!workload_read_swf(file, (uint32_t)(reader_size % 2) * 64, &load, &fault)) {
        return;
    }
    written = reader_open("trace", "w");
    CHECK(workload_write_swf(written, &load, NULL, "again"));
    (void)fclose(written);
    written = reader_open("trace", "r");
    CHECK(workload_read_swf(written, 0, &again, &fault) && again.count == load.count);
    (void)fclose(written);
    workload_drop(&again);
    workload_drop(&load);
}

/* A site, and the day behind the line = */
static void read_site(FILE *file) {
    static site_file site;
    site_day day;
    char *text = reader_text, *end = NULL;
    size_t at;
    for (at = 0; at + 3 <= reader_size && end == NULL; at++) {
        end = memcmp(text + at, "\n=\n", 3) == 0 ? text + at : NULL;
    }
    memset(&day, 0, sizeof day);
    if (end == NULL || end == text) {
        (void)site_file_read(file, "site", &site);
        return;
    }
    file = reader_memory(text, (size_t)(end - text));
    at = reader_size - (size_t)(end + 3 - text);
    if (file != NULL && site_file_read(file, "site", &site) && at > 0) {
        FILE *second = reader_memory(end + 3, at);
        (void)site_day_read(second, "day", &site, &day);
        (void)fclose(second);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    site_day_drop(&day);
}

enum { EXPERIENCE_KIND = 0x45585045 };  /* of its seal: what it says is looked at only then */

/* Writes over what a new experience of the site holds. The seal is mended, but for odd sizes. */
static void overwrite(site_learnt *learnt) {
    unsigned char *block = (unsigned char *)learnt->block;
    size_t at;
    for (at = 0; at < reader_size && at < learnt->bytes; at++) {
        block[learnt->bytes - 1 - at] ^= (unsigned char)reader_text[at];
    }
    if (reader_size % 2 == 0) {
        sked_seal(block, learnt->bytes, EXPERIENCE_KIND);
    }
}

/* The experience of a small site, damaged: it is refused, or it can be used. */
static void read_experience(FILE *file) {
    static char small[] = "machines a 2 rating 1 memory 8\nqueue q priority 0\nuser u\n"
                          "class k memory 1 guess 10\ntimes k a 5\n";
    static site_file site;
    site_learnt learnt;
    FILE *written;
    file = reader_memory(small, sizeof small - 1);
    CHECK(site_file_read(file, "small", &site) && site_learnt_make(&site, &learnt));
    (void)fclose(file);
    overwrite(&learnt);
    written = reader_open("learnt", "w");
    site_learnt_write(written, &learnt, learnt.block, learnt.bytes);
    CHECK(!ferror(written));
    (void)fclose(written);
    (void)site_learnt_load("learnt", &learnt);
    site_learnt_drop(&learnt);
}

/* ---- all of them ----------------------------------------------------------------------------- */

typedef struct reader {
    char letter;
    void (*read)(FILE *file);
} reader;

static const reader readers[] = {
    {'b', read_commands}, {'c', read_script}, {'e', read_table}, {'h', read_lists},
    {'m', read_tasks}, {'n', read_shape}, {'r', read_bookings}, {'s', read_site},
    {'t', read_topology}, {'w', read_trace}, {'x', read_experience},
};

enum { READERS = (int)(sizeof readers / sizeof readers[0]) };

static void fuzz_bytes(const unsigned char *bytes, size_t size) {
    const unsigned char *begin = size > 0 ? (const unsigned char *)memchr(bytes, '\n', size) : NULL;
    FILE *file;
    int at = 0;
    while (begin != NULL && at < READERS && readers[at].letter != (char)bytes[0]) {
        at++;
    }
    if (begin == NULL || at == READERS || begin + 1 == bytes + size) {
        return;
    }
    reader_size = size - (size_t)(begin + 1 - bytes);
    reader_text = (char *)malloc(reader_size);
    file = reader_text != NULL ? reader_memory(reader_text, reader_size) : NULL;
    if (file != NULL) {
        memcpy(reader_text, begin + 1, reader_size);
        readers[at].read(file);
        (void)fclose(file);
    }
    free(reader_text);
    free(reader_written);
    reader_text = reader_written = NULL;
}

#include "replay.h"
