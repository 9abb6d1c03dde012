/* plain_ar.h: a calendar as one codes it plainly: a sorted list, searched start by start. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAIN_AR_H
#define PLAIN_AR_H

/* The rival of build/ar_ratio, after the list of Li et al. (2013): a record tells which processors
   are busy from its start to that of the next one. To find a record is to walk there from the
   first; a search gathers the busy sets of each start's window anew. The same answers as sched_ar.h
   for equal processors of which none is down, with the lowest numbers taken and rectangles that end
   at the deadline. It is spared what a library must do: it checks nothing, and its sets have a size
   that the compiler knows.

   Records come from one array: in the order of time, as they never are after a while, but best for
   the list; or scattered, as on a heap that has been used. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN_AR_PROCESSORS 1024
#define PLAIN_AR_WORDS (PLAIN_AR_PROCESSORS / 64)
#define PLAIN_AR_NEVER (-1)

typedef struct plain_ar_record {
    int64_t start;
    struct plain_ar_record *next, *before;
    uint64_t busy[PLAIN_AR_WORDS];
} plain_ar_record;

typedef struct plain_ar {
    plain_ar_record *array, *first, *last, *spare;
    int64_t horizon;                /* below 2^50, so that products of rectangles fit 64 bits */
} plain_ar;

/* In the order of sked_ar_policy. */
typedef enum plain_ar_policy {
    PLAIN_AR_FF,
    PLAIN_AR_PE_B,
    PLAIN_AR_PE_W,
    PLAIN_AR_DU_B,
    PLAIN_AR_DU_W,
    PLAIN_AR_PEDU_B,
    PLAIN_AR_PEDU_W,
    PLAIN_AR_LATEST
} plain_ar_policy;

typedef struct plain_ar_request {
    int64_t ready, duration, deadline;
    uint32_t count;
    plain_ar_policy policy;
    int paper;                      /* the paper's starts; else those where some become free */
} plain_ar_request;

typedef struct plain_ar_answer {
    int64_t start;                  /* PLAIN_AR_NEVER: there is none */
    int64_t from, until;            /* the rectangle, unless the policy needs none */
    uint32_t free;
    uint64_t set[PLAIN_AR_WORDS];
} plain_ar_answer;

/* ---- the list ------------------------------------------------------------------------------- */

static inline plain_ar_record *plain_ar_take(plain_ar *list) {
    plain_ar_record *record = list->spare;
    list->spare = record->next;
    return record;
}

/* `order` tells which place of the array comes next; NULL: the next one. 0: out of memory. */
static inline int plain_ar_make(plain_ar *list, int64_t horizon, uint32_t room,
                                const uint32_t *order) {
    uint32_t i;
    list->array = (plain_ar_record *)malloc(room * sizeof(plain_ar_record));
    list->spare = NULL;
    list->horizon = horizon;
    if (list->array == NULL) {
        return 0;
    }
    for (i = room; i > 0; i--) {
        plain_ar_record *record = &list->array[order != NULL ? order[i - 1] : i - 1];
        record->next = list->spare;
        list->spare = record;
    }
    list->first = list->last = plain_ar_take(list);
    memset(list->first, 0, sizeof *list->first);
    return 1;
}

static inline void plain_ar_drop(plain_ar *list) {
    free(list->array);
}

/* The record that holds at a time. */
static inline plain_ar_record *plain_ar_at(const plain_ar *list, int64_t time) {
    plain_ar_record *record = list->first;
    while (record->next != NULL && record->next->start <= time) {
        record = record->next;
    }
    return record;
}

/* Makes a record begin at a time within `record`, or just at its end; or returns the one that does.
 */
static inline plain_ar_record *plain_ar_cut(plain_ar *list, plain_ar_record *record, int64_t time) {
    plain_ar_record *added;
    if (record->start == time) {
        return record;
    }
    added = plain_ar_take(list);
    *added = *record;
    added->start = time;
    added->before = record;
    if (record->next != NULL) {
        record->next->before = added;
    } else {
        list->last = added;
    }
    record->next = added;
    return added;
}

