/* torus_picker.h: chooses a box of a torus for each job: a sked_picker of one's own. */
/* SPDX-License-Identifier: MIT */
#ifndef TORUS_PICKER_H_INCLUDED
#define TORUS_PICKER_H_INCLUDED

/*     torus_picker torus = {.size = {4, 4, 4}};
       const sked_picker picker = {torus_pick, &torus};
       sked_queue_settings settings = sked_queue_settings_easy(64, 16);
       sked_job job = sked_job_of(1, torus_width(&torus, 7), 60);      8 processors: 2 x 2 x 2

       settings.options = SKED_ASK_AHEAD;

   The processor at (x, y, z) has the number x + size[0] * (y + size[1] * z), and the last of each
   ring is a neighbour of the first. A job gets a box of exactly as many processors as it asks for,
   which may go around. It is the one with the least surface; of those the one with the lowest
   anchor, its first corner; of those the one that is longest in x, then in y. If none is free, the
   picker refuses. A width that no box has is refused for ever: ask torus_width before you submit.

   The answer depends on the count and the offer alone, and a box that is free in an offer is free
   in a larger one: so SKED_ASK_AHEAD keeps its promise. */

#include <stdint.h>

#include "sched.h"

typedef struct torus_box {
    uint32_t anchor, size[3];
    uint64_t surface;               /* half of it, as if nothing went around                   */
} torus_box;

typedef struct torus_picker {
    uint32_t size[3];               /* 1 or more each; their product: the queue's processors  */
    torus_box box;                  /* of the job that sked_queue_next has just started        */
} torus_picker;

/* The shape with this number, 0 .. size[0] * size[1] - 1. Returns whether it has that volume. */
static inline int torus_shape(const torus_picker *torus, uint32_t number, uint32_t volume,
                              torus_box *box) {
    const uint32_t x = torus->size[0] - number / torus->size[1];
    const uint32_t y = torus->size[1] - number % torus->size[1], z = volume / (x * y);
    box->size[0] = x;
    box->size[1] = y;
    box->size[2] = z;
    box->surface = (uint64_t)x * y + (uint64_t)y * z + (uint64_t)z * x;
    return x * y * z == volume && z <= torus->size[2];
}

/* Returns   the least width from this one on that a box has; 0: there is none. */
static inline uint32_t torus_width(const torus_picker *torus, uint32_t width) {
    uint32_t number = 0, shapes = torus->size[0] * torus->size[1];
    torus_box box;
    while (width <= shapes * torus->size[2] && !torus_shape(torus, number, width, &box)) {
        number = (number + 1) % shapes;
        width += number == 0;
    }
    return width <= shapes * torus->size[2] ? width : 0;
}

/* The processor of a box with this number, counted from the anchor: along x, then y, then z. */
static inline uint32_t torus_processor(const torus_picker *torus, const torus_box *box,
                                       uint32_t number) {
    const uint32_t *size = torus->size, row = number / box->size[0];
    const uint32_t x = box->anchor % size[0] + number % box->size[0];
    const uint32_t y = box->anchor / size[0] % size[1] + row % box->size[1];
    const uint32_t z = box->anchor / size[0] / size[1] + row / box->size[1];
    return x % size[0] + size[0] * (y % size[1] + size[1] * (z % size[2]));
}

static inline int torus_is_offered(const torus_picker *torus, const torus_box *box,
                                   const sked_set *offered) {
    uint32_t number = box->size[0] * box->size[1] * box->size[2];
    while (number > 0 && sked_set_has(offered, torus_processor(torus, box, number - 1))) {
        number--;
    }
    return number == 0;
}

/* The best box that is free. Returns 0 if there is none. Cost: O(processors * volume) for each of
   its shapes; but most boxes that are not free are given up after few processors. */
static inline int torus_find(const torus_picker *torus, uint32_t volume, const sked_set *offered,
                             torus_box *best) {
    torus_box box;
    uint32_t number;
    best->surface = UINT64_MAX;
    for (number = 0; number < torus->size[0] * torus->size[1]; number++) {
        const int fits = torus_shape(torus, number, volume, &box) && box.surface <= best->surface;
        box.anchor = fits ? sked_set_first(offered) : offered->size;
        while (box.anchor < offered->size && !torus_is_offered(torus, &box, offered)) {
            box.anchor = sked_set_next(offered, box.anchor);
        }
        if (box.anchor < offered->size &&
            (box.surface < best->surface || box.anchor < best->anchor)) {
            *best = box;
        }
    }
    return best->surface < UINT64_MAX;
}

/* The picker. Its ctx is a torus_picker. */
static inline int torus_pick(void *ctx, const sked_pick_request *request, const sked_set *offered,
                             sked_set *chosen) {
    torus_picker *torus = (torus_picker *)ctx;
    torus_box box;
    uint32_t number;
    if (!torus_find(torus, request->count, offered, &box)) {
        return 0;
    }
    for (number = 0; number < request->count; number++) {
        sked_set_add(chosen, torus_processor(torus, &box, number));
    }
    torus->box = request->ahead ? torus->box : box;
    return 1;
}

#endif
