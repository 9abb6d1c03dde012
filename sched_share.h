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
 *     answer. Without any one of the victims it would not be enough. If all candidates together
 *     give too little, there is no victim.
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
 *       1. bob        owns 375, has used 100 of 1000
 *       2. ann        owns 375, has used 200 of 1000
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
 *       sked_preempt_request request;
 *       sked_preempt_answer answer;
 *       for (i = 0; i < 4; i++) {
 *           sked_preempt_job job = SKED_ZERO;       // it starts again from its beginning
 *           job.width = running[i].width;
 *           job.since = running[i].start;
 *           costs[i] = sked_preempt_cost(&job, estimate, now, NULL);
 *           gains[i] = running[i].width;
 *       }
 *       request = sked_preempt_request_of(4, costs, gains, &missing);
 *       must(sked_preempt_find(&request, &answer, victims, scratch, sizeof scratch));
 *       for (i = 0; i < answer.victims; i++) {
 *           printf("preempt job %d: %d processors\n", running[victims[i]].id,
 *                  (int)gains[victims[i]]);
 *       }
 *       printf("lost: %d processor-minutes, %s\n", (int)answer.cost,
 *              answer.proved ? "the least possible" : "perhaps not the least");
 *   }
 *
 *   int main(void) {
 *       static sked_align room[2048 / sizeof(sked_align)];
 *       const sked_share_settings settings = sked_share_settings_of(4, WEEK);
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
 * all above. A half-life has 64 steps; step j begins floor(j * half_life / 64) ticks into it. In
 * step j of half-life k, both counted from 0, the weight is
 *     round(2^(16 + (j + 1/2) / 64)) * 2^k
 * Every 24 half-lives, k begins at 0 again: the sum of each account without others below is divided
 * by 2^24 and rounded down, and the others become the sums of those below them.
 *
 * Usage for people is divided by the weight of the present tick: processor-ticks, of which half
 * have decayed one half-life later. Compared with a decay without steps, it is at most 1.1 % off;
 * the ratio of two accounts' usage, by days of a week's half-life, at most 0.02 %.
 * Source    decay by growing weights: Cormode et al. (2009), forward decay. */

#define SKED_SHARE_ROOT 0u                          /* the number of the root                 */
#define SKED_SHARE_HALF_LIFE_MIN 64
#define SKED_SHARE_HALF_LIFE_MAX (INT64_C(1) << 36)

typedef struct sked_share_settings {
    uint32_t accounts_max;          /* 1 .. 2^28: without the root                            */
    sked_time half_life;            /* SKED_SHARE_HALF_LIFE_MIN .. SKED_SHARE_HALF_LIFE_MAX   */
    sked_time ahead;                /* 0 .. half_life: accounts are ordered as they would be so
                                       many ticks from now, if all that runs goes on. With more
                                       than 0, a job counts as soon as it starts. So if you look
                                       at the order again after each start, not all jobs of the
                                       account that has used least start together. A good value
                                       is about as long as a job runs: with much more, accounts
                                       are further from their shares                          */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_share_settings;

/* Returns   settings with `ahead` 0, which orders accounts by what they have used. */
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

/* Computes the size of the block: about 700 bytes, and 90 for each account.
 * Gives     *bytes.
 * Fails     SKED_E_RANGE iff accounts_max is outside its range; SKED_E_TIME iff half_life or ahead
 *           is outside its range; SKED_E_OVERFLOW iff the size exceeds size_t. */
SKED_API SKED_NODISCARD sked_status sked_share_bytes(const sked_share_settings *settings,
                                                     size_t *bytes);

/* Creates the root alone, without a cap, at time 0. As long as it has no accounts below, jobs run
 * in the root. init uses a block of yours, create one that mem gives. On error the handle is empty.
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
 * with a time first brings the order up to it: O(log n) for each two siblings that change places,
 * and for each that was expected to do so too early. When 24 half-lives have passed since the last
 * time that this happened, or since time 0, all is sorted anew instead: O(n log n), and O(1) for
 * each sibling that an account passes.
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
 * Fails     as above; SKED_E_RANGE iff it has 2^31 shares or more; SKED_E_INNER iff jobs have
 *           run in the account above, or it was charged; SKED_E_FULL.
 * Cost      O(log n), and O(1) for each sibling. */
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
 *           processor_ticks is negative or beyond SKED_TIME_MAX; SKED_E_OVERFLOW iff the sum of
 *           the root, with the weights of >>create, would reach 2^120: 2^79 processor-ticks or
 *           more.
 * Cost      O(d log n), and O(1) for each sibling that an account passes. */
SKED_API SKED_NODISCARD sked_status sked_share_charge(sked_share *share, uint32_t account,
                                                      sked_time processor_ticks, sked_time now);

/* Brings the order up to now, as every other call with a time does.
 * Fails     as above. */
SKED_API SKED_NODISCARD sked_status sked_share_advance(sked_share *share, sked_time now);

/* ---- >>order: who goes first, and how much may start ---------------------------------------- */

/* Siblings are ordered by precedence; then those with shares by usage / shares; those without come
 * after them; ties go to the lower number. The order of two accounts is that of their ancestors
 * just below their nearest common ancestor. With one level of accounts that is plain usage by
 * shares. With several it is Slurm's Fair Tree, except for ties: there, accounts with the same
 * quotient merge their users.
 * Source    Fair Tree: Cox and Morrison (2014). */

/* Walk the accounts that have no others below, the most entitled one first. The next of an account
 * that has others below skips all of those.
 *     for (a = sked_share_first(&share); a != SKED_NONE; a = sked_share_next(&share, a)) { ... }
 * The order is that of the last call with a time.
 * Returns   an account; SKED_NONE when there is no further one, if there is no such account, or if
 *           the handle is empty.
 * Cost      of a whole walk: O(n). */
SKED_API uint32_t sked_share_first(const sked_share *share);
SKED_API uint32_t sked_share_next(const sked_share *share, uint32_t account);

/* Brings the order up to `now`, and the accounts of a queue into it. A job's account is the number
 * of one that has no others below. So the queue's order is SKED_BY_SHARE, and before each pass:
 *     must(sked_share_order_queue(&share, &queue, now));
 *     must(sked_queue_plan(&queue, now));
 * Fails     SKED_E_EMPTY iff one of the handles is empty; SKED_E_TIME; SKED_E_BACKWARDS as above,
 *           or if the queue knows a later time; SKED_E_BUSY iff a pass of the queue is open;
 *           SKED_E_RANGE iff the queue's order is not SKED_BY_SHARE, or its accounts_max is not
 *           above the last account's number.
 * Cost      O(n), whatever has changed. */
SKED_API SKED_NODISCARD sked_status sked_share_order_queue(sked_share *share, sked_queue *queue,
                                                           sked_time now);

/* Compares two accounts.
 * Returns   -1, 0 or 1 as a goes before b, is b, or goes after it. An account goes before those
 *           below it. 0 also if one of them does not exist, or if the handle is empty.
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
    uint32_t target_permille;       /* of the whole machine, by shares alone: that of the account
                                       above, times its part of its siblings' shares; both to
                                       the nearest                                            */
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
    uint64_t turned;                /* pairs of siblings that changed places as time went by  */
    uint64_t compared;              /* how often the time of such a change was computed       */
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

/* The highest cost of a job: a thousand such ones fit into a search. */
#define SKED_PREEMPT_COST_MAX (UINT64_C(1) << 42)

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
 * Returns   the least cost of the modes that it allows, at most SKED_PREEMPT_COST_MAX. *mode
 *           (unless NULL) is that mode; of equal ones the first.
 * Needs     times of 0 .. SKED_TIME_MAX, since <= now, and no modes but these (asserted). A job
 *           without an estimate has SKED_TIME_MAX here.
 * Cost      O(1). */
SKED_API uint64_t sked_preempt_cost(const sked_preempt_job *job, sked_time estimate, sked_time now,
                                    sked_preempt_mode *mode);

/* ---- >>victims: the cheapest jobs that give enough ------------------------------------------ */

/* A job cannot start: it lacks some processors, some licences, some memory. Which running jobs must
 * go? You name the candidates, and what each would give: those of a lower tier, not just started,
 * not about to end anyway, not already leaving for another job. The planner keeps nothing and
 * changes nothing.
 *
 * Domains are places of which one must do, such as racks, for a job that must not span two. They
 * have needs of their own, and a candidate gives to each what it has there. What belongs to no
 * place, such as the licences of a site, is needed and given in each domain. A job that can give
 * single processors is as many candidates, of gain 1 each.
 *
 * Name each job once, in the mode that it would take: a job that is suspended gives its processors,
 * but keeps its memory. Book what the victims give for the job (sked_queue_book_for), or others
 * take it before the job starts. */
typedef struct sked_preempt_request {
    uint32_t candidates;            /* 0 .. 2^27                                              */
    uint32_t resources;             /* 1 .. 8; 0 means 1                                      */
    uint32_t domains;               /* 1 .. 64; 0 means 1                                     */
    uint32_t steps_max;             /* of the search of each domain; 0: 2000. If it ends early,
                                       there is a set and a bound, too                        */
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
    int proved;                     /* 1: cost is cost_lower_bound, and no set of the same cost
                                       has fewer victims                                      */
    uint64_t steps;                 /* of all searches                                        */
} sked_preempt_answer;

/* Computes the size of the scratch block: about 70 bytes for each candidate.
 * Gives     *bytes.
 * Fails     SKED_E_RANGE iff candidates, resources or domains is outside its range; SKED_E_OVERFLOW
 *           iff the size exceeds size_t. */
SKED_API SKED_NODISCARD sked_status sked_preempt_bytes(const sked_preempt_request *request,
                                                       size_t *bytes);

/* Finds the cheapest candidates that together give all that is needed in one of the domains. Of
 * sets with the same cost it takes one with the fewest victims. If domains have equal ones, it
 * takes the first of these domains.
 * Gives     *answer; victims[0 .. answer->victims - 1], candidates by rising number.
 * Needs     needs not NULL; unless candidates is 0, victims[0 .. candidates - 1], costs and gains
 *           not NULL (asserted).
 * Fails     as sked_preempt_bytes; SKED_E_BLOCK iff the scratch block is NULL, too small or not
 *           aligned; SKED_E_OVERFLOW iff (candidates + 1) * (the sum of the costs + 1) reaches
 *           2^63; SKED_E_VICTIMS iff all candidates together give too little in each domain.
 * Cost      with n candidates, in each domain O(n log n) and O(log n) for each of steps_max steps,
 *           and O(n) for each better set that a search finds; with R > 1 resources O(R R) times as
 *           much, of steps_max / 8; and O(n) for each candidate that is left out at last because it
 *           is spare.
 * Keeps     nothing.
 * Source    branch and bound: Horowitz and Sahni (1974); its bound: Dantzig (1957). */
SKED_API SKED_NODISCARD sked_status sked_preempt_find(const sked_preempt_request *request,
                                                      sked_preempt_answer *answer,
                                                      uint32_t *victims, void *scratch,
                                                      size_t bytes);

#endif /* SKED_SHARE_H_INCLUDED */

/* ============================================================================================= */
/* A user of the library may stop reading here: what follows is how it works.                    */
/* ============================================================================================= */

#if (defined(SKED_IMPLEMENTATION) || defined(SKED_SHARE_IMPLEMENTATION)) && \
    !defined(SKED_SHARE_IMPLEMENTATION_DONE)
#define SKED_SHARE_IMPLEMENTATION_DONE

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#endif

/* ---- >>create ------------------------------------------------------------------------------- */

/* The idea. New use weighs more, so that old use need not be touched while it decays. Let G(t) be
 * the sum of the weights of all ticks from the base to t. An account that uses R processors has the
 * usage line + R G(t): it is a line over G. A start of w processors at t adds w to R and takes
 * w G(t) from the line, on the way up to the root; a stop does the reverse.
 * The invariant. Running processors and lines of an account are the sums of those just below it,
 * lines modulo 2^128. The usage is never negative, and less than 2^122.
 *     >>create.weights    G
 *     >>create.fill       the root alone */

enum {
    SKED_SHARE_STEPS_ = 64,             /* of a half-life */
    SKED_SHARE_EPOCH_ = 24              /* half-lives from a base to the next */
};

#define SKED_SHARE_KIND_ UINT32_C(0x53480001)       /* of a seal */
#define SKED_SHARE_ACCOUNTS_MAX_ (UINT32_C(1) << 28)
#define SKED_SHARE_VACANT_ UINT32_C(0x80000000)     /* a vacant cell of a row: plus its owner */

typedef struct sked_share_account_ {
    sked_u128 line;                     /* start, stop, charge, rebase: usage less running * G */
    uint32_t running;                   /* start, stop: processors in use in it and below */
    uint32_t shares, precedence, processors_max;    /* add, set */
    uint32_t above;                     /* add: SKED_NONE for the root */
    uint32_t below;                     /* add: how many are just below it */
    uint32_t first;                     /* add: its family's first cell in row_; 0 without family */
    uint32_t used;                      /* climb: 1 if jobs have run in it, or it was charged */
} sked_share_account_;

/* What lies at the beginning of the block. */
typedef struct sked_share_state_ {
    unsigned char seal[SKED_SEAL_BYTES];    /* valid from seal to the next change */
    /* Written by init and grow alone: */
    sked_time half_life, ahead;
    uint64_t sums[SKED_SHARE_STEPS_ + 1];   /* by step: G at its begin, in the first half-life */
    uint32_t accounts_max;
    uint32_t unit;                          /* a turn counts G in units of 2^unit */
    /* Written by what changes them: */
    sked_time base;                         /* rebase: where G is 0 */
    sked_time now;                          /* look: of the last call with a time */
    sked_u128 sum;                          /* look: G(now + ahead), by which all is ordered */
    uint64_t units;                         /* look: the same in units */
    uint64_t turned, compared;              /* advance; watch */
    uint32_t accounts;                      /* add: with the root */
    uint32_t turns;                         /* watch: entries of the heap */
    uint32_t cells;                         /* add: how many of row_ are given to families */
    uint32_t spare;
} sked_share_state_;

/* A family that grows moves to twice as many cells. So all that it ever had are fewer than four for
 * each account. */
static uint32_t sked_share_cells_max_(uint32_t accounts_max) {
    return 4 * accounts_max;
}

/* Lays a block out; block NULL only sizes it. Returns the bytes; 0 iff they overflow. */
static size_t sked_share_layout_(sked_share *share, uint32_t accounts_max, void *block) {
    const uint32_t accounts = accounts_max + 1;
    sked_carver_ c = sked_carver_of_(block);
    SKED_ASSERT(accounts_max <= SKED_SHARE_ACCOUNTS_MAX_);
    share->state_ = SKED_PTR_(sked_share_state_, sked_carve_(&c, sizeof(sked_share_state_), 1));
    share->account_ = SKED_PTR_(sked_share_account_,
                                sked_carve_(&c, sizeof(sked_share_account_), accounts));
    share->turn_ = SKED_PTR_(sked_pair, sked_carve_(&c, sizeof(sked_pair), accounts));
    share->turn_place_ = sked_carve_32_(&c, accounts);
    share->place_ = sked_carve_32_(&c, accounts);
    share->row_ = sked_carve_32_(&c, sked_share_cells_max_(accounts_max));
    return c.fits ? c.used : 0;
}

static sked_status sked_share_check_(const sked_share_settings *settings) {
    SKED_ASSERT(settings != NULL);
    if (sked_is_out_(settings->refusal, SKED_E_RANGE, "accounts_max", settings->accounts_max, 1,
                     SKED_SHARE_ACCOUNTS_MAX_)) {
        return SKED_E_RANGE;
    }
    if (settings->half_life < SKED_SHARE_HALF_LIFE_MIN ||
        settings->half_life > SKED_SHARE_HALF_LIFE_MAX) {
        return sked_refuse_(settings->refusal, SKED_E_TIME, "half_life", settings->half_life,
                            SKED_SHARE_HALF_LIFE_MIN, SKED_SHARE_HALF_LIFE_MAX);
    }
    if (settings->ahead < 0 || settings->ahead > settings->half_life) {
        (void)sked_refuse_(settings->refusal, SKED_E_TIME, "ahead", settings->ahead, 0,
                           settings->half_life);
        return sked_refuse_with_(settings->refusal, SKED_E_TIME, "half_life",
                                 settings->half_life);
    }
    return SKED_OK;
}

SKED_API sked_share_settings sked_share_settings_of(uint32_t accounts_max, sked_time half_life) {
    sked_share_settings settings = SKED_ZERO;
    settings.accounts_max = accounts_max;
    settings.half_life = half_life;
    return settings;
}

SKED_API sked_share_account sked_share_account_of(uint32_t shares) {
    sked_share_account account = SKED_ZERO;
    account.shares = shares;
    return account;
}

static sked_share sked_share_empty_(void) {
    sked_share share = SKED_ZERO;
    return share;
}

SKED_API sked_status sked_share_bytes(const sked_share_settings *settings, size_t *bytes) {
    sked_share share;
    const sked_status status = sked_share_check_(settings);
    SKED_ASSERT(bytes != NULL);
    if (status != SKED_OK) {
        return status;
    }
    return sked_give_size_(settings->refusal, "accounts_max",
                           sked_share_layout_(&share, settings->accounts_max, NULL), bytes);
}

/* ---- >>create.weights: G ---- */

/* By step j of the first half-life: round(2^(16 + (j + 1/2) / 64)). */
static const uint32_t sked_share_weights_[SKED_SHARE_STEPS_] = {
    65892, 66609, 67335, 68068, 68809, 69558, 70316, 71082,
    71856, 72638, 73429, 74229, 75037, 75854, 76680, 77515,
    78359, 79212, 80075, 80947, 81828, 82719, 83620, 84531,
    85451, 86382, 87322, 88273, 89234, 90206, 91188, 92181,
    93185, 94200, 95226, 96263, 97311, 98370, 99442, 100524,
    101619, 102726, 103844, 104975, 106118, 107274, 108442, 109623,
    110816, 112023, 113243, 114476, 115723, 116983, 118257, 119544,
    120846, 122162, 123492, 124837, 126197, 127571, 128960, 130364,
};

/* The first tick of a step, counted from the begin of its half-life. */
static sked_time sked_share_step_begin_(sked_time half_life, uint32_t step) {
    return (sked_time)step * half_life / SKED_SHARE_STEPS_;
}

/* Sums the weights of the first half-life. The last sum is below 2^17 half-lives: 2^53. */
static void sked_share_set_sums_(uint64_t *sums, sked_time half_life) {
    sked_time begin = 0;
    uint32_t step;
    sums[0] = 0;
    for (step = 0; step < SKED_SHARE_STEPS_; step++) {
        const sked_time end = sked_share_step_begin_(half_life, step + 1);
        SKED_ASSERT(end > begin);               /* a half-life has at least a tick for each step */
        sums[step + 1] = sums[step] + sked_share_weights_[step] * (uint64_t)(end - begin);
        begin = end;
    }
    SKED_ASSERT(sums[SKED_SHARE_STEPS_] >> 17 < (uint64_t)half_life);
}

/* How many bits a number has: by one instruction where that needs no library. */
static uint32_t sked_share_bits_(uint64_t number) {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__))
    return number == 0 ? 0 : 64 - (uint32_t)__builtin_clzll(number);
#else
    uint32_t bits = 0, half;
    for (half = 32; half > 0; half /= 2) {
        if (number >> half != 0) {
            number >>= half;
            bits += half;
        }
    }
    SKED_ASSERT(number <= 1);
    return bits + (uint32_t)number;
#endif
}