/* Drops a record that is as the one before it. */
static inline void plain_ar_join(plain_ar *list, plain_ar_record *record) {
    plain_ar_record *before = record->before;
    if (before == NULL || memcmp(before->busy, record->busy, sizeof record->busy) != 0) {
        return;
    }
    before->next = record->next;
    if (record->next != NULL) {
        record->next->before = before;
    } else {
        list->last = before;
    }
    record->next = list->spare;
    list->spare = record;
}

/* Makes processors busy (or free again) during [start, end), an end before the horizon. */
static inline void plain_ar_change(plain_ar *list, int64_t start, int64_t end, const uint64_t *set,
                                   int busy) {
    plain_ar_record *first = plain_ar_cut(list, plain_ar_at(list, start), start);
    plain_ar_record *record = first, *beyond;
    uint32_t w;
    while (record->next != NULL && record->next->start <= end) {
        record = record->next;
    }
    beyond = plain_ar_cut(list, record, end);
    for (record = first; record != beyond; record = record->next) {
        for (w = 0; w < PLAIN_AR_WORDS; w++) {
            record->busy[w] = busy ? record->busy[w] | set[w] : record->busy[w] & ~set[w];
        }
    }
    plain_ar_join(list, beyond);
    plain_ar_join(list, first);
}

static inline void plain_ar_add(plain_ar *list, int64_t start, int64_t end, const uint64_t *set) {
    plain_ar_change(list, start, end, set, 1);
}

static inline void plain_ar_remove(plain_ar *list, int64_t start, int64_t end,
                                   const uint64_t *set) {
    plain_ar_change(list, start, end, set, 0);
}

/* For whoever fills the list in the order of time: what becomes busy, and what is free again. */
static inline void plain_ar_append(plain_ar *list, int64_t time, const uint64_t *toggled) {
    plain_ar_record *record;
    uint32_t w;
    if (time > list->last->start) {
        plain_ar_join(list, list->last);
    }
    record = plain_ar_cut(list, list->last, time);
    for (w = 0; w < PLAIN_AR_WORDS; w++) {
        record->busy[w] ^= toggled[w];
    }
}

/* Forgets what was before now. */
static inline void plain_ar_trim(plain_ar *list, int64_t now) {
    while (list->first->next != NULL && list->first->next->start <= now) {
        plain_ar_record *past = list->first;
        list->first = past->next;
        list->first->before = NULL;
        past->next = list->spare;
        list->spare = past;
    }
    list->first->start = now > list->first->start ? now : list->first->start;
}

/* ---- a start: its free set and its rectangle ------------------------------------------------ */

static inline uint32_t plain_ar_ones(uint64_t word) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_popcountll(word);
#else
    uint32_t ones = 0;
    for (; word != 0; word &= word - 1) {
        ones++;
    }
    return ones;
#endif
}

static inline uint32_t plain_ar_count(const uint64_t *set) {
    uint32_t ones = 0, w;
    for (w = 0; w < PLAIN_AR_WORDS; w++) {
        ones += plain_ar_ones(set[w]);
    }
    return ones;
}

/* How many are free if these are busy. */
static inline uint32_t plain_ar_free(const uint64_t *busy) {
    return PLAIN_AR_PROCESSORS - plain_ar_count(busy);
}

static inline void plain_ar_gather(uint64_t *busy, const plain_ar_record *record) {
    uint32_t w;
    for (w = 0; w < PLAIN_AR_WORDS; w++) {
        busy[w] |= record->busy[w];
    }
}

/* The free set of a start that `record` holds: *set and its count, and *last, the last record
 * before the end. Gives up (0) once fewer than `least` are left. */
