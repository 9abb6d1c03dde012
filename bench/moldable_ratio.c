/* moldable_ratio.c: what plans of moldable tasks cost and are worth, beside plans coded plainly.
 *
 * SPDX-License-Identifier: MIT
 *
 * `build/moldable_ratio --help` has its arguments.
 *
 * All but `large` have 200 processors and full tables (moldable_workload.h). The rival is the dual
 * test, the list and the batches coded plainly (plain_moldable.h). Each turn of ours has an object
 * that is new but for what the rival is given, too: the shortest deadline that is accepted and, for
 * bound, the minsum of a plan. Turns alternate (ours first, theirs first, ...); a ratio is the
 * median over pairs of turns, in processor time, so that what slows the host slows both. Beside the
 * times stand makespan and minsum of the plans, over our bounds.
 *
 * Nothing is believed: of each instance the plain dual test must accept and refuse the deadlines
 * that we do, the plain list must start the same tasks at the same times in all orders, plans are
 * judged here, too, and none may be below our bounds; exit status 1 otherwise.
 *
 * With MOLDABLE_BASELINE, a folder with programs to measure against (see `baseline` below), these
 * take turns, too, and their plans may not be below our bounds. */
#define _POSIX_C_SOURCE 200112L

/* ---- the baseline --------------------------------------------------------------------------- */

/* A folder with demt.c and lagr2.h, and what they include: Inst, mrt_search, mrt_test, gam,
 * order_by, demt_batches, lsched, lagr2. It is included before all else, so that no name of ours is
 * in its way; it needs the header of GLPK, but calls nothing of it. The path is given without
 * quotes. */
#if defined(MOLDABLE_BASELINE)
#define NOMAIN
#define TEXT_OF_(path) #path
#define TEXT_OF(path) TEXT_OF_(path)
#include TEXT_OF(MOLDABLE_BASELINE/demt.c)
#include TEXT_OF(MOLDABLE_BASELINE/lagr2.h)
#undef P
#undef NOMAIN
#endif

#define SKED_STATIC
#define SKED_WORD_BITS 64
#include "sched_moldable.h"

#include "bench.h"
#include "command.h"
#include "ratio.h"
#include "moldable_workload.h"
#include "plain_moldable.h"

enum { PROCESSORS = 200, PAIRS_MAX = 400, INSTANCES_MAX = 8 };

/* ---- instances ------------------------------------------------------------------------------ */

/* What a plan achieves, or what a bound proves. */
typedef struct outcome {
    double makespan, minsum;
} outcome;

/* One draw, in all forms that rivals want. */
typedef struct instance {
    moldable_kind kind;
    uint32_t n, number;
    moldable_load load;
    uint32_t *weights;
    sked_moldable_settings settings;
    void *block;
    size_t bytes;
    sked_moldable ours;
    sked_moldable_row *rows;
    plain_moldable plain;
    sked_moldable_info info;           /* after the first look */
    sked_moldable_result demt;          /* of the plan from which bound starts */
    outcome least;                      /* our bounds, when all that raises them is done */
#if defined(MOLDABLE_BASELINE)
    Inst theirs;
    double their_deadline, their_least;
    int *shelves, *widths, *order, *batches;
    double *keys, *starts;
#endif
} instance;

static uint32_t failures;

static void expect(const instance *of, int holds, const char *what, double one, double other) {
    if (!holds) {
        printf("DECISIONS DIFFER: %s, %lu tasks, draw %lu: %s: %.0f, %.0f\n",
               moldable_kind_word(of->kind), (unsigned long)of->n, (unsigned long)of->number, what,
               one, other);
        failures++;
    }
}

static double wide_double(sked_u128 value) {
    return (double)value.high * 18446744073709551616.0 + (double)value.low;
}

static outcome outcome_of(const sked_moldable_result *result) {
    outcome of;
    of.makespan = (double)result->makespan;
    of.minsum = wide_double(result->minsum);
    return of;
}

static void instance_renew(instance *of) {
    sked_moldable_destroy(&of->ours);
    require(sked_moldable_init(&of->ours, &of->settings, of->block, of->bytes));
}

static outcome instance_plan(instance *of, sked_moldable_method method, sked_moldable_order order,
                             sked_moldable_result *result) {
    sked_moldable_choice choice;
    memset(&choice, 0, sizeof choice);
    choice.method = method;
    choice.order = order;
    require(sked_moldable_plan(&of->ours, &choice, of->rows, result));
    return outcome_of(result);
}