/* Turns have 64 bits. G is below 2^25 times the sum of a half-life, which is below 2^17 half-lives;
 * so it has 42 bits more than the half-life. A unit is at most 2^16, which is less than any weight:
 * each tick has another number of units than the one before. */
static uint32_t sked_share_unit_for_(sked_time half_life) {
    const uint32_t bits = sked_share_bits_((uint64_t)half_life) + 43;
    SKED_ASSERT(bits <= 80);
    return bits > 64 ? bits - 64 : 0;
}

static sked_u128 sked_share_u128_(uint64_t low) {
    sked_u128 number = {0, 0};
    number.low = low;
    return number;
}

/* A number times 2^bits. */
static sked_u128 sked_share_up_(uint64_t number, uint32_t bits) {
    sked_u128 shifted = {0, 0};
    SKED_ASSERT(bits < 128 && (bits <= 64 || number >> (128 - bits) == 0));
    if (bits >= 64) {
        shifted.high = number << (bits - 64);
        return shifted;
    }
    shifted.low = number << bits;
    shifted.high = bits == 0 ? 0 : number >> (64 - bits);
    return shifted;
}

/* 64 bits by 32, of which an event has many: two products in place of four (sked_u128_mul). */
static sked_u128 sked_share_mul_(uint64_t a, uint32_t b) {
    const uint64_t low = (a & UINT32_MAX) * b, high = (a >> 32) * b + (low >> 32);
    sked_u128 product;
    product.low = high << 32 | (low & UINT32_MAX);
    product.high = high >> 32;
    return product;
}

/* In which half-life and step is a time, and how many ticks into the half-life? */
typedef struct sked_share_tick_ {
    sked_time half_lives, into;
    uint32_t step;
} sked_share_tick_;

static sked_share_tick_ sked_share_tick_of_(const sked_share *share, sked_time time) {
    const sked_time half_life = share->state_->half_life, since = time - share->state_->base;
    sked_share_tick_ tick;
    SKED_ASSERT(since >= 0);
    tick.half_lives = since / half_life;
    tick.into = since % half_life;
    /* The last step that begins at floor(step * half_life / 64) <= into. */
    tick.step = (uint32_t)((tick.into * SKED_SHARE_STEPS_ + SKED_SHARE_STEPS_ - 1) / half_life);
    SKED_ASSERT(tick.step < SKED_SHARE_STEPS_);
    SKED_ASSERT(sked_share_step_begin_(half_life, tick.step) <= tick.into);
    return tick;
}

/* G: of whole half-lives (2^k - 1) sums, of the rest 2^k times what it is in the first one. */
static sked_u128 sked_share_sum_(const sked_share *share, sked_time time) {
    const sked_share_state_ *state = share->state_;
    const sked_share_tick_ tick = sked_share_tick_of_(share, time);
    const sked_time ticks = tick.into - sked_share_step_begin_(state->half_life, tick.step);
    const uint64_t rest = state->sums[tick.step] +
                          sked_share_weights_[tick.step] * (uint64_t)ticks;
    const uint64_t whole = (UINT64_C(1) << tick.half_lives) - 1;
    SKED_ASSERT(tick.half_lives <= SKED_SHARE_EPOCH_ && rest < state->sums[SKED_SHARE_STEPS_]);
    return sked_u128_add(sked_u128_mul(whole, state->sums[SKED_SHARE_STEPS_]),
                         sked_share_up_(rest, (uint32_t)tick.half_lives)); /*~share_half_lives*/
}

/* The weight of a tick, which may be beyond the next base: then counted from there. */
static uint64_t sked_share_weight_(const sked_share *share, sked_time time) {
    const sked_share_tick_ tick = sked_share_tick_of_(share, time);
    return (uint64_t)sked_share_weights_[tick.step] << tick.half_lives % SKED_SHARE_EPOCH_;
}

/* G in units; UINT64_MAX if it is larger than any before the next base. */
static uint64_t sked_share_units_(const sked_share *share, sked_u128 sum) {
    const uint32_t unit = share->state_->unit;
    if (sum.high >> unit != 0) {
        return UINT64_MAX;
    }
    return unit == 0 ? sum.low : sum.high << (64 - unit) | sum.low >> unit;
}

/* Time goes on, up to the next base: by which G all is ordered from now on. */
static void sked_share_look_(sked_share *share, sked_time now) {
    sked_share_state_ *state = share->state_;
    SKED_ASSERT(now - state->base < SKED_SHARE_EPOCH_ * state->half_life);
    state->now = now;
    state->sum = sked_share_sum_(share, now + state->ahead);
    state->units = sked_share_units_(share, state->sum);
}

/* The usage of an account if G is `sum`. */
static sked_u128 sked_share_usage_(const sked_share *share, uint32_t account, sked_u128 sum) {
    const sked_share_account_ *a = &share->account_[account];
    sked_u128 used = sked_share_mul_(sum.low, a->running);
    SKED_ASSERT(account < share->state_->accounts && sum.high >> 16 == 0);
    used.high += sum.high * a->running;         /* below 2^16 times 2^31 */
    return sked_u128_add(a->line, used);
}

/* ---- >>create.fill: the root alone ---- */

/* Cuts a block, all of whose bytes are 0 from now on: none of those that are saved is by chance. */
static void sked_share_cut_(sked_share *share, uint32_t accounts_max, void *block, size_t bytes) {
    unsigned char *byte = SKED_PTR_(unsigned char, block);
    size_t i;
    for (i = 0; i < bytes; i++) {
        byte[i] = 0;
    }
    share->bytes_ = sked_share_layout_(share, accounts_max, block);
    SKED_ASSERT(share->bytes_ == bytes);
}

