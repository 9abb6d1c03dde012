/* shares.c: do accounts get their shares of a machine, and what does that cost? */
/* SPDX-License-Identifier: MIT */

/* usage: figures_shares [--quick | --full] [--only WORLD[/SCENE[/POLICY]]] [--jobs N]
 *                       [--out FOLDER]
 *   --quick          weeks of 500 jobs: 10 seconds (default)
 *   --full           weeks of 3,500 jobs, which are 7 days: a minute
 *   --only ...       only these runs: log, lublin/week, log/load/easy, ...
 *   --jobs N         jobs in a week, 21 or more. A week has 172.8 s for each, about what a job of
 *                    log takes of the machine; one of lublin takes more
 *   --out FOLDER     default: build/figures
 *
 * Writes FOLDER/shares.csv, the same in every run:
 *
 *     world,scene,policy,metric,mean,half_width
 *
 * world: "log" or "lublin", see fattree_world.h; the users and their shares: shares_world.h. scene:
 *     week         all users always have jobs waiting, for 5 half-lives of a week
 *     day          the same with half-lives of a day
 *     late         half-lives of a week; in one before these 5, only group b has jobs
 *     rare         as week, but the jobs of the first user, who owns 30 %, come by Poisson and ask
 *                  for 10 % of the machine
 *     load         two weeks of jobs that come as the world has them, and ask for 90 % of the
 *                  machine: as much for each user
 * policy:
 *     easy         EASY, by arrival
 *     easy_sjbf    the same, but the shortest jobs pass the head first
 *     fair         EASY by shares, backfilling, too; ahead: 1/64 of a week, about as long as a job
 *                  runs
 *     fair_now     the same without ahead: a job counts as it runs
 *     fair_far     the same with an ahead of a half-life
 *     fair_sjbf    as fair, but the shortest jobs pass the head first
 *     fair_strict  as fair, but no job passes a head that waits
 *
 * Metrics of all scenes but load:
 *     utilisation  busy processors of all
 *     jobs         how many start in a half-life, in the mean
 *     error_K      how far users are from their shares after K half-lives: usage, decayed, in that
 *                  of all, less the share; of all users the largest distance. In rare the first
 *                  user is left out, and what that user leaves unused goes to the group
 *     part_K       the same of what was used in half-life K alone, without decay
 *     worst        the largest error_K, K by steps of 1/64, from 1 to 5
 *     used_USER_K  decayed usage of a user (a1 to b4) in that of all; K by steps of 1/8. Of easy
 *                  and fair, in week and late
 * of late alone
 *     back         after how many half-lives all users are within 0.02 of their shares; 5: not
 *                  before the end
 * of rare alone
 *     wait_a1      the first user's mean wait, in seconds
 * of load alone
 *     wait         mean wait, in seconds, wait_a and wait_b the same by group
 *     slowdown     mean bounded slowdown
 *
 * Everything is drawn 20 times, with seeds 1 to 20; a mean is that of the 20, half_width the half
 * of its 95 % interval. METRIC_less_OTHER is the difference on the same draws: of utilisation and
 * back. METRIC_over_OTHER is the ratio of the means: of all others but used. */

#define _POSIX_C_SOURCE 200809L
#define SKED_WORD_BITS 64

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SKED_IMPLEMENTATION
#include "sched_share.h"

#include "experiment.h"
#include "shares_world.h"

enum { SEEDS = BATCHES, WORLDS = 2, QUICK_JOBS = 500, FULL_JOBS = 3500, JOBS_MAX = 20000 };
enum { HALF_LIVES = 5, LINES = 8, POINTS = HALF_LIVES * LINES, LOAD_PERMILLE = 900 };
enum { WEEK, DAY, LATE, RARE, LOAD, SCENES };
enum { EASY, EASY_SJBF, FAIR, FAIR_NOW, FAIR_FAR, FAIR_SJBF, FAIR_STRICT, POLICIES };
enum { UTILISATION, JOBS, ERROR, PART = ERROR + HALF_LIVES, WORST = PART + HALF_LIVES, BACK,
       WAIT_A1, WAIT, WAIT_A, WAIT_B, SLOWDOWN, USED, METRICS = USED + SHARES_USERS * POINTS };

