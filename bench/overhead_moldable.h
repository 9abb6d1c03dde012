/* overhead_moldable.h: the kernels of overhead.c for moldable tasks.
 *
 * SPDX-License-Identifier: MIT
 *
 * Included once, by overhead.c, whose random numbers and hash they use. */

enum { MOLD_TASKS = 9, MOLD_MANY = 13, MOLD_PROCESSORS = 8, MOLD_SPANS = 3, MOLD_ROOM = 8192 };
enum { MOLD_TIMES = MOLD_TASKS * MOLD_PROCESSORS, MOLD_PRICES = 12, MOLD_PIECES = 16 };
enum { MOLD_FORMS = 4, MOLD_WIDEST = 256 };

typedef struct mold {
    sked_moldable plans;
    sked_moldable_settings settings;
    uint64_t seed, hash;
    sked_moldable_task tasks[MOLD_MANY];
    sked_time times[MOLD_TIMES];
    sked_moldable_row rows[MOLD_MANY];
    sked_span spans[MOLD_SPANS];
    uint32_t times_used;
} mold;

static mold molded;
static sked_align mold_room[MOLD_ROOM / sizeof(sked_align)];

static void mold_hash_number(uint64_t number) {
    molded.hash = bench_hash_i64(molded.hash, (int64_t)number);
}

static void mold_hash_status(sked_status status) {
    molded.hash = bench_hash_u32(molded.hash, (uint32_t)status);
}

static void mold_hash_wide(sked_u128 value) {
    mold_hash_number(value.low);
    mold_hash_number(value.high);
}

static void mold_hash_rows(void) {
    uint32_t i;
    for (i = 0; i < molded.settings.tasks_count; i++) {
        mold_hash_number((uint64_t)molded.rows[i].start);
        mold_hash_number((uint64_t)molded.rows[i].end);
        molded.hash = bench_hash_u32(molded.hash, molded.rows[i].width);
    }
}

/* What was decided, and what is proved: not how much work it was. */
static void mold_hash_result(const sked_moldable_result *result) {
    mold_hash_number((uint64_t)result->makespan);
    mold_hash_number((uint64_t)result->makespan_lower_bound);
    mold_hash_wide(result->minsum);
    mold_hash_wide(result->minsum_lower_bound);
    mold_hash_number(result->makespan_ratio_permille);
    mold_hash_number(result->minsum_ratio_permille);
    mold_hash_number(result->guarantee_permille);
}

/* ---- tasks ---------------------------------------------------------------------------------- */

static sked_time mold_time(void *ctx, uint32_t task, uint32_t width) {
    (void)ctx;
    return (sked_time)((600 + 37 * (uint64_t)task + width - 1) / width);
}

static sked_moldable_task *mold_task(sked_moldable_form form) {
    static const sked_moldable_task zeros;
    sked_moldable_task *task = &molded.tasks[molded.settings.tasks_count++];
    *task = zeros;
    task->form = form;
    task->weight = random_below(&molded.seed, 100);
    task->time = 10 + random_below(&molded.seed, 990);
    return task;
}

/* Amdahl's law; or, one time in four, any times at all. */
static void mold_draw_table(void) {
    sked_moldable_task *task = mold_task(SKED_MOLDABLE_TABLE);
    const uint32_t f = random_below(&molded.seed, 1000);
    const int wild = random_below(&molded.seed, 4) == 0;
    sked_time *times = &molded.times[molded.times_used];
    sked_time k;
    for (k = 1; k <= MOLD_PROCESSORS; k++) {
        times[k - 1] = (task->time * (f * (k - 1) + 1000) + 1000 * k - 1) / (1000 * k);
        if (wild) {
            times[k - 1] = 1 + random_below(&molded.seed, (uint32_t)task->time);
        }
    }
    task->times = times;
    task->count = MOLD_PROCESSORS;
    molded.times_used += MOLD_PROCESSORS;
}

static void mold_draw_list(void) {
    static const sked_moldable_allotment pairs[] = {{1, 400}, {2, 230}, {4, 110}, {8, 90}};
    sked_moldable_task *task = mold_task(SKED_MOLDABLE_LIST);
    task->allotments = pairs;
    task->count = 1 + random_below(&molded.seed, (uint32_t)sizeof pairs / sizeof pairs[0]);
}

