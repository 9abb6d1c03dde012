/* links.c: what it costs that few jobs share a link, and how often jobs meet on one. */
/* SPDX-License-Identifier: MIT */

/* usage: figures_links [--quick | --full] [--only WORLD[/POLICY]] [--jobs N] [--out FOLDER]
 *   --quick          50 measured jobs a draw: half a minute (default)
 *   --full           1,000 measured jobs a draw: 4 minutes
 *   --only ...       only these runs: log, lublin/cross_1, ...
 *   --jobs N         measured jobs a draw, 21 or more
 *   --out FOLDER     default: build/figures
 *
 * Writes FOLDER/links.csv, the same in every run:
 *
 *     world,policy,metric,mean,half_width
 *
 * world: "log" or "lublin", see fattree_world.h. The machine is saturated, and the queue asks its
 * picker ahead (SKED_ASK_AHEAD), see fattree_queue.h. policy:
 *     any          any processors, with the least hops
 *     cross_2      at most two jobs use the way up from any switch (crossing_max)
 *     cross_1      at most one
 *     whole        a job wider than a leaf has whole leaves, a narrower one is in one leaf
 *
 * Metrics of 60 moments of each draw, just after a job has started:
 *     shared       share of ways up that more than one job uses, of those that jobs use
 *     met          share of the jobs of several leaves whose fullest link carries others, too
 *     fuller       what that link carries, by what the job's own fullest link does: the mean over
 *                  these jobs; 1: the others are in nobody's way
 *     met_2to1, fuller_2to1   the same with half as many links at each switch
 * and of the time between
 *     utilisation  busy processors of all
 *
 * For links, each processor of a job sends one unit in all, evenly to the job's others. A leaf has
 * 16 links up, to as many switches of its pod, and each of these has 16 to the core: as many as
 * processors below (full bisection), or 8 and 8 (2:1). A unit for processor d takes link d mod 16
 * of its leaf, then d / 16 mod 16, or with 8 in the place of 16 (d-mod-k); down it takes the links
 * that lead to d from there.
 *
 * Everything is drawn 20 times, with seeds 1 to 20; a mean is that of the 20, half_width the half
 * of its 95 % interval. METRIC_less_OTHER is the difference on the same draws. The program ends
 * with an error if a way up has more jobs at one of these moments than the policy permits. */

#define _POSIX_C_SOURCE 200809L
#define SKED_WORD_BITS 64

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "experiment.h"
#include "fattree_queue.h"

enum { SEEDS = BATCHES, WORLDS = 2, QUICK_JOBS = 50, FULL_JOBS = 1000, JOBS_MAX = 100000 };
enum { LEAVES = FATTREE_LEAVES, PODS = FATTREE_PODS, LINKS_MOST = FATTREE_LEAF, MOMENTS = 60 };
enum { ANY, CROSS_2, CROSS_1, WHOLE, POLICIES };
enum { UTILISATION, SHARED, MET, FULLER, MET_HALF, FULLER_HALF, METRICS };

static const char *const world_words[WORLDS] = {"log", "lublin"};
static const char *const policy_words[POLICIES] = {"any", "cross_2", "cross_1", "whole"};
static const char *const metric_words[METRICS] = {"utilisation", "shared",   "met",
                                                  "fuller",      "met_2to1", "fuller_2to1"};
static const uint32_t crossing_max[POLICIES] = {0, 2, 1, 0};

/* ---- The links of a job ---------------------------------------------------------------------- */

/* A running job of several leaves: its processors, by leaf, and by the links that lead to them. */
typedef struct spread {
    uint32_t count;
    uint32_t leaf[LEAVES], pod[PODS];
    uint32_t to_leaf[LEAVES][LINKS_MOST];           /* by the link of a leaf                 */
    uint32_t to_pod[PODS][LINKS_MOST][LINKS_MOST];  /* ... and of a switch of the pod        */
    uint32_t to[LINKS_MOST][LINKS_MOST];            /* the same of all pods                  */
} spread;

/* A link that a job uses, and what of the job it carries: pairs, scaled so that the pairs of one
 * sender are one unit, 2^32. */
typedef struct use {
    uint32_t link;
    uint64_t load;
} use;

enum { UP_LEAF = 0, DOWN_LEAF = LEAVES * LINKS_MOST, UP_POD = 2 * DOWN_LEAF,
       DOWN_POD = UP_POD + PODS * LINKS_MOST * LINKS_MOST,
       LINKS = DOWN_POD + PODS * LINKS_MOST * LINKS_MOST };
enum { USES_OF_ONE = 2 * LEAVES * LINKS_MOST + 2 * PODS * LINKS_MOST * LINKS_MOST };