static void instance_make(instance *of, moldable_kind kind, uint32_t n, uint32_t number) {
    moldable_model model = moldable_model_defaults(kind, PROCESSORS, n, 1000003u * (number + 1));
    uint32_t i;
    memset(of, 0, sizeof *of);
    of->kind = kind;
    of->n = n;
    of->number = number;
    if (!moldable_draw(&model, &of->load)) {
        bench_refuse("out of memory");
    }
    of->weights = (uint32_t *)take_memory(n, sizeof(uint32_t));
    for (i = 0; i < n; i++) {
        of->weights[i] = of->load.tasks[i].weight;
    }
    of->settings.processors = PROCESSORS;
    of->settings.tasks_count = n;
    of->settings.tasks = of->load.tasks;
    require(sked_moldable_bytes(&of->settings, &of->bytes));
    of->block = take_memory(of->bytes, 1);
    of->rows = (sked_moldable_row *)take_memory(n, sizeof(sked_moldable_row));
    plain_moldable_begin(&of->plain, n, PROCESSORS, of->load.times, of->weights);
    instance_renew(of);
    require(sked_moldable_get_info(&of->ours, &of->info));
    (void)instance_plan(of, SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH, &of->demt);
}

static void instance_drop(instance *of) {
    sked_moldable_destroy(&of->ours);
    plain_moldable_end(&of->plain);
    moldable_drop(&of->load);
    free(of->weights);
    free(of->block);
    free(of->rows);
}

/* ---- what must agree ------------------------------------------------------------------------ */

static void check_deadlines(instance *of) {
    const double refused = (double)of->info.refused, accepted = (double)of->info.accepted;
    expect(of, !plain_moldable_accepts(&of->plain, of->info.refused),
           "a deadline is refused that the plain test accepts", refused, accepted);
    expect(of, plain_moldable_accepts(&of->plain, of->info.accepted),
           "a deadline is accepted that the plain test refuses", accepted, refused);
    expect(of, accepted <= refused + 1 + refused / 500, "accepted is far above refused", accepted,
           refused);
}

typedef struct change {
    sked_time time;
    int32_t by;                     /* processors more; at one time, ends come first */
} change;

static int compare_changes(const void *a, const void *b) {
    const change *left = (const change *)a, *right = (const change *)b;
    if (left->time != right->time) {
        return left->time < right->time ? -1 : 1;
    }
    return left->by < right->by ? -1 : left->by > right->by;
}

static void check_processors(instance *of) {
    change *changes = (change *)take_memory(2 * (size_t)of->n, sizeof(change));
    int32_t busy = 0, most = 0;
    uint32_t i;
    for (i = 0; i < of->n; i++) {
        changes[2 * i].time = of->rows[i].start;
        changes[2 * i].by = (int32_t)of->rows[i].width;
        changes[2 * i + 1].time = of->rows[i].end;
        changes[2 * i + 1].by = -(int32_t)of->rows[i].width;
    }
    qsort(changes, 2 * (size_t)of->n, sizeof changes[0], compare_changes);
    for (i = 0; i < 2 * of->n; i++) {
        busy += changes[i].by;
        most = busy > most ? busy : most;
    }
    expect(of, most <= PROCESSORS, "more processors are used than there are", most, PROCESSORS);
    free(changes);
}

/* Rows and result, from the tables alone. */
static void check_plan(instance *of, const sked_moldable_result *result) {
    sked_time makespan = 0;
    uint64_t minsum = 0;
    uint32_t i;
    for (i = 0; i < of->n; i++) {
        const sked_moldable_row *row = &of->rows[i];
        const int fits = row->width >= 1 && row->width <= PROCESSORS && row->start >= 0;
        expect(of, fits && row->end - row->start == plain_moldable_time(&of->plain, i, row->width),
               "a row is wrong: task, width", i, row->width);
        makespan = row->end > makespan ? row->end : makespan;
        minsum += of->weights[i] * (uint64_t)row->end;
    }
    expect(of, makespan == result->makespan, "makespan", (double)makespan,
           (double)result->makespan);
    expect(of, minsum == result->minsum.low && result->minsum.high == 0, "minsum", (double)minsum,
           wide_double(result->minsum));
    check_processors(of);
}

/* The widths of our list, in the same order, listed plainly. */
static void check_list(instance *of, sked_moldable_method method, sked_moldable_order order,
                       plain_moldable_rule rule) {
    sked_moldable_result result;
    plain_moldable_plan plan;
    uint32_t i;
    (void)instance_plan(of, method, order, &result);
    check_plan(of, &result);
    for (i = 0; i < of->n; i++) {
        of->plain.width[i] = of->rows[i].width;
    }
    plain_moldable_order(&of->plain, rule, 0);
    for (i = 0; i < of->n && method == SKED_MOLDABLE_GANG; i++) {
        of->plain.width[i] = PROCESSORS;        /* one at a time, whatever else would fit */
    }
    plan = plain_moldable_list(&of->plain);
    for (i = 0; i < of->n && of->plain.start[i] == of->rows[i].start; i++) {
    }
    expect(of, i == of->n, "a list starts a task at another time: the task, the order", i, order);
    expect(of, plan.makespan == result.makespan, "a list is longer", (double)plan.makespan,
           (double)result.makespan);
}

