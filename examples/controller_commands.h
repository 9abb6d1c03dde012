/* controller_commands.h: the protocol: one command a line, and what it answers. */
/* SPDX-License-Identifier: MIT */
#ifndef CONTROLLER_COMMANDS_H_INCLUDED
#define CONTROLLER_COMMANDS_H_INCLUDED

#include "controller_run.h"

enum { CONTROLLER_END = 4 };                /* the byte that ends a stream: a terminal's Ctrl-D */

static inline int controller_wrong(controller *c, const char *what) {
    return controller_refuse(&c->board, &c->line, what);
}

/* A status of the kit, in its words. Returns 0. */
static inline int controller_failed(controller *c, sked_status status) {
    return controller_wrong(c, sked_status_text(status));
}

static inline int controller_ends(controller *c) {
    return controller_is_end(&c->line) || controller_wrong(c, "the end of the line was expected");
}

static inline int controller_id(controller *c, uint64_t *id) {
    controller_skip(&c->line);
    return controller_number(&c->line, 0, UINT64_MAX, id) ||
           controller_wrong(c, "an id was expected, a number below 2^64");
}

static inline int controller_time(controller *c, sked_time *time) {
    uint64_t value;
    controller_skip(&c->line);
    if (!controller_number(&c->line, 0, (uint64_t)SKED_TIME_MAX, &value)) {
        return controller_wrong(c, "a time was expected, in seconds");
    }
    *time = (sked_time)value;
    return 1;
}

static inline int controller_boards(controller *c, sked_set *set) {
    return controller_set(&c->line, set) || controller_wrong(c, "boards were expected, as 0-3,9");
}

/* Ways to run something, of rising widths: 2:340,4:180,8:100. */
static inline int controller_ways(controller *c, controller_job *job) {
    uint64_t width = 0, time;
    job->ways = 0;
    controller_skip(&c->line);
    do {
        if (job->ways == CONTROLLER_WAYS) {
            return controller_wrong(c, "at most 4 ways to run a job were expected");
        }
        if (!controller_number(&c->line, width + 1, CONTROLLER_BOARDS, &width)) {
            return controller_wrong(c, "a number of boards was expected, up to 48, and rising");
        }
        if (!controller_mark(&c->line, ':')) {
            return controller_wrong(c, "a : was expected, between boards and seconds");
        }
        if (!controller_number(&c->line, 1, UINT32_MAX, &time)) {
            return controller_wrong(c, "a number of seconds was expected, from 1 on");
        }
        job->way[job->ways].width = (uint32_t)width;
        job->way[job->ways++].time = (sked_time)time;
    } while (controller_mark(&c->line, ','));
    return 1;
}

/* ---- jobs ------------------------------------------------------------------------------------ */

static inline void controller_tell_waiting(const controller *c, const controller_job *job) {
    sked_job_info info;
    sked_queue_info queue;
    if (sked_queue_get_job(&c->queue, job->id, &info, NULL) != SKED_OK || info.running ||
        sked_queue_get_info(&c->queue, &queue) != SKED_OK) {
        return;
    }
    controller_tell(c, ": wait ", job->id);
    controller_number_of(c, " at place ", info.position);
    controller_number_of(c, ", ", info.width);
    controller_number_of(c, " boards for ", (uint64_t)info.estimate);
    if (info.position == 0 && queue.head_blocked && queue.head == job->id &&
        queue.shadow != SKED_NEVER && queue.shadow > c->record->now) {
        controller_number_of(c, ", expected at ", (uint64_t)queue.shadow);
    }
    controller_end_line(c);
}

/* The way that would end first beside what runs and what is booked; later, `widths` sees it among
 * the others. */
static inline void controller_choose(const controller *c, controller_job *job) {
    sked_ar_answer answer;
    job->chosen = 0;
    if (job->ways > 1 &&
        controller_search(c, job, c->record->now, SKED_NEVER, &answer, NULL) == SKED_OK) {
        job->chosen = answer.alternative;
    }
}

/* submit ID WAYS */
static inline int controller_submit(controller *c) {
    controller_job asked = {0}, *job = controller_place(c);
    sked_job told = {0};
    sked_status status;
    if (!controller_id(c, &asked.id) || !controller_ways(c, &asked) || !controller_ends(c)) {
        return 0;
    }
    if (job == NULL) {
        return controller_failed(c, SKED_E_FULL);
    }
    controller_choose(c, &asked);
    told.id = asked.id;
    told.key = CONTROLLER_NEW_JOBS + c->record->submitted;
    told.estimate = asked.way[asked.chosen].time;
    told.width = asked.way[asked.chosen].width;
    status = sked_queue_submit(&c->queue, &told, c->record->now);
    if (status != SKED_OK) {
        return controller_failed(c, status);
    }
    *job = asked;
    c->record->submitted++;
    controller_pass(c);
    controller_tell_waiting(c, job);
    return 1;
}

