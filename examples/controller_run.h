/* controller_run.h: what happens: passes, starts, ends, lost boards, bookings, new widths. */
/* SPDX-License-Identifier: MIT */
#ifndef CONTROLLER_RUN_H_INCLUDED
#define CONTROLLER_RUN_H_INCLUDED

#include "controller_state.h"

/* Begins a line about now: "120: start 7". */
static inline void controller_tell(const controller *c, const char *what, uint64_t id) {
    controller_put_number(&c->board, (uint64_t)c->record->now);
    controller_put(&c->board, what);
    controller_put_number(&c->board, id);
}

static inline void controller_on(const controller *c, const char *words, const sked_set *set) {
    controller_put(&c->board, words);
    controller_put_set(&c->board, set);
}

static inline void controller_number_of(const controller *c, const char *words, uint64_t number) {
    controller_put(&c->board, words);
    controller_put_number(&c->board, number);
}

static inline void controller_end_line(const controller *c) {
    controller_put(&c->board, "\n");
}

/* What can only be a fault of this program is told, and the controller goes on. */
static inline void controller_expect(const controller *c, sked_status status, const char *what) {
    if (status != SKED_OK) {
        controller_put(&c->board, "fault: ");
        controller_put(&c->board, what);
        controller_put(&c->board, ": ");
        controller_put(&c->board, sked_status_text(status));
        controller_end_line(c);
    }
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* The job runs from now on; the calendar has it until its estimated end. */
static inline void controller_start_job(controller *c, const sked_action *action,
                                        const sked_set *set) {
    controller_job *job = controller_job_of(c, action->id);
    job->end = action->end;
    controller_expect(c, sked_ar_add(&c->calendar, action->start, action->end, set), "a start");
    controller_tell(c, ": start ", action->id);
    controller_on(c, " on ", set);
    controller_number_of(c, " until ", (uint64_t)action->end);
    if (action->reason != SKED_HEAD) {
        controller_number_of(c, ", ahead of ", action->head);
    }
    controller_end_line(c);
}

/* The boards of a running job are free again in the calendar, from now on. */
static inline void controller_free_run(controller *c, controller_job *job) {
    sked_word words[CONTROLLER_WORDS];
    sked_set set = sked_set_of(words, CONTROLLER_BOARDS);
    sked_job_info info;
    sked_status status = sked_queue_get_job(&c->queue, job->id, &info, &set);
    if (status == SKED_OK && job->end > c->record->now) {
        status = sked_ar_remove(&c->calendar, c->record->now, job->end, &set);
    }
    controller_expect(c, status, "the end of a run");
    job->end = 0;
}

/* A job that lost boards, or could not be launched, waits again. */
static inline void controller_wait_again(controller *c, uint64_t id, const char *why) {
    controller_free_run(c, controller_job_of(c, id));
    controller_expect(c, sked_queue_requeue(&c->queue, id, c->record->now), "a requeue");
    controller_tell(c, ": job ", id);
    controller_put(&c->board, why);
    controller_put(&c->board, ", and waits again\n");
}

/* One pass: what starts is told. Returns how many jobs have lost boards; their ids in lost[]. */
static inline uint32_t controller_pass_once(controller *c, uint64_t *lost) {
    sked_word words[CONTROLLER_WORDS];
    sked_set set = sked_set_of(words, CONTROLLER_BOARDS);
    sked_action action;
    uint32_t count = 0;
    controller_expect(c, sked_queue_plan(&c->queue, c->record->now), "a pass");
    while (sked_queue_next(&c->queue, &action, &set) == SKED_OK) {
        if (action.kind == SKED_LOST) {
            lost[count++] = action.id;
        } else {
            controller_start_job(c, &action, &set);
        }
    }
    return count;
}

/* Until nobody has lost anything: who waits again may start elsewhere at once. */
static inline void controller_pass(controller *c) {
    uint64_t lost[CONTROLLER_BOARDS];
    uint32_t count = controller_pass_once(c, lost);
    while (count > 0) {
        while (count > 0) {
            controller_wait_again(c, lost[--count], " lost a board");
        }
        count = controller_pass_once(c, lost);
    }
}

/* ---- time ------------------------------------------------------------------------------------ */

static inline void controller_sooner(sked_time *next, sked_time time, sked_time now) {
    if (time > now && time < *next) {
        *next = time;
    }
}

/* The next time at which something is due, or `until`. */
static inline sked_time controller_next(const controller *c, sked_time until) {
    const sked_time now = c->record->now;
    sked_time next = until;
    sked_ar_booking booked;
    uint32_t i, cursor = 0;
    controller_sooner(&next, sked_queue_next_time(&c->queue), now);
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        if (c->record->job[i].ways > 0) {
            controller_sooner(&next, c->record->job[i].end, now);
        }
    }
    while (sked_ar_next_booking(&c->calendar, &cursor, &booked, NULL) == SKED_OK) {
        controller_sooner(&next, booked.start, now);
        controller_sooner(&next, booked.end, now);
    }
    return next;
}

