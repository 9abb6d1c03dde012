/* replay.c: replays a job trace under several queue policies and compares what the users would
   see. */
/* SPDX-License-Identifier: MIT */

/* The queue of sched.h is driven in simulated time (bench/swil.h, bench/swil_tiers.h): the same
   code decides here that would decide in a controller. Without a trace it replays a workload of
   the Lublin-Feitelson model.

   This file has the workload, the replays, the table and the files. Beside it:

   replay_options.h  what a command line asks
   queue_policy.h  policies by their names
   options.h       options by a table of rules
   workload_choice.h  the jobs: of a trace, which trace.h reads, or drawn
   accuracy.h      how good forecasts of starts were (--accuracy)
   story.h         the story of one job (--explain)
   replay_gantt.h  who ran where, and the picture of it (--gantt); gantt.h draws it
   replay_paje.h   ... as a trace for viewers (--paje)
   bookings.h      bookings that jobs flow around (--bookings)
   dependencies.h  jobs that wait for the ends of others (--dependencies)
   kinds_file.h    partitions, features and licences (--kinds)
   booking_words.h lines, words and sets of their file
   shares_file.h   accounts with shares (--shares), in the same manner
   replay_shares.h what they used: their table
   replay_history.h  ... as time goes by: a picture (--history)
   replay_preempt.h  urgent jobs that take processors of others (--preempt)
   tiers.h         what two-tier policies need, and their table
   forecast.h      asks a queue when a job will start; for accuracy.h and story.h
   cells.h         cells of tables
   replay_json.h   all of it as JSON (--json) */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched_ar.h"
#include "sched_share.h"
#include "swil.h"
#include "swil_preempt.h"
#include "swil_tiers.h"
#include "workload.h"

#include "accuracy.h"
#include "cells.h"
#include "input.h"
#include "output.h"
#include "progress.h"
#include "replay_gantt.h"
#include "replay_history.h"
#include "replay_json.h"
#include "replay_options.h"
#include "replay_paje.h"
#include "replay_preempt.h"
#include "bookings.h"
#include "dependencies.h"
#include "kinds_file.h"
#include "shares_file.h"
#include "story.h"
#include "tiers.h"
#include "workload_choice.h"

enum { COLUMNS = 7, KINDS_COLUMNS = 7 };

/* ---- The workload ---------------------------------------------------------------------------- */

static int check_spans(const options *opts, const workload *load) {
    uint32_t at;

    for (at = 0; at < opts->spans_count; at++) {
        if (opts->spans[at].count > load->processors) {
            fprintf(stderr,
                    "replay: --book: \"%s\": the count is %lu, expected at most the machine's %lu "
                    "processors\n",
                    opts->span_texts[at], (unsigned long)opts->spans[at].count,
                    (unsigned long)load->processors);
            return 0;
        }
    }
    return 1;
}

static int check_paje(const options *opts, const workload *load) {
    return opts->paje == NULL || load->processors <= PAJE_PROCESSORS_MAX ||
           option_refuse("replay", "--paje: the machine has %lu processors, expected at most %d",
                         (unsigned long)load->processors, (int)PAJE_PROCESSORS_MAX);
}

static int prepare(const options *opts, workload *load) {
    const workload_choice choice = {.trace = opts->trace, .processors = opts->processors,
                                    .first = opts->first, .load_percent = opts->load_percent,
                                    .estimates = opts->estimates, .seed = 1};

    return workload_choose("replay", &choice, load) && check_spans(opts, load) &&
           check_paje(opts, load) && (opts->two_tiers == NULL || tiers_check(load));
}

/* The place of the job with an id, the first one if there are more; count: there is none. */
static size_t find_job(const workload *load, uint64_t id) {
    size_t job = 0;

    while (job < load->count && load->jobs[job].id != id) {
        job++;
    }
    return job;
}

static int is_known(const options *opts, const workload *load) {
    uint64_t lowest = UINT64_MAX, highest = 0;
    size_t job;

    if (!opts->explain || find_job(load, opts->explain_id) < load->count) {
        return 1;
    }
    for (job = 0; job < load->count; job++) {
        lowest = load->jobs[job].id < lowest ? load->jobs[job].id : lowest;
        highest = load->jobs[job].id > highest ? load->jobs[job].id : highest;
    }
    fprintf(stderr,
            "replay: --explain: there is no job %llu; those replayed have numbers from %llu "
            "to %llu\n",
            (unsigned long long)opts->explain_id, (unsigned long long)lowest,
            (unsigned long long)highest);
    return 0;
}

/* What the queue is told to book, and who waits for whom. */
typedef struct agenda {
    bookings booked;                /* empty without --bookings */
    sked_span *spans;               /* those of --book, then the bookings */
    size_t count;
    dependencies after;             /* without --dependencies none */
    kinds_file kinds;               /* without --kinds none */
    shares_file shares;             /* without --shares none */
    preempt_jobs preempt;           /* without --preempt none */
} agenda;

/* Jobs that can never run, by their kind, are left out of the workload. */
static int agenda_make(agenda *kept, const options *opts, workload *load) {
    memset(kept, 0, sizeof *kept);
    if (opts->kinds != NULL && !kinds_read(&kept->kinds, opts->kinds, load)) {
        return 0;
    }
    if (opts->shares != NULL && !shares_read(&kept->shares, opts->shares, load)) {
        return 0;
    }
    if (opts->preempt && !preempt_make(&kept->preempt, load, opts->urgent_queue)) {
        return 0;
    }
    if (opts->bookings != NULL &&
        !bookings_read(&kept->booked, opts->bookings, load->processors)) {
        return 0;
    }
    kept->count = opts->spans_count + kept->booked.count;
    kept->spans = bookings_join(&kept->booked, opts->spans, opts->spans_count);
    if (kept->spans == NULL) {
        fputs("replay: out of memory\n", stderr);
        return 0;
    }
    if (opts->dependencies && !dependencies_make(&kept->after, load)) {
        fputs("replay: out of memory\n", stderr);
        return 0;
    }
    return 1;
}

