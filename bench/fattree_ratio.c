/* fattree_ratio.c: what a choice of processors costs, and how good it is after a millisecond.
 *
 * SPDX-License-Identifier: MIT
 *
 * `build/fattree_ratio --help` has its arguments.
 *
 * Machines: 64 pods of 32 leaves of 32 processors; 16 of 16 of 16; and four levels of switches with
 * 10,000 processors, in places of all sizes, which only the generic search can do. States: each
 * processor is free with the same chance (spread), with one drawn for its pod (pods), or for its
 * leaf (uneven); or most leaves are either free or have at most three free ones (leaves). Jobs want
 * COUNT processors, a quarter more or less.
 *
 * Each decision is made three times, and the least processor time counts; a state is brought about
 * by allocations and frees, which do not. `1 ms` is the search with as many steps as take about a
 * millisecond here: how many are proved, and how far the bound is from the cost, of all and of
 * those that are not. Every choice must cost what it says, and what the knapsack coded plainly
 * says (plain_fattree.h, on a few states of each cell); exit status 1 if one does not.
 *
 * With FATTREE_BASELINE, a folder with programs to measure against (see `baseline` below), these
 * decide each state, too, and must find the same cost. */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#define SKED_WORD_BITS 64
#include "sched_fattree.h"

#include "bench.h"
#include "command.h"
#include "ratio.h"
#include "plain_fattree.h"
#include "workload.h"

#include <string.h>

enum { STATES_MAX = 150, RUNS = 3 };

static uint32_t below(uint64_t *seed, uint32_t bound) {
    return (uint32_t)workload_uniform(seed, bound);
}

/* ---- machines ------------------------------------------------------------------------------- */

/* Leaves have processors in a row: leaf number `leaf0 + i` those from first[i]. */
typedef struct machine {
    const char *name;
    uint32_t switches, processors, leaf0, leaves;
    uint32_t *parent, *leaf;
    uint32_t *first;                /* of leaves + 1 */
    uint32_t *free_in;              /* of each switch: its free processors, if it is a leaf */
    sked_fattree tree;
    sked_set busy, old, chosen;
    void *block, *scratch;
    size_t scratch_bytes;
    int regular;                    /* root, pods, leaves */
} machine;

static sked_set make_set(uint32_t size) {
    return sked_set_of((sked_word *)take_memory(SKED_SET_WORDS(size), sizeof(sked_word)), size);
}

/* All that follows from the parents and leaves. */
static void machine_finish(machine *m) {
    sked_fattree_settings settings = {0};
    size_t bytes;
    uint32_t p;
    settings.switches = m->switches;
    settings.processors = m->processors;
    settings.parent = m->parent;
    settings.leaf = m->leaf;
    m->leaf0 = m->leaf[0];
    m->leaves = m->switches - m->leaf0;
    m->first = (uint32_t *)take_memory(m->leaves + 1, sizeof(uint32_t));
    m->free_in = (uint32_t *)take_memory(m->switches, sizeof(uint32_t));
    for (p = 0; p < m->processors; p++) {
        m->first[m->leaf[p] - m->leaf0 + 1] = p + 1;
    }
    m->busy = make_set(m->processors);
    m->old = make_set(m->processors);
    m->chosen = make_set(m->processors);
    require(sked_fattree_bytes(&settings, &bytes));
    m->block = take_memory(bytes, 1);
    require(sked_fattree_init(&m->tree, &settings, m->block, bytes));
    m->scratch = NULL;
    m->scratch_bytes = 0;
}

static void machine_make(machine *m, const char *name, uint32_t pods, uint32_t leaves,
                         uint32_t wide) {
    sked_fattree_settings settings;
    uint32_t fan_out[3];
    fan_out[0] = pods;
    fan_out[1] = leaves;
    fan_out[2] = wide;
    require(sked_fattree_shape(fan_out, 3, &settings, NULL, NULL));
    m->name = name;
    m->regular = 1;
    m->switches = settings.switches;
    m->processors = settings.processors;
    m->parent = (uint32_t *)take_memory(m->switches, sizeof(uint32_t));
    m->leaf = (uint32_t *)take_memory(m->processors, sizeof(uint32_t));
    require(sked_fattree_shape(fan_out, 3, &settings, m->parent, m->leaf));
    machine_finish(m);
}