/* A job whose time is over is to stop; its boards are its own until it has. */
static inline void controller_stop_jobs(const controller *c) {
    uint32_t i;
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        const controller_job *job = &c->record->job[i];
        if (job->ways > 0 && job->end == c->record->now) {
            controller_tell(c, ": stop ", job->id);
            controller_put(&c->board, ", its time is over\n");
        }
    }
}

/* A booking begins; what jobs still have of it is told. */
static inline void controller_begin_one(const controller *c, uint64_t id, const sked_set *set) {
    sked_word words[CONTROLLER_WORDS];
    sked_set late = sked_set_of(words, CONTROLLER_BOARDS);
    uint32_t board;
    uint64_t job;
    for (board = sked_set_first(set); board < set->size; board = sked_set_next(set, board)) {
        if (sked_queue_job_on(&c->queue, board, &job) == SKED_OK) {
            sked_set_add(&late, board);
        }
    }
    controller_tell(c, ": begin ", id);
    controller_on(c, " on ", set);
    if (sked_set_count(&late) > 0) {
        controller_on(c, ", but jobs are late on ", &late);
    }
    controller_end_line(c);
}

static inline void controller_begin_and_end(const controller *c) {
    sked_word words[CONTROLLER_WORDS];
    sked_set set = sked_set_of(words, CONTROLLER_BOARDS);
    sked_ar_booking booked;
    uint32_t cursor = 0;
    while (sked_ar_next_booking(&c->calendar, &cursor, &booked, &set) == SKED_OK) {
        if (booked.end == c->record->now) {
            controller_tell(c, ": end ", booked.id);
            controller_end_line(c);
        }
    }
    cursor = 0;
    while (sked_ar_next_booking(&c->calendar, &cursor, &booked, &set) == SKED_OK) {
        if (booked.start == c->record->now) {
            controller_begin_one(c, booked.id, &set);
        }
    }
}

/* The clock says `until`: everything that was due on the way happens, in its order. */
static inline void controller_advance(controller *c, sked_time until) {
    while (c->record->now < until) {
        c->record->now = controller_next(c, until);
        controller_stop_jobs(c);
        controller_begin_and_end(c);
        controller_expect(c, sked_ar_trim(&c->calendar, c->record->now), "the past");
        controller_pass(c);
    }
}

/* ---- bookings -------------------------------------------------------------------------------- */

/* Asks the calendar for the earliest end among the ways to run something, from ready on. With a
 * set, it gets boards that are near to each other; without, nobody chooses any. */
static inline sked_status controller_search(const controller *c, const controller_job *job,
                                            sked_time ready, sked_time deadline,
                                            sked_ar_answer *answer, sked_set *set) {
    sked_word words[CONTROLLER_WORDS];
    sked_set allowed = sked_set_of(words, CONTROLLER_BOARDS);
    sked_ar_choice choice = {.policy = SKED_AR_FF, .starts = SKED_AR_FREED,
                             .ends = SKED_AR_ENDS_AT_DEADLINE, .pick = SKED_AR_LOWEST};
    sked_ar_request request[CONTROLLER_WAYS] = SKED_ZERO;
    uint32_t i;
    if (set != NULL) {
        choice.pick = SKED_AR_PICKER;
        choice.picker = c->picker.picker;
    }
    controller_allowed(c, &allowed);
    for (i = 0; i < job->ways; i++) {
        request[i].id = job->id;
        request[i].tag = 0;
        request[i].ready = ready;
        request[i].duration = job->way[i].time;
        request[i].deadline = deadline;
        request[i].count = job->way[i].width;
        request[i].allowed = &allowed;
        request[i].required = NULL;
    }
    return sked_ar_find_any(&c->calendar, request, job->ways, SKED_AR_EARLIEST_END, &choice, answer,
                            set, c->search, c->search_bytes);
}

