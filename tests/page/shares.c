/* shares.c: replays the jobs of the page's tab of shares, to compare when they start. */
/* SPDX-License-Identifier: MIT */

/*     shares <RUN
 * RUN has numbers alone: processors, accounts, half-life, ahead, the end of the run; of each
 * account the one above and its shares; of each job, by rising time of submission, its account,
 * width, time and estimate. Prints the start of each job, -1 for none; then of each account what
 * runs, what it owns and what it has used, in thousandths; then the accounts in their order. */

#define SKED_IMPLEMENTATION
#include "sched_share.h"
#include <stdio.h>
#include <stdlib.h>

enum { JOBS_MAX = 1 << 15 };

typedef struct job {
    long account, width, submit, estimate, start;
} job;

static job jobs[JOBS_MAX];
static long jobs_count, submitted, accounts_count, until;
static sked_queue queue;
static sked_share share;

static void *take(void *ctx, size_t bytes) {
    (void)ctx;
    return malloc(bytes);
}

static void give_back(void *ctx, void *block, size_t bytes) {
    (void)ctx;
    (void)bytes;
    free(block);
}

static void must(sked_status status) {
    if (status != SKED_OK) {
        fprintf(stderr, "shares: %s\n", sked_status_text(status));
        exit(1);
    }
}

static long number(void) {
    long value = 0;
    if (scanf("%ld", &value) != 1) {
        fprintf(stderr, "shares: a number was expected\n");
        exit(1);
    }
    return value;
}

static void create(void) {
    const sked_mem mem = {take, give_back, NULL};
    sked_queue_settings easy = sked_queue_settings_easy((uint32_t)number(), JOBS_MAX);
    sked_share_settings settings;
    long i;
    accounts_count = number();
    settings = sked_share_settings_of((uint32_t)accounts_count, number());
    settings.ahead = number();
    until = number();
    easy.order = easy.backfill_order = SKED_BY_SHARE;
    easy.accounts_max = (uint32_t)accounts_count + 1;
    must(sked_queue_create(&queue, &easy, NULL, mem));
    must(sked_share_create(&share, &settings, mem));
    for (i = 0; i < accounts_count; i++) {
        const uint32_t above = (uint32_t)number();
        const sked_share_account account = sked_share_account_of((uint32_t)number());
        uint32_t added;
        must(sked_share_add(&share, above, &account, 0, &added));
    }
}

static void read_jobs(void) {
    long account;
    while (jobs_count < JOBS_MAX && scanf("%ld", &account) == 1) {
        job *each = &jobs[jobs_count++];
        each->account = account;
        each->width = number();
        each->submit = number();
        each->estimate = number();
        each->start = -1;
    }
}

/* All that ends now, then all that comes now. */
static void happen(sked_time now) {
    long i;
    for (i = 0; i < submitted; i++) {
        const job *each = &jobs[i];
        if (each->start >= 0 && each->start + each->estimate == now) {
            must(sked_queue_finish(&queue, (uint64_t)i, now));
            must(sked_share_stop(&share, (uint32_t)each->account, (uint32_t)each->width, now));
        }
    }
    for (; submitted < jobs_count && jobs[submitted].submit == now; submitted++) {
        const job *each = &jobs[submitted];
        sked_job told = sked_job_of((uint64_t)submitted, (uint32_t)each->width, each->estimate);
        told.account = (uint32_t)each->account;
        must(sked_queue_submit(&queue, &told, now));
    }
}

static int start_one(sked_time now) {
    sked_action action;
    job *started;
    must(sked_share_order_queue(&share, &queue, now));
    must(sked_queue_plan(&queue, now));
    if (sked_queue_next(&queue, &action, NULL) != SKED_OK) {
        return 0;
    }
    must(sked_queue_plan_end(&queue));
    started = &jobs[action.id];
    started->start = (long)now;
    must(sked_share_start(&share, (uint32_t)started->account, (uint32_t)started->width, now));
    return 1;
}

static sked_time next_time(void) {
    const sked_time end = sked_queue_next_time(&queue);
    const sked_time comes = submitted < jobs_count ? jobs[submitted].submit : SKED_NEVER;
    return end < comes ? end : comes;
}

static void print(void) {
    uint32_t account;
    long i;
    for (i = 0; i < jobs_count; i++) {
        printf("%ld\n", jobs[i].start);
    }
    for (account = 1; account <= (uint32_t)accounts_count; account++) {
        sked_share_account_info info;
        must(sked_share_get_account(&share, account, &info));
        printf("%d %d %d\n", (int)info.running, (int)info.target_permille,
               (int)info.used_permille);
    }
    for (account = sked_share_first(&share); account != SKED_NONE;
         account = sked_share_next(&share, account)) {
        printf("%d ", (int)account);
    }
    printf("\n");
}

int main(void) {
    sked_time now;
    create();
    read_jobs();
    for (now = 0; now < until; now = next_time()) {
        happen(now);
        while (start_one(now)) {
        }
    }
    must(sked_share_advance(&share, until));
    print();
    return 0;
}
