/* rules_ratio.c: what rules, aims and isolation cost a choice on a tree, beside other limits.
 *
 * SPDX-License-Identifier: MIT
 *
 * `build/rules_ratio --help` has its arguments.
 *
 * Machines of pods, leaves and processors, of which half are busy: each by chance (scattered), or
 * runs of 40 neighbours as one job (jobs), which leave whole leaves and ways up to others. All
 * rows of a machine and a count decide the same states, one after the other, several times, and of
 * each decision the least time counts. `allowed` and `weight 1` are what rules are measured
 * against: a set of processors, and a fragment weight of 1, which takes the generic search. Each
 * choice is checked: it must keep its rule, and cost no less than without it. Times are for
 * reading. */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#define SKED_WORD_BITS 64
#include "sched_fattree.h"

#include "bench.h"
#include "command.h"
#include "ratio.h"
#include "workload.h"

enum { STATES = 12, RUNS = 3, PROCESSORS_MAX = 65536, SWITCHES_MAX = 4096, WIDTH_MAX = 40 };

/* ---- rows ------------------------------------------------------------------------------------ */

typedef enum limit {
    NONE, ALLOWED, WEIGHT, MOST_OF_LEAF, WHOLE_LEAVES, ISOLATED, LEAST_OF_LEAF, PODS_BY_16,
    EVEN_LEAVES, FEW_LEAVES, LIMITS
} limit;

static const char *const limit_names[LIMITS] = {
    "default", "allowed", "weight 1", "most of a leaf 12", "whole leaves", "one job on a link",
    "least of a leaf 4", "pods by 16", "even on leaves", "few leaves"};

typedef struct machine {
    uint32_t fan_out[3], processors;
    sked_fattree tree;
    sked_set busy, old, all, chosen;
    uint32_t *parent, *leaf, *owner;
    void *block;
    uint64_t seed;
} machine;

static sked_fattree_request request_of(const machine *m, limit what, uint32_t count,
                                       sked_fattree_rule *rule) {
    sked_fattree_request r = sked_fattree_request_of(count);
    memset(rule, 0, sizeof *rule);
    rule->level = what == PODS_BY_16 ? 2 : 1;
    r.rules = rule;
    r.rules_count = what == MOST_OF_LEAF || what == WHOLE_LEAVES || what == LEAST_OF_LEAF ||
                    what == PODS_BY_16;
    switch (what) {
    case ALLOWED: r.allowed = &m->all; break;
    case WEIGHT: r.fragment_weight_q10 = 1; break;
    case MOST_OF_LEAF: rule->most = 12; break;
    case WHOLE_LEAVES: rule->options = SKED_FATTREE_WHOLE; break;
    case ISOLATED:
        r.crossing_max = 1;
        r.owner = m->owner;
        break;
    case LEAST_OF_LEAF: rule->least = 4; break;
    case PODS_BY_16: rule->multiple = 16; break;
    case EVEN_LEAVES: r.aim = SKED_FATTREE_EVEN; break;
    case FEW_LEAVES: r.aim = SKED_FATTREE_FEW; break;
    default: break;
    }
    return r;
}

/* ---- states ---------------------------------------------------------------------------------- */

static sked_set make_set(uint32_t size) {
    return sked_set_of((sked_word *)take_memory(SKED_SET_WORDS(size), sizeof(sked_word)), size);
}

static void machine_open(machine *m, const uint32_t *fan_out) {
    sked_fattree_settings settings = {0};
    size_t bytes;
    memset(m, 0, sizeof *m);
    memcpy(m->fan_out, fan_out, sizeof m->fan_out);
    m->parent = (uint32_t *)take_memory(SWITCHES_MAX, sizeof(uint32_t));
    m->leaf = (uint32_t *)take_memory(PROCESSORS_MAX, sizeof(uint32_t));
    m->owner = (uint32_t *)take_memory(PROCESSORS_MAX, sizeof(uint32_t));
    require(sked_fattree_shape(fan_out, 3, &settings, m->parent, m->leaf));
    require(sked_fattree_bytes(&settings, &bytes));
    m->block = take_memory(bytes, 1);
    require(sked_fattree_init(&m->tree, &settings, m->block, bytes));
    m->processors = settings.processors;
    m->busy = make_set(m->processors);
    m->old = make_set(m->processors);
    m->all = make_set(m->processors);
    m->chosen = make_set(m->processors);
    sked_set_fill(&m->all);
    m->seed = 7;
}

static void machine_close(machine *m) {
    sked_fattree_destroy(&m->tree);
    free(m->block);
    free(m->parent);
    free(m->leaf);
    free(m->owner);
    free(m->busy.words);
    free(m->old.words);
    free(m->all.words);
    free(m->chosen.words);
}

/* Half of the processors are busy; of 40 neighbours those that are belong to one job. */
static void machine_draw(machine *m, int by_jobs) {
    int64_t chance = 0;
    uint32_t p;
    sked_set_clear(&m->busy);
    for (p = 0; p < m->processors; p++) {
        if (!by_jobs || p % 40 == 0) {
            chance = workload_uniform(&m->seed, 2);
        }
        if (chance == 0) {
            sked_set_add(&m->busy, p);
        }
        m->owner[p] = p / 40 * 40;
    }
    require(sked_fattree_get_sets(&m->tree, NULL, &m->old, NULL));
    require(sked_fattree_free(&m->tree, &m->old));
    require(sked_fattree_allocate(&m->tree, &m->busy));
}

