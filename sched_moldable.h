/* sched_moldable.h - sked 0.11.0: moldable tasks, for makespan and minsum together. How wide a
 * job runs.
 *
 *     #define SKED_IMPLEMENTATION      in exactly one file of the program,
 *     #include "sched_moldable.h"      and this line alone in all others
 *
 * SPDX-License-Identifier: MIT (full text in LICENSE)
 *
 * CONTENTS (search for the tag; the implementation repeats them in the same order)
 *   >>promises   what holds here               >>bound    lower bounds, and their proofs
 *   >>example    a complete program            >>frontier the plans worth choosing from
 *   >>tasks      how long a task takes         >>read     times, pieces, processors; evaluating
 *   >>create     settings, and one object      >>online   tasks that come later; planning again
 *   >>plan       how wide, and when
 *
 * >>promises
 *   - The guarantees of sched.h (>>promises there) hold here, too: one block, no libc, no clock,
 *     integers only, a status for bad data. A refused call changes nothing.
 *   - "Fails" lists are complete. There "iff" means "if and only if".
 *   - A task may run on 1 to m processors. Its width is chosen once and never changes while it
 *     runs. The makespan is the end of the last task. The minsum is the sum over all tasks of
 *     weight times end.
 *   - Every plan comes with two lower bounds: one on the makespan, one on the minsum. No plan can
 *     be below them, whatever it does, and rounding is allowed for. More work makes them tighter.
 *   - The same calls with the same seed give the same plans and bounds on every target. Work is
 *     limited by steps, not by a clock. A call that reaches the limit still returns a plan.
 *   - Only sked_moldable_ask_ calls an oracle. Only _create and _destroy call a sked_mem.
 *
 * >>example
 *   Five tasks on four processors. Task a is parallel (Amdahl, 5 % sequential), b and c have
 *   tables, d is rigid. Task e is divisible: it is cut into pieces of one processor, which fill
 *   holes. It is proved that no plan ends before 13, and that none has a minsum below 90.
 *
 *       processor 3 | dddcccceaaaaaa
 *                 2 | dddcccceaaaaaa
 *                 1 | bbbbbeeeaaaaaa
 *                 0 | bbbbbee aaaaaa
 *                     0--3-5--8-----14-> ticks
 *
 *   It prints
 *       a from 8 to 14, width 4
 *       b from 0 to 5, width 2
 *       c from 3 to 7, width 2
 *       d from 0 to 3, width 2
 *       e from 5 to 8, width 0
 *       makespan 14, at least 13
 *       minsum 94, at least 90
 *
 *   -----------------------------------------------------------------------------------------------
 *   #define SKED_IMPLEMENTATION
 *   #include "sched_moldable.h"
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
 *   int main(void) {
 *       static const sked_time b[] = {9, 5, 4, 4}, c[] = {6, 4, 3, 3};
 *       static const uint32_t weights[] = {3, 5, 1, 4, 1};
 *       static sked_align room[8192 / sizeof(sked_align)];
 *       sked_moldable_task tasks[5];
 *       sked_moldable_settings settings;
 *       sked_moldable_row rows[5];
 *       sked_moldable_result result;
 *       sked_moldable plans;
 *       uint32_t i;
 *
 *       tasks[0] = sked_moldable_task_amdahl(20, 50);       // time, sequential_permille
 *       tasks[1] = sked_moldable_task_table(b, 4);
 *       tasks[2] = sked_moldable_task_table(c, 4);
 *       tasks[3] = sked_moldable_task_rigid(3, 2);          // time, width
 *       tasks[4] = sked_moldable_task_divisible(7);
 *       for (i = 0; i < 5; i++) {
 *           tasks[i].weight = weights[i];
 *       }
 *       settings = sked_moldable_settings_of(4, tasks, 5);  // processors, tasks, how many
 *       settings.intervals_max = 32;                        // fits a smaller block
 *       must(sked_moldable_init(&plans, &settings, room, sizeof room));
 *       must(sked_moldable_plan(&plans, NULL, rows, &result));
 *       for (i = 0; i < 5; i++) {
 *           printf("%c from %d to %d, width %d\n", (int)('a' + i), (int)rows[i].start,
 *                  (int)rows[i].end, (int)rows[i].width);
 *       }
 *       printf("makespan %d, at least %d\n", (int)result.makespan,
 *              (int)result.makespan_lower_bound);
 *       printf("minsum %d, at least %d\n", (int)result.minsum.low,
 *              (int)result.minsum_lower_bound.low);
 *       sked_moldable_destroy(&plans);
 *       return 0;
 *   }
 *   -----------------------------------------------------------------------------------------------
 */
#ifndef SKED_MOLDABLE_H_INCLUDED
#define SKED_MOLDABLE_H_INCLUDED

#include "sched.h"

#if SKED_VERSION != 1100
#error "sched_moldable.h 0.11.0 needs the sched.h of the same version beside it"
#endif

/* ---- >>tasks: how long a task takes --------------------------------------------------------- */

#define SKED_MOLDABLE_MAX (UINT32_C(1) << 26)       /* tasks, and processors, at most         */

/* How a task gives its time on k processors. Closed forms are exact fractions; times are rounded up
 * to ticks. A bound counts the work k * time of the exact fraction, rounded down. Rounding
 * therefore never makes work seem to fall with width. */
typedef enum sked_moldable_form {
    SKED_MOLDABLE_TABLE,        /* times[k - 1], for k = 1 .. count                            */
    SKED_MOLDABLE_LIST,         /* alternatives: allotments[0 .. count-1], of rising widths    */
    SKED_MOLDABLE_AMDAHL,       /* time * (f + (1 - f) / k), f = sequential_permille / 1000    */
    SKED_MOLDABLE_DOWNEY,       /* time / S(k), with the speedup S of Downey (1997), for an
                                   average parallelism of A = parallelism_permille / 1000 and
                                   a variance of s = variance_permille / 1000. For s <= 1:
                                   A k / (A + s (k - 1) / 2) up to k = A,
                                   A k / (s (A - 1/2) + k (1 - s/2)) up to 2 A - 1, A beyond.
                                   For s >= 1: k A (s + 1) / (s (k + A - 1) + A) up to
                                   A + A s - s, A beyond                                       */
    SKED_MOLDABLE_RIGID,        /* time, on exactly width_min processors                       */
    SKED_MOLDABLE_ORACLE,       /* what sked_moldable_settings.oracle returns                  */
    SKED_MOLDABLE_DIVISIBLE,    /* time is the work: the ticks on one processor. It is cut
                                   into pieces of at least one tick. They run anywhere, at any
                                   time from ready on: on processors that other tasks leave
                                   free, or ahead of other tasks                               */
    SKED_MOLDABLE_FORM_CLOSED_ = INT_MAX
} sked_moldable_form;

/* SKED_MOLDABLE_FORMS: the forms to compile, as a sum of 1u << name. Tasks of other forms are
 * refused (SKED_E_SETTING), and those forms have no code. Default: all. */
#if !defined(SKED_MOLDABLE_FORMS)
#define SKED_MOLDABLE_FORMS ((2u << SKED_MOLDABLE_DIVISIBLE) - 1u)
#endif

typedef struct sked_moldable_allotment {
    uint32_t width;                 /* processors                                             */
    sked_time time;                 /* on that width                                          */
} sked_moldable_allotment;

/* A task. width_min, width_max and width_step set the allowed widths; zero there means "no limit".
 * Fields that the form does not use are ignored. sked_moldable_plan never uses an allowed width if
 * a smaller one takes no longer. */
typedef struct sked_moldable_task {
    sked_moldable_form form;
    uint32_t weight;                /* in the minsum: 0 .. 2^32 - 1                           */
    sked_time ready;                /* earliest start: 0 .. SKED_TIME_MAX                     */
    uint32_t width_min;             /* the smallest; 0: 1                                     */
    uint32_t width_max;             /* the largest; 0: as many as there are                   */
    uint32_t width_step;            /* from width_min on in steps of this; 0: 1. LIST ignores
                                       it                                                     */
    sked_time time;                 /* AMDAHL, DOWNEY: on one processor; RIGID: on width_min;
                                       DIVISIBLE: the work                                    */
    uint32_t sequential_permille;   /* AMDAHL: f, 0 .. 1000                                   */
    uint32_t parallelism_permille;  /* DOWNEY: A, at least 1000                               */
    uint32_t variance_permille;     /* DOWNEY: s, 0 .. 2^20                                   */
    const sked_time *times;         /* TABLE                                                  */
    const sked_moldable_allotment *allotments;      /* LIST                                   */
    uint32_t count;                 /* of times or allotments                                 */
} sked_moldable_task;

/* Returns   a task of weight 1 that is ready at once and, unless rigid, may have any width: from a
 *           table of its times on 1 .. count processors; from a list of allotments; by Amdahl's
 *           law; by Downey's law; of one width; by the oracle; divisible.
 * Keeps     times or allotments. */
SKED_API sked_moldable_task sked_moldable_task_table(const sked_time *times, uint32_t count);
SKED_API sked_moldable_task sked_moldable_task_list(const sked_moldable_allotment *allotments,
                                                    uint32_t count);
SKED_API sked_moldable_task sked_moldable_task_amdahl(sked_time time,
                                                      uint32_t sequential_permille);
SKED_API sked_moldable_task sked_moldable_task_downey(sked_time time,
                                                      uint32_t parallelism_permille,
                                                      uint32_t variance_permille);
SKED_API sked_moldable_task sked_moldable_task_rigid(sked_time time, uint32_t width);
SKED_API sked_moldable_task sked_moldable_task_oracle(void);
SKED_API sked_moldable_task sked_moldable_task_divisible(sked_time time);

/* Returns the time of a task on `width` processors, rounded up to ticks: at least 1. On more
 * processors the time must never be longer, and the work before rounding never less. If the oracle
 * breaks this rule, plans are still plans, but bounds may be wrong. Let t be the time on the
 * smallest allowed width; sked_moldable_check refuses a t outside 1 .. SKED_TIME_MAX. On other
 * widths a time outside 1 .. t counts as the nearer of the two. An oracle does not call back. */
typedef struct sked_moldable_oracle {
    sked_time (*time)(void *ctx, uint32_t task, uint32_t width);
    void *ctx;
} sked_moldable_oracle;

/* ---- >>create: settings, and one object ----------------------------------------------------- */

