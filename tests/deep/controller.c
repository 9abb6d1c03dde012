/* controller.c: lives of the controller of examples/controller.c: what no sequence of lines breaks.
 *
 * SPDX-License-Identifier: MIT
 *
 * After each line: no fault is told; queue and calendar are sound; no two jobs have one board; who
 * runs on a booked board is late; and the calendar has exactly the rest of all runs beside the
 * bookings. A controller reset after each save prints what one never reset does. */
#define SKED_STATIC
#define SKED_WORD_BITS 32
#define SKED_DEPTH_MAX 1
#define SKED_AR_FANOUT 32

#include "../../examples/controller_commands.h"

#define DEEP_NAME "controller"
#include "source.h"

enum { TOLD = 1 << 16, LIVES = 60, LINES = 220 };

typedef struct rack {
    controller controller;
    sked_align arena[CONTROLLER_ARENA / sizeof(sked_align)];
    sked_align kept[CONTROLLER_KEPT / sizeof(sked_align)];
    char told[TOLD];                    /* of the present line */
    size_t length;
    sked_status opened;
} rack;

static rack first, second;
static rack *listening;

static void listen(char c) {
    if (listening->length < TOLD - 1) {
        listening->told[listening->length++] = c;
        listening->told[listening->length] = '\0';
    }
}

static void come_up(rack *r);

static void reset(void) {
    come_up(listening);
}

static void come_up(rack *r) {
    controller_board board = {listen, NULL, sizeof r->kept, reset};
    board.kept = r->kept;
    listening = r;
    memset(r->arena, 0xA5, sizeof r->arena);
    CHECK(controller_start(&r->controller, &board, r->arena, sizeof r->arena, &r->opened) ==
          SKED_OK);
}

static void say(rack *r, const char *line) {
    listening = r;
    r->length = 0;
    r->told[0] = '\0';
    while (*line != '\0') {
        controller_byte(&r->controller, *line++);
    }
}

/* ---- what always holds ----------------------------------------------------------------------- */

/* The boards of all jobs that should still run, and of those that are late. No board twice. */
static void gather_runs(const source *from, const controller *c, sked_set *running,
                        sked_set *late) {
    sked_word words[CONTROLLER_WORDS], all_words[CONTROLLER_WORDS];
    sked_set own = sked_set_of(words, CONTROLLER_BOARDS);
    sked_set all = sked_set_of(all_words, CONTROLLER_BOARDS);
    sked_job_info info;
    uint32_t i;
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        const controller_job *job = &c->record->job[i];
        if (job->ways == 0) {
            continue;
        }
        agrees(from, sked_queue_get_job(&c->queue, job->id, &info, &own) == SKED_OK,
               "the queue knows each job");
        agrees(from, info.running == (job->end != 0), "who runs has an end");
        agrees(from, info.width == job->way[job->chosen].width, "the width is the chosen one");
        if (info.running) {
            const uint32_t before = sked_set_count(&all);
            sked_set_or(&all, &own);
            agrees(from, sked_set_count(&all) == before + info.width, "no board is had twice");
            sked_set_or(job->end > c->record->now ? running : late, &own);
        }
    }
}

/* The boards of all bookings that have begun. */
static void gather_booked(const controller *c, sked_set *booked) {
    sked_word words[CONTROLLER_WORDS];
    sked_set own = sked_set_of(words, CONTROLLER_BOARDS);
    sked_ar_booking r;
    uint32_t cursor = 0;
    while (sked_ar_next_booking(&c->calendar, &cursor, &r, &own) == SKED_OK) {
        if (r.start <= c->record->now && r.end > c->record->now) {
            sked_set_or(booked, &own);
        }
    }
}

