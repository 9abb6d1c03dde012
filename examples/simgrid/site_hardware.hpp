/* site_hardware.hpp: the machines of a site and their jobs, simulated by SimGrid. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_HARDWARE_HPP
#define SITE_HARDWARE_HPP

/* A machine is a host, as fast as the clock of its kind. A class of jobs takes so many cycles on
 * each kind: instruction sets and caches differ, so the faster clock does not win everywhere. Each
 * host has a link to the switch of its cluster, up and down apart, and each switch carries as much
 * as eight hosts send.
 *
 * A job on one machine is one exec. A job on a cluster has ROUNDS rounds: in each, every member
 * computes its share of the cycles of the round, then sends a message to the next member (a ring,
 * as in codes that exchange borders), and the round ends when all have arrived. How much faster a
 * cluster is follows from this alone.
 *
 * The calibration is done once, from the times of site_world.h and before any experiment. What a
 * class spends in messages there, on a kind, is its time on the cluster less its share of the time
 * on one machine. Bytes belong to the class and bandwidths to the kind, so these times are
 * split into a product, by geometric means: the bandwidth of a kind beside that of the first is the
 * inverse of what its classes spend there on average. The first, the SPARC at 75 MHz, has the
 * Ethernet of its day, 10 Mbit/s. Latency is 1 ms there, and falls as bandwidth rises. SimGrid's
 * own model of TCP leaves PAYLOAD of a bandwidth to the bytes of a message (headers, and 5 % for
 * the acknowledgements of what comes the other way). */

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

#include "site_world.h"
#include "swil_site.h"

namespace hardware {

namespace s4u = simgrid::s4u;

constexpr uint32_t ROUNDS = 10;
constexpr double SECOND = SITE_SECOND, EIGHT = SITE_MEMBERS;
constexpr double FIRST_BANDWIDTH = 10e6 / 8, FIRST_LATENCY = 1e-3, PAYLOAD = 0.97 / 1.05;

/* Of site_clusters_of: SPARC 75, 170, 200, 300, Pentium 133, 200, 300, 450. */
constexpr std::array<double, SITE_KINDS> clocks = {75e6, 170e6, 200e6, 300e6,
                                                   133e6, 200e6, 300e6, 450e6};

/* Whose interconnect a cluster uses. */
enum interconnect { OWN, SHARED };

/* ---- Calibration ----------------------------------------------------------------------------- */

struct calibration {
    double cycles[SITE_CLASSES][SITE_KINDS];
    double bytes[SITE_CLASSES];         /* that a member of a cluster sends in all */
    double bandwidth[SITE_KINDS];       /* of a host's link, bytes per second */
    double latency[SITE_KINDS];
};

/* Seconds that the model's cluster of a kind spends on messages; 0: no such job runs there. */
inline double messaging(uint32_t job_class, uint32_t kind) {
    const sked_time alone = site_sequential(site_ours, job_class, kind);
    const sked_time together = site_parallel(site_ours, job_class, kind, 0);

    if (together == SKED_NEVER) {
        return 0;
    }
    return ((double)together - (double)alone / EIGHT) / SECOND;
}

/* The geometric mean, over the classes that run in parallel, of what a kind spends. */
inline double mean_of_kind(uint32_t kind) {
    double sum = 0, count = 0;

    for (uint32_t job_class = 0; job_class < SITE_CLASSES; job_class++) {
        if (job_class != SITE_STATISTICS) {
            sum += std::log(messaging(job_class, kind));
            count++;
        }
    }
    return std::exp(sum / count);
}

/* The geometric mean, over the kinds, of the bytes that make up the time of a class. */
inline double bytes_of_class(uint32_t job_class, const double *bandwidth) {
    double sum = 0;

    if (job_class == SITE_STATISTICS) {
        return 0;
    }
    for (uint32_t kind = 0; kind < SITE_KINDS; kind++) {
        sum += std::log(messaging(job_class, kind) * bandwidth[kind] * PAYLOAD);
    }
    return std::exp(sum / (double)SITE_KINDS);
}

inline calibration calibrate() {
    calibration out{};

    for (uint32_t kind = 0; kind < SITE_KINDS; kind++) {
        const double faster = mean_of_kind(0) / mean_of_kind(kind);

        out.bandwidth[kind] = FIRST_BANDWIDTH * faster;
        out.latency[kind] = FIRST_LATENCY / faster;
    }
    for (uint32_t job_class = 0; job_class < SITE_CLASSES; job_class++) {
        out.bytes[job_class] = bytes_of_class(job_class, out.bandwidth);
        for (uint32_t kind = 0; kind < SITE_KINDS; kind++) {
            out.cycles[job_class][kind] = site_seconds[job_class][kind] * clocks[kind];
        }
    }
    return out;
}

/* ---- The platform ---------------------------------------------------------------------------- */

struct run {
    s4u::ActorPtr actor;
    std::vector<s4u::ActivityPtr> work; /* of its round */
    std::vector<s4u::Host *> members;
    uint32_t job_class, kind, resource; /* resource: of its machine or cluster */
    bool running = false, ended = false;
    double cycles = 0;                  /* that were computed */
};

struct machine_room {
    const site_world *world;
    calibration costs;
    std::vector<s4u::Host *> hosts;
    s4u::Host *front = nullptr;         /* where the site and the actors of its jobs are */
    std::vector<run> runs;              /* by job */
    const swil_site_job *jobs = nullptr;
    s4u::SemaphorePtr ends;             /* counts them */
    uint32_t running = 0;
    sked_time now = -1;
    void (*give_up)(void *ctx, const char *fault);      /* ends the simulation */
    void *give_up_ctx;
};

inline uint32_t kind_of(const site_world *world, uint32_t machine) {
    return world->machine[machine].resource;
}

inline uint32_t kind_of_cluster(const site_world *world, uint32_t cluster) {
    return kind_of(world, sked_set_first(world->cluster[cluster].members));
}

inline s4u::Host *make_host(machine_room *room, s4u::NetZone *zone, s4u::Link *backbone,
                            uint32_t machine) {
    const uint32_t kind = kind_of(room->world, machine);
    const std::string name = "machine" + std::to_string(machine);
    s4u::Host *host = zone->create_host(name, clocks[kind])->seal();
    s4u::SplitDuplexLink *link =
        zone->create_split_duplex_link(name + "_link", room->costs.bandwidth[kind]);

    link->set_latency(room->costs.latency[kind])->seal();
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                    {{link, s4u::LinkInRoute::Direction::UP}, s4u::LinkInRoute(backbone)}, true);
    return host;
}