/* The queue keeps the boards of a booking free. */
static inline sked_status controller_set_aside(controller *c, uint64_t id, sked_time start,
                                               sked_time end, const sked_set *set) {
    sked_span span = {0};
    span.start = start;
    span.end = end;
    span.set = set;
    return sked_queue_book(&c->queue, id, &span, c->record->now);
}

/* Gives a booking other boards for those it lost, if some are free for the rest of its time. */
static inline void controller_mend(controller *c, const sked_ar_booking *booked,
                                   sked_set *own, const sked_set *down) {
    sked_word lost_words[CONTROLLER_WORDS], spare_words[CONTROLLER_WORDS];
    sked_set lost = sked_set_of(lost_words, CONTROLLER_BOARDS);
    sked_set spare = sked_set_of(spare_words, CONTROLLER_BOARDS);
    const sked_time now = c->record->now;
    const sked_time from = booked->start > now ? booked->start : now;
    controller_job rest = {.ways = 1};
    sked_ar_answer answer;
    sked_set_copy(&lost, own);
    sked_set_and(&lost, down);
    rest.id = booked->id;
    rest.way[0].width = sked_set_count(&lost);
    rest.way[0].time = booked->end - from;
    controller_tell(c, ": booking ", booked->id);
    controller_on(c, " lost ", &lost);
    if (controller_search(c, &rest, from, booked->end, &answer, &spare) != SKED_OK) {
        controller_put(&c->board, ", and has nothing instead\n");
        return;
    }
    controller_on(c, ", and has instead ", &spare);
    controller_end_line(c);
    controller_expect(c, sked_ar_swap(&c->calendar, booked->id, &lost, &spare), "a swap");
    sked_set_andnot(own, &lost);
    sked_set_or(own, &spare);
    controller_expect(c, sked_queue_unbook(&c->queue, booked->id, now), "an end of a booking");
    controller_expect(c, controller_set_aside(c, booked->id, booked->start, booked->end, own),
                      "a booking");
}

/* ---- new widths ------------------------------------------------------------------------------ */

/* So many jobs from the head of the queue on, and so many spans of the calendar, are looked at:
 * what is farther off is for a later re-planning. */
enum { CONTROLLER_WINDOW = 16, CONTROLLER_SPANS = 24 };

/* What re-planning works with, beside the object that plans. */
typedef struct controller_plan {
    sked_moldable_task task[CONTROLLER_WINDOW];
    sked_moldable_row row[CONTROLLER_WINDOW];
    controller_job *job[CONTROLLER_WINDOW];
    sked_pair order[CONTROLLER_WINDOW];
    sked_span span[CONTROLLER_SPANS + 2];
    uint32_t tasks, spans;
} controller_plan;

/* Waits near the head of the queue, and is not too wide for what is up? */
static inline int controller_is_planned(const controller *c, const controller_job *job,
                                        uint32_t up) {
    sked_job_info info;
    return job->ways > 0 && job->end == 0 && job->way[0].width <= up &&
           sked_queue_get_job(&c->queue, job->id, &info, NULL) == SKED_OK &&
           info.position < CONTROLLER_WINDOW;
}

static inline void controller_plan_tasks(const controller *c, controller_plan *plan, uint32_t up) {
    static const sked_moldable_task none;
    uint32_t i;
    plan->tasks = 0;
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        controller_job *job = &c->record->job[i];
        if (controller_is_planned(c, job, up)) {
            sked_moldable_task *task = &plan->task[plan->tasks];
            *task = none;
            task->form = SKED_MOLDABLE_LIST;
            task->weight = 1;
            task->allotments = job->way;
            task->count = job->ways;
            plan->job[plan->tasks++] = job;
        }
    }
}

static inline void controller_plan_span(controller_plan *plan, sked_time start, sked_time end,
                                        uint32_t count) {
    sked_span *span = &plan->span[plan->spans];
    if (count > 0) {
        span->start = start;
        span->end = end;
        span->count = count;
        span->set = NULL;
        plan->spans++;
    }
}

/* What others have: the calendar's spans, boards that are down, and jobs that should have ended,
 * which are taken to end at once. */