typedef struct sked_moldable_settings {
    uint32_t processors;            /* m: 1 .. SKED_MOLDABLE_MAX                              */
    uint32_t tasks_count;           /* n: 1 .. SKED_MOLDABLE_MAX                              */
    const sked_moldable_task *tasks;
    uint32_t spans_count;           /* 0 .. SKED_MOLDABLE_MAX                                 */
    const sked_span *spans;         /* each takes away its count of processors, or as many as
                                       its set has, for a while. Spans that take more than
                                       there are leave none. No task is wider than spans
                                       without an end allow                                   */
    sked_time now;                  /* plans begin here; what is ready earlier is ready now   */
    const sked_set *leave_out;      /* of size n: tasks that are not planned; NULL: none      */
    sked_moldable_oracle oracle;    /* of ORACLE tasks                                        */
    uint32_t frontier_max;          /* plans to keep for >>frontier: 0 .. 2^16                */
    uint64_t cells_max;             /* knapsacks of at most this many tasks times processors
                                       are solved exactly, with one bit each. Larger ones,
                                       and those of more than 2^20 processors, are solved
                                       greedily. 0: 2^25, which is 4 MiB                      */
    uint32_t intervals_max;         /* of prices, for >>bound: 0 .. 256, of 88 bytes each.
                                       0: 128                                                 */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_moldable_settings;

/* Returns   settings for these tasks and nothing else: no spans, from time 0 on, no frontier. */
SKED_API sked_moldable_settings sked_moldable_settings_of(uint32_t processors,
                                                          const sked_moldable_task *tasks,
                                                          uint32_t tasks_count);

/* A machine with tasks to plan: a handle on a block. All fields are private. A handle of zeros
 * ({0}) is empty. Only init, create and destroy accept an empty handle; all other functions that
 * take a handle refuse it (SKED_E_EMPTY). The object keeps the bounds that it has proved and the
 * best plans that it has found. Later calls continue from there. */
typedef struct sked_moldable {
    sked_mem mem_;                  /* gave the block; zeros: the block is the caller's       */
    size_t bytes_;                  /* of the block                                           */
    const sked_moldable_task *tasks_;       /* the caller's, as in the settings               */
    sked_moldable_oracle oracle_;
    struct sked_moldable_state_ *state_;    /* at the begin of the block; NULL: empty         */
} sked_moldable;

/* Computes how large the block must be. Of the tasks, reads only forms and counts.
 * Gives     *bytes.
 * Fails     SKED_E_NO_PROCESSORS, SKED_E_NO_TASKS iff there is none; SKED_E_RANGE iff processors,
 *           tasks_count, spans_count, frontier_max or intervals_max is above its range, or
 *           leave_out has a size other than n, or bits above it; SKED_E_SETTING iff a form is none
 *           of those above, or SKED_MOLDABLE_FORMS leaves it out; SKED_E_OVERFLOW iff the size
 *           exceeds size_t, or tables (up to m entries of each) and lists have 2^32 - 1 entries or
 *           more together.
 * Cost      O(n). */
SKED_API SKED_NODISCARD sked_status sked_moldable_bytes(const sked_moldable_settings *settings,
                                                        size_t *bytes);

/* Checks all that init checks, without a block.
 * Fails     as sked_moldable_bytes; SKED_E_TIME iff now is outside 0 .. SKED_TIME_MAX; and as
 *           follows.
 *           Of the spans: SKED_E_TIME iff a start is outside 0 .. SKED_TIME_MAX, or an end is
 *           outside it and not SKED_NEVER; SKED_E_RANGE iff an end is not after its start;
 *           SKED_E_NEVER_FITS iff those without an end leave no processor.
 *           Of the tasks that are not left out: SKED_E_TIME iff ready, or a time of an allowed
 *           width, is outside 0 .. SKED_TIME_MAX; SKED_E_NO_TIME iff such a time is 0 (of an
 *           oracle, on the smallest allowed width); SKED_E_WIDTHS iff no entry of a list, or of the
 *           first m of a table, is allowed, or the widths of a list do not rise or begin with 0, or
 *           a rigid task has width_min 0, or width_max is below width_min and not 0 (divisible
 *           tasks ignore both); SKED_E_RANGE iff a parameter is outside its range, or an oracle is
 *           missing; SKED_E_TOO_WIDE iff the smallest allowed width is more than spans without an
 *           end leave; SKED_E_OVERFLOW iff the larger of time and m exceeds SKED_TIME_MAX / 2000
 *           (AMDAHL), or SKED_TIME_MAX / (4 parallelism_permille v), where v is the larger of
 *           variance_permille and 1000 (DOWNEY).
 *           Of all together: SKED_E_OVERFLOW iff m times the end of the longest plan exceeds
 *           SKED_TIME_MAX. The longest plan begins at the latest of now, all ready times, the ends
 *           of spans, and the starts of spans without an end. It then runs all tasks one after
 *           another, each on its smallest allowed width.
 * Cost      O(n + all counts + spans + the words of their sets), and a call of the oracle for each
 *           of its tasks. */
SKED_API SKED_NODISCARD sked_status sked_moldable_check(const sked_moldable_settings *settings);

/* Creates an object: in a block of yours (init), or in one that mem allocates (create).
 * Fails     as sked_moldable_check; SKED_E_BLOCK iff the block is NULL, too small or not aligned;
 *           SKED_E_MEMORY iff mem refuses. The handle is empty then.
 * Cost      that of check, O(bytes + n log n + spans log spans), and two more calls of the oracle
 *           for each of its tasks.
 * Keeps     until destroy: the tasks, their tables and lists, the oracle, and the block or mem. */
SKED_API SKED_NODISCARD sked_status sked_moldable_init(sked_moldable *moldable,
                                                       const sked_moldable_settings *settings,
                                                       void *block, size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_moldable_create(sked_moldable *moldable,
                                                         const sked_moldable_settings *settings,
                                                         sked_mem mem);

/* Destroys an object: frees a block from mem, and empties the handle. Accepts an empty handle, and
 * a second call. */
SKED_API void sked_moldable_destroy(sked_moldable *moldable);

/* ---- >>plan: how wide, and when ------------------------------------------------------------- */

/* A method chooses widths and an order. A list then makes the plan: whenever something ends, it
 * starts the first tasks in that order that fit. */
typedef enum sked_moldable_method {
    SKED_MOLDABLE_BEST,         /* all that helps, within steps_max: SWEEP, DEMT, MULTIBASE,
                                   bound (>>bound), PRICES, TRUNCATIONS, SEARCH. The best plan
                                   by the goal                                                 */
    SKED_MOLDABLE_MAKESPAN,     /* the shortest deadline that the dual test does not refuse,
                                   with its widths on two shelves (Mounie, Rapine, Trystram
                                   2007), and lists of them. The shortest plan keeps the
                                   guarantee                                                   */
    SKED_MOLDABLE_SWEEP,        /* the same, and lists for 40 deadlines from there on          */
    SKED_MOLDABLE_DEMT,         /* Dutot et al. (2004): batches whose lengths double, each
                                   with the heaviest tasks that fit side by side; lists in the
                                   order of the batches                                        */
    SKED_MOLDABLE_MULTIBASE,    /* the same with seven growths and three first lengths         */
    SKED_MOLDABLE_PRICES,       /* lists by what each task prefers if processors have a price:
                                   of 29 constant prices, and of the prices that bound found   */
    SKED_MOLDABLE_TRUNCATIONS,  /* what the plan of least minsum so far has ended by a time,
                                   then the rest for the makespan (Stein and Wein 1997): for
                                   39 times. MAKESPAN and DEMT first, if there is no plan      */
    SKED_MOLDABLE_SEARCH,       /* local search, from the last plan (DEMT, if there is none).
                                   Accepts a change of a width or of a place in the order if
                                   it loses less than a threshold, which falls to 0            */
    SKED_MOLDABLE_GANG,         /* a list of one task at a time, as fast as it can run         */
    SKED_MOLDABLE_SEQUENTIAL,   /* each task on its smallest width                             */
    SKED_MOLDABLE_SHELVES,      /* a list with the widths of MAKESPAN                          */
    SKED_MOLDABLE_METHOD_CLOSED_ = INT_MAX
} sked_moldable_method;

/* SKED_MOLDABLE_METHODS: the methods to compile, as a sum of 1u << name, such as
 * (1u << SKED_MOLDABLE_DEMT). The others are refused (SKED_E_SETTING) and have no code. BEST has
 * all it needs in any case. Default: all. */
#if !defined(SKED_MOLDABLE_METHODS)
#define SKED_MOLDABLE_METHODS ((2u << SKED_MOLDABLE_SHELVES) - 1u)
#endif

/* Orders of a list. Ties go to the lowest task. */
typedef enum sked_moldable_order {
    SKED_MOLDABLE_SMITH,        /* most weight for its work first. DEMT: within each batch,
                                   and once without batches; the better of both                */
    SKED_MOLDABLE_RATIO,        /* most weight for its time first                              */
    SKED_MOLDABLE_LONGEST,      /* longest time first                                          */
    SKED_MOLDABLE_SMALLEST,     /* least work first                                            */
    SKED_MOLDABLE_LARGEST,      /* most work first                                             */
    SKED_MOLDABLE_WIDEST,       /* most processors first, then longest                         */
    SKED_MOLDABLE_SHELF,        /* the long shelf, the short one, the small tasks; in each,
                                   longest first. For SHELVES only                             */
    SKED_MOLDABLE_ORDER_CLOSED_ = INT_MAX
} sked_moldable_order;

/* What to do with tasks that become ready later. */
typedef enum sked_moldable_arrivals {
    SKED_MOLDABLE_KNOWN,        /* plan them all; none starts before it is ready               */
    SKED_MOLDABLE_BATCHED,      /* as if unknown before: plan what is ready, and look again
                                   when all of that has ended (Shmoys, Wein, Williamson 1995).
                                   Not for BEST, PRICES, TRUNCATIONS and SEARCH                */
    SKED_MOLDABLE_ARRIVALS_CLOSED_ = INT_MAX
} sked_moldable_arrivals;

/* How to choose. The goal is makespan_weight * makespan / makespan_lower_bound plus minsum_weight *
 * minsum / minsum_lower_bound; smaller is better. All times count from now, and the bounds are
 * those known so far. All zeros, or NULL instead: the defaults. */
typedef struct sked_moldable_choice {
    sked_moldable_method method;
    sked_moldable_order order;      /* of DEMT, GANG, SEQUENTIAL, SHELVES                     */
    sked_moldable_arrivals arrivals;
    uint32_t shuffles;              /* DEMT: random orders of the batches to try, too:
                                       0 .. 2^16; the paper's "several"                       */
    uint32_t makespan_weight;       /* 0 .. 1000; both 0: 1 and 1; of MAKESPAN and SWEEP:
                                       1 and 0                                                */
    uint32_t minsum_weight;         /* 0 .. 1000                                              */
    sked_time makespan_max;         /* a longer plan adds to its goal 10 times the sum of
                                       both weights, times (makespan / makespan_max - 1),
                                       from now on. Up to now: no limit                       */
    uint64_t steps_max;             /* BEST, SEARCH: begin no further list, deadline or round
                                       of prices after this many steps, of about 50 ns each;
                                       0: 2 million. BEST makes some lists in any case        */
    uint64_t seed;                  /* of shuffles and SEARCH                                 */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_moldable_choice;

/* When a task runs, and on how many processors. Width 0 is a divisible task, with all its pieces
 * within [start, end) (sked_moldable_pieces); or, with start and end 0, a task that was left
 * out. */
typedef struct sked_moldable_row {
    sked_time start, end;
    uint32_t width;
} sked_moldable_row;

typedef struct sked_moldable_result {
    sked_time makespan;             /* the latest end; now, if all tasks were left out        */
    sked_time makespan_lower_bound; /* no plan ends earlier                                   */
    sked_u128 minsum;               /* the sum of weight times end                            */
    sked_u128 minsum_lower_bound;   /* no plan has less                                       */
    uint64_t makespan_ratio_permille;   /* makespan / makespan_lower_bound, both from now on,
                                       rounded up                                             */
    uint64_t minsum_ratio_permille; /* minsum / minsum_lower_bound, likewise; at most 1 too
                                       high if minsum needs more than 64 bits. UINT64_MAX: it
                                       is more. Judge it by bound_iterations                  */
    uint64_t guarantee_permille;    /* known before the plan was made: the makespan is at
                                       most this many 1/1000 of makespan_lower_bound, plus 1
                                       tick, both from now on. 0: nothing is known. MAKESPAN
                                       and SWEEP guarantee 1502 if all tasks are tables,
                                       monotone (>>read), allow any width from 1 on, and are
                                       ready now; no span begins or ends after now; knapsacks
                                       are solved exactly; arrivals is KNOWN; and
                                       minsum_weight and makespan_max are 0                   */
    uint64_t steps;                 /* what the call took                                     */
    uint32_t bound_iterations;      /* rounds of prices that BEST and sked_moldable_bound
                                       have made so far. 0: none yet, and minsum_lower_bound
                                       may be far too low                                     */
} sked_moldable_result;

/* Plans all tasks that are not left out. result may be NULL.
 * Gives     rows[task] for every task; *result.
 * Needs     rows[0 .. n-1] (asserted).
 * Fails     SKED_E_EMPTY; SKED_E_SETTING iff method, order or arrivals has no such value, or
 *           SKED_MOLDABLE_METHODS leaves the method out, or arrivals is BATCHED and the method is
 *           not for it, or the order is SHELF and the method is not SHELVES; SKED_E_RANGE iff
 *           shuffles or a weight is outside its range; SKED_E_TIME iff makespan_max is outside
 *           0 .. SKED_TIME_MAX. Rows and result are unchanged then.
 * Cost      A list: O(n log n); with s spans at worst O(n n s) more, if many tasks fit now and do
 *           not fit beside a span; with d divisible tasks O(n d) more. A deadline: O(n log m + n
 *           log n), or n m / 2 cells if that does not decide. MAKESPAN: some 20 deadlines, 3 lists.
 *           SWEEP: 40 deadlines, 240 lists. DEMT: b batches of O(n log n) and at most n m cells, 2
 *           lists, and one for each shuffle; b is the logarithm of the longest plan over the
 *           shortest time, and more if few tasks fit side by side: at most n. MULTIBASE: 21 times
 *           DEMT. PRICES: 140 lists, and 29 n w for w widths. TRUNCATIONS: 350 lists. BATCHED: that
 *           much for every batch, where n counts all tasks. Each plan that joins the frontier, and
 *           each that leaves it: O(frontier_max). The first call on an object that gives bounds
 *           also tests some 20 deadlines.
 * Source    Dutot, Eyraud, Mounie, Trystram (2004), section 3, for DEMT; the implementation
 *           (>>plan) names the corrections. */
SKED_API SKED_NODISCARD sked_status sked_moldable_plan(sked_moldable *moldable,
                                                       const sked_moldable_choice *choice,
                                                       sked_moldable_row *rows,
                                                       sked_moldable_result *result);

/* ---- >>bound: lower bounds, and their proofs ------------------------------------------------ */

/* Applies the dual test to a deadline: is it proved that no plan ends by it? The deadline is a
 * point in time, not a length from now.
 * Gives     *refused: 1 if so, else 0.
 * Fails     SKED_E_EMPTY; SKED_E_TIME iff the deadline is outside 0 .. SKED_TIME_MAX.
 * Cost      that of a deadline (>>plan). */
SKED_API SKED_NODISCARD sked_status sked_moldable_dual_test(sked_moldable *moldable,
                                                            sked_time deadline, int *refused);

/* Raises the lower bound on the minsum, and keeps the prices that prove it. Processors get a price
 * that depends on the time. Each task by itself then chooses when and how wide it would run, so
 * that weight times end plus the price it pays is least. The sum of these, less what all processors
 * could earn, is a lower bound for any prices. Each iteration raises prices where too many tasks
 * want to run, and lowers them where too few do. There are at most `iterations` of them (0: 150).
 * Prices are constant on intervals. Each ends at growth_percent of the end before, 101 .. 400
 * (0: 115). Makes a plan by DEMT first, if there is none.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff iterations is above 10^6, or growth_percent is none of
 *           these.
 * Cost      O(iterations n w I) for w widths (about 13 ln m) and I intervals. The last evaluation:
 *           O(n I) times the widths that may matter, at worst all. Less if few intervals matter.
 * Source    time-indexed Lagrangian relaxation; the implementation (>>bound) proves it. */
SKED_API SKED_NODISCARD sked_status sked_moldable_bound(sked_moldable *moldable,
                                                        uint32_t iterations,
                                                        uint32_t growth_percent);

/* What one processor costs for one tick, in 2^-shift of a weight: from the end of the interval
 * before (of the first: from now) until `end`. After the last end the price is 0. */
typedef struct sked_moldable_price {
    sked_time end;
    uint64_t price;
} sked_moldable_price;

#define SKED_MOLDABLE_PRICES_MAX 256u               /* intervals, at most                     */

/* Reads the prices that prove minsum_lower_bound: a certificate.
 * Gives     prices[0 .. *count - 1], *count and *shift. *count is 0 if bound never raised it.
 * Needs     prices[0 .. I - 1], where I is intervals_max, or 128 if that is 0 (asserted).
 * Fails     SKED_E_EMPTY. */
SKED_API SKED_NODISCARD sked_status sked_moldable_get_prices(const sked_moldable *moldable,
                                                             sked_moldable_price *prices,
                                                             uint32_t *count, int32_t *shift);

/* Evaluates any prices. The answer does not depend on what the object has seen. Another object with
 * the same settings can therefore check a certificate. Prices above the highest that can matter
 * count as that: the sum of all weights, or about 64 / m of it if that is less.
 * Gives     *least: a lower bound on the minsum, for any prices.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff count is 0 or above intervals_max (128 if that is 0), or
 *           ends do not rise, or the first is not after now, or the last is beyond SKED_TIME_MAX,
 *           or shift is outside -64 .. 64.
 * Cost      that of the last evaluation of sked_moldable_bound. */
SKED_API SKED_NODISCARD sked_status sked_moldable_dual_bound(sked_moldable *moldable,
                                                             const sked_moldable_price *prices,
                                                             uint32_t count, int32_t shift,
                                                             sked_u128 *least);

/* The corrected interval relaxation of Dutot et al., as a definition: this header solves no linear
 * programs. Take times 0 = u_0 < u_1 < ... < u_J. A_ij is the least work of task i on widths with a
 * time of at most u_(j+1), as sked_moldable_get_allotment gives it; if there is none, x_ij = 0.
 * c_ij is max(u_j, the least time of task i). Then:
 *     min sum_ij w_i c_ij x_ij,  sum_j x_ij >= 1,  sum_(l<=j) sum_i A_il x_il <= m u_(j+1) for
 *     j < J,  x >= 0,  with a last interval (u_J, infinity) without a row of its own.
 * The paper has neither the first interval (0, u_1] nor the last. Its value is therefore sometimes
 * no bound. */

/* ---- >>frontier: the plans worth choosing from ---------------------------------------------- */

/* The frontier has plans of all calls, up to frontier_max. It keeps a plan unless another one is at
 * least as good in both makespan and minsum. If room is short, plans with the closest neighbours go
 * first. */

/* Reads plan `index` of the frontier, in order of rising makespan and falling minsum. rows and
 * result may be NULL.
 * Gives     rows[task] for every task; *result, with steps and guarantee_permille 0.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff index is not below sked_moldable_info.plans. */
SKED_API SKED_NODISCARD sked_status sked_moldable_get_plan(const sked_moldable *moldable,
                                                           uint32_t index, sked_moldable_row *rows,
                                                           sked_moldable_result *result);

/* ---- >>read: times, pieces, processors; evaluating ------------------------------------------ */

typedef struct sked_moldable_info {
    size_t bytes;                   /* of the block                                           */
    uint32_t tasks;                 /* that are not left out                                  */
    uint32_t width_max;             /* processors that spans without an end leave             */
    uint32_t plans;                 /* on the frontier (>>frontier)                           */
    sked_time refused;              /* the longest deadline that is proved too short;
                                       now - 1, if all tasks were left out                    */
    sked_time accepted;             /* a deadline that is not refused: later than refused by
                                       at most 1 tick and 1/1000 of it, from now on           */
    sked_u128 minsum_lower_bound;
    uint64_t work_lower_bound;      /* the sum of the least works                             */
} sked_moldable_info;

/* Reads what is known of an object and its tasks.
 * Gives     *info.
 * Fails     SKED_E_EMPTY.
 * Cost      O(1), and some 20 deadlines if no call has given bounds before. */
SKED_API SKED_NODISCARD sked_status sked_moldable_get_info(sked_moldable *moldable,
                                                           sked_moldable_info *info);

/* Computes the time of a task on a width, as plans use it.
 * Gives     *time.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such task, or it is left out or divisible,
 *           or may not have this width. */
SKED_API SKED_NODISCARD sked_status sked_moldable_get_time(const sked_moldable *moldable,
                                                           uint32_t task, uint32_t width,
                                                           sked_time *time);

/* Computes the smallest width on which a task takes at most `limit`.
 * Gives     *allotment: that width, and the time on it. *work: the least work of any such width, as
 *           bounds count it. A divisible task has width 1, time 1 and all its work.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such task, or it is left out;
 *           SKED_E_DEADLINE iff there is no such width (of a divisible task: iff limit is below 1).
 * Cost      O(log m). */
SKED_API SKED_NODISCARD sked_status sked_moldable_get_allotment(const sked_moldable *moldable,
                                                                uint32_t task, sked_time limit,
                                                                sked_moldable_allotment *allotment,
                                                                uint64_t *work);

/* Checks whether the times of all tasks that are not left out are monotone: on more processors no
 * longer, and no less work. Plans and bounds do not need that; the guarantee does.
 * Returns   SKED_OK if so; else SKED_E_MONOTONY, and *task and *width are the first task and its
 *           first allowed width that fails. Of an oracle only the first of its widths, the second,
 *           the fourth, the eighth, and so on, are compared. There a loss of work counts only if
 *           rounding cannot explain it.
 * Fails     SKED_E_EMPTY. */
SKED_API SKED_NODISCARD sked_status sked_moldable_check_monotone(const sked_moldable *moldable,
                                                                 uint32_t *task, uint32_t *width);

/* Evaluates a plan from any source: is it valid, and how good is it? A valid plan joins the
 * frontier. task and result may be NULL.
 * Gives     *result, with steps and guarantee_permille 0.
 * Fails     SKED_E_EMPTY; SKED_E_PLAN iff a row has a width that the task may not have, or a length
 *           other than its time, or starts before the task is ready or before now, or ends after
 *           the longest plan (sked_moldable_check), or a task that is left out has a row other than
 *           zeros, or a divisible one has a width, or no length, or its pieces do not fit;
 *           SKED_E_TAKEN iff more processors are used at some time than there are. Each row is
 *           checked by itself first; after that the earliest fault decides.
 *           *task is then the lowest task with a wrong row. If there is none, it is the divisible
 *           task that is late (SKED_E_PLAN), or the task that started last when there were too few
 *           processors (SKED_E_TAKEN). *result and the frontier are unchanged.
 * Cost      O((n + s) log (n + s)) with s spans, and O((n + s) d) with d divisible tasks; if the
 *           plan joins the frontier, O(frontier_max) for it, and for each plan that leaves. */
SKED_API SKED_NODISCARD sked_status sked_moldable_evaluate(sked_moldable *moldable,
                                                           const sked_moldable_row *rows,
                                                           uint32_t *task,
                                                           sked_moldable_result *result);

typedef struct sked_moldable_piece {
    sked_time start, end;
    uint32_t task, width;
} sked_moldable_piece;

/* Computes the pieces of the divisible tasks of a plan: rectangles, by rising start. There are at
 * most 4 (n + spans_count + 1). The pieces of a task add up to exactly its work.
 * Gives     pieces[0 .. *count - 1] and *count.
 * Fails     as sked_moldable_evaluate, which computes them, too; SKED_E_FULL iff there are more
 *           than pieces_max. *count is unchanged then; pieces may have been written. */
SKED_API SKED_NODISCARD sked_status sked_moldable_pieces(sked_moldable *moldable,
                                                         const sked_moldable_row *rows,
                                                         sked_moldable_piece *pieces,
                                                         uint32_t pieces_max, uint32_t *count);

/* Assigns processors to the tasks of a plan: the lowest that are free of tasks when a task starts.
 * It ignores the sets of spans. Divisible tasks get none.
 * Gives     words: a set of m processors for each task, of SKED_SET_WORDS(m) words each. To read
 *           that of task i: sked_set set = {words + i * SKED_SET_WORDS(m), m}. (sked_set_of clears
 *           the words.)
 * Fails     as sked_moldable_evaluate.
 * Cost      that of sked_moldable_evaluate, and O(n r m / SKED_WORD_BITS) if r tasks run at a
 *           time. */
SKED_API SKED_NODISCARD sked_status sked_moldable_assign(sked_moldable *moldable,
                                                         const sked_moldable_row *rows,
                                                         sked_word *words);

/* ---- >>online: tasks that come later; planning again ---------------------------------------- */

/* Finds what has started before `now` in a plan that is being carried out. The rest can then be
 * planned again, when a task ended early or new ones came. Create another object with the same
 * tasks, with this `now`, with `started` as leave_out, and with `running` among its spans. If a
 * task ended early, set the end in its row first. Divisible tasks count as started only when they
 * have ended. Reduce their time by what is done.
 * Returns   the number of running tasks.
 * Gives     *started, of size n, to which it adds the tasks with a width that start before now, and
 *           the divisible tasks that have ended by now. running[0 ..], with room for n: a span for
 *           each task with a width that has started and not ended. */
SKED_API uint32_t sked_moldable_started(const sked_moldable_row *rows, sked_time now,
                                        sked_set *started, sked_span *running);

#endif /* SKED_MOLDABLE_H_INCLUDED */

/* ============================================================================================= */
/* A user of the library may stop reading here: what follows is how it works.                    */
/* ============================================================================================= */

#if (defined(SKED_IMPLEMENTATION) || defined(SKED_MOLDABLE_IMPLEMENTATION)) && \
    !defined(SKED_MOLDABLE_IMPLEMENTATION_DONE)
#define SKED_MOLDABLE_IMPLEMENTATION_DONE

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#endif

/* ---- >>tasks -------------------------------------------------------------------------------- */

/* The idea. Each task has a ladder: widths that rise while times fall. Tables and lists are copied
 * as one, without the rungs that no plan needs: those with a smaller width that takes no longer.
 * That repairs times which rise with width, for plans and bounds alike. Closed forms and oracles
 * have theirs computed, rung by rung. A rung has two works: its width times its time, which plans
 * use up; and the least work of this rung and all wider ones, which bounds count, so that they hold
 * where work falls with width (a speedup above linear). */

/* Is the name in the mask? A constant wherever the name is one, so that compilers leave out what is
 * never called. A value that is no name may be of any size. */
#define SKED_MOLDABLE_HAS_(mask, name) ((uint32_t)(mask) >> ((uint32_t)(name) & 31u) & 1u)

/* How the times of a form are found. */
typedef enum sked_moldable_kind_ {
    SKED_MOLDABLE_NONE_,        /* not at all: there is no such form, or it has no code        */
    SKED_MOLDABLE_EXPLICIT_,    /* copied from a table or a list                               */
    SKED_MOLDABLE_COMPUTED_,    /* by a closed form or an oracle, whenever they are needed     */
    SKED_MOLDABLE_CUT_          /* there are none: it is divisible                             */
} sked_moldable_kind_;

/* ---- >>tasks.forms: times and works by form ---- */

/* Bounds count the exact work of a fraction, rounded down; plans count the time, rounded up. So
 * rounding never makes work seem to fall with width.
 * Source. Amdahl (1967); Downey (1997). */

/* All that must know each form: this, and the two functions that follow. */
static sked_moldable_kind_ sked_moldable_kind_of_(sked_moldable_form form) {
    sked_moldable_kind_ kind = SKED_MOLDABLE_NONE_;
    switch (form) {
    case SKED_MOLDABLE_TABLE:
    case SKED_MOLDABLE_LIST: kind = SKED_MOLDABLE_EXPLICIT_; break;
    case SKED_MOLDABLE_AMDAHL:
    case SKED_MOLDABLE_DOWNEY:
    case SKED_MOLDABLE_RIGID:
    case SKED_MOLDABLE_ORACLE: kind = SKED_MOLDABLE_COMPUTED_; break;
    case SKED_MOLDABLE_DIVISIBLE: kind = SKED_MOLDABLE_CUT_; break;
    case SKED_MOLDABLE_FORM_CLOSED_: break;
    }
    return SKED_MOLDABLE_HAS_(SKED_MOLDABLE_FORMS, form) != 0 ? kind : SKED_MOLDABLE_NONE_;
}

/* What tasks may be, or all are, in this build. */
enum {
    SKED_MOLDABLE_LISTS_ = SKED_MOLDABLE_HAS_(SKED_MOLDABLE_FORMS, SKED_MOLDABLE_LIST) != 0,
    SKED_MOLDABLE_DOWNEYS_ = SKED_MOLDABLE_HAS_(SKED_MOLDABLE_FORMS, SKED_MOLDABLE_DOWNEY) != 0,
    SKED_MOLDABLE_ORACLES_ = SKED_MOLDABLE_HAS_(SKED_MOLDABLE_FORMS, SKED_MOLDABLE_ORACLE) != 0,
    SKED_MOLDABLE_CUTS_ = SKED_MOLDABLE_HAS_(SKED_MOLDABLE_FORMS, SKED_MOLDABLE_DIVISIBLE) != 0,
    SKED_MOLDABLE_EXPLICIT_ALONE_ =
        ((SKED_MOLDABLE_FORMS) & ~(1u << SKED_MOLDABLE_TABLE | 1u << SKED_MOLDABLE_LIST)) == 0
};

static int sked_moldable_is_list_(const sked_moldable_task *task) {
    return SKED_MOLDABLE_LISTS_ && task->form == SKED_MOLDABLE_LIST; /*~list_has_form*/
}

static int sked_moldable_is_downey_(const sked_moldable_task *task) {
    return SKED_MOLDABLE_DOWNEYS_ && task->form == SKED_MOLDABLE_DOWNEY;
}

static int sked_moldable_is_oracle_(const sked_moldable_task *task) {
    return SKED_MOLDABLE_ORACLES_ && task->form == SKED_MOLDABLE_ORACLE;
}

/* A closed form at some width k: (flat + shared / k) / unit, a time; all its terms below 2^62. */
typedef struct sked_moldable_curve_ {
    uint64_t flat, shared, unit;
} sked_moldable_curve_;

static sked_moldable_curve_ sked_moldable_curve_of_(uint64_t flat, uint64_t shared, uint64_t unit) {
    sked_moldable_curve_ curve;
    curve.flat = flat;
    curve.shared = shared;
    curve.unit = unit;
    return curve;
}

/* Downey's speedup, with A and s in 1/1000: parts of a line in 1 / width. */
static sked_moldable_curve_ sked_moldable_downey_(const sked_moldable_task *task, uint32_t width) {
    const uint64_t time = (uint64_t)task->time, a = task->parallelism_permille,
                   s = task->variance_permille;
    const uint64_t at = UINT64_C(1000) * width;
    SKED_ASSERT(a >= 1000 && width > 0);
    if (s <= 1000 && at <= a) {
        return sked_moldable_curve_of_(time * s, time * (2 * a - s), 2 * a);
    }
    if (s <= 1000 && at <= 2 * a - 1000) {
        return sked_moldable_curve_of_(time * 1000 * (2000 - s), time * s * (2 * a - 1000),
                                       2000 * a);
    }
    if (s > 1000 && 1000 * at <= 1000 * a + s * (a - 1000)) {
        return sked_moldable_curve_of_(time * 1000 * s, time * (s * (a - 1000) + 1000 * a),
                                       a * (s + 1000));
    }
    return sked_moldable_curve_of_(time * 1000, 0, a);
}

static sked_moldable_curve_ sked_moldable_curve_at_(const sked_moldable_task *task,
                                                    uint32_t width) {
    const uint64_t time = (uint64_t)task->time, f = task->sequential_permille;
    sked_moldable_curve_ curve = sked_moldable_curve_of_(time, 0, 1);
    switch (task->form) {
    case SKED_MOLDABLE_AMDAHL:
        curve = sked_moldable_curve_of_(time * f, time * (1000 - f), 1000);
        break;
    case SKED_MOLDABLE_DOWNEY:
        if (SKED_MOLDABLE_DOWNEYS_) {
            curve = sked_moldable_downey_(task, width);
        }
        break;
    case SKED_MOLDABLE_RIGID:
    case SKED_MOLDABLE_TABLE:
    case SKED_MOLDABLE_LIST:
    case SKED_MOLDABLE_ORACLE:
    case SKED_MOLDABLE_DIVISIBLE:
    case SKED_MOLDABLE_FORM_CLOSED_: break;
    }
    return curve;
}

static sked_time sked_moldable_curve_time_(sked_moldable_curve_ curve, uint32_t width) {
    const uint64_t shared = (curve.shared + width - 1) / width;
    SKED_ASSERT(width > 0 && curve.unit > 0);
    return (sked_time)((curve.flat + shared + curve.unit - 1) / curve.unit);
}

/* width * time of the fraction, rounded down. */
static uint64_t sked_moldable_curve_work_(sked_moldable_curve_ curve, uint32_t width) {
    const uint64_t whole = curve.flat / curve.unit, rest = curve.flat % curve.unit;
    SKED_ASSERT(width > 0 && curve.unit > 0);
    return whole * width + (rest * width + curve.shared) / curve.unit;
}

/* The one place from which an oracle is called. */
static sked_time sked_moldable_ask_(sked_moldable_oracle oracle, uint32_t task, uint32_t width) {
    SKED_ASSERT(width > 0);
    return oracle.time(oracle.ctx, task, width);
}

/* ---- >>tasks.state: what a block has ---- */

/* What is known of a task that is planned. read_ writes it, except for `work`, and `fastest` of
 * computed ladders, which enter_ adds. Of tasks that are left out only `slowest` is valid: 0. */
typedef struct sked_moldable_brief_ {
    sked_time slowest, fastest;         /* ticks on the first rung, on the last; of a
                                           divisible task both are its work                   */
    sked_time ready;                    /* ticks from now                                     */
    uint64_t work;                      /* processor ticks: the least of any rung; of a
                                           divisible task, all                                */
    uint32_t weight;
    uint32_t least, step;               /* rung j of a computed ladder: width least + j * step */
    uint32_t rungs;                     /* at least 1; of a divisible task 0                  */
    uint32_t first;                     /* of an explicit ladder: its first in view->rung     */
    sked_moldable_kind_ kind;
} sked_moldable_brief_;

/* One rung of an explicit ladder: widths rise, times fall. read_entries_ writes it. */
typedef struct sked_moldable_rung_ {
    sked_time time;                     /* ticks                                              */
    uint64_t work;                      /* processor ticks: the least of this rung and all
                                           wider ones                                         */
    uint32_t width;                     /* processors                                         */
} sked_moldable_rung_;

#define SKED_MOLDABLE_GROUP_ 16u        /* places in a group: see sked_moldable_seek_         */
#define SKED_MOLDABLE_TIERS_ 7u         /* 16^7 > SKED_MOLDABLE_MAX                           */

/* A stretch of constant capacity, until the next begins; the first begins now, the last has no end,
 * and some processors. Starts rise. stretch_out_ writes all except `busy`. */
typedef struct sked_moldable_stretch_ {
    sked_time start;                    /* ticks from now                                     */
    uint64_t before;                    /* processor ticks of all earlier stretches           */
    uint32_t capacity;                  /* processors                                         */
    uint32_t busy;                      /* during a list, of stretches to come: processors of
                                           tasks that run now and still run then. begin_ sets
                                           it to 0, start_ adds                               */
} sked_moldable_stretch_;

typedef struct sked_moldable_gap_ {     /* processors that are free during [from, from + gap) */
    sked_time gap, from;                /* ticks; ticks from the begin of the plan            */
    uint32_t count;                     /* processors, at least 1                             */
} sked_moldable_gap_;

typedef struct sked_moldable_value_ {   /* of a plan                                          */
    sked_u128 minsum;                   /* weights times ticks from now                       */
    sked_time makespan;                 /* ticks from now                                     */
} sked_moldable_value_;

/* What the size of a block depends on. No padding: it is copied into the block, which then is the
 * same, byte for byte, for the same calls. */
typedef struct sked_moldable_shape_ {
    uint64_t rungs;                     /* of all explicit ladders, at most                   */
    uint64_t cells;                     /* of a knapsack, one bit each                        */
    uint32_t tasks, processors, spans;  /* as in the settings                                 */
    uint32_t intervals;                 /* of prices: as in the settings, or the default      */
    uint32_t frontier, points;          /* plans on the frontier; room for one more, if any   */
} sked_moldable_shape_;

/* What lives from call to call. Times count from now. Where nothing else is said, fill_ and what it
 * calls (survey_, enter_, stretch_out_, arrange_) write a field once. */
typedef struct sked_moldable_state_ {
    sked_u128 minsum_lower_bound;       /* by prove_; raised by keep_prices_                  */
    sked_moldable_value_ kept[3];       /* of the plans SKED_MOLDABLE_LAST_ and so on, by
                                           keep_; valid where have[] is 1                     */
    uint64_t weights;                   /* of all tasks that are planned                      */
    uint64_t work_lower_bound;          /* processor ticks: the sum of all brief.work         */
    uint64_t steps, steps_max;          /* of this call: set_out_ begins, all work adds       */
    uint64_t random;                    /* of this call: set_out_ seeds it, random_ moves it  */
    sked_time now;                      /* ticks from 0: all others count from here           */
    sked_time length_max;               /* ticks: no plan is longer; by survey_               */
    sked_time refused, accepted;        /* deadlines, by prove_; valid once searched is 1     */
    sked_time makespan_lower_bound;     /* the same: later than refused                       */
    sked_moldable_shape_ shape;
    uint32_t width_max;                 /* processors that spans without an end leave         */
    uint32_t peak;                      /* the largest capacity of any stretch                */
    uint32_t stretches, readies;        /* in view->stretch, view->ready                      */
    uint32_t active, divisible;         /* moldable, divisible tasks in view->active, in this
                                           order                                              */
    uint32_t plans;                     /* on the frontier, by join_ and forget_              */
    uint32_t intervals;                 /* behind minsum_lower_bound, by keep_prices_; 0: none */
    uint32_t wishes;                    /* 1: view->wish is valid, by raise_                  */
    uint32_t raised;                    /* 1: bound has run to its end, by raise_             */
    uint32_t iterations;                /* of all bounds so far, by raise_                    */
    int32_t price_shift;                /* kept prices are in 2^-price_shift of a weight      */
    uint32_t key_shift, time_shift;     /* any work, any time, shifted, is below 2^63         */
    sked_time slowest;                  /* the longest time on a least width                  */
    uint32_t even;                      /* 1: only monotone tables from width 1 on            */
    uint32_t plain;                     /* 1: nothing is ready later, no spans, no divisible  */
    uint32_t narrow;                    /* 1: any minsum is below 2^63                        */
    uint32_t searched, exact;           /* 1: the deadline is found; by exact knapsacks: prove_ */
    uint32_t have[3];                   /* 1: there is a plan kept[which], by keep_           */
} sked_moldable_state_;

/* Shelves: see >>plan.deadlines. */
enum {
    SKED_MOLDABLE_LONG_,                /* a shelf of length d                                */
    SKED_MOLDABLE_HALF_,                /* one of length d / 2                                */
    SKED_MOLDABLE_SMALL_,               /* a task of at most d / 2 on its least width         */
    SKED_MOLDABLE_WHOLE_                /* for 3 d / 2: see the rebuild; divisible tasks      */
};

/* Plans that are kept: the best of the last call, the shortest, and that of least minsum. */
enum { SKED_MOLDABLE_LAST_, SKED_MOLDABLE_SHORT_, SKED_MOLDABLE_LIGHT_ };

/* The prices on one interval: see >>bound. Times are in coarse ticks, prices and sums in the units
 * of the market; what is kept outlives the call, and all else is of one bound. */
typedef struct sked_moldable_interval_ {
    uint64_t start, end;                /* by lay_out_ or dual_bound                          */
    uint64_t price;                     /* by first_prices_ and move_prices_; 0 behind the
                                           last interval                                      */
    uint64_t sum;                       /* of price times length of those before, by tally_   */
    uint64_t highest;                   /* of this price and all later ones, by tally_        */
    uint64_t room;                      /* processors times ticks there are, by close_        */
    uint64_t used;                      /* ... that tasks wish for, by use_                   */
    uint64_t best;                      /* the price of the best iteration, by climb_on_      */
    uint64_t kept;                      /* the price behind minsum_lower_bound, in
                                           2^-price_shift of a weight, by keep_prices_        */
    int64_t push;                       /* where the price is going, by push_                 */
    sked_time kept_end;                 /* the end behind it, in ticks from now               */
} sked_moldable_interval_;

/* What a task would do by itself at the prices of bound, in ticks; valid if state->wishes. */
typedef struct sked_moldable_wish_ {
    sked_time start;
    sked_time time;                     /* 0, if it is divisible                              */
} sked_moldable_wish_;

/* The tasks to plan: all, or a batch of them. open_ takes all, gather_ready_ takes a batch. */
typedef struct sked_moldable_crowd_ {
    const uint32_t *task;               /* the moldable ones, then the divisible ones         */
    uint32_t count, moldable;           /* of all; of the moldable ones                       */
    sked_time from;                     /* their plan begins here, in ticks from now          */
} sked_moldable_crowd_;

/* All of a block, as arrays, and what a call is about. Most arrays have a number for each task, by
 * its index, and are scratch: valid from the function that fills them to the one that follows it.
 * `state`, `brief`, `rung`, `stretch`, `active`, `ready`, `wish`, `kept`, `point`, `point_value`,
 * `point_slot` and parts of `interval` live from call to call. */
typedef struct sked_moldable_view_ {
    sked_moldable_state_ *state;
    sked_moldable_crowd_ crowd;
    sked_moldable_brief_ *brief;
    sked_moldable_rung_ *rung;
    sked_moldable_stretch_ *stretch;
    sked_moldable_interval_ *interval;
    uint32_t *active;                   /* the tasks that are planned: the moldable ones by
                                           index, then the divisible ones by index            */
    uint32_t *ready;                    /* those that are ready after now, by that time       */
    uint32_t *width;                    /* processors of each task in the next list; 0: it is
                                           divisible. By set_ and set_divisible_              */
    sked_time *time;                    /* ticks on that width; of a divisible task, its work */
    uint32_t *order;                    /* the list: tasks, by place                          */
    uint32_t *place;                    /* where a task is in it; SKED_NONE: nowhere. Written
                                           by begin_, unless state->plain                     */
    uint32_t *tier;                     /* the pyramid of a list: its widths, then the rest   */
    uint32_t *cut;                      /* divisible tasks of a list, in its order            */
    uint64_t *rest;                     /* processor ticks left of them                       */
    uint32_t *shelf;                    /* by shelve_; of truncations: 1, if the task is done */
    uint32_t *batch;                    /* by batch_: SKED_NONE until the task has one        */
    uint32_t *long_rung, *short_rung;   /* rungs for a deadline, and for half of it. In bound
                                           short_rung is the rung of the last wish            */
    uint32_t *heavy;                    /* tasks without a batch, by falling weight           */
    uint32_t *item, *item_size;         /* of a knapsack: a task, its processors              */
    uint32_t *link;                     /* chains of tasks that share an item; SKED_NONE ends */
    uint32_t *taken;                    /* 1, if the item is in the knapsack, else 0          */
    uint64_t *item_value;               /* of an item: work saved, or weight                  */
    uint64_t *value;                    /* the best value so far, by capacity                 */
    uint32_t *rank, *group;             /* of batches, of tasks: for shuffles                 */
    uint32_t *gathered;                 /* the tasks of a batch that come together; in assign
                                           those that run                                     */
    sked_moldable_wish_ *wish;
    unsigned char *bit;                 /* of pack_core_: a row of bits for each item         */
    sked_pair *pair;                    /* what is being sorted; in a list, a heap of what runs:
                                           (UINT64_MAX less its end, its width)               */
    sked_moldable_gap_ *gap;            /* a heap of gaps, the largest on top                 */
    sked_moldable_row *row;             /* the plan that is being made or judged, from now    */
    sked_moldable_row *draft;           /* of arrivals in batches: the best plan of each. Its
                                           start is SKED_NEVER until there is one             */
    sked_moldable_row *kept[3];         /* the plans SKED_MOLDABLE_LAST_ and so on            */
    sked_moldable_row *point;           /* plans of >>frontier by slot, n rows each           */
    sked_moldable_value_ *point_value;  /* their values, by slot                              */
    uint32_t *point_slot;               /* a permutation of the slots: those of the plans by
                                           rising makespan, then the free ones                */
    uint64_t best;                      /* the goal of the best plan of this call, or of the
                                           batch; UINT64_MAX: none yet. By set_out_, meet_ and
                                           offer_                                             */
    sked_time makespan_max;             /* of this call, from now; 0: none. By set_out_       */
    uint32_t makespan_weight, minsum_weight;        /* of this call, by set_out_              */
    int alone;                          /* lists run one task at a time, by gang_             */
    const sked_moldable_task *task;
    const sked_moldable_oracle *oracle;
} sked_moldable_view_;

static int sked_moldable_is_explicit_(const sked_moldable_brief_ *brief) {
    return SKED_MOLDABLE_EXPLICIT_ALONE_ || brief->kind == SKED_MOLDABLE_EXPLICIT_;
}

static int sked_moldable_is_divisible_(const sked_moldable_brief_ *brief) {
    return SKED_MOLDABLE_CUTS_ && brief->kind == SKED_MOLDABLE_CUT_;
}

static uint32_t sked_moldable_step_(const sked_moldable_task *task) {
    return task->width_step == 0 ? 1 : task->width_step;
}

/* Is a width one of those that the task's limits allow? */
static int sked_moldable_is_allowed_(const sked_moldable_task *task, uint32_t width) {
    const uint32_t least = sked_max_u32_(task->width_min, 1);
    if (width < least || (task->width_max != 0 && width > task->width_max)) {
        return 0;
    }
    return sked_moldable_is_list_(task) ||
           (width - least) % sked_moldable_step_(task) == 0;
}

static int sked_moldable_is_time_(sked_time time) {
    return time > 0 && time <= SKED_TIME_MAX;
}

static sked_status sked_moldable_refuse_time_(const sked_moldable_settings *settings,
                                              const char *field, sked_time time) {
    return sked_refuse_(settings->refusal, time == 0 ? SKED_E_NO_TIME : SKED_E_TIME, field, time,
                        1, SKED_TIME_MAX);
}

/* More processors than there are without end. */
static sked_status sked_moldable_refuse_width_(const sked_moldable_settings *settings,
                                               const char *field, uint32_t width,
                                               uint32_t width_max) {
    return sked_refuse_(settings->refusal, SKED_E_TOO_WIDE, field, width, 1, width_max);
}

static uint64_t sked_moldable_work_of_(uint32_t width, sked_time time) {
    return (uint64_t)time * width;
}

/* Returns an entry of a table or list. */
static sked_moldable_allotment sked_moldable_entry_(const sked_moldable_task *task, uint32_t at) {
    sked_moldable_allotment entry;
    SKED_ASSERT(at < task->count);
    if (sked_moldable_is_list_(task)) {
        return task->allotments[at];
    }
    entry.width = at + 1;
    entry.time = task->times[at];
    return entry;
}

static uint32_t sked_moldable_entries_(const sked_moldable_settings *settings,
                                       const sked_moldable_task *task) {
    const uint32_t most = settings->processors;
    return task->form == SKED_MOLDABLE_TABLE && task->count > most ? most
                                                                                   : task->count;
}

/* ---- >>tasks.reading: a task's ladder ---- */

/* Each form is checked and read in one walk, so that what is checked is what is kept. Rungs have
 * rising widths and falling times. */

/* Makes the least work of each rung and all wider ones. */
static void sked_moldable_sum_up_rungs_(sked_moldable_rung_ *rung, uint32_t rungs) {
    uint64_t least = UINT64_MAX;
    uint32_t j;
    for (j = rungs; j-- > 0;) {
        const uint64_t work = sked_moldable_work_of_(rung[j].width, rung[j].time);
        least = work < least ? work : least;
        rung[j].work = least;
        SKED_ASSERT(j + 1 == rungs || (rung[j].width < rung[j + 1].width &&
                    rung[j].time > rung[j + 1].time));
        SKED_ASSERT(rung[j].time > 0 &&
                    rung[j].work <= sked_moldable_work_of_(rung[j].width, rung[j].time));
    }
}

/* Reads a table or a list, into rungs unless `rung` is NULL. */
static sked_status sked_moldable_read_entries_(const sked_moldable_settings *settings,
                                               const sked_moldable_task *task, uint32_t width_max,
                                               sked_moldable_brief_ *brief,
                                               sked_moldable_rung_ *rung) {
    const uint32_t entries = sked_moldable_entries_(settings, task);
    sked_status status = SKED_E_WIDTHS;
    uint32_t at, before = 0;
    for (at = 0; at < entries; at++) {
        const sked_moldable_allotment entry = sked_moldable_entry_(task, at);
        /* Widths rise, in entries that are not allowed, too. */
        if (entry.width <= before) {
            return sked_refuse_(settings->refusal, SKED_E_WIDTHS, "allotments: width", entry.width,
                                (sked_time)before + 1, SKED_NEVER);
        }
        before = entry.width;
        if (!sked_moldable_is_allowed_(task, entry.width)) {
            continue;
        }
        if (!sked_moldable_is_time_(entry.time)) {
            return sked_moldable_refuse_time_(settings, "times", entry.time);
        }
        /* An entry that is too wide, or no faster than the one before, is no rung. */
        if (entry.width > width_max) {
            if (status == SKED_E_WIDTHS) {
                status = sked_moldable_refuse_width_(settings, "width", entry.width, width_max);
            }
        } else if (brief->rungs == 0 || entry.time < brief->fastest) {
            brief->least = brief->rungs == 0 ? entry.width : brief->least;
            brief->slowest = brief->rungs == 0 ? entry.time : brief->slowest;
            brief->fastest = entry.time;
            if (rung != NULL) {
                rung[brief->rungs].width = entry.width;
                rung[brief->rungs].time = entry.time;
            }
            brief->rungs++;
            status = SKED_OK;
        }
    }
    /* The works, now that all rungs are known. */
    if (status == SKED_OK && rung != NULL) {
        sked_moldable_sum_up_rungs_(rung, brief->rungs);
    }
    SKED_ASSERT(status != SKED_OK || (brief->rungs > 0 && brief->fastest <= brief->slowest));
    return status != SKED_E_WIDTHS
               ? status
               : sked_refuse_what_(settings->refusal, status, "count", "no allowed width");
}

/* Is a parameter of a computed form out of its range? If not, *unit is the product that must not
 * pass SKED_TIME_MAX together with its time or a width: the largest number in its curves is at most
 * twice that. */
static int sked_moldable_is_parameter_out_(const sked_moldable_settings *settings,
                                           const sked_moldable_task *task, uint64_t *unit) {
    const uint32_t spread = sked_max_u32_(task->variance_permille, 1000);
    sked_refusal *refusal = settings->refusal;
    *unit = 1;
    switch (task->form) {
    case SKED_MOLDABLE_AMDAHL:
        *unit = 2000;
        return sked_is_out_(refusal, SKED_E_RANGE, "sequential_permille",
                            task->sequential_permille, 0, 1000);
    case SKED_MOLDABLE_DOWNEY:
        *unit = UINT64_C(4) * spread * task->parallelism_permille;
        return sked_is_out_(refusal, SKED_E_RANGE, "parallelism_permille",
                            task->parallelism_permille, 1000, UINT32_MAX) ||
               sked_is_out_(refusal, SKED_E_RANGE, "variance_permille", task->variance_permille,
                            0, UINT32_C(1) << 20);
    case SKED_MOLDABLE_ORACLE:
        if (settings->oracle.time == NULL) {
            sked_ignore_(sked_refuse_what_(refusal, SKED_E_RANGE, "oracle.time", "it is NULL"));
            return 1;
        }
        break;
    case SKED_MOLDABLE_RIGID:
    case SKED_MOLDABLE_TABLE:
    case SKED_MOLDABLE_LIST:
    case SKED_MOLDABLE_DIVISIBLE:
    case SKED_MOLDABLE_FORM_CLOSED_: break;
    }
    return 0;
}

/* Returns the width beyond which a Downey task gains nothing; for others there is none. */
static uint32_t sked_moldable_useful_(const sked_moldable_task *task) {
    const uint64_t a = task->parallelism_permille, s = task->variance_permille;
    uint64_t useful = UINT32_MAX;
    if (sked_moldable_is_downey_(task)) {
        useful = s <= 1000 ? (2 * a - 1) / 1000 : (1000 * a + s * (a - 1000) + 999999) / 1000000;
    }
    return useful < UINT32_MAX ? (uint32_t)useful : UINT32_MAX;
}

/* Reads a closed form or an oracle. */
static sked_status sked_moldable_read_form_(const sked_moldable_settings *settings, uint32_t index,
                                            uint32_t width_max, sked_moldable_brief_ *brief) {
    const sked_moldable_task *task = &settings->tasks[index];
    const int is_rigid = task->form == SKED_MOLDABLE_RIGID;
    const int asks = sked_moldable_is_oracle_(task);
    uint64_t most = task->width_max == 0 ? UINT32_MAX : task->width_max;
    uint64_t rungs, useful, unit;
    if (sked_moldable_is_parameter_out_(settings, task, &unit)) {
        return SKED_E_RANGE;
    }
    /* The smallest width, and the time on it. */
    brief->least = sked_max_u32_(task->width_min, 1);
    brief->step = sked_moldable_step_(task);
    if (most < brief->least || (is_rigid && task->width_min == 0)) {
        return sked_refuse_(settings->refusal, SKED_E_WIDTHS, "width_min", task->width_min, 1,
                            (sked_time)most);
    }
    if (brief->least > width_max) {
        return sked_moldable_refuse_width_(settings, "width_min", brief->least, width_max);
    }
    brief->slowest = asks ? sked_moldable_ask_(settings->oracle, index, brief->least) : task->time;
    if (!sked_moldable_is_time_(brief->slowest)) {
        return sked_moldable_refuse_time_(settings, "time", brief->slowest);
    }
    /* No product of its curves overflows. */
    if ((uint64_t)brief->slowest > (uint64_t)SKED_TIME_MAX / unit ||
        settings->processors > (uint64_t)SKED_TIME_MAX / unit) {
        return sked_refuse_(settings->refusal, SKED_E_OVERFLOW, "time", brief->slowest, 1,
                            (sked_time)((uint64_t)SKED_TIME_MAX / unit));
    }
    if (!asks) {
        brief->slowest = sked_moldable_curve_time_(sked_moldable_curve_at_(task, brief->least),
                                                   brief->least);
    }
    /* Rungs end where a limit is, or where more processors gain nothing. */
    most = most < width_max ? most : width_max;
    rungs = (most - brief->least) / brief->step;
    most = sked_max_u32_(sked_moldable_useful_(task), brief->least);
    useful = (most - brief->least + brief->step - 1) / brief->step;
    brief->rungs = is_rigid ? 1 : (uint32_t)(rungs < useful ? rungs : useful) + 1;
    SKED_ASSERT(brief->least + (uint64_t)(brief->rungs - 1) * brief->step <= width_max);
    SKED_ASSERT(brief->slowest > 0 && (asks || brief->slowest <= task->time));
    return SKED_OK;
}

/* ---- >>tasks.ladder: rungs, once they have been read ---- */

/* Since times fall along a ladder, the rung for a limit is found by halving. Works of rungs hold
 * for all wider rungs too, which is what bounds need. */

static uint32_t sked_moldable_width_at_(const sked_moldable_view_ *view, uint32_t task,
                                        uint32_t rung) {
    const sked_moldable_brief_ *brief = &view->brief[task];
    SKED_ASSERT(rung < brief->rungs);
    if (sked_moldable_is_explicit_(&view->brief[task])) {
        return view->rung[brief->first + rung].width;
    }
    return brief->least + rung * brief->step;
}

/* Returns the time of a form on a width. An oracle's answer is limited to 1 .. slowest. */
static sked_time sked_moldable_form_time_(const sked_moldable_view_ *view, uint32_t task,
                                          uint32_t width) {
    const sked_moldable_task *form = &view->task[task];
    const sked_time slowest = view->brief[task].slowest;
    sked_time time;
    if (!sked_moldable_is_oracle_(form)) {
        return sked_moldable_curve_time_(sked_moldable_curve_at_(form, width), width);
    }
    time = sked_moldable_ask_(*view->oracle, task, width);
    SKED_ASSERT(slowest > 0);
    time = time < 1 ? 1 : time;
    return time < slowest ? time : slowest;
}

static sked_time sked_moldable_time_at_(const sked_moldable_view_ *view, uint32_t task,
                                        uint32_t rung) {
    if (sked_moldable_is_explicit_(&view->brief[task])) {
        return view->rung[view->brief[task].first + rung].time;
    }
    return sked_moldable_form_time_(view, task, sked_moldable_width_at_(view, task, rung));
}

/* Returns the work that a bound may count for a rung and all wider ones. An oracle's time was
 * rounded up by less than a tick, on each processor. */
static uint64_t sked_moldable_work_at_(const sked_moldable_view_ *view, uint32_t task,
                                       uint32_t rung) {
    const sked_moldable_task *form = &view->task[task];
    uint32_t width;
    if (sked_moldable_is_explicit_(&view->brief[task])) {
        return view->rung[view->brief[task].first + rung].work;
    }
    width = sked_moldable_width_at_(view, task, rung);
    if (sked_moldable_is_oracle_(form)) {
        return sked_moldable_work_of_(width, sked_moldable_form_time_(view, task, width) - 1) + 1;
    }
    return sked_moldable_curve_work_(sked_moldable_curve_at_(form, width), width);
}

/* Returns the first rung from `from` on with a time of at most `limit`; SKED_NONE if none has. */
static uint32_t sked_moldable_rung_for_(const sked_moldable_view_ *view, uint32_t task,
                                        uint32_t from, sked_time limit) {
    const sked_moldable_brief_ *brief = &view->brief[task];
    uint32_t low = from, high = brief->rungs - 1;
    SKED_ASSERT(from < brief->rungs && brief->fastest <= brief->slowest);
    if (brief->fastest > limit) {
        return SKED_NONE;
    }
    if (brief->slowest <= limit) {
        return from;
    }
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2; /*~rungs_halved*/
        if (sked_moldable_time_at_(view, task, middle) <= limit) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    SKED_ASSERT(high >= from && high < brief->rungs);
    SKED_ASSERT(!sked_moldable_is_explicit_(brief) ||
                sked_moldable_time_at_(view, task, high) <= limit);
    return high;
}

/* The same; the fastest rung, if even that misses the limit. */
static uint32_t sked_moldable_rung_by_(const sked_moldable_view_ *view, uint32_t task,
                                       sked_time limit) {
    return sked_moldable_rung_for_(view, task, 0,
                                   sked_max_i64_(limit, view->brief[task].fastest));
}

/* Returns the last rung that is not wider; the first, if all are. */
static uint32_t sked_moldable_rung_near_(const sked_moldable_view_ *view, uint32_t task,
                                         uint32_t width) {
    uint32_t low = 0, high = view->brief[task].rungs - 1;
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (sked_moldable_width_at_(view, task, middle) <= width) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    SKED_ASSERT(low < view->brief[task].rungs);
    return low;
}

/* Returns the next rung of a walk in steps of a twelfth, which ends with the last rung. */
static uint32_t sked_moldable_next_rung_(uint32_t rung, uint32_t rungs) {
    const uint32_t next = rung + 1 + rung / 25 * 2 + rung % 25 * 2 / 25;
    SKED_ASSERT(rung < rungs && next > rung);
    if (rung + 1 == rungs) {
        return rungs;
    }
    return next < rungs ? next : rungs - 1;
}

/* ---- >>create ------------------------------------------------------------------------------- */

/* The settings give a shape, the shape a layout. One walk over spans and tasks (.survey) checks
 * all, and fills the block.
 *     >>create.layout     the block
 *     >>create.settings   defaults, counts, sizes
 *     >>create.spans      how many processors there are, and when
 *     >>create.survey     reading all tasks */

/* ---- >>create.layout: the block ---- */

#define SKED_MOLDABLE_VALUES_ (UINT32_C(1) << 20)   /* capacity of an exact knapsack, at most */

static uint64_t sked_moldable_row_bytes_(uint32_t capacity) {
    return (uint64_t)capacity / 8 + 1;
}

/* Returns the bytes for bits of knapsacks: for all tasks and processors, or as many as are
 * allowed. */
static uint64_t sked_moldable_bit_bytes_(const sked_moldable_shape_ *shape) {
    const uint64_t all = shape->tasks * sked_moldable_row_bytes_(shape->processors);
    return all < shape->cells / 8 ? all : shape->cells / 8 + 1;
}

static sked_moldable_row *sked_moldable_carve_rows_(sked_carver_ *c, uint64_t count) {
    return SKED_PTR_(sked_moldable_row, sked_carve_(c, sizeof(sked_moldable_row), count));
}

/* Arrays of a number for each task, and at least for each shelf: slices of one. */
enum { SKED_MOLDABLE_SLICES_ = 18 };

typedef struct sked_moldable_slicer_ {
    uint32_t *next;                     /* the next slice; NULL: the block is only sized      */
    size_t count;                       /* numbers of a slice                                 */
} sked_moldable_slicer_;

static uint32_t *sked_moldable_slice_(sked_moldable_slicer_ *slicer) {
    uint32_t *const slice = slicer->next;
    slicer->next = slice == NULL ? NULL : slice + slicer->count;
    return slice;
}

static void sked_moldable_slice_all_(sked_moldable_view_ *view, sked_carver_ *c, uint32_t n) {
    const uint64_t count = (uint64_t)n + SKED_MOLDABLE_WHOLE_ + 1;
    sked_moldable_slicer_ slicer;
    slicer.next = sked_carve_32_(c, count * SKED_MOLDABLE_SLICES_);
    slicer.count = (size_t)count;
    view->active = sked_moldable_slice_(&slicer);
    view->ready = sked_moldable_slice_(&slicer);
    view->width = sked_moldable_slice_(&slicer);
    view->order = sked_moldable_slice_(&slicer);
    view->place = sked_moldable_slice_(&slicer);
    view->cut = sked_moldable_slice_(&slicer);
    view->shelf = sked_moldable_slice_(&slicer);
    view->batch = sked_moldable_slice_(&slicer);
    view->item = sked_moldable_slice_(&slicer);
    view->item_size = sked_moldable_slice_(&slicer);
    view->link = sked_moldable_slice_(&slicer);
    view->long_rung = sked_moldable_slice_(&slicer);
    view->short_rung = sked_moldable_slice_(&slicer);
    view->heavy = sked_moldable_slice_(&slicer);
    view->taken = sked_moldable_slice_(&slicer);
    view->rank = sked_moldable_slice_(&slicer);
    view->group = sked_moldable_slice_(&slicer);
    view->gathered = sked_moldable_slice_(&slicer);
    SKED_ASSERT(slicer.next == NULL ||
                slicer.next == view->active + slicer.count * SKED_MOLDABLE_SLICES_);
}

/* Every tier has a group more than it needs: see sked_moldable_seek_. */
static void sked_moldable_carve_tasks_(sked_moldable_view_ *view, sked_carver_ *c, uint32_t n) {
    uint64_t places = 0;
    uint32_t count = n, i;
    sked_moldable_slice_all_(view, c, n);
    view->time = SKED_PTR_(sked_time, sked_carve_64_(c, n));
    view->rest = sked_carve_64_(c, n);
    view->item_value = sked_carve_64_(c, n);
    for (i = 0; i < SKED_MOLDABLE_TIERS_; i++) {
        count = (count - 1) / SKED_MOLDABLE_GROUP_ + 1;
        places += ((uint64_t)count + 1) * SKED_MOLDABLE_GROUP_;
    }
    view->tier = sked_carve_32_(c, places);
    SKED_ASSERT(count == 1);
    view->wish = SKED_PTR_(sked_moldable_wish_, sked_carve_(c, sizeof(sked_moldable_wish_), n));
    view->row = sked_moldable_carve_rows_(c, n);
    view->draft = sked_moldable_carve_rows_(c, n);
    for (i = 0; i < 3; i++) {
        view->kept[i] = sked_moldable_carve_rows_(c, n);
    }
}

/* Lays a block out; block NULL only sizes it. Returns the bytes; 0 iff they overflow. */
static size_t sked_moldable_layout_(sked_moldable_view_ *view, const sked_moldable_shape_ *shape,
                                    void *block) {
    const uint64_t n = shape->tasks, events = 2 * (uint64_t)shape->spans;
    const uint64_t pairs = n > events ? n : events;
    const uint32_t values = shape->processors < SKED_MOLDABLE_VALUES_ ? shape->processors
                                                                      : SKED_MOLDABLE_VALUES_;
    sked_carver_ c = sked_carver_of_(block);
    SKED_ASSERT(n > 0 && values > 0 && shape->intervals <= SKED_MOLDABLE_PRICES_MAX);
    /* What lives from call to call comes first, except for the frontier; then scratch. */
    view->state =
        SKED_PTR_(sked_moldable_state_, sked_carve_(&c, sizeof(sked_moldable_state_), 1));
    view->brief =
        SKED_PTR_(sked_moldable_brief_, sked_carve_(&c, sizeof(sked_moldable_brief_), n));
    view->rung = SKED_PTR_(sked_moldable_rung_,
                           sked_carve_(&c, sizeof(sked_moldable_rung_), shape->rungs));
    view->stretch = SKED_PTR_(sked_moldable_stretch_,
                              sked_carve_(&c, sizeof(sked_moldable_stretch_), events + 1));
    view->interval = SKED_PTR_(sked_moldable_interval_,
                               sked_carve_(&c, sizeof(sked_moldable_interval_),
                                           (uint64_t)shape->intervals + 1));
    view->pair = SKED_PTR_(sked_pair, sked_carve_(&c, sizeof(sked_pair), pairs));
    view->gap = SKED_PTR_(sked_moldable_gap_,
                          sked_carve_(&c, sizeof(sked_moldable_gap_), 2 * n + 2));
    view->value = sked_carve_64_(&c, (uint64_t)values + 1);
    view->bit = SKED_PTR_(unsigned char, sked_carve_(&c, 1, sked_moldable_bit_bytes_(shape)));
    sked_moldable_carve_tasks_(view, &c, shape->tasks);
    view->point = sked_moldable_carve_rows_(&c, n * shape->points);
    view->point_value = SKED_PTR_(
        sked_moldable_value_, sked_carve_(&c, sizeof(sked_moldable_value_), shape->points));
    view->point_slot = sked_carve_32_(&c, shape->points);
    return c.fits ? c.used : 0;
}

/* Finds the arrays of an object, for a call that plans all its tasks. Returns 0 if it is empty. */
static int sked_moldable_open_(const sked_moldable *moldable, sked_moldable_view_ *view) {
    const sked_moldable_state_ *state = moldable->state_;
    if (state == NULL) {
        return 0;
    }
    view->task = moldable->tasks_;
    view->oracle = &moldable->oracle_;
    sked_moldable_layout_(view, &state->shape, moldable->state_);
    view->crowd.task = view->active;
    view->crowd.moldable = state->active;
    view->crowd.count = state->active + state->divisible;
    view->crowd.from = 0;
    SKED_ASSERT(view->crowd.count <= state->shape.tasks && state->readies <= view->crowd.count);
    SKED_ASSERT(view->pair != NULL && view->stretch != NULL); /* it was measured */
    return 1;
}

/* ---- >>create.settings: defaults, counts, sizes ---- */

static int sked_moldable_is_left_out_(const sked_moldable_settings *settings, uint32_t task) {
    return settings->leave_out != NULL && sked_set_has(settings->leave_out, task);
}

static sked_status sked_moldable_check_counts_(const sked_moldable_settings *settings) {
    const uint32_t most = SKED_MOLDABLE_MAX;
    sked_refusal *refusal = settings->refusal;
    if (settings->processors == 0) {
        return sked_refuse_(refusal, SKED_E_NO_PROCESSORS, "processors", 0, 1, most);
    }
    if (settings->tasks_count == 0) {
        return sked_refuse_(refusal, SKED_E_NO_TASKS, "tasks_count", 0, 1, most);
    }
    if (sked_is_out_(refusal, SKED_E_RANGE, "processors", settings->processors, 1, most) ||
        sked_is_out_(refusal, SKED_E_RANGE, "tasks_count", settings->tasks_count, 1, most) ||
        sked_is_out_(refusal, SKED_E_RANGE, "spans_count", settings->spans_count, 0, most) ||
        sked_is_out_(refusal, SKED_E_RANGE, "frontier_max", settings->frontier_max, 0, 65536) ||
        sked_is_out_(refusal, SKED_E_RANGE, "intervals_max", settings->intervals_max, 0,
                     SKED_MOLDABLE_PRICES_MAX)) {
        return SKED_E_RANGE;
    }
    return sked_is_unfit_(refusal, "leave_out->size", settings->leave_out, settings->tasks_count)
               ? SKED_E_RANGE
               : SKED_OK;
}

static sked_moldable_task sked_moldable_task_of_(sked_moldable_form form, sked_time time) {
    sked_moldable_task task = SKED_ZERO;
    task.form = form;
    task.weight = 1;
    task.time = time;
    return task;
}

SKED_API sked_moldable_task sked_moldable_task_table(const sked_time *times, uint32_t count) {
    sked_moldable_task task = sked_moldable_task_of_(SKED_MOLDABLE_TABLE, 0);
    task.times = times;
    task.count = count;
    return task;
}

SKED_API sked_moldable_task sked_moldable_task_list(const sked_moldable_allotment *allotments,
                                                    uint32_t count) {
    sked_moldable_task task = sked_moldable_task_of_(SKED_MOLDABLE_LIST, 0);
    task.allotments = allotments;
    task.count = count;
    return task;
}

SKED_API sked_moldable_task sked_moldable_task_amdahl(sked_time time,
                                                      uint32_t sequential_permille) {
    sked_moldable_task task = sked_moldable_task_of_(SKED_MOLDABLE_AMDAHL, time);
    task.sequential_permille = sequential_permille;
    return task;
}

SKED_API sked_moldable_task sked_moldable_task_downey(sked_time time,
                                                      uint32_t parallelism_permille,
                                                      uint32_t variance_permille) {
    sked_moldable_task task = sked_moldable_task_of_(SKED_MOLDABLE_DOWNEY, time);
    task.parallelism_permille = parallelism_permille;
    task.variance_permille = variance_permille;
    return task;
}

SKED_API sked_moldable_task sked_moldable_task_rigid(sked_time time, uint32_t width) {
    sked_moldable_task task = sked_moldable_task_of_(SKED_MOLDABLE_RIGID, time);
    task.width_min = width;
    return task;
}

SKED_API sked_moldable_task sked_moldable_task_oracle(void) {
    return sked_moldable_task_of_(SKED_MOLDABLE_ORACLE, 0);
}

SKED_API sked_moldable_task sked_moldable_task_divisible(sked_time time) {
    return sked_moldable_task_of_(SKED_MOLDABLE_DIVISIBLE, time);
}

SKED_API sked_moldable_settings sked_moldable_settings_of(uint32_t processors,
                                                          const sked_moldable_task *tasks,
                                                          uint32_t tasks_count) {
    sked_moldable_settings settings = SKED_ZERO;
    settings.processors = processors;
    settings.tasks = tasks;
    settings.tasks_count = tasks_count;
    return settings;
}

static sked_status sked_moldable_shape_of_(const sked_moldable_settings *settings,
                                           sked_moldable_shape_ *shape) {
    const sked_status status = sked_moldable_check_counts_(settings);
    uint32_t i;
    if (status != SKED_OK) {
        return status;
    }
    shape->rungs = 0;
    /* Forms that have code, and room for the rungs of tables and lists. */
    for (i = 0; i < settings->tasks_count; i++) {
        const sked_moldable_kind_ kind = sked_moldable_kind_of_(settings->tasks[i].form);
        if (kind == SKED_MOLDABLE_NONE_) { /*~form_refused*/
            return sked_refuse_entry_(settings->refusal, SKED_E_SETTING, "task", i, "form",
                                      (sked_time)(uint32_t)settings->tasks[i].form);
        }
        if (kind == SKED_MOLDABLE_EXPLICIT_) {
            shape->rungs += sked_moldable_entries_(settings, &settings->tasks[i]);
        }
    }
    /* Defaults. */
    shape->cells = settings->cells_max == 0 ? UINT64_C(1) << 25 : settings->cells_max;
    shape->tasks = settings->tasks_count;
    shape->processors = settings->processors;
    shape->spans = settings->spans_count;
    shape->frontier = settings->frontier_max;
    shape->points = settings->frontier_max > 0 ? settings->frontier_max + 1 : 0;
    shape->intervals = settings->intervals_max == 0 ? 128 : settings->intervals_max;
    SKED_ASSERT(shape->intervals > 0 && shape->intervals <= SKED_MOLDABLE_PRICES_MAX);
    return shape->rungs < SKED_NONE
               ? SKED_OK
               : sked_refuse_what_(settings->refusal, SKED_E_OVERFLOW, "tasks_count", NULL);
}

static sked_status sked_moldable_size_(const sked_moldable_settings *settings,
                                       sked_moldable_shape_ *shape, size_t *bytes) {
    sked_moldable_view_ view;
    const sked_status status = sked_moldable_shape_of_(settings, shape);
    if (status != SKED_OK) {
        return status;
    }
    return sked_give_size_(settings->refusal, "tasks_count",
                           sked_moldable_layout_(&view, shape, NULL), bytes);
}

SKED_API sked_status sked_moldable_bytes(const sked_moldable_settings *settings, size_t *bytes) {
    sked_moldable_shape_ shape;
    SKED_ASSERT(settings != NULL && bytes != NULL);
    return sked_moldable_size_(settings, &shape, bytes);
}

/* ---- >>create.spans: how many processors there are, and when ---- */

/* Spans become stretches of constant capacity. Each knows the processor ticks of all before it, so
 * that the ticks up to a time, and the time of a number of ticks, are found by halving. */

static uint32_t sked_moldable_span_count_(const sked_span *span) {
    return span->set == NULL ? span->count : sked_set_count(span->set);
}

/* Checks the spans. *over becomes when all with an end are over and all others have begun; *left
 * becomes how many processors there are from then on. */
static sked_status sked_moldable_check_spans_(const sked_moldable_settings *settings,
                                              sked_time *over, uint32_t *left) {
    uint64_t taken = 0;
    uint32_t i;
    *over = settings->now;
    for (i = 0; i < settings->spans_count; i++) {
        const sked_span *span = &settings->spans[i];
        /* Each by itself. */
        if (!sked_is_point_(span->start) ||
            (!sked_is_point_(span->end) && span->end != SKED_NEVER)) {
            return sked_refuse_entry_(settings->refusal, SKED_E_TIME, "span", i, NULL,
                                      SKED_NO_VALUE);
        }
        if (span->end <= span->start) {
            (void)sked_refuse_(settings->refusal, SKED_E_RANGE, "end", span->end, span->start + 1,
                               SKED_NEVER);
            return sked_refuse_of_(settings->refusal, SKED_E_RANGE, "span", i);
        }
        /* Then what all leave in the end, and from when on. */
        if (span->end == SKED_NEVER) {
            taken += sked_moldable_span_count_(span);
            *over = sked_max_i64_(*over, span->start);
        } else {
            *over = sked_max_i64_(*over, span->end);
        }
    }
    if (taken >= settings->processors) {
        return sked_refuse_what_(settings->refusal, SKED_E_NEVER_FITS, "spans",
                                 "those without an end leave no processor");
    }
    *left = settings->processors - (uint32_t)taken;
    SKED_ASSERT(*over >= settings->now && *left > 0);
    return SKED_OK;
}

/* Sorts the events of the spans from now on: 2 i is the start of span i, and 2 i + 1 its end. */
static uint32_t sked_moldable_events_(const sked_moldable_settings *settings, sked_pair *pair) {
    uint32_t events = 0, i;
    for (i = 0; i < settings->spans_count; i++) {
        const sked_span *span = &settings->spans[i];
        if (span->end <= settings->now) {
            continue;
        }
        pair[events].key = (uint64_t)(sked_max_i64_(span->start, settings->now) -
                                      settings->now);
        pair[events++].index = 2 * i;
        if (span->end != SKED_NEVER) {
            pair[events].key = (uint64_t)(span->end - settings->now);
            pair[events++].index = 2 * i + 1;
        }
    }
    sked_sort(pair, (size_t)events);
    SKED_ASSERT(events <= 2 * settings->spans_count);
    return events;
}

/* Makes the capacity over time: never below 0, though spans may take more than there is. */
static void sked_moldable_stretch_out_(const sked_moldable_settings *settings,
                                       sked_moldable_view_ *view) {
    sked_moldable_state_ *state = view->state;
    const uint32_t processors = state->shape.processors;
    const uint32_t events = sked_moldable_events_(settings, view->pair);
    sked_moldable_stretch_ *last = view->stretch;
    uint64_t taken = 0;
    uint32_t at = 0;
    last->start = 0;
    last->before = 0;
    for (;;) {
        /* All events of this time change the capacity at once. */
        while (at < events && view->pair[at].key == (uint64_t)last->start) {
            const uint32_t index = view->pair[at++].index;
            const uint32_t count = sked_moldable_span_count_(&settings->spans[index / 2]);
            taken = index % 2 == 0 ? taken + count : taken - count;
        }
        last->capacity = taken < processors ? processors - (uint32_t)taken : 0;
        last->busy = 0;
        SKED_ASSERT(last->capacity <= processors);
        state->peak = sked_max_u32_(state->peak, last->capacity);
        /* The next stretch begins with the next event. */
        if (at == events) {
            break;
        }
        last[1].start = (sked_time)view->pair[at].key;
        last[1].before = last->before +
                         (uint64_t)(last[1].start - last->start) * last->capacity;
        SKED_ASSERT(last[1].start > last->start);
        last++;
    }
    state->stretches = (uint32_t)(last - view->stretch) + 1;
    SKED_ASSERT(last->capacity == state->width_max && state->peak >= last->capacity);
}

/* Returns the processor ticks before a time. */
static uint64_t sked_moldable_area_before_(const sked_moldable_view_ *view, sked_time time) {
    uint32_t low = 0, high = view->state->stretches - 1;
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (view->stretch[middle].start <= time) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    SKED_ASSERT(view->stretch[low].start <= time);
    return view->stretch[low].before +
           (uint64_t)(time - view->stretch[low].start) * view->stretch[low].capacity;
}

/* Returns the first time before which there are this many processor ticks, at least one. */
static sked_time sked_moldable_time_of_area_(const sked_moldable_view_ *view, uint64_t area) {
    uint32_t low = 0, high = view->state->stretches - 1;
    const sked_moldable_stretch_ *at;
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (view->stretch[middle].before < area) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    at = &view->stretch[low];
    SKED_ASSERT(area > at->before && at->capacity > 0);
    return at->start + (sked_time)((area - at->before + at->capacity - 1) / at->capacity);
}

/* ---- >>create.survey: reading all tasks ---- */

/* All processors times the ticks of the longest plan are within SKED_TIME_MAX. So works, and sums
 * of works, never overflow, and keys can be shifted by what is left. */

/* Reads a task; into rungs, unless `rung` is NULL. */
static sked_status sked_moldable_read_(const sked_moldable_settings *settings, uint32_t index,
                                       uint32_t width_max, sked_moldable_brief_ *brief,
                                       sked_moldable_rung_ *rung) {
    const sked_moldable_task *task = &settings->tasks[index];
    brief->kind = sked_moldable_kind_of_(task->form);
    brief->least = brief->step = 1;
    brief->weight = task->weight;
    brief->first = 0;
    brief->work = 0;
    brief->rungs = 0;
    brief->slowest = brief->fastest = task->time;
    if (!sked_is_point_(task->ready)) {
        return sked_refuse_(settings->refusal, SKED_E_TIME, "ready", task->ready, 0,
                            SKED_TIME_MAX);
    }
    brief->ready = sked_max_i64_(task->ready, settings->now) - settings->now;
    if (sked_moldable_is_explicit_(brief)) {
        return sked_moldable_read_entries_(settings, task, width_max, brief, rung);
    }
    if (sked_moldable_is_divisible_(brief)) {
        return sked_moldable_is_time_(task->time)
                   ? SKED_OK
                   : sked_moldable_refuse_time_(settings, "time", task->time);
    }
    return sked_moldable_read_form_(settings, index, width_max, brief);
}

/* Adds what a task can add to the longest plan, `length`, which may be `longest` at most; `latest`
 * is the latest ready time. Each term is below 2^62, so that the check comes in time. */
static sked_status sked_moldable_lengthen_(const sked_moldable_brief_ *brief, sked_time longest,
                                           sked_time *latest, sked_time *length) {
    const sked_time before = *latest;
    *latest = sked_max_i64_(*latest, brief->ready);
    *length += *latest - before;
    SKED_ASSERT(*latest >= before && *length >= *latest);
    if (*length > longest) {
        return SKED_E_OVERFLOW;
    }
    *length += brief->slowest;
    return *length > longest ? SKED_E_OVERFLOW : SKED_OK;
}

/* Are the times of a ladder those of a monotone task with any width from 1 on? */
static int sked_moldable_is_even_(const sked_moldable_task *task,
                                  const sked_moldable_rung_ *rung, uint32_t rungs) {
    uint32_t j;
    if (task->form != SKED_MOLDABLE_TABLE || task->width_min > 1 ||
        sked_moldable_step_(task) != 1) {
        return 0;
    }
    for (j = 0; j < rungs; j++) {
        const sked_time slower = rung[j > 0 ? j - 1 : 0].time;
        if (rung[j].work != sked_moldable_work_of_(rung[j].width, rung[j].time) ||
            sked_moldable_work_of_(rung[j].width - 1, slower) > rung[j].work) {
            return 0;
        }
    }
    return 1;
}

/* Enters a task in the object, which has room for it. */
static void sked_moldable_enter_(sked_moldable_view_ *view, uint32_t task) {
    sked_moldable_state_ *state = view->state;
    sked_moldable_brief_ *brief = &view->brief[task];
    SKED_ASSERT(brief->ready >= 0 && brief->slowest > 0);
    SKED_ASSERT(state->active + state->divisible < state->shape.tasks);
    state->weights += brief->weight;
    state->slowest = sked_max_i64_(state->slowest, brief->slowest);
    /* Those that come later are sorted by arrange_. */
    if (brief->ready > 0) {
        view->pair[state->readies].key = (uint64_t)brief->ready;
        view->pair[state->readies++].index = task;
    }
    if (sked_moldable_is_divisible_(&view->brief[task])) {
        view->active[state->shape.tasks - 1 - state->divisible++] = task;
        state->even = 0;
        brief->work = (uint64_t)brief->slowest;
        state->work_lower_bound += brief->work;
        return;
    }
    /* A moldable one: its ladder is complete now, and so are its bounds. */
    view->active[state->active++] = task;
    if (!sked_moldable_is_explicit_(&view->brief[task])) {
        brief->fastest = sked_moldable_time_at_(view, task, brief->rungs - 1);
    }
    state->even = state->even && sked_moldable_is_even_(&view->task[task],
                                                        view->rung + brief->first, brief->rungs);
    brief->work = sked_moldable_work_at_(view, task, 0);
    state->work_lower_bound += brief->work;
    SKED_ASSERT(brief->fastest > 0 && brief->fastest <= brief->slowest);
    SKED_ASSERT(brief->work > 0 && brief->work <= sked_moldable_work_of_(
                    sked_moldable_width_at_(view, task, 0), brief->slowest));
}

/* Checks everything, and fills the object unless `view` is NULL: in one walk, so that an oracle
 * cannot contradict itself. Times are divided without a sign, since on small chips each kind of
 * division is a routine. */
static sked_status sked_moldable_survey_(const sked_moldable_settings *settings,
                                         sked_moldable_view_ *view) {
    const sked_time end_max = (sked_time)((uint64_t)SKED_TIME_MAX / settings->processors);
    sked_time over = 0, latest, length;
    uint32_t left = 0, first = 0, i;
    sked_status status = SKED_OK;
    if (!sked_is_point_(settings->now)) {
        return sked_refuse_(settings->refusal, SKED_E_TIME, "now", settings->now, 0,
                            SKED_TIME_MAX);
    }
    /* What there is to run on, and how late a plan may begin. */
    status = sked_moldable_check_spans_(settings, &over, &left);
    if (status != SKED_OK) {
        return status;
    }
    latest = over - settings->now;
    length = latest;
    if (over > end_max) {
        status = sked_refuse_what_(settings->refusal, SKED_E_OVERFLOW, "spans", NULL);
    }
    /* Each task lengthens the longest plan. */
    for (i = 0; i < settings->tasks_count && status == SKED_OK; i++) {
        sked_moldable_brief_ brief;
        if (sked_moldable_is_left_out_(settings, i)) {
            continue;
        }
        status = sked_moldable_read_(settings, i, left, &brief,
                                     view == NULL ? NULL : view->rung + first);
        if (status == SKED_OK &&
            sked_moldable_lengthen_(&brief, end_max - settings->now, &latest, &length) !=
                SKED_OK) {
            status = sked_refuse_what_(settings->refusal, SKED_E_OVERFLOW, "ready or time", NULL);
        }
        if (status != SKED_OK) {
            (void)sked_refuse_of_(settings->refusal, status, "task", i);
        } else if (view != NULL) {
            brief.first = first;
            view->brief[i] = brief;
            sked_moldable_enter_(view, i);
            first += sked_moldable_is_explicit_(&brief) ? brief.rungs : 0;
        }
    }
    SKED_ASSERT(status != SKED_OK || (length >= latest && length <= end_max - settings->now));
    if (view != NULL) {
        view->state->width_max = left;
        view->state->length_max = length;
    }
    return status;
}

SKED_API sked_status sked_moldable_check(const sked_moldable_settings *settings) {
    sked_moldable_shape_ shape;
    sked_status status;
    size_t bytes;
    SKED_ASSERT(settings != NULL);
    status = sked_moldable_shape_of_(settings, &shape);
    if (status != SKED_OK) {
        return status;
    }
    status = sked_moldable_survey_(settings, NULL);
    return status == SKED_OK ? sked_moldable_bytes(settings, &bytes) : status;
}

/* Sorts the first `count` pairs, and copies their indexes to `sorted`. */
static void sked_moldable_sort_pairs_(const sked_moldable_view_ *view, uint32_t *sorted,
                                      uint32_t count) {
    uint32_t i;
    sked_sort(view->pair, (size_t)count);
    SKED_ASSERT(count == 0 || view->pair[0].key <= view->pair[count - 1].key);
    for (i = 0; i < count; i++) {
        sorted[i] = view->pair[i].index;
    }
}

/* Puts divisible tasks behind the others, and sorts those that are ready later by time. */
static void sked_moldable_arrange_(sked_moldable_view_ *view) {
    sked_moldable_state_ *state = view->state;
    uint32_t i;
    sked_moldable_sort_pairs_(view, view->ready, state->readies);
    SKED_ASSERT(state->readies <= state->active + state->divisible);
    for (i = 0; SKED_MOLDABLE_CUTS_ && i < state->divisible; i++) {
        view->order[i] = view->active[state->shape.tasks - 1 - i];
    }
    for (i = 0; SKED_MOLDABLE_CUTS_ && i < state->divisible; i++) {
        view->active[state->active + i] = view->order[i];
    }
    SKED_ASSERT(state->active + state->divisible <= state->shape.tasks);
}

static void sked_moldable_clear_rows_(sked_moldable_row *row, uint32_t tasks) {
    uint32_t i;
    for (i = 0; i < tasks; i++) {
        row[i].start = row[i].end = 0;
        row[i].width = 0;
    }
}

static uint32_t sked_moldable_bits_(uint64_t number) {
    uint32_t bits = 0;
    while (number > 0) {
        number >>= 1;
        bits++;
    }
    return bits;
}

static sked_status sked_moldable_fill_(const sked_moldable_settings *settings,
                                       const sked_moldable_shape_ *shape,
                                       sked_moldable_view_ *view) {
    static const sked_moldable_state_ zero = SKED_ZERO;
    sked_moldable_state_ *state = view->state;
    sked_status status;
    uint32_t task;
    *state = zero;
    state->shape = *shape;
    state->now = settings->now;
    state->even = state->exact = 1;
    for (task = 0; task < state->shape.tasks; task++) {
        view->brief[task].slowest = 0;          /* not planned, until it has been read */
    }
    /* All tasks, in one walk. */
    view->task = settings->tasks;
    view->oracle = &settings->oracle;
    status = sked_moldable_survey_(settings, view);
    if (status == SKED_OK) {
        /* Then what follows from all of them together. */
        sked_moldable_arrange_(view);
        sked_moldable_stretch_out_(settings, view);
        sked_moldable_clear_rows_(view->row, state->shape.tasks);
        for (task = 0; task < state->shape.points; task++) {
            view->point_slot[task] = task;
        }
        state->plain = state->readies + state->divisible == 0 && state->stretches == 1;
        state->key_shift = 63 - sked_moldable_bits_((uint64_t)state->length_max *
                                                    state->shape.processors);
        state->time_shift = 63 - sked_moldable_bits_((uint64_t)state->slowest);
        SKED_ASSERT(state->key_shift <= 63 && state->time_shift <= 63);
        state->narrow = state->weights == 0 ||
                        (uint64_t)state->length_max <= (uint64_t)INT64_MAX / state->weights;
    }
    return status;
}

static sked_moldable sked_moldable_empty_(void) {
    sked_moldable moldable = SKED_ZERO;
    return moldable;
}

/* Makes an object of the shape in a block of `bytes`, if it has the `needed` ones. */
static sked_status sked_moldable_init_in_(sked_moldable *moldable,
                                        const sked_moldable_settings *settings,
                                        const sked_moldable_shape_ *shape, size_t needed,
                                        void *block, size_t bytes) {
    sked_moldable_view_ view;
    sked_status status = sked_check_block_(settings->refusal, block, bytes, needed);
    if (status != SKED_OK) {
        return status;
    }
    (void)sked_moldable_layout_(&view, shape, block);
    status = sked_moldable_fill_(settings, shape, &view);
    if (status == SKED_OK) {
        moldable->bytes_ = needed;
        moldable->tasks_ = settings->tasks;
        moldable->oracle_ = settings->oracle;
        moldable->state_ = view.state;
    }
    return status;
}

SKED_API sked_status sked_moldable_init(sked_moldable *moldable,
                                        const sked_moldable_settings *settings, void *block,
                                        size_t bytes) {
    sked_moldable_shape_ shape;
    size_t needed;
    sked_status status;
    SKED_ASSERT(moldable != NULL && settings != NULL);
    *moldable = sked_moldable_empty_();
    status = sked_moldable_size_(settings, &shape, &needed);
    return status != SKED_OK
               ? status
               : sked_moldable_init_in_(moldable, settings, &shape, needed, block, bytes);
}

SKED_API sked_status sked_moldable_create(sked_moldable *moldable,
                                          const sked_moldable_settings *settings, sked_mem mem) {
    sked_moldable_shape_ shape;
    size_t bytes = 0;
    void *block;
    sked_status status = sked_moldable_size_(settings, &shape, &bytes);
    SKED_ASSERT(moldable != NULL);
    *moldable = sked_moldable_empty_();
    status = sked_take_block_(status, settings->refusal, &mem, bytes, &block);
    if (status == SKED_OK) {
        status = sked_moldable_init_in_(moldable, settings, &shape, bytes, block, bytes);
        sked_keep_block_(&moldable->mem_, &mem, block, bytes, status);
    }
    return status;
}

SKED_API void sked_moldable_destroy(sked_moldable *moldable) {
    SKED_ASSERT(moldable != NULL);
    sked_give_block_(&moldable->mem_, moldable->state_, moldable->bytes_);
    *moldable = sked_moldable_empty_();
}

/* ---- >>plan --------------------------------------------------------------------------------- */

/* A plan comes from widths and an order (.lists). In the order of reading:
 *     >>plan.lists        from widths and an order to starts
 *     >>plan.keep, >>plan.frontier    what becomes of a plan
 *     >>plan.orders       keys to sort by
 *     >>plan.knapsacks    for the two that follow
 *     >>plan.deadlines    the dual test; the shortest deadline that it does not refuse
 *     >>plan.makespan     its widths as lists, and the two shelves that keep the guarantee
 *     >>plan.demt         batches
 *     >>plan.limits, >>plan.prices, >>plan.truncations, >>plan.search     other ways to widths
 *     >>plan.menu         which method does what, and sked_moldable_plan */

/* ---- >>plan.lists: from widths and an order to starts ---- */

/* The idea. Whenever a task ends or becomes ready, or the capacity changes, the first tasks of the
 * order start that fit for as long as they run. To find them, the order is kept as a pyramid: tier
 * 0 has the width of each place (none: UINT32_MAX), and each higher tier the least of groups of 16.
 * The invariant. The tasks that run never need more than the capacity at any later time, since a
 * task is checked against all capacities of its time when it starts. A divisible task takes all
 * that is free when its turn comes, until it is done.
 * Source. Garey and Graham (1975); the pyramid only finds faster what a scan would find. */

/* A list under way. begin_ writes all of it. */
typedef struct sked_moldable_run_ {
    sked_time now;                      /* ticks from now: go_to_ raises it                   */
    uint32_t *tier[SKED_MOLDABLE_TIERS_];   /* the pyramid: pile_up_ builds it, put_ keeps it */
    uint32_t tiers;                     /* how many are in use                                */
    uint32_t stretch;                   /* the one that holds now: go_to_                     */
    uint32_t ready;                     /* the next to come of view->ready: advance_          */
    uint32_t used, free;                /* processors: start_, go_to_, advance_               */
    uint32_t running;                   /* tasks in the heap: push_end_, go_to_               */
    uint32_t waiting;                   /* tasks with a width that have not started: start_   */
    uint32_t cuts, cut;                 /* divisible tasks; the first that is not done: turn_ */
    uint32_t first;                     /* no task waits at an earlier place: start_          */
} sked_moldable_run_;

static uint32_t sked_moldable_least_(const uint32_t *group) {
    uint32_t least = group[0], i;
    for (i = 1; i < SKED_MOLDABLE_GROUP_; i++) {
        least = group[i] < least ? group[i] : least;
    }
    return least;
}

/* Returns the first place from `from` on with a width of at most `width`; SKED_NONE if there is
 * none. The spare group of each tier stops it behind the last place. */
static uint32_t sked_moldable_seek_(const sked_moldable_run_ *run, uint32_t from, uint32_t width) {
    uint32_t at = from, tier = 0;
    /* Climb, until a group has one. */
    for (;;) {
        const uint32_t end = (at | (SKED_MOLDABLE_GROUP_ - 1)) + 1;
        const uint32_t *const here = run->tier[tier];
        while (at < end && here[at] > width) {
            at++;
        }
        if (at < end) {
            break;
        }
        tier++;
        if (tier == run->tiers) {
            return SKED_NONE;
        }
        at = end / SKED_MOLDABLE_GROUP_;
    }
    /* Come down to its first place. */
    while (tier > 0) {
        tier--;
        at *= SKED_MOLDABLE_GROUP_;
        while (run->tier[tier][at] > width) {
            at++;
        }
    }
    SKED_ASSERT(at >= from && run->tier[0][at] <= width);
    return at;
}

/* Gives a place another width. */
static void sked_moldable_put_(const sked_moldable_run_ *run, uint32_t place, uint32_t width) {
    uint32_t tier;
    SKED_ASSERT(width == UINT32_MAX || run->tier[0][place] == UINT32_MAX);
    run->tier[0][place] = width;
    for (tier = 1; tier < run->tiers; tier++) {
        uint32_t *const above = &run->tier[tier][place / SKED_MOLDABLE_GROUP_];
        const uint32_t least = sked_moldable_least_(
            run->tier[tier - 1] + (size_t)(place / SKED_MOLDABLE_GROUP_) * SKED_MOLDABLE_GROUP_);
        if (*above == least) {
            return;
        }
        *above = least;
        place /= SKED_MOLDABLE_GROUP_;
    }
}

/* Fills up the last group of a tier, and the spare one. Returns the groups in use. */
static uint32_t sked_moldable_pad_(uint32_t *tier, uint32_t count) {
    const uint32_t groups = (count + SKED_MOLDABLE_GROUP_ - 1) / SKED_MOLDABLE_GROUP_;
    sked_fill32_(tier + count, (groups + 1) * SKED_MOLDABLE_GROUP_ - count, UINT32_MAX);
    return groups;
}

/* Builds the tiers above tier 0. */
static void sked_moldable_pile_up_(sked_moldable_run_ *run, uint32_t count) {
    uint32_t i, groups = sked_moldable_pad_(run->tier[0], count);
    run->tiers = 1;
    while (groups > 1) {
        const uint32_t *const below = run->tier[run->tiers - 1];
        uint32_t *const tier =
            run->tier[run->tiers - 1] + ((size_t)groups + 1) * SKED_MOLDABLE_GROUP_;
        for (i = 0; i < groups; i++) {
            tier[i] = sked_moldable_least_(below + (size_t)i * SKED_MOLDABLE_GROUP_);
        }
        groups = sked_moldable_pad_(tier, groups);
        run->tier[run->tiers++] = tier;
        SKED_ASSERT(run->tiers <= SKED_MOLDABLE_TIERS_);
    }
}

/* Begins a task of the order. Returns the width of its place, which is UINT32_MAX while it is not
 * ready, or if it is divisible. */
static uint32_t sked_moldable_line_up_(const sked_moldable_view_ *view, sked_moldable_run_ *run,
                                       uint32_t task) {
    view->row[task].width = 0;
    if (sked_moldable_is_divisible_(&view->brief[task])) {
        view->cut[run->cuts++] = task;
        view->rest[task] = (uint64_t)view->task[task].time;
        view->row[task].start = SKED_NEVER;
        return UINT32_MAX;
    }
    SKED_ASSERT(view->width[task] > 0 && view->time[task] > 0);
    run->waiting++;
    return view->brief[task].ready <= run->now ? view->width[task] : UINT32_MAX;
}

static void sked_moldable_begin_(const sked_moldable_view_ *view, sked_moldable_run_ *run,
                                 uint32_t count, sked_time from) {
    static const sked_moldable_run_ zero = SKED_ZERO;
    const sked_moldable_state_ *state = view->state;
    uint32_t i;
    *run = zero;
    run->now = from;
    run->tier[0] = view->tier;
    /* The present stretch; none is in use yet. */
    for (i = 0; i < state->stretches; i++) {
        view->stretch[i].busy = 0;
        run->stretch = view->stretch[i].start <= from ? i : run->stretch;
    }
    run->free = view->stretch[run->stretch].capacity;
    /* Tier 0: the widths, by place. All are ready, or the places are needed later. */
    if (state->plain) {
        for (i = 0; i < count; i++) {
            run->tier[0][i] = view->width[view->order[i]];
        }
        run->waiting = count;
    } else {
        sked_fill32_(view->place, state->shape.tasks, SKED_NONE);
        for (i = 0; i < count; i++) {
            view->place[view->order[i]] = i;
            run->tier[0][i] = sked_moldable_line_up_(view, run, view->order[i]);
        }
        while (run->ready < state->readies && view->brief[view->ready[run->ready]].ready <= from) {
            run->ready++;
        }
    }
    SKED_ASSERT(run->waiting + run->cuts == view->crowd.count && run->free <= state->peak);
    SKED_ASSERT(view->stretch[run->stretch].start <= run->now);
    sked_moldable_pile_up_(run, count);
}

/* Adds the end of a running task to the heap. */
static void sked_moldable_push_end_(const sked_moldable_view_ *view, sked_moldable_run_ *run,
                                    sked_time end, uint32_t width) {
    sked_pair pair;
    SKED_ASSERT(end > run->now && run->running < view->state->active);
    pair.key = UINT64_MAX - (uint64_t)end;
    pair.index = width;
    sked_heap_push_(view->pair, (size_t)run->running++, pair);
}

static int sked_moldable_fits_(const sked_moldable_view_ *view, const sked_moldable_run_ *run,
                               uint32_t task) {
    const sked_time end = run->now + view->time[task];
    const uint32_t width = view->width[task];
    uint32_t i;
    SKED_ASSERT(width > 0 && width <= run->free);
    for (i = run->stretch + 1; i < view->state->stretches && view->stretch[i].start < end; i++) {
        if (view->stretch[i].busy + width > view->stretch[i].capacity) {
            return 0;
        }
    }
    return 1;
}

static void sked_moldable_start_(const sked_moldable_view_ *view, sked_moldable_run_ *run,
                                 uint32_t place) {
    const uint32_t task = view->order[place], width = run->tier[0][place];
    const sked_time end = run->now + view->time[task];
    uint32_t i;
    SKED_ASSERT(view->brief[task].ready <= run->now && width <= run->free && run->waiting > 0);
    view->row[task].start = run->now;
    view->row[task].end = end;
    view->row[task].width = width;
    /* It is also busy in the stretches to come: what starts later has to fit beside it. */
    for (i = run->stretch + 1; i < view->state->stretches && view->stretch[i].start < end; i++) {
        view->stretch[i].busy += width;
        SKED_ASSERT(view->stretch[i].busy <= view->stretch[i].capacity);
    }
    run->used += width;
    SKED_ASSERT(run->used <= view->stretch[run->stretch].capacity);
    run->free = view->alone ? 0 : run->free - width; /*~list_takes_width*/
    run->waiting--;
    run->first += place == run->first;
    sked_moldable_push_end_(view, run, end, width);
    sked_moldable_put_(run, place, UINT32_MAX);
}

/* Returns the divisible task whose turn it is; SKED_NONE if there is none. */
static uint32_t sked_moldable_turn_(const sked_moldable_view_ *view, sked_moldable_run_ *run) {
    uint32_t i;
    while (SKED_MOLDABLE_CUTS_ && run->cut < run->cuts && view->rest[view->cut[run->cut]] == 0) {
        run->cut++;
    }
    for (i = run->cut; SKED_MOLDABLE_CUTS_ && i < run->cuts; i++) {
        const uint32_t task = view->cut[i];
        if (view->rest[task] > 0 && view->brief[task].ready <= run->now) {
            return task;
        }
    }
    return SKED_NONE;
}

/* Starts what fits, before the place `until`, which is that of a divisible task. */
static void sked_moldable_start_all_(const sked_moldable_view_ *view, sked_moldable_run_ *run,
                                     uint32_t until) {
    uint32_t from = run->first;
    while (run->free > 0) {
        const uint32_t place = sked_moldable_seek_(run, from, run->free);
        if (place >= until) {
            return;
        }
        if (sked_moldable_fits_(view, run, view->order[place])) {
            sked_moldable_start_(view, run, place);
        }
        from = place + 1;
    }
}

/* Gives a divisible task what is free until `next`. */
static void sked_moldable_cut_(const sked_moldable_view_ *view, sked_moldable_run_ *run,
                               uint32_t task, sked_time next) {
    const uint64_t done = (uint64_t)(next - run->now) * run->free;
    if (done == 0) {
        return;
    }
    view->row[task].start = sked_min_i64_(view->row[task].start, run->now);
    if (done < view->rest[task]) {
        view->rest[task] -= done;
        return;
    }
    SKED_ASSERT(view->row[task].start <= run->now && next > run->now);
    view->rest[task] = 0;
    view->row[task].end = next;
}

/* Returns when a task ends or the capacity changes; SKED_NEVER if neither comes. */
static sked_time sked_moldable_next_change_(const sked_moldable_view_ *view,
                                            const sked_moldable_run_ *run) {
    const sked_time next =
        run->running > 0 ? (sked_time)(UINT64_MAX - view->pair[0].key) : SKED_NEVER;
    if (run->stretch + 1 == view->state->stretches) {
        return next;
    }
    return sked_min_i64_(next, view->stretch[run->stretch + 1].start);
}

/* Moves on to a time, at most that of the next change. */
static void sked_moldable_go_to_(const sked_moldable_view_ *view, sked_moldable_run_ *run,
                                 sked_time now) {
    const uint32_t next = run->stretch + 1;
    SKED_ASSERT(next == view->state->stretches || view->stretch[next].start >= now);
    SKED_ASSERT(now >= run->now);
    SKED_ASSERT(run->running == 0 || view->pair[0].key <= UINT64_MAX - (uint64_t)now);
    run->now = now;
    while (run->running > 0 && view->pair[0].key == UINT64_MAX - (uint64_t)now) {
        run->used -= view->pair[0].index;
        view->pair[0] = view->pair[--run->running];
        sked_heap_sink_(view->pair, (size_t)run->running, 0);
    }
    SKED_ASSERT(run->running > 0 || run->used == 0);
    if (next < view->state->stretches && view->stretch[next].start == now) {
        run->stretch = next;
    }
}

/* Moves on to when something happens next. */
static void sked_moldable_advance_(const sked_moldable_view_ *view, sked_moldable_run_ *run,
                                   uint32_t turn) {
    const sked_moldable_state_ *state = view->state;
    sked_time next = sked_moldable_next_change_(view, run);
    /* When: the next change, the next task that is ready, or the end of a divisible one. */
    if (run->ready < state->readies) {
        next = sked_min_i64_(next, view->brief[view->ready[run->ready]].ready);
    }
    if (turn != SKED_NONE) {
        if (run->free > 0) {
            const uint64_t rest = view->rest[turn] + run->free - 1;
            next = sked_min_i64_(next, run->now + (sked_time)(rest / run->free));
        }
        sked_moldable_cut_(view, run, turn, next);
    }
    SKED_ASSERT(next > run->now && next != SKED_NEVER);
    /* What has ended is free; what is ready takes its place in the order. */
    sked_moldable_go_to_(view, run, next);
    run->free = view->alone && run->used > 0 ? 0 : view->stretch[run->stretch].capacity - run->used;
    for (; run->ready < state->readies; run->ready++) {
        const uint32_t task = view->ready[run->ready], place = view->place[task];
        if (view->brief[task].ready > next) {
            break;
        }
        if (place != SKED_NONE && !sked_moldable_is_divisible_(&view->brief[task])) {
            sked_moldable_put_(run, place, view->width[task]);
        }
    }
}

static void sked_moldable_add_product_(sked_u128 *sum, uint64_t a, uint64_t b) {
    *sum = sked_u128_add(*sum, sked_u128_mul(a, b));
}

/* Returns the value of a plan of a crowd: task by task, which is faster than as they end. */
static sked_moldable_value_ sked_moldable_value_of_(const sked_moldable_view_ *view,
                                                    const sked_moldable_row *row) {
    sked_moldable_value_ value = SKED_ZERO;
    uint32_t i;
    for (i = 0; i < view->crowd.count; i++) {
        const uint32_t task = view->crowd.task[i], weight = view->brief[task].weight;
        const sked_time end = row[task].end;
        value.makespan = sked_max_i64_(value.makespan, end);
        SKED_ASSERT(row[task].start >= view->brief[task].ready && end > row[task].start);
        if (view->state->narrow) {
            value.minsum.low += (uint64_t)end * weight;
        } else {
            sked_moldable_add_product_(&value.minsum, (uint64_t)end, weight);
        }
    }
    SKED_ASSERT(!view->state->narrow || value.makespan > view->state->length_max ||
                value.minsum.low >> 63 == 0);
    return value;
}

/* Makes the list plan of a crowd in the order that is set, with the widths and times that are set,
 * when nothing runs. Returns its value. */
static sked_moldable_value_ sked_moldable_list_(const sked_moldable_view_ *view) {
    sked_moldable_run_ run;
    view->state->steps += view->crowd.count;
    for (sked_moldable_begin_(view, &run, view->crowd.count, view->crowd.from);;) {
        const uint32_t turn = sked_moldable_turn_(view, &run);
        sked_moldable_start_all_(view, &run, turn == SKED_NONE ? SKED_NONE : view->place[turn]);
        if (run.waiting == 0 && run.cut == run.cuts) {
            return sked_moldable_value_of_(view, view->row);
        }
        sked_moldable_advance_(view, &run, turn);
    }
}

/* ---- >>plan.keep: comparing plans, and keeping the best ---- */

/* Three plans are kept: the one of the best goal of this call, the shortest, and the one of least
 * minsum. The goal is a weighted sum of both ratios to their lower bounds, in 2^-24. */

/* wide * 2^times. */
static sked_u128 sked_moldable_doubled_(sked_u128 wide, uint32_t times) {
    for (; times > 0; times--) {
        wide = sked_u128_add(wide, wide);
    }
    return wide;
}

static void sked_moldable_halve_(sked_u128 *wide) {
    wide->low = (wide->low >> 1) | (wide->high << 63);
    wide->high >>= 1;
}

/* wide / 2^times, rounded down. */
static sked_u128 sked_moldable_halved_(sked_u128 wide, uint32_t times) {
    for (; times > 0; times--) {
        sked_moldable_halve_(&wide);
    }
    return wide;
}

/* a / b in 2^-24; at most 2^40. Both lose the same low bits, until b has 28. */
static uint64_t sked_moldable_ratio_(sked_u128 a, sked_u128 b) {
    const uint64_t most = UINT64_C(1) << 40;
    while (b.high > 0 || b.low >= UINT64_C(1) << 28) {
        sked_moldable_halve_(&a);
        sked_moldable_halve_(&b);
    }
    if (a.high > 0 || a.low >= most || b.low == 0) {
        return most;
    }
    return sked_min_u64_((a.low << 24) / b.low, most);
}

static sked_u128 sked_moldable_wide_(uint64_t low) {
    sked_u128 wide;
    wide.high = 0;
    wide.low = low;
    return wide;
}

/* Returns the goal of a plan in this call: smaller is better. */
static uint64_t sked_moldable_goal_(const sked_moldable_view_ *view,
                                    const sked_moldable_value_ *value) {
    const sked_moldable_state_ *state = view->state;
    const sked_u128 makespan = sked_moldable_wide_((uint64_t)value->makespan);
    const sked_u128 least = sked_moldable_wide_((uint64_t)state->makespan_lower_bound);
    uint64_t goal = 0;
    SKED_ASSERT(view->makespan_weight + view->minsum_weight > 0);
    if (view->makespan_weight > 0) {
        goal += view->makespan_weight * sked_moldable_ratio_(makespan, least);
    }
    if (view->minsum_weight > 0) {
        goal +=
            view->minsum_weight * sked_moldable_ratio_(value->minsum, state->minsum_lower_bound);
    }
    /* What exceeds the limit costs ten times as much, so that plans within it win. */
    if (view->makespan_max > 0 && value->makespan > view->makespan_max) {
        const sked_u128 most = sked_moldable_wide_((uint64_t)view->makespan_max);
        goal += UINT64_C(10) * (view->makespan_weight + view->minsum_weight) *
                (sked_moldable_ratio_(makespan, most) - (UINT64_C(1) << 24));
    }
    return goal;
}

/* Is plan a better than b by makespan, then minsum; or by minsum, then makespan? */
static int sked_moldable_is_better_(const sked_moldable_value_ *a, const sked_moldable_value_ *b,
                                    int by_makespan) {
    const int minsum = sked_u128_compare(a->minsum, b->minsum);
    if (a->makespan == b->makespan || minsum == 0) {
        return a->makespan < b->makespan || minsum < 0;
    }
    return by_makespan ? a->makespan < b->makespan : minsum < 0;
}

static void sked_moldable_copy_rows_(const sked_moldable_view_ *view, sked_moldable_row *to,
                                     const sked_moldable_row *from) {
    uint32_t i;
    for (i = 0; i < view->state->shape.tasks; i++) {
        to[i] = from[i];
    }
}

static void sked_moldable_keep_(const sked_moldable_view_ *view, uint32_t which,
                                const sked_moldable_row *rows,
                                const sked_moldable_value_ *value) {
    sked_moldable_copy_rows_(view, view->kept[which], rows);
    view->state->kept[which] = *value;
    view->state->have[which] = 1;
}

/* ---- >>plan.frontier: plans of which none is as good as another in both ---- */

/* The invariant. Along point_slot makespans rise and minsums fall; behind these are the slots of no
 * plan. So a new plan is compared only with its neighbours. */

/* Returns how far the neighbours of a plan are apart, as parts of the whole frontier. */
static uint64_t sked_moldable_apart_(const sked_moldable_view_ *view, uint32_t at) {
    const sked_moldable_value_ *const value = view->point_value;
    const uint32_t *const slot = view->point_slot;
    const sked_moldable_value_ *first = &value[slot[0]];
    const sked_moldable_value_ *last = &value[slot[view->state->plans - 1]];
    const sked_moldable_value_ *before = &value[slot[at - 1]], *after = &value[slot[at + 1]];
    SKED_ASSERT(at > 0 && at + 1 < view->state->plans);
    return sked_moldable_ratio_(
               sked_moldable_wide_((uint64_t)(after->makespan - before->makespan)),
               sked_moldable_wide_((uint64_t)(last->makespan - first->makespan))) +
           sked_moldable_ratio_(sked_u128_sub(before->minsum, after->minsum),
                                sked_u128_sub(first->minsum, last->minsum));
}

/* Removes a plan. Its slot becomes the first free one. */
static void sked_moldable_forget_(const sked_moldable_view_ *view, uint32_t at) {
    uint32_t *const slot = view->point_slot;
    const uint32_t freed = slot[at], last = --view->state->plans;
    uint32_t i;
    SKED_ASSERT(at <= last && freed < view->state->shape.points);
    for (i = at; i < last; i++) {
        slot[i] = slot[i + 1];
    }
    slot[last] = freed;
}

/* Removes the plan whose neighbours are closest; the last, if none is between others. */
static void sked_moldable_thin_out_(const sked_moldable_view_ *view) {
    const uint32_t plans = view->state->plans;
    uint32_t victim = plans - 1, i;
    uint64_t least = UINT64_MAX;
    for (i = 1; i + 1 < plans; i++) {
        const uint64_t apart = sked_moldable_apart_(view, i);
        if (apart < least) {
            least = apart;
            victim = i;
        }
    }
    sked_moldable_forget_(view, victim);
}

/* Lets a plan join the frontier, unless one there is as good. */
static void sked_moldable_join_(const sked_moldable_view_ *view, const sked_moldable_row *rows,
                                const sked_moldable_value_ *value) {
    sked_moldable_state_ *state = view->state;
    uint32_t *const slot = view->point_slot;
    uint32_t low = 0, high = state->plans, fresh, i;
    SKED_ASSERT(slot != NULL && view->point_value != NULL);
    /* Its place is behind all plans that are as short. */
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (view->point_value[slot[middle]].makespan <= value->makespan) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    /* The one before is as good in both: nothing joins. */
    if (low > 0 &&
        sked_u128_compare(view->point_value[slot[low - 1]].minsum, value->minsum) <= 0) {
        return;
    }
    /* Plans as short, or longer and no lighter, are worse: remove them. */
    if (low > 0 && view->point_value[slot[low - 1]].makespan == value->makespan) {
        sked_moldable_forget_(view, --low);
    }
    while (low < state->plans &&
           sked_u128_compare(view->point_value[slot[low]].minsum, value->minsum) >= 0) {
        sked_moldable_forget_(view, low);
    }
    SKED_ASSERT(state->plans < state->shape.points);
    fresh = slot[state->plans];
    for (i = state->plans++; i > low; i--) {
        slot[i] = slot[i - 1];
    }
    slot[low] = fresh;
    view->point_value[fresh] = *value;
    SKED_ASSERT(low + 1 == state->plans ||
                (view->point_value[slot[low + 1]].makespan > value->makespan &&
                sked_u128_compare(view->point_value[slot[low + 1]].minsum, value->minsum) < 0));
    SKED_ASSERT(low == 0 || (view->point_value[slot[low - 1]].makespan < value->makespan &&
                sked_u128_compare(view->point_value[slot[low - 1]].minsum, value->minsum) > 0));
    sked_moldable_copy_rows_(view, view->point + (size_t)fresh * state->shape.tasks, rows);
    if (state->plans > state->shape.frontier) {
        sked_moldable_thin_out_(view);
    }
    SKED_ASSERT(state->plans <= state->shape.frontier);
}

/* Meets a plan, and keeps it where it is the best so far. */
static void sked_moldable_meet_(sked_moldable_view_ *view, const sked_moldable_row *rows,
                                const sked_moldable_value_ *value) {
    sked_moldable_state_ *state = view->state;
    const uint64_t goal = sked_moldable_goal_(view, value);
    SKED_ASSERT(!state->even || (value->makespan >= state->makespan_lower_bound &&
                sked_u128_compare(value->minsum, state->minsum_lower_bound) >= 0));
    SKED_ASSERT(value->makespan <= state->length_max);
    if (goal < view->best ||
        (goal == view->best &&
         sked_moldable_is_better_(value, &state->kept[SKED_MOLDABLE_LAST_], 1))) {
        view->best = goal;
        sked_moldable_keep_(view, SKED_MOLDABLE_LAST_, rows, value);
    }
    if (!state->have[SKED_MOLDABLE_SHORT_] ||
        sked_moldable_is_better_(value, &state->kept[SKED_MOLDABLE_SHORT_], 1)) {
        sked_moldable_keep_(view, SKED_MOLDABLE_SHORT_, rows, value);
    }
    if (!state->have[SKED_MOLDABLE_LIGHT_] ||
        sked_moldable_is_better_(value, &state->kept[SKED_MOLDABLE_LIGHT_], 0)) {
        sked_moldable_keep_(view, SKED_MOLDABLE_LIGHT_, rows, value);
    }
    if (state->shape.frontier > 0) {
        sked_moldable_join_(view, rows, value);
    }
}

/* ---- >>plan.orders: what comes first in a list ---- */

/* An order is a key for each task, the lowest first. Keys use all 63 bits: works and times are
 * shifted by as much as the largest allow. */

/* Returns a key: what costs less for its weight comes first. */
static uint64_t sked_moldable_per_weight_(const sked_moldable_view_ *view, uint64_t cost,
                                          uint32_t weight) {
    return weight == 0 ? UINT64_MAX : (cost << view->state->key_shift) / weight;
}

/* Returns the key by which an order sorts a task. All loads and times, shifted, are below 2^63.
 * Where the load does not count, divisible tasks come last, since they fill holes. */
static uint64_t sked_moldable_key_(const sked_moldable_view_ *view, sked_moldable_order order,
                                   uint32_t task) {
    const uint32_t width = view->width[task], weight = view->brief[task].weight;
    const uint64_t time = (uint64_t)view->time[task], load = time * sked_max_u32_(width, 1);
    uint64_t most = UINT64_C(1) << 63;
    SKED_ASSERT(time >> (63 - view->state->time_shift) == 0);
    SKED_ASSERT(time > 0 && load >> (63 - view->state->key_shift) == 0);
    switch (order) {
    case SKED_MOLDABLE_SMALLEST: return load;
    case SKED_MOLDABLE_SMITH:
    case SKED_MOLDABLE_RATIO:
        return sked_moldable_per_weight_(view, order == SKED_MOLDABLE_SMITH ? load : time, weight);
    case SKED_MOLDABLE_LARGEST: most -= load; break;
    case SKED_MOLDABLE_LONGEST:
    case SKED_MOLDABLE_SHELF: most -= time; break;
    case SKED_MOLDABLE_WIDEST:
        most = ((uint64_t)(SKED_MOLDABLE_MAX - width) << 37) +
               ((UINT64_C(1) << 36) - (time << view->state->time_shift >> 27));
        break;
    case SKED_MOLDABLE_ORDER_CLOSED_: break;
    }
    return width == 0 ? UINT64_MAX : most;
}

/* Puts tasks in order, into view->order from place `from` on. */
static void sked_moldable_sort_tasks_(const sked_moldable_view_ *view, sked_moldable_order order,
                                      const uint32_t *task, uint32_t count, uint32_t from) {
    uint32_t i;
    for (i = 0; i < count; i++) {
        view->pair[i].key = sked_moldable_key_(view, order, task[i]);
        view->pair[i].index = task[i];
    }
    sked_moldable_sort_pairs_(view, view->order + from, count);
}

/* Puts the crowd in order. */
static void sked_moldable_sort_(const sked_moldable_view_ *view, sked_moldable_order order) {
    sked_moldable_sort_tasks_(view, order, view->crowd.task, view->crowd.count, 0);
}

/* Orders the crowd by group (of each task, below `groups` <= n), and leaves it as it is within
 * each. */
static void sked_moldable_group_(const sked_moldable_view_ *view, const uint32_t *group,
                                 uint32_t groups) {
    uint32_t *const end = view->item_size, *const sorted = view->item;
    uint32_t sum = 0, i;
    /* A counting sort, from the end, so that it is stable. */
    sked_fill32_(end, groups, 0);
    for (i = 0; i < view->crowd.count; i++) {
        SKED_ASSERT(group[view->order[i]] < groups);
        end[group[view->order[i]]]++;
    }
    for (i = 0; i < groups; i++) {
        sum += end[i];
        end[i] = sum;
    }
    SKED_ASSERT(sum == view->crowd.count);
    for (i = view->crowd.count; i-- > 0;) {
        sorted[--end[group[view->order[i]]]] = view->order[i];
    }
    for (i = 0; i < view->crowd.count; i++) {
        view->order[i] = sorted[i];
    }
}

/* Gives a task the width and the time of a rung. */
static void sked_moldable_set_(const sked_moldable_view_ *view, uint32_t task, uint32_t rung) {
    view->width[task] = sked_moldable_width_at_(view, task, rung);
    view->time[task] = sked_moldable_time_at_(view, task, rung);
    SKED_ASSERT(view->width[task] > 0 && view->width[task] <= view->state->width_max);
    SKED_ASSERT(view->time[task] > 0 && view->time[task] <= view->brief[task].slowest);
}

/* Gives divisible tasks no width, and their work as time. */
static void sked_moldable_set_divisible_(const sked_moldable_view_ *view) {
    uint32_t i;
    for (i = view->crowd.moldable; SKED_MOLDABLE_CUTS_ && i < view->crowd.count; i++) {
        view->width[view->crowd.task[i]] = 0;
        view->time[view->crowd.task[i]] = view->task[view->crowd.task[i]].time;
    }
}

/* Are steps of this call left? */
static int sked_moldable_has_steps_(const sked_moldable_view_ *view) {
    return view->state->steps < view->state->steps_max;
}

/* Is the crowd a batch of those that are planned as they come? */
static int sked_moldable_is_batch_(const sked_moldable_view_ *view) {
    return view->crowd.task == view->gathered;
}

/* Offers a plan of the crowd: of a batch the best is drafted, any other is met. */
static void sked_moldable_offer_(sked_moldable_view_ *view, const sked_moldable_value_ *value) {
    const uint64_t goal = sked_moldable_goal_(view, value);
    uint32_t i;
    if (!sked_moldable_is_batch_(view)) {
        sked_moldable_meet_(view, view->row, value);
    } else if (goal < view->best) {
        view->best = goal;
        for (i = 0; i < view->crowd.count; i++) {
            view->draft[view->crowd.task[i]] = view->row[view->crowd.task[i]];
        }
    }
}

/* Makes the list plan of the order as it is. Returns its makespan. */
static sked_time sked_moldable_try_(sked_moldable_view_ *view) {
    const sked_moldable_value_ value = sked_moldable_list_(view);
    sked_moldable_offer_(view, &value);
    return value.makespan;
}

/* Puts the first `count` tasks of the crowd in the order in which they start. */
static void sked_moldable_sort_rows_(const sked_moldable_view_ *view, const sked_moldable_row *row,
                                     uint32_t count) {
    uint32_t i;
    for (i = 0; i < count; i++) {
        view->pair[i].key = (uint64_t)row[view->crowd.task[i]].start;
        view->pair[i].index = view->crowd.task[i];
    }
    sked_moldable_sort_pairs_(view, view->order, count);
}

/* The same in a given order. */
static void sked_moldable_try_order_(sked_moldable_view_ *view, sked_moldable_order order) {
    sked_moldable_sort_(view, order);
    sked_moldable_try_(view);
}

/* ---- >>plan.knapsacks: items of the most value that fit ---- */

/* The idea. A greedy choice comes first. The price of the first item that does not fit bounds all
 * choices, and fixes the items that no better choice leaves out, or takes. The few that are left
 * are the core, which a dynamic program over capacities solves.
 * Source. Dantzig (1957) for the bound; Martello and Toth (1990) for fixing items. */

/* Takes items while they fit, in the order of the pairs. Returns their value. */
static uint64_t sked_moldable_pack_in_turn_(const sked_moldable_view_ *view, uint32_t items,
                                            uint32_t capacity) {
    uint64_t value = 0;
    uint32_t i;
    for (i = 0; i < items; i++) {
        const uint32_t item = view->pair[i].index;
        SKED_ASSERT(item < items);
        view->taken[item] = view->item_size[item] <= capacity;
        if (view->taken[item]) {
            capacity -= view->item_size[item];
            value += view->item_value[item];
        }
    }
    return value;
}

/* Sorts pairs of items, those of most value for their size first. Shifted values are below 2^63. */
static void sked_moldable_rank_items_(const sked_moldable_view_ *view, uint32_t items,
                                      uint32_t shift) {
    uint32_t i;
    for (i = 0; i < items; i++) {
        SKED_ASSERT(view->item_size[i] > 0);
        view->pair[i].key = UINT64_MAX - (view->item_value[i] << shift) / view->item_size[i];
        view->pair[i].index = i;
    }
    sked_sort(view->pair, (size_t)items);
}

static int sked_moldable_is_affordable_(const sked_moldable_view_ *view, uint32_t items,
                                        uint32_t capacity) {
    return capacity <= SKED_MOLDABLE_VALUES_ &&
           items * sked_moldable_row_bytes_(capacity) <= view->state->shape.cells / 8;
}

/* Makes row `item` of the dynamic program: the best values for the capacities low .. high, from
 * those without the item, and a bit for each that takes it. */
static void sked_moldable_pack_row_(const sked_moldable_view_ *view, uint32_t item, uint32_t low,
                                    uint32_t high, unsigned char *row) {
    const uint32_t size = view->item_size[item];
    const uint64_t gain = view->item_value[item];
    uint64_t *const value = view->value;
    uint32_t at = high + 1;
    SKED_ASSERT(low >= size && low <= high);
    while (at > low) {
        const uint32_t first = (at - 1) / 8 * 8, end = first > low ? first : low;
        uint32_t bits = 0;
        while (at > end) {
            const uint64_t with = value[--at - size] + gain, without = value[at];
            const uint32_t takes = with > without;
            value[at] = takes ? with : without;
            bits |= takes << (at - first);
        }
        row[first / 8] = (unsigned char)bits;
    }
}

/* A bound on a knapsack: tariff_of_ makes it. All is in units of 2^-shift of a value. */
typedef struct sked_moldable_tariff_ {
    uint64_t price;                     /* of one unit of the capacity                        */
    uint64_t most;                      /* no choice is worth more                            */
    uint64_t least;                     /* what is asked for, or what a known choice is worth */
    uint32_t shift;                     /* as fine as the products allow                      */
} sked_moldable_tariff_;

static sked_moldable_tariff_ sked_moldable_tariff_of_(const sked_moldable_view_ *view,
                                                      uint32_t items, uint32_t capacity,
                                                      uint64_t least) {
    sked_moldable_tariff_ tariff;
    uint64_t total = 0;
    uint32_t room = capacity, bits, i;
    for (i = 0; i < items; i++) {
        total += view->item_value[i];
    }
    /* Units as fine as the products allow. */
    bits = sked_moldable_bits_(total) + sked_moldable_bits_(capacity);
    tariff.shift = bits < 62 ? 62 - bits : 0;
    tariff.least = bits < 62 ? least << tariff.shift : 0;
    tariff.price = 0;
    /* The price is that of the first item that does not fit. */
    for (i = 0; i < items && bits < 62; i++) {
        const uint32_t item = view->pair[i].index, size = view->item_size[item];
        if (size > room && size <= capacity) {
            tariff.price = (view->item_value[item] << tariff.shift) / size;
            break;
        }
        room -= size <= room ? size : 0;
    }
    /* At that price, items that gain are taken, if there were room for all. */
    tariff.most = tariff.price * capacity;
    for (i = 0; i < items; i++) {
        const uint64_t pays = tariff.price * view->item_size[i];
        const uint64_t value = view->item_value[i] << tariff.shift;
        tariff.most += view->item_size[i] <= capacity && value > pays ? value - pays : 0;
    }
    return tariff;
}

/* Fixes the items without which, or with which, no choice can be worth as much as the one that is
 * known. The others form the core. *capacity becomes what the fixed ones leave. Returns the size of
 * the core. */
static uint32_t sked_moldable_fix_items_(const sked_moldable_view_ *view, uint32_t items,
                                         const sked_moldable_tariff_ *tariff, uint32_t *core,
                                         uint32_t *capacity) {
    const uint32_t all = *capacity;
    uint32_t count = 0, i;
    for (i = 0; i < items; i++) {
        const uint32_t size = view->item_size[i];
        const uint64_t pays = tariff->price * size;
        const uint64_t value = view->item_value[i] << tariff->shift;
        if (size > all || (pays > value && tariff->most - (pays - value) < tariff->least)) {
            view->taken[i] = 0;
        } else if (value > pays && tariff->most - (value - pays) < tariff->least) {
            view->taken[i] = 1;
            SKED_ASSERT(size <= *capacity);
            *capacity -= size;
        } else {
            core[count++] = i;
        }
    }
    return count;
}

/* Makes the most valuable choice of the core, in taken[], by a dynamic program over capacities. It
 * visits only those that can matter: where all items so far fit the answer is known, and what the
 * items to come cannot use up is of no use. */
static void sked_moldable_pack_core_(const sked_moldable_view_ *view, const uint32_t *core,
                                     uint32_t items, uint32_t capacity) {
    const size_t row = (size_t)sked_moldable_row_bytes_(capacity);
    uint64_t sum = 0, all = 0, left = 0;
    uint32_t filled = 0, at = capacity, i;
    for (i = 0; i < items; i++) {
        left += view->item_size[core[i]];
    }
    /* Forward: the best value of each capacity, item by item, and who takes it. */
    for (i = 0; i < items; i++) {
        const uint32_t size = view->item_size[core[i]];
        uint64_t low = size;
        sum += size;
        left -= size;
        for (; filled < sum && filled <= capacity; filled++) {
            view->value[filled] = all;
        }
        if (left < capacity && capacity - left > low) {
            low = capacity - left;
        }
        if (low < filled) {
            sked_moldable_pack_row_(view, core[i], (uint32_t)low, filled - 1, view->bit + i * row);
        }
        all += view->item_value[core[i]];
    }
    SKED_ASSERT(left == 0 && filled <= capacity + 1);
    /* Back: from the full capacity to what each item has left. */
    for (i = items; i-- > 0;) {
        const uint32_t size = view->item_size[core[i]];
        const unsigned char bits = view->bit[i * row + at / 8];
        const int takes = at >= sum || (at >= size && (bits >> (at % 8) & 1) != 0);
        SKED_ASSERT(size <= sum && (!takes || size <= at));
        view->taken[core[i]] = (uint32_t)takes;
        sum -= size;
        at -= takes ? size : 0;
    }
    SKED_ASSERT(sum == 0 && at <= capacity);
}

/* Chooses items, in taken[]: the most valuable that fit, or good ones if that is not affordable;
 * *exact is then 0. The items are ranked, and do not all fit. */
static void sked_moldable_pack_(const sked_moldable_view_ *view, uint32_t items,
                                uint32_t capacity, uint32_t *exact) {
    const uint64_t greedy = sked_moldable_pack_in_turn_(view, items, capacity);
    const sked_moldable_tariff_ tariff =
        sked_moldable_tariff_of_(view, items, capacity, greedy);
    uint32_t *const core = view->place, left = capacity, count;
    SKED_ASSERT(tariff.least <= tariff.most);
    count = sked_moldable_fix_items_(view, items, &tariff, core, &left);
    SKED_ASSERT(count <= items && left <= capacity);
    if (sked_moldable_is_affordable_(view, count, left)) {
        sked_moldable_pack_core_(view, core, count, left);
    } else {
        sked_moldable_pack_in_turn_(view, items, capacity);
        *exact = 0;
    }
}

/* ---- >>plan.deadlines: the dual test ---- */

/* The idea. In a plan that ends by d, tasks of more than d / 2 run side by side. So they are a
 * choice that m processors can hold, each with the least width for d, while the others need the
 * width for d / 2; and all works together are at most m d. A knapsack finds the choice of least
 * work. If even that is too much, no plan ends by d.
 * The invariant. `work` counts the works of d / 2 until what the knapsack saves is subtracted.
 * Comparing it earlier would refuse deadlines that can be met. What replaces the knapsack may
 * refuse only if it claims at least what a choice can save.
 * Source. Mounie, Rapine and Trystram (2007); with least works of a width and all wider ones, so
 * that works may fall with width, and never rounded up. */

/* A test of one deadline: sort_out_ begins it, shelve_ adds each task. */
typedef struct sked_moldable_test_ {
    uint64_t work;                      /* processor ticks of all tasks, if no item is chosen */
    uint32_t room;                      /* processors left for tasks of more than d / 2       */
    uint32_t items;                     /* tasks that may be on either shelf                  */
} sked_moldable_test_;

/* Finds the rung of each task for d; the fastest one, if a task misses it. */
static void sked_moldable_allot_all_(const sked_moldable_view_ *view, sked_time d) {
    uint32_t i;
    for (i = 0; i < view->crowd.moldable; i++) {
        const uint32_t task = view->crowd.task[i];
        view->long_rung[task] = sked_moldable_rung_by_(view, task, d);
    }
}

/* Puts a task on a shelf for the deadline d. Returns 0 if the long shelf is too narrow. */
static int sked_moldable_shelve_(const sked_moldable_view_ *view, uint32_t task, sked_time d,
                                 sked_moldable_test_ *test) {
    const uint32_t rung = view->long_rung[task];
    uint32_t width, half;
    uint64_t work;
    SKED_ASSERT(d >= view->brief[task].fastest && d > 0);
    if (view->brief[task].slowest <= d / 2) {
        view->shelf[task] = SKED_MOLDABLE_SMALL_;
        test->work += view->brief[task].work;
        return 1;
    }
    /* Too long for d / 2 on any width: it must be on the long shelf. */
    work = sked_moldable_work_at_(view, task, rung);
    width = sked_moldable_width_at_(view, task, rung);
    half = sked_moldable_rung_for_(view, task, rung, d / 2);
    if (half == SKED_NONE) {
        view->shelf[task] = SKED_MOLDABLE_LONG_;
        test->work += work;
        if (width > test->room) {
            return 0;
        }
        test->room -= width;
        return 1;
    }
    /* Either shelf will do: an item, whose value is the work that the long one saves. */
    view->shelf[task] = SKED_MOLDABLE_HALF_;
    SKED_ASSERT(half >= rung && test->items < view->crowd.moldable);
    view->short_rung[task] = half;
    view->item[test->items] = task;
    view->item_size[test->items] = width;
    view->item_value[test->items] = sked_moldable_work_at_(view, task, half) - work;
    SKED_ASSERT(!view->state->even ||
                view->item_value[test->items] >> (63 - view->state->key_shift) == 0);
    test->work += work + view->item_value[test->items];
    test->items++;
    return 1;
}

/* Puts all tasks on shelves for the deadline d. Returns 0 if it is refused already. */
static int sked_moldable_sort_out_(const sked_moldable_view_ *view, sked_time d,
                                   sked_moldable_test_ *test) {
    const uint64_t most = (uint64_t)d * view->state->peak;
    uint64_t savings = 0;
    uint32_t i;
    test->work = 0;
    test->room = view->state->peak;
    test->items = 0;
    for (i = view->crowd.moldable; i < view->crowd.count; i++) {
        test->work += view->brief[view->crowd.task[i]].work;
    }
    for (i = 0; i < view->crowd.moldable; i++) {
        if (!sked_moldable_shelve_(view, view->crowd.task[i], d, test)) {
            return 0;
        }
    }
    /* All items on the long shelf save most, even if they do not fit there. */
    for (i = 0; i < test->items; i++) {
        savings += view->item_value[i];
    }
    SKED_ASSERT(test->room <= view->state->peak);
    return test->work - savings <= most; /*~dual_savings*/
}

/* Can a choice of the items save `enough`? Then taken[] has one. If neither simple bound decides,
 * and an exact answer is not affordable, the answer is yes, and *exact is 0. */
static int sked_moldable_saves_(const sked_moldable_view_ *view, const sked_moldable_test_ *test,
                                uint64_t enough, uint32_t *exact) {
    sked_moldable_tariff_ tariff;
    uint32_t exactly = 1, i;
    uint64_t saved = 0;
    SKED_ASSERT(enough > 0);
    sked_moldable_rank_items_(view, test->items, view->state->key_shift);
    if (sked_moldable_pack_in_turn_(view, test->items, test->room) >= enough) {
        return 1;
    }
    tariff = sked_moldable_tariff_of_(view, test->items, test->room, enough);
    if (tariff.most < tariff.least) {
        return 0;
    }
    sked_moldable_pack_(view, test->items, test->room, &exactly);
    *exact &= exactly;
    for (i = 0; i < test->items; i++) {
        saved += view->taken[i] ? view->item_value[i] : 0;
    }
    return saved >= enough || !exactly;
}

/* Is the deadline d accepted? Then the shelves are filled, for sked_moldable_build_. */
static int sked_moldable_accepts_(const sked_moldable_view_ *view, sked_time d, uint32_t *exact) {
    const uint64_t most = (uint64_t)d * view->state->peak; /*~dual_most*/
    sked_moldable_test_ test;
    uint32_t i;
    view->state->steps += 4 * (uint64_t)view->crowd.count;
    sked_moldable_allot_all_(view, d);
    if (!sked_moldable_sort_out_(view, d, &test)) {
        return 0;
    }
    if (test.work > most) {
        if (!sked_moldable_saves_(view, &test, test.work - most, exact)) {
            return 0;
        }
        for (i = 0; i < test.items; i++) {
            view->shelf[view->item[i]] = view->taken[i] ? SKED_MOLDABLE_LONG_ : SKED_MOLDABLE_HALF_;
        }
    }
    return 1;
}

/* Sets the widths of the shelves. */
static void sked_moldable_build_(const sked_moldable_view_ *view) {
    uint32_t i;
    for (i = 0; i < view->crowd.moldable; i++) {
        const uint32_t task = view->crowd.task[i];
        sked_moldable_set_(view, task,
                           view->shelf[task] == SKED_MOLDABLE_HALF_ ? view->short_rung[task]
                                                                    : view->long_rung[task]);
    }
    for (i = view->crowd.moldable; i < view->crowd.count; i++) {
        view->shelf[view->crowd.task[i]] = SKED_MOLDABLE_WHOLE_;
    }
    sked_moldable_set_divisible_(view);
}

/* Sets the width that each task by itself needs for the deadline of sked_moldable_allot_all_. */
static void sked_moldable_build_long_(const sked_moldable_view_ *view) {
    uint32_t i;
    for (i = 0; i < view->crowd.moldable; i++) {
        const uint32_t task = view->crowd.task[i];
        sked_moldable_set_(view, task, view->long_rung[task]);
    }
    sked_moldable_set_divisible_(view);
}

/* What a search for the shortest deadline has found: search_deadline_ writes it. */
typedef struct sked_moldable_search_ {
    sked_time refused, accepted;        /* ticks from now                                     */
    uint32_t exact;                     /* 1: all knapsacks were solved exactly               */
} sked_moldable_search_;

/* Finds an accepted deadline at most 1/1000 (or 1 tick) above a refused one. */
static sked_moldable_search_ sked_moldable_search_deadline_(const sked_moldable_view_ *view) {
    const uint32_t peak = view->state->peak;
    sked_moldable_search_ search;
    sked_time low = 0, high;
    uint64_t work = 0;
    uint32_t i;
    /* No deadline below `high` can be met: the work of all, the time of each. */
    for (i = 0; i < view->crowd.count; i++) {
        const uint32_t task = view->crowd.task[i];
        work += view->brief[task].work;
        low = sked_max_i64_(low, i < view->crowd.moldable ? view->brief[task].fastest : 1);
    }
    SKED_ASSERT(low > 0 && peak > 0);
    high = sked_max_i64_(low, (sked_time)((work + peak - 1) / peak));
    low = high - 1;
    search.exact = 1;
    /* Up by quarters, until one is accepted. */
    while (!sked_moldable_accepts_(view, high, &search.exact)) {
        low = high;
        high = high + high / 4 + 1;
    }
    /* Between the two, by halves. */
    while (high - low > 1 + (sked_time)((uint64_t)low / 1000)) {
        const sked_time middle = low + (high - low) / 2;
        SKED_ASSERT(low < middle && middle < high);
        if (sked_moldable_accepts_(view, middle, &search.exact)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    search.refused = low;
    search.accepted = high;
    SKED_ASSERT(search.refused >= 0 && search.refused < search.accepted);
    return search;
}

/* Returns a bound on the makespan: tasks that come late, and processors for all their work. */
static sked_time sked_moldable_wait_(const sked_moldable_view_ *view) {
    const sked_moldable_state_ *state = view->state;
    sked_time least = sked_moldable_time_of_area_(view, state->work_lower_bound);
    uint64_t work = 0;
    uint32_t i;
    for (i = state->readies; i-- > 0;) {
        const uint32_t task = view->ready[i];
        const sked_moldable_brief_ *brief = &view->brief[task];
        const int cut = sked_moldable_is_divisible_(&view->brief[task]);
        work += brief->work;
        least = sked_max_i64_(least, brief->ready + (cut ? 1 : brief->fastest));
        least = sked_max_i64_(
            least, sked_moldable_time_of_area_(
                       view, sked_moldable_area_before_(view, brief->ready) + work));
    }
    SKED_ASSERT(least > 0);
    return least;
}

/* Returns a first bound on the minsum: each task as if it were alone; or all as work that can be
 * cut at will, most weight for its work first (Smith's rule). Works are taken from their keys,
 * which are rounded down, so that the order is exactly that of these works, and the sum is the
 * least. */
static sked_u128 sked_moldable_lightest_(const sked_moldable_view_ *view) {
    const sked_moldable_state_ *state = view->state;
    sked_u128 alone = sked_moldable_wide_(0), cut = alone;
    uint64_t sum = 0;
    uint32_t i;
    SKED_ASSERT(state->peak > 0);
    /* Each alone; and the order of Smith. */
    for (i = 0; i < view->crowd.count; i++) {
        const uint32_t task = view->crowd.task[i], weight = view->brief[task].weight;
        const sked_moldable_brief_ *brief = &view->brief[task];
        const sked_time end = brief->ready + (i < view->crowd.moldable ? brief->fastest : 1);
        sked_moldable_add_product_(&alone, (uint64_t)end, weight);
        view->pair[i].key = sked_moldable_per_weight_(view, brief->work, weight);
        view->pair[i].index = i;
    }
    sked_sort(view->pair, (size_t)view->crowd.count);
    /* All one after another, on all processors. */
    for (i = 0; i < view->crowd.count; i++) {
        const uint32_t weight = view->brief[view->crowd.task[view->pair[i].index]].weight;
        sum += weight == 0 ? 0 : view->pair[i].key * weight;
        sked_moldable_add_product_(&cut, (sum >> state->key_shift) / state->peak, weight);
    }
    return sked_u128_compare(alone, cut) > 0 ? alone : cut;
}

/* Finds the deadline of all tasks, and a first bound on the minsum: once for an object. */
static void sked_moldable_prove_(const sked_moldable_view_ *view) {
    sked_moldable_state_ *state = view->state;
    sked_moldable_search_ search;
    if (state->searched || view->crowd.count == 0) {
        return;
    }
    search = sked_moldable_search_deadline_(view);
    state->refused = search.refused;
    state->accepted = search.accepted;
    state->exact = search.exact;
    state->makespan_lower_bound =
        sked_max_i64_(search.refused + 1, sked_moldable_wait_(view));
    state->minsum_lower_bound = sked_moldable_lightest_(view);
    state->searched = 1;
    SKED_ASSERT(state->refused < state->accepted && state->refused < state->makespan_lower_bound);
}

/* ---- >>plan.makespan: the rebuild ---- */

/* The idea. Accepted shelves of d and d / 2 are made to fit into 3 d / 2. A task of at most 3 d / 4
 * on the long shelf gives up a processor, and runs through (monotone: it takes at most twice as
 * long); two of them on one processor each share one; and what is on the half shelf moves to where
 * its width for 3 d / 2 is free. Then the half shelf fits beside the tasks that run through, and
 * small tasks fill the gaps of single processors, the largest gap first.
 * The invariant. All works together are at most m d, so that while a small task is left some
 * processor has a gap of more than d / 2.
 * Source. Mounie, Rapine and Trystram (2007). That they fit is their theorem, for monotone tasks;
 * for others it may fail, and makes no plan. */

/* Shelves that are being rebuilt: rebuild_shelves_ begins, and move_ keeps the sums. */
typedef struct sked_moldable_rebuild_ {
    sked_time d, end;                   /* ticks; end: 3 d / 2                                */
    uint32_t whole, top, bottom;        /* processors of the three shelves                    */
    uint32_t gaps;                      /* in the heap: by gap_push_ and gap_pop_             */
    uint32_t lone;                      /* a task that waits for another to share with, or
                                           SKED_NONE: by make_room_                           */
} sked_moldable_rebuild_;

/* Moves a task to another shelf, with another rung. */
static void sked_moldable_move_(const sked_moldable_view_ *view, sked_moldable_rebuild_ *build,
                                uint32_t task, uint32_t shelf, uint32_t rung) {
    uint32_t *const from = view->shelf[task] == SKED_MOLDABLE_HALF_ ? &build->bottom : &build->top;
    uint32_t *const to = shelf == SKED_MOLDABLE_WHOLE_ ? &build->whole : &build->top;
    SKED_ASSERT(view->width[task] <= *from);
    *from -= view->width[task];
    sked_moldable_set_(view, task, rung);
    *to += view->width[task];
    view->shelf[task] = shelf;
    view->long_rung[task] = rung;
    view->row[task].start = 0;
}

/* Lets a task of the long shelf make room, if it is short enough. Returns 1 if so. */
static int sked_moldable_make_room_(const sked_moldable_view_ *view,
                                    sked_moldable_rebuild_ *build, uint32_t task) {
    const sked_time time = view->time[task];
    const uint32_t rung = view->long_rung[task];
    SKED_ASSERT(!view->state->even || time <= build->d);
    if (time > build->d - (build->d + 3) / 4) {
        return 0;
    }
    /* With a processor less it still ends in time. */
    if (rung > 0 && sked_moldable_time_at_(view, task, rung - 1) <= build->end) {
        sked_moldable_move_(view, build, task, SKED_MOLDABLE_WHOLE_, rung - 1);
        return 1;
    }
    if (view->width[task] > 1 || task == build->lone) {
        return 0;
    }
    /* On one processor it waits for another such task. */
    if (build->lone == SKED_NONE) {
        build->lone = task;
        return 0;
    }
    sked_moldable_move_(view, build, task, SKED_MOLDABLE_WHOLE_, rung);
    sked_moldable_move_(view, build, build->lone, SKED_MOLDABLE_WHOLE_, rung);
    build->whole--;
    view->row[task].start = view->time[build->lone];
    build->lone = SKED_NONE;
    return 1;
}

/* Moves a task of the half shelf up, if the width that it then needs is free. Returns 1 if so. */
static int sked_moldable_move_up_(const sked_moldable_view_ *view, sked_moldable_rebuild_ *build,
                                  uint32_t task) {
    const uint32_t rung = sked_moldable_rung_by_(view, task, build->end);
    const uint32_t used = build->whole + build->top;
    SKED_ASSERT(used <= view->state->peak);
    if (sked_moldable_width_at_(view, task, rung) > view->state->peak - used) {
        return 0;
    }
    sked_moldable_move_(view, build, task,
                        sked_moldable_time_at_(view, task, rung) > build->d
                            ? SKED_MOLDABLE_WHOLE_
                            : SKED_MOLDABLE_LONG_,
                        rung);
    return 1;
}

/* Moves tasks until none can move; each moves at most twice. Returns 1 if the half shelf fits. */
static int sked_moldable_reshelve_(const sked_moldable_view_ *view, sked_moldable_rebuild_ *build) {
    uint32_t moved = 1, i;
    while (moved > 0) {
        moved = 0;
        for (i = 0; i < view->crowd.moldable; i++) {
            const uint32_t task = view->crowd.task[i];
            if (view->shelf[task] == SKED_MOLDABLE_LONG_) {
                moved += (uint32_t)sked_moldable_make_room_(view, build, task);
            } else if (view->shelf[task] == SKED_MOLDABLE_HALF_) {
                moved += (uint32_t)sked_moldable_move_up_(view, build, task);
            }
        }
    }
    SKED_ASSERT(build->whole + build->top <= view->state->peak);
    return build->whole + build->bottom <= view->state->peak;
}

/* The gaps form a heap, the largest on top. It is not the heap of pairs, since plans depend on
 * which of equal gaps this order of moves leaves on top. */
static void sked_moldable_gap_push_(const sked_moldable_view_ *view,
                                    sked_moldable_rebuild_ *build, sked_moldable_gap_ gap) {
    uint32_t at = build->gaps++;
    SKED_ASSERT(build->gaps <= 2 * view->state->shape.tasks + 2);
    SKED_ASSERT(gap.count > 0 && (!view->state->even || gap.gap >= 0));
    while (at > 0 && view->gap[(at - 1) / 2].gap < gap.gap) {
        view->gap[at] = view->gap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    view->gap[at] = gap;
}

static sked_moldable_gap_ sked_moldable_gap_pop_(const sked_moldable_view_ *view,
                                                 sked_moldable_rebuild_ *build) {
    const sked_moldable_gap_ top = view->gap[0], last = view->gap[--build->gaps];
    uint32_t at = 0, child;
    SKED_ASSERT(top.gap >= last.gap);
    for (child = 1; child < build->gaps; child = 2 * at + 1) {
        child += child + 1 < build->gaps && view->gap[child + 1].gap > view->gap[child].gap;
        if (view->gap[child].gap <= last.gap) {
            break;
        }
        view->gap[at] = view->gap[child];
        at = child;
    }
    view->gap[at] = last;
    return top;
}

/* Returns the place of the next task of a shelf from `at` on; view->crowd.moldable if there is
 * none. */
static uint32_t sked_moldable_on_shelf_(const sked_moldable_view_ *view, uint32_t shelf,
                                        uint32_t at) {
    while (at < view->crowd.moldable && view->shelf[view->order[at]] != shelf) {
        at++;
    }
    return at;
}

/* Lays the long shelf and the half shelf side by side over the processors that no task has as a
 * whole, and returns the gaps between them. */
static void sked_moldable_find_gaps_(const sked_moldable_view_ *view,
                                     sked_moldable_rebuild_ *build) {
    uint32_t columns = view->state->peak - build->whole;
    uint32_t top = 0, bottom = 0, top_left = 0, bottom_left = 0;
    sked_moldable_gap_ gap;
    sked_time from = 0, until = build->end;
    while (columns > 0) {
        /* The next task of either shelf, if the last one is used up. */
        if (top_left == 0) {
            top = sked_moldable_on_shelf_(view, SKED_MOLDABLE_LONG_, top);
            from = top < view->crowd.moldable ? view->time[view->order[top]] : 0;
            top_left = top < view->crowd.moldable ? view->width[view->order[top++]] : columns;
        }
        if (bottom_left == 0) {
            bottom = sked_moldable_on_shelf_(view, SKED_MOLDABLE_HALF_, bottom);
            until =
                build->end - (bottom < view->crowd.moldable ? view->time[view->order[bottom]] : 0);
            bottom_left =
                bottom < view->crowd.moldable ? view->width[view->order[bottom++]] : columns;
        }
        /* A gap as wide as both have processors left. */
        gap.count = top_left < bottom_left ? top_left : bottom_left;
        gap.from = from;
        gap.gap = until - from;
        SKED_ASSERT(gap.count <= columns && until <= build->end);
        sked_moldable_gap_push_(view, build, gap);
        columns -= gap.count;
        top_left -= gap.count;
        bottom_left -= gap.count;
    }
}

/* Fills the gaps with the small tasks, and sets all rows. Returns 0 if a task does not fit. */
static int sked_moldable_fill_gaps_(const sked_moldable_view_ *view,
                                    sked_moldable_rebuild_ *build) {
    uint32_t i;
    for (i = 0; i < view->crowd.moldable; i++) {
        const uint32_t task = view->order[i];
        const sked_time time = view->time[task];
        sked_moldable_row *row = &view->row[task];
        row->width = view->width[task];
        if (view->shelf[task] == SKED_MOLDABLE_HALF_) {
            row->start = build->end - time;
        } else if (view->shelf[task] == SKED_MOLDABLE_LONG_) {
            row->start = 0;
        } else if (view->shelf[task] == SKED_MOLDABLE_SMALL_) {
            sked_moldable_gap_ gap;
            if (row->width > 1 || build->gaps == 0) {
                return 0;
            }
            /* One processor of the largest gap; the rest of the gap goes back. */
            gap = sked_moldable_gap_pop_(view, build);
            if (gap.gap < time) {
                return 0;
            }
            row->start = gap.from;
            if (--gap.count > 0) {
                sked_moldable_gap_push_(view, build, gap);
            }
            gap.count = 1;
            gap.from += time;
            gap.gap -= time;
            sked_moldable_gap_push_(view, build, gap);
        }
        row->end = row->start + time;
        SKED_ASSERT(row->start >= 0 && (!view->state->even || row->end <= build->end));
    }
    return 1;
}

/* Rebuilds the shelves of the accepted deadline d into a plan of at most 3 d / 2; offers it, and
 * the list in the order of its starts. */
static void sked_moldable_rebuild_shelves_(sked_moldable_view_ *view, sked_time d) {
    sked_moldable_value_ value;
    sked_moldable_rebuild_ build;
    uint32_t i;
    /* The shelves as they were accepted. */
    build.d = d;
    build.end = d + d / 2;
    build.whole = build.top = build.bottom = build.gaps = 0;
    build.lone = SKED_NONE;
    for (i = 0; i < view->crowd.moldable; i++) {
        const uint32_t task = view->crowd.task[i], shelf = view->shelf[task];
        SKED_ASSERT(!view->state->even ||
                    view->time[task] <= (shelf == SKED_MOLDABLE_LONG_ ? d : d / 2));
        build.top += shelf == SKED_MOLDABLE_LONG_ ? view->width[task] : 0;
        build.bottom += shelf == SKED_MOLDABLE_HALF_ ? view->width[task] : 0;
    }
    /* They fit into 3 d / 2; then the small tasks fill gaps. */
    if (!sked_moldable_reshelve_(view, &build)) {
        return;
    }
    sked_moldable_sort_tasks_(view, SKED_MOLDABLE_LONGEST, view->crowd.task, view->crowd.moldable,
                              0);
    sked_moldable_find_gaps_(view, &build);
    if (!sked_moldable_fill_gaps_(view, &build)) {
        return;
    }
    /* The plan as it is, and the list in its order. */
    value = sked_moldable_value_of_(view, view->row);
    SKED_ASSERT(!view->state->even || value.makespan <= build.end);
    sked_moldable_offer_(view, &value);
    sked_moldable_sort_rows_(view, view->row, view->crowd.moldable);
    sked_moldable_try_(view);
}

/* Returns the deadline to plan for: of a batch, its own. */
static sked_time sked_moldable_deadline_(const sked_moldable_view_ *view) {
    if (sked_moldable_is_batch_(view)) {
        return sked_moldable_search_deadline_(view).accepted;
    }
    return view->state->accepted;
}

/* Makes a list of the shelves of an accepted deadline. Returns its makespan. */
static sked_time sked_moldable_shelves_(sked_moldable_view_ *view, sked_moldable_order order,
                                        sked_time accepted) {
    uint32_t exact = 1;
    sked_moldable_accepts_(view, accepted, &exact);
    sked_moldable_build_(view);
    sked_moldable_sort_(view, order);
    if (order == SKED_MOLDABLE_SHELF) {
        sked_moldable_group_(view, view->shelf, SKED_MOLDABLE_WHOLE_ + 1);
    }
    return sked_moldable_try_(view);
}

/* Makes the list of the longest first, and rebuilds the shelves if the list is not nearly as short
 * as the deadline, which keeps the guarantee. Returns the deadline. */
static sked_time sked_moldable_makespan_(sked_moldable_view_ *view) {
    const sked_time accepted = sked_moldable_deadline_(view);
    const sked_time length = sked_moldable_shelves_(view, SKED_MOLDABLE_LONGEST, accepted);
    if (view->state->plain && !sked_moldable_is_batch_(view) && length > accepted + accepted / 8) {
        sked_moldable_rebuild_shelves_(view, accepted);
    }
    return accepted;
}

/* Lists in the orders that suit the makespan; in those that suit the minsum, too, if `both`. */
static void sked_moldable_try_orders_(sked_moldable_view_ *view, int both) {
    sked_moldable_try_order_(view, SKED_MOLDABLE_LONGEST);
    sked_moldable_try_order_(view, SKED_MOLDABLE_LARGEST);
    sked_moldable_try_order_(view, SKED_MOLDABLE_WIDEST);
    if (both) {
        sked_moldable_try_order_(view, SKED_MOLDABLE_SMITH);
        sked_moldable_try_order_(view, SKED_MOLDABLE_RATIO);
    }
}

/* time * above / below, rounded down, at most SKED_TIME_MAX; above is less than 4 below. */
static sked_time sked_moldable_scale_(sked_time time, uint32_t above, uint32_t below) {
    const uint64_t all = (uint64_t)time;
    SKED_ASSERT(above > 0 && below > 0 && above <= 4 * below);
    return (sked_time)sked_min_u64_(
        all / below * above + all % below * above / below, (uint64_t)SKED_TIME_MAX);
}

#define SKED_MOLDABLE_SWEEP_ 40u        /* deadlines, from the accepted one to half as much more */

static void sked_moldable_sweep_(sked_moldable_view_ *view, int both) {
    const sked_time accepted = sked_moldable_makespan_(view);
    uint32_t exact = 1;
    uint32_t i;
    for (i = 0; i < SKED_MOLDABLE_SWEEP_ && sked_moldable_has_steps_(view); i++) {
        const sked_time d =
            sked_moldable_scale_(accepted, 2 * SKED_MOLDABLE_SWEEP_ + i, 2 * SKED_MOLDABLE_SWEEP_);
        if (sked_moldable_accepts_(view, d, &exact)) {
            sked_moldable_build_(view);
            sked_moldable_try_orders_(view, both);
        }
        sked_moldable_build_long_(view);
        sked_moldable_try_orders_(view, both);
    }
}

/* ---- >>plan.demt: batches ---- */

/* The idea. Batches of growing lengths t, each with the heaviest choice of tasks that fit side by
 * side, each task as wide as it needs to end within t; small tasks are stacked on one processor to
 * share an item. Then a list, batch by batch. So heavy and short tasks come first, and the last
 * batches are about as long as the whole must be.
 * Where we leave the paper: batches continue beyond 2 C* until no task is left (the paper's may
 * leave some: three linear tasks of work 5, 5, 4 on three processors); tasks without weight fill
 * what is left of a batch, since they would never be chosen otherwise.
 * Source. Dutot, Eyraud, Mounie and Trystram (2004), section 3.2. */

/* A batch that is being filled, and the tasks that wait. */
typedef struct sked_moldable_batching_ {
    sked_time length;                   /* ticks of the batch: by batch_                      */
    uint32_t items;                     /* of its knapsack: by gather_                        */
    uint64_t size;                      /* processors of all items: by gather_                */
    uint32_t waiting;                   /* tasks in heavy[]: by batch_, take_batch_           */
} sked_moldable_batching_;

/* Sorts the moldable tasks, the heaviest first. */
static void sked_moldable_sort_heavy_(const sked_moldable_view_ *view) {
    uint32_t i;
    for (i = 0; i < view->crowd.moldable; i++) {
        view->pair[i].key = UINT32_MAX - view->brief[view->crowd.task[i]].weight;
        view->pair[i].index = view->crowd.task[i];
    }
    sked_moldable_sort_pairs_(view, view->heavy, view->crowd.moldable);
}

static void sked_moldable_add_item_(const sked_moldable_view_ *view,
                                    sked_moldable_batching_ *batch, uint32_t task,
                                    uint32_t size) {
    view->item[batch->items] = task;
    view->item_size[batch->items] = size;
    view->item_value[batch->items] = view->brief[task].weight;
    view->link[task] = SKED_NONE;
    SKED_ASSERT(size > 0 && size <= view->state->width_max);
    batch->items++;
    batch->size += size;
}

/* Makes the items of a batch: tasks that can end in time, small ones of one processor stacked while
 * they fit, in the order of weight. */
static void sked_moldable_gather_(const sked_moldable_view_ *view,
                                  sked_moldable_batching_ *batch) {
    sked_time stacked = batch->length;
    uint32_t stack = 0, i;
    batch->items = 0;
    batch->size = 0;
    for (i = 0; i < batch->waiting; i++) {
        const uint32_t task = view->heavy[i];
        const sked_moldable_brief_ *brief = &view->brief[task];
        const uint32_t rung = sked_moldable_rung_for_(view, task, 0, batch->length);
        if (rung == SKED_NONE) {
            continue;
        }
        SKED_ASSERT(rung < brief->rungs);
        view->long_rung[task] = rung;
        /* An item of its own; or, if it is small, one that others share. */
        if (brief->least > 1 || brief->slowest > batch->length / 2) {
            sked_moldable_add_item_(view, batch, task, sked_moldable_width_at_(view, task, rung));
        } else if (stacked + brief->slowest <= batch->length) {
            view->link[task] = view->item[stack];
            view->item[stack] = task;
            view->item_value[stack] += brief->weight;
            stacked += brief->slowest;
        } else {
            stack = batch->items;
            stacked = brief->slowest;
            sked_moldable_add_item_(view, batch, task, 1);
        }
    }
}

/* Chooses the items of a batch, in taken[]: the heaviest, then what still fits. */
static void sked_moldable_choose_(const sked_moldable_view_ *view,
                                  const sked_moldable_batching_ *batch) {
    uint32_t left = view->state->width_max, exact, i;
    if (batch->size <= left) {
        sked_fill32_(view->taken, batch->items, 1);
        return;
    }
    sked_moldable_rank_items_(view, batch->items, 5);
    sked_moldable_pack_(view, batch->items, left, &exact);
    for (i = 0; i < batch->items; i++) {
        left -= view->taken[i] ? view->item_size[i] : 0;
    }
    SKED_ASSERT(left <= view->state->width_max);
    /* What still fits, of any weight: what weighs nothing is chosen here only. */
    for (i = 0; i < batch->items; i++) {
        if (!view->taken[i] && view->item_size[i] <= left) {
            view->taken[i] = 1;
            left -= view->item_size[i];
        }
    }
}

/* Puts the chosen tasks into batch `number`, and removes them from those that wait. */
static void sked_moldable_take_batch_(const sked_moldable_view_ *view,
                                      sked_moldable_batching_ *batch, uint32_t number) {
    uint32_t left = 0, task, i;
    for (i = 0; i < batch->items; i++) {
        for (task = view->taken[i] ? view->item[i] : SKED_NONE; task != SKED_NONE;
             task = view->link[task]) {
            view->batch[task] = number;
            sked_moldable_set_(view, task, view->long_rung[task]);
        }
    }
    for (i = 0; i < batch->waiting; i++) {
        if (view->batch[view->heavy[i]] == SKED_NONE) {
            view->heavy[left++] = view->heavy[i];
        }
    }
    SKED_ASSERT(left < batch->waiting);
    batch->waiting = left;
}

/* Returns the length of a later batch, at most that of the longest plan. */
static sked_time sked_moldable_grow_(sked_time time, uint32_t growth, sked_time longest) {
    if (time >= longest / 4) {
        return longest;
    }
    return sked_moldable_scale_(time, growth, 100) + 1;
}

/* Makes batches of lengths C* / g^K, .., C* / g, C*, C* g, ..., with g = growth / 100, and all
 * times first / 100. K is the largest for which some task can end within C* / g^K. Returns their
 * number. Divisible tasks belong behind the last. */
static uint32_t sked_moldable_batch_(const sked_moldable_view_ *view, sked_time accepted,
                                     uint32_t growth, uint32_t first) {
    sked_time quickest = SKED_NEVER, top = accepted, length;
    sked_moldable_batching_ batch;
    uint32_t number = 0, steps = 0, i;
    sked_moldable_sort_heavy_(view);
    batch.waiting = view->crowd.moldable;
    for (i = 0; i < view->crowd.moldable; i++) {
        view->batch[view->crowd.task[i]] = SKED_NONE;
        quickest = sked_min_i64_(quickest, view->brief[view->crowd.task[i]].fastest);
    }
    /* How many times the length can be divided. */
    for (length = sked_moldable_scale_(top, 100, growth); length >= quickest;
         length = sked_moldable_scale_(length, 100, growth)) {
        steps++;
    }
    /* Batches, until no task waits. */
    while (batch.waiting > 0) {
        length = top;
        for (i = 0; i < steps; i++) {
            length = sked_moldable_scale_(length, 100, growth);
        }
        batch.length = sked_moldable_scale_(length, first, 100);
        sked_moldable_gather_(view, &batch);
        view->state->steps += batch.waiting;
        if (batch.items > 0) {
            sked_moldable_choose_(view, &batch);
            sked_moldable_take_batch_(view, &batch, number++);
        }
        /* The next length: a step up; beyond C*, a growth more. */
        if (steps > 0) {
            steps--;
        } else {
            first = top == view->state->length_max ? 100 : first;
            top = sked_moldable_grow_(top, growth, view->state->length_max);
        }
    }
    for (i = view->crowd.moldable; i < view->crowd.count; i++) {
        view->batch[view->crowd.task[i]] = number;
    }
    sked_moldable_set_divisible_(view);
    SKED_ASSERT(number <= view->crowd.moldable);
    return number;
}

/* Makes the list of the batches, one after another, each in the order that is set. Divisible tasks
 * have a number of their own, the last. */
static void sked_moldable_try_batches_(sked_moldable_view_ *view, const uint32_t *batch,
                                       uint32_t batches) {
    sked_moldable_group_(view, batch, batches + (view->crowd.count > view->crowd.moldable));
    sked_moldable_try_(view);
}

/* Lists by Smith's rule: without batches, and within them. */
static void sked_moldable_try_smith_(sked_moldable_view_ *view, uint32_t batches) {
    sked_moldable_try_order_(view, SKED_MOLDABLE_SMITH);
    sked_moldable_try_batches_(view, view->batch, batches);
}

/* SplitMix64 (Steele, Lea and Flood 2014). */
static uint64_t sked_moldable_random_(const sked_moldable_view_ *view) {
    uint64_t z = (view->state->random += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Returns a random number below `bound`, made of the high half, so that small bounds are even
 * enough. */
static uint32_t sked_moldable_below_(const sked_moldable_view_ *view, uint32_t bound) {
    SKED_ASSERT(bound > 0);
    return (uint32_t)((sked_moldable_random_(view) >> 32) * bound >> 32);
}

/* Lists of the batches in random orders; divisible tasks stay last. */
static void sked_moldable_shuffle_(sked_moldable_view_ *view, const sked_moldable_choice *choice,
                                   uint32_t batches) {
    uint32_t *const rank = view->rank, *const group = view->group;
    uint32_t shuffle, i;
    for (i = 0; i < batches; i++) {
        rank[i] = i;
    }
    for (shuffle = 0; shuffle < choice->shuffles && sked_moldable_has_steps_(view); shuffle++) {
        /* Each permutation is as likely as any (Durstenfeld 1964). */
        for (i = batches; i > 1; i--) {
            const uint32_t other = sked_moldable_below_(view, i), kept = rank[i - 1];
            rank[i - 1] = rank[other];
            rank[other] = kept;
        }
        for (i = 0; i < view->crowd.count; i++) {
            const uint32_t task = view->crowd.task[i];
            group[task] = i < view->crowd.moldable ? rank[view->batch[task]] : batches;
        }
        sked_moldable_sort_(view, choice->order);
        sked_moldable_try_batches_(view, group, batches);
    }
}

static void sked_moldable_demt_(sked_moldable_view_ *view, const sked_moldable_choice *choice) {
    const uint32_t batches = sked_moldable_batch_(view, sked_moldable_deadline_(view), 200, 100);
    if (choice->order == SKED_MOLDABLE_SMITH) {
        sked_moldable_try_smith_(view, batches);
    } else {
        sked_moldable_sort_(view, choice->order);
        sked_moldable_try_batches_(view, view->batch, batches);
    }
    sked_moldable_shuffle_(view, choice, batches);
}

static void sked_moldable_multibase_(sked_moldable_view_ *view) {
    static const uint32_t growths[] = {130, 150, 175, 200, 250, 300, 400};
    static const uint32_t firsts[] = {100, 85, 70};
    const sked_time accepted = sked_moldable_deadline_(view);
    uint32_t i;
    for (i = 0; i < 21 && sked_moldable_has_steps_(view); i++) {
        sked_moldable_try_smith_(view, sked_moldable_batch_(view, accepted, growths[i / 3],
                                                            firsts[i % 3]));
    }
}

/* ---- >>plan.limits: each task as wide as one limit needs ---- */

/* Makes the list of tasks that are each as wide as the limit needs, or as the fastest. */
static void sked_moldable_try_limit_(sked_moldable_view_ *view, sked_moldable_order order,
                                     sked_time limit) {
    sked_moldable_allot_all_(view, limit);
    sked_moldable_build_long_(view);
    sked_moldable_try_order_(view, order);
}

/* One task at a time, as fast as it can run. */
static void sked_moldable_gang_(sked_moldable_view_ *view, sked_moldable_order order) {
    view->alone = 1;
    sked_moldable_try_limit_(view, order, 0);
    view->alone = 0;
}

/* ---- >>plan.prices: what each task prefers if processors have a price ---- */

/* The idea. At a price for each processor tick, each task by itself prefers one width. Dear
 * processors make narrow tasks and save work; cheap ones make short tasks. So lists of many prices
 * are tried; and if bound has found prices over time, lists of the wishes at these. */

/* What a task pays for a tick of its own, and for one of a processor; each less than 2^23. */
typedef struct sked_moldable_rate_ {
    uint64_t own, processor;            /* by rate_of_                                        */
} sked_moldable_rate_;

/* Returns the rate of a task of this weight, at `price` / 2^32 of the mean weight. */
static sked_moldable_rate_ sked_moldable_rate_of_(uint64_t price, uint64_t mean, uint32_t weight) {
    const uint64_t one = UINT64_C(1) << 22, even = UINT64_C(1) << 40;
    const uint64_t share =
        weight == 0 ? UINT64_C(1) << 30
                    : sked_min_u64_((mean << 16) / weight, UINT64_C(1) << 30);
    const uint64_t cost = (price >> 8) * share;
    sked_moldable_rate_ rate;
    rate.own = cost > even ? (one << 40) / cost : one;
    rate.processor = cost > even ? one : cost >> 18;
    SKED_ASSERT(rate.own >> 23 == 0 && rate.processor >> 23 == 0);
    return rate;
}

/* Returns the rung with the least own * time + processor * work, of those a twelfth apart. */
static uint32_t sked_moldable_cheapest_(const sked_moldable_view_ *view, uint32_t task,
                                        sked_moldable_rate_ rate) {
    const uint32_t shift = view->state->key_shift, rungs = view->brief[task].rungs;
    uint64_t least = UINT64_MAX;
    uint32_t best = 0, rung;
    for (rung = 0; rung < rungs; rung = sked_moldable_next_rung_(rung, rungs)) {
        const uint64_t time = (uint64_t)sked_moldable_time_at_(view, task, rung);
        const uint64_t work = time * sked_moldable_width_at_(view, task, rung);
        const uint64_t cost =
            rate.own * (time << shift >> 23) + rate.processor * (work << shift >> 23);
        if (cost < least) {
            least = cost;
            best = rung;
        }
    }
    SKED_ASSERT(least < UINT64_MAX && best < rungs);
    return sked_moldable_rung_by_(view, task, sked_moldable_time_at_(view, task, best));
}

/* Tries lists of what is cheapest at 29 prices, each 27/20 of the one before, around 4 / m of the
 * mean weight: about what the machine earns if all tasks wait for all others. */
static void sked_moldable_price_sweep_(sked_moldable_view_ *view) {
    const uint64_t mean = view->state->weights / view->crowd.count + 1;
    uint64_t price = (UINT64_C(1) << 34) / view->state->shape.processors / 67 + 1;
    uint32_t round, i;
    for (round = 0; round < 29 && sked_moldable_has_steps_(view); round++) {
        for (i = 0; i < view->crowd.moldable; i++) {
            const uint32_t task = view->crowd.task[i];
            const sked_moldable_rate_ rate =
                sked_moldable_rate_of_(price, mean, view->brief[task].weight);
            sked_moldable_set_(view, task, sked_moldable_cheapest_(view, task, rate));
        }
        sked_moldable_set_divisible_(view);
        sked_moldable_try_order_(view, SKED_MOLDABLE_SMITH);
        sked_moldable_try_order_(view, SKED_MOLDABLE_LARGEST);
        sked_moldable_try_order_(view, SKED_MOLDABLE_RATIO);
        sked_moldable_try_order_(view, SKED_MOLDABLE_LONGEST);
        price += price * 7 / 20 + 1;
    }
}

/* Tries orders by where tasks wish to run: by start, end, or the middle of both. */
static void sked_moldable_try_wishes_(sked_moldable_view_ *view) {
    uint64_t part;
    uint32_t i;
    for (part = 0; part <= 2; part++) {
        for (i = 0; i < view->crowd.count; i++) {
            const uint32_t task = view->crowd.task[i];
            view->pair[i].key =
                2 * (uint64_t)view->wish[task].start + part * (uint64_t)view->wish[task].time;
            view->pair[i].index = task;
        }
        sked_moldable_sort_pairs_(view, view->order, view->crowd.count);
        sked_moldable_try_(view);
    }
    sked_moldable_try_order_(view, SKED_MOLDABLE_SMITH);
}

/* Tries lists of the wishes that bound has found, with times stretched to save work. */
static void sked_moldable_wish_lists_(sked_moldable_view_ *view) {
    static const uint32_t stretches[] = {100, 110, 125, 150, 200, 300};
    uint32_t round, i;
    for (round = 0; round < 6 && sked_moldable_has_steps_(view); round++) {
        for (i = 0; i < view->crowd.moldable; i++) {
            const uint32_t task = view->crowd.task[i];
            const sked_time limit =
                sked_moldable_scale_(view->wish[task].time, stretches[round], 100);
            SKED_ASSERT(view->wish[task].start >= 0 && view->wish[task].time > 0);
            sked_moldable_set_(view, task, sked_moldable_rung_by_(view, task, limit));
        }
        sked_moldable_set_divisible_(view);
        sked_moldable_try_wishes_(view);
    }
}

static void sked_moldable_prices_(sked_moldable_view_ *view) {
    if (view->state->wishes) {
        sked_moldable_wish_lists_(view);
    }
    sked_moldable_price_sweep_(view);
}

/* ---- >>plan.truncations: the begin of one plan, the rest of another ---- */

/* The idea. What a plan of little minsum has done by a time t stays; the rest is done in the order
 * of a short plan. If t is the length of the short plan, the whole takes at most twice that, and
 * what was moved ends at most twice as late: both factors at most double. That needs one plan after
 * the other, which is tried too; a list is mostly better.
 * Source. Stein and Wein (1997). */

/* Orders the tasks on shelf `wanted` by their starts in a kept plan, from place `from` on. Returns
 * the place after the last. */
static uint32_t sked_moldable_order_kept_(const sked_moldable_view_ *view, uint32_t which,
                                          uint32_t wanted, uint32_t from) {
    uint32_t count = 0, i;
    for (i = 0; i < view->crowd.count; i++) {
        const uint32_t task = view->crowd.task[i];
        if (view->shelf[task] == wanted) {
            view->pair[count].key = (uint64_t)view->kept[which][task].start;
            view->pair[count++].index = task;
        }
    }
    SKED_ASSERT(from + count <= view->crowd.count && view->state->have[which]);
    sked_moldable_sort_pairs_(view, view->order + from, count);
    return from + count;
}

/* Takes a task's width and time from a kept plan. */
static void sked_moldable_copy_width_(const sked_moldable_view_ *view, uint32_t which,
                                      uint32_t task) {
    const sked_moldable_row *row = &view->kept[which][task];
    SKED_ASSERT(view->state->have[which] && row->end > row->start);
    if (!sked_moldable_is_divisible_(&view->brief[task])) {
        view->width[task] = row->width;
        view->time[task] = row->end - row->start;
    }
}

/* Splits the tasks: shelf 1 is what the light plan has done by t. Returns its last end. */
static sked_time sked_moldable_split_(const sked_moldable_view_ *view, sked_time t) {
    sked_time last = 0;
    uint32_t i;
    sked_moldable_set_divisible_(view);
    for (i = 0; i < view->crowd.count; i++) {
        const uint32_t task = view->crowd.task[i];
        const sked_moldable_row *row = &view->kept[SKED_MOLDABLE_LIGHT_][task];
        view->shelf[task] = row->end <= t;
        if (view->shelf[task]) {
            last = sked_max_i64_(last, row->end);
        }
        sked_moldable_copy_width_(view,
                                  view->shelf[task] ? SKED_MOLDABLE_LIGHT_ : SKED_MOLDABLE_SHORT_,
                                  task);
    }
    SKED_ASSERT(last <= t);
    return last;
}

/* Tries one plan after the other, as they are. */
static void sked_moldable_try_both_(sked_moldable_view_ *view, sked_time last) {
    sked_moldable_value_ value;
    uint32_t i;
    for (i = 0; i < view->crowd.count; i++) {
        const uint32_t task = view->crowd.task[i], done = view->shelf[task];
        sked_moldable_row *row = &view->row[task];
        *row = view->kept[done ? SKED_MOLDABLE_LIGHT_ : SKED_MOLDABLE_SHORT_][task];
        row->start += done ? 0 : last;
        row->end += done ? 0 : last;
        SKED_ASSERT(row->start >= 0 && row->end > row->start);
    }
    value = sked_moldable_value_of_(view, view->row);
    if (value.makespan <= view->state->length_max) {
        sked_moldable_offer_(view, &value);
    }
}

/* Tries the rest in the order of the light plan, and the longest first, as wide as a deadline
 * needs. */
static void sked_moldable_try_rest_(sked_moldable_view_ *view, uint32_t done, sked_time limit) {
    uint32_t i;
    for (i = 0; i < view->crowd.moldable; i++) {
        const uint32_t task = view->crowd.task[i];
        if (!view->shelf[task]) {
            sked_moldable_set_(view, task, sked_moldable_rung_by_(view, task, limit));
        }
    }
    sked_moldable_order_kept_(view, SKED_MOLDABLE_LIGHT_, 0, done);
    sked_moldable_try_(view);
    sked_moldable_sort_tasks_(view, SKED_MOLDABLE_LONGEST, view->order + done,
                              view->crowd.count - done, done);
    sked_moldable_try_(view);
}

static void sked_moldable_truncate_(sked_moldable_view_ *view) {
    const sked_time least = view->state->makespan_lower_bound, accepted = view->state->accepted;
    uint32_t i, k;
    for (i = 1; i < 40 && sked_moldable_has_steps_(view); i++) {
        const sked_time last = sked_moldable_split_(view, sked_moldable_scale_(least, i, 30));
        uint32_t done;
        if (view->state->plain) {
            sked_moldable_try_both_(view, last);
            sked_moldable_split_(view, sked_moldable_scale_(least, i, 30));
        }
        done = sked_moldable_order_kept_(view, SKED_MOLDABLE_LIGHT_, 1, 0);
        sked_moldable_order_kept_(view, SKED_MOLDABLE_SHORT_, 0, done);
        sked_moldable_try_(view);
        for (k = 10; k < 14; k++) {
            sked_moldable_try_rest_(view, done, sked_moldable_scale_(accepted, k, 10));
        }
    }
}

/* ---- >>plan.search: local search ---- */

/* The idea. A plan is an order and widths. Change one of them, and continue from the changed plan
 * if its goal exceeds the present one by no more than a threshold. Thresholds are drawn as
 * -ln(random) times a temperature that falls with the square of the steps left, which is annealing.
 * The logarithm is a table.
 * Source. Kirkpatrick et al. (1983); Dueck and Scheuer (1990) for the thresholds. */

/* A change, and what undoes it: change_at_random_ writes it. */
typedef struct sked_moldable_change_ {
    uint32_t task;
    uint32_t width;                     /* processors before the change                       */
    uint32_t from, to;                  /* places of the order                                */
    sked_time time;                     /* ticks before the change                            */
    int swaps;                          /* the tasks at both places swap, else one moves      */
} sked_moldable_change_;

/* Returns about a normal number, with a deviation of 1024: four dice. */
static int64_t sked_moldable_normal_(const sked_moldable_view_ *view) {
    uint64_t dice = sked_moldable_random_(view);
    int64_t sum = -131070;
    uint32_t i;
    for (i = 0; i < 4; i++) {
        sum += (int64_t)(dice & 0xFFFF);
        dice >>= 16;
    }
    return sum * 887 / 32768;
}

/* Returns width times e^x, x in 1/1024, by the first terms of its series; at least 1 more or
 * less. */
static uint32_t sked_moldable_rescale_(const sked_moldable_view_ *view, uint32_t width,
                                       int64_t x) {
    const uint64_t size = (uint64_t)(x < 0 ? -x : x);
    const uint64_t factor = 1024 + size + size * size / 2048;
    const uint64_t scaled =
        x < 0 ? ((uint64_t)width * 1024 + factor / 2) / factor : (width * factor + 512) / 1024;
    SKED_ASSERT(width > 0 && factor >= 1024);
    if (scaled == width) {
        return sked_moldable_below_(view, 2) > 0 ? width + 1 : width - 1;
    }
    return (uint32_t)sked_min_u64_(scaled, view->state->width_max);
}

/* Gives a task another width, about e^x times as large. */
static void sked_moldable_change_width_(const sked_moldable_view_ *view, uint32_t task,
                                        int64_t x) {
    uint32_t rung;
    if (sked_moldable_is_divisible_(&view->brief[task])) {
        return;
    }
    rung = sked_moldable_rung_near_(view, task,
                                    sked_moldable_rescale_(view, view->width[task], x));
    rung = sked_moldable_rung_by_(view, task, sked_moldable_time_at_(view, task, rung));
    sked_moldable_set_(view, task, rung);
}

/* Moves the task at place `from` to place `to`, and those between by one; or swaps the two. */
static void sked_moldable_shift_(const sked_moldable_view_ *view, uint32_t from, uint32_t to,
                                 int swaps) {
    uint32_t *const order = view->order;
    const uint32_t task = order[from];
    uint32_t at = from;
    SKED_ASSERT(from < view->crowd.count && to < view->crowd.count);
    if (swaps) {
        order[from] = order[to];
        at = to;
    }
    for (; at < to; at++) {
        order[at] = order[at + 1];
    }
    for (; at > to; at--) {
        order[at] = order[at - 1];
    }
    order[to] = task;
}

/* Returns a place about `spread` away. */
static uint32_t sked_moldable_nearby_(const sked_moldable_view_ *view, uint32_t from,
                                      uint32_t count, int64_t spread) {
    const int64_t to = (int64_t)from + sked_moldable_normal_(view) * spread / 1048576;
    SKED_ASSERT(from < count);
    if (to < 0) {
        return 0;
    }
    return to < (int64_t)count ? (uint32_t)to : count - 1;
}

/* Makes a random change. `part` is the share of the steps that is left, in 1/1024. */
static sked_moldable_change_ sked_moldable_change_at_random_(const sked_moldable_view_ *view,
                                                             uint32_t count, uint64_t part) {
    const uint32_t kind = sked_moldable_below_(view, 20);
    const int64_t spread = 1024 + (int64_t)(count * part * 3 / 20);
    sked_moldable_change_ change;
    SKED_ASSERT(part <= 1024);
    change.from = change.to = sked_moldable_below_(view, count);
    change.task = view->order[change.from];
    change.width = view->width[change.task];
    change.time = view->time[change.task];
    change.swaps = kind >= 18;
    /* Where to: half of all changes move a task, two of 20 swap. */
    if (change.swaps) {
        change.to = sked_moldable_below_(view, count);
    } else if (kind >= 9) {
        change.to = sked_moldable_nearby_(view, change.from, count, spread);
    }
    /* The width: 9 of 20 change it alone, and 2 of 20 with a move. */
    if (kind < 9) {
        sked_moldable_change_width_(
            view, change.task,
            sked_moldable_normal_(view) * (int64_t)(102 + part * 2 / 5) / 1024);
    } else if (kind >= 16 && kind < 18) {
        sked_moldable_change_width_(view, change.task, sked_moldable_normal_(view) * 3 / 10);
    }
    sked_moldable_shift_(view, change.from, change.to, change.swaps);
    return change;
}

static void sked_moldable_undo_(const sked_moldable_view_ *view,
                                const sked_moldable_change_ *change) {
    sked_moldable_shift_(view, change->to, change->from, change->swaps);
    view->width[change->task] = change->width;
    view->time[change->task] = change->time;
}

/* Returns what may be lost: -ln of a random number, in 1/256, times `heat`. */
static uint64_t sked_moldable_threshold_(const sked_moldable_view_ *view, uint64_t heat) {
    static const uint16_t minus_ln[] = {887, 606, 475, 389, 325, 273, 231, 194,
                                        162, 133, 108, 85, 63, 43, 25, 8};
    return heat * minus_ln[sked_moldable_below_(view, 16)] / 256;
}

static void sked_moldable_local_search_(sked_moldable_view_ *view) {
    sked_moldable_state_ *state = view->state;
    const uint64_t all = state->steps_max - state->steps;
    const uint64_t hot = UINT64_C(83886) * (view->makespan_weight + view->minsum_weight);
    sked_moldable_value_ value;
    uint64_t present, goal;
    uint32_t i;
    SKED_ASSERT(state->have[SKED_MOLDABLE_LAST_]);
    /* The last plan, as a list. */
    for (i = 0; i < view->crowd.count; i++) {
        sked_moldable_copy_width_(view, SKED_MOLDABLE_LAST_, view->crowd.task[i]);
    }
    sked_moldable_set_divisible_(view);
    sked_moldable_sort_rows_(view, view->kept[SKED_MOLDABLE_LAST_], view->crowd.count);
    value = sked_moldable_list_(view);
    sked_moldable_meet_(view, view->row, &value);
    present = sked_moldable_goal_(view, &value);
    /* Changes, while there are steps left. */
    while (sked_moldable_has_steps_(view)) {
        const uint64_t part = (state->steps_max - state->steps) / (all / 1024 + 1);
        const uint64_t heat = hot * part / 1024 * part / 1024;
        const sked_moldable_change_ change =
            sked_moldable_change_at_random_(view, view->crowd.count, part);
        state->steps++;
        if (change.from == change.to && change.width == view->width[change.task]) {
            continue;
        }
        /* Make the list; keep the change, if it loses little. */
        value = sked_moldable_list_(view);
        sked_moldable_meet_(view, view->row, &value);
        goal = sked_moldable_goal_(view, &value);
        if (goal <= present || goal - present <= sked_moldable_threshold_(view, heat)) {
            present = goal;
        } else {
            sked_moldable_undo_(view, &change);
        }
    }
}

/* ---- >>plan.menu: methods, arrivals, and the call itself ---- */

/* All that must know each method: dispatch_ and traits_. Methods only offer plans. What is the best
 * by the goal of the call is decided in .keep. */

static void sked_moldable_raise_(sked_moldable_view_ *view, uint32_t iterations, uint32_t growth);

/* Tries all that helps. What is cheap and good comes first, and prices before what needs them. */
static void sked_moldable_best_(sked_moldable_view_ *view, const sked_moldable_choice *choice) {
    sked_moldable_state_ *state = view->state;
    const uint64_t all = state->steps_max;
    sked_moldable_makespan_(view);
    sked_moldable_demt_(view, choice);
    if (!state->raised && sked_moldable_has_steps_(view)) {
        state->steps_max = all / 2;
        sked_moldable_raise_(view, 150, 115);
        state->steps_max = all;
        view->best = sked_moldable_goal_(view, &state->kept[SKED_MOLDABLE_LAST_]);
    }
    sked_moldable_sweep_(view, 1);
    sked_moldable_multibase_(view);
    sked_moldable_prices_(view);
    sked_moldable_truncate_(view);
    sked_moldable_local_search_(view);
}

/* Starts from the plan of the last call. */
static void sked_moldable_resume_(sked_moldable_view_ *view, const sked_moldable_choice *choice) {
    if (view->state->have[SKED_MOLDABLE_LAST_]) {
        view->best = sked_moldable_goal_(view, &view->state->kept[SKED_MOLDABLE_LAST_]);
    } else {
        sked_moldable_demt_(view, choice);
    }
    sked_moldable_local_search_(view);
}

static void sked_moldable_truncations_(sked_moldable_view_ *view,
                                       const sked_moldable_choice *choice) {
    if (!view->state->have[SKED_MOLDABLE_LAST_]) {
        sked_moldable_makespan_(view);
        sked_moldable_demt_(view, choice);
    }
    sked_moldable_truncate_(view);
}

/* Runs a method. */
static void sked_moldable_dispatch_(sked_moldable_view_ *view, const sked_moldable_choice *choice) {
    switch (choice->method) {
    case SKED_MOLDABLE_BEST:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_BEST) != 0) {
            sked_moldable_best_(view, choice);
        }
        break;
    case SKED_MOLDABLE_MAKESPAN:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_MAKESPAN) != 0) {
            sked_moldable_makespan_(view);
        }
        break;
    case SKED_MOLDABLE_SWEEP:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_SWEEP) != 0) {
            sked_moldable_sweep_(view, 0);
        }
        break;
    case SKED_MOLDABLE_DEMT:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_DEMT) != 0) {
            sked_moldable_demt_(view, choice);
        }
        break;
    case SKED_MOLDABLE_MULTIBASE:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_MULTIBASE) != 0) {
            sked_moldable_multibase_(view);
        }
        break;
    case SKED_MOLDABLE_PRICES:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_PRICES) != 0) {
            sked_moldable_prices_(view);
        }
        break;
    case SKED_MOLDABLE_TRUNCATIONS:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_TRUNCATIONS) != 0) {
            sked_moldable_truncations_(view, choice);
        }
        break;
    case SKED_MOLDABLE_SEARCH:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_SEARCH) != 0) {
            sked_moldable_resume_(view, choice);
        }
        break;
    case SKED_MOLDABLE_GANG:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_GANG) != 0) {
            sked_moldable_gang_(view, choice->order);
        }
        break;
    case SKED_MOLDABLE_SEQUENTIAL:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_SEQUENTIAL) != 0) {
            sked_moldable_try_limit_(view, choice->order, SKED_TIME_MAX);
        }
        break;
    case SKED_MOLDABLE_SHELVES:
        if (SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, SKED_MOLDABLE_SHELVES) != 0) {
            sked_moldable_shelves_(view, choice->order, sked_moldable_deadline_(view));
        }
        break;
    case SKED_MOLDABLE_METHOD_CLOSED_:
        break;
    }
}

