/* kinds_caps.c - quick tests of caps: what parts of a machine may take at once.
 *
 * SPDX-License-Identifier: MIT
 *
 * Except for damage, the public interface only. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "scenes.h"
#include "kind_scenes.h"
#include "heap.h"

#define NEVER SKED_NEVER

/* ---- help ------------------------------------------------------------------------------------ */

static void open_capped(uint32_t processors, uint32_t kinds, uint32_t caps) {
    sked_queue_settings settings = settings_of(processors, kinds, 0);
    settings.caps_max = caps;
    open_with(&settings, NULL);
}

static sked_status set_cap(uint32_t number, const char *text, uint32_t capacity, sked_time now) {
    SKED_SET_LOCAL(set, 8);
    set.size = info_of(&queue).processors;
    CHECK(sked_set_parse(&set, text, NULL) == SKED_OK);
    return sked_queue_set_cap(&queue, number, &set, capacity, now);
}

static void cap(uint32_t number, const char *text, uint32_t capacity) {
    CHECK_SEED(number, set_cap(number, text, capacity, 0) == SKED_OK);
}

/* Of kind 0, or another; each of its processors takes so much. */
static sked_status taking(uint64_t id, uint32_t kind_wanted, uint32_t width, uint32_t each,
                          sked_time estimate, sked_time now) {
    sked_job job = job_of(id, width, estimate);
    job.kind = kind_wanted;
    job.amount_each = each;
    return sked_queue_submit(&queue, &job, now);
}

static void takes(uint64_t id, uint32_t width, uint32_t each, sked_time estimate, sked_time now) {
    CHECK_SEED(id, taking(id, 0, width, each, estimate, now) == SKED_OK);
}

static uint64_t cap_used(uint32_t number) {
    sked_cap_info info;
    CHECK(sked_queue_get_cap(&queue, number, &info, NULL) == SKED_OK);
    return info.used;
}

static int is_head(uint64_t id, sked_time shadow) {
    const sked_queue_info info = info_of(&queue);
    return info.head_blocked && info.head == id && info.shadow == shadow && info.extra == 0;
}

/* ---- rooms ----------------------------------------------------------------------------------- */

/* Racks {0-3} and {4-7}, and the site. Of 6 that are wanted a rack can feed 3 each, at 2 a piece;
 * the site 5. */
static void test_room(void) {
    static const uint32_t masks[] = {0x37}, second[] = {8};
    open_capped(8, 1, 3);
    cap(0, "0-7", 11);
    cap(1, "0-3", 7);
    cap(2, "4-7", 7);
    takes('A', 6, 2, 5, 0);
    pass_on(0, "", NULL);
    CHECK(info_of(&queue).head == 'A' && info_of(&queue).shadow == NEVER);
    CHECK(sked_queue_cancel(&queue, 'A', 0) == SKED_OK);
    takes('B', 5, 2, 5, 0);
    pass_on(0, "B", masks);
    CHECK(cap_used(0) == 10 && cap_used(1) == 6 && cap_used(2) == 4);
    takes('C', 1, 2, 5, 0);
    takes('D', 1, 1, 5, 0);
    pass_on(0, "D", second);
    CHECK(cap_used(0) == 11 && cap_used(1) == 7 && is_head('C', 5));
    takes('E', 1, 0, 99, 0);            /* who takes nothing is in nobody's way */
    pass_starts(0, "E");
}

/* Of the caps around {0, 1} the smallest one is the next, whatever their numbers are. */
static void test_around(void) {
    open_capped(8, 1, 4);
    cap(0, "0-7", 20);
    cap(1, "0-3", 9);
    cap(2, "0-1", 3);
    cap(3, "0-7", 30);
    takes('A', 8, 2, 5, 0);             /* two on {0, 1} are too many */
    takes('B', 7, 2, 5, 0);
    pass_on(0, "B", NULL);
    CHECK(info_of(&queue).head == 'A' && info_of(&queue).shadow == NEVER);
    CHECK(cap_used(2) == 2 && cap_used(1) == 6 && cap_used(0) == 14 && cap_used(3) == 14);
}

