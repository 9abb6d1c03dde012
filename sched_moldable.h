/* sched_moldable.h - sked 0.7.0: moldable tasks, makespan and minsum together. How wide a job runs.
 *
 *     #define SKED_IMPLEMENTATION      in exactly one file of the program,
 *     #include "sched_moldable.h"      and this line alone in all others
 *
 * SPDX-License-Identifier: MIT (full text in LICENSE)
 *
 * CONTENTS (search for the tag; the implementation repeats them in the same order)
 *   >>promises   what holds here               >>bound    proofs: no plan is better than this
 *   >>example    a complete program            >>frontier the plans worth choosing from
 *   >>tasks      how long on so many           >>read     times, pieces, processors, judging plans
 *   >>make       how large, and making one     >>online   tasks that come later, and planning anew
 *   >>plan       how wide, and when
 *
 * >>promises
 *   - What sched.h promises (>>promises there) holds here, too: one block, no libc, no clock,
 *     integers only, a status for bad data; what is refused has changed nothing.
 *   - A task may run on 1 to m processors; how many is chosen once, and never changes while it
 *     runs. Makespan: when the last task ends. Minsum: the sum over tasks of weight times end.
 *   - Every plan comes with two bounds that no plan can be below, whatever it does: one on its
 *     makespan, one on its minsum. They hold with rounding and all; more work makes them tighter.
 *   - The same calls with the same seed give the same plans and bounds on every target. Work is
 *     limited by steps, not by a clock, and what a limit stops is still a plan.
 *   - An oracle is called by sked_moldable_ask_ alone, a sked_mem by _make and _drop.
 *
 * >>example
 *   Five tasks on four processors. Task a is parallel (Amdahl, 5 % sequential), b and c have
 *   tables, d is rigid, e is work that may be cut into pieces of one processor: it fills holes.
 *
 *   It prints
 *       @EXAMPLE@
 *
 *   -----------------------------------------------------------------------------------------------
 *   #define SKED_IMPLEMENTATION
 *   #include "sched_moldable.h"
 *   #include <stdio.h>
 *
 *   int main(void) {
 *       static const sked_time b[] = {9, 5, 4, 4}, c[] = {6, 4, 3, 3};
 *       static const sked_moldable_task tasks[] = {
 *           // form, weight, ready; widths: least, most, step; time; sequential,
 *           // parallelism, variance; times, allotments, count
 *           {SKED_MOLDABLE_AMDAHL, 3, 0, 0, 0, 0, 20, 50, 0, 0, NULL, NULL, 0},
 *           {SKED_MOLDABLE_TABLE, 5, 0, 0, 0, 0, 0, 0, 0, 0, b, NULL, 4},
 *           {SKED_MOLDABLE_TABLE, 1, 0, 0, 0, 0, 0, 0, 0, 0, c, NULL, 4},
 *           {SKED_MOLDABLE_RIGID, 4, 0, 2, 0, 0, 3, 0, 0, 0, NULL, NULL, 0},
 *           {SKED_MOLDABLE_DIVISIBLE, 1, 0, 0, 0, 0, 7, 0, 0, 0, NULL, NULL, 0}};
 *       static const sked_moldable_settings settings = {
 *           4, 5, tasks, 0, NULL, 0, NULL, {NULL, NULL}, 8, 0};
 *       static sked_align room[16384 / sizeof(sked_align)];
 *       sked_moldable_row rows[5];
 *       sked_moldable_result result;
 *       sked_moldable plans;
 *       sked_status status;
 *       uint32_t i;
 *
 *       status = sked_moldable_init(&plans, &settings, room, sizeof room);
 *       if (status != SKED_OK) {
 *           printf("%s\n", sked_status_text(status));
 *           return 1;
 *       }
 *       sked_moldable_plan(&plans, NULL, rows, &result);
 *       for (i = 0; i < 5; i++) {
 *           printf("%c from %d to %d, width %d\n", (int)('a' + i), (int)rows[i].start,
 *                  (int)rows[i].end, (int)rows[i].width);
 *       }
 *       printf("makespan %d, at least %d\n", (int)result.makespan, (int)result.makespan_least);
 *       printf("minsum %d, at least %d\n", (int)result.minsum.low, (int)result.minsum_least.low);
 *       sked_moldable_drop(&plans);
 *       return 0;
 *   }
 *   -----------------------------------------------------------------------------------------------
 */
