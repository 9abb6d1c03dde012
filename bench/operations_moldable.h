/* operations_moldable.h: the rows of operations.c for moldable tasks.
 *
 * SPDX-License-Identifier: MIT
 *
 * Included once, by operations.c, whose memory, random numbers, meters and hash it uses. */

/* Tasks for 32 processors, all there at once: one half follows Amdahl's law, the other has tables
 * of it. */
enum { TASKS_PROCESSORS = 32, TASKS_CALLS = 2 };
enum { TASKS_MAKE, TASKS_DEMT, TASKS_MAKESPAN };

static void tasks_draw(sked_moldable_task *tasks, sked_time *times, uint32_t count,
                       uint64_t *seed) {
    static const sked_moldable_task zeros;
    uint32_t i;
    sked_time k;
    for (i = 0; i < count; i++) {
        sked_moldable_task *const task = &tasks[i];
        *task = zeros;
        task->form = i % 2 == 0 ? SKED_MOLDABLE_AMDAHL : SKED_MOLDABLE_TABLE;
        task->weight = 1 + random_below(seed, 10);
        task->time = 50 + random_below(seed, 2000);
        task->sequential_permille = random_below(seed, 300);
        if (i % 2 != 0) {
            task->times = times;
            task->count = TASKS_PROCESSORS;
            for (k = 1; k <= TASKS_PROCESSORS; k++) {
                const sked_time work = task->time * (task->sequential_permille * (k - 1) + 1000);
                *times++ = (work + 1000 * k - 1) / (1000 * k);
            }
        }
    }
}

static uint64_t tasks_plan(sked_moldable *plans, uint32_t which, sked_moldable_method method,
                           sked_moldable_row *planned, uint64_t hash) {
    sked_moldable_choice choice = {.method = SKED_MOLDABLE_BEST, .order = SKED_MOLDABLE_SMITH,
                                   .arrivals = SKED_MOLDABLE_KNOWN};
    sked_moldable_result result = {0};
    sked_status status;
    choice.method = method;
    meter_begin(which);
    status = sked_moldable_plan(plans, &choice, planned, &result);
    meter_end(which);
    require(status);
    hash = bench_hash_i64(hash, result.makespan);
    hash = bench_hash_i64(hash, (int64_t)result.minsum.low);
    hash = bench_hash_i64(hash, result.makespan_lower_bound);
    return bench_hash_i64(hash, planned[0].start);
}

static uint64_t tasks_row(uint32_t count) {
    sked_moldable_settings settings = {.processors = TASKS_PROCESSORS, .intervals_max = 8};
    uint64_t seed = 10, hash = BENCH_HASH_START;
    uint32_t call;
    for (call = 0; call < TASKS_CALLS; call++) {
        const size_t tables = (size_t)count / 2 * TASKS_PROCESSORS * sizeof(sked_time);
        sked_arena arena;
        sked_mem mem;
        sked_moldable plans;
        sked_moldable_task *tasks;
        sked_moldable_row *planned;
        sked_status status;
        sked_arena_init(&arena, room, sizeof room);
        mem = sked_arena_mem(&arena);
        tasks = (sked_moldable_task *)take(mem, count * sizeof(sked_moldable_task));
        planned = (sked_moldable_row *)take(mem, count * sizeof(sked_moldable_row));
        tasks_draw(tasks, (sked_time *)take(mem, tables), count, &seed);
        settings.tasks_count = count;
        settings.tasks = tasks;
        meter_begin(TASKS_MAKE);
        status = sked_moldable_create(&plans, &settings, mem);
        meter_end(TASKS_MAKE);
        require(status);
        hash = tasks_plan(&plans, TASKS_DEMT, SKED_MOLDABLE_DEMT, planned, hash);
        hash = tasks_plan(&plans, TASKS_MAKESPAN, SKED_MOLDABLE_MAKESPAN, planned, hash);
    }
    return hash;
}
