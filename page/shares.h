/* shares.h: the tab of shares: a machine that accounts share, and jobs that make room. */
/* SPDX-License-Identifier: MIT */
#ifndef SHARES_H_INCLUDED
#define SHARES_H_INCLUDED

#include "memory.h"

enum {
    PAGE_SHARES_HALF_LIVES = 5,     /* how long a run goes on                                 */
    PAGE_SHARES_SAMPLES = 240,      /* how often it writes down who has used what             */
    PAGE_SHARES_WAITING = 12,       /* jobs of an account that wait at a time                 */
    PAGE_SHARES_JOBS = 16384        /* of a run                                               */
};

/* In: the account above, shares, when the first job comes (PAGE_NEVER: none does), and a job every
   so many seconds (0: as many as may wait). Out: the rest, at the end. */
typedef struct page_account {
    uint32_t above, shares;
    int32_t next, every;
    uint32_t waiting, running, target, used;    /* target and used in thousandths             */
} page_account;

typedef struct page_share_job {
    uint32_t account, width;
    int32_t submit, estimate, start;
} page_share_job;

typedef struct page_shares {
    int32_t status;
    uint32_t jobs_count;
    page_share_job *jobs;           /* by id                                                  */
    uint32_t *samples;              /* thousandths of the usage: by time, then by account     */
    uint32_t *order;                /* the accounts that have none below, at the end          */
    uint32_t order_count;
    page_account *accounts;         /* [0] is the root                                        */
    uint32_t count, sampled;
    const int32_t *mix;             /* width and estimate of job 0, 1, .. and again           */
    uint32_t mix_count;
    int32_t until;
    sked_queue queue;
    sked_share share;
} page_shares;

page_shares *page_shares_run(page_account *accounts, uint32_t count, const int32_t *mix,
                             uint32_t mix_count, uint32_t processors, int32_t half_life,
                             int32_t ahead);

static sked_status page_shares_create(page_shares *shares, uint32_t processors, int32_t half_life,
                                      int32_t ahead) {
    const uint32_t jobs_max = shares->count * PAGE_SHARES_WAITING + processors;
    sked_queue_settings easy = sked_queue_settings_easy(processors, jobs_max);
    sked_share_settings settings = sked_share_settings_of(shares->count, half_life);
    sked_status status;
    uint32_t i, number;
    easy.accounts_max = shares->count;
    easy.order = easy.backfill_order = SKED_BY_SHARE;
    settings.ahead = ahead;
    status = sked_queue_create(&shares->queue, &easy, NULL, page_mem());
    status = status == SKED_OK ? sked_share_create(&shares->share, &settings, page_mem()) : status;
    for (i = 1; status == SKED_OK && i < shares->count; i++) {
        const sked_share_account account = sked_share_account_of(shares->accounts[i].shares);
        status = sked_share_add(&shares->share, shares->accounts[i].above, &account, 0, &number);
    }
    return status;
}

static sked_status page_shares_submit(page_shares *shares, uint32_t account, int32_t now) {
    const uint32_t id = shares->jobs_count++;
    const int32_t *like = &shares->mix[2 * (id % shares->mix_count)];
    page_share_job *row = &shares->jobs[id];
    sked_job job = sked_job_of(id, (uint32_t)like[0], like[1]);
    job.account = account;
    row->account = account;
    row->width = job.width;
    row->submit = now;
    row->estimate = like[1];
    row->start = PAGE_NEVER;
    shares->accounts[account].waiting++;
    return sked_queue_submit(&shares->queue, &job, now);
}

/* Submits the jobs that come now. One that finds too many waiting stays away. */
static sked_status page_shares_supply(page_shares *shares, uint32_t number, int32_t now) {
    page_account *account = &shares->accounts[number];
    sked_status status = SKED_OK;
    while (account->next != PAGE_NEVER && account->next <= now && status == SKED_OK) {
        if (account->waiting < PAGE_SHARES_WAITING && shares->jobs_count < PAGE_SHARES_JOBS) {
            status = page_shares_submit(shares, number, now);
        } else if (account->every == 0) {
            break;
        }
        account->next += account->every;
    }
    return status;
}

