/* torus.c - quick tests of examples/torus_picker.h, against all boxes, cell by cell.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../../examples/torus_picker.h"
#include "../check.h"
#include "scenes.h"

enum { DRAWS = 12000, MOST = 5 * 5 * 5 };

static torus_picker torus;
static const sked_picker picker_torus = {torus_pick, &torus};
static sked_align room[2048];
static sked_word offered_words[SKED_SET_WORDS((uint32_t)MOST)];
static sked_word chosen_words[SKED_SET_WORDS((uint32_t)MOST)];
static sked_word wanted_words[SKED_SET_WORDS((uint32_t)MOST)];

static uint32_t processors(void) {
    return torus.size[0] * torus.size[1] * torus.size[2];
}

/* ---- all boxes, cell by cell ----------------------------------------------------------------- */

/* A box by its first corner and its lengths; what makes another one better comes first. */
typedef struct plain_box {
    uint32_t surface, anchor, at[3], length[3];
} plain_box;

/* The places along a ring that the box has, as a mask: bit p is place p. */
static uint32_t plain_places(const plain_box *box, int axis) {
    uint32_t steps, place = box->at[axis], mask = 0;
    for (steps = 0; steps < box->length[axis]; steps++) {
        mask |= UINT32_C(1) << place;
        place = place + 1 == torus.size[axis] ? 0 : place + 1;
    }
    return mask;
}

/* Gives the processors of a box. Returns whether all of them are offered. */
static int plain_cells(const plain_box *box, const sked_set *offered, sked_set *cells) {
    const uint32_t along_x = plain_places(box, 0), along_y = plain_places(box, 1);
    const uint32_t along_z = plain_places(box, 2);
    uint32_t x, y, z, processor = 0;
    sked_set_clear(cells);
    for (z = 0; z < torus.size[2]; z++) {
        for (y = 0; y < torus.size[1]; y++) {
            for (x = 0; x < torus.size[0]; x++) {
                if ((along_x >> x & along_y >> y & along_z >> z & 1) != 0) {
                    sked_set_add(cells, processor);
                }
                processor++;
            }
        }
    }
    return sked_set_is_subset(cells, offered);
}

static int plain_better(const plain_box *box, const plain_box *other) {
    if (box->surface != other->surface) {
        return box->surface < other->surface;
    }
    if (box->anchor != other->anchor) {
        return box->anchor < other->anchor;
    }
    return box->length[0] != other->length[0] ? box->length[0] > other->length[0]
                                              : box->length[1] > other->length[1];
}

/* The best free box of a shape, if it is better than what is known. Returns whether one is free. */
static int plain_anchors(plain_box box, const sked_set *offered, plain_box *best) {
    SKED_SET_LOCAL(cells, (uint32_t)MOST);
    int found = 0;
    cells.size = offered->size;
    for (box.anchor = 0; box.anchor < processors(); box.anchor++) {
        box.at[0] = box.anchor % torus.size[0];
        box.at[1] = box.anchor / torus.size[0] % torus.size[1];
        box.at[2] = box.anchor / torus.size[0] / torus.size[1];
        if (plain_cells(&box, offered, &cells)) {
            found = 1;
            if (plain_better(&box, best)) {
                *best = box;
            }
        }
    }
    return found;
}

/* The best of all free boxes with that volume. Returns whether there is one; *shapes: how many
 * shapes have the volume. */
static int plain_best(uint32_t volume, const sked_set *offered, plain_box *best, int *shapes) {
    plain_box box = {0};
    int found = 0;
    uint32_t x, y, z;
    *shapes = 0;
    best->surface = UINT32_MAX;
    for (x = 1; x <= torus.size[0]; x++) {
        for (y = 1; y <= torus.size[1]; y++) {
            for (z = 1; z <= torus.size[2]; z++) {
                if (x * y * z == volume) {
                    box.surface = 2 * (x * y + y * z + z * x);
                    box.length[0] = x;
                    box.length[1] = y;
                    box.length[2] = z;
                    found = plain_anchors(box, offered, best) || found;
                    ++*shapes;
                }
            }
        }
    }
    return found;
}

