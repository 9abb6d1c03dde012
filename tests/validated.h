/* validated.h: each call that changes an object of the kit validates it afterwards.
 *
 * SPDX-License-Identifier: MIT
 *
 * The test need not know: cc -include tests/validated.h ... test.c. Each function that changes such
 * an object is hidden by a macro, which calls it and then sked_X_validate, even if the call was
 * refused. The first content that contradicts itself ends the program, at the call that left it so.
 * Without this, a decision may be wrong only many calls later, or never in this test.
 *
 * What a test defines before it includes anything, as SKED_AR_FANOUT, has to be given by -D, too.
 * The gate `sanitize` does that, and checks that no function is missing below. */
#ifndef VALIDATED_H_INCLUDED
#define VALIDATED_H_INCLUDED

#if !defined(SKED_CORE_IMPLEMENTATION_DONE) && !defined(SKED_STATIC)
#define SKED_IMPLEMENTATION
#endif
#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include "sched_share.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned long validated_calls;

static inline sked_status validated(sked_status valid, sked_status status, const char *call,
                                    int line) {
    validated_calls++;
    if (valid != SKED_OK && valid != SKED_E_EMPTY) {
        fprintf(stderr, "line %d: not valid after %s, which returned %d, in call %lu\n", line, call,
                (int)status, validated_calls);
        abort();
    }
    return status;
}

/* The object is looked at when the call, an argument, has returned. */
static inline sked_status validated_queue(const sked_queue *queue, sked_status status,
                                          const char *call, int line) {
    return validated(sked_queue_validate(queue), status, call, line);
}

static inline sked_status validated_site(const sked_site *site, sked_status status,
                                         const char *call, int line) {
    return validated(sked_site_validate(site), status, call, line);
}

static inline sked_status validated_ar(const sked_ar *ar, sked_status status, const char *call,
                                       int line) {
    return validated(sked_ar_validate(ar), status, call, line);
}

static inline sked_status validated_tree(const sked_fattree *tree, sked_status status,
                                         const char *call, int line) {
    return validated(sked_fattree_validate(tree), status, call, line);
}

static inline sked_status validated_share(const sked_share *share, sked_status status,
                                          const char *call, int line) {
    return validated(sked_share_validate(share), status, call, line);
}

/* Units are processors of a tree of their own. */
#define VALIDATED_QUEUE(queue, call) validated_queue(queue, call, #call, __LINE__)
#define VALIDATED_SITE(site, call) validated_site(site, call, #call, __LINE__)
#define VALIDATED_AR(ar, call) validated_ar(ar, call, #call, __LINE__)
#define VALIDATED_TREE(tree, call) validated_tree(tree, call, #call, __LINE__)
#define VALIDATED_SHARE(share, call) validated_share(share, call, #call, __LINE__)
#define VALIDATED_UNITS(units, call) validated_tree(&(units)->tree_, call, #call, __LINE__)

#define sked_queue_grow(queue, ...) VALIDATED_QUEUE(queue, sked_queue_grow(queue, __VA_ARGS__))
#define sked_queue_submit(queue, ...) VALIDATED_QUEUE(queue, sked_queue_submit(queue, __VA_ARGS__))
#define sked_queue_finish(queue, ...) VALIDATED_QUEUE(queue, sked_queue_finish(queue, __VA_ARGS__))
#define sked_queue_cancel(queue, ...) VALIDATED_QUEUE(queue, sked_queue_cancel(queue, __VA_ARGS__))
#define sked_queue_requeue(queue, ...) \
    VALIDATED_QUEUE(queue, sked_queue_requeue(queue, __VA_ARGS__))
#define sked_queue_change(queue, ...) VALIDATED_QUEUE(queue, sked_queue_change(queue, __VA_ARGS__))
#define sked_queue_bar(queue, ...) VALIDATED_QUEUE(queue, sked_queue_bar(queue, __VA_ARGS__))
#define sked_queue_unbar(queue, ...) VALIDATED_QUEUE(queue, sked_queue_unbar(queue, __VA_ARGS__))
#define sked_queue_swap_accounts(queue, ...) \
    VALIDATED_QUEUE(queue, sked_queue_swap_accounts(queue, __VA_ARGS__))
