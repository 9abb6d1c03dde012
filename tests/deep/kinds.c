/* kinds.c - deep tests of queues with kinds and quotas, and of queues that ask their picker ahead:
 * a slow model, and every choice tried.
 *
 * SPDX-License-Identifier: MIT
 *
 * The model says what a pass does from definitions alone: sets as arrays, instants one by one. In
 * small worlds each job that was refused behind a head is also tried on every choice of processors:
 * none may let the head start at its shadow time. Some worlds have neither kinds nor quotas, for
 * those that ask ahead. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#define DEEP_NAME "kinds"
#include "harness.h"
#include "accounts.h"
#include "heap.h"

enum { P_MAX = 70, KINDS = 64, QUOTAS = 16, CAPS = 5, JOBS = 14, BOOKINGS_MAX = 3 };
enum { SMALL = 8, WORDS = 9 };

typedef enum place { GONE, WAITING, BARRED, RUNNING } place;

typedef struct model_job {
    place place;
    uint64_t id, key, tag, arrival;
    sked_time estimate, start;
    uint32_t width, kind, amounts[QUOTAS], each, account, bars;
    int stays;                          /* a blocked head that stays one */
    int has;                            /* a reservation that is kept, under SKED_COMPRESS:   */
    sked_time promised;                 /* ... SKED_NEVER, or on these processors             */
    unsigned char promised_on[P_MAX];
} model_job;

typedef struct model_booking {
    int kept, by_set;
    int owned, owner;                   /* by the job at this place of jobs[] */
    uint64_t id, turn;                  /* turn: more than that of all booked before */
    sked_time start, end;
    uint32_t count;
    unsigned char in[P_MAX];
} model_booking;

typedef struct model_head {
    int blocked, meets, refused;
    int slot;
    sked_time shadow;
    uint32_t extra;
    int64_t surplus[QUOTAS];
} model_head;

typedef struct model {
    sked_queue_settings settings;
    uint32_t kinds, picks;              /* picks: which picker                                */
    sked_time now;
    uint64_t arrivals;
    model_job jobs[JOBS];
    model_booking bookings[BOOKINGS_MAX];
    int on[P_MAX];
    unsigned char down[P_MAX], in[KINDS][P_MAX];
    uint32_t quotas[KINDS], capacity[QUOTAS];
    sked_quota_mode mode[QUOTAS];
    unsigned char under[CAPS][P_MAX];   /* the processors of a cap */
    uint32_t cap[CAPS];
    uint32_t component[KINDS];
    model_head heads[KINDS];
    accounts accounts;
    int stale, given_back;              /* what the next pass has to do with kept reservations */
    uint64_t broken, turns;
} model;

typedef struct world {
    uint64_t seed, random;
    model model;
    sked_queue queue;
    sked_picker picker;
    int small;
    int apart, passes;                  /* no two kinds share a processor; all quotas SKED_PASS */
    int narrow;                         /* jobs are, and there is little of each quota */
    uint32_t jobs_max;                  /* of the queue, after it has grown */
} world;

static uint64_t passes_tried, candidates_tried, outlasting_tried, ahead_tried;
static uint64_t capped_tried, capped_missed, cuts_tried;
static uint64_t promises_tried, confirms_tried, kept_changes_tried;

/* ---- help ------------------------------------------------------------------------------------ */

static uint32_t below(world *w, uint32_t limit) {
    w->random = w->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(w->random >> 33) % limit;
}

static sked_time plus(sked_time point, sked_time length) {
    return point == SKED_NEVER || length == SKED_NEVER || point > SKED_TIME_MAX - length
               ? SKED_NEVER
               : point + length;
}

static sked_time end_of(const model *m, int slot) {
    return plus(m->jobs[slot].start, m->jobs[slot].estimate);
}

static uint32_t count_of(const model *m, const unsigned char *set) {
    uint32_t p, count = 0;
    for (p = 0; p < m->settings.processors; p++) {
        count += set[p] != 0;
    }
    return count;
}

/* ---- pickers: the same function for the kit and for the model -------------------------------- */

enum { PICK_NONE, PICK_HIGHEST, PICK_MIXED, PICK_BLOCKS, PICK_MOODY, PICKERS, BLOCK = 3 };

/* Chooses from as few blocks as there can be, the fullest first; 0: it would take one more. One job
 * in eight is never taken. */
static int choose_blocks(uint64_t id, uint32_t count, uint32_t size, const unsigned char *offered,
                         unsigned char *chosen) {
    uint32_t blocks = (count + BLOCK - 1) / BLOCK;
    unsigned char used[P_MAX] = {0};
    for (; id % 8 != 5 && blocks > 0 && count > 0; blocks--) {
        uint32_t b, p, best = 0, most = 0;
        for (b = 0; b * BLOCK < size; b++) {
            uint32_t there = 0;
            for (p = b * BLOCK; p < size && p < (b + 1) * BLOCK; p++) {
                there += offered[p] && !used[b];
            }
            if (there > most) {
                most = there;
                best = b;
            }
        }
        used[best] = 1;
        for (p = best * BLOCK; most > 0 && p < size && p < (best + 1) * BLOCK && count > 0; p++) {
            chosen[p] = offered[p];
            count -= offered[p];
        }
    }
    return count == 0;
}

/* Chooses `count` of those offered; 0: refuses. */
static int choose(uint32_t picks, uint64_t id, sked_time start, uint32_t count, uint32_t size,
                  const unsigned char *offered, unsigned char *chosen) {
    const uint64_t mix = (id * 7919 + (uint64_t)start * 104729) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t i;
    memset(chosen, 0, P_MAX);
    if (picks == PICK_MOODY && mix >> 62 == 0) {
        return 0;
    }
    if (picks == PICK_BLOCKS) {
        return choose_blocks(id, count, size, offered, chosen);
    }
    for (i = 0; i < size && count > 0; i++) {
        const uint32_t p = picks == PICK_HIGHEST ? size - 1 - i
                                                 : (uint32_t)((i + (mix >> 40) % size) % size);
        if (offered[p]) {
            chosen[p] = 1;
            count--;
        }
    }
    return count == 0;
}

static int pick(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                sked_set *chosen) {
    const world *w = ctx;
    unsigned char from[P_MAX] = {0}, to[P_MAX];
    uint32_t p;
    for (p = 0; p < offered->size; p++) {
        from[p] = (unsigned char)sked_set_has(offered, p);
    }
    if (!choose(w->model.picks, ask->id, ask->start, ask->count, offered->size, from, to)) {
        return 0;
    }
    for (p = 0; p < offered->size; p++) {
        if (to[p]) {
            sked_set_add(chosen, p);
        }
    }
    return 1;
}

/* Those that the fewest kinds have, and of these the lowest. */
static void choose_rare(const model *m, uint32_t count, const unsigned char *offered,
                        unsigned char *chosen) {
    memset(chosen, 0, P_MAX);
    for (; count > 0; count--) {
        uint32_t p, best = P_MAX, least = KINDS + 1;
        for (p = 0; p < m->settings.processors; p++) {
            uint32_t k, kinds = 0;
            for (k = 0; k < m->kinds; k++) {
                kinds += m->in[k][p];
            }
            if (offered[p] && !chosen[p] && kinds < least) {
                best = p;
                least = kinds;
            }
        }
        chosen[best] = 1;
    }
}

/* ---- what is free when ----------------------------------------------------------------------- */

static int is_idle(const model *m, uint32_t p) {
    return m->on[p] < 0 && !m->down[p];
}

static int has_begun(const model *m, const model_booking *b) {
    return b->kept && b->start <= m->now && b->end > m->now;
}

#include "owners.h"

/* Who holds processors for the sake of a question: `slot` on `taken` until `end`. */
typedef struct guest {
    const unsigned char *taken;
    int slot;
    sked_time end;
} guest;

static int is_released(const model *m, uint32_t p, sked_time at, const guest *g) {
    if (m->down[p] || (g != NULL && g->taken[p] && g->end > at)) {
        return 0;
    }
    return m->on[p] < 0 || end_of(m, m->on[p]) <= at;
}

/* What is left of a cap: at an instant, by who is expected to run then; or now, by all that run. */
static int64_t left_of_cap(const model *m, uint32_t cap, sked_time at, int now, const guest *g) {
    int64_t left = m->cap[cap];
    uint32_t p;
    for (p = 0; p < m->settings.processors; p++) {
        if (m->under[cap][p] && !m->down[p] && m->on[p] >= 0 &&
            (now || end_of(m, m->on[p]) > at)) {
            left -= m->jobs[m->on[p]].each;
        }
        if (m->under[cap][p] && g != NULL && g->taken[p] && g->end > at) {
            left -= m->jobs[g->slot].each;
        }
    }
    return left;
}

/* The size of the largest part of a set with which caps are kept. Tries all. */
static uint32_t largest_part(const model *m, uint32_t each, const int64_t *left,
                             const unsigned char *set) {
    const uint32_t all = 1u << m->settings.processors;
    uint32_t choice, most = 0;
    for (choice = 0; choice < all; choice++) {
        int64_t then[CAPS];
        uint32_t c, p, count = 0, keeps = 1;
        memcpy(then, left, sizeof then);
        for (p = 0; p < m->settings.processors; p++) {
            const uint32_t in = choice >> p & 1;
            keeps &= set[p] || !in;
            count += in;
            for (c = 0; c < m->settings.caps_max; c++) {
                then[c] -= in && m->under[c][p] ? (int64_t)each : 0;
                keeps &= !in || !m->under[c][p] || each == 0 || then[c] >= 0;
            }
        }
        most = keeps && count > most ? count : most;
    }
    return most;
}

/* Leaves the lowest of a set with which caps are kept. */
static uint32_t cut(const model *m, uint32_t each, sked_time at, int now, const guest *g,
                    unsigned char *set) {
    const int brute = m->settings.caps_max > 0 && m->settings.processors <= SMALL &&
                      ++cuts_tried % 32 == 0;
    int64_t left[CAPS] = {0};
    uint32_t c, p, count = 0, most = 0;
    for (c = 0; c < m->settings.caps_max; c++) {
        left[c] = left_of_cap(m, c, at, now, g);
    }
    if (brute) {
        most = largest_part(m, each, left, set);
    }
    for (p = 0; p < m->settings.processors; p++) {
        for (c = 0; c < m->settings.caps_max; c++) {
            set[p] = set[p] && !(m->under[c][p] && left[c] < (int64_t)each && each > 0);
        }
        for (c = 0; c < m->settings.caps_max; c++) {
            left[c] -= set[p] && m->under[c][p] ? (int64_t)each : 0;
        }
        count += set[p];
    }
    holds(0, !brute || count == most, "the lowest are as many as any");
    return count;
}

static int is_live(const model_booking *b, sked_time from, sked_time to) {
    return b->kept && b->start < to && b->end > from;
}

/* Processors of a kind that are released by `at` and in no booking's set during [at, to). */
static uint32_t room_of_kind(const model *m, uint32_t kind, sked_time at, sked_time to,
                             const guest *g, unsigned char *set) {
    uint32_t p, b, count = 0;
    for (p = 0; p < m->settings.processors; p++) {
        int in = m->in[kind][p] && (at > m->now ? is_released(m, p, at, g) : is_idle(m, p));
        for (b = 0; b < BOOKINGS_MAX; b++) {
            in = in && !(is_live(&m->bookings[b], at, to) && m->bookings[b].by_set &&
                         m->bookings[b].in[p]);
        }
        set[p] = (unsigned char)in;
        count += (uint32_t)in;
    }
    return count;
}

/* Do the bookings by count that are live at an instant find as many beside a job of this width? */
static int counts_hold(const model *m, uint32_t width, sked_time from, sked_time at,
                       const guest *g) {
    uint32_t p, b, free = 0, counted = 0;
    for (b = 0; b < BOOKINGS_MAX; b++) {
        counted += is_live(&m->bookings[b], at, at + 1) ? m->bookings[b].count : 0;
    }
    for (p = 0; p < m->settings.processors; p++) {
        int in = from == at && at == m->now ? is_idle(m, p) : is_released(m, p, at, g);
        for (b = 0; b < BOOKINGS_MAX; b++) {
            in = in && !(is_live(&m->bookings[b], at, at + 1) && m->bookings[b].by_set &&
                         m->bookings[b].in[p]);
        }
        free += (uint32_t)in;
    }
    return counted == 0 || free >= counted + width;
}