static inline uint32_t plain_ar_window(const plain_ar_record *record, int64_t end, uint32_t least,
                                       uint64_t *set, const plain_ar_record **last) {
    uint32_t free_count, w;
    memcpy(set, record->busy, sizeof record->busy);
    free_count = plain_ar_free(set);
    while (free_count >= least && record->next != NULL && record->next->start < end) {
        record = record->next;
        plain_ar_gather(set, record);
        free_count = plain_ar_free(set);
    }
    *last = record;
    for (w = 0; w < PLAIN_AR_WORDS; w++) {
        set[w] = ~set[w];
    }
    return free_count >= least ? free_count : 0;
}

static inline int plain_ar_meets(const uint64_t *a, const uint64_t *b) {
    uint64_t both = 0;
    uint32_t w;
    for (w = 0; w < PLAIN_AR_WORDS; w++) {
        both |= a[w] & b[w];
    }
    return both != 0;
}

/* The longest interval around the records first .. last in which all of a set is free. */
static inline void plain_ar_widen(const plain_ar *list, const plain_ar_record *first,
                                  const plain_ar_record *last, plain_ar_answer *answer) {
    while (first->before != NULL && !plain_ar_meets(first->before->busy, answer->set)) {
        first = first->before;
    }
    do {
        last = last->next;
    } while (last != NULL && !plain_ar_meets(last->busy, answer->set));
    answer->from = first->start;
    answer->until = last != NULL ? last->start : list->horizon;
}

/* The rectangle of a start, feasible or not. */
static inline void plain_ar_rectangle(const plain_ar *list, int64_t start, int64_t duration,
                                      plain_ar_answer *answer) {
    const plain_ar_record *first = plain_ar_at(list, start), *last;
    answer->start = start;
    answer->free = plain_ar_window(first, start + duration, 0, answer->set, &last);
    plain_ar_widen(list, first, last, answer);
}

/* ---- searches ------------------------------------------------------------------------------- */

/* Does a processor become free when this record begins? */
static inline int plain_ar_frees(const plain_ar_record *record) {
    uint64_t freed = 0;
    uint32_t w;
    for (w = 0; w < PLAIN_AR_WORDS; w++) {
        freed |= record->before->busy[w] & ~record->busy[w];
    }
    return freed != 0;
}

static inline int64_t plain_ar_sooner(int64_t a, int64_t b) {
    return b < a ? b : a;
}

/* The next start after `start`, which *record holds; *record then holds the next one. Beyond the
 * last start: a time after it. */
static inline int64_t plain_ar_next_start(const plain_ar *list, const plain_ar_request *request,
                                          int64_t start, const plain_ar_record **record) {
    const plain_ar_record *at = *record;
    int64_t next = list->horizon;
    if (!request->paper) {
        do {
            at = at->next;
        } while (at != NULL && !plain_ar_frees(at));
        *record = at;
        return at != NULL ? at->start : list->horizon;
    }
    if (request->deadline - request->duration > start) {
        next = request->deadline - request->duration;
    }
    if (at->next != NULL) {
        next = plain_ar_sooner(next, at->next->start);
    }
    while (at != NULL && at->start - request->duration <= start) {
        at = at->next;
    }
    if (at != NULL) {
        next = plain_ar_sooner(next, at->start - request->duration);
    }
    if ((*record)->next != NULL && (*record)->next->start <= next) {
        *record = (*record)->next;
    }
    return next;
}

/* What a policy has the most of. */
static inline int64_t plain_ar_worth(const plain_ar_request *request,
                                     const plain_ar_answer *answer) {
    const int64_t length = plain_ar_sooner(answer->until, request->deadline) - answer->from;
    switch (request->policy) {
    case PLAIN_AR_PE_B:
        return -(int64_t)answer->free;
    case PLAIN_AR_PE_W:
        return answer->free;
    case PLAIN_AR_DU_B:
        return -length;
    case PLAIN_AR_DU_W:
        return length;
    case PLAIN_AR_PEDU_B:
        return -length * answer->free;
    case PLAIN_AR_PEDU_W:
        return length * answer->free;
    case PLAIN_AR_FF:
    case PLAIN_AR_LATEST:
    default:
        return 0;
    }
}