/* ---- drawn tori ------------------------------------------------------------------------------ */

static uint64_t boxes_found, boxes_around, boxes_refused, widths_of_none;

/* Gives the processors of any box. */
static void draw_box(uint64_t *random, const sked_set *all, sked_set *cells) {
    plain_box box = {0};
    int axis;
    for (axis = 0; axis < 3; axis++) {
        box.at[axis] = check_below(random, torus.size[axis]);
        box.length[axis] = 1 + check_below(random, torus.size[axis]);
    }
    (void)plain_cells(&box, all, cells);
}

/* Some boxes are busy, and some single processors; or all but one box is. */
static void draw_offer(uint64_t *random, sked_set *offered) {
    SKED_SET_LOCAL(cells, (uint32_t)MOST);
    uint32_t boxes = check_below(random, 4), singles = check_below(random, 2 + processors() / 2);
    cells.size = offered->size;
    if (check_below(random, 3) == 0) {
        draw_box(random, offered, offered);
        return;
    }
    sked_set_fill(offered);
    for (; boxes > 0; boxes--) {
        draw_box(random, offered, &cells);
        sked_set_andnot(offered, &cells);
    }
    for (singles *= check_below(random, 2); singles > 0; singles--) {
        sked_set_remove(offered, check_below(random, processors()));
    }
}

/* Any width, small ones more often; and as many as are offered. */
static uint32_t draw_width(uint64_t *random, const sked_set *offered) {
    const uint32_t offers = sked_set_count(offered);
    const uint32_t most = 1 + check_below(random, offers > 0 ? offers : 1);
    switch (check_below(random, 4)) {
    case 0: return offers > 0 ? offers : 1;
    case 1: return 1 + check_below(random, processors());
    default: return 1 + check_below(random, most);
    }
}

/* The box that the picker tells of is the best one. */
static void check_box(uint64_t seed, const plain_box *best) {
    int axis, around = 0;
    CHECK_SEED(seed, torus.box.anchor == best->anchor);
    for (axis = 0; axis < 3; axis++) {
        CHECK_SEED(seed, torus.box.size[axis] == best->length[axis]);
        around = around || best->at[axis] + best->length[axis] > torus.size[axis];
    }
    boxes_around += around ? 1 : 0;
}

/* Returns   the least width from this one on that some box has; 0: there is none. */
static uint32_t plain_width(uint32_t width) {
    SKED_SET_LOCAL(none, (uint32_t)MOST);
    plain_box best;
    int shapes = 0;
    none.size = processors();
    for (; width <= processors(); width++) {
        (void)plain_best(width, &none, &best, &shapes);
        if (shapes > 0) {
            return width;
        }
    }
    return 0;
}

static void test_drawn(uint64_t seed) {
    uint64_t random = seed;
    sked_pick_request request = SKED_ZERO;
    sked_set offered, chosen, wanted;
    plain_box best = {0};
    sked_status status;
    int axis, found, shapes;
    for (axis = 0; axis < 3; axis++) {
        torus.size[axis] = 1 + check_below(&random, 5);
    }
    offered = sked_set_of(offered_words, processors());
    chosen = sked_set_of(chosen_words, processors());
    wanted = sked_set_of(wanted_words, processors());
    draw_offer(&random, &offered);
    request.count = draw_width(&random, &offered);
    request.ahead = check_below(&random, 4) == 0;
    torus.box.anchor = UINT32_MAX;
    found = plain_best(request.count, &offered, &best, &shapes);
    status = sked_pick(&picker_torus, &request, &offered, &chosen);
    CHECK_SEED(seed, status == (found ? SKED_OK : SKED_E_REFUSED));
    if (found) {
        CHECK_SEED(seed, plain_cells(&best, &offered, &wanted) && sked_set_equal(&chosen, &wanted));
    }
    if (found && !request.ahead) {
        check_box(seed, &best);
    } else {
        CHECK_SEED(seed, torus.box.anchor == UINT32_MAX);
    }
    boxes_found += found ? 1 : 0;
    boxes_refused += !found && shapes > 0 && sked_set_count(&offered) >= request.count ? 1 : 0;
    widths_of_none += shapes == 0 ? 1 : 0;
    CHECK_SEED(seed, torus_width(&torus, request.count) == plain_width(request.count));
}

