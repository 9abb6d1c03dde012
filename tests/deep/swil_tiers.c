/* swil_tiers.c: the progress model of bench/swil_tiers.h, by hand and second by second. */
/* SPDX-License-Identifier: MIT */

#define SKED_IMPLEMENTATION
#include "sched.h"
#include "swil.h"
#include "swil_tiers.h"
#include "workload.h"

#define DEEP_NAME "swil_tiers"
#include "harness.h"

enum { JOBS_MAX = 48, PROCESSORS_MAX = 8, ACTIONS_MAX = 4 * JOBS_MAX };

/* ---- Cases by hand --------------------------------------------------------------------------- */

/* What was decided, in this order. */
typedef struct record {
    sked_action action;
    int64_t time;
    sked_place places[PROCESSORS_MAX];
} record;

typedef struct records {
    const workload *load;
    record entry[ACTIONS_MAX];
    size_t count;
    size_t ends[JOBS_MAX];              /* how often a job ended */
} records;

static void record_action(void *ctx, const sked_action *action, const sked_place *places,
                          int64_t now) {
    records *all = (records *)ctx;

    if (all->count < ACTIONS_MAX) {
        record *entry = &all->entry[all->count++];

        entry->action = *action;
        entry->time = now;
        memcpy(entry->places, places,
               all->load->jobs[action->id].width * sizeof *places);
    }
}

static void record_end(void *ctx, size_t job, int64_t now) {
    (void)now;
    ((records *)ctx)->ends[job]++;
}

/* No luck: every loss is 4 %, every effect 80 % or 50 %. */
static swil_tiers_settings fixed_settings(swil_tiers_policy policy) {
    swil_tiers_settings settings = swil_tiers_defaults(policy);

    settings.loss.low = settings.loss.high = 40000;
    settings.effect_single.low = settings.effect_single.high = 800000;
    settings.effect_multi.low = settings.effect_multi.high = settings.effect_mean = 500000;
    settings.effect_deviation = 0;
    settings.usage_fixed = 500;
    return settings;
}

/* A job by hand: it is submitted at 0 unless told otherwise, and its estimate is its run time. */
typedef struct brief {
    uint32_t width;
    int64_t run, estimate, submit;
} brief;

typedef struct result {
    swil_tiers_outcome outcome[JOBS_MAX];
    swil_tiers_metrics metrics;
    records all;
    workload_job jobs[JOBS_MAX];
    workload load;
    int status;
} result;

static void run_brief(const brief *jobs, size_t count, uint32_t processors,
                      const swil_tiers_settings *given, result *out) {
    swil_tiers_settings settings = *given;
    size_t i;

    memset(out, 0, sizeof *out);
    for (i = 0; i < count; i++) {
        out->jobs[i].id = i + 1;
        out->jobs[i].width = jobs[i].width;
        out->jobs[i].run = jobs[i].run;
        out->jobs[i].estimate = jobs[i].estimate > 0 ? jobs[i].estimate : jobs[i].run;
        out->jobs[i].submit = jobs[i].submit;
    }
    out->load.jobs = out->jobs;
    out->load.count = count;
    out->load.processors = processors;
    out->all.load = &out->load;
    settings.on_action = record_action;
    settings.on_end = record_end;
    settings.ctx = &out->all;
    out->status = swil_tiers_run(&out->load, &settings, out->outcome, &out->metrics);
    if (out->status != SKED_OK && check_failed_ < 20) {
        printf("# %s: %s\n", sked_status_text((sked_status)out->status), out->metrics.fault);
    }
}

static int ends_are(const result *out, const int64_t *ends) {
    size_t i;

    for (i = 0; i < out->load.count; i++) {
        if (out->status != SKED_OK || out->outcome[i].end != ends[i]) {
            printf("# job %lu ends at %lld, expected %lld\n", (unsigned long)i,
                   (long long)out->outcome[i].end, (long long)ends[i]);
            return 0;
        }
    }
    return 1;
}

/* One processor whose job uses it whole; the next, about which nothing is known, goes behind it all
   the same. A does 0.96 per second: 100 / 0.96 = 104.2. B does nothing before it swaps. */
