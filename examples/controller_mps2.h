/* controller_mps2.h: the board MPS2 AN385 (Cortex-M3) of a controller: a UART, memory, a reset. */
/* SPDX-License-Identifier: MIT */
#ifndef CONTROLLER_MPS2_H_INCLUDED
#define CONTROLLER_MPS2_H_INCLUDED

/* For another board write these functions anew. Start, vectors and sections are those of
   bench/ports; tests/gates/controller.sh builds and runs the image. */

#include <stdint.h>

#include "ports/semihost.h"

void port_systick(void);

#define MPS2_REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define MPS2_UART_DATA MPS2_REGISTER(0x40004000u)
#define MPS2_UART_STATE MPS2_REGISTER(0x40004004u)      /* bit 0: cannot send; bit 1: received */
#define MPS2_UART_CONTROL MPS2_REGISTER(0x40004008u)
#define MPS2_UART_DIVISOR MPS2_REGISTER(0x40004010u)
#define MPS2_RESET_CONTROL MPS2_REGISTER(0xe000ed0cu)

static inline void board_start(void) {
    MPS2_UART_DIVISOR = 217;            /* 25 MHz / 115,200 */
    MPS2_UART_CONTROL = 3;              /* send and receive */
}

/* The next byte of the stream: here a stream of bytes never ends by itself. */
static inline int board_get(void) {
    while ((MPS2_UART_STATE & 2) == 0) {
    }
    return (int)(MPS2_UART_DATA & 0xff);
}

static inline void board_put(char c) {
    while ((MPS2_UART_STATE & 1) != 0) {
    }
    MPS2_UART_DATA = (unsigned char)c;
}

/* The first SRAM of the board, which no section is in, stands for memory with a battery. */
static inline void *board_kept(void) {
    return (void *)(uintptr_t)0x20000000u;
}

/* A reset of the whole system, as a watchdog makes it: does not return. */
static inline void board_reset(void) {
    MPS2_RESET_CONTROL = 0x05fa0004u;
    for (;;) {
    }
}

static inline int board_was_reset(void) {
    return 0;
}

/* Ends the emulator, too. */
static inline void board_end(int status) {
    semihost_exit(status);
}

#endif