#ifndef SKED_MOLDABLE_H_INCLUDED
#define SKED_MOLDABLE_H_INCLUDED

#include "sched.h"

#if SKED_VERSION != 700
#error "sched_moldable.h 0.7.0 needs the sched.h of the same version beside it"
#endif

/* ---- >>tasks: how long on so many ----------------------------------------------------------- */

#define SKED_MOLDABLE_MAX (UINT32_C(1) << 26)       /* tasks, and processors, at most         */

/* How a task tells its time on k processors. Closed forms are exact fractions, rounded up to ticks
 * for the time; the work k * time of a bound is that of the fraction, rounded down, so that
 * rounding never makes work seem to fall with width. */
typedef enum sked_moldable_form {
    SKED_MOLDABLE_TABLE,        /* times[k - 1], for k = 1 .. count                            */
    SKED_MOLDABLE_LIST,         /* alternatives: allotments[0 .. count-1], of rising widths    */
    SKED_MOLDABLE_AMDAHL,       /* time * (f + (1 - f) / k), f = sequential / 1000             */
    SKED_MOLDABLE_DOWNEY,       /* time / S(k), the speedup of Downey (1997), for an average
                                   parallelism of A = parallelism / 1000 and a variance of
                                   s = variance / 1000. For s <= 1: A k / (A + s (k - 1) / 2) up
                                   to k = A, A k / (s (A - 1/2) + k (1 - s/2)) up to 2 A - 1, A
                                   beyond. For s >= 1: k A (s + 1) / (s (k + A - 1) + A) up to
                                   A + A s - s, A beyond                                       */
    SKED_MOLDABLE_RIGID,        /* time, on width_min processors and no other number           */
    SKED_MOLDABLE_ORACLE,       /* what sked_moldable_settings.oracle says                     */
    SKED_MOLDABLE_DIVISIBLE,    /* time is the work of one processor; it is cut into pieces of
                                   one tick or more that run anywhere, at any time from ready
                                   on: what is free beside the others, or instead of them      */
    SKED_MOLDABLE_FORM_CLOSED_ = INT_MAX
} sked_moldable_form;

typedef struct sked_moldable_allotment {
    uint32_t width;                 /* processors                                             */
    sked_time time;                 /* on that many                                           */
} sked_moldable_allotment;

/* A task. Zero stands for "not limited" in the widths; fields that the form does not name are
 * ignored. A width that is allowed, but of which a smaller one takes no longer, is never used. */
typedef struct sked_moldable_task {
    sked_moldable_form form;
    uint32_t weight;                /* 0 .. 2^32 - 1                                          */
    sked_time ready;                /* earliest start: 0 .. SKED_TIME_MAX                     */
    uint32_t width_min;             /* allowed are width_min, width_min + width_step, ...,    */
    uint32_t width_max;             /* ... up to width_max, and to what the machine has;      */
    uint32_t width_step;            /* 0 for 1, for all, and for 1. LIST: of the list, those
                                       from width_min to width_max                            */
    sked_time time;                 /* AMDAHL, DOWNEY: on one processor; RIGID; DIVISIBLE     */
    uint32_t sequential;            /* AMDAHL: f in 1/1000, 0 .. 1000                         */
    uint32_t parallelism;           /* DOWNEY: A in 1/1000, at least 1000                     */
    uint32_t variance;              /* DOWNEY: s in 1/1000, 0 .. 2^20                         */
    const sked_time *times;         /* TABLE                                                  */
    const sked_moldable_allotment *allotments;      /* LIST                                   */
    uint32_t count;                 /* of times or allotments                                 */
} sked_moldable_task;

/* Tells the time of a task on `width` processors, rounded up to ticks: at least 1. Its promise: on
 * more processors never longer, and never less work before the rounding. Where it breaks the
 * promise plans are still plans, but bounds may be wrong. A time outside 1 .. that of the least
 * width stands for the nearer of the two. It does not call back. */
typedef struct sked_moldable_oracle {
    sked_time (*time)(void *ctx, uint32_t task, uint32_t width);
    void *ctx;
} sked_moldable_oracle;