static void test_loss_and_nothing_left(void) {
    static const brief jobs[] = {{1, 100, 0, 0}, {1, 10, 0, 0}};
    static const brief whole[] = {{1, 96, 0, 0}, {1, 10, 0, 0}};
    static const int64_t ends[] = {105, 115}, whole_ends[] = {100, 110};
    swil_tiers_settings settings = fixed_settings(SWIL_TIERS_KEASY);
    result out;

    settings.usage_known = 0;
    run_brief(jobs, 2, 1, &settings, &out);
    CHECK(ends_are(&out, ends));
    CHECK(out.outcome[1].first_start == 0 && out.outcome[1].start == 0);
    CHECK(out.outcome[1].placements == 2 && out.outcome[1].kind == SKED_SWAP);
    CHECK(out.metrics.swapped == 1 && out.metrics.backgrounded == 1);
    run_brief(whole, 2, 1, &settings, &out);
    CHECK(ends_are(&out, whole_ends));
    /* Known, A's use keeps B out of its background: A loses nothing. */
    settings.usage_known = 1;
    run_brief(jobs, 2, 1, &settings, &out);
    CHECK(out.outcome[0].end == 100 && out.outcome[1].first_start == 100);
    CHECK(out.outcome[1].end == 110 && out.metrics.backgrounded == 0);
}

/* Two processors, A before B, both two wide. Each uses half: B does 0.5 (its effect) per second and
   ends at 200, when A has done 192. Each uses 0.8: B finds a quarter of what it wants, 0.125. */
static void test_share(void) {
    static const brief jobs[] = {{2, 960, 0, 0}, {2, 100, 0, 0}};
    static const int64_t half[] = {968, 200}, quarter[] = {992, 800};
    swil_tiers_settings settings = fixed_settings(SWIL_TIERS_MEASY);
    result out;

    run_brief(jobs, 2, 2, &settings, &out);
    CHECK(ends_are(&out, half));
    CHECK(out.outcome[1].kind == SKED_START_BACKGROUND);
    settings.usage_fixed = 800;
    run_brief(jobs, 2, 2, &settings, &out);
    CHECK(ends_are(&out, quarter));
}

/* A job of one process wants all of its processor and gets the half that A leaves: 0.8 * 0.5. It is
   behind one of A's two processes, and that alone costs A its loss: 96 in 100 s. */
static void test_single(void) {
    static const brief jobs[] = {{2, 960, 0, 0}, {1, 40, 0, 0}};
    static const int64_t ends[] = {964, 100};
    const swil_tiers_settings settings = fixed_settings(SWIL_TIERS_KEASY);
    result out;

    run_brief(jobs, 2, 2, &settings, &out);
    CHECK(ends_are(&out, ends));
}

/* Three processors: A on two; H as wide as all waits, too wide for the background; C is too long to
   overtake H, but runs behind nothing on the third processor, at full speed. */
static void test_idle_foreground(void) {
    static const brief jobs[] = {{2, 1000, 0, 0}, {3, 100, 0, 0}, {1, 300, 2000, 0}};
    static const int64_t ends[] = {1000, 1100, 300}, easy_ends[] = {1000, 1100, 1400};
    swil_tiers_settings settings = fixed_settings(SWIL_TIERS_KEASY);
    result out;

    settings.tiers.width_max = 2;
    run_brief(jobs, 3, 3, &settings, &out);
    CHECK(ends_are(&out, ends));
    CHECK(out.outcome[2].kind == SKED_START_BACKGROUND);
    settings.queue.backgrounds = 0;
    run_brief(jobs, 3, 3, &settings, &out);
    CHECK(ends_are(&out, easy_ends));
}

/* B has one process behind nothing, and one behind A, which does 0.5 per second: so does B. */
static void test_slowest_process(void) {
    static const brief jobs[] = {{2, 960, 0, 0}, {2, 100, 0, 0}};
    static const int64_t ends[] = {968, 200};
    const swil_tiers_settings settings = fixed_settings(SWIL_TIERS_REASY);
    result out;

    run_brief(jobs, 2, 3, &settings, &out);
    CHECK(ends_are(&out, ends));
    CHECK(out.all.count == 2 && out.all.entry[1].places[0].processor == 2);
}

/* A on processors 0 and 1 until far on, D on 2 until 100. B runs behind A, 0.4 per second. At 100
   it has done 40 of 200. Killed, it starts anew: 300. Moved, it does nothing until 120: 280.
   Pinned, it stays until 500. */