/* The job that a command names, running or not; NULL, and a refusal, if there is none such. */
static inline controller_job *controller_named(controller *c, int any, int running) {
    controller_job *job;
    uint64_t id = 0;
    if (!controller_id(c, &id) || !controller_ends(c)) {
        return NULL;
    }
    job = controller_job_of(c, id);
    if (job == NULL) {
        (void)controller_failed(c, SKED_E_UNKNOWN);
    } else if (!any && (job->end != 0) != running) {
        (void)controller_failed(c, running ? SKED_E_NOT_RUNNING : SKED_E_NOT_WAITING);
        job = NULL;
    }
    return job;
}

/* finish ID: a board tells that the job has ended. */
static inline int controller_finish(controller *c) {
    controller_job *job = controller_named(c, 0, 1);
    if (job == NULL) {
        return 0;
    }
    controller_free_run(c, job);
    controller_expect(c, sked_queue_finish(&c->queue, job->id, c->record->now), "an end");
    controller_tell(c, ": finish ", job->id);
    controller_end_line(c);
    job->ways = 0;
    controller_pass(c);
    return 1;
}

/* requeue ID: the job could not be launched. */
static inline int controller_requeue(controller *c) {
    const controller_job *job = controller_named(c, 0, 1);
    if (job == NULL) {
        return 0;
    }
    controller_wait_again(c, job->id, " was not launched");
    controller_pass(c);
    return 1;
}

/* cancel ID: a waiting job goes at once; one that runs is told to stop. */
static inline int controller_cancel(controller *c) {
    controller_job *job = controller_named(c, 1, 0);
    if (job == NULL) {
        return 0;
    }
    if (job->end != 0) {
        controller_tell(c, ": stop ", job->id);
        controller_put(&c->board, ", it is not wanted any more\n");
        return 1;
    }
    controller_expect(c, sked_queue_cancel(&c->queue, job->id, c->record->now), "a cancel");
    controller_tell(c, ": cancel ", job->id);
    controller_end_line(c);
    job->ways = 0;
    controller_pass(c);
    return 1;
}

/* widths: plans the widths and the order of all waiting jobs anew. */
static inline int controller_plan_widths(controller *c) {
    sked_moldable_result result = {0};
    sked_status status;
    if (!controller_ends(c)) {
        return 0;
    }
    status = controller_widths(c, &result);
    if (status != SKED_OK) {
        return controller_failed(c, status);
    }
    controller_tell(c, ": widths: all done by ", (uint64_t)result.makespan);
    controller_number_of(c, ", which cannot be before ", (uint64_t)result.makespan_lower_bound);
    controller_end_line(c);
    controller_pass(c);
    return 1;
}

/* ---- bookings -------------------------------------------------------------------------------- */

static inline int controller_no_room(controller *c, const controller_job *asked, sked_time ready,
                                     sked_status status) {
    sked_ar_request request = {.deadline = SKED_NEVER};
    sked_ar_explanation reason;
    controller_tell(c, ": no ", asked->id);
    controller_put(&c->board, ": ");
    controller_put(&c->board, sked_status_text(status));
    request.ready = ready;
    request.duration = asked->way[0].time;
    request.count = asked->way[0].width;
    if (sked_ar_explain(&c->calendar, &request, &reason, c->search, c->search_bytes) == SKED_OK &&
        reason.start != SKED_NEVER) {
        controller_number_of(c, "; on the fewest boards not before ", (uint64_t)reason.start);
    }
    controller_end_line(c);
    return 1;
}

static inline int controller_book_it(controller *c, uint64_t id, const sked_ar_answer *answer,
                                     const sked_set *set) {
    sked_status status = sked_ar_book(&c->calendar, id, 0, answer->start, answer->end, set);
    if (status != SKED_OK) {
        return controller_failed(c, status);
    }
    status = controller_set_aside(c, id, answer->start, answer->end, set);
    if (status != SKED_OK) {
        controller_expect(c, sked_ar_unbook(&c->calendar, id), "a cancel");
        return controller_failed(c, status);
    }
    controller_tell(c, ": book ", id);
    controller_number_of(c, " from ", (uint64_t)answer->start);
    controller_number_of(c, " to ", (uint64_t)answer->end);
    controller_on(c, " on ", set);
    controller_end_line(c);
    if (answer->start == c->record->now) {
        controller_begin_one(c, id, set);
    }
    return 1;
}

