/* ar_forge.c - deep test of sked_ar_open and sked_ar_validate: what they accept, no call may turn
 * against memory.
 *
 * SPDX-License-Identifier: MIT
 *
 * The promise under test: after SKED_OK no call with an intact handle reads or writes outside the
 * block or runs for ever, whatever wrote the block; nor does any with a handle that opened it from
 * a file, whose checksum a forger can mend. So: build a busy calendar, write into its block, ask
 * whether it is sound, and if it is, call everything. What is read or written outside shows in the
 * red zones, or under a sanitizer; what the calls answer is not judged, for the content may be
 * nonsense. An endless loop of calls is counted; one inside a call shows as a test that does not
 * end: seed_now is its seed. */
#if !defined(SKED_AR_FANOUT)
#define SKED_AR_FANOUT 8        /* the smallest: trees of several levels, with few records */
#endif
#define SKED_IMPLEMENTATION
#include "sched_ar.h"

#define DEEP_NAME "ar_forge"
#include "harness.h"

#include "forger.h"

enum {
    SEEDS = 160, FORGERIES = 24, STEPS = 40, PROCESSORS_MAX = 130, SPANS_MAX = 120, NAMES_MAX = 12,
    IDS = 16, EXPORTED = 40, FLIPPED = 12
};

static unsigned long accepted, refused, opened, mended_accepted, levels[8], fields, flips;

/* ---- a calendar and those who call it -------------------------------------------------------- */

typedef struct world {
    uint64_t seed, random;
    room memory;
    sked_ar calendar;
    sked_ar_info info;                         /* before the call at hand */
    void *scratch;
    size_t scratch_bytes;
    int endless;                                /* has a walk more steps than there can be? */
    int crooked;                                /* was a callback asked what makes no sense? */
} world;

static uint32_t below(world *self, uint32_t bound) {
    return check_below(&self->random, bound);
}

/* A place for the sets of one call. */
enum { SETS = 4 };
static sked_word set_words[SETS][SKED_SET_WORDS((unsigned)PROCESSORS_MAX + 1)];

static sked_set any_set(world *self, uint32_t which) {
    const uint32_t wrong = below(self, 60) == 0, rate = 1 + below(self, 4);
    sked_set set = sked_set_of(set_words[which], self->info.processors + wrong);
    uint32_t p;
    for (p = 0; p < set.size; p++) {
        if (below(self, rate) == 0) {
            sked_set_add(&set, p);
        }
    }
    return set;
}

static sked_set few_set(world *self, uint32_t which) {
    sked_set set = sked_set_of(set_words[which], self->info.processors);
    uint32_t left = 1 + below(self, 3);
    for (; left > 0; left--) {
        sked_set_add(&set, below(self, set.size));
    }
    return set;
}

static sked_set some_set(world *self, uint32_t which) {
    return below(self, 2) == 0 ? any_set(self, which) : few_set(self, which);
}

/* Mostly a time that says something to this calendar. */
static sked_time some_time(world *self) {
    const sked_ar_info *info = &self->info;
    sked_span span;
    switch (below(self, 40)) {
    case 0: return -1;
    case 1: return SKED_NEVER;
    case 2: return SKED_TIME_MAX - (sked_time)below(self, 3);
    case 3: return info->horizon - (sked_time)below(self, 4);
    case 4: return info->base - (sked_time)below(self, 3);
    default: break;
    }
    span.end = info->base + (sked_time)below(self, 4 * info->records + 8);
    if (below(self, 4) == 0) {
        (void)sked_ar_record_at(&self->calendar, span.end, &span, NULL);
    }
    return span.end;
}

static sked_time some_length(world *self) {
    const uint32_t mood = below(self, 30);
    return mood == 0   ? 0
           : mood == 1 ? self->info.horizon - self->info.base
           : mood == 2 ? SKED_TIME_MAX - (sked_time)below(self, 2)
           : mood < 9  ? 1 + (sked_time)below(self, 200)
                       : 1 + (sked_time)below(self, 9);
}

static uint64_t some_id(world *self) {
    return below(self, 50) == 0 ? check_random(&self->random) : below(self, IDS);
}

/* Any processors, and sometimes none, too few, or one that was not offered. */
static int pick_any(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                    sked_set *chosen) {
    world *self = (world *)ctx;
    const uint32_t mood = below(self, 16);
    self->crooked |= ask->start < 0 || ask->end <= ask->start || ask->count == 0 ||
                     ask->count > sked_set_count(offered) || sked_set_count(chosen) > 0;
    pick_some(&self->random, ask->count, offered, chosen, mood == 0);
    return mood > 3;
}

static int64_t score_any(void *ctx, const sked_ar_request *request, const sked_ar_offer *offer) {
    world *self = (world *)ctx;
    self->crooked |= offer->start < request->ready || offer->from > offer->start ||
                     offer->set->size != self->info.processors;
    return below(self, 4) == 0 ? SKED_AR_VETO : (int64_t)below(self, 5) - 2;
}

static sked_ar_choice some_choice(world *self) {
    sked_ar_choice choice = SKED_ZERO;
    choice.policy = (sked_ar_policy)(below(self, 9) + (below(self, 200) == 0));
    choice.starts = (sked_ar_starts)below(self, 2);
    choice.ends = (sked_ar_ends)below(self, 3);
    choice.pick = (sked_ar_pick)below(self, 4);
    choice.picker.pick = below(self, 4) == 0 ? NULL : pick_any;
    choice.picker.ctx = self;
    choice.score.score = score_any;
    choice.score.ctx = self;
    return choice;
}

static sked_ar_request some_request(world *self, sked_set *allowed, sked_set *required) {
    const uint32_t mood = below(self, 3);
    sked_ar_request request = SKED_ZERO;
    request.id = below(self, IDS);
    request.tag = 0;
    request.ready = some_time(self);
    request.duration = some_length(self);
    request.deadline = below(self, 3) == 0 ? SKED_NEVER : some_time(self);
    if (mood > 0 && request.ready >= 0 && request.ready <= SKED_TIME_MAX) {
        request.deadline = sked_time_add(request.ready, request.duration);
        request.deadline = sked_time_add(request.deadline, (sked_time)below(self, 200));
    }
    request.count = below(self, 20) == 0  ? check_random(&self->random) & UINT32_MAX
                    : below(self, 2) == 0 ? 1
                                          : below(self, self->info.capacity / 2 + 2);
    request.allowed = request.required = NULL;
    if (below(self, 4) == 0) {
        *allowed = any_set(self, 2);
        request.allowed = allowed;
    }
    if (below(self, 4) == 0) {
        *required = few_set(self, 3);
        request.required = required;
    }
    return request;
}