static void test_three_ways_on(void) {
    static const brief jobs[] = {{2, 960, 0, 0}, {1, 100, 0, 0}, {1, 200, 0, 0}};
    static const int64_t killed[] = {964, 100, 300}, moved[] = {964, 100, 280};
    static const int64_t pinned[] = {980, 100, 500};
    swil_tiers_settings settings = fixed_settings(SWIL_TIERS_KEASY);
    result out;

    run_brief(jobs, 3, 3, &settings, &out);
    CHECK(ends_are(&out, killed));
    CHECK(out.metrics.restarted == 1 && out.outcome[2].start == 100);
    CHECK(out.metrics.work_lost.high == 0 && out.metrics.work_lost.low == 40000000);
    settings.tiers.policy = SKED_REASY;
    run_brief(jobs, 3, 3, &settings, &out);
    CHECK(ends_are(&out, pinned));
    settings.tiers.policy = SKED_MEASY;
    run_brief(jobs, 3, 3, &settings, &out);
    CHECK(ends_are(&out, moved));
    CHECK(out.metrics.migrated == 1 && out.outcome[2].start == 0 && out.metrics.work_lost.low == 0);
    CHECK(out.all.entry[3].action.kind == SKED_MIGRATE && out.all.entry[3].action.end == 329);
    settings.tiers.migration = 240;
    run_brief(jobs, 3, 3, &settings, &out);
    CHECK(out.outcome[2].end == 500);
    /* 40 of 200 are 200 parts per thousand: 209 - 41 seconds remain by the estimate. */
    settings.tiers.migration = 20;
    settings.tiers.options = SKED_TIERS_REMAINING;
    run_brief(jobs, 3, 3, &settings, &out);
    CHECK(ends_are(&out, moved));
    CHECK(out.all.entry[3].action.end == 288);
}

/* What a job did in the background counts after a swap: at 105 B has done 52.5 of 100. */
static void test_swap(void) {
    static const brief jobs[] = {{2, 100, 0, 0}, {2, 100, 0, 0}};
    static const int64_t ends[] = {105, 153};
    const swil_tiers_settings settings = fixed_settings(SWIL_TIERS_REASY);
    result out;

    run_brief(jobs, 2, 2, &settings, &out);
    CHECK(ends_are(&out, ends));
    CHECK(out.metrics.swapped == 1);
}

/* Three tiers, each job uses 0.4: B does 0.5, C behind both 0.25, and 0.5 once B has ended. */
static void test_two_backgrounds(void) {
    static const brief jobs[] = {{2, 960, 0, 0}, {2, 100, 0, 0}, {2, 100, 0, 0}};
    static const int64_t ends[] = {972, 200, 300};
    swil_tiers_settings settings = fixed_settings(SWIL_TIERS_KEASY);
    result out;

    settings.usage_fixed = 400;
    settings.queue.backgrounds = 2;
    run_brief(jobs, 3, 2, &settings, &out);
    CHECK(ends_are(&out, ends));
    CHECK(out.all.entry[2].places[0].tier == 2);
}

/* Submitted estimates are those of the workload / 0.96, rounded up, with or without backgrounds; a
   run is cut at its own estimate; one of nothing ends as it starts, and the next follows at once.
   Bounded slowdowns: 100 / 100, 100 / 10, 107 / 10, and 4 / 10, which counts as 1. */
static void test_estimates(void) {
    static const brief jobs[] = {{1, 500, 100, 0}, {1, 0, 96, 0}, {1, 7, 0, 0}, {1, 4, 0, 200}};
    static const int64_t ends[] = {100, 100, 107, 204};
    swil_tiers_settings settings = fixed_settings(SWIL_TIERS_EASY);
    result out;

    run_brief(jobs, 4, 1, &settings, &out);
    CHECK(ends_are(&out, ends));
    CHECK(out.all.entry[0].action.end == 105 && out.all.entry[1].action.end == 200);
    CHECK(out.metrics.first_submit == 0 && out.metrics.makespan == 204);
    CHECK(out.metrics.response_sum.low == 311 && out.metrics.response_max == 107);
    CHECK(out.metrics.bounded_slowdown_sum.low == 1000000 + 10000000 + 10700000 + 1000000);
    CHECK(out.metrics.bounded_slowdown_max.low == 10700000 && out.metrics.jobs == 4);
    CHECK(out.metrics.utilisation == 544118 && out.metrics.area.low == 111);
}

/* A workload in any order, as in swil.h. */
static void test_unsorted(void) {
    static const brief jobs[] = {{1, 10, 0, 5}, {1, 20, 0, 0}, {1, 5, 0, 2}};
    static const int64_t ends[] = {35, 20, 25};
    const swil_tiers_settings settings = fixed_settings(SWIL_TIERS_EASY);
    result out;

    run_brief(jobs, 3, 1, &settings, &out);
    CHECK(ends_are(&out, ends));
}

/* ---- Second by second ------------------------------------------------------------------------ */

/* The decisions are given; everything else is done again, in the plainest way: every second each
   job looks at all others. */
typedef struct ticker {
    const result *from;
    const swil_tiers_settings *settings;
    int64_t done[JOBS_MAX], pause[JOBS_MAX], end[JOBS_MAX];
    int running[JOBS_MAX];
    sked_place place[JOBS_MAX][PROCESSORS_MAX];
    uint32_t placements[JOBS_MAX];
    swil_tiers_draw draw[JOBS_MAX];
} ticker;