/* ---- >>make: how large, and making one ------------------------------------------------------ */

typedef struct sked_moldable_settings {
    uint32_t processors;            /* m: 1 .. SKED_MOLDABLE_MAX                              */
    uint32_t tasks_count;           /* n: 1 .. SKED_MOLDABLE_MAX                              */
    const sked_moldable_task *tasks;
    uint32_t spans_count;           /* 0 .. SKED_MOLDABLE_MAX                                 */
    const sked_span *spans;         /* processors that are not there for a while: their count,
                                       or as many as their set has. No task has more processors
                                       than are left when the last span with an end is over   */
    sked_time now;                  /* plans begin here; what is ready earlier is ready now   */
    const sked_set *leave_out;      /* of size n: tasks that are not planned; NULL: none      */
    sked_moldable_oracle oracle;    /* of ORACLE tasks                                        */
    uint32_t frontier_max;          /* plans that are kept for >>frontier: 0 .. 2^16          */
    uint64_t cells_max;             /* knapsacks of up to so many tasks times processors are
                                       solved exactly, in a bit each; larger ones greedily.
                                       0: 2^25, which is 4 MiB                                */
} sked_moldable_settings;

/* A machine with tasks to plan: a handle on a block. All fields are private. A handle of zeros
 * ({0}) is an empty one, which every function but bytes, check, init, make, drop and started
 * refuses (SKED_E_EMPTY). The object remembers what it has proved and the plans it has seen, so
 * that later calls go on from there. */
typedef struct sked_moldable {
    sked_mem mem_;
    size_t bytes_;
    const sked_moldable_task *tasks_;
    sked_moldable_oracle oracle_;
    struct sked_moldable_state_ *state_;
} sked_moldable;

/* Tells how large the block must be. Of tasks only forms and counts are looked at.
 * Fails     SKED_E_NO_PROCESSORS, SKED_E_NO_TASKS iff there is none; SKED_E_RANGE iff processors,
 *           tasks_count, spans_count or frontier_max is above its range, or leave_out has another
 *           size, or bits above it; SKED_E_SETTING iff a form has no such value; SKED_E_OVERFLOW
 *           iff the size exceeds size_t.
 * Cost      O(n). */
SKED_API sked_status sked_moldable_bytes(const sked_moldable_settings *settings, size_t *bytes);

/* Checks all that init would: for messages that name the culprit.
 * Gives     *task: the first task at fault; SKED_NONE if it is none's fault.
 * Fails     as sked_moldable_bytes; and of the spans, SKED_E_TIME iff a start is outside 0 ..
 *           SKED_TIME_MAX, or an end is and is not SKED_NEVER; SKED_E_RANGE iff an end is not after
 *           its start; SKED_E_TAKEN iff together they have more processors than there are at some
 *           time from now on; SKED_E_NEVER_FITS iff none is left in the end; SKED_E_TIME iff now is
 *           outside 0 .. SKED_TIME_MAX. Of the tasks that are not left out: SKED_E_TIME iff ready
 *           or a time is outside 0 .. SKED_TIME_MAX; SKED_E_NO_TIME iff a time is 0;
 *           SKED_E_WIDTHS iff a table or list has no entry, or widths of a list do not rise or
 *           begin with 0, or a rigid task has no width, or width_max is below width_min;
 *           SKED_E_RANGE iff a parameter is outside its range, or an oracle is missing;
 *           SKED_E_TOO_WIDE iff the least width that is allowed is above what is left in the end,
 *           or above a table's count;
 *           SKED_E_OVERFLOW iff a closed form's time (or m, if larger), times 2000, or for DOWNEY
 *           times 4 parallelism and the larger of variance and 1000, is beyond SKED_TIME_MAX, or
 *           if m times the length of the longest plan is: which is from now to the latest ready
 *           time and the last span with an end, and then all tasks one after another, each at its
 *           slowest.
 * Cost      O(n + all counts), n calls of the oracle, O(s log s) for s spans. */
SKED_API sked_status sked_moldable_check(const sked_moldable_settings *settings, uint32_t *task);

