/* variations.c: experiments of tiers.c with assumptions changed, to find reasons. */
/* SPDX-License-Identifier: MIT */

/* usage: figures_variations [--only VARIATION] [--loads A,B,...] [--jobs N]
 *
 * Without options: all of the table below, at loads 0.60, 0.80 and 0.90 with all jobs, in two to
 * four minutes. Writes to stdout, like tiers.csv, but the variation instead of figure and option:
 *
 *     variation,workload,jobs,policy,load,metric,mean,half_width
 *
 * Ratios are to EASY, those of REASY and MEASY to KEASY, too (metrics named ..._keasy), on the jobs
 * of the variation, with the intervals of experiment.h. */

#define SKED_IMPLEMENTATION
#include "experiment.h"

typedef struct variation {
    const char *name;
    int second;                     /* JW, else FW */
    uint64_t seed;                  /* of jobs, estimates, usage and luck; 0: as in tiers.c */
    int exact;                      /* estimates are the run times */
    int poisson;                    /* arrivals: no programs that repeat, no hyper-Erlang gaps */
    int exponential;                /* run times: one exponential of the same mean */
    int lossless;                   /* the foreground loses nothing to the background */
    int unknown;                    /* the passes know nothing of usage */
    uint32_t effect;                /* on jobs of several processes, always; 0: as drawn */
    uint32_t usage;                 /* of processes of such jobs, parts per thousand; 0: as drawn */
    int64_t migration;              /* its cost; 0: 20 s */
} variation;

