/* site.cpp: PJS decides for a heterogeneous site whose machines and networks SimGrid simulates. */
/* SPDX-License-Identifier: MIT */

/* Collins and George (2001) ran their scheduler in a loop with models of run times, and wished for
 * one of the simulation tools in their place (section 6). Here SimGrid is in the place of the run
 * times: site_hardware.hpp says how machines, messages and networks are made. The loop and its
 * checks are those of bench/swil_site.h; the site, the jobs and the draws those of
 * bench/figures/site.c, whose run times are the model. Rows pair: each draw has the same jobs on
 * both sides.
 *
 * The scheduler learns only what SimGrid measures: first each class alone on each kind of machine
 * and cluster, as the paper did, then each completion.
 *
 * The rows:   case,policy,levels,option,at,group,metric,mean,half_width,model
 *
 * case: 2 PJS beside SJS; 3 priorities, all jobs at once; 4 priorities and preemption, jobs that
 * arrive. Case 1, what a plan costs, asks nothing of the hardware: bench/figures/site.c has it.
 * Columns up to half_width are those of bench/figures/results/site.csv, model is the mean there.
 * option: with "completion", PJS judges what pays by completion. By default each cluster has an
 * interconnect of its own; with "shared", the clusters of a kind have one together; with "told", so
 * too, and the site keeps its bandwidth for the jobs that run (>>site). METRIC_by_model is the
 * ratio of two means with the interval of experiment.h, METRIC_less_model their difference;
 * METRIC_by_sjs is the ratio to SJS on the same hardware, METRIC_by_calm that to levels without
 * preemption. stretch: how much longer runs on clusters took than alone. worse_share: of the draws,
 * those in which PJS had a larger sum of job times than SJS. */

#include <sys/mman.h>

#include <functional>
#include <map>

#define SKED_IMPLEMENTATION
#include "sched.h"

#include "experiment.h"
#include "heap.h"
#include "options.h"
#include "progress.h"
#include "site_runs.hpp"

