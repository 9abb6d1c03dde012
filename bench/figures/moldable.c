/* moldable.c: measures what figures 3 to 7 of the paper on moldable tasks (SPAA 2004) show. */
/* SPDX-License-Identifier: MIT */

/* usage: figures_moldable [--quick | --full] [--only WORKLOAD[/READING[/TASKS]]] [--out FOLDER]
 *   --quick          3 draws of 25, 100 and 200 tasks, short searches: some seconds (default)
 *   --full           40 draws of 25 to 100 tasks, 20 of 200 to 400: 10 to 16 minutes
 *   --only ...       only these: weak, mixed/task_zero, cirne/task_zero/25, time, ...
 *   --out FOLDER     default: build/figures
 *
 * 200 processors. Writes, the same in every run,
 *     FOLDER/moldable.csv           workloads as they are read here (reading task_zero)
 *     FOLDER/moldable_readings.csv  the other readings of what the paper prints of speedups
 *     FOLDER/moldable_printed.csv   minsum in multiples of the paper's bound; no rows where the
 *                                   program was built without GLPK
 * and FOLDER/moldable_time.csv, what the clock said; all with the columns
 *
 *     workload,reading,tasks,method,metric,mean,half_width,least,most
 *
 * workload and reading: see moldable_workload.h. A task has one X (task) or one for each processor
 * (step), the index counts from zero, or is printed.
 *
 * method, those of the paper first:
 *     demt               the paper's batches, each longest first; not shuffled
 *     demt_20            the same, and 20 orders of batches; ..._minsum: of these the one with the
 *                        least minsum, not with the least sum of both ratios
 *     gang               all processors for each, most weight for its time first
 *     sequential         one processor for each, in that order; ..._longest: longest first, as the
 *                        paper says that it is
 *     list_given         the widths of the makespan's plan, shelf by shelf, in each as the tasks
 *                        are given, as the paper says; list: in each, longest first
 *     lptf_weight        most time for its weight first, as the paper says; lptf: longest first
 *     saf                least work first; list_ratio: most weight for its time first
 *     demt_smith         DEMT as the module has it: most weight for its work first within batches,
 *                        or without
 *     multibase, sweep, prices, truncations, best      those of the module
 *     prices_minsum      prices, asked for the minsum alone
 *     search             local search from the plan of prices; search_minsum: from that of
 *                        prices_minsum, for the minsum alone
 *     frontier           of all plans that were met
 *     bound              sked_moldable_bound; corrected: the paper's relaxation, repaired
 *
 * metric:
 *     makespan, minsum   in multiples of makespan_lower_bound and of minsum_lower_bound after all
 *                        calls (150 rounds of prices on intervals that grow by 1.15): sum over
 *                        draws by sum
 *     minsum_printed     in multiples of the paper's relaxation as printed, whose intervals double
 *     minsum_grid_1.2    the same of intervals that grow by 1.2; of the paper's methods by 1.1, 1.3
 *                        and 1.4, too (--full)
 *     minsum_by_OTHER    by the same of demt, gang or saf on the same draws; makespan_by_demt; of
 *                        readings step_printed alone
 *     minsum_1.05        frontier: the least minsum of plans of at most 1.05 times
 *                        makespan_lower_bound, of the draws that had one; had_1.05: which part had;
 *                        minsum: of any plan
 *     makespan           frontier: the least
 *     microseconds       of the processor, of 3 draws; with what the call needs before it, from a
 *                        new object
 *
 * least and most are those of a draw; half_width is the half of a 95 % interval by Student's t,
 * of value - mean * base over draws. Local search (a million steps), best (two million),
 * truncations, frontier and corrected have the first 10 draws only, other readings 20. Each plan is
 * judged by sked_moldable_evaluate. */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define SKED_IMPLEMENTATION
#include "sched_moldable.h"

#include "heap.h"
#include "moldable_workload.h"

#include "moldable_list.h"
#include "moldable_relax.h"

#include "experiment.h"

enum {
    RUNS = 40, HALF = 20, FEW = 10, MANY = 200, TIMED = 3, QUICK_RUNS = 3, QUICK_FEW = 2,
    QUICK_TIMED = 1, SIZES = 8, READINGS = 4, STEP_PRINTED = 3, MACHINE = 200, CAPS = 8,
    POINTS_KEPT = 256, GROWTHS = 5, TRIED = 2
};