static void call_find(world *self) {
    sked_set allowed[2], required[2], set = sked_set_of(set_words[0], self->info.processors);
    sked_ar_request requests[2] = SKED_ZERO;
    const sked_ar_choice choice = some_choice(self);
    const sked_ar_criterion criterion = (sked_ar_criterion)below(self, 3);
    const uint32_t mood = below(self, 8), count = below(self, 3);
    sked_ar_answer answer;
    requests[0] = some_request(self, &allowed[0], &required[0]);
    requests[1] = some_request(self, &allowed[1], &required[1]);
    requests[1].allowed = requests[0].allowed;  /* they share their words */
    requests[1].required = requests[0].required;
    if (mood < 2) {
        (void)sked_ar_find_any(&self->calendar, requests, count, criterion,
                               mood == 0 ? NULL : &choice, &answer, &set, self->scratch,
                               self->scratch_bytes);
    } else if (sked_ar_find(&self->calendar, requests, &choice, &answer, &set, self->scratch,
                            self->scratch_bytes) == SKED_OK && below(self, 2) == 0) {
        (void)sked_ar_book(&self->calendar, requests[0].id, 0, answer.start, answer.end, &set);
    }
}

static void call_questions(world *self) {
    sked_set allowed, required, set = sked_set_of(set_words[0], self->info.processors);
    const sked_ar_request request = some_request(self, &allowed, &required);
    const sked_time start = some_time(self);
    sked_ar_rectangle rectangle;
    sked_ar_explanation reason;
    sked_time first = request.ready, beyond = 0, before;
    uint32_t left = 4 * self->info.records + 8;
    (void)sked_ar_rectangle_at(&self->calendar, &request, start, &rectangle, &set, self->scratch,
                               self->scratch_bytes);
    (void)sked_ar_explain(&self->calendar, &request, &reason, self->scratch, self->scratch_bytes);
    for (before = first; sked_ar_next_starts(&self->calendar, &request, &first, &beyond,
                                             self->scratch, self->scratch_bytes) == SKED_OK;
         first = before = beyond) {
        self->endless |= first < before || beyond <= first || left == 0;
        if (self->endless) {
            return;
        }
        left--;
    }
}

static void call_readers(world *self) {
    sked_set set = sked_set_of(set_words[0], self->info.processors), exported[EXPORTED];
    const sked_set hit = some_set(self, 1);
    const sked_time start = some_time(self), end = some_time(self);
    const uint32_t with_sets = below(self, 2), most = below(self, EXPORTED + 1);
    sked_ar_booking one;
    sked_span spans[EXPORTED];
    sked_ar_usage use;
    uint32_t count, cursor = below(self, 40) == 0 ? UINT32_MAX - below(self, 2) : 0;
    uint32_t left = self->info.bookings_max;
    (void)sked_ar_free_set(&self->calendar, start, end, &set, &count);
    (void)sked_ar_get_usage(&self->calendar, start, end, &use);
    (void)sked_ar_spans(&self->calendar, start, end, spans, with_sets ? exported : NULL, most,
                        &count);
    (void)sked_ar_get_booking(&self->calendar, some_id(self), &one, &set);
    while ((with_sets ? sked_ar_next_booking(&self->calendar, &cursor, &one, &set)
                      : sked_ar_next_hit(&self->calendar, &hit, &cursor, &one, NULL)) == SKED_OK) {
        self->endless |= left == 0;
        if (self->endless) {
            return;
        }
        left--;
    }
}

/* All records, from the base to the horizon. */
static void call_walk(world *self) {
    sked_time time = self->info.base;
    uint32_t left = self->info.records_max + 1;
    sked_span span;
    sked_set set;
    for (; sked_ar_record_at(&self->calendar, time, &span, &set) == SKED_OK; time = span.end) {
        self->endless |= left == 0 || span.end <= time;
        if (self->endless) {
            return;
        }
        left--;
    }
}

/* Exactly as many bytes of scratch as the calendar asks for. */
static void with_scratch(world *self, void (*call)(world *self)) {
    self->scratch_bytes = 0;            /* and as many it stays, if the calendar is empty      */
    (void)sked_ar_find_bytes(&self->calendar, &self->scratch_bytes);
    self->scratch = room_alloc(&self->memory, self->scratch_bytes);
    if (self->scratch == NULL) {
        abort();
    }
    call(self);
    room_free(&self->memory, self->scratch, self->scratch_bytes);
}

static void call_add_or_remove(world *self) {
    const sked_set set = some_set(self, 0);
    const sked_time start = some_time(self);
    const uint32_t mood = below(self, 3);
    const sked_time end = mood == 0 || start < 0 || start > SKED_TIME_MAX
                              ? some_time(self)
                              : start + 1 + (sked_time)below(self, 6);
    (void)(below(self, 2) == 0 ? sked_ar_add : sked_ar_remove)(&self->calendar, start, end, &set);
}

/* Takes some of what is busy at a time away: that it is there is for certain. */
static void call_take_busy(world *self) {
    sked_span span;
    sked_set busy, set = any_set(self, 0);
    const sked_time time = some_time(self);
    if (sked_ar_record_at(&self->calendar, time, &span, &busy) == SKED_OK &&
        set.size == busy.size) {
        sked_set_and(&set, &busy);
        (void)sked_ar_remove(&self->calendar, below(self, 2) == 0 ? time : span.start, span.end,
                             &set);
    }
}

