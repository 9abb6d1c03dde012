/* kinds_deep.c - quick tests of queues with kinds beyond depth 1: reservations with processors.
 *
 * SPDX-License-Identifier: MIT
 *
 * Except for damage, the public interface only. In the drawings time runs to the right, one column
 * a tick; a dot is idle, and small letters are jobs that run from the start. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "scenes.h"
#include "kind_scenes.h"

#include <string.h>

#define NEVER SKED_NEVER

static sked_align other_room[2600];

/* ---- help ------------------------------------------------------------------------------------ */

static void open_by(uint32_t processors, uint32_t kinds, uint32_t quotas, uint32_t depth,
                    const sked_picker *picker) {
    sked_queue_settings settings = settings_of(processors, kinds, quotas);
    settings.depth = depth;
    settings.reservations = SKED_REBUILD;
    open_with(&settings, picker);
}

static void open_deep(uint32_t processors, uint32_t kinds, uint32_t quotas, uint32_t depth) {
    open_by(processors, kinds, quotas, depth, NULL);
}

static sked_span span_on(sked_time start, sked_time end, sked_set *set, const char *text) {
    sked_span span = span_of(start, end, 0);
    CHECK(sked_set_parse(set, text, NULL) == SKED_OK);
    span.set = set;
    return span;
}

static int is_head(uint32_t number, uint64_t id, sked_time shadow) {
    const sked_kind_info info = kind_info(number);
    return info.head_blocked && info.head == id && info.shadow == shadow && info.extra == 0;
}

/* ---- reservations ---------------------------------------------------------------------------- */

/* Kind 1 has 1 and 2. A waits for both, and B passes, as it is back in time. C is the second: it
 * has 0 alone. D would have to be back by 5 on 2.
 *
 *     0 BBCCCCCCCCCC
 *     1 aaaaaAAA
 *     2 BBEEEAAA                                                                                */
static void test_places(void) {
    static const uint32_t first[] = {2}, second[] = {5}, third[] = {1, 4};
    open_deep(3, 2, 0, 2);
    kind(1, 6, 0, 0);
    of_kind('a', 1, 1, 5, 0);
    pass_on(0, "a", first);
    of_kind('A', 1, 2, 3, 0);
    of_kind('B', 0, 2, 4, 0);
    pass_on(0, "B", second);
    CHECK(is_head(0, 'A', 5) && is_head(1, 'A', 5));
    of_kind('C', 0, 1, 10, 1);
    of_kind('D', 0, 1, 4, 1);
    of_kind('E', 0, 1, 3, 1);
    finish('B', 2);
    pass_on(2, "CE", third);
    finish('a', 5);
    finish('E', 5);
    pass_starts(5, "A");
}

/* Numbers are not enough: at every time two processors of {0, 1} are free for what is reserved, but
 * the third job would have to move. C waits for A's end.
 *
 *     0 AACCC
 *     1 bBBB                                                                                    */
static void test_no_moves(void) {
    static const uint32_t first[] = {1, 2};
    open_deep(2, 3, 0, 3);
    kind(1, 1, 0, 0);
    kind(2, 2, 0, 0);
    of_kind('A', 0, 1, 2, 0);
    of_kind('b', 2, 1, 1, 0);
    pass_on(0, "Ab", first);
    of_kind('B', 2, 1, 3, 0);
    of_kind('C', 1, 1, 3, 0);
    pass_starts(0, "");
    CHECK(is_head(0, 'B', 1));
    CHECK(sked_queue_next_time(&queue) == 1);
    finish('b', 1);
    pass_starts(1, "B");
    finish('A', 2);
    pass_starts(2, "C");
}

/* Each component has its own first two. In {0, 1} C is the third: it goes where it is in nobody's
 * way; in {2} the second, E, waits behind D. */
static void test_components(void) {
    open_deep(3, 2, 0, 2);
    kind(0, 3, 0, 0);
    kind(1, 4, 0, 0);
    of_kind('a', 0, 1, 6, 0);
    of_kind('d', 1, 1, 4, 0);
    pass_starts(0, "ad");
    of_kind('A', 0, 2, 5, 0);
    of_kind('B', 0, 2, 5, 0);
    of_kind('D', 1, 1, 5, 0);
    of_kind('E', 1, 1, 5, 0);
    of_kind('L', 0, 1, 7, 0);
    of_kind('C', 0, 1, 6, 0);
    pass_starts(0, "C");
    CHECK(is_head(0, 'A', 6) && is_head(1, 'D', 4));
}