static void mold_draw_closed(sked_moldable_form form) {
    sked_moldable_task *task = mold_task(form);
    task->sequential_permille = random_below(&molded.seed, 500);
    task->parallelism_permille = 1000 + random_below(&molded.seed, 15000);
    task->variance_permille = random_below(&molded.seed, 3000);
    if (form == SKED_MOLDABLE_RIGID) {
        task->width_min = 1 + random_below(&molded.seed, MOLD_PROCESSORS / 2);
    } else if (form != SKED_MOLDABLE_DIVISIBLE && random_below(&molded.seed, 4) == 0) {
        task->width_min = random_below(&molded.seed, 4);
        task->width_step = 1 + random_below(&molded.seed, 3);
        task->width_max = 4 + random_below(&molded.seed, 8);
    }
}

static void mold_draw_any(uint32_t count, int divisible) {
    while (count-- > 0) {
        const uint32_t drawn = random_below(&molded.seed, divisible ? 6 : 5);
        if (drawn == 0) {
            mold_draw_list();
        } else {
            mold_draw_closed(drawn == 1   ? SKED_MOLDABLE_AMDAHL
                             : drawn == 2 ? SKED_MOLDABLE_DOWNEY
                             : drawn == 3 ? SKED_MOLDABLE_RIGID
                             : drawn == 4 ? SKED_MOLDABLE_ORACLE
                                          : SKED_MOLDABLE_DIVISIBLE);
        }
    }
}

static void mold_forget(uint64_t seed) {
    static const sked_moldable_settings zeros;
    molded.settings = zeros;
    molded.times_used = 0;
    molded.seed = seed;
    molded.hash = BENCH_HASH_START;
    molded.settings.processors = MOLD_PROCESSORS;
    molded.settings.tasks = molded.tasks;
    molded.settings.spans = molded.spans;
    molded.settings.oracle.time = mold_time;
    molded.settings.intervals_max = MOLD_PRICES;
}

static void mold_begin(void) {
    size_t bytes;
    require(sked_moldable_bytes(&molded.settings, &bytes));
    require(bytes <= sizeof mold_room ? SKED_OK : SKED_E_BLOCK);
    require(sked_moldable_init(&molded.plans, &molded.settings, mold_room, bytes));
}

static uint64_t mold_end(void) {
    sked_moldable_destroy(&molded.plans);
    return molded.hash;
}

static void mold_begin_tables(uint32_t count) {
    mold_forget(12);
    while (count-- > 0) {
        mold_draw_table();
    }
    mold_begin();
}

static sked_moldable_choice mold_choice(sked_moldable_method method, sked_moldable_order order) {
    static const sked_moldable_choice zeros;
    sked_moldable_choice choice = zeros;
    choice.method = method;
    choice.order = order;
    return choice;
}

static void mold_plan(const sked_moldable_choice *choice) {
    sked_moldable_result result;
    require(sked_moldable_plan(&molded.plans, choice, molded.rows, &result));
    mold_hash_rows();
    mold_hash_result(&result);
}

/* ---- kernels: plans ------------------------------------------------------------------------- */

/* Deadlines from where none is long enough to where all are. */
static uint64_t mold_refuse(void) {
    sked_time deadline;
    mold_begin_tables(MOLD_TASKS);
    for (deadline = 60; deadline < 1400; deadline += deadline / 16) {
        int refused;
        require(sked_moldable_dual_test(&molded.plans, deadline, &refused));
        molded.hash = bench_hash_u32(molded.hash, (uint32_t)refused);
    }
    return mold_end();
}

static void mold_lists(void) {
    int order;
    for (order = SKED_MOLDABLE_SMITH; order <= (int)SKED_MOLDABLE_SHELF; order++) {
        sked_moldable_choice choice =
            mold_choice(SKED_MOLDABLE_SHELVES, (sked_moldable_order)order);
        mold_plan(&choice);
        if (order != (int)SKED_MOLDABLE_SHELF) {
            choice.method = SKED_MOLDABLE_GANG;
            mold_plan(&choice);
            choice.method = SKED_MOLDABLE_SEQUENTIAL;
            mold_plan(&choice);
        }
    }
}