static void agenda_drop(agenda *kept) {
    bookings_drop(&kept->booked);
    dependencies_drop(&kept->after);
    kinds_drop(&kept->kinds);
    shares_drop(&kept->shares);
    preempt_drop(&kept->preempt);
    free(kept->spans);
}

static void print_spans(const options *opts) {
    uint32_t at;

    for (at = 0; at < opts->spans_count; at++) {
        const sked_span *span = &opts->spans[at];

        printf("%s%lu processor%s from %lld", at == 0 ? "booked: " : ", ",
               (unsigned long)span->count, span->count == 1 ? "" : "s", (long long)span->start);
        if (span->end == SKED_NEVER) {
            printf(" on");
        } else {
            printf(" to %lld", (long long)span->end);
        }
    }
    if (opts->spans_count > 0) {
        printf("\n");
    }
}

static void print_dependencies(const options *opts, const dependencies *after) {
    if (opts->dependencies) {
        printf("%lu jobs wait for the end of another", (unsigned long)after->count);
        if (after->unknown > 0) {
            printf("; %lu name one that does not come before them, and do not wait",
                   (unsigned long)after->unknown);
        }
        printf("\n");
    }
}

/* Has a policy of a replay with two tiers its loop? That one knows at most one reservation. */
static int is_in_tiers(const options *opts, const queue_policy *which) {
    return opts->two_tiers != NULL && which->depth <= 1;
}

static void print_tiers(const options *opts) {
    uint32_t at, count = 0;

    tiers_print_model(&opts->tiers);
    for (at = 0; at < opts->policies_count; at++) {
        if (!is_in_tiers(opts, &opts->chosen[at])) {
            printf("%s%s", count++ == 0 ? "" : ", ", opts->chosen[at].name);
        }
    }
    if (count > 0) {
        printf(": these estimates too, but without the loop of tiers (one reservation)\n");
    }
}

/* The work per processor and second between the first and the last submission. */
static void print_head(const options *opts, const workload *load, const agenda *kept) {
    sked_u128 area = {0, 0};
    int64_t span = load->jobs[load->count - 1].submit - load->jobs[0].submit;
    uint64_t capacity = (uint64_t)span;
    size_t job;

    for (job = 0; job < load->count; job++) {
        area = sked_u128_add(
            area, sked_u128_mul((uint64_t)load->jobs[job].run, load->jobs[job].width));
    }
    if (opts->trace == NULL) {
        printf("replay of %lu generated jobs (Lublin-Feitelson model, seed 1)\n",
               (unsigned long)load->count);
    } else {
        printf("replay of %s: %lu jobs\n", opts->trace, (unsigned long)load->count);
    }
    if (load->dropped > 0) {
        printf("%lu more cannot run: no submit time, no run time, no width, or too wide\n",
               (unsigned long)load->dropped);
    }
    if (load->cut > 0) {
        printf("%lu are cut at the requested time\n", (unsigned long)load->cut);
    }
    printf("%lu processors, offered load ", (unsigned long)load->processors);
    if (span > 0) {
        area = sked_u128_div(swil_wide_times(area, 100), load->processors, NULL);
        printf("%s %%", swil_ratio_text(area, capacity, 1).text);
    } else {
        printf("unknown (all at once)");
    }
    printf(", estimates %s, same instant: %s\n",
           opts->trace == NULL && opts->estimates == ESTIMATES_REQUESTED
               ? "actual" : estimates_names[opts->estimates], rule_names[opts->rule]);
    print_spans(opts);
    print_dependencies(opts, &kept->after);
    if (kept->kinds.dropped > 0) {
        printf("%lu more are too wide for their kind, or want more than there is of a quota\n",
               (unsigned long)kept->kinds.dropped);
    }
    if (opts->two_tiers != NULL) {
        print_tiers(opts);
    }
    printf("\n");
}

/* ---- Watching a replay ----------------------------------------------------------------------- */

typedef struct watch {
    const workload *load;
    const queue_policy *which;
    const agenda *kept;
    size_t in_the_way;              /* jobs that ran on booked processors */
    size_t out_of_kind;             /* jobs that ran on processors that are not of their kind */
    progress progress;
    accuracy_log accuracy;
    replay_log *log;                /* NULL: not wanted; and so the next three: */
    char **places;                  /* per job: the processors as text */
    story_log *story;
    history_log *history;
    sked_share *share;              /* of the policy that runs; NULL: none */
    preempt_result preempted;       /* of that policy, once it has run */
    size_t started;                 /* in the loop of tiers */
    int failed;                     /* out of memory for a place */
    sked_status shares_status;      /* of the accounts that were asked */
} watch;

/* A set as intervals: "0-3 7"; as large as it has to be. NULL: out of memory. */
static char *set_text(const sked_set *processors) {
    size_t length = 0, room = 0;
    uint32_t low = sked_set_first(processors), high, next;
    char *text = NULL, *larger;

    for (; low < processors->size; low = next) {
        for (high = low, next = sked_set_next(processors, low);
             next < processors->size && next == high + 1;
             next = sked_set_next(processors, next)) {
            high = next;
        }
        if (length + 32 >= room) {
            room = room == 0 ? 256 : room * 2;
            larger = (char *)realloc(text, room);
            if (larger == NULL) {
                free(text);
                return NULL;
            }
            text = larger;
        }
        length += (size_t)snprintf(text + length, room - length, "%s%lu", length > 0 ? " " : "",
                                   (unsigned long)low);
        if (high > low) {
            length += (size_t)snprintf(text + length, room - length, "-%lu", (unsigned long)high);
        }
    }
    larger = text != NULL ? (char *)realloc(text, length + 1) : NULL;
    return larger != NULL ? larger : text;
}

