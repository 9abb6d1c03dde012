/* cluster.cpp: a queue of sched.h, of one tier or two, decides for a cluster that SimGrid runs. */
/* SPDX-License-Identifier: MIT */

/* Each processor is a host of SimGrid with one core, and each process of a job an execution on its
   host. A process that uses 60 % of a processor is bound to 60 % of its speed, and has as much work
   as that does in its run time. What runs in front has 24 times the priority of what runs behind:
   where both want all of a processor, the one in front loses 4 %, as in the model published with
   MEASY. Jobs may meet at barriers (--barriers), and send messages there (--bytes).

   One actor is the controller. It waits until an execution or a message ends, a job is submitted,
   or the queue wants a pass; tells the queue all that has happened at that instant, opens one pass,
   and does what its actions say. What is here ends when SimGrid says that it does; the model of
   bench/swil_tiers.h (--model) has the same jobs and the same draws of what processes use.

   cluster.hpp has the hosts and what runs on them, controller.hpp the queue; this file has the
   options and the report. */

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#define SKED_IMPLEMENTATION
#include "sched.h"
#include "heap.h"
#include "swil.h"
#include "swil_tiers.h"
#include "workload.h"

#include "cells.h"
#include "output.h"
#include "progress.h"
#include "queue_policy.h"
#include "tiers.h"
#include "workload_choice.h"

#include "controller.hpp"

