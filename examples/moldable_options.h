/* moldable_options.h: what a command line asks of moldable.c, and what is wrong in it. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_OPTIONS_H_INCLUDED
#define MOLDABLE_OPTIONS_H_INCLUDED

#include <stdint.h>
#include <string.h>

#include "sched_moldable.h"

#include "options.h"
#include "spans.h"

enum { MOLDING_BOOKINGS_MOST = 256, MOLDING_KEPT_MOST = 64 };

typedef enum molding_option {
    MOLDING_PROCESSORS, MOLDING_METHOD, MOLDING_BATCHED, MOLDING_BUDGET, MOLDING_SHUFFLES,
    MOLDING_SEED, MOLDING_BOUND, MOLDING_BOOK, MOLDING_NOW, MOLDING_HEAD_OUT, MOLDING_PLAN,
    MOLDING_GANTT, MOLDING_CERTIFICATE, MOLDING_JSON, MOLDING_OPTIONS
} molding_option;

/* How to plan: the letter is what molding_rules names it by. */
typedef struct molding_method {
    const char *name;
    char letter;
    sked_moldable_method method;
    sked_moldable_order order;
} molding_method;

/* The first is the default. Gang and sequential are ordered as in the paper; what names no order
 * has that of Smith. */
static const molding_method molding_methods[] = {
    {.name = "best", .letter = 'b', .method = SKED_MOLDABLE_BEST},
    {.name = "makespan", .letter = 'm', .method = SKED_MOLDABLE_MAKESPAN},
    {.name = "sweep", .letter = 'w', .method = SKED_MOLDABLE_SWEEP},
    {.name = "demt", .letter = 'd', .method = SKED_MOLDABLE_DEMT},
    {.name = "multibase", .letter = 'u', .method = SKED_MOLDABLE_MULTIBASE},
    {.name = "prices", .letter = 'p', .method = SKED_MOLDABLE_PRICES},
    {.name = "truncations", .letter = 't', .method = SKED_MOLDABLE_TRUNCATIONS},
    {.name = "search", .letter = 's', .method = SKED_MOLDABLE_SEARCH},
    {.name = "frontier", .letter = 'f', .method = SKED_MOLDABLE_BEST},
    {.name = "gang", .letter = 'g', .method = SKED_MOLDABLE_GANG, .order = SKED_MOLDABLE_RATIO},
    {.name = "sequential", .letter = 'q', .method = SKED_MOLDABLE_SEQUENTIAL,
     .order = SKED_MOLDABLE_RATIO},
    {.name = "list-shelf", .letter = 'l', .method = SKED_MOLDABLE_SHELVES,
     .order = SKED_MOLDABLE_SHELF},
    {.name = "list-longest", .letter = 'l', .method = SKED_MOLDABLE_SHELVES,
     .order = SKED_MOLDABLE_LONGEST},
    {.name = "list-smallest", .letter = 'l', .method = SKED_MOLDABLE_SHELVES,
     .order = SKED_MOLDABLE_SMALLEST},
    {.name = "list-ratio", .letter = 'l', .method = SKED_MOLDABLE_SHELVES,
     .order = SKED_MOLDABLE_RATIO},
};

enum {
    MOLDING_METHODS = (int)(sizeof molding_methods / sizeof molding_methods[0])
};

typedef struct molding_options {
    option_value value[MOLDING_OPTIONS];
    sked_span bookings[MOLDING_BOOKINGS_MOST];
    const char *booking_texts[MOLDING_BOOKINGS_MOST];
    uint32_t bookings_count;
    const char *file;               /* NULL: the workloads of the paper                       */
    const molding_method *method;
} molding_options;

