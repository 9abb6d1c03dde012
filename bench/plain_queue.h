/* plain_queue.h: EASY as one codes it without an index: each pass scans all waiting jobs. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAIN_QUEUE_H
#define PLAIN_QUEUE_H

/* The rival of build/queue_ratio: FCFS order, estimates for every job, the lowest processors first;
   the same decisions as sked_queue with depth 1. It is spared what a library must do: it checks
   nothing, tells nothing about its choice, and its jobs are places in the caller's table, so that
   none is looked up by an id.

   Waiting jobs stand in arrays in the order of arrival, widths apart from the rest, since most jobs
   are passed by for their width. One that has started from the middle stays as a gap (a width that
   never fits) until an eighth of the places are gaps. Running jobs stand in an array by expected
   end. A running job's processors are masks, each kept at the place of its lowest processor. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN_NONE UINT32_MAX
#define PLAIN_GAP UINT32_MAX

typedef struct plain_job {
    int64_t estimate, end;          /* expected end, once it runs */
    uint32_t width, first;          /* the first of its masks */
} plain_job;

typedef struct plain_running {
    int64_t end;
    uint32_t job, width;
} plain_running;

typedef struct plain_queue {
    plain_job *jobs;                /* the caller's */
    uint32_t free;
    uint32_t *width, *job;          /* waiting: places first .. last-1 */
    int64_t *estimate;
    size_t first, last, room, gaps;
    plain_running *running;
    uint32_t running_count;
    uint64_t *idle;                 /* a bit for each free processor; none below word `lowest` */
    uint32_t lowest;
    uint64_t *mask;                 /* by lowest processor; bits of one word */
    uint32_t *mask_next;
    uint32_t *started;              /* by the latest pass */
    uint32_t started_count;
    uint64_t looked_at;
} plain_queue;

static inline uint32_t plain_lowest_bit(uint64_t word) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(word);
#else
    uint32_t bit = 0, step;
    for (step = 32; step > 0; step /= 2) {
        if ((word & ((UINT64_C(1) << step) - 1)) == 0) {
            word >>= step;
            bit += step;
        }
    }
    return bit;
#endif
}

static inline void plain_queue_drop(plain_queue *queue) {
    free(queue->width);
    free(queue->job);
    free(queue->estimate);
    free(queue->running);
    free(queue->idle);
    free(queue->mask);
    free(queue->mask_next);
    free(queue->started);
}

/* 0: out of memory. */
static inline int plain_queue_make(plain_queue *queue, uint32_t processors, plain_job *jobs) {
    const size_t words = processors / 64 + 1;
    uint32_t p;
    memset(queue, 0, sizeof *queue);
    queue->jobs = jobs;
    queue->free = processors;
    queue->running = (plain_running *)malloc(processors * sizeof(plain_running));
    queue->idle = (uint64_t *)calloc(words, sizeof(uint64_t));
    queue->mask = (uint64_t *)malloc(processors * sizeof(uint64_t));
    queue->mask_next = (uint32_t *)malloc(processors * sizeof(uint32_t));
    queue->started = (uint32_t *)malloc(processors * sizeof(uint32_t));
    if (queue->running == NULL || queue->idle == NULL || queue->mask == NULL ||
        queue->mask_next == NULL || queue->started == NULL) {
        plain_queue_drop(queue);
        return 0;
    }
    for (p = 0; p < processors; p++) {
        queue->idle[p / 64] |= UINT64_C(1) << p % 64;
    }
    return 1;
}

/* Moves the waiting jobs together, to the beginning of the arrays. */
static inline void plain_squeeze(plain_queue *queue) {
    size_t from, to = 0;
    for (from = queue->first; from < queue->last; from++) {
        if (queue->width[from] != PLAIN_GAP) {
            queue->width[to] = queue->width[from];
            queue->job[to] = queue->job[from];
            queue->estimate[to++] = queue->estimate[from];
        }
    }
    queue->first = queue->gaps = 0;
    queue->last = to;
}

static inline int plain_enlarge(plain_queue *queue) {
    const size_t room = queue->room == 0 ? 256 : 2 * queue->room;
    uint32_t *width = (uint32_t *)realloc(queue->width, room * sizeof(uint32_t));
    uint32_t *job = (uint32_t *)realloc(queue->job, room * sizeof(uint32_t));
    int64_t *estimate = (int64_t *)realloc(queue->estimate, room * sizeof(int64_t));
    queue->width = width != NULL ? width : queue->width;
    queue->job = job != NULL ? job : queue->job;
    queue->estimate = estimate != NULL ? estimate : queue->estimate;
    if (width == NULL || job == NULL || estimate == NULL) {
        return 0;
    }
    queue->room = room;
    return 1;
}

