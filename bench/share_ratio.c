/* share_ratio.c: what events of accounts and plans of victims cost, beside their plain rivals.
 *
 * SPDX-License-Identifier: MIT
 *
 * `build/share_ratio --help` has its arguments.
 *
 * Accounts: jobs start and end on a machine of 10,000 processors, and each event is measured alone.
 * The same sequence is run three times from the beginning, and of each event the least time counts,
 * so that what else the host does drops out. The first third does not count: there nobody has used
 * much, and many change places. The rival does what is done without lines: it multiplies the usage
 * of every account by the decay since the last event, and sorts each family.
 *
 * A queue: so many jobs wait, in the order of the accounts. The job that ends first is reported to
 * both, the queue gets the order of shares, and a pass starts what fits. Turns are pairs of
 * accounts that changed places since the last completion.
 *
 * Victims: of so many running jobs, the cheapest that give a random part of what all have. The
 * rival takes the youngest, until it is enough. Times are for reading. */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#define SKED_STDLIB
#include "sched_share.h"

#include "bench.h"
#include "command.h"
#include "ratio.h"
#include "workload.h"

#include <math.h>

enum {
    ACCOUNTS_MAX = 1200, LEVELS = 3, MACHINE = 10000, RUNNING_MAX = 2 * MACHINE, RUNS = 3,
    EVENTS_FULL = 300000, EVENTS_QUICK = 3000, PLANS_FULL = 400, PLANS_QUICK = 20,
    WAITING_FULL = 1000000, WAITING_QUICK = 1000, COMPLETIONS_FULL = 6000, COMPLETIONS_QUICK = 200,
    CANDIDATES_MAX = 1000, RESOURCES_MAX = 3, DAY = 86400
};

static uint64_t seed;

static uint32_t below(uint32_t bound) {
    return (uint32_t)(workload_random(&seed) % bound);
}

/* ---- accounts -------------------------------------------------------------------------------- */

typedef struct tree_row {
    const char *name;
    uint32_t fan[LEVELS];               /* accounts below each of a level; 0: no further level  */
    sked_time ahead;
} tree_row;

static const tree_row tree_rows[] = {
    {"1000", {1000, 0, 0}, 0},          {"1000", {1000, 0, 0}, 3600}, {"32 x 32", {32, 32, 0}, 0},
    {"10 x 10 x 10", {10, 10, 10}, 0},  {"10 x 10 x 10", {10, 10, 10}, 3600},
};

enum { TREE_ROWS = sizeof tree_rows / sizeof tree_rows[0] };

/* An account as a program without lines has it. */
typedef struct plain_account {
    double usage;
    uint32_t above, shares, running, first, below;
} plain_account;

typedef struct accounts_world {
    sked_share share;
    uint32_t accounts, leaves;          /* with the root; those in which jobs run                */
    uint32_t leaf[ACCOUNTS_MAX];
    plain_account plain[ACCOUNTS_MAX];
    uint32_t order[ACCOUNTS_MAX];       /* of the plain ones, families side by side              */
    sked_time plain_now;
} accounts_world;

typedef struct running_job {
    uint32_t account, width;
} running_job;

static accounts_world accounts;
static running_job running[RUNNING_MAX];

static const plain_account *sorted_by;

static int compare_plain(const void *a, const void *b) {
    const plain_account *left = &sorted_by[*(const uint32_t *)a];
    const plain_account *right = &sorted_by[*(const uint32_t *)b];
    const double x = left->usage * right->shares, y = right->usage * left->shares;
    return x != y ? (x < y ? -1 : 1) : left < right ? -1 : left > right;
}

/* Usage of all decays and grows to now; then each family is sorted. */
static void plain_event(accounts_world *w, uint32_t account, int64_t processors, sked_time now) {
    const double part = exp2(-(double)(now - w->plain_now) / (7.0 * DAY));
    uint32_t i;
    for (i = 0; i < w->accounts; i++) {
        plain_account *a = &w->plain[i];
        a->usage = a->usage * part + (double)a->running * (double)(now - w->plain_now);
    }
    w->plain_now = now;
    for (; account != SKED_NONE; account = w->plain[account].above) {
        w->plain[account].running = (uint32_t)(w->plain[account].running + processors);
    }
    sorted_by = w->plain;
    for (i = 0; i < w->accounts; i++) {
        if (w->plain[i].below > 1) {
            qsort(w->order + w->plain[i].first, w->plain[i].below, sizeof w->order[0],
                  compare_plain);
        }
    }
}