/* Makes one: over a block of yours, or over one that mem gives.
 * Fails     as sked_moldable_check; SKED_E_BLOCK iff the block is too small or not aligned;
 *           SKED_E_MEMORY iff mem refuses. The handle is empty then.
 * Cost      that of check, and O(bytes).
 * Keeps     the tasks, their tables and lists, the oracle, and the block or mem, until drop. */
SKED_API sked_status sked_moldable_init(sked_moldable *moldable,
                                        const sked_moldable_settings *settings, void *block,
                                        size_t bytes);
SKED_API sked_status sked_moldable_make(sked_moldable *moldable,
                                        const sked_moldable_settings *settings, sked_mem mem);

/* Gives the block back, and leaves the handle empty. May be called on an empty one, and twice. */
SKED_API void sked_moldable_drop(sked_moldable *moldable);

/* ---- >>plan: how wide, and when ------------------------------------------------------------- */

/* A method chooses widths and an order; a list then starts, whenever something ends, the first
 * tasks in that order that fit. */
typedef enum sked_moldable_method {
    SKED_MOLDABLE_BEST,         /* all that helps, as far as steps_max goes: SWEEP, DEMT,
                                   MULTIBASE, bound (the next chapter), PRICES, TRUNCATIONS,
                                   SEARCH. The best plan by the goal                           */
    SKED_MOLDABLE_MAKESPAN,     /* the shortest deadline that cannot be refused, its widths in
                                   two shelves (Mounie, Rapine, Trystram 2007), and lists of
                                   them. Never longer than the promise says                    */
    SKED_MOLDABLE_SWEEP,        /* the same, and lists for 40 deadlines from there on          */
    SKED_MOLDABLE_DEMT,         /* the paper: batches whose lengths double; each has the heaviest
                                   tasks that fit side by side; lists in the order of batches  */
    SKED_MOLDABLE_MULTIBASE,    /* the same with seven growths and three first lengths         */
    SKED_MOLDABLE_PRICES,       /* lists by what each task prefers if processors have a price: of
                                   29 constant prices, and of those that bound found           */
    SKED_MOLDABLE_TRUNCATIONS,  /* from the plan of least minsum so far what ends by a time, then
                                   the rest for the makespan (Stein and Wein 1997): 39 times   */
    SKED_MOLDABLE_SEARCH,       /* local search, from the plan of the last call (DEMT, if there is
                                   none): changes of a width or a place are accepted while they
                                   lose less than a threshold, which falls to nothing          */
    SKED_MOLDABLE_GANG,         /* one task at a time, each as fast as it can run              */
    SKED_MOLDABLE_SEQUENTIAL,   /* each on its least width                                     */
    SKED_MOLDABLE_SHELVES,      /* a list with the widths of MAKESPAN                          */
    SKED_MOLDABLE_METHOD_CLOSED_ = INT_MAX
} sked_moldable_method;

/* Orders of a list; equals come by their number. */
typedef enum sked_moldable_order {
    SKED_MOLDABLE_SMITH,        /* most weight for its work first. For DEMT within each batch, and
                                   without batches, too: the better of both                    */
    SKED_MOLDABLE_RATIO,        /* most weight for its time first                              */
    SKED_MOLDABLE_LONGEST,      /* longest time first                                          */
    SKED_MOLDABLE_SMALLEST,     /* least work first                                            */
    SKED_MOLDABLE_LARGEST,      /* most work first                                             */
    SKED_MOLDABLE_WIDEST,       /* most processors first, then longest                         */
    SKED_MOLDABLE_SHELF,        /* the long shelf, the short one, the small tasks; each longest
                                   first. Of SHELVES alone                                     */
    SKED_MOLDABLE_ORDER_CLOSED_ = INT_MAX
} sked_moldable_order;

/* What to do with tasks that are ready later. */
typedef enum sked_moldable_arrivals {
    SKED_MOLDABLE_KNOWN,        /* plan with all of them; none starts before it is ready       */
    SKED_MOLDABLE_BATCHED,      /* as if unknown before: gather what is ready, plan it, and look
                                   again when that has ended (Shmoys, Wein, Williamson 1995).
                                   Not for BEST, PRICES, TRUNCATIONS and SEARCH                */
    SKED_MOLDABLE_ARRIVALS_CLOSED_ = INT_MAX
} sked_moldable_arrivals;

