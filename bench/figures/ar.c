/* ar.c: runs the simulation of the paper on advance reservations (its figures 2 to 7, and ours). */
/* SPDX-License-Identifier: MIT */

/* usage: figures_ar [--quick | --full] [--only WORLD[/POLICY][,...]] [--part I/N] [--jobs N]
 *                   [--out FOLDER]
 *   --quick          100 requests a point: 8 seconds (default)
 *   --full           10,000 requests a point, as in the paper: 18 minutes
 *   --only WORLD     only this world, or this policy in it: paper, freed/PE_B, ...; or several:
 *                    paper,kept
 *   --part I/N       only each N-th of the 13 points, from the I-th on: without the rows that
 *                    compare points
 *   --jobs N         requests a point
 *   --out FOLDER     default: build/figures
 *
 * Writes FOLDER/ar.csv (the world "paper"), ar_kept.csv (those that keep the past), ar_loads.csv
 * (other loads, and another slope) and ar_worlds.csv (all others), the same in every run:
 *
 *     sweep,world,policy,at,metric,mean,half_width
 *
 * sweep: what varies, and `at` says where: umed (figures 2, 3), af, the arrival factor (4, 5), or
 * pairs, artime and deadline factor alike (6, 7); what does not vary is UMed 7, factor 1, {3, 3}.
 * world: "paper" is that of ar_world.h: arrivals of Lublin and Feitelson, durations that go with
 * the size; candidate starts as in the paper, rectangles that end at the deadline, lowest numbers.
 * The others differ in one thing:
 *     horizon          rectangles end where they end (SKED_AR_ENDS_AT_HORIZON)
 *     open             only those that nothing ends, end at the deadline
 *     freed            starts where something becomes free (SKED_AR_FREED)
 *     uniform          durations equally likely, whatever the size
 *     poisson          arrivals by Poisson
 *     poisson uniform  both
 *     run, longest     neighbours are taken (SKED_AR_RUN), or those that are busy again first
 *                      (SKED_AR_LONGEST_LEFT); at the defaults only
 *     load 0.6, ...    the offered load at the defaults, 0.8 in the world "paper"
 *     scaled           the larger the longer, but by an eighth of the model's slope (ar_world.h)
 *     kept             records are kept back to the start of the oldest running job; "kept NAME":
 *                      also in the world NAME
 * policy: the seven of the paper, and LATEST; `requests` tells what came: mean size and duration,
 * and load, the processor-seconds asked for by those there were until the last arrival.
 *
 * At each arrival the calendar is trimmed to it, the request is searched, and what is found is
 * added. Where the past is kept, the jobs that have ended are removed instead, and the calendar is
 * trimmed to the oldest start of those that run: so a rectangle may begin before the arrival.
 * Nothing ends early. acceptance: the accepted of all; slowdown: the mean of (start - ready
 * + duration) / duration over the accepted; work: the accepted processor-seconds of all (not in
 * ar_kept.csv and ar_loads.csv).
 *
 * Everything is drawn 20 times, with seeds 1 to 20; a mean is that of the 20, half_width the half
 * of its 95 % interval. Where metrics compare, both sides had the same draws: METRIC_less_OTHER is
 * the difference to ff, pe_w, du_b, twin (Du_B of PE_W, Du_W of PE_B, PEDu_W of PEDu_B), paper (the
 * same policy in the world "paper"), trimmed (the same policy where the past is not kept), before
 * (the last point of the sweep), middle (the mean of the points before and after), or line (the
 * straight line from the first point to the last); ..._twin_less_first is that difference, less
 * that at the first point. Rows of policies are left out that give the same answers as in another
 * world, by sched_ar.h: as in the world "paper", or where the past is not kept. */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define SKED_IMPLEMENTATION
#include "sched_ar.h"

#include "ar_world.h"

#include "experiment.h"