static void call_book(world *self) {
    const uint64_t id = some_id(self);
    const sked_time start = some_time(self), length = (sked_time)below(self, 9);
    const sked_time end = start < 0 || start > SKED_TIME_MAX ? 5 : start + length;
    const sked_set set = some_set(self, 0), other = some_set(self, 1);
    switch (below(self, 6)) {
    case 0: (void)sked_ar_book(&self->calendar, id, 1, start, end, &set); break;
    case 1: (void)sked_ar_unbook(&self->calendar, id); break;
    case 2: (void)sked_ar_extend(&self->calendar, id, end); break;
    case 3: (void)sked_ar_shorten(&self->calendar, id, end); break;
    case 4: (void)sked_ar_narrow(&self->calendar, id, &set); break;
    default: (void)sked_ar_swap(&self->calendar, id, &set, &other);
    }
}

static void call_down_or_up(world *self) {
    const sked_set set = some_set(self, 0);
    (void)(below(self, 2) == 0 ? sked_ar_down : sked_ar_up)(&self->calendar, &set);
}

static void call_trim(world *self) {
    const sked_time now = self->info.base + (sked_time)below(self, 5);
    (void)sked_ar_trim(&self->calendar, below(self, 8) == 0 ? some_time(self) : now);
}

static void call_any(world *self) {
    (void)sked_ar_get_info(&self->calendar, &self->info);
    switch (below(self, 16)) {
    case 0: case 1: case 2: call_add_or_remove(self); break;
    case 3: case 4: call_take_busy(self); break;
    case 5: case 6: case 7: call_book(self); break;
    case 8: case 9: case 10: with_scratch(self, call_find); break;
    case 11: with_scratch(self, call_questions); break;
    case 12: call_readers(self); break;
    case 13: (below(self, 4) == 0 ? call_walk : call_down_or_up)(self); break;
    case 14: call_trim(self); break;
    default: (void)sked_ar_validate(&self->calendar); /* whatever it says by now: it must end  */
    }
}

/* ---- forgeries ------------------------------------------------------------------------------- */

/* From here on private fields are used: to aim, for blind writes seldom hit the words that
 * contradict nothing. A forgery is of two parts: first content that is nonsense, but with which all
 * parents are made to agree, and which validate often has to accept; then writes that are not
 * mended. */

static uint32_t some_index(world *self) {
    switch (below(self, 10)) {
    case 0: return UINT32_MAX - below(self, 3);
    case 1: return self->info.processors - 1 + below(self, 3);
    case 2: return self->info.records_max - 1 + below(self, 3);
    case 3: return self->info.nodes_max - 1 + below(self, 3);
    case 4: return self->info.bookings_max - 1 + below(self, 3);
    case 5: return UINT32_C(1) << below(self, 32);
    default: return below(self, 16);
    }
}

static uint64_t some_number(world *self) {
    switch (below(self, 6)) {
    case 0: return (uint64_t)SKED_TIME_MAX - 1 + below(self, 3);
    case 1: return (uint64_t)SKED_NEVER - below(self, 2);
    case 2: return UINT64_MAX - below(self, 3);
    case 3: return (uint64_t)self->info.base - 1 + below(self, 3);
    default: return below(self, 24);
    }
}

/* Writes into a part of the block: a bit, a byte, small numbers, other words of it, swaps. */
static void forge_part(world *self, unsigned char *part, uint32_t bytes) {
    const uint32_t at = below(self, bytes), from = below(self, bytes), bit = below(self, 8);
    const uint32_t at4 = at & ~3u, from4 = from & ~3u, at8 = at & ~7u, from8 = from & ~7u;
    const uint32_t index = some_index(self);
    const uint64_t number = some_number(self);
    uint32_t word;
    switch (below(self, 7)) {
    case 0: part[at] = (unsigned char)(part[at] ^ (1u << bit)); break;
    case 1: part[at] = (unsigned char)below(self, 256); break;
    case 2: memcpy(part + at4, &index, 4); break;
    case 3: memmove(part + at4, part + from4, 4); break;
    case 4: memcpy(part + at8, &number, 8); break;
    case 5: memmove(part + at8, part + from8, 8); break;
    default:
        memcpy(&word, part + at4, 4);
        memmove(part + at4, part + from4, 4);
        memcpy(part + from4, &word, 4);
    }
}

/* Bytes, a multiple of 8, from an array on. */
static void forge_array(world *self, void *array, size_t count, size_t size) {
    const size_t bytes = count * size / 8 * 8;
    if (bytes > 0) {
        forge_part(self, (unsigned char *)array, (uint32_t)bytes);
    }
}

/* Which busy sets are vacant, and in which chain their groups are. */
static void forge_groups(world *self) {
    sked_ar *ar = &self->calendar;
    const uint32_t groups = sked_ar_groups_for_(self->info.spans_max);
    const uint32_t group = below(self, groups);
    const uint32_t bit = below(self, SKED_AR_GROUP_);
    switch (below(self, 4)) {
    case 0: ar->vacant_[group] ^= UINT32_C(1) << bit; break;
    case 1: ar->vacant_[group] = some_index(self); break;
    case 2: ar->group_before_[group] = some_index(self); break;
    default: ar->group_after_[group] = some_index(self);
    }
}

/* Is the busy set with this number one of a record, as far as is said? */
static int is_used(const sked_ar *ar, uint32_t set) {
    return (ar->vacant_[set / SKED_AR_GROUP_] >> set % SKED_AR_GROUP_ & 1u) == 0;
}

static void forge_blindly(world *self) {
    sked_ar *ar = &self->calendar;
    const size_t names = self->info.bookings_max, records = self->info.records_max;
    const size_t words = ar->words_;
    unsigned char *block = (unsigned char *)ar->state_;
    switch (below(self, 12)) {
    case 0: forge_part(self, block, (uint32_t)ar->bytes_); break;
    case 1: case 2: case 3:
        forge_part(self, block + SKED_SEAL_BYTES, sizeof(sked_ar_state_) - SKED_SEAL_BYTES);
        break;
    case 4: case 5:
        forge_array(self, &ar->node_[below(self, self->info.nodes_max)], 1, sizeof(*ar->node_));
        break;
    case 6: forge_groups(self); break;
    case 7: forge_array(self, ar->busy_, records * words, sizeof(sked_word)); break;
    case 8: forge_array(self, ar->below_, self->info.nodes_max * words, sizeof(sked_word)); break;
    case 9: forge_array(self, ar->id_next_, names, 4); break;
    case 10: forge_array(self, below(self, 2) == 0 ? ar->heap_ : ar->place_, names, 4); break;
    default: forge_array(self, below(self, 2) == 0 ? ar->start_ : ar->end_, names, 8);
    }
}

