/* semihost.h: text and an exit status for the host that debugs or emulates: ARM and RISC-V. */
/* SPDX-License-Identifier: MIT */
#ifndef PORT_SEMIHOST_H
#define PORT_SEMIHOST_H

#include <stdint.h>

enum { SEMIHOST_WRITE_CHARACTER = 0x03, SEMIHOST_EXIT_EXTENDED = 0x20 };

/* The reason that stands for an exit of the program's own: "application exit". */
enum { SEMIHOST_APPLICATION_EXIT = 0x20026 };

#if defined(__riscv)

/* In start_riscv.S: its three instructions must stand together, each of four bytes. */
extern long semihost_call(long operation, const void *block);

#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

static inline long semihost_call(long operation, const void *block) {
    register long result __asm__("r0") = operation;
    register const void *argument __asm__("r1") = block;

    __asm__ volatile("bkpt 0xab" : "+r"(result) : "r"(argument) : "memory");
    return result;
}

#else
#error "semihost.h: neither a Cortex-M nor RISC-V"
#endif

static inline void semihost_putc(char c) {
    (void)semihost_call(SEMIHOST_WRITE_CHARACTER, &c);
}

/* The status reaches the host as it is; the plain exit call knows but 0 and 1. */
static inline void semihost_exit(int status) {
    long block[2];

    block[0] = SEMIHOST_APPLICATION_EXIT;
    block[1] = status;
    (void)semihost_call(SEMIHOST_EXIT_EXTENDED, block);
    for (;;) {
    }
}

#endif
