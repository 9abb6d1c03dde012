/* sched_share.h - sked 0.11.0: fair share and preemption. Who goes first, and who must go.
 *
 *     #define SKED_IMPLEMENTATION      in exactly one file of the program,
 *     #include "sched_share.h"         and this line alone in all others
 *
 * SPDX-License-Identifier: MIT (full text in LICENSE)
 *
 * CONTENTS (search for the tag; the implementation repeats them in the same order)
 *   >>promises   what holds here               >>order      who goes first, and how much may start
 *   >>example    a complete program            >>save       branch, grow, seal and open
 *   >>create     size, init, create, destroy   >>cost       what it costs to preempt a job
 *   >>accounts   the tree of accounts          >>victims    the cheapest jobs that give enough
 *   >>use        start, stop, charge, advance
 *
 * >>promises
 *   - The promises of sched.h (>>promises there) hold here, too: one block, no libc, no clock,
 *     integers only, a status for bad data. A call that is refused changes nothing.
 *   - Contracts: "iff" means if and only if, and the list of failures is complete.
 *   - Usage is exact: it is the sum over all ticks of the processors in use, each tick with its
 *     weight, and the weight halves exactly from one half-life to the next. Once in 24 half-lives
 *     each account's sum is rounded down, by less than 1/65536 of a processor-tick.
 *   - The order is that of a sort by these sums, after every call, also where jobs have only run on
 *     since the last one. It does not depend on how often you call.
 *   - Victims: no set of candidates that gives enough costs less than the lower bound of the
 *     answer. None of the victims is spare. If all candidates together give too little, there is
 *     none.
 *   - Only _create, _grow, _clone and _destroy call a sked_mem.
 *
 * >>example
 *   A machine of 100 processors; ticks are minutes. Physics owns three quarters of it, chemistry a
 *   quarter. For a day, chemistry has 70 processors, ann of physics has 20 and bob 10. So physics
 *   goes first, and of its users bob. Then a job of bob's is urgent and needs 24 processors, of
 *   which 4 are free. Of four jobs that may be preempted, the planner takes those that have done
 *   least work.
 *
 *   It prints
 *       1. bob        owns 375, has used  99 of 1000
 *       2. ann        owns 375, has used 199 of 1000
 *       3. chemistry  owns 250, has used 700 of 1000
 *       preempt job 103: 12 processors
 *       preempt job 104: 8 processors
 *       lost: 3680 processor-minutes, the least possible
 *
 *   -----------------------------------------------------------------------------------------------
 *   #define SKED_IMPLEMENTATION
 *   #include "sched_share.h"
 *   #include <stdio.h>
 *   #include <stdlib.h>
 *
 *   enum { ROOT = SKED_SHARE_ROOT, DAY = 24 * 60, WEEK = 7 * DAY };
 *   enum { CHEMISTRY = 1, PHYSICS, ANN, BOB };      // accounts have the numbers 1, 2, ...
 *   static const char *const names[] = {"all", "chemistry", "physics", "ann", "bob"};
 *
 *   static void must(sked_status status) {
 *       if (status != SKED_OK) {
 *           printf("%s\n", sked_status_text(status));
 *           exit(1);
 *       }
 *   }
 *
 *   static void add(sked_share *share, uint32_t above, uint32_t shares) {
 *       const sked_share_account account = sked_share_account_of(shares);
 *       uint32_t number;
 *       must(sked_share_add(share, above, &account, 0, &number));
 *   }
 *
 *   // The jobs that may be preempted: number, processors, and since when they run.
 *   static const struct { int id; uint32_t width; sked_time start; } running[] = {
 *       {101, 30, 0}, {102, 16, 600}, {103, 12, 1200}, {104, 8, 1340},
 *   };
 *
 *   static void preempt_for(uint32_t missing, sked_time estimate, sked_time now) {
 *       static sked_align scratch[1024 / sizeof(sked_align)];
 *       uint64_t costs[4];
 *       uint32_t gains[4], victims[4], i;
 *       sked_preempt_request request = sked_preempt_request_of(4, costs, gains, &missing);
 *       sked_preempt_answer answer;
 *       for (i = 0; i < 4; i++) {
 *           sked_preempt_job job = SKED_ZERO;       // it starts again from its beginning
 *           job.width = running[i].width;
 *           job.since = running[i].start;
 *           costs[i] = sked_preempt_cost(&job, estimate, now, NULL);
 *           gains[i] = running[i].width;
 *       }
 *       must(sked_preempt_find(&request, &answer, victims, scratch, sizeof scratch));
 *       for (i = 0; i < answer.victims; i++) {
 *           printf("preempt job %d: %d processors\n", running[victims[i]].id,
 *                  (int)gains[victims[i]]);
 *       }
 *       printf("lost: %d processor-minutes, %s\n", (int)answer.cost,
 *              answer.cost == answer.cost_lower_bound ? "the least possible" : "or a few less");
 *   }
 *
 *   int main(void) {
 *       static sked_align room[2048 / sizeof(sked_align)];
 *       const sked_share_settings settings = sked_share_settings_of(4, WEEK);
 *       sked_share_info all;
 *       sked_share_account_info info;
 *       sked_share share;
 *       uint32_t account;
 *       int place = 0;
 *
 *       must(sked_share_init(&share, &settings, room, sizeof room));
 *       add(&share, ROOT, 25);                      // chemistry
 *       add(&share, ROOT, 75);                      // physics
 *       add(&share, PHYSICS, 1);                    // ann
 *       add(&share, PHYSICS, 1);                    // bob
 *       must(sked_share_start(&share, CHEMISTRY, 70, 0));
 *       must(sked_share_start(&share, ANN, 20, 0));
 *       must(sked_share_start(&share, BOB, 10, 0));
 *       must(sked_share_advance(&share, DAY));
 *       must(sked_share_get_info(&share, &all));
 *       for (account = sked_share_first(&share); account != SKED_NONE;
 *            account = sked_share_next(&share, account)) {
 *           must(sked_share_get_account(&share, account, &info));
 *           printf("%d. %-9s  owns %d, has used %3d of 1000\n", ++place, names[account],
 *                  (int)info.target_permille, (int)info.used_permille);
 *       }
 *       preempt_for(24 - 4, 120, DAY);
 *       sked_share_destroy(&share);
 *       return 0;
 *   }
 *   -----------------------------------------------------------------------------------------------
 */
