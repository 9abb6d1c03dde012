/* traffic.cpp: are fewer hops also faster? Placed jobs send messages on a simulated fat tree. */
/* SPDX-License-Identifier: MIT */

/* Needs SimGrid 3.32 (Debian: libsimgrid-dev), from which the times come. In each of many random
 * states of a machine, jobs are placed in three ways: with the least hops (sched_fattree.h), on the
 * lowest free processors, and at random. Then all begin to send at once, each message once. A job's
 * time is that until its last message has arrived.
 *
 *     alone   one job; a share of the processors (--taken) belongs to others, who send nothing
 *     two     two jobs, placed in turn in the same states; their mean time
 *     full    jobs placed in turn until no processor is free; their mean time. Before them, as many
 *             processors as a job has, and what would be left over, are taken at random and send
 *             nothing: in an empty machine the first jobs lie well in any way
 *
 * FILE of --csv has rows traffic,uplinks,machine,way,mean,half_width: ms, the mean over the states,
 * and the half of its 95 % interval; WAY_less_OTHER is the difference in the same states. Traffic
 * "hops" is the hops of a pair of a job, whatever the traffic and the uplinks. */

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <simgrid/s4u.hpp>

#define SKED_IMPLEMENTATION
#include "sched_fattree.h"
#include "heap.h"

#include "options.h"
#include "output.h"
#include "topology.h"

namespace s4u = simgrid::s4u;

using numbers = std::vector<uint32_t>;

enum { ALL_TO_ALL, RING, NEIGHBOURS, TRAFFICS };
enum { ALONE, TWO, FULL, MACHINES };
enum { EXACT, FIRST_FIT, RANDOM, WAYS };
enum { PROCESSORS_MOST = 4096, UPLINKS_MOST = 64 };

static const char *const program = "simgrid_traffic";
static const char *const traffic_words[] = {"all-to-all", "ring", "neighbours", "hops"};
static const char *const machine_words[MACHINES] = {"alone", "two", "full"};
static const char *const way_words[WAYS] = {"exact", "first_fit", "random"};

/* ---- What is asked --------------------------------------------------------------------------- */

enum { CHILDREN, UPLINKS, TRAFFIC, WIDTH, TAKEN, STATES, BYTES, SEED, CSV, OPTIONS };

static const option_rule rules[OPTIONS] = {
    {.name = "--children", .value = "SHAPE", .help = "the tree, as 4x4x4 (default): four switches "
     "with four leaf switches with four processors each"},
    {.name = "--uplinks", .value = "LIST", .help = "cables up from each leaf switch, to as many "
     "switches, and up from each of these (default: 1,2,4)"},
    {.name = "--traffic", .value = "LIST", .help = "all-to-all: each to each other; ring: each to "
     "the next; neighbours: each to its up to four in a grid of two dimensions, as square as the "
     "width permits (default: all-to-all,ring,neighbours)"},
    {.name = "--width", .value = "N", .help = "processors of a job (default: 8)", .least = 2,
     .most = PROCESSORS_MOST / 2},
    {.name = "--taken", .value = "PERCENT", .help = "of the processors, beside the jobs alone and "
     "two at once (default: 75)", .most = 99},
    {.name = "--states", .value = "N", .help = "of the machine (default: 100)", .least = 10,
     .most = 100000},
    {.name = "--bytes", .value = "N", .help = "of a message (default: 10000000)", .least = 1,
     .most = 1000000000000},
    {.name = "--seed", .value = "N", .help = "for other states (default: 1)", .most = UINT32_MAX},
    {.name = "--csv", .value = "FILE", .help = "write means and differences, with intervals"}};

static const option_program about = {
    .name = program, .synopsis = "[OPTION ...]",
    .about = "Places jobs on a fat tree with the least hops, by first fit and at random, and\n"
             "simulates how long their messages take.\n",
    .rules = rules, .rules_count = OPTIONS};