/* What is known of a moment: total[] of all jobs, uses[] of one after the other. */
typedef struct traffic {
    uint32_t links;                     /* of a leaf, and of a switch above leaves */
    uint64_t total[LINKS];
    use *uses;
    size_t uses_count, uses_room;
    size_t *begin;                      /* of each job, in uses; jobs + 1 */
    uint32_t jobs, jobs_room;
} traffic;

static void spread_over(spread *job, uint32_t p, uint32_t links) {
    const uint32_t first = p % links, second = p / links % links;

    job->count++;
    job->leaf[p / FATTREE_LEAF]++;
    job->pod[p / FATTREE_POD]++;
    job->to_leaf[p / FATTREE_LEAF][first]++;
    job->to_pod[p / FATTREE_POD][first][second]++;
    job->to[first][second]++;
}

static void use_link(traffic *t, const spread *job, uint32_t link, uint64_t pairs) {
    use *next = &t->uses[t->uses_count];

    if (pairs > 0) {
        next->link = link;
        next->load = pairs * ((UINT64_C(1) << 32) / (job->count - 1));
        t->total[link] += next->load;
        t->uses_count++;
    }
}

static void use_leaf(traffic *t, const spread *job, uint32_t leaf) {
    const uint32_t own = job->leaf[leaf];
    uint32_t first, second;

    for (first = 0; first < t->links; first++) {
        const uint32_t here = job->to_leaf[leaf][first];
        uint32_t all = 0;

        for (second = 0; second < t->links; second++) {
            all += job->to[first][second];
        }
        use_link(t, job, UP_LEAF + leaf * LINKS_MOST + first, (uint64_t)own * (all - here));
        use_link(t, job, DOWN_LEAF + leaf * LINKS_MOST + first,
                 (uint64_t)here * (job->count - own));
    }
}

static void use_pod(traffic *t, const spread *job, uint32_t pod) {
    const uint32_t own = job->pod[pod];
    uint32_t first, second;

    for (first = 0; first < t->links; first++) {
        for (second = 0; second < t->links; second++) {
            const uint32_t here = job->to_pod[pod][first][second];
            const uint32_t link = (pod * LINKS_MOST + first) * LINKS_MOST + second;

            use_link(t, job, UP_POD + link, (uint64_t)own * (job->to[first][second] - here));
            use_link(t, job, DOWN_POD + link, (uint64_t)here * (job->count - own));
        }
    }
}

/* ---- A moment -------------------------------------------------------------------------------- */

/* Sums over the moments of a draw. */
typedef struct sums {
    uint64_t used, shared;              /* ways up */
    uint64_t jobs, met[2];              /* of several leaves; [1]: with half as many links */
    double fuller[2];
} sums;

typedef struct laboratory {
    const request *asked;
    FILE *results;
    uint32_t measured, moments, seen;   /* jobs and moments of a draw; moments so far */
    uint32_t policy;
    fattree_machine machine;
    traffic traffic[2];
    uint32_t crossing[PODS + LEAVES];   /* of each pod, then of each leaf: jobs on its way up */
    sums sums;
    double values[WORLDS][POLICIES][METRICS][SEEDS];
    int done[WORLDS][POLICIES];
} laboratory;

static void no_memory(void) {
    fputs("figures_links: out of memory\n", stderr);
    exit(1);
}

static void make_room(traffic *t) {
    if (t->uses_count + USES_OF_ONE > t->uses_room) {
        t->uses_room = 2 * t->uses_room + USES_OF_ONE;
        t->uses = (use *)realloc(t->uses, t->uses_room * sizeof *t->uses);
    }
    if (t->jobs + 2 > t->jobs_room) {
        t->jobs_room = 2 * t->jobs_room + 64;
        t->begin = (size_t *)realloc(t->begin, t->jobs_room * sizeof *t->begin);
    }
    if (t->uses == NULL || t->begin == NULL) {
        no_memory();
    }
}

/* Adds a job, on the first of the processors that it holds; of one leaf: it uses no link. */
static void add_job(traffic *t, const sked_set *held, uint32_t width, uint32_t *crossing) {
    static spread job;
    uint32_t i, p = sked_set_first(held);

    memset(&job, 0, sizeof job);
    for (i = 0; i < width; i++, p = sked_set_next(held, p)) {
        spread_over(&job, p, t->links);
    }
    if (job.leaf[sked_set_first(held) / FATTREE_LEAF] == width) {
        return;
    }
    make_room(t);
    t->begin[t->jobs++] = t->uses_count;
    for (i = 0; i < LEAVES; i++) {
        if (job.leaf[i] > 0) {
            use_leaf(t, &job, i);
            crossing[PODS + i]++;
        }
    }
    for (i = 0; i < PODS; i++) {
        if (job.pod[i] > 0 && job.pod[i] < width) {
            use_pod(t, &job, i);
            crossing[i]++;
        }
    }
    t->begin[t->jobs] = t->uses_count;
}