/* Jobs end when they said that they would. */
static sked_status page_shares_finish(page_shares *shares, int32_t now) {
    sked_status status = SKED_OK;
    sked_job_info job;
    uint64_t id;
    while (status == SKED_OK && sked_queue_running_at(&shares->queue, 0, &id) == SKED_OK &&
           sked_queue_get_job(&shares->queue, id, &job, NULL) == SKED_OK && job.end <= now) {
        status = sked_queue_finish(&shares->queue, id, now);
        status = status == SKED_OK
                     ? sked_share_stop(&shares->share, job.account, job.width, now) : status;
    }
    return status;
}

/* Starts one job, and reports it to its account at once. Returns SKED_DONE if none fits. */
static sked_status page_shares_start(page_shares *shares, int32_t now) {
    sked_action action;
    page_share_job *row;
    sked_status status = sked_share_order_queue(&shares->share, &shares->queue, now);
    status = status == SKED_OK ? sked_queue_plan(&shares->queue, now) : status;
    status = status == SKED_OK ? sked_queue_next(&shares->queue, &action, NULL) : status;
    if (status != SKED_OK) {
        return status;
    }
    row = &shares->jobs[action.id];
    row->start = now;
    shares->accounts[row->account].waiting--;
    status = sked_queue_plan_end(&shares->queue);
    return status == SKED_OK ? sked_share_start(&shares->share, row->account, row->width, now)
                             : status;
}

static sked_status page_shares_pass(page_shares *shares, int32_t now) {
    sked_status status = page_shares_finish(shares, now);
    uint32_t i;
    for (i = 1; status == SKED_OK && i < shares->count; i++) {
        status = page_shares_supply(shares, i, now);
    }
    while (status == SKED_OK) {
        status = page_shares_start(shares, now);
    }
    return status == SKED_DONE ? SKED_OK : status;
}

/* The next end of a job, the next job that comes, or the end of the run. */
static int32_t page_shares_next(const page_shares *shares, int32_t now) {
    const sked_time end = sked_queue_next_time(&shares->queue);
    int32_t next = end < shares->until ? (int32_t)end : shares->until;
    uint32_t i;
    for (i = 1; i < shares->count; i++) {
        const int32_t comes = shares->accounts[i].next;
        if (comes > now && comes < next) {
            next = comes;
        }
    }
    return next;
}

/* Writes down who has used what, at each time that is due. */
static sked_status page_shares_sample(page_shares *shares, int32_t now) {
    sked_status status = SKED_OK;
    sked_share_account_info info = SKED_ZERO;
    while (status == SKED_OK && shares->sampled < PAGE_SHARES_SAMPLES) {
        const int64_t time = (int64_t)shares->until * (shares->sampled + 1) / PAGE_SHARES_SAMPLES;
        uint32_t *to = &shares->samples[shares->sampled * shares->count], i;
        if (time > now) {
            break;
        }
        status = sked_share_advance(&shares->share, time);
        for (i = 0; status == SKED_OK && i < shares->count; i++) {
            status = sked_share_get_account(&shares->share, i, &info);
            to[i] = info.used_permille;
        }
        shares->sampled++;
    }
    return status;
}

static sked_status page_shares_describe(page_shares *shares) {
    sked_status status = SKED_OK;
    sked_share_account_info info = SKED_ZERO;
    uint32_t i;
    for (i = 0; status == SKED_OK && i < shares->count; i++) {
        status = sked_share_get_account(&shares->share, i, &info);
        shares->accounts[i].running = info.running;
        shares->accounts[i].target = info.target_permille;
        shares->accounts[i].used = info.used_permille;
    }
    for (i = sked_share_first(&shares->share); i != SKED_NONE;
         i = sked_share_next(&shares->share, i)) {
        shares->order[shares->order_count++] = i;
    }
    return status;
}

