/* shares_world.h: eight users of two groups, whose jobs always wait, on one machine. */
/* SPDX-License-Identifier: MIT */
#ifndef SHARES_WORLD_H
#define SHARES_WORLD_H

/* The sked headers are included from here: define SKED_IMPLEMENTATION before. All functions are
 * `static inline`: compilers stay silent when one is not used.
 *
 * Machine and jobs are those of fattree_world.h, without the tree. Estimates are the run times.
 * Group a owns three quarters of the machine and group b one; of the four users of a group the
 * first owns 4/10, the others 3/10, 2/10 and 1/10. Each user has a separate list of jobs. All lists
 * are drawn in the same way, and stay the same under all policies. A user who always has jobs
 * waiting has 8 of them: when one starts, the next one is submitted.
 *
 * Nobody has used anything when a run begins. Starts and ends are reported to accounts of
 * sched_share.h under all policies; only some of them look at these. A pass starts one job, so that
 * the next start goes to whoever is then first. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched_share.h"

#include "fattree_world.h"
#include "heap.h"
#include "workload.h"

enum { SHARES_USERS = 8, SHARES_OF_GROUP = 4, SHARES_WAITING = 8, SHARES_ACCOUNTS = 10 };
enum { SHARES_DRAW_RARE = FATTREE_DRAW_CHOICES + 1, SHARES_RARE_PERCENT = 10 };

/* Looks at usage come at these parts of a half-life. */
enum { SHARES_LOOKS = 64 };

/* Accounts 1 and 2 are the groups, the others their users. */
static inline uint32_t shares_account(uint32_t user) {
    return 3 + user;
}

static inline double shares_of_group(uint32_t group) {
    return group == 0 ? 0.75 : 0.25;
}

static inline double shares_in_group(uint32_t user) {
    return (double)(SHARES_OF_GROUP - user % SHARES_OF_GROUP) / 10;
}

/* How the queue is to be ordered. */
typedef struct shares_policy {
    const char *name;
    sked_order order, backfill_order;
    uint32_t depth;
    uint32_t ahead;                     /* how far the order looks ahead: a week by this; 0: not at
                                           all */
} shares_policy;

/* Who has jobs. */
typedef struct shares_demand {
    uint32_t late;                      /* half-lives in which group b is alone */
    int rare;                           /* 1: the first user's jobs come by Poisson, and ask for
                                           SHARES_RARE_PERCENT of the machine */
} shares_demand;

struct shares_run;

/* What looks at a run, 64 times in each half-life: look 1 comes 1/64 after the beginning. */
typedef struct shares_watch {
    void (*looks)(struct shares_run *run, uint32_t look, void *ctx);
    void *ctx;
} shares_watch;

typedef struct shares_run {
    const char *program;                /* for messages */
    const shares_policy *policy;
    const shares_demand *demand;
    const workload *load;               /* user u has the jobs u, u + 8, ... */
    const shares_watch *watch;
    sked_queue queue;
    sked_share share;
    sked_time half_life, week, now;     /* week: what `ahead` is a part of */
    uint32_t look;                      /* the next one */
    uint64_t next[SHARES_USERS];        /* how many jobs each user has submitted */
    uint32_t waiting[SHARES_USERS], busy[SHARES_USERS];
    double area[SHARES_USERS];          /* processor-ticks since the last half-life began */
    double all;                         /* of all users, since time 0 */
    /* If the first user's jobs are rare: */
    uint64_t gaps;                      /* the stream of the gaps between them */
    uint32_t gap_ms;                    /* the mean */
    sked_time comes;                    /* when the next one comes */
    sked_time *came;                    /* by place in the list: when it came */
    double wait;                        /* the sum of those that have started */
    uint64_t rare_started;
} shares_run;

static inline void shares_must(const char *program, sked_status status, const char *what) {
    if (status != SKED_OK) {
        fprintf(stderr, "%s: %s: %s\n", program, what, sked_status_text(status));
        exit(1);
    }
}

static inline sked_time shares_ahead(const shares_policy *policy, sked_time week) {
    return policy->ahead > 0 ? week / policy->ahead : 0;
}