static void add_account(accounts_world *w, uint32_t above) {
    const sked_share_account account = sked_share_account_of(1 + below(20));
    plain_account *plain;
    uint32_t number;
    require(sked_share_add(&w->share, above, &account, 0, &number));
    plain = &w->plain[number];
    memset(plain, 0, sizeof *plain);
    plain->above = above;
    plain->shares = account.shares;
    w->plain[above].first = w->plain[above].below++ == 0 ? number - 1 : w->plain[above].first;
    w->order[number - 1] = number;
    w->accounts = number + 1;
}

/* Level by level, so that families lie side by side. */
static void make_accounts(accounts_world *w, const tree_row *row, sked_mem mem) {
    sked_share_settings settings = sked_share_settings_of(ACCOUNTS_MAX, 7 * DAY);
    uint32_t level, from = 0, i, k;
    settings.ahead = row->ahead;
    require(sked_share_create(&w->share, &settings, mem));
    memset(&w->plain[0], 0, sizeof w->plain[0]);
    w->plain[0].above = SKED_NONE;
    w->accounts = 1;
    w->plain_now = 0;
    for (level = 0; level < LEVELS && row->fan[level] > 0; level++) {
        const uint32_t to = w->accounts;
        for (i = from; i < to; i++) {
            for (k = 0; k < row->fan[level]; k++) {
                add_account(w, i);
            }
        }
        from = to;
    }
    w->leaves = 0;
    for (i = from; i < w->accounts; i++) {
        w->leaf[w->leaves++] = i;
    }
}

/* One event, which is measured: a job starts while there is room, else one ends. */
static uint64_t measure_event(accounts_world *w, uint32_t *used, uint32_t *count, sked_time now,
                              int plain) {
    const int starts = *used < MACHINE;
    const uint32_t which = starts ? *count : below(*count);
    running_job *job = &running[which];
    uint64_t begin;
    if (starts) {                               /* some accounts have many more jobs than others */
        job->account = w->leaf[(uint64_t)below(w->leaves) * below(w->leaves) / w->leaves];
        job->width = 1 + below(32);
    }
    begin = port_ticks();
    if (plain) {
        plain_event(w, job->account, starts ? (int64_t)job->width : -(int64_t)job->width, now);
    } else if (starts) {
        require(sked_share_start(&w->share, job->account, job->width, now));
    } else {
        require(sked_share_stop(&w->share, job->account, job->width, now));
    }
    begin = port_ticks() - begin;
    *used = starts ? *used + job->width : *used - job->width;
    if (starts) {
        ++*count;
    } else {
        *job = running[--*count];
    }
    return begin;
}

/* The least time of each event over the runs. */
static void run_events(const tree_row *row, uint32_t events, int plain, double *times) {
    uint32_t run, i;
    for (run = 0; run < RUNS; run++) {
        uint32_t used = 0, count = 0;
        sked_time now = 0;
        seed = 88172645;
        make_accounts(&accounts, row, sked_mem_malloc());
        for (i = 0; i < events; i++) {
            double time;
            now += below(23);
            time = (double)measure_event(&accounts, &used, &count, now, plain) / 1e3;
            times[i] = run == 0 || time < times[i] ? time : times[i];
        }
        sked_share_destroy(&accounts.share);
    }
}

static void measure_tree(const tree_row *row, uint32_t events) {
    double *times = (double *)take_memory(events, sizeof(double)), plain, median, p99;
    char kernel[60];
    run_events(row, events / 100 + 100, 1, times);
    plain = percentile(times, events / 100 + 100, 50);
    run_events(row, events, 0, times);
    median = percentile(times + events / 3, events - events / 3, 50);
    p99 = percentile(times + events / 3, events - events / 3, 99);
    printf("%-14s %8d %10.2f %10.2f %10.2f %8.0f\n", row->name, (int)row->ahead, median, p99,
           plain, plain / median);
    snprintf(kernel, sizeof kernel, "event %s ahead %d", row->name, (int)row->ahead);
    command_row("share", kernel, "1000", "median", "us", median);
    command_row("share", kernel, "1000", "p99", "us", p99);
    command_row("share", kernel, "1000", "plain_median", "us", plain);
    command_progress();
    free(times);
}

