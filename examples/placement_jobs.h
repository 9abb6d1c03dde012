/* placement_jobs.h: places the jobs of a command line, and tells where they run. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_JOBS_H_INCLUDED
#define PLACEMENT_JOBS_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched_fattree.h"
#include "swil.h"

#include "placement_blocks.h"
#include "placement_json.h"
#include "placement_machine.h"
#include "placement_options.h"
#include "placement_rivals.h"
#include "placement_table.h"
#include "placement_units.h"

/* ---- Telling --------------------------------------------------------------------------------- */

static inline void jobs_print_bound(uint64_t value, uint64_t least) {
    if (value == least) {
        printf(", lower bound %" PRIu64 ": optimal\n", least);
    } else {
        printf(", lower bound %" PRIu64 ": %s %% above it\n", least,
               swil_ratio_text(sked_u128_mul(value - least, 100), least, 3).text);
    }
}

static inline void jobs_print(machine *m, uint32_t job, const sked_set *set,
                              const sked_fattree_answer *answer, uint32_t weight) {
    const uint32_t count = sked_set_count(set);
    const uint64_t pairs = (uint64_t)count * (count - 1) / 2;

    job++;
    if (m->as_json) {
        placement_json_job(m, job, set, answer, weight);
        return;
    }
    printf("job %" PRIu32 ": %" PRIu32 " node%s ", job, count, machine_plural(count));
    hostlist_print(stdout, &m->shape.nodes, set);
    printf("\njob %" PRIu32 ": %" PRIu64 " hops", job, answer->hops);
    if (pairs > 0) {
        printf(", %s per pair", swil_ratio_text(swil_wide(answer->hops), pairs, 3).text);
    }
    if (weight > 0) {
        printf("; cost %" PRIu64, answer->cost);
        jobs_print_bound(answer->cost, answer->cost_lower_bound);
    } else {
        jobs_print_bound(answer->hops, answer->hops_lower_bound);
    }
    printf("job %" PRIu32 ": %" PRIu32 " leaf switch%s, %" PRIu32 " level%s, all below %s\n", job,
           answer->leaves, answer->leaves == 1 ? "" : "es", answer->levels,
           machine_plural(answer->levels),
           names_text(&m->shape.switches, m->shape.name[answer->top]));
    if (m->as_table) {
        (void)table_print(m, set, answer->levels);
    }
}

/* A job that fits nowhere within its limits, or below no root, or breaks a rule. */
static inline int jobs_refuse_limits(const machine *m, const placement_options *options,
                                     const option_value *nodes) {
    const sked_refusal *refusal = &m->refusal;

    if (refusal->entry != NULL && refusal->index < options->rules_count) {
        return option_refuse("placement", "--nodes: \"%s\": no choice of the free nodes keeps "
                                          "--rule %s, expected another rule, or other nodes",
                             nodes->text, options->rule_text[refusal->index]);
    }
    if (m->info.roots > 1 && nodes->number > m->widest) {
        return option_refuse("placement", "--nodes: \"%s\": no root has so many nodes below it, "
                                          "expected at most %" PRIu32 " (%" PRIu32 " roots)",
                             nodes->text, m->widest, m->info.roots);
    }
    return option_refuse("placement", "--nodes: \"%s\": the free nodes do not fit the limits, "
                                      "expected wider limits, or fewer nodes", nodes->text);
}

/* Limits that do not go together, or with the number of nodes. */
static inline int jobs_refuse_rules(const machine *m, const placement_options *options,
                                    const option_value *nodes, sked_status status) {
    const sked_refusal *refusal = &m->refusal;

    if (refusal->entry != NULL && refusal->index < options->rules_count) {
        return option_refuse("placement", "--rule: \"%s\": %s: %s, expected a rule that goes with "
                                          "--nodes %s and the other limits",
                             options->rule_text[refusal->index], refusal->field, refusal->what,
                             nodes->text);
    }
    if (status == SKED_E_SETTING) {
        return option_refuse("placement", "--cross does not go with --fragment, expected one of "
                                          "the two");
    }
    return option_refuse("placement", "--nodes: \"%s\": not whole segments, expected a multiple of "
                                      "--segment", nodes->text);
}