/* What is known of a method before it runs: a sum of these. */
enum {
    SKED_MOLDABLE_OFFERED_ = 1,         /* there is such a method, and it has code            */
    SKED_MOLDABLE_IN_BATCHES_ = 2,      /* it can plan a part of the tasks                    */
    SKED_MOLDABLE_LIMITED_ = 4,         /* it heeds steps_max                                 */
    SKED_MOLDABLE_SHORT_ALONE_ = 8      /* its goal is the makespan, which it guarantees      */
};

/* Returns what is known of a method; 0: there is no such method. */
static uint32_t sked_moldable_traits_(sked_moldable_method method) {
    uint32_t traits = 0;
    switch (method) {
    case SKED_MOLDABLE_BEST:
    case SKED_MOLDABLE_SEARCH: traits = SKED_MOLDABLE_OFFERED_ | SKED_MOLDABLE_LIMITED_; break;
    case SKED_MOLDABLE_PRICES:
    case SKED_MOLDABLE_TRUNCATIONS: traits = SKED_MOLDABLE_OFFERED_; break;
    case SKED_MOLDABLE_MAKESPAN:
    case SKED_MOLDABLE_SWEEP:
        traits = SKED_MOLDABLE_OFFERED_ | SKED_MOLDABLE_IN_BATCHES_ | SKED_MOLDABLE_SHORT_ALONE_;
        break;
    case SKED_MOLDABLE_DEMT:
    case SKED_MOLDABLE_MULTIBASE:
    case SKED_MOLDABLE_GANG:
    case SKED_MOLDABLE_SEQUENTIAL:
    case SKED_MOLDABLE_SHELVES:
        traits = SKED_MOLDABLE_OFFERED_ | SKED_MOLDABLE_IN_BATCHES_;
        break;
    case SKED_MOLDABLE_METHOD_CLOSED_: break;
    }
    return traits * SKED_MOLDABLE_HAS_(SKED_MOLDABLE_METHODS, method);
}