static void check_lists(instance *of) {
    static const sked_moldable_order orders[PLAIN_MOLDABLE_RULES] = {
        SKED_MOLDABLE_SMITH, SKED_MOLDABLE_RATIO, SKED_MOLDABLE_LONGEST, SKED_MOLDABLE_SMALLEST,
        SKED_MOLDABLE_LARGEST, SKED_MOLDABLE_WIDEST};
    int rule;
    for (rule = 0; rule < (int)PLAIN_MOLDABLE_RULES; rule++) {
        check_list(of, SKED_MOLDABLE_SHELVES, orders[rule], (plain_moldable_rule)rule);
        check_list(of, SKED_MOLDABLE_SEQUENTIAL, orders[rule], (plain_moldable_rule)rule);
        check_list(of, SKED_MOLDABLE_GANG, orders[rule], (plain_moldable_rule)rule);
    }
}

/* Whoever made it. The minsum of a bound is one. */
static void check_outcome(instance *of, const outcome *made) {
    expect(of, made->makespan * (1 + 1e-9) >= of->least.makespan, "a makespan below our bound",
           made->makespan, of->least.makespan);
    expect(of, made->minsum * (1 + 1e-9) >= of->least.minsum, "a minsum below our bound",
           made->minsum, of->least.minsum);
}

static void check_instance(instance *of) {
    sked_moldable_result result;
    check_deadlines(of);
    check_lists(of);
    instance_renew(of);
    (void)instance_plan(of, SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH, &result);
    check_plan(of, &result);
    (void)instance_plan(of, SKED_MOLDABLE_MULTIBASE, SKED_MOLDABLE_SMITH, &result);
    check_plan(of, &result);
    (void)instance_plan(of, SKED_MOLDABLE_SWEEP, SKED_MOLDABLE_SMITH, &result);
    check_plan(of, &result);
    require(sked_moldable_bound(&of->ours, 0, 0));
    require(sked_moldable_evaluate(&of->ours, of->rows, NULL, &result));
    check_plan(of, &result);
    of->least.makespan = (double)result.makespan_lower_bound;
    of->least.minsum = wide_double(result.minsum_lower_bound);
}

/* ---- operations ----------------------------------------------------------------------------- */

typedef enum operation {
    INIT, MAKESPAN, DEMT_PRINTED, DEMT_PAIR, SWEEP, MULTIBASE, BOUND_60, BOUND_150, OPERATIONS
} operation;

static const char *const operation_names[OPERATIONS] = {
    "init", "makespan", "demt-printed", "demt", "sweep", "multibase", "bound-60", "bound-150"};

/* What is known before the clock starts. */
static void prepare_ours(instance *of, operation what) {
    sked_moldable_info info;
    sked_moldable_result result;
    if (what == INIT) {
        sked_moldable_destroy(&of->ours);
        return;
    }
    instance_renew(of);
    if (what != MAKESPAN) {
        require(sked_moldable_get_info(&of->ours, &info));
    }
    if (what >= BOUND_60) {
        (void)instance_plan(of, SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH, &result);
    }
}

static outcome bound_ours(instance *of, uint32_t iterations, uint32_t growth) {
    sked_moldable_info info;
    outcome proved;
    require(sked_moldable_bound(&of->ours, iterations, growth));
    require(sked_moldable_get_info(&of->ours, &info));
    proved.makespan = (double)info.refused + 1;
    proved.minsum = wide_double(info.minsum_lower_bound);
    return proved;
}

static outcome run_ours(instance *of, operation what) {
    static const struct {
        sked_moldable_method method;
        sked_moldable_order order;
    } plans[] = {{SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH},
                 {SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH},
                 {SKED_MOLDABLE_DEMT, SKED_MOLDABLE_LONGEST},
                 {SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH},
                 {SKED_MOLDABLE_SWEEP, SKED_MOLDABLE_SMITH},
                 {SKED_MOLDABLE_MULTIBASE, SKED_MOLDABLE_SMITH}};
    static const outcome none = {0, 0};
    sked_moldable_result result;
    if (what == INIT) {
        require(sked_moldable_init(&of->ours, &of->settings, of->block, of->bytes));
        return none;
    }
    return what == BOUND_60    ? bound_ours(of, 60, 130)
           : what == BOUND_150 ? bound_ours(of, 150, 115)
                               : instance_plan(of, plans[what].method, plans[what].order, &result);
}

