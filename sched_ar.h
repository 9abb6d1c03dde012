/* sched_ar.h - sked 0.11.0: a calendar of advance reservations. When, and on which processors.
 *
 *     #define SKED_IMPLEMENTATION      in exactly one file of the program,
 *     #include "sched_ar.h"            and this line alone in all others
 *
 * SPDX-License-Identifier: MIT (full text in LICENSE)
 *
 * CONTENTS (search for the tag; the implementation repeats them in the same order)
 *   >>promises   what holds here               >>find     when a request can start, or why not
 *   >>example    a complete program            >>book     bookings
 *   >>create     size, init, create, destroy   >>read     what is busy, and when
 *   >>change     add, remove, trim, down, up   >>save     branch, grow, seal and open
 *
 * >>promises
 *   - The promises of sched.h (>>promises there) hold here, too: one block, no libc, no clock,
 *     integers only, a status for bad data. A call that is refused changes nothing.
 *   - Contracts: "iff" means if and only if, and the list of failures is complete.
 *   - Identities: the calendar knows which processors are busy when, not only how many.
 *   - The content depends on what is busy, not on the order of the calls. If you add a span and
 *     remove it again, the calendar has the same records as before.
 *   - Searches are const. They work in a scratch block of the caller's, so that several threads may
 *     search one calendar while nobody changes it.
 *   - Room: let spans_max = R, and let a span be an interval and a set. A change is never refused
 *     for lack of room if it leaves at most R disjoint spans. A removal is never refused for lack
 *     of room if there are at most R disjoint spans before it.
 *   - Only sked_pick calls a picker; only sked_ar_judge_ calls a score; only _create, _grow, _clone
 *     and _destroy call a sked_mem.
 *
 * >>example
 *   Four processors. Job a has two of them during [0, 6), maintenance has the others during [4, 8).
 *   Job b needs three processors for 3 ticks. Job c needs two for 2 ticks, and must end by 9. First
 *   fit would start c at 0. Du_B starts it where it just fits, and leaves the longer gap free.
 *
 *       processor 3 | aaaaaacc
 *                 2 | aaaaaaccbbb
 *                 1 |     mmmmbbb
 *                 0 |     mmmmbbb
 *                     0---4---8--11-> ticks
 *
 *   It prints
 *       b at 8: on 0-2
 *       c at 0: on 0-1
 *       c at 6: on 2-3
 *       all four by 9: no, at most 2; not before 11
 *
 *   -----------------------------------------------------------------------------------------------
 *   #define SKED_IMPLEMENTATION
 *   #include "sched_ar.h"
 *   #include <stdio.h>
 *   #include <stdlib.h>
 *
 *   static void must(sked_status status) {
 *       if (status != SKED_OK) {
 *           printf("%s\n", sked_status_text(status));
 *           exit(1);
 *       }
 *   }
 *
 *   static void print(char job, const sked_ar_answer *answer, const sked_set *set) {
 *       char text[16];
 *       sked_set_format(set, text, sizeof text);
 *       printf("%c at %d: on %s\n", job, (int)answer->start, text);
 *   }
 *
 *   int main(void) {
 *       static sked_align room[4096 / sizeof(sked_align)], scratch[512 / sizeof(sked_align)];
 *       const sked_ar_settings settings = sked_ar_settings_of(4, 8, SKED_TIME_MAX);
 *       const sked_ar_request b = sked_ar_request_of(3, 3);     // processors, duration
 *       sked_ar_request c = sked_ar_request_of(2, 2), all = sked_ar_request_of(4, 2);
 *       sked_ar_choice tight = SKED_ZERO;
 *       SKED_SET_LOCAL(set, 4u);
 *       sked_ar_answer answer;
 *       sked_ar_explanation why;
 *       sked_ar calendar;
 *
 *       must(sked_ar_init(&calendar, &settings, room, sizeof room));
 *       must(sked_set_parse(&set, "2-3", NULL));
 *       must(sked_ar_add(&calendar, 0, 6, &set));
 *       must(sked_set_parse(&set, "0-1", NULL));
 *       must(sked_ar_add(&calendar, 4, 8, &set));
 *       must(sked_ar_find(&calendar, &b, NULL, &answer, &set, scratch, sizeof scratch));
 *       print('b', &answer, &set);
 *       must(sked_ar_add(&calendar, answer.start, answer.end, &set));
 *
 *       c.deadline = 9;
 *       must(sked_ar_find(&calendar, &c, NULL, &answer, &set, scratch, sizeof scratch));
 *       print('c', &answer, &set);
 *       tight.policy = SKED_AR_DU_B;
 *       must(sked_ar_find(&calendar, &c, &tight, &answer, &set, scratch, sizeof scratch));
 *       print('c', &answer, &set);
 *       must(sked_ar_add(&calendar, answer.start, answer.end, &set));
 *
 *       all.deadline = 9;
 *       must(sked_ar_explain(&calendar, &all, &why, scratch, sizeof scratch));
 *       if (why.verdict == SKED_E_DEADLINE) {
 *           printf("all four by 9: no, at most %d; not before %d\n", (int)why.count,
 *                  (int)why.start);
 *       }
 *       sked_ar_destroy(&calendar);
 *       return 0;
 *   }
 *   -----------------------------------------------------------------------------------------------
 */
#ifndef SKED_AR_H_INCLUDED
#define SKED_AR_H_INCLUDED

#include "sched.h"

#if SKED_VERSION != 1100
#error "sched_ar.h 0.11.0 needs the sched.h of the same version beside it"
#endif

/* ---- >>create: size, init, create, destroy -------------------------------------------------- */

/* SKED_AR_FANOUT is the number of records in a leaf of the tree: 8, 16 or 32. No answer depends on
 * it. A small number suits calendars of a few dozen spans. */
#if !defined(SKED_AR_FANOUT)
#if SKED_WORD_BITS == 64
#define SKED_AR_FANOUT 32
#else
#define SKED_AR_FANOUT 16
#endif
#endif
#if SKED_AR_FANOUT != 8 && SKED_AR_FANOUT != 16 && SKED_AR_FANOUT != 32
#error "SKED_AR_FANOUT must be 8, 16 or 32"
#endif

/* A calendar covers [base, horizon). As the end of an interval, SKED_NEVER means the horizon. Each
 * processor counts 1. Processors are unequal if any capacity is other than 1. Counts are then in
 * units: a set counts the sum of its capacities, and a request needs a number of units. */
