/* site_runs.hpp: runs of a site over simulated hardware and over the model, on the same draws. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_RUNS_HPP
#define SITE_RUNS_HPP

/* A scenario and the jobs of a draw give two sides: the hardware, in a child process, where SimGrid
 * says when jobs end, and the model, where the times of site_world.h do. The same loop drives both,
 * swil_site.h, with the same site. */

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "experiment.h"
#include "heap.h"
#include "site_draws.h"
#include "site_hardware.hpp"

namespace runs {

constexpr uint32_t JOBS_MAX = 500, PAIRS = SITE_CLASSES * SITE_RESOURCES;

/* TOLD is SHARED, with interconnects that the site knows. */
enum network { OWN, SHARED, TOLD, NETWORKS };

const char *const network_names[NETWORKS] = {"", "shared", "told"};

using job_list = std::vector<swil_site_job>;

struct scenario {
    const char *number, *option;
    bool sequential, preempts, completion;
    uint32_t levels;
    network links;
};

/* What a child process, which has the simulation, gives back. */
struct answer {
    bool done;
    char fault[200];
    swil_site_metrics metrics;
    swil_site_outcome outcomes[JOBS_MAX];
    sked_time alone[PAIRS], traffic[PAIRS];     /* of dedicated runs: how long, bytes per second */
    double stretch;                             /* mean, of the runs on clusters */
};

enum measure { JOB_TIME, JOB_TIMES, PARALLEL, PREEMPTIONS, LOST_SHARE, STRETCH, MEASURES };

const char *const measure_names[MEASURES] = {"job_time",    "job_times",  "parallel",
                                             "preemptions", "lost_share", "stretch"};

/* Of one side, the hardware or the model. */
struct side {
    double values[MEASURES][GROUPS][SEEDS];
};

/* What all runs have in common. */
struct site_base {
    site_world world;
    sked_time alone[PAIRS], traffic[PAIRS];
    answer *shared = nullptr;           /* memory that children write to */
};

/* ---- Names ----------------------------------------------------------------------------------- */

inline std::string option_of(const scenario &what) {
    std::string out = strcmp(what.option, "none") == 0 ? "" : what.option;

    for (const char *word : {what.completion ? "completion" : "", network_names[what.links]}) {
        out += (out.empty() || *word == '\0' ? "" : " ") + std::string(word);
    }
    return out.empty() ? "none" : out;
}

inline std::string name_of(const scenario &what) {
    return std::string(what.sequential ? "SJS," : "PJS,") + distributions[what.levels].name + "," +
           option_of(what);
}

/* ---- Settings -------------------------------------------------------------------------------- */

/* What the loop needs of a scenario; it points into itself. */
struct site_setup {
    sked_site_settings site;
    sked_site_queue queues[3];
    sked_site_interconnect interconnects[SITE_KINDS];
    sked_site_class classes[SITE_CLASSES];
    sked_set served[SITE_KINDS];
    sked_word words[SITE_KINDS][SKED_SET_WORDS(SITE_CLUSTERS + 0u)];
    swil_site_settings loop;
};

inline void make_queues(const scenario &what, site_setup *out) {
    for (uint32_t level = 0; level < 3; level++) {
        out->queues[level] = sked_site_queue_of(level);
        out->queues[level].flags = what.sequential ? SKED_SEQUENTIAL : 0;
        out->queues[level].pjs_options = what.completion ? SKED_PJS_COMPLETION : 0;
    }
    if (what.preempts) {
        out->queues[0].flags |= SKED_PREEMPTS;
        out->queues[2].flags |= SKED_PREEMPTABLE;
    }
    out->site.queue = out->queues;
    out->site.queues = what.levels == NO_LEVELS ? 1 : 3;
}

/* The site knows the interconnect of each kind: what it carries, and for which clusters. Any class
 * may want some of it; how much, the measured traffic says. */
inline void make_interconnects(const site_world &world, site_setup *out) {
    const hardware::calibration costs = hardware::calibrate();

    for (uint32_t kind = 0; kind < SITE_KINDS; kind++) {
        out->served[kind] = sked_set_of(out->words[kind], world.clusters);
        out->interconnects[kind].bandwidth =
            (uint64_t)(hardware::EIGHT * costs.bandwidth[kind] * hardware::PAYLOAD);
        out->interconnects[kind].clusters = &out->served[kind];
    }
    for (uint32_t cluster = 0; cluster < world.clusters; cluster++) {
        sked_set_add(&out->served[hardware::kind_of_cluster(&world, cluster)], cluster);
    }
    for (uint32_t job_class = 0; job_class < SITE_CLASSES; job_class++) {
        out->classes[job_class] = world.job_class[job_class];
        out->classes[job_class].bandwidth = 1;
    }
    out->site.interconnects = SITE_KINDS;
    out->site.interconnect = out->interconnects;
    out->site.job_class = out->classes;
}

inline void make_setup(const site_base &base, const scenario &what, site_setup *out) {
    memset(out, 0, sizeof *out);
    out->site = site_world_settings(&base.world);
    make_queues(what, out);
    if (what.links == TOLD) {
        make_interconnects(base.world, out);
    }
    out->loop.site = &out->site;
    out->loop.truth = base.world.truth;
    out->loop.resources = SITE_RESOURCES;
    out->loop.quantum = SITE_QUANTUM;
    out->loop.exact = what.links == OWN;
}

/* Observations of a table, one for each pair that has any. */
inline bool learn(const sked_time *observed, sked_experience *into) {
    sked_experience_settings settings = sked_experience_settings_of(SITE_CLASSES, SITE_RESOURCES);
    sked_status status;

    settings.window = SKED_WINDOW_MAX;
    status = sked_experience_create(into, &settings, heap_mem());
    for (uint32_t pair = 0; pair < PAIRS && status == SKED_OK; pair++) {
        if (observed[pair] > 0 && observed[pair] != SKED_NEVER) {
            status = sked_experience_add(into, pair / SITE_RESOURCES, pair % SITE_RESOURCES,
                                         observed[pair]);
        }
    }
    return status == SKED_OK;
}

/* ---- In a child process ---------------------------------------------------------------------- */

inline void end_child(void *ctx, const char *fault) {
    answer *out = (answer *)ctx;

    snprintf(out->fault, sizeof out->fault, "%s", fault);
    _exit(1);
}

/* SimGrid simulates once in a process, and from time 0: each run has a child of its own, so that
 * none depends on which were before it. */
template <typename Body> bool in_child(site_base *base, network links, Body body) {
    answer *const out = base->shared;
    int status = 0;

    memset((void *)out, 0, sizeof *out);
    fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        char name[] = "simgrid_site";
        char *words[] = {name, nullptr};
        int count = 1;
        hardware::s4u::Engine engine(&count, words);
        hardware::machine_room room{};

        room.give_up = end_child;
        room.give_up_ctx = out;
        room.world = &base->world;
        room.costs = hardware::calibrate();
        hardware::make_platform(&room, links == OWN ? hardware::OWN : hardware::SHARED);
        hardware::s4u::Actor::create("site", room.front, [&] {
            room.ends = hardware::s4u::Semaphore::create(0);
            out->done = body(&room, out);
        });
        engine.run();
        _exit(0);
    }
    if ((child < 0 || waitpid(child, &status, 0) != child || status != 0) &&
        out->fault[0] == '\0') {
        snprintf(out->fault, sizeof out->fault, "the simulation ended early");
    }
    return out->done && out->fault[0] == '\0';
}

