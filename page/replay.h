/* replay.h: a workload under one policy, in simulated time, as many events at once as one likes. */
/* SPDX-License-Identifier: MIT */
#ifndef REPLAY_H_INCLUDED
#define REPLAY_H_INCLUDED

#include "memory.h"

/* All that happens at one time is told, then there is one pass: as bench/swil.h does by default.
   With a depth k, EASY and EASY-SJBF give the first k jobs reservations. A partition has the
   highest processors; the jobs that need it start there, all others anywhere. */

typedef struct page_job {           /* in: by rising submit                                   */
    int32_t submit, run, estimate;  /* estimate 0: its run time. Stopped at the estimate      */
    uint32_t width;
    uint32_t kind;                  /* 1: needs the partition                                 */
} page_job;

typedef struct page_row {           /* out: of a job; PAGE_NEVER while it has not started     */
    int32_t start, end;             /* when it really ends                                    */
    int32_t reason;                 /* sked_reason                                            */
    int32_t head, shadow;           /* if it started ahead of the head: which job, and its    */
    int32_t extra;                  /* shadow time; what the head leaves over then            */
} page_row;

typedef struct page_piece {         /* a job's processors: a run of neighbours                */
    uint32_t job, first, count;
} page_piece;

typedef struct page_booking {       /* in: any `count` processors are kept free of jobs; with a */
    int32_t start, end;             /* partition those from `first` on                          */
    uint32_t count, first;
} page_booking;

typedef struct page_end {
    int32_t time;
    uint32_t job;
} page_end;

typedef struct page_replay {
    uint32_t jobs_count, processors, partition;
    uint32_t told, started, finished;
    int32_t now;
    page_row *rows;
    page_piece *pieces;             /* of the last step                                       */
    uint32_t pieces_count, pieces_max;
    int32_t status;                 /* sked_status of what failed                             */
    const page_job *jobs;
    page_end *ends;                 /* a heap: the earliest on top, equals by job             */
    uint32_t ends_count;
    sked_queue queue;
    sked_set set;
} page_replay;

/* By the number of the policy on the page. */
static const struct { uint32_t order, backfill, depth, reservations; } page_policies[] = {
    {.order = SKED_FCFS, .backfill = SKED_FCFS, .depth = SKED_NO_RESERVATIONS,
     .reservations = SKED_REBUILD},
    {.order = SKED_SJF, .backfill = SKED_SJF, .depth = SKED_NO_RESERVATIONS,
     .reservations = SKED_REBUILD},
    {.order = SKED_FCFS, .backfill = SKED_FCFS, .depth = 1, .reservations = SKED_REBUILD},
    {.order = SKED_FCFS, .backfill = SKED_SJF, .depth = 1, .reservations = SKED_REBUILD},
    {.order = SKED_FCFS, .backfill = SKED_FCFS, .depth = SKED_ALL, .reservations = SKED_COMPRESS}};

page_replay *page_replay_create(const page_job *jobs, uint32_t count, uint32_t processors,
                                uint32_t policy, uint32_t depth, const page_booking *bookings,
                                uint32_t bookings_count, uint32_t partition);
uint32_t page_replay_step(page_replay *replay, uint32_t starts);

static int page_is_sooner(const page_end *a, const page_end *b) {
    return a->time != b->time ? a->time < b->time : a->job < b->job;
}

static void page_push(page_replay *replay, page_end end) {
    page_end *ends = replay->ends;
    uint32_t at = replay->ends_count++;
    for (; at > 0 && page_is_sooner(&end, &ends[(at - 1) / 2]); at = (at - 1) / 2) {
        ends[at] = ends[(at - 1) / 2];
    }
    ends[at] = end;
}

static uint32_t page_pop(page_replay *replay) {
    page_end *ends = replay->ends;
    const uint32_t job = ends[0].job, count = --replay->ends_count;
    const page_end last = ends[count];
    uint32_t at = 0, child;
    for (child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && page_is_sooner(&ends[child + 1], &ends[child]);
        if (!page_is_sooner(&ends[child], &last)) {
            break;
        }
        ends[at] = ends[child];
        at = child;
    }
    ends[at] = last;
    return job;
}