/* One switch for each cluster, or one for all clusters of a kind. */
inline void make_platform(machine_room *room, interconnect kind_of_switch) {
    s4u::NetZone *zone = s4u::create_star_zone("site");
    std::vector<s4u::Link *> switches(SITE_KINDS, nullptr);

    for (uint32_t cluster = 0; cluster < room->world->clusters; cluster++) {
        const sked_set *members = room->world->cluster[cluster].members;
        const uint32_t kind = kind_of_cluster(room->world, cluster);

        if (switches[kind] == nullptr || kind_of_switch == OWN) {
            switches[kind] = zone->create_link("switch" + std::to_string(cluster),
                                               EIGHT * room->costs.bandwidth[kind]);
            switches[kind]->set_latency(0)->seal();
        }
        for (uint32_t machine = sked_set_first(members); machine < members->size;
             machine = sked_set_next(members, machine)) {
            room->hosts.push_back(make_host(room, zone, switches[kind], machine));
        }
    }
    room->front = zone->create_host("front", 1e9)->seal();
    zone->seal();
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

inline void give_up(machine_room *room, uint32_t job, const char *text) {
    const std::string fault = "job " + std::to_string(job) + ": " + text;

    room->give_up(room->give_up_ctx, fault.c_str());
}

inline void finish_work(run *of) {
    for (const s4u::ActivityPtr &activity : of->work) {
        activity->wait();
    }
    of->work.clear();
}

/* A share of the cycles on each member. */
inline void compute(machine_room *room, uint32_t job, double cycles) {
    run *of = &room->runs[job];

    for (s4u::Host *host : of->members) {
        if (host->get_load() > 0) {
            give_up(room, job, "another job computes on its machine");
        }

        s4u::ExecPtr exec = s4u::this_actor::exec_init(cycles / (double)of->members.size());

        exec->set_host(host)->start();
        of->work.push_back(exec);
        of->cycles += cycles / (double)of->members.size();
    }
    finish_work(of);
}

/* From each member to the next. */
inline void send_messages(machine_room *room, run *of) {
    const size_t count = of->members.size();

    for (size_t at = 0; at < count; at++) {
        of->work.push_back(s4u::Comm::sendto_async(
            of->members[at], of->members[(at + 1) % count],
            (uint64_t)std::llround(room->costs.bytes[of->job_class] / ROUNDS)));
    }
    finish_work(of);
}

inline void work(machine_room *room, uint32_t job) {
    run *of = &room->runs[job];
    const double cycles = room->costs.cycles[of->job_class][of->kind];
    const uint32_t rounds = of->members.size() > 1 ? ROUNDS : 1;

    for (uint32_t round = 0; round < rounds; round++) {
        compute(room, job, cycles / rounds);
        if (rounds > 1) {
            send_messages(room, of);
        }
    }
    if (std::fabs(of->cycles / cycles - 1) > 1e-9) {
        give_up(room, job, "not all of its work was done");
    }
    of->ended = true;
    room->running--;
    room->ends->release();
}

/* ---- The engine of the loop (swil_site.h) ---------------------------------------------------- */

inline void start(void *ctx, uint32_t job, const sked_site_decision *where,
                  const sked_set *machines) {
    machine_room *room = static_cast<machine_room *>(ctx);
    run *of = &room->runs[job];

    if (of->running) {
        give_up(room, job, "started again");
    }
    *of = run();
    of->job_class = room->jobs[job].job_class;
    of->kind = kind_of(room->world, sked_set_first(machines));
    of->resource = where->cluster != SKED_NONE ? room->world->cluster[where->cluster].resource
                                               : of->kind;
    of->running = true;
    for (uint32_t machine = sked_set_first(machines); machine < machines->size;
         machine = sked_set_next(machines, machine)) {
        of->members.push_back(room->hosts[machine]);
    }
    room->running++;
    of->actor = s4u::Actor::create("job" + std::to_string(job), room->front, work, room, job);
}

/* What it has done is lost. */
inline void stop(void *ctx, uint32_t job) {
    machine_room *room = static_cast<machine_room *>(ctx);
    run *of = &room->runs[job];

    of->actor->kill();
    for (const s4u::ActivityPtr &activity : of->work) {
        activity->cancel();
    }
    of->work.clear();
    of->running = false;
    room->running--;
}

/* SimGrid warns of shorter sleeps than a nanosecond. */
inline void sleep_until(sked_time until) {
    const double left = (double)until / SECOND - s4u::Engine::get_clock();

    if (left > 1e-6) {
        s4u::this_actor::sleep_for(left);
    }
}

/* Until an end or that time. Returns whether there was an end. */
inline bool sleep_or_end(machine_room *room, sked_time until) {
    const double left = (double)until / SECOND - s4u::Engine::get_clock();

    if (until == SKED_NEVER) {
        room->ends->acquire();
        return true;
    }
    return left > 1e-6 && !room->ends->acquire_timeout(left);
}

/* Lets actors go on whose work ends at this very time: they wait for one member after the other,
 * and each takes a turn. */
inline void hear_ends(machine_room *room) {
    for (uint32_t turn = 0; turn < 2 * SITE_MEMBERS; turn++) {
        s4u::this_actor::yield();
    }
    while (!room->ends->would_block()) {
        room->ends->acquire();
    }
}

/* The site counts in milliseconds, SimGrid in real numbers: the site acts at whole milliseconds,
 * and hears of an end at the first that is not earlier, or at the next if it has just acted. */
inline sked_time wait(void *ctx, sked_time until) {
    constexpr double ROUNDED = 0.01;    /* of a millisecond: 120.0000001 s are 120 */
    machine_room *room = static_cast<machine_room *>(ctx);

    if (until == SKED_NEVER && room->running == 0 && room->ends->would_block()) {
        return SKED_NEVER;
    }
    if (sleep_or_end(room, until)) {
        until = (sked_time)std::ceil(s4u::Engine::get_clock() * SECOND - ROUNDED);
        until = until > room->now ? until : room->now + 1;
        sleep_until(until);
    }
    hear_ends(room);
    room->now = until;
    return until;
}

inline int has_ended(void *ctx, uint32_t job) {
    run *of = &static_cast<machine_room *>(ctx)->runs[job];
    const int ended = of->running && of->ended;

    of->running = of->running && !ended;
    return ended;
}

inline swil_site_engine engine_of(machine_room *room) {
    swil_site_engine engine;

    engine.ctx = room;
    engine.start = start;
    engine.stop = stop;
    engine.wait = wait;
    engine.has_ended = has_ended;
    return engine;
}

} /* namespace hardware */

#endif /* SITE_HARDWARE_HPP */