/* The job's fullest link: does it carry others, and how much fuller is it than its own fullest? */
static int meets(const traffic *t, uint32_t job, double *fuller) {
    uint64_t most = 0, own = 0, alone = 0;
    size_t i;

    for (i = t->begin[job]; i < t->begin[job + 1]; i++) {
        const use *at = &t->uses[i];
        const uint64_t total = t->total[at->link];

        own = total > most || (total == most && at->load < own) ? at->load : own;
        most = total > most ? total : most;
        alone = at->load > alone ? at->load : alone;
    }
    *fuller += (double)most / (double)alone;
    return most > own;
}

static void sum_jobs(laboratory *lab, int half) {
    const traffic *t = &lab->traffic[half];
    uint32_t i;

    for (i = 0; i < t->jobs; i++) {
        lab->sums.met[half] += (uint64_t)meets(t, i, &lab->sums.fuller[half]);
    }
    lab->sums.jobs += half ? 0 : t->jobs;
}

static void sum_ways(laboratory *lab) {
    const uint32_t permitted = crossing_max[lab->policy];
    uint32_t i;

    for (i = 0; i < PODS + LEAVES; i++) {
        if (permitted > 0 && lab->crossing[i] > permitted) {
            fprintf(stderr,
                    "figures_links: %s: %s %u: %u jobs use the way up, expected at most %u\n",
                    policy_words[lab->policy], i < PODS ? "pod" : "leaf",
                    (unsigned)(i < PODS ? i : i - PODS), (unsigned)lab->crossing[i],
                    (unsigned)permitted);
            exit(1);
        }
        lab->sums.used += lab->crossing[i] > 0;
        lab->sums.shared += lab->crossing[i] > 1;
    }
}

static void look(fattree_run *run, laboratory *lab, int half) {
    sked_word words[SKED_SET_WORDS(FATTREE_PROCESSORS)];
    sked_set held = sked_set_of(words, FATTREE_PROCESSORS);
    traffic *t = &lab->traffic[half];
    sked_job_info info;
    uint64_t id;
    uint32_t i;

    memset(t->total, 0, sizeof t->total);
    memset(lab->crossing, 0, sizeof lab->crossing);
    t->links = half ? LINKS_MOST / 2 : LINKS_MOST;
    t->uses_count = t->jobs = 0;
    for (i = 0; sked_queue_running_at(&run->queue, i, &id) == SKED_OK; i++) {
        fattree_must(run->machine, sked_queue_get_job(&run->queue, id, &info, &held), "job");
        add_job(t, &held, run->load->jobs[id].width, lab->crossing);
    }
    sum_jobs(lab, half);
}

