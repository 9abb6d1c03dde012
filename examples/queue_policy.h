/* queue_policy.h: the policies of a queue by their names, as easy or depth:3. */
/* SPDX-License-Identifier: MIT */
#ifndef QUEUE_POLICY_H_INCLUDED
#define QUEUE_POLICY_H_INCLUDED

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sched.h"

#include "options.h"

#define QUEUE_POLICY_DEPTH_MOST UINT32_C(0x7FFFFFFF)

/* What a program has for its policies: those that need it are refused without it. */
enum { QUEUE_POLICY_SHARES = 1, QUEUE_POLICY_TIERS = 2 };

typedef struct queue_policy {
    char name[32], title[64];
    sked_order order, backfill_order;
    uint32_t depth;                 /* 0: no reservations */
    sked_reservations reservations;
    int two_tiers;
    sked_tiers_policy tiers;        /* if it has two */
} queue_policy;

static const queue_policy queue_policies[] = {
    {.name = "fcfs", .title = "First come, first served",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .reservations = SKED_REBUILD},
    {.name = "sjf", .title = "Shortest job first",
     .order = SKED_SJF, .backfill_order = SKED_SJF, .reservations = SKED_REBUILD},
    {.name = "easy", .title = "EASY backfilling",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD},
    {.name = "easy-sjbf", .title = "EASY backfilling, shortest first",
     .order = SKED_FCFS, .backfill_order = SKED_SJF, .depth = 1, .reservations = SKED_REBUILD},
    {.name = "conservative", .title = "Conservative backfilling",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = SKED_ALL,
     .reservations = SKED_COMPRESS},
    {.name = "conservative-rebuild", .title = "Conservative backfilling, rebuilt in each pass",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = SKED_ALL,
     .reservations = SKED_REBUILD},
    {.name = "fair", .title = "EASY by shares",
     .order = SKED_BY_SHARE, .backfill_order = SKED_BY_SHARE, .depth = 1,
     .reservations = SKED_REBUILD},
    {.name = "fair-sjbf", .title = "EASY by shares, shortest first",
     .order = SKED_BY_SHARE, .backfill_order = SKED_SJF, .depth = 1,
     .reservations = SKED_REBUILD},
    {.name = "keasy", .title = "KEASY: two tiers, with restarts",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD,
     .two_tiers = 1, .tiers = SKED_KEASY},
    {.name = "reasy", .title = "REASY: two tiers, without moves",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD,
     .two_tiers = 1, .tiers = SKED_REASY},
    {.name = "measy", .title = "MEASY: two tiers, with migrations",
     .order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD,
     .two_tiers = 1, .tiers = SKED_MEASY},
};

/* The members of the settings that a policy decides. */
static inline void queue_policy_set(const queue_policy *policy, sked_queue_settings *settings) {
    settings->order = policy->order;
    settings->backfill_order = policy->backfill_order;
    settings->depth = policy->depth == 0 ? SKED_NO_RESERVATIONS : policy->depth;
    settings->reservations = policy->reservations;
}

static inline int queue_policy_has(const queue_policy *policy, int more) {
    return (policy->order != SKED_BY_SHARE || (more & QUEUE_POLICY_SHARES) != 0) &&
           (!policy->two_tiers || (more & QUEUE_POLICY_TIERS) != 0);
}

/* What follows "depth:". */
static inline int queue_policy_read_depth(const char *program, const char *text, size_t length,
                                          queue_policy *policy) {
    static const char ending[] = "-sjbf";
    size_t digits = strspn(text, "0123456789"), rest = sizeof ending - 1;
    uint64_t depth;

    digits = digits < length ? digits : length;
    if (!option_digits(text, digits, QUEUE_POLICY_DEPTH_MOST, &depth) ||
        (digits < length &&
         (length - digits != rest || strncmp(text + digits, ending, rest) != 0))) {
        return option_refuse(program, "--policy: \"depth:%.*s\", expected depth:K or depth:K-sjbf "
                                      "with a K from 0 to %lu",
                             (int)length, text, (unsigned long)QUEUE_POLICY_DEPTH_MOST);
    }
    memset(policy, 0, sizeof *policy);
    policy->order = SKED_FCFS;
    policy->backfill_order = digits < length ? SKED_SJF : SKED_FCFS;
    policy->depth = (uint32_t)depth;
    policy->reservations = SKED_REBUILD;
    snprintf(policy->name, sizeof policy->name, "depth:%lu%s", (unsigned long)depth,
             digits < length ? ending : "");
    snprintf(policy->title, sizeof policy->title, "Backfilling, %lu reservation%s%s",
             (unsigned long)depth, depth == 1 ? "" : "s",
             digits < length ? ", shortest first" : "");
    return 1;
}

static inline int queue_policy_refuse(const char *program, const char *name, size_t length,
                                      int more) {
    const size_t count = sizeof queue_policies / sizeof queue_policies[0];
    char expected[256];
    size_t at, used = 0;

    for (at = 0; at < count && used < sizeof expected; at++) {
        if (queue_policy_has(&queue_policies[at], more)) {
            used += (size_t)snprintf(expected + used, sizeof expected - used, "%s, ",
                                     queue_policies[at].name);
        }
    }
    return option_refuse(program, "--policy: \"%.*s\", expected one of %sdepth:K, depth:K-sjbf",
                         (int)length, name, expected);
}

/* Reads the name of a policy from the value of --policy. more: QUEUE_POLICY_SHARES and _TIERS.
 * Returns   1, or 0 and has said what is wrong. */
static inline int queue_policy_read(const char *program, const char *name, size_t length, int more,
                                    queue_policy *policy) {
    static const char start[] = "depth:";
    size_t at, count = sizeof queue_policies / sizeof queue_policies[0];
    const size_t prefix = sizeof start - 1;

    if (length >= prefix && strncmp(name, start, prefix) == 0) {
        return queue_policy_read_depth(program, name + prefix, length - prefix, policy);
    }
    for (at = 0; at < count; at++) {
        if (queue_policy_has(&queue_policies[at], more) &&
            strlen(queue_policies[at].name) == length &&
            strncmp(queue_policies[at].name, name, length) == 0) {
            *policy = queue_policies[at];
            return 1;
        }
    }
    return queue_policy_refuse(program, name, length, more);
}

#endif