/* The shadow time is when enough power is back, though processors are idle long before; who gives
 * it back later may not start, except where the head has no need. */
static void test_shadow(void) {
    static const uint32_t masks[] = {8, 1};
    open_capped(4, 1, 1);
    cap(0, "0-2", 6);
    takes('a', 1, 3, 4, 0);
    takes('b', 1, 3, 7, 0);
    pass_starts(0, "ab");
    takes('A', 1, 4, 5, 0);             /* 3 is outside of the cap, and A could go there at once */
    pass_starts(0, "A");
    takes('B', 1, 4, 5, 0);
    takes('C', 1, 1, 3, 0);
    pass_starts(0, "");
    CHECK(is_head('B', 5));
    finish('A', 5);
    finish('a', 5);
    pass_on(5, "BC", masks);
}

/* The head wants all of the first rack's power when a has ended, so that B gets processors of the
 * second rack, though the first has power now. */
static void test_least_loss(void) {
    static const uint32_t masks[] = {0x30};
    open_capped(8, 2, 2);
    kind(1, 0x0f, 0, 0);
    cap(0, "0-3", 6);
    cap(1, "4-7", 4);
    CHECK(taking('a', 1, 1, 2, 4, 0) == SKED_OK);
    pass_starts(0, "a");
    CHECK(taking('A', 1, 2, 3, 5, 0) == SKED_OK);
    takes('B', 2, 2, 9, 0);
    pass_on(0, "B", masks);
    CHECK(is_head('A', 4));
    takes('C', 1, 1, 9, 0);                         /* fits now, and would be in A's way */
    pass_starts(0, "");
    takes('D', 1, 1, 4, 0);                         /* is back in time */
    pass_starts(0, "D");
}

/* A head without a shadow time spares no caps; by numbers it still keeps its processors. */
static void test_never(void) {
    open_capped(3, 1, 1);
    cap(0, "0-2", 6);
    takes('a', 1, 1, 5, 0);
    pass_starts(0, "a");
    takes('A', 3, 3, 5, 0);
    takes('B', 1, 5, 9, 0);
    pass_starts(0, "B");
    CHECK(is_head('A', NEVER));
    takes('C', 1, 0, NEVER, 0);
    pass_starts(0, "");
}

/* A processor that is down takes nothing, whatever runs there. */
static void test_down(void) {
    SKED_SET_LOCAL(set, 3);
    sked_action action;
    open_capped(3, 1, 1);
    cap(0, "0-2", 4);
    takes('a', 2, 2, 5, 0);
    pass_starts(0, "a");
    takes('A', 1, 2, 5, 0);
    pass_starts(0, "");
    sked_set_add(&set, 0);
    CHECK(sked_queue_down(&queue, &set, 1) == SKED_OK && cap_used(0) == 2);
    CHECK(sked_queue_plan(&queue, 1) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.kind == SKED_LOST);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'A');
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
    CHECK(sked_queue_up(&queue, &set, 2) == SKED_OK && cap_used(0) == 6);
    takes('B', 1, 1, 1, 2);
    pass_starts(2, "");
    CHECK(set_cap(0, "0-2", 3, 2) == SKED_OK);      /* less than what is used */
    pass_starts(2, "");
    CHECK(is_head('B', 5));
}

/* What shares a cap shares a head. */
static void test_connected(void) {
    open_capped(4, 2, 1);
    kind(0, 3, 0, 0);
    kind(1, 12, 0, 0);
    CHECK(kind_info(0).connected == 1);
    cap(0, "1-2", 3);
    CHECK(kind_info(0).connected == 3);
    cap(0, "", 3);
    CHECK(kind_info(0).connected == 1);
    CHECK(taking('a', 1, 2, 1, 5, 0) == SKED_OK);
    pass_starts(0, "a");
    kind(1, 0, 0, 0);
    cap(0, "1-2", 3);
    CHECK(kind_info(0).connected == 3);             /* a runs in it, as one of kind 1 */
}