typedef struct sked_ar_settings {
    uint32_t processors;            /* 1 .. 2^31 - 1                                          */
    uint32_t spans_max;             /* 1 .. 2^30 - 2: one for each booking or span that is in it at
                                       a time, more if parts of them are removed: see room at
                                       >>promises                                             */
    uint32_t bookings_max;          /* 0 .. 2^31 - 1: see >>book                              */
    sked_time base;                 /* 0 .. SKED_TIME_MAX - 1: where the calendar begins;
                                       sked_ar_trim moves it                                  */
    sked_time horizon;              /* base + 1 .. SKED_TIME_MAX: where it ends; 0:
                                       SKED_TIME_MAX                                          */
    const uint32_t *capacities;     /* the units of each processor: at least 1 each, in all
                                       less than 2^32; NULL: 1 each. Read only by bytes, init
                                       and create                                             */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_ar_settings;

/* Returns   settings that begin at time 0, with equal processors and without bookings. */
SKED_API sked_ar_settings sked_ar_settings_of(uint32_t processors, uint32_t spans_max,
                                              sked_time horizon);

/* A calendar: a handle on a block. All fields are private. A handle of zeros ({0}) is empty. Every
 * function that takes a calendar refuses an empty one (SKED_E_EMPTY), except init, create, open and
 * destroy. */
typedef struct sked_ar {
    sked_mem mem_;                  /* gave the block; zeros: the block is the caller's       */
    size_t bytes_;                  /* of the block                                           */
    /* Arrays of the block, which layout places; NULL in an empty handle: */
    struct sked_ar_state_ *state_;
    struct sked_ar_node_ *node_;
    sked_word *below_;              /* by node: what is busy in some record below it          */
    sked_word *busy_;               /* by busy set: what is busy in the record that has it    */
    sked_word *down_;               /* one set                                                */
    sked_word *plane_;              /* by bit: the processors whose capacity has it           */
    sked_word *booked_;             /* by slot: the set of the booking                        */
    sked_word *edit_;               /* two sets: what the last update gave, and took          */
    uint32_t *owner_;               /* by busy set: the leaf that has its record              */
    uint32_t *vacant_;              /* by group: a mask of its busy sets without a record     */
    uint32_t *group_before_, *group_after_; /* by group: its neighbours in the list           */
    uint32_t *id_next_;             /* by slot: the next in its chain                         */
    uint32_t *bucket_;              /* by hash of an id: the first slot of its chain          */
    uint32_t *heap_, *place_;       /* by place: the slot; by slot: the place                 */
    uint64_t *id_, *tag_;           /* by slot, while it is live: the booking                 */
    sked_time *start_, *end_;
    uint32_t words_;                /* of each set                                            */
} sked_ar;

/* Returns in *bytes how large the block of a calendar must be.
 * Fails     SKED_E_NO_PROCESSORS iff there is no processor; SKED_E_RANGE iff processors, spans_max
 *           or bookings_max is outside its range above, or a capacity is 0; SKED_E_TIME iff base or
 *           horizon is outside its range; SKED_E_OVERFLOW iff the sum of the capacities reaches
 *           2^32, or the size exceeds size_t.
 * Cost      O(processors) with capacities, else O(1). */
SKED_API SKED_NODISCARD sked_status sked_ar_bytes(const sked_ar_settings *settings, size_t *bytes);

/* Initialises a calendar in which everything is free. init uses a block of yours, create a block
 * that mem gives. On error the handle is empty.
 * Fails     as sked_ar_bytes; SKED_E_BLOCK iff the block is NULL, too small or not aligned;
 *           SKED_E_MEMORY iff mem refuses.
 * Cost      O(bytes).
 * Keeps     the block or mem, until sked_ar_destroy. */
SKED_API SKED_NODISCARD sked_status sked_ar_init(sked_ar *ar, const sked_ar_settings *settings,
                                                 void *block, size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_ar_create(sked_ar *ar, const sked_ar_settings *settings,
                                                   sked_mem mem);

/* Destroys a calendar: frees the block if mem gave it, and leaves the handle empty. May be called
 * on an empty handle, and twice. */
SKED_API void sked_ar_destroy(sked_ar *ar);

/* ---- >>change: add, remove, trim, down, up -------------------------------------------------- */

/* Failures are checked in the order in which they are listed. Costs use these names. A record is a
 * stretch of time in which the same processors are busy. There are K records, at most twice the
 * spans plus one, and k of them lie within the interval. W is processors / SKED_WORD_BITS, times
 * the number of bits of the largest capacity. The height h of the tree is O(log K) in base 3/8
 * SKED_AR_FANOUT, and H is SKED_AR_FANOUT times h. To find one of B bookings by its id costs O(1)
 * expected, and O(B) among ids that were chosen to collide.
 *
 * The functions of an interval share these failures: SKED_E_EMPTY; SKED_E_TIME iff start is outside
 * 0 .. SKED_TIME_MAX, or end is outside it and is not SKED_NEVER; SKED_E_HORIZON iff the end is
 * beyond the horizon; SKED_E_RANGE iff end <= start, or a set has another size, has bits above its
 * size, or is empty; SKED_E_PAST iff start is before base. A set may be one of the calendar's own,
 * as returned by sked_ar_record_at. */

/* Adds a span: makes processors busy during an interval. Processors that are down are not refused,
 * since the calendar keeps the set of down processors separately.
 * Fails     as above; SKED_E_TAKEN iff one of the processors is busy at some time of the interval;
 *           SKED_E_FULL iff the calendar would need more records than spans_max gives room for.
 * Cost      O((k + H) W). */
SKED_API SKED_NODISCARD sked_status sked_ar_add(sked_ar *ar, sked_time start, sked_time end,
                                                const sked_set *set);

/* Removes a span: makes processors free again during an interval. A span may be all or any part of
 * what was added. If start is before base and the end is after it, base replaces start.
 * Fails     as above, except that SKED_E_PAST is returned iff the end is not after base;
 *           SKED_E_NOT_TAKEN iff one of the processors is free at some time of the interval;
 *           SKED_E_FULL as sked_ar_add, since removing the middle of a span may leave more spans.
 * Cost      O((k + H) W). */
SKED_API SKED_NODISCARD sked_status sked_ar_remove(sked_ar *ar, sked_time start, sked_time end,
                                                   const sked_set *set);

/* Trims a calendar: forgets everything before `now`, which becomes the base. Also forgets the
 * bookings (see >>book) that ended by then.
 * Fails     SKED_E_EMPTY; SKED_E_TIME iff now is outside 0 .. SKED_TIME_MAX; SKED_E_BACKWARDS iff
 *           now is before base; SKED_E_HORIZON iff now is not before the horizon.
 * Cost      O(H W) for each leaf that is forgotten, and for the first that is not; O(log
 *           bookings_max) for each booking that is forgotten, once it is found. */
SKED_API SKED_NODISCARD sked_status sked_ar_trim(sked_ar *ar, sked_time now);

/* Marks processors as down, or as up again. Searches never offer a processor that is down. The
 * spans stay as they are, so that nothing is lost when the processors are up again. Processors that
 * are already down or up stay so. To list the bookings that are hit, use sked_ar_next_hit.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff the set has another size or bits above its size.
 * Cost      O(W). */
SKED_API SKED_NODISCARD sked_status sked_ar_down(sked_ar *ar, const sked_set *processors);
SKED_API SKED_NODISCARD sked_status sked_ar_up(sked_ar *ar, const sked_set *processors);

/* ---- >>find: when a request can start, or why not ------------------------------------------- */

/* A request for `count` processors (or units) during [start, start + duration). The start lies in
 * ready .. D - duration, where D is the deadline, or the horizon if that is earlier. */
typedef struct sked_ar_request {
    uint64_t id, tag;               /* for the picker, in its request; otherwise ignored      */
    sked_time ready;                /* the earliest start, not before base                    */
    sked_time duration;             /* 1 .. SKED_TIME_MAX                                     */
    sked_time deadline;             /* the latest end; 0 or SKED_NEVER: none                  */
    uint32_t count;                 /* at least 1                                             */
    const sked_set *allowed;        /* only these processors; NULL: all                       */
    const sked_set *required;       /* always these, all of them allowed; NULL: none          */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_ar_request;

/* Returns   a request that is ready at time 0, has no deadline, and allows all processors. */
SKED_API sked_ar_request sked_ar_request_of(uint32_t count, sked_time duration);

/* The free set of a start t contains the allowed processors that are up and are busy at no time of
 * [t, t + duration). The start t is feasible iff its free set counts at least request.count and
 * contains the required processors. The rectangle of t is the longest interval [from, until) around
 * [t, t + duration) in which the whole free set is free. It lies within [base, horizon), and may
 * begin before ready.
 *
 * A policy compares feasible starts by a number. Ties go to the earliest start. */
typedef enum sked_ar_policy {
    SKED_AR_FF,             /* first fit: the earliest start                                   */
    SKED_AR_PE_B,           /* best fit by processors: the smallest count of the free set      */
    SKED_AR_PE_W,           /* worst fit by processors: the largest count                      */
    SKED_AR_DU_B,           /* best fit by duration: the shortest rectangle                    */
    SKED_AR_DU_W,           /* worst fit by duration: the longest rectangle                    */
    SKED_AR_PEDU_B,         /* best fit by both: the smallest product of count and duration    */
    SKED_AR_PEDU_W,         /* worst fit by both: the largest product                          */
    SKED_AR_LATEST,         /* the latest start                                                */
    SKED_AR_SCORE,          /* the highest score of a function of yours                        */
    SKED_AR_POLICY_COUNT_,
    SKED_AR_POLICY_CLOSED_ = INT_MAX
} sked_ar_policy;

/* Which starts a policy considers. Unless a picker refuses, FF, PE_W and LATEST find with either
 * value what a search of every tick would find. The free set gains processors only when one becomes
 * free. It loses processors only just after T - duration, for a time T at which a record begins. */
typedef enum sked_ar_starts {
    SKED_AR_PAPER,          /* ready, D - duration, and all T and T - duration between them,
                               for all times T > base at which a record begins                 */
    SKED_AR_FREED,          /* ready, and all T from ready to D - duration at which an allowed
                               processor that is up becomes free: about half the work          */
    SKED_AR_STARTS_CLOSED_ = INT_MAX
} sked_ar_starts;

/* Where a rectangle ends that reaches beyond D. The paper does not say. */
typedef enum sked_ar_ends {
    SKED_AR_ENDS_AT_DEADLINE,       /* at D                                                    */
    SKED_AR_OPEN_ENDS_AT_DEADLINE,  /* at D if it would end at the horizon, else where it ends */
    SKED_AR_ENDS_AT_HORIZON,        /* where it ends, at the horizon at the latest             */
    SKED_AR_ENDS_CLOSED_ = INT_MAX
} sked_ar_ends;

/* Which processors of the free set are picked. The required processors always are. Among unequal
 * processors, a pick first gathers enough units. Then it leaves out processors that are neither
 * needed nor required, from the lowest on. SKED_AR_RUN leaves none out. */
typedef enum sked_ar_pick {
    SKED_AR_LOWEST,         /* the lowest numbers                                              */
    SKED_AR_RUN,            /* neighbours: free processors a, a + 1, .. b with the smallest b,
                               and then the largest a. Equal ones: exactly count; unequal
                               ones: as few as suffice. Without such a run the start is
                               refused                                                         */
    SKED_AR_LONGEST_LEFT,   /* those that are busy again first, so that the rest stays free
                               longest; ties go to the lowest                                  */
    SKED_AR_PICKER,         /* sked_ar_choice.picker chooses, among the free processors that
                               are not required. For equal processors only                     */
    SKED_AR_PICK_COUNT_,
    SKED_AR_PICK_CLOSED_ = INT_MAX
} sked_ar_pick;

/* SKED_AR_POLICIES and SKED_AR_PICKS select policies and picks, each as a sum of 1u << name. All
 * others are refused (SKED_E_SETTING). The code of a pick is left out with it; the code that looks
 * at rectangles, if there is no policy except FF, PE_B, PE_W and LATEST; and the code that judges
 * all starts, if there is none except FF and LATEST, and no pick except LOWEST and LONGEST_LEFT. FF
 * and LATEST then look at records again without a limit: at worst, at each of k records k times.
 * sked_ar_explain needs PE_W. Default: all. */
#if !defined(SKED_AR_POLICIES)
#define SKED_AR_POLICIES ((1u << SKED_AR_POLICY_COUNT_) - 1u)
#define SKED_AR_ALL_POLICIES_
#endif
#if !defined(SKED_AR_PICKS)
#define SKED_AR_PICKS ((1u << SKED_AR_PICK_COUNT_) - 1u)
#define SKED_AR_ALL_PICKS_
#endif

/* A feasible start, as a score sees it. */
typedef struct sked_ar_offer {
    sked_time start, end;           /* end = start + duration                                 */
    sked_time from, until;          /* its rectangle, with the end that the choice selects    */
    uint32_t free;                  /* the count of the free set                              */
    const sked_set *set;            /* the free set                                           */
} sked_ar_offer;

/* Judges a start. The highest score wins; SKED_AR_VETO refuses the start. A score must not call
 * back into the calendar. */
#define SKED_AR_VETO INT64_MIN
typedef struct sked_ar_score {
    int64_t (*score)(void *ctx, const sked_ar_request *request, const sked_ar_offer *offer);
    void *ctx;
} sked_ar_score;

/* How to choose. All zeros, or NULL in place of the struct, mean first fit and the lowest numbers.
 * A start counts as not feasible if the pick refuses to choose from its free set. */
typedef struct sked_ar_choice {
    sked_ar_policy policy;
    sked_ar_starts starts;          /* LATEST always uses SKED_AR_PAPER                       */
    sked_ar_ends ends;
    sked_ar_pick pick;
    sked_picker picker;             /* for SKED_AR_PICKER; called with the interval of the
                                       start                                                  */
    sked_ar_score score;            /* for SKED_AR_SCORE                                      */
} sked_ar_choice;

typedef struct sked_ar_answer {
    sked_time start, end;
    uint32_t free;                  /* the count of the free set of the start                 */
    uint32_t alternative;           /* its index, from sked_ar_find_any; else 0               */
} sked_ar_answer;

/* Returns in *bytes how large the scratch block of a search must be: about (9 + log2 of spans_max)
 * sets. The size depends only on the settings of the calendar, not on the request.
 * Fails     SKED_E_EMPTY. */
SKED_API SKED_NODISCARD sked_status sked_ar_find_bytes(const sked_ar *ar, size_t *bytes);

/* The searches share these failures: SKED_E_EMPTY; SKED_E_BLOCK iff the scratch block is NULL, too
 * small or not aligned; SKED_E_SETTING iff the choice has an unknown value, has a value that
 * SKED_AR_POLICIES or SKED_AR_PICKS leaves out, has no score for SKED_AR_SCORE, or has
 * SKED_AR_PICKER for unequal processors; SKED_E_NO_WIDTH iff the count is 0; SKED_E_TIME iff ready
 * is outside 0 .. SKED_TIME_MAX, the deadline is outside it and is not SKED_NEVER, or the duration
 * is outside its range; SKED_E_RANGE iff a set has another size or bits above its size, or the
 * required processors are not all allowed, or they count more than request.count; SKED_E_PAST iff
 * ready is before base; SKED_E_HORIZON iff ready + duration is beyond the horizon; SKED_E_WINDOW
 * iff ready + duration is beyond the deadline.
 *
 * Each search needs a scratch block of at least sked_ar_find_bytes. A search keeps nothing. */

/* Finds a start, and the processors to take (*processors, of the calendar's size, unless it is
 * NULL). The calendar does not change: add or book the result to make it busy.
 * Fails     as above; SKED_E_RANGE also iff *processors has another size; SKED_E_NEVER_FITS iff too
 *           few processors are allowed and up, or a required processor is down; SKED_E_DEADLINE iff
 *           no start is feasible; SKED_E_REFUSED iff some starts are feasible, but the pick or the
 *           score refuses all of them; SKED_E_PICKER iff the picker broke its contract.
 * Cost      FF and LATEST: O(H W) and O(W) for each of r visited records, and O(H) for each
 *           stretch between them that is skipped, since too few processors are free in it. After
 *           4096 records visited again, and with a pick that may refuse, the cost is that of the
 *           other policies. Those cost O(k W log k) for the records of [ready, D), O(W log k) for
 *           each start, and O(H W) if it needs a rectangle. Picks: O(W); RUN O(processors) for each
 *           start that would be better; LONGEST_LEFT O(H W) for each record in which one of the
 *           free processors is busy again first; and your picker or score.
 * Source    Li et al. (2013), sections 4.2 and 5. */
SKED_API SKED_NODISCARD sked_status sked_ar_find(const sked_ar *ar, const sked_ar_request *request,
                                                 const sked_ar_choice *choice,
                                                 sked_ar_answer *answer, sked_set *processors,
                                                 void *scratch, size_t bytes);

/* How sked_ar_find_any compares alternatives. They may be the widths of a moldable job, each with
 * its duration, or what a malleable job is translated to. Each alternative has its own ready time,
 * deadline and sets. */
typedef enum sked_ar_criterion {
    SKED_AR_EARLIEST_END,   /* the earliest end, then the least count x duration               */
    SKED_AR_LEAST_AREA,     /* the least count x duration, then the earliest end               */
    SKED_AR_BY_POLICY,      /* what the policy prefers, over all alternatives                  */
    SKED_AR_CRITERION_CLOSED_ = INT_MAX
} sked_ar_criterion;

/* Finds the best of several alternatives. All are searched with the same choice, and the criterion
 * compares their answers. Ties go to the first. answer->alternative is the index of the best.
 * Fails     as sked_ar_find for the first alternative whose data is bad (all are checked before any
 *           is searched); SKED_E_SETTING also iff the criterion has no such value; SKED_E_RANGE
 *           also iff there is no alternative. If no alternative has an answer: SKED_E_PICKER iff
 *           one of them fails so, else SKED_E_REFUSED iff one does, else SKED_E_DEADLINE iff one
 *           does, else SKED_E_NEVER_FITS.
 * Cost      that of each search. */
SKED_API SKED_NODISCARD sked_status sked_ar_find_any(const sked_ar *ar,
                                                     const sked_ar_request *alternatives,
                                                     uint32_t count, sked_ar_criterion criterion,
                                                     const sked_ar_choice *choice,
                                                     sked_ar_answer *answer, sked_set *processors,
                                                     void *scratch, size_t bytes);

typedef struct sked_ar_rectangle {
    sked_time from, until;
    uint32_t free;
} sked_ar_rectangle;

/* Returns the rectangle of a start, feasible or not: its interval [from, until), the count of the
 * free set, and the free set itself (*free_set, unless it is NULL). `until` is the horizon if
 * nothing ends the rectangle. If the free set is empty, the rectangle is the whole calendar. The
 * request's count, required, ready and deadline are ignored.
 * Fails     SKED_E_EMPTY; SKED_E_BLOCK; SKED_E_TIME, SKED_E_RANGE, SKED_E_PAST, SKED_E_HORIZON as
 *           above, for the start, the duration, the allowed set and *free_set.
 * Cost      O(H W). */
SKED_API SKED_NODISCARD sked_status sked_ar_rectangle_at(const sked_ar *ar,
                                                         const sked_ar_request *request,
                                                         sked_time start,
                                                         sked_ar_rectangle *rectangle,
                                                         sked_set *free_set, void *scratch,
                                                         size_t bytes);

/* Walks all feasible starts, as intervals. Each call finds the first interval [*first, *beyond) of
 * feasible starts from *first on, as long as it can be. No picker is called. Begin with *first =
 * request.ready, and continue with *first = *beyond:
 *     for (first = request.ready; sked_ar_next_starts(..., &first, &beyond, ...) == SKED_OK;
 *          first = beyond) { ... }
 * Returns   SKED_OK; SKED_DONE if there is no further start, for whatever reason. *first and
 *           *beyond are then unchanged.
 * Fails     as the searches; SKED_E_RANGE also iff *first is before ready.
 * Cost      O(k W log k) for the records from *first to one duration after the first record that
 *           begins at *beyond or later. */
SKED_API SKED_NODISCARD sked_status sked_ar_next_starts(const sked_ar *ar,
                                                        const sked_ar_request *request,
                                                        sked_time *first, sked_time *beyond,
                                                        void *scratch, size_t bytes);

/* Why a request has no start. */
typedef struct sked_ar_explanation {
    sked_status verdict;            /* SKED_OK: there is a start; SKED_E_NEVER_FITS; or
                                       SKED_E_DEADLINE                                        */
    sked_time start;                /* the earliest start without the deadline; SKED_NEVER:
                                       none before the horizon                                */
    uint32_t count;                 /* the largest count that has a start by the deadline,
                                       with the required processors; 0: none. For
                                       SKED_E_NEVER_FITS: the count of the processors that
                                       are allowed and up                                     */
} sked_ar_explanation;

/* Explains why a request has no start, and what would help. No picker is called.
 * Returns   SKED_OK, whatever the verdict.
 * Fails     as the searches; SKED_E_SETTING also iff SKED_AR_POLICIES leaves PE_W out.
 * Cost      that of FF without a deadline, and that of PE_W. */
SKED_API SKED_NODISCARD sked_status sked_ar_explain(const sked_ar *ar,
                                                    const sked_ar_request *request,
                                                    sked_ar_explanation *explanation, void *scratch,
                                                    size_t bytes);

/* ---- >>book: bookings ----------------------------------------------------------------------- */

/* With bookings_max > 0 the calendar also keeps bookings. A booking is a span with an id of yours,
 * which is unique among the live bookings. It lives until it is unbooked or trimmed. Change its
 * span only by the functions of this section. If sked_ar_remove has freed a part of the span,
 * unbook, shorten, narrow and swap refuse to free that part again (SKED_E_NOT_TAKEN) until it is
 * trimmed. If that part was added again since, they free it, even if it belongs to another span.
 *
 * These functions share these failures: SKED_E_EMPTY; SKED_E_UNKNOWN iff no live booking has the
 * id. The part of a booking before base is past, and never changes. */

typedef struct sked_ar_booking {
    uint64_t id, tag;
    sked_time start, end;
    uint32_t count;                 /* of its set: processors, or units                       */
} sked_ar_booking;

/* Books a span: adds it, and keeps it as a booking.
 * Fails     SKED_E_EMPTY; SKED_E_DUPLICATE iff a live booking has the id; SKED_E_FULL iff there are
 *           already bookings_max bookings; then as sked_ar_add.
 * Cost      that of sked_ar_add, of finding the id, and O(log bookings_max). */
SKED_API SKED_NODISCARD sked_status sked_ar_book(sked_ar *ar, uint64_t id, uint64_t tag,
                                                 sked_time start, sked_time end,
                                                 const sked_set *set);

/* Unbooks a booking: frees the rest of its span, from base on.
 * Fails     as above; SKED_E_NOT_TAKEN, SKED_E_FULL as sked_ar_remove. */
SKED_API SKED_NODISCARD sked_status sked_ar_unbook(sked_ar *ar, uint64_t id);

/* Extends a booking to a later end, or shortens it to an earlier end.
 * Fails     as above; SKED_E_TIME and SKED_E_HORIZON for the end, as the functions of an interval;
 *           SKED_E_RANGE iff the end is not later (shorten: not earlier, or not after the start);
 *           SKED_E_PAST (shorten) iff the end is not after base; SKED_E_TAKEN (extend) iff one of
 *           its processors is busy between the two ends; SKED_E_NOT_TAKEN (shorten) as
 *           sked_ar_remove; SKED_E_FULL as sked_ar_add. */
SKED_API SKED_NODISCARD sked_status sked_ar_extend(sked_ar *ar, uint64_t id, sked_time end);
SKED_API SKED_NODISCARD sked_status sked_ar_shorten(sked_ar *ar, uint64_t id, sked_time end);

/* Narrows a booking: frees some of its processors for the rest of its time.
 * Fails     as above; SKED_E_RANGE iff the set has another size, has bits above its size, or is
 *           empty; SKED_E_NOT_TAKEN iff one of the processors is not the booking's; SKED_E_LAST iff
 *           no processor would be left (unbook it instead); SKED_E_NOT_TAKEN, SKED_E_FULL as
 *           sked_ar_remove. */
SKED_API SKED_NODISCARD sked_status sked_ar_narrow(sked_ar *ar, uint64_t id,
                                                   const sked_set *processors);

/* Swaps some of a booking's processors for others, for the rest of its time.
 * Fails     as above; SKED_E_RANGE iff a set has another size, has bits above its size, or is
 *           empty; SKED_E_NOT_TAKEN iff one of `from` is not the booking's, or is free at some time
 *           of the rest; SKED_E_TAKEN iff one of `to` is busy at some time of the rest, even if it
 *           is the booking's own; SKED_E_FULL as sked_ar_add. */
SKED_API SKED_NODISCARD sked_status sked_ar_swap(sked_ar *ar, uint64_t id, const sked_set *from,
                                                 const sked_set *to);

/* Returns a booking by its id, and its processors (*processors, unless it is NULL).
 * Fails     as above; SKED_E_RANGE iff *processors has another size. */
SKED_API SKED_NODISCARD sked_status sked_ar_get_booking(const sked_ar *ar, uint64_t id,
                                                        sked_ar_booking *booking,
                                                        sked_set *processors);

/* Walks the live bookings, in no particular order. next_hit returns only those that have a
 * processor of the set `hit`: these are hit if the processors go down. Begin with *cursor = 0:
 *     for (cursor = 0; sked_ar_next_booking(&ar, &cursor, &booking, NULL) == SKED_OK;) { ... }
 * During the walk, any booking may be changed or unbooked. A new one may or may not be returned.
 * sked_ar_grow ends the walk: begin again.
 * Returns   SKED_OK and a booking; SKED_DONE if there is no further one.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff `hit` has another size or bits above its size, or
 *           *processors has another size.
 * Cost      of a whole walk: O(bookings_max), and O(W) for each live booking. */
SKED_API SKED_NODISCARD sked_status sked_ar_next_booking(const sked_ar *ar, uint32_t *cursor,
                                                         sked_ar_booking *booking,
                                                         sked_set *processors);
SKED_API SKED_NODISCARD sked_status sked_ar_next_hit(const sked_ar *ar, const sked_set *hit,
                                                     uint32_t *cursor, sked_ar_booking *booking,
                                                     sked_set *processors);

/* ---- >>read: what is busy, and when --------------------------------------------------------- */

/* Returns the processors that are up and free during a whole interval (*processors), and their
 * count.
 * Fails     as the functions of an interval, except that only the size of *processors is checked.
 * Cost      O(H W). */
SKED_API SKED_NODISCARD sked_status sked_ar_free_set(const sked_ar *ar, sked_time start,
                                                     sked_time end, sked_set *processors,
                                                     uint32_t *count);

/* How much of an interval is in use. Processors that are down count as free here. */
typedef struct sked_ar_usage {
    sked_u128 busy;                 /* the sum over time of what is busy                      */
    sked_u128 whole;                /* the same sum if all processors were busy               */
    uint32_t free_min, free_max;    /* the least and the most that is free at any time        */
} sked_ar_usage;

/* Returns the usage of an interval.
 * Fails     as the functions of an interval.
 * Cost      O(k + H). */
SKED_API SKED_NODISCARD sked_status sked_ar_get_usage(const sked_ar *ar, sked_time start,
                                                      sked_time end, sked_ar_usage *usage);

/* Returns the record at a time: its interval and the count of its busy processors in *span. Unless
 * set is NULL, *set becomes the set of the busy processors, and span->set points to it. Otherwise
 * span->set is NULL. The words of *set are the calendar's own, and valid until its next change. To
 * walk a calendar:
 *     for (t = start; sked_ar_record_at(&ar, t, &span, &set) == SKED_OK; t = span.end) { ... }
 * Fails     SKED_E_EMPTY; SKED_E_TIME iff the time is outside 0 .. SKED_TIME_MAX; SKED_E_PAST iff
 *           it is before base; SKED_E_HORIZON iff it is not before the horizon.
 * Cost      O(H). */
SKED_API SKED_NODISCARD sked_status sked_ar_record_at(const sked_ar *ar, sked_time time,
                                                      sked_span *span, sked_set *set);

/* Returns in *processors which processors are down.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff *processors has another size.
 * Cost      O(W). */
SKED_API SKED_NODISCARD sked_status sked_ar_down_set(const sked_ar *ar, sked_set *processors);

/* Exports what is busy during an interval as spans: to book in a queue (sked_queue_book), or as a
 * profile for moldable jobs. With sets, each record becomes one span. sets[0 .. max-1] become the
 * sets; their words are the calendar's own, and valid until its next change. With sets NULL, spans
 * have only counts, and neighbours with the same count become one span. Counts of unequal
 * processors are units, which a queue does not know: use sets. There are no spans where nothing is
 * busy, and none for processors that are down, since that has no known end. A span that lasts to
 * the horizon ends there, even at SKED_TIME_MAX: book it up to SKED_NEVER.
 * Returns   the number of spans in *count, even if it exceeds max (SKED_E_FULL). Then the first max
 *           spans are valid.
 * Needs     spans not NULL unless max is 0 (asserted).
 * Fails     as the functions of an interval; SKED_E_FULL iff there are more than max spans.
 * Cost      O(k + H). */
SKED_API SKED_NODISCARD sked_status sked_ar_spans(const sked_ar *ar, sked_time start, sked_time end,
                                                  sked_span *spans, sked_set *sets, uint32_t max,
                                                  uint32_t *count);

typedef struct sked_ar_info {
    sked_time base, horizon;
    size_t bytes;                   /* of the block                                           */
    size_t bytes_live;              /* the part of it in use by records, nodes and bookings   */
    uint32_t processors, capacity;  /* all of them; the same in units                         */
    uint32_t processors_down;
    uint32_t spans_max, records_max, records;
    uint32_t nodes_max, nodes, height;
    uint32_t bookings_max, bookings;
} sked_ar_info;

/* Returns the state of a calendar.
 * Fails     SKED_E_EMPTY.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_ar_get_info(const sked_ar *ar, sked_ar_info *info);

/* ---- >>save: branch, grow, seal and open ---------------------------------------------------- */

/* Copies a calendar, for example to try a plan. branch copies into a block of yours, as large as
 * the original's (sked_ar_info.bytes); clone copies into a block that mem gives. A branch cannot
 * grow; a clone can. On error the copy is empty.
 * Fails     SKED_E_EMPTY; SKED_E_BLOCK iff the block is NULL, too small or not aligned;
 *           SKED_E_MEMORY iff mem refuses.
 * Cost      O(bytes).
 * Keeps     the block or mem, until the copy is destroyed. */
SKED_API SKED_NODISCARD sked_status sked_ar_branch(const sked_ar *ar, sked_ar *branch, void *block,
                                                   size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_ar_clone(const sked_ar *ar, sked_ar *clone, sked_mem mem);

/* Grows a calendar: moves it with all its content into a larger block of the same mem.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff a limit would shrink, or is outside its range;
 *           SKED_E_OVERFLOW iff the size exceeds size_t; SKED_E_FIXED iff the calendar comes from
 *           init, open or branch; SKED_E_MEMORY iff mem refuses; SKED_E_BLOCK iff mem gives a block
 *           that is not aligned.
 * Cost      O(bytes). */
SKED_API SKED_NODISCARD sked_status sked_ar_grow(sked_ar *ar, uint32_t spans_max,
                                                 uint32_t bookings_max);

/* Seals a calendar for saving. *block and *bytes become what to write, before the calendar changes
 * again.
 * Fails     SKED_E_EMPTY.
 * Cost      O(bytes). */
SKED_API SKED_NODISCARD sked_status sked_ar_seal(sked_ar *ar, const void **block, size_t *bytes);

/* Opens a sealed calendar, on the same kind of machine, with exactly as many bytes. The calendar
 * continues in the block itself. On error the handle is empty, and the block is unchanged.
 * Fails     SKED_E_BLOCK iff the block is NULL, not aligned, or too small for a seal;
 *           SKED_E_INCOMPATIBLE, SKED_E_LENGTH, SKED_E_CORRUPT as sked_seal_check;
 *           SKED_E_INCOMPATIBLE also iff it has another SKED_AR_FANOUT; SKED_E_CORRUPT also iff the
 *           content is no calendar, or contradicts itself (sked_ar_validate).
 * Cost      that of sked_ar_validate.
 * Keeps     the block, until sked_ar_destroy. */
SKED_API SKED_NODISCARD sked_status sked_ar_open(sked_ar *ar, void *block, size_t bytes);

/* Validates the whole structure: for tests, fuzzers, and controllers that distrust their memory.
 * After SKED_OK, no call with this handle reads or writes outside the block or runs forever,
 * whatever wrote the block. Only the handle itself must be intact.
 * Fails     SKED_E_EMPTY; SKED_E_CORRUPT iff the content contradicts itself.
 * Cost      O(bytes), and that of finding each booking by its id. */
SKED_API SKED_NODISCARD sked_status sked_ar_validate(const sked_ar *ar);

#endif /* SKED_AR_H_INCLUDED */

/* ============================================================================================= */
/* A user of the library may stop reading here: what follows is how it works.                    */
/* ============================================================================================= */

#if (defined(SKED_IMPLEMENTATION) || defined(SKED_AR_IMPLEMENTATION)) && \
    !defined(SKED_AR_IMPLEMENTATION_DONE)
#define SKED_AR_IMPLEMENTATION_DONE

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#endif

/* ---- >>create ------------------------------------------------------------------------------- */

/* The idea. Time is cut into records: in each, the same processors are busy all through, and no two
 * neighbours are equal. So the records depend only on what is busy, and R spans make at most
 * 2 R + 1. They are the leaves of a B+-tree by time. A parent keeps two facts of each child: the
 * most units free in one record below, and all processors busy in some record below.
 * The invariant. Both facts are exact. Every node except the root is filled to at least 3/8; hence
 * there are at most 1 + records / (3/8 fan-out - 1) nodes. What is busy below the root is not kept.
 * Source. Records: the AvailRectList of Li et al. (2013). Trees: Bayer and McCreight (1972).
 *     >>create.sets       words in the block
 *     >>create.nodes      nodes and busy sets, taken and given back
 *     >>create.walks      from entry to entry
 *     >>create.fill       an empty calendar */

enum {
    SKED_AR_LEAST_ = SKED_AR_FANOUT * 3 / 8,        /* entries of a node that is not the root */
    SKED_AR_MERGED_ = SKED_AR_FANOUT * 3 / 4        /* two neighbours of no more become one   */
};

#define SKED_AR_KIND_ (UINT32_C(0x41520000) + SKED_AR_FANOUT)   /* of a seal */
#define SKED_AR_SPANS_MAX_ ((UINT32_C(1) << 30) - 2)
#define SKED_AR_GROUP_ 32u                          /* busy sets side by side: bits of a mask */
#define SKED_AR_VACANT_ UINT32_MAX                  /* in place of a node's level             */

/* A node. Its entries are [0, used), by rising time; what lies beyond them is left from before. The
 * nodes of a level form a list by time. A vacant node has the level SKED_AR_VACANT_. Of its other
 * fields only `after` is valid: the next one in the chain of vacant nodes. */
typedef struct sked_ar_node_ {
    sked_time time[SKED_AR_FANOUT];     /* when the record begins, or the first record below; in
                                           the parent as well (report, trim) */
    uint32_t room[SKED_AR_FANOUT];      /* units that are free in the record (edit), or in the
                                           record below in which most are free (report) */
    uint32_t link[SKED_AR_FANOUT];      /* the record's busy set, or the child; SKED_AR_LEAST_ to
                                           SKED_AR_FANOUT of them, in the root 1 or 2 at least */
    uint32_t used, level;               /* how many entries; leaves are at level 0 */
    uint32_t up, before, after;         /* the parent and the neighbours; SKED_NONE: none */
    uint32_t spare;                     /* 0: the size is a multiple of 8 bytes */
} sked_ar_node_;

/* What lies at the beginning of the block. */
typedef struct sked_ar_state_ {
    unsigned char seal[SKED_SEAL_BYTES];    /* valid from seal to the next change */
    /* Written by init and grow alone: */
    sked_time horizon;                      /* where the last record ends */
    uint32_t processors, planes;            /* planes 0: equal processors, otherwise bits of the
                                               largest capacity */
    uint32_t capacity;                      /* units of all processors */
    uint32_t spans_max, bookings_max;
    /* Written by what changes them: */
    sked_time base;                         /* trim: where the first record begins */
    uint32_t downs;                         /* down, up: processors in the set down_ */
    uint32_t records, nodes;                /* busy_take, busy_give; node_take, node_give */
    uint32_t root;                          /* raise, mend: a leaf if there is no other node */
    uint32_t node_vacant;                   /* first in the chain of vacant nodes, or SKED_NONE */
    uint32_t group_first, group_last;       /* of the list of groups with a vacant busy set */
    uint32_t bookings, id_vacant;           /* remember, forget: live ones; the first vacant slot */
} sked_ar_state_;

/* A record: the leaf and the slot of its entry. Valid until records are cut, joined or moved. */
typedef struct sked_ar_spot_ {
    uint32_t leaf, slot;
} sked_ar_spot_;

static uint32_t sked_ar_records_max_(const sked_ar *ar) {
    return 2 * ar->state_->spans_max + 3;
}

static uint32_t sked_ar_nodes_for_(uint32_t spans_max) {
    return 1 + (2 * spans_max + 3) / (SKED_AR_LEAST_ - 1);
}

static uint32_t sked_ar_groups_for_(uint32_t spans_max) {
    return (2 * spans_max + 3 + SKED_AR_GROUP_ - 1) / SKED_AR_GROUP_;
}

static sked_word *sked_ar_carve_sets_(sked_carver_ *c, uint64_t sets, uint32_t words) {
    return SKED_PTR_(sked_word, sked_carve_(c, sizeof(sked_word), sets * words));
}

/* Lays a block out; block NULL only sizes it. Returns the bytes; 0 iff they overflow. */
static size_t sked_ar_layout_(sked_ar *ar, const sked_ar_state_ *shape, void *block) {
    const uint32_t words = SKED_SET_WORDS(shape->processors);
    const uint32_t nodes = sked_ar_nodes_for_(shape->spans_max);
    const uint32_t records = 2 * shape->spans_max + 3, slots = shape->bookings_max;
    const uint32_t groups = sked_ar_groups_for_(shape->spans_max);
    const uint64_t buckets = sked_if_(slots > 0, sked_buckets_for_(slots));
    /* What all calls touch comes first; then the sets; what only bookings need comes last. */
    sked_carver_ c = sked_carver_of_(block);
    ar->words_ = words;
    ar->state_ = SKED_PTR_(sked_ar_state_, sked_carve_(&c, sizeof(sked_ar_state_), 1));
    ar->node_ = SKED_PTR_(sked_ar_node_, sked_carve_(&c, sizeof(sked_ar_node_), nodes));
    ar->plane_ = sked_ar_carve_sets_(&c, shape->planes, words);
    ar->down_ = sked_ar_carve_sets_(&c, 1, words);
    ar->edit_ = sked_ar_carve_sets_(&c, 2, words);
    ar->below_ = sked_ar_carve_sets_(&c, nodes, words);
    ar->busy_ = sked_ar_carve_sets_(&c, records, words);
    ar->booked_ = sked_ar_carve_sets_(&c, slots, words);
    ar->id_ = sked_carve_64_(&c, slots);
    ar->tag_ = sked_carve_64_(&c, slots);
    ar->start_ = SKED_PTR_(sked_time, sked_carve_(&c, sizeof(sked_time), slots));
    ar->end_ = SKED_PTR_(sked_time, sked_carve_(&c, sizeof(sked_time), slots));
    ar->owner_ = sked_carve_32_(&c, records);
    ar->vacant_ = sked_carve_32_(&c, groups);
    ar->group_before_ = sked_carve_32_(&c, groups);
    ar->group_after_ = sked_carve_32_(&c, groups);
    ar->id_next_ = sked_carve_32_(&c, slots);
    ar->bucket_ = sked_carve_32_(&c, buckets);
    ar->heap_ = sked_carve_32_(&c, slots);
    ar->place_ = sked_carve_32_(&c, slots);
    return c.fits ? c.used : 0;
}

/* Returns the sum of all capacities; 0 iff one is 0. *bits becomes the union of their bits. */
static uint64_t sked_ar_sum_(const sked_ar_settings *settings, uint32_t *bits) {
    uint64_t sum = 0;
    uint32_t i;
    *bits = 1;
    if (settings->capacities == NULL) {
        return settings->processors;
    }
    for (i = 0; i < settings->processors; i++) {
        if (settings->capacities[i] == 0) {
            return 0;
        }
        sum += settings->capacities[i];
        *bits |= settings->capacities[i];
    }
    return sum;
}

/* Checks settings, and describes a calendar of them. */
static sked_status sked_ar_shape_(const sked_ar_settings *settings, sked_ar_state_ *shape) {
    sked_refusal *refusal;
    uint64_t sum;
    uint32_t bits;
    SKED_ASSERT(settings != NULL);
    refusal = settings->refusal;
    if (settings->processors == 0) {
        return sked_refuse_(refusal, SKED_E_NO_PROCESSORS, "processors", 0, 1, SKED_COUNT_MAX_);
    }
    if (sked_is_out_(refusal, SKED_E_RANGE, "processors", settings->processors, 1,
                     SKED_COUNT_MAX_) ||
        sked_is_out_(refusal, SKED_E_RANGE, "spans_max", settings->spans_max, 1,
                     SKED_AR_SPANS_MAX_) ||
        sked_is_out_(refusal, SKED_E_RANGE, "bookings_max", settings->bookings_max, 0,
                     SKED_COUNT_MAX_)) {
        return SKED_E_RANGE;
    }
    sum = sked_ar_sum_(settings, &bits);
    if (sum == 0) {
        return sked_refuse_what_(refusal, SKED_E_RANGE, "capacities", "one of them is 0");
    }
    shape->base = settings->base;
    shape->horizon = settings->horizon == 0 ? SKED_TIME_MAX : settings->horizon;
    if (!sked_is_point_(shape->base)) {
        return sked_refuse_(refusal, SKED_E_TIME, "base", shape->base, 0, SKED_TIME_MAX - 1);
    }
    if (!sked_is_point_(shape->horizon) || shape->horizon <= shape->base) {
        (void)sked_refuse_(refusal, SKED_E_TIME, "horizon", shape->horizon, shape->base + 1,
                           SKED_TIME_MAX);
        return sked_refuse_with_(refusal, SKED_E_TIME, "base", shape->base);
    }
    shape->processors = settings->processors;
    shape->spans_max = settings->spans_max;
    shape->bookings_max = settings->bookings_max;
    shape->capacity = (uint32_t)sum;
    /* Bit b of the capacities is a set of processors, plane b. There is none if all are 1. */
    shape->planes = 0;
    for (bits = bits == 1 ? 0 : bits; bits != 0; bits >>= 1) {
        shape->planes++;
    }
    SKED_ASSERT(sum >= shape->processors && shape->planes <= 32);
    return sum > UINT32_MAX ? sked_refuse_what_(refusal, SKED_E_OVERFLOW, "capacities", NULL)
                            : SKED_OK;
}

SKED_API sked_ar_settings sked_ar_settings_of(uint32_t processors, uint32_t spans_max,
                                              sked_time horizon) {
    sked_ar_settings settings = SKED_ZERO;
    settings.processors = processors;
    settings.spans_max = spans_max;
    settings.horizon = horizon;
    return settings;
}

SKED_API sked_ar_request sked_ar_request_of(uint32_t count, sked_time duration) {
    sked_ar_request request = SKED_ZERO;
    request.count = count;
    request.duration = duration;
    return request;
}

static sked_ar sked_ar_empty_(void) {
    sked_ar ar = SKED_ZERO;
    return ar;
}

static sked_status sked_ar_size_(const sked_ar_settings *settings, sked_ar_state_ *shape,
                                 size_t *bytes) {
    sked_ar ar;
    const sked_status status = sked_ar_shape_(settings, shape);
    if (status != SKED_OK) {
        return status;
    }
    return sked_give_size_(settings->refusal, "spans_max", sked_ar_layout_(&ar, shape, NULL),
                           bytes);
}

SKED_API sked_status sked_ar_bytes(const sked_ar_settings *settings, size_t *bytes) {
    sked_ar_state_ shape = SKED_ZERO;
    SKED_ASSERT(bytes != NULL);
    return sked_ar_size_(settings, &shape, bytes);
}

/* ---- >>create.sets: words in the block, all of one length ---- */

/* Sets of the block and of the scratch block have ar->words_ words each. They are clean: no bit
 * above the processors is set. So whole words can be counted and compared. */

static sked_word *sked_ar_busy_(const sked_ar *ar, uint32_t set) {
    SKED_ASSERT(set < sked_ar_records_max_(ar));
    return ar->busy_ + (size_t)set * ar->words_;
}

static sked_word *sked_ar_below_(const sked_ar *ar, uint32_t node) {
    SKED_ASSERT(node < sked_ar_nodes_for_(ar->state_->spans_max));
    return ar->below_ + (size_t)node * ar->words_;
}

static sked_set sked_ar_view_(const sked_ar *ar, sked_word *words) {
    sked_set set;
    set.words = words;
    set.size = ar->state_->processors;
    return set;
}

/* Promises compilers that sets do not overlap, so that they need not check. */
#if defined(__GNUC__) || defined(_MSC_VER)
#define SKED_AR_APART_ __restrict
#else
#define SKED_AR_APART_
#endif

static void sked_ar_clear_(const sked_ar *ar, sked_word *set) {
    sked_words_clear_(set, ar->words_);
}

static void sked_ar_copy_(const sked_ar *ar, sked_word *set, const sked_word *from) {
    sked_words_copy_(set, from, ar->words_);
}

static void sked_ar_or_(const sked_ar *ar, sked_word *set, const sked_word *other) {
    sked_words_or_(set, other, ar->words_);
}

static void sked_ar_unite_two_(const sked_ar *ar, sked_word *SKED_AR_APART_ set,
                               const sked_word *a, const sked_word *b) {
    const uint32_t words = ar->words_;
    uint32_t w;
    for (w = 0; w < words; w++) {
        set[w] = (sked_word)(a[w] | b[w]);
    }
}

static void sked_ar_andnot_(const sked_ar *ar, sked_word *set, const sked_word *other) {
    sked_words_andnot_(set, other, ar->words_);
}

/* Comparisons test for an early end once in 64 words, since a test of each costs more than it
 * saves. Returns where the next test is. */
static uint32_t sked_ar_pause_(const sked_ar *ar, uint32_t from) {
    SKED_ASSERT(from < ar->words_);
    return from + sked_min_u32_(ar->words_ - from, 64);
}

static int sked_ar_meets_(const sked_ar *ar, const sked_word *a, const sked_word *b) {
    uint32_t w = 0;
    while (w < ar->words_) {
        const uint32_t pause = sked_ar_pause_(ar, w);
        sked_word both = 0;
        for (; w < pause; w++) {
            both = (sked_word)(both | (a[w] & b[w]));
        }
        if (both != 0) {
            return 1;
        }
    }
    return 0;
}

static int sked_ar_within_(const sked_ar *ar, const sked_word *a, const sked_word *b) {
    uint32_t w = 0;
    while (w < ar->words_) {
        const uint32_t pause = sked_ar_pause_(ar, w);
        sked_word beyond = 0;
        for (; w < pause; w++) {
            beyond = (sked_word)(beyond | (a[w] & (sked_word)~b[w]));
        }
        if (beyond != 0) {
            return 0;
        }
    }
    return 1;
}

static int sked_ar_equal_(const sked_ar *ar, const sked_word *a, const sked_word *b) {
    const uint32_t words = ar->words_;
    uint32_t w;
    for (w = 0; w < words; w++) {
        if (a[w] != b[w]) {
            return 0;
        }
    }
    return 1;
}

/* Counts the units of a set: each plane of the capacities counts its power of two. */
static uint32_t sked_ar_count_(const sked_ar *ar, const sked_word *set) {
    const uint32_t words = ar->words_, planes = ar->state_->planes;
    uint32_t w, plane, count = 0;
    if (planes == 0) {
        for (w = 0; w < words; w++) {
            count += sked_word_count_(set[w]);
        }
        return count;
    }
    for (plane = 0; plane < planes; plane++) {
        const sked_word *of = ar->plane_ + (size_t)plane * words;
        uint32_t in_plane = 0;
        for (w = 0; w < words; w++) {
            in_plane += sked_word_count_((sked_word)(set[w] & of[w]));
        }
        count += in_plane << plane;
    }
    return count;
}

/* Returns the units of one processor. */
static uint32_t sked_ar_units_(const sked_ar *ar, uint32_t processor) {
    const uint32_t w = processor / SKED_WORD_BITS, planes = ar->state_->planes;
    uint32_t plane, units = planes == 0 ? 1 : 0;
    for (plane = 0; plane < planes; plane++) {
        const sked_word word = ar->plane_[(size_t)plane * ar->words_ + w];
        if ((word & sked_word_bit_(processor)) != 0) {
            units += (uint32_t)1 << plane;
        }
    }
    SKED_ASSERT(processor < ar->state_->processors && units <= ar->state_->capacity);
    return units;
}

static int sked_ar_is_empty_set_(const sked_ar *ar, const sked_word *set) {
    const uint32_t words = ar->words_;
    uint32_t w;
    for (w = 0; w < words; w++) {
        if (set[w] != 0) {
            return 0;
        }
    }
    return 1;
}

/* Has a set of the caller's the size of the calendar, and no bit above it? */
static int sked_ar_accepts_(const sked_ar *ar, const sked_set *set) {
    return set->size == ar->state_->processors && sked_set_is_clean_(set);
}

/* ---- >>create.nodes: nodes and busy sets, taken and given back ---- */

/* Takes a node from the chain of vacant ones. By the bound on nodes there is one. */
static uint32_t sked_ar_node_take_(sked_ar *ar, uint32_t level) {
    const uint32_t taken = ar->state_->node_vacant;
    sked_ar_node_ *node = &ar->node_[taken];
    SKED_ASSERT(taken != SKED_NONE && node->level == SKED_AR_VACANT_);
    ar->state_->node_vacant = node->after;
    ar->state_->nodes++;
    SKED_ASSERT(ar->state_->nodes <= sked_ar_nodes_for_(ar->state_->spans_max));
    node->used = 0;
    node->level = level;
    node->up = node->before = node->after = SKED_NONE;
    return taken;
}

static void sked_ar_node_give_(sked_ar *ar, uint32_t given) {
    SKED_ASSERT(given != ar->state_->root && ar->node_[given].level != SKED_AR_VACANT_);
    SKED_ASSERT(ar->state_->nodes > 1);
    ar->node_[given].level = SKED_AR_VACANT_;
    ar->node_[given].after = ar->state_->node_vacant;
    ar->state_->node_vacant = given;
    ar->state_->nodes--;
}

/* Busy sets lie in groups of 32. Each group has a mask of its vacant sets (vacant_). Groups with a
 * vacant set form a list; those that are vacant as a whole are at its end. A new record takes its
 * set from the group of its neighbour, or of another record of the leaf, else from the end of the
 * list. So sets that are read one after the other lie side by side, in whatever order they came.
 * The owner of a set is the leaf that has its record; only sked_ar_validate reads it. */

/* Returns the mask of a group that is vacant as a whole. The last group may be short. */
static uint32_t sked_ar_group_whole_(const sked_ar *ar, uint32_t group) {
    const uint32_t left = sked_ar_records_max_(ar) - group * SKED_AR_GROUP_;
    return left >= SKED_AR_GROUP_ ? UINT32_MAX : ((uint32_t)1 << left) - 1;
}

static void sked_ar_group_unlink_(sked_ar *ar, uint32_t group) {
    const uint32_t before = ar->group_before_[group], after = ar->group_after_[group];
    SKED_ASSERT(before != SKED_NONE || ar->state_->group_first == group);
    SKED_ASSERT(after != SKED_NONE || ar->state_->group_last == group);
    if (before == SKED_NONE) {
        ar->state_->group_first = after;
    } else {
        ar->group_after_[before] = after;
    }
    if (after == SKED_NONE) {
        ar->state_->group_last = before;
    } else {
        ar->group_before_[after] = before;
    }
}

/* Inserts a group at the end of the list, or at the beginning. */
static void sked_ar_group_link_(sked_ar *ar, uint32_t group, int at_end) {
    sked_ar_state_ *state = ar->state_;
    SKED_ASSERT((state->group_first == SKED_NONE) == (state->group_last == SKED_NONE));
    SKED_ASSERT(group < sked_ar_groups_for_(state->spans_max));
    ar->group_before_[group] = at_end ? state->group_last : SKED_NONE;
    ar->group_after_[group] = at_end ? SKED_NONE : state->group_first;
    if (at_end && state->group_last != SKED_NONE) {
        ar->group_after_[state->group_last] = group;
    }
    if (!at_end && state->group_first != SKED_NONE) {
        ar->group_before_[state->group_first] = group;
    }
    if (at_end || state->group_last == SKED_NONE) {
        state->group_last = group;
    }
    if (!at_end || state->group_first == SKED_NONE) {
        state->group_first = group;
    }
}

/* Sets the mask of a group, which may enter the list, leave it, or move to its other end. */
static void sked_ar_group_set_(sked_ar *ar, uint32_t group, uint32_t vacant) {
    const uint32_t whole = sked_ar_group_whole_(ar, group), was = ar->vacant_[group];
    SKED_ASSERT((vacant & ~whole) == 0);
    ar->vacant_[group] = vacant;
    if ((was == 0) == (vacant == 0) && (was == whole) == (vacant == whole)) {
        return;
    }
    if (was != 0) {
        sked_ar_group_unlink_(ar, group);
    }
    if (vacant != 0) {
        sked_ar_group_link_(ar, group, vacant == whole);
    }
    SKED_ASSERT(ar->state_->group_last == SKED_NONE || ar->vacant_[ar->state_->group_last] != 0);
}

/* Returns a group with a vacant set, near a record if there is one there. By the check for room
 * there is one somewhere. */
static uint32_t sked_ar_group_near_(const sked_ar *ar, sked_ar_spot_ spot) {
    const sked_ar_node_ *leaf = &ar->node_[spot.leaf];
    const uint32_t group = leaf->link[spot.slot] / SKED_AR_GROUP_;
    uint32_t slot;
    if (ar->vacant_[group] != 0) {
        return group;
    }
    for (slot = 0; slot < leaf->used; slot++) {
        if (ar->vacant_[leaf->link[slot] / SKED_AR_GROUP_] != 0) {
            return leaf->link[slot] / SKED_AR_GROUP_;
        }
    }
    SKED_ASSERT(ar->state_->group_last != SKED_NONE);
    return ar->state_->group_last;
}

/* Takes the lowest vacant set of a group, for a leaf. */
static uint32_t sked_ar_busy_take_(sked_ar *ar, uint32_t group, uint32_t leaf) {
    const uint32_t vacant = ar->vacant_[group];
    uint32_t bit = 0;
    SKED_ASSERT(vacant != 0 && ar->state_->records < sked_ar_records_max_(ar));
    while ((vacant >> bit & 0xFFu) == 0) {
        bit += 8;
    }
    while ((vacant >> bit & 1u) == 0) {
        bit++;
    }
    SKED_ASSERT(bit < SKED_AR_GROUP_);
    sked_ar_group_set_(ar, group, vacant & ~((uint32_t)1 << bit));
    ar->state_->records++;
    ar->owner_[group * SKED_AR_GROUP_ + bit] = leaf;
    return group * SKED_AR_GROUP_ + bit;
}

static void sked_ar_busy_give_(sked_ar *ar, uint32_t given) {
    const uint32_t group = given / SKED_AR_GROUP_;
    SKED_ASSERT(given < sked_ar_records_max_(ar) && ar->state_->records > 1);
    SKED_ASSERT((ar->vacant_[group] >> given % SKED_AR_GROUP_ & 1u) == 0);
    sked_ar_group_set_(ar, group,
                       ar->vacant_[group] | (uint32_t)1 << given % SKED_AR_GROUP_);
    ar->state_->records--;
}

/* ---- >>create.walks: from entry to entry ---- */

/* A walk looks for the next entry with room, or one that touches a set. It goes up until a parent
 * has such a child, and straight down: what parents keep is exact, so that it never turns back. */

/* Returns the last entry that begins at or before a time; the first if none does. It counts all, so
 * that no branch has to be predicted, and no load of memory waits for another. */
static uint32_t sked_ar_slot_(const sked_ar_node_ *node, sked_time time) {
    const uint32_t used = node->used;
    uint32_t slot = 0, i;
    SKED_ASSERT(used > 0 && used <= SKED_AR_FANOUT);
    for (i = 1; i < used; i++) {
        slot += node->time[i] <= time;
    }
    SKED_ASSERT(slot + 1 == used || node->time[slot + 1] > time);   /* times rise */
    return slot;
}

/* Returns the slot of a node in its parent. */
static uint32_t sked_ar_slot_of_(const sked_ar *ar, uint32_t child) {
    const sked_ar_node_ *parent = &ar->node_[ar->node_[child].up];
    uint32_t slot = 0;
    while (parent->link[slot] != child) {
        slot++;
        SKED_ASSERT(slot < parent->used);
    }
    return slot;
}

/* Returns the record that holds at a time; the first one before base. */
static sked_ar_spot_ sked_ar_seek_(const sked_ar *ar, sked_time time) {
    sked_ar_spot_ spot;
    const sked_ar_node_ *node;
    spot.leaf = ar->state_->root;
    node = &ar->node_[spot.leaf];
    spot.slot = sked_ar_slot_(node, time);
    while (node->level > 0) {
        SKED_ASSERT(node->time[spot.slot] == ar->node_[node->link[spot.slot]].time[0]);
        spot.leaf = node->link[spot.slot];
        node = &ar->node_[spot.leaf];
        spot.slot = sked_ar_slot_(node, time);
    }
    SKED_ASSERT(node->time[spot.slot] <= time || spot.slot == 0);
    return spot;
}

static sked_time sked_ar_time_(const sked_ar *ar, sked_ar_spot_ spot) {
    return ar->node_[spot.leaf].time[spot.slot];
}

static uint32_t sked_ar_room_(const sked_ar *ar, sked_ar_spot_ spot) {
    return ar->node_[spot.leaf].room[spot.slot];
}

static sked_word *sked_ar_record_(const sked_ar *ar, sked_ar_spot_ spot) {
    return sked_ar_busy_(ar, ar->node_[spot.leaf].link[spot.slot]);
}

/* Steps to the next record, or back. Returns 0 at the last, or the first, and stays there. */
static int sked_ar_forward_(const sked_ar *ar, sked_ar_spot_ *spot) {
    const sked_ar_node_ *leaf = &ar->node_[spot->leaf];
    if (spot->slot + 1 < leaf->used) {
        spot->slot++;
        return 1;
    }
    if (leaf->after == SKED_NONE) {
        return 0;
    }
    SKED_ASSERT(ar->node_[leaf->after].before == spot->leaf);
    spot->leaf = leaf->after;
    spot->slot = 0;
    return 1;
}

static int sked_ar_back_(const sked_ar *ar, sked_ar_spot_ *spot) {
    const sked_ar_node_ *leaf = &ar->node_[spot->leaf];
    if (spot->slot > 0) {
        spot->slot--;
        return 1;
    }
    if (leaf->before == SKED_NONE) {
        return 0;
    }
    SKED_ASSERT(ar->node_[leaf->before].after == spot->leaf);
    spot->leaf = leaf->before;
    spot->slot = ar->node_[spot->leaf].used - 1;
    return 1;
}

/* Returns when a record ends. */
static sked_time sked_ar_end_(const sked_ar *ar, sked_ar_spot_ spot) {
    return sked_ar_forward_(ar, &spot) ? sked_ar_time_(ar, spot) : ar->state_->horizon;
}

/* Returns what is busy in the record of an entry, or in some record below it. */
static const sked_word *sked_ar_entry_(const sked_ar *ar, const sked_ar_node_ *node,
                                       uint32_t slot) {
    return node->level == 0 ? sked_ar_busy_(ar, node->link[slot])
                            : sked_ar_below_(ar, node->link[slot]);
}

/* What a walk looks for: a record that touches a set, or that has room. */
typedef struct sked_ar_goal_ {
    const sked_word *set;               /* NULL: look for room */
    uint32_t room;                      /* the units that are to be free; only without a set */
} sked_ar_goal_;

static int sked_ar_has_(const sked_ar *ar, const sked_ar_node_ *node, uint32_t slot,
                        const sked_ar_goal_ *goal) {
    if (goal->set == NULL) {
        return node->room[slot] >= goal->room;
    }
    return sked_ar_meets_(ar, goal->set, sked_ar_entry_(ar, node, slot));
}

/* Returns the first entry of a node that has the goal, from a slot on in steps of 1 or -1; `used`
 * or more if none has it. A step back from slot 0 wraps around, which is also more than `used`. */
static uint32_t sked_ar_scan_(const sked_ar *ar, const sked_ar_node_ *node, uint32_t slot,
                              uint32_t step, const sked_ar_goal_ *goal) {
    while (slot < node->used && !sked_ar_has_(ar, node, slot, goal)) {
        slot += step;
    }
    return slot;
}

/* Walks to the first record that has the goal, in steps of 1 or -1 from a record on, itself
 * included. Returns 0 if none has it; the record then stays. */
static int sked_ar_walk_(const sked_ar *ar, sked_ar_spot_ *spot, uint32_t step,
                         const sked_ar_goal_ *goal) {
    uint32_t at = spot->leaf;
    const sked_ar_node_ *node = &ar->node_[at];
    uint32_t slot = sked_ar_scan_(ar, node, spot->slot, step, goal);
    while (slot >= node->used) {
        if (node->up == SKED_NONE) {
            return 0;
        }
        slot = sked_ar_slot_of_(ar, at) + step;
        at = node->up;
        node = &ar->node_[at];
        slot = sked_ar_scan_(ar, node, slot, step, goal);
    }
    while (node->level > 0) {
        at = node->link[slot];
        node = &ar->node_[at];
        slot = sked_ar_scan_(ar, node, step == 1 ? 0 : node->used - 1, step, goal);
        SKED_ASSERT(slot < node->used);     /* what a parent says of a child is exact */
    }
    SKED_ASSERT(step == 1 || step == UINT32_MAX);
    spot->leaf = at;
    spot->slot = slot;
    return 1;
}

static int sked_ar_walk_to_room_(const sked_ar *ar, sked_ar_spot_ *spot, uint32_t step,
                                 uint32_t room) {
    sked_ar_goal_ goal;
    goal.set = NULL;
    goal.room = room;
    return sked_ar_walk_(ar, spot, step, &goal);
}

static int sked_ar_walk_to_touch_(const sked_ar *ar, sked_ar_spot_ *spot, uint32_t step,
                                  const sked_word *set) {
    sked_ar_goal_ goal;
    goal.set = set;
    goal.room = 0;
    return sked_ar_walk_(ar, spot, step, &goal);
}

#define SKED_AR_ON_ 1u                  /* the step of a walk forward */
#define SKED_AR_BACK_ UINT32_MAX        /* ... and back */

/* ---- >>create.fill: an empty calendar ---- */

/* Makes one record in which all is free, and chains of all that is vacant. */
static void sked_ar_fill_(sked_ar *ar, const sked_ar_state_ *shape) {
    const uint32_t nodes = sked_ar_nodes_for_(shape->spans_max);
    const uint32_t groups = sked_ar_groups_for_(shape->spans_max);
    const uint32_t slots = shape->bookings_max;
    uint32_t i;
    *ar->state_ = *shape;
    /* All nodes, groups and slots are vacant. */
    ar->state_->group_first = ar->state_->group_last = SKED_NONE;
    for (i = 0; i < nodes; i++) {
        ar->node_[i].level = SKED_AR_VACANT_;
        ar->node_[i].after = i + 1 < nodes ? i + 1 : SKED_NONE;
    }
    for (i = groups; i > 0; i--) {
        sked_ar_group_set_(ar, i - 1, sked_ar_group_whole_(ar, i - 1));
    }
    for (i = 0; i < slots; i++) {
        ar->id_next_[i] = i + 1 < slots ? i + 1 : SKED_NONE;
        ar->place_[i] = SKED_NONE;
    }
    ar->state_->id_vacant = slots > 0 ? 0 : SKED_NONE;
    if (slots > 0) {
        sked_fill32_(ar->bucket_, sked_buckets_for_(slots), SKED_NONE);
    }
    SKED_ASSERT(shape->base < shape->horizon && shape->capacity > 0);
    /* The root is a leaf, with the one record. */
    ar->state_->root = sked_ar_node_take_(ar, 0);
    ar->node_[ar->state_->root].time[0] = shape->base;
    ar->node_[ar->state_->root].room[0] = shape->capacity;
    ar->node_[ar->state_->root].link[0] = sked_ar_busy_take_(ar, 0, ar->state_->root);
    ar->node_[ar->state_->root].used = 1;
}

static void sked_ar_begin_(sked_ar *ar, const sked_ar_state_ *shape, void *block, size_t bytes) {
    unsigned char *byte = SKED_PTR_(unsigned char, block);
    size_t i;
    *ar = sked_ar_empty_();
    for (i = 0; i < bytes; i++) {
        byte[i] = 0;
    }
    ar->bytes_ = sked_ar_layout_(ar, shape, block);
    SKED_ASSERT(ar->bytes_ == bytes);
    sked_ar_fill_(ar, shape);
    SKED_ASSERT(ar->state_->records == 1 && ar->state_->nodes == 1);
}

static void sked_ar_set_planes_(sked_ar *ar, const uint32_t *capacities) {
    uint32_t plane, p;
    for (plane = 0; plane < ar->state_->planes; plane++) {
        sked_set set = sked_ar_view_(ar, ar->plane_ + (size_t)plane * ar->words_);
        for (p = 0; p < set.size; p++) {
            if ((capacities[p] >> plane & 1u) != 0) {
                sked_set_add(&set, p);
            }
        }
    }
}

SKED_API sked_status sked_ar_init(sked_ar *ar, const sked_ar_settings *settings, void *block,
                                  size_t bytes) {
    sked_ar_state_ shape = SKED_ZERO;
    size_t needed = 0;
    sked_status status;
    SKED_ASSERT(ar != NULL);
    *ar = sked_ar_empty_();
    status = sked_ar_size_(settings, &shape, &needed);
    if (status == SKED_OK) {
        status = sked_check_block_(settings->refusal, block, bytes, needed);
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_ar_begin_(ar, &shape, block, needed);
    sked_ar_set_planes_(ar, settings->capacities);
    return SKED_OK;
}

SKED_API sked_status sked_ar_create(sked_ar *ar, const sked_ar_settings *settings, sked_mem mem) {
    size_t bytes = 0;
    void *block;
    sked_status status = sked_ar_bytes(settings, &bytes);
    SKED_ASSERT(ar != NULL);
    *ar = sked_ar_empty_();
    status = sked_take_block_(status, settings->refusal, &mem, bytes, &block);
    if (status == SKED_OK) {
        status = sked_ar_init(ar, settings, block, bytes);
        sked_keep_block_(&ar->mem_, &mem, block, bytes, status);
    }
    return status;
}

SKED_API void sked_ar_destroy(sked_ar *ar) {
    SKED_ASSERT(ar != NULL);
    sked_give_block_(&ar->mem_, ar->state_, ar->bytes_);
    *ar = sked_ar_empty_();
}

/* ---- >>change ------------------------------------------------------------------------------- */

/* An update cuts the records at both ends of the interval, edits those between, corrects what the
 * parents say level by level, and joins the records at the ends with the ones before if these are
 * equal. No other can have become equal to its neighbour: where the set was free (or busy) all
 * through, adding (or removing) it maps different sets to different ones.
 *     >>change.entries    entries, and what parents say of them
 *     >>change.split      full nodes; a record cut in two
 *     >>change.mend       nodes that have lost entries; records joined
 *     >>change.edit       all records of an interval
 *     >>change.trim       what is past; what is down */

/* ---- >>change.entries: entries, and what parents say of them ---- */

/* Returns the most room in an entry of a node. */
static uint32_t sked_ar_most_(const sked_ar_node_ *node) {
    uint32_t slot, most = 0;
    for (slot = 0; slot < node->used; slot++) {
        most = node->room[slot] > most ? node->room[slot] : most;
    }
    return most;
}

/* Makes the set of a node from its entries. */
static void sked_ar_gather_(sked_ar *ar, uint32_t at) {
    const sked_ar_node_ *node = &ar->node_[at];
    sked_word *below = sked_ar_below_(ar, at);
    uint32_t slot;
    SKED_ASSERT(node->used > 0);
    sked_ar_copy_(ar, below, sked_ar_entry_(ar, node, 0));
    for (slot = 1; slot < node->used; slot++) {
        sked_ar_or_(ar, below, sked_ar_entry_(ar, node, slot));
    }
}

/* Corrects what the parent says of a node: its first time and most room. Returns whether it was
 * wrong. */
static int sked_ar_report_(sked_ar *ar, uint32_t at) {
    const sked_ar_node_ *node = &ar->node_[at];
    const uint32_t most = sked_ar_most_(node);
    sked_ar_node_ *parent;
    uint32_t slot;
    SKED_ASSERT(node->up != SKED_NONE);
    parent = &ar->node_[node->up];
    slot = sked_ar_slot_of_(ar, at);
    SKED_ASSERT(parent->level == node->level + 1 && most <= ar->state_->capacity);
    if (parent->room[slot] == most && parent->time[slot] == node->time[0]) {
        return 0;
    }
    parent->room[slot] = most;
    parent->time[slot] = node->time[0];
    return 1;
}

/* Makes a gap of `count` entries at a slot: those from there on move up. */
static void sked_ar_entries_part_(sked_ar_node_ *node, uint32_t slot, uint32_t count) {
    uint32_t i;
    SKED_ASSERT(slot <= node->used && node->used + count <= SKED_AR_FANOUT);
    for (i = node->used; i > slot; i--) {
        node->time[i - 1 + count] = node->time[i - 1];
        node->room[i - 1 + count] = node->room[i - 1];
        node->link[i - 1 + count] = node->link[i - 1];
    }
    node->used += count;
}

/* Puts an entry in at a slot. */
static void sked_ar_entry_put_(sked_ar *ar, uint32_t at, uint32_t slot, sked_time time,
                               uint32_t room, uint32_t link) {
    sked_ar_node_ *node = &ar->node_[at];
    sked_ar_entries_part_(node, slot, 1);
    node->time[slot] = time;
    node->room[slot] = room;
    node->link[slot] = link;
    SKED_ASSERT(slot == 0 || node->time[slot - 1] < time);
    SKED_ASSERT(slot + 1 == node->used || node->time[slot + 1] > time);
}

/* Takes `count` entries out, from a slot on. */
static void sked_ar_entries_drop_(sked_ar_node_ *node, uint32_t slot, uint32_t count) {
    uint32_t i;
    SKED_ASSERT(slot + count <= node->used && count < node->used);
    node->used -= count;
    for (i = slot; i < node->used; i++) {
        node->time[i] = node->time[i + count];
        node->room[i] = node->room[i + count];
        node->link[i] = node->link[i + count];
    }
}

/* Moves `count` entries of a node, from a slot on, to a slot of another. The source keeps a gap. */
static void sked_ar_entries_move_(sked_ar *ar, uint32_t from, uint32_t from_slot, uint32_t to,
                                  uint32_t to_slot, uint32_t count) {
    const sked_ar_node_ *source = &ar->node_[from];
    sked_ar_node_ *target = &ar->node_[to];
    uint32_t i;
    SKED_ASSERT(from_slot + count <= source->used && to_slot + count <= SKED_AR_FANOUT);
    SKED_ASSERT(source->level == target->level && source->up == target->up);
    for (i = 0; i < count; i++) {
        target->time[to_slot + i] = source->time[from_slot + i];
        target->room[to_slot + i] = source->room[from_slot + i];
        target->link[to_slot + i] = source->link[from_slot + i];
        if (source->level > 0) {
            ar->node_[source->link[from_slot + i]].up = to;
        } else {
            ar->owner_[source->link[from_slot + i]] = to;
        }
    }
}

/* ---- >>change.split: full nodes; a record cut in two ---- */

/* A full node gives its upper half to a new node after it. The nodes on the way to the root are
 * split from the top, so that a parent always has room for the new child. */

/* Adds a root above the root. */
static void sked_ar_raise_(sked_ar *ar) {
    const uint32_t old = ar->state_->root;
    const uint32_t root = sked_ar_node_take_(ar, ar->node_[old].level + 1);
    sked_ar_entry_put_(ar, root, 0, ar->node_[old].time[0], sked_ar_most_(&ar->node_[old]), old);
    ar->node_[old].up = root;
    ar->state_->root = root;
}

/* Gives the upper half of a full node to a new one after it, below a parent that has room. */
static void sked_ar_split_(sked_ar *ar, uint32_t at) {
    sked_ar_node_ *node = &ar->node_[at], *half;
    const uint32_t kept = SKED_AR_FANOUT / 2;
    uint32_t right;
    if (node->up == SKED_NONE) {
        sked_ar_raise_(ar);
    }
    SKED_ASSERT(node->used == SKED_AR_FANOUT && ar->node_[node->up].used < SKED_AR_FANOUT);
    right = sked_ar_node_take_(ar, node->level);
    half = &ar->node_[right];
    /* Link the new one in, then move the entries, then tell the parent. */
    half->up = node->up;
    half->before = at;
    half->after = node->after;
    if (node->after != SKED_NONE) {
        ar->node_[node->after].before = right;
    }
    node->after = right;
    sked_ar_entries_move_(ar, at, kept, right, 0, SKED_AR_FANOUT - kept);
    half->used = SKED_AR_FANOUT - kept;
    node->used = kept;
    sked_ar_gather_(ar, at);
    sked_ar_gather_(ar, right);
    (void)sked_ar_report_(ar, at);
    sked_ar_entry_put_(ar, node->up, sked_ar_slot_of_(ar, at) + 1, half->time[0],
                       sked_ar_most_(half), right);
}

/* Makes room in a leaf. */
static void sked_ar_make_room_(sked_ar *ar, uint32_t leaf) {
    while (ar->node_[leaf].used == SKED_AR_FANOUT) {
        uint32_t top = leaf;
        while (ar->node_[top].up != SKED_NONE &&
               ar->node_[ar->node_[top].up].used == SKED_AR_FANOUT) {
            top = ar->node_[top].up;
        }
        sked_ar_split_(ar, top);
    }
}

/* Cuts a record in two at a time within it. Both have the same busy set, so that nothing that
 * parents keep changes. Returns the one that begins at the time. */
static sked_ar_spot_ sked_ar_cut_(sked_ar *ar, sked_ar_spot_ spot, sked_time time) {
    uint32_t set;
    SKED_ASSERT(sked_ar_time_(ar, spot) <= time && time < sked_ar_end_(ar, spot));
    if (sked_ar_time_(ar, spot) == time) {
        return spot;
    }
    if (ar->node_[spot.leaf].used == SKED_AR_FANOUT) {
        sked_ar_make_room_(ar, spot.leaf);
        spot = sked_ar_seek_(ar, time);
    }
    set = sked_ar_busy_take_(ar, sked_ar_group_near_(ar, spot), spot.leaf);
    sked_ar_copy_(ar, sked_ar_busy_(ar, set), sked_ar_record_(ar, spot));
    sked_ar_entry_put_(ar, spot.leaf, spot.slot + 1, time, sked_ar_room_(ar, spot), set);
    spot.slot++;
    SKED_ASSERT(sked_ar_time_(ar, spot) == time);
    return spot;
}

/* ---- >>change.mend: nodes that have lost entries; records joined ---- */

/* When something is free now that was busy below a node, it may still be busy in another entry. So
 * it is taken out of the node's set, and what an entry still has is put back. A node with too few
 * entries shares its neighbour's evenly, or both become one if they have few. */

/* Brings back what of `lost` is still busy in an entry. Returns whether all of it is back. */
static int sked_ar_regain_(const sked_ar *ar, sked_word *SKED_AR_APART_ below,
                           const sked_word *entry, const sked_word *lost) {
    const uint32_t words = ar->words_;
    sked_word missing = 0;
    uint32_t w;
    for (w = 0; w < words; w++) {
        below[w] = (sked_word)(below[w] | (entry[w] & lost[w]));
        missing = (sked_word)(missing | (lost[w] & (sked_word)~below[w]));
    }
    return missing == 0;
}

/* Removes from the set of a node what no entry has busy any more. Entries that begin in
 * [start, end) are known to have nothing of it. Returns whether anything is removed. */
static int sked_ar_lose_(const sked_ar *ar, uint32_t at, const sked_word *lost, sked_time start,
                         sked_time end) {
    const sked_ar_node_ *node = &ar->node_[at];
    sked_word *below = sked_ar_below_(ar, at);
    uint32_t slot;
    sked_ar_andnot_(ar, below, lost);
    for (slot = 0; slot < node->used; slot++) {
        if ((node->time[slot] < start || node->time[slot] >= end) &&
            sked_ar_regain_(ar, below, sked_ar_entry_(ar, node, slot), lost)) {
            return 0;
        }
    }
    return 1;
}

/* Corrects what is said of a leaf that has lost records, and of the nodes above it. */
static void sked_ar_refresh_(sked_ar *ar, uint32_t at, const sked_word *lost) {
    int gone = 1;
    for (; ar->node_[at].up != SKED_NONE; at = ar->node_[at].up) {
        gone = gone && sked_ar_lose_(ar, at, lost, 0, 0);
        (void)sked_ar_report_(ar, at);
    }
}

/* Merges two neighbours below one parent into the left one. */
static void sked_ar_merge_(sked_ar *ar, uint32_t left, uint32_t right) {
    sked_ar_node_ *to = &ar->node_[left], *from = &ar->node_[right];
    const uint32_t slot = sked_ar_slot_of_(ar, right);
    SKED_ASSERT(to->after == right && from->before == left);
    sked_ar_entries_move_(ar, right, 0, left, to->used, from->used);
    to->used += from->used;
    SKED_ASSERT(to->used <= SKED_AR_MERGED_);
    to->after = from->after;
    if (from->after != SKED_NONE) {
        ar->node_[from->after].before = left;
    }
    sked_ar_or_(ar, sked_ar_below_(ar, left), sked_ar_below_(ar, right));
    sked_ar_entries_drop_(&ar->node_[from->up], slot, 1);
    sked_ar_node_give_(ar, right);
    (void)sked_ar_report_(ar, left);
}

/* Lets two neighbours below one parent share their entries evenly. */
static void sked_ar_share_(sked_ar *ar, uint32_t left, uint32_t right) {
    sked_ar_node_ *a = &ar->node_[left], *b = &ar->node_[right];
    const uint32_t half = (a->used + b->used) / 2;
    if (a->used < half) {
        const uint32_t moved = half - a->used;
        sked_ar_entries_move_(ar, right, 0, left, a->used, moved);
        sked_ar_entries_drop_(b, 0, moved);
        a->used = half;
    } else {
        const uint32_t moved = a->used - half;
        sked_ar_entries_part_(b, 0, moved);
        sked_ar_entries_move_(ar, left, half, right, 0, moved);
        a->used = half;
    }
    SKED_ASSERT(a->used >= SKED_AR_LEAST_ && b->used >= SKED_AR_LEAST_);
    sked_ar_gather_(ar, left);
    sked_ar_gather_(ar, right);
    (void)sked_ar_report_(ar, left);
    (void)sked_ar_report_(ar, right);
}

/* Fills a node that has lost entries, and then the parent that has lost one by that. Returns
 * whether entries have moved. */
static int sked_ar_mend_(sked_ar *ar, uint32_t at) {
    int moved = 0;
    while (ar->node_[at].up != SKED_NONE && ar->node_[at].used < SKED_AR_LEAST_) {
        const uint32_t up = ar->node_[at].up, slot = sked_ar_slot_of_(ar, at);
        const uint32_t left = slot > 0 ? ar->node_[up].link[slot - 1] : at;
        const uint32_t right = slot > 0 ? at : ar->node_[up].link[1];
        SKED_ASSERT(ar->node_[up].used > 1);
        if (ar->node_[left].used + ar->node_[right].used > SKED_AR_MERGED_) {
            sked_ar_share_(ar, left, right);
        } else {
            sked_ar_merge_(ar, left, right);
        }
        at = up;
        moved = 1;
    }
    /* A root with one child is not needed. */
    at = ar->state_->root;
    if (ar->node_[at].level > 0 && ar->node_[at].used == 1) {
        ar->state_->root = ar->node_[at].link[0];
        ar->node_[ar->state_->root].up = SKED_NONE;
        SKED_ASSERT(ar->node_[ar->state_->root].before == SKED_NONE);
        SKED_ASSERT(ar->node_[ar->state_->root].after == SKED_NONE);
        sked_ar_node_give_(ar, at);
    }
    return moved;
}

/* Joins a record with the one before if both are equal. Returns whether records have moved, other
 * than those after it in its leaf. */
static int sked_ar_join_(sked_ar *ar, sked_ar_spot_ spot) {
    sked_ar_spot_ before = spot;
    if (!sked_ar_back_(ar, &before) ||
        sked_ar_room_(ar, before) != sked_ar_room_(ar, spot) ||
        !sked_ar_equal_(ar, sked_ar_record_(ar, before), sked_ar_record_(ar, spot))) {
        return 0;
    }
    sked_ar_busy_give_(ar, ar->node_[spot.leaf].link[spot.slot]);
    sked_ar_entries_drop_(&ar->node_[spot.leaf], spot.slot, 1);
    if (spot.slot == 0) {               /* otherwise its equal is in the same leaf */
        sked_ar_refresh_(ar, spot.leaf, sked_ar_record_(ar, before));
    }
    return sked_ar_mend_(ar, spot.leaf);
}

/* ---- >>change.edit: all records of an interval ---- */

/* First it is checked that the update is possible: the edit names its records. Only then anything
 * is written. The idea of the correction: the nodes that have edited records below them are
 * neighbours at each level. All inner ones lie within the interval, and only the two at the ends
 * have other records too. */

/* What an update does to each record of an interval. */
typedef struct sked_ar_edit_ {
    sked_time start, end;               /* within base and horizon; written by update */
    sked_ar_spot_ first, last;          /* the records that hold at the start, and before the end:
                                           is_taken, is_free; `last` is valid until the first cut */
    const sked_word *take;              /* these become busy ... */
    const sked_word *give;              /* ... and these free; NULL: none. From secure on both are
                                           copies in edit_ */
    uint32_t taken, given;              /* their units; valid from secure on */
} sked_ar_edit_;

/* What lies in one leaf of an interval: the slots from `slot` to before `beyond`. */
typedef struct sked_ar_part_ {
    uint32_t leaf, slot, beyond;
} sked_ar_part_;

static sked_ar_part_ sked_ar_part_of_(const sked_ar *ar, sked_ar_spot_ spot, sked_time end) {
    sked_ar_part_ part;
    part.leaf = spot.leaf;
    part.slot = spot.slot;
    part.beyond = sked_ar_slot_(&ar->node_[spot.leaf], end - 1) + 1;
    SKED_ASSERT(part.slot < part.beyond);
    return part;
}

/* Continues with the next leaf. Returns 0 iff the interval ends before it. */
static int sked_ar_part_on_(const sked_ar *ar, sked_ar_part_ *part, sked_time end) {
    sked_ar_spot_ spot;
    spot.leaf = ar->node_[part->leaf].after;
    spot.slot = 0;
    if (spot.leaf == SKED_NONE || ar->node_[spot.leaf].time[0] >= end) {
        return 0;
    }
    *part = sked_ar_part_of_(ar, spot, end);
    return 1;
}

/* Edits all records of the interval, from the first on. Returns the leaf of the last. */
static uint32_t sked_ar_edit_all_(const sked_ar *ar, const sked_ar_edit_ *edit) {
    sked_ar_part_ part = sked_ar_part_of_(ar, edit->first, edit->end);
    do {
        sked_ar_node_ *leaf = &ar->node_[part.leaf];
        uint32_t slot;
        for (slot = part.slot; slot < part.beyond; slot++) {
            sked_word *busy = sked_ar_busy_(ar, leaf->link[slot]);
            if (edit->give != NULL) {
                sked_ar_andnot_(ar, busy, edit->give);
            }
            if (edit->take != NULL) {
                sked_ar_or_(ar, busy, edit->take);
            }
            SKED_ASSERT(leaf->room[slot] + edit->given >= edit->taken);
            leaf->room[slot] = leaf->room[slot] + edit->given - edit->taken;
            SKED_ASSERT(leaf->room[slot] == ar->state_->capacity - sked_ar_count_(ar, busy));
        }
    } while (sked_ar_part_on_(ar, &part, edit->end));
    return part.leaf;
}

/* Corrects a node of which all entries were edited (inner), or those at one end. What was taken is
 * now busy below it. What was given is busy nowhere below an inner node, but may be below one at an
 * end. Returns whether anything has changed that its parent keeps. */
static int sked_ar_correct_(sked_ar *ar, const sked_ar_edit_ *edit, uint32_t at, int inner) {
    const int is_leaf = ar->node_[at].level == 0;
    sked_word *below = sked_ar_below_(ar, at);
    int changed = edit->take != NULL && !sked_ar_within_(ar, edit->take, below);
    if (edit->give != NULL && inner) {
        sked_ar_andnot_(ar, below, edit->give);
        changed = 1;
    } else if (edit->give != NULL) {
        changed |= sked_ar_lose_(ar, at, edit->give, edit->start, is_leaf ? edit->end : 0);
    }
    if (edit->take != NULL) {
        sked_ar_or_(ar, below, edit->take);
    }
    return sked_ar_report_(ar, at) || changed;
}

/* Corrects the range of edited nodes level by level, until nothing changes that parents keep. */
static void sked_ar_correct_all_(sked_ar *ar, const sked_ar_edit_ *edit, uint32_t first,
                                 uint32_t last) {
    int changed = 1;
    while (ar->node_[first].up != SKED_NONE && changed) {
        uint32_t at = first;
        changed = sked_ar_correct_(ar, edit, at, 0);
        while (at != last) {
            at = ar->node_[at].after;
            changed |= sked_ar_correct_(ar, edit, at, at != last);
        }
        first = ar->node_[first].up;
        last = ar->node_[last].up;
        SKED_ASSERT(ar->node_[first].level == ar->node_[last].level);
    }
}

/* The copies of the sets that the last update gave, and took. */
static sked_word *sked_ar_given_(const sked_ar *ar) {
    return ar->edit_;
}

static sked_word *sked_ar_taken_(const sked_ar *ar) {
    return ar->edit_ + ar->words_;
}

/* Copies the sets of an update, since they may be the calendar's own (sked_ar_record_at). */
static void sked_ar_secure_(const sked_ar *ar, sked_ar_edit_ *edit) {
    if (edit->give != NULL) {
        sked_ar_copy_(ar, sked_ar_given_(ar), edit->give);
        edit->give = sked_ar_given_(ar);
        edit->given = sked_ar_count_(ar, edit->give);
    }
    if (edit->take != NULL) {
        sked_ar_copy_(ar, sked_ar_taken_(ar), edit->take);
        edit->take = sked_ar_taken_(ar);
        edit->taken = sked_ar_count_(ar, edit->take);
    }
}

/* Carries out an update that is possible. */
static void sked_ar_apply_(sked_ar *ar, sked_ar_edit_ *edit) {
    const uint32_t nodes = ar->state_->nodes;
    sked_ar_spot_ beyond;
    uint32_t last;
    SKED_ASSERT(ar->state_->base <= edit->start && edit->end <= ar->state_->horizon);
    sked_ar_secure_(ar, edit);
    SKED_ASSERT(edit->give == NULL || edit->take == NULL ||
                !sked_ar_meets_(ar, edit->give, edit->take));
    SKED_ASSERT(edit->taken <= ar->state_->capacity && edit->given <= ar->state_->capacity);
    /* Cut the end first: that moves the first record only if a node is split. */
    if (edit->end < sked_ar_end_(ar, edit->last)) {
        (void)sked_ar_cut_(ar, edit->last, edit->end);
    }
    if (ar->state_->nodes != nodes) {
        edit->first = sked_ar_seek_(ar, edit->start);
    }
    edit->first = sked_ar_cut_(ar, edit->first, edit->start);
    /* Edit the records, and correct what the parents say. */
    SKED_ASSERT(sked_ar_time_(ar, edit->first) == edit->start);
    last = sked_ar_edit_all_(ar, edit);
    sked_ar_correct_all_(ar, edit, edit->first.leaf, last);
    /* Join at the end, then at the start. If the first join moves records, seek the first again. */
    beyond.leaf = last;
    beyond.slot = sked_ar_slot_(&ar->node_[last], edit->end - 1);
    SKED_ASSERT(sked_ar_end_(ar, beyond) == edit->end);
    if (sked_ar_forward_(ar, &beyond) && sked_ar_join_(ar, beyond)) {
        edit->first = sked_ar_seek_(ar, edit->start);
    }
    (void)sked_ar_join_(ar, edit->first);
}

/* Is there room for the records that the cuts make? */
static int sked_ar_has_room_(const sked_ar *ar, const sked_ar_edit_ *edit) {
    uint32_t cuts = sked_ar_time_(ar, edit->first) != edit->start;
    cuts += sked_ar_end_(ar, edit->last) != edit->end;
    SKED_ASSERT(sked_ar_time_(ar, edit->last) < edit->end);
    return ar->state_->records + cuts <= sked_ar_records_max_(ar);
}

/* Is what is given busy in all records of the interval? Finds the first and the last one. */
static int sked_ar_is_taken_(const sked_ar *ar, sked_ar_edit_ *edit) {
    sked_ar_part_ part;
    edit->first = sked_ar_seek_(ar, edit->start);
    part = sked_ar_part_of_(ar, edit->first, edit->end);
    do {
        const uint32_t *link = ar->node_[part.leaf].link;
        for (; part.slot < part.beyond; part.slot++) {
            if (!sked_ar_within_(ar, edit->give, sked_ar_busy_(ar, link[part.slot]))) {
                return 0;
            }
        }
        edit->last.leaf = part.leaf;
        edit->last.slot = part.beyond - 1;
    } while (sked_ar_part_on_(ar, &part, edit->end));
    return 1;
}

/* Is what is taken free in all of them? Beyond the first leaf, parents lead to what touches it. */
static int sked_ar_is_free_(const sked_ar *ar, sked_ar_edit_ *edit) {
    sked_ar_part_ part;
    sked_ar_spot_ spot;
    edit->first = spot = sked_ar_seek_(ar, edit->start);
    part = sked_ar_part_of_(ar, spot, edit->end);
    /* Most intervals lie in one leaf. */
    for (; spot.slot < part.beyond; spot.slot++) {
        if (sked_ar_meets_(ar, edit->take, sked_ar_record_(ar, spot))) {
            return 0;
        }
    }
    spot.slot--;
    edit->last = spot;
    if (!sked_ar_part_on_(ar, &part, edit->end)) {
        return 1;
    }
    edit->last = sked_ar_seek_(ar, edit->end - 1);
    spot.leaf = part.leaf;
    spot.slot = 0;
    return !sked_ar_walk_to_touch_(ar, &spot, SKED_AR_ON_, edit->take) ||
           sked_ar_time_(ar, spot) >= edit->end; /*~busy_at_end*/
}

/* Makes one set busy and another free (NULL: none), if both are possible. */
static sked_status sked_ar_update_(sked_ar *ar, sked_time start, sked_time end,
                                   const sked_word *take, const sked_word *give) {
    sked_ar_edit_ edit = SKED_ZERO;
    edit.start = start;
    edit.end = end;
    edit.take = take;
    edit.give = give;
    SKED_ASSERT(start < end && (take != NULL || give != NULL));
    /* All checks come first, in the order of the contracts; what they find, apply needs. */
    if (give != NULL && !sked_ar_is_taken_(ar, &edit)) {
        return SKED_E_NOT_TAKEN;
    }
    if (take != NULL && !sked_ar_is_free_(ar, &edit)) {
        return SKED_E_TAKEN;
    }
    if (!sked_ar_has_room_(ar, &edit)) {
        return SKED_E_FULL;
    }
    sked_ar_apply_(ar, &edit);
    return SKED_OK;
}

/* Checks an interval, and puts the horizon in place of an open end. */
static sked_status sked_ar_interval_(const sked_ar *ar, sked_time start, sked_time *end) {
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!sked_is_point_(start) || (!sked_is_point_(*end) && *end != SKED_NEVER)) {
        return SKED_E_TIME;
    }
    *end = *end == SKED_NEVER ? ar->state_->horizon : *end;
    if (*end > ar->state_->horizon) {
        return SKED_E_HORIZON;
    }
    return *end <= start ? SKED_E_RANGE : SKED_OK;
}

/* The same, and checks the set that is to be changed there. */
static sked_status sked_ar_span_(const sked_ar *ar, sked_time start, sked_time *end,
                                 const sked_set *set) {
    const sked_status status = sked_ar_interval_(ar, start, end);
    if (status == SKED_OK &&
        (!sked_ar_accepts_(ar, set) || sked_ar_is_empty_set_(ar, set->words))) {
        return SKED_E_RANGE;
    }
    return status;
}

SKED_API sked_status sked_ar_add(sked_ar *ar, sked_time start, sked_time end, const sked_set *set) {
    sked_status status;
    SKED_ASSERT(ar != NULL && set != NULL);
    status = sked_ar_span_(ar, start, &end, set);
    if (status != SKED_OK) {
        return status;
    }
    if (start < ar->state_->base) {
        return SKED_E_PAST;
    }
    return sked_ar_update_(ar, start, end, set->words, NULL);
}

SKED_API sked_status sked_ar_remove(sked_ar *ar, sked_time start, sked_time end,
                                    const sked_set *set) {
    sked_status status;
    SKED_ASSERT(ar != NULL && set != NULL);
    status = sked_ar_span_(ar, start, &end, set);
    if (status != SKED_OK) {
        return status;
    }
    if (end <= ar->state_->base) {
        return SKED_E_PAST;
    }
    start = start < ar->state_->base ? ar->state_->base : start;
    return sked_ar_update_(ar, start, end, NULL, set->words);
}

/* ---- >>change.trim: what is past; what is down ---- */

/* Returns how many entries of the first leaf end by a time, except the last: no leaf is ever
 * empty. */
static uint32_t sked_ar_past_(const sked_ar_node_ *leaf, sked_time now) {
    uint32_t past = 0;
    while (past + 1 < leaf->used && leaf->time[past + 1] <= now) {
        past++;
    }
    return past;
}

/* Drops the records that end by now, leaf by leaf. A leaf that keeps only its last is mended with
 * the next. The first record that stays begins now. */
static void sked_ar_forget_records_(sked_ar *ar, sked_time now) {
    sked_word *lost = sked_ar_given_(ar);
    uint32_t first = sked_ar_seek_(ar, 0).leaf;
    uint32_t past = sked_ar_past_(&ar->node_[first], now), slot;
    SKED_ASSERT(ar->node_[first].before == SKED_NONE && ar->node_[first].level == 0);
    while (past > 0) {
        /* The parents hear of all that the leaf loses at once. */
        sked_ar_clear_(ar, lost);
        for (slot = 0; slot < past; slot++) {
            const uint32_t set = ar->node_[first].link[slot];
            sked_ar_or_(ar, lost, sked_ar_busy_(ar, set));
            sked_ar_busy_give_(ar, set);
        }
        sked_ar_entries_drop_(&ar->node_[first], 0, past);
        sked_ar_refresh_(ar, first, lost);
        (void)sked_ar_mend_(ar, first);
        first = sked_ar_seek_(ar, 0).leaf;
        past = sked_ar_past_(&ar->node_[first], now);
    }
    for (; first != SKED_NONE; first = ar->node_[first].up) {
        SKED_ASSERT(ar->node_[first].time[0] <= now && ar->node_[first].before == SKED_NONE);
        ar->node_[first].time[0] = now;
    }
}

static void sked_ar_forget_ended_(sked_ar *ar);

SKED_API sked_status sked_ar_trim(sked_ar *ar, sked_time now) {
    SKED_ASSERT(ar != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!sked_is_point_(now)) {
        return SKED_E_TIME;
    }
    if (now < ar->state_->base) {
        return SKED_E_BACKWARDS;
    }
    if (now >= ar->state_->horizon) {
        return SKED_E_HORIZON;
    }
    if (now > ar->state_->base) {
        sked_ar_forget_records_(ar, now);
        ar->state_->base = now;
        sked_ar_forget_ended_(ar);
    }
    return SKED_OK;
}

static sked_status sked_ar_mark_(sked_ar *ar, const sked_set *processors, int down) {
    sked_set set;
    SKED_ASSERT(ar != NULL && processors != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!sked_ar_accepts_(ar, processors)) {
        return SKED_E_RANGE;
    }
    if (down) {
        sked_ar_or_(ar, ar->down_, processors->words);
    } else {
        sked_ar_andnot_(ar, ar->down_, processors->words);
    }
    set = sked_ar_view_(ar, ar->down_);
    ar->state_->downs = sked_set_count(&set);
    SKED_ASSERT(ar->state_->downs <= ar->state_->processors);
    return SKED_OK;
}

SKED_API sked_status sked_ar_down(sked_ar *ar, const sked_set *processors) {
    return sked_ar_mark_(ar, processors, 1);
}

SKED_API sked_status sked_ar_up(sked_ar *ar, const sked_set *processors) {
    return sked_ar_mark_(ar, processors, 0);
}

/* ---- >>find --------------------------------------------------------------------------------- */

/* A request is checked and turned into a search. FF and LATEST have a walk of their own; all other
 * policies judge all starts, segment by segment.
 *     >>find.check        choices and requests
 *     >>find.turn         a search of one request
 *     >>find.fit          the earliest and the latest start
 *     >>find.slide        all starts, in segments
 *     >>find.rectangles   from when and until when a set is free
 *     >>find.picks        which processors of a free set
 *     >>find.policies     which start
 *     >>find.any          the best of several requests, and what else is asked of a start */

#define SKED_AR_SETS_ 8u                /* in the scratch block, beside the planes */

/* One search: the request in the form that the walks want, and sets in the scratch block. */
typedef struct sked_ar_search_ {
    const sked_ar *ar;              /* scratch_layout writes it, and places the sets */
    /* Of the request at hand; valid from turn_to on: */
    const sked_ar_request *request;
    const sked_word *required;      /* NULL: none */
    sked_time deadline, last;       /* D, and the last start: D - duration; both in ticks */
    uint32_t need;                  /* units: the count; tour_try raises it for PE_W, to what would
                                       be better */
    int limited;                    /* limit: not all are eligible, or some are required; the room
                                       of a record is then only a bound on what it leaves */
    sked_word *eligible;            /* limit: allowed and up */
    /* Of the start at hand: */
    sked_word *merged, *trial;      /* busy sets united (find.fit); trial: room for any step */
    sked_word *free;                /* the free set: fit, slide_free, rectangle_at */
    sked_word *chosen;              /* what the pick chooses of it */
    sked_word *offered;             /* room of the picks */
    /* What is kept: */
    sked_word *best;                /* tour_try: of the best start so far, chosen if the pick may
                                       refuse, else free */
    sked_word *kept;                /* search_all: chosen, of the best request so far */
    sked_word *plane;               /* bits of counters, in `planes` sets: see >>find.slide */
    uint32_t planes;
} sked_ar_search_;

/* Returns how many planes count so far; of 2 R + 3 records at most R + 2 begin a stretch. */
static uint32_t sked_ar_planes_for_(uint32_t stretches) {
    uint32_t planes = 1;
    while (stretches > 1) {
        stretches /= 2;
        planes++;
    }
    SKED_ASSERT(planes <= 30);          /* spans_max is less than 2^30 */
    return planes;
}

static uint32_t sked_ar_scratch_planes_(const sked_ar *ar) {
    return sked_ar_planes_for_(ar->state_->spans_max + 2);
}

SKED_API sked_status sked_ar_find_bytes(const sked_ar *ar, size_t *bytes) {
    sked_carver_ c = sked_carver_of_(NULL);
    SKED_ASSERT(ar != NULL && bytes != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    (void)sked_ar_carve_sets_(&c, SKED_AR_SETS_ + sked_ar_scratch_planes_(ar), ar->words_);
    *bytes = c.fits ? c.used : SIZE_MAX;
    return SKED_OK;
}

/* Cuts the one array that find_bytes carved into sets, side by side, since they may be small. */
static void sked_ar_scratch_layout_(sked_ar_search_ *search, const sked_ar *ar, void *block) {
    sked_word *sets = SKED_PTR_(sked_word, block);
    const size_t words = (size_t)ar->words_;
    search->ar = ar;
    search->eligible = sets;
    search->merged = sets + words;
    search->trial = sets + 2 * words;
    search->free = sets + 3 * words;
    search->chosen = sets + 4 * words;
    search->best = sets + 5 * words;
    search->kept = sets + 6 * words;
    search->offered = sets + 7 * words;
    search->plane = sets + SKED_AR_SETS_ * words;
    search->planes = 0;
}

/* Makes the eligible set: what is allowed and up. */
static void sked_ar_limit_(sked_ar_search_ *search, const sked_set *allowed) {
    const sked_ar *ar = search->ar;
    sked_set eligible = sked_ar_view_(ar, search->eligible);
    sked_set_fill(&eligible);
    if (allowed != NULL) {
        sked_ar_copy_(ar, search->eligible, allowed->words);
    }
    if (ar->state_->downs > 0) {
        sked_ar_andnot_(ar, search->eligible, ar->down_);
    }
    SKED_ASSERT(sked_set_is_clean_(&eligible));
    search->limited = allowed != NULL || ar->state_->downs > 0 || search->required != NULL;
}

/* Lays the scratch block out for a calendar. */
static sked_status sked_ar_search_begin_(sked_ar_search_ *search, const sked_ar *ar,
                                         sked_refusal *refusal, void *scratch, size_t bytes) {
    size_t needed;
    sked_status status = sked_ar_find_bytes(ar, &needed);
    if (status != SKED_OK) {
        return sked_refuse_what_(refusal, status, NULL, NULL);
    }
    status = sked_check_block_(refusal, scratch, bytes, needed);
    if (status == SKED_OK) {
        sked_ar_scratch_layout_(search, ar, scratch);
    }
    return status;
}

/* ---- >>find.check: choices and requests ---- */

/* What SKED_AR_POLICIES and SKED_AR_PICKS leave out is 0 here, so that compilers drop its code. */
#define SKED_AR_HAS_POLICY_(policy) ((uint32_t)(SKED_AR_POLICIES) >> (uint32_t)(policy) & 1u)
#define SKED_AR_HAS_PICK_(pick) ((uint32_t)(SKED_AR_PICKS) >> (uint32_t)(pick) & 1u)

/* What this program has, as constants, so that compilers drop what is never called. */
enum {
    SKED_AR_RUNS_ = SKED_AR_HAS_PICK_(SKED_AR_RUN) != 0 ? 1 : 0,
    SKED_AR_PICKERS_ = SKED_AR_HAS_PICK_(SKED_AR_PICKER) != 0 ? 1 : 0,
    SKED_AR_LONGEST_LEFTS_ = SKED_AR_HAS_PICK_(SKED_AR_LONGEST_LEFT) != 0 ? 1 : 0,
    SKED_AR_LATESTS_ = SKED_AR_HAS_POLICY_(SKED_AR_LATEST) != 0 ? 1 : 0
};

/* These masks name what does not need some code. What they do not name needs all of it. */
enum {
    SKED_AR_WALKING_ = 1u << SKED_AR_FF | 1u << SKED_AR_LATEST, /*~policies_that_walk*/
    SKED_AR_COUNTING_ = SKED_AR_WALKING_ | 1u << SKED_AR_PE_B | 1u << SKED_AR_PE_W,
    SKED_AR_WILLING_ = 1u << SKED_AR_LOWEST | 1u << SKED_AR_LONGEST_LEFT,
    SKED_AR_FRAMES_ = ((SKED_AR_POLICIES) & ~(uint32_t)SKED_AR_COUNTING_) != 0 ? 1 : 0,
    SKED_AR_TOURS_ = ((SKED_AR_POLICIES) & ~(uint32_t)SKED_AR_WALKING_) != 0 ? 1
                     : ((SKED_AR_PICKS) & ~(uint32_t)SKED_AR_WILLING_) != 0 ? 1
                                                                            : 0
};

/* The number of a start that a policy compares. From SKED_AR_LENGTH_ on it needs the rectangle. A
 * rule is such a number, plus SKED_AR_LARGEST_ if the largest is preferred, not the smallest: so
 * numbers are even. */
typedef enum sked_ar_number_ {
    SKED_AR_START_ = 0,
    SKED_AR_COUNT_ = 2,             /* of the free set */
    SKED_AR_LENGTH_ = 4,            /* of the rectangle */
    SKED_AR_AREA_ = 6,              /* count x length */
    SKED_AR_SCORED_ = 8             /* what the caller's function returns */
} sked_ar_number_;

enum { SKED_AR_LARGEST_ = 1, SKED_AR_NO_RULE_ = -1 };

/* Returns the rule of a policy: all that searches know of it. */
static int sked_ar_rule_(sked_ar_policy policy) {
    switch (policy) {
    case SKED_AR_FF: return SKED_AR_START_;
    case SKED_AR_PE_B: return SKED_AR_COUNT_;
    case SKED_AR_PE_W: return (int)SKED_AR_COUNT_ + SKED_AR_LARGEST_; /*~worst_is_largest*/
    case SKED_AR_DU_B: return SKED_AR_LENGTH_;
    case SKED_AR_DU_W: return (int)SKED_AR_LENGTH_ + SKED_AR_LARGEST_;
    case SKED_AR_PEDU_B: return SKED_AR_AREA_;
    case SKED_AR_PEDU_W: return (int)SKED_AR_AREA_ + SKED_AR_LARGEST_;
    case SKED_AR_LATEST: return (int)SKED_AR_START_ + SKED_AR_LARGEST_;
    case SKED_AR_SCORE: return (int)SKED_AR_SCORED_ + SKED_AR_LARGEST_;
    case SKED_AR_POLICY_COUNT_:
    case SKED_AR_POLICY_CLOSED_: break;
    }
    return SKED_AR_NO_RULE_;
}

static sked_ar_number_ sked_ar_number_of_(int rule) {
    return (sked_ar_number_)(rule - (rule & SKED_AR_LARGEST_));
}

/* May a pick refuse a free set that is large enough? -1: there is no such pick. */
static int sked_ar_may_refuse_(sked_ar_pick pick) {
    switch (pick) {
    case SKED_AR_LOWEST:
    case SKED_AR_LONGEST_LEFT: return 0;
    case SKED_AR_RUN:
    case SKED_AR_PICKER: return 1;
    case SKED_AR_PICK_COUNT_:
    case SKED_AR_PICK_CLOSED_: break;
    }
    return -1;
}

static sked_status sked_ar_check_choice_(const sked_ar *ar, const sked_ar_choice *choice,
                                         sked_refusal *refusal) {
    const sked_status status = SKED_E_SETTING;
    if (sked_ar_rule_(choice->policy) == SKED_AR_NO_RULE_) {
        return sked_refuse_(refusal, status, "policy", (sked_time)choice->policy, 0,
                            (sked_time)SKED_AR_POLICY_COUNT_ - 1);
    }
    if (sked_is_out_(refusal, status, "starts", (uint32_t)choice->starts, 0,
                     (uint32_t)SKED_AR_FREED) ||
        sked_is_out_(refusal, status, "ends", (uint32_t)choice->ends, 0,
                     (uint32_t)SKED_AR_ENDS_AT_HORIZON)) {
        return status;
    }
    if (sked_ar_may_refuse_(choice->pick) < 0) {
        return sked_refuse_(refusal, status, "pick", (sked_time)choice->pick, 0,
                            (sked_time)SKED_AR_PICK_COUNT_ - 1);
    }
#if !defined(SKED_AR_ALL_POLICIES_)
    if (!SKED_AR_HAS_POLICY_(choice->policy)) {
        return sked_refuse_what_(refusal, status, "policy", "SKED_AR_POLICIES leaves it out");
    }
#endif
#if !defined(SKED_AR_ALL_PICKS_) /*~picks_left_out*/
    if (!SKED_AR_HAS_PICK_(choice->pick)) {
        return sked_refuse_what_(refusal, status, "pick", "SKED_AR_PICKS leaves it out");
    }
#endif
    if (choice->policy == SKED_AR_SCORE && choice->score.score == NULL) {
        return sked_refuse_what_(refusal, status, "score", "SKED_AR_SCORE needs a function");
    }
    if (choice->pick == SKED_AR_PICKER && ar->state_->planes > 0) {
        return sked_refuse_what_(refusal, status, "pick", "no picker for unequal processors");
    }
    return SKED_OK;
}

static sked_status sked_ar_check_sets_(const sked_ar *ar, const sked_ar_request *request) {
    const sked_set *allowed = request->allowed, *required = request->required;
    const sked_status status = SKED_E_RANGE;
    const uint32_t size = ar->state_->processors;
    if (allowed == NULL && required == NULL) {
        return SKED_OK;
    }
    if (sked_is_unfit_(request->refusal, "allowed->size", allowed, size) ||
        sked_is_unfit_(request->refusal, "required->size", required, size)) {
        return status;
    }
    if (required == NULL) {
        return SKED_OK;
    }
    if (allowed != NULL && !sked_ar_within_(ar, required->words, allowed->words)) {
        return sked_refuse_what_(request->refusal, status, "required", "not all are allowed");
    }
    if (sked_ar_count_(ar, required->words) > request->count) {
        return sked_refuse_what_(request->refusal, status, "required", "more than count");
    }
    return SKED_OK;
}

/* A deadline of 0 means none, since nothing could end by then. */
static sked_time sked_ar_deadline_(const sked_ar_request *request) {
    return request->deadline == 0 ? SKED_NEVER : request->deadline;
}

static sked_status sked_ar_check_times_(const sked_ar_request *request) {
    const sked_time deadline = request->deadline;
    if (!sked_is_point_(request->ready)) {
        return sked_refuse_(request->refusal, SKED_E_TIME, "ready", request->ready, 0,
                            SKED_TIME_MAX);
    }
    if (!sked_is_point_(deadline) && deadline != SKED_NEVER) {
        return sked_refuse_(request->refusal, SKED_E_TIME, "deadline", deadline, 0, SKED_TIME_MAX);
    }
    if (!sked_is_point_(request->duration) || request->duration == 0) {
        return sked_refuse_(request->refusal, SKED_E_TIME, "duration", request->duration, 1,
                            SKED_TIME_MAX);
    }
    return SKED_OK;
}

/* The start is too late for the duration, or no start is early enough. */
static sked_status sked_ar_refuse_horizon_(const sked_ar *ar, const sked_ar_request *request,
                                           sked_time earliest) {
    const sked_time base = ar->state_->base, horizon = ar->state_->horizon;
    const sked_time duration = request->duration;
    sked_refusal *refusal = request->refusal;
    if (duration > horizon - base) {
        (void)sked_refuse_(refusal, SKED_E_HORIZON, "duration", duration, 1, horizon - base);
        return sked_refuse_with_(refusal, SKED_E_HORIZON, "horizon", horizon);
    }
    (void)sked_refuse_(refusal, SKED_E_HORIZON, "ready", earliest, base, horizon - duration);
    return sked_refuse_with_(refusal, SKED_E_HORIZON, "duration", duration);
}

/* Checks a request, except for what the calendar contains. */
static sked_status sked_ar_check_(const sked_ar *ar, const sked_ar_request *request) {
    const sked_time base = ar->state_->base, horizon = ar->state_->horizon;
    const sked_time earliest = request->ready, duration = request->duration;
    sked_refusal *refusal = request->refusal;
    sked_status status;
    if (request->count == 0) {
        return sked_refuse_(refusal, SKED_E_NO_WIDTH, "count", 0, 1, SKED_NEVER);
    }
    status = sked_ar_check_times_(request);
    if (status == SKED_OK) {
        status = sked_ar_check_sets_(ar, request);
    }
    if (status != SKED_OK) {
        return status;
    }
    if (earliest < base) {
        return sked_refuse_(refusal, SKED_E_PAST, "ready", earliest, base, horizon - duration);
    }
    if (earliest + duration > horizon) {
        return sked_ar_refuse_horizon_(ar, request, earliest);
    }
    if (earliest + duration > sked_ar_deadline_(request)) {
        (void)sked_refuse_(refusal, SKED_E_WINDOW, "deadline", request->deadline,
                           earliest + duration, SKED_NEVER);
        return sked_refuse_with_(refusal, SKED_E_WINDOW, "duration", duration);
    }
    return SKED_OK;
}

/* ---- >>find.turn: a search of one request ---- */

/* A record leaves a request the eligible processors that are not busy in it. It leaves enough if
 * these count at least what is needed, and all required ones are among them. Whether the records of
 * a window leave enough is decided by the union of their busy sets. */

/* Turns to a request that has been checked. Returns 0 iff it can never fit. */
static int sked_ar_turn_to_(sked_ar_search_ *search, const sked_ar_request *request) {
    const sked_ar *ar = search->ar;
    const sked_time horizon = ar->state_->horizon;
    search->request = request;
    search->required = request->required == NULL ? NULL : request->required->words;
    search->deadline = sked_ar_deadline_(request);
    search->deadline = search->deadline < horizon ? search->deadline : horizon;
    search->last = search->deadline - request->duration;
    SKED_ASSERT(ar->state_->base <= request->ready && request->ready <= search->last);
    search->need = request->count;
    sked_ar_limit_(search, request->allowed);
    if (search->required != NULL && !sked_ar_within_(ar, search->required, search->eligible)) {
        return 0;
    }
    return search->need <= (search->limited ? sked_ar_count_(ar, search->eligible)
                                            : ar->state_->capacity);
}

/* Unites two busy sets. Returns how many eligible units that leaves. */
static uint32_t sked_ar_left_(const sked_ar_search_ *search, const sked_word *a, const sked_word *b,
                              sked_word *into) {
    const sked_ar *ar = search->ar;
    sked_ar_unite_two_(ar, into, a, b);
    if (!search->limited) {
        return ar->state_->capacity - sked_ar_count_(ar, into);
    }
    sked_ar_copy_(ar, search->free, search->eligible);
    sked_ar_andnot_(ar, search->free, into);
    return sked_ar_count_(ar, search->free);
}

/* Unites two busy sets. Returns whether that leaves enough, and the required. */
static int sked_ar_suffice_(const sked_ar_search_ *search, const sked_word *a, const sked_word *b,
                            sked_word *into) {
    return sked_ar_left_(search, a, b, into) >= search->need &&
           (search->required == NULL || !sked_ar_meets_(search->ar, search->required, into));
}

/* Does a record leave enough by itself? */
static int sked_ar_alone_(const sked_ar_search_ *search, sked_ar_spot_ spot) {
    const sked_word *busy = sked_ar_record_(search->ar, spot);
    if (sked_ar_room_(search->ar, spot) < search->need) {
        return 0;
    }
    return !search->limited || sked_ar_suffice_(search, busy, busy, search->trial);
}

static int sked_ar_step_(const sked_ar *ar, sked_ar_spot_ *spot, uint32_t step) {
    return step == SKED_AR_ON_ ? sked_ar_forward_(ar, spot) : sked_ar_back_(ar, spot);
}

/* Is it too late for a window that begins with a record or after it (back: ends with it or before
 * it)? */
static int sked_ar_is_out_(const sked_ar_search_ *search, sked_ar_spot_ spot, uint32_t step) {
    const sked_ar_request *request = search->request;
    return step == SKED_AR_ON_
               ? sked_ar_time_(search->ar, spot) > search->last
               : sked_ar_end_(search->ar, spot) < request->ready + request->duration;
}

/* Steps to the next record (back: the last before) that leaves enough by itself. Returns 0 if there
 * is none in time. */
static int sked_ar_seek_room_(const sked_ar_search_ *search, sked_ar_spot_ *spot, uint32_t step) {
    do {
        if (!sked_ar_step_(search->ar, spot, step) ||
            !sked_ar_walk_to_room_(search->ar, spot, step, search->need) ||
            sked_ar_is_out_(search, *spot, step)) {
            return 0;
        }
    } while (!sked_ar_alone_(search, *spot));
    SKED_ASSERT(sked_ar_room_(search->ar, *spot) >= search->need);
    return 1;
}

/* Merges the busy set of a record with those merged so far, if the union leaves enough. */
static int sked_ar_merge_in_(sked_ar_search_ *search, const sked_word *busy) {
    sked_word *trial = search->trial;
    if (!sked_ar_suffice_(search, search->merged, busy, trial)) {
        return 0;
    }
    search->trial = search->merged;
    search->merged = trial;
    SKED_ASSERT(sked_ar_within_(search->ar, busy, search->merged));
    return 1;
}

/* Makes the free set from what is busy in the window. */
static void sked_ar_set_free_(sked_ar_search_ *search, const sked_word *busy) {
    sked_word *SKED_AR_APART_ free = search->free;
    const sked_word *eligible = search->eligible;
    const uint32_t words = search->ar->words_;
    uint32_t w;
    for (w = 0; w < words; w++) {
        free[w] = (sked_word)(eligible[w] & (sked_word)~busy[w]);
    }
}

/* ---- >>find.fit: the earliest and the latest start ---- */

/* The idea. Busy sets are merged from the record of the start on. When the union with the next
 * record x leaves too little, the start moves to just after the last record that cannot be in one
 * window with x, which is found by merging back from x. When x alone leaves too little, the parents
 * lead to the next record that has room. The latest start is the mirror image: an end moves back.
 * The invariant. No start before `at` is feasible, and `merged` is the union from the record of
 * `at` to before x. What is merged back is merged again. When that has happened too often, the walk
 * gives up (-1), and >>find.slide takes over, unless SKED_AR_POLICIES leaves it out. */
typedef struct sked_ar_trail_ {
    sked_ar_spot_ spot;             /* x: fit_is_whole moves it by one, fit_take to where is room */
    sked_time at;                   /* the start, or the end: fit_move, on (or back) only */
    uint32_t step;                  /* SKED_AR_ON_ or SKED_AR_BACK_ */
    uint32_t patience;              /* records that may still be merged again: fit_turn */
} sked_ar_trail_;

/* Moves the start to where a window begins with a record, or the end to where one ends with it. */
static void sked_ar_fit_move_(const sked_ar *ar, sked_ar_trail_ *fit, sked_ar_spot_ spot) {
    const int on = fit->step == SKED_AR_ON_;
    const sked_time at = on ? sked_ar_time_(ar, spot) : sked_ar_end_(ar, spot);
    SKED_ASSERT(on ? at > fit->at : at < fit->at);
    fit->at = at;
}

/* Begins the window anew, since the record at hand does not go with those merged: at that record,
 * or as far before it as its neighbours go with it. */
static void sked_ar_fit_turn_(sked_ar_search_ *search, sked_ar_trail_ *fit) {
    const sked_ar *ar = search->ar;
    const uint32_t against = fit->step == SKED_AR_ON_ ? SKED_AR_BACK_ : SKED_AR_ON_;
    sked_ar_spot_ spot = fit->spot, next = fit->spot;
    sked_ar_copy_(ar, search->merged, sked_ar_record_(ar, spot));
    (void)sked_ar_step_(ar, &next, against);    /* some record of the window does not go with it */
    while (sked_ar_merge_in_(search, sked_ar_record_(ar, next))) {
        spot = next;
        (void)sked_ar_step_(ar, &next, against);
        SKED_ASSERT(next.leaf != spot.leaf || next.slot != spot.slot);
        fit->patience -= fit->patience > 0;
    }
    sked_ar_fit_move_(ar, fit, spot);
}

/* Includes the record at hand. Returns 0 iff none that is left has room. */
static int sked_ar_fit_take_(sked_ar_search_ *search, sked_ar_trail_ *fit) {
    const sked_ar *ar = search->ar;
    if (!sked_ar_alone_(search, fit->spot)) {
        if (!sked_ar_seek_room_(search, &fit->spot, fit->step)) {
            return 0;
        }
        sked_ar_fit_move_(ar, fit, fit->spot);
        sked_ar_copy_(ar, search->merged, sked_ar_record_(ar, fit->spot));
    } else if (!sked_ar_merge_in_(search, sked_ar_record_(ar, fit->spot))) {
        sked_ar_fit_turn_(search, fit);
    }
    return 1;
}

/* Is all of the window merged? If not, steps to its next record. */
static int sked_ar_fit_is_whole_(const sked_ar_search_ *search, sked_ar_trail_ *fit) {
    const sked_ar *ar = search->ar;
    const sked_time duration = search->request->duration;
    if (fit->step == SKED_AR_ON_) {
        return !sked_ar_forward_(ar, &fit->spot) ||
               sked_ar_time_(ar, fit->spot) >= fit->at + duration;
    }
    if (sked_ar_time_(ar, fit->spot) <= fit->at - duration) {
        return 1;
    }
    (void)sked_ar_back_(ar, &fit->spot);    /* there is one: the first begins before ready */
    SKED_ASSERT(sked_ar_time_(ar, fit->spot) < fit->at);
    return 0;
}

/* Is the time that is left too short? */
static int sked_ar_fit_is_late_(const sked_ar_search_ *search, const sked_ar_trail_ *fit) {
    return fit->step == SKED_AR_ON_
               ? fit->at > search->last
               : fit->at < search->request->ready + search->request->duration;
}

/* Returns 1, with the start and its free set; 0 if there is none; -1 if patience is over. */
static int sked_ar_fit_(sked_ar_search_ *search, uint32_t step, sked_time *start) {
    const sked_ar *ar = search->ar;
    const sked_time duration = search->request->duration;
    sked_ar_trail_ fit;
    int whole = 0;
    fit.step = step;
    fit.at = step == SKED_AR_ON_ ? search->request->ready : search->deadline;
    fit.spot = sked_ar_seek_(ar, step == SKED_AR_ON_ ? fit.at : fit.at - 1);
    fit.patience = 4096;
    sked_ar_clear_(ar, search->merged);
    while (!whole) {
        if (!sked_ar_fit_take_(search, &fit) || sked_ar_fit_is_late_(search, &fit)) {
            return 0;
        }
        whole = sked_ar_fit_is_whole_(search, &fit);
        if (SKED_AR_TOURS_ && !whole && fit.patience == 0) {
            return -1;
        }
    }
    *start = step == SKED_AR_ON_ ? fit.at : fit.at - duration;
    SKED_ASSERT(search->request->ready <= *start && *start <= search->last);
    sked_ar_set_free_(search, search->merged);
    SKED_ASSERT(sked_ar_count_(ar, search->free) >= search->need);
    SKED_ASSERT(search->required == NULL || sked_ar_within_(ar, search->required, search->free));
    return 1;
}

/* ---- >>find.slide: all starts, in segments ---- */

/* The idea. The window is the records that [start, start + duration) meets. As the start moves on,
 * the window loses records at its begin and gains others at its end. Between such events the free
 * set stays the same: a segment. For each processor, the stretches of records in the window in
 * which it is busy all through are counted. It is free iff there is none. The counters are bit
 * sliced: plane i holds bit i of all of them, so that counting is a ripple of carries over whole
 * words, and the free set is what no plane has.
 * The invariant. Each record left enough by itself when it entered the window. One that does not is
 * in every window until it has left. So the window begins anew after it, at the next record that
 * has room, and no record enters twice. */
typedef struct sked_ar_slide_ {
    sked_ar_spot_ low, newest;      /* the first and the last record of the window */
    sked_ar_spot_ high;             /* the next to enter it, if high_begins is not SKED_NEVER */
    sked_time low_ends;             /* slide_low; SKED_NEVER: no record comes after it */
    sked_time high_begins;          /* slide_on; SKED_NEVER: none is left to enter */
    sked_time from, to;             /* the segment: starts from .. to; `to` from slide_end on */
} sked_ar_slide_;

/* Adds 1 to the counters of the processors that are busy in one record and not in another. With
 * `flip` all ones it subtracts 1: a borrow goes on where a bit was 0, a carry where it was 1. */
static void sked_ar_tally_(sked_ar_search_ *search, sked_ar_spot_ in, sked_ar_spot_ not_in,
                           sked_word flip) {
    const sked_ar *ar = search->ar;
    const sked_word *busy = sked_ar_record_(ar, in), *other = sked_ar_record_(ar, not_in);
    const uint32_t words = ar->words_;
    sked_word *SKED_AR_APART_ carry = search->trial, *bits = search->plane, any = 0;
    uint32_t plane, w;
    for (w = 0; w < words; w++) {
        const sked_word one = (sked_word)(busy[w] & (sked_word)~other[w]);
        carry[w] = (sked_word)((bits[w] ^ flip) & one);
        bits[w] = (sked_word)(bits[w] ^ one);
        any = (sked_word)(any | carry[w]);
    }
    for (plane = 1; any != 0; plane++) {
        bits += words;
        if (plane == search->planes) {      /* the first counter that needs this bit */
            SKED_ASSERT(flip == 0 && plane < sked_ar_scratch_planes_(ar));
            sked_ar_clear_(ar, bits);
            search->planes++;
        }
        any = 0;
        for (w = 0; w < words; w++) {
            const sked_word one = carry[w];
            carry[w] = (sked_word)((bits[w] ^ flip) & one);
            bits[w] = (sked_word)(bits[w] ^ one);
            any = (sked_word)(any | carry[w]);
        }
    }
}

/* Looks for the next record to enter, after the newest. */
static void sked_ar_slide_on_(const sked_ar_search_ *search, sked_ar_slide_ *slide) {
    slide->high = slide->newest;
    slide->high_begins = SKED_NEVER;
    if (sked_ar_forward_(search->ar, &slide->high)) {
        slide->high_begins = sked_ar_time_(search->ar, slide->high);
    }
    SKED_ASSERT(slide->high_begins > sked_ar_time_(search->ar, slide->newest));
}

static void sked_ar_slide_enter_(sked_ar_search_ *search, sked_ar_slide_ *slide) {
    SKED_ASSERT(slide->high_begins != SKED_NEVER && sked_ar_alone_(search, slide->high));
    sked_ar_tally_(search, slide->high, slide->newest, 0);
    slide->newest = slide->high;
    sked_ar_slide_on_(search, slide);
}

/* Makes a record the first of the window. */
static void sked_ar_slide_low_(const sked_ar_search_ *search, sked_ar_slide_ *slide,
                               sked_ar_spot_ low) {
    slide->low = low;
    slide->low_ends =
        sked_ar_forward_(search->ar, &low) ? sked_ar_time_(search->ar, low) : SKED_NEVER;
    SKED_ASSERT(slide->low_ends > sked_ar_time_(search->ar, slide->low));
}

static void sked_ar_slide_leave_(sked_ar_search_ *search, sked_ar_slide_ *slide) {
    sked_ar_spot_ next = slide->low;
    SKED_ASSERT(slide->low.leaf != slide->newest.leaf || slide->low.slot != slide->newest.slot);
    (void)sked_ar_forward_(search->ar, &next);
    sked_ar_tally_(search, slide->low, next, (sked_word)~(sked_word)0);
    sked_ar_slide_low_(search, slide, next);
}

/* Begins a window at slide->from, which the record `low` holds; or as soon after as each record in
 * it leaves enough by itself. Returns 0 iff that is never in time. */
static int sked_ar_slide_fill_(sked_ar_search_ *search, sked_ar_slide_ *slide, sked_ar_spot_ low) {
    const sked_time duration = search->request->duration;
    int whole = 0;
    while (!whole) {
        if (!sked_ar_alone_(search, low)) {
            if (!sked_ar_seek_room_(search, &low, SKED_AR_ON_)) {
                return 0;
            }
            slide->from = sked_ar_time_(search->ar, low);
        }
        /* A window of one record, in which each busy processor has one stretch. */
        search->planes = 1;
        sked_ar_copy_(search->ar, search->plane, sked_ar_record_(search->ar, low));
        sked_ar_slide_low_(search, slide, low);
        slide->newest = low;
        sked_ar_slide_on_(search, slide);
        while (slide->high_begins < slide->from + duration && sked_ar_alone_(search, slide->high)) {
            sked_ar_slide_enter_(search, slide);
        }
        whole = slide->high_begins >= slide->from + duration;
        low = slide->high;
    }
    SKED_ASSERT(sked_ar_time_(search->ar, slide->low) <= slide->from);
    return 1;
}

/* Ends the segment where the free set may change. */
static void sked_ar_slide_end_(const sked_ar_search_ *search, sked_ar_slide_ *slide) {
    slide->to = search->last;
    if (slide->low_ends - 1 < slide->to) {
        slide->to = slide->low_ends - 1;
    }
    if (slide->high_begins - search->request->duration < slide->to) {
        slide->to = slide->high_begins - search->request->duration;
    }
    SKED_ASSERT(slide->from <= slide->to && slide->to <= search->last);
    SKED_ASSERT(slide->low_ends > slide->from && search->planes > 0);
    SKED_ASSERT(slide->high_begins - search->request->duration >= slide->from);
}

/* Makes the first segment at or after a start. Returns 0 iff there is none with room. */
static int sked_ar_slide_begin_(sked_ar_search_ *search, sked_ar_slide_ *slide, sked_time from) {
    slide->from = from;
    if (!sked_ar_slide_fill_(search, slide, sked_ar_seek_(search->ar, from))) {
        return 0;
    }
    sked_ar_slide_end_(search, slide);
    return 1;
}

/* Makes the next segment. Returns 0 iff there is none with room. */
static int sked_ar_slide_next_(sked_ar_search_ *search, sked_ar_slide_ *slide) {
    if (slide->to >= search->last) {
        return 0;
    }
    slide->from = slide->to + 1;
    SKED_ASSERT(slide->low_ends >= slide->from);
    /* At the new start one record enters, or one leaves, or both. */
    if (slide->high_begins < slide->from + search->request->duration) {
        if (!sked_ar_alone_(search, slide->high)) {
            if (!sked_ar_slide_fill_(search, slide, slide->high)) {
                return 0;
            }
            sked_ar_slide_end_(search, slide);
            return 1;
        }
        sked_ar_slide_enter_(search, slide);
    }
    if (slide->from == slide->low_ends) {
        sked_ar_slide_leave_(search, slide);
    }
    sked_ar_slide_end_(search, slide);
    return 1;
}

/* Makes the free set of the segment. The required are in it, since each record of the window leaves
 * them. Returns its count if that is enough, else 0. */
static uint32_t sked_ar_slide_free_(sked_ar_search_ *search) {
    const sked_ar *ar = search->ar;
    const sked_word *bits = search->plane;
    uint32_t plane, count;
    sked_ar_set_free_(search, bits);
    for (plane = 1; plane < search->planes; plane++) {
        bits += ar->words_;
        sked_ar_andnot_(ar, search->free, bits);
    }
    count = sked_ar_count_(ar, search->free);
    SKED_ASSERT(count <= ar->state_->capacity);
    SKED_ASSERT(search->required == NULL || sked_ar_within_(ar, search->required, search->free));
    return count < search->need ? 0 : count;
}

/* ---- >>find.rectangles: from when and until when a set is free ---- */

/* Finds the longest interval around two records, and all between them, in which a set is free. */
static void sked_ar_widen_(const sked_ar *ar, const sked_word *set, sked_ar_spot_ first,
                           sked_ar_spot_ last, sked_time *from, sked_time *until) {
    sked_ar_spot_ spot = last;
    *until = ar->state_->horizon;
    if (sked_ar_walk_to_touch_(ar, &spot, SKED_AR_ON_, set)) {
        *until = sked_ar_time_(ar, spot);
    }
    spot = first;
    *from = ar->state_->base;
    if (sked_ar_walk_to_touch_(ar, &spot, SKED_AR_BACK_, set)) {
        *from = sked_ar_end_(ar, spot);
    }
    SKED_ASSERT(*from <= sked_ar_time_(ar, first) && sked_ar_end_(ar, last) <= *until);
}

/* ---- >>find.picks: which processors of a free set ---- */

/* A pick moves processors of the free set to search->chosen, until no unit is missing. Of unequal
 * processors it then leaves out those that it does not need. */

/* Returns the lowest `count` bits of a word that are set. */
static sked_word sked_ar_lowest_bits_(sked_word word, uint32_t count) {
    sked_word rest = word;
    SKED_ASSERT(count < sked_word_count_(word));
    for (; count > 0; count--) {
        rest = sked_word_rest_(rest);
    }
    return (sked_word)(word & (sked_word)~rest);
}

/* Adds the lowest of `from` to the chosen until the missing units are gathered. Returns the units
 * that are still missing. */
static uint32_t sked_ar_gather_lowest_(const sked_ar_search_ *search, const sked_word *from,
                                       uint32_t missing) {
    const sked_ar *ar = search->ar;
    const uint32_t words = ar->words_;
    uint32_t w;
    for (w = 0; w < words && missing > 0; w++) {
        sked_word word = (sked_word)(from[w] & (sked_word)~search->chosen[w]);
        /* Equal processors are taken by words, unequal ones one by one. */
        if (ar->state_->planes == 0) {
            const uint32_t here = sked_word_count_(word);
            word = here <= missing ? word : sked_ar_lowest_bits_(word, missing);
            search->chosen[w] = (sked_word)(search->chosen[w] | word);
            missing -= here <= missing ? here : missing;
            continue;
        }
        while (word != 0 && missing > 0) {
            const uint32_t processor = w * SKED_WORD_BITS + sked_word_first_(word);
            const uint32_t units = sked_ar_units_(ar, processor);
            search->chosen[w] = (sked_word)(search->chosen[w] | sked_word_bit_(processor));
            word = sked_word_rest_(word);
            missing -= units < missing ? units : missing;
        }
    }
    SKED_ASSERT(missing == 0 || sked_ar_within_(ar, from, search->chosen));
    return missing;
}

/* Leaves out of the chosen what is not needed, from the lowest on. */
static void sked_ar_leave_out_(const sked_ar_search_ *search) {
    const sked_ar *ar = search->ar;
    sked_set chosen = sked_ar_view_(ar, search->chosen);
    uint32_t over = sked_ar_count_(ar, search->chosen) - search->request->count, processor;
    SKED_ASSERT(over < ar->state_->capacity);
    for (processor = sked_set_first(&chosen); processor < chosen.size && over > 0;
         processor = sked_set_next(&chosen, processor)) {
        const uint32_t units = sked_ar_units_(ar, processor);
        const sked_set *required = search->request->required;
        if (units <= over && (required == NULL || !sked_set_has(required, processor))) {
            sked_set_remove(&chosen, processor);
            over -= units;
        }
    }
    SKED_ASSERT(sked_ar_count_(ar, search->chosen) == search->request->count + over);
}

/* Adds those of the free set to the chosen that are busy again first, record by record. */
static void sked_ar_gather_longest_(const sked_ar_search_ *search, const sked_word *free,
                                    sked_time end, uint32_t missing) {
    const sked_ar *ar = search->ar;
    sked_word *left = search->offered;
    sked_ar_spot_ spot = sked_ar_seek_(ar, end);
    uint32_t w;
    /* From the end of the window on; what is never busy again comes last. */
    sked_ar_copy_(ar, left, free);
    SKED_ASSERT(missing <= sked_ar_count_(ar, free));
    while (missing > 0) {
        const sked_word *busy;
        if (end >= ar->state_->horizon || !sked_ar_walk_to_touch_(ar, &spot, SKED_AR_ON_, left)) {
            (void)sked_ar_gather_lowest_(search, left, missing);
            return;
        }
        busy = sked_ar_record_(ar, spot);
        for (w = 0; w < ar->words_; w++) {
            search->trial[w] = (sked_word)(left[w] & busy[w]);
        }
        SKED_ASSERT(!sked_ar_is_empty_set_(ar, search->trial));
        missing = sked_ar_gather_lowest_(search, search->trial, missing);
        sked_ar_andnot_(ar, left, search->trial);
    }
}

/* Chooses neighbours. For each processor it has the shortest run [low, high] that ends there, has
 * all required ones that are not above it, and counts enough, if there is one. `sum` is its units,
 * and `missing` counts the required ones above it. */
static sked_status sked_ar_choose_run_(const sked_ar_search_ *search, const sked_word *free) {
    const sked_ar *ar = search->ar;
    const int unequal = ar->state_->planes > 0;
    const uint32_t processors = ar->state_->processors, count = search->request->count;
    const sked_set *required = search->request->required;
    const sked_set free_set = sked_ar_view_(ar, search->offered);
    sked_set chosen = sked_ar_view_(ar, search->chosen);
    const uint32_t first = required == NULL ? processors : sked_set_first(required);
    uint32_t low = 0, high, sum = 0, missing = 0;
    sked_ar_copy_(ar, search->offered, free);
    sked_ar_clear_(ar, search->chosen);
    if (required != NULL) {
        missing = sked_set_count(required);
    }
    for (high = 0; high < processors; high++) {
        if (!sked_set_has(&free_set, high)) {   /* no run has this one */
            low = high + 1;
            sum = 0;
            continue;
        }
        sum += sked_ar_units_(ar, high);
        missing -= required != NULL && sked_set_has(required, high);
        while (low < first && low < high && sum - sked_ar_units_(ar, low) >= count) {
            sum -= sked_ar_units_(ar, low);
            low++;
        }
        if (sum >= count && missing == 0 && low <= first && (unequal || sum == count)) {
            for (; low <= high; low++) {
                sked_set_add(&chosen, low);
            }
            return SKED_OK;
        }
    }
    return SKED_E_REFUSED;
}

/* Lets the caller's picker choose what is not required. */
static sked_status sked_ar_choose_picker_(const sked_ar_search_ *search, const sked_picker *picker,
                                          const sked_word *free, sked_time start) {
    const sked_ar *ar = search->ar;
    const sked_ar_request *request = search->request;
    sked_set offered = sked_ar_view_(ar, search->offered);
    sked_set chosen = sked_ar_view_(ar, search->chosen);
    sked_status status;
    sked_pick_request ask;
    ask.id = request->id;
    ask.tag = request->tag;
    ask.start = start;
    ask.end = start + request->duration;
    ask.count = request->count;
    ask.tier = ask.ahead = 0;
    ask.beside = NULL;
    sked_ar_copy_(ar, search->offered, free);
    SKED_ASSERT(ar->state_->planes == 0 && sked_ar_count_(ar, free) >= request->count);
    if (request->required != NULL) {
        SKED_ASSERT(sked_set_count(request->required) <= request->count);
        ask.count -= sked_set_count(request->required);
        sked_set_andnot(&offered, request->required);
        if (ask.count == 0) {
            sked_set_copy(&chosen, request->required);
            return SKED_OK;
        }
    }
    sked_set_clear(&chosen);
    status = sked_pick(picker, &ask, &offered, &chosen);
    if (status == SKED_OK && request->required != NULL) {
        sked_set_or(&chosen, request->required);
    }
    return status;
}

/* Begins with the required processors. Returns the units that are missing. */
static uint32_t sked_ar_choose_required_(const sked_ar_search_ *search) {
    const sked_ar *ar = search->ar;
    if (search->required == NULL) {
        sked_ar_clear_(ar, search->chosen);
        return search->request->count;
    }
    sked_ar_copy_(ar, search->chosen, search->required);
    return search->request->count - sked_ar_count_(ar, search->required);
}

/* Chooses processors of a free set into search->chosen. */
static sked_status sked_ar_choose_(const sked_ar_search_ *search, const sked_ar_choice *choice,
                                   const sked_word *free, sked_time start) {
    const sked_time end = start + search->request->duration;
    uint32_t missing;
    switch (choice->pick) {
    case SKED_AR_RUN:
        return SKED_AR_RUNS_ ? sked_ar_choose_run_(search, free) : SKED_E_REFUSED;
    case SKED_AR_PICKER:
        return SKED_AR_PICKERS_
                   ? sked_ar_choose_picker_(search, &choice->picker, free, start)
                   : SKED_E_REFUSED;
    case SKED_AR_LONGEST_LEFT:
        if (SKED_AR_LONGEST_LEFTS_) {
            missing = sked_ar_choose_required_(search);
            sked_ar_gather_longest_(search, free, end, missing);
        }
        break;
    case SKED_AR_LOWEST:
        missing = sked_ar_choose_required_(search);
        (void)sked_ar_gather_lowest_(search, free, missing);
        break;
    case SKED_AR_PICK_COUNT_:
    case SKED_AR_PICK_CLOSED_:
        return SKED_E_REFUSED;
    }
    if (search->ar->state_->planes > 0) {
        sked_ar_leave_out_(search);
    }
    SKED_ASSERT(sked_ar_within_(search->ar, search->chosen, free));
    SKED_ASSERT(sked_ar_count_(search->ar, search->chosen) >= search->request->count);
    return SKED_OK;
}

/* ---- >>find.policies: which start ---- */

/* A tour judges all feasible starts, in rising order. Of each it makes the number that the policy
 * compares, and from that a key: the lower key wins, and of equals the earlier start. It ends early
 * when no later start can be better. */

/* The best start so far: tour_try, fits. */
typedef struct sked_ar_best_ {
    int found;                      /* there is one: the rest is valid */
    int refused;                    /* the pick or the score has refused a feasible start */
    sked_time start;
    sked_u128 key;                  /* the lower key wins */
    uint32_t free;                  /* units of its free set */
} sked_ar_best_;

/* Does a rectangle that reaches beyond the deadline end there? One to the horizon is open. */
static int sked_ar_is_ended_(sked_ar_ends ends, int open) {
    switch (ends) {
    case SKED_AR_ENDS_AT_DEADLINE: return 1;
    case SKED_AR_OPEN_ENDS_AT_DEADLINE: return open;
    case SKED_AR_ENDS_AT_HORIZON:
    case SKED_AR_ENDS_CLOSED_: break;
    }
    return 0;
}

/* Makes the rectangle of the segment, ended as the choice says. */
static void sked_ar_frame_(const sked_ar_search_ *search, const sked_ar_choice *choice,
                           const sked_ar_slide_ *slide, sked_ar_offer *offer) {
    const sked_time horizon = search->ar->state_->horizon;
    sked_ar_widen_(search->ar, search->free, slide->low, slide->newest, &offer->from,
                   &offer->until);
    if (offer->until > search->deadline &&
        sked_ar_is_ended_(choice->ends, offer->until == horizon)) {
        offer->until = search->deadline;
    }
    SKED_ASSERT(offer->from <= slide->from && slide->from <= slide->to);
    SKED_ASSERT(slide->to + search->request->duration <= offer->until);
}

/* The only place from which a score is called. Returns 0 iff it vetoes. */
static int sked_ar_judge_(const sked_ar_score *score, const sked_ar_request *request,
                          const sked_ar_offer *offer, uint64_t *number) {
    const int64_t verdict = score->score(score->ctx, request, offer);
    *number = (uint64_t)verdict ^ ((uint64_t)1 << 63);
    return verdict != SKED_AR_VETO;
}

/* Returns the key of a number: the lower key wins, by any rule. */
static sked_u128 sked_ar_key_(int rule, sked_u128 number) {
    if ((rule & SKED_AR_LARGEST_) != 0) {
        number.high = ~number.high;
        number.low = ~number.low;
    }
    return number;
}

/* A walk over the starts that a policy chooses among. */
typedef struct sked_ar_tour_ {
    /* Written once, by tour_all: */
    const sked_ar_choice *choice;
    int rule;                       /* of its policy */
    int paper;                      /* chooses among the paper's starts */
    uint32_t eligible;              /* units: no free set counts more */
    sked_time whole;                /* ticks: no rectangle is longer */
    sked_set free_set;              /* search->free, for the offer */
    /* Written as it goes: */
    sked_ar_slide_ slide;           /* at the segment */
    sked_ar_offer offer;            /* of the segment: tour_offer; its start and end: tour_try */
    sked_ar_best_ best;
} sked_ar_tour_;

/* Makes the key of a start. Returns SKED_OK; SKED_DONE if no later start can be better; or
 * SKED_E_REFUSED iff the score vetoes it. */
static sked_status sked_ar_rate_(const sked_ar_search_ *search, const sked_ar_tour_ *tour,
                                 sked_u128 *key) {
    const sked_ar_offer *offer = &tour->offer;
    const uint64_t length = (uint64_t)(offer->until - offer->from);
    const int largest = tour->rule & SKED_AR_LARGEST_;
    const int count_final = offer->free == (largest ? tour->eligible : search->request->count);
    const int length_final =
        length == (uint64_t)(largest ? tour->whole : search->request->duration);
    sked_u128 number = SKED_ZERO;
    int final = 0;
    SKED_ASSERT(offer->free <= tour->eligible && offer->until - offer->from <= tour->whole);
    switch (sked_ar_number_of_(tour->rule)) {
    case SKED_AR_START_:
        number.low = (uint64_t)offer->start;
        final = !largest;
        break;
    case SKED_AR_COUNT_:
        number.low = offer->free;
        final = count_final;
        break;
    case SKED_AR_LENGTH_:
        number.low = length;
        final = length_final;
        break;
    case SKED_AR_AREA_:
        number = sked_u128_mul(offer->free, length);
        final = count_final && length_final;
        break;
    case SKED_AR_SCORED_:
        if (!sked_ar_judge_(&tour->choice->score, search->request, offer, &number.low)) {
            return SKED_E_REFUSED;
        }
        break;
    }
    *key = sked_ar_key_(tour->rule, number);
    return final ? SKED_DONE : SKED_OK;
}

/* Judges one start of the segment. Returns SKED_OK to go on; SKED_DONE if none can be better; or
 * what is wrong with the picker. */
static sked_status sked_ar_tour_try_(sked_ar_search_ *search, sked_ar_tour_ *tour,
                                     sked_time start) {
    const sked_ar_choice *choice = tour->choice;
    sked_ar_best_ *best = &tour->best;
    const sked_word *found = search->free;
    sked_status rated;
    sked_u128 key;
    SKED_ASSERT(search->request->ready <= start && start <= search->last);
    SKED_ASSERT(tour->offer.free >= search->request->count);
    SKED_ASSERT(!best->found || best->start < start);
    tour->offer.start = start;
    tour->offer.end = start + search->request->duration;
    rated = sked_ar_rate_(search, tour, &key);
    if (rated == SKED_E_REFUSED) {
        best->refused = 1;
        return SKED_OK;
    }
    if (best->found && sked_u128_compare(key, best->key) >= 0) { /*~best_of_equals*/
        return SKED_OK;
    }
    /* A pick that may refuse has to be asked now; any other only for the best start. */
    if (sked_ar_may_refuse_(choice->pick) != 0) {
        const sked_status status = sked_ar_choose_(search, choice, search->free, start);
        if (status != SKED_OK) {
            best->refused = 1;
            return status == SKED_E_REFUSED ? SKED_OK : status;
        }
        found = search->chosen;
    }
    SKED_ASSERT(sked_ar_within_(search->ar, found, search->free));
    sked_ar_copy_(search->ar, search->best, found);
    best->found = 1;
    best->start = start;
    best->key = key;
    best->free = tour->offer.free;
    if (tour->rule == (int)SKED_AR_COUNT_ + SKED_AR_LARGEST_) {     /* only more is better */
        search->need = best->free + (best->free < UINT32_MAX);
    }
    return rated;
}

/* Are the starts those of the paper, or only those at which a processor becomes free? */
static int sked_ar_is_paper_(sked_ar_starts starts) {
    switch (starts) {
    case SKED_AR_PAPER: return 1;
    case SKED_AR_FREED:
    case SKED_AR_STARTS_CLOSED_: break;
    }
    return 0;
}

/* Does something eligible become free where the segment begins? */
static int sked_ar_tour_is_freed_(const sked_ar_search_ *search, const sked_ar_tour_ *tour) {
    const sked_ar *ar = search->ar;
    sked_ar_spot_ before = tour->slide.low;
    const sked_word *was, *is;
    uint32_t w;
    (void)sked_ar_back_(ar, &before);   /* there is one: the first record begins before ready */
    SKED_ASSERT(sked_ar_time_(ar, before) < tour->slide.from);
    was = sked_ar_record_(ar, before);
    is = sked_ar_record_(ar, tour->slide.low);
    for (w = 0; w < ar->words_; w++) {
        if ((was[w] & (sked_word)~is[w] & search->eligible[w]) != 0) {
            return 1;
        }
    }
    return 0;
}

/* Does the policy consider the first start of the segment; and the last? */
static int sked_ar_tour_takes_from_(const sked_ar_search_ *search, const sked_ar_tour_ *tour) {
    const sked_ar_slide_ *slide = &tour->slide;
    if (slide->from == search->request->ready) {
        return 1;
    }
    if (slide->from != sked_ar_time_(search->ar, slide->low)) {
        return 0;
    }
    return tour->paper || sked_ar_tour_is_freed_(search, tour);
}

static int sked_ar_tour_takes_to_(const sked_ar_search_ *search, const sked_ar_tour_ *tour) {
    const sked_ar_slide_ *slide = &tour->slide;
    return tour->paper && (slide->to == search->last ||
                           slide->to == slide->high_begins - search->request->duration);
}

/* Makes the offer of the segment. Returns 0 iff its starts are not feasible. The rectangle is made
 * only for rules that need it. */
static int sked_ar_tour_offer_(sked_ar_search_ *search, sked_ar_tour_ *tour) {
    tour->offer.free = sked_ar_slide_free_(search);
    if (tour->offer.free == 0) {
        return 0;
    }
    tour->offer.from = tour->offer.until = 0;
    if (SKED_AR_FRAMES_ && tour->rule >= (int)SKED_AR_LENGTH_) {
        sked_ar_frame_(search, tour->choice, &tour->slide, &tour->offer);
    }
    return 1;
}

/* Judges the starts of a segment, at most two. */
static sked_status sked_ar_tour_segment_(sked_ar_search_ *search, sked_ar_tour_ *tour) {
    const int first = sked_ar_tour_takes_from_(search, tour);
    const int last = sked_ar_tour_takes_to_(search, tour);
    sked_status status = SKED_OK;
    if ((!first && !last) || !sked_ar_tour_offer_(search, tour)) {
        return SKED_OK;
    }
    if (first) {
        status = sked_ar_tour_try_(search, tour, tour->slide.from);
    }
    if (status == SKED_OK && last && (!first || tour->slide.to != tour->slide.from)) {
        status = sked_ar_tour_try_(search, tour, tour->slide.to);
    }
    return status;
}

/* Judges all starts. search->best becomes what the pick has chosen at the best start, if it may
 * refuse, otherwise the free set of that start. */
static sked_status sked_ar_tour_all_(sked_ar_search_ *search, const sked_ar_choice *choice,
                                     sked_ar_best_ *best) {
    sked_ar_tour_ tour = SKED_ZERO;
    sked_status status = SKED_OK;
    int more;
    tour.choice = choice;
    tour.rule = sked_ar_rule_(choice->policy);
    tour.paper = sked_ar_is_paper_(choice->starts) ||
                 tour.rule == (int)SKED_AR_START_ + SKED_AR_LARGEST_;
    tour.whole = (sked_ar_is_ended_(choice->ends, 0) ? search->deadline
                                                     : search->ar->state_->horizon) -
                 search->ar->state_->base;
    tour.free_set = sked_ar_view_(search->ar, search->free);
    tour.offer.set = &tour.free_set;
    tour.eligible = search->limited ? sked_ar_count_(search->ar, search->eligible)
                                    : search->ar->state_->capacity;
    SKED_ASSERT(tour.whole >= search->request->duration);
    more = sked_ar_slide_begin_(search, &tour.slide, search->request->ready);
    while (more) {
        status = sked_ar_tour_segment_(search, &tour);
        more = status == SKED_OK && sked_ar_slide_next_(search, &tour.slide);
    }
    *best = tour.best;
    return status == SKED_DONE ? SKED_OK : status;
}

/* First fit and latest fit, without a pick that may refuse: >>find.fit. Returns as sked_ar_fit_. */
static int sked_ar_fits_(sked_ar_search_ *search, int rule, sked_ar_best_ *best) {
    const int latest = SKED_AR_LATESTS_ && rule == SKED_AR_LARGEST_;
    const int answer = sked_ar_fit_(search, latest ? SKED_AR_BACK_ : SKED_AR_ON_, &best->start);
    if (answer > 0) {
        best->found = 1;
        best->free = sked_ar_count_(search->ar, search->free);
        best->key.low = (uint64_t)best->start;
        best->key = sked_ar_key_(rule, best->key);
        sked_ar_copy_(search->ar, search->best, search->free);
    }
    return answer;
}

/* Searches one request that can fit. search->chosen becomes the processors. */
static sked_status sked_ar_search_one_(sked_ar_search_ *search, const sked_ar_choice *choice,
                                       sked_ar_best_ *best) {
    const sked_ar_best_ nothing = SKED_ZERO;
    const int rule = sked_ar_rule_(choice->policy);
    const int may_refuse = SKED_AR_TOURS_ && sked_ar_may_refuse_(choice->pick) != 0;
    const int walks = !may_refuse && sked_ar_number_of_(rule) == SKED_AR_START_;
    sked_status status = SKED_OK;
    int answer = -1;
    *best = nothing;
    /* A walk of its own; if that gives up, or there is none, all starts are judged. */
    if (!SKED_AR_TOURS_ || walks) {
        answer = sked_ar_fits_(search, rule, best);
    }
    if (SKED_AR_TOURS_ && answer < 0) {
        status = sked_ar_tour_all_(search, choice, best);
    }
    if (status != SKED_OK) {
        return status;
    }
    if (!best->found) {
        return best->refused ? SKED_E_REFUSED : SKED_E_DEADLINE;
    }
    SKED_ASSERT(search->request->ready <= best->start && best->start <= search->last);
    SKED_ASSERT(best->free >= search->request->count);
    if (may_refuse) {
        sked_ar_copy_(search->ar, search->chosen, search->best);
        return SKED_OK;
    }
    return sked_ar_choose_(search, choice, search->best, best->start);
}

/* ---- >>find.any: the best of several requests, and what else is asked of a start ---- */

static const sked_ar_choice *sked_ar_choice_or_(const sked_ar_choice *choice,
                                                sked_ar_choice *usual) {
    const sked_ar_choice zeros = SKED_ZERO;
    *usual = zeros;
    return choice == NULL ? usual : choice;
}

/* Is one answer better than another by the criterion? Of equals neither is. */
static int sked_ar_is_better_(const sked_ar_request *a, const sked_ar_best_ *one,
                              const sked_ar_request *b, const sked_ar_best_ *other,
                              sked_ar_criterion criterion) {
    const int area = sked_u128_compare(sked_u128_mul(a->count, (uint64_t)a->duration),
                                       sked_u128_mul(b->count, (uint64_t)b->duration));
    const sked_time end = one->start + a->duration, other_end = other->start + b->duration;
    switch (criterion) {
    case SKED_AR_EARLIEST_END: return end < other_end || (end == other_end && area < 0);
    case SKED_AR_LEAST_AREA: return area < 0 || (area == 0 && end < other_end);
    case SKED_AR_BY_POLICY: return sked_u128_compare(one->key, other->key) < 0;
    case SKED_AR_CRITERION_CLOSED_: break;
    }
    return 0;
}

/* Returns the reason of two that comes first in the list of sked_ar_find_any. */
static sked_status sked_ar_weightier_(sked_status a, sked_status b) {
    static const sked_status order[] = {SKED_E_PICKER, SKED_E_REFUSED, SKED_E_DEADLINE};
    size_t i;
    for (i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        if (a == order[i] || b == order[i]) {
            return order[i];
        }
    }
    return SKED_E_NEVER_FITS;
}

/* Searches each alternative. search->kept becomes the processors of the best. */
static sked_status sked_ar_search_all_(sked_ar_search_ *search, const sked_ar_request *requests,
                                       uint32_t count, sked_ar_criterion criterion,
                                       const sked_ar_choice *choice, sked_ar_answer *answer) {
    sked_status failed = SKED_E_NEVER_FITS;
    sked_ar_best_ kept = SKED_ZERO;
    sked_word *sets;
    uint32_t i, which = 0;
    for (i = 0; i < count; i++) {
        sked_status status = SKED_E_NEVER_FITS;
        sked_ar_best_ best = SKED_ZERO;
        if (sked_ar_turn_to_(search, &requests[i])) {
            status = sked_ar_search_one_(search, choice, &best);
        }
        if (status != SKED_OK) {
            failed = sked_ar_weightier_(failed, status);
        } else if (!kept.found ||
                   sked_ar_is_better_(&requests[i], &best, &requests[which], &kept, criterion)) {
            kept = best;
            which = i;
            sets = search->kept;        /* the sets change places, so that nothing is copied */
            search->kept = search->chosen;
            search->chosen = sets;
        }
    }
    if (!kept.found) {
        return failed;
    }
    answer->start = kept.start;
    answer->end = kept.start + requests[which].duration;
    answer->free = kept.free;
    answer->alternative = which;
    SKED_ASSERT(search->kept != search->chosen && answer->end <= search->ar->state_->horizon);
    return SKED_OK;
}

static sked_status sked_ar_check_all_(const sked_ar *ar, const sked_ar_request *requests,
                                      uint32_t count, const sked_set *processors) {
    uint32_t i;
    for (i = 0; i < count; i++) {
        const sked_status status = sked_ar_check_(ar, &requests[i]);
        if (status != SKED_OK) {
            return count == 1 ? status
                              : sked_refuse_of_(requests[i].refusal, status, "alternative", i);
        }
    }
    if (count == 0) {
        return SKED_E_RANGE;
    }
    return processors != NULL && processors->size != ar->state_->processors
               ? sked_refuse_(requests[0].refusal, SKED_E_RANGE, "processors->size",
                              processors->size, ar->state_->processors, ar->state_->processors)
               : SKED_OK;
}

SKED_API sked_status sked_ar_find_any(const sked_ar *ar, const sked_ar_request *alternatives,
                                      uint32_t count, sked_ar_criterion criterion,
                                      const sked_ar_choice *choice, sked_ar_answer *answer,
                                      sked_set *processors, void *scratch, size_t bytes) {
    sked_refusal *refusal;
    sked_ar_search_ search;
    sked_ar_choice usual;
    sked_status status;
    SKED_ASSERT(ar != NULL && alternatives != NULL && answer != NULL);
    /* All data is checked, in the order of the contract, before anything is searched. */
    refusal = count == 0 ? NULL : alternatives[0].refusal;
    choice = sked_ar_choice_or_(choice, &usual);
    status = sked_ar_search_begin_(&search, ar, refusal, scratch, bytes);
    if (status == SKED_OK) {
        status = sked_ar_check_choice_(ar, choice, refusal);
    }
    if (status == SKED_OK && sked_is_out_(refusal, SKED_E_SETTING, "criterion",
                                          (uint32_t)criterion, 0, (uint32_t)SKED_AR_BY_POLICY)) {
        status = SKED_E_SETTING;
    }
    if (status == SKED_OK) {
        status = sked_ar_check_all_(ar, alternatives, count, processors);
    }
    if (status != SKED_OK) {
        return status;
    }
    status = sked_ar_search_all_(&search, alternatives, count, criterion, choice, answer);
    if (status != SKED_OK) {
        return sked_refuse_what_(refusal, status, NULL, NULL);
    }
    if (processors != NULL) {
        sked_ar_copy_(ar, processors->words, search.kept);
    }
    return SKED_OK;
}

SKED_API sked_status sked_ar_find(const sked_ar *ar, const sked_ar_request *request,
                                  const sked_ar_choice *choice, sked_ar_answer *answer,
                                  sked_set *processors, void *scratch, size_t bytes) {
    return sked_ar_find_any(ar, request, 1, SKED_AR_EARLIEST_END, choice, answer, processors,
                            scratch, bytes);
}

/* Unites the busy sets in [start, end): of whole subtrees where they lie inside. The two ends climb
 * together; what lies between them below their parents is united on the way. */
static void sked_ar_unite_(const sked_ar *ar, sked_time start, sked_time end, sked_word *into) {
    sked_ar_spot_ low = sked_ar_seek_(ar, start), high = sked_ar_seek_(ar, end - 1);
    uint32_t slot;
    high.slot++;                        /* the entries of a node: from low to before high */
    sked_ar_clear_(ar, into);
    while (low.leaf != high.leaf) {
        const sked_ar_node_ *left = &ar->node_[low.leaf], *right = &ar->node_[high.leaf];
        SKED_ASSERT(left->level == right->level && left->up != SKED_NONE);
        for (slot = low.slot; slot < left->used; slot++) {
            sked_ar_or_(ar, into, sked_ar_entry_(ar, left, slot));
        }
        for (slot = 0; slot < high.slot; slot++) {
            sked_ar_or_(ar, into, sked_ar_entry_(ar, right, slot));
        }
        low.slot = sked_ar_slot_of_(ar, low.leaf) + 1;
        high.slot = sked_ar_slot_of_(ar, high.leaf);
        low.leaf = left->up;
        high.leaf = right->up;
    }
    for (slot = low.slot; slot < high.slot; slot++) {
        sked_ar_or_(ar, into, sked_ar_entry_(ar, &ar->node_[low.leaf], slot));
    }
}

static sked_status sked_ar_check_start_(const sked_ar *ar, const sked_ar_request *request,
                                        sked_time start, const sked_set *free_set) {
    const sked_time duration = request->duration;
    const uint32_t size = ar->state_->processors;
    if (!sked_is_point_(start)) {
        return sked_refuse_(request->refusal, SKED_E_TIME, "start", start, 0, SKED_TIME_MAX);
    }
    if (!sked_is_point_(duration) || duration == 0) {
        return sked_refuse_(request->refusal, SKED_E_TIME, "duration", duration, 1, SKED_TIME_MAX);
    }
    if (sked_is_unfit_(request->refusal, "allowed->size", request->allowed, size) ||
        (free_set != NULL && sked_is_out_(request->refusal, SKED_E_RANGE, "free_set->size",
                                          free_set->size, size, size))) {
        return SKED_E_RANGE;
    }
    if (start < ar->state_->base) {
        return sked_refuse_(request->refusal, SKED_E_PAST, "start", start, ar->state_->base,
                            SKED_NEVER);
    }
    return start + duration > ar->state_->horizon
               ? sked_refuse_(request->refusal, SKED_E_HORIZON, "start", start, 0,
                              ar->state_->horizon - duration)
               : SKED_OK;
}

SKED_API sked_status sked_ar_rectangle_at(const sked_ar *ar, const sked_ar_request *request,
                                          sked_time start, sked_ar_rectangle *rectangle,
                                          sked_set *free_set, void *scratch, size_t bytes) {
    sked_ar_search_ search;
    sked_status status;
    SKED_ASSERT(ar != NULL && request != NULL && rectangle != NULL);
    status = sked_ar_search_begin_(&search, ar, request->refusal, scratch, bytes);
    if (status == SKED_OK) {
        status = sked_ar_check_start_(ar, request, start, free_set);
    }
    if (status != SKED_OK) {
        return status;
    }
    search.required = NULL;             /* the rectangle is that of the whole free set */
    sked_ar_limit_(&search, request->allowed);
    sked_ar_unite_(ar, start, start + request->duration, search.merged);
    sked_ar_set_free_(&search, search.merged);
    rectangle->free = sked_ar_count_(ar, search.free);
    sked_ar_widen_(ar, search.free, sked_ar_seek_(ar, start),
                   sked_ar_seek_(ar, start + request->duration - 1), &rectangle->from,
                   &rectangle->until);
    SKED_ASSERT(rectangle->from <= start && start + request->duration <= rectangle->until);
    if (free_set != NULL) {
        sked_ar_copy_(ar, free_set->words, search.free);
    }
    return SKED_OK;
}

SKED_API sked_status sked_ar_next_starts(const sked_ar *ar, const sked_ar_request *request,
                                         sked_time *first, sked_time *beyond, void *scratch,
                                         size_t bytes) {
    sked_ar_search_ search;
    sked_ar_slide_ slide;
    sked_time begin = SKED_NEVER, end = SKED_NEVER;
    sked_status status;
    int more;
    SKED_ASSERT(ar != NULL && request != NULL && first != NULL && beyond != NULL);
    status = sked_ar_search_begin_(&search, ar, request->refusal, scratch, bytes);
    if (status == SKED_OK) {
        status = sked_ar_check_(ar, request);
    }
    if (status != SKED_OK) {
        return status;
    }
    if (*first < request->ready) {
        return sked_refuse_(request->refusal, SKED_E_RANGE, "first", *first, request->ready,
                            SKED_NEVER);
    }
    more = sked_ar_turn_to_(&search, request) && *first <= search.last &&
           sked_ar_slide_begin_(&search, &slide, *first);
    /* The first feasible segment, and those that follow without a gap. */
    while (more && (end == SKED_NEVER || slide.from == end)) {
        const int feasible = sked_ar_slide_free_(&search) > 0;
        if (!feasible && end != SKED_NEVER) {
            break;
        }
        if (feasible) {
            begin = end == SKED_NEVER ? slide.from : begin;
            end = slide.to + 1;
        }
        more = sked_ar_slide_next_(&search, &slide);
    }
    if (end == SKED_NEVER) {
        return SKED_DONE;
    }
    SKED_ASSERT(*first <= begin && begin < end && end - 1 <= search.last);
    *first = begin;
    *beyond = end;
    return SKED_OK;
}

/* Returns the largest count that has a start in time, with the required processors. */
static uint32_t sked_ar_largest_(sked_ar_search_ *search, const sked_ar_request *request) {
    sked_ar_choice worst = SKED_ZERO;
    sked_ar_request least = *request;
    sked_ar_best_ best;
    worst.policy = SKED_AR_PE_W;
    worst.starts = SKED_AR_FREED;
    least.count = request->required == NULL
                      ? 1
                      : sked_ar_count_(search->ar, request->required->words);
    least.count += least.count == 0;
    (void)sked_ar_turn_to_(search, &least);     /* the request itself can fit */
    (void)sked_ar_tour_all_(search, &worst, &best);
    search->request = request;
    SKED_ASSERT(!best.found || best.free >= least.count);
    return best.found ? best.free : 0;
}

SKED_API sked_status sked_ar_explain(const sked_ar *ar, const sked_ar_request *request,
                                     sked_ar_explanation *explanation, void *scratch,
                                     size_t bytes) {
    const sked_ar_choice first = SKED_ZERO;
    sked_ar_request open;
    sked_ar_search_ search;
    sked_ar_best_ best = SKED_ZERO;
    sked_status status;
    SKED_ASSERT(ar != NULL && request != NULL && explanation != NULL);
    status = sked_ar_search_begin_(&search, ar, request->refusal, scratch, bytes);
    if (status == SKED_OK) {
        status = sked_ar_check_(ar, request);
    }
#if !defined(SKED_AR_ALL_POLICIES_)
    if (status == SKED_OK && !SKED_AR_HAS_POLICY_(SKED_AR_PE_W)) {
        status = sked_refuse_what_(request->refusal, SKED_E_SETTING, "policy",
                                   "SKED_AR_POLICIES leaves SKED_AR_PE_W out");
    }
#endif
    if (status != SKED_OK) {
        return status;
    }
    /* First fit without the deadline gives the start; whether it ends in time is the verdict. */
    open = *request;
    open.deadline = SKED_NEVER;
    explanation->verdict = SKED_E_NEVER_FITS;
    explanation->start = SKED_NEVER;
    if (!sked_ar_turn_to_(&search, &open)) {
        explanation->count = sked_ar_count_(ar, search.eligible);
        return SKED_OK;
    }
    explanation->verdict = SKED_E_DEADLINE;
    if (sked_ar_search_one_(&search, &first, &best) == SKED_OK) {
        const sked_time end = best.start + request->duration;
        explanation->start = best.start;
        explanation->verdict = end <= sked_ar_deadline_(request) ? SKED_OK : SKED_E_DEADLINE;
    }
    explanation->count = sked_ar_largest_(&search, request);
    SKED_ASSERT((explanation->verdict == SKED_OK) == (explanation->count >= request->count));
    return SKED_OK;
}

/* ---- >>book --------------------------------------------------------------------------------- */

/* Bookings lie in slots. A hash table of chains finds them by id, a heap by the earliest end, so
 * that trim need not look at all. A live slot has a place in the heap, and is in the chain of its
 * id; the place of a vacant one is SKED_NONE, and it is in the chain of vacant slots. */

static uint32_t *sked_ar_bucket_(const sked_ar *ar, uint64_t id) {
    return &ar->bucket_[sked_bucket_of_(id, sked_buckets_for_(ar->state_->bookings_max))];
}

/* Returns the slot of a live id; SKED_NONE if there is none. */
static uint32_t sked_ar_slot_of_id_(const sked_ar *ar, uint64_t id) {
    uint32_t slot;
    if (ar->state_->bookings_max == 0) {
        return SKED_NONE;
    }
    slot = *sked_ar_bucket_(ar, id);
    while (slot != SKED_NONE && ar->id_[slot] != id) {
        slot = ar->id_next_[slot];
    }
    return slot;
}

static sked_word *sked_ar_booked_(const sked_ar *ar, uint32_t slot) {
    SKED_ASSERT(slot < ar->state_->bookings_max);
    return ar->booked_ + (size_t)slot * ar->words_;
}

static void sked_ar_heap_put_(sked_ar *ar, uint32_t place, uint32_t slot) {
    SKED_ASSERT(place < ar->state_->bookings_max && slot < ar->state_->bookings_max);
    ar->heap_[place] = slot;
    ar->place_[slot] = place;
}

/* Lets the slot at a place rise, or sink, to where its end belongs. No end is later than those
 * below it. */
static void sked_ar_heap_rise_(sked_ar *ar, uint32_t place) {
    const uint32_t slot = ar->heap_[place];
    while (place > 0 && ar->end_[ar->heap_[(place - 1) / 2]] > ar->end_[slot]) {
        sked_ar_heap_put_(ar, place, ar->heap_[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    sked_ar_heap_put_(ar, place, slot);
    SKED_ASSERT(ar->end_[ar->heap_[0]] <= ar->end_[slot]);
}

static void sked_ar_heap_sink_(sked_ar *ar, uint32_t place, uint32_t count) {
    const uint32_t slot = ar->heap_[place];
    while (place < count / 2) {
        uint32_t child = 2 * place + 1;
        if (child + 1 < count &&
            ar->end_[ar->heap_[child + 1]] < ar->end_[ar->heap_[child]]) {
            child++;
        }
        if (ar->end_[slot] <= ar->end_[ar->heap_[child]]) {
            break;
        }
        sked_ar_heap_put_(ar, place, ar->heap_[child]);
        place = child;
    }
    sked_ar_heap_put_(ar, place, slot);
    SKED_ASSERT(place == 0 || ar->end_[ar->heap_[(place - 1) / 2]] <= ar->end_[slot]);
}

/* Gives a booking another end. */
static void sked_ar_set_end_(sked_ar *ar, uint32_t slot, sked_time end) {
    SKED_ASSERT(ar->place_[slot] < ar->state_->bookings && ar->heap_[ar->place_[slot]] == slot);
    ar->end_[slot] = end;
    sked_ar_heap_rise_(ar, ar->place_[slot]);
    sked_ar_heap_sink_(ar, ar->place_[slot], ar->state_->bookings);
    SKED_ASSERT(ar->heap_[ar->place_[slot]] == slot);
}

/* Forgets a booking. Its span stays. */
static void sked_ar_forget_(sked_ar *ar, uint32_t slot) {
    uint32_t *link = sked_ar_bucket_(ar, ar->id_[slot]);
    const uint32_t place = ar->place_[slot], last = ar->state_->bookings - 1;
    SKED_ASSERT(place <= last && ar->heap_[place] == slot);
    while (*link != slot) {
        link = &ar->id_next_[*link];
    }
    *link = ar->id_next_[slot];
    ar->state_->bookings = last;
    if (place != last) {
        sked_ar_heap_put_(ar, place, ar->heap_[last]);
        sked_ar_set_end_(ar, ar->heap_[place], ar->end_[ar->heap_[place]]);
    }
    SKED_ASSERT(last == 0 || ar->end_[ar->heap_[0]] <= ar->end_[ar->heap_[last - 1]]);
    ar->place_[slot] = SKED_NONE;
    ar->id_next_[slot] = ar->state_->id_vacant;
    ar->state_->id_vacant = slot;
}

static void sked_ar_forget_ended_(sked_ar *ar) {
    while (ar->state_->bookings > 0 && ar->end_[ar->heap_[0]] <= ar->state_->base) {
        sked_ar_forget_(ar, ar->heap_[0]);
    }
}

/* Keeps a booking in a vacant slot, of which there is one. */
static void sked_ar_remember_(sked_ar *ar, uint64_t id, uint64_t tag, sked_time start,
                              sked_time end, const sked_word *set) {
    const uint32_t slot = ar->state_->id_vacant;
    uint32_t *bucket = sked_ar_bucket_(ar, id);
    SKED_ASSERT(slot < ar->state_->bookings_max && ar->place_[slot] == SKED_NONE);
    SKED_ASSERT(start < end && end <= ar->state_->horizon);
    ar->state_->id_vacant = ar->id_next_[slot];
    ar->id_[slot] = id;
    ar->tag_[slot] = tag;
    ar->start_[slot] = start;
    ar->end_[slot] = end;
    sked_ar_copy_(ar, sked_ar_booked_(ar, slot), set);
    ar->id_next_[slot] = *bucket;
    *bucket = slot;
    sked_ar_heap_put_(ar, ar->state_->bookings, slot);
    ar->state_->bookings++;
    sked_ar_heap_rise_(ar, ar->state_->bookings - 1);
}

SKED_API sked_status sked_ar_book(sked_ar *ar, uint64_t id, uint64_t tag, sked_time start,
                                  sked_time end, const sked_set *set) {
    sked_status status;
    SKED_ASSERT(ar != NULL && set != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (sked_ar_slot_of_id_(ar, id) != SKED_NONE) {
        return SKED_E_DUPLICATE;
    }
    if (ar->state_->bookings == ar->state_->bookings_max) {
        return SKED_E_FULL;
    }
    status = sked_ar_add(ar, start, end, set);
    if (status == SKED_OK) {
        sked_ar_remember_(ar, id, tag, start, end == SKED_NEVER ? ar->state_->horizon : end,
                          sked_ar_taken_(ar));
    }
    return status;
}

/* Looks up a booking: its slot, and from when on its span may still change. */
static sked_status sked_ar_look_up_(const sked_ar *ar, uint64_t id, uint32_t *slot,
                                    sked_time *start) {
    SKED_ASSERT(ar != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    *slot = sked_ar_slot_of_id_(ar, id);
    if (*slot == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    *start = ar->start_[*slot] > ar->state_->base ? ar->start_[*slot] : ar->state_->base;
    SKED_ASSERT(*start < ar->end_[*slot] && ar->end_[*slot] <= ar->state_->horizon);
    return SKED_OK;
}

SKED_API sked_status sked_ar_unbook(sked_ar *ar, uint64_t id) {
    uint32_t slot;
    sked_time start;
    sked_status status = sked_ar_look_up_(ar, id, &slot, &start);
    if (status == SKED_OK) {
        status = sked_ar_update_(ar, start, ar->end_[slot], NULL, sked_ar_booked_(ar, slot));
    }
    if (status == SKED_OK) {
        sked_ar_forget_(ar, slot);
    }
    return status;
}

/* The same, and checks a new end. */
static sked_status sked_ar_new_end_(const sked_ar *ar, uint64_t id, sked_time *end, uint32_t *slot,
                                    sked_time *start) {
    const sked_status status = sked_ar_look_up_(ar, id, slot, start);
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_is_point_(*end) && *end != SKED_NEVER) {
        return SKED_E_TIME;
    }
    *end = *end == SKED_NEVER ? ar->state_->horizon : *end;
    return *end > ar->state_->horizon ? SKED_E_HORIZON : SKED_OK;
}

SKED_API sked_status sked_ar_extend(sked_ar *ar, uint64_t id, sked_time end) {
    uint32_t slot;
    sked_time start;
    sked_status status = sked_ar_new_end_(ar, id, &end, &slot, &start);
    if (status != SKED_OK) {
        return status;
    }
    if (end <= ar->end_[slot]) {
        return SKED_E_RANGE;
    }
    status = sked_ar_update_(ar, ar->end_[slot], end, sked_ar_booked_(ar, slot), NULL);
    if (status == SKED_OK) {
        sked_ar_set_end_(ar, slot, end);
    }
    return status;
}

SKED_API sked_status sked_ar_shorten(sked_ar *ar, uint64_t id, sked_time end) {
    uint32_t slot;
    sked_time start;
    sked_status status = sked_ar_new_end_(ar, id, &end, &slot, &start);
    if (status != SKED_OK) {
        return status;
    }
    if (end >= ar->end_[slot] || end <= ar->start_[slot]) {
        return SKED_E_RANGE;
    }
    if (end <= ar->state_->base) {
        return SKED_E_PAST;
    }
    status = sked_ar_update_(ar, end, ar->end_[slot], NULL, sked_ar_booked_(ar, slot));
    if (status == SKED_OK) {
        sked_ar_set_end_(ar, slot, end);
    }
    return status;
}

static int sked_ar_is_part_(const sked_ar *ar, const sked_set *set) {
    return sked_ar_accepts_(ar, set) && !sked_ar_is_empty_set_(ar, set->words);
}

SKED_API sked_status sked_ar_narrow(sked_ar *ar, uint64_t id, const sked_set *processors) {
    uint32_t slot;
    sked_time start;
    sked_word *booked;
    sked_status status = sked_ar_look_up_(ar, id, &slot, &start);
    SKED_ASSERT(processors != NULL);
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_ar_is_part_(ar, processors)) {
        return SKED_E_RANGE;
    }
    booked = sked_ar_booked_(ar, slot);
    if (!sked_ar_within_(ar, processors->words, booked)) {
        return SKED_E_NOT_TAKEN;
    }
    if (sked_ar_equal_(ar, processors->words, booked)) {
        return SKED_E_LAST;
    }
    /* `processors` may be the calendar's own set: from here on its copy counts. */
    status = sked_ar_update_(ar, start, ar->end_[slot], NULL, processors->words);
    if (status == SKED_OK) {
        sked_ar_andnot_(ar, booked, sked_ar_given_(ar));
        SKED_ASSERT(!sked_ar_is_empty_set_(ar, booked));
    }
    return status;
}

SKED_API sked_status sked_ar_swap(sked_ar *ar, uint64_t id, const sked_set *from,
                                  const sked_set *to) {
    uint32_t slot;
    sked_time start;
    sked_status status = sked_ar_look_up_(ar, id, &slot, &start);
    SKED_ASSERT(from != NULL && to != NULL);
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_ar_is_part_(ar, from) || !sked_ar_is_part_(ar, to)) {
        return SKED_E_RANGE;
    }
    if (!sked_ar_within_(ar, from->words, sked_ar_booked_(ar, slot))) {
        return SKED_E_NOT_TAKEN;
    }
    status = sked_ar_update_(ar, start, ar->end_[slot], to->words, from->words);
    if (status == SKED_OK) {
        sked_ar_andnot_(ar, sked_ar_booked_(ar, slot), sked_ar_given_(ar));
        sked_ar_or_(ar, sked_ar_booked_(ar, slot), sked_ar_taken_(ar));
    }
    return status;
}

static void sked_ar_describe_(const sked_ar *ar, uint32_t slot, sked_ar_booking *booking,
                              sked_set *processors) {
    booking->id = ar->id_[slot];
    booking->tag = ar->tag_[slot];
    booking->start = ar->start_[slot];
    booking->end = ar->end_[slot];
    booking->count = sked_ar_count_(ar, sked_ar_booked_(ar, slot));
    SKED_ASSERT(booking->start < booking->end && booking->count > 0);
    SKED_ASSERT(booking->count <= ar->state_->capacity);
    if (processors != NULL) {
        sked_ar_copy_(ar, processors->words, sked_ar_booked_(ar, slot));
    }
}

SKED_API sked_status sked_ar_get_booking(const sked_ar *ar, uint64_t id,
                                         sked_ar_booking *booking,
                                         sked_set *processors) {
    uint32_t slot;
    sked_time start;
    const sked_status status = sked_ar_look_up_(ar, id, &slot, &start);
    SKED_ASSERT(booking != NULL);
    if (status != SKED_OK) {
        return status;
    }
    if (processors != NULL && processors->size != ar->state_->processors) {
        return SKED_E_RANGE;
    }
    sked_ar_describe_(ar, slot, booking, processors);
    return SKED_OK;
}

/* Describes the next live booking from *cursor on that meets the set (NULL: any). */
static sked_status sked_ar_list_(const sked_ar *ar, const sked_set *hit, uint32_t *cursor,
                                 sked_ar_booking *booking, sked_set *processors) {
    SKED_ASSERT(ar != NULL && cursor != NULL && booking != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if ((hit != NULL && !sked_ar_accepts_(ar, hit)) ||
        (processors != NULL && processors->size != ar->state_->processors)) {
        return SKED_E_RANGE;
    }
    while (*cursor < ar->state_->bookings_max) {
        const uint32_t slot = (*cursor)++;
        if (ar->place_[slot] != SKED_NONE &&
            (hit == NULL || sked_ar_meets_(ar, hit->words, sked_ar_booked_(ar, slot)))) {
            sked_ar_describe_(ar, slot, booking, processors);
            return SKED_OK;
        }
    }
    return SKED_DONE;
}

SKED_API sked_status sked_ar_next_booking(const sked_ar *ar, uint32_t *cursor,
                                          sked_ar_booking *booking, sked_set *processors) {
    return sked_ar_list_(ar, NULL, cursor, booking, processors);
}

SKED_API sked_status sked_ar_next_hit(const sked_ar *ar, const sked_set *hit, uint32_t *cursor,
                                      sked_ar_booking *booking, sked_set *processors) {
    SKED_ASSERT(hit != NULL);
    return sked_ar_list_(ar, hit, cursor, booking, processors);
}

/* ---- >>read --------------------------------------------------------------------------------- */

/* Checks an interval to be read, which begins at base or later. */
static sked_status sked_ar_readable_(const sked_ar *ar, sked_time start, sked_time *end) {
    const sked_status status = sked_ar_interval_(ar, start, end);
    return status == SKED_OK && start < ar->state_->base ? SKED_E_PAST : status;
}

SKED_API sked_status sked_ar_free_set(const sked_ar *ar, sked_time start, sked_time end,
                                      sked_set *processors, uint32_t *count) {
    sked_status status;
    uint32_t w;
    SKED_ASSERT(ar != NULL && processors != NULL && count != NULL);
    status = sked_ar_interval_(ar, start, &end);
    if (status != SKED_OK) {
        return status;
    }
    if (processors->size != ar->state_->processors) {
        return SKED_E_RANGE;
    }
    if (start < ar->state_->base) {
        return SKED_E_PAST;
    }
    /* Free is what is neither busy nor down. The bits above the size are cut off. */
    sked_ar_unite_(ar, start, end, processors->words);
    sked_ar_or_(ar, processors->words, ar->down_);
    for (w = 0; w < ar->words_; w++) {
        processors->words[w] = (sked_word)~processors->words[w];
    }
    processors->words[w - 1] = (sked_word)(processors->words[w - 1] &
                                           sked_set_last_mask_(processors));
    SKED_ASSERT(sked_set_is_clean_(processors));
    *count = sked_ar_count_(ar, processors->words);
    return SKED_OK;
}

SKED_API sked_status sked_ar_get_usage(const sked_ar *ar, sked_time start, sked_time end,
                                       sked_ar_usage *usage) {
    const sked_ar_usage nothing = SKED_ZERO;
    sked_ar_spot_ spot;
    sked_time from;
    sked_status status;
    SKED_ASSERT(ar != NULL && usage != NULL);
    status = sked_ar_readable_(ar, start, &end);
    if (status != SKED_OK) {
        return status;
    }
    *usage = nothing;
    usage->free_min = UINT32_MAX;
    usage->whole = sked_u128_mul(ar->state_->capacity, (uint64_t)(end - start));
    spot = sked_ar_seek_(ar, start);
    for (from = start; from < end;) {
        const uint32_t room = sked_ar_room_(ar, spot);
        sked_time until = sked_ar_end_(ar, spot);
        until = until < end ? until : end;
        SKED_ASSERT(from < until && room <= ar->state_->capacity);
        usage->busy = sked_u128_add(usage->busy, sked_u128_mul(ar->state_->capacity - room,
                                                               (uint64_t)(until - from)));
        usage->free_min = room < usage->free_min ? room : usage->free_min;
        usage->free_max = room > usage->free_max ? room : usage->free_max;
        from = until;
        (void)sked_ar_forward_(ar, &spot);
    }
    SKED_ASSERT(usage->free_min <= usage->free_max && usage->free_max <= ar->state_->capacity);
    SKED_ASSERT(sked_u128_compare(usage->busy, usage->whole) <= 0);
    return SKED_OK;
}

SKED_API sked_status sked_ar_record_at(const sked_ar *ar, sked_time time, sked_span *span,
                                       sked_set *set) {
    sked_ar_spot_ spot;
    SKED_ASSERT(ar != NULL && span != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!sked_is_point_(time)) {
        return SKED_E_TIME;
    }
    if (time < ar->state_->base) {
        return SKED_E_PAST;
    }
    if (time >= ar->state_->horizon) {
        return SKED_E_HORIZON;
    }
    spot = sked_ar_seek_(ar, time);
    span->start = sked_ar_time_(ar, spot);
    span->end = sked_ar_end_(ar, spot);
    SKED_ASSERT(span->start <= time && time < span->end);
    span->count = ar->state_->capacity - sked_ar_room_(ar, spot);
    span->set = set;
    if (set != NULL) {
        *set = sked_ar_view_(ar, sked_ar_record_(ar, spot));
    }
    return SKED_OK;
}

SKED_API sked_status sked_ar_down_set(const sked_ar *ar, sked_set *processors) {
    SKED_ASSERT(ar != NULL && processors != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (processors->size != ar->state_->processors) {
        return SKED_E_RANGE;
    }
    sked_ar_copy_(ar, processors->words, ar->down_);
    return SKED_OK;
}

/* Appends a stretch of a record to the spans, or counts it if there is no room. `last` is the span
 * before it, which it extends if it may. */
static void sked_ar_export_(const sked_span *stretch, const sked_set *set, sked_span *last,
                            sked_span *spans, sked_set *sets, uint32_t max, uint32_t *count) {
    const int joins = sets == NULL && *count > 0 && last->end == stretch->start &&
                      last->count == stretch->count;
    SKED_ASSERT(*count == 0 || last->end <= stretch->start);
    if (joins) {
        last->end = stretch->end;
    } else {
        *last = *stretch;
        last->set = NULL;
        *count += 1;
    }
    if (*count > max) {
        return;
    }
    if (sets != NULL) {
        sets[*count - 1] = *set;
        last->set = &sets[*count - 1];
    }
    spans[*count - 1] = *last;
}

SKED_API sked_status sked_ar_spans(const sked_ar *ar, sked_time start, sked_time end,
                                   sked_span *spans, sked_set *sets, uint32_t max,
                                   uint32_t *count) {
    sked_span stretch = SKED_ZERO, last = SKED_ZERO;
    sked_status status;
    sked_ar_spot_ spot;
    sked_set set;
    SKED_ASSERT(ar != NULL && (spans != NULL || max == 0) && count != NULL);
    status = sked_ar_readable_(ar, start, &end);
    if (status != SKED_OK) {
        return status;
    }
    *count = 0;
    spot = sked_ar_seek_(ar, start);
    for (stretch.start = start; stretch.start < end; stretch.start = stretch.end) {
        stretch.end = sked_ar_end_(ar, spot);
        stretch.end = stretch.end < end ? stretch.end : end;
        stretch.count = ar->state_->capacity - sked_ar_room_(ar, spot);
        SKED_ASSERT(stretch.start < stretch.end);
        if (stretch.count > 0) {
            set = sked_ar_view_(ar, sked_ar_record_(ar, spot));
            sked_ar_export_(&stretch, &set, &last, spans, sets, max, count);
        }
        (void)sked_ar_forward_(ar, &spot);
    }
    return *count > max ? SKED_E_FULL : SKED_OK;
}

SKED_API sked_status sked_ar_get_info(const sked_ar *ar, sked_ar_info *info) {
    const sked_ar_state_ *state;
    size_t set;
    SKED_ASSERT(ar != NULL && info != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    state = ar->state_;
    set = (size_t)ar->words_ * sizeof(sked_word);
    info->base = state->base;
    info->horizon = state->horizon;
    info->bytes = ar->bytes_;
    info->bytes_live = sizeof(*state) + ((size_t)state->planes + 3) * set +
                        (size_t)state->records * (set + sizeof(uint32_t)) +
                        (size_t)state->nodes * (set + sizeof(sked_ar_node_)) +
                        (size_t)state->bookings * (set + 2 * sizeof(uint64_t) +
                                                   2 * sizeof(sked_time) +
                                                   4 * sizeof(uint32_t));
    SKED_ASSERT(info->bytes_live <= info->bytes);
    info->processors = state->processors;
    info->capacity = state->capacity;
    info->processors_down = state->downs;
    info->spans_max = state->spans_max;
    info->records_max = sked_ar_records_max_(ar);
    info->records = state->records;
    info->nodes_max = sked_ar_nodes_for_(state->spans_max);
    info->nodes = state->nodes;
    SKED_ASSERT(info->records <= info->records_max && info->nodes <= info->nodes_max);
    info->height = ar->node_[state->root].level + 1;
    info->bookings_max = state->bookings_max;
    info->bookings = state->bookings;
    return SKED_OK;
}

/* ---- >>save --------------------------------------------------------------------------------- */

/* A block holds numbers and no pointers. So a copy or an opened block only needs a handle that cuts
 * it in the same way. */

SKED_API sked_status sked_ar_branch(const sked_ar *ar, sked_ar *branch, void *block, size_t bytes) {
    sked_status status;
    SKED_ASSERT(ar != NULL && branch != NULL && ar != branch);
    *branch = sked_ar_empty_();
    status = sked_copy_block_(ar->state_, ar->bytes_, block, bytes);
    if (status == SKED_OK) {
        branch->bytes_ = sked_ar_layout_(branch, ar->state_, block);
        SKED_ASSERT(branch->bytes_ == ar->bytes_ && branch->words_ == ar->words_);
    }
    return status;
}

SKED_API sked_status sked_ar_clone(const sked_ar *ar, sked_ar *clone, sked_mem mem) {
    void *block;
    sked_status status = ar->state_ == NULL ? SKED_E_EMPTY : SKED_OK;
    SKED_ASSERT(clone != NULL && ar != clone);
    *clone = sked_ar_empty_();
    status = sked_take_block_(status, NULL, &mem, ar->bytes_, &block);
    if (status == SKED_OK) {
        status = sked_ar_branch(ar, clone, block, ar->bytes_);
        sked_keep_block_(&clone->mem_, &mem, block, ar->bytes_, status);
    }
    return status;
}

/* Copies the content of a calendar into a larger one that is empty. */
static void sked_ar_move_(const sked_ar *ar, sked_ar *larger) {
    const sked_ar_state_ *old = ar->state_;
    sked_ar_state_ *state = larger->state_;
    const uint32_t nodes = sked_ar_nodes_for_(old->spans_max);
    const size_t records = (size_t)sked_ar_records_max_(ar);
    const size_t set = (size_t)ar->words_ * sizeof(sked_word);
    uint32_t i;
    /* What the tree is made of keeps its numbers. */
    sked_bytes_copy_(larger->plane_, ar->plane_, (size_t)old->planes * set);
    sked_bytes_copy_(larger->down_, ar->down_, set);
    sked_bytes_copy_(larger->node_, ar->node_, (size_t)nodes * sizeof(sked_ar_node_));
    sked_bytes_copy_(larger->below_, ar->below_, (size_t)nodes * set);
    sked_bytes_copy_(larger->busy_, ar->busy_, records * set);
    sked_bytes_copy_(larger->owner_, ar->owner_, records * sizeof(uint32_t));
    SKED_ASSERT(state->spans_max >= old->spans_max && state->bookings_max >= old->bookings_max);
    state->downs = old->downs;
    state->records = old->records;
    state->nodes = old->nodes;
    state->root = old->root;
    /* The old vacant nodes come after the new ones, which still form a chain. */
    state->node_vacant = old->node_vacant;
    if (sked_ar_nodes_for_(state->spans_max) > nodes) {
        state->node_vacant = nodes;
        larger->node_[sked_ar_nodes_for_(state->spans_max) - 1].after = old->node_vacant;
    }
    /* Groups and bookings are entered anew, since masks and buckets are others. */
    for (i = 0; i < sked_ar_groups_for_(old->spans_max); i++) {
        const uint32_t used = sked_ar_group_whole_(ar, i) & ~ar->vacant_[i];
        sked_ar_group_set_(larger, i, sked_ar_group_whole_(larger, i) & ~used);
    }
    for (i = 0; i < old->bookings; i++) {
        const uint32_t slot = ar->heap_[i];
        sked_ar_remember_(larger, ar->id_[slot], ar->tag_[slot], ar->start_[slot], ar->end_[slot],
                          sked_ar_booked_(ar, slot));
    }
    SKED_ASSERT(state->bookings == old->bookings && state->nodes == old->nodes);
}

SKED_API sked_status sked_ar_grow(sked_ar *ar, uint32_t spans_max, uint32_t bookings_max) {
    sked_ar_state_ shape = SKED_ZERO;
    sked_ar larger;
    sked_status status;
    size_t bytes;
    void *block;
    SKED_ASSERT(ar != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (spans_max < ar->state_->spans_max || spans_max > SKED_AR_SPANS_MAX_ ||
        bookings_max < ar->state_->bookings_max || bookings_max > INT32_MAX) {
        return SKED_E_RANGE;
    }
    shape.base = ar->state_->base;
    shape.horizon = ar->state_->horizon;
    shape.processors = ar->state_->processors;
    shape.capacity = ar->state_->capacity;
    shape.planes = ar->state_->planes;
    shape.spans_max = spans_max;
    shape.bookings_max = bookings_max;
    /* All that can fail comes before the calendar is touched. */
    bytes = sked_ar_layout_(&larger, &shape, NULL);
    if (bytes == 0) {
        return SKED_E_OVERFLOW;
    }
    SKED_ASSERT(bytes >= ar->bytes_);
    status = ar->mem_.alloc == NULL ? SKED_E_FIXED : SKED_OK;
    status = sked_take_block_(status, NULL, &ar->mem_, bytes, &block);
    if (status == SKED_OK) {
        status = sked_check_block_(NULL, block, bytes, bytes);
        sked_keep_block_(&larger.mem_, &ar->mem_, block, bytes, status);
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_ar_begin_(&larger, &shape, block, bytes);
    sked_ar_move_(ar, &larger);
    larger.mem_ = ar->mem_;
    sked_ar_destroy(ar);
    *ar = larger;
    return SKED_OK;
}

SKED_API sked_status sked_ar_seal(sked_ar *ar, const void **block, size_t *bytes) {
    SKED_ASSERT(ar != NULL);
    return sked_seal_object_(ar->state_, ar->bytes_, SKED_AR_KIND_, block, bytes);
}

/* Are the numbers possible that decide the layout? */
static int sked_ar_is_shape_(const sked_ar_state_ *state) {
    return state->processors > 0 && state->processors <= INT32_MAX && state->spans_max > 0 &&
           state->spans_max <= SKED_AR_SPANS_MAX_ && state->bookings_max <= INT32_MAX &&
           state->planes <= 32 && sked_is_point_(state->base) &&
           sked_is_point_(state->horizon) && state->base < state->horizon;
}

SKED_API sked_status sked_ar_open(sked_ar *ar, void *block, size_t bytes) {
    sked_ar opened = SKED_ZERO;
    sked_ar_state_ *state = SKED_PTR_(sked_ar_state_, block);
    sked_status status;
    SKED_ASSERT(ar != NULL);
    *ar = opened;
    status = sked_check_sealed_(block, bytes, SKED_AR_KIND_, sizeof(*state));
    if (status != SKED_OK) {
        return status;
    }
    /* The length is compared before the block is cut: a forged one may claim to be larger. */
    if (!sked_ar_is_shape_(state) ||
        sked_ar_layout_(&opened, state, NULL) != bytes) { /*~opened_is_sized*/
        return SKED_E_CORRUPT;
    }
    opened.bytes_ = sked_ar_layout_(&opened, state, block);
    status = sked_ar_validate(&opened);
    if (status == SKED_OK) {
        *ar = opened;
    }
    return status;
}

/* ---- >>save.validate: what a block must be for every call to stay inside it ---- */

/* Each number is checked before it is used as an index: first the layout, then sets, the tree level
 * by level, what is vacant, and bookings. */

static int sked_ar_is_clean_(const sked_ar *ar, sked_word *words) {
    const sked_set set = sked_ar_view_(ar, words);
    return sked_set_is_clean_(&set);
}

/* Do the planes add up to the capacity, so that counts do not wrap? Is what is down counted? */
static int sked_ar_validate_sets_(const sked_ar *ar) {
    const sked_ar_state_ *state = ar->state_;
    const sked_set down = sked_ar_view_(ar, ar->down_);
    uint64_t capacity = state->planes == 0 ? state->processors : 0;
    uint32_t plane;
    for (plane = 0; plane < state->planes; plane++) {
        const sked_set set = sked_ar_view_(ar, ar->plane_ + (size_t)plane * ar->words_);
        if (!sked_set_is_clean_(&set)) {
            return 0;
        }
        capacity += (uint64_t)sked_set_count(&set) << plane;
    }
    return capacity == state->capacity && sked_set_is_clean_(&down) &&
           sked_set_count(&down) == state->downs;
}

/* Is what is kept as busy below a node exactly what its entries have? */
static int sked_ar_validate_below_(const sked_ar *ar, uint32_t at) {
    const sked_ar_node_ *node = &ar->node_[at];
    const sked_word *below = sked_ar_below_(ar, at);
    uint32_t w, slot;
    for (w = 0; w < ar->words_; w++) {
        sked_word all = 0;
        for (slot = 0; slot < node->used; slot++) {
            all = (sked_word)(all | sked_ar_entry_(ar, node, slot)[w]);
        }
        if (all != below[w]) {
            return 0;
        }
    }
    return 1;
}

/* What a walk over all nodes, level by level from the root, has seen. */
typedef struct sked_ar_audit_ {
    uint32_t nodes, records;        /* so far: validate_node, validate_record */
    sked_time time;                 /* of the entry before in this level; -1: none */
    uint32_t child;                 /* of the entry before in this level; SKED_NONE: none */
    const sked_word *busy;          /* of the record before; NULL: none */
} sked_ar_audit_;

/* Does a busy set exist, is it taken, and is it this record's alone? */
static int sked_ar_validate_set_(const sked_ar *ar, uint32_t at, uint32_t slot) {
    const uint32_t *link = ar->node_[at].link;
    const uint32_t set = link[slot];
    uint32_t other;
    for (other = 0; other < slot; other++) {
        if (link[other] == set) {
            return 0;
        }
    }
    return set < sked_ar_records_max_(ar) && ar->owner_[set] == at &&
           (ar->vacant_[set / SKED_AR_GROUP_] >> set % SKED_AR_GROUP_ & 1u) == 0;
}

static int sked_ar_validate_record_(const sked_ar *ar, uint32_t at, uint32_t slot,
                                    sked_ar_audit_ *audit) {
    const sked_ar_node_ *leaf = &ar->node_[at];
    const uint32_t set = leaf->link[slot];
    sked_word *busy;
    if (!sked_ar_validate_set_(ar, at, slot)) {
        return 0;
    }
    busy = sked_ar_busy_(ar, set);
    if (!sked_ar_is_clean_(ar, busy) ||
        leaf->room[slot] != ar->state_->capacity - sked_ar_count_(ar, busy) ||
        (audit->busy != NULL && sked_ar_equal_(ar, audit->busy, busy))) {
        return 0;
    }
    audit->busy = busy;
    audit->records++;
    return 1;
}

/* Does an entry of an inner node agree with its child? Does the child follow the one before? */
static int sked_ar_validate_child_(const sked_ar *ar, uint32_t at, uint32_t slot,
                                   sked_ar_audit_ *audit) {
    const sked_ar_node_ *node = &ar->node_[at], *child;
    const uint32_t least = SKED_AR_LEAST_, link = node->link[slot];
    if (link >= sked_ar_nodes_for_(ar->state_->spans_max)) {
        return 0;
    }
    child = &ar->node_[link];
    if (child->level != node->level - 1 || child->up != at || child->used < least ||
        child->used > SKED_AR_FANOUT || child->time[0] != node->time[slot] ||
        sked_ar_most_(child) != node->room[slot] || child->before != audit->child) {
        return 0;
    }
    if (audit->child != SKED_NONE && ar->node_[audit->child].after != link) {
        return 0;
    }
    audit->child = link;
    return 1;
}

static int sked_ar_validate_node_(const sked_ar *ar, uint32_t at, sked_ar_audit_ *audit) {
    const sked_ar_node_ *node = &ar->node_[at];
    uint32_t slot;
    audit->nodes++;
    for (slot = 0; slot < node->used; slot++) {
        const int sound = node->level == 0 ? sked_ar_validate_record_(ar, at, slot, audit)
                                           : sked_ar_validate_child_(ar, at, slot, audit);
        if (!sound || node->time[slot] <= audit->time) {
            return 0;
        }
        audit->time = node->time[slot];
    }
    return node->up == SKED_NONE || sked_ar_validate_below_(ar, at);
}

/* Checks a level from its first node on. The level above has checked that it ends. */
static int sked_ar_validate_level_(const sked_ar *ar, uint32_t first, sked_ar_audit_ *audit) {
    uint32_t at;
    audit->time = -1;
    audit->child = SKED_NONE;
    for (at = first; at != SKED_NONE; at = ar->node_[at].after) {
        if (!sked_ar_validate_node_(ar, at, audit)) {
            return 0;
        }
    }
    return audit->time < ar->state_->horizon &&
           (audit->child == SKED_NONE || ar->node_[audit->child].after == SKED_NONE);
}

static int sked_ar_validate_tree_(const sked_ar *ar, sked_ar_audit_ *audit) {
    const sked_ar_state_ *state = ar->state_;
    const sked_ar_node_ *root;
    uint32_t first = state->root;
    if (first >= sked_ar_nodes_for_(state->spans_max)) {
        return 0;
    }
    /* The root has no parent that would check it. */
    root = &ar->node_[first];
    if (root->level > 31 || root->used > SKED_AR_FANOUT ||
        root->used < (root->level > 0 ? 2u : 1u) || root->time[0] != state->base ||
        root->up != SKED_NONE || root->before != SKED_NONE || root->after != SKED_NONE) {
        return 0;
    }
    while (sked_ar_validate_level_(ar, first, audit)) {
        if (ar->node_[first].level == 0) {
            return audit->nodes == state->nodes && audit->records == state->records;
        }
        first = ar->node_[first].link[0];
    }
    return 0;
}

/* Do the vacant nodes form a chain of exactly those that are not in the tree? */
static int sked_ar_validate_nodes_(const sked_ar *ar) {
    const uint32_t nodes = sked_ar_nodes_for_(ar->state_->spans_max);
    uint32_t at = ar->state_->node_vacant, i;
    for (i = ar->state_->nodes; i < nodes; i++) {
        if (at >= nodes || ar->node_[at].level != SKED_AR_VACANT_) {
            return 0;
        }
        at = ar->node_[at].after;
    }
    return at == SKED_NONE;
}

/* Are as many sets taken as there are records? *listed becomes the number of groups with a vacant
 * one. */
static int sked_ar_validate_masks_(const sked_ar *ar, uint32_t *listed) {
    uint32_t group, set, taken = 0;
    *listed = 0;
    for (group = 0; group < sked_ar_groups_for_(ar->state_->spans_max); group++) {
        if ((ar->vacant_[group] & ~sked_ar_group_whole_(ar, group)) != 0) {
            return 0;
        }
        *listed += ar->vacant_[group] != 0;
    }
    for (set = 0; set < sked_ar_records_max_(ar); set++) {
        taken += (ar->vacant_[set / SKED_AR_GROUP_] >> set % SKED_AR_GROUP_ & 1u) == 0;
    }
    return taken == ar->state_->records;
}

/* Are exactly the groups with a vacant set in the list, linked both ways? */
static int sked_ar_validate_groups_(const sked_ar *ar, uint32_t listed) {
    const uint32_t groups = sked_ar_groups_for_(ar->state_->spans_max);
    uint32_t before = SKED_NONE, at = ar->state_->group_first, seen;
    for (seen = 0; seen < listed; seen++) {
        if (at >= groups || ar->vacant_[at] == 0 || ar->group_before_[at] != before) {
            return 0;
        }
        before = at;
        at = ar->group_after_[at];
    }
    return at == SKED_NONE && ar->state_->group_last == before;
}

static int sked_ar_validate_vacant_(const sked_ar *ar) {
    uint32_t listed;
    return sked_ar_validate_nodes_(ar) && sked_ar_validate_masks_(ar, &listed) &&
           sked_ar_validate_groups_(ar, listed);
}

/* Is a booking possible, and at its place in the heap? */
static int sked_ar_validate_booking_(const sked_ar *ar, uint32_t place) {
    const uint32_t slot = ar->heap_[place];
    sked_word *booked;
    if (slot >= ar->state_->bookings_max || ar->place_[slot] != place) {
        return 0;
    }
    booked = sked_ar_booked_(ar, slot);
    return sked_is_point_(ar->start_[slot]) && ar->start_[slot] < ar->end_[slot] &&
           ar->end_[slot] > ar->state_->base && ar->end_[slot] <= ar->state_->horizon &&
           sked_ar_is_clean_(ar, booked) && !sked_ar_is_empty_set_(ar, booked) &&
           (place == 0 || ar->end_[ar->heap_[(place - 1) / 2]] <= ar->end_[slot]);
}

/* Counts the bookings in the chains of the table; SKED_NONE if one does not belong there. */
static uint32_t sked_ar_validate_buckets_(const sked_ar *ar) {
    const uint32_t slots = ar->state_->bookings_max, live = ar->state_->bookings;
    const uint32_t buckets = sked_buckets_for_(slots);
    uint32_t bucket, slot, seen = 0;
    for (bucket = 0; bucket < buckets; bucket++) {
        for (slot = ar->bucket_[bucket]; slot != SKED_NONE; slot = ar->id_next_[slot]) {
            if (slot >= slots || ar->place_[slot] == SKED_NONE || seen > live ||
                sked_ar_bucket_(ar, ar->id_[slot]) != &ar->bucket_[bucket]) {
                return SKED_NONE;
            }
            seen++;
        }
    }
    return seen;
}

static int sked_ar_validate_bookings_(const sked_ar *ar) {
    const uint32_t slots = ar->state_->bookings_max, live = ar->state_->bookings;
    uint32_t place, slot = ar->state_->id_vacant;
    if (live > slots) {
        return 0;
    }
    for (place = 0; place < live; place++) {
        if (!sked_ar_validate_booking_(ar, place)) {
            return 0;
        }
    }
    /* All other slots form the chain of vacant ones. */
    for (place = live; place < slots; place++) {
        if (slot >= slots || ar->place_[slot] != SKED_NONE) {
            return 0;
        }
        slot = ar->id_next_[slot];
    }
    if (slot != SKED_NONE || (slots > 0 && sked_ar_validate_buckets_(ar) != live)) {
        return 0;
    }
    for (place = 0; place < live; place++) {        /* the chains end: no id is there twice */
        if (sked_ar_slot_of_id_(ar, ar->id_[ar->heap_[place]]) != ar->heap_[place]) {
            return 0;
        }
    }
    return 1;
}

/* Do the numbers in the block still give the layout of the handle? */
static int sked_ar_validate_shape_(const sked_ar *ar) {
    sked_ar same;
    if (!sked_ar_is_shape_(ar->state_) ||
        sked_ar_layout_(&same, ar->state_, NULL) != ar->bytes_) {
        return 0;
    }
    (void)sked_ar_layout_(&same, ar->state_, ar->state_);
    return same.words_ == ar->words_ && same.plane_ == ar->plane_ && same.down_ == ar->down_ &&
           same.busy_ == ar->busy_ && same.booked_ == ar->booked_ && same.id_ == ar->id_ &&
           same.vacant_ == ar->vacant_ && same.group_before_ == ar->group_before_ &&
           same.id_next_ == ar->id_next_ && same.bucket_ == ar->bucket_ &&
           same.heap_ == ar->heap_;
}

SKED_API sked_status sked_ar_validate(const sked_ar *ar) {
    sked_ar_audit_ audit = SKED_ZERO;
    SKED_ASSERT(ar != NULL);
    if (ar->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    return sked_ar_validate_shape_(ar) && sked_ar_validate_sets_(ar) &&
                   sked_ar_validate_tree_(ar, &audit) && sked_ar_validate_vacant_(ar) &&
                   sked_ar_validate_bookings_(ar)
               ? SKED_OK
               : SKED_E_CORRUPT;
}

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* SKED_AR_IMPLEMENTATION_DONE */
