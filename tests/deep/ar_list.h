/* ar_list.h: the paper's list of records, as it is printed and as it has to be. */
/* SPDX-License-Identifier: MIT */
#ifndef AR_LIST_H_INCLUDED
#define AR_LIST_H_INCLUDED

/* The includer has included sched_ar.h, stdlib.h and string.h. AvailRectList of Li et al. (2013):
 * records of a time and the set that is busy from it to the time of the next record, here an array
 * in rising order, whose times are the paper's TimeSet. Before the first record nothing is busy.
 * No tree, no sums kept: what is asked is looked up from the records, for each start anew.
 *
 * The paper's algorithms 1 and 2 do not do what its text says. Each correction has a flag, so that
 * the list can be run as printed, too:
 *   LIST_CUT      add inserts records at both ends, also if the list is not empty;
 *   LIST_CARRY    an inserted record has what was busy before it, not nothing;
 *   LIST_CREATE   remove inserts records at both ends, which may have been merged away;
 *   LIST_KEEP     of two equal records the later one goes, also at the beginning of the list. */
enum {
    LIST_AS_PRINTED = 0, LIST_CUT = 1, LIST_CARRY = 2, LIST_CREATE = 4, LIST_KEEP = 8,
    LIST_CORRECTED = 15
};

enum { LIST_PROCESSORS = 130, LIST_WORDS = 5 };

typedef struct list_set {
    uint32_t word[LIST_WORDS];
} list_set;

typedef struct list_record {
    sked_time time;
    list_set busy;
} list_record;

typedef struct list {
    uint32_t corrections, processors, unequal, count, room;
    uint32_t capacity[LIST_PROCESSORS];
    sked_time base, horizon;
    list_set down;
    list_record *record;                /* count of them, room for `room` */
    sked_time *starts;                  /* for searches: room for 2 * room + 4 */
} list;

/* Returns 0 if there is no memory. */
static int list_open(list *self, const sked_ar_settings *settings, uint32_t room,
                     uint32_t corrections) {
    uint32_t p;
    memset(self, 0, sizeof *self);
    self->corrections = corrections;
    self->processors = settings->processors;
    self->unequal = 0;
    for (p = 0; p < self->processors; p++) {
        self->capacity[p] = settings->capacities != NULL ? settings->capacities[p] : 1;
        self->unequal |= self->capacity[p] != 1;
    }
    self->base = settings->base;
    self->horizon = settings->horizon;
    self->room = room;
    self->record = (list_record *)malloc(room * sizeof *self->record);
    self->starts = (sked_time *)malloc((2 * (size_t)room + 4) * sizeof *self->starts);
    return self->record != NULL && self->starts != NULL;
}

static void list_close(list *self) {
    free(self->record);
    free(self->starts);
    self->record = NULL;
    self->starts = NULL;
}

/* ---- sets ------------------------------------------------------------------------------------ */

static const list_set list_nothing = {{0, 0, 0, 0, 0}};

static int list_has(const list_set *set, uint32_t p) {
    return (set->word[p / 32] >> (p % 32) & 1u) != 0;
}

static void list_put(list_set *set, uint32_t p) {
    set->word[p / 32] |= UINT32_C(1) << (p % 32);
}

static void list_drop(list_set *set, uint32_t p) {
    set->word[p / 32] &= ~(UINT32_C(1) << (p % 32));
}

static void list_join(list_set *set, const list_set *other) {
    uint32_t i;
    for (i = 0; i < LIST_WORDS; i++) {
        set->word[i] |= other->word[i];
    }
}

static void list_less(list_set *set, const list_set *other) {
    uint32_t i;
    for (i = 0; i < LIST_WORDS; i++) {
        set->word[i] &= ~other->word[i];
    }
}

static int list_meets(const list_set *a, const list_set *b) {
    uint32_t i, common = 0;
    for (i = 0; i < LIST_WORDS; i++) {
        common |= a->word[i] & b->word[i];
    }
    return common != 0;
}

static int list_within(const list_set *a, const list_set *b) {
    uint32_t i, beyond = 0;
    for (i = 0; i < LIST_WORDS; i++) {
        beyond |= a->word[i] & ~b->word[i];
    }
    return beyond == 0;
}

static int list_equal(const list_set *a, const list_set *b) {
    return list_within(a, b) && list_within(b, a);
}

