/* share_model.h: a slow model of fair share: usage tick by tick, and an order by comparison. */
/* SPDX-License-Identifier: MIT */
#ifndef SHARE_MODEL_H_INCLUDED
#define SHARE_MODEL_H_INCLUDED

/* The includer has included sched_share.h. */

#include "harness.h"

enum { MODEL_ACCOUNTS = 20, MODEL_DEPTH = 5, MODEL_STEPS = 64, MODEL_PERIOD = 24 };
enum { MODEL_TICKS = 512 };             /* a longer half-life is summed step by step */

typedef struct model_account {
    sked_share_account settings;
    uint32_t above, depth, below;       /* below: how many are just below it */
    uint32_t running;                   /* its own jobs' processors; those of a leaf */
    int used;                           /* jobs have run in it, or it was charged */
    sked_u128 sum;                      /* of its own usage, in which each tick has its weight */
} model_account;

typedef struct model {
    sked_time half_life, ahead, now;
    sked_time base;                     /* from which half-lives are counted */
    uint32_t accounts_max, accounts;    /* without the root */
    model_account account[MODEL_ACCOUNTS + 1];
} model;

/* What follows from a model, by account: with all that is below it. */
typedef struct model_totals {
    sked_u128 sum[MODEL_ACCOUNTS + 1];
    sked_u128 then[MODEL_ACCOUNTS + 1]; /* the sum, when as much as is looked ahead has passed */
    uint32_t running[MODEL_ACCOUNTS + 1];
    uint64_t target[MODEL_ACCOUNTS + 1];    /* by shares alone, of 2^32 */
} model_totals;

/* ---- numbers --------------------------------------------------------------------------------- */

static sked_u128 model_wide(uint64_t number) {
    return sked_u128_mul(number, 1);
}

/* The product must be below 2^128. */
static sked_u128 model_times(sked_u128 a, uint64_t factor) {
    sked_u128 product = sked_u128_mul(a.low, factor);
    product.high += a.high * factor;
    return product;
}

/* Compares a * by with b * of, which may have 160 bits each. */
static int model_compare_products(sked_u128 a, uint32_t by, sked_u128 b, uint32_t of) {
    const sked_u128 low_a = sked_u128_mul(a.low, by), low_b = sked_u128_mul(b.low, of);
    const sked_u128 high_a = sked_u128_add(sked_u128_mul(a.high, by), model_wide(low_a.high));
    const sked_u128 high_b = sked_u128_add(sked_u128_mul(b.high, of), model_wide(low_b.high));
    const int high = sked_u128_compare(high_a, high_b);
    return high != 0 ? high : (low_a.low > low_b.low) - (low_a.low < low_b.low);
}

static sked_u128 model_half_of(sked_u128 a, uint32_t times) {
    for (; times > 0; times--) {
        a.low = a.low >> 1 | a.high << 63;
        a.high >>= 1;
    }
    return a;
}

/* ---- weights --------------------------------------------------------------------------------- */

enum { MODEL_LIMBS = 76 };              /* of 32 bits: for the 128th power of 18 bits, and some */