/* Does a job fit during [at, to)? */
static int fits(const model *m, int slot, sked_time at, const guest *g) {
    const sked_time to = plus(at, m->jobs[slot].estimate);
    unsigned char set[P_MAX];
    uint32_t b;
    (void)room_of_kind(m, m->jobs[slot].kind, at, to, g, set);
    if (cut(m, m->jobs[slot].each, at, at == m->now, g, set) < m->jobs[slot].width ||
        !counts_hold(m, m->jobs[slot].width, at, at, g)) {
        return 0;
    }
    for (b = 0; b < BOOKINGS_MAX; b++) {
        const sked_time start = m->bookings[b].start;
        if (m->bookings[b].kept && start > at && start < to &&
            !counts_hold(m, m->jobs[slot].width, at, start, g)) {
            return 0;
        }
    }
    return 1;
}

static int64_t room_of_quota(const model *m, uint32_t q, sked_time at, const guest *g) {
    int64_t room = m->capacity[q];
    int i;
    for (i = 0; i < JOBS; i++) {
        if (m->jobs[i].place == RUNNING && !(at > m->now && end_of(m, i) <= at)) {
            room -= m->jobs[i].amounts[q];
        }
    }
    return g != NULL && g->end > at ? room - m->jobs[g->slot].amounts[q] : room;
}

/* Does a job lack a quota of this mode? Jobs that are overdue have given nothing back now, but
 * count as gone for a shadow time. */
static int lacks(const model *m, int slot, sked_quota_mode mode) {
    uint32_t q;
    for (q = 0; q < m->settings.quotas_max; q++) {
        if (m->mode[q] == mode &&
            (int64_t)m->jobs[slot].amounts[q] > room_of_quota(m, q, m->now, NULL) &&
            m->jobs[slot].amounts[q] > 0) {
            return 1;
        }
    }
    return 0;
}

/* The same as room_of_quota, for a shadow time: those expected to have ended have. */
static int64_t quota_then(const model *m, uint32_t q, sked_time at, const guest *g) {
    int64_t room = m->capacity[q];
    int i;
    for (i = 0; i < JOBS; i++) {
        if (m->jobs[i].place == RUNNING && end_of(m, i) > at) {
            room -= m->jobs[i].amounts[q];
        }
    }
    return g != NULL && g->end > at ? room - m->jobs[g->slot].amounts[q] : room;
}

/* Can a head start at a time, by what is released then? */
static int can_then(const model *m, int slot, sked_time at, const guest *g) {
    const sked_time to = plus(at, m->jobs[slot].estimate);
    unsigned char set[P_MAX];
    uint32_t q, p, b;
    for (q = 0; q < m->settings.quotas_max; q++) {
        if (m->mode[q] == SKED_RESERVE && m->jobs[slot].amounts[q] > 0 &&
            quota_then(m, q, at, g) < (int64_t)m->jobs[slot].amounts[q]) {
            return 0;
        }
    }
    for (p = 0; p < m->settings.processors; p++) {      /* overdue jobs count as gone */
        int in = m->in[m->jobs[slot].kind][p] && is_released(m, p, at, g);
        for (b = 0; b < BOOKINGS_MAX; b++) {
            in = in && !(is_live(&m->bookings[b], at, to) && m->bookings[b].by_set &&
                         m->bookings[b].in[p]);
        }
        set[p] = (unsigned char)in;
    }
    if (cut(m, m->jobs[slot].each, at, 0, g, set) < m->jobs[slot].width) {
        return 0;
    }
    for (b = 0; b <= BOOKINGS_MAX; b++) {
        const sked_time start = b < BOOKINGS_MAX ? m->bookings[b].start : at;
        uint32_t counted = 0, free = 0, c;
        if (b < BOOKINGS_MAX && !(m->bookings[b].kept && start > at && start < to)) {
            continue;
        }
        for (c = 0; c < BOOKINGS_MAX; c++) {
            counted += is_live(&m->bookings[c], start, start + 1) ? m->bookings[c].count : 0;
        }
        for (p = 0; p < m->settings.processors; p++) {
            int in = is_released(m, p, start, g);
            for (c = 0; c < BOOKINGS_MAX; c++) {
                in = in && !(is_live(&m->bookings[c], start, start + 1) &&
                             m->bookings[c].by_set && m->bookings[c].in[p]);
            }
            free += (uint32_t)in;
        }
        if (counted > 0 && free < counted + m->jobs[slot].width) {
            return 0;
        }
    }
    return 1;
}

/* The first instant after `at` at which something is given back: by jobs of a component (or by all
 * jobs), or by a booking. */
static sked_time next_end(const model *m, sked_time at, uint32_t component) {
    sked_time next = SKED_NEVER;
    int i;
    for (i = 0; i < JOBS; i++) {
        if (m->jobs[i].place == RUNNING && end_of(m, i) > at && end_of(m, i) < next &&
            (component == KINDS || m->component[m->jobs[i].kind] == component)) {
            next = end_of(m, i);
        }
    }
    for (i = 0; i < BOOKINGS_MAX; i++) {
        if (m->bookings[i].kept && m->bookings[i].end > at && m->bookings[i].end < next) {
            next = m->bookings[i].end;
        }
    }
    return next;
}

/* Is the picker asked ahead, and does it refuse a head on what is released at a time? */
static int refuses_then(const model *m, int slot, sked_time at, const guest *g) {
    const model_job *job = &m->jobs[slot];
    const sked_time to = plus(at, job->estimate);
    unsigned char set[P_MAX], chosen[P_MAX];
    uint32_t p, b;
    if (m->settings.options != SKED_ASK_AHEAD || m->picks == PICK_NONE) {
        return 0;
    }
    for (p = 0; p < m->settings.processors; p++) {
        set[p] = (unsigned char)(m->in[job->kind][p] && is_released(m, p, at, g));
        for (b = 0; b < BOOKINGS_MAX; b++) {
            set[p] = set[p] && !(is_live(&m->bookings[b], at, to) && m->bookings[b].by_set &&
                                 m->bookings[b].in[p]);
        }
    }
    ahead_tried++;
    return !choose(m->picks, job->id, at, job->width, m->settings.processors, set, chosen);
}

static sked_time shadow_of(const model *m, int slot, int refused) {
    const uint32_t component = m->component[m->jobs[slot].kind];
    sked_time at = refused ? next_end(m, m->now, component) : m->now;
    while (at != SKED_NEVER && (!can_then(m, slot, at, NULL) || refuses_then(m, slot, at, NULL))) {
        at = next_end(m, at, KINDS);
    }
    return at;
}

/* ---- a pass ---------------------------------------------------------------------------------- */

typedef struct decision {
    sked_action action;
    unsigned char on[P_MAX];
    model then;                         /* what has become of the model by then */
} decision;

typedef struct plan {
    decision list[JOBS];
    uint32_t count, owners;             /* owners: so many of them, which come first */
} plan;

static uint64_t rank_of(const model *m, int slot, sked_order order) {
    switch (order) {
    case SKED_BY_SHARE:
        return m->jobs[slot].stays
                   ? 0
                   : 1 + (uint64_t)place_of_account(&m->accounts, m->jobs[slot].account);
    case SKED_SJF: return (uint64_t)m->jobs[slot].estimate;
    case SKED_BY_KEY: return m->jobs[slot].key;
    case SKED_NARROWEST: return m->jobs[slot].width;
    default: return m->jobs[slot].arrival;
    }
}

/* Equals are in the order of the queue; but where that is by share, in that of their keys. */
static int comes_before(const model *m, int a, int b, sked_order order) {
    const sked_order next = m->settings.order == SKED_BY_SHARE ? SKED_BY_KEY : m->settings.order;
    const uint64_t first[3] = {rank_of(m, a, order), rank_of(m, a, next), m->jobs[a].arrival};
    const uint64_t second[3] = {rank_of(m, b, order), rank_of(m, b, next), m->jobs[b].arrival};
    int i = 0;
    while (i < 2 && first[i] == second[i]) {
        i++;
    }
    return first[i] < second[i];
}

static uint32_t list_waiting(const model *m, sked_order order, int *slots) {
    uint32_t count = 0, i;
    int slot;
    for (slot = 0; slot < JOBS; slot++) {
        if (m->jobs[slot].place == WAITING) {
            for (i = count++; i > 0 && comes_before(m, slot, slots[i - 1], order); i--) {
                slots[i] = slots[i - 1];
            }
            slots[i] = slot;
        }
    }
    return count;
}

static int picked(model *m, int slot, const unsigned char *offered, unsigned char *on) {
    const model_job *job = &m->jobs[slot];
    if (count_of(m, offered) < job->width) {
        return 0;
    }
    if (m->picks == PICK_NONE) {
        choose_rare(m, job->width, offered, on);
        return 1;
    }
    return choose(m->picks, job->id, m->now, job->width, m->settings.processors, offered, on);
}

static void start(model *m, plan *decided, int slot, sked_reason reason, const unsigned char *on,
                  const model_head *head) {
    decision *to = &decided->list[decided->count++];
    uint32_t p;
    m->jobs[slot].place = RUNNING;
    m->jobs[slot].start = m->now;
    m->jobs[slot].has = m->jobs[slot].stays = 0;
    for (p = 0; p < m->settings.processors; p++) {
        if (on[p]) {
            m->on[p] = slot;
        }
    }
    memset(&to->action, 0, sizeof to->action);
    memcpy(to->on, on, P_MAX);
    to->action.kind = SKED_START;
    to->action.reason = reason;
    to->action.id = m->jobs[slot].id;
    to->action.tag = m->jobs[slot].tag;
    to->action.start = m->now;
    to->action.end = end_of(m, slot);
    to->action.width = m->jobs[slot].width;
    to->action.shadow = head == NULL ? SKED_NEVER : head->shadow;
    to->action.extra = head == NULL ? 0 : head->extra;
    to->action.head = head == NULL ? 0 : m->jobs[head->slot].id;
    to->then = *m;
}

static int starts_before(const model *m, sked_time at) {
    int b;
    for (b = 0; b < BOOKINGS_MAX; b++) {
        if (m->bookings[b].kept && m->bookings[b].start < at) {
            return 1;
        }
    }
    return 0;
}

static void block(model *m, int slot, int refused) {
    const model_job *job = &m->jobs[slot];
    model_head *head = &m->heads[m->component[job->kind]];
    uint32_t p, q, there = 0;
    sked_time at;
    memset(head, 0, sizeof *head);
    head->blocked = 1;
    head->slot = slot;
    head->shadow = SKED_NEVER;
    if (m->settings.depth == SKED_NO_RESERVATIONS) {
        return;
    }
    m->jobs[slot].stays = heads_stay(&m->settings, 1, 0);
    head->shadow = shadow_of(m, slot, refused);
    at = head->shadow == SKED_NEVER ? SKED_TIME_MAX : head->shadow;
    head->meets = head->shadow != SKED_NEVER &&
                  (m->settings.caps_max > 0 || starts_before(m, plus(head->shadow, job->estimate)));
    for (p = 0; p < m->settings.processors; p++) {
        there += m->in[job->kind][p] && is_released(m, p, at, NULL);
    }
    head->extra = !head->meets && there > job->width ? there - job->width : 0;
    for (q = 0; q < m->settings.quotas_max; q++) {
        const int64_t left = quota_then(m, q, at, NULL) - (int64_t)job->amounts[q];
        head->surplus[q] = left > 0 ? left : 0;
    }
}

/* Is there a choice of processors with which a job lets the head start at its shadow time? Tries
 * all. */
static int has_choice(const model *m, int slot, const model_head *head) {
    const uint32_t size = m->settings.processors, all = 1u << size;
    uint32_t choice, p;
    for (choice = 0; choice < all; choice++) {
        unsigned char on[P_MAX] = {0}, under[P_MAX];
        guest g;
        for (p = 0; p < size && (!(choice >> p & 1) ||
                                 (is_idle(m, p) && m->in[m->jobs[slot].kind][p])); p++) {
            on[p] = choice >> p & 1;
        }
        if (p < size || count_of(m, on) != m->jobs[slot].width) {
            continue;
        }
        memcpy(under, on, P_MAX);
        if (cut(m, m->jobs[slot].each, m->now, 1, NULL, under) < m->jobs[slot].width) {
            continue;
        }
        g.taken = on;
        g.slot = slot;
        g.end = plus(m->now, m->jobs[slot].estimate);
        if (can_then(m, head->slot, head->shadow, &g) &&
            !refuses_then(m, head->slot, head->shadow, &g)) {
            return 1;
        }
    }
    return 0;
}