/* book ID WAYS [READY [DEADLINE]] */
static inline int controller_book(controller *c) {
    sked_word words[CONTROLLER_WORDS];
    sked_set set = sked_set_of(words, CONTROLLER_BOARDS);
    controller_job asked = {0};
    sked_time ready = c->record->now, deadline = SKED_NEVER;
    sked_ar_answer answer;
    sked_status status;
    if (!controller_id(c, &asked.id) || !controller_ways(c, &asked)) {
        return 0;
    }
    if (!controller_is_end(&c->line) && !controller_time(c, &ready)) {
        return 0;
    }
    if (!controller_is_end(&c->line) && !controller_time(c, &deadline)) {
        return 0;
    }
    if (!controller_ends(c)) {
        return 0;
    }
    status = controller_search(c, &asked, ready, deadline, &answer, &set);
    if (status == SKED_E_DEADLINE || status == SKED_E_NEVER_FITS || status == SKED_E_REFUSED) {
        return controller_no_room(c, &asked, ready, status);
    }
    return status == SKED_OK ? controller_book_it(c, asked.id, &answer, &set)
                             : controller_failed(c, status);
}

/* unbook ID: a booking is given back. */
static inline int controller_unbook(controller *c) {
    sked_status status;
    uint64_t id = 0;
    if (!controller_id(c, &id) || !controller_ends(c)) {
        return 0;
    }
    status = sked_ar_unbook(&c->calendar, id);
    if (status != SKED_OK) {
        return controller_failed(c, status);
    }
    controller_expect(c, sked_queue_unbook(&c->queue, id, c->record->now), "an end of a booking");
    controller_tell(c, ": unbook ", id);
    controller_end_line(c);
    controller_pass(c);
    return 1;
}

/* ---- boards ---------------------------------------------------------------------------------- */

/* down BOARDS: bookings move to others, jobs start anew on others. */
static inline int controller_down(controller *c) {
    sked_word words[CONTROLLER_WORDS], own_words[CONTROLLER_WORDS];
    sked_set down = sked_set_of(words, CONTROLLER_BOARDS);
    sked_set own = sked_set_of(own_words, CONTROLLER_BOARDS);
    sked_ar_booking booked;
    uint32_t cursor = 0;
    if (!controller_boards(c, &down) || !controller_ends(c)) {
        return 0;
    }
    controller_expect(c, sked_queue_down(&c->queue, &down, c->record->now), "boards down");
    controller_expect(c, sked_ar_down(&c->calendar, &down), "boards down");
    while (sked_ar_next_hit(&c->calendar, &down, &cursor, &booked, &own) == SKED_OK) {
        controller_mend(c, &booked, &own, &down);
    }
    controller_pass(c);
    return 1;
}

static inline int controller_up(controller *c) {
    sked_word words[CONTROLLER_WORDS];
    sked_set up = sked_set_of(words, CONTROLLER_BOARDS);
    if (!controller_boards(c, &up) || !controller_ends(c)) {
        return 0;
    }
    controller_expect(c, sked_queue_up(&c->queue, &up, c->record->now), "boards up");
    controller_expect(c, sked_ar_up(&c->calendar, &up), "boards up");
    controller_pass(c);
    return 1;
}

/* ---- the clock, what is, and resets ---------------------------------------------------------- */

/* time SECONDS: what the clock says. */
static inline int controller_clock(controller *c) {
    sked_time now = 0;
    if (!controller_time(c, &now) || !controller_ends(c)) {
        return 0;
    }
    if (now < c->record->now) {
        return controller_failed(c, SKED_E_BACKWARDS);
    }
    controller_advance(c, now);
    return 1;
}

static inline void controller_tell_bookings(const controller *c) {
    sked_word words[CONTROLLER_WORDS];
    sked_set set = sked_set_of(words, CONTROLLER_BOARDS);
    sked_ar_booking booked;
    uint32_t cursor = 0;
    while (sked_ar_next_booking(&c->calendar, &cursor, &booked, &set) == SKED_OK) {
        controller_tell(c, ": booking ", booked.id);
        controller_number_of(c, " from ", (uint64_t)booked.start);
        controller_number_of(c, " to ", (uint64_t)booked.end);
        controller_on(c, " on ", &set);
        controller_end_line(c);
    }
}

