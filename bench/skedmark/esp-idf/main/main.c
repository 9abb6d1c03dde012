/* main.c: skedmark on ESP-IDF: on a chip, or on the host (the target linux). */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <freertos/FreeRTOS.h>
#include <freertos/task.h>
#include <sdkconfig.h>

#include "../../skedmark.h"

#ifdef CONFIG_IDF_TARGET_LINUX

#include <stdlib.h>
#include <time.h>

#define ABOUT "this host, ESP-IDF"

enum { MHZ = 0 };
static const uint64_t units_per_second = 1000000000;

static uint32_t ticks(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)now.tv_sec * 1000000000u + (uint32_t)now.tv_nsec;
}

static void end(int status) {
    exit(status);
}

#else

#include "../../cycles.h"

#define ABOUT CONFIG_IDF_TARGET ", ESP-IDF, code in flash behind a cache, data in SRAM"

enum { MHZ = CONFIG_ESP_DEFAULT_CPU_FREQ_MHZ };
static const uint64_t units_per_second = MHZ * UINT64_C(1000000);

static uint32_t ticks(void) {
    return cycles_now();
}

static void end(int status) {
    printf("skedmark ended with %d\n", status);
}

#endif

enum { STACK_PAINTED = 4096 };

static void put(char c) {
    putchar(c);
}

/* No other task of this core runs meanwhile; interrupts do. */
void app_main(void) {
    const skedmark_board board = {
        .ticks = ticks, .put = put, .unit = MHZ > 0 ? "cycle" : "ns",
        .about = ABOUT, .flags = "-O2", .units_per_second = units_per_second, .processor_mhz = MHZ,
        .stack_bytes = STACK_PAINTED};
    vTaskPrioritySet(NULL, configMAX_PRIORITIES - 1);
    end(skedmark(&board));
}