/* May a job pass the head, and on which of these processors? Leaves those in `offered`. */
static int may_pass(const model *m, int slot, const model_head *head, unsigned char *offered) {
    const model_job *job = &m->jobs[slot];
    const uint32_t wanted = m->jobs[head->slot].kind;
    const sked_time end = plus(m->now, job->estimate);
    const sked_time latest = head->shadow == SKED_NEVER ? SKED_TIME_MAX : head->shadow;
    uint32_t p, q, useless = 0, most;
    if (end <= latest) {
        return 1;
    }
    for (q = 0; q < m->settings.quotas_max; q++) {
        if (m->mode[q] == SKED_RESERVE && m->jobs[head->slot].amounts[q] > 0 &&
            (int64_t)job->amounts[q] > head->surplus[q]) {
            return 0;
        }
    }
    if (head->meets) {
        return 1;
    }
    for (p = 0; p < m->settings.processors; p++) {
        useless += offered[p] && !m->in[wanted][p];
    }
    if (job->width > useless && job->width <= head->extra) {
        return 1;
    }
    most = job->width > useless ? head->extra : 0;
    for (p = 0; p < m->settings.processors; p++) {
        if (offered[p] && m->in[wanted][p]) {
            offered[p] = most > 0;
            most -= most > 0;
        }
    }
    return count_of(m, offered) >= job->width;
}

/* How many processors the head can have at its shadow time beside a guest. */
static uint32_t room_then(const model *m, const model_head *head, const guest *g) {
    const model_job *job = &m->jobs[head->slot];
    unsigned char set[P_MAX];
    uint32_t p, b;
    for (p = 0; p < m->settings.processors; p++) {
        set[p] = m->in[job->kind][p] && is_released(m, p, head->shadow, g);
        for (b = 0; b < BOOKINGS_MAX; b++) {
            set[p] = set[p] && !(is_live(&m->bookings[b], head->shadow,
                                         plus(head->shadow, job->estimate)) &&
                                 m->bookings[b].by_set && m->bookings[b].in[p]);
        }
    }
    return cut(m, job->each, head->shadow, 0, g, set);
}

/* Leaves of what is offered what caps allow; of what outlasts the shadow time one after the other,
 * each where the head keeps the most room. */
static void offer_under_caps(const model *m, int slot, const model_head *head, sked_time latest,
                             unsigned char *offered) {
    const model_job *job = &m->jobs[slot];
    unsigned char taken[P_MAX] = {0};
    uint32_t left = job->width;
    guest g;
    if (m->settings.caps_max == 0) {
        return;
    }
    if (head == NULL || !head->meets || plus(m->now, job->estimate) <= latest) {
        (void)cut(m, job->each, m->now, 1, NULL, offered);
        return;
    }
    g.taken = taken;
    g.slot = slot;
    g.end = SKED_NEVER;
    for (; left > 0; left--) {
        uint32_t p, best = P_MAX, most = 0;
        for (p = 0; p < m->settings.processors; p++) {
            unsigned char all[P_MAX];
            taken[p] |= offered[p] ? 2 : 0;
            memcpy(all, taken, P_MAX);
            if (offered[p] && taken[p] == 2) {
                uint32_t i, room, count = 0;
                for (i = 0; i < P_MAX; i++) {
                    all[i] = i == p || (taken[i] & 1);
                    count += all[i];
                }
                g.taken = all;
                room = room_then(m, head, &g);
                if (cut(m, job->each, m->now, 1, NULL, all) == count &&
                    (best == P_MAX || room > most)) {
                    best = p;
                    most = room;
                }
            }
        }
        if (best == P_MAX) {
            break;
        }
        taken[best] = 1;
        offered[best] = 0;
    }
    {
        uint32_t p;
        for (p = 0; p < P_MAX; p++) {
            offered[p] = taken[p] & 1;
        }
    }
}

static void try_behind(world *w, model *m, plan *decided, int slot) {
    const model_job *job = &m->jobs[slot];
    model_head *head = &m->heads[m->component[job->kind]];
    const sked_time end = plus(m->now, job->estimate);
    const int brute = w->small && head->shadow != SKED_NEVER && !starts_before(m, SKED_NEVER);
    const sked_time latest = head->shadow == SKED_NEVER ? SKED_TIME_MAX : head->shadow;
    const int outlasts = end > latest;
    unsigned char offered[P_MAX], on[P_MAX];
    uint32_t p, q;
    guest g;
    int allowed;
    if (lacks(m, slot, SKED_RESERVE) || lacks(m, slot, SKED_PASS) || !fits(m, slot, m->now, NULL)) {
        return;
    }
    (void)room_of_kind(m, job->kind, m->now, end, NULL, offered);
    allowed = may_pass(m, slot, head, offered);
    offer_under_caps(m, slot, head, latest, offered);
    if (brute && m->settings.caps_max == 0) {
        candidates_tried++;
        outlasting_tried += (uint64_t)outlasts;
        holds(w->seed, has_choice(m, slot, head) == allowed ||
                           (allowed && m->settings.options == SKED_ASK_AHEAD),
              "the rule is exact");
    }
    if (!allowed || !picked(m, slot, offered, on)) {
        head->refused |= allowed;
        return;
    }
    g.taken = on;
    g.slot = slot;
    g.end = end;
    if (brute && m->settings.caps_max > 0 && allowed) {
        capped_tried += (uint64_t)outlasts;
        if (has_choice(m, slot, head) != can_then(m, head->slot, head->shadow, &g)) {
            capped_missed++;
            holds(w->seed, outlasts && has_choice(m, slot, head), "caps are sound");
        }
    }
    if (head->meets && !can_then(m, head->slot, head->shadow, &g)) {
        return;
    }
    if (outlasts && refuses_then(m, head->slot, latest, &g)) {
        head->refused = 1;
        return;
    }
    if (brute) {
        holds(w->seed, can_then(m, head->slot, head->shadow, &g) &&
                           !refuses_then(m, head->slot, head->shadow, &g),
              "any choice spares the head");
    }
    start(m, decided, slot, outlasts ? SKED_FITS_EXTRA : SKED_BEFORE_SHADOW, on, head);
    if (outlasts) {
        for (p = 0; p < m->settings.processors && !head->meets; p++) {
            head->extra -= on[p] && m->in[m->jobs[head->slot].kind][p];
        }
        for (q = 0; q < m->settings.quotas_max; q++) {
            head->surplus[q] -= job->amounts[q] < (uint64_t)head->surplus[q]
                                    ? (int64_t)job->amounts[q]
                                    : head->surplus[q];
        }
    }
}

/* ---- beyond depth 1 -------------------------------------------------------------------------- */

typedef struct model_entry {
    sked_time start, end;
    int slot;                           /* -1: a booking */
    unsigned char on[P_MAX];
} model_entry;

typedef struct table {
    model_entry entries[JOBS + BOOKINGS_MAX];
    uint32_t count;
} table;

/* Processors of a job's kind that are free all through its run from `at` on. */
static uint32_t free_through(const model *m, const table *t, int slot, sked_time at,
                             unsigned char *set) {
    const sked_time to = plus(at, m->jobs[slot].estimate);
    uint32_t p, i;
    for (p = 0; p < m->settings.processors; p++) {
        set[p] = (unsigned char)(m->in[m->jobs[slot].kind][p] && is_released(m, p, at, NULL));
        for (i = 0; i < t->count; i++) {
            const model_entry *own = &t->entries[i];
            set[p] = set[p] && !(own->on[p] && own->start < to && own->end > at);
        }
    }
    return count_of(m, set);
}

/* How much of a quota is taken at one instant. */
static int64_t taken_at(const model *m, const table *t, uint32_t q, sked_time at) {
    int64_t taken = 0;
    uint32_t i;
    int slot;
    for (slot = 0; slot < JOBS; slot++) {
        taken += m->jobs[slot].place == RUNNING && end_of(m, slot) > at
                     ? (int64_t)m->jobs[slot].amounts[q]
                     : 0;
    }
    for (i = 0; i < t->count; i++) {
        const model_entry *own = &t->entries[i];
        taken += own->slot >= 0 && own->start <= at && own->end > at
                     ? (int64_t)m->jobs[own->slot].amounts[q]
                     : 0;
    }
    return taken;
}

/* Are reservations kept from pass to pass? */
static int keeps(const model *m) {
    return m->settings.depth == SKED_ALL && m->settings.reservations == SKED_COMPRESS;
}

static int quotas_last_until(const model *m, const table *t, int slot, sked_time at,
                             sked_time to) {
    uint32_t q, i;
    for (q = 0; q < m->settings.quotas_max; q++) {
        const int64_t amount = m->jobs[slot].amounts[q];
        if ((m->mode[q] == SKED_PASS && !keeps(m)) || amount == 0) {
            continue;
        }
        for (i = 0; i <= t->count; i++) {
            const sked_time instant = i < t->count ? t->entries[i].start : at;
            if (instant >= at && instant < to &&
                taken_at(m, t, q, instant) + amount > (int64_t)m->capacity[q]) {
                return 0;
            }
        }
    }
    return 1;
}

static int quotas_last(const model *m, const table *t, int slot, sked_time at) {
    return quotas_last_until(m, t, slot, at, plus(at, m->jobs[slot].estimate));
}

static sked_time place_of(const model *m, const table *t, int slot, sked_time at,
                          unsigned char *set) {
    while (at != SKED_NEVER && (free_through(m, t, slot, at, set) < m->jobs[slot].width ||
                                !quotas_last(m, t, slot, at))) {
        sked_time next = next_end(m, at, KINDS);
        uint32_t i;
        for (i = 0; i < t->count; i++) {
            next = t->entries[i].end > at && t->entries[i].end < next ? t->entries[i].end : next;
        }
        at = next;
    }
    return at;
}

static int component_has_idle(const model *m, uint32_t component) {
    uint32_t k, p;
    for (k = 0; k < m->kinds; k++) {
        for (p = 0; p < m->settings.processors; p++) {
            if (m->component[k] == component && m->in[k][p] && is_idle(m, p)) {
                return 1;
            }
        }
    }
    return 0;
}

/* Starts a job on idle ones of a set, if they are enough. 0: it does not; *fits: only the picker
 * was against it. */
static int start_within(model *m, plan *decided, int slot, unsigned char *set, sked_reason reason,
                        const model_head *head, int *fits_now) {
    unsigned char on[P_MAX];
    uint32_t p;
    for (p = 0; p < m->settings.processors; p++) {
        set[p] = set[p] && is_idle(m, p);
    }
    *fits_now = count_of(m, set) >= m->jobs[slot].width && !lacks(m, slot, SKED_RESERVE) &&
                !lacks(m, slot, SKED_PASS) && fits(m, slot, m->now, NULL);
    if (!*fits_now || !picked(m, slot, set, on)) {
        return 0;
    }
    start(m, decided, slot, reason, on, head);
    return 1;
}

static void reserve(model *m, table *t, int slot, sked_time at, const unsigned char *set) {
    model_head *head = &m->heads[m->component[m->jobs[slot].kind]];
    if (!head->blocked) {
        memset(head, 0, sizeof *head);
        head->blocked = 1;
        head->slot = slot;
        head->shadow = at;
        m->jobs[slot].stays = heads_stay(&m->settings, 1, 0);
    }
    if (at != SKED_NEVER) {
        model_entry *own = &t->entries[t->count++];
        own->slot = slot;
        own->start = at;
        own->end = plus(at, m->jobs[slot].estimate);
        choose_rare(m, m->jobs[slot].width, set, own->on);
    }
}

static void list_bookings(const model *m, table *t) {
    int i;
    t->count = 0;
    for (i = 0; i < BOOKINGS_MAX; i++) {
        if (m->bookings[i].kept) {
            model_entry *own = &t->entries[t->count++];
            own->slot = -1;
            own->start = m->bookings[i].start;
            own->end = m->bookings[i].end;
            memcpy(own->on, m->bookings[i].in, P_MAX);
        }
    }
}

/* ---- reservations that are kept -------------------------------------------------------------- */

static void list_promise(const model *m, table *t, int slot) {
    const model_job *job = &m->jobs[slot];
    if (job->place == WAITING && job->has && job->promised != SKED_NEVER) {
        model_entry *own = &t->entries[t->count++];
        own->slot = slot;
        own->start = job->promised;
        own->end = plus(job->promised, job->estimate);
        memcpy(own->on, job->promised_on, P_MAX);
    }
}

/* All reservations except one. */
static void list_others(const model *m, table *t, int except) {
    int slot;
    list_bookings(m, t);
    for (slot = 0; slot < JOBS; slot++) {
        if (slot != except) {
            list_promise(m, t, slot);
        }
    }
}

