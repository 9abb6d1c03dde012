/* queue_orders.c - quick tests of what a pass looks at, and in which order: scenes drawn by hand.
 *
 * SPDX-License-Identifier: MIT
 *
 * Runs on small targets too. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "scenes.h"

#define NEVER SKED_NEVER
enum { JOBS = 8 };

static sked_align room[280], other_room[280];
static sked_queue_settings settings;        /* of the latest queue                                */
static uint64_t refused_id;                 /* the picker refuses this job                        */
static uint32_t refusals;

static int pick_all_but_one(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                            sked_set *chosen) {
    uint32_t p = sked_set_first(offered), missing = ask->count;
    (void)ctx;
    if (ask->id == refused_id) {
        refusals++;
        return 0;
    }
    for (; missing > 0; missing--) {
        sked_set_add(chosen, p);
        p = sked_set_next(offered, p);
    }
    return 1;
}

static void open_queue(uint32_t processors, sked_order backfill_order, uint32_t backgrounds) {
    const sked_picker picker = {pick_all_but_one, NULL};
    settings.processors = processors;
    settings.jobs_max = JOBS;
    settings.bookings_max = 1;
    settings.estimate_missing = NEVER;
    settings.order = SKED_FCFS;
    settings.backfill_order = backfill_order;
    settings.depth = 1;
    settings.reservations = SKED_REBUILD;
    settings.backgrounds = backgrounds;
    settings.background_order = SKED_SJF;
    refused_id = refusals = 0;
    CHECK(sked_queue_init(&queue, &settings, &picker, room, sizeof(room)) == SKED_OK);
}

/* Does the rest of a pass start these jobs, in this order? Small letters: in a background. */
static int starts(sked_queue *which, int tiered, const char *ids) {
    sked_action action;
    sked_status status;
    for (;;) {
        status = tiered ? sked_tiers_next(which, &action, NULL)
                        : sked_queue_next(which, &action, NULL);
        CHECK(sked_queue_validate(which) == SKED_OK);
        if (status != SKED_OK) {
            return status == SKED_DONE && *ids == '\0';
        }
        if (action.kind == SKED_START_BACKGROUND) {
            action.id += 'a' - 'A';
        }
        if ((uint64_t)(unsigned char)*ids != action.id) {
            return 0;
        }
        ids++;
    }
}

static int passes(sked_time now, const char *ids) {
    return sked_queue_plan(&queue, now) == SKED_OK && starts(&queue, 0, ids);
}

/* A takes 6 of 8 until 10; then the head, B, leaves over 4. */
static void submit_scene(void) {
    submit('A', 6, 10, 0);
    submit('B', 4, 9, 0);
    submit('D', 1, 5, 0);
    submit('C', 2, 12, 0);
    submit('H', 1, 3, 0);
    submit('F', 3, 1, 0);
    submit('E', 1, 5, 0);
}

/* Two are free beside A: F is too wide. */
static void test_orders(void) {
    open_queue(8, SKED_FCFS, 0);
    submit_scene();
    CHECK(passes(0, "ADH"));
    open_queue(8, SKED_SJF, 0);
    submit_scene();
    CHECK(passes(0, "AHD"));
    finish('H', 3);
    CHECK(passes(3, "E"));              /* until 8: before the shadow time */
    finish('D', 5);
    CHECK(passes(5, ""));               /* C is too wide */
    finish('E', 8);
    CHECK(passes(8, "C"));              /* until 20, beside the head */
    finish('A', 10);
    CHECK(passes(10, "B"));             /* and F has to wait for another processor */
    finish('B', 11);
    CHECK(passes(11, "F"));
}

/* A candidate that is refused is not looked at again in the pass. */
static void test_refused(void) {
    open_queue(8, SKED_SJF, 0);
    submit_scene();
    refused_id = 'H';
    CHECK(passes(0, "ADE") && refusals == 1);
    refused_id = 0;
    CHECK(passes(0, ""));
    finish('D', 1);
    CHECK(passes(1, "H"));
}