/* ---- a queue --------------------------------------------------------------------------------- */

typedef struct queue_row {
    uint32_t tree;                      /* of tree_rows                                          */
    sked_order backfill_order;
} queue_row;

static const queue_row queue_rows[] = {
    {0, SKED_BY_SHARE}, {0, SKED_FCFS}, {2, SKED_BY_SHARE}, {2, SKED_FCFS},
};

enum { QUEUE_ROWS = sizeof queue_rows / sizeof queue_rows[0], LONGEST = 6 * 3600 };

static sked_queue queue;
static uint64_t next_id;

static void submit_for(uint32_t account, sked_time now) {
    sked_job job = sked_job_of(next_id++, 1 + below(32), 60 + below(LONGEST));
    job.account = account;
    require(sked_queue_submit(&queue, &job, now));
}

/* Some accounts have many more jobs than others. */
static void make_queue(const queue_row *row, uint32_t waiting, sked_mem mem) {
    sked_queue_settings settings = sked_queue_settings_easy(MACHINE, waiting + MACHINE);
    uint32_t i;
    settings.accounts_max = accounts.accounts;
    settings.order = SKED_BY_SHARE;
    settings.backfill_order = row->backfill_order;
    require(sked_queue_create(&queue, &settings, NULL, mem));
    for (i = 0; i < waiting; i++) {
        submit_for(accounts.leaf[(uint64_t)below(accounts.leaves) * below(accounts.leaves) /
                                 accounts.leaves], 0);
    }
}

/* The first job ends: it is reported, the accounts are ordered, and a pass starts others. For each
 * of these another job of its account is submitted, which is not measured. */
static double complete_one(void) {
    sked_job_info job;
    sked_action action;
    sked_time now = 0;
    uint64_t id = 0, begin;
    uint32_t started[MACHINE], count = 0, i;
    const int ends = sked_queue_running_at(&queue, 0, &id) == SKED_OK;
    if (ends) {
        require(sked_queue_get_job(&queue, id, &job, NULL));
        now = job.end;
    }
    begin = port_ticks();
    if (ends) {
        require(sked_queue_finish(&queue, id, now));
        require(sked_share_stop(&accounts.share, job.account, job.width, now));
    }
    require(sked_share_order_queue(&accounts.share, &queue, now));
    require(sked_queue_plan(&queue, now));
    while (sked_queue_next(&queue, &action, NULL) == SKED_OK) {
        require(sked_queue_get_job(&queue, action.id, &job, NULL));
        require(sked_share_start(&accounts.share, job.account, job.width, now));
        started[count++] = job.account;
    }
    begin = port_ticks() - begin;
    for (i = 0; i < count; i++) {
        submit_for(started[i], now);
    }
    return (double)begin / 1e3;
}

static void measure_queue(const queue_row *row, uint32_t waiting, uint32_t events) {
    const tree_row *tree = &tree_rows[row->tree];
    const char *backfill = row->backfill_order == SKED_BY_SHARE ? "by share" : "fcfs";
    double *times = (double *)take_memory(events, sizeof(double)), median, p99;
    sked_share_info before, after;
    char kernel[60], size[20];
    uint32_t i;
    seed = 88172645;
    next_id = 0;
    make_accounts(&accounts, tree, sked_mem_malloc());
    make_queue(row, waiting, sked_mem_malloc());
    for (i = 0; i < events / 2; i++) {          /* first nobody has used anything */
        (void)complete_one();
    }
    require(sked_share_get_info(&accounts.share, &before));
    for (i = 0; i < events; i++) {
        times[i] = complete_one();
    }
    require(sked_share_get_info(&accounts.share, &after));
    median = percentile(times, events, 50);
    p99 = percentile(times, events, 99);
    printf("%-14s %9s %9u %10.1f %10.1f %10.1f\n", tree->name, backfill, (unsigned)waiting, median,
           p99, (double)(after.turned - before.turned) / events);
    snprintf(kernel, sizeof kernel, "completion %s %s", tree->name, backfill);
    snprintf(size, sizeof size, "%u", (unsigned)waiting);
    command_row("share", kernel, size, "median", "us", median);
    command_row("share", kernel, size, "p99", "us", p99);
    command_progress();
    sked_queue_destroy(&queue);
    sked_share_destroy(&accounts.share);
    free(times);
}

