/* work_moldable.h: skedmark's work for moldable tasks. */
/* SPDX-License-Identifier: MIT */

/* Included once, by skedmark.c, whose shape, room and draws it uses.
 *
 * Tasks that are all there at once: one half follows Amdahl's law, the other half has tables of
 * it. */

enum { MOLDABLE_CREATE, MOLDABLE_DEMT };

/* Writes a table for each second task, one after the other. */
static void draw_task(sked_moldable_task *task, sked_time *times) {
    static const sked_moldable_task zeros;
    sked_time k;
    *task = zeros;
    task->form = times == NULL ? SKED_MOLDABLE_AMDAHL : SKED_MOLDABLE_TABLE;
    task->weight = 1 + below(10);
    task->time = 50 + below(2000);
    task->sequential_permille = below(300);
    if (times != NULL) {
        task->times = times;
        task->count = shape.task_processors;
        for (k = 1; k <= shape.task_processors; k++) {
            const sked_time work = task->time * (task->sequential_permille * (k - 1) + 1000);
            times[k - 1] = (work + 1000 * k - 1) / (1000 * k);
        }
    }
}

static void draw_tasks(sked_moldable_task *tasks, sked_time *times) {
    uint32_t i;
    for (i = 0; i < shape.tasks; i++) {
        draw_task(&tasks[i], i % 2 == 0 ? NULL : times + i / 2 * shape.task_processors);
    }
}

static void plan_tasks(const sked_moldable_settings *settings, sked_mem mem,
                       sked_moldable_row *rows) {
    static const sked_moldable_choice choice = {.method = SKED_MOLDABLE_DEMT,
                                                .order = SKED_MOLDABLE_SMITH,
                                                .arrivals = SKED_MOLDABLE_KNOWN};
    sked_moldable_result result = {0};
    sked_moldable plans;
    sked_status status;
    meter_begin(MOLDABLE_CREATE);
    status = sked_moldable_create(&plans, settings, mem);
    meter_end(MOLDABLE_CREATE);
    meter_require(status);
    if (status == SKED_OK) {
        meter_begin(MOLDABLE_DEMT);
        status = sked_moldable_plan(&plans, &choice, rows, &result);
        meter_end(MOLDABLE_DEMT);
        meter_require(status);
        sked_moldable_destroy(&plans);
    }
    tell((uint64_t)result.makespan);
    tell(result.minsum.low);
    tell((uint64_t)rows[0].start);
}

static void run_moldable(void) {
    sked_moldable_settings settings = {.intervals_max = 8};
    const sked_mem mem = room_begin();
    const size_t cells = (size_t)shape.tasks / 2 * shape.task_processors;
    sked_moldable_task *const tasks =
        (sked_moldable_task *)take(mem, shape.tasks * sizeof(sked_moldable_task));
    sked_moldable_row *const rows =
        (sked_moldable_row *)take(mem, shape.tasks * sizeof(sked_moldable_row));
    sked_time *const times = (sked_time *)take(mem, cells * sizeof(sked_time));
    uint32_t call;
    settings.processors = shape.task_processors;
    settings.tasks_count = shape.tasks;
    settings.tasks = tasks;
    for (call = 0; call < shape.task_calls && meter.failures == 0; call++) {
        draw_tasks(tasks, times);
        plan_tasks(&settings, mem, rows);
    }
}