/* How to choose. The goal is makespan_weight * makespan / makespan_least plus minsum_weight *
 * minsum / minsum_least, with the bounds that are known when the call begins: smaller is better.
 * All zeros, as well as NULL instead: the defaults. */
typedef struct sked_moldable_choice {
    sked_moldable_method method;
    sked_moldable_order order;      /* of DEMT, GANG, SEQUENTIAL, SHELVES                     */
    sked_moldable_arrivals arrivals;
    uint32_t shuffles;              /* DEMT: so many random orders of the batches, too: 0 ..
                                       2^16; the paper's "several"                            */
    uint32_t makespan_weight;       /* 0 .. 1000; both 0: 1 and 1                             */
    uint32_t minsum_weight;         /* 0 .. 1000                                              */
    sked_time makespan_max;         /* SEARCH: dislike longer plans; 0: none is too long      */
    uint64_t steps_max;             /* BEST, SEARCH: begin nothing after so many steps, of about
                                       5 ns; 0: 20 million                                    */
    uint64_t seed;                  /* of shuffles and SEARCH                                 */
} sked_moldable_choice;

/* When a task runs, and on how many processors. Width 0: a divisible task, which has all its pieces
 * within [start, end) (sked_moldable_pieces); or, with start and end 0, one that was left out. */
typedef struct sked_moldable_row {
    sked_time start, end;
    uint32_t width;
} sked_moldable_row;

typedef struct sked_moldable_result {
    sked_time makespan;             /* the latest end; now, if all tasks were left out        */
    sked_time makespan_least;       /* no plan ends earlier                                   */
    sked_wide minsum;               /* the sum of weight times end                            */
    sked_wide minsum_least;         /* no plan has less                                       */
    uint64_t makespan_ratio;        /* makespan / makespan_least, both from now on, in 1/1000,
                                       rounded up                                             */
    uint64_t minsum_ratio;          /* minsum / minsum_least, likewise; UINT64_MAX: it is more,
                                       or minsum_least is 0 and minsum is not                 */
    uint64_t promise;               /* what was sure before the plan was made: makespan is at most
                                       so many 1/1000 of makespan_least, and 1 tick. 0: nothing.
                                       MAKESPAN and SWEEP promise 1502 if all tasks are monotone
                                       (>>read), may have any width from 1 on, and are ready now,
                                       and there are no spans and no divisible tasks           */
    uint64_t steps;                 /* what the call took                                     */
} sked_moldable_result;

/* Makes a plan: rows[task] for every task. *result may be NULL.
 * Needs     rows[0 .. n-1] (asserted).
 * Fails     SKED_E_EMPTY; SKED_E_SETTING iff method, order or arrivals has no such value, or the
 *           method is not one for batches, or the order is SHELF and the method is not SHELVES;
 *           SKED_E_RANGE iff shuffles or a weight is outside its range; SKED_E_TIME iff
 *           makespan_max is outside 0 .. SKED_TIME_MAX. Rows and result are unchanged then.
 * Cost      A list: O(n log n), and with s spans O(n s) more. A deadline is tested in O(n log m +
 *           n log n), or n m / 2 cells where that is not decisive. MAKESPAN: some 20 deadlines,
 *           3 lists. SWEEP: 240 lists. DEMT: n m cells a batch at most, 2 lists, and one a
 *           shuffle. MULTIBASE: 21 times that. PRICES: 140 lists. TRUNCATIONS: 350 lists.
 *           BATCHED: so much for every batch.
 * Source    Dutot, Eyraud, Mounie, Trystram (2004), section 3, for DEMT; >>plan of the
 *           implementation tells where it is corrected. */
SKED_API sked_status sked_moldable_plan(sked_moldable *moldable, const sked_moldable_choice *choice,
                                        sked_moldable_row *rows, sked_moldable_result *result);

/* ---- >>bound: proofs: no plan is better than this ------------------------------------------- */

/* Is it proved that no plan ends by a deadline? *refused is 1 if so, else 0: the dual test, for
 * deadlines counted from 0.
 * Fails     SKED_E_EMPTY; SKED_E_TIME iff the deadline is outside 0 .. SKED_TIME_MAX.
 * Cost      that of a deadline (>>plan). */