static const uint32_t sizes[SIZES] = {25, 50, 75, 100, 150, 200, 300, 400};

static const char *const reading_words[READINGS] = {"task_zero", "task_printed", "step_zero",
                                                    "step_printed"};

static const char *const cap_words[CAPS] = {"_1.05", "_1.10", "_1.15", "_1.20",
                                            "_1.30", "_1.50", "_2.00", ""};

static const double caps[CAPS] = {1.05, 1.1, 1.15, 1.2, 1.3, 1.5, 2, 0};

/* Of the intervals of the paper's relaxation: that of its text, the one that its figures suggest,
 * and others beside that. */
static const char *const growth_words[GROWTHS] = {"_printed", "_grid_1.2", "_grid_1.1",
                                                  "_grid_1.3", "_grid_1.4"};

static const double growths[GROWTHS] = {2, 1.2, 1.1, 1.3, 1.4};

/* ---- Ways to plan ---------------------------------------------------------------------------- */

/* CHEAP: readings, too; SLOW: a few draws; CLOCKED: timed; LISTED: by a list of our own; ALONE: by
 * an object of its own, which neither profits from the others nor they from it; CURVE: what the
 * paper's figures show. */
enum { CHEAP = 1, SLOW = 2, CLOCKED = 4, LISTED = 8, ALONE = 16, CURVE = 32 };

typedef struct way {
    const char *word;
    sked_moldable_method method;
    sked_moldable_order order;
    uint32_t shuffles, makespan_weight, minsum_weight, marks;
} way;

enum {
    DEMT, DEMT_20, DEMT_20_MINSUM, GANG, SEQUENTIAL, SEQUENTIAL_LONGEST, LIST, LPTF, LIST_RATIO,
    SAF, LISTED_GIVEN, LISTED_WEIGHTED, DEMT_SMITH, MULTIBASE, SWEEP, PRICES, SEARCH,
    PRICES_MINSUM, SEARCH_MINSUM, TRUNCATIONS, BEST, WAYS
};

/* In the order of the calls: a search goes on from the plan of the call before it. */
static const way ways[WAYS] = {
    {"demt", SKED_MOLDABLE_DEMT, SKED_MOLDABLE_LONGEST, 0, 0, 0, CHEAP | CURVE | CLOCKED},
    {"demt_20", SKED_MOLDABLE_DEMT, SKED_MOLDABLE_LONGEST, 20, 0, 0, CHEAP | CLOCKED},
    {"demt_20_minsum", SKED_MOLDABLE_DEMT, SKED_MOLDABLE_LONGEST, 20, 0, 1, CHEAP | ALONE},
    {"gang", SKED_MOLDABLE_GANG, SKED_MOLDABLE_RATIO, 0, 0, 0, CHEAP | CURVE},
    {"sequential", SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_RATIO, 0, 0, 0, CHEAP | CURVE},
    {"sequential_longest", SKED_MOLDABLE_SEQUENTIAL, SKED_MOLDABLE_LONGEST, 0, 0, 0, CHEAP | CURVE},
    {"list", SKED_MOLDABLE_SHELVES, SKED_MOLDABLE_SHELF, 0, 0, 0, CHEAP | CLOCKED},
    {"lptf", SKED_MOLDABLE_SHELVES, SKED_MOLDABLE_LONGEST, 0, 0, 0, CHEAP},
    {"list_ratio", SKED_MOLDABLE_SHELVES, SKED_MOLDABLE_RATIO, 0, 0, 0, CHEAP},
    {"saf", SKED_MOLDABLE_SHELVES, SKED_MOLDABLE_SMALLEST, 0, 0, 0, CHEAP | CURVE},
    {"list_given", SKED_MOLDABLE_SHELVES, SKED_MOLDABLE_LONGEST, 0, 0, 0, CHEAP | CURVE | LISTED},
    {"lptf_weight", SKED_MOLDABLE_SHELVES, SKED_MOLDABLE_LONGEST, 0, 0, 0, CHEAP | CURVE | LISTED},
    {"demt_smith", SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH, 0, 0, 0, CLOCKED},
    {"multibase", SKED_MOLDABLE_MULTIBASE, SKED_MOLDABLE_SMITH, 0, 0, 0, CLOCKED},
    {"sweep", SKED_MOLDABLE_SWEEP, SKED_MOLDABLE_SMITH, 0, 0, 0, CLOCKED},
    {"prices", SKED_MOLDABLE_PRICES, SKED_MOLDABLE_SMITH, 0, 0, 0, 0},
    {"search", SKED_MOLDABLE_SEARCH, SKED_MOLDABLE_SMITH, 0, 0, 0, SLOW},
    {"prices_minsum", SKED_MOLDABLE_PRICES, SKED_MOLDABLE_SMITH, 0, 0, 1, 0},
    {"search_minsum", SKED_MOLDABLE_SEARCH, SKED_MOLDABLE_SMITH, 0, 0, 1, SLOW},
    {"truncations", SKED_MOLDABLE_TRUNCATIONS, SKED_MOLDABLE_SMITH, 0, 0, 0, SLOW},
    {"best", SKED_MOLDABLE_BEST, SKED_MOLDABLE_SMITH, 0, 0, 0, SLOW | CLOCKED | ALONE}};