/* Makes the next crowd: the tasks of `all` that are ready by `from` and not drafted yet. */
static void sked_moldable_gather_ready_(sked_moldable_view_ *view, const sked_moldable_crowd_ *all,
                                        sked_time from) {
    sked_moldable_crowd_ *crowd = &view->crowd;
    uint32_t i;
    crowd->task = view->gathered;
    crowd->count = crowd->moldable = 0;
    crowd->from = from;
    for (i = 0; i < all->count; i++) {
        const uint32_t task = all->task[i];
        if (view->draft[task].start == SKED_NEVER && view->brief[task].ready <= from) {
            view->gathered[crowd->count++] = task;
            crowd->moldable += i < all->moldable;
        }
    }
}

/* Plans batch after batch. A new one begins when all of the last has ended, or a task is ready. */
static void sked_moldable_in_batches_(sked_moldable_view_ *view,
                                      const sked_moldable_choice *choice) {
    const sked_moldable_crowd_ all = view->crowd;
    sked_moldable_value_ value;
    sked_time from = 0;
    uint32_t left = all.count, next = 0, i;
    sked_moldable_clear_rows_(view->draft, view->state->shape.tasks);
    for (i = 0; i < all.count; i++) {
        view->draft[all.task[i]].start = SKED_NEVER;
    }
    while (left > 0) {
        sked_moldable_gather_ready_(view, &all, from);
        /* No task is there: move on to the next that becomes ready. */
        if (view->crowd.count == 0) {
            SKED_ASSERT(next < view->state->readies);
            while (view->brief[view->ready[next]].ready <= from) {
                next++;
            }
            from = view->brief[view->ready[next]].ready;
            continue;
        }
        /* Plan the batch; the next one begins when all of it has ended. */
        view->best = UINT64_MAX;
        sked_moldable_dispatch_(view, choice);
        SKED_ASSERT(view->best < UINT64_MAX && view->crowd.count <= left);
        for (i = 0; i < view->crowd.count; i++) {
            from = sked_max_i64_(from, view->draft[view->crowd.task[i]].end);
        }
        left -= view->crowd.count;
    }
    SKED_ASSERT(from <= view->state->length_max);
    view->crowd = all;
    view->best = UINT64_MAX;
    value = sked_moldable_value_of_(view, view->draft);
    sked_moldable_meet_(view, view->draft, &value);
}

