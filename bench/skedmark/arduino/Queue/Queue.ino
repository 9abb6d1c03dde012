/* Queue.ino: four processors, three jobs: which start, and which passes one that has to wait. */
/* SPDX-License-Identifier: MIT */
#define SKED_STATIC
#include <sked.h>

/* The queue lives in this block. Nothing else is ever allocated. */
static sked_align room[2048 / sizeof(sked_align)];
static sked_queue queue;

static bool good(sked_status status) {
    if (status != SKED_OK) {
        Serial.println(sked_status_text(status));
    }
    return status == SKED_OK;
}

static void submit(uint64_t id, uint32_t width, sked_time estimate) {
    sked_job job = {};
    job.id = id;
    job.width = width;
    job.estimate = estimate;
    good(sked_queue_submit(&queue, &job, millis()));
}

static void start_jobs() {
    sked_action action;
    if (!good(sked_queue_plan(&queue, millis()))) {
        return;
    }
    while (sked_queue_next(&queue, &action, NULL) == SKED_OK) {
        Serial.print("start ");
        Serial.print((unsigned long)action.id);
        Serial.println(action.head != 0 ? ", ahead of a job that has to wait" : "");
    }
}

void setup() {
    sked_queue_settings settings = {};
    settings.processors = 4;
    settings.jobs_max = 8;
    Serial.begin(115200);
    if (good(sked_queue_init(&queue, &settings, NULL, room, sizeof room))) {
        submit(1, 3, 5000);
        submit(2, 2, 4000);
        submit(3, 1, 3000);
        start_jobs();
    }
}

/* Job 1 has ended: job 2 starts. */
void loop() {
    static bool ended = false;
    if (!ended && millis() > 500) {
        ended = true;
        if (good(sked_queue_finish(&queue, 1, millis()))) {
            start_jobs();
        }
    }
}
