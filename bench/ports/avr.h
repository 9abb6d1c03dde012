/* avr.h: a port of bench.h to AVR with an USART, as simavr runs it. */
/* SPDX-License-Identifier: MIT */
#ifndef PORT_AVR_H
#define PORT_AVR_H

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

/* Cycles by timer 1, of which an interrupt counts the wraps: some 50 cycles in 65,536. A program
   that includes this is one source file. */
#define PORT_UNIT "cycle"

static volatile uint16_t port_wraps;

ISR(TIMER1_OVF_vect) {
    port_wraps++;
}

static inline void port_init(void) {
    UCSR0B = 1 << TXEN0;
    TCCR1A = 0;
    TCCR1B = 1 << CS10;                 /* the processor's clock */
    TIMSK1 = 1 << TOIE1;
    sei();
}

/* A wrap that the interrupt has not counted yet shows in the flag. */
static inline uint32_t port_ticks(void) {
    const uint8_t state = SREG;
    uint32_t wraps;
    uint16_t value;

    cli();
    value = TCNT1;
    wraps = port_wraps;
    if ((TIFR1 & (1 << TOV1)) != 0 && value < 0x8000u) {
        wraps++;
    }
    SREG = state;
    return (wraps << 16) + value;
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