static void promise(model *m, int slot, sked_time at, const unsigned char *set) {
    m->jobs[slot].has = 1;
    m->jobs[slot].promised = at;
    if (at != SKED_NEVER) {
        choose_rare(m, m->jobs[slot].width, set, m->jobs[slot].promised_on);
    }
}

static void break_promise(model *m, int slot) {
    m->jobs[slot].has = 0;
    m->broken++;
}

/* Is there room at just this time? Leaves what is free then in `set`. */
static int has_place_at(const model *m, const table *t, int slot, sked_time at,
                        unsigned char *set) {
    return free_through(m, t, slot, at, set) >= m->jobs[slot].width &&
           quotas_last(m, t, slot, at);
}

/* In the order of the queue, each promise is kept if it can be. */
static void confirm(model *m, const int *line, uint32_t count) {
    static table t;
    unsigned char set[P_MAX];
    uint32_t i, p;
    list_bookings(m, &t);
    confirms_tried++;
    for (i = 0; i < count; i++) {
        model_job *job = &m->jobs[line[i]];
        if (!job->has || job->promised == SKED_NEVER) {
            continue;
        }
        if (job->promised < m->now || !has_place_at(m, &t, line[i], job->promised, set)) {
            break_promise(m, line[i]);
            continue;
        }
        for (p = 0; p < P_MAX && (!job->promised_on[p] || set[p]); p++) {
        }
        if (p < P_MAX) {                /* its own are not all free */
            choose_rare(m, job->width, set, job->promised_on);
        }
        list_promise(m, &t, line[i]);
    }
}

/* What a pass does before it starts a job. */
static void keep_promises(model *m) {
    static table t;
    int line[JOBS];
    const uint32_t count = list_waiting(m, m->settings.order, line);
    unsigned char set[P_MAX];
    uint32_t i;
    if (m->stale) {
        confirm(m, line, count);
    }
    for (i = 0; i < count; i++) {
        if (m->jobs[line[i]].has && m->jobs[line[i]].promised < m->now) {
            break_promise(m, line[i]);
        }
    }
    for (i = 0; i < count; i++) {
        const model_job *job = &m->jobs[line[i]];
        if (!job->has || (m->given_back && job->promised != m->now)) {
            sked_time at;
            promises_tried++;
            list_others(m, &t, line[i]);
            at = place_of(m, &t, line[i], m->now, set);
            if (!job->has || at < job->promised) {
                promise(m, line[i], at, set);
            }
        }
    }
    m->stale = m->given_back = 0;
}

static model_head first_of(const model *m, uint32_t component) {
    model_head head;
    int line[JOBS];
    const uint32_t count = list_waiting(m, m->settings.order, line);
    uint32_t i = 0;
    memset(&head, 0, sizeof head);
    while (i < count && m->component[m->jobs[line[i]].kind] != component) {
        i++;
    }
    if (i < count) {
        head.blocked = 1;
        head.slot = line[i];
        head.shadow = m->jobs[line[i]].promised;
    }
    return head;
}

/* The jobs that are promised to start now. */
static void decide_due(model *m, plan *decided) {
    static table t;
    int line[JOBS];
    const uint32_t count = list_waiting(m, m->settings.order, line);
    unsigned char set[P_MAX];
    uint32_t i;
    for (i = 0; i < count; i++) {
        const int slot = line[i];
        const uint32_t c = m->component[m->jobs[slot].kind];
        const model_head head = first_of(m, c);
        int fits_now;
        if (m->jobs[slot].promised != m->now) {
            continue;
        }
        list_others(m, &t, slot);
        (void)free_through(m, &t, slot, m->now, set);
        if (!start_within(m, decided, slot, set, head.slot == slot ? SKED_HEAD : SKED_RESERVED,
                          head.slot == slot ? NULL : &head, &fits_now) &&
            fits_now) {
            break_promise(m, slot);
            promise(m, slot, place_of(m, &t, slot, next_end(m, m->now, c), set), set);
        }
    }
    for (i = 0; i < m->kinds; i++) {
        if (m->component[i] == i) {
            m->heads[i] = first_of(m, i);
        }
    }
}

/* ---- depth k --------------------------------------------------------------------------------- */

static void decide_deep(model *m, plan *decided) {
    static table t;
    uint32_t reserved[KINDS] = {0}, count, i;
    int line[JOBS], has[JOBS] = {0}, done[KINDS] = {0}, fits_now;
    unsigned char set[P_MAX];
    list_bookings(m, &t);
    count = list_waiting(m, m->settings.order, line);
    for (i = 0; i < count; i++) {
        const int slot = line[i];
        const uint32_t c = m->component[m->jobs[slot].kind];
        const model_head *head = &m->heads[c];
        sked_time at;
        if (done[c] || lacks(m, slot, SKED_PASS)) {
            continue;
        }
        at = place_of(m, &t, slot, m->now, set);
        if (at == m->now) {
            if (start_within(m, decided, slot, set, head->blocked ? SKED_RESERVED : SKED_HEAD,
                             head->blocked ? head : NULL, &fits_now)) {
                continue;
            }
            at = place_of(m, &t, slot, fits_now ? next_end(m, m->now, c) : m->now, set);
        }
        reserve(m, &t, slot, at, set);
        has[slot] = 1;
        reserved[c]++;
        done[c] = reserved[c] == m->settings.depth || !component_has_idle(m, c);
    }
    count = m->settings.depth == SKED_ALL ? 0
                                          : list_waiting(m, m->settings.backfill_order, line);
    for (i = 0; i < count; i++) {
        const int slot = line[i];
        const model_head *head = &m->heads[m->component[m->jobs[slot].kind]];
        if (head->blocked && !has[slot] && quotas_last(m, &t, slot, m->now)) {
            const sked_time end = plus(m->now, m->jobs[slot].estimate);
            (void)free_through(m, &t, slot, m->now, set);
            (void)start_within(m, decided, slot, set,
                               end > (head->shadow == SKED_NEVER ? SKED_TIME_MAX : head->shadow)
                                   ? SKED_FITS_EXTRA
                                   : SKED_BEFORE_SHADOW,
                               head, &fits_now);
        }
    }
}

/* ---- bookings with an owner ------------------------------------------------------------------ */

/* What kept an owner waiting whose processors were idle: a kind, a quota, a cap. */
static unsigned long held_up[3];

static unsigned long shadows_judged;

/* Are they of its kind, and does it fit into quotas and caps? */
static int owner_can_start(const model *m, const model_booking *b) {
    const int slot = b->owner;
    const model_job *job = &m->jobs[slot];
    unsigned char set[P_MAX];
    uint32_t p, lost = 0;
    if (!is_due(m, b)) {
        return 0;
    }
    for (p = 0; p < m->settings.processors; p++) {
        lost += b->in[p] && !m->in[job->kind][p];
    }
    if (lost > 0 || lacks(m, slot, SKED_RESERVE) || lacks(m, slot, SKED_PASS)) {
        held_up[lost == 0]++;
        return 0;
    }
    memcpy(set, b->in, P_MAX);
    if (cut(m, job->each, m->now, 1, NULL, set) < job->width) {
        held_up[2]++;
        return 0;
    }
    return 1;
}

/* A run that ends by the end of its booking puts off no head, if nothing but processors counts. */
static void judge_shadows(const model *before, const model *after, const model_booking *b) {
    uint32_t c;
    if (end_of(after, b->owner) > b->end || before->settings.quotas_max > 0 ||
        before->settings.caps_max > 0 || before->settings.options == SKED_ASK_AHEAD) {
        return;
    }
    for (c = 0; c < before->kinds; c++) {
        const model_head head = first_of(before, c);
        if (head.blocked) {
            shadows_judged++;
            holds(0, shadow_of(after, head.slot, 0) <= shadow_of(before, head.slot, 0),
                  "an owner puts off no head");
        }
    }
}

/* They start ahead of all others; what was booked is given back. */
static void start_owners(model *m, plan *decided) {
    static model before;
    int h;
    while ((h = first_owner(m, owner_can_start)) >= 0) {
        before = *m;
        leave_booking(m, m->bookings[h].owner);
        m->stale = m->given_back = 1;
        start(m, decided, m->bookings[h].owner, SKED_BOOKED, m->bookings[h].in, NULL);
        judge_shadows(&before, m, &m->bookings[h]);
    }
    decided->owners = decided->count;
}

/* Decides a pass on a copy, and leaves there what becomes of it. */
static void decide(world *w, model *m, plan *decided) {
    int line[JOBS], order[JOBS];
    uint32_t count, i, k;
    decided->count = 0;
    for (k = 0; k < KINDS; k++) {
        m->heads[k].blocked = 0;
    }
    passes_tried++;
    start_owners(m, decided);
    if (keeps(m)) {
        keep_promises(m);
        decide_due(m, decided);
        return;
    }
    if (m->settings.depth > 1 && m->settings.depth != SKED_NO_RESERVATIONS) {
        decide_deep(m, decided);
        return;
    }
    count = list_waiting(m, m->settings.order, line);
    for (i = 0; i < count; i++) {
        const model_job *job = &m->jobs[line[i]];
        unsigned char offered[P_MAX], on[P_MAX];
        int there;
        if (m->heads[m->component[job->kind]].blocked || lacks(m, line[i], SKED_PASS)) {
            continue;
        }
        there = !lacks(m, line[i], SKED_RESERVE) && fits(m, line[i], m->now, NULL);
        if (there) {
            (void)room_of_kind(m, job->kind, m->now, plus(m->now, job->estimate), NULL, offered);
            offer_under_caps(m, line[i], NULL, 0, offered);
        }
        if (there && picked(m, line[i], offered, on)) {
            start(m, decided, line[i], SKED_HEAD, on, NULL);
        } else {
            block(m, line[i], there);
        }
    }
    if (m->settings.depth == SKED_NO_RESERVATIONS) {
        return;
    }
    count = list_waiting(m, m->settings.backfill_order, order);
    for (i = 0; i < count; i++) {
        const model_head *head = &m->heads[m->component[m->jobs[order[i]].kind]];
        if (head->blocked && head->slot != order[i]) {
            try_behind(w, m, decided, order[i]);
        }
    }
}

/* ---- the queue beside the model -------------------------------------------------------------- */

static uint32_t count_in(const model *m, place where) {
    uint32_t count = 0;
    int i;
    for (i = 0; i < JOBS; i++) {
        count += m->jobs[i].place == where;
    }
    return count;
}

/* Is there no kind and no quota? */
static int is_plain(const model *m) {
    return m->settings.kinds_max == 0 && m->settings.quotas_max == 0 && m->settings.caps_max == 0;
}

static int kinds_agree(const world *w) {
    const model *m = &w->model;
    uint32_t k, other, p;
    if (is_plain(m)) {
        return 1;
    }
    for (k = 0; k < m->kinds; k++) {
        sked_word words[WORDS];
        sked_set set = sked_set_of(words, m->settings.processors);
        sked_kind_info info;
        uint32_t idle = 0;
        if (sked_queue_get_kind(&w->queue, k, &info, &set) != SKED_OK) {
            return 0;
        }
        for (p = 0; p < set.size; p++) {
            if (sked_set_has(&set, p) != m->in[k][p]) {
                return 0;
            }
            idle += m->in[k][p] && is_idle(m, p);
        }
        for (other = 0; other < m->kinds; other++) {
            if ((info.connected >> other & 1) != (m->component[other] == m->component[k])) {
                return 0;
            }
        }
        if (info.processors != count_of(m, m->in[k]) || info.processors_free != idle ||
            info.quotas != m->quotas[k]) {
            return 0;
        }
    }
    return 1;
}

static int waiting_list_agrees(const world *w) {
    int line[JOBS];
    const uint32_t count = list_waiting(&w->model, w->model.settings.order, line);
    uint32_t at;
    uint64_t id = 0;
    for (at = 0; at < count; at++) {
        if (sked_queue_waiting_at(&w->queue, at, &id) != SKED_OK ||
            id != w->model.jobs[line[at]].id) {
            return 0;
        }
    }
    return sked_queue_waiting_at(&w->queue, count, &id) == SKED_E_RANGE;
}

/* Is told of each job that has a booking, and of no other. One that has ended counts no more. */
static int owner_agrees(const world *w, int slot) {
    const model *m = &w->model;
    const int h = booking_owned_by(m, slot);
    uint64_t id = 0;
    const sked_status status = sked_queue_booking_of(&w->queue, m->jobs[slot].id, &id);
    return h < 0 || m->bookings[h].end <= m->now
               ? status == SKED_E_UNKNOWN
               : status == SKED_OK && id == m->bookings[h].id;
}