static void tick_decide(ticker *tick, const record *entry) {
    const size_t job = (size_t)entry->action.id;
    const uint32_t width = tick->from->jobs[job].width;
    const int kind = (int)entry->action.kind;

    if (kind != SKED_SWAP && kind != SKED_MIGRATE) {
        tick->done[job] = 0;
    }
    tick->running[job] = 1;
    tick->pause[job] = entry->time + (kind == SKED_MIGRATE ? tick->settings->tiers.migration : 0);
    tick->draw[job] = swil_tiers_luck(tick->settings, job, width, tick->placements[job]++);
    memcpy(tick->place[job], entry->places, width * sizeof entry->places[0]);
}

/* Sums what other jobs use on a processor in the tiers [low, high); *busy tells if any does. */
static uint32_t tick_usage(const ticker *tick, size_t job, uint32_t processor, uint32_t low,
                           uint32_t high, int *busy) {
    uint32_t sum = 0, process;
    size_t other;

    for (other = 0; other < tick->from->load.count; other++) {
        const uint32_t width = tick->from->jobs[other].width;

        for (process = 0; process < width && other != job && tick->running[other]; process++) {
            const sked_place *place = &tick->place[other][process];

            if (place->processor == processor && place->tier >= low && place->tier < high) {
                sum += swil_tiers_usage(tick->settings, other, width, process);
                *busy = 1;
            }
        }
    }
    return sum;
}

/* Millionths of a second of work that a job does in a second. */
static int64_t tick_rate(const ticker *tick, size_t job) {
    const uint32_t width = tick->from->jobs[job].width;
    int64_t slowest = 1000000;
    uint32_t process;

    for (process = 0; process < width; process++) {
        const sked_place *place = &tick->place[job][process];
        const uint32_t own = swil_tiers_usage(tick->settings, job, width, process);
        int64_t rate = 1000000;
        int busy = 0;

        if (place->tier == 0) {
            tick_usage(tick, job, place->processor, 1, UINT32_MAX, &busy);
            rate = busy ? 1000000 - (int64_t)tick->draw[job].loss : 1000000;
        } else {
            uint32_t above = tick_usage(tick, job, place->processor, 0, place->tier, &busy);
            const int64_t effect = tick->draw[job].effect;

            above = above > 1000 ? 1000 : above;
            rate = !busy ? 1000000 : 1000 - above >= own ? effect : effect * (1000 - above) / own;
        }
        slowest = rate < slowest ? rate : slowest;
    }
    return slowest;
}

static void tick_all(ticker *tick) {
    const result *from = tick->from;
    size_t next = 0, left = from->load.count, job;
    int64_t now, rate[JOBS_MAX];

    for (now = 0; left > 0 && now < 1000000; now++) {
        for (job = 0; job < from->load.count; job++) {
            if (tick->running[job] && tick->done[job] >= from->jobs[job].run * 1000000) {
                tick->running[job] = 0;
                tick->end[job] = now;
                left--;
            }
        }
        for (; next < from->all.count && from->all.entry[next].time == now; next++) {
            tick_decide(tick, &from->all.entry[next]);
        }
        for (job = 0; job < from->load.count; job++) {
            rate[job] = tick->running[job] && now >= tick->pause[job] ? tick_rate(tick, job) : 0;
        }
        for (job = 0; job < from->load.count; job++) {
            tick->done[job] += rate[job];
        }
    }
}

static size_t random_brief(uint64_t *random, brief *jobs, uint32_t processors) {
    const size_t count = 5 + check_below(random, JOBS_MAX - 5);
    const uint32_t gap = 1 + check_below(random, 60);
    int64_t submit = 0;
    size_t i;

    for (i = 0; i < count; i++) {
        submit += check_below(random, 3) == 0 ? 0 : check_below(random, gap);
        jobs[i].submit = submit;
        jobs[i].width = 1 + check_below(random, 1 + check_below(random, processors));
        jobs[i].run = 1 + check_below(random, 1 + check_below(random, 120));
        jobs[i].estimate = jobs[i].run + (check_below(random, 2) ? check_below(random, 200) : 0);
    }
    return count;
}

static swil_tiers_settings random_settings(uint64_t *random) {
    static const uint32_t usages[] = {0, 0, 200, 400, 700, 1000};
    static const uint32_t limits[] = {960, 960, 1001, 400, 0};
    static const sked_time migrations[] = {20, 0, 1, 60, 300};
    swil_tiers_settings settings = swil_tiers_defaults((swil_tiers_policy)check_below(random, 5));

    settings.seed = check_random(random);
    if (settings.queue.backgrounds > 0) {
        settings.queue.backgrounds = 1 + check_below(random, 3);
    }
    settings.queue.order = check_below(random, 3) == 0 ? SKED_SJF : SKED_FCFS;
    settings.queue.backfill_order = check_below(random, 3) == 0 ? SKED_SJF : SKED_FCFS;
    settings.queue.background_order = (sked_order)check_below(random, 4);
    settings.tiers.options = check_below(random, 4);    /* REMAINING, FULL */
    settings.tiers.migration = migrations[check_below(random, 5)];
    settings.tiers.usage_limit_permille = limits[check_below(random, 5)];
    settings.tiers.width_max = check_below(random, 4) == 0 ? 2 : 0;
    settings.tiers.estimate_max = check_below(random, 4) == 0 ? 50 : 0;
    settings.usage_known = check_below(random, 3) != 0;
    settings.usage_fixed = usages[check_below(random, 6)];
    return settings;
}

