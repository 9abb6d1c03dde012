/* placement.c: where jobs run on a tree of switches: hops, proofs, and other rules beside it. */
/* SPDX-License-Identifier: MIT */

/* The tree of sched_fattree.h behind a command line. Beside it:

   hostlist.h           lists of names, a[0-3,7]
   topology.h           Slurm's topology.conf: trees, blocks; and shapes as 16x16x16
   topology_yaml.h      Slurm's topology.yaml
   topology_file.h      a file of one of the two
   options.h            options by a table of rules
   placement_options.h  those of this program
   placement_rules.h    rules of levels and aims
   placement_machine.h  nodes by name, and which are in use
   placement_rivals.h   other rules: Slurm's, first fit, ranges, random
   placement_units.h    what is in use, for the method of units
   placement_blocks.h   where Slurm's topology/block lets a job run
   placement_table.h    hops by switch (--table)
   placement_jobs.h     places jobs, and tells where they run
   placement_json.h     all of it as JSON (--json)
   placement_ways.h     how many jobs use the way up from each switch
   placement_replay.h   replays a trace with each rule (--policy) */

#include <stdio.h>

#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "placement_jobs.h"
#include "placement_machine.h"
#include "placement_options.h"
#include "placement_replay.h"

int main(int count, char **words) {
    option_line line = option_line_of(&placement_program, count, words);
    placement_options options;
    machine m;
    int done;

    if (!placement_parse(&options, &line)) {
        return line.status;
    }
    done = machine_make(&m, &options) &&
           (options.mode != PLACEMENT_BLOCKS || m.shape.blocks > 0 || blocks_refuse(m.name)) &&
           (options.mode == PLACEMENT_REPLAY ? replay_trace(&m, &options)
                                             : jobs_place(&m, &options));
    if (m.whole.file != NULL) {
        done = output_finish(&m.whole, "placement", done);
    }
    machine_drop(&m);
    return output_status("placement", done);
}