static void check_state(const source *from, const controller *c) {
    sked_word running_words[CONTROLLER_WORDS], late_words[CONTROLLER_WORDS];
    sked_word booked_words[CONTROLLER_WORDS], busy_words[CONTROLLER_WORDS];
    sked_set running = sked_set_of(running_words, CONTROLLER_BOARDS);
    sked_set late = sked_set_of(late_words, CONTROLLER_BOARDS);
    sked_set booked = sked_set_of(booked_words, CONTROLLER_BOARDS);
    sked_set busy = sked_set_of(busy_words, CONTROLLER_BOARDS), told = {NULL, 0};
    sked_queue_info queue;
    sked_ar_info calendar;
    sked_span span;
    agrees(from, sked_queue_validate(&c->queue) == SKED_OK, "the queue is sound");
    agrees(from, sked_ar_validate(&c->calendar) == SKED_OK, "the calendar is sound");
    agrees(from, c->arena.freed_out_of_order == 0, "what was taken is given back in order");
    agrees(from, sked_queue_get_info(&c->queue, &queue) == SKED_OK &&
                     sked_ar_get_info(&c->calendar, &calendar) == SKED_OK &&
                     queue.bookings == calendar.bookings, "each is booked in the queue, too");
    gather_runs(from, c, &running, &late);
    gather_booked(c, &booked);
    agrees(from, sked_ar_record_at(&c->calendar, c->record->now, &span, &told) == SKED_OK,
           "the calendar knows now");
    sked_set_copy(&busy, &told);
    sked_set_andnot(&running, &busy);
    agrees(from, sked_set_count(&running) == 0, "the calendar has all runs");
    gather_runs(from, c, &running, &late);
    agrees(from, sked_set_count(&running) + sked_set_count(&booked) == sked_set_count(&busy),
           "runs and bookings share no board, and nothing else is in the calendar");
}

/* ---- lines ----------------------------------------------------------------------------------- */

static size_t put_ways(source *from, char *line, size_t at) {
    uint32_t ways = 1 + below(from, CONTROLLER_WAYS), width = 0, i;
    for (i = 0; i < ways; i++) {
        width += 1 + below(from, one_in(from, 8) ? 12 : 5);
        at += (size_t)sprintf(line + at, "%s%u:%u", i > 0 ? "," : " ", (unsigned)width,
                              1u + 300 / (i + 1) + below(from, 150));
    }
    return at;
}

static void put_boards(source *from, char *line, const char *word) {
    const uint32_t board = below(from, CONTROLLER_BOARDS - 3);
    sprintf(line, one_in(from, 2) ? "%s %u\n" : "%s %u-%u\n", word, (unsigned)board,
            (unsigned)board + below(from, 3));
}

/* The id of a job that runs, or any number. */
static unsigned some_job(source *from, const controller *c) {
    const uint32_t at = below(from, CONTROLLER_JOBS);
    uint32_t i;
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        const controller_job *job = &c->record->job[(at + i) % CONTROLLER_JOBS];
        if (job->ways > 0 && (job->end != 0 || one_in(from, 6))) {
            return (unsigned)job->id;
        }
    }
    return below(from, 200);
}

static void draw_line(source *from, const controller *c, unsigned number, char *line) {
    const unsigned now = (unsigned)c->record->now;
    size_t at;
    switch (below(from, 16)) {
    case 0: case 1: case 2: case 3: case 4:
        at = (size_t)sprintf(line, "submit %u", number);
        sprintf(line + put_ways(from, line, at), "\n");
        break;
    case 5: case 6: sprintf(line, "finish %u\n", some_job(from, c)); break;
    case 7: sprintf(line, "requeue %u\n", some_job(from, c)); break;
    case 8: sprintf(line, "cancel %u\n", some_job(from, c)); break;
    case 9: sprintf(line, "widths\n"); break;
    case 10: case 11:
        at = (size_t)sprintf(line, "book %u", number);
        at = put_ways(from, line, at);
        sprintf(line + at, " %u %u\n", now + below(from, 400), now + 200 + below(from, 3000));
        break;
    case 12: sprintf(line, "unbook %u\n", number - below(from, 40) % (number + 1)); break;
    case 13: put_boards(from, line, one_in(from, 3) ? "down" : "up"); break;
    case 14: sprintf(line, "status\n"); break;
    default: sprintf(line, "time %u\n", now + below(from, 300)); break;
    }
}