/* Fills the set of a replay: `count` processors from `first` on. */
static const sked_set *page_processors(page_replay *replay, uint32_t first, uint32_t count) {
    uint32_t i;
    sked_set_clear(&replay->set);
    for (i = 0; i < count; i++) {
        sked_set_add(&replay->set, first + i);
    }
    return &replay->set;
}

static sked_status page_make_partition(page_replay *replay) {
    const uint32_t first = replay->processors - replay->partition;
    if (replay->partition == 0) {
        return SKED_OK;
    }
    return sked_queue_set_kind(&replay->queue, 1,
                               page_processors(replay, first, replay->partition), 0, 0);
}

static sked_status page_book_all(page_replay *replay, const page_booking *bookings,
                                 uint32_t bookings_count) {
    sked_status status = SKED_OK;
    uint32_t i;
    for (i = 0; i < bookings_count && status == SKED_OK; i++) {
        sked_span span = SKED_ZERO;
        span.start = bookings[i].start;
        span.end = bookings[i].end;
        span.count = bookings[i].count;
        if (replay->partition > 0) {
            span.set = page_processors(replay, bookings[i].first, span.count);
        }
        status = sked_queue_book(&replay->queue, i, &span, 0);
    }
    return status;
}

static sked_queue_settings page_settings(const page_replay *replay, uint32_t policy,
                                         uint32_t depth, uint32_t bookings_count) {
    sked_queue_settings settings = SKED_ZERO;
    settings.processors = replay->processors;
    settings.jobs_max = replay->jobs_count == 0 ? 1 : replay->jobs_count;
    settings.estimate_missing = SKED_NEVER;
    settings.order = (sked_order)page_policies[policy].order;
    settings.backfill_order = (sked_order)page_policies[policy].backfill;
    settings.depth = page_policies[policy].depth == 1 ? depth : page_policies[policy].depth;
    settings.bookings_max = bookings_count;
    settings.kinds_max = replay->partition > 0 ? 2 : 0;
    settings.reservations = (sked_reservations)page_policies[policy].reservations;
    return settings;
}

page_replay *page_replay_create(const page_job *jobs, uint32_t count, uint32_t processors,
                                uint32_t policy, uint32_t depth, const page_booking *bookings,
                                uint32_t bookings_count, uint32_t partition) {
    page_replay *replay = (page_replay *)page_take(sizeof *replay);
    sked_queue_settings settings;
    if (replay == NULL || policy >= sizeof page_policies / sizeof page_policies[0]) {
        return NULL;
    }
    replay->jobs = jobs;
    replay->jobs_count = count;
    replay->processors = processors;
    replay->partition = partition;
    replay->rows = (page_row *)page_take(count * (uint32_t)sizeof(page_row) + 1);
    replay->ends = (page_end *)page_take(count * (uint32_t)sizeof(page_end) + 1);
    replay->pieces_max = processors + 4096;
    replay->pieces = (page_piece *)page_take(replay->pieces_max * (uint32_t)sizeof(page_piece));
    replay->set.words = (sked_word *)page_take(page_words(processors) * 4 + 4);
    replay->set.size = processors;
    settings = page_settings(replay, policy, depth, bookings_count);
    replay->status = sked_queue_create(&replay->queue, &settings, NULL, page_mem());
    if (replay->status == SKED_OK) {
        replay->status = (int32_t)page_make_partition(replay);
    }
    if (replay->status == SKED_OK) {
        replay->status = (int32_t)page_book_all(replay, bookings, bookings_count);
    }
    if (replay->rows == NULL || replay->ends == NULL || replay->pieces == NULL ||
        replay->set.words == NULL) {
        replay->status = SKED_E_MEMORY;
    }
    __builtin_memset(replay->rows, 0xff, count * sizeof(page_row));
    return replay;
}

/* The next time at which something happens; SKED_NEVER: nothing does any more. The queue has no
   wishes while nobody waits in it. */
