/* pointers.h: bench_port.h's machine, as the functions of a skedmark_board. */
/* SPDX-License-Identifier: MIT */
#ifndef SKEDMARK_POINTERS_H
#define SKEDMARK_POINTERS_H

#include "skedmark.h"

static const skedmark_board *skedmark_board_now;     /* from the call of skedmark on */

#define PORT_UNIT (skedmark_board_now->unit)
#define PORT_TICKS_NUM (skedmark_board_now->units_numerator)
#define PORT_TICKS_DEN (skedmark_board_now->units_denominator)
#define PORT_TICKS_MASK (skedmark_board_now->ticks_max)

static inline uint32_t port_ticks(void) {
    return skedmark_board_now->ticks();
}

static inline void port_putc(char c) {
    skedmark_board_now->put(c);
}

#endif