enum {
    SEEDS = BATCHES, SWEEPS = 3, POINTS = 5, DEFAULT = 2, METRICS = 3, JOBS_MAX = 1000000,
    POLICIES = 8, REQUESTS = POLICIES, ROWS = POLICIES + 1, FULL_JOBS = 10000, QUICK_JOBS = 100
};

enum { ACCEPTANCE, SLOWDOWN, WORK };

enum { SIZE, DURATION, LOAD };

static const char *const row_names[ROWS] = {"FF",   "PE_B",   "PE_W",   "Du_B",    "Du_W",
                                            "PEDu_B", "PEDu_W", "LATEST", "requests"};

static const char *const metric_names[2][METRICS] = {{"acceptance", "slowdown", "work"},
                                                     {"size", "duration", "load"}};

static const char *const sweep_names[SWEEPS] = {"umed", "af", "pairs"};

static const char *const at_names[SWEEPS][POINTS] = {
    {"5", "6", "7", "8", "9"}, {"0.5", "0.75", "1", "1.25", "1.5"}, {"1", "2", "3", "4", "5"}};

/* Which policies a world may change: not those that give the same answer there, by sched_ar.h. */
enum {
    ALL_POLICIES = (1 << POLICIES) - 1,
    BY_RECTANGLE = 1 << SKED_AR_DU_B | 1 << SKED_AR_DU_W | 1 << SKED_AR_PEDU_B |
                   1 << SKED_AR_PEDU_W,
    BY_START = BY_RECTANGLE | 1 << SKED_AR_PE_B
};

enum { PAPER, WORLDS_FILE, KEPT_FILE, LOADS_FILE, FILES };

static const char *const file_names[FILES] = {"ar.csv", "ar_worlds.csv", "ar_kept.csv",
                                              "ar_loads.csv"};

typedef struct world {
    const char *name;
    uint32_t file;
    uint32_t base;                      /* the world with the same requests; PAPER: see draws */
    uint32_t load;                      /* percent; 0: AR_LOAD_PERCENT                        */
    int draws;                          /* has requests of its own, and no base               */
    int poisson, uniform, scaled, kept;
    sked_ar_starts starts;
    sked_ar_ends ends;
    sked_ar_pick pick;
    unsigned changed;                   /* a bit for each policy that differs from the base   */
    int one_point;                      /* at the defaults only                               */
} world;

enum {
    HORIZON = 1, OPEN, FREED, UNIFORM, POISSON, POISSON_UNIFORM, RUN, LONGEST, LOAD_60, LOAD_70,
    LOAD_90, UNIFORM_60, SCALED, KEPT, KEPT_UNIFORM, KEPT_POISSON, KEPT_POISSON_UNIFORM, KEPT_60,
    KEPT_70, KEPT_90, KEPT_UNIFORM_60, KEPT_SCALED, WORLDS
};