static numbers fan_out{4, 4, 4}, uplinks{1, 2, 4};
static std::set<int> traffics{ALL_TO_ALL, RING, NEIGHBOURS};
static uint32_t processors = 64;
static option_value values[OPTIONS] = {{}, {}, {}, {0, nullptr, 8}, {0, nullptr, 75},
                                       {0, nullptr, 100}, {0, nullptr, 10000000}, {0, nullptr, 1}};

static uint32_t asked(int which) { return static_cast<uint32_t>(values[which].number); }

/* Of the processors, beside a job alone. */
static uint32_t taken_of() { return processors * asked(TAKEN) / 100; }

/* A set with its words. */
struct number_set {
    std::vector<sked_word> words;
    sked_set set;

    explicit number_set(uint32_t size)
        : words(SKED_SET_WORDS(size)), set(sked_set_of(words.data(), size)) {}
    number_set(const number_set &) = delete;

    numbers members() const {
        numbers all;

        for (uint32_t number = sked_set_first(&set); number < set.size;
             number = sked_set_next(&set, number)) {
            all.push_back(number);
        }
        return all;
    }
};

static int read_uplinks(const option_line &line) {
    number_set list(UPLINKS_MOST + 1);

    if (sked_set_parse(&list.set, line.text, nullptr) != SKED_OK || line.text[0] == '\0' ||
        sked_set_has(&list.set, 0)) {
        return option_refuse(program, "--uplinks: \"%s\", expected whole numbers from 1 to %d, as "
                                      "1,2,4", line.text, UPLINKS_MOST);
    }
    uplinks = list.members();
    return 1;
}

static const char *traffic_name(int traffic) { return traffic_words[traffic]; }

static int read_traffic(option_line line) {
    std::istringstream words(line.text);
    std::string word;
    int traffic = 0, done = 1;

    traffics.clear();
    while (done && !words.eof()) {
        std::getline(words, word, ',');
        line.text = word.c_str();
        done = option_named(&line, traffic_name, TRAFFICS, &traffic);
        traffics.insert(traffic);
    }
    return done;
}

static int read_children(const option_line &line) {
    sked_fattree_settings settings = {};
    uint32_t levels;

    fan_out.resize(SKED_FATTREE_LEVELS);
    levels = topology_shape_of(line.text, fan_out.data(), SKED_FATTREE_LEVELS);
    if (levels < 2 || sked_fattree_shape(fan_out.data(), levels, &settings, nullptr, nullptr) !=
        SKED_OK || settings.processors > PROCESSORS_MOST) {
        return option_refuse(program, "--children: \"%s\", expected two numbers or more, as 4x4x4, "
                                      "and at most %d processors", line.text, PROCESSORS_MOST);
    }
    fan_out.resize(levels);
    processors = settings.processors;
    return 1;
}

static int read_option(const option_line &line, int which) {
    switch (which) {
    case OPTION_FILE: return option_refuse(program, "\"%s\" is a file, expected options only",
                                           line.text);
    case CHILDREN: return read_children(line);
    case UPLINKS: return read_uplinks(line);
    case TRAFFIC: return read_traffic(line);
    default: values[which] = option_value_of(&line); return 1;
    }
}

static int read_options(option_line *line) {
    int which;

    do {
        which = option_next(line);
    } while (which >= OPTION_FILE && read_option(*line, which));
    if (which == OPTION_END && 2 * asked(WIDTH) > processors - taken_of()) {
        which = OPTION_STOP;
        (void)option_refuse(program, "--width: \"%" PRIu32 "\", expected at most the half of the %"
                            PRIu32 " processors that are not taken", asked(WIDTH),
                            processors - taken_of());
    }
    return which == OPTION_END;
}

/* ---- Placing --------------------------------------------------------------------------------- */

static sked_fattree tree;

static void must(bool done, const std::string &why) {
    if (!done) {
        std::exit(output_status(program, option_refuse(program, "%s", why.c_str())));
    }
}

