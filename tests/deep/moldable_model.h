/* moldable_model.h - moldable tasks as plain arrays, and slow ways to what is best and what is so:
 * all orders times all widths, a list that looks at every instant, a sweep over a plan, and the
 * interval programs of the paper, solved.
 *
 * SPDX-License-Identifier: MIT
 *
 * Times are fractions of its own, widths are tried one by one. Nothing here is fast, and nothing is
 * shared with the header under test but the types of tasks and rows, and the numbers of 128 bits.
 * Numbers are small: closed forms have times up to 2^27, parallelism up to 2^16 and variance up to
 * 2^13; all lengths together, times all processors, are below 2^62. */
#ifndef MOLDABLE_MODEL_H_INCLUDED
#define MOLDABLE_MODEL_H_INCLUDED

#include <stdlib.h>
#include <string.h>

enum {
    MODEL_TASKS = 64, MODEL_WIDTHS = 40, MODEL_SPANS = 80, MODEL_TOKENS = 16,
    MODEL_PIECES = 4 * (MODEL_TASKS + MODEL_SPANS + 1), MODEL_WORDS = SKED_SET_WORDS(MODEL_TASKS)
};

typedef struct model {
    uint32_t processors, tasks, spans;
    sked_time now;
    sked_time factor;                   /* of all times but those of closed forms: 1, or huge */
    int some_left_out;
    int rude_oracle;                    /* it breaks its promise: bounds mean nothing */
    unsigned char left_out[MODEL_TASKS];
    sked_moldable_task task[MODEL_TASKS];
    sked_span span[MODEL_SPANS];
    /* What the above points to. */
    sked_time times[MODEL_TASKS][MODEL_WIDTHS];
    sked_moldable_allotment lists[MODEL_TASKS][MODEL_WIDTHS];
    sked_set span_set[MODEL_SPANS];
    sked_word span_words[MODEL_SPANS][SKED_SET_WORDS(MODEL_WIDTHS)];
    sked_set left_set;
    sked_word left_words[MODEL_WORDS];
} model;

/* ---- how long on so many --------------------------------------------------------------------- */

static int model_is_divisible(const model *m, uint32_t task) {
    return m->task[task].form == SKED_MOLDABLE_DIVISIBLE;
}

static uint32_t model_span_width(const sked_span *span) {
    return span->set != NULL ? sked_set_count(span->set) : span->count;
}

/* Processors that spans leave at a time; at SKED_NEVER, those that have no end. */
static uint32_t model_capacity(const model *m, sked_time time) {
    uint32_t left = m->processors, i;
    for (i = 0; i < m->spans; i++) {
        const sked_span *span = &m->span[i];
        if (time == SKED_NEVER ? span->end == SKED_NEVER
                               : span->start <= time && time < span->end) {
            const uint32_t width = model_span_width(span);
            left -= width < left ? width : left;
        }
    }
    return left;
}

/* The next time after `time` at which a span begins or ends. */
static sked_time model_next_span(const model *m, sked_time time) {
    sked_time next = SKED_NEVER;
    uint32_t i;
    for (i = 0; i < m->spans; i++) {
        next = m->span[i].start > time && m->span[i].start < next ? m->span[i].start : next;
        next = m->span[i].end > time && m->span[i].end < next ? m->span[i].end : next;
    }
    return next;
}

static uint32_t model_widest(const model *m) {
    return model_capacity(m, SKED_NEVER);
}

/* The entry of a list with this width; the list's count if there is none. */
static uint32_t model_entry(const sked_moldable_task *task, uint32_t width) {
    uint32_t i = 0;
    while (i < task->count && task->allotments[i].width != width) {
        i++;
    }
    return i;
}

static int model_may(const model *m, uint32_t number, uint32_t width) {
    const sked_moldable_task *task = &m->task[number];
    const uint32_t least = task->width_min > 1 ? task->width_min : 1;
    const uint32_t step = task->width_step > 1 ? task->width_step : 1;
    if (width == 0 || width > model_widest(m) || task->form == SKED_MOLDABLE_DIVISIBLE) {
        return 0;
    }
    if (task->form == SKED_MOLDABLE_RIGID) {
        return width == task->width_min;
    }
    if (width < least || (task->width_max != 0 && width > task->width_max)) {
        return 0;
    }
    if (task->form == SKED_MOLDABLE_LIST) {
        return model_entry(task, width) < task->count;
    }
    return (width - least) % step == 0 &&
           (task->form != SKED_MOLDABLE_TABLE || width <= task->count);
}

/* 1 / S(k) as a fraction, after Downey (1997). */
static void model_downey(const sked_moldable_task *task, uint32_t width, uint64_t *top,
                         uint64_t *bottom) {
    const uint64_t a = task->parallelism_permille, s = task->variance_permille, k = width;
    if (s <= 1000 && 1000 * k <= a) {
        *top = 2 * a + s * (k - 1);
        *bottom = 2 * a * k;
    } else if (s <= 1000 && 1000 * k <= 2 * a - 1000) {
        *top = s * (2 * a - 1000) + 1000 * k * (2000 - s);
        *bottom = 2000 * a * k;
    } else if (s > 1000 && 1000000 * k + 1000 * s <= 1000 * a + a * s) {
        *top = s * (1000 * k + a - 1000) + 1000 * a;
        *bottom = k * a * (s + 1000);
    } else {
        *top = 1000;
        *bottom = a;
    }
}