enum { HALLS = 5, HALL_PODS = 8, IRREGULAR_PROCESSORS = 10000 };

/* Five halls of 4 to 8 pods; leaves of 4 to 40 processors in pods drawn at random, the first ones
 * in each in turn. */
static void machine_make_irregular(machine *m) {
    uint64_t seed = 7;
    uint32_t hall, pod, p, wide, next = 1 + HALLS;
    m->name = "irregular";
    m->regular = 0;
    m->processors = IRREGULAR_PROCESSORS;
    m->parent = (uint32_t *)take_memory(IRREGULAR_PROCESSORS, sizeof(uint32_t));
    m->leaf = (uint32_t *)take_memory(IRREGULAR_PROCESSORS, sizeof(uint32_t));
    m->parent[0] = SKED_NONE;
    for (hall = 0; hall < HALLS; hall++) {
        m->parent[1 + hall] = 0;
        for (pod = 4 + below(&seed, HALL_PODS - 3); pod > 0; pod--) {
            m->parent[next++] = 1 + hall;
        }
    }
    m->leaf0 = next;
    for (p = 0; p < IRREGULAR_PROCESSORS; next++) {
        const uint32_t pods = m->leaf0 - 1 - HALLS, leaf = next - m->leaf0;
        m->parent[next] = 1 + HALLS + (leaf < pods ? leaf : below(&seed, pods));
        for (wide = 4 + below(&seed, 37); wide > 0 && p < IRREGULAR_PROCESSORS; wide--) {
            m->leaf[p++] = next;
        }
    }
    m->switches = next;
    machine_finish(m);
}

static void machine_drop(machine *m) {
    sked_fattree_destroy(&m->tree);
    free(m->parent);
    free(m->leaf);
    free(m->first);
    free(m->free_in);
    free(m->busy.words);
    free(m->old.words);
    free(m->chosen.words);
    free(m->block);
    free(m->scratch);
}

/* ---- states --------------------------------------------------------------------------------- */

typedef enum state { SPREAD, PODS, LEAVES, UNEVEN } state;

static const char *const state_names[] = {"spread", "pods", "leaves", "uneven"};

/* The chance of a processor to be free, in thousandths, that is drawn for its place; `free` is that
 * of all. One place in four is whole, one is full. */
static uint32_t draw_chance(state how, uint32_t free, uint64_t *seed) {
    uint32_t chance = free;
    if (how == PODS) {
        chance = below(seed, 2 * free + 1);
    } else if (how == UNEVEN) {
        const uint32_t quarter = below(seed, 4);
        chance = 2 * free * (quarter == 0 ? 1000 : quarter == 1 ? 0 : below(seed, 1001)) / 1000;
    }
    return chance < 1000 ? chance : 1000;
}

/* So many of the leaf are free, from a place drawn. */
static void free_some(machine *m, uint32_t leaf, uint32_t count, uint64_t *seed) {
    const uint32_t first = m->first[leaf], wide = m->first[leaf + 1] - first;
    const uint32_t from = below(seed, wide);
    uint32_t i;
    count = count < wide ? count : wide;
    for (i = 0; i < count; i++) {
        sked_set_remove(&m->busy, first + (from + i) % wide);
    }
}

static void draw_leaf(machine *m, uint32_t leaf, state how, uint32_t free, uint32_t chance,
                      uint64_t *seed) {
    uint32_t p;
    if (how == LEAVES) {
        const int whole = below(seed, 1000) < free * 4 / 5;
        free_some(m, leaf, whole ? m->processors : below(seed, 4), seed);
        return;
    }
    for (p = m->first[leaf]; p < m->first[leaf + 1]; p++) {
        if (below(seed, 1000) < chance) {
            sked_set_remove(&m->busy, p);
        }
    }
}