static void sked_share_begin_(sked_share *share, const sked_share_settings *settings, void *block,
                              size_t bytes) {
    sked_share_state_ *state;
    *share = sked_share_empty_();
    sked_share_cut_(share, settings->accounts_max, block, bytes);
    state = share->state_;
    state->half_life = settings->half_life;
    state->ahead = settings->ahead;
    state->accounts_max = settings->accounts_max;
    state->unit = sked_share_unit_for_(settings->half_life);
    sked_share_set_sums_(state->sums, settings->half_life);
    state->accounts = 1;
    share->account_[SKED_SHARE_ROOT].above = SKED_NONE;
    share->turn_place_[SKED_SHARE_ROOT] = SKED_NONE;
    sked_share_look_(share, 0);
    SKED_ASSERT(sked_share_first(share) == SKED_SHARE_ROOT);
}

SKED_API sked_status sked_share_init(sked_share *share, const sked_share_settings *settings,
                                     void *block, size_t bytes) {
    size_t needed = 0;
    sked_status status = sked_share_bytes(settings, &needed);
    SKED_ASSERT(share != NULL);
    *share = sked_share_empty_();
    if (status == SKED_OK) {
        status = sked_check_block_(settings->refusal, block, bytes, needed);
    }
    if (status == SKED_OK) {
        sked_share_begin_(share, settings, block, needed);
    }
    return status;
}

SKED_API sked_status sked_share_create(sked_share *share, const sked_share_settings *settings,
                                       sked_mem mem) {
    size_t bytes = 0;
    void *block;
    sked_status status = sked_share_bytes(settings, &bytes);
    SKED_ASSERT(share != NULL);
    *share = sked_share_empty_();
    status = sked_take_block_(status, settings->refusal, &mem, bytes, &block);
    if (status == SKED_OK) {
        status = sked_share_init(share, settings, block, bytes);
        sked_keep_block_(&share->mem_, &mem, block, bytes, status);
    }
    return status;
}

SKED_API void sked_share_destroy(sked_share *share) {
    SKED_ASSERT(share != NULL);
    sked_give_block_(&share->mem_, share->state_, share->bytes_);
    *share = sked_share_empty_();
}

/* ---- >>accounts ----------------------------------------------------------------------------- */

/* The idea. The order of siblings changes only where two neighbours turn: where a line that rises
 * faster overtakes the next. For each account a heap has a lower bound on the G at which that may
 * be so, its turn. As time passes, only those are looked at whose turns have come.
 * The invariant. Between calls each family is in the order of G = state->sum, and each account
 * whose line rises faster than that of the next, per share, is in the heap; no turn is later than
 * the true one.
 * Source. Basch, Guibas and Hershberger (1997): kinetic sorting.
 *     >>accounts.order    who is before whom
 *     >>accounts.turns    the heap
 *     >>accounts.place    an account moves to where it belongs
 *     >>accounts.rebase   another base, once in 24 half-lives
 *     >>accounts.add      families */

/* ---- >>accounts.order: who is before whom ---- */

/* A number of 192 bits: usage times shares. */
typedef struct sked_share_product_ {
    sked_u128 high;
    uint64_t low;
} sked_share_product_;

static sked_share_product_ sked_share_times_(sked_u128 usage, uint32_t shares) {
    const sked_u128 low = sked_share_mul_(usage.low, shares);
    sked_share_product_ product;
    SKED_ASSERT(shares <= SKED_COUNT_MAX_);
    product.low = low.low;
    product.high = sked_u128_add(sked_share_mul_(usage.high, shares), sked_share_u128_(low.high));
    return product;
}

static sked_share_product_ sked_share_less_(sked_share_product_ a, sked_share_product_ b) {
    a.high = sked_u128_sub(sked_u128_sub(a.high, b.high), sked_share_u128_(a.low < b.low));
    a.low -= b.low;
    return a;
}

/* Do shares and precedence alone decide which of two siblings is before the other? 1: the first;
 * -1: the second; 0: usage decides. */
static int sked_share_rank_(const sked_share_account_ *a, const sked_share_account_ *b) {
    if (a->precedence != b->precedence) {
        return a->precedence < b->precedence ? 1 : -1;
    }
    return (a->shares != 0) - (b->shares != 0);
}

/* How far a sibling is before another: usage / shares of the one less that of the other, times the
 * shares of both, as a signed number. 0 if neither has shares. */
static sked_share_product_ sked_share_gap_(const sked_share *share, uint32_t a, uint32_t b,
                                           sked_u128 sum) {
    SKED_ASSERT(a != b && sked_share_rank_(&share->account_[a], &share->account_[b]) == 0);
    return sked_share_less_(
        sked_share_times_(sked_share_usage_(share, b, sum), share->account_[a].shares),
        sked_share_times_(sked_share_usage_(share, a, sum), share->account_[b].shares));
}

/* Ties go to the lower number. */
static int sked_share_is_ahead_(const sked_share_product_ *gap, uint32_t a, uint32_t b) {
    if ((gap->high.high | gap->high.low | gap->low) == 0) {
        return a < b; /*~share_ties*/
    }
    return gap->high.high >> 63 == 0;
}

/* Is a sibling before another if G is `sum`? */
static int sked_share_is_before_(const sked_share *share, uint32_t a, uint32_t b, sked_u128 sum) {
    const int rank = sked_share_rank_(&share->account_[a], &share->account_[b]);
    sked_share_product_ gap;
    SKED_ASSERT(share->account_[a].above == share->account_[b].above);
    if (rank != 0) {
        return rank > 0;
    }
    gap = sked_share_gap_(share, a, b, sum);
    return sked_share_is_ahead_(&gap, a, b);
}

/* ---- >>accounts.turns: the heap ---- */

/* A lower bound of a quotient of 192 bits by 63: its highest 64 bits are divided. So it is too
 * small by less than one of 2^(63 - the bits of the divisor) parts. All that is larger than any G
 * can be becomes 2^96. */
static sked_u128 sked_share_quotient_(const sked_share_product_ *product, uint64_t divisor) {
    const int wide = product->high.high != 0;
    const uint64_t upper = wide ? product->high.high : product->high.low;
    const uint64_t lower = wide ? product->high.low : product->low;
    const uint32_t bits = sked_share_bits_(upper), shift = bits + (wide ? 64u : 0u);
    sked_u128 quotient = {UINT64_C(1) << 32, 0};
    uint64_t value = lower;
    SKED_ASSERT(divisor > 0 && divisor >> 63 == 0);
    if (bits > 0) {
        value = bits == 64 ? upper : upper << (64 - bits) | lower >> bits; /*~share_rounded_down*/
    }
    value /= divisor;
    if (sked_share_bits_(value) + shift <= 96) {
        quotient = sked_share_up_(value, shift);
    }
    return quotient;
}

/* When may an account fall behind the sibling after it? Returns 0 if it has, UINT64_MAX if it never
 * will, else a number of units beyond the present one. If it rises no faster it is before the other
 * now: either they were in this order when all were in order last, or the other has overtaken. */
static uint64_t sked_share_turn_(const sked_share *share, uint32_t a, uint32_t b) {
    const sked_share_account_ *first = &share->account_[a], *second = &share->account_[b];
    const int64_t rate = (int64_t)first->running * second->shares -
                         (int64_t)second->running * first->shares;
    const sked_u128 sum = share->state_->sum;
    sked_share_product_ gap;
    sked_u128 wait;
    if (rate <= 0 || sked_share_rank_(first, second) != 0) {
        SKED_ASSERT(sked_share_is_before_(share, a, b, sum));
        return UINT64_MAX;
    }
    gap = sked_share_gap_(share, a, b, sum);
    if (!sked_share_is_ahead_(&gap, a, b)) {
        return 0;
    }
    wait = sked_share_quotient_(&gap, (uint64_t)rate);
    /* They cannot turn before the next tick, which is in another unit. */
    return sked_max_u64_(sked_share_units_(share, sked_u128_add(sum, wait)),
                         share->state_->units + 1);
}

static void sked_share_turn_put_(sked_share *share, uint32_t at, sked_pair turn) {
    SKED_ASSERT(at < share->state_->turns && turn.index < share->state_->accounts);
    share->turn_[at].key = turn.key;            /* and no byte between the members of a local one */
    share->turn_[at].index = turn.index;
    share->turn_place_[turn.index] = at;
}