/* Makes all parents say what their children have, level by level. */
static void mend(sked_ar *ar) {
    const uint32_t height = ar->node_[ar->state_->root].level + 1;
    const uint32_t nodes = sked_ar_nodes_for_(ar->state_->spans_max);
    uint32_t level, at, slot;
    for (level = 0; level < height; level++) {
        for (at = 0; at < nodes; at++) {
            sked_ar_node_ *node = &ar->node_[at];
            for (slot = 0; node->level == level && slot < node->used; slot++) {
                const uint32_t link = node->link[slot];
                if (level == 0) {
                    node->room[slot] = ar->state_->capacity -
                                       sked_ar_count_(ar, sked_ar_busy_(ar, link));
                } else {
                    node->room[slot] = sked_ar_most_(&ar->node_[link]);
                    node->time[slot] = ar->node_[link].time[0];
                }
            }
            if (node->level == level) {
                sked_ar_gather_(ar, at);
            }
        }
    }
}

/* The records in their order: where they are. Returns how many. */
enum { RECORDS_MAX = 2 * SPANS_MAX + 8 * SKED_AR_FANOUT };
static sked_ar_spot_ spots[RECORDS_MAX];

static uint32_t list_records(const sked_ar *ar) {
    sked_ar_spot_ spot = sked_ar_seek_(ar, ar->state_->base);
    uint32_t count = 0;
    do {
        spots[count++] = spot;
    } while (sked_ar_forward_(ar, &spot));
    return count;
}

/* Other processors are busy, maybe the same as in the record before, or some that do not exist. */
static void forge_busy(world *self) {
    sked_ar *ar = &self->calendar;
    const uint32_t count = list_records(ar);
    uint32_t left = 1 + below(self, 4);
    for (; left > 0; left--) {
        const uint32_t i = below(self, count), p = below(self, self->info.processors);
        sked_set busy = sked_ar_view_(ar, sked_ar_record_(ar, spots[i]));
        const uint32_t mood = below(self, 12);
        if (mood == 0 && i > 0) {
            sked_ar_copy_(ar, busy.words, sked_ar_record_(ar, spots[i - 1]));
        } else if (mood == 1 && busy.size % SKED_WORD_BITS != 0) {
            busy.size++;
            sked_set_add(&busy, busy.size - 1);
        } else if (sked_set_has(&busy, p)) {
            sked_set_remove(&busy, p);
        } else {
            sked_set_add(&busy, p);
        }
    }
}

/* Other times, that still rise; mostly. */
static void forge_times(world *self) {
    sked_ar *ar = &self->calendar;
    const uint32_t count = list_records(ar);
    const int huge = below(self, 4) == 0;
    sked_time time = ar->state_->base;
    uint32_t i;
    for (i = 0; i < count; i++) {
        ar->node_[spots[i].leaf].time[spots[i].slot] = time;
        time += huge ? (SKED_TIME_MAX - time) / 64 + 1 : 1 + (sked_time)below(self, 5);
    }
    ar->state_->horizon = time + (sked_time)below(self, 3) - (below(self, 20) == 0 ? 3 : 0);
    if (ar->state_->horizon > SKED_TIME_MAX && below(self, 8) > 0) {
        ar->state_->horizon = SKED_TIME_MAX;
    }
}

/* Names of spans that are not there, or are somebody else's; two of one id; ends out of order. */
static void forge_name(world *self) {
    sked_ar *ar = &self->calendar;
    const uint32_t live = ar->state_->bookings;
    uint32_t slot, p;
    sked_set booked;
    if (live == 0) {
        return;
    }
    slot = ar->heap_[below(self, live)];
    booked = sked_ar_view_(ar, sked_ar_booked_(ar, slot));
    p = below(self, booked.size);
    switch (below(self, 8)) {
    case 5: ar->id_next_[slot] = below(self, 2) == 0 ? slot : ar->heap_[0]; break;
    case 6: ar->bucket_[below(self, live)] = slot; break;   /* there are as many, or more */
    case 7:
        booked.size += booked.size % SKED_WORD_BITS != 0;
        sked_set_add(&booked, booked.size - 1);
        break;
    case 0: ar->start_[slot] = ar->end_[slot] - 1 - (sked_time)below(self, 9); break;
    case 1: ar->end_[slot] += (sked_time)below(self, 3) - 1; break;
    case 2: (sked_set_has(&booked, p) ? sked_set_remove : sked_set_add)(&booked, p); break;
    case 3: ar->id_[slot] = ar->id_[ar->heap_[below(self, live)]]; break;
    default: ar->end_[slot] = ar->state_->horizon - (sked_time)below(self, 2);
    }
}

/* Other capacities, and a sum that is right. */
static void forge_capacities(world *self) {
    sked_ar *ar = &self->calendar;
    const uint32_t planes = ar->state_->planes;
    uint32_t left = planes == 0 ? 0 : 1 + below(self, 3), plane;
    uint64_t capacity = 0;
    for (; left > 0; left--) {
        const uint32_t i = below(self, planes), p = below(self, self->info.processors);
        sked_set set = sked_ar_view_(ar, ar->plane_ + (size_t)i * ar->words_);
        (sked_set_has(&set, p) ? sked_set_remove : sked_set_add)(&set, p);
    }
    for (plane = 0; plane < planes; plane++) {
        const sked_set set = sked_ar_view_(ar, ar->plane_ + (size_t)plane * ar->words_);
        capacity += (uint64_t)sked_set_count(&set) << plane;
    }
    if (planes > 0) {
        ar->state_->capacity = (uint32_t)capacity;
    }
}