static int same_by_tick(const result *out, const swil_tiers_settings *settings) {
    static ticker tick;
    size_t job;

    memset(&tick, 0, sizeof tick);
    tick.from = out;
    tick.settings = settings;
    tick_all(&tick);
    for (job = 0; job < out->load.count; job++) {
        if (tick.end[job] != out->outcome[job].end) {
            if (check_failed_ < 20) {
                printf("# job %lu ends at %lld, second by second at %lld\n", (unsigned long)job,
                       (long long)out->outcome[job].end, (long long)tick.end[job]);
            }
            return 0;
        }
    }
    return 1;
}

/* What every outcome must be like. */
static int outcomes_hold(const result *out, const swil_tiers_settings *settings) {
    size_t job, actions = 0;

    for (job = 0; job < out->load.count; job++) {
        const swil_tiers_outcome *outcome = &out->outcome[job];
        const int64_t length = outcome->end - outcome->start;

        if (outcome->first_start < out->jobs[job].submit ||
            outcome->start < outcome->first_start || length < out->jobs[job].run ||
            out->all.ends[job] != 1 || outcome->placements < 1 || outcome->placements > 2 ||
            (settings->queue.backgrounds == 0 && length != out->jobs[job].run)) {
            return 0;
        }
        actions += outcome->placements;
    }
    return actions == out->all.count && actions == out->metrics.decisions;
}

static swil_tiers_metrics met;          /* sums over all seeds */

static void second_by_second(uint64_t seed) {
    uint64_t random = seed;
    const uint32_t processors = 1 + check_below(&random, PROCESSORS_MAX);
    const swil_tiers_settings settings = random_settings(&random);
    static result out;
    brief jobs[JOBS_MAX];
    const size_t count = random_brief(&random, jobs, processors);

    run_brief(jobs, count, processors, &settings, &out);
    CHECK_SEED(seed, out.status == SKED_OK);
    CHECK_SEED(seed, outcomes_hold(&out, &settings));
    CHECK_SEED(seed, same_by_tick(&out, &settings));
    met.swapped += out.metrics.swapped;
    met.restarted += out.metrics.restarted;
    met.migrated += out.metrics.migrated;
    met.backgrounded += out.metrics.backgrounded;
}

static void test_second_by_second(void) {
    try_seeds(1, 4000, second_by_second);
    CHECK(met.swapped > 0 && met.restarted > 0 && met.migrated > 0 &&
          met.backgrounded > met.swapped + met.restarted + met.migrated);
}

/* ---- Without backgrounds --------------------------------------------------------------------- */

/* A Lublin workload on 100 processors with estimates as users give them. */
static int make_load(workload *load, uint32_t jobs) {
    workload_lublin model = workload_lublin_defaults(7, 1, 6.6438561897747);
    const workload_estimates estimates = workload_estimates_defaults(7);

    model.jobs = jobs;
    return workload_make_lublin(&model, load) && workload_make_estimates(load, &estimates) &&
           workload_scale_load(load, load->processors, 850);
}

/* The starts of swil.h, which gets the raised estimates. */
static int plain_starts(const workload *load, const swil_tiers_settings *settings,
                        int64_t *starts) {
    swil_settings plain = {0};
    swil_metrics metrics;
    workload raised = *load;
    size_t job;
    int status;

    raised.jobs = (workload_job *)malloc(load->count * sizeof *raised.jobs);
    if (raised.jobs == NULL) {
        return SKED_E_MEMORY;
    }
    for (job = 0; job < load->count; job++) {
        raised.jobs[job] = load->jobs[job];
        raised.jobs[job].run = swil_run_time(&load->jobs[job]);
        raised.jobs[job].estimate = (swil_estimate(&load->jobs[job]) * 100 + 95) / 96;
    }
    plain.queue = settings->queue;
    plain.queue.backgrounds = 0;
    plain.rule = SWIL_BATCH;
    status = swil_run(&raised, &plain, starts, &metrics);
    free(raised.jobs);
    return status;
}