static inline void plain_ar_by_policy(const plain_ar *list, const plain_ar_request *request,
                                      plain_ar_answer *best) {
    const plain_ar_record *record = plain_ar_at(list, request->ready), *last;
    plain_ar_answer offer;
    int64_t worth, best_worth = 0;
    best->start = PLAIN_AR_NEVER;
    offer.from = offer.until = 0;
    offer.start = request->ready;
    while (offer.start + request->duration <= request->deadline) {
        offer.free = plain_ar_window(record, offer.start + request->duration, request->count,
                                     offer.set, &last);
        if (offer.free > 0) {
            if (request->policy >= PLAIN_AR_DU_B) {
                plain_ar_widen(list, record, last, &offer);
            }
            worth = plain_ar_worth(request, &offer);
            if (best->start == PLAIN_AR_NEVER || worth > best_worth) {
                *best = offer;
                best_worth = worth;
            }
            if (request->policy == PLAIN_AR_FF) {
                return;
            }
        }
        offer.start = plain_ar_next_start(list, request, offer.start, &record);
    }
}

/* From the deadline back: where a window does not do, it next ends where its last record begins. */
static inline void plain_ar_latest(const plain_ar *list, const plain_ar_request *request,
                                   plain_ar_answer *answer) {
    const plain_ar_record *last = plain_ar_at(list, request->deadline - 1), *record;
    int64_t end = request->deadline;
    uint32_t w;
    answer->start = PLAIN_AR_NEVER;
    for (; last != NULL && end - request->duration >= request->ready; last = last->before) {
        memcpy(answer->set, last->busy, sizeof answer->set);
        for (record = last; record->start > end - request->duration;) {
            record = record->before;
            plain_ar_gather(answer->set, record);
            if (plain_ar_free(answer->set) < request->count) {
                break;
            }
        }
        answer->free = plain_ar_free(answer->set);
        if (answer->free >= request->count) {
            answer->start = end - request->duration;
            break;
        }
        end = last->start;
    }
    for (w = 0; w < PLAIN_AR_WORDS; w++) {
        answer->set[w] = ~answer->set[w];
    }
}

/* Keeps the lowest of a set. */
static inline void plain_ar_lowest(uint64_t *set, uint32_t count) {
    uint32_t w;
    for (w = 0; w < PLAIN_AR_WORDS; w++) {
        const uint32_t ones = plain_ar_ones(set[w]);
        uint64_t left = set[w];
        if (ones <= count) {
            count -= ones;
            continue;
        }
        for (; count > 0; count--) {
            left &= left - 1;
        }
        set[w] ^= left;
    }
}

static inline void plain_ar_find(const plain_ar *list, const plain_ar_request *request,
                                 plain_ar_answer *answer) {
    if (request->policy == PLAIN_AR_LATEST) {
        plain_ar_latest(list, request, answer);
    } else {
        plain_ar_by_policy(list, request, answer);
    }
    if (answer->start != PLAIN_AR_NEVER) {
        plain_ar_lowest(answer->set, request->count);
    }
}

/* Why is there no start? The earliest one without a deadline, and the largest count that has one
 * with it, of at most all. */
static inline int64_t plain_ar_why(const plain_ar *list, const plain_ar_request *request,
                                   uint32_t *count) {
    plain_ar_request other = *request;
    plain_ar_answer answer;
    int64_t earliest;
    other.policy = PLAIN_AR_FF;
    other.deadline = list->horizon;
    plain_ar_by_policy(list, &other, &answer);
    earliest = answer.start;
    other = *request;
    other.policy = PLAIN_AR_PE_W;
    other.count = 1;
    plain_ar_by_policy(list, &other, &answer);
    *count = answer.start == PLAIN_AR_NEVER ? 0 : answer.free;
    return earliest;
}

#endif
