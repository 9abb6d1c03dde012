/* placement.c: where jobs run on a tree of switches: hops, proofs, and other rules beside it. */
/* SPDX-License-Identifier: MIT */

/* The tree of sched_fattree.h behind a command line. Beside it:

   hostlist.h           lists of names, a[0-3,7]
   topology.h           Slurm's topology.conf, and shapes as 16x16x16
   options.h            options by a table of rules
   placement_options.h  those of this program
   placement_machine.h  nodes by name, and which are in use
   placement_rivals.h   other rules: Slurm's, first fit, ranges, random
   placement_jobs.h     places jobs, and tells where they run
   placement_json.h     all of it as JSON (--json)
   placement_replay.h   replays a trace with each rule (--policy) */

#include <stdio.h>

#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "placement_jobs.h"
#include "placement_machine.h"
#include "placement_options.h"
#include "placement_replay.h"

static const char usage[] =
    "usage: placement --topology FILE|SHAPE [OPTION ...] --nodes K [--nodes K ...]\n"
    "       placement --topology FILE|SHAPE [OPTION ...] --policy easy [--trace TRACE.swf]\n"
    "Chooses nodes for jobs on a tree of switches, so that they have few hops: links on the way\n"
    "from one node to another, summed up over all pairs of a job.\n\n"
    "  --topology FILE|SHAPE          Slurm's topology.conf, or what scontrol show topology\n"
    "                                 prints; or 4x4x3: four switches with four leaf switches\n"
    "                                 with three nodes each, which are n0, n1, ...\n"
    "  --busy LIST, --down LIST       nodes in use, and broken ones: a[0-3,7],b\n"
    "  --nodes K                      a job of K nodes; with several, each stays\n"
    "  --mode exact                   the least hops, with a proof (default)\n"
    "  --mode greedy                  few hops, in no time, with a bound\n"
    "  --mode slurm                   the rule of Slurm 22.05, for comparison\n"
    "  --mode units                   the method of the patent CN110191155B, for comparison\n"
    "\nexact and greedy know limits:\n"
    "  --levels N, --prefer N         below one switch of so many levels (1: a leaf switch); if\n"
    "                                 possible\n"
    "  --leaves N                     on at most N leaf switches\n"
    "  --segment N                    groups of N share a leaf switch\n"
    "  --fragment N                   0 to 1024: what it costs to break up free places\n"
    "  --steps N                      bounds the work; then hops may be above the bound\n"
    "  --allow LIST, --exclude LIST   only these nodes; not these (slurm, too)\n"
    "  --require LIST                 these nodes, and others\n"
    "  --together                     all jobs as one batch: the largest first\n"
    "\n  --json                         one JSON object instead: the machine and the jobs, or the\n"
    "                                 rows of a replay\n";

/* Apart, for C99 only promises strings of 4095 characters. */
static const char usage_replay[] =
    "\nunits, and its row of a replay:\n"
    "  --unit N, --batch N            nodes of a unit (default: by a rule); jobs that are looked\n"
    "                                 at together, 1 to 64 (default 4)\n"
    "\nA replay compares these ways, and others, on a trace whose widths are nodes:\n"
    "  --policy fcfs|easy             first come, first served; with EASY backfilling. The row\n"
    "                                 units has the queue of its method instead\n"
    "  --trace FILE                   in the Standard Workload Format, - is standard input;\n"
    "                                 without it the Lublin-Feitelson model\n"
    "  --first N                      only the first N jobs; of the model so many (default 3000)\n"
    "  --load PERCENT                 stretch the times between submissions to this load; default\n"
    "                                 of the model: 85\n"
    "  --help                         this text\n"
    "The table tells hops per pair over all pairs, and as a mean over jobs of two nodes or more;\n"
    "what is used of the machine; how long jobs wait; and how often a job that would have fitted\n"
    "had to wait for other nodes.\n";

int main(int count, char **words) {
    placement_options options;
    machine m;
    int done;

    if (!placement_parse(&options, count, words) ||
        (options.mode == PLACEMENT_REPLAY && !replay_policy(&options))) {
        return 2;
    }
    if (placement_has(&options, PLACEMENT_HELP)) {
        fputs(usage, stdout);
        fputs(usage_replay, stdout);
        return output_status("placement", 1);
    }
    done = machine_make(&m, &options) &&
           (options.mode == PLACEMENT_REPLAY ? replay_trace(&m, &options)
                                             : jobs_place(&m, &options));
    if (m.whole.file != NULL) {
        done = output_finish(&m.whole, "placement", done);
    }
    machine_drop(&m);
    return output_status("placement", done);
}