static int state_agrees(const world *w) {
    const model *m = &w->model;
    sked_queue_info info;
    uint32_t q;
    int i;
    if (sked_queue_get_info(&w->queue, &info) != SKED_OK || info.now != m->now ||
        info.waiting != count_in(m, WAITING) || info.running != count_in(m, RUNNING) ||
        info.barred != count_in(m, BARRED) || info.accounts_max != m->accounts.count ||
        !accounts_agree(&m->accounts, &w->queue, m->settings.order) ||
        info.counters.promises_broken != m->broken || !kinds_agree(w)) {
        return 0;
    }
    for (q = 0; q < m->settings.quotas_max; q++) {
        sked_quota_info quota;
        if (sked_queue_get_quota(&w->queue, q, &quota) != SKED_OK ||
            quota.capacity != m->capacity[q] || quota.mode != m->mode[q] ||
            (int64_t)quota.used != (int64_t)m->capacity[q] - room_of_quota(m, q, m->now, NULL)) {
            return 0;
        }
    }
    for (q = 0; q < m->settings.caps_max; q++) {
        sked_cap_info cap;
        if (sked_queue_get_cap(&w->queue, q, &cap, NULL) != SKED_OK || cap.capacity != m->cap[q] ||
            cap.processors != count_of(m, m->under[q]) ||
            (int64_t)cap.used != (int64_t)m->cap[q] - left_of_cap(m, q, m->now, 1, NULL)) {
            return 0;
        }
    }
    for (i = 0; i < JOBS; i++) {
        uint32_t amounts[QUOTAS] = {0};
        sked_job_info job;
        if (m->jobs[i].place == GONE) {
            continue;
        }
        if (sked_queue_get_job(&w->queue, m->jobs[i].id, &job, NULL) != SKED_OK ||
            sked_queue_get_amounts(&w->queue, m->jobs[i].id, amounts) != SKED_OK ||
            job.running != (m->jobs[i].place == RUNNING) || job.kind != m->jobs[i].kind ||
            job.width != m->jobs[i].width || job.amount_each != m->jobs[i].each ||
            job.estimate != m->jobs[i].estimate || job.account != m->jobs[i].account ||
            job.bars != m->jobs[i].bars || !owner_agrees(w, i) ||
            job.reserved != (m->jobs[i].has ? m->jobs[i].promised : SKED_NEVER) ||
            memcmp(amounts, m->jobs[i].amounts, sizeof(uint32_t) * m->settings.quotas_max) != 0) {
            return 0;
        }
    }
    return waiting_list_agrees(w);
}

/* What the queue says of heads after a whole pass. A shadow time that has come since a component
 * was looked at is not told again. */
static int heads_agree(const world *w) {
    const model *m = &w->model;
    uint32_t k;
    if (is_plain(m)) {
        const model_head *head = &m->heads[0];
        sked_queue_info info;
        return sked_queue_get_info(&w->queue, &info) == SKED_OK &&
               info.head_blocked == head->blocked &&
               (!head->blocked ||
                (info.head == m->jobs[head->slot].id && info.shadow == head->shadow &&
                 info.extra == head->extra));
    }
    for (k = 0; k < m->kinds; k++) {
        const model_head *head = &m->heads[m->component[k]];
        sked_kind_info info;
        if (sked_queue_get_kind(&w->queue, k, &info, NULL) != SKED_OK ||
            info.head_blocked != head->blocked) {
            return 0;
        }
        if (tracing && head->blocked) {
            printf("  head of %u: %llu shadow %lld extra %u; told %llu %lld %u\n", k,
                   (unsigned long long)m->jobs[head->slot].id, (long long)head->shadow, head->extra,
                   (unsigned long long)info.head, (long long)info.shadow, info.extra);
        }
        if (head->blocked &&
            (info.head != m->jobs[head->slot].id || info.extra != head->extra ||
             (info.shadow != head->shadow && (head->shadow > m->now || info.shadow > m->now)))) {
            return 0;
        }
    }
    return 1;
}

static void connect(model *m) {
    uint32_t a, b, p, q, changed = 1;
    int i;
    for (a = 0; a < m->kinds; a++) {
        m->component[a] = a;
    }
    while (changed) {
        changed = 0;
        for (a = 0; a < m->kinds; a++) {
            for (b = 0; b < m->kinds; b++) {
                int tied = 0;
                for (p = 0; p < m->settings.processors; p++) {
                    tied |= m->in[a][p] && m->in[b][p];
                }
                for (q = 0; q < m->settings.quotas_max; q++) {
                    tied |= m->mode[q] == SKED_RESERVE && (m->quotas[a] >> q & 1) &&
                            (m->quotas[b] >> q & 1);
                }
                for (q = 0; q < m->settings.caps_max; q++) {
                    int has_a = 0, has_b = 0;
                    for (p = 0; p < m->settings.processors; p++) {
                        has_a |= m->under[q][p] &&
                                 (m->in[a][p] || (m->on[p] >= 0 && m->jobs[m->on[p]].kind == a));
                        has_b |= m->under[q][p] &&
                                 (m->in[b][p] || (m->on[p] >= 0 && m->jobs[m->on[p]].kind == b));
                    }
                    tied |= has_a && has_b;
                }
                for (i = 0; i < JOBS; i++) {
                    int has_a = m->jobs[i].kind == a, has_b = m->jobs[i].kind == b;
                    for (p = 0; p < m->settings.processors; p++) {
                        has_a |= m->on[p] == i && m->in[a][p];
                        has_b |= m->on[p] == i && m->in[b][p];
                    }
                    tied |= m->jobs[i].place == RUNNING && has_a && has_b;
                }
                if (tied && m->component[a] < m->component[b]) {
                    m->component[b] = m->component[a];
                    changed = 1;
                }
            }
        }
    }
}

static const sked_picker *picker_of(const world *w) {
    return w->model.picks == PICK_NONE ? NULL : &w->picker;
}

/* ---- events ---------------------------------------------------------------------------------- */

static int any_slot(world *w, place where) {
    const uint32_t count = count_in(&w->model, where);
    uint32_t left = count == 0 ? 0 : below(w, count);
    int i;
    for (i = 0; count > 0 && i < JOBS; i++) {
        if (w->model.jobs[i].place == where && left-- == 0) {
            return i;
        }
    }
    return -1;
}

static sked_time soon(world *w) {
    return w->model.now + (below(w, 2) == 0 ? 0 : (sked_time)below(w, 4));
}

static uint32_t any_kind(world *w) {
    return below(w, 12) == 0 ? w->model.kinds : below(w, w->model.kinds);
}

static void any_amounts(world *w, uint32_t *amounts) {
    uint32_t q;
    for (q = 0; q < QUOTAS; q++) {
        amounts[q] = below(w, 2) == 0 ? 0 : below(w, 3);
    }
    if (below(w, 60) == 0) {
        amounts[below(w, QUOTAS)] = UINT32_C(1) << 31;
    }
}

static uint32_t any_each(world *w) {
    return below(w, 60) == 0                   ? UINT32_C(1) << 31
           : w->model.settings.caps_max == 0 ? 0
                                             : below(w, 5);
}

static sked_status expect_demand(const model *m, uint32_t width, uint32_t kind,
                                 const uint32_t *amounts, uint32_t each) {
    uint32_t q;
    if (each >= UINT32_C(1) << 31) {
        return SKED_E_RANGE;
    }
    if (kind >= m->kinds) {
        return SKED_E_RANGE;
    }
    for (q = 0; q < m->settings.quotas_max; q++) {
        if (amounts[q] >= UINT32_C(1) << 31) {
            return SKED_E_RANGE;
        }
        if (amounts[q] > 0 && (m->quotas[kind] >> q & 1) == 0) {
            return SKED_E_QUOTA;
        }
    }
    return width > count_of(m, m->in[kind]) ? SKED_E_TOO_WIDE : SKED_OK;
}

static sked_time any_estimate(world *w) {
    return below(w, 12) == 0 ? SKED_NEVER : 1 + (sked_time)below(w, 9);
}

static void submit_event(world *w) {
    model *m = &w->model;
    const int slot = any_slot(w, GONE);
    const sked_time now = soon(w);
    const int without = below(w, 2) == 0;
    uint32_t amounts[QUOTAS];
    sked_job job = sked_job_of(m->arrivals, 1 + below(w, m->settings.processors), any_estimate(w));
    sked_status status, expected;
    if (slot < 0) {
        return;
    }
    any_amounts(w, amounts);
    memset(amounts, 0, without ? sizeof amounts : 0);
    if (below(w, 2) == 0 || w->narrow) {
        job.width = 1 + below(w, w->narrow && job.width > 2 ? 2 : job.width);
    }
    job.key = below(w, 4);
    job.tag = below(w, 9);
    job.kind = any_kind(w);
    job.amounts = without ? NULL : amounts;
    job.amount_each = any_each(w);
    job.account = any_account(&m->accounts, &w->random);
    expected = expect_demand(m, job.width, job.kind, amounts, job.amount_each);
    expected = expected == SKED_OK && !is_account(&m->accounts, job.account) ? SKED_E_RANGE
                                                                              : expected;
    status = sked_queue_submit(&w->queue, &job, now);
    CHECK_SEED(w->seed, status == expected);
    if (tracing) {
        printf("submit %llu width %u estimate %lld kind %u amounts %u %u account %u now %lld: %d\n",
               (unsigned long long)job.id, job.width, (long long)job.estimate, job.kind, amounts[0],
               amounts[1], job.account, (long long)now, (int)status);
    }
    if (status == SKED_OK) {
        model_job *to = &m->jobs[slot];
        m->now = now;
        to->place = WAITING;
        to->id = job.id;
        to->key = job.key;
        to->tag = job.tag;
        to->arrival = m->arrivals++;
        to->estimate = job.estimate;
        to->width = job.width;
        to->kind = job.kind;
        to->each = job.amount_each;
        to->account = job.account;
        to->stays = 0;
        to->bars = 0;
        memcpy(to->amounts, amounts, sizeof amounts);
    }
}

static void leave(model *m, int slot, place to) {
    uint32_t p;
    for (p = 0; p < m->settings.processors; p++) {
        m->on[p] = m->on[p] == slot ? -1 : m->on[p];
    }
    m->jobs[slot].place = to;
    m->jobs[slot].has = m->jobs[slot].stays = 0;
    m->given_back = 1;
}

/* Someone who runs where something is booked for another job; or -1. */
static int any_in_the_way(const model *m) {
    uint32_t p;
    int h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        for (p = 0; p < m->settings.processors; p++) {
            if (m->bookings[h].kept && m->bookings[h].owned && m->bookings[h].in[p] &&
                m->on[p] >= 0) {
                return m->on[p];
            }
        }
    }
    return -1;
}

static void end_event(world *w) {
    model *m = &w->model;
    const int any = any_slot(w, RUNNING), hinders = any_in_the_way(m);
    const int slot = hinders >= 0 && below(w, 3) > 0 ? hinders : any;
    sked_time now = soon(w);
    if (slot < 0) {
        return;
    }
    if (below(w, 3) > 0 && end_of(m, slot) != SKED_NEVER && end_of(m, slot) >= m->now) {
        now = end_of(m, slot);
    }
    if (tracing) {
        printf("end %llu now %lld\n", (unsigned long long)m->jobs[slot].id, (long long)now);
    }
    if (below(w, 8) == 0) {
        CHECK_SEED(w->seed, sked_queue_requeue(&w->queue, m->jobs[slot].id, now) == SKED_OK);
        leave(m, slot, WAITING);
    } else {
        CHECK_SEED(w->seed, sked_queue_finish(&w->queue, m->jobs[slot].id, now) == SKED_OK);
        leave(m, slot, GONE);
    }
    m->now = now;
}

static void model_bar(model *m, int slot) {
    if (m->jobs[slot].bars++ == 0) {
        leave(m, slot, BARRED);
    }
}