/* Processors that are down, or not, and the number of them. */
static void forge_down(world *self) {
    sked_ar *ar = &self->calendar;
    sked_set down = sked_ar_view_(ar, ar->down_);
    const uint32_t p = below(self, down.size);
    if (below(self, 8) == 0 && down.size % SKED_WORD_BITS != 0) {
        down.size++;
        sked_set_add(&down, down.size - 1);
    } else {
        (sked_set_has(&down, p) ? sked_set_remove : sked_set_add)(&down, p);
    }
    ar->state_->downs = sked_set_count(&down);
}

/* Two records exchange their busy sets, or share one. */
static void forge_links(world *self) {
    sked_ar *ar = &self->calendar;
    const uint32_t count = list_records(ar);
    const uint32_t i = below(self, count), k = below(self, count);
    uint32_t *one = &ar->node_[spots[i].leaf].link[spots[i].slot];
    uint32_t *other = &ar->node_[spots[k].leaf].link[spots[k].slot];
    const uint32_t was = *one;
    *one = *other;
    if (below(self, 4) > 0) {
        *other = was;
    }
}

/* Records share busy sets in ways that sums do not tell: 1 + 5 + 6 = 2 + 3 + 7, and so with their
 * squares; 1 + 4 = 2 + 3, but not with their squares. No record has the three on the left then. */
static void forge_shared(world *self) {
    static const uint32_t from[2][3] = {{1, 5, 6}, {1, 4, 1}}, to[2][3] = {{7, 2, 3}, {3, 2, 3}};
    sked_ar *ar = &self->calendar;
    const uint32_t count = list_records(ar), sets = self->info.records_max;
    const uint32_t kind = below(self, 2), turn = kind == 0 ? below(self, 3) : 0;
    const uint32_t first = sets > 8 ? below(self, sets - 7) : 0;
    uint32_t i, k;
    for (k = 0; k < 3; k++) {
        const uint32_t one = first + from[kind][k], other = first + to[kind][k];
        if (one >= sets || other >= sets || !is_used(ar, one) || !is_used(ar, other)) {
            return;
        }
    }
    for (i = 0; i < count; i++) {
        uint32_t *link = &ar->node_[spots[i].leaf].link[spots[i].slot];
        for (k = 0; k < 3 && *link != first + from[kind][k]; k++) {
        }
        *link = k < 3 ? first + to[kind][(k + turn) % 3] : *link;
    }
}

static void forge_mended(world *self) {
    uint32_t left = 1 + below(self, 3);
    for (; left > 0; left--) {
        switch (below(self, 9)) {
        case 0: case 1: case 2: forge_busy(self); break;
        case 3: forge_times(self); break;
        case 4: forge_name(self); break;
        case 5: forge_capacities(self); break;
        case 6: forge_down(self); break;
        case 7: forge_shared(self); break;
        default: forge_links(self);
        }
    }
    mend(&self->calendar);
}

/* Returns whether all of it was mended. */
static int forge(world *self) {
    const uint32_t mood = below(self, 3);
    uint32_t raw = mood == 0 ? 0 : 1 + below(self, 3);
    if (mood < 2) {
        forge_mended(self);
    }
    for (; raw > 0; raw--) {
        forge_blindly(self);
    }
    return mood == 0;
}

/* ---- the test -------------------------------------------------------------------------------- */

static void build(world *self) {
    uint32_t capacities[PROCESSORS_MAX], p, left;
    sked_ar_settings settings = SKED_ZERO;
    settings.processors = 1 + below(self, below(self, 6) == 0 ? PROCESSORS_MAX : 12);
    settings.spans_max = 1 + below(self, below(self, 3) == 0 ? SPANS_MAX : 16);
    settings.bookings_max = below(self, NAMES_MAX + 1);
    settings.base = below(self, 8) == 0 ? SKED_TIME_MAX - 2000 : (sked_time)below(self, 20);
    settings.horizon = settings.base + 1 + (sked_time)below(self, below(self, 4) == 0 ? 20 : 1500);
    settings.capacities = below(self, 3) == 0 ? capacities : NULL;
    for (p = 0; p < PROCESSORS_MAX; p++) {
        capacities[p] = 1 + below(self, below(self, 20) == 0 ? 2000000 : 9);
    }
    CHECK_SEED(self->seed,
               sked_ar_create(&self->calendar, &settings, room_mem(&self->memory)) == SKED_OK);
    for (left = settings.spans_max * 6; left > 0; left--) {
        (void)sked_ar_get_info(&self->calendar, &self->info);
        call_add_or_remove(self);
        if (left % 4 == 0) {
            call_any(self);
        }
    }
    for (left = 2 * IDS; left > 0; left--) {
        call_book(self);
    }
    (void)sked_ar_get_info(&self->calendar, &self->info);
    levels[self->info.height]++;
}

/* Everything, on what was accepted; now and then in a larger block, or in a copy. */
static void storm(world *self) {
    const sked_ar first = self->calendar;
    const uint32_t mood = below(self, 8), spans = below(self, 5), names = below(self, 3);
    uint32_t left;
    sked_status status = SKED_E_EMPTY;
    (void)sked_ar_get_info(&first, &self->info);
    if (mood < 2) {
        status = sked_ar_clone(&first, &self->calendar, room_mem(&self->memory));
        CHECK_SEED(self->seed, status == SKED_OK);
    }
    if (mood == 0) {
        CHECK_SEED(self->seed, sked_ar_grow(&self->calendar, self->info.spans_max + spans,
                                            self->info.bookings_max + names) == SKED_OK);
    }
    for (left = STEPS; left > 0 && !self->endless; left--) {
        call_any(self);
    }
    if (status == SKED_OK) {
        sked_ar_destroy(&self->calendar);
        self->calendar = first;
    }
}

/* The forger mends the seal: then all that stands before calls is what open looks at. A forgery of
 * the settings may pass there, if they need a block as large as this. */