/* Lets a turn rise in the heap, and then sink, to where it belongs from place `at` on. */
static void sked_share_turn_sift_(sked_share *share, uint32_t at, sked_pair turn) {
    const uint32_t turns = share->state_->turns;
    SKED_ASSERT(at < turns);
    while (at > 0 && sked_pair_less_(&turn, &share->turn_[(at - 1) / 2])) {
        sked_share_turn_put_(share, at, share->turn_[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    while (at < turns / 2) {
        uint32_t sooner = 2 * at + 1;
        if (sooner + 1 < turns && sked_pair_less_(&share->turn_[sooner + 1],
                                                  &share->turn_[sooner])) {
            sooner++;
        }
        if (!sked_pair_less_(&share->turn_[sooner], &turn)) {
            break;
        }
        sked_share_turn_put_(share, at, share->turn_[sooner]);
        at = sooner;
    }
    sked_share_turn_put_(share, at, turn);
}

/* Gives an account this turn; UINT64_MAX: none. */
static void sked_share_turn_set_(sked_share *share, uint32_t account, uint64_t key) {
    const uint32_t at = share->turn_place_[account];
    sked_pair turn;
    turn.key = key;
    turn.index = account;
    SKED_ASSERT(at == SKED_NONE || share->turn_[at].index == account);
    if (key != UINT64_MAX) {
        const uint32_t place = at != SKED_NONE ? at : share->state_->turns++;
        sked_share_turn_sift_(share, place, turn);
    } else if (at != SKED_NONE) {
        const sked_pair last = share->turn_[--share->state_->turns];
        share->turn_place_[account] = SKED_NONE;
        if (last.index != account) {
            sked_share_turn_sift_(share, at, last);
        }
    }
}

/* The account at a place of a family. */
static uint32_t sked_share_at_(const sked_share *share, uint32_t family, uint32_t place) {
    SKED_ASSERT(place < share->account_[family].below);
    return share->row_[share->account_[family].first + place];
}

/* Finds anew when the account at a place may fall behind the next, if there are these places. */
static void sked_share_watch_(sked_share *share, uint32_t family, uint32_t place) {
    const uint32_t below = share->account_[family].below;
    uint32_t account;
    uint64_t turn = UINT64_MAX;
    if (place >= below) {
        return;
    }
    account = sked_share_at_(share, family, place);
    SKED_ASSERT(share->place_[account] == place && share->account_[account].above == family);
    if (place + 1 < below) {
        turn = sked_share_turn_(share, account, sked_share_at_(share, family, place + 1));
        share->state_->compared++;
    }
    sked_share_turn_set_(share, account, turn);
}

/* ---- >>accounts.place: an account moves to where it belongs ---- */

static void sked_share_put_(sked_share *share, uint32_t family, uint32_t place, uint32_t account) {
    share->row_[share->account_[family].first + place] = account;
    share->place_[account] = place;
}

/* The first of the places from .. to-1 whose account is behind this one; `to` if none is. */
static uint32_t sked_share_seek_(const sked_share *share, uint32_t account, uint32_t from,
                                 uint32_t to) {
    const uint32_t family = share->account_[account].above;
    SKED_ASSERT(from <= to && to <= share->account_[family].below);
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        if (sked_share_is_before_(share, account, sked_share_at_(share, family, middle),
                                  share->state_->sum)) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    return from;
}

/* Moves an account to another place of its family; those between move up or down by one. */
static void sked_share_move_(sked_share *share, uint32_t account, uint32_t place) {
    const uint32_t family = share->account_[account].above;
    uint32_t at = share->place_[account];
    SKED_ASSERT(place < share->account_[family].below);
    for (; at > place; at--) {
        sked_share_put_(share, family, at, sked_share_at_(share, family, at - 1));
    }
    for (; at < place; at++) {
        sked_share_put_(share, family, at, sked_share_at_(share, family, at + 1));
    }
    sked_share_put_(share, family, place, account);
}

/* Moves an account, whose line or shares have changed, to where it belongs, and finds the turns
 * around it anew. All its siblings are in order. */
static void sked_share_settle_(sked_share *share, uint32_t account) {
    const uint32_t family = share->account_[account].above, old = share->place_[account];
    const uint32_t below = share->account_[family].below;
    const sked_u128 sum = share->state_->sum;
    uint32_t place = old;
    if (old > 0 &&
        sked_share_is_before_(share, account, sked_share_at_(share, family, old - 1), sum)) {
        place = sked_share_seek_(share, account, 0, old - 1);
    } else if (old + 1 < below && sked_share_is_before_(
                   share, sked_share_at_(share, family, old + 1), account, sum)) {
        place = sked_share_seek_(share, account, old + 2, below) - 1;
    }
    sked_share_move_(share, account, place);
    SKED_ASSERT(place == 0 || sked_share_is_before_(
                    share, sked_share_at_(share, family, place - 1), account, sum));
    SKED_ASSERT(place + 1 == below || sked_share_is_before_(
                    share, account, sked_share_at_(share, family, place + 1), sum));
    sked_share_watch_(share, family, place - 1);
    sked_share_watch_(share, family, place);
    if (place != old) {                         /* and who is beside the gap that it left */
        sked_share_watch_(share, family, place < old ? old : old - 1);
    }
}

/* ---- >>accounts.rebase: another base, once in 24 half-lives ---- */

/* Sorts a family by insertion: rounding may have changed any order, though it changes few. */
static void sked_share_sort_(sked_share *share, uint32_t family) {
    const uint32_t below = share->account_[family].below;
    uint32_t place;
    for (place = 1; place < below; place++) {
        const uint32_t account = sked_share_at_(share, family, place);
        if (sked_share_is_before_(share, account, sked_share_at_(share, family, place - 1),
                                  share->state_->sum)) {
            sked_share_move_(share, account, sked_share_seek_(share, account, 0, place - 1));
        }
    }
}

/* How many epochs have passed since the base. */
static sked_time sked_share_epochs_(const sked_share *share, sked_time now) {
    return (now - share->state_->base) / (SKED_SHARE_EPOCH_ * share->state_->half_life);
}

/* floor(number / 2^bits) of a signed number. */
static sked_u128 sked_share_down_(sked_u128 number, uint32_t bits) {
    const uint64_t sign = number.high >> 63 != 0 ? UINT64_MAX : 0;
    SKED_ASSERT(bits <= 128);
    for (; bits >= 64; bits -= 64) {
        number.low = number.high;
        number.high = sign;
    }
    if (bits > 0) {
        number.low = number.low >> bits | number.high << (64 - bits);
        number.high = number.high >> bits | sign << (64 - bits);
    }
    return number;
}

/* Moves the line of an account to a base that is some epochs later. The usage there is divided by
 * 2^24 for each: from u to floor((u + R (2^24 - 1) S) / 2^24), where S is the sum of a half-life.
 * That is R S + floor((u - R S) / 2^24), so that k epochs take u - R S to its 2^(24 k)th part:
 * `bits` is 24 k. */
static void sked_share_move_line_(sked_share *share, uint32_t account, uint32_t bits) {
    sked_share_account_ *a = &share->account_[account];
    const sked_u128 steady = sked_share_mul_(share->state_->sums[SKED_SHARE_STEPS_], a->running);
    a->line = sked_u128_add(steady, sked_share_down_(sked_u128_sub(a->line, steady), bits));
    SKED_ASSERT(a->line.high >> 60 == 0);       /* at the base, it is the usage */
}

/* Accounts above have smaller numbers: so each is complete before it is added to the one above. */
static void sked_share_move_lines_(sked_share *share, uint32_t bits) {
    const sked_u128 none = {0, 0};
    uint32_t account;
    for (account = share->state_->accounts; account-- > 0;) {
        if (share->account_[account].below > 0) {
            share->account_[account].line = none;
        }
    }
    for (account = share->state_->accounts; account-- > 0;) {
        sked_share_account_ *a = &share->account_[account];
        if (a->below == 0) {
            sked_share_move_line_(share, account, bits);
        }
        if (a->above != SKED_NONE) {
            sked_u128 *line = &share->account_[a->above].line;
            *line = sked_u128_add(*line, a->line);
        }
    }
}

static void sked_share_rebase_(sked_share *share, sked_time now) {
    sked_share_state_ *state = share->state_;
    const sked_time epochs = sked_share_epochs_(share, now);
    uint32_t account, place;
    SKED_ASSERT(epochs > 0);
    sked_share_move_lines_(share, epochs < 6 ? (uint32_t)epochs * SKED_SHARE_EPOCH_ : 128);
    state->base += epochs * SKED_SHARE_EPOCH_ * state->half_life;
    sked_share_look_(share, now);
    for (account = 0; account < state->accounts; account++) {
        sked_share_sort_(share, account);
        for (place = 0; place < share->account_[account].below; place++) {
            sked_share_watch_(share, account, place);
        }
    }
}

/* Two neighbours change places: the first has fallen behind. */
static void sked_share_swap_(sked_share *share, uint32_t family, uint32_t place) {
    const uint32_t first = sked_share_at_(share, family, place);
    SKED_ASSERT(!sked_share_is_before_(share, first, sked_share_at_(share, family, place + 1),
                                       share->state_->sum));
    sked_share_put_(share, family, place, sked_share_at_(share, family, place + 1));
    sked_share_put_(share, family, place + 1, first);
    sked_share_watch_(share, family, place - 1);
    sked_share_watch_(share, family, place);
    sked_share_watch_(share, family, place + 1);
    share->state_->turned++;
}

/* Brings the order up to a time. Each swap takes away a pair that is in the wrong order, so it
 * ends; a turn that came too soon moves beyond the present unit. */
static void sked_share_to_(sked_share *share, sked_time now) {
    sked_share_state_ *state = share->state_;
    SKED_ASSERT(now >= state->now);
    if (sked_share_epochs_(share, now) > 0) {
        sked_share_rebase_(share, now);
        return;
    }
    sked_share_look_(share, now);
    while (state->turns > 0 && share->turn_[0].key <= state->units) {
        const uint32_t account = share->turn_[0].index, family = share->account_[account].above;
        const uint32_t place = share->place_[account];
        const uint32_t next = sked_share_at_(share, family, place + 1);
        const uint64_t turn = sked_share_turn_(share, account, next);
        state->compared++;
        if (turn == 0) {
            sked_share_swap_(share, family, place);
        } else {
            SKED_ASSERT(turn > state->units);
            sked_share_turn_set_(share, account, turn);
        }
    }
    SKED_ASSERT(state->turns == 0 || share->turn_[0].key > state->units);
}

/* What all calls with a time refuse. */
static sked_status sked_share_enter_(const sked_share *share, uint32_t account, sked_time now) {
    SKED_ASSERT(share != NULL);
    if (share->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!sked_is_point_(now)) {
        return SKED_E_TIME;
    }
    if (now < share->state_->now) {
        return SKED_E_BACKWARDS;
    }
    return account < share->state_->accounts ? SKED_OK : SKED_E_UNKNOWN;
}

/* ---- >>accounts.add: families ---- */

/* A family of 1, 2, 3 to 4, 5 to 8 .. has 1, 2, 4, 8 .. cells. */
static uint32_t sked_share_cells_(uint32_t below) {
    uint32_t cells = below > 0;
    while (cells < below) {
        cells *= 2;
    }
    SKED_ASSERT(cells >= below && (cells & (cells - 1)) == 0);
    return cells;
}

/* Moves a family whose cells are full to twice as many. */
static void sked_share_widen_(sked_share *share, uint32_t family) {
    sked_share_account_ *a = &share->account_[family];
    const uint32_t first = share->state_->cells, cells = a->below == 0 ? 1 : 2 * a->below;
    uint32_t i;
    SKED_ASSERT(cells <= sked_share_cells_max_(share->state_->accounts_max) - first);
    for (i = 0; i < cells; i++) {
        share->row_[first + i] = i < a->below ? share->row_[a->first + i]
                                              : SKED_SHARE_VACANT_ + family;
    }
    a->first = first;
    share->state_->cells += cells;
}

static void sked_share_apply_(sked_share_account_ *to, const sked_share_account *settings) {
    SKED_ASSERT(settings->shares <= SKED_COUNT_MAX_);
    to->shares = settings->shares;
    to->precedence = settings->precedence;
    to->processors_max = settings->processors_max;
}

SKED_API sked_status sked_share_add(sked_share *share, uint32_t above,
                                    const sked_share_account *account, sked_time now,
                                    uint32_t *number) {
    const sked_share_account_ none = SKED_ZERO;
    sked_share_account_ *family;
    uint32_t added;
    const sked_status status = sked_share_enter_(share, above, now);
    SKED_ASSERT(account != NULL && number != NULL);
    if (status != SKED_OK) {
        return status;
    }
    if (account->shares > SKED_COUNT_MAX_) {
        return SKED_E_RANGE;
    }
    family = &share->account_[above];
    if (family->used) {
        return SKED_E_INNER;
    }
    if (share->state_->accounts > share->state_->accounts_max) {
        return SKED_E_FULL;
    }
    sked_share_to_(share, now);
    if (sked_share_cells_(family->below) == family->below) {
        sked_share_widen_(share, above);
    }
    added = share->state_->accounts++;
    share->account_[added] = none;
    share->account_[added].above = above;
    sked_share_apply_(&share->account_[added], account);
    share->turn_place_[added] = SKED_NONE;
    SKED_ASSERT(share->row_[family->first + family->below] == SKED_SHARE_VACANT_ + above);
    sked_share_put_(share, above, family->below++, added);
    sked_share_settle_(share, added);
    *number = added;
    return SKED_OK;
}

SKED_API sked_status sked_share_set(sked_share *share, uint32_t account,
                                    const sked_share_account *settings, sked_time now) {
    const sked_status status = sked_share_enter_(share, account, now);
    SKED_ASSERT(settings != NULL);
    if (status != SKED_OK) {
        return status;
    }
    if (settings->shares > SKED_COUNT_MAX_) {
        return SKED_E_RANGE;
    }
    sked_share_to_(share, now);
    sked_share_apply_(&share->account_[account], settings);
    if (account != SKED_SHARE_ROOT) {
        sked_share_settle_(share, account);
    }
    return SKED_OK;
}

/* ---- >>use ---------------------------------------------------------------------------------- */

/* A start or a stop of w processors at G adds w to what runs in an account and in all above, and
 * takes w G from their lines. A charge adds to the lines alone. */

static sked_status sked_share_enter_leaf_(const sked_share *share, uint32_t account,
                                          sked_time now) {
    const sked_status status = sked_share_enter_(share, account, now);
    if (status != SKED_OK) {
        return status;
    }
    return share->account_[account].below == 0 ? SKED_OK : SKED_E_INNER;
}

/* Changes an account and all above it: more lines, and processors, all modulo 2^128 and 2^32. */
static void sked_share_climb_(sked_share *share, uint32_t account, sked_u128 more,
                              uint32_t processors) {
    share->account_[account].used = 1;
    while (account != SKED_NONE) {
        sked_share_account_ *a = &share->account_[account];
        a->line = sked_u128_add(a->line, more);
        a->running += processors;
        SKED_ASSERT(a->running <= SKED_COUNT_MAX_);
        if (account != SKED_SHARE_ROOT) {
            sked_share_settle_(share, account);
        }
        account = a->above;
    }
}

/* Adds processors to what runs, or takes them away (modulo 2^32), from now on. */
static void sked_share_run_(sked_share *share, uint32_t account, uint32_t processors, int less,
                            sked_time now) {
    const sked_u128 none = {0, 0};
    sked_u128 sum, moved;
    sked_share_to_(share, now);
    sum = sked_share_sum_(share, now);
    moved = sked_share_mul_(sum.low, processors);
    moved.high += sum.high * processors;
    SKED_ASSERT(processors > 0 && moved.high >> 47 == 0);
    sked_share_climb_(share, account, less ? moved : sked_u128_sub(none, moved),
                      less ? 0 - processors : processors);
}

SKED_API sked_status sked_share_start(sked_share *share, uint32_t account, uint32_t processors,
                                      sked_time now) {
    const sked_status status = sked_share_enter_leaf_(share, account, now);
    if (status != SKED_OK) {
        return status;
    }
    if (processors == 0) {
        return SKED_E_NO_WIDTH;
    }
    if (processors > SKED_COUNT_MAX_ - share->account_[SKED_SHARE_ROOT].running) {
        return SKED_E_OVERFLOW;
    }
    sked_share_run_(share, account, processors, 0, now);
    return SKED_OK;
}

SKED_API sked_status sked_share_stop(sked_share *share, uint32_t account, uint32_t processors,
                                     sked_time now) {
    const sked_status status = sked_share_enter_leaf_(share, account, now);
    if (status != SKED_OK) {
        return status;
    }
    if (processors == 0) {
        return SKED_E_NO_WIDTH;
    }
    if (processors > share->account_[account].running) {
        return SKED_E_RANGE;
    }
    sked_share_run_(share, account, processors, 1, now);
    return SKED_OK;
}

/* Would the usage of the root still be at most 2^120? At another base it always is: what was used
 * before is then divided by 2^24 at least, and what runs and is charged adds less than 2^112. */
static int sked_share_holds_(const sked_share *share, sked_u128 charge, sked_time now) {
    sked_u128 usage;
    if (sked_share_epochs_(share, now) > 0) {
        return 1;
    }
    usage = sked_share_usage_(share, SKED_SHARE_ROOT, sked_share_sum_(share, now));
    SKED_ASSERT(usage.high >> 58 == 0 && charge.high >> 48 == 0);
    return sked_u128_add(usage, charge).high >> 56 == 0;
}

SKED_API sked_status sked_share_charge(sked_share *share, uint32_t account,
                                       sked_time processor_ticks, sked_time now) {
    const sked_status status = sked_share_enter_leaf_(share, account, now);
    sked_u128 charge;
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_is_point_(processor_ticks)) {
        return SKED_E_TIME;
    }
    charge = sked_u128_mul((uint64_t)processor_ticks, sked_share_weight_(share, now));
    if (!sked_share_holds_(share, charge, now)) {
        return SKED_E_OVERFLOW;
    }
    sked_share_to_(share, now);
    sked_share_climb_(share, account, charge, 0);
    return SKED_OK;
}

SKED_API sked_status sked_share_advance(sked_share *share, sked_time now) {
    const sked_status status = sked_share_enter_(share, SKED_SHARE_ROOT, now);
    if (status == SKED_OK) {
        sked_share_to_(share, now);
    }
    return status;
}

/* ---- >>order -------------------------------------------------------------------------------- */

/* Down from an account to the first that has no others below. */
static uint32_t sked_share_descend_(const sked_share *share, uint32_t account) {
    SKED_ASSERT(account < share->state_->accounts);
    while (share->account_[account].below > 0) {
        account = sked_share_at_(share, account, 0);
    }
    return account;
}

SKED_API uint32_t sked_share_first(const sked_share *share) {
    SKED_ASSERT(share != NULL);
    return share->state_ == NULL ? SKED_NONE : sked_share_descend_(share, SKED_SHARE_ROOT);
}

SKED_API uint32_t sked_share_next(const sked_share *share, uint32_t account) {
    SKED_ASSERT(share != NULL);
    if (share->state_ == NULL || account >= share->state_->accounts) {
        return SKED_NONE;
    }
    while (account != SKED_SHARE_ROOT) {
        const uint32_t family = share->account_[account].above, place = share->place_[account];
        if (place + 1 < share->account_[family].below) {
            return sked_share_descend_(share, sked_share_at_(share, family, place + 1));
        }
        account = family;
    }
    return SKED_NONE;
}

/* A refusal must come before anything changes, on both sides. */
static sked_status sked_share_check_queue_(const sked_share *share, const sked_queue *queue,
                                           sked_time now) {
    sked_queue_info info;
    const sked_status status = sked_queue_get_info(queue, &info);
    if (status != SKED_OK) {
        return status;
    }
    if (now < info.now) {
        return SKED_E_BACKWARDS;
    }
    if (info.pass_open) {
        return SKED_E_BUSY;
    }
    return sked_queue_account_at(queue, share->state_->accounts - 1) == SKED_NONE ? SKED_E_RANGE
                                                                                  : SKED_OK;
}

/* Place by place, so that what has its place is not moved again. */
SKED_API sked_status sked_share_order_queue(sked_share *share, sked_queue *queue, sked_time now) {
    sked_status status = sked_share_enter_(share, SKED_SHARE_ROOT, now);
    uint32_t account, place = 0;
    if (status == SKED_OK) {
        status = sked_share_check_queue_(share, queue, now);
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_share_to_(share, now);
    account = sked_share_first(share);
    while (account != SKED_NONE) {
        const uint32_t there = sked_queue_account_at(queue, place++);
        if (there != account) { /*~share_place*/
            /* All was checked, so that nothing is refused. */
            sked_ignore_(sked_queue_swap_accounts(queue, account, there, now));
        }
        account = sked_share_next(share, account);
    }
    SKED_ASSERT(place <= share->state_->accounts);
    return SKED_OK;
}

/* Accounts below have larger numbers: so the larger of two different ones is not above the other,
 * and goes up until both are one. */
SKED_API int sked_share_compare(const sked_share *share, uint32_t a, uint32_t b) {
    uint32_t below_a = SKED_NONE, below_b = SKED_NONE;  /* from where they came up */
    SKED_ASSERT(share != NULL);
    if (share->state_ == NULL || a >= share->state_->accounts || b >= share->state_->accounts) {
        return 0;
    }
    while (a != b) {
        if (a > b) {
            below_a = a;
            a = share->account_[a].above;
        } else {
            below_b = b;
            b = share->account_[b].above;
        }
    }
    if (below_a == SKED_NONE || below_b == SKED_NONE) {
        return (below_a != SKED_NONE) - (below_b != SKED_NONE);
    }
    return share->place_[below_a] < share->place_[below_b] ? -1 : 1;
}

SKED_API uint32_t sked_share_room(const sked_share *share, uint32_t account) {
    uint32_t room = UINT32_MAX;
    SKED_ASSERT(share != NULL);
    if (share->state_ == NULL || account >= share->state_->accounts) {
        return 0;
    }
    for (; account != SKED_NONE; account = share->account_[account].above) {
        const uint32_t most = share->account_[account].processors_max;
        const uint32_t running = share->account_[account].running;
        if (most > 0) {
            room = sked_min_u32_(room, most > running ? most - running : 0);
        }
    }
    return room;
}

/* Of the whole, by shares alone, in parts of 2^32. The root is all of it, whatever its shares. */
static uint64_t sked_share_target_(const sked_share *share, uint32_t account) {
    uint64_t target = UINT64_C(1) << 32;
    while (account != SKED_SHARE_ROOT) {
        const uint32_t family = share->account_[account].above;
        uint64_t shares = 0;
        uint32_t place;
        for (place = 0; place < share->account_[family].below; place++) {
            shares += share->account_[sked_share_at_(share, family, place)].shares;
        }
        target = shares == 0
                     ? 0
                     : sked_u128_div(sked_u128_mul(target, share->account_[account].shares),
                                     shares, NULL).low;
        SKED_ASSERT(target >> 32 <= 1);
        account = family;
    }
    return target;
}

/* Rounded to the nearest. Of sums above 2^53 the lowest bits do not count. */
static uint32_t sked_share_permille_(sked_u128 part, sked_u128 whole) {
    const uint32_t bits = whole.high != 0 ? 64 + sked_share_bits_(whole.high)
                                          : sked_share_bits_(whole.low);
    const uint32_t cut = bits > 53 ? bits - 53 : 0;
    const uint64_t of = sked_share_down_(whole, cut).low;
    SKED_ASSERT(sked_u128_compare(part, whole) <= 0);
    return of == 0 ? 0 : (uint32_t)((sked_share_down_(part, cut).low * 1000 + of / 2) / of);
}

SKED_API sked_status sked_share_get_account(const sked_share *share, uint32_t account,
                                            sked_share_account_info *info) {
    const sked_share_account_ *a;
    sked_u128 sum, usage;
    SKED_ASSERT(share != NULL && info != NULL);
    if (share->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (account >= share->state_->accounts) {
        return SKED_E_UNKNOWN;
    }
    a = &share->account_[account];
    sum = sked_share_sum_(share, share->state_->now);
    usage = sked_share_usage_(share, account, sum);
    info->settings.shares = a->shares;
    info->settings.precedence = a->precedence;
    info->settings.processors_max = a->processors_max;
    info->above = a->above;
    info->below = a->below;
    info->place = share->place_[account];
    info->running = a->running;
    info->usage = sked_u128_div(usage, sked_share_weight_(share, share->state_->now), NULL);
    info->target_permille =
        (uint32_t)((sked_share_target_(share, account) * 1000 + (UINT64_C(1) << 31)) >> 32);
    info->used_permille =
        sked_share_permille_(usage, sked_share_usage_(share, SKED_SHARE_ROOT, sum));
    return SKED_OK;
}

SKED_API sked_status sked_share_get_info(const sked_share *share, sked_share_info *info) {
    SKED_ASSERT(share != NULL && info != NULL);
    if (share->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    info->now = share->state_->now;
    info->half_life = share->state_->half_life;
    info->ahead = share->state_->ahead;
    info->bytes = share->bytes_;
    info->accounts_max = share->state_->accounts_max;
    info->accounts = share->state_->accounts - 1;
    info->turned = share->state_->turned;
    info->compared = share->state_->compared;
    return SKED_OK;
}

/* ---- >>save --------------------------------------------------------------------------------- */

/* A block holds numbers and no pointers. So a copy or an opened block only needs a handle that cuts
 * it in the same way. */

SKED_API sked_status sked_share_branch(const sked_share *share, sked_share *branch, void *block,
                                       size_t bytes) {
    sked_status status;
    SKED_ASSERT(share != NULL && branch != NULL && share != branch);
    *branch = sked_share_empty_();
    status = sked_copy_block_(share->state_, share->bytes_, block, bytes);
    if (status == SKED_OK) {
        branch->bytes_ = sked_share_layout_(branch, share->state_->accounts_max, block);
        SKED_ASSERT(branch->bytes_ == share->bytes_);
    }
    return status;
}

SKED_API sked_status sked_share_clone(const sked_share *share, sked_share *clone, sked_mem mem) {
    void *block;
    sked_status status;
    SKED_ASSERT(share != NULL && clone != NULL && share != clone);
    *clone = sked_share_empty_();
    status = sked_take_block_(share->state_ == NULL ? SKED_E_EMPTY : SKED_OK, NULL, &mem,
                              share->bytes_, &block);
    if (status == SKED_OK) {
        status = sked_share_branch(share, clone, block, share->bytes_);
        sked_keep_block_(&clone->mem_, &mem, block, share->bytes_, status);
    }
    return status;
}

/* Copies all into a larger block. Accounts, cells and turns keep their numbers. */
static void sked_share_copy_(const sked_share *share, sked_share *larger, uint32_t accounts_max) {
    const size_t accounts = (size_t)share->state_->accounts, unit = sizeof(uint32_t);
    SKED_ASSERT(larger->bytes_ >= share->bytes_ && accounts <= (size_t)accounts_max + 1);
    *larger->state_ = *share->state_;
    larger->state_->accounts_max = accounts_max;
    sked_bytes_copy_(larger->account_, share->account_, accounts * sizeof(sked_share_account_));
    sked_bytes_copy_(larger->turn_, share->turn_, (size_t)share->state_->turns * sizeof(sked_pair));
    sked_bytes_copy_(larger->turn_place_, share->turn_place_, accounts * unit);
    sked_bytes_copy_(larger->place_, share->place_, accounts * unit);
    sked_bytes_copy_(larger->row_, share->row_, (size_t)share->state_->cells * unit);
}

SKED_API sked_status sked_share_grow(sked_share *share, uint32_t accounts_max) {
    sked_share larger;
    sked_status status;
    size_t bytes;
    void *block;
    SKED_ASSERT(share != NULL);
    if (share->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (accounts_max < share->state_->accounts_max || accounts_max > SKED_SHARE_ACCOUNTS_MAX_) {
        return SKED_E_RANGE;
    }
    bytes = sked_share_layout_(&larger, accounts_max, NULL);
    if (bytes == 0) {
        return SKED_E_OVERFLOW;
    }
    SKED_ASSERT(bytes >= share->bytes_);
    status = share->mem_.alloc == NULL ? SKED_E_FIXED : SKED_OK;
    status = sked_take_block_(status, NULL, &share->mem_, bytes, &block);
    if (status == SKED_OK) {
        status = sked_check_block_(NULL, block, bytes, bytes);
        sked_keep_block_(&larger.mem_, &share->mem_, block, bytes, status);
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_share_cut_(&larger, accounts_max, block, bytes);
    sked_share_copy_(share, &larger, accounts_max);
    sked_share_destroy(share);
    *share = larger;
    return SKED_OK;
}

SKED_API sked_status sked_share_seal(sked_share *share, const void **block, size_t *bytes) {
    SKED_ASSERT(share != NULL);
    return sked_seal_object_(share->state_, share->bytes_, SKED_SHARE_KIND_, block, bytes);
}

static int sked_share_is_shape_(const sked_share_state_ *state) {
    return state->accounts_max > 0 && state->accounts_max <= SKED_SHARE_ACCOUNTS_MAX_ &&
           state->half_life >= SKED_SHARE_HALF_LIFE_MIN &&
           state->half_life <= SKED_SHARE_HALF_LIFE_MAX && state->ahead >= 0 &&
           state->ahead <= state->half_life;
}

SKED_API sked_status sked_share_open(sked_share *share, void *block, size_t bytes) {
    const sked_share_state_ *state = SKED_PTR_(sked_share_state_, block);
    sked_share opened = SKED_ZERO;
    sked_status status;
    SKED_ASSERT(share != NULL);
    *share = opened;
    status = sked_check_sealed_(block, bytes, SKED_SHARE_KIND_, sizeof(*state));
    if (status != SKED_OK) {
        return status;
    }
    /* The length is compared before the block is cut: a forged one may claim to be larger. */
    if (!sked_share_is_shape_(state) ||
        sked_share_layout_(&opened, state->accounts_max, NULL) != bytes) {
        return SKED_E_CORRUPT;
    }
    opened.bytes_ = sked_share_layout_(&opened, state->accounts_max, block);
    status = sked_share_validate(&opened);
    if (status == SKED_OK) {
        *share = opened;
    }
    return status;
}

/* ---- >>save.validate: what a block must be for every call to stay inside it ---- */

/* Each number is checked before it is used as an index: first the layout, then the state, families,
 * usage, the order and the heap of turns. */

static int sked_share_validate_shape_(const sked_share *share) {
    sked_share same;
    if (!sked_share_is_shape_(share->state_) ||
        sked_share_layout_(&same, share->state_->accounts_max, NULL) != share->bytes_) {
        return 0;
    }
    (void)sked_share_layout_(&same, share->state_->accounts_max, share->state_);
    return same.account_ == share->account_ && same.turn_ == share->turn_ &&
           same.turn_place_ == share->turn_place_ && same.place_ == share->place_ &&
           same.row_ == share->row_;
}

/* Are the times possible, and is what follows from them as it would be computed? */
static int sked_share_validate_state_(const sked_share *share) {
    const sked_share_state_ *state = share->state_;
    const sked_time epoch = SKED_SHARE_EPOCH_ * state->half_life;
    uint64_t sums[SKED_SHARE_STEPS_ + 1];
    uint32_t step;
    sked_share_set_sums_(sums, state->half_life);
    for (step = 0; step <= SKED_SHARE_STEPS_; step++) {
        if (sums[step] != state->sums[step]) {
            return 0;
        }
    }
    return state->unit == sked_share_unit_for_(state->half_life) && sked_is_point_(state->now) &&
           state->base == state->now / epoch * epoch &&
           sked_u128_compare(state->sum,
                             sked_share_sum_(share, state->now + state->ahead)) == 0 &&
           state->units == sked_share_units_(share, state->sum) &&
           state->accounts > 0 && state->accounts <= state->accounts_max + 1 &&
           state->turns < state->accounts &&
           state->cells <= sked_share_cells_max_(state->accounts_max);
}

/* Are the cells of a family its own, with its accounts in the first of them? */
static int sked_share_validate_family_(const sked_share *share, uint32_t family) {
    const sked_share_account_ *a = &share->account_[family];
    uint32_t cells, i;
    SKED_ASSERT(family < share->state_->accounts);
    if (a->below >= share->state_->accounts) {
        return 0;
    }
    cells = sked_share_cells_(a->below);
    if (cells > share->state_->cells || a->first > share->state_->cells - cells) {
        return 0;
    }
    for (i = 0; i < cells; i++) {
        const uint32_t account = share->row_[a->first + i];
        if (i >= a->below ? account != SKED_SHARE_VACANT_ + family
                          : account >= share->state_->accounts || account <= family ||
                                share->account_[account].above != family ||
                                share->place_[account] != i) {
            return 0;
        }
    }
    return 1;
}

/* Is it known whether jobs have run in an account? Only where none are below may they have. */
static int sked_share_validate_used_(const sked_share_account_ *a) {
    const int has = (a->running | a->line.high | a->line.low) != 0;
    return a->below > 0 ? a->used == 0 : a->used != 0 || !has;
}

/* Is each account except the root in one family? As each that is in one is at its place there, it
 * is enough to count. A family of c cells has had 1 + 2 + 4 + .. + c. */
static int sked_share_validate_families_(const sked_share *share) {
    uint32_t account, members = 0;
    uint64_t cells = 0;
    if (share->account_[SKED_SHARE_ROOT].above != SKED_NONE) {
        return 0;
    }
    for (account = 0; account < share->state_->accounts; account++) {
        if (!sked_share_validate_family_(share, account) ||
            share->account_[account].shares > SKED_COUNT_MAX_ ||
            !sked_share_validate_used_(&share->account_[account])) {
            return 0;
        }
        members += share->account_[account].below;
        cells += 2 * (uint64_t)sked_share_cells_(share->account_[account].below);
        cells -= share->account_[account].below > 0;
    }
    return members == share->state_->accounts - 1 && cells == share->state_->cells;
}

/* Is an account the sum of those below it, and its usage within limits? So no sum may wrap. */
static int sked_share_validate_usage_(const sked_share *share, uint32_t account) {
    const sked_share_account_ *a = &share->account_[account];
    const sked_u128 sum = sked_share_sum_(share, share->state_->now);
    const sked_u128 usage = sked_share_usage_(share, account, sum);
    sked_u128 line = {0, 0}, all = {0, 0};
    uint64_t running = 0;
    uint32_t place;
    for (place = 0; place < a->below; place++) {
        const uint32_t child = sked_share_at_(share, account, place);
        line = sked_u128_add(line, share->account_[child].line);
        running += share->account_[child].running;
        all = sked_u128_add(all, sked_share_usage_(share, child, sum));
        if (all.high >> 57 != 0) {
            return 0;
        }
    }
    return usage.high >> 57 == 0 && a->running <= SKED_COUNT_MAX_ &&
           (a->below == 0 ||
            (running == a->running && sked_u128_compare(line, a->line) == 0));
}

/* Is an account before the next, and still so just before its turn? One in the next unit is never
 * too late: no tick comes before. */
static int sked_share_validate_turn_(const sked_share *share, uint32_t account, uint32_t next) {
    const sked_share_state_ *state = share->state_;
    const uint32_t at = share->turn_place_[account];
    /* Without a turn: never, or not before the next base. */
    sked_u128 last = sked_u128_mul(UINT64_C(2) << SKED_SHARE_EPOCH_,
                                   state->sums[SKED_SHARE_STEPS_]);
    if (!sked_share_is_before_(share, account, next, state->sum)) {
        return 0;
    }
    if (at != SKED_NONE) {
        if (share->turn_[at].key <= state->units + 1) {
            return 1;
        }
        last = sked_u128_sub(sked_share_up_(share->turn_[at].key, state->unit),
                             sked_share_u128_(1));
    }
    return sked_share_is_before_(share, account, next, last);
}

static int sked_share_validate_account_(const sked_share *share, uint32_t account) {
    const uint32_t below = share->account_[account].below;
    uint32_t place;
    if (!sked_share_validate_usage_(share, account)) {
        return 0;
    }
    for (place = 0; place < below; place++) {
        const uint32_t child = sked_share_at_(share, account, place);
        if (place + 1 < below
                ? !sked_share_validate_turn_(share, child,
                                             sked_share_at_(share, account, place + 1))
                : share->turn_place_[child] != SKED_NONE) {
            return 0;
        }
    }
    return 1;
}

/* Is the heap one, and does each account that has a turn know where it is? */
static int sked_share_validate_heap_(const sked_share *share) {
    uint32_t at, account, turns = 0;
    for (at = 0; at < share->state_->turns; at++) {
        const sked_pair *turn = &share->turn_[at];
        if (turn->index >= share->state_->accounts || share->turn_place_[turn->index] != at ||
            (at > 0 && sked_pair_less_(turn, &share->turn_[(at - 1) / 2]))) {
            return 0;
        }
    }
    for (account = 0; account < share->state_->accounts; account++) {
        turns += share->turn_place_[account] != SKED_NONE;
    }
    return turns == share->state_->turns && share->turn_place_[SKED_SHARE_ROOT] == SKED_NONE;
}

SKED_API sked_status sked_share_validate(const sked_share *share) {
    uint32_t account;
    SKED_ASSERT(share != NULL);
    if (share->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!sked_share_validate_shape_(share) || !sked_share_validate_state_(share) ||
        !sked_share_validate_families_(share) || !sked_share_validate_heap_(share)) {
        return SKED_E_CORRUPT;
    }
    for (account = 0; account < share->state_->accounts; account++) {
        if (!sked_share_validate_account_(share, account)) {
            return SKED_E_CORRUPT;
        }
    }
    return SKED_OK;
}

/* ---- >>cost --------------------------------------------------------------------------------- */

/* What a mode takes of the machine: processors times ticks. */
static sked_u128 sked_preempt_price_(const sked_preempt_job *job, uint32_t mode,
                                     sked_time estimate, sked_time now) {
    sked_time ticks = estimate;
    if (mode == SKED_PREEMPT_REQUEUE) {
        ticks = now - job->since;
    } else if (mode == SKED_PREEMPT_CHECKPOINT) {
        ticks = job->writing;
    }
    SKED_ASSERT(sked_is_point_(ticks));
    return sked_u128_mul((uint64_t)ticks, job->width);
}

/* Doubles a cost so many times, up to a limit. */
static uint64_t sked_preempt_double_(sked_u128 cost, uint32_t times) {
    const uint64_t most = SKED_PREEMPT_COST_MAX;
    uint64_t doubled = cost.high != 0 ? most : sked_min_u64_(cost.low, most);
    for (; times > 0 && doubled > 0 && doubled < most; times--) {
        doubled = sked_min_u64_(2 * doubled, most);
    }
    return doubled;
}

SKED_API uint64_t sked_preempt_cost(const sked_preempt_job *job, sked_time estimate, sked_time now,
                                    sked_preempt_mode *mode) {
    sked_u128 least = {UINT64_MAX, 0};
    uint32_t modes, m;
    SKED_ASSERT(job != NULL && job->modes >> SKED_PREEMPT_MODE_COUNT_ == 0);
    SKED_ASSERT(sked_is_point_(now) && sked_is_point_(estimate));
    SKED_ASSERT(sked_is_point_(job->since) && sked_is_point_(job->writing) && job->since <= now);
    modes = job->modes == 0 ? 1u << SKED_PREEMPT_REQUEUE : job->modes;
    for (m = 0; m < SKED_PREEMPT_MODE_COUNT_; m++) {
        if ((modes >> m & 1u) != 0) {
            const sked_u128 price = sked_preempt_price_(job, m, estimate, now);
            if (sked_u128_compare(price, least) < 0) {
                least = price;
                if (mode != NULL) {
                    *mode = (sked_preempt_mode)m;
                }
            }
        }
    }
    return sked_preempt_double_(least, job->preempted);
}

/* ---- >>victims ------------------------------------------------------------------------------ */

/* The idea. Candidates are taken by rising price, cost / gain, depth first: with each before
 * without it. What is still needed costs at least what it costs if the next candidates could be
 * taken in parts: the relaxed rest. Where that reaches the best set so far, the search turns back.
 * Gains are cut off at the need, and who suffices alone is tried alone. Candidates that are equal
 * are left out together. Several resources count as one: the sum of gain / need, rounded up for
 * what is given and down for what is needed. Before that, each resource by itself gives a bound,
 * and one after the other a set.
 * The invariant. A cost is cost * (candidates + 1) + 1, so that of equal costs fewer victims are
 * less. Bounds are below all sets that give enough, and the best set is one.
 * Source. Horowitz and Sahni (1974); the rest: Dantzig (1957).
 *     >>victims.items     candidates and their prices
 *     >>victims.rest      what is needed still costs
 *     >>victims.search    depth first
 *     >>victims.trim      nobody is spare
 *     >>victims.domains   several resources, several domains */

/* ---- >>victims.items: candidates and their prices ---- */

enum {
    SKED_PREEMPT_RESOURCES_ = 8,
    SKED_PREEMPT_DOMAINS_ = 64,
    SKED_PREEMPT_ALONE_ = 50            /* steps of a search for one of several resources, besides
                                           an eighth of steps_max */
};

#define SKED_PREEMPT_CANDIDATES_MAX_ (UINT32_C(1) << 27)
#define SKED_PREEMPT_NO_SET_ UINT64_MAX             /* in place of a cost */

/* A candidate in a search. */
typedef struct sked_preempt_item_ {
    uint64_t cost;                      /* as in the invariant; less than 2^63 */
    uint64_t price;                     /* cost / gain, rounded down; */
    uint32_t price_rest;                /* and what the division leaves */
    uint32_t gain;                      /* in units of the search */
} sked_preempt_item_;

/* All that a call needs: set up by begin, in the scratch block. */
typedef struct sked_preempt_search_ {
    const sked_preempt_request *request;
    uint32_t candidates, resources, domains, steps_max;
    uint32_t domain, best_domain;       /* that is searched; that has the best set so far */
    uint64_t steps;                     /* of all searches */
    /* The search that runs, for these needs; a resource of need 0 does not count: */
    uint32_t needs[SKED_PREEMPT_RESOURCES_];
    int64_t left[SKED_PREEMPT_RESOURCES_];  /* needs less what is taken; may be less than 0 */
    uint64_t scale[SKED_PREEMPT_RESOURCES_];    /* units of a gain of 2^32 */
    uint32_t live;                      /* resources that count */
    uint32_t items;                     /* places in the order */
    uint64_t lower;                     /* no set costs less */
    /* By candidate: */
    sked_preempt_item_ *item;
    unsigned char *found;               /* 1: in the best set of the search that runs */
    unsigned char *part;                /* 1: taken for another resource, not to be had again */
    unsigned char *best;                /* 1: in the best set so far */
    /* By place, in the order of prices: */
    sked_pair *order;                   /* index: the candidate */
    uint64_t *cost_before;              /* sums of all places before; one more than there are */
    uint64_t *gain_before;
    uint32_t *other;                    /* the next place whose candidate is not equal */
    uint32_t *taken;                    /* a stack of places */
} sked_preempt_search_;

static size_t sked_preempt_layout_(sked_preempt_search_ *search, void *block) {
    const uint32_t count = search->candidates;
    sked_carver_ c = sked_carver_of_(block);
    search->item = SKED_PTR_(sked_preempt_item_,
                             sked_carve_(&c, sizeof(sked_preempt_item_), count));
    search->order = SKED_PTR_(sked_pair, sked_carve_(&c, sizeof(sked_pair), count));
    search->cost_before = sked_carve_64_(&c, (uint64_t)count + 1);
    search->gain_before = sked_carve_64_(&c, (uint64_t)count + 1);
    search->other = sked_carve_32_(&c, count);
    search->taken = sked_carve_32_(&c, count);
    search->found = SKED_PTR_(unsigned char, sked_carve_(&c, 1, count));
    search->part = SKED_PTR_(unsigned char, sked_carve_(&c, 1, count));
    search->best = SKED_PTR_(unsigned char, sked_carve_(&c, 1, count));
    return c.fits ? c.used : 0;
}

/* What a candidate gives of a resource, as far as it is needed. */
static uint32_t sked_preempt_gain_(const sked_preempt_search_ *search, uint32_t candidate,
                                   uint32_t resource) {
    const size_t row = (size_t)candidate * (size_t)search->domains + (size_t)search->domain;
    const uint32_t *gains = search->request->gains + row * (size_t)search->resources;
    SKED_ASSERT(candidate < search->candidates && resource < search->resources);
    return sked_min_u32_(gains[resource], search->needs[resource]);
}

/* A single resource counts in its own units; of several each counts 2^24 if all of it is given. */
static void sked_preempt_scale_(sked_preempt_search_ *search) {
    uint32_t resource;
    search->live = 0;
    for (resource = 0; resource < search->resources; resource++) {
        search->live += search->needs[resource] > 0;
    }
    for (resource = 0; resource < search->resources; resource++) {
        const uint32_t need = search->needs[resource];
        search->left[resource] = need;
        search->scale[resource] = 0;
        if (need > 0) {
            search->scale[resource] = search->live == 1 ? UINT64_C(1) << 32
                                                        : (UINT64_C(1) << 56) / need;
        }
    }
}

/* What a candidate gives of all resources in units, rounded up. Returns also whether it is enough
 * alone. */
static uint32_t sked_preempt_units_(const sked_preempt_search_ *search, uint32_t candidate,
                                    int *enough) {
    uint64_t units = 0;
    uint32_t resource;
    *enough = 1;
    for (resource = 0; resource < search->resources; resource++) {
        const uint64_t gain = sked_preempt_gain_(search, candidate, resource);
        const uint32_t need = search->needs[resource];
        *enough &= gain == need;
        if (need > 0) {
            units += search->live == 1 ? gain : ((gain << 24) + need - 1) / need;
        }
    }
    SKED_ASSERT(units <= UINT32_MAX);
    return (uint32_t)units;
}

/* What is left of the needs, in units rounded down: at least one until nothing is. */
static uint64_t sked_preempt_units_left_(const sked_preempt_search_ *search) {
    uint64_t units = 0;
    uint32_t resource;
    int enough = 1;
    for (resource = 0; resource < search->resources; resource++) {
        if (search->left[resource] > 0) {
            units += ((uint64_t)search->left[resource] * search->scale[resource]) >> 32;
            enough = 0;
        }
    }
    return units > 0 || enough ? units : 1;
}

static uint64_t sked_preempt_cost_(const sked_preempt_search_ *search, uint32_t candidate) {
    return search->request->costs[candidate] * ((uint64_t)search->candidates + 1) + 1;
}

/* The order of prices is exact: the key of a pair is the price with as many more bits as there is
 * room for, up to 32; pairs of equal keys are sorted again by the next 64 bits. Two different
 * fractions of 32 bits differ within 64. */
static uint32_t sked_preempt_more_bits_(uint64_t cost_max) {
    uint32_t bits = 0;
    while (bits < 32 && cost_max >> (63 - bits) == 0) {
        bits++;
    }
    return bits;
}

static uint64_t sked_preempt_key_(const sked_preempt_item_ *item, uint32_t bits) {
    SKED_ASSERT(item->gain > 0 && item->price_rest < item->gain && bits <= 32);
    return (item->price << bits) + ((uint64_t)item->price_rest << bits) / item->gain;
}

static uint64_t sked_preempt_next_key_(const sked_preempt_item_ *item, uint32_t bits) {
    const uint64_t rest = ((uint64_t)item->price_rest << bits) % item->gain;
    const uint64_t high = (rest << 32) / item->gain, low_rest = (rest << 32) % item->gain;
    return high << 32 | (low_rest << 32) / item->gain;
}

static void sked_preempt_sort_(sked_preempt_search_ *search, uint64_t cost_max) {
    const uint32_t bits = sked_preempt_more_bits_(cost_max);
    sked_pair *order = search->order;
    uint32_t place, from, to;
    for (place = 0; place < search->items; place++) {
        order[place].key = sked_preempt_key_(&search->item[order[place].index], bits);
    }
    sked_sort(order, (size_t)search->items);
    for (from = 0; from < search->items; from = to) {
        const uint64_t key = order[from].key;
        to = from + 1;
        while (to < search->items && order[to].key == key) {
            to++;
        }
        if (to - from > 1) {
            for (place = from; place < to; place++) {
                order[place].key = sked_preempt_next_key_(&search->item[order[place].index],
                                                          bits);
            }
            sked_sort(order + from, (size_t)(to - from));
        }
    }
}

/* Are two candidates the same to the search? */
static int sked_preempt_is_equal_(const sked_preempt_search_ *search, uint32_t a, uint32_t b) {
    uint32_t resource;
    if (search->item[a].cost != search->item[b].cost) {
        return 0;
    }
    for (resource = 0; resource < search->resources; resource++) {
        if (sked_preempt_gain_(search, a, resource) != sked_preempt_gain_(search, b, resource)) {
            return 0;
        }
    }
    return 1;
}

/* Sums along the order, and who is equal to the next. */
static void sked_preempt_sum_(sked_preempt_search_ *search) {
    const sked_pair *order = search->order;
    uint32_t place;
    search->cost_before[0] = search->gain_before[0] = 0;
    SKED_ASSERT(search->items <= search->candidates);
    for (place = 0; place < search->items; place++) {
        const sked_preempt_item_ *item = &search->item[order[place].index];
        search->cost_before[place + 1] = search->cost_before[place] + item->cost;
        search->gain_before[place + 1] = search->gain_before[place] + item->gain;
    }
    for (place = search->items; place-- > 0;) {
        const int equal = place + 1 < search->items &&
                          sked_preempt_is_equal_(search, order[place].index,
                                                 order[place + 1].index);
        search->other[place] = equal ? search->other[place + 1] : place + 1;
    }
}

/* Takes in all candidates that give something and are not taken already. Who suffices alone costs
 * at most *alone (and is *lone), and is not searched further. */
static void sked_preempt_gather_(sked_preempt_search_ *search, uint64_t *alone, uint32_t *lone) {
    uint64_t cost_max = 0;
    uint32_t candidate;
    search->items = 0;
    for (candidate = 0; candidate < search->candidates; candidate++) {
        sked_preempt_item_ *item = &search->item[candidate];
        int enough;
        const uint32_t gain = sked_preempt_units_(search, candidate, &enough);
        if (gain == 0 || search->part[candidate]) {
            continue;
        }
        item->cost = sked_preempt_cost_(search, candidate);
        SKED_ASSERT(item->cost >> 63 == 0);
        if (enough) {
            if (item->cost < *alone) {
                *alone = item->cost;
                *lone = candidate;
            }
            continue;
        }
        item->gain = gain;
        item->price = item->cost / gain;
        item->price_rest = (uint32_t)(item->cost % gain);
        cost_max = sked_max_u64_(cost_max, item->cost);
        search->order[search->items++].index = candidate;
    }
    sked_preempt_sort_(search, cost_max);
    sked_preempt_sum_(search);
}

/* ---- >>victims.rest: what is needed still costs ---- */

/* A lower bound of what so many units cost from a place on, in whole costs. Returns
 * SKED_PREEMPT_NO_SET_ if there are too few units. */
static uint64_t sked_preempt_rest_(const sked_preempt_search_ *search, uint32_t place,
                                   uint64_t units) {
    const uint64_t *gain_before = search->gain_before;
    const sked_preempt_item_ *last;
    const uint64_t until = gain_before[place] + units;
    uint32_t low = place, high = search->items;
    uint64_t part;
    if (units == 0) {
        return 0;
    }
    if (gain_before[high] < until) {
        return SKED_PREEMPT_NO_SET_;
    }
    while (low + 1 < high) {                    /* the place whose candidate reaches it */
        const uint32_t middle = low + (high - low) / 2;
        if (gain_before[middle] < until) {
            low = middle;
        } else {
            high = middle;
        }
    }
    last = &search->item[search->order[low].index];
    part = until - gain_before[low];
    SKED_ASSERT(part > 0 && part <= last->gain);
    return search->cost_before[low] - search->cost_before[place] + part * last->price +
           (part * last->price_rest + last->gain - 1) / last->gain; /*~preempt_rest*/
}

/* ---- >>victims.search: depth first ---- */

static void sked_preempt_take_(sked_preempt_search_ *search, uint32_t candidate) {
    uint32_t resource;
    for (resource = 0; resource < search->resources; resource++) {
        search->left[resource] -= sked_preempt_gain_(search, candidate, resource);
    }
}

static void sked_preempt_give_back_(sked_preempt_search_ *search, uint32_t candidate) {
    uint32_t resource;
    for (resource = 0; resource < search->resources; resource++) {
        search->left[resource] += sked_preempt_gain_(search, candidate, resource);
    }
}

static void sked_preempt_clear_(unsigned char *set, uint32_t count) {
    uint32_t i;
    for (i = 0; i < count; i++) {
        set[i] = 0;
    }
}

/* The set that is taken is the best so far. */
static void sked_preempt_note_(sked_preempt_search_ *search, uint32_t depth) {
    uint32_t i;
    SKED_ASSERT(depth <= search->items);
    sked_preempt_clear_(search->found, search->candidates);
    for (i = 0; i < depth; i++) {
        search->found[search->order[search->taken[i]].index] = 1;
    }
}

/* Searches for a set that costs less than `limit`. Returns its cost, and in `found` the set; or
 * the limit. *proved becomes whether there is none that costs less. It stops after so many steps,
 * though not before there is a set. */
static uint64_t sked_preempt_dive_(sked_preempt_search_ *search, uint64_t limit, uint32_t steps,
                                   int *proved) {
    const sked_pair *order = search->order;
    uint64_t spent = 0;
    uint32_t place = 0, depth = 0, made;
    *proved = 0;
    for (made = 0; made < steps || limit == SKED_PREEMPT_NO_SET_; made++) {
        const uint64_t units = sked_preempt_units_left_(search);
        const uint64_t rest = sked_preempt_rest_(search, place, units);
        search->steps++;
        if (units == 0 && spent < limit) {
            limit = spent;
            sked_preempt_note_(search, depth);
        }
        if (limit <= search->lower) {
            break;
        }
        if (units > 0 && rest != SKED_PREEMPT_NO_SET_ && spent + rest < limit) {
            SKED_ASSERT(place < search->items && depth <= place);
            search->taken[depth++] = place;
            spent += search->item[order[place].index].cost;
            sked_preempt_take_(search, order[place].index);
            place++;
            continue;
        }
        if (depth == 0) {
            SKED_ASSERT(spent == 0);
            *proved = 1;
            return limit;
        }
        place = search->taken[--depth];         /* without the last one, and without its equals */
        spent -= search->item[order[place].index].cost;
        sked_preempt_give_back_(search, order[place].index);
        place = search->other[place]; /*~preempt_equals*/
    }
    *proved = limit <= search->lower;
    return limit;
}

/* Searches with the needs that are set, as dive. `known` is a lower bound from elsewhere. */
static uint64_t sked_preempt_run_(sked_preempt_search_ *search, uint64_t limit, uint64_t known,
                                  uint32_t steps, int *proved) {
    uint32_t lone = SKED_NONE;
    uint64_t rest;
    sked_preempt_scale_(search);
    sked_preempt_gather_(search, &limit, &lone);
    if (lone != SKED_NONE) {
        sked_preempt_clear_(search->found, search->candidates);
        search->found[lone] = 1;
    }
    rest = sked_preempt_rest_(search, 0, sked_preempt_units_left_(search));
    search->lower = sked_min_u64_(sked_max_u64_(rest, known), limit);
    SKED_ASSERT(search->lower != SKED_PREEMPT_NO_SET_);
    *proved = 1;
    return limit <= search->lower ? limit : sked_preempt_dive_(search, limit, steps, proved);
}

/* ---- >>victims.trim: nobody is spare ---- */

static int sked_preempt_is_spare_(const sked_preempt_search_ *search, uint32_t candidate) {
    uint32_t resource;
    for (resource = 0; resource < search->resources; resource++) {
        if (search->left[resource] + sked_preempt_gain_(search, candidate, resource) > 0) {
            return 0;
        }
    }
    return 1;
}

/* Takes out of a set that is enough what is spare, the dearest first. Returns its cost. */
static uint64_t sked_preempt_trim_(sked_preempt_search_ *search, unsigned char *set) {
    uint32_t candidate, dearest;
    uint64_t cost = 0;
    sked_preempt_scale_(search);
    for (candidate = 0; candidate < search->candidates; candidate++) {
        if (set[candidate]) {
            sked_preempt_take_(search, candidate);
            cost += sked_preempt_cost_(search, candidate);
        }
    }
    SKED_ASSERT(sked_preempt_units_left_(search) == 0);
    do {
        dearest = SKED_NONE;
        for (candidate = 0; candidate < search->candidates; candidate++) {
            if (set[candidate] && sked_preempt_is_spare_(search, candidate) &&
                (dearest == SKED_NONE ||
                 search->request->costs[candidate] > search->request->costs[dearest])) {
                dearest = candidate;
            }
        }
        if (dearest != SKED_NONE) {
            set[dearest] = 0;
            sked_preempt_give_back_(search, dearest);
            cost -= sked_preempt_cost_(search, dearest);
        }
    } while (dearest != SKED_NONE);
    SKED_ASSERT(sked_preempt_units_left_(search) == 0);
    return cost;
}

/* ---- >>victims.domains: several resources, several domains ---- */

static const uint32_t *sked_preempt_needs_(const sked_preempt_search_ *search) {
    return search->request->needs + (size_t)search->domain * (size_t)search->resources;
}

/* All needs of the domain count, or one resource alone, as far as `part` leaves it. */
static void sked_preempt_need_all_(sked_preempt_search_ *search) {
    uint32_t resource;
    for (resource = 0; resource < search->resources; resource++) {
        search->needs[resource] = sked_preempt_needs_(search)[resource];
    }
}

static void sked_preempt_need_one_(sked_preempt_search_ *search, uint32_t resource) {
    uint64_t got = 0;
    uint32_t candidate;
    SKED_ASSERT(resource < search->resources);
    sked_preempt_need_all_(search);
    for (candidate = 0; candidate < search->candidates; candidate++) {
        got += search->part[candidate] ? sked_preempt_gain_(search, candidate, resource) : 0;
    }
    for (candidate = 0; candidate < search->resources; candidate++) {
        const uint32_t need = search->needs[candidate];
        search->needs[candidate] = candidate != resource || got >= need ? 0
                                                                        : need - (uint32_t)got;
    }
}

/* The best set so far is this one. */
static void sked_preempt_keep_(sked_preempt_search_ *search, const unsigned char *set) {
    sked_bytes_copy_(search->best, set, (size_t)search->candidates);
    search->best_domain = search->domain;
}

/* One resource after the other, from `first` on: each by the cheapest candidates that are not taken
 * yet. Returns what the first one costs at least; *best becomes less if all together do. */
static uint64_t sked_preempt_chain_(sked_preempt_search_ *search, uint32_t first, uint64_t *best) {
    const uint32_t steps = search->steps_max / 8 + SKED_PREEMPT_ALONE_;
    uint64_t lower = 0, cost;
    uint32_t i, candidate;
    int proved;
    sked_preempt_clear_(search->part, search->candidates);
    for (i = 0; i < search->resources; i++) {
        const uint32_t resource = (first + i) % search->resources;
        sked_preempt_need_one_(search, resource);
        if (search->needs[resource] == 0) {
            continue;
        }
        cost = sked_preempt_run_(search, SKED_PREEMPT_NO_SET_, 0, steps, &proved);
        SKED_ASSERT(cost != SKED_PREEMPT_NO_SET_);
        if (i == 0) {
            lower = proved ? cost : search->lower;
        }
        for (candidate = 0; candidate < search->candidates; candidate++) {
            search->part[candidate] |= search->found[candidate];
        }
    }
    sked_preempt_need_all_(search);
    cost = sked_preempt_trim_(search, search->part);
    if (cost < *best) {
        *best = cost;
        sked_preempt_keep_(search, search->part);
    }
    return lower;
}

/* Do all candidates together give enough in the domain? */
static int sked_preempt_can_(sked_preempt_search_ *search) {
    uint32_t resource, candidate;
    sked_preempt_need_all_(search);
    for (resource = 0; resource < search->resources; resource++) {
        uint64_t all = 0;
        for (candidate = 0; candidate < search->candidates; candidate++) {
            all += sked_preempt_gain_(search, candidate, resource);
        }
        if (all < search->needs[resource]) {
            return 0;
        }
    }
    return 1;
}

/* Searches one domain. *best becomes less if it has a cheaper set. Returns what a set costs there
 * at least, or that there is none. */
static uint64_t sked_preempt_domain_(sked_preempt_search_ *search, uint64_t *best, int *proved) {
    uint64_t known = 0, cost;
    uint32_t resource;
    int here;
    if (!sked_preempt_can_(search)) {
        return SKED_PREEMPT_NO_SET_;
    }
    sked_preempt_scale_(search);
    for (resource = 0; search->live > 1 && resource < search->resources; resource++) {
        if (sked_preempt_needs_(search)[resource] > 0) {
            const uint64_t lower = sked_preempt_chain_(search, resource, best);
            known = sked_max_u64_(known, lower);
            sked_preempt_scale_(search);
        }
    }
    sked_preempt_clear_(search->part, search->candidates);
    cost = sked_preempt_run_(search, *best, known, search->steps_max, &here);
    SKED_ASSERT(cost >= search->lower && cost <= *best);
    if (cost < *best) {
        *best = here ? cost : sked_preempt_trim_(search, search->found);
        sked_preempt_keep_(search, search->found);
    }
    *proved &= here;
    return here ? *best : sked_min_u64_(search->lower, *best);
}

static sked_status sked_preempt_check_(const sked_preempt_request *request) {
    SKED_ASSERT(request != NULL);
    if (sked_is_out_(request->refusal, SKED_E_RANGE, "candidates", request->candidates, 0,
                     SKED_PREEMPT_CANDIDATES_MAX_) ||
        sked_is_out_(request->refusal, SKED_E_RANGE, "resources", request->resources, 0,
                     SKED_PREEMPT_RESOURCES_) ||
        sked_is_out_(request->refusal, SKED_E_RANGE, "domains", request->domains, 0,
                     SKED_PREEMPT_DOMAINS_)) {
        return SKED_E_RANGE;
    }
    return SKED_OK;
}

/* Do the costs fit? They count (candidates + 1) times as much, plus 1 each. */
static sked_status sked_preempt_check_costs_(const sked_preempt_request *request) {
    const uint64_t most = (uint64_t)INT64_MAX / ((uint64_t)request->candidates + 1) - 1;
    uint64_t sum = 0;
    uint32_t candidate;
    for (candidate = 0; candidate < request->candidates; candidate++) {
        const uint64_t cost = request->costs[candidate];
        if (cost > most - sum) {
            return sked_refuse_entry_(request->refusal, SKED_E_OVERFLOW, "candidate", candidate,
                                      "costs", (sked_time)sked_min_u64_(cost, INT64_MAX));
        }
        sum += cost;
    }
    return SKED_OK;
}

static void sked_preempt_begin_(sked_preempt_search_ *search,
                                const sked_preempt_request *request) {
    const sked_preempt_search_ none = SKED_ZERO;
    *search = none;
    search->request = request;
    search->candidates = request->candidates;
    search->resources = request->resources == 0 ? 1 : request->resources;
    search->domains = request->domains == 0 ? 1 : request->domains;
    search->steps_max = request->steps_max == 0 ? 2000 : request->steps_max;
}

SKED_API sked_preempt_request sked_preempt_request_of(uint32_t candidates, const uint64_t *costs,
                                                      const uint32_t *gains,
                                                      const uint32_t *needs) {
    sked_preempt_request request = SKED_ZERO;
    request.candidates = candidates;
    request.costs = costs;
    request.gains = gains;
    request.needs = needs;
    return request;
}

SKED_API sked_status sked_preempt_bytes(const sked_preempt_request *request, size_t *bytes) {
    sked_preempt_search_ search;
    const sked_status status = sked_preempt_check_(request);
    SKED_ASSERT(bytes != NULL);
    if (status != SKED_OK) {
        return status;
    }
    sked_preempt_begin_(&search, request);
    return sked_give_size_(request->refusal, "candidates", sked_preempt_layout_(&search, NULL),
                           bytes);
}

/* Searches all domains. Returns the cost of the best set, or that there is none. */
static uint64_t sked_preempt_domains_(sked_preempt_search_ *search, uint64_t *lower,
                                      int *proved) {
    uint64_t best = SKED_PREEMPT_NO_SET_;
    *lower = SKED_PREEMPT_NO_SET_;
    *proved = 1;
    for (search->domain = 0; search->domain < search->domains; search->domain++) {
        *lower = sked_min_u64_(*lower, sked_preempt_domain_(search, &best, proved));
    }
    SKED_ASSERT(*lower <= best);
    return best;
}

SKED_API sked_status sked_preempt_find(const sked_preempt_request *request,
                                       sked_preempt_answer *answer, uint32_t *victims,
                                       void *scratch, size_t bytes) {
    sked_preempt_search_ search;
    uint64_t best, lower;
    uint32_t candidate;
    size_t needed = 0;
    int proved;
    sked_status status = sked_preempt_bytes(request, &needed);
    SKED_ASSERT(answer != NULL && request->needs != NULL);
    SKED_ASSERT(request->candidates == 0 ||
                (victims != NULL && request->costs != NULL && request->gains != NULL));
    if (status == SKED_OK) {
        status = sked_check_block_(request->refusal, scratch, bytes, needed);
    }
    if (status == SKED_OK) {
        status = sked_preempt_check_costs_(request);
    }
    if (status != SKED_OK) {
        return status;
    }
    sked_preempt_begin_(&search, request);
    (void)sked_preempt_layout_(&search, scratch);
    best = sked_preempt_domains_(&search, &lower, &proved);
    if (best == SKED_PREEMPT_NO_SET_) {
        return sked_refuse_what_(request->refusal, SKED_E_VICTIMS, "needs", NULL);
    }
    answer->cost = best / ((uint64_t)search.candidates + 1);
    answer->cost_lower_bound = lower / ((uint64_t)search.candidates + 1);
    answer->domain = search.best_domain;
    answer->proved = proved;
    answer->steps = search.steps;
    answer->victims = 0;
    for (candidate = 0; candidate < search.candidates; candidate++) {
        if (search.best[candidate]) {
            victims[answer->victims++] = candidate;
        }
    }
    SKED_ASSERT(answer->victims == best % ((uint64_t)search.candidates + 1));
    SKED_ASSERT(answer->cost >= answer->cost_lower_bound);
    SKED_ASSERT(!proved || answer->cost == answer->cost_lower_bound);
    return SKED_OK;
}

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* SKED_SHARE_IMPLEMENTATION_DONE */