SKED_API sked_status sked_moldable_refuse(sked_moldable *moldable, sked_time deadline,
                                          int *refused);

/* Raises the bound on the minsum, and remembers by which prices. Processors get a price that
 * depends on the time; each task by itself then chooses when and how wide it would run; what they
 * pay less what all processors could earn is a bound, whatever the prices. They are raised where
 * too many want to run, and lowered where too few do: `iterations` times, 0 for 150. Prices are
 * constant on intervals that grow by `growth` / 100, 101 .. 400, 0 for 115.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff iterations is above 10^6, or growth is none of these.
 * Cost      O(iterations n w I) for w widths (about 13 ln m) and I intervals; the last look O(n I)
 *           times the widths that may matter, all at worst. Less where few intervals matter.
 * Source    time-indexed Lagrangian relaxation; >>bound of the implementation proves it. */
SKED_API sked_status sked_moldable_bound(sked_moldable *moldable, uint32_t iterations,
                                         uint32_t growth);

/* Until `end`, from the end before (of the first: from now): what one processor costs for one tick,
 * in 2^-32 of a weight. After the last end: nothing. */
typedef struct sked_moldable_price {
    sked_time end;
    uint64_t price;
} sked_moldable_price;

#define SKED_MOLDABLE_PRICES_MAX 256u               /* intervals, at most                     */

/* Tells the prices behind minsum_least: a certificate. *count is 0 if bound never raised it.
 * Needs     prices[0 .. SKED_MOLDABLE_PRICES_MAX - 1] (asserted).
 * Fails     SKED_E_EMPTY. */
SKED_API sked_status sked_moldable_prices(const sked_moldable *moldable,
                                          sked_moldable_price *prices, uint32_t *count);

/* Evaluates any prices: *least is a bound on the minsum, whatever they are. What it tells does not
 * depend on what the object has seen, so that another one can check a certificate.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff count is 0 or above SKED_MOLDABLE_PRICES_MAX, or ends do
 *           not rise, or the first is not after now, or the last is beyond SKED_TIME_MAX.
 * Cost      that of the last look of bound. */
SKED_API sked_status sked_moldable_evaluate(sked_moldable *moldable,
                                            const sked_moldable_price *prices, uint32_t count,
                                            sked_wide *least);

/* The interval relaxation of the paper, corrected, as a definition (this header solves no linear
 * programs): for times 0 = u_0 < u_1 < ... < u_J, A_ij the least work of task i on widths with a
 * time of at most u_(j+1) (sked_moldable_allot tells it; none: x_ij = 0), c_ij = max(u_j, the least
 * time):
 *     min sum_ij w_i c_ij x_ij,  sum_j x_ij >= 1,  sum_(l<=j) sum_i A_il x_il <= m u_(j+1) for
 *     j < J,  x >= 0,  with a last interval (u_J, infinity) without a row of its own.
 * The paper has neither the first interval (0, u_1] nor the last, and so is sometimes no bound. */

/* ---- >>frontier: the plans worth choosing from ---------------------------------------------- */

/* Of all plans that calls have met, as far as frontier_max has room, those are kept than which none
 * is better in both makespan and minsum; where room is short, the closest neighbours go first. */

/* Tells the kept plan `index`, in order of rising makespan and falling minsum. rows and *result may
 * be NULL; its steps and promise are 0.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there are not so many (sked_moldable_facts.plans). */
SKED_API sked_status sked_moldable_point(const sked_moldable *moldable, uint32_t index,
                                         sked_moldable_row *rows, sked_moldable_result *result);

/* ---- >>read: times, pieces, processors, judging plans --------------------------------------- */

typedef struct sked_moldable_facts {
    size_t bytes;                   /* of the block                                           */
    uint32_t tasks;                 /* that are not left out                                  */
    uint32_t width_max;             /* processors that are left in the end                    */
    uint32_t plans;                 /* of >>frontier                                          */
    sked_time refused;              /* the longest deadline that is proved too short, from 0 on */
    sked_time accepted;             /* the one that MAKESPAN uses, from 0 on                  */
    sked_wide minsum_least;
    uint64_t work_least;            /* the sum of least works                                 */
} sked_moldable_facts;