/* Compared with these on the same draws. */
enum { BASES = 3 };

static const int bases[BASES] = {DEMT, GANG, SAF};

/* Values of draws, in ticks and in ticks times weights; 0: the draw had none. */
typedef struct outcome {
    double makespan[RUNS], minsum[RUNS];
    uint32_t runs;
} outcome;

typedef struct cell {
    outcome ways[WAYS];
    double makespan_lower_bound[RUNS], minsum_lower_bound[RUNS];
    double relaxed_minsum[GROWTHS][RUNS], corrected[RUNS];
    double shortest[RUNS], capped[CAPS][RUNS];      /* of the frontier */
    uint32_t runs, few, relaxed, repaired, growths;
    int bounded, compared;
} cell;

typedef struct laboratory {
    const request *asked;
    FILE *results, *readings, *printed, *clocks;
    clock_t began;
} laboratory;

static double real(sked_u128 wide) {
    return (double)wide.high * 18446744073709551616.0 + (double)wide.low;
}

/* ---- A draw ---------------------------------------------------------------------------------- */

typedef struct scene {
    const request *asked;
    moldable_model model;
    moldable_load load;
    sked_moldable plans;
    sked_moldable_row *rows;
    uint32_t run;
    const char *failed;                 /* what failed, if something did */
    sked_status status;
} scene;

static int fail(scene *now, const char *what, sked_status status) {
    now->failed = what;
    now->status = status;
    return 0;
}

static sked_status make_plans(const moldable_load *load, sked_moldable *plans) {
    sked_moldable_settings settings;

    memset(&settings, 0, sizeof settings);
    settings.processors = MACHINE;
    settings.tasks_count = load->count;
    settings.tasks = load->tasks;
    settings.frontier_max = POINTS_KEPT;
    return sked_moldable_create(plans, &settings, heap_mem());
}

static sked_moldable_choice choice_of(const request *asked, const way *by) {
    sked_moldable_choice choice;

    memset(&choice, 0, sizeof choice);
    choice.method = by->method;
    choice.order = by->order;
    choice.shuffles = by->shuffles;
    choice.makespan_weight = by->makespan_weight;
    choice.minsum_weight = by->minsum_weight;
    choice.steps_max = (by->method == SKED_MOLDABLE_BEST ? 2000000 : 1000000) /
                       (asked->full ? 1 : 10);
    choice.seed = 1;
    return choice;
}

static int plan_alone(scene *now, int number, sked_moldable_result *result) {
    const sked_moldable_choice choice = choice_of(now->asked, &ways[number]);
    sked_moldable own;
    sked_status status = make_plans(&now->load, &own);

    if (status == SKED_OK) {
        status = sked_moldable_plan(&own, &choice, now->rows, result);
        sked_moldable_destroy(&own);
    }
    return status == SKED_OK ? 1 : fail(now, ways[number].word, status);
}

static int same_plan(const sked_moldable_result *one, const sked_moldable_result *two) {
    return one->makespan == two->makespan && sked_u128_compare(one->minsum, two->minsum) == 0;
}

