/* meter.h: what operations cost: first, cold and steady calls, the worst; memory and stack. */
/* SPDX-License-Identifier: MIT */
#ifndef METER_H
#define METER_H

/* A family is work that can be repeated and decides the same each time: some kinds of operations,
   each between meter_begin and meter_end. It runs once for each thing that is measured, so that one
   array of samples is enough and no clock is read within what another one measures:

     first    the first call of each operation ever
     cold     calls after the caches were emptied; if the board can do that
     steady   all calls after the warm-up: median, 99th percentile, worst
     stack    painted before each call and looked at after it; if the board says how much is free

   What an empty call takes is subtracted. Each run must end with the golden hash. */

#include <stddef.h>
#include <stdint.h>

#include "bench_port.h"

#ifndef METER_SAMPLES
#define METER_SAMPLES 512
#endif

enum { METER_OPERATIONS = 5, METER_COLD_CALLS = 32, METER_P99_CALLS = 100, METER_TICKS_MIN = 32 };

typedef struct meter_family {
    const char *name;
    const char *operation[METER_OPERATIONS];    /* NULL: no more                                 */
    void (*run)(void);                          /* decides, and folds decisions in meter.hash    */
    const uint16_t *size;                       /* of the work, in its own unit                  */
    uint64_t golden;
    uint32_t baseline[METER_OPERATIONS];        /* medians that the score is relative to         */
} meter_family;

typedef enum meter_pass { METER_FIRST, METER_COLD, METER_STEADY, METER_STACK } meter_pass;

/* How a family went, written by meter_measure. */
typedef struct meter_verdict {
    uint32_t operations;
    uint32_t coarse;                    /* operations whose median is too few ticks              */
    int wrong;                          /* a hash is not golden, or a call was refused           */
    uint32_t median[METER_OPERATIONS];
} meter_verdict;

static struct {
    void (*evict)(void);                /* the program's: empties the caches; NULL: none         */
    uint32_t stack_bytes;               /* the program's: free below meter_measure; 0: unknown   */
    uint64_t hash, seed;                /* the family's: set at the start of each run            */
    int warming;                        /* the family's: what it does is not measured yet        */
    uint32_t failures;                  /* refused calls of this family; meter_require           */
    size_t ram;                         /* the family's: the most memory it used                 */
    meter_pass pass;
    uint32_t operation;                 /* which is measured, except in the pass METER_FIRST     */
    uint32_t seen;                      /* bits: operations whose first call has been            */
    uint32_t start;                     /* ticks at meter_begin                                  */
    uint32_t empty;                     /* units of an empty call; meter_calibrate               */
    uint32_t calls;                     /* samples of this run                                   */
    uint32_t deepest;                   /* stack bytes of this run                               */
    uint32_t first[METER_OPERATIONS];
    uint32_t sample[METER_SAMPLES];
} meter;

/* Functions that must not become a part of their callers: their frames are what is measured. */
#if defined(__GNUC__)
#define METER_APART __attribute__((noinline))
#else
#define METER_APART
#endif

/* ---- Calls that must not be refused ------------------------------------------------------- */

/* A family goes on only while meter.failures is 0. */
static void meter_require(int status) {
    if (status != 0) {
        if (meter.failures++ == 0) {
            bench_put("# refused: sked_status ");
            bench_put_number((uint64_t)status, 10, 1);
            bench_put("\n");
        }
    }
}

/* ---- Stack -------------------------------------------------------------------------------- */

enum { METER_PAINT = 0xa5, METER_FRAME = 64 };

/* The painter and the reader may have different frames: both go by the painter's. */
static uintptr_t meter_paint_top;

static volatile unsigned char *meter_painted(uint32_t depth) {
    return (volatile unsigned char *)(meter_paint_top - (uintptr_t)depth);
}

static METER_APART void meter_paint(void) {
    volatile unsigned char here = 0;
    uint32_t depth;
    meter_paint_top = (uintptr_t)&here - METER_FRAME;
    for (depth = 1; depth <= meter.stack_bytes; depth++) {
        *meter_painted(depth) = METER_PAINT;
    }
}

static METER_APART void meter_look_at_paint(void) {
    uint32_t depth = meter.stack_bytes;
    while (depth > 0 && *meter_painted(depth) == METER_PAINT) {
        depth--;
    }
    depth += METER_FRAME;
    meter.deepest = depth > meter.deepest ? depth : meter.deepest;
}

/* ---- An operation ------------------------------------------------------------------------- */

static inline int meter_measures(uint32_t operation) {
    return meter.pass == METER_FIRST ? (meter.seen >> operation & 1) == 0
                                     : meter.operation == operation;
}

/* Before an operation that will turn out to be one of two. */
static METER_APART void meter_begin_either(uint32_t one, uint32_t other) {
    if (!meter_measures(one) && !meter_measures(other)) {
        return;
    }
    if (meter.pass == METER_STACK) {
        meter_paint();
    } else if (meter.pass == METER_COLD && !meter.warming && meter.calls < METER_COLD_CALLS) {
        meter.evict();
    }
    meter.start = (uint32_t)port_ticks();
}

static inline void meter_begin(uint32_t operation) {
    meter_begin_either(operation, operation);
}

static uint32_t meter_units_since_start(uint32_t now) {
    const uint32_t units = (uint32_t)bench_units((now - meter.start) & PORT_TICKS_MASK);
    return units > meter.empty ? units - meter.empty : 0;
}