/* Runs a machine for some half-lives. count: of the accounts, with the root. */
page_shares *page_shares_run(page_account *accounts, uint32_t count, const int32_t *mix,
                             uint32_t mix_count, uint32_t processors, int32_t half_life,
                             int32_t ahead) {
    page_shares *shares = (page_shares *)page_take(sizeof *shares);
    page_share_job *jobs = (page_share_job *)page_take(PAGE_SHARES_JOBS * sizeof *jobs);
    uint32_t *samples = (uint32_t *)page_take(PAGE_SHARES_SAMPLES * count * 4);
    sked_status status;
    int32_t now = 0;
    if (shares == NULL || jobs == NULL || samples == NULL) {
        return NULL;
    }
    shares->jobs = jobs;
    shares->samples = samples;
    shares->order = (uint32_t *)page_take(count * 4);
    shares->accounts = accounts;
    shares->count = count;
    shares->mix = mix;
    shares->mix_count = mix_count;
    shares->until = PAGE_SHARES_HALF_LIVES * half_life;
    status = page_shares_create(shares, processors, half_life, ahead);
    while (status == SKED_OK && now < shares->until) {
        status = page_shares_pass(shares, now);
        now = page_shares_next(shares, now);
        status = status == SKED_OK ? page_shares_sample(shares, now) : status;
    }
    status = status == SKED_OK ? page_shares_describe(shares) : status;
    shares->status = (int32_t)status;
    return shares;
}

/* ---- jobs that make room */

typedef struct page_victims {
    int32_t status;
    uint32_t cost, cost_lower_bound; /* below 2^32 on so small a machine                      */
    uint32_t count, proved;
    uint32_t *victims;
    uint32_t *costs;                /* by job                                                 */
} page_victims;

page_victims *page_victims_find(const uint32_t *widths, const int32_t *since, uint32_t count,
                                uint32_t missing, int32_t now);

/* What each job would lose: it starts again from its beginning. */
static void page_victims_price(page_victims *found, uint64_t *costs, const uint32_t *widths,
                               const int32_t *since, uint32_t count, int32_t now) {
    sked_preempt_job job = SKED_ZERO;
    uint32_t i;
    for (i = 0; i < count; i++) {
        job.width = widths[i];
        job.since = since[i];
        costs[i] = sked_preempt_cost(&job, SKED_TIME_MAX, now, NULL);
        found->costs[i] = (uint32_t)costs[i];
    }
}

/* The cheapest jobs that together give the processors that are missing. */
page_victims *page_victims_find(const uint32_t *widths, const int32_t *since, uint32_t count,
                                uint32_t missing, int32_t now) {
    page_victims *found = (page_victims *)page_take(sizeof *found);
    uint64_t *costs = (uint64_t *)page_take(count * (uint32_t)sizeof *costs);
    const sked_preempt_request request = sked_preempt_request_of(count, costs, widths, &missing);
    sked_preempt_answer answer = SKED_ZERO;
    sked_status status;
    size_t bytes = 0;
    if (found == NULL || costs == NULL) {
        return NULL;
    }
    found->victims = (uint32_t *)page_take(count * 4);
    found->costs = (uint32_t *)page_take(count * 4);
    page_victims_price(found, costs, widths, since, count, now);
    status = sked_preempt_bytes(&request, &bytes);
    if (status == SKED_OK) {
        status = sked_preempt_find(&request, &answer, found->victims, page_take((uint32_t)bytes),
                                   bytes);
    }
    found->cost = (uint32_t)answer.cost;
    found->cost_lower_bound = (uint32_t)answer.cost_lower_bound;
    found->count = answer.victims;
    found->proved = (uint32_t)answer.proved;
    found->status = (int32_t)status;
    return found;
}

#endif