static list_set list_all(const list *self) {
    list_set set = list_nothing;
    uint32_t p;
    for (p = 0; p < self->processors; p++) {
        list_put(&set, p);
    }
    return set;
}

static uint32_t list_units(const list *self, const list_set *set) {
    uint32_t p, units = 0;
    for (p = 0; p < self->processors; p++) {
        units += list_has(set, p) ? self->capacity[p] : 0;
    }
    return units;
}

static list_set list_read(const sked_set *from) {
    list_set set = list_nothing;
    uint32_t p;
    for (p = 0; p < from->size; p++) {
        if (sked_set_has(from, p)) {
            list_put(&set, p);
        }
    }
    return set;
}

static void list_write(sked_set *to, const list_set *set) {
    uint32_t p;
    sked_set_clear(to);
    for (p = 0; p < to->size; p++) {
        if (list_has(set, p)) {
            sked_set_add(to, p);
        }
    }
}

/* ---- records --------------------------------------------------------------------------------- */

/* The first record at a time or later; count: none. */
static uint32_t list_from(const list *self, sked_time time) {
    uint32_t low = 0, high = self->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (self->record[middle].time < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The first record of which a part is at a time or later. */
static uint32_t list_holding(const list *self, sked_time time) {
    const uint32_t next = list_from(self, time);
    const int begins = next < self->count && self->record[next].time == time;
    return begins || next == 0 ? next : next - 1;
}

static list_set list_busy_at(const list *self, sked_time time) {
    const uint32_t i = list_holding(self, time);
    return i < self->count && self->record[i].time <= time ? self->record[i].busy : list_nothing;
}

static void list_insert(list *self, sked_time time, const list_set *busy) {
    const uint32_t at = list_from(self, time);
    if (time >= self->horizon || self->count == self->room) {
        return;
    }
    memmove(self->record + at + 1, self->record + at,
            (self->count - at) * sizeof *self->record);
    self->record[at].time = time;
    self->record[at].busy = *busy;
    self->count++;
}

static void list_delete(list *self, uint32_t at) {
    memmove(self->record + at, self->record + at + 1,
            (self->count - at - 1) * sizeof *self->record);
    self->count--;
}

/* Makes a record begin at a time. */
static void list_cut(list *self, sked_time time) {
    const uint32_t at = list_from(self, time);
    const list_set before = list_busy_at(self, time);
    if (at == self->count || self->record[at].time != time) {
        list_insert(self, time, (self->corrections & LIST_CARRY) != 0 ? &before : &list_nothing);
    }
}

/* Takes the record at a time out if it says nothing that the one before it does not say. */
static void list_clean(list *self, sked_time time) {
    const uint32_t at = list_from(self, time);
    const list_set *before;
    if (at == self->count || self->record[at].time != time) {
        return;
    }
    before = at == 0 ? &list_nothing : &self->record[at - 1].busy;
    if (list_equal(before, &self->record[at].busy)) {
        list_delete(self, at == 1 && (self->corrections & LIST_KEEP) == 0 ? 0 : at);
    }
}

/* Algorithm 1. The caller has made sure that the set is free there, as the paper's has. */
static void list_add(list *self, sked_time start, sked_time end, const list_set *set) {
    uint32_t i;
    if (self->count == 0 || self->record[0].time > end) {
        list_insert(self, start, set);
        list_insert(self, end, &list_nothing);
    } else {
        if ((self->corrections & LIST_CUT) != 0) {
            list_cut(self, start);
            list_cut(self, end);
        }
        for (i = list_from(self, start); i < self->count && self->record[i].time < end; i++) {
            list_join(&self->record[i].busy, set);
        }
    }
    list_clean(self, end);
    list_clean(self, start);
}

/* Algorithm 2. */
static void list_remove(list *self, sked_time start, sked_time end, const list_set *set) {
    uint32_t i;
    if ((self->corrections & LIST_CREATE) != 0) {
        list_cut(self, start);
        list_cut(self, end);
    }
    for (i = list_from(self, start); i < self->count && self->record[i].time < end; i++) {
        list_less(&self->record[i].busy, set);
    }
    list_clean(self, end);
    list_clean(self, start);
}

static void list_trim(list *self, sked_time now) {
    const list_set busy = list_busy_at(self, now);
    const uint32_t next = list_from(self, now);
    const int begins = next < self->count && self->record[next].time == now;
    uint32_t i;
    for (i = 0; i < next; i++) {
        list_delete(self, 0);
    }
    self->base = now;
    if (!begins && !list_equal(&busy, &list_nothing)) {
        list_insert(self, now, &busy);
    }
    list_clean(self, now);
}

/* What is busy at some time of an interval, and what is free all the time. */
static list_set list_touched(const list *self, sked_time start, sked_time end) {
    list_set set = list_nothing;
    uint32_t i;
    for (i = list_holding(self, start); i < self->count && self->record[i].time < end; i++) {
        list_join(&set, &self->record[i].busy);
    }
    return set;
}

static list_set list_free(const list *self, sked_time start, sked_time end) {
    const list_set busy = list_touched(self, start, end);
    list_set set = list_all(self);
    list_less(&set, &self->down);
    list_less(&set, &busy);
    return set;
}

/* Is a set busy all through an interval? */
static int list_covers(const list *self, sked_time start, sked_time end, const list_set *set) {
    const list_set at_start = list_busy_at(self, start);
    int covers = list_within(set, &at_start);
    uint32_t i;
    for (i = list_from(self, start); i < self->count && self->record[i].time < end; i++) {
        covers = covers && list_within(set, &self->record[i].busy);
    }
    return covers;
}

/* Records as the calendar counts them: what is before the first one is one. */
static uint32_t list_records(const list *self) {
    return self->count + (self->count == 0 || self->record[0].time > self->base);
}

static void list_usage(const list *self, sked_time start, sked_time end, sked_ar_usage *use) {
    const list_set everything = list_all(self);
    const uint32_t all = list_units(self, &everything);
    sked_time t = start;
    memset(use, 0, sizeof *use);
    use->whole = sked_u128_mul(all, (uint64_t)(end - start));
    use->free_min = all;
    while (t < end) {
        const list_set set = list_busy_at(self, t);
        const uint32_t busy = list_units(self, &set), next = list_from(self, t + 1);
        sked_time until = next < self->count ? self->record[next].time : end;
        until = until < end ? until : end;
        use->busy = sked_u128_add(use->busy, sked_u128_mul(busy, (uint64_t)(until - t)));
        use->free_min = all - busy < use->free_min ? all - busy : use->free_min;
        use->free_max = all - busy > use->free_max ? all - busy : use->free_max;
        t = until;
    }
}

/* ---- starts ---------------------------------------------------------------------------------- */

/* A start with its free set and its maximum availability rectangle. */
typedef struct list_start {
    sked_time start, from, until;
    uint32_t free;
    list_set set;
} list_start;

static void list_rectangle(const list *self, list_start *start, sked_time end) {
    uint32_t i = list_from(self, start->start + 1);
    start->from = self->base;
    while (i > 0) {
        i--;
        if (self->record[i].time < start->start && list_meets(&self->record[i].busy, &start->set)) {
            start->from = self->record[i + 1].time;
            break;
        }
    }
    i = list_from(self, end);
    while (i < self->count && !list_meets(&self->record[i].busy, &start->set)) {
        i++;
    }
    start->until = i < self->count ? self->record[i].time : self->horizon;
}

/* `allowed` NULL: all. */
static list_start list_start_at(const list *self, const sked_set *allowed, sked_time t,
                                sked_time duration) {
    list_start start;
    start.start = t;
    start.set = list_free(self, t, t + duration);
    if (allowed != NULL) {
        const list_set mine = list_read(allowed);
        list_set other = list_all(self);
        list_less(&other, &mine);
        list_less(&start.set, &other);
    }
    start.free = list_units(self, &start.set);
    list_rectangle(self, &start, t + duration);
    return start;
}

static int list_feasible(const sked_ar_request *request, const list_start *start) {
    list_set required = list_nothing;
    if (request->required != NULL) {
        required = list_read(request->required);
    }
    return start->free >= request->count && list_within(&required, &start->set);
}

static sked_time list_deadline(const list *self, const sked_ar_request *request) {
    return request->deadline != 0 && request->deadline < self->horizon ? request->deadline
                                                                       : self->horizon;
}

static int list_later(const void *a, const void *b) {
    const sked_time first = *(const sked_time *)a, second = *(const sked_time *)b;
    return (first > second) - (first < second);
}

/* Sorts times and takes those out that are outside [low, high], or there twice. */
static uint32_t list_in_order(sked_time *times, uint32_t count, sked_time low, sked_time high) {
    uint32_t i, kept = 0;
    qsort(times, count, sizeof *times, list_later);
    for (i = 0; i < count; i++) {
        if (times[i] >= low && times[i] <= high && (kept == 0 || times[i] != times[kept - 1])) {
            times[kept++] = times[i];
        }
    }
    return kept;
}

/* Collects ready, D - duration, and all T and T - duration + late. With late = 0 these are the
 * paper's starts; with 1 what is feasible can change only there. */
static uint32_t list_paper_starts(const list *self, const sked_ar_request *request,
                                  sked_time late) {
    const sked_time deadline = list_deadline(self, request);
    uint32_t i, count = 0;
    self->starts[count++] = request->ready;
    self->starts[count++] = deadline - request->duration;
    for (i = list_from(self, request->ready);
         i < self->count && self->record[i].time <= deadline; i++) {
        if (self->record[i].time > self->base) {
            self->starts[count++] = self->record[i].time;
            self->starts[count++] = self->record[i].time - request->duration + late;
        }
    }
    return list_in_order(self->starts, count, request->ready, deadline - request->duration);
}

/* Collects ready, and all T at which something that is allowed and up becomes free. */
static uint32_t list_freed_starts(const list *self, const sked_ar_request *request) {
    const sked_time last = list_deadline(self, request) - request->duration;
    uint32_t i, count = 0;
    self->starts[count++] = request->ready;
    for (i = list_from(self, request->ready); i < self->count && self->record[i].time <= last;
         i++) {
        list_set freed = i == 0 ? list_nothing : self->record[i - 1].busy;
        list_less(&freed, &self->record[i].busy);
        list_less(&freed, &self->down);
        if (request->allowed != NULL) {
            const list_set allowed = list_read(request->allowed);
            if (!list_meets(&freed, &allowed)) {
                continue;
            }
        }
        if (!list_equal(&freed, &list_nothing)) {
            self->starts[count++] = self->record[i].time;
        }
    }
    return list_in_order(self->starts, count, request->ready, last);
}

/* ---- picks ----------------------------------------------------------------------------------- */

static sked_time list_busy_again(const list *self, uint32_t p, sked_time end) {
    uint32_t i;
    for (i = list_holding(self, end); i < self->count; i++) {
        if (list_has(&self->record[i].busy, p)) {
            return self->record[i].time < end ? end : self->record[i].time;
        }
    }
    return self->horizon;
}

/* Gathers from the processors in an order, then leaves out what is not needed. */
static list_set list_gather(const list *self, const uint32_t *order, uint32_t many,
                            uint32_t count, const list_set *required) {
    list_set taken = *required;
    uint32_t i, p, units = list_units(self, required);
    for (i = 0; i < many && units < count; i++) {
        if (!list_has(&taken, order[i])) {
            list_put(&taken, order[i]);
            units += self->capacity[order[i]];
        }
    }
    for (p = 0; p < self->processors; p++) {
        if (list_has(&taken, p) && !list_has(required, p) &&
            units - self->capacity[p] >= count) {
            list_drop(&taken, p);
            units -= self->capacity[p];
        }
    }
    return taken;
}

/* The processors of a start's set: by number, or by the time when they are busy again. */
static uint32_t list_order(const list *self, const list_start *start, sked_time end,
                           sked_ar_pick pick, uint32_t *order) {
    sked_time again[LIST_PROCESSORS];
    uint32_t p, i, many = 0;
    for (p = 0; p < self->processors; p++) {
        if (!list_has(&start->set, p)) {
            continue;
        }
        again[p] = pick == SKED_AR_LONGEST_LEFT ? list_busy_again(self, p, end) : 0;
        for (i = many++; i > 0 && again[order[i - 1]] > again[p]; i--) {
            order[i] = order[i - 1];
        }
        order[i] = p;
    }
    return many;
}

/* The first run that will do, made as short as it can be from its low end; 0 if there is none. */
static int list_run(const list *self, const list_set *set, uint32_t count,
                    const list_set *required, list_set *taken) {
    uint32_t p, low = 0, units = 0;
    *taken = list_nothing;
    for (p = 0; p < self->processors; p++) {
        if (!list_has(set, p)) {
            *taken = list_nothing;
            units = 0;
            low = p + 1;
            continue;
        }
        list_put(taken, p);
        units += self->capacity[p];
        if (units < count || !list_within(required, taken)) {
            continue;
        }
        while (!list_has(required, low) && units - self->capacity[low] >= count) {
            units -= self->capacity[low];
            list_drop(taken, low++);
        }
        return self->unequal || units == count;
    }
    return 0;
}

static sked_status list_ask(const list *self, const sked_ar_request *request,
                            const sked_picker *picker, const list_start *start,
                            const list_set *required, list_set *taken) {
    sked_word offer_words[SKED_SET_WORDS(130u)], chosen_words[SKED_SET_WORDS(130u)];
    sked_set offered = sked_set_of(offer_words, self->processors);
    sked_set chosen = sked_set_of(chosen_words, self->processors);
    list_set offer = start->set;
    sked_pick_request ask;
    list_less(&offer, required);
    list_write(&offered, &offer);
    ask.id = request->id;
    ask.tag = request->tag;
    ask.start = start->start;
    ask.end = start->start + request->duration;
    ask.count = request->count - list_units(self, required);
    ask.tier = ask.ahead = 0;
    ask.beside = NULL;
    if (picker->pick(picker->ctx, &ask, &offered, &chosen) == 0) {
        return SKED_E_REFUSED;
    }
    *taken = list_read(&chosen);
    if (!list_within(taken, &offer) || list_units(self, taken) != ask.count) {
        return SKED_E_PICKER;
    }
    list_join(taken, required);
    return SKED_OK;
}

static sked_status list_take(const list *self, const sked_ar_request *request,
                             const sked_ar_choice *choice, const list_start *start,
                             list_set *taken) {
    uint32_t order[LIST_PROCESSORS], many;
    list_set required = list_nothing;
    if (request->required != NULL) {
        required = list_read(request->required);
    }
    if (choice->pick == SKED_AR_PICKER) {
        return list_ask(self, request, &choice->picker, start, &required, taken);
    }
    if (choice->pick == SKED_AR_RUN) {
        return list_run(self, &start->set, request->count, &required, taken) ? SKED_OK
                                                                              : SKED_E_REFUSED;
    }
    many = list_order(self, start, start->start + request->duration, choice->pick, order);
    *taken = list_gather(self, order, many, request->count, &required);
    return SKED_OK;
}

/* ---- Algorithm 3 ----------------------------------------------------------------------------- */

static int64_t list_score(const list *self, const sked_ar_request *request,
                          const sked_ar_choice *choice, const list_start *start) {
    sked_word words[SKED_SET_WORDS(130u)];
    sked_set set = sked_set_of(words, self->processors);
    sked_ar_offer offer;
    list_write(&set, &start->set);
    offer.start = start->start;
    offer.end = start->start + request->duration;
    offer.from = start->from;
    offer.until = start->until;
    offer.free = start->free;
    offer.set = &set;
    return choice->score.score(choice->score.ctx, request, &offer);
}

static int list_compare_areas(const list_start *a, const list_start *b) {
    return sked_u128_compare(sked_u128_mul(a->free, (uint64_t)(a->until - a->from)),
                             sked_u128_mul(b->free, (uint64_t)(b->until - b->from)));
}

/* Is a later start `a` better than an earlier one? */
static int list_prefers(sked_ar_policy policy, const list_start *a, int64_t score_of_a,
                        const list_start *b, int64_t score_of_b) {
    switch (policy) {
    case SKED_AR_FF: break;
    case SKED_AR_PE_B: return a->free < b->free;
    case SKED_AR_PE_W: return a->free > b->free;
    case SKED_AR_DU_B: return a->until - a->from < b->until - b->from;
    case SKED_AR_DU_W: return a->until - a->from > b->until - b->from;
    case SKED_AR_PEDU_B: return list_compare_areas(a, b) < 0;
    case SKED_AR_PEDU_W: return list_compare_areas(a, b) > 0;
    case SKED_AR_LATEST: return 1;
    case SKED_AR_SCORE: return score_of_a > score_of_b;
    case SKED_AR_POLICY_COUNT_:
    case SKED_AR_POLICY_CLOSED_: break;
    }
    return 0;
}

/* Caps the rectangle as the choice says. */
static void list_cap(const list *self, const sked_ar_choice *choice, sked_time deadline,
                     list_start *start) {
    const int open = start->until == self->horizon;
    const int capped = choice->ends == SKED_AR_ENDS_AT_DEADLINE ||
                       (choice->ends == SKED_AR_OPEN_ENDS_AT_DEADLINE && open);
    if (capped && start->until > deadline) {
        start->until = deadline;
    }
}

/* Can it run at all: are enough allowed and up, and the required among them? */
static int list_ever_fits(const list *self, const sked_ar_request *request) {
    list_set usable = list_all(self), required = list_nothing;
    if (request->allowed != NULL) {
        usable = list_read(request->allowed);
    }
    if (request->required != NULL) {
        required = list_read(request->required);
    }
    list_less(&usable, &self->down);
    return list_units(self, &usable) >= request->count && list_within(&required, &usable);
}

/* Finds a start for a request whose data is good. A picker that breaks its contract should do so
 * always. */
static sked_status list_find(const list *self, const sked_ar_request *request,
                             const sked_ar_choice *choice, list_start *best, list_set *taken) {
    const int paper = choice->starts == SKED_AR_PAPER || choice->policy == SKED_AR_LATEST;
    sked_status outcome = SKED_E_DEADLINE;
    int64_t best_score = 0, score = 0;
    uint32_t i, many;
    if (!list_ever_fits(self, request)) {
        return SKED_E_NEVER_FITS;
    }
    many = paper ? list_paper_starts(self, request, 0) : list_freed_starts(self, request);
    for (i = 0; i < many; i++) {
        list_start start =
            list_start_at(self, request->allowed, self->starts[i], request->duration);
        list_set set = list_nothing;
        sked_status status;
        if (!list_feasible(request, &start)) {
            continue;
        }
        outcome = outcome == SKED_E_DEADLINE ? SKED_E_REFUSED : outcome;
        list_cap(self, choice, list_deadline(self, request), &start);
        if (choice->policy == SKED_AR_SCORE) {
            score = list_score(self, request, choice, &start);
            if (score == SKED_AR_VETO) {
                continue;
            }
        }
        if (outcome == SKED_OK &&
            !list_prefers(choice->policy, &start, score, best, best_score)) {
            continue;
        }
        status = list_take(self, request, choice, &start, &set);
        if (status == SKED_E_PICKER) {
            return status;
        }
        if (status == SKED_OK) {
            outcome = SKED_OK;
            *best = start;
            best_score = score;
            *taken = set;
            if (choice->policy == SKED_AR_FF) {
                return outcome;
            }
        }
    }
    return outcome;
}

/* The first longest interval of feasible starts from `first` on; 0: there is none. */
static int list_next_starts(const list *self, const sked_ar_request *request, sked_time *first,
                            sked_time *beyond) {
    sked_ar_request later = *request;
    const sked_time last = list_deadline(self, request) - request->duration;
    uint32_t i, many;
    int found = 0;
    later.ready = *first;
    if (*first > last || !list_ever_fits(self, request)) {
        return 0;
    }
    many = list_paper_starts(self, &later, 1);
    for (i = 0; i < many; i++) {
        const sked_time t = self->starts[i];
        const list_start start = list_start_at(self, request->allowed, t, request->duration);
        if (list_feasible(request, &start) && !found) {
            found = 1;
            *first = t;
        } else if (!list_feasible(request, &start) && found) {
            *beyond = t;
            return 1;
        }
    }
    *beyond = found ? last + 1 : *beyond;
    return found;
}

/* The largest count that has a start by the deadline, with the required. */
static uint32_t list_most(const list *self, const sked_ar_request *request) {
    const uint32_t many = list_paper_starts(self, request, 0);
    list_set required = list_nothing;
    uint32_t i, most = 0;
    if (request->required != NULL) {
        required = list_read(request->required);
    }
    for (i = 0; i < many; i++) {
        const list_start start =
            list_start_at(self, request->allowed, self->starts[i], request->duration);
        if (list_within(&required, &start.set) && start.free > most) {
            most = start.free;
        }
    }
    return most;
}

#endif
