/* controller.c: what a command costs the controller of examples/controller.c, when it is full. */
/* SPDX-License-Identifier: MIT */

/* 48 boards, close to 64 jobs and 128 bookings. Prints the median and the largest of: a job
   that is submitted and starts at once, from the end of its line to the last byte of the answer;
   one that has to wait; an end; a booking; new widths. Units are the port's: instructions on a
   Cortex-M3 or RISC-V under QEMU -icount (tests/gates/controller.sh runs it so). */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#define SKED_WORD_BITS 32
#define SKED_DEPTH_MAX 1
#define SKED_REFUSALS 0
#define SKED_AR_FANOUT 32

#include "../examples/controller_commands.h"

#include "bench.h"

enum { KINDS = 5, SAMPLES = 1000, STARTED = 0, WAITING, FINISHED, BOOKED, WIDTHS };

static const char *const names[KINDS] = {"submit, and start", "submit, and wait", "finish",
                                         "book", "widths"};
static uint32_t sample[KINDS][SAMPLES];
static uint32_t samples[KINDS];

static sked_align arena[CONTROLLER_ARENA / sizeof(sked_align)];
static sked_align kept[CONTROLLER_KEPT / sizeof(sked_align)];
static controller rack;
static uint64_t seed = 7, hash = BENCH_HASH_START;
static uint32_t told[KINDS];                /* lines of an answer, by what they say */

/* What is told goes into the hash, byte by byte; the second word of a line says what it is. */
static void listen(char c) {
    static uint32_t at;
    static char word;
    hash = bench_hash_low_bytes(hash, (unsigned char)c, 1);
    at = c == ' ' ? at + 1 : at;
    if (c == ' ' || c == '\n') {
        told[STARTED] += at == 2 && word == 's' && c == ' ';
        at = c == '\n' ? 0 : at;
        word = '\0';
    } else if (word == '\0') {
        word = c;
    }
}

static void no_reset(void) {
}

static uint32_t below(uint32_t bound) {
    uint64_t z = (seed += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ (z >> 31)) % bound);
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

static void note(uint32_t kind, uint64_t ticks) {
    if (samples[kind] < SAMPLES) {
        sample[kind][samples[kind]++] = (uint32_t)bench_units(ticks);
    }
}

/* The line ends, and is obeyed. */
static uint64_t obeyed(void) {
    const uint64_t start = port_ticks();
    controller_byte(&rack, '\n');
    return (port_ticks() - start) & PORT_TICKS_MASK;
}

/* ---- a life ---------------------------------------------------------------------------------- */

static void submit(uint64_t id) {
    const uint32_t before = told[STARTED];
    uint64_t ticks;
    say("submit ");
    say_number(id);
    say_ways(1 + below(CONTROLLER_WAYS));
    ticks = obeyed();
    note(told[STARTED] > before ? STARTED : WAITING, ticks);
}

static void finish_some(void) {
    const uint32_t first = below(CONTROLLER_JOBS);
    uint32_t i;
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        const controller_job *job = &rack.record->job[(first + i) % CONTROLLER_JOBS];
        if (job->ways > 0 && job->end != 0) {
            say("finish ");
            say_number(job->id);
            note(FINISHED, obeyed());
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
    note(BOOKED, obeyed());
}

static void step(uint64_t id) {
    sked_ar_info calendar;
    sked_queue_info queue;
    if (sked_ar_get_info(&rack.calendar, &calendar) != SKED_OK ||
        sked_queue_get_info(&rack.queue, &queue) != SKED_OK) {
        bench_refuse("the controller is damaged");
    }
    if (queue.waiting + queue.running >= CONTROLLER_JOBS - below(24)) {
        finish_some();
    }
    submit(id);
    if (calendar.bookings < CONTROLLER_BOOKINGS) {
        book(id);
    }
    if (id % 50 == 0) {
        say("widths");
        note(WIDTHS, obeyed());
    }
    say("time ");
    say_number((uint64_t)rack.record->now + below(12));
    (void)obeyed();
}

static void print_kind(uint32_t kind) {
    uint64_t *sorted = bench_samples(0);
    uint32_t i;
    for (i = 0; i < samples[kind]; i++) {
        sorted[i] = sample[kind][i];
    }
    bench_put(names[kind]);
    bench_put(": ");
    bench_put_number(samples[kind], 10, 1);
    if (samples[kind] > 0) {
        bench_sort(sorted, samples[kind]);
        bench_put(" times, median ");
        bench_put_number(bench_quartile(sorted, samples[kind], 2), 10, 1);
        bench_put(", largest ");
        bench_put_number(sorted[samples[kind] - 1], 10, 1);
    }
    bench_put(" " PORT_UNIT "\n");
}

static int measure(void) {
    controller_board board = {listen, NULL, sizeof kept, no_reset};
    sked_status opened;
    uint32_t kind;
    uint64_t id;
    bench_init();
    board.kept = kept;
    if (controller_start(&rack, &board, arena, sizeof arena, &opened) != SKED_OK) {
        bench_refuse("the controller does not start");
    }
    for (id = 0; id < 1600; id++) {
        step(id);
    }
    for (kind = 0; kind < KINDS; kind++) {
        print_kind(kind);
    }
    (void)bench_expect_hash("transcript", hash, UINT64_C(0xb543faae3e03cb2c));
    return bench_finish();
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
    "is full: 48 boards, close to 64 jobs and 128 bookings. Prints the median and\n"
    "the largest time, in nanoseconds here and in instructions on an emulated board\n"
    "(tests/gates/controller.sh): under a second.\n"
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
