/* moldable.c: how wide tasks run, and when: plans beside what no plan can beat. */
/* SPDX-License-Identifier: MIT */

/* The planner of sched_moldable.h behind a command line. Beside it:

   options.h            options by a table of rules
   moldable_options.h   those of this program
   moldable_file.h      files of tasks
   moldable_desk.h      plans, and tells what came out
   moldable_layout.h    which processors divisible work and bookings have
   moldable_write.h     plans and certificates as tables
   moldable_gantt.h     plans as pictures
   moldable_json.h      all of it as JSON (--json)
   moldable_paper.h     the four workloads of the paper, without a file */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched_moldable.h"

#include "moldable_desk.h"
#include "moldable_gantt.h"
#include "moldable_json.h"
#include "moldable_layout.h"
#include "moldable_options.h"
#include "moldable_paper.h"
#include "moldable_write.h"
#include "output.h"

static const char usage[] =
    "usage: moldable -m M [OPTION ...] TASKS.csv\n"
    "       moldable [-m M] [--seed S] [--budget STEPS]\n"
    "Plans tasks on M processors: how wide each runs, and when. The makespan is when the last one\n"
    "ends, the minsum is the sum of weight times end; each is given with a lower bound, which no\n"
    "plan can beat. Without a file: the four workloads of Dutot, Eyraud, Mounie, Trystram (2004),\n"
    "100 tasks on 200 processors, with all algorithms.\n\n"
    "  -m M                      processors\n"
    "  --algorithm best          all that helps (default); frontier: and all plans that are worth\n"
    "                            choosing from\n"
    "      makespan, sweep       a short makespan: with a guarantee; with lists for 40 deadlines\n"
    "      demt, multibase       the paper's batches; with 21 ways to double them\n"
    "      prices, truncations   a small minsum; and compromises on the way from it\n"
    "      search                local search\n"
    "      gang, sequential      all processors one task after another; each on few\n"
    "      list-shelf, list-longest, list-smallest, list-ratio\n"
    "                            the widths of makespan, in this order\n"
    "  --batched                 what is ready later is not known before: not for best, frontier,\n"
    "                            prices, truncations, search\n"
    "  --budget STEPS            of best, frontier, search: begin nothing after so many steps\n"
    "                            (default 20000000; of the workloads 3000000)\n"
    "  --shuffles N              of demt: so many random orders of the batches, too\n"
    "  --seed S                  of best, frontier, demt, search, and of the workloads\n"
    "  --bound ITERATIONS        raise what no minsum can be below so many times, 0 to 1000000\n"
    "                            (default 150; best and frontier do it by themselves)\n"
    "  --book START:END:COUNT    processors that are not there for a while; END may be open\n"
    "  --now T                   plans begin at T\n"
    "  --plan FILE.csv           id,start,end,width,processors of each task, and behind them of\n"
    "                            the pieces of divisible ones; - is standard output, as below\n"
    "  --gantt FILE.svg          a picture of it\n"
    "  --certificate FILE.csv    prices of a processor that prove the bound on the minsum\n"
    "  --json                    one JSON object in place of the text: tasks, pieces of divisible\n"
    "                            ones, bounds; the plans of frontier\n"
    "  --help                    this text\n";

/* Apart, for C99 only promises strings of 4095 characters. */
static const char usage_file[] =
    "\nA file of tasks has one a line; - is standard input, # begins a comment. Times are whole\n"
    "numbers, in any unit; weights from 0 on; no task starts before it is ready:\n\n"
    "  id,weight,ready,table T1 T2 ...     times on 1, 2, ... processors\n"
    "  id,weight,ready,alt K:T K:T ...     on K processors a time of T, and on no other number\n"
    "  id,weight,ready,amdahl T SEQ        T on one processor, SEQ of it, 0 to 1, is sequential\n"
    "  id,weight,ready,downey T A SIGMA    by the model of Downey (1997): average parallelism A\n"
    "                                      and variance SIGMA\n"
    "  id,weight,ready,rigid K T           T on K processors\n"
    "  id,weight,ready,divisible WORK      pieces of one processor that run anywhere, any time\n\n"
    "SEQ, A and SIGMA have at most three places behind the point. At the end of a line, but of\n"
    "rigid and divisible: widths MIN-MAX, or widths MIN-MAX:STEP: the numbers of processors that\n"
    "are allowed, as in Slurm's --nodes=1-15:4.\n";

typedef enum molding_file { FILE_PLAN, FILE_GANTT, FILE_CERTIFICATE, FILES } molding_file;

/* By file. */
static const molding_option file_options[FILES] = {MOLDING_PLAN, MOLDING_GANTT,
                                                   MOLDING_CERTIFICATE};

static int write_to(FILE *file, molding_file which, const molding_desk *desk, const layout *made) {
    sked_status status;

    switch (which) {
    case FILE_PLAN:
        write_plan(file, desk, made);
        return 1;
    case FILE_GANTT:
        return picture_write(file, desk, made);
    default:
        status = write_certificate(file, desk);
        return status == SKED_OK || molding_failed(status);
    }
}

/* One file that was asked for; "-" is standard output. */
static int write_one(molding_file which, const molding_desk *desk, const layout *made) {
    const option_value *value = &desk->options->value[file_options[which]];
    output to;
    int done = 1, written = output_begin(&to, strcmp(value->text, "-") == 0 ? NULL : value->text);

    if (written) {
        done = write_to(to.file, which, desk, made);
        written = output_end(&to, done);
    }
    return done && (written ||
                    option_refuse(value->at, "%s: \"%s\" cannot be written: %s, expected a file "
                                             "that can", molding_rules[file_options[which]].name,
                                  value->text, strerror(errno)));
}

static int write_all(molding_desk *desk) {
    layout made = {0};
    int which, done = 1;

    if (molding_has(desk->options, MOLDING_PLAN) || molding_has(desk->options, MOLDING_GANTT) ||
        molding_has(desk->options, MOLDING_JSON)) {
        const sked_status status = layout_make(&made, desk);
        done = status == SKED_OK || molding_failed(status);
    }
    for (which = 0; done && which < FILES; which++) {
        if (molding_has(desk->options, file_options[which])) {
            done = write_one((molding_file)which, desk, &made);
        }
    }
    if (done && molding_has(desk->options, MOLDING_JSON)) {
        molding_json(desk, &made);
    }
    layout_drop(&made);
    return done;
}

static int run(const molding_options *options) {
    molding_desk desk;
    int done = molding_desk_make(&desk, options) && molding_desk_plan(&desk);

    if (done && !molding_has(options, MOLDING_JSON)) {
        molding_print_result(&desk);
        if (options->algorithm->letter == 'f') {
            molding_print_kept(&desk);
        }
    }
    done = done && write_all(&desk);
    molding_desk_drop(&desk);
    return done;
}

int main(int count, char **words) {
    molding_options options;
    int done;

    if (!molding_parse(&options, count, words)) {
        return 2;
    }
    if (molding_has(&options, MOLDING_HELP)) {
        fputs(usage, stdout);
        fputs(usage_file, stdout);
        return output_status("moldable", 1);
    }
    done = options.file != NULL ? run(&options) : paper_run(&options);
    return output_status("moldable", done);
}