/* After a pass in measured time: looks at the moment if enough jobs have started since the last. */
static void passed(fattree_run *run, void *ctx) {
    laboratory *lab = (laboratory *)ctx;

    if (run->from < 0 ||
        (uint64_t)(run->started - FATTREE_WARM) * lab->moments <
            (uint64_t)(lab->seen + 1) * lab->measured) {
        return;
    }
    lab->seen = (uint32_t)((uint64_t)(run->started - FATTREE_WARM) * lab->moments / lab->measured);
    look(run, lab, 0);
    sum_ways(lab);
    look(run, lab, 1);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static fattree_limits limits_of(const laboratory *lab, uint32_t policy) {
    fattree_limits limits;

    memset(&limits, 0, sizeof limits);
    limits.templates[0] = sked_fattree_request_of(1);
    limits.templates[0].crossing_max = crossing_max[policy];
    limits.templates[0].owner = crossing_max[policy] > 0 ? lab->machine.owner : NULL;
    limits.templates[1] = limits.templates[0];
    if (policy == WHOLE) {
        fattree_keep_leaves(&limits);
    }
    return limits;
}

static void run_draw(laboratory *lab, const workload *load, uint32_t where, uint32_t policy,
                     uint32_t seed) {
    const fattree_limits limits = limits_of(lab, policy);
    const fattree_watch watch = {passed, lab};
    double(*values)[SEEDS] = lab->values[where][policy];
    fattree_result result;
    int half;

    memset(&lab->sums, 0, sizeof lab->sums);
    lab->policy = policy;
    lab->seen = 0;
    result = fattree_simulate(&lab->machine, &limits, load, lab->measured, SKED_ASK_AHEAD, &watch);
    values[UTILISATION][seed] = result.used;
    values[SHARED][seed] = (double)lab->sums.shared / (double)lab->sums.used;
    for (half = 0; half < 2; half++) {
        values[half ? MET_HALF : MET][seed] =
            (double)lab->sums.met[half] / (double)lab->sums.jobs;
        values[half ? FULLER_HALF : FULLER][seed] =
            lab->sums.fuller[half] / (double)lab->sums.jobs;
    }
}

static int is_asked(const request *asked, uint32_t where, uint32_t policy) {
    const char *only = asked->only;
    const size_t world = strlen(world_words[where]);

    return only == NULL ||
           (strncmp(only, world_words[where], world) == 0 &&
            (only[world] == '\0' ||
             (only[world] == '/' && strcmp(only + world + 1, policy_words[policy]) == 0)));
}

static int is_any_asked(const request *asked) {
    uint32_t run;

    for (run = 0; run < WORLDS * POLICIES; run++) {
        if (is_asked(asked, run / POLICIES, run % POLICIES)) {
            return 1;
        }
    }
    return 0;
}

/* One draw of a world under all policies that are asked for. */
static void run_seed(laboratory *lab, uint32_t where, uint32_t seed) {
    workload load;
    uint32_t policy;

    if (!fattree_draw(seed + 1, (int)where, FATTREE_WARM + lab->measured + 500, &load)) {
        no_memory();
    }
    for (policy = 0; policy < POLICIES; policy++) {
        if (is_asked(lab->asked, where, policy)) {
            run_draw(lab, &load, where, policy, seed);
            lab->done[where][policy] = 1;
        }
    }
    workload_drop(&load);
    if (isatty(2)) {
        fprintf(stderr, "\rlinks: %s, draw %u of %u ", world_words[where], (unsigned)seed + 1,
                (unsigned)SEEDS);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void write_row(const laboratory *lab, uint32_t where, uint32_t policy, uint32_t metric,
                      uint32_t other) {
    const double *own = lab->values[where][policy][metric];
    const double *base = lab->values[where][other][metric];
    char mean[32], half_width[32];
    double values[SEEDS];
    interval value;
    uint32_t seed;

    for (seed = 0; seed < SEEDS; seed++) {
        values[seed] = own[seed] - (other != policy ? base[seed] : 0);
    }
    value = measure_batches(values);
    format_number(value.mean, mean, sizeof mean);
    format_number(value.half_width, half_width, sizeof half_width);
    fprintf(lab->results, "%s,%s,%s%s%s,%s,%s\n", world_words[where], policy_words[policy],
            metric_words[metric], other != policy ? "_less_" : "",
            other != policy ? policy_words[other] : "", mean, half_width);
}

static void write_rows(const laboratory *lab, uint32_t where, uint32_t policy) {
    uint32_t metric, other;

    for (metric = 0; metric < METRICS; metric++) {
        write_row(lab, where, policy, metric, policy);
        for (other = 0; other < POLICIES; other++) {
            if (other != policy && lab->done[where][other]) {
                write_row(lab, where, policy, metric, other);
            }
        }
    }
}

static void run_all(laboratory *lab) {
    uint32_t run, seed;

    lab->measured = lab->asked->jobs > 0 ? (uint32_t)lab->asked->jobs
                    : lab->asked->full   ? (uint32_t)FULL_JOBS
                                         : (uint32_t)QUICK_JOBS;
    lab->moments = lab->measured < MOMENTS ? lab->measured : (uint32_t)MOMENTS;
    fattree_prepare(&lab->machine, "figures_links");
    for (run = 0; run < WORLDS; run++) {
        for (seed = 0; seed < SEEDS; seed++) {
            run_seed(lab, run, seed);
        }
    }
    if (isatty(2)) {
        fputc('\n', stderr);
    }
    for (run = 0; run < WORLDS * POLICIES; run++) {
        if (lab->done[run / POLICIES][run % POLICIES]) {
            write_rows(lab, run / POLICIES, run % POLICIES);
        }
    }
    fattree_end(&lab->machine);
    for (run = 0; run < 2; run++) {
        free(lab->traffic[run].uses);
        free(lab->traffic[run].begin);
    }
}

int main(int argc, char **argv) {
    static laboratory lab;
    request asked;

    if (!read_request(argc, argv, &asked) || asked.trace != NULL || asked.parts > 1 ||
        asked.loads_count > 0 || asked.jobs > JOBS_MAX || !is_any_asked(&asked)) {
        fprintf(stderr, "usage: figures_links [--quick | --full] [--only WORLD[/POLICY]] "
                        "[--jobs N] [--out FOLDER]\n");
        return 2;
    }
    if (mkdir(asked.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", asked.folder, strerror(errno));
        return 1;
    }
    lab.asked = &asked;
    lab.results = open_rows(asked.folder, "links.csv", "world,policy,metric,mean,half_width");
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
