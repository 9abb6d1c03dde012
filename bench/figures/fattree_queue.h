/* fattree_queue.h: the machine of fattree_world.h, saturated, under sked_queue and limits. */
/* SPDX-License-Identifier: MIT */
#ifndef FATTREE_QUEUE_H
#define FATTREE_QUEUE_H

/* The sked headers are included from here: define SKED_IMPLEMENTATION before. All functions are
 * `static inline`: compilers stay silent when one is not used.
 *
 * The queue is EASY with true run times, and 64 jobs always wait: when one starts, the next comes.
 * Its picker takes the least hops that the limits of the job permit (sked_fattree_picker). Measured
 * time begins with the start of the 400th job, and ends with that of the last measured one. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched_fattree.h"

#include "fattree_world.h"
#include "heap.h"
#include "workload.h"

enum { FATTREE_WAITING = 64, FATTREE_WARM = 400, FATTREE_POD = FATTREE_PROCESSORS / FATTREE_PODS };

/* Which processors jobs may have: the limits of two classes, and the class of a width. */
typedef struct fattree_limits {
    sked_fattree_request templates[2];
    uint32_t (*class_of)(uint32_t width);       /* NULL: all jobs are of class 0 */
    int whole;                          /* 1: jobs wider than a leaf hold whole leaves; what they
                                           hold beyond their width does not count as used */
} fattree_limits;

typedef struct fattree_machine {
    const char *program;                /* for messages */
    sked_fattree tree;
    sked_fattree_settings shape;
    uint32_t parent[FATTREE_SWITCHES], leaf[FATTREE_PROCESSORS];
    uint32_t owner[FATTREE_PROCESSORS]; /* the lowest processor of its job: written when a job
                                           starts; of a free processor it is out of date */
    void *block;
} fattree_machine;

static inline uint32_t fattree_is_for_one_leaf(uint32_t width) {
    return width <= FATTREE_LEAF;
}

/* Jobs wider than a leaf have whole leaves, narrower ones are in one leaf. */
static inline void fattree_keep_leaves(fattree_limits *limits) {
    static const sked_fattree_rule whole = {.level = 1, .options = SKED_FATTREE_WHOLE};

    limits->class_of = fattree_is_for_one_leaf;
    limits->templates[0].rules = &whole;
    limits->templates[0].rules_count = 1;
    limits->templates[1].levels_max = 1;
    limits->whole = 1;
}

struct fattree_run;

/* What looks at a run: called after each pass; NULL: nothing does. */
typedef struct fattree_watch {
    void (*passed)(struct fattree_run *run, void *ctx);
    void *ctx;
} fattree_watch;

typedef struct fattree_run {
    fattree_machine *machine;
    const fattree_limits *limits;
    const workload *load;
    const fattree_watch *watch;
    sked_queue queue;
    uint32_t measured;                  /* jobs */
    uint32_t submitted, started;
    sked_time now, from, to;            /* measured time; from, to: -1 until it is known */
    uint64_t busy;                      /* used processors */
    double area;
} fattree_run;

typedef struct fattree_result {
    double used, asked;                 /* a share of the machine; calls of the picker for each job
                                           that ask ahead */
} fattree_result;

static inline void fattree_must(const fattree_machine *machine, sked_status status,
                                const char *what) {
    if (status != SKED_OK) {
        fprintf(stderr, "%s: %s: %s\n", machine->program, what, sked_status_text(status));
        exit(1);
    }
}

static inline void fattree_prepare(fattree_machine *machine, const char *program) {
    static const uint32_t fan_out[3] = {FATTREE_PODS, FATTREE_LEAVES / FATTREE_PODS, FATTREE_LEAF};
    size_t bytes;

    machine->program = program;
    fattree_must(machine,
                 sked_fattree_shape(fan_out, 3, &machine->shape, machine->parent, machine->leaf),
                 "shape");
    fattree_must(machine, sked_fattree_bytes(&machine->shape, &bytes), "bytes");
    machine->block = malloc(bytes);
    fattree_must(machine, sked_fattree_init(&machine->tree, &machine->shape, machine->block, bytes),
                 "init");
}

static inline void fattree_end(fattree_machine *machine) {
    free(machine->block);
}

/* A picker over scratch memory of its own, which the caller frees. */
static inline void *fattree_open_picker(fattree_machine *machine, const fattree_limits *limits,
                                        sked_fattree_picker *picker) {
    sked_fattree_picker_settings settings;
    size_t bytes;
    void *scratch;

    memset(&settings, 0, sizeof settings);
    settings.tree = &machine->tree;
    settings.templates = limits->templates;
    settings.templates_count = 2;
    settings.width_max = FATTREE_WIDEST;
    fattree_must(machine, sked_fattree_picker_bytes(&settings, &bytes), "picker_bytes");
    scratch = malloc(bytes);
    fattree_must(machine, sked_fattree_picker_init(picker, &settings, scratch, bytes), "picker");
    return scratch;
}