/* Alone on the site: how long, and how many bytes per second on average. */
inline void run_alone(hardware::machine_room *room, swil_site_job *job, const sked_set *machines,
               uint32_t machine, uint32_t cluster, answer *out) {
    const sked_time began = room->now < 0 ? 0 : room->now;
    sked_site_decision where{};

    where.machine = machine;
    where.cluster = cluster;
    hardware::start(room, 0, &where, machines);
    hardware::wait(room, SKED_NEVER);
    if (hardware::has_ended(room, 0)) {
        const uint32_t pair = job->job_class * SITE_RESOURCES + room->runs[0].resource;
        const sked_time taken = room->now - began;

        out->alone[pair] = taken;
        out->traffic[pair] = cluster == SKED_NONE ? 0
                                                  : (sked_time)(room->costs.bytes[job->job_class] *
                                                                sked_set_count(machines) *
                                                                hardware::SECOND / (double)taken);
    }
}

/* Dedicated runs of each class on a machine of each kind and on a cluster of each. */
inline bool measure_all(hardware::machine_room *room, answer *out) {
    const site_world *world = room->world;
    sked_word words[SKED_SET_WORDS(SITE_MACHINES + 0u)] = {};
    sked_set one = sked_set_of(words, world->machines);
    swil_site_job job{};

    room->jobs = &job;
    room->runs.resize(1);
    for (; job.job_class < SITE_CLASSES; job.job_class++) {
        const sked_time *truth = world->truth + job.job_class * SITE_RESOURCES;
        sked_time *alone = out->alone + job.job_class * SITE_RESOURCES;

        for (uint32_t machine = 0; machine < world->machines; machine++) {
            if (alone[world->machine[machine].resource] == 0) {
                sked_set_clear(&one);
                sked_set_add(&one, machine);
                run_alone(room, &job, &one, machine, SKED_NONE, out);
            }
        }
        for (uint32_t cluster = 0; cluster < world->clusters; cluster++) {
            const uint32_t resource = world->cluster[cluster].resource;

            if (truth[resource] != SKED_NEVER && alone[resource] == 0) {
                run_alone(room, &job, world->cluster[cluster].members, SKED_NONE, cluster, out);
            }
        }
    }
    return true;
}