static const sked_moldable_choice sked_moldable_default_ = SKED_ZERO;

static sked_status sked_moldable_check_choice_(const sked_moldable_choice *choice,
                                               uint32_t traits) {
    sked_refusal *refusal = choice->refusal;
    if (traits == 0) {
        return sked_refuse_(refusal, SKED_E_SETTING, "method", (uint32_t)choice->method, 0,
                            (sked_time)SKED_MOLDABLE_SHELVES);
    }
    if (sked_is_out_(refusal, SKED_E_SETTING, "order", (uint32_t)choice->order, 0,
                     (uint32_t)SKED_MOLDABLE_SHELF) ||
        sked_is_out_(refusal, SKED_E_SETTING, "arrivals", (uint32_t)choice->arrivals, 0,
                     (uint32_t)SKED_MOLDABLE_BATCHED)) {
        return SKED_E_SETTING;
    }
    /* What does not go together. */
    if (choice->order == SKED_MOLDABLE_SHELF && choice->method != SKED_MOLDABLE_SHELVES) {
        return sked_refuse_what_(refusal, SKED_E_SETTING, "order",
                                 "SKED_MOLDABLE_SHELF is for SKED_MOLDABLE_SHELVES alone");
    }
    if (choice->arrivals == SKED_MOLDABLE_BATCHED && (traits & SKED_MOLDABLE_IN_BATCHES_) == 0) {
        return sked_refuse_what_(refusal, SKED_E_SETTING, "arrivals",
                                 "the method does not plan in batches");
    }
    if (sked_is_out_(refusal, SKED_E_RANGE, "shuffles", choice->shuffles, 0, 65536) ||
        sked_is_out_(refusal, SKED_E_RANGE, "makespan_weight", choice->makespan_weight, 0, 1000) ||
        sked_is_out_(refusal, SKED_E_RANGE, "minsum_weight", choice->minsum_weight, 0, 1000)) {
        return SKED_E_RANGE;
    }
    return sked_is_point_(choice->makespan_max)
               ? SKED_OK
               : sked_refuse_(refusal, SKED_E_TIME, "makespan_max", choice->makespan_max, 0,
                              SKED_TIME_MAX);
}