/* One of the two that are free is booked from 4 on: only what ends before may have both. */
static void test_booking(void) {
    sked_word words[SKED_SET_WORDS(8u)];
    sked_set booked = sked_set_of(words, 8);
    sked_span span = {.start = 4, .end = 30};
    sked_set_add(&booked, 6);
    span.set = &booked;
    open_queue(8, SKED_SJF, 0);
    CHECK(sked_queue_book(&queue, 1, &span, 0) == SKED_OK);
    submit('A', 6, 10, 0);
    submit('B', 4, 9, 0);
    submit('F', 3, 1, 0);               /* too wide: it does not count as the shortest */
    submit('C', 2, 5, 0);
    CHECK(passes(0, "A"));
    submit('D', 1, 5, 1);
    CHECK(passes(1, "D"));              /* until 6, on the one that is not booked */
    CHECK(passes(2, ""));
    submit('H', 1, 2, 2);
    CHECK(passes(2, "H"));              /* until 4 */
}

/* All of the foreground is A's; behind it there is room for three of width 2, the shortest first. A
 * job that already runs there is no candidate. */
static void test_background(void) {
    const sked_tiers tiers = tiers_of(SKED_MEASY);
    open_queue(6, SKED_FCFS, 1);
    submit('A', 6, 20, 0);
    submit('B', 2, 9, 0);
    submit('C', 2, 5, 0);
    CHECK(sked_tiers_plan(&queue, &tiers, 0) == SKED_OK && starts(&queue, 1, "Acb"));
    submit('D', 2, 6, 1);
    CHECK(sked_tiers_plan(&queue, &tiers, 1) == SKED_OK && starts(&queue, 1, "d"));
    submit('E', 2, 1, 2);
    CHECK(sked_tiers_plan(&queue, &tiers, 2) == SKED_OK && starts(&queue, 1, ""));
    finish('C', 3);
    CHECK(sked_tiers_plan(&queue, &tiers, 3) == SKED_OK && starts(&queue, 1, "e"));
}

/* What is saved, opened and grown goes on. */
static void test_saved(void) {
    const sked_picker picker = {pick_all_but_one, NULL};
    const void *block = NULL;
    unsigned char *copy = (unsigned char *)other_room;
    sked_queue opened;
    size_t bytes = 0, i;
    open_queue(8, SKED_SJF, 0);
    submit_scene();
    CHECK(sked_queue_seal(&queue, &block, &bytes) == SKED_OK && bytes <= sizeof(other_room));
    for (i = 0; i < bytes; i++) {
        copy[i] = ((const unsigned char *)block)[i];
    }
    CHECK(sked_queue_open(&opened, &picker, other_room, bytes) == SKED_OK);
    CHECK(sked_queue_plan(&opened, 0) == SKED_OK && starts(&opened, 0, "AHD"));
    sked_queue_destroy(&opened);
}

static sked_align *rooms[2] = {room, other_room};
static uint32_t given;

static void *give(void *ctx, size_t bytes) {
    (void)ctx;
    return bytes <= sizeof(room) && given < 2 ? rooms[given++] : NULL;
}

static void take(void *ctx, void *block, size_t bytes) {
    (void)ctx;
    (void)block;
    (void)bytes;
}

static void test_grown(void) {
    const sked_mem mem = {give, take, NULL};
    open_queue(8, SKED_SJF, 0);
    CHECK(sked_queue_create(&queue, &settings, NULL, mem) == SKED_OK);
    submit_scene();
    CHECK(sked_queue_grow(&queue, JOBS + 1, 1) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK && passes(0, "AHD"));
    sked_queue_destroy(&queue);
}

int main(void) {
    test_orders();
    test_refused();
    test_booking();
    test_background();
    test_saved();
    test_grown();
    return check_done("quick/queue_orders");
}