/* Bookings by count and caps at once: B passes A and takes all of the cap. */
static void test_bookings(void) {
    open_capped(4, 1, 1);
    cap(0, "0-3", 6);
    book_count(1, 3, 9, 2, 0);
    takes('A', 3, 2, 5, 0);
    takes('B', 2, 3, 5, 0);
    pass_starts(0, "B");
    CHECK(is_head('A', 9));
    CHECK(sked_queue_unbook(&queue, 1, 0) == SKED_OK);
    book_count(2, 3, 9, 1, 0);
    pass_starts(0, "");
    CHECK(is_head('A', 5));
}

/* ---- change and questions -------------------------------------------------------------------- */

static sked_status change_each(uint64_t id, uint32_t each) {
    sked_job_change change = SKED_ZERO;
    change.fields = SKED_CHANGE_AMOUNT_EACH;
    change.amount_each = each;
    return sked_queue_change(&queue, id, &change, 0);
}

static void test_change(void) {
    sked_job_info info;
    open_capped(2, 1, 1);
    cap(0, "0-1", 5);
    takes('a', 1, 3, 5, 0);
    pass_starts(0, "a");
    takes('A', 1, 3, 5, 0);
    pass_starts(0, "");
    CHECK(change_each('a', 2) == SKED_E_NOT_WAITING && change_each('a', 3) == SKED_OK);
    CHECK(change_each('A', UINT32_C(1) << 31) == SKED_E_RANGE);
    CHECK(change_each('A', 2) == SKED_OK);
    CHECK(sked_queue_get_job(&queue, 'A', &info, NULL) == SKED_OK && info.amount_each == 2);
    pass_starts(0, "A");
}

static void test_obstacle(void) {
    sked_obstacle why;
    open_capped(6, 2, 2);
    kind(1, 0x38, 0, 0);
    cap(0, "0-2", 4);
    cap(1, "0-5", 9);
    takes('a', 1, 2, 5, 0);
    pass_starts(0, "a");
    takes('A', 5, 1, 5, 0);
    CHECK(sked_queue_get_obstacle(&queue, 'A', &why) == SKED_OK &&
          why.kind == SKED_OBSTACLE_OTHERS);        /* nothing is in its way */
    CHECK(change_each('A', 2) == SKED_OK);          /* the outer cap has too little for five */
    CHECK(sked_queue_get_obstacle(&queue, 'A', &why) == SKED_OK);
    CHECK(why.kind == SKED_OBSTACLE_CAP && why.number == 1 && why.wanted == 2 && why.left == 7 &&
          why.of == 9);
    CHECK(taking('B', 1, 3, 3, 5, 0) == SKED_OK);
    CHECK(sked_queue_get_obstacle(&queue, 'B', &why) == SKED_OK);
    CHECK(why.kind == SKED_OBSTACLE_CAP && why.number == 1 && why.wanted == 3 && why.left == 7 &&
          why.of == 9);
    CHECK(taking('C', 1, 3, 2, 5, 0) == SKED_OK);
    CHECK(sked_queue_get_obstacle(&queue, 'C', &why) == SKED_OK &&
          why.kind == SKED_OBSTACLE_OTHERS);
    takes('D', 5, 0, 5, 0);
    CHECK(sked_queue_get_obstacle(&queue, 'D', &why) == SKED_OK &&
          why.kind == SKED_OBSTACLE_OTHERS);
}

static void test_grow(void) {
    sked_queue_settings settings = settings_of(4, 0, 0);
    sked_cap_info info;
    SKED_SET_LOCAL(set, 4);
    settings.caps_max = 2;
    CHECK(sked_queue_create(&queue, &settings, NULL, heap_mem()) == SKED_OK);
    cap(1, "1-2", 3);
    takes('a', 4, 1, 5, 0);
    takes('A', 1, 2, 5, 0);
    pass_starts(0, "a");
    CHECK(sked_queue_grow(&queue, 9, 2) == SKED_OK && is_sound());
    CHECK(sked_queue_get_cap(&queue, 1, &info, &set) == SKED_OK);
    CHECK(info.used == 2 && info.processors == 2 && info.capacity == 3 && mask_of(&set) == 6);
    finish('a', 5);
    pass_starts(5, "A");
    sked_queue_destroy(&queue);
}