static sked_status open_and_storm(world *self) {
    const sked_ar first = self->calendar;
    const size_t bytes = first.bytes_;
    void *block = room_alloc(&self->memory, bytes);
    unsigned char *kept;
    sked_status status;
    if (block == NULL) {
        abort();
    }
    memcpy(block, first.state_, bytes);
    sked_seal(block, bytes, SKED_AR_KIND_);
    kept = copy_of(block, bytes);
    status = sked_ar_open(&self->calendar, block, bytes);
    CHECK_SEED(self->seed, status == SKED_OK || status == SKED_E_CORRUPT);
    CHECK_SEED(self->seed, memcmp(block, kept, bytes) == 0);
    if (status == SKED_OK && self->calendar.state_->processors <= PROCESSORS_MAX) {
        opened++;
        storm(self);
        sked_ar_destroy(&self->calendar);
    }
    self->calendar = first;
    room_free(&self->memory, block, bytes);
    free(kept);
    return status;
}

/* Sound and open must agree on a block whose settings are those of the handle. */
static void forge_and_storm(world *self, const unsigned char *good) {
    unsigned char *block = (unsigned char *)self->calendar.state_;
    const size_t bytes = self->calendar.bytes_;
    sked_status status;
    int mended;
    memcpy(block, good, bytes);
    (void)sked_ar_get_info(&self->calendar, &self->info);
    mended = forge(self);
    status = open_and_storm(self);
    if (sked_ar_validate(&self->calendar) != SKED_OK) {
        CHECK_SEED(self->seed, memcmp(block, good, bytes) != 0);
        refused++;
    } else if (memcmp(block, good, bytes) != 0) {
        CHECK_SEED(self->seed, status == SKED_OK);
        accepted++;
        mended_accepted += (unsigned long)mended;
        storm(self);
    }
    room_watch(&self->memory, block, bytes);
    CHECK_SEED(self->seed, !self->memory.harmed && !self->endless && !self->crooked);
}

/* Every byte of what was sealed, with one bit changed: whatever it says, it is not believed. */
static void flip_all(world *self) {
    const size_t bytes = self->calendar.bytes_;
    unsigned char *block = (unsigned char *)room_alloc(&self->memory, bytes);
    const void *sealed = NULL;
    size_t told = 0, at;
    sked_ar other;
    if (block == NULL) {
        abort();
    }
    CHECK_SEED(self->seed, sked_ar_seal(&self->calendar, &sealed, &told) == SKED_OK);
    CHECK_SEED(self->seed, told == bytes && sealed == (const void *)self->calendar.state_);
    memcpy(block, sealed, bytes);
    CHECK_SEED(self->seed, sked_ar_open(&other, block, bytes) == SKED_OK);
    for (at = 0; at < bytes; at++) {
        const unsigned char right = block[at];
        sked_status status;
        block[at] = (unsigned char)(right ^ (1u << below(self, 8)));
        status = sked_ar_open(&other, block, bytes);
        CHECK_SEED(self->seed, status == SKED_E_CORRUPT ||
                                   ((status == SKED_E_INCOMPATIBLE ||
                                     status == SKED_E_LENGTH) && at < SKED_SEAL_BYTES));
        CHECK_SEED(self->seed, sked_ar_validate(&other) == SKED_E_EMPTY);
        block[at] = right;
        flips++;
    }
    CHECK_SEED(self->seed, memcmp(block, sealed, bytes) == 0);
    room_free(&self->memory, block, bytes);
}

/* ---- field by field -------------------------------------------------------------------------- */

static sked_ar guarded;

static int is_damaged32(uint32_t *field, uint32_t value) {
    const uint32_t right = *field;
    sked_status status;
    fields++;
    *field = value;
    status = sked_ar_validate(&guarded);
    *field = right;
    return value == right || status == SKED_E_CORRUPT;
}

static int is_damaged_by_time(sked_time *field, sked_time value) {
    const sked_time right = *field;
    sked_status status;
    fields++;
    *field = value;
    status = sked_ar_validate(&guarded);
    *field = right;
    return value == right || status == SKED_E_CORRUPT;
}

/* Small indices but the right one, its neighbours, none, and what is far outside. */
static int is_guarded32(uint32_t *field) {
    const uint32_t right = *field;
    uint32_t value;
    int is = is_damaged32(field, right + 1) && is_damaged32(field, right - 1) &&
             is_damaged32(field, UINT32_C(0x80000000)) && is_damaged32(field, UINT32_C(0x3FFFFFFE));
    for (value = 0; value <= 16; value++) {
        is &= is_damaged32(field, value);
    }
    for (value = SKED_NONE - 2; value != 0; value++) {
        is &= is_damaged32(field, value);
    }
    return is;
}

static int is_guarded_time(sked_time *field) {
    return is_damaged_by_time(field, *field + 1) && is_damaged_by_time(field, *field - 1) &&
           is_damaged_by_time(field, INT64_MIN) && is_damaged_by_time(field, INT64_MAX);
}

/* What a node that is in the tree says. The time of a record may move between its neighbours. */
static void check_node(uint32_t at) {
    sked_ar_node_ *node = &guarded.node_[at];
    uint32_t slot;
    CHECK_SEED(at + 1, is_guarded32(&node->used) && is_guarded32(&node->level));
    CHECK_SEED(at + 1, is_guarded32(&node->up) && is_guarded32(&node->before));
    CHECK_SEED(at + 1, is_guarded32(&node->after));
    for (slot = 0; slot < node->used; slot++) {
        CHECK_SEED(at + 1, is_guarded32(&node->room[slot]) && is_guarded32(&node->link[slot]));
        if (node->level > 0 || slot == 0) {
            CHECK_SEED(at + 1, is_guarded_time(&node->time[slot]));
        } else {
            CHECK_SEED(at + 1, is_damaged_by_time(&node->time[slot], node->time[slot - 1]));
            CHECK_SEED(at + 1, is_damaged_by_time(&node->time[slot], -1));
            CHECK_SEED(at + 1, is_damaged_by_time(&node->time[slot], guarded.state_->horizon));
        }
    }
}