static const char *const world_words[WORLDS] = {"log", "lublin"};
static const char *const scene_words[SCENES] = {"week", "day", "late", "rare", "load"};
static const shares_policy policies[POLICIES] = {
    {.name = "easy", .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1},
    {.name = "easy_sjbf", .order = SKED_FCFS, .backfill_order = SKED_SJF, .depth = 1},
    {.name = "fair", .order = SKED_BY_SHARE, .backfill_order = SKED_BY_SHARE, .depth = 1,
     .ahead = 64},
    {.name = "fair_now", .order = SKED_BY_SHARE, .backfill_order = SKED_BY_SHARE, .depth = 1},
    {.name = "fair_far", .order = SKED_BY_SHARE, .backfill_order = SKED_BY_SHARE, .depth = 1,
     .ahead = 1},
    {.name = "fair_sjbf", .order = SKED_BY_SHARE, .backfill_order = SKED_SJF, .depth = 1,
     .ahead = 64},
    {.name = "fair_strict", .order = SKED_BY_SHARE, .backfill_order = SKED_BY_SHARE,
     .depth = SKED_NO_RESERVATIONS, .ahead = 64},
};
static const shares_demand demands[SCENES] = {{0, 0}, {0, 0}, {1, 0}, {0, 1}, {0, 0}};

/* Which policies a scene has, by bits. */
static const uint32_t planned[SCENES] = {
    (1u << POLICIES) - 1,
    1u << EASY | 1u << FAIR | 1u << FAIR_NOW | 1u << FAIR_STRICT,
    1u << EASY | 1u << FAIR | 1u << FAIR_STRICT,
    1u << EASY | 1u << FAIR,
    1u << EASY | 1u << EASY_SJBF | 1u << FAIR | 1u << FAIR_SJBF,
};

typedef struct laboratory {
    const request *asked;
    FILE *results;
    uint32_t jobs;                      /* in a week */
    uint32_t scene, policy, seed;       /* of the present run */
    double (*values)[SEEDS];            /* ... of each metric */
    double all[WORLDS][SCENES][POLICIES][METRICS][SEEDS];
    int done[WORLDS][SCENES][POLICIES];
} laboratory;

static sked_time week_of(const laboratory *lab) {
    return (sked_time)lab->jobs * 864 / 5;
}

static void no_memory(void) {
    fputs("figures_shares: out of memory\n", stderr);
    exit(1);
}

/* ---- Looks ----------------------------------------------------------------------------------- */

/* The largest distance of a user from the share that is due. */
static double distance(const laboratory *lab, const double *used) {
    double most = 0;
    uint32_t user;

    for (user = lab->scene == RARE ? 1 : 0; user < SHARES_USERS; user++) {
        const uint32_t group = user / SHARES_OF_GROUP;
        double due = shares_of_group(group) * shares_in_group(user);

        if (lab->scene == RARE && group == 0) {
            due = (shares_of_group(0) - used[0]) * shares_in_group(user) /
                  (1 - shares_in_group(0));
        }
        most = fabs(used[user] - due) > most ? fabs(used[user] - due) : most;
    }
    return most;
}

static void keep(laboratory *lab, uint32_t metric, double value) {
    lab->values[metric][lab->seed] = value;
}

/* The end of a half-life, the first one or a later one. */
static void end_half_life(laboratory *lab, const shares_run *run, uint32_t half_life,
                          double error) {
    double used[SHARES_USERS], all = 0;
    uint32_t user;

    for (user = 0; user < SHARES_USERS; user++) {
        all += run->area[user];
    }
    for (user = 0; user < SHARES_USERS; user++) {
        used[user] = run->area[user] / all;
    }
    keep(lab, ERROR + half_life - 1, error);
    keep(lab, PART + half_life - 1, distance(lab, used));
}

