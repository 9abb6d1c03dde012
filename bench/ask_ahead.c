/* ask_ahead.c: what it is worth to ask a picker that refuses when the head can start. */
/* SPDX-License-Identifier: MIT */

/* `build/ask_ahead --help` has its argument.
 *
 * EASY with true run times on the machine and the jobs of bench/figures/fattree_world.h, by
 * sked_queue itself. The machine is saturated: 64 jobs always wait. The pickers take the least
 * hops (sked_fattree_find), and refuse what is not
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
#include <stdlib.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "bench.h"
#include "command.h"
#include "heap.h"
#include "figures/experiment.h"
#include "figures/fattree_world.h"

enum { PODS = FATTREE_PODS, LEAF = FATTREE_LEAF, SIZE = FATTREE_PROCESSORS };
enum { POD = SIZE / PODS, WAITING = 64, WARM = 400, JOBS_MOST = 100000 };
enum { ANY, SEGMENT, ONE_POD, WHOLE, PICKERS };

static const char *const picker_words[PICKERS] = {"any processors", "groups of 8 on a leaf",
                                                  "in one pod", "leaves of its own"};
static const char *const world_words[2] = {"log", "lublin"};

typedef struct machine {
    sked_fattree tree;
    sked_fattree_settings shape;
    uint32_t parent[FATTREE_SWITCHES], leaf[SIZE];
    void *block, *scratch;
    size_t bytes, scratch_bytes;
    uint32_t by;                        /* which picker */
} machine;

typedef struct result {
    double used, asked;                 /* a share; calls for each job */
} result;

static void must(sked_status status, const char *what) {
    if (status != SKED_OK) {
        fprintf(stderr, "ask_ahead: %s: %s\n", what, sked_status_text(status));
        exit(1);
    }
}

/* ---- The pickers ----------------------------------------------------------------------------- */

/* The leaves that are offered as a whole: four in a word. */
static void keep_whole(const sked_set *offered, sked_set *whole) {
    const sked_word leaf = (UINT64_C(1) << LEAF) - 1;
    uint32_t word, at;

    for (word = 0; word < SKED_SET_WORDS(SIZE); word++) {
        whole->words[word] = 0;
        for (at = 0; at < SKED_WORD_BITS; at += LEAF) {
            const sked_word own = leaf << at;

            whole->words[word] |= (offered->words[word] & own) == own ? own : 0;
        }
    }
}

static int pick(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                sked_set *chosen) {
    machine *own = ctx;
    sked_word words[SKED_SET_WORDS(SIZE)];
    sked_set whole = sked_set_of(words, SIZE);
    sked_fattree_request request = sked_fattree_request_of(ask->count);
    sked_fattree_answer answer;

    request.allowed = offered;
    if (own->by == SEGMENT && ask->count % 8 == 0) {
        request.segment = 8;
    } else if (own->by == ONE_POD && ask->count <= POD) {
        request.levels_max = 2;
    } else if (own->by == WHOLE && ask->count <= LEAF) {
        request.levels_max = 1;
    } else if (own->by == WHOLE) {
        keep_whole(offered, &whole);
        request.allowed = &whole;
    }
    return sked_fattree_find(&own->tree, &request, &answer, chosen, own->scratch,
                             own->scratch_bytes) == SKED_OK;
}

static void prepare(machine *own) {
    static const uint32_t fan_out[3] = {PODS, FATTREE_LEAVES / PODS, LEAF};
    sked_word words[SKED_SET_WORDS(SIZE)];
    const sked_set all = sked_set_of(words, SIZE);
    sked_fattree_request widest = sked_fattree_request_of(FATTREE_WIDEST);

    must(sked_fattree_shape(fan_out, 3, &own->shape, own->parent, own->leaf), "shape");
    must(sked_fattree_bytes(&own->shape, &own->bytes), "bytes");
    own->block = malloc(own->bytes);
    must(sked_fattree_init(&own->tree, &own->shape, own->block, own->bytes), "init");
    widest.allowed = &all;
    must(sked_fattree_find_bytes(&own->tree, &widest, &own->scratch_bytes), "find_bytes");
    own->scratch = malloc(own->scratch_bytes);
    if (own->scratch == NULL) {
        must(SKED_E_MEMORY, "scratch");
    }
}

/* ---- A run ----------------------------------------------------------------------------------- */

typedef struct run {
    sked_queue queue;
    const workload *load;
    uint32_t by, submitted, started, measured;
    sked_time now, from, to;            /* measured time; -1: not yet */
    uint64_t busy;                      /* used processors */
    double area;
} run;