/* The goal counts both by the bounds, as far as they are known: the same for all. */
static plain_moldable_plan units_of(const instance *of) {
    plain_moldable_plan by;
    by.makespan = of->info.refused + 1;
    by.minsum = of->demt.minsum_lower_bound.low;
    return by;
}

static int plain_can(operation what) {
    return what != INIT && what != BOUND_60 && what != BOUND_150;
}

static plain_moldable_plan plain_shortest(plain_moldable *plain) {
    static const plain_moldable_plan by = {1, UINT64_MAX};
    plain_moldable_plan best = {0, 0};
    (void)plain_moldable_deadline(plain);
    plain_moldable_try(plain, PLAIN_MOLDABLE_LONGEST, 0, &by, &best);
    return best;
}

static outcome run_plain(instance *of, operation what) {
    const plain_moldable_plan by = units_of(of);
    const sked_time deadline = of->info.accepted;
    const plain_moldable_plan plan =
        what == MAKESPAN       ? plain_shortest(&of->plain)
        : what == SWEEP        ? plain_moldable_sweep(&of->plain, deadline)
        : what == DEMT_PRINTED ? plain_moldable_demt(&of->plain, deadline, 0, &by)
        : what == DEMT_PAIR    ? plain_moldable_demt(&of->plain, deadline, 1, &by)
                               : plain_moldable_multibase(&of->plain, deadline, &by);
    outcome made;
    made.makespan = (double)plan.makespan;
    made.minsum = (double)plan.minsum;
    return made;
}

#if defined(MOLDABLE_BASELINE)
enum { RIVALS = 2 };

static void prepare_theirs(instance *of) {
    const size_t cells = (size_t)of->n * PROCESSORS;
    size_t i;
    of->theirs.n = (int)of->n;
    of->theirs.m = PROCESSORS;
    of->theirs.p = (double *)take_memory(cells, sizeof(double));
    of->theirs.w = (double *)take_memory(of->n, sizeof(double));
    for (i = 0; i < cells; i++) {
        of->theirs.p[i] = (double)of->load.times[i];
    }
    for (i = 0; i < of->n; i++) {
        of->theirs.w[i] = of->weights[i];
    }
    of->shelves = (int *)take_memory(4 * (size_t)of->n, sizeof(int));
    of->widths = of->shelves + of->n;
    of->order = of->widths + of->n;
    of->batches = of->order + of->n;
    of->keys = (double *)take_memory(2 * (size_t)of->n, sizeof(double));
    of->starts = of->keys + of->n;
    of->their_deadline =
        mrt_search(&of->theirs, 1e-3, &of->their_least, of->shelves, of->widths);
    expect(of, of->their_least <= (double)of->info.accepted &&
               of->their_deadline >= (double)of->info.refused,
           "the deadlines of the baseline are others", of->their_least,
           (double)of->info.accepted);
}

static void drop_theirs(instance *of) {
    free(of->theirs.p);
    free(of->theirs.w);
    free(of->shelves);
    free(of->keys);
}

static double their_time(const instance *of, uint32_t task) {
    return of->theirs.p[(size_t)task * PROCESSORS + (size_t)of->widths[task] - 1];
}

/* In batches if so told; keeps the better one. */
static void list_theirs(instance *of, int batches, outcome *best) {
    outcome made;
    uint32_t i;
    if (batches) {
        for (i = 0; i < of->n; i++) {
            of->order[i] = (int)i;
        }
        TB = of->batches;
        TK = of->keys;
        qsort(of->order, of->n, sizeof of->order[0], cmpbt);
    } else {
        order_by(of->order, (int)of->n, of->keys);
    }
    made.makespan = lsched(&of->theirs, of->order, (int)of->n, of->widths, NULL, &made.minsum,
                           1e300);
    if (best->makespan <= 0 ||
        made.makespan / of->least.makespan + made.minsum / of->least.minsum <
            best->makespan / of->least.makespan + best->minsum / of->least.minsum) {
        *best = made;
    }
}

static void smith_theirs(instance *of) {
    uint32_t i;
    for (i = 0; i < of->n; i++) {
        of->keys[i] = -of->theirs.w[i] / (their_time(of, i) * of->widths[i]);
    }
}

static void longest_theirs(instance *of) {
    uint32_t i;
    for (i = 0; i < of->n; i++) {
        of->keys[i] = -their_time(of, i);
    }
}

static outcome demt_theirs(instance *of, operation what) {
    outcome best = {0, 0};
    (void)demt_batches(&of->theirs, of->their_deadline, 2, 1, 1, of->widths, of->batches);
    if (what == DEMT_PRINTED) {
        longest_theirs(of);
        list_theirs(of, 1, &best);
        return best;
    }
    smith_theirs(of);
    list_theirs(of, 1, &best);
    list_theirs(of, 0, &best);
    return best;
}

