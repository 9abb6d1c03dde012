/* bare.c: skedmark on any port of bench/ports. */
/* SPDX-License-Identifier: MIT */

/* -DBENCH_PORT_H says which port, as for all programs of bench; without it, it is that of a POSIX
   system. A real board defines BOARD_MHZ and BOARD_UNITS_PER_SECOND; without them instructions are
   counted as if each took a microsecond. BOARD_CACHE_BYTES is what has to be written to empty all
   caches. */
#define _POSIX_C_SOURCE 200112L

#include <stddef.h>

#include "port.h"

#include "skedmark.h"

#ifndef BOARD_ABOUT
#define BOARD_ABOUT "emulated at 1 instruction per us"
#endif
#ifndef BOARD_MHZ
#define BOARD_MHZ 0
#endif
#ifndef BOARD_UNITS_PER_SECOND
#define BOARD_UNITS_PER_SECOND 1000000
#endif
#ifndef BOARD_STACK
#define BOARD_STACK 4096
#endif
#ifndef BENCH_FLAGS
#define BENCH_FLAGS "flags not stated"
#endif

#ifdef BOARD_CACHE_BYTES
enum { CACHE_LINE = 64 };

static void write_all(void) {
    static volatile unsigned char lake[BOARD_CACHE_BYTES];
    uint32_t i;
    for (i = 0; i < sizeof lake; i += CACHE_LINE) {
        lake[i]++;
    }
}
#define BOARD_EVICT write_all
#else
#define BOARD_EVICT NULL
#endif

static uint32_t ticks(void) {
    return (uint32_t)port_ticks();
}

static void put(char c) {
    port_putc(c);
}

int main(void) {
    static const skedmark_board board = {
        .ticks = ticks, .put = put, .unit = PORT_UNIT, .about = BOARD_ABOUT, .flags = BENCH_FLAGS,
        .units_per_second = BOARD_UNITS_PER_SECOND, .processor_mhz = BOARD_MHZ,
        .ticks_max = (uint32_t)PORT_TICKS_MASK, .units_numerator = PORT_TICKS_NUM,
        .units_denominator = PORT_TICKS_DEN, .stack_bytes = BOARD_STACK,
        .evict = BOARD_EVICT};
    port_init();
    port_exit(skedmark(&board));
    return 0;
}
