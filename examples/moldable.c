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
                    output_refuse("moldable", value->text));
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
        if (options->method->letter == 'f') {
            molding_print_kept(&desk);
        }
    }
    done = done && write_all(&desk);
    molding_desk_drop(&desk);
    return done;
}

/* Before the work. */
static int files_try(const molding_options *options) {
    int which, done = 1;

    for (which = 0; done && which < FILES; which++) {
        const option_value *value = &options->value[file_options[which]];

        done = !value->given || strcmp(value->text, "-") == 0 ||
               output_try("moldable", value->text);
    }
    return done;
}

int main(int count, char **words) {
    option_line line = option_line_of(&molding_program, count, words);
    molding_options options;
    int done;

    if (!molding_parse(&options, &line)) {
        return line.status;
    }
    done = options.file != NULL ? files_try(&options) && run(&options) : paper_run(&options);
    return output_status("moldable", done);
}
