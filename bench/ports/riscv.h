/* riscv.h: a port of bench.h to RISC-V: its own counters of instructions or cycles, semihosting. */
/* SPDX-License-Identifier: MIT */
#ifndef PORT_RISCV_H
#define PORT_RISCV_H

/* Instructions that were completed, on a board as under QEMU -icount shift=0; without -icount QEMU
   shows the host's time there, and with another shift 2^shift for each instruction. Define
   PORT_CYCLES on a board to read cycles instead. */

#include <stdint.h>

#include "semihost.h"

#ifndef __riscv
#error "riscv.h: not a RISC-V"
#elif defined(PORT_CYCLES)
#define PORT_UNIT "cycle"
#define PORT_COUNTER "rdcycle %0"
#else
#define PORT_UNIT "insn"
#define PORT_COUNTER "rdinstret %0"
#endif

static inline void port_init(void) {
}

/* The low 32 bits: differences are good up to four thousand million. */
static inline uint32_t port_ticks(void) {
    unsigned long count;

    __asm__ volatile(PORT_COUNTER : "=r"(count));
    return (uint32_t)count;
}

static inline void port_putc(char c) {
    semihost_putc(c);
}

static inline void port_exit(int status) {
    semihost_exit(status);
}

#endif