static const world worlds[WORLDS] = {
    [PAPER] = {.name = "paper", .draws = 1, .changed = ALL_POLICIES},
    [HORIZON] = {.name = "horizon", .file = WORLDS_FILE, .ends = SKED_AR_ENDS_AT_HORIZON,
                 .changed = BY_RECTANGLE},
    [OPEN] = {.name = "open", .file = WORLDS_FILE, .ends = SKED_AR_OPEN_ENDS_AT_DEADLINE,
              .changed = BY_RECTANGLE},
    [FREED] = {.name = "freed", .file = WORLDS_FILE, .starts = SKED_AR_FREED,
               .changed = BY_START},
    [UNIFORM] = {.name = "uniform", .file = WORLDS_FILE, .draws = 1, .uniform = 1,
                 .changed = ALL_POLICIES},
    [POISSON] = {.name = "poisson", .file = WORLDS_FILE, .draws = 1, .poisson = 1,
                 .changed = ALL_POLICIES},
    [POISSON_UNIFORM] = {.name = "poisson uniform", .file = WORLDS_FILE, .draws = 1, .poisson = 1,
                         .uniform = 1, .changed = ALL_POLICIES},
    [RUN] = {.name = "run", .file = WORLDS_FILE, .pick = SKED_AR_RUN, .changed = ALL_POLICIES,
             .one_point = 1},
    [LONGEST] = {.name = "longest", .file = WORLDS_FILE, .pick = SKED_AR_LONGEST_LEFT,
                 .changed = ALL_POLICIES, .one_point = 1},
    [LOAD_60] = {.name = "load 0.6", .file = LOADS_FILE, .draws = 1, .load = 60,
                 .changed = ALL_POLICIES},
    [LOAD_70] = {.name = "load 0.7", .file = LOADS_FILE, .draws = 1, .load = 70,
                 .changed = ALL_POLICIES},
    [LOAD_90] = {.name = "load 0.9", .file = LOADS_FILE, .draws = 1, .load = 90,
                 .changed = ALL_POLICIES},
    [UNIFORM_60] = {.name = "uniform load 0.6", .file = LOADS_FILE, .draws = 1, .load = 60,
                    .uniform = 1, .changed = ALL_POLICIES},
    [SCALED] = {.name = "scaled", .file = LOADS_FILE, .draws = 1, .scaled = 1,
                .changed = ALL_POLICIES},
    [KEPT] = {.name = "kept", .file = KEPT_FILE, .kept = 1, .changed = BY_RECTANGLE},
    [KEPT_UNIFORM] = {.name = "kept uniform", .file = KEPT_FILE, .base = UNIFORM, .uniform = 1,
                      .kept = 1, .changed = BY_RECTANGLE},
    [KEPT_POISSON] = {.name = "kept poisson", .file = KEPT_FILE, .base = POISSON, .poisson = 1,
                      .kept = 1, .changed = BY_RECTANGLE},
    [KEPT_POISSON_UNIFORM] = {.name = "kept poisson uniform", .file = KEPT_FILE,
                              .base = POISSON_UNIFORM, .poisson = 1, .uniform = 1, .kept = 1,
                              .changed = BY_RECTANGLE},
    [KEPT_60] = {.name = "kept load 0.6", .file = KEPT_FILE, .base = LOAD_60, .load = 60,
                 .kept = 1, .changed = BY_RECTANGLE},
    [KEPT_70] = {.name = "kept load 0.7", .file = KEPT_FILE, .base = LOAD_70, .load = 70,
                 .kept = 1, .changed = BY_RECTANGLE},
    [KEPT_90] = {.name = "kept load 0.9", .file = KEPT_FILE, .base = LOAD_90, .load = 90,
                 .kept = 1, .changed = BY_RECTANGLE},
    [KEPT_UNIFORM_60] = {.name = "kept uniform load 0.6", .file = KEPT_FILE, .base = UNIFORM_60,
                         .load = 60, .uniform = 1, .kept = 1, .changed = BY_RECTANGLE},
    [KEPT_SCALED] = {.name = "kept scaled", .file = KEPT_FILE, .base = SCALED, .scaled = 1,
                     .kept = 1, .changed = BY_RECTANGLE}};

/* What one policy did at one point (or what came there), by seed. */
typedef struct cell {
    double values[METRICS][SEEDS];
    int done, copied;                   /* copied: from the base */
} cell;

/* A job that is booked, and has not ended: kept only where the past is. */
typedef struct held {
    sked_time start, end;
    sked_word words[SKED_SET_WORDS(AR_PROCESSORS + 0u)];
} held;

typedef struct laboratory {
    const request *asked;
    FILE *results[FILES];
    uint32_t count;                     /* requests a point */
    ar_job *jobs;
    held *held;
    uint32_t held_count;
    void *block, *scratch;
    size_t bytes, scratch_bytes;
    sked_ar_settings settings;
    cell cells[WORLDS][SWEEPS][POINTS][ROWS];
    clock_t began;
} laboratory;

/* ---- One run --------------------------------------------------------------------------------- */

static int fault(const char *what, const ar_job *job, sked_status status) {
    fprintf(stderr, "request at %ld for %u processors: %s: %s\n", (long)job->arrival,
            (unsigned)job->size, what, sked_status_text(status));
    return 0;
}