/* Every job: R cannot start before A is through, though A only uses its processor for one tick. */
static void test_all(void) {
    sked_forecast forecast[3];
    open_deep(2, 1, 0, SKED_ALL);
    of_kind('a', 0, 1, 4, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 1, 0);
    of_kind('B', 0, 1, 5, 0);
    of_kind('C', 0, 1, 4, 0);
    CHECK(sked_queue_forecast(&queue, 0, forecast, 3, other_room, sizeof(other_room)) == SKED_OK);
    CHECK(forecast[0].start == 4 && forecast[1].start == 5 && forecast[2].start == 0);
    CHECK(forecast[1].reason == SKED_HEAD && forecast[2].reason == SKED_RESERVED);
    pass_starts(0, "C");
}

/* A wants more than is up: it has no time, but it counts. B is the second. */
static void test_never(void) {
    SKED_SET_LOCAL(down, 2);
    open_deep(2, 1, 0, 2);
    sked_set_add(&down, 1);
    CHECK(sked_queue_down(&queue, &down, 0) == SKED_OK);
    of_kind('a', 0, 1, NEVER, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 5, 0);
    pass_starts(0, "");
    CHECK(is_head(0, 'A', NEVER));
    finish('a', 3);
    of_kind('B', 0, 1, NEVER, 3);
    pass_starts(3, "B");
    CHECK(is_head(0, 'A', NEVER));
}

/* A lost processor comes back to nobody; the job that has it runs on. */
static void test_down_while_running(void) {
    SKED_SET_LOCAL(down, 3);
    sked_action action;
    open_deep(3, 1, 0, 2);
    of_kind('a', 0, 2, 6, 0);
    pass_starts(0, "a");
    sked_set_add(&down, 0);
    CHECK(sked_queue_down(&queue, &down, 0) == SKED_OK);
    of_kind('A', 0, 2, 5, 0);
    of_kind('B', 0, 3, 5, 0);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.kind == SKED_LOST);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
    CHECK(is_head(0, 'A', 6));
}

/* ---- with all else --------------------------------------------------------------------------- */

/* a should have ended: A keeps its place for now, and B and C must not have it. */
static void test_overdue(void) {
    open_deep(2, 1, 0, 2);
    of_kind('a', 0, 1, 3, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 4, 0);
    of_kind('B', 0, 1, 9, 0);
    of_kind('C', 0, 1, 4, 0);
    pass_starts(4, "");
    CHECK(is_head(0, 'A', 4));
    pass_starts(6, "");
    CHECK(is_head(0, 'A', 6));
    finish('a', 6);
    pass_starts(6, "A");
}

/* a has a processor of kind 1, and one of kind 0 alone. */
static void test_other_kinds(void) {
    open_deep(2, 2, 0, 2);
    kind(1, 2, 0, 0);
    of_kind('a', 0, 2, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 1, 1, 4, 0);
    pass_starts(0, "");
    CHECK(is_head(1, 'A', 5));
}

/* Quotas are kept, too: B may have its two only when A has had its own. */
static void test_quotas(void) {
    open_deep(4, 1, 2, 3);
    quota(0, 3, SKED_RESERVE, 0);
    quota(1, 0, SKED_PASS, 0);
    with_quota('a', 1, 2, 5, 0);
    pass_starts(0, "a");
    with_quota('A', 1, 2, 4, 0);
    with_quota('B', 1, 1, 6, 0);        /* with A from 5 on: 3 */
    with_quota('C', 1, 2, 4, 0);
    pass_starts(0, "B");
    CHECK(is_head(0, 'A', 5));
    finish('B', 1);
    with_quota('D', 1, 1, 5, 1);
    with_quota('E', 1, 1, 9, 1);
    pass_starts(1, "D");                /* E, with C from 9 on: 3, and with A: 4 */
    CHECK(is_head(0, 'A', 5));
}

/* Of a candidate, too: B has no reservation, and would leave A too little of quota 0. A booking
 * takes of none, and a limit reserves nothing. */
static void test_quotas_between(void) {
    SKED_SET_LOCAL(set, 4);
    const sked_span span = span_on(4, 30, &set, "3");
    const uint32_t amounts[2] = {1, 1};
    open_deep(4, 1, 2, 1 + 1);
    quota(0, 3, SKED_RESERVE, 0);
    quota(1, 2, SKED_PASS, 0);
    CHECK(sked_queue_book(&queue, 7, &span, 0) == SKED_OK);
    with_quota('a', 1, 2, 5, 0);
    pass_starts(0, "a");
    with_quota('A', 1, 3, 4, 0);
    with_quota('Z', 1, 3, 4, 0);
    with_quota('B', 1, 1, 6, 0);
    CHECK(submit_as('C', 0, 1, 5, amounts, 0) == SKED_OK);
    pass_starts(0, "C");
    CHECK(is_head(0, 'A', 5));
}