/* Why a job has no place, and what was expected. Returns 0. */
static inline int jobs_refuse(machine *m, const placement_options *options,
                              const option_value *nodes, sked_status status) {
    if (sked_fattree_get_info(&m->tree, &m->info) != SKED_OK) {
        return machine_failed(status);
    }
    switch (status) {
    case SKED_E_TOO_WIDE:
        return option_refuse("placement", "--nodes: \"%s\": more than there are below one root, "
                                          "expected at most %" PRIu32, nodes->text, m->widest);
    case SKED_E_NOT_FREE:
        return option_refuse("placement", "--nodes: \"%s\": too few nodes are free, or one that is "
                                          "named by --require is not, expected at most the %" PRIu32
                                          " that are free, less those not allowed",
                             nodes->text, m->info.free);
    case SKED_E_LIMITS: return jobs_refuse_limits(m, options, nodes);
    case SKED_E_RANGE:
    case SKED_E_SETTING: return jobs_refuse_rules(m, options, nodes, status);
    case SKED_E_OVERFLOW:
        return option_refuse("placement", "--aim: \"%s\": too large a number for %s nodes, "
                                          "expected fewer nodes, or the aim few",
                             options->value[PLACEMENT_AIM].text, nodes->text);
    default: return machine_failed(status);
    }
}

/* ---- Exact and greedy ------------------------------------------------------------------------ */

static inline const sked_set *jobs_limit(const machine *m, const placement_options *options,
                                         placement_option which, placement_set set) {
    return placement_has(options, which) ? &m->set[set] : NULL;
}

static inline sked_fattree_request jobs_request(machine *m, const placement_options *options,
                                                uint32_t job) {
    const option_value *value = options->value;
    sked_fattree_request request;

    memset(&request, 0, sizeof request);
    memset(&m->refusal, 0, sizeof m->refusal);
    request.count = (uint32_t)options->nodes[job].number;
    request.mode = options->mode == PLACEMENT_GREEDY ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
    request.steps_max = value[PLACEMENT_STEPS].number;
    request.levels_max = (uint32_t)value[PLACEMENT_LEVELS].number;
    request.levels_preferred = (uint32_t)value[PLACEMENT_PREFER].number;
    request.leaves_max = (uint32_t)value[PLACEMENT_LEAVES].number;
    request.segment = (uint32_t)value[PLACEMENT_SEGMENT].number;
    request.fragment_weight_q10 = (uint32_t)value[PLACEMENT_FRAGMENT].number;
    request.allowed = jobs_limit(m, options, PLACEMENT_ALLOW, PLACEMENT_SET_ALLOW);
    request.excluded = jobs_limit(m, options, PLACEMENT_EXCLUDE, PLACEMENT_SET_EXCLUDE);
    request.required = jobs_limit(m, options, PLACEMENT_REQUIRE, PLACEMENT_SET_REQUIRE);
    request.rules = options->rules;
    request.rules_count = options->rules_count;
    request.aim = options->aim;
    request.aim_level = options->aim_level;
    request.crossing_max = (uint32_t)value[PLACEMENT_CROSS].number;
    request.owner = m->owner;
    request.refusal = &m->refusal;
    if (options->mode == PLACEMENT_BLOCKS) {
        blocks_limit(&m->shape, &request, &m->block_rule);
    }
    return request;
}

/* Finds, with as much scratch as that takes. */
static inline sked_status jobs_find(machine *m, const sked_fattree_request *request,
                                    sked_fattree_answer *answer, sked_set *set) {
    size_t bytes = 0;
    sked_status status = sked_fattree_find_bytes(&m->tree, request, &bytes);

    if (status == SKED_OK && !machine_scratch(m, bytes)) {
        status = SKED_E_MEMORY;
    }
    return status != SKED_OK ? status
                             : sked_fattree_find(&m->tree, request, answer, set, m->scratch,
                                                 m->scratch_bytes);
}

/* What one rule, the aim or the isolation costs: the hops without it. */
static inline void jobs_print_without(machine *m, uint32_t job, const char *what,
                                      const sked_fattree_request *without) {
    sked_fattree_answer answer;

    if (jobs_find(m, without, &answer, &m->set[PLACEMENT_SET_OTHER]) == SKED_OK) {
        printf("job %" PRIu32 ": %" PRIu64 " hops without %s\n", job + 1, answer.hops, what);
    }
}

