/* bench.h: the measuring kit: clock and calibration, paired ratios, medians, golden hashes. */
/* SPDX-License-Identifier: MIT */
#ifndef BENCH_H
#define BENCH_H

/* Use: call bench_init() first and return bench_finish() last. bench_port.h has the clock and the
   way to print, of this host or of a board. The names say ns; the unit is PORT_UNIT. */

#include "bench_port.h"

/* The most samples one measurement can take: three static arrays of this many 64-bit words. */
#ifndef BENCH_SAMPLES_MAX
#define BENCH_SAMPLES_MAX 1024
#endif

/* Printed by bench_init: what the compiler was told. The build defines it. */
#ifndef BENCH_FLAGS
#define BENCH_FLAGS "flags not stated"
#endif

/* ---- Instruction counts ----------------------------------------------------------------------
   With BENCH_CALLGRIND, and under valgrind --tool=callgrind --instr-atstart=no
   --collect-atstart=no, exactly what runs between begin and end is counted. Without the last option
   the inverse is; so a script must demand a plausible minimum. BENCH_COUNTED tells whether the pair
   does anything. */

#ifdef BENCH_CALLGRIND
#ifdef __has_include
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define BENCH_COUNTED 1
#endif
#endif
#endif
#ifndef BENCH_COUNTED
#define BENCH_COUNTED 0
#endif

static inline void bench_counted_begin(void) {
#if BENCH_COUNTED
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_TOGGLE_COLLECT;
#endif
}

static inline void bench_counted_end(void) {
#if BENCH_COUNTED
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_STOP_INSTRUMENTATION;
#endif
}

/* Callgrind writes what was counted into a file of its own, under this name, and begins anew. */
static inline void bench_counted_tell(const char *name) {
#if BENCH_COUNTED
    CALLGRIND_DUMP_STATS_AT(name);
#endif
    (void)name;
}

/* ---- Start -------------------------------------------------------------------------------- */

static inline void bench_refuse(const char *reason) {
    bench_put("bench: refused: ");
    bench_put(reason);
    port_putc('\n');
    port_exit(2);
}

/* Starts the port, refuses a clock that cannot be right, and states what the numbers depend on. */
static inline void bench_init(void) {
    port_init();
    if (!bench_clock_is_plausible()) {
        bench_refuse("the clock does not advance as a clock does");
    }
    bench_put("bench: unit " PORT_UNIT ", compiler ");
#ifdef __clang__
    bench_put(__VERSION__);
#elif defined(__GNUC__)
    bench_put("gcc " __VERSION__);
#else
    bench_put("unknown");
#endif
    bench_put(", " BENCH_FLAGS "\n");
}

/* ---- Medians and paired ratios ------------------------------------------------------------ */

static inline void bench_sort(uint64_t *samples, uint32_t count) {
    uint32_t i;

    for (i = 1; i < count; i++) {
        uint64_t moving = samples[i];
        uint32_t at = i;
        while (at > 0 && samples[at - 1] > moving) {
            samples[at] = samples[at - 1];
            at--;
        }
        samples[at] = moving;
    }
}

/* Quartile 1, 2 (the median) or 3 of sorted samples, interpolated between neighbours. */
static inline uint64_t bench_quartile(const uint64_t *sorted, uint32_t count, uint32_t quartile) {
    uint32_t place = quartile * (count - 1);
    uint32_t at = place / 4;
    uint32_t part = place % 4;

    if (part == 0) {
        return sorted[at];
    }
    return sorted[at] + (sorted[at + 1] - sorted[at]) * part / 4;
}

static inline uint64_t *bench_samples(uint32_t row) {
    static uint64_t samples[3][BENCH_SAMPLES_MAX];

    return samples[row];
}

static inline void bench_check_count(uint32_t count) {
    if (count == 0 || count > BENCH_SAMPLES_MAX) {
        bench_refuse("number of samples is 0 or above BENCH_SAMPLES_MAX");
    }
}

/* Ticks of a run of the body: bench_time, or by another clock. */
typedef uint64_t (*bench_timer)(bench_body body, void *ctx);

/* Median time of one run, after one run that is not counted. */
static inline uint64_t bench_median_ns(bench_timer timed, bench_body body, void *ctx,
                                       uint32_t repeats) {
    uint64_t *times = bench_samples(0);
    uint32_t i;

    bench_check_count(repeats);
    body(ctx);
    for (i = 0; i < repeats; i++) {
        times[i] = timed(body, ctx);
    }
    bench_sort(times, repeats);
    return bench_units(bench_quartile(times, repeats, 2));
}

typedef struct bench_ratio_result {
    uint64_t ratio_ppm; /* median of time(A) / time(B); below 1,000,000 A is faster */
    uint64_t quartile_1_ppm;
    uint64_t quartile_3_ppm;
    uint64_t a_median_ns;
    uint64_t b_median_ns;
    uint32_t pairs;
} bench_ratio_result;

/* Medians of time(A) / time(B) taken pair by pair: what slows the host slows both of a pair, and
   the order is swapped at every pair (AB, BA, ...) so that neither profits from its place. Choose
   an even number of pairs and bodies of 10 us to 1 ms: longer ones are cut by the host's scheduler.
   */
static inline void bench_ratio(bench_timer timed, bench_body a, void *a_ctx, bench_body b,
                               void *b_ctx, uint32_t pairs, bench_ratio_result *out) {
    uint64_t *a_times = bench_samples(0);
    uint64_t *b_times = bench_samples(1);
    uint64_t *ratios = bench_samples(2);
    uint32_t i;

    bench_check_count(pairs);
    a(a_ctx);
    b(b_ctx);
    for (i = 0; i < pairs; i++) {
        if (i % 2 == 0) {
            a_times[i] = timed(a, a_ctx);
            b_times[i] = timed(b, b_ctx);
        } else {
            b_times[i] = timed(b, b_ctx);
            a_times[i] = timed(a, a_ctx);
        }
        if (a_times[i] == 0 || b_times[i] == 0) {
            bench_refuse("a body is too short for this clock");
        }
        ratios[i] = (a_times[i] * 1000000u + b_times[i] / 2) / b_times[i];
    }
    bench_sort(a_times, pairs);
    bench_sort(b_times, pairs);
    bench_sort(ratios, pairs);
    out->ratio_ppm = bench_quartile(ratios, pairs, 2);
    out->quartile_1_ppm = bench_quartile(ratios, pairs, 1);
    out->quartile_3_ppm = bench_quartile(ratios, pairs, 3);
    out->a_median_ns = bench_units(bench_quartile(a_times, pairs, 2));
    out->b_median_ns = bench_units(bench_quartile(b_times, pairs, 2));
    out->pairs = pairs;
}

/* ---- Golden hashes ------------------------------------------------------------------------ */

static inline uint32_t *bench_failures(void) {
    static uint32_t failures;

    return &failures;
}

/* Prints one line; returns 1 when the hashes are equal, else counts a failure and returns 0. */
static inline int bench_expect_hash(const char *name, uint64_t got, uint64_t golden) {
    bench_put("hash ");
    bench_put(name);
    bench_put(" ");
    bench_put_number(got, 16, 16);
    if (got == golden) {
        bench_put(" ok\n");
        return 1;
    }
    bench_put(" FAILED, expected ");
    bench_put_number(golden, 16, 16);
    bench_put("\n");
    ++*bench_failures();
    return 0;
}

/* Prints the number of failures of this source file; returns the status to exit with. */
static inline int bench_finish(void) {
    bench_put("bench: failures ");
    bench_put_number(*bench_failures(), 10, 1);
    bench_put("\n");
    return *bench_failures() > 0;
}

#endif