/* Lists the rows anew, with their widths. */
static int plan_list(scene *now, list_order order, sked_moldable_result *result) {
    sked_moldable_info info;
    sked_status status = sked_moldable_get_info(&now->plans, &info);

    if (status != SKED_OK || !list_plan(&now->load, order, info.accepted, MACHINE, now->rows)) {
        return fail(now, "list", SKED_E_MEMORY);
    }
    status = sked_moldable_evaluate(&now->plans, now->rows, NULL, result);
    return status == SKED_OK ? 1 : fail(now, "list", status);
}

/* The module's list of the longest first must be ours; then ours in another order. */
static int plan_listed(scene *now, int number, sked_moldable_result *result) {
    const sked_moldable_result told = *result;

    if (!plan_list(now, LIST_LONGEST, result)) {
        return 0;
    }
    if (!same_plan(&told, result)) {
        return fail(now, "another list", SKED_E_CORRUPT);
    }
    return plan_list(now, number == LISTED_GIVEN ? LIST_GIVEN : LIST_WEIGHTED, result);
}

static int plan_shared(scene *now, int number, sked_moldable_result *result) {
    const sked_moldable_choice choice = choice_of(now->asked, &ways[number]);
    const sked_status status = sked_moldable_plan(&now->plans, &choice, now->rows, result);

    if (status != SKED_OK) {
        return fail(now, ways[number].word, status);
    }
    return (ways[number].marks & LISTED) ? plan_listed(now, number, result) : 1;
}

static int plan_way(scene *now, int number, outcome *out) {
    sked_moldable_result told, judged;
    sked_status status;

    if (!((ways[number].marks & ALONE) ? plan_alone(now, number, &told)
                                       : plan_shared(now, number, &told))) {
        return 0;
    }
    status = sked_moldable_evaluate(&now->plans, now->rows, NULL, &judged);
    if (status != SKED_OK || !same_plan(&told, &judged)) {
        return fail(now, ways[number].word, status == SKED_OK ? SKED_E_CORRUPT : status);
    }
    out->makespan[now->run] = (double)judged.makespan;
    out->minsum[now->run] = real(judged.minsum);
    out->runs = now->run + 1;
    return 1;
}

/* Prices go up and down by the best plan that is known: there must be a good one before. */
static int raise_bound(scene *now) {
    const sked_moldable_choice choice = choice_of(now->asked, &ways[MULTIBASE]);
    sked_status status = sked_moldable_plan(&now->plans, &choice, now->rows, NULL);

    if (status == SKED_OK) {
        status = sked_moldable_bound(&now->plans, now->asked->full ? 150 : 40, 115);
    }
    return status == SKED_OK ? 1 : fail(now, "bound", status);
}

static int keep_relaxations(scene *now, int repair, cell *out) {
#ifdef WITH_GLPK
    sked_moldable_info info;
    const sked_status status = sked_moldable_get_info(&now->plans, &info);
    uint32_t i;

    if (status != SKED_OK) {
        return fail(now, "look", status);
    }
    for (i = 0; i < out->growths; i++) {
        if (!relax_minsum(&now->load, info.accepted, growths[i], 0,
                          &out->relaxed_minsum[i][now->run])) {
            return fail(now, "glpk", SKED_E_CORRUPT);
        }
    }
    if (repair && !relax_minsum(&now->load, info.accepted, 2, 1, &out->corrected[now->run])) {
        return fail(now, "glpk", SKED_E_CORRUPT);
    }
    out->relaxed = now->run + 1;
    out->repaired = repair ? now->run + 1 : out->repaired;
#else
    (void)now;
    (void)growths;
    (void)repair;
    (void)out;
#endif
    return 1;
}

static int keep_bounds(scene *now, cell *out) {
    sked_moldable_result result;
    sked_status status;

    status = sked_moldable_evaluate(&now->plans, now->rows, NULL, &result);
    if (status != SKED_OK) {
        return fail(now, "judge", status);
    }
    out->makespan_lower_bound[now->run] = (double)result.makespan_lower_bound;
    out->minsum_lower_bound[now->run] = real(result.minsum_lower_bound);
    out->runs = now->run + 1;
    return 1;
}