/* a should have ended, and has the quota still. */
static void test_overdue_quota(void) {
    open_deep(2, 1, 2, 2);
    quota(0, 1, SKED_RESERVE, 0);
    with_quota('a', 1, 1, 3, 0);
    pass_starts(0, "a");
    with_quota('A', 1, 1, 4, 0);
    pass_starts(4, "");
    CHECK(is_head(0, 'A', 4));
    finish('a', 4);
    pass_starts(4, "A");
}

/* Quota 1 is a limit: who lacks it is passed over, and has no reservation. */
static void test_passed_over(void) {
    const uint32_t amounts[2] = {0, 1};
    open_deep(2, 1, 2, 2);
    quota(1, 0, SKED_PASS, 0);
    of_kind('a', 0, 1, 5, 0);
    pass_starts(0, "a");
    CHECK(submit_as('A', 0, 1, 3, amounts, 0) == SKED_OK);
    of_kind('B', 0, 2, 3, 0);
    pass_starts(0, "");
    CHECK(is_head(0, 'B', 5));
}

/* A booking has 1 from 3 to 9: A has its place before, and B behind. One by number is refused. */
static void test_bookings(void) {
    SKED_SET_LOCAL(set, 2);
    sked_span span = span_of(3, 9, 1);
    open_deep(2, 1, 0, 2);
    CHECK(sked_queue_book(&queue, 7, &span, 0) == SKED_E_KINDS);
    span = span_on(3, 9, &set, "1");
    CHECK(sked_queue_book(&queue, 7, &span, 0) == SKED_OK);
    of_kind('A', 0, 2, 3, 0);
    of_kind('B', 0, 2, 4, 0);
    of_kind('C', 0, 1, 20, 0);
    pass_starts(0, "A");
    CHECK(is_head(0, 'B', 9));
    finish('A', 3);
    of_kind('D', 0, 1, 6, 3);
    pass_starts(3, "D");                /* C would be in B's way */
    CHECK(is_head(0, 'B', 9));
}

/* The picker refuses A for now: it waits for another offer, and B gets what it leaves over. */
static int pick_but_a(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                      sked_set *chosen) {
    uint32_t p = sked_set_first(offered), left;
    (void)ctx;
    for (left = ask->count; left > 0; left--) {
        sked_set_add(chosen, p);
        p = sked_set_next(offered, p);
    }
    return ask->id != 'A';
}

static void test_picker(void) {
    static const sked_picker picker = {pick_but_a, NULL};
    open_by(3, 1, 0, 2, &picker);
    of_kind('a', 0, 1, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 3, 0);
    of_kind('B', 0, 2, 6, 0);
    of_kind('C', 0, 1, 5, 0);
    pass_starts(0, "C");
    CHECK(is_head(0, 'A', 5));
    finish('a', 5);
    finish('C', 5);
    pass_starts(5, "B");                /* nothing is to come back that A could wait for */
    CHECK(is_head(0, 'A', NEVER));
}

/* The last that has a reservation may come as a candidate, as the picker has refused it; and a
 * candidate may be refused. */
static int pick_but_b(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                      sked_set *chosen) {
    (void)ctx;
    sked_set_add(chosen, sked_set_first(offered));
    return ask->id != 'B' && ask->id != 'C';
}

static void test_refused_last(void) {
    static const sked_picker picker = {pick_but_b, NULL};
    open_by(3, 1, 0, 2, &picker);
    of_kind('a', 0, 1, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 3, 3, 0);
    of_kind('B', 0, 1, 2, 0);
    of_kind('C', 0, 1, 2, 0);
    of_kind('D', 0, 1, 2, 0);
    pass_starts(0, "D");
    CHECK(is_head(0, 'A', 5));
}