static void test_same_as_plain(const workload *load, const swil_tiers_settings *settings) {
    int64_t *starts = (int64_t *)calloc(load->count, sizeof *starts);
    swil_tiers_outcome *outcomes =
        (swil_tiers_outcome *)calloc(load->count, sizeof *outcomes);
    swil_tiers_metrics metrics;
    size_t job, same = 0;

    CHECK(starts != NULL && outcomes != NULL);
    if (starts != NULL && outcomes != NULL) {
        CHECK(plain_starts(load, settings, starts) == SKED_OK);
        CHECK(swil_tiers_run(load, settings, outcomes, &metrics) == SKED_OK);
        for (job = 0; job < load->count; job++) {
            same += outcomes[job].first_start == starts[job] &&
                    outcomes[job].end == starts[job] + load->jobs[job].run;
        }
        CHECK(same == load->count);
        CHECK(metrics.backgrounded == 0 && metrics.decisions == load->count);
    }
    free(outcomes);
    free(starts);
}

static void test_plain_policies(void) {
    swil_tiers_settings settings = swil_tiers_defaults(SWIL_TIERS_EASY);
    workload load;

    CHECK(make_load(&load, 1500));
    test_same_as_plain(&load, &settings);
    settings.queue.backfill_order = SKED_SJF;
    test_same_as_plain(&load, &settings);
    settings = swil_tiers_defaults(SWIL_TIERS_FCFS);
    test_same_as_plain(&load, &settings);
    /* A background into which no job is short enough to go is as good as none. */
    settings = swil_tiers_defaults(SWIL_TIERS_MEASY);
    settings.tiers.estimate_max = 1;
    test_same_as_plain(&load, &settings);
    workload_drop(&load);
}

/* ---- Luck ------------------------------------------------------------------------------------ */

/* The same settings give the same outcomes, another seed others; and a background makes a
   difference. */
static void test_determinism(void) {
    enum { JOBS = 600 };
    static swil_tiers_outcome first[JOBS], again[JOBS], other[JOBS];
    swil_tiers_settings settings = swil_tiers_defaults(SWIL_TIERS_MEASY);
    swil_tiers_metrics metrics, same;
    workload load;
    size_t job, equal = 0, differ = 0;

    CHECK(make_load(&load, JOBS));
    CHECK(swil_tiers_run(&load, &settings, first, &metrics) == SKED_OK);
    CHECK(swil_tiers_run(&load, &settings, again, &same) == SKED_OK);
    settings.seed = 2;
    CHECK(swil_tiers_run(&load, &settings, other, &same) == SKED_OK);
    for (job = 0; job < load.count; job++) {
        equal += first[job].end == again[job].end && first[job].kind == again[job].kind;
        differ += first[job].end != other[job].end;
    }
    CHECK(equal == load.count && differ > 0);
    CHECK(metrics.backgrounded > 0 && metrics.migrated > 0);
    workload_drop(&load);
}

static int same_luck(swil_tiers_draw a, swil_tiers_draw b) {
    return a.loss == b.loss && a.effect == b.effect;
}

/* What a draw depends on, and on what not: policies meet the same luck. */
static void test_luck(void) {
    swil_tiers_settings keasy = swil_tiers_defaults(SWIL_TIERS_KEASY);
    swil_tiers_settings measy = swil_tiers_defaults(SWIL_TIERS_MEASY);
    const swil_tiers_draw draw = swil_tiers_luck(&keasy, 5, 4, 0);

    CHECK(same_luck(draw, swil_tiers_luck(&keasy, 5, 4, 0)));
    CHECK(same_luck(draw, swil_tiers_luck(&measy, 5, 4, 0)));
    CHECK(same_luck(draw, swil_tiers_luck(&keasy, 5, 9, 0)));
    CHECK(!same_luck(draw, swil_tiers_luck(&keasy, 5, 4, 1)));
    CHECK(!same_luck(draw, swil_tiers_luck(&keasy, 6, 4, 0)));
    keasy.seed++;
    CHECK(!same_luck(draw, swil_tiers_luck(&keasy, 5, 4, 0)));
    /* What never falls into the range goes to its end. */
    measy.effect_mean = 0;
    measy.effect_deviation = 0;
    CHECK(swil_tiers_luck(&measy, 5, 4, 0).effect == 198000);
    measy.effect_mean = 1000000;
    CHECK(swil_tiers_luck(&measy, 5, 4, 0).effect == 766000);
}

typedef struct sample {
    uint32_t low, high;
    double mean, deviation;
} sample;

typedef enum drawn { DRAWN_LOSS, DRAWN_SINGLE, DRAWN_MULTI } drawn;