/* By molding_option. Each is for some methods only; x is the run without a file. */
static const option_rule molding_rules[MOLDING_OPTIONS] = {
    {.name = "--processors", .value = "M", .least = 1, .most = SKED_MOLDABLE_MAX,
     .modes = "bmwduptsfgqlx", .help = "processors of the machine; default without a file: 200"},
    {.name = "--method", .value = "NAME", .modes = "bmwduptsfgql",
     .help = "best: all that helps (default); frontier: and all plans that are worth choosing "
             "from; others: see below"},
    {.name = "--batched", .modes = "bmwdugql",
     .help = "what is ready later is not known before: not for frontier, prices, truncations, "
             "search; best is the best of the methods that it is for"},
    {.name = "--budget", .value = "STEPS", .least = 1, .most = INT64_MAX, .modes = "bsfx",
     .help = "of best, frontier, search: begin nothing after so many steps; default: 2000000, of "
             "the workloads 3000000"},
    {.name = "--shuffles", .value = "N", .most = 65536, .modes = "d",
     .help = "of demt: so many random orders of the batches, too"},
    {.name = "--seed", .value = "S", .most = UINT64_MAX, .modes = "bdsfx",
     .help = "of best, frontier, demt, search, and of the workloads"},
    {.name = "--bound", .value = "ITERATIONS", .most = 1000000, .modes = "bmwduptsfgql",
     .help = "raise what no minsum can be below so many times; default: 150; best and frontier do "
             "it by themselves"},
    {.name = "--book", .value = SPANS_FORM, .repeats = 1, .modes = "bmwduptsfgql",
     .help = "COUNT processors are not there during [START, END); END may be never"},
    {.name = "--now", .value = "T", .most = (uint64_t)SKED_TIME_MAX, .modes = "bmwduptsfgql",
     .help = "plans begin at T"},
    {.help = "What is printed and written; - is standard output:"},
    {.name = "--plan", .value = "FILE.csv", .modes = "bmwduptsfgql",
     .help = "write id,start,end,width,processors of each task, and behind them of the pieces of "
             "divisible ones"},
    {.name = "--gantt", .value = "FILE.svg", .modes = "bmwduptsfgql", .help = "draw the plan"},
    {.name = "--certificate", .value = "FILE.csv", .modes = "bmwduptsfgql",
     .help = "write prices of a processor that prove the bound on the minsum"},
    {.name = "--json", .modes = "bmwduptsfgql",
     .help = "print one JSON object instead: docs/json.md"},
};

static const char molding_notes[] =
    "Methods:\n"
    "  makespan, sweep         a short makespan: with a guarantee; with lists for 40\n"
    "                          deadlines\n"
    "  demt, multibase         the paper's batches; with 21 ways to double them\n"
    "  prices, truncations     a small minsum; and compromises on the way from it\n"
    "  search                  local search\n"
    "  gang, sequential        all processors one task after another; each on few\n"
    "  list-shelf, list-longest, list-smallest, list-ratio\n"
    "                          the widths of makespan, in this order\n\n"
    "A file of tasks has one a line; - is standard input, # begins a comment. Times\n"
    "are whole numbers, in any unit; weights from 0 on; no task starts before it is\n"
    "ready:\n\n"
    "  id,weight,ready,table T1 T2 ...    times on 1, 2, ... processors\n"
    "  id,weight,ready,alt K:T K:T ...    on K processors a time of T, on no others\n"
    "  id,weight,ready,amdahl T SEQ       T on one processor, SEQ of it, 0 to 1, is\n"
    "                                     sequential\n"
    "  id,weight,ready,downey T A SIGMA   by the model of Downey (1997): average\n"
    "                                     parallelism A and variance SIGMA\n"
    "  id,weight,ready,rigid K T          T on K processors\n"
    "  id,weight,ready,divisible WORK     pieces of one processor that run anywhere,\n"
    "                                     any time\n\n"
    "SEQ, A and SIGMA have at most three places behind the point. The end of a line,\n"
    "except of rigid and divisible, may be widths MIN-MAX or widths MIN-MAX:STEP: the\n"
    "numbers of processors that are allowed, as in Slurm's --nodes=1-15:4.\n";

