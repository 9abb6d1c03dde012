/* moldable_list.h: lists in the orders that the paper on moldable tasks describes. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_LIST_H
#define MOLDABLE_LIST_H

/* Include moldable_workload.h before. The widths are those of a plan; the list is plain: at 0 and
 * at each end it starts all tasks that fit, in its order. All functions are `static inline`:
 * compilers stay silent when one is not used. */

#include <stdint.h>
#include <stdlib.h>

typedef enum list_order {
    LIST_LONGEST,           /* longest time first                                              */
    LIST_WEIGHTED,          /* most time for its weight first                                  */
    LIST_GIVEN              /* the long shelf, the short one, the small tasks; in each, as given */
} list_order;

/* The least key first, then the least task. */
typedef struct list_place {
    double key;
    uint32_t task;
} list_place;

static inline sked_time list_time(const moldable_load *load, const sked_moldable_row *rows,
                                  uint32_t task) {
    return load->tasks[task].times[rows[task].width - 1];
}

/* 0: the long shelf, of the deadline; 1: the short one, of half of it; 2: a small task. */
static inline int list_shelf(const moldable_load *load, const sked_moldable_row *rows,
                             uint32_t task, sked_time deadline) {
    return load->tasks[task].times[0] <= deadline / 2     ? 2
           : list_time(load, rows, task) <= deadline / 2 ? 1
                                                         : 0;
}

static inline double list_key(const moldable_load *load, const sked_moldable_row *rows,
                              uint32_t task, list_order order, sked_time deadline) {
    const double time = (double)list_time(load, rows, task);

    switch (order) {
    case LIST_LONGEST: return -time;
    case LIST_WEIGHTED: return -time / load->tasks[task].weight;
    case LIST_GIVEN: break;
    }
    return list_shelf(load, rows, task, deadline);
}

static inline int list_compare(const void *one, const void *two) {
    const list_place *a = (const list_place *)one, *b = (const list_place *)two;

    if (a->key < b->key || a->key > b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return a->task < b->task ? -1 : 1;
}

/* Starts what fits, in order. Returns how many processors are left; *left: tasks not started. */
static inline uint32_t list_start(const moldable_load *load, const list_place *places,
                                  sked_time now, uint32_t idle, sked_moldable_row *rows,
                                  uint32_t *left) {
    uint32_t i;

    for (i = 0; i < load->count && idle > 0; i++) {
        sked_moldable_row *row = &rows[places[i].task];

        if (row->end == 0 && row->width <= idle) {
            row->start = now;
            row->end = now + list_time(load, rows, places[i].task);
            idle -= row->width;
            (*left)--;
        }
    }
    return idle;
}

/* The first end after now; *ending: how many processors come free then. */
static inline sked_time list_next(const moldable_load *load, const sked_moldable_row *rows,
                                  sked_time now, uint32_t *ending) {
    sked_time next = SKED_TIME_MAX;
    uint32_t i;

    *ending = 0;
    for (i = 0; i < load->count; i++) {
        if (rows[i].end > now && rows[i].end < next) {
            next = rows[i].end;
            *ending = 0;
        }
        *ending += rows[i].end == next ? rows[i].width : 0;
    }
    return next;
}

/* rows: a plan, of which the widths are kept. 0: no memory. */
static inline int list_plan(const moldable_load *load, list_order order, sked_time deadline,
                            uint32_t processors, sked_moldable_row *rows) {
    list_place *places = (list_place *)malloc(load->count * sizeof *places);
    uint32_t left = load->count, idle = processors, ending, i;
    sked_time now = 0;

    if (places == NULL) {
        return 0;
    }
    for (i = 0; i < load->count; i++) {
        places[i].task = i;
        places[i].key = list_key(load, rows, i, order, deadline);
        rows[i].end = 0;
    }
    qsort(places, load->count, sizeof *places, list_compare);
    while (left > 0) {
        idle = list_start(load, places, now, idle, rows, &left);
        now = list_next(load, rows, now, &ending);
        idle += ending;
    }
    free(places);
    return 1;
}

#endif /* MOLDABLE_LIST_H */