/* Draws which are busy, until enough are free, and brings the tree into this state. */
static void draw_state(machine *m, state how, uint32_t occupied, uint32_t count, uint64_t *seed) {
    const uint32_t free = 1000 - 10 * occupied;
    uint32_t leaf, p, chance = 0, idle = 0;
    sked_set_copy(&m->old, &m->busy);
    while (idle < count) {
        sked_set_fill(&m->busy);
        for (leaf = 0; leaf < m->leaves; leaf++) {
            const uint32_t above = m->parent[m->leaf0 + leaf];
            if (how == UNEVEN || leaf == 0 || above != m->parent[m->leaf0 + leaf - 1]) {
                chance = draw_chance(how, free, seed);
            }
            draw_leaf(m, leaf, how, free, chance, seed);
        }
        idle = m->processors - sked_set_count(&m->busy);
    }
    memset(m->free_in, 0, m->switches * sizeof m->free_in[0]);
    for (p = 0; p < m->processors; p++) {
        m->free_in[m->leaf[p]] += !sked_set_has(&m->busy, p);
    }
    require(sked_fattree_free(&m->tree, &m->old));
    require(sked_fattree_allocate(&m->tree, &m->busy));
}

/* A quarter more or less, as far as the machine has room. */
static uint32_t draw_count(const machine *m, uint32_t occupied, uint32_t count, uint64_t *seed) {
    const uint32_t room = m->processors / 100 * (100 - occupied) * 9 / 10;
    const uint32_t drawn = count - count / 4 + below(seed, count / 2 + 1);
    return drawn < room ? drawn : room;
}

/* ---- the baseline --------------------------------------------------------------------------- */

/* A folder with core.h, fast.h, fast2.h and pol.h: M3 (pods of leaves), m3_refresh, p_exact2,
 * m3_cost; Tree, tree_dp. The path is given without quotes. */
#if defined(FATTREE_BASELINE)
#define TEXT_OF_(path) #path
#define TEXT_OF(path) TEXT_OF_(path)
#include TEXT_OF(FATTREE_BASELINE/pol.h)
#include TEXT_OF(FATTREE_BASELINE/fast2.h)

enum { BASELINE = 1 };

static M3 baseline_pods;
static XA baseline_picks;
static Tree baseline_tree;

static void baseline_set_pods(const machine *m) {
    M3 *pods = &baseline_pods;
    const uint32_t leaves = m->leaves / (m->leaf0 - 1);
    uint32_t leaf;
    int p;
    pods->P = (int)(m->leaf0 - 1);
    pods->m = (int)leaves;
    pods->s = (int)m->first[1];
    for (leaf = 0; leaf < m->leaves; leaf++) {
        pods->f[leaf / leaves][leaf % leaves] = (int)m->free_in[m->leaf0 + leaf];
    }
    for (p = 0; p < pods->P; p++) {
        m3_refresh(pods, p);
    }
}

static void baseline_set_tree(const machine *m) {
    Tree *tree = &baseline_tree;
    uint32_t s;
    if (tree->n == 0) {
        tree->n = (int)m->switches;
        tree->par = (int *)take_memory(m->switches, sizeof(int));
        tree->isleaf = (int *)take_memory(m->switches, sizeof(int));
        tree->f = (int *)take_memory(m->switches, sizeof(int));
        tree->x = (int *)take_memory(m->switches, sizeof(int));
    }
    for (s = 0; s < m->switches; s++) {
        tree->par[s] = s == 0 ? -1 : (int)m->parent[s];
        tree->isleaf[s] = s >= m->leaf0;
        tree->f[s] = (int)m->free_in[s];
    }
}

static void baseline_set(const machine *m) {
    if (m->regular) {
        baseline_set_pods(m);
    } else {
        baseline_set_tree(m);
    }
}

static uint64_t baseline_decide(const machine *m, uint32_t count, double *us) {
    const double start = cpu_us();
    int64_t cost = 0;
    if (m->regular) {
        p_exact2(&baseline_pods, (int)count, baseline_picks);
        *us = cpu_us() - start;
        return (uint64_t)m3_cost(&baseline_pods, baseline_picks, (int)count);
    }
    cost = tree_dp(&baseline_tree, (int)count, baseline_tree.x);
    *us = cpu_us() - start;
    return (uint64_t)cost;
}
#else
enum { BASELINE = 0 };

static void baseline_set(const machine *m) {
    (void)m;
}

static uint64_t baseline_decide(const machine *m, uint32_t count, double *us) {
    (void)m;
    (void)count;
    *us = 0;
    return 0;
}
#endif

/* ---- decisions ------------------------------------------------------------------------------ */