/* Rule of a time as a fraction of `time`; 1/1 for what is told in ticks. */
static void model_fraction(const sked_moldable_task *task, uint32_t width, uint64_t *top,
                           uint64_t *bottom) {
    *top = *bottom = 1;
    if (task->form == SKED_MOLDABLE_AMDAHL) {
        *top = (uint64_t)task->sequential_permille * width + 1000 - task->sequential_permille;
        *bottom = 1000 * (uint64_t)width;
    } else if (task->form == SKED_MOLDABLE_DOWNEY) {
        model_downey(task, width, top, bottom);
    }
}

/* a b / c, rounded down; whether there is a rest. Long division is for what needs it. */
static uint64_t model_share(uint64_t a, uint64_t b, uint64_t c, uint64_t *rest) {
    const sked_u128 product = sked_u128_mul(a, b);
    if (product.high != 0) {
        return sked_u128_div(product, c, rest).low;
    }
    *rest = product.low % c;
    return product.low / c;
}

/* In ticks, of a width that is allowed. */
static sked_time model_time(const model *m, uint32_t number, uint32_t width) {
    const sked_moldable_task *task = &m->task[number];
    uint64_t top, bottom, rest, time;
    switch (task->form) {
    case SKED_MOLDABLE_TABLE: return task->times[width - 1];
    case SKED_MOLDABLE_ORACLE: return m->times[number][width - 1];
    case SKED_MOLDABLE_LIST: return task->allotments[model_entry(task, width)].time;
    case SKED_MOLDABLE_AMDAHL:
    case SKED_MOLDABLE_DOWNEY:
    case SKED_MOLDABLE_RIGID:
    case SKED_MOLDABLE_DIVISIBLE:
    case SKED_MOLDABLE_FORM_CLOSED_:
    default: break;
    }
    model_fraction(task, width, &top, &bottom);
    time = model_share((uint64_t)task->time, top, bottom, &rest);
    return (sked_time)time + (rest != 0);
}

/* The work on a width, without the rounding of its time. */
static uint64_t model_work(const model *m, uint32_t number, uint32_t width) {
    const sked_moldable_task *task = &m->task[number];
    uint64_t top, bottom, rest;
    if (model_is_divisible(m, number)) {
        return (uint64_t)task->time;
    }
    if (task->form == SKED_MOLDABLE_ORACLE) {       /* its times were rounded up */
        return width * (uint64_t)(model_time(m, number, width) - 1) + 1;
    }
    if (task->form != SKED_MOLDABLE_AMDAHL && task->form != SKED_MOLDABLE_DOWNEY) {
        return width * (uint64_t)model_time(m, number, width);
    }
    model_fraction(task, width, &top, &bottom);
    return model_share((uint64_t)task->time, top * width, bottom, &rest);
}

/* The least width with a time of at most `limit`, 0: there is none; and the least work of those. */
static uint32_t model_allot(const model *m, uint32_t number, sked_time limit, uint64_t *work) {
    uint32_t width, least = 0;
    if (model_is_divisible(m, number)) {
        *work = (uint64_t)m->task[number].time;
        return limit > 0;
    }
    *work = UINT64_MAX;
    for (width = 1; width <= m->processors; width++) {
        if (model_may(m, number, width) && model_time(m, number, width) <= limit) {
            const uint64_t own = model_work(m, number, width);
            if (least == 0 || m->task[number].form != SKED_MOLDABLE_ORACLE) {
                *work = own < *work ? own : *work;  /* by its promise it does not fall */
            }
            least = least == 0 ? width : least;
        }
    }
    return least;
}

/* The least width that is allowed, or that which is fastest. */
static uint32_t model_width(const model *m, uint32_t number, int fastest) {
    uint32_t width, best = 0;
    for (width = 1; width <= m->processors; width++) {
        if (model_may(m, number, width) &&
            (best == 0 ||
             (fastest && model_time(m, number, width) < model_time(m, number, best)))) {
            best = width;
        }
    }
    return best;
}

static sked_time model_least_time(const model *m, uint32_t number) {
    return model_is_divisible(m, number) ? 1 : model_time(m, number, model_width(m, number, 1));
}

static sked_time model_ready(const model *m, uint32_t number) {
    return m->task[number].ready > m->now ? m->task[number].ready : m->now;
}

/* No longer and no less work on more processors, of those that are allowed. */
static int model_is_monotone(const model *m, uint32_t number, uint32_t *fault) {
    uint32_t width, before = 0;
    for (width = 1; width <= m->processors; width++) {
        if (!model_may(m, number, width)) {
            continue;
        }
        if (before > 0 && (model_time(m, number, width) > model_time(m, number, before) ||
                           model_work(m, number, width) < model_work(m, number, before))) {
            *fault = width;
            return 0;
        }
        before = width;
    }
    return 1;
}