static uint64_t mold_list(void) {
    mold_begin_tables(MOLD_TASKS);
    mold_lists();
    return mold_end();
}

static uint64_t mold_list_many(void) {
    mold_forget(13);
    mold_draw_any(MOLD_MANY, 0);
    mold_begin();
    mold_lists();
    return mold_end();
}

static uint64_t mold_method(sked_moldable_method method, uint32_t count) {
    const sked_moldable_choice choice = mold_choice(method, SKED_MOLDABLE_SMITH);
    mold_begin_tables(count);
    mold_plan(&choice);
    return mold_end();
}

static uint64_t mold_makespan(void) { return mold_method(SKED_MOLDABLE_MAKESPAN, MOLD_TASKS); }
static uint64_t mold_demt(void) { return mold_method(SKED_MOLDABLE_DEMT, MOLD_TASKS); }
static uint64_t mold_sweep(void) { return mold_method(SKED_MOLDABLE_SWEEP, MOLD_TASKS); }
static uint64_t mold_multibase(void) { return mold_method(SKED_MOLDABLE_MULTIBASE, MOLD_TASKS); }
static uint64_t mold_prices(void) { return mold_method(SKED_MOLDABLE_PRICES, 8); }
static uint64_t mold_truncations(void) { return mold_method(SKED_MOLDABLE_TRUNCATIONS, 6); }

static uint64_t mold_shuffles(void) {
    sked_moldable_choice choice = mold_choice(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_LONGEST);
    mold_begin_tables(MOLD_TASKS);
    choice.shuffles = 8;
    choice.seed = 5;
    mold_plan(&choice);
    return mold_end();
}

static uint64_t mold_search(void) {
    sked_moldable_choice choice = mold_choice(SKED_MOLDABLE_SEARCH, SKED_MOLDABLE_SMITH);
    mold_begin_tables(MOLD_TASKS);
    choice.steps_max = 10000;
    choice.seed = 6;
    mold_plan(&choice);
    choice.makespan_max = 500;
    choice.minsum_weight = 3;
    mold_plan(&choice);
    return mold_end();
}

/* All methods, as far as few steps go, and the plans that were worth keeping. */
static uint64_t mold_best(void) {
    sked_moldable_choice choice = mold_choice(SKED_MOLDABLE_BEST, SKED_MOLDABLE_SMITH);
    sked_moldable_result result;
    uint32_t index;
    mold_forget(14);
    mold_draw_any(6, 0);
    molded.settings.frontier_max = 4;
    mold_begin();
    choice.steps_max = 20000;
    mold_plan(&choice);
    for (index = 0; sked_moldable_get_plan(&molded.plans, index, molded.rows, &result) == SKED_OK;
         index++) {
        mold_hash_rows();
        mold_hash_result(&result);
    }
    return mold_end();
}

/* ---- kernels: proofs ------------------------------------------------------------------------ */

static uint64_t mold_bound(void) {
    sked_moldable_price prices[MOLD_PRICES];
    sked_u128 least;
    uint32_t count, i;
    int32_t shift;
    mold_begin_tables(8);
    require(sked_moldable_bound(&molded.plans, 6, 200));
    require(sked_moldable_get_prices(&molded.plans, prices, &count, &shift));
    mold_hash_number((uint64_t)shift);
    for (i = 0; i < count; i++) {
        mold_hash_number((uint64_t)prices[i].end);
        mold_hash_number(prices[i].price);
    }
    if (count > 0) {
        require(sked_moldable_dual_bound(&molded.plans, prices, count, shift, &least));
        mold_hash_wide(least);
    }
    return mold_end();
}