/* Sums in whole numbers: of slowdowns in parts of AR_DURATION_MAX. */
typedef struct sums {
    uint64_t accepted, slowdown, work, asked;
} sums;

/* Adds what was found, and looks whether it is what was asked for. */
static int book(sked_ar *calendar, const ar_job *job, const sked_ar_answer *answer,
                const sked_set *taken, sums *all) {
    const uint64_t weight = (uint64_t)(AR_DURATION_MAX / job->duration);
    sked_status status;

    if (answer->start < job->ready || answer->end != answer->start + job->duration ||
        answer->end > job->deadline || sked_set_count(taken) != job->size) {
        return fault("found what was not asked for", job, SKED_OK);
    }
    status = sked_ar_add(calendar, answer->start, answer->end, taken);
    if (status != SKED_OK) {
        return fault("found, but not to be had", job, status);
    }
    all->accepted++;
    all->slowdown += (uint64_t)(answer->end - job->ready) * weight;
    all->work += (uint64_t)job->duration * job->size;
    return 1;
}

static void hold(laboratory *lab, const sked_ar_answer *answer, const sked_set *taken) {
    held *own = &lab->held[lab->held_count++];

    own->start = answer->start;
    own->end = answer->end;
    memcpy(own->words, taken->words, sizeof own->words);
}

/* Removes the jobs that have ended, and trims to the oldest start of those that run. */
static sked_status forget_ended(laboratory *lab, sked_ar *calendar, sked_time now) {
    sked_time oldest = now;
    uint32_t i = 0;

    while (i < lab->held_count) {
        held *own = &lab->held[i];

        if (own->end <= now) {
            const sked_set set = {own->words, AR_PROCESSORS};
            const sked_status status = sked_ar_remove(calendar, own->start, own->end, &set);

            if (status != SKED_OK) {
                return status;
            }
            *own = lab->held[--lab->held_count];
        } else {
            oldest = own->start < oldest ? own->start : oldest;
            i++;
        }
    }
    return sked_ar_trim(calendar, oldest);
}

static int serve(laboratory *lab, int kept, sked_ar *calendar, const ar_job *job,
                 const sked_ar_choice *choice, sums *all) {
    sked_word words[SKED_SET_WORDS(AR_PROCESSORS + 0u)];
    sked_set taken = sked_set_of(words, AR_PROCESSORS);
    sked_ar_request wanted;
    sked_ar_answer answer;
    sked_status status;

    memset(&wanted, 0, sizeof wanted);
    wanted.ready = job->ready;
    wanted.duration = job->duration;
    wanted.deadline = job->deadline;
    wanted.count = job->size;
    all->asked += (uint64_t)job->duration * job->size;
    status = kept ? forget_ended(lab, calendar, job->arrival)
                  : sked_ar_trim(calendar, job->arrival);
    if (status != SKED_OK) {
        return fault("trim", job, status);
    }
    status = sked_ar_find(calendar, &wanted, choice, &answer, &taken, lab->scratch,
                          lab->scratch_bytes);
    if (status == SKED_OK) {
        if (kept) {
            hold(lab, &answer, &taken);
        }
        return book(calendar, job, &answer, &taken, all);
    }
    return status == SKED_E_DEADLINE || (status == SKED_E_REFUSED && choice->pick == SKED_AR_RUN)
               ? 1
               : fault("find", job, status);
}

/* The scratch block is as large as the first calendar says: all have the same settings. */
static int make_calendar(laboratory *lab, sked_ar *calendar) {
    sked_status status = sked_ar_init(calendar, &lab->settings, lab->block, lab->bytes);

    if (status == SKED_OK && lab->scratch == NULL) {
        status = sked_ar_find_bytes(calendar, &lab->scratch_bytes);
    }
    if (status != SKED_OK) {
        fprintf(stderr, "a calendar: %s\n", sked_status_text(status));
        return 0;
    }
    if (lab->scratch == NULL) {
        lab->scratch = malloc(lab->scratch_bytes);
    }
    return lab->scratch != NULL;
}

