/* plain_moldable.h: widths and places of moldable tasks, coded plainly, from full tables. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAIN_MOLDABLE_H
#define PLAIN_MOLDABLE_H

/* The rival of build/moldable_ratio: the dual test with a knapsack by dynamic programming, a list
   that scans what is pending, batches whose lengths grow, and the sweep of deadlines. All tasks are
   ready at 0, may have any width, and have tables whose times never rise; nothing is remembered
   from one call to the next. Products of a weight and a work must stay below 2^63. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct plain_moldable {
    uint32_t tasks, processors;
    const int64_t *time;            /* of task i on k processors: [i * processors + k - 1] */
    const uint32_t *weight;
    int64_t *least;                 /* the least work on that many or more, likewise */
    int64_t *saved;                 /* processors + 1: the most that a knapsack saves so far */
    unsigned char *taken;           /* tasks * (processors + 1): what it takes */
    uint32_t *size, *item;          /* of the knapsack; tasks each, as all that follow */
    int64_t *value;
    uint32_t *width, *batch;        /* what was decided last */
    uint32_t *order, *pending;
    uint32_t *next;                 /* of a stack: the task above, UINT32_MAX at its top */
    int64_t *start, *end;           /* of the last list */
    struct plain_moldable_key *keys;
    struct plain_moldable_run *heap;
} plain_moldable;

typedef struct plain_moldable_key {
    uint32_t batch, task;           /* batches in turn; in each the highest fraction first, */
    uint64_t above, below;          /* and of equals the task with the lowest number */
} plain_moldable_key;

typedef struct plain_moldable_run {
    int64_t end;
    uint32_t width;
} plain_moldable_run;

static inline void *plain_moldable_take(size_t count, size_t size) {
    void *block = calloc(count, size);
    if (block == NULL) {
        abort();
    }
    return block;
}

static inline int64_t plain_moldable_time(const plain_moldable *plain, uint32_t task,
                                          uint32_t width) {
    return plain->time[(size_t)task * plain->processors + width - 1];
}

static inline void plain_moldable_begin(plain_moldable *plain, uint32_t tasks, uint32_t processors,
                                        const int64_t *time, const uint32_t *weight) {
    const size_t n = tasks, m = processors;
    size_t i, k;
    plain->tasks = tasks;
    plain->processors = processors;
    plain->time = time;
    plain->weight = weight;
    plain->least = (int64_t *)plain_moldable_take(n * m, sizeof(int64_t));
    plain->saved = (int64_t *)plain_moldable_take(m + 1, sizeof(int64_t));
    plain->taken = (unsigned char *)plain_moldable_take(n * (m + 1), 1);
    plain->size = (uint32_t *)plain_moldable_take(7 * n, sizeof(uint32_t));
    plain->item = plain->size + n;
    plain->width = plain->item + n;
    plain->batch = plain->width + n;
    plain->order = plain->batch + n;
    plain->pending = plain->order + n;
    plain->next = plain->pending + n;
    plain->value = (int64_t *)plain_moldable_take(3 * n, sizeof(int64_t));
    plain->start = plain->value + n;
    plain->end = plain->start + n;
    plain->keys = (plain_moldable_key *)plain_moldable_take(n, sizeof(plain_moldable_key));
    plain->heap = (plain_moldable_run *)plain_moldable_take(n, sizeof(plain_moldable_run));
    for (i = 0; i < n; i++) {
        for (k = m; k-- > 0;) {
            const int64_t work = (int64_t)(k + 1) * time[i * m + k];
            const int64_t wider = k + 1 < m ? plain->least[i * m + k + 1] : work;
            plain->least[i * m + k] = work < wider ? work : wider;
        }
    }
}

static inline void plain_moldable_end(plain_moldable *plain) {
    free(plain->least);
    free(plain->saved);
    free(plain->taken);
    free(plain->size);
    free(plain->value);
    free(plain->keys);
    free(plain->heap);
}