/* Prices that nobody chose; those of all weights together are too high everywhere. */
static uint64_t mold_evaluate(void) {
    sked_moldable_price prices[MOLD_PRICES];
    uint32_t round, i;
    mold_begin_tables(MOLD_TASKS);
    for (round = 0; round < 6; round++) {
        sked_u128 least;
        for (i = 0; i < MOLD_PRICES; i++) {
            prices[i].end = (sked_time)((i + 1) * 60 + random_below(&molded.seed, 50));
            prices[i].price = random_next(&molded.seed) >> 26;
            prices[i].price >>= random_below(&molded.seed, 8);
        }
        require(sked_moldable_dual_bound(&molded.plans, prices, 1 + 2 * round,
                                         32 + (int32_t)round, &least));
        mold_hash_wide(least);
    }
    return mold_end();
}

/* ---- kernels: closed forms ------------------------------------------------------------------ */

static void mold_ask(uint32_t task, uint32_t width, sked_time limit) {
    sked_moldable_allotment allotment = {0, 0};
    uint64_t work = 0;
    sked_time time = 0;
    mold_hash_status(sked_moldable_get_time(&molded.plans, task, width, &time));
    mold_hash_number((uint64_t)time);
    mold_hash_status(sked_moldable_get_allotment(&molded.plans, task, limit, &allotment, &work));
    molded.hash = bench_hash_u32(molded.hash, allotment.width);
    mold_hash_number((uint64_t)allotment.time);
    mold_hash_number(work);
}

/* Long tasks on many processors. */
static uint64_t mold_closed(void) {
    uint32_t step, task = 0, narrow = 0;
    mold_forget(15);
    for (step = 0; step < MOLD_FORMS; step++) {
        mold_draw_closed(step % 2 == 0 ? SKED_MOLDABLE_AMDAHL : SKED_MOLDABLE_DOWNEY);
        molded.tasks[step].width_max = molded.tasks[step].width_step = 0;
        molded.tasks[step].time <<= step % 2 == 0 ? 22 : 2;
        molded.tasks[step].parallelism_permille *= step < 2 ? 1 : 1000;
    }
    molded.settings.processors = MOLD_WIDEST;
    molded.settings.cells_max = 1;
    mold_begin();
    for (step = 0; step < 200; step++) {
        const uint32_t asked = random_below(&molded.seed, MOLD_FORMS);
        const uint32_t digits = random_below(&molded.seed, 10);
        const uint32_t width = 1 + random_below(&molded.seed, UINT32_C(1) << digits);
        mold_ask(asked, width, molded.tasks[asked].time >> random_below(&molded.seed, 16));
    }
    mold_hash_status(sked_moldable_check_monotone(&molded.plans, &task, &narrow));
    mold_hash_number((uint64_t)task * MOLD_WIDEST + narrow);
    return mold_end();
}

/* ---- kernels: what is there, and what comes ------------------------------------------------- */

static void mold_draw_spans(void) {
    uint32_t i;
    for (i = 0; i < MOLD_SPANS; i++) {
        molded.spans[i].start = random_below(&molded.seed, 600);
        molded.spans[i].end = molded.spans[i].start + 1 + random_below(&molded.seed, 600);
        molded.spans[i].count = 1 + random_below(&molded.seed, 3);
    }
    molded.spans[0].end = SKED_NEVER;
    molded.settings.spans_count = MOLD_SPANS;
}

/* Tasks of all forms, some of them ready later, beside spans. */
static void mold_begin_mixed(uint64_t seed, int divisible) {
    uint32_t i;
    mold_forget(seed);
    mold_draw_any(12, divisible);
    mold_draw_spans();
    for (i = 0; i < molded.settings.tasks_count; i++) {
        sked_moldable_task *task = &molded.tasks[i];
        task->ready = random_below(&molded.seed, 3) == 0 ? random_below(&molded.seed, 500) : 0;
        if (task->form == SKED_MOLDABLE_RIGID && task->width_min > MOLD_PROCESSORS / 4) {
            task->width_min = MOLD_PROCESSORS / 4;
        }
    }
    molded.settings.now = 50;
    mold_begin();
}

