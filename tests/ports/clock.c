/* clock.c: loops of a known number of instructions, and what the port's clock says of them. */
/* SPDX-License-Identifier: MIT */

/* Prints the instructions of a round, then "ROUNDS UNITS" for several loops. The difference of two
   such lines must be their rounds by the instructions of one, whatever reading the clock costs. */

#define BENCH_SAMPLES_MAX 4
#include "bench.h"

#if defined(__arm__)
#define ROUND "1: sub %0, %0, #1\n cmp %0, #0\n bne 1b"
enum { ROUND_INSTRUCTIONS = 3 };
#elif defined(__riscv)
#define ROUND "1: addi %0, %0, -1\n bnez %0, 1b"
enum { ROUND_INSTRUCTIONS = 2 };
#else
#error "clock.c: no loop is written for this processor"
#endif

static void spend(void *ctx) {
    uint32_t rounds = *(const uint32_t *)ctx;

    __asm__ volatile(ROUND : "+r"(rounds) : : "cc");
}

static void put_pair(uint64_t one, uint64_t other) {
    bench_put_number(one, 10, 1);
    bench_put(" ");
    bench_put_number(other, 10, 1);
    bench_put("\n");
}

int main(void) {
    static uint32_t rounds[] = {1000, 2000, 12000, 7012000};
    uint32_t i;

    bench_init();
    bench_put("instructions ");
    bench_put_number(ROUND_INSTRUCTIONS, 10, 1);
    bench_put("\n");
    for (i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        put_pair(rounds[i], bench_units(bench_time(spend, &rounds[i])));
    }
    port_exit(bench_finish());
    return 0;
}