/* A job gets a bar, or loses one; but not that of its booking. */
static void bar_event(world *w) {
    model *m = &w->model;
    const int barred = any_slot(w, BARRED), waiting = any_slot(w, WAITING);
    const sked_time now = soon(w);
    const int slot = barred >= 0 ? barred : waiting;
    const int owns = slot < 0 ? -1 : booking_owned_by(m, slot);
    if (slot < 0) {
        return;
    }
    if (tracing) {
        printf("bar or unbar %llu now %lld\n", (unsigned long long)m->jobs[slot].id,
               (long long)now);
    }
    if (slot == waiting || (owns >= 0 && below(w, 2) == 0)) {
        CHECK_SEED(w->seed, sked_queue_bar(&w->queue, m->jobs[slot].id, now) == SKED_OK);
        model_bar(m, slot);
    } else if (owns >= 0 && m->jobs[slot].bars == 1) {
        CHECK_SEED(w->seed,
                   sked_queue_unbar(&w->queue, m->jobs[slot].id, 0, now) == SKED_E_NO_BARS);
        return;
    } else {
        CHECK_SEED(w->seed, sked_queue_unbar(&w->queue, m->jobs[slot].id, 0, now) == SKED_OK);
        take_bar(m, slot);
    }
    m->now = now;
}

/* The booking of a job that is not what it was booked for any more. */
static void disown(model *m, int slot) {
    if (booking_owned_by(m, slot) >= 0) {
        end_booking(m, booking_owned_by(m, slot));
        m->stale = m->given_back = 1;
    }
}

static void cancel_event(world *w) {
    model *m = &w->model;
    const int slot = any_slot(w, below(w, 3) == 0 ? BARRED : WAITING);
    const sked_time now = soon(w);
    if (slot >= 0) {
        if (tracing) {
            printf("cancel %llu\n", (unsigned long long)m->jobs[slot].id);
        }
        CHECK_SEED(w->seed, sked_queue_cancel(&w->queue, m->jobs[slot].id, now) == SKED_OK);
        m->given_back |= m->jobs[slot].place == WAITING;
        disown(m, slot);
        m->jobs[slot].place = GONE;
        m->jobs[slot].has = 0;
        m->now = now;
    }
}

/* In a world without accounts it would be refused. */
static void swap_event(world *w) {
    model *m = &w->model;
    const swap asked = any_swap(&m->accounts, &w->random);
    const sked_status expected = expect_swap(&m->settings, &asked);
    const sked_time now = soon(w);
    const sked_status status =
        sked_queue_swap_accounts(&w->queue, asked.a, asked.b, now);
    CHECK_SEED(w->seed, status == expected);
    if (tracing) {
        printf("swap %u with %u: %d\n", asked.a, asked.b, (int)status);
    }
    note_swap(expected);
    if (status == SKED_OK) {
        model_swap(&m->accounts, &asked);
        m->now = now;
    }
}

static void set_kind_event(world *w) {
    model *m = &w->model;
    const uint32_t kind = any_kind(w), share = 1 + below(w, 3);
    const uint32_t quotas = below(w, 2) == 0 ? (1u << m->settings.quotas_max) - 1u
                                             : below(w, 2u << m->settings.quotas_max);
    const sked_time now = soon(w);
    sked_word words[WORDS];
    sked_set set = sked_set_of(words, m->settings.processors);
    sked_status status, expected = SKED_OK;
    uint32_t p, q;
    int i;
    for (p = 0; p < set.size; p++) {
        if (below(w, share) == 0 && (!w->apart || p % m->kinds == kind)) {
            sked_set_add(&set, p);
        }
    }
    for (i = 0; i < JOBS; i++) {
        for (q = 0; q < m->settings.quotas_max; q++) {
            if (m->jobs[i].place != GONE && m->jobs[i].kind == kind && m->jobs[i].amounts[q] > 0 &&
                (quotas >> q & 1) == 0) {
                expected = SKED_E_TAKEN;
            }
        }
    }
    if (is_plain(m) || kind >= m->kinds || quotas >> m->settings.quotas_max != 0) {
        expected = SKED_E_RANGE;
    }
    status = sked_queue_set_kind(&w->queue, kind, &set, quotas, now);
    CHECK_SEED(w->seed, status == expected);
    if (tracing) {
        printf("set_kind %u: %d, quotas %u:", kind, (int)status, quotas);
        for (p = 0; p < set.size; p++) {
            printf("%s", sked_set_has(&set, p) ? " 1" : " 0");
        }
        printf("\n");
    }
    if (status == SKED_OK) {
        for (p = 0; p < set.size; p++) {
            m->in[kind][p] = (unsigned char)sked_set_has(&set, p);
        }
        m->quotas[kind] = quotas;
        m->now = now;
        m->stale = m->given_back = 1;
        connect(m);
    }
}

static void set_quota_event(world *w) {
    model *m = &w->model;
    const uint32_t quota = below(w, m->settings.quotas_max + 1u);
    const uint32_t capacity = below(w, w->narrow ? 4 : 9);
    const sked_quota_mode mode = below(w, 3) == 0 || w->passes ? SKED_PASS : SKED_RESERVE;
    const sked_time now = soon(w);
    const sked_status status = sked_queue_set_quota(&w->queue, quota, capacity, mode, now);
    CHECK_SEED(w->seed,
               status == (quota < m->settings.quotas_max ? SKED_OK : SKED_E_RANGE));
    if (tracing) {
        printf("set_quota %u capacity %u mode %d: %d\n", quota, capacity, (int)mode, (int)status);
    }
    if (status == SKED_OK) {
        m->capacity[quota] = capacity;
        m->mode[quota] = mode;
        m->now = now;
        m->stale = m->given_back = 1;
        connect(m);
    }
}

static int crosses(const model *m, uint32_t cap, const unsigned char *set) {
    uint32_t c, p;
    for (c = 0; c < m->settings.caps_max; c++) {
        int both = 0, here = 0, there = 0;
        for (p = 0; p < m->settings.processors; p++) {
            both |= set[p] && m->under[c][p];
            here |= set[p] && !m->under[c][p];
            there |= !set[p] && m->under[c][p];
        }
        if (c != cap && both && here && there) {
            return 1;
        }
    }
    return 0;
}

/* Caps are ranges; many of those that are drawn cross others. */
static void set_cap_event(world *w) {
    model *m = &w->model;
    const uint32_t cap = below(w, m->settings.caps_max + 1u), size = m->settings.processors;
    const uint32_t capacity = below(w, 3) == 0 ? below(w, 4) : below(w, 3 * size);
    const uint32_t first = below(w, 2) == 0 ? 0 : below(w, size);
    const uint32_t last = first + below(w, size - first + 1);
    const sked_time now = soon(w);
    sked_word words[WORDS];
    sked_set set = sked_set_of(words, size);
    unsigned char in[P_MAX] = {0};
    sked_status status, expected;
    uint32_t p;
    for (p = first; p < last; p++) {
        in[p] = 1;
        sked_set_add(&set, p);
    }
    expected = cap >= m->settings.caps_max ? SKED_E_RANGE
               : crosses(m, cap, in)       ? SKED_E_CAPS
                                           : SKED_OK;
    status = sked_queue_set_cap(&w->queue, cap, &set, capacity, now);
    CHECK_SEED(w->seed, status == expected);
    if (tracing) {
        printf("set_cap %u capacity %u [%u, %u): %d\n", cap, capacity, first, last, (int)status);
    }
    if (status == SKED_OK) {
        memcpy(m->under[cap], in, P_MAX);
        m->cap[cap] = capacity;
        m->now = now;
        connect(m);
    }
}

static void down_event(world *w) {
    model *m = &w->model;
    const uint32_t p = below(w, m->settings.processors);
    const sked_time now = m->now;
    sked_word words[WORDS];
    sked_set set = sked_set_of(words, m->settings.processors);
    sked_set_add(&set, p);
    if (below(w, 3) > 0) {
        CHECK_SEED(w->seed, sked_queue_up(&w->queue, &set, now) == SKED_OK);
        m->stale |= m->down[p];
        m->given_back |= m->down[p];
        m->down[p] = 0;
    } else if (m->on[p] < 0) {          /* losses are for tests/deep/queue.c */
        CHECK_SEED(w->seed, sked_queue_down(&w->queue, &set, now) == SKED_OK);
        m->stale |= !m->down[p];
        m->down[p] = 1;
    }
    if (tracing) {
        printf("processor %u is %s\n", p, m->down[p] ? "down" : "up");
    }
}

/* Those that have ended go, with the bars of their owners. */
static void forget_bookings(model *m) {
    int h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        if (m->bookings[h].kept && m->bookings[h].end <= m->now) {
            owners_seen[1] += m->bookings[h].owned != 0;
            end_booking(m, h);
        }
    }
}

static void model_book(model *m, int which, const sked_span *span, sked_time now) {
    model_booking *b = &m->bookings[which];
    uint32_t p;
    m->now = now;
    forget_bookings(m);
    memset(b, 0, sizeof *b);
    b->kept = 1;
    b->id = (uint64_t)which;
    b->turn = m->turns++;
    b->start = span->start;
    b->end = span->end;
    b->by_set = span->set != NULL;
    b->count = b->by_set ? 0 : span->count;
    for (p = 0; b->by_set && p < m->settings.processors; p++) {
        b->in[p] = (unsigned char)sked_set_has(span->set, p);
    }
    m->stale = 1;
}

static void trace_book(const model *m, int which, const sked_span *span, int owner) {
    if (tracing) {
        printf("book %d [%lld, %lld) count %u", which, (long long)span->start,
               (long long)span->end, span->set != NULL ? 0 : span->count);
        if (owner >= 0) {
            printf(" for %llu", (unsigned long long)m->jobs[owner].id);
        }
        printf("\n");
    }
}

static void unbook_event(world *w, int which) {
    model *m = &w->model;
    if (tracing) {
        printf("unbook %d\n", which);
    }
    CHECK_SEED(w->seed, sked_queue_unbook(&w->queue, (uint64_t)which, m->now) == SKED_OK);
    owners_seen[2] += m->bookings[which].owned != 0;
    end_booking(m, which);
    m->stale = m->given_back = 1;
}

static void book_event(world *w) {
    model *m = &w->model;
    const int which = (int)below(w, BOOKINGS_MAX), by_set = below(w, 2) == 0;
    sked_word words[WORDS];
    sked_set set = sked_set_of(words, m->settings.processors);
    sked_span span = SKED_ZERO;
    uint32_t p;
    if (m->bookings[which].kept && m->bookings[which].end > m->now) {
        unbook_event(w, which);
        return;
    }
    span.start = m->now + (sked_time)below(w, 6);
    span.end = span.start + 1 + (sked_time)below(w, 6);
    span.count = by_set ? 0 : 1 + below(w, m->settings.processors);
    span.set = by_set ? &set : NULL;
    for (p = 0; by_set && p < set.size; p++) {
        if (p == 0 || below(w, 3) == 0) {
            sked_set_add(&set, p);
        }
    }
    trace_book(m, which, &span, -1);
    if (!by_set && !is_plain(m) && m->settings.depth > 1 &&
        m->settings.depth != SKED_NO_RESERVATIONS) {
        CHECK_SEED(w->seed,
                   sked_queue_book(&w->queue, (uint64_t)which, &span, m->now) == SKED_E_KINDS);
        return;
    }
    CHECK_SEED(w->seed, sked_queue_book(&w->queue, (uint64_t)which, &span, m->now) == SKED_OK);
    model_book(m, which, &span, m->now);
}

/* As many as a job wants, or now and then one more: those of its kind that are idle, or busy, or
 * any of these, and then the rest of its kind; or now and then of any kind. */
static void any_own_set(world *w, const model_job *job, sked_set *set) {
    const model *m = &w->model;
    const uint32_t from = below(w, set->size), of = below(w, 3), foreign = below(w, 8) == 0;
    const uint32_t count = job->width + (below(w, 16) == 0);
    uint32_t step, round;
    for (round = 0; round < 3; round++) {
        for (step = 0; step < set->size && sked_set_count(set) < count; step++) {
            const uint32_t p = (from + step) % set->size;
            if ((round == 2 || foreign || m->in[job->kind][p]) &&
                (round > 0 || of == 2 || (of == 0) == is_idle(m, p))) {
                sked_set_add(set, p);
            }
        }
    }
}

/* Is a job as wide as a set, and all of that of its kind? */
static int suits(const model *m, const model_job *job, const unsigned char *set) {
    uint32_t p;
    for (p = 0; p < m->settings.processors; p++) {
        if (set[p] && !m->in[job->kind][p]) {
            return 0;
        }
    }
    return count_of(m, set) == job->width;
}