static uint64_t mold_arrivals(void) {
    sked_moldable_choice choice = mold_choice(SKED_MOLDABLE_DEMT, SKED_MOLDABLE_SMITH);
    mold_begin_mixed(16, 1);
    mold_plan(&choice);
    choice.arrivals = SKED_MOLDABLE_BATCHED;
    mold_plan(&choice);
    choice.method = SKED_MOLDABLE_MAKESPAN;
    mold_plan(&choice);
    choice.arrivals = SKED_MOLDABLE_KNOWN;
    mold_plan(&choice);
    return mold_end();
}

/* One row is changed: most plans are none then. All statuses count. */
static void mold_disturb(void) {
    sked_moldable_row *row =
        &molded.rows[random_below(&molded.seed, molded.settings.tasks_count)];
    const uint32_t by = random_below(&molded.seed, 200);
    if (random_below(&molded.seed, 3) == 0) {
        row->width += random_below(&molded.seed, 2);
    }
    row->start += random_below(&molded.seed, 2) == 0 ? (sked_time)by : 0;
    row->end += random_below(&molded.seed, 4) == 0 ? 0 : (sked_time)by;
}

static void mold_pieces(void) {
    sked_moldable_piece pieces[MOLD_PIECES];
    uint32_t count = 0, i;
    mold_hash_status(
        sked_moldable_pieces(&molded.plans, molded.rows, pieces, MOLD_PIECES, &count));
    for (i = 0; i < count; i++) {
        mold_hash_number((uint64_t)pieces[i].start);
        mold_hash_number((uint64_t)pieces[i].end);
        mold_hash_number((uint64_t)pieces[i].task * MOLD_PROCESSORS + pieces[i].width);
    }
}

static uint64_t mold_judge(void) {
    const sked_moldable_choice choice = mold_choice(SKED_MOLDABLE_SHELVES, SKED_MOLDABLE_SMITH);
    uint32_t step;
    mold_begin_mixed(17, 1);
    for (step = 0; step < 24; step++) {
        sked_moldable_result result;
        uint32_t task = 0;
        sked_status status;
        if (step % 4 == 0) {
            mold_plan(&choice);
            mold_pieces();
        }
        mold_disturb();
        status = sked_moldable_evaluate(&molded.plans, molded.rows, &task, &result);
        mold_hash_status(status);
        molded.hash = bench_hash_u32(molded.hash, task);
        if (status == SKED_OK) {
            mold_hash_result(&result);
        }
    }
    return mold_end();
}

static uint64_t mold_place(void) {
    static sked_word words[MOLD_TASKS * SKED_SET_WORDS((uint32_t)MOLD_PROCESSORS)];
    const sked_moldable_choice choice = mold_choice(SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH);
    uint32_t i, p;
    mold_begin_tables(MOLD_TASKS);
    mold_plan(&choice);
    require(sked_moldable_assign(&molded.plans, molded.rows, words));
    for (i = 0; i < MOLD_TASKS; i++) {
        sked_set set;
        set.words = &words[i * SKED_SET_WORDS((uint32_t)MOLD_PROCESSORS)];
        set.size = MOLD_PROCESSORS;
        for (p = sked_set_first(&set); p < set.size; p = sked_set_next(&set, p)) {
            molded.hash = bench_hash_u32(molded.hash, p);
        }
    }
    return mold_end();
}

/* A plan is carried out for a while; the rest is planned anew. */
static uint64_t mold_online(void) {
    static sked_word words[SKED_SET_WORDS((uint32_t)MOLD_TASKS)];
    static sked_span running[MOLD_TASKS];
    const sked_moldable_choice choice = mold_choice(SKED_MOLDABLE_MAKESPAN, SKED_MOLDABLE_SMITH);
    sked_set started = sked_set_of(words, MOLD_TASKS);
    mold_begin_tables(MOLD_TASKS);
    mold_plan(&choice);
    sked_moldable_destroy(&molded.plans);
    molded.settings.now = molded.rows[0].start + 1;
    molded.settings.spans_count =
        sked_moldable_started(molded.rows, molded.settings.now, &started, running);
    molded.settings.spans = running;
    molded.settings.leave_out = &started;
    molded.hash = bench_hash_u32(molded.hash, sked_set_count(&started));
    mold_begin();
    mold_plan(&choice);
    return mold_end();
}