#define sked_queue_set_kind(queue, ...) \
    VALIDATED_QUEUE(queue, sked_queue_set_kind(queue, __VA_ARGS__))
#define sked_queue_set_quota(queue, ...) \
    VALIDATED_QUEUE(queue, sked_queue_set_quota(queue, __VA_ARGS__))
#define sked_queue_set_cap(queue, ...) \
    VALIDATED_QUEUE(queue, sked_queue_set_cap(queue, __VA_ARGS__))
#define sked_queue_book(queue, ...) VALIDATED_QUEUE(queue, sked_queue_book(queue, __VA_ARGS__))
#define sked_queue_book_for(queue, ...) \
    VALIDATED_QUEUE(queue, sked_queue_book_for(queue, __VA_ARGS__))
#define sked_queue_unbook(queue, ...) VALIDATED_QUEUE(queue, sked_queue_unbook(queue, __VA_ARGS__))
#define sked_queue_down(queue, ...) VALIDATED_QUEUE(queue, sked_queue_down(queue, __VA_ARGS__))
#define sked_queue_up(queue, ...) VALIDATED_QUEUE(queue, sked_queue_up(queue, __VA_ARGS__))
#define sked_queue_plan(queue, ...) VALIDATED_QUEUE(queue, sked_queue_plan(queue, __VA_ARGS__))
#define sked_queue_next(queue, ...) VALIDATED_QUEUE(queue, sked_queue_next(queue, __VA_ARGS__))
#define sked_queue_plan_end(queue) VALIDATED_QUEUE(queue, sked_queue_plan_end(queue))
#define sked_queue_seal(queue, ...) VALIDATED_QUEUE(queue, sked_queue_seal(queue, __VA_ARGS__))
#define sked_tiers_plan(queue, ...) VALIDATED_QUEUE(queue, sked_tiers_plan(queue, __VA_ARGS__))
#define sked_tiers_next(queue, ...) VALIDATED_QUEUE(queue, sked_tiers_next(queue, __VA_ARGS__))
#define sked_tiers_report(queue, ...) VALIDATED_QUEUE(queue, sked_tiers_report(queue, __VA_ARGS__))
#define sked_tiers_stay(queue, ...) VALIDATED_QUEUE(queue, sked_tiers_stay(queue, __VA_ARGS__))

#define sked_site_submit(site, ...) VALIDATED_SITE(site, sked_site_submit(site, __VA_ARGS__))
#define sked_site_finish(site, ...) VALIDATED_SITE(site, sked_site_finish(site, __VA_ARGS__))
#define sked_site_cancel(site, ...) VALIDATED_SITE(site, sked_site_cancel(site, __VA_ARGS__))
#define sked_site_set_usage(site, ...) VALIDATED_SITE(site, sked_site_set_usage(site, __VA_ARGS__))
#define sked_site_down(site, ...) VALIDATED_SITE(site, sked_site_down(site, __VA_ARGS__))
#define sked_site_up(site, ...) VALIDATED_SITE(site, sked_site_up(site, __VA_ARGS__))
#define sked_site_report_load(site, ...) \
    VALIDATED_SITE(site, sked_site_report_load(site, __VA_ARGS__))
#define sked_site_report_traffic(site, ...) \
    VALIDATED_SITE(site, sked_site_report_traffic(site, __VA_ARGS__))
#define sked_site_plan(site, ...) VALIDATED_SITE(site, sked_site_plan(site, __VA_ARGS__))
#define sked_site_next(site, ...) VALIDATED_SITE(site, sked_site_next(site, __VA_ARGS__))
#define sked_site_seal(site, ...) VALIDATED_SITE(site, sked_site_seal(site, __VA_ARGS__))