/* Prepares a view for a call. */
static void sked_moldable_set_out_(sked_moldable_view_ *view, const sked_moldable_choice *choice,
                                   uint32_t traits) {
    sked_moldable_state_ *state = view->state;
    const uint64_t limit = choice->steps_max == 0 ? UINT64_C(2000000) : choice->steps_max;
    view->makespan_weight = choice->makespan_weight;
    view->minsum_weight = choice->minsum_weight;
    if (choice->makespan_weight + choice->minsum_weight == 0) {
        view->makespan_weight = 1;
        view->minsum_weight = (traits & SKED_MOLDABLE_SHORT_ALONE_) != 0 ? 0 : 1;
    }
    view->makespan_max = choice->makespan_max <= state->now ? 0 : choice->makespan_max - state->now;
    view->best = UINT64_MAX;
    view->alone = 0;
    state->steps = 0;
    state->steps_max = (traits & SKED_MOLDABLE_LIMITED_) != 0 ? limit : UINT64_MAX;
    state->random = choice->seed;
    SKED_ASSERT(view->makespan_weight + view->minsum_weight > 0 && view->makespan_max >= 0);
}

static uint64_t sked_moldable_promise_(const sked_moldable_state_ *state,
                                       const sked_moldable_choice *choice, uint32_t traits) {
    return (traits & SKED_MOLDABLE_SHORT_ALONE_) != 0 && state->even && state->plain &&
                   state->exact && choice->minsum_weight == 0 && choice->makespan_max == 0 &&
                   choice->arrivals == SKED_MOLDABLE_KNOWN && state->active > 0
               ? 1502
               : 0;
}