static sked_time page_next_time(const page_replay *replay) {
    sked_queue_info info;
    sked_time next = SKED_NEVER;
    if (sked_queue_get_info(&replay->queue, &info) == SKED_OK && info.waiting > 0) {
        next = sked_queue_next_time(&replay->queue);
    }
    if (replay->told < replay->jobs_count && replay->jobs[replay->told].submit < next) {
        next = replay->jobs[replay->told].submit;
    }
    if (replay->ends_count > 0 && replay->ends[0].time < next) {
        next = replay->ends[0].time;
    }
    return next;
}

static sked_status page_submit(page_replay *replay, uint32_t index, sked_time now) {
    const page_job *job = &replay->jobs[index];
    sked_job told = SKED_ZERO;
    told.id = index;
    told.width = job->width;
    told.estimate = job->estimate > 0 ? job->estimate : job->run;
    told.kind = job->kind;
    return sked_queue_submit(&replay->queue, &told, now);
}

static void page_add_pieces(page_replay *replay, uint32_t job) {
    const sked_set *set = &replay->set;
    uint32_t first = sked_set_first(set), beyond;
    for (; first < set->size; first = beyond < set->size ? sked_set_next(set, beyond) : beyond) {
        page_piece *piece = &replay->pieces[replay->pieces_count++];
        for (beyond = first + 1; sked_set_has(set, beyond); beyond++) {
        }
        piece->job = job;
        piece->first = first;
        piece->count = beyond - first;
    }
}

/* Did a job with this reason pass the head, by what the action says of that? */
static int page_passes(sked_reason reason) {
    switch (reason) {
    case SKED_BEFORE_SHADOW:
    case SKED_FITS_EXTRA: return 1;
    case SKED_HEAD:
    case SKED_RESERVED:
    case SKED_PROCESSOR_DOWN:
    case SKED_SPARE_CYCLES:
    case SKED_BOOKED:
    case SKED_REASON_CLOSED_: break;
    }
    return 0;
}

static void page_start(page_replay *replay, const sked_action *action) {
    const uint32_t index = (uint32_t)action->id;
    const page_job *job = &replay->jobs[index];
    const int32_t limit = job->estimate > 0 && job->estimate < job->run ? job->estimate : job->run;
    page_row *row = &replay->rows[index];
    page_end end;
    row->start = page_from_time(action->start);
    row->end = end.time = row->start + limit;
    row->reason = (int32_t)action->reason;
    if (page_passes(action->reason)) {
        row->head = (int32_t)action->head;
        row->shadow = page_from_time(action->shadow);
        row->extra = (int32_t)action->extra;
    }
    end.job = index;
    page_push(replay, end);
    page_add_pieces(replay, index);
    replay->started++;
}

static sked_status page_pass(page_replay *replay, sked_time now) {
    sked_status status = SKED_OK;
    sked_action action;
    while (status == SKED_OK && replay->ends_count > 0 && replay->ends[0].time == now) {
        status = sked_queue_finish(&replay->queue, page_pop(replay), now);
        replay->finished++;
    }
    while (status == SKED_OK && replay->told < replay->jobs_count &&
           replay->jobs[replay->told].submit == now) {
        status = page_submit(replay, replay->told++, now);
    }
    status = status == SKED_OK ? sked_queue_plan(&replay->queue, now) : status;
    while (status == SKED_OK) {
        status = sked_queue_next(&replay->queue, &action, &replay->set);
        if (status == SKED_OK) {
            page_start(replay, &action);
        }
    }
    return status == SKED_DONE ? SKED_OK : status;
}

/* Goes on until about so many jobs have started, or there is no room for pieces. Returns whether
   there is more to come. The pieces of a pass stay within pieces_max: what starts in one pass has
   at most `processors` of them. */
uint32_t page_replay_step(page_replay *replay, uint32_t starts) {
    const uint32_t until = replay->started + starts;
    sked_time now = page_next_time(replay);
    replay->pieces_count = 0;
    while (replay->status == SKED_OK && now != SKED_NEVER && replay->started < until &&
           replay->pieces_count + replay->processors <= replay->pieces_max) {
        replay->now = page_from_time(now);
        replay->status = (int32_t)page_pass(replay, now);
        now = page_next_time(replay);
    }
    return replay->status == SKED_OK && now != SKED_NEVER;
}

#endif