/* ---- what a plan is worth -------------------------------------------------------------------- */

static sked_time model_makespan(const model *m, const sked_moldable_row *rows) {
    sked_time latest = m->now;
    uint32_t i;
    for (i = 0; i < m->tasks; i++) {
        if (!m->left_out[i] && rows[i].end > latest) {
            latest = rows[i].end;
        }
    }
    return latest;
}

static sked_u128 model_minsum(const model *m, const sked_moldable_row *rows) {
    sked_u128 sum = {0, 0};
    uint32_t i;
    for (i = 0; i < m->tasks; i++) {
        if (!m->left_out[i]) {
            sum = sked_u128_add(sum, sked_u128_mul(m->task[i].weight, (uint64_t)rows[i].end));
        }
    }
    return sum;
}

/* ---- is it a plan? --------------------------------------------------------------------------- */

/* From a time on so many processors more, or fewer; rows: of tasks, not of a span. */
typedef struct model_event {
    sked_time time;
    int64_t change;
    int rows;
} model_event;

enum { MODEL_EVENTS = 2 * (MODEL_TASKS + MODEL_SPANS + MODEL_PIECES) };

typedef struct model_sweep {
    uint32_t count;
    model_event event[MODEL_EVENTS];
} model_sweep;

static void model_occupy(model_sweep *sweep, sked_time start, sked_time end, uint32_t width,
                         int rows) {
    model_event *event = &sweep->event[sweep->count];
    event->time = start;
    event->change = width;
    event->rows = rows;
    sweep->count++;
    if (end != SKED_NEVER) {
        event[1].time = end;
        event[1].change = -(int64_t)width;
        event[1].rows = rows;
        sweep->count++;
    }
}

/* By time; at one time, what ends before what begins. */
static int model_earlier(const void *a, const void *b) {
    const model_event *left = (const model_event *)a, *right = (const model_event *)b;
    if (left->time != right->time) {
        return left->time < right->time ? -1 : 1;
    }
    return left->change < right->change ? -1 : left->change > right->change;
}

/* Do rows use more than spans leave, at some time from now on? */
static int model_overload(const model *m, model_sweep *sweep) {
    int64_t used = 0, by_rows = 0;
    uint32_t i;
    qsort(sweep->event, sweep->count, sizeof sweep->event[0], model_earlier);
    for (i = 0; i < sweep->count; i++) {
        const sked_time next = i + 1 < sweep->count ? sweep->event[i + 1].time : SKED_NEVER;
        used += sweep->event[i].change;
        by_rows += sweep->event[i].rows ? sweep->event[i].change : 0;
        if (by_rows > 0 && used > (int64_t)m->processors && next > sweep->event[i].time &&
            next > m->now) {
            return 1;
        }
    }
    return 0;
}

static void model_occupy_spans(const model *m, model_sweep *sweep) {
    uint32_t i;
    for (i = 0; i < m->spans; i++) {
        model_occupy(sweep, m->span[i].start, m->span[i].end, model_span_width(&m->span[i]), 0);
    }
}

static void model_occupy_rows(const model *m, const sked_moldable_row *rows, model_sweep *sweep) {
    uint32_t i;
    for (i = 0; i < m->tasks; i++) {
        if (!m->left_out[i] && rows[i].width > 0) {
            model_occupy(sweep, rows[i].start, rows[i].end, rows[i].width, 1);
        }
    }
}

/* When the longest plan ends: all tasks one after another, behind all that changes. */
static sked_time model_horizon(const model *m) {
    sked_time latest = m->now, length = 0;
    uint32_t i;
    for (i = 0; i < m->spans; i++) {
        latest = m->span[i].start > latest ? m->span[i].start : latest;
        latest = m->span[i].end != SKED_NEVER && m->span[i].end > latest ? m->span[i].end : latest;
    }
    for (i = 0; i < m->tasks; i++) {
        if (!m->left_out[i]) {
            latest = m->task[i].ready > latest ? m->task[i].ready : latest;
            length += model_is_divisible(m, i) ? m->task[i].time
                                               : model_time(m, i, model_width(m, i, 0));
        }
    }
    return latest + length;
}

/* Is the row one of this task's, whatever the others do? */
static int model_row_fits(const model *m, uint32_t task, const sked_moldable_row *row) {
    if (m->left_out[task]) {
        return row->start == 0 && row->end == 0 && row->width == 0;
    }
    if (row->start < model_ready(m, task) || row->end <= row->start ||
        row->end > model_horizon(m)) {
        return 0;
    }
    if (model_is_divisible(m, task)) {
        return row->width == 0;
    }
    return model_may(m, task, row->width) &&
           row->end - row->start == model_time(m, task, row->width);
}

/* What of [start, end) an interval has. */
static sked_time model_overlap(sked_time start, sked_time end, sked_time from, sked_time to) {
    start = start > from ? start : from;
    end = end < to ? end : to;
    return end > start ? end - start : 0;
}