static void check_state(void) {
    sked_ar_state_ *state = guarded.state_;
    CHECK(is_guarded32(&state->processors) && is_guarded32(&state->capacity));
    CHECK(is_guarded32(&state->planes) && is_guarded32(&state->spans_max));
    CHECK(is_guarded32(&state->bookings_max) && is_guarded32(&state->downs));
    CHECK(is_guarded32(&state->records) && is_guarded32(&state->nodes));
    CHECK(is_guarded32(&state->root) && is_guarded32(&state->node_vacant));
    CHECK(is_guarded32(&state->group_first) && is_guarded32(&state->group_last));
    CHECK(is_guarded32(&state->bookings) && is_guarded32(&state->id_vacant));
    CHECK(is_guarded_time(&state->base));
    CHECK(is_damaged_by_time(&state->horizon, 0) && is_damaged_by_time(&state->horizon, -1));
    CHECK(is_damaged_by_time(&state->horizon, SKED_TIME_MAX + 1));
    CHECK(is_damaged_by_time(&state->horizon, SKED_NEVER));
}

/* A booking that has ended by the base is none, whenever it began. */
static int ends_in_time(uint32_t slot) {
    const sked_time start = guarded.start_[slot];
    int is;
    guarded.start_[slot] = 0;
    is = is_damaged_by_time(&guarded.end_[slot], guarded.state_->base);
    guarded.start_[slot] = start;
    return is;
}

/* Nor is one of nobody. */
static int has_processors(uint32_t slot) {
    sked_word *booked = sked_ar_booked_(&guarded, slot);
    sked_word right[SKED_SET_WORDS(9u)];
    sked_status status;
    sked_ar_copy_(&guarded, right, booked);
    sked_ar_clear_(&guarded, booked);
    status = sked_ar_validate(&guarded);
    sked_ar_copy_(&guarded, booked, right);
    return status == SKED_E_CORRUPT;
}

static void check_names(void) {
    const sked_ar_state_ *state = guarded.state_;
    const uint32_t buckets = sked_buckets_for_(state->bookings_max);
    uint32_t i;
    for (i = 0; i < state->bookings_max; i++) {
        CHECK_SEED(i + 1, is_guarded32(&guarded.place_[i]) && is_guarded32(&guarded.id_next_[i]));
    }
    for (i = 0; i < buckets; i++) {
        CHECK_SEED(i + 1, is_guarded32(&guarded.bucket_[i]));
    }
    for (i = 0; i < state->bookings; i++) {
        const uint32_t slot = guarded.heap_[i];
        CHECK_SEED(i + 1, is_guarded32(&guarded.heap_[i]));
        CHECK_SEED(i + 1, is_damaged_by_time(&guarded.start_[slot], guarded.end_[slot]));
        CHECK_SEED(i + 1, is_damaged_by_time(&guarded.start_[slot], -1));
        CHECK_SEED(i + 1, ends_in_time(slot) && has_processors(slot));
        CHECK_SEED(i + 1, is_damaged_by_time(&guarded.end_[slot], state->horizon + 1));
    }
}

/* Bits of sets: of those that are busy, of what is below a node, of what is down. */
static void check_bits(void) {
    const uint32_t nodes = sked_ar_nodes_for_(guarded.state_->spans_max);
    const uint32_t words = guarded.words_;
    uint32_t at, w;
    for (at = 0; at < nodes; at++) {
        if (guarded.node_[at].level == SKED_AR_VACANT_ || at == guarded.state_->root) {
            continue;                           /* nobody asks what is below the root */
        }
        for (w = 0; w < words; w++) {
            sked_word *word = sked_ar_below_(&guarded, at) + w;
            const sked_word right = *word;
            *word = (sked_word)(right ^ 1u);
            CHECK_SEED(at + 1, sked_ar_validate(&guarded) == SKED_E_CORRUPT);
            *word = right;
        }
    }
    guarded.down_[0] = (sked_word)(guarded.down_[0] ^ 1u);
    CHECK(sked_ar_validate(&guarded) == SKED_E_CORRUPT);
    guarded.down_[0] = (sked_word)(guarded.down_[0] ^ 3u);
    CHECK(sked_ar_validate(&guarded) == SKED_E_CORRUPT);
    guarded.down_[0] = (sked_word)(guarded.down_[0] ^ 2u);
}

/* The chains of what is vacant. */
static void check_vacant(void) {
    const uint32_t nodes = sked_ar_nodes_for_(guarded.state_->spans_max);
    const uint32_t groups = sked_ar_groups_for_(guarded.state_->spans_max);
    uint32_t i;
    for (i = 0; i < groups; i++) {
        CHECK_SEED(i + 1, is_guarded32(&guarded.vacant_[i]));
        if (guarded.vacant_[i] != 0) {
            CHECK_SEED(i + 1, is_guarded32(&guarded.group_before_[i]));
            CHECK_SEED(i + 1, is_guarded32(&guarded.group_after_[i]));
        }
    }
    for (i = 0; i < nodes; i++) {
        if (guarded.node_[i].level == SKED_AR_VACANT_) {
            CHECK_SEED(i + 1, is_guarded32(&guarded.node_[i].after));
            CHECK_SEED(i + 1, is_guarded32(&guarded.node_[i].level));
        } else {
            check_node(i);
        }
    }
}

/* A handle that was laid out for another block. */
static void check_handle(void) {
    const sked_ar right = guarded;
    size_t bytes = 0;
    uint32_t i;
    for (i = 0; i < 13; i++) {
        switch (i) {
        case 0: guarded.bytes_++; break;
        case 1: guarded.words_++; break;
        case 2: guarded.plane_++; break;
        case 3: guarded.down_++; break;
        case 4: guarded.below_++; break;
        case 5: guarded.busy_++; break;
        case 6: guarded.booked_++; break;
        case 7: guarded.id_++; break;
        case 8: guarded.vacant_++; break;
        case 9: guarded.group_before_++; break;
        case 10: guarded.id_next_++; break;
        case 11: guarded.bucket_++; break;
        default: guarded.heap_++;
        }
        CHECK_SEED(i + 1, sked_ar_validate(&guarded) == SKED_E_CORRUPT);
        guarded = right;
    }
    guarded.words_ = SKED_NONE;     /* sets that have no size where size_t is small            */
    CHECK(sked_ar_find_bytes(&guarded, &bytes) == SKED_OK);
    CHECK(sizeof(size_t) > 4 || bytes == SIZE_MAX);
    guarded = right;
}