/* What the site has learnt is what was measured, and no more. */
inline bool has_learnt(const site_base &base, const hardware::machine_room &room, uint32_t count,
                const sked_experience *times, answer *out) {
    uint64_t counts[PAIRS], sums[PAIRS], parallel = 0;

    for (uint32_t pair = 0; pair < PAIRS; pair++) {
        counts[pair] = base.alone[pair] > 0;
        sums[pair] = (uint64_t)base.alone[pair];
    }
    for (uint32_t job = 0; job < count; job++) {
        const hardware::run &of = room.runs[job];
        const uint32_t pair = of.job_class * SITE_RESOURCES + of.resource;
        const sked_time taken = out->outcomes[job].end - out->outcomes[job].start;

        counts[pair]++;
        sums[pair] += (uint64_t)taken;
        parallel += out->outcomes[job].parallel;
        out->stretch += out->outcomes[job].parallel ? (double)taken / (double)base.alone[pair] : 0;
    }
    out->stretch = parallel > 0 ? out->stretch / (double)parallel : 1;
    for (uint32_t pair = 0; pair < PAIRS; pair++) {
        sked_moments seen;

        if (sked_experience_get(times, pair / SITE_RESOURCES, pair % SITE_RESOURCES, &seen) !=
                SKED_OK || seen.count != counts[pair] || seen.sum.low != sums[pair]) {
            snprintf(out->fault, sizeof out->fault, "the experience of class %u on resource %u is "
                     "not what was measured", pair / SITE_RESOURCES, pair % SITE_RESOURCES);
            return false;
        }
    }
    return true;
}