static void looks(shares_run *run, uint32_t look, void *ctx) {
    laboratory *lab = (laboratory *)ctx;
    const uint32_t since = look - run->demand->late * SHARES_LOOKS;
    double used[SHARES_USERS], error;
    uint32_t user;

    if (look <= run->demand->late * SHARES_LOOKS) {
        return;
    }
    shares_used(run, used);
    for (user = 0; user < SHARES_USERS && since % (SHARES_LOOKS / LINES) == 0; user++) {
        keep(lab, USED + user * POINTS + since / (SHARES_LOOKS / LINES) - 1, used[user]);
    }
    error = distance(lab, used);
    if (since % SHARES_LOOKS == 0) {
        end_half_life(lab, run, since / SHARES_LOOKS, error);
    }
    if (since >= SHARES_LOOKS && error > lab->values[WORST][lab->seed]) {
        keep(lab, WORST, error);
    }
    if (error <= 0.02 && lab->values[BACK][lab->seed] == HALF_LIVES) {
        keep(lab, BACK, (double)since / SHARES_LOOKS);
    }
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void run_closed(laboratory *lab, const workload *load) {
    const shares_watch watch = {looks, lab};
    const uint32_t half_lives = HALF_LIVES + demands[lab->scene].late;
    shares_run run;

    memset(&run, 0, sizeof run);
    run.program = "figures_shares";
    run.policy = &policies[lab->policy];
    run.demand = &demands[lab->scene];
    run.load = load;
    run.watch = &watch;
    run.week = week_of(lab);
    run.half_life = lab->scene == DAY ? run.week / 7 : run.week;
    keep(lab, WORST, 0);
    keep(lab, BACK, HALF_LIVES);
    shares_simulate(&run, lab->seed + 1, half_lives);
    keep(lab, UTILISATION, run.all / ((double)run.now * FATTREE_PROCESSORS));
    keep(lab, JOBS, shares_started(&run) / half_lives);
    if (run.rare_started > 0) {
        keep(lab, WAIT_A1, run.wait / (double)run.rare_started);
    }
}

static void measure_load(laboratory *lab, const workload *load, const int64_t *starts) {
    double wait[2] = {0, 0}, slowdown = 0;
    const double count = (double)load->count;
    size_t job;

    for (job = 0; job < load->count; job++) {
        const workload_job *from = &load->jobs[job];

        wait[job % SHARES_USERS / SHARES_OF_GROUP] += (double)(starts[job] - from->submit);
        slowdown += (double)swil_tiers_bounded_slowdown(from, starts[job] + swil_run_time(from));
    }
    keep(lab, WAIT, (wait[0] + wait[1]) / count);
    keep(lab, WAIT_A, 2 * wait[0] / count);
    keep(lab, WAIT_B, 2 * wait[1] / count);
    keep(lab, SLOWDOWN, slowdown / 1e6 / count);
}

/* Jobs that come by themselves; those of a draw at a load. */
static void run_load(laboratory *lab, const workload *load, const uint32_t *account_of) {
    const shares_policy *policy = &policies[lab->policy];
    int64_t *starts = (int64_t *)malloc(load->count * sizeof *starts);
    swil_settings settings;
    swil_shares shares;
    swil_metrics metrics;
    sked_share share;

    if (starts == NULL) {
        no_memory();
    }
    shares_make_accounts("figures_shares", &share, week_of(lab),
                         shares_ahead(policy, week_of(lab)));
    shares.share = &share;
    shares.account_of = account_of;
    memset(&settings, 0, sizeof settings);
    settings.queue = shares_queue(policy, 0);
    settings.shares = &shares;
    shares_must("figures_shares", (sked_status)swil_run(load, &settings, starts, &metrics), "run");
    measure_load(lab, load, starts);
    sked_share_destroy(&share);
    free(starts);
}

/* The first jobs of a draw, as many as come in two weeks, at a load. */
static void draw_load(const laboratory *lab, const workload *drawn, workload *load,
                      uint32_t **account_of) {
    uint32_t i;

    *load = *drawn;
    load->count = 2 * lab->jobs;
    load->processors = FATTREE_PROCESSORS;
    load->jobs = (workload_job *)malloc(load->count * sizeof *load->jobs);
    *account_of = (uint32_t *)malloc(load->count * sizeof **account_of);
    if (load->jobs == NULL || *account_of == NULL) {
        no_memory();
    }
    memcpy(load->jobs, drawn->jobs, load->count * sizeof *load->jobs);
    for (i = 0; i < load->count; i++) {
        (*account_of)[i] = shares_account(i % SHARES_USERS);
    }
    if (!workload_scale_load(load, FATTREE_PROCESSORS, LOAD_PERMILLE)) {
        fputs("figures_shares: jobs that cannot be brought to a load\n", stderr);
        exit(1);
    }
}

static int is_asked(const request *asked, uint32_t where, uint32_t scene, uint32_t policy) {
    const size_t length = asked->only != NULL ? strlen(asked->only) : 0;
    char name[80];

    snprintf(name, sizeof name, "%s/%s/%s", world_words[where], scene_words[scene],
             policies[policy].name);
    return (planned[scene] >> policy & 1) != 0 &&
           (length == 0 || (strncmp(asked->only, name, length) == 0 &&
                            (name[length] == '/' || name[length] == '\0')));
}

static int is_any_asked(const request *asked) {
    uint32_t run;

    for (run = 0; run < WORLDS * SCENES * POLICIES; run++) {
        if (is_asked(asked, run / (SCENES * POLICIES), run / POLICIES % SCENES, run % POLICIES)) {
            return 1;
        }
    }
    return 0;
}

/* One draw of a world in all scenes and under all policies that are asked for. */
static void run_seed(laboratory *lab, uint32_t where) {
    workload drawn, load;
    uint32_t *account_of, run;

    if (!fattree_draw(lab->seed + 1, (int)where, lab->jobs * 5 / 2 * SHARES_USERS, &drawn)) {
        no_memory();
    }
    draw_load(lab, &drawn, &load, &account_of);
    for (run = 0; run < SCENES * POLICIES; run++) {
        lab->scene = run / POLICIES;
        lab->policy = run % POLICIES;
        lab->values = lab->all[where][lab->scene][lab->policy];
        if (!is_asked(lab->asked, where, lab->scene, lab->policy)) {
            continue;
        }
        if (lab->scene == LOAD) {
            run_load(lab, &load, account_of);
        } else {
            run_closed(lab, &drawn);
        }
        lab->done[where][lab->scene][lab->policy] = 1;
    }
    free(account_of);
    free(load.jobs);
    workload_drop(&drawn);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void name_metric(uint32_t metric, char *name, size_t bytes) {
    static const char *const words[] = {"back", "wait_a1", "wait", "wait_a", "wait_b", "slowdown"};

    if (metric >= USED) {
        const uint32_t user = (metric - USED) / POINTS, point = (metric - USED) % POINTS + 1;

        snprintf(name, bytes, "used_%c%u_%g", "ab"[user / SHARES_OF_GROUP],
                 (unsigned)(user % SHARES_OF_GROUP + 1), (double)point / LINES);
    } else if (metric >= BACK) {
        snprintf(name, bytes, "%s", words[metric - BACK]);
    } else if (metric < ERROR || metric == WORST) {
        snprintf(name, bytes, "%s", metric == WORST ? "worst" : metric == JOBS ? "jobs"
                                                                               : "utilisation");
    } else {
        snprintf(name, bytes, "%s_%u", metric < PART ? "error" : "part",
                 (unsigned)((metric - ERROR) % HALF_LIVES + 1));
    }
}

static int is_measured(uint32_t scene, uint32_t policy, uint32_t metric) {
    if (metric >= USED) {
        return (scene == WEEK || scene == LATE) && (policy == EASY || policy == FAIR);
    }
    switch (metric) {
    case BACK: return scene == LATE;
    case WAIT_A1: return scene == RARE;
    case WAIT:
    case WAIT_A:
    case WAIT_B:
    case SLOWDOWN: return scene == LOAD;
    default: return scene != LOAD;
    }
}

static int is_ratio(uint32_t metric) {
    return metric != UTILISATION && metric != BACK;
}

/* A metric; or, if the other policy is another one, compared with that. */
static void write_row(const laboratory *lab, uint32_t where, uint32_t scene, uint32_t policy,
                      uint32_t metric, uint32_t other) {
    const double *own = lab->all[where][scene][policy][metric];
    const double *base = lab->all[where][scene][other][metric];
    char name[40], mean[32], half_width[32];
    double values[SEEDS];
    interval value;
    uint32_t seed;

    for (seed = 0; seed < SEEDS; seed++) {
        values[seed] = own[seed] - (other != policy ? base[seed] : 0);
    }
    value = other != policy && is_ratio(metric) ? compare_batches(own, base)
                                                : measure_batches(values);
    name_metric(metric, name, sizeof name);
    format_number(value.mean, mean, sizeof mean);
    format_number(value.half_width, half_width, sizeof half_width);
    fprintf(lab->results, "%s,%s,%s,%s%s%s,%s,%s\n", world_words[where], scene_words[scene],
            policies[policy].name, name,
            other == policy ? "" : is_ratio(metric) ? "_over_" : "_less_",
            other == policy ? "" : policies[other].name, mean, half_width);
}

static void write_rows(const laboratory *lab, uint32_t where, uint32_t scene, uint32_t policy) {
    uint32_t metric, other;

    for (metric = 0; metric < METRICS; metric++) {
        if (!is_measured(scene, policy, metric)) {
            continue;
        }
        write_row(lab, where, scene, policy, metric, policy);
        for (other = 0; other < POLICIES && metric < USED; other++) {
            if (other != policy && lab->done[where][scene][other]) {
                write_row(lab, where, scene, policy, metric, other);
            }
        }
    }
}

static void run_all(laboratory *lab) {
    uint32_t where, run;

    lab->jobs = lab->asked->jobs > 0 ? (uint32_t)lab->asked->jobs
                : lab->asked->full   ? (uint32_t)FULL_JOBS
                                     : (uint32_t)QUICK_JOBS;
    for (where = 0; where < WORLDS; where++) {
        for (lab->seed = 0; lab->seed < SEEDS; lab->seed++) {
            run_seed(lab, where);
            if (isatty(2)) {
                fprintf(stderr, "\rshares: %s, draw %u of %u ", world_words[where],
                        (unsigned)lab->seed + 1, (unsigned)SEEDS);
            }
        }
    }
    if (isatty(2)) {
        fputc('\n', stderr);
    }
    for (where = 0; where < WORLDS; where++) {
        for (run = 0; run < SCENES * POLICIES; run++) {
            if (lab->done[where][run / POLICIES][run % POLICIES]) {
                write_rows(lab, where, run / POLICIES, run % POLICIES);
            }
        }
    }
}

int main(int argc, char **argv) {
    static laboratory lab;
    request asked;

    if (!read_request(argc, argv, &asked) || asked.trace != NULL || asked.parts > 1 ||
        asked.loads_count > 0 || asked.jobs > JOBS_MAX || !is_any_asked(&asked)) {
        fprintf(stderr, "usage: figures_shares [--quick | --full] [--only WORLD[/SCENE[/POLICY]]] "
                        "[--jobs N] [--out FOLDER]\n");
        return 2;
    }
    if (mkdir(asked.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        return 1;
    }
    lab.asked = &asked;
    lab.results = open_rows(asked.folder, "shares.csv",
                            "world,scene,policy,metric,mean,half_width");
    if (lab.results == NULL) {
        return 1;
    }
    run_all(&lab);
    if (fclose(lab.results) != 0) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        return 1;
    }
    return 0;
}