static void on_start(void *ctx, size_t job, const sked_action *action, const sked_set *processors) {
    watch *state = (watch *)ctx;
    const int64_t run = swil_run_time(&state->load->jobs[job]);

    if (bookings_meet(&state->kept->booked, action->start, action->start + run, processors)) {
        state->in_the_way++;
    }
    if (state->kept->kinds.told.kinds > 0 &&
        !kinds_has(&state->kept->kinds, job, processors)) {
        state->out_of_kind++;
    }
    if (state->log != NULL) {
        replay_log_on_start(state->log, action, processors);
    }
    if (state->places != NULL) {
        free(state->places[job]);
        state->places[job] = set_text(processors);
        state->failed = state->failed || state->places[job] == NULL;
    }
    if (state->story != NULL) {
        story_on_start(state->story, job, action);
    }
}

static void on_pass(void *ctx, const sked_queue *queue, int64_t now) {
    watch *state = (watch *)ctx;

    accuracy_on_pass(&state->accuracy, queue, now);
    if (state->story != NULL) {
        story_on_pass(state->story, queue, now);
    }
    if (state->history != NULL && state->shares_status == SKED_OK) {
        state->shares_status = history_on_pass(state->history, state->share, now);
    }
}

static void on_progress(void *ctx, size_t started) {
    watch *state = (watch *)ctx;

    progress_show(&state->progress, started, state->load->count);
}

static int is_first_start(sked_action_kind kind) {
    switch (kind) {
    case SKED_START:
    case SKED_START_BACKGROUND: return 1;
    case SKED_LOST:
    case SKED_SWAP:
    case SKED_RESTART:
    case SKED_MIGRATE:
    case SKED_ACTION_CLOSED_: break;
    }
    return 0;
}

static void on_action(void *ctx, const sked_action *action, const sked_place *places,
                      int64_t now) {
    watch *state = (watch *)ctx;

    if (state->log != NULL) {
        replay_log_on_action(state->log, action, places, now);
    }
    if (is_first_start(action->kind)) {
        state->started++;
        if (state->started % 256 == 0) {
            on_progress(ctx, state->started);
        }
    }
}

static void on_end(void *ctx, size_t job, int64_t now) {
    watch *state = (watch *)ctx;

    if (state->log != NULL) {
        replay_log_on_end(state->log, job, now);
    }
}

/* Urgent jobs have lower keys than others. */
static sked_order ordered(sked_order order, const agenda *kept) {
    return order == SKED_FCFS && kept->preempt.count > 0 ? SKED_BY_KEY : order;
}

static sked_queue_settings queue_of(const queue_policy *which, const agenda *kept) {
    sked_queue_settings settings = {0};

    queue_policy_set(which, &settings);
    settings.order = ordered(settings.order, kept);
    settings.backfill_order = ordered(settings.backfill_order, kept);
    settings.kinds_max = kept->kinds.told.kinds;
    settings.quotas_max = kept->kinds.told.quotas;
    return settings;
}

/* `every` as accuracy_make has it. */
static int watch_make(watch *state, const queue_policy *which, const workload *load,
                      const agenda *kept, uint32_t every) {
    sked_queue_settings queue = queue_of(which, kept);

    memset(state, 0, sizeof *state);
    state->which = which;
    state->load = load;
    state->kept = kept;
    state->progress = progress_of("replay", which->name);
    return accuracy_make(&state->accuracy, load, &queue, every);
}

static int has_failed(const watch *state) {
    return state->failed || state->accuracy.failed ||
           (state->story != NULL && state->story->failed);
}

/* ---- Results --------------------------------------------------------------------------------- */

static void fill_row(const options *opts, const queue_policy *which, const swil_metrics *metrics,
                     swil_text *cells) {
    uint64_t jobs = metrics->jobs;
    int at;

    cells[0] = cells_text(which->name);
    for (at = 1; at < COLUMNS && jobs == 0; at++) {
        cells[at] = cells_text("-");
    }
    if (jobs == 0) {
        return;
    }
    cells[1] = cells_mean_time(metrics->wait_sum, jobs, opts->seconds);
    cells[2] = cells_time((uint64_t)metrics->wait_max, opts->seconds);
    cells[3] = cells_mean_time(metrics->response_sum, jobs, opts->seconds);
    cells[4] = swil_ratio_text(metrics->bounded_slowdown_sum, jobs * 1000000, 1);
    cells[5] = swil_ratio_text(swil_wide(metrics->utilisation), 10000, 2);
    cells[6] = cells_time((uint64_t)metrics->makespan, opts->seconds);
}

/* As fill_row; what goes from one tier to another has no one wait. */
static void fill_row_tiers(const options *opts, const queue_policy *which,
                           const swil_tiers_metrics *metrics, swil_text *cells) {
    const uint64_t jobs = metrics->jobs;

    cells[0] = cells_text(which->name);
    cells[1] = cells[2] = cells_text("-");
    cells[3] = cells_mean_time(metrics->response_sum, jobs, opts->seconds);
    cells[4] = swil_ratio_text(metrics->bounded_slowdown_sum, jobs * SWIL_TIERS_MILLION, 1);
    cells[5] = swil_ratio_text(swil_wide(metrics->utilisation), 10000, 2);
    cells[6] = cells_time((uint64_t)metrics->makespan, opts->seconds);
}

