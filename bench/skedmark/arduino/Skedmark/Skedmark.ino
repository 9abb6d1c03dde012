/* Skedmark.ino: what scheduling decisions cost on this board; read it at 115200 baud. */
/* SPDX-License-Identifier: MIT */

/* The tab work.c says how large the work is. Before you publish numbers, say in ABOUT which board it
   is, its clock, wait states, caches, and where code and data are. */
#include <sked.h>
#include <skedmark/cycles.h>
#include <skedmark/skedmark.h>

#ifndef ABOUT
#define ABOUT "an Arduino board"
#endif

#if defined(__AVR__)

/* Cycles by timer 1, which Arduino has for PWM and Servo. */
#include <skedmark/avr.h>

enum { MHZ_OF_UNIT = F_CPU / 1000000 };
static const char unit[] = "cycle", flags[] = "-Os -flto";
static const uint32_t ticks_max = UINT32_MAX;
static void clock_begin() { port_init(); }
static uint32_t ticks() { return port_ticks(); }
static void end(int status) { port_exit(status); }

#elif defined(CYCLES_MAX)

enum { MHZ_OF_UNIT = F_CPU / 1000000 };
static const char unit[] = "cycle", flags[] = "-Os";
static const uint32_t ticks_max = CYCLES_MAX;
static void clock_begin() { cycles_begin(); }
static uint32_t ticks() { return cycles_now(); }
static void end(int) {}

#else

enum { MHZ_OF_UNIT = 1 };
static const char unit[] = "us", flags[] = "-Os";
static const uint32_t ticks_max = UINT32_MAX;
static void clock_begin() {}
static uint32_t ticks() { return micros(); }
static void end(int) {}

#endif

/* What is left to send must not interrupt what is measured next. */
static void put(char c) {
    Serial.write(c);
    if (c == '\n') {
        Serial.flush();
    }
}

static int mark() {
    skedmark_board board = {};
    board.ticks = ticks;
    board.put = put;
    board.unit = unit;
    board.about = ABOUT;
    board.flags = flags;
    board.units_per_second = MHZ_OF_UNIT * 1000000ul;
    board.processor_mhz = F_CPU / 1000000;
    board.ticks_max = ticks_max;
    return skedmark(&board);
}

void setup() {
    clock_begin();
    Serial.begin(115200);
    while (!Serial) {
    }
    end(mark());
}

void loop() {}
