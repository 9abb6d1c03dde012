/* torus.c: a queue on a torus of 4 x 4 x 4 processors, where each job gets a box. */
/* SPDX-License-Identifier: MIT */

/* The box is chosen by torus_picker.h, a picker of at most 80 lines. It may refuse although enough
 * processors are free, so the queue asks it ahead. All memory is static. Here jobs end at their
 * estimates; a controller learns it. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched.h"

#include "options.h"
#include "output.h"
#include "torus_picker.h"

enum { SIDE = 4, PROCESSORS = SIDE * SIDE * SIDE, ROOM_BYTES = 16 * 1024, DRAWN_AT = 6 };

static const option_program torus_program = {
    .name = "torus", .synopsis = "[OPTION]",
    .about = "Runs a dozen jobs on a torus of 4 x 4 x 4 processors under EASY, each on a box.\n"
             "Prints where they start, and draws the planes at one moment.\n"};

/* What comes when. The job's name is a letter, in this order from A on. */
typedef struct arrival {
    sked_time at;
    uint32_t wanted;                /* processors; it gets as many as some box has             */
    sked_time estimate;
} arrival;

static const arrival arrivals[] = {
    {0, 9, 3}, {0, 32, 11}, {0, 18, 3}, {0, 12, 5}, {0, 4, 11}, {2, 12, 11},
    {4, 2, 10}, {5, 8, 2}, {6, 24, 9}, {7, 7, 6}, {7, 6, 7}, {9, 32, 4},
};
enum { ARRIVALS = sizeof arrivals / sizeof arrivals[0] };

static sked_align room[ROOM_BYTES / sizeof(sked_align)];
static sked_queue queue;
static torus_picker torus = {.size = {SIDE, SIDE, SIDE}};
static char letter[PROCESSORS];     /* of the job on each processor; '.': free */

/* ---- Telling --------------------------------------------------------------------------------- */

static void tell_start(FILE *out, const sked_action *action) {
    const torus_box *box = &torus.box;
    const uint32_t anchor = box->anchor;

    fprintf(out, "%2" PRId64 ": %c starts on %" PRIu32 " x %" PRIu32 " x %" PRIu32, action->start,
            (int)action->id, box->size[0], box->size[1], box->size[2]);
    fprintf(out, " at (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")", anchor % SIDE,
            anchor / SIDE % SIDE, anchor / (SIDE * SIDE));
    if (arrivals[action->id - 'A'].wanted < box->size[0] * box->size[1] * box->size[2]) {
        fprintf(out, ", asked for %" PRIu32, arrivals[action->id - 'A'].wanted);
    }
    if (action->reason != SKED_HEAD) {
        fprintf(out, ", ahead of %c", (int)action->head);
    }
    fprintf(out, "\n");
}

/* The head that waits, and until when it does by what is known. */
static sked_status tell_head(FILE *out, sked_time now) {
    sked_queue_info info;
    sked_job_info job;
    sked_status status = sked_queue_get_info(&queue, &info);

    if (status == SKED_OK && info.head_blocked) {
        status = sked_queue_get_job(&queue, info.head, &job, NULL);
        fprintf(out, "%2" PRId64 ": %c waits for a box of %" PRIu32 " until %" PRId64 "; %" PRIu32
                " are free\n", now, (int)info.head, job.width, info.shadow,
                info.processors_free);
    }
    return status;
}

/* The planes beside each other: x to the right, y down. */
static void draw(FILE *out) {
    uint32_t y, z;

    for (z = 0; z < SIDE; z++) {
        fprintf(out, "    z = %" PRIu32, z);
    }
    fprintf(out, "\n");
    for (y = 0; y < SIDE; y++) {
        for (z = 0; z < SIDE; z++) {
            fprintf(out, "%s    %.*s", z > 0 ? " " : "", (int)SIDE, letter + SIDE * (y + SIDE * z));
        }
        fprintf(out, "\n");
    }
}

/* ---- The queue ------------------------------------------------------------------------------- */

static sked_status submit_arrived(sked_time now) {
    sked_status status = SKED_OK;
    uint32_t which;

    for (which = 0; which < ARRIVALS && status == SKED_OK; which++) {
        const arrival *from = &arrivals[which];

        if (from->at == now) {
            const sked_job job =
                sked_job_of('A' + which, torus_width(&torus, from->wanted), from->estimate);
            status = sked_queue_submit(&queue, &job, now);
        }
    }
    return status;
}

static void put_letter(const sked_set *processors, char what) {
    uint32_t p;

    for (p = sked_set_first(processors); p < processors->size; p = sked_set_next(processors, p)) {
        letter[p] = what;
    }
}

static sked_status finish_ended(sked_time now) {
    SKED_SET_LOCAL(processors, (uint32_t)PROCESSORS);
    sked_status status = SKED_OK;
    sked_job_info job;
    uint64_t id;

    while (status == SKED_OK && sked_queue_running_at(&queue, 0, &id) == SKED_OK) {
        status = sked_queue_get_job(&queue, id, &job, &processors);
        if (status != SKED_OK || job.end > now) {
            break;
        }
        put_letter(&processors, '.');
        status = sked_queue_finish(&queue, id, now);
    }
    return status;
}

static sked_status pass(FILE *out, sked_time now) {
    SKED_SET_LOCAL(processors, (uint32_t)PROCESSORS);
    sked_status status = sked_queue_plan(&queue, now);
    sked_action action;

    while (status == SKED_OK) {
        status = sked_queue_next(&queue, &action, &processors);
        if (status == SKED_OK) {
            put_letter(&processors, (char)action.id);
            tell_start(out, &action);
        }
    }
    return status == SKED_DONE ? tell_head(out, now) : status;
}

/* When something happens next: an end, or an arrival. */
static sked_time next_time(sked_time now) {
    sked_time next = sked_queue_next_time(&queue);
    uint32_t which;

    for (which = 0; which < ARRIVALS; which++) {
        if (arrivals[which].at > now && arrivals[which].at < next) {
            next = arrivals[which].at;
        }
    }
    return next;
}

static sked_status run(FILE *out) {
    static const sked_picker picker = {torus_pick, &torus};
    sked_queue_settings settings = sked_queue_settings_easy(PROCESSORS, ARRIVALS);
    sked_status status;
    sked_time now;

    settings.options = SKED_ASK_AHEAD;
    status = sked_queue_init(&queue, &settings, &picker, room, sizeof room);
    memset(letter, '.', sizeof letter);
    for (now = 0; status == SKED_OK && now != SKED_NEVER; now = next_time(now)) {
        status = finish_ended(now);
        status = status != SKED_OK ? status : submit_arrived(now);
        status = status != SKED_OK ? status : pass(out, now);
        if (now == DRAWN_AT) {
            draw(out);
        }
    }
    return status;
}

int main(int count, char **words) {
    option_line line = option_line_of(&torus_program, count, words);
    const int which = option_next(&line);
    sked_status status;
    output to;

    if (which == OPTION_FILE) {
        (void)option_refuse("torus", "\"%s\" is one file too many, expected none", line.text);
    }
    if (which != OPTION_END) {
        return line.status;
    }
    if (!output_begin(&to, NULL)) {
        return output_status("torus", output_refuse("torus", NULL));
    }
    status = run(to.file);
    if (status != SKED_OK) {
        (void)option_refuse("torus", "%s", sked_status_text(status));
    }
    return output_status("torus", output_finish(&to, "torus", status == SKED_OK));
}