/* The times of a cell, and what is told of them. */
typedef struct cell {
    uint32_t states, plains, proved, unproved;
    double ours[STATES_MAX], theirs[STATES_MAX], greedy[STATES_MAX], bounded[STATES_MAX];
    double allocated[STATES_MAX], freed[STATES_MAX], plain[STATES_MAX];
    double gap_sum, gap_most;
    uint32_t failures;
} cell;

static double clock_us;             /* what reading the clock twice costs, at least */

static void calibrate_clock(void) {
    uint32_t i;
    clock_us = 1e9;
    for (i = 0; i < 1000; i++) {
        const double start = cpu_us(), spent = cpu_us() - start;
        clock_us = spent < clock_us ? spent : clock_us;
    }
}

static double least_of(double least, double spent) {
    spent = spent > clock_us + 0.001 ? spent - clock_us : 0.001;
    return least == 0 || spent < least ? spent : least;
}

static void need_scratch(machine *m, const sked_fattree_request *request) {
    size_t bytes;
    require(sked_fattree_find_bytes(&m->tree, request, &bytes));
    if (bytes > m->scratch_bytes) {
        free(m->scratch);
        m->scratch = take_memory(bytes, 1);
        m->scratch_bytes = bytes;
    }
}

static double find_us(machine *m, const sked_fattree_request *request,
                      sked_fattree_answer *answer) {
    double start, least = 0;
    uint32_t run;
    need_scratch(m, request);
    for (run = 0; run < RUNS; run++) {
        start = cpu_us();
        require(sked_fattree_find(&m->tree, request, answer, &m->chosen, m->scratch,
                                  m->scratch_bytes));
        least = least_of(least, cpu_us() - start);
    }
    return least;
}

static uint64_t baseline_us(const machine *m, uint32_t count, double *least) {
    uint64_t cost = 0;
    uint32_t run;
    for (run = 0; run < RUNS; run++) {
        double spent;
        cost = baseline_decide(m, count, &spent);
        *least = least_of(*least, spent);
    }
    return cost;
}

static void expect(cell *of, int holds, const char *what, uint32_t count, uint64_t cost,
                   uint64_t other) {
    if (!holds) {
        printf("DECISIONS DIFFER: state %lu, %lu processors: %s: %.0f, %.0f\n",
               (unsigned long)of->states, (unsigned long)count, what, (double)cost,
               (double)other);
        of->failures++;
    }
}

/* The choice is of so many free processors, and costs what the answer says. */
static void expect_choice(machine *m, cell *of, uint32_t count, const sked_fattree_answer *answer) {
    const uint32_t chosen = sked_set_count(&m->chosen);
    sked_fattree_answer told;
    uint32_t busy;
    size_t bytes;
    void *scratch;
    require(sked_fattree_explain_bytes(&m->tree, &bytes));
    scratch = take_memory(bytes, 1);
    require(sked_fattree_explain(&m->tree, &m->chosen, &told, NULL, scratch, bytes));
    free(scratch);
    sked_set_copy(&m->old, &m->chosen);
    sked_set_and(&m->old, &m->busy);
    busy = sked_set_count(&m->old);
    expect(of, chosen == count, "another number is chosen", count, chosen, count);
    expect(of, busy == 0, "busy ones are chosen", count, busy, 0);
    expect(of, told.hops == answer->hops, "the choice costs other than it says", count, told.hops,
           answer->hops);
    expect(of, answer->cost == answer->hops && answer->cost_lower_bound <= answer->cost,
           "the bound is above the cost", count, answer->cost_lower_bound, answer->cost);
}

static void time_changes(machine *m, cell *of) {
    const uint32_t at = of->states;
    uint32_t run;
    for (run = 0; run < RUNS; run++) {
        double start = cpu_us();
        require(sked_fattree_allocate(&m->tree, &m->chosen));
        of->allocated[at] = least_of(of->allocated[at], cpu_us() - start);
        start = cpu_us();
        require(sked_fattree_free(&m->tree, &m->chosen));
        of->freed[at] = least_of(of->freed[at], cpu_us() - start);
    }
}