static outcome multibase_theirs(instance *of) {
    static const double growths[] = {1.3, 1.5, 1.75, 2, 2.5, 3, 4}, firsts[] = {1, 0.85, 0.7};
    outcome best = {0, 0};
    uint32_t growth, first;
    for (growth = 0; growth < 7; growth++) {
        for (first = 0; first < 3; first++) {
            (void)demt_batches(&of->theirs, of->their_deadline, growths[growth], firsts[first], 1,
                               of->widths, of->batches);
            smith_theirs(of);
            list_theirs(of, 1, &best);
            list_theirs(of, 0, &best);
        }
    }
    return best;
}

static void sweep_lists_theirs(instance *of, outcome *best) {
    uint32_t rule, i;
    for (rule = 0; rule < 3; rule++) {
        outcome made = {0, 0};
        for (i = 0; i < of->n; i++) {
            const double time = their_time(of, i), width = of->widths[i];
            of->keys[i] = rule == 0 ? -time : rule == 1 ? -time * width : -width * 1e12 - time;
        }
        list_theirs(of, 0, &made);
        *best = best->makespan <= 0 || made.makespan < best->makespan ? made : *best;
    }
}

static outcome sweep_theirs(instance *of) {
    outcome best = {0, 0};
    uint32_t step, i;
    for (step = 0; step < 40; step++) {
        const double limit = of->their_deadline * (1 + 0.5 * step / 40);
        if (mrt_test(&of->theirs, limit, of->shelves, of->widths)) {
            sweep_lists_theirs(of, &best);
        }
        for (i = 0; i < of->n; i++) {
            of->widths[i] = gam(&of->theirs, (int)i, limit);
        }
        sweep_lists_theirs(of, &best);
    }
    return best;
}

static outcome makespan_theirs(instance *of) {
    outcome best = {0, 0};
    double least;
    (void)mrt_search(&of->theirs, 1e-3, &least, of->shelves, of->widths);
    longest_theirs(of);
    list_theirs(of, 0, &best);
    return best;
}

static outcome bound_theirs(instance *of, int iterations, double growth) {
    double shortest = 1e300;
    outcome proved;
    uint32_t i;
    int used;
    for (i = 0; i < of->n; i++) {
        const double time = of->theirs.p[(size_t)i * PROCESSORS + PROCESSORS - 1];
        shortest = time < shortest ? time : shortest;
    }
    proved.makespan = of->their_least;
    proved.minsum = lagr2(&of->theirs, 3 * of->their_deadline, shortest, growth, iterations,
                          wide_double(of->demt.minsum), of->order, of->starts, &used, NULL, 2, 1);
    return proved;
}

static outcome run_theirs(instance *of, operation what) {
    return what == BOUND_60    ? bound_theirs(of, 60, 1.3)
           : what == BOUND_150 ? bound_theirs(of, 150, 1.15)
           : what == MAKESPAN  ? makespan_theirs(of)
           : what == SWEEP     ? sweep_theirs(of)
           : what == MULTIBASE ? multibase_theirs(of)
                               : demt_theirs(of, what);
}

static int rival_can(uint32_t rival, operation what) {
    return rival == 0 ? plain_can(what) : what != INIT;
}

static outcome run_rival(instance *of, uint32_t rival, operation what) {
    return rival == 0 ? run_plain(of, what) : run_theirs(of, what);
}
#else
enum { RIVALS = 1 };

static void prepare_theirs(instance *of) {
    (void)of;
}

static void drop_theirs(instance *of) {
    (void)of;
}

static int rival_can(uint32_t rival, operation what) {
    (void)rival;
    return plain_can(what);
}

static outcome run_rival(instance *of, uint32_t rival, operation what) {
    (void)rival;
    return run_plain(of, what);
}
#endif

/* ---- turns ---------------------------------------------------------------------------------- */

/* All pairs of turns of one operation, over the instances of a cell. */
typedef struct duel {
    uint32_t pairs;
    double ours[PAIRS_MAX], theirs[PAIRS_MAX], ratio[PAIRS_MAX];
    outcome our_sum, their_sum;     /* of makespans and minsums over our bounds */
} duel;

static double turn_ours(instance *of, operation what, outcome *made) {
    double start;
    prepare_ours(of, what);
    start = cpu_us();
    *made = run_ours(of, what);
    return cpu_us() - start;
}

static double turn_rival(instance *of, uint32_t rival, operation what, outcome *made) {
    const double start = cpu_us();
    *made = run_rival(of, rival, what);
    return cpu_us() - start;
}

static void add_outcome(const instance *of, outcome *sum, const outcome *made) {
    sum->makespan += made->makespan / of->least.makespan;
    sum->minsum += made->minsum / of->least.minsum;
}