/* A booking of the job that has ended is one no more; but a bar, until it is forgotten. */
static sked_status expect_own(const model *m, int slot, const sked_span *span, sked_time now) {
    const int own = booking_owned_by(m, slot);
    unsigned char in[P_MAX] = {0};
    uint32_t p;
    for (p = 0; p < m->settings.processors; p++) {
        in[p] = (unsigned char)sked_set_has(span->set, p);
    }
    if (m->jobs[slot].place == RUNNING) {
        return SKED_E_NOT_WAITING;
    }
    if (!suits(m, &m->jobs[slot], in)) {
        return SKED_E_RANGE;
    }
    if (own >= 0 && m->bookings[own].end > now) {
        return SKED_E_DUPLICATE;
    }
    return is_owned(m, slot, span, now) ? SKED_E_TAKEN : SKED_OK;
}

static void own_event(world *w) {
    static const place places[] = {WAITING, WAITING, WAITING, WAITING, BARRED, RUNNING};
    model *m = &w->model;
    const int which = (int)below(w, BOOKINGS_MAX), slot = any_slot(w, places[below(w, 6)]);
    sked_word words[WORDS];
    sked_set set = sked_set_of(words, m->settings.processors);
    const sked_time now = soon(w);
    sked_span span = SKED_ZERO;
    sked_status expected;
    if (m->bookings[which].kept && m->bookings[which].end > now) {
        if (below(w, 3) == 0) {
            unbook_event(w, which);
        }
        return;
    }
    if (slot < 0) {
        return;
    }
    any_own_set(w, &m->jobs[slot], &set);
    span.start = now + (sked_time)(below(w, 2) == 0 ? 0 : below(w, 4));
    span.end = below(w, 2) == 0 ? SKED_NEVER : span.start + 1 + (sked_time)below(w, 12);
    span.set = &set;
    trace_book(m, which, &span, slot);
    expected = expect_own(m, slot, &span, now);
    CHECK_SEED(w->seed, sked_queue_book_for(&w->queue, (uint64_t)which, m->jobs[slot].id, &span,
                                            now) == expected);
    if (expected == SKED_OK) {
        model_book(m, which, &span, now);
        model_bar(m, slot);
        m->bookings[which].owned = 1;
        m->bookings[which].owner = slot;
    }
}

/* The first job that a running one must not put off: of its component, and not passed over. */
static int first_beside(const model *m, int slot) {
    int line[JOBS];
    const uint32_t count = list_waiting(m, m->settings.order, line);
    uint32_t i;
    for (i = 0; i < count; i++) {
        if (m->component[m->jobs[line[i]].kind] == m->component[m->jobs[slot].kind] &&
            !lacks(m, line[i], SKED_PASS)) {
            return line[i];
        }
    }
    return -1;
}

static int change_keeps(const model *m, int slot, sked_time estimate, sked_time now) {
    static model before, after;
    const int first = first_beside(m, slot);
    if (first < 0 || m->settings.depth == SKED_NO_RESERVATIONS ||
        estimate <= m->jobs[slot].estimate) {
        return 1;
    }
    before = *m;
    before.now = now;
    after = before;
    after.jobs[slot].estimate = estimate;
    return shadow_of(&after, first, 0) <= shadow_of(&before, first, 0);
}

/* Does a job want less, or as much, of everything? */
static int wants_less(const model *m, const model_job *own, const model_job *to) {
    uint32_t q;
    for (q = 0; q < m->settings.quotas_max && to->amounts[q] <= own->amounts[q]; q++) {
    }
    return q == m->settings.quotas_max && to->width <= own->width &&
           to->estimate <= own->estimate && to->kind == own->kind;
}

static int wants_same(const model *m, const model_job *own, const model_job *to) {
    return wants_less(m, own, to) && wants_less(m, to, own);
}

/* Does a job keep its promise, or hurt none, if it becomes this? Gives a job of the line its new
 * processors. */
static int promise_is_kept(const model *m, int slot, model_job *to, sked_time now) {
    static model then;
    static table t;
    const model_job *own = &m->jobs[slot];
    unsigned char set[P_MAX];
    uint32_t i, p;
    list_others(m, &t, slot);
    if (own->place == RUNNING) {
        const sked_time from = end_of(m, slot) > now ? end_of(m, slot) : now;
        const sked_time end = plus(own->start, to->estimate);
        for (i = 0; from < end && i < t.count; i++) {
            for (p = 0; p < m->settings.processors; p++) {
                if (m->on[p] == slot && t.entries[i].on[p] && t.entries[i].start < end &&
                    t.entries[i].end > from) {
                    return 0;
                }
            }
        }
        return from >= end || quotas_last_until(m, &t, slot, from, end);
    }
    if (own->place != WAITING || !own->has || own->promised == SKED_NEVER) {
        return 1;
    }
    kept_changes_tried++;
    then = *m;
    then.jobs[slot] = *to;
    if (wants_same(m, own, to)) {
        return 1;
    }
    if (wants_less(m, own, to)) {
        memcpy(set, own->promised_on, P_MAX);
    } else if (own->promised < now || !has_place_at(&then, &t, slot, own->promised, set)) {
        return 0;
    }
    choose_rare(&then, to->width, set, to->promised_on);
    return 1;
}

/* One whose booking has not been forgotten; or -1. */
static int any_owner(world *w) {
    const uint32_t first = below(w, BOOKINGS_MAX);
    int h;
    for (h = 0; h < BOOKINGS_MAX; h++) {
        const model_booking *b = &w->model.bookings[(first + (uint32_t)h) % BOOKINGS_MAX];
        if (b->kept && b->owned) {
            return b->owner;
        }
    }
    return -1;
}

enum { MOODS = 6, OF_OWNER = MOODS };

/* Without its amounts. */
static sked_job_change any_change(world *w, uint32_t mood) {
    sked_job_change change = SKED_ZERO;
    change.fields = below(w, 128);
    change.amount_each = any_each(w);
    if (mood == 0) {                    /* of a running job nothing else can change */
        change.fields &= SKED_CHANGE_KEY | SKED_CHANGE_TAG | SKED_CHANGE_ESTIMATE;
    }
    if (mood == OF_OWNER) {             /* what can end its booking */
        change.fields = below(w, 3) == 0 ? SKED_CHANGE_WIDTH : SKED_CHANGE_KIND;
    }
    change.options = below(w, 2);
    change.key = below(w, 4);
    change.tag = below(w, 9);
    change.estimate = any_estimate(w);
    change.width = 1 + below(w, w->model.settings.processors);
    change.kind = any_kind(w);
    change.account = any_account(&w->model.accounts, &w->random);
    if (w->model.accounts.count > 0 && below(w, 2) == 0) {
        change.fields |= SKED_CHANGE_ACCOUNT;
    }
    return change;
}

/* A job that has changed, and its booking, if it has one. */
static void settle_owner(model *m, int slot, const model_job *was) {
    const model_job *job = &m->jobs[slot];
    const int h = booking_owned_by(m, slot);
    const int changed = !wants_same(m, was, job) || was->key != job->key || was->tag != job->tag ||
                        was->each != job->each || was->account != job->account;
    if (h >= 0 && changed && !suits(m, job, m->bookings[h].in)) {
        owners_seen[job->width != was->width ? 3 : 4]++;
        disown(m, slot);
    }
}

static void change_event(world *w, uint32_t mood) {
    model *m = &w->model;
    int kept = 1;
    const int slot = mood == OF_OWNER
                         ? any_owner(w)
                         : any_slot(w, mood < 2 ? RUNNING : mood == 2 ? BARRED : WAITING);
    const sked_time now = soon(w);
    sked_job_change change;
    sked_status status, expected;
    model_job to, was;
    uint32_t amounts[QUOTAS];
    if (slot < 0) {
        return;
    }
    any_amounts(w, amounts);
    change = any_change(w, mood);
    change.amounts = amounts;
    to = m->jobs[slot];
    to.key = (change.fields & SKED_CHANGE_KEY) != 0 ? change.key : to.key;
    to.tag = (change.fields & SKED_CHANGE_TAG) != 0 ? change.tag : to.tag;
    to.estimate = (change.fields & SKED_CHANGE_ESTIMATE) != 0 ? change.estimate : to.estimate;
    to.width = (change.fields & SKED_CHANGE_WIDTH) != 0 ? change.width : to.width;
    to.kind = (change.fields & SKED_CHANGE_KIND) != 0 ? change.kind : to.kind;
    if ((change.fields & SKED_CHANGE_AMOUNTS) != 0) {
        memcpy(to.amounts, amounts, sizeof amounts);
    }
    to.each = (change.fields & SKED_CHANGE_AMOUNT_EACH) != 0 ? change.amount_each : to.each;
    to.account = (change.fields & SKED_CHANGE_ACCOUNT) != 0 ? change.account : to.account;
    to.stays = to.stays && to.account == m->jobs[slot].account;
    expected = expect_demand(m, to.width, to.kind, to.amounts, to.each);
    expected = expected == SKED_OK && !is_account(&m->accounts, to.account) ? SKED_E_RANGE
                                                                             : expected;
    if (expected == SKED_OK && to.place == RUNNING &&
        (to.width != m->jobs[slot].width || to.kind != m->jobs[slot].kind ||
         to.each != m->jobs[slot].each ||
         memcmp(to.amounts, m->jobs[slot].amounts, sizeof(uint32_t) * m->settings.quotas_max))) {
        expected = SKED_E_NOT_WAITING;
    }
    if (expected == SKED_OK && to.place == RUNNING && change.options == SKED_IF_KEPT &&
        !keeps(m) && !change_keeps(m, slot, to.estimate, now)) {
        expected = SKED_E_PROMISE;
    }
    if (expected == SKED_OK && keeps(m)) {
        kept = promise_is_kept(m, slot, &to, now);
        expected = !kept && change.options == SKED_IF_KEPT ? SKED_E_PROMISE : SKED_OK;
    }
    status = sked_queue_change(&w->queue, to.id, &change, now);
    CHECK_SEED(w->seed, status == expected);
    if (tracing) {
        printf("change %llu fields %u: width %u estimate %lld kind %u amounts %u %u account %u: "
               "%d (%d)\n",
               (unsigned long long)to.id, change.fields, to.width, (long long)to.estimate, to.kind,
               to.amounts[0], to.amounts[1], to.account, (int)status, (int)expected);
    }
    if (status == SKED_OK) {
        if (to.place == RUNNING) {
            m->stale |= !kept;
            m->given_back |= to.estimate < m->jobs[slot].estimate;
        } else if (to.has && !wants_same(m, &m->jobs[slot], &to)) {
            m->given_back = 1;
            m->broken += (uint64_t)!kept;
            to.has = kept;
        }
        was = m->jobs[slot];
        m->jobs[slot] = to;
        m->now = now;
        settle_owner(m, slot, &was);
    }
}

/* ---- passes ---------------------------------------------------------------------------------- */

static int same_action(const sked_action *a, const sked_action *b) {
    return a->kind == b->kind && a->reason == b->reason && a->id == b->id && a->tag == b->tag &&
           a->start == b->start && a->end == b->end && a->width == b->width &&
           a->shadow == b->shadow && a->head == b->head && a->extra == b->extra;
}

static void trace_start(const char *what, const sked_action *action) {
    if (tracing) {
        printf("  %s: %llu reason %d end %lld head %llu shadow %lld extra %u\n", what,
               (unsigned long long)action->id, (int)action->reason, (long long)action->end,
               (unsigned long long)action->head, (long long)action->shadow, action->extra);
    }
}

static int follow(world *w, const decision *want, const sked_action *action, const sked_set *on) {
    model *m = &w->model;
    uint32_t p;
    int slot = 0, same = same_action(action, &want->action);
    const place from = action->reason == SKED_BOOKED ? BARRED : WAITING;
    while (slot < JOBS && (m->jobs[slot].place != from || m->jobs[slot].id != action->id)) {
        slot++;
    }
    if (slot == JOBS) {
        return 0;
    }
    if (from == BARRED) {
        owners_seen[0]++;
        if (booking_owned_by(m, slot) < 0) {
            return 0;
        }
        leave_booking(m, slot);
    }
    m->jobs[slot].place = RUNNING;
    m->jobs[slot].start = m->now;
    m->jobs[slot].has = m->jobs[slot].stays = 0;
    for (p = 0; p < on->size; p++) {
        same = same && sked_set_has(on, p) == want->on[p];
        m->on[p] = sked_set_has(on, p) ? slot : m->on[p];
    }
    return same;
}

/* Who was put off, or was blocked, by then; and what becomes of reservations. */
static void follow_plan(model *m, const model *then) {
    memcpy(m->jobs, then->jobs, sizeof m->jobs);
    m->broken = then->broken;
    m->stale = then->stale;
    m->given_back = then->given_back;
}