/* Six records have three busy sets, and three sets are nobody's: the sums of their numbers, and of
 * the squares, are as if each were used once: 13 + 21 + 23 = 15 + 17 + 25. */
static void check_shared(void) {
    static const uint32_t from[] = {13, 21, 23}, to[] = {25, 15, 17};
    const uint32_t count = list_records(&guarded);
    uint32_t *forged[3], i, k, found = 0;
    for (i = 0; i < count; i++) {
        uint32_t *link = &guarded.node_[spots[i].leaf].link[spots[i].slot];
        for (k = 0; k < 3 && *link != from[k]; k++) {
        }
        if (k < 3) {
            forged[k] = link;
            found |= 1u << k;
        }
    }
    CHECK(found == 7 && guarded.state_->records > 16);
    if (found == 7) {
        for (k = 0; k < 3; k++) {
            CHECK(is_used(&guarded, to[k]));
            *forged[k] = to[k];
        }
        mend(&guarded);
        CHECK(sked_ar_validate(&guarded) == SKED_E_CORRUPT);
        for (k = 0; k < 3; k++) {
            *forged[k] = from[k];
        }
        mend(&guarded);
    }
    CHECK(sked_ar_validate(&guarded) == SKED_OK);
}

/* A set belongs to one record, of one leaf. */
static void check_owners(void) {
    const uint32_t count = list_records(&guarded);
    uint32_t i;
    for (i = 1; i < count; i++) {
        uint32_t *link = guarded.node_[spots[i].leaf].link;
        CHECK(is_damaged32(&guarded.owner_[link[spots[i].slot]], spots[i].leaf + 1));
        if (spots[i].slot > 0) {
            CHECK(is_damaged32(&link[spots[i].slot], link[spots[i].slot - 1]));
        }
    }
}

/* Two bookings with one id, in one chain, are seen. */
static void check_twins(void) {
    static sked_align block[4096];
    sked_ar_settings settings;
    sked_word words[SKED_SET_WORDS(9u)];
    sked_set set = sked_set_of(words, 9);
    uint64_t id = 1;
    sked_ar pair;
    memset(&settings, 0, sizeof settings);
    settings.processors = 9;
    settings.spans_max = settings.bookings_max = 2;
    settings.horizon = 100;
    sked_set_add(&set, 3);
    CHECK(sked_ar_init(&pair, &settings, block, sizeof block) == SKED_OK);
    CHECK(sked_ar_book(&pair, 0, 0, 10, 20, &set) == SKED_OK);
    while (sked_ar_bucket_(&pair, id) != sked_ar_bucket_(&pair, 0)) {
        id++;
    }
    CHECK(sked_ar_book(&pair, id, 0, 30, 40, &set) == SKED_OK);
    CHECK(sked_ar_validate(&pair) == SKED_OK);
    pair.id_[pair.heap_[1]] = 0;
    CHECK(sked_ar_validate(&pair) == SKED_E_CORRUPT);
}

/* A calendar of several levels, with names, with some of everything vacant. */
static void test_fields(void) {
    sked_word words[SKED_SET_WORDS(9u)];
    sked_set set = sked_set_of(words, 9);
    sked_ar_settings settings = SKED_ZERO;
    room whole;
    uint32_t i;
    memset(&whole, 0, sizeof whole);
    settings.processors = 9;
    settings.spans_max = 5 * SKED_AR_FANOUT;
    settings.bookings_max = 7;
    settings.base = 5;
    settings.horizon = 9000;
    settings.capacities = NULL;
    CHECK(sked_ar_create(&guarded, &settings, room_mem(&whole)) == SKED_OK);
    for (i = 0; i < 4 * SKED_AR_FANOUT; i++) {
        sked_set_clear(&set);
        sked_set_add(&set, i * 5 % 9);
        sked_set_add(&set, i % 9 == 0 ? 3 : 8);
        CHECK(i < 5 ? sked_ar_book(&guarded, 1 + 3 * (uint64_t)i, 0, 10 + 5 * (sked_time)i,
                                   12 + 5 * (sked_time)i, &set) == SKED_OK
                    : sked_ar_add(&guarded, 10 + 5 * (sked_time)i, 12 + 5 * (sked_time)i, &set) ==
                          SKED_OK);
    }
    CHECK(sked_ar_unbook(&guarded, 4) == SKED_OK && sked_ar_down(&guarded, &set) == SKED_OK);
    CHECK(sked_ar_validate(&guarded) == SKED_OK && guarded.node_[guarded.state_->root].level > 0);
    check_shared();
    check_owners();
    check_twins();
    check_handle();
    check_state();
    check_names();
    check_bits();
    check_vacant();
    CHECK(sked_ar_validate(&guarded) == SKED_OK);
    sked_ar_destroy(&guarded);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void begin(world *self, uint64_t seed, size_t red_bytes) {
    memset(self, 0, sizeof *self);
    self->seed = self->random = seed;
    self->memory.red_bytes = red_bytes;
}

static void try_seed(uint64_t seed) {
    world self;
    unsigned char *good;
    uint32_t left;
    begin(&self, seed, seed % 2 == 0 ? RED_BYTES : 0);
    build(&self);
    CHECK_SEED(seed, sked_ar_validate(&self.calendar) == SKED_OK);
    if (seed <= FLIPPED) {
        flip_all(&self);
    }
    good = copy_of(self.calendar.state_, self.calendar.bytes_);
    for (left = FORGERIES; left > 0 && !self.endless; left--) {
        forge_and_storm(&self, good);
    }
    free(good);
    sked_ar_destroy(&self.calendar);
    CHECK_SEED(seed, !self.memory.harmed);
}

static void test_all(void) {
    try_seeds(1, SEEDS, try_seed);
    test_fields();
    /* A forger whose work is all refused, or all accepted, would test nothing. */
    CHECK(accepted > SEEDS * 4 && opened > SEEDS * 4 && mended_accepted > SEEDS);
    CHECK(refused > SEEDS * 8);
    CHECK(levels[1] > 0 && levels[2] > SEEDS / 16 && (SKED_AR_FANOUT > 8 || levels[3] > 0));
    CHECK(flips > 10000 && fields > 5000);
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