/* Pairs until so much time is spent, two at least, so that each comes first once. */
static void fight(instance *of, uint32_t rival, operation what, uint32_t most, double spend_us,
                  duel *fought) {
    const int theirs = rival_can(rival, what);
    outcome ours = {0, 0}, other = {0, 0};
    double spent = 0;
    uint32_t pair;
    (void)turn_ours(of, what, &ours);
    for (pair = 0; pair < most && (pair < 2 || spent < spend_us); pair++) {
        const uint32_t at = fought->pairs++;
        fought->theirs[at] = 0;
        if (theirs && pair % 2 == 1) {
            fought->theirs[at] = turn_rival(of, rival, what, &other);
        }
        fought->ours[at] = turn_ours(of, what, &ours);
        if (theirs && pair % 2 == 0) {
            fought->theirs[at] = turn_rival(of, rival, what, &other);
        }
        fought->ratio[at] = theirs ? fought->ours[at] / fought->theirs[at] : 0;
        spent += fought->ours[at] + fought->theirs[at];
    }
    add_outcome(of, &fought->our_sum, &ours);
    add_outcome(of, &fought->their_sum, &other);
    if (what != INIT && what < BOUND_60) {
        check_outcome(of, &ours);
        if (theirs) {
            check_outcome(of, &other);
        }
    }
}

/* ---- tables --------------------------------------------------------------------------------- */

static void print_head(moldable_kind kind, uint32_t n, size_t bytes) {
    printf("\n%s: %lu tasks on %d processors, a block of %lu bytes\n"
           "operation    rival |   ours ms  theirs ms  ratio  quartiles  pairs |"
           " makespan: ours theirs | minsum: ours theirs\n",
           moldable_kind_word(kind), (unsigned long)n, PROCESSORS, (unsigned long)bytes);
}

static void print_duel(operation what, uint32_t rival, duel *fought, uint32_t instances) {
    static const char *const rivals[] = {"plain", "base"};
    const uint32_t pairs = fought->pairs;
    const double ours = percentile(fought->ours, pairs, 50) / 1e3;
    if (!rival_can(rival, what)) {
        printf("%-12s    -- | %9.4f                                     |", operation_names[what],
               ours);
    } else {
        printf("%-12s %5s | %9.4f  %9.4f %6.3f %5.2f %5.2f  %4lu |", operation_names[what],
               rivals[rival], ours, percentile(fought->theirs, pairs, 50) / 1e3,
               percentile(fought->ratio, pairs, 50), percentile(fought->ratio, pairs, 25),
               percentile(fought->ratio, pairs, 75), (unsigned long)pairs);
    }
    if (what == INIT) {
        printf("\n");
    } else if (!rival_can(rival, what)) {
        printf("         %6.4f        |       %6.4f\n", fought->our_sum.makespan / instances,
               fought->our_sum.minsum / instances);
    } else {
        printf("         %6.4f %6.4f |       %6.4f %6.4f\n", fought->our_sum.makespan / instances,
               fought->their_sum.makespan / instances, fought->our_sum.minsum / instances,
               fought->their_sum.minsum / instances);
    }
    fflush(stdout);
}

static void write_duel(moldable_kind kind, uint32_t n, operation what, uint32_t rival,
                       duel *fought) {
    const uint32_t pairs = fought->pairs;
    char name[48], size[16];
    snprintf(name, sizeof name, "%s/%s", operation_names[what], moldable_kind_word(kind));
    snprintf(size, sizeof size, "%lu", (unsigned long)n);
    command_row("moldable", name, size, "median", "us", percentile(fought->ours, pairs, 50));
    if (rival_can(rival, what)) {
        command_row("moldable", name, size, "plain_median", "us",
                    percentile(fought->theirs, pairs, 50));
        command_row("moldable", name, size, "ratio", "1", percentile(fought->ratio, pairs, 50));
    }
    command_progress();
}

/* How long a cell may take. */
typedef struct effort {
    uint32_t instances, pairs;
    double spend_us;                /* for each operation, rival and instance */
} effort;

static void measure_cell(moldable_kind kind, uint32_t n, const effort *much) {
    static instance drawn[INSTANCES_MAX];
    static duel fought;
    uint32_t i, rival;
    int what;
    for (i = 0; i < much->instances; i++) {
        instance_make(&drawn[i], kind, n, i);
        check_instance(&drawn[i]);
        prepare_theirs(&drawn[i]);
    }
    print_head(kind, n, drawn[0].bytes);
    for (what = INIT; what < (int)OPERATIONS; what++) {
        for (rival = 0; rival < RIVALS; rival++) {
            if (rival + 1 < RIVALS && !rival_can(rival, (operation)what)) {
                continue;
            }
            memset(&fought, 0, sizeof fought);
            for (i = 0; i < much->instances; i++) {
                fight(&drawn[i], rival, (operation)what, much->pairs, much->spend_us, &fought);
            }
            print_duel((operation)what, rival, &fought, much->instances);
        }
        write_duel(kind, n, (operation)what, 0, &fought);
    }
    for (i = 0; i < much->instances; i++) {
        drop_theirs(&drawn[i]);
        instance_drop(&drawn[i]);
    }
}