/* The processors that a job holds. */
static inline uint32_t fattree_held(const fattree_limits *limits, uint32_t width) {
    return limits->whole && width > FATTREE_LEAF
               ? (width + FATTREE_LEAF - 1) / FATTREE_LEAF * FATTREE_LEAF : width;
}

static inline void fattree_fill_up(fattree_run *run) {
    const fattree_limits *limits = run->limits;
    sked_queue_info info;

    fattree_must(run->machine, sked_queue_get_info(&run->queue, &info), "info");
    for (; info.waiting < FATTREE_WAITING && run->submitted < run->load->count; info.waiting++) {
        const workload_job *next = &run->load->jobs[run->submitted];
        sked_job job = sked_job_of(run->submitted++, fattree_held(limits, next->width),
                                   next->run > 0 ? next->run : 1);

        job.tag = limits->class_of != NULL ? limits->class_of(next->width) : 0;
        fattree_must(run->machine, sked_queue_submit(&run->queue, &job, run->now), "submit");
    }
}

static inline void fattree_started(fattree_run *run, uint64_t id, const sked_set *processors) {
    const uint32_t lowest = sked_set_first(processors);
    uint32_t p;

    for (p = lowest; p < FATTREE_PROCESSORS; p = sked_set_next(processors, p)) {
        run->machine->owner[p] = lowest;
    }
    run->busy += run->load->jobs[id].width;
    run->started++;
    run->from = run->started == FATTREE_WARM ? run->now : run->from;
    run->to = run->started == FATTREE_WARM + run->measured ? run->now : run->to;
}

static inline uint32_t fattree_start_some(fattree_run *run) {
    sked_word words[SKED_SET_WORDS(FATTREE_PROCESSORS)];
    sked_set processors = sked_set_of(words, FATTREE_PROCESSORS);
    sked_action action;
    uint32_t count = 0;

    fattree_must(run->machine, sked_queue_plan(&run->queue, run->now), "plan");
    while (sked_queue_next(&run->queue, &action, &processors) == SKED_OK) {
        fattree_started(run, action.id, &processors);
        count++;
    }
    if (run->watch != NULL && count > 0) {
        run->watch->passed(run, run->watch->ctx);
    }
    return count;
}

static inline void fattree_end_some(fattree_run *run) {
    sked_job_info info;
    uint64_t id = 0;

    while (sked_queue_running_at(&run->queue, 0, &id) == SKED_OK) {
        fattree_must(run->machine, sked_queue_get_job(&run->queue, id, &info, NULL), "job");
        if (info.end > run->now) {
            return;
        }
        run->busy -= run->load->jobs[id].width;
        fattree_must(run->machine, sked_queue_finish(&run->queue, id, run->now), "finish");
    }
}

static inline void fattree_go_on(fattree_run *run) {
    sked_time next;

    do {
        fattree_fill_up(run);
    } while (fattree_start_some(run) > 0);
    next = sked_queue_next_time(&run->queue);
    if (run->from >= 0 && run->to < 0) {
        run->area += (double)(next - run->now) * (double)run->busy;
    }
    run->now = next;
    fattree_end_some(run);
}

/* Runs the jobs of a draw; options: of the queue. */
static inline fattree_result fattree_simulate(fattree_machine *machine,
                                              const fattree_limits *limits, const workload *load,
                                              uint32_t measured, uint32_t options,
                                              const fattree_watch *watch) {
    sked_queue_settings settings =
        sked_queue_settings_easy(FATTREE_PROCESSORS, FATTREE_WAITING + FATTREE_PROCESSORS);
    sked_fattree_picker picker;
    void *scratch = fattree_open_picker(machine, limits, &picker);
    sked_queue_info info;
    fattree_run run;
    fattree_result out;

    memset(&run, 0, sizeof run);
    memset(machine->owner, 0xff, sizeof machine->owner);
    run.machine = machine;
    run.limits = limits;
    run.load = load;
    run.watch = watch;
    run.measured = measured;
    run.from = run.to = -1;
    settings.options = options;
    fattree_must(machine, sked_queue_create(&run.queue, &settings, &picker.picker, heap_mem()),
                 "create");
    while (run.to < 0) {
        fattree_go_on(&run);
    }
    fattree_must(machine, sked_queue_get_info(&run.queue, &info), "info");
    out.used = run.area / ((double)(run.to - run.from) * FATTREE_PROCESSORS);
    out.asked = (double)info.counters.asked_ahead / run.started;
    sked_queue_destroy(&run.queue);
    free(scratch);
    return out;
}

#endif /* FATTREE_QUEUE_H */