/* Of a two-tier policy, in which all jobs start and end. */
static int write_runs(const char *name, const workload *load, const swil_tiers_outcome *outcomes) {
    output to;
    size_t job;

    if (!output_begin(&to, name)) {
        return output_refuse("replay", name);
    }
    fputs("id,start,first_start,end\n", to.file);
    for (job = 0; job < load->count; job++) {
        fprintf(to.file, "%llu,%lld,%lld,%lld\n", (unsigned long long)load->jobs[job].id,
                (long long)outcomes[job].start, (long long)outcomes[job].first_start,
                (long long)outcomes[job].end);
    }
    return output_finish(&to, "replay", 1);
}

/* A job that never started has the start "never". */
static int write_starts(const char *name, const workload *load, const int64_t *starts) {
    output to;
    size_t job;

    if (!output_begin(&to, name)) {
        return output_refuse("replay", name);
    }
    fputs("id,start\n", to.file);
    for (job = 0; job < load->count; job++) {
        fprintf(to.file, "%llu,", (unsigned long long)load->jobs[job].id);
        if (starts[job] == SKED_NEVER) {
            fputs("never\n", to.file);
        } else {
            fprintf(to.file, "%lld\n", (long long)starts[job]);
        }
    }
    return output_finish(&to, "replay", 1);
}

/* The trace without its folders. */
static const char *trace_name(const options *opts) {
    const char *slash = opts->trace != NULL ? strrchr(opts->trace, '/') : NULL;

    if (opts->trace == NULL) {
        return "generated jobs (Lublin-Feitelson)";
    }
    return slash != NULL ? slash + 1 : strcmp(opts->trace, "-") == 0 ? "standard input"
                                                                     : opts->trace;
}

static int write_jobs(const options *opts, const workload *load, const int64_t *starts,
                      char **places) {
    output to;

    if (!output_begin(&to, opts->jobs)) {
        return output_refuse("replay", opts->jobs);
    }
    (void)workload_write_batsim(to.file, load, starts, (const char *const *)places,
                                trace_name(opts));
    return output_finish(&to, "replay", 1);
}

/* Two policies are drawn if there are two, without tiers. */
static int is_pair(const options *opts) {
    return opts->gantt != NULL && opts->policies_count > 1 && opts->two_tiers == NULL;
}

/* Is it kept what ran where? */
static int is_logged(const options *opts) {
    return opts->gantt != NULL || opts->paje != NULL;
}

/* The gist is for a reader who has never heard of backfilling. */
static replay_policy drawn_policy(const queue_policy *which) {
    replay_policy drawn;

    drawn.name = which->name;
    drawn.title = which->title;
    drawn.gist = which->depth > 0             ? "later jobs may fill the gaps"
                 : which->order == SKED_FCFS ? "nobody overtakes" : NULL;
    return drawn;
}

/* Logs are of the first policy, if that is drawn, and of the last one. */
static int write_gantt(const options *opts, const replay_log *logs, const agenda *kept) {
    const replay_policy drawn[2] = {drawn_policy(&opts->chosen[0]),
                                   drawn_policy(&opts->chosen[opts->policies_count - 1])};
    const bookings *booked = opts->bookings != NULL ? &kept->booked : NULL;
    output to;
    int done;

    if (logs[1].runs_count == 0 && !logs[1].failed) {
        fputs("replay: --gantt: no job started, there is nothing to draw\n", stderr);
        return 0;
    }
    if (!output_begin(&to, opts->gantt)) {
        return output_refuse("replay", opts->gantt);
    }
    done = is_pair(opts)
               ? replay_gantt_pair(to.file, logs, booked, drawn, trace_name(opts))
               : replay_gantt(to.file, &logs[1], booked, &drawn[1], trace_name(opts));
    if (!done) {
        fputs("replay: out of memory\n", stderr);
    }
    return output_finish(&to, "replay", done);
}

static int write_paje(const options *opts, const replay_log *log) {
    output to;
    int done;

    if (log->runs_count == 0 && !log->failed) {
        return option_refuse("replay", "--paje: no job started, there is nothing to write");
    }
    if (!output_begin(&to, opts->paje)) {
        return output_refuse("replay", opts->paje);
    }
    done = replay_paje(to.file, log, opts->chosen[0].name) ||
           option_refuse("replay", "out of memory");
    return output_finish(&to, "replay", done);
}

/* Logs as of write_gantt. */
static int write_history(const options *opts, const shares_results *accounts,
                         const history_log *logs, const workload *load) {
    const replay_policy drawn[2] = {drawn_policy(&opts->chosen[0]),
                                    drawn_policy(&opts->chosen[opts->policies_count - 1])};
    const int panels = opts->policies_count > 1 ? 2 : 1;
    output to;

    if (logs[1].count == 0 || (panels == 2 && logs[0].count == 0)) {
        return option_refuse("replay", "--history: nothing was used, expected jobs that run");
    }
    if (!output_begin(&to, opts->history)) {
        return output_refuse("replay", opts->history);
    }
    history_write(to.file, accounts, logs, drawn, panels, trace_name(opts), load);
    return output_finish(&to, "replay", 1);
}

/* ---- Replaying ------------------------------------------------------------------------------- */

