/* skedmark.h: what scheduling decisions cost on a board: seven families, three sizes, one score. */
/* SPDX-License-Identifier: MIT */
#ifndef SKEDMARK_H
#define SKEDMARK_H

/* A port is two functions and the facts about the board:

       static uint32_t ticks(void) { return DWT->CYCCNT; }
       static void put(char c) { uart_write(c); }

       int main(void) {
           static const skedmark_board board = {
               .ticks = ticks, .put = put, .unit = "cycle",
               .units_per_second = 168000000, .processor_mhz = 168,
               .about = "STM32F405, 168 MHz, 5 wait states, code in flash, data in SRAM",
               .flags = "-O2"};
           return skedmark(&board);
       }

   Compile skedmark.c with the same flags, with -DSKEDMARK_LEVEL=1, 2 or 3 (8 KiB, 64 KiB or 1 MiB
   of RAM) and with the folders of sched.h, bench/meter.h and this file on the include path. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All members that are not needed may be 0. */
typedef struct skedmark_board {
    uint32_t (*ticks)(void);            /* a clock that only goes forward; it may wrap           */
    void (*put)(char c);                /* prints a character                                    */
    const char *unit;                   /* of the times printed: "cycle", "insn" or "ns"         */
    const char *about;                  /* a line: board, clock, wait states, caches, memories   */
    const char *flags;                  /* what the compiler was given                           */
    uint64_t units_per_second;          /* 0: not known, and so no score                         */
    uint32_t processor_mhz;             /* 0: not known, and so no score per MHz                 */
    uint32_t ticks_max;                 /* after which the clock wraps to 0; 0: UINT32_MAX       */
    uint64_t units_numerator;           /* units = ticks * numerator / denominator; both 0:      */
    uint64_t units_denominator;         /*     a tick is a unit                                  */
    uint32_t stack_bytes;               /* free below the caller, for painting; 0: no stack rows */
    void (*evict)(void);                /* empties the caches; NULL: no cold rows                */
} skedmark_board;

typedef enum skedmark_status {
    SKEDMARK_OK = 0,
    SKEDMARK_WRONG = 1,                 /* a decision was wrong, or a call was refused           */
    SKEDMARK_CLOCK = 2,                 /* the clock stands still, or wraps too soon             */
    SKEDMARK_COARSE = 3                 /* an operation took fewer than 32 ticks                 */
} skedmark_status;

/* Measures all families, and prints a line for each operation as it goes, and the score last.
 *
 * Returns   SKEDMARK_OK iff all decisions were right and the clock was good enough for a score.
 * Needs     board, its ticks and put; a stack of which stack_bytes are free below the caller.
 * Cost      a family runs once, and for each of its operations once more, once for the stack, and
 *           once with evict. Each call of the run for the stack writes stack_bytes. */
int skedmark(const skedmark_board *board);

#ifdef __cplusplus
}
#endif
#endif
