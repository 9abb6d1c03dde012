/* cycles.h: the processor's own counter of cycles, where one is free under a system of others. */
/* SPDX-License-Identifier: MIT */
#ifndef SKEDMARK_CYCLES_H
#define SKEDMARK_CYCLES_H

/* CYCLES_MAX is where the counter wraps; it is not defined if there is no counter. A program that
   leaves SysTick alone may define CYCLES_BY_SYSTICK, for a Cortex-M0. */

#include <stdint.h>

#define CYCLES_REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))

#if defined(ESP_PLATFORM)

#include <esp_cpu.h>

#define CYCLES_MAX UINT32_MAX

static inline void cycles_begin(void) {
}

static inline uint32_t cycles_now(void) {
    return (uint32_t)esp_cpu_get_cycle_count();
}

#elif defined(__riscv)

#define CYCLES_MAX UINT32_MAX

/* Some processors begin with counters that stand still. */
static inline void cycles_begin(void) {
    __asm__ volatile("csrci mcountinhibit, 1");
}

static inline uint32_t cycles_now(void) {
    unsigned long now;
    __asm__ volatile("csrr %0, mcycle" : "=r"(now));
    return (uint32_t)now;
}

#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && __ARM_ARCH >= 7

#define CYCLES_MAX UINT32_MAX

/* The trace unit is on; what a Cortex-M7 asks for; CYCCNT counts. */
static inline void cycles_begin(void) {
    CYCLES_REGISTER(0xe000edfcu) |= UINT32_C(1) << 24;
    CYCLES_REGISTER(0xe0001fb0u) = UINT32_C(0xc5acce55);
    CYCLES_REGISTER(0xe0001000u) |= 1;
}

static inline uint32_t cycles_now(void) {
    return CYCLES_REGISTER(0xe0001004u);
}

#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && defined(CYCLES_BY_SYSTICK)

#define CYCLES_MAX UINT32_C(0xffffff)

static inline void cycles_begin(void) {
    CYCLES_REGISTER(0xe000e014u) = CYCLES_MAX;
    CYCLES_REGISTER(0xe000e018u) = 0;
    CYCLES_REGISTER(0xe000e010u) = 5;   /* the processor's clock, no exception, on */
}

/* It counts down. */
static inline uint32_t cycles_now(void) {
    return CYCLES_MAX - CYCLES_REGISTER(0xe000e018u);
}

#endif
#endif