namespace {

/* ---- What is asked for ----------------------------------------------------------------------- */

enum cluster_option {
    CLUSTER_POLICY, CLUSTER_HEAD_LOAD, CLUSTER_PROCESSORS, CLUSTER_FIRST, CLUSTER_LOAD,
    CLUSTER_ESTIMATES, CLUSTER_SEED, CLUSTER_STRETCH, CLUSTER_HEAD_JOBS, CLUSTER_USAGE,
    CLUSTER_BARRIERS, CLUSTER_BYTES, CLUSTER_MIGRATION, CLUSTER_HEAD_EVENTS, CLUSTER_DOWN,
    CLUSTER_SLOW, CLUSTER_BANDWIDTH, CLUSTER_KILL, CLUSTER_HEAD_OUT, CLUSTER_MODEL, CLUSTER_CSV,
    CLUSTER_STARTS, CLUSTER_OPTIONS
};

const option_rule rules[CLUSTER_OPTIONS] = {
    {.name = "--policy", .value = "NAME",
     .help = "as in replay: fcfs, sjf, easy (default), easy-sjbf, conservative, "
             "conservative-rebuild, depth:K, depth:K-sjbf; in two tiers keasy, reasy, measy"},
    {.help = "The jobs:"},
    {.name = "--processors", .value = "N",
     .help = "size of the machine; default: as the trace's header says; without a trace 256",
     .least = 1, .most = 4096},
    {.name = "--first", .value = "N",
     .help = "only the first N jobs; without a trace: draw N jobs, default 3000",
     .least = 1, .most = 1000000},
    {.name = "--load", .value = "PERCENT",
     .help = "stretch the times between submissions to this offered load; default without a "
             "trace: 85",
     .least = 1, .most = 100000},
    {.name = "--estimates", .value = "KIND",
     .help = "requested (default), actual or model, as in replay",
     .choices = estimates_names},
    {.name = "--seed", .value = "N",
     .help = "of drawn jobs, estimates and usages; default: 1",
     .most = INT32_MAX},
    {.name = "--stretch",
     .help = "estimates are divided by 0.96, as with two tiers, of which each foreground may lose "
             "4 %"},
    {.help = "What a job does:"},
    {.name = "--usage", .value = "KIND",
     .help = "known: each process uses 40 to 100 % of its processor, and the queue knows "
             "(default); unknown: it does not; full: each uses all of it",
     .choices = tiers_usage_names},
    {.name = "--barriers", .value = "N",
     .help = "its processes meet N times; default: 0, and they end when the slowest does",
     .most = 1000},
    {.name = "--bytes", .value = "N",
     .help = "at a barrier each process sends as many to the next one, over links of 125 MB/s; "
             "default: 0",
     .most = INT32_MAX},
    {.name = "--migration", .value = "SECONDS",
     .help = "what a migration costs; default: 20",
     .most = INT32_MAX},
    {.help = "What happens to it, at seconds of the trace's clock:"},
    {.name = "--down", .value = "PROCESSOR:START:END",
     .help = "the processor fails, and comes back; its jobs start anew",
     .repeats = 1},
    {.name = "--slow", .value = "PROCESSOR:START:END:PERCENT",
     .help = "others load the processor: this much of its speed is left, 1 to 100",
     .repeats = 1},
    {.name = "--bandwidth", .value = "START:END:PERCENT",
     .help = "this much of the bandwidth of all links is left",
     .repeats = 1},
    {.name = "--kill", .value = "ID:SECONDS",
     .help = "its user kills a job",
     .repeats = 1},
    {.help = "What is printed and written:"},
    {.name = "--model",
     .help = "also what bench/swil_tiers.h makes of the same jobs (at most one reservation)"},
    {.name = "--csv", .value = "FILE.csv",
     .help = "write the table as comma-separated values, with what was asked for"},
    {.name = "--starts", .value = "FILE.csv",
     .help = "write when each job started and ended, in seconds, by the queue and by SimGrid's "
             "clock"},
};

const option_program program = {
    .name = "simgrid_cluster", .synopsis = "[OPTION ...] [TRACE.swf]",
    .about = "Runs the jobs of a trace in the Standard Workload Format, or drawn ones, on a\n"
             "cluster that SimGrid simulates, as a queue of sched.h decides.\n",
    .rules = rules, .rules_count = CLUSTER_OPTIONS};

struct options {
    controller_settings run;
    workload_choice jobs;
    uint64_t bytes;
    bool model;
    std::vector<cluster_change> slows, bandwidths;
    const char *starts, *csv;
};

/* Reads numbers with colons between them, each from 0 to `most`. */
bool read_parts(const option_line &line, int which, uint64_t most, size_t count, uint64_t *parts) {
    const char *at = line.text;
    size_t part = 0;

    for (; part < count; part++) {
        const size_t length = strcspn(at, ":");

        if (!option_digits(at, length, most, &parts[part]) ||
            (at[length] == ':') != (part + 1 < count)) {
            break;
        }
        at += length + 1;
    }
    return part == count ||
           option_refuse(program.name, "%s: \"%s\", expected %s, whole numbers from 0 to %" PRIu64,
                         line.name, line.text, rules[which].value, most);
}

bool read_change(const option_line &line, int which, std::vector<cluster_change> &changes) {
    const bool everywhere = which == CLUSTER_BANDWIDTH, off = which == CLUSTER_DOWN;
    uint64_t parts[4] = {0, 0, 0, 0};           /* processor, start, end, percent */

    if (!read_parts(line, which, INT32_MAX, everywhere || off ? 3 : 4, parts + everywhere)) {
        return false;
    }
    if (!off && (parts[3] < 1 || parts[3] > 100)) {
        return option_refuse(program.name, "%s: \"%s\": the percentage is %" PRIu64 ", expected 1 "
                                           "to 100", line.name, line.text, parts[3]);
    }
    if (parts[2] <= parts[1]) {
        return option_refuse(program.name, "%s: \"%s\": the end is %" PRIu64 ", expected a time "
                                           "after the start", line.name, line.text, parts[2]);
    }
    changes.push_back({static_cast<uint32_t>(parts[0]), static_cast<double>(parts[1]),
                       static_cast<double>(parts[2]), static_cast<double>(parts[3]) / 100});
    return true;
}

bool read_kill(const option_line &line, options &opts) {
    uint64_t parts[2];

    if (!read_parts(line, CLUSTER_KILL, INT32_MAX, 2, parts)) {
        return false;
    }
    opts.run.kills.push_back({parts[0], static_cast<double>(parts[1])});
    return true;
}

bool read_option(const option_line &line, int which, options &opts) {
    switch (static_cast<cluster_option>(which)) {
    case CLUSTER_POLICY:
        return queue_policy_read(program.name, line.text, strlen(line.text), QUEUE_POLICY_TIERS,
                                 &opts.run.policy);
    case CLUSTER_PROCESSORS: opts.jobs.processors = static_cast<uint32_t>(line.number); break;
    case CLUSTER_FIRST: opts.jobs.first = static_cast<uint32_t>(line.number); break;
    case CLUSTER_LOAD: opts.jobs.load_percent = static_cast<uint32_t>(line.number); break;
    case CLUSTER_ESTIMATES: opts.jobs.estimates = static_cast<int>(line.number); break;
    case CLUSTER_SEED: opts.jobs.seed = static_cast<long>(line.number); break;
    case CLUSTER_STRETCH: opts.run.stretch = true; break;
    case CLUSTER_USAGE: opts.run.tiers.usage = static_cast<int>(line.number); break;
    case CLUSTER_BARRIERS: opts.run.barriers = static_cast<uint32_t>(line.number); break;
    case CLUSTER_BYTES: opts.bytes = line.number; break;
    case CLUSTER_MIGRATION: opts.run.tiers.migration = static_cast<uint32_t>(line.number); break;
    case CLUSTER_DOWN: return read_change(line, which, opts.run.downs);
    case CLUSTER_SLOW: return read_change(line, which, opts.slows);
    case CLUSTER_BANDWIDTH: return read_change(line, which, opts.bandwidths);
    case CLUSTER_KILL: return read_kill(line, opts);
    case CLUSTER_MODEL: opts.model = true; break;
    case CLUSTER_CSV: opts.csv = line.text; break;
    case CLUSTER_STARTS: opts.starts = line.text; break;
    case CLUSTER_HEAD_LOAD:
    case CLUSTER_HEAD_JOBS:
    case CLUSTER_HEAD_EVENTS:
    case CLUSTER_HEAD_OUT:
    case CLUSTER_OPTIONS: break;
    }
    return true;
}

/* What follows from the options together. */
bool settle(options &opts) {
    opts.run.seed = static_cast<uint64_t>(opts.jobs.seed);
    opts.run.stretch = opts.run.stretch || opts.run.policy.two_tiers;
    if (opts.model && opts.run.policy.depth > 1) {
        return option_refuse(program.name, "--model: not with %s, expected a policy with at most "
                                           "one reservation", opts.run.policy.name);
    }
    if (opts.bytes > 0 && opts.run.barriers == 0) {
        return option_refuse(program.name, "--bytes: there are no barriers, expected --barriers N");
    }
    return true;
}

/* Returns whether to go on; otherwise the program ends with line.status. */
bool read_options(option_line &line, options &opts) {
    int which;

    (void)queue_policy_read(program.name, "easy", 4, 0, &opts.run.policy);
    opts.run.tiers = tiers_options_defaults();
    opts.jobs.seed = 1;
    while ((which = option_next(&line)) >= OPTION_FILE) {
        if (which == OPTION_FILE ? !option_take_file(&line, &opts.jobs.trace)
                                 : !read_option(line, which, opts)) {
            return false;
        }
    }
    return which == OPTION_END && settle(opts);
}

/* Each change is of a processor that there is, and of that alone at its time. */
bool check_changes(const char *option, const std::vector<cluster_change> &changes,
                   const workload &load) {
    for (const cluster_change &change : changes) {
        if (change.processor >= load.processors) {
            return option_refuse(program.name, "%s: there is no processor %" PRIu32
                                               ", expected one below %" PRIu32,
                                 option, change.processor, load.processors);
        }
        for (const cluster_change &other : changes) {
            if (&other != &change && other.processor == change.processor &&
                other.start <= change.end && change.start <= other.end) {
                return option_refuse(program.name, "%s: one from %.0f to %.0f meets one from %.0f "
                                                   "to %.0f, expected times apart", option,
                                     change.start, change.end, other.start, other.end);
            }
        }
    }
    return true;
}

bool check_kills(const options &opts, const workload &load) {
    for (const controller_kill &kill : opts.run.kills) {
        if (std::none_of(load.jobs, load.jobs + load.count,
                         [&kill](const workload_job &job) { return job.id == kill.id; })) {
            return option_refuse(program.name, "--kill: there is no job %" PRIu64
                                               ", expected that of a job in the trace",
                                 kill.id);
        }
    }
    return true;
}

bool check_events(const options &opts, const workload &load) {
    return check_changes("--down", opts.run.downs, load) &&
           check_changes("--slow", opts.slows, load) &&
           check_changes("--bandwidth", opts.bandwidths, load) && check_kills(opts, load);
}

/* ---- The report ------------------------------------------------------------------------------ */

enum { COLUMNS = 9 };

/* A row, from what there is once for SimGrid and once for the model. */
struct row {
    const char *source;
    double wait, response, makespan;            /* seconds; means of the first two */
    uint64_t backgrounded, swapped, moved, requeued, overdue;   /* moved: migrated, or restarted */
};

row row_of(const workload &load, const controller &ran) {
    const controller_totals &counts = ran.counts();
    row out = {"simgrid", 0, 0, 0, counts.backgrounded, counts.swapped,
               counts.restarted + counts.migrated, counts.requeued, counts.overdue};
    const double jobs = static_cast<double>(load.count);
    int64_t first = INT64_MAX;

    for (size_t job = 0; job < load.count; job++) {
        const controller_outcome &became = ran.outcomes()[job];
        const sked_time submit = load.jobs[job].submit * controller_ticks;

        first = std::min(first, load.jobs[job].submit);
        out.wait += static_cast<double>(became.first_start == SKED_NEVER
                                            ? 0 : became.first_start - submit) / jobs;
        out.response += static_cast<double>(became.end - submit) / jobs;
        out.makespan = std::max(out.makespan, static_cast<double>(became.end));
    }
    out.wait /= controller_ticks;
    out.response /= controller_ticks;
    out.makespan = out.makespan / controller_ticks - static_cast<double>(first);
    return out;
}

/* The same jobs in the model. */
bool row_of_model(const workload &load, const controller &ran, row &out) {
    const swil_tiers_settings settings = ran.drawn();
    std::vector<swil_tiers_outcome> outcomes(load.count);
    swil_tiers_metrics metrics;
    double wait = 0, response = 0;

    if (swil_tiers_run(&load, &settings, outcomes.data(), &metrics) != SKED_OK) {
        return option_refuse(program.name, "the model: %s", metrics.fault);
    }
    for (size_t job = 0; job < load.count; job++) {
        wait += static_cast<double>(outcomes[job].first_start - load.jobs[job].submit);
        response += static_cast<double>(outcomes[job].end - load.jobs[job].submit);
    }
    out = {"model", wait / static_cast<double>(load.count),
           response / static_cast<double>(load.count), static_cast<double>(metrics.makespan),
           metrics.backgrounded, metrics.swapped, metrics.restarted + metrics.migrated, 0, 0};
    return true;
}

swil_text decimal(double value, int places) {
    swil_text text;

    snprintf(text.text, sizeof text.text, "%.*f", places, value);
    return text;
}

std::vector<swil_text> cells_of(const row &from, int places) {
    return {cells_text(from.source), decimal(from.wait, places), decimal(from.response, places),
            decimal(from.makespan, 0), cells_number(from.backgrounded),
            cells_number(from.swapped), cells_number(from.moved), cells_number(from.requeued),
            cells_number(from.overdue)};
}

void print_table(const std::vector<row> &rows) {
    static const char *const heads[COLUMNS] = {
        "by", "mean\nwait s", "mean\nresponse s", "makespan\ns", "put\nbehind", "swapped",
        "moved", "requeued", "overdue"};
    std::vector<swil_text> cells(COLUMNS);

    cells_heads(cells.data(), heads, COLUMNS);
    for (const row &one : rows) {
        const std::vector<swil_text> more = cells_of(one, 1);

        cells.insert(cells.end(), more.begin(), more.end());
    }
    cells_print(cells.data(), rows.size() + 1, COLUMNS);
}

void write_csv(FILE *file, const options &opts, const workload &load,
               const std::vector<row> &rows) {
    fprintf(file, "policy,usage,barriers,bytes,seed,jobs,by,wait,response,makespan,backgrounded,"
                  "swapped,moved,requeued,overdue\n");
    for (const row &one : rows) {
        fprintf(file, "%s,%s,%" PRIu32 ",%" PRIu64 ",%ld,%zu", opts.run.policy.name,
               tiers_usage_names[opts.run.tiers.usage], opts.run.barriers, opts.bytes,
               opts.jobs.seed, load.count);
        for (const swil_text &cell : cells_of(one, 3)) {
            fprintf(file, ",%s", cell.text);
        }
        fputc('\n', file);
    }
}

void print_head(const options &opts, const workload &load) {
    printf("%zu jobs %s%s on %" PRIu32 " processor%s, %s", load.count,
           opts.jobs.trace ? "of " : "drawn from the Lublin-Feitelson model",
           opts.jobs.trace ? opts.jobs.trace : "", load.processors,
           load.processors == 1 ? "" : "s", opts.run.policy.name);
    if (opts.run.barriers > 0) {
        printf(", %" PRIu32 " barriers a job", opts.run.barriers);
    }
    if (load.dropped > 0) {
        printf("\n%zu more cannot run: no submit time, no run time, no width, or too wide",
               static_cast<size_t>(load.dropped));
    }
    printf("\n\n");
}

void write_starts(FILE *file, const workload &load, const controller &ran) {
    fprintf(file, "id,start,first_start,end,clock\n");
    for (size_t job = 0; job < load.count; job++) {
        const controller_outcome &became = ran.outcomes()[job];

        if (became.start == SKED_NEVER) {       /* killed while it waited */
            fprintf(file, "%" PRIu64 ",,,,\n", load.jobs[job].id);
            continue;
        }
        fprintf(file, "%" PRIu64 ",%.10g,%.10g,%.10g,%.6f\n", load.jobs[job].id,
                static_cast<double>(became.start) / controller_ticks,
                static_cast<double>(became.first_start) / controller_ticks,
                static_cast<double>(became.end) / controller_ticks, became.clock);
    }
}

/* A file, if one is wanted. */
bool save(const char *name, const std::function<void(FILE *)> &write) {
    output to;

    if (name == nullptr) {
        return true;
    }
    if (!output_begin(&to, name)) {
        return output_refuse(program.name, name);
    }
    write(to.file);
    return output_finish(&to, program.name, 1);
}

bool report(const options &opts, const workload &load, const controller &ran) {
    std::vector<row> rows = {row_of(load, ran)};

    if (opts.model) {
        rows.push_back({});
        if (!row_of_model(load, ran, rows.back())) {
            return false;
        }
    }
    print_head(opts, load);
    print_table(rows);
    if (!opts.run.kills.empty()) {
        printf("\njobs killed: %" PRIu64 " of %zu\n", ran.counts().killed,
               opts.run.kills.size());
    }
    return save(opts.starts, [&](FILE *file) { write_starts(file, load, ran); }) &&
           save(opts.csv, [&](FILE *file) { write_csv(file, opts, load, rows); });
}

/* Builds the cluster, and runs the controller on a host of its own. */
bool simulate(const options &opts, const workload &load) {
    /* Without weights of flows by latency: where a bandwidth changes, version 3.32 makes negative
       ones. */
    char name[] = "simgrid_cluster", quiet[] = "--log=xbt_cfg.threshold:warning";
    char weights[] = "--cfg=network/weight-S:0";
    char *words[] = {name, quiet, weights, nullptr};
    int count = 3;
    s4u::Engine engine(&count, words);
    cluster machine(load.processors, opts.bytes, load.count);
    controller ran(opts.run, load, machine);
    bool done = false;

    machine.down(opts.run.downs);
    machine.slow(opts.slows);
    machine.slow_links(opts.bandwidths);
    s4u::Actor::create("controller", machine.seal(), [&ran, &done] { done = ran.run(); });
    engine.run();
    return done ? report(opts, load, ran)
                : option_refuse(program.name, "%s", ran.fault().c_str());
}

}   // namespace

int main(int count, char **words) {
    option_line line = option_line_of(&program, count, words);
    options opts = {};
    workload load = {};
    bool done;

    if (!read_options(line, opts)) {
        return line.status;
    }
    done = workload_choose(program.name, &opts.jobs, &load) && tiers_check(&load) &&
           check_events(opts, load) && simulate(opts, load);
    workload_drop(&load);
    return output_status(program.name, done);
}