static void model_square(uint32_t *limbs) {
    uint32_t square[MODEL_LIMBS] = {0}, i, j, used = MODEL_LIMBS;
    while (used > 1 && limbs[used - 1] == 0) {
        used--;
    }
    for (i = 0; i < used; i++) {
        uint64_t carry = 0;
        for (j = 0; i + j < MODEL_LIMBS; j++) {
            carry += square[i + j] + (uint64_t)limbs[i] * (j < used ? limbs[j] : 0);
            square[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    memcpy(limbs, square, sizeof square);
}

/* Is the 128th power of a number less than this power of 2? */
static int model_is_less(uint32_t number, uint32_t exponent) {
    uint32_t limbs[MODEL_LIMBS] = {0}, i, bits = 0;
    limbs[0] = number;
    for (i = 0; i < 7; i++) {
        model_square(limbs);
    }
    for (i = 0; i < 32 * MODEL_LIMBS; i++) {
        bits = limbs[i / 32] >> i % 32 & 1 ? i + 1 : bits;
    }
    return bits <= exponent;
}

/* round(2^(16 + (step + 1/2) / 64)): the largest w with (2 w - 1)^128 below 2^128 times the 128th
 * power of that. */
static uint32_t model_step_weight(uint32_t step) {
    static uint32_t weights[MODEL_STEPS];
    if (weights[step] == 0) {
        uint32_t bit, weight = 0;
        for (bit = UINT32_C(1) << 16; bit > 0; bit /= 2) {
            weight += model_is_less(2 * (weight + bit) - 1, 128 + 16 * 128 + 2 * step + 1) ? bit
                                                                                           : 0;
        }
        weights[step] = weight;
    }
    return weights[step];
}

/* The first tick of a step of a half-life. */
static sked_time model_step_start(const model *m, uint32_t step) {
    return step * m->half_life / MODEL_STEPS;
}

/* The weight of a tick that is not before the base. */
static uint64_t model_weight(const model *m, sked_time tick) {
    const sked_time at = (tick - m->base) % m->half_life;
    uint32_t step = 0;
    while (model_step_start(m, step + 1) <= at) {
        step++;
    }
    return (uint64_t)model_step_weight(step) << (tick - m->base) / m->half_life;
}

/* The weights of the ticks of some half-lives, each added. */
static sked_u128 model_sum_ticks(const model *m, sked_time from, sked_time to) {
    uint64_t sum = 0, weights[MODEL_TICKS];
    sked_time tick, at = (from - m->base) % m->half_life;
    uint32_t step, halvings = (uint32_t)((from - m->base) / m->half_life);
    for (step = 0; step < MODEL_STEPS; step++) {
        for (tick = model_step_start(m, step); tick < model_step_start(m, step + 1); tick++) {
            weights[tick] = model_step_weight(step);
        }
    }
    for (tick = from; tick < to; tick++) {
        sum += weights[at++] << halvings;
        if (at == m->half_life) {
            at = 0;
            halvings++;
        }
    }
    return model_wide(sum);
}

/* The same where ticks are too many: those of a step have one weight. */
static sked_u128 model_sum_steps(const model *m, sked_time from, sked_time to) {
    sked_u128 sum = {0, 0};
    sked_time start = from - (from - m->base) % m->half_life;
    for (; start < to; start += m->half_life) {
        uint32_t step;
        for (step = 0; step < MODEL_STEPS; step++) {
            sked_time first = start + model_step_start(m, step);
            sked_time end = start + model_step_start(m, step + 1);
            first = first < from ? from : first;
            end = end > to ? to : end;
            if (first < end) {
                sum = sked_u128_add(sum, sked_u128_mul(model_weight(m, first),
                                                       (uint64_t)(end - first)));
            }
        }
    }
    return sum;
}

static sked_u128 model_weights(const model *m, sked_time from, sked_time to) {
    return m->half_life <= MODEL_TICKS ? model_sum_ticks(m, from, to)
                                       : model_sum_steps(m, from, to);
}

/* ---- time ------------------------------------------------------------------------------------ */

static void model_use(model *m, sked_time to) {
    const sked_u128 weights = model_weights(m, m->now, to);
    uint32_t i;
    for (i = 0; i <= m->accounts; i++) {
        model_account *account = &m->account[i];
        account->sum = sked_u128_add(account->sum, model_times(weights, account->running));
    }
    m->now = to;
}

/* To the next base, where each leaf's sum is divided by 2^24. Returns whether any changed. */
static int model_rebase(model *m) {
    int changed = 0;
    uint32_t i;
    sked_u128 before[MODEL_ACCOUNTS + 1];
    for (i = 0; i <= m->accounts; i++) {
        before[i] = m->account[i].sum;
    }
    model_use(m, m->base + MODEL_PERIOD * m->half_life);
    m->base = m->now;
    for (i = 0; i <= m->accounts; i++) {
        m->account[i].sum = model_half_of(m->account[i].sum, MODEL_PERIOD);
        changed |= sked_u128_compare(before[i], m->account[i].sum) != 0;
    }
    return changed;
}

/* When a whole period has changed nothing, no further one does. */
static void model_advance(model *m, sked_time now) {
    const sked_time period = MODEL_PERIOD * m->half_life;
    while (now - m->base >= period) {
        const int whole = m->now == m->base;
        if (!model_rebase(m) && whole) {
            m->base += (now - m->base) / period * period;
            m->now = m->base;
        }
    }
    model_use(m, now);
}

/* ---- totals ---------------------------------------------------------------------------------- */

/* Accounts have higher numbers than those above them. */
static void model_targets(const model *m, model_totals *totals) {
    uint32_t i, k;
    totals->target[SKED_SHARE_ROOT] = UINT64_C(1) << 32;
    for (i = 1; i <= m->accounts; i++) {
        const uint32_t above = m->account[i].above;
        uint64_t shares = 0;
        for (k = 1; k <= m->accounts; k++) {
            shares += m->account[k].above == above ? m->account[k].settings.shares : 0;
        }
        totals->target[i] =
            shares == 0 ? 0 : totals->target[above] * m->account[i].settings.shares / shares;
    }
}

static model_totals model_totals_of(const model *m) {
    const sked_u128 weights = model_weights(m, m->now, m->now + m->ahead);
    model_totals totals;
    uint32_t i, k;
    memset(&totals, 0, sizeof totals);
    for (i = 0; i <= m->accounts; i++) {
        for (k = i; k != SKED_NONE; k = m->account[k].above) {
            totals.sum[k] = sked_u128_add(totals.sum[k], m->account[i].sum);
            totals.running[k] += m->account[i].running;
        }
    }
    for (i = 0; i <= m->accounts; i++) {
        totals.then[i] = sked_u128_add(totals.sum[i], model_times(weights, totals.running[i]));
    }
    model_targets(m, &totals);
    return totals;
}

/* Is this so many of 1000? What is about half way between two may be either. */
static int model_is_permille(sked_u128 part, sked_u128 whole, uint32_t permille) {
    sked_u128 exact, told;
    while (whole.high > 0) {
        whole = model_half_of(whole, 8);
        part = model_half_of(part, 8);
    }
    if (whole.low == 0) {
        return permille == 0;
    }
    exact = sked_u128_mul(part.low, 2000);
    told = sked_u128_mul(whole.low, 2 * (uint64_t)permille);
    told = sked_u128_compare(exact, told) > 0 ? sked_u128_sub(exact, told)
                                              : sked_u128_sub(told, exact);
    return sked_u128_compare(told, sked_u128_add(whole, model_wide(whole.low >> 20))) <= 0;
}

static uint32_t model_room(const model *m, const model_totals *totals, uint32_t account) {
    uint32_t room = UINT32_MAX;
    for (; account != SKED_NONE; account = m->account[account].above) {
        const uint32_t cap = m->account[account].settings.processors_max;
        const uint32_t running = totals->running[account];
        const uint32_t left = cap > running ? cap - running : 0;
        room = cap > 0 && left < room ? left : room;
    }
    return room;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Of two siblings. */
static int model_siblings(const model *m, const model_totals *totals, uint32_t a, uint32_t b) {
    const sked_share_account *of_a = &m->account[a].settings, *of_b = &m->account[b].settings;
    int order;
    if (of_a->precedence != of_b->precedence) {
        return of_a->precedence < of_b->precedence ? -1 : 1;
    }
    if ((of_a->shares == 0) != (of_b->shares == 0)) {
        return of_a->shares == 0 ? 1 : -1;
    }
    order = model_compare_products(totals->then[a], of_b->shares, totals->then[b], of_a->shares);
    return order != 0 ? order : a < b ? -1 : a > b;
}

/* Of any two: that of those above them that are siblings. */
static int model_compare(const model *m, const model_totals *totals, uint32_t a, uint32_t b) {
    const uint32_t depth_a = m->account[a].depth, depth_b = m->account[b].depth;
    while (m->account[a].depth > m->account[b].depth) {
        a = m->account[a].above;
    }
    while (m->account[b].depth > m->account[a].depth) {
        b = m->account[b].above;
    }
    if (a == b) {
        return depth_a < depth_b ? -1 : depth_a > depth_b;
    }
    while (m->account[a].above != m->account[b].above) {
        a = m->account[a].above;
        b = m->account[b].above;
    }
    return model_siblings(m, totals, a, b);
}

static uint32_t model_place(const model *m, const model_totals *totals, uint32_t account) {
    uint32_t i, place = 0;
    for (i = 1; account != SKED_SHARE_ROOT && i <= m->accounts; i++) {
        place += m->account[i].above == m->account[account].above &&
                 model_siblings(m, totals, i, account) < 0;
    }
    return place;
}

/* The leaves, the most entitled one first. Returns how many they are. */
static uint32_t model_sort(const model *m, const model_totals *totals, uint32_t *order) {
    uint32_t count = 0, i, at;
    for (i = 0; i <= m->accounts; i++) {
        if (m->account[i].below > 0) {
            continue;
        }
        for (at = count++; at > 0 && model_compare(m, totals, i, order[at - 1]) < 0; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    return count;
}

/* ---- calls ----------------------------------------------------------------------------------- */

typedef enum model_event_kind { MODEL_ADD, MODEL_SET, MODEL_START, MODEL_STOP, MODEL_CHARGE,
                                MODEL_ADVANCE, MODEL_EVENT_KINDS } model_event_kind;

typedef struct model_event {
    model_event_kind kind;
    uint32_t account;                   /* add: the one above */
    sked_time now;
    sked_share_account settings;        /* add and set */
    uint32_t processors;                /* start and stop */
    sked_time ticks;                    /* charge */
} model_event;

/* The failures that all calls with a time share. */
static sked_status model_check(const model *m, const model_event *event) {
    if (event->now < 0 || event->now > SKED_TIME_MAX) {
        return SKED_E_TIME;
    }
    if (event->now < m->now) {
        return SKED_E_BACKWARDS;
    }
    return event->kind != MODEL_ADVANCE && event->account > m->accounts ? SKED_E_UNKNOWN : SKED_OK;
}

static sked_status model_add(model *m, uint32_t above, const sked_share_account *settings) {
    model_account *account = &m->account[above];
    if (settings->shares > INT32_MAX) {
        return SKED_E_RANGE;
    }
    if (account->used) {
        return SKED_E_INNER;
    }
    if (m->accounts == m->accounts_max) {
        return SKED_E_FULL;
    }
    account->below++;
    m->accounts++;
    memset(&m->account[m->accounts], 0, sizeof m->account[0]);
    m->account[m->accounts].settings = *settings;
    m->account[m->accounts].above = above;
    m->account[m->accounts].depth = account->depth + 1;
    return SKED_OK;
}

static sked_status model_set(model *m, uint32_t account, const sked_share_account *settings) {
    if (settings->shares > INT32_MAX) {
        return SKED_E_RANGE;
    }
    m->account[account].settings = *settings;
    return SKED_OK;
}

static sked_status model_start(model *m, uint32_t account, uint32_t processors) {
    uint64_t running = processors;
    uint32_t i;
    for (i = 0; i <= m->accounts; i++) {
        running += m->account[i].running;
    }
    if (processors == 0) {
        return SKED_E_NO_WIDTH;
    }
    if (running > INT32_MAX) {
        return SKED_E_OVERFLOW;
    }
    m->account[account].running += processors;
    m->account[account].used = 1;
    return SKED_OK;
}

static sked_status model_stop(model *m, uint32_t account, uint32_t processors) {
    if (processors == 0) {
        return SKED_E_NO_WIDTH;
    }
    if (processors > m->account[account].running) {
        return SKED_E_RANGE;
    }
    m->account[account].running -= processors;
    return SKED_OK;
}

/* The usage of the root stays below 2^120. */
static sked_status model_charge(model *m, uint32_t account, sked_time ticks) {
    sked_u128 more, all;
    uint32_t i;
    if (ticks < 0 || ticks > SKED_TIME_MAX) {
        return SKED_E_TIME;
    }
    all = more = sked_u128_mul(model_weight(m, m->now), (uint64_t)ticks);
    for (i = 0; i <= m->accounts; i++) {
        all = sked_u128_add(all, m->account[i].sum);
    }
    if (all.high >> (120 - 64) != 0) {
        return SKED_E_OVERFLOW;
    }
    m->account[account].sum = sked_u128_add(m->account[account].sum, more);
    m->account[account].used = 1;
    return SKED_OK;
}

/* What a call does at its time, to which the model has come. */
static sked_status model_apply(model *m, const model_event *event) {
    const int inner = event->kind != MODEL_ADVANCE && m->account[event->account].below > 0;
    switch (event->kind) {
    case MODEL_ADD: return model_add(m, event->account, &event->settings);
    case MODEL_SET: return model_set(m, event->account, &event->settings);
    case MODEL_START:
        return inner ? SKED_E_INNER : model_start(m, event->account, event->processors);
    case MODEL_STOP:
        return inner ? SKED_E_INNER : model_stop(m, event->account, event->processors);
    case MODEL_CHARGE:
        return inner ? SKED_E_INNER : model_charge(m, event->account, event->ticks);
    case MODEL_ADVANCE: case MODEL_EVENT_KINDS:
    default: return SKED_OK;
    }
}

#endif