static sample draw_sample(const swil_tiers_settings *settings, drawn what, uint32_t count) {
    sample out = {UINT32_MAX, 0, 0, 0};
    double square = 0;
    uint32_t job;

    for (job = 0; job < count; job++) {
        const swil_tiers_draw draw =
            swil_tiers_luck(settings, job, what == DRAWN_MULTI ? 4 : 1, job % 2);
        const uint32_t value = what == DRAWN_LOSS ? draw.loss : draw.effect;

        out.low = value < out.low ? value : out.low;
        out.high = value > out.high ? value : out.high;
        out.mean += value;
        square += (double)value * value;
    }
    out.mean /= count;
    out.deviation = sqrt(square / count - out.mean * out.mean);
    return out;
}

/* Means and deviations to five standard errors of 20,000 draws; those of the normal distribution
   when it is cut to the range are 441.7 and 124.4 thousandths. */
static void test_distributions(void) {
    const swil_tiers_settings settings = swil_tiers_defaults(SWIL_TIERS_MEASY);
    const sample loss = draw_sample(&settings, DRAWN_LOSS, 20000);
    const sample single = draw_sample(&settings, DRAWN_SINGLE, 20000);
    const sample multi = draw_sample(&settings, DRAWN_MULTI, 20000);

    CHECK(loss.low >= 5000 && loss.low < 5050 && loss.high <= 40000 && loss.high > 39950);
    CHECK(fabs(loss.mean - 22500) < 360 && fabs(loss.deviation - 10104) < 200);
    CHECK(single.low >= 800000 && single.low < 800150 && single.high <= 920000);
    CHECK(fabs(single.mean - 860000) < 1230 && fabs(single.deviation - 34641) < 700);
    CHECK(multi.low >= 198000 && multi.low < 199500 && multi.high <= 766000);
    CHECK(multi.high > 760000 && fabs(multi.mean - 441700) < 5000);
    CHECK(fabs(multi.deviation - 124400) < 3000);
}

static void test_usage(void) {
    swil_tiers_settings settings = swil_tiers_defaults(SWIL_TIERS_MEASY);
    uint32_t process, differ = 0;

    for (process = 0; process < 8; process++) {
        const uint32_t usage = swil_tiers_usage(&settings, 3, 8, process);

        CHECK(usage >= 400 && usage <= 1000);
        CHECK(usage == workload_usage(1, 3, 8, process));
        differ += usage != swil_tiers_usage(&settings, 3, 8, 0);
    }
    CHECK(differ > 0);
    settings.usage_fixed = 650;
    CHECK(swil_tiers_usage(&settings, 3, 8, 5) == 650);
    CHECK(swil_tiers_usage(&settings, 3, 1, 0) == 1000);
}

/* ---- What is refused, and what is found out -------------------------------------------------- */

static uint64_t fake_time;

static uint64_t fake_clock(void) {
    return fake_time += 3;
}

static void test_clock(void) {
    static const brief jobs[] = {{1, 10, 0, 0}, {1, 20, 0, 0}, {1, 30, 0, 5}};
    swil_tiers_settings settings = fixed_settings(SWIL_TIERS_KEASY);
    result out;

    settings.clock = fake_clock;
    run_brief(jobs, 3, 3, &settings, &out);     /* instants: 0, 5, 10, 20, 35 */
    CHECK(out.status == SKED_OK && out.metrics.clock_sum == 5 * 3);
    CHECK(out.metrics.counters.passes == 5);
}

static int refused(const brief *job, const swil_tiers_settings *settings, int status) {
    const swil_tiers_settings own = *settings;
    swil_tiers_outcome outcomes[2];
    swil_tiers_metrics metrics;
    workload_job jobs[2] = {{1, 0, 0, 0, 0, 0, 0, 0, 0}, {2, 0, 0, 0, 0, 0, 0, 0, 0}};
    workload load = {0};

    jobs[0].width = jobs[1].width = job->width;
    jobs[0].run = jobs[1].run = job->run;
    jobs[0].estimate = jobs[1].estimate = job->estimate;
    jobs[0].submit = jobs[1].submit = job->submit;
    load.jobs = jobs;
    load.count = 2;
    load.processors = 2;
    return swil_tiers_run(&load, &own, outcomes, &metrics) == status &&
           (metrics.fault[0] != '\0') == (status != SKED_OK);
}