/* Processor ticks of [from, to) that neither spans nor rows have. */
static int64_t model_free(const model *m, const sked_moldable_row *rows, sked_time from,
                          sked_time to) {
    int64_t area = 0;
    sked_time time, next;
    uint32_t i;
    for (time = from; time < to; time = next) {
        next = model_next_span(m, time);
        next = next < to ? next : to;
        area += (next - time) * (int64_t)model_capacity(m, time);
    }
    for (i = 0; i < m->tasks; i++) {
        area -= m->left_out[i] ? 0 : model_overlap(rows[i].start, rows[i].end, from, to) *
                                         (int64_t)rows[i].width;
    }
    return area;
}

/* Pieces may run side by side, and stop and go on: so they fit iff in every interval there is room
 * for the tasks that must run there as a whole. */
static int model_pieces_fit(const model *m, const sked_moldable_row *rows) {
    uint32_t a, b, i;
    for (a = 0; a < m->tasks; a++) {
        for (b = 0; b < m->tasks; b++) {
            int64_t work = 0;
            if (m->left_out[a] || m->left_out[b] || !model_is_divisible(m, a) ||
                !model_is_divisible(m, b) || rows[b].end <= rows[a].start) {
                continue;
            }
            for (i = 0; i < m->tasks; i++) {
                if (!m->left_out[i] && model_is_divisible(m, i) &&
                    rows[i].start >= rows[a].start && rows[i].end <= rows[b].end) {
                    work += m->task[i].time;
                }
            }
            if (work > model_free(m, rows, rows[a].start, rows[b].end)) {
                return 0;
            }
        }
    }
    return 1;
}

/* What a judge should say of rows, with the first row that is no way to run its task. */
static sked_status model_judge(const model *m, const sked_moldable_row *rows, uint32_t *task) {
    static model_sweep sweep;
    for (*task = 0; *task < m->tasks; ++*task) {
        if (!model_row_fits(m, *task, &rows[*task])) {
            return SKED_E_PLAN;
        }
    }
    *task = SKED_NONE;
    sweep.count = 0;
    model_occupy_spans(m, &sweep);
    model_occupy_rows(m, rows, &sweep);
    if (model_overload(m, &sweep)) {
        return SKED_E_TAKEN;
    }
    return model_pieces_fit(m, rows) ? SKED_OK : SKED_E_PLAN;
}

/* Do pieces of a task cover its work within its row, and nothing beyond its last tick? */
static int model_is_covered(const model *m, uint32_t task, const sked_moldable_row *row,
                            const sked_moldable_piece *pieces, uint32_t count) {
    int64_t area = 0, last = 0;
    sked_time end = 0;
    uint32_t i;
    for (i = 0; i < count; i++) {
        if (pieces[i].task == task) {
            if (pieces[i].start < row->start || pieces[i].end > row->end) {
                return 0;
            }
            area += (pieces[i].end - pieces[i].start) * (int64_t)pieces[i].width;
            end = pieces[i].end > end ? pieces[i].end : end;
        }
    }
    for (i = 0; i < count; i++) {
        last += pieces[i].task == task && pieces[i].end == end ? pieces[i].width : 0;
    }
    return area >= m->task[task].time && area - last < m->task[task].time;
}

/* Are these pieces of the divisible tasks, beside the rows and spans? */
static int model_are_pieces(const model *m, const sked_moldable_row *rows,
                            const sked_moldable_piece *pieces, uint32_t count) {
    static model_sweep sweep;
    uint32_t i;
    sweep.count = 0;
    for (i = 0; i < count; i++) {
        if (pieces[i].task >= m->tasks || !model_is_divisible(m, pieces[i].task) ||
            m->left_out[pieces[i].task] || pieces[i].width == 0 ||
            pieces[i].end <= pieces[i].start ||
            (i > 0 && pieces[i].start < pieces[i - 1].start)) {
            return 0;
        }
        model_occupy(&sweep, pieces[i].start, pieces[i].end, pieces[i].width, 1);
    }
    for (i = 0; i < m->tasks; i++) {
        if (!m->left_out[i] && model_is_divisible(m, i) &&
            !model_is_covered(m, i, &rows[i], pieces, count)) {
            return 0;
        }
    }
    model_occupy_spans(m, &sweep);
    model_occupy_rows(m, rows, &sweep);
    return !model_overload(m, &sweep);
}

/* ---- all orders, all widths ------------------------------------------------------------------ */

/* A rectangle that has been placed, or that a span has. */
typedef struct model_block {
    sked_time start, end;
    uint32_t width;
} model_block;

typedef struct model_board {
    uint32_t count;
    model_block block[MODEL_TASKS + MODEL_SPANS + MODEL_TOKENS];
} model_board;

static void model_put(model_board *board, sked_time start, sked_time end, uint32_t width) {
    board->block[board->count].start = start;
    board->block[board->count].end = end;
    board->block[board->count++].width = width;
}

static model_board model_board_of(const model *m) {
    model_board board;
    uint32_t i;
    board.count = 0;
    for (i = 0; i < m->spans; i++) {
        model_put(&board, m->span[i].start, m->span[i].end, model_span_width(&m->span[i]));
    }
    return board;
}