static void decide_plainly(const machine *m, cell *of, uint32_t count, uint64_t cost) {
    const double start = cpu_us();
    const uint64_t least =
        (uint64_t)plain_fattree_least(m->parent, m->free_in, m->switches, count);
    of->plain[of->plains++] = cpu_us() - start;
    expect(of, cost == least, "the knapsack coded plainly finds another cost", count, cost, least);
}

static void decide_bounded(machine *m, cell *of, const sked_fattree_request *exact, uint64_t least,
                           uint64_t steps_max) {
    sked_fattree_request request = *exact;
    sked_fattree_answer answer;
    double gap;
    request.mode = SKED_FATTREE_GREEDY;
    of->greedy[of->states] = find_us(m, &request, &answer);
    expect_choice(m, of, request.count, &answer);
    expect(of, answer.cost >= least && answer.cost_lower_bound <= least,
           "greedy is better than exact", request.count, answer.cost, least);
    request.mode = SKED_FATTREE_EXACT;
    request.steps_max = steps_max;
    of->bounded[of->states] = find_us(m, &request, &answer);
    expect_choice(m, of, request.count, &answer);
    expect(of, answer.cost >= least && answer.cost_lower_bound <= least,
           "a bound that does not hold", request.count, answer.cost_lower_bound, least);
    gap = (double)(answer.cost - answer.cost_lower_bound) / (double)answer.cost;
    of->proved += answer.cost == answer.cost_lower_bound;
    of->unproved += answer.cost != answer.cost_lower_bound;
    of->gap_sum += gap;
    of->gap_most = gap > of->gap_most ? gap : of->gap_most;
}

/* One state; the order of ours and theirs changes from one to the next. */
static void decide(machine *m, cell *of, uint32_t count, uint64_t steps_max, uint32_t plains) {
    sked_fattree_request request = {.mode = SKED_FATTREE_EXACT};
    sked_fattree_answer answer;
    const uint32_t at = of->states;
    uint64_t theirs = 0;
    request.count = count;
    baseline_set(m);
    if (at % 2 == 1) {
        theirs = baseline_us(m, count, &of->theirs[at]);
    }
    of->ours[at] = find_us(m, &request, &answer);
    expect_choice(m, of, count, &answer);
    time_changes(m, of);
    if (at % 2 == 0) {
        theirs = baseline_us(m, count, &of->theirs[at]);
    }
    expect(of, answer.cost == answer.cost_lower_bound, "exact, but not proved", count, answer.cost,
           answer.cost_lower_bound);
    expect(of, !BASELINE || answer.cost == theirs, "the baseline finds another cost", count,
           answer.cost, theirs);
    if (of->plains < plains) {
        decide_plainly(m, of, count, answer.cost);
    }
    decide_bounded(m, of, &request, answer.cost, steps_max);
    of->states++;
}

/* ---- tables --------------------------------------------------------------------------------- */

static void print_head(const machine *m) {
    printf("\n%s: %lu processors, %lu leaves; us per decision\n"
           "state   busy count |    p50     p99 |%s greedy |  plain ms | 1 ms: proved     p99 |"
           " gap %%: mean   most  unproved | allocate    free\n",
           m->name, (unsigned long)m->processors, (unsigned long)m->leaves,
           BASELINE ? "   theirs     p99  ratio    p99 |" : "");
}

static void print_cell(cell *of, state how, uint32_t occupied, uint32_t count) {
    const uint32_t n = of->states;
    const double p50 = percentile(of->ours, n, 50), p99 = percentile(of->ours, n, 99);
    printf("%-7s %3lu%% %5lu | %6.1f %7.1f |", state_names[how], (unsigned long)occupied,
           (unsigned long)count, p50, p99);
    if (BASELINE) {
        const double their50 = percentile(of->theirs, n, 50);
        const double their99 = percentile(of->theirs, n, 99);
        printf(" %8.1f %7.1f %6.2f %6.2f |", their50, their99, p50 / their50, p99 / their99);
    }
    printf(" %6.1f | %9.2f | %10.1f%% %7.1f |", percentile(of->greedy, n, 50),
           percentile(of->plain, of->plains, 50) / 1e3, 100.0 * of->proved / n,
           percentile(of->bounded, n, 99));
    printf(" %11.3f %6.3f %9.3f | %8.1f %7.1f\n", 100 * of->gap_sum / n, 100 * of->gap_most,
           of->unproved == 0 ? 0 : 100 * of->gap_sum / of->unproved,
           percentile(of->allocated, n, 50), percentile(of->freed, n, 50));
    fflush(stdout);
}