#ifndef SKED_SHARE_H_INCLUDED
#define SKED_SHARE_H_INCLUDED

#include "sched.h"

#if SKED_VERSION != 1100
#error "sched_share.h 0.11.0 needs the sched.h of the same version beside it"
#endif

/* ---- >>create: size, init, create, destroy -------------------------------------------------- */

/* An account is a group of users, or a user: whatever has shares of a machine. Accounts form a
 * tree. Their numbers are 0 for the root, which is the whole machine, and then 1, 2, .. as they are
 * added. Jobs run in accounts that have no others below them.
 *
 * A processor in use during a tick adds the weight of that tick to the usage of its account, and of
 * all above. A half-life has 64 steps. In step j of half-life k, both counted from 0, the weight is
 *     round(2^(16 + (j + 1/2) / 64)) * 2^k
 * Usage for people is divided by the weight of the present tick: processor-ticks, of which half
 * have decayed one half-life later. Compared with a decay without steps, it is at most 1.1 % off;
 * the ratio of two accounts' usage, by days of a week's half-life, at most 0.02 %.
 * Source    decay by growing weights: Cormode et al. (2009), forward decay. */

#define SKED_SHARE_ROOT 0u                          /* the number of the root                 */
#define SKED_SHARE_HALF_LIFE_MIN 64
#define SKED_SHARE_HALF_LIFE_MAX (INT64_C(1) << 36)