static const option_program molding_program = {
    .name = "moldable",
    .synopsis = "--processors M [OPTION ...] TASKS.csv\n"
                "[--processors M] [--seed S] [--budget STEPS]",
    .about = "Plans tasks on M processors: how wide each runs, and when. The makespan is when\n"
             "the last one ends, the minsum is the sum of weight times end; each is given with\n"
             "a lower bound, which no plan can beat. Without a file: the four workloads of\n"
             "Dutot, Eyraud, Mounie, Trystram (2004), 100 tasks, with all methods.\n",
    .notes = molding_notes, .rules = molding_rules, .rules_count = MOLDING_OPTIONS};

static inline int molding_has(const molding_options *options, molding_option which) {
    return options->value[which].given;
}

/* Does the method plan without knowing what is ready later? */
static inline int molding_goes_in_batches(const molding_method *method) {
    return method->method != SKED_MOLDABLE_BEST &&
           strchr(molding_rules[MOLDING_BATCHED].modes, method->letter) != NULL;
}

static inline int molding_take_booking(molding_options *options, const option_line *line) {
    const uint32_t number = options->bookings_count;

    if (number == MOLDING_BOOKINGS_MOST) {
        return option_refuse("moldable", "--book: \"%s\" is one too many, expected at most %d "
                                         "bookings", line->text, (int)MOLDING_BOOKINGS_MOST);
    }
    options->booking_texts[number] = line->text;
    options->bookings_count++;
    return span_read(line, SKED_MOLDABLE_MAX, &options->bookings[number]);
}

static inline int molding_take(molding_options *options, const option_line *line, int which) {
    if (which == OPTION_FILE) {
        return option_take_file(line, &options->file);
    }
    options->value[which] = option_value_of(line);
    return which != MOLDING_BOOK || molding_take_booking(options, line);
}

static inline int molding_take_method(molding_options *options) {
    const option_value *value = &options->value[MOLDING_METHOD];
    char expected[256] = "";
    size_t used = 0;
    int at = 0;

    while (value->given && at < MOLDING_METHODS &&
           strcmp(value->text, molding_methods[at].name) != 0) {
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%s%s",
                                 at == 0 ? "" : ", ", molding_methods[at].name);
        at++;
    }
    options->method = &molding_methods[at < MOLDING_METHODS ? at : 0];
    return at < MOLDING_METHODS ||
           option_refuse("moldable", "--method: \"%s\", expected one of %s", value->text, expected);
}

/* With --json nothing else goes to standard output. */
static inline int molding_check_json(const molding_options *options) {
    int which;

    for (which = MOLDING_PLAN; which <= MOLDING_CERTIFICATE; which++) {
        const option_value *value = &options->value[which];

        if (molding_has(options, MOLDING_JSON) && value->given && strcmp(value->text, "-") == 0) {
            return option_refuse("moldable", "%s: \"-\", expected a file beside --json",
                                 molding_rules[which].name);
        }
    }
    return 1;
}

/* No booking is wider than the machine. */
static inline int molding_check_bookings(const molding_options *options) {
    const uint64_t processors = options->value[MOLDING_PROCESSORS].number;
    uint32_t at;

    for (at = 0; at < options->bookings_count; at++) {
        if (options->bookings[at].count > processors) {
            return option_refuse("moldable", "--book: \"%s\": the count is %" PRIu32 ", expected "
                                             "at most the machine's %" PRIu64 " processors",
                                 options->booking_texts[at], options->bookings[at].count,
                                 processors);
        }
    }
    return 1;
}

/* Returns 1, or 0: then the program ends with line->status. */
static inline int molding_parse(molding_options *options, option_line *line) {
    int which;

    memset(options, 0, sizeof *options);
    for (which = option_next(line); which >= OPTION_FILE; which = option_next(line)) {
        if (!molding_take(options, line, which)) {
            return 0;
        }
    }
    return which == OPTION_END && molding_take_method(options) &&
           option_is_for(line, options->file != NULL ? options->method->letter : 'x',
                         options->file != NULL ? options->method->name : "a run without a file") &&
           molding_check_json(options) &&
           (options->file == NULL || molding_has(options, MOLDING_PROCESSORS) ||
            option_refuse("moldable", "--processors is missing, expected --processors M")) &&
           molding_check_bookings(options);
}

#endif