static inline void controller_tell_jobs(const controller *c) {
    sked_word words[CONTROLLER_WORDS];
    sked_set set = sked_set_of(words, CONTROLLER_BOARDS);
    sked_job_info info;
    uint32_t i;
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        const controller_job *job = &c->record->job[i];
        if (job->ways > 0 && job->end == 0) {
            controller_tell_waiting(c, job);
        } else if (job->ways > 0 &&
                   sked_queue_get_job(&c->queue, job->id, &info, &set) == SKED_OK) {
            controller_tell(c, ": run ", job->id);
            controller_on(c, " on ", &set);
            controller_number_of(c, " until ", (uint64_t)job->end);
            controller_end_line(c);
        }
    }
}

/* status: all that is known. */
static inline int controller_status(controller *c) {
    sked_queue_info queue;
    sked_ar_info calendar;
    sked_status status;
    if (!controller_ends(c)) {
        return 0;
    }
    status = sked_queue_get_info(&c->queue, &queue);
    status = status == SKED_OK ? sked_ar_get_info(&c->calendar, &calendar) : status;
    if (status != SKED_OK) {
        return controller_failed(c, status);
    }
    controller_tell(c, ": ", queue.waiting);
    controller_number_of(c, " waiting, ", queue.running);
    controller_number_of(c, " running, ", calendar.bookings);
    controller_number_of(c, " bookings; boards: ", queue.processors_free);
    controller_number_of(c, " free, ", queue.processors_down);
    controller_put(&c->board, " down\n");
    controller_tell_jobs(c);
    controller_tell_bookings(c);
    return 1;
}

/* save: the state is kept as it is now. */
static inline int controller_keep(controller *c) {
    const sked_status status = controller_is_end(&c->line) ? controller_save(c) : SKED_OK;
    if (!controller_ends(c)) {
        return 0;
    }
    if (status != SKED_OK) {
        return controller_failed(c, status);
    }
    controller_tell(c, ": saved, with so many jobs submitted: ", c->record->submitted);
    controller_end_line(c);
    return 1;
}

/* reset: as if the watchdog had barked. What was not saved is lost. */
static inline int controller_reset(controller *c) {
    if (!controller_ends(c)) {
        return 0;
    }
    (c->board.reset)();
    return 1;
}

typedef struct controller_command {
    const char *word;
    int (*obey)(controller *c);
} controller_command;

static inline int controller_obey(controller *c) {
    static const controller_command commands[] = {
        {"time", controller_clock},       {"submit", controller_submit},
        {"finish", controller_finish},    {"requeue", controller_requeue},
        {"cancel", controller_cancel},    {"widths", controller_plan_widths},
        {"book", controller_book},  {"unbook", controller_unbook},
        {"down", controller_down},        {"up", controller_up},
        {"status", controller_status},    {"save", controller_keep},
        {"reset", controller_reset}};
    uint32_t i;
    for (i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (controller_word(&c->line, commands[i].word)) {
            return (commands[i].obey)(c);
        }
    }
    return controller_wrong(c, "a command was expected: time, submit, finish, requeue, cancel, "
                               "widths, book, unbook, down, up, status, save or reset");
}

/* ---- the stream ------------------------------------------------------------------------------ */

/* Obeys a line, unless it is blank or a remark. */
static inline void controller_end_of_line(controller *c) {
    controller_line *line = &c->line;
    line->number++;
    line->at = 0;
    if (line->length > CONTROLLER_LINE) {
        line->at = CONTROLLER_LINE;
        (void)controller_wrong(c, "the end of the line was expected by here");
    } else if (!controller_is_end(line) && controller_peek(line) != '#') {
        (void)controller_obey(c);
    }
    line->length = 0;
}

/* Takes the next byte of the stream. What it means is done, and told, before this returns. */
static inline void controller_byte(controller *c, char byte) {
    controller_line *line = &c->line;
    if (byte == '\n') {
        controller_end_of_line(c);
    } else if (byte != '\r' && line->length < CONTROLLER_LINE) {
        line->text[line->length++] = byte;
    } else if (byte != '\r') {
        line->length = CONTROLLER_LINE + 1;
    }
}

/* Tells how the controller came up. */
static inline void controller_hello(const controller *c, sked_status opened) {
    if (opened == SKED_OK) {
        controller_tell(c, ": 48 boards, as they were saved with so many jobs submitted: ",
                        c->record->submitted);
    } else {
        controller_put(&c->board, "0: 48 boards, all free");
        if (opened != SKED_E_INCOMPATIBLE) {
            controller_put(&c->board, "; what was saved is of no use: ");
            controller_put(&c->board, sked_status_text(opened));
        }
    }
    controller_end_line(c);
}

#endif