/* ---- refusals and damage --------------------------------------------------------------------- */

static void test_refusals(void) {
    sked_queue_settings settings = settings_of(4, 0, 0);
    sked_cap_info info;
    size_t bytes;
    SKED_SET_LOCAL(small, 3);
    SKED_SET_LOCAL(set, 4);
    settings.caps_max = 65;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_SETTING);
    settings.caps_max = 64;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_OK);
    settings.depth = 2;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_SETTING);
    settings.depth = 1;
    settings.options = SKED_ASK_AHEAD;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_SETTING);
    open_capped(4, 1, 3);
    cap(0, "0-2", 9);
    CHECK(set_cap(1, "2-3", 9, 0) == SKED_E_CAPS && set_cap(1, "1-2", 9, 0) == SKED_OK);
    CHECK(set_cap(2, "0-1", 9, 0) == SKED_E_CAPS && set_cap(2, "0-3", 9, 0) == SKED_OK);
    CHECK(set_cap(3, "0", 9, 0) == SKED_E_RANGE);
    CHECK(set_cap(0, "0", UINT32_C(1) << 31, 0) == SKED_E_RANGE);
    CHECK(sked_queue_set_cap(&queue, 0, &small, 1, 0) == SKED_E_RANGE);
    CHECK(sked_queue_set_cap(&queue, 0, &set, 1, -1) == SKED_E_TIME);
    CHECK(taking('A', 0, 1, UINT32_C(1) << 31, 5, 0) == SKED_E_RANGE);
    CHECK(sked_queue_get_cap(&queue, 3, &info, NULL) == SKED_E_RANGE);
    CHECK(sked_queue_get_cap(&queue, 0, &info, &small) == SKED_E_RANGE);
    open(4, 1, 0);
    CHECK(taking('A', 0, 1, 1, 5, 0) == SKED_E_RANGE);
    CHECK(set_cap(0, "0", 1, 0) == SKED_E_RANGE);
    sked_queue_destroy(&queue);
    CHECK(sked_queue_get_cap(&queue, 0, &info, NULL) == SKED_E_EMPTY);
    CHECK(sked_queue_set_cap(&queue, 0, &set, 1, 0) == SKED_E_EMPTY);
}

static void test_damage(void) {
    sked_queue_cap_ *caps;
    open_capped(4, 1, 3);
    caps = queue.cap_;
    cap(0, "0-3", 9);
    cap(2, "0-1", 5);
    cap(1, "0-1", 5);
    takes('A', 1, 2, 5, 0);
    CHECK(is_sound() && caps[2].parent == 1 && caps[2].depth == 2);
    CHECK(is_damaged32(&caps[1].parent, 2) && is_damaged32(&caps[1].depth, 0));
    CHECK(is_damaged32(&caps[0].capacity, UINT32_C(1) << 31));
    CHECK(is_damaged32(&queue.cap_of_[0], 1) && is_damaged32(&queue.cap_of_[3], SKED_NONE));
    CHECK(is_damaged32(&queue.amount_each_[0], UINT32_C(1) << 31));
    queue.cap_words_[0] = (sked_word)(queue.cap_words_[0] | 16u);
    CHECK(!is_sound());
    queue.cap_words_[0] = (sked_word)(queue.cap_words_[0] & 15u);
    CHECK(is_sound());
}

int main(void) {
    test_room();
    test_around();
    test_shadow();
    test_least_loss();
    test_never();
    test_down();
    test_connected();
    test_bookings();
    test_change();
    test_obstacle();
    test_grow();
    test_refusals();
    test_damage();
    return check_done("quick/kinds_caps");
}