inline bool run_jobs(const site_base &base, const scenario &what, const job_list &jobs,
                     hardware::machine_room *room, answer *out) {
    const swil_site_engine engine = hardware::engine_of(room);
    const uint32_t count = (uint32_t)jobs.size();
    sked_experience times{}, traffic{};
    site_setup setup;

    make_setup(base, what, &setup);
    room->jobs = jobs.data();
    room->runs.resize(count);
    setup.loop.engine = &engine;
    setup.loop.memory.times = &times;
    setup.loop.memory.traffic = what.links == TOLD ? &traffic : nullptr;
    if (!learn(base.alone, &times) || !learn(base.traffic, &traffic)) {
        snprintf(out->fault, sizeof out->fault, "the experience has no room");
        return false;
    }
    if (swil_site_run(jobs.data(), count, &setup.loop, out->outcomes, &out->metrics) != SKED_OK) {
        snprintf(out->fault, sizeof out->fault, "%s", out->metrics.fault);
        return false;
    }
    return has_learnt(base, *room, count, &times, out);
}

/* ---- Both sides of a draw -------------------------------------------------------------------- */

inline void add_side(const job_list &jobs, const std::vector<uint32_t> &groups,
                     const swil_site_outcome *outcomes, const swil_site_metrics &metrics,
                     uint32_t seed, side *out) {
    double count[GROUPS] = {};

    for (uint32_t job = 0; job < jobs.size(); job++) {
        const double time = (double)(outcomes[job].end - jobs[job].arrival) / hardware::SECOND;

        for (uint32_t group = groups[job]; group < GROUPS; group = group < ALL ? +ALL : +GROUPS) {
            count[group]++;
            out->values[JOB_TIMES][group][seed] += time;
            out->values[PARALLEL][group][seed] += outcomes[job].parallel;
            out->values[PREEMPTIONS][group][seed] += outcomes[job].preemptions;
        }
    }
    for (uint32_t group = 0; group < GROUPS; group++) {
        const double divisor = fmax(count[group], 1);

        out->values[JOB_TIME][group][seed] = out->values[JOB_TIMES][group][seed] / divisor;
        out->values[PARALLEL][group][seed] /= divisor;
        out->values[PREEMPTIONS][group][seed] /= divisor;
    }
    out->values[LOST_SHARE][ALL][seed] = (double)metrics.lost / (double)metrics.busy;
    out->values[STRETCH][ALL][seed] = 1;
}

inline bool complain(const scenario &what, uint32_t seed, const char *fault) {
    fprintf(stderr, "simgrid_site: case %s, %s, seed %u: %s\n", what.number,
            name_of(what).c_str(), (unsigned)seed + 1, fault);
    return false;
}

inline bool run_model(const site_base &base, const scenario &what, const job_list &jobs,
                      const std::vector<uint32_t> &groups, uint32_t seed, side *out) {
    std::vector<swil_site_outcome> outcomes(jobs.size());
    sked_experience times{};
    swil_site_metrics metrics;
    site_setup setup;

    make_setup(base, what, &setup);
    setup.loop.memory.times = &times;
    if (!learn(base.world.truth, &times) ||
        swil_site_run(jobs.data(), (uint32_t)jobs.size(), &setup.loop, outcomes.data(),
                      &metrics) != SKED_OK) {
        return complain(what, seed, metrics.fault);
    }
    sked_experience_destroy(&times);
    add_side(jobs, groups, outcomes.data(), metrics, seed, out);
    return true;
}

inline bool run_hardware(site_base *base, const scenario &what, const job_list &jobs,
                         const std::vector<uint32_t> &groups, uint32_t seed, side *out) {
    if (!in_child(base, what.links, [&](hardware::machine_room *room, answer *answered) {
            return run_jobs(*base, what, jobs, room, answered);
        })) {
        return complain(what, seed, base->shared->fault);
    }
    add_side(jobs, groups, base->shared->outcomes, base->shared->metrics, seed, out);
    out->values[STRETCH][ALL][seed] = base->shared->stretch;
    return true;
}

} /* namespace runs */

#endif /* SITE_RUNS_HPP */