/* ---- victims --------------------------------------------------------------------------------- */

typedef enum cost_kind { LOST_WORK, WHOLE_HOURS, WIDTHS } cost_kind;

typedef struct plan_row {
    const char *name;
    uint32_t candidates, resources;
    cost_kind costs;
} plan_row;

static const plan_row plan_rows[] = {
    {"lost work", 1000, 1, LOST_WORK},       {"whole hours", 1000, 1, WHOLE_HOURS},
    {"cost is width", 1000, 1, WIDTHS},      {"lost work", 1000, 3, LOST_WORK},
    {"lost work", 100, 1, LOST_WORK},        {"lost work", 100, 3, LOST_WORK},
};

enum { PLAN_ROWS = sizeof plan_rows / sizeof plan_rows[0] };

static uint64_t costs[CANDIDATES_MAX];
static uint32_t gains[CANDIDATES_MAX * RESOURCES_MAX], needs[RESOURCES_MAX];
static uint32_t victims[CANDIDATES_MAX], ages[CANDIDATES_MAX], by_age[CANDIDATES_MAX];
static sked_align scratch[CANDIDATES_MAX * 16];

/* Widths of powers of two and what lies between; a third of the jobs have nothing of the urgent
 * job's partition; a quarter hold licences. */
static void make_candidates(const plan_row *row) {
    uint32_t i, r;
    uint64_t all[RESOURCES_MAX] = {0, 0, 0};
    for (i = 0; i < row->candidates; i++) {
        uint32_t width = 1u << below(7), *gain = gains + i * row->resources;
        width += below(width);
        ages[i] = row->costs == WHOLE_HOURS ? (1 + below(10)) * 3600 : below(DAY);
        gain[0] = row->costs == WIDTHS ? width : below(3) == 0 ? 0 : 1 + below(width);
        for (r = 1; r < row->resources; r++) {
            gain[r] = below(4) == 0 ? below(8) : 0;
        }
        costs[i] = row->costs == WIDTHS ? width : (uint64_t)width * ages[i];
        for (r = 0; r < row->resources; r++) {
            all[r] += gain[r];
        }
    }
    for (r = 0; r < row->resources; r++) {
        needs[r] = r == 0 ? 1 + below((uint32_t)(all[0] / 4)) : below((uint32_t)(all[r] / 8));
    }
}

static int compare_ages(const void *a, const void *b) {
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return ages[left] != ages[right] ? (ages[left] < ages[right] ? -1 : 1)
                                     : left < right ? -1 : left > right;
}

/* What it costs to take the youngest until it is enough, and how many they are. */
static uint64_t youngest_first(const plan_row *row, uint32_t *count) {
    uint64_t cost = 0;
    int64_t left[RESOURCES_MAX];
    uint32_t i, r, missing = row->resources;
    for (i = 0; i < row->candidates; i++) {
        by_age[i] = i;
    }
    qsort(by_age, row->candidates, sizeof by_age[0], compare_ages);
    for (r = 0; r < row->resources; r++) {
        left[r] = needs[r];
        missing -= needs[r] == 0;
    }
    for (*count = 0; missing > 0; ++*count) {
        const uint32_t who = by_age[*count];
        cost += costs[who];
        for (r = 0; r < row->resources; r++) {
            const int lacked = left[r] > 0;
            left[r] -= gains[who * row->resources + r];
            missing -= (uint32_t)(lacked && left[r] <= 0);
        }
    }
    return cost;
}

typedef struct plan_sums {
    double gap, youngest, victims, youngest_victims, proved;
} plan_sums;

/* Plans once, and measures it: the least time of three. */
static double measure_plan(const plan_row *row, plan_sums *sums) {
    sked_preempt_request request = sked_preempt_request_of(row->candidates, costs, gains, needs);
    sked_preempt_answer answer;
    uint32_t run, count;
    uint64_t least = UINT64_MAX, other;
    request.resources = row->resources;
    for (run = 0; run < RUNS; run++) {
        uint64_t begin = port_ticks();
        require(sked_preempt_find(&request, &answer, victims, scratch, sizeof scratch));
        begin = port_ticks() - begin;
        least = begin < least ? begin : least;
    }
    other = youngest_first(row, &count);
    if (answer.cost > 0) {
        sums->gap += (double)answer.cost / (double)answer.cost_lower_bound - 1;
        sums->youngest += (double)other / (double)answer.cost;
    }
    sums->victims += answer.victims;
    sums->youngest_victims += count;
    sums->proved += answer.proved;
    return (double)least / 1e3;
}

