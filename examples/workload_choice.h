/* workload_choice.h: the jobs that a command line asks for: those of a trace, or drawn ones. */
/* SPDX-License-Identifier: MIT */
#ifndef WORKLOAD_CHOICE_H_INCLUDED
#define WORKLOAD_CHOICE_H_INCLUDED

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "workload.h"

#include "input.h"
#include "options.h"
#include "trace.h"

enum { ESTIMATES_REQUESTED, ESTIMATES_ACTUAL, ESTIMATES_MODEL };
static const char *const estimates_names[] = {"requested", "actual", "model", NULL};

enum { CHOICE_PROCESSORS = 256, CHOICE_JOBS = 3000, CHOICE_LOAD = 85 };    /* of drawn jobs */

typedef struct workload_choice {
    const char *trace;              /* NULL: jobs are drawn */
    uint32_t processors, first, load_percent;   /* 0: not given */
    int estimates;                  /* as in estimates_names */
    long seed;                      /* of what is drawn */
} workload_choice;

static inline int workload_choice_draw(const char *program, const workload_choice *choice,
                                       workload *load) {
    const uint32_t processors = choice->processors > 0 ? choice->processors : CHOICE_PROCESSORS;
    workload_lublin model =
        workload_lublin_defaults(choice->seed, 1, log((double)processors) / log(2.0));

    model.jobs = choice->first > 0 ? choice->first : CHOICE_JOBS;
    if (!workload_make_lublin(&model, load)) {
        return option_refuse(program, "the model has no workload for %lu processors; it needs 3 "
                                      "or more", (unsigned long)processors);
    }
    workload_use_actual(load);
    return 1;
}

static inline int workload_choice_read(const char *program, const workload_choice *choice,
                                       workload *load) {
    return trace_read(program, choice->trace, choice->processors, load) &&
           (load->count > 0 ||
            option_refuse(program, "%s: no job that can run, expected at least one",
                          input_name(choice->trace)));
}

static inline int workload_choice_estimates(const char *program, const workload_choice *choice,
                                            workload *load) {
    const workload_estimates model = workload_estimates_defaults((uint64_t)choice->seed);

    if (choice->estimates == ESTIMATES_ACTUAL) {
        workload_use_actual(load);
    }
    return choice->estimates != ESTIMATES_MODEL || workload_make_estimates(load, &model) ||
           option_refuse(program, "out of memory");
}

/* Reads or draws the jobs.
 * Returns   1, or 0 and has said what is wrong. */
static inline int workload_choose(const char *program, const workload_choice *choice,
                                  workload *load) {
    uint32_t percent = choice->load_percent;

    if (choice->trace == NULL) {
        percent = percent > 0 ? percent : CHOICE_LOAD;
    }
    if (choice->trace == NULL ? !workload_choice_draw(program, choice, load)
                              : !workload_choice_read(program, choice, load)) {
        return 0;
    }
    if (choice->first > 0) {
        workload_first(load, choice->first);
    }
    if (!workload_choice_estimates(program, choice, load)) {
        return 0;
    }
    if (percent > 0 && (load->count > 1 || choice->load_percent > 0) &&
        !workload_scale_load(load, load->processors, percent * 10)) {
        return option_refuse(program, "--load: the jobs cannot be stretched to %lu %%, expected "
                                      "jobs that are submitted at different times",
                             (unsigned long)percent);
    }
    return 1;
}

#endif