/* a / b in 1/1000, rounded up. */
static uint64_t sked_moldable_thousandths_(sked_u128 a, sked_u128 b) {
    sked_u128 product, quotient;
    uint64_t rest;
    if (a.high == 0 && a.low == 0) {
        return 1000;
    }
    while ((b.high | a.high >> 50) != 0) {
        a = sked_u128_add(a, sked_moldable_wide_(1));
        sked_moldable_halve_(&a);
        sked_moldable_halve_(&b);
    }
    product = sked_u128_mul(a.low, 1000);
    product.high += a.high * 1000;
    quotient = sked_u128_div(product, b.low + (b.low == 0), &rest);
    if (quotient.high > 0) {
        return UINT64_MAX;
    }
    return quotient.low + (rest > 0);
}

/* Returns a minsum of times since 0, from one of times since now. */
static sked_u128 sked_moldable_since_0_(const sked_moldable_state_ *state, sked_u128 minsum) {
    sked_moldable_add_product_(&minsum, (uint64_t)state->now, state->weights);
    return minsum;
}

static void sked_moldable_report_(const sked_moldable_state_ *state,
                                  const sked_moldable_value_ *value,
                                  sked_moldable_result *result) {
    result->makespan = state->now + value->makespan;
    SKED_ASSERT(value->makespan >= 0 && state->makespan_lower_bound >= 0);
    SKED_ASSERT(value->makespan <= state->length_max);
    result->makespan_lower_bound = state->now + state->makespan_lower_bound;
    result->minsum = sked_moldable_since_0_(state, value->minsum);
    result->minsum_lower_bound = sked_moldable_since_0_(state, state->minsum_lower_bound);
    result->makespan_ratio_permille =
        sked_moldable_thousandths_(sked_moldable_wide_((uint64_t)value->makespan),
                                   sked_moldable_wide_((uint64_t)state->makespan_lower_bound));
    result->minsum_ratio_permille =
        sked_moldable_thousandths_(value->minsum, state->minsum_lower_bound);
    result->guarantee_permille = 0;
    result->steps = 0;
    result->bound_iterations = state->iterations;
}

/* Gives the caller the rows of a kept plan, in time since 0; what is left out has zeros. */
static void sked_moldable_give_rows_(const sked_moldable_view_ *view, const sked_moldable_row *from,
                                     sked_moldable_row *rows) {
    uint32_t i;
    sked_moldable_clear_rows_(rows, view->state->shape.tasks);
    for (i = 0; i < view->crowd.count; i++) {
        const uint32_t task = view->crowd.task[i];
        rows[task] = from[task];
        SKED_ASSERT(from[task].start >= 0 && from[task].end > from[task].start);
        rows[task].start += view->state->now;
        rows[task].end += view->state->now;
    }
}

SKED_API sked_status sked_moldable_plan(sked_moldable *moldable, const sked_moldable_choice *choice,
                                        sked_moldable_row *rows, sked_moldable_result *result) {
    const sked_moldable_choice *const how = choice == NULL ? &sked_moldable_default_ : choice;
    const uint32_t traits = sked_moldable_traits_(how->method);
    sked_moldable_view_ view;
    sked_status status;
    SKED_ASSERT(moldable != NULL && rows != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return sked_refuse_what_(how->refusal, SKED_E_EMPTY, NULL, NULL);
    }
    status = sked_moldable_check_choice_(how, traits);
    if (status != SKED_OK) {
        return status;
    }
    /* Bounds first, as the goal is measured by them; then the plans. */
    sked_moldable_set_out_(&view, how, traits);
    sked_moldable_prove_(&view);
    if (view.crowd.count > 0 && how->arrivals == SKED_MOLDABLE_BATCHED) {
        sked_moldable_in_batches_(&view, how);
    } else if (view.crowd.count > 0) {
        sked_moldable_dispatch_(&view, how);
    } else {
        const sked_moldable_value_ nothing = SKED_ZERO; /* the plan of no task is met, too */
        sked_moldable_meet_(&view, view.kept[SKED_MOLDABLE_LAST_], &nothing);
    }
    /* The best goes to the caller. */
    SKED_ASSERT(view.state->have[SKED_MOLDABLE_LAST_]);
    sked_moldable_give_rows_(&view, view.kept[SKED_MOLDABLE_LAST_], rows);
    if (result != NULL) {
        sked_moldable_report_(view.state, &view.state->kept[SKED_MOLDABLE_LAST_], result);
        result->guarantee_permille = sked_moldable_promise_(view.state, how, traits);
        result->steps = view.state->steps;
    }
    return SKED_OK;
}

/* ---- >>bound -------------------------------------------------------------------------------- */

/* A market has units, intervals and their prices; wishes are what tasks would do at these.
 *     >>bound.market      units and sums
 *     >>bound.wishes      the least bracket of a task
 *     >>bound.prices      prices that rise and fall
 *     >>bound.calls       the dual test, the bound, certificates
 *
 * The idea. For prices q(t) >= 0 of a processor's tick, with Q their integral: in any plan the
 * tasks use at most m(t) processors, so
 *     sum w C  >=  sum of [ w C + width (Q(end) - Q(start)) ]  -  integral of m q,
 * and the bracket of each task is at least the least it can have by itself: over its widths, and
 * its starts from ready on. That is a bound for any prices; better ones are found by raising
 * them where the tasks' wishes need more than m, and lowering them where they need less. The
 * least bracket of a width is where Q bends: at a start where the price drops, or an end where
 * it rises; elsewhere the slope w + width (q(end) - q(start)) cannot turn from falling to
 * rising.
 * The invariant. Weights, times and ready times are rounded down, to coarse units in which every
 * product is below 2^63; what the machine earns is rounded up.
 * Source. Lagrangian relaxation of the time-indexed program (Dyer and Wolsey 1990), on
 * intervals. */

/* ---- >>bound.market: units and sums ---- */

/* A market: open_market_ writes the units. A coarse tick is 2^shift ticks; prices and weights are
 * in 2^-scale. */
typedef struct sked_moldable_market_ {
    uint32_t shift;
    uint32_t intervals;                 /* in use: by lay_out_, dual_bound                    */
    int32_t scale;
    uint64_t highest;                   /* no price is above                                  */
    uint64_t end_max;                   /* in coarse ticks: no wish of these widths is later  */
    int rises;                          /* some price is higher than the one before: by tally_ */
    int keeps_wishes;                   /* wishes are kept for lists: by open_market_, raise_ */
} sked_moldable_market_;

/* What a task wishes for by itself: try_rung_ and wish_cut_ write it. */
typedef struct sked_moldable_pick_ {
    uint64_t value;                     /* of its bracket, in market units                    */
    uint64_t start, time;               /* coarse ticks; of a divisible task: end and work    */
    uint32_t width;                     /* processors; 0: it is divisible                     */
    uint32_t rung;                      /* of a divisible task: the cheapest interval         */
} sked_moldable_pick_;

/* Opens a market for times up to `end`, or three times the shortest deadline if that is later. */
static void sked_moldable_open_market_(const sked_moldable_view_ *view, sked_time end,
                                       sked_moldable_market_ *market) {
    const sked_moldable_state_ *state = view->state;
    const uint64_t base =
        (uint64_t)sked_max_i64_(state->accepted, state->makespan_lower_bound);
    const uint64_t latest = 3 * base > (uint64_t)end ? 3 * base : (uint64_t)end;
    const uint32_t tasks = sked_moldable_bits_(state->active + state->divisible);
    const uint32_t width = sked_moldable_bits_(state->shape.processors);
    const uint32_t room = sked_min_u32_(62 - tasks - width, 41 - width);
    const uint32_t bits = sked_moldable_bits_(latest);
    const uint32_t time_bits = sked_min_u32_(bits, room < 32 ? room : 32);
    market->shift = bits - time_bits;
    market->scale = 55 - (int32_t)sked_moldable_bits_(state->weights) - (int32_t)time_bits;
    market->highest = UINT64_C(1) << (55 - time_bits - (width > 6 ? width - 6 : 0));
    SKED_ASSERT(market->shift < 64 && market->highest > 0);
    market->end_max = (latest >> market->shift) * 128;
    market->keeps_wishes = 0;
}

/* Returns number * 2^shift, rounded down. */
static uint64_t sked_moldable_shifted_(uint64_t number, int32_t shift) {
    if (shift >= 0) {
        return shift < 64 ? number << shift : 0;
    }
    return shift > -64 ? number >> -shift : 0;
}

/* Returns what there is in [start, end), in processors times coarse ticks, rounded up. */
static uint64_t sked_moldable_earned_(const sked_moldable_view_ *view,
                                      const sked_moldable_market_ *market, uint64_t start,
                                      uint64_t end) {
    const uint64_t coarse = (UINT64_C(1) << market->shift) - 1;
    const uint64_t area =
        sked_moldable_area_before_(view, (sked_time)(end << market->shift)) -
        sked_moldable_area_before_(view, (sked_time)(start << market->shift));
    SKED_ASSERT(start <= end);
    return (area + coarse) >> market->shift;
}

/* Sums up prices that have changed, and finds the highest from each interval on. */
static void sked_moldable_tally_(const sked_moldable_view_ *view, sked_moldable_market_ *market) {
    sked_moldable_interval_ *const interval = view->interval;
    uint64_t highest = 0;
    uint32_t j;
    market->rises = 0;
    for (j = 0; j < market->intervals; j++) {
        interval[j + 1].sum =
            interval[j].sum + interval[j].price * (interval[j].end - interval[j].start);
        market->rises |= interval[j + 1].price > interval[j].price;
        interval[j].used = 0;
        SKED_ASSERT(interval[j].end == interval[j + 1].start);
        SKED_ASSERT(interval[j].price <= market->highest && interval[j].start <= interval[j].end);
    }
    for (j = market->intervals + 1; j-- > 0;) {
        highest = interval[j].price > highest ? interval[j].price : highest;
        interval[j].highest = highest;
    }
}

/* Returns the sum of prices before a time. *at is the interval of an earlier or the same time, and
 * becomes that of this one. */
static uint64_t sked_moldable_sum_at_(const sked_moldable_view_ *view, uint32_t intervals,
                                      uint64_t time, uint32_t *at) {
    const sked_moldable_interval_ *interval = &view->interval[*at]; /*~prices_go_on*/
    while (*at < intervals && interval->end <= time) {
        interval++;
        ++*at;
    }
    SKED_ASSERT(time >= interval->start);
    return interval->sum + interval->price * (time - interval->start);
}

/* ---- >>bound.wishes: the least bracket of a task ---- */

/* A bracket is compared with the best so far, so that most widths are dismissed by their weight
 * and time alone. At the end all widths are tried; before that, only some (a rough wish is no
 * bound). */

static void sked_moldable_prefer_(sked_moldable_pick_ *pick, uint64_t value, uint64_t start) {
    if (value < pick->value) {
        pick->value = value;
        pick->start = start;
    }
}

/* Tries a width with starts where the price drops. */
static void sked_moldable_try_drops_(const sked_moldable_view_ *view, uint32_t intervals,
                                     uint64_t weight, uint64_t width, uint64_t time, uint32_t from,
                                     sked_moldable_pick_ *pick) {
    const sked_moldable_interval_ *interval = view->interval;
    uint32_t ends_in = from, j;
    SKED_ASSERT(weight > 0 && from <= intervals);
    for (j = from + 1; j <= intervals; j++) {
        const uint64_t start = interval[j].start, cost = weight * (start + time);
        if (width * interval[j - 1].highest < weight || cost >= pick->value) {
            return;
        }
        if (interval[j].price < interval[j - 1].price &&
            width * interval[j - 1].price >= weight) {
            const uint64_t sum =
                sked_moldable_sum_at_(view, intervals, start + time, &ends_in);
            sked_moldable_prefer_(pick, cost + width * (sum - interval[j].sum), start);
        }
    }
}

/* Tries a width with ends where the price rises. */
static void sked_moldable_try_rises_(const sked_moldable_view_ *view, uint32_t intervals,
                                     uint64_t weight, uint64_t width, uint64_t time,
                                     uint64_t ready, sked_moldable_pick_ *pick) {
    const sked_moldable_interval_ *interval = view->interval;
    uint32_t starts_in = 0, j;
    SKED_ASSERT(weight > 0);
    for (j = 1; j <= intervals; j++) {
        const uint64_t end = interval[j].start, cost = weight * end;
        if (interval[j].price <= interval[j - 1].price || end < ready + time) {
            continue;
        }
        if (cost >= pick->value) {
            return;
        }
        sked_moldable_prefer_(
            pick,
            cost + width * (interval[j].sum -
                            sked_moldable_sum_at_(view, intervals, end - time, &starts_in)),
            end - time);
    }
}

/* Finds the least bracket of a width and its time, if it is below pick->value. */
static void sked_moldable_try_width_(const sked_moldable_view_ *view,
                                     const sked_moldable_market_ *market, uint64_t weight,
                                     uint64_t width, uint64_t time, uint64_t ready,
                                     sked_moldable_pick_ *pick) {
    uint32_t starts_in = 0, ends_in;
    uint64_t before, after;
    view->state->steps += 4;
    if (time >= market->end_max || weight * (ready + time) >= pick->value) {
        return;
    }
    /* At once; then where it bends, if some price exceeds what waiting costs. */
    before = sked_moldable_sum_at_(view, market->intervals, ready, &starts_in);
    ends_in = starts_in;
    after = sked_moldable_sum_at_(view, market->intervals, ready + time, &ends_in);
    sked_moldable_prefer_(pick, weight * (ready + time) + width * (after - before), ready);
    if (width * view->interval[starts_in].highest >= weight) {
        sked_moldable_try_drops_(view, market->intervals, weight, width, time, starts_in, pick);
        if (market->rises) {
            sked_moldable_try_rises_(view, market->intervals, weight, width, time, ready, pick);
        }
    }
}

/* Tries one rung of a task. */
static void sked_moldable_try_rung_(const sked_moldable_view_ *view,
                                    const sked_moldable_market_ *market, uint32_t task,
                                    uint32_t rung, uint64_t weight, sked_moldable_pick_ *pick) {
    const uint64_t time = (uint64_t)sked_moldable_time_at_(view, task, rung) >> market->shift;
    const uint32_t width = sked_moldable_width_at_(view, task, rung);
    const uint64_t before = pick->value;
    sked_moldable_try_width_(view, market, weight, width, time,
                             (uint64_t)view->brief[task].ready >> market->shift, pick);
    if (pick->value < before) {
        pick->time = time;
        pick->width = width;
        pick->rung = rung;
    }
}

/* Tries some widths of a task, not too far apart. The last wish comes first. */
static void sked_moldable_wish_roughly_(const sked_moldable_view_ *view,
                                        const sked_moldable_market_ *market, uint32_t task,
                                        uint64_t weight, sked_moldable_pick_ *pick) {
    const uint32_t rungs = view->brief[task].rungs;
    uint32_t rung;
    sked_moldable_try_rung_(view, market, task, view->short_rung[task], weight, pick);
    for (rung = 0; rung < rungs; rung = sked_moldable_next_rung_(rung, rungs)) {
        sked_moldable_try_rung_(view, market, task, rung, weight, pick);
    }
}

/* Tries all widths of a task. A run of rungs is dismissed as one if not even its least width with
 * its least time would be better. Runs grow where that works, and shrink where it does not. */
static void sked_moldable_wish_exactly_(const sked_moldable_view_ *view,
                                        const sked_moldable_market_ *market, uint32_t task,
                                        uint64_t weight, sked_moldable_pick_ *pick) {
    const uint64_t ready = (uint64_t)view->brief[task].ready >> market->shift;
    const uint32_t rungs = view->brief[task].rungs;
    uint32_t rung = 0, run = 1;
    while (rung < rungs) {
        const uint32_t last = run < rungs - rung ? rung + run - 1 : rungs - 1;
        sked_moldable_pick_ best = *pick;
        SKED_ASSERT(rung <= last && last < rungs);
        sked_moldable_try_width_(
            view, market, weight, sked_moldable_width_at_(view, task, rung),
            (uint64_t)sked_moldable_time_at_(view, task, last) >> market->shift, ready, &best);
        /* A run that may be better is halved, down to one rung, which is tried. */
        if (best.value < pick->value && last > rung) {
            run = (last - rung + 1) / 2;
        } else {
            if (best.value < pick->value) {
                sked_moldable_try_rung_(view, market, task, rung, weight, pick);
            }
            rung = last + 1;
            run = run < rungs ? run * 2 : run;
        }
    }
}

/* Makes the wish of a divisible task: its work is as cheap as the cheapest interval before its
 * end. */
static void sked_moldable_wish_cut_(const sked_moldable_view_ *view,
                                    const sked_moldable_market_ *market, uint32_t task,
                                    uint64_t weight, sked_moldable_pick_ *pick) {
    const sked_moldable_brief_ *brief = &view->brief[task];
    const uint64_t ready = (uint64_t)brief->ready >> market->shift;
    const uint64_t work = (uint64_t)brief->slowest >> market->shift;
    const uint64_t soonest = ready + work / view->state->peak;
    uint64_t price = UINT64_MAX;
    uint32_t cheapest = 0, j;
    /* In each interval the earliest end is best: all of it has one price, and weight costs. */
    for (j = 0; j <= market->intervals; j++) {
        const sked_moldable_interval_ *interval = &view->interval[j];
        const uint64_t end = interval->start > soonest ? interval->start : soonest;
        if (j < market->intervals && interval->end <= ready) {
            continue;
        }
        if (interval->price < price) {
            price = interval->price;
            cheapest = j;
        }
        if (weight * end + work * price < pick->value) {
            pick->value = weight * end + work * price;
            pick->start = end;
            pick->time = work;
            pick->width = 0;
            pick->rung = cheapest;
        }
    }
    SKED_ASSERT(price <= market->highest && cheapest <= market->intervals);
}

/* Adds the processors and ticks of a wish to what is used. */
static void sked_moldable_use_(const sked_moldable_view_ *view, uint32_t intervals,
                               const sked_moldable_pick_ *pick) {
    const uint64_t end = pick->start + pick->time;
    uint32_t j;
    SKED_ASSERT(pick->width > 0 || pick->rung <= intervals);
    if (pick->width == 0) {
        view->interval[pick->rung].used += pick->time;
        return;
    }
    for (j = 0; j < intervals && view->interval[j].start < end; j++) {
        const sked_moldable_interval_ *interval = &view->interval[j];
        const uint64_t from = pick->start > interval->start ? pick->start : interval->start;
        const uint64_t until = end < interval->end ? end : interval->end;
        view->interval[j].used += until > from ? (until - from) * pick->width : 0;
    }
}

/* Makes a task's wish at the present prices. Returns the value of its bracket. */
static uint64_t sked_moldable_make_wish_(const sked_moldable_view_ *view,
                                         const sked_moldable_market_ *market, uint32_t task,
                                         int exactly) {
    const uint64_t weight = sked_moldable_shifted_(view->brief[task].weight, market->scale);
    const int cut = sked_moldable_is_divisible_(&view->brief[task]);
    sked_moldable_wish_ *wish = &view->wish[task];
    sked_moldable_pick_ pick = SKED_ZERO;
    pick.value = weight == 0 ? 0 : UINT64_MAX;
    pick.start = market->end_max / 128;
    /* What it prefers. */
    if (cut) {
        sked_moldable_wish_cut_(view, market, task, weight, &pick);
    } else if (exactly) {
        sked_moldable_wish_exactly_(view, market, task, weight, &pick);
    } else {
        sked_moldable_wish_roughly_(view, market, task, weight, &pick);
    }
    /* Where the next search begins, what lists need, and what it uses. */
    if (!cut) {
        view->short_rung[task] = pick.rung;
    }
    if (market->keeps_wishes) {
        wish->start = (sked_time)(pick.start << market->shift);
        wish->time = cut ? 0 : sked_moldable_time_at_(view, task, pick.rung);
    }
    sked_moldable_use_(view, market->intervals, &pick);
    return pick.value;
}

/* Returns the bound at the present prices, in market units. */
static int64_t sked_moldable_market_value_(const sked_moldable_view_ *view,
                                           sked_moldable_market_ *market, int exactly) {
    int64_t value = 0;
    uint32_t i;
    SKED_ASSERT(market->intervals > 0 && market->intervals <= view->state->shape.intervals);
    sked_moldable_tally_(view, market);
    for (i = 0; i < market->intervals; i++) {
        value -= (int64_t)(view->interval[i].price * view->interval[i].room);
    }
    for (i = 0; i < view->crowd.count; i++) {
        value += (int64_t)sked_moldable_make_wish_(view, market, view->crowd.task[i], exactly);
    }
    return value;
}

/* Returns a bound in ticks and weights. */
static sked_u128 sked_moldable_worth_(const sked_moldable_market_ *market, int64_t value) {
    const int32_t up = (int32_t)market->shift - market->scale;
    const uint64_t number = value > 0 ? (uint64_t)value : 0;
    if (up < 0) {
        return sked_moldable_wide_(sked_moldable_shifted_(number, up));
    }
    return sked_moldable_doubled_(sked_moldable_wide_(number), (uint32_t)up);
}

/* ---- >>bound.prices: prices that rise and fall ---- */

/* The idea. The bound is concave in the prices. What wishes use beyond what there is, is a
 * direction in which it rises. Steps go along it and some of the last direction, and aim at the
 * least minsum of a plan. After ten failures they begin anew from the best prices, and are shorter.
 * The invariant. `best` has the prices of the best value; only an exact evaluation of these is
 * kept.
 * Source. Subgradients: Polyak (1969); Held, Wolfe and Crowder (1974). */

/* Lays out intervals that grow from half of the quickest task's time to the end of the market, or
 * to that of the longest plan. If that takes more than there is room for, the first is longer. */
static void sked_moldable_lay_out_(const sked_moldable_view_ *view, sked_moldable_market_ *market,
                                   uint32_t growth) {
    const sked_moldable_state_ *state = view->state;
    const uint64_t until = sked_min_u64_(
        market->end_max / 128, (uint64_t)state->length_max >> market->shift);
    uint64_t first = until, end, quickest;
    uint32_t count, i;
    /* Half of the quickest time, but a coarse tick at least. */
    for (i = 0; i < state->active; i++) {
        quickest = (uint64_t)view->brief[view->active[i]].fastest >> (market->shift + 1);
        first = sked_min_u64_(first, quickest);
    }
    /* Twice that, until the intervals suffice. */
    for (first += first == 0;; first *= 2) {
        count = 0;
        end = 0;
        while (end < until && count < state->shape.intervals) {
            sked_moldable_interval_ *interval = &view->interval[count++];
            interval->start = end;
            end = end == 0 ? first : end + end * (growth - 100) / 100 + 1;
            end = interval->end = sked_min_u64_(end, until);
        }
        if (end == until) {
            break;
        }
    }
    market->intervals = count;
    SKED_ASSERT(count > 0 && view->interval[count - 1].end == until);
}

/* Makes the sentinel behind the last interval, and what the machine has in each. */
static void sked_moldable_close_(const sked_moldable_view_ *view,
                                 const sked_moldable_market_ *market) {
    sked_moldable_interval_ *const interval = view->interval;
    uint32_t j;
    SKED_ASSERT(market->intervals > 0);
    interval[0].sum = 0;
    for (j = 0; j < market->intervals; j++) {
        interval[j].room =
            sked_moldable_earned_(view, market, interval[j].start, interval[j].end);
    }
    interval[j].start = interval[j].end = interval[j - 1].end;
    interval[j].price = 0;
}

/* Sets first prices: half of all weights over the processors, falling to nothing at 9/5 of the
 * shortest deadline. */
static void sked_moldable_first_prices_(const sked_moldable_view_ *view,
                                        const sked_moldable_market_ *market) {
    const sked_moldable_state_ *state = view->state;
    const uint64_t most =
        sked_moldable_shifted_(state->weights, market->scale) / 2 / state->shape.processors;
    const uint64_t end = market->end_max / 128 * 3 / 5;
    uint32_t j;
    SKED_ASSERT(end > 0);
    for (j = 0; j < market->intervals; j++) {
        sked_moldable_interval_ *interval = &view->interval[j];
        const uint64_t middle = interval->start + (interval->end - interval->start) / 2;
        const uint64_t left = middle < end ? end - middle : 0;
        interval->price = sked_min_u64_(most / 1024 * (left * 1024 / end),
                                                market->highest);
        interval->best = interval->price;
        interval->push = 0;
    }
}

/* Returns number * 256 / length. */
static int64_t sked_moldable_mean_(uint64_t number, uint64_t length) {
    SKED_ASSERT(length > 0);
    return (int64_t)(number / length * 256 + number % length * 256 / length);
}

/* A number as mantissa * 2^exponent, rounded down: float_of_ writes it, with as many bits as asked
 * for. */
typedef struct sked_moldable_float_ {
    uint64_t mantissa;
    int32_t exponent;
} sked_moldable_float_;

static sked_moldable_float_ sked_moldable_float_of_(uint64_t number, uint32_t bits) {
    sked_moldable_float_ result;
    result.exponent = (int32_t)sked_moldable_bits_(number) - (int32_t)bits;
    result.mantissa = sked_moldable_shifted_(number, -result.exponent);
    return result;
}

/* Makes the direction: what the wishes use beyond what there is, and some of the last direction.
 * Returns its square. *push_shift and *length_shift are what it was scaled by. */
static uint64_t sked_moldable_push_(const sked_moldable_view_ *view,
                                    const sked_moldable_market_ *market, uint32_t *push_shift,
                                    uint32_t *length_shift) {
    uint64_t largest = 1, square = 0;
    uint32_t j;
    for (j = 0; j < market->intervals; j++) {
        sked_moldable_interval_ *interval = &view->interval[j];
        const uint64_t length = interval->end - interval->start;
        int64_t excess = sked_moldable_mean_(interval->used, length) -
                         sked_moldable_mean_(interval->room, length);
        if (interval->price == 0 && excess < 0) {
            excess = 0;
        }
        interval->push = interval->push / 5 * 3 + excess;
        largest |= (uint64_t)(interval->push < 0 ? -interval->push : interval->push);
    }
    /* Shifts that let the squares be added. */
    *push_shift = sked_moldable_bits_(largest);
    *push_shift = *push_shift > 20 ? *push_shift - 20 : 0;
    *length_shift = sked_moldable_bits_(market->end_max / 128);
    *length_shift = *length_shift > 16 ? *length_shift - 16 : 0;
    for (j = 0; j < market->intervals; j++) {
        const sked_moldable_interval_ *interval = &view->interval[j];
        const uint64_t size =
            (uint64_t)(interval->push < 0 ? -interval->push : interval->push) >> *push_shift;
        SKED_ASSERT(size >> 20 == 0);
        square += size * size *
                  (((interval->end - interval->start) >> *length_shift) + 1);
    }
    return square;
}