static void must(sked_status status) { must(status == SKED_OK, sked_status_text(status)); }

static void make_tree() {
    topology shape;

    must(topology_make(&shape, fan_out.data(), static_cast<uint32_t>(fan_out.size())));
    must(sked_fattree_create(&tree, &shape.settings, heap_mem()));
    topology_drop(&shape);
}

static void find(sked_set *chosen) {
    const sked_fattree_request request = sked_fattree_request_of(asked(WIDTH));
    sked_fattree_answer answer;
    size_t bytes = 0;

    must(sked_fattree_find_bytes(&tree, &request, &bytes));
    std::vector<sked_align> scratch(bytes / sizeof(sked_align) + 1);
    must(sked_fattree_find(&tree, &request, &answer, chosen, scratch.data(), bytes));
}

/* Chooses and allocates processors for a job. Their ranks in it are by their numbers. */
static numbers start(int way, std::mt19937_64 &random) {
    number_set offered(processors), chosen(processors);

    must(sked_fattree_get_sets(&tree, &offered.set, nullptr, nullptr));
    numbers free = offered.members();
    if (way == RANDOM) {
        std::shuffle(free.begin(), free.end(), random);
    }
    for (uint32_t i = 0; way != EXACT && i < asked(WIDTH); i++) {
        sked_set_add(&chosen.set, free[i]);
    }
    if (way == EXACT) {
        find(&chosen.set);
    }
    must(sked_fattree_allocate(&tree, &chosen.set));
    return chosen.members();
}

/* Places jobs in a state of the machine; the tree is empty again afterwards. */
static std::vector<numbers> place(int machine, int way, std::mt19937_64 random) {
    const uint32_t idle = asked(WIDTH) + processors % asked(WIDTH);
    const uint32_t count = machine == FULL ? (processors - idle) / asked(WIDTH) : machine + 1;
    number_set busy(processors);
    sked_fattree_info info;
    numbers order(processors);
    std::vector<numbers> jobs;

    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), random);
    for (uint32_t i = 0; i < (machine == FULL ? idle : taken_of()); i++) {
        sked_set_add(&busy.set, order[i]);
    }
    must(sked_fattree_allocate(&tree, &busy.set));
    while (jobs.size() < count) {
        jobs.push_back(start(way, random));
    }
    must(sked_fattree_get_info(&tree, &info));
    must(machine != FULL || info.free == 0, "the full machine has free processors, expected none");
    must(sked_fattree_get_sets(&tree, nullptr, &busy.set, nullptr));
    must(sked_fattree_free(&tree, &busy.set));
    return jobs;
}

static uint64_t hops_of(uint32_t from, uint32_t to) {
    uint64_t hops = 0;

    must(sked_fattree_hops(&tree, from, to, &hops));
    return hops;
}

/* Of a pair of a job, the mean over pairs of all jobs. */
static double hops_of_pair(const std::vector<numbers> &jobs) {
    uint64_t sum = 0;

    for (const numbers &ranks : jobs) {
        for (const uint32_t from : ranks) {
            for (const uint32_t to : ranks) {
                sum += hops_of(from, to);
            }
        }
    }
    return static_cast<double>(sum) /
           static_cast<double>(jobs.size() * asked(WIDTH) * (asked(WIDTH) - 1));
}

/* ---- Sending --------------------------------------------------------------------------------- */

using hosts = std::vector<s4u::Host *>;         /* by the processor's number */

/* A tree of SimGrid, beside those with other uplinks: what one carries does not slow another. Each
 * switch of the kit is several here, but those of the lowest level. The route between two hosts is
 * fixed by the number of its end (d-mod-k). A link has 10 Gbit/s and 1 us each way. */