static METER_APART void meter_end(uint32_t operation) {
    const uint32_t now = (uint32_t)port_ticks();
    const uint32_t calls_max = meter.pass == METER_COLD ? METER_COLD_CALLS : METER_SAMPLES;
    if (!meter_measures(operation)) {
        return;
    }
    if (meter.pass == METER_STACK) {
        meter_look_at_paint();
    } else if (meter.pass == METER_FIRST) {
        meter.seen |= UINT32_C(1) << operation;
        meter.first[operation] = meter_units_since_start(now);
    } else if (!meter.warming && meter.calls < calls_max) {
        meter.sample[meter.calls++] = meter_units_since_start(now);
    }
}

/* The least of several empty calls: what is left when nothing interrupted. */
static void meter_calibrate(void) {
    uint32_t least = UINT32_MAX, i;
    meter.empty = 0;
    meter.pass = METER_STEADY;
    meter.operation = 0;
    meter.warming = 0;
    for (i = 0; i < 64; i++) {
        meter.calls = 0;
        meter_begin(0);
        meter_end(0);
        least = meter.sample[0] < least ? meter.sample[0] : least;
    }
    meter.empty = least;
}

/* ---- A run -------------------------------------------------------------------------------- */

/* Shell's sort: no recursion, no memory. */
static void meter_sort(void) {
    uint32_t gap, i, at;
    for (gap = meter.calls / 2; gap > 0; gap /= 2) {
        for (i = gap; i < meter.calls; i++) {
            const uint32_t moving = meter.sample[i];
            for (at = i; at >= gap && meter.sample[at - gap] > moving; at -= gap) {
                meter.sample[at] = meter.sample[at - gap];
            }
            meter.sample[at] = moving;
        }
    }
}

/* Nearest rank of sorted samples; 0 if there are none. */
static uint32_t meter_percentile(uint32_t percent) {
    const uint32_t rank = (uint32_t)(((uint64_t)meter.calls * percent + 99) / 100);
    return meter.calls == 0 ? 0 : meter.sample[rank == 0 ? 0 : rank - 1];
}

/* After a failure nothing runs: meter.hash is that of the run that failed. */
static void meter_run(const meter_family *family, meter_pass pass, uint32_t operation) {
    if (meter.failures > 0) {
        meter.calls = 0;
        return;
    }
    meter.pass = pass;
    meter.operation = operation;
    meter.calls = 0;
    meter.deepest = 0;
    meter.warming = 0;
    meter.seed = 5;
    meter.hash = BENCH_HASH_START;
    family->run();
    meter.failures += meter.hash != family->golden;
    meter_sort();
}

/* ---- Rows --------------------------------------------------------------------------------- */

static void meter_put_field(uint64_t value) {
    bench_put(",");
    bench_put_number(value, 10, 1);
}

/* Empty where there is none. */
static void meter_put_field_if(int there, uint64_t value) {
    if (there) {
        meter_put_field(value);
    } else {
        bench_put(",");
    }
}

static void meter_put_stack(const meter_family *family, uint32_t operation) {
    if (meter.stack_bytes > 0) {
        meter_run(family, METER_STACK, operation);
    }
    bench_put(meter.stack_bytes > 0 && meter.deepest >= meter.stack_bytes ? ",>" : ",");
    if (meter.stack_bytes > 0) {
        bench_put_number(meter.deepest, 10, 1);
    }
}

/* Returns the median. */
static uint32_t meter_put_row(const char *level, const meter_family *family, uint32_t operation) {
    uint32_t cold = 0, median;
    if (meter.evict != NULL) {
        meter_run(family, METER_COLD, operation);
        cold = meter_percentile(50);
    }
    meter_run(family, METER_STEADY, operation);
    median = meter_percentile(50);
    bench_put("row,");
    bench_put(level);
    bench_put(",");
    bench_put(family->name);
    bench_put(",");
    bench_put(family->operation[operation]);
    meter_put_field(*family->size);
    meter_put_field(meter.calls);
    meter_put_field(meter.first[operation]);
    meter_put_field_if(meter.evict != NULL, cold);
    meter_put_field(median);
    meter_put_field_if(meter.calls >= METER_P99_CALLS, meter_percentile(99));
    meter_put_field(meter_percentile(100));
    meter_put_field(meter.ram);
    meter_put_stack(family, operation);
    bench_put("\n");
    return median;
}

static void meter_put_hash(const char *level, const meter_family *family) {
    bench_put("hash,");
    bench_put(level);
    bench_put(",");
    bench_put(family->name);
    bench_put(",");
    bench_put_number(meter.hash, 16, 16);
    bench_put(meter.failures == 0 ? ",ok\n" : ",FAILED\n");
}

/* Too few ticks to be told from a tick more or less. */
static int meter_is_coarse(uint32_t units) {
    return bench_units(METER_TICKS_MIN) > units;
}

/* Measures a family, and prints its rows and its hash. */
static meter_verdict meter_measure(const char *level, const meter_family *family) {
    meter_verdict verdict = {0, 0, 0, {0}};
    uint32_t i;
    meter.failures = 0;
    meter.ram = 0;
    meter.seen = 0;
    for (i = 0; i < METER_OPERATIONS; i++) {
        meter.first[i] = 0;
    }
    meter_run(family, METER_FIRST, 0);
    for (i = 0; i < METER_OPERATIONS && family->operation[i] != NULL; i++) {
        verdict.median[i] = meter_put_row(level, family, i);
        verdict.coarse += (uint32_t)meter_is_coarse(verdict.median[i]);
        verdict.operations++;
    }
    meter_put_hash(level, family);
    verdict.wrong = meter.failures > 0;
    return verdict;
}

#endif