typedef struct tables {
    swil_text results[(POLICIES_MAX + 1) * COLUMNS];
    swil_text forecasts[(POLICIES_MAX + 1) * ACCURACY_COLUMNS];
    swil_text tiers[(POLICIES_MAX + 1) * TIERS_COLUMNS];
    size_t tiers_count;
    swil_text *kinds;               /* a row for each policy and kind; NULL: there are none */
    shares_results accounts;        /* without --shares empty */
    swil_text preempted[(POLICIES_MAX + 1) * PREEMPT_COLUMNS];
    preempt_result last_preempted;  /* of the last policy that ran */
    size_t never_started[POLICIES_MAX], in_the_way[POLICIES_MAX];
    swil_metrics last;              /* of the last policy that ran, and */
    swil_tiers_metrics last_tiers;  /* if it has two tiers; for --json */
} tables;

static void on_stop(void *ctx, size_t job, int64_t time) {
    replay_log_on_stop(((watch *)ctx)->log, job, time);
}

/* Runs the loop, with urgent jobs if there are any. */
static int run_preempting(const options *opts, watch *state, const workload *load,
                          swil_settings *settings, int64_t *starts, swil_metrics *metrics) {
    const preempt_jobs *jobs = &state->kept->preempt;
    swil_preempt preempt;
    int status;

    if (jobs->count == 0) {
        return swil_run(load, settings, starts, metrics);
    }
    settings->keys = jobs->keys;
    status = swil_preempt_make(&preempt, load, jobs->urgent, settings) ? SKED_OK : SKED_E_MEMORY;
    preempt.grace = opts->grace;
    preempt.on_stop = state->log != NULL ? on_stop : NULL;
    preempt.ctx = state;
    if (status == SKED_OK) {
        status = swil_run(load, settings, starts, metrics);
        preempt_measure(&state->preempted, jobs, load, starts, &preempt);
    }
    swil_preempt_drop(&preempt);
    return status;
}

/* Runs the loop, with accounts if there are any. */
static int run_loop(const options *opts, watch *state, const workload *load,
                    swil_settings *settings, int64_t *starts, swil_metrics *metrics) {
    sked_share share = {0};
    const swil_shares shares = {.share = &share, .account_of = state->kept->shares.account_of};
    int status = SKED_OK;

    metrics->refused = SIZE_MAX;
    if (state->kept->shares.count > 0) {
        status = shares_make(&state->kept->shares, &share);
        settings->shares = &shares;
        state->share = &share;
    }
    if (status == SKED_OK) {
        status = run_preempting(opts, state, load, settings, starts, metrics);
    }
    sked_share_destroy(&share);
    state->share = NULL;
    return status == SKED_OK ? (int)state->shares_status : status;
}

static int run_watched(const options *opts, watch *state, int64_t *starts, swil_metrics *metrics) {
    const queue_policy *which = state->which;
    const workload *load = state->load;
    swil_settings settings = {0};
    workload stretched = {0};
    int status;

    if (opts->two_tiers != NULL && !tiers_stretch(load, &stretched)) {
        fputs("replay: out of memory\n", stderr);
        return 0;
    }
    settings.queue = queue_of(which, state->kept);
    settings.rule = opts->rule;
    settings.bookings = state->kept->spans;
    settings.bookings_count = state->kept->count;
    settings.preceding = state->kept->after.preceding;
    settings.think = state->kept->after.think;
    settings.kinds = state->kept->kinds.told.kinds > 0 ? &state->kept->kinds.told : NULL;
    settings.on_start = state->log != NULL || state->places != NULL || state->story != NULL ||
                                state->kept->booked.count > 0 || settings.kinds != NULL
                            ? on_start : NULL;
    settings.on_pass = state->accuracy.forecasts != NULL || state->story != NULL ||
                               state->history != NULL
                           ? on_pass : NULL;
    settings.on_progress = on_progress;
    settings.ctx = state;
    status = run_loop(opts, state, opts->two_tiers != NULL ? &stretched : load, &settings, starts,
                      metrics);
    free(stretched.jobs);
    if (status == SKED_OK && has_failed(state)) {
        status = SKED_E_MEMORY;
    }
    if (status != SKED_OK && metrics->refused < load->count) {
        fprintf(stderr, "replay: %s: job %llu: %s\n", which->name,
                (unsigned long long)load->jobs[metrics->refused].id,
                sked_status_text((sked_status)status));
    } else if (status != SKED_OK) {
        fprintf(stderr, "replay: %s: %s\n", which->name, sked_status_text((sked_status)status));
    }
    return status == SKED_OK;
}

/* A policy in the loop of tiers. */
static int run_tiers(const options *opts, watch *state, swil_tiers_outcome *outcomes,
                     swil_tiers_metrics *metrics) {
    const queue_policy *which = state->which;
    const sked_queue_settings queue = queue_of(which, state->kept);
    swil_tiers_settings settings =
        tiers_settings(&opts->tiers, &queue, which->two_tiers, which->tiers);
    int status;

    settings.on_action = on_action;
    settings.on_end = on_end;
    settings.ctx = state;
    status = swil_tiers_run(state->load, &settings, outcomes, metrics);
    if (status == SKED_E_CORRUPT) {
        fprintf(stderr, "replay: %s: %s\n", which->name, metrics->fault);
    } else if (status != SKED_OK) {
        fprintf(stderr, "replay: %s: %s\n", which->name, sked_status_text((sked_status)status));
    }
    return status == SKED_OK;
}