static hosts make_hosts(s4u::NetZone *site, uint32_t up) {
    const auto levels = static_cast<unsigned>(fan_out.size());
    const std::vector<unsigned> children(fan_out.rbegin(), fan_out.rend()), cables(levels, 1);
    const std::string name = "tree" + std::to_string(up) + "-";
    std::vector<unsigned> parents(levels, up);
    hosts made;

    parents[0] = 1;                     /* of a host: SimGrid counts levels from below */
    const auto add = [&](s4u::NetZone *zone, const std::vector<unsigned long> &, unsigned long at) {
        made.push_back(zone->create_host(name + std::to_string(at), 1e9)->seal());
        return std::pair(made.back()->get_netpoint(), decltype(made.back()->get_netpoint()){});
    };
    s4u::create_fatTree_zone(name, site, {levels, children, parents, cables},
                             s4u::ClusterCallbacks(add), 1.25e9, 1e-6,
                             s4u::Link::SharingPolicy::SPLITDUPLEX)->seal();
    return made;
}

/* Has each route as many links as the kit counts hops? */
static void check_routes(const hosts &made) {
    for (uint32_t pair = 0; pair < processors * processors; pair++) {
        const uint32_t from = pair / processors, to = pair % processors;
        std::vector<s4u::Link *> links;

        if (from != to) {
            made.at(from)->route_to(made.at(to), links, nullptr);
        }
        must(links.size() == hops_of(from, to),
             made[from]->get_name() + " to " + made[to]->get_name() + ": " +
                 std::to_string(links.size()) + " links, expected " +
                 std::to_string(hops_of(from, to)));
    }
}

/* Does one rank send to another? A grid has as many rows as the largest divisor up to the root. */
static bool sends(int traffic, uint32_t from, uint32_t to) {
    const uint32_t low = std::min(from, to), high = std::max(from, to);
    uint32_t columns = asked(WIDTH);

    for (uint32_t rows = 2; rows * rows <= asked(WIDTH); rows++) {
        columns = asked(WIDTH) % rows == 0 ? asked(WIDTH) / rows : columns;
    }
    return traffic == ALL_TO_ALL ? from != to
           : traffic == RING     ? to == (from + 1) % asked(WIDTH)
                                 : high == low + columns ||
                                       (high == low + 1 && high % columns != 0);
}

/* The mean time of jobs that begin to send now, in ms. */
static double send(const hosts &made, const std::vector<numbers> &jobs, int traffic) {
    const double begin = s4u::Engine::get_clock();
    double sum = 0;

    for (const numbers &ranks : jobs) {
        s4u::Actor::create("job", made[ranks[0]], [&] {
            std::vector<s4u::CommPtr> sent;

            for (uint32_t pair = 0; pair < asked(WIDTH) * asked(WIDTH); pair++) {
                const uint32_t from = pair / asked(WIDTH), to = pair % asked(WIDTH);

                if (sends(traffic, from, to)) {
                    sent.push_back(s4u::Comm::sendto_async(made[ranks[from]], made[ranks[to]],
                                                           values[BYTES].number));
                }
            }
            s4u::Comm::wait_all(sent);
            sum += s4u::Engine::get_clock() - begin;
        });
    }
    s4u::Engine::get_instance()->run();
    return 1000 * sum / static_cast<double>(jobs.size());
}

/* ---- Measuring ------------------------------------------------------------------------------- */

using samples = std::vector<double>;                    /* by state */
using trees = std::map<uint32_t, hosts>;                /* by uplinks */
using row = std::tuple<int, uint32_t, int>;             /* traffic, uplinks, machine */
using rows = std::map<row, samples[WAYS]>;              /* hops: traffic TRAFFICS, uplinks 0 */

static void measure(const trees &made, int machine, uint32_t state, int way, rows &found) {
    std::seed_seq seeds{asked(SEED), state};            /* the same for all ways */
    const auto jobs = place(machine, way, std::mt19937_64(seeds));

    found[{TRAFFICS, 0, machine}][way].push_back(hops_of_pair(jobs));
    for (const int traffic : traffics) {
        for (const auto &[up, site] : made) {
            found[{traffic, up, machine}][way].push_back(send(site, jobs, traffic));
        }
    }
}