/* What a job is submitted as. */
static uint32_t width_of(const run *self, uint32_t job) {
    const uint32_t width = self->load->jobs[job].width;

    return self->by == WHOLE && width > LEAF ? (width + LEAF - 1) / LEAF * LEAF : width;
}

static void fill_up(run *self) {
    sked_queue_info info;

    must(sked_queue_get_info(&self->queue, &info), "info");
    for (; info.waiting < WAITING && self->submitted < self->load->count; info.waiting++) {
        const uint32_t job = self->submitted++;
        const int64_t length = self->load->jobs[job].run;
        const sked_job next =
            sked_job_of(job, width_of(self, job), length > 0 ? length : 1);

        must(sked_queue_submit(&self->queue, &next, self->now), "submit");
    }
}

static uint32_t start_some(run *self) {
    sked_action action;
    uint32_t count = 0;

    must(sked_queue_plan(&self->queue, self->now), "plan");
    while (sked_queue_next(&self->queue, &action, NULL) == SKED_OK) {
        self->busy += self->load->jobs[action.id].width;
        self->started++;
        self->from = self->started == WARM ? self->now : self->from;
        self->to = self->started == WARM + self->measured ? self->now : self->to;
        count++;
    }
    return count;
}

static void end_some(run *self) {
    sked_job_info info;
    uint64_t id = 0;

    while (sked_queue_running_at(&self->queue, 0, &id) == SKED_OK) {
        must(sked_queue_get_job(&self->queue, id, &info, NULL), "job");
        if (info.end > self->now) {
            return;
        }
        self->busy -= self->load->jobs[id].width;
        must(sked_queue_finish(&self->queue, id, self->now), "finish");
    }
}

static result simulate(machine *own, const workload *load, uint32_t measured, uint32_t options) {
    sked_queue_settings settings = sked_queue_settings_easy(SIZE, WAITING + SIZE);
    sked_picker picker;
    sked_queue_info info;
    run self;
    result out;

    memset(&self, 0, sizeof self);
    self.load = load;
    self.by = own->by;
    self.measured = measured;
    self.from = self.to = -1;
    picker.pick = pick;
    picker.ctx = own;
    settings.options = options;
    must(sked_queue_create(&self.queue, &settings, &picker, heap_mem()), "create");
    while (self.to < 0) {
        sked_time next;

        do {
            fill_up(&self);
        } while (start_some(&self) > 0);
        next = sked_queue_next_time(&self.queue);
        self.area += self.from >= 0 && self.to < 0 ? (double)(next - self.now) * (double)self.busy
                                                   : 0;
        self.now = next;
        end_some(&self);
    }
    must(sked_queue_get_info(&self.queue, &info), "info");
    out.used = self.area / ((double)(self.to - self.from) * SIZE);
    out.asked = (double)info.counters.asked_ahead / self.started;
    sked_queue_destroy(&self.queue);
    return out;
}

/* ---- All ------------------------------------------------------------------------------------- */

static void run_row(machine *own, int world, uint32_t jobs) {
    double used[2][BATCHES], asked = 0;
    interval counts, asks;
    uint32_t draw, options;

    for (draw = 0; draw < BATCHES; draw++) {
        workload load;

        if (!fattree_draw(draw + 1, world, WARM + jobs + 500, &load)) {
            must(SKED_E_MEMORY, "jobs");
        }
        for (options = 0; options <= SKED_ASK_AHEAD; options++) {
            const result r = simulate(own, &load, jobs, options);

            used[options][draw] = 100 * r.used;
            asked += r.asked / BATCHES;
        }
        workload_drop(&load);
    }
    counts = measure_batches(used[0]);
    asks = measure_batches(used[SKED_ASK_AHEAD]);
    printf("| %s | %s | %.1f ± %.1f | %.1f ± %.1f | %.1f |\n", world_words[world],
           picker_words[own->by], counts.mean, counts.half_width, asks.mean, asks.half_width,
           asked);
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
    static machine own;
    const uint32_t given = command_begin("ask_ahead", help, argc, argv);
    const uint32_t jobs =
        given == 0 ? 1000 : command_number(argv[1], "is no number of jobs", 1, JOBS_MOST);
    int world;

    command_no_more(1, given, argv);
    command_start(2 * PICKERS);
    prepare(&own);
    printf("| jobs | picker | counts | asks | asked ahead, for each job |\n"
           "|---|---|---|---|---|\n");
    for (world = 1; world >= 0; world--) {
        for (own.by = 0; own.by < PICKERS; own.by++) {
            run_row(&own, world, jobs);
        }
    }
    free(own.block);
    free(own.scratch);
    return command_end(0);
}