static void write_cell(const machine *m, cell *of, state how, uint32_t occupied, uint32_t count) {
    const double p50 = percentile(of->ours, of->states, 50);
    const double p99 = percentile(of->ours, of->states, 99);
    const double plain = percentile(of->plain, of->plains, 50);
    char name[64], size[16];
    snprintf(name, sizeof name, "exact/%lu %s %lu %%", (unsigned long)m->processors,
             state_names[how], (unsigned long)occupied);
    snprintf(size, sizeof size, "%lu", (unsigned long)count);
    command_row("tree", name, size, "median", "us", p50);
    command_row("tree", name, size, "p99", "us", p99);
    command_row("tree", name, size, "plain_median", "us", plain);
    command_row("tree", name, size, "ratio", "1", p50 / plain);
    snprintf(name, sizeof name, "greedy/%lu %s %lu %%", (unsigned long)m->processors,
             state_names[how], (unsigned long)occupied);
    command_row("tree", name, size, "median", "us", percentile(of->greedy, of->states, 50));
}

static uint32_t measure_cell(machine *m, state how, uint32_t occupied, uint32_t count,
                             uint32_t states, uint64_t steps_max) {
    static cell of;
    uint64_t seed = ((uint64_t)how * 100 + occupied) * 100000 + count;
    uint32_t plains = count < 1000 ? 4 : 1;
    memset(&of, 0, sizeof of);
    while (of.states < states) {
        const uint32_t drawn = draw_count(m, occupied, count, &seed);
        draw_state(m, how, occupied, drawn, &seed);
        decide(m, &of, drawn, steps_max, plains);
    }
    print_cell(&of, how, occupied, count);
    write_cell(m, &of, how, occupied, count);
    return of.failures;
}

/* Those counts that fill at most nine tenths of what is free. */
static uint32_t measure_counts(machine *m, state how, uint32_t occupied, const uint32_t *counts,
                               uint32_t states, uint64_t steps_max) {
    const uint32_t free = m->processors / 100 * (100 - occupied);
    uint32_t failures = 0;
    for (; *counts != 0; counts++) {
        if (*counts < free * 9 / 10) {
            failures += measure_cell(m, how, occupied, *counts, states, steps_max);
        }
    }
    return failures;
}

static uint32_t measure_machine(machine *m, state first, state last, const uint32_t *counts,
                                uint32_t states, uint64_t steps_max) {
    uint32_t occupied, failures = 0;
    int how;
    print_head(m);
    for (how = (int)first; how <= (int)last; how++) {
        for (occupied = 50; occupied <= 90; occupied += 20) {
            failures += measure_counts(m, (state)how, occupied, counts, states, steps_max);
            command_progress();
        }
    }
    return failures;
}

enum { CALIBRATIONS = 12 };

/* As many steps as decisions that take long, on 65,536 processors, make in a millisecond; if none
 * takes long, what the library says of a step. */
static uint64_t steps_per_ms(machine *m) {
    sked_fattree_request request = {.count = 8192, .mode = SKED_FATTREE_EXACT};
    sked_fattree_answer answer;
    uint64_t seed = 1, steps = 500;
    double us = 1;
    uint32_t i;
    for (i = 0; i < CALIBRATIONS; i++) {
        double spent;
        draw_state(m, i % 2 == 0 ? SPREAD : LEAVES, 50 + i % 4 * 7, request.count, &seed);
        spent = find_us(m, &request, &answer);
        if (spent > 300) {
            us += spent;
            steps += answer.steps;
        }
    }
    printf("%.0f steps a millisecond\n", (double)steps * 1000 / us);
    return (uint64_t)((double)steps * 1000 / us);
}

/* ---- what is asked for ---------------------------------------------------------------------- */

enum { LARGE = 1, SMALL = 2, IRREGULAR = 4 };

