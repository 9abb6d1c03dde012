/* controller.c: what a command costs the controller of examples/controller.c, when it is full. */
/* SPDX-License-Identifier: MIT */

/* 48 boards, close to 64 jobs and 128 bookings: a day of 1,600 submissions and what comes between.
   A row for each of: a job that is submitted and starts at once, from the end of its line to the
   last byte of the answer; one that has to wait; an end; a booking; new widths. meter.h says what
   the columns are: the first call, a cold one, the median, the worst of the day, and the stack.
   Units are the port's: instructions on a Cortex-M3 under QEMU (tests/gates/controller.sh). */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#define SKED_WORD_BITS 32
#define SKED_DEPTH_MAX 1
#define SKED_KINDS_MAX 0
#define SKED_ACCOUNTS_MAX 0
#define SKED_QUEUE_OPTIONS 0
#define SKED_REFUSALS 0
#define SKED_AR_FANOUT 32

#include "../examples/controller_commands.h"

#include "bench.h"

#define METER_SAMPLES 1600
#include "meter.h"

enum { STARTED = 0, WAITING, FINISHED, BOOKED, WIDTHS, DAY_SUBMITS = 1600,
       STACK_PAINTED = 8192 };

static sked_align arena[CONTROLLER_ARENA / sizeof(sked_align)];
static sked_align kept[CONTROLLER_KEPT / sizeof(sked_align)];
static controller rack;
static uint32_t started;                    /* how many answers said so */

/* What is told goes into the hash, byte by byte; the second word of a line says what it is. */
static void listen(char c) {
    static uint32_t at;
    static char word;
    meter.hash = bench_hash_low_bytes(meter.hash, (unsigned char)c, 1);
    at = c == ' ' ? at + 1 : at;
    if (c == ' ' || c == '\n') {
        started += at == 2 && word == 's' && c == ' ';
        at = c == '\n' ? 0 : at;
        word = '\0';
    } else if (word == '\0') {
        word = c;
    }
}

static void no_reset(void) {
}

static uint32_t below(uint32_t bound) {
    return random_below(&meter.seed, bound);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void hear(char c) {
    controller_byte(&rack, c);
}

static const controller_board speaker = {hear, NULL, 0, no_reset};

static void say(const char *text) {
    controller_put(&speaker, text);
}

static void say_number(uint64_t value) {
    controller_put_number(&speaker, value);
}

static void say_ways(uint32_t ways) {
    uint32_t i, width = 0;
    for (i = 0; i < ways; i++) {
        width += 1 + below(5);
        say(i > 0 ? "," : " ");
        say_number(width);
        say(":");
        say_number(400 / (i + 1) + below(200));
    }
}

/* The line ends, and is obeyed. */
static void obey(void) {
    controller_byte(&rack, '\n');
}

static void obey_as(uint32_t kind) {
    meter_begin(kind);
    obey();
    meter_end(kind);
}

/* ---- a day ----------------------------------------------------------------------------------- */

/* Whether it starts or waits is known when it is over. */
static void submit(uint64_t id) {
    const uint32_t before = started;
    say("submit ");
    say_number(id);
    say_ways(1 + below(CONTROLLER_WAYS));
    meter_begin_either(STARTED, WAITING);
    obey();
    meter_end(started > before ? STARTED : WAITING);
}

static void finish_some(void) {
    const uint32_t first = below(CONTROLLER_JOBS);
    uint32_t i;
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        const controller_job *job = &rack.record->job[(first + i) % CONTROLLER_JOBS];
        if (job->ways > 0 && job->end != 0) {
            say("finish ");
            say_number(job->id);
            obey_as(FINISHED);
            return;
        }
    }
}

static void book(uint64_t id) {
    say("book ");
    say_number(id);
    say_ways(1 + below(3));
    say(" ");
    say_number((uint64_t)rack.record->now + 100 + below(20000));
    obey_as(BOOKED);
}

static void step(uint64_t id) {
    sked_ar_info calendar = {0};
    sked_queue_info queue = {0};
    meter_require(sked_ar_get_info(&rack.calendar, &calendar));
    meter_require(sked_queue_get_info(&rack.queue, &queue));
    if (queue.waiting + queue.running >= CONTROLLER_JOBS - below(24)) {
        finish_some();
    }
    submit(id);
    if (calendar.bookings < CONTROLLER_BOOKINGS) {
        book(id);
    }
    if (id % 50 == 0) {
        say("widths");
        obey_as(WIDTHS);
    }
    say("time ");
    say_number((uint64_t)rack.record->now + below(12));
    obey();
}

/* What was kept belongs to the day before. */
static void forget(void) {
    unsigned char *const bytes = (unsigned char *)kept;
    size_t i;
    for (i = 0; i < sizeof kept; i++) {
        bytes[i] = 0;
    }
}

/* A day is the same each time. */
static void day(void) {
    controller_board board = {listen, NULL, sizeof kept, no_reset};
    sked_status opened;
    uint64_t id;
    forget();
    board.kept = kept;
    meter.seed = 7;
    meter.ram = sizeof arena + sizeof rack;
    meter_require(controller_start(&rack, &board, arena, sizeof arena, &opened));
    for (id = 0; id < DAY_SUBMITS && meter.failures == 0; id++) {
        step(id);
    }
}

static int measure(void) {
    static const uint16_t jobs = CONTROLLER_JOBS;
    static const meter_family family = {
        .name = "controller", .run = day, .size = &jobs, .golden = UINT64_C(0xb543faae3e03cb2c),
        .operation = {"submit and start", "submit and wait", "finish", "book", "widths"}};
    bench_init();
    meter_calibrate();
    meter.evict = PORT_EVICT;
    meter.stack_bytes = STACK_PAINTED;
    bench_put("# row,level,family,operation,size,samples,first,cold,median,p99,max,ram,stack\n");
    return meter_measure("rack", &family).wrong;
}

#if defined(BENCH_PORT_H)

int main(void) {
    port_exit(measure());
    return 0;
}

#else

#include "command.h"

static const char help[] =
    "usage: controller\n"
    "\n"
    "Measures what a command costs the controller of examples/controller.c when it\n"
    "is full: 48 boards, close to 64 jobs and 128 bookings. Prints the first, cold,\n"
    "median, 99th percentile and worst time of each kind, in nanoseconds here and in\n"
    "instructions on an emulated board (tests/gates/controller.sh): some seconds.\n"
    "\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if the answers have their golden hash, 1 if not, 2 if an\n"
    "argument is wrong or something cannot run.\n";

int main(int count, char **words) {
    command_no_more(0, command_begin("controller", help, count, words), words);
    return measure();
}

#endif
