/* controller.c: a cluster's queue in a task of FreeRTOS, which another task feeds. */
/* SPDX-License-Identifier: MIT */

/* The task `control` owns the queue: no other task calls it. What happens reaches it as messages,
   and what it decides leaves it as actions. The task `world` is the network and the nodes: it
   submits jobs, runs those that start, and reports their ends. Time is the kernel's, in ms. */
#include "an385.h"

#include <queue.h>

#define SKED_STATIC
#include "sched.h"

enum { PROCESSORS = 4, JOBS = 6, ROOM_BYTES = 2048, STACK_WORDS = 512, EARLIER = 3 };

/* A message is a job to submit; or one of width 0, which has ended. */
static QueueHandle_t messages, actions;

/* Job 1 blocks 2. Jobs 4 and 5 pass it, as they end in time; 6 fits when 4 ends, but delays 2. */
static const sked_job jobs[JOBS] = {
    {.id = 1, .estimate = 50, .width = 2}, {.id = 2, .estimate = 60, .width = 3},
    {.id = 3, .estimate = 30, .width = 4}, {.id = 4, .estimate = 40, .width = 1},
    {.id = 5, .estimate = 10, .width = 1}, {.id = 6, .estimate = 20, .width = 2}};

static void say_job(const char *text, uint64_t id) {
    an385_say(text);
    semihost_putc((char)('0' + id));
}

static void require(sked_status status) {
    if (status != SKED_OK) {
        an385_say(sked_status_text(status));
        semihost_exit(1);
    }
}

/* ---- control -------------------------------------------------------------------------------- */

static void decide(sked_queue *queue, sked_time now) {
    sked_action action;
    require(sked_queue_plan(queue, now));
    while (sked_queue_next(queue, &action, NULL) == SKED_OK) {
        say_job("  start ", action.id);
        if (action.head != 0) {
            say_job(" ahead of ", action.head);
        }
        an385_say("\n");
        xQueueSend(actions, &action, portMAX_DELAY);
    }
}

static void control(void *ctx) {
    static const sked_queue_settings settings = {.processors = PROCESSORS, .jobs_max = JOBS};
    static sked_align room[ROOM_BYTES / sizeof(sked_align)];
    static sked_queue queue;
    sked_job job;
    (void)ctx;
    require(sked_queue_init(&queue, &settings, NULL, room, sizeof room));
    for (;;) {
        sked_time now;
        xQueueReceive(messages, &job, portMAX_DELAY);
        now = (sked_time)xTaskGetTickCount();
        say_job(job.width > 0 ? "submit " : "end ", job.id);
        an385_say("\n");
        require(job.width > 0 ? sked_queue_submit(&queue, &job, now)
                              : sked_queue_finish(&queue, job.id, now));
        decide(&queue, now);
    }
}

/* ---- world ---------------------------------------------------------------------------------- */

/* Reports the jobs whose time has come; how many. */
static uint32_t report_ends(TickType_t ends[JOBS + 1]) {
    uint32_t reported = 0;
    sked_job ended = {0};
    for (ended.id = 1; ended.id <= JOBS; ended.id++) {
        if (ends[ended.id] != 0 && ends[ended.id] <= xTaskGetTickCount()) {
            ends[ended.id] = 0;
            reported++;
            xQueueSend(messages, &ended, portMAX_DELAY);
        }
    }
    return reported;
}

static void world(void *ctx) {
    TickType_t ends[JOBS + 1] = {0};
    uint32_t i, left = JOBS;
    (void)ctx;
    for (i = 0; i < JOBS; i++) {
        xQueueSend(messages, &jobs[i], portMAX_DELAY);
    }
    while (left > 0) {
        sked_action action;
        while (xQueueReceive(actions, &action, 0) == pdPASS) {
            ends[action.id] = (TickType_t)action.end - EARLIER;
        }
        left -= report_ends(ends);
        vTaskDelay(1);
    }
    semihost_exit(0);
}

int main(void) {
    static uint8_t message_room[JOBS * sizeof(sked_job)], action_room[JOBS * sizeof(sked_action)];
    static StaticQueue_t message_state, action_state;
    static StackType_t control_stack[STACK_WORDS], world_stack[STACK_WORDS];
    static StaticTask_t control_state, world_state;
    messages = xQueueCreateStatic(JOBS, sizeof(sked_job), message_room, &message_state);
    actions = xQueueCreateStatic(JOBS, sizeof(sked_action), action_room, &action_state);
    xTaskCreateStatic(control, "control", STACK_WORDS, NULL, 2, control_stack, &control_state);
    xTaskCreateStatic(world, "world", STACK_WORDS, NULL, 1, world_stack, &world_state);
    vTaskStartScheduler();
    return 1;
}