/* The accounts of a machine, without usage. */
static inline void shares_make_accounts(const char *program, sked_share *share,
                                        sked_time half_life, sked_time ahead) {
    sked_share_settings settings = sked_share_settings_of(SHARES_ACCOUNTS, half_life);
    uint32_t number, i;

    settings.ahead = ahead;
    shares_must(program, sked_share_create(share, &settings, heap_mem()), "accounts");
    for (i = 0; i < SHARES_ACCOUNTS; i++) {
        const uint32_t user = i - 2;
        const uint32_t shares = i == 0 ? 3 : i == 1 ? 1
                              : (uint32_t)(10 * shares_in_group(user) + 0.5);
        const uint32_t above = i < 2 ? SKED_SHARE_ROOT : 1 + user / SHARES_OF_GROUP;
        const sked_share_account account = sked_share_account_of(shares);

        shares_must(program, sked_share_add(share, above, &account, 0, &number), "account");
    }
}

static inline sked_queue_settings shares_queue(const shares_policy *policy, uint32_t jobs_max) {
    sked_queue_settings settings = sked_queue_settings_easy(FATTREE_PROCESSORS, jobs_max);

    settings.order = policy->order;
    settings.backfill_order = policy->backfill_order;
    settings.depth = policy->depth;
    settings.accounts_max = policy->order == SKED_BY_SHARE ? SHARES_ACCOUNTS + 1 : 0;
    return settings;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

static inline const workload_job *shares_job(const shares_run *run, uint64_t id) {
    return &run->load->jobs[id % run->load->count];
}

static inline void shares_submit(shares_run *run, uint32_t user) {
    const uint64_t id = run->next[user]++ * SHARES_USERS + user;
    const workload_job *from = shares_job(run, id);
    sked_job job = sked_job_of(id, from->width, from->run > 0 ? from->run : 1);

    job.account = run->policy->order == SKED_BY_SHARE ? shares_account(user) : 0;
    run->waiting[user]++;
    shares_must(run->program, sked_queue_submit(&run->queue, &job, run->now), "submit");
}

static inline sked_time *shares_came(const shares_run *run, uint64_t place) {
    return &run->came[place % (run->load->count / SHARES_USERS)];
}

/* Submits the jobs of the first user whose time has come. At most the whole list waits. */
static inline void shares_submit_rare(shares_run *run) {
    while (run->comes <= run->now && run->waiting[0] < run->load->count / SHARES_USERS) {
        *shares_came(run, run->next[0]) = run->comes;
        shares_submit(run, 0);
        run->comes += 1 + workload_exponential_ms(&run->gaps, run->gap_ms) / 1000;
    }
}

static inline void shares_fill_up(shares_run *run) {
    const int late = run->now < run->half_life * run->demand->late;
    uint32_t round, user;

    if (run->demand->rare) {
        shares_submit_rare(run);
    }
    for (round = 1; round <= SHARES_WAITING; round++) {
        for (user = 0; user < SHARES_USERS; user++) {
            const int has = !(late && user < SHARES_OF_GROUP) && !(run->demand->rare && user == 0);

            if (has && run->waiting[user] < round) {
                shares_submit(run, user);
            }
        }
    }
}

static inline void shares_count_start(shares_run *run, uint64_t id) {
    const uint32_t user = (uint32_t)(id % SHARES_USERS);
    const uint32_t width = shares_job(run, id)->width;

    run->waiting[user]--;
    run->busy[user] += width;
    if (run->demand->rare && user == 0) {
        run->wait += (double)(run->now - *shares_came(run, id / SHARES_USERS));
        run->rare_started++;
    }
    shares_must(run->program, sked_share_start(&run->share, shares_account(user), width, run->now),
                "start");
}

/* Starts one job; returns 0 if none may start. */
static inline int shares_start_one(shares_run *run) {
    sked_action action;

    if (run->policy->order == SKED_BY_SHARE) {
        shares_must(run->program, sked_share_order_queue(&run->share, &run->queue, run->now),
                    "order");
    }
    shares_must(run->program, sked_queue_plan(&run->queue, run->now), "plan");
    if (sked_queue_next(&run->queue, &action, NULL) != SKED_OK) {
        return 0;
    }
    shares_must(run->program, sked_queue_plan_end(&run->queue), "end of the pass");
    shares_count_start(run, action.id);
    return 1;
}

static inline void shares_end_some(shares_run *run) {
    sked_job_info info;
    uint64_t id = 0;

    while (sked_queue_running_at(&run->queue, 0, &id) == SKED_OK) {
        const uint32_t user = (uint32_t)(id % SHARES_USERS);

        shares_must(run->program, sked_queue_get_job(&run->queue, id, &info, NULL), "job");
        if (info.end > run->now) {
            return;
        }
        run->busy[user] -= info.width;
        shares_must(run->program, sked_queue_finish(&run->queue, id, run->now), "finish");
        shares_must(run->program,
                    sked_share_stop(&run->share, shares_account(user), info.width, run->now),
                    "stop");
    }
}

/* How many jobs have started. */
static inline double shares_started(const shares_run *run) {
    double jobs = 0;
    uint32_t user;

    for (user = 0; user < SHARES_USERS; user++) {
        jobs += (double)(run->next[user] - run->waiting[user]);
    }
    return jobs;
}

/* ---- A run ----------------------------------------------------------------------------------- */

static inline sked_time shares_look_time(const shares_run *run) {
    return run->half_life * run->look / SHARES_LOOKS;
}

static inline void shares_pass_time(shares_run *run) {
    sked_time next = sked_queue_next_time(&run->queue);
    uint32_t user;

    next = shares_look_time(run) < next ? shares_look_time(run) : next;
    next = run->demand->rare && run->comes > run->now && run->comes < next ? run->comes : next;
    for (user = 0; user < SHARES_USERS; user++) {
        run->area[user] += (double)(next - run->now) * (double)run->busy[user];
        run->all += (double)(next - run->now) * (double)run->busy[user];
    }
    run->now = next;
}

static inline void shares_look(shares_run *run) {
    if (run->now < shares_look_time(run)) {
        return;
    }
    shares_must(run->program, sked_share_advance(&run->share, run->now), "advance");
    run->watch->looks(run, run->look, run->watch->ctx);
    if (run->look % SHARES_LOOKS == 0) {
        memset(run->area, 0, sizeof run->area);
    }
    run->look++;
}

static inline double shares_usage(const shares_run *run, uint32_t account) {
    sked_share_account_info info;

    shares_must(run->program, sked_share_get_account(&run->share, account, &info), "account");
    return (double)info.usage.high * 18446744073709551616.0 + (double)info.usage.low;
}

/* Decayed usage of each user, in that of all. */
static inline void shares_used(const shares_run *run, double *used) {
    const double all = shares_usage(run, SKED_SHARE_ROOT);
    uint32_t user;

    for (user = 0; user < SHARES_USERS; user++) {
        used[user] = shares_usage(run, shares_account(user)) / all;
    }
}

/* Opens a run; what describes it is there already. */
static inline void shares_open(shares_run *run, uint32_t seed) {
    const double area = (double)workload_area(run->load) / (double)run->load->count;
    const uint64_t list = run->load->count / SHARES_USERS;
    sked_queue_settings settings = shares_queue(
        run->policy, (uint32_t)list + SHARES_USERS * SHARES_WAITING + FATTREE_PROCESSORS);

    shares_must(run->program, sked_queue_create(&run->queue, &settings, NULL, heap_mem()), "queue");
    shares_make_accounts(run->program, &run->share, run->half_life,
                         shares_ahead(run->policy, run->week));
    run->look = 1;
    run->came = (sked_time *)calloc(list, sizeof *run->came);
    shares_must(run->program, run->came == NULL ? SKED_E_MEMORY : SKED_OK, "times");
    run->gaps = fattree_stream(seed, SHARES_DRAW_RARE);
    run->gap_ms = (uint32_t)(area * 1000 * 100 / (FATTREE_PROCESSORS * SHARES_RARE_PERCENT));
}

/* Runs so many half-lives of a draw: its jobs are a multiple of the users. */
static inline void shares_simulate(shares_run *run, uint32_t seed, uint32_t half_lives) {
    shares_open(run, seed);
    while (run->look <= half_lives * SHARES_LOOKS) {
        shares_end_some(run);
        do {
            shares_fill_up(run);
        } while (shares_start_one(run));
        shares_pass_time(run);
        shares_look(run);
    }
    free(run->came);
    sked_share_destroy(&run->share);
    sked_queue_destroy(&run->queue);
}

#endif /* SHARES_WORLD_H */