/* Moves the prices by gap / square of the direction: the gap is at most 2^54, so that no step is
 * beyond 2^62. Returns 0 if there is no direction. */
static int sked_moldable_move_prices_(const sked_moldable_view_ *view,
                                      const sked_moldable_market_ *market, uint64_t gap) {
    uint32_t push_shift, length_shift, j;
    const uint64_t square = sked_moldable_push_(view, market, &push_shift, &length_shift);
    const sked_moldable_float_ above = sked_moldable_float_of_(gap, 62);
    const sked_moldable_float_ below = sked_moldable_float_of_(square, 31);
    const uint64_t part = square == 0 ? 0 : above.mantissa / below.mantissa;
    const int32_t shift = above.exponent - below.exponent - (int32_t)push_shift -
                          (int32_t)length_shift + 8;
    SKED_ASSERT(gap <= UINT64_C(1) << 54);
    /* Each price moves by its part of the direction, within its limits. */
    for (j = 0; j < market->intervals; j++) {
        sked_moldable_interval_ *interval = &view->interval[j];
        const int falls = interval->push < 0;
        const uint64_t size =
            (uint64_t)(falls ? -interval->push : interval->push) >> push_shift;
        const sked_moldable_float_ step = sked_moldable_float_of_(size * part, 40);
        const uint64_t moved = sked_min_u64_(
            sked_moldable_shifted_(step.mantissa, step.exponent + shift), market->highest);
        if (falls) {
            interval->price -= sked_min_u64_(moved, interval->price);
        } else {
            interval->price = sked_min_u64_(interval->price + moved, market->highest);
        }
    }
    return square > 0;
}

/* How the prices fare: raise_ begins, climb_on_ writes it. Values are in market units. */
typedef struct sked_moldable_climb_ {
    int64_t best;                       /* the best value so far                              */
    uint64_t known;                     /* the least minsum of a plan: by raise_              */
    uint64_t step;                      /* of the distance, in 2^-20                          */
    uint32_t failures;                  /* values in a row that were no gain: below 10        */
} sked_moldable_climb_;

/* Returns the least minsum that is known, in market units. */
static uint64_t sked_moldable_known_(const sked_moldable_view_ *view,
                                     const sked_moldable_market_ *market) {
    const int32_t up = market->scale - (int32_t)market->shift;
    const sked_u128 known = view->state->kept[SKED_MOLDABLE_LIGHT_].minsum;
    const sked_u128 minsum = up > 0 ? sked_moldable_doubled_(known, (uint32_t)up)
                                    : sked_moldable_halved_(known, (uint32_t)-up);
    SKED_ASSERT(view->state->have[SKED_MOLDABLE_LIGHT_]);
    return minsum.high > 0 ? UINT64_C(1) << 61
                           : sked_min_u64_(minsum.low, UINT64_C(1) << 61);
}

/* Judges the value of the present prices. Keeps the best ones, and returns to them after ten
 * failures, with smaller steps. Returns 0 when steps have become too small. */
static int sked_moldable_climb_on_(const sked_moldable_view_ *view,
                                   const sked_moldable_market_ *market,
                                   sked_moldable_climb_ *climb, int64_t value) {
    const int64_t gain = value - climb->best;
    uint32_t j;
    SKED_ASSERT(climb->failures < 10);
    if (gain > 0) {
        if (gain > climb->best / 100000) {
            climb->failures = 0;
        }
        climb->best = value;
        for (j = 0; j < market->intervals; j++) {
            view->interval[j].best = view->interval[j].price;
        }
        return 1;
    }
    /* After ten failures: back to the best, in smaller steps. */
    climb->failures++;
    if (climb->failures >= 10) {
        climb->failures = 0;
        climb->step = climb->step * 3 / 5;
        for (j = 0; j < market->intervals; j++) {
            view->interval[j].price = view->interval[j].best;
            view->interval[j].push = 0;
        }
    }
    return climb->step >= 100;
}

/* Returns how far to go towards the least minsum that is known. */
static uint64_t sked_moldable_distance_(const sked_moldable_climb_ *climb, int64_t value) {
    const uint64_t worth = (uint64_t)(value < 0 ? -value : value);
    const uint64_t gap = value < (int64_t)climb->known
                             ? (uint64_t)((int64_t)climb->known - value)
                             : worth / 50 + 1;
    return sked_min_u64_(
        (gap >> 20) * climb->step + ((gap & 0xFFFFF) * climb->step >> 20), UINT64_C(1) << 54);
}

/* Keeps the prices, if they prove more than was known. */
static void sked_moldable_keep_prices_(const sked_moldable_view_ *view,
                                       const sked_moldable_market_ *market, int64_t value) {
    sked_moldable_state_ *state = view->state;
    const sked_u128 worth = sked_moldable_worth_(market, value);
    uint32_t j;
    if (sked_u128_compare(worth, state->minsum_lower_bound) <= 0) {
        return;
    }
    SKED_ASSERT(!state->even ||
                sked_u128_compare(worth, state->kept[SKED_MOLDABLE_LIGHT_].minsum) <= 0);
    state->minsum_lower_bound = worth;
    state->intervals = market->intervals;
    state->price_shift = market->scale;
    for (j = 0; j < market->intervals; j++) {
        sked_moldable_interval_ *interval = &view->interval[j];
        interval->kept = interval->price;
        interval->kept_end = (sked_time)(interval->end << market->shift);
        SKED_ASSERT(interval->kept_end > 0 &&
                    interval->kept_end <= state->length_max + ((sked_time)1 << market->shift));
    }
}

/* Raises the bound: a subgradient method with momentum, of prices. */
static void sked_moldable_raise_(sked_moldable_view_ *view, uint32_t iterations,
                                 uint32_t growth) {
    sked_moldable_market_ market;
    sked_moldable_climb_ climb;
    uint32_t i;
    SKED_ASSERT(growth > 100 && growth <= 400);
    /* Intervals, and first prices. */
    sked_moldable_open_market_(view, 0, &market);
    sked_moldable_lay_out_(view, &market, growth);
    sked_moldable_close_(view, &market);
    sked_moldable_first_prices_(view, &market);
    for (i = 0; i < view->state->active; i++) {
        view->short_rung[view->active[i]] = 0;      /* the last wish, see wish_roughly_ */
    }
    climb.best = INT64_MIN / 2;
    climb.known = sked_moldable_known_(view, &market);
    climb.step = UINT64_C(1) << 19;
    climb.failures = 0;
    /* Round by round. */
    for (i = 0; i < iterations && sked_moldable_has_steps_(view); i++) {
        const int64_t value = sked_moldable_market_value_(view, &market, 0);
        view->state->iterations += view->state->iterations < UINT32_MAX;
        if (!sked_moldable_climb_on_(view, &market, &climb, value)) {
            break;
        }
        if (climb.failures == 0 && value < climb.best) {
            continue;
        }
        if (!sked_moldable_move_prices_(view, &market, sked_moldable_distance_(&climb, value))) {
            break;
        }
    }
    /* The best prices, evaluated exactly: that is the bound. */
    for (i = 0; i < market.intervals; i++) {
        view->interval[i].price = view->interval[i].best;
    }
    market.keeps_wishes = 1;
    sked_moldable_keep_prices_(view, &market, sked_moldable_market_value_(view, &market, 1));
    view->state->wishes = 1;
    view->state->raised = (uint32_t)sked_moldable_has_steps_(view);
}

/* ---- >>bound.calls: the dual test, the bound, certificates ---- */

SKED_API sked_status sked_moldable_dual_test(sked_moldable *moldable, sked_time deadline,
                                             int *refused) {
    sked_moldable_view_ view;
    sked_time length;
    uint32_t exact = 1;
    SKED_ASSERT(moldable != NULL && refused != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    if (!sked_is_point_(deadline)) {
        return SKED_E_TIME;
    }
    sked_moldable_prove_(&view);
    /* Known bounds decide first; only between them a test does. */
    length = deadline - view.state->now;
    *refused = length < view.state->makespan_lower_bound ||
               (length < view.state->length_max && !sked_moldable_accepts_(&view, length, &exact));
    return SKED_OK;
}

SKED_API sked_status sked_moldable_bound(sked_moldable *moldable, uint32_t iterations,
                                         uint32_t growth_percent) {
    sked_moldable_view_ view;
    SKED_ASSERT(moldable != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    if (iterations > 1000000 ||
        (growth_percent != 0 && (growth_percent < 101 || growth_percent > 400))) {
        return SKED_E_RANGE;
    }
    /* Prices aim at the minsum of a plan, so that there has to be one. */
    sked_moldable_set_out_(&view, &sked_moldable_default_, 0);
    sked_moldable_prove_(&view);
    view.state->steps_max = UINT64_MAX;
    if (view.crowd.count > 0) {
        if (!view.state->have[SKED_MOLDABLE_LIGHT_]) {
            sked_moldable_demt_(&view, &sked_moldable_default_);
        }
        sked_moldable_raise_(&view, iterations == 0 ? 150 : iterations,
                             growth_percent == 0 ? 115 : growth_percent);
    }
    return SKED_OK;
}

SKED_API sked_status sked_moldable_get_prices(const sked_moldable *moldable,
                                              sked_moldable_price *prices, uint32_t *count,
                                              int32_t *shift) {
    sked_moldable_view_ view;
    uint32_t j;
    SKED_ASSERT(moldable != NULL && prices != NULL && count != NULL && shift != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    SKED_ASSERT(view.state->intervals <= view.state->shape.intervals);
    for (j = 0; j < view.state->intervals; j++) {
        prices[j].end = view.state->now + view.interval[j].kept_end;
        prices[j].price = view.interval[j].kept;
    }
    *count = view.state->intervals;
    *shift = view.state->price_shift;
    return SKED_OK;
}

/* Are these numbers prices? */
static int sked_moldable_are_prices_(const sked_moldable_state_ *state,
                                     const sked_moldable_price *prices, uint32_t count,
                                     int32_t shift) {
    sked_time before = state->now;
    uint32_t j;
    if (count == 0 || count > state->shape.intervals || shift < -64 || shift > 64) {
        return 0;
    }
    for (j = 0; j < count; j++) {
        if (prices[j].end <= before || prices[j].end > SKED_TIME_MAX) {
            return 0;
        }
        before = prices[j].end;
    }
    return 1;
}

/* Returns a price of another unit as one of the market, and at most its highest. */
static uint64_t sked_moldable_convert_(const sked_moldable_market_ *market, uint64_t price,
                                       int32_t shift) {
    const int32_t up = market->scale - shift;
    SKED_ASSERT(shift >= -64 && shift <= 64 && market->highest > 0);
    if (up > 0 && price > sked_moldable_shifted_(market->highest, -up)) {
        return market->highest;
    }
    return sked_min_u64_(sked_moldable_shifted_(price, up), market->highest);
}

SKED_API sked_status sked_moldable_dual_bound(sked_moldable *moldable,
                                              const sked_moldable_price *prices, uint32_t count,
                                              int32_t shift, sked_u128 *least) {
    sked_moldable_market_ market;
    sked_moldable_view_ view;
    sked_time length;
    uint64_t before = 0;
    uint32_t j;
    SKED_ASSERT(moldable != NULL && prices != NULL && least != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    if (!sked_moldable_are_prices_(view.state, prices, count, shift)) {
        return SKED_E_RANGE;
    }
    sked_moldable_set_out_(&view, &sked_moldable_default_, 0);
    sked_moldable_prove_(&view);
    /* The prices, in the units of a market. */
    length = sked_min_i64_(prices[count - 1].end - view.state->now, view.state->length_max);
    sked_moldable_open_market_(&view, length, &market);
    market.intervals = count;
    for (j = 0; j < count; j++) {
        const sked_time end = sked_min_i64_(prices[j].end - view.state->now, length);
        view.interval[j].start = before;
        before = view.interval[j].end = (uint64_t)end >> market.shift;
        view.interval[j].price = sked_moldable_convert_(&market, prices[j].price, shift);
    }
    SKED_ASSERT(before <= market.end_max);
    sked_moldable_close_(&view, &market);
    *least = sked_moldable_since_0_(view.state,
                                    sked_moldable_worth_(&market,
                                                         sked_moldable_market_value_(&view, &market,
                                                                                     1)));
    return SKED_OK;
}

/* ---- >>frontier ----------------------------------------------------------------------------- */

/* Plans are kept by sked_moldable_join_ (>>plan.frontier). */

SKED_API sked_status sked_moldable_get_plan(const sked_moldable *moldable, uint32_t index,
                                            sked_moldable_row *rows, sked_moldable_result *result) {
    sked_moldable_view_ view;
    uint32_t slot;
    SKED_ASSERT(moldable != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    if (index >= view.state->plans) {
        return SKED_E_RANGE;
    }
    SKED_ASSERT(view.point_slot != NULL && view.point_value != NULL && view.point != NULL);
    slot = view.point_slot[index];
    SKED_ASSERT(slot < view.state->shape.points);
    if (rows != NULL) {
        sked_moldable_give_rows_(&view, view.point + (size_t)slot * view.state->shape.tasks, rows);
    }
    if (result != NULL) {
        sked_moldable_report_(view.state, &view.point_value[slot], result);
    }
    return SKED_OK;
}

/* ---- >>read --------------------------------------------------------------------------------- */

SKED_API sked_status sked_moldable_get_info(sked_moldable *moldable, sked_moldable_info *info) {
    sked_moldable_view_ view;
    SKED_ASSERT(moldable != NULL && info != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    sked_moldable_prove_(&view);
    SKED_ASSERT(view.state->plans <= view.state->shape.frontier);
    info->bytes = moldable->bytes_;
    info->tasks = view.state->active + view.state->divisible;
    info->width_max = view.state->width_max;
    info->plans = view.state->plans;
    info->refused = view.state->now + view.state->makespan_lower_bound - 1;
    info->accepted = view.state->now +
                     sked_max_i64_(view.state->accepted, view.state->makespan_lower_bound);
    info->minsum_lower_bound = sked_moldable_since_0_(view.state, view.state->minsum_lower_bound);
    info->work_lower_bound = view.state->work_lower_bound;
    SKED_ASSERT(info->refused < info->accepted && info->tasks <= view.state->shape.tasks);
    return SKED_OK;
}

/* Is a task planned? */
static int sked_moldable_is_active_(const sked_moldable_view_ *view, uint32_t task) {
    return task < view->state->shape.tasks && view->brief[task].slowest > 0;
}

/* Returns the time of the entry of a table or list with a width; 0 if there is none. */
static sked_time sked_moldable_entry_time_(const sked_moldable_task *task, uint32_t width) {
    uint32_t low = 0, high = task->count;
    if (task->form == SKED_MOLDABLE_TABLE) {
        return width <= task->count ? task->times[width - 1] : 0;
    }
    while (low + 1 < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (task->allotments[middle].width <= width) {
            low = middle;
        } else {
            high = middle;
        }
    }
    SKED_ASSERT(low < task->count);
    return task->allotments[low].width == width ? task->allotments[low].time : 0;
}

/* Returns the time of a task on a width; 0 if it may not have it. Entries that are no rungs count,
 * too. */
static sked_time sked_moldable_time_of_(const sked_moldable_view_ *view, uint32_t task,
                                        uint32_t width) {
    const sked_moldable_task *form = &view->task[task];
    const sked_moldable_brief_ *brief = &view->brief[task];
    if (sked_moldable_is_divisible_(brief) || width > view->state->width_max) {
        return 0;
    }
    if (form->form == SKED_MOLDABLE_RIGID) {
        return width == form->width_min ? form->time : 0;
    }
    if (!sked_moldable_is_allowed_(form, width)) {
        return 0;
    }
    if (sked_moldable_is_explicit_(brief)) {
        return sked_moldable_entry_time_(form, width);
    }
    return sked_moldable_form_time_(view, task, width);
}

SKED_API sked_status sked_moldable_get_time(const sked_moldable *moldable, uint32_t task,
                                            uint32_t width, sked_time *time) {
    sked_moldable_view_ view;
    sked_time found;
    SKED_ASSERT(moldable != NULL && time != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    if (!sked_moldable_is_active_(&view, task)) {
        return SKED_E_RANGE;
    }
    found = sked_moldable_time_of_(&view, task, width);
    if (found == 0) {
        return SKED_E_RANGE;
    }
    SKED_ASSERT(found > 0 && width <= view.state->width_max);
    *time = found;
    return SKED_OK;
}

SKED_API sked_status sked_moldable_get_allotment(const sked_moldable *moldable, uint32_t task,
                                                 sked_time limit,
                                                 sked_moldable_allotment *allotment,
                                                 uint64_t *work) {
    sked_moldable_view_ view;
    uint32_t rung;
    SKED_ASSERT(moldable != NULL && allotment != NULL && work != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    if (!sked_moldable_is_active_(&view, task)) {
        return SKED_E_RANGE;
    }
    if (sked_moldable_is_divisible_(&view.brief[task])) {
        if (limit < 1) {
            return SKED_E_DEADLINE;
        }
        allotment->width = 1;
        allotment->time = 1;
        *work = view.brief[task].work;
        return SKED_OK;
    }
    rung = sked_moldable_rung_for_(&view, task, 0, limit);
    if (rung == SKED_NONE) {
        return SKED_E_DEADLINE;
    }
    allotment->width = sked_moldable_width_at_(&view, task, rung);
    allotment->time = sked_moldable_time_at_(&view, task, rung);
    *work = sked_moldable_work_at_(&view, task, rung);
    SKED_ASSERT(!sked_moldable_is_explicit_(&view.brief[task]) ||
                (allotment->time <= limit && *work >= view.brief[task].work));
    return SKED_OK;
}

/* Returns the first width of a table or list at which it is not monotone; 0 if there is none. */
static uint32_t sked_moldable_uneven_entry_(const sked_moldable_view_ *view, uint32_t task) {
    const sked_moldable_task *form = &view->task[task];
    sked_moldable_allotment before;
    uint32_t at;
    before.width = 0;
    before.time = view->brief[task].slowest;
    for (at = 0; at < form->count; at++) {
        const sked_moldable_allotment entry = sked_moldable_entry_(form, at);
        if (entry.width > view->state->width_max ||
            !sked_moldable_is_allowed_(form, entry.width)) {
            continue;
        }
        if (entry.time > before.time ||
            sked_moldable_work_of_(entry.width, entry.time) <
                sked_moldable_work_of_(before.width, before.time)) {
            return entry.width;
        }
        SKED_ASSERT(entry.width > before.width);
        before = entry;
    }
    return 0;
}

/* The same for an oracle, at rungs 0, 1, 3, 7, ...: less work than rounding can explain. */
static uint32_t sked_moldable_uneven_rung_(const sked_moldable_view_ *view, uint32_t task) {
    const uint32_t rungs = view->brief[task].rungs;
    uint32_t width = view->brief[task].least, rung;
    sked_time time = view->brief[task].slowest;
    for (rung = 1; rung < rungs; rung = 2 * rung + 1) {
        const uint32_t next = sked_moldable_width_at_(view, task, rung);
        const sked_time less = sked_moldable_ask_(*view->oracle, task, next);
        if (less < 1 || less > time ||
            sked_moldable_work_of_(next, less) < sked_moldable_work_of_(width, time - 1) + 1) {
            return next;
        }
        width = next;
        time = less;
    }
    return 0;
}

SKED_API sked_status sked_moldable_check_monotone(const sked_moldable *moldable, uint32_t *task,
                                                  uint32_t *width) {
    sked_moldable_view_ view;
    uint32_t i;
    SKED_ASSERT(moldable != NULL && task != NULL && width != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    for (i = 0; i < view.state->active; i++) {
        const uint32_t at = view.active[i];
        uint32_t found = 0;
        if (sked_moldable_is_explicit_(&view.brief[at])) {
            found = sked_moldable_uneven_entry_(&view, at);
        } else if (sked_moldable_is_oracle_(&view.task[at])) {
            found = sked_moldable_uneven_rung_(&view, at);
        }
        if (found > 0) {
            *task = at;
            *width = found;
            return SKED_E_MONOTONY;
        }
    }
    return SKED_OK;
}

/* ---- >>read.judge: is it a plan? ---- */

/* The idea. Each row is checked by itself. Then a walk through the plan, from start to start and
 * end to end, adds up processors, and gives what is free to the divisible tasks, the most urgent
 * first: if that order does not suffice, none does.
 * Source. Earliest deadline first: Jackson (1955), Horn (1974). */

/* May a task have this row, by itself? */
static int sked_moldable_is_row_(const sked_moldable_view_ *view, uint32_t task,
                                 const sked_moldable_row *row) {
    const sked_moldable_state_ *state = view->state;
    const sked_time earliest = state->now + view->brief[task].ready;
    if (row->start < earliest || row->end <= row->start ||
        row->end > state->now + state->length_max) {
        return 0;
    }
    if (sked_moldable_is_divisible_(&view->brief[task])) {
        return row->width == 0;
    }
    return row->width > 0 &&
           sked_moldable_time_of_(view, task, row->width) == row->end - row->start;
}

/* Checks each row by itself, and copies it, in time from now. Returns the first task at fault;
 * SKED_NONE if there is none. */
static uint32_t sked_moldable_take_rows_(const sked_moldable_view_ *view,
                                         const sked_moldable_row *rows) {
    uint32_t task;
    for (task = 0; task < view->state->shape.tasks; task++) {
        sked_moldable_row *row = &view->row[task];
        *row = rows[task];
        if (!sked_moldable_is_active_(view, task)) {
            if (row->start != 0 || row->end != 0 || row->width != 0) {
                return task;
            }
            continue;
        }
        if (!sked_moldable_is_row_(view, task, row)) {
            return task;
        }
        row->start -= view->state->now;
        row->end -= view->state->now;
        view->rest[task] = (uint64_t)view->brief[task].slowest;
        SKED_ASSERT(row->start >= view->brief[task].ready && row->end <= view->state->length_max);
    }
    return SKED_NONE;
}

/* A walk through a plan, and the pieces of its divisible tasks. */
typedef struct sked_moldable_walk_ {
    sked_moldable_run_ run;             /* now, stretch, processors, the heap; no pyramid     */
    sked_moldable_piece *piece;         /* the caller's; NULL: none are wanted                */
    uint32_t pieces_max;                /* room there                                         */
    uint32_t pieces;                    /* found so far, even beyond pieces_max: add_piece_   */
    uint32_t started;                   /* tasks of the order: walk_on_                       */
    uint32_t last;                      /* the task that started last, or SKED_NONE: walk_on_ */
    uint32_t fault;                     /* the task at fault, or SKED_NONE                    */
} sked_moldable_walk_;

/* Starts the tasks that begin at run->now. Returns 0 if they take more than there is. */
static int sked_moldable_walk_on_(const sked_moldable_view_ *view, sked_moldable_walk_ *walk) {
    sked_moldable_run_ *run = &walk->run;
    const uint32_t capacity = view->stretch[run->stretch].capacity;
    while (run->used <= capacity && walk->started < view->state->active &&
           view->row[view->order[walk->started]].start == run->now) {
        const sked_moldable_row *row;
        walk->last = view->order[walk->started++];
        row = &view->row[walk->last];
        run->used += row->width;
        sked_moldable_push_end_(view, run, row->end, row->width);
    }
    if (run->used > capacity) {
        walk->fault = walk->last;
        return 0;
    }
    run->free = capacity - run->used;
    SKED_ASSERT(run->free <= view->state->peak && run->running <= walk->started);
    return 1;
}

/* Returns when something happens next; SKED_NEVER if nothing does. */
static sked_time sked_moldable_walk_next_(const sked_moldable_view_ *view,
                                          const sked_moldable_walk_ *walk) {
    const sked_moldable_run_ *run = &walk->run;
    const sked_moldable_state_ *state = view->state;
    sked_time next = sked_moldable_next_change_(view, run);
    uint32_t i;
    if (walk->started < state->active) {
        next = sked_min_i64_(next, view->row[view->order[walk->started]].start);
    }
    for (i = state->active; i < state->active + state->divisible; i++) {
        const sked_moldable_row *row = &view->row[view->active[i]];
        if (row->start > run->now) {
            next = sked_min_i64_(next, row->start);
        }
    }
    SKED_ASSERT(next > run->now);
    return next;
}

/* Returns the open divisible task that must end first; SKED_NONE if none is open. */
static uint32_t sked_moldable_urgent_(const sked_moldable_view_ *view, sked_time now) {
    const sked_moldable_state_ *state = view->state;
    uint32_t urgent = SKED_NONE, i;
    for (i = state->active; i < state->active + state->divisible; i++) {
        const uint32_t task = view->active[i];
        if (view->rest[task] > 0 && view->row[task].start <= now &&
            (urgent == SKED_NONE || view->row[task].end < view->row[urgent].end)) {
            urgent = task;
        }
    }
    SKED_ASSERT(urgent == SKED_NONE || view->rest[urgent] > 0);
    return urgent;
}

static void sked_moldable_add_piece_(const sked_moldable_view_ *view, sked_moldable_walk_ *walk,
                                     uint32_t task, sked_time end, uint32_t width) {
    SKED_ASSERT(width > 0 && width <= walk->run.free && end > walk->run.now);
    SKED_ASSERT((uint64_t)(end - walk->run.now) * width <= view->rest[task]);
    view->rest[task] -= (uint64_t)(end - walk->run.now) * width;
    if (walk->piece != NULL && walk->pieces < walk->pieces_max) {
        sked_moldable_piece *piece = &walk->piece[walk->pieces];
        piece->start = view->state->now + walk->run.now;
        piece->end = view->state->now + end;
        piece->task = task;
        piece->width = width;
    }
    walk->pieces++;
}

/* Gives what is free from now on to the divisible tasks, the most urgent first. One that needs less
 * than a whole tick of it leaves the rest of that tick to the next. Returns until when that is
 * settled. walk->fault becomes a task that is late. */
static sked_time sked_moldable_share_(const sked_moldable_view_ *view, sked_moldable_walk_ *walk,
                                      sked_time next) {
    uint32_t left = walk->run.free, task = sked_moldable_urgent_(view, walk->run.now);
    walk->fault = SKED_NONE;
    while (left > 0 && task != SKED_NONE) {
        const uint64_t ticks = view->rest[task] / left;
        if (view->row[task].end <= walk->run.now) {
            break;
        }
        /* Less than a tick of all; or all of it, until the task or something else ends. */
        if (ticks == 0) {
            const uint32_t width = (uint32_t)view->rest[task];
            next = walk->run.now + 1;
            sked_moldable_add_piece_(view, walk, task, next, width);
            left -= width;
        } else {
            next = sked_min_i64_(next, walk->run.now + (sked_time)ticks);
            next = sked_min_i64_(next, view->row[task].end);
            sked_moldable_add_piece_(view, walk, task, next, left);
            left = 0;
        }
        task = sked_moldable_urgent_(view, walk->run.now);
    }
    if (task != SKED_NONE && view->row[task].end <= walk->run.now) {
        walk->fault = task;
    }
    SKED_ASSERT(next > walk->run.now || walk->fault != SKED_NONE);
    return next;
}

/* Walks through the plan that was copied. */
static sked_status sked_moldable_walk_through_(const sked_moldable_view_ *view,
                                               sked_moldable_walk_ *walk) {
    static const sked_moldable_run_ zero = SKED_ZERO;
    sked_time next = 0;
    sked_moldable_sort_rows_(view, view->row, view->state->active);
    walk->run = zero;
    walk->pieces = walk->started = 0;
    walk->last = walk->fault = SKED_NONE;
    while (next != SKED_NEVER) {
        sked_moldable_go_to_(view, &walk->run, next);
        if (!sked_moldable_walk_on_(view, walk)) {
            return SKED_E_TAKEN;
        }
        next = sked_moldable_share_(view, walk, sked_moldable_walk_next_(view, walk));
        if (walk->fault != SKED_NONE) {
            return SKED_E_PLAN;
        }
    }
    SKED_ASSERT(walk->started == view->state->active && walk->run.running == 0);
    return SKED_OK;
}

/* Judges rows, and finds the pieces. */
static sked_status sked_moldable_inspect_(const sked_moldable_view_ *view,
                                          const sked_moldable_row *rows,
                                          sked_moldable_walk_ *walk) {
    walk->fault = sked_moldable_take_rows_(view, rows);
    return walk->fault == SKED_NONE ? sked_moldable_walk_through_(view, walk) : SKED_E_PLAN;
}

SKED_API sked_status sked_moldable_evaluate(sked_moldable *moldable, const sked_moldable_row *rows,
                                            uint32_t *task, sked_moldable_result *result) {
    sked_moldable_walk_ walk = SKED_ZERO;
    sked_moldable_value_ value;
    sked_moldable_view_ view;
    sked_status status;
    SKED_ASSERT(moldable != NULL && rows != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    status = sked_moldable_inspect_(&view, rows, &walk);
    if (status != SKED_OK) {
        if (task != NULL) {
            *task = walk.fault;
        }
        return status;
    }
    /* It is valid: how good is it? */
    sked_moldable_prove_(&view);
    value = sked_moldable_value_of_(&view, view.row);
    if (view.state->shape.frontier > 0) {
        sked_moldable_join_(&view, view.row, &value);
    }
    if (result != NULL) {
        sked_moldable_report_(view.state, &value, result);
    }
    return SKED_OK;
}

SKED_API sked_status sked_moldable_pieces(sked_moldable *moldable, const sked_moldable_row *rows,
                                          sked_moldable_piece *pieces, uint32_t pieces_max,
                                          uint32_t *count) {
    sked_moldable_walk_ walk = SKED_ZERO;
    sked_moldable_view_ view;
    sked_status status;
    SKED_ASSERT(moldable != NULL && rows != NULL && pieces != NULL && count != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    walk.piece = pieces;
    walk.pieces_max = pieces_max;
    status = sked_moldable_inspect_(&view, rows, &walk);
    if (status == SKED_OK && walk.pieces > pieces_max) {
        return SKED_E_FULL;
    }
    if (status == SKED_OK) {
        *count = walk.pieces;
    }
    return status;
}

/* Replaces the processors that are busy by the lowest `count` of the others. */
static void sked_moldable_lowest_free_(sked_word *words, uint32_t processors, uint32_t count) {
    const uint32_t size = SKED_SET_WORDS(processors);
    uint32_t i;
    for (i = 0; i < size; i++) {
        sked_word left = (sked_word)~words[i], taken = 0;
        while (count > 0 && left != 0) {
            const sked_word lowest = (sked_word)(left & (sked_word)(~left + 1u));
            taken = (sked_word)(taken | lowest);
            left = (sked_word)(left ^ lowest);
            count--;
        }
        words[i] = taken;
    }
    SKED_ASSERT(count == 0);
}

/* Gives processors to the tasks of the order, by start. */
static void sked_moldable_place_all_(const sked_moldable_view_ *view, sked_word *words) {
    const uint32_t size = SKED_SET_WORDS(view->state->shape.processors);
    uint32_t running = 0, i, k, w;
    for (i = 0; i < view->state->active; i++) {
        const uint32_t task = view->order[i];
        sked_word *const own = words + (size_t)task * size;
        uint32_t still = 0;
        /* Those that still run keep their processors from it. */
        for (k = 0; k < running; k++) {
            const uint32_t other = view->gathered[k];
            if (view->row[other].end > view->row[task].start) {
                view->gathered[still++] = other;
                for (w = 0; w < size; w++) {
                    own[w] = (sked_word)(own[w] | words[(size_t)other * size + w]);
                }
            }
        }
        /* It gets the lowest of the others, and runs, too. */
        sked_moldable_lowest_free_(own, view->state->shape.processors, view->row[task].width);
        view->gathered[still] = task;
        running = still + 1;
        SKED_ASSERT(running <= view->state->active && running <= view->state->peak);
    }
}

SKED_API sked_status sked_moldable_assign(sked_moldable *moldable, const sked_moldable_row *rows,
                                          sked_word *words) {
    sked_moldable_walk_ walk = SKED_ZERO;
    sked_moldable_view_ view;
    sked_status status;
    uint32_t task;
    SKED_ASSERT(moldable != NULL && rows != NULL && words != NULL);
    if (!sked_moldable_open_(moldable, &view)) {
        return SKED_E_EMPTY;
    }
    status = sked_moldable_inspect_(&view, rows, &walk);
    if (status != SKED_OK) {
        return status;
    }
    for (task = 0; task < view.state->shape.tasks; task++) {
        const uint32_t size = SKED_SET_WORDS(view.state->shape.processors);
        sked_set_of(words + (size_t)task * size, view.state->shape.processors);
    }
    sked_moldable_place_all_(&view, words);
    return SKED_OK;
}

/* ---- >>online ------------------------------------------------------------------------------- */

SKED_API uint32_t sked_moldable_started(const sked_moldable_row *rows, sked_time now,
                                        sked_set *started, sked_span *running) {
    uint32_t spans = 0, i;
    SKED_ASSERT(rows != NULL && started != NULL && running != NULL);
    for (i = 0; i < started->size; i++) {
        const sked_moldable_row *row = &rows[i];
        if (row->width > 0 && row->start < now && row->end > now) {
            SKED_ASSERT(spans <= i);
            running[spans].start = row->start;
            running[spans].end = row->end;
            running[spans].count = row->width;
            running[spans++].set = NULL;
        }
        if (row->width > 0 ? row->start < now : row->end > 0 && row->end <= now) {
            sked_set_add(started, i);
        }
    }
    return spans;
}

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* SKED_MOLDABLE_IMPLEMENTATION_DONE */