namespace {

using namespace runs;

struct laboratory : site_base {
    bool full = false;
    uint32_t jobs = JOBS_MAX;           /* of a stream */
    const char *only = nullptr;
    FILE *file = nullptr;
    progress shown;
    uint64_t done = 0, all = 0;         /* jobs of all runs */
    bool counting = false;              /* only how many there will be */
    std::map<std::string, side> sides;  /* of the scenarios at one size or rate, by their names */
};

/* ---- Scenarios ------------------------------------------------------------------------------- */

/* PJS by run time over interconnects of each cluster's own. */
scenario scenario_of(const char *number, const char *option, uint32_t levels) {
    scenario out{};

    out.number = number;
    out.option = option;
    out.levels = levels;
    out.links = OWN;
    return out;
}

/* SJS with the same levels; its jobs are on no cluster, so that all networks are alike to it. */
scenario sequential_of(scenario what) {
    what.sequential = true;
    what.completion = false;
    what.links = OWN;
    return what;
}

/* PJS by a reading, over so many of the networks. */
void add_networks(scenario what, bool completion, int networks, std::vector<scenario> *to) {
    what.completion = completion;
    for (int links = OWN; links < networks; links++) {
        what.links = (network)links;
        to->push_back(what);
    }
}

/* SJS, then PJS by each reading. */
std::vector<scenario> policies_of(const scenario &what, int networks) {
    std::vector<scenario> out = {sequential_of(what)};

    add_networks(what, false, networks, &out);
    add_networks(what, true, networks, &out);
    return out;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The model has no network. */
std::string model_of(scenario what) {
    what.links = OWN;
    return "model " + name_of(what);
}

struct place {
    laboratory *lab;
    const scenario *what;
    uint32_t at;
};

void write_row(const place &here, uint32_t group, const std::string &metric, interval value,
               const double *model) {
    char texts[3][64] = {"", "", ""};

    format_number(value.mean, texts[0], sizeof texts[0]);
    format_number(value.half_width, texts[1], sizeof texts[1]);
    if (model != nullptr) {
        format_number(*model, texts[2], sizeof texts[2]);
    }
    fprintf(here.lab->file, "%s,%s,%u,%s,%s,%s,%s,%s\n", here.what->number,
            name_of(*here.what).c_str(), (unsigned)here.at, group_names[group], metric.c_str(),
            texts[0], texts[1], texts[2]);
}

/* A metric, and how it compares with the model's: shares by their difference. */
void write_pair(const place &here, uint32_t group, measure which, double factor = 1,
                const char *name = nullptr) {
    const side &own = here.lab->sides[name_of(*here.what)];
    const side &model = here.lab->sides[model_of(*here.what)];
    const std::string metric = name != nullptr ? name : measure_names[which];
    const bool is_share = which != JOB_TIME && which != JOB_TIMES;
    double values[SEEDS], base[SEEDS], rest[SEEDS];

    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        values[seed] = factor * own.values[which][group][seed];
        base[seed] = factor * model.values[which][group][seed];
        rest[seed] = values[seed] - base[seed];
    }
    const double mean = measure_batches(base).mean;

    write_row(here, group, metric, measure_batches(values), &mean);
    write_row(here, group, metric + (is_share ? "_less_model" : "_by_model"),
              is_share ? measure_batches(rest) : compare_batches(values, base), nullptr);
}

/* The ratio to another scenario on the same hardware, beside that of the models. */
void write_ratio(const place &here, uint32_t group, measure which, const scenario &other,
                 const char *name) {
    const side &own = here.lab->sides[name_of(*here.what)];
    const side &base = here.lab->sides[name_of(other)];
    const double model =
        compare_batches(here.lab->sides[model_of(*here.what)].values[which][group],
                        here.lab->sides[model_of(other)].values[which][group]).mean;

    write_row(here, group, std::string(measure_names[which]) + "_by_" + name,
              compare_batches(own.values[which][group], base.values[which][group]), &model);
}

void write_stretch(const place &here) {
    const side &own = here.lab->sides[name_of(*here.what)];

    write_row(here, ALL, measure_names[STRETCH], measure_batches(own.values[STRETCH][ALL]),
              nullptr);
}

/* What was measured alone, beside the times of the model: how near the calibration is. */
void write_alone(const laboratory &lab, uint32_t pair) {
    const uint32_t resource = pair % SITE_RESOURCES;
    const bool small = resource == 2 * SITE_KINDS;
    const int members = small ? SITE_SMALL_MEMBERS : resource < SITE_KINDS ? 1 : SITE_MEMBERS;
    const unsigned kind = small ? +SITE_SMALL_KIND : resource % SITE_KINDS;
    const double own = (double)lab.alone[pair] / hardware::SECOND;
    const double model = (double)lab.world.truth[pair] / hardware::SECOND;
    char texts[3][64], head[96];

    format_number(own, texts[0], sizeof texts[0]);
    format_number(model, texts[1], sizeof texts[1]);
    format_number(own / model, texts[2], sizeof texts[2]);
    snprintf(head, sizeof head, "0,alone,none,%s on %d,%u,all",
             site_class_names[pair / SITE_RESOURCES], members, kind);
    fprintf(lab.file, "%s,seconds,%s,0,%s\n", head, texts[0], texts[1]);
    fprintf(lab.file, "%s,seconds_by_model,%s,0,\n", head, texts[2]);
}

/* ---- Runs over all draws --------------------------------------------------------------------- */

using draw_jobs = std::function<void(uint32_t seed, swil_site_job *jobs, uint32_t *groups)>;
using write_rows = void (*)(const place &here);

/* Runs it on the hardware, and its model where that has not been run. */
bool run_all_draws(laboratory *lab, const scenario &what, uint32_t count, const draw_jobs &draw) {
    job_list jobs(count);
    std::vector<uint32_t> groups(count);
    const bool with_model = lab->sides.count(model_of(what)) == 0;
    side &own = lab->sides[name_of(what)], &model = lab->sides[model_of(what)];

    for (uint32_t seed = 0; seed < SEEDS; seed++, lab->done += count) {
        if (lab->counting) {
            lab->all += count;
            continue;
        }
        draw(seed + 1, jobs.data(), groups.data());
        for (uint32_t job = 0; job < count; job++) {
            jobs[job].queue = groups[job] == ALL ? 0 : groups[job];
        }
        if (!run_hardware(lab, what, jobs, groups, seed, &own) ||
            (with_model && !run_model(*lab, what, jobs, groups, seed, &model))) {
            return false;
        }
        progress_show(&lab->shown, lab->done, lab->all);
    }
    return true;
}

/* The rows come at the size or rate `at`. */
bool run_scenario(laboratory *lab, const scenario &what, uint32_t at, uint32_t count,
                  const draw_jobs &draw, write_rows write) {
    if (!run_all_draws(lab, what, count, draw)) {
        return false;
    }
    if (!lab->counting) {
        write({lab, &what, at});
    }
    return true;
}

/* ---- Case 2: PJS beside SJS ------------------------------------------------------------------ */

void draw_case_2(uint32_t seed, bool equal, uint32_t count, swil_site_job *jobs,
                 uint32_t *groups) {
    std::vector<uint32_t> classes(count);

    draw_at_once(seed, NO_LEVELS, count, jobs, groups);
    draw_mix(seed, equal, classes.data(), count);
    for (uint32_t job = 0; job < count; job++) {
        jobs[job].job_class = classes[job];
    }
}

/* What PJS plans for the jobs of a draw, by what was measured alone. */
sked_status plan_draw(const laboratory &lab, const scenario &what,
                      const std::vector<uint32_t> &classes, sked_pjs_result *result) {
    const size_t count = classes.size();
    std::vector<sked_time> times(count * SITE_MACHINES), cluster_times(count * SITE_CLUSTERS);
    std::vector<sked_pjs_row> rows(count);
    sked_pjs_request asking{};

    asking.map.heuristic = SKED_DUPLEX_SUM;
    asking.map.jobs = (uint32_t)count;
    asking.map.machines = SITE_MACHINES;
    asking.map.times = times.data();
    asking.options = what.completion ? SKED_PJS_COMPLETION : 0;
    asking.clusters = SITE_CLUSTERS;
    asking.cluster = lab.world.cluster;
    asking.cluster_times = cluster_times.data();
    for (size_t job = 0; job < count; job++) {
        const sked_time *alone = lab.alone + classes[job] * SITE_RESOURCES;

        for (uint32_t machine = 0; machine < SITE_MACHINES; machine++) {
            times[job * SITE_MACHINES + machine] = alone[lab.world.machine[machine].resource];
        }
        for (uint32_t cluster = 0; cluster < SITE_CLUSTERS; cluster++) {
            const sked_time time = alone[lab.world.cluster[cluster].resource];

            cluster_times[job * SITE_CLUSTERS + cluster] = time > 0 ? time : SKED_NEVER;
        }
    }
    return sked_pjs(&asking, heap_mem(), rows.data(), result);
}

/* Of the sums that PJS was given, that of its plan is not the larger one; where clusters do not
 * meet, the hardware runs as planned. */
bool check_plans(const laboratory &lab, const scenario &what, uint32_t count, bool equal) {
    const side &own = lab.sides.at(name_of(what));
    std::vector<uint32_t> classes(count);
    sked_pjs_result result;

    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        draw_mix(seed + 1, equal, classes.data(), count);
        if (plan_draw(lab, what, classes, &result) != SKED_OK ||
            sked_u128_compare(result.plan.job_times, result.base.job_times) > 0) {
            return complain(what, seed, "PJS is worse than SJS by the sums that it was given");
        }
        const sked_u128 sum = what.sequential ? result.base.job_times : result.plan.job_times;
        const double planned = (double)sum.low / hardware::SECOND;

        if (what.links == OWN && std::fabs(planned - own.values[JOB_TIMES][ALL][seed]) > 1e-6) {
            return complain(what, seed, "the hardware does not run as planned");
        }
    }
    return true;
}