#define sked_ar_add(ar, ...) VALIDATED_AR(ar, sked_ar_add(ar, __VA_ARGS__))
#define sked_ar_remove(ar, ...) VALIDATED_AR(ar, sked_ar_remove(ar, __VA_ARGS__))
#define sked_ar_trim(ar, ...) VALIDATED_AR(ar, sked_ar_trim(ar, __VA_ARGS__))
#define sked_ar_down(ar, ...) VALIDATED_AR(ar, sked_ar_down(ar, __VA_ARGS__))
#define sked_ar_up(ar, ...) VALIDATED_AR(ar, sked_ar_up(ar, __VA_ARGS__))
#define sked_ar_book(ar, ...) VALIDATED_AR(ar, sked_ar_book(ar, __VA_ARGS__))
#define sked_ar_unbook(ar, ...) VALIDATED_AR(ar, sked_ar_unbook(ar, __VA_ARGS__))
#define sked_ar_extend(ar, ...) VALIDATED_AR(ar, sked_ar_extend(ar, __VA_ARGS__))
#define sked_ar_shorten(ar, ...) VALIDATED_AR(ar, sked_ar_shorten(ar, __VA_ARGS__))
#define sked_ar_narrow(ar, ...) VALIDATED_AR(ar, sked_ar_narrow(ar, __VA_ARGS__))
#define sked_ar_swap(ar, ...) VALIDATED_AR(ar, sked_ar_swap(ar, __VA_ARGS__))
#define sked_ar_grow(ar, ...) VALIDATED_AR(ar, sked_ar_grow(ar, __VA_ARGS__))
#define sked_ar_seal(ar, ...) VALIDATED_AR(ar, sked_ar_seal(ar, __VA_ARGS__))

#define sked_fattree_allocate(tree, ...) \
    VALIDATED_TREE(tree, sked_fattree_allocate(tree, __VA_ARGS__))
#define sked_fattree_free(tree, ...) VALIDATED_TREE(tree, sked_fattree_free(tree, __VA_ARGS__))
#define sked_fattree_down(tree, ...) VALIDATED_TREE(tree, sked_fattree_down(tree, __VA_ARGS__))
#define sked_fattree_up(tree, ...) VALIDATED_TREE(tree, sked_fattree_up(tree, __VA_ARGS__))
#define sked_fattree_batch(tree, ...) VALIDATED_TREE(tree, sked_fattree_batch(tree, __VA_ARGS__))

#define sked_units_submit(units, ...) VALIDATED_UNITS(units, sked_units_submit(units, __VA_ARGS__))
#define sked_units_finish(units, ...) VALIDATED_UNITS(units, sked_units_finish(units, __VA_ARGS__))
#define sked_units_cancel(units, ...) VALIDATED_UNITS(units, sked_units_cancel(units, __VA_ARGS__))
#define sked_units_next(units, ...) VALIDATED_UNITS(units, sked_units_next(units, __VA_ARGS__))

#define sked_share_add(share, ...) VALIDATED_SHARE(share, sked_share_add(share, __VA_ARGS__))
#define sked_share_set(share, ...) VALIDATED_SHARE(share, sked_share_set(share, __VA_ARGS__))
#define sked_share_start(share, ...) VALIDATED_SHARE(share, sked_share_start(share, __VA_ARGS__))
#define sked_share_stop(share, ...) VALIDATED_SHARE(share, sked_share_stop(share, __VA_ARGS__))
#define sked_share_charge(share, ...) VALIDATED_SHARE(share, sked_share_charge(share, __VA_ARGS__))
#define sked_share_order_queue(share, ...) \
    VALIDATED_SHARE(share, sked_share_order_queue(share, __VA_ARGS__))
#define sked_share_advance(share, ...) \
    VALIDATED_SHARE(share, sked_share_advance(share, __VA_ARGS__))
#define sked_share_grow(share, ...) VALIDATED_SHARE(share, sked_share_grow(share, __VA_ARGS__))
#define sked_share_seal(share, ...) VALIDATED_SHARE(share, sked_share_seal(share, __VA_ARGS__))

#endif