/* Is `width` free at this time? If not, *until is the first end of what is there. */
static int model_is_free(const model *m, const model_board *board, sked_time time, uint32_t width,
                         sked_time *until) {
    uint32_t used = width, i;
    *until = SKED_NEVER;
    for (i = 0; i < board->count; i++) {
        const model_block *block = &board->block[i];
        if (block->start <= time && time < block->end) {
            used += block->width;
            *until = block->end < *until ? block->end : *until;
        }
    }
    return used <= m->processors;
}

/* Does it fit for its whole length? If not, *until is a time before which it does not. */
static int model_fits(const model *m, const model_board *board, sked_time start, sked_time length,
                      uint32_t width, sked_time *until) {
    uint32_t i;
    if (!model_is_free(m, board, start, width, until)) {
        return 0;
    }
    for (i = 0; i < board->count; i++) {
        const sked_time begins = board->block[i].start;
        if (begins > start && begins < start + length &&
            !model_is_free(m, board, begins, width, until)) {
            return 0;
        }
    }
    return 1;
}

/* Where it fits first, from `from` on. Spans that are too many block as well. */
static sked_time model_earliest(const model *m, const model_board *board, sked_time from,
                                sked_time length, uint32_t width) {
    sked_time until;
    while (!model_fits(m, board, from, length, width, &until)) {
        from = until;
    }
    return from;
}

/* A divisible task is as many tokens as it has ticks of work; any other task is one. */
typedef struct model_search {
    const model *m;
    uint32_t tokens, token[MODEL_TOKENS];
    uint32_t width[MODEL_TASKS];
    sked_time ends[MODEL_TOKENS];       /* of the tokens before, in this order: by place */
    model_board board;
} model_search;

typedef struct model_best {
    sked_time makespan, minsum_makespan;            /* the latter: of the plan of least minsum */
    sked_u128 minsum;
    sked_time end[MODEL_TASKS];         /* of that plan */
    unsigned long plans;
} model_best;

/* The next order of the tokens; the first place that changed, or the number of tokens if there is
 * none: then they rise again. */
static uint32_t model_next_order(uint32_t *token, uint32_t count) {
    uint32_t i = count, j, k;
    do {
        if (i < 2) {
            for (j = 0, k = count; j + 1 < k; j++) {
                const uint32_t swap = token[j];
                token[j] = token[--k];
                token[k] = swap;
            }
            return count;
        }
        i--;
    } while (token[i - 1] >= token[i]);
    for (j = count - 1; token[j] <= token[i - 1]; j--) {
    }
    k = token[i - 1];
    token[i - 1] = token[j];
    token[j] = k;
    for (j = i, k = count; j + 1 < k; j++) {
        const uint32_t swap = token[j];
        token[j] = token[--k];
        token[k] = swap;
    }
    return i - 1;
}

/* The next widths; 0: all have been. */
static int model_next_widths(const model *m, uint32_t *width) {
    uint32_t i;
    for (i = 0; i < m->tasks; i++) {
        if (m->left_out[i] || model_is_divisible(m, i)) {
            continue;
        }
        do {
            width[i]++;
        } while (width[i] <= m->processors && !model_may(m, i, width[i]));
        if (width[i] <= m->processors) {
            return 1;
        }
        width[i] = model_width(m, i, 0);
    }
    return 0;
}

/* Places the tokens from a place on, each as early as it fits. */
static void model_place_tokens(model_search *search, uint32_t from) {
    const model *m = search->m;
    uint32_t i;
    search->board.count = m->spans + from;
    for (i = from; i < search->tokens; i++) {
        const uint32_t task = search->token[i];
        const uint32_t width = model_is_divisible(m, task) ? 1 : search->width[task];
        const sked_time time = model_is_divisible(m, task) ? 1 : model_time(m, task, width);
        const sked_time start =
            model_earliest(m, &search->board, model_ready(m, task), time, width);
        model_put(&search->board, start, start + time, width);
        search->ends[i] = start + time;
    }
}

static void model_weigh(const model_search *search, model_best *best) {
    sked_moldable_row rows[MODEL_TASKS];
    sked_time makespan;
    sked_u128 minsum;
    uint32_t i;
    memset(rows, 0, sizeof rows[0] * search->m->tasks);
    for (i = 0; i < search->tokens; i++) {
        sked_moldable_row *row = &rows[search->token[i]];
        row->end = search->ends[i] > row->end ? search->ends[i] : row->end;
    }
    makespan = model_makespan(search->m, rows);
    minsum = model_minsum(search->m, rows);
    best->plans++;
    best->makespan = makespan < best->makespan ? makespan : best->makespan;
    if (sked_u128_compare(minsum, best->minsum) < 0) {
        best->minsum = minsum;
        best->minsum_makespan = makespan;
        for (i = 0; i < search->m->tasks; i++) {
            best->end[i] = rows[i].end;
        }
    }
}

