/* an385.h: what the programs here need of an MPS2 AN385: text, and a clock beside the kernel's. */
/* SPDX-License-Identifier: MIT */
#ifndef AN385_H
#define AN385_H

#include <FreeRTOS.h>
#include <task.h>

#include "ports/semihost.h"

/* SysTick is the kernel's. Timer 0 counts down, also at the processor's clock. */
#define AN385_TIMER(offset) (*(volatile uint32_t *)(0x40000000u + (offset)))

static inline void an385_clock_begin(void) {
    AN385_TIMER(8) = UINT32_MAX;        /* reload */
    AN385_TIMER(4) = UINT32_MAX;        /* value  */
    AN385_TIMER(0) = 1;                 /* on     */
}

static inline uint32_t an385_ticks(void) {
    return UINT32_MAX - AN385_TIMER(4);
}

static void an385_say(const char *text) {
    while (*text != '\0') {
        semihost_putc(*text++);
    }
}

/* The kernel calls it where configCHECK_FOR_STACK_OVERFLOW is set. */
void vApplicationStackOverflowHook(TaskHandle_t task, char *name);
void vApplicationStackOverflowHook(TaskHandle_t task, char *name) {
    (void)task;
    an385_say("no stack left: ");
    an385_say(name);
    an385_say("\n");
    semihost_exit(98);
}

#endif
