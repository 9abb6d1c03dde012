/* sched.h - sked 0.11.0: cluster scheduling for C. On which machine, and in which order.
 *
 *     #define SKED_IMPLEMENTATION      in exactly one file of the program,
 *     #include "sched.h"               and this line alone in all others
 *
 * SPDX-License-Identifier: MIT (full text in LICENSE)
 *
 * CONTENTS (search for the tag; the implementation repeats them in the same order)
 *   >>promises   what holds everywhere            >>sort        pairs, by key
 *   >>example    a complete program               >>seal        blocks that are saved
 *   >>config     what you may define              >>map         jobs to unequal machines
 *   >>version    version and ABI numbers          >>pjs         ... and to clusters of them
 *   >>time       ticks, points and lengths        >>experience  what earlier runs took
 *   >>status     why something was refused        >>queue       rigid jobs on equal processors
 *   >>memory     one block per need               >>tiers       jobs in the background of others
 *   >>set        sets of processors               >>site        a heterogeneous site, the whole
 *   >>values     span, request, picker
 *   >>u128       sums and products of 128 bits
 *
 * >>promises
 *   - Memory: every object and every scratch need is one block. A function returns its size
 *     beforehand, and the algorithms work inside it. Between _create and _destroy nothing is
 *     allocated except by _grow. A block contains no addresses: copy it or save it, and go on
 *     elsewhere.
 *   - Time: a number of ticks that you give. No clock, file, environment or random source is read.
 *   - Threads: no global state. Objects share only what you give to both, such as one experience
 *     for two sites. Use each from one thread at a time.
 *   - Determinism: integers only. The same calls give the same answers on every target.
 *   - Failure: bad data gets a status that says what is wrong, and nothing has changed. A
 *     sked_refusal names the culprit.
 *   - Defaults: zero is a valid value for every member that you do not set; what it means is
 *     said at the member.
 *   - Libraries: none. A compiler may still emit memcpy, memmove, memset, memcmp and its own
 *     arithmetic routines (such as 64-bit division on small targets), under its names for them.
 *   - No recursion. Only sked_pick calls a picker; only sked_map, sked_pjs, _create, _grow, _clone
 *     and _destroy call a sked_mem; only sked_tiers_next calls a usage.
 *
 * >>example
 *   A controller of four processors in a fixed buffer, with a picker of its own. D overtakes B
 *   and E overtakes C without delaying them: that is backfilling. One processor, any, is booked for
 *   maintenance during [11, 16), and so the wide C waits.
 *
 *       processor 3 | AAAAABBBBBBEEE  CCC
 *                 2 | AAAAABBBBBBEEE  CCC
 *                 1 | DDDD BBBBBBEEE  CCC
 *                 0 | DDDD       .....CCC
 *                     0----5-----11---16-> ticks
 *
 *   It prints
 *        0: A on 2-3
 *        0: D on 0-1, ahead of B
 *        5: B on 1-3
 *       11: E on 1-3, ahead of C
 *       16: C on 0-3
 *
 *   -----------------------------------------------------------------------------------------------
 *   #define SKED_IMPLEMENTATION
 *   #include "sched.h"
 *   #include <stdio.h>
 *   #include <stdlib.h>
 *
 *   // A picker of our own: the highest processors first.
 *   static int highest_first(void *ctx, const sked_pick_request *request, const sked_set *offered,
 *                            sked_set *chosen) {
 *       uint32_t processor = offered->size, missing = request->count;
 *       (void)ctx;
 *       while (missing > 0 && processor-- > 0) {
 *           if (sked_set_has(offered, processor)) {
 *               sked_set_add(chosen, processor);
 *               missing--;
 *           }
 *       }
 *       return missing == 0;
 *   }
 *
 *   static void must(sked_status status) {
 *       if (status != SKED_OK) {
 *           printf("%s\n", sked_status_text(status));
 *           exit(1);
 *       }
 *   }
 *
 *   // Here jobs end at their estimates; a controller learns it.
 *   static void finish_ended(sked_queue *queue, sked_time now) {
 *       sked_job_info job;
 *       uint64_t id;
 *       while (sked_queue_running_at(queue, 0, &id) == SKED_OK) {
 *           must(sked_queue_get_job(queue, id, &job, NULL));
 *           if (job.end > now) {
 *               return;
 *           }
 *           must(sked_queue_finish(queue, id, now));
 *       }
 *   }
 *
 *   int main(void) {
 *       static const sked_picker picker = {highest_first, NULL};
 *       static const uint32_t widths[] = {2, 3, 4, 2, 3}, estimates[] = {5, 6, 3, 4, 3};
 *       static const sked_span maintenance = {.start = 11, .end = 16, .count = 1};
 *       static sked_align room[2048 / sizeof(sked_align)];       // no malloc
 *       sked_queue_settings settings = sked_queue_settings_easy(4, 8);   // processors, jobs_max
 *       SKED_SET_LOCAL(processors, 4u);
 *       sked_queue queue;
 *       sked_action action;
 *       sked_time now;
 *       char text[16];
 *       uint32_t i;
 *
 *       settings.bookings_max = 1;
 *       must(sked_queue_init(&queue, &settings, &picker, room, sizeof room));
 *       for (i = 0; i < 5; i++) {
 *           const sked_job job = sked_job_of('A' + i, widths[i], estimates[i]);
 *           must(sked_queue_submit(&queue, &job, 0));
 *       }
 *       must(sked_queue_book(&queue, 1, &maintenance, 0));
 *       for (now = 0; now != SKED_NEVER; now = sked_queue_next_time(&queue)) {
 *           finish_ended(&queue, now);
 *           must(sked_queue_plan(&queue, now));
 *           while (sked_queue_next(&queue, &action, &processors) == SKED_OK) {
 *               sked_set_format(&processors, text, sizeof text);
 *               printf("%2d: %c on %s", (int)now, (int)action.id, text);
 *               if (action.reason != SKED_HEAD) {
 *                   printf(", ahead of %c", (int)action.head);
 *               }
 *               printf("\n");
 *           }
 *       }
 *       sked_queue_destroy(&queue);
 *       return 0;
 *   }
 *   -----------------------------------------------------------------------------------------------
 */
#ifndef SKED_H_INCLUDED
#define SKED_H_INCLUDED

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#if defined(SKED_STDLIB)
#include <stdlib.h>
#endif

/* ---- >>config ------------------------------------------------------------------------------- */

/* SKED_IMPLEMENTATION        this file defines the functions of every sked header it includes
 * SKED_CORE_IMPLEMENTATION   ... of sched.h alone
 * SKED_STATIC                ... and they are static; implies SKED_IMPLEMENTATION
 * SKED_API                   the linkage, if neither of the usual two will do
 * SKED_NODISCARD             warns where a status is ignored; define it as nothing to switch that
 *                            off
 * SKED_ASSERT(condition)     called with checks for NULL and of invariants; default: nothing
 * SKED_STDLIB                adds sked_mem_malloc, the only use of a library
 * SKED_REFUSALS              0: no code and no text for sked_refusal records; default: 1
 * SKED_WORD_BITS             8, 16, 32 or 64: the word of a processor set; no answer depends on it
 *
 * To leave code out of a small flash:
 * SKED_DEPTH_MAX             the largest depth of a queue (see >>queue); default: any. With 1 there
 *                            is no code for policies other than EASY and none: two fifths less
 * SKED_BOOKINGS_MAX          the largest bookings_max of a queue; default: any. With 0 there is no
 *                            code for bookings: a fifth of a queue under EASY
 * SKED_KINDS_MAX             the largest kinds_max of a queue; default: 64. With 0 there is no code
 *                            for kinds, quotas and caps
 * SKED_ACCOUNTS_MAX          the largest accounts_max of a queue; default: any. With 0 there is no
 *                            code for accounts
 * SKED_QUEUE_OPTIONS         the options of a queue that are wanted; default: all. With 0 there is
 *                            no code for SKED_ASK_AHEAD
 * SKED_MAP_HEURISTICS        the heuristics that are wanted, as a sum of 1u << name (see >>map):
 *                            (1u << SKED_MCT | 1u << SKED_MIN_MIN). The others are refused and
 *                            have no code: MCT alone is a fifth of all. Default: all
 * SKED_MAP_COLUMNS           0: min-min and both duplexes always work as with SKED_MAP_LOW_MEMORY:
 *                            the same plans, slower, by half the code of min-min. Default: 1
 * Give them on the command line rather than before an #include: another header may come first. */
#if defined(SKED_STATIC)
#define SKED_STATIC_SEEN_
#if !defined(SKED_IMPLEMENTATION)
#define SKED_IMPLEMENTATION
#endif
#endif

#if !defined(SKED_API)
#if defined(SKED_STATIC)
#define SKED_API static inline
#elif defined(__cplusplus)
#define SKED_API extern "C"
#else
#define SKED_API extern
#endif
#endif

#if !defined(SKED_NODISCARD)
#if defined(__GNUC__)
#define SKED_NODISCARD __attribute__((warn_unused_result))
#elif defined(__cplusplus) && !defined(SKED_STATIC) && \
    (__cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L))
#define SKED_NODISCARD [[nodiscard]]
#else
#define SKED_NODISCARD
#endif
#endif

#if !defined(SKED_ASSERT)
#define SKED_ASSERT(condition) ((void)0)
#endif

#if !defined(SKED_REFUSALS)
#define SKED_REFUSALS 1
#endif

#if !defined(SKED_DEPTH_MAX)
#define SKED_DEPTH_MAX UINT32_MAX
#endif

#if !defined(SKED_BOOKINGS_MAX)
#define SKED_BOOKINGS_MAX UINT32_MAX
#endif

#if !defined(SKED_KINDS_MAX)
#define SKED_KINDS_MAX 64u
#endif

#if !defined(SKED_ACCOUNTS_MAX)
#define SKED_ACCOUNTS_MAX UINT32_MAX
#endif

#if !defined(SKED_QUEUE_OPTIONS)
#define SKED_QUEUE_OPTIONS SKED_ASK_AHEAD
#endif

#if !defined(SKED_MAP_HEURISTICS)
#define SKED_MAP_HEURISTICS ((1u << SKED_HEURISTIC_COUNT_) - 1u)
#define SKED_MAP_ALL_
#endif

#if !defined(SKED_MAP_COLUMNS)
#define SKED_MAP_COLUMNS 1
#endif

#if !defined(SKED_WORD_BITS)
#if UINTPTR_MAX > 0xFFFFFFFFu
#define SKED_WORD_BITS 64
#elif UINTPTR_MAX > 0xFFFFu
#define SKED_WORD_BITS 32
#else
#define SKED_WORD_BITS 16
#endif
#endif

#if SKED_WORD_BITS == 64
typedef uint64_t sked_word;
#elif SKED_WORD_BITS == 32
typedef uint32_t sked_word;
#elif SKED_WORD_BITS == 16
typedef uint16_t sked_word;
#elif SKED_WORD_BITS == 8
typedef uint8_t sked_word;
#else
#error "SKED_WORD_BITS must be 8, 16, 32 or 64"
#endif

/* All members zero, in C and C++: `sked_ar_choice choice = SKED_ZERO;` */
#if defined(__cplusplus)
#define SKED_ZERO {}
#else
#define SKED_ZERO {0}
#endif

/* ---- >>version ------------------------------------------------------------------------------ */

#define SKED_VERSION_MAJOR 0
#define SKED_VERSION_MINOR 11
#define SKED_VERSION_PATCH 0
#define SKED_VERSION \
    (SKED_VERSION_MAJOR * INT32_C(10000) + SKED_VERSION_MINOR * 100 + SKED_VERSION_PATCH)

/* What a caller and a separately compiled library must agree on: the generation of the layouts, the
 * word of a set, the alignment of 64 bits, and the width of size_t. Compare with sked_abi() after
 * loading a library. */
#define SKED_ABI                                                                  \
    (UINT32_C(458752) + SKED_WORD_BITS * 256u + 4u * (sizeof(sked_pair) > 12u) + /*~generation*/ \
     (SIZE_MAX > 0xFFFFu) + (SIZE_MAX > 0xFFFFFFFFu))

/* Returns   the SKED_VERSION of the implementation. */
SKED_API uint32_t sked_version(void);

/* Returns   the SKED_ABI of the implementation. */
SKED_API uint32_t sked_abi(void);

/* ---- >>time --------------------------------------------------------------------------------- */

/* Ticks, in a unit of the caller's choice: a point in time, or a length. Both lie in
 * 0 .. SKED_TIME_MAX, so that one sum never wraps. Intervals are half open: [start, end). */
typedef int64_t sked_time;
#define SKED_NEVER INT64_MAX                        /* cannot run; no bound; does not happen */
#define SKED_TIME_MAX INT64_C(0x3FFFFFFFFFFFFFFF)   /* 2^62 - 1                              */

#define SKED_NONE UINT32_MAX                        /* no such index                         */

/* Adds a length to a point.
 * Returns   a + b; SKED_NEVER if either is SKED_NEVER, or if the sum is beyond SKED_TIME_MAX.
 * Needs     each is SKED_NEVER or in 0 .. SKED_TIME_MAX (asserted). */
SKED_API sked_time sked_time_add(sked_time a, sked_time b);

/* ---- >>status ------------------------------------------------------------------------------- */

/* Numbers never move; each chapter of the kit has a block of 32. */
#define SKED_STATUS_TABLE(X)                                                                      \
    X(SKED_OK, 0, "success")                                                                      \
    X(SKED_DONE, 1, "there is nothing further")                                                   \
    X(SKED_E_MEMORY, 2, "the memory resource refused a request")                                  \
    X(SKED_E_OVERFLOW, 3, "a size or a sum of times exceeds its type")                            \
    X(SKED_E_BLOCK, 4, "the block is missing, too small, not aligned or not prepared")            \
    X(SKED_E_EMPTY, 5, "the object is empty: never created, refused, or destroyed")               \
    X(SKED_E_FULL, 6, "the object is full: one of its limits (..._max) is reached")               \
    X(SKED_E_RANGE, 7, "a number or a set is outside its documented range")                       \
    X(SKED_E_TIME, 8, "a time is negative, or beyond SKED_TIME_MAX where SKED_NEVER may not be")  \
    X(SKED_E_BACKWARDS, 9, "time runs backwards: an earlier call carried a later time")           \
    X(SKED_E_UNKNOWN, 10, "no live entry has this id")                                            \
    X(SKED_E_DUPLICATE, 11, "a live entry has this id already")                                   \
    X(SKED_E_REFUSED, 12, "the picker or the score refused")                                      \
    X(SKED_E_PICKER, 13, "the picker chose a wrong number of processors, or one not offered")     \
    X(SKED_E_CORRUPT, 14, "the block is corrupt: its content contradicts itself")                 \
    X(SKED_E_INCOMPATIBLE, 15, "the block is of another layout, kind of object or kind of machine")\
    X(SKED_E_BUSY, 16, "a pass is open: take its actions, or end it")                             \
    X(SKED_E_SETTING, 17, "a setting has no such value, or this program leaves it out")           \
    X(SKED_E_FIXED, 18, "the object has no memory resource: only _create and _clone can grow")    \
    X(SKED_E_TEXT, 19, "the text is no list of processors such as 0-3,7")                         \
    X(SKED_E_LENGTH, 20, "the block has another length than when it was sealed")                  \
    X(SKED_E_NO_JOBS, 32, "there is no job to map")                                               \
    X(SKED_E_NO_MACHINES, 33, "there is no machine to map to")                                    \
    X(SKED_E_NOWHERE, 34, "no machine or cluster can run it")                                     \
    X(SKED_E_NO_PROCESSORS, 64, "there is no processor")                                          \
    X(SKED_E_NO_WIDTH, 65, "a job, a booking or a request asks for no processor")                 \
    X(SKED_E_TOO_WIDE, 66, "a job, a booking or a request asks for more processors than there are")\
    X(SKED_E_NO_ESTIMATE, 67, "there is no estimate for the job, and no default or guess")        \
    X(SKED_E_NO_PASS, 68, "no pass of this kind is open: call its plan function first")           \
    X(SKED_E_NOT_WAITING, 69, "the job is running, not waiting")                                  \
    X(SKED_E_NOT_RUNNING, 70, "the job is waiting, not running")                                  \
    X(SKED_E_BACKGROUNDS, 71, "a queue with backgrounds is planned by sked_tiers_plan alone")     \
    X(SKED_E_NO_BACKGROUND, 72, "the queue has no backgrounds")                                   \
    X(SKED_E_DEPTH, 73, "tiers need a queue of depth 1, or without reservations")                 \
    X(SKED_E_PROMISE, 74, "the change would cost a promise")                                      \
    X(SKED_E_NO_BARS, 75, "the job has no bars")                                                  \
    X(SKED_E_QUOTA, 76, "the job takes of a quota that its kind may not use")                     \
    X(SKED_E_KINDS, 77, "not in a queue with kinds or quotas")                                    \
    X(SKED_E_CAPS, 78, "the set of a cap and that of another cross")                              \
    X(SKED_E_ACCESS, 96, "the user may not use this queue")                                       \
    X(SKED_E_CAP_JOBS, 97, "the user has as many jobs in the site as the cap allows")             \
    X(SKED_E_CAP_TIME, 98, "the user's ended jobs have taken as much time as the cap allows")     \
    X(SKED_E_PAST, 128, "the time is before the calendar's base: it has been trimmed")            \
    X(SKED_E_HORIZON, 129, "the time is beyond the calendar's horizon")                           \
    X(SKED_E_TAKEN, 130, "a processor is busy: now, or at some time of the interval")             \
    X(SKED_E_NOT_TAKEN, 131, "a processor is free at some time of the interval, or not its own")  \
    X(SKED_E_WINDOW, 132, "the deadline is before ready time plus duration")                      \
    X(SKED_E_NEVER_FITS, 133, "it fits at no time: too few processors are allowed and up")        \
    X(SKED_E_DEADLINE, 134, "it does not fit before the deadline")                                \
    X(SKED_E_LAST, 135, "no processor would be left to the booking")                              \
    X(SKED_E_NO_SWITCH, 160, "a tree needs at least one switch")                                  \
    X(SKED_E_CYCLE, 161, "a switch is above itself")                                              \
    X(SKED_E_LEVELS, 162, "there are more levels of switches than SKED_FATTREE_LEVELS")           \
    X(SKED_E_BARE, 163, "a switch has no processor below it")                                     \
    X(SKED_E_MIXED, 164, "a switch has both processors and switches")                             \
    X(SKED_E_NOT_FREE, 165, "too few processors are free, or one that is named is not")           \
    X(SKED_E_LIMITS, 166, "enough are free, but no choice of them keeps the limits of the request")\
    X(SKED_E_NOT_BUSY, 167, "a processor is not allocated: it was freed already, or never taken") \
    X(SKED_E_TEMPLATE, 168, "the tag of the job is no index of a request template")               \
    X(SKED_E_NO_TASKS, 192, "there is no task to plan")                                           \
    X(SKED_E_NO_TIME, 193, "a task takes no time")                                                \
    X(SKED_E_WIDTHS, 194, "a task has no width, or its widths do not rise")                       \
    X(SKED_E_MONOTONY, 195, "a task takes longer, or does less work, on more processors")         \
    X(SKED_E_PLAN, 196, "a task's row is no way to run it: its width, its length or its start")   \
    X(SKED_E_INNER, 224, "jobs run only in accounts that have no others below them")              \
    X(SKED_E_VICTIMS, 225, "all candidates together give too little")

typedef enum sked_status {
#define SKED_STATUS_ENTRY_(name, number, text) name = (number),
    SKED_STATUS_TABLE(SKED_STATUS_ENTRY_)
#undef SKED_STATUS_ENTRY_
    SKED_STATUS_CLOSED_ = INT_MAX       /* keeps the size of the type under every compiler */
} sked_status;

/* Describes a status, for people.
 * Returns   a constant text; "unknown status" for a number outside the table. */
SKED_API const char *sked_status_text(sked_status status);

/* What was wrong: a record of yours. The structs of settings, requests and choices have a member
 * `refusal`, which may point to one (sked_tiers, sked_job, sked_job_change and sked_site_job have
 * none). A call that is given such a struct and fails fills the record in; a call that succeeds
 * leaves it as it is. So read it only after such a call has failed. The texts are constants. With
 * SKED_REFUSALS 0 no record is ever touched.
 *
 *     sked_refusal refusal = SKED_ZERO;
 *     settings.refusal = &refusal;
 *     if (sked_queue_init(&queue, &settings, NULL, block, sizeof block) != SKED_OK) {
 *         sked_refusal_text(&refusal, text, sizeof text);
 *         puts(text);         "depth: 2 with backgrounds 1: at most 1"
 *     } */
typedef struct sked_refusal {
    const char *field;                  /* the member at fault; NULL: none in particular     */
    const char *entry;                  /* what `index` counts, such as "job"; NULL: nothing */
    uint32_t index;                     /* of the entry; SKED_NONE: there is only one        */
    sked_time value;                    /* of the field; SKED_NO_VALUE: it is not a number   */
    sked_time min, max;                 /* what it may be; min > max: no matter of limits    */
    const char *with;                   /* another member that sets these limits; or NULL    */
    sked_time with_value;
    const char *what;                   /* what is wrong; NULL: as the text of the status    */
    sked_status status;                 /* what the call returned                            */
} sked_refusal;

#define SKED_NO_VALUE INT64_MIN

/* Writes a refusal as one line for people: "job 17: no machine or cluster can run it",
 * "block: 1024 bytes, 3208 needed"; "success" as long as no call has filled the record. What does
 * not fit is cut off; the text always ends with 0.
 * Returns   the length of the whole text, without the 0, even if it was cut.
 * Needs     text[0 .. bytes-1]; bytes 0: only the length (asserted). */
SKED_API size_t sked_refusal_text(const sked_refusal *refusal, char *text, size_t bytes);

/* ---- >>memory ------------------------------------------------------------------------------- */

/* The strictest alignment a block needs: `static sked_align room[2048 / sizeof(sked_align)];` is
 * fit for every object. */
typedef union sked_align {
    int64_t time;
    void *pointer;
    size_t size;
} sked_align;

/* The caller's memory, by value. */
typedef struct sked_mem {
    void *(*alloc)(void *ctx, size_t size); /* size > 0; NULL, or fit for sked_align           */
    void (*free)(void *ctx, void *block, size_t size); /* block and size exactly as they were  */
    void *ctx;
} sked_mem;

/* Makes a sked_mem of a fixed buffer: a stack of blocks, given back in reverse order. A block freed
 * out of order stays used, and is counted. Growing an object takes room for its old and its new
 * block at once, and the old room stays used. All fields are read-only. */
typedef struct sked_arena {
    unsigned char *base;
    size_t size, used;
    size_t freed_out_of_order;          /* blocks, since sked_arena_init */
} sked_arena;

/* Lets an arena hand out a buffer.
 * Needs     buffer not NULL, and aligned for sked_align (asserted; else its first bytes are lost).
 * Keeps     the buffer; and the arena, while a sked_mem of it is in use. */
SKED_API void sked_arena_init(sked_arena *arena, void *buffer, size_t bytes);
SKED_API sked_mem sked_arena_mem(sked_arena *arena);

#if defined(SKED_STDLIB)
/* Returns   a sked_mem over malloc and free of <stdlib.h>. */
SKED_API sked_mem sked_mem_malloc(void);
#endif

/* ---- >>set ---------------------------------------------------------------------------------- */

/* A set of the processors 0 .. size-1, over the caller's words. The bits above `size` in the last
 * word stay zero. Sets that meet in one call have the same size (asserted; else only the words that
 * both have are looked at). */
typedef struct sked_set {
    sked_word *words;
    uint32_t size;
} sked_set;

/* Words for a number of processors, also for an array: `sked_word words[SKED_SET_WORDS(100u)];` */
#define SKED_SET_WORDS(size) ((size) / SKED_WORD_BITS + ((size) % SKED_WORD_BITS != 0u))

/* Declares an empty set and its words, for a constant number of processors: a local variable. */
#define SKED_SET_LOCAL(name, size)             \
    sked_word name##_words[SKED_SET_WORDS(size)]; \
    sked_set name = sked_set_of(name##_words, size)

/* Returns   an empty set over words[0 .. SKED_SET_WORDS(size)-1].
 * Cost      O(size / SKED_WORD_BITS).
 * Keeps     the words. */
SKED_API sked_set sked_set_of(sked_word *words, uint32_t size);

/* Takes all processors out; puts all in; makes the set equal to another. */
SKED_API void sked_set_clear(sked_set *set);
SKED_API void sked_set_fill(sked_set *set);
SKED_API void sked_set_copy(sked_set *set, const sked_set *from);

/* Puts a processor in, or takes it out.
 * Needs     processor < size (asserted). */
SKED_API void sked_set_add(sked_set *set, uint32_t processor);
SKED_API void sked_set_remove(sked_set *set, uint32_t processor);

/* Returns   whether the set has a processor: 0 beyond its size. */
SKED_API int sked_set_has(const sked_set *set, uint32_t processor);

/* Keeps what both have; adds what the other has; removes what the other has. */
SKED_API void sked_set_and(sked_set *set, const sked_set *other);
SKED_API void sked_set_or(sked_set *set, const sked_set *other);
SKED_API void sked_set_andnot(sked_set *set, const sked_set *other);

/* Returns   the number of its processors; whether two are equal; whether `a` is part of `b`. */
SKED_API uint32_t sked_set_count(const sked_set *set);
SKED_API int sked_set_equal(const sked_set *a, const sked_set *b);
SKED_API int sked_set_is_subset(const sked_set *a, const sked_set *b);

/* Walk a set in rising order; each returns `size` when there is no (further) processor:
 *     for (p = sked_set_first(&s); p < s.size; p = sked_set_next(&s, p)) { ... }
 * `nth` counts from 0. Cost O(size / SKED_WORD_BITS) at most. */
SKED_API uint32_t sked_set_first(const sked_set *set);
SKED_API uint32_t sked_set_next(const sked_set *set, uint32_t after);
SKED_API uint32_t sked_set_nth(const sked_set *set, uint32_t nth);

/* Finds the first run of neighbours at or after `from`: *first .. *beyond-1.
 *     for (p = 0; sked_set_next_run(&s, p, &first, &beyond); p = beyond) { ... }
 * Returns   1; 0 if there is none (both are `size` then).
 * Cost      O(size / SKED_WORD_BITS + processors of the run). */
SKED_API int sked_set_next_run(const sked_set *set, uint32_t from, uint32_t *first,
                               uint32_t *beyond);

/* Writes a set as a list of runs, "0-3,7"; the empty set as "". What does not fit is cut off; the
 * text always ends with 0.
 * Returns   the length of the whole text, without the 0, even if it was cut.
 * Needs     text[0 .. bytes-1]; bytes 0: only the length (asserted).
 * Cost      O(size). */
SKED_API size_t sked_set_format(const sked_set *set, char *text, size_t bytes);

/* Reads what sked_set_format writes; runs may come in any order and overlap. No spaces.
 * Gives     *set has exactly these processors.
 * Fails     SKED_E_TEXT iff it is no such list; SKED_E_RANGE iff a number is not below set->size,
 *           or a run ends before it begins. *at (unless NULL) is the place in the text; *set is
 *           unchanged.
 * Cost      O(length + size), and O(1) for each processor as often as it is named. */
SKED_API SKED_NODISCARD sked_status sked_set_parse(sked_set *set, const char *text, size_t *at);

/* ---- >>values ------------------------------------------------------------------------------- */

/* Processors that are set aside during an interval: what the chapters of the kit exchange. */
typedef struct sked_span {
    sked_time start, end;               /* [start, end); end may be SKED_NEVER    */
    uint32_t count;                     /* how many processors, any of them; or   */
    const sked_set *set;                /* exactly these (count is then ignored)  */
} sked_span;

/* What a picker is asked: which `count` processors for the job `id`, during [start, end)? */
typedef struct sked_pick_request {
    uint64_t id;
    uint64_t tag;                       /* the caller's, as given with the job    */
    sked_time start, end;               /* start: now, or a time to come (SKED_ASK_AHEAD).
                                           end: SKED_NEVER: the job has no bound; in a
                                           background: as if it ran in front      */
    uint32_t count;
    uint32_t tier;                      /* 0: in foregrounds; 1: in backgrounds; with several, not
                                           the same one on each (step 3 of >>tiers)   */
    uint32_t ahead;                     /* 1: nothing starts, a queue asks whether it could
                                           start later (SKED_ASK_AHEAD); else 0   */
    const sked_set *beside;             /* with ahead: the processors of a job that would start
                                           now, and still run then. Else NULL     */
} sked_pick_request;

/* Chooses processors. `chosen` comes empty; the picker adds exactly request->count of the offered
 * ones and returns 1, or returns 0 to refuse. It commits nothing (the choice may be dropped), and
 * never calls back into the object that asks. With `pick` NULL the lowest processors are taken. */
typedef struct sked_picker {
    int (*pick)(void *ctx, const sked_pick_request *request, const sked_set *offered,
                sked_set *chosen);
    void *ctx;
} sked_picker;

/* Asks a picker and checks its answer: the one place from which pickers are called.
 * Returns   SKED_OK, and `chosen` has request->count processors, all of them offered.
 * Needs     offered and chosen of one size, without common words (asserted).
 * Fails     SKED_E_REFUSED iff the picker returned 0, or fewer than request->count were offered;
 *           SKED_E_PICKER iff it chose another number, or a processor not offered, or replaced
 *           the set's words or size; or if the two sets differ in size. `chosen` is empty then.
 * Cost      O(size), and your callback. */
SKED_API SKED_NODISCARD sked_status sked_pick(const sked_picker *picker,
                                              const sked_pick_request *request,
                                              const sked_set *offered, sked_set *chosen);

/* ---- >>u128 --------------------------------------------------------------------------------- */

/* An unsigned number of 128 bits, for sums and products of times: high * 2^64 + low. */
typedef struct sked_u128 {
    uint64_t high, low;
} sked_u128;

/* Returns   the exact product; sum and difference modulo 2^128; -1, 0 or 1 as a is less than, equal
 *           to or greater than b. */
SKED_API sked_u128 sked_u128_mul(uint64_t a, uint64_t b);
SKED_API sked_u128 sked_u128_add(sked_u128 a, sked_u128 b);
SKED_API sked_u128 sked_u128_sub(sked_u128 a, sked_u128 b);
SKED_API int sked_u128_compare(sked_u128 a, sked_u128 b);

/* Divides with remainder.
 * Returns   floor(a / divisor); *rest (unless NULL) is a mod divisor.
 * Needs     divisor > 0 (asserted; otherwise quotient and rest are 0).
 * Cost      128 steps. */
SKED_API sked_u128 sked_u128_div(sked_u128 a, uint64_t divisor, uint64_t *rest);

/* ---- >>sort --------------------------------------------------------------------------------- */

typedef struct sked_pair {
    uint64_t key;
    uint32_t index;
} sked_pair;

/* Sorts pairs by rising key, equal keys by rising index.
 * Cost      O(count log count) also at worst; in place; no recursion; a stack of two size_t for
 *           each bit of size_t except seven (912 bytes on 64-bit targets). */
SKED_API void sked_sort(sked_pair *pairs, size_t count);

/* ---- >>seal --------------------------------------------------------------------------------- */

/* A block that is to outlive the program begins with SKED_SEAL_BYTES for a seal: what it is, who
 * wrote it, on what kind of machine, and a checksum over the rest, which finds every change within
 * one byte. A queue's block begins with that room. */
#define SKED_SEAL_BYTES 32u

/* Writes the seal of a block. `kind` distinguishes kinds of objects: a number of your choice.
 * Needs     block not NULL, bytes >= SKED_SEAL_BYTES (asserted; otherwise nothing is written).
 * Cost      O(bytes). */
SKED_API void sked_seal(void *block, size_t bytes, uint32_t kind);

/* Checks the seal of a block. Another version of the kit with the same SKED_ABI is welcome.
 * Fails     SKED_E_BLOCK iff bytes < SKED_SEAL_BYTES; SKED_E_INCOMPATIBLE iff it is no seal, or one
 *           of another kind, SKED_ABI or byte order; SKED_E_LENGTH iff it had another length when
 *           it was sealed; SKED_E_CORRUPT iff the checksum differs.
 * Cost      O(bytes). */
SKED_API SKED_NODISCARD sked_status sked_seal_check(const void *block, size_t bytes, uint32_t kind);

/* ---- >>map: jobs to unequal machines -------------------------------------------------------- */

/* A table says how long each job takes on each machine (expected time to compute, ETC). A machine
 * runs one job at a time. All jobs are there at time 0: count times from your `now`.
 *
 * In every heuristic, ties go to the lowest job, then to the lowest machine. The "completion" of a
 * job on a machine is the time at which the machine would finish it if the job came next there.
 * Source    Collins and George (2001), section 3, for OLB, duplex and the sum of job times (their
 *           "min-max" is known as max-min); Braun et al. (2001) for the rest. */
typedef enum sked_heuristic {
    SKED_OLB,               /* each job in turn to the machine that is free first             */
    SKED_MET,               /* each job in turn to the machine where it takes least time      */
    SKED_MCT,               /* each job in turn to the machine with its earliest completion   */
    SKED_MIN_MIN,           /* next the job whose best completion is the earliest, there      */
    SKED_MAX_MIN,           /* next the job whose best completion is the latest, there        */
    SKED_DUPLEX,            /* min-min or max-min, by the smaller makespan; min-min if equal  */
    SKED_DUPLEX_SUM,        /* the same by the smaller sum of job times: the paper's SJS      */
    SKED_SUFFERAGE,         /* next the job that loses most without its best machine: second
                               best minus best completion, unbounded if only one machine can
                               run it                                                         */
    SKED_SUFFERAGE_PASS,    /* the same in passes (Maheswaran et al. 1999): in each pass,
                               every machine takes at most one of the jobs that want it, the
                               one that loses most                                            */
    SKED_HEURISTIC_COUNT_,  /* how many these are; not a heuristic                            */
    SKED_HEURISTIC_CLOSED_ = INT_MAX
} sked_heuristic;

/* Options of min-min, max-min and both duplexes; the others ignore them. */
#define SKED_MAP_LOW_MEMORY 1u      /* O(jobs + machines) memory, the same plan; slower       */
#define SKED_MAP_LEAST_TIME 2u      /* the "best" machine is where the job takes least time,
                                       whatever its load: the paper taken literally; weaker
                                       plans                                                  */

typedef struct sked_map_request {
    sked_heuristic heuristic;       /* 0: SKED_OLB; sked_map_request_of gives SKED_MIN_MIN    */
    uint32_t options;               /* SKED_MAP_LOW_MEMORY, SKED_MAP_LEAST_TIME               */
    uint32_t jobs, machines;
    const sked_time *times;         /* times[job * machines + machine]: 0 .. SKED_TIME_MAX;
                                       or SKED_NEVER: the job cannot run there                */
    const sked_time *free_from;     /* per machine, 0 .. SKED_TIME_MAX; NULL: all free at 0   */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_map_request;

/* Returns   a request without options for min-min, which is hard to beat. */
SKED_API sked_map_request sked_map_request_of(uint32_t jobs, uint32_t machines,
                                              const sked_time *times);

typedef struct sked_map_row {
    sked_time start, end;
    uint32_t machine;               /* SKED_NONE for a job left out; its start and end are 0  */
} sked_map_row;

typedef struct sked_map_result {
    sked_time makespan;             /* the latest end of a row                                */
    sked_u128 job_times;            /* the sum of all ends: each job's delay and execution    */
    sked_heuristic used;            /* the heuristic that made the rows; of a duplex, its
                                       better half                                            */
} sked_map_result;

/* Maps all jobs, with one call of mem.alloc and one of mem.free.
 * Gives     rows[job] for every job, and *result (unless NULL).
 * Needs     rows[0 .. jobs-1] (asserted).
 * Fails     as sked_map_bytes, sked_map_prepare and sked_map_run; SKED_E_MEMORY iff mem refuses.
 *           Rows and result are unchanged then.
 * Cost      n jobs, m machines. OLB, MET, MCT: O(n m).
 *           Min-min: O(n m) for each reading of the table (at most 23; few where machines fill
 *           evenly), and O(e log n + (n + e) log m) for the e entries that can matter, summed over
 *           the readings. At worst e is n m per reading; it is smaller where machines differ in
 *           what they are good at.
 *           Max-min, and min-min with an option: O(n n + u m), where u <= n n counts how often a
 *           job is looked at again (about n n / (2 m) where machines fill evenly and jobs prefer
 *           different ones). The duplex by the sum abandons max-min once its sum is sure to be no
 *           smaller.
 *           Sufferage: O(n n + u m), too. Sufferage in passes: O(n m) per pass.
 *           Memory: about 16 n m bytes for min-min and duplex without an option; else O(n + m).
 * Keeps     nothing. */
SKED_API SKED_NODISCARD sked_status sked_map(const sked_map_request *request, sked_mem mem,
                                             sked_map_row *rows, sked_map_result *result);

/* The same in three steps over your own block: for firmware, and to map one table again and again
 * with other free times or fewer jobs. */

/* Computes the size of the block from heuristic, options, jobs and machines alone.
 * Fails     SKED_E_SETTING iff there is no such heuristic or option, or SKED_MAP_HEURISTICS leaves
 *           the heuristic out; SKED_E_NO_JOBS iff jobs is 0; SKED_E_NO_MACHINES iff machines is 0;
 *           SKED_E_OVERFLOW iff the size exceeds size_t. */
SKED_API SKED_NODISCARD sked_status sked_map_bytes(const sked_map_request *request, size_t *bytes);

/* Reads and checks the table.
 * Fails     as sked_map_bytes; SKED_E_BLOCK iff the block is NULL, too small or not aligned; and,
 *           by the first job at fault: SKED_E_TIME iff a time is negative, or beyond SKED_TIME_MAX
 *           but not SKED_NEVER; SKED_E_NOWHERE iff all its times are SKED_NEVER; SKED_E_OVERFLOW
 *           iff the longest times of all jobs up to it add up beyond SKED_TIME_MAX. A block whose
 *           table was refused cannot be run.
 * Cost      O(n m).
 * Keeps     the table, until the last run. */
SKED_API SKED_NODISCARD sked_status sked_map_prepare(const sked_map_request *request, void *block,
                                                     size_t bytes);

/* Maps the jobs that are not in `leave_out`, a set of size `jobs`; NULL maps all.
 * Gives     as sked_map.
 * Needs     rows[0 .. jobs-1] (asserted); the block as sked_map_prepare or an earlier run left it,
 *           or a copy of it; the same request, except for free_from and refusal.
 * Fails     as sked_map_bytes; SKED_E_BLOCK iff the block is NULL, too small, not aligned, or not
 *           prepared for these jobs, machines, heuristic and options; SKED_E_RANGE iff leave_out
 *           has another size or bits above it; SKED_E_TIME iff a free time is negative or beyond
 *           SKED_TIME_MAX; SKED_E_OVERFLOW iff the latest free time plus the longest times of all
 *           jobs is beyond SKED_TIME_MAX; SKED_E_NO_JOBS iff all are left out. Rows and result are
 *           unchanged then. */
SKED_API SKED_NODISCARD sked_status sked_map_run(const sked_map_request *request, void *block,
                                                 size_t bytes, const sked_set *leave_out,
                                                 sked_map_row *rows, sked_map_result *result);

/* ---- >>pjs: jobs that run on one machine, or in parallel on a cluster of them --------------- */

/* A cluster is a set of machines that can run one job together. Each of its machines also runs jobs
 * of its own. First all jobs are mapped to single machines: that plan is the base line. Then pairs
 * (job, cluster) are tried, the most profitable first. The profitability of a pair is the job's
 * shortest time on a machine minus its time on the cluster. With SKED_PJS_COMPLETION it is the
 * earliest end on a machine minus the end on the cluster. In a trial, the job starts when all
 * members are free; members that are free earlier stay unused until then. The other jobs are mapped
 * anew around it. If that makes the plan better, the pair stays, and the next one is tried. The
 * search ends at the first pair that does not help. The best plan so far is the answer: by its
 * measure, it is never worse than the base line.
 *
 * The paper's words are "the reduction in expected execution time from the best sequential
 * execution option". Read as run times, which is the default, a pair keeps its profitability, and
 * one walk through the pairs is enough. Read as completion, as min-min reads the same words, each
 * pair that stays changes the others, and the paper's "repeat steps 2-5" has a point. Neither
 * reading gives all of the paper's figures: docs/measured.md compares them.
 *
 * Ties go to the lowest job, then to the lowest cluster. Pairs that save no time are not tried. A
 * cluster with missing members runs on those that are up, if there are at least members_min; its
 * time is then time * members / members up, rounded up. Jobs that no machine can run come before
 * all others, the lowest first, each on the cluster where it ends first. They belong to the base
 * line, too.
 *
 * To stop at the first pair that does not help is the paper's rule. It is cheap, but one busy
 * cluster that suits many jobs best may then keep all jobs from all clusters. Where that matters,
 * use SKED_PJS_GO_ON. */
typedef struct sked_cluster {
    const sked_set *members;        /* of the size `machines`, not empty                      */
    uint32_t members_min;           /* how many must be up: 1 .. members; 0: all              */
    uint32_t resource;              /* for sked_site alone                                    */
} sked_cluster;

#define SKED_PJS_GO_ON 1u           /* when a pair does not help, try the others, too: each
                                       once, the most profitable first. Better plans, more
                                       mappings                                               */
#define SKED_PJS_MAKESPAN 2u        /* the better plan has the smaller makespan; without
                                       this, as in the paper, the smaller sum of job times    */
#define SKED_PJS_COMPLETION 4u      /* profitability by completion: when machines and members
                                       are free counts, too. It is computed anew after each
                                       pair that stays                                        */

typedef struct sked_pjs_request {
    sked_map_request map;           /* heuristic: the paper's is SKED_DUPLEX_SUM. A job that
                                       no machine can run needs a cluster. A machine that is
                                       not up has SKED_NEVER for every job. map.refusal
                                       serves all of >>pjs                                    */
    uint32_t options;
    uint32_t clusters;              /* 0: the base line alone                                 */
    const sked_cluster *cluster;
    const sked_time *cluster_times; /* cluster_times[job * clusters + cluster], with all
                                       members: 0 .. SKED_TIME_MAX, or SKED_NEVER             */
    const sked_set *up;             /* the machines that are up; NULL: all                    */
} sked_pjs_request;

/* Returns   a request for the paper's heuristic, SKED_DUPLEX_SUM, without options or clusters. */
SKED_API sked_pjs_request sked_pjs_request_of(uint32_t jobs, uint32_t machines,
                                              const sked_time *times);

typedef struct sked_pjs_row {
    sked_time start, end;
    uint32_t machine, cluster;      /* one is SKED_NONE; both are for a job left out, whose
                                       start and end are 0                                    */
} sked_pjs_row;

typedef struct sked_pjs_result {
    sked_map_result plan, base;     /* of the answer; of the base line                        */
    uint32_t parallel;              /* jobs on clusters                                       */
    uint32_t mappings;              /* made in all; the base line is the first                */
} sked_pjs_result;

/* Maps all jobs, with one call of mem.alloc and one of mem.free.
 * Gives     rows[job] for every job, and *result (unless NULL).
 * Needs     rows[0 .. jobs-1]; cluster and cluster_times unless clusters is 0 (asserted).
 * Fails     as sked_pjs_bytes, sked_pjs_prepare and sked_pjs_run; SKED_E_MEMORY iff mem refuses.
 *           Rows and result are unchanged then.
 * Cost      n jobs, m machines, c clusters: each mapping costs as much as sked_map, and each pair
 *           that is tried O(n c). There are at most n + 1 mappings, with SKED_PJS_GO_ON n c + 1,
 *           and n n c + 1 if SKED_PJS_COMPLETION is there, too, with which each pair that stays
 *           costs another O(n m + n c + c m). A job that no machine can run costs another O(c m).
 *           With SKED_DUPLEX_SUM, SKED_DUPLEX and SKED_MIN_MIN, and no option of the map, a mapping
 *           after the first sorts only what the clusters in use have changed. Memory: that of
 *           sked_map, plus 8 n c + 40 n bytes, plus 16 n m where mappings go on from the first.
 * Keeps     nothing.
 * Source    Collins and George (2001), section 3. */
SKED_API SKED_NODISCARD sked_status sked_pjs(const sked_pjs_request *request, sked_mem mem,
                                             sked_pjs_row *rows, sked_pjs_result *result);

/* The same in three steps over your own block, as for sked_map. */

/* Computes the size of the block from heuristic, options, jobs, machines and clusters alone.
 * Fails     as sked_map_bytes; SKED_E_SETTING also iff there is no such option here. */
SKED_API SKED_NODISCARD sked_status sked_pjs_bytes(const sked_pjs_request *request, size_t *bytes);

/* Reads and checks the tables and the clusters.
 * Needs     cluster and cluster_times unless clusters is 0 (asserted).
 * Fails     as sked_pjs_bytes; SKED_E_BLOCK iff the block is NULL, too small or not aligned;
 *           SKED_E_RANGE iff a set has another size or bits above it, a cluster has no member, or
 *           members_min is beyond its members; and, by the first job at fault: SKED_E_TIME iff a
 *           time in either table is negative, or beyond SKED_TIME_MAX but not SKED_NEVER;
 *           SKED_E_RANGE iff it has a time on a machine that is not up; SKED_E_NOWHERE iff no
 *           machine, and no cluster with enough members up, can run it; SKED_E_OVERFLOW iff the
 *           longest times of all jobs up to it add up beyond SKED_TIME_MAX, or its time on a
 *           cluster with missing members is beyond that. Clusters with too few members up do not
 *           count in the last two. A block whose tables were refused cannot be run.
 * Cost      O(n (m + c) + c m).
 * Keeps     the tables, the clusters and `up`, until the last run. */
SKED_API SKED_NODISCARD sked_status sked_pjs_prepare(const sked_pjs_request *request, void *block,
                                                     size_t bytes);

/* Maps the jobs that are not in `leave_out`, a set of size `jobs`; NULL maps all.
 * Gives     as sked_pjs.
 * Needs     rows[0 .. jobs-1] (asserted); the block as sked_pjs_prepare or an earlier run left it,
 *           or a copy of it; the same request, except for map.free_from and map.refusal.
 * Fails     as sked_pjs_bytes and sked_map_run; SKED_E_BLOCK also iff the block was prepared for
 *           another number of clusters or other options. Rows and result are unchanged then. */
SKED_API SKED_NODISCARD sked_status sked_pjs_run(const sked_pjs_request *request, void *block,
                                                 size_t bytes, const sked_set *leave_out,
                                                 sked_pjs_row *rows, sked_pjs_result *result);

/* ---- >>experience: what earlier runs took --------------------------------------------------- */

/* Count, sum and sum of squares of observed lengths. They are exact as long as nothing fades: then
 * the order of the observations does not matter, and separate ones can be merged. A plain value:
 * copy it, save it, start it with zeros. */
typedef struct sked_moments {
    uint32_t count;                     /* 0 .. SKED_WINDOW_MAX                               */
    sked_u128 sum, squares;
} sked_moments;

#define SKED_WINDOW_MAX (UINT32_C(1) << 20)
#define SKED_OBSERVED_MAX ((INT64_C(1) << 52) - 1)      /* 52 days, in nanoseconds            */

/* Adds one observation. If there are `window` of them already (2 .. SKED_WINDOW_MAX), these are
 * halved first, so that old ones fade: the count is halved, and the sums shrink in proportion, all
 * rounded down. A window of 0 is SKED_WINDOW_MAX, with which nothing fades before a million.
 * Fails     SKED_E_RANGE iff the window is neither 0 nor in its range; SKED_E_TIME iff the length
 *           is negative or beyond SKED_OBSERVED_MAX. */
SKED_API SKED_NODISCARD sked_status sked_moments_add(sked_moments *moments, sked_time length,
                                                     uint32_t window);

/* Adds all observations of `others`. While there are more than `window` together, they are halved.
 * Fails     SKED_E_RANGE iff the window is neither 0 nor in its range. */
SKED_API SKED_NODISCARD sked_status sked_moments_merge(sked_moments *moments,
                                                       const sked_moments *others, uint32_t window);

/* Returns   the mean, rounded to the nearest; the variance of the observations (population),
 *           rounded down; and its square root, rounded down. All are 0 without observations.
 * Cost      some divisions of 128 bits; the root also takes 53 multiplications. */
SKED_API sked_time sked_moments_mean(const sked_moments *moments);
SKED_API sked_u128 sked_moments_variance(const sked_moments *moments);
SKED_API sked_time sked_moments_deviation(const sked_moments *moments);

/* A table of moments by class of jobs and resource. A resource is a class of machines, or of
 * clusters, on which jobs of one class take about the same time. The same object can keep other
 * pairs as well, such as (user, queue).
 *
 * A pair that was never observed gets a guess. A resource has a rating, its speed in 1/1024: a
 * class that took 10 on average at 2048 is expected to take 20 at 1024. All observations of the
 * class count: each resource weighs as much as the number of its observations. A class that was
 * never observed anywhere has the guess that you give, for a rating of 1024. Rate a cluster as a
 * whole: two machines of 1024 that lose a tenth together have 1843. With the rating of one of its
 * machines it would save nothing, and would not be tried before it is observed. */
typedef struct sked_experience_settings {
    uint32_t classes, resources;        /* 1 .. 2^31 - 1                                      */
    uint32_t window;                    /* 2 .. SKED_WINDOW_MAX, see sked_moments_add; 0:
                                           SKED_WINDOW_MAX                                    */
    const uint32_t *ratings_q10;        /* per resource, 1 .. 2^20; NULL: all 1024            */
    const sked_time *guesses;           /* per class, 1 .. SKED_OBSERVED_MAX, or 0: none.
                                           NULL: none for any class                           */
    sked_refusal *refusal;              /* names the culprit; NULL: not wanted                */
} sked_experience_settings;

/* Returns   settings of a table without ratings and guesses, in which nothing fades. */
SKED_API sked_experience_settings sked_experience_settings_of(uint32_t classes,
                                                              uint32_t resources);

/* A handle on a block. All fields are private. A handle of zeros ({0}) is empty: every function
 * except init, create, open and destroy refuses it (SKED_E_EMPTY). */
typedef struct sked_experience {
    sked_mem mem_;
    size_t bytes_;
    struct sked_experience_state_ *state_;
    sked_moments *moments_;
    sked_time *guess_;
    uint32_t *rating_;
} sked_experience;

/* Computes the size of the block: about 40 bytes for each pair.
 * Fails     SKED_E_RANGE iff a number is outside its range above; SKED_E_OVERFLOW iff the size
 *           exceeds size_t. */
SKED_API SKED_NODISCARD sked_status sked_experience_bytes(const sked_experience_settings *settings,
                                                          size_t *bytes);

/* Creates a table without observations: init over a block of yours, create over one that mem gives.
 * Fails     as sked_experience_bytes; SKED_E_BLOCK iff the block is NULL, too small or not aligned;
 *           SKED_E_MEMORY iff mem refuses. The handle is empty then.
 * Cost      O(bytes).
 * Keeps     the block or mem, until destroy. Ratings and guesses are copied. */
SKED_API SKED_NODISCARD sked_status sked_experience_init(sked_experience *experience,
                                                         const sked_experience_settings *settings,
                                                         void *block, size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_experience_create(sked_experience *experience,
                                                           const sked_experience_settings *settings,
                                                           sked_mem mem);

/* Frees the block if mem gave it, and leaves the handle empty. It may be called on an empty handle,
 * and twice. */
SKED_API void sked_experience_destroy(sked_experience *experience);

/* Records how long a job of the class ran on the resource.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such class or resource; SKED_E_TIME iff the
 *           length is negative or beyond SKED_OBSERVED_MAX. Nothing has changed then. */
SKED_API SKED_NODISCARD sked_status sked_experience_add(sked_experience *experience,
                                                        uint32_t job_class, uint32_t resource,
                                                        sked_time length);

/* Adds the observations of another table of the same shape, pair by pair, as sked_moments_merge
 * with the window of the first.
 * Fails     SKED_E_EMPTY iff either is empty; SKED_E_RANGE iff their shapes differ.
 * Cost      O(classes * resources). */
SKED_API SKED_NODISCARD sked_status sked_experience_merge(sked_experience *experience,
                                                          const sked_experience *other);

/* Reads what was observed of a pair.
 * Gives     *moments.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such class or resource. */
SKED_API SKED_NODISCARD sked_status sked_experience_get(const sked_experience *experience,
                                                        uint32_t job_class, uint32_t resource,
                                                        sked_moments *moments);

/* Replaces what was observed of a pair, for example to carry it over to a table of another shape.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such class or resource, the count is beyond
 *           the window, or a sum is beyond what that number of lengths can add up to. */
SKED_API SKED_NODISCARD sked_status sked_experience_set(sked_experience *experience,
                                                        uint32_t job_class, uint32_t resource,
                                                        const sked_moments *moments);

/* Predicts how long a job of the class will run on the resource, at least 1.
 * Gives     *length: for a pair that was observed, its mean + deviations_q10 / 1024 standard
 *           deviations; for any other, the guess described above, rounded up, without deviations.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such class or resource; SKED_E_NO_ESTIMATE
 *           iff the class was never observed, and has no guess; SKED_E_OVERFLOW iff the prediction
 *           is beyond SKED_TIME_MAX. *length is unchanged then.
 * Cost      O(1) for a pair that was observed; otherwise O(resources). */
SKED_API SKED_NODISCARD sked_status sked_experience_predict(const sked_experience *experience,
                                                            uint32_t job_class, uint32_t resource,
                                                            uint32_t deviations_q10,
                                                            sked_time *length);

/* Seals a table for saving.
 * Gives     *block and *bytes: write them before you change the table. The block is the table's
 *           own.
 * Fails     SKED_E_EMPTY.
 * Cost      O(bytes). */
SKED_API SKED_NODISCARD sked_status sked_experience_seal(sked_experience *experience,
                                                         const void **block, size_t *bytes);

/* Opens a sealed table in its block, on the same kind of machine. `bytes` is what the seal gave.
 * Fails     SKED_E_BLOCK iff the block is NULL, not aligned, or too small for a seal;
 *           SKED_E_INCOMPATIBLE, SKED_E_LENGTH and SKED_E_CORRUPT as sked_seal_check;
 *           SKED_E_CORRUPT also iff the content is no such table. The handle is empty then.
 * Cost      O(bytes).
 * Keeps     the block, until destroy. */
SKED_API SKED_NODISCARD sked_status sked_experience_open(sked_experience *experience, void *block,
                                                         size_t bytes);

/* ---- >>queue: rigid jobs on equal processors ------------------------------------------------ */

/* You report what happened and when: submit, finish, cancel, requeue, change, bar, unbar, book,
 * unbook, down, up, set_kind, set_quota, set_cap, swap_accounts. You ask what to do: plan opens a
 * pass, and each call of next decides and commits one action, until it returns SKED_DONE. While a
 * pass is open, every report fails with SKED_E_BUSY.
 *
 *     must(sked_queue_submit(&queue, &job, now));          (`must` as in >>example)
 *     must(sked_queue_plan(&queue, now));
 *     while (sked_queue_next(&queue, &action, &processors) == SKED_OK) { launch(&action, ...); }
 *
 * A running job is expected to end at max(now, start + estimate). A reservation is a time at which,
 * by these expectations, a waiting job can start. That of the first waiting job (the head) is the
 * shadow time. A job without a reservation may start now if that moves no reservation. Reservations
 * count processors (with kinds see sked_queue_set_kind); they do not ask the picker. If the picker
 * refuses a job that fits, the job's reservation is for a time when more is given back, so that
 * another set is offered then. With such a picker no promise holds, except under SKED_ASK_AHEAD.
 *
 * What is promised depends on the depth, which is the number of jobs that have reservations:
 *     none        nothing: SKED_NO_RESERVATIONS
 *     1           the head's shadow time never moves to a later time
 *     k           the same for the head. Each pass keeps the reservations of the 2nd to the k-th
 *                 job free. In a later pass they may come out later, after something was given
 *                 back early: by an end, a cancel, an unbook, an up. With kinds each component has
 *                 a head, and k reservations
 *     SKED_ALL    SKED_COMPRESS: no reservation, once made, ever moves to a later time;
 *                 SKED_REBUILD: as for k
 * These promises hold as long as
 *     - jobs end by their estimates, and none of a running job grows without SKED_IF_KEPT,
 *     - passes are made when next_time says, and taken to their ends,
 *     - no processor goes down, and no booking is added,
 *     - no booking has a set, except at depth 1,
 *     - no launch fails, and no job enters the queue ahead of others, except under SKED_COMPRESS;
 *       in the order SKED_BY_SHARE none does so ahead of a blocked head.
 * A reservation of SKED_COMPRESS is a promise. If one must be broken, no other is that can be kept:
 * in the order of the queue, each stays where it is if it can. The jobs of the broken ones get the
 * earliest times that are left, and the counter promises_broken counts them.
 * Source    EASY: Lifka (1995); Mu'alem and Feitelson (2001), also for the conservative policy.
 *           SJBF: Tsafrir et al. (2007). */

typedef enum sked_order {   /* of waiting jobs; ties by submission           */
    SKED_FCFS,              /* first come, first served                      */
    SKED_SJF,               /* the shortest estimate first                   */
    SKED_BY_KEY,            /* the lowest sked_job.key first                 */
    SKED_NARROWEST,         /* the fewest processors first                   */
    SKED_BY_SHARE,          /* by the places of the accounts, then the
                               lowest key first: see
                               sked_queue_swap_accounts. In the other orders
                               of a queue only if it is the first one, too.
                               Ties of another one are then by key           */
    SKED_ORDER_CLOSED_ = INT_MAX
} sked_order;

typedef enum sked_reservations {
    SKED_COMPRESS,          /* kept from pass to pass. After something was given back, each
                               job in the order of the queue moves to the earliest time that
                               it now finds                                                   */
    SKED_REBUILD,           /* made anew in each pass, in the order of the queue              */
    SKED_RESERVATIONS_CLOSED_ = INT_MAX
} sked_reservations;

#define SKED_REFUSE_MISSING INT64_C(0)              /* for estimate_missing                   */
#define SKED_ALL UINT32_MAX                         /* for depth: every waiting job           */
#define SKED_NO_RESERVATIONS (UINT32_MAX - 1u)      /* for depth: none                        */

/* For a picker that may refuse, in options; at depth 1, without backgrounds. The shadow time is the
 * first end after which the picker, offered what is free then, does not refuse the head. A job that
 * outlasts it starts only if the picker still finds processors for the head without that job's. So
 * the machine does not drain around a head for which enough processors are free, all of them in the
 * wrong places. The promise of depth 1 holds if the picker's answer depends on nothing except the
 * job, the offer and which job has which of the other processors, and if it refuses no set of which
 * it would take a part. A job that would start now has none yet: they are sked_pick_request.beside.
 */
#define SKED_ASK_AHEAD 1u

/* Zero in all members except the first two is EASY. Other usual names:
 *     FCFS, SJF       depth SKED_NO_RESERVATIONS, and that order
 *     EASY-SJBF       backfill_order SKED_SJF
 *     conservative    depth SKED_ALL
 * and with backgrounds KEASY, REASY and MEASY: see >>tiers. */
typedef struct sked_queue_settings {
    uint32_t processors;            /* 1 .. 2^31 - 1                                          */
    uint32_t jobs_max;              /* 1 .. 2^31 - 1: waiting and running together            */
    uint32_t bookings_max;          /* 0 .. 2^31 - 1, at most SKED_BOOKINGS_MAX               */
    sked_time estimate_missing;     /* what replaces a missing estimate: a length (a generous
                                       one is a good choice); SKED_NEVER: no bound; or
                                       SKED_REFUSE_MISSING, which is 0: such jobs are refused */
    sked_order order;               /* of the queue; its first job is the head                */
    sked_order backfill_order;      /* of the jobs without reservations; ties in the order of
                                       the queue. Ignored with SKED_NO_RESERVATIONS and with
                                       SKED_ALL                                               */
    uint32_t depth;                 /* how many of the first jobs have reservations: 1, 2,
                                       ..., at most SKED_DEPTH_MAX; SKED_ALL;
                                       SKED_NO_RESERVATIONS, so that a blocked head blocks
                                       all; 0 means 1                                         */
    sked_reservations reservations; /* with SKED_ALL; at any other depth they are made anew   */
    uint32_t backgrounds;           /* 0 .. 7: tiers behind the foreground of each processor.
                                       Unless 0, the depth is 0, 1 or SKED_NO_RESERVATIONS,
                                       and passes are those of >>tiers                        */
    sked_order background_order;    /* of the jobs that seek a background; ties in the order
                                       of the queue. Ignored without backgrounds              */
    uint32_t kinds_max;             /* 0 .. 64, at most SKED_KINDS_MAX: sets of processors that
                                       jobs may ask for, see sked_queue_set_kind. 0: all
                                       processors are alike                                   */
    uint32_t quotas_max;            /* 0 .. 16: what is counted besides processors, see
                                       sked_queue_set_quota. With quotas but without kinds
                                       there is one kind. With kinds or quotas there are no
                                       backgrounds                                            */
    uint32_t caps_max;              /* 0 .. 64: bounds on what parts of the machine take at once,
                                       such as power, see sked_queue_set_cap. With caps but
                                       without kinds there is one kind. Unless 0, the depth is
                                       0, 1 or SKED_NO_RESERVATIONS, and there are neither
                                       backgrounds nor SKED_ASK_AHEAD                         */
    uint32_t accounts_max;          /* 0 .. 2^31 - 1, at most SKED_ACCOUNTS_MAX: accounts that
                                       jobs may have, with numbers below this, see
                                       sked_queue_swap_accounts; 1 or more if the order is
                                       SKED_BY_SHARE. For a sked_share it is one more than
                                       that object's, as the root has number 0                */
    uint32_t options;               /* SKED_ASK_AHEAD, or 0; of SKED_QUEUE_OPTIONS            */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_queue_settings;

/* Returns   the settings of a usual policy: missing estimates are refused, there are no bookings,
 *           and all orders are by submission. MEASY has one background; its passes are those of
 *           >>tiers. */
SKED_API sked_queue_settings sked_queue_settings_easy(uint32_t processors, uint32_t jobs_max);
SKED_API sked_queue_settings sked_queue_settings_conservative(uint32_t processors,
                                                              uint32_t jobs_max);
SKED_API sked_queue_settings sked_queue_settings_fcfs(uint32_t processors, uint32_t jobs_max);
SKED_API sked_queue_settings sked_queue_settings_measy(uint32_t processors, uint32_t jobs_max);

/* What is forbidden to a job in a queue with backgrounds, see >>tiers. Without backgrounds, options
 * change nothing. */
#define SKED_JOB_NO_BACKGROUND 1u   /* it starts in no background                             */
#define SKED_JOB_NO_RESTART 2u      /* SKED_KEASY does not kill it in a background            */
#define SKED_JOB_NO_MIGRATION 4u    /* SKED_MEASY does not move it from a background          */

typedef struct sked_job {
    uint64_t id;                    /* unique among the live jobs; free again after the end   */
    uint64_t key;                   /* for SKED_BY_KEY                                        */
    uint64_t tag;                   /* handed back in actions and pick requests               */
    sked_time estimate;             /* bound on the running time: a length > 0; 0: missing;
                                       or SKED_NEVER: no bound, as also of a run that would
                                       end beyond SKED_TIME_MAX. Behind such a running job a
                                       wide head may have no shadow time (SKED_NEVER). At
                                       depth 1, every job with a bound may then pass the
                                       head, again and again. One without a bound may pass
                                       only if the head still fits beside it when all jobs
                                       with a bound have ended                                */
    uint32_t width;                 /* number of processors                                   */
    uint32_t options;               /* SKED_JOB_NO_BACKGROUND, _NO_RESTART, _NO_MIGRATION; 0:
                                       everything is allowed                                  */
    uint32_t kind;                  /* on which processors it may run; 0 without kinds        */
    const uint32_t *amounts;        /* what it takes of each quota while it runs: quotas_max
                                       numbers below 2^31, which are copied; NULL: nothing    */
    uint32_t amount_each;           /* what each of its processors takes of every cap that has the
                                       processor: a number below 2^31                         */
    uint32_t bars;                  /* how many things it waits for besides processors: a hold
                                       is one, each job that must end first is one. 0: none.
                                       See sked_queue_bar                                     */
    uint32_t account;               /* whose it is: below accounts_max; 0 without accounts    */
} sked_job;

/* Returns   a job with key, tag, options, kind, amounts, bars and account 0. */
SKED_API sked_job sked_job_of(uint64_t id, uint32_t width, sked_time estimate);

/* What becomes of a job: the fields that are named in `fields`. The others are ignored. */
#define SKED_CHANGE_KEY 1u
#define SKED_CHANGE_TAG 2u
#define SKED_CHANGE_ESTIMATE 4u
#define SKED_CHANGE_WIDTH 8u
#define SKED_CHANGE_KIND 16u
#define SKED_CHANGE_AMOUNTS 32u
#define SKED_CHANGE_AMOUNT_EACH 64u
#define SKED_CHANGE_ACCOUNT 128u

#define SKED_IF_KEPT 1u             /* a change that would cost a promise is refused          */

typedef struct sked_job_change {
    uint32_t fields;                /* SKED_CHANGE_...; 0: nothing changes                    */
    uint32_t options;               /* SKED_IF_KEPT, or 0                                     */
    uint64_t key, tag;
    sked_time estimate;             /* as in sked_job; 0: missing                             */
    uint32_t width, kind;
    const uint32_t *amounts;        /* as in sked_job; NULL: nothing                          */
    uint32_t amount_each;
    uint32_t account;
} sked_job_change;

typedef enum sked_action_kind {
    SKED_START,                     /* the job runs from now on, on these processors          */
    SKED_LOST,                      /* these processors of the job are down. It still counts
                                       as running: finish it, requeue it, or let it run on.
                                       Reported once per loss                                 */
    /* by sked_tiers_next only: */
    SKED_START_BACKGROUND,          /* the job runs from now on, behind what these processors
                                       run; its end is not known (SKED_NEVER)                 */
    SKED_SWAP,                      /* the job moves from the background of these very
                                       processors to their foreground, and runs on: change
                                       the priorities                                         */
    SKED_RESTART,                   /* the job is killed in the background, and starts anew
                                       in the foreground of these processors                  */
    SKED_MIGRATE,                   /* the job moves, with what it has done, from the
                                       background to the foreground of these processors       */
    SKED_ACTION_CLOSED_ = INT_MAX
} sked_action_kind;

typedef enum sked_reason {
    SKED_HEAD,                      /* it is the head of the queue, and fits                  */
    SKED_BEFORE_SHADOW,             /* it is expected to end by the head's shadow time        */
    SKED_FITS_EXTRA,                /* it outlasts the shadow time, on processors that the
                                       head leaves over                                       */
    SKED_RESERVED,                  /* its reservation is for now                             */
    SKED_PROCESSOR_DOWN,            /* of SKED_LOST                                           */
    SKED_SPARE_CYCLES,              /* of SKED_START_BACKGROUND: what runs in front of it
                                       leaves time                                            */
    SKED_BOOKED,                    /* the processors that are booked for it are idle         */
    SKED_REASON_CLOSED_ = INT_MAX
} sked_reason;

typedef struct sked_action {
    sked_action_kind kind;
    sked_reason reason;
    uint64_t id, tag;
    sked_time start, end;           /* of the run; its end is expected (SKED_NEVER: no bound) */
    uint32_t width;
    /* of a job that starts ahead of the head (otherwise 0, SKED_NEVER, 0): */
    uint32_t extra;                 /* what the head leaves over at its shadow time, before
                                       this start (of a head that can only swap: see
                                       >>tiers). 0 under SKED_COMPRESS. 0 also at depth 1 if
                                       a booking starts before the head's run would end, or
                                       there are caps: then a number is not enough. Without
                                       a shadow time: at depth 1, what it leaves over when
                                       all jobs with a bound have ended; otherwise 0          */
    sked_time shadow;               /* the head's shadow time                                 */
    uint64_t head;                  /* the head's id                                          */
} sked_action;

/* Returns   an action or a reason in words, for people: constant texts; "unknown action" and
 *           "unknown reason" for a number outside the enum. */
SKED_API const char *sked_action_text(sked_action_kind kind);
SKED_API const char *sked_reason_text(sked_reason reason);

/* These only grow, from init or create on. */
typedef struct sked_queue_counters {
    uint64_t started, finished, cancelled, requeued;
    uint64_t picker_refusals;       /* the job counted as not fitting in that pass            */
    uint64_t picker_faults;         /* the same, because the picker broke its contract; also
                                       when it was asked ahead                                */
    uint64_t asked_ahead;           /* calls of the picker under SKED_ASK_AHEAD for a head's
                                       shadow time                                            */
    uint64_t overdue;               /* jobs that finished after start + estimate              */
    uint64_t promises_broken;       /* reservations of SKED_COMPRESS that could not be kept;
                                       also one that was for now, if the pass had to put it
                                       off                                                    */
    uint64_t bookings_violated;     /* by a lost processor: it was in the booking's set, or
                                       fewer processors are up than it keeps; once per
                                       booking and down                                       */
    uint64_t bookings_in_conflict;  /* that began while running jobs had their processors:
                                       counted by the first plan, or by book, at or after the
                                       start                                                  */
    uint64_t jobs_lost;             /* actions SKED_LOST                                      */
    uint64_t passes;
    uint64_t jobs_looked_at;        /* waiting jobs that passes examined                      */
    uint64_t index_steps;           /* nodes of search trees that passes visited              */
    uint64_t backgrounded, swapped, restarted, migrated; /* actions of those kinds            */
} sked_queue_counters;

typedef struct sked_queue_info {
    sked_time now;                  /* the latest time of an event or a pass                  */
    size_t bytes;                   /* of the block                                           */
    uint32_t processors, processors_free, processors_down;
    uint32_t jobs_max, waiting;     /* the latter: without the barred                         */
    uint32_t barred;                /* jobs with bars, see sked_queue_bar                     */
    uint32_t running, background;   /* jobs in the foreground; jobs in a background           */
    uint32_t bookings_max, bookings; /* the latter: not forgotten yet                         */
    uint32_t accounts_max;
    int pass_open;
    int head_blocked;               /* 1: in the latest pass a head had to wait. Then the
                                       next three are its id, its shadow time and what it
                                       leaves over, as in sked_action; otherwise 0,
                                       SKED_NEVER, 0                                          */
    uint64_t head;
    sked_time shadow;
    uint32_t extra;
    sked_queue_counters counters;
} sked_queue_info;

typedef struct sked_job_info {
    int running;                    /* 1: running; 0: waiting, or barred                      */
    int background;                 /* 1: running in a background, where it keeps its place
                                       in the queue: start is since when, and end is not
                                       known                                                  */
    uint32_t width;
    uint32_t progress_permille;     /* as last reported, see sked_tiers_report; else 0        */
    uint32_t position;              /* in the queue: 0 is the head; SKED_NONE if it runs in
                                       the foreground, or has bars                            */
    uint32_t processors_down;       /* how many of a running job's processors are down        */
    sked_time estimate;             /* as planned with: a missing one is replaced             */
    sked_time start, end;           /* of a running job, where end is start + estimate; else
                                       SKED_NEVER. If it came from a background with less
                                       than its whole estimate, or by a migration, only end
                                       is meaningful                                          */
    sked_time reserved;             /* of a waiting job under SKED_COMPRESS, from its first
                                       pass on: the start that it is promised. SKED_NEVER if
                                       there is none, or it was lost since the last pass      */
    uint64_t key, tag;
    uint32_t options;               /* as submitted; after sked_tiers_stay also
                                       SKED_JOB_NO_MIGRATION                                  */
    uint32_t kind;
    uint32_t amount_each;           /* of caps                                                */
    uint32_t bars;                  /* see sked_queue_bar; 0: it waits for processors alone,
                                       or runs                                                */
    uint32_t account;
} sked_job_info;

/* What a quota means to a job that waits. */
typedef enum sked_quota_mode {
    SKED_RESERVE,                   /* the head reserves what it needs: of licences, of power */
    SKED_PASS,                      /* a job that lacks it is passed over, and blocks no other:
                                       what a user may have at once                           */
    SKED_QUOTA_MODE_CLOSED_ = INT_MAX
} sked_quota_mode;

typedef struct sked_quota_info {
    uint32_t capacity;
    uint32_t used;                  /* by the running jobs; it may exceed the capacity        */
    sked_quota_mode mode;
} sked_quota_info;

typedef struct sked_cap_info {
    uint32_t capacity;
    uint32_t processors;            /* of its set                                             */
    uint64_t used;                  /* by what runs on those that are up; it may exceed the
                                       capacity                                               */
} sked_cap_info;

typedef struct sked_kind_info {
    uint32_t processors, processors_free; /* of its set                                       */
    uint32_t quotas;                /* bit q: its jobs may use quota q                        */
    uint64_t connected;             /* bit k: kind k shares its head, see sked_queue_set_kind */
    int head_blocked;               /* the last four are as in sked_queue_info, of the last
                                       pass that looked at one of these kinds                 */
    uint64_t head;
    sked_time shadow;
    uint32_t extra;
} sked_kind_info;

/* When a waiting job would start if every job ended exactly at its estimate, and nothing else
 * happened. */
typedef struct sked_forecast {
    uint64_t id;
    sked_time start, end;           /* SKED_NEVER: it would never start, or has no bound      */
    sked_reason reason;             /* why then; without meaning if never                     */
} sked_forecast;

/* Returns the share of its processor that a process uses, as far as it is known before the process
 * runs: 0 .. 1000 parts per thousand (more count as 1000). The processes of a job are counted from
 * 0. It never calls back into the queue. */
typedef struct sked_usage {
    uint32_t (*usage)(void *ctx, uint64_t id, uint64_t tag, uint32_t process);
    void *ctx;
} sked_usage;

/* Private: the settings of a queue as numbers; SKED_NO_RESERVATIONS is depth 0 here. */
typedef struct sked_queue_rules_ {
    sked_time estimate_missing;
    uint32_t processors, jobs_max, bookings_max, backgrounds, depth;
    uint32_t reservations, order, backfill_order, background_order;
    uint32_t kinds, quotas, caps;   /* kinds: 1 or more if there are quotas or caps               */
    uint32_t accounts;
    uint32_t options;
    uint32_t buckets;               /* chains of ids: a power of two, jobs_max or more            */
    uint32_t none;                  /* 0, in place of padding, which would be saved               */
} sked_queue_rules_;

/* Private: one of the trees in a queue's block; and one such tree for each class of widths. Arrays
 * are by node, which is a job in all trees except profile_. */
typedef struct sked_tree_ {
    uint32_t *root_;                    /* in the state                                       */
    struct sked_node_ *node_;
    struct sked_prefix_ *prefix_;       /* PREFIX                                             */
    const struct sked_queue_job_ *job_; /* all others: where counts and values come from      */
    uint32_t *counts_;                  /* TOTAL, GIVING: the sum; ESTIMATE, START: the least
                                           width                                              */
    int64_t *low_;                      /* ESTIMATE, START: the least value                   */
    struct sked_queue_demand_ *demand_; /* KINDS, GIVING: kinds, and what a job gives back    */
    uint32_t *amounts_;                 /* KINDS, AMOUNTS, GIVING: see sked_tree_amounts_     */
    int kind_;
    uint32_t quotas_;
} sked_tree_;

typedef struct sked_forest_ {
    sked_tree_ tree_;                   /* shared by all classes, except the root             */
    uint32_t *roots_;                   /* by class; in place of class 0 the unsorted. With
                                           kinds by kind, and then by class                   */
    uint32_t *ahead_;                   /* the same, in a pass: its next candidate            */
    uint32_t classes_, order_;          /* trees of a kind; their order                       */
} sked_forest_;

/* A queue: a handle on a block. All fields are private. A handle of zeros ({0}) is an empty queue:
 * every function except init, create, open, destroy and next_time refuses it (SKED_E_EMPTY). */
typedef struct sked_queue {
    sked_mem mem_;                      /* of create and clone, else zero                     */
    sked_picker picker_;
    size_t bytes_;                      /* of the block                                       */
    sked_queue_rules_ rules_;
    sked_usage know_;                   /* of the latest sked_tiers_plan                      */
    struct sked_queue_state_ *state_;   /* the block; all below points into it                */
    sked_tree_ line_, ending_, profile_;
    sked_forest_ fill_, under_;
    struct sked_queue_job_ *job_;
    struct sked_queue_slot_ *slot_;
    struct sked_queue_booking_ *booking_;
    struct sked_queue_kind_ *kind_;
    struct sked_queue_quota_ *quota_;
    struct sked_queue_cap_ *cap_;
    uint32_t *cap_left_, *cap_then_;    /* scratch: by cap, what can be taken now, and at the
                                           head's shadow time                                 */
    struct sked_queue_demand_ *demand_; /* by job                                             */
    struct sked_sweep_ *sweep_;
    struct sked_failure_ *failure_;
    uint32_t *bucket_;                  /* by hash: the first job of its chain of ids         */
    uint32_t *place_, *order_;          /* scratch: by process                                */
    uint16_t *usage_, *progress_;       /* permille, by slot; permille, by job                */
    sked_pair *pair_;                   /* scratch                                            */
    uint64_t *kinds_;                   /* by processor: the kinds that have it               */
    unsigned char *rarity_;             /* by processor: how many they are                    */
    uint32_t *cap_of_;                  /* by processor: the innermost cap, or SKED_NONE      */
    uint32_t *amount_each_;             /* by job, of caps                                    */
    uint32_t *account_of_;              /* by job: its account, and SKED_STAYS_               */
    uint32_t *place_of_, *at_place_;    /* by account; by place: see >>queue.accounts         */
    uint32_t *line_roots_;              /* by account                                         */
    sked_word *lined_words_;            /* by place                                           */
    uint32_t *amounts_;                 /* by job, see sked_tree_amounts_                     */
    uint32_t *room_, *surplus_;         /* by quota; by component and quota                   */
    struct sked_queue_reserved_ *reserved_; /* of a queue with kinds beyond depth 1           */
    uint32_t *by_start_, *by_end_;      /* ... in these orders                                */
    uint32_t *held_;                    /* scratch: by processor, see sked_window_            */
    sked_word *reserved_words_;         /* by reservation                                     */
    sked_word *kind_words_;             /* by kind                                            */
    sked_word *cap_words_;              /* by cap                                             */
    sked_word *free_words_, *down_words_, *lost_words_;         /* the last by tier           */
    sked_word *offer_words_, *chosen_words_, *future_words_;    /* scratch                    */
    sked_word *ahead_words_;            /* scratch: what a picker that is asked ahead chooses */
    sked_word *booking_words_;          /* by booking                                         */
    sked_word *eligible_words_, *changed_words_;
} sked_queue;

/* Computes the size of the block of a queue.
 * Fails     SKED_E_NO_PROCESSORS iff processors is 0; SKED_E_RANGE iff one of the first three
 *           members, or backgrounds, is outside its range above; SKED_E_SETTING iff another member
 *           has no such value, or the depth is beyond 1 and there are backgrounds or caps, or the
 *           depth, bookings_max or accounts_max is beyond its limit SKED_DEPTH_MAX,
 *           SKED_BOOKINGS_MAX or SKED_ACCOUNTS_MAX;
 *           SKED_E_OVERFLOW iff the size exceeds size_t, or the nodes of a profile exceed 2^31 - 1,
 *           or processors * (backgrounds + 1) does; or in the order SKED_BY_SHARE the product of
 *           accounts_max + 1, the kinds and about 8 log2(processors). */
SKED_API SKED_NODISCARD sked_status sked_queue_bytes(const sked_queue_settings *settings,
                                                     size_t *bytes);

/* Creates a queue without jobs at time 0: init over a block of yours, create over one that mem
 * gives.
 * Fails     as sked_queue_bytes; SKED_E_BLOCK iff the block is NULL, too small or not aligned;
 *           SKED_E_MEMORY iff mem refuses. The handle is empty then.
 * Cost      O(bytes).
 * Keeps     the block, mem and the picker's ctx, until destroy. With picker NULL, jobs get the
 *           lowest processors. */
SKED_API SKED_NODISCARD sked_status sked_queue_init(sked_queue *queue,
                                                    const sked_queue_settings *settings,
                                                    const sked_picker *picker, void *block,
                                                    size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_queue_create(sked_queue *queue,
                                                      const sked_queue_settings *settings,
                                                      const sked_picker *picker, sked_mem mem);

/* Makes room for more jobs and bookings, in a new block of the same mem. The content stays, and so
 * does the number of processors.
 * Fails     SKED_E_EMPTY; SKED_E_BUSY; SKED_E_RANGE iff a limit would shrink, or is outside its
 *           range; SKED_E_SETTING iff bookings_max is beyond SKED_BOOKINGS_MAX; SKED_E_OVERFLOW as
 *           sked_queue_bytes; SKED_E_FIXED iff the queue has no memory resource (init, open or
 *           branch made it); SKED_E_MEMORY iff mem refuses. Nothing has changed then.
 * Cost      O(bytes); O(bytes + n n) if the ids of n jobs were chosen to collide. */
SKED_API SKED_NODISCARD sked_status sked_queue_grow(sked_queue *queue, uint32_t jobs_max,
                                                    uint32_t bookings_max);

/* Frees the block if mem gave it, and leaves the handle empty. It may be called on an empty handle,
 * and twice. */
SKED_API void sked_queue_destroy(sked_queue *queue);

/* The events below share these failures: SKED_E_EMPTY; SKED_E_BUSY; SKED_E_TIME iff now is negative
 * or beyond SKED_TIME_MAX; SKED_E_BACKWARDS iff an earlier call carried a later time. Failures are
 * checked in the order in which they are named; a call that fails changes nothing.
 *
 * In the costs, w is the number of jobs that wait or run in a background, r that of other jobs that
 * run, h that of bookings, and P that of processors. Finding a job by its id costs another O(1)
 * expected, and O(w + r) among ids that were chosen to collide. In the order SKED_BY_SHARE with A
 * accounts, looking for a job of the line, or for its position, costs another O(A); looking for one
 * to backfill in that order O(A log P). */

/* Reports that a job arrived at `now`. One with bars waits as sked_queue_bar says. Under
 * SKED_COMPRESS the next pass gives the others their reservations.
 * Fails     as all events; SKED_E_NO_WIDTH; SKED_E_TOO_WIDE iff the job is wider than the machine;
 *           SKED_E_TIME iff the estimate is negative, or beyond SKED_TIME_MAX but not SKED_NEVER;
 *           SKED_E_NO_ESTIMATE iff it is 0 and the settings refuse that; SKED_E_RANGE iff there is
 *           no such kind or account, or an amount is 2^31 or more, or amount_each is, or is not 0
 *           in a queue without caps; SKED_E_QUOTA iff the job takes of a quota that its kind may
 *           not use; SKED_E_TOO_WIDE iff it is wider than the set of its kind; SKED_E_SETTING iff
 *           an option is none of the above; SKED_E_DUPLICATE; SKED_E_FULL.
 * Cost      O(log w), and O(P / SKED_WORD_BITS + Q) in a queue with kinds and Q quotas. */
SKED_API SKED_NODISCARD sked_status sked_queue_submit(sked_queue *queue, const sked_job *job,
                                                      sked_time now);

/* Reports that a running job ended at `now`: early, in time or overdue, in any tier. Its processors
 * are free again, except those that are down.
 * Fails     as all events; SKED_E_UNKNOWN; SKED_E_NOT_RUNNING.
 * Cost      O(width + log r), in a background O(width + log w); under SKED_COMPRESS also
 *           O(width h + log (w + r + h)). */
SKED_API SKED_NODISCARD sked_status sked_queue_finish(sked_queue *queue, uint64_t id,
                                                      sked_time now);

/* Removes a job that waits, barred or not, or that runs in a background.
 * Fails     as all events; SKED_E_UNKNOWN; SKED_E_NOT_WAITING iff it runs in the foreground.
 * Cost      O(log w), and O(width) in a background; under SKED_COMPRESS also
 *           O(log (w + r + h)), with kinds O(w + h). */
SKED_API SKED_NODISCARD sked_status sked_queue_cancel(sked_queue *queue, uint64_t id,
                                                      sked_time now);

/* Reports that a running job is to run again, as its launch failed, or it was preempted. It waits
 * at its old place in the order, without a reservation, as if it had not run. End the pass first.
 * The next pass may choose the same processors, unless you book them or report them down.
 * Fails     as all events; SKED_E_UNKNOWN; SKED_E_NOT_RUNNING.
 * Cost      as finish and submit together. */
SKED_API SKED_NODISCARD sked_status sked_queue_requeue(sked_queue *queue, uint64_t id,
                                                       sked_time now);

/* Changes a job in place. It keeps its id and its place in the order of submission. By a new key,
 * account, estimate or width it takes another place in the queue at once. A job that runs keeps its
 * width.
 *
 * Under SKED_COMPRESS no other job's reservation moves to a later time. A waiting job with a new
 * key keeps its own. One that needs less, a shorter estimate or a smaller width, keeps its start
 * and gives the rest back. One that needs more keeps its start iff there is room for it then,
 * beside all other reservations. Otherwise it loses its reservation, which counts as a broken
 * promise, and the next pass gives it a new one: next_time does not ask for that pass. Another kind
 * counts as more, and gives back what the job leaves. At other depths, a job that comes ahead of
 * others by its change has entered ahead of them.
 *
 * A new estimate of a job in a foreground moves its expected end. An earlier end gives back. A
 * later one may break promises: the next pass checks them all, as after down. With SKED_IF_KEPT it
 * is refused if it would
 *     depth 1, k     move the time at which the first job of the queue can start, by what runs and
 *                    is booked, to a later one (k: also SKED_REBUILD). A job in a background counts
 *                    as if it waited
 *     SKED_COMPRESS  leave less than is running, reserved and booked at some time before the new
 *                    end, or keep processors longer that a booking has in its set by then, or,
 *                    with kinds, a reservation
 *
 * A job with bars can change like one that waits. If all fields are as they were, only the time is
 * reported.
 * Fails     as all events; SKED_E_UNKNOWN; SKED_E_SETTING iff fields or options have other bits
 *           than the above; of what the job would be SKED_E_NO_WIDTH, SKED_E_TOO_WIDE, SKED_E_TIME,
 *           SKED_E_NO_ESTIMATE, SKED_E_RANGE and SKED_E_QUOTA as submit; SKED_E_NOT_WAITING iff the
 *           width, the kind or an amount of a running job would change; SKED_E_PROMISE iff with
 *           SKED_IF_KEPT a waiting job would lose its reservation, or a running one is refused for
 *           the reasons above.
 * Cost      O(log w), O(log r) in a foreground; under SKED_COMPRESS also O(log (w + r + h)), and in
 *           a foreground O(width h). There, a job that needs more costs O(n log n), with n = w + r
 *           + h, if down, up, book or unbook was called since the last pass: the profile is made
 *           anew, as in sked_queue_next. If a booking starts before a job's run would end, it costs
 *           another O(h P / SKED_WORD_BITS). With kinds a reservation costs what it costs in a
 *           pass. With SKED_IF_KEPT at other depths, a later end among bookings costs twice what
 *           the head costs in a pass. */
SKED_API SKED_NODISCARD sked_status sked_queue_change(sked_queue *queue, uint64_t id,
                                                      const sked_job_change *change,
                                                      sked_time now);

#define SKED_AFRESH 1u              /* the job gets a new place in the order of submission    */

/* Adds a bar to a job that waits, or takes one away. A bar is something that the job waits for
 * besides processors: its user's release (a hold), a file, the end of another job. The queue only
 * counts them. So for dependencies, submit a job with as many bars as there are jobs that must end
 * first, and unbar it when each of these ends. Which they are, you keep.
 *
 * A job with bars is not in the queue. It has no position and no reservation, it is never the head,
 * and it is in no forecast. It keeps its id and its place in the order of submission. Under
 * SKED_COMPRESS its first bar gives its reservation back, which breaks no promise. When the last
 * bar is gone, the job enters the queue at its old place in the order; under SKED_COMPRESS the next
 * pass gives it a reservation. With the option SKED_AFRESH it enters as if it were submitted now;
 * while other bars are left, the option changes nothing. A job that is requeued has no bars.
 * Fails     as all events; SKED_E_UNKNOWN;
 *           bar: SKED_E_NOT_WAITING iff it runs, in any tier; SKED_E_RANGE iff it has UINT32_MAX
 *           bars;
 *           unbar: SKED_E_SETTING iff options is neither 0 nor SKED_AFRESH; SKED_E_NO_BARS iff it
 *           has none, or only that of its booking (sked_queue_book_for).
 * Cost      the first bar: as cancel, and O(log b) among b jobs with bars. The last: O(log b +
 *           log w). Others: O(1). */
SKED_API SKED_NODISCARD sked_status sked_queue_bar(sked_queue *queue, uint64_t id, sked_time now);
SKED_API SKED_NODISCARD sked_status sked_queue_unbar(sked_queue *queue, uint64_t id,
                                                     uint32_t options, sked_time now);

/* Lets two accounts change places. In the order SKED_BY_SHARE the jobs of an account at an earlier
 * place come first. At first accounts are in the order of their numbers. So a few calls give any
 * number of waiting jobs another order. Fair share needs that: sked_share_order_queue of
 * sched_share.h calls it.
 *
 * A head that is blocked stays the head, whatever becomes of its account, until it starts, leaves
 * the queue or gets another account. So its shadow time does not move to a later one. This does not
 * hold with SKED_NO_RESERVATIONS, nor under SKED_COMPRESS, where each reservation is kept anyway.
 * With kinds each component has a head that stays; among each other these go by key.
 * Fails     as all events; SKED_E_RANGE iff there is no such account, or the order is not
 *           SKED_BY_SHARE.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_queue_swap_accounts(sked_queue *queue, uint32_t a,
                                                             uint32_t b, sked_time now);

/* Returns   the account at a place, 0 for the first; SKED_NONE if there is none, or the order is
 *           not SKED_BY_SHARE.
 * Cost      O(1). */
SKED_API uint32_t sked_queue_account_at(const sked_queue *queue, uint32_t place);

/* Sets processors aside during a span: for maintenance, or what resource managers call an advance
 * reservation. The booking has an id of its own; a job may have the same. A span with a set keeps
 * exactly those processors; one with a count keeps that many, whichever they are.
 *
 * A job starts only if, by its estimate, it can run to its end beside the booking. Shadow times and
 * reservations take the booking into account. The processors of a booking by count may come from
 * jobs that are expected to have ended by then; a job needs idle processors to start. Jobs that
 * already run are left alone.
 *
 * A booking with a set needs more than numbers. At depth 1 the picker's choice can decide whether a
 * job may overtake the head. At larger depths, reservations only count processors: when one falls
 * due, too few of the idle processors may stay free of bookings long enough.
 *
 * A span that has ended already is accepted, and keeps nothing. A booking is forgotten by the first
 * plan or book at or after its end.
 * Fails     as all events; SKED_E_TIME iff the span's start is negative or beyond SKED_TIME_MAX, or
 *           its end is, and is not SKED_NEVER; SKED_E_RANGE iff end <= start, or the set has
 *           another size, or bits above it; SKED_E_NO_WIDTH; SKED_E_TOO_WIDE; SKED_E_KINDS iff it
 *           has no set, in a queue with kinds beyond depth 1; SKED_E_DUPLICATE; SKED_E_FULL.
 * Cost      O(P + h P / SKED_WORD_BITS), and as much for each booking that it forgets or that has
 *           begun since the last call. The set is copied. */
SKED_API SKED_NODISCARD sked_status sked_queue_book(sked_queue *queue, uint64_t id,
                                                    const sked_span *span, sked_time now);

/* Sets processors aside for one job, their owner. It starts there as soon as all of them are idle,
 * ahead of all others. So what is preempted for a job reaches that job, and no other takes it
 * meanwhile: choose the processors, book them for the job, and then end what runs there.
 *
 * The booking is a bar of its owner, so the owner is not in the queue (see sked_queue_bar). A pass
 * at or after the span's start that finds all processors of the set idle, and no other bar, starts
 * the owner there before it does anything else, if there is enough of its quotas and caps. That
 * ends the booking. Several owners start in the order in which their bookings begin. The picker is
 * not asked, and bookings without an owner do not keep an owner from starting. A run that ends
 * before the booking would have, by its estimate, moves no shadow time and no reservation to a
 * later time, unless quotas or caps are short: a booking keeps none of these. So let the span end
 * when the job is expected to end; until SKED_NEVER a head that needs these processors would have
 * no shadow time.
 *
 * If the booking ends or is cancelled first, its bar is gone, too. It is cancelled with its owner,
 * and when its owner changes and then wants another number of processors, or has a kind without
 * some of these.
 * Fails     as all events; SKED_E_BACKGROUNDS iff the queue has backgrounds; SKED_E_UNKNOWN iff
 *           there is no such job; SKED_E_NOT_WAITING iff it runs; as sked_queue_book, of the span;
 *           SKED_E_RANGE also iff the span has no set, or the set not as many processors as the job
 *           wants, or one that its kind has not, or the job has UINT32_MAX bars; SKED_E_DUPLICATE
 *           also iff the job has a booking already; SKED_E_FULL; SKED_E_TAKEN iff a processor of
 *           the set is booked for another owner at some time of the span.
 * Cost      as sked_queue_book and sked_queue_bar together. */
SKED_API SKED_NODISCARD sked_status sked_queue_book_for(sked_queue *queue, uint64_t id,
                                                        uint64_t owner, const sked_span *span,
                                                        sked_time now);

/* Finds the booking of an owner.
 * Gives     *id, of the booking.
 * Fails     SKED_E_EMPTY; SKED_E_UNKNOWN iff there is no such job, or it has no booking.
 * Cost      O(h). */
SKED_API SKED_NODISCARD sked_status sked_queue_booking_of(const sked_queue *queue, uint64_t owner,
                                                          uint64_t *id);

/* Cancels a booking before its end.
 * Fails     as all events; SKED_E_UNKNOWN, also once it has ended.
 * Cost      O(h P / SKED_WORD_BITS); with an owner, as sked_queue_unbar in addition. */
SKED_API SKED_NODISCARD sked_status sked_queue_unbook(sked_queue *queue, uint64_t id,
                                                      sked_time now);

/* Reports that processors were lost, or are back. Processors that are already down, or already up,
 * stay so.
 *
 * A processor that is down is never offered. If it is busy, the next pass reports its job once
 * (SKED_LOST), unless by then the job has ended or the processor is up again. A job that ends gives
 * back only the processors that are up. Shadow times and reservations count on nothing that is
 * down. A job wider than what is up waits, without a shadow time (SKED_NEVER). Bookings stay as
 * they are. Under SKED_COMPRESS the next pass checks all promises again.
 * Fails     as all events; SKED_E_RANGE iff the set has another size, or bits above it.
 * Cost      O(P + h P / SKED_WORD_BITS), O(backgrounds) for each of the processors, and O(log r)
 *           for each that is busy. */
SKED_API SKED_NODISCARD sked_status sked_queue_down(sked_queue *queue, const sked_set *processors,
                                                    sked_time now);
SKED_API SKED_NODISCARD sked_status sked_queue_up(sked_queue *queue, const sked_set *processors,
                                                  sked_time now);

/* Makes a kind these processors: a partition, the nodes with a feature, what a group of users may
 * use. Its jobs may use the quotas whose bits are set (bit q: quota q). Sets may overlap, and may
 * be empty. At the beginning, kind 0 has all processors and may use all quotas; the other kinds
 * have nothing. A job starts on processors of its kind only. A job that runs keeps its processors.
 * A job that is wider than what is up of its kind waits without a shadow time.
 *
 * Kinds compete, and are connected, if they share a processor, a cap, or a quota of mode
 * SKED_RESERVE, or if something that runs ties them: its kind, and all kinds of its processors. All
 * that is connected shares one head, and what is promised at depth 1 is promised to each of these
 * heads. So a wide job of one partition is not starved behind the head of another. Kinds are
 * connected when a kind, a quota or a cap is set, and stay so until the next time. A kind that is
 * not used should be empty: kind 0, as it is at the beginning, connects all others.
 *
 * At depth 1 a job may pass the head iff some choice of its processors lets the head start at its
 * shadow time, and any choice of a picker does: the job is offered the processors that the head has
 * no use for. If these are too few, it is offered the others, too; a job that is wider than what
 * the head leaves over gets just that many of them, the lowest. (Among bookings the choice is made
 * first.) Without a picker, a job gets the processors that the fewest kinds have.
 *
 * Beyond depth 1 the first k jobs of each component have reservations. Each has processors: of
 * those that are free for the whole run, the ones that the fewest kinds have. The picker chooses at
 * the start, among all that no other reservation has. Bookings must have sets there. Under
 * SKED_COMPRESS a reservation keeps its time; it gets other processors if it loses some of its own.
 * A new set, like a quota that is set, takes away or gives back: the next pass checks all promises.
 * Needs     set not NULL (asserted).
 * Fails     as all events; SKED_E_RANGE iff there is no such kind or quota, or the set has another
 *           size, or bits above it; SKED_E_TAKEN iff a live job of the kind takes of a quota that
 *           would be left out.
 * Cost      O((P + K) K + r log r + jobs_max Q) with K kinds and Q quotas.
 * Source    a head for each component and the exact rule are ours; the rule is EASY's where all
 *           processors are alike. */
SKED_API SKED_NODISCARD sked_status sked_queue_set_kind(sked_queue *queue, uint32_t kind,
                                                        const sked_set *set, uint32_t quotas,
                                                        sked_time now);

/* Sets how much there is of a quota, and what it means to those that wait. The capacity may be less
 * than what is used: then nothing that takes of it starts until enough has come back. At the
 * beginning each quota has the capacity 0 and the mode SKED_RESERVE.
 *     SKED_RESERVE   as with processors: a head waits for it, its shadow time is when enough is
 *                    back, and no job that passes the head takes what the head needs then
 *     SKED_PASS      a job that lacks it is passed over, and is not the head; under SKED_COMPRESS,
 *                    where each job has a reservation, it is reserved, but does not connect kinds
 * Fails     as all events; SKED_E_RANGE iff there is no such quota, or the capacity is 2^31 or
 *           more; SKED_E_SETTING iff there is no such mode.
 * Cost      as sked_queue_set_kind. */
SKED_API SKED_NODISCARD sked_status sked_queue_set_quota(sked_queue *queue, uint32_t quota,
                                                         uint32_t capacity, sked_quota_mode mode,
                                                         sked_time now);

/* Bounds what some processors take at once: the power of a rack, of a row, of the site. While a job
 * runs, each of its processors that is up takes the job's amount_each of every cap that has the
 * processor. The sets of two caps are apart, or one has the other, so that caps are trees; of equal
 * sets the lower cap is the outer one. The capacity may be less than what is used: then nothing
 * that takes of it starts until enough has come back. At the beginning a cap has no processors.
 *
 * A job starts only on processors with which all caps are kept. It is offered a set, as large as
 * there can be, of which any part keeps them: the lowest processors that do. The shadow time of a
 * head is the first end at which it fits under all caps. A job that outlasts it gets processors one
 * after the other, each such that the head keeps the most room then, and starts if the head still
 * fits. That is sound: the head is never put off. It is not complete: seldom, another choice would
 * do. A head without a shadow time spares no caps; that is one, too, which asks for more than a cap
 * can ever give. Caps connect the kinds of their processors.
 * Needs     set not NULL (asserted).
 * Fails     as all events; SKED_E_RANGE iff there is no such cap, or the capacity is 2^31 or more,
 *           or the set has another size, or bits above it; SKED_E_CAPS iff the set shares a
 *           processor with that of another cap, and neither has the other.
 * Cost      as sked_queue_set_kind, and O(C C P / SKED_WORD_BITS + C P) with C caps.
 * Source    caps: mode 3 of Slurm's hierarchical resources. The rules are ours. */
SKED_API SKED_NODISCARD sked_status sked_queue_set_cap(sked_queue *queue, uint32_t cap,
                                                       const sked_set *set, uint32_t capacity,
                                                       sked_time now);

/* Describes a kind.
 * Gives     *info; *set (unless NULL), a set of the queue's size: its processors.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such kind, or *set has another size.
 * Cost      O(P / SKED_WORD_BITS). */
SKED_API SKED_NODISCARD sked_status sked_queue_get_kind(const sked_queue *queue, uint32_t kind,
                                                        sked_kind_info *info, sked_set *set);

/* Describes a quota.
 * Gives     *info.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such quota.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_queue_get_quota(const sked_queue *queue, uint32_t quota,
                                                         sked_quota_info *info);

/* Describes a cap.
 * Gives     *info; *set (unless NULL), a set of the queue's size: its processors.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such cap, or *set has another size.
 * Cost      O(P). */
SKED_API SKED_NODISCARD sked_status sked_queue_get_cap(const sked_queue *queue, uint32_t cap,
                                                       sked_cap_info *info, sked_set *set);

/* Gives what a job takes of each quota.
 * Gives     amounts[0 .. quotas_max-1].
 * Fails     SKED_E_EMPTY; SKED_E_UNKNOWN.
 * Cost      O(quotas_max). */
SKED_API SKED_NODISCARD sked_status sked_queue_get_amounts(const sked_queue *queue, uint64_t id,
                                                           uint32_t *amounts);

/* What keeps a job from starting now. A job with several obstacles has the first of these. */
typedef enum sked_obstacle_kind {
    SKED_OBSTACLE_BARS,             /* it has bars                                            */
    SKED_OBSTACLE_PROCESSORS,       /* too few of its kind are idle                           */
    SKED_OBSTACLE_QUOTA,            /* too little of a quota is left                          */
    SKED_OBSTACLE_CAP,              /* too little of a cap is left, or of several that have as
                                       many caps around them; then the first of these is named */
    SKED_OBSTACLE_OTHERS,           /* other than numbers: the head, which it would put off, a
                                       booking, a cap and another around it together, or the
                                       picker; or nothing, and the next pass starts it        */
    SKED_OBSTACLE_CLOSED_ = INT_MAX
} sked_obstacle_kind;

typedef struct sked_obstacle {
    sked_obstacle_kind kind;
    uint32_t number;                /* of the kind (0 without kinds), the quota or the cap; else
                                       0                                                      */
    uint32_t wanted;                /* so many the job wants; of a cap: for each of its
                                       processors; of bars: so many it has; else 0            */
    uint32_t left, of;              /* so many are there, of this many: "licence 3: 2 of 10
                                       free, 4 wanted"; else 0                                */
} sked_obstacle;

/* Says what keeps a waiting job from starting now, as far as numbers say it.
 * Gives     *obstacle.
 * Fails     SKED_E_EMPTY; SKED_E_UNKNOWN; SKED_E_NOT_WAITING iff the job runs, in any tier.
 * Cost      O(P / SKED_WORD_BITS + quotas_max), and O(C C + C P) with C caps. */
SKED_API SKED_NODISCARD sked_status sked_queue_get_obstacle(const sked_queue *queue, uint64_t id,
                                                            sked_obstacle *obstacle);

/* Opens a pass at `now`, of a queue without backgrounds. The pass first reports lost jobs. What
 * then starts depends on the depth:
 *     none, 1     heads, while they fit; at depth 1 then jobs behind the head that does not fit, in
 *                 the backfill order
 *     k           the jobs in the order of the queue: each starts if it finds room now beside the
 *                 reservations made so far, or gets the next reservation, until there are k. Then
 *                 the others, in the backfill order
 *     SKED_ALL    SKED_COMPRESS: the jobs whose reservations are for now; SKED_REBUILD: as for k
 * Before all these, jobs start whose own bookings are idle (sked_queue_book_for). A job that the
 * picker refuses counts as not fitting in this pass.
 * Fails     as all events; SKED_E_BACKGROUNDS iff the queue has backgrounds (see >>tiers).
 * Cost      O(h), and O(P + h P / SKED_WORD_BITS) for each booking that it forgets or that has
 *           begun since the last call; if bookings have owners, also as for an owner in
 *           sked_queue_next. At depths beyond 1, the profile of what is free when costs
 *           more: see sked_queue_next. */
SKED_API SKED_NODISCARD sked_status sked_queue_plan(sked_queue *queue, sked_time now);

/* Decides and commits the next action of the pass.
 * Returns   SKED_OK and an action; SKED_DONE when the pass is over, and closed.
 * Gives     *processors (unless NULL), a set of the queue's size over words of yours: those that
 *           the job gets; for SKED_LOST those of the job that are down.
 * Fails     SKED_E_EMPTY; SKED_E_NO_PASS iff no pass of sked_queue_plan is open; SKED_E_RANGE iff
 *           *processors has another size.
 * Cost      that of a whole pass. Each job that would fit: O(P / SKED_WORD_BITS) and your picker.
 *           Each start: O(width + log w + log r). Each job that is lost: O(width), and O(P /
 *           SKED_WORD_BITS) for each tier. Each owner of a booking that
 *           starts: O(h P / SKED_WORD_BITS + h Q), and with C caps O(C P) for each of the h whose
 *           processors are idle. To find the jobs that fit:
 *           none, 1: O(log r) for the head. For each start behind it, O(log w) in each of the
 *           O(log P) classes of width up to what is free. At worst O(w) in all, if many jobs of the
 *           one class that straddles what is free are too wide or too long.
 *           k: for jobs behind the k-th the same, and O(log P + log(r + k)) for each that is too
 *           long for its width; O((r + h + k) log(r + h + k)) for the profile, and O(log(r + k))
 *           for each gap of the profile that is too short for a job.
 *           SKED_ALL: with n = w + r + h, O(log n) for each job that gets or had a reservation, for
 *           each gap that is too short for it (at worst n gaps for each of w jobs), and for each
 *           end that was expected since the last pass. If nothing was given back, SKED_COMPRESS
 *           looks only at new jobs. After down, up, book, unbook, or an end on a booked processor,
 *           it makes the profile anew, O(n log n).
 *           Kinds: with K of them and Q quotas, the above in each component where something has
 *           happened since the last pass, or an end was expected; each tree operation costs O(Q)
 *           more. O(K + K log P) for each start behind a head, in place of O(log P). A head of
 *           another kind than the last one of its component: O(P + r). Each start and each end:
 *           O(K) for each processor. Beyond depth 1, with k reservations in all, another O(P + k +
 *           r + the sum of the widths of what runs and is reserved) for each of them, and O(k log r
 *           + k k) for each quota that it takes, at each end before it; O(log k P / SKED_WORD_BITS)
 *           for each class of widths of a kind and each start, to find the next job behind them.
 *           SKED_COMPRESS makes reservations of new jobs, and after something was given back, of
 *           all. Caps: with C of them, at most D around a processor, each job that would fit, and
 *           each end before a shadow time, costs another O(C + D P), and a job that outlasts its
 *           head's shadow time O(width D (P + C C)).
 *           SKED_ASK_AHEAD: a blocked head costs another O(log r) picks, and each job that would
 *           outlast its shadow time another, with O(r + P) for what is free then; among bookings,
 *           each end and each end of a booking before the shadow time is asked.
 *           Bookings: a job whose run ends after the first of them starts costs another O(h P /
 *           SKED_WORD_BITS); beyond depth 1, as much again for each booking whose end it has to
 *           wait for. At depth 1, if a booking starts before the head's run would end, each job
 *           behind the head costs as much, and each expected end, and each end of a booking, before
 *           the shadow time. If bookings by count overlap a run, each start of a booking within it
 *           costs another O(r + P + h P / SKED_WORD_BITS). A profile takes O(h + log n) for each
 *           processor in the set of a booking. */
SKED_API SKED_NODISCARD sked_status sked_queue_next(sked_queue *queue, sked_action *action,
                                                    sked_set *processors);

/* Closes an open pass early. What was decided stays. Under SKED_COMPRESS, jobs whose reservations
 * are for now lose them, unless another pass starts them at the same time.
 * Fails     SKED_E_EMPTY; SKED_E_NO_PASS. */
SKED_API SKED_NODISCARD sked_status sked_queue_plan_end(sked_queue *queue);

/* Finds the time to plan again if nothing happens before: the earliest time, later than that of
 * every call so far, at which a running job is expected to end, a booking begins or ends, or a job
 * is promised to start. Expected ends count even while no job waits. So a loop over these times
 * replays a queue whose jobs end at their estimates, to the last end.
 * Returns   that time; SKED_NEVER if there is none, or if the handle is empty.
 * Cost      O(log r + h); under SKED_COMPRESS O(w) if a job missed its time, or has not been in a
 *           pass. */
SKED_API sked_time sked_queue_next_time(const sked_queue *queue);

/* Describes the state of the queue.
 * Gives     *info.
 * Fails     SKED_E_EMPTY.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_queue_get_info(const sked_queue *queue,
                                                        sked_queue_info *info);

/* Describes a job.
 * Gives     *info; *processors (unless NULL), a set of the queue's size: those on which the job
 *           runs, or none while it waits.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff *processors has another size; SKED_E_UNKNOWN.
 * Cost      O(width + log w + P / SKED_WORD_BITS). */
SKED_API SKED_NODISCARD sked_status sked_queue_get_job(const sked_queue *queue, uint64_t id,
                                                       sked_job_info *info, sked_set *processors);

/* Names the job that runs on a processor, in its foreground.
 * Gives     *id.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such processor; SKED_E_UNKNOWN iff no job
 *           runs there.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_queue_job_on(const sked_queue *queue, uint32_t processor,
                                                      uint64_t *id);

/* Lists. waiting_at: the jobs that wait or run in a background, in the order of the queue (0 is the
 * head). barred_at: the jobs with bars, in the order in which they would be in the queue;
 * in a queue with the order SKED_BY_SHARE by key.
 * running_at: the jobs in the foreground, by expected end. booking_at: the bookings, by start.
 * Gives     *id, of the entry at the position; for a booking *span and *set, a set of the queue's
 *           size over words of yours. span->set is `set` if the booking has a set, else NULL.
 * Needs     id, span and set not NULL (asserted).
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such position, or *set has another size.
 * Cost      waiting_at: O(log w). barred_at: O(log b) for b of them. running_at: O(log r); with c
 *           components of kinds O(c c log r log r), at position 0 O(c log r).
 *           booking_at: O(P / SKED_WORD_BITS). */
SKED_API SKED_NODISCARD sked_status sked_queue_waiting_at(const sked_queue *queue,
                                                          uint32_t position, uint64_t *id);
SKED_API SKED_NODISCARD sked_status sked_queue_barred_at(const sked_queue *queue,
                                                         uint32_t position, uint64_t *id);
SKED_API SKED_NODISCARD sked_status sked_queue_running_at(const sked_queue *queue,
                                                          uint32_t position, uint64_t *id);
SKED_API SKED_NODISCARD sked_status sked_queue_booking_at(const sked_queue *queue,
                                                          uint32_t position, uint64_t *id,
                                                          sked_span *span, sked_set *set);

/* What is in the way of a booking that has begun: a job that was already running when it was
 * booked, or that runs longer than its estimate. The queue stops no job; use finish, requeue or
 * unbook. */
typedef struct sked_conflict {
    uint64_t booking;
    uint64_t job;                   /* of a booking with a set; else 0                        */
    uint32_t count;                 /* processors of the booking that this job has; of
                                       bookings by count: processors that they lack           */
    sked_time end;                  /* the job's start plus its estimate, which may be past; of
                                       bookings by count SKED_NEVER                           */
} sked_conflict;

/* Lists the conflicts at the latest time of any call, by rising start of the booking. A booking
 * with a set has one conflict for each job in the foreground of its processors. Bookings by count
 * have one together, last, in the name of the one that began last. They have it if too few
 * processors for them are idle, up, and outside the sets of begun bookings. Begin with *cursor = 0,
 * and do not change the queue meanwhile:
 *     for (cursor = 0; sked_queue_next_conflict(&queue, &cursor, &conflict) == SKED_OK;) { ... }
 * Returns   SKED_OK and a conflict; SKED_DONE if there is no further one.
 * Fails     SKED_E_EMPTY.
 * Cost      O(h + h P / SKED_WORD_BITS) for each call, and O(width) for each processor of the jobs
 *           that it passes. */
SKED_API SKED_NODISCARD sked_status sked_queue_next_conflict(const sked_queue *queue,
                                                             uint64_t *cursor,
                                                             sked_conflict *conflict);

/* Forecasts the start of every waiting job, of none with bars. The queue's own policy, with the
 * same picker, is replayed in a scratch block from `now` on, as if every job ended exactly at its
 * estimate (an overdue one: now). A forecast is no promise: jobs that arrive, end early or overtake
 * later change it. Under SKED_COMPRESS it may be earlier than the reservation, which moves at the
 * next end. It may be later only among bookings with sets, and with pickers that refuse.
 * Gives     forecasts[0 .. waiting-1], in the order of the queue.
 * Fails     SKED_E_EMPTY; SKED_E_BUSY; SKED_E_TIME; SKED_E_BACKWARDS; SKED_E_BACKGROUNDS iff the
 *           queue has backgrounds, where the ends of jobs are not known; SKED_E_BLOCK iff the
 *           scratch block is NULL, smaller than the queue's (sked_queue_info.bytes) or not
 *           aligned; SKED_E_FULL iff forecasts_max is less than the number of waiting jobs.
 * Cost      O(bytes), and that of a pass for each end and start to come, of jobs and of bookings.
 *           The picker is called.
 * Keeps     nothing. */
SKED_API SKED_NODISCARD sked_status sked_queue_forecast(const sked_queue *queue, sked_time now,
                                                        sked_forecast *forecasts,
                                                        uint32_t forecasts_max, void *scratch,
                                                        size_t bytes);

/* Copies a queue, with all its jobs and an open pass, to try out what would happen. From then on
 * the two have nothing in common except the picker. branch copies into a block of yours, as large
 * as the original's (sked_queue_info.bytes); clone into one that mem gives. A branch cannot grow; a
 * clone can.
 * Needs     the copy is another handle than the queue (asserted).
 * Fails     SKED_E_EMPTY; SKED_E_BLOCK iff the block is NULL, too small or not aligned;
 *           SKED_E_MEMORY iff mem refuses. The copy is empty then.
 * Cost      O(bytes).
 * Keeps     the block or mem, and the picker's ctx, until the copy is destroyed. */
SKED_API SKED_NODISCARD sked_status sked_queue_branch(const sked_queue *queue, sked_queue *branch,
                                                      void *block, size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_queue_clone(const sked_queue *queue, sked_queue *clone,
                                                     sked_mem mem);

/* Seals a queue for saving.
 * Gives     *block and *bytes: write them to a file or flash before you change the queue. The block
 *           is the queue's own.
 * Fails     SKED_E_EMPTY; SKED_E_BUSY.
 * Cost      O(bytes). */
SKED_API SKED_NODISCARD sked_status sked_queue_seal(sked_queue *queue, const void **block,
                                                    size_t *bytes);

/* Opens a sealed queue in its block, on the same kind of machine. `bytes` is what the seal gave.
 * The queue goes on as if nothing had happened. The picker is not in the block: give the same one.
 * The opened queue cannot grow (SKED_E_FIXED); a clone of it can.
 * Fails     SKED_E_BLOCK iff the block is NULL, not aligned, or too small for a seal;
 *           SKED_E_INCOMPATIBLE, SKED_E_LENGTH and SKED_E_CORRUPT as sked_seal_check;
 *           SKED_E_SETTING iff the depth is beyond SKED_DEPTH_MAX or bookings_max beyond
 *           SKED_BOOKINGS_MAX; SKED_E_CORRUPT also iff the content is no queue, or contradicts
 *           itself (sked_queue_validate). The handle is empty then, and the block unchanged.
 * Cost      O(bytes + h h).
 * Keeps     the block and the picker's ctx, until destroy. */
SKED_API SKED_NODISCARD sked_status sked_queue_open(sked_queue *queue, const sked_picker *picker,
                                                    void *block, size_t bytes);

/* Validates the whole content: for tests, fuzzers, and controllers that distrust their memory.
 * After SKED_OK, no call with this handle reads or writes outside the block, or runs for ever,
 * whatever wrote the block. The handle itself must be intact.
 * Fails     SKED_E_EMPTY; SKED_E_CORRUPT iff the content contradicts itself.
 * Cost      O(bytes + h h), for every content: each index is checked, each walk is bounded. */
SKED_API SKED_NODISCARD sked_status sked_queue_validate(const sked_queue *queue);

/* ---- >>tiers: jobs in the background of others ---------------------------------------------- */

/* A process seldom uses all of its processor. So each processor can have a second tier (settings:
 * backgrounds = 1). What runs in its background gets only the cycles that its foreground leaves, as
 * on two virtual processors of unequal priority. A job that waits for foregrounds may run in
 * backgrounds meanwhile, and keeps its place in the queue. It moves to the foreground when its turn
 * comes, or when it can overtake the head as under EASY.
 *
 *     sked_tiers measy = sked_tiers_of(SKED_MEASY);
 *     measy.migration = 20;
 *
 *     status = sked_queue_submit(&queue, &job, now);
 *     status = sked_tiers_plan(&queue, &measy, now);
 *     while (sked_tiers_next(&queue, &action, &processors) == SKED_OK) { obey(&action, ...); }
 *
 * examples/tiers.c is a complete program; its function obey shows what each kind of action asks
 * for.
 *
 * A full pass has three steps:
 *     1   Heads go to the foreground while they can. A job in the background goes there by
 *         SKED_SWAP if all foregrounds in front of it are idle and no booking keeps it out,
 *         otherwise as the policy says.
 *     2   The first head that cannot go (from now on: the head) gets a shadow time. Jobs behind it,
 *         waiting or in the background, go to the foreground if they end by then, or use what the
 *         head leaves over. All expected ends of one instant count together. A head in the
 *         background may be one that can only swap: under SKED_REASY, or by its options. Its shadow
 *         time is then the latest expected end of a job in front of it, or SKED_NEVER if one of its
 *         processors is down. It leaves over the idle foregrounds of other processors, and a job
 *         that outlasts the shadow time takes none of the head's. With SKED_TIERS_UNGUARDED numbers
 *         alone decide, as under EASY: it leaves over what is idle once the jobs in front of it
 *         have ended, less its width, and keeps no processor for itself.
 *     3   Waiting jobs, in the background order, go to free backgrounds that are eligible. A
 *         background is eligible if its processor is up, and its foreground is idle or uses less
 *         than usage_limit_permille. With several backgrounds, a job gets the free one of the
 *         highest priority on each processor, and all tiers in front of that one count together.
 *
 * A pass has step 3 alone, as in the paper, if since the last pass jobs in the background have
 * finished or been cancelled, and nothing else has happened except reports. (A booking that ended,
 * or a pass that was ended early, is something else.) Such a pass names no blocked head. What a
 * report, or a head that is gone, would allow in steps 1 and 2 waits for the next full pass.
 * SKED_TIERS_FULL makes every pass full; give it with SKED_TIERS_REMAINING.
 *
 * Processors are chosen by use. A job's processes, busiest first, go to the idle foregrounds whose
 * backgrounds use least, or to the eligible backgrounds whose tiers in front use least. Ties go to
 * the lowest processor. So without reports and without a sked_usage the lowest processors are
 * taken, and all free backgrounds of processors that are up are eligible, unless
 * usage_limit_permille is 0. The queue's picker is asked only with SKED_TIERS_PICKER.
 *
 * A job from the background counts with its whole estimate, unless SKED_TIERS_REMAINING is given. A
 * migration adds its cost, during which the job holds its new processors. An estimate bounds the
 * running time in the foreground, including what jobs in the background cost it. Jobs in the
 * background have no expected end. Bookings keep foregrounds. A booking with a set also keeps jobs
 * from starting in backgrounds where they would meet it if they ran by their estimates. A job on a
 * lost processor is reported (SKED_LOST) in whatever tier it runs; in a background it is still
 * restarted or migrated when its turn comes. finish, requeue, cancel, get_job and down work in
 * backgrounds, too.
 *
 * The options of a job say what its owner does not allow. With SKED_JOB_NO_BACKGROUND it waits for
 * foregrounds. With SKED_JOB_NO_RESTART under SKED_KEASY, or SKED_JOB_NO_MIGRATION under
 * SKED_MEASY, it can only swap, as all jobs do under SKED_REASY.
 *
 * No job that starts behind the head moves the head's shadow time to a later one. This holds as
 * long as jobs in the foreground end by their estimates, passes are made when next_time says and
 * taken to their ends, no processor goes down, no booking is added, and no migration fails. The
 * head itself may go to the background in step 3. If it can only swap, it then waits for the
 * foregrounds there, perhaps for longer, and with SKED_TIERS_UNGUARDED without a bound: jobs behind
 * it may take its foregrounds again and again. Under SKED_MEASY its run is then longer by the
 * migration, so that a booking may move its shadow time. width_max, estimate_max and
 * SKED_JOB_NO_BACKGROUND keep jobs out of the background.
 * Source    the paper that proposed MEASY (parallel job scheduling with migration and
 *           consolidation), sections 2.2 and 2.3, Algorithms 1 to 3. What the paper leaves open is
 *           defined here. */

typedef enum sked_tiers_policy {    /* a job in the background whose turn comes elsewhere:    */
    SKED_KEASY,                     /* is killed, and starts anew there (SKED_RESTART)        */
    SKED_REASY,                     /* waits for the foregrounds in front of it               */
    SKED_MEASY,                     /* moves there (SKED_MIGRATE)                             */
    SKED_TIERS_POLICY_CLOSED_ = INT_MAX
} sked_tiers_policy;

#define SKED_TIERS_REMAINING 1u     /* a job from the background that is not killed counts with what
                                       its reported progress leaves of its estimate, at least 1;
                                       give it with SKED_TIERS_FULL                           */
#define SKED_TIERS_FULL 2u          /* every pass is a full one                               */
#define SKED_TIERS_PICKER 4u        /* the queue's picker chooses processors, in all tiers; which
                                       process goes where among them is still decided by use  */
#define SKED_TIERS_UNGUARDED 8u     /* a head that can only swap keeps no foregrounds for itself,
                                       and its shadow time leaves bookings out; as in
                                       Algorithm 3 of the paper. Without this option: as its
                                       section 2.3.1 says in words                            */

typedef struct sked_tiers {
    sked_tiers_policy policy;
    uint32_t options;               /* SKED_TIERS_REMAINING, _FULL, _PICKER, _UNGUARDED       */
    sked_time migration;            /* what SKED_MIGRATE costs: 0 .. SKED_TIME_MAX            */
    uint32_t usage_limit_permille;  /* of a processor; the paper's: 960. 0: idle ones only; above
                                       1000 times the backgrounds: no limit                   */
    uint32_t width_max;             /* wider jobs stay out of the background; 0: no limit     */
    sked_time estimate_max;         /* longer jobs stay out, too; a length; 0 or SKED_NEVER: no
                                       limit                                                  */
    sked_usage usage;               /* usage NULL: a process counts as using nothing until
                                       sked_tiers_report says what it uses                    */
} sked_tiers;

/* Returns   a policy with the paper's usage limit (960), free migrations, and no other limits. */
SKED_API sked_tiers sked_tiers_of(sked_tiers_policy policy);

typedef struct sked_place {
    uint32_t processor;
    uint32_t tier;                  /* 0: its foreground; 1, 2, ...: its backgrounds          */
} sked_place;

/* Opens a pass at `now`, as described above. The queue has a depth of 1 (1 or 0 in its settings) or
 * SKED_NO_RESERVATIONS: then there is no step 2. Without backgrounds it is the pass of
 * sked_queue_plan, except that SKED_TIERS_PICKER decides whether the picker is asked.
 * Fails     as all events; SKED_E_DEPTH iff the queue has another depth; SKED_E_KINDS iff it has
 *           kinds or quotas; SKED_E_SETTING iff the policy or an option is none of the above;
 *           SKED_E_TIME iff migration is negative or beyond SKED_TIME_MAX, or estimate_max is
 *           negative, or beyond SKED_TIME_MAX but not SKED_NEVER.
 * Cost      as sked_queue_plan; a pass of step 3 alone also what it costs to find backgrounds: see
 *           sked_tiers_next.
 * Keeps     usage.ctx, until the pass is over, also in branches of the queue. */
SKED_API SKED_NODISCARD sked_status sked_tiers_plan(sked_queue *queue, const sked_tiers *tiers,
                                                    sked_time now);

/* Decides and commits the next action of the pass, as sked_queue_next.
 * Returns   SKED_OK and an action; SKED_DONE when the pass is over, and closed.
 * Fails     SKED_E_EMPTY; SKED_E_NO_PASS iff none is open that sked_tiers_plan opened; SKED_E_RANGE
 *           iff *processors has another size.
 * Cost      as sked_queue_next, and O(width) for a head that can only swap; with
 *           SKED_TIERS_REMAINING O(w) for step 2. Step 3: to find jobs, as for those behind the
 *           head; to find backgrounds O(P / SKED_WORD_BITS), and O(backgrounds) for each processor
 *           where something has changed, or for all P if usage_limit_permille has changed. Each job
 *           that would fit: O(P (backgrounds + log width)), and width calls of your usage. */
SKED_API SKED_NODISCARD sked_status sked_tiers_next(sked_queue *queue, sked_action *action,
                                                    sked_set *processors);

/* Reports what is known of a running job, in any tier. progress_permille is how much of its
 * estimate is done, by its slowest process; SKED_NONE: no news. usage_permille[0 .. width-1] is how
 * much of its processor each process uses; NULL: no news. A job that is started, restarted or
 * requeued has no progress. A job cannot have done more ticks of work than there have been since
 * time 0: more counts as that many. What a process uses goes with it in a swap, a restart or a
 * migration. Report before a pass what has changed since the last one: until then a process counts
 * as using nothing, and jobs go behind it.
 * Fails     as all events; SKED_E_UNKNOWN; SKED_E_NOT_RUNNING; SKED_E_NO_BACKGROUND iff the queue
 *           has none; SKED_E_RANGE iff a number is above 1000 (except SKED_NONE as progress).
 * Cost      O(width). */
SKED_API SKED_NODISCARD sked_status sked_tiers_report(sked_queue *queue, uint64_t id,
                                                      uint32_t progress_permille,
                                                      const uint16_t *usage_permille,
                                                      sked_time now);

/* Reports that a migration failed: the job still runs in backgrounds, process k in places[k], where
 * it was before SKED_MIGRATE. The queue has forgotten these: keep what sked_tiers_get_places gave
 * after SKED_START_BACKGROUND. It leaves its foregrounds, and takes its place in the queue again.
 * Its progress stays, and so does what its processes use. Its start is `now`. From then on it has
 * the option SKED_JOB_NO_MIGRATION, also after a requeue: no pass tries the same again.
 *
 * Step 3 of the same pass may start other jobs in backgrounds that the job has left. So if a
 * migration fails at once, end the pass (sked_queue_plan_end), report it, and plan again. Where
 * another job has started, requeue one of the two. If a processor is down, the next pass reports
 * the job as lost.
 * Needs     places not NULL (asserted).
 * Fails     as all events; SKED_E_UNKNOWN; SKED_E_NOT_RUNNING iff the job waits, or runs in a
 *           background; SKED_E_NO_BACKGROUND iff the queue has none; SKED_E_RANGE iff a place is no
 *           background of the queue, or two are on one processor; SKED_E_TAKEN iff another job runs
 *           in one of them.
 * Cost      O(P / SKED_WORD_BITS + width + log w + log r). */
SKED_API SKED_NODISCARD sked_status sked_tiers_stay(sked_queue *queue, uint64_t id,
                                                    const sked_place *places, sked_time now);

/* Lists the places of a running job: where each of its processes runs.
 * Gives     places[0 .. width-1], by process.
 * Fails     SKED_E_EMPTY; SKED_E_UNKNOWN; SKED_E_NOT_RUNNING; SKED_E_FULL iff places_max < width.
 * Cost      O(width). */
SKED_API SKED_NODISCARD sked_status sked_tiers_get_places(const sked_queue *queue, uint64_t id,
                                                          sked_place *places, uint32_t places_max);

/* Finds the job that has a process in a tier of a processor.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such processor or tier; SKED_E_UNKNOWN iff
 *           none runs there.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_tiers_job_on(const sked_queue *queue, sked_place place,
                                                      uint64_t *id);

/* ---- >>site: a heterogeneous site, the whole ------------------------------------------------ */

/* Schedules a whole site: machines of several classes, clusters of them, users, classes of jobs,
 * and queues with priorities. The site predicts from experience, maps with >>pjs, preempts, and
 * learns from the jobs that end. You report what happens and when, and carry out its decisions:
 *
 *     status = sked_site_submit(&site, &job, now);
 *     status = sked_site_plan(&site, now);        at each tick of yours: say, every 10 seconds
 *     while (sked_site_next(&site, &decision, &machines, now) == SKED_OK) { obey(&decision, ...); }
 *
 * A plan maps all jobs that have not started: first those of the queue of the highest priority,
 * then the next queue around what these hold, and so on. Within a queue, jobs enter the mapping in
 * the order of their submission. A new plan is made only if something has changed that the last one
 * did not foresee. It maps all waiting jobs anew, unless `replan` says that they keep the places
 * which the last plan gave them. Then jobs start in the order of their planned starts on each
 * machine, as soon as all machines of a job are free. A job that ends early or late moves those
 * that follow, until the next plan. A plan expects a late run to go on for as long again as it has
 * taken so far. You may call sked_site_next without a new plan: it goes on with the last one. Jobs
 * that arrived since are not in it, so plan first if they may be urgent.
 *
 * A job of a queue with SKED_PREEMPTS is planned as if no job of a queue of lower priority with
 * SKED_PREEMPTABLE were running. When its turn comes, the jobs that still run on its machines stop.
 * They wait in their queue again; if the plan foresaw this, they have a place in it. They lose what
 * they have done, unless their class is SKED_RESUMABLE: then their next run takes only the share of
 * the work that is left by the expected end of this one, rounded up, and the time to resume. Whom a
 * job stops follows from the mapping; what is lost does not count. gain_min prevents preemption for
 * small gains. The gain of a job is how much earlier it ends than if its queue preempted nobody. A
 * run goes on if each job that would take its machines before it ends gains less than gain_min.
 * Then the queue is mapped anew, around the run; all queues after it respect the run, too, until
 * the next plan. With gain_min 1, no run is stopped where an idle machine would do as well.
 *
 * A machine runs one job at a time. External load (what its owner does there) makes it slower:
 * times are divided by the share that is left. A cluster is as slow as its most loaded member. What
 * is learnt is corrected for load and missing members, as they were at the start. Interconnects
 * carry the traffic of parallel jobs. A job whose class wants bandwidth goes to a cluster only if
 * some interconnect of that cluster has the latency, and enough bandwidth left. What the job
 * preempts on that cluster counts as gone. While only bandwidth keeps a job out of the plan, or
 * holds it back when its turn has come, jobs behind it take no bandwidth, either.
 *
 * docs/sched.md has a whole program.
 * Source    Collins and George (2001), sections 3 and 5 and Figure 1. gain_min and promotion are
 *           among what their section 6 leaves to others. */

typedef struct sked_site_machine {
    uint32_t resource;              /* its class: the column of the experience                */
    uint64_t memory;                /* in your unit: what classes of jobs may want            */
} sked_site_machine;

typedef struct sked_site_interconnect {
    uint64_t bandwidth, latency;    /* in your units                                          */
    const sked_set *clusters;       /* those it serves: of the size `clusters`; NULL: all     */
} sked_site_interconnect;

#define SKED_RESUMABLE 1u            /* a preempted run keeps what it has done                */

typedef struct sked_site_class {
    const sked_set *resources;      /* where such jobs can run: classes of machines and of clusters;
                                       a set of the size `resources`; NULL: all               */
    uint64_t memory;                /* what each of its machines must have                    */
    uint64_t bandwidth;             /* what a parallel run takes on an interconnect; 0: none  */
    uint64_t latency_max;           /* the largest latency of that interconnect, if bandwidth is not
                                       0; 0: any                                              */
    uint32_t flags;                 /* SKED_RESUMABLE, or 0                                   */
    sked_time resume;               /* of a resumable class: what a run that goes on takes before
                                       that, wherever it is: 0 .. SKED_TIME_MAX. A run that
                                       goes on is never planned longer than one from the start */
} sked_site_class;

typedef struct sked_site_user {
    const sked_set *queues;         /* those the user may use: of the size `queues`; NULL: all */
    uint32_t jobs_max;              /* cap on the user's jobs in the site, waiting and running; 0:
                                       no cap                                                 */
    sked_time time_max;             /* cap on what the user's runs have taken, all machines
                                       together, except what was lost with them: a length; 0 or
                                       SKED_NEVER: no cap                                     */
} sked_site_user;

#define SKED_PREEMPTS 1u            /* its jobs stop preemptable ones of lower priority       */
#define SKED_PREEMPTABLE 2u         /* its jobs can be stopped                                */
#define SKED_SEQUENTIAL 4u          /* its jobs go to single machines only                    */

typedef struct sked_site_queue {
    uint32_t priority;              /* 0 is mapped first; queues of equal priority by index, and
                                       they do not preempt each other                         */
    uint32_t flags;                 /* SKED_PREEMPTS, SKED_PREEMPTABLE, SKED_SEQUENTIAL       */
    sked_heuristic heuristic;       /* 0: SKED_OLB; sked_site_queue_of gives SKED_DUPLEX_SUM  */
    uint32_t pjs_options;           /* of sked_pjs                                            */
    uint32_t promote_after;         /* a job moves to the queue promote_to when it has been
                                       preempted this often since it came here; 0: never      */
    uint32_t promote_to;
} sked_site_queue;

/* Returns   a queue by the paper's heuristic, SKED_DUPLEX_SUM, that preempts nobody. */
SKED_API sked_site_queue sked_site_queue_of(uint32_t priority);

/* What a new plan may move. A job that keeps its place starts there when its machines are free,
 * after all that was before it in the last plan; what is mapped anew comes behind it. It loses a
 * place where it cannot run as things are (machines down, bandwidth taken by others than the site),
 * or would need bandwidth that is kept for a job of higher priority. A run that gain_min has spared
 * from preemption is spared until it ends, unless all jobs are mapped anew.
 * Source    Collins and George (2001), section 5.4: the jobs "that appear for scheduling during one
 *           time quantum" are scheduled, and the low-priority jobs that were preempted rescheduled.
 *           It does not say whether jobs that were scheduled before, and wait, are scheduled again:
 *           these are the three answers. */
typedef enum sked_replan {
    SKED_REPLAN_ALL,                /* all that waits is mapped anew                          */
    SKED_REPLAN_LOWER,              /* a job keeps its place until a job of higher priority gets a
                                       new place with a machine of it                         */
    SKED_REPLAN_NONE,               /* a job keeps its place until it starts; a job that was planned
                                       behind it does not preempt it then. Once jobs of low
                                       priority wait for all machines, urgent ones wait behind
                                       them                                                   */
    SKED_REPLAN_CLOSED_ = INT_MAX
} sked_replan;

/* Describes the site. The arrays and sets are yours, and must not change: constants, say. */
typedef struct sked_site_settings {
    uint32_t machines, clusters, interconnects, resources, classes, users, queues;
                                    /* each 1 .. 2^31 - 1; clusters and interconnects also 0  */
    const sked_site_machine *machine;
    const sked_cluster *cluster;                /* of machines; with their resources          */
    const sked_site_interconnect *interconnect;
    const sked_site_class *job_class;
    const sked_site_user *user;
    const sked_site_queue *queue;
    uint32_t jobs_max;              /* 1 .. 2^31 - 1: waiting and running together            */
    uint32_t deviations_q10;        /* a prediction is mean + deviations_q10/1024 deviations  */
    sked_time gain_min;             /* a length; 0: preempts whatever the gain; SKED_NEVER: only on
                                       machines where the run is predicted to have ended      */
    uint32_t map_options;           /* of sked_map                                            */
    sked_replan replan;             /* what a new plan may move; 0: SKED_REPLAN_ALL           */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_site_settings;

/* Returns   settings of a site with machine[0 .. machines-1]: one class of jobs, which any machine
 *           can run; one user without caps; one queue, as of sked_site_queue_of(0); no clusters and
 *           no interconnects. Gains of any size preempt, and predictions are means. */
SKED_API sked_site_settings sked_site_settings_of(const sked_site_machine *machine,
                                                  uint32_t machines, uint32_t resources,
                                                  uint32_t jobs_max);

typedef struct sked_site_job {
    uint64_t id;                    /* unique among the live jobs; free again after the end   */
    uint64_t tag;                   /* handed back in decisions                               */
    uint32_t job_class, user, queue;
} sked_site_job;

/* Returns   a job of user 0 for queue 0, with tag 0. */
SKED_API sked_site_job sked_site_job_of(uint64_t id, uint32_t job_class);

typedef enum sked_site_decision_kind {
    SKED_DISPATCH,                  /* the job runs from now on, on these machines            */
    SKED_PREEMPT,                   /* stop the job on these machines: it waits again         */
    SKED_SITE_DECISION_CLOSED_ = INT_MAX
} sked_site_decision_kind;

typedef enum sked_site_reason {
    SKED_MAPPED,                    /* dispatched to the machine that the heuristic chose     */
    SKED_PROFITABLE,                /* dispatched to a cluster: the plan is better so, or no machine
                                       can run it                                             */
    SKED_OUTRANKED,                 /* preempted for the job `by`, whose turn it is           */
    SKED_MACHINE_DOWN,              /* preempted because a machine of it went down            */
    SKED_SITE_REASON_CLOSED_ = INT_MAX
} sked_site_reason;

typedef struct sked_site_decision {
    sked_site_decision_kind kind;
    sked_site_reason reason;
    uint64_t id, tag;
    uint64_t by;                    /* of SKED_OUTRANKED: the job that is next; else 0        */
    uint32_t queue;                 /* where the job is now                                   */
    uint32_t machine, cluster;      /* where it runs or ran: one is SKED_NONE                 */
    int resumes;                    /* 1: of a dispatched job: it goes on with work that was kept;
                                       of a preempted one: some of its work is kept            */
    sked_time start, end;           /* of a dispatched job: now, and its predicted end; of a
                                       preempted one: when it had started, and now            */
} sked_site_decision;

/* Returns   a decision and a reason in words, for people: constant texts; "unknown decision" and
 *           "unknown reason" for a number outside the enum. */
SKED_API const char *sked_site_decision_text(sked_site_decision_kind kind);
SKED_API const char *sked_site_reason_text(sked_site_reason reason);

typedef struct sked_site_job_info {
    int running;                    /* 1: running; 0: waiting                                 */
    int planned;                    /* 1: it runs or is in the plan: see the next four        */
    uint32_t machine, cluster;      /* one is SKED_NONE; both if not planned                  */
    sked_time start, end;           /* planned or real start, predicted end; or SKED_NEVER    */
    sked_time submitted;
    uint32_t job_class, user;
    uint32_t queue;                 /* where it is now: it may have been promoted             */
    uint32_t preemptions;           /* for other jobs, in all                                 */
    uint32_t left_q20;              /* what is left of its work, in 1/2^20, when its next run
                                       starts, or when this one did: 2^20 is all              */
    uint64_t tag;
} sked_site_job_info;

typedef struct sked_site_counters {
    uint64_t submitted, finished, cancelled;
    uint64_t dispatched, parallel;  /* decisions SKED_DISPATCH; those of them to clusters     */
    uint64_t preempted;             /* decisions SKED_PREEMPT for SKED_OUTRANKED              */
    uint64_t lost;                  /* decisions SKED_PREEMPT for SKED_MACHINE_DOWN           */
    uint64_t promoted;
    uint64_t plans, mappings;       /* plans made; mappings of >>map made for them            */
    uint64_t respected;             /* times that gain_min had a queue mapped anew            */
    uint64_t unlearnt;              /* ends that teach no time: of runs beyond
                                       SKED_OBSERVED_MAX, and of those that resumed           */
} sked_site_counters;

typedef struct sked_site_info {
    sked_time now;                  /* the latest time reported                               */
    size_t bytes;                   /* of the block                                           */
    uint32_t waiting, running;
    uint32_t unplanned;             /* waiting jobs that are not in the plan                  */
    int changed;                    /* 1: something happened that the plan did not foresee    */
    sked_site_counters counters;
} sked_site_info;

/* What the paper's database has of a machine and of an interconnect, and you do not: the rest is in
 * your settings. */
typedef struct sked_site_machine_info {
    int up;                         /* 1: up; 0: down                                         */
    uint32_t load_q10;              /* external, in 1/1024, as reported                       */
    int busy;                       /* 1: a job runs there, alone or with others of a cluster */
    uint64_t job;                   /* its id; 0 if not busy                                  */
    sked_time free_from;            /* its predicted end; if not busy, now                    */
} sked_site_machine_info;

typedef struct sked_site_interconnect_info {
    uint64_t committed;             /* to running jobs                                        */
    uint64_t traffic;               /* of others, as reported                                 */
} sked_site_interconnect_info;

/* What the site learns from and predicts by: objects of yours, which may serve several sites. What
 * you or another site add to them counts from the next plan on; it does not cause one. */
typedef struct sked_site_experience {
    sked_experience *times;         /* (class, resource)                                      */
    sked_experience *users;         /* (user, queue submitted to): history of lengths; NULL: not
                                       kept                                                   */
    sked_experience *traffic;       /* (class, resource): bandwidth of parallel runs, as reported to
                                       finish; replaces the class's bandwidth once seen; NULL: not
                                       kept                                                   */
} sked_site_experience;

/* A handle on a block. All fields are private. A handle of zeros ({0}) is empty, and refused
 * (SKED_E_EMPTY) by all but init, create, open and destroy. The block can be sealed and opened
 * again; the experience is sealed on its own. */
typedef struct sked_site {
    sked_mem mem_;
    size_t bytes_, work_bytes_;
    sked_site_settings settings_;
    sked_site_experience experience_;
    struct sked_site_state_ *state_;
    struct sked_site_entry_ *entry_;
    struct sked_site_host_ *host_;
    struct sked_site_link_ *link_;
    struct sked_site_account_ *account_;
    uint32_t *line_, *spare_, *picked_, *planned_, *rank_, *known_;
    sked_time *predicted_, *class_times_, *times_, *cluster_times_, *free_, *held_, *own_end_;
    sked_pjs_row *row_;
    sked_pair *order_;
    sked_word *up_words_;
    void *work_;
} sked_site;

/* Computes the size of the block: that of sked_pjs for jobs_max jobs; with m machines and c
 * clusters, 8 (m + c) bytes for each job and each class; and about 250 more for each job.
 * Needs     an array for each count that is not 0; the members of each cluster (asserted by their
 *           use).
 * Fails     SKED_E_NO_MACHINES iff there is no machine; SKED_E_RANGE iff a number, a time, an index
 *           or a set is outside its range above, or a cluster has no member, or members_min is
 *           beyond its members; SKED_E_SETTING iff a flag, an option or a heuristic is none of the
 *           above, or SKED_MAP_HEURISTICS leaves it out, or a queue that is not sequential promotes
 *           to one that is; SKED_E_OVERFLOW iff the size exceeds size_t. */
SKED_API SKED_NODISCARD sked_status sked_site_bytes(const sked_site_settings *settings,
                                                    size_t *bytes);

/* Creates a site without jobs at time 0, all machines up, without load and traffic: over a block of
 * yours, or over one that mem gives. The refusal of the settings also names what is wrong with the
 * experience, the block or the memory.
 * Fails     as sked_site_bytes; SKED_E_EMPTY iff the experience has no times, or one of its handles
 *           is empty; SKED_E_RANGE iff one of them has another shape than above; SKED_E_BLOCK iff
 *           the block is too small or not aligned; SKED_E_MEMORY iff mem refuses. The handle is
 *           empty then.
 * Cost      O(bytes + q q + s), with q queues, and s as in the costs of the events.
 * Keeps     the arrays and sets of the settings, the objects of the experience, and the block or
 *           mem, until destroy. The refusal is not kept. */
SKED_API SKED_NODISCARD sked_status sked_site_init(sked_site *site,
                                                   const sked_site_settings *settings,
                                                   const sked_site_experience *experience,
                                                   void *block, size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_site_create(sked_site *site,
                                                     const sked_site_settings *settings,
                                                     const sked_site_experience *experience,
                                                     sked_mem mem);

/* Destroys a site: gives its block back, and leaves the handle empty. May be called on an empty
 * handle, and twice. */
SKED_API void sked_site_destroy(sked_site *site);

/* The events below share these failures: SKED_E_EMPTY; SKED_E_TIME iff now is negative or beyond
 * SKED_TIME_MAX; SKED_E_BACKWARDS iff an earlier call carried a later time. Failures are checked in
 * the order in which they are named; a call that fails changes nothing.
 *
 * In the costs, n is the number of jobs in the site, m that of machines, c that of clusters, i that
 * of interconnects, and r that of resources; k is the number of members of a cluster plus
 * m / SKED_WORD_BITS, and s the sum of k over all clusters. */

/* Reports that a job arrived at `now`. A machine suits its class if it has a resource and the
 * memory that the class wants. A cluster suits it if its own resource and the memory of all its
 * members do, and, if the class wants bandwidth, one of its interconnects has that bandwidth and
 * the latency. What is down or in use counts, too.
 * Fails     as all events; SKED_E_RANGE iff there is no such class, user or queue; SKED_E_ACCESS
 *           iff the user may not use the queue; SKED_E_NOWHERE iff no machine suits the class, and
 *           no cluster does or the queue is sequential; SKED_E_NO_ESTIMATE iff the class was never
 *           seen, and has no guess; SKED_E_CAP_JOBS, SKED_E_CAP_TIME iff the user has reached that
 *           cap; SKED_E_DUPLICATE; SKED_E_FULL.
 * Cost      O(n + m + s + i c + r). */
SKED_API SKED_NODISCARD sked_status sked_site_submit(sked_site *site, const sked_site_job *job,
                                                     sked_time now);

/* Reports that a running job ended at `now`, and the bandwidth that it took, if it was measured
 * (else 0). Its length is learnt, unless it resumed.
 * Fails     as all events; SKED_E_UNKNOWN; SKED_E_NOT_RUNNING; SKED_E_RANGE iff the traffic is
 *           beyond SKED_OBSERVED_MAX.
 * Cost      O(n + k). */
SKED_API SKED_NODISCARD sked_status sked_site_finish(sked_site *site, uint64_t id, uint64_t traffic,
                                                     sked_time now);

/* Sets what a user's runs have taken, which time_max caps: at a new period, or after a restart.
 * Gives     what it was before, in *before (may be NULL).
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such user; SKED_E_TIME iff `taken` is
 *           negative or beyond SKED_TIME_MAX. */
SKED_API SKED_NODISCARD sked_status sked_site_set_usage(sked_site *site, uint32_t user,
                                                        sked_time taken, sked_time *before);

/* Removes a job, waiting or running; stop it if it runs. Nothing is learnt from it.
 * Fails     as all events; SKED_E_UNKNOWN.
 * Cost      O(n + k). */
SKED_API SKED_NODISCARD sked_status sked_site_cancel(sked_site *site, uint64_t id, sked_time now);

/* Reports that a machine was lost, or is back. What ran there is lost with it, on all its machines,
 * even if the machine comes back: the next sked_site_next preempts it (SKED_MACHINE_DOWN), unless
 * you report its end before. A machine that is down or up already stays so.
 * Fails     as all events; SKED_E_RANGE iff there is no such machine.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_site_down(sked_site *site, uint32_t machine,
                                                   sked_time now);
SKED_API SKED_NODISCARD sked_status sked_site_up(sked_site *site, uint32_t machine, sked_time now);

/* Reports the external load of a machine, in 1/1024 of it (0 .. 1023), and the traffic on an
 * interconnect that is not the site's.
 * Fails     as all events; SKED_E_RANGE iff there is no such machine or interconnect, or the load
 *           is beyond 1023.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_site_report_load(sked_site *site, uint32_t machine,
                                                          uint32_t load_q10, sked_time now);
SKED_API SKED_NODISCARD sked_status sked_site_report_traffic(sked_site *site, uint32_t interconnect,
                                                             uint64_t traffic, sked_time now);

/* Plans all jobs that have not started, if something has changed; `replan` says which of them keep
 * their places. A job that can run nowhere as things are (machines down, bandwidth taken) stays out
 * of the plan, and waits. So that sums stay small, a time of more than SKED_TIME_MAX / (2 n) counts
 * as SKED_NEVER.
 * Fails     as all events; SKED_E_OVERFLOW iff a run would end beyond SKED_TIME_MAX. Then the
 *           site's time is `now`, but nothing is planned: jobs that wait go on waiting.
 * Cost      O(n) and that of sked_pjs for each queue; with gain_min once more for a queue that
 *           could preempt, and again whenever it newly respects runs. For each class of a queue's
 *           waiting jobs O(m + s + r + i c), and, where bandwidth is short, O(n k) more for each
 *           interconnect and cluster. Jobs that keep their places add O(q n + n log n), and
 *           O(k + r) each. */
SKED_API SKED_NODISCARD sked_status sked_site_plan(sked_site *site, sked_time now);

/* Makes the next decision at `now`, and commits it. *machines (unless NULL), a set of the size
 * `machines` over words of yours, becomes the job's machines.
 * Returns   SKED_OK and a decision; SKED_DONE when there is none for now.
 * Fails     as all events; SKED_E_RANGE iff *machines has another size.
 * Cost      O(m + n k); where bandwidth is short, O(n n k i) at worst. */
SKED_API SKED_NODISCARD sked_status sked_site_next(sked_site *site, sked_site_decision *decision,
                                                   sked_set *machines, sked_time now);

/* Gets the state of the site, or of one job.
 * Fails     SKED_E_EMPTY; SKED_E_UNKNOWN iff there is no such job.
 * Cost      O(n). */
SKED_API SKED_NODISCARD sked_status sked_site_get_info(const sked_site *site, sked_site_info *info);
SKED_API SKED_NODISCARD sked_status sked_site_get_job(const sked_site *site, uint64_t id,
                                                      sked_site_job_info *info);

/* Gets the id of a job of a queue, waiting or running, in the order of submission. `place` counts
 * from 0. Queue SKED_NONE: of all jobs.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such queue; SKED_E_UNKNOWN iff there are
 *           only `place` jobs or fewer. *id is unchanged then.
 * Cost      O(n). */
SKED_API SKED_NODISCARD sked_status sked_site_job_at(const sked_site *site, uint32_t queue,
                                                     uint32_t place, uint64_t *id);

/* Gets what runs on a machine, and what is committed of an interconnect.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such machine or interconnect.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_site_get_machine(const sked_site *site, uint32_t machine,
                                                          sked_site_machine_info *info);
SKED_API SKED_NODISCARD sked_status
sked_site_get_interconnect(const sked_site *site, uint32_t interconnect,
                           sked_site_interconnect_info *info);

/* Copies a site, with all its jobs and its plan, to try out what would happen. branch copies into a
 * block of yours, as large as the original's (sked_site_info.bytes); clone into one that mem gives.
 * The copy goes on with the arrays and sets of the settings. With `experience` NULL it also learns
 * into the same objects as the original: what the copy learns then changes what the original
 * predicts. Otherwise it predicts from, and learns into, the objects that you give: copies, say.
 * Needs     the copy is another handle than the site (asserted).
 * Fails     SKED_E_EMPTY iff the site is empty, or the experience has no times, or one of its
 *           handles is empty; SKED_E_RANGE iff one of them has another shape than in init;
 *           SKED_E_BLOCK iff the block is NULL, too small or not aligned; SKED_E_MEMORY iff mem
 *           refuses. The copy is empty then.
 * Cost      O(bytes).
 * Keeps     the arrays and sets of the settings, the objects of the experience, and the block or
 *           mem, until the copy is destroyed. */
SKED_API SKED_NODISCARD sked_status sked_site_branch(const sked_site *site, sked_site *branch,
                                                     const sked_site_experience *experience,
                                                     void *block, size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_site_clone(const sked_site *site, sked_site *clone,
                                                    const sked_site_experience *experience,
                                                    sked_mem mem);

/* Seals a site for saving: its jobs, its plan, and what was reported. The experience is not in the
 * block: seal it, too (sked_experience_seal).
 * Gives     *block and *bytes: write them to a file or flash before you change the site. The block
 *           is the site's own.
 * Fails     SKED_E_EMPTY.
 * Cost      O(bytes). */
SKED_API SKED_NODISCARD sked_status sked_site_seal(sked_site *site, const void **block,
                                                   size_t *bytes);

/* Opens a sealed site in its block, on the same kind of machine. `bytes` is what the seal gave. The
 * site goes on as if nothing had happened. The settings and the experience are not in the block:
 * give the same ones. Only counts and what jobs and runs need are checked; a new policy (gain_min,
 * replan) counts from the next plan on. The refusal of the settings also names what is wrong with
 * the experience and the block.
 * Fails     as sked_site_bytes; SKED_E_EMPTY iff the experience has no times, or one of its handles
 *           is empty; SKED_E_RANGE iff one of them has another shape than in init; SKED_E_BLOCK iff
 *           the block is NULL, not aligned, or too small for a seal; SKED_E_INCOMPATIBLE,
 *           SKED_E_LENGTH and SKED_E_CORRUPT as sked_seal_check; SKED_E_CORRUPT also iff the
 *           content is no site, one of other counts or another size than the settings ask for, or
 *           contradicts itself or the settings (sked_site_validate). The handle is empty then, and
 *           the block unchanged.
 * Cost      those of sked_site_bytes and sked_site_validate.
 * Keeps     the arrays and sets of the settings, the objects of the experience, and the block,
 *           until destroy. The refusal is not kept. */
SKED_API SKED_NODISCARD sked_status sked_site_open(sked_site *site,
                                                   const sked_site_settings *settings,
                                                   const sked_site_experience *experience,
                                                   void *block, size_t bytes);

/* Validates the whole content: for tests, fuzzers, and controllers that distrust their memory.
 * After SKED_OK, no call with this handle reads or writes outside the block, or runs for ever,
 * whatever wrote the block. The handle itself, the settings and the experience must be intact.
 * Fails     SKED_E_EMPTY; SKED_E_CORRUPT iff the content contradicts itself or the settings.
 * Cost      O(bytes + n (n + i + k) + N N) for every content, with N = jobs_max: each index is
 *           checked, each walk is bounded. */
SKED_API SKED_NODISCARD sked_status sked_site_validate(const sked_site *site);

#endif /* SKED_H_INCLUDED */

/* ============================================================================================= */
/* A user of the library may stop reading here: what follows is how it works.                    */
/* ============================================================================================= */

/* What the implementations of all headers share. */
#if (defined(SKED_IMPLEMENTATION) || defined(SKED_CORE_IMPLEMENTATION) || \
     defined(SKED_AR_IMPLEMENTATION) || defined(SKED_FATTREE_IMPLEMENTATION) || \
     defined(SKED_MOLDABLE_IMPLEMENTATION) || defined(SKED_SHARE_IMPLEMENTATION)) && \
    !defined(SKED_SHARED_DONE_)
#define SKED_SHARED_DONE_

/* A comment of one word after a tilde marks a line that the tests change in a copy, to see whether
 * they notice. It moves with its line. */

/* The core uses all of it, other headers only parts; `inline` keeps compilers from warning of the
 * rest. The core leaves it out, as compilers take it for a wish to have larger code. */
#if (defined(SKED_IMPLEMENTATION) || defined(SKED_CORE_IMPLEMENTATION)) && \
    !defined(SKED_CORE_IMPLEMENTATION_DONE)
#define SKED_SHARED_ static
#else
#define SKED_SHARED_ static inline
#endif

/* C casts are what C and C++ have in common; C++ users may have them reported in their own code. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#endif

/* By way of void, so that no compiler sees a change of alignment: blocks are aligned for
 * sked_align. */
#define SKED_PTR_(type, pointer) ((type *)(void *)(pointer))
#define SKED_BYTES_(pointer) ((const unsigned char *)(pointer))

SKED_SHARED_ int sked_is_point_(sked_time time) {
    return time >= 0 && time <= SKED_TIME_MAX;
}

SKED_SHARED_ int sked_is_length_(sked_time time) {
    return (time > 0 && time <= SKED_TIME_MAX) || time == SKED_NEVER;
}

/* Fills in the caller's record, if there is one, and returns the status. All records are made here,
 * so that no code is left of them where SKED_REFUSALS is 0. */
SKED_SHARED_ sked_status sked_refuse_(sked_refusal *refusal, sked_status status, const char *field,
                                      sked_time value, sked_time min, sked_time max) {
    SKED_ASSERT(status != SKED_OK);
#if SKED_REFUSALS
    if (refusal != NULL) {
        const sked_refusal none = SKED_ZERO;
        *refusal = none;
        refusal->status = status;
        refusal->field = field;
        refusal->value = value;
        refusal->min = min;
        refusal->max = max;
    }
#else
    (void)refusal, (void)field, (void)value, (void)min, (void)max;
#endif
    return status;
}

/* Adds which of several entries it is: the job 17. */
SKED_SHARED_ sked_status sked_refuse_of_(sked_refusal *refusal, sked_status status,
                                         const char *entry, uint32_t index) {
#if SKED_REFUSALS
    if (refusal != NULL) {
        SKED_ASSERT(refusal->status == status);     /* it adds to a record that was just made */
        refusal->entry = entry;
        refusal->index = index;
    }
#else
    (void)refusal, (void)entry, (void)index;
#endif
    return status;
}

SKED_SHARED_ sked_status sked_refuse_entry_(sked_refusal *refusal, sked_status status,
                                            const char *entry, uint32_t index, const char *field,
                                            sked_time value) {
    (void)sked_refuse_(refusal, status, field, value, 1, 0);
    return sked_refuse_of_(refusal, status, entry, index);
}

/* Adds which other member sets the limits, or what is wrong where numbers do not say it. */
SKED_SHARED_ sked_status sked_refuse_with_(sked_refusal *refusal, sked_status status,
                                           const char *with, sked_time value) {
#if SKED_REFUSALS
    if (refusal != NULL) {
        SKED_ASSERT(refusal->status == status && refusal->field != NULL);
        refusal->with = with;
        refusal->with_value = value;
    }
#else
    (void)refusal, (void)with, (void)value;
#endif
    return status;
}

/* Without a field and a fault in words, the record has the status alone. */
SKED_SHARED_ sked_status sked_refuse_what_(sked_refusal *refusal, sked_status status,
                                           const char *field, const char *what) {
    (void)sked_refuse_(refusal, status, field, SKED_NO_VALUE, 1, 0);
#if SKED_REFUSALS
    if (refusal != NULL) {
        refusal->what = what;
    }
#else
    (void)what;
#endif
    return status;
}

/* Is a number outside its range? Then the record says so. */
SKED_SHARED_ int sked_is_out_(sked_refusal *refusal, sked_status status, const char *field,
                              uint32_t value, uint32_t min, uint32_t max) {
    SKED_ASSERT(min <= max);                    /* else the record would name no limits */
    if (value >= min && value <= max) {
        return 0;
    }
    (void)sked_refuse_(refusal, status, field, value, min, max);
    return 1;
}

#define SKED_COUNT_MAX_ UINT32_C(0x7FFFFFFF)        /* of most things that are counted */

/* For calls that cannot fail, or whose failure changes nothing: (void) would still warn. */
SKED_SHARED_ void sked_ignore_(sked_status status) {
    (void)status;
}

struct sked_probe_ {
    char first;
    sked_align aligned;
};

/* Bytes from the last address that is aligned for sked_align; may be less strict than its size. */
SKED_SHARED_ size_t sked_misaligned_(const void *pointer) {
    return (size_t)((uintptr_t)pointer % offsetof(struct sked_probe_, aligned));
}

/* Bytes by hand: <string.h> may be absent. Compilers know the loop. */
SKED_SHARED_ void sked_bytes_copy_(void *to, const void *from, size_t bytes) {
    unsigned char *target = SKED_PTR_(unsigned char, to);
    const unsigned char *source = SKED_BYTES_(from);
    size_t i;
    for (i = 0; i < bytes; i++) {
        target[i] = source[i];
    }
}

/* Is the block there, large enough and aligned? If not, the refusal says what is wrong. */
SKED_SHARED_ sked_status sked_check_block_(sked_refusal *refusal, const void *block, size_t bytes,
                                           size_t needed) {
    if (block == NULL) {
        return sked_refuse_what_(refusal, SKED_E_BLOCK, "block", "it is NULL");
    }
    if (bytes < needed) {
        return sked_refuse_(refusal, SKED_E_BLOCK, "block", (sked_time)bytes, (sked_time)needed,
                            SKED_NEVER);
    }
    if (sked_misaligned_(block) != 0) {
        return sked_refuse_what_(refusal, SKED_E_BLOCK, "block", "not aligned for sked_align");
    }
    return SKED_OK;
}

/* Takes a block for an object, or for one call, unless `status` says that something was refused
 * before. Whoever lays it out checks its alignment. */
SKED_SHARED_ sked_status sked_take_block_(sked_status status, sked_refusal *refusal,
                                          const sked_mem *mem, size_t bytes, void **block) {
    *block = NULL;
    if (status != SKED_OK) {
        return status;
    }
    SKED_ASSERT(mem->alloc != NULL && mem->free != NULL);
    *block = (mem->alloc)(mem->ctx, bytes);
    return *block != NULL
               ? SKED_OK
               : sked_refuse_(refusal, SKED_E_MEMORY, "memory", (sked_time)bytes, 1, 0);
}

/* Gives a block back; the caller's block, which has no sked_mem, stays with the caller. */
SKED_SHARED_ void sked_give_block_(const sked_mem *mem, void *block, size_t bytes) {
    if (mem->free != NULL) {
        (mem->free)(mem->ctx, block, bytes);
    }
}

/* After an init or a copy: the object keeps its block and remembers where that came from; on error
 * the block goes back. */
SKED_SHARED_ void sked_keep_block_(sked_mem *owner, const sked_mem *mem, void *block, size_t bytes,
                                   sked_status status) {
    if (status == SKED_OK) {
        *owner = *mem;
    } else {
        (mem->free)(mem->ctx, block, bytes);
    }
}

/* Copies the block of an object into another. */
SKED_SHARED_ sked_status sked_copy_block_(const void *from, size_t needed, void *block,
                                          size_t bytes) {
    sked_status status = SKED_E_EMPTY;
    if (from != NULL) {
        status = sked_check_block_(NULL, block, bytes, needed);
    }
    if (status == SKED_OK) {
        SKED_ASSERT(block != from);
        sked_bytes_copy_(block, from, needed);
    }
    return status;
}

/* Cuts a block into arrays. Without a block it only adds up: sizing and using a block run the same
 * code, so that they cannot disagree. Every array in a block of the kit is cut here; only a tree
 * with units adds two layouts up by itself. Add up first: only a block that is large enough may be
 * cut, or an address would be computed outside it. */
typedef struct sked_carver_ {
    unsigned char *block;               /* NULL: only add up */
    size_t used;                        /* bytes so far: whole units of sked_align */
    int fits;                           /* 0 once the size has overflowed: `used` is void */
} sked_carver_;

SKED_SHARED_ sked_carver_ sked_carver_of_(void *block) {
    sked_carver_ carver;
    SKED_ASSERT(sked_misaligned_(block) == 0);
    carver.block = SKED_PTR_(unsigned char, block);
    carver.used = 0;
    carver.fits = 1;
    return carver;
}

/* Called for each of some two hundred arrays: clang would inline it, even at -Os. */
#if defined(__clang__) && defined(__OPTIMIZE_SIZE__)
#define SKED_APART_ __attribute__((noinline))
#else
#define SKED_APART_
#endif

/* Do this many fit? Small targets divide by a routine: they multiply instead. */
SKED_SHARED_ int sked_carve_fits_(uint64_t count, size_t size, size_t room) {
#if SIZE_MAX == 0xFFFFu
    return count <= room && (uint32_t)count * size <= room;
#elif SIZE_MAX == 0xFFFFFFFFu && !defined(__ARM_FEATURE_IDIV) && !defined(__riscv_div)
    return count <= room && count * size <= room;
#else
    return count <= room / size;
#endif
}

/* Cuts an array. The count comes last: so small targets pass all of it in registers. */
SKED_APART_ SKED_SHARED_ void *sked_carve_(sked_carver_ *carver, size_t size, uint64_t count) {
    const size_t unit = sizeof(sked_align), at = carver->used;
    SKED_ASSERT(size > 0 && at % unit == 0);
    if (!carver->fits || at > SIZE_MAX - unit ||
        !sked_carve_fits_(count, size, SIZE_MAX - at - unit)) {
        carver->fits = 0;
        return NULL;
    }
    carver->used = at + ((size_t)count * size + unit - 1) / unit * unit;
    return carver->block == NULL ? NULL : carver->block + at;
}

/* Gives the size of a layout to the caller. 0 has overflowed: then *bytes is unchanged. */
SKED_SHARED_ sked_status sked_give_size_(sked_refusal *refusal, const char *field, size_t needed,
                                         size_t *bytes) {
    if (needed == 0) {
        return sked_refuse_what_(refusal, SKED_E_OVERFLOW, field, NULL);
    }
    SKED_ASSERT(needed % sizeof(sked_align) == 0);
    *bytes = needed;
    return SKED_OK;
}

SKED_SHARED_ uint32_t *sked_carve_32_(sked_carver_ *carver, uint64_t count) {
    return SKED_PTR_(uint32_t, sked_carve_(carver, sizeof(uint32_t), count));
}

SKED_SHARED_ uint64_t *sked_carve_64_(sked_carver_ *carver, uint64_t count) {
    return SKED_PTR_(uint64_t, sked_carve_(carver, sizeof(uint64_t), count));
}

/* Tables of ids: from each bucket a chain of entries. The queue's chains are by rising id and the
 * calendar's are not; what both share is the number of buckets, a power of two and at least one for
 * each entry (more than SKED_COUNT_MAX_ are refused later), and which bucket an id belongs to.
 * Source: Fibonacci hashing, Knuth (1973), section 6.4. */
SKED_SHARED_ uint32_t sked_buckets_for_(uint32_t entries) {
    uint32_t buckets = 1;
    while (buckets < entries && buckets <= SKED_COUNT_MAX_) {
        buckets *= 2;
    }
    return buckets;
}

SKED_SHARED_ uint32_t sked_bucket_of_(uint64_t id, uint32_t buckets) {
    const uint64_t mixed = (id ^ (id >> 32)) * UINT64_C(0x9E3779B97F4A7C15);
    SKED_ASSERT(buckets > 0 && (buckets & (buckets - 1)) == 0);
    return (uint32_t)(mixed >> 32) & (buckets - 1);
}

SKED_SHARED_ uint64_t sked_if_(int wanted, uint64_t count) {
    return wanted ? count : 0;
}

/* The lesser or greater of two: of counts, of sums, and of times and other signed numbers. */
static inline uint32_t sked_min_u32_(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static inline uint32_t sked_max_u32_(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static inline uint64_t sked_min_u64_(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static inline uint64_t sked_max_u64_(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static inline int64_t sked_min_i64_(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t sked_max_i64_(int64_t a, int64_t b) {
    return a > b ? a : b;
}

SKED_SHARED_ void sked_fill32_(uint32_t *array, uint32_t count, uint32_t value) {
    uint32_t i;
    for (i = 0; i < count; i++) {
        array[i] = value;
    }
}

/* Heaps of pairs. The invariant: the pair at `at` is not less, by key and then index, than those at
 * 2 at + 1 and 2 at + 2; so pairs[0] is the largest. Where the least is wanted first, UINT64_MAX
 * less what counts is the key. No heap here knows where a pair is: only its top is taken.
 * Source: Williams (1964); building bottom up: Floyd (1964). */
SKED_SHARED_ int sked_pair_less_(const sked_pair *a, const sked_pair *b) {
    return a->key < b->key || (a->key == b->key && a->index < b->index);
}

/* Lets pairs[at] sink to its place; those below are heaps. */
SKED_SHARED_ void sked_heap_sink_(sked_pair *pairs, size_t count, size_t at) {
    const sked_pair moving = pairs[at];
    SKED_ASSERT(at < count || count == 0);      /* an empty heap has nothing to sink */
    while (at < count / 2) {
        size_t larger = 2 * at + 1;
        if (larger + 1 < count && sked_pair_less_(&pairs[larger], &pairs[larger + 1])) {
            larger++;
        }
        if (!sked_pair_less_(&moving, &pairs[larger])) {
            break;
        }
        pairs[at] = pairs[larger];
        at = larger;
    }
    pairs[at] = moving;
    SKED_ASSERT(count - at <= at + 1 || !sked_pair_less_(&moving, &pairs[2 * at + 1]));
    SKED_ASSERT(count - at <= at + 2 || !sked_pair_less_(&moving, &pairs[2 * at + 2]));
}

/* Makes a heap of any pairs. */
SKED_SHARED_ void sked_heap_build_(sked_pair *pairs, size_t count) {
    size_t i;
    for (i = count / 2; i > 0; i--) {
        sked_heap_sink_(pairs, count, i - 1);
    }
}

/* Adds a pair to a heap of `count`. */
static inline void sked_heap_push_(sked_pair *pairs, size_t count, sked_pair pair) {
    size_t at = count;
    SKED_ASSERT(count == 0 || !sked_pair_less_(&pairs[0], &pairs[count - 1]));
    while (at > 0 && sked_pair_less_(&pairs[(at - 1) / 2], &pair)) {
        pairs[at] = pairs[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    pairs[at] = pair;
}

/* By hand: the compiler's builtin may need a library on small targets. */
SKED_SHARED_ uint32_t sked_word_count_(sked_word word) {
#if SKED_WORD_BITS == 64
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F); /*~bits_of_bytes*/
    return (uint32_t)((word * UINT64_C(0x0101010101010101)) >> 56);
#else
    uint32_t bits = word;
    bits -= (bits >> 1) & UINT32_C(0x55555555);
    bits = (bits & UINT32_C(0x33333333)) + ((bits >> 2) & UINT32_C(0x33333333));
    bits = (bits + (bits >> 4)) & UINT32_C(0x0F0F0F0F);
    return (bits * UINT32_C(0x01010101)) >> 24;
#endif
}

/* The lowest bit of a word that is not 0: by one instruction where that needs no library. */
SKED_SHARED_ uint32_t sked_word_first_(sked_word word) {
#if SKED_WORD_BITS == 64 && defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__))
    return (uint32_t)__builtin_ctzll(word);
#else
    return sked_word_count_((sked_word)(~word & (sked_word)(word - 1u)));
#endif
}

/* A word without its lowest bit. */
SKED_SHARED_ sked_word sked_word_rest_(sked_word word) {
    return (sked_word)(word & (sked_word)(word - 1u));
}

SKED_SHARED_ sked_word sked_word_bit_(uint32_t processor) {
    return (sked_word)((sked_word)1 << (processor % SKED_WORD_BITS));
}

SKED_SHARED_ uint32_t sked_set_words_(const sked_set *set) {
    return SKED_SET_WORDS(set->size);
}

/* The bits of the last word that belong to processors; all ones where it is full. */
SKED_SHARED_ sked_word sked_set_last_mask_(const sked_set *set) {
    const uint32_t rest = set->size % SKED_WORD_BITS;
    return rest == 0 ? (sked_word)~(sked_word)0 : (sked_word)(sked_word_bit_(rest) - 1u);
}

/* Sets as words, the bits above a set's size 0. Two may be the same set. */
SKED_SHARED_ void sked_words_clear_(sked_word *set, uint32_t words) {
    uint32_t w;
    for (w = 0; w < words; w++) {
        set[w] = 0;
    }
}

SKED_SHARED_ void sked_words_copy_(sked_word *set, const sked_word *from, uint32_t words) {
    uint32_t w;
    for (w = 0; w < words; w++) {
        set[w] = from[w];
    }
}

SKED_SHARED_ void sked_words_or_(sked_word *set, const sked_word *other, uint32_t words) {
    uint32_t w;
    for (w = 0; w < words; w++) {
        set[w] = (sked_word)(set[w] | other[w]);
    }
}

SKED_SHARED_ void sked_words_andnot_(sked_word *set, const sked_word *other, uint32_t words) {
    uint32_t w;
    for (w = 0; w < words; w++) {
        set[w] = (sked_word)(set[w] & (sked_word)~other[w]);
    }
}

/* A set from outside is data: are the bits above its size 0? */
SKED_SHARED_ int sked_set_is_clean_(const sked_set *set) {
    const uint32_t words = sked_set_words_(set);
    SKED_ASSERT(words > 0);
    return (set->words[words - 1] & (sked_word)~sked_set_last_mask_(set)) == 0;
}

/* Has a set another size, or members beyond it? Then the record says which. NULL is no set. */
SKED_SHARED_ int sked_is_unfit_(sked_refusal *refusal, const char *field, const sked_set *set,
                                uint32_t size) {
    if (set == NULL || (set->size == size && (size == 0 || sked_set_is_clean_(set)))) {
        return 0;
    }
    if (set->size != size) {
        (void)sked_refuse_(refusal, SKED_E_RANGE, field, set->size, size, size);
    } else {
        (void)sked_refuse_what_(refusal, SKED_E_RANGE, field, "members beyond it");
    }
    return 1;
}

/* Is it a sealed block of this kind that can hold at least a state? */
SKED_SHARED_ sked_status sked_check_sealed_(const void *block, size_t bytes, uint32_t kind,
                                            size_t state) {
    sked_status status = sked_check_block_(NULL, block, bytes, 0);
    if (status == SKED_OK) {
        status = sked_seal_check(block, bytes, kind);
    }
    return status == SKED_OK && bytes < state ? SKED_E_CORRUPT : status;
}

/* Seals the block of an object, and says which it is. */
SKED_SHARED_ sked_status sked_seal_object_(void *state, size_t size, uint32_t kind,
                                           const void **block, size_t *bytes) {
    SKED_ASSERT(block != NULL && bytes != NULL);
    if (state == NULL) {
        return SKED_E_EMPTY;
    }
    SKED_ASSERT(size > SKED_SEAL_BYTES);        /* there is something behind the seal */
    sked_seal(state, size, kind);
    *block = state;
    *bytes = size;
    return SKED_OK;
}

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* SKED_SHARED_DONE_ */

#if (defined(SKED_IMPLEMENTATION) || defined(SKED_CORE_IMPLEMENTATION)) && \
    !defined(SKED_CORE_IMPLEMENTATION_DONE)
#define SKED_CORE_IMPLEMENTATION_DONE

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#endif

/* ---- >>version, >>time, >>status ------------------------------------------------------------ */

SKED_API uint32_t sked_version(void) {
    return (uint32_t)SKED_VERSION;
}

SKED_API uint32_t sked_abi(void) {
    return SKED_ABI;
}

SKED_API sked_time sked_time_add(sked_time a, sked_time b) {
    SKED_ASSERT(a >= 0 && (a <= SKED_TIME_MAX || a == SKED_NEVER));
    SKED_ASSERT(b >= 0 && (b <= SKED_TIME_MAX || b == SKED_NEVER));
    if (a > SKED_TIME_MAX || b > SKED_TIME_MAX) {
        return SKED_NEVER;
    }
    return a + b > SKED_TIME_MAX ? SKED_NEVER : a + b;
}

SKED_API const char *sked_status_text(sked_status status) {
    static const struct {
        sked_status status;
        const char *text;
    } texts[] = {
#define SKED_STATUS_ENTRY_(name, number, text) {name, text},
        SKED_STATUS_TABLE(SKED_STATUS_ENTRY_)
#undef SKED_STATUS_ENTRY_
    };
    size_t i;
    for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (texts[i].status == status) {
            return texts[i].text;
        }
    }
    return "unknown status";
}

/* Text for people, cut where the room ends. What is there always ends with 0. */
typedef struct sked_text_ {
    char *text;                         /* the caller's room; not touched if bytes is 0 */
    size_t bytes;                       /* of room */
    size_t length;                      /* of the whole text, also of what was cut */
} sked_text_;

static void sked_text_char_(sked_text_ *to, char c) {
    if (to->length + 1 < to->bytes) {
        to->text[to->length] = c;
        to->text[to->length + 1] = 0;
    }
    to->length++;
}

static void sked_text_add_(sked_text_ *to, const char *text) {
    for (; *text != 0; text++) {
        sked_text_char_(to, *text);
    }
}

static void sked_text_number_(sked_text_ *to, sked_time number) {
    char digits[20];
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    uint32_t count = 0;
    if (number < 0) {
        sked_text_char_(to, '-');
    }
    do {
        SKED_ASSERT(count < sizeof(digits));
        digits[count++] = (char)('0' + (char)(rest % 10));
        rest /= 10;
    } while (rest > 0);
    while (count > 0) {
        sked_text_char_(to, digits[--count]);
    }
}

static sked_text_ sked_text_begin_(char *text, size_t bytes) {
    sked_text_ to;
    SKED_ASSERT(text != NULL || bytes == 0);
    to.text = text;
    to.bytes = bytes;
    to.length = 0;
    if (bytes > 0) {
        text[0] = 0;
    }
    return to;
}

/* "NAME VALUE", or "NAME" alone. */
static void sked_text_pair_(sked_text_ *to, const char *name, const char *between,
                            sked_time value) {
    sked_text_add_(to, name);
    if (value != SKED_NO_VALUE) {
        sked_text_add_(to, between);
        sked_text_number_(to, value);
    }
}

/* What is wrong: a block that is too small, a limit that is not kept, or words. */
static void sked_text_fault_(sked_text_ *to, const sked_refusal *refusal) {
    if (refusal->what != NULL) {
        sked_text_add_(to, refusal->what);
    } else if (refusal->status == SKED_OK || refusal->min > refusal->max) {
        sked_text_add_(to, sked_status_text(refusal->status));
    } else if (refusal->min == refusal->max) {
        sked_text_pair_(to, "exactly", " ", refusal->min);
    } else if (refusal->value < refusal->min) {
        sked_text_pair_(to, "at least", " ", refusal->min);
    } else {
        sked_text_pair_(to, "at most", " ", refusal->max);
    }
}

SKED_API size_t sked_refusal_text(const sked_refusal *refusal, char *text, size_t bytes) {
    sked_text_ to = sked_text_begin_(text, bytes);
    SKED_ASSERT(refusal != NULL);
    /* "job 17: " */
    if (refusal->entry != NULL) {
        sked_text_pair_(&to, refusal->entry, " ",
                        refusal->index == SKED_NONE ? SKED_NO_VALUE : refusal->index);
        sked_text_add_(&to, ": ");
    }
    /* "depth: 2 with backgrounds 1: ", or all of "block: 1024 bytes, 3208 needed" */
    if (refusal->field != NULL) {
        sked_text_pair_(&to, refusal->field, ": ", refusal->value);
        if (refusal->status == SKED_E_MEMORY && refusal->value != SKED_NO_VALUE) {
            sked_text_add_(&to, " bytes");
        }
        if (refusal->with != NULL) {
            sked_text_add_(&to, " with ");
            sked_text_pair_(&to, refusal->with, " ", refusal->with_value);
        }
        if (refusal->status == SKED_E_BLOCK && refusal->min <= refusal->max) {
            sked_text_pair_(&to, " bytes,", " ", refusal->min);
            sked_text_add_(&to, " needed");
            return to.length;
        }
        sked_text_add_(&to, ": ");
    }
    sked_text_fault_(&to, refusal);
    return to.length;
}

/* ---- >>memory ------------------------------------------------------------------------------ */

SKED_API void sked_arena_init(sked_arena *arena, void *buffer, size_t bytes) {
    size_t skip = sked_misaligned_(buffer);
    SKED_ASSERT(buffer != NULL && skip == 0);
    skip = skip == 0 ? 0 : offsetof(struct sked_probe_, aligned) - skip;
    skip = skip < bytes ? skip : bytes;
    arena->base = SKED_PTR_(unsigned char, buffer) + skip;
    arena->size = bytes - skip;
    arena->used = 0;
    arena->freed_out_of_order = 0;
}

/* The room a block takes: whole units, except for the last block of the buffer. */
static size_t sked_arena_end_(const sked_arena *arena, size_t at, size_t size) {
    const size_t unit = sizeof(sked_align);
    const size_t left = arena->size - at;
    SKED_ASSERT(at <= arena->size && size <= left);
    return size > left - left % unit ? arena->size : at + (size + unit - 1) / unit * unit;
}

static void *sked_arena_alloc_(void *ctx, size_t size) {
    sked_arena *arena = SKED_PTR_(sked_arena, ctx);
    const size_t at = arena->used;
    if (size == 0 || size > arena->size - at) {
        return NULL;
    }
    arena->used = sked_arena_end_(arena, at, size);
    SKED_ASSERT(arena->used >= at + size && arena->used <= arena->size);
    return arena->base + at;
}

static void sked_arena_free_(void *ctx, void *block, size_t size) {
    sked_arena *arena = SKED_PTR_(sked_arena, ctx);
    const size_t at = (size_t)(SKED_PTR_(unsigned char, block) - arena->base);
    if (at <= arena->used && sked_arena_end_(arena, at, size) == arena->used) {
        arena->used = at;
    } else {
        arena->freed_out_of_order++;
    }
}

SKED_API sked_mem sked_arena_mem(sked_arena *arena) {
    sked_mem mem;
    mem.alloc = sked_arena_alloc_;
    mem.free = sked_arena_free_;
    mem.ctx = arena;
    return mem;
}

#if defined(SKED_STDLIB)
static void *sked_malloc_(void *ctx, size_t size) {
    (void)ctx;
    return (malloc)(size);
}

static void sked_malloc_free_(void *ctx, void *block, size_t size) {
    (void)ctx;
    (void)size;
    (free)(block);
}

SKED_API sked_mem sked_mem_malloc(void) {
    sked_mem mem;
    mem.alloc = sked_malloc_;
    mem.free = sked_malloc_free_;
    mem.ctx = NULL;
    return mem;
}
#endif

/* ---- >>set --------------------------------------------------------------------------------- */

/* Clears the bits above the size. */
static void sked_set_trim_(sked_set *set) {
    const uint32_t words = SKED_SET_WORDS(set->size);
    if (words > 0) {
        set->words[words - 1] = (sked_word)(set->words[words - 1] & sked_set_last_mask_(set));
    }
}

SKED_API sked_set sked_set_of(sked_word *words, uint32_t size) {
    sked_set set;
    SKED_ASSERT(words != NULL || size == 0);
    set.words = words;
    set.size = size;
    sked_set_clear(&set);
    return set;
}

SKED_API void sked_set_clear(sked_set *set) {
    sked_words_clear_(set->words, sked_set_words_(set));
}

SKED_API void sked_set_fill(sked_set *set) {
    const uint32_t words = sked_set_words_(set);
    uint32_t w;
    for (w = 0; w < words; w++) {
        set->words[w] = (sked_word)~(sked_word)0;
    }
    sked_set_trim_(set);
}

/* The words that both sets have: sets in one call should have the same size. */
static uint32_t sked_set_common_(const sked_set *a, const sked_set *b) {
    SKED_ASSERT(a->size == b->size);
    return a->size < b->size ? SKED_SET_WORDS(a->size) : SKED_SET_WORDS(b->size);
}

SKED_API void sked_set_copy(sked_set *set, const sked_set *from) {
    sked_words_copy_(set->words, from->words, sked_set_common_(set, from));
    sked_set_trim_(set);
}

SKED_API void sked_set_add(sked_set *set, uint32_t processor) {
    SKED_ASSERT(processor < set->size);
    if (processor < set->size) {
        sked_word *word = &set->words[processor / SKED_WORD_BITS];
        *word = (sked_word)(*word | sked_word_bit_(processor));
    }
}

SKED_API void sked_set_remove(sked_set *set, uint32_t processor) {
    SKED_ASSERT(processor < set->size);
    if (processor < set->size) {
        sked_word *word = &set->words[processor / SKED_WORD_BITS];
        *word = (sked_word)(*word & (sked_word)~sked_word_bit_(processor));
    }
}

SKED_API int sked_set_has(const sked_set *set, uint32_t processor) {
    return processor < set->size && (set->words[processor / SKED_WORD_BITS] &
                                     sked_word_bit_(processor)) != 0;
}

SKED_API void sked_set_and(sked_set *set, const sked_set *other) {
    const uint32_t words = sked_set_common_(set, other);
    uint32_t w;
    for (w = 0; w < words; w++) {
        set->words[w] = (sked_word)(set->words[w] & other->words[w]);
    }
}

SKED_API void sked_set_or(sked_set *set, const sked_set *other) {
    sked_words_or_(set->words, other->words, sked_set_common_(set, other));
    sked_set_trim_(set);
}

SKED_API void sked_set_andnot(sked_set *set, const sked_set *other) {
    sked_words_andnot_(set->words, other->words, sked_set_common_(set, other));
}

SKED_API uint32_t sked_set_count(const sked_set *set) {
    const uint32_t words = sked_set_words_(set);
    uint32_t w, count = 0;
    for (w = 0; w < words; w++) {
        count += sked_word_count_(set->words[w]);
    }
    return count;
}

SKED_API int sked_set_equal(const sked_set *a, const sked_set *b) {
    const uint32_t words = sked_set_common_(a, b);
    uint32_t w;
    for (w = 0; w < words; w++) {
        if (a->words[w] != b->words[w]) {
            return 0;
        }
    }
    return a->size == b->size;
}

SKED_API int sked_set_is_subset(const sked_set *a, const sked_set *b) {
    const uint32_t words = sked_set_common_(a, b);
    uint32_t w;
    for (w = 0; w < words; w++) {
        if ((a->words[w] & (sked_word)~b->words[w]) != 0) {
            return 0;
        }
    }
    return 1;
}

/* The first processor from `from` on; `size` if there is none. */
static uint32_t sked_set_from_(const sked_set *set, uint32_t from) {
    const uint32_t words = sked_set_words_(set);
    uint32_t w = from / SKED_WORD_BITS;
    sked_word word;
    if (from >= set->size) {
        return set->size;
    }
    if ((set->words[w] & sked_word_bit_(from)) != 0) {     /* sets are dense more often than not */
        return from;
    }
    word = (sked_word)(set->words[w] & (sked_word)~(sked_word)(sked_word_bit_(from) - 1u));
    while (word == 0) {
        w++;
        if (w == words) {
            return set->size;
        }
        word = set->words[w];
    }
    SKED_ASSERT(w * SKED_WORD_BITS + sked_word_first_(word) > from);
    return w * SKED_WORD_BITS + sked_word_first_(word);
}

SKED_API uint32_t sked_set_first(const sked_set *set) {
    return sked_set_from_(set, 0);
}

SKED_API uint32_t sked_set_next(const sked_set *set, uint32_t after) {
    return after >= set->size ? set->size : sked_set_from_(set, after + 1);
}

SKED_API uint32_t sked_set_nth(const sked_set *set, uint32_t nth) {
    const uint32_t words = sked_set_words_(set);
    uint32_t w;
    for (w = 0; w < words; w++) {
        const uint32_t here = sked_word_count_(set->words[w]);
        if (nth < here) {
            sked_word word = set->words[w];
            for (; nth > 0; nth--) {
                word = sked_word_rest_(word);
            }
            SKED_ASSERT(word != 0);
            return w * SKED_WORD_BITS + sked_word_first_(word);
        }
        nth -= here;
    }
    return set->size;
}

SKED_API int sked_set_next_run(const sked_set *set, uint32_t from, uint32_t *first,
                               uint32_t *beyond) {
    SKED_ASSERT(first != NULL && beyond != NULL);
    *first = from < set->size ? sked_set_from_(set, from) : set->size;
    for (*beyond = *first; sked_set_has(set, *beyond); (*beyond)++) {
    }
    SKED_ASSERT(*beyond <= set->size && (*first == set->size || *first < *beyond));
    return *first < set->size;
}

SKED_API size_t sked_set_format(const sked_set *set, char *text, size_t bytes) {
    sked_text_ to = sked_text_begin_(text, bytes);
    uint32_t first, beyond = 0;
    while (sked_set_next_run(set, beyond, &first, &beyond)) {
        if (to.length > 0) {
            sked_text_char_(&to, ',');
        }
        sked_text_number_(&to, first);
        if (beyond - first > 1) {
            sked_text_char_(&to, '-');
            sked_text_number_(&to, (sked_time)beyond - 1);
        }
    }
    return to.length;
}

/* Reads a number below `size`; on error *at stays where it begins. */
static sked_status sked_set_read_number_(const char *text, size_t *at, uint32_t size,
                                         uint32_t *number) {
    size_t end = *at;
    uint64_t value = 0;
    for (; text[end] >= '0' && text[end] <= '9'; end++) {
        value = value < size ? value * 10 + (uint64_t)(text[end] - '0') : value;
    }
    if (end == *at) {
        return SKED_E_TEXT;
    }
    if (value >= size) {
        return SKED_E_RANGE;
    }
    SKED_ASSERT(*at < end);                     /* a number has digits */
    *number = (uint32_t)value;
    *at = end;
    return SKED_OK;
}

/* Reads a number, or two with a hyphen between them. */
static sked_status sked_set_read_run_(const char *text, size_t *at, uint32_t size,
                                      uint32_t *first, uint32_t *last) {
    const size_t start = *at;
    sked_status status = sked_set_read_number_(text, at, size, first);
    *last = *first;
    if (status == SKED_OK && text[*at] == '-') {
        ++*at;
        status = sked_set_read_number_(text, at, size, last);
        if (status == SKED_OK && *last < *first) {
            *at = start;
            return SKED_E_RANGE;
        }
    }
    return status;
}

/* Adds what a list names to a set; to none with NULL: then it only checks. */
static sked_status sked_set_read_(sked_set *set, const char *text, uint32_t size, size_t *at) {
    for (*at = 0; text[*at] != 0;) {
        uint32_t first = 0, last;
        const sked_status status = sked_set_read_run_(text, at, size, &first, &last);
        if (status != SKED_OK) {
            return status;
        }
        SKED_ASSERT(first <= last && last < size);
        for (; set != NULL && first <= last; first++) {
            sked_set_add(set, first);
        }
        if (text[*at] == 0) {
            return SKED_OK;
        }
        if (text[*at] != ',' || text[*at + 1] == 0) {
            return SKED_E_TEXT;
        }
        ++*at;
    }
    return SKED_OK;
}

SKED_API sked_status sked_set_parse(sked_set *set, const char *text, size_t *at) {
    size_t place;
    sked_status status;
    SKED_ASSERT(set != NULL && text != NULL);
    status = sked_set_read_(NULL, text, set->size, &place);
    SKED_ASSERT(status != SKED_OK || text[place] == 0);
    if (status == SKED_OK) {
        sked_set_clear(set);
        return sked_set_read_(set, text, set->size, &place);
    }
    if (at != NULL) {
        *at = place;
    }
    return status;
}

/* ---- >>values ------------------------------------------------------------------------------ */

/* The lowest `count` bits of a word that has more. */
static sked_word sked_word_lowest_(sked_word word, uint32_t count) {
    sked_word kept = 0;
    SKED_ASSERT(count < sked_word_count_(word));
    for (; count > 0; count--) {
        const sked_word low = (sked_word)(word & (sked_word)(~word + 1u));
        kept = (sked_word)(kept | low);
        word = (sked_word)(word & (sked_word)~low);
    }
    return kept;
}

/* The default picker. */
static int sked_pick_lowest_(const sked_pick_request *ask, const sked_set *offered,
                             sked_set *chosen) {
    const uint32_t words = sked_set_words_(offered);
    uint32_t missing = ask->count, w;
    for (w = 0; w < words && missing > 0; w++) {
        const sked_word word = offered->words[w];
        const uint32_t here = sked_word_count_(word);
        chosen->words[w] = here <= missing ? word : sked_word_lowest_(word, missing);
        missing -= here <= missing ? here : missing;
    }
    return missing == 0;
}

SKED_API sked_status sked_pick(const sked_picker *picker, const sked_pick_request *ask,
                               const sked_set *offered, sked_set *chosen) {
    sked_set answer = *chosen;          /* so that a picker that assigns its set is found out */
    sked_status status = SKED_OK;
    SKED_ASSERT(offered->size == chosen->size && offered->words != chosen->words);
    sked_set_clear(chosen); /*~pick_clears*/
    if (offered->size != chosen->size) {
        return SKED_E_PICKER;
    }
    if (picker == NULL || picker->pick == NULL) {
        status = sked_pick_lowest_(ask, offered, chosen) ? SKED_OK : SKED_E_REFUSED;
    } else if (sked_set_count(offered) < ask->count ||
               !picker->pick(picker->ctx, ask, offered, &answer)) {
        status = SKED_E_REFUSED;
    } else if (answer.words != chosen->words || answer.size != chosen->size ||
               sked_set_count(chosen) != ask->count || !sked_set_is_subset(chosen, offered)) {
        status = SKED_E_PICKER;
    }
    SKED_ASSERT(status != SKED_OK || sked_set_count(chosen) == ask->count);
    if (status != SKED_OK) {
        sked_set_clear(chosen);
    }
    return status;
}

/* ---- >>u128 -------------------------------------------------------------------------------- */

SKED_API sked_u128 sked_u128_mul(uint64_t a, uint64_t b) {
    const uint64_t half = UINT64_C(0xFFFFFFFF);
    const uint64_t low = (a & half) * (b & half);
    const uint64_t cross = (a >> 32) * (b & half) + (low >> 32);
    const uint64_t other = (a & half) * (b >> 32) + (cross & half);
    sked_u128 product;
    product.high = (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32);
    product.low = (other << 32) | (low & half);
    return product;
}

SKED_API sked_u128 sked_u128_add(sked_u128 a, sked_u128 b) {
    a.low += b.low;
    a.high += b.high + (a.low < b.low);
    return a;
}

SKED_API sked_u128 sked_u128_sub(sked_u128 a, sked_u128 b) {
    a.high -= b.high + (a.low < b.low);
    a.low -= b.low;
    return a;
}

SKED_API int sked_u128_compare(sked_u128 a, sked_u128 b) {
    if (a.high != b.high) {
        return a.high < b.high ? -1 : 1;
    }
    return a.low == b.low ? 0 : a.low < b.low ? -1 : 1;
}

/* Long division, bit by bit: the rest may need 65 bits for a moment, hence `carry`. */
SKED_API sked_u128 sked_u128_div(sked_u128 a, uint64_t divisor, uint64_t *rest) {
    sked_u128 quotient = {0, 0};
    uint64_t left = 0;
    int bit;
    SKED_ASSERT(divisor > 0);
    for (bit = 0; bit < 128 && divisor > 0; bit++) {
        const uint64_t carry = left >> 63;
        left = (left << 1) | (a.high >> 63);
        a.high = (a.high << 1) | (a.low >> 63);
        a.low <<= 1;
        quotient.high = (quotient.high << 1) | (quotient.low >> 63);
        quotient.low <<= 1;
        if (carry != 0 || left >= divisor) {
            left -= divisor;
            quotient.low |= 1;
        }
        SKED_ASSERT(left < divisor);
    }
    if (rest != NULL) {
        *rest = left;
    }
    return quotient;
}

/* ---- >>sort -------------------------------------------------------------------------------- */

/* Quicksort around the median of three that turns to heapsort when lopsided splits have used up its
 * patience (the idea of introsort, Musser 1997). Short ranges are sorted by insertion. The longer
 * part of a split waits while the shorter is sorted: each range that waits is at least as long as
 * all that came after it, so that there is at most one for each bit of the count. */
#define SKED_SORT_SHORT_ 24u

static void sked_sort_short_(sked_pair *pairs, size_t count) {
    size_t i;
    for (i = 1; i < count; i++) {
        const sked_pair moving = pairs[i];
        size_t at = i;
        while (at > 0 && sked_pair_less_(&moving, &pairs[at - 1])) {
            pairs[at] = pairs[at - 1];
            at--;
        }
        pairs[at] = moving;
    }
}

static void sked_sort_heap_(sked_pair *pairs, size_t count) {
    size_t i;
    sked_heap_build_(pairs, count);
    for (i = count; i > 1; i--) {
        const sked_pair largest = pairs[0];
        SKED_ASSERT(i == count || !sked_pair_less_(&pairs[i], &largest));
        pairs[0] = pairs[i - 1];
        pairs[i - 1] = largest;
        sked_heap_sink_(pairs, i - 1, 0);
    }
}

static void sked_sort_order_(sked_pair *a, sked_pair *b) {
    if (sked_pair_less_(b, a)) {
        const sked_pair swapped = *a;
        *a = *b;
        *b = swapped;
    }
}

/* Splits around the median of three; returns where it ended up. The walk is free of branches
 * that could be mispredicted: each pair is exchanged with the first of the larger ones, and stays
 * there iff it is smaller than the pivot (Lomuto's scheme). */
static size_t sked_sort_split_(sked_pair *pairs, size_t count) {
    sked_pair *middle = &pairs[count / 2], *last = &pairs[count - 1];
    sked_pair pivot;
    size_t i, smaller = 0;
    sked_sort_order_(&pairs[0], middle);
    sked_sort_order_(middle, last);
    sked_sort_order_(&pairs[0], middle);
    pivot = *middle;
    *middle = *last;
    for (i = 0; i < count - 1; i++) {
        const sked_pair here = pairs[i];
        pairs[i] = pairs[smaller];
        pairs[smaller] = here;
        smaller += (size_t)((here.key < pivot.key) |
                            ((here.key == pivot.key) & (here.index < pivot.index)));
    }
    *last = pairs[smaller];
    pairs[smaller] = pivot;
    SKED_ASSERT(smaller == 0 || !sked_pair_less_(&pivot, &pairs[smaller - 1]));
    SKED_ASSERT(smaller == count - 1 || !sked_pair_less_(&pairs[smaller + 1], &pivot));
    return smaller;
}

SKED_API void sked_sort(sked_pair *pairs, size_t count) {
    struct {                            /* a range that is split has above 2^4 pairs of 2^3 bytes */
        size_t from, count;
    } waiting[sizeof(size_t) * CHAR_BIT - 7];
    size_t depth = 0, from = 0;
    size_t patience = count * 8;        /* pairs that lopsided splits may still walk over */
    for (;;) {
        /* Splits until what is left is short, or splits no longer pay. */
        while (count > SKED_SORT_SHORT_ && patience > 0) { /*~sort_patience*/
            const size_t left = sked_sort_split_(pairs + from, count);
            const size_t right = count - left - 1;
            const size_t fewer = left < right ? left : right;
            if (fewer < count / 8) {
                patience -= count < patience ? count : patience;
            }
            SKED_ASSERT(depth < sizeof(waiting) / sizeof(waiting[0]));
            waiting[depth].from = fewer == left ? from + left + 1 : from;
            waiting[depth].count = count - fewer - 1;
            SKED_ASSERT(waiting[depth].count >= fewer);
            depth++;
            from = fewer == left ? from : from + left + 1;
            count = fewer;
        }
        if (count > SKED_SORT_SHORT_) {
            sked_sort_heap_(pairs + from, count);
        } else {
            sked_sort_short_(pairs + from, count);
        }
        if (depth == 0) {
            return;
        }
        depth--;                        /* the last to wait is the shortest */
        from = waiting[depth].from;
        count = waiting[depth].count;
    }
}

/* ---- >>seal -------------------------------------------------------------------------------- */

#define SKED_SEAL_MAGIC_ UINT32_C(0x736B6564)

/* The first SKED_SEAL_BYTES of a sealed block: written by sked_seal, and valid until the rest of
 * the block changes. */
typedef struct sked_seal_ {
    uint32_t magic, abi, kind, version;     /* magic in native order shows the byte order, too */
    uint64_t bytes, checksum;               /* the checksum is over the version and the rest */
} sked_seal_;

/* FNV-1a: each step is a bijection of the state, so one changed byte always changes the sum. */
static uint64_t sked_checksum_(const void *block, size_t bytes, uint32_t version) {
    const unsigned char *byte = SKED_BYTES_(block);
    const uint64_t prime = UINT64_C(0x100000001B3);
    uint64_t sum = (UINT64_C(0xCBF29CE484222325) ^ version) * prime;
    size_t i;
    for (i = SKED_SEAL_BYTES; i < bytes; i++) {
        sum = (sum ^ byte[i]) * prime;
    }
    return sum;
}

SKED_API void sked_seal(void *block, size_t bytes, uint32_t kind) {
    SKED_ASSERT(block != NULL && bytes >= SKED_SEAL_BYTES);
    if (bytes >= SKED_SEAL_BYTES) {
        sked_seal_ seal;
        SKED_ASSERT(sizeof(seal) == SKED_SEAL_BYTES);
        seal.magic = SKED_SEAL_MAGIC_;
        seal.abi = sked_abi();
        seal.kind = kind;
        seal.version = sked_version();
        seal.bytes = bytes;
        seal.checksum = sked_checksum_(block, bytes, seal.version);
        sked_bytes_copy_(block, &seal, SKED_SEAL_BYTES);
    }
}

SKED_API sked_status sked_seal_check(const void *block, size_t bytes, uint32_t kind) {
    sked_seal_ seal;
    if (bytes < SKED_SEAL_BYTES) {
        return SKED_E_BLOCK;
    }
    sked_bytes_copy_(&seal, block, SKED_SEAL_BYTES);
    if (seal.magic != SKED_SEAL_MAGIC_ || seal.abi != sked_abi() || seal.kind != kind) {
        return SKED_E_INCOMPATIBLE;
    }
    if (seal.bytes != bytes) {                  /* before the checksum, which needs all of it */
        return SKED_E_LENGTH;
    }
    return seal.checksum == sked_checksum_(block, bytes, seal.version) ? SKED_OK : SKED_E_CORRUPT;
}

/* ---- >>map --------------------------------------------------------------------------------- */

/* In the order of the file:
 *     >>map.block         what a heuristic is made of, and the block
 *     >>map.table         reading the table, and beginning a mapping
 *     >>map.turn          OLB, MET, MCT
 *     >>map.tournament    whose candidate is the earliest
 *     >>map.columns       min-min, by sorted columns
 *     >>map.places        max-min, and min-min in little memory
 *     >>map.bounds        when max-min cannot help
 *     >>map.sufferage     sufferage, and in passes
 *     >>map.run           both halves of a duplex; the parts of a request
 *
 * Completions are computed in uint64_t: a load is at most SKED_TIME_MAX, so that load + SKED_NEVER
 * neither wraps nor comes below any completion that can happen. */

/* ---- >>map.block: what a heuristic is made of, and the block ---- */

/* At the begin of a block: for which request it is prepared. Written by sked_map_prepared_, which
 * comes last; until then `jobs` is 0, which is no request's. Runs only read it. */
typedef struct sked_map_state_ {
    uint64_t longest;               /* sum over the jobs of their longest times: a length */
    uint32_t jobs, machines, heuristic, options;    /* as in the request */
} sked_map_state_;

/* Columns of (time, job), one per machine: entry[machine * jobs ...]. Entries [head, end) are
 * sorted; before `head` all jobs are mapped. */
typedef struct sked_map_columns_ {
    sked_pair *entry;               /* written as the table is read; then only moved */
    uint32_t *head, *end;           /* per machine; while the table is read, `end` counts entries */
} sked_map_columns_;

/* A column is split into at most this many stretches before the least is sorted; one of up to this
 * length is not split. Any values give the same plan. */
#define SKED_MAP_STRETCHES_ 6u
#define SKED_MAP_STRETCH_SHORT_ 64u

/* What is not sorted yet of a column: stretches of it, the least last. end[count-1] is where the
 * least ends; it begins where the sorted entries end. Written by sked_map_columns_start_ and
 * sked_map_columns_sort_stretch_. */
typedef struct sked_map_rest_ {
    uint32_t count, end[SKED_MAP_STRETCHES_];
} sked_map_rest_;

/* A block, laid out, and what one call keeps beside it. Only `state` and `least` outlive the call,
 * and sked_map_prepare or sked_pjs_prepare writes them; each run writes what else it reads. Arrays
 * that no part of the request needs are not carved, and stay unset. Loads, completions and bids are
 * times; `limit`, `sum` and `sum_done` are sums of them. */
typedef struct sked_map_view_ {
    /* the request and the run: written as the block is laid out, and by sked_map_accept_run_ */
    const sked_map_request *request;
    uint32_t parts;                 /* what it is made of: numbers of the enum below */
    const sked_set *leave_out;      /* sked_pjs changes both before each mapping */
    const sked_time *free_from;
    uint64_t limit;                 /* plans with this sum of job times are of no use; sked_pjs
                                       lowers it before each trial */
    sked_map_state_ *state;

    /* any mapping: sked_map_begin_ sets it up, sked_map_assign_ changes loads and rows */
    uint64_t *load;                 /* per machine: when it is free. Only grows in a mapping */
    uint32_t *least;                /* per job: the lowest machine that takes least */
    uint32_t *left;                 /* the jobs to map, or in places: [0, left_count), rising */
    uint32_t left_count;
    sked_map_row *rows;             /* the plan being made: the caller's, `other`, or of sked_pjs */
    sked_map_row *other;            /* per job: the second plan of a duplex */
    uint32_t *top;                  /* per machine: its candidate job (columns), the first place of
                                       its chain (places), or the job that claims it (passes) */

    /* >>map.columns, >>map.tournament */
    sked_map_columns_ column;
    uint64_t *base;                 /* per machine: its load when the table was read */
    uint64_t *front;                /* per machine: completion of its candidate; UINT64_MAX: none */
    sked_map_rest_ *rest;           /* per machine: of `column` */
    uint32_t *tree;                 /* of machines: tree[1] wins; node n is above 2 n and 2 n + 1 */
    unsigned char *mapped;          /* per job: 1 if it has a row, or is not in this mapping */

    /* the first reading: written once, valid while has_kept, for the mappings that follow */
    sked_map_columns_ kept;         /* whole columns, sorted; each mapping moves `head` anew */
    uint64_t *kept_load;            /* per machine: its load then */
    uint64_t *kept_bid;             /* per job: its best completion then */
    uint32_t *kept_best;            /* ... and the machine that offered it */
    uint64_t kept_slack;            /* with which it was read: a length */
    uint32_t has_kept;              /* the part SKED_MAP_COLUMNS_, or 0 */
    int keeps;                      /* further mappings of the table are to come */

    /* >>map.places; bid, best and second also >>map.sufferage, there per job */
    uint64_t *bid;                  /* per place: what it bids, UINT64_MAX when served; or, per job,
                                       its sufferage */
    uint32_t *best, *second;        /* per place or job: its best machine; per job: the next best */
    uint32_t *chain;                /* per place: the next one that chose the same machine */
    uint64_t *block_bid;            /* per block of places: the lowest bid, unless `changed` */
    unsigned char *changed;
    uint64_t sum_done, sum;         /* ends of the jobs served; these, and the bids of the others */

    /* >>map.bounds */
    sked_pair *short_first;         /* per job: (its least time, the job), sorted, if ... */
    int has_short_first;
    sked_pair *heap;                /* per machine: (UINT64_MAX less its load, the machine) */
    unsigned char *waits;           /* per job: it is in the mapping, and not served */
} sked_map_view_;

#define SKED_MAP_BLOCK_ 64u          /* places in a block */

static uint32_t sked_map_block_of_(uint32_t place) {
    return place / SKED_MAP_BLOCK_;
}

/* What heuristics are made of. A part is 0 where SKED_MAP_HEURISTICS or SKED_MAP_COLUMNS leaves it
 * out: so compilers see what never runs. A request has one way to min-min, by columns or places. */
enum {
    SKED_MAP_OFFERED_ = (int)(SKED_MAP_HEURISTICS),
    SKED_MAP_FREE_FIRST_ = SKED_MAP_OFFERED_ & (1 << SKED_OLB),
    SKED_MAP_SHORTEST_ = SKED_MAP_OFFERED_ & (1 << SKED_MET),
    SKED_MAP_EARLIEST_ = SKED_MAP_OFFERED_ & (1 << SKED_MCT),
    SKED_MAP_IN_TURN_ = SKED_MAP_FREE_FIRST_ | SKED_MAP_SHORTEST_ | SKED_MAP_EARLIEST_,
    SKED_MAP_BY_MAKESPAN_ = SKED_MAP_OFFERED_ & (1 << SKED_DUPLEX),
    SKED_MAP_BY_SUM_ = SKED_MAP_OFFERED_ & (1 << SKED_DUPLEX_SUM),
    SKED_MAP_DUPLEX_ = SKED_MAP_BY_MAKESPAN_ | SKED_MAP_BY_SUM_,
    SKED_MAP_MAX_MIN_ =
        (SKED_MAP_OFFERED_ & (1 << SKED_MAX_MIN)) | (SKED_MAP_DUPLEX_ != 0 ? 1 << SKED_MAX_MIN : 0),
    SKED_MAP_MIN_MIN_ =         /* by places */
        (SKED_MAP_OFFERED_ & (1 << SKED_MIN_MIN)) | (SKED_MAP_DUPLEX_ != 0 ? 1 << SKED_MIN_MIN : 0),
    SKED_MAP_COLUMNS_ =         /* min-min by columns */
        (SKED_MAP_COLUMNS) != 0 && SKED_MAP_MIN_MIN_ != 0 ? 1 << SKED_HEURISTIC_COUNT_ : 0,
    SKED_MAP_SLOWER_ = SKED_MAP_COLUMNS_ != 0 ? SKED_MAP_MIN_MIN_ : 0,
    SKED_MAP_PLACES_ = SKED_MAP_MIN_MIN_ | SKED_MAP_MAX_MIN_,
    SKED_MAP_ONE_BY_ONE_ = SKED_MAP_OFFERED_ & (1 << SKED_SUFFERAGE),
    SKED_MAP_PASSES_ = SKED_MAP_OFFERED_ & (1 << SKED_SUFFERAGE_PASS),
    SKED_MAP_SUFFERAGE_ = SKED_MAP_ONE_BY_ONE_ | SKED_MAP_PASSES_
};

/* The parts of a request; none iff there is no such heuristic. Nothing else reads the heuristic: a
 * new one is an entry here, with parts of its own in the enum above and in sked_map_dispatch_. */
static uint32_t sked_map_parts_(const sked_map_request *request) {
    const int min_min = SKED_MAP_MIN_MIN_ | SKED_MAP_COLUMNS_;
    int parts = 0;
    switch (request->heuristic) {
    case SKED_OLB: parts = SKED_MAP_FREE_FIRST_; break;
    case SKED_MET: parts = SKED_MAP_SHORTEST_; break;
    case SKED_MCT: parts = SKED_MAP_EARLIEST_; break;
    case SKED_MIN_MIN: parts = min_min; break;
    case SKED_MAX_MIN: parts = SKED_MAP_MAX_MIN_; break;
    case SKED_DUPLEX: parts = min_min | SKED_MAP_MAX_MIN_ | SKED_MAP_BY_MAKESPAN_; break;
    case SKED_DUPLEX_SUM: parts = min_min | SKED_MAP_MAX_MIN_ | SKED_MAP_BY_SUM_; break;
    case SKED_SUFFERAGE: parts = SKED_MAP_ONE_BY_ONE_; break;
    case SKED_SUFFERAGE_PASS: parts = SKED_MAP_PASSES_; break;
    case SKED_HEURISTIC_COUNT_:
    case SKED_HEURISTIC_CLOSED_: break;
    }
    return (uint32_t)(parts & ~(request->options == 0 ? SKED_MAP_SLOWER_ : SKED_MAP_COLUMNS_));
}

/* Is one of these among the parts of the request? */
static int sked_map_has_(const sked_map_view_ *view, int parts) {
    return (view->parts & (uint32_t)parts) != 0;
}

static void sked_map_carve_columns_(sked_map_columns_ *column, sked_carver_ *carver, uint64_t jobs,
                                    uint64_t machines) {
    column->entry = SKED_PTR_(sked_pair, sked_carve_(carver, sizeof(sked_pair), machines * jobs));
    column->head = sked_carve_32_(carver, machines);
    column->end = sked_carve_32_(carver, machines);
}

/* What min-min by columns needs. */
static void sked_map_carve_min_min_(sked_map_view_ *view, uint64_t n, uint64_t m,
                                    sked_carver_ *c) {
    sked_map_carve_columns_(&view->column, c, n, m);
    view->base = sked_carve_64_(c, m);
    view->front = sked_carve_64_(c, m);
    view->rest = SKED_PTR_(sked_map_rest_, sked_carve_(c, sizeof(sked_map_rest_), m));
    view->tree = sked_carve_32_(c, 2 * m);
    view->mapped = SKED_PTR_(unsigned char, sked_carve_(c, 1, n));
}

/* What places need. */
static void sked_map_carve_places_(sked_map_view_ *view, uint64_t n, sked_carver_ *c) {
    const uint64_t blocks = sked_map_block_of_((uint32_t)n - 1) + 1;
    view->bid = sked_carve_64_(c, n);
    view->best = sked_carve_32_(c, n);
    view->chain = sked_carve_32_(c, n);
    view->block_bid = sked_carve_64_(c, blocks);
    view->changed = SKED_PTR_(unsigned char, sked_carve_(c, 1, blocks));
}

/* Lays out what a request needs; `keeps` if further mappings of the same table are to come. */
static void sked_map_carve_(sked_map_view_ *view, const sked_map_request *request, int keeps,
                            sked_carver_ *c) {
    const uint64_t n = request->jobs, m = request->machines;
    view->request = request;
    view->parts = sked_map_parts_(request);
    SKED_ASSERT(view->parts != 0 && n > 0 && m > 0);    /* sked_map_check_ refuses all else */
    SKED_ASSERT(!sked_map_has_(view, SKED_MAP_COLUMNS_) || !sked_map_has_(view, SKED_MAP_MIN_MIN_));
    view->limit = UINT64_MAX;
    view->keeps = sked_map_has_(view, SKED_MAP_COLUMNS_) && keeps;
    view->has_kept = 0;
    view->has_short_first = 0;
    view->kept_slack = 0;
    view->state = SKED_PTR_(sked_map_state_, sked_carve_(c, sizeof(sked_map_state_), 1));
    view->load = sked_carve_64_(c, m);
    view->least = sked_carve_32_(c, n);
    view->left = sked_carve_32_(c, n);
    if (sked_map_has_(view, SKED_MAP_COLUMNS_ | SKED_MAP_PLACES_ | SKED_MAP_SUFFERAGE_)) {
        view->top = sked_carve_32_(c, m);
    }
    if (sked_map_has_(view, SKED_MAP_DUPLEX_)) {
        view->other = SKED_PTR_(sked_map_row, sked_carve_(c, sizeof(sked_map_row), n));
    }
    if (sked_map_has_(view, SKED_MAP_COLUMNS_)) {
        sked_map_carve_min_min_(view, n, m, c);
    }
    if (sked_map_has_(view, SKED_MAP_PLACES_)) {
        sked_map_carve_places_(view, n, c);
    }
    if (sked_map_has_(view, SKED_MAP_SUFFERAGE_)) {
        view->bid = sked_carve_64_(c, n);
        view->best = sked_carve_32_(c, n);
        view->second = sked_carve_32_(c, n);
    }
    if (view->keeps) {
        sked_map_carve_columns_(&view->kept, c, n, m);
        view->kept_load = sked_carve_64_(c, m);
        view->kept_bid = sked_carve_64_(c, n);
        view->kept_best = sked_carve_32_(c, n);
    }
    if (sked_map_has_(view, SKED_MAP_BY_SUM_)) {
        view->short_first = SKED_PTR_(sked_pair, sked_carve_(c, sizeof(sked_pair), n));
        view->heap = SKED_PTR_(sked_pair, sked_carve_(c, sizeof(sked_pair), m));
        view->waits = SKED_PTR_(unsigned char, sked_carve_(c, 1, n));
    }
}

/* Lays a block out; block NULL only sizes it. Returns the bytes; 0 iff they overflow. */
static size_t sked_map_layout_(sked_map_view_ *view, const sked_map_request *request, void *block) {
    sked_carver_ carver = sked_carver_of_(block);
    sked_map_carve_(view, request, 0, &carver);
    return carver.fits ? carver.used : 0;
}

/* Checks a request and sizes its block. A view is large: so sizing fills in that of the caller. */
static sked_status sked_map_check_(const sked_map_request *request, sked_map_view_ *sized,
                                   size_t *bytes) {
    sked_refusal *refusal;
    SKED_ASSERT(request != NULL && bytes != NULL);
    refusal = request->refusal;
    if (sked_is_out_(refusal, SKED_E_SETTING, "heuristic", (uint32_t)request->heuristic, 0,
                     (uint32_t)SKED_HEURISTIC_COUNT_ - 1) ||
        sked_is_out_(refusal, SKED_E_SETTING, "options", request->options, 0,
                     SKED_MAP_LOW_MEMORY | SKED_MAP_LEAST_TIME)) {
        return SKED_E_SETTING;
    }
#if !defined(SKED_MAP_ALL_)
    if (((uint32_t)(SKED_MAP_HEURISTICS) >> (uint32_t)request->heuristic & 1u) == 0) { /*~map_mask*/
        return sked_refuse_what_(refusal, SKED_E_SETTING, "heuristic",
                                 "SKED_MAP_HEURISTICS leaves it out");
    }
#endif
    if (request->jobs == 0) {
        return sked_refuse_(refusal, SKED_E_NO_JOBS, "jobs", 0, 1, SKED_NEVER);
    }
    if (request->machines == 0) {
        return sked_refuse_(refusal, SKED_E_NO_MACHINES, "machines", 0, 1, SKED_NEVER);
    }
    return sked_give_size_(refusal, "jobs", sked_map_layout_(sized, request, NULL), bytes);
}

SKED_API sked_map_request sked_map_request_of(uint32_t jobs, uint32_t machines,
                                              const sked_time *times) {
    sked_map_request request = SKED_ZERO;
    request.jobs = jobs;
    request.machines = machines;
    request.times = times;
    request.heuristic = SKED_MIN_MIN;
    return request;
}

SKED_API sked_status sked_map_bytes(const sked_map_request *request, size_t *bytes) {
    sked_map_view_ sized;
    return sked_map_check_(request, &sized, bytes);
}

/* ---- >>map.table: reading the table, and beginning a mapping ---- */

/* Each line is read once, by sked_map_prepare or sked_pjs_prepare, and bounded: the longest times
 * of all jobs and the latest free time add up to at most SKED_TIME_MAX. As a machine that works
 * never waits, no load of any mapping comes above that sum, and nothing later can overflow. */

/* The times of a job, by machine. */
static const sked_time *sked_map_line_(const sked_map_view_ *view, uint32_t job) {
    SKED_ASSERT(job < view->request->jobs);
    return view->request->times + (size_t)job * view->request->machines;
}

/* Looks at one line of the table: the lowest machine of least time, and the longest time.
 * Cost O(m); two plain loops, which compilers turn into vector code. */
static sked_status sked_map_read_(const sked_time *line, uint32_t machines, uint32_t *least,
                                  uint64_t *longest) {
    uint64_t shortest = UINT64_MAX, largest = 0;
    uint32_t m;
    for (m = 0; m < machines; m++) {
        const uint64_t time = (uint64_t)line[m];
        const uint64_t bounded = time == (uint64_t)SKED_NEVER ? 0 : time;
        shortest = time < shortest ? time : shortest;
        largest = bounded > largest ? bounded : largest;
    }
    if (largest > (uint64_t)SKED_TIME_MAX) {
        return SKED_E_TIME;
    }
    if (shortest > (uint64_t)SKED_TIME_MAX) {
        return SKED_E_NOWHERE;
    }
    for (m = 0; (uint64_t)line[m] != shortest; m++) {
    }
    SKED_ASSERT(m < machines && shortest <= largest);
    *least = m;
    *longest = largest;
    return SKED_OK;
}

/* Remembers for what the block is prepared, and the sum of the jobs' longest times. */
static void sked_map_prepared_(const sked_map_view_ *view, uint64_t longest) {
    SKED_ASSERT(longest <= (uint64_t)SKED_TIME_MAX);
    SKED_ASSERT(view->state->jobs == 0);        /* since the block was laid out */
    view->state->longest = longest;
    view->state->jobs = view->request->jobs;
    view->state->machines = view->request->machines;
    view->state->heuristic = (uint32_t)view->request->heuristic;
    view->state->options = view->request->options;
}

/* Names the job at fault, and the first of its times that is none, if that is the fault. */
static sked_status sked_map_refuse_job_(const sked_map_view_ *view, sked_status status,
                                        uint32_t job) {
#if SKED_REFUSALS
    const sked_map_request *request = view->request;
    const sked_time *line = sked_map_line_(view, job);
    uint32_t m;
    (void)sked_refuse_entry_(request->refusal, status, "job", job, NULL, SKED_NO_VALUE);
    for (m = 0; status == SKED_E_TIME && m < request->machines; m++) {
        if (!sked_is_point_(line[m]) && line[m] != SKED_NEVER) {
            (void)sked_refuse_entry_(request->refusal, status, "job", job, "times", line[m]);
            return sked_refuse_with_(request->refusal, status, "machine", m);
        }
    }
#else
    (void)view, (void)job;
#endif
    return status;
}

SKED_API sked_status sked_map_prepare(const sked_map_request *request, void *block, size_t bytes) {
    sked_map_view_ view;
    size_t needed;
    uint64_t sum = 0;
    uint32_t j;
    sked_status status = sked_map_check_(request, &view, &needed);
    if (status != SKED_OK) {
        return status;
    }
    status = sked_check_block_(request->refusal, block, bytes, needed);
    if (status != SKED_OK) {
        return status;
    }
    (void)sked_map_layout_(&view, request, block);
    view.state->jobs = 0;                       /* not prepared, should the table be refused */
    for (j = 0; j < request->jobs && status == SKED_OK; j++) {
        uint64_t longest = 0;
        status = sked_map_read_(sked_map_line_(&view, j), request->machines, &view.least[j],
                                &longest);
        sum += longest;
        if (status == SKED_OK && sum > (uint64_t)SKED_TIME_MAX) {
            status = SKED_E_OVERFLOW;
        }
    }
    if (status != SKED_OK) {
        return sked_map_refuse_job_(&view, status, j - 1);
    }
    sked_map_prepared_(&view, sum);
    return SKED_OK;
}

/* Sets all machines to their free times and lists the jobs to map. Rows of the others say so. */
static void sked_map_begin_(sked_map_view_ *view, sked_map_row *rows) {
    const sked_map_request *request = view->request;
    const sked_set *leave_out = view->leave_out;
    uint32_t i;
    for (i = 0; i < request->machines; i++) {
        view->load[i] = view->free_from == NULL ? 0 : (uint64_t)view->free_from[i];
        SKED_ASSERT(view->load[i] <= (uint64_t)SKED_TIME_MAX);
    }
    view->rows = rows;
    view->left_count = 0;
    for (i = 0; i < request->jobs; i++) {
        if (leave_out != NULL && sked_set_has(leave_out, i)) {
            rows[i].start = rows[i].end = 0;
            rows[i].machine = SKED_NONE;
        } else {
            view->left[view->left_count++] = i;
        }
    }
    SKED_ASSERT(view->left_count > 0);          /* callers see to it */
}

/* The job comes next on the machine. */
static void sked_map_assign_(sked_map_view_ *view, uint32_t job, uint32_t machine) {
    const uint64_t start = view->load[machine];
    const uint64_t end = start + (uint64_t)sked_map_line_(view, job)[machine];
    SKED_ASSERT(machine < view->request->machines);
    SKED_ASSERT(end >= start && end <= (uint64_t)SKED_TIME_MAX);    /* it can run there */
    view->rows[job].start = (sked_time)start;
    view->rows[job].end = (sked_time)end;
    view->rows[job].machine = machine;
    view->load[machine] = end;
}

/* The earliest completion of a job, and the lowest machine that offers it. */
static uint64_t sked_map_best_(const sked_map_view_ *view, uint32_t job, uint32_t *machine) {
    const sked_time *line = sked_map_line_(view, job);
    const uint64_t *load = view->load;
    const uint32_t machines = view->request->machines;
    uint64_t earliest = UINT64_MAX;
    uint32_t m;
    if ((view->has_kept & (uint32_t)SKED_MAP_COLUMNS_) != 0 &&
        load[view->kept_best[job]] == view->kept_load[view->kept_best[job]]) {
        *machine = view->kept_best[job];        /* no load is less than it was then */
        SKED_ASSERT(view->kept_bid[job] == load[*machine] + (uint64_t)line[*machine]);
        return view->kept_bid[job];
    }
    for (m = 0; m < machines; m++) {
        const uint64_t completion = load[m] + (uint64_t)line[m];
        earliest = completion < earliest ? completion : earliest;
    }
    for (m = 0; load[m] + (uint64_t)line[m] != earliest; m++) {
    }
    SKED_ASSERT(m < machines && earliest <= (uint64_t)SKED_TIME_MAX);
    *machine = m;
    return earliest;
}

/* ---- >>map.turn: OLB, MET, MCT, which take the jobs in their order ---- */

/* The lowest machine that is free first, of those that can run the job. */
static uint32_t sked_map_first_free_(const sked_map_view_ *view, uint32_t job) {
    const sked_time *line = sked_map_line_(view, job);
    uint32_t m, first = SKED_NONE;
    for (m = 0; m < view->request->machines; m++) {
        if (line[m] != SKED_NEVER && (first == SKED_NONE || view->load[m] < view->load[first])) {
            first = m;
        }
    }
    SKED_ASSERT(first != SKED_NONE);            /* the table was checked */
    return first;
}

static void sked_map_in_turn_(sked_map_view_ *view) {
    uint32_t i;
    for (i = 0; i < view->left_count; i++) {
        const uint32_t job = view->left[i];
        uint32_t machine = view->least[job];
        if (sked_map_has_(view, SKED_MAP_FREE_FIRST_)) {
            machine = sked_map_first_free_(view, job);
        } else if (sked_map_has_(view, SKED_MAP_EARLIEST_)) {
            (void)sked_map_best_(view, job, &machine);
        }
        sked_map_assign_(view, job, machine);
    }
}

/* ---- >>map.tournament: whose candidate is the earliest ---- */

/* Each machine enters one candidate job; the earliest completion wins, equal ones by the lowest
 * job, then the lowest machine. tree[1] is the winner, tree[m + machine] a leaf, and each node the
 * winner of the two below it: so a new candidate is played on one path only, in O(log m).
 * Source: Knuth (1973), section 5.4.1, loser trees; this one keeps winners. */
static uint32_t sked_map_winner_(const sked_map_view_ *view, uint32_t a, uint32_t b) {
    if (view->front[a] != view->front[b]) {
        return view->front[a] < view->front[b] ? a : b;
    }
    if (view->top[a] != view->top[b]) {
        return view->top[a] < view->top[b] ? a : b;
    }
    return a < b ? a : b;
}

static void sked_map_tree_play_(sked_map_view_ *view, uint32_t machine) {
    size_t node = ((size_t)view->request->machines + (size_t)machine) / 2;
    SKED_ASSERT(view->tree[(size_t)view->request->machines + machine] == machine);
    for (; node > 0; node /= 2) {
        view->tree[node] = sked_map_winner_(view, view->tree[2 * node], view->tree[2 * node + 1]);
    }
    SKED_ASSERT(sked_map_winner_(view, view->tree[1], machine) == view->tree[1]);
}

static void sked_map_tree_build_(sked_map_view_ *view) {
    const size_t machines = (size_t)view->request->machines;
    size_t node;
    for (node = 0; node < machines; node++) {
        view->tree[machines + node] = (uint32_t)node;
    }
    for (node = machines - 1; node > 0; node--) {
        view->tree[node] = sked_map_winner_(view, view->tree[2 * node], view->tree[2 * node + 1]);
    }
    SKED_ASSERT(view->front[view->tree[1]] != UINT64_MAX);      /* somebody has a candidate */
}

/* ---- >>map.columns: min-min, by sorted columns ---- */

/* Each machine keeps its jobs sorted by time (the idea of Ezzatti, Pedemonte and Martin 2013), so
 * that each step compares one job per machine. Ours: only few entries of the table are ever sorted.
 * At a reading an entry is left out iff its completion there exceeds its job's best one by more
 * than `slack`. While the loads have grown since by amounts that differ by at most `slack`, it
 * stays strictly behind the entry that was best, which is never left out: so it is not chosen, nor
 * tied. When the growths differ by more, the table is read again with a larger slack. Of what was
 * read, a column sorts only its least stretch (as quicksort would), and the next one when it gets
 * there, without the jobs that have been mapped by then. */
static void sked_map_columns_open_(sked_map_columns_ *column, uint32_t machines) {
    sked_fill32_(column->head, machines, 0);
    sked_fill32_(column->end, machines, 0);
}

static sked_pair *sked_map_columns_of_(const sked_map_view_ *view, const sked_map_columns_ *column,
                                       uint32_t machine) {
    return &column->entry[(size_t)machine * view->request->jobs];
}

static void sked_map_columns_add_(const sked_map_view_ *view, sked_map_columns_ *column,
                                  uint32_t machine, uint32_t job) {
    sked_pair *entry = sked_map_columns_of_(view, column, machine) + column->end[machine]++;
    SKED_ASSERT(column->end[machine] <= view->request->jobs);
    entry->key = (uint64_t)sked_map_line_(view, job)[machine];
    entry->index = job;
    SKED_ASSERT(entry->key <= (uint64_t)SKED_TIME_MAX);
}

/* Begins with columns that were read: each is one stretch that is not sorted. */
static void sked_map_columns_start_(sked_map_view_ *view) {
    uint32_t m;
    for (m = 0; m < view->request->machines; m++) {
        SKED_ASSERT(view->column.head[m] == 0 && view->column.end[m] <= view->left_count);
        view->rest[m].count = 1;
        view->rest[m].end[0] = view->column.end[m];
        view->column.end[m] = 0;
    }
}

/* What is kept serves several mappings, and so is sorted whole. */
static void sked_map_columns_sort_kept_(sked_map_view_ *view) {
    uint32_t m;
    for (m = 0; m < view->request->machines; m++) {
        view->kept_load[m] = view->load[m];
        sked_sort(sked_map_columns_of_(view, &view->kept, m), (size_t)view->kept.end[m]);
    }
}

/* Sorts the least stretch of a machine's column. */
static void sked_map_columns_sort_stretch_(sked_map_view_ *view, uint32_t machine) {
    sked_pair *entry = sked_map_columns_of_(view, &view->column, machine);
    sked_map_rest_ *rest = &view->rest[machine];
    uint32_t end = rest->end[--rest->count], from = end, i;
    SKED_ASSERT(rest->count < SKED_MAP_STRETCHES_);
    SKED_ASSERT(view->column.head[machine] == view->column.end[machine]);
    /* Jobs that are mapped drop out of it; the others move to its end. */
    for (i = end; i > view->column.end[machine]; i--) {
        const sked_pair moving = entry[i - 1];
        entry[from - 1] = moving;
        from -= 1u - view->mapped[moving.index];
    }
    SKED_ASSERT(from >= view->column.end[machine] && from <= end);
    /* Split until the least part is short. A lopsided split is the last one: so no entry is walked
     * over more than O(log) times. */
    while (end - from > SKED_MAP_STRETCH_SHORT_ && rest->count + 1 < SKED_MAP_STRETCHES_) {
        const uint32_t count = end - from;
        const uint32_t less = (uint32_t)sked_sort_split_(entry + from, (size_t)count);
        if (less < count / 16) {
            break;
        }
        rest->end[rest->count++] = end;
        end = from + less;
    }
    sked_sort(entry + from, (size_t)(end - from));
    view->column.head[machine] = from;
    view->column.end[machine] = end;
    SKED_ASSERT(rest->count == 0 || end <= rest->end[rest->count - 1]);
    SKED_ASSERT(rest->count == 0 || from == end || end == rest->end[rest->count - 1] ||
                sked_pair_less_(&entry[end - 1], &entry[end]));     /* the rest is greater */
}


/* Reads the lines of all jobs that are left, into `kept` if that is the first reading of several
 * mappings. */
static void sked_map_columns_read_(sked_map_view_ *view, uint64_t slack) {
    const uint32_t machines = view->request->machines;
    const int keep = view->keeps && view->has_kept == 0;
    sked_map_columns_ *column = keep ? &view->kept : &view->column;
    uint32_t i, m;
    SKED_ASSERT(slack <= (uint64_t)SKED_TIME_MAX);      /* so that no sum below wraps */
    for (m = 0; m < machines; m++) {
        view->base[m] = view->load[m];
    }
    sked_map_columns_open_(&view->column, machines);
    if (keep) {
        sked_map_columns_open_(&view->kept, machines);
    }
    for (m = 0; view->keeps && m < machines; m++) {
        view->kept.head[m] = view->kept.end[m];         /* read anew: what is kept there waits */
    }
    /* Two passes over a line, rather than one that remembers: both become vector code. */
    for (i = 0; i < view->left_count; i++) {
        const uint32_t job = view->left[i];
        const sked_time *line = sked_map_line_(view, job);
        const uint64_t *load = view->load;
        uint64_t limit = UINT64_MAX;
        for (m = 0; m < machines; m++) {
            const uint64_t completion = load[m] + (uint64_t)line[m];
            limit = completion < limit ? completion : limit;
        }
        if (keep) {
            view->kept_bid[job] = limit;
            for (m = 0; load[m] + (uint64_t)line[m] != limit; m++) {
            }
            view->kept_best[job] = m;
        }
        SKED_ASSERT(limit <= (uint64_t)SKED_TIME_MAX);  /* the best is never left out */
        limit += slack; /*~slack_is_read*/
        for (m = 0; m < machines; m++) {
            if (load[m] + (uint64_t)line[m] <= limit) {
                sked_map_columns_add_(view, column, m, job);
            }
        }
    }
    sked_map_columns_start_(view);
    if (keep) {
        sked_map_columns_sort_kept_(view);
        view->kept_slack = slack;
        view->has_kept = (uint32_t)SKED_MAP_COLUMNS_;
    }
}

/* Begins another mapping with the first reading, where some loads have grown since. What it left
 * out stays out, except where the load of a job's best machine has grown: then entries of that job
 * are added, up to its new limit. */
static void sked_map_columns_again_(sked_map_view_ *view) {
    const uint64_t *load = view->load, *kept_load = view->kept_load;
    const uint32_t machines = view->request->machines;
    uint32_t i, m;
    for (m = 0; m < machines; m++) {
        view->base[m] = load[m];
    }
    sked_map_columns_open_(&view->column, machines);
    sked_fill32_(view->kept.head, machines, 0);
    for (i = 0; i < view->left_count; i++) {
        const uint32_t job = view->left[i];
        const sked_time *line = sked_map_line_(view, job);
        const uint64_t before = view->kept_bid[job] + view->kept_slack;
        const uint64_t limit = sked_map_best_(view, job, &m) + view->kept_slack;
        SKED_ASSERT(limit >= before);           /* from mapping to mapping, loads only grow */
        if (limit == before) {
            continue;
        }
        for (m = 0; m < machines; m++) {
            if (load[m] + (uint64_t)line[m] <= limit && kept_load[m] + (uint64_t)line[m] > before) {
                sked_map_columns_add_(view, &view->column, m, job);
            }
        }
    }
    sked_map_columns_start_(view);
}

/* The first sorted entry of a machine's column whose job is not mapped; NULL if there is none. */
static const sked_pair *sked_map_columns_first_(const sked_map_view_ *view,
                                                const sked_map_columns_ *column,
                                                uint32_t machine) {
    const sked_pair *entry = sked_map_columns_of_(view, column, machine);
    const uint32_t end = column->end[machine];
    uint32_t head = column->head[machine]; /*~column_head*/
    SKED_ASSERT(head <= end && end <= view->request->jobs);
    while (head < end && view->mapped[entry[head].index]) {
        head++;
    }
    SKED_ASSERT(head + 1 >= end || sked_pair_less_(&entry[head], &entry[head + 1]));
    column->head[machine] = head;
    return head < end ? &entry[head] : NULL;
}

/* Enters the machine's next unmapped job; an empty column comes after any completion. What was read
 * and what is kept are two columns of it: the lesser of their first entries is next. */
static void sked_map_columns_enter_(sked_map_view_ *view, uint32_t machine) {
    const sked_pair *entry = sked_map_columns_first_(view, &view->column, machine);
    while (entry == NULL && view->rest[machine].count > 0) {
        sked_map_columns_sort_stretch_(view, machine);
        entry = sked_map_columns_first_(view, &view->column, machine);
    }
    if (view->keeps) {
        const sked_pair *kept = sked_map_columns_first_(view, &view->kept, machine);
        if (entry == NULL || (kept != NULL && sked_pair_less_(kept, entry))) {
            entry = kept;
        }
    }
    view->front[machine] = UINT64_MAX;
    view->top[machine] = SKED_NONE;
    if (entry != NULL) {
        SKED_ASSERT(!view->mapped[entry->index]);
        SKED_ASSERT(entry->key == (uint64_t)sked_map_line_(view, entry->index)[machine]);
        view->front[machine] = view->load[machine] + entry->key;
        view->top[machine] = entry->index;
    }
    SKED_ASSERT(view->front[machine] >= view->load[machine]);
}

static uint64_t sked_map_growth_least_(const sked_map_view_ *view) {
    uint64_t least = UINT64_MAX;
    uint32_t m;
    for (m = 0; m < view->request->machines; m++) {
        const uint64_t growth = view->load[m] - view->base[m];
        SKED_ASSERT(view->load[m] >= view->base[m]);
        least = growth < least ? growth : least;
    }
    return least;
}

/* Maps jobs until all are mapped, or the growths differ by more than `slack`. A candidate that
 * has been mapped elsewhere is replaced when it wins: until then it is only too early. Returns how
 * many are left. */
static uint32_t sked_map_columns_run_(sked_map_view_ *view, uint64_t slack, uint32_t missing) {
    uint64_t most = 0, least = 0;               /* growths; `least` may lag behind */
    uint32_t m;
    for (m = 0; m < view->request->machines; m++) {
        sked_map_columns_enter_(view, m);
    }
    sked_map_tree_build_(view);
    while (missing > 0) {
        const uint32_t machine = view->tree[1];
        const uint32_t job = view->top[machine];
        SKED_ASSERT(job < view->request->jobs);     /* whoever is left is in some column */
        if (!view->mapped[job]) {
            uint64_t growth;
            /* Only now does it matter what was left out. The least growth takes a loop: so it is
             * made anew only when the old one, which can only be too small, does not do. */
            if (most - least > slack) {
                least = sked_map_growth_least_(view);
                SKED_ASSERT(least <= most);
                if (most - least > slack) {
                    break;
                }
            }
            SKED_ASSERT(view->front[machine] ==
                        view->load[machine] + (uint64_t)sked_map_line_(view, job)[machine]);
            sked_map_assign_(view, job, machine);
            view->mapped[job] = 1;
            missing--;
            growth = view->load[machine] - view->base[machine];
            most = growth > most ? growth : most;
        }
        sked_map_columns_enter_(view, machine);
        sked_map_tree_play_(view, machine);
    }
    return missing;
}

/* How far apart loads typically drift: a few times the time of a typical job, from a sample of the
 * lines; more if a reading is to serve several mappings. Any value gives the same plan. */
#define SKED_MAP_DRIFT_ 2u
#define SKED_MAP_DRIFT_KEPT_ 6u

static uint64_t sked_map_columns_slack_(const sked_map_view_ *view) {
    const uint32_t drift = view->keeps ? SKED_MAP_DRIFT_KEPT_ : SKED_MAP_DRIFT_;
    const uint32_t sample = view->left_count < 64 ? view->left_count : 64;
    uint64_t sum = 0;
    uint32_t i;
    SKED_ASSERT(sample > 0);
    for (i = 0; i < sample; i++) {
        const uint32_t job = view->left[(uint64_t)i * view->left_count / sample];
        sum += (uint64_t)sked_map_line_(view, job)[view->least[job]];
    }
    sum = sum / sample;
    SKED_ASSERT(sum <= (uint64_t)SKED_TIME_MAX);        /* the table was checked */
    return sum <= (uint64_t)SKED_TIME_MAX / drift ? sum * drift : (uint64_t)SKED_TIME_MAX;
}

static void sked_map_by_columns_(sked_map_view_ *view) {
    uint64_t slack = view->kept_slack;
    uint32_t i, missing = view->left_count;
    /* Jobs that this mapping leaves out count as mapped: what is kept has their entries, too. */
    for (i = 0; i < view->request->jobs; i++) {
        view->mapped[i] = 1;
    }
    for (i = 0; i < missing; i++) {
        view->mapped[view->left[i]] = 0;
    }
    if (view->has_kept != 0) {
        sked_map_columns_again_(view);
    } else {
        slack = sked_map_columns_slack_(view);
        sked_map_columns_read_(view, slack);
    }
    for (;;) {
        missing = sked_map_columns_run_(view, slack, missing);
        if (missing == 0) {
            return;
        }
        /* Loads drifted apart: read what is left again, with a larger slack. The largest holds for
         * any growths, so that this ends; eight times more each time, so that it ends soon. */
        SKED_ASSERT(slack < (uint64_t)SKED_TIME_MAX && missing <= view->left_count);
        view->left_count = 0;
        for (i = 0; view->left_count < missing; i++) {
            if (!view->mapped[view->left[i]]) {
                view->left[view->left_count++] = view->left[i];
            }
        }
        slack = slack < (uint64_t)SKED_TIME_MAX / 8 ? 8 * slack + 1 : (uint64_t)SKED_TIME_MAX;
        sked_map_columns_read_(view, slack);
    }
}

/* ---- >>map.places: max-min, and min-min in little memory ---- */

/* All that columns cannot or may not do, in O(jobs) memory. Each job has a place with its bid, its
 * best completion (its complement where the latest is wanted, so that the lowest bid is next). When
 * a machine's load grows, only jobs that had chosen it can find a worse best completion: they form
 * a chain and are looked at again. Places lie in blocks with their lowest bid; only blocks in which
 * a bid has changed are searched. Served jobs bid UINT64_MAX; when they are half of the places, the
 * others move together. */

/* Lets a job choose: writes its bid and enters it into its machine's chain. */
static void sked_map_choose_(sked_map_view_ *view, uint32_t place, uint64_t flip) {
    const uint32_t job = view->left[place];
    uint32_t machine = view->least[job];
    uint64_t completion;
    if ((view->request->options & SKED_MAP_LEAST_TIME) != 0) {
        completion = view->load[machine] + (uint64_t)sked_map_line_(view, job)[machine];
    } else {
        completion = sked_map_best_(view, job, &machine);
    }
    SKED_ASSERT(place < view->left_count && completion <= (uint64_t)SKED_TIME_MAX);
    view->sum += completion;
    view->bid[place] = completion ^ flip;
    view->best[place] = machine;
    view->chain[place] = view->top[machine];
    view->top[machine] = place;
    view->changed[sked_map_block_of_(place)] = 1;
}

/* Moves the waiting jobs together and lets all choose. */
static void sked_map_gather_(sked_map_view_ *view, uint64_t flip) {
    uint32_t place, kept = 0, machine;
    for (place = 0; place < view->left_count; place++) {
        if (view->bid[place] != UINT64_MAX) {
            view->left[kept++] = view->left[place];
        }
    }
    view->left_count = kept;
    view->sum = view->sum_done;
    for (machine = 0; machine < view->request->machines; machine++) {
        view->top[machine] = SKED_NONE;
    }
    for (place = 0; place < kept; place++) {
        sked_map_choose_(view, place, flip);
    }
}

static uint64_t sked_map_lowest_(const uint64_t *bid, uint32_t count) {
    uint64_t lowest = UINT64_MAX;
    uint32_t i;
    for (i = 0; i < count; i++) {
        lowest = bid[i] < lowest ? bid[i] : lowest;
    }
    return lowest;
}

/* The first place with the lowest bid, that is, its lowest job. */
static uint32_t sked_map_next_(sked_map_view_ *view) {
    const uint32_t size = SKED_MAP_BLOCK_;
    const uint32_t blocks = sked_map_block_of_(view->left_count - 1) + 1;
    uint64_t lowest;
    uint32_t block, place;
    for (block = 0; block < blocks; block++) {
        if (view->changed[block]) {
            const uint32_t left = view->left_count - block * size;
            view->changed[block] = 0;
            view->block_bid[block] =
                sked_map_lowest_(&view->bid[(size_t)block * size], left < size ? left : size);
        }
    }
    lowest = sked_map_lowest_(view->block_bid, blocks);
    for (block = 0; view->block_bid[block] != lowest; block++) {
    }
    for (place = block * size; view->bid[place] != lowest; place++) {
    }
    SKED_ASSERT(lowest != UINT64_MAX);          /* somebody waits */
    SKED_ASSERT(place < view->left_count && sked_map_block_of_(place) == block);
    return place;
}

/* ---- >>map.bounds: when max-min cannot help ---- */

/* Two bounds on the sum of job times show early that max-min will not help. No job ends before
 * its bid. And no plan of the jobs that wait is better than one where each takes its least time,
 * on machines that differ in their loads alone; there the shortest job next, on the machine that is
 * free first, is best (Conway, Maxwell and Miller 1967). */
static void sked_map_bound_prepare_(sked_map_view_ *view) {
    uint32_t i;
    for (i = 0; i < view->request->jobs; i++) {
        view->waits[i] = 0;
        if (!view->has_short_first) {
            view->short_first[i].key = (uint64_t)sked_map_line_(view, i)[view->least[i]];
            view->short_first[i].index = i;
        }
    }
    for (i = 0; i < view->left_count; i++) {
        view->waits[view->left[i]] = 1;
    }
    if (!view->has_short_first) {
        sked_sort(view->short_first, (size_t)view->request->jobs);
        view->has_short_first = 1;
    }
}

static uint64_t sked_map_bound_(const sked_map_view_ *view) {
    const uint32_t machines = view->request->machines;
    uint64_t sum = view->sum_done;
    uint32_t i;
    for (i = 0; i < machines; i++) {
        view->heap[i].key = UINT64_MAX - view->load[i];
        view->heap[i].index = i;
    }
    sked_heap_build_(view->heap, (size_t)machines);
    for (i = 0; i < view->request->jobs; i++) {
        if (view->waits[view->short_first[i].index]) {
            view->heap[0].key -= view->short_first[i].key;
            sum += UINT64_MAX - view->heap[0].key;
            sked_heap_sink_(view->heap, (size_t)machines, 0);
        }
    }
    SKED_ASSERT(sum >= view->sum_done);         /* no limit is set where sums might wrap */
    return sum;
}

/* Is the sum of the plan being made sure to be `limit` or more? The costly bound is looked at when
 * 4, 8, 16, ... jobs are served. */
static int sked_map_is_hopeless_(const sked_map_view_ *view, uint64_t limit, uint32_t served) {
    if (limit == UINT64_MAX) {
        return 0;
    }
    return view->sum >= limit ||
           (served >= 4 && (served & (served - 1)) == 0 && sked_map_bound_(view) >= limit);
}

/* Returns 1; or 0, and no plan, if its sum of job times would be `limit` or more. */
static int sked_map_places_(sked_map_view_ *view, int latest, uint64_t limit) {
    const uint64_t flip = latest ? (uint64_t)SKED_TIME_MAX : 0;
    const uint32_t jobs = view->left_count;
    uint32_t missing = jobs, place;
    for (place = 0; place < missing; place++) {
        view->bid[place] = 0;
    }
    view->sum_done = 0;
    if (limit != UINT64_MAX) {
        sked_map_bound_prepare_(view);
    }
    sked_map_gather_(view, flip);
    while (missing > 0) {
        uint32_t machine, rest;
        if (sked_map_is_hopeless_(view, limit, jobs - missing)) {
            return 0;
        }
        /* The best bid is served: its job ends when it said. */
        place = sked_map_next_(view);
        machine = view->best[place];
        sked_map_assign_(view, view->left[place], machine);
        SKED_ASSERT(view->load[machine] == (view->bid[place] ^ flip));
        if (limit != UINT64_MAX) {
            view->waits[view->left[place]] = 0;
        }
        view->sum_done += view->bid[place] ^ flip;
        view->bid[place] = UINT64_MAX;
        view->changed[sked_map_block_of_(place)] = 1;
        missing--;
        /* Whoever had chosen the same machine chooses again. The chain is cut off first, as some
         * will choose this machine once more. */
        rest = view->top[machine];
        view->top[machine] = SKED_NONE;
        while (rest != SKED_NONE) {
            const uint32_t next = view->chain[rest];
            SKED_ASSERT(view->best[rest] == machine);
            SKED_ASSERT((view->bid[rest] == UINT64_MAX) == (rest == place));
            if (rest != place) {
                view->sum -= view->bid[rest] ^ flip;
                sked_map_choose_(view, rest, flip);
            }
            rest = next;
        }
        if (missing > 0 && missing < view->left_count / 2) {
            sked_map_gather_(view, flip);
            SKED_ASSERT(view->left_count == missing);
        }
    }
    SKED_ASSERT(view->sum == view->sum_done);
    return 1;
}

/* ---- >>map.sufferage: sufferage, and in passes ---- */

/* A sufferage is the difference of two completions: it does not change while only loads of other
 * machines grow. Source: Maheswaran et al. (1999), for the passes. */

/* What a job loses if it gets only its second best machine; without bound if it has no second one.
 * Remembers both machines. */
static void sked_map_suffer_(sked_map_view_ *view, uint32_t job) {
    const sked_time *line = sked_map_line_(view, job);
    uint64_t first = UINT64_MAX, other = UINT64_MAX;
    uint32_t m;
    view->best[job] = view->second[job] = SKED_NONE;
    for (m = 0; m < view->request->machines; m++) {
        const uint64_t completion = view->load[m] + (uint64_t)line[m];
        if (line[m] == SKED_NEVER) {
            continue;
        }
        if (completion < first) {
            other = first;
            view->second[job] = view->best[job];
            first = completion;
            view->best[job] = m;
        } else if (completion < other) {
            other = completion;
            view->second[job] = m;
        }
    }
    SKED_ASSERT(view->best[job] != SKED_NONE && view->best[job] != view->second[job]);
    SKED_ASSERT(other >= first && (other == UINT64_MAX) == (view->second[job] == SKED_NONE));
    view->bid[job] = other == UINT64_MAX ? UINT64_MAX : other - first;
}

/* One job per step. A sufferage changes only if one of the job's two machines was taken: a load
 * that grows elsewhere cannot make a third machine better. */
static void sked_map_sufferage_(sked_map_view_ *view) {
    uint32_t i;
    for (i = 0; i < view->left_count; i++) {
        sked_map_suffer_(view, view->left[i]);
    }
    while (view->left_count > 0) {
        uint32_t next = 0, kept = 0, machine;
        /* The first of those that suffer most: it is the lowest job. */
        for (i = 1; i < view->left_count; i++) {
            if (view->bid[view->left[i]] > view->bid[view->left[next]]) {
                next = i;
            }
        }
        machine = view->best[view->left[next]];
        sked_map_assign_(view, view->left[next], machine);
        /* The others stay in their order; those whose machine it was look again. */
        for (i = 0; i < view->left_count; i++) {
            const uint32_t job = view->left[i];
            if (i == next) {
                continue;
            }
            view->left[kept++] = job;
            if (view->best[job] == machine || view->second[job] == machine) {
                sked_map_suffer_(view, job);
            }
        }
        SKED_ASSERT(kept + 1 == view->left_count);
        view->left_count = kept;
    }
}

/* In passes: within one, loads do not change. top[machine] is the job that claims the machine. */
static void sked_map_sufferage_pass_(sked_map_view_ *view) {
    while (view->left_count > 0) {
        uint32_t i, kept = 0;
        for (i = 0; i < view->request->machines; i++) {
            view->top[i] = SKED_NONE;
        }
        /* Each job claims its best machine; whoever suffers less gives way, until the next pass. */
        for (i = 0; i < view->left_count; i++) {
            const uint32_t job = view->left[i];
            uint32_t *claim;
            sked_map_suffer_(view, job);
            claim = &view->top[view->best[job]];
            if (*claim == SKED_NONE || view->bid[job] > view->bid[*claim]) {
                *claim = job;
            }
        }
        for (i = 0; i < view->left_count; i++) {
            const uint32_t job = view->left[i];
            if (view->top[view->best[job]] != job) {
                view->left[kept++] = job;
            }
        }
        SKED_ASSERT(kept < view->left_count);           /* so the passes end */
        view->left_count = kept;
        for (i = 0; i < view->request->machines; i++) {
            if (view->top[i] != SKED_NONE) {
                SKED_ASSERT(view->best[view->top[i]] == i);
                sked_map_assign_(view, view->top[i], i);
            }
        }
    }
}

/* ---- >>map.run: both halves of a duplex; the parts of a request ---- */

/* The makespan and the sum of job times of the plan that was made. */
static sked_map_result sked_map_sum_up_(const sked_map_view_ *view, sked_heuristic used) {
    sked_map_result result = {0, {0, 0}, SKED_OLB};
    sked_u128 end = {0, 0};
    uint32_t i;
    for (i = 0; i < view->request->jobs; i++) {
        SKED_ASSERT((view->rows[i].machine != SKED_NONE) ==
                    !(view->leave_out != NULL && sked_set_has(view->leave_out, i)));
        SKED_ASSERT(view->rows[i].start <= view->rows[i].end);
        if (view->rows[i].end > result.makespan) {
            result.makespan = view->rows[i].end;
        }
        end.low = (uint64_t)view->rows[i].end;
        result.job_times = sked_u128_add(result.job_times, end);
    }
    result.used = used;
    return result;
}

/* From which sum on max-min cannot matter: min-min's, or the caller's limit. UINT64_MAX, which is
 * none, if sums might wrap: that takes jobs that end beyond 2^64 / jobs. */
static uint64_t sked_map_duplex_limit_(const sked_map_view_ *view,
                                       const sked_map_result *min_min) {
    uint64_t latest = 0;
    uint32_t m;
    for (m = 0; view->free_from != NULL && m < view->request->machines; m++) {
        const uint64_t load = (uint64_t)view->free_from[m];
        latest = load > latest ? load : latest;
    }
    if (!sked_map_has_(view, SKED_MAP_BY_SUM_) ||
        sked_u128_mul(latest + view->state->longest, view->request->jobs).high != 0) {
        return UINT64_MAX;
    }
    SKED_ASSERT(min_min->job_times.high == 0);
    return min_min->job_times.low < view->limit ? min_min->job_times.low : view->limit;
}

/* After min-min: max-min too, and the better of both. */
static sked_map_result sked_map_duplex_(sked_map_view_ *view, sked_map_row *rows) {
    const sked_map_result min_min = sked_map_sum_up_(view, SKED_MIN_MIN);
    const uint64_t limit = sked_map_duplex_limit_(view, &min_min);
    sked_map_result max_min;
    uint32_t i;
    int better;
    sked_map_begin_(view, view->other);
    if (!sked_map_places_(view, 1, limit)) {
        return min_min;
    }
    max_min = sked_map_sum_up_(view, SKED_MAX_MIN);
    SKED_ASSERT(limit == UINT64_MAX || max_min.job_times.low < limit);
    better = sked_map_has_(view, SKED_MAP_BY_MAKESPAN_)
                 ? max_min.makespan < min_min.makespan
                 : sked_u128_compare(max_min.job_times, min_min.job_times) < 0;
    for (i = 0; better && i < view->request->jobs; i++) {
        rows[i] = view->other[i];
    }
    return better ? max_min : min_min;
}

/* Runs the parts of a request: one of these, or min-min and then the rest of a duplex. */
static sked_map_result sked_map_dispatch_(sked_map_view_ *view, sked_map_row *rows) {
    sked_map_begin_(view, rows);
    if (sked_map_has_(view, SKED_MAP_IN_TURN_)) {
        sked_map_in_turn_(view);
    }
    if (sked_map_has_(view, SKED_MAP_ONE_BY_ONE_)) {
        sked_map_sufferage_(view);
    }
    if (sked_map_has_(view, SKED_MAP_PASSES_)) {
        sked_map_sufferage_pass_(view);
    }
    if (sked_map_has_(view, SKED_MAP_COLUMNS_)) {
        sked_map_by_columns_(view);
    }
    if (sked_map_has_(view, SKED_MAP_MIN_MIN_)) {
        (void)sked_map_places_(view, 0, UINT64_MAX);
    }
    if (sked_map_has_(view, SKED_MAP_DUPLEX_)) {
        return sked_map_duplex_(view, rows);
    }
    if (sked_map_has_(view, SKED_MAP_MAX_MIN_)) {
        (void)sked_map_places_(view, 1, UINT64_MAX);
    }
    return sked_map_sum_up_(view, view->request->heuristic);
}

/* Was the block prepared for this request? */
static int sked_map_is_prepared_(const sked_map_view_ *view) {
    const sked_map_request *request = view->request;
    return view->state->jobs == request->jobs && view->state->machines == request->machines &&
           view->state->heuristic == (uint32_t)request->heuristic &&
           view->state->options == request->options;
}

/* Checks what prepare could not see, free times and jobs to leave out, and takes it over. */
static sked_status sked_map_accept_run_(sked_map_view_ *view, const sked_set *leave_out) {
    const sked_map_request *request = view->request;
    uint64_t latest = 0;
    uint32_t m;
    SKED_ASSERT(view->state->longest <= (uint64_t)SKED_TIME_MAX);
    if (sked_is_unfit_(request->refusal, "leave_out->size", leave_out, request->jobs)) {
        return SKED_E_RANGE;
    }
    for (m = 0; request->free_from != NULL && m < request->machines; m++) {
        if (!sked_is_point_(request->free_from[m])) {
            return sked_refuse_entry_(request->refusal, SKED_E_TIME, "machine", m, "free_from",
                                      request->free_from[m]);
        }
        if ((uint64_t)request->free_from[m] > latest) {
            latest = (uint64_t)request->free_from[m];
        }
    }
    if (latest + view->state->longest > (uint64_t)SKED_TIME_MAX) {
        return sked_refuse_what_(request->refusal, SKED_E_OVERFLOW, "free_from", NULL);
    }
    if (leave_out != NULL && sked_set_count(leave_out) == request->jobs) {
        return sked_refuse_what_(request->refusal, SKED_E_NO_JOBS, "leave_out", "it has all jobs");
    }
    view->leave_out = leave_out;
    view->free_from = request->free_from;
    return SKED_OK;
}

SKED_API sked_status sked_map_run(const sked_map_request *request, void *block, size_t bytes,
                                  const sked_set *leave_out, sked_map_row *rows,
                                  sked_map_result *result) {
    sked_map_view_ view;
    sked_map_result found;
    size_t needed;
    sked_status status = sked_map_check_(request, &view, &needed);
    SKED_ASSERT(rows != NULL);
    if (status != SKED_OK) {
        return status;
    }
    status = sked_check_block_(request->refusal, block, bytes, needed);
    if (status != SKED_OK) {
        return status;
    }
    (void)sked_map_layout_(&view, request, block);
    status = sked_map_is_prepared_(&view)
                 ? sked_map_accept_run_(&view, leave_out)
                 : sked_refuse_what_(request->refusal, SKED_E_BLOCK, "block",
                                     "not prepared for this request");
    if (status != SKED_OK) {
        return status;
    }
    found = sked_map_dispatch_(&view, rows);
    SKED_ASSERT(found.makespan <= SKED_TIME_MAX);
    if (result != NULL) {
        *result = found;
    }
    return SKED_OK;
}

SKED_API sked_status sked_map(const sked_map_request *request, sked_mem mem, sked_map_row *rows,
                              sked_map_result *result) {
    size_t bytes = 0;
    void *block;
    sked_status status = sked_map_bytes(request, &bytes);
    status = sked_take_block_(status, request->refusal, &mem, bytes, &block);
    if (status == SKED_OK) {
        status = sked_map_prepare(request, block, bytes);
        if (status == SKED_OK) {
            status = sked_map_run(request, block, bytes, NULL, rows, result);
        }
        sked_give_block_(&mem, block, bytes);
    }
    return status;
}

/* ---- >>pjs --------------------------------------------------------------------------------- */

/* The base line is a mapping; each pair that is tried is another one, of one job less, with the
 * members of the cluster taken until it ends. As long as no pair stays, profitabilities do not
 * change, so the next pair is the next lower one: a walk through them in falling order. Where they
 * are completions, a pair that stays changes them, and the walk begins anew. Loads only grow
 * from mapping to mapping, so that min-min goes on with what it read for the base line; and max-min
 * is given up as soon as its sum of job times cannot be of use (see >>map.bounds). */

/* ---- >>pjs.tables: the block, and reading both tables ---- */

#define SKED_PJS_OPTIONS_ (SKED_PJS_GO_ON | SKED_PJS_MAKESPAN | SKED_PJS_COMPLETION)

/* At the begin of a block, whatever the request: for what it is prepared, beside the mapping's
 * state. Written by sked_pjs_prepare at its end. */
typedef struct sked_pjs_state_ {
    uint32_t clusters, options;
} sked_pjs_state_;

/* A block, laid out. sked_pjs_prepare writes what runs only read: state, profit, members, present.
 * With SKED_PJS_COMPLETION a run writes profit, too. The rest belongs to one run. */
typedef struct sked_pjs_view_ {
    sked_map_view_ map;
    const sked_pjs_request *request;
    sked_pjs_state_ *state;
    uint64_t *profit;               /* per pair, [job * clusters + cluster]: a length; 0: none */
    uint32_t *members, *present;    /* per cluster: machines; present is 0 if too few are up */
    sked_time *free_from;           /* per machine: when the clusters of the best plan so far leave
                                       it. Grows with each pair that is taken up */
    sked_time *taken;               /* the same with the pair that is tried */
    sked_map_row *trial;            /* per job: the last mapping; a duplex may have it half made */
    sked_set out;                   /* jobs that the next mapping leaves out: those of the caller,
                                       and those on clusters */
    sked_pjs_row *rows;             /* the caller's: the best plan so far */
} sked_pjs_view_;

/* Lays a block out; block NULL only sizes it. Returns the bytes; 0 iff they overflow. */
static size_t sked_pjs_layout_(sked_pjs_view_ *view, const sked_pjs_request *request,
                               void *block) {
    const uint64_t n = request->map.jobs, m = request->map.machines, c = request->clusters;
    sked_carver_ carver = sked_carver_of_(block);
    uint64_t pairs = n * c;                     /* both are below 2^32 */
    sked_word *words;
    view->request = request;
    view->state = SKED_PTR_(sked_pjs_state_, sked_carve_(&carver, sizeof(sked_pjs_state_), 1));
    sked_map_carve_(&view->map, &request->map, c > 0, &carver);
    view->profit = sked_carve_64_(&carver, pairs);
    view->free_from = SKED_PTR_(sked_time, sked_carve_(&carver, sizeof(sked_time), m));
    view->taken = SKED_PTR_(sked_time, sked_carve_(&carver, sizeof(sked_time), m));
    view->trial = SKED_PTR_(sked_map_row, sked_carve_(&carver, sizeof(sked_map_row), n));
    view->members = sked_carve_32_(&carver, c);
    view->present = sked_carve_32_(&carver, c);
    words = SKED_PTR_(sked_word, sked_carve_(&carver, sizeof(sked_word),
                                             SKED_SET_WORDS(request->map.jobs)));
    view->out.words = words;
    view->out.size = request->map.jobs;
    return carver.fits ? carver.used : 0;
}

static sked_status sked_pjs_check_(const sked_pjs_request *request, sked_pjs_view_ *sized,
                                   size_t *bytes) {
    sked_status status;
    SKED_ASSERT(request != NULL && bytes != NULL);
    status = sked_map_check_(&request->map, &sized->map, bytes);
    if (status != SKED_OK) {
        return status;
    }
    if (sked_is_out_(request->map.refusal, SKED_E_SETTING, "options", request->options, 0,
                     SKED_PJS_OPTIONS_)) {
        return SKED_E_SETTING;
    }
    return sked_give_size_(request->map.refusal, "jobs", sked_pjs_layout_(sized, request, NULL),
                           bytes);
}

SKED_API sked_pjs_request sked_pjs_request_of(uint32_t jobs, uint32_t machines,
                                              const sked_time *times) {
    sked_pjs_request request = SKED_ZERO;
    request.map = sked_map_request_of(jobs, machines, times);
    request.map.heuristic = SKED_DUPLEX_SUM;
    return request;
}

SKED_API sked_status sked_pjs_bytes(const sked_pjs_request *request, size_t *bytes) {
    sked_pjs_view_ sized;
    size_t needed;
    const sked_status status = sked_pjs_check_(request, &sized, &needed);
    if (status == SKED_OK) {
        *bytes = needed;
    }
    return status;
}

/* length * above / below, rounded up; SKED_NEVER if that is beyond SKED_TIME_MAX. */
static sked_time sked_stretch_(sked_time length, uint32_t above, uint32_t below) {
    sked_u128 scaled = sked_u128_mul((uint64_t)length, above);
    uint64_t rest;
    if (above == below) {
        return length;
    }
    SKED_ASSERT(above > 0 && below > 0 && sked_is_point_(length));
    scaled = sked_u128_div(scaled, below, &rest);
    if (scaled.high != 0 || scaled.low > (uint64_t)SKED_TIME_MAX - (rest != 0)) {
        return SKED_NEVER;
    }
    return (sked_time)(scaled.low + (rest != 0));
}

/* How long the job runs on the cluster as it is; SKED_NEVER if it cannot. */
static sked_time sked_pjs_time_(const sked_pjs_view_ *view, uint32_t job, uint32_t cluster) {
    const sked_pjs_request *request = view->request;
    const sked_time time =
        request->cluster_times[(size_t)job * request->clusters + cluster];
    SKED_ASSERT(cluster < request->clusters && view->present[cluster] <= view->members[cluster]);
    if (view->present[cluster] == 0 || time == SKED_NEVER) {
        return SKED_NEVER;
    }
    return sked_stretch_(time, view->members[cluster], view->present[cluster]);
}

static int sked_pjs_is_up_(const sked_pjs_request *request, uint32_t machine) {
    return request->up == NULL || sked_set_has(request->up, machine);
}

/* Returns how many members a cluster has. 0: it is refused, and the record says why. */
static uint32_t sked_cluster_members_(sked_refusal *refusal, const sked_cluster *cluster,
                                      uint32_t machines) {
    uint32_t members;
    SKED_ASSERT(cluster->members != NULL);
    if (sked_is_unfit_(refusal, "members->size", cluster->members, machines)) {
        return 0;
    }
    members = sked_set_count(cluster->members);
    if (members == 0) {
        (void)sked_refuse_what_(refusal, SKED_E_RANGE, "members", "there is none");
    } else if (sked_is_out_(refusal, SKED_E_RANGE, "members_min", cluster->members_min, 0,
                            members)) {
        (void)sked_refuse_with_(refusal, SKED_E_RANGE, "members", members);
        return 0;
    }
    return members;
}

/* Counts the members of each cluster. */
static sked_status sked_pjs_count_(const sked_pjs_view_ *view) {
    const sked_pjs_request *request = view->request;
    const uint32_t machines = request->map.machines;
    uint32_t c, m;
    if (sked_is_unfit_(request->map.refusal, "up->size", request->up, machines)) {
        return SKED_E_RANGE;
    }
    for (c = 0; c < request->clusters; c++) {
        const sked_cluster *cluster = &request->cluster[c];
        uint32_t present = 0, least = cluster->members_min;
        view->members[c] = sked_cluster_members_(request->map.refusal, cluster, machines);
        if (view->members[c] == 0) {
            return sked_refuse_of_(request->map.refusal, SKED_E_RANGE, "cluster", c);
        }
        for (m = sked_set_first(cluster->members); m < machines;
             m = sked_set_next(cluster->members, m)) {
            present += sked_pjs_is_up_(request, m) != 0;
        }
        least = least == 0 ? view->members[c] : least;
        SKED_ASSERT(least > 0 && least <= view->members[c] && present <= view->members[c]);
        view->present[c] = present >= least ? present : 0;
    }
    return SKED_OK;
}

/* Reads the cluster times of a job: what each saves, and the longest. */
static sked_status sked_pjs_read_clusters_(const sked_pjs_view_ *view, uint32_t job,
                                           sked_time least, uint64_t *longest) {
    const sked_pjs_request *request = view->request;
    const size_t line = (size_t)job * (size_t)request->clusters;
    int runs = least != SKED_NEVER;
    uint32_t c;
    for (c = 0; c < request->clusters; c++) {
        const sked_time told = request->cluster_times[line + c];
        sked_time time;
        if (!sked_is_point_(told) && told != SKED_NEVER) {
            return SKED_E_TIME;
        }
        time = sked_pjs_time_(view, job, c);
        view->profit[line + c] = 0;
        if (time == SKED_NEVER) {
            if (view->present[c] != 0 && told != SKED_NEVER) {
                return SKED_E_OVERFLOW;
            }
            continue;
        }
        runs = 1;
        *longest = (uint64_t)time > *longest ? (uint64_t)time : *longest;
        /* A job without a machine has a profit, too, but is placed before any pair is tried. */
        view->profit[line + c] = least > time ? (uint64_t)(least - time) : 0;
        SKED_ASSERT(view->profit[line + c] < UINT64_MAX);   /* where the walk through them begins */
    }
    return runs ? SKED_OK : SKED_E_NOWHERE;
}

/* Reads both lines of a job. One that no machine can run gets machine 0 as its `least`: its time
 * there, SKED_NEVER, is what says so later. */
static sked_status sked_pjs_read_(const sked_pjs_view_ *view, uint32_t job, uint64_t *longest) {
    const sked_map_view_ *map = &view->map;
    const sked_pjs_request *request = view->request;
    const sked_time *line = sked_map_line_(map, job);
    sked_time least = SKED_NEVER;
    uint32_t m;
    sked_status status =
        sked_map_read_(line, request->map.machines, &map->least[job], longest);
    if (status == SKED_E_NOWHERE) {
        map->least[job] = 0;
        *longest = 0;
        status = SKED_OK;
    } else if (status == SKED_OK) {
        least = line[map->least[job]];
    }
    for (m = 0; request->up != NULL && m < request->map.machines && status == SKED_OK; m++) {
        if (line[m] != SKED_NEVER && !sked_set_has(request->up, m)) {
            status = SKED_E_RANGE;
        }
    }
    SKED_ASSERT(status != SKED_OK || least == SKED_NEVER || (uint64_t)least <= *longest);
    return status == SKED_OK ? sked_pjs_read_clusters_(view, job, least, longest) : status;
}

/* Checks request and block, and lays it out: what both steps begin with. */
static sked_status sked_pjs_attach_(sked_pjs_view_ *view, const sked_pjs_request *request,
                                    void *block, size_t bytes) {
    size_t needed;
    sked_status status = sked_pjs_check_(request, view, &needed);
    if (status != SKED_OK) {
        return status;
    }
    SKED_ASSERT(request->clusters == 0 ||
                (request->cluster != NULL && request->cluster_times != NULL));
    status = sked_check_block_(request->map.refusal, block, bytes, needed);
    if (status == SKED_OK) {
        (void)sked_pjs_layout_(view, request, block);
    }
    return status;
}

SKED_API sked_status sked_pjs_prepare(const sked_pjs_request *request, void *block, size_t bytes) {
    sked_pjs_view_ view;
    uint64_t sum = 0;
    uint32_t j;
    sked_status status = sked_pjs_attach_(&view, request, block, bytes);
    if (status != SKED_OK) {
        return status;
    }
    view.map.state->jobs = 0;                   /* not prepared, should it be refused */
    status = sked_pjs_count_(&view);
    if (status != SKED_OK) {
        return status;
    }
    for (j = 0; j < request->map.jobs && status == SKED_OK; j++) {
        uint64_t longest = 0;
        status = sked_pjs_read_(&view, j, &longest);
        sum += longest;
        if (status == SKED_OK && sum > (uint64_t)SKED_TIME_MAX) {
            status = SKED_E_OVERFLOW;
        }
    }
    if (status != SKED_OK) {
        return sked_map_refuse_job_(&view.map, status, j - 1);
    }
    sked_map_prepared_(&view.map, sum);
    view.state->clusters = request->clusters;
    view.state->options = request->options;
    return SKED_OK;
}

/* ---- >>pjs.trials: the base line, and pairs on top of it ---- */

/* Invariant: `rows` is a complete plan, its sums are in result->plan, and it is never worse than
 * the base line. A trial works on `taken`, `trial` and `out` alone: so one that does not help is
 * dropped by taking its job out of `out`. Source: Collins and George (2001), section 3. */

/* When the members of a cluster that are up are all free. */
static sked_time sked_pjs_start_(const sked_pjs_view_ *view, const sked_time *free_from,
                                 uint32_t cluster) {
    const sked_set *members = view->request->cluster[cluster].members;
    sked_time start = 0;
    uint32_t m;
    for (m = sked_set_first(members); m < members->size; m = sked_set_next(members, m)) {
        if (sked_pjs_is_up_(view->request, m) && free_from[m] > start) {
            start = free_from[m];
        }
    }
    SKED_ASSERT(sked_is_point_(start));
    return start;
}

/* Lets the job run on the cluster as soon as its members are free. Returns its row. */
static sked_pjs_row sked_pjs_take_(const sked_pjs_view_ *view, sked_time *free_from, uint32_t job,
                                   uint32_t cluster) {
    const sked_set *members = view->request->cluster[cluster].members;
    sked_pjs_row row;
    uint32_t m;
    row.start = sked_pjs_start_(view, free_from, cluster);
    row.end = row.start + sked_pjs_time_(view, job, cluster);
    row.machine = SKED_NONE;
    row.cluster = cluster;
    SKED_ASSERT(row.end >= row.start && row.end <= SKED_TIME_MAX);  /* it can run there */
    for (m = sked_set_first(members); m < members->size; m = sked_set_next(members, m)) {
        if (sked_pjs_is_up_(view->request, m)) {
            SKED_ASSERT(free_from[m] <= row.start);
            free_from[m] = row.end;
        }
    }
    return row;
}

static void sked_pjs_copy_(sked_time *to, const sked_time *from, uint32_t count) {
    uint32_t i;
    for (i = 0; i < count; i++) {
        to[i] = from == NULL ? 0 : from[i];
    }
}

/* Gives jobs that no machine can run their clusters. */
static void sked_pjs_place_without_machine_(sked_pjs_view_ *view) {
    const sked_pjs_request *request = view->request;
    uint32_t job, c;
    for (job = 0; job < request->map.jobs; job++) {
        uint32_t best = SKED_NONE;
        sked_time earliest = SKED_NEVER;
        if (sked_map_line_(&view->map, job)[view->map.least[job]] != SKED_NEVER ||
            sked_set_has(&view->out, job)) {
            continue;
        }
        for (c = 0; c < request->clusters; c++) {
            const sked_time time = sked_pjs_time_(view, job, c);
            const sked_time end =
                sked_time_add(sked_pjs_start_(view, view->free_from, c), time);
            if (end < earliest) {
                earliest = end;
                best = c;
            }
        }
        SKED_ASSERT(best != SKED_NONE);             /* prepare refuses a job that runs nowhere */
        view->rows[job] = sked_pjs_take_(view, view->free_from, job, best);
        sked_set_add(&view->out, job);
    }
}

/* Maps what is not on a cluster, and adds what is. */
static sked_map_result sked_pjs_map_(sked_pjs_view_ *view, const sked_time *free_from,
                                     sked_map_result clusters) {
    sked_map_result result = {0, {0, 0}, SKED_MIN_MIN};
    if (!sked_map_has_(&view->map, SKED_MAP_DUPLEX_)) {
        result.used = view->request->map.heuristic;
    }
    view->map.free_from = free_from;
    view->map.leave_out = &view->out;
    if (sked_set_count(&view->out) < view->out.size) {
        result = sked_map_dispatch_(&view->map, view->trial);
        SKED_ASSERT(sked_is_point_(result.makespan));
    }
    result.job_times = sked_u128_add(result.job_times, clusters.job_times);
    result.makespan =
        clusters.makespan > result.makespan ? clusters.makespan : result.makespan;
    return result;
}

/* The mapping becomes the best plan so far. */
static void sked_pjs_keep_(sked_pjs_view_ *view) {
    uint32_t job;
    for (job = 0; job < view->out.size; job++) {
        if (!sked_set_has(&view->out, job)) {
            SKED_ASSERT(view->trial[job].machine < view->request->map.machines);
            view->rows[job].start = view->trial[job].start;
            view->rows[job].end = view->trial[job].end;
            view->rows[job].machine = view->trial[job].machine;
            view->rows[job].cluster = SKED_NONE;
        }
    }
}

/* Writes when each job that is not out would end on each cluster, in the place of profits. */
static void sked_pjs_foresee_clusters_(const sked_pjs_view_ *view) {
    const uint32_t clusters = view->request->clusters;
    uint32_t job, c;
    for (c = 0; c < clusters; c++) {
        const sked_time start =
            view->present[c] == 0 ? 0 : sked_pjs_start_(view, view->free_from, c);
        for (job = 0; job < view->out.size; job++) {
            if (!sked_set_has(&view->out, job)) {
                view->profit[(size_t)job * clusters + c] =
                    (uint64_t)sked_time_add(start, sked_pjs_time_(view, job, c));
            }
        }
    }
}

/* When the job ends on the machine where it ends first, after the clusters taken so far. */
static sked_time sked_pjs_earliest_end_(const sked_pjs_view_ *view, uint32_t job) {
    const sked_time *line = sked_map_line_(&view->map, job);
    sked_time earliest = SKED_NEVER;
    uint32_t m;
    for (m = 0; m < view->request->map.machines; m++) {
        const sked_time end = sked_time_add(view->free_from[m], line[m]);
        earliest = end < earliest ? end : earliest;
    }
    SKED_ASSERT(earliest != SKED_NEVER);        /* jobs without a machine are out by now */
    return earliest;
}

/* Profits by completion, from what clusters have taken so far. In two steps, so that no array for
 * the clusters' starts is needed. Returns whether profits are by completion. */
static int sked_pjs_reckon_(const sked_pjs_view_ *view) {
    const uint32_t clusters = view->request->clusters;
    uint32_t job, c;
    if ((view->request->options & SKED_PJS_COMPLETION) == 0) {
        return 0;
    }
    sked_pjs_foresee_clusters_(view);
    for (job = 0; job < view->out.size; job++) {
        uint64_t *const profit = view->profit + (size_t)job * clusters;
        uint64_t earliest;
        if (sked_set_has(&view->out, job)) {
            continue;
        }
        earliest = (uint64_t)sked_pjs_earliest_end_(view, job);
        for (c = 0; c < clusters; c++) {
            profit[c] = earliest > profit[c] ? earliest - profit[c] : 0;
        }
    }
    return 1;
}

/* The most profitable pair after a pair, in falling order of profit; equals by rising index. Pairs
 * of jobs that are out are passed over. Returns its job; SKED_NONE iff there is none. */
static uint32_t sked_pjs_next_(const sked_pjs_view_ *view, uint64_t *profit, size_t *pair) {
    const uint32_t clusters = view->request->clusters;
    uint64_t best = 0;
    size_t at = 0, found = 0;
    uint32_t job, c, owner = SKED_NONE;
    for (job = 0; job < view->out.size; job++) {
        if (sked_set_has(&view->out, job)) {
            at += (size_t)clusters;
            continue;
        }
        for (c = 0; c < clusters; c++, at++) {
            const uint64_t value = view->profit[at];
            if (value > best && (value < *profit || (value == *profit && at > *pair))) {
                best = value;
                found = at;
                owner = job;
            }
        }
    }
    SKED_ASSERT(best < *profit || (best == *profit && (best == 0 || found > *pair)));
    SKED_ASSERT((owner == SKED_NONE) == (best == 0));
    SKED_ASSERT(owner == SKED_NONE || found / clusters == owner);
    *profit = best;
    *pair = found;
    return owner;
}

static void sked_pjs_add_(sked_map_result *sum, const sked_pjs_row *row) {
    sked_u128 end = {0, 0};
    SKED_ASSERT(row->cluster != SKED_NONE || row->end == 0);      /* on a cluster, or left out */
    end.low = (uint64_t)row->end;
    sum->job_times = sked_u128_add(sum->job_times, end);
    sum->makespan = row->end > sum->makespan ? row->end : sum->makespan;
}

static int sked_pjs_is_better_(const sked_pjs_request *request, const sked_map_result *a,
                               const sked_map_result *b) {
    if ((request->options & SKED_PJS_MAKESPAN) != 0) {
        return a->makespan < b->makespan;
    }
    return sked_u128_compare(a->job_times, b->job_times) < 0;
}

/* What the mapping of the others must stay below for a better plan. None if the clusters alone take
 * more than the best plan: the difference wraps then, and the mapping decides. */
static uint64_t sked_pjs_limit_(const sked_pjs_request *request, const sked_map_result *best,
                                const sked_map_result *clusters) {
    const sked_u128 left = sked_u128_sub(best->job_times, clusters->job_times);
    if ((request->options & SKED_PJS_MAKESPAN) != 0 || left.high != 0) {
        return UINT64_MAX;
    }
    return left.low;
}

/* Takes up one pair after the other while the plan gets better. */
static void sked_pjs_improve_(sked_pjs_view_ *view, sked_map_result clusters,
                              sked_pjs_result *result) {
    const sked_pjs_request *request = view->request;
    uint64_t profit = UINT64_MAX;
    size_t pair = 0;
    uint32_t job;
    while ((job = sked_pjs_next_(view, &profit, &pair)) != SKED_NONE) {
        const uint32_t cluster = (uint32_t)(pair - (size_t)job * request->clusters);
        sked_map_result with = clusters, plan;
        sked_pjs_row row;
        SKED_ASSERT(!sked_set_has(&view->out, job));
        SKED_ASSERT(!sked_pjs_is_better_(request, &result->base, &result->plan));
        /* The job goes to the cluster, and the others are mapped anew around it. */
        sked_pjs_copy_(view->taken, view->free_from, request->map.machines);
        row = sked_pjs_take_(view, view->taken, job, cluster);
        sked_pjs_add_(&with, &row);
        sked_set_add(&view->out, job);
        view->map.limit = sked_pjs_limit_(request, &result->plan, &with);
        plan = sked_pjs_map_(view, view->taken, with);
        result->mappings++;
        if (sked_pjs_is_better_(request, &plan, &result->plan)) {
            view->rows[job] = row;
            sked_pjs_keep_(view);
            sked_pjs_copy_(view->free_from, view->taken, request->map.machines);
            clusters = with;
            result->plan = plan;
            result->parallel++;
            SKED_ASSERT(result->parallel <= sked_set_count(&view->out));
            if (sked_pjs_reckon_(view)) {
                profit = UINT64_MAX;
            }
        } else if ((request->options & SKED_PJS_GO_ON) == 0) {
            return;
        } else {
            sked_set_remove(&view->out, job);
        }
    }
}

/* Rows of jobs left out say so; the others are all written by what follows. */
static void sked_pjs_begin_(sked_pjs_view_ *view, const sked_set *leave_out) {
    static const sked_pjs_row none = {0, 0, SKED_NONE, SKED_NONE};
    uint32_t job;
    sked_set_clear(&view->out);
    sked_pjs_copy_(view->free_from, view->request->map.free_from, view->request->map.machines);
    for (job = 0; leave_out != NULL && job < view->out.size; job++) {
        if (sked_set_has(leave_out, job)) {
            view->rows[job] = none;
            sked_set_add(&view->out, job);
        }
    }
}

/* The base line, and what is better. */
static sked_pjs_result sked_pjs_plan_(sked_pjs_view_ *view, const sked_set *leave_out) {
    sked_map_result clusters = {0, {0, 0}, SKED_MIN_MIN};
    sked_pjs_result result;
    uint64_t profit = UINT64_MAX;
    size_t pair = 0;
    uint32_t job;
    sked_pjs_begin_(view, leave_out);
    result.parallel = sked_set_count(&view->out);
    sked_pjs_place_without_machine_(view);
    result.parallel = sked_set_count(&view->out) - result.parallel;
    /* Their rows; those that the caller left out end at 0, and add nothing. */
    for (job = 0; result.parallel > 0 && job < view->out.size; job++) {
        if (sked_set_has(&view->out, job)) {
            sked_pjs_add_(&clusters, &view->rows[job]);
        }
    }
    (void)sked_pjs_reckon_(view);
    /* Without a pair to try there is one mapping, which keeps nothing for others. */
    view->map.keeps = view->map.keeps && sked_pjs_next_(view, &profit, &pair) != SKED_NONE;
    result.base = sked_pjs_map_(view, view->free_from, clusters);
    result.plan = result.base;
    result.mappings = 1;
    sked_pjs_keep_(view);
    sked_pjs_improve_(view, clusters, &result);
    return result;
}

SKED_API sked_status sked_pjs_run(const sked_pjs_request *request, void *block, size_t bytes,
                                  const sked_set *leave_out, sked_pjs_row *rows,
                                  sked_pjs_result *result) {
    sked_pjs_view_ view;
    sked_pjs_result found;
    sked_status status = sked_pjs_attach_(&view, request, block, bytes);
    SKED_ASSERT(rows != NULL);
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_map_is_prepared_(&view.map) || view.state->clusters != request->clusters ||
        view.state->options != request->options) {
        return sked_refuse_what_(request->map.refusal, SKED_E_BLOCK, "block",
                                 "not prepared for this request");
    }
    status = sked_map_accept_run_(&view.map, leave_out);
    if (status != SKED_OK) {
        return status;
    }
    view.rows = rows;
    found = sked_pjs_plan_(&view, leave_out);
    if (result != NULL) {
        *result = found;
    }
    return SKED_OK;
}

SKED_API sked_status sked_pjs(const sked_pjs_request *request, sked_mem mem, sked_pjs_row *rows,
                              sked_pjs_result *result) {
    size_t bytes;
    void *block;
    sked_status status = sked_pjs_bytes(request, &bytes);
    if (status != SKED_OK) {
        return status;
    }
    block = (mem.alloc)(mem.ctx, bytes);
    if (block == NULL) {
        return sked_refuse_(request->map.refusal, SKED_E_MEMORY, "memory", (sked_time)bytes, 1, 0);
    }
    status = sked_pjs_prepare(request, block, bytes);
    if (status == SKED_OK) {
        status = sked_pjs_run(request, block, bytes, NULL, rows, result);
    }
    (mem.free)(mem.ctx, block, bytes);
    return status;
}

/* ---- >>experience -------------------------------------------------------------------------- */

/* In the order of the file: >>experience.moments, >>experience.table, >>experience.predict,
 * >>experience.save. */

/* ---- >>experience.moments: count, sum and sum of squares ---- */

/* Of a value that only the functions below have made, a sum stays below 2^72 and a sum of squares
 * below 2^124, by the limits on lengths and counts. One that the caller made up may hold anything:
 * then results mean nothing, but nothing is divided by 0, and no loop goes on for long. A table has
 * only such as pass sked_moments_are_valid_: sked_experience_set and _open refuse others. */

static int sked_is_window_(uint32_t window) {
    return window >= 2 && window <= SKED_WINDOW_MAX;
}

static uint32_t sked_window_or_(uint32_t window) {
    return window == 0 ? SKED_WINDOW_MAX : window;
}

static int sked_is_observed_(sked_time length) {
    return length >= 0 && length <= SKED_OBSERVED_MAX;
}

/* a * b, for products below 2^128. */
static sked_u128 sked_u128_times_(sked_u128 a, uint64_t b) {
    sked_u128 product = sked_u128_mul(a.low, b);
    product.high += a.high * b;
    return product;
}

/* a * part / whole, rounded down; no product is beyond a. */
static sked_u128 sked_u128_part_(sked_u128 a, uint32_t part, uint32_t whole) {
    sked_u128 more = {0, 0};
    uint64_t rest;
    const sked_u128 quotient = sked_u128_div(a, whole, &rest);
    SKED_ASSERT(part <= whole && rest < whole);
    more.low = rest * part / whole;
    return sked_u128_add(sked_u128_times_(quotient, part), more);
}

/* In proportion, so that an odd count changes mean and variance only by roundings. */
static void sked_moments_halve_(sked_moments *moments) {
    const uint32_t count = moments->count;
    SKED_ASSERT(count >= 2);                    /* as every window is */
    moments->count = count / 2;
    moments->sum = sked_u128_part_(moments->sum, moments->count, count);
    moments->squares = sked_u128_part_(moments->squares, moments->count, count);
}

SKED_API sked_status sked_moments_add(sked_moments *moments, sked_time length, uint32_t window) {
    sked_u128 once = {0, 0};
    SKED_ASSERT(moments != NULL);
    window = sked_window_or_(window);
    if (!sked_is_window_(window)) {
        return SKED_E_RANGE;
    }
    if (!sked_is_observed_(length)) {
        return SKED_E_TIME;
    }
    while (moments->count >= window) {
        sked_moments_halve_(moments);
    }
    SKED_ASSERT(moments->count < window);
    once.low = (uint64_t)length;
    moments->count++;
    moments->sum = sked_u128_add(moments->sum, once);
    moments->squares =
        sked_u128_add(moments->squares, sked_u128_mul((uint64_t)length, (uint64_t)length));
    return SKED_OK;
}

SKED_API sked_status sked_moments_merge(sked_moments *moments, const sked_moments *others,
                                        uint32_t window) {
    SKED_ASSERT(moments != NULL && others != NULL);
    window = sked_window_or_(window);
    if (!sked_is_window_(window)) {
        return SKED_E_RANGE;
    }
    moments->count += others->count;
    moments->sum = sked_u128_add(moments->sum, others->sum);
    moments->squares = sked_u128_add(moments->squares, others->squares);
    while (moments->count > window) {
        sked_moments_halve_(moments);
    }
    return SKED_OK;
}

SKED_API sked_time sked_moments_mean(const sked_moments *moments) {
    sked_u128 half = {0, 0};
    SKED_ASSERT(moments != NULL);
    if (moments->count == 0) {
        return 0;
    }
    half.low = moments->count / 2;
    return (sked_time)sked_u128_div(sked_u128_add(moments->sum, half), moments->count, NULL).low;
}

/* With sum = q n + r, the squared distances from q add up to squares - q (sum + r), and those from
 * the mean to r r / n less: so 128 bits are enough. After halving, roundings may make that a little
 * negative: then 0. */
SKED_API sked_u128 sked_moments_variance(const sked_moments *moments) {
    sked_u128 none = {0, 0}, rest = {0, 0}, around, spread;
    uint64_t mean, r;
    SKED_ASSERT(moments != NULL);
    if (moments->count == 0) {
        return none;
    }
    mean = sked_u128_div(moments->sum, moments->count, &r).low;
    SKED_ASSERT(r < moments->count);            /* so that r r does not wrap */
    rest.low = r;
    around = sked_u128_times_(sked_u128_add(moments->sum, rest), mean);
    rest.low = (r * r + moments->count - 1) / moments->count;
    around = sked_u128_add(around, rest);
    if (sked_u128_compare(moments->squares, around) < 0) {
        return none;
    }
    spread = sked_u128_sub(moments->squares, around);
    return sked_u128_div(spread, moments->count, NULL);
}

/* The root bit by bit, from the highest that it can have. */
SKED_API sked_time sked_moments_deviation(const sked_moments *moments) {
    const sked_u128 variance = sked_moments_variance(moments);
    uint64_t root = 0, bit;
    for (bit = (uint64_t)1 << 52; bit > 0; bit >>= 1) {
        if (sked_u128_compare(sked_u128_mul(root | bit, root | bit), variance) <= 0) {
            root |= bit;
        }
    }
    SKED_ASSERT(sked_u128_compare(sked_u128_mul(root, root), variance) <= 0);
    SKED_ASSERT(root == ((uint64_t)1 << 53) - 1 ||
                sked_u128_compare(sked_u128_mul(root + 1, root + 1), variance) > 0);
    return (sked_time)root;
}

/* Could these moments have come about? Mean and root of forged ones might not fit a time. */
static int sked_moments_are_valid_(const sked_moments *moments, uint32_t window) {
    sked_u128 most;
    if (moments->count > window) {
        return 0;
    }
    most = sked_u128_mul((uint64_t)SKED_OBSERVED_MAX, moments->count);
    if (sked_u128_compare(moments->sum, most) > 0) {
        return 0;
    }
    most = sked_u128_times_(most, (uint64_t)SKED_OBSERVED_MAX);
    return sked_u128_compare(moments->squares, most) <= 0;
}

/* ---- >>experience.table: a block of them, and their ratings and guesses ---- */

#define SKED_EXPERIENCE_KIND_ UINT32_C(0x45585045)
#define SKED_RATING_MAX_ (UINT32_C(1) << 20)

/* At the begin of a block; behind it are moments_ by class and resource, which events change, and
 * guess_ and rating_, which stay. Written by sked_experience_begin_. */
typedef struct sked_experience_state_ {
    unsigned char seal[SKED_SEAL_BYTES];    /* valid only right after sked_experience_seal */
    uint32_t classes, resources;            /* the shape: 1 .. SKED_COUNT_MAX_ */
    uint32_t window;                        /* in observations: 2 .. SKED_WINDOW_MAX */
    uint32_t unused;                        /* fills up to 64 bits: always 0, unless forged */
} sked_experience_state_;

/* Lays a block out; block NULL only sizes it. Returns the bytes; 0 iff they overflow. */
static size_t sked_experience_layout_(sked_experience *experience, uint32_t classes,
                                      uint32_t resources, void *block) {
    sked_carver_ carver = sked_carver_of_(block);
    experience->state_ = SKED_PTR_(sked_experience_state_,
                                   sked_carve_(&carver, sizeof(sked_experience_state_), 1));
    experience->moments_ = SKED_PTR_(
        sked_moments, sked_carve_(&carver, sizeof(sked_moments), (uint64_t)classes * resources));
    experience->guess_ =
        SKED_PTR_(sked_time, sked_carve_(&carver, sizeof(sked_time), classes));
    experience->rating_ = sked_carve_32_(&carver, resources);
    return carver.fits ? carver.used : 0;
}

static int sked_is_rating_(uint32_t rating) {
    return rating >= 1 && rating <= SKED_RATING_MAX_;
}

static int sked_experience_is_shape_(uint32_t classes, uint32_t resources, uint32_t window) {
    return classes >= 1 && classes <= SKED_COUNT_MAX_ && resources >= 1 &&
           resources <= SKED_COUNT_MAX_ && sked_is_window_(window);
}

static sked_status sked_experience_check_(const sked_experience_settings *settings,
                                          size_t *bytes) {
    sked_experience sized;
    sked_refusal *refusal;
    uint32_t i;
    SKED_ASSERT(settings != NULL && bytes != NULL);
    refusal = settings->refusal;
    if (sked_is_out_(refusal, SKED_E_RANGE, "classes", settings->classes, 1, SKED_COUNT_MAX_) ||
        sked_is_out_(refusal, SKED_E_RANGE, "resources", settings->resources, 1,
                     SKED_COUNT_MAX_) ||
        sked_is_out_(refusal, SKED_E_RANGE, "window", sked_window_or_(settings->window), 2,
                     SKED_WINDOW_MAX)) {
        return SKED_E_RANGE;
    }
    for (i = 0; settings->ratings_q10 != NULL && i < settings->resources; i++) {
        if (sked_is_out_(refusal, SKED_E_RANGE, "ratings_q10", settings->ratings_q10[i], 1,
                         SKED_RATING_MAX_)) {
            return sked_refuse_of_(refusal, SKED_E_RANGE, "resource", i);
        }
    }
    for (i = 0; settings->guesses != NULL && i < settings->classes; i++) {
        if (!sked_is_observed_(settings->guesses[i])) {
            (void)sked_refuse_(refusal, SKED_E_RANGE, "guesses", settings->guesses[i], 0,
                               SKED_OBSERVED_MAX);
            return sked_refuse_of_(refusal, SKED_E_RANGE, "class", i);
        }
    }
    return sked_give_size_(
        refusal, "classes",
        sked_experience_layout_(&sized, settings->classes, settings->resources, NULL), bytes);
}

SKED_API sked_experience_settings sked_experience_settings_of(uint32_t classes,
                                                              uint32_t resources) {
    sked_experience_settings settings = SKED_ZERO;
    settings.classes = classes;
    settings.resources = resources;
    return settings;
}

SKED_API sked_status sked_experience_bytes(const sked_experience_settings *settings,
                                           size_t *bytes) {
    return sked_experience_check_(settings, bytes);
}

static void sked_experience_empty_(sked_experience *experience) {
    static const sked_experience empty = SKED_ZERO;
    *experience = empty;
}

/* Nothing of the block stays unwritten: see sked_queue_begin_. */
static void sked_experience_begin_(sked_experience *experience,
                                   const sked_experience_settings *settings) {
    unsigned char *bytes = SKED_PTR_(unsigned char, experience->state_);
    size_t i;
    uint32_t k;
    for (i = 0; i < experience->bytes_; i++) {
        bytes[i] = 0;
    }
    experience->state_->classes = settings->classes;
    experience->state_->resources = settings->resources;
    experience->state_->window = sked_window_or_(settings->window);
    for (k = 0; k < settings->resources; k++) {
        experience->rating_[k] = settings->ratings_q10 == NULL ? 1024 : settings->ratings_q10[k];
        SKED_ASSERT(sked_is_rating_(experience->rating_[k]));
    }
    for (k = 0; settings->guesses != NULL && k < settings->classes; k++) {
        experience->guess_[k] = settings->guesses[k];
        SKED_ASSERT(sked_is_observed_(experience->guess_[k]));
    }
    SKED_ASSERT(sked_is_window_(experience->state_->window));
}

SKED_API sked_status sked_experience_init(sked_experience *experience,
                                          const sked_experience_settings *settings, void *block,
                                          size_t bytes) {
    size_t needed;
    sked_status status;
    SKED_ASSERT(experience != NULL);
    sked_experience_empty_(experience);
    status = sked_experience_check_(settings, &needed);
    if (status == SKED_OK) {
        status = sked_check_block_(settings->refusal, block, bytes, needed);
    }
    if (status != SKED_OK) {
        return status;
    }
    (void)sked_experience_layout_(experience, settings->classes, settings->resources, block);
    experience->bytes_ = needed;
    sked_experience_begin_(experience, settings);
    return SKED_OK;
}

SKED_API sked_status sked_experience_create(sked_experience *experience,
                                            const sked_experience_settings *settings,
                                            sked_mem mem) {
    size_t bytes = 0;
    void *block;
    sked_status status = sked_experience_bytes(settings, &bytes);
    SKED_ASSERT(experience != NULL);
    sked_experience_empty_(experience);
    status = sked_take_block_(status, settings->refusal, &mem, bytes, &block);
    if (status == SKED_OK) {
        status = sked_experience_init(experience, settings, block, bytes);
        sked_keep_block_(&experience->mem_, &mem, block, bytes, status);
    }
    return status;
}

SKED_API void sked_experience_destroy(sked_experience *experience) {
    SKED_ASSERT(experience != NULL);
    sked_give_block_(&experience->mem_, experience->state_, experience->bytes_);
    sked_experience_empty_(experience);
}

/* A class and a resource in the table? */
static sked_status sked_experience_at_(const sked_experience *experience, uint32_t job_class,
                                       uint32_t resource) {
    SKED_ASSERT(experience != NULL);
    if (experience->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    return job_class < experience->state_->classes && resource < experience->state_->resources
               ? SKED_OK
               : SKED_E_RANGE;
}

static sked_moments *sked_experience_pair_(const sked_experience *experience, uint32_t job_class,
                                           uint32_t resource) {
    SKED_ASSERT(job_class < experience->state_->classes);
    SKED_ASSERT(resource < experience->state_->resources);
    return &experience->moments_[(size_t)job_class * experience->state_->resources + resource];
}

SKED_API sked_status sked_experience_add(sked_experience *experience, uint32_t job_class,
                                         uint32_t resource, sked_time length) {
    sked_status status = sked_experience_at_(experience, job_class, resource);
    sked_moments *moments;
    if (status != SKED_OK) {
        return status;
    }
    moments = sked_experience_pair_(experience, job_class, resource);
    status = sked_moments_add(moments, length, experience->state_->window);
    SKED_ASSERT(sked_moments_are_valid_(moments, experience->state_->window));
    return status;
}

SKED_API sked_status sked_experience_merge(sked_experience *experience,
                                           const sked_experience *other) {
    size_t i, pairs;
    SKED_ASSERT(experience != NULL && other != NULL);
    if (experience->state_ == NULL || other->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (experience->state_->classes != other->state_->classes ||
        experience->state_->resources != other->state_->resources) {
        return SKED_E_RANGE;
    }
    pairs = (size_t)experience->state_->classes * (size_t)experience->state_->resources;
    for (i = 0; i < pairs; i++) {
        sked_ignore_(sked_moments_merge(&experience->moments_[i], &other->moments_[i],
                                        experience->state_->window));
        SKED_ASSERT(sked_moments_are_valid_(&experience->moments_[i], experience->state_->window));
    }
    return SKED_OK;
}

SKED_API sked_status sked_experience_get(const sked_experience *experience, uint32_t job_class,
                                         uint32_t resource, sked_moments *moments) {
    const sked_status status = sked_experience_at_(experience, job_class, resource);
    SKED_ASSERT(moments != NULL);
    if (status == SKED_OK) {
        *moments = *sked_experience_pair_(experience, job_class, resource);
    }
    return status;
}

SKED_API sked_status sked_experience_set(sked_experience *experience, uint32_t job_class,
                                         uint32_t resource, const sked_moments *moments) {
    const sked_status status = sked_experience_at_(experience, job_class, resource);
    SKED_ASSERT(moments != NULL);
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_moments_are_valid_(moments, experience->state_->window)) {
        return SKED_E_RANGE;
    }
    *sked_experience_pair_(experience, job_class, resource) = *moments;
    return SKED_OK;
}

/* ---- >>experience.predict: from a pair, or from its class ---- */

/* a / b, rounded up. */
static sked_u128 sked_u128_share_(sked_u128 a, uint64_t b) {
    sked_u128 one = {0, 0};
    uint64_t rest;
    const sked_u128 quotient = sked_u128_div(a, b, &rest);
    one.low = rest != 0;
    return sked_u128_add(quotient, one);
}

/* What a class takes at a rating of 1, by all that was seen of it, or else by its guess; 0 if it
 * has neither. With sums below 2^72, ratings up to 2^20 and 2^31 resources nothing overflows. */
static sked_u128 sked_experience_work_(const sked_experience *experience, uint32_t job_class) {
    const sked_moments *moments = sked_experience_pair_(experience, job_class, 0);
    sked_u128 work = {0, 0};
    uint64_t count = 0;
    uint32_t i;
    for (i = 0; i < experience->state_->resources; i++) {
        SKED_ASSERT(moments[i].count <= experience->state_->window);
        count += moments[i].count;
        work = sked_u128_add(work, sked_u128_times_(moments[i].sum, experience->rating_[i]));
    }
    if (count == 0) {
        return sked_u128_mul((uint64_t)experience->guess_[job_class], 1024);
    }
    /* at least 1: the class was seen, if only in runs of no length */
    work = sked_u128_share_(work, count);
    work.low += work.high == 0 && work.low == 0;
    SKED_ASSERT(work.high >> 8 == 0);           /* no mean exceeds the longest at the best rating */
    return work;
}

/* Predicts a pair; `work` is that of the class, looked at only if the pair was never seen. */
static sked_status sked_experience_expect_(const sked_experience *experience, uint32_t job_class,
                                           uint32_t resource, uint32_t deviations_q10,
                                           sked_u128 work, sked_time *length) {
    const sked_moments *moments = sked_experience_pair_(experience, job_class, resource);
    sked_u128 predicted = {0, 0};
    if (moments->count > 0) {
        /* It was seen: the mean, and a margin. The root is costly: only if it is asked for. */
        sked_u128 margin = {0, 0};
        if (deviations_q10 > 0) {
            margin = sked_u128_mul((uint64_t)sked_moments_deviation(moments), deviations_q10);
            margin = sked_u128_share_(margin, 1024);
        }
        predicted.low = (uint64_t)sked_moments_mean(moments);
        SKED_ASSERT(predicted.low <= (uint64_t)SKED_OBSERVED_MAX);
        predicted = sked_u128_add(predicted, margin);
    } else {
        /* Else as its class, at its own rating. No work is no estimate: see above. */
        predicted = sked_u128_share_(work, experience->rating_[resource]);
        if (predicted.high == 0 && predicted.low == 0) {
            return SKED_E_NO_ESTIMATE;
        }
    }
    if (predicted.high != 0 || predicted.low > (uint64_t)SKED_TIME_MAX) {
        return SKED_E_OVERFLOW;
    }
    *length = predicted.low == 0 ? 1 : (sked_time)predicted.low;
    SKED_ASSERT(sked_is_length_(*length));
    return SKED_OK;
}

SKED_API sked_status sked_experience_predict(const sked_experience *experience,
                                             uint32_t job_class, uint32_t resource,
                                             uint32_t deviations_q10, sked_time *length) {
    const sked_status status = sked_experience_at_(experience, job_class, resource);
    sked_u128 work = {0, 0};
    SKED_ASSERT(length != NULL);
    if (status != SKED_OK) {
        return status;
    }
    if (sked_experience_pair_(experience, job_class, resource)->count == 0) {
        work = sked_experience_work_(experience, job_class);
    }
    return sked_experience_expect_(experience, job_class, resource, deviations_q10, work, length);
}

/* ---- >>experience.save: sealing and opening ---- */

/* A block has no addresses, so that it is opened where it lies: the handle is laid out anew, and
 * nothing is trusted before its size fits its shape, and each number its range. */

SKED_API sked_status sked_experience_seal(sked_experience *experience, const void **block,
                                          size_t *bytes) {
    SKED_ASSERT(experience != NULL);
    return sked_seal_object_(experience->state_, experience->bytes_, SKED_EXPERIENCE_KIND_, block,
                             bytes);
}

static int sked_experience_is_valid_(const sked_experience *experience) {
    const sked_experience_state_ *state = experience->state_;
    const size_t pairs = (size_t)state->classes * (size_t)state->resources;
    size_t i;
    uint32_t k;
    SKED_ASSERT(pairs / state->classes == state->resources);    /* so many fit into the block */
    for (i = 0; i < pairs; i++) {
        if (!sked_moments_are_valid_(&experience->moments_[i], state->window)) {
            return 0;
        }
    }
    for (k = 0; k < state->resources; k++) {
        if (!sked_is_rating_(experience->rating_[k])) {
            return 0;
        }
    }
    for (k = 0; k < state->classes; k++) {
        if (!sked_is_observed_(experience->guess_[k])) {
            return 0;
        }
    }
    return 1;
}

SKED_API sked_status sked_experience_open(sked_experience *experience, void *block,
                                          size_t bytes) {
    const sked_experience_state_ *state = SKED_PTR_(sked_experience_state_, block);
    sked_experience opened;
    sked_status status;
    SKED_ASSERT(experience != NULL);
    sked_experience_empty_(experience);
    sked_experience_empty_(&opened);
    status = sked_check_sealed_(block, bytes, SKED_EXPERIENCE_KIND_, sizeof(*state));
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_experience_is_shape_(state->classes, state->resources, state->window) ||
        sked_experience_layout_(&opened, state->classes, state->resources, NULL) != bytes) {
        return SKED_E_CORRUPT;
    }
    (void)sked_experience_layout_(&opened, state->classes, state->resources, block);
    if (!sked_experience_is_valid_(&opened)) {
        return SKED_E_CORRUPT;
    }
    SKED_ASSERT(opened.state_ == state && opened.mem_.free == NULL);    /* the caller's block */
    *experience = opened;
    experience->bytes_ = bytes;
    return SKED_OK;
}

/* ---- >>queue ------------------------------------------------------------------------------- */

/* Jobs are indices into one array. Trees over these indices answer what a pass asks: which job fits
 * next, when is enough given back, what is free when. Events change the trees; passes read them.
 *   Parts, in the order of the file: >>queue.trees, .block, .components, .ids, .accounts, .waiting,
 *   .ends, .kinds, .running, .backgrounds, .profile, .notes, .reserved, .events, .downs, .caps,
 *   .quotas, .bookings, .room, .ask, .shadow, .reserve, .window, .promises, .kept, .bars, .change,
 *   .shares, .sweeps, .pass, .heads, .placed, .deep, .questions, .copies, .save, .grow,
 *   .validate. */

/* ---- >>queue.trees: indices in an order ---- */

/* Trees are balanced by weight, which is the size plus one. No child weighs more than three times
 * its sibling, so that n nodes are at most 2.41 log2(n + 1) deep. A node is an index into the
 * arrays. The tree does not know its order: the search for a new node's place does. Each node sums
 * its subtree up, by the kind of its tree:
 *     PLAIN              only the size
 *     TOTAL              the sum of the counts: when is enough given back?
 *     KINDS              the kinds, and of each quota the least amount: who is the next head?
 *     GIVING             the sums of the counts, and of the amounts: when is enough given back?
 *     PREFIX             the sum of the deltas, and the lowest and the highest sum of the first few
 *                        of them: what is free when?
 *     ESTIMATE, START    the least width and the least value: which job fits next?
 *     AMOUNTS            the same as ESTIMATE, and the least amount of each quota
 * Source: Nievergelt and Reingold (1973), with the factors 3 and 2 of Hirai and Yamamoto (2011). */

typedef enum sked_tree_kind_ {
    SKED_TREE_PLAIN_,               /* line_, at most depths; barred jobs                         */
    SKED_TREE_KINDS_,               /* line_ of a queue with kinds                                */
    SKED_TREE_ESTIMATE_,            /* fill_, under_: least width, least estimate                 */
    SKED_TREE_AMOUNTS_,             /* fill_ of a queue with quotas                               */
    SKED_TREE_START_,               /* line_ under SKED_COMPRESS: least width, least reservation  */
    /* sums, not leasts: */
    SKED_TREE_TOTAL_,               /* ending_: of what jobs give back                            */
    SKED_TREE_GIVING_,              /* ending_ of a queue with kinds                              */
    SKED_TREE_PREFIX_               /* profile_                                                   */
} sked_tree_kind_;

/* 0 for what a program leaves out, so that compilers see which code is never reached. Those that do
 * not inline see it only where it is named, even beside a function that begins with it. (Frama-C
 * does not take a mere comparison for a constant.) */
enum {
    SKED_QUEUE_BOOKINGS_ = (SKED_BOOKINGS_MAX) > 0 ? 1 : 0,
    SKED_QUEUE_KINDS_ = (SKED_KINDS_MAX) > 0 ? 1 : 0,
    SKED_QUEUE_ACCOUNTS_ = (SKED_ACCOUNTS_MAX) > 0 ? 1 : 0,
    SKED_QUEUE_SETS_ = (SKED_BOOKINGS_MAX) > 0 || (SKED_KINDS_MAX) > 0 ? 1 : 0,
    SKED_QUEUE_ASKS_ = (SKED_QUEUE_OPTIONS) > 0 ? 1 : 0,
    SKED_TREE_PREFIXES_ = (SKED_DEPTH_MAX) > 1 ? 1 : 0
};

typedef struct sked_node_ {
    uint32_t left, right, parent, size;
} sked_node_;

/* In a PREFIX tree: from `time` on, `delta` more are free; sum, low and high are the subtree's. */
typedef struct sked_prefix_ {
    sked_time time;
    int64_t delta, sum, low, high;
} sked_prefix_;

/* A live job. submit writes each field, unless another writer is named. */
typedef struct sked_queue_job_ {
    uint64_t id, key, tag;          /* the caller's; in a forecast's branch the tag is the reason */
    uint64_t arrival;               /* numbers the submits, in steps of SKED_ARRIVAL_: no two jobs
                                       have the same. In what is below a step are its options;
                                       stay, too, writes them. No order depends on them           */
    sked_time estimate;             /* a length, the settings' one if none was given              */
    sked_time start;                /* of the run, for a running job, or where its estimate would
                                       have to begin. Of a waiting one its reservation, or
                                       SKED_UNRESERVED_, under SKED_COMPRESS; else SKED_NEVER     */
    uint32_t width;                 /* processors                                                 */
    uint32_t back;                  /* of a running job: its width without the processors down;
                                       of a barred one: its bars                                  */
    uint32_t first;                 /* its first slot; SKED_NONE: it waits; SKED_BARRED_: it has
                                       bars; SKED_UNUSED_: no job                                 */
    uint32_t next_id;               /* the next job in its chain of ids, or SKED_NONE             */
} sked_queue_job_;

/* What else a job wants, in a queue with kinds. What it takes of quotas is in amounts_. */
typedef struct sked_queue_demand_ {
    uint64_t kinds;                 /* of a node of line_: the kinds of its subtree               */
    uint32_t kind;                  /* submit, change                                             */
    uint32_t gives;                 /* of a job that runs: processors that are up, of the kind
                                       that its component counts for                              */
} sked_queue_demand_;

/* A kind; and if it is the lowest of its component, what belongs to the component. */
typedef struct sked_queue_kind_ {
    uint64_t connected;             /* set_kind, set_quota: the kinds of its component            */
    uint32_t quotas;                /* set_kind: bit q: its jobs may use quota q                  */
    uint32_t idle;                  /* idle processors of its set                                 */
    uint32_t useless;               /* ... that the kind its component counts for does not have   */
    uint32_t even;                  /* set_kind: 1: as many kinds have each processor of its set  */
    /* of the component: */
    uint32_t counted;               /* the kind for which its tree of ends and `useless` count    */
    uint32_t ending_root;
    uint32_t unsettled;             /* 1: the next pass may find more though nothing has happened:
                                       a picker refused, or a job waits for one that is overdue   */
    uint32_t passes;                /* 1: its jobs may be passed over for lack of a quota         */
    uint32_t reserved;              /* beyond depth 1: jobs with reservations in the latest pass  */
    uint32_t reserved_last;         /* ... the last of them; valid in an open pass, if there is   */
    sked_time settled_until;        /* before this time a pass finds nothing to start, unless
                                       something happens; 0: who knows                            */
    /* of its head, as of the latest pass that looked at the component; the job is valid in an open
       pass, and while the component is settled: */
    sked_time shadow, head_length;
    uint64_t head_id;
    uint32_t head, head_blocked, head_meets_booking, extra;     /* as in sked_queue_pass_         */
} sked_queue_kind_;

typedef struct sked_queue_quota_ {
    uint32_t capacity, mode;        /* set_quota                                                  */
    uint32_t used;                  /* by all that runs                                           */
} sked_queue_quota_;

/* A bound on what its processors take at once; its set is in cap_words_. set_cap writes the first
 * three. The others are scratch: each question writes them. */
typedef struct sked_queue_cap_ {
    uint32_t capacity;
    uint32_t parent;                /* the next cap outwards; SKED_NONE: it is a root, or empty   */
    uint32_t depth;                 /* caps around it                                             */
    uint32_t there;                 /* processors for the head, in this cap and in none below     */
    uint32_t room;                  /* how many of them, and of those below, the head can have    */
    uint32_t seen;                  /* bits: 1: a processor of it was tried that is useless to the
                                       head; 2: ... that is not                                   */
} sked_queue_cap_;

/* A reservation in a queue with kinds beyond depth 1, or a booking. Its processors are in
 * reserved_words_; from the second half of a pass on, those of all that start no later. Under
 * SKED_COMPRESS it is valid while the orders name it, otherwise in an open pass. */
typedef struct sked_queue_reserved_ {
    sked_time start, end;           /* start < end                                                */
    uint32_t job;                   /* SKED_NONE: a booking                                       */
} sked_queue_reserved_;

/* A place for a process: slot p is the foreground of processor p, slot p + t * processors its t-th
 * background. Start, finish and down write them. */
typedef struct sked_queue_slot_ {
    uint32_t job;                   /* SKED_NONE: it is empty                                     */
    uint32_t next;                  /* the slot of the job's next process, or SKED_NONE           */
} sked_queue_slot_;

/* A booking; its set is in booking_words_, empty if it is one by count. Book and book_for write
 * it. */
typedef struct sked_queue_booking_ {
    uint64_t id;
    sked_time start, end;
    uint32_t count;                 /* 0: it has a set                                            */
    uint32_t owner;                 /* the job that starts there; SKED_NONE: any keeps off        */
} sked_queue_booking_;

/* The least of the widths in a subtree, and the least of the values. */
typedef struct sked_least_ {
    uint32_t width;
    int64_t value;
} sked_least_;

static uint32_t sked_tree_size_(const sked_tree_ *tree, uint32_t node) {
    return node == SKED_NONE ? 0 : tree->node_[node].size;
}

static uint32_t sked_tree_counts_(const sked_tree_ *tree, uint32_t node) {
    return node == SKED_NONE ? 0 : tree->counts_[node];
}

static int64_t sked_tree_sum_(const sked_tree_ *tree, uint32_t node) {
    return node == SKED_NONE ? 0 : tree->prefix_[node].sum;
}

/* The value of which an ESTIMATE or START tree keeps the least. */
static sked_time sked_tree_value_(const sked_tree_ *tree, uint32_t node) {
    return SKED_TREE_PREFIXES_ && tree->kind_ == SKED_TREE_START_ ? tree->job_[node].start
                                                                  : tree->job_[node].estimate;
}

static void sked_tree_add_least_(const sked_tree_ *tree, uint32_t child, sked_least_ *least) {
    if (child != SKED_NONE) {
        least->width = sked_min_u32_(tree->counts_[child], least->width);
        least->value = sked_min_i64_(tree->low_[child], least->value);
    }
}

/* What a node of an ESTIMATE or START tree has to know. */
static sked_least_ sked_tree_least_(const sked_tree_ *tree, uint32_t node) {
    sked_least_ least;
    least.width = tree->job_[node].width;
    least.value = sked_tree_value_(tree, node);
    sked_tree_add_least_(tree, tree->node_[node].left, &least);
    sked_tree_add_least_(tree, tree->node_[node].right, &least);
    return least;
}

/* What a job takes of each quota. These are the first of its four rows in amounts_; the others are
 * what it has to know as a node of a tree, one for each kind of tree. */
static uint32_t *sked_tree_amounts_(const sked_tree_ *tree, uint32_t node) {
    SKED_ASSERT(node != SKED_NONE && tree->kind_ != SKED_TREE_PREFIX_);
    return tree->amounts_ + (size_t)node * 4 * tree->quotas_;
}

static uint32_t *sked_tree_sums_(const sked_tree_ *tree, uint32_t node) {
    const uint32_t row = tree->kind_ == SKED_TREE_KINDS_     ? 1
                         : tree->kind_ == SKED_TREE_AMOUNTS_ ? 2
                                                             : 3;   /* GIVING */
    SKED_ASSERT(row < 3 || tree->kind_ == SKED_TREE_GIVING_);
    return sked_tree_amounts_(tree, node) + (size_t)row * tree->quotas_;
}

/* An amount and that of a child, which may be missing: the sum in a GIVING tree, else the least. */
static uint32_t sked_tree_join_(const sked_tree_ *tree, uint32_t amount, const uint32_t *other) {
    return other == NULL                       ? amount
           : tree->kind_ == SKED_TREE_GIVING_ ? amount + *other
                                              : sked_min_u32_(amount, *other);
}

/* Is what a node knows of its subtree's quotas wrong? With `learns` it is put right. */
static int sked_tree_amounts_differ_(const sked_tree_ *tree, uint32_t node, int learns) {
    const uint32_t left = tree->node_[node].left, right = tree->node_[node].right;
    const uint32_t *own = sked_tree_amounts_(tree, node);
    const uint32_t *less = left == SKED_NONE ? NULL : sked_tree_sums_(tree, left);
    const uint32_t *more = right == SKED_NONE ? NULL : sked_tree_sums_(tree, right);
    uint32_t *known = sked_tree_sums_(tree, node);
    uint32_t q;
    int differ = 0;
    for (q = 0; q < tree->quotas_; q++) {
        const uint32_t amount = sked_tree_join_(
            tree, sked_tree_join_(tree, own[q], less == NULL ? NULL : &less[q]),
            more == NULL ? NULL : &more[q]);
        differ |= known[q] != amount;
        if (learns) {
            known[q] = amount;
        }
    }
    return differ;
}

/* The kinds in the subtree of a node of a KINDS tree. */
static uint64_t sked_tree_all_kinds_(const sked_tree_ *tree, uint32_t node) {
    const uint32_t left = tree->node_[node].left, right = tree->node_[node].right;
    return (uint64_t)1 << tree->demand_[node].kind |
           (left == SKED_NONE ? 0 : tree->demand_[left].kinds) |
           (right == SKED_NONE ? 0 : tree->demand_[right].kinds);
}

static int sked_tree_renew_kinds_(const sked_tree_ *tree, uint32_t node) {
    const uint64_t kinds = sked_tree_all_kinds_(tree, node);
    const int changed = tree->demand_[node].kinds != kinds;
    SKED_ASSERT(tree->demand_[node].kind < 64 && kinds != 0);
    tree->demand_[node].kinds = kinds;
    return changed;
}

/* What a node of a GIVING tree has to know, of processors. */
static uint32_t sked_tree_given_(const sked_tree_ *tree, uint32_t node) {
    return tree->demand_[node].gives + sked_tree_counts_(tree, tree->node_[node].left) +
           sked_tree_counts_(tree, tree->node_[node].right);
}

/* What a node of a TOTAL tree has to know. */
static uint32_t sked_tree_total_(const sked_tree_ *tree, uint32_t node) {
    return tree->job_[node].back + sked_tree_counts_(tree, tree->node_[node].left) +
           sked_tree_counts_(tree, tree->node_[node].right);
}

/* What a node of a PREFIX tree has to know: the sums after its left subtree, itself, and all. */
static void sked_tree_add_prefixes_(const sked_tree_ *tree, uint32_t node, sked_prefix_ *own) {
    const uint32_t left = tree->node_[node].left, right = tree->node_[node].right;
    int64_t here = own->delta, low = here, high = here;
    if (left != SKED_NONE) {
        const sked_prefix_ *before = &tree->prefix_[left];
        here += before->sum;
        low = sked_min_i64_(before->low, here);
        high = sked_max_i64_(before->high, here);
    }
    if (right != SKED_NONE) {
        const sked_prefix_ *after = &tree->prefix_[right];
        low = sked_min_i64_(low, here + after->low);
        high = sked_max_i64_(high, here + after->high);
        here += after->sum;
    }
    SKED_ASSERT(low <= here && here <= high);   /* the sum of all is one of them */
    own->sum = here;
    own->low = low;
    own->high = high;
}

static inline int sked_tree_renew_least_(const sked_tree_ *tree, uint32_t node) {
    const sked_least_ least = sked_tree_least_(tree, node);
    const int changed =
        tree->counts_[node] != least.width || tree->low_[node] != least.value;
    tree->counts_[node] = least.width;
    tree->low_[node] = least.value;
    return changed;
}

/* Sums up a node of a queue with kinds. */
static int sked_tree_renew_demand_(const sked_tree_ *tree, uint32_t node) {
    const int changed = tree->quotas_ > 0 && sked_tree_amounts_differ_(tree, node, 1);
    SKED_ASSERT(tree->kind_ == SKED_TREE_KINDS_ || tree->kind_ == SKED_TREE_AMOUNTS_ ||
                tree->kind_ == SKED_TREE_GIVING_);
    if (tree->kind_ == SKED_TREE_KINDS_) {
        return sked_tree_renew_kinds_(tree, node) | changed;
    }
    if (tree->kind_ == SKED_TREE_AMOUNTS_) {
        return sked_tree_renew_least_(tree, node) | changed;
    }
    tree->counts_[node] = sked_tree_given_(tree, node);
    return 1;
}

/* Sums a node up from its children, except its size. Returns whether that may matter above it. */
static int sked_tree_sum_up_(const sked_tree_ *tree, uint32_t node) {
    switch ((sked_tree_kind_)tree->kind_) {
    case SKED_TREE_PLAIN_: break;
    case SKED_TREE_TOTAL_: tree->counts_[node] = sked_tree_total_(tree, node); return 1;
    case SKED_TREE_PREFIX_:
        if (SKED_TREE_PREFIXES_) {
            sked_tree_add_prefixes_(tree, node, &tree->prefix_[node]);
        }
        return 1;
    case SKED_TREE_ESTIMATE_:
    case SKED_TREE_START_: return sked_tree_renew_least_(tree, node);
    case SKED_TREE_KINDS_:
    case SKED_TREE_AMOUNTS_:
    case SKED_TREE_GIVING_: return SKED_QUEUE_KINDS_ && sked_tree_renew_demand_(tree, node);
    }
    return 0;
}

static void sked_tree_pull_(const sked_tree_ *tree, uint32_t node) {
    sked_node_ *own = &tree->node_[node];
    own->size = 1 + sked_tree_size_(tree, own->left) + sked_tree_size_(tree, own->right);
    (void)sked_tree_sum_up_(tree, node);
}

/* Do the sums change all the way up when a node comes or goes? Then they are updated along with the
 * sizes. Leasts are updated before, as far up as they change. */
static int sked_tree_has_sums_(const sked_tree_ *tree) {
    return tree->kind_ >= SKED_TREE_TOTAL_;
}

static int sked_tree_has_leasts_(int kind) {
    return kind >= SKED_TREE_ESTIMATE_ && kind <= SKED_TREE_START_;
}

/* After a node's own count or value, or a child, has changed: sums up again, as far up as that
 * changes anything. */
static void sked_tree_touch_(const sked_tree_ *tree, uint32_t node) {
    while (node != SKED_NONE && sked_tree_sum_up_(tree, node)) {
        node = tree->node_[node].parent;
    }
}

/* The link that leads to a node. */
static uint32_t *sked_tree_link_(const sked_tree_ *tree, uint32_t node) {
    const uint32_t parent = tree->node_[node].parent;
    if (parent == SKED_NONE) {
        return tree->root_;
    }
    return tree->node_[parent].left == node ? &tree->node_[parent].left
                                            : &tree->node_[parent].right;
}

/* The link from a node to its child on one side. */
static uint32_t *sked_tree_child_(const sked_tree_ *tree, uint32_t node, int right) {
    return right ? &tree->node_[node].right : &tree->node_[node].left;
}

/* Lets a node's child on one side rise to its place; the node sinks to the other side. */
static uint32_t sked_tree_rotate_(const sked_tree_ *tree, uint32_t node, int right) {
    uint32_t *up = sked_tree_child_(tree, node, right);
    const uint32_t child = *up;
    uint32_t *down = sked_tree_child_(tree, child, !right);
    SKED_ASSERT(tree->node_[child].parent == node);
    *sked_tree_link_(tree, node) = child;
    tree->node_[child].parent = tree->node_[node].parent;
    *up = *down;
    if (*down != SKED_NONE) {
        tree->node_[*down].parent = node;
    }
    *down = node;
    tree->node_[node].parent = child;
    sked_tree_pull_(tree, node);
    sked_tree_pull_(tree, child);
    return child;
}

/* Does one of two siblings of these sizes weigh more than three times the other? */
static int sked_tree_is_lopsided_(uint32_t left, uint32_t right) {
    return left < right ? right > 2 + 3 * left : left > 2 + 3 * right; /*~tree_balance*/
}

/* Restores the invariant at a node whose subtrees have it. Returns the node that is there then. */
static uint32_t sked_tree_turn_(const sked_tree_ *tree, uint32_t node, int heavy) {
    const uint32_t child = *sked_tree_child_(tree, node, heavy);
    SKED_ASSERT(child != SKED_NONE && 2 * tree->node_[child].size >= tree->node_[node].size - 1);
    if (sked_tree_size_(tree, *sked_tree_child_(tree, child, !heavy)) + 1 >=
        2 * (sked_tree_size_(tree, *sked_tree_child_(tree, child, heavy)) + 1)) {
        (void)sked_tree_rotate_(tree, child, !heavy);
    }
    return sked_tree_rotate_(tree, node, heavy);
}

/* Updates the sizes and restores the balance, from a node to the root, after a subtree of the node
 * has come to the size `below` by one node more (1) or less (-1). Leasts must be right before. */
static void sked_tree_balance_(const sked_tree_ *tree, uint32_t node, uint32_t below, int more) {
    const int sums = sked_tree_has_sums_(tree);
    while (node != SKED_NONE) {
        sked_node_ *own = &tree->node_[node];
        const uint32_t size = own->size + (uint32_t)more, beside = size - 1 - below;
        SKED_ASSERT(below < size);
        own->size = size;               /* first: a rotation sums up from below */
        if (sums) {
            (void)sked_tree_sum_up_(tree, node);
        }
        if (sked_tree_is_lopsided_(below, beside)) {
            const uint32_t left = sked_tree_size_(tree, own->left);
            own = &tree->node_[sked_tree_turn_(tree, node, size - 1 - left > left)];
        }
        SKED_ASSERT(own->size == size);
        SKED_ASSERT(size == 1 + sked_tree_size_(tree, own->left) +
                                sked_tree_size_(tree, own->right));
        SKED_ASSERT(!sked_tree_is_lopsided_(sked_tree_size_(tree, own->left),
                                            sked_tree_size_(tree, own->right)));
        below = size;
        node = own->parent;
    }
}

/* Hangs a new node where a search for its place ended: under parent, on one side. */
static void sked_tree_hang_(const sked_tree_ *tree, uint32_t node, uint32_t parent, int right) {
    uint32_t *link = parent == SKED_NONE ? tree->root_ : sked_tree_child_(tree, parent, right);
    SKED_ASSERT(*link == SKED_NONE && *tree->root_ != node);
    tree->node_[node].left = tree->node_[node].right = SKED_NONE;
    tree->node_[node].parent = parent;
    *link = node;
    sked_tree_pull_(tree, node);
    if (!sked_tree_has_sums_(tree)) {
        sked_tree_touch_(tree, parent);
    }
    sked_tree_balance_(tree, parent, 1, 1);
    SKED_ASSERT(tree->node_[*tree->root_].parent == SKED_NONE);
}

/* Lets `heir` (perhaps SKED_NONE) take the place of a node under its parent. */
static void sked_tree_replace_(const sked_tree_ *tree, uint32_t node, uint32_t heir) {
    SKED_ASSERT(*sked_tree_link_(tree, node) == node);
    *sked_tree_link_(tree, node) = heir;
    if (heir != SKED_NONE) {
        tree->node_[heir].parent = tree->node_[node].parent;
    }
}

/* The first node of a subtree. */
static uint32_t sked_tree_leftmost_(const sked_tree_ *tree, uint32_t node) {
    while (tree->node_[node].left != SKED_NONE) {
        node = tree->node_[node].left;
    }
    return node;
}

/* Puts the successor of a node with two children in its place. Returns the lowest node that lost a
 * child by that, perhaps the successor itself; *gap is the child that it has there now. */
static uint32_t sked_tree_promote_(const sked_tree_ *tree, uint32_t node, uint32_t *gap) {
    const sked_node_ old = tree->node_[node];
    uint32_t heir = old.right, lowest;
    while (tree->node_[heir].left != SKED_NONE) {
        heir = tree->node_[heir].left;
    }
    lowest = heir == old.right ? heir : tree->node_[heir].parent;
    SKED_ASSERT(old.left != SKED_NONE && tree->node_[heir].size < old.size);
    *gap = tree->node_[heir].right;
    if (lowest != heir) {               /* the successor is deeper: its child moves up first */
        sked_tree_replace_(tree, heir, *gap);
        tree->node_[heir].right = old.right;
        tree->node_[old.right].parent = heir;
    }
    sked_tree_replace_(tree, node, heir);
    tree->node_[heir].left = old.left;
    tree->node_[old.left].parent = heir;
    tree->node_[heir].size = old.size;
    if (!sked_tree_has_sums_(tree)) {
        sked_tree_touch_(tree, lowest);
        (void)sked_tree_sum_up_(tree, heir);    /* its sums are of its old place */
    }
    return lowest;
}

/* Takes a node out. */
static void sked_tree_remove_(const sked_tree_ *tree, uint32_t node) {
    const uint32_t left = tree->node_[node].left, right = tree->node_[node].right;
    const uint32_t parent = tree->node_[node].parent;
    uint32_t gap = left == SKED_NONE ? right : left, lowest = parent;
    if (left == SKED_NONE || right == SKED_NONE) {
        sked_tree_replace_(tree, node, gap);
    } else {
        lowest = sked_tree_promote_(tree, node, &gap);
    }
    if (!sked_tree_has_sums_(tree)) {
        sked_tree_touch_(tree, parent);
    }
    sked_tree_balance_(tree, lowest, sked_tree_size_(tree, gap), -1);
    SKED_ASSERT(*tree->root_ == SKED_NONE || tree->node_[*tree->root_].parent == SKED_NONE);
}

/* The first node in order, or SKED_NONE. */
static uint32_t sked_tree_first_(const sked_tree_ *tree) {
    return *tree->root_ == SKED_NONE ? SKED_NONE : sked_tree_leftmost_(tree, *tree->root_);
}

/* The node that follows a whole subtree: the nearest ancestor that has it on the left. */
static uint32_t sked_tree_climb_(const sked_tree_ *tree, uint32_t node) {
    uint32_t parent = tree->node_[node].parent;
    while (parent != SKED_NONE && tree->node_[parent].right == node) {
        node = parent;
        parent = tree->node_[node].parent;
    }
    SKED_ASSERT(parent == SKED_NONE || tree->node_[parent].left == node);
    return parent;
}

static uint32_t sked_tree_next_(const sked_tree_ *tree, uint32_t node) {
    const uint32_t right = tree->node_[node].right;
    return right == SKED_NONE ? sked_tree_climb_(tree, node) : sked_tree_leftmost_(tree, right);
}

/* The node at a position, or SKED_NONE. */
static uint32_t sked_tree_nth_(const sked_tree_ *tree, uint32_t position) {
    uint32_t node = *tree->root_;
    while (node != SKED_NONE) {
        const uint32_t before = sked_tree_size_(tree, tree->node_[node].left);
        SKED_ASSERT(before < tree->node_[node].size);
        if (position == before) {
            break;
        }
        node = position < before ? tree->node_[node].left : tree->node_[node].right;
        position -= position < before ? 0 : before + 1;
    }
    return node;
}

static uint32_t sked_tree_position_(const sked_tree_ *tree, uint32_t node) {
    uint32_t position = sked_tree_size_(tree, tree->node_[node].left);
    uint32_t parent = tree->node_[node].parent;
    for (; parent != SKED_NONE; parent = tree->node_[node].parent) {
        if (tree->node_[parent].right == node) {
            position += sked_tree_size_(tree, tree->node_[parent].left) + 1;
        }
        node = parent;
    }
    SKED_ASSERT(node == *tree->root_ && position < tree->node_[node].size);
    return position;
}

/* Asks a LEAST tree for a job of at most `count` processors, with a value of at most `value` or of
 * at most `extra` processors; and an AMOUNTS tree for one that there is room for, too. */
typedef struct sked_query_ {
    uint32_t count, extra;
    int64_t value;
    const uint32_t *room;           /* by quota                                                   */
    uint32_t quotas;                /* 0: whatever room there is                                  */
} sked_query_;

/* This is EASY's rule, if `count` are free now, the value is an estimate, and sked_queue_rule_ made
 * the query: a job that fits may pass the blocked head iff it ends by the head's shadow time, and
 * so gives back in time, or is no wider than the extra, which the head leaves over then. No other
 * place says it. Invariant: a job that passes moves the shadow time to no later one.
 * Source: Lifka (1995); Mu'alem and Feitelson (2001). */
static int sked_query_takes_(const sked_query_ *query, uint32_t count, int64_t value) {
    return count <= query->count && (value <= query->value || count <= query->extra);
}

/* Is there room for as much of each quota? */
static int sked_amounts_fit_(const uint32_t *amounts, const uint32_t *room, uint32_t quotas) {
    uint32_t quota = 0;
    while (quota < quotas && amounts[quota] <= room[quota]) {
        quota++;
    }
    SKED_ASSERT(quota <= quotas);
    return quota == quotas;
}

/* Is there room for these amounts? */
static int sked_query_has_room_(const sked_query_ *query, const uint32_t *amounts) {
    SKED_ASSERT(query->quotas > 0 && query->room != NULL);
    return sked_amounts_fit_(amounts, query->room, query->quotas);
}

/* Could the subtree have an answer? Its leasts may be of different nodes. */
static inline int sked_query_enters_(const sked_query_ *query, const sked_tree_ *tree,
                                     uint32_t node) {
    return node != SKED_NONE && sked_query_takes_(query, tree->counts_[node], tree->low_[node]) &&
           (!SKED_QUEUE_KINDS_ || query->quotas == 0 ||
            sked_query_has_room_(query, sked_tree_sums_(tree, node)));
}

static inline int sked_query_takes_node_(const sked_query_ *query, const sked_tree_ *tree,
                                         uint32_t node) {
    return sked_query_takes_(query, tree->job_[node].width, sked_tree_value_(tree, node)) &&
           (!SKED_QUEUE_KINDS_ || query->quotas == 0 ||
            sked_query_has_room_(query, sked_tree_amounts_(tree, node)));
}

/* The first answer behind `after` (SKED_NONE: of all), in order. Subtrees that cannot have one are
 * skipped. */
static uint32_t sked_tree_find_(const sked_tree_ *tree, uint32_t after, const sked_query_ *query,
                                uint64_t *steps) {
    uint32_t node = after == SKED_NONE ? *tree->root_ : tree->node_[after].right;
    for (;; node = tree->node_[after].right) {
        if (sked_query_enters_(query, tree, node)) {    /* its first answer may be far left */
            while (sked_query_enters_(query, tree, tree->node_[node].left)) {
                node = tree->node_[node].left;
                ++*steps;
            }
        } else {
            node = after == SKED_NONE ? SKED_NONE : sked_tree_climb_(tree, after);
        }
        ++*steps;
        SKED_ASSERT(node == SKED_NONE || (tree->counts_[node] <= tree->job_[node].width &&
                                          tree->low_[node] <= sked_tree_value_(tree, node)));
        if (node == SKED_NONE || sked_query_takes_node_(query, tree, node)) {
            return node;
        }
        after = node;
    }
}

static int sked_tree_knows_prefixes_(const sked_tree_ *tree, uint32_t node) {
    const sked_prefix_ *own = &tree->prefix_[node];
    sked_prefix_ wanted = *own;
    sked_tree_add_prefixes_(tree, node, &wanted);
    return own->sum == wanted.sum && own->low == wanted.low && own->high == wanted.high;
}

static int sked_tree_knows_least_(const sked_tree_ *tree, uint32_t node) {
    const sked_least_ least = sked_tree_least_(tree, node);
    return tree->counts_[node] == least.width && tree->low_[node] == least.value;
}

/* Does a node know what sked_tree_sum_up_ would write? */
static int sked_tree_is_summed_up_(const sked_tree_ *tree, uint32_t node) {
    switch ((sked_tree_kind_)tree->kind_) {
    case SKED_TREE_PLAIN_: break;
    case SKED_TREE_TOTAL_: return tree->counts_[node] == sked_tree_total_(tree, node);
    case SKED_TREE_KINDS_:
        return SKED_QUEUE_KINDS_ &&
               tree->demand_[node].kinds == sked_tree_all_kinds_(tree, node) &&
               !sked_tree_amounts_differ_(tree, node, 0);
    case SKED_TREE_GIVING_:
        return SKED_QUEUE_KINDS_ && tree->counts_[node] == sked_tree_given_(tree, node) &&
               !sked_tree_amounts_differ_(tree, node, 0);
    case SKED_TREE_PREFIX_: return sked_tree_knows_prefixes_(tree, node);
    case SKED_TREE_ESTIMATE_:
    case SKED_TREE_START_: return sked_tree_knows_least_(tree, node);
    case SKED_TREE_AMOUNTS_:
        return SKED_QUEUE_KINDS_ && sked_tree_knows_least_(tree, node) &&
               !sked_tree_amounts_differ_(tree, node, 0);
    }
    return 1;
}

/* Are a node's size, balance and sums right, if its children's are? */
static int sked_tree_is_valid_node_(const sked_tree_ *tree, uint32_t node) {
    const uint32_t left = sked_tree_size_(tree, tree->node_[node].left);
    const uint32_t right = sked_tree_size_(tree, tree->node_[node].right);
    return tree->node_[node].size == 1 + left + right && !sked_tree_is_lopsided_(left, right) &&
           sked_tree_is_summed_up_(tree, node);
}

static int sked_tree_is_child_(const sked_tree_ *tree, uint32_t child, uint32_t parent,
                               uint32_t limit) {
    return child == SKED_NONE || (child < limit && tree->node_[child].parent == parent);
}

/* Is it a tree of this many nodes, each below `limit`, with the right sums? A node can be entered
 * only from the parent that it names, so none is entered twice. */
static int sked_tree_is_valid_(const sked_tree_ *tree, uint32_t limit, uint32_t count) {
    enum { SKED_ENTER_, SKED_BETWEEN_, SKED_LEAVE_ } stage = SKED_ENTER_;
    uint32_t node = *tree->root_, found = 0;
    if (!sked_tree_is_child_(tree, node, SKED_NONE, limit)) {
        return 0;
    }
    while (node != SKED_NONE) {
        const uint32_t left = tree->node_[node].left, right = tree->node_[node].right;
        if (stage == SKED_ENTER_) {
            if (++found > count || (left == right && left != SKED_NONE) ||
                !sked_tree_is_child_(tree, left, node, limit) ||
                !sked_tree_is_child_(tree, right, node, limit)) {
                return 0;
            }
            node = left == SKED_NONE ? node : left;
            stage = left == SKED_NONE ? SKED_BETWEEN_ : SKED_ENTER_;
        } else if (stage == SKED_BETWEEN_) {
            node = right == SKED_NONE ? node : right;
            stage = right == SKED_NONE ? SKED_LEAVE_ : SKED_ENTER_;
        } else {
            const uint32_t parent = tree->node_[node].parent;   /* the children are right */
            if (!sked_tree_is_valid_node_(tree, node)) {
                return 0;
            }
            stage = parent != SKED_NONE && tree->node_[parent].left == node ? SKED_BETWEEN_
                                                                            : SKED_LEAVE_;
            node = parent;
        }
    }
    return found == count;
}

/* The node of a subtree that comes first if children come before their parents. */
static uint32_t sked_tree_lowest_(const sked_tree_ *tree, uint32_t node) {
    uint32_t below = node;
    while (below != SKED_NONE) {
        node = below;
        below = tree->node_[node].left == SKED_NONE ? tree->node_[node].right
                                                    : tree->node_[node].left;
    }
    return node;
}

/* Sums all nodes up again, after the counts of many have changed. */
static void sked_tree_sum_all_(const sked_tree_ *tree) {
    uint32_t node = sked_tree_lowest_(tree, *tree->root_);
    SKED_ASSERT(tree->node_[node].left == SKED_NONE && tree->node_[node].right == SKED_NONE);
    while (node != SKED_NONE) {
        const uint32_t parent = tree->node_[node].parent;
        (void)sked_tree_renew_demand_(tree, node);
        node = parent == SKED_NONE || tree->node_[parent].right == node ||
                       tree->node_[parent].right == SKED_NONE
                   ? parent
                   : sked_tree_lowest_(tree, tree->node_[parent].right);
    }
}

/* ---- >>queue.block: the state and its arrays ---- */

/* A job is an index into job_. One that waits is in the tree line_, by the queue's order, and where
 * there are jobs without reservations also in one of the trees fill_, one for each class of widths,
 * by the backfill order. A running job is in the tree ending_, by expected end and arrival; one
 * with bars is in a tree of its own, by the queue's order. These trees and line_ share their nodes.
 * A chain through the slots leads from process to process of a running job. A job in a background
 * stays in the line and in its fill_; those that wait and may go to a background are also in the
 * trees under_, by the background order. */

#define SKED_UNUSED_ (SKED_NONE - 1u)
#define SKED_BARRED_ (SKED_NONE - 2u)       /* beyond all slots                             */
#define SKED_UNSORTED_ 0u                   /* in place of a class: no width has it         */
#define SKED_NOT_LOOKED_ (SKED_NONE - 1u)   /* of ahead_                                    */
#define SKED_UNRESERVED_ INT64_C(-1)        /* of a job's start: it has no reservation yet  */
#define SKED_ARRIVAL_ 8u                    /* from one arrival to the next: options fit in */
#define SKED_QUEUE_KIND_ UINT32_C(0x51554555)
#define SKED_BACKGROUNDS_ 7u                /* at most                                      */
#define SKED_KINDS_ 64u                     /* at most: a bit each                          */
#define SKED_QUOTAS_ 16u                    /* at most                                      */
#define SKED_CAPS_ 64u                      /* at most                                      */
#define SKED_STAYS_ (UINT32_C(1) << 31)     /* with an account: the job was a blocked head  */
#define SKED_CHANGED_BACKGROUND_ 1u            /* since the last pass: a job left a background */
#define SKED_CHANGED_ 2u                       /* ... something else                           */

enum {
    SKED_PHASE_CLOSED_ = 0,
    SKED_PHASE_HEADS_ = 1,          /* heads, while they fit; or no job waits  */
    SKED_PHASE_BEHIND_ = 2,         /* depth 1: jobs behind a blocked head     */
    SKED_PHASE_RESERVING_ = 3,      /* depth k: the first k jobs               */
    SKED_PHASE_FILLING_ = 4,        /* depth k: the jobs without reservations  */
    SKED_PHASE_DUE_ = 5,            /* SKED_COMPRESS: reservations for now     */
    SKED_PHASE_KIND_HEADS_ = 6,     /* with kinds: heads                       */
    SKED_PHASE_KIND_BEHIND_ = 7,    /* ... jobs behind blocked heads           */
    SKED_PHASE_PLACING_ = 8,        /* ... depth k: the first k of a component */
    SKED_PHASE_BETWEEN_ = 9,        /* ... depth k: those without reservations */
    SKED_PHASE_OWNERS_ = 10,        /* first: jobs with bookings of their own  */
    SKED_PHASE_TIERS_ = 11,         /* of sked_tiers_plan: heads               */
    SKED_PHASE_BEFORE_ = 12,        /* ... jobs behind a blocked head          */
    SKED_PHASE_UNDER_ = 13          /* ... waiting jobs, for backgrounds       */
};

/* The jobs. */
typedef struct sked_queue_jobs_ {
    uint64_t arrivals;              /* submit: the arrival of the next job, without options       */
    uint32_t spare;                 /* first unused index, or SKED_NONE; the next one in
                                       line_.node_[].right                                        */
    uint32_t waiting;               /* jobs that run nowhere                                      */
    uint32_t background;            /* jobs whose chains are in a background; in the line, too    */
    uint32_t running;               /* jobs whose chains are in the foreground                    */
    uint32_t line_root;             /* of line_: all that wait or run in a background             */
    uint32_t ending_root;           /* of ending_: all that run in the foreground                 */
    uint32_t barred_root;           /* of the tree of all that have bars                          */
} sked_queue_jobs_;

/* The processors. */
typedef struct sked_queue_machine_ {
    uint32_t free;                  /* members of free_words_: up, with an empty foreground       */
    uint32_t down;                  /* members of down_words_                                     */
    uint32_t losses;                /* members of lost_words_, over all tiers: processes on
                                       processors that went down, not yet reported by a pass      */
} sked_queue_machine_;

/* The bookings: entries 0 .. count-1 of booking_ and booking_words_, by rising starts. */
typedef struct sked_queue_bookings_state_ {
    sked_time unbegun;              /* plan, book: the conflicts of bookings that start before
                                       this time have been counted                                */
    uint32_t count;                 /* those that have ended are dropped by the next plan or book */
} sked_queue_bookings_state_;

/* The profile: what is free when. With depth k it lives for one pass. Under SKED_COMPRESS it is
 * true between passes, too, unless it is stale. With kinds there is no profile; then stale and
 * given_back are about the reservations that are kept. */
typedef struct sked_queue_profile_state_ {
    int64_t free;                   /* free from now on, before the first node's delta            */
    uint32_t root;                  /* of profile_                                                */
    uint32_t spare;                 /* first unused node, or SKED_NONE; the next in node_[].right */
    uint32_t used;                  /* nodes below this have been used since it was made          */
    uint32_t stale;                 /* 1: events have changed what is free in ways that it does
                                       not show; the next pass makes it anew                      */
    uint32_t given_back;            /* 1: an event gave something back since the last sweep       */
    uint32_t loose;                 /* SKED_LOOSE_...: what is free that no sweep has seen yet    */
} sked_queue_profile_state_;

/* The pass. All but `changes` is valid from plan to the end of the pass; the phase is closed
 * otherwise. What is said of the head stays for get_info. */
typedef struct sked_queue_pass_ {
    sked_time shadow;               /* of the head, if it is blocked; SKED_NEVER: none            */
    sked_time booking_from;         /* plan: the first start of a booking, or SKED_NEVER; with
                                       caps 0: they are everywhere                                */
    sked_time head_length;          /* of the run that the head is to have at its shadow time     */
    uint64_t head_id;               /* of the head, if it is blocked, else 0                      */
    uint32_t phase;                 /* SKED_PHASE_...                                             */
    uint32_t cursor;                /* depth k: the next job to look at, or SKED_NONE             */
    uint32_t head;                  /* index of the blocked head, or SKED_NONE                    */
    uint32_t head_blocked;          /* 1: the first job of the line could not start               */
    uint32_t head_meets_booking;    /* 1: a booking overlaps its run: sets decide, not the extra  */
    uint32_t extra;                 /* processors that the head leaves over at its shadow time    */
    uint32_t reserved;              /* depth k: reservations made in this pass; with kinds,
                                       entries of both orders, under SKED_COMPRESS always valid   */
    uint32_t reserved_last;         /* ... the last job that got one, or SKED_NONE                */
    uint32_t changes;               /* SKED_CHANGED_...: what happened since the last plan        */
    uint32_t place;                 /* of the account whose jobs the pass looks at, where it looks
                                       behind a head in the order of accounts                     */
} sked_queue_pass_;

/* Of a pass over kinds. */
typedef struct sked_queue_kinds_state_ {
    uint64_t components;            /* set_kind, set_quota: the lowest kind of each component     */
    uint64_t looked_at;             /* kinds of the components that are not settled               */
    uint64_t unblocked;             /* ... of those that have no blocked head yet; beyond depth 1,
                                       of those with fewer reservations than they may have        */
    uint64_t hopeful;               /* kinds that may still have a job that can pass a head       */
} sked_queue_kinds_state_;

/* What sked_tiers_plan was asked for, and which processors may take a process behind theirs. */
typedef struct sked_queue_tiers_ {
    sked_time migration, estimate_max;              /* of sked_tiers                              */
    uint32_t policy, options, usage_limit_permille, width_max;  /* ... the same                   */
    uint32_t pinned;                /* 1: the head waits for the processors that it is behind     */
    uint32_t eligible;              /* members of eligible_words_, judged by judged_limit, except
                                       those of changed_words_, which await their judgement       */
    uint32_t judged_limit;          /* permille                                                   */
} sked_queue_tiers_;

/* At the beginning of the block. */
typedef struct sked_queue_state_ {
    unsigned char seal[SKED_SEAL_BYTES];            /* seal alone writes it                       */
    sked_queue_rules_ rules;        /* create, grow: a copy of the handle's, which the code reads */
    sked_queue_counters counters;   /* they only grow                                             */
    sked_time now;                  /* the latest time that a call carried                        */
    sked_queue_jobs_ jobs;
    sked_queue_machine_ machine;
    sked_queue_bookings_state_ bookings;
    sked_queue_profile_state_ profile;
    sked_queue_pass_ pass;
    sked_queue_kinds_state_ kinds;
    sked_queue_tiers_ tiers;
} sked_queue_state_;

/* What sweeps over the waiting jobs have learnt, see sked_queue_search_ and sked_sweep_note_. A
 * level is a power of two of processors; a slice is a power of two of ticks. Run times are in
 * quarters of octaves, plus one: see sked_sweep_quarter_. */
enum { SKED_OPENINGS_ = 64, SKED_SLICES_ = 64, SKED_LEVELS_ = 16 };
enum { SKED_LOOSE_NOTED_ = 1, SKED_LOOSE_ANYWHERE_ = 2 };   /* of profile.loose                   */

/* No job as wide and as long finds a place before `until`, except in what opened later than the
 * first `openings` of this sweep. */
typedef struct sked_failure_ {
    sked_time estimate, until;
    uint32_t width, openings;
} sked_failure_;

/* What became free, and for how long each level is free there; 0: it is not. */
typedef struct sked_opening_ {
    sked_time from, to;
    unsigned char run[SKED_LEVELS_];
} sked_opening_;

/* All openings since a sweep began: the longest run of each level that overlaps a slice, and that
 * overlaps any. Slices are used again and again, as time goes on. */
typedef struct sked_note_ {
    uint32_t shift;                                 /* a slice is 2^shift ticks          */
    unsigned char most[SKED_LEVELS_], run[SKED_LEVELS_][SKED_SLICES_];
} sked_note_;

typedef struct sked_sweep_ {
    sked_opening_ opening[SKED_OPENINGS_];          /* a ring of the latest of this sweep */
    uint32_t openings, slots;                       /* of failures: a power of two */
    uint32_t sweeps;                                /* parity: the note of the latest sweep */
    sked_note_ note[2];                             /* of the latest sweep, and of the one before */
} sked_sweep_;

static sked_set sked_set_view_(sked_word *words, uint32_t size) {
    sked_set set;
    set.words = words;
    set.size = size;
    return set;
}

static sked_set sked_queue_view_(const sked_queue *queue, sked_word *words) {
    return sked_set_view_(words, queue->rules_.processors);
}

static sked_set sked_queue_free_(const sked_queue *queue) {
    return sked_queue_view_(queue, queue->free_words_);
}

static sked_set sked_queue_down_set_(const sked_queue *queue) {
    return sked_queue_view_(queue, queue->down_words_);
}

/* Processors that are down, with a process in this tier that awaits its report. */
static sked_set sked_queue_lost_set_(const sked_queue *queue, uint32_t tier) {
    const size_t words = (size_t)SKED_SET_WORDS(queue->rules_.processors);
    SKED_ASSERT(tier <= queue->rules_.backgrounds);
    return sked_queue_view_(queue, queue->lost_words_ + (size_t)tier * words);
}

static uint32_t sked_queue_slots_(const sked_queue *queue) {
    return (queue->rules_.backgrounds + 1) * queue->rules_.processors;
}

/* A slot's tier and processor. Tiers are few, and small targets have no instruction to divide. */
static uint32_t sked_queue_tier_(const sked_queue *queue, uint32_t slot, uint32_t *processor) {
    uint32_t tier = 0;
    for (; slot >= queue->rules_.processors; slot -= queue->rules_.processors) {
        tier++;
    }
    SKED_ASSERT(tier <= queue->rules_.backgrounds);
    *processor = slot;
    return tier;
}

static uint32_t sked_queue_processor_(const sked_queue *queue, uint32_t slot) {
    uint32_t processor;
    (void)sked_queue_tier_(queue, slot, &processor);
    return processor;
}

static sked_set sked_queue_booking_set_(const sked_queue *queue, uint32_t booking) {
    const size_t words = (size_t)SKED_SET_WORDS(queue->rules_.processors);
    SKED_ASSERT(booking < queue->rules_.bookings_max);
    return sked_queue_view_(queue, queue->booking_words_ + (size_t)booking * words);
}

/* A constant 0 where SKED_BOOKINGS_MAX is 0, so that compilers leave out what loops over them. */
static uint32_t sked_queue_bookings_(const sked_queue *queue) {
    SKED_ASSERT(queue->state_->bookings.count <= queue->rules_.bookings_max);
    return SKED_QUEUE_BOOKINGS_ ? queue->state_->bookings.count : 0;
}

/* From when on sets decide who fits: the earliest start of a booking; with caps from the beginning.
 * Runs that end by then need not look at bookings. */
static sked_time sked_queue_sets_from_(const sked_queue *queue) {
    if (SKED_QUEUE_KINDS_ && queue->rules_.caps > 0) {
        return 0;
    }
    return sked_queue_bookings_(queue) > 0 ? queue->booking_[0].start : SKED_NEVER;
}

/* May a booking be in the way of what ends at `end`, or a cap, so that sets decide? */
static int sked_queue_meets_bookings_(const sked_queue *queue, sked_time end) {
    return SKED_QUEUE_SETS_ && end > queue->state_->pass.booking_from;
}

/* How many bookings start before `time`: the first ones, as bookings are kept by rising starts. A
 * run looks only at those that start before its end. */
static uint32_t sked_queue_bookings_before_(const sked_queue *queue, sked_time time) {
    uint32_t low = 0, high = sked_queue_bookings_(queue);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (queue->booking_[middle].start < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Widths below 16 are classes of their own; above, each octave has eight. */
static uint32_t sked_width_class_(uint32_t width) {
    uint32_t octave = 0;
    while (width >> octave >= 16) {
        octave++;
    }
    SKED_ASSERT(octave == 0 || width >> octave >= 8);   /* so that no two octaves share a class */
    return octave * 8 + (width >> octave);
}

/* The least width of a class. */
static uint32_t sked_class_width_(uint32_t class_) {
    const uint32_t width = class_ < 16 ? class_ : (8 + class_ % 8) << (class_ / 8 - 1);
    SKED_ASSERT(sked_width_class_(width) == class_ && sked_width_class_(width - 1) < class_);
    return width;
}

/* Are there more reservations than the head's, so that a profile is needed? */
static int sked_queue_is_deep_(const sked_queue_rules_ *rules) {
    return SKED_TREE_PREFIXES_ && rules->depth > 1;
}

/* Do jobs without reservations start behind blocked ones? */
static int sked_queue_fills_(const sked_queue_rules_ *rules) {
    return rules->depth > 0 && rules->depth < SKED_ALL;
}

/* Has a queue accounts? */
static int sked_queue_has_accounts_(const sked_queue_rules_ *rules) {
    return SKED_QUEUE_ACCOUNTS_ && rules->accounts > 0;
}

/* Is an order that of the accounts? */
static int sked_is_by_share_(uint32_t order) {
    return SKED_QUEUE_ACCOUNTS_ && order == (uint32_t)SKED_BY_SHARE;
}

/* How many groups of jobs an order has, each with trees of its own: see >>queue.accounts. */
static uint32_t sked_queue_groups_(const sked_queue_rules_ *rules, uint32_t order) {
    return sked_is_by_share_(order) ? rules->accounts + 1 : 1;
}

/* Does a queue tell processors apart, or count quotas? */
static int sked_queue_has_kinds_(const sked_queue_rules_ *rules) {
    return SKED_QUEUE_KINDS_ && rules->kinds > 0;
}

/* A forest has a row of trees, one for each class of widths, for each kind of each group. */
static uint64_t sked_queue_rows_(const sked_queue_rules_ *rules, uint32_t order) {
    return (uint64_t)sked_queue_groups_(rules, order) *
           (sked_queue_has_kinds_(rules) ? rules->kinds : 1);
}

/* Do reservations outlive a pass? */
static int sked_queue_keeps_(const sked_queue_rules_ *rules) {
    return sked_queue_is_deep_(rules) && rules->depth == SKED_ALL &&
           rules->reservations == (uint32_t)SKED_COMPRESS;
}

/* ... as numbers in the profile? */
static int sked_queue_keeps_counts_(const sked_queue_rules_ *rules) {
    return sked_queue_keeps_(rules) && !sked_queue_has_kinds_(rules);
}

/* ... as entries with processors? */
static int sked_queue_keeps_sets_(const sked_queue_rules_ *rules) {
    return sked_queue_keeps_(rules) && sked_queue_has_kinds_(rules);
}

/* Do reservations count processors, so that they need a profile? */
static int sked_queue_counts_(const sked_queue_rules_ *rules) {
    return sked_queue_is_deep_(rules) && !sked_queue_has_kinds_(rules);
}

/* Do reservations have processors? */
static int sked_queue_places_(const sked_queue_rules_ *rules) {
    return sked_queue_is_deep_(rules) && sked_queue_has_kinds_(rules);
}

/* Entries of reserved_ at most. */
static uint64_t sked_queue_reserved_max_(const sked_queue_rules_ *rules) {
    const uint64_t jobs = rules->jobs_max, most = (uint64_t)rules->depth * rules->kinds;
    return sked_if_(sked_queue_places_(rules),
                    (most < jobs ? most : jobs) + rules->bookings_max);
}

/* Nodes of the profile at most: a running job has one, its end; a reservation and a booking two. */
static uint64_t sked_queue_profile_nodes_(const sked_queue_rules_ *rules) {
    const uint64_t jobs = rules->jobs_max, bookings = rules->bookings_max;
    const uint64_t running = jobs < rules->processors ? jobs : rules->processors;
    const uint64_t some = running + 2 * (uint64_t)rules->depth;
    return sked_if_(sked_queue_counts_(rules),
                    (some < 2 * jobs ? some : 2 * jobs) + 2 * bookings);
}

/* Do sweeps remember what they have not found? On short queues it would not pay. */
static int sked_queue_remembers_(const sked_queue_rules_ *rules) {
    return sked_queue_keeps_counts_(rules) && rules->jobs_max >= 64;
}

/* How many failures: a power of two, up to one for four jobs. */
static uint32_t sked_queue_failures_(const sked_queue_rules_ *rules) {
    uint32_t failures = 16;
    while (failures < 512 && failures < rules->jobs_max / 8) {
        failures *= 2;
    }
    SKED_ASSERT(failures <= 16 || failures <= rules->jobs_max / 4);
    return sked_queue_remembers_(rules) ? failures : 0;
}

/* Does a queue ask its picker when the head can start? */
static int sked_queue_asks_ahead_(const sked_queue_rules_ *rules) {
    return SKED_QUEUE_ASKS_ && rules->options == SKED_ASK_AHEAD;
}

static void sked_tree_carve_(sked_tree_ *tree, sked_carver_ *c, uint64_t nodes,
                             sked_tree_kind_ kind) {
    const uint64_t prefixes = sked_if_(kind == SKED_TREE_PREFIX_, nodes);
    const uint64_t leasts = sked_if_(sked_tree_has_leasts_((int)kind), nodes);
    const uint64_t counts = nodes - prefixes;
    tree->kind_ = (int)kind;
    tree->node_ = SKED_PTR_(sked_node_, sked_carve_(c, sizeof(sked_node_), nodes));
    tree->prefix_ = SKED_PTR_(sked_prefix_, sked_carve_(c, sizeof(sked_prefix_), prefixes));
    tree->counts_ = sked_carve_32_(c, counts);
    tree->low_ = SKED_PTR_(int64_t, sked_carve_(c, sizeof(int64_t), leasts));
    tree->demand_ = NULL;
    tree->amounts_ = NULL;
    tree->quotas_ = 0;
    tree->job_ = NULL;
    tree->root_ = NULL;
}

/* Lets a tree of jobs know their kinds and amounts. */
static void sked_queue_link_demand_(const sked_queue *queue, const sked_queue_rules_ *rules,
                                    sked_tree_ *tree, sked_tree_kind_ kind) {
    tree->kind_ = (int)kind;
    tree->demand_ = queue->demand_;
    tree->amounts_ = queue->amounts_;
    tree->quotas_ = rules->quotas;
    SKED_ASSERT(rules->kinds > 0);
}

static void sked_forest_carve_(sked_forest_ *forest, sked_carver_ *c, uint64_t jobs,
                               const sked_queue_rules_ *rules, uint32_t order) {
    const uint32_t classes = sked_width_class_(rules->processors) + 1;
    const uint64_t trees = sked_if_(jobs > 0, sked_queue_rows_(rules, order) * classes);
    sked_tree_carve_(&forest->tree_, c, jobs, SKED_TREE_ESTIMATE_);
    forest->roots_ = sked_carve_32_(c, trees);
    forest->ahead_ = sked_carve_32_(c, trees);
    forest->classes_ = classes;
    forest->order_ = order;
}

static void sked_queue_layout_jobs_(sked_queue *queue, const sked_queue_rules_ *rules,
                                    sked_carver_ *c) {
    const uint32_t groups =
        sked_is_by_share_(rules->order) ? sked_queue_groups_(rules, rules->order) : 0;
    queue->job_ =
        SKED_PTR_(sked_queue_job_, sked_carve_(c, sizeof(sked_queue_job_), rules->jobs_max));
    queue->bucket_ = sked_carve_32_(c, rules->buckets);
    queue->account_of_ = sked_carve_32_(c, sked_if_(rules->accounts > 0, rules->jobs_max));
    queue->place_of_ = sked_carve_32_(c, groups);
    queue->at_place_ = sked_carve_32_(c, groups);
    queue->line_roots_ = sked_carve_32_(c, groups);
    queue->lined_words_ = SKED_PTR_(
        sked_word, sked_carve_(c, sizeof(sked_word), SKED_SET_WORDS(groups)));
}

/* What only queues with kinds have. */
static void sked_queue_layout_kinds_(sked_queue *queue, const sked_queue_rules_ *rules,
                                     sked_carver_ *c) {
    const uint64_t kinds = rules->kinds, quotas = rules->quotas, caps = rules->caps;
    const uint64_t words = SKED_SET_WORDS(rules->processors);
    const uint64_t jobs = sked_if_(kinds > 0, rules->jobs_max);
    queue->kind_ =
        SKED_PTR_(sked_queue_kind_, sked_carve_(c, sizeof(sked_queue_kind_), kinds));
    queue->quota_ =
        SKED_PTR_(sked_queue_quota_, sked_carve_(c, sizeof(sked_queue_quota_), quotas));
    queue->cap_ = SKED_PTR_(sked_queue_cap_, sked_carve_(c, sizeof(sked_queue_cap_), caps));
    queue->cap_left_ = sked_carve_32_(c, caps);
    queue->cap_then_ = sked_carve_32_(c, caps);
    queue->cap_of_ = sked_carve_32_(c, sked_if_(caps > 0, rules->processors));
    queue->amount_each_ = sked_carve_32_(c, sked_if_(caps > 0, rules->jobs_max));
    queue->demand_ =
        SKED_PTR_(sked_queue_demand_, sked_carve_(c, sizeof(sked_queue_demand_), jobs));
    queue->kinds_ = sked_carve_64_(c, sked_if_(kinds > 0, rules->processors));
    queue->rarity_ =
        SKED_PTR_(unsigned char, sked_carve_(c, 1, sked_if_(kinds > 0, rules->processors)));
    queue->amounts_ = sked_carve_32_(c, jobs * 4 * quotas);
    queue->room_ = sked_carve_32_(c, quotas);
    queue->surplus_ = sked_carve_32_(c, kinds * quotas);
    queue->kind_words_ =
        SKED_PTR_(sked_word, sked_carve_(c, sizeof(sked_word), kinds * words));
    queue->cap_words_ = SKED_PTR_(sked_word, sked_carve_(c, sizeof(sked_word), caps * words));
}

/* What only queues with kinds have beyond depth 1. */
static void sked_queue_layout_reserved_(sked_queue *queue, const sked_queue_rules_ *rules,
                                        sked_carver_ *c) {
    const uint64_t most = sked_queue_reserved_max_(rules);
    queue->reserved_ = SKED_PTR_(sked_queue_reserved_,
                                 sked_carve_(c, sizeof(sked_queue_reserved_), most));
    queue->by_start_ = sked_carve_32_(c, most);
    queue->by_end_ = sked_carve_32_(c, most);
    queue->held_ = sked_carve_32_(c, sked_if_(most > 0, rules->processors));
    queue->reserved_words_ = SKED_PTR_(
        sked_word, sked_carve_(c, sizeof(sked_word), most * SKED_SET_WORDS(rules->processors)));
}

static void sked_queue_layout_trees_(sked_queue *queue, const sked_queue_rules_ *rules,
                                     sked_carver_ *c) {
    const uint64_t fillers = sked_if_(sked_queue_fills_(rules), rules->jobs_max);
    const uint64_t seekers = sked_if_(rules->backgrounds > 0, rules->jobs_max);
    const uint64_t nodes = sked_queue_profile_nodes_(rules);
    const uint64_t failures = sked_queue_failures_(rules);
    sked_tree_carve_(&queue->line_, c, rules->jobs_max,
                     sked_queue_keeps_counts_(rules) ? SKED_TREE_START_ : SKED_TREE_PLAIN_);
    sked_forest_carve_(&queue->fill_, c, fillers, rules, rules->backfill_order);
    sked_forest_carve_(&queue->under_, c, seekers, rules, rules->background_order);
    if (SKED_TREE_PREFIXES_) {
        sked_tree_carve_(&queue->profile_, c, nodes, SKED_TREE_PREFIX_);
        queue->sweep_ = SKED_PTR_(
            sked_sweep_, sked_carve_(c, sizeof(sked_sweep_), sked_if_(failures > 0, 1)));
        queue->failure_ =
            SKED_PTR_(sked_failure_, sked_carve_(c, sizeof(sked_failure_), failures));
    }
    queue->line_.job_ = queue->fill_.tree_.job_ = queue->under_.tree_.job_ = queue->job_;
    queue->ending_ = queue->line_;      /* a job is in one of them, so that they share nodes */
    queue->ending_.kind_ = SKED_TREE_TOTAL_;
    if (sked_queue_has_kinds_(rules)) {
        sked_queue_link_demand_(queue, rules, &queue->ending_, SKED_TREE_GIVING_);
        sked_queue_link_demand_(queue, rules, &queue->line_, SKED_TREE_KINDS_);
        if (rules->quotas > 0) {
            sked_queue_link_demand_(queue, rules, &queue->fill_.tree_, SKED_TREE_AMOUNTS_);
        }
    }
}

static void sked_queue_layout_machine_(sked_queue *queue, const sked_queue_rules_ *rules,
                                       sked_carver_ *c) {
    const uint64_t bookings = rules->bookings_max;
    const uint64_t tiers = (uint64_t)rules->backgrounds + 1;
    const uint64_t slots = tiers * rules->processors;
    const uint64_t words = SKED_SET_WORDS(rules->processors);
    const size_t word = sizeof(sked_word);
    queue->slot_ = SKED_PTR_(sked_queue_slot_, sked_carve_(c, sizeof(sked_queue_slot_), slots));
    if (SKED_QUEUE_BOOKINGS_) {
        queue->booking_ = SKED_PTR_(sked_queue_booking_,
                                    sked_carve_(c, sizeof(sked_queue_booking_), bookings));
    }
    queue->free_words_ = SKED_PTR_(sked_word, sked_carve_(c, word, words));
    queue->down_words_ = SKED_PTR_(sked_word, sked_carve_(c, word, words));
    queue->lost_words_ = SKED_PTR_(sked_word, sked_carve_(c, word, tiers * words));
    queue->offer_words_ = SKED_PTR_(sked_word, sked_carve_(c, word, words));
    queue->chosen_words_ = SKED_PTR_(sked_word, sked_carve_(c, word, words));
    queue->future_words_ = SKED_PTR_(sked_word, sked_carve_(c, word, words));
    queue->ahead_words_ = SKED_PTR_(
        sked_word, sked_carve_(c, word, sked_if_(sked_queue_asks_ahead_(rules), words)));
    if (SKED_QUEUE_BOOKINGS_) {
        queue->booking_words_ = SKED_PTR_(sked_word, sked_carve_(c, word, bookings * words));
    }
}

/* What only queues with backgrounds have: usage, progress, and scratch to choose processors. */
static void sked_queue_layout_tiers_(sked_queue *queue, const sked_queue_rules_ *rules,
                                     sked_carver_ *c) {
    const int tiered = rules->backgrounds > 0;
    const uint64_t processors = sked_if_(tiered, rules->processors);
    const uint64_t words = sked_if_(tiered, SKED_SET_WORDS(rules->processors));
    const size_t u16 = sizeof(uint16_t);
    queue->usage_ = SKED_PTR_(
        uint16_t, sked_carve_(c, u16, processors * ((uint64_t)rules->backgrounds + 1)));
    queue->progress_ =
        SKED_PTR_(uint16_t, sked_carve_(c, u16, sked_if_(tiered, rules->jobs_max)));
    queue->place_ = sked_carve_32_(c, processors);
    queue->order_ = sked_carve_32_(c, processors);
    queue->pair_ = SKED_PTR_(sked_pair, sked_carve_(c, sizeof(sked_pair), processors));
    queue->eligible_words_ = SKED_PTR_(sked_word, sked_carve_(c, sizeof(sked_word), words));
    queue->changed_words_ = SKED_PTR_(sked_word, sked_carve_(c, sizeof(sked_word), words));
}

/* Lays a block out; block NULL only sizes it. Returns the bytes; 0 iff they overflow. */
static size_t sked_queue_layout_(sked_queue *queue, const sked_queue_rules_ *rules, void *block) {
    sked_carver_ carver = sked_carver_of_(block);
    queue->state_ =
        SKED_PTR_(sked_queue_state_, sked_carve_(&carver, sizeof(sked_queue_state_), 1));
    sked_queue_layout_jobs_(queue, rules, &carver);
    if (SKED_QUEUE_KINDS_) {
        sked_queue_layout_kinds_(queue, rules, &carver);
        sked_queue_layout_reserved_(queue, rules, &carver);
    }
    sked_queue_layout_trees_(queue, rules, &carver);
    sked_queue_layout_machine_(queue, rules, &carver);
    sked_queue_layout_tiers_(queue, rules, &carver);
    SKED_ASSERT(queue->state_ == block);    /* a seal is at the beginning of a block */
    if (queue->state_ != NULL) {
        queue->line_.root_ = &queue->state_->jobs.line_root;
        queue->ending_.root_ = &queue->state_->jobs.ending_root;
        queue->profile_.root_ = &queue->state_->profile.root;
    }
    return carver.fits ? carver.used : 0;
}

/* The settings as numbers. The caller's depth 0 becomes 1, so that zero is EASY. */
static sked_queue_rules_ sked_queue_rules_of_(const sked_queue_settings *settings) {
    sked_queue_rules_ rules;
    SKED_ASSERT(settings != NULL);
    rules.processors = settings->processors;
    rules.jobs_max = settings->jobs_max;
    rules.bookings_max = settings->bookings_max;
    rules.buckets = sked_buckets_for_(settings->jobs_max);
    rules.estimate_missing = settings->estimate_missing;
    rules.backgrounds = settings->backgrounds;
    rules.depth = settings->depth == 0 ? 1 : settings->depth;
    rules.depth = rules.depth == SKED_NO_RESERVATIONS ? 0 : rules.depth;
    rules.kinds = settings->kinds_max;
    if (rules.kinds == 0 && (settings->quotas_max > 0 || settings->caps_max > 0)) {
        rules.kinds = 1;
    }
    rules.quotas = settings->quotas_max;
    rules.caps = settings->caps_max;
    rules.accounts = settings->accounts_max;
    rules.options = settings->options;
    rules.order = (uint32_t)settings->order;
    rules.backfill_order = (uint32_t)settings->backfill_order;
    rules.background_order = (uint32_t)settings->background_order;
    rules.reservations = (uint32_t)settings->reservations;
    rules.none = 0;
    return rules;
}

static sked_status sked_queue_check_counts_(const sked_queue_rules_ *rules,
                                            sked_refusal *refusal) {
    if (rules->processors == 0) {
        return sked_refuse_(refusal, SKED_E_NO_PROCESSORS, "processors", 0, 1, SKED_COUNT_MAX_);
    }
    return sked_is_out_(refusal, SKED_E_RANGE, "processors", rules->processors, 1,
                        SKED_COUNT_MAX_) ||
                   sked_is_out_(refusal, SKED_E_RANGE, "jobs_max", rules->jobs_max, 1,
                                SKED_COUNT_MAX_) ||
                   sked_is_out_(refusal, SKED_E_RANGE, "bookings_max", rules->bookings_max, 0,
                                SKED_COUNT_MAX_) ||
                   sked_is_out_(refusal, SKED_E_RANGE, "backgrounds", rules->backgrounds, 0,
                                SKED_BACKGROUNDS_)
               ? SKED_E_RANGE
               : SKED_OK;
}

/* Kinds and quotas: as many as the program has code for, and nowhere but where passes know them. */
static sked_status sked_queue_check_kinds_(const sked_queue_rules_ *rules,
                                           sked_refusal *refusal) {
    const sked_status status = SKED_E_SETTING;
    if (sked_is_out_(refusal, status, "kinds_max", rules->kinds, 0,
                     sked_min_u32_(SKED_KINDS_MAX, SKED_KINDS_)) ||
        sked_is_out_(refusal, status, "quotas_max", rules->quotas, 0, SKED_QUOTAS_) ||
        sked_is_out_(refusal, status, "caps_max", rules->caps, 0, SKED_CAPS_)) {
        return status;
    }
    if (rules->caps > 0 && (sked_is_out_(refusal, status, "depth", rules->depth, 0, 1) ||
                            sked_is_out_(refusal, status, "options", rules->options, 0, 0))) {
        return sked_refuse_with_(refusal, status, "caps_max", rules->caps);
    }
    if (rules->kinds > 0 &&
        sked_is_out_(refusal, status, "backgrounds", rules->backgrounds, 0, 0)) {
        return sked_refuse_with_(refusal, status, "kinds_max", rules->kinds);
    }
    return SKED_OK;
}

static sked_status sked_queue_check_policy_(const sked_queue_rules_ *rules,
                                            sked_refusal *refusal) {
    const sked_status status = SKED_E_SETTING;
    const uint32_t last = (uint32_t)SKED_BY_SHARE;
    /* Compilers warn of a comparison with the largest number, which nothing exceeds. */
#if SKED_DEPTH_MAX < UINT32_MAX
    if (sked_is_out_(refusal, status, "depth", rules->depth, 0, SKED_DEPTH_MAX)) {
        return status;
    }
#endif
#if SKED_BOOKINGS_MAX < UINT32_MAX
    if (sked_is_out_(refusal, status, "bookings_max", rules->bookings_max, 0, SKED_BOOKINGS_MAX)) {
        return status;
    }
#endif
    if (sked_is_out_(refusal, status, "order", rules->order, 0, last) ||
        sked_is_out_(refusal, status, "backfill_order", rules->backfill_order, 0, last) ||
        sked_is_out_(refusal, status, "background_order", rules->background_order, 0, last) ||
        sked_is_out_(refusal, status, "reservations", rules->reservations, 0,
                     (uint32_t)SKED_REBUILD)) {
        return status;
    }
    if (sked_is_out_(refusal, status, "accounts_max", rules->accounts,
                     rules->order == (uint32_t)SKED_BY_SHARE,
                     sked_min_u32_(SKED_ACCOUNTS_MAX, SKED_COUNT_MAX_))) {
        return status;
    }
    if (!sked_is_by_share_(rules->order) &&
        (sked_is_out_(refusal, status, "backfill_order", rules->backfill_order, 0, last - 1) ||
         sked_is_out_(refusal, status, "background_order", rules->background_order, 0, last - 1))) {
        return sked_refuse_with_(refusal, status, "order", rules->order);
    }
    if (rules->backgrounds > 0 && sked_is_out_(refusal, status, "depth", rules->depth, 0, 1)) {
        return sked_refuse_with_(refusal, status, "backgrounds", rules->backgrounds);
    }
    if (sked_queue_check_kinds_(rules, refusal) != SKED_OK ||
        sked_is_out_(refusal, status, "options", rules->options, 0, SKED_QUEUE_OPTIONS)) {
        return status;
    }
    if (sked_queue_asks_ahead_(rules) &&
        (sked_is_out_(refusal, status, "depth", rules->depth, 1, 1) ||
         sked_is_out_(refusal, status, "backgrounds", rules->backgrounds, 0, 0))) {
        return sked_refuse_with_(refusal, status, "options", rules->options);
    }
    if (rules->estimate_missing != SKED_REFUSE_MISSING &&
        !sked_is_length_(rules->estimate_missing)) {
        return sked_refuse_(refusal, status, "estimate_missing", rules->estimate_missing, 0,
                            SKED_TIME_MAX);
    }
    return SKED_OK;
}

/* A handle is large, so that sizing uses up one that the caller has anyway. */
static sked_status sked_queue_check_(const sked_queue_rules_ *rules, sked_refusal *refusal,
                                     sked_queue *sized, size_t *bytes) {
    sked_status status = sked_queue_check_counts_(rules, refusal);
    if (status == SKED_OK) {
        status = sked_queue_check_policy_(rules, refusal);
    }
    if (status != SKED_OK) {
        return status;
    }
    if (sked_queue_profile_nodes_(rules) > SKED_COUNT_MAX_) {
        return sked_refuse_what_(refusal, SKED_E_OVERFLOW, "jobs_max", NULL);
    }
    if ((uint64_t)rules->processors * (rules->backgrounds + 1) > SKED_COUNT_MAX_) {
        return sked_refuse_what_(refusal, SKED_E_OVERFLOW, "processors", NULL);
    }
    if (sked_queue_rows_(rules, rules->order) * (sked_width_class_(rules->processors) + 1) >
        SKED_COUNT_MAX_) {
        return sked_refuse_what_(refusal, SKED_E_OVERFLOW, "accounts_max", NULL);
    }
    return sked_give_size_(refusal, "jobs_max", sked_queue_layout_(sized, rules, NULL), bytes);
}

SKED_API sked_status sked_queue_bytes(const sked_queue_settings *settings, size_t *bytes) {
    const sked_queue_rules_ rules = sked_queue_rules_of_(settings);
    sked_queue sized;
    SKED_ASSERT(bytes != NULL);
    return sked_queue_check_(&rules, settings->refusal, &sized, bytes);
}

SKED_API sked_queue_settings sked_queue_settings_easy(uint32_t processors, uint32_t jobs_max) {
    sked_queue_settings settings = SKED_ZERO;
    settings.processors = processors;
    settings.jobs_max = jobs_max;
    return settings;
}

SKED_API sked_queue_settings sked_queue_settings_conservative(uint32_t processors,
                                                              uint32_t jobs_max) {
    sked_queue_settings settings = sked_queue_settings_easy(processors, jobs_max);
    settings.depth = SKED_ALL;
    return settings;
}

SKED_API sked_queue_settings sked_queue_settings_fcfs(uint32_t processors, uint32_t jobs_max) {
    sked_queue_settings settings = sked_queue_settings_easy(processors, jobs_max);
    settings.depth = SKED_NO_RESERVATIONS;
    return settings;
}

SKED_API sked_queue_settings sked_queue_settings_measy(uint32_t processors, uint32_t jobs_max) {
    sked_queue_settings settings = sked_queue_settings_easy(processors, jobs_max);
    settings.backgrounds = 1;
    return settings;
}

SKED_API sked_job sked_job_of(uint64_t id, uint32_t width, sked_time estimate) {
    sked_job job = SKED_ZERO;
    job.id = id;
    job.width = width;
    job.estimate = estimate;
    return job;
}

/* The empty handle: every field zero, by the rules of static storage. */
static void sked_queue_empty_(sked_queue *queue) {
    static const sked_queue empty = SKED_ZERO;
    *queue = empty;
}

/* Puts the indices from `from` on in front of the list of unused ones, in order. */
static void sked_queue_spare_(sked_queue *queue, uint32_t from) {
    sked_queue_state_ *state = queue->state_;
    uint32_t job;
    SKED_ASSERT(from <= queue->rules_.jobs_max);
    for (job = queue->rules_.jobs_max; job > from; job--) {
        queue->job_[job - 1].first = SKED_UNUSED_;
        queue->line_.node_[job - 1].right = state->jobs.spare;
        state->jobs.spare = job - 1;
    }
}

static uint32_t sked_forest_trees_(const sked_queue *queue, const sked_forest_ *forest) {
    return (uint32_t)sked_queue_rows_(&queue->rules_, forest->order_) * forest->classes_;
}

static void sked_forest_begin_(const sked_queue *queue, const sked_forest_ *forest) {
    sked_fill32_(forest->roots_, sked_forest_trees_(queue, forest), SKED_NONE);
}

/* Of a block of zeros. */
static void sked_queue_begin_state_(sked_queue_state_ *state, const sked_queue_rules_ *rules) {
    state->rules = *rules;
    state->machine.free = rules->processors;
    state->profile.free = rules->processors;
    state->jobs.spare = state->jobs.line_root = state->jobs.ending_root = SKED_NONE;
    state->jobs.barred_root = SKED_NONE;
    state->profile.root = state->profile.spare = SKED_NONE;
    state->pass.cursor = state->pass.head = state->pass.reserved_last = SKED_NONE;
    state->pass.shadow = SKED_NEVER;
}

/* Processors of a kind. */
static sked_set sked_queue_kind_set_(const sked_queue *queue, uint32_t kind) {
    const size_t words = (size_t)SKED_SET_WORDS(queue->rules_.processors);
    SKED_ASSERT(kind < queue->rules_.kinds);
    return sked_queue_view_(queue, queue->kind_words_ + (size_t)kind * words);
}

static sked_set sked_queue_cap_set_(const sked_queue *queue, uint32_t cap) {
    const size_t words = (size_t)SKED_SET_WORDS(queue->rules_.processors);
    SKED_ASSERT(cap < queue->rules_.caps);
    return sked_queue_view_(queue, queue->cap_words_ + (size_t)cap * words);
}

/* The lowest of some kinds. */
static uint32_t sked_kinds_first_(uint64_t kinds) {
    SKED_ASSERT(kinds != 0);
#if SKED_WORD_BITS == 64
    return sked_word_first_(kinds);
#else
    {
        uint32_t first = 0;
        while ((kinds & 1) == 0) {
            kinds >>= 1;
            first++;
        }
        return first;
    }
#endif
}

static uint64_t sked_kind_bit_(uint32_t kind) {
    return (uint64_t)1 << kind;
}

/* How many they are. */
static uint32_t sked_kinds_count_(uint64_t kinds) {
    uint32_t count = 0;
    for (; kinds != 0; kinds &= kinds - 1) {
        count++;
    }
    SKED_ASSERT(count <= SKED_KINDS_);
    return count;
}

/* Kind 0 has all processors and quotas, the others nothing. */
static void sked_queue_begin_kinds_(sked_queue *queue) {
    sked_set all = sked_queue_kind_set_(queue, 0);
    uint32_t i;
    sked_set_fill(&all);
    SKED_ASSERT(queue->rules_.kinds <= SKED_KINDS_ && queue->rules_.quotas <= SKED_QUOTAS_);
    for (i = 0; i < queue->rules_.processors; i++) {
        queue->kinds_[i] = queue->rarity_[i] = 1;
    }
    for (i = 0; i < queue->rules_.kinds; i++) {
        queue->kind_[i].connected = sked_kind_bit_(i);
        queue->state_->kinds.components |= sked_kind_bit_(i);
        queue->kind_[i].even = 1;
        queue->kind_[i].counted = i;
        queue->kind_[i].ending_root = queue->kind_[i].head = SKED_NONE;
        queue->kind_[i].shadow = SKED_NEVER;
    }
    for (i = 0; i < queue->rules_.caps; i++) {
        queue->cap_[i].parent = SKED_NONE;
    }
    if (queue->rules_.caps > 0) {
        sked_fill32_(queue->cap_of_, queue->rules_.processors, SKED_NONE);
    }
    queue->kind_[0].idle = queue->rules_.processors;
    queue->kind_[0].quotas = (1u << queue->rules_.quotas) - 1u;
}

/* At first the accounts are in the order of their numbers. */
static void sked_queue_begin_accounts_(const sked_queue *queue) {
    const uint32_t groups = sked_queue_groups_(&queue->rules_, queue->rules_.order);
    uint32_t i;
    if (sked_is_by_share_(queue->rules_.order)) {
        for (i = 0; i < groups; i++) {
            queue->at_place_[i] = i == 0 ? queue->rules_.accounts : i - 1;
            queue->place_of_[queue->at_place_[i]] = i;
        }
        sked_fill32_(queue->line_roots_, groups, SKED_NONE);
    }
}

/* Nothing of the block stays unwritten: what is sealed must not depend on what was there before. */
static void sked_queue_begin_(sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    unsigned char *bytes = SKED_PTR_(unsigned char, state);
    const uint32_t slots = sked_queue_slots_(queue);
    sked_set idle;
    size_t i;
    for (i = 0; i < queue->bytes_; i++) {
        bytes[i] = 0;
    }
    sked_queue_begin_state_(state, &queue->rules_);
    sked_fill32_(queue->bucket_, queue->rules_.buckets, SKED_NONE);
    for (i = 0; i < slots; i++) {
        queue->slot_[i].job = queue->slot_[i].next = SKED_NONE;
    }
    if (sked_queue_fills_(&queue->rules_)) {
        sked_forest_begin_(queue, &queue->fill_);
    }
    if (queue->rules_.backgrounds > 0) {
        sked_set changed = sked_queue_view_(queue, queue->changed_words_);
        sked_set_fill(&changed);            /* no processor has been judged yet */
        sked_forest_begin_(queue, &queue->under_);
    }
    sked_queue_spare_(queue, 0);
    sked_queue_begin_accounts_(queue);
    idle = sked_queue_free_(queue);
    sked_set_fill(&idle);
    if (sked_queue_has_kinds_(&queue->rules_)) {
        sked_queue_begin_kinds_(queue);
    }
    SKED_ASSERT(sked_set_count(&idle) == state->machine.free && state->jobs.spare == 0);
}

/* Points a handle into a block that is large enough. */
static void sked_queue_attach_(sked_queue *queue, const sked_queue_rules_ *rules,
                               const sked_picker *picker, void *block, size_t bytes) {
    (void)sked_queue_layout_(queue, rules, block);
    SKED_ASSERT(queue->free_words_ != NULL && queue->down_words_ != NULL); /* it was measured  */
    SKED_ASSERT((rules->buckets & (rules->buckets - 1)) == 0);  /* a mask finds a bucket */
    SKED_ASSERT(queue->line_.node_ == queue->ending_.node_);    /* no job is in both */
    SKED_ASSERT(rules->backgrounds == 0 || rules->depth <= 1);
    queue->bytes_ = bytes;
    queue->rules_ = *rules;
    if (picker != NULL) {
        queue->picker_ = *picker;
    }
}

static sked_status sked_queue_init_by_(sked_queue *queue, const sked_queue_rules_ *rules,
                                       sked_refusal *refusal, const sked_picker *picker,
                                       void *block, size_t bytes) {
    size_t needed;
    sked_status status = sked_queue_check_(rules, refusal, queue, &needed);
    sked_queue_empty_(queue);
    if (status == SKED_OK) {
        status = sked_check_block_(refusal, block, bytes, needed);
    }
    if (status == SKED_OK) {
        sked_queue_attach_(queue, rules, picker, block, needed);
        sked_queue_begin_(queue);
    }
    return status;
}

static sked_status sked_queue_create_by_(sked_queue *queue, const sked_queue_rules_ *rules,
                                         sked_refusal *refusal, const sked_picker *picker,
                                         sked_mem mem) {
    size_t bytes = 0;
    void *block;
    sked_status status = sked_queue_check_(rules, refusal, queue, &bytes);
    sked_queue_empty_(queue);
    status = sked_take_block_(status, refusal, &mem, bytes, &block);
    if (status == SKED_OK) {
        status = sked_queue_init_by_(queue, rules, refusal, picker, block, bytes);
        sked_keep_block_(&queue->mem_, &mem, block, bytes, status);
    }
    return status;
}

SKED_API sked_status sked_queue_init(sked_queue *queue, const sked_queue_settings *settings,
                                     const sked_picker *picker, void *block, size_t bytes) {
    const sked_queue_rules_ rules = sked_queue_rules_of_(settings);
    SKED_ASSERT(queue != NULL);
    return sked_queue_init_by_(queue, &rules, settings->refusal, picker, block, bytes);
}

SKED_API sked_status sked_queue_create(sked_queue *queue, const sked_queue_settings *settings,
                                       const sked_picker *picker, sked_mem mem) {
    const sked_queue_rules_ rules = sked_queue_rules_of_(settings);
    SKED_ASSERT(queue != NULL);
    return sked_queue_create_by_(queue, &rules, settings->refusal, picker, mem);
}

SKED_API void sked_queue_destroy(sked_queue *queue) {
    SKED_ASSERT(queue != NULL);
    sked_give_block_(&queue->mem_, queue->state_, queue->bytes_);
    sked_queue_empty_(queue);
}

/* ---- >>queue.components: kinds that compete ---- */

/* A component goes by its lowest kind. */
static uint32_t sked_queue_component_(const sked_queue *queue, uint32_t kind) {
    SKED_ASSERT(kind < queue->rules_.kinds);
    SKED_ASSERT((queue->kind_[kind].connected & sked_kind_bit_(kind)) != 0);
    return sked_kinds_first_(queue->kind_[kind].connected);
}

static uint32_t sked_queue_component_of_(const sked_queue *queue, uint32_t job) {
    SKED_ASSERT(job < queue->rules_.jobs_max);
    return sked_queue_component_(queue, queue->demand_[job].kind);
}

/* Something has happened that the next pass must look at: in a job's component; or anywhere. */
static void sked_queue_unsettle_(const sked_queue *queue, uint32_t job) {
    queue->kind_[sked_queue_component_of_(queue, job)].settled_until = 0;
}

static void sked_queue_unsettle_all_(const sked_queue *queue) {
    uint32_t kind;
    for (kind = 0; SKED_QUEUE_KINDS_ && kind < queue->rules_.kinds; kind++) {
        queue->kind_[kind].settled_until = 0;
    }
}

/* ---- >>queue.ids: jobs by their ids ---- */

/* A hash table of chains through next_id, by rising id: a search ends at the first id that is not
 * smaller. Invariant: a job is in the chain of its id iff it is live, and in the list of spare
 * indices otherwise. */

static uint32_t *sked_queue_bucket_of_(const sked_queue *queue, uint64_t id) {
    return &queue->bucket_[sked_bucket_of_(id, queue->rules_.buckets)];
}

/* The link that leads to the first entry of the id's bucket with this id or a larger one. */
static uint32_t *sked_queue_link_to_(const sked_queue *queue, uint64_t id) {
    uint32_t *link = sked_queue_bucket_of_(queue, id);
    while (*link != SKED_NONE && queue->job_[*link].id < id) {
        link = &queue->job_[*link].next_id;
    }
    return link;
}

static uint32_t sked_queue_seek_(const sked_queue *queue, uint64_t id) {
    const uint32_t job = *sked_queue_link_to_(queue, id);
    SKED_ASSERT(job == SKED_NONE || queue->job_[job].first != SKED_UNUSED_);
    return job != SKED_NONE && queue->job_[job].id == id ? job : SKED_NONE;
}

static void sked_queue_enlist_id_(const sked_queue *queue, uint32_t job) {
    uint32_t *link = sked_queue_link_to_(queue, queue->job_[job].id);
    SKED_ASSERT(*link == SKED_NONE || queue->job_[*link].id > queue->job_[job].id);
    queue->job_[job].next_id = *link;
    *link = job;
}

/* Ends a job's life: its id and its index are free again. */
static void sked_queue_forget_(sked_queue *queue, uint32_t job) {
    uint32_t *link = sked_queue_link_to_(queue, queue->job_[job].id);
    SKED_ASSERT(*link == job && queue->job_[job].first != SKED_UNUSED_);
    *link = queue->job_[job].next_id;
    queue->job_[job].first = SKED_UNUSED_;
    queue->line_.node_[job].right = queue->state_->jobs.spare;
    queue->state_->jobs.spare = job;
    SKED_ASSERT(sked_queue_seek_(queue, queue->job_[job].id) == SKED_NONE);
}

/* ---- >>queue.accounts: groups of jobs that move as one ---- */

/* In the order SKED_BY_SHARE each account has a tree of its own in the line, by key, and a row of
 * its own in the forests. So when accounts change places, no tree changes. A pass goes through the
 * places, and through the trees of the account at each; a bit says where there are any jobs. The
 * heads that stay are a group of their own: its number is the one behind all accounts, and it
 * always has the first place. In all other orders there is one group.
 * Invariant: at_place_ and place_of_ are inverse to each other; a place has its bit iff the line
 * has a job of the group there. */

static uint32_t sked_queue_account_of_(const sked_queue *queue, uint32_t job) {
    SKED_ASSERT(job < queue->rules_.jobs_max);
    return sked_queue_has_accounts_(&queue->rules_) ? queue->account_of_[job] & ~SKED_STAYS_ : 0;
}

/* A job that is in no tree of the line: it is no head that stays, though it may have been one. */
static void sked_queue_stay_no_more_(const sked_queue *queue, uint32_t job) {
    if (sked_queue_has_accounts_(&queue->rules_)) {
        queue->account_of_[job] &= ~SKED_STAYS_;
        SKED_ASSERT(queue->account_of_[job] < queue->rules_.accounts);
    }
}

/* The same, and its account is another. */
static void sked_queue_set_account_(const sked_queue *queue, uint32_t job, uint32_t account) {
    if (sked_queue_has_accounts_(&queue->rules_)) {
        SKED_ASSERT(account < queue->rules_.accounts);
        queue->account_of_[job] = account;
    }
}

/* To which group a job belongs, in an order of accounts. */
static uint32_t sked_queue_group_(const sked_queue *queue, uint32_t job) {
    const uint32_t account = queue->account_of_[job];
    SKED_ASSERT((account & ~SKED_STAYS_) < queue->rules_.accounts);
    return (account & SKED_STAYS_) != 0 ? queue->rules_.accounts : account;
}

/* The places of those who have jobs in the line. */
static sked_set sked_queue_lined_(const sked_queue *queue) {
    SKED_ASSERT(sked_is_by_share_(queue->rules_.order));
    return sked_set_view_(queue->lined_words_, queue->rules_.accounts + 1);
}

/* The line's tree of a group; of all jobs in other orders. */
static sked_tree_ sked_queue_line_of_(const sked_queue *queue, uint32_t group) {
    sked_tree_ tree = queue->line_;
    if (sked_is_by_share_(queue->rules_.order)) {
        SKED_ASSERT(group <= queue->rules_.accounts);
        tree.root_ = &queue->line_roots_[group];
    }
    return tree;
}

static sked_tree_ sked_queue_own_line_(const sked_queue *queue, uint32_t job) {
    return sked_queue_line_of_(
        queue, sked_is_by_share_(queue->rules_.order) ? sked_queue_group_(queue, job) : 0);
}

/* Walk the trees of the line by their places:
 *     for (more = sked_queue_first_tree_(queue, &place, &tree); more;
 *          more = sked_queue_next_tree_(queue, &place, &tree)) { ... } */
static int sked_queue_tree_at_(const sked_queue *queue, uint32_t place, sked_tree_ *tree) {
    if (place <= queue->rules_.accounts) {
        *tree = sked_queue_line_of_(queue, queue->at_place_[place]);
        SKED_ASSERT(*tree->root_ != SKED_NONE);
        return 1;
    }
    return 0;
}

static int sked_queue_first_tree_(const sked_queue *queue, uint32_t *place, sked_tree_ *tree) {
    sked_set lined;
    *place = 0;
    if (!sked_is_by_share_(queue->rules_.order)) {
        *tree = queue->line_;
        return 1;
    }
    lined = sked_queue_lined_(queue);
    *place = sked_set_first(&lined);
    return sked_queue_tree_at_(queue, *place, tree);
}

static int sked_queue_next_tree_(const sked_queue *queue, uint32_t *place, sked_tree_ *tree) {
    sked_set lined;
    if (!sked_is_by_share_(queue->rules_.order)) {
        return 0;
    }
    lined = sked_queue_lined_(queue);
    *place = sked_set_next(&lined, *place);
    return sked_queue_tree_at_(queue, *place, tree);
}

/* The first job of the line, or SKED_NONE. */
static uint32_t sked_queue_first_(const sked_queue *queue) {
    sked_set lined;
    uint32_t place;
    if (!sked_is_by_share_(queue->rules_.order)) {
        return sked_tree_first_(&queue->line_);
    }
    lined = sked_queue_lined_(queue);
    place = sked_set_first(&lined);
    return place > queue->rules_.accounts
               ? SKED_NONE
               : sked_tree_leftmost_(&queue->line_, queue->line_roots_[queue->at_place_[place]]);
}

/* The next job of the line, or SKED_NONE. */
static uint32_t sked_queue_after_(const sked_queue *queue, uint32_t job) {
    const uint32_t next = sked_tree_next_(&queue->line_, job);
    sked_tree_ tree;
    uint32_t place;
    if (next != SKED_NONE || !sked_is_by_share_(queue->rules_.order)) {
        return next;
    }
    place = queue->place_of_[sked_queue_group_(queue, job)];
    SKED_ASSERT(queue->at_place_[place] == sked_queue_group_(queue, job));
    return sked_queue_next_tree_(queue, &place, &tree) ? sked_tree_first_(&tree) : SKED_NONE;
}

static uint32_t sked_queue_find_by_place_(const sked_queue *queue, uint32_t after,
                                          const sked_query_ *query, uint64_t *steps) {
    sked_tree_ tree = queue->line_;
    uint32_t place = 0, job = SKED_NONE;
    int more = 1;
    if (after == SKED_NONE) {
        more = sked_queue_first_tree_(queue, &place, &tree);
    } else {
        place = queue->place_of_[sked_queue_group_(queue, after)];
    }
    SKED_ASSERT(place <= queue->rules_.accounts + 1);
    while (more) {
        job = sked_tree_find_(&tree, after, query, steps);
        after = SKED_NONE;
        more = job == SKED_NONE && sked_queue_next_tree_(queue, &place, &tree);
    }
    return job;
}

/* The first job of the line behind `after` (SKED_NONE: of all) that a query takes, or SKED_NONE. */
static uint32_t sked_queue_find_(const sked_queue *queue, uint32_t after, const sked_query_ *query,
                                 uint64_t *steps) {
    return sked_is_by_share_(queue->rules_.order)
               ? sked_queue_find_by_place_(queue, after, query, steps)
               : sked_tree_find_(&queue->line_, after, query, steps);
}

/* How many jobs the line has. */
static uint32_t sked_queue_line_size_(const sked_queue *queue) {
    sked_tree_ tree;
    uint32_t place, size = 0;
    int more = sked_queue_first_tree_(queue, &place, &tree);
    for (; more; more = sked_queue_next_tree_(queue, &place, &tree)) {
        size += sked_tree_size_(&tree, *tree.root_);
    }
    SKED_ASSERT(size <= queue->rules_.jobs_max);
    return size;
}

static uint32_t sked_queue_position_(const sked_queue *queue, uint32_t job) {
    const sked_tree_ own = sked_queue_own_line_(queue, job);
    uint32_t position = sked_tree_position_(&own, job), place;
    sked_tree_ tree = own;
    (void)sked_queue_first_tree_(queue, &place, &tree);
    while (tree.root_ != own.root_) {
        position += sked_tree_size_(&tree, *tree.root_);
        (void)sked_queue_next_tree_(queue, &place, &tree);
    }
    SKED_ASSERT(position < queue->rules_.jobs_max);
    return position;
}

/* The least value of the line's jobs, of which the trees keep the leasts; or SKED_NEVER. */
static int64_t sked_queue_line_low_(const sked_queue *queue) {
    const sked_tree_ *line = &queue->line_;
    sked_tree_ tree;
    uint32_t place;
    int64_t low = SKED_NEVER;
    int more;
    if (!sked_is_by_share_(queue->rules_.order)) {
        return *line->root_ == SKED_NONE ? SKED_NEVER : line->low_[*line->root_];
    }
    more = sked_queue_first_tree_(queue, &place, &tree);
    for (; more; more = sked_queue_next_tree_(queue, &place, &tree)) {
        low = sked_min_i64_(tree.low_[*tree.root_], low);
    }
    return low;
}

/* ---- >>queue.waiting: the line ---- */

/* The line has all jobs that are not in a foreground. A forest has some of them again, one tree for
 * each class of widths, so that a search meets only jobs of about one width: fill_ those of the
 * line, under_ those that wait and may go to a background. Invariant: no two jobs of a tree are
 * equal in its order, and the line has waiting + background jobs. */

/* What is forbidden to a job: SKED_JOB_... */
static uint32_t sked_queue_options_(const sked_queue *queue, uint32_t job) {
    return (uint32_t)queue->job_[job].arrival & (SKED_ARRIVAL_ - 1u);
}

static int sked_queue_may_go_behind_(const sked_queue *queue, uint32_t job) {
    return (sked_queue_options_(queue, job) & SKED_JOB_NO_BACKGROUND) == 0;
}

static uint64_t sked_queue_rank_(const sked_queue *queue, uint32_t job, uint32_t order) {
    switch ((sked_order)order) {
    case SKED_BY_SHARE:
        return SKED_QUEUE_ACCOUNTS_ ? queue->place_of_[sked_queue_group_(queue, job)] : 0;
    case SKED_FCFS: break;
    case SKED_SJF: return (uint64_t)queue->job_[job].estimate;
    case SKED_BY_KEY: return queue->job_[job].key;
    case SKED_NARROWEST: return queue->job_[job].width;
    case SKED_ORDER_CLOSED_: break;
    }
    return queue->job_[job].arrival;
}

/* By this order, then the queue's, then the arrival: no two jobs are equal. Within an account, and
 * where the order of the accounts decides nothing, the key takes the place of the queue's order. */
static int sked_queue_before_(const sked_queue *queue, uint32_t a, uint32_t b, uint32_t order) {
    uint64_t rank_a, rank_b;
    if (order == (uint32_t)SKED_FCFS) {
        return queue->job_[a].arrival < queue->job_[b].arrival;
    }
    rank_a = sked_queue_rank_(queue, a, order);
    rank_b = sked_queue_rank_(queue, b, order);
    if (rank_a == rank_b) {
        const uint32_t next = sked_is_by_share_(queue->rules_.order) ? (uint32_t)SKED_BY_KEY
                                                                     : queue->rules_.order;
        rank_a = sked_queue_rank_(queue, a, next);
        rank_b = sked_queue_rank_(queue, b, next);
    }
    return rank_a < rank_b || (rank_a == rank_b && queue->job_[a].arrival < queue->job_[b].arrival);
}

static void sked_queue_enter_(const sked_queue *queue, const sked_tree_ *tree, uint32_t job,
                              uint32_t order) {
    uint32_t node = *tree->root_, parent = SKED_NONE;
    int behind = 0;
    while (node != SKED_NONE) {
        parent = node;
        behind = sked_queue_before_(queue, node, job, order);
        node = behind ? tree->node_[node].right : tree->node_[node].left;
    }
    sked_tree_hang_(tree, job, parent, behind);
}

/* The jobs of a class of widths, in the order of the forest. */
static sked_tree_ sked_forest_class_(const sked_forest_ *forest, uint32_t class_) {
    sked_tree_ tree = forest->tree_;
    tree.root_ = &forest->roots_[class_];
    return tree;
}

/* A job that starts in the pass after its arrival need not be in a tree at all. So those that come
 * are only put on a list, and sorted into their classes when a pass looks behind its head. */
static void sked_forest_enter_(const sked_forest_ *forest, uint32_t job) {
    sked_node_ *node = forest->tree_.node_;
    const uint32_t next = forest->roots_[SKED_UNSORTED_];
    node[job].left = SKED_NONE;
    node[job].right = next;
    node[job].parent = SKED_UNUSED_;
    if (next != SKED_NONE) {
        node[next].left = job;
    }
    forest->roots_[SKED_UNSORTED_] = job;
}

/* The row of a forest for a kind of a group. */
static uint32_t sked_forest_row_(const sked_queue *queue, uint32_t group, uint32_t kind) {
    return sked_queue_has_kinds_(&queue->rules_) ? group * queue->rules_.kinds + kind : group;
}

static uint32_t sked_forest_row_of_(const sked_queue *queue, const sked_forest_ *forest,
                                    uint32_t job) {
    const uint32_t group = sked_is_by_share_(forest->order_) ? sked_queue_group_(queue, job) : 0;
    SKED_ASSERT(group < sked_queue_groups_(&queue->rules_, forest->order_));
    return sked_queue_has_kinds_(&queue->rules_)
               ? sked_forest_row_(queue, group, queue->demand_[job].kind)
               : group;
}

/* Which tree of a forest a job belongs to. */
static uint32_t sked_forest_grove_(const sked_queue *queue, const sked_forest_ *forest,
                                   uint32_t job) {
    const uint32_t class_ = sked_width_class_(queue->job_[job].width);
    SKED_ASSERT(0 < class_ && class_ < forest->classes_);
    return sked_forest_row_of_(queue, forest, job) * forest->classes_ + class_;
}

static void sked_forest_sort_(const sked_queue *queue, const sked_forest_ *forest) {
    uint32_t job = forest->roots_[SKED_UNSORTED_];
    while (job != SKED_NONE) {
        const sked_tree_ tree = sked_forest_class_(forest, sked_forest_grove_(queue, forest, job));
        const uint32_t next = tree.node_[job].right;
        SKED_ASSERT(tree.node_[job].parent == SKED_UNUSED_);
        sked_queue_enter_(queue, &tree, job, forest->order_);
        job = next;
    }
    forest->roots_[SKED_UNSORTED_] = SKED_NONE;
}

static void sked_forest_remove_(const sked_queue *queue, const sked_forest_ *forest,
                                uint32_t job) {
    sked_node_ *node = forest->tree_.node_;
    const uint32_t left = node[job].left, right = node[job].right;
    if (node[job].parent != SKED_UNUSED_) {
        const sked_tree_ tree = sked_forest_class_(forest, sked_forest_grove_(queue, forest, job));
        sked_tree_remove_(&tree, job);
        return;
    }
    *(left == SKED_NONE ? &forest->roots_[SKED_UNSORTED_] : &node[left].right) = right;
    if (right != SKED_NONE) {
        node[right].left = left;
    }
}

/* Is there enough of all quotas for which a job would be passed over? Where every job has a
 * reservation that is kept, none is passed over. */
static int sked_queue_has_passes_(const sked_queue *queue, const uint32_t *amounts) {
    uint32_t q = sked_queue_keeps_sets_(&queue->rules_) ? queue->rules_.quotas : 0;
    while (q < queue->rules_.quotas && (queue->quota_[q].mode == (uint32_t)SKED_RESERVE ||
                                        amounts[q] <= queue->room_[q])) {
        q++;
    }
    return q == queue->rules_.quotas;
}

/* Could a subtree of the line have a job of these kinds that is not passed over? */
static int sked_queue_may_have_(const sked_queue *queue, uint32_t node, uint64_t kinds) {
    SKED_ASSERT(queue->line_.kind_ == (int)SKED_TREE_KINDS_);
    return node != SKED_NONE && (queue->demand_[node].kinds & kinds) != 0 &&
           sked_queue_has_passes_(queue, sked_tree_sums_(&queue->line_, node));
}

/* Is it a job of these kinds that is not passed over? */
static int sked_queue_is_one_of_(const sked_queue *queue, uint32_t job, uint64_t kinds) {
    return (sked_kind_bit_(queue->demand_[job].kind) & kinds) != 0 &&
           sked_queue_has_passes_(queue, sked_tree_amounts_(&queue->line_, job));
}

/* The first job of a tree of the line that has one of these kinds and is not passed over; or
 * SKED_NONE. */
static uint32_t sked_queue_first_in_(const sked_queue *queue, const sked_tree_ *tree,
                                     uint64_t kinds) {
    uint32_t node = *tree->root_;
    uint64_t *steps = &queue->state_->counters.index_steps;
    int below = sked_queue_may_have_(queue, node, kinds);
    while (below || node != SKED_NONE) {
        ++*steps;
        if (below) {                    /* its first answer may be far left */
            while (sked_queue_may_have_(queue, tree->node_[node].left, kinds)) {
                node = tree->node_[node].left;
                ++*steps;
            }
        }
        if (sked_queue_is_one_of_(queue, node, kinds)) {
            return node;
        }
        below = sked_queue_may_have_(queue, tree->node_[node].right, kinds);
        node = below ? tree->node_[node].right : sked_tree_climb_(tree, node);
    }
    return SKED_NONE;
}

/* The first of the line. */
static uint32_t sked_queue_first_of_(const sked_queue *queue, uint64_t kinds) {
    sked_tree_ tree;
    uint32_t place, job = SKED_NONE;
    int more = sked_queue_first_tree_(queue, &place, &tree);
    while (more) {
        job = sked_queue_first_in_(queue, &tree, kinds);
        more = job == SKED_NONE && sked_queue_next_tree_(queue, &place, &tree);
    }
    return job;
}

/* Does the line have all jobs that wait or run in a background? */
static int sked_queue_is_line_full_(const sked_queue *queue) {
    const sked_queue_jobs_ *jobs = &queue->state_->jobs;
    return sked_queue_line_size_(queue) == jobs->waiting + jobs->background;
}

/* After a job has come to the line's tree of its group, or left it. */
static void sked_queue_mark_lined_(const sked_queue *queue, uint32_t group) {
    sked_set lined = sked_queue_lined_(queue);
    SKED_ASSERT(queue->at_place_[queue->place_of_[group]] == group);
    if (queue->line_roots_[group] != SKED_NONE) {
        sked_set_add(&lined, queue->place_of_[group]);
    } else {
        sked_set_remove(&lined, queue->place_of_[group]);
    }
}

/* The line's tree for a job that comes or goes: of all jobs, or of its group. (A copy of the tree,
 * as the readers have it, would be on the deepest stack of a submit.) */
static const sked_tree_ *sked_queue_turn_to_line_(sked_queue *queue, uint32_t job) {
    if (sked_is_by_share_(queue->rules_.order)) {
        queue->line_.root_ = &queue->line_roots_[sked_queue_group_(queue, job)];
    }
    return &queue->line_;
}

static void sked_queue_enter_line_(sked_queue *queue, uint32_t job) {
    sked_queue_enter_(queue, sked_queue_turn_to_line_(queue, job), job, queue->rules_.order);
    if (sked_is_by_share_(queue->rules_.order)) {
        sked_queue_mark_lined_(queue, sked_queue_group_(queue, job));
    }
}

static void sked_queue_leave_line_tree_(sked_queue *queue, uint32_t job) {
    sked_tree_remove_(sked_queue_turn_to_line_(queue, job), job);
    if (sked_is_by_share_(queue->rules_.order)) {
        sked_queue_mark_lined_(queue, sked_queue_group_(queue, job));
    }
}

/* A job that is not in the foreground takes its place in the line. */
static void sked_queue_line_up_(sked_queue *queue, uint32_t job) {
    sked_queue_enter_line_(queue, job);
    if (sked_queue_fills_(&queue->rules_)) {
        sked_forest_enter_(&queue->fill_, job);
    }
    if (sked_queue_has_kinds_(&queue->rules_)) {
        sked_queue_unsettle_(queue, job);
    }
}

static void sked_queue_leave_line_(sked_queue *queue, uint32_t job) {
    sked_queue_leave_line_tree_(queue, job);
    if (sked_queue_fills_(&queue->rules_)) {
        sked_forest_remove_(queue, &queue->fill_, job);
    }
    if (sked_queue_has_kinds_(&queue->rules_)) {
        sked_queue_unsettle_(queue, job);
    }
}

/* A job of the line runs nowhere. */
static void sked_queue_enter_waiting_(sked_queue *queue, uint32_t job) {
    queue->job_[job].first = SKED_NONE;
    queue->state_->jobs.waiting++;
    SKED_ASSERT(queue->state_->jobs.waiting <= queue->rules_.jobs_max -
                                                   queue->state_->jobs.running -
                                                   queue->state_->jobs.background);
    SKED_ASSERT(sked_queue_is_line_full_(queue));
    SKED_ASSERT(!sked_queue_has_kinds_(&queue->rules_) ||
                queue->demand_[job].kind < queue->rules_.kinds);
    if (queue->rules_.backgrounds > 0) {
        queue->progress_[job] = 0;
        if (sked_queue_may_go_behind_(queue, job)) {
            sked_forest_enter_(&queue->under_, job);
        }
    }
}

/* A job of the line comes to run. */
static void sked_queue_leave_waiting_(sked_queue *queue, uint32_t job) {
    SKED_ASSERT(queue->job_[job].first == SKED_NONE && queue->state_->jobs.waiting > 0);
    queue->state_->jobs.waiting--;
    if (queue->rules_.backgrounds > 0 && sked_queue_may_go_behind_(queue, job)) {
        sked_forest_remove_(queue, &queue->under_, job);
    }
}

static void sked_queue_wait_(sked_queue *queue, uint32_t job) {
    queue->job_[job].start = sked_queue_keeps_(&queue->rules_) ? SKED_UNRESERVED_ : SKED_NEVER;
    sked_queue_stay_no_more_(queue, job);
    sked_queue_line_up_(queue, job);
    sked_queue_enter_waiting_(queue, job);
}

static void sked_queue_stop_waiting_(sked_queue *queue, uint32_t job) {
    sked_queue_leave_line_(queue, job);
    sked_queue_leave_waiting_(queue, job);
    SKED_ASSERT(sked_queue_is_line_full_(queue));
}

/* Does a job run in a background? */
static int sked_queue_is_behind_(const sked_queue *queue, uint32_t job) {
    return queue->job_[job].first >= queue->rules_.processors &&
           queue->job_[job].first < SKED_BARRED_;
}

/* Does a job have bars? */
static int sked_queue_is_barred_(const sked_queue *queue, uint32_t job) {
    return queue->job_[job].first == SKED_BARRED_;
}

/* Jobs with bars are in the order of the queue; if that is by the accounts, they go by key. */
static uint32_t sked_queue_barred_order_(const sked_queue *queue) {
    return sked_is_by_share_(queue->rules_.order) ? (uint32_t)SKED_BY_KEY : queue->rules_.order;
}

/* They are over the nodes of the line. */
static sked_tree_ sked_queue_barred_(const sked_queue *queue) {
    sked_tree_ tree = queue->line_;
    tree.root_ = &queue->state_->jobs.barred_root;
    tree.kind_ = (int)SKED_TREE_PLAIN_;
    return tree;
}

static uint32_t sked_queue_count_barred_(const sked_queue *queue) {
    return sked_tree_size_(&queue->line_, queue->state_->jobs.barred_root);
}

/* A job that is in no tree gets its bars. It has no reservation, and no progress. */
static void sked_queue_set_aside_(sked_queue *queue, uint32_t job, uint32_t bars) {
    const sked_tree_ barred = sked_queue_barred_(queue);
    SKED_ASSERT(bars > 0 && !sked_queue_is_barred_(queue, job));
    queue->job_[job].first = SKED_BARRED_;
    queue->job_[job].start = SKED_NEVER;
    queue->job_[job].back = bars;
    sked_queue_stay_no_more_(queue, job);
    if (queue->rules_.backgrounds > 0) {
        queue->progress_[job] = 0;
    }
    sked_queue_enter_(queue, &barred, job, sked_queue_barred_order_(queue));
}

static void sked_queue_leave_barred_(const sked_queue *queue, uint32_t job) {
    const sked_tree_ barred = sked_queue_barred_(queue);
    SKED_ASSERT(sked_queue_is_barred_(queue, job));
    sked_tree_remove_(&barred, job);
}

/* ---- >>queue.ends: when running jobs end ---- */

/* Jobs in a foreground, by expected end. The sums of this tree answer how many processors are back
 * by a time, and when this many are. With kinds there is such a tree for each component, see
 * >>queue.kinds. Invariant: each processor that is up is free or counts in the `back` of one
 * running job, so that free + down + the sum of all `back` is the processors. */

/* The running jobs of a component, by expected end. */
static sked_tree_ sked_queue_ends_(const sked_queue *queue, uint32_t component) {
    sked_tree_ tree = queue->ending_;
    SKED_ASSERT(sked_queue_component_(queue, component) == component);
    tree.root_ = &queue->kind_[component].ending_root;
    return tree;
}

/* The tree of ends that a job belongs to. */
static sked_tree_ sked_queue_ends_of_(const sked_queue *queue, uint32_t job) {
    return sked_queue_has_kinds_(&queue->rules_)
               ? sked_queue_ends_(queue, sked_queue_component_of_(queue, job))
               : queue->ending_;
}

/* Is each processor free, or down, or given back by one running job? */
static int sked_queue_adds_up_(const sked_queue *queue) {
    const sked_queue_machine_ *machine = &queue->state_->machine;
    const sked_set down = sked_queue_down_set_(queue);
    uint32_t back = 0, p;
    if (sked_queue_has_kinds_(&queue->rules_)) {    /* whose trees sum up for one kind each */
        for (p = 0; p < down.size; p++) {
            back += queue->slot_[p].job != SKED_NONE && !sked_set_has(&down, p);
        }
    } else {
        back = sked_tree_counts_(&queue->ending_, *queue->ending_.root_);
    }
    return machine->free + machine->down + back == queue->rules_.processors;
}

/* When a running job is expected to end; the past if it is overdue. */
static sked_time sked_queue_end_(const sked_queue *queue, uint32_t job) {
    return sked_time_add(queue->job_[job].start, queue->job_[job].estimate);
}

/* The first running job of a tree, by expected end, that ends at `end` or later. */
static uint32_t sked_tree_ending_from_(const sked_queue *queue, const sked_tree_ *tree,
                                       sked_time end) {
    uint32_t node = *tree->root_, found = SKED_NONE;
    while (node != SKED_NONE) {
        const int late = sked_queue_end_(queue, node) >= end;
        found = late ? node : found;
        node = late ? tree->node_[node].left : tree->node_[node].right;
    }
    return found;
}

static int sked_queue_ends_before_(const sked_queue *queue, uint32_t a, uint32_t b) {
    const sked_time end_a = sked_queue_end_(queue, a), end_b = sked_queue_end_(queue, b);
    return end_a < end_b || (end_a == end_b && queue->job_[a].arrival < queue->job_[b].arrival);
}

/* The same of all that runs. */
static uint32_t sked_queue_ending_from_(const sked_queue *queue, sked_time end) {
    uint64_t components = queue->state_->kinds.components;
    uint32_t first = SKED_NONE;
    if (!sked_queue_has_kinds_(&queue->rules_)) {
        return sked_tree_ending_from_(queue, &queue->ending_, end);
    }
    for (; components != 0; components &= components - 1) {
        const uint32_t kind = sked_kinds_first_(components);
        const sked_tree_ tree = sked_queue_ends_(queue, kind);
        const uint32_t job = sked_tree_ending_from_(queue, &tree, end);
        if (job != SKED_NONE &&
            (first == SKED_NONE || sked_queue_ends_before_(queue, job, first))) {
            first = job;
        }
    }
    return first;
}

/* Puts a job into a tree of running jobs. */
static void sked_queue_enter_ending_(const sked_queue *queue, const sked_tree_ *tree,
                                     uint32_t job) {
    uint32_t node = *tree->root_, parent = SKED_NONE;
    int behind = 0;
    while (node != SKED_NONE) {
        parent = node;
        behind = sked_queue_ends_before_(queue, node, job);
        node = behind ? tree->node_[node].right : tree->node_[node].left;
    }
    sked_tree_hang_(tree, job, parent, behind);
}

/* How many processors are given back by `at`. */
static uint32_t sked_queue_back_until_(const sked_queue *queue, sked_time at) {
    const sked_tree_ *tree = &queue->ending_;
    uint32_t node = *tree->root_, back = 0;
    while (node != SKED_NONE) {
        if (sked_queue_end_(queue, node) > at) {
            node = tree->node_[node].left;
        } else {
            back += sked_tree_counts_(tree, tree->node_[node].left) + queue->job_[node].back;
            node = tree->node_[node].right;
        }
    }
    SKED_ASSERT(back <= sked_tree_counts_(tree, *tree->root_));
    return back;
}

/* The earliest expected end by which this many processors are back; SKED_NEVER: none. */
static sked_time sked_queue_back_by_(const sked_queue *queue, uint32_t count) {
    const sked_tree_ *tree = &queue->ending_;
    uint32_t node = *tree->root_;
    sked_time end = SKED_NEVER;
    while (node != SKED_NONE) {
        const uint32_t left = sked_tree_counts_(tree, tree->node_[node].left);
        SKED_ASSERT(count > 0 && left + queue->job_[node].back <= tree->counts_[node]);
        if (left + queue->job_[node].back >= count) {
            end = sked_queue_end_(queue, node);
            node = left >= count ? tree->node_[node].left : SKED_NONE;
        } else {
            count -= left + queue->job_[node].back;
            node = tree->node_[node].right;
        }
    }
    return end;
}

/* ---- >>queue.kinds: sets of processors, and which of them compete ---- */

/* Kinds that share a processor or a reserved quota compete, and so do those that a running job ties
 * together. A component is all that competes, and goes by its lowest kind. It has one head, and one
 * tree of ends, which sums up what its running jobs give back: of each quota, and of the processors
 * of one kind, the head's. When a head of another kind comes, these are counted anew, O(P).
 * Invariant: a processor's kinds are in one component, and so are a running job's and those of its
 * processors; `idle` and `useless` are what sked_queue_recount_ counts. */

/* Counts the idle processors of all kinds of a component that the kind it counts for does not have.
 * When there is a head, few are idle. */
static void sked_queue_count_useless_(const sked_queue *queue, uint32_t component) {
    const sked_set idle = sked_queue_free_(queue);
    const sked_set useful = sked_queue_kind_set_(queue, queue->kind_[component].counted);
    const uint64_t connected = queue->kind_[component].connected;
    const uint32_t words = sked_set_words_(&idle);
    uint64_t kinds;
    uint32_t w;
    for (kinds = connected; kinds != 0; kinds &= kinds - 1) {
        queue->kind_[sked_kinds_first_(kinds)].useless = 0;
    }
    for (w = 0; w < words; w++) {
        sked_word left = (sked_word)(idle.words[w] & (sked_word)~useful.words[w]);
        for (; left != 0; left = sked_word_rest_(left)) {
            const uint32_t p = w * SKED_WORD_BITS + sked_word_first_(left);
            SKED_ASSERT(queue->slot_[p].job == SKED_NONE);
            for (kinds = queue->kinds_[p] & connected; kinds != 0; kinds &= kinds - 1) {
                queue->kind_[sked_kinds_first_(kinds)].useless++;
            }
        }
    }
}

/* Counts what the jobs of a component give back to the kind it counts for. */
static void sked_queue_count_giving_(const sked_queue *queue, uint32_t component) {
    const sked_tree_ tree = sked_queue_ends_(queue, component);
    const sked_set down = sked_queue_down_set_(queue);
    const sked_set own = sked_queue_kind_set_(queue, queue->kind_[component].counted);
    uint32_t job = sked_tree_first_(&tree), p;
    SKED_ASSERT((queue->kind_[component].connected >> queue->kind_[component].counted & 1) != 0);
    for (; job != SKED_NONE; job = sked_tree_next_(&tree, job)) {
        queue->demand_[job].gives = 0;
    }
    for (p = sked_set_first(&own); p < own.size; p = sked_set_next(&own, p)) {
        if (queue->slot_[p].job != SKED_NONE && !sked_set_has(&down, p)) {
            SKED_ASSERT(sked_queue_component_of_(queue, queue->slot_[p].job) == component);
            queue->demand_[queue->slot_[p].job].gives++;
        }
    }
    if (*tree.root_ != SKED_NONE) {
        sked_tree_sum_all_(&tree);
    }
}

/* Lets a component count for a kind. */
static void sked_queue_count_for_(const sked_queue *queue, uint32_t component, uint32_t kind) {
    SKED_ASSERT((queue->kind_[component].connected & sked_kind_bit_(kind)) != 0);
    queue->kind_[component].counted = kind;
    sked_queue_count_useless_(queue, component);
    sked_queue_count_giving_(queue, component);
}

/* Counts everything anew: after processors went down or came up, or the components changed. */
static void sked_queue_recount_(const sked_queue *queue) {
    const sked_set idle = sked_queue_free_(queue);
    uint32_t kind;
    for (kind = 0; SKED_QUEUE_KINDS_ && kind < queue->rules_.kinds; kind++) {
        const sked_set own = sked_queue_kind_set_(queue, kind);
        const uint32_t words = sked_set_words_(&own);
        uint32_t w;
        queue->kind_[kind].idle = 0;
        for (w = 0; w < words; w++) {
            queue->kind_[kind].idle +=
                sked_word_count_((sked_word)(idle.words[w] & own.words[w]));
        }
        if (sked_queue_component_(queue, kind) == kind) {
            sked_queue_count_for_(queue, kind, queue->kind_[kind].counted);
        }
    }
    sked_queue_unsettle_all_(queue);
}

/* A processor becomes idle (1) or busy (-1). */
static void sked_queue_count_processor_(const sked_queue *queue, uint32_t p, int more) {
    uint64_t kinds = queue->kinds_[p];
    uint32_t counted;
    int useless;
    if (kinds == 0) {                   /* no job starts here */
        return;
    }
    counted = queue->kind_[sked_queue_component_(queue, sked_kinds_first_(kinds))].counted;
    useless = (kinds & sked_kind_bit_(counted)) == 0 ? more : 0;
    for (; kinds != 0; kinds &= kinds - 1) {
        sked_queue_kind_ *kind = &queue->kind_[sked_kinds_first_(kinds)];
        kind->idle += (uint32_t)more;
        kind->useless += (uint32_t)useless;
        SKED_ASSERT(kind->useless <= kind->idle && kind->idle <= queue->rules_.processors);
    }
}

/* How much of a quota can be taken. */
static uint32_t sked_quota_room_(const sked_queue_quota_ *quota) {
    SKED_ASSERT(quota->capacity <= SKED_COUNT_MAX_);
    return quota->capacity > quota->used ? quota->capacity - quota->used : 0;
}

/* A job takes its amounts of all quotas (1), or gives them back (-1). */
static void sked_queue_count_quotas_(const sked_queue *queue, uint32_t job, int more) {
    const uint32_t quotas = queue->rules_.quotas;
    uint32_t q;
    for (q = 0; q < quotas; q++) {
        const uint32_t amount = sked_tree_amounts_(&queue->line_, job)[q];
        sked_queue_quota_ *quota = &queue->quota_[q];
        SKED_ASSERT(more > 0 ? amount <= queue->room_[q] : amount <= quota->used);
        quota->used += (uint32_t)more * amount;
        queue->room_[q] = sked_quota_room_(quota);
    }
}

/* A job of the line comes to run on idle processors. */
static void sked_queue_take_kinds_(const sked_queue *queue, uint32_t job,
                                   const sked_set *processors) {
    const uint32_t component = sked_queue_component_of_(queue, job);
    const uint32_t counted = queue->kind_[component].counted;
    const sked_set own = sked_queue_kind_set_(queue, counted);
    const uint32_t words = sked_set_words_(&own);
    uint32_t p, w, gives = queue->job_[job].width;
    for (p = queue->job_[job].first; p != SKED_NONE; p = queue->slot_[p].next) {
        sked_queue_count_processor_(queue, p, -1);
    }
    if (queue->demand_[job].kind != counted) {
        for (w = 0, gives = 0; w < words; w++) {
            gives += sked_word_count_((sked_word)(processors->words[w] & own.words[w]));
        }
    }
    SKED_ASSERT(gives <= queue->job_[job].width);
    queue->demand_[job].gives = gives;
    sked_queue_count_quotas_(queue, job, 1);
}

/* A job is about to leave its processors. */
static void sked_queue_give_kinds_(const sked_queue *queue, uint32_t job) {
    const sked_set down = sked_queue_down_set_(queue);
    uint32_t p;
    for (p = queue->job_[job].first; p != SKED_NONE; p = queue->slot_[p].next) {
        if (!sked_set_has(&down, p)) {
            sked_queue_count_processor_(queue, p, 1);
        }
    }
    sked_queue_count_quotas_(queue, job, -1);
    SKED_ASSERT(queue->job_[job].first < queue->rules_.processors);
    sked_queue_unsettle_(queue, job);
}

/* Connects some kinds. */
static void sked_queue_connect_(const sked_queue *queue, uint64_t kinds) {
    uint64_t all = 0, rest;
    if (kinds == 0 ||
        (kinds & ~queue->kind_[sked_kinds_first_(kinds)].connected) == 0) {
        return;
    }
    for (; kinds != 0; kinds &= kinds - 1) {
        all |= queue->kind_[sked_kinds_first_(kinds)].connected;
    }
    for (rest = all; rest != 0; rest &= rest - 1) {
        SKED_ASSERT((queue->kind_[sked_kinds_first_(rest)].connected & ~all) == 0);
        queue->kind_[sked_kinds_first_(rest)].connected = all;
    }
}

/* The kinds that may use a quota. */
static uint64_t sked_queue_quota_kinds_(const sked_queue *queue, uint32_t quota) {
    uint64_t kinds = 0;
    uint32_t kind;
    for (kind = 0; kind < queue->rules_.kinds; kind++) {
        kinds |= (queue->kind_[kind].quotas >> quota & 1) != 0 ? sked_kind_bit_(kind) : 0;
    }
    SKED_ASSERT(quota < queue->rules_.quotas);
    return kinds;
}

/* The kinds that a running job ties together. */
static uint64_t sked_queue_tied_(const sked_queue *queue, uint32_t job) {
    uint64_t kinds = sked_kind_bit_(queue->demand_[job].kind);
    uint32_t p;
    for (p = queue->job_[job].first; p != SKED_NONE; p = queue->slot_[p].next) {
        kinds |= queue->kinds_[p];
    }
    SKED_ASSERT((kinds & sked_kind_bit_(queue->demand_[job].kind)) != 0);
    return kinds;
}

/* The kinds of a cap's processors, and of what runs there. */
static uint64_t sked_queue_cap_kinds_(const sked_queue *queue, uint32_t cap) {
    const sked_set own = sked_queue_cap_set_(queue, cap);
    uint64_t kinds = 0;
    uint32_t p;
    for (p = sked_set_first(&own); p < own.size; p = sked_set_next(&own, p)) {
        const uint32_t job = queue->slot_[p].job;
        kinds |= queue->kinds_[p];
        kinds |= job == SKED_NONE ? 0 : sked_kind_bit_(queue->demand_[job].kind);
    }
    SKED_ASSERT(queue->rules_.kinds == SKED_KINDS_ || kinds >> queue->rules_.kinds == 0);
    return kinds;
}

/* Finds the components from what there is now, and puts each running job into its own. */
static void sked_queue_find_components_(const sked_queue *queue) {
    uint32_t i, job;
    for (i = 0; i < queue->rules_.kinds; i++) {
        queue->kind_[i].connected = sked_kind_bit_(i);
    }
    for (i = 0; i < queue->rules_.processors; i++) {
        sked_queue_connect_(queue, queue->kinds_[i]);
    }
    for (i = 0; i < queue->rules_.quotas; i++) {
        if (queue->quota_[i].mode == (uint32_t)SKED_RESERVE) {
            sked_queue_connect_(queue, sked_queue_quota_kinds_(queue, i));
        }
    }
    for (job = 0; job < queue->rules_.jobs_max; job++) {
        if (queue->job_[job].first < queue->rules_.processors) {
            sked_queue_connect_(queue, sked_queue_tied_(queue, job));
        }
    }
    for (i = 0; i < queue->rules_.caps; i++) {
        sked_queue_connect_(queue, sked_queue_cap_kinds_(queue, i));
    }
    queue->state_->kinds.components = 0;
    for (i = 0; i < queue->rules_.kinds; i++) {
        if (sked_queue_component_(queue, i) == i) {
            queue->state_->kinds.components |= sked_kind_bit_(i);
        }
        queue->kind_[i].ending_root = SKED_NONE;
        queue->kind_[i].counted = i;
        queue->kind_[i].head_blocked = queue->kind_[i].passes = 0;
    }
    for (i = 0; i < queue->rules_.quotas; i++) {
        uint64_t kinds = sked_queue_quota_kinds_(queue, i);
        for (; kinds != 0 && queue->quota_[i].mode == (uint32_t)SKED_PASS; kinds &= kinds - 1) {
            queue->kind_[sked_queue_component_(queue, sked_kinds_first_(kinds))].passes = 1;
        }
    }
    for (job = 0; job < queue->rules_.jobs_max; job++) {
        if (queue->job_[job].first < queue->rules_.processors) {
            const sked_tree_ tree = sked_queue_ends_of_(queue, job);
            sked_queue_enter_ending_(queue, &tree, job);
        }
    }
    sked_queue_recount_(queue);
}

/* What a job, or a subtree, of a tree of ends gives back: of a quota; SKED_NONE: of processors. */
static uint32_t sked_giving_own_(const sked_tree_ *tree, uint32_t node, uint32_t quota) {
    return quota == SKED_NONE ? tree->demand_[node].gives
                              : sked_tree_amounts_(tree, node)[quota];
}

static uint32_t sked_giving_sum_(const sked_tree_ *tree, uint32_t node, uint32_t quota) {
    return node == SKED_NONE    ? 0
           : quota == SKED_NONE ? tree->counts_[node]
                                : sked_tree_sums_(tree, node)[quota];
}

/* How much a component gives back by `at`. */
static uint32_t sked_queue_given_until_(const sked_queue *queue, uint32_t component,
                                        uint32_t quota, sked_time at) {
    const sked_tree_ tree = sked_queue_ends_(queue, component);
    uint32_t node = *tree.root_, given = 0;
    SKED_ASSERT(quota == SKED_NONE || quota < queue->rules_.quotas);
    SKED_ASSERT(at >= queue->state_->now);      /* what is overdue counts as back */
    while (node != SKED_NONE) {
        if (sked_queue_end_(queue, node) > at) {
            node = tree.node_[node].left;
        } else {
            given += sked_giving_sum_(&tree, tree.node_[node].left, quota) +
                     sked_giving_own_(&tree, node, quota);
            node = tree.node_[node].right;
        }
    }
    return given;
}

/* The earliest expected end by which a component gives back this much; SKED_NEVER: none. */
static sked_time sked_queue_given_by_(const sked_queue *queue, uint32_t component, uint32_t quota,
                                      uint32_t amount) {
    const sked_tree_ tree = sked_queue_ends_(queue, component);
    uint32_t node = *tree.root_;
    sked_time end = SKED_NEVER;
    SKED_ASSERT(amount > 0);
    while (node != SKED_NONE) {
        const uint32_t left = sked_giving_sum_(&tree, tree.node_[node].left, quota);
        const uint32_t here = left + sked_giving_own_(&tree, node, quota);
        if (here >= amount) {
            end = sked_queue_end_(queue, node);
            node = left >= amount ? tree.node_[node].left : SKED_NONE;
        } else {
            amount -= here;
            node = tree.node_[node].right;
        }
    }
    return end;
}

/* The first expected end in a component that is later than `at`. */
static sked_time sked_queue_giving_next_(const sked_queue *queue, uint32_t component,
                                         sked_time at) {
    const sked_tree_ tree = sked_queue_ends_(queue, component);
    const uint32_t job = sked_tree_ending_from_(queue, &tree, at + 1);
    SKED_ASSERT(job == SKED_NONE || sked_queue_component_of_(queue, job) == component);
    return job == SKED_NONE ? SKED_NEVER : sked_queue_end_(queue, job);
}

/* ---- >>queue.running: foregrounds ---- */

/* A job comes to run on idle processors, and leaves them. The set of idle processors, the chains
 * through the slots, the tree of ends and the counts by kind change together. */

/* What runs on a processor, or how much it uses, has changed: the next pass judges it again. */
static void sked_queue_change_(const sked_queue *queue, uint32_t p) {
    if (queue->rules_.backgrounds > 0) {
        sked_set changed = sked_queue_view_(queue, queue->changed_words_);
        sked_set_add(&changed, p);
    }
}

/* Makes idle processors a job's, in rising order. */
static void sked_queue_chain_(sked_queue *queue, uint32_t job, const sked_set *processors) {
    const uint32_t words = sked_set_words_(processors);
    uint32_t *link = &queue->job_[job].first;
    uint32_t w;
    for (w = 0; w < words; w++) {
        sked_word word = processors->words[w];
        for (; word != 0; word = sked_word_rest_(word)) {
            const uint32_t p = w * SKED_WORD_BITS + sked_word_first_(word);
            SKED_ASSERT(p < queue->rules_.processors && queue->slot_[p].job == SKED_NONE);
            *link = p;
            link = &queue->slot_[p].next;
            queue->slot_[p].job = job;
        }
    }
    *link = SKED_NONE;
    queue->job_[job].back = queue->job_[job].width;
}

static void sked_queue_enter_running_(sked_queue *queue, uint32_t job,
                                      const sked_set *processors) {
    sked_set idle = sked_queue_free_(queue);
    SKED_ASSERT(sked_set_is_subset(processors, &idle));
    SKED_ASSERT(sked_set_count(processors) == queue->job_[job].width);
    sked_set_andnot(&idle, processors);
    queue->state_->machine.free -= queue->job_[job].width;
    if (sked_queue_has_kinds_(&queue->rules_)) {
        const sked_tree_ tree = sked_queue_ends_of_(queue, job);
        sked_queue_take_kinds_(queue, job, processors);
        sked_queue_enter_ending_(queue, &tree, job);
    } else {
        sked_queue_enter_ending_(queue, &queue->ending_, job);
    }
    queue->state_->jobs.running++;
    SKED_ASSERT(sked_queue_adds_up_(queue));
}

static void sked_queue_run_(sked_queue *queue, uint32_t job, const sked_set *processors) {
    queue->job_[job].start = queue->state_->now;
    sked_queue_chain_(queue, job, processors);
    sked_queue_enter_running_(queue, job, processors);
}

/* Empties a slot, and forgets a loss of its process that has not been reported. */
static void sked_queue_clear_slot_(sked_queue *queue, uint32_t slot) {
    uint32_t p;
    sked_set news = sked_queue_lost_set_(queue, sked_queue_tier_(queue, slot, &p));
    SKED_ASSERT(queue->slot_[slot].job != SKED_NONE);
    queue->slot_[slot].job = queue->slot_[slot].next = SKED_NONE;
    queue->usage_[slot] = 0;
    sked_queue_change_(queue, p);
    SKED_ASSERT(queue->state_->machine.losses >= (uint32_t)sked_set_has(&news, p));
    queue->state_->machine.losses -= (uint32_t)sked_set_has(&news, p);
    sked_set_remove(&news, p);
}

static void sked_queue_stop_background_(sked_queue *queue, uint32_t job) {
    uint32_t slot = queue->job_[job].first;
    SKED_ASSERT(sked_queue_is_behind_(queue, job) && queue->state_->jobs.background > 0);
    while (slot != SKED_NONE) {
        const uint32_t next = queue->slot_[slot].next;
        SKED_ASSERT(queue->slot_[slot].job == job && slot >= queue->rules_.processors);
        sked_queue_clear_slot_(queue, slot);
        slot = next;
    }
    queue->state_->jobs.background--;
}

/* Forgets the losses of a job in the foreground that have not been reported. */
static void sked_queue_drop_losses_(sked_queue *queue, uint32_t job) {
    sked_set lost = sked_queue_lost_set_(queue, 0);
    uint32_t p;
    for (p = queue->job_[job].first; p != SKED_NONE; p = queue->slot_[p].next) {
        SKED_ASSERT(queue->state_->machine.losses >= (uint32_t)sked_set_has(&lost, p));
        queue->state_->machine.losses -= (uint32_t)sked_set_has(&lost, p);
        sked_set_remove(&lost, p);
    }
}

static void sked_queue_stop_running_(sked_queue *queue, uint32_t job) {
    sked_queue_state_ *state = queue->state_;
    const sked_set down = sked_queue_down_set_(queue);
    const int tiered = queue->rules_.backgrounds > 0,
              whole = queue->job_[job].back == queue->job_[job].width;
    sked_set idle = sked_queue_free_(queue);
    uint32_t p = queue->job_[job].first;
    SKED_ASSERT(p < queue->rules_.processors && state->jobs.running > 0);
    if (sked_queue_has_kinds_(&queue->rules_)) {
        const sked_tree_ tree = sked_queue_ends_of_(queue, job);
        sked_tree_remove_(&tree, job);
        sked_queue_give_kinds_(queue, job);
    } else {
        sked_tree_remove_(&queue->ending_, job);
    }
    state->jobs.running--;
    if (!whole) {                       /* only a job with a processor down can have losses */
        sked_queue_drop_losses_(queue, job);
    }
    while (p != SKED_NONE) {
        const uint32_t next = queue->slot_[p].next;
        SKED_ASSERT(queue->slot_[p].job == job && !sked_set_has(&idle, p));
        queue->slot_[p].job = queue->slot_[p].next = SKED_NONE;
        sked_set_add(&idle, p);
        if (tiered) {
            queue->usage_[p] = 0;
            sked_queue_change_(queue, p);
        }
        p = next;
    }
    if (!whole) {                       /* what is down stays out */
        sked_set_andnot(&idle, &down);
    }
    state->machine.free += queue->job_[job].back;
    SKED_ASSERT(sked_queue_adds_up_(queue));
}

/* ---- >>queue.backgrounds: where there is room behind a job ---- */

/* A processor is eligible if it has a free background, and what runs in front of that leaves time
 * by the limit. Events only note which processors have changed. A pass judges those again, so that
 * it costs nothing where nothing happened. Invariant: on all others the set is right by
 * judged_limit. */

/* The slot of the free background of highest priority, if the processor is eligible, else
 * SKED_NONE; *used is what the tiers in front of it use. */
static uint32_t sked_queue_background_of_(const sked_queue *queue, uint32_t p, uint32_t *used) {
    const sked_set down = sked_queue_down_set_(queue);
    const uint32_t slots = sked_queue_slots_(queue);
    uint32_t slot = p + down.size;
    int idle = queue->slot_[p].job == SKED_NONE;
    *used = queue->usage_[p];
    while (slot < slots && queue->slot_[slot].job != SKED_NONE) {
        *used += queue->usage_[slot];
        idle = 0;
        slot += down.size;
    }
    SKED_ASSERT(*used <= 1000 * (queue->rules_.backgrounds + 1));
    return slot < slots && (idle || *used < queue->state_->tiers.judged_limit) &&
                   !sked_set_has(&down, p)
               ? slot
               : SKED_NONE;
}

/* Judges processors again where something has changed; all of them if the limit has. */
static void sked_queue_find_eligible_(sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    sked_set eligible = sked_queue_view_(queue, queue->eligible_words_);
    sked_set changed = sked_queue_view_(queue, queue->changed_words_);
    uint32_t p, used;
    if (state->tiers.judged_limit != state->tiers.usage_limit_permille) {
        state->tiers.judged_limit = state->tiers.usage_limit_permille;
        sked_set_fill(&changed);        /* by another limit each verdict may differ */
    }
    for (p = sked_set_first(&changed); p < changed.size; p = sked_set_next(&changed, p)) {
        SKED_ASSERT(state->tiers.eligible >= (uint32_t)sked_set_has(&eligible, p));
        state->tiers.eligible -= (uint32_t)sked_set_has(&eligible, p);
        if (sked_queue_background_of_(queue, p, &used) == SKED_NONE) {
            sked_set_remove(&eligible, p);
        } else {
            sked_set_add(&eligible, p);
            state->tiers.eligible++;
        }
    }
    sked_set_clear(&changed);
    SKED_ASSERT(state->tiers.eligible <= queue->rules_.processors - state->machine.down);
    SKED_ASSERT(state->tiers.eligible == sked_set_count(&eligible));
}

/* ---- >>queue.profile: what is free when ---- */

/* A PREFIX tree by time. Each node is a time, and by how much more is free from then on. Nodes that
 * now has reached are added to profile.free and taken out. Invariant: what is free at a time is
 * profile.free and all deltas up to then, all times are later than now, and no delta is 0. */

static void sked_profile_clear_(sked_queue *queue, int64_t free_now) {
    sked_queue_state_ *state = queue->state_;
    state->profile.root = state->profile.spare = SKED_NONE;
    state->profile.used = 0;
    state->profile.free = free_now;
}

/* The last node at `at` or before; *free_then becomes what is free then. */
static uint32_t sked_profile_floor_(const sked_queue *queue, sked_time at, int64_t *free_then) {
    const sked_tree_ *tree = &queue->profile_;
    uint32_t node = *tree->root_, found = SKED_NONE;
    *free_then = queue->state_->profile.free;
    while (node != SKED_NONE) {
        if (queue->profile_.prefix_[node].time > at) {
            node = tree->node_[node].left;
        } else {
            *free_then += sked_tree_sum_(tree, tree->node_[node].left) + tree->prefix_[node].delta;
            found = node;
            node = tree->node_[node].right;
        }
    }
    return found;
}

static int64_t sked_profile_free_at_(const sked_queue *queue, sked_time at) {
    int64_t free_then;
    (void)sked_profile_floor_(queue, at, &free_then);
    return free_then;
}

/* Adds a node where the search for its time ended, under `parent`. Only in a forged block may
 * there be no room: then the next pass makes the profile anew. */
static void sked_profile_add_node_(sked_queue *queue, sked_time time, int64_t delta,
                                   uint32_t parent) {
    sked_queue_state_ *state = queue->state_;
    const uint64_t most = sked_queue_profile_nodes_(&queue->rules_);
    uint32_t node = state->profile.spare;
    if (node != SKED_NONE) {
        state->profile.spare = queue->profile_.node_[node].right;
    } else if (state->profile.used < most) {
        node = state->profile.used++;
    } else {
        state->profile.stale = 1;
        return;
    }
    SKED_ASSERT(time > state->now && delta != 0);
    queue->profile_.prefix_[node].time = time;
    queue->profile_.prefix_[node].delta = delta;
    sked_tree_hang_(&queue->profile_, node, parent,
                    parent != SKED_NONE && queue->profile_.prefix_[parent].time < time);
    SKED_ASSERT(queue->profile_.node_[state->profile.root].size <= state->profile.used);
}

static void sked_profile_remove_node_(sked_queue *queue, uint32_t node) {
    SKED_ASSERT(node < queue->state_->profile.used &&
                queue->profile_.node_[node].parent != SKED_UNUSED_);
    sked_tree_remove_(&queue->profile_, node);
    queue->profile_.node_[node].right = queue->state_->profile.spare;
    queue->profile_.node_[node].parent = SKED_UNUSED_;
    queue->state_->profile.spare = node;
}

/* Lets `delta` more be free from a time on. */
static void sked_profile_add_(sked_queue *queue, sked_time time, int64_t delta) {
    const sked_tree_ *tree = &queue->profile_;
    uint32_t node = *tree->root_, parent = SKED_NONE;
    if (time == SKED_NEVER || delta == 0) {
        return;
    }
    if (time <= queue->state_->now) {
        queue->state_->profile.free += delta;
        return;
    }
    while (node != SKED_NONE && queue->profile_.prefix_[node].time != time) {
        parent = node;
        node = queue->profile_.prefix_[node].time < time ? tree->node_[node].right
                                                         : tree->node_[node].left;
    }
    if (node == SKED_NONE) {
        sked_profile_add_node_(queue, time, delta, parent);
        return;
    }
    queue->profile_.prefix_[node].delta += delta;
    if (queue->profile_.prefix_[node].delta == 0) {     /* so that nodes cannot pile up */
        sked_profile_remove_node_(queue, node);
    } else {
        sked_tree_touch_(tree, node);
    }
}

static void sked_profile_change_(sked_queue *queue, sked_time from, sked_time to, int64_t delta) {
    SKED_ASSERT(0 <= from && from <= to);
    sked_profile_add_(queue, from, delta);
    sked_profile_add_(queue, to, -delta);
}

/* Takes out the nodes that now has reached. */
static void sked_profile_advance_(sked_queue *queue) {
    uint32_t node = sked_tree_first_(&queue->profile_);
    while (node != SKED_NONE && queue->profile_.prefix_[node].time <= queue->state_->now) {
        queue->state_->profile.free += queue->profile_.prefix_[node].delta;
        sked_profile_remove_node_(queue, node);
        node = sked_tree_first_(&queue->profile_);
    }
}

/* Is there a time in the subtree when the level is free (rises), or when less is? `before` is what
 * is free before its first node. */
static int sked_profile_reaches_(const sked_tree_ *tree, uint32_t node, int64_t before,
                                 int64_t level, int rises) {
    return node != SKED_NONE && (rises ? before + tree->prefix_[node].high >= level
                                       : before + tree->prefix_[node].low < level);
}

/* The first such node behind `after` (SKED_NONE: of all). *free_then is what is free at `after`,
 * and becomes what is free at the node found, if there is one. */
static uint32_t sked_profile_next_(const sked_queue *queue, uint32_t after, int64_t *free_then,
                                   int64_t level, int rises) {
    const sked_tree_ *tree = &queue->profile_;
    uint32_t node = after == SKED_NONE ? *tree->root_ : tree->node_[after].right;
    uint32_t found = SKED_NONE, steps = 0;
    int64_t here = *free_then;
    while (!sked_profile_reaches_(tree, node, here, level, rises)) {    /* up, until one does */
        steps++;
        here += sked_tree_sum_(tree, node);
        after = after == SKED_NONE ? SKED_NONE : sked_tree_climb_(tree, after);
        if (after == SKED_NONE) {
            queue->state_->counters.index_steps += steps;
            return SKED_NONE;
        }
        here += tree->prefix_[after].delta;
        if ((here >= level) == rises) {
            found = after;
            break;
        }
        node = tree->node_[after].right;
    }
    while (found == SKED_NONE) {        /* down: to the left if that has such a node */
        const uint32_t left = tree->node_[node].left;
        const int goes_left = sked_profile_reaches_(tree, left, here, level, rises);
        SKED_ASSERT(sked_profile_reaches_(tree, node, here, level, rises));
        steps++;
        if (!goes_left) {
            here += sked_tree_sum_(tree, left) + tree->prefix_[node].delta;
            found = (here >= level) == rises ? node : SKED_NONE;
        }
        node = goes_left ? left : tree->node_[node].right;
    }
    SKED_ASSERT((here >= level) == rises);
    *free_then = here;
    queue->state_->counters.index_steps += steps;
    return found;
}

/* For how long `width`, which is free now, stays free. */
static sked_time sked_profile_lasts_(const sked_queue *queue, uint32_t width) {
    const sked_time now = queue->state_->now;
    int64_t free_then;
    uint32_t node = sked_profile_floor_(queue, now, &free_then);
    node = sked_profile_next_(queue, node, &free_then, width, 0);
    SKED_ASSERT(node == SKED_NONE || queue->profile_.prefix_[node].time > now);
    return node == SKED_NONE ? SKED_NEVER : queue->profile_.prefix_[node].time - now;
}

/* The last node before `node` at which less than the level is free; free_then is what is free at
 * `node`. `first` is always what is free before the first node of the subtree `below`. */
static uint32_t sked_profile_last_below_(const sked_queue *queue, uint32_t node, int64_t free_then,
                                         int64_t level) {
    const sked_tree_ *tree = &queue->profile_;
    uint64_t *steps = &queue->state_->counters.index_steps;
    uint32_t below = tree->node_[node].left;
    int64_t first = free_then - tree->prefix_[node].delta - sked_tree_sum_(tree, below);
    while (!sked_profile_reaches_(tree, below, first, level, 0)) {
        uint32_t parent = tree->node_[node].parent;
        ++*steps;
        while (parent != SKED_NONE && tree->node_[parent].left == node) {
            node = parent;
            parent = tree->node_[node].parent;
        }
        if (parent == SKED_NONE || first < level) {     /* what is free at the parent is `first` */
            return parent;
        }
        node = parent;
        below = tree->node_[node].left;
        first -= tree->prefix_[node].delta + sked_tree_sum_(tree, below);
    }
    for (;;) {                          /* down: to the right if that has such a node */
        const uint32_t left = tree->node_[below].left, right = tree->node_[below].right;
        const int64_t here = first + sked_tree_sum_(tree, left) + tree->prefix_[below].delta;
        const int goes_right = sked_profile_reaches_(tree, right, here, level, 0);
        ++*steps;
        SKED_ASSERT(sked_profile_reaches_(tree, below, first, level, 0));
        if (!goes_right && here < level) {
            return below;
        }
        first = goes_right ? here : first;
        below = goes_right ? right : left;
    }
}

/* Since when the level has been free without a break, up to `node`, where free_then is free. */
static sked_time sked_profile_since_node_(const sked_queue *queue, uint32_t node,
                                          int64_t free_then, int64_t level) {
    const sked_queue_state_ *state = queue->state_;
    SKED_ASSERT(free_then >= level);
    if (node == SKED_NONE) {
        return state->now;
    }
    node = sked_profile_last_below_(queue, node, free_then, level);
    if (node != SKED_NONE) {
        return queue->profile_.prefix_[sked_tree_next_(&queue->profile_, node)].time;
    }
    return state->profile.free >= level
               ? state->now
               : queue->profile_.prefix_[sked_tree_first_(&queue->profile_)].time;
}

/* The same, of what is free at `at`; `at` if it is not. */
static sked_time sked_profile_since_(const sked_queue *queue, sked_time at, int64_t level) {
    int64_t free_then;
    const uint32_t node = sked_profile_floor_(queue, at, &free_then);
    return free_then < level ? at : sked_profile_since_node_(queue, node, free_then, level);
}

/* The earliest time in [from, before) from which on `width` is free for as long as the estimate; or
 * `own`, if that comes first or there is none. What is free behind `own` does not matter: there the
 * job's own reservation keeps what it needs. */
static sked_time sked_profile_fit_(const sked_queue *queue, uint32_t width, sked_time estimate,
                                   sked_time from, sked_time own, sked_time before) {
    const sked_time end = sked_min_i64_(own, before);
    int64_t free_then;
    uint32_t node;
    sked_time start = from;
    SKED_ASSERT(width > 0 && estimate > 0);
    if (start >= end) {
        return own;
    }
    node = sked_profile_floor_(queue, from, &free_then);
    while (start < end) {
        if (free_then < (int64_t)width) {   /* to the end of a gap in which too little is free */
            node = sked_profile_next_(queue, node, &free_then, width, 1);
            start = node == SKED_NONE ? SKED_NEVER : queue->profile_.prefix_[node].time;
        }
        SKED_ASSERT(start >= from);
        if (start < end) {                  /* does it stay free for long enough? */
            node = sked_profile_next_(queue, node, &free_then, width, 0);
            if (node == SKED_NONE || queue->profile_.prefix_[node].time >=
                                         sked_min_i64_(sked_time_add(start, estimate), own)) {
                return start;
            }
        }
    }
    return own;
}

static uint32_t sked_log2_(uint64_t value) {
    static const unsigned char low[16] = {0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3};
    uint32_t log = 0;
    while (value >= UINT64_C(1) << 16) {
        value >>= 16;
        log += 16;
    }
    while (value >= 16) {
        value >>= 4;
        log += 4;
    }
    return log + low[value];
}

static uint32_t sked_sweep_quarter_(sked_time estimate) {
    const uint32_t octave = sked_log2_((uint64_t)estimate);
    const uint64_t two_bits = octave < 2 ? 0 : ((uint64_t)estimate >> (octave - 2)) & 3;
    SKED_ASSERT(octave * 4 + 3 < UCHAR_MAX);    /* so that notes have room for one more */
    return octave * 4 + (uint32_t)two_bits;
}

/* ---- >>queue.notes: what became free since the sweep before last ---- */

/* A sweep leaves a job where nothing earlier fits. So a place that the next sweep finds for it
 * overlaps something that became free since. When the last of these opened, all of the place was
 * free around it, for the job's whole width and estimate. Two notes are kept, for one sweep looks
 * at a job sooner than another. A job that neither concerns, by its level, its estimate and the
 * slices before its reservation, need not search. Places that reach its own reservation may be
 * shorter: the job slides. Just before its start too little was free, so whatever lets it slide was
 * noted in that very slice. What becomes free in ways that are not noted may be anywhere: then the
 * note is filled. */

static uint32_t sked_sweep_level_(uint32_t width) {
    return (uint32_t)sked_min_i64_((int64_t)sked_log2_(width), SKED_LEVELS_ - 1);
}

/* The slices of [from, to), from *first to what is returned: each once. */
static uint64_t sked_note_slices_(const sked_note_ *note, sked_time from, sked_time to,
                                  uint64_t *first) {
    const uint64_t last = (uint64_t)(to - 1) >> (note->shift & 63);
    *first = (uint64_t)from >> (note->shift & 63);
    SKED_ASSERT(0 <= from && from <= to);
    return last - *first < SKED_SLICES_ ? last : *first + SKED_SLICES_ - 1;
}

static void sked_note_fill_(sked_note_ *note, uint32_t run) {
    uint32_t level, slice;
    for (level = 0; level < SKED_LEVELS_; level++) {
        note->most[level] = (unsigned char)run;
        for (slice = 0; slice < SKED_SLICES_; slice++) {
            note->run[level][slice] = (unsigned char)run;
        }
    }
}

static void sked_note_add_(sked_note_ *note, const sked_opening_ *opening, uint32_t level) {
    const unsigned char run = opening->run[level];
    uint64_t slice;
    const uint64_t last = sked_note_slices_(note, opening->from, opening->to, &slice);
    SKED_ASSERT(run > 0);               /* 0 says that nothing was noted */
    note->most[level] = note->most[level] > run ? note->most[level] : run;
    for (; slice <= last; slice++) {
        unsigned char *known = &note->run[level][slice % SKED_SLICES_];
        *known = *known > run ? *known : run;
    }
}

/* Notes that more has become free during [from, to). The first and the last run of a level there
 * count as one, so that a gap between them only makes the note too hopeful. */
static void sked_sweep_note_(const sked_queue *queue, sked_time from, sked_time to,
                             sked_opening_ *opening) {
    int64_t free_first, free_last, free_then;
    const uint32_t first = sked_profile_floor_(queue, from, &free_first);
    const uint32_t last = sked_profile_floor_(queue, to - 1, &free_last);
    const uint32_t levels = sked_sweep_level_(queue->rules_.processors) + 1;
    uint32_t level = 0, node;
    opening->from = from;
    opening->to = to;
    SKED_ASSERT(0 < levels && levels <= SKED_LEVELS_);
    for (; level < levels; level++) {
        const int64_t width = (int64_t)1 << level;
        sked_time begin = from, end = to;
        if (free_first >= width) {
            begin = sked_profile_since_node_(queue, first, free_first, width);
        } else {
            free_then = free_first;
            node = sked_profile_next_(queue, first, &free_then, width, 1);
            begin = node == SKED_NONE ? SKED_NEVER : queue->profile_.prefix_[node].time;
        }
        if (begin >= to) {              /* nor are the higher levels free there */
            break;
        }
        if (free_last >= width) {
            free_then = free_last;
            node = sked_profile_next_(queue, last, &free_then, width, 0);
            end = node == SKED_NONE ? SKED_NEVER : queue->profile_.prefix_[node].time;
        }
        SKED_ASSERT(begin < end);
        opening->run[level] = (unsigned char)(
            sked_sweep_quarter_(end == SKED_NEVER ? SKED_NEVER : end - begin) + 1);
        sked_note_add_(&queue->sweep_->note[queue->sweep_->sweeps % 2], opening, level);
    }
    for (; level < SKED_LEVELS_; level++) {
        opening->run[level] = 0;
    }
}

/* Lets more be free, outside of a sweep. */
static void sked_queue_loosen_(sked_queue *queue, sked_time from, sked_time to, uint32_t count) {
    const sked_time at = sked_max_i64_(from, queue->state_->now);
    sked_opening_ opening;
    SKED_ASSERT(!queue->state_->profile.stale && sked_queue_keeps_counts_(&queue->rules_));
    queue->state_->profile.loose |= SKED_LOOSE_NOTED_;
    sked_profile_change_(queue, from, to, count);
    if (at < to && sked_queue_remembers_(&queue->rules_)) {
        sked_sweep_note_(queue, at, to, &opening);
    }
}

/* Begins the note of a sweep, with slices that reach to the last reservation. */
static void sked_sweep_begin_note_(const sked_queue *queue) {
    const sked_queue_profile_state_ *profile = &queue->state_->profile;
    const sked_time now = queue->state_->now;
    sked_sweep_ *sweep = queue->sweep_;
    sked_note_ *note = &sweep->note[sweep->sweeps % 2];
    uint32_t node = profile->root;
    sked_time last = now;
    if (profile->loose >= SKED_LOOSE_ANYWHERE_) {
        sked_note_fill_(note, UCHAR_MAX);
    }
    for (; node != SKED_NONE; node = queue->profile_.node_[node].right) {
        last = queue->profile_.prefix_[node].time;
    }
    sweep->sweeps++;
    note = &sweep->note[sweep->sweeps % 2];
    sked_note_fill_(note, 0);
    note->shift = sked_log2_((uint64_t)(last - now) / SKED_SLICES_) + 1;
    SKED_ASSERT((uint64_t)(last - now) >> note->shift < SKED_SLICES_);
}

/* May a place be found anywhere? */
static int sked_sweep_may_gain_(const sked_sweep_ *sweep, uint32_t level, uint32_t quarter) {
    return sweep->note[0].most[level] > quarter || sweep->note[1].most[level] > quarter;
}

/* Can a job slide? */
static int sked_sweep_may_slide_(const sked_queue *queue, uint32_t job, uint32_t level,
                              sked_time own) {
    const sked_note_ *note = queue->sweep_->note;
    uint64_t here, there;
    SKED_ASSERT(own > queue->state_->now);
    (void)sked_note_slices_(&note[0], own - 1, own, &here);
    (void)sked_note_slices_(&note[1], own - 1, own, &there);
    return (note[0].run[level][here % SKED_SLICES_] > 0 ||
            note[1].run[level][there % SKED_SLICES_] > 0) &&
           sked_profile_free_at_(queue, own - 1) >= (int64_t)queue->job_[job].width;
}

/* Narrows [*from, *to) to the slices from the first to the last with a run that is long enough; to
 * nothing if there is none. */
static void sked_sweep_narrow_(const sked_queue *queue, uint32_t level, uint32_t quarter,
                               sked_time *from, sked_time *to) {
    sked_time first = *to, end = *from;
    uint32_t i;
    for (i = 0; i < 2; i++) {
        const sked_note_ *note = &queue->sweep_->note[i];
        const uint32_t shift = note->shift & 63;
        uint64_t slice;
        const uint64_t last = sked_note_slices_(note, *from, *to, &slice);
        const int all = last < (uint64_t)(*to - 1) >> shift;    /* more than there are slices */
        for (; slice <= last; slice++) {
            if (note->run[level][slice % SKED_SLICES_] > quarter) {
                first = sked_min_i64_(first, (sked_time)(slice << shift));
                end = all ? *to : sked_max_i64_(end, (sked_time)((slice + 1) << shift));
            }
        }
    }
    *from = sked_max_i64_(*from, first);
    *to = sked_min_i64_(*to, end);
}

/* ---- >>queue.reserved: reservations with processors ---- */

/* In a queue with kinds numbers are not enough beyond depth 1: sets overlap, and jobs do not move
 * from one processor to another. So a reservation is an entry with processors: a job gets the
 * earliest time at which enough processors of its kind are free until it ends, and of these the
 * ones that the fewest kinds have. A job without a reservation may have what is idle, and in no
 * entry before its end. Bookings are entries, too. At depth k entries live for one pass, and are
 * numbered as they come. Under SKED_COMPRESS they are kept: a job's has its index, a booking's
 * follows those of all jobs. Both orders name the entries that count.
 * Invariant: no two entries that overlap in time share a processor, unless one is a booking, or
 * promises have yet to be confirmed.
 * Source: ours. That numbers are not enough: see Kolen et al. (2007), interval scheduling. */

static sked_set sked_queue_reserved_set_(const sked_queue *queue, uint32_t entry) {
    const size_t words = (size_t)SKED_SET_WORDS(queue->rules_.processors);
    SKED_ASSERT(entry < sked_queue_reserved_max_(&queue->rules_));
    return sked_queue_view_(queue, queue->reserved_words_ + (size_t)entry * words);
}

/* Do two entries follow each other in an order of reservations? Of equal times the lower entry
 * comes first, so that in a sound order each is there once. */
static int sked_reserved_follow_(sked_time a, uint32_t entry_a, sked_time b, uint32_t entry_b) {
    SKED_ASSERT(a >= 0 && b >= 0);
    return a < b || (a == b && entry_a < entry_b);
}

/* Puts an entry into both orders. */
static void sked_queue_rank_reserved_(const sked_queue *queue, uint32_t entry) {
    const sked_queue_reserved_ *all = queue->reserved_;
    const uint32_t last = queue->state_->pass.reserved++;
    uint32_t at;
    SKED_ASSERT(all[entry].start < all[entry].end);
    for (at = last; at > 0; at--) {
        const uint32_t before = queue->by_start_[at - 1];
        if (sked_reserved_follow_(all[before].start, before, all[entry].start, entry)) {
            break;
        }
        queue->by_start_[at] = before;
    }
    queue->by_start_[at] = entry;
    for (at = last; at > 0; at--) {
        const uint32_t before = queue->by_end_[at - 1];
        if (sked_reserved_follow_(all[before].end, before, all[entry].end, entry)) {
            break;
        }
        queue->by_end_[at] = before;
    }
    queue->by_end_[at] = entry;
}

/* Takes an entry out of an order, which is left with so many. */
static void sked_reserved_drop_(uint32_t *order, uint32_t left, uint32_t entry) {
    uint32_t at = 0;
    while (order[at] != entry) {
        at++;
    }
    SKED_ASSERT(at <= left);
    for (; at < left; at++) {
        order[at] = order[at + 1];
    }
}

/* Takes an entry out of both orders. */
static void sked_queue_unrank_reserved_(const sked_queue *queue, uint32_t entry) {
    const uint32_t left = --queue->state_->pass.reserved;
    sked_reserved_drop_(queue->by_start_, left, entry);
    sked_reserved_drop_(queue->by_end_, left, entry);
}

/* The entry comes to say this, and to count. */
static void sked_queue_add_reserved_(const sked_queue *queue, uint32_t entry, uint32_t job,
                                     sked_time start, sked_time end, const sked_set *processors) {
    sked_set own = sked_queue_reserved_set_(queue, entry);
    queue->reserved_[entry].start = start;
    queue->reserved_[entry].end = end;
    queue->reserved_[entry].job = job;
    sked_set_copy(&own, processors);
    sked_queue_rank_reserved_(queue, entry);
}

/* Makes the entries of bookings anew. */
static void sked_queue_place_bookings_(const sked_queue *queue) {
    const int keeps = sked_queue_keeps_sets_(&queue->rules_);
    uint32_t booking, i;
    for (i = queue->state_->pass.reserved; i-- > 0;) {
        if (queue->reserved_[queue->by_start_[i]].job == SKED_NONE) {
            sked_queue_unrank_reserved_(queue, queue->by_start_[i]);
        }
    }
    for (booking = 0; booking < sked_queue_bookings_(queue); booking++) {
        const sked_set set = sked_queue_booking_set_(queue, booking);
        SKED_ASSERT(queue->booking_[booking].count == 0);
        sked_queue_add_reserved_(
            queue, keeps ? queue->rules_.jobs_max + booking : queue->state_->pass.reserved,
            SKED_NONE, queue->booking_[booking].start, queue->booking_[booking].end, &set);
    }
}

/* Chooses processors that few other kinds have, and of these the lowest. */
static void sked_queue_choose_rare_(const sked_queue *queue, uint32_t width) {
    const sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    const uint32_t words = sked_set_words_(&offered);
    uint32_t count[SKED_KINDS_ + 1] = {0}, most = 0, w;
    sked_word left;
    for (w = 0; w < words; w++) {
        for (left = offered.words[w]; left != 0; left = sked_word_rest_(left)) {
            count[queue->rarity_[w * SKED_WORD_BITS + sked_word_first_(left)]]++;
        }
    }
    SKED_ASSERT(width <= sked_set_count(&offered));
    while (count[most] < width) {           /* all that are rarer, and some of these */
        width -= count[most];
        most++;
    }
    for (w = 0; w < words; w++) {
        sked_word chosen = 0;
        for (left = offered.words[w]; left != 0; left = sked_word_rest_(left)) {
            const uint32_t rarity = queue->rarity_[w * SKED_WORD_BITS + sked_word_first_(left)];
            if (rarity < most || (rarity == most && width > 0)) {
                chosen = (sked_word)(chosen | (left ^ sked_word_rest_(left)));
                width -= rarity == most;
            }
        }
        queue->chosen_words_[w] = chosen;
    }
}

/* How many entries start before a time. */
static uint32_t sked_queue_reserved_before_(const sked_queue *queue, sked_time time) {
    uint32_t low = 0, high = queue->state_->pass.reserved;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (queue->reserved_[queue->by_start_[middle]].start < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* How many processors of a kind are idle, and not in the set of an entry. */
static uint32_t sked_queue_idle_without_(const sked_queue *queue, uint32_t kind, uint32_t entry) {
    const sked_set idle = sked_queue_free_(queue), own = sked_queue_kind_set_(queue, kind);
    const sked_set taken = sked_queue_reserved_set_(queue, entry);
    const uint32_t words = sked_set_words_(&idle);
    uint32_t w, count = 0;
    for (w = 0; w < words; w++) {
        count += sked_word_count_(
            (sked_word)(idle.words[w] & own.words[w] & (sked_word)~taken.words[w]));
    }
    SKED_ASSERT(count <= queue->kind_[kind].idle);
    return count;
}

/* For how long this many processors of a kind, all idle, stay free. In the second half of a pass,
 * where sets are those of all entries that start no later. */
static sked_time sked_queue_lasts_(const sked_queue *queue, uint32_t kind, uint32_t width) {
    uint32_t low = 0, high = queue->state_->pass.reserved;  /* entries that it may overlap */
    SKED_ASSERT(queue->state_->pass.phase == SKED_PHASE_BETWEEN_);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (sked_queue_idle_without_(queue, kind, queue->by_start_[middle]) >= width) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == queue->state_->pass.reserved
               ? SKED_NEVER
               : sked_max_i64_(
                     queue->reserved_[queue->by_start_[low]].start - queue->state_->now, 0);
}

/* ---- >>queue.events: submit, finish, requeue ---- */

/* An event checks all it needs, then changes everything, or nothing. It never starts a job. It
 * marks what the next pass must do: pass.changes, and under SKED_COMPRESS what it means for the
 * profile. Invariant: between calls all counts and trees agree; the profile may be stale. */

/* An amount of a list that may be missing. */
static uint32_t sked_amount_of_(const uint32_t *amounts, uint32_t quota) {
    return amounts == NULL ? 0 : amounts[quota];
}

/* May a job as wide have its kind, and take its amounts? */
static sked_status sked_queue_check_demand_(const sked_queue *queue, const sked_job *job) {
    const uint32_t kind = job->kind, *amounts = job->amounts;
    sked_set own;
    uint32_t q;
    if (!sked_queue_has_kinds_(&queue->rules_)) {
        return (kind | job->amount_each) == 0 ? SKED_OK : SKED_E_RANGE;
    }
    if (kind >= queue->rules_.kinds || job->amount_each > SKED_COUNT_MAX_ ||
        (job->amount_each > 0 && queue->rules_.caps == 0)) {
        return SKED_E_RANGE;
    }
    for (q = 0; q < queue->rules_.quotas; q++) {
        const uint32_t amount = sked_amount_of_(amounts, q);
        if (amount > SKED_COUNT_MAX_) {
            return SKED_E_RANGE;
        }
        if (amount > 0 && (queue->kind_[kind].quotas >> q & 1) == 0) {
            return SKED_E_QUOTA;
        }
    }
    own = sked_queue_kind_set_(queue, kind);
    return job->width > sked_set_count(&own) ? SKED_E_TOO_WIDE : SKED_OK;
}

/* What each of a job's processors takes of caps. */
static uint32_t sked_queue_amount_each_(const sked_queue *queue, uint32_t job) {
    SKED_ASSERT(job < queue->rules_.jobs_max);
    return SKED_QUEUE_KINDS_ && queue->rules_.caps > 0 ? queue->amount_each_[job] : 0;
}

/* Writes what else a job wants. */
static void sked_queue_set_demand_(const sked_queue *queue, uint32_t job, const sked_job *asked) {
    uint32_t q;
    if (sked_queue_has_kinds_(&queue->rules_)) {
        SKED_ASSERT(asked->kind < queue->rules_.kinds);
        queue->demand_[job].kind = asked->kind;
        if (queue->rules_.caps > 0) {
            queue->amount_each_[job] = asked->amount_each;
        }
        for (q = 0; q < queue->rules_.quotas; q++) {
            sked_tree_amounts_(&queue->line_, job)[q] = sked_amount_of_(asked->amounts, q);
        }
    }
}

/* Every call that changes the queue checks this first. */
static sked_status sked_queue_open_to_change_(const sked_queue *queue) {
    SKED_ASSERT(queue != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    return queue->state_->pass.phase != SKED_PHASE_CLOSED_ ? SKED_E_BUSY : SKED_OK;
}

static sked_status sked_queue_ready_(const sked_queue *queue, sked_time now) {
    const sked_status status = sked_queue_open_to_change_(queue);
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_is_point_(now)) {
        return SKED_E_TIME;
    }
    return now < queue->state_->now ? SKED_E_BACKWARDS : SKED_OK;
}

/* Notes that something happened that needs a full pass. */
static void sked_queue_record_event_(sked_queue *queue, sked_time now) {
    SKED_ASSERT(now >= queue->state_->now && queue->state_->pass.phase == SKED_PHASE_CLOSED_);
    queue->state_->now = now;
    queue->state_->pass.changes |= SKED_CHANGED_;
}

static sked_status sked_queue_check_size_(const sked_queue *queue, uint32_t width,
                                          sked_time estimate) {
    if (width == 0) {
        return SKED_E_NO_WIDTH;
    }
    if (width > queue->rules_.processors) {
        return SKED_E_TOO_WIDE;
    }
    if (estimate != 0 && !sked_is_length_(estimate)) {
        return SKED_E_TIME;
    }
    return estimate == 0 && queue->rules_.estimate_missing == SKED_REFUSE_MISSING
               ? SKED_E_NO_ESTIMATE
               : SKED_OK;
}

/* Without accounts all jobs have number 0. */
static int sked_queue_has_account_(const sked_queue *queue, uint32_t account) {
    return account == 0 ||
           (sked_queue_has_accounts_(&queue->rules_) && account < queue->rules_.accounts);
}

static sked_status sked_queue_check_job_(const sked_queue *queue, const sked_job *job) {
    const sked_queue_state_ *state = queue->state_;
    sked_status status = sked_queue_check_size_(queue, job->width, job->estimate);
    if (status == SKED_OK) {
        status = sked_queue_check_demand_(queue, job);
    }
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_queue_has_account_(queue, job->account)) {
        return SKED_E_RANGE;
    }
    if (job->options >= SKED_ARRIVAL_) {
        return SKED_E_SETTING;
    }
    if (sked_queue_seek_(queue, job->id) != SKED_NONE) {
        return SKED_E_DUPLICATE;
    }
    return state->jobs.spare == SKED_NONE ? SKED_E_FULL : SKED_OK;
}

SKED_API sked_status sked_queue_submit(sked_queue *queue, const sked_job *job, sked_time now) {
    sked_status status = sked_queue_ready_(queue, now);
    uint32_t index;
    SKED_ASSERT(job != NULL);
    if (status == SKED_OK) {
        status = sked_queue_check_job_(queue, job);
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_queue_record_event_(queue, now);
    index = queue->state_->jobs.spare;
    SKED_ASSERT(index < queue->rules_.jobs_max && queue->job_[index].first == SKED_UNUSED_);
    queue->state_->jobs.spare = queue->line_.node_[index].right;
    queue->job_[index].id = job->id;
    queue->job_[index].key = job->key;
    queue->job_[index].tag = job->tag;
    queue->job_[index].arrival = queue->state_->jobs.arrivals | job->options;
    queue->state_->jobs.arrivals += SKED_ARRIVAL_;
    queue->job_[index].estimate =
        job->estimate == 0 ? queue->rules_.estimate_missing : job->estimate;
    queue->job_[index].width = job->width;
    sked_queue_set_demand_(queue, index, job);
    sked_queue_set_account_(queue, index, job->account);
    SKED_ASSERT(sked_is_length_(queue->job_[index].estimate));
    sked_queue_enlist_id_(queue, index);
    if (job->bars > 0) {
        sked_queue_set_aside_(queue, index, job->bars);
    } else {
        sked_queue_wait_(queue, index);
    }
    return SKED_OK;
}

/* Checks an event of a job, wherever that is. */
static sked_status sked_queue_ready_for_any_(const sked_queue *queue, uint64_t id, sked_time now,
                                             uint32_t *job) {
    const sked_status status = sked_queue_ready_(queue, now);
    if (status != SKED_OK) {
        return status;
    }
    *job = sked_queue_seek_(queue, id);
    return *job == SKED_NONE ? SKED_E_UNKNOWN : SKED_OK;
}

/* Checks an event of a job that must run, or must not run in a foreground. */
static sked_status sked_queue_ready_for_(const sked_queue *queue, uint64_t id, sked_time now,
                                         int running, uint32_t *job) {
    const sked_status status = sked_queue_ready_for_any_(queue, id, now, job);
    if (status != SKED_OK) {
        return status;
    }
    SKED_ASSERT(queue->job_[*job].first < sked_queue_slots_(queue) ||
                queue->job_[*job].first == SKED_NONE || sked_queue_is_barred_(queue, *job));
    if (running && queue->job_[*job].first >= SKED_BARRED_) {
        return SKED_E_NOT_RUNNING;
    }
    if (!running && queue->job_[*job].first < queue->rules_.processors) {
        return SKED_E_NOT_WAITING;
    }
    return SKED_OK;
}

/* Does a booking's set take processors of a running job during [from, end)? Before its expected end
 * the profile counts them as the job's; an earlier end moves that. */
static int sked_queue_is_booked_(const sked_queue *queue, uint32_t job, sked_time from,
                                 sked_time end) {
    const uint32_t bookings = sked_queue_bookings_before_(queue, end);
    uint32_t booking, p;
    for (booking = 0; booking < bookings; booking++) {
        const sked_set kept = sked_queue_booking_set_(queue, booking);
        if (queue->booking_[booking].count > 0 || queue->booking_[booking].end <= from) {
            continue;
        }
        for (p = queue->job_[job].first; p != SKED_NONE; p = queue->slot_[p].next) {
            if (sked_set_has(&kept, p)) {
                return 1;
            }
        }
    }
    return 0;
}

/* Takes a running job out of the profile, at its end or when it is requeued. */
static void sked_queue_give_back_(sked_queue *queue, uint32_t job) {
    sked_queue_state_ *state = queue->state_;
    SKED_ASSERT(queue->job_[job].first < queue->rules_.processors);
    state->profile.given_back = 1;
    if (sked_queue_keeps_counts_(&queue->rules_)) {
        state->profile.stale |=
            (uint32_t)sked_queue_is_booked_(queue, job, 0, sked_queue_end_(queue, job));
        if (!state->profile.stale && sked_queue_end_(queue, job) > state->now) {
            sked_queue_loosen_(queue, state->now, sked_queue_end_(queue, job),
                               queue->job_[job].back);
        }
    }
}

/* Takes back a waiting job's reservation: its entry, or its part of the profile. */
static void sked_queue_unreserve_(sked_queue *queue, uint32_t job) {
    const sked_time start = queue->job_[job].start;
    SKED_ASSERT(queue->job_[job].first == SKED_NONE);
    if (start == SKED_UNRESERVED_ || start == SKED_NEVER) {
        return;
    }
    if (SKED_QUEUE_KINDS_ && sked_queue_keeps_sets_(&queue->rules_)) {
        sked_queue_unrank_reserved_(queue, job);
    } else if (!queue->state_->profile.stale) {
        sked_queue_loosen_(queue, start, sked_queue_end_(queue, job), queue->job_[job].width);
    }
}

/* A waiting job leaves the line. What was reserved for it is free. */
static void sked_queue_withdraw_(sked_queue *queue, uint32_t job) {
    if (sked_queue_keeps_(&queue->rules_)) {
        queue->state_->profile.given_back = 1;
        sked_queue_unreserve_(queue, job);
    }
    sked_queue_stop_waiting_(queue, job);
}

/* A job leaves its background and the line. That makes room in backgrounds only, so that a pass of
 * step 3 alone is enough. */
static void sked_queue_vacate_background_(sked_queue *queue, uint32_t job, sked_time now) {
    SKED_ASSERT(now >= queue->state_->now);
    queue->state_->now = now;
    queue->state_->pass.changes |= SKED_CHANGED_BACKGROUND_;
    sked_queue_stop_background_(queue, job);
    sked_queue_leave_line_(queue, job);
    SKED_ASSERT(sked_queue_is_line_full_(queue));
}

SKED_API sked_status sked_queue_finish(sked_queue *queue, uint64_t id, sked_time now) {
    uint32_t job = SKED_NONE;
    const sked_status status = sked_queue_ready_for_(queue, id, now, 1, &job);
    if (status != SKED_OK) {
        return status;
    }
    queue->state_->counters.finished++;
    if (sked_queue_is_behind_(queue, job)) {
        sked_queue_vacate_background_(queue, job, now);
    } else {
        sked_queue_record_event_(queue, now);
        queue->state_->counters.overdue += sked_queue_end_(queue, job) < now;
        sked_queue_give_back_(queue, job);
        sked_queue_stop_running_(queue, job);
    }
    sked_queue_forget_(queue, job);
    return SKED_OK;
}

SKED_API sked_status sked_queue_requeue(sked_queue *queue, uint64_t id, sked_time now) {
    uint32_t job = SKED_NONE;
    const sked_status status = sked_queue_ready_for_(queue, id, now, 1, &job);
    if (status != SKED_OK) {
        return status;
    }
    queue->state_->counters.requeued++;
    sked_queue_record_event_(queue, now);
    if (sked_queue_is_behind_(queue, job)) {
        sked_queue_stop_background_(queue, job);
        queue->job_[job].start = SKED_NEVER;
        sked_queue_enter_waiting_(queue, job);
    } else {
        sked_queue_give_back_(queue, job);
        sked_queue_stop_running_(queue, job);
        sked_queue_wait_(queue, job);
    }
    return SKED_OK;
}

/* ---- >>queue.downs: processors that go down and come up ---- */

/* A processor that goes down leaves the free ones, or its job's `back`. The job keeps it: its run
 * may go on, and the pass reports the loss once. Invariant: a loss is a process on a processor that
 * is down, and machine.losses counts those that are not reported yet. */

static sked_status sked_queue_ready_for_set_(const sked_queue *queue, const sked_set *processors,
                                             sked_time now) {
    const sked_status status = sked_queue_ready_(queue, now);
    SKED_ASSERT(processors != NULL);
    if (status != SKED_OK) {
        return status;
    }
    return processors->size != queue->rules_.processors || !sked_set_is_clean_(processors)
               ? SKED_E_RANGE
               : SKED_OK;
}

static int sked_set_meets_(const sked_set *a, const sked_set *b) {
    const uint32_t words = sked_set_words_(a);
    uint32_t w = 0;
    while (w < words && (a->words[w] & b->words[w]) == 0) {
        w++;
    }
    return w < words;
}

/* A booking is violated if it keeps one of these processors, or more than are up. */
static void sked_queue_count_violations_(const sked_queue *queue, const sked_set *lost) {
    sked_queue_state_ *state = queue->state_;
    uint32_t booking;
    for (booking = 0; booking < sked_queue_bookings_(queue); booking++) {
        const sked_set kept = sked_queue_booking_set_(queue, booking);
        const uint32_t up = queue->rules_.processors - state->machine.down;
        if (queue->booking_[booking].end > state->now &&
            (sked_set_meets_(&kept, lost) || queue->booking_[booking].count > up)) {
            state->counters.bookings_violated++;
        }
    }
}

/* A processor goes down under the processes that run on it, or comes up: then a loss that has not
 * been reported is forgotten. */
static void sked_queue_turn_processor_(sked_queue *queue, uint32_t p, int down) {
    const uint32_t slots = sked_queue_slots_(queue);
    uint32_t slot, tier = 0;
    sked_queue_change_(queue, p);
    for (slot = p; slot < slots; slot += queue->rules_.processors) {
        const uint32_t job = queue->slot_[slot].job;
        sked_set news = sked_queue_lost_set_(queue, tier);
        if (job != SKED_NONE) {
            SKED_ASSERT(!down || (queue->job_[job].back > 0 && !sked_set_has(&news, p)));
            SKED_ASSERT(queue->state_->machine.losses >= (uint32_t)sked_set_has(&news, p));
            queue->state_->machine.losses -= (uint32_t)sked_set_has(&news, p);
            sked_set_remove(&news, p);
            if (down) {
                sked_set_add(&news, p);
                queue->state_->machine.losses++;
            }
            queue->job_[job].back = down ? queue->job_[job].back - 1 : queue->job_[job].back + 1;
            SKED_ASSERT(queue->job_[job].back <= queue->job_[job].width);
            if (tier == 0) {            /* only jobs in a foreground are in ending_ */
                sked_tree_touch_(&queue->ending_, job);
            }
        }
        tier++;
    }
}

SKED_API sked_status sked_queue_down(sked_queue *queue, const sked_set *processors,
                                     sked_time now) {
    const sked_status status = sked_queue_ready_for_set_(queue, processors, now);
    sked_queue_state_ *state = queue->state_;
    sked_set down, idle, lost;
    uint32_t p;
    if (status != SKED_OK) {
        return status;
    }
    sked_queue_record_event_(queue, now);
    down = sked_queue_down_set_(queue);
    idle = sked_queue_free_(queue);
    lost = sked_queue_view_(queue, queue->future_words_);
    sked_set_copy(&lost, processors);
    sked_set_andnot(&lost, &down);      /* those that are down already stay so */
    for (p = sked_set_first(&lost); p < lost.size; p = sked_set_next(&lost, p)) {
        sked_set_add(&down, p);
        state->machine.down++;
        if (sked_set_has(&idle, p)) {
            sked_set_remove(&idle, p);
            state->machine.free--;
        }
        sked_queue_turn_processor_(queue, p, 1);
        state->profile.stale = 1;
    }
    if (sked_set_first(&lost) < lost.size) {
        sked_queue_count_violations_(queue, &lost);
    }
    sked_queue_recount_(queue);
    SKED_ASSERT(sked_set_count(&down) == state->machine.down);
    SKED_ASSERT(sked_set_count(&idle) == state->machine.free && sked_queue_adds_up_(queue));
    return SKED_OK;
}

SKED_API sked_status sked_queue_up(sked_queue *queue, const sked_set *processors, sked_time now) {
    const sked_status status = sked_queue_ready_for_set_(queue, processors, now);
    sked_queue_state_ *state = queue->state_;
    sked_set down, idle;
    uint32_t p;
    if (status != SKED_OK) {
        return status;
    }
    sked_queue_record_event_(queue, now);
    down = sked_queue_down_set_(queue);
    idle = sked_queue_free_(queue);
    for (p = sked_set_first(processors); p < down.size; p = sked_set_next(processors, p)) {
        if (!sked_set_has(&down, p)) {
            continue;
        }
        sked_set_remove(&down, p);
        state->machine.down--;
        if (queue->slot_[p].job == SKED_NONE) {     /* else it is its job's until that ends */
            sked_set_add(&idle, p);
            state->machine.free++;
        }
        sked_queue_turn_processor_(queue, p, 0);
        state->profile.stale = state->profile.given_back = 1;
    }
    sked_queue_recount_(queue);
    SKED_ASSERT(sked_set_count(&down) == state->machine.down);
    SKED_ASSERT(sked_set_count(&idle) == state->machine.free && sked_queue_adds_up_(queue));
    return SKED_OK;
}

/* ---- >>queue.caps: what parts of the machine may take at once ---- */

/* A processor that is up takes its job's amount_each of its innermost cap, and of all around that.
 * What is left is counted from the slots when it is asked for, so that no event keeps a sum. How
 * many processors a job can have: take the lowest, one after the other, wherever all caps around
 * are kept. Caps are trees, so that no other choice has more (sets that keep them are a matroid).
 * Invariant: between calls no cap has more in use than its capacity, unless that was set lower.
 * Source: ours; laminar matroids. */

static int sked_queue_has_caps_(const sked_queue *queue) {
    return SKED_QUEUE_KINDS_ && queue->rules_.caps > 0;
}

/* The first cap around a processor that has less left than this; or SKED_NONE. */
static uint32_t sked_queue_full_cap_(const sked_queue *queue, const uint32_t *left, uint32_t p,
                                     uint32_t amount) {
    uint32_t cap = queue->cap_of_[p];
    SKED_ASSERT(cap == SKED_NONE || cap < queue->rules_.caps);
    while (cap != SKED_NONE && left[cap] >= amount) {
        cap = queue->cap_[cap].parent;
    }
    return cap;
}

/* A processor takes this of all caps around it; less if there is less. */
static void sked_queue_use_caps_(const sked_queue *queue, uint32_t *left, uint32_t p,
                                 uint32_t amount) {
    uint32_t cap;
    for (cap = queue->cap_of_[p]; cap != SKED_NONE; cap = queue->cap_[cap].parent) {
        SKED_ASSERT(cap < queue->rules_.caps);
        left[cap] -= sked_min_u32_(left[cap], amount);
    }
}

/* What is left of each cap by all that runs, except on processors that are released. */
static void sked_queue_count_caps_(const sked_queue *queue, uint32_t *left,
                                   const sked_set *released) {
    const sked_set down = sked_queue_down_set_(queue);
    uint32_t i;
    for (i = 0; i < queue->rules_.caps; i++) {
        left[i] = queue->cap_[i].capacity;
    }
    for (i = 0; i < released->size; i++) {
        if (queue->slot_[i].job != SKED_NONE && !sked_set_has(released, i) &&
            !sked_set_has(&down, i)) {
            sked_queue_use_caps_(queue, left, i,
                                 queue->amount_each_[queue->slot_[i].job]);
        }
    }
}

/* Leaves of a set the lowest processors with which caps are kept, as many as there can be. */
static void sked_queue_cut_to_caps_(const sked_queue *queue, uint32_t *left, uint32_t amount,
                                    sked_set *set) {
    uint32_t p;
    SKED_ASSERT(set->size == queue->rules_.processors && amount <= SKED_COUNT_MAX_);
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        if (sked_queue_full_cap_(queue, left, p, amount) == SKED_NONE) {
            sked_queue_use_caps_(queue, left, p, amount);
        } else {
            sked_set_remove(set, p);
        }
    }
}

/* ---- >>queue.quotas: kinds, quotas and caps that are set ---- */

/* Does a live job of a kind take of a quota that is not among these? */
static int sked_queue_takes_other_(const sked_queue *queue, uint32_t kind, uint32_t quotas) {
    uint32_t job, q;
    for (job = 0; job < queue->rules_.jobs_max; job++) {
        if (queue->job_[job].first == SKED_UNUSED_ || queue->demand_[job].kind != kind) {
            continue;
        }
        for (q = 0; q < queue->rules_.quotas; q++) {
            if (sked_tree_amounts_(&queue->line_, job)[q] > 0 && (quotas >> q & 1) == 0) {
                return 1;
            }
        }
    }
    return 0;
}

/* Do as many kinds have each processor of a kind's set? Then the lowest are as rare as any. */
static int sked_queue_is_even_(const sked_queue *queue, uint32_t kind) {
    const sked_set own = sked_queue_kind_set_(queue, kind);
    const uint32_t first = sked_set_first(&own);
    uint32_t p = first;
    while (p < own.size && queue->rarity_[p] == queue->rarity_[first]) {
        p = sked_set_next(&own, p);
    }
    return p == own.size;
}

SKED_API sked_status sked_queue_set_kind(sked_queue *queue, uint32_t kind, const sked_set *set,
                                         uint32_t quotas, sked_time now) {
    const sked_status status = sked_queue_ready_for_set_(queue, set, now);
    sked_set own;
    uint32_t p;
    if (status != SKED_OK) {
        return status;
    }
    if (!SKED_QUEUE_KINDS_ || kind >= queue->rules_.kinds || quotas >> queue->rules_.quotas != 0) {
        return SKED_E_RANGE;
    }
    if (sked_queue_takes_other_(queue, kind, quotas)) {
        return SKED_E_TAKEN;
    }
    SKED_ASSERT(queue->rules_.backgrounds == 0);
    sked_queue_record_event_(queue, now);
    queue->state_->profile.stale = queue->state_->profile.given_back = 1;
    own = sked_queue_kind_set_(queue, kind);
    sked_set_copy(&own, set);
    queue->kind_[kind].quotas = quotas;
    for (p = 0; p < own.size; p++) {
        queue->kinds_[p] &= ~sked_kind_bit_(kind);
        queue->kinds_[p] |= sked_set_has(&own, p) ? sked_kind_bit_(kind) : 0;
        queue->rarity_[p] = (unsigned char)sked_kinds_count_(queue->kinds_[p]);
    }
    for (p = 0; p < queue->rules_.kinds; p++) {
        queue->kind_[p].even = (uint32_t)sked_queue_is_even_(queue, p);
    }
    sked_queue_find_components_(queue);
    SKED_ASSERT(queue->kind_[kind].idle <= sked_set_count(&own));
    return SKED_OK;
}

SKED_API sked_status sked_queue_set_quota(sked_queue *queue, uint32_t quota, uint32_t capacity,
                                          sked_quota_mode mode, sked_time now) {
    const sked_status status = sked_queue_ready_(queue, now);
    sked_queue_quota_ *own;
    if (status != SKED_OK) {
        return status;
    }
    if (!SKED_QUEUE_KINDS_ || quota >= queue->rules_.quotas || capacity > SKED_COUNT_MAX_) {
        return SKED_E_RANGE;
    }
    if ((uint32_t)mode > (uint32_t)SKED_PASS) {
        return SKED_E_SETTING;
    }
    sked_queue_record_event_(queue, now);
    own = &queue->quota_[quota];
    own->capacity = capacity;
    own->mode = (uint32_t)mode;
    queue->state_->profile.stale = queue->state_->profile.given_back = 1;
    SKED_ASSERT(queue->rules_.kinds > 0);
    queue->room_[quota] = sked_quota_room_(own);
    sked_queue_find_components_(queue);
    return SKED_OK;
}

SKED_API sked_status sked_queue_get_kind(const sked_queue *queue, uint32_t kind,
                                         sked_kind_info *info, sked_set *set) {
    const sked_queue_kind_ *head;
    sked_set own;
    SKED_ASSERT(info != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!SKED_QUEUE_KINDS_ || kind >= queue->rules_.kinds ||
        (set != NULL && set->size != queue->rules_.processors)) {
        return SKED_E_RANGE;
    }
    own = sked_queue_kind_set_(queue, kind);
    if (set != NULL) {
        sked_set_copy(set, &own);
    }
    head = &queue->kind_[sked_queue_component_(queue, kind)];
    SKED_ASSERT(queue->kind_[kind].idle <= sked_set_count(&own));
    info->processors = sked_set_count(&own);
    info->processors_free = queue->kind_[kind].idle;
    info->quotas = queue->kind_[kind].quotas;
    info->connected = queue->kind_[kind].connected;
    SKED_ASSERT((info->connected >> kind & 1) != 0);
    info->head_blocked = head->head_blocked != 0;
    info->head = head->head_blocked ? head->head_id : 0;
    info->shadow = head->head_blocked ? head->shadow : SKED_NEVER;
    info->extra = head->head_blocked ? head->extra : 0;
    return SKED_OK;
}

SKED_API sked_status sked_queue_get_quota(const sked_queue *queue, uint32_t quota,
                                          sked_quota_info *info) {
    SKED_ASSERT(info != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!SKED_QUEUE_KINDS_ || quota >= queue->rules_.quotas) {
        return SKED_E_RANGE;
    }
    info->capacity = queue->quota_[quota].capacity;
    info->used = queue->quota_[quota].used;
    info->mode = (sked_quota_mode)queue->quota_[quota].mode;
    SKED_ASSERT(info->mode == SKED_RESERVE || info->mode == SKED_PASS);
    return SKED_OK;
}

/* The cap next around a cap; SKED_NONE: there is none, or it has no processors. */
static uint32_t sked_queue_cap_around_(const sked_queue *queue, uint32_t cap) {
    const sked_set own = sked_queue_cap_set_(queue, cap);
    const uint32_t size = sked_set_count(&own);
    uint32_t i, best = SKED_NONE, least = 0;
    for (i = 0; size > 0 && i < queue->rules_.caps; i++) {
        const sked_set set = sked_queue_cap_set_(queue, i);
        const uint32_t count = sked_set_count(&set);
        if (i != cap && sked_set_is_subset(&own, &set) && (count > size || i < cap) &&
            (best == SKED_NONE || count <= least)) {
            best = i;
            least = count;
        }
    }
    SKED_ASSERT(best != cap);
    return best;
}

/* How many caps are around a cap. */
static uint32_t sked_queue_cap_depth_(const sked_queue *queue, uint32_t cap) {
    uint32_t depth = 0;
    for (cap = queue->cap_[cap].parent; cap != SKED_NONE; cap = queue->cap_[cap].parent) {
        depth++;
    }
    SKED_ASSERT(depth < queue->rules_.caps);
    return depth;
}

/* The innermost cap of a processor, or SKED_NONE; depths are known. */
static uint32_t sked_queue_cap_at_(const sked_queue *queue, uint32_t p) {
    uint32_t cap, best = SKED_NONE;
    for (cap = 0; cap < queue->rules_.caps; cap++) {
        const sked_set set = sked_queue_cap_set_(queue, cap);
        if (sked_set_has(&set, p) &&
            (best == SKED_NONE || queue->cap_[cap].depth > queue->cap_[best].depth)) {
            best = cap;
        }
    }
    SKED_ASSERT(best == SKED_NONE || best < queue->rules_.caps);
    return best;
}

/* Finds the trees of caps. */
static void sked_queue_link_caps_(const sked_queue *queue) {
    uint32_t i;
    for (i = 0; i < queue->rules_.caps; i++) {
        queue->cap_[i].parent = sked_queue_cap_around_(queue, i);
    }
    for (i = 0; i < queue->rules_.caps; i++) {
        queue->cap_[i].depth = sked_queue_cap_depth_(queue, i);
    }
    for (i = 0; i < queue->rules_.processors; i++) {
        queue->cap_of_[i] = sked_queue_cap_at_(queue, i);
    }
}

/* Does a cap with this set cross another? */
static int sked_queue_crosses_(const sked_queue *queue, uint32_t cap, const sked_set *set) {
    uint32_t i = 0;
    SKED_ASSERT(cap < queue->rules_.caps);
    for (; i < queue->rules_.caps; i++) {
        const sked_set other = sked_queue_cap_set_(queue, i);
        if (i != cap && sked_set_meets_(set, &other) && !sked_set_is_subset(set, &other) &&
            !sked_set_is_subset(&other, set)) {
            return 1;
        }
    }
    return 0;
}

SKED_API sked_status sked_queue_set_cap(sked_queue *queue, uint32_t cap, const sked_set *set,
                                        uint32_t capacity, sked_time now) {
    const sked_status status = sked_queue_ready_for_set_(queue, set, now);
    sked_set own;
    if (status != SKED_OK) {
        return status;
    }
    if (!SKED_QUEUE_KINDS_ || cap >= queue->rules_.caps || capacity > SKED_COUNT_MAX_) {
        return SKED_E_RANGE;
    }
    if (sked_queue_crosses_(queue, cap, set)) {
        return SKED_E_CAPS;
    }
    sked_queue_record_event_(queue, now);
    own = sked_queue_cap_set_(queue, cap);
    sked_set_copy(&own, set);
    queue->cap_[cap].capacity = capacity;
    sked_queue_link_caps_(queue);
    sked_queue_find_components_(queue);
    SKED_ASSERT(sked_queue_has_caps_(queue));
    return SKED_OK;
}

/* What the jobs that run take of a cap. */
static uint64_t sked_queue_cap_used_(const sked_queue *queue, uint32_t cap) {
    const sked_set own = sked_queue_cap_set_(queue, cap), down = sked_queue_down_set_(queue);
    uint64_t used = 0;
    uint32_t p;
    for (p = sked_set_first(&own); p < own.size; p = sked_set_next(&own, p)) {
        if (queue->slot_[p].job != SKED_NONE && !sked_set_has(&down, p)) {
            used += queue->amount_each_[queue->slot_[p].job];
        }
    }
    return used;
}

/* How much of it can be taken. */
static uint32_t sked_queue_cap_left_(const sked_queue *queue, uint32_t cap) {
    const uint64_t used = sked_queue_cap_used_(queue, cap);
    const uint32_t most = queue->cap_[cap].capacity;
    SKED_ASSERT(most <= SKED_COUNT_MAX_);
    return most > used ? most - (uint32_t)used : 0;
}

/* How many idle processors of a kind a cap has. */
static uint32_t sked_queue_idle_under_(const sked_queue *queue, uint32_t kind, uint32_t cap) {
    const sked_set own = sked_queue_cap_set_(queue, cap), idle = sked_queue_free_(queue);
    const sked_set set = sked_queue_kind_set_(queue, kind);
    const uint32_t words = sked_set_words_(&own);
    uint32_t w, count = 0;
    for (w = 0; w < words; w++) {
        count += sked_word_count_((sked_word)(own.words[w] & idle.words[w] & set.words[w]));
    }
    SKED_ASSERT(count <= queue->kind_[kind].idle);
    return count;
}

SKED_API sked_status sked_queue_get_cap(const sked_queue *queue, uint32_t cap,
                                        sked_cap_info *info, sked_set *set) {
    sked_set own;
    SKED_ASSERT(info != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!SKED_QUEUE_KINDS_ || cap >= queue->rules_.caps ||
        (set != NULL && set->size != queue->rules_.processors)) {
        return SKED_E_RANGE;
    }
    own = sked_queue_cap_set_(queue, cap);
    if (set != NULL) {
        sked_set_copy(set, &own);
    }
    info->capacity = queue->cap_[cap].capacity;
    info->processors = sked_set_count(&own);
    info->used = sked_queue_cap_used_(queue, cap);
    SKED_ASSERT(queue->cap_[cap].capacity <= SKED_COUNT_MAX_);
    return SKED_OK;
}

/* One without numbers of processors or of a quota. */
static sked_obstacle sked_obstacle_of_(sked_obstacle_kind kind, uint32_t wanted) {
    sked_obstacle obstacle = SKED_ZERO;
    SKED_ASSERT((kind == SKED_OBSTACLE_BARS) == (wanted > 0));
    obstacle.kind = kind;
    obstacle.wanted = wanted;
    return obstacle;
}

/* Lack of idle processors of the job's kind, if there is. */
static int sked_queue_lacks_processors_(const sked_queue *queue, uint32_t job,
                                        sked_obstacle *obstacle) {
    const int has_kinds = sked_queue_has_kinds_(&queue->rules_);
    obstacle->kind = SKED_OBSTACLE_PROCESSORS;
    obstacle->number = has_kinds ? queue->demand_[job].kind : 0;
    obstacle->wanted = queue->job_[job].width;
    obstacle->left = queue->state_->machine.free;
    obstacle->of = queue->rules_.processors;
    SKED_ASSERT(queue->job_[job].first == SKED_NONE);
    if (has_kinds) {
        const sked_set own = sked_queue_kind_set_(queue, obstacle->number);
        obstacle->left = queue->kind_[obstacle->number].idle;
        obstacle->of = sked_set_count(&own);
    }
    return obstacle->left < obstacle->wanted;
}

/* Lack of a quota, if there is. */
static int sked_queue_lacks_quota_(const sked_queue *queue, uint32_t job,
                                   sked_obstacle *obstacle) {
    uint32_t q;
    for (q = 0; SKED_QUEUE_KINDS_ && q < queue->rules_.quotas; q++) {
        const uint32_t amount = sked_tree_amounts_(&queue->line_, job)[q];
        if (amount > queue->room_[q]) {
            obstacle->kind = SKED_OBSTACLE_QUOTA;
            obstacle->number = q;
            obstacle->wanted = amount;
            obstacle->left = queue->room_[q];
            obstacle->of = queue->quota_[q].capacity;
            SKED_ASSERT(obstacle->left <= obstacle->of);
            return 1;
        }
    }
    return 0;
}

/* Lack of a cap, if there is one alone that is too little, or are several of the same depth. It
 * writes nothing into the block, so that a sealed one stays as it is. */
static int sked_queue_lacks_cap_(const sked_queue *queue, uint32_t job, sked_obstacle *obstacle) {
    const uint32_t kind = sked_queue_has_kinds_(&queue->rules_) ? queue->demand_[job].kind : 0;
    const uint32_t amount = sked_queue_amount_each_(queue, job);
    uint32_t depth, cap;
    SKED_ASSERT(queue->job_[job].first == SKED_NONE);
    for (depth = 0; amount > 0 && depth < queue->rules_.caps; depth++) {
        uint32_t room = queue->kind_[kind].idle;
        obstacle->number = SKED_NONE;
        for (cap = 0; cap < queue->rules_.caps; cap++) {
            uint32_t there, most;
            if (queue->cap_[cap].depth != depth) {
                continue;
            }
            there = sked_queue_idle_under_(queue, kind, cap);
            most = sked_queue_cap_left_(queue, cap) / amount;
            if (there > most) {
                room -= there - most;
                obstacle->number = sked_min_u32_(obstacle->number, cap);
            }
        }
        if (room < queue->job_[job].width) {
            obstacle->kind = SKED_OBSTACLE_CAP;
            obstacle->wanted = amount;
            obstacle->left = sked_queue_cap_left_(queue, obstacle->number);
            obstacle->of = queue->cap_[obstacle->number].capacity;
            return 1;
        }
    }
    return 0;
}

SKED_API sked_status sked_queue_get_obstacle(const sked_queue *queue, uint64_t id,
                                             sked_obstacle *obstacle) {
    uint32_t job;
    SKED_ASSERT(obstacle != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    job = sked_queue_seek_(queue, id);
    if (job == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    if (queue->job_[job].first < SKED_BARRED_) {
        return SKED_E_NOT_WAITING;
    }
    if (sked_queue_is_barred_(queue, job)) {
        *obstacle = sked_obstacle_of_(SKED_OBSTACLE_BARS, queue->job_[job].back);
    } else if (!sked_queue_lacks_processors_(queue, job, obstacle) &&
               !sked_queue_lacks_quota_(queue, job, obstacle) &&
               !sked_queue_lacks_cap_(queue, job, obstacle)) {
        *obstacle = sked_obstacle_of_(SKED_OBSTACLE_OTHERS, 0);
    }
    return SKED_OK;
}

SKED_API sked_status sked_queue_get_amounts(const sked_queue *queue, uint64_t id,
                                            uint32_t *amounts) {
    uint32_t job, q;
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    job = sked_queue_seek_(queue, id);
    if (job == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    SKED_ASSERT(queue->job_[job].first != SKED_UNUSED_);
    for (q = 0; SKED_QUEUE_KINDS_ && q < queue->rules_.quotas; q++) {
        amounts[q] = sked_tree_amounts_(&queue->line_, job)[q];
    }
    return SKED_OK;
}

/* ---- >>queue.bars: jobs that wait for something else ---- */

/* A job with bars is in neither the line nor a forest nor the profile, so that no pass meets it: it
 * costs a pass nothing. It is in a tree of its own, in the order of the queue. Dependencies are
 * counts: a job is submitted with one bar for each predecessor that has not ended, and loses one as
 * each ends. Who waits for whom, the caller knows. Invariant: a job is in that tree iff its `first`
 * is SKED_BARRED_; then its `back`, which only running jobs need, is the number of its bars, not
 * 0. */

static int sked_queue_can_be_barred_(const sked_queue *queue, uint32_t job) {
    return !sked_queue_is_barred_(queue, job) || queue->job_[job].back < UINT32_MAX;
}

/* A job that waits gets a bar; with its first one it leaves the line. */
static void sked_queue_gain_bar_(sked_queue *queue, uint32_t job) {
    if (sked_queue_is_barred_(queue, job)) {
        SKED_ASSERT(queue->job_[job].back > 0 && queue->job_[job].back < UINT32_MAX);
        queue->job_[job].back++;
    } else {
        sked_queue_withdraw_(queue, job);
        sked_queue_set_aside_(queue, job, 1);
    }
}

SKED_API sked_status sked_queue_bar(sked_queue *queue, uint64_t id, sked_time now) {
    uint32_t job = SKED_NONE;
    const sked_status status = sked_queue_ready_for_any_(queue, id, now, &job);
    if (status != SKED_OK) {
        return status;
    }
    if (queue->job_[job].first < SKED_BARRED_) {
        return SKED_E_NOT_WAITING;
    }
    if (!sked_queue_can_be_barred_(queue, job)) {
        return SKED_E_RANGE;
    }
    sked_queue_record_event_(queue, now);
    sked_queue_gain_bar_(queue, job);
    return SKED_OK;
}

/* A job loses a bar; without its last one it comes to the line. */
static void sked_queue_lose_bar_(sked_queue *queue, uint32_t job, uint32_t options) {
    SKED_ASSERT(sked_queue_is_barred_(queue, job) && queue->job_[job].back > 0);
    queue->job_[job].back--;
    if (queue->job_[job].back > 0) {
        return;
    }
    sked_queue_leave_barred_(queue, job);
    if (options == SKED_AFRESH) {
        queue->job_[job].arrival =
            queue->state_->jobs.arrivals | sked_queue_options_(queue, job);
        queue->state_->jobs.arrivals += SKED_ARRIVAL_;
    }
    sked_queue_wait_(queue, job);
}

/* The booking whose owner a job is; or SKED_NONE. */
static uint32_t sked_queue_booking_of_(const sked_queue *queue, uint32_t job) {
    const uint32_t bookings = sked_queue_is_barred_(queue, job) ? sked_queue_bookings_(queue) : 0;
    uint32_t booking = 0;
    while (booking < bookings && queue->booking_[booking].owner != job) {
        booking++;
    }
    return booking < bookings ? booking : SKED_NONE;
}

SKED_API sked_status sked_queue_unbar(sked_queue *queue, uint64_t id, uint32_t options,
                                      sked_time now) {
    uint32_t job = SKED_NONE;
    sked_status status = sked_queue_ready_for_any_(queue, id, now, &job);
    if (status == SKED_OK && options > SKED_AFRESH) {
        status = SKED_E_SETTING;
    }
    if (status == SKED_OK &&
        (!sked_queue_is_barred_(queue, job) ||
         (queue->job_[job].back == 1 && sked_queue_booking_of_(queue, job) != SKED_NONE))) {
        status = SKED_E_NO_BARS;
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_queue_record_event_(queue, now);
    sked_queue_lose_bar_(queue, job, options);
    return SKED_OK;
}

/* ---- >>queue.bookings: intervals that are set aside ---- */

/* Few, in an array by rising starts: those that may matter to a span are a prefix. Conflicts of a
 * booking with running jobs are counted once, when its start has passed. Invariant: the starts
 * never fall, and of two bookings that have not ended the ids differ. */

/* Bookings that have ended by `now` no longer count. */
static uint32_t sked_queue_seek_booking_(const sked_queue *queue, uint64_t id, sked_time now) {
    uint32_t booking;
    for (booking = 0; booking < sked_queue_bookings_(queue); booking++) {
        if (queue->booking_[booking].id == id && queue->booking_[booking].end > now) {
            return booking;
        }
    }
    return SKED_NONE;
}

static uint32_t sked_queue_live_bookings_(const sked_queue *queue, sked_time now) {
    uint32_t booking, live = 0;
    for (booking = 0; booking < sked_queue_bookings_(queue); booking++) {
        live += queue->booking_[booking].end > now;
    }
    SKED_ASSERT(live <= queue->rules_.bookings_max);
    return live;
}

static void sked_queue_move_booking_(sked_queue *queue, uint32_t to, uint32_t from) {
    sked_set kept = sked_queue_booking_set_(queue, to);
    const sked_set moving = sked_queue_booking_set_(queue, from);
    SKED_ASSERT(to + 1 == from || from + 1 == to);
    queue->booking_[to] = queue->booking_[from];
    sked_set_copy(&kept, &moving);
}

/* Those behind the booking move up. */
static void sked_queue_forget_booking_(sked_queue *queue, uint32_t booking) {
    const uint32_t last = --queue->state_->bookings.count;
    SKED_ASSERT(booking <= last && last < queue->rules_.bookings_max);
    for (; booking < last; booking++) {
        sked_queue_move_booking_(queue, booking, booking + 1);
    }
}

/* The same of one with an owner, who may come to the line by that. */
static void sked_queue_drop_booking_(sked_queue *queue, uint32_t booking) {
    const uint32_t owner = queue->booking_[booking].owner;
    sked_queue_forget_booking_(queue, booking);
    if (owner != SKED_NONE) {
        sked_queue_lose_bar_(queue, owner, 0);
    }
}

/* Makes room for a booking, behind those that start no later. */
static uint32_t sked_queue_insert_booking_(sked_queue *queue, sked_time start) {
    const uint32_t at = sked_queue_bookings_before_(queue, start + 1);
    uint32_t booking;
    for (booking = queue->state_->bookings.count++; booking > at; booking--) {
        sked_queue_move_booking_(queue, booking, booking - 1);
    }
    SKED_ASSERT(queue->state_->bookings.count <= queue->rules_.bookings_max);
    SKED_ASSERT(at == 0 || queue->booking_[at - 1].start <= start);
    SKED_ASSERT(at + 1 == queue->state_->bookings.count || queue->booking_[at + 1].start > start);
    return at;
}

/* How many processors the bookings by count keep at an instant. */
static uint64_t sked_queue_counted_(const sked_queue *queue, sked_time at) {
    const uint32_t bookings = sked_queue_bookings_before_(queue, at + 1);
    uint64_t count = 0;
    uint32_t booking;
    for (booking = 0; booking < bookings; booking++) {
        if (at < queue->booking_[booking].end) {
            count += queue->booking_[booking].count;
        }
    }
    return count;
}

/* Takes the sets of all bookings that overlap [from, to) out of a set. */
static void sked_queue_without_booked_(const sked_queue *queue, sked_set *set, sked_time from,
                                       sked_time to) {
    const uint32_t bookings = sked_queue_bookings_before_(queue, to);
    uint32_t booking;
    for (booking = 0; booking < bookings; booking++) {
        if (queue->booking_[booking].count == 0 && queue->booking_[booking].end > from) {
            const sked_set kept = sked_queue_booking_set_(queue, booking);
            sked_set_andnot(set, &kept);
        }
    }
}

/* Is a processor in the set of a live booking? */
static int sked_queue_is_booked_at_(const sked_queue *queue, uint32_t p, sked_time at) {
    uint32_t booking = sked_queue_bookings_before_(queue, at + 1);
    while (booking-- > 0) {
        const sked_set kept = sked_queue_booking_set_(queue, booking);
        if (queue->booking_[booking].count == 0 && at < queue->booking_[booking].end &&
            sked_set_has(&kept, p)) {
            return 1;
        }
    }
    return 0;
}

/* How many processors the live bookings by count lack together. It writes nothing, scratch
 * included, so that a sealed block stays as it is. */
static uint32_t sked_queue_lacking_(const sked_queue *queue) {
    const sked_time now = queue->state_->now;
    const sked_set idle = sked_queue_free_(queue);
    const uint64_t counted = sked_queue_counted_(queue, now);
    uint32_t p, found = 0;
    for (p = sked_set_first(&idle); p < idle.size && counted > 0; p = sked_set_next(&idle, p)) {
        found += !sked_queue_is_booked_at_(queue, p, now);
    }
    return counted > found ? (uint32_t)(counted - found) : 0;
}

/* The first processor from `p` on that is in a booking's set and runs a job; else SKED_NONE. */
static uint32_t sked_queue_next_busy_(const sked_queue *queue, uint32_t booking, uint32_t p) {
    const sked_set kept = sked_queue_booking_set_(queue, booking);
    for (; p < kept.size; p++) {
        if (sked_set_has(&kept, p) && queue->slot_[p].job != SKED_NONE) {
            return p;
        }
    }
    return SKED_NONE;
}

/* Condition (b) of >>queue.room at one instant, with what is released then. Changes the set. */
static int sked_queue_beside_counts_(const sked_queue *queue, uint32_t width, sked_time at,
                                     sked_set *released) {
    sked_queue_without_booked_(queue, released, at, at + 1);
    return sked_set_count(released) >= sked_queue_counted_(queue, at) + width;
}

/* Counts a booking that has begun if it is in conflict, as sked_queue_next_conflict lists it. */
static void sked_queue_count_conflict_(sked_queue *queue, uint32_t booking) {
    const sked_set idle = sked_queue_free_(queue);
    sked_set left = sked_queue_view_(queue, queue->future_words_);
    int conflict;
    sked_set_copy(&left, &idle);
    conflict = queue->booking_[booking].count > 0
                   ? !sked_queue_beside_counts_(queue, 0, queue->state_->now, &left)
                   : sked_queue_next_busy_(queue, booking, 0) != SKED_NONE;
    queue->state_->counters.bookings_in_conflict += conflict != 0;
}

/* Forgets bookings that have ended, and counts conflicts of those that have begun since the last
 * call. */
static void sked_queue_refresh_bookings_(sked_queue *queue, sked_time now) {
    sked_queue_state_ *state = queue->state_;
    uint32_t booking;
    SKED_ASSERT(state->bookings.unbegun <= now + 1);
    for (booking = sked_queue_bookings_(queue); booking-- > 0;) {
        if (queue->booking_[booking].end <= now) {
            sked_queue_drop_booking_(queue, booking);
            state->pass.changes |= SKED_CHANGED_;
        } else if (queue->booking_[booking].start <= now &&
                   queue->booking_[booking].start >= state->bookings.unbegun) {
            sked_queue_count_conflict_(queue, booking);
        }
    }
    state->bookings.unbegun = SKED_QUEUE_BOOKINGS_ ? now + 1 : 0;
}

static sked_status sked_queue_check_span_(const sked_queue *queue, const sked_span *span) {
    const uint32_t processors = queue->rules_.processors;
    uint32_t count = span->count;
    if (!sked_is_point_(span->start) || (!sked_is_point_(span->end) && span->end != SKED_NEVER)) {
        return SKED_E_TIME;
    }
    if (span->end <= span->start ||
        (span->set != NULL &&
         (span->set->size != processors || !sked_set_is_clean_(span->set)))) {
        return SKED_E_RANGE;
    }
    count = span->set != NULL ? sked_set_count(span->set) : count;
    if (count == 0 || count > processors) {
        return count == 0 ? SKED_E_NO_WIDTH : SKED_E_TOO_WIDE;
    }
    return span->set == NULL && sked_queue_places_(&queue->rules_) ? SKED_E_KINDS : SKED_OK;
}

/* What every booking needs, after bookings that have ended. */
static sked_status sked_queue_check_booking_(const sked_queue *queue, uint64_t id, sked_time now) {
    if (sked_queue_seek_booking_(queue, id, now) != SKED_NONE) {
        return SKED_E_DUPLICATE;
    }
    return sked_queue_live_bookings_(queue, now) == queue->rules_.bookings_max ? SKED_E_FULL
                                                                                : SKED_OK;
}

static void sked_queue_add_booking_(sked_queue *queue, uint64_t id, const sked_span *span,
                                    uint32_t owner, sked_time now) {
    uint32_t booking;
    sked_set kept;
    sked_queue_record_event_(queue, now);
    sked_queue_refresh_bookings_(queue, now);   /* makes room: those that have ended go */
    booking = sked_queue_insert_booking_(queue, span->start);
    queue->booking_[booking].id = id;
    queue->booking_[booking].start = span->start;
    queue->booking_[booking].end = span->end;
    queue->booking_[booking].count = span->set != NULL ? 0 : span->count;
    queue->booking_[booking].owner = owner;
    kept = sked_queue_booking_set_(queue, booking);
    sked_set_clear(&kept);
    if (span->set != NULL) {
        sked_set_copy(&kept, span->set);
    }
    if (span->start <= now && now < span->end) {
        sked_queue_count_conflict_(queue, booking);
    }
    sked_queue_unsettle_all_(queue);
    SKED_ASSERT(span->end <= now || sked_queue_seek_booking_(queue, id, now) == booking);
    queue->state_->profile.stale = 1;
}

SKED_API sked_status sked_queue_book(sked_queue *queue, uint64_t id, const sked_span *span,
                                     sked_time now) {
    sked_status status = sked_queue_ready_(queue, now);
    SKED_ASSERT(span != NULL);
    if (status == SKED_OK) {
        status = sked_queue_check_span_(queue, span);
    }
    if (status == SKED_OK) {
        status = sked_queue_check_booking_(queue, id, now);
    }
    if (status == SKED_OK) {
        sked_queue_add_booking_(queue, id, span, SKED_NONE, now);
    }
    return status;
}

SKED_API sked_status sked_queue_unbook(sked_queue *queue, uint64_t id, sked_time now) {
    const sked_status status = sked_queue_ready_(queue, now);
    uint32_t booking;
    if (status != SKED_OK) {
        return status;
    }
    booking = sked_queue_seek_booking_(queue, id, now);
    if (booking == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    sked_queue_record_event_(queue, now);
    sked_queue_drop_booking_(queue, booking);
    SKED_ASSERT(sked_queue_seek_booking_(queue, id, now) == SKED_NONE);
    queue->state_->profile.stale = queue->state_->profile.given_back = 1;
    return SKED_OK;
}

/* ---- >>queue.owners: jobs with bookings of their own ---- */

/* An owner is set aside like any job with bars, so that no pass meets it in the line, and its
 * booking keeps all others off. A pass looks at owners first, before it makes a profile or looks
 * for a head: so a start is to the rest of the pass as if it had happened before. Invariant: a job
 * owns one booking at most, and that is one of its bars.
 * Source: ours. */

/* Is some of a span's set booked for an owner, at a time from now on? */
static int sked_queue_is_owned_(const sked_queue *queue, const sked_span *span, sked_time now) {
    const sked_time from = span->start > now ? span->start : now;
    const uint32_t bookings = sked_queue_bookings_before_(queue, span->end);
    uint32_t booking;
    for (booking = 0; booking < bookings; booking++) {
        const sked_queue_booking_ *other = &queue->booking_[booking];
        if (other->owner != SKED_NONE && other->end > from) { /*~owned_by*/
            const sked_set set = sked_queue_booking_set_(queue, booking);
            if (sked_set_meets_(&set, span->set)) {
                return 1;
            }
        }
    }
    return 0;
}

/* Is a job as wide as a set, and has its kind all of that? */
static int sked_queue_suits_(const sked_queue *queue, uint32_t job, const sked_set *set) {
    if (sked_queue_has_kinds_(&queue->rules_)) {
        const sked_set own = sked_queue_kind_set_(queue, queue->demand_[job].kind);
        if (!sked_set_is_subset(set, &own)) { /*~owner_kind*/
            return 0;
        }
    }
    return sked_set_count(set) == queue->job_[job].width;
}

static sked_status sked_queue_check_owner_(const sked_queue *queue, uint64_t id, uint32_t job,
                                           const sked_span *span, sked_time now) {
    sked_status status;
    uint32_t booking;
    if (queue->rules_.backgrounds > 0) {
        return SKED_E_BACKGROUNDS;
    }
    if (job == SKED_NONE || queue->job_[job].first < SKED_BARRED_) {
        return job == SKED_NONE ? SKED_E_UNKNOWN : SKED_E_NOT_WAITING;
    }
    status = sked_queue_check_span_(queue, span);
    if (status != SKED_OK) {
        return status;
    }
    if (span->set == NULL || !sked_queue_suits_(queue, job, span->set) ||
        !sked_queue_can_be_barred_(queue, job)) {
        return SKED_E_RANGE;
    }
    booking = sked_queue_booking_of_(queue, job);
    if (booking != SKED_NONE && queue->booking_[booking].end > now) {
        return SKED_E_DUPLICATE;
    }
    status = sked_queue_check_booking_(queue, id, now);
    return status == SKED_OK && sked_queue_is_owned_(queue, span, now) ? SKED_E_TAKEN : status;
}

SKED_API sked_status sked_queue_book_for(sked_queue *queue, uint64_t id, uint64_t owner,
                                         const sked_span *span, sked_time now) {
    sked_status status = sked_queue_ready_(queue, now);
    uint32_t job;
    SKED_ASSERT(span != NULL);
    if (status != SKED_OK) {
        return status;
    }
    job = sked_queue_seek_(queue, owner);
    status = sked_queue_check_owner_(queue, id, job, span, now);
    if (status == SKED_OK) {
        sked_queue_add_booking_(queue, id, span, job, now);
        sked_queue_gain_bar_(queue, job);
        SKED_ASSERT(sked_queue_booking_of_(queue, job) != SKED_NONE);
    }
    return status;
}

SKED_API sked_status sked_queue_booking_of(const sked_queue *queue, uint64_t owner, uint64_t *id) {
    uint32_t job, booking;
    SKED_ASSERT(id != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    job = sked_queue_seek_(queue, owner);
    booking = job == SKED_NONE ? SKED_NONE : sked_queue_booking_of_(queue, job);
    if (booking == SKED_NONE || queue->booking_[booking].end <= queue->state_->now) {
        return SKED_E_UNKNOWN;
    }
    *id = queue->booking_[booking].id;
    return SKED_OK;
}

/* Cancels the booking of a job that is no longer what it was booked for. */
static void sked_queue_disown_(sked_queue *queue, uint32_t job) {
    const uint32_t booking = sked_queue_booking_of_(queue, job);
    if (booking != SKED_NONE) { /*~owner_gone*/
        sked_queue_drop_booking_(queue, booking);
        queue->state_->profile.stale = queue->state_->profile.given_back = 1;
    }
    SKED_ASSERT(sked_queue_booking_of_(queue, job) == SKED_NONE);
}

/* Is the booking of a job, if it has one, still what it wants? */
static int sked_queue_owns_right_(const sked_queue *queue, uint32_t job) {
    const uint32_t booking = sked_queue_booking_of_(queue, job);
    if (booking != SKED_NONE) {
        const sked_set set = sked_queue_booking_set_(queue, booking);
        return sked_queue_suits_(queue, job, &set);
    }
    return 1;
}

/* Are all caps kept if a job gets all of a set? */
static int sked_queue_caps_take_(const sked_queue *queue, uint32_t job, const sked_set *set) {
    const sked_set idle = sked_queue_free_(queue);
    sked_set left = sked_queue_view_(queue, queue->offer_words_);
    SKED_ASSERT(sked_set_is_subset(set, &idle));
    if (!sked_queue_has_caps_(queue)) { /*~owner_caps*/
        return 1;
    }
    sked_set_copy(&left, set);
    sked_queue_count_caps_(queue, queue->cap_left_, &idle);
    sked_queue_cut_to_caps_(queue, queue->cap_left_, queue->amount_each_[job], &left);
    return sked_set_count(&left) == queue->job_[job].width;
}

/* Can the owner of a booking, if it has one, start there now? Its kind may have lost some of it. */
static int sked_queue_is_due_(const sked_queue *queue, uint32_t booking) {
    const uint32_t job = queue->booking_[booking].owner;
    const sked_set set = sked_queue_booking_set_(queue, booking);
    const sked_set idle = sked_queue_free_(queue); /*~owner_idle*/
    SKED_ASSERT(job == SKED_NONE || sked_queue_booking_of_(queue, job) == booking);
    return job != SKED_NONE && queue->job_[job].back == 1 && sked_set_is_subset(&set, &idle) &&
           sked_queue_suits_(queue, job, &set) &&
           (!sked_queue_has_kinds_(&queue->rules_) ||
            (sked_amounts_fit_(sked_tree_amounts_(&queue->line_, job), queue->room_,
                               queue->rules_.quotas) && /*~owner_quotas*/
             sked_queue_caps_take_(queue, job, &set)));
}

/* The first booking that has begun whose owner can start; or SKED_NONE. */
static uint32_t sked_queue_due_booking_(const sked_queue *queue) {
    const uint32_t begun = sked_queue_bookings_before_(queue, queue->state_->now + 1);
    uint32_t booking = 0; /*~owner_first*/
    while (booking < begun && !sked_queue_is_due_(queue, booking)) {
        booking++;
    }
    return booking < begun ? booking : SKED_NONE;
}

/* ---- >>queue.cancel: jobs that are not to run ---- */

SKED_API sked_status sked_queue_cancel(sked_queue *queue, uint64_t id, sked_time now) {
    uint32_t job = SKED_NONE;
    const sked_status status = sked_queue_ready_for_(queue, id, now, 0, &job);
    if (status != SKED_OK) {
        return status;
    }
    queue->state_->counters.cancelled++;
    if (sked_queue_is_behind_(queue, job)) {
        sked_queue_vacate_background_(queue, job, now);
    } else {
        sked_queue_record_event_(queue, now);
        sked_queue_disown_(queue, job);
        if (sked_queue_is_barred_(queue, job)) {
            sked_queue_leave_barred_(queue, job);
        } else {
            sked_queue_withdraw_(queue, job);
        }
    }
    sked_queue_forget_(queue, job);
    return SKED_OK;
}

/* ---- >>queue.room: does a job fit between bookings? ---- */

/* Where no booking overlaps, counts are enough: processors only come back. With bookings a job fits
 * during [from, to) iff
 *     (a) as many processors as it wants are released by `from` and in no overlapping booking's set
 *     (b) whenever bookings by count are live, as many as they want remain beside it, released and
 *         in no live set.
 * Released are idle processors, and those of jobs expected to have ended; for a start now, only
 * idle ones. A guest is a job that does not run yet but is counted as if it did, on the processors
 * of chosen_words_. */

typedef struct sked_guest_ {
    int present;
    uint32_t job;
    sked_time end;
} sked_guest_;

/* Adds the processors of jobs expected to end by `at`, from `job` in ending_ on, except those that
 * are down. Returns the first job that ends later. */
static uint32_t sked_queue_add_ended_(const sked_queue *queue, sked_set *set, uint32_t job,
                                      sked_time at) {
    const sked_set down = sked_queue_down_set_(queue);
    uint32_t p;
    while (job != SKED_NONE && sked_queue_end_(queue, job) <= at) {
        SKED_ASSERT(queue->job_[job].first < queue->rules_.processors);
        for (p = queue->job_[job].first; p != SKED_NONE; p = queue->slot_[p].next) {
            sked_set_add(set, p);
        }
        job = sked_tree_next_(&queue->ending_, job);
    }
    sked_set_andnot(set, &down);
    return job;
}

/* The same of all that runs. */
static void sked_queue_add_all_ended_(const sked_queue *queue, sked_set *set, sked_time at) {
    uint64_t components = queue->state_->kinds.components;
    if (!sked_queue_has_kinds_(&queue->rules_)) {
        (void)sked_queue_add_ended_(queue, set, sked_tree_first_(&queue->ending_), at);
        return;
    }
    for (; components != 0; components &= components - 1) {
        const uint32_t kind = sked_kinds_first_(components);
        const sked_tree_ tree = sked_queue_ends_(queue, kind);
        (void)sked_queue_add_ended_(queue, set, sked_tree_first_(&tree), at);
    }
}

/* The processors released by `at`, written to `set`. */
static void sked_queue_released_(const sked_queue *queue, sked_set *set, sked_time at,
                                 sked_guest_ guest) {
    const sked_set idle = sked_queue_free_(queue);
    const sked_set chosen = sked_set_view_(queue->chosen_words_, idle.size);
    sked_set_copy(set, &idle);
    sked_queue_add_all_ended_(queue, set, at);
    if (guest.present && guest.end > at) {
        sked_set_andnot(set, &chosen);
    }
}

/* Does a booking by count overlap [from, to)? */
static int sked_queue_has_counts_(const sked_queue *queue, sked_time from, sked_time to) {
    const uint32_t bookings = sked_queue_bookings_before_(queue, to);
    uint32_t booking;
    for (booking = 0; booking < bookings; booking++) {
        if (queue->booking_[booking].count > 0 && queue->booking_[booking].end > from) {
            return 1;
        }
    }
    return 0;
}

/* Leaves only processors of a job's kind in a set. */
static void sked_queue_keep_kind_(const sked_queue *queue, uint32_t job, sked_set *set) {
    if (sked_queue_has_kinds_(&queue->rules_)) {
        const sked_set own = sked_queue_kind_set_(queue, queue->demand_[job].kind);
        sked_set_and(set, &own);
        SKED_ASSERT(sked_set_count(set) <= sked_set_count(&own));
    }
}

/* Leaves of a set what caps allow a job at a time. */
static void sked_queue_cut_for_(const sked_queue *queue, uint32_t job, sked_time at,
                                const sked_set *released, sked_guest_ guest, sked_set *set) {
    const sked_set chosen = sked_set_view_(queue->chosen_words_, set->size);
    uint32_t p;
    SKED_ASSERT(!guest.present || guest.job != job);
    sked_queue_count_caps_(queue, queue->cap_left_, released);
    if (guest.present && guest.end > at) {
        for (p = sked_set_first(&chosen); p < set->size; p = sked_set_next(&chosen, p)) {
            sked_queue_use_caps_(queue, queue->cap_left_, p,
                                 queue->amount_each_[guest.job]);
        }
    }
    sked_queue_cut_to_caps_(queue, queue->cap_left_, queue->amount_each_[job], set);
}

/* Does a job fit during [from, to), with these processors released at `from`? What is free shrinks
 * only where a booking starts, so that (b) is checked at `from` and at these times. */
static int sked_queue_fits_(const sked_queue *queue, uint32_t job, sked_time from, sked_time to,
                            const sked_set *released, sked_guest_ guest) {
    sked_set future = sked_set_view_(queue->future_words_, released->size);
    const uint32_t width = queue->job_[job].width;
    uint32_t booking;
    SKED_ASSERT(from < to);
    sked_set_copy(&future, released);
    sked_queue_without_booked_(queue, &future, from, to);   /* (a) */
    sked_queue_keep_kind_(queue, job, &future);
    if (SKED_QUEUE_KINDS_ && sked_queue_has_caps_(queue)) {
        sked_queue_cut_for_(queue, job, from, released, guest, &future);
    }
    if (sked_set_count(&future) < width) {
        return 0;
    }
    if (!sked_queue_has_counts_(queue, from, to)) {
        return 1;
    }
    sked_set_copy(&future, released);                       /* (b) */
    if (!sked_queue_beside_counts_(queue, width, from, &future)) {
        return 0;
    }
    for (booking = sked_queue_bookings_before_(queue, from + 1);
         booking < sked_queue_bookings_(queue) && queue->booking_[booking].start < to; booking++) {
        const sked_time start = queue->booking_[booking].start;
        SKED_ASSERT(start > from);
        if (sked_queue_counted_(queue, start) > 0) {
            sked_queue_released_(queue, &future, start, guest);
            if (!sked_queue_beside_counts_(queue, width, start, &future)) {
                return 0;
            }
        }
    }
    return 1;
}

/* ---- >>queue.ask: pickers, and when they are asked ahead ---- */

/* Under SKED_ASK_AHEAD a picker is asked whether the head could start at a time to come, on what is
 * free then. Who takes a set takes a larger one, so that the ends up to some time are refused, and
 * none from it on: one walk down the tree of ends finds it. A job that ends by the shadow time is
 * back by then; one that outlasts it starts only if the picker, asked again without its processors,
 * does not refuse.
 * Invariant: at the shadow time the picker takes what is free then. */

/* What a picker is asked for a job. */
static sked_pick_request sked_queue_request_(const sked_queue *queue, uint32_t job,
                                             sked_time start, sked_time end, uint32_t ahead) {
    sked_pick_request ask;
    SKED_ASSERT(queue->job_[job].first >= queue->rules_.processors);    /* it is in no foreground */
    SKED_ASSERT(end > start && start >= queue->state_->now);
    ask.id = queue->job_[job].id;
    ask.tag = queue->job_[job].tag;
    ask.start = start;
    ask.end = end;
    ask.count = queue->job_[job].width;
    ask.tier = queue->state_->pass.phase == SKED_PHASE_UNDER_;
    ask.ahead = ahead;
    ask.beside = NULL;
    return ask;
}

/* Asks a picker for a job's processors, among those in offer_words_. */
static int sked_queue_ask_(sked_queue *queue, uint32_t job, sked_time end,
                           const sked_picker *picker) {
    sked_queue_state_ *state = queue->state_;
    const sked_pick_request ask = sked_queue_request_(queue, job, state->now, end, 0);
    const sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    sked_set chosen = sked_queue_view_(queue, queue->chosen_words_);
    const sked_status status = sked_pick(picker, &ask, &offered, &chosen);
    state->counters.picker_refusals += status == SKED_E_REFUSED;
    state->counters.picker_faults += status == SKED_E_PICKER;
    return status == SKED_OK;
}

/* Is there a picker to ask ahead? The lowest processors are found wherever there are enough. */
static int sked_queue_asks_(const sked_queue *queue) {
    return sked_queue_asks_ahead_(&queue->rules_) && queue->picker_.pick != NULL; /*~asks_ahead*/
}

/* Does the picker find processors for the head at `at`, among those in future_words_, beside a job
 * that would start now; NULL: none? */
static int sked_queue_finds_(sked_queue *queue, sked_time at, const sked_set *beside) {
    sked_queue_state_ *state = queue->state_;
    const uint32_t head = state->pass.head;
    sked_pick_request ask =
        sked_queue_request_(queue, head, at, sked_time_add(at, state->pass.head_length), 1);
    sked_set offered = sked_queue_view_(queue, queue->future_words_);
    sked_set chosen = sked_queue_view_(queue, queue->ahead_words_);
    sked_status status;
    SKED_ASSERT(sked_queue_asks_(queue));
    ask.beside = beside;
    sked_queue_keep_kind_(queue, head, &offered);
    status = sked_pick(&queue->picker_, &ask, &offered, &chosen);
    state->counters.asked_ahead++;
    state->counters.picker_faults += status == SKED_E_PICKER;
    if (sked_queue_has_kinds_(&queue->rules_)) {
        queue->kind_[sked_queue_component_of_(queue, head)].unsettled |= status != SKED_OK;
    }
    return status == SKED_OK;
}

/* The same among all that is released by `at`, whatever is booked. */
static int sked_queue_finds_released_(sked_queue *queue, sked_time at) {
    const sked_guest_ nobody = {0, 0, 0};
    sked_set released = sked_queue_view_(queue, queue->future_words_);
    sked_queue_released_(queue, &released, at, nobody);
    return sked_queue_finds_(queue, at, NULL);
}

/* The same among these, without those that bookings keep from the head's run. */
static int sked_queue_finds_unbooked_(sked_queue *queue, sked_time at, const sked_set *released,
                                      const sked_set *beside) {
    sked_set unbooked = sked_queue_view_(queue, queue->future_words_);
    sked_set_copy(&unbooked, released);
    sked_queue_without_booked_(queue, &unbooked, at,
                               sked_time_add(at, queue->state_->pass.head_length));
    return sked_queue_finds_(queue, at, beside);
}

/* The first end from `at` on at which the picker does not refuse the head; SKED_NEVER: none. */
static sked_time sked_queue_found_by_(sked_queue *queue, sked_time at) {
    const sked_tree_ tree = sked_queue_ends_of_(queue, queue->state_->pass.head);
    uint32_t node = *tree.root_;
    sked_time found = SKED_NEVER;
    if (at == SKED_NEVER || sked_queue_finds_released_(queue, at)) {
        return at;
    }
    while (node != SKED_NONE) {
        const sked_time end = sked_queue_end_(queue, node);
        if (end > at && end < found && sked_queue_finds_released_(queue, end)) {
            found = end;
        }
        node = end < found ? tree.node_[node].right : tree.node_[node].left;
    }
    SKED_ASSERT(found > queue->state_->now);
    return found;
}

/* ---- >>queue.shadow: when the head can start, and what it leaves over ---- */

/* The earliest end of a booking after `at`. */
static sked_time sked_queue_next_booking_end_(const sked_queue *queue, sked_time at) {
    sked_time next = SKED_NEVER;
    uint32_t booking;
    for (booking = 0; booking < sked_queue_bookings_(queue); booking++) {
        if (queue->booking_[booking].end > at && queue->booking_[booking].end < next) {
            next = queue->booking_[booking].end;
        }
    }
    return next;
}

/* The earliest instant after `at` at which something is given back: by a job or by a booking. */
static sked_time sked_queue_next_end_(const sked_queue *queue, sked_time at) {
    const uint32_t job = sked_queue_ending_from_(queue, at + 1);
    const sked_time end = job == SKED_NONE ? SKED_NEVER : sked_queue_end_(queue, job);
    const sked_time next = sked_min_i64_(end, sked_queue_next_booking_end_(queue, at));
    SKED_ASSERT(next > at);
    return next;
}

/* The latest end of a job behind the head that gives back in time. */
static sked_time sked_queue_latest_end_(const sked_queue *queue) {
    const sked_time shadow = queue->state_->pass.shadow;
    return shadow == SKED_NEVER ? SKED_TIME_MAX : shadow;
}

/* How many processors the head leaves over at its shadow time, all releases of that instant
 * counted; without one, when all running jobs with a bound have ended. */
static uint32_t sked_queue_extra_(const sked_queue *queue) {
    const uint32_t width = queue->job_[queue->state_->pass.head].width;
    const uint32_t available = queue->state_->machine.free +
                               sked_queue_back_until_(queue, sked_queue_latest_end_(queue));
    SKED_ASSERT(available >= width || queue->state_->pass.shadow == SKED_NEVER);
    SKED_ASSERT(available <= queue->rules_.processors - queue->state_->machine.down);
    return available > width ? available - width : 0;
}

/* The same of the head's kind, which its component counts for. */
static uint32_t sked_queue_extra_of_kind_(const sked_queue *queue) {
    const uint32_t head = queue->state_->pass.head;
    const uint32_t component = sked_queue_component_of_(queue, head);
    const uint32_t available =
        queue->kind_[queue->demand_[head].kind].idle +
        sked_queue_given_until_(queue, component, SKED_NONE, sked_queue_latest_end_(queue));
    const uint32_t width = queue->job_[head].width;
    SKED_ASSERT(queue->kind_[component].counted == queue->demand_[head].kind);
    SKED_ASSERT(available >= width || queue->state_->pass.shadow == SKED_NEVER);
    return available > width ? available - width : 0;
}

/* What the head leaves over of each quota that it takes, at its shadow time. */
static void sked_queue_find_surplus_(const sked_queue *queue) {
    const size_t quotas = (size_t)queue->rules_.quotas;
    const uint32_t head = queue->state_->pass.head;
    const uint32_t component = sked_queue_component_of_(queue, head);
    uint32_t q;
    for (q = 0; q < quotas; q++) {
        const uint64_t wanted =
            (uint64_t)queue->quota_[q].used + sked_tree_amounts_(&queue->line_, head)[q];
        const uint64_t available =
            (uint64_t)queue->quota_[q].capacity +
            sked_queue_given_until_(queue, component, q, sked_queue_latest_end_(queue));
        SKED_ASSERT(wanted <= UINT32_MAX && available <= UINT32_MAX);
        queue->surplus_[component * quotas + q] =
            available > wanted ? (uint32_t)(available - wanted) : 0;
    }
}

/* The earliest end by which what is there of each reserved quota is enough for a job. */
static sked_time sked_queue_quotas_by_(const sked_queue *queue, uint32_t job) {
    const uint32_t component = sked_queue_component_of_(queue, job);
    const uint32_t *amounts = sked_tree_amounts_(&queue->line_, job);
    sked_time at = queue->state_->now;
    uint32_t q;
    for (q = 0; q < queue->rules_.quotas; q++) {
        const sked_queue_quota_ *quota = &queue->quota_[q];
        const uint32_t amount = amounts[q];
        if (quota->mode == (uint32_t)SKED_RESERVE && amount > 0 &&
            quota->used + amount > quota->capacity) {
            at = sked_max_i64_(at, sked_queue_given_by_(queue, component, q,
                                                        quota->used + amount - quota->capacity));
        }
    }
    return at;
}

/* When a picker that has refused a job of a component gets another offer. */
static sked_time sked_queue_next_offer_(const sked_queue *queue, uint32_t component) {
    const sked_time now = queue->state_->now;
    return sked_min_i64_(sked_queue_giving_next_(queue, component, now),
                         sked_queue_next_booking_end_(queue, now));
}

/* The shadow time of a head with a kind: the first end by which enough is back, of processors of
 * its kind and of each quota; and what is left over then. */
static void sked_queue_shadow_of_kind_(sked_queue *queue, int refused) {
    sked_queue_state_ *state = queue->state_;
    const uint32_t head = state->pass.head, kind = queue->demand_[head].kind;
    const uint32_t component = sked_queue_component_(queue, kind);
    const uint32_t width = queue->job_[head].width;
    sked_time at = sked_queue_quotas_by_(queue, head);
    if (queue->kind_[component].counted != kind) {
        sked_queue_count_for_(queue, component, kind);
    }
    if (refused) {
        at = sked_max_i64_(at, sked_queue_next_offer_(queue, component));
    }
    if (width > queue->kind_[kind].idle) {
        at = sked_max_i64_(at, sked_queue_given_by_(queue, component, SKED_NONE,
                                                    width - queue->kind_[kind].idle));
    }
    SKED_ASSERT(at >= state->now + (refused != 0));
    state->pass.shadow = sked_queue_asks_(queue) ? sked_queue_found_by_(queue, at) : at;
    state->pass.extra = sked_queue_extra_of_kind_(queue);
    state->pass.head_meets_booking = 0;
    SKED_ASSERT(state->pass.extra <= queue->rules_.processors);
}

/* The shadow time of a head without a kind. One that fits but was refused waits until something
 * more is given back, so that the picker gets another offer. */
static void sked_queue_shadow_of_any_(sked_queue *queue, int refused) {
    sked_queue_state_ *state = queue->state_;
    const uint32_t width = queue->job_[state->pass.head].width;
    sked_time at = refused ? sked_queue_next_end_(queue, state->now) : state->now;
    if (width > state->machine.free) {
        at = sked_max_i64_(at, sked_queue_back_by_(queue, width - state->machine.free));
    }
    SKED_ASSERT(at >= state->now + (refused != 0));
    SKED_ASSERT(refused || at == state->now ||      /* it is the earliest */
                sked_queue_back_until_(queue, at - 1) < width - state->machine.free);
    state->pass.shadow = sked_queue_asks_(queue) ? sked_queue_found_by_(queue, at) : at;
    state->pass.extra = sked_queue_extra_(queue);
    state->pass.head_meets_booking = 0;
}

/* The head's shadow time without bookings, and what it leaves over then. */
static void sked_queue_shadow_(sked_queue *queue, int refused) {
    if (sked_queue_has_kinds_(&queue->rules_)) {
        sked_queue_shadow_of_kind_(queue, refused);
    } else {
        sked_queue_shadow_of_any_(queue, refused);
    }
}

/* Are the processors of a job in the background all in a set, and in no booking's while it would
 * run in their foreground? */
static int sked_queue_keeps_place_(const sked_queue *queue, uint32_t job, sked_time at,
                                   const sked_set *set) {
    sked_set unbooked = sked_queue_view_(queue, queue->future_words_);
    uint32_t slot = queue->job_[job].first;
    SKED_ASSERT(sked_queue_is_behind_(queue, job));
    sked_set_copy(&unbooked, set);
    sked_queue_without_booked_(queue, &unbooked, at,
                               sked_time_add(at, queue->state_->pass.head_length));
    while (slot != SKED_NONE && sked_set_has(&unbooked, sked_queue_processor_(queue, slot))) {
        slot = queue->slot_[slot].next;
    }
    return slot == SKED_NONE;
}

/* The same among bookings, or under caps: the first time at which the head fits, of the shadow time
 * without them and all later times at which something is given back. offer_words_ collects what is
 * released. */
static void sked_queue_shadow_among_bookings_(sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    const uint32_t head = state->pass.head;
    const sked_guest_ nobody = {0, 0, 0};
    const sked_set idle = sked_queue_free_(queue);
    sked_set released = sked_set_view_(queue->offer_words_, idle.size);
    sked_time at = state->pass.shadow;
    uint32_t job =
        sked_queue_has_kinds_(&queue->rules_) ? SKED_NONE : sked_tree_first_(&queue->ending_);
    sked_set_copy(&released, &idle);
    for (; at != SKED_NEVER; at = sked_queue_next_end_(queue, at)) {
        if (sked_queue_has_kinds_(&queue->rules_)) {
            sked_queue_add_all_ended_(queue, &released, at);
        } else {
            job = sked_queue_add_ended_(queue, &released, job, at);
        }
        if (sked_queue_fits_(queue, head, at, sked_time_add(at, state->pass.head_length),
                             &released, nobody) &&
            (!state->tiers.pinned || sked_queue_keeps_place_(queue, head, at, &released)) &&
            (!sked_queue_asks_(queue) || sked_queue_finds_unbooked_(queue, at, &released, NULL))) {
            break;
        }
    }
    SKED_ASSERT(at >= state->pass.shadow);
    state->pass.shadow = at;
    state->pass.head_meets_booking = at != SKED_NEVER;  /* then sets decide, not the extra */
    state->pass.extra = state->pass.head_meets_booking              ? 0
                        : sked_queue_has_kinds_(&queue->rules_) ? sked_queue_extra_of_kind_(queue)
                                                                : sked_queue_extra_(queue);
}

/* ---- >>queue.reserve: the earliest reservation of a job ---- */

/* The profile has bookings, too, so that it answers by numbers where a job fits. Among bookings by
 * set this is necessary, not sufficient: see sked_queue_earliest_. */

/* How many processors are up and in no booking's set during [from, to). */
static uint32_t sked_queue_unbooked_(const sked_queue *queue, sked_time from, sked_time to) {
    const sked_set down = sked_queue_down_set_(queue);
    sked_set unbooked = sked_queue_view_(queue, queue->future_words_);
    sked_set_fill(&unbooked);
    sked_set_andnot(&unbooked, &down);
    sked_queue_without_booked_(queue, &unbooked, from, to);
    return sked_set_count(&unbooked);
}

/* When the first booking by set ends, of those that overlap [from, to). */
static sked_time sked_queue_booked_until_(const sked_queue *queue, sked_time from, sked_time to) {
    const uint32_t bookings = sked_queue_bookings_before_(queue, to);
    sked_time until = SKED_NEVER;
    uint32_t booking;
    for (booking = 0; booking < bookings; booking++) {
        if (queue->booking_[booking].count == 0 && queue->booking_[booking].end > from) {
            until = sked_min_i64_(queue->booking_[booking].end, until);
        }
    }
    return until;
}

/* The earliest reservation for a job from `from` on, or `own`, which it has, if that comes first.
 * Among bookings by set, numbers are not enough: a job cannot move from one processor to another,
 * so that it needs as many that none of these bookings takes. */
static sked_time sked_queue_earliest_(const sked_queue *queue, uint32_t job, sked_time from,
                                      sked_time own) {
    const uint32_t width = queue->job_[job].width;
    const sked_time estimate = queue->job_[job].estimate;
    sked_time start = sked_profile_fit_(queue, width, estimate, from, own, SKED_NEVER);
    while (start < own && sked_queue_meets_bookings_(queue, sked_time_add(start, estimate))) {
        const sked_time end = sked_time_add(start, estimate);
        if (sked_queue_unbooked_(queue, start, end) >= width) {
            break;
        }
        from = sked_queue_booked_until_(queue, start, end);
        SKED_ASSERT(from > start);
        start = sked_profile_fit_(queue, width, estimate, from, own, SKED_NEVER);
    }
    SKED_ASSERT(start <= own);
    return start;
}

/* Is that much free all through [from, to)? */
static int sked_profile_has_(const sked_queue *queue, uint32_t width, sked_time from,
                             sked_time to) {
    int64_t free_then;
    uint32_t node = sked_profile_floor_(queue, from, &free_then);
    if (free_then < (int64_t)width) {
        return 0;
    }
    node = sked_profile_next_(queue, node, &free_then, width, 0);
    return node == SKED_NONE || queue->profile_.prefix_[node].time >= to;
}

/* Is a reservation possible at just this time? */
static int sked_queue_fits_at_(const sked_queue *queue, uint32_t job, sked_time start) {
    const sked_time end = sked_time_add(start, queue->job_[job].estimate);
    const uint32_t width = queue->job_[job].width;
    SKED_ASSERT(start >= queue->state_->now);
    return sked_profile_has_(queue, width, start, end) &&
           (!sked_queue_meets_bookings_(queue, end) ||
            sked_queue_unbooked_(queue, start, end) >= width);
}

/* Subtracts one processor of a booking's set, while neither the job that runs there nor an earlier
 * booking has it. Both begin no later, so that they leave only the last part of the booking. */
static void sked_profile_subtract_processor_(sked_queue *queue, uint32_t booking, uint32_t p) {
    const uint32_t job = queue->slot_[p].job;
    const sked_time end = queue->booking_[booking].end;
    sked_time at = sked_max_i64_(queue->booking_[booking].start, queue->state_->now);
    uint32_t other;
    if (job != SKED_NONE) {
        at = sked_max_i64_(at, sked_queue_end_(queue, job));
    }
    for (other = 0; other < booking; other++) {
        const sked_set kept = sked_queue_booking_set_(queue, other);
        if (queue->booking_[other].count == 0 && sked_set_has(&kept, p)) {
            at = sked_max_i64_(at, queue->booking_[other].end);
        }
    }
    if (at < end) {
        sked_profile_change_(queue, at, end, -1);
    }
}

static void sked_profile_subtract_booking_(sked_queue *queue, uint32_t booking) {
    const sked_set kept = sked_queue_booking_set_(queue, booking),
                   down = sked_queue_down_set_(queue);
    uint32_t p;
    if (queue->booking_[booking].count > 0) {
        sked_profile_change_(queue, queue->booking_[booking].start, queue->booking_[booking].end,
                             -(int64_t)queue->booking_[booking].count);
        return;
    }
    for (p = sked_set_first(&kept); p < kept.size; p = sked_set_next(&kept, p)) {
        if (!sked_set_has(&down, p)) {
            sked_profile_subtract_processor_(queue, booking, p);
        }
    }
}

/* Makes the profile of what runs and is booked, without reservations. */
static void sked_profile_make_(sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    uint32_t job = sked_tree_first_(&queue->ending_), booking;
    sked_profile_clear_(queue, state->machine.free);
    state->profile.stale = 0;
    for (; job != SKED_NONE; job = sked_tree_next_(&queue->ending_, job)) {
        sked_profile_add_(queue, sked_queue_end_(queue, job), queue->job_[job].back);
    }
    for (booking = 0; booking < sked_queue_bookings_(queue); booking++) {
        sked_profile_subtract_booking_(queue, booking);
    }
    SKED_ASSERT(state->profile.free <=
                (int64_t)queue->rules_.processors - state->machine.down);
    SKED_ASSERT(state->profile.root == SKED_NONE ||
                state->profile.free + queue->profile_.prefix_[state->profile.root].high <=
                    (int64_t)queue->rules_.processors - state->machine.down);
    SKED_ASSERT(!state->profile.stale);
}

/* ---- >>queue.window: when processors of a kind are free together ---- */

/* Where a job can have a reservation beside all others: its own does not count. */

/* An interval that slides along time, as long as a job, and which processors of the job's kind are
 * free throughout. held_ counts for each of them what holds it: a job that runs there and has not
 * ended by `at`, and each entry that overlaps the interval. */
typedef struct sked_window_ {
    sked_set own;                       /* the job's kind */
    sked_time at, end;
    uint32_t job;
    uint32_t entered, left, running;    /* by_start_, by_end_: next; the next job to end */
    uint32_t free;                      /* held by nothing */
} sked_window_;

static sked_window_ sked_window_at_(const sked_queue *queue, uint32_t job, sked_time at) {
    const sked_tree_ tree = sked_queue_ends_of_(queue, job);
    const sked_set idle = sked_queue_free_(queue);
    sked_window_ window;
    uint32_t p;
    window.own = sked_queue_kind_set_(queue, queue->demand_[job].kind);
    window.at = window.end = at;
    window.job = job;
    window.entered = window.left = 0;
    window.running = sked_tree_first_(&tree);
    window.free = queue->kind_[queue->demand_[job].kind].idle;
    for (p = 0; p < idle.size; p++) {
        queue->held_[p] = !sked_set_has(&idle, p);  /* those that are down for ever */
    }
    return window;
}

static void sked_window_hold_(const sked_queue *queue, sked_window_ *window, uint32_t p) {
    SKED_ASSERT(queue->held_[p] > 0 || window->free > 0);
    window->free -= queue->held_[p] == 0;
    queue->held_[p]++;
}

static void sked_window_release_(const sked_queue *queue, sked_window_ *window, uint32_t p) {
    SKED_ASSERT(queue->held_[p] > 0);
    queue->held_[p]--;
    window->free += queue->held_[p] == 0;
}

/* An entry comes to overlap the interval (1), or no longer does (0). */
static void sked_window_pass_(const sked_queue *queue, sked_window_ *window, uint32_t entry,
                              int holds) {
    const sked_set set = sked_queue_reserved_set_(queue, entry);
    const uint32_t words = sked_set_words_(&set);
    uint32_t w;
    SKED_ASSERT(set.size == window->own.size);
    if (queue->reserved_[entry].job == window->job) {
        return;
    }
    for (w = 0; w < words; w++) {
        sked_word word = (sked_word)(set.words[w] & window->own.words[w]);
        for (; word != 0; word = sked_word_rest_(word)) {
            const uint32_t p = w * SKED_WORD_BITS + sked_word_first_(word);
            if (holds) {
                sked_window_hold_(queue, window, p);
            } else {
                sked_window_release_(queue, window, p);
            }
        }
    }
}

/* A running job has ended. */
static void sked_window_end_(const sked_queue *queue, sked_window_ *window) {
    const sked_set down = sked_queue_down_set_(queue);
    const sked_tree_ tree = sked_queue_ends_of_(queue, window->running);
    uint32_t p = queue->job_[window->running].first;
    SKED_ASSERT(p < queue->rules_.processors);
    for (; p != SKED_NONE; p = queue->slot_[p].next) {
        if (sked_set_has(&window->own, p) && !sked_set_has(&down, p)) {
            sked_window_release_(queue, window, p);
        }
    }
    window->running = sked_tree_next_(&tree, window->running);
}

/* Slides the window to [at, end). What leaves it has entered it before, as an entry starts before
 * it ends. */
static void sked_window_slide_(const sked_queue *queue, sked_window_ *window, sked_time at,
                               sked_time end) {
    const uint32_t entries = queue->state_->pass.reserved;
    SKED_ASSERT(at >= window->at && end > at);
    window->at = at;
    window->end = end;
    while (window->entered < entries &&
           queue->reserved_[queue->by_start_[window->entered]].start < end) {
        sked_window_pass_(queue, window, queue->by_start_[window->entered++], 1);
    }
    while (window->left < entries && queue->reserved_[queue->by_end_[window->left]].end <= at) {
        sked_window_pass_(queue, window, queue->by_end_[window->left++], 0);
    }
    while (window->running != SKED_NONE && sked_queue_end_(queue, window->running) <= at) {
        sked_window_end_(queue, window);
    }
}

/* The next time at which something more may be free. */
static sked_time sked_window_next_(const sked_queue *queue, const sked_window_ *window) {
    sked_time next = window->running == SKED_NONE ? SKED_NEVER
                                                  : sked_queue_end_(queue, window->running);
    if (window->left < queue->state_->pass.reserved) {
        next = sked_min_i64_(next, queue->reserved_[queue->by_end_[window->left]].end);
    }
    if (sked_queue_keeps_sets_(&queue->rules_) && queue->rules_.quotas > 0) {
        /* A quota of mode SKED_PASS comes back from other components, too. */
        next = sked_min_i64_(next, sked_queue_next_end_(queue, window->at));
    }
    SKED_ASSERT(next > window->at);
    return next;
}

/* How much of a quota the running jobs that can take of it have given back by a time. If it is
 * reserved, they are in one component. */
static uint32_t sked_queue_quota_given_(const sked_queue *queue, uint32_t component, uint32_t quota,
                                        sked_time at) {
    uint64_t components = queue->state_->kinds.components;
    uint32_t given = 0;
    if (queue->quota_[quota].mode == (uint32_t)SKED_RESERVE) {
        return sked_queue_given_until_(queue, component, quota, at);
    }
    for (; components != 0; components &= components - 1) {
        given += sked_queue_given_until_(queue, sked_kinds_first_(components), quota, at);
    }
    SKED_ASSERT(given <= queue->quota_[quota].used);
    return given;
}

/* How much of a quota is taken at a time, by what runs then and by the reservations of others. */
static uint64_t sked_queue_quota_taken_(const sked_queue *queue, uint32_t job, uint32_t quota,
                                        sked_time at) {
    const uint32_t component = sked_queue_component_of_(queue, job);
    uint64_t taken = (uint64_t)queue->quota_[quota].used -
                     sked_queue_quota_given_(queue, component, quota, at);
    uint32_t i;
    SKED_ASSERT(quota < queue->rules_.quotas && at >= queue->state_->now);
    for (i = 0; i < queue->state_->pass.reserved; i++) {
        const sked_queue_reserved_ *own = &queue->reserved_[queue->by_start_[i]];
        if (own->job != SKED_NONE && own->job != job && own->start <= at && own->end > at) {
            taken += sked_tree_amounts_(&queue->line_, own->job)[quota];
        }
    }
    return taken;
}

/* Is there as much of a quota as a job takes, all through [at, end)? It is taken less and less,
 * except where reservations start. */
static int sked_queue_quota_lasts_(const sked_queue *queue, uint32_t job, uint32_t quota,
                                   sked_time at, sked_time end) {
    const uint64_t amount = sked_tree_amounts_(&queue->line_, job)[quota];
    const uint32_t last = sked_queue_reserved_before_(queue, end);
    uint32_t i = sked_queue_reserved_before_(queue, at + 1);
    sked_time time = at;
    SKED_ASSERT(i <= last && at < end);
    while (amount + sked_queue_quota_taken_(queue, job, quota, time) <=
           queue->quota_[quota].capacity) {
        if (i >= last) {
            return 1;
        }
        time = queue->reserved_[queue->by_start_[i++]].start;
    }
    return 0;
}

/* The same of all quotas that are reserved; if reservations are kept, of all. */
static int sked_queue_quotas_last_(const sked_queue *queue, uint32_t job, sked_time at,
                                   sked_time end) {
    const uint32_t *amounts = sked_tree_amounts_(&queue->line_, job);
    const int all = sked_queue_keeps_sets_(&queue->rules_);
    uint32_t q = 0;
    while (q < queue->rules_.quotas &&
           (amounts[q] == 0 || (queue->quota_[q].mode == (uint32_t)SKED_PASS && !all) ||
            sked_queue_quota_lasts_(queue, job, q, at, end))) {
        q++;
    }
    return q == queue->rules_.quotas;
}

/* The earliest time in [at, until) at which a job can have a reservation; else `until`. Writes what
 * is free for it then into offer_words_. */
static sked_time sked_queue_find_place_(const sked_queue *queue, uint32_t job, sked_time at,
                                        sked_time until) {
    sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    const sked_time length = queue->job_[job].estimate;
    sked_window_ window = sked_window_at_(queue, job, at);
    uint32_t p;
    for (; at < until; at = sked_window_next_(queue, &window)) {
        sked_window_slide_(queue, &window, at, sked_time_add(at, length));
        if (window.free >= queue->job_[job].width &&
            sked_queue_quotas_last_(queue, job, at, window.end)) {
            break;
        }
    }
    sked_set_clear(&offered);
    for (p = sked_set_first(&window.own); p < offered.size;
         p = sked_set_next(&window.own, p)) {
        if (queue->held_[p] == 0) {
            sked_set_add(&offered, p);
        }
    }
    SKED_ASSERT(sked_set_count(&offered) == window.free);
    return sked_min_i64_(at, until);
}

/* ---- >>queue.promises: reservations that outlive a pass ---- */

/* Under SKED_COMPRESS a job's reservation is its `start`, and the profile counts it. What gives
 * something back changes the profile at once. What takes something away makes it stale: the next
 * pass makes it anew, and keeps each reservation that still fits, in the order of the queue.
 * Invariant: a reservation is moved to an earlier time or broken, never to a later one. */

static void sked_queue_set_reservation_(sked_queue *queue, uint32_t job, sked_time start) {
    SKED_ASSERT(start == SKED_UNRESERVED_ || start >= queue->state_->now);
    queue->job_[job].start = start;
    sked_tree_touch_(&queue->line_, job);
}

static void sked_queue_break_promise_(sked_queue *queue, uint32_t job) {
    SKED_ASSERT(queue->job_[job].start != SKED_UNRESERVED_);
    queue->state_->counters.promises_broken++;
    sked_queue_set_reservation_(queue, job, SKED_UNRESERVED_);
}

static void sked_queue_reserve_(sked_queue *queue, uint32_t job, sked_time start) {
    SKED_ASSERT(start >= queue->state_->now && queue->job_[job].first == SKED_NONE);
    if (start != SKED_NEVER) {
        sked_profile_change_(queue, start, sked_time_add(start, queue->job_[job].estimate),
                             -(int64_t)queue->job_[job].width);
    }
}

/* Makes a stale profile anew. In the order of the queue, each reservation stays if it can. */
static void sked_queue_confirm_(sked_queue *queue) {
    uint32_t job = sked_queue_first_(queue);
    queue->state_->profile.loose = SKED_LOOSE_ANYWHERE_;
    sked_profile_make_(queue);
    for (; job != SKED_NONE; job = sked_queue_after_(queue, job)) {
        const sked_time start = queue->job_[job].start;
        if (start == SKED_UNRESERVED_ || start == SKED_NEVER) {
            continue;
        }
        if (start >= queue->state_->now && sked_queue_fits_at_(queue, job, start)) {
            sked_queue_reserve_(queue, job, start);
        } else {
            sked_queue_break_promise_(queue, job);
        }
    }
}

/* Breaks the reservations of jobs that did not start in time. */
static void sked_queue_break_missed_(sked_queue *queue) {
    const sked_query_ query = {UINT32_MAX, 0, queue->state_->now - 1, NULL, 0};
    uint64_t *steps = &queue->state_->counters.index_steps;
    uint32_t job = sked_queue_find_(queue, SKED_NONE, &query, steps);
    for (; job != SKED_NONE; job = sked_queue_find_(queue, job, &query, steps)) {
        if (queue->job_[job].start != SKED_UNRESERVED_) {
            sked_queue_unreserve_(queue, job);
            sked_queue_break_promise_(queue, job);
        }
    }
}

/* ---- >>queue.kept: reservations with processors that outlive a pass ---- */

/* In a queue with kinds, a job's reservation under SKED_COMPRESS is its `start` and its entry. What
 * is given back lets each job in turn look for an earlier place. What takes something away makes
 * them stale: the next pass confirms each, in the order of the queue, beside those confirmed.
 * Invariant: a job's entry is in the orders iff its `start` is a time; that is the entry's start,
 * and the entry has as many processors as the job wants. */

/* A job gets a reservation on some of the processors in offer_words_. */
static void sked_queue_keep_place_(sked_queue *queue, uint32_t job, sked_time start) {
    const sked_set chosen = sked_queue_view_(queue, queue->chosen_words_);
    SKED_ASSERT(queue->job_[job].first == SKED_NONE);
    sked_queue_set_reservation_(queue, job, start);
    if (start != SKED_NEVER) {
        sked_queue_choose_rare_(queue, queue->job_[job].width);
        sked_queue_add_reserved_(queue, job, job, start, sked_queue_end_(queue, job), &chosen);
    }
}

/* Does a job keep its reservation, on the same processors if they are free then? */
static int sked_queue_confirms_(sked_queue *queue, uint32_t job) {
    const sked_time start = queue->job_[job].start;
    const sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    const sked_set own = sked_queue_reserved_set_(queue, job);
    if (start < queue->state_->now ||
        sked_queue_find_place_(queue, job, start, start + 1) > start) {
        return 0;
    }
    SKED_ASSERT(sked_set_count(&own) == queue->job_[job].width);
    if (sked_set_is_subset(&own, &offered)) {
        sked_queue_rank_reserved_(queue, job);
    } else {
        sked_queue_keep_place_(queue, job, start);
    }
    return 1;
}

static void sked_queue_confirm_places_(sked_queue *queue) {
    uint32_t job = sked_queue_first_(queue);
    SKED_ASSERT(queue->state_->profile.stale && sked_queue_keeps_sets_(&queue->rules_));
    queue->state_->pass.reserved = queue->state_->profile.stale = 0;
    sked_queue_place_bookings_(queue);
    for (; job != SKED_NONE; job = sked_queue_after_(queue, job)) {
        const sked_time start = queue->job_[job].start;
        if (start != SKED_UNRESERVED_ && start != SKED_NEVER &&
            !sked_queue_confirms_(queue, job)) {
            sked_queue_break_promise_(queue, job);
        }
    }
}

/* Breaks the reservations of jobs that did not start in time. */
static void sked_queue_break_missed_places_(sked_queue *queue) {
    uint32_t job = sked_queue_first_(queue);
    for (; job != SKED_NONE; job = sked_queue_after_(queue, job)) {
        const sked_time start = queue->job_[job].start;
        if (start != SKED_UNRESERVED_ && start < queue->state_->now) {
            sked_queue_unreserve_(queue, job);
            sked_queue_break_promise_(queue, job);
        }
    }
}

/* Gives a job the earliest place, never a later one than it has. */
static void sked_queue_improve_place_(sked_queue *queue, uint32_t job) {
    const sked_time had = queue->job_[job].start;
    const sked_time own = had == SKED_UNRESERVED_ ? SKED_NEVER : had;
    const sked_time start = sked_queue_find_place_(queue, job, queue->state_->now, own);
    queue->state_->counters.jobs_looked_at++;
    SKED_ASSERT(start <= own);
    if (start != had) {
        sked_queue_unreserve_(queue, job);
        sked_queue_keep_place_(queue, job, start);
    }
}

/* Updates all reservations, as sked_queue_keep_promises_ does. */
static void sked_queue_keep_places_(sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    uint32_t job;
    if (state->profile.stale) {
        sked_queue_confirm_places_(queue);
    } else {
        sked_queue_break_missed_places_(queue);
    }
    for (job = sked_queue_first_(queue); job != SKED_NONE;
         job = sked_queue_after_(queue, job)) {
        if (queue->job_[job].start == SKED_UNRESERVED_ || state->profile.given_back) {
            sked_queue_improve_place_(queue, job);
        }
    }
    state->profile.given_back = 0;
    SKED_ASSERT(!state->profile.stale && state->pass.phase != SKED_PHASE_DUE_);
}

/* ---- >>queue.change: jobs that change in place ---- */

/* A job in the line leaves its trees as what it was, and enters them as what it is to be. Its id,
 * its index and its arrival stay. Invariant: no reservation of another job moves. */

/* The estimate, the width, the kind and the amounts that a job is to have, as they are named. */
static sked_job sked_queue_asked_(const sked_queue *queue, uint32_t job,
                                  const sked_job_change *change) {
    sked_job asked = sked_job_of(0, queue->job_[job].width, queue->job_[job].estimate);
    if (sked_queue_has_kinds_(&queue->rules_)) {
        asked.kind = queue->demand_[job].kind;
        asked.amounts = sked_tree_amounts_(&queue->line_, job);
    }
    asked.amount_each = sked_queue_amount_each_(queue, job);
    asked.account = sked_queue_account_of_(queue, job);
    if ((change->fields & SKED_CHANGE_ACCOUNT) != 0) {
        asked.account = change->account;
    }
    if ((change->fields & SKED_CHANGE_AMOUNT_EACH) != 0) {
        asked.amount_each = change->amount_each;
    }
    if ((change->fields & SKED_CHANGE_KIND) != 0) {
        asked.kind = change->kind;
    }
    if ((change->fields & SKED_CHANGE_AMOUNTS) != 0) {
        asked.amounts = change->amounts;
    }
    if ((change->fields & SKED_CHANGE_WIDTH) != 0) {
        asked.width = change->width;
    }
    if ((change->fields & SKED_CHANGE_ESTIMATE) != 0) {
        asked.estimate = change->estimate;
    }
    return asked;
}

/* What a job is to be. */
static sked_queue_job_ sked_queue_job_asked_(const sked_queue *queue, uint32_t job,
                                             const sked_job_change *change) {
    const sked_job asked = sked_queue_asked_(queue, job, change);
    sked_queue_job_ to = queue->job_[job];
    to.width = asked.width;
    to.estimate = asked.estimate == 0 ? queue->rules_.estimate_missing : asked.estimate;
    if ((change->fields & SKED_CHANGE_KEY) != 0) {
        to.key = change->key;
    }
    if ((change->fields & SKED_CHANGE_TAG) != 0) {
        to.tag = change->tag;
    }
    SKED_ASSERT(to.width > 0 && sked_is_length_(to.estimate));
    return to;
}

static sked_status sked_queue_check_change_(const sked_queue *queue, uint32_t job,
                                            const sked_job_change *change) {
    const sked_job asked = sked_queue_asked_(queue, job, change);
    sked_status status;
    if (change->fields >= 2 * SKED_CHANGE_ACCOUNT || change->options > SKED_IF_KEPT) {
        return SKED_E_SETTING;
    }
    status = sked_queue_check_size_(queue, asked.width, asked.estimate);
    if (status == SKED_OK) {
        status = sked_queue_check_demand_(queue, &asked);
    }
    return status == SKED_OK && !sked_queue_has_account_(queue, asked.account) ? SKED_E_RANGE
                                                                               : status;
}

/* Makes a stale profile of all that runs, is booked and is promised. It counts as stale still: the
 * next pass has the promises to confirm. */
static void sked_queue_draft_profile_(sked_queue *queue) {
    uint32_t job = sked_queue_first_(queue);
    SKED_ASSERT(queue->state_->profile.stale && sked_queue_keeps_(&queue->rules_));
    queue->state_->pass.booking_from = sked_queue_sets_from_(queue);
    sked_profile_make_(queue);
    for (; job != SKED_NONE; job = sked_queue_after_(queue, job)) {
        const sked_time start = queue->job_[job].start;
        if (start != SKED_UNRESERVED_) {
            sked_profile_change_(queue, start, sked_queue_end_(queue, job),
                                 -(int64_t)queue->job_[job].width);
        }
    }
    queue->state_->profile.stale = 1;
}

/* Is there room for a job at its reservation if it becomes this, beside all other reservations? */
static int sked_queue_has_room_(sked_queue *queue, uint32_t job, const sked_queue_job_ *to) {
    sked_queue_job_ *own = &queue->job_[job];
    const sked_queue_job_ was = *own;
    const uint64_t steps = queue->state_->counters.index_steps;
    const sked_time end = sked_queue_end_(queue, job);
    int fits;
    SKED_ASSERT(was.first == SKED_NONE && was.start >= queue->state_->now && end > was.start);
    if (queue->state_->profile.stale) {
        sked_queue_draft_profile_(queue);
    }
    sked_profile_change_(queue, was.start, end, was.width);
    *own = *to;
    fits = sked_queue_fits_at_(queue, job, was.start);
    *own = was;
    sked_profile_change_(queue, was.start, end, -(int64_t)was.width);
    queue->state_->counters.index_steps = steps;    /* this was no pass */
    return fits;
}

/* The same if reservations have processors. What is free for it is in offer_words_ then. */
static int sked_queue_has_place_(const sked_queue *queue, uint32_t job, const sked_queue_job_ *to,
                                 const sked_job *asked) {
    sked_queue_job_ *own = &queue->job_[job];
    const sked_queue_job_ was = *own;
    const uint32_t quotas = queue->rules_.quotas;
    uint32_t amounts[SKED_QUOTAS_] = {0}, q;
    sked_job before = sked_job_of(0, was.width, was.estimate);
    sked_time found;
    for (q = 0; q < quotas; q++) {
        amounts[q] = sked_tree_amounts_(&queue->line_, job)[q];
    }
    before.kind = queue->demand_[job].kind;
    before.amounts = amounts;
    if (queue->state_->profile.stale) {
        sked_queue_place_bookings_(queue);
    }
    *own = *to;
    sked_queue_set_demand_(queue, job, asked);
    found = sked_queue_find_place_(queue, job, was.start, was.start + 1);
    *own = was;
    sked_queue_set_demand_(queue, job, &before);
    SKED_ASSERT(found >= was.start && was.first == SKED_NONE);
    return found == was.start;
}

/* Does a job of the line want no more than before, and no other processors? */
static int sked_queue_wants_less_(const sked_queue *queue, uint32_t job, const sked_queue_job_ *to,
                                  const sked_job *asked) {
    const sked_queue_job_ *own = &queue->job_[job];
    uint32_t q;
    if (to->width > own->width || to->estimate > own->estimate) {
        return 0;
    }
    if (!sked_queue_has_kinds_(&queue->rules_)) {
        return 1;
    }
    for (q = 0; q < queue->rules_.quotas; q++) {
        if (sked_amount_of_(asked->amounts, q) > sked_tree_amounts_(&queue->line_, job)[q]) {
            return 0;
        }
    }
    return asked->kind == queue->demand_[job].kind;
}

/* Does a waiting job keep the reservation that it has, if any? Less always fits; a time that has
 * passed does not come again. */
static int sked_queue_keeps_reservation_(sked_queue *queue, uint32_t job,
                                         const sked_queue_job_ *to, const sked_job *asked,
                                         sked_time now) {
    const sked_time start = queue->job_[job].start;
    if (start == SKED_UNRESERVED_ || start == SKED_NEVER ||
        sked_queue_wants_less_(queue, job, to, asked)) {
        return 1;
    }
    if (start < now) {
        return 0;
    }
    if (SKED_QUEUE_KINDS_ && sked_queue_keeps_sets_(&queue->rules_)) {
        return sked_queue_has_place_(queue, job, to, asked);
    }
    return sked_queue_has_room_(queue, job, to);
}

/* The same if reservations have processors: none of the job's is in an entry by then. */
static int sked_queue_has_place_until_(const sked_queue *queue, uint32_t job, sked_time from,
                                       sked_time end) {
    uint32_t i, entries, p;
    if (queue->state_->profile.stale) {
        sked_queue_place_bookings_(queue);
    }
    entries = sked_queue_reserved_before_(queue, end);
    SKED_ASSERT(from < end);
    for (i = 0; i < entries; i++) {
        const sked_set set = sked_queue_reserved_set_(queue, queue->by_start_[i]);
        p = queue->reserved_[queue->by_start_[i]].end > from ? queue->job_[job].first : SKED_NONE;
        for (; p != SKED_NONE; p = queue->slot_[p].next) {
            if (sked_set_has(&set, p)) {
                return 0;
            }
        }
    }
    return sked_queue_quotas_last_(queue, job, from, end);
}

/* Is there room for a running job beside all reservations, from its expected end up to a later one,
 * on its own processors? */
static int sked_queue_has_room_until_(sked_queue *queue, uint32_t job, sked_time end,
                                      sked_time now) {
    const uint64_t steps = queue->state_->counters.index_steps;
    const sked_time from = sked_max_i64_(sked_queue_end_(queue, job), now);
    int fits;
    if (from >= end) {
        return 1;
    }
    if (SKED_QUEUE_KINDS_ && sked_queue_keeps_sets_(&queue->rules_)) {
        return sked_queue_has_place_until_(queue, job, from, end);
    }
    if (queue->state_->profile.stale) {
        sked_queue_draft_profile_(queue);
    }
    SKED_ASSERT(queue->job_[job].first < queue->rules_.processors);
    fits = sked_profile_has_(queue, queue->job_[job].back, from, end) &&
           !sked_queue_is_booked_(queue, job, from, end);
    queue->state_->counters.index_steps = steps;    /* this was no pass */
    return fits;
}

/* The job whose start a running job must not put off: the first of the line, in its component. */
static uint32_t sked_queue_first_beside_(const sked_queue *queue, uint32_t job) {
    return sked_queue_has_kinds_(&queue->rules_)
               ? sked_queue_first_of_(queue, queue->kind_[queue->demand_[job].kind].connected)
               : sked_queue_first_(queue);
}

/* The earliest time at which a job of the line can start, by what runs and is booked. */
static sked_time sked_queue_first_start_(sked_queue *queue, uint32_t head, sked_time now) {
    sked_queue_state_ *state = queue->state_;
    const sked_queue_pass_ pass = state->pass;
    const uint64_t steps = state->counters.index_steps;
    const uint32_t pinned = state->tiers.pinned;
    const sked_time was = state->now;
    sked_time start;
    state->now = now;
    state->pass.booking_from = sked_queue_sets_from_(queue);
    state->pass.head = head;
    state->pass.head_length = queue->job_[head].estimate;
    state->tiers.pinned = 0;
    sked_queue_shadow_(queue, 0);
    start = state->pass.shadow;
    SKED_ASSERT(start >= now);
    if (sked_queue_meets_bookings_(queue, sked_time_add(start, state->pass.head_length))) {
        if (sked_queue_counts_(&queue->rules_)) {
            sked_profile_make_(queue);  /* it lives for one pass, and none is open */
            start = sked_queue_earliest_(queue, head, now, SKED_NEVER);
        } else {
            sked_queue_shadow_among_bookings_(queue);
            start = state->pass.shadow;
        }
    }
    state->now = was;
    state->pass = pass;
    state->tiers.pinned = pinned;
    state->counters.index_steps = steps;
    return start;
}

/* Gives a job in a foreground another estimate, and so another expected end. */
static void sked_queue_move_end_(sked_queue *queue, uint32_t job, sked_time estimate) {
    const sked_tree_ tree = sked_queue_ends_of_(queue, job);
    sked_tree_remove_(&tree, job);
    queue->job_[job].estimate = estimate;
    sked_queue_enter_ending_(queue, &tree, job);
    if (sked_queue_has_kinds_(&queue->rules_)) {
        sked_queue_unsettle_(queue, job);
    }
    SKED_ASSERT(sked_queue_adds_up_(queue));
}

/* Can the first job of the line start as early if a running job ends later? */
static int sked_queue_spares_first_(sked_queue *queue, uint32_t job, sked_time estimate,
                                    sked_time now) {
    const sked_time own = queue->job_[job].estimate;
    const uint32_t head = sked_queue_first_beside_(queue, job);
    sked_time before, after;
    if (queue->rules_.depth == 0 || head == SKED_NONE) {
        return 1;
    }
    before = sked_queue_first_start_(queue, head, now);
    sked_queue_move_end_(queue, job, estimate);
    after = sked_queue_first_start_(queue, head, now);
    sked_queue_move_end_(queue, job, own);
    SKED_ASSERT(before <= after);
    return before == after;
}

/* Does a job become this without a loss to any promise? At depths at which the queue keeps none
 * from pass to pass, it matters only to those who ask. */
static int sked_queue_keeps_promises_(sked_queue *queue, uint32_t job, const sked_queue_job_ *to,
                                      const sked_job *asked, uint32_t options, sked_time now) {
    const sked_queue_job_ *own = &queue->job_[job];
    const int keeps = sked_queue_keeps_(&queue->rules_);
    SKED_ASSERT(own->first < sked_queue_slots_(queue) || own->first == SKED_NONE ||
                own->first == SKED_BARRED_);
    if (own->first >= queue->rules_.processors) {
        return !keeps || sked_queue_keeps_reservation_(queue, job, to, asked, now);
    }
    if (to->estimate <= own->estimate) {
        return 1;
    }
    if (keeps) {
        return sked_queue_has_room_until_(queue, job, sked_time_add(own->start, to->estimate),
                                          now);
    }
    return options == 0 || sked_queue_spares_first_(queue, job, to->estimate, now);
}

/* Does a job still want the same kind, and the same amounts? */
static int sked_queue_demands_same_(const sked_queue *queue, uint32_t job,
                                    const sked_job *asked) {
    const uint32_t quotas = queue->rules_.quotas;
    uint32_t q = 0;
    if (!sked_queue_has_kinds_(&queue->rules_)) {
        return 1;
    }
    while (q < quotas && sked_tree_amounts_(&queue->line_, job)[q] ==
                             sked_amount_of_(asked->amounts, q)) {
        q++;
    }
    return q == quotas && queue->demand_[job].kind == asked->kind &&
           sked_queue_amount_each_(queue, job) == asked->amount_each;
}

/* Lets a reservation of SKED_COMPRESS be that of what the job becomes, or breaks it. The notes know
 * nothing of places that were too small for what it was: what is loose may be anywhere. */
static void sked_queue_change_reservation_(sked_queue *queue, uint32_t job,
                                           const sked_queue_job_ *to, int kept) {
    sked_queue_profile_state_ *profile = &queue->state_->profile;
    const sked_queue_job_ *own = &queue->job_[job];
    const sked_time start = own->start;
    SKED_ASSERT(kept || start >= 0);    /* only a promise is broken */
    if (start == SKED_UNRESERVED_) {
        return;
    }
    if (to->width < own->width || to->estimate < own->estimate) {
        profile->given_back = 1;
        profile->loose |= SKED_LOOSE_ANYWHERE_;
    }
    if (!kept) {
        profile->given_back = 1;
        sked_queue_unreserve_(queue, job);
        sked_queue_break_promise_(queue, job);
    } else if (!profile->stale && start != SKED_NEVER) {
        sked_profile_change_(queue, start, sked_queue_end_(queue, job), own->width);
        sked_profile_change_(queue, start, sked_time_add(start, to->estimate),
                             -(int64_t)to->width);
    }
}

/* The same if reservations have processors: of a job that wants less, some of what it has;
 * otherwise of what is free then, as sked_queue_has_place_ found. */
static void sked_queue_change_place_(sked_queue *queue, uint32_t job, const sked_queue_job_ *to,
                                     const sked_job *asked, int kept) {
    const sked_time start = queue->job_[job].start;
    const sked_set chosen = sked_queue_view_(queue, queue->chosen_words_);
    sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    SKED_ASSERT(kept || start >= 0);    /* only a promise is broken */
    if (start == SKED_UNRESERVED_ ||
        (to->width == queue->job_[job].width && to->estimate == queue->job_[job].estimate &&
         sked_queue_demands_same_(queue, job, asked))) {
        return;
    }
    queue->state_->profile.given_back = 1;
    if (!kept) {
        sked_queue_unreserve_(queue, job);
        sked_queue_break_promise_(queue, job);
    } else if (start != SKED_NEVER) {
        if (sked_queue_wants_less_(queue, job, to, asked)) {
            const sked_set own = sked_queue_reserved_set_(queue, job);
            sked_set_copy(&offered, &own);
        }
        sked_queue_choose_rare_(queue, to->width);
        sked_queue_unreserve_(queue, job);
        sked_queue_add_reserved_(queue, job, job, start, sked_time_add(start, to->estimate),
                                 &chosen);
    }
}

/* Of a job in no tree. A blocked head that gets another account stays the head no longer. */
static void sked_queue_change_account_(const sked_queue *queue, uint32_t job, uint32_t account) {
    if (account != sked_queue_account_of_(queue, job)) {
        sked_queue_set_account_(queue, job, account);
    }
}

/* A job of the line becomes another, in all its trees. */
static void sked_queue_change_in_line_(sked_queue *queue, uint32_t job, sked_queue_job_ to,
                                       const sked_job *asked, int kept) {
    const int under = queue->rules_.backgrounds > 0 && queue->job_[job].first == SKED_NONE &&
                      sked_queue_may_go_behind_(queue, job);
    SKED_ASSERT(to.first == queue->job_[job].first && to.arrival == queue->job_[job].arrival);
    if (SKED_QUEUE_KINDS_ && sked_queue_keeps_sets_(&queue->rules_)) {
        sked_queue_change_place_(queue, job, &to, asked, kept);
    } else if (sked_queue_keeps_(&queue->rules_)) {
        sked_queue_change_reservation_(queue, job, &to, kept);
    }
    to.start = queue->job_[job].start;
    sked_queue_leave_line_(queue, job);
    if (under) {
        sked_forest_remove_(queue, &queue->under_, job);
    }
    queue->job_[job] = to;
    sked_queue_set_demand_(queue, job, asked);
    sked_queue_change_account_(queue, job, asked->account);
    sked_queue_line_up_(queue, job);
    if (under) {
        sked_forest_enter_(&queue->under_, job);
    }
    SKED_ASSERT(sked_queue_is_line_full_(queue));
}

/* Lets the profile of SKED_COMPRESS know that a running job ends by another time. If promises may
 * have to give way, the next pass confirms them. */
static void sked_queue_change_profile_(sked_queue *queue, uint32_t job, sked_time end, int kept) {
    sked_queue_profile_state_ *profile = &queue->state_->profile;
    const sked_time had = sked_queue_end_(queue, job);
    const uint32_t back = queue->job_[job].back;
    SKED_ASSERT(kept || had < end);
    profile->given_back |= end < had;
    profile->stale |= !kept || (end < had && sked_queue_is_booked_(queue, job, 0, had));
    if (profile->stale || sked_queue_has_kinds_(&queue->rules_)) {
        return;
    }
    if (end < had) {
        sked_queue_loosen_(queue, end, had, back);
    } else {
        sked_profile_change_(queue, had, end, -(int64_t)back);
    }
}

/* A job in a foreground becomes another. The tree of ends knows neither its key nor its tag. */
static void sked_queue_change_running_(sked_queue *queue, uint32_t job, sked_queue_job_ to,
                                       uint32_t account, int kept) {
    const sked_time estimate = to.estimate;
    SKED_ASSERT(to.width == queue->job_[job].width && to.first == queue->job_[job].first);
    if (estimate != queue->job_[job].estimate) {
        if (sked_queue_keeps_(&queue->rules_)) {
            sked_queue_change_profile_(queue, job, sked_time_add(to.start, estimate), kept);
        }
        sked_queue_move_end_(queue, job, estimate);
    }
    queue->job_[job] = to;
    sked_queue_change_account_(queue, job, account);
}

/* A job with bars becomes another; it has no reservation to lose. */
static void sked_queue_change_barred_(sked_queue *queue, uint32_t job, sked_queue_job_ to,
                                      const sked_job *asked) {
    const sked_tree_ barred = sked_queue_barred_(queue);
    SKED_ASSERT(to.first == SKED_BARRED_ && to.back == queue->job_[job].back);
    sked_queue_leave_barred_(queue, job);
    queue->job_[job] = to;
    sked_queue_set_demand_(queue, job, asked);
    sked_queue_change_account_(queue, job, asked->account);
    sked_queue_enter_(queue, &barred, job, sked_queue_barred_order_(queue));
}

static int sked_queue_is_as_it_was_(const sked_queue_job_ *own, const sked_queue_job_ *to) {
    return own->key == to->key && own->tag == to->tag && own->estimate == to->estimate &&
           own->width == to->width;
}

SKED_API sked_status sked_queue_change(sked_queue *queue, uint64_t id,
                                       const sked_job_change *change, sked_time now) {
    uint32_t job = SKED_NONE;
    sked_status status = sked_queue_ready_for_any_(queue, id, now, &job);
    sked_queue_job_ to;
    sked_job asked;
    int kept, same;
    SKED_ASSERT(change != NULL);
    if (status == SKED_OK) {
        status = sked_queue_check_change_(queue, job, change);
    }
    if (status != SKED_OK) {
        return status;
    }
    to = sked_queue_job_asked_(queue, job, change);
    asked = sked_queue_asked_(queue, job, change);
    same = sked_queue_demands_same_(queue, job, &asked);
    if (queue->job_[job].first < SKED_BARRED_ && (queue->job_[job].width != to.width || !same)) {
        return SKED_E_NOT_WAITING;
    }
    kept = sked_queue_keeps_promises_(queue, job, &to, &asked, change->options, now);
    if (!kept && change->options == SKED_IF_KEPT) {
        return SKED_E_PROMISE;
    }
    if (same && asked.account == sked_queue_account_of_(queue, job) &&
        sked_queue_is_as_it_was_(&queue->job_[job], &to)) {
        queue->state_->now = now;
        return SKED_OK;
    }
    sked_queue_record_event_(queue, now);
    if (queue->job_[job].first < queue->rules_.processors) {
        sked_queue_change_running_(queue, job, to, asked.account, kept);
    } else if (sked_queue_is_barred_(queue, job)) {
        sked_queue_change_barred_(queue, job, to, &asked);
        if (!sked_queue_owns_right_(queue, job)) {
            sked_queue_disown_(queue, job);
        }
    } else {
        sked_queue_change_in_line_(queue, job, to, &asked, kept);
    }
    return SKED_OK;
}

/* ---- >>queue.shares: accounts that change places ---- */

SKED_API sked_status sked_queue_swap_accounts(sked_queue *queue, uint32_t a, uint32_t b,
                                              sked_time now) {
    const sked_status status = sked_queue_ready_(queue, now);
    uint32_t place;
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_is_by_share_(queue->rules_.order) || a >= queue->rules_.accounts ||
        b >= queue->rules_.accounts) {
        return SKED_E_RANGE;
    }
    sked_queue_record_event_(queue, now);
    sked_queue_unsettle_all_(queue);
    place = queue->place_of_[a];
    queue->place_of_[a] = queue->place_of_[b];
    queue->place_of_[b] = place;
    queue->at_place_[queue->place_of_[a]] = a;
    queue->at_place_[queue->place_of_[b]] = b;
    sked_queue_mark_lined_(queue, a);
    sked_queue_mark_lined_(queue, b); /*~share_lined*/
    SKED_ASSERT(queue->at_place_[queue->place_of_[a]] == a && queue->at_place_[0] >= a);
    return SKED_OK;
}

SKED_API uint32_t sked_queue_account_at(const sked_queue *queue, uint32_t place) {
    SKED_ASSERT(queue != NULL);
    return queue->state_ == NULL || !sked_is_by_share_(queue->rules_.order) ||
                   place >= queue->rules_.accounts
               ? SKED_NONE
               : queue->at_place_[place + 1];
}

/* ---- >>queue.sweeps: many jobs, each looking for its earliest place ---- */

/* After something was given back, each job in turn looks for an earlier place. A sweep remembers
 * what an earlier job did not find: no job as wide and as long finds it, either, except in what
 * opened since. Invariant: the places found are those of searches without a memory. */

/* Where a failure is remembered: jobs of one width, and of estimates in a quarter of an octave. */
static sked_failure_ *sked_sweep_slot_(const sked_queue *queue, uint32_t width, uint32_t quarter) {
    const uint32_t mixed = width * UINT32_C(0x9E3779B1) + quarter;
    SKED_ASSERT((queue->sweep_->slots & (queue->sweep_->slots - 1)) == 0);
    return &queue->failure_[mixed & (queue->sweep_->slots - 1)];
}

/* The failure of an earlier job that says most about this one, or NULL. It looks into a few slots:
 * of the job's own width and of powers of two below it, of its own estimate and of shorter ones. */
static const sked_failure_ *sked_sweep_recall_(const sked_queue *queue, uint32_t job,
                                               uint32_t quarter) {
    const sked_sweep_ *sweep = queue->sweep_;
    const uint32_t width = queue->job_[job].width;
    const uint32_t power = UINT32_C(1) << sked_log2_((uint64_t)width - 1);
    const uint32_t widths[3] = {width, power, power / 2};
    const sked_failure_ *best = NULL;
    uint32_t i;
    for (i = 0; i < 8; i++) {
        const sked_failure_ *failure = sked_sweep_slot_(queue, widths[i % 3], quarter - i / 3);
        if (failure->until > (best == NULL ? queue->state_->now : best->until) &&
            failure->width <= width && failure->estimate <= queue->job_[job].estimate &&
            sweep->openings - failure->openings <= SKED_OPENINGS_) {
            best = failure;
        }
    }
    return best;
}

/* No job as wide or wider, and as long or longer, finds a place before `until`. */
static void sked_sweep_fail_(const sked_queue *queue, sked_failure_ *failure, uint32_t width,
                             sked_time estimate, sked_time until) {
    SKED_ASSERT(estimate > 0 && until >= queue->state_->now);
    failure->width = width;
    failure->estimate = estimate;
    failure->until = until;
    failure->openings = queue->sweep_->openings;
}

static void sked_sweep_begin_(const sked_queue *queue, int sweeps) {
    static const sked_failure_ none = SKED_ZERO;
    const uint32_t failures = sked_queue_failures_(&queue->rules_);
    uint32_t i;
    for (i = 0; i < failures; i++) {
        queue->failure_[i] = none;
    }
    if (failures > 0) {
        queue->sweep_->openings = 0;
        queue->sweep_->slots = failures;
        if (sweeps) {
            sked_sweep_begin_note_(queue);
        }
    }
}

/* A job that moved has left [from, to) free. */
static void sked_sweep_open_(const sked_queue *queue, sked_time from, sked_time to) {
    sked_sweep_ *sweep = queue->sweep_;
    SKED_ASSERT(queue->state_->now < from && from <= to);
    sked_sweep_note_(queue, from, to, &sweep->opening[sweep->openings++ % SKED_OPENINGS_]);
}

/* The earliest place of a job before `own` that makes use of an opening; else `own`. */
static sked_time sked_sweep_try_(const sked_queue *queue, uint32_t job, sked_time own,
                                 const sked_opening_ *opening) {
    const uint32_t width = queue->job_[job].width;
    return sked_profile_fit_(queue, width, queue->job_[job].estimate,
                             sked_profile_since_(queue, opening->from, width), own, opening->to);
}

/* The estimate that speaks for all of a quarter: the least. */
static sked_time sked_sweep_round_(sked_time estimate, uint32_t quarter) {
    const uint32_t low_bits = quarter < 8 ? 0 : quarter / 4 - 2;
    const sked_time least =
        estimate == SKED_NEVER ? estimate : (estimate >> low_bits) << low_bits;
    SKED_ASSERT(least <= estimate && sked_sweep_quarter_(least) == quarter);
    return least;
}

/* The earliest place of a job, or `own`, which it has. A sweep must not let each of many jobs look
 * at each of many gaps. Where nothing is noted there is no place. What one job has not found, no
 * job that is as wide and as long finds, unless something opened since. So a search begins where
 * the other gave up, and then looks only into those openings. The first search of a new job is for
 * a shorter estimate, if that fails, too, so that its failure serves many. */
static sked_time sked_queue_search_(const sked_queue *queue, uint32_t job, sked_time own,
                                    uint32_t quarter) {
    const sked_sweep_ *sweep = queue->sweep_;
    const uint32_t width = queue->job_[job].width, level = sked_sweep_level_(width);
    const sked_time estimate = queue->job_[job].estimate;
    const sked_failure_ *known = sked_sweep_recall_(queue, job, quarter);
    const sked_time from = known == NULL ? queue->state_->now : known->until;
    uint32_t i = known == NULL ? sweep->openings : known->openings;
    sked_time failed = estimate, first = from, end = own, start = own;
    if (own == SKED_NEVER) {                /* notes say nothing about a new job */
        failed = sked_max_i64_(sked_sweep_round_(estimate, quarter),
                                known == NULL ? 0 : known->estimate);
    } else if (from < own) {
        sked_sweep_narrow_(queue, level, quarter, &first, &end);
        first = sked_max_i64_(from, first - estimate + 1);
    }
    SKED_ASSERT(failed <= estimate && from >= queue->state_->now);
    start = sked_profile_fit_(queue, width, failed, first, own, end);
    if (start < own && failed < estimate) {
        failed = estimate;
        start = sked_profile_fit_(queue, width, estimate, start, own, end);
    }
    for (; i < sweep->openings; i++) {
        const sked_opening_ *opening = &sweep->opening[i % SKED_OPENINGS_];
        SKED_ASSERT(sweep->openings - i <= SKED_OPENINGS_);     /* the ring still has it */
        if (opening->run[level] > quarter && opening->from < sked_time_add(start, estimate)) {
            failed = estimate;              /* a place may begin before the opening it uses */
            start = sked_sweep_try_(queue, job, start, opening);
        }
    }
    sked_sweep_fail_(queue, sked_sweep_slot_(queue, width, quarter), width, failed, start);
    return start;
}

/* The same, including places that reach the job's own reservation. */
static sked_time sked_sweep_better_(const sked_queue *queue, uint32_t job, sked_time own) {
    const uint32_t width = queue->job_[job].width, level = sked_sweep_level_(width);
    const uint32_t quarter = sked_sweep_quarter_(queue->job_[job].estimate);
    sked_time start = own;
    if (own == SKED_NEVER || sked_sweep_may_gain_(queue->sweep_, level, quarter)) {
        start = sked_queue_search_(queue, job, own, quarter);
    }
    if (own != SKED_NEVER && sked_sweep_may_slide_(queue, job, level, own)) {
        start = sked_min_i64_(start, sked_profile_since_(queue, own - 1, width));
    }
    return start;
}

/* The same; without a memory where that would not pay, or where bookings need more than numbers. */
static sked_time sked_queue_better_(const sked_queue *queue, uint32_t job, sked_time own) {
    return sked_queue_bookings_(queue) > 0 || !sked_queue_remembers_(&queue->rules_)
               ? sked_queue_earliest_(queue, job, queue->state_->now, own)
               : sked_sweep_better_(queue, job, own);
}

/* Gives a job the earliest reservation that it finds, never a later one than it has. Returns
 * whether the job gave one up for it. */
static int sked_queue_promise_(sked_queue *queue, uint32_t job) {
    const sked_time had = queue->job_[job].start;
    const sked_time own = had == SKED_UNRESERVED_ ? SKED_NEVER : had;
    const sked_time start = sked_queue_better_(queue, job, own);
    SKED_ASSERT(start >= queue->state_->now && start <= own);
    queue->state_->counters.jobs_looked_at++;
    if (start == had) {
        return 0;
    }
    sked_profile_change_(queue, own, sked_time_add(own, queue->job_[job].estimate),
                         queue->job_[job].width);
    sked_queue_reserve_(queue, job, start);
    sked_queue_set_reservation_(queue, job, start);
    if (own != SKED_NEVER && sked_queue_remembers_(&queue->rules_)) {
        sked_sweep_open_(queue, sked_max_i64_(own, sked_queue_end_(queue, job)),
                         sked_time_add(own, queue->job_[job].estimate));
    }
    return own != SKED_NEVER;
}

/* Updates all reservations: keeps what can be kept, then makes new ones and, in a sweep, earlier
 * ones, in the order of the queue. One that is for now stays. A sweep is made if something was
 * given back, and something has become free since the last sweep, if only by the moves of that
 * sweep; otherwise no job would find anything.
 * Source: the compression of Mu'alem and Feitelson (2001), in the order of the queue. */
static void sked_queue_keep_promises_(sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    sked_query_ query = {UINT32_MAX, 0, SKED_UNRESERVED_, NULL, 0};
    uint64_t *steps = &state->counters.index_steps;
    uint32_t job, moved = 0;
    int sweeps;
    if (state->profile.stale) {
        sked_queue_confirm_(queue);
    } else {
        sked_profile_advance_(queue);
        sked_queue_break_missed_(queue);
    }
    sweeps = state->profile.given_back && state->profile.loose;
    query.value = sweeps ? SKED_NEVER : SKED_UNRESERVED_;
    sked_sweep_begin_(queue, sweeps);
    job = sked_queue_find_(queue, SKED_NONE, &query, steps);
    for (; job != SKED_NONE; job = sked_queue_find_(queue, job, &query, steps)) {
        if (queue->job_[job].start != state->now) {
            moved |= (uint32_t)sked_queue_promise_(queue, job);
        }
    }
    SKED_ASSERT(sked_queue_line_low_(queue) >= state->now);     /* each has one, and none is past */
    state->profile.loose = sweeps ? moved : state->profile.loose;
    state->profile.given_back = 0;
}

/* ---- >>queue.pass: which job starts next ---- */

/* A pass is a walk through phases, and each call of next goes on where the last one stopped. At
 * depth 1: heads start while they fit; the first that does not gets a shadow time; then the jobs
 * behind it start that EASY's rule allows. At depth k: the first k jobs start or get reservations
 * in the profile, then the others start where they take nothing from these. Under SKED_COMPRESS:
 * the jobs start whose promises are for now.
 * Invariant: a job that starts lets every reservation stand, and no job is looked at twice.
 * Source: Lifka (1995); Mu'alem and Feitelson (2001). */

/* A pass over kinds looks only at components where something has happened since the last pass, or
 * an end was expected. */
static void sked_queue_open_kinds_(const sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    uint64_t components = state->kinds.components, open = 0;
    for (; components != 0; components &= components - 1) {
        const uint32_t kind = sked_kinds_first_(components);
        sked_queue_kind_ *own = &queue->kind_[kind];
        if (own->settled_until <= state->now) {
            open |= own->connected;
            own->settled_until = 0;
            own->head_blocked = own->unsettled = own->reserved = 0;
        }
    }
    SKED_ASSERT((open & ~((sked_kind_bit_(queue->rules_.kinds - 1) << 1) - 1)) == 0);
    state->kinds.looked_at = state->kinds.unblocked = open;
    state->pass.phase = SKED_PHASE_KIND_HEADS_;
    if (sked_queue_places_(&queue->rules_)) {
        state->pass.phase = SKED_PHASE_PLACING_;
        state->pass.cursor = sked_queue_first_(queue);
    }
}

static void sked_queue_open_pass_(sked_queue *queue, sked_time now) {
    sked_queue_state_ *state = queue->state_;
    SKED_ASSERT(state->pass.phase == SKED_PHASE_CLOSED_ && now >= state->now);
    state->now = now;
    sked_queue_refresh_bookings_(queue, now);
    state->pass.booking_from = sked_queue_sets_from_(queue);
    state->counters.passes++;
    state->pass.phase = SKED_PHASE_HEADS_;
    state->pass.cursor = state->pass.head = state->pass.reserved_last = SKED_NONE;
    state->pass.shadow = SKED_NEVER;
    state->pass.head_id = 0;
    state->pass.extra = state->pass.head_meets_booking = state->pass.head_blocked = 0;
    state->tiers.pinned = state->pass.changes = 0;
}

/* Makes, or updates, what a pass beyond depth 1 begins with. */
static void sked_queue_open_deep_(sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    if (SKED_QUEUE_KINDS_ && sked_queue_keeps_sets_(&queue->rules_)) {
        sked_queue_keep_places_(queue);
        state->pass.phase = SKED_PHASE_DUE_;
        state->pass.cursor = sked_queue_first_(queue);
    } else if (sked_queue_keeps_(&queue->rules_)) {
        const sked_query_ due = {UINT32_MAX, 0, state->now, NULL, 0};   /* reserved for now */
        sked_queue_keep_promises_(queue);
        state->pass.phase = SKED_PHASE_DUE_;
        state->pass.cursor =
            sked_queue_find_(queue, SKED_NONE, &due, &state->counters.index_steps);
    } else if (SKED_QUEUE_KINDS_ && sked_queue_places_(&queue->rules_)) {
        state->pass.reserved = 0;
        sked_queue_place_bookings_(queue);
    } else if (state->jobs.waiting > 0) {
        state->pass.reserved = 0;
        sked_profile_make_(queue);
        state->pass.phase = SKED_PHASE_RESERVING_;
        state->pass.cursor = sked_queue_first_(queue);
    }
    SKED_ASSERT(state->pass.phase != SKED_PHASE_CLOSED_);
}

/* Turns to the jobs without bookings of their own. */
static void sked_queue_open_line_(sked_queue *queue) {
    queue->state_->pass.phase = SKED_PHASE_HEADS_;
    if (SKED_QUEUE_KINDS_ && sked_queue_has_kinds_(&queue->rules_)) {
        sked_queue_open_kinds_(queue);
    }
    if (sked_queue_is_deep_(&queue->rules_)) {
        sked_queue_open_deep_(queue);
    }
}

SKED_API sked_status sked_queue_plan(sked_queue *queue, sked_time now) {
    const sked_status status = sked_queue_ready_(queue, now);
    if (status != SKED_OK) {
        return status;
    }
    if (queue->rules_.backgrounds > 0) {
        return SKED_E_BACKGROUNDS;
    }
    sked_queue_open_pass_(queue, now);
    if (sked_queue_due_booking_(queue) != SKED_NONE) {
        queue->state_->pass.phase = SKED_PHASE_OWNERS_;
    } else {
        sked_queue_open_line_(queue);
    }
    return SKED_OK;
}

/* Offers what is in a set, and in no booking's before `end`. */
static void sked_queue_offer_(const sked_queue *queue, const sked_set *from, sked_time end) {
    sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    sked_set_copy(&offered, from);
    sked_queue_without_booked_(queue, &offered, queue->state_->now, end);
}

/* Asks the queue's picker for a job's processors, among the idle ones. */
static int sked_queue_pick_(sked_queue *queue, uint32_t job, sked_time end) {
    const sked_set idle = sked_queue_free_(queue);
    sked_queue_offer_(queue, &idle, end);
    return sked_queue_ask_(queue, job, end, &queue->picker_);
}

/* Can a waiting job start now, for all that runs and is booked? */
static int sked_queue_can_start_(sked_queue *queue, uint32_t job, sked_time end) {
    const sked_guest_ nobody = {0, 0, 0};
    const sked_set idle = sked_queue_free_(queue);
    const sked_queue_state_ *state = queue->state_;
    if (queue->job_[job].width > state->machine.free) {
        return 0;
    }
    return !sked_queue_meets_bookings_(queue, end) ||
           sked_queue_fits_(queue, job, state->now, end, &idle, nobody);
}

static void sked_queue_describe_(const sked_queue *queue, uint32_t job, sked_action *action) {
    action->id = queue->job_[job].id;
    action->tag = queue->job_[job].tag;
    action->start = queue->job_[job].start;
    action->end = sked_queue_is_behind_(queue, job) ? SKED_NEVER : sked_queue_end_(queue, job);
    action->width = queue->job_[job].width;
    action->extra = 0;
    action->shadow = SKED_NEVER;
    action->head = 0;
}

/* Describes a start in the foreground, and what it means for the head. */
static void sked_queue_describe_start_(const sked_queue *queue, uint32_t job, sked_action_kind kind,
                                       sked_reason reason, sked_action *action) {
    const sked_queue_state_ *state = queue->state_;
    sked_queue_describe_(queue, job, action);
    action->kind = kind;
    action->reason = reason;
    if (reason != SKED_HEAD) {
        action->extra = state->pass.extra;
        action->shadow = state->pass.shadow;
        action->head = state->pass.head_id;
    }
}

/* Gives the chosen processors to the job, and describes the action. */
static void sked_queue_commit_(sked_queue *queue, uint32_t job, sked_reason reason,
                               sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    const sked_set chosen = sked_queue_view_(queue, queue->chosen_words_);
    SKED_ASSERT(queue->job_[job].width <= state->machine.free);
    sked_queue_stop_waiting_(queue, job);
    sked_queue_run_(queue, job, &chosen);
    SKED_ASSERT(queue->job_[job].start == state->now && queue->job_[job].first < SKED_UNUSED_);
    sked_queue_describe_start_(queue, job, SKED_START, reason, action);
    state->counters.started++;
}

/* Starts the owner of a booking, if one can start. */
static int sked_queue_next_owner_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    const uint32_t booking = sked_queue_due_booking_(queue);
    sked_set chosen = sked_queue_view_(queue, queue->chosen_words_), kept;
    uint32_t job;
    if (booking == SKED_NONE) {
        return 0;
    }
    job = queue->booking_[booking].owner;
    kept = sked_queue_booking_set_(queue, booking);
    sked_set_copy(&chosen, &kept);
    SKED_ASSERT(sked_queue_is_barred_(queue, job) && queue->job_[job].back == 1);
    sked_queue_forget_booking_(queue, booking);
    state->pass.booking_from = sked_queue_sets_from_(queue);
    state->profile.stale = state->profile.given_back = 1;
    sked_queue_unsettle_all_(queue);
    sked_queue_leave_barred_(queue, job);
    sked_queue_run_(queue, job, &chosen);
    sked_queue_describe_start_(queue, job, SKED_START, SKED_BOOKED, action);
    state->counters.started++;
    return 1;
}

/* Takes a job out of the trees of its group, or puts it there. */
static void sked_queue_regroup_(sked_queue *queue, uint32_t job, int enters) {
    const sked_forest_ *forests[2] = {&queue->fill_, &queue->under_};
    const int has[2] = {sked_queue_fills_(&queue->rules_),
                        queue->rules_.backgrounds > 0 && queue->job_[job].first == SKED_NONE &&
                            sked_queue_may_go_behind_(queue, job)};
    uint32_t i;
    if (enters) {
        sked_queue_enter_line_(queue, job);
    } else {
        sked_queue_leave_line_tree_(queue, job);
    }
    for (i = 0; i < 2; i++) {
        if (has[i] && sked_is_by_share_(forests[i]->order_)) {
            if (enters) {
                sked_forest_enter_(forests[i], job);
            } else {
                sked_forest_remove_(queue, forests[i], job);
            }
        }
    }
}

/* A blocked head stays the head, whatever becomes of its account, until it starts or leaves. Else
 * another one could be the head in each pass, and all of them wait for ever. */
static void sked_queue_let_stay_(sked_queue *queue, uint32_t head) {
    const sked_queue_rules_ *rules = &queue->rules_;
    if (!sked_is_by_share_(rules->order) || rules->depth == 0 || sked_queue_keeps_(rules) ||
        (queue->account_of_[head] & SKED_STAYS_) != 0) {
        return;
    }
    sked_queue_regroup_(queue, head, 0);
    queue->account_of_[head] |= SKED_STAYS_; /*~share_stays*/
    sked_queue_regroup_(queue, head, 1);
    SKED_ASSERT(sked_queue_group_(queue, head) == rules->accounts);
    SKED_ASSERT(sked_queue_has_kinds_(rules) || sked_queue_first_(queue) == head);
}

static void sked_queue_block_head_(sked_queue *queue, uint32_t head) {
    sked_queue_state_ *state = queue->state_;
    SKED_ASSERT(queue->job_[head].first >= queue->rules_.processors);
    SKED_ASSERT(head == sked_queue_first_(queue) || sked_queue_is_deep_(&queue->rules_) ||
                sked_queue_has_kinds_(&queue->rules_));
    state->pass.head = head;
    state->pass.head_id = queue->job_[head].id;
    state->pass.head_blocked = 1;
    sked_queue_let_stay_(queue, head);
}

/* The row of a kind, in the group that a pass looks at. */
static uint32_t sked_forest_row_now_(const sked_queue *queue, const sked_forest_ *forest,
                                     uint32_t kind) {
    return sked_is_by_share_(forest->order_)
               ? sked_forest_row_(queue, queue->at_place_[queue->state_->pass.place], kind)
               : kind;
}

/* Turns to the next group that has jobs in the line. Returns whether there is one. */
static int sked_forest_turn_to_next_(const sked_queue *queue, const sked_forest_ *forest) {
    sked_set lined;
    uint32_t place;
    if (!sked_is_by_share_(forest->order_)) {
        return 0;
    }
    lined = sked_queue_lined_(queue);
    place = sked_set_next(&lined, queue->state_->pass.place);
    if (place > queue->rules_.accounts) {
        return 0;
    }
    SKED_ASSERT(place > queue->state_->pass.place);
    queue->state_->pass.place = place;
    return 1;
}

/* No candidate of a kind is known yet, of jobs as wide as this. */
static void sked_forest_look_(const sked_queue *queue, const sked_forest_ *forest, uint32_t kind,
                              uint32_t width) {
    const uint32_t row = sked_forest_row_now_(queue, forest, kind);
    sked_fill32_(forest->ahead_ + (size_t)row * forest->classes_, sked_width_class_(width) + 1,
                 SKED_NOT_LOOKED_);
}

/* Turns to the jobs of a forest, as wide as what is free. */
static void sked_queue_look_ahead_(sked_queue *queue, const sked_forest_ *forest, uint32_t width,
                                   uint32_t phase) {
    queue->state_->pass.phase = phase;
    sked_forest_sort_(queue, forest);
    queue->state_->pass.place = 0;
    sked_forest_look_(queue, forest, 0, width);
}

/* Turns from the heads to the jobs behind the one that does not fit. */
static void sked_queue_look_behind_(sked_queue *queue, uint32_t head, int refused) {
    sked_queue_state_ *state = queue->state_;
    sked_queue_block_head_(queue, head);
    state->pass.phase = SKED_PHASE_CLOSED_;
    if (queue->rules_.depth == 0) {     /* a blocked head blocks all */
        return;
    }
    /* Without bookings first: where none overlaps the head's run, that is its shadow time. */
    state->pass.head_length = queue->job_[head].estimate;
    sked_queue_shadow_of_any_(queue, refused);
    if (sked_queue_meets_bookings_(queue,
                                   sked_time_add(state->pass.shadow, state->pass.head_length))) {
        sked_queue_shadow_among_bookings_(queue);
    }
    if (state->jobs.waiting > 1 && state->machine.free > 0) {
        sked_queue_look_ahead_(queue, &queue->fill_, state->machine.free, SKED_PHASE_BEHIND_);
    }
}

/* Depth 0 and 1, first half of a pass: heads, until one does not fit. */
static int sked_queue_next_head_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    const uint32_t job = sked_queue_first_(queue);
    sked_time end;
    int fits;
    if (job == SKED_NONE) {
        state->pass.phase = SKED_PHASE_CLOSED_;
        return 0;
    }
    state->counters.jobs_looked_at++;
    end = sked_time_add(state->now, queue->job_[job].estimate);
    fits = sked_queue_can_start_(queue, job, end);
    if (fits && sked_queue_pick_(queue, job, end)) {
        sked_queue_commit_(queue, job, SKED_HEAD, action);
        return 1;
    }
    sked_queue_look_behind_(queue, job, fits);  /* one that fits was refused by the picker */
    return 0;
}

/* The next candidate of a class of widths behind a job. Among reservations a class has a bound of
 * its own: how long its least width stays free. */
static uint32_t sked_forest_search_(sked_queue *queue, const sked_forest_ *forest, uint32_t row,
                                    uint32_t class_, uint32_t after, const sked_query_ *query) {
    const sked_tree_ tree = sked_forest_class_(forest, row * forest->classes_ + class_);
    sked_query_ own = *query;
    SKED_ASSERT(class_ < forest->classes_ && class_ <= sked_width_class_(query->count));
    SKED_ASSERT(row < sked_queue_rows_(&queue->rules_, forest->order_));
    if (queue->state_->pass.phase == SKED_PHASE_FILLING_) {
        own.value = sked_profile_lasts_(queue, sked_class_width_(class_));
    } else if (sked_queue_places_(&queue->rules_)) {
        own.value = sked_queue_lasts_(queue, row % queue->rules_.kinds, sked_class_width_(class_));
    }
    return sked_tree_find_(&tree, after, &own, &queue->state_->counters.index_steps);
}

/* The first, in the order of the forest, of the next candidates of a row's classes that the query
 * takes. Each is brought up to date: each class of widths has its own tree and its own next
 * candidate (ahead_). A query that gets narrower in the course of the pass lets a candidate stand
 * if it is still taken. In a class that is as a whole below what is free, or beyond it, each step
 * of a search is towards an answer. */
static uint32_t sked_forest_best_(sked_queue *queue, const sked_forest_ *forest, uint32_t row,
                                  const sked_query_ *query) {
    const uint32_t first = row * forest->classes_;
    const uint32_t last = first + sked_width_class_(query->count);
    uint32_t best = SKED_NONE, i;
    for (i = first + 1; i <= last; i++) {
        uint32_t job = forest->ahead_[i];
        if (job == SKED_NONE || !sked_query_enters_(query, &forest->tree_, forest->roots_[i])) {
            continue;
        }
        if (job == SKED_NOT_LOOKED_ ||
            !sked_query_takes_(query, queue->job_[job].width, queue->job_[job].estimate)) {
            job = sked_forest_search_(queue, forest, row, i - first,
                                      job == SKED_NOT_LOOKED_ ? SKED_NONE : job, query);
            forest->ahead_[i] = job;
        }
        if (job != SKED_NONE &&
            (best == SKED_NONE || sked_queue_before_(queue, job, best, forest->order_))) {
            best = job;
        }
    }
    return best;
}

/* Lets the class of a job move on, so that it does not come again. */
static void sked_forest_advance_(sked_queue *queue, const sked_forest_ *forest, uint32_t job,
                                 const sked_query_ *query) {
    const uint32_t row = sked_forest_row_of_(queue, forest, job);
    const uint32_t class_ = sked_width_class_(queue->job_[job].width);
    SKED_ASSERT(sked_query_takes_(query, queue->job_[job].width, queue->job_[job].estimate));
    forest->ahead_[row * forest->classes_ + class_] =
        sked_forest_search_(queue, forest, row, class_, job, query);
}

/* The next job, in the order of the forest, that the query takes; no job comes twice in a pass. Of
 * other groups candidates are looked for up to a width, which is at least what the query allows. */
static uint32_t sked_forest_next_(sked_queue *queue, const sked_forest_ *forest,
                                  const sked_query_ *query, uint32_t width) {
    uint32_t best = sked_forest_best_(queue, forest, sked_forest_row_now_(queue, forest, 0), query);
    SKED_ASSERT(query->count <= width);
    while (best == SKED_NONE && sked_forest_turn_to_next_(queue, forest)) {
        sked_forest_look_(queue, forest, 0, width);
        best = sked_forest_best_(queue, forest, sked_forest_row_now_(queue, forest, 0), query);
    }
    if (best != SKED_NONE) {
        sked_forest_advance_(queue, forest, best, query);
    }
    return best;
}

/* Does a booking overlap the head's run? Then the very processors decide, not numbers. */
static int sked_queue_head_meets_booking_(const sked_queue *queue) {
    return SKED_QUEUE_SETS_ && queue->state_->pass.head_meets_booking != 0;
}

/* EASY's rule (sked_query_takes_) in this pass, for jobs of at most `count` processors. */
static sked_query_ sked_queue_rule_(const sked_queue *queue, uint32_t count) {
    const sked_queue_state_ *state = queue->state_;
    sked_query_ query;
    query.count = count;
    query.extra =
        sked_queue_head_meets_booking_(queue) ? state->machine.free : state->pass.extra;
    query.value = sked_queue_latest_end_(queue) - state->now;
    query.room = NULL;
    query.quotas = 0;
    return query;
}

/* The rule for a job of which the end is known better than by its estimate. */
static int sked_queue_may_pass_(const sked_queue *queue, uint32_t width, sked_time end) {
    const sked_query_ query = sked_queue_rule_(queue, queue->state_->machine.free);
    return sked_query_takes_(&query, width,
                             end == SKED_NEVER ? SKED_NEVER : end - queue->state_->now);
}

/* By which half of the rule a job passes the head. */
static sked_reason sked_queue_reason_(const sked_queue *queue, sked_time end) {
    const int outlasts = end > sked_queue_latest_end_(queue); /*~backfill_outlasts*/
    return outlasts ? SKED_FITS_EXTRA : SKED_BEFORE_SHADOW;
}

/* What a job that outlasts the shadow time takes, the head leaves over no more. */
static void sked_queue_use_extra_(sked_queue *queue, const sked_action *action) {
    if (action->reason == SKED_FITS_EXTRA && !sked_queue_head_meets_booking_(queue)) {
        SKED_ASSERT(action->width <= queue->state_->pass.extra);
        queue->state_->pass.extra -= action->width;
    }
}

/* With the chosen processors taken by a guest, does the head still fit at its shadow time, by sets
 * or by its picker? */
static int sked_queue_keeps_shadow_(sked_queue *queue, sked_guest_ guest, int by_sets,
                                    int by_picker) {
    const sked_queue_pass_ *pass = &queue->state_->pass;
    const sked_time at = sked_queue_latest_end_(queue);
    const sked_set chosen = sked_queue_view_(queue, queue->chosen_words_);
    sked_set released = sked_queue_view_(queue, queue->offer_words_);
    SKED_ASSERT(by_sets || by_picker);
    sked_queue_released_(queue, &released, at, guest);
    return (!by_sets || sked_queue_fits_(queue, pass->head, at,
                                         sked_time_add(at, pass->head_length), &released, guest)) &&
           (!by_picker || sked_queue_finds_unbooked_(queue, at, &released, &chosen));
}

/* The same where the rule has not seen to that: among bookings, or if a picker may refuse. */
static int sked_queue_spares_head_(sked_queue *queue, uint32_t job, sked_time end) {
    const sked_guest_ guest = {1, job, end};
    const int by_sets = sked_queue_head_meets_booking_(queue);
    const int by_picker = sked_queue_asks_(queue) && end > sked_queue_latest_end_(queue);
    return (!by_sets && !by_picker) || sked_queue_keeps_shadow_(queue, guest, by_sets, by_picker);
}

/* The shortest estimate of the jobs in the line, without those that are far too wide; SKED_NEVER if
 * no other is there. */
static sked_time sked_queue_shortest_(const sked_queue *queue) {
    const uint32_t last = sked_width_class_(queue->state_->machine.free);
    const uint32_t trees = sked_forest_trees_(queue, &queue->fill_);
    sked_time shortest = SKED_NEVER;
    uint32_t row, i;
    for (row = 0; row < trees; row += queue->fill_.classes_) {
        for (i = row + 1; i <= row + last; i++) {
            const uint32_t root = queue->fill_.roots_[i];
            if (root != SKED_NONE) {
                shortest = sked_min_i64_(shortest, queue->fill_.tree_.low_[root]);
            }
        }
    }
    return shortest;
}

/* No waiting job can have more of the idle processors than this: bookings take the others before
 * even the shortest job would have ended. */
static uint32_t sked_queue_offered_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    const sked_set idle = sked_queue_free_(queue);
    sked_set unbooked = sked_queue_view_(queue, queue->future_words_);
    sked_time end;
    if (sked_queue_bookings_(queue) == 0) {
        return state->machine.free;
    }
    end = sked_time_add(state->now, sked_queue_shortest_(queue));
    if (!sked_queue_meets_bookings_(queue, end)) {
        return state->machine.free;
    }
    sked_set_copy(&unbooked, &idle);
    sked_queue_without_booked_(queue, &unbooked, state->now, end);
    return sked_set_count(&unbooked);
}

/* Depth 1, second half: one candidate after the other, each looked at once. */
static int sked_queue_next_behind_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    const sked_query_ query = sked_queue_rule_(queue, sked_queue_offered_(queue));
    while (state->machine.free > 0) {
        const uint32_t job = sked_forest_next_(queue, &queue->fill_, &query, state->machine.free);
        sked_time end;
        if (job == SKED_NONE) {
            break;
        }
        end = sked_time_add(state->now, queue->job_[job].estimate);
        if (job == state->pass.head) {
            continue;
        }
        state->counters.jobs_looked_at++;
        /* The rule has allowed it. Bookings, the picker and the head's own booking may not. */
        if (sked_queue_can_start_(queue, job, end) && sked_queue_pick_(queue, job, end) &&
            sked_queue_spares_head_(queue, job, end)) {
            const sked_reason reason = sked_queue_reason_(queue, end);
            SKED_ASSERT(sked_queue_may_pass_(queue, queue->job_[job].width, end));
            sked_queue_commit_(queue, job, reason, action);
            sked_queue_use_extra_(queue, action);
            SKED_ASSERT(state->pass.head_meets_booking ||
                        state->pass.extra == sked_queue_extra_(queue));
            return 1;
        }
    }
    state->pass.phase = SKED_PHASE_CLOSED_;
    return 0;
}

/* ---- >>queue.heads: a pass with a head for each component ---- */

/* The first job of the line that cannot start blocks its component, and is its head; the others go
 * on. Then the jobs behind these heads start in the backfill order, each by EASY's rule for its own
 * head: see sked_queue_rule_of_kind_. What pass.head and pass.shadow say is always of one of the
 * heads; the others are kept with their components.
 * Invariant: no job that starts moves a head's shadow time to a later one, in any component. */

/* Are enough processors of a job's kind idle, is there enough of all quotas, and is no booking in
 * the way? */
static int sked_queue_has_room_for_(sked_queue *queue, uint32_t job, sked_time end) {
    return sked_amounts_fit_(sked_tree_amounts_(&queue->line_, job), queue->room_,
                             queue->rules_.quotas) &&
           queue->job_[job].width <= queue->kind_[queue->demand_[job].kind].idle &&
           sked_queue_can_start_(queue, job, end);
}

/* Leaves of what is offered to a job that outlasts the shadow time only what the head can spare:
 * processors that it has no use for; if these are too few, also the others, of which a job wider
 * than `extra` gets just the lowest `extra`. Then whatever is chosen spares the head. */
static void sked_queue_spare_offer_(const sked_queue *queue, uint32_t job) {
    const sked_queue_state_ *state = queue->state_;
    const sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    const sked_set wanted =
        sked_queue_kind_set_(queue, queue->demand_[state->pass.head].kind);
    const uint32_t words = sked_set_words_(&offered), width = queue->job_[job].width;
    uint32_t w, useless = 0, most;
    SKED_ASSERT(state->pass.head != SKED_NONE && state->pass.head != job);
    for (w = 0; w < words; w++) {
        useless +=
            sked_word_count_((sked_word)(offered.words[w] & (sked_word)~wanted.words[w]));
    }
    if (width > useless && width <= state->pass.extra) {
        return;
    }
    most = width > useless ? state->pass.extra : 0;
    for (w = 0; w < words; w++) {
        sked_word left = (sked_word)(offered.words[w] & wanted.words[w]), spared = left;
        for (; left != 0 && most > 0; most--) {
            left = sked_word_rest_(left);
        }
        spared = (sked_word)(spared & (sked_word)~left);
        offered.words[w] =
            (sked_word)((offered.words[w] & (sked_word)~wanted.words[w]) | spared);
    }
}

/* Asks the queue's picker for a job's processors, among those in offer_words_; they may be too few.
 * Without a picker, others keep those that many kinds have. */
static int sked_queue_pick_offered_(sked_queue *queue, uint32_t job, sked_time end) {
    const sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    int picked;
    if (sked_set_count(&offered) < queue->job_[job].width) {
        return 0;
    }
    if (queue->picker_.pick == NULL && !queue->kind_[queue->demand_[job].kind].even) {
        sked_queue_choose_rare_(queue, queue->job_[job].width);
        return 1;
    }
    picked = sked_queue_ask_(queue, job, end, &queue->picker_);
    SKED_ASSERT(queue->demand_[job].kind < queue->rules_.kinds);
    queue->kind_[sked_queue_component_of_(queue, job)].unsettled |= (uint32_t)!picked;
    return picked;
}

/* How many processors the head can have of those counted as there, with what is left then. Caps are
 * looked at from within. */
static uint32_t sked_queue_room_then_(const sked_queue *queue, uint32_t amount, uint32_t outside) {
    uint32_t depth = 0, cap;
    for (cap = 0; cap < queue->rules_.caps; cap++) {
        queue->cap_[cap].room = queue->cap_[cap].there;
        depth = sked_max_u32_(depth, queue->cap_[cap].depth + 1);
    }
    while (depth-- > 0) {
        for (cap = 0; cap < queue->rules_.caps; cap++) {
            sked_queue_cap_ *own = &queue->cap_[cap];
            if (own->depth != depth) {
                continue;
            }
            if (amount > 0) {
                own->room = sked_min_u32_(own->room, queue->cap_then_[cap] / amount);
            }
            if (own->parent == SKED_NONE) {
                outside += own->room;
            } else {
                queue->cap_[own->parent].room += own->room;
            }
        }
    }
    SKED_ASSERT(outside <= queue->rules_.processors);
    return outside;
}

/* What is left at the head's shadow time, and which processors are there for it: those in
 * future_words_. Returns how many of these are in no cap. */
static uint32_t sked_queue_count_then_(const sked_queue *queue) {
    const sked_guest_ nobody = {0, 0, 0};
    const sked_time at = sked_queue_latest_end_(queue);
    const uint32_t head = queue->state_->pass.head;
    sked_set there = sked_queue_view_(queue, queue->future_words_);
    uint32_t i, outside = 0;
    sked_queue_released_(queue, &there, at, nobody);
    sked_queue_count_caps_(queue, queue->cap_then_, &there);
    sked_queue_without_booked_(queue, &there, at,
                               sked_time_add(at, queue->state_->pass.head_length));
    sked_queue_keep_kind_(queue, head, &there);
    for (i = 0; i < queue->rules_.caps; i++) {
        queue->cap_[i].there = 0;
    }
    for (i = sked_set_first(&there); i < there.size; i = sked_set_next(&there, i)) {
        if (queue->cap_of_[i] == SKED_NONE) {
            outside++;
        } else {
            queue->cap_[queue->cap_of_[i]].there++;
        }
    }
    SKED_ASSERT(outside <= there.size);
    return outside;
}

/* A processor is taken until after the head's shadow time (1), or not after all (-1). It is in
 * future_words_ if the head has a use for it. */
static void sked_queue_take_then_(const sked_queue *queue, uint32_t p, uint32_t amount, int more,
                                  uint32_t *outside) {
    const sked_set there = sked_queue_view_(queue, queue->future_words_);
    const uint32_t use = sked_set_has(&there, p) ? (uint32_t)more : 0;
    uint32_t cap = queue->cap_of_[p];
    if (cap == SKED_NONE) {
        *outside -= use;
        return;
    }
    queue->cap_[cap].there -= use;
    for (; cap != SKED_NONE; cap = queue->cap_[cap].parent) {
        SKED_ASSERT(more < 0 || queue->cap_then_[cap] >= amount);
        queue->cap_then_[cap] -= (uint32_t)more * amount;
    }
}

/* The processor of a set that leaves the head the most room; SKED_NONE: caps allow none. Of those
 * that the same cap has, and for which the head has as much use, one is tried. */
static uint32_t sked_queue_least_loss_(const sked_queue *queue, const sked_set *offered,
                                       uint32_t amount, uint32_t *outside) {
    const sked_set there = sked_queue_view_(queue, queue->future_words_);
    const uint32_t wanted = queue->amount_each_[queue->state_->pass.head];
    uint32_t p, cap, seen = 0, best = SKED_NONE, most = 0;
    for (cap = 0; cap < queue->rules_.caps; cap++) {
        queue->cap_[cap].seen = 0;
    }
    for (p = sked_set_first(offered); p < offered->size; p = sked_set_next(offered, p)) {
        const uint32_t bit = 1u << sked_set_has(&there, p);
        uint32_t *tried = queue->cap_of_[p] == SKED_NONE ? &seen
                                                         : &queue->cap_[queue->cap_of_[p]].seen;
        uint32_t room;
        if ((*tried & bit) != 0 ||
            sked_queue_full_cap_(queue, queue->cap_left_, p, amount) != SKED_NONE) {
            continue;
        }
        *tried |= bit;
        sked_queue_take_then_(queue, p, amount, 1, outside);
        room = sked_queue_room_then_(queue, wanted, *outside);
        sked_queue_take_then_(queue, p, amount, -1, outside);
        if (best == SKED_NONE || room > most) {
            best = p;
            most = room;
        }
    }
    SKED_ASSERT(best == SKED_NONE || sked_set_has(offered, best));
    return best;
}

/* Leaves of what is offered what caps allow: to a job that outlasts the head's shadow time just as
 * many processors as it wants, chosen so that the head keeps the most room then. */
static void sked_queue_offer_under_caps_(sked_queue *queue, uint32_t job, sked_time end) {
    const sked_queue_state_ *state = queue->state_;
    const sked_set idle = sked_queue_free_(queue);
    const uint32_t amount = queue->amount_each_[job];
    sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    sked_set chosen = sked_queue_view_(queue, queue->chosen_words_);
    uint32_t left = queue->job_[job].width, outside, p;
    SKED_ASSERT(job != state->pass.head || state->pass.phase != SKED_PHASE_KIND_BEHIND_);
    sked_queue_count_caps_(queue, queue->cap_left_, &idle);
    if (state->pass.phase != SKED_PHASE_KIND_BEHIND_ || !state->pass.head_meets_booking ||
        end <= sked_queue_latest_end_(queue)) {
        sked_queue_cut_to_caps_(queue, queue->cap_left_, amount, &offered);
        return;
    }
    outside = sked_queue_count_then_(queue);
    sked_set_clear(&chosen);
    for (; left > 0; left--) {
        p = sked_queue_least_loss_(queue, &offered, amount, &outside);
        SKED_ASSERT(p != SKED_NONE);    /* there is room, and any part of a choice can go on */
        sked_queue_use_caps_(queue, queue->cap_left_, p, amount);
        sked_queue_take_then_(queue, p, amount, 1, &outside);
        sked_set_remove(&offered, p);
        sked_set_add(&chosen, p);
    }
    sked_set_copy(&offered, &chosen);
}

/* The same among the idle ones of its kind. */
static int sked_queue_pick_of_kind_(sked_queue *queue, uint32_t job, sked_time end) {
    const sked_queue_state_ *state = queue->state_;
    const sked_set idle = sked_queue_free_(queue);
    sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    sked_queue_offer_(queue, &idle, end);
    sked_queue_keep_kind_(queue, job, &offered);
    if (state->pass.phase == SKED_PHASE_KIND_BEHIND_ && !state->pass.head_meets_booking &&
        end > sked_queue_latest_end_(queue)) {
        sked_queue_spare_offer_(queue, job);
    }
    if (sked_queue_has_caps_(queue)) {
        sked_queue_offer_under_caps_(queue, job, end);
    }
    return sked_queue_pick_offered_(queue, job, end);
}

/* Keeps what the pass knows of the head of a component; or fetches it. */
static void sked_queue_keep_head_(const sked_queue *queue, uint32_t component) {
    const sked_queue_pass_ *pass = &queue->state_->pass;
    sked_queue_kind_ *own = &queue->kind_[component];
    own->shadow = pass->shadow;
    own->head_length = pass->head_length;
    own->head_id = pass->head_id;
    own->head = pass->head;
    own->head_blocked = pass->head_blocked;
    own->head_meets_booking = pass->head_meets_booking;
    own->extra = pass->extra;
    SKED_ASSERT(own->head_blocked && sked_queue_component_of_(queue, own->head) == component);
}

static void sked_queue_fetch_head_(const sked_queue *queue, uint32_t component) {
    sked_queue_pass_ *pass = &queue->state_->pass;
    const sked_queue_kind_ *own = &queue->kind_[component];
    pass->shadow = own->shadow;
    pass->head_length = own->head_length;
    pass->head_id = own->head_id;
    pass->head = own->head;
    pass->head_blocked = own->head_blocked;
    pass->head_meets_booking = own->head_meets_booking;
    pass->extra = own->extra;
    SKED_ASSERT(pass->head_blocked && pass->head < queue->rules_.jobs_max);
}

/* A job that cannot start becomes the head of its component. */
static void sked_queue_block_component_(sked_queue *queue, uint32_t job, int refused) {
    sked_queue_state_ *state = queue->state_;
    const uint32_t component = sked_queue_component_of_(queue, job);
    SKED_ASSERT((state->kinds.unblocked & queue->kind_[component].connected) != 0);
    sked_queue_block_head_(queue, job);
    state->kinds.unblocked &= ~queue->kind_[component].connected;
    state->pass.shadow = SKED_NEVER;
    state->pass.extra = state->pass.head_meets_booking = 0;
    if (queue->rules_.depth > 0) {
        state->pass.head_length = queue->job_[job].estimate;
        sked_queue_shadow_of_kind_(queue, refused);
        if (sked_queue_meets_bookings_(
                queue, sked_time_add(state->pass.shadow, state->pass.head_length))) {
            sked_queue_shadow_among_bookings_(queue);
        }
        sked_queue_find_surplus_(queue);
    }
    sked_queue_keep_head_(queue, component);
}

/* Lets the pass speak of the head of a component, if that is blocked, or of none. */
static void sked_queue_recall_head_(const sked_queue *queue, uint32_t component) {
    sked_queue_pass_ *pass = &queue->state_->pass;
    if (queue->kind_[component].head_blocked) {
        sked_queue_fetch_head_(queue, component);
        return;
    }
    pass->shadow = SKED_NEVER;
    pass->head_id = 0;
    pass->head = SKED_NONE;
    pass->head_blocked = pass->head_meets_booking = pass->extra = 0;
}

/* Of all blocked heads the pass goes on to name the first in the line. */
static void sked_queue_name_first_head_(const sked_queue *queue) {
    uint64_t components = queue->state_->kinds.components;
    uint32_t first = SKED_NONE;
    for (; components != 0; components &= components - 1) {
        const uint32_t kind = sked_kinds_first_(components);
        if (queue->kind_[kind].head_blocked &&
            (first == SKED_NONE ||
             sked_queue_before_(queue, queue->kind_[kind].head, queue->kind_[first].head,
                                queue->rules_.order))) {
            first = kind;
        }
    }
    if (first != SKED_NONE) {
        SKED_ASSERT(sked_queue_component_(queue, first) == first);
        sked_queue_fetch_head_(queue, first);
    }
}

/* Ends a pass. What was looked at is settled until the next end that is expected there, unless a
 * picker may answer otherwise, or other jobs may be passed over than before, or bookings begin and
 * end. */
static void sked_queue_close_kinds_(const sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    uint64_t components = state->kinds.components;
    for (; components != 0; components &= components - 1) {
        const uint32_t kind = sked_kinds_first_(components);
        sked_queue_kind_ *own = &queue->kind_[kind];
        if ((state->kinds.looked_at & sked_kind_bit_(kind)) != 0 && !own->unsettled &&
            !own->passes && sked_queue_bookings_(queue) == 0) {
            own->settled_until = sked_queue_giving_next_(queue, kind, state->now);
            SKED_ASSERT(own->settled_until > state->now);
        }
    }
    sked_queue_name_first_head_(queue);
    state->pass.phase = SKED_PHASE_CLOSED_;
}

/* Which kinds may have candidates, in the group that the pass looks at. */
static void sked_queue_look_at_kinds_(const sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    uint64_t kinds = state->kinds.looked_at;
    state->kinds.hopeful = 0;
    for (; kinds != 0; kinds &= kinds - 1) {
        const uint32_t kind = sked_kinds_first_(kinds), idle = queue->kind_[kind].idle;
        if (idle > 0 && queue->kind_[sked_queue_component_(queue, kind)].head_blocked) {
            state->kinds.hopeful |= sked_kind_bit_(kind);
            SKED_ASSERT(idle <= state->machine.free);
            sked_forest_look_(queue, &queue->fill_, kind, idle);
        }
    }
}

/* Turns to the jobs behind the heads. */
static void sked_queue_look_beside_(sked_queue *queue, uint32_t phase) {
    sked_queue_state_ *state = queue->state_;
    if (!sked_queue_fills_(&queue->rules_) || state->kinds.looked_at == 0 ||
        state->machine.free == 0 || state->jobs.waiting == 0) {
        sked_queue_close_kinds_(queue);
        return;
    }
    state->pass.phase = phase;
    sked_forest_sort_(queue, &queue->fill_);
    state->pass.place = 0;
    sked_queue_look_at_kinds_(queue);
}

/* First half of a pass: heads, until each component has one that cannot start. */
static int sked_queue_next_of_heads_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    for (;;) {
        const uint32_t job = sked_queue_first_of_(queue, state->kinds.unblocked);
        sked_time end;
        int fits;
        if (job == SKED_NONE) {
            sked_queue_look_beside_(queue, SKED_PHASE_KIND_BEHIND_);
            return 0;
        }
        state->counters.jobs_looked_at++;
        end = sked_time_add(state->now, queue->job_[job].estimate);
        fits = sked_queue_has_room_for_(queue, job, end);
        if (fits && sked_queue_pick_of_kind_(queue, job, end)) {
            sked_queue_commit_(queue, job, SKED_HEAD, action);
            return 1;
        }
        sked_queue_block_component_(queue, job, fits);
    }
}

/* EASY's rule (sked_query_takes_) for jobs of a kind. Those that outlast the shadow time may have
 * what the head has no use for, and what it leaves over. */
static sked_query_ sked_queue_rule_of_kind_(const sked_queue *queue, uint32_t kind) {
    const sked_queue_kind_ *own = &queue->kind_[kind];
    const sked_queue_kind_ *head = &queue->kind_[sked_queue_component_(queue, kind)];
    sked_query_ query;
    SKED_ASSERT(own->useless <= own->idle && head->head_blocked);
    query.count = own->idle;
    query.extra = head->head_meets_booking
                      ? own->idle
                      : sked_min_u32_(own->idle, own->useless + head->extra);
    query.value =
        (head->shadow == SKED_NEVER ? SKED_TIME_MAX : head->shadow) - queue->state_->now;
    query.room = queue->room_;
    query.quotas = queue->rules_.quotas;
    if (queue->state_->pass.phase == SKED_PHASE_BETWEEN_) {
        query.extra = 0;                /* each class of widths has a bound of its own */
        query.value = SKED_NEVER;
    }
    return query;
}

/* The next job behind a head, in the backfill order. In the course of a pass queries only get
 * narrower, so that a kind without an answer has none later. */
static uint32_t sked_queue_best_candidate_(sked_queue *queue) {
    uint64_t *hopeful = &queue->state_->kinds.hopeful;
    uint64_t kinds = *hopeful;
    uint32_t best = SKED_NONE;
    sked_query_ query;
    for (; kinds != 0; kinds &= kinds - 1) {
        const uint32_t kind = sked_kinds_first_(kinds);
        uint32_t job;
        query = sked_queue_rule_of_kind_(queue, kind);
        job = sked_forest_best_(queue, &queue->fill_,
                                sked_forest_row_now_(queue, &queue->fill_, kind), &query);
        if (job == SKED_NONE) {
            *hopeful &= ~sked_kind_bit_(kind);
        } else if (best == SKED_NONE ||
                   sked_queue_before_(queue, job, best, queue->fill_.order_)) {
            best = job;
        }
    }
    return best;
}

/* The same, of the first group that has one. It does not come again. */
static uint32_t sked_queue_next_candidate_(sked_queue *queue) {
    uint32_t best = sked_queue_best_candidate_(queue);
    sked_query_ query;
    while (best == SKED_NONE && sked_forest_turn_to_next_(queue, &queue->fill_)) {
        sked_queue_look_at_kinds_(queue);
        best = sked_queue_best_candidate_(queue);
    }
    SKED_ASSERT(best == SKED_NONE || queue->job_[best].first == SKED_NONE);
    if (best != SKED_NONE) {
        SKED_ASSERT(queue->kind_[sked_queue_component_of_(queue, best)].head_blocked);
        query = sked_queue_rule_of_kind_(queue, queue->demand_[best].kind);
        sked_forest_advance_(queue, &queue->fill_, best, &query);
    }
    return best;
}

/* Does the head still have enough of all quotas at its shadow time, if a job runs until `end`? */
static int sked_queue_spares_quotas_(const sked_queue *queue, uint32_t job, sked_time end) {
    const size_t quotas = (size_t)queue->rules_.quotas;
    const uint32_t *surplus = queue->surplus_ + sked_queue_component_of_(queue, job) * quotas;
    const uint32_t *amounts = sked_tree_amounts_(&queue->line_, job);
    const uint32_t *heads = sked_tree_amounts_(&queue->line_, queue->state_->pass.head);
    uint32_t q = 0;
    SKED_ASSERT(queue->state_->pass.head_blocked && queue->rules_.depth == 1);
    if (end <= sked_queue_latest_end_(queue)) {
        return 1;
    }
    while (q < quotas && (queue->quota_[q].mode == (uint32_t)SKED_PASS || heads[q] == 0 ||
                          amounts[q] <= surplus[q])) {
        q++;
    }
    return q == quotas;
}

/* What a job that outlasts the shadow time takes, the head leaves over no more. */
static void sked_queue_use_surplus_(const sked_queue *queue, uint32_t job) {
    const size_t quotas = (size_t)queue->rules_.quotas;
    const uint32_t component = sked_queue_component_of_(queue, job);
    const uint32_t used = queue->demand_[job].gives;    /* of the head's kind */
    uint32_t q;
    SKED_ASSERT(queue->kind_[component].head != job);
    if (!queue->kind_[component].head_meets_booking) {
        SKED_ASSERT(used <= queue->kind_[component].extra);
        queue->kind_[component].extra -= used;
    }
    for (q = 0; q < quotas; q++) {
        uint32_t *surplus = &queue->surplus_[component * quotas + q];
        *surplus -= sked_min_u32_(*surplus, sked_tree_amounts_(&queue->line_, job)[q]);
    }
}

/* Second half: one candidate after the other, each looked at once. */
static int sked_queue_next_beside_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    uint32_t job;
    for (job = sked_queue_next_candidate_(queue); job != SKED_NONE;
         job = sked_queue_next_candidate_(queue)) {
        const sked_time end = sked_time_add(state->now, queue->job_[job].estimate);
        sked_queue_fetch_head_(queue, sked_queue_component_of_(queue, job));
        if (job == state->pass.head) {
            continue;
        }
        state->counters.jobs_looked_at++;
        SKED_ASSERT(queue->demand_[job].kind < queue->rules_.kinds && end > state->now);
        if (sked_queue_has_room_for_(queue, job, end) &&
            sked_queue_spares_quotas_(queue, job, end) &&
            sked_queue_pick_of_kind_(queue, job, end) && sked_queue_spares_head_(queue, job, end)) {
            const sked_reason reason = sked_queue_reason_(queue, end);
            sked_queue_commit_(queue, job, reason, action);
            if (reason == SKED_FITS_EXTRA) {
                sked_queue_use_surplus_(queue, job);
            }
            return 1;
        }
    }
    sked_queue_close_kinds_(queue);
    return 0;
}

/* ---- >>queue.placed: a pass of reservations with processors ---- */

/* First half: the first k jobs of each component start, or get reservations. Second half: the
 * others start where they take nothing from these. See >>queue.reserved. */

/* Starts a job on some of the processors in offer_words_ that are really idle, if possible.
 * *refused: only the picker was against it. */
static int sked_queue_start_offered_(sked_queue *queue, uint32_t job, sked_reason reason,
                                     sked_action *action, int *refused) {
    const sked_time end = sked_time_add(queue->state_->now, queue->job_[job].estimate);
    const sked_set idle = sked_queue_free_(queue);
    sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    sked_set_and(&offered, &idle);
    *refused = sked_set_count(&offered) >= queue->job_[job].width &&
               sked_queue_has_room_for_(queue, job, end);
    if (!*refused || !sked_queue_pick_offered_(queue, job, end)) {
        return 0;
    }
    SKED_ASSERT(sked_queue_quotas_last_(queue, job, queue->state_->now, end));
    sked_queue_commit_(queue, job, reason, action);
    return 1;
}

/* Does a component have an idle processor? */
static int sked_queue_has_idle_(const sked_queue *queue, uint32_t component) {
    uint64_t kinds = queue->kind_[component].connected;
    SKED_ASSERT(kinds != 0);
    while (kinds != 0 && queue->kind_[sked_kinds_first_(kinds)].idle == 0) {
        kinds &= kinds - 1;
    }
    return kinds != 0;
}

/* A job gets a reservation on some of the processors in offer_words_; SKED_NEVER: none, but it
 * counts. The first of a component is its head. */
static void sked_queue_place_(sked_queue *queue, uint32_t job, sked_time start) {
    sked_queue_state_ *state = queue->state_;
    const uint32_t component = sked_queue_component_of_(queue, job);
    sked_queue_kind_ *own = &queue->kind_[component];
    const sked_set chosen = sked_queue_view_(queue, queue->chosen_words_);
    if (!own->head_blocked) {
        sked_queue_block_head_(queue, job);
        state->pass.shadow = start;
        state->pass.head_length = queue->job_[job].estimate;
        sked_queue_keep_head_(queue, component);
    }
    SKED_ASSERT(start >= state->now && own->reserved < queue->rules_.depth);
    if (start != SKED_NEVER) {
        sked_queue_choose_rare_(queue, queue->job_[job].width);
        sked_queue_add_reserved_(queue, state->pass.reserved, job, start,
                                 sked_time_add(start, queue->job_[job].estimate), &chosen);
    }
    own->unsettled |= start == state->now;  /* its reservation moves on with the time */
    own->reserved++;
    own->reserved_last = job;
    if (own->reserved == queue->rules_.depth || !sked_queue_has_idle_(queue, component)) {
        state->kinds.unblocked &= ~own->connected;
    }
}

/* Lets the set of each entry be that of all that start no later, and turns to the other jobs. */
static void sked_queue_look_between_(sked_queue *queue) {
    uint32_t i;
    for (i = 1; i < queue->state_->pass.reserved; i++) {
        const sked_set before = sked_queue_reserved_set_(queue, queue->by_start_[i - 1]);
        sked_set own = sked_queue_reserved_set_(queue, queue->by_start_[i]);
        sked_set_or(&own, &before);
    }
    queue->state_->pass.cursor = SKED_NONE;
    sked_queue_look_beside_(queue, SKED_PHASE_BETWEEN_);
}

/* First half: reservations. */
static int sked_queue_next_placing_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    while (state->pass.cursor != SKED_NONE && state->kinds.unblocked != 0) {
        const uint32_t job = state->pass.cursor;
        const uint32_t component = sked_queue_component_of_(queue, job);
        sked_time start;
        state->pass.cursor = sked_queue_after_(queue, job);   /* a start takes it out */
        if (!sked_queue_is_one_of_(queue, job, state->kinds.unblocked)) {
            continue;
        }
        state->counters.jobs_looked_at++;
        start = sked_queue_find_place_(queue, job, state->now, SKED_NEVER);
        if (start == state->now) {
            const sked_reason reason =
                queue->kind_[component].head_blocked ? SKED_RESERVED : SKED_HEAD;
            int refused;
            sked_queue_recall_head_(queue, component);
            if (sked_queue_start_offered_(queue, job, reason, action, &refused)) {
                return 1;
            }
            /* If jobs that should have ended are in the way, it keeps its place. */
            start = sked_queue_find_place_(
                queue, job, refused ? sked_queue_next_offer_(queue, component) : state->now,
                SKED_NEVER);
        }
        sked_queue_place_(queue, job, start);
    }
    sked_queue_look_between_(queue);
    return 0;
}

/* Second half: the jobs without reservations. */
static int sked_queue_next_between_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    uint32_t job;
    for (job = sked_queue_next_candidate_(queue); job != SKED_NONE;
         job = sked_queue_next_candidate_(queue)) {
        const sked_time end = sked_time_add(state->now, queue->job_[job].estimate);
        const uint32_t entries = sked_queue_reserved_before_(queue, end);
        const uint32_t component = sked_queue_component_of_(queue, job);
        const uint32_t last = queue->kind_[component].reserved_last;
        const sked_set own = sked_queue_kind_set_(queue, queue->demand_[job].kind);
        int refused;
        /* The forest has the jobs with reservations, too. */
        if (job == last || sked_queue_before_(queue, job, last, queue->rules_.order)) {
            continue;
        }
        sked_queue_fetch_head_(queue, component);
        state->counters.jobs_looked_at++;
        sked_set_copy(&offered, &own);
        if (entries > 0) {
            const sked_set taken =
                sked_queue_reserved_set_(queue, queue->by_start_[entries - 1]);
            sked_set_andnot(&offered, &taken);
        }
        if (sked_queue_quotas_last_(queue, job, state->now, end) &&
            sked_queue_start_offered_(queue, job, sked_queue_reason_(queue, end), action,
                                      &refused)) {
            return 1;
        }
    }
    sked_queue_close_kinds_(queue);
    return 0;
}

/* Under SKED_COMPRESS the head of a component is its first job. */
static void sked_queue_name_first_of_(sked_queue *queue, uint32_t component) {
    const uint32_t head = sked_queue_first_of_(queue, queue->kind_[component].connected);
    queue->kind_[component].head_blocked = 0;
    sked_queue_recall_head_(queue, component);
    if (head != SKED_NONE) {
        sked_queue_block_head_(queue, head);
        queue->state_->pass.shadow = queue->job_[head].start;
        queue->state_->pass.head_length = queue->job_[head].estimate;
        sked_queue_keep_head_(queue, component);
    }
}

static void sked_queue_close_places_(sked_queue *queue) {
    uint64_t components = queue->state_->kinds.components;
    for (; components != 0; components &= components - 1) {
        sked_queue_name_first_of_(queue, sked_kinds_first_(components));
    }
    sked_queue_name_first_head_(queue);
    SKED_ASSERT(queue->state_->pass.extra == 0);
    queue->state_->pass.phase = SKED_PHASE_CLOSED_;
}

/* Starts a job whose reservation is for now, if possible, on any processors that no other entry
 * has. If its picker refuses, it loses the reservation; if jobs that should have ended are in the
 * way, it keeps it. */
static int sked_queue_start_due_(sked_queue *queue, uint32_t job, sked_action *action) {
    const sked_time now = queue->state_->now;
    const uint32_t component = sked_queue_component_of_(queue, job);
    sked_reason reason;
    int refused = 0;
    SKED_ASSERT(queue->reserved_[job].job == job && queue->reserved_[job].start == now);
    sked_queue_name_first_of_(queue, component);
    reason = job == queue->state_->pass.head ? SKED_HEAD : SKED_RESERVED;
    sked_queue_unrank_reserved_(queue, job);
    if (sked_queue_find_place_(queue, job, now, now + 1) == now &&
        sked_queue_start_offered_(queue, job, reason, action, &refused)) {
        queue->kind_[component].head_blocked &= (uint32_t)(reason != SKED_HEAD);
        sked_queue_recall_head_(queue, component);
        return 1;
    }
    if (refused) {
        sked_queue_break_promise_(queue, job);
        sked_queue_keep_place_(
            queue, job,
            sked_queue_find_place_(queue, job, sked_queue_next_offer_(queue, component),
                                   SKED_NEVER));
    } else {
        sked_queue_rank_reserved_(queue, job);
    }
    return 0;
}

/* SKED_COMPRESS: the jobs whose reservations are for now. */
static int sked_queue_next_due_place_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    while (state->pass.cursor != SKED_NONE) {
        const uint32_t job = state->pass.cursor;
        state->pass.cursor = sked_queue_after_(queue, job);   /* a start takes it out */
        SKED_ASSERT(queue->job_[job].start >= state->now);
        if (queue->job_[job].start == state->now) {
            state->counters.jobs_looked_at++;
            if (sked_queue_start_due_(queue, job, action)) {
                return 1;
            }
        }
    }
    sked_queue_close_places_(queue);
    return 0;
}

/* ---- >>queue.deep: depth k, and promises that are due ---- */

/* What the head leaves over, after the profile has changed. */
static void sked_queue_measure_extra_(sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    if (state->pass.head_blocked && state->pass.shadow != SKED_NEVER) {
        const int64_t left = sked_profile_free_at_(queue, state->pass.shadow);
        state->pass.extra = left > 0 ? (uint32_t)left : 0;
    }
}

/* Starts a job that the profile has room for, if possible. *refused: only the picker was against
 * it. */
static int sked_queue_start_(sked_queue *queue, uint32_t job, sked_reason reason,
                             sked_action *action, int *refused) {
    const sked_time end = sked_time_add(queue->state_->now, queue->job_[job].estimate);
    *refused = sked_queue_can_start_(queue, job, end);
    if (!*refused || !sked_queue_pick_(queue, job, end)) {
        return 0;
    }
    sked_queue_measure_extra_(queue);
    sked_queue_reserve_(queue, job, queue->state_->now);
    sked_queue_commit_(queue, job, reason, action);
    sked_queue_measure_extra_(queue);
    return 1;
}

/* A job that could not use its reservation for now waits for another offer, if the picker refused
 * or bookings by set are in the way; but it keeps it if a job that should have ended is. */
static int sked_queue_is_put_off_(const sked_queue *queue, int refused) {
    return refused || sked_queue_ending_from_(queue, queue->state_->now + 1) ==
                          sked_tree_first_(&queue->ending_);
}

/* Until something more is given back. */
static sked_time sked_queue_put_off_(const sked_queue *queue, uint32_t job) {
    return sked_queue_earliest_(queue, job, sked_queue_next_end_(queue, queue->state_->now),
                                SKED_NEVER);
}

/* Depth k: the jobs in the order of the queue start if they can, or get the next reservation. The
 * profile lives for one pass. */
static int sked_queue_next_reserving_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    while (state->pass.cursor != SKED_NONE && state->pass.reserved < queue->rules_.depth &&
           (state->machine.free > 0 || !state->pass.head_blocked)) {
        const uint32_t job = state->pass.cursor;
        sked_time start = sked_queue_earliest_(queue, job, state->now, SKED_NEVER);
        state->counters.jobs_looked_at++;
        SKED_ASSERT(start >= state->now);
        state->pass.cursor = sked_queue_after_(queue, job);   /* a start takes it out */
        if (start == state->now) {
            const sked_reason reason = state->pass.head_blocked ? SKED_RESERVED : SKED_HEAD;
            int refused;
            if (sked_queue_start_(queue, job, reason, action, &refused)) {
                return 1;
            }
            if (sked_queue_is_put_off_(queue, refused)) {
                start = sked_queue_put_off_(queue, job);
            }
        }
        if (!state->pass.head_blocked) {
            sked_queue_block_head_(queue, job);
            state->pass.shadow = start;
        }
        sked_queue_reserve_(queue, job, start);
        state->pass.reserved++;
        state->pass.reserved_last = job;
    }
    /* Jobs are left without reservations: they may take what these leave over. */
    sked_queue_measure_extra_(queue);
    state->pass.phase = SKED_PHASE_CLOSED_;
    if (state->pass.cursor != SKED_NONE && state->machine.free > 0) {
        sked_queue_look_ahead_(queue, &queue->fill_, state->machine.free, SKED_PHASE_FILLING_);
    }
    return 0;
}

/* What a job without a reservation must be like. Less may be free than is idle: jobs that should
 * have ended count as gone. */
static sked_query_ sked_queue_filling_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    const int64_t free_now = sked_profile_free_at_(queue, state->now);
    const int64_t least = sked_min_i64_(free_now, (int64_t)state->machine.free);
    sked_query_ query = {0, 0, SKED_NEVER, NULL, 0};
    query.count = least > 0 ? (uint32_t)least : 0;
    return query;
}

/* Depth k, second half: the jobs without reservations. */
static int sked_queue_next_filling_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    while (state->machine.free > 0) {
        const sked_query_ query = sked_queue_filling_(queue);
        const uint32_t job = sked_forest_next_(queue, &queue->fill_, &query, state->machine.free);
        sked_time end;
        int refused;
        if (job == SKED_NONE) {
            break;
        }
        /* The forest has the jobs with reservations, too. */
        if (job == state->pass.reserved_last ||
            sked_queue_before_(queue, job, state->pass.reserved_last, queue->rules_.order)) {
            continue;
        }
        state->counters.jobs_looked_at++;
        end = sked_time_add(state->now, queue->job_[job].estimate);
        if (sked_queue_fits_at_(queue, job, state->now) &&
            sked_queue_start_(queue, job, sked_queue_reason_(queue, end), action, &refused)) {
            return 1;
        }
    }
    state->pass.phase = SKED_PHASE_CLOSED_;
    return 0;
}

/* Puts off a job whose promise was for now. */
static void sked_queue_delay_(sked_queue *queue, uint32_t job, int refused) {
    if (sked_queue_is_put_off_(queue, refused)) {
        sked_time start;
        sked_queue_unreserve_(queue, job);
        sked_queue_break_promise_(queue, job);
        start = sked_queue_put_off_(queue, job);
        queue->state_->profile.loose |= SKED_LOOSE_ANYWHERE_;
        sked_queue_reserve_(queue, job, start);
        sked_queue_set_reservation_(queue, job, start);
    }
}

/* Under SKED_COMPRESS every waiting job has a reservation: the head's is the shadow time. */
static void sked_queue_name_head_(sked_queue *queue) {
    const uint32_t head = sked_queue_first_(queue);
    queue->state_->pass.head_blocked = 0;
    if (head != SKED_NONE) {
        sked_queue_block_head_(queue, head);
        queue->state_->pass.shadow = queue->job_[head].start;
    }
}

/* SKED_COMPRESS: the jobs whose reservations are for now. The profile has them already. */
static int sked_queue_next_due_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    const sked_query_ due = {UINT32_MAX, 0, state->now, NULL, 0};
    while (state->pass.cursor != SKED_NONE) {
        const uint32_t job = state->pass.cursor;
        const sked_time end = sked_queue_end_(queue, job);
        const int fits = sked_queue_can_start_(queue, job, end);
        SKED_ASSERT(queue->job_[job].start <= state->now);
        state->counters.jobs_looked_at++;
        state->pass.cursor =
            sked_queue_find_(queue, job, &due, &state->counters.index_steps);
        if (fits && sked_queue_pick_(queue, job, end)) {
            sked_queue_name_head_(queue);
            sked_queue_commit_(queue, job, job == state->pass.head ? SKED_HEAD : SKED_RESERVED,
                               action);
            state->pass.head_blocked = job != state->pass.head;
            return 1;
        }
        sked_queue_delay_(queue, job, fits);
    }
    sked_queue_name_head_(queue);
    state->pass.phase = SKED_PHASE_CLOSED_;
    return 0;
}

/* Reports a job on lost processors; *lost becomes those of its processors that are down. */
static void sked_queue_report_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    const sked_set down = sked_queue_down_set_(queue);
    sked_set news = sked_queue_lost_set_(queue, 0);
    sked_set lost = sked_queue_view_(queue, queue->chosen_words_);
    uint32_t tier, job, slot;
    for (tier = 0; sked_set_first(&news) == news.size;
         news = sked_queue_lost_set_(queue, tier)) {
        tier++;
    }
    /* The job of the first lost process: all its losses are reported at once. */
    job = queue->slot_[tier * news.size + sked_set_first(&news)].job;
    SKED_ASSERT(job != SKED_NONE && state->machine.losses > 0);
    sked_set_clear(&lost);
    for (slot = queue->job_[job].first; slot != SKED_NONE; slot = queue->slot_[slot].next) {
        uint32_t p;
        news = sked_queue_lost_set_(queue, sked_queue_tier_(queue, slot, &p));
        state->machine.losses -= (uint32_t)sked_set_has(&news, p);
        sked_set_remove(&news, p);
        sked_set_add(&lost, p);
    }
    sked_set_and(&lost, &down);
    sked_queue_describe_(queue, job, action);
    action->kind = SKED_LOST;
    action->reason = SKED_PROCESSOR_DOWN;
    state->counters.jobs_lost++;
}

/* Each phase ends in a later one, or in the end of the pass. */
static int sked_queue_step_deep_(sked_queue *queue, sked_action *action) {
    const sked_queue_state_ *state = queue->state_;
    int found = 0;
    if (state->pass.phase == SKED_PHASE_DUE_) {
        found = sked_queue_next_due_(queue, action);
    }
    if (state->pass.phase == SKED_PHASE_RESERVING_) {
        found = sked_queue_next_reserving_(queue, action);
    }
    if (!found && state->pass.phase == SKED_PHASE_FILLING_) {
        found = sked_queue_next_filling_(queue, action);
    }
    return found;
}

static int sked_queue_step_(sked_queue *queue, sked_action *action) {
    const sked_queue_state_ *state = queue->state_;
    int found = 0;
    if (state->machine.losses > 0) {
        sked_queue_report_(queue, action);
        return 1;
    }
    if (sked_queue_is_deep_(&queue->rules_) && state->pass.phase != SKED_PHASE_HEADS_) {
        return sked_queue_step_deep_(queue, action);
    }
    if (state->pass.phase == SKED_PHASE_HEADS_) {
        found = sked_queue_next_head_(queue, action);
    }
    if (!found && state->pass.phase == SKED_PHASE_BEHIND_) {
        found = sked_queue_next_behind_(queue, action);
    }
    return found;
}

/* The same in a queue with kinds. */
static int sked_queue_step_kinds_(sked_queue *queue, sked_action *action) {
    const sked_queue_state_ *state = queue->state_;
    if (state->machine.losses > 0) {
        sked_queue_report_(queue, action);
        return 1;
    }
    if (state->pass.phase == SKED_PHASE_DUE_) {
        return sked_queue_next_due_place_(queue, action);
    }
    if (sked_queue_places_(&queue->rules_)) {
        return (state->pass.phase == SKED_PHASE_PLACING_ &&
                sked_queue_next_placing_(queue, action)) ||
               (state->pass.phase == SKED_PHASE_BETWEEN_ &&
                sked_queue_next_between_(queue, action));
    }
    return (state->pass.phase == SKED_PHASE_KIND_HEADS_ &&
            sked_queue_next_of_heads_(queue, action)) ||
           (state->pass.phase == SKED_PHASE_KIND_BEHIND_ &&
            sked_queue_next_beside_(queue, action));
}

/* Losses, and jobs with bookings of their own. After the last the others come. */
static int sked_queue_step_owners_(sked_queue *queue, sked_action *action) {
    if (queue->state_->machine.losses > 0) {
        sked_queue_report_(queue, action);
        return 1;
    }
    if (sked_queue_next_owner_(queue, action)) {
        return 1;
    }
    sked_queue_open_line_(queue);
    return 0;
}

/* Is a pass open, of tiers or not, and can its actions be handed out? */
static sked_status sked_queue_check_next_(const sked_queue *queue, int tiers,
                                          const sked_set *processors) {
    const sked_queue_state_ *state = queue->state_;
    if (state == NULL) {
        return SKED_E_EMPTY;
    }
    if (state->pass.phase == SKED_PHASE_CLOSED_ ||
        (state->pass.phase >= SKED_PHASE_TIERS_) != tiers) {
        return SKED_E_NO_PASS;
    }
    return processors != NULL && processors->size != queue->rules_.processors ? SKED_E_RANGE
                                                                              : SKED_OK;
}

/* Hands out the processors of an action, if one was found. */
static sked_status sked_queue_hand_out_(const sked_queue *queue, int found, sked_set *processors) {
    if (found && processors != NULL) {
        const sked_set chosen = sked_queue_view_(queue, queue->chosen_words_);
        sked_set_copy(processors, &chosen);
    }
    return found ? SKED_OK : SKED_DONE;
}

SKED_API sked_status sked_queue_next(sked_queue *queue, sked_action *action, sked_set *processors) {
    const sked_status status = sked_queue_check_next_(queue, 0, processors);
    SKED_ASSERT(action != NULL);
    if (status != SKED_OK) {
        return status;
    }
    if (SKED_QUEUE_BOOKINGS_ && queue->state_->pass.phase == SKED_PHASE_OWNERS_ &&
        sked_queue_step_owners_(queue, action)) {
        return sked_queue_hand_out_(queue, 1, processors);
    }
    if (SKED_QUEUE_KINDS_ && sked_queue_has_kinds_(&queue->rules_)) {
        return sked_queue_hand_out_(queue, sked_queue_step_kinds_(queue, action), processors);
    }
    return sked_queue_hand_out_(queue, sked_queue_step_(queue, action), processors); /*~plain_next*/
}

SKED_API sked_status sked_queue_plan_end(sked_queue *queue) {
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (queue->state_->pass.phase == SKED_PHASE_CLOSED_) {
        return SKED_E_NO_PASS;
    }
    if (queue->state_->pass.phase == SKED_PHASE_OWNERS_) {
        sked_queue_open_line_(queue);
    }
    if (sked_queue_has_kinds_(&queue->rules_)) {
        sked_queue_name_first_head_(queue);
    }
    queue->state_->pass.phase = SKED_PHASE_CLOSED_;
    queue->state_->pass.changes |= SKED_CHANGED_;
    return SKED_OK;
}

/* The first entry of a job that is still to come. */
static sked_time sked_queue_next_place_time_(const sked_queue *queue) {
    const uint32_t entries = queue->state_->pass.reserved;
    uint32_t i = sked_queue_reserved_before_(queue, queue->state_->now + 1);
    SKED_ASSERT(i <= entries);
    while (i < entries && queue->reserved_[queue->by_start_[i]].job == SKED_NONE) {
        i++;
    }
    return i == entries ? SKED_NEVER : queue->reserved_[queue->by_start_[i]].start;
}

/* The first reservation that is still to come; of those that are past, or not made, none counts. */
static sked_time sked_queue_next_due_time_(const sked_queue *queue) {
    const sked_time now = queue->state_->now;
    uint32_t job = sked_queue_first_(queue);
    sked_time next;
    if (SKED_QUEUE_KINDS_ && sked_queue_keeps_sets_(&queue->rules_)) {
        return sked_queue_next_place_time_(queue);
    }
    next = sked_queue_line_low_(queue);
    if (next > now) {
        return next;
    }
    next = SKED_NEVER;
    for (; job != SKED_NONE; job = sked_queue_after_(queue, job)) {
        next = queue->job_[job].start > now ? sked_min_i64_(queue->job_[job].start, next) : next;
    }
    return next;
}

SKED_API sked_time sked_queue_next_time(const sked_queue *queue) {
    sked_time next;
    uint32_t booking;
    if (queue->state_ == NULL) {
        return SKED_NEVER;
    }
    next = sked_queue_next_end_(queue, queue->state_->now);
    booking = sked_queue_bookings_before_(queue, queue->state_->now + 1);
    if (booking < sked_queue_bookings_(queue)) {
        next = sked_min_i64_(next, queue->booking_[booking].start);
    }
    return sked_queue_keeps_(&queue->rules_)
               ? sked_min_i64_(next, sked_queue_next_due_time_(queue))
               : next;
}

/* ---- >>queue.questions: what there is ---- */

SKED_API const char *sked_action_text(sked_action_kind kind) {
    switch (kind) {
    case SKED_START: return "start";
    case SKED_LOST: return "lost";
    case SKED_START_BACKGROUND: return "start in the background";
    case SKED_SWAP: return "swap to the foreground";
    case SKED_RESTART: return "restart in the foreground";
    case SKED_MIGRATE: return "migrate to the foreground";
    case SKED_ACTION_CLOSED_: break; /*~no_action*/
    }
    return "unknown action";
}

SKED_API const char *sked_reason_text(sked_reason reason) {
    switch (reason) {
    case SKED_HEAD: return "head of the queue";
    case SKED_BEFORE_SHADOW: return "ends before the shadow time";
    case SKED_FITS_EXTRA: return "fits beside the head";
    case SKED_RESERVED: return "its reservation is due";
    case SKED_PROCESSOR_DOWN: return "a processor is down";
    case SKED_SPARE_CYCLES: return "spare cycles";
    case SKED_BOOKED: return "its own booking";
    case SKED_REASON_CLOSED_: break;
    }
    return "unknown reason";
}

SKED_API sked_status sked_queue_get_info(const sked_queue *queue, sked_queue_info *info) {
    const sked_queue_state_ *state = queue->state_;
    SKED_ASSERT(info != NULL);
    if (state == NULL) {
        return SKED_E_EMPTY;
    }
    SKED_ASSERT(sked_queue_adds_up_(queue) && sked_queue_is_line_full_(queue));
    info->now = state->now;
    info->bytes = queue->bytes_;
    info->processors = queue->rules_.processors;
    info->processors_free = state->machine.free;
    info->processors_down = state->machine.down;
    info->jobs_max = queue->rules_.jobs_max;
    info->waiting = state->jobs.waiting;
    info->barred = sked_queue_count_barred_(queue);
    info->running = state->jobs.running;
    info->background = state->jobs.background;
    info->bookings_max = queue->rules_.bookings_max;
    info->accounts_max = queue->rules_.accounts;
    info->bookings = state->bookings.count;
    info->pass_open = state->pass.phase != SKED_PHASE_CLOSED_;
    info->head_blocked = state->pass.head_blocked != 0;
    info->head = state->pass.head_blocked ? state->pass.head_id : 0;
    info->shadow = state->pass.head_blocked ? state->pass.shadow : SKED_NEVER;
    info->extra = state->pass.head_blocked ? state->pass.extra : 0;
    info->counters = state->counters;
    return SKED_OK;
}

static void sked_queue_describe_job_(const sked_queue *queue, uint32_t job, sked_job_info *info) {
    const int running = queue->job_[job].first < SKED_BARRED_;
    const int background = sked_queue_is_behind_(queue, job);
    const int foreground = running && !background, barred = sked_queue_is_barred_(queue, job);
    const sked_time start = queue->job_[job].start;
    SKED_ASSERT(!running || queue->job_[job].back <= queue->job_[job].width);
    info->running = running;
    info->background = background;
    info->width = queue->job_[job].width;
    info->progress_permille = queue->rules_.backgrounds > 0 ? queue->progress_[job] : 0;
    info->position =
        foreground || barred ? SKED_NONE : sked_queue_position_(queue, job);
    info->processors_down = running ? queue->job_[job].width - queue->job_[job].back : 0;
    info->estimate = queue->job_[job].estimate;
    info->start = running ? start : SKED_NEVER;
    info->end = foreground ? sked_queue_end_(queue, job) : SKED_NEVER;
    info->reserved = running || start == SKED_UNRESERVED_ ? SKED_NEVER : start;
    info->key = queue->job_[job].key;
    info->tag = queue->job_[job].tag;
    info->options = sked_queue_options_(queue, job);
    info->kind = sked_queue_has_kinds_(&queue->rules_) ? queue->demand_[job].kind : 0;
    info->amount_each = sked_queue_amount_each_(queue, job);
    info->bars = barred ? queue->job_[job].back : 0;
    info->account = sked_queue_account_of_(queue, job);
}

SKED_API sked_status sked_queue_get_job(const sked_queue *queue, uint64_t id, sked_job_info *info,
                                        sked_set *processors) {
    uint32_t job, slot;
    SKED_ASSERT(info != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (processors != NULL && processors->size != queue->rules_.processors) {
        return SKED_E_RANGE;
    }
    job = sked_queue_seek_(queue, id);
    if (job == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    sked_queue_describe_job_(queue, job, info);
    if (processors != NULL) {
        sked_set_clear(processors);
        slot = info->running ? queue->job_[job].first : SKED_NONE;
        for (; slot != SKED_NONE; slot = queue->slot_[slot].next) {
            sked_set_add(processors, slot % processors->size);
        }
        SKED_ASSERT(!info->running || sked_set_count(processors) == info->width);
    }
    return SKED_OK;
}

SKED_API sked_status sked_queue_job_on(const sked_queue *queue, uint32_t processor, uint64_t *id) {
    SKED_ASSERT(id != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (processor >= queue->rules_.processors) {
        return SKED_E_RANGE;
    }
    if (queue->slot_[processor].job == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    SKED_ASSERT(queue->job_[queue->slot_[processor].job].first < queue->rules_.processors);
    *id = queue->job_[queue->slot_[processor].job].id;
    return SKED_OK;
}

static sked_status sked_queue_name_(const sked_queue *queue, uint32_t job, uint64_t *id) {
    SKED_ASSERT(id != NULL);
    if (job == SKED_NONE) {
        return SKED_E_RANGE;
    }
    SKED_ASSERT(queue->job_[job].first != SKED_UNUSED_);
    *id = queue->job_[job].id;
    return SKED_OK;
}

SKED_API sked_status sked_queue_waiting_at(const sked_queue *queue, uint32_t position,
                                           uint64_t *id) {
    sked_tree_ tree;
    uint32_t place;
    int more;
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    more = sked_queue_first_tree_(queue, &place, &tree);
    while (more && position >= sked_tree_size_(&tree, *tree.root_)) {
        position -= sked_tree_size_(&tree, *tree.root_);
        more = sked_queue_next_tree_(queue, &place, &tree);
    }
    return sked_queue_name_(queue, more ? sked_tree_nth_(&tree, position) : SKED_NONE, id);
}

SKED_API sked_status sked_queue_barred_at(const sked_queue *queue, uint32_t position,
                                          uint64_t *id) {
    sked_tree_ barred;
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    barred = sked_queue_barred_(queue);
    return sked_queue_name_(queue, sked_tree_nth_(&barred, position), id);
}

/* How many jobs of a tree of ends come before a job, which may be of another. */
static uint32_t sked_tree_ends_ahead_(const sked_queue *queue, const sked_tree_ *tree,
                                      uint32_t job) {
    uint32_t node = *tree->root_, ahead = 0;
    while (node != SKED_NONE) {
        if (sked_queue_ends_before_(queue, node, job)) {
            ahead += sked_tree_size_(tree, tree->node_[node].left) + 1;
            node = tree->node_[node].right;
        } else {
            node = tree->node_[node].left;
        }
    }
    return ahead;
}

/* The job of a component that has this position among all that run, or SKED_NONE. */
static uint32_t sked_queue_running_nth_(const sked_queue *queue, uint32_t component,
                                        uint32_t position) {
    const sked_tree_ tree = sked_queue_ends_(queue, component);
    uint32_t node = *tree.root_;
    while (node != SKED_NONE) {
        uint64_t components = queue->state_->kinds.components;
        uint32_t ahead = 0;
        for (; components != 0; components &= components - 1) {
            const sked_tree_ other = sked_queue_ends_(queue, sked_kinds_first_(components));
            ahead += sked_tree_ends_ahead_(queue, &other, node);
        }
        SKED_ASSERT(ahead < queue->state_->jobs.running);
        if (ahead == position) {
            break;
        }
        node = ahead > position ? tree.node_[node].left : tree.node_[node].right;
    }
    return node;
}

SKED_API sked_status sked_queue_running_at(const sked_queue *queue, uint32_t position,
                                           uint64_t *id) {
    uint64_t components;
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!sked_queue_has_kinds_(&queue->rules_)) {
        return sked_queue_name_(queue, sked_tree_nth_(&queue->ending_, position), id);
    }
    components = queue->state_->kinds.components;
    for (; components != 0; components &= components - 1) {
        const uint32_t job =
            sked_queue_running_nth_(queue, sked_kinds_first_(components), position);
        if (job != SKED_NONE) {
            *id = queue->job_[job].id;
            return SKED_OK;
        }
    }
    return SKED_E_RANGE;
}

SKED_API sked_status sked_queue_booking_at(const sked_queue *queue, uint32_t position, uint64_t *id,
                                           sked_span *span, sked_set *set) {
    sked_set kept;
    SKED_ASSERT(id != NULL && span != NULL && set != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (position >= queue->state_->bookings.count || set->size != queue->rules_.processors) {
        return SKED_E_RANGE;
    }
    kept = sked_queue_booking_set_(queue, position);
    sked_set_copy(set, &kept);
    *id = queue->booking_[position].id;
    span->start = queue->booking_[position].start;
    span->end = queue->booking_[position].end;
    span->count = queue->booking_[position].count;
    SKED_ASSERT(span->start < span->end && (span->count > 0 || sked_set_count(set) > 0));
    span->set = span->count > 0 ? NULL : set;
    return SKED_OK;
}

/* The conflict of a booking with the job on `p`, if `p` is the first of their common processors. */
static int sked_queue_is_conflict_(const sked_queue *queue, uint32_t booking, uint32_t p,
                                   sked_conflict *conflict) {
    const sked_set kept = sked_queue_booking_set_(queue, booking);
    const uint32_t job = queue->slot_[p].job;
    uint32_t slot;
    conflict->booking = queue->booking_[booking].id;
    conflict->job = queue->job_[job].id;
    conflict->end = sked_queue_end_(queue, job);
    conflict->count = 0;
    for (slot = queue->job_[job].first; slot != SKED_NONE; slot = queue->slot_[slot].next) {
        if (sked_set_has(&kept, slot)) {
            if (slot < p) {
                return 0;
            }
            conflict->count++;
        }
    }
    SKED_ASSERT(0 < conflict->count && conflict->count <= queue->job_[job].width);
    return 1;
}

/* The conflict of the bookings by count, in the name of the one that began last. */
static int sked_queue_lacks_count_(const sked_queue *queue, sked_conflict *conflict) {
    uint32_t booking = sked_queue_bookings_before_(queue, queue->state_->now + 1);
    const uint32_t lacking = sked_queue_lacking_(queue);
    if (lacking == 0) {
        return 0;
    }
    do {
        SKED_ASSERT(booking > 0);       /* one of them lacks something */
        booking--;
    } while (queue->booking_[booking].count == 0 ||
             queue->booking_[booking].end <= queue->state_->now);
    conflict->booking = queue->booking_[booking].id;
    conflict->job = 0;
    conflict->count = lacking;
    conflict->end = SKED_NEVER;
    return 1;
}

/* The cursor is where to go on: a booking and a processor; bookings by count come last. */
SKED_API sked_status sked_queue_next_conflict(const sked_queue *queue, uint64_t *cursor,
                                              sked_conflict *conflict) {
    uint32_t booking, begun, p;
    SKED_ASSERT(cursor != NULL && conflict != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    begun = sked_queue_bookings_before_(queue, queue->state_->now + 1);
    p = (uint32_t)*cursor;
    for (booking = (uint32_t)(*cursor >> 32); booking < begun; booking++, p = 0) {
        if (queue->booking_[booking].count > 0 ||
            queue->booking_[booking].end <= queue->state_->now) {
            continue;
        }
        while ((p = sked_queue_next_busy_(queue, booking, p)) != SKED_NONE) {
            if (sked_queue_is_conflict_(queue, booking, p++, conflict)) {
                *cursor = (uint64_t)booking << 32 | p;
                return SKED_OK;
            }
        }
    }
    if (*cursor >> 32 <= begun && sked_queue_lacks_count_(queue, conflict)) {
        *cursor = ((uint64_t)begun + 1) << 32;  /* so that it comes once */
        return SKED_OK;
    }
    return SKED_DONE;
}

/* ---- >>queue.copies: branch, clone, forecast ---- */

/* A block has indices only, no pointers, so that a copy of its bytes is a queue. A forecast is a
 * branch that is played: each job ends at its expected end, and passes are made until none
 * waits. */

SKED_API sked_status sked_queue_branch(const sked_queue *queue, sked_queue *branch, void *block,
                                       size_t bytes) {
    sked_status status;
    SKED_ASSERT(queue != NULL && branch != NULL && branch != queue);
    sked_queue_empty_(branch);
    status = sked_copy_block_(queue->state_, queue->bytes_, block, bytes);
    if (status == SKED_OK) {
        sked_queue_attach_(branch, &queue->rules_, &queue->picker_, block, queue->bytes_);
        branch->know_ = queue->know_;
        SKED_ASSERT(sked_queue_is_line_full_(branch) && sked_queue_adds_up_(branch));
    }
    return status;
}

SKED_API sked_status sked_queue_clone(const sked_queue *queue, sked_queue *clone, sked_mem mem) {
    void *block;
    sked_status status = queue->state_ == NULL ? SKED_E_EMPTY : SKED_OK;
    SKED_ASSERT(clone != NULL && clone != queue);
    sked_queue_empty_(clone);
    status = sked_take_block_(status, NULL, &mem, queue->bytes_, &block);
    if (status == SKED_OK) {
        status = sked_queue_branch(queue, clone, block, queue->bytes_);
        sked_keep_block_(&clone->mem_, &mem, block, queue->bytes_, status);
    }
    return status;
}

/* Plays a branch to its end. Nothing is submitted any more, so that each job keeps its index, also
 * after its end: `start` is then still that of its run. `tag` becomes the reason. */
static void sked_queue_play_(sked_queue *branch, sked_time now) {
    sked_action action;
    while (now != SKED_NEVER) {
        uint32_t job = sked_queue_ending_from_(branch, 0);
        SKED_ASSERT(now >= branch->state_->now);
        branch->state_->now = now;
        for (; job != SKED_NONE && sked_queue_end_(branch, job) <= now;
             job = sked_queue_ending_from_(branch, 0)) {
            sked_queue_give_back_(branch, job);
            sked_queue_stop_running_(branch, job);
            sked_queue_forget_(branch, job);
        }
        sked_ignore_(sked_queue_plan(branch, now));
        while (sked_queue_next(branch, &action, NULL) == SKED_OK) {
            SKED_ASSERT(sked_queue_seek_(branch, action.id) != SKED_NONE);
            branch->job_[sked_queue_seek_(branch, action.id)].tag = (uint64_t)action.reason;
        }
        now = branch->state_->jobs.waiting > 0 ? sked_queue_next_time(branch) : SKED_NEVER;
    }
}

SKED_API sked_status sked_queue_forecast(const sked_queue *queue, sked_time now,
                                         sked_forecast *forecasts, uint32_t forecasts_max,
                                         void *scratch, size_t bytes) {
    sked_status status = sked_queue_ready_(queue, now);
    sked_queue branch;
    uint32_t job, i = 0;
    if (status == SKED_OK && queue->rules_.backgrounds > 0) {
        status = SKED_E_BACKGROUNDS;
    }
    if (status == SKED_OK) {
        status = sked_queue_branch(queue, &branch, scratch, bytes);
    }
    if (status == SKED_OK && queue->state_->jobs.waiting > forecasts_max) {
        status = SKED_E_FULL;
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_queue_play_(&branch, now);     /* the queue still has the order of the jobs */
    for (job = sked_queue_first_(queue); job != SKED_NONE;
         job = sked_queue_after_(queue, job)) {
        const int started = branch.job_[job].first != SKED_NONE;
        forecasts[i].id = queue->job_[job].id;
        forecasts[i].start = started ? branch.job_[job].start : SKED_NEVER;
        forecasts[i].end = sked_time_add(forecasts[i].start, queue->job_[job].estimate);
        SKED_ASSERT(forecasts[i].start >= now);
        forecasts[i].reason = started ? (sked_reason)branch.job_[job].tag : SKED_RESERVED;
        i++;
    }
    SKED_ASSERT(i == queue->state_->jobs.waiting);
    return SKED_OK;
}

/* ---- >>queue.save: seal and open ---- */

/* A sealed block is the block itself. What is opened may be forged: sked_queue_validate reads all
 * of it before any other code does. */

SKED_API sked_status sked_queue_seal(sked_queue *queue, const void **block, size_t *bytes) {
    const sked_status status = sked_queue_open_to_change_(queue);
    SKED_ASSERT(block != NULL && bytes != NULL);
    SKED_ASSERT(status != SKED_OK ||
                (sked_queue_adds_up_(queue) && sked_queue_is_line_full_(queue)));
    return status != SKED_OK ? status
                             : sked_seal_object_(queue->state_, queue->bytes_, SKED_QUEUE_KIND_,
                                                 block, bytes);
}

SKED_API sked_status sked_queue_open(sked_queue *queue, const sked_picker *picker, void *block,
                                     size_t bytes) {
    const sked_queue_state_ *state = SKED_PTR_(sked_queue_state_, block);
    size_t needed = 0;
    sked_status status;
    SKED_ASSERT(queue != NULL);
    sked_queue_empty_(queue);
    status = sked_check_sealed_(block, bytes, SKED_QUEUE_KIND_, sizeof(*state));
    if (status != SKED_OK) {
        return status;
    }
    /* A block may be in order, and only ask for what this program has left out. */
#if SKED_DEPTH_MAX < UINT32_MAX
    if (state->rules.depth > SKED_DEPTH_MAX) {
        return SKED_E_SETTING;
    }
#endif
#if SKED_BOOKINGS_MAX < UINT32_MAX
    if (state->rules.bookings_max > SKED_BOOKINGS_MAX) {
        return SKED_E_SETTING;
    }
#endif
#if SKED_ACCOUNTS_MAX < UINT32_MAX
    if (state->rules.accounts > SKED_ACCOUNTS_MAX) {
        return SKED_E_SETTING;
    }
#endif
    status = sked_queue_check_(&state->rules, NULL, queue, &needed);
    if (status != SKED_OK || needed != bytes ||
        state->rules.buckets != sked_buckets_for_(state->rules.jobs_max)) {
        sked_queue_empty_(queue);
        return SKED_E_CORRUPT;
    }
    sked_queue_attach_(queue, &state->rules, picker, block, bytes);
    if (state->pass.phase != SKED_PHASE_CLOSED_ || sked_queue_validate(queue) != SKED_OK) {
        sked_queue_empty_(queue);
        return SKED_E_CORRUPT;
    }
    SKED_ASSERT(sked_queue_adds_up_(queue) && sked_queue_is_line_full_(queue));
    return SKED_OK;
}

/* ---- >>queue.grow: more jobs, more bookings ---- */

/* A larger block is created, and all arrays are copied, so that indices stay what they are. Only
 * the table of ids has another size: it is made anew. */

static void sked_tree_move_(sked_tree_ *to, const sked_tree_ *from, size_t nodes) {
    SKED_ASSERT(to->kind_ == from->kind_);
    sked_bytes_copy_(to->node_, from->node_, nodes * sizeof(sked_node_));
    if (from->kind_ == SKED_TREE_PREFIX_) {
        sked_bytes_copy_(to->prefix_, from->prefix_, nodes * sizeof(sked_prefix_));
    } else {
        sked_bytes_copy_(to->counts_, from->counts_, nodes * sizeof(uint32_t));
    }
    if (sked_tree_has_leasts_(from->kind_)) {
        sked_bytes_copy_(to->low_, from->low_, nodes * sizeof(int64_t));
    }
}

static void sked_forest_move_(const sked_queue *from, const sked_forest_ *old, sked_forest_ *to) {
    sked_tree_move_(&to->tree_, &old->tree_, (size_t)from->rules_.jobs_max);
    sked_bytes_copy_(to->roots_, old->roots_,
                     (size_t)sked_forest_trees_(from, old) * sizeof(uint32_t));
}

static void sked_queue_move_kinds_(sked_queue *to, const sked_queue *from) {
    const size_t jobs = (size_t)from->rules_.jobs_max, kinds = (size_t)from->rules_.kinds;
    const size_t quotas = (size_t)from->rules_.quotas;
    const size_t words = (size_t)SKED_SET_WORDS(from->rules_.processors);
    sked_bytes_copy_(to->kind_, from->kind_, kinds * sizeof(sked_queue_kind_));
    sked_bytes_copy_(to->quota_, from->quota_, quotas * sizeof(sked_queue_quota_));
    sked_bytes_copy_(to->demand_, from->demand_, jobs * sizeof(sked_queue_demand_));
    sked_bytes_copy_(to->kinds_, from->kinds_,
                     (size_t)from->rules_.processors * sizeof(uint64_t));
    sked_bytes_copy_(to->rarity_, from->rarity_, (size_t)from->rules_.processors);
    sked_bytes_copy_(to->amounts_, from->amounts_, jobs * 4 * quotas * sizeof(uint32_t));
    sked_bytes_copy_(to->room_, from->room_, quotas * sizeof(uint32_t));
    sked_bytes_copy_(to->surplus_, from->surplus_, kinds * quotas * sizeof(uint32_t));
    sked_bytes_copy_(to->kind_words_, from->kind_words_, kinds * words * sizeof(sked_word));
    if (from->rules_.caps > 0) {
        const size_t caps = (size_t)from->rules_.caps;
        sked_bytes_copy_(to->amount_each_, from->amount_each_, jobs * sizeof(uint32_t));
        sked_bytes_copy_(to->cap_, from->cap_, caps * sizeof(sked_queue_cap_));
        sked_bytes_copy_(to->cap_of_, from->cap_of_,
                         (size_t)from->rules_.processors * sizeof(uint32_t));
        sked_bytes_copy_(to->cap_words_, from->cap_words_, caps * words * sizeof(sked_word));
    }
}

static void sked_queue_move_trees_(sked_queue *to, const sked_queue *from) {
    const size_t jobs = (size_t)from->rules_.jobs_max;
    const size_t nodes = (size_t)from->state_->profile.used;
    const size_t words =
        (size_t)SKED_SET_WORDS(from->rules_.processors) * sizeof(sked_word);
    sked_tree_move_(&to->line_, &from->line_, jobs);
    sked_tree_move_(&to->profile_, &from->profile_, nodes);
    if (sked_queue_has_kinds_(&from->rules_)) {
        sked_queue_move_kinds_(to, from);
    }
    if (sked_queue_fills_(&from->rules_)) {
        sked_forest_move_(from, &from->fill_, &to->fill_);
    }
    if (from->rules_.backgrounds > 0) {
        sked_forest_move_(from, &from->under_, &to->under_);
        sked_bytes_copy_(to->progress_, from->progress_, jobs * sizeof(uint16_t));
        sked_bytes_copy_(to->usage_, from->usage_,
                         (size_t)sked_queue_slots_(from) * sizeof(uint16_t));
        sked_bytes_copy_(to->eligible_words_, from->eligible_words_, words);
        sked_bytes_copy_(to->changed_words_, from->changed_words_, words);
    }
}

static void sked_queue_move_machine_(sked_queue *to, const sked_queue *from) {
    const size_t slots = (size_t)sked_queue_slots_(from);
    const size_t tiers = (size_t)from->rules_.backgrounds + 1;
    const size_t bookings = (size_t)from->state_->bookings.count;
    const size_t words = (size_t)SKED_SET_WORDS(from->rules_.processors);
    sked_bytes_copy_(to->slot_, from->slot_, slots * sizeof(sked_queue_slot_));
    sked_bytes_copy_(to->booking_, from->booking_, bookings * sizeof(sked_queue_booking_));
    sked_bytes_copy_(to->free_words_, from->free_words_, words * sizeof(sked_word));
    sked_bytes_copy_(to->down_words_, from->down_words_, words * sizeof(sked_word));
    sked_bytes_copy_(to->lost_words_, from->lost_words_, tiers * words * sizeof(sked_word));
    sked_bytes_copy_(to->booking_words_, from->booking_words_,
                     bookings * words * sizeof(sked_word));
}

/* Entries of jobs keep their numbers; those of bookings do not. */
static void sked_queue_move_places_(sked_queue *to, const sked_queue *from) {
    const uint32_t jobs = from->rules_.jobs_max, entries = from->state_->pass.reserved;
    const size_t words = (size_t)SKED_SET_WORDS(from->rules_.processors);
    uint32_t i, starts = 0, ends = 0;
    SKED_ASSERT(jobs <= to->rules_.jobs_max);
    sked_bytes_copy_(to->reserved_, from->reserved_, (size_t)jobs * sizeof(sked_queue_reserved_));
    sked_bytes_copy_(to->reserved_words_, from->reserved_words_,
                     (size_t)jobs * words * sizeof(sked_word));
    for (i = 0; i < entries; i++) {
        if (from->by_start_[i] < jobs) {
            to->by_start_[starts++] = from->by_start_[i];
        }
        if (from->by_end_[i] < jobs) {
            to->by_end_[ends++] = from->by_end_[i];
        }
    }
    SKED_ASSERT(starts == ends);
    to->state_->pass.reserved = starts;
    sked_queue_place_bookings_(to);
}

static void sked_queue_move_(sked_queue *to, const sked_queue *from) {
    const uint32_t jobs_before = from->rules_.jobs_max;
    uint32_t job;
    sked_bytes_copy_(to->job_, from->job_, (size_t)jobs_before * sizeof(sked_queue_job_));
    if (sked_queue_has_accounts_(&from->rules_)) {
        sked_bytes_copy_(to->account_of_, from->account_of_,
                         (size_t)jobs_before * sizeof(uint32_t));
    }
    if (sked_is_by_share_(from->rules_.order)) {
        const size_t groups = (size_t)from->rules_.accounts + 1;
        sked_bytes_copy_(to->place_of_, from->place_of_, groups * sizeof(uint32_t));
        sked_bytes_copy_(to->at_place_, from->at_place_, groups * sizeof(uint32_t));
        sked_bytes_copy_(to->line_roots_, from->line_roots_, groups * sizeof(uint32_t));
        sked_bytes_copy_(to->lined_words_, from->lined_words_,
                         (size_t)SKED_SET_WORDS(groups) * sizeof(sked_word));
    }
    sked_queue_move_trees_(to, from);
    sked_queue_move_machine_(to, from);
    SKED_ASSERT(to->rules_.jobs_max >= jobs_before);
    *to->state_ = *from->state_;
    to->state_->rules = to->rules_;     /* notes do not move: what is loose may be anywhere */
    to->state_->profile.loose = from->state_->profile.loose > 0 ? SKED_LOOSE_ANYWHERE_ : 0;
    if (SKED_QUEUE_KINDS_ && sked_queue_keeps_sets_(&to->rules_)) {
        sked_queue_move_places_(to, from);
    }
    sked_queue_spare_(to, jobs_before);
    for (job = 0; job < jobs_before; job++) {
        if (to->job_[job].first != SKED_UNUSED_) {
            sked_queue_enlist_id_(to, job);
        }
    }
    SKED_ASSERT(sked_queue_is_line_full_(to) && sked_queue_adds_up_(to));
    SKED_ASSERT(to->rules_.jobs_max == jobs_before || to->state_->jobs.spare == jobs_before);
}

SKED_API sked_status sked_queue_grow(sked_queue *queue, uint32_t jobs_max, uint32_t bookings_max) {
    sked_queue_rules_ rules;
    sked_queue larger;
    size_t bytes;
    sked_status status = sked_queue_open_to_change_(queue);
    if (status != SKED_OK) {
        return status;
    }
    rules = queue->rules_;
    if (jobs_max < rules.jobs_max || bookings_max < rules.bookings_max) {
        return SKED_E_RANGE;
    }
    rules.jobs_max = jobs_max;
    rules.buckets = sked_buckets_for_(jobs_max);
    rules.bookings_max = bookings_max;
    status = sked_queue_check_(&rules, NULL, &larger, &bytes);
    if (status == SKED_OK && queue->mem_.alloc == NULL) {
        status = SKED_E_FIXED;          /* after the sizes, which any queue refuses */
    }
    if (status == SKED_OK) {
        status = sked_queue_create_by_(&larger, &rules, NULL, &queue->picker_, queue->mem_);
    }
    if (status != SKED_OK) {
        return status;
    }
    SKED_ASSERT(larger.bytes_ >= queue->bytes_);
    sked_queue_move_(&larger, queue);
    sked_queue_destroy(queue);
    *queue = larger;
    return SKED_OK;
}

/* ---- >>queue.validate: a block that may be damaged ---- */

/* Every index is checked before it is followed, and every walk is bounded by a count. A list that
 * ends after the right number of steps has no index twice: it would never end. */

/* The block must be what the handle was laid out for. */
static int sked_queue_validate_rules_(const sked_queue *queue) {
    const sked_queue_rules_ *rules = &queue->rules_, *saved = &queue->state_->rules;
    return saved->processors == rules->processors && saved->jobs_max == rules->jobs_max &&
           saved->bookings_max == rules->bookings_max && saved->depth == rules->depth &&
           saved->order == rules->order && saved->backfill_order == rules->backfill_order &&
           saved->reservations == rules->reservations &&
           saved->backgrounds == rules->backgrounds &&
           saved->background_order == rules->background_order &&
           saved->estimate_missing == rules->estimate_missing &&
           saved->kinds == rules->kinds && saved->quotas == rules->quotas &&
           saved->caps == rules->caps && saved->accounts == rules->accounts &&
           saved->options == rules->options &&
           saved->buckets == rules->buckets && saved->none == rules->none;
}

static int sked_queue_validate_counts_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    const sked_set idle = sked_queue_free_(queue), down = sked_queue_down_set_(queue);
    const uint32_t most = queue->rules_.jobs_max;
    return sked_is_point_(state->now) && state->jobs.arrivals <= UINT64_MAX / 2 &&
           state->jobs.arrivals % SKED_ARRIVAL_ == 0 &&
           state->bookings.count <= queue->rules_.bookings_max &&
           state->jobs.running <= queue->rules_.processors && state->jobs.running <= most &&
           state->jobs.background <= most - state->jobs.running &&
           state->jobs.waiting <= most - state->jobs.running - state->jobs.background &&
           sked_set_is_clean_(&idle) && sked_set_is_clean_(&down) &&
           sked_set_count(&idle) == state->machine.free &&
           sked_set_count(&down) == state->machine.down && state->profile.given_back <= 1 &&
           state->profile.stale <= 1 && state->profile.loose <= 3 && state->pass.changes <= 3 &&
           state->bookings.unbegun >= 0 && state->bookings.unbegun <= state->now + 1 &&
           (queue->rules_.backgrounds > 0 || (state->pass.changes & SKED_CHANGED_BACKGROUND_) == 0);
}

/* Losses that await their report: of processors that are down, in tiers where a process runs. */
static int sked_queue_validate_lost_(const sked_queue *queue) {
    const sked_set down = sked_queue_down_set_(queue);
    uint32_t tier, p, found = 0;
    for (tier = 0; tier <= queue->rules_.backgrounds; tier++) {
        const sked_set news = sked_queue_lost_set_(queue, tier);
        if (!sked_set_is_clean_(&news) || !sked_set_is_subset(&news, &down)) {
            return 0;
        }
        for (p = sked_set_first(&news); p < news.size; p = sked_set_next(&news, p)) {
            if (queue->slot_[tier * news.size + p].job == SKED_NONE) {
                return 0;
            }
            found++;
        }
    }
    return found == queue->state_->machine.losses;
}

static int sked_queue_validate_waiting_(const sked_queue *queue, uint32_t job) {
    const sked_time start = queue->job_[job].start;
    return start == SKED_NEVER ||
           (sked_queue_keeps_(&queue->rules_) &&
            (start == SKED_UNRESERVED_ || sked_is_point_(start)));
}

/* Does a job run, since a time that is possible? With backgrounds any time is, see
 * sked_tiers_start_. */
static int sked_queue_validate_start_(const sked_queue *queue, uint32_t job) {
    return queue->job_[job].first < sked_queue_slots_(queue) &&
           sked_is_point_(queue->job_[job].start) &&
           (queue->rules_.backgrounds > 0 || queue->job_[job].start <= queue->state_->now);
}

/* What a live job demands. */
static int sked_queue_validate_demand_(const sked_queue *queue, uint32_t job) {
    uint32_t q;
    if (!sked_queue_has_kinds_(&queue->rules_)) {
        return 1;
    }
    if (queue->demand_[job].kind >= queue->rules_.kinds ||
        sked_queue_amount_each_(queue, job) > SKED_COUNT_MAX_) {
        return 0;
    }
    for (q = 0; q < queue->rules_.quotas; q++) {
        if (sked_tree_amounts_(&queue->line_, job)[q] > SKED_COUNT_MAX_) {
            return 0;
        }
    }
    return 1;
}

/* Is a live job's state one that its `first` allows? */
static int sked_queue_validate_run_(const sked_queue *queue, uint32_t job) {
    if (sked_queue_is_barred_(queue, job)) {
        return queue->job_[job].back > 0 && queue->job_[job].start == SKED_NEVER;
    }
    return queue->job_[job].first == SKED_NONE ? sked_queue_validate_waiting_(queue, job)
                                               : sked_queue_validate_start_(queue, job);
}

/* The fields of every live job, and the numbers of jobs that wait and run. */
static int sked_queue_validate_jobs_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    const uint32_t root = state->jobs.barred_root;
    uint32_t job, waiting = 0, background = 0, running = 0, barred = 0;
    for (job = 0; job < queue->rules_.jobs_max; job++) {
        const uint32_t first = queue->job_[job].first;
        if (first == SKED_UNUSED_) {
            continue;
        }
        if (queue->job_[job].width == 0 || queue->job_[job].width > queue->rules_.processors ||
            !sked_is_length_(queue->job_[job].estimate) ||
            queue->job_[job].arrival >= state->jobs.arrivals ||
            !sked_queue_validate_run_(queue, job)) {
            return 0;
        }
        if ((queue->rules_.backgrounds > 0 && queue->progress_[job] > 1000) ||
            !sked_queue_validate_demand_(queue, job) ||
            (sked_queue_has_accounts_(&queue->rules_) &&
             sked_queue_account_of_(queue, job) >= queue->rules_.accounts)) {
            return 0;
        }
        waiting += first == SKED_NONE;
        background += (uint32_t)sked_queue_is_behind_(queue, job);
        running += first < queue->rules_.processors;
        barred += (uint32_t)sked_queue_is_barred_(queue, job);
    }
    return waiting == state->jobs.waiting && background == state->jobs.background &&
           running == state->jobs.running &&
           (root == SKED_NONE || root < queue->rules_.jobs_max) &&
           barred == sked_queue_count_barred_(queue);
}

static int sked_queue_is_live_(const sked_queue *queue, uint32_t job) {
    return job < queue->rules_.jobs_max && queue->job_[job].first != SKED_UNUSED_;
}

/* How many jobs are live: sked_queue_validate_jobs_ has counted them. */
static uint32_t sked_queue_count_live_(const sked_queue *queue) {
    const sked_queue_jobs_ *jobs = &queue->state_->jobs;
    return jobs->waiting + jobs->background + jobs->running + sked_queue_count_barred_(queue);
}

/* Every live job is in the chain of its id, by rising ids; and nothing else is. */
static int sked_queue_validate_ids_(const sked_queue *queue) {
    uint32_t bucket, found = 0;
    for (bucket = 0; bucket < queue->rules_.buckets; bucket++) {
        uint32_t job = queue->bucket_[bucket], before = SKED_NONE;
        for (; job != SKED_NONE; job = queue->job_[job].next_id) {
            if (!sked_queue_is_live_(queue, job) ||
                sked_queue_bucket_of_(queue, queue->job_[job].id) != &queue->bucket_[bucket] ||
                (before != SKED_NONE && queue->job_[job].id <= queue->job_[before].id)) {
                return 0;
            }
            before = job;
            found++;
        }
    }
    return found == sked_queue_count_live_(queue);
}

static int sked_queue_is_in_line_(const sked_queue *queue, uint32_t job) {
    return queue->job_[job].first == SKED_NONE || sked_queue_is_behind_(queue, job);
}

/* Is a job one of a tree: of the line; or in under_ one that waits and may go to a background; or
 * in the tree of those with bars one of them? */
static int sked_queue_belongs_(const sked_queue *queue, const sked_tree_ *tree, uint32_t job) {
    if (tree->node_ == queue->under_.tree_.node_) {
        return queue->job_[job].first == SKED_NONE && sked_queue_may_go_behind_(queue, job);
    }
    return tree->root_ == &queue->state_->jobs.barred_root ? sked_queue_is_barred_(queue, job)
                                                           : sked_queue_is_in_line_(queue, job);
}

/* A tree of jobs in order; one tree of a forest unless there is none. */
static int sked_queue_validate_line_(const sked_queue *queue, const sked_tree_ *tree,
                                     uint32_t order, const sked_forest_ *forest,
                                     uint32_t grove) {
    uint32_t job, before = SKED_NONE;
    const uint32_t root = *tree->root_;
    const uint32_t count = root < queue->rules_.jobs_max ? tree->node_[root].size : 0;
    if (!sked_tree_is_valid_(tree, queue->rules_.jobs_max, count)) {
        return 0;
    }
    for (job = sked_tree_first_(tree); job != SKED_NONE; job = sked_tree_next_(tree, job)) {
        if (!sked_queue_belongs_(queue, tree, job) ||
            (forest != NULL && sked_forest_grove_(queue, forest, job) != grove) ||
            (before != SKED_NONE && !sked_queue_before_(queue, before, job, order))) {
            return 0;
        }
        before = job;
    }
    return 1;
}

/* How many jobs are on the list of the unsorted; more than `count` if it is broken. It has an end,
 * as each job names the one before it. */
static uint32_t sked_queue_count_unsorted_(const sked_queue *queue, const sked_forest_ *forest,
                                           uint32_t count) {
    const sked_node_ *node = forest->tree_.node_;
    uint32_t job = forest->roots_[SKED_UNSORTED_], before = SKED_NONE, found = 0;
    for (; job != SKED_NONE; job = node[job].right) {
        if (job >= queue->rules_.jobs_max || !sked_queue_belongs_(queue, &forest->tree_, job) ||
            node[job].parent != SKED_UNUSED_ || node[job].left != before) {
            return count + 1;
        }
        before = job;
        found++;
    }
    return found;
}

static int sked_queue_validate_forest_(const sked_queue *queue, const sked_forest_ *forest,
                                       uint32_t count) {
    const uint32_t trees = sked_forest_trees_(queue, forest);
    uint32_t found = sked_queue_count_unsorted_(queue, forest, count), i;
    for (i = 1; i < trees; i++) {
        const sked_tree_ tree = sked_forest_class_(forest, i);
        if (!sked_queue_validate_line_(queue, &tree, forest->order_, forest, i)) {
            return 0;
        }
        found += sked_tree_size_(&tree, *tree.root_);
    }
    return found == count;
}

/* Are accounts and places each other's inverse? */
static int sked_queue_validate_places_(const sked_queue *queue) {
    const uint32_t accounts = queue->rules_.accounts;
    uint32_t i = 0;
    if (!sked_is_by_share_(queue->rules_.order)) {
        return 1;
    }
    while (i <= accounts && queue->at_place_[i] <= accounts &&
           queue->place_of_[queue->at_place_[i]] == i) {
        i++;
    }
    return i > accounts && queue->at_place_[0] == accounts;
}

/* The trees of the line: each of jobs of its group, in order, and with a bit iff it has any. */
static int sked_queue_validate_groups_(const sked_queue *queue) {
    const uint32_t order = queue->rules_.order, groups = sked_queue_groups_(&queue->rules_, order);
    sked_set lined;
    uint32_t group, job;
    if (!sked_is_by_share_(order)) {
        return sked_queue_validate_line_(queue, &queue->line_, order, NULL, 0);
    }
    lined = sked_queue_lined_(queue);
    for (group = 0; group < groups; group++) {
        const sked_tree_ tree = sked_queue_line_of_(queue, group);
        if (!sked_queue_validate_line_(queue, &tree, order, NULL, 0) ||
            sked_set_has(&lined, queue->place_of_[group]) != (*tree.root_ != SKED_NONE)) {
            return 0;
        }
        for (job = sked_tree_first_(&tree); job != SKED_NONE; job = sked_tree_next_(&tree, job)) {
            if (sked_queue_group_(queue, job) != group) {
                return 0;
            }
        }
    }
    return sked_set_is_clean_(&lined);
}

/* How many jobs wait and may go to a background. */
static uint32_t sked_queue_count_seekers_(const sked_queue *queue) {
    uint32_t job, count = 0;
    for (job = 0; job < queue->rules_.jobs_max; job++) {
        count += (uint32_t)sked_queue_belongs_(queue, &queue->under_.tree_, job);
    }
    return count;
}

/* Every job that is not in the foreground is in the line and in fill_, and in under_ if it seeks a
 * background, or in the tree of those with bars: all are in order, so that the right number is
 * enough. */
static int sked_queue_validate_lines_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    const uint32_t count = state->jobs.waiting + state->jobs.background;
    const sked_tree_ barred = sked_queue_barred_(queue);
    return sked_queue_validate_line_(queue, &barred, sked_queue_barred_order_(queue), NULL, 0) &&
           sked_queue_validate_groups_(queue) && sked_queue_is_line_full_(queue) &&
           (!sked_queue_fills_(&queue->rules_) ||
            sked_queue_validate_forest_(queue, &queue->fill_, count)) &&
           (queue->rules_.backgrounds == 0 ||
            sked_queue_validate_forest_(queue, &queue->under_, sked_queue_count_seekers_(queue)));
}

static int sked_queue_validate_spare_(const sked_queue *queue) {
    uint32_t job = queue->state_->jobs.spare, count = sked_queue_count_live_(queue);
    for (; count < queue->rules_.jobs_max; count++) {
        if (job >= queue->rules_.jobs_max || queue->job_[job].first != SKED_UNUSED_) {
            return 0;
        }
        job = queue->line_.node_[job].right;
    }
    return job == SKED_NONE;
}

/* Does a job run in exactly one tier of a processor? */
static int sked_queue_is_once_on_(const sked_queue *queue, uint32_t job, uint32_t p) {
    const uint32_t slots = sked_queue_slots_(queue);
    uint32_t slot, found = 0;
    for (slot = p; slot < slots; slot += queue->rules_.processors) {
        found += queue->slot_[slot].job == job;
    }
    return found == 1;
}

/* A running job's chain: as long as the job is wide, over slots that name the job, all in the
 * foreground or none. */
static int sked_queue_validate_chain_(const sked_queue *queue, uint32_t job) {
    const sked_set idle = sked_queue_free_(queue), down = sked_queue_down_set_(queue);
    const int behind = sked_queue_is_behind_(queue, job);
    uint32_t slot = queue->job_[job].first, back = 0, count;
    for (count = 0; count < queue->job_[job].width; count++) {
        if (slot >= sked_queue_slots_(queue) || queue->slot_[slot].job != job || /*~slot_checked*/
            (slot >= idle.size) != behind || (!behind && sked_set_has(&idle, slot)) ||
            !sked_queue_is_once_on_(queue, job, slot % idle.size)) {
            return 0;
        }
        back += sked_set_has(&down, slot % idle.size) ? 0u : 1u;
        slot = queue->slot_[slot].next;
    }
    return slot == SKED_NONE && back == queue->job_[job].back;
}

/* The chains of the jobs in the background; the line is known to be sound. */
static int sked_queue_validate_background_(const sked_queue *queue) {
    uint32_t job = sked_queue_first_(queue);
    while (job != SKED_NONE &&
           (queue->job_[job].first == SKED_NONE || sked_queue_validate_chain_(queue, job))) {
        job = sked_queue_after_(queue, job);
    }
    return job == SKED_NONE;
}

/* The kinds that there are. */
static uint64_t sked_queue_all_kinds_(const sked_queue *queue) {
    return (sked_kind_bit_(queue->rules_.kinds - 1) << 1) - 1;
}

/* The sets of kinds, and that each processor knows its kinds. */
static int sked_queue_validate_sets_(const sked_queue *queue) {
    const uint64_t all = sked_queue_all_kinds_(queue);
    uint32_t kind, p;
    for (kind = 0; kind < queue->rules_.kinds; kind++) {
        const sked_set own = sked_queue_kind_set_(queue, kind);
        if (!sked_set_is_clean_(&own) || queue->kind_[kind].quotas >> queue->rules_.quotas != 0) {
            return 0;
        }
        for (p = 0; p < own.size; p++) {
            if ((queue->kinds_[p] >> kind & 1) != (uint64_t)sked_set_has(&own, p)) {
                return 0;
            }
        }
        if (queue->kind_[kind].even != (uint32_t)sked_queue_is_even_(queue, kind)) {
            return 0;
        }
    }
    for (p = 0; p < queue->rules_.processors; p++) {    /* no kind that is not there */
        if ((queue->kinds_[p] & ~all) != 0 ||
            queue->rarity_[p] != sked_kinds_count_(queue->kinds_[p])) {
            return 0;
        }
    }
    return 1;
}

/* Are these kinds all in one component? */
static int sked_queue_is_connected_(const sked_queue *queue, uint64_t kinds) {
    return kinds == 0 || (kinds & ~queue->kind_[sked_kinds_first_(kinds)].connected) == 0;
}

/* Components: each kind names the same as the others that it names. */
static int sked_queue_validate_components_(const sked_queue *queue) {
    const uint64_t all = sked_queue_all_kinds_(queue);
    uint64_t lowest = 0;
    uint32_t kind, other, p;
    for (kind = 0; kind < queue->rules_.kinds; kind++) {
        const uint64_t connected = queue->kind_[kind].connected;
        if ((connected >> kind & 1) == 0 || queue->kind_[kind].counted >= queue->rules_.kinds ||
            (connected & ~all) != 0) {
            return 0;
        }
        lowest |= sked_kind_bit_(sked_kinds_first_(connected));
        for (other = 0; other < queue->rules_.kinds; other++) {
            if ((connected >> other & 1) != 0 && queue->kind_[other].connected != connected) {
                return 0;
            }
        }
    }
    for (p = 0; p < queue->rules_.processors; p++) {
        if (!sked_queue_is_connected_(queue, queue->kinds_[p])) {
            return 0;
        }
    }
    return queue->state_->kinds.components == lowest;
}

/* The running jobs of a tree: each once, as their order is strict. Returns how many there are, or
 * SKED_NONE. */
static uint32_t sked_queue_validate_ends_(const sked_queue *queue, const sked_tree_ *tree,
                                          uint32_t kind) {
    const uint32_t root = *tree->root_;
    const uint32_t count = root < queue->rules_.jobs_max ? tree->node_[root].size : 0;
    uint32_t job, before = SKED_NONE;
    if (!sked_tree_is_valid_(tree, queue->rules_.jobs_max, count)) {
        return SKED_NONE;
    }
    for (job = sked_tree_first_(tree); job != SKED_NONE; job = sked_tree_next_(tree, job)) {
        if (queue->job_[job].first >= queue->rules_.processors ||
            !sked_queue_validate_chain_(queue, job) ||
            (before != SKED_NONE && !sked_queue_ends_before_(queue, before, job))) {
            return SKED_NONE;
        }
        if (sked_queue_has_kinds_(&queue->rules_) &&
            (sked_queue_component_of_(queue, job) != kind ||
             !sked_queue_is_connected_(queue, sked_queue_tied_(queue, job)))) {
            return SKED_NONE;
        }
        before = job;
    }
    return count;
}

/* All running jobs. */
static int sked_queue_validate_running_(const sked_queue *queue) {
    uint64_t components = queue->state_->kinds.components;
    uint32_t running = 0;
    if (!sked_queue_has_kinds_(&queue->rules_)) {
        return sked_queue_validate_ends_(queue, &queue->ending_, 0) ==
               queue->state_->jobs.running;
    }
    for (; components != 0; components &= components - 1) {
        const uint32_t kind = sked_kinds_first_(components);
        const sked_tree_ tree = sked_queue_ends_(queue, kind);
        const uint32_t count = sked_queue_validate_ends_(queue, &tree, kind);
        if (count > queue->state_->jobs.running - running) {
            return 0;
        }
        running += count;
    }
    return running == queue->state_->jobs.running;
}

/* An empty slot uses nothing; a taken one names a job that runs. */
static int sked_queue_validate_slot_(const sked_queue *queue, uint32_t slot) {
    const uint32_t job = queue->slot_[slot].job;
    if (queue->rules_.backgrounds > 0 &&
        queue->usage_[slot] > (job == SKED_NONE ? 0u : 1000u)) {
        return 0;
    }
    return job == SKED_NONE ||
           (sked_queue_is_live_(queue, job) && queue->job_[job].first < SKED_BARRED_);
}

/* A processor is idle iff it is up and its foreground is empty. As many slots are taken as the
 * chains have. */
static int sked_queue_validate_processors_(const sked_queue *queue) {
    const sked_set idle = sked_queue_free_(queue), down = sked_queue_down_set_(queue);
    const uint32_t slots = sked_queue_slots_(queue);
    uint32_t slot, job, taken = 0, chained = 0;
    for (slot = 0; slot < slots; slot++) {
        const int is_idle =
            queue->slot_[slot].job == SKED_NONE && !sked_set_has(&down, slot);
        if (slot < idle.size && sked_set_has(&idle, slot) != is_idle) {
            return 0;
        }
        if (!sked_queue_validate_slot_(queue, slot)) {
            return 0;
        }
        taken += queue->slot_[slot].job != SKED_NONE;
    }
    for (job = 0; job < queue->rules_.jobs_max; job++) {
        chained += queue->job_[job].first < SKED_BARRED_ ? queue->job_[job].width : 0;
    }
    return taken == chained;
}

/* Where nothing has changed, the set is right by judged_limit. */
static int sked_queue_validate_eligible_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    const sked_set eligible = sked_queue_view_(queue, queue->eligible_words_);
    const sked_set changed = sked_queue_view_(queue, queue->changed_words_);
    uint32_t p, used;
    if (!sked_set_is_clean_(&eligible) || !sked_set_is_clean_(&changed)) {
        return 0;
    }
    for (p = 0; p < eligible.size; p++) {
        if (!sked_set_has(&changed, p) &&
            sked_set_has(&eligible, p) !=
                (sked_queue_background_of_(queue, p, &used) != SKED_NONE)) {
            return 0;
        }
    }
    return sked_set_count(&eligible) == state->tiers.eligible;
}

/* Is the owner of a booking, if it has one, a job with bars that wants just its processors? A kind
 * may have lost some of them since. */
static int sked_queue_validate_owner_(const sked_queue *queue, uint32_t booking) {
    const uint32_t owner = queue->booking_[booking].owner;
    const sked_set kept = sked_queue_booking_set_(queue, booking);
    return owner == SKED_NONE ||
           (queue->rules_.backgrounds == 0 && owner < queue->rules_.jobs_max &&
            sked_queue_booking_of_(queue, owner) == booking &&
            sked_set_count(&kept) == queue->job_[owner].width);
}

static int sked_queue_validate_bookings_(const sked_queue *queue) {
    uint32_t booking;
    for (booking = 0; booking < queue->state_->bookings.count; booking++) {
        const sked_set kept = sked_queue_booking_set_(queue, booking);
        sked_span span;
        span.start = queue->booking_[booking].start;
        span.end = queue->booking_[booking].end;
        span.count = queue->booking_[booking].count;
        span.set = span.count == 0 ? &kept : NULL;
        if (!sked_set_is_clean_(&kept) || sked_queue_check_span_(queue, &span) != SKED_OK ||
            !sked_queue_validate_owner_(queue, booking) ||
            (booking > 0 && span.start < queue->booking_[booking - 1].start)) {
            return 0;
        }
    }
    return 1;
}

/* Of two live bookings with one id, the second would never be found. */
static int sked_queue_validate_booking_ids_(const sked_queue *queue) {
    const sked_time now = queue->state_->now;
    uint32_t booking;
    for (booking = 0; booking < queue->state_->bookings.count; booking++) {
        if (queue->booking_[booking].end > now &&
            sked_queue_seek_booking_(queue, queue->booking_[booking].id, now) != booking) {
            return 0;
        }
    }
    return 1;
}

/* Are the counts of a component right? Its job tree and its sets are. */
static int sked_queue_validate_counted_(const sked_queue *queue, uint32_t component) {
    const sked_tree_ tree = sked_queue_ends_(queue, component);
    const sked_set own = sked_queue_kind_set_(queue, queue->kind_[component].counted);
    const sked_set down = sked_queue_down_set_(queue);
    uint32_t job = sked_tree_first_(&tree), p;
    if ((queue->kind_[component].connected >> queue->kind_[component].counted & 1) == 0) {
        return 0;
    }
    for (; job != SKED_NONE; job = sked_tree_next_(&tree, job)) {
        uint32_t gives = 0;
        for (p = queue->job_[job].first; p != SKED_NONE; p = queue->slot_[p].next) {
            gives += sked_set_has(&own, p) && !sked_set_has(&down, p);
        }
        if (queue->demand_[job].gives != gives) {
            return 0;
        }
    }
    return 1;
}

/* Is the number of idle processors of a kind right, and that of those of no use? */
static int sked_queue_validate_idle_(const sked_queue *queue, uint32_t kind) {
    const sked_set idle = sked_queue_free_(queue), own = sked_queue_kind_set_(queue, kind);
    const sked_queue_kind_ *first = &queue->kind_[sked_queue_component_(queue, kind)];
    const sked_set useful = sked_queue_kind_set_(queue, first->counted);
    uint32_t p, count = 0, useless = 0;
    for (p = sked_set_first(&idle); p < idle.size; p = sked_set_next(&idle, p)) {
        count += (uint32_t)sked_set_has(&own, p);
        useless += sked_set_has(&own, p) && !sked_set_has(&useful, p);
    }
    return queue->kind_[kind].idle == count && queue->kind_[kind].useless == useless;
}

/* What the quotas say is used is what the running jobs take. */
static int sked_queue_validate_quotas_(const sked_queue *queue) {
    uint32_t q, job;
    for (q = 0; q < queue->rules_.quotas; q++) {
        uint64_t used = 0;
        for (job = 0; job < queue->rules_.jobs_max; job++) {
            used += queue->job_[job].first < queue->rules_.processors
                        ? sked_tree_amounts_(&queue->line_, job)[q]
                        : 0;
        }
        if (used != queue->quota_[q].used ||
            queue->quota_[q].capacity > SKED_COUNT_MAX_ ||
            queue->quota_[q].mode > (uint32_t)SKED_PASS ||
            queue->room_[q] != sked_quota_room_(&queue->quota_[q])) {
            return 0;
        }
    }
    return 1;
}

/* What is known of the shadow time of a head. */
static int sked_queue_validate_shadow_of_(const sked_queue *queue, const sked_queue_kind_ *own) {
    if (own->shadow == SKED_NEVER) {
        return own->head_meets_booking == 0;
    }
    return sked_is_point_(own->shadow) && own->head_meets_booking <= 1 &&
           (own->settled_until != 0 || own->shadow >= queue->state_->now);
}

/* What is known of the head of a component, where it may be looked at. */
static int sked_queue_validate_blocked_(const sked_queue *queue, uint32_t component) {
    const sked_queue_kind_ *own = &queue->kind_[component];
    const int open = queue->state_->pass.phase != SKED_PHASE_CLOSED_ &&
                     queue->state_->pass.phase != SKED_PHASE_OWNERS_;
    if (!own->head_blocked || (!open && own->settled_until == 0)) {
        return 1;
    }
    return own->head < queue->rules_.jobs_max && sked_queue_is_in_line_(queue, own->head) &&
           sked_queue_component_of_(queue, own->head) == component &&
           own->extra <= queue->rules_.processors && sked_queue_validate_shadow_of_(queue, own) &&
           (queue->rules_.depth == 0 || sked_is_length_(own->head_length));
}

/* The trees of caps are what their sets say, so that each way outwards ends. */
static int sked_queue_validate_caps_(const sked_queue *queue) {
    uint32_t i;
    for (i = 0; i < queue->rules_.caps; i++) {
        const sked_set own = sked_queue_cap_set_(queue, i);
        if (!sked_set_is_clean_(&own) || queue->cap_[i].capacity > SKED_COUNT_MAX_) {
            return 0;
        }
    }
    for (i = 0; i < queue->rules_.caps; i++) {
        if (queue->cap_[i].parent != sked_queue_cap_around_(queue, i)) {
            return 0;
        }
    }
    for (i = 0; i < queue->rules_.caps; i++) {
        if (queue->cap_[i].depth != sked_queue_cap_depth_(queue, i)) {
            return 0;
        }
    }
    for (i = 0; queue->rules_.caps > 0 && i < queue->rules_.processors; i++) {
        if (queue->cap_of_[i] != sked_queue_cap_at_(queue, i)) {
            return 0;
        }
    }
    return 1;
}

/* All counts of queues with kinds; the running jobs and their chains are known to be sound. */
static int sked_queue_validate_kinds_(const sked_queue *queue) {
    uint32_t kind;
    SKED_ASSERT(queue->rules_.quotas == 0 || queue->rules_.kinds > 0);
    if (!sked_queue_has_kinds_(&queue->rules_)) {
        return 1;
    }
    for (kind = 0; kind < queue->rules_.kinds; kind++) {
        if (sked_queue_component_(queue, kind) == kind &&
            (!sked_queue_validate_counted_(queue, kind) ||
             !sked_queue_validate_blocked_(queue, kind))) {
            return 0;
        }
        if (!sked_queue_validate_idle_(queue, kind)) {
            return 0;
        }
    }
    return sked_queue_validate_quotas_(queue) && sked_queue_validate_caps_(queue);
}

/* Deltas are so small that no sum of them exceeds its type. No node is both in the tree and
 * spare. */
static int sked_profile_is_valid_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    const sked_tree_ *tree = &queue->profile_;
    const int64_t most = INT64_C(1) << 61;
    int64_t left = most;                /* of it, for deltas in the tree: they sum up */
    uint32_t node, spare = 0;
    for (node = 0; node < state->profile.used; node++) {
        const int64_t delta = queue->profile_.prefix_[node].delta;
        if (delta < -most || delta > most) {
            return 0;
        }
        left -= tree->node_[node].parent == SKED_UNUSED_ ? 0 : delta < 0 ? -delta : delta;
        if (left < 0 || !sked_is_point_(queue->profile_.prefix_[node].time)) {
            return 0;
        }
        spare += tree->node_[node].parent == SKED_UNUSED_;
    }
    if (state->profile.free < -most || state->profile.free > most ||
        !sked_tree_is_valid_(tree, state->profile.used, state->profile.used - spare)) {
        return 0;
    }
    node = state->profile.spare;
    for (; spare > 0; spare--) {
        if (node >= state->profile.used || tree->node_[node].parent != SKED_UNUSED_) {
            return 0;
        }
        node = tree->node_[node].right;
    }
    return node == SKED_NONE;
}

static int sked_queue_validate_profile_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    const sked_tree_ *tree = &queue->profile_;
    uint32_t node, before = SKED_NONE;
    if (!sked_queue_counts_(&queue->rules_)) {
        return state->profile.used == 0 && state->profile.root == SKED_NONE &&
               state->profile.spare == SKED_NONE;
    }
    if (state->profile.used > sked_queue_profile_nodes_(&queue->rules_) ||
        !sked_profile_is_valid_(queue)) {
        return 0;
    }
    for (node = sked_tree_first_(tree); node != SKED_NONE; node = sked_tree_next_(tree, node)) {
        if (before != SKED_NONE &&
            queue->profile_.prefix_[node].time <= queue->profile_.prefix_[before].time) {
            return 0;
        }
        before = node;
    }
    return 1;
}

static int sked_queue_is_waiting_(const sked_queue *queue, uint32_t job) {
    return job < queue->rules_.jobs_max && queue->job_[job].first == SKED_NONE;
}

/* The candidates of an open pass: jobs of their trees. All have been sorted into them. */
static int sked_queue_validate_ahead_(const sked_queue *queue, const sked_forest_ *forest,
                                      uint32_t kind, uint32_t width) {
    uint32_t first, last, i;
    if (forest->roots_[SKED_UNSORTED_] != SKED_NONE ||
        (sked_is_by_share_(forest->order_) &&
         queue->state_->pass.place > queue->rules_.accounts)) {
        return 0;
    }
    first = sked_forest_row_now_(queue, forest, kind) * forest->classes_;
    last = first + sked_width_class_(width);
    for (i = first + 1; i <= last; i++) {
        const uint32_t job = forest->ahead_[i];
        if (job != SKED_NONE && job != SKED_NOT_LOOKED_ &&
            (job >= queue->rules_.jobs_max || !sked_queue_belongs_(queue, &forest->tree_, job) ||
             sked_forest_grove_(queue, forest, job) != i)) {
            return 0;
        }
    }
    return 1;
}

/* What a pass of tiers was asked for. */
static int sked_queue_validate_tiers_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    return queue->rules_.depth <= 1 && !sked_queue_has_kinds_(&queue->rules_) &&
           state->tiers.policy <= (uint32_t)SKED_MEASY &&
           sked_is_point_(state->tiers.migration) &&
           (state->tiers.estimate_max == 0 || sked_is_length_(state->tiers.estimate_max));
}

/* The head of a pass that looks behind it: is it in the line, and does a pinned one run? */
static int sked_queue_validate_head_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    return state->pass.head < queue->rules_.jobs_max &&
           sked_queue_is_in_line_(queue, state->pass.head) && state->tiers.pinned <= 1 &&
           (sked_is_length_(state->pass.head_length)) &&
           (!state->tiers.pinned || sked_queue_is_behind_(queue, state->pass.head));
}

/* The kinds and the candidates of a pass over kinds. */
static int sked_queue_validate_candidates_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    const int behind = state->pass.phase == SKED_PHASE_KIND_BEHIND_ ||
                       state->pass.phase == SKED_PHASE_BETWEEN_;
    const uint64_t all = sked_queue_all_kinds_(queue);
    uint64_t kinds = behind ? state->kinds.hopeful : 0;
    if ((state->kinds.looked_at & ~all) != 0 || (kinds & ~all) != 0 ||
        (behind && !sked_queue_fills_(&queue->rules_))) {
        return 0;
    }
    for (; kinds != 0; kinds &= kinds - 1) {
        const uint32_t kind = sked_kinds_first_(kinds);
        const sked_queue_kind_ *own = &queue->kind_[sked_queue_component_(queue, kind)];
        if (!own->head_blocked ||
            (state->pass.phase == SKED_PHASE_BETWEEN_ &&
             !sked_queue_is_waiting_(queue, own->reserved_last)) ||
            !sked_queue_validate_ahead_(queue, &queue->fill_, kind, queue->kind_[kind].idle)) {
            return 0;
        }
    }
    return 1;
}

/* Do a pass's entries, of which so many are of jobs, leave room for those that may follow? Each is
 * of a booking, or of one of the reservations of a component, and of a job ahead of the cursor. */
static int sked_queue_validate_room_(const sked_queue *queue, uint32_t jobs) {
    const sked_queue_state_ *state = queue->state_;
    const uint32_t cursor = state->pass.cursor;
    const uint32_t ahead = cursor == SKED_NONE ? state->jobs.waiting
                                               : sked_queue_position_(queue, cursor);
    uint64_t components = state->kinds.components, reserved = 0;
    for (; components != 0; components &= components - 1) {
        const sked_queue_kind_ *own = &queue->kind_[sked_kinds_first_(components)];
        if (own->reserved > queue->rules_.depth ||
            (own->reserved == queue->rules_.depth &&
             (state->kinds.unblocked & own->connected) != 0)) {
            return 0;
        }
        reserved += own->reserved;
    }
    return jobs <= ahead && jobs <= reserved &&
           state->pass.reserved - jobs <= state->bookings.count;
}

/* The entries of a pass of reservations with processors: of jobs that wait, or of bookings, and in
 * their orders. */
static int sked_queue_validate_reserved_(const sked_queue *queue) {
    const sked_queue_reserved_ *all = queue->reserved_;
    const uint32_t *first = queue->by_start_, *last = queue->by_end_;
    const uint32_t entries = queue->state_->pass.reserved;
    uint32_t i, jobs = 0;
    if (entries > sked_queue_reserved_max_(&queue->rules_)) {
        return 0;
    }
    for (i = 0; i < entries; i++) {
        const sked_set set = sked_queue_reserved_set_(queue, i);
        jobs += all[i].job != SKED_NONE;
        if (all[i].start < 0 || all[i].end <= all[i].start || first[i] >= entries ||
            last[i] >= entries || !sked_set_is_clean_(&set) ||
            (all[i].job != SKED_NONE && !sked_queue_is_waiting_(queue, all[i].job))) {
            return 0;
        }
        if (i > 0 && (!sked_reserved_follow_(all[first[i - 1]].start, first[i - 1],
                                             all[first[i]].start, first[i]) ||
                      !sked_reserved_follow_(all[last[i - 1]].end, last[i - 1],
                                             all[last[i]].end, last[i]))) {
            return 0;
        }
    }
    return sked_queue_validate_room_(queue, jobs);
}

/* Is an entry that is kept that of a waiting job's reservation, or of a booking? Those of bookings
 * are the first of theirs. */
static int sked_queue_validate_entry_(const sked_queue *queue, uint32_t entry, uint32_t bookings) {
    const sked_queue_reserved_ *own = &queue->reserved_[entry];
    const sked_set set = sked_queue_reserved_set_(queue, entry);
    if (own->start < 0 || own->end <= own->start || !sked_set_is_clean_(&set)) {
        return 0;
    }
    if (entry >= queue->rules_.jobs_max) {
        return own->job == SKED_NONE && entry - queue->rules_.jobs_max < bookings;
    }
    return own->job == entry && sked_queue_is_waiting_(queue, entry) &&
           queue->job_[entry].start == own->start &&
           sked_queue_end_(queue, entry) == own->end &&
           sked_set_count(&set) == queue->job_[entry].width;
}

/* The entries that are kept. Both orders have as many as there are, and each once: so they have the
 * same. In a pass no reservation is past. */
static int sked_queue_validate_kept_(const sked_queue *queue) {
    const sked_queue_reserved_ *all = queue->reserved_;
    const uint32_t *first = queue->by_start_, *last = queue->by_end_;
    const uint32_t entries = queue->state_->pass.reserved;
    uint32_t i, jobs = 0;
    if (!sked_queue_keeps_sets_(&queue->rules_)) {
        return 1;
    }
    for (i = 0; i < queue->rules_.jobs_max; i++) {
        const sked_time start = queue->job_[i].start;
        if (sked_queue_is_waiting_(queue, i)) {
            jobs += start != SKED_UNRESERVED_ && start != SKED_NEVER;
            if (queue->state_->pass.phase == SKED_PHASE_DUE_ && start < queue->state_->now) {
                return 0;
            }
        }
    }
    if (entries > sked_queue_reserved_max_(&queue->rules_) || jobs > entries) {
        return 0;
    }
    for (i = 0; i < entries; i++) {
        if (first[i] >= sked_queue_reserved_max_(&queue->rules_) ||
            last[i] >= sked_queue_reserved_max_(&queue->rules_) ||
            !sked_queue_validate_entry_(queue, first[i], entries - jobs) ||
            !sked_queue_validate_entry_(queue, last[i], entries - jobs) ||
            (i > 0 && (!sked_reserved_follow_(all[first[i - 1]].start, first[i - 1],
                                              all[first[i]].start, first[i]) ||
                       !sked_reserved_follow_(all[last[i - 1]].end, last[i - 1],
                                              all[last[i]].end, last[i])))) {
            return 0;
        }
    }
    return 1;
}

/* Is the phase of an open pass possible at the queue's depth, and is what it goes on from? */
static int sked_queue_validate_phase_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    const int keeps = sked_queue_keeps_(&queue->rules_);
    const int fills = sked_queue_fills_(&queue->rules_);
    const int cursor =
        state->pass.cursor == SKED_NONE || sked_queue_is_waiting_(queue, state->pass.cursor);
    const sked_set changed = sked_queue_view_(queue, queue->changed_words_);
    switch (state->pass.phase) {
    case SKED_PHASE_HEADS_:
        return queue->rules_.backgrounds == 0 && !sked_queue_has_kinds_(&queue->rules_) &&
               (queue->rules_.depth <= 1 || state->jobs.waiting == 0);
    case SKED_PHASE_BEHIND_:
        return queue->rules_.backgrounds == 0 && !sked_queue_has_kinds_(&queue->rules_) &&
               queue->rules_.depth == 1 && sked_queue_validate_head_(queue) &&
               sked_queue_validate_ahead_(queue, &queue->fill_, 0, state->machine.free);
    case SKED_PHASE_RESERVING_:
        return sked_queue_counts_(&queue->rules_) && !keeps && cursor &&
               state->pass.reserved <= state->jobs.waiting &&
               (state->pass.reserved == 0 ||
                sked_queue_is_waiting_(queue, state->pass.reserved_last));
    case SKED_PHASE_FILLING_:
        return sked_queue_counts_(&queue->rules_) && fills &&
               sked_queue_is_waiting_(queue, state->pass.reserved_last) &&
               sked_queue_validate_ahead_(queue, &queue->fill_, 0, state->machine.free);
    case SKED_PHASE_DUE_:
        return keeps && cursor && (sked_queue_has_kinds_(&queue->rules_) ||
                                   sked_queue_line_low_(queue) >= state->now);
    case SKED_PHASE_KIND_HEADS_:
    case SKED_PHASE_KIND_BEHIND_:
        return sked_queue_has_kinds_(&queue->rules_) && queue->rules_.depth <= 1 &&
               sked_queue_validate_candidates_(queue);
    case SKED_PHASE_PLACING_:
    case SKED_PHASE_BETWEEN_:
        return sked_queue_places_(&queue->rules_) && !keeps && cursor &&
               sked_queue_validate_candidates_(queue) && sked_queue_validate_reserved_(queue);
    case SKED_PHASE_OWNERS_:
        return queue->rules_.backgrounds == 0;
    case SKED_PHASE_TIERS_:
        return sked_queue_validate_tiers_(queue);
    case SKED_PHASE_BEFORE_:
        return sked_queue_validate_tiers_(queue) && queue->rules_.depth == 1 &&
               sked_queue_validate_head_(queue) &&
               sked_queue_validate_ahead_(queue, &queue->fill_, 0, state->machine.free);
    case SKED_PHASE_UNDER_:
        return sked_queue_validate_tiers_(queue) && queue->rules_.backgrounds > 0 &&
               state->tiers.judged_limit == state->tiers.usage_limit_permille &&
               sked_set_first(&changed) == changed.size &&
               sked_queue_validate_ahead_(queue, &queue->under_, 0, state->tiers.eligible);
    default:
        return 0;
    }
}

static int sked_queue_validate_shadow_(const sked_queue_state_ *state) {
    if (state->pass.shadow == SKED_NEVER) {
        return state->pass.head_meets_booking == 0;
    }
    return sked_is_point_(state->pass.shadow) && state->pass.shadow >= state->now &&
           state->pass.head_meets_booking <= 1;
}

static int sked_queue_validate_pass_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    return state->pass.phase == SKED_PHASE_CLOSED_ ||
           (state->pass.booking_from == sked_queue_sets_from_(queue) &&
            sked_queue_validate_shadow_(state) && state->pass.extra <= queue->rules_.processors &&
            sked_queue_validate_phase_(queue));
}

SKED_API sked_status sked_queue_validate(const sked_queue *queue) {
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    return sked_queue_validate_rules_(queue) && sked_queue_validate_counts_(queue) &&
                   sked_queue_validate_lost_(queue) && sked_queue_validate_places_(queue) &&
                   sked_queue_validate_jobs_(queue) &&
                   sked_queue_validate_ids_(queue) && sked_queue_validate_lines_(queue) &&
                   sked_queue_validate_spare_(queue) &&
                   (!SKED_QUEUE_KINDS_ || !sked_queue_has_kinds_(&queue->rules_) ||
                    (sked_queue_validate_sets_(queue) &&
                     sked_queue_validate_components_(queue))) &&
                   sked_queue_validate_running_(queue) && sked_queue_adds_up_(queue) &&
                   sked_queue_validate_background_(queue) &&
                   sked_queue_validate_processors_(queue) &&
                   (queue->rules_.backgrounds == 0 || sked_queue_validate_eligible_(queue)) &&
                   sked_queue_validate_bookings_(queue) &&
                   sked_queue_validate_booking_ids_(queue) && sked_queue_validate_profile_(queue) &&
                   (!SKED_QUEUE_KINDS_ || (sked_queue_validate_kinds_(queue) &&
                                           sked_queue_validate_kept_(queue))) &&
                   sked_queue_validate_pass_(queue)
               ? SKED_OK
               : SKED_E_CORRUPT;
}

/* ---- >>tiers ------------------------------------------------------------------------------- */

/* A pass of tiers has three steps: heads come to the foreground, then jobs behind a head that
 * cannot, by EASY's rule (sked_query_takes_), then waiting jobs go to backgrounds. A job that runs
 * in a background stays in the line, so that its turn for the foreground comes as if it waited.
 *   Parts, in the order of the file: >>tiers.choose, .foreground, .heads, .under, .pass, .report.
 * Source: see >>tiers of the interface. */

/* ---- >>tiers.choose: which processors ---- */

/* Processes that use much go where the other tiers use little: the offered processors by what the
 * other tiers use there, the job's processes by what they use, and then in turn. place_ gets the
 * slot of each process, order_ what it uses. */

/* What a process of a waiting job is expected to use. */
static uint32_t sked_tiers_expect_(const sked_queue *queue, uint32_t job, uint32_t process) {
    const sked_usage *know = &queue->know_;
    const uint32_t usage = know->usage == NULL ? 0
                                               : (know->usage)(know->ctx, queue->job_[job].id,
                                                               queue->job_[job].tag, process);
    return usage < 1000 ? usage : 1000;
}

/* What the backgrounds of a processor use, without a job that is to leave them. */
static uint32_t sked_tiers_used_behind_(const sked_queue *queue, uint32_t p, uint32_t job) {
    const uint32_t slots = sked_queue_slots_(queue);
    uint32_t slot = p + queue->rules_.processors, used = 0;
    for (; slot < slots; slot += queue->rules_.processors) {
        used += queue->slot_[slot].job == job ? 0 : queue->usage_[slot];
    }
    SKED_ASSERT(used <= 1000 * queue->rules_.backgrounds);
    return used;
}

/* Lists the processes of a job in pair_, by falling use. */
static void sked_tiers_list_processes_(sked_queue *queue, uint32_t job) {
    const uint32_t width = queue->job_[job].width;
    uint32_t slot = queue->job_[job].first, process;
    for (process = 0; process < width; process++) {
        const uint32_t usage = slot == SKED_NONE ? sked_tiers_expect_(queue, job, process)
                                                 : queue->usage_[slot];
        SKED_ASSERT(usage <= 1000);
        queue->pair_[process].key = 1000 - usage;
        queue->pair_[process].index = process;
        slot = slot == SKED_NONE ? SKED_NONE : queue->slot_[slot].next;
    }
    SKED_ASSERT(slot == SKED_NONE);     /* the chain is as long as the job is wide */
    sked_sort(queue->pair_, (size_t)width);
}

/* Brings the least pairs to the front, in order, by a heap of the least so far, the largest on
 * top. */
static void sked_tiers_sort_least_(sked_pair *pairs, size_t count, size_t least) {
    size_t i;
    SKED_ASSERT(0 < least && least <= count);
    sked_heap_build_(pairs, least);
    for (i = least; i < count; i++) {
        if (sked_pair_less_(&pairs[i], &pairs[0])) {
            pairs[0] = pairs[i];
            sked_heap_sink_(pairs, least, 0);
        }
    }
    sked_sort(pairs, least);
}

/* Lists as many processors of a set as a job needs in pair_: those where the tiers that count use
 * least, by rising use. */
static void sked_tiers_list_processors_(sked_queue *queue, uint32_t job, const sked_set *set) {
    const int under = queue->state_->pass.phase == SKED_PHASE_UNDER_;
    uint32_t count = 0, p;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        uint32_t used = 0;
        if (under) {
            (void)sked_queue_background_of_(queue, p, &used);
        } else {
            used = sked_tiers_used_behind_(queue, p, job);
        }
        queue->pair_[count].key = used;
        queue->pair_[count].index = p;
        count++;
    }
    sked_tiers_sort_least_(queue->pair_, (size_t)count, (size_t)queue->job_[job].width);
}

/* Gives each process of a job its slot, on the first processors of pair_. */
static void sked_tiers_match_(sked_queue *queue, uint32_t job) {
    const uint32_t width = queue->job_[job].width;
    const int under = queue->state_->pass.phase == SKED_PHASE_UNDER_;
    uint32_t used, i;
    for (i = 0; i < width; i++) {       /* slots first: the list of processes takes pair_ */
        const uint32_t p = queue->pair_[i].index;
        queue->order_[i] = under ? sked_queue_background_of_(queue, p, &used) : p;
        SKED_ASSERT(queue->order_[i] < sked_queue_slots_(queue));   /* p is eligible, or free */
    }
    sked_tiers_list_processes_(queue, job);
    for (i = 0; i < width; i++) {
        SKED_ASSERT(queue->pair_[i].index < width && queue->pair_[i].key <= 1000);
        queue->place_[queue->pair_[i].index] = queue->order_[i];
    }
    for (i = 0; i < width; i++) {
        queue->order_[queue->pair_[i].index] = 1000 - (uint32_t)queue->pair_[i].key;
    }
}

/* Chooses processors for a job among those in offer_words_: by use, or by the picker. */
static int sked_tiers_choose_(sked_queue *queue, uint32_t job, sked_time end) {
    static const sked_picker lowest = {NULL, NULL};
    const sked_queue_state_ *state = queue->state_;
    const int asks = (state->tiers.options & SKED_TIERS_PICKER) != 0;
    sked_set set = sked_queue_view_(queue, queue->offer_words_);
    uint32_t i;
    if (sked_set_count(&set) < queue->job_[job].width) {
        return 0;
    }
    if (asks || queue->rules_.backgrounds == 0) {
        if (!sked_queue_ask_(queue, job, end, asks ? &queue->picker_ : &lowest)) {
            return 0;
        }
        set = sked_queue_view_(queue, queue->chosen_words_);
    }
    if (queue->rules_.backgrounds == 0) {   /* there is no use to go by */
        return 1;
    }
    sked_tiers_list_processors_(queue, job, &set);
    set = sked_queue_view_(queue, queue->chosen_words_);
    sked_set_clear(&set);
    for (i = 0; i < queue->job_[job].width; i++) {
        sked_set_add(&set, queue->pair_[i].index);
    }
    SKED_ASSERT(sked_set_count(&set) == queue->job_[job].width);
    sked_tiers_match_(queue, job);
    return 1;
}

/* Chooses the processors on which a job runs in the background, if all are offered. */
static int sked_tiers_choose_own_(sked_queue *queue, uint32_t job) {
    const sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    sked_set chosen = sked_queue_view_(queue, queue->chosen_words_);
    uint32_t slot = queue->job_[job].first, process = 0;
    SKED_ASSERT(sked_queue_is_behind_(queue, job));
    sked_set_clear(&chosen);
    for (; slot != SKED_NONE; slot = queue->slot_[slot].next) {
        const uint32_t p = slot % offered.size;
        if (!sked_set_has(&offered, p)) {
            return 0;
        }
        sked_set_add(&chosen, p);
        queue->place_[process] = p;
        queue->order_[process] = queue->usage_[slot];
        process++;
    }
    SKED_ASSERT(process == queue->job_[job].width && process == sked_set_count(&chosen));
    return 1;
}

/* Makes the places of place_ a job's. */
static void sked_tiers_occupy_(sked_queue *queue, uint32_t job) {
    uint32_t *link = &queue->job_[job].first;
    uint32_t process;
    for (process = 0; process < queue->job_[job].width; process++) {
        const uint32_t slot = queue->place_[process];
        SKED_ASSERT(slot < sked_queue_slots_(queue) && queue->slot_[slot].job == SKED_NONE);
        SKED_ASSERT(queue->order_[process] <= 1000);
        *link = slot;
        link = &queue->slot_[slot].next;
        queue->slot_[slot].job = job;
        queue->usage_[slot] = (uint16_t)queue->order_[process];
        sked_queue_change_(queue, slot % queue->rules_.processors);
    }
    *link = SKED_NONE;
    queue->job_[job].back = queue->job_[job].width;
}

/* ---- >>tiers.foreground: start, swap, restart, migrate ---- */

/* A job comes to the foreground by the first way that its policy allows and that does no harm to a
 * blocked head. `start` is then where its estimate would have to begin: earlier by what it has
 * done, so that its end is right. */

/* How much of its estimate a job from the background has done and keeps, at most all but one. */
static sked_time sked_tiers_done_(const sked_queue *queue, uint32_t job, sked_action_kind kind) {
    const sked_time estimate = queue->job_[job].estimate;
    uint64_t whole, progress, done;
    if ((queue->state_->tiers.options & SKED_TIERS_REMAINING) == 0 || estimate == SKED_NEVER ||
        (kind != SKED_SWAP && kind != SKED_MIGRATE)) {
        return 0;
    }
    whole = (uint64_t)estimate;
    progress = queue->progress_[job];
    done = whole / 1000 * progress + whole % 1000 * progress / 1000;
    SKED_ASSERT(progress <= 1000 && done <= whole);
    return done < whole ? (sked_time)done : estimate - 1;
}

/* When the estimate of a job that comes to the foreground now would have to begin; 0 at least, so
 * that a job may count with more than it needs. */
static sked_time sked_tiers_start_(const sked_queue *queue, uint32_t job, sked_action_kind kind) {
    const sked_queue_state_ *state = queue->state_;
    const sked_time cost = kind == SKED_MIGRATE ? state->tiers.migration : 0;
    const sked_time from = sked_min_i64_(state->now + cost, SKED_TIME_MAX);
    const sked_time done = sked_tiers_done_(queue, job, kind);
    SKED_ASSERT(from >= state->now && 0 <= done && done < queue->job_[job].estimate);
    return from > done ? from - done : 0;
}

static void sked_tiers_count_(sked_queue *queue, sked_action_kind kind) {
    sked_queue_counters *counters = &queue->state_->counters;
    counters->started += kind == SKED_START;
    counters->swapped += kind == SKED_SWAP;
    counters->restarted += kind == SKED_RESTART;
    counters->migrated += kind == SKED_MIGRATE;
}

/* Moves a job from the line to the processors chosen. */
static void sked_tiers_commit_(sked_queue *queue, uint32_t job, sked_action_kind kind) {
    const sked_set chosen = sked_queue_view_(queue, queue->chosen_words_);
    const sked_time start = sked_tiers_start_(queue, job, kind);
    SKED_ASSERT((kind == SKED_START) == (queue->job_[job].first == SKED_NONE));
    if (kind == SKED_START) {
        sked_queue_stop_waiting_(queue, job);
    } else {
        sked_queue_leave_line_(queue, job);     /* its slots are empty before it gets others */
        sked_queue_stop_background_(queue, job);
        queue->progress_[job] = kind == SKED_RESTART ? 0 : queue->progress_[job];
    }
    queue->job_[job].start = start;
    if (queue->rules_.backgrounds > 0) {
        sked_tiers_occupy_(queue, job);
    } else {
        sked_queue_chain_(queue, job, &chosen);
    }
    sked_queue_enter_running_(queue, job, &chosen);
    SKED_ASSERT(queue->job_[job].first < queue->rules_.processors);
    SKED_ASSERT(sked_queue_is_line_full_(queue));
    sked_tiers_count_(queue, kind);
}

/* Is the head pinned, and keeps nothing for itself? */
static int sked_tiers_is_open_(const sked_queue *queue) {
    const sked_queue_tiers_ *tiers = &queue->state_->tiers;
    return tiers->pinned && (tiers->options & SKED_TIERS_UNGUARDED) != 0;
}

/* Takes the head's own processors out of what is offered. */
static void sked_tiers_spare_pinned_(const sked_queue *queue) {
    sked_set offered = sked_queue_view_(queue, queue->offer_words_);
    uint32_t slot = queue->job_[queue->state_->pass.head].first;
    SKED_ASSERT(sked_queue_is_behind_(queue, queue->state_->pass.head));
    for (; slot != SKED_NONE; slot = queue->slot_[slot].next) {
        sked_set_remove(&offered, slot % offered.size);
    }
}

/* Brings a job to the foreground in one way, unless that would harm a blocked head. */
static int sked_tiers_attempt_(sked_queue *queue, uint32_t job, sked_action_kind kind,
                               sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    const sked_set idle = sked_queue_free_(queue);
    const int behind = state->pass.phase == SKED_PHASE_BEFORE_;
    const sked_time end =
        sked_time_add(sked_tiers_start_(queue, job, kind), queue->job_[job].estimate);
    const sked_reason reason = behind ? sked_queue_reason_(queue, end) : SKED_HEAD;
    if (!sked_queue_can_start_(queue, job, end) ||
        (behind && !sked_queue_may_pass_(queue, queue->job_[job].width, end))) {
        return 0;
    }
    sked_queue_offer_(queue, &idle, end);   /* numbers allow it: do processors? */
    if (reason == SKED_FITS_EXTRA && state->tiers.pinned &&
        !sked_tiers_is_open_(queue)) { /*~unguarded_head*/
        sked_tiers_spare_pinned_(queue);
    }
    if (!(kind == SKED_SWAP ? sked_tiers_choose_own_(queue, job)
                            : sked_tiers_choose_(queue, job, end)) ||
        (behind && !sked_queue_spares_head_(queue, job, end))) {
        return 0;
    }
    sked_tiers_commit_(queue, job, kind);
    sked_queue_describe_start_(queue, job, kind, reason, action);
    SKED_ASSERT(action->end == end);
    action->start = state->now;
    sked_queue_use_extra_(queue, action);
    return 1;
}

/* How a job comes to any foregrounds, by the policy and its options: SKED_SWAP if from a background
 * it can only come to those in front of it. */
static sked_action_kind sked_tiers_way_(const sked_queue *queue, uint32_t job) {
    const uint32_t options = sked_queue_options_(queue, job);
    if (!sked_queue_is_behind_(queue, job)) {
        return SKED_START;
    }
    switch ((sked_tiers_policy)queue->state_->tiers.policy) {
    case SKED_KEASY: return (options & SKED_JOB_NO_RESTART) != 0 ? SKED_SWAP : SKED_RESTART;
    case SKED_MEASY: return (options & SKED_JOB_NO_MIGRATION) != 0 ? SKED_SWAP : SKED_MIGRATE;
    case SKED_REASY:
    case SKED_TIERS_POLICY_CLOSED_: break;
    }
    return SKED_SWAP;
}

/* Brings a job to the foreground, as the policy and its options allow. */
static int sked_tiers_deploy_(sked_queue *queue, uint32_t job, sked_action *action) {
    const sked_action_kind way = sked_tiers_way_(queue, job);
    if (way != SKED_START && sked_tiers_attempt_(queue, job, SKED_SWAP, action)) {
        return 1;
    }
    return way != SKED_SWAP && sked_tiers_attempt_(queue, job, way, action);
}

/* ---- >>tiers.heads: steps 1 and 2 ---- */

/* As in >>queue.pass, for jobs that wait or run in a background. A head that can only swap waits
 * for its own processors (it is pinned): the others are all left over. */

/* The widths of all jobs in front of a pinned head. offer_words_ has the first processor of those
 * that are counted. */
static uint32_t sked_tiers_front_(const sked_queue *queue) {
    sked_set counted = sked_queue_view_(queue, queue->offer_words_);
    uint32_t slot = queue->job_[queue->state_->pass.head].first, width = 0;
    sked_set_clear(&counted);
    for (; slot != SKED_NONE; slot = queue->slot_[slot].next) {
        const uint32_t job = queue->slot_[slot % counted.size].job;
        if (job != SKED_NONE && !sked_set_has(&counted, queue->job_[job].first)) {
            sked_set_add(&counted, queue->job_[job].first);
            width += queue->job_[job].width;
        }
    }
    SKED_ASSERT(width <= queue->rules_.processors - queue->state_->machine.free);
    return width;
}

/* The extra of an open head, by numbers. Only a sum is legible in line 17 of Algorithm 3.
 * Subtracting the head's width is ours: the extra could otherwise not be less than what is idle. */
static uint32_t sked_tiers_extra_open_(const sked_queue *queue) {
    const uint32_t width = queue->job_[queue->state_->pass.head].width;
    const uint32_t available = queue->state_->machine.free + sked_tiers_front_(queue);
    return available > width ? available - width : 0;
}

/* The shadow time of a pinned head without bookings: when the foregrounds in front of it are free.
 * The extra is how many other foregrounds are idle, unless the head is open. */
static void sked_tiers_shadow_pinned_(sked_queue *queue) {
    sked_queue_state_ *state = queue->state_;
    const sked_set idle = sked_queue_free_(queue), down = sked_queue_down_set_(queue);
    uint32_t slot = queue->job_[state->pass.head].first;
    state->pass.shadow = state->now;
    state->pass.extra = state->machine.free;
    for (; slot != SKED_NONE; slot = queue->slot_[slot].next) {
        const uint32_t p = slot % idle.size;
        const uint32_t job = queue->slot_[p].job;
        if (sked_set_has(&down, p)) {
            state->pass.shadow = SKED_NEVER;    /* when it comes up is not known */
        } else if (job != SKED_NONE) {
            state->pass.shadow = sked_max_i64_(state->pass.shadow, sked_queue_end_(queue, job));
        } else {
            SKED_ASSERT(state->pass.extra > 0 && sked_set_has(&idle, p));
            state->pass.extra--;
        }
    }
    if (sked_tiers_is_open_(queue)) {
        state->pass.extra = sked_tiers_extra_open_(queue);
    }
    SKED_ASSERT(state->pass.shadow >= state->now);
    state->pass.head_meets_booking = 0;
}

/* Turns to step 3. */
static void sked_tiers_look_under_(sked_queue *queue) {
    sked_queue_find_eligible_(queue);
    sked_queue_look_ahead_(queue, &queue->under_, queue->state_->tiers.eligible, SKED_PHASE_UNDER_);
}

/* Turns from step 1 or 2 to step 3, if a job may go to the background. */
static void sked_tiers_go_on_(sked_queue *queue) {
    queue->state_->pass.phase = SKED_PHASE_CLOSED_;
    if (queue->rules_.backgrounds > 0 && queue->state_->jobs.waiting > 0) {
        sked_tiers_look_under_(queue);
    }
}

/* For how long a blocked head will hold its foregrounds. */
static sked_time sked_tiers_head_length_(const sked_queue *queue, uint32_t head) {
    const sked_action_kind way = sked_tiers_way_(queue, head);
    return sked_time_add(queue->job_[head].estimate - sked_tiers_done_(queue, head, way),
                         way == SKED_MIGRATE ? queue->state_->tiers.migration : 0);
}

/* Turns from the heads to the jobs behind the one that cannot come to the foreground. */
static void sked_tiers_look_behind_(sked_queue *queue, uint32_t head) {
    sked_queue_state_ *state = queue->state_;
    sked_queue_block_head_(queue, head);
    if (queue->rules_.depth == 0) {
        sked_tiers_go_on_(queue);
        return;
    }
    state->tiers.pinned = sked_tiers_way_(queue, head) == SKED_SWAP;
    state->pass.head_length = sked_tiers_head_length_(queue, head);
    SKED_ASSERT(state->pass.head_length > 0);
    if (state->tiers.pinned) {
        sked_tiers_shadow_pinned_(queue);
    } else {
        sked_queue_shadow_(queue, sked_queue_can_start_(queue, head,
                                                        sked_time_add(state->now,
                                                                      state->pass.head_length)));
    }
    if (state->pass.shadow != SKED_NEVER && !sked_tiers_is_open_(queue) &&
        sked_queue_meets_bookings_(queue,
                                   sked_time_add(state->pass.shadow, state->pass.head_length))) {
        sked_queue_shadow_among_bookings_(queue);
    }
    if (state->machine.free > 0) {      /* a job in a background needs idle foregrounds, too */
        sked_queue_look_ahead_(queue, &queue->fill_, state->machine.free, SKED_PHASE_BEFORE_);
    } else {
        sked_tiers_go_on_(queue);
    }
}

static int sked_tiers_next_head_(sked_queue *queue, sked_action *action) {
    const uint32_t job = sked_queue_first_(queue);
    if (job == SKED_NONE) {
        queue->state_->pass.phase = SKED_PHASE_CLOSED_;
        return 0;
    }
    queue->state_->counters.jobs_looked_at++;
    if (sked_tiers_deploy_(queue, job, action)) {
        return 1;
    }
    sked_tiers_look_behind_(queue, job);
    return 0;
}

/* What a job behind the head must be like; its deployment is the exact test. With
 * SKED_TIERS_REMAINING any job may end in time, as only part of its estimate may be left. */
static sked_query_ sked_tiers_before_(const sked_queue *queue) {
    const sked_queue_state_ *state = queue->state_;
    sked_query_ query = sked_queue_rule_(queue, state->machine.free);
    if ((state->tiers.options & SKED_TIERS_REMAINING) != 0) {
        query.extra = state->machine.free;
    }
    return query;
}

static int sked_tiers_next_before_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    while (state->machine.free > 0) {
        const sked_query_ query = sked_tiers_before_(queue);
        const uint32_t job = sked_forest_next_(queue, &queue->fill_, &query, state->machine.free);
        if (job == SKED_NONE) {
            break;
        }
        SKED_ASSERT(queue->job_[job].first >= queue->rules_.processors);
        if (job == state->pass.head) {
            continue;
        }
        state->counters.jobs_looked_at++;
        if (sked_tiers_deploy_(queue, job, action)) {
            return 1;
        }
    }
    sked_tiers_go_on_(queue);
    return 0;
}

/* ---- >>tiers.under: step 3 ---- */

/* Waiting jobs go behind what runs, by the background order, where processors are eligible. A start
 * changes only what it occupies, so that the next candidate is still right. */

static void sked_tiers_commit_background_(sked_queue *queue, uint32_t job, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    SKED_ASSERT(queue->job_[job].width <= state->tiers.eligible);
    sked_queue_leave_waiting_(queue, job);
    state->jobs.background++;
    queue->job_[job].start = state->now;
    sked_tiers_occupy_(queue, job);
    sked_queue_find_eligible_(queue);
    SKED_ASSERT(sked_queue_is_behind_(queue, job) && sked_queue_is_line_full_(queue));
    sked_queue_describe_(queue, job, action);
    action->kind = SKED_START_BACKGROUND;
    action->reason = SKED_SPARE_CYCLES;
    state->counters.backgrounded++;
}

static int sked_tiers_next_under_(sked_queue *queue, sked_action *action) {
    sked_queue_state_ *state = queue->state_;
    const sked_set eligible = sked_queue_view_(queue, queue->eligible_words_);
    sked_query_ query = {0, 0, 0, NULL, 0};     /* there is no head to pass: the value counts */
    query.value = state->tiers.estimate_max == 0 ? SKED_NEVER : state->tiers.estimate_max;
    while (state->tiers.eligible > 0) {
        uint32_t job;
        sked_time end;
        query.count = state->tiers.eligible;
        if (state->tiers.width_max > 0 && state->tiers.width_max < query.count) {
            query.count = state->tiers.width_max;
        }
        job = sked_forest_next_(queue, &queue->under_, &query, state->tiers.eligible);
        if (job == SKED_NONE) {
            break;
        }
        SKED_ASSERT(queue->job_[job].first == SKED_NONE &&
                    queue->job_[job].width <= state->tiers.eligible);
        state->counters.jobs_looked_at++;
        end = sked_time_add(state->now, queue->job_[job].estimate);
        sked_queue_offer_(queue, &eligible, end);
        if (sked_tiers_choose_(queue, job, end)) {
            sked_tiers_commit_background_(queue, job, action);
            return 1;
        }
    }
    state->pass.phase = SKED_PHASE_CLOSED_;
    return 0;
}

/* ---- >>tiers.pass: plan and next ---- */

static sked_status sked_tiers_check_(const sked_queue *queue, const sked_tiers *tiers) {
    const uint32_t options = SKED_TIERS_REMAINING | SKED_TIERS_FULL | SKED_TIERS_PICKER |
                             SKED_TIERS_UNGUARDED;
    if (queue->rules_.depth > 1) {
        return SKED_E_DEPTH;
    }
    if (sked_queue_has_kinds_(&queue->rules_)) {
        return SKED_E_KINDS;
    }
    if ((uint32_t)tiers->policy > (uint32_t)SKED_MEASY || (tiers->options & ~options) != 0) {
        return SKED_E_SETTING;
    }
    return sked_is_point_(tiers->migration) &&
                   (tiers->estimate_max == 0 || sked_is_length_(tiers->estimate_max))
               ? SKED_OK
               : SKED_E_TIME;
}

SKED_API sked_tiers sked_tiers_of(sked_tiers_policy policy) {
    sked_tiers tiers = SKED_ZERO;
    tiers.policy = policy;
    tiers.usage_limit_permille = 960;
    return tiers;
}

SKED_API sked_status sked_tiers_plan(sked_queue *queue, const sked_tiers *tiers, sked_time now) {
    sked_status status = sked_queue_ready_(queue, now);
    sked_queue_state_ *state = queue->state_;
    int full;
    SKED_ASSERT(tiers != NULL);
    if (status == SKED_OK) {
        status = sked_tiers_check_(queue, tiers);
    }
    if (status != SKED_OK) {
        return status;
    }
    state->now = now;                   /* so that conflicts are those of now */
    sked_queue_refresh_bookings_(queue, now);
    full =                              /* after bookings that have ended were noted as a change */
        state->pass.changes != SKED_CHANGED_BACKGROUND_ || (tiers->options & SKED_TIERS_FULL) != 0;
    sked_queue_open_pass_(queue, now);
    state->tiers.policy = (uint32_t)tiers->policy;
    state->tiers.options = tiers->options;
    state->tiers.migration = tiers->migration;
    state->tiers.usage_limit_permille = tiers->usage_limit_permille;
    state->tiers.width_max = tiers->width_max;
    state->tiers.estimate_max = tiers->estimate_max;
    queue->know_ = tiers->usage;
    SKED_ASSERT(full || queue->rules_.backgrounds > 0);     /* only a background can be vacated */
    if (full) {
        state->pass.phase = SKED_PHASE_TIERS_;
    } else {
        sked_tiers_look_under_(queue);
    }
    return SKED_OK;
}

/* Each phase ends in a later one, or in the end of the pass. */
static int sked_tiers_step_(sked_queue *queue, sked_action *action) {
    const sked_queue_state_ *state = queue->state_;
    int found = 0;
    if (state->machine.losses > 0) {
        sked_queue_report_(queue, action);
        return 1;
    }
    if (state->pass.phase == SKED_PHASE_TIERS_) {
        found = (SKED_QUEUE_BOOKINGS_ && sked_queue_next_owner_(queue, action)) ||
                sked_tiers_next_head_(queue, action);
    }
    if (!found && state->pass.phase == SKED_PHASE_BEFORE_) {
        found = sked_tiers_next_before_(queue, action);
    }
    if (!found && state->pass.phase == SKED_PHASE_UNDER_) {
        found = sked_tiers_next_under_(queue, action);
    }
    return found;
}

SKED_API sked_status sked_tiers_next(sked_queue *queue, sked_action *action, sked_set *processors) {
    const sked_status status = sked_queue_check_next_(queue, 1, processors);
    SKED_ASSERT(action != NULL);
    if (status != SKED_OK) {
        return status;
    }
    return sked_queue_hand_out_(queue, sked_tiers_step_(queue, action), processors);
}

/* ---- >>tiers.report: what the caller knows, and asks ---- */

SKED_API sked_status sked_tiers_report(sked_queue *queue, uint64_t id, uint32_t progress_permille,
                                       const uint16_t *usage_permille, sked_time now) {
    uint32_t job = SKED_NONE, slot, i;
    const sked_status status = sked_queue_ready_for_(queue, id, now, 1, &job);
    if (status != SKED_OK) {
        return status;
    }
    if (queue->rules_.backgrounds == 0) {
        return SKED_E_NO_BACKGROUND;
    }
    if (progress_permille > 1000 && progress_permille != SKED_NONE) {
        return SKED_E_RANGE;
    }
    for (i = 0; usage_permille != NULL && i < queue->job_[job].width; i++) {
        if (usage_permille[i] > 1000) {
            return SKED_E_RANGE;
        }
    }
    queue->state_->now = now;           /* all is checked; a report alone asks for no full pass */
    if (progress_permille != SKED_NONE) {
        queue->progress_[job] = (uint16_t)progress_permille;
    }
    i = 0;
    for (slot = queue->job_[job].first; usage_permille != NULL && slot != SKED_NONE;
         slot = queue->slot_[slot].next) {
        queue->usage_[slot] = usage_permille[i];
        sked_queue_change_(queue, slot % queue->rules_.processors);
        i++;
    }
    SKED_ASSERT(usage_permille == NULL || i == queue->job_[job].width);
    return SKED_OK;
}

/* Are these free backgrounds of different processors, one for each process of a job? */
static sked_status sked_tiers_check_places_(const sked_queue *queue, uint32_t job,
                                            const sked_place *places) {
    sked_set named = sked_queue_view_(queue, queue->chosen_words_);
    int taken = 0;
    uint32_t i;
    sked_set_clear(&named);
    for (i = 0; i < queue->job_[job].width; i++) {
        const uint32_t p = places[i].processor, tier = places[i].tier;
        if (p >= named.size || tier == 0 || tier > queue->rules_.backgrounds ||
            sked_set_has(&named, p)) {
            return SKED_E_RANGE;
        }
        sked_set_add(&named, p);
        taken |= queue->slot_[tier * named.size + p].job != SKED_NONE;
    }
    return taken ? SKED_E_TAKEN : SKED_OK;
}

/* Lists the slots of a job that goes back to backgrounds in place_, and in order_ what its
 * processes use. */
static void sked_tiers_list_places_(const sked_queue *queue, uint32_t job,
                                    const sked_place *places) {
    uint32_t slot = queue->job_[job].first, process = 0;
    for (; slot != SKED_NONE; slot = queue->slot_[slot].next) {
        queue->place_[process] =
            places[process].tier * queue->rules_.processors + places[process].processor;
        queue->order_[process] = queue->usage_[slot];
        process++;
    }
    SKED_ASSERT(process == queue->job_[job].width);
}

/* A job has come to run on processors some of which may be down: these are lost. */
static void sked_tiers_lose_(sked_queue *queue, uint32_t job) {
    const sked_set down = sked_queue_down_set_(queue);
    uint32_t slot = queue->job_[job].first, p;
    for (; slot != SKED_NONE; slot = queue->slot_[slot].next) {
        sked_set lost = sked_queue_lost_set_(queue, sked_queue_tier_(queue, slot, &p));
        if (sked_set_has(&down, p)) {
            SKED_ASSERT(!sked_set_has(&lost, p) && queue->job_[job].back > 0);
            sked_set_add(&lost, p);
            queue->state_->machine.losses++;
            queue->job_[job].back--;
        }
    }
}

SKED_API sked_status sked_tiers_stay(sked_queue *queue, uint64_t id, const sked_place *places,
                                     sked_time now) {
    uint32_t job = SKED_NONE;
    sked_status status = sked_queue_ready_for_(queue, id, now, 1, &job);
    SKED_ASSERT(places != NULL);
    if (status == SKED_OK && sked_queue_is_behind_(queue, job)) {
        status = SKED_E_NOT_RUNNING;
    }
    if (status == SKED_OK) {
        status = queue->rules_.backgrounds > 0 ? sked_tiers_check_places_(queue, job, places)
                                               : SKED_E_NO_BACKGROUND;
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_queue_record_event_(queue, now);
    sked_tiers_list_places_(queue, job, places);
    sked_queue_stop_running_(queue, job);   /* its foregrounds are free */
    queue->job_[job].arrival |= SKED_JOB_NO_MIGRATION;
    queue->job_[job].start = now;
    sked_queue_stay_no_more_(queue, job);
    sked_queue_line_up_(queue, job);
    sked_tiers_occupy_(queue, job);
    sked_tiers_lose_(queue, job);
    queue->state_->jobs.background++;
    SKED_ASSERT(sked_queue_is_behind_(queue, job) && sked_queue_is_line_full_(queue));
    return SKED_OK;
}

SKED_API sked_status sked_tiers_get_places(const sked_queue *queue, uint64_t id, sked_place *places,
                                           uint32_t places_max) {
    uint32_t job, slot, process = 0;
    SKED_ASSERT(places != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    job = sked_queue_seek_(queue, id);
    if (job == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    if (queue->job_[job].first >= SKED_BARRED_) {
        return SKED_E_NOT_RUNNING;
    }
    if (places_max < queue->job_[job].width) {
        return SKED_E_FULL;
    }
    for (slot = queue->job_[job].first; slot != SKED_NONE; slot = queue->slot_[slot].next) {
        places[process].processor = slot % queue->rules_.processors;
        places[process].tier = slot / queue->rules_.processors;
        process++;
    }
    SKED_ASSERT(process == queue->job_[job].width);
    return SKED_OK;
}

SKED_API sked_status sked_tiers_job_on(const sked_queue *queue, sked_place place, uint64_t *id) {
    uint32_t job;
    SKED_ASSERT(id != NULL);
    if (queue->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (place.processor >= queue->rules_.processors ||
        place.tier > queue->rules_.backgrounds) {
        return SKED_E_RANGE;
    }
    job = queue->slot_[place.tier * queue->rules_.processors + place.processor].job;
    if (job == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    SKED_ASSERT(queue->job_[job].first < SKED_BARRED_);
    *id = queue->job_[job].id;
    return SKED_OK;
}

/* ---- >>site -------------------------------------------------------------------------------- */

/* In the order of the file:
 *     >>site.settings     checking them, and the block
 *     >>site.line         jobs in the line, and where they can run
 *     >>site.events       submit, finish, cancel, and what machines and interconnects report
 *     >>site.room         whom a run may stop, and which interconnect carries it
 *     >>site.times        how long a class takes where, as things are
 *     >>site.plan         the mapping of a queue, around what others hold
 *     >>site.kept         places that a new plan does not move
 *     >>site.turns        each queue in its turn
 *     >>site.decisions    what is due
 *     >>site.looking      answers to questions
 *     >>site.copies       branch and clone
 *     >>site.save         seal and open
 *     >>site.validate     a block that may be damaged
 *
 * A job is an entry: in the line from its submission to its end, and spare before and after. In the
 * line it waits or runs. The plan gives it a row: a place and a time. A row is used up when its job
 * starts; all rows go when the next plan is made. Invariants, between calls:
 *     - machine m has job j only if j runs and m belongs to its place; a down machine keeps its
 *       job until that is reported as lost;
 *     - a job that runs has a row only if it leaves;
 *     - a lost job runs and leaves, and state->lost counts these;
 *     - an interconnect has committed what the running jobs on it have, together;
 *     - an account counts the jobs of its user in the line. */

/* A job. Which fields are valid: the first group in the line, the next while it runs, the third
 * while it is planned, the last always in the line. */
typedef struct sked_site_entry_ {
    /* of the job: by submit; queue also by promotion */
    uint64_t id, tag;
    sked_time submitted;            /* a point */
    uint32_t job_class, user;
    uint32_t queue, first_queue;    /* where it is now; where it came */

    /* of the run: by sked_site_dispatch_ */
    sked_time start, end;           /* points; put_off_ moves the end of a late run */
    uint32_t machine, cluster;      /* one is SKED_NONE */
    uint64_t run_plan;              /* counters.plans at its start */
    uint32_t members, present;      /* of its cluster's machines, at its start; on a machine 1 */
    uint32_t load;                  /* the largest of its machines, at its start: 1/1024 */
    uint32_t interconnect;          /* SKED_NONE if it commits nothing */
    uint64_t committed;             /* bandwidth, on `interconnect` */

    /* of the row: by sked_site_book_, row_plan by pick_ */
    sked_time row_start, row_end;   /* points */
    uint64_t row_plan;              /* counters.plans after the plan that chose this place */
    uint32_t row_machine, row_cluster;  /* one is SKED_NONE */
    uint32_t row_present;           /* how many of its machines were up */
    uint32_t row_rank;              /* of the queue for which it was mapped */

    /* what becomes of it */
    uint32_t left;                  /* of its work, 1 .. SKED_WHOLE_JOB_: at the start of its run or
                                       of the next. By submit and preempt_ */
    uint32_t running, planned;      /* 1 or 0; planned: has a row */
    uint32_t preemptions;           /* in all, by preempt_ */
    uint32_t since_promotion;       /* ... of these since it came to its queue */
    uint32_t lost;                  /* 1: a machine of it went down, and that is not reported yet */
    uint32_t leaves;                /* 1: the plan counts it as gone: lost, or condemned by book_ */
    uint32_t kept;                  /* its place among the rows of the last plan, from 1; 0: has
                                       none to keep. By clear_, valid in one plan */
    uint32_t respected;             /* queues of this rank and above do not preempt it, until it
                                       ends, or under SKED_REPLAN_ALL until the next plan;
                                       SKED_NONE: any may. By sked_site_respect_ */
    uint32_t weighed;               /* 1: rows of the queue being mapped would stop it; and */
    sked_time gain;                 /* ... one of them gains this length, none more. Both by
                                       sked_site_weigh_, valid until it is called again */
} sked_site_entry_;

#define SKED_WHOLE_JOB_ (UINT32_C(1) << 20)

/* A machine. */
typedef struct sked_site_host_ {
    uint32_t job;                   /* the entry that runs there; SKED_NONE: by dispatch_, free_ */
    uint32_t load;                  /* external, 0 .. 1023 of 1024: by report_load */
    uint32_t up;                    /* 1 or 0: by down and up */
    uint32_t claimed;               /* 1: a row that waits has it, in one sked_site_due_; or a
                                       row of a new place, in one sked_site_plan */
} sked_site_host_;

/* An interconnect, in the caller's unit of bandwidth. */
typedef struct sked_site_link_ {
    uint64_t traffic;               /* not the site's: by report_traffic */
    uint64_t committed;             /* to running jobs: by dispatch_, free_ */
} sked_site_link_;

/* A user. */
typedef struct sked_site_account_ {
    sked_time taken;                /* a length, at most SKED_TIME_MAX: by charge_ and set_usage */
    uint32_t jobs;                  /* in the line */
} sked_site_account_;

/* The arrays of the handle (sked_site):
 *     entry_; line_ [0, jobs), entries in the order of submission; spare_ [0, jobs_max - jobs), the
 *         entries that are not in it; host_, link_, account_;
 *     rank_: queues by rising priority, made once;
 *     the plan: planned_ [0, rows), entries; order_, (start, index into planned_), sorted when the
 *         last queue was mapped, and behind these while it is made (kept, entry); held_, per
 *         machine the point until which rows have it;
 *     of the queue that is being mapped: picked_ [0, picked), entries; times_ and cluster_times_,
 *         their tables; free_, when machines are free, from now on; row_, what sked_pjs made of
 *         them; own_end_, their ends if the queue preempted nobody; work_, the block of sked_pjs;
 *     of each class: known_, bits of SKED_CLASS_..., 0: nothing yet; class_times_, if known;
 *     of the class that was looked at last: predicted_, per resource. */
typedef struct sked_site_state_ {
    unsigned char seal[SKED_SEAL_BYTES];    /* valid only right after sked_site_seal */
    uint32_t machines, clusters, interconnects, resources, classes, users, queues, jobs_max;
                                    /* of the settings: by begin_ */
    sked_time now;                  /* the latest time that an event carried */
    sked_site_counters counters;    /* only grow */
    uint32_t jobs;                  /* in the line */
    uint32_t rows;                  /* of the plan, also those used up */
    uint32_t picked;                /* rows of the queue that is being mapped */
    uint32_t changed;               /* 1: something happened that the plan did not foresee */
    uint32_t lost;                  /* entries that are lost */
    uint32_t closed;                /* 1: bandwidth is kept for a job that this plan left out */
    sked_time time_max;             /* of a single time in this plan: a length */
} sked_site_state_;

/* ---- >>site.settings: checking them, and the block ---- */

static sked_status sked_site_check_counts_(const sked_site_settings *settings) {
    const uint32_t most = SKED_COUNT_MAX_;
    const sked_status status = SKED_E_RANGE;
    sked_refusal *refusal = settings->refusal;
    if (settings->machines == 0) {
        return sked_refuse_(refusal, SKED_E_NO_MACHINES, "machines", 0, 1, most);
    }
    if (sked_is_out_(refusal, status, "resources", settings->resources, 1, most) ||
        sked_is_out_(refusal, status, "classes", settings->classes, 1, most) ||
        sked_is_out_(refusal, status, "users", settings->users, 1, most) ||
        sked_is_out_(refusal, status, "queues", settings->queues, 1, most) ||
        sked_is_out_(refusal, status, "jobs_max", settings->jobs_max, 1, most) ||
        sked_is_out_(refusal, status, "machines", settings->machines, 1, most) ||
        sked_is_out_(refusal, status, "clusters", settings->clusters, 0, most) ||
        sked_is_out_(refusal, status, "interconnects", settings->interconnects, 0, most)) {
        return status;
    }
    return SKED_OK;
}

/* Refuses what sked_is_out_ or sked_is_unfit_ has found, of the entry `index`. */
static sked_status sked_site_refuse_(const sked_site_settings *settings, const char *entry,
                                     uint32_t index) {
    return sked_refuse_of_(settings->refusal, SKED_E_RANGE, entry, index);
}

static int sked_site_is_class_out_(const sked_site_settings *settings, uint32_t resource) {
    return sked_is_out_(settings->refusal, SKED_E_RANGE, "resource", resource, 0,
                        settings->resources - 1);
}

/* Machines, clusters and interconnects. */
static sked_status sked_site_check_machines_(const sked_site_settings *settings) {
    uint32_t i;
    for (i = 0; i < settings->machines; i++) {
        if (sked_site_is_class_out_(settings, settings->machine[i].resource)) {
            return sked_site_refuse_(settings, "machine", i);
        }
    }
    for (i = 0; i < settings->clusters; i++) {
        const sked_cluster *cluster = &settings->cluster[i];
        if (sked_cluster_members_(settings->refusal, cluster, settings->machines) == 0 ||
            sked_site_is_class_out_(settings, cluster->resource)) {
            return sked_site_refuse_(settings, "cluster", i);
        }
    }
    for (i = 0; i < settings->interconnects; i++) {
        if (sked_is_unfit_(settings->refusal, "clusters->size", settings->interconnect[i].clusters,
                           settings->clusters)) {
            return sked_site_refuse_(settings, "interconnect", i);
        }
    }
    return SKED_OK;
}

static int sked_site_is_bound_out_(const sked_site_settings *settings, const char *field,
                                   sked_time bound) {
    if (sked_is_point_(bound) || bound == SKED_NEVER) {
        return 0;
    }
    (void)sked_refuse_(settings->refusal, SKED_E_RANGE, field, bound, 0, SKED_TIME_MAX);
    return 1;
}

/* Classes, users, and what queues point to. */
static sked_status sked_site_check_users_(const sked_site_settings *settings) {
    sked_refusal *refusal = settings->refusal;
    uint32_t i;
    for (i = 0; i < settings->classes; i++) {
        const sked_site_class *of = &settings->job_class[i];
        if (sked_is_unfit_(refusal, "resources->size", of->resources, settings->resources)) {
            return sked_site_refuse_(settings, "class", i);
        }
        if (!sked_is_point_(of->resume)) {
            (void)sked_refuse_(refusal, SKED_E_RANGE, "resume", of->resume, 0, SKED_TIME_MAX);
            return sked_site_refuse_(settings, "class", i);
        }
        if (sked_is_out_(refusal, SKED_E_SETTING, "flags", of->flags, 0, SKED_RESUMABLE)) {
            return sked_refuse_of_(refusal, SKED_E_SETTING, "class", i);
        }
    }
    for (i = 0; i < settings->users; i++) {
        const sked_site_user *user = &settings->user[i];
        if (sked_site_is_bound_out_(settings, "time_max", user->time_max) ||
            sked_is_unfit_(refusal, "queues->size", user->queues, settings->queues)) {
            return sked_site_refuse_(settings, "user", i);
        }
    }
    for (i = 0; i < settings->queues; i++) {
        const sked_site_queue *queue = &settings->queue[i];
        if (queue->promote_after > 0 && sked_is_out_(refusal, SKED_E_RANGE, "promote_to",
                                                     queue->promote_to, 0,
                                                     settings->queues - 1)) {
            return sked_site_refuse_(settings, "queue", i);
        }
    }
    return sked_site_is_bound_out_(settings, "gain_min", settings->gain_min) ? SKED_E_RANGE
                                                                             : SKED_OK;
}

/* What a mapping of `jobs` jobs of the queue asks for; tables and free times come later. */
static sked_pjs_request sked_site_request_(const sked_site_settings *settings, uint32_t queue,
                                           uint32_t jobs) {
    const sked_site_queue *of = &settings->queue[queue];
    sked_pjs_request request = SKED_ZERO;
    SKED_ASSERT(queue < settings->queues && jobs <= settings->jobs_max);
    request.map.heuristic = of->heuristic;
    request.map.options = settings->map_options;
    request.map.jobs = jobs;
    request.map.machines = settings->machines;
    request.map.refusal = settings->refusal;
    request.options = of->pjs_options;
    request.clusters = (of->flags & SKED_SEQUENTIAL) != 0 ? 0 : settings->clusters;
    request.cluster = settings->cluster;
    return request;
}

/* The queues, and how much room their mappings need. */
static sked_status sked_site_check_queues_(const sked_site_settings *settings, size_t *work) {
    const uint32_t flags = SKED_PREEMPTS | SKED_PREEMPTABLE | SKED_SEQUENTIAL;
    uint32_t i;
    *work = 0;
    if (sked_is_out_(settings->refusal, SKED_E_SETTING, "map_options", settings->map_options, 0,
                     SKED_MAP_LOW_MEMORY | SKED_MAP_LEAST_TIME) ||
        sked_is_out_(settings->refusal, SKED_E_SETTING, "replan", (uint32_t)settings->replan, 0,
                     (uint32_t)SKED_REPLAN_NONE)) {
        return SKED_E_SETTING;
    }
    for (i = 0; i < settings->queues; i++) {
        const sked_site_queue *queue = &settings->queue[i];
        const sked_pjs_request request = sked_site_request_(settings, i, settings->jobs_max);
        sked_pjs_view_ sized;
        size_t bytes = 0;
        sked_status status;
        if (sked_is_out_(settings->refusal, SKED_E_SETTING, "flags", queue->flags, 0, flags) ||
            sked_is_out_(settings->refusal, SKED_E_SETTING, "pjs_options", queue->pjs_options, 0,
                         SKED_PJS_OPTIONS_)) {
            return sked_refuse_of_(settings->refusal, SKED_E_SETTING, "queue", i);
        }
        if (queue->promote_after > 0 && (queue->flags & SKED_SEQUENTIAL) == 0 &&
            (settings->queue[queue->promote_to].flags & SKED_SEQUENTIAL) != 0) {
            (void)sked_refuse_what_(settings->refusal, SKED_E_SETTING, "promote_to",
                                    "to a sequential queue, from one that is not");
            return sked_refuse_of_(settings->refusal, SKED_E_SETTING, "queue", i);
        }
        status = sked_pjs_check_(&request, &sized, &bytes);
        if (status != SKED_OK) {
            return sked_refuse_of_(settings->refusal, status, "queue", i);
        }
        *work = bytes > *work ? bytes : *work;
    }
    SKED_ASSERT(*work > 0);
    return SKED_OK;
}

/* Lays a block out; block NULL only sizes it. Returns the bytes; 0 iff they overflow. */
static size_t sked_site_layout_(sked_site *site, const sked_site_settings *settings, size_t work,
                                void *block) {
    const uint64_t n = settings->jobs_max, m = settings->machines, c = settings->clusters;
    const uint64_t classes = settings->classes;
    const size_t time = sizeof(sked_time);
    sked_carver_ carver = sked_carver_of_(block);
    sked_carver_ *k = &carver;
    site->state_ = SKED_PTR_(sked_site_state_, sked_carve_(k, sizeof(sked_site_state_), 1));
    site->entry_ = SKED_PTR_(sked_site_entry_, sked_carve_(k, sizeof(sked_site_entry_), n));
    site->host_ = SKED_PTR_(sked_site_host_, sked_carve_(k, sizeof(sked_site_host_), m));
    site->link_ = SKED_PTR_(
        sked_site_link_, sked_carve_(k, sizeof(sked_site_link_), settings->interconnects));
    site->account_ = SKED_PTR_(sked_site_account_,
                               sked_carve_(k, sizeof(sked_site_account_), settings->users));
    site->line_ = sked_carve_32_(k, n);
    site->spare_ = sked_carve_32_(k, n);
    site->picked_ = sked_carve_32_(k, n);
    site->planned_ = sked_carve_32_(k, n);
    site->rank_ = sked_carve_32_(k, settings->queues);
    site->known_ = sked_carve_32_(k, classes);
    site->predicted_ = SKED_PTR_(sked_time, sked_carve_(k, time, settings->resources));
    site->class_times_ = SKED_PTR_(sked_time, sked_carve_(k, time, classes * (m + c)));
    site->times_ = SKED_PTR_(sked_time, sked_carve_(k, time, n * m));
    site->cluster_times_ = SKED_PTR_(sked_time, sked_carve_(k, time, n * c));
    site->free_ = SKED_PTR_(sked_time, sked_carve_(k, time, m));
    site->held_ = SKED_PTR_(sked_time, sked_carve_(k, time, m));
    site->own_end_ = SKED_PTR_(sked_time, sked_carve_(k, time, n));
    site->row_ = SKED_PTR_(sked_pjs_row, sked_carve_(k, sizeof(sked_pjs_row), n));
    site->order_ = SKED_PTR_(sked_pair, sked_carve_(k, sizeof(sked_pair), n));
    site->up_words_ = SKED_PTR_(
        sked_word, sked_carve_(k, sizeof(sked_word), SKED_SET_WORDS(settings->machines)));
    site->work_ = sked_carve_(k, 1, work);
    site->work_bytes_ = work;
    return carver.fits ? carver.used : 0;
}

static sked_status sked_site_check_(const sked_site_settings *settings, size_t *bytes,
                                    size_t *work) {
    sked_site sized;
    sked_status status;
    SKED_ASSERT(settings != NULL && bytes != NULL);
    status = sked_site_check_counts_(settings);
    if (status != SKED_OK) {
        return status;
    }
    status = sked_site_check_machines_(settings);
    if (status == SKED_OK) {
        status = sked_site_check_users_(settings);
    }
    if (status == SKED_OK) {
        status = sked_site_check_queues_(settings, work);
    }
    if (status != SKED_OK) {
        return status;
    }
    return sked_give_size_(settings->refusal, "jobs_max",
                           sked_site_layout_(&sized, settings, *work, NULL), bytes);
}

SKED_API sked_status sked_site_bytes(const sked_site_settings *settings, size_t *bytes) {
    size_t work;
    return sked_site_check_(settings, bytes, &work);
}

/* A table that is there has the shape that the site needs; NULL is none. */
static sked_status sked_site_check_table_(const sked_site_settings *settings, const char *table,
                                          const sked_experience *experience, uint32_t rows,
                                          uint32_t columns) {
    sked_refusal *refusal = settings->refusal;
    if (experience == NULL) {
        return SKED_OK;
    }
    if (experience->state_ == NULL) {
        return sked_refuse_what_(refusal, SKED_E_EMPTY, table, NULL);
    }
    if (sked_is_out_(refusal, SKED_E_RANGE, "classes", experience->state_->classes, rows, rows) ||
        sked_is_out_(refusal, SKED_E_RANGE, "resources", experience->state_->resources, columns,
                     columns)) {
        return sked_refuse_of_(refusal, SKED_E_RANGE, table, SKED_NONE);
    }
    return SKED_OK;
}

static sked_status sked_site_check_experience_(const sked_site_settings *settings,
                                               const sked_site_experience *experience) {
    const uint32_t classes = settings->classes, resources = settings->resources;
    sked_status status;
    SKED_ASSERT(experience != NULL);
    if (experience->times == NULL) {
        return sked_refuse_what_(settings->refusal, SKED_E_EMPTY, "experience.times", NULL);
    }
    status = sked_site_check_table_(settings, "experience.times", experience->times, classes,
                                    resources);
    if (status == SKED_OK) {
        status = sked_site_check_table_(settings, "experience.users", experience->users,
                                        settings->users, settings->queues);
    }
    return status != SKED_OK ? status
                             : sked_site_check_table_(settings, "experience.traffic",
                                                      experience->traffic, classes, resources);
}

static void sked_site_empty_(sked_site *site) {
    static const sked_site empty = SKED_ZERO;
    *site = empty;
}

/* Ranks queues by priority, equals by index: rank_[rank] is a queue. */
static void sked_site_begin_ranks_(sked_site *site) {
    const sked_site_settings *settings = &site->settings_;
    uint32_t i, at;
    for (i = 0; i < settings->queues; i++) {
        const uint32_t priority = settings->queue[i].priority;
        for (at = i; at > 0 && settings->queue[site->rank_[at - 1]].priority > priority; at--) {
            site->rank_[at] = site->rank_[at - 1];
        }
        site->rank_[at] = i;
        SKED_ASSERT(at == i || settings->queue[site->rank_[at + 1]].priority > priority);
    }
}

/* Points a handle into a block that is large enough. */
static void sked_site_attach_(sked_site *site, const sked_site_settings *settings,
                              const sked_site_experience *experience, size_t work, void *block,
                              size_t bytes) {
    const size_t used = sked_site_layout_(site, settings, work, block);
    SKED_ASSERT(used == bytes);
    (void)used;
    site->bytes_ = bytes;
    site->settings_ = *settings;
    site->settings_.refusal = NULL;
    site->experience_ = *experience;
}

/* What a block says of the settings that it was made for. */
static void sked_site_begin_counts_(sked_site *site) {
    const sked_site_settings *settings = &site->settings_;
    sked_site_state_ *state = site->state_;
    state->machines = settings->machines;
    state->clusters = settings->clusters;
    state->interconnects = settings->interconnects;
    state->resources = settings->resources;
    state->classes = settings->classes;
    state->users = settings->users;
    state->queues = settings->queues;
    state->jobs_max = settings->jobs_max;
}

/* An empty site. Nothing of the block stays unwritten: see sked_experience_begin_. */
static void sked_site_begin_(sked_site *site) {
    static const sked_site_host_ idle = {SKED_NONE, 0, 1, 0};
    unsigned char *bytes = SKED_PTR_(unsigned char, site->state_);
    const uint32_t jobs_max = site->settings_.jobs_max;
    size_t b;
    uint32_t i;
    for (b = 0; b < site->bytes_; b++) {
        bytes[b] = 0;
    }
    for (i = 0; i < site->settings_.machines; i++) {
        site->host_[i] = idle;
    }
    for (i = 0; i < jobs_max; i++) {
        site->spare_[i] = jobs_max - 1 - i;     /* the lowest entry is taken first */
    }
    sked_site_begin_counts_(site);
    sked_site_begin_ranks_(site);
}

SKED_API sked_site_queue sked_site_queue_of(uint32_t priority) {
    sked_site_queue queue = SKED_ZERO;
    queue.priority = priority;
    queue.heuristic = SKED_DUPLEX_SUM;
    return queue;
}

SKED_API sked_site_settings sked_site_settings_of(const sked_site_machine *machine,
                                                  uint32_t machines, uint32_t resources,
                                                  uint32_t jobs_max) {
    static const sked_site_class any = SKED_ZERO;
    static const sked_site_user user = SKED_ZERO;
    static const sked_site_queue queue = {0, 0, SKED_DUPLEX_SUM, 0, 0, 0};
    sked_site_settings settings = SKED_ZERO;
    settings.machine = machine;
    settings.machines = machines;
    settings.resources = resources;
    settings.job_class = &any;
    settings.classes = 1;
    settings.user = &user;
    settings.users = 1;
    settings.queue = &queue;
    settings.queues = 1;
    settings.jobs_max = jobs_max;
    return settings;
}

SKED_API sked_site_job sked_site_job_of(uint64_t id, uint32_t job_class) {
    sked_site_job job = SKED_ZERO;
    job.id = id;
    job.job_class = job_class;
    return job;
}

SKED_API const char *sked_site_decision_text(sked_site_decision_kind kind) {
    switch (kind) {
    case SKED_DISPATCH: return "dispatch";
    case SKED_PREEMPT: return "preempt";
    case SKED_SITE_DECISION_CLOSED_: break;
    }
    return "unknown decision";
}

SKED_API const char *sked_site_reason_text(sked_site_reason reason) {
    switch (reason) {
    case SKED_MAPPED: return "mapped to the machine";
    case SKED_PROFITABLE: return "profitable on the cluster";
    case SKED_OUTRANKED: return "a job of higher priority has its turn";
    case SKED_MACHINE_DOWN: return "a machine is down";
    case SKED_SITE_REASON_CLOSED_: break;
    }
    return "unknown reason";
}

SKED_API sked_status sked_site_init(sked_site *site, const sked_site_settings *settings,
                                    const sked_site_experience *experience, void *block,
                                    size_t bytes) {
    size_t needed, work;
    sked_status status;
    SKED_ASSERT(site != NULL);
    sked_site_empty_(site);
    status = sked_site_check_(settings, &needed, &work);
    if (status == SKED_OK) {
        status = sked_site_check_experience_(settings, experience);
    }
    if (status == SKED_OK) {
        status = sked_check_block_(settings->refusal, block, bytes, needed);
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_site_attach_(site, settings, experience, work, block, needed);
    sked_site_begin_(site);
    return SKED_OK;
}

SKED_API sked_status sked_site_create(sked_site *site, const sked_site_settings *settings,
                                      const sked_site_experience *experience, sked_mem mem) {
    size_t bytes = 0, work;
    void *block;
    sked_status status = sked_site_check_(settings, &bytes, &work);
    SKED_ASSERT(site != NULL);
    sked_site_empty_(site);
    if (status == SKED_OK) {
        status = sked_site_check_experience_(settings, experience);
    }
    status = sked_take_block_(status, settings->refusal, &mem, bytes, &block);
    if (status == SKED_OK) {
        status = sked_site_init(site, settings, experience, block, bytes);
        sked_keep_block_(&site->mem_, &mem, block, bytes, status);
    }
    return status;
}

SKED_API void sked_site_destroy(sked_site *site) {
    SKED_ASSERT(site != NULL);
    sked_give_block_(&site->mem_, site->state_, site->bytes_); /*~site_given_back*/
    sked_site_empty_(site);
}

/* ---- >>site.line: jobs in the line, and where they can run ---- */

/* Plain arrays, walked from the front: a site has far fewer jobs at a time than a cluster's queue,
 * and each plan looks at all of them anyhow. */

static sked_status sked_site_ready_(const sked_site *site, sked_time now) {
    SKED_ASSERT(site != NULL);
    if (site->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!sked_is_point_(now)) {
        return SKED_E_TIME;
    }
    return now < site->state_->now ? SKED_E_BACKWARDS : SKED_OK;
}

/* The place of a job in the line; SKED_NONE if there is none of this id. */
static uint32_t sked_site_seek_(const sked_site *site, uint64_t id) {
    uint32_t i;
    SKED_ASSERT(site->state_->jobs <= site->settings_.jobs_max);
    for (i = 0; i < site->state_->jobs; i++) {
        if (site->entry_[site->line_[i]].id == id) {
            return i;
        }
    }
    return SKED_NONE;
}

/* Walks the machines of a place, in rising order: the machine, or the members of the cluster, also
 * those that are down. Returns the first from `from` on; `machines` after the last. */
static uint32_t sked_site_member_(const sked_site *site, uint32_t machine, uint32_t cluster,
                                  uint32_t from) {
    const sked_set *members;
    SKED_ASSERT((machine < site->settings_.machines) != (cluster < site->settings_.clusters));
    if (cluster == SKED_NONE) {
        return from <= machine ? machine : site->settings_.machines;
    }
    members = site->settings_.cluster[cluster].members;
    return from == 0 ? sked_set_first(members) : sked_set_next(members, from - 1);
}

/* Frees what a running job holds. */
static void sked_site_free_(sked_site *site, uint32_t job) {
    sked_site_entry_ *entry = &site->entry_[job];
    uint32_t m;
    SKED_ASSERT(entry->running && (entry->leaves || !entry->lost));
    for (m = sked_site_member_(site, entry->machine, entry->cluster, 0);
         m < site->settings_.machines;
         m = sked_site_member_(site, entry->machine, entry->cluster, m + 1)) {
        if (site->host_[m].job == job) {
            site->host_[m].job = SKED_NONE;
        }
    }
    if (entry->interconnect != SKED_NONE) {
        SKED_ASSERT(site->link_[entry->interconnect].committed >= entry->committed);
        site->link_[entry->interconnect].committed -= entry->committed;
        site->state_->changed = 1;
    }
    SKED_ASSERT(site->state_->lost >= entry->lost);
    site->state_->lost -= entry->lost;
    entry->lost = entry->leaves = 0;
    entry->running = 0;
}

/* Takes a job out of the line. */
static void sked_site_forget_(sked_site *site, uint32_t place) {
    const uint32_t job = site->line_[place];
    sked_site_state_ *state = site->state_;
    uint32_t i;
    if (site->entry_[job].running) {
        sked_site_free_(site, job);
    }
    SKED_ASSERT(place < state->jobs && site->account_[site->entry_[job].user].jobs > 0);
    site->account_[site->entry_[job].user].jobs--;
    site->entry_[job].planned = 0;      /* its row stays in the order, and is passed over */
    state->jobs--;
    for (i = place; i < state->jobs; i++) {
        site->line_[i] = site->line_[i + 1];
    }
    site->spare_[site->settings_.jobs_max - 1 - state->jobs] = job;
}

/* Does a job's class accept a machine, be it up or not? */
static int sked_site_suits_(const sked_site *site, uint32_t job_class, uint32_t resource,
                            uint64_t memory) {
    const sked_site_class *of = &site->settings_.job_class[job_class];
    return memory >= of->memory &&
           (of->resources == NULL || sked_set_has(of->resources, resource));
}

/* Does it accept a cluster? All members count. */
static int sked_site_cluster_suits_(const sked_site *site, uint32_t job_class, uint32_t cluster) {
    const sked_cluster *of = &site->settings_.cluster[cluster];
    uint64_t memory = UINT64_MAX;
    uint32_t m;
    SKED_ASSERT(sked_set_first(of->members) < site->settings_.machines);    /* it has members */
    for (m = sked_set_first(of->members); m < of->members->size;
         m = sked_set_next(of->members, m)) {
        if (site->settings_.machine[m].memory < memory) {
            memory = site->settings_.machine[m].memory;
        }
    }
    return sked_site_suits_(site, job_class, of->resource, memory);
}

/* Is the latency of an interconnect that serves the cluster short enough for the class? */
static int sked_site_serves_(const sked_site *site, uint32_t interconnect, uint32_t job_class,
                             uint32_t cluster) {
    const sked_site_interconnect *of = &site->settings_.interconnect[interconnect];
    const sked_site_class *wants = &site->settings_.job_class[job_class];
    return (of->clusters == NULL || sked_set_has(of->clusters, cluster)) &&
           (wants->bandwidth == 0 || wants->latency_max == 0 ||
            of->latency <= wants->latency_max);
}

/* Could a cluster carry the class if nothing else ran? */
static int sked_site_could_carry_(const sked_site *site, uint32_t job_class, uint32_t cluster) {
    const uint64_t bandwidth = site->settings_.job_class[job_class].bandwidth;
    uint32_t i;
    for (i = 0; i < site->settings_.interconnects; i++) {
        if (sked_site_serves_(site, i, job_class, cluster) &&
            bandwidth <= site->settings_.interconnect[i].bandwidth) {
            return 1;
        }
    }
    return bandwidth == 0;
}

/* A resource on which the job could run some day; SKED_NONE if there is none. */
static uint32_t sked_site_home_(const sked_site *site, uint32_t job_class, uint32_t queue) {
    const sked_site_settings *settings = &site->settings_;
    uint32_t i;
    for (i = 0; i < settings->machines; i++) {
        const sked_site_machine *machine = &settings->machine[i];
        SKED_ASSERT(machine->resource < settings->resources);
        if (sked_site_suits_(site, job_class, machine->resource, machine->memory)) {
            return machine->resource;
        }
    }
    if ((settings->queue[queue].flags & SKED_SEQUENTIAL) != 0) {
        return SKED_NONE;
    }
    for (i = 0; i < settings->clusters; i++) {
        if (sked_site_cluster_suits_(site, job_class, i) &&
            sked_site_could_carry_(site, job_class, i)) {
            return settings->cluster[i].resource;
        }
    }
    return SKED_NONE;
}

/* ---- >>site.events: what is reported ---- */

/* Each checks first, and changes nothing if it fails. It sets `changed` iff the plan did not
 * foresee it: a job that ends when it was to end leaves the plan as it is. */

/* Is there anything against a job? The first in the order of the interface is the answer. */
static sked_status sked_site_admit_(const sked_site *site, const sked_site_job *job) {
    const sked_site_settings *settings = &site->settings_;
    const sked_site_user *user;
    uint32_t home;
    sked_time length;
    if (job->job_class >= settings->classes || job->user >= settings->users ||
        job->queue >= settings->queues) {
        return SKED_E_RANGE;
    }
    user = &settings->user[job->user];
    if (user->queues != NULL && !sked_set_has(user->queues, job->queue)) {
        return SKED_E_ACCESS;
    }
    home = sked_site_home_(site, job->job_class, job->queue);
    if (home == SKED_NONE) {
        return SKED_E_NOWHERE;
    }
    if (sked_experience_predict(site->experience_.times, job->job_class, home, 0, &length) ==
        SKED_E_NO_ESTIMATE) {
        return SKED_E_NO_ESTIMATE;
    }
    if (user->jobs_max > 0 && site->account_[job->user].jobs >= user->jobs_max) {
        return SKED_E_CAP_JOBS;
    }
    if (user->time_max > 0 && site->account_[job->user].taken >= user->time_max) {
        return SKED_E_CAP_TIME;
    }
    if (sked_site_seek_(site, job->id) != SKED_NONE) {
        return SKED_E_DUPLICATE;
    }
    return site->state_->jobs == settings->jobs_max ? SKED_E_FULL : SKED_OK;
}

SKED_API sked_status sked_site_submit(sked_site *site, const sked_site_job *job, sked_time now) {
    static const sked_site_entry_ fresh = SKED_ZERO;
    sked_status status = sked_site_ready_(site, now);
    sked_site_entry_ *entry;
    uint32_t at;
    SKED_ASSERT(job != NULL);
    if (status == SKED_OK) {
        status = sked_site_admit_(site, job);
    }
    if (status != SKED_OK) {
        return status;
    }
    at = site->spare_[site->settings_.jobs_max - 1 - site->state_->jobs];
    SKED_ASSERT(at < site->settings_.jobs_max);
    SKED_ASSERT(!site->entry_[at].running && !site->entry_[at].planned);
    site->line_[site->state_->jobs++] = at;
    entry = &site->entry_[at];
    *entry = fresh;
    entry->id = job->id;
    entry->tag = job->tag;
    entry->left = SKED_WHOLE_JOB_;
    entry->job_class = job->job_class;
    entry->user = job->user;
    entry->queue = entry->first_queue = job->queue;
    entry->submitted = now;
    entry->machine = entry->cluster = entry->interconnect = SKED_NONE;
    site->account_[job->user].jobs++;
    SKED_ASSERT(site->account_[job->user].jobs <= site->state_->jobs);
    site->state_->now = now;
    site->state_->changed = 1;
    site->state_->counters.submitted++;
    return SKED_OK;
}

/* The bandwidth that a parallel run of the class takes. */
static uint64_t sked_site_need_(const sked_site *site, uint32_t job_class, uint32_t cluster) {
    const sked_experience *traffic = site->experience_.traffic;
    const uint32_t resource = site->settings_.cluster[cluster].resource;
    SKED_ASSERT(resource < site->settings_.resources);
    if (traffic != NULL) {
        const sked_moments *seen = sked_experience_pair_(traffic, job_class, resource);
        if (seen->count > 0) {
            return (uint64_t)sked_moments_mean(seen);
        }
    }
    return site->settings_.job_class[job_class].bandwidth;
}

/* Adds a run to what its user has taken, on all its machines; SKED_TIME_MAX is the most. */
static void sked_site_charge_(sked_site *site, const sked_site_entry_ *entry) {
    const uint64_t length = (uint64_t)(site->state_->now - entry->start);
    const sked_u128 all = sked_u128_mul(length, entry->present);
    sked_time *taken = &site->account_[entry->user].taken;
    SKED_ASSERT(site->state_->now >= entry->start && sked_is_point_(*taken));
    *taken = all.high != 0 || all.low > (uint64_t)(SKED_TIME_MAX - *taken)
                 ? SKED_TIME_MAX
                 : *taken + (sked_time)all.low;
}

/* Learns the length of a run that ends, as it would have been with all members and no load. */
static void sked_site_learn_length_(sked_site *site, const sked_site_entry_ *entry,
                                    uint32_t resource) {
    const sked_time length = site->state_->now - entry->start;
    sked_u128 normal = sked_u128_mul((uint64_t)length, 1024 - entry->load);
    SKED_ASSERT(entry->load < 1024);
    SKED_ASSERT(entry->present > 0 && entry->present <= entry->members);
    normal = sked_u128_div(sked_u128_times_(normal, entry->present),
                           (uint64_t)1024 * entry->members, NULL);
    SKED_ASSERT(normal.high == 0 && normal.low <= (uint64_t)length);
    normal.low += normal.low == 0;
    if (sked_experience_add(site->experience_.times, entry->job_class, resource,
                            (sked_time)normal.low) != SKED_OK) {
        site->state_->counters.unlearnt++;
    }
    if (site->experience_.users != NULL) {
        sked_ignore_(sked_experience_add(site->experience_.users, entry->user,
                                         entry->first_queue, length));
    }
}

/* Learns from a run that ends: its length, if it did all the work; and its traffic. */
static void sked_site_learn_(sked_site *site, const sked_site_entry_ *entry, uint64_t traffic) {
    const uint32_t resource = entry->cluster == SKED_NONE
                                  ? site->settings_.machine[entry->machine].resource
                                  : site->settings_.cluster[entry->cluster].resource;
    if (entry->left == SKED_WHOLE_JOB_) {
        sked_site_learn_length_(site, entry, resource);
    } else {
        site->state_->counters.unlearnt++;
    }
    if (site->experience_.traffic != NULL && traffic > 0 && entry->cluster != SKED_NONE) {
        sked_ignore_(sked_experience_add(site->experience_.traffic, entry->job_class, resource,
                                         (sked_time)traffic));
    }
}

SKED_API sked_status sked_site_finish(sked_site *site, uint64_t id, uint64_t traffic,
                                      sked_time now) {
    sked_status status = sked_site_ready_(site, now);
    uint32_t place;
    uint64_t need = 0;
    const sked_site_entry_ *entry;
    if (status != SKED_OK) {
        return status;
    }
    place = sked_site_seek_(site, id);
    if (place == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    entry = &site->entry_[site->line_[place]];
    if (!entry->running) {
        return SKED_E_NOT_RUNNING;
    }
    if (traffic > (uint64_t)SKED_OBSERVED_MAX) {
        return SKED_E_RANGE;
    }
    site->state_->now = now;
    if (now != entry->end || entry->planned) {      /* planned: it was to be stopped, and go on */
        site->state_->changed = 1;
    }
    /* What it has taught may change what others need: then the plan did not foresee that. */
    if (entry->cluster != SKED_NONE) {
        need = sked_site_need_(site, entry->job_class, entry->cluster);
    }
    sked_site_learn_(site, entry, traffic);
    sked_site_charge_(site, entry);
    if (entry->cluster != SKED_NONE &&
        sked_site_need_(site, entry->job_class, entry->cluster) != need) {
        site->state_->changed = 1;
    }
    sked_site_forget_(site, place);
    site->state_->counters.finished++;
    return SKED_OK;
}

SKED_API sked_status sked_site_cancel(sked_site *site, uint64_t id, sked_time now) {
    const sked_status status = sked_site_ready_(site, now);
    uint32_t place;
    if (status != SKED_OK) {
        return status;
    }
    place = sked_site_seek_(site, id);
    if (place == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    site->state_->now = now;
    site->state_->changed = 1;
    if (site->entry_[site->line_[place]].running) {
        sked_site_charge_(site, &site->entry_[site->line_[place]]);
    }
    sked_site_forget_(site, place);
    site->state_->counters.cancelled++;
    return SKED_OK;
}

SKED_API sked_status sked_site_set_usage(sked_site *site, uint32_t user, sked_time taken,
                                         sked_time *before) {
    SKED_ASSERT(site != NULL);
    if (site->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (user >= site->settings_.users) {
        return SKED_E_RANGE;
    }
    if (!sked_is_point_(taken)) {
        return SKED_E_TIME;
    }
    if (before != NULL) {
        *before = site->account_[user].taken;
    }
    site->account_[user].taken = taken;
    return SKED_OK;
}

/* Records a machine's new state. */
static sked_status sked_site_turn_(sked_site *site, uint32_t machine, uint32_t up, sked_time now) {
    const sked_status status = sked_site_ready_(site, now);
    sked_site_host_ *host;
    if (status != SKED_OK) {
        return status;
    }
    if (machine >= site->settings_.machines) {
        return SKED_E_RANGE;
    }
    host = &site->host_[machine];
    site->state_->now = now;
    if (host->up == up) {
        return SKED_OK;
    }
    host->up = up;
    site->state_->changed = 1;
    if (host->job != SKED_NONE) {
        sked_site_entry_ *entry = &site->entry_[host->job];
        SKED_ASSERT(site->entry_[host->job].running);
        SKED_ASSERT(!up || entry->lost);        /* its machine was down until now */
        site->state_->lost += 1 - entry->lost;
        entry->lost = entry->leaves = 1;
    }
    return SKED_OK;
}

SKED_API sked_status sked_site_down(sked_site *site, uint32_t machine, sked_time now) {
    return sked_site_turn_(site, machine, 0, now);
}

SKED_API sked_status sked_site_up(sked_site *site, uint32_t machine, sked_time now) {
    return sked_site_turn_(site, machine, 1, now);
}

SKED_API sked_status sked_site_report_load(sked_site *site, uint32_t machine, uint32_t load_q10,
                                           sked_time now) {
    const sked_status status = sked_site_ready_(site, now);
    if (status != SKED_OK) {
        return status;
    }
    if (machine >= site->settings_.machines || load_q10 > 1023) {
        return SKED_E_RANGE;
    }
    site->state_->now = now;
    if (site->host_[machine].load != load_q10) {
        site->host_[machine].load = load_q10;
        site->state_->changed = 1;
    }
    return SKED_OK;
}

SKED_API sked_status sked_site_report_traffic(sked_site *site, uint32_t interconnect,
                                              uint64_t traffic, sked_time now) {
    const sked_status status = sked_site_ready_(site, now);
    if (status != SKED_OK) {
        return status;
    }
    if (interconnect >= site->settings_.interconnects) {
        return SKED_E_RANGE;
    }
    site->state_->now = now;
    if (site->link_[interconnect].traffic != traffic) {
        site->link_[interconnect].traffic = traffic;
        site->state_->changed = 1;
    }
    return SKED_OK;
}

/* ---- >>site.room: whom a run may stop, and which interconnect carries it ---- */

/* One rule says whom a queue may preempt: sked_site_yields_. Plans and decisions ask it alike; but
 * a plan counts on all that is going to stop, a decision only on what its own row stops. */

/* May jobs of a queue take the machines of a running job? */
static int sked_site_yields_(const sked_site *site, const sked_site_entry_ *running,
                             uint32_t rank) {
    const sked_site_queue *queue = &site->settings_.queue[site->rank_[rank]];
    const sked_site_queue *of = &site->settings_.queue[running->queue];
    SKED_ASSERT(running->running && rank < site->settings_.queues);
    return (queue->flags & SKED_PREEMPTS) != 0 && (of->flags & SKED_PREEMPTABLE) != 0 && /*~victim*/
           of->priority > queue->priority && rank < running->respected;
}

/* May this very job take them? Not from a run that began after its place was chosen: that run was
 * planned ahead of it. */
static int sked_site_stops_for_(const sked_site *site, const sked_site_entry_ *running,
                                const sked_site_entry_ *job, uint32_t rank) {
    return sked_site_yields_(site, running, rank) && running->run_plan < job->row_plan;
}

/* Does a job run on a member of the cluster? */
static int sked_site_holds_(const sked_site *site, uint32_t job, uint32_t cluster) {
    uint32_t m;
    for (m = sked_site_member_(site, SKED_NONE, cluster, 0); m < site->settings_.machines;
         m = sked_site_member_(site, SKED_NONE, cluster, m + 1)) {
        if (site->host_[m].job == job) {
            SKED_ASSERT(site->entry_[job].running);
            return 1;
        }
    }
    return 0;
}

/* The bandwidth on an interconnect that a row of a queue on a cluster would free: that of the runs
 * which it stops. A plan (`planning`) also counts runs that are going to stop for others. */
static uint64_t sked_site_freed_(const sked_site *site, uint32_t interconnect, uint32_t cluster,
                                 uint32_t rank, int planning) {
    uint64_t freed = 0;
    uint32_t i;
    for (i = 0; i < site->state_->jobs; i++) {
        const uint32_t job = site->line_[i];
        const sked_site_entry_ *entry = &site->entry_[job];
        if (!entry->running || entry->interconnect != interconnect) {
            continue;
        }
        if ((planning && entry->leaves) || (sked_site_yields_(site, entry, rank) &&
                                            sked_site_holds_(site, job, cluster))) {
            freed += entry->committed;
        }
    }
    SKED_ASSERT(freed <= site->link_[interconnect].committed);
    return freed;
}

/* Does `need` fit beside other traffic and what is committed? */
static int sked_site_fits_(const sked_site *site, uint32_t interconnect, uint64_t committed,
                           uint64_t need) {
    const uint64_t traffic = site->link_[interconnect].traffic;
    const uint64_t bandwidth = site->settings_.interconnect[interconnect].bandwidth;
    return traffic <= bandwidth && committed <= bandwidth - traffic &&
           need <= bandwidth - traffic - committed;
}

/* The lowest interconnect that takes a run of the class on the cluster; SKED_NONE if none does. */
static uint32_t sked_site_route_(const sked_site *site, uint32_t job_class, uint32_t cluster,
                                 uint32_t rank, int planning) {
    const uint64_t need = sked_site_need_(site, job_class, cluster);
    uint32_t i;
    for (i = 0; i < site->settings_.interconnects; i++) {
        const uint64_t committed = site->link_[i].committed;
        if (!sked_site_serves_(site, i, job_class, cluster)) {
            continue;
        }
        if (sked_site_fits_(site, i, committed, need) ||
            sked_site_fits_(site, i,
                            committed - sked_site_freed_(site, i, cluster, rank, planning),
                            need)) {
            return i;
        }
    }
    return SKED_NONE;
}

/* Would some interconnect take the class on the cluster if the site committed nothing? */
static int sked_site_is_carried_(const sked_site *site, uint32_t job_class, uint32_t cluster) {
    const uint64_t need = sked_site_need_(site, job_class, cluster);
    uint32_t i;
    for (i = 0; i < site->settings_.interconnects; i++) {
        if (sked_site_serves_(site, i, job_class, cluster) && sked_site_fits_(site, i, 0, need)) {
            return 1;
        }
    }
    return 0;
}

/* ---- >>site.times: how long a class takes where, as things are ---- */

/* A prediction is for an idle place with all its members. Load slows it here; missing members do
 * in sked_pjs. Once per plan and class, or, where there are interconnects, also per queue, as what
 * a queue may stop decides which bandwidth is left. */

/* The members of a cluster that are up, and the largest load on them. */
static uint32_t sked_site_present_(const sked_site *site, uint32_t cluster, uint32_t *load) {
    uint32_t m, present = 0;
    *load = 0;
    for (m = sked_site_member_(site, SKED_NONE, cluster, 0); m < site->settings_.machines;
         m = sked_site_member_(site, SKED_NONE, cluster, m + 1)) {
        if (site->host_[m].up) {
            present++;
            *load = site->host_[m].load > *load ? site->host_[m].load : *load;
        }
    }
    SKED_ASSERT(*load < 1024);                  /* some share of each machine is left */
    return present;
}

/* How long a predicted run takes under an external load. SKED_NEVER if that is too long for a plan
 * once sked_pjs has stretched it for the members that are missing. */
static sked_time sked_site_slowed_(const sked_site *site, sked_time predicted, uint32_t load,
                                   uint32_t members, uint32_t present) {
    sked_time slowed, stretched = SKED_NEVER;
    if (predicted == SKED_NEVER) {
        return SKED_NEVER;
    }
    SKED_ASSERT(load < 1024 && present > 0 && present <= members);
    slowed = sked_stretch_(predicted, 1024, 1024 - load);
    SKED_ASSERT(slowed >= predicted);
    if (slowed != SKED_NEVER) {
        stretched = sked_stretch_(slowed, members, present);
    }
    return stretched <= site->state_->time_max ? slowed : SKED_NEVER;
}

/* Predicts the class on all resources; SKED_NEVER where that is impossible. */
static void sked_site_predict_(sked_site *site, uint32_t job_class) {
    const sked_u128 work = sked_experience_work_(site->experience_.times, job_class);
    uint32_t i;
    for (i = 0; i < site->settings_.resources; i++) {
        if (sked_experience_expect_(site->experience_.times, job_class, i,
                                    site->settings_.deviations_q10, work,
                                    &site->predicted_[i]) != SKED_OK) {
            site->predicted_[i] = SKED_NEVER;
        }
        SKED_ASSERT(sked_is_length_(site->predicted_[i]));
    }
}

enum { SKED_CLASS_KNOWN_ = 1, SKED_CLASS_WANTS_BANDWIDTH_ = 2 };

/* The time of the class on the members of a cluster that are up, whether or not there is bandwidth.
 * sked_pjs stretches it for the others. */
static sked_time sked_site_members_time_(const sked_site *site, uint32_t job_class,
                                         uint32_t cluster) {
    const sked_cluster *of = &site->settings_.cluster[cluster];
    const uint32_t members = sked_set_count(of->members);
    uint32_t load;
    const uint32_t present = sked_site_present_(site, cluster, &load);
    if (present < (of->members_min == 0 ? members : of->members_min) ||
        !sked_site_cluster_suits_(site, job_class, cluster)) {
        return SKED_NEVER;
    }
    return sked_site_slowed_(site, site->predicted_[of->resource], load, members, present);
}

/* The time of the class on a cluster, as things are. Notes if only bandwidth is missing. */
static sked_time sked_site_cluster_time_(sked_site *site, uint32_t job_class, uint32_t cluster,
                                         uint32_t rank) {
    const sked_time time = sked_site_members_time_(site, job_class, cluster);
    if (time == SKED_NEVER || sked_site_need_(site, job_class, cluster) == 0 ||
        sked_site_route_(site, job_class, cluster, rank, 1) != SKED_NONE) {
        return time;
    }
    if (sked_site_is_carried_(site, job_class, cluster)) {
        site->known_[job_class] |= SKED_CLASS_WANTS_BANDWIDTH_;
    }
    return SKED_NEVER;
}

/* The time of the class on a machine, as things are. */
static sked_time sked_site_machine_time_(const sked_site *site, uint32_t job_class,
                                         uint32_t machine) {
    const sked_site_machine *of = &site->settings_.machine[machine];
    const sked_site_host_ *host = &site->host_[machine];
    return host->up && sked_site_suits_(site, job_class, of->resource, of->memory)
               ? sked_site_slowed_(site, site->predicted_[of->resource], host->load, 1, 1)
               : SKED_NEVER;
}

/* The times of a class on all machines and clusters, as things are: once per queue and plan. */
static const sked_time *sked_site_class_times_(sked_site *site, uint32_t job_class,
                                               uint32_t rank) {
    const sked_site_settings *settings = &site->settings_;
    sked_time *times =
        &site->class_times_[(size_t)job_class * (settings->machines + settings->clusters)];
    uint32_t i;
    if (site->known_[job_class] != 0) {
        return times;
    }
    site->known_[job_class] = SKED_CLASS_KNOWN_;
    sked_site_predict_(site, job_class);
    for (i = 0; i < settings->machines; i++) {
        times[i] = sked_site_machine_time_(site, job_class, i);
    }
    for (i = 0; i < settings->clusters; i++) {
        times[settings->machines + i] = sked_site_cluster_time_(site, job_class, i, rank);
    }
    return times;
}

/* How much of its work is left if a job's run stops now: what it has done is kept in proportion to
 * its expected end, which for a late run is that of put_off_. */
static uint32_t sked_site_left_(const sked_site *site, const sked_site_entry_ *entry) {
    const sked_site_class *of = &site->settings_.job_class[entry->job_class];
    const sked_time now = site->state_->now;
    uint64_t resumed, ran, whole, done;
    if (!entry->running || entry->lost || (of->flags & SKED_RESUMABLE) == 0) {
        return entry->left;
    }
    SKED_ASSERT(entry->start <= now && entry->left > 0 && entry->left <= SKED_WHOLE_JOB_);
    resumed = entry->left < SKED_WHOLE_JOB_ ? (uint64_t)of->resume : 0;
    ran = (uint64_t)(now - entry->start);
    whole = entry->end >= now ? (uint64_t)(entry->end - entry->start) : 2 * ran;
    if (ran <= resumed) {
        return entry->left;
    }
    done = sked_u128_div(sked_u128_mul(ran - resumed, entry->left), whole - resumed, NULL).low;
    SKED_ASSERT(done <= entry->left);
    return done < entry->left ? entry->left - (uint32_t)done : 1;
}

/* How long what is left of a job takes, where all of it takes `time`: never longer than that, so
 * that all that is said of the times of classes holds. */
static sked_time sked_site_rest_(const sked_site *site, uint32_t job_class, uint32_t left,
                                 sked_time time) {
    sked_time rest;
    if (left == SKED_WHOLE_JOB_ || time == SKED_NEVER) {
        return time;
    }
    rest = sked_time_add(sked_stretch_(time, left, SKED_WHOLE_JOB_),
                         site->settings_.job_class[job_class].resume);
    return rest < time ? rest : time;
}

/* ---- >>site.plan: the mapping of a queue, around what others hold ---- */

/* The queues of higher priority come first, and the others are mapped around what they hold: held_.
 * A queue that preempts is mapped as if those whom it may stop were not there; those that a row of
 * it stops at once are condemned (`leaves`), and so wait for their own queue's turn, which comes
 * later. With gain_min, runs that nobody gains enough by stopping are respected, and the queue is
 * mapped again: each round respects at least one more, so that this ends.
 * Source: Collins and George (2001), section 5 and Figure 1; gain_min is ours. */

/* Copies the times of a job's class, or of what is left of it, into the tables of the mapping. Once
 * bandwidth is kept for a job that was left out, clusters are for what takes none. Returns 0 iff it
 * can run nowhere. */
static int sked_site_fill_(sked_site *site, const sked_site_entry_ *entry, uint32_t clusters,
                           const sked_time *times) {
    const uint32_t machines = site->settings_.machines;
    const uint32_t left = sked_site_left_(site, entry);
    sked_time *line = &site->times_[(size_t)site->state_->picked * machines];
    sked_time *beside = &site->cluster_times_[(size_t)site->state_->picked * clusters];
    int somewhere = 0;
    uint32_t k;
    SKED_ASSERT(site->state_->picked < site->state_->jobs);     /* there is a line left for it */
    for (k = 0; k < machines; k++) {
        line[k] = sked_site_rest_(site, entry->job_class, left, times[k]);
        somewhere |= line[k] != SKED_NEVER;
    }
    for (k = 0; k < clusters; k++) {
        beside[k] = sked_site_rest_(site, entry->job_class, left, times[machines + k]);
        if (site->state_->closed && sked_site_need_(site, entry->job_class, k) > 0) {
            beside[k] = SKED_NEVER;
        }
        somewhere |= beside[k] != SKED_NEVER;
    }
    return somewhere;
}

/* The jobs that a queue has to map, and their tables. */
static void sked_site_pick_(sked_site *site, uint32_t rank) {
    const uint32_t queue = site->rank_[rank];
    const uint32_t clusters = sked_site_request_(&site->settings_, queue, 1).clusters;
    sked_site_state_ *state = site->state_;
    uint32_t i;
    state->picked = 0;
    for (i = 0; i < state->jobs; i++) {
        const uint32_t job = site->line_[i];
        sked_site_entry_ *entry = &site->entry_[job];
        const sked_time *times;
        if (entry->queue != queue || entry->planned || (entry->running && !entry->leaves)) {
            continue;
        }
        entry->row_plan = state->counters.plans + 1;
        times = sked_site_class_times_(site, entry->job_class, rank);
        if (sked_site_fill_(site, entry, clusters, times)) {
            site->picked_[state->picked++] = job;
        } else if (clusters > 0 &&
                   (site->known_[entry->job_class] & SKED_CLASS_WANTS_BANDWIDTH_) != 0) {
            state->closed = 1;
        }
    }
}

/* When machines are free for a queue, from now on; with `respecting`, as if it preempted nobody. */
static void sked_site_free_times_(const sked_site *site, uint32_t rank, int respecting,
                                  sked_time *free_from) {
    const sked_time now = site->state_->now;
    uint32_t m;
    for (m = 0; m < site->settings_.machines; m++) {
        const uint32_t job = site->host_[m].job;
        sked_time until = site->held_[m];
        if (job != SKED_NONE) {
            const sked_site_entry_ *entry = &site->entry_[job];
            SKED_ASSERT(entry->running && (entry->end >= now || entry->lost));
            if (!entry->leaves && (respecting || !sked_site_yields_(site, entry, rank)) &&
                entry->end > until) {
                until = entry->end;
            }
        }
        free_from[m] = until > now ? until - now : 0;
        SKED_ASSERT(sked_is_point_(free_from[m]));
    }
}

/* The running job on a machine that a job's row would preempt there; SKED_NONE if it would not. */
static uint32_t sked_site_victim_(const sked_site *site, uint32_t machine, uint32_t rank,
                                  const sked_site_entry_ *job, const sked_pjs_row *row) {
    const uint32_t runs = site->host_[machine].job;
    const sked_site_entry_ *entry;
    if (runs == SKED_NONE || !site->host_[machine].up) {
        return SKED_NONE;
    }
    entry = &site->entry_[runs];
    SKED_ASSERT(entry->running);
    if (entry->leaves || !sked_site_stops_for_(site, entry, job, rank)) {
        return SKED_NONE;
    }
    return row->start == 0 || entry->end - site->state_->now > row->start ? runs : SKED_NONE;
}

/* Does a queue have to weigh what it gains by preempting? */
static int sked_site_weighs_(const sked_site *site, uint32_t rank) {
    uint32_t i;
    for (i = 0; site->settings_.gain_min > 0 && i < site->state_->jobs; i++) {
        const sked_site_entry_ *entry = &site->entry_[site->line_[i]];
        if (entry->running && !entry->leaves && sked_site_yields_(site, entry, rank)) {
            return 1;
        }
    }
    return 0;
}

/* For each run that rows would stop, notes the largest gain of such a row. */
static void sked_site_weigh_(sked_site *site, uint32_t rank) {
    uint32_t i, m;
    for (i = 0; i < site->state_->jobs; i++) {
        site->entry_[site->line_[i]].weighed = 0;
    }
    for (i = 0; i < site->state_->picked; i++) {
        const sked_pjs_row *row = &site->row_[i];
        const sked_time gain = site->own_end_[i] - row->end;
        SKED_ASSERT(row->end >= row->start && sked_is_point_(site->own_end_[i]));
        for (m = sked_site_member_(site, row->machine, row->cluster, 0);
             m < site->settings_.machines;
             m = sked_site_member_(site, row->machine, row->cluster, m + 1)) {
            const uint32_t victim =
                sked_site_victim_(site, m, rank, &site->entry_[site->picked_[i]], row);
            if (victim != SKED_NONE) {
                sked_site_entry_ *entry = &site->entry_[victim];
                SKED_ASSERT(rank < entry->respected);
                entry->gain = entry->weighed && entry->gain > gain ? entry->gain : gain;
                entry->weighed = 1;
            }
        }
    }
}

/* Respects the runs that nobody gains enough by stopping. Were there any? */
static int sked_site_respect_(sked_site *site, uint32_t rank) {
    const sked_time gain_min = site->settings_.gain_min;
    int any = 0;
    uint32_t i;
    sked_site_weigh_(site, rank);
    for (i = 0; i < site->state_->jobs; i++) {
        sked_site_entry_ *entry = &site->entry_[site->line_[i]];
        if (entry->weighed && entry->gain < gain_min) {
            entry->respected = rank;
            SKED_ASSERT(!sked_site_yields_(site, entry, rank));     /* not weighed again */
            any = 1;
        }
    }
    site->state_->counters.respected += any != 0;
    return any;
}

/* Enters a row into the plan. What a queue of lower priority gets on its machines begins after
 * it. */
static sked_status sked_site_book_(sked_site *site, uint32_t job, uint32_t rank,
                                   const sked_pjs_row *row) {
    sked_site_state_ *state = site->state_;
    sked_site_entry_ *entry = &site->entry_[job];
    uint32_t m, load;
    SKED_ASSERT(state->rows < state->jobs);
    SKED_ASSERT(!entry->planned && (!entry->running || entry->leaves));
    SKED_ASSERT((row->machine == SKED_NONE) != (row->cluster == SKED_NONE));
    entry->row_start = state->now + row->start;
    entry->row_end = sked_time_add(state->now, row->end);
    if (entry->row_end == SKED_NEVER) {
        return SKED_E_OVERFLOW;
    }
    entry->row_machine = row->machine;
    entry->row_cluster = row->cluster;
    entry->row_rank = rank;
    entry->row_present =
        row->cluster == SKED_NONE ? 1 : sked_site_present_(site, row->cluster, &load);
    entry->planned = 1;
    site->order_[state->rows].key = (uint64_t)entry->row_start;
    site->order_[state->rows].index = state->rows;
    site->planned_[state->rows++] = job;
    for (m = sked_site_member_(site, row->machine, row->cluster, 0);
         m < site->settings_.machines;
         m = sked_site_member_(site, row->machine, row->cluster, m + 1)) {
        if (site->host_[m].up && entry->row_end > site->held_[m]) {
            site->held_[m] = entry->row_end;
        }
    }
    return SKED_OK;
}

/* Condemns what runs where a row starts now. */
static void sked_site_condemn_(sked_site *site, uint32_t job, uint32_t rank,
                               const sked_pjs_row *row) {
    uint32_t m;
    for (m = sked_site_member_(site, row->machine, row->cluster, 0);
         row->start == 0 && m < site->settings_.machines;
         m = sked_site_member_(site, row->machine, row->cluster, m + 1)) {
        const uint32_t victim = sked_site_victim_(site, m, rank, &site->entry_[job], row);
        if (victim != SKED_NONE) {
            SKED_ASSERT(site->entry_[victim].running && !site->entry_[victim].planned);
            site->entry_[victim].leaves = 1;
        }
    }
}

/* Marks the machines of a row: those of one that waits, for all that come later in the plan; those
 * of a new place, for jobs of lower priority that would keep theirs. */
static void sked_site_claim_(sked_site *site, const sked_site_entry_ *entry) {
    uint32_t m;
    for (m = sked_site_member_(site, entry->row_machine, entry->row_cluster, 0);
         m < site->settings_.machines;
         m = sked_site_member_(site, entry->row_machine, entry->row_cluster, m + 1)) {
        site->host_[m].claimed = 1;
    }
}

static void sked_site_unclaim_(sked_site *site) {
    uint32_t m;
    for (m = 0; m < site->settings_.machines; m++) {
        site->host_[m].claimed = 0;
    }
}

/* Enters what was mapped into the plan: all rows first, as they look at the same runs. */
static sked_status sked_site_book_all_(sked_site *site, uint32_t rank) {
    sked_status status = SKED_OK;
    uint32_t i;
    for (i = 0; i < site->state_->picked && status == SKED_OK; i++) {
        status = sked_site_book_(site, site->picked_[i], rank, &site->row_[i]);
    }
    for (i = 0; i < site->state_->picked && status == SKED_OK; i++) {
        sked_site_condemn_(site, site->picked_[i], rank, &site->row_[i]);
        sked_site_claim_(site, &site->entry_[site->picked_[i]]);
    }
    return status;
}

/* Maps what was picked; with `respecting`, as if the queue preempted nobody. Nothing can fail: by
 * time_max all times of a plan add up to at most half of SKED_TIME_MAX, and no run is expected to
 * go on for longer than the other half. */
static void sked_site_run_(sked_site *site, const sked_pjs_request *request, uint32_t rank,
                           int respecting) {
    sked_pjs_result result = {{0, {0, 0}, SKED_OLB}, {0, {0, 0}, SKED_OLB}, 0, 0};
    sked_status status;
    sked_site_free_times_(site, rank, respecting, site->free_);
    status = sked_pjs_run(request, site->work_, site->work_bytes_, NULL, site->row_, &result);
    SKED_ASSERT(status == SKED_OK);
    SKED_ASSERT(result.mappings > 0 && result.plan.makespan <= SKED_TIME_MAX);
    (void)status;
    site->state_->counters.mappings += result.mappings;
}

/* Maps the jobs of a queue, and enters them into the plan. Fails as sked_site_book_. */
static sked_status sked_site_map_queue_(sked_site *site, uint32_t rank, const sked_set *up) {
    const int weighs = sked_site_weighs_(site, rank);
    sked_pjs_request request;
    sked_status status;
    uint32_t i;
    sked_site_pick_(site, rank);
    if (site->state_->picked == 0) {
        return SKED_OK;
    }
    request = sked_site_request_(&site->settings_, site->rank_[rank], site->state_->picked);
    request.map.times = site->times_;
    request.map.free_from = site->free_;
    request.cluster_times = site->cluster_times_;
    request.up = up;
    status = sked_pjs_prepare(&request, site->work_, site->work_bytes_);
    SKED_ASSERT(status == SKED_OK);
    (void)status;
    /* Where it has to weigh what it gains: first as if it preempted nobody, to compare with. */
    if (weighs) {
        sked_site_run_(site, &request, rank, 1);
        for (i = 0; i < site->state_->picked; i++) {
            site->own_end_[i] = site->row_[i].end;
        }
    }
    do {
        sked_site_run_(site, &request, rank, 0);
    } while (weighs && sked_site_respect_(site, rank));
    return sked_site_book_all_(site, rank);
}

/* ---- >>site.kept: places that a new plan does not move ---- */

/* What waits keeps its place, in the order of the last plan: as soon as its machines are free after
 * what was before it. Jobs of one priority keep theirs before any of them is mapped anew.
 * Invariant: on each machine, what is kept comes before what is new of the same priority; so rows
 * that were planned behind others stay behind them. Under SKED_REPLAN_LOWER, a row of a new place
 * claims its machines, and a job of lower priority that had a place on one is mapped anew. */

/* How long a job takes at the place that it has; SKED_NEVER if it cannot run there as things are.
 * For bandwidth that the site itself takes it waits there: otherwise smaller jobs could take it
 * again and again. */
static sked_time sked_site_kept_time_(sked_site *site, const sked_site_entry_ *entry) {
    const uint32_t cluster = entry->row_cluster;
    sked_time time;
    uint32_t load;
    sked_site_predict_(site, entry->job_class);
    if (cluster == SKED_NONE) {
        time = sked_site_machine_time_(site, entry->job_class, entry->row_machine);
        return sked_site_rest_(site, entry->job_class, entry->left, time);
    }
    if (sked_site_need_(site, entry->job_class, cluster) > 0 &&
        (site->state_->closed || !sked_site_is_carried_(site, entry->job_class, cluster))) {
        return SKED_NEVER;
    }
    time = sked_site_members_time_(site, entry->job_class, cluster);
    time = sked_site_rest_(site, entry->job_class, entry->left, time);
    return time == SKED_NEVER
               ? SKED_NEVER
               : sked_stretch_(time, sked_set_count(site->settings_.cluster[cluster].members),
                               sked_site_present_(site, cluster, &load));
}

/* When the machines of its place are free for it, from now on; SKED_NEVER if it was taken. */
static sked_time sked_site_kept_start_(const sked_site *site, const sked_site_entry_ *entry) {
    const int lower = site->settings_.replan == SKED_REPLAN_LOWER;
    sked_time until = site->state_->now;
    uint32_t m;
    for (m = sked_site_member_(site, entry->row_machine, entry->row_cluster, 0);
         m < site->settings_.machines;
         m = sked_site_member_(site, entry->row_machine, entry->row_cluster, m + 1)) {
        const uint32_t job = site->host_[m].job;
        if (lower && site->host_[m].claimed) {
            return SKED_NEVER;
        }
        until = site->held_[m] > until ? site->held_[m] : until;
        SKED_ASSERT(job == SKED_NONE || site->host_[m].up || site->entry_[job].leaves);
        if (job != SKED_NONE && !site->entry_[job].leaves &&
            !sked_site_stops_for_(site, &site->entry_[job], entry, entry->row_rank) &&
            site->entry_[job].end > until) {
            until = site->entry_[job].end;
        }
    }
    return until - site->state_->now;
}

/* Enters a job into the plan where it was, if it can stay there. Fails as sked_site_book_. */
static sked_status sked_site_keep_job_(sked_site *site, uint32_t job) {
    const sked_site_entry_ *entry = &site->entry_[job];
    const sked_time time = sked_site_kept_time_(site, entry);
    sked_pjs_row row = SKED_ZERO;
    sked_status status = SKED_OK;
    row.start = sked_site_kept_start_(site, entry);
    if (time != SKED_NEVER && row.start != SKED_NEVER) {
        row.end = row.start + time;
        row.machine = entry->row_machine;
        row.cluster = entry->row_cluster;
        status = sked_site_book_(site, job, entry->row_rank, &row);
    }
    if (status == SKED_OK && entry->planned) {
        sked_site_condemn_(site, job, entry->row_rank, &row);
    }
    return status;
}

/* Are places of another queue kept in the turn of this one: of all, or of those as high? */
static int sked_site_keeps_with_(const sked_site *site, uint32_t rank, uint32_t other) {
    const sked_site_queue *queue = site->settings_.queue;
    return site->settings_.replan == SKED_REPLAN_NONE ||
           queue[site->rank_[rank]].priority == queue[site->rank_[other]].priority;
}

/* Keeps places in the turn of a queue. Fails as sked_site_book_. */
static sked_status sked_site_keep_(sked_site *site, uint32_t rank) {
    sked_pair *order = &site->order_[site->state_->rows];
    sked_status status = SKED_OK;
    uint32_t r, i, count = 0;
    for (r = rank; r < site->settings_.queues && sked_site_keeps_with_(site, rank, r); r++) {
        for (i = 0; i < site->state_->jobs; i++) {
            sked_site_entry_ *entry = &site->entry_[site->line_[i]];
            if (entry->kept > 0 && entry->queue == site->rank_[r]) {
                entry->row_rank = r;
                order[count].key = entry->kept;
                order[count++].index = site->line_[i];
            }
        }
    }
    SKED_ASSERT(site->state_->rows + count <= site->state_->jobs);
    sked_sort(order, (size_t)count);
    for (i = 0; i < count && status == SKED_OK; i++) {      /* rows overtake no pair that is left */
        status = sked_site_keep_job_(site, order[i].index);
    }
    return status;
}

/* ---- >>site.turns: each queue in its turn ---- */

/* Plans a queue: first what is kept in its turn, then what is mapped. */
static sked_status sked_site_plan_queue_(sked_site *site, uint32_t rank, const sked_set *up) {
    sked_status status = SKED_OK;
    if (site->settings_.replan != SKED_REPLAN_ALL &&
        (rank == 0 || !sked_site_keeps_with_(site, rank, rank - 1))) {
        status = sked_site_keep_(site, rank);
    }
    if (rank == 0 || site->settings_.interconnects > 0) {   /* times of classes: anew */
        sked_fill32_(site->known_, site->settings_.classes, 0);
    }
    return status == SKED_OK ? sked_site_map_queue_(site, rank, up) : status;
}

/* Notes the place of each job that waits, if places are kept. */
static void sked_site_note_kept_(sked_site *site) {
    uint32_t i;
    for (i = 0; i < site->state_->jobs; i++) {
        site->entry_[site->line_[i]].kept = 0;
    }
    for (i = 0; site->settings_.replan != SKED_REPLAN_ALL && i < site->state_->rows; i++) {
        sked_site_entry_ *entry = &site->entry_[site->planned_[site->order_[i].index]];
        if (entry->planned && !entry->running) {
            entry->kept = i + 1;
        }
    }
}

/* Forgets the plan. */
static void sked_site_clear_(sked_site *site) {
    uint32_t i;
    sked_site_note_kept_(site);
    site->state_->rows = 0;
    site->state_->closed = 0;
    for (i = 0; i < site->state_->jobs; i++) {
        sked_site_entry_ *entry = &site->entry_[site->line_[i]];
        entry->planned = 0;
        entry->leaves = entry->lost;
        if (site->settings_.replan == SKED_REPLAN_ALL) {
            entry->respected = SKED_NONE;
        }
    }
    for (i = 0; i < site->settings_.machines; i++) {
        site->held_[i] = 0;
    }
    sked_site_unclaim_(site);
}

/* A run that should have ended is expected to go on for as long again as it has taken so far. */
static void sked_site_put_off_(sked_site *site) {
    const sked_time now = site->state_->now;
    uint32_t i;
    for (i = 0; i < site->state_->jobs; i++) {
        sked_site_entry_ *entry = &site->entry_[site->line_[i]];
        if (entry->running && !entry->lost && entry->end < now) {
            entry->end = sked_time_add(now, now - entry->start);
            entry->end = entry->end == SKED_NEVER ? SKED_TIME_MAX : entry->end;
            SKED_ASSERT(entry->end >= now && entry->end <= SKED_TIME_MAX);
            site->state_->changed = 1;
        }
    }
}

SKED_API sked_status sked_site_plan(sked_site *site, sked_time now) {
    sked_status status = sked_site_ready_(site, now);
    sked_set up;
    uint32_t i;
    if (status != SKED_OK) {
        return status;
    }
    site->state_->now = now;
    sked_site_put_off_(site);
    if (!site->state_->changed) {
        return SKED_OK;
    }
    sked_site_clear_(site);
    /* So small that all times of the plan add up to no more than half of SKED_TIME_MAX. */
    site->state_->time_max = (sked_time)((uint64_t)SKED_TIME_MAX / 2 /
                                         (site->state_->jobs > 0 ? site->state_->jobs : 1));
    up = sked_set_of(site->up_words_, site->settings_.machines);
    for (i = 0; i < site->settings_.machines; i++) {
        if (site->host_[i].up) {
            sked_set_add(&up, i);
        }
    }
    for (i = 0; i < site->settings_.queues && status == SKED_OK; i++) {
        status = sked_site_plan_queue_(site, i, &up);
    }
    if (status != SKED_OK) {
        sked_site_clear_(site);
        return status;
    }
    SKED_ASSERT(site->state_->rows <= site->state_->jobs);
    sked_sort(site->order_, (size_t)site->state_->rows);
    site->state_->changed = 0;
    site->state_->counters.plans++;
    return SKED_OK;
}

/* ---- >>site.decisions: what is due ---- */

/* One at a time: a lost job is reported first; then the first row whose machines are free starts,
 * or the first job that is in its way stops. Invariant: a row that waits claims its machines, so
 * that no later row overtakes it there. */

/* Describes a running job in a decision. */
static void sked_site_describe_(const sked_site *site, uint32_t job, sked_site_decision *decision,
                                sked_set *machines) {
    const sked_site_entry_ *entry = &site->entry_[job];
    uint32_t m;
    decision->id = entry->id;
    decision->tag = entry->tag;
    decision->by = 0;
    decision->queue = entry->queue;
    decision->machine = entry->machine;
    decision->cluster = entry->cluster;
    decision->resumes = entry->left < SKED_WHOLE_JOB_;
    decision->start = entry->start;
    decision->end = entry->end;
    if (machines == NULL) {
        return;
    }
    sked_set_clear(machines);
    for (m = 0; m < site->settings_.machines; m++) {
        if (site->host_[m].job == job) {
            sked_set_add(machines, m);
        }
    }
}

/* Stops a running job; it waits again. */
static void sked_site_stop_(sked_site *site, uint32_t job, sked_site_reason reason,
                            sked_site_decision *decision, sked_set *machines) {
    sked_site_describe_(site, job, decision, machines);
    SKED_ASSERT(decision->start <= site->state_->now);
    decision->kind = SKED_PREEMPT;
    decision->reason = reason;
    decision->end = site->state_->now;
    sked_site_free_(site, job);
}

static void sked_site_lose_(sked_site *site, sked_site_decision *decision, sked_set *machines) {
    uint32_t i = 0;
    while (!site->entry_[site->line_[i]].lost) {
        i++;
        SKED_ASSERT(i < site->state_->jobs);    /* state->lost counts them */
    }
    SKED_ASSERT(site->entry_[site->line_[i]].running && site->entry_[site->line_[i]].leaves);
    sked_site_stop_(site, site->line_[i], SKED_MACHINE_DOWN, decision, machines);
    site->state_->counters.lost++;
}

/* Stops a job because another one takes its machines. It may be promoted. Its user is charged for
 * the work that it keeps. */
static void sked_site_preempt_(sked_site *site, uint32_t job, uint64_t by,
                               sked_site_decision *decision, sked_set *machines) {
    sked_site_entry_ *entry = &site->entry_[job];
    const sked_site_queue *queue = &site->settings_.queue[entry->queue];
    SKED_ASSERT((queue->flags & SKED_PREEMPTABLE) != 0 && !entry->lost);
    if ((site->settings_.job_class[entry->job_class].flags & SKED_RESUMABLE) != 0) {
        entry->left = sked_site_left_(site, entry);
        sked_site_charge_(site, entry);
    }
    sked_site_stop_(site, job, SKED_OUTRANKED, decision, machines);
    decision->by = by;
    site->state_->counters.preempted++;
    entry->preemptions++;
    entry->since_promotion++;
    if (!entry->planned) {
        site->state_->changed = 1;
    }
    if (queue->promote_after > 0 && entry->since_promotion >= queue->promote_after) {
        entry->queue = queue->promote_to;
        entry->since_promotion = 0;
        site->state_->counters.promoted++;
        site->state_->changed = 1;
    }
    decision->queue = entry->queue;
}

enum { SKED_ROW_IS_DUE_, SKED_ROW_WAITS_, SKED_ROW_WAITS_FOR_BANDWIDTH_ };

/* Must a row wait? If not, *victim is a job that it has to preempt first, or SKED_NONE. With
 * `closed`, bandwidth is kept for an earlier row. */
static int sked_site_waits_(const sked_site *site, const sked_site_entry_ *entry, int closed,
                            uint32_t *victim) {
    uint32_t m, up = 0;
    *victim = SKED_NONE;
    /* Each of its machines: is it there, free, or held by a job that yields? */
    for (m = sked_site_member_(site, entry->row_machine, entry->row_cluster, 0);
         m < site->settings_.machines;
         m = sked_site_member_(site, entry->row_machine, entry->row_cluster, m + 1)) {
        const sked_site_host_ *host = &site->host_[m];
        if (!host->up) {
            continue;
        }
        up++;
        if (host->claimed) {
            return SKED_ROW_WAITS_;
        }
        if (host->job == SKED_NONE) {
            continue;
        }
        if (!sked_site_stops_for_(site, &site->entry_[host->job], entry, entry->row_rank)) {
            return SKED_ROW_WAITS_;
        }
        *victim = *victim == SKED_NONE ? host->job : *victim;
    }
    if (up != entry->row_present) {             /* its times were for others */
        return SKED_ROW_WAITS_;
    }
    /* And is there bandwidth? */
    if (entry->row_cluster == SKED_NONE ||
        sked_site_need_(site, entry->job_class, entry->row_cluster) == 0) {
        return SKED_ROW_IS_DUE_;
    }
    if (closed) {
        return SKED_ROW_WAITS_;
    }
    return sked_site_route_(site, entry->job_class, entry->row_cluster, entry->row_rank, 0) ==
                   SKED_NONE
               ? SKED_ROW_WAITS_FOR_BANDWIDTH_
               : SKED_ROW_IS_DUE_;
}

/* The first row of the plan that need not wait; SKED_NONE if there is none. */
static uint32_t sked_site_due_(sked_site *site, uint32_t *victim) {
    int closed = 0;
    uint32_t i;
    sked_site_unclaim_(site);
    for (i = 0; i < site->state_->rows; i++) {
        const uint32_t job = site->planned_[site->order_[i].index];
        const sked_site_entry_ *entry = &site->entry_[job];
        int waits;
        SKED_ASSERT(i == 0 || !sked_pair_less_(&site->order_[i], &site->order_[i - 1]));
        if (!entry->planned || entry->running) {        /* used up; or its job is to stop first */
            continue;
        }
        waits = sked_site_waits_(site, entry, closed, victim);
        if (waits == SKED_ROW_IS_DUE_) {
            return job;
        }
        closed |= waits == SKED_ROW_WAITS_FOR_BANDWIDTH_;
        sked_site_claim_(site, entry);
    }
    return SKED_NONE;
}

/* Starts a job where its row says, and uses the row up. */
static void sked_site_dispatch_(sked_site *site, uint32_t job, sked_site_decision *decision,
                                sked_set *machines) {
    sked_site_entry_ *entry = &site->entry_[job];
    const int parallel = entry->row_cluster != SKED_NONE;
    uint32_t m;
    SKED_ASSERT(entry->planned && !entry->running && !entry->leaves && !entry->lost);
    entry->machine = entry->row_machine;
    entry->cluster = entry->row_cluster;
    entry->start = site->state_->now;
    entry->end = sked_time_add(entry->start, entry->row_end - entry->row_start);
    entry->end = entry->end == SKED_NEVER ? SKED_TIME_MAX : entry->end;
    entry->running = 1;
    entry->planned = 0;
    entry->run_plan = site->state_->counters.plans;
    entry->respected = SKED_NONE;
    entry->interconnect = SKED_NONE;
    /* What it takes, and what sked_site_learn_ has to correct when it ends. */
    if (parallel) {
        entry->members = sked_set_count(site->settings_.cluster[entry->cluster].members);
        entry->present = sked_site_present_(site, entry->cluster, &entry->load);
        entry->committed = sked_site_need_(site, entry->job_class, entry->cluster);
        if (entry->committed > 0) {
            entry->interconnect =
                sked_site_route_(site, entry->job_class, entry->cluster, entry->row_rank, 0);
            SKED_ASSERT(entry->interconnect < site->settings_.interconnects);   /* it was due */
            site->link_[entry->interconnect].committed += entry->committed;
            SKED_ASSERT(site->link_[entry->interconnect].committed <=
                        site->settings_.interconnect[entry->interconnect].bandwidth);
        }
    } else {
        entry->members = entry->present = 1;
        entry->load = site->host_[entry->machine].load;
    }
    for (m = sked_site_member_(site, entry->machine, entry->cluster, 0);
         m < site->settings_.machines;
         m = sked_site_member_(site, entry->machine, entry->cluster, m + 1)) {
        if (site->host_[m].up) {
            SKED_ASSERT(site->host_[m].job == SKED_NONE && !site->host_[m].claimed);
            site->host_[m].job = job;
        }
    }
    SKED_ASSERT(entry->present == entry->row_present);
    sked_site_describe_(site, job, decision, machines);
    decision->kind = SKED_DISPATCH;
    decision->reason = parallel ? SKED_PROFITABLE : SKED_MAPPED;
    site->state_->counters.dispatched++;
    site->state_->counters.parallel += (uint64_t)parallel;
}

SKED_API sked_status sked_site_next(sked_site *site, sked_site_decision *decision,
                                    sked_set *machines, sked_time now) {
    const sked_status status = sked_site_ready_(site, now);
    uint32_t job, victim;
    SKED_ASSERT(decision != NULL);
    if (status != SKED_OK) {
        return status;
    }
    if (machines != NULL && machines->size != site->settings_.machines) {
        return SKED_E_RANGE;
    }
    site->state_->now = now;
    if (site->state_->lost > 0) {
        sked_site_lose_(site, decision, machines);
        return SKED_OK;
    }
    job = sked_site_due_(site, &victim);
    if (job == SKED_NONE) {
        return SKED_DONE;
    }
    SKED_ASSERT(victim != job);
    if (victim != SKED_NONE) {
        sked_site_preempt_(site, victim, site->entry_[job].id, decision, machines);
    } else {
        sked_site_dispatch_(site, job, decision, machines);
    }
    return SKED_OK;
}

/* ---- >>site.looking: answers to questions ---- */

SKED_API sked_status sked_site_get_info(const sked_site *site, sked_site_info *info) {
    uint32_t i;
    SKED_ASSERT(site != NULL && info != NULL);
    if (site->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    info->now = site->state_->now;
    info->bytes = site->bytes_;
    info->waiting = info->running = info->unplanned = 0;
    for (i = 0; i < site->state_->jobs; i++) {
        const sked_site_entry_ *entry = &site->entry_[site->line_[i]];
        SKED_ASSERT(!entry->running || !entry->planned || entry->leaves);
        if (entry->running) {
            info->running++;
        } else {
            info->waiting++;
            info->unplanned += !entry->planned;
        }
    }
    info->changed = (int)site->state_->changed;
    info->counters = site->state_->counters;
    return SKED_OK;
}

SKED_API sked_status sked_site_get_job(const sked_site *site, uint64_t id,
                                       sked_site_job_info *info) {
    const sked_site_entry_ *entry;
    uint32_t place;
    SKED_ASSERT(site != NULL && info != NULL);
    if (site->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    place = sked_site_seek_(site, id);
    if (place == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    entry = &site->entry_[site->line_[place]];
    info->running = (int)entry->running;
    info->planned = entry->running || entry->planned;
    info->machine = info->cluster = SKED_NONE;
    info->start = info->end = SKED_NEVER;
    if (entry->running) {
        info->machine = entry->machine;
        info->cluster = entry->cluster;
        info->start = entry->start;
        info->end = entry->end;
    } else if (entry->planned) {
        info->machine = entry->row_machine;
        info->cluster = entry->row_cluster;
        info->start = entry->row_start;
        info->end = entry->row_end;
    }
    SKED_ASSERT(!info->planned || (info->machine == SKED_NONE) != (info->cluster == SKED_NONE));
    SKED_ASSERT(info->start <= info->end && entry->submitted <= site->state_->now);
    info->submitted = entry->submitted;
    info->job_class = entry->job_class;
    info->user = entry->user;
    info->queue = entry->queue;
    info->preemptions = entry->preemptions;
    info->left_q20 = entry->left;
    info->tag = entry->tag;
    return SKED_OK;
}

SKED_API sked_status sked_site_job_at(const sked_site *site, uint32_t queue, uint32_t place,
                                      uint64_t *id) {
    uint32_t i;
    SKED_ASSERT(site != NULL && id != NULL);
    if (site->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (queue >= site->settings_.queues && queue != SKED_NONE) {
        return SKED_E_RANGE;
    }
    for (i = 0; i < site->state_->jobs; i++) {
        const sked_site_entry_ *entry = &site->entry_[site->line_[i]];
        const int counts = queue == SKED_NONE || entry->queue == queue;
        if (counts && place == 0) {
            *id = entry->id;
            return SKED_OK;
        }
        place -= (uint32_t)counts;
    }
    return SKED_E_UNKNOWN;
}

SKED_API sked_status sked_site_get_machine(const sked_site *site, uint32_t machine,
                                           sked_site_machine_info *info) {
    const sked_site_host_ *host;
    SKED_ASSERT(site != NULL && info != NULL);
    if (site->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (machine >= site->settings_.machines) {
        return SKED_E_RANGE;
    }
    host = &site->host_[machine];
    info->up = (int)host->up;
    info->load_q10 = host->load;
    info->busy = host->job != SKED_NONE;
    info->job = 0;
    info->free_from = site->state_->now;
    if (info->busy) {
        SKED_ASSERT(site->entry_[host->job].running);
        info->job = site->entry_[host->job].id;
        info->free_from = site->entry_[host->job].end;
    }
    return SKED_OK;
}

SKED_API sked_status sked_site_get_interconnect(const sked_site *site, uint32_t interconnect,
                                                sked_site_interconnect_info *info) {
    SKED_ASSERT(site != NULL && info != NULL);
    if (site->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (interconnect >= site->settings_.interconnects) {
        return SKED_E_RANGE;
    }
    info->committed = site->link_[interconnect].committed;
    info->traffic = site->link_[interconnect].traffic;
    return SKED_OK;
}

/* ---- >>site.copies: branch and clone ---- */

/* A block has indices only, no pointers, so that a copy of its bytes is a site. */

/* Can it be copied for this experience? NULL: for its own. */
static sked_status sked_site_check_copy_(const sked_site *site,
                                         const sked_site_experience *experience) {
    if (site->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    return experience == NULL ? SKED_OK
                              : sked_site_check_experience_(&site->settings_, experience);
}

SKED_API sked_status sked_site_branch(const sked_site *site, sked_site *branch,
                                      const sked_site_experience *experience, void *block,
                                      size_t bytes) {
    sked_status status = sked_site_check_copy_(site, experience);
    SKED_ASSERT(branch != NULL && branch != site);
    sked_site_empty_(branch);
    if (status == SKED_OK) {
        status = sked_copy_block_(site->state_, site->bytes_, block, bytes);
    }
    if (status == SKED_OK) {
        sked_site_attach_(branch, &site->settings_,
                          experience == NULL ? &site->experience_ : experience, site->work_bytes_,
                          block, site->bytes_);
    }
    return status;
}

SKED_API sked_status sked_site_clone(const sked_site *site, sked_site *clone,
                                     const sked_site_experience *experience, sked_mem mem) {
    void *block;
    sked_status status = sked_site_check_copy_(site, experience);
    SKED_ASSERT(clone != NULL && clone != site);
    sked_site_empty_(clone);
    status = sked_take_block_(status, NULL, &mem, site->bytes_, &block);
    if (status == SKED_OK) {
        status = sked_site_branch(site, clone, experience, block, site->bytes_);
        sked_keep_block_(&clone->mem_, &mem, block, site->bytes_, status);
    }
    return status;
}

/* ---- >>site.save: seal and open ---- */

/* A sealed block is the block itself. What is opened may be forged, or belong to other settings:
 * sked_site_validate reads all of it before any other code does. */

#define SKED_SITE_KIND_ UINT32_C(0x53495445)

SKED_API sked_status sked_site_seal(sked_site *site, const void **block, size_t *bytes) {
    SKED_ASSERT(site != NULL);
    return sked_seal_object_(site->state_, site->bytes_, SKED_SITE_KIND_, block, bytes);
}

/* Was the block made for settings of these counts? */
static int sked_site_is_of_(const sked_site_state_ *state, const sked_site_settings *settings) {
    return state->machines == settings->machines && state->clusters == settings->clusters &&
           state->interconnects == settings->interconnects &&
           state->resources == settings->resources && state->classes == settings->classes &&
           state->users == settings->users && state->queues == settings->queues &&
           state->jobs_max == settings->jobs_max;
}

/* Is it the sealed block of a site of these settings? */
static sked_status sked_site_check_sealed_(const sked_site_settings *settings,
                                           const sked_site_state_ *state, size_t bytes,
                                           size_t needed) {
    sked_status status = sked_check_block_(settings->refusal, state, bytes, SKED_SEAL_BYTES);
    if (status != SKED_OK) {
        return status;
    }
    status = sked_check_sealed_(state, bytes, SKED_SITE_KIND_, sizeof(*state));
    if (status != SKED_OK) {
        return sked_refuse_what_(settings->refusal, status, "block", NULL);
    }
    if (bytes != needed || !sked_site_is_of_(state, settings)) {
        return sked_refuse_what_(settings->refusal, SKED_E_CORRUPT, "block",
                                 "it is of other settings");
    }
    return SKED_OK;
}

SKED_API sked_status sked_site_open(sked_site *site, const sked_site_settings *settings,
                                    const sked_site_experience *experience, void *block,
                                    size_t bytes) {
    size_t needed, work;
    sked_status status;
    SKED_ASSERT(site != NULL);
    sked_site_empty_(site);
    status = sked_site_check_(settings, &needed, &work);
    if (status == SKED_OK) {
        status = sked_site_check_experience_(settings, experience);
    }
    if (status == SKED_OK) {
        status = sked_site_check_sealed_(settings, SKED_PTR_(sked_site_state_, block), bytes,
                                         needed);
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_site_attach_(site, settings, experience, work, block, bytes);
    if (sked_site_validate(site) != SKED_OK) {
        sked_site_empty_(site);
        return sked_refuse_what_(settings->refusal, SKED_E_CORRUPT, "block",
                                 "it contradicts itself or the settings");
    }
    return SKED_OK;
}

/* ---- >>site.validate: a block that may be damaged ---- */

/* Every index is checked before it is followed. Scratch may hold anything, as each call writes it
 * before it reads it: the arrays of the queue that is being mapped and of classes; held_; kept,
 * weighed, gain and claimed; picked, closed and time_max. So may `respected`, the counters but
 * plans, and in a spare entry all but what sked_site_validate_spare_ looks at. */

static int sked_site_validate_counts_(const sked_site *site) {
    const sked_site_state_ *state = site->state_;
    return sked_site_is_of_(state, &site->settings_) && sked_is_point_(state->now) &&
           state->jobs <= state->jobs_max && state->rows <= state->jobs_max &&
           state->changed <= 1 && state->counters.plans <= UINT64_MAX / 2;
}

/* Each queue has one rank: their order is strict, so that the right number is enough. */
static int sked_site_validate_ranks_(const sked_site *site) {
    const sked_site_queue *queue = site->settings_.queue;
    uint32_t i;
    for (i = 0; i < site->settings_.queues; i++) {
        const uint32_t of = site->rank_[i];
        if (of >= site->settings_.queues) {
            return 0;
        }
        if (i > 0) {
            const uint32_t before = site->rank_[i - 1];
            if (queue[before].priority > queue[of].priority ||
                (queue[before].priority == queue[of].priority && before >= of)) {
                return 0;
            }
        }
    }
    return 1;
}

static int sked_site_validate_hosts_(const sked_site *site) {
    uint32_t m;
    for (m = 0; m < site->settings_.machines; m++) {
        if (site->host_[m].up > 1 || site->host_[m].load > 1023) {
            return 0;
        }
    }
    return 1;
}

/* Each entry is once in the line or spare. As many places as entries: so each place has one. */
static int sked_site_validate_line_(const sked_site *site) {
    const uint32_t jobs = site->state_->jobs, jobs_max = site->settings_.jobs_max;
    uint32_t job, i;
    for (job = 0; job < jobs_max; job++) {
        uint32_t found = 0;
        for (i = 0; i < jobs; i++) {
            found += site->line_[i] == job;
        }
        for (i = 0; i < jobs_max - jobs; i++) {
            found += site->spare_[i] == job;
        }
        if (found != 1) {
            return 0;
        }
    }
    return 1;
}

/* Rows that are used up may still be in the order: so spare entries are not planned. */
static int sked_site_validate_spare_(const sked_site *site) {
    uint32_t i;
    for (i = 0; i < site->settings_.jobs_max - site->state_->jobs; i++) {
        const sked_site_entry_ *entry = &site->entry_[site->spare_[i]];
        if (entry->running != 0 || entry->planned != 0) {
            return 0;
        }
    }
    return 1;
}

/* The order of the plan, over entries. Whether these have rows is up to sked_site_validate_row_. */
static int sked_site_validate_order_(const sked_site *site) {
    const uint32_t rows = site->state_->rows;
    uint32_t i;
    for (i = 0; i < rows; i++) {
        if (site->order_[i].index >= rows || /*~row_checked*/
            site->planned_[site->order_[i].index] >= site->settings_.jobs_max ||
            (i > 0 && !sked_pair_less_(&site->order_[i - 1], &site->order_[i]))) {
            return 0;
        }
    }
    return 1;
}

/* How many machines a place has; 0 if there is no such place. */
static uint32_t sked_site_place_size_(const sked_site *site, uint32_t machine, uint32_t cluster) {
    if (cluster == SKED_NONE) {
        return machine < site->settings_.machines;
    }
    return machine == SKED_NONE && cluster < site->settings_.clusters
               ? sked_set_count(site->settings_.cluster[cluster].members)
               : 0;
}

/* A run holds as many machines as were present at its start. Only a lost one holds some that are
 * down. */
static int sked_site_validate_held_(const sked_site *site, uint32_t job) {
    const sked_site_entry_ *entry = &site->entry_[job];
    uint32_t m, held = 0;
    for (m = sked_site_member_(site, entry->machine, entry->cluster, 0);
         m < site->settings_.machines;
         m = sked_site_member_(site, entry->machine, entry->cluster, m + 1)) {
        if (site->host_[m].job == job) {
            held++;
            if (!site->host_[m].up && !entry->lost) {
                return 0;
            }
        }
    }
    return held > 0 && held == entry->present;
}

/* By time_max, no run is planned to take more than half of SKED_TIME_MAX; and put_off_ keeps to
 * that. So a plan can count with its end. */
static int sked_site_validate_run_(const sked_site *site, uint32_t job) {
    const sked_site_entry_ *entry = &site->entry_[job];
    const sked_time now = site->state_->now;
    const uint32_t size = sked_site_place_size_(site, entry->machine, entry->cluster);
    return size > 0 && entry->members == size && entry->load < 1024 && entry->start >= 0 &&
           entry->start <= now && entry->end >= entry->start && entry->end <= SKED_TIME_MAX &&
           entry->end - now <= SKED_TIME_MAX / 2 &&
           entry->run_plan <= site->state_->counters.plans &&
           (entry->interconnect == SKED_NONE ||
            (entry->interconnect < site->settings_.interconnects && entry->cluster != SKED_NONE &&
             entry->committed > 0)) &&
           sked_site_validate_held_(site, job);
}

/* A row is once in the order, by its start. */
static int sked_site_validate_row_(const sked_site *site, uint32_t job) {
    const sked_site_entry_ *entry = &site->entry_[job];
    uint32_t i, found = 0;
    if (!sked_is_point_(entry->row_start) || !sked_is_point_(entry->row_end) ||
        entry->row_end < entry->row_start ||
        entry->row_end - entry->row_start > SKED_TIME_MAX / 2 ||
        entry->row_rank >= site->settings_.queues ||
        entry->row_plan > site->state_->counters.plans || entry->row_present == 0 ||
        entry->row_present >
            sked_site_place_size_(site, entry->row_machine, entry->row_cluster)) {
        return 0;
    }
    for (i = 0; i < site->state_->rows; i++) {
        if (site->planned_[site->order_[i].index] == job) {
            if (site->order_[i].key != (uint64_t)entry->row_start) {
                return 0;
            }
            found++;
        }
    }
    return found == 1;
}

/* What is lost leaves, and what leaves runs; what runs has a row only if it leaves. */
static int sked_site_validate_flags_(const sked_site_entry_ *entry) {
    return entry->running <= 1 && entry->leaves <= entry->running &&
           entry->lost <= entry->leaves && entry->planned <= 1 &&
           entry->planned + entry->running <= 1 + entry->leaves;
}

static int sked_site_validate_job_(const sked_site *site, uint32_t place) {
    const uint32_t job = site->line_[place];
    const sked_site_entry_ *entry = &site->entry_[job];
    return entry->job_class < site->settings_.classes && entry->user < site->settings_.users &&
           entry->queue < site->settings_.queues && entry->first_queue < site->settings_.queues &&
           entry->submitted >= 0 && entry->submitted <= site->state_->now &&
           entry->left > 0 && entry->left <= SKED_WHOLE_JOB_ &&
           sked_site_seek_(site, entry->id) == place && sked_site_validate_flags_(entry) &&
           (!entry->running || sked_site_validate_run_(site, job)) &&
           (!entry->planned || sked_site_validate_row_(site, job));
}

/* The jobs in the line. Machines are busy with these, and with nothing else. */
static int sked_site_validate_jobs_(const sked_site *site) {
    uint32_t i, lost = 0, held = 0, busy = 0;
    for (i = 0; i < site->state_->jobs; i++) {
        const sked_site_entry_ *entry = &site->entry_[site->line_[i]];
        if (!sked_site_validate_job_(site, i)) {
            return 0;
        }
        lost += entry->lost;
        held += entry->running ? entry->present : 0;
    }
    for (i = 0; i < site->settings_.machines; i++) {
        busy += site->host_[i].job != SKED_NONE;
    }
    return lost == site->state_->lost && held == busy;
}

/* An interconnect has committed what its runs have, and no more than there is. */
static int sked_site_validate_link_(const sked_site *site, uint32_t interconnect) {
    uint64_t left = site->link_[interconnect].committed;
    uint32_t i;
    if (left > site->settings_.interconnect[interconnect].bandwidth) {
        return 0;
    }
    for (i = 0; i < site->state_->jobs; i++) {
        const sked_site_entry_ *entry = &site->entry_[site->line_[i]];
        if (entry->running && entry->interconnect == interconnect) {
            if (entry->committed > left) {
                return 0;
            }
            left -= entry->committed;
        }
    }
    return left == 0;
}

static int sked_site_validate_links_(const sked_site *site) {
    uint32_t i;
    for (i = 0; i < site->settings_.interconnects; i++) {
        if (!sked_site_validate_link_(site, i)) {
            return 0;
        }
    }
    return 1;
}

/* The jobs of each user who has any; no other account has jobs, as all add up to the line. */
static int sked_site_validate_accounts_(const sked_site *site) {
    uint64_t all = 0;
    uint32_t i, j;
    for (i = 0; i < site->settings_.users; i++) {
        if (!sked_is_point_(site->account_[i].taken)) {
            return 0;
        }
        all += site->account_[i].jobs;
    }
    for (i = 0; i < site->state_->jobs; i++) {
        const uint32_t user = site->entry_[site->line_[i]].user;
        uint32_t found = 0;
        for (j = 0; j < site->state_->jobs; j++) {
            found += site->entry_[site->line_[j]].user == user;
        }
        if (found != site->account_[user].jobs) {
            return 0;
        }
    }
    return all == site->state_->jobs;
}

SKED_API sked_status sked_site_validate(const sked_site *site) {
    SKED_ASSERT(site != NULL);
    if (site->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    return sked_site_validate_counts_(site) && sked_site_validate_ranks_(site) &&
                   sked_site_validate_hosts_(site) && sked_site_validate_line_(site) &&
                   sked_site_validate_spare_(site) && sked_site_validate_order_(site) &&
                   sked_site_validate_jobs_(site) && sked_site_validate_links_(site) &&
                   sked_site_validate_accounts_(site)
               ? SKED_OK
               : SKED_E_CORRUPT;
}

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* SKED_CORE_IMPLEMENTATION_DONE */

/* ---- the system's <sched.h> ----------------------------------------------------------------- */

#if defined(SKED_STATIC) && !defined(SKED_STATIC_SEEN_)
#error "SKED_STATIC was defined after the first inclusion of sched.h, perhaps by way of <pthread.h>"
#endif

/* With this folder on the include path, every <sched.h> of <pthread.h> and of C++ libraries finds
 * this file. So, when all our own is said, hand over to the system's header of that name. These
 * lines are outside every guard; #include_next only moves forward along the path, so there is no
 * loop. */
#if defined(__GNUC__) && defined(__has_include_next)
#if !defined(SKED_ASIDE_)
#if __has_include(<sched.h>)
#define SKED_ASIDE_
#include <sched.h> /* the system's; or, where we hide it, this very file once more */
#undef SKED_ASIDE_
#endif
#else                             /* once more: we are in the way, so step aside */
#pragma GCC system_header         /* quiets the rest of this file only; all our code is above */
#if __has_include_next(<sched.h>) /* a line of its own, for preprocessors that must skip it */
#include_next <sched.h>
#endif
#endif
#elif defined(__TINYC__) && !defined(_WIN32) /* tcc 0.9.27 has #include_next, but neither test */
#if !defined(SKED_ASIDE_)
#define SKED_ASIDE_
#include <sched.h>
#undef SKED_ASIDE_
#else
#include_next <sched.h>
#endif
#endif