/* The least makespan and the least minsum of all plans. Where no task can start earlier while all
 * others stay, every task is where it fits first beside those that start before it: so all orders
 * are enough. */
static model_best model_brute(const model *m) {
    static model_search search;
    model_best best;
    uint32_t i, from;
    int64_t pieces;
    memset(&search, 0, sizeof search);
    memset(&best, 0, sizeof best);
    search.m = m;
    search.board = model_board_of(m);
    best.makespan = SKED_NEVER;
    best.minsum.high = UINT64_MAX;
    for (i = 0; i < m->tasks; i++) {
        pieces = m->left_out[i] ? 0 : model_is_divisible(m, i) ? m->task[i].time : 1;
        for (; pieces > 0; pieces--) {
            search.token[search.tokens++] = i;
        }
        search.width[i] = model_width(m, i, 0);
    }
    do {
        from = 0;
        do {
            model_place_tokens(&search, from);
            model_weigh(&search, &best);
            from = model_next_order(search.token, search.tokens);
        } while (from < search.tokens);
    } while (model_next_widths(m, search.width));
    return best;
}

/* ---- a list ---------------------------------------------------------------------------------- */

/* The next time after `time` at which something ends, is ready, or comes or goes. */
static sked_time model_next_time(const model *m, const model_board *board, sked_time time) {
    sked_time next = SKED_NEVER;
    uint32_t i;
    for (i = 0; i < board->count; i++) {
        const model_block *block = &board->block[i];
        next = block->start > time && block->start < next ? block->start : next;
        next = block->end > time && block->end < next ? block->end : next;
    }
    for (i = 0; i < m->tasks; i++) {
        const sked_time ready = m->task[i].ready;
        next = !m->left_out[i] && ready > time && ready < next ? ready : next;
    }
    return next;
}

/* Starts, at every such time from `from` on, the first tasks of an order that fit for their whole
 * length; alone: only when no other runs. */
static void model_list(const model *m, const uint32_t *order, uint32_t count, int alone,
                       sked_time from, model_board *board, sked_moldable_row *rows) {
    uint32_t left = count, i;
    sked_time time, until, busy = 0;
    unsigned char started[MODEL_TASKS] = {0};
    for (time = from; left > 0 && time != SKED_NEVER; time = model_next_time(m, board, time)) {
        for (i = 0; i < count; i++) {
            const uint32_t task = order[i], width = rows[task].width;
            const sked_time length = model_time(m, task, width);
            if (!started[i] && m->task[task].ready <= time && (!alone || busy <= time) &&
                model_fits(m, board, time, length, width, &until)) {
                rows[task].start = time;
                rows[task].end = busy = time + length;
                model_put(board, time, time + length, width);
                started[i] = 1;
                left--;
            }
        }
    }
}

/* Does `a` come before `b` in an order of lists, by its numbers alone? 0: neither does. */
static int model_before(const model *m, sked_moldable_order order, const sked_moldable_row *rows,
                        uint32_t a, uint32_t b) {
    const uint64_t time_a = (uint64_t)model_time(m, a, rows[a].width);
    const uint64_t time_b = (uint64_t)model_time(m, b, rows[b].width);
    const uint64_t work_a = time_a * rows[a].width, work_b = time_b * rows[b].width;
    switch (order) {
    case SKED_MOLDABLE_SMITH:
        return sked_u128_compare(sked_u128_mul(work_b, m->task[a].weight),
                                 sked_u128_mul(work_a, m->task[b].weight));
    case SKED_MOLDABLE_RATIO:
        return sked_u128_compare(sked_u128_mul(time_b, m->task[a].weight),
                                 sked_u128_mul(time_a, m->task[b].weight));
    case SKED_MOLDABLE_SMALLEST: return (work_a < work_b) - (work_a > work_b);
    case SKED_MOLDABLE_LARGEST: return (work_a > work_b) - (work_a < work_b);
    case SKED_MOLDABLE_WIDEST:
        if (rows[a].width != rows[b].width) {
            return rows[a].width > rows[b].width ? 1 : -1;
        }
        return (time_a > time_b) - (time_a < time_b);
    case SKED_MOLDABLE_LONGEST:
    case SKED_MOLDABLE_SHELF:
    case SKED_MOLDABLE_ORDER_CLOSED_:
    default: return (time_a > time_b) - (time_a < time_b);
    }
}

static void model_sort(const model *m, sked_moldable_order by, const sked_moldable_row *rows,
                       uint32_t *order, uint32_t count) {
    uint32_t i, j;
    for (i = 1; i < count; i++) {
        const uint32_t task = order[i];
        for (j = i; j > 0 && model_before(m, by, rows, order[j - 1], task) < 0; j--) {
            order[j] = order[j - 1];
        }
        order[j] = task;
    }
}

static uint32_t model_list_width(const model *m, sked_moldable_method method, uint32_t task,
                                 const sked_moldable_row *told) {
    return method == SKED_MOLDABLE_SHELVES ? told[task].width
                                           : model_width(m, task, method == SKED_MOLDABLE_GANG);
}

