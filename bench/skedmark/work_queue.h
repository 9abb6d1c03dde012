/* work_queue.h: skedmark's work for the queue, and for two tiers. */
/* SPDX-License-Identifier: MIT */

/* Included once, by skedmark.c, whose shape, room and draws it uses.
 *
 * As many jobs as the level says always wait: in each step one job ends, a pass is made, and what
 * started is replaced. After as many steps as are measured later the state is steady. */

enum { QUEUE_SUBMIT, QUEUE_FINISH, QUEUE_PASS };

typedef struct steady {
    sked_queue queue;
    const sked_tiers *tiers;            /* NULL: a plain queue                                   */
    uint32_t processors;
    uint64_t next_id;
    sked_time now;
} steady;

static sked_queue_info steady_info(const steady *s) {
    sked_queue_info info = {0};
    meter_require(sked_queue_get_info(&s->queue, &info));
    return info;
}

static void steady_submit(steady *s) {
    sked_job job = {0};
    sked_status status;
    job.id = s->next_id++;
    job.width = 1 + below(below(4) == 0 ? s->processors : (s->processors + 3) / 4);
    job.estimate = 10 + below(1000);
    meter_begin(QUEUE_SUBMIT);
    status = sked_queue_submit(&s->queue, &job, s->now);
    meter_end(QUEUE_SUBMIT);
    meter_require(status);
}

static void steady_fill(steady *s) {
    while (meter.failures == 0 && steady_info(s).waiting < shape.waiting) {
        steady_submit(s);
    }
}

static void steady_finish(steady *s) {
    const uint32_t running = steady_info(s).running;
    sked_status status;
    uint64_t id = 0;
    if (running == 0) {
        return;
    }
    meter_require(sked_queue_running_at(&s->queue, below(running), &id));
    meter_begin(QUEUE_FINISH);
    status = sked_queue_finish(&s->queue, id, s->now);
    meter_end(QUEUE_FINISH);
    meter_require(status);
}

/* What is hashed later is kept in numbers, so that no hashing is within the meter. */
typedef struct decided {
    uint32_t count;
    uint32_t started[ACTIONS_KEPT];     /* the last ones                                         */
    sked_time shadow;
} decided;

static sked_status steady_next(steady *s, decided *d) {
    sked_action action;
    const sked_status status = s->tiers == NULL ? sked_queue_next(&s->queue, &action, NULL)
                                                : sked_tiers_next(&s->queue, &action, NULL);
    if (status == SKED_OK) {
        d->started[d->count++ % ACTIONS_KEPT] = (uint32_t)action.id * 16u + (uint32_t)action.kind;
        d->shadow = action.shadow;
    }
    return status;
}

/* Opening a pass and each of its actions are one operation. */
static void steady_pass(steady *s) {
    static decided actions;
    sked_status status;
    uint32_t i;
    actions.count = 0;
    actions.shadow = 0;
    meter_begin(QUEUE_PASS);
    status = s->tiers == NULL ? sked_queue_plan(&s->queue, s->now)
                              : sked_tiers_plan(&s->queue, s->tiers, s->now);
    while (status == SKED_OK) {
        status = steady_next(s, &actions);
    }
    meter_end(QUEUE_PASS);
    meter_require(status == SKED_DONE ? 0 : (int)status);
    for (i = 0; i < actions.count; i++) {
        tell(actions.started[i % ACTIONS_KEPT]);
    }
    tell((uint64_t)actions.shadow);
}

static void steady_begin(steady *s, const sked_tiers *tiers, uint32_t processors) {
    sked_queue_settings settings = {.depth = 1, .estimate_missing = SKED_NEVER,
                                    .order = SKED_FCFS, .backfill_order = SKED_FCFS,
                                    .reservations = SKED_COMPRESS, .background_order = SKED_SJF};
    settings.processors = processors;
    settings.jobs_max = shape.waiting + (tiers == NULL ? 1u : 2u) * processors;
    settings.backgrounds = tiers != NULL;
    meter_require(sked_queue_create(&s->queue, &settings, NULL, room_begin()));
    s->tiers = tiers;
    s->processors = processors;
    s->next_id = 1;
    s->now = 0;
}

static void steady_run(const sked_tiers *tiers, uint32_t processors) {
    static steady s;
    uint32_t step;
    steady_begin(&s, tiers, processors);
    for (step = 0; step < 2u * shape.steps && meter.failures == 0; step++) {
        meter.warming = step < shape.steps;
        s.now += 1 + below(40);
        steady_fill(&s);
        steady_finish(&s);
        steady_pass(&s);
    }
    meter_require(sked_queue_validate(&s.queue));
}

static void run_queue(void) {
    steady_run(NULL, shape.processors);
}

/* From 300 to 899 permille. */
static uint32_t tiers_use(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    (void)ctx;
    (void)tag;
    return 300 + (uint32_t)(id * 37u + process * 101u) % 600;
}

static void run_tiers(void) {
    static const sked_tiers measy = {.policy = SKED_MEASY, .migration = 3,
                                     .usage_limit_permille = 960, .usage = {tiers_use, NULL}};
    steady_run(&measy, shape.tier_processors);
}