static void pass_event(world *w) {
    static plan decided;
    static model after;
    model *m = &w->model;
    const uint32_t most = below(w, 6) == 0 ? below(w, 3) : UINT32_MAX;
    sked_word words[WORDS];
    sked_set on = sked_set_of(words, m->settings.processors);
    sked_action action;
    uint32_t number = 0;
    sked_status status = SKED_OK;
    m->now = soon(w);
    CHECK_SEED(w->seed, sked_queue_plan(&w->queue, m->now) == SKED_OK);
    if (tracing) {
        printf("plan %lld\n", (long long)m->now);
    }
    forget_bookings(m);
    after = *m;
    decide(w, &after, &decided);
    while (number < most && status == SKED_OK) {
        CHECK_SEED(w->seed, sked_queue_validate(&w->queue) == SKED_OK);
        status = sked_queue_next(&w->queue, &action, &on);
        if (status == SKED_OK) {
            trace_start("got", &action);
            if (number < decided.count) {
                trace_start("want", &decided.list[number].action);
            }
            CHECK_SEED(w->seed, number < decided.count &&
                                    follow(w, &decided.list[number], &action, &on));
            number++;
        }
        if (check_failed_ > 0) {
            return;
        }
    }
    if (number > 0) {
        follow_plan(m, &decided.list[number - 1].then);
    }
    if (status == SKED_OK) {
        CHECK_SEED(w->seed, sked_queue_plan_end(&w->queue) == SKED_OK);
        if (keeps(m) && number <= decided.owners) {
            keep_promises(m);           /* the line is looked at, whoever stops before it */
        }
    } else {
        follow_plan(m, &after);
        if (tracing && number < decided.count) {
            trace_start("missed", &decided.list[number].action);
        }
        CHECK_SEED(w->seed, status == SKED_DONE && number == decided.count);
        memcpy(m->heads, after.heads, sizeof m->heads);
        CHECK_SEED(w->seed, heads_agree(w));
    }
}

/* What is sealed and opened goes on as if nothing had happened; a branch does, too. */
static void copy_event(world *w) {
    static sked_align room[40000];
    const void *block = NULL;
    size_t bytes = 0;
    sked_queue other;
    CHECK_SEED(w->seed, sked_queue_seal(&w->queue, &block, &bytes) == SKED_OK);
    CHECK_SEED(w->seed, bytes <= sizeof room);
    memcpy(room, block, bytes);
    CHECK_SEED(w->seed, sked_queue_open(&other, picker_of(w), room, bytes) == SKED_OK);
    if (check_failed_ == 0) {
        sked_queue clone;
        CHECK_SEED(w->seed, sked_queue_clone(&other, &clone, heap_mem()) == SKED_OK);
        sked_queue_destroy(&w->queue);
        w->queue = clone;
        w->jobs_max += below(w, 2);
        CHECK_SEED(w->seed, sked_queue_grow(&w->queue, w->jobs_max,
                                            w->model.settings.bookings_max) == SKED_OK);
    }
}

/* The starts that are forecast are those of the model, if all jobs end when they are expected
 * to. */
static void forecast_event(world *w) {
    static sked_align room[40000];
    static model m;
    static plan decided;
    sked_forecast forecasts[JOBS];
    sked_time starts[JOBS], now = w->model.now;
    int i, slot;
    m = w->model;
    for (i = 0; i < JOBS; i++) {
        starts[i] = SKED_NEVER;
    }
    while (now != SKED_NEVER) {
        sked_time begin = SKED_NEVER;
        m.now = now;
        for (slot = 0; slot < JOBS; slot++) {
            if (m.jobs[slot].place == RUNNING && end_of(&m, slot) <= now) {
                leave(&m, slot, GONE);
            }
        }
        forget_bookings(&m);
        decide(w, &m, &decided);
        for (slot = 0; slot < JOBS; slot++) {
            if (w->model.jobs[slot].place == WAITING && m.jobs[slot].place == RUNNING &&
                m.jobs[slot].start == now) {
                starts[slot] = now;
            }
        }
        for (i = 0; i < BOOKINGS_MAX; i++) {
            if (m.bookings[i].kept && m.bookings[i].start > now && m.bookings[i].start < begin) {
                begin = m.bookings[i].start;
            }
        }
        for (slot = 0; slot < JOBS; slot++) {
            if (m.jobs[slot].place == WAITING && m.jobs[slot].has && m.jobs[slot].promised > now &&
                m.jobs[slot].promised < begin) {
                begin = m.jobs[slot].promised;
            }
        }
        now = next_end(&m, now, KINDS);
        now = begin < now ? begin : now;
        now = count_in(&m, WAITING) == 0 ? SKED_NEVER : now;
    }
    CHECK_SEED(w->seed, sked_queue_forecast(&w->queue, w->model.now, forecasts, JOBS, room,
                                            sizeof room) == SKED_OK);
    for (i = 0; i < (int)count_in(&w->model, WAITING); i++) {
        for (slot = 0; w->model.jobs[slot].place != WAITING ||
                       w->model.jobs[slot].id != forecasts[i].id; slot++) {
        }
        CHECK_SEED(w->seed, forecasts[i].start == starts[slot]);
    }
}

/* ---- sequences ------------------------------------------------------------------------------- */

static void set_up(world *w, uint64_t seed) {
    sked_queue_settings *s = &w->model.settings;
    uint32_t p, k;
    memset(w, 0, sizeof *w);
    w->seed = w->random = seed;
    (void)below(w, 2);
    w->small = below(w, 4) > 0;
    w->apart = below(w, 5) == 0;
    w->passes = below(w, w->apart ? 2 : 8) == 0;
    w->narrow = below(w, 3) == 0;
    s->processors = w->small ? 2 + below(w, SMALL - 1) : 1 + below(w, P_MAX);
    s->jobs_max = w->jobs_max = JOBS;
    s->bookings_max = below(w, 4) == 0 ? BOOKINGS_MAX : 0;
    s->kinds_max = below(w, 12) == 0 ? KINDS : below(w, 6);
    s->quotas_max = below(w, 12) == 0 ? QUOTAS : below(w, 4);
    s->options = below(w, 3) == 0 ? SKED_ASK_AHEAD : 0;
    s->caps_max = s->options == 0 && below(w, 3) == 0 ? 1 + below(w, CAPS) : 0;
    if (s->options == SKED_ASK_AHEAD && below(w, 2) == 0) {
        s->kinds_max = s->quotas_max = 0;
    } else if (s->kinds_max == 0 && s->quotas_max == 0) {
        s->kinds_max = 1;
    }
    s->depth = s->options == 0 && below(w, 6) == 0 ? SKED_NO_RESERVATIONS : below(w, 2);
    if (s->options == 0 && s->caps_max == 0 && below(w, 2) == 0) {
        s->depth = below(w, 2) == 0 ? SKED_ALL : 2 + below(w, 4);
        s->reservations = below(w, 3) == 0 ? SKED_REBUILD : SKED_COMPRESS;
    }
    s->order = (sked_order)below(w, 4);
    s->backfill_order = below(w, 2) == 0 ? s->order : (sked_order)below(w, 4);
    w->model.kinds = s->kinds_max == 0 ? 1 : s->kinds_max;
    w->model.picks = below(w, 2) == 0 ? (uint32_t)PICK_NONE : below(w, PICKERS);
    if (s->options == SKED_ASK_AHEAD && below(w, 4) > 0) {
        w->model.picks = PICK_BLOCKS;
    }
    if (s->options == SKED_ASK_AHEAD && w->model.picks == PICK_MOODY) {
        w->model.picks = PICK_NONE;     /* it would refuse again what it has taken */
    }
    w->picker.pick = pick;
    w->picker.ctx = w;
    for (p = 0; p < P_MAX; p++) {
        w->model.on[p] = -1;
        w->model.in[0][p] = p < s->processors;
    }
    w->model.quotas[0] = (1u << s->quotas_max) - 1u;
    for (k = 0; k < KINDS; k++) {
        w->model.component[k] = k;
    }
    if (has_accounts(seed)) {
        any_shares(s, &w->model.accounts, &w->random);
    }
    CHECK_SEED(seed, sked_queue_create(&w->queue, s, picker_of(w), heap_mem()) == SKED_OK);
}

static void owner_event(world *w) {
    switch (below(w, 8)) {
    case 0: set_kind_event(w); break;
    case 1:
    case 2: change_event(w, OF_OWNER); break;
    default: own_event(w); break;
    }
}

static void one_event(world *w) {
    if (w->model.accounts.count > 0 && below(w, 5) == 0) {
        swap_event(w);
        return;
    }
    if (w->model.settings.bookings_max > 0 && below(w, 4) == 0) {
        owner_event(w);
        return;
    }
    switch (below(w, 16)) {
    case 0:
    case 1:
    case 2:
    case 3: submit_event(w); break;
    case 4:
    case 5:
    case 6: end_event(w); break;
    case 7:
        switch (below(w, 4)) {
        case 0: cancel_event(w); break;
        case 1: bar_event(w); break;
        default: submit_event(w);
        }
        break;
    case 8:
        if (below(w, 3) == 0) {
            set_kind_event(w);
        }
        break;
    case 9:
        if (below(w, 3) == 0) {
            set_quota_event(w);
            set_cap_event(w);
        }
        break;
    case 10:
        if (below(w, 3) == 0) {
            down_event(w);
        }
        break;
    case 11: change_event(w, below(w, MOODS)); break;
    case 12:
        if (w->model.settings.bookings_max > 0) {
            book_event(w);
        }
        break;
    case 13:
        if (below(w, 8) == 0) {
            copy_event(w);
        } else if (below(w, 3) == 0) {
            forecast_event(w);
        }
        break;
    case 14:
        if (keeps(&w->model)) {
            change_event(w, below(w, MOODS));
        }
        break;
    default: break;
    }
}

static void try_seed(uint64_t seed) {
    static world w;
    uint32_t step;
    set_up(&w, seed);
    for (step = 0; step < w.model.kinds + w.model.settings.quotas_max && step < 10; step++) {
        set_kind_event(&w);
        set_quota_event(&w);
        set_cap_event(&w);
    }
    for (step = 0; step < 80 && check_failed_ == 0; step++) {
        one_event(&w);
        if (below(&w, 2) == 0 && check_failed_ == 0) {
            pass_event(&w);
        }
        CHECK_SEED(seed, sked_queue_validate(&w.queue) == SKED_OK);
        CHECK_SEED(seed, check_failed_ > 0 || state_agrees(&w));
    }
    sked_queue_destroy(&w.queue);
}

static void say_what_was_tried(void) {
    printf("deep/kinds: %llu passes; of %llu candidates every choice of processors was tried,\n"
           "deep/kinds: %llu of them outlast the shadow time; pickers were asked ahead %llu "
           "times;\n"
           "deep/kinds: under caps %llu outlast it, of which %llu were missed;\n"
           "deep/kinds: of promises %llu were sought, %llu queues of them confirmed, %llu "
           "changed;\n"
           "deep/kinds: %lu owners started, %lu, %lu, %lu and %lu were freed by an end, a "
           "cancelling, a width and a kind;\n"
           "deep/kinds: %lu, %lu and %lu times a kind, a quota and a cap held one up, and %lu "
           "shadow times were none later\n",
           (unsigned long long)passes_tried, (unsigned long long)candidates_tried,
           (unsigned long long)outlasting_tried, (unsigned long long)ahead_tried,
           (unsigned long long)capped_tried, (unsigned long long)capped_missed,
           (unsigned long long)promises_tried, (unsigned long long)confirms_tried,
           (unsigned long long)kept_changes_tried, owners_seen[0], owners_seen[1], owners_seen[2],
           owners_seen[3], owners_seen[4], held_up[0], held_up[1], held_up[2],
           shadows_judged);
}

static void test_all(void) {
    try_seeds(1, 4000 / seed_share, try_seed);
    CHECK(swaps_seen[0] > 1000 / seed_share && swaps_seen[1] > 500 / seed_share);
    CHECK(owners_seen[0] > 500 / seed_share && owners_seen[1] > 250 / seed_share);
    CHECK(owners_seen[2] > 300 / seed_share && owners_seen[3] > 100 / seed_share);
    CHECK(owners_seen[4] > 10 / seed_share && held_up[0] > 50 / seed_share);
    CHECK(held_up[1] > 800 / seed_share && held_up[2] > 300 / seed_share);
    CHECK(shadows_judged > 30 / seed_share);
    say_what_was_tried();
}

int main(int count, char **words) {
    const int result = harness_main(count, words, test_all, try_seed);
    if (count == 3) {
        say_what_was_tried();
    }
    return result;
}