static void measure_plans(const plan_row *row, uint32_t plans) {
    double *times = (double *)take_memory(plans, sizeof(double)), median, p99;
    plan_sums sums = {0, 0, 0, 0, 0};
    char kernel[60], size[20];
    uint32_t i;
    seed = 521;
    for (i = 0; i < plans; i++) {
        make_candidates(row);
        times[i] = measure_plan(row, &sums);
    }
    median = percentile(times, plans, 50);
    p99 = percentile(times, plans, 99);
    printf("%-14s %5u %9u %8.1f %8.1f %7.0f %8.2f %8.1f %9.2f %8.1f\n", row->name,
           (unsigned)row->candidates, (unsigned)row->resources, median, p99,
           100 * sums.proved / plans, 100 * sums.gap / plans, sums.victims / plans,
           sums.youngest / plans, sums.youngest_victims / plans);
    snprintf(kernel, sizeof kernel, "victims %s %u resources", row->name,
             (unsigned)row->resources);
    snprintf(size, sizeof size, "%u", (unsigned)row->candidates);
    command_row("share", kernel, size, "median", "us", median);
    command_row("share", kernel, size, "p99", "us", p99);
    command_row("share", kernel, size, "gap", "%", 100 * sums.gap / plans);
    command_row("share", kernel, size, "youngest_cost", "1", sums.youngest / plans);
    command_progress();
    free(times);
}

static const char help[] =
    "usage: share_ratio [quick | full] [--csv FILE]\n"
    "\n"
    "Measures accounts and preemption. An event is a start or an end of a job among\n"
    "1,000 accounts; beside it, the time of decaying and sorting all of them anew. A\n"
    "completion ends a job in a queue by share: accounts are ordered, and a pass\n"
    "starts others. A plan names the cheapest victims; beside their cost, that of\n"
    "the youngest first.\n"
    "\n"
    "  quick            some thousand events, 1,000 jobs waiting: a second\n"
    "  full             the default: 300,000 events, 400 plans each, 1,000,000 jobs\n"
    "                   waiting; about twenty seconds\n"
    "  --csv FILE       append the figures to FILE (columns: bench/command.h)\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if all was measured, 2 if an argument is wrong or something\n"
    "cannot run.\n";

enum { MODE_QUICK, MODE_FULL, MODES };

static const char *mode_name(uint32_t i) {
    static const char *const names[MODES] = {"quick", "full"};
    return names[i];
}

int main(int count, char **words) {
    const uint32_t given = command_begin("share_ratio", help, count, words);
    const uint32_t mode =
        given == 0 ? MODE_FULL : command_choice(words[1], "is no mode", mode_name, MODES);
    uint32_t i;
    command_no_more(1, given, words);
    command_start(TREE_ROWS + QUEUE_ROWS + PLAN_ROWS);
    printf("events of 1,000 accounts, microseconds\n\n%-14s %8s %10s %10s %10s %8s\n", "accounts",
           "ahead", "median", "p99", "anew", "ratio");
    for (i = 0; i < TREE_ROWS; i++) {
        measure_tree(&tree_rows[i], mode == MODE_FULL ? EVENTS_FULL : EVENTS_QUICK);
    }
    printf("\ncompletions in a queue by share, microseconds\n\n%-14s %9s %9s %10s %10s %10s\n",
           "accounts", "backfill", "waiting", "median", "p99", "turns");
    for (i = 0; i < QUEUE_ROWS; i++) {
        measure_queue(&queue_rows[i], mode == MODE_FULL ? WAITING_FULL : WAITING_QUICK,
                      mode == MODE_FULL ? COMPLETIONS_FULL : COMPLETIONS_QUICK);
    }
    printf("\nvictims, microseconds\n\n%-14s %5s %9s %8s %8s %7s %8s %8s %18s\n", "costs", "jobs",
           "resources", "median", "p99", "proved%", "gap%", "victims", "youngest: cost, victims");
    for (i = 0; i < PLAN_ROWS; i++) {
        measure_plans(&plan_rows[i], mode == MODE_FULL ? PLANS_FULL : PLANS_QUICK);
    }
    return command_end(0);
}
