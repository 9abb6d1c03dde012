/* avr.h: a port of bench.h to AVR with an USART, as simavr runs it. */
/* SPDX-License-Identifier: MIT */
#ifndef PORT_AVR_H
#define PORT_AVR_H

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

/* Golden hashes need no clock; this one counts its calls, and bench_init refuses it. */
#define PORT_UNIT "call"

static inline void port_init(void) {
    UCSR0B = 1 << TXEN0;
}

static inline uint32_t port_ticks(void) {
    static uint32_t calls;
    return ++calls;
}

static inline void port_putc(char c) {
    while ((UCSR0A & (1 << UDRE0)) == 0) {
    }
    UDR0 = (uint8_t)c;
}

/* Sleeping without interrupts ends the simulation. It has no status: read what was printed. */
static inline void port_exit(int status) {
    (void)status;
    cli();
    sleep_mode();
    for (;;) {
    }
}

#endif