static int run_policy(laboratory *lab, const world *where, sked_ar_policy policy, uint32_t seed,
                      cell *own) {
    sked_ar_choice choice;
    sked_ar calendar;
    sums all = {0, 0, 0, 0};
    uint32_t i;
    int done = make_calendar(lab, &calendar);

    memset(&choice, 0, sizeof choice);
    choice.policy = policy;
    choice.starts = where->starts;
    choice.ends = where->ends;
    choice.pick = where->pick;
    lab->held_count = 0;
    for (i = 0; i < lab->count && done; i++) {
        done = serve(lab, where->kept, &calendar, &lab->jobs[i], &choice, &all);
    }
    if (!done || all.accepted == 0) {
        fprintf(stderr, "%s, %s, seed %u: not finished\n", where->name, row_names[policy],
                (unsigned)seed + 1);
        return 0;
    }
    own->values[ACCEPTANCE][seed] = (double)all.accepted / lab->count;
    own->values[SLOWDOWN][seed] = (double)all.slowdown / AR_DURATION_MAX / (double)all.accepted;
    own->values[WORK][seed] = (double)all.work / (double)all.asked;
    sked_ar_destroy(&calendar);
    return 1;
}

static void tell_requests(const laboratory *lab, uint32_t seed, cell *own) {
    const sked_time span = lab->jobs[lab->count - 1].arrival - lab->jobs[0].arrival;
    uint64_t size = 0, duration = 0, area = 0;
    uint32_t i;

    for (i = 0; i < lab->count; i++) {
        const ar_job *job = &lab->jobs[i];

        size += job->size;
        duration += (uint64_t)job->duration;
        area += (uint64_t)job->duration * job->size;
    }
    own->values[SIZE][seed] = (double)size / lab->count;
    own->values[DURATION][seed] = (double)duration / lab->count;
    own->values[LOAD][seed] = (double)area / AR_PROCESSORS / (double)(span > 0 ? span : 1);
}

/* ---- All points of a world ------------------------------------------------------------------- */

/* The defaults are the third point of each sweep: it is run in the first one only. */
static cell *find_cell(laboratory *lab, uint32_t where, uint32_t sweep, uint32_t point,
                       uint32_t row) {
    return &lab->cells[where][point == DEFAULT ? 0 : sweep][point][row];
}

/* Is a row one of "WORLD[/POLICY][,...]"? */
static int is_asked(const request *asked, uint32_t where, uint32_t row) {
    const char *name = worlds[where].name, *policy = row_names[row], *only = asked->only;
    const size_t length = strlen(name);

    while (only != NULL) {
        const size_t whole = strcspn(only, ","), part = strcspn(only, "/,");
        const char *wanted = only + part + 1;

        if (part == length && strncmp(only, name, length) == 0 &&
            (part == whole || (whole - part - 1 == strlen(policy) &&
                               strncmp(wanted, policy, strlen(policy)) == 0))) {
            return 1;
        }
        only = only[whole] == ',' ? only + whole + 1 : NULL;
    }
    return asked->only == NULL;
}

static ar_setup make_setup(uint32_t where, uint32_t sweep, uint32_t point) {
    const world *own = &worlds[where];
    ar_setup setup = {.umed = AR_UMED, .quarters = AR_QUARTERS, .pair = AR_PAIR,
                      .load = own->load > 0 ? own->load : (uint32_t)AR_LOAD_PERCENT,
                      .poisson = own->poisson, .uniform = own->uniform, .scaled = own->scaled};

    if (sweep == 0) {
        setup.umed += point - DEFAULT;
    } else if (sweep == 1) {
        setup.quarters += point - DEFAULT;
    } else {
        setup.pair += point - DEFAULT;
    }
    return setup;
}