/* ---- many tasks ----------------------------------------------------------------------------- */

typedef enum many_kind { MANY_DOWNEY, MANY_AMDAHL, MANY_UNEVEN } many_kind;

enum { MANY_RUNS = 3, MANY_UNIT = 10000 };

static const char *const many_names[] = {"downey", "amdahl", "uneven"};

/* A tenth to a hundred-thousandth of an Amdahl task is sequential; it tells thousandths: none
 * below half of one. Uneven: of ten tasks three are a hundred times longer. */
static void many_draw(many_kind kind, uint32_t n, uint32_t m, sked_moldable_task *tasks) {
    uint64_t state = 7;
    uint32_t i;
    memset(tasks, 0, n * sizeof tasks[0]);
    for (i = 0; i < n; i++) {
        sked_moldable_task *task = &tasks[i];
        const int longer = moldable_uniform(&state) < 0.3 && kind == MANY_UNEVEN;
        task->weight = 1000 + (uint32_t)(moldable_uniform(&state) * 9000);
        task->time = (sked_time)((1 + 9 * moldable_uniform(&state)) * MANY_UNIT);
        task->time *= longer ? 100 : 1;
        if (kind == MANY_DOWNEY) {
            task->form = SKED_MOLDABLE_DOWNEY;
            task->parallelism_permille = (uint32_t)(1000 * pow(m, moldable_uniform(&state)));
            task->variance_permille =
                (uint32_t)(1000 * moldable_normal_within(&state, 1.209, 1.132, 0, 1000));
        } else {
            task->form = SKED_MOLDABLE_AMDAHL;
            task->sequential_permille =
                (uint32_t)(1000 * pow(10, -1 - 4 * moldable_uniform(&state)) + 0.5);
        }
    }
}

static void measure_many(many_kind kind, uint32_t n, uint32_t m, double bar_s) {
    sked_moldable_task *tasks =
        (sked_moldable_task *)take_memory(n, sizeof(sked_moldable_task));
    sked_moldable_row *rows = (sked_moldable_row *)take_memory(n, sizeof(sked_moldable_row));
    sked_moldable_choice choice;
    sked_moldable_settings settings;
    sked_moldable_result result;
    sked_moldable made;
    double init_us = 1e18, plan_us = 1e18;
    char name[48], size[16];
    size_t bytes;
    void *block;
    uint32_t run;
    memset(&settings, 0, sizeof settings);
    memset(&choice, 0, sizeof choice);
    choice.method = SKED_MOLDABLE_MAKESPAN;
    many_draw(kind, n, m, tasks);
    settings.processors = m;
    settings.tasks_count = n;
    settings.tasks = tasks;
    require(sked_moldable_bytes(&settings, &bytes));
    block = take_memory(bytes, 1);
    for (run = 0; run < MANY_RUNS; run++) {
        double start = cpu_us(), begun, planned;
        require(sked_moldable_init(&made, &settings, block, bytes));
        begun = cpu_us();
        require(sked_moldable_plan(&made, &choice, rows, &result));
        planned = cpu_us();
        if (planned - start < init_us + plan_us) {
            init_us = begun - start;
            plan_us = planned - begun;
        }
        sked_moldable_destroy(&made);
    }
    printf("%-7s %8lu %7lu | %8.1f %8.1f %8.1f ms %6.0f bytes a task | makespan / bound %5u/1000",
           many_names[kind], (unsigned long)n, (unsigned long)m, init_us / 1e3, plan_us / 1e3,
           (init_us + plan_us) / 1e3, (double)bytes / n, (unsigned)result.makespan_ratio_permille);
    if (bar_s > 0) {
        printf(" | %.2f of %.1f s", (init_us + plan_us) / 1e6 / bar_s, bar_s);
    }
    printf("\n");
    fflush(stdout);
    snprintf(name, sizeof name, "makespan/%s on %lu", many_names[kind], (unsigned long)m);
    snprintf(size, sizeof size, "%lu", (unsigned long)n);
    command_row("moldable", name, size, "least", "us", init_us + plan_us);
    command_progress();
    free(tasks);
    free(rows);
    free(block);
}

static void measure_large(void) {
    int kind;
    command_start(9);
    printf("tasks told by closed forms: MAKESPAN, the least of %d runs\n"
           "tasks          n       m |     init     plan      both\n", MANY_RUNS);
    for (kind = MANY_DOWNEY; kind <= (int)MANY_UNEVEN; kind++) {
        measure_many((many_kind)kind, 100000, 200, 0);
        measure_many((many_kind)kind, 100000, 100000, 0);
        measure_many((many_kind)kind, 1000000, 100000, 0.6);
    }
}