/* All of it in one simulation, whose clock goes on. */
static rows simulate() {
    s4u::Engine engine(program);
    trees made;
    rows found;

    xbt_log_control_set("xbt_cfg.threshold:warning");   /* what is set next is not told */
    s4u::Engine::set_config("network/crosstraffic:0");
    s4u::NetZone *site = s4u::create_empty_zone("site");
    make_tree();
    for (const uint32_t up : uplinks) {
        made[up] = make_hosts(site, up);
        check_routes(made[up]);
    }
    site->seal();
    for (uint32_t run = 0; run < asked(STATES) * MACHINES * WAYS; run++) {
        const auto state = run / WAYS % asked(STATES), machine = run / WAYS / asked(STATES);

        measure(made, static_cast<int>(machine), state, static_cast<int>(run % WAYS), found);
    }
    sked_fattree_destroy(&tree);
    return found;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static double mean_of(const samples &all) {
    return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

/* Half of a 95 % interval. Student's t is expanded in the degrees of freedom (Cornish and Fisher):
 * right to 0.1 % from 9 on. */
static double half_width_of(const samples &all) {
    const double mean = mean_of(all), degrees = static_cast<double>(all.size() - 1);
    const double t = 1.95996 + 2.37227 / degrees + 2.82250 / (degrees * degrees);
    double squares = 0;

    for (const double value : all) {
        squares += (value - mean) * (value - mean);
    }
    return t * std::sqrt(squares / degrees / static_cast<double>(all.size()));
}

static void write_row(FILE *file, const row &at, const std::string &way, const samples &all) {
    const auto [traffic, up, machine] = at;

    std::fprintf(file, "%s,%s,%s,%s,%.5f,%.5f\n", traffic_words[traffic],
                 up > 0 ? std::to_string(up).c_str() : "any",
                 machine_words[machine], way.c_str(), mean_of(all), half_width_of(all));
}

static void write_csv(FILE *file, const rows &found) {
    std::fprintf(file, "traffic,uplinks,machine,way,mean,half_width\n");
    for (const auto &[at, ways] : found) {
        for (int way = 0; way < WAYS; way++) {
            write_row(file, at, way_words[way], ways[way]);
            for (int other = way + 1; other < WAYS; other++) {
                samples less(ways[way]);

                for (size_t state = 0; state < less.size(); state++) {
                    less[state] -= ways[other][state];
                }
                write_row(file, at, std::string(way_words[way]) + "_less_" + way_words[other],
                          less);
            }
        }
    }
}

static void print_table(const rows &found) {
    std::printf("ms (last row: hops of a pair), as exact (least hops) / first fit / random;\n"
                "jobs of %" PRIu32 " of %" PRIu32 " processors, %" PRIu32 " states\n\n"
                "%-13s%-22s%-22s%s",
                asked(WIDTH), processors, asked(STATES), "uplinks", "alone", "two at once",
                "full machine");
    for (const auto &[at, ways] : found) {
        const auto [traffic, up, machine] = at;

        if (machine == ALONE) {
            std::printf("\n%-10s %2.0" PRIu32, traffic_words[traffic], up);
        }
        for (const samples &way : ways) {
            std::printf("%7.*f", up > 0 ? 1 : 2, mean_of(way));
        }
        std::printf(machine == FULL ? "" : " ");
    }
    std::printf("\n");
}

int main(int count, char **words) {
    option_line line = option_line_of(&about, count, words);
    output to;
    rows found;

    if (!read_options(&line)) {
        return line.status;
    }
    if (!output_try(program, values[CSV].text)) {
        return output_status(program, 0);
    }
    found = simulate();
    print_table(found);
    if (values[CSV].text == nullptr) {
        return output_status(program, 1);
    }
    if (!output_begin(&to, values[CSV].text)) {
        return output_status(program, output_refuse(program, values[CSV].text));
    }
    write_csv(to.file, found);
    return output_status(program, output_finish(&to, program, 1));
}
