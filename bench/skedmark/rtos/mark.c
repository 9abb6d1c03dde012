/* mark.c: skedmark in a task of FreeRTOS. */
/* SPDX-License-Identifier: MIT */
#include "an385.h"

#include "skedmark/skedmark.h"

enum { STACK_WORDS = 1536, STACK_PAINTED = 4096 };

/* Under QEMU -icount shift=N every instruction takes 2^N ns, whatever the clock is. */
#ifdef PORT_ICOUNT_SHIFT
#define UNIT "insn"
#define UNITS_PER_SECOND 1000000
#define UNITS_NUMERATOR 1000000000
#define UNITS_DENOMINATOR ((uint64_t)configCPU_CLOCK_HZ << PORT_ICOUNT_SHIFT)
#define ABOUT "emulated: an instruction as a microsecond; FreeRTOS " tskKERNEL_VERSION_NUMBER
#define MHZ 0
#else
#define UNIT "cycle"
#define UNITS_PER_SECOND configCPU_CLOCK_HZ
#define UNITS_NUMERATOR 1
#define UNITS_DENOMINATOR 1
#define ABOUT "MPS2 AN385, 25 MHz, code and data in ZBT SRAM; FreeRTOS " tskKERNEL_VERSION_NUMBER
#define MHZ (configCPU_CLOCK_HZ / 1000000)
#endif

static void put(char c) {
    semihost_putc(c);
}

/* The kernel's tick goes on; no other task runs. */
static void mark(void *ctx) {
    static const skedmark_board board = {
        .ticks = an385_ticks, .put = put, .unit = UNIT, .about = ABOUT, .flags = BENCH_FLAGS,
        .units_per_second = UNITS_PER_SECOND, .processor_mhz = MHZ,
        .units_numerator = UNITS_NUMERATOR, .units_denominator = UNITS_DENOMINATOR,
        .stack_bytes = STACK_PAINTED};
    int status;
    (void)ctx;
    vTaskSuspendAll();
    status = skedmark(&board);
    semihost_exit(status);
}

int main(void) {
    static StackType_t stack[STACK_WORDS];
    static StaticTask_t task;
    an385_clock_begin();
    xTaskCreateStatic(mark, "mark", STACK_WORDS, NULL, 1, stack, &task);
    vTaskStartScheduler();
    return 1;
}