/* The least width with which a task takes at most that long; 0: none. */
static inline uint32_t plain_moldable_width(const plain_moldable *plain, uint32_t task,
                                            int64_t limit) {
    uint32_t low = 1, high = plain->processors;
    if (plain_moldable_time(plain, task, high) > limit) {
        return 0;
    }
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (plain_moldable_time(plain, task, middle) <= limit) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* ---- knapsack ------------------------------------------------------------------------------- */

/* The most value that `count` items have which fit in `room` together. */
static inline int64_t plain_moldable_knapsack(plain_moldable *plain, uint32_t count,
                                              uint32_t room) {
    int64_t *saved = plain->saved;
    uint32_t i, q;
    memset(saved, 0, ((size_t)room + 1) * sizeof saved[0]);
    for (i = 0; i < count; i++) {
        unsigned char *taken = plain->taken + (size_t)i * (plain->processors + 1);
        const uint32_t size = plain->size[i];
        memset(taken, 0, (size_t)room + 1);
        for (q = room; q >= size; q--) {
            const int64_t with = saved[q - size] + plain->value[i];
            if (with > saved[q]) {
                saved[q] = with;
                taken[q] = 1;
            }
        }
    }
    return saved[room];
}

/* Moves the items that the last knapsack took to the front of `item`; returns their number. */
static inline uint32_t plain_moldable_chosen(plain_moldable *plain, uint32_t count, uint32_t room) {
    uint32_t chosen = count, i;
    for (i = count; i-- > 0;) {
        if (plain->taken[(size_t)i * (plain->processors + 1) + room]) {
            room -= plain->size[i];
            plain->item[--chosen] = plain->item[i];
        }
    }
    memmove(plain->item, plain->item + chosen, (count - chosen) * sizeof plain->item[0]);
    return count - chosen;
}

/* ---- a deadline ----------------------------------------------------------------------------- */

/* Can it not be refused? Then each task has a width. Tasks that take longer than half of the
   deadline run side by side at its half; with which of them the least work is saved? */
static inline int plain_moldable_accepts(plain_moldable *plain, int64_t deadline) {
    const int64_t area = deadline * (int64_t)plain->processors;
    int64_t work = 0;
    uint32_t room = plain->processors, count = 0, i, chosen;
    for (i = 0; i < plain->tasks; i++) {
        const int64_t *least = plain->least + (size_t)i * plain->processors;
        const uint32_t all = plain_moldable_width(plain, i, deadline);
        const uint32_t half = plain_moldable_width(plain, i, deadline / 2);
        if (all == 0 || (half == 0 && all > room)) {
            return 0;
        }
        plain->width[i] = half == 0 ? all : half;
        work += least[plain->width[i] - 1];
        if (half == 0) {
            room -= all;
        } else if (half > 1 && least[half - 1] > least[all - 1]) {
            plain->item[count] = i;
            plain->size[count] = all;
            plain->value[count++] = least[half - 1] - least[all - 1];
        }
    }
    work -= plain_moldable_knapsack(plain, count, room);
    chosen = plain_moldable_chosen(plain, count, room);
    for (i = 0; i < chosen; i++) {
        const uint32_t task = plain->item[i];
        plain->width[task] = plain_moldable_width(plain, task, deadline);
    }
    return work <= area;
}

/* The shortest that is accepted, from the last one that is refused on. */
static inline int64_t plain_moldable_deadline(plain_moldable *plain) {
    int64_t low = 0, high = 1;
    while (!plain_moldable_accepts(plain, high)) {
        low = high;
        high *= 2;
    }
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (plain_moldable_accepts(plain, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    (void)plain_moldable_accepts(plain, high);
    return high;
}

/* ---- lists ---------------------------------------------------------------------------------- */

typedef enum plain_moldable_rule {
    PLAIN_MOLDABLE_SMITH, PLAIN_MOLDABLE_RATIO, PLAIN_MOLDABLE_LONGEST, PLAIN_MOLDABLE_SMALLEST,
    PLAIN_MOLDABLE_LARGEST, PLAIN_MOLDABLE_WIDEST, PLAIN_MOLDABLE_RULES
} plain_moldable_rule;

static inline int plain_moldable_compare(const void *a, const void *b) {
    const plain_moldable_key *left = (const plain_moldable_key *)a;
    const plain_moldable_key *right = (const plain_moldable_key *)b;
    const uint64_t first = left->above * right->below, second = right->above * left->below;
    if (left->batch != right->batch) {
        return left->batch < right->batch ? -1 : 1;
    }
    if (first != second) {
        return first > second ? -1 : 1;
    }
    return left->task < right->task ? -1 : left->task > right->task;
}

/* With the widths that were decided, in batches if so told. */
static inline void plain_moldable_order(plain_moldable *plain, plain_moldable_rule rule,
                                        int batches) {
    uint32_t i;
    for (i = 0; i < plain->tasks; i++) {
        const uint64_t width = plain->width[i];
        const uint64_t time = (uint64_t)plain_moldable_time(plain, i, plain->width[i]);
        plain_moldable_key *key = &plain->keys[i];
        key->batch = batches ? plain->batch[i] : 0;
        key->task = i;
        key->above = rule == PLAIN_MOLDABLE_SMITH || rule == PLAIN_MOLDABLE_RATIO ? plain->weight[i]
                     : rule == PLAIN_MOLDABLE_SMALLEST                            ? 1
                     : rule == PLAIN_MOLDABLE_LARGEST                             ? width * time
                     : rule == PLAIN_MOLDABLE_LONGEST                             ? time
                                                              : (width << 40) + time;
        key->below = rule == PLAIN_MOLDABLE_SMITH || rule == PLAIN_MOLDABLE_SMALLEST ? width * time
                     : rule == PLAIN_MOLDABLE_RATIO                                  ? time
                                                                                     : 1;
    }
    qsort(plain->keys, plain->tasks, sizeof plain->keys[0], plain_moldable_compare);
    for (i = 0; i < plain->tasks; i++) {
        plain->order[i] = plain->keys[i].task;
    }
}

static inline void plain_moldable_push(plain_moldable_run *heap, uint32_t count, int64_t end,
                                       uint32_t width) {
    uint32_t at = count;
    while (at > 0 && heap[(at - 1) / 2].end > end) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at].end = end;
    heap[at].width = width;
}

static inline plain_moldable_run plain_moldable_pop(plain_moldable_run *heap, uint32_t count) {
    const plain_moldable_run top = heap[0], moving = heap[count - 1];
    uint32_t at = 0, below = 1;
    while (below < count - 1) {
        below += below + 1 < count - 1 && heap[below + 1].end < heap[below].end;
        if (heap[below].end >= moving.end) {
            break;
        }
        heap[at] = heap[below];
        at = below;
        below = 2 * at + 1;
    }
    heap[at] = moving;
    return top;
}

/* What a list, or whoever else, achieves. */
typedef struct plain_moldable_plan {
    int64_t makespan;
    uint64_t minsum;
} plain_moldable_plan;

/* Whenever something ends, the first in the order that fit start. */
static inline plain_moldable_plan plain_moldable_list(plain_moldable *plain) {
    plain_moldable_plan plan = {0, 0};
    uint32_t free_now = plain->processors, running = 0, left = plain->tasks, i;
    int64_t now = 0;
    memcpy(plain->pending, plain->order, left * sizeof plain->order[0]);
    while (left > 0) {
        uint32_t kept = 0;
        for (i = 0; i < left; i++) {
            const uint32_t task = plain->pending[i], width = plain->width[task];
            if (width > free_now) {
                plain->pending[kept++] = task;
                continue;
            }
            free_now -= width;
            plain->start[task] = now;
            plain->end[task] = now + plain_moldable_time(plain, task, width);
            plain_moldable_push(plain->heap, running++, plain->end[task], width);
            plan.makespan = plain->end[task] > plan.makespan ? plain->end[task] : plan.makespan;
            plan.minsum += plain->weight[task] * (uint64_t)plain->end[task];
        }
        left = kept;
        now = plain->heap[0].end;
        while (running > 0 && plain->heap[0].end == now) {
            free_now += plain_moldable_pop(plain->heap, running--).width;
        }
    }
    return plan;
}

/* ---- methods -------------------------------------------------------------------------------- */

/* Of two plans; `by` is what counts for one unit of each. */
static inline int plain_moldable_better(const plain_moldable_plan *plan,
                                        const plain_moldable_plan *best,
                                        const plain_moldable_plan *by) {
    return best->makespan == 0 ||
           (double)plan->makespan / (double)by->makespan +
                   (double)plan->minsum / (double)by->minsum <
               (double)best->makespan / (double)by->makespan +
                   (double)best->minsum / (double)by->minsum;
}

static inline void plain_moldable_try(plain_moldable *plain, plain_moldable_rule rule, int batches,
                                      const plain_moldable_plan *by, plain_moldable_plan *best) {
    plain_moldable_plan plan;
    plain_moldable_order(plain, rule, batches);
    plan = plain_moldable_list(plain);
    if (plain_moldable_better(&plan, best, by)) {
        *best = plan;
    }
}

/* Lists for 40 deadlines from an accepted one on: the shortest. */
static inline plain_moldable_plan plain_moldable_sweep(plain_moldable *plain, int64_t deadline) {
    static const plain_moldable_rule rules[] = {PLAIN_MOLDABLE_LONGEST, PLAIN_MOLDABLE_LARGEST,
                                                PLAIN_MOLDABLE_WIDEST};
    plain_moldable_plan best = {INT64_MAX, 0};
    uint32_t step, shelves, rule, i;
    for (step = 0; step < 40; step++) {
        const int64_t limit = deadline + deadline / 80 * step;
        for (shelves = 0; shelves < 2; shelves++) {
            if (shelves && !plain_moldable_accepts(plain, limit)) {
                continue;
            }
            for (i = 0; i < plain->tasks && !shelves; i++) {
                plain->width[i] = plain_moldable_width(plain, i, limit);
            }
            for (rule = 0; rule < 3; rule++) {
                plain_moldable_plan plan;
                plain_moldable_order(plain, rules[rule], 0);
                plan = plain_moldable_list(plain);
                best = plan.makespan < best.makespan ? plan : best;
            }
        }
    }
    return best;
}

/* Small tasks in stacks on one processor each, the heaviest first: an item of the knapsack is a
   stack, by its lowest task. Returns the number of items; width is 0 while a task has no batch. */
static inline uint32_t plain_moldable_stack(plain_moldable *plain, int64_t length) {
    uint32_t count = 0, small = 0, i;
    int64_t used = 0;
    for (i = 0; i < plain->tasks; i++) {
        if (plain->width[i] == 0 && plain_moldable_time(plain, i, 1) <= length / 2) {
            const plain_moldable_key key = {0, i, plain->weight[i], 1};
            plain->keys[small++] = key;
        }
    }
    qsort(plain->keys, small, sizeof plain->keys[0], plain_moldable_compare);
    for (i = 0; i < small; i++) {
        const uint32_t task = plain->keys[i].task;
        const int64_t time = plain_moldable_time(plain, task, 1);
        const int above = count > 0 && used + time <= length;
        used = above ? used + time : time;
        plain->next[task] = above ? plain->item[count - 1] : UINT32_MAX;
        count += !above;
        plain->item[count - 1] = task;
        plain->size[count - 1] = 1;
        plain->value[count - 1] = plain->weight[task] + (above ? plain->value[count - 1] : 0);
    }
    return count;
}

/* One batch: what has the most weight side by side. Returns how many tasks it has. */
static inline uint32_t plain_moldable_fill(plain_moldable *plain, int64_t length, uint32_t batch) {
    const uint32_t room = plain->processors;
    uint32_t count = plain_moldable_stack(plain, length), filled = 0, i, chosen;
    for (i = 0; i < plain->tasks; i++) {
        const uint32_t width =
            plain->width[i] == 0 ? plain_moldable_width(plain, i, length) : 0;
        if (width > 0 && plain_moldable_time(plain, i, 1) > length / 2) {
            plain->next[i] = UINT32_MAX;
            plain->item[count] = i;
            plain->size[count] = width;
            plain->value[count++] = plain->weight[i];
        }
    }
    (void)plain_moldable_knapsack(plain, count, room);
    chosen = plain_moldable_chosen(plain, count, room);
    for (i = 0; i < chosen; i++) {
        uint32_t task;
        for (task = plain->item[i]; task != UINT32_MAX; task = plain->next[task]) {
            const int small = plain_moldable_time(plain, task, 1) <= length / 2;
            plain->width[task] = small ? 1 : plain_moldable_width(plain, task, length);
            plain->batch[task] = batch;
            filled++;
        }
    }
    return filled;
}

/* Batches whose lengths grow, of which one is as long as the deadline (if `first` is 1); the first
   one has room for the shortest task. No weight may be 0. */
static inline void plain_moldable_batches(plain_moldable *plain, int64_t deadline, double growth,
                                          double first) {
    int64_t shortest = INT64_MAX;
    double length = (double)deadline;
    uint32_t left = plain->tasks, batch, i;
    for (i = 0; i < plain->tasks; i++) {
        const int64_t time = plain_moldable_time(plain, i, plain->processors);
        shortest = time < shortest ? time : shortest;
        plain->width[i] = 0;
    }
    while (length / growth >= (double)shortest) {
        length /= growth;
    }
    for (batch = 0, length *= first; left > 0; batch++, length *= growth) {
        left -= plain_moldable_fill(plain, (int64_t)length, batch);
    }
}

/* As printed, the longest first in each batch; or the pair: by weight for work, with batches and
   without. */
static inline plain_moldable_plan plain_moldable_demt(plain_moldable *plain, int64_t deadline,
                                                      int pair, const plain_moldable_plan *by) {
    plain_moldable_plan best = {0, 0};
    plain_moldable_batches(plain, deadline, 2, 1);
    plain_moldable_try(plain, pair ? PLAIN_MOLDABLE_SMITH : PLAIN_MOLDABLE_LONGEST, 1, by, &best);
    if (pair) {
        plain_moldable_try(plain, PLAIN_MOLDABLE_SMITH, 0, by, &best);
    }
    return best;
}

static inline plain_moldable_plan plain_moldable_multibase(plain_moldable *plain, int64_t deadline,
                                                           const plain_moldable_plan *by) {
    static const double growths[] = {1.3, 1.5, 1.75, 2, 2.5, 3, 4}, firsts[] = {1, 0.85, 0.7};
    plain_moldable_plan best = {0, 0};
    uint32_t growth, first;
    for (growth = 0; growth < 7; growth++) {
        for (first = 0; first < 3; first++) {
            plain_moldable_batches(plain, deadline, growths[growth], firsts[first]);
            plain_moldable_try(plain, PLAIN_MOLDABLE_SMITH, 1, by, &best);
            plain_moldable_try(plain, PLAIN_MOLDABLE_SMITH, 0, by, &best);
        }
    }
    return best;
}

#endif
