/* ask_ahead.c: what it is worth to ask a picker that refuses when the head can start. */
/* SPDX-License-Identifier: MIT */

/* `build/ask_ahead --help` has its argument.
 *
 * EASY with true run times on the machine and the jobs of bench/figures/fattree_world.h, by
 * sked_queue itself. The machine is saturated: 64 jobs always wait. The pickers take the least
 * hops, and refuse what is not
 *
 *     any processors          it never refuses
 *     groups of 8 on a leaf   if the width is a multiple of 8
 *     in one pod              if the width is at most that of a pod
 *     leaves of its own       if it is wider than a leaf; others in one leaf. A wide job holds the
 *                             rest of its last leaf, which does not count as used
 *
 * Each is run with reservations that count processors, and with SKED_ASK_AHEAD. The table gives
 * the used share of the machine in percent, from the start of the 400th job to that of the last
 * measured one, as the mean of 20 draws with the half of its 95 % interval; and how often the
 * picker was asked ahead, for each job. It is the same in every run. */

#define _POSIX_C_SOURCE 200112L
#define SKED_WORD_BITS 64

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "bench.h"
#include "command.h"
#include "figures/experiment.h"
#include "figures/fattree_queue.h"

enum { JOBS_MOST = 100000 };
enum { ANY, SEGMENT, ONE_POD, WHOLE, PICKERS };

static const char *const picker_words[PICKERS] = {"any processors", "groups of 8 on a leaf",
                                                  "in one pod", "leaves of its own"};
static const char *const world_words[2] = {"log", "lublin"};

/* ---- The pickers ----------------------------------------------------------------------------- */

static uint32_t is_of_groups(uint32_t width) {
    return width % 8 == 0;
}

static uint32_t is_for_one_pod(uint32_t width) {
    return width <= FATTREE_POD;
}

static fattree_limits limits_of(uint32_t by) {
    fattree_limits limits;

    memset(&limits, 0, sizeof limits);
    limits.templates[0] = limits.templates[1] = sked_fattree_request_of(1);
    if (by == SEGMENT) {
        limits.class_of = is_of_groups;
        limits.templates[1].segment = 8;
    } else if (by == ONE_POD) {
        limits.class_of = is_for_one_pod;
        limits.templates[1].levels_max = 2;
    } else if (by == WHOLE) {
        fattree_keep_leaves(&limits);
    }
    return limits;
}

/* ---- All ------------------------------------------------------------------------------------- */

static void run_row(fattree_machine *machine, uint32_t by, int world, uint32_t jobs) {
    const fattree_limits limits = limits_of(by);
    double used[2][BATCHES], asked = 0;
    interval counts, asks;
    uint32_t draw, options;

    for (draw = 0; draw < BATCHES; draw++) {
        workload load;

        if (!fattree_draw(draw + 1, world, FATTREE_WARM + jobs + 500, &load)) {
            fattree_must(machine, SKED_E_MEMORY, "jobs");
        }
        for (options = 0; options <= SKED_ASK_AHEAD; options++) {
            const fattree_result r =
                fattree_simulate(machine, &limits, &load, jobs, options, NULL);

            used[options][draw] = 100 * r.used;
            asked += r.asked / BATCHES;
        }
        workload_drop(&load);
    }
    counts = measure_batches(used[0]);
    asks = measure_batches(used[SKED_ASK_AHEAD]);
    printf("| %s | %s | %.1f ± %.1f | %.1f ± %.1f | %.1f |\n", world_words[world],
           picker_words[by], counts.mean, counts.half_width, asks.mean, asks.half_width, asked);
    command_progress();
}

static const char help[] =
    "usage: ask_ahead [JOBS]\n"
    "\n"
    "Measures what it is worth to ask a picker that refuses when the head can start\n"
    "(SKED_ASK_AHEAD): how much of a saturated tree of 4,096 processors is used, in\n"
    "percent, as the mean of 20 draws of jobs with the half of its 95 % interval.\n"
    "JOBS are measured of each draw: 1 to 100000, default 1000, which takes half a\n"
    "minute.\n"
    "\n"
    "Exit status: 0 if it was measured, 1 if a call failed, 2 if an argument is\n"
    "wrong.\n";

int main(int argc, char **argv) {
    static fattree_machine machine;
    const uint32_t given = command_begin("ask_ahead", help, argc, argv);
    const uint32_t jobs =
        given == 0 ? 1000 : command_number(argv[1], "is no number of jobs", 1, JOBS_MOST);
    uint32_t by;
    int world;

    command_no_more(1, given, argv);
    command_start(2 * PICKERS);
    fattree_prepare(&machine, "ask_ahead");
    printf("| jobs | picker | counts | asks | asked ahead, for each job |\n"
           "|---|---|---|---|---|\n");
    for (world = 1; world >= 0; world--) {
        for (by = 0; by < PICKERS; by++) {
            run_row(&machine, by, world, jobs);
        }
    }
    fattree_end(&machine);
    return command_end(0);
}