/* As run_policy. With one tier a job has one start, and ends when its run time is over. */
static int run_policy_tiers(const options *opts, watch *state, swil_tiers_outcome *outcomes,
                            int64_t *starts, tables *all, uint32_t number) {
    const queue_policy *which = state->which;
    const workload *load = state->load;
    swil_text *to = &all->results[(number + 1) * COLUMNS];
    swil_tiers_metrics metrics;
    swil_metrics *plain = &all->last;
    size_t job;

    if (!run_tiers(opts, state, outcomes, &metrics)) {
        return 0;
    }
    for (job = 0; job < load->count; job++) {
        starts[job] = outcomes[job].start;
    }
    if (which->two_tiers) {
        all->last_tiers = metrics;
        replay_json_measure(plain, &metrics, tiers_slowdown_sum(load, outcomes));
        fill_row_tiers(opts, which, &metrics, to);
        tiers_fill(which->name, which->tiers, load, outcomes, &metrics,
                   &all->tiers[++all->tiers_count * TIERS_COLUMNS]);
    } else {
        swil_measure(load, load->processors, starts, plain);
        fill_row(opts, which, plain, to);
    }
    return 1;
}

/* Were quotas kept, and kinds? */
static int check_kept(const watch *state, const int64_t *starts) {
    const kinds_file *kinds = &state->kept->kinds;
    uint32_t q;

    if (state->out_of_kind > 0) {
        fprintf(stderr, "replay: --kinds: %s: %lu jobs ran on processors of another kind, expected "
                        "none\n", state->which->name, (unsigned long)state->out_of_kind);
        return 0;
    }
    for (q = 0; q < kinds->told.quotas; q++) {
        const uint64_t peak = kinds_peak(kinds, state->load, starts, q);

        if (peak > kinds->capacities[q]) {
            fprintf(stderr, "replay: --kinds: %s: %s: %llu were taken, expected at most %lu\n",
                    state->which->name, kinds->quota_names[q], (unsigned long long)peak,
                    (unsigned long)kinds->capacities[q]);
            return 0;
        }
    }
    return 1;
}

/* Fills the rows of the kinds, and looks whether they were kept. */
static int fill_kinds(const options *opts, const watch *state, const int64_t *starts, tables *all,
                      uint32_t number) {
    const kinds_file *kinds = &state->kept->kinds;
    const uint32_t count = kinds->told.kinds;
    uint32_t kind;

    for (kind = 0; kind < count; kind++) {
        swil_text *cells = &all->kinds[((size_t)number * count + kind + 1) * KINDS_COLUMNS];
        swil_metrics metrics;

        if (!kinds_measure(kinds, state->load, starts, kind, &metrics)) {
            fputs("replay: out of memory\n", stderr);
            return 0;
        }
        cells[0] = cells_text(state->which->name);
        cells[1] = cells_text(kinds->names[kind]);
        cells[2] = cells_number(sked_set_count(&kinds->sets[kind]));
        cells[3] = cells_number(metrics.jobs);
        cells[4] = cells[5] = cells[6] = cells_text("-");
        if (metrics.jobs > 0) {
            cells[4] = cells_mean_time(metrics.wait_sum, metrics.jobs, opts->seconds);
            cells[5] = swil_ratio_text(metrics.bounded_slowdown_sum, metrics.jobs * 1000000, 1);
            cells[6] = swil_ratio_text(swil_wide(metrics.utilisation), 10000, 2);
        }
    }
    return check_kept(state, starts);
}

/* Replays one policy and fills its rows of the tables. */
static int run_policy(const options *opts, watch *state, int64_t *starts, tables *all,
                      uint32_t number) {
    swil_text *to = &all->results[(number + 1) * COLUMNS];
    swil_metrics metrics;
    int done = run_watched(opts, state, starts, &metrics);

    if (done) {
        all->last = metrics;
        fill_row(opts, state->which, &metrics, to);
        all->never_started[number] = metrics.never_started;
        all->in_the_way[number] = state->in_the_way;
        shares_note(&all->accounts, state->load, starts, number);
        all->last_preempted = state->preempted;
        preempt_fill(&state->preempted, state->which->name, opts->seconds,
                     &all->preempted[(number + 1) * PREEMPT_COLUMNS]);
        done = fill_kinds(opts, state, starts, all, number);
    }
    if (done && state->accuracy.forecasts != NULL) {
        accuracy_fill(&state->accuracy, state->which->name, starts,
                      &all->forecasts[(number + 1) * ACCURACY_COLUMNS]);
    }
    return done;
}

static void print_bookings(const options *opts, const agenda *kept, const tables *all) {
    uint32_t at;

    printf("%s: %lu span%s booked; jobs in their way: ", opts->bookings,
           (unsigned long)kept->booked.count, kept->booked.count == 1 ? "" : "s");
    for (at = 0; at < opts->policies_count; at++) {
        printf("%s%s %lu", at == 0 ? "" : ", ", opts->chosen[at].name,
               (unsigned long)all->in_the_way[at]);
    }
    printf("\n");
}

/* Did all jobs flow around the bookings, under every policy? */
static int check_bookings(const options *opts, const tables *all) {
    uint32_t at;

    for (at = 0; at < opts->policies_count; at++) {
        if (all->in_the_way[at] > 0) {
            fprintf(stderr,
                    "replay: --bookings: %s: %lu jobs ran on booked processors, expected "
                    "none\n", opts->chosen[at].name, (unsigned long)all->in_the_way[at]);
            return 0;
        }
    }
    return 1;
}

static void print_kinds(const options *opts, const agenda *kept, tables *all) {
    static const char *const people[KINDS_COLUMNS] = {
        "policy", "kind", "processors", "jobs", "mean\nwait", "bounded\nslowdown", "in use\n%"};
    static const char *const machines[KINDS_COLUMNS] = {
        "policy", "kind", "processors", "jobs", "mean\nwait s", "bounded\nslowdown", "in use\n%"};

    printf("\n");
    cells_heads(all->kinds, opts->seconds ? machines : people, KINDS_COLUMNS);
    cells_print(all->kinds, (size_t)opts->policies_count * kept->kinds.told.kinds + 1,
                KINDS_COLUMNS);
}