/* What each rule costs: the hops without it, and all else as it is. */
static inline void jobs_print_each(machine *m, const placement_options *options, uint32_t job,
                                   const sked_fattree_request *request) {
    sked_fattree_rule rules[PLACEMENT_RULES_MOST];
    sked_fattree_request without = *request;
    char what[80];
    uint32_t i;

    without.rules = rules;
    without.rules_count--;
    for (i = 0; i < request->rules_count; i++) {
        memcpy(rules, request->rules, i * sizeof rules[0]);
        memcpy(rules + i, request->rules + i + 1, (request->rules_count - i - 1) * sizeof rules[0]);
        snprintf(what, sizeof what, "--rule %.70s", options->rule_text[i]);
        jobs_print_without(m, job, what, &without);
    }
}

/* Where Slurm lets the job run, and what that costs. */
static inline void jobs_print_blocks(machine *m, uint32_t job,
                                     const sked_fattree_request *request) {
    sked_fattree_request without = *request;

    if (!m->as_json) {
        blocks_print(job, request);
        without.levels_max = without.rules_count = 0;
        jobs_print_without(m, job, "--mode blocks", &without);
    }
}

/* The shares, and what rules, aim and isolation cost. */
static inline void jobs_print_rules(machine *m, const placement_options *options, uint32_t job,
                                    const sked_fattree_request *request,
                                    const sked_fattree_answer *answer) {
    sked_fattree_request without = *request;

    if (m->as_json || (request->rules_count == 0 && request->aim == SKED_FATTREE_NEAR &&
                       request->crossing_max == 0)) {
        return;
    }
    printf("job %" PRIu32 ": %" PRIu32 " switch%s of level %" PRIu32 ", nodes of each: %" PRIu32
           " to %" PRIu32 "\n", job + 1, answer->blocks, answer->blocks == 1 ? "" : "es",
           request->aim_level == 0 ? 1 : request->aim_level, answer->share_least,
           answer->share_most);
    jobs_print_each(m, options, job, request);
    if (request->aim != SKED_FATTREE_NEAR) {
        without.aim = SKED_FATTREE_NEAR;
        jobs_print_without(m, job, "--aim", &without);
    }
    if (request->crossing_max > 0) {
        without.aim = request->aim;
        without.crossing_max = 0;
        jobs_print_without(m, job, "--cross", &without);
    }
}

/* One after the other: each stays. */
static inline int jobs_each(machine *m, const placement_options *options) {
    sked_set *set = &m->set[PLACEMENT_SET_CHOSEN];
    sked_fattree_answer answer;
    uint32_t job;
    int done = 1;

    for (job = 0; job < options->jobs; job++) {
        const sked_fattree_request request = jobs_request(m, options, job);
        sked_status status = jobs_find(m, &request, &answer, set);

        if (status == SKED_OK) {
            jobs_print(m, job, set, &answer, request.fragment_weight_q10);
            if (options->mode == PLACEMENT_BLOCKS) {
                jobs_print_blocks(m, job, &request);
            } else {
                jobs_print_rules(m, options, job, &request, &answer);
            }
            machine_own(m, set);
            status = sked_fattree_allocate(&m->tree, set);
        }
        if (status == SKED_E_LIMITS && options->mode == PLACEMENT_BLOCKS) {
            done = blocks_refuse_job(options->nodes[job].text, &request);
        } else if (status != SKED_OK) {
            done = jobs_refuse(m, options, &options->nodes[job], status);
        }
    }
    return done;
}

/* Makes the jobs of a batch; and scratch that does for each of them. */
static inline int jobs_batch_make(machine *m, const placement_options *options,
                                  sked_fattree_job *jobs, sked_word *words) {
    const uint32_t nodes = m->info.processors;
    size_t bytes = 0;
    uint32_t job;

    for (job = 0; job < options->jobs; job++) {
        jobs[job].request = jobs_request(m, options, job);
        jobs[job].set = sked_set_of(words + job * SKED_SET_WORDS(nodes), nodes);
        if (sked_fattree_find_bytes(&m->tree, &jobs[job].request, &bytes) == SKED_OK &&
            !machine_scratch(m, bytes)) {
            return 0;
        }
    }
    return 1;
}

static inline int jobs_batch_run(machine *m, const placement_options *options,
                                 sked_fattree_job *jobs) {
    const sked_status status =
        sked_fattree_batch(&m->tree, jobs, options->jobs, m->scratch, m->scratch_bytes);
    uint32_t job;
    int done = 1;

    if (status != SKED_OK) {
        return machine_failed(status);
    }
    for (job = 0; job < options->jobs; job++) {
        if (jobs[job].status == SKED_OK) {
            jobs_print(m, job, &jobs[job].set, &jobs[job].answer,
                       jobs[job].request.fragment_weight_q10);
        } else {
            done = jobs_refuse(m, options, &options->nodes[job], jobs[job].status);
        }
    }
    return done;
}