/* Two controllers; one of them is saved and reset again and again. */
static void live_of_seed(uint64_t seed) {
    source from = source_of(seed);
    char line[200];
    unsigned i;
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    come_up(&first);
    come_up(&second);
    for (i = 0; i < LINES; i++) {
        draw_line(&from, &first.controller, i, line);
        if (tracing) {
            printf("%s", line);
        }
        say(&first, line);
        say(&second, line);
        agrees(&from, strstr(first.told, "fault") == NULL, "no fault is told");
        agrees(&from, strncmp(first.told, "error", 5) == 0 || strcmp(first.told, second.told) == 0,
               "both tell the same");
        check_state(&from, &first.controller);
        if (one_in(&from, 8)) {
            say(&second, "save\n");
            say(&second, "reset\n");
            agrees(&from, second.opened == SKED_OK, "what was saved is opened");
        }
    }
}

/* ---- what was saved, and is damaged ---------------------------------------------------------- */

static void test_damage(void) {
    unsigned char *bytes = (unsigned char *)second.kept;
    size_t at;
    memset(second.kept, 0, sizeof second.kept);
    second.controller.record->saves = 1;
    say(&second, "save\n");
    come_up(&second);
    CHECK(second.opened == SKED_OK);
    for (at = 0; at < 44000; at += at < 64 ? 1 : 997) {
        bytes[at] ^= 0x10;
        come_up(&second);
        CHECK(second.opened == SKED_E_CORRUPT || second.opened == SKED_E_INCOMPATIBLE ||
              (second.opened == SKED_E_LENGTH && at < SKED_SEAL_BYTES));
        say(&second, "status\n");
        CHECK(strncmp(second.told, "0: 0 waiting, 0 running, 0 bookings", 35) == 0);
        bytes[at] ^= 0x10;
    }
    come_up(&second);
    CHECK(second.opened == SKED_OK);
}

/* What a reset finds, of this memory. */
static void find_kept(const unsigned char *kept, char *told) {
    memcpy(second.kept, kept, sizeof second.kept);
    come_up(&second);
    CHECK(second.opened == SKED_OK);
    say(&second, "status\n");
    strcpy(told, second.told);
}

/* Of a save, only the bytes before a place are written, or only those behind it: the old state is
 * found, or the new one. */
static void test_cut(void) {
    static unsigned char before[CONTROLLER_KEPT], after[CONTROLLER_KEPT], cut[CONTROLLER_KEPT];
    static char old[TOLD], fresh[TOLD], found[TOLD];
    unsigned save;
    size_t at;
    for (save = 0; save < 2; save++) {
        say(&second, "save\n");
        memcpy(before, second.kept, sizeof before);
        say(&second, save == 0 ? "submit 900001 48:10\n" : "submit 900002 48:10\n");
        say(&second, "save\n");
        memcpy(after, second.kept, sizeof after);
        find_kept(before, old);
        find_kept(after, fresh);
        CHECK(strcmp(old, fresh) != 0);
        for (at = 0; at < sizeof cut; at += 331) {
            memcpy(cut, after, at);
            memcpy(cut + at, before + at, sizeof cut - at);
            find_kept(cut, found);
            CHECK(strcmp(found, old) == 0 || strcmp(found, fresh) == 0);
            memcpy(cut, before, at);
            memcpy(cut + at, after + at, sizeof cut - at);
            find_kept(cut, found);
            CHECK(strcmp(found, old) == 0 || strcmp(found, fresh) == 0);
        }
        find_kept(after, found);
    }
}

/* One byte less than it needs to begin with, and an arena of nothing. */
static void test_small_arena(void) {
    controller_board board = {listen, NULL, 0, reset};
    const size_t used = first.controller.arena.used;
    sked_status opened;
    size_t bytes;
    CHECK(used <= CONTROLLER_ARENA);
    for (bytes = 0; bytes < used; bytes += bytes + 64 < used ? 64 : 1) {
        CHECK(controller_start(&first.controller, &board, first.arena, bytes, &opened) ==
              SKED_E_MEMORY);
    }
    CHECK(controller_start(&first.controller, &board, first.arena, used, &opened) == SKED_OK);
    say(&first, "save\n");
    CHECK(strncmp(first.told, "error at 1:5: ", 14) == 0);
}