static int print_accounts(const options *opts, const tables *all) {
    const char *names[POLICIES_MAX];
    uint32_t at;

    for (at = 0; at < opts->policies_count; at++) {
        names[at] = opts->chosen[at].name;
    }
    return shares_print(&all->accounts, names, opts->seconds) ||
           option_refuse("replay", "out of memory");
}

static int print_tables(const options *opts, const agenda *kept, tables *all) {
    static const char *const people[COLUMNS] = {
        "policy", "mean\nwait", "longest\nwait", "mean\nresponse", "bounded\nslowdown", "in use\n%",
        "makespan"};
    static const char *const machines[COLUMNS] = {
        "policy", "mean\nwait s", "longest\nwait s", "mean\nresponse s", "bounded\nslowdown",
        "in use\n%", "makespan\ns"};
    size_t rows = opts->policies_count + 1u;
    uint32_t at;

    cells_heads(all->results, opts->seconds ? machines : people, COLUMNS);
    cells_print(all->results, rows, COLUMNS);
    for (at = 0; at < opts->policies_count; at++) {
        if (all->never_started[at] > 0) {
            printf("%s: %lu jobs never started; they are in none of these numbers\n",
                   opts->chosen[at].name, (unsigned long)all->never_started[at]);
        }
    }
    if (opts->bookings != NULL) {
        print_bookings(opts, kept, all);
    }
    if (all->kinds != NULL) {
        print_kinds(opts, kept, all);
    }
    if (opts->accuracy != 0) {
        accuracy_print(all->forecasts, rows);
    }
    if (all->tiers_count > 0) {
        tiers_print(all->tiers, all->tiers_count + 1);
    }
    if (opts->preempt) {
        preempt_print(all->preempted, rows, opts->seconds);
    }
    return opts->shares == NULL || print_accounts(opts, all);
}

typedef struct outputs {
    replay_log logs[2];             /* of the first policy, and of the last   */
    history_log history[2];         /* the same                               */
    swil_tiers_outcome *outcomes;   /* of a replay with two-tier policies */
    story_log story;
    char **places;
    output whole;                   /* of --json                              */
} outputs;

static void tell_plan(const options *opts, const watch *state, const int64_t *starts,
                      const tables *all, uint32_t row, json *told, const outputs *out) {
    const int in_tiers = is_in_tiers(opts, state->which);
    replay_plan plan;

    plan.policy = state->which->name;
    plan.metrics = &all->last;
    plan.tiers = state->which->two_tiers ? &all->last_tiers : NULL;
    plan.load = state->load;
    plan.starts = starts;
    plan.outcomes = in_tiers ? out->outcomes : NULL;
    plan.places = in_tiers ? NULL : out->places;
    plan.never_started = all->never_started[row];
    plan.in_the_way = all->in_the_way[row];
    plan.preempted = opts->preempt ? &all->last_preempted : NULL;
    plan.accounts = opts->shares != NULL ? &all->accounts : NULL;
    plan.number = row;
    replay_json_plan(told, &plan);
}

/* What the job of --explain lacked in its first pass, if that is a matter of kinds or quotas. */
static void print_obstacle(const kinds_file *kinds, const story_log *story) {
    const sked_obstacle *why = &story->obstacle;
    const int quota = why->kind == SKED_OBSTACLE_QUOTA;

    if (kinds->told.kinds > 0 && story->moments_count > 0 &&
        (quota || why->kind == SKED_OBSTACLE_PROCESSORS)) {
        printf("When it was submitted it waited for %s%s: %llu of %llu left, %llu wanted.\n",
               quota ? kinds->quota_names[why->number] : "processors of the kind ",
               quota ? "" : kinds->names[why->number], (unsigned long long)why->left,
               (unsigned long long)why->of, (unsigned long long)why->wanted);
    }
}

/* The second replay of --explain, with nothing else to watch. */
static int explain(const options *opts, watch *state, int64_t *starts) {
    swil_metrics metrics;

    accuracy_drop(&state->accuracy);
    state->log = NULL;
    state->history = NULL;
    state->places = NULL;
    state->story->telling = 1;
    if (!run_watched(opts, state, starts, &metrics)) {
        return 0;
    }
    story_print(state->story, state->which->name);
    print_obstacle(&state->kept->kinds, state->story);
    return 1;
}

static int outputs_make_logs(outputs *out, const options *opts, const workload *load) {
    const queue_policy *last = &opts->chosen[opts->policies_count - 1];

    if (!is_logged(opts)) {
        return 1;
    }
    if (!replay_log_make(&out->logs[1], load) ||
        (is_pair(opts) && !replay_log_make(&out->logs[0], load))) {
        return 0;
    }
    out->logs[1].tiers = last->two_tiers ? opts->tiers.backgrounds : 0;
    out->logs[1].migration = opts->tiers.migration;
    return 1;
}

static int outputs_make(outputs *out, const options *opts, const workload *load,
                        const agenda *kept) {
    sked_queue_settings queue;

    memset(out, 0, sizeof *out);
    if (opts->two_tiers != NULL) {
        out->outcomes = (swil_tiers_outcome *)calloc(load->count, sizeof *out->outcomes);
        if (out->outcomes == NULL) {
            return 0;
        }
    }
    if (opts->explain) {
        queue = queue_of(&opts->chosen[0], kept);
        story_make(&out->story, load, &queue, find_job(load, opts->explain_id));
    }
    if (opts->jobs != NULL || opts->json) {
        out->places = (char **)calloc(load->count, sizeof *out->places);
    }
    return ((opts->jobs == NULL && !opts->json) || out->places != NULL) &&
           outputs_make_logs(out, opts, load) &&
           (opts->history == NULL || (history_make(&out->history[0], &kept->shares, load) &&
                                      history_make(&out->history[1], &kept->shares, load)));
}