/* All together: the largest first. */
static inline int jobs_batch(machine *m, const placement_options *options) {
    const size_t words = SKED_SET_WORDS(m->info.processors);
    sked_fattree_job *jobs = (sked_fattree_job *)calloc(options->jobs, sizeof *jobs);
    sked_word *room = (sked_word *)calloc(options->jobs * words, sizeof *room);
    int done = jobs != NULL && room != NULL ? 1 : topology_no_memory();

    done = done && jobs_batch_make(m, options, jobs, room) && jobs_batch_run(m, options, jobs);
    free(room);
    free(jobs);
    return done;
}

/* ---- Slurm's rule and the units of the patent ------------------------------------------------ */

/* What a choice of another method costs, with the lower bound of the exact search beside it; then
   it is taken, and told. */
static inline sked_status jobs_judge(machine *m, uint32_t job,
                                     const sked_fattree_request *request, const sked_set *set) {
    sked_fattree_answer answer, exact;
    sked_status status = jobs_find(m, request, &exact, &m->set[PLACEMENT_SET_OTHER]);

    if (status == SKED_OK) {
        status = sked_fattree_explain(&m->tree, set, &answer, NULL, m->scratch, m->scratch_bytes);
    }
    if (status == SKED_OK) {
        answer.hops_lower_bound = exact.hops_lower_bound;
        jobs_print(m, job, set, &answer, 0);
        status = sked_fattree_allocate(&m->tree, set);
    }
    return status;
}

/* What is free and allowed. */
static inline sked_status jobs_offer(machine *m, const sked_fattree_request *request,
                                     sked_set *offered) {
    const sked_status status = sked_fattree_get_sets(&m->tree, offered, NULL, NULL);

    if (status == SKED_OK && request->allowed != NULL) {
        sked_set_and(offered, request->allowed);
    }
    if (status == SKED_OK && request->excluded != NULL) {
        sked_set_andnot(offered, request->excluded);
    }
    return status;
}

static inline sked_status jobs_slurm_one(machine *m, const placement_options *options,
                                         uint32_t job) {
    const sked_fattree_request request = jobs_request(m, options, job);
    sked_set *offered = &m->set[PLACEMENT_SET_OTHER], *chosen = &m->set[PLACEMENT_SET_CHOSEN];
    rival by = {0};
    sked_status status = jobs_offer(m, &request, offered);

    by.m = m;
    by.choose = rival_slurm;
    sked_set_clear(chosen);
    if (status == SKED_OK && !rival_choose(&by, request.count, offered, chosen)) {
        status = sked_set_count(offered) < request.count ? SKED_E_NOT_FREE : SKED_E_LIMITS;
    }
    return status == SKED_OK ? jobs_judge(m, job, &request, chosen) : status;
}

static inline int jobs_slurm(machine *m, const placement_options *options) {
    sked_status status;
    uint32_t job;
    int done = 1;

    for (job = 0; job < options->jobs; job++) {
        status = jobs_slurm_one(m, options, job);
        if (status != SKED_OK) {
            done = jobs_refuse(m, options, &options->nodes[job], status);
        }
    }
    return done;
}

static inline sked_units_settings jobs_units_settings(const machine *m,
                                                      const placement_options *options,
                                                      size_t jobs) {
    sked_units_settings settings;

    memset(&settings, 0, sizeof settings);
    settings.tree = &m->tree;
    settings.unit_size = (uint32_t)options->value[PLACEMENT_UNIT].number;
    settings.batch_max = (uint32_t)options->value[PLACEMENT_BATCH].number;
    settings.jobs_max = (uint32_t)jobs;
    settings.options = SKED_UNITS_GO_ON;
    return settings;
}

static inline int jobs_units_make(const machine *m, const placement_options *options, size_t jobs,
                                  sked_units *units) {
    const sked_units_settings settings = jobs_units_settings(m, options, jobs);
    const sked_status status = sked_units_create(units, &settings, heap_mem());

    if (status == SKED_E_SETTING) {
        return option_refuse("placement", "--unit: \"%s\", expected a number that divides the "
                                          "nodes of each leaf switch",
                             options->value[PLACEMENT_UNIT].text);
    }
    return status == SKED_OK || machine_failed(status);
}