static void test_change(void) {
    sked_job_change change = SKED_ZERO;
    change.fields = SKED_CHANGE_ESTIMATE;
    change.options = SKED_IF_KEPT;
    change.estimate = 9;
    open_deep(3, 2, 0, 2);
    kind(1, 4, 0, 0);
    of_kind('a', 0, 1, 5, 0);
    of_kind('b', 1, 1, 5, 0);
    pass_starts(0, "ab");
    of_kind('A', 0, 3, 5, 0);
    CHECK(sked_queue_change(&queue, 'a', &change, 0) == SKED_E_PROMISE);
    CHECK(sked_queue_cancel(&queue, 'A', 0) == SKED_OK);
    CHECK(sked_queue_change(&queue, 'a', &change, 0) == SKED_OK);
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* An open pass in its second half: A and B have reservations, C has started; D would be next. */
static void test_damage(void) {
    sked_queue_state_ *state;
    sked_action action;
    uint32_t *first;
    sked_word *word;
    open_deep(4, 2, 0, 2);
    kind(1, 8, 0, 0);
    of_kind('a', 0, 2, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 3, 5, 0);
    of_kind('B', 0, 4, 5, 0);
    of_kind('C', 0, 1, 2, 0);
    of_kind('D', 0, 1, 3, 0);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    state = queue.state_;
    CHECK(is_sound() && is_damaged32(&state->pass.cursor, 99));
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'C');
    CHECK(action.shadow == 5 && action.head == 'A' && action.extra == 0 &&
          action.reason == SKED_BEFORE_SHADOW);
    CHECK(is_sound() && state->pass.phase == SKED_PHASE_BETWEEN_ && state->pass.reserved == 2);
    CHECK(is_damaged32(&state->pass.reserved, 99) && is_damaged32(&state->pass.phase, 6));
    CHECK(is_damaged32(&state->pass.phase, 3) && is_damaged32(&state->pass.phase, 4));
    CHECK(is_damaged_time(&queue.reserved_[0].start, -1));
    CHECK(is_damaged_time(&queue.reserved_[0].end, 5));
    CHECK(is_damaged_time(&queue.reserved_[0].end, 99));
    CHECK(is_damaged_time(&queue.reserved_[1].start, 3));
    CHECK(is_damaged32(&queue.reserved_[1].job, 0));        /* it runs */
    CHECK(is_damaged32(&queue.reserved_[1].job, SKED_NONE));        /* nothing is booked */
    CHECK(is_damaged32(&queue.kind_[0].reserved, 1) && is_damaged32(&queue.kind_[0].reserved, 3));
    CHECK(is_damaged64(&state->kinds.unblocked, 1));        /* for a third reservation */
    CHECK(is_damaged32(&queue.by_start_[1], 9) && is_damaged32(&queue.by_end_[1], 9));
    CHECK(is_damaged32(&queue.kind_[0].reserved_last, 99));
    first = &queue.by_start_[0];
    CHECK(is_damaged32(first, 1));
    queue.reserved_[1].start = 5;       /* as that of the other */
    CHECK(is_sound() && is_damaged32(first, 1));
    word = &queue.reserved_words_[0];
    *word = (sked_word)(*word | 16u);
    CHECK(!is_sound());
    *word = (sked_word)(*word & 15u);
    CHECK(is_sound());
    CHECK(sked_queue_plan_end(&queue) == SKED_OK);
    CHECK(!is_damaged32(&queue.by_start_[0], 9));           /* between passes it means nothing */
}

/* An open pass in its first half: A has a reservation, B has started. If A, or another job of a
 * full component, could come again, there would be no room for its entry. */
static void test_damage_of_room(void) {
    sked_queue_state_ *state;
    sked_action action;
    open_deep(2, 1, 0, 2);
    of_kind('a', 0, 1, 5, 0);
    pass_starts(0, "a");
    of_kind('A', 0, 2, 5, 0);
    of_kind('B', 0, 1, 5, 0);
    of_kind('C', 0, 1, 5, 0);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'B');
    state = queue.state_;
    CHECK(is_sound() && state->pass.phase == SKED_PHASE_PLACING_ && state->pass.reserved == 1);
    CHECK(queue.job_[1].id == 'A' && is_damaged32(&state->pass.cursor, 1));
    CHECK(is_damaged32(&queue.kind_[0].reserved, 0) && is_damaged32(&queue.kind_[0].reserved, 2));
    CHECK(is_damaged32(&queue.kind_[0].reserved, 99));
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
}

int main(void) {
    test_places();
    test_no_moves();
    test_components();
    test_all();
    test_never();
    test_down_while_running();
    test_overdue();
    test_other_kinds();
    test_quotas();
    test_quotas_between();
    test_overdue_quota();
    test_passed_over();
    test_bookings();
    test_picker();
    test_refused_last();
    test_change();
    test_damage();
    test_damage_of_room();
    return check_done("quick/kinds_deep");
}