/* ---- what is asked for ---------------------------------------------------------------------- */

static int measure_only(moldable_kind kind, uint32_t tasks) {
    static const effort much = {4, 50, 5e5};
    command_start(OPERATIONS);
    measure_cell(kind, tasks, &much);
    return failures != 0;
}

static int measure_all(int quick) {
    static const effort some = {1, 4, 2e4}, much = {4, 50, 5e5};
    int kind;
    command_start((uint32_t)MOLDABLE_KINDS * (uint32_t)OPERATIONS * (quick ? 1 : 2));
    for (kind = 0; kind < (int)MOLDABLE_KINDS; kind++) {
        measure_cell((moldable_kind)kind, 100, quick ? &some : &much);
        if (!quick) {
            measure_cell((moldable_kind)kind, 400, &much);
        }
    }
    return failures != 0;
}

static int count_operation(moldable_kind kind, operation what, uint32_t tasks) {
    static instance drawn;
    instance_make(&drawn, kind, tasks, 0);
    prepare_ours(&drawn, what);
    bench_counted_begin();
    (void)run_ours(&drawn, what);
    bench_counted_end();
    instance_drop(&drawn);
    return 0;
}

static const char help[] =
    "usage: moldable_ratio [all | quick | large] [--csv FILE]\n"
    "       moldable_ratio only WORKLOAD TASKS\n"
    "       moldable_ratio count WORKLOAD OPERATION TASKS\n"
    "\n"
    "Measures what plans of moldable tasks on 200 processors cost and how good they\n"
    "are, beside the dual test, the list and the batches coded plainly.\n"
    "\n"
    "  all              the default: four workloads, 100 and 400 tasks; minutes\n"
    "  quick            100 tasks, few turns: 4 seconds\n"
    "  large            100,000 and a million tasks of closed forms: ten seconds\n"
    "  only WORKLOAD TASKS        WORKLOAD: weak, high, mixed or cirne. TASKS: 1 to\n"
    "                   100000\n"
    "  count WORKLOAD OPERATION TASKS   for callgrind: one call. OPERATION: init,\n"
    "                   makespan, demt-printed, demt, sweep, multibase, bound-60 or\n"
    "                   bound-150\n"
    "  --csv FILE       append the figures to FILE (columns: bench/command.h)\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if both make the same plans and none is below a bound, 1 if not,\n"
    "2 if an argument is wrong or something cannot run.\n";

enum { MODE_QUICK, MODE_LARGE, MODE_ALL, MODE_ONLY, MODE_COUNT, MODES, TASKS_MAX = 100000 };

static const char *mode_name(uint32_t i) {
    static const char *const names[MODES] = {"quick", "large", "all", "only", "count"};
    return names[i];
}

static const char *workload_name(uint32_t i) {
    return moldable_kind_word((moldable_kind)i);
}

static const char *operation_name(uint32_t i) {
    return operation_names[i];
}

/* words: only WORKLOAD TASKS, or count WORKLOAD OPERATION TASKS */
static int measure_one(uint32_t mode, uint32_t given, char **words) {
    const uint32_t needed = mode == MODE_ONLY ? 3 : 4;
    uint32_t kind, what = 0, tasks;
    command_needs(needed, given, words, mode == MODE_ONLY ? "a workload and a number of tasks" :
                  "a workload, an operation and a number of tasks");
    command_no_more(needed, given, words);
    kind = command_choice(words[2], "is no workload", workload_name, (uint32_t)MOLDABLE_KINDS);
    if (mode == MODE_COUNT) {
        what = command_choice(words[3], "is no operation", operation_name, (uint32_t)OPERATIONS);
    }
    tasks = command_number(words[needed], "is no number of tasks", 1, TASKS_MAX);
    if (mode == MODE_COUNT) {
        return count_operation((moldable_kind)kind, (operation)what, tasks);
    }
    bench_init();
    return measure_only((moldable_kind)kind, tasks);
}

int main(int count, char **words) {
    const uint32_t given = command_begin("moldable_ratio", help, count, words);
    const uint32_t mode =
        given == 0 ? MODE_ALL : command_choice(words[1], "is no argument", mode_name, MODES);
    if (mode == MODE_ONLY || mode == MODE_COUNT) {
        return command_end(measure_one(mode, given, words));
    }
    command_no_more(1, given, words);
    bench_init();
    if (mode == MODE_LARGE) {
        measure_large();
        return command_end(0);
    }
    return command_end(measure_all(mode == MODE_QUICK));
}