/* All that start; waits[job] of each that does becomes 0. */
static inline int jobs_units_run(machine *m, const placement_options *options, sked_units *units,
                                 const units_taken *taken, unsigned char *waits) {
    sked_set *chosen = &m->set[PLACEMENT_SET_CHOSEN];
    sked_units_start start;
    sked_fattree_request request;
    sked_status status = sked_units_next(units, &start, chosen);

    while (status == SKED_OK) {
        const uint32_t job = (uint32_t)start.id;

        request = jobs_request(m, options, job);
        units_correct(taken, chosen);
        status = jobs_judge(m, job, &request, chosen);
        if (!m->as_json) {
            printf("job %" PRIu32 ": %" PRIu32 " unit%s\n", job + 1, start.units,
                   machine_plural(start.units));
        }
        waits[job] = 0;
        if (status == SKED_OK) {
            status = sked_units_next(units, &start, chosen);
        }
    }
    return status == SKED_DONE || machine_failed(status);
}

static inline int jobs_units_submit(machine *m, const placement_options *options,
                                    sked_units *units, unsigned char *waits) {
    sked_status status;
    uint32_t job;
    int done = 1;

    for (job = 0; job < options->jobs; job++) {
        status = sked_units_submit(units, job, (uint32_t)options->nodes[job].number);
        waits[job] = status == SKED_OK;
        if (status != SKED_OK) {
            done = jobs_refuse(m, options, &options->nodes[job], status);
        }
    }
    return done;
}

/* How many jobs of the method those of the command line take, with those for what is in use. */
static inline size_t jobs_units_count(const machine *m, const placement_options *options) {
    uint32_t unit_size = (uint32_t)options->value[PLACEMENT_UNIT].number;

    if (m->info.free == m->info.processors ||
        (unit_size == 0 && sked_units_default_size(&m->tree, &unit_size) != SKED_OK)) {
        return options->jobs;
    }
    return options->jobs + 2 * (size_t)(m->info.processors / unit_size);
}

/* Places the jobs, and names those that wait. */
static inline int jobs_units_place(machine *m, const placement_options *options, sked_units *units,
                                   const units_taken *taken) {
    unsigned char waits[PLACEMENT_JOBS_MOST];
    sked_units_info info;
    uint32_t job;
    int done = jobs_units_submit(m, options, units, waits);

    if (!jobs_units_run(m, options, units, taken, waits) ||
        sked_units_get_info(units, &info) != SKED_OK) {
        return 0;
    }
    for (job = 0; job < options->jobs; job++) {
        if (waits[job]) {
            done = option_refuse("placement", "--nodes: \"%s\": the job waits, "
                                                         "expected at most the %" PRIu32
                                                         " units that are idle",
                                 options->nodes[job].text, info.idle);
        }
    }
    return done;
}

static inline int jobs_units(machine *m, const placement_options *options) {
    sked_units units = {0};
    sked_units_info info;
    units_taken taken;
    sked_status status;
    int done;

    if (!jobs_units_make(m, options, jobs_units_count(m, options), &units)) {
        return 0;
    }
    status = sked_units_get_info(&units, &info);
    if (status == SKED_OK && !m->as_json) {
        printf("%" PRIu32 " units of %" PRIu32 " node%s\n", info.units, info.unit_size,
               machine_plural(info.unit_size));
    }
    done = units_taken_make(&taken, m, info.unit_size, options->jobs);
    if (done && status == SKED_OK) {
        status = units_take(&taken, &units, &m->set[PLACEMENT_SET_CHOSEN]);
    }
    done = done && (status == SKED_OK || machine_failed(status)) &&
           jobs_units_place(m, options, &units, &taken);
    units_taken_drop(&taken);
    sked_units_destroy(&units);
    return done;
}

static inline int jobs_choose(machine *m, const placement_options *options) {
    switch (options->mode) {
    case PLACEMENT_UNITS:
        return jobs_units(m, options);
    case PLACEMENT_SLURM:
        return jobs_slurm(m, options);
    default:
        return placement_has(options, PLACEMENT_TOGETHER) ? jobs_batch(m, options)
                                                          : jobs_each(m, options);
    }
}

static inline int jobs_place(machine *m, const placement_options *options) {
    int done;

    if (!m->as_json) {
        machine_print(m);
        return jobs_choose(m, options);
    }
    placement_json_begin(m, placement_modes[options->mode]);
    done = jobs_choose(m, options);
    placement_json_end(m);
    return done;
}

#endif