typedef struct sked_share_settings {
    uint32_t accounts_max;          /* 1 .. 2^24: without the root                            */
    sked_time half_life;            /* SKED_SHARE_HALF_LIFE_MIN .. SKED_SHARE_HALF_LIFE_MAX   */
    sked_time ahead;                /* 0 .. half_life: the order is that of so much later if all
                                       that runs goes on. 0: that of now. With more, a job that
                                       starts counts at once, so that one pass does not start
                                       all jobs of the account that has used least            */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_share_settings;

/* Returns   settings whose order is that of now. */
SKED_API sked_share_settings sked_share_settings_of(uint32_t accounts_max, sked_time half_life);

/* The accounts of a machine and their usage: a handle on a block. All fields are private. A handle
 * of zeros ({0}) is empty. Every function that returns a status refuses an empty one
 * (SKED_E_EMPTY), except init, create and open. */
typedef struct sked_share {
    sked_mem mem_;                  /* gave the block; zeros: the block is the caller's       */
    size_t bytes_;                  /* of the block                                           */
    /* Arrays of the block, which layout places; NULL in an empty handle: */
    struct sked_share_state_ *state_;
    struct sked_share_account_ *account_;
    sked_pair *turn_;               /* a heap: when an account may fall behind the next one   */
    uint32_t *turn_place_;          /* by account: its place in the heap, or SKED_NONE        */
    uint32_t *place_;               /* by account: its place among its siblings               */
    uint32_t *row_;                 /* by family: its accounts in their order                 */
} sked_share;

/* Computes the size of the block.
 * Gives     *bytes.
 * Fails     SKED_E_RANGE iff accounts_max is outside its range; SKED_E_TIME iff half_life or ahead
 *           is outside its range; SKED_E_OVERFLOW iff the size exceeds size_t. */
SKED_API SKED_NODISCARD sked_status sked_share_bytes(const sked_share_settings *settings,
                                                     size_t *bytes);

/* Creates the root alone, at time 0: init in a block of yours, create in one that mem gives. On
 * error the handle is empty.
 * Fails     as sked_share_bytes; SKED_E_BLOCK iff the block is NULL, too small or not aligned;
 *           SKED_E_MEMORY iff mem refuses.
 * Cost      O(bytes).
 * Keeps     the block or mem, until destroy. */
SKED_API SKED_NODISCARD sked_status sked_share_init(sked_share *share,
                                                    const sked_share_settings *settings,
                                                    void *block, size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_share_create(sked_share *share,
                                                      const sked_share_settings *settings,
                                                      sked_mem mem);

/* Frees the block if mem gave it, and leaves the handle empty. It may be called on an empty handle,
 * and twice. */
SKED_API void sked_share_destroy(sked_share *share);

/* ---- >>accounts: the tree of accounts ------------------------------------------------------- */

/* The calls with a time share these failures: SKED_E_EMPTY; SKED_E_TIME iff now is negative or
 * beyond SKED_TIME_MAX; SKED_E_BACKWARDS iff an earlier call carried a later time; then
 * SKED_E_UNKNOWN iff there is no such account. Failures are checked in the order in which they are
 * named.
 *
 * In the costs, d is the number of accounts above an account, and n that of all accounts. Each call
 * with a time first brings the order up to it: O(log n) for each two siblings that change places.
 * When 24 half-lives have passed since the last time that this happened, or since time 0, all is
 * sorted anew instead: O(n log n).
 * Source    the order at any time: Basch et al. (1997), kinetic sorting. */

typedef struct sked_share_account {
    uint32_t shares;                /* 0 .. 2^31 - 1, compared with those of its siblings. Those
                                       without shares come after all others                   */
    uint32_t precedence;            /* a lower one comes before all siblings with a higher
                                       one, whatever they have used                           */
    uint32_t processors_max;        /* a cap, for sked_share_room: at most so many at a time in
                                       it and below; 0: no cap                                */
} sked_share_account;

/* Returns   an account of this many shares, without precedence or cap. */
SKED_API sked_share_account sked_share_account_of(uint32_t shares);

/* Adds an account below another, without usage.
 * Gives     *number: one more than the last. An account that is no longer wanted stays; give it no
 *           shares.
 * Fails     as above; SKED_E_RANGE iff it has 2^31 shares or more; SKED_E_INNER iff the account
 *           above has no others below, and has jobs or usage of its own; SKED_E_FULL.
 * Cost      O(log n), and O(1) for each sibling that has used nothing. */
SKED_API SKED_NODISCARD sked_status sked_share_add(sked_share *share, uint32_t above,
                                                   const sked_share_account *account, sked_time now,
                                                   uint32_t *number);

/* Gives an account other shares, another precedence and another cap. Its usage stays.
 * Fails     as above; SKED_E_RANGE iff it would have 2^31 shares or more.
 * Cost      O(log n), and O(1) for each sibling that it passes. */
SKED_API SKED_NODISCARD sked_status sked_share_set(sked_share *share, uint32_t account,
                                                   const sked_share_account *settings,
                                                   sked_time now);

/* ---- >>use: start, stop, charge, advance ---------------------------------------------------- */

/* Reports that some processors are in use in an account from now on, or no longer. They may be any
 * rate of use instead, such as billing units, as long as caps count the same.
 * Fails     as above; SKED_E_INNER iff the account has others below; SKED_E_NO_WIDTH iff
 *           processors is 0; start: SKED_E_OVERFLOW iff 2^31 or more would be in use in all; stop:
 *           SKED_E_RANGE iff fewer are in use in the account.
 * Cost      O(d log n), and with `ahead` O(1) for each sibling that an account passes. */
SKED_API SKED_NODISCARD sked_status sked_share_start(sked_share *share, uint32_t account,
                                                     uint32_t processors, sked_time now);
SKED_API SKED_NODISCARD sked_status sked_share_stop(sked_share *share, uint32_t account,
                                                    uint32_t processors, sked_time now);

/* Adds usage that was not reported by start and stop: of jobs that ran elsewhere, or before this
 * object was made. It counts as if it had been used just now: so of older use, give what is left of
 * it.
 * Fails     as above; SKED_E_INNER iff the account has others below; SKED_E_TIME iff
 *           processor_ticks is negative or beyond SKED_TIME_MAX; SKED_E_OVERFLOW iff the usage of
 *           the root would exceed 2^79 processor-ticks.
 * Cost      O(d log n), and O(1) for each sibling that an account passes. */
SKED_API SKED_NODISCARD sked_status sked_share_charge(sked_share *share, uint32_t account,
                                                      sked_time processor_ticks, sked_time now);

/* Brings the order up to now, as every other call with a time does.
 * Fails     as above. */
SKED_API SKED_NODISCARD sked_status sked_share_advance(sked_share *share, sked_time now);

/* ---- >>order: who goes first, and how much may start ---------------------------------------- */

/* Siblings are ordered by precedence; those without shares come last among equal ones; then by
 * usage / shares, and by number. The order of accounts is that of their ancestors below the nearest
 * one that they share. With one level of accounts that is plain usage by shares. With several it is
 * Slurm's Fair Tree, except for ties: there, accounts with the same quotient merge their users.
 * Source    Fair Tree: Cox and Morrison (2014). */

/* Walk the accounts that have no others below, the most entitled one first:
 *     for (a = sked_share_first(&share); a != SKED_NONE; a = sked_share_next(&share, a)) { ... }
 * The order is that of the last call with a time.
 * Returns   an account; SKED_NONE when there is no further one, if there is no such account, or if
 *           the handle is empty.
 * Cost      of a whole walk: O(n). */
SKED_API uint32_t sked_share_first(const sked_share *share);
SKED_API uint32_t sked_share_next(const sked_share *share, uint32_t account);

/* Compares two accounts.
 * Returns   -1, 0 or 1 as a goes before b, is b, or goes after it. An account goes before those
 *           below it.
 * Needs     both exist (asserted; otherwise 0).
 * Cost      O(d). */
SKED_API int sked_share_compare(const sked_share *share, uint32_t a, uint32_t b);

/* Finds how many more processors an account may take by its own cap and those above it.
 * Returns   that number; UINT32_MAX if there is no cap; 0 if there is no such account, or if the
 *           handle is empty.
 * Cost      O(d). */
SKED_API uint32_t sked_share_room(const sked_share *share, uint32_t account);

typedef struct sked_share_account_info {
    sked_share_account settings;
    uint32_t above;                 /* SKED_NONE: it is the root                              */
    uint32_t below;                 /* accounts just below it; 0: jobs may run in it          */
    uint32_t place;                 /* among its siblings: 0 goes first                       */
    uint32_t running;               /* processors in use in it and below                      */
    sked_u128 usage;                /* processor-ticks at the last call with a time, decayed,
                                       rounded down                                           */
    uint32_t target_permille;       /* of the whole machine, by shares alone: those of the
                                       account above, times its part of its siblings' shares  */
    uint32_t used_permille;         /* of the usage of the root; 0 if that is 0               */
} sked_share_account_info;

/* Describes an account.
 * Gives     *info.
 * Fails     SKED_E_EMPTY; SKED_E_UNKNOWN iff there is no such account.
 * Cost      O(1) for each sibling of it and of those above it. */
SKED_API SKED_NODISCARD sked_status sked_share_get_account(const sked_share *share,
                                                           uint32_t account,
                                                           sked_share_account_info *info);

typedef struct sked_share_info {
    sked_time now;                  /* of the last call with a time                           */
    sked_time half_life, ahead;
    size_t bytes;                   /* of the block                                           */
    uint32_t accounts_max, accounts; /* without the root                                      */
    /* These only grow, from init or create on: */
    uint64_t turned;                /* siblings that changed places while they ran on         */
    uint64_t compared;              /* pairs of siblings of which it was computed when they do */
} sked_share_info;

/* Describes the state.
 * Gives     *info.
 * Fails     SKED_E_EMPTY.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_share_get_info(const sked_share *share,
                                                        sked_share_info *info);

/* ---- >>save: branch, grow, seal and open ---------------------------------------------------- */

/* Copies all accounts, for example to try a plan. branch copies into a block of yours, as large as
 * the original's (sked_share_info.bytes); clone into one that mem gives. A branch cannot grow; a
 * clone can. On error the copy is empty.
 * Needs     the copy is another handle (asserted).
 * Fails     SKED_E_EMPTY; SKED_E_BLOCK iff the block is NULL, too small or not aligned;
 *           SKED_E_MEMORY iff mem refuses.
 * Cost      O(bytes).
 * Keeps     the block or mem, until the copy is destroyed. */
SKED_API SKED_NODISCARD sked_status sked_share_branch(const sked_share *share, sked_share *branch,
                                                      void *block, size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_share_clone(const sked_share *share, sked_share *clone,
                                                     sked_mem mem);

/* Makes room for more accounts, in a new block of the same mem.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff accounts_max would shrink, or is outside its range;
 *           SKED_E_OVERFLOW iff the size exceeds size_t; SKED_E_FIXED iff init, open or branch made
 *           the object; SKED_E_MEMORY iff mem refuses; SKED_E_BLOCK iff mem gives a block that is
 *           not aligned.
 * Cost      O(bytes). */
SKED_API SKED_NODISCARD sked_status sked_share_grow(sked_share *share, uint32_t accounts_max);

/* Seals the accounts for saving.
 * Gives     *block and *bytes: what to write, before anything changes again.
 * Fails     SKED_E_EMPTY.
 * Cost      O(bytes). */
SKED_API SKED_NODISCARD sked_status sked_share_seal(sked_share *share, const void **block,
                                                    size_t *bytes);

/* Opens a sealed block, on the same kind of machine, with exactly as many bytes. All goes on in the
 * block itself. On error the handle is empty, and the block unchanged.
 * Fails     SKED_E_BLOCK iff the block is NULL, not aligned, or too small for a seal;
 *           SKED_E_INCOMPATIBLE, SKED_E_LENGTH and SKED_E_CORRUPT as sked_seal_check;
 *           SKED_E_CORRUPT also iff the content contradicts itself (sked_share_validate).
 * Cost      O(bytes).
 * Keeps     the block, until destroy. */
SKED_API SKED_NODISCARD sked_status sked_share_open(sked_share *share, void *block, size_t bytes);

/* Validates the whole content: for tests, fuzzers, and controllers that distrust their memory.
 * After SKED_OK, no call with this handle reads or writes outside the block or runs for ever,
 * whatever wrote the block. The handle itself must be intact.
 * Fails     SKED_E_EMPTY; SKED_E_CORRUPT iff the content contradicts itself.
 * Cost      O(bytes). */
SKED_API SKED_NODISCARD sked_status sked_share_validate(const sked_share *share);

/* ---- >>cost: what it costs to preempt a job ------------------------------------------------- */

/* How a job makes room. */
typedef enum sked_preempt_mode {
    SKED_PREEMPT_REQUEUE,           /* it ends, and later starts again from its last
                                       checkpoint, or from its beginning                      */
    SKED_PREEMPT_CHECKPOINT,        /* it writes a checkpoint, and then ends                  */
    SKED_PREEMPT_SUSPEND,           /* it stops, keeps its memory, and goes on later          */
    SKED_PREEMPT_MODE_COUNT_,       /* how many these are; not a mode                         */
    SKED_PREEMPT_MODE_CLOSED_ = INT_MAX
} sked_preempt_mode;

typedef struct sked_preempt_job {
    uint32_t width;                 /* its processors                                         */
    uint32_t modes;                 /* that it allows, as a sum of 1u << mode; 0: requeue      */
    uint32_t preempted;             /* how often it was preempted before                      */
    sked_time since;                /* its start, or its last checkpoint, if that is later    */
    sked_time writing;              /* how long it writes a checkpoint                        */
} sked_preempt_job;

/* Computes what it costs to preempt a job, in processor-ticks: requeue width * (now - since),
 * checkpoint width * writing, suspend width * estimate, where `estimate` is that of the job to
 * which it makes room. That is doubled for each time that the job was preempted before, so that it
 * is not always the same one.
 * Returns   the least cost of the modes that it allows, at most SKED_TIME_MAX. *mode (unless NULL)
 *           is that mode; of equal ones the first.
 * Needs     times of 0 .. SKED_TIME_MAX, since <= now, and no modes but these (asserted).
 * Cost      O(1). */
SKED_API uint64_t sked_preempt_cost(const sked_preempt_job *job, sked_time estimate, sked_time now,
                                    sked_preempt_mode *mode);

/* ---- >>victims: the cheapest jobs that give enough ------------------------------------------ */

/* A job cannot start: it lacks some processors, some licences, some memory. Which running jobs must
 * go? You name the candidates, and what each would give: those of a lower tier, not just started,
 * not about to end anyway. The planner keeps nothing and changes nothing.
 *
 * Domains are places of which one must do, such as racks, for a job that must not span two. They
 * have needs of their own, and a candidate gives to each what it has there. A job that can give
 * single processors is as many candidates, of gain 1 each.
 *
 * Keep what the victims give for the job: a plan without a memory frees space that others take. */
typedef struct sked_preempt_request {
    uint32_t candidates;            /* 0 .. 2^20                                              */
    uint32_t resources;             /* 1 .. 8; 0 means 1                                      */
    uint32_t domains;               /* 1 .. 64; 0 means 1                                     */
    uint32_t steps_max;             /* in each search; 0: 2000. A search that ends early has a
                                       set and a bound, too                                   */
    const uint64_t *costs;          /* by candidate                                           */
    const uint32_t *gains;          /* what a candidate gives:
                                       gains[(candidate * domains + domain) * resources
                                       + resource]                                            */
    const uint32_t *needs;          /* what is missing: needs[domain * resources + resource]  */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_preempt_request;

/* Returns   a request with one resource and one domain. */
SKED_API sked_preempt_request sked_preempt_request_of(uint32_t candidates, const uint64_t *costs,
                                                      const uint32_t *gains,
                                                      const uint32_t *needs);

typedef struct sked_preempt_answer {
    uint64_t cost;                  /* of all victims                                         */
    uint64_t cost_lower_bound;      /* no set that gives enough costs less                    */
    uint32_t victims;               /* how many                                               */
    uint32_t domain;                /* where they give enough                                 */
    int proved;                     /* 1: no set costs less, and none of the same cost has
                                       fewer victims                                          */
    uint64_t steps;                 /* of all searches                                        */
} sked_preempt_answer;

/* Computes the size of the scratch block from candidates and resources alone: about 80 + 4 *
 * resources bytes for each candidate.
 * Gives     *bytes.
 * Fails     SKED_E_RANGE iff candidates, resources or domains is outside its range; SKED_E_OVERFLOW
 *           iff the size exceeds size_t. */
SKED_API SKED_NODISCARD sked_status sked_preempt_bytes(const sked_preempt_request *request,
                                                       size_t *bytes);

/* Finds the cheapest candidates that together give all that is needed in one of the domains. Of
 * sets with the same cost it takes one with the fewest victims; of domains with both the same, the
 * first.
 * Gives     *answer; victims[0 .. answer->victims - 1], candidates by rising number.
 * Needs     victims[0 .. candidates - 1]; costs, gains and needs not NULL, costs and gains unless
 *           candidates is 0 (asserted).
 * Fails     as sked_preempt_bytes; SKED_E_BLOCK iff the scratch block is NULL, too small or not
 *           aligned; SKED_E_OVERFLOW iff (candidates + 1) * (the sum of the costs + 1) reaches
 *           2^63; SKED_E_VICTIMS iff all candidates together give too little in each domain.
 * Cost      with n candidates, in each domain O(n log n) and O(log n) for each of steps_max steps;
 *           with R > 1 resources O(R R) times as much, of steps_max / 8; and O(n) for each
 *           candidate that is left out at last because it is spare.
 * Keeps     nothing.
 * Source    branch and bound: Horowitz and Sahni (1974); its bound: Dantzig (1957). */
SKED_API SKED_NODISCARD sked_status sked_preempt_find(const sked_preempt_request *request,
                                                      sked_preempt_answer *answer,
                                                      uint32_t *victims, void *scratch,
                                                      size_t bytes);

#endif /* SKED_SHARE_H_INCLUDED */