static int keep_frontier(scene *now, cell *out) {
    const double least = out->makespan_lower_bound[now->run];
    sked_moldable_info info;
    sked_moldable_result point;
    sked_status status = sked_moldable_get_info(&now->plans, &info);
    uint32_t i, cap;

    for (i = 0; status == SKED_OK && i < info.plans; i++) {
        status = sked_moldable_get_plan(&now->plans, i, NULL, &point);
        for (cap = 0; status == SKED_OK && cap < CAPS; cap++) {
            if (caps[cap] <= 0 || (double)point.makespan <= caps[cap] * least) {
                out->capped[cap][now->run] = real(point.minsum);
            }
        }
        if (i == 0) {
            out->shortest[now->run] = (double)point.makespan;
        }
    }
    out->few = now->run + 1;
    return status == SKED_OK ? 1 : fail(now, "point", status);
}

static int run_ways(scene *now, int whole, uint32_t few, cell *out) {
    const int searched = whole && now->run < few;
    int i;

    if (whole && !raise_bound(now)) {
        return 0;
    }
    for (i = 0; i < WAYS; i++) {
        if ((whole || (ways[i].marks & CHEAP)) &&
            (searched || !(ways[i].marks & SLOW)) && !plan_way(now, i, &out->ways[i])) {
            return 0;
        }
    }
    return keep_relaxations(now, searched, out) && keep_bounds(now, out) &&
           (!searched || keep_frontier(now, out));
}

static int draw_scene(scene *now) {
    now->rows = (sked_moldable_row *)calloc(now->model.tasks, sizeof *now->rows);
    return now->rows != NULL && moldable_draw(&now->model, &now->load);
}

