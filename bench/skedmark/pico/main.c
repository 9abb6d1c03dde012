/* main.c: skedmark on a Raspberry Pi Pico, of either kind of processor. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "hardware/clocks.h"
#include "hardware/structs/xip_ctrl.h"
#include "pico/stdlib.h"

#define CYCLES_BY_SYSTICK               /* the SDK has no use for it */
#include "cycles.h"
#include "skedmark.h"

enum { PAUSE_MS = 10000, STACK_PAINTED = 2048 };

static void put(char c) {
    putchar_raw(c);
}

/* The flash's cache; it is flushed when the register has been read. */
#if PICO_RP2040
static void evict(void) {
    xip_ctrl_hw->flush = 1;
    (void)xip_ctrl_hw->flush;
}
#define EVICT evict
#else
#define EVICT NULL
#endif

static void mark(void) {
    const uint32_t hertz = clock_get_hz(clk_sys);
    const skedmark_board board = {
        .ticks = cycles_now, .put = put, .unit = "cycle",
        .about = PICO_BOARD ", code in flash behind a cache of 16 KiB, data in SRAM",
        .flags = "-O2", .units_per_second = hertz, .processor_mhz = hertz / 1000000,
        .ticks_max = CYCLES_MAX, .stack_bytes = STACK_PAINTED, .evict = EVICT};
    skedmark(&board);
}

/* Again and again, for whoever opens the terminal late. */
int main(void) {
    stdio_init_all();
    cycles_begin();
    for (;;) {
        sleep_ms(PAUSE_MS);
        mark();
    }
}