/* ---- lines that are wrong -------------------------------------------------------------------- */

static void expect(const char *line, const char *answer) {
    say(&first, line);
    CHECK(strcmp(first.told, answer) == 0);
    if (strcmp(first.told, answer) != 0) {
        printf("%s: %s", line, first.told);
    }
}

static void test_wrong_lines(void) {
    memset(&first, 0, sizeof first);
    come_up(&first);
    expect("submit 1 4:100\n", "0: start 1 on 0-3 until 100\n");
    expect("submit 1 4:100\n", "error at 2:15: a live entry has this id already\n");
    expect("submit x 4:100\n", "error at 3:8: an id was expected, a number below 2^64\n");
    expect("submit 18446744073709551616 4:1\n",
           "error at 4:8: an id was expected, a number below 2^64\n");
    expect("submit 2 49:1\n",
           "error at 5:10: a number of boards was expected, up to 48, and rising\n");
    expect("submit 2 4:3,4:2\n",
           "error at 6:14: a number of boards was expected, up to 48, and rising\n");
    expect("submit 2 4\n", "error at 7:11: a : was expected, between boards and seconds\n");
    expect("submit 2 4:0\n", "error at 8:12: a number of seconds was expected, from 1 on\n");
    expect("submit 2 1:9,2:8,3:7,4:6,5:5\n",
           "error at 9:26: at most 4 ways to run a job were expected\n");
    expect("submit 2 4:1 x\n", "error at 10:14: the end of the line was expected\n");
    expect("finish 2\n", "error at 11:9: no live entry has this id\n");
    expect("time -1\n", "error at 12:6: a time was expected, in seconds\n");
    expect("time 9\n", "");
    expect("time 8\n",
           "error at 14:7: time runs backwards: an earlier call carried a later time\n");
    expect("down 3-2\n", "error at 15:8: boards were expected, as 0-3,9\n");
    expect("down 48\n", "error at 16:6: boards were expected, as 0-3,9\n");
    expect("unbook 7\n", "error at 17:9: no live entry has this id\n");
    expect("book 1 4:1 5\n",
           "error at 18:13: the time is before the calendar's base: it has been trimmed\n");
    expect("widths\n", "error at 19:7: there is no task to plan\n");
    expect("finishes 1\n",
           "error at 20:1: a command was expected: time, submit, finish, requeue, cancel, "
           "widths, book, unbook, down, up, status, save or reset\n");
    expect("  # a remark\n", "");
    expect("\r\n", "");
    CHECK(first.controller.line.refused == 18);
}

/* As many lines as there are places, and one more; a line that is too long. */
static void test_full(void) {
    char line[300];
    unsigned i;
    come_up(&first);
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        sprintf(line, "submit %u 48:1000\n", i);
        say(&first, line);
        CHECK(strncmp(first.told, "0: ", 3) == 0);
    }
    expect("submit 64 1:1\n",
           "error at 65:14: the object is full: one of its limits (..._max) is reached\n");
    for (i = 0; i < CONTROLLER_BOOKINGS; i++) {
        sprintf(line, "book %u 48:10 %u\n", i, 2000 + 20 * i);
        say(&first, line);
        CHECK(strstr(first.told, "book") != NULL);
    }
    say(&first, "book 999 1:1 1000\n");
    CHECK(strstr(first.told, "the object is full") != NULL);
    memset(line, 'x', sizeof line);
    line[298] = '\n';
    line[299] = '\0';
    expect(line, "error at 195:121: the end of the line was expected by here\n");
    say(&first, "time 100000\n");
    say(&first, "status\n");
    CHECK(strstr(first.told, ": 63 waiting, 1 running, 0 bookings") != NULL);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void test_all(void) {
    try_seeds(1, LIVES, live_of_seed);
    test_damage();
    test_cut();
    test_small_arena();
    test_wrong_lines();
    test_full();
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, live_of_seed);
}