static void test_all_drawn(void) {
    uint64_t seed;
    for (seed = 1; seed <= DRAWS; seed++) {
        test_drawn(seed);
    }
    printf("%lu boxes, %lu of them around; %lu refused; %lu widths of no box\n",
           (unsigned long)boxes_found, (unsigned long)boxes_around, (unsigned long)boxes_refused,
           (unsigned long)widths_of_none);
    CHECK(boxes_found > DRAWS / 4 && boxes_around > DRAWS / 40);
    CHECK(boxes_refused > DRAWS / 20 && widths_of_none > DRAWS / 20);
}

/* ---- in a queue ------------------------------------------------------------------------------ */

static void set_size(uint32_t x, uint32_t y, uint32_t z) {
    torus.size[0] = x;
    torus.size[1] = y;
    torus.size[2] = z;
}

/* A ring of eight. H wants four neighbours. At 4 four are free, but two and two; at 10 it finds
 * them. L outlasts that on what H has no use for; K would leave H two and two again.
 *
 *     6 ddddddddddHH
 *     4 ccccllllllHH      l is back in time
 *     2 bbbbbbbbbb
 *     0 aaaaLLLLLLLLLLLLLLLLLLLLLLLL                                                           */
static void test_queue(void) {
    sked_queue_settings settings = sked_queue_settings_easy(8, 12);
    set_size(8, 1, 1);
    settings.options = SKED_ASK_AHEAD;
    CHECK(sked_queue_init(&queue, &settings, &picker_torus, room, sizeof room) == SKED_OK);
    submit('a', 2, 4, 0);
    submit('b', 2, 10, 0);
    submit('c', 2, 4, 0);
    submit('d', 2, 10, 0);
    pass_starts(0, "abcd");
    submit('H', 4, 2, 0);
    pass_starts(0, "");
    CHECK(info_of(&queue).head_blocked && info_of(&queue).shadow == 10);
    finish('a', 4);
    finish('c', 4);
    submit('L', 2, 24, 4);
    submit('K', 2, 24, 4);
    submit('l', 2, 6, 4);
    pass_starts(4, "Ll");
    CHECK(torus.box.anchor == 4 && torus.box.size[0] == 2);
    CHECK(info_of(&queue).shadow == 10 && info_of(&queue).counters.picker_faults == 0);
    finish('b', 10);
    finish('d', 10);
    finish('l', 10);
    pass_starts(10, "HK");
    CHECK(info_of(&queue).running == 3);
}

/* Rings whose product is not what the queue has: nothing is taken that is not offered. */
static void test_other_sizes(void) {
    sked_pick_request request = SKED_ZERO;
    sked_set offered = sked_set_of(offered_words, 9), chosen = sked_set_of(chosen_words, 9);
    request.count = 4;
    sked_set_fill(&offered);
    set_size(2, 2, 9);
    CHECK(sked_pick(&picker_torus, &request, &offered, &chosen) == SKED_OK);
    request.count = 9;
    CHECK(sked_pick(&picker_torus, &request, &offered, &chosen) == SKED_E_REFUSED);
    CHECK(torus_width(&torus, 10) == 10 && torus_width(&torus, 11) == 12 &&
          torus_width(&torus, 37) == 0);
    set_size(0, 3, 3);
    CHECK(sked_pick(&picker_torus, &request, &offered, &chosen) == SKED_E_REFUSED);
}

int main(void) {
    test_all_drawn();
    test_queue();
    test_other_sizes();
    return check_done("torus");
}