static inline sked_status controller_plan_spans(const controller *c, controller_plan *plan,
                                                uint32_t down) {
    sked_word words[CONTROLLER_WORDS];
    sked_set allowed = sked_set_of(words, CONTROLLER_BOARDS);
    const sked_time now = c->record->now;
    const sked_status status = sked_ar_spans(&c->calendar, now, SKED_NEVER, plan->span, NULL,
                                             CONTROLLER_SPANS, &plan->spans);
    if (status == SKED_E_FULL) {
        plan->spans = CONTROLLER_SPANS;
    }
    controller_allowed(c, &allowed);
    controller_plan_span(plan, now, now + 1, CONTROLLER_BOARDS - sked_set_count(&allowed));
    controller_plan_span(plan, now, SKED_NEVER, down);
    return status == SKED_E_FULL ? SKED_OK : status;
}

static inline sked_status controller_solve(controller *c, controller_plan *plan,
                                           sked_moldable_result *result) {
    static const sked_moldable_choice demt = {
        .method = SKED_MOLDABLE_DEMT, .order = SKED_MOLDABLE_SMITH,
        .arrivals = SKED_MOLDABLE_KNOWN};
    static const sked_moldable_settings plain = {
        .processors = CONTROLLER_BOARDS, .intervals_max = 1};
    sked_moldable_settings settings = plain;
    sked_moldable plans;
    sked_status status;
    settings.tasks_count = plan->tasks;
    settings.tasks = plan->task;
    settings.spans_count = plan->spans;
    settings.spans = plan->span;
    settings.now = c->record->now;
    status = sked_moldable_create(&plans, &settings, sked_arena_mem(&c->arena));
    if (status == SKED_OK) {
        status = sked_moldable_plan(&plans, &demt, plan->row, result);
        sked_moldable_destroy(&plans);
    }
    return status;
}

/* A waiting job gets the width of the plan, and its place in the queue. */
static inline void controller_adopt(controller *c, controller_job *job, uint32_t width,
                                    uint64_t key) {
    const uint32_t before = job->chosen;
    sked_job told = {0};
    for (job->chosen = 0; job->way[job->chosen].width != width; job->chosen++) {
    }
    told.id = job->id;
    told.key = key;
    told.estimate = job->way[job->chosen].time;
    told.width = width;
    controller_expect(c, sked_queue_cancel(&c->queue, job->id, c->record->now), "a new width");
    controller_expect(c, sked_queue_submit(&c->queue, &told, c->record->now), "a new width");
    if (job->chosen != before) {
        controller_tell(c, ": width of ", job->id);
        controller_number_of(c, " now ", width);
        controller_number_of(c, " for ", (uint64_t)told.estimate);
        controller_end_line(c);
    }
}

static inline void controller_adopt_all(controller *c, controller_plan *plan) {
    uint32_t i;
    for (i = 0; i < plan->tasks; i++) {
        plan->order[i].key = (uint64_t)plan->row[i].start;
        plan->order[i].index = i;
    }
    sked_sort(plan->order, plan->tasks);
    for (i = 0; i < plan->tasks; i++) {
        const uint32_t task = plan->order[i].index;
        controller_adopt(c, plan->job[task], plan->row[task].width, i);
    }
}

/* Plans the widths and the order of the jobs at the head of the queue anew, around what is known.
 * Returns   SKED_E_NO_TASKS iff none waits that what is up can run; SKED_E_MEMORY iff the rest of
 *           the arena is too small. Nothing has changed then. */
static inline sked_status controller_widths(controller *c, sked_moldable_result *result) {
    const sked_mem mem = sked_arena_mem(&c->arena);
    controller_plan *plan = (controller_plan *)(mem.alloc)(mem.ctx, sizeof(controller_plan));
    sked_queue_info info;
    sked_status status = plan == NULL ? SKED_E_MEMORY : sked_queue_get_info(&c->queue, &info);
    if (status == SKED_OK) {
        controller_plan_tasks(c, plan, CONTROLLER_BOARDS - info.processors_down);
        status = plan->tasks == 0 ? SKED_E_NO_TASKS
                                  : controller_plan_spans(c, plan, info.processors_down);
    }
    if (status == SKED_OK) {
        status = controller_solve(c, plan, result);
    }
    if (status == SKED_OK) {
        controller_adopt_all(c, plan);
    }
    if (plan != NULL) {
        (mem.free)(mem.ctx, plan, sizeof(controller_plan));
    }
    return status;
}

#endif