static void outputs_drop(outputs *out, const workload *load) {
    size_t job;

    for (job = 0; out->places != NULL && job < load->count; job++) {
        free(out->places[job]);
    }
    free(out->places);
    free(out->outcomes);
    replay_log_drop(&out->logs[0]);
    replay_log_drop(&out->logs[1]);
    history_drop(&out->history[0]);
    history_drop(&out->history[1]);
    story_drop(&out->story);
}

/* Replays all policies; pictures, files and stories are of the last one. */
static int replay_all(const options *opts, const workload *load, const agenda *kept,
                      int64_t *starts, tables *all, outputs *out) {
    json told = json_to(out->whole.file);
    uint32_t at;
    watch state;
    int done = 1, last;

    if (opts->json) {
        replay_json_begin(&told, trace_name(opts), load);
    } else {
        print_head(opts, load, kept);
    }

    for (at = 0; at < opts->policies_count && done; at++) {
        last = at + 1 == opts->policies_count;
        done = watch_make(&state, &opts->chosen[at], load, kept, opts->accuracy);
        if (!done) {
            fputs("replay: out of memory\n", stderr);
        }
        state.log = is_logged(opts) && last   ? &out->logs[1]
                    : is_pair(opts) && at == 0 ? &out->logs[0] : NULL;
        state.history = opts->history == NULL ? NULL
                        : last                ? &out->history[1]
                        : at == 0             ? &out->history[0] : NULL;
        state.places = out->places;
        state.story = opts->explain ? &out->story : NULL;
        done = done && (is_in_tiers(opts, state.which)
                            ? run_policy_tiers(opts, &state, out->outcomes, starts, all, at)
                            : run_policy(opts, &state, starts, all, at));
        if (done && opts->json) {
            tell_plan(opts, &state, starts, all, at, &told, out);
        } else if (done && last) {
            done = print_tables(opts, kept, all);
        }
        done = done && (!opts->explain || explain(opts, &state, starts));
        accuracy_drop(&state.accuracy);
        progress_end(&state.progress);
    }
    if (done && opts->json) {
        replay_json_end(&told);
    }
    return done;
}

/* The files are written before the JSON is: that only appears if all of this has gone well. */
static int replay_and_write(const options *opts, const workload *load, const agenda *kept,
                            int64_t *starts, tables *all) {
    outputs out;
    int done;

    if (!outputs_make(&out, opts, load, kept)) {
        fputs("replay: out of memory\n", stderr);
        outputs_drop(&out, load);
        return 0;
    }
    if (opts->json && !output_begin(&out.whole, NULL)) {
        outputs_drop(&out, load);
        return output_refuse("replay", NULL);
    }
    done = replay_all(opts, load, kept, starts, all, &out);
    done = done && (opts->starts == NULL ||
                    (opts->two_tiers != NULL ? write_runs(opts->starts, load, out.outcomes)
                                             : write_starts(opts->starts, load, starts)));
    done = done && (opts->jobs == NULL || write_jobs(opts, load, starts, out.places));
    done = done && (opts->gantt == NULL || write_gantt(opts, out.logs, kept));
    done = done && (opts->paje == NULL || write_paje(opts, &out.logs[1]));
    done = done && (opts->history == NULL ||
                    write_history(opts, &all->accounts, out.history, load));
    outputs_drop(&out, load);
    done = done && check_bookings(opts, all);
    return opts->json ? output_finish(&out.whole, "replay", done) : done;
}

static int tables_make(tables *all, const options *opts, const agenda *kept) {
    const size_t rows = (size_t)opts->policies_count * kept->kinds.told.kinds;

    if (rows > 0) {
        all->kinds = (swil_text *)calloc((rows + 1) * KINDS_COLUMNS, sizeof *all->kinds);
    }
    if (rows > 0 && all->kinds == NULL) {
        fputs("replay: out of memory\n", stderr);
    }
    return (rows == 0 || all->kinds != NULL) &&
           (shares_results_make(&all->accounts, &kept->shares, opts->policies_count) ||
            option_refuse("replay", "out of memory"));
}

/* Before the work. */
static int outputs_try(const options *opts) {
    return output_try("replay", opts->starts) && output_try("replay", opts->jobs) &&
           output_try("replay", opts->gantt) && output_try("replay", opts->paje) &&
           output_try("replay", opts->history);
}

int main(int count, char **words) {
    static tables all;
    option_line line = option_line_of(&replay_program, count, words);
    options opts = {0};
    workload load = {0};
    agenda kept;
    int64_t *starts;
    int done;

    if (!parse_options(&opts, &line)) {
        return line.status;
    }
    if (!outputs_try(&opts) || !prepare(&opts, &load)) {
        workload_drop(&load);
        return 1;
    }
    if (!is_known(&opts, &load)) {
        workload_drop(&load);
        return 2;
    }
    starts = (int64_t *)malloc(load.count * sizeof *starts);
    done = agenda_make(&kept, &opts, &load) && starts != NULL && tables_make(&all, &opts, &kept) &&
           replay_and_write(&opts, &load, &kept, starts, &all);
    if (starts == NULL) {
        fputs("replay: out of memory\n", stderr);
    }
    free(starts);
    free(all.kinds);
    shares_results_drop(&all.accounts);
    agenda_drop(&kept);
    workload_drop(&load);
    return output_status("replay", done);
}