void write_case_2(const place &here) {
    const scenario base = sequential_of(*here.what);
    laboratory *lab = here.lab;
    interval saved[2];
    double worse[SEEDS];
    const double none = 0;

    write_pair(here, ALL, JOB_TIMES);
    if (here.what->sequential) {
        return;
    }
    const side *own[2] = {&lab->sides[name_of(*here.what)], &lab->sides[model_of(*here.what)]};
    const side *other[2] = {&lab->sides[name_of(base)], &lab->sides[model_of(base)]};

    for (int which = 0; which < 2; which++) {
        saved[which] = compare_batches(own[which]->values[JOB_TIMES][ALL],
                                       other[which]->values[JOB_TIMES][ALL]);
        saved[which].mean = 100 * (1 - saved[which].mean);
        saved[which].half_width *= 100;
    }
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        worse[seed] = own[0]->values[JOB_TIMES][ALL][seed] >
                      other[0]->values[JOB_TIMES][ALL][seed] + 1e-6;
    }
    write_row(here, ALL, "savings_percent", saved[0], &saved[1].mean);
    write_row(here, ALL, "worse_share", measure_batches(worse), &none);
    write_pair(here, ALL, PARALLEL, here.at, "parallel_jobs");
    write_stretch(here);
}

bool run_size_2(laboratory *lab, uint32_t count, const char *mix) {
    const bool equal = strcmp(mix, "equal mix") == 0;
    const draw_jobs draw = [=](uint32_t seed, swil_site_job *jobs, uint32_t *groups) {
        draw_case_2(seed, equal, count, jobs, groups);
    };

    lab->sides.clear();
    for (const scenario &what : policies_of(scenario_of("2", mix, NO_LEVELS), NETWORKS)) {
        if (!run_scenario(lab, what, count, count, draw, write_case_2) ||
            (!lab->counting && !check_plans(*lab, what, count, equal))) {
            return false;
        }
    }
    return true;
}