static const variation variations[] = {
    /* name, JW, seed, exact, Poisson, exponential, lossless, unknown, effect, usage, migration */
    {"second seed", 0, 2, 0, 0, 0, 0, 0, 0, 0, 0},
    {"second seed", 1, 2, 0, 0, 0, 0, 0, 0, 0, 0},
    {"exact estimates", 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
    {"exact estimates", 1, 0, 1, 0, 0, 0, 0, 0, 0, 0},
    {"Poisson arrivals", 0, 0, 0, 1, 0, 0, 0, 0, 0, 0},
    {"Poisson arrivals", 1, 0, 0, 1, 0, 0, 0, 0, 0, 0},
    {"exponential runs", 0, 0, 0, 0, 1, 0, 0, 0, 0, 0},
    {"exponential runs", 1, 0, 0, 0, 1, 0, 0, 0, 0, 0},
    {"least effect", 1, 0, 0, 0, 0, 0, 0, 198000, 0, 0},
    {"exact estimates and least effect", 1, 0, 1, 0, 0, 0, 0, 198000, 0, 0},
    {"exact estimates and exponential runs and least effect", 1, 0, 1, 0, 1, 0, 0, 198000, 0, 0},
    {"even usage", 0, 0, 0, 0, 0, 0, 0, 0, 700, 0},
    {"even usage unknown", 0, 0, 0, 0, 0, 0, 1, 0, 700, 0},
    {"usage unknown", 0, 0, 0, 0, 0, 0, 1, 0, 0, 0},
    {"usage unknown and no loss", 0, 0, 0, 0, 0, 1, 1, 0, 0, 0},
    {"full usage and no loss", 0, 0, 0, 0, 0, 1, 0, 0, 1000, 0},
    {"full usage and no loss", 1, 0, 0, 0, 0, 1, 0, 0, 1000, 0},
    {"migration 2400", 1, 0, 0, 0, 0, 0, 0, 0, 0, 2400},
    {"migration 2400 and exact estimates", 1, 0, 1, 0, 0, 0, 0, 0, 0, 2400},
    {"migration 2400 and exponential runs", 1, 0, 0, 0, 1, 0, 0, 0, 0, 2400},
    {"migration 2400 and exact estimates and exponential runs", 1, 0, 1, 0, 1, 0, 0, 0, 0, 2400},
};

static workload_feitelson vary_feitelson(const variation *what, size_t jobs) {
    workload_feitelson model = workload_feitelson_defaults(what->seed > 0 ? what->seed : 1);

    model.jobs = (uint32_t)jobs;
    model.processors = PROCESSORS;
    model.repeats = what->poisson ? 1 : model.repeats;
    if (what->exponential) {
        model.short_ms = model.long_ms = 2606600;
    }
    return model;
}

static workload_jann vary_jann(const variation *what, size_t jobs) {
    workload_jann model = workload_jann_defaults(what->seed > 0 ? what->seed : 1);
    uint32_t i;

    model.jobs = (uint32_t)jobs;
    model.processors = PROCESSORS;
    for (i = 0; i < model.ranges; i++) {
        workload_erlang *gap = &model.range[i].gap, *run = &model.range[i].run;

        if (what->poisson) {        /* 0.75 * 0.6 + 0.25 * 2.2 = 1: the mean is first / 0.6 */
            gap->order = 1;
            gap->first_ms = gap->second_ms = (uint32_t)((uint64_t)gap->first_ms * 10 / 6);
        }
        if (what->exponential) {
            run->order = 1;
            run->first_ms = run->second_ms = 11267000;
        }
    }
    return model;
}

static int vary_workload(const variation *what, size_t jobs, workload *load) {
    const workload_feitelson feitelson = vary_feitelson(what, jobs);
    const workload_jann jann = vary_jann(what, jobs);
    const workload_estimates estimates =
        workload_estimates_defaults(what->seed > 0 ? what->seed : 1);
    size_t i;

    if (!(what->second ? workload_make_jann(&jann, load)
                       : workload_make_feitelson(&feitelson, load)) ||
        !workload_make_estimates(load, &estimates)) {
        return 0;
    }
    for (i = 0; i < load->count && what->exact; i++) {
        load->jobs[i].estimate = load->jobs[i].run;
    }
    return 1;
}

static swil_tiers_settings vary_settings(const variation *what, swil_tiers_policy policy) {
    swil_tiers_settings settings = swil_tiers_defaults(policy);

    settings.seed = what->seed > 0 ? what->seed : settings.seed;
    settings.usage_known = !what->unknown;
    settings.usage_fixed = what->usage;
    if (what->lossless) {
        settings.loss.low = settings.loss.high = 0;
    }
    if (what->effect > 0) {
        settings.effect_multi.low = settings.effect_multi.high = what->effect;
        settings.effect_mean = what->effect;
        settings.effect_deviation = 0;
    }
    if (what->migration > 0) {
        settings.tiers.migration = what->migration;
    }
    return settings;
}

/* One policy beside EASY (of "") or KEASY (of "_keasy"). */
static void print_ratios(const char *key, const char *of, const batches *own, const batches *base) {
    const interval response = compare_batches(own->response, base->response);
    const interval slowdown = compare_batches(own->slowdown, base->slowdown);

    printf("%s,response_ratio%s,%.6f,%.6f\n", key, of, response.mean, response.half_width);
    printf("%s,bounded_slowdown_ratio%s,%.6f,%.6f\n", key, of, slowdown.mean, slowdown.half_width);
    fflush(stdout);
}

static void print_policy(const variation *what, size_t jobs, swil_tiers_policy policy,
                         uint32_t permille, const batches *all) {
    char key[KEY_BYTES];

    snprintf(key, sizeof key, "%s,%s,%lu,%s,%.3f", what->name, what->second ? "JW" : "FW",
             (unsigned long)jobs, policy_names[policy], (double)permille / 1000);
    print_ratios(key, "", &all[policy], &all[SWIL_TIERS_EASY]);
    if (policy > SWIL_TIERS_KEASY) {
        print_ratios(key, "_keasy", &all[policy], &all[SWIL_TIERS_KEASY]);
    }
}

/* EASY and its three relatives, on jobs whose load is as it is to be. */
static int run_policies(const variation *what, const workload *load, uint32_t permille) {
    swil_tiers_outcome *outcomes =
        (swil_tiers_outcome *)malloc(load->count * sizeof *outcomes);
    batches all[SWIL_TIERS_MEASY + 1];
    int policy, done = outcomes != NULL;

    for (policy = SWIL_TIERS_EASY; policy <= SWIL_TIERS_MEASY && done; policy++) {
        const swil_tiers_settings settings = vary_settings(what, (swil_tiers_policy)policy);
        swil_tiers_metrics metrics;

        if (swil_tiers_run(load, &settings, outcomes, &metrics) != SKED_OK) {
            fprintf(stderr, "%s: %s\n", what->name, metrics.fault);
            done = 0;
        } else {
            sum_batches(load, outcomes, &all[policy]);
            if (policy > SWIL_TIERS_EASY) {
                print_policy(what, load->count, (swil_tiers_policy)policy, permille, all);
            }
        }
    }
    free(outcomes);
    return done;
}

/* Each load is made from the jobs as the model gives them: scaling twice would round twice. */
static int run_variation(const request *asked, const variation *what) {
    const size_t jobs = asked->jobs > 0 ? asked->jobs : what->second ? 100000u : 200000u;
    uint32_t i;
    int done = 1;

    for (i = 0; i < asked->loads_count && done; i++) {
        workload load;

        memset(&load, 0, sizeof load);
        done = vary_workload(what, jobs, &load) &&
               workload_scale_load(&load, load.processors, asked->loads[i]) &&
               run_policies(what, &load, asked->loads[i]);
        workload_drop(&load);
    }
    return done;
}

int main(int argc, char **argv) {
    const size_t count = sizeof variations / sizeof variations[0];
    request asked;
    size_t i;

    if (!read_request(argc, argv, &asked) || asked.trace != NULL || asked.parts > 1) {
        fprintf(stderr, "usage: figures_variations [--only VARIATION] [--loads A,B,...] "
                        "[--jobs N]\n");
        return 2;
    }
    if (asked.loads_count == 0) {
        read_loads("600,800,900", &asked);
    }
    printf("variation,workload,jobs,policy,load,metric,mean,half_width\n");
    for (i = 0; i < count; i++) {
        if (asked.only == NULL || strcmp(asked.only, variations[i].name) == 0) {
            if (!run_variation(&asked, &variations[i])) {
                return 1;
            }
        }
    }
    return 0;
}
