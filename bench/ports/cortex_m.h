/* cortex_m.h: a port of bench.h to any Cortex-M: cycles by DWT or SysTick, text by semihosting. */
/* SPDX-License-Identifier: MIT */
#ifndef PORT_CORTEX_M_H
#define PORT_CORTEX_M_H

/* On a board both clocks count cycles of the processor. Under QEMU -icount shift=N every
   instruction takes 2^N ns and SysTick advances with PORT_CLOCK_HZ: with both told, ticks become
   instructions, exactly if an instruction takes no less than a tick. A program that includes this
   is one source file, as start_cortex_m.c calls port_systick. */

#include <stdint.h>

#include "semihost.h"

#if defined(PORT_ICOUNT_SHIFT) != defined(PORT_CLOCK_HZ)
#error "cortex_m.h: PORT_ICOUNT_SHIFT and PORT_CLOCK_HZ belong together"
#elif defined(PORT_ICOUNT_SHIFT)
#define PORT_UNIT "insn"
#define PORT_TICKS_NUM UINT64_C(1000000000)
#define PORT_TICKS_DEN ((uint64_t)(PORT_CLOCK_HZ) << (PORT_ICOUNT_SHIFT))
#else
#define PORT_UNIT "cycle"
#endif

/* Registers that every Cortex-M has at the same place. */
#define PORT_REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define PORT_SYSTICK_CONTROL PORT_REGISTER(0xe000e010u)
#define PORT_SYSTICK_RELOAD PORT_REGISTER(0xe000e014u)
#define PORT_SYSTICK_VALUE PORT_REGISTER(0xe000e018u)
#define PORT_INTERRUPT_STATE PORT_REGISTER(0xe000ed04u)
#define PORT_DEBUG_CONTROL PORT_REGISTER(0xe000edfcu)
#define PORT_DWT_CONTROL PORT_REGISTER(0xe0001000u)
#define PORT_DWT_CYCLES PORT_REGISTER(0xe0001004u)
#define PORT_DWT_LOCK PORT_REGISTER(0xe0001fb0u)

enum { PORT_SYSTICK_BITS = 24 };

/* 2: an exception at 0, which counts wraps. 0: none, so that it takes no stack from what is
   measured; times are wrong then. */
#if !defined(PORT_SYSTICK_EXCEPTION)
#define PORT_SYSTICK_EXCEPTION 2
#endif

typedef struct port_clock {
    volatile uint32_t wraps;            /* of SysTick, which has 24 bits */
    int has_dwt;
} port_clock;

static port_clock port_clocks;

void port_systick(void);

/* The exception at each wrap: some ten instructions in sixteen million ticks. */
void port_systick(void) {
    port_clocks.wraps++;
}

/* There is a cycle counter only if it is seen to count: emulators read 0 there, and some boards
   have the unit without the counter. */
static inline int port_dwt_starts(void) {
#if __ARM_ARCH >= 7
    uint32_t start;
    volatile uint32_t waits;

    PORT_DEBUG_CONTROL |= UINT32_C(1) << 24;
    PORT_DWT_LOCK = UINT32_C(0xc5acce55);
    PORT_DWT_CYCLES = 0;
    PORT_DWT_CONTROL |= 1;
    start = PORT_DWT_CYCLES;
    for (waits = 0; waits < 100; waits++) {
    }
    return PORT_DWT_CYCLES - start >= 100;
#else
    return 0;
#endif
}

static inline void port_init(void) {
    port_clocks.has_dwt = port_dwt_starts();
    if (!port_clocks.has_dwt) {
        PORT_SYSTICK_RELOAD = (UINT32_C(1) << PORT_SYSTICK_BITS) - 1;
        PORT_SYSTICK_VALUE = 0;
        PORT_SYSTICK_CONTROL = 5 + PORT_SYSTICK_EXCEPTION;  /* the processor's clock, on */
    }
}

/* SysTick counts down; at 0 its exception comes, which is pending for a moment. */
static inline uint32_t port_systick_ticks(void) {
    const uint32_t top = (UINT32_C(1) << PORT_SYSTICK_BITS) - 1;
    uint32_t wraps, value, pending;

    do {
        wraps = port_clocks.wraps;
        value = (0 - PORT_SYSTICK_VALUE) & top;
        pending = PORT_INTERRUPT_STATE >> 26 & 1;
    } while (wraps != port_clocks.wraps);
    if (pending && value < top / 2) {
        wraps++;
    }
    return (wraps << PORT_SYSTICK_BITS) + value;
}

static inline uint32_t port_ticks(void) {
    return port_clocks.has_dwt ? PORT_DWT_CYCLES : port_systick_ticks();
}

static inline void port_putc(char c) {
    semihost_putc(c);
}

static inline void port_exit(int status) {
    semihost_exit(status);
}

#endif