bool run_case_2(laboratory *lab) {
    static const uint32_t sizes[] = {5, 10, 1, 2, 15, 20, 30, 40, 50, 75, 100, 200};
    const size_t count = lab->full ? sizeof sizes / sizeof *sizes : 2;

    for (size_t size = 0; size < count; size++) {
        if (!run_size_2(lab, sizes[size], "random mix") ||
            !run_size_2(lab, sizes[size], "equal mix")) {
            return false;
        }
    }
    return true;
}

/* ---- Case 3: priorities, all jobs at once ---------------------------------------------------- */

uint32_t first_group(const scenario &what) { return what.levels == NO_LEVELS ? +ALL : 0; }

void write_case_3(const place &here) {
    for (uint32_t group = first_group(*here.what); group < GROUPS; group++) {
        write_pair(here, group, JOB_TIMES);
        if (!here.what->sequential) {
            write_pair(here, group, PARALLEL);
            write_ratio(here, group, JOB_TIMES, sequential_of(*here.what), "sjs");
        }
    }
    if (!here.what->sequential) {
        write_stretch(here);
    }
}

bool run_size_3(laboratory *lab, uint32_t count, uint32_t levels) {
    const draw_jobs draw = [=](uint32_t seed, swil_site_job *jobs, uint32_t *groups) {
        draw_at_once(seed, levels, count, jobs, groups);
    };

    for (const scenario &what : policies_of(scenario_of("3", "none", levels), TOLD)) {
        if (!run_scenario(lab, what, count, count, draw, write_case_3)) {
            return false;
        }
    }
    return true;
}