/* ---- measuring ------------------------------------------------------------------------------- */

typedef struct cell {
    double sum;                     /* of the decisions, us                                   */
    uint32_t found;                 /* choices there were                                     */
    uint64_t hops[STATES];          /* of these; 0: none                                      */
} cell;

static void check_choice(const sked_fattree_answer *answer, limit what, uint64_t least) {
    const int kept =
        what == MOST_OF_LEAF    ? answer->share_most <= 12
        : what == LEAST_OF_LEAF ? answer->share_least >= 4
        : what == PODS_BY_16    ? answer->share_least % 16 == 0 && answer->share_most % 16 == 0
                                : answer->blocks == answer->leaves;
    if (!kept || answer->hops < least ||
        (what != WEIGHT && answer->hops != answer->hops_lower_bound)) {
        bench_refuse("a choice breaks its rule, or is not proved");
    }
}

static void measure(machine *m, uint32_t count, limit what, uint32_t state, const cell *plain,
                    cell *into) {
    sked_fattree_rule rule;
    sked_fattree_request r = request_of(m, what, count, &rule);
    sked_fattree_answer answer = {0};
    double best = 1e18;
    size_t bytes;
    uint32_t run;
    void *scratch;
    sked_status status = SKED_OK;
    r.aim_level = what == PODS_BY_16 ? 2 : 1;
    require(sked_fattree_find_bytes(&m->tree, &r, &bytes));
    scratch = take_memory(bytes, 1);
    for (run = 0; run < RUNS; run++) {
        const double start = cpu_us();
        double took;
        status = sked_fattree_find(&m->tree, &r, &answer, &m->chosen, scratch, bytes);
        took = cpu_us() - start;
        best = took < best ? took : best;
    }
    free(scratch);
    if (status != SKED_OK && status != SKED_E_LIMITS) {
        require(status);
    }
    if (status == SKED_OK) {
        check_choice(&answer, what, plain->hops[state]);
        into->hops[state] = answer.hops;
        into->found++;
    }
    into->sum += best;
}

static void compare(const uint32_t *fan_out, uint32_t count, int by_jobs) {
    static cell cells[LIMITS];
    machine m;
    uint32_t state, i;
    memset(cells, 0, sizeof cells);
    machine_open(&m, fan_out);
    for (state = 0; state < STATES; state++) {
        machine_draw(&m, by_jobs);
        for (i = 0; i < LIMITS; i++) {
            measure(&m, count, (limit)i, state, &cells[NONE], &cells[i]);
        }
    }
    for (i = 0; i < LIMITS; i++) {
        char size[48];
        snprintf(size, sizeof size, "%u of %u %s", (unsigned)count, (unsigned)m.processors,
                 by_jobs ? "jobs" : "scattered");
        printf("%-24s %-18s %10.1f %10.2f %10.3f %6u\n", size, limit_names[i],
               cells[i].sum / STATES, cells[i].sum / cells[ALLOWED].sum,
               cells[i].sum / cells[WEIGHT].sum, (unsigned)cells[i].found);
        command_row("tree", limit_names[i], size, "mean", "us", cells[i].sum / STATES);
        command_row("tree", limit_names[i], size, "ratio", "1",
                    cells[i].sum / cells[WEIGHT].sum);
    }
    machine_close(&m);
    command_progress();
}

static const char help[] =
    "usage: rules_ratio [quick | full] [--csv FILE]\n"
    "\n"
    "Measures what rules, aims and isolation cost a choice of processors on a tree\n"
    "of switches, beside the default, a set of allowed processors, and a fragment\n"
    "weight of 1, which takes the generic search.\n"
    "\n"
    "  quick            4,096 processors: a second\n"
    "  full             the default, also 65,536: some seconds\n"
    "  --csv FILE       append the figures to FILE (columns: bench/command.h)\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if all was measured, 2 if an argument is wrong or something\n"
    "cannot run, also if a choice breaks its rule.\n";

enum { MODE_QUICK, MODE_FULL, MODES };

static const char *mode_name(uint32_t i) {
    static const char *const names[MODES] = {"quick", "full"};
    return names[i];
}

int main(int count, char **words) {
    static const uint32_t small[3] = {16, 16, 16}, large[3] = {64, 32, 32};
    const uint32_t given = command_begin("rules_ratio", help, count, words);
    const uint32_t mode =
        given == 0 ? MODE_FULL : command_choice(words[1], "is no mode", mode_name, MODES);
    int by_jobs;
    command_no_more(1, given, words);
    command_start(mode == MODE_FULL ? 6 : 4);
    printf("rules, aims and isolation: microseconds a choice, half of the processors busy\n\n"
           "%-24s %-18s %10s %10s %10s %6s\n", "of processors, busy", "limit", "us", "allowed",
           "weight 1", "found");
    for (by_jobs = 0; by_jobs < 2; by_jobs++) {
        compare(small, 64, by_jobs);
        compare(small, 512, by_jobs);
        if (mode == MODE_FULL) {
            compare(large, 512, by_jobs);
        }
    }
    return command_end(0);
}