/* What is ready by `time` (or all) and has no width yet, with its width and in order; in *next when
 * the first of the others is ready. Returns how many they are. */
static uint32_t model_gather(const model *m, const sked_moldable_choice *choice, sked_time time,
                             const sked_moldable_row *told, sked_moldable_row *rows,
                             uint32_t *order, sked_time *next) {
    uint32_t count = 0, i;
    *next = SKED_NEVER;
    for (i = 0; i < m->tasks; i++) {
        const sked_time ready = m->task[i].ready;
        if (m->left_out[i] || rows[i].width > 0) {
            continue;
        }
        if (choice->arrivals == SKED_MOLDABLE_KNOWN || ready <= time) {
            rows[i].width = model_list_width(m, choice->method, i, told);
            order[count++] = i;
        } else {
            *next = ready < *next ? ready : *next;
        }
    }
    model_sort(m, choice->order, rows, order, count);
    return count;
}

/* The plan of GANG (each as fast as it can run, and alone), SEQUENTIAL, or SHELVES, of which the
 * widths must be told; of tasks that are not divisible. */
static void model_simple(const model *m, const sked_moldable_choice *choice,
                         const sked_moldable_row *told, sked_moldable_row *rows) {
    model_board board = model_board_of(m);
    uint32_t order[MODEL_TASKS], count;
    sked_time time = m->now, next;
    memset(rows, 0, sizeof rows[0] * m->tasks);
    while (time != SKED_NEVER) {
        count = model_gather(m, choice, time, told, rows, order, &next);
        model_list(m, order, count, choice->method == SKED_MOLDABLE_GANG, time, &board, rows);
        time = count == 0 ? next : model_makespan(m, rows);
    }
}

/* ---- the interval programs of the paper ------------------------------------------------------ */

enum {
    MODEL_INTERVALS = 64, MODEL_LP_TASKS = 6,
    MODEL_LP_ROWS = MODEL_LP_TASKS * MODEL_INTERVALS,
    MODEL_LP_COLUMNS = MODEL_LP_TASKS + MODEL_INTERVALS + 1
};

/* Intervals (lower, upper]; one with `rowless` has no row: that of what ends later. */
typedef struct model_grid {
    uint32_t intervals;
    int printed;                        /* costs as printed: of the interval alone */
    double lower[MODEL_INTERVALS], upper[MODEL_INTERVALS];
    unsigned char rowless[MODEL_INTERVALS];
} model_grid;

static void model_interval(model_grid *grid, double lower, double upper, int rowless) {
    grid->lower[grid->intervals] = lower;
    grid->upper[grid->intervals] = upper;
    grid->rowless[grid->intervals++] = (unsigned char)rowless;
}

/* The paper's grid, of times t_K = deadline, t_(j-1) = t_j / base, none of them below the least
 * time of all: as printed, or with its first interval, and with its last. */
static model_grid model_grid_of(const model *m, sked_time deadline, double base, int first,
                                int last) {
    model_grid grid;
    sked_time shortest = deadline;
    double time = (double)deadline;
    uint32_t i;
    memset(&grid, 0, sizeof grid);
    for (i = 0; i < m->tasks; i++) {
        const sked_time least = m->left_out[i] ? deadline : model_least_time(m, i);
        shortest = least < shortest ? least : shortest;
    }
    for (i = 4; time / base >= (double)shortest && i < MODEL_INTERVALS; i++) {
        time /= base;
    }
    grid.printed = !first;
    if (first) {
        model_interval(&grid, 0, time, 0);
    }
    for (; time < (double)deadline * (1 + base) / 2; time *= base) {
        model_interval(&grid, time, time * base, 0);
    }
    if (last) {
        model_interval(&grid, time, 0, 1);
    }
    return grid;
}

/* The least work of a task in an interval; below 0: it cannot end there. A time that is computed
 * may be a little too early: then a little later. */
static double model_area(const model *m, uint32_t task, const model_grid *grid, uint32_t j) {
    uint64_t work;
    const double upper = grid->upper[j] * (1 + 1e-12);
    const sked_time limit = grid->rowless[j] ? SKED_TIME_MAX : (sked_time)upper;
    return model_allot(m, task, limit, &work) > 0 ? (double)work : -1;
}

static double model_cost(const model *m, uint32_t task, const model_grid *grid, uint32_t j) {
    const double least = grid->printed ? 0 : (double)model_least_time(m, task);
    return m->task[task].weight * (grid->lower[j] > least ? grid->lower[j] : least);
}

/* The dual program, as a dictionary: what is basic is a row, the rest are columns. One variable for
 * each task, then one for the row of each interval. */
typedef struct model_dictionary {
    uint32_t rows, columns;
    uint32_t basic[MODEL_LP_ROWS], other[MODEL_LP_COLUMNS];
    double cell[MODEL_LP_ROWS + 1][MODEL_LP_COLUMNS];       /* row `rows` is the goal */
} model_dictionary;