static uint32_t measure(unsigned which, uint32_t states) {
    static const uint32_t wide[] = {64, 256, 512, 2048, 8192, 0}, narrow[] = {64, 128, 256, 512, 0};
    static const uint32_t uneven[] = {64, 256, 1024, 0};
    static machine m;
    uint32_t failures = 0;
    uint64_t steps_max;
    command_start(((which & LARGE) != 0) * 9u + ((which & SMALL) != 0) * 9u +
                        ((which & IRREGULAR) != 0) * 3u);
    machine_make(&m, "large", 64, 32, 32);
    steps_max = steps_per_ms(&m);
    if ((which & LARGE) != 0) {
        failures += measure_machine(&m, SPREAD, LEAVES, wide, states, steps_max);
    }
    machine_drop(&m);
    if ((which & SMALL) != 0) {
        machine_make(&m, "small", 16, 16, 16);
        failures += measure_machine(&m, SPREAD, LEAVES, narrow, states, steps_max);
        machine_drop(&m);
    }
    if ((which & IRREGULAR) != 0) {
        machine_make_irregular(&m);
        failures += measure_machine(&m, UNEVEN, UNEVEN, uneven, states < 40 ? states : 40,
                                    steps_max);
        machine_drop(&m);
    }
    return failures;
}

static uint32_t measure_only(state how, uint32_t busy, uint32_t wanted) {
    static machine m;
    uint64_t steps_max;
    uint32_t failures;
    command_start(1);
    machine_make(&m, "large", 64, 32, 32);
    steps_max = steps_per_ms(&m);
    print_head(&m);
    failures = measure_cell(&m, how, busy, wanted, STATES_MAX, steps_max);
    machine_drop(&m);
    return failures;
}

static const char help[] =
    "usage: fattree_ratio [all | quick | large | small | irregular] [--csv FILE]\n"
    "       fattree_ratio only STATE BUSY COUNT\n"
    "\n"
    "Measures what the choice of a job's processors in a tree costs, and how good it\n"
    "is after a millisecond, beside a knapsack coded plainly.\n"
    "\n"
    "  all              the default, the three machines below: some minutes\n"
    "  quick            all of them, four states of each: 3 seconds\n"
    "  large            65,536 processors as 64 x 32 x 32\n"
    "  small            4,096 processors as 16 x 16 x 16\n"
    "  irregular        10,000 processors on four uneven levels\n"
    "  only STATE BUSY COUNT      one row of large. STATE, where processors are\n"
    "                   free: spread, pods, leaves or uneven. BUSY: percent in use,\n"
    "                   0 to 99. COUNT: processors wanted, 1 to 65536\n"
    "  --csv FILE       append the figures to FILE (columns: bench/command.h)\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if every choice costs what it states and the knapsack finds,\n"
    "1 if one does not, 2 if an argument is wrong or something cannot run.\n";

enum { MODE_QUICK, MODE_LARGE, MODE_SMALL, MODE_IRREGULAR, MODE_ALL, MODE_ONLY, MODES };

static const char *mode_name(uint32_t i) {
    static const char *const names[MODES] = {"quick", "large", "small", "irregular", "all", "only"};
    return names[i];
}

static const char *state_name(uint32_t i) {
    return state_names[i];
}

static void begin(void) {
    bench_init();
    calibrate_clock();
}

/* words: only STATE BUSY COUNT */
static int measure_one(uint32_t given, char **words) {
    uint32_t how, busy, wanted;
    command_needs(4, given, words, "a state, the percent in use, the processors wanted");
    command_no_more(4, given, words);
    how = command_choice(words[2], "is no state", state_name, 4);
    busy = command_number(words[3], "is no percent in use", 0, 99);
    wanted = command_number(words[4], "is no number of processors", 1, 65536);
    begin();
    return measure_only((state)how, busy, wanted) != 0;
}

int main(int count, char **words) {
    static const unsigned machines[MODES] = {LARGE | SMALL | IRREGULAR, LARGE, SMALL, IRREGULAR,
                                             LARGE | SMALL | IRREGULAR, 0};
    const uint32_t given = command_begin("fattree_ratio", help, count, words);
    const uint32_t mode =
        given == 0 ? MODE_ALL : command_choice(words[1], "is no argument", mode_name, MODES);
    if (mode == MODE_ONLY) {
        return command_end(measure_one(given, words));
    }
    command_no_more(1, given, words);
    begin();
    return command_end(measure(machines[mode], mode == MODE_QUICK ? 4 : STATES_MAX) != 0);
}