/* 0: out of memory. */
static inline int plain_submit(plain_queue *queue, uint32_t job, uint32_t width, int64_t estimate) {
    if (queue->last == queue->room) {
        if (queue->first + queue->gaps > queue->room / 4) {
            plain_squeeze(queue);
        } else if (!plain_enlarge(queue)) {
            return 0;
        }
    }
    queue->jobs[job].width = width;
    queue->jobs[job].estimate = estimate;
    queue->width[queue->last] = width;
    queue->job[queue->last] = job;
    queue->estimate[queue->last++] = estimate;
    return 1;
}

/* The place of the first running job that ends at `end` or later. */
static inline uint32_t plain_running_from(const plain_queue *queue, int64_t end) {
    uint32_t low = 0, high = queue->running_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (queue->running[middle].end < end) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static inline void plain_finish(plain_queue *queue, uint32_t job) {
    const plain_job *ended = &queue->jobs[job];
    uint32_t at = plain_running_from(queue, ended->end), p;
    while (queue->running[at].job != job) {
        at++;
    }
    queue->running_count--;
    memmove(&queue->running[at], &queue->running[at + 1],
            (queue->running_count - at) * sizeof(plain_running));
    for (p = ended->first; p != PLAIN_NONE; p = queue->mask_next[p]) {
        queue->idle[p / 64] |= queue->mask[p];
    }
    queue->lowest = ended->first / 64 < queue->lowest ? ended->first / 64 : queue->lowest;
    queue->free += ended->width;
}

/* Takes the lowest processors for a job that fits. */
static inline void plain_choose(plain_queue *queue, plain_job *job) {
    uint32_t need = job->width, word = queue->lowest, p;
    uint32_t *link = &job->first;
    for (;; word++) {
        uint64_t left = queue->idle[word], taken = 0;
        for (; left != 0 && need > 0; need--) {
            taken |= left & (~left + 1);
            left &= left - 1;
        }
        if (taken != 0) {
            p = word * 64 + plain_lowest_bit(taken);
            queue->mask[p] = taken;
            queue->idle[word] = left;
            *link = p;
            link = &queue->mask_next[p];
        }
        if (need == 0) {
            break;
        }
    }
    *link = PLAIN_NONE;
    queue->lowest = word;
}

static inline void plain_start(plain_queue *queue, size_t place, int64_t now) {
    const uint32_t index = queue->job[place];
    plain_job *job = &queue->jobs[index];
    uint32_t at;
    plain_choose(queue, job);
    job->end = now + job->estimate;
    at = plain_running_from(queue, job->end);
    memmove(&queue->running[at + 1], &queue->running[at],
            (queue->running_count - at) * sizeof(plain_running));
    queue->running[at].end = job->end;
    queue->running[at].job = index;
    queue->running[at].width = job->width;
    queue->running_count++;
    queue->free -= job->width;
    queue->started[queue->started_count++] = index;
}

/* Behind a head that does not fit: its shadow time and what it leaves over then, and one scan. */
static inline void plain_backfill(plain_queue *queue, int64_t now) {
    const uint32_t head = queue->width[queue->first];
    uint32_t available = queue->free, extra, r = 0;
    int64_t shadow = now, longest;
    size_t i;
    while (r < queue->running_count && (available < head || queue->running[r].end <= shadow)) {
        shadow = queue->running[r].end > shadow ? queue->running[r].end : shadow;
        available += queue->running[r++].width;
    }
    extra = available - head;
    longest = shadow - now;
    for (i = queue->first + 1; i < queue->last && queue->free > 0; i++) {
        const uint32_t width = queue->width[i];
        if (width <= queue->free && (queue->estimate[i] <= longest || width <= extra)) {
            extra -= queue->estimate[i] > longest ? width : 0;
            plain_start(queue, i, now);
            queue->width[i] = PLAIN_GAP;
            queue->gaps++;
        }
    }
    queue->looked_at += i - queue->first;
}

/* One pass: fills started[0 .. started_count-1]. */
static inline void plain_pass(plain_queue *queue, int64_t now) {
    queue->started_count = 0;
    if (queue->gaps > (queue->last - queue->first) / 8) {
        plain_squeeze(queue);
    }
    while (queue->first < queue->last &&
           (queue->width[queue->first] == PLAIN_GAP ||
            queue->width[queue->first] <= queue->free)) {
        if (queue->width[queue->first] == PLAIN_GAP) {
            queue->gaps--;
        } else {
            plain_start(queue, queue->first, now);
        }
        queue->first++;
    }
    if (queue->first < queue->last && queue->free > 0) {
        plain_backfill(queue, now);
    }
}

#endif