/* Time is counted in `unit` ticks, so that numbers are near 1. */
static void model_fill_dictionary(const model *m, const model_grid *grid, double unit,
                                  model_dictionary *d) {
    uint32_t i, j, l;
    memset(d, 0, sizeof *d);
    d->columns = m->tasks + grid->intervals;
    for (i = 0; i < d->columns; i++) {
        d->other[i] = i;
    }
    for (i = 0; i < m->tasks; i++) {
        for (j = 0; j < grid->intervals; j++) {
            const double area = model_area(m, i, grid, j);
            double *row = d->cell[d->rows];
            if (area < 0 || m->left_out[i]) {
                continue;
            }
            row[i] = 1;
            for (l = j; l < grid->intervals; l++) {
                row[m->tasks + l] = grid->rowless[l] ? 0 : -area / unit;
            }
            row[d->columns] = model_cost(m, i, grid, j) / unit;
            d->basic[d->rows] = d->columns + d->rows;
            d->rows++;
        }
    }
    for (i = 0; i < m->tasks; i++) {
        d->cell[d->rows][i] = m->left_out[i] ? 0 : 1;
    }
    for (j = 0; j < grid->intervals; j++) {
        d->cell[d->rows][m->tasks + j] = -(double)m->processors * grid->upper[j] / unit;
    }
}

static void model_pivot(model_dictionary *d, uint32_t row, uint32_t column) {
    const double by = d->cell[row][column];
    const uint32_t name = d->basic[row];
    uint32_t r, c;
    for (c = 0; c <= d->columns; c++) {
        d->cell[row][c] /= by;
    }
    d->cell[row][column] = 1 / by;
    for (r = 0; r <= d->rows; r++) {
        const double factor = d->cell[r][column];
        if (r == row || (factor <= 0 && factor >= 0)) {
            continue;
        }
        for (c = 0; c <= d->columns; c++) {
            d->cell[r][c] -= factor * d->cell[row][c];
        }
        d->cell[r][column] = -factor / by;
    }
    d->basic[row] = d->other[column];
    d->other[column] = name;
}

#define MODEL_TINY 1e-11

/* Bland's rule: of all that may, what has the least name. Returns 0 if there is nothing to gain. */
static int model_improve(model_dictionary *d, int *unbounded) {
    uint32_t column = d->columns, row = d->rows, i;
    double least = 0;
    for (i = 0; i < d->columns; i++) {
        if (d->cell[d->rows][i] > MODEL_TINY &&
            (column == d->columns || d->other[i] < d->other[column])) {
            column = i;
        }
    }
    if (column == d->columns) {
        return 0;
    }
    for (i = 0; i < d->rows; i++) {
        const double by = d->cell[i][column];
        const double ratio = by > MODEL_TINY ? d->cell[i][d->columns] / by : 0;
        if (by > MODEL_TINY && (row == d->rows || ratio < least ||
                                (ratio <= least && d->basic[i] < d->basic[row]))) {
            row = i;
            least = ratio;
        }
    }
    *unbounded = row == d->rows;
    if (!*unbounded) {
        model_pivot(d, row, column);
    }
    return !*unbounded;
}

/* What the multipliers of the rows prove: a value that the program is not below. */
static double model_lagrangian(const model *m, const model_grid *grid, const double *multiplier) {
    double value = 0;
    uint32_t i, j, l;
    for (j = 0; j < grid->intervals; j++) {
        value -= grid->rowless[j] ? 0 : multiplier[j] * m->processors * grid->upper[j];
    }
    for (i = 0; i < m->tasks; i++) {
        double least = -1;
        for (j = 0; j < grid->intervals && !m->left_out[i]; j++) {
            const double area = model_area(m, i, grid, j);
            double own = model_cost(m, i, grid, j);
            for (l = j; l < grid->intervals; l++) {
                own += grid->rowless[l] ? 0 : area * multiplier[l];
            }
            least = area >= 0 && (least < 0 || own < least) ? own : least;
        }
        value += least > 0 ? least : 0;
    }
    return value;
}

/* The value of an interval program, by the simplex method on its dual; what the multipliers that it
 * found prove by themselves in *proved. Below 0: nothing fulfils it, so that it is above all. */
static double model_program(const model *m, const model_grid *grid, double *proved) {
    static model_dictionary d;
    double multiplier[MODEL_INTERVALS] = {0}, value;
    const double unit = grid->upper[grid->intervals - 1] > 0 ? grid->upper[grid->intervals - 1]
                                                             : grid->lower[grid->intervals - 1];
    int unbounded = 0;
    uint32_t i, steps;
    model_fill_dictionary(m, grid, unit, &d);
    for (steps = 0; steps < 20000 && model_improve(&d, &unbounded); steps++) {
    }
    if (unbounded) {
        return -1;
    }
    value = -d.cell[d.rows][d.columns] * unit;
    for (i = 0; i < d.rows; i++) {
        if (d.basic[i] >= m->tasks && d.basic[i] < d.columns) {
            const double own = d.cell[i][d.columns];
            multiplier[d.basic[i] - m->tasks] = own > 0 ? own : 0;
        }
    }
    *proved = model_lagrangian(m, grid, multiplier);
    return value;
}

#endif