static int run_point(laboratory *lab, uint32_t where, uint32_t sweep, uint32_t point) {
    const ar_setup setup = make_setup(where, sweep, point);
    uint32_t seed, row;

    for (seed = 0; seed < SEEDS; seed++) {
        if (!ar_draw(seed + 1, &setup, lab->jobs, lab->count)) {
            fprintf(stderr, "seed %u: no requests\n", (unsigned)seed + 1);
            return 0;
        }
        for (row = 0; row < ROWS; row++) {
            cell *own = &lab->cells[where][sweep][point][row];
            const cell *base = &lab->cells[worlds[where].base][sweep][point][row];

            if (!is_asked(lab->asked, where, row)) {
                continue;
            }
            if (row == REQUESTS) {
                tell_requests(lab, seed, own);
            } else if ((worlds[where].changed >> row & 1) == 0 && base->done) {
                *own = *base;
                own->copied = 1;
            } else if (!run_policy(lab, &worlds[where], (sked_ar_policy)row, seed, own)) {
                return 0;
            }
            own->done = own->copied || seed + 1 == SEEDS;
        }
    }
    fprintf(stderr, "%6.1f s  %s, %s %s\n", (double)(clock() - lab->began) / CLOCKS_PER_SEC,
            worlds[where].name, sweep_names[sweep], at_names[sweep][point]);
    return 1;
}

static int is_any_asked(const request *asked, uint32_t where) {
    uint32_t row;

    for (row = 0; row < ROWS; row++) {
        if (is_asked(asked, where, row)) {
            return 1;
        }
    }
    return 0;
}