/* Tells how it stands. Fails SKED_E_EMPTY. Cost O(1), but the first time that of MAKESPAN. */
SKED_API sked_status sked_moldable_look(sked_moldable *moldable, sked_moldable_facts *facts);

/* Tells the time of a task on a width, as a schedule has it.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such task, or it may not have this width or
 *           is divisible. */
SKED_API sked_status sked_moldable_time(const sked_moldable *moldable, uint32_t task,
                                        uint32_t width, sked_time *time);

/* Tells the least width with which a task takes at most `limit`, and the least work of any such
 * width, as bounds have it. A divisible task has width 1 and time 1, and its work.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such task; SKED_E_DEADLINE iff there is no
 *           such width.
 * Cost      O(log m). */
SKED_API sked_status sked_moldable_allot(const sked_moldable *moldable, uint32_t task,
                                         sked_time limit, sked_moldable_allotment *allotment,
                                         uint64_t *work);

/* Are the times of all tasks that are not left out monotone: on more processors no longer, and no
 * less work? Plans and bounds need neither; the promise does.
 * Returns   SKED_OK if so; SKED_E_MONOTONY, with the first task and the first width at which it
 *           fails, of those that are allowed. An oracle is asked for widths 1, 2, 4, ... alone.
 * Fails     SKED_E_EMPTY. */
SKED_API sked_status sked_moldable_monotone(const sked_moldable *moldable, uint32_t *task,
                                            uint32_t *width);

/* Judges a plan, whoever made it: is it one, and how good? It joins the plans of >>frontier.
 * Fails     SKED_E_EMPTY; SKED_E_PLAN iff a row has a width that the task may not have, or another
 *           length than its time, or a start before the task is ready or before now, or a task that
 *           is left out has another row than zeros, or a divisible one has width or its pieces do
 *           not fit; SKED_E_TAKEN iff more processors are used at some time than there are.
 *           *task is the first at fault; *result and the plans are unchanged then. task and result
 *           may be NULL.
 * Cost      O((n + s) log (n + s)), and O((n + s) d) with d divisible tasks. */
SKED_API sked_status sked_moldable_judge(sked_moldable *moldable, const sked_moldable_row *rows,
                                         uint32_t *task, sked_moldable_result *result);

typedef struct sked_moldable_piece {
    sked_time start, end;
    uint32_t task, width;
} sked_moldable_piece;

/* Tells the pieces of the divisible tasks of a plan: rectangles, by rising start, as many as n +
 * spans_count + 1 times 4 at most; the last tick of a task may be wider than its last piece needs.
 * Fails     as sked_moldable_judge, of which it is a part; SKED_E_FULL iff there are more than
 *           pieces_max. *count is unchanged then. */
SKED_API sked_status sked_moldable_pieces(sked_moldable *moldable, const sked_moldable_row *rows,
                                          sked_moldable_piece *pieces, uint32_t pieces_max,
                                          uint32_t *count);

/* Says which processors each task of a plan has: the lowest that are free of tasks when it starts.
 * The sets of spans play no part, nor do divisible tasks. words has SKED_SET_WORDS(m) words a task.
 * Fails     as sked_moldable_judge. */
SKED_API sked_status sked_moldable_place(sked_moldable *moldable, const sked_moldable_row *rows,
                                         sked_word *words);

/* ---- >>online: tasks that come later, and planning anew ------------------------------------- */

/* Tells what has started by `now` of a plan that is being carried out, so that the rest can be
 * planned anew when a task ended early or new ones came: make another object, with the same tasks,
 * with `now`, with `started` left out, and with `running` among its spans. A task that ended early
 * has its true end in its row. Divisible tasks count as started when they have ended; reduce their
 * time by what is done.
 * Gives     *started, of size n: rows with width that start before now or have ended by then;
 *           running[0 ..], room for n: a span for each that has not ended.
 * Returns   the number of running tasks. */
SKED_API uint32_t sked_moldable_started(const sked_moldable_row *rows, sked_time now,
                                        sked_set *started, sked_span *running);

#endif /* SKED_MOLDABLE_H_INCLUDED */
