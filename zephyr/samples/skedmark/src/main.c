/* main.c: skedmark as an application of Zephyr. */
/* SPDX-License-Identifier: MIT */
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "skedmark.h"

#ifdef CONFIG_TIMING_FUNCTIONS
#include <zephyr/timing/timing.h>
#endif
#ifdef CONFIG_ARCH_POSIX
#include <posix_board_if.h>
#endif

/* Simulated time stands still while code runs. The host's counter goes on; its unit is not known,
 * and so there is no score. Where the kernel's clock is slow, CONFIG_TIMING_FUNCTIONS=y takes the
 * processor's own.
 */
#if defined(CONFIG_ARCH_POSIX)
#define UNIT "tsc"
#define UNITS_PER_SECOND 0
static uint32_t ticks(void)
{
    return (uint32_t)__builtin_ia32_rdtsc();
}
#elif defined(CONFIG_TIMING_FUNCTIONS)
#define UNIT "cycle"
#define UNITS_PER_SECOND timing_freq_get()
static uint32_t ticks(void)
{
    return (uint32_t)timing_counter_get();
}
#else
#define UNIT "cycle"
#define UNITS_PER_SECOND sys_clock_hw_cycles_per_sec()
static uint32_t ticks(void)
{
    return k_cycle_get_32();
}
#endif

static void put(char c)
{
    printk("%c", c);
}

static void clock_begin(void)
{
#ifdef CONFIG_TIMING_FUNCTIONS
    timing_init();
    timing_start();
#endif
}

static int mark(void)
{
    const skedmark_board board = {
        .ticks = ticks, .put = put, .unit = UNIT, .about = CONFIG_BOARD_TARGET ", Zephyr",
        .flags = "-O2", .units_per_second = UNITS_PER_SECOND, .stack_bytes = 2048};
    return skedmark(&board);
}

int main(void)
{
    int status;
    clock_begin();
    k_sched_lock();
    status = mark();
    k_sched_unlock();
    printk("skedmark ended with %d\n", status);
#ifdef CONFIG_ARCH_POSIX
    posix_exit(status);
#endif
    return 0;
}