static int run_world(laboratory *lab, uint32_t where) {
    const request *asked = lab->asked;
    uint32_t sweep, point, number = 0;

    for (sweep = 0; sweep < SWEEPS; sweep++) {
        for (point = 0; point < POINTS; point++) {
            const int first = sweep == 0 && point == DEFAULT;

            if (!first && (point == DEFAULT || worlds[where].one_point)) {
                continue;
            }
            if (number++ % asked->parts == asked->part - 1 && is_any_asked(asked, where) &&
                !run_point(lab, where, sweep, point)) {
                return 0;
            }
        }
    }
    return 1;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct place {
    uint32_t where, sweep, point, row, metric;
} place;

static void write_row(laboratory *lab, const place *at, const char *other, const double *values) {
    const interval value = measure_batches(values);
    char mean[64], half_width[64];

    format_number(value.mean, mean, sizeof mean);
    format_number(value.half_width, half_width, sizeof half_width);
    fprintf(lab->results[worlds[at->where].file], "%s,%s,%s,%s,%s%s%s,%s,%s\n",
            sweep_names[at->sweep], worlds[at->where].name, row_names[at->row],
            at_names[at->sweep][at->point], metric_names[at->row == REQUESTS][at->metric],
            other[0] != '\0' ? "_less_" : "", other, mean, half_width);
}

static int is_copied(laboratory *lab, const place *at) {
    return find_cell(lab, at->where, at->sweep, at->point, at->row)->copied;
}

/* The values of a metric there, by seed; NULL: not measured. */
static const double *values_at(laboratory *lab, const place *at) {
    const cell *own = find_cell(lab, at->where, at->sweep, at->point, at->row);

    return own->done ? own->values[at->metric] : NULL;
}

/* One less the mean of some others, by seed, if all were measured. */
static void write_less(laboratory *lab, const place *at, const char *name, const double *one,
                       double part, const double *two) {
    const double *own = values_at(lab, at);
    double rest[SEEDS];
    uint32_t seed;

    if (own == NULL || one == NULL || two == NULL) {
        return;
    }
    for (seed = 0; seed < SEEDS; seed++) {
        rest[seed] = own[seed] - (one[seed] + part * (two[seed] - one[seed]));
    }
    write_row(lab, at, name, rest);
}

static void write_less_policy(laboratory *lab, const place *at, const char *name, uint32_t row) {
    place other = *at;
    const double *base;

    other.row = row;
    base = values_at(lab, &other);
    if (row != at->row && !(is_copied(lab, at) && is_copied(lab, &other))) {
        write_less(lab, at, name, base, 0, base);
    }
}

static const double *values_of_point(laboratory *lab, const place *at, uint32_t point) {
    place other = *at;

    other.point = point;
    return values_at(lab, &other);
}

/* The policy that the paper finds to do alike; POLICIES: none, or it has the row. */
static uint32_t find_twin(uint32_t row) {
    return row == SKED_AR_PE_W     ? (uint32_t)SKED_AR_DU_B
           : row == SKED_AR_PE_B   ? (uint32_t)SKED_AR_DU_W
           : row == SKED_AR_PEDU_B ? (uint32_t)SKED_AR_PEDU_W
                                   : (uint32_t)POLICIES;
}

static void write_policies(laboratory *lab, const place *at) {
    const uint32_t twin = find_twin(at->row);

    write_less_policy(lab, at, "ff", SKED_AR_FF);
    if (at->metric == ACCEPTANCE) {
        write_less_policy(lab, at, "pe_w", SKED_AR_PE_W);
        write_less_policy(lab, at, "du_b", SKED_AR_DU_B);
    }
    if (twin < POLICIES && at->metric != WORK) {
        write_less_policy(lab, at, "twin", twin);
    }
}

/* By how much the lead of PE_W over Du_B is other than at the first point. */
static void write_lead(laboratory *lab, const place *at) {
    place other = *at;
    const double *own = values_at(lab, at), *first = values_of_point(lab, at, 0);
    const double *twin, *twin_first;
    double rest[SEEDS];
    uint32_t seed;

    other.row = SKED_AR_DU_B;
    if (at->row != SKED_AR_PE_W || (is_copied(lab, at) && is_copied(lab, &other))) {
        return;
    }
    twin = values_at(lab, &other);
    twin_first = values_of_point(lab, &other, 0);
    if (own == NULL || first == NULL || twin == NULL || twin_first == NULL) {
        return;
    }
    for (seed = 0; seed < SEEDS; seed++) {
        rest[seed] = own[seed] - twin[seed] - (first[seed] - twin_first[seed]);
    }
    write_row(lab, at, "twin_less_first", rest);
}

static void write_before(laboratory *lab, const place *at) {
    const double *before = values_of_point(lab, at, at->point - 1);

    write_less(lab, at, "before", before, 0, before);
}

static void write_middle(laboratory *lab, const place *at) {
    write_less(lab, at, "middle", values_of_point(lab, at, at->point - 1), 0.5,
               values_of_point(lab, at, at->point + 1));
    write_less(lab, at, "line", values_of_point(lab, at, 0), (double)at->point / (POINTS - 1),
               values_of_point(lab, at, POINTS - 1));
}

static void write_less_base(laboratory *lab, const place *at) {
    const world *where = &worlds[at->where];
    place other = *at;
    const double *base;

    other.where = where->base;
    base = values_at(lab, &other);
    if (!where->draws && at->metric != SLOWDOWN) {
        write_less(lab, at, where->kept ? "trimmed" : "paper", base, 0, base);
    }
}

static void write_policy(laboratory *lab, const place *at) {
    const double *own = values_at(lab, at);
    const int steps = at->metric != WORK && at->point > 0 && !worlds[at->where].one_point;

    if (own == NULL || (at->metric == WORK && worlds[at->where].file >= KEPT_FILE)) {
        return;
    }
    write_policies(lab, at);
    if (steps && at->sweep == 2 && at->metric == ACCEPTANCE) {
        write_lead(lab, at);
    }
    if (is_copied(lab, at)) {
        return;
    }
    write_row(lab, at, "", own);
    write_less_base(lab, at);
    if (steps) {
        write_before(lab, at);
    }
    if (steps && at->sweep == 2 && at->metric == ACCEPTANCE && at->point + 1 < POINTS) {
        write_middle(lab, at);
    }
}

/* Only UMed changes sizes and durations. */
static void write_requests(laboratory *lab, const place *at) {
    const double *own = values_at(lab, at);

    if (own != NULL && (at->sweep == 0 || at->metric == LOAD)) {
        write_row(lab, at, "", own);
        if (at->point > 0 && at->metric != LOAD) {
            write_before(lab, at);
        }
    }
}

/* Requests are those of the base, if there is one; neither they nor the rows of policies that were
 * copied from there are written again. */
static void write_world(laboratory *lab, uint32_t where) {
    place at;

    at.where = where;
    for (at.sweep = 0; at.sweep < (worlds[where].one_point ? 1u : SWEEPS + 0u); at.sweep++) {
        for (at.point = 0; at.point < POINTS; at.point++) {
            for (at.metric = 0; at.metric < METRICS; at.metric++) {
                for (at.row = 0; at.row < POLICIES; at.row++) {
                    write_policy(lab, &at);
                }
                if (worlds[where].draws) {
                    write_requests(lab, &at);
                }
            }
        }
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

/* With room for all requests at once, and a horizon that none reaches. */
static int prepare(laboratory *lab) {
    sked_status status;

    lab->began = clock();
    lab->count = lab->asked->jobs > 0 ? (uint32_t)lab->asked->jobs
                 : lab->asked->full   ? (uint32_t)FULL_JOBS
                                      : (uint32_t)QUICK_JOBS;
    lab->settings.processors = AR_PROCESSORS;
    lab->settings.spans_max = lab->count;
    lab->settings.horizon = SKED_TIME_MAX;
    status = sked_ar_bytes(&lab->settings, &lab->bytes);
    if (status != SKED_OK) {
        fprintf(stderr, "a calendar: %s\n", sked_status_text(status));
        return 0;
    }
    lab->jobs = (ar_job *)calloc(lab->count, sizeof *lab->jobs);
    lab->held = (held *)calloc(lab->count, sizeof *lab->held);
    lab->block = malloc(lab->bytes);
    return lab->jobs != NULL && lab->held != NULL && lab->block != NULL;
}

static int is_any_world(const request *asked) {
    uint32_t where;

    for (where = 0; where < WORLDS; where++) {
        if (is_any_asked(asked, where)) {
            return 1;
        }
    }
    return 0;
}

static int run_all(laboratory *lab) {
    uint32_t where;
    int done = prepare(lab);

    for (where = 0; where < WORLDS && done; where++) {
        done = run_world(lab, where);
    }
    for (where = 0; where < WORLDS && done; where++) {
        write_world(lab, where);
    }
    free(lab->jobs);
    free(lab->held);
    free(lab->block);
    free(lab->scratch);
    return done;
}

static int open_all(laboratory *lab, const char *folder) {
    static const char heading[] = "sweep,world,policy,at,metric,mean,half_width";
    int file, done = 1;

    for (file = 0; file < FILES && done; file++) {
        lab->results[file] = open_rows(folder, file_names[file], heading);
        done = lab->results[file] != NULL;
    }
    return done;
}

static int close_all(laboratory *lab) {
    int file, done = 1;

    for (file = 0; file < FILES; file++) {
        done = (lab->results[file] == NULL || fclose(lab->results[file]) == 0) && done;
    }
    return done;
}

int main(int argc, char **argv) {
    static laboratory lab;
    request asked;
    int done;

    if (!read_request(argc, argv, &asked) || asked.trace != NULL ||
        asked.loads_count > 0 || asked.jobs > JOBS_MAX || !is_any_world(&asked)) {
        fprintf(stderr, "usage: figures_ar [--quick | --full] [--only WORLD[/POLICY][,...]] "
                        "[--part I/N] [--jobs N] [--out FOLDER]\n");
        return 2;
    }
    if (mkdir(asked.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        return 1;
    }
    lab.asked = &asked;
    done = open_all(&lab, asked.folder) && run_all(&lab);
    done = close_all(&lab) && done;
    if (!done) {
        fprintf(stderr, "not finished\n");
    }
    return !done;
}