static int run_draw(const request *asked, const moldable_model *model, uint32_t run, int whole,
                    cell *out) {
    scene now;
    int done = 0;

    memset(&now, 0, sizeof now);
    now.asked = asked;
    now.model = *model;
    now.model.seed = (uint64_t)model->tasks * 1000 + run + 1;
    now.run = run;
    now.failed = "memory";
    now.status = SKED_E_MEMORY;
    if (draw_scene(&now)) {
        now.status = make_plans(&now.load, &now.plans);
        done = now.status == SKED_OK && run_ways(&now, whole, asked->full ? FEW : QUICK_FEW, out);
        sked_moldable_destroy(&now.plans);
    }
    moldable_drop(&now.load);
    free(now.rows);
    if (!done) {
        fprintf(stderr, "%s, %u tasks, draw %u: %s: %s\n", moldable_kind_word(model->kind),
                (unsigned)model->tasks, (unsigned)run + 1, now.failed,
                sked_status_text(now.status));
    }
    return done;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct place {
    FILE *file;
    const moldable_model *model;
    uint32_t reading;
    const char *word;                   /* of the method */
} place;

/* 97.5 % of Student's t. */
static double student(uint32_t runs) {
    static const double few[FEW + 1] = {0,      0,      12.7062, 4.3027, 3.1824, 2.7764,
                                        2.5706, 2.4469, 2.3646,  2.3060, 2.2622};

    return runs <= FEW ? few[runs] : runs == HALF ? 2.0930 : 2.0227;
}

/* The sum of values by the sum of bases, how far it is known, and the least and most of a draw. */
typedef struct spread {
    double mean, half_width, least, most;
} spread;

static spread measure(const double *values, const double *under, uint32_t runs) {
    spread out = {0, 0, 0, 0};
    double sum = 0, base = 0, square = 0;
    uint32_t run;

    for (run = 0; run < runs; run++) {
        sum += values[run];
        base += under[run];
    }
    out.mean = sum / base;
    for (run = 0; run < runs; run++) {
        const double rest = values[run] - out.mean * under[run], own = values[run] / under[run];

        square += rest * rest;
        out.least = run == 0 || own < out.least ? own : out.least;
        out.most = run == 0 || own > out.most ? own : out.most;
    }
    if (runs > 1) {
        out.half_width = student(runs) * sqrt(square / (runs - 1) / runs) / (base / runs);
    }
    return out;
}

static void write_spread(const place *at, const char *metric, const char *other, spread told) {
    char text[4][64];

    format_number(told.mean, text[0], sizeof text[0]);
    format_number(told.half_width, text[1], sizeof text[1]);
    format_number(told.least, text[2], sizeof text[2]);
    format_number(told.most, text[3], sizeof text[3]);
    fprintf(at->file, "%s,%s,%u,%s,%s%s,%s,%s,%s,%s\n", moldable_kind_word(at->model->kind),
            reading_words[at->reading], (unsigned)at->model->tasks, at->word, metric, other,
            text[0], text[1], text[2], text[3]);
}

/* Of the paper's methods the minsum by Gang and SAF, too. */
static void write_by(const place *at, const cell *own, int number) {
    const outcome *values = &own->ways[number];
    char name[64];
    int i;

    for (i = 0; i < BASES; i++) {
        const outcome *base = &own->ways[bases[i]];

        if (bases[i] == number || (bases[i] != DEMT && !(ways[number].marks & CHEAP))) {
            continue;
        }
        snprintf(name, sizeof name, "_by_%s", ways[bases[i]].word);
        write_spread(at, "minsum", name, measure(values->minsum, base->minsum, values->runs));
        if (bases[i] == DEMT) {
            write_spread(at, "makespan", name,
                         measure(values->makespan, base->makespan, values->runs));
        }
    }
}

static void write_ways(place *at, const cell *own) {
    int i;

    for (i = 0; i < WAYS; i++) {
        const outcome *values = &own->ways[i];

        at->word = ways[i].word;
        if (values->runs == 0) {
            continue;
        }
        write_spread(at, "makespan", "",
                     measure(values->makespan, own->makespan_lower_bound, values->runs));
        if (own->bounded) {
            write_spread(at, "minsum", "",
                         measure(values->minsum, own->minsum_lower_bound, values->runs));
        }
        if (own->compared) {
            write_by(at, own, i);
        }
    }
}

/* Only draws that had a plan below the cap. */
static void write_cap(const place *at, const cell *own, uint32_t cap) {
    double values[RUNS], under[RUNS];
    spread had = {0, 0, 0, 1};
    uint32_t run, count = 0;

    for (run = 0; run < own->few; run++) {
        if (own->capped[cap][run] > 0) {
            values[count] = own->capped[cap][run];
            under[count++] = own->minsum_lower_bound[run];
        }
    }
    had.mean = (double)count / own->few;
    had.least = count == own->few;
    had.most = count > 0;
    write_spread(at, "had", cap_words[cap], had);
    if (count > 0) {
        write_spread(at, "minsum", cap_words[cap], measure(values, under, count));
    }
}

static void write_frontier(place *at, const cell *own) {
    uint32_t cap;

    at->word = "frontier";
    write_spread(at, "makespan", "", measure(own->shortest, own->makespan_lower_bound, own->few));
    for (cap = 0; cap < CAPS; cap++) {
        write_cap(at, own, cap);
    }
}

/* By one relaxation: all ways by the printed one, those of the paper by those that are tried. */
static void write_growth(place *at, const cell *own, uint32_t number) {
    const uint32_t wanted = number == 0 ? 0 : number < TRIED ? CHEAP : CURVE;
    int i;

    for (i = 0; i < WAYS; i++) {
        at->word = ways[i].word;
        if (own->ways[i].runs > 0 && (ways[i].marks & wanted) == wanted) {
            write_spread(at, "minsum", growth_words[number],
                         measure(own->ways[i].minsum, own->relaxed_minsum[number],
                                 own->ways[i].runs));
        }
    }
    if (own->bounded && number < TRIED) {
        at->word = "bound";
        write_spread(at, "minsum", growth_words[number],
                     measure(own->minsum_lower_bound, own->relaxed_minsum[number], own->relaxed));
    }
}

static void write_printed(place *at, const cell *own) {
    uint32_t i;

    for (i = 0; i < own->growths; i++) {
        write_growth(at, own, i);
    }
    if (own->bounded) {
        at->word = "corrected";
        write_spread(at, "minsum", growth_words[0],
                     measure(own->corrected, own->relaxed_minsum[0], own->repaired));
    }
}

static void write_cell(laboratory *lab, const moldable_model *model, uint32_t reading,
                       const cell *own) {
    place at;

    at.file = reading == 0 ? lab->results : lab->readings;
    at.model = model;
    at.reading = reading;
    write_ways(&at, own);
    if (own->few > 0) {
        write_frontier(&at, own);
    }
    if (own->relaxed > 0) {
        at.file = lab->printed;
        write_printed(&at, own);
    }
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

/* Processor time: that of other programs is not counted. */
static double microseconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1000;
}

/* One way, or the bound (number WAYS), from a new object on; negative: it failed. */
static double clock_once(const request *asked, const moldable_load *load, int number,
                         sked_moldable_row *rows) {
    const sked_moldable_choice choice = choice_of(asked, &ways[number < WAYS ? number : DEMT]);
    sked_moldable plans;
    sked_status status;
    double began, taken;

    if (make_plans(load, &plans) != SKED_OK) {
        return -1;
    }
    began = microseconds();
    status = number < WAYS ? sked_moldable_plan(&plans, &choice, rows, NULL)
                           : sked_moldable_bound(&plans, asked->full ? 150 : 40, 115);
    taken = microseconds() - began;
    sked_moldable_destroy(&plans);
    return status == SKED_OK ? taken : -1;
}

/* The least of as many times as take a fiftieth of a second, five at most. */
static double clock_way(const request *asked, const moldable_load *load, int number,
                        sked_moldable_row *rows) {
    double least = clock_once(asked, load, number, rows), all = least;
    int i;

    for (i = 1; i < 5 && least >= 0 && all < 20000; i++) {
        const double taken = clock_once(asked, load, number, rows);

        all += taken;
        least = taken < least ? taken : least;
    }
    return least;
}

static int clock_draws(laboratory *lab, place *at, int number, uint32_t runs) {
    double taken[TIMED], ones[TIMED];
    moldable_model model = *at->model;
    uint32_t run;

    for (run = 0; run < runs; run++) {
        sked_moldable_row *rows = (sked_moldable_row *)calloc(model.tasks, sizeof *rows);
        moldable_load load;

        model.seed = (uint64_t)model.tasks * 1000 + run + 1;
        ones[run] = 1;
        taken[run] = -1;
        if (rows != NULL && moldable_draw(&model, &load)) {
            taken[run] = clock_way(lab->asked, &load, number, rows);
            moldable_drop(&load);
        }
        free(rows);
        if (taken[run] < 0) {
            fprintf(stderr, "%u tasks: not timed\n", (unsigned)model.tasks);
            return 0;
        }
    }
    at->word = number < WAYS ? ways[number].word : "bound";
    write_spread(at, "microseconds", "", measure(taken, ones, runs));
    return 1;
}

static int clock_cell(laboratory *lab, const moldable_model *model) {
    const uint32_t runs = lab->asked->full ? TIMED : QUICK_TIMED;
    place at;
    int i, done = 1;

    at.file = lab->clocks;
    at.model = model;
    at.reading = 0;
    for (i = 0; i <= WAYS && done; i++) {
        done = (i < WAYS && !(ways[i].marks & CLOCKED)) || clock_draws(lab, &at, i, runs);
    }
    return done;
}

/* ---- All ------------------------------------------------------------------------------------- */

static int is_asked(const request *asked, const char *first, const char *second,
                    uint32_t tasks) {
    const size_t length = asked->only != NULL ? strlen(asked->only) : 0;
    char name[80];

    snprintf(name, sizeof name, "%s/%s/%u", first, second, (unsigned)tasks);
    return (asked->full || tasks == 25 || tasks == 100 || tasks == 200) &&
           (length == 0 || (strncmp(asked->only, name, length) == 0 &&
                            (name[length] == '/' || name[length] == '\0')));
}

/* 150 tasks are in the paper's times alone; the model of Downey has one reading. */
static int is_planned(const request *asked, moldable_kind kind, uint32_t reading, uint32_t tasks) {
    return tasks != 150 && (kind != MOLDABLE_CIRNE || reading == 0) &&
           is_asked(asked, moldable_kind_word(kind), reading_words[reading], tasks);
}

/* What is tried beside the growth that the figures suggest is for its table alone. */
static uint32_t growths_of(const request *asked, moldable_kind kind, uint32_t reading) {
    const int compared = reading == 0 || reading == STEP_PRINTED;

    if (!asked->full) {
        return compared ? TRIED : 1;
    }
    return reading == 0 || (kind == MOLDABLE_WEAK && compared) ? GROWTHS : TRIED;
}

static int run_cell(laboratory *lab, moldable_kind kind, uint32_t reading, uint32_t tasks) {
    moldable_model model = moldable_model_defaults(kind, MACHINE, tasks, 0);
    const uint32_t whole = !lab->asked->full ? QUICK_RUNS : tasks < MANY ? RUNS : HALF;
    const uint32_t runs = reading == 0 ? whole : lab->asked->full ? HALF : QUICK_FEW;
    static cell own;
    uint32_t run;

    memset(&own, 0, sizeof own);
    own.bounded = reading == 0;
    own.compared = reading == 0 || reading == STEP_PRINTED;
    own.growths = growths_of(lab->asked, kind, reading);
    model.per_step = reading >= 2;
    model.printed_index = reading % 2 == 1;
    for (run = 0; run < runs; run++) {
        if (!run_draw(lab->asked, &model, run, reading == 0, &own)) {
            return 0;
        }
    }
    write_cell(lab, &model, reading, &own);
    fprintf(stderr, "%6.1f s  %s, %s, %u tasks\n",
            (double)(clock() - lab->began) / CLOCKS_PER_SEC, moldable_kind_word(kind),
            reading_words[reading], (unsigned)tasks);
    return 1;
}

static int run_all(laboratory *lab) {
    uint32_t kind, reading, size;
    int done = 1;

    lab->began = clock();
    for (kind = 0; kind < MOLDABLE_KINDS; kind++) {
        for (reading = 0; reading < READINGS; reading++) {
            for (size = 0; size < SIZES && done; size++) {
                done = !is_planned(lab->asked, (moldable_kind)kind, reading, sizes[size]) ||
                       run_cell(lab, (moldable_kind)kind, reading, sizes[size]);
            }
        }
    }
    for (kind = 0; kind < MOLDABLE_KINDS; kind++) {
        for (size = 0; size < SIZES && done; size++) {
            const moldable_model model =
                moldable_model_defaults((moldable_kind)kind, MACHINE, sizes[size], 0);

            done = !is_asked(lab->asked, "time", moldable_kind_word(model.kind), sizes[size]) ||
                   clock_cell(lab, &model);
        }
    }
    fprintf(stderr, "%6.1f s  all\n", (double)(clock() - lab->began) / CLOCKS_PER_SEC);
    return done;
}

static int open_all(laboratory *lab) {
    static const char heading[] =
        "workload,reading,tasks,method,metric,mean,half_width,least,most";
    const char *folder = lab->asked->folder;

    lab->results = open_rows(folder, "moldable.csv", heading);
    lab->readings = open_rows(folder, "moldable_readings.csv", heading);
    lab->printed = open_rows(folder, "moldable_printed.csv", heading);
    lab->clocks = open_rows(folder, "moldable_time.csv", heading);
#ifndef WITH_GLPK
    fprintf(stderr, "built without GLPK: minsum by the paper's bound is not measured\n");
#endif
    return lab->results != NULL && lab->readings != NULL && lab->printed != NULL &&
           lab->clocks != NULL;
}

static int close_rows(FILE *file) {
    return file == NULL || fclose(file) == 0;
}

static int close_all(laboratory *lab) {
    const int results = close_rows(lab->results), readings = close_rows(lab->readings);
    const int printed = close_rows(lab->printed), clocks = close_rows(lab->clocks);

    return results && readings && printed && clocks;
}

int main(int argc, char **argv) {
    static laboratory lab;
    request asked;
    int done;

    if (!read_request(argc, argv, &asked) || asked.trace != NULL || asked.parts > 1 ||
        asked.loads_count > 0 || asked.jobs > 0) {
        fprintf(stderr, "usage: figures_moldable [--quick | --full] "
                        "[--only WORKLOAD[/READING[/TASKS]]] [--out FOLDER]\n");
        return 2;
    }
    if (mkdir(asked.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        return 1;
    }
    lab.asked = &asked;
    done = open_all(&lab) && run_all(&lab);
    if (!close_all(&lab)) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        done = 0;
    }
    return done ? 0 : 1;
}