bool run_case_3(laboratory *lab) {
    static const uint32_t sizes[] = {20, 50, 100, 200, 300};
    const size_t count = lab->full ? sizeof sizes / sizeof *sizes : 1;

    for (size_t size = 0; size < count; size++) {
        lab->sides.clear();
        for (uint32_t levels = 0; levels < (lab->full ? +DISTRIBUTIONS : 1); levels++) {
            if (!run_size_3(lab, sizes[size], levels)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- Case 4: priorities and preemption, jobs that arrive ------------------------------------- */

bool is_calm(const scenario &what) { return strcmp(what.option, "calm") == 0; }

scenario calm_of(scenario what) {
    what.option = "calm";
    what.preempts = false;
    return what;
}

void write_case_4(const place &here) {
    const scenario calm = calm_of(*here.what);
    const bool has_levels = here.what->levels != NO_LEVELS;

    for (uint32_t group = first_group(*here.what); group < GROUPS; group++) {
        write_pair(here, group, JOB_TIME);
        if (!here.what->sequential) {
            write_pair(here, group, PARALLEL);
        }
        if (!here.what->sequential && !is_calm(*here.what)) {
            write_ratio(here, group, JOB_TIME, sequential_of(*here.what), "sjs");
            if (has_levels && here.lab->sides.count(name_of(calm)) > 0) {
                write_ratio(here, group, JOB_TIME, calm, "calm");
            }
        }
    }
    if (here.what->sequential || is_calm(*here.what)) {
        return;
    }
    if (has_levels) {
        write_pair(here, 2, PREEMPTIONS);
        write_pair(here, ALL, LOST_SHARE);
    }
    write_stretch(here);
}

/* SJS, then PJS by each reading: without preemption where there are levels, then on the networks. A
 * quick run leaves most of them out. */
std::vector<scenario> streams_of(bool full, uint32_t levels) {
    scenario what = scenario_of("4", "none", levels);
    std::vector<scenario> out;

    what.preempts = true;
    out.push_back(sequential_of(what));
    for (const bool completion : {false, true}) {
        if (full && levels != NO_LEVELS) {
            add_networks(calm_of(what), completion, SHARED, &out);
        }
        if (full || completion) {
            add_networks(what, completion, full && completion ? NETWORKS : TOLD, &out);
        }
    }
    return out;
}

bool run_rate_4(laboratory *lab, uint32_t rate, uint32_t levels) {
    const uint32_t count = lab->jobs;
    const draw_jobs draw = [=](uint32_t seed, swil_site_job *jobs, uint32_t *groups) {
        draw_arriving(seed, levels, 0, rate, count, jobs, groups);
    };

    lab->sides.clear();
    for (const scenario &what : streams_of(lab->full, levels)) {
        if (!run_scenario(lab, what, rate, count, draw, write_case_4)) {
            return false;
        }
    }
    return true;
}

bool run_case_4(laboratory *lab) {
    for (uint32_t rate = 1; rate <= (lab->full ? 32u : 1u); rate *= 2) {
        for (uint32_t levels = 0; levels < (lab->full ? +DISTRIBUTIONS : 1); levels++) {
            if (!run_rate_4(lab, rate, levels)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- All ------------------------------------------------------------------------------------- */

bool is_asked(const laboratory &lab, const char *number) {
    return lab.only == nullptr || strcmp(lab.only, number) == 0;
}

bool run_cases(laboratory *lab) {
    return (!is_asked(*lab, "2") || run_case_2(lab)) && (!is_asked(*lab, "3") || run_case_3(lab)) &&
           (!is_asked(*lab, "4") || run_case_4(lab));
}

bool run_laboratory(laboratory *lab) {
    if (!in_child(lab, OWN, measure_all)) {
        return complain(scenario_of("0", "alone", NO_LEVELS), 0, lab->shared->fault);
    }
    memcpy(lab->alone, lab->shared->alone, sizeof lab->alone);
    memcpy(lab->traffic, lab->shared->traffic, sizeof lab->traffic);
    for (uint32_t pair = 0; pair < PAIRS; pair++) {
        if (lab->alone[pair] > 0) {
            write_alone(*lab, pair);
        }
    }
    lab->counting = true;
    run_cases(lab);
    lab->counting = false;
    lab->done = 0;
    lab->shown = progress_of("simgrid_site", "runs");
    const bool done = run_cases(lab);
    progress_end(&lab->shown);
    return done;
}

/* ---- The command line ------------------------------------------------------------------------ */

enum { SITE_QUICK, SITE_FULL, SITE_ONLY, SITE_JOBS, SITE_OUT, SITE_RULES };

const char *const case_names[] = {"2", "3", "4", nullptr};

const option_rule rules[SITE_RULES] = {
    {.name = "--quick", .help = "few sizes and rates (default): 20 s"},
    {.name = "--full", .help = "all of them: a quarter of an hour"},
    {.name = "--only", .value = "CASE", .help = "rows of case 2, 3 or 4 alone",
     .choices = case_names},
    {.name = "--jobs", .value = "N", .help = "jobs of a stream in case 4 (default: 500)",
     .least = 1, .most = JOBS_MAX},
    {.name = "--out", .value = "FILE",
     .help = "write the rows there instead of to standard output"}};

const option_program program = {
    .name = "simgrid_site", .synopsis = "[OPTION ...]",
    .about = "Lets PJS decide for a heterogeneous site that SimGrid simulates, and compares job\n"
             "times with those of the model of run times.\n",
    .rules = rules, .rules_count = SITE_RULES};

/* Returns false if there is nothing to do: exit with *status. */
bool read_line(int count, char **words, laboratory *lab, const char **out, int *status) {
    option_line line = option_line_of(&program, count, words);
    int which;

    while ((which = option_next(&line)) >= OPTION_FILE) {
        switch (which) {
        case SITE_QUICK: lab->full = false; break;
        case SITE_FULL: lab->full = true; break;
        case SITE_ONLY: lab->only = line.text; break;
        case SITE_JOBS: lab->jobs = (uint32_t)line.number; break;
        case SITE_OUT: *out = line.text; break;
        default:
            option_refuse(program.name, "\"%s\" is a file, expected options alone", line.text);
            which = OPTION_STOP;
            break;
        }
        if (which == OPTION_STOP) {
            break;
        }
    }
    *status = line.status;
    return which == OPTION_END;
}

} /* namespace */

int main(int count, char **words) {
    static laboratory lab;
    const char *out = nullptr;
    output to;
    int status = 1;

    if (!read_line(count, words, &lab, &out, &status)) {
        return status;
    }
    lab.shared = (answer *)mmap(nullptr, sizeof *lab.shared, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (lab.shared == MAP_FAILED) {
        return option_refuse(program.name, "no memory to share, expected %zu bytes",
                             sizeof *lab.shared) + 1;
    }
    site_world_make(&lab.world, 3, site_ours);
    if (!output_begin(&to, out)) {
        output_refuse(program.name, out);
        return output_status(program.name, 0);
    }
    lab.file = to.file;
    fputs("case,policy,levels,option,at,group,metric,mean,half_width,model\n", lab.file);
    return output_status(program.name,
                         output_finish(&to, program.name, run_laboratory(&lab)));
}