static void test_refusals(void) {
    static const brief good = {1, 10, 10, 0}, wide = {3, 10, 10, 0}, early = {1, 10, 10, -1};
    static const brief negative = {1, -1, 10, 0}, endless = {1, 10, INT64_MAX / 2, 0};
    static const brief none = {0, 10, 10, 0};
    const swil_tiers_settings fine = swil_tiers_defaults(SWIL_TIERS_MEASY);
    swil_tiers_settings bad = fine;

    CHECK(refused(&good, &fine, SKED_OK));
    CHECK(refused(&wide, &fine, SKED_E_TOO_WIDE));
    CHECK(refused(&none, &fine, SKED_E_NO_WIDTH));
    CHECK(refused(&early, &fine, SKED_E_TIME));
    CHECK(refused(&negative, &fine, SKED_E_TIME));
    CHECK(refused(&endless, &fine, SKED_E_TIME));
    bad.loss.low = bad.loss.high + 1;
    CHECK(refused(&good, &bad, SKED_E_SETTING));
    bad = fine;
    bad.loss.high = 1000000;
    CHECK(refused(&good, &bad, SKED_E_SETTING));
    bad = fine;
    bad.effect_multi.high = 1000001;
    CHECK(refused(&good, &bad, SKED_E_SETTING));
    bad = fine;
    bad.usage_fixed = 1001;
    CHECK(refused(&good, &bad, SKED_E_SETTING));
    bad = fine;
    bad.queue.jobs_max = 1;
    CHECK(refused(&good, &bad, SKED_E_FULL));
    bad = fine;
    bad.queue.backgrounds = 8;
    CHECK(refused(&good, &bad, SKED_E_RANGE));
    bad = fine;
    bad.tiers.migration = -1;
    CHECK(refused(&good, &bad, SKED_E_TIME));
}

/* A state of two jobs on two processors, as if the queue had placed them: the checks see what no
   sound queue does. */
static void test_checks(void) {
    const swil_tiers_settings settings = swil_tiers_defaults(SWIL_TIERS_MEASY);
    workload_job jobs[2] = {{1, 0, 10, 10, 1, 0, 0, 0, 0}, {2, 0, 10, 10, 1, 0, 0, 0, 0}};
    swil_tiers_outcome outcomes[2];
    swil_tiers_metrics metrics = {0};
    swil_tiers_state state = {0};
    sked_action action = {0};
    workload load = {0};

    load.jobs = jobs;
    load.count = load.processors = 2;
    state.load = &load;
    state.settings = &settings;
    state.outcomes = outcomes;
    state.metrics = &metrics;
    CHECK(swil_tiers_make(&state) == SKED_OK);
    CHECK(swil_tiers_instant(&state, 0) == SKED_OK);        /* both start */
    CHECK(state.live[0].where == SWIL_TIERS_BEFORE && metrics.decisions == 2);
    CHECK(swil_tiers_apply(&state, &action, 0) == SKED_E_CORRUPT);      /* starts again */
    CHECK(strcmp(metrics.fault, "job 0 at 0: is not there for such an action") == 0);
    metrics.fault[0] = '\0';
    state.places[0].processor = 1;
    state.places[0].tier = 0;
    CHECK(swil_tiers_take(&state, 0, 0) == SKED_E_CORRUPT);
    CHECK(strstr(metrics.fault, "another job") != NULL);
    metrics.fault[0] = '\0';
    state.places[0].tier = 1;
    CHECK(swil_tiers_take(&state, 0, 0) == SKED_E_CORRUPT && !swil_tiers_stays(&state, 0));
    CHECK(strstr(metrics.fault, "no such place") != NULL);
    metrics.fault[0] = '\0';
    action.kind = SKED_SWAP;                /* the queue says 0, here it came from 1 */
    state.live[0].where = SWIL_TIERS_BEHIND;
    state.live[0].first = 1;
    CHECK(swil_tiers_apply(&state, &action, 0) == SKED_E_CORRUPT);
    CHECK(strstr(metrics.fault, "leaves its processors") != NULL);
    metrics.fault[0] = '\0';
    state.live[0].where = SWIL_TIERS_BEFORE;
    state.live[0].first = 0;
    state.live[0].bound = 9;
    CHECK(swil_tiers_collect(&state, 10) == SKED_E_CORRUPT);
    CHECK(strstr(metrics.fault, "outlasts") != NULL);
    metrics.fault[0] = '\0';
    CHECK(swil_tiers_measure(&state) == SKED_E_CORRUPT);    /* two jobs still run */
    metrics.fault[0] = '\0';
    state.heap_count = 0;
    CHECK(swil_tiers_loop(&state) == SKED_E_CORRUPT);
    CHECK(strstr(metrics.fault, "never ends") != NULL);
    swil_tiers_drop(&state);
}

static void test_all(void) {
    test_loss_and_nothing_left();
    test_share();
    test_single();
    test_idle_foreground();
    test_slowest_process();
    test_three_ways_on();
    test_swap();
    test_two_backgrounds();
    test_estimates();
    test_unsorted();
    test_second_by_second();
    test_plain_policies();
    test_determinism();
    test_luck();
    test_distributions();
    test_usage();
    test_clock();
    test_refusals();
    test_checks();
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, second_by_second);
}
