/* sched_fattree.h - sked 0.11.0: processors on a tree of switches. Where a job runs.
 *
 *     #define SKED_IMPLEMENTATION      in exactly one file of the program,
 *     #include "sched_fattree.h"       and this line alone in all others
 *
 * SPDX-License-Identifier: MIT (full text in LICENSE)
 *
 * CONTENTS (search for the tag; the implementation repeats them in the same order)
 *   >>promises   what holds here               >>find     which processors a job gets
 *   >>example    a complete program            >>picker   a picker for a queue or a calendar
 *   >>create     shape, init, create, branch   >>read     what is free; what a choice costs
 *   >>allocate   allocate, free, down, up      >>units    the method of the patent
 *
 * >>promises
 *   - The promises of sched.h (>>promises there) hold here, too: one block, no libc, no clock,
 *     integers only, a status for bad data. A call that is refused changes nothing.
 *   - Contracts: "iff" means if and only if, and the list of failures is complete.
 *   - A choice of k processors costs its hops: for each pair of them, the links on the way from one
 *     to the other. These are 2 within a leaf switch, 4 by way of one switch above it, and so on.
 *     A link may count as several.
 *   - Each answer contains a lower bound: no choice could cost less. If cost and bound are equal,
 *     the choice is proved optimal. By default it always is. With a limit on the work, a limit on
 *     leaves or blocks, or in greedy mode, it may not be; the answer then shows the difference.
 *   - The same tree, request and sets give the same choice on every target.
 *   - Searches are const. They work in a scratch block of the caller's, so that several threads may
 *     search one tree while nobody changes it. A choice that is not allocated is a what-if.
 *   - A job never spans several roots: trees that are not connected share nothing.
 *   - >>units implements the method of a patent: CN110191155B (National University of Defense
 *     Technology), listed as active. All else is independent of it. A program that does not call
 *     sked_units_... does not link it.
 *
 * >>example
 *   Four pods, each of four leaf switches of three processors. Some processors are busy, and a job
 *   needs nine.
 *
 *       free    3 3 1 0    2 1 3 1    1 2 3 2    1 2 0 3
 *               |_|_|_|    |_|_|_|    |_|_|_|    |_|_|_|      leaf switches
 *                  |__________|__________|__________|         pods
 *                                   |
 *   The three leaves with 3 free processors and the most room around them lie in three pods: 180
 *   hops.
 *   It prints
 *       24,27-28,30-34,36: 150 hops, no choice has fewer than 150
 *
 *   -----------------------------------------------------------------------------------------------
 *   #define SKED_IMPLEMENTATION
 *   #include "sched_fattree.h"
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
 *       static const uint32_t fan_out[3] = {4, 4, 3};       // pods, leaves in each, processors
 *       static const uint32_t free_in[16] = {3, 3, 1, 0, 2, 1, 3, 1, 1, 2, 3, 2, 1, 2, 0, 3};
 *       static sked_align room[8192 / sizeof(sked_align)], scratch[8192 / sizeof(sked_align)];
 *       const sked_fattree_request request = sked_fattree_request_of(9);
 *       uint32_t parent[21], leaf[48], p;
 *       char text[64];
 *       SKED_SET_LOCAL(set, 48u);
 *       sked_fattree_settings settings;
 *       sked_fattree_answer answer;
 *       sked_fattree tree;
 *
 *       must(sked_fattree_shape(fan_out, 3, &settings, parent, leaf));
 *       must(sked_fattree_init(&tree, &settings, room, sizeof room));
 *       for (p = 0; p < 48; p++) {
 *           if (p % 3 >= free_in[p / 3]) {
 *               sked_set_add(&set, p);                      // busy
 *           }
 *       }
 *       must(sked_fattree_allocate(&tree, &set));
 *       must(sked_fattree_find(&tree, &request, &answer, &set, scratch, sizeof scratch));
 *       must(sked_fattree_allocate(&tree, &set));           // the job starts
 *       sked_set_format(&set, text, sizeof text);
 *       printf("%s: %d hops, no choice has fewer than %d\n", text, (int)answer.hops,
 *              (int)answer.hops_lower_bound);
 *       sked_fattree_destroy(&tree);
 *       return 0;
 *   }
 *   -----------------------------------------------------------------------------------------------
 */
#ifndef SKED_FATTREE_H_INCLUDED
#define SKED_FATTREE_H_INCLUDED

#include "sched.h"

#if SKED_VERSION != 1100
#error "sched_fattree.h 0.11.0 needs the sched.h of the same version beside it"
#endif

/* ---- >>create: shape, init, create, branch -------------------------------------------------- */

/* Define SKED_FATTREE_SEARCH as 0 to leave out the code of the search, about half of all. Requests
 * that need it are then refused (SKED_E_SETTING): those with SKED_FATTREE_EXACT, required,
 * leaves_max or a fragment weight, and those of >>units. Greedy answers do not change. */
#if !defined(SKED_FATTREE_SEARCH)
#define SKED_FATTREE_SEARCH 1
#endif

/* Define SKED_FATTREE_RULES as 0 to leave out rules, aims, isolation and the fewest levels.
 * Requests with any of them are then refused (SKED_E_SETTING), and the answer of a search has 0 as
 * blocks, share_least and share_most. They need the search. */
#if !defined(SKED_FATTREE_RULES)
#define SKED_FATTREE_RULES SKED_FATTREE_SEARCH
#endif
#if SKED_FATTREE_RULES && !SKED_FATTREE_SEARCH
#error "SKED_FATTREE_RULES needs SKED_FATTREE_SEARCH"
#endif

#define SKED_FATTREE_LEVELS 32u                     /* levels of switches, at most            */
#define SKED_FATTREE_MAX (UINT32_C(1) << 26)        /* processors, and switches, at most      */

/* A tree of switches, or several trees. Switches and processors have the caller's numbers, from 0.
 * A switch with processors is a leaf; every other switch has switches below it. Depths and sizes
 * may differ. Many switches that form one logical switch of a level are one switch here. A place is
 * a switch with all that is below it, a pod a switch above leaves, a core a switch above pods. */
typedef struct sked_fattree_settings {
    uint32_t switches;              /* 1 .. SKED_FATTREE_MAX                                  */
    uint32_t processors;            /* 1 .. SKED_FATTREE_MAX, but see SKED_E_OVERFLOW of
                                       init: 19 million on three levels with links of 1       */
    const uint32_t *parent;         /* of each switch: the one above it; SKED_NONE: a root    */
    const uint32_t *leaf;           /* of each processor: its switch                          */
    const uint32_t *links;          /* of each switch: how many links the way to its parent
                                       counts, at least 1 (ignored for roots). NULL: 1 each.
                                       The way from a processor to its leaf counts 1. Only
                                       init and create read the arrays                        */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_fattree_settings;

/* A tree: a handle on a block. All fields are private. A handle of zeros ({0}) is empty. Every
 * function that reads or changes a tree refuses an empty one (SKED_E_EMPTY). */
typedef struct sked_fattree {
    sked_mem mem_;                  /* gave the block; zeros: the block is the caller's       */
    size_t bytes_;                  /* of the block                                           */
    /* Arrays of the block, which layout places; NULL in an empty handle: */
    struct sked_fattree_state_ *state_;
    struct sked_fattree_place_ *at_;    /* the shape, by place                                */
    uint32_t *name_, *place_;       /* by place: the caller's number; by number: the place    */
    uint32_t *slot_, *home_;        /* by slot: the processor; by processor: its leaf's place */
    uint32_t *left_, *rank_, *order_, *sum_;    /* what is free: see sked_fattree_view_       */
    uint64_t *square_;
    uint32_t *tally_;
    sked_word *busy_, *down_;       /* sets of processors, as the caller said                 */
} sked_fattree;

/* Describes a regular tree. The root is level 0. Below each switch of level i are fan_out[i]
 * switches, or processors in the last level. Switches are numbered level by level, processors from
 * left to right. With parent and leaf NULL, only the counts are computed; otherwise both arrays are
 * filled.
 * Returns   SKED_OK, and in *settings the counts and the two arrays; links and refusal are NULL.
 * Needs     parent and leaf both NULL or both not (asserted).
 * Fails     SKED_E_LEVELS iff levels is 0 or above SKED_FATTREE_LEVELS; SKED_E_RANGE iff a fan-out
 *           is 0, or a count is above SKED_FATTREE_MAX.
 * Cost      O(switches + processors). */
SKED_API SKED_NODISCARD sked_status sked_fattree_shape(const uint32_t *fan_out, uint32_t levels,
                                                       sked_fattree_settings *settings,
                                                       uint32_t *parent, uint32_t *leaf);

/* Returns in *bytes how large the block of a tree must be: about 68 bytes per switch and 12 per
 * processor. Only the two counts are read.
 * Fails     SKED_E_NO_SWITCH iff there is no switch; SKED_E_NO_PROCESSORS iff there is no
 *           processor; SKED_E_RANGE iff a count is above SKED_FATTREE_MAX; SKED_E_OVERFLOW iff the
 *           size exceeds size_t.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_fattree_bytes(const sked_fattree_settings *settings,
                                                       size_t *bytes);

/* Initialises a tree in which all processors are free. init uses a block of yours, create a block
 * that mem gives. On error the handle is empty.
 * Fails     as sked_fattree_bytes; SKED_E_MEMORY iff mem refuses; SKED_E_BLOCK iff the block is
 *           NULL, too small or not aligned; SKED_E_RANGE iff a parent or a leaf is not a switch, or
 *           the links of a switch below another are 0; SKED_E_MIXED iff a switch has both
 *           processors and switches; SKED_E_BARE iff a switch has neither; SKED_E_CYCLE iff a
 *           switch is above itself; SKED_E_LEVELS iff a processor has more than SKED_FATTREE_LEVELS
 *           switches above it; SKED_E_OVERFLOW iff the links between a processor and its root,
 *           times the square of the processors, reach 2^50.
 * Cost      O(switches + processors), and at worst O(s^1.5) to sort the s switches below each
 *           switch.
 * Keeps     the block or mem, until sked_fattree_destroy. */
SKED_API SKED_NODISCARD sked_status sked_fattree_init(sked_fattree *tree,
                                                      const sked_fattree_settings *settings,
                                                      void *block, size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_fattree_create(sked_fattree *tree,
                                                        const sked_fattree_settings *settings,
                                                        sked_mem mem);

/* Destroys a tree: frees the block if mem gave it, and leaves the handle empty. May be called on an
 * empty handle, and twice. */
SKED_API void sked_fattree_destroy(sked_fattree *tree);

/* Copies a tree, to continue with both. branch copies into a block of yours, as large as the
 * original's (sked_fattree_info.bytes); clone copies into a block that mem gives. On error the copy
 * is empty.
 * Fails     SKED_E_EMPTY; SKED_E_BLOCK iff the block is NULL, too small or not aligned;
 *           SKED_E_MEMORY iff mem refuses.
 * Cost      O(bytes).
 * Keeps     the block or mem, until the copy is destroyed. */
SKED_API SKED_NODISCARD sked_status sked_fattree_branch(const sked_fattree *tree,
                                                        sked_fattree *branch, void *block,
                                                        size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_fattree_clone(const sked_fattree *tree,
                                                       sked_fattree *clone, sked_mem mem);

/* ---- >>allocate: allocate, free, down, up --------------------------------------------------- */

/* A processor is free, busy or down. It is both busy and down if it went down under a job. Each
 * function refuses a set that has another size than the tree, or bits above its size
 * (SKED_E_RANGE). The set may come from sked_fattree_find or from anywhere else. To save a tree,
 * save its settings and its sets of busy and down processors (>>read). To restore it, allocate the
 * busy set, then mark the down set.
 * Cost      O(processors / SKED_WORD_BITS); for each leaf of the set the leaves below its parent;
 *           for each parent of such leaves the children of the switches above it. If neighbours by
 *           number have different leaves or parents, for each processor instead of these. */

/* Allocates processors: a job starts.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE as above; SKED_E_TAKEN iff one of them is already busy;
 *           SKED_E_NOT_FREE iff one of them is down. */
SKED_API SKED_NODISCARD sked_status sked_fattree_allocate(sked_fattree *tree, const sked_set *set);

/* Frees busy processors: all or some of a job's. Processors that are down stay down.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE as above; SKED_E_NOT_BUSY iff one of them is not busy. */
SKED_API SKED_NODISCARD sked_status sked_fattree_free(sked_fattree *tree, const sked_set *set);

/* Marks processors as down, or as up again. Processors that are already down or up stay so. Jobs
 * keep their processors until these are freed.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE as above. */
SKED_API SKED_NODISCARD sked_status sked_fattree_down(sked_fattree *tree, const sked_set *set);
SKED_API SKED_NODISCARD sked_status sked_fattree_up(sked_fattree *tree, const sked_set *set);

/* ---- >>find: which processors a job gets ---------------------------------------------------- */

typedef enum sked_fattree_mode {
    SKED_FATTREE_EXACT,             /* the least hops, proved                                 */
    SKED_FATTREE_GREEDY,            /* few hops, without a search: the smallest place that
                                       holds the rest of the job, else the largest place as a
                                       whole. Same as exact with required, leaves_max or a
                                       fragment weight                                        */
    SKED_FATTREE_MODE_CLOSED_ = INT_MAX
} sked_fattree_mode;

/* The blocks of a level are the highest switches of at most so many levels: those of level 1 are
 * the leaves, those of level 2 the pods, and so on. Each processor is in one block of each level.
 * The share of a block is what a choice has below it. */

/* What a request asks of the blocks of a level. Zero means no such limit. */
#define SKED_FATTREE_REST  1u       /* one share may be a multiple plus count % multiple      */
#define SKED_FATTREE_WHOLE 2u       /* only blocks in which nothing is busy; for a picker,
                                       blocks of which all is offered                         */

typedef struct sked_fattree_rule {
    uint32_t level;                 /* 1 .. SKED_FATTREE_LEVELS; the blocks of this level     */
    uint32_t multiple;              /* each share is a multiple of it: groups stay together   */
    uint32_t least, most;           /* of each share that is not 0; equal: an equal split     */
    uint32_t blocks_max;            /* at most this many blocks have a share. Only in one rule,
                                       and not with leaves_max                                */
    uint32_t options;               /* SKED_FATTREE_REST (only in one rule) and _WHOLE        */
} sked_fattree_rule;

/* What matters more than the hops: a measure of the shares of the blocks of aim_level. */
typedef enum sked_fattree_aim {
    SKED_FATTREE_NEAR,              /* nothing: the least hops                                */
    SKED_FATTREE_FEW,               /* the fewest blocks                                      */
    SKED_FATTREE_EVEN,              /* the largest least share of the blocks that are used: few of
                                       them, evenly filled; then as SPREAD                    */
    SKED_FATTREE_SPREAD,            /* the least sum of squares of shares: many blocks        */
    SKED_FATTREE_AIM_CLOSED_ = INT_MAX
} sked_fattree_aim;

/* A request for processors. Zero means no such limit. */
typedef struct sked_fattree_request {
    uint32_t count;                 /* processors, at least 1                                 */
    sked_fattree_mode mode;         /* 0: exact                                               */
    uint64_t steps_max;             /* a limit on the work, in steps as in the answer, about
                                       2 ns each. Beyond it, no further part of a search
                                       begins, and the answer is the best so far, with its
                                       bound. It does not limit what required, leaves_max, a
                                       fragment weight, rules and an aim need                 */
    uint32_t levels_max;            /* all below one switch of at most this many levels: 1 is
                                       a leaf, 2 a switch above leaves, ...                   */
    uint32_t levels_preferred;      /* the same, if possible; otherwise levels_max. SKED_NONE:
                                       the fewest levels possible                             */
    uint32_t leaves_max;            /* on at most this many leaves                            */
    uint32_t segment;               /* groups of this size share a leaf; count is a multiple  */
    uint32_t fragment_weight_q10;   /* 0 .. 1024: the price of breaking up places, in 1/1024
                                       of a hop: see sked_fattree_answer                      */
    const sked_set *allowed;        /* only these processors; NULL: all                       */
    const sked_set *excluded;       /* not these; NULL: none                                  */
    const sked_set *required;       /* always these; NULL: none                               */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
    const sked_fattree_rule *rules; /* at most one for each level                             */
    uint32_t rules_count;           /* 0: none                                                */
    sked_fattree_aim aim;           /* what matters more than the hops; 0: nothing            */
    uint32_t aim_level;             /* of the blocks that the aim and the answer speak of; 0:
                                       the leaves, as 1                                       */
    uint32_t crossing_max;          /* at most this many jobs, this one included, use the way up
                                       from any switch; 0: no limit                           */
    const uint32_t *owner;          /* with crossing_max: of each processor, a number below the
                                       number of processors that no other job has (the lowest
                                       processor of its job will do), or SKED_NONE. One that is
                                       free or offered counts as SKED_NONE; one that is down
                                       counts with what is entered                            */
    sked_set *held;                 /* becomes what else is free in the blocks that the choice
                                       uses, of the highest level with SKED_FATTREE_WHOLE;
                                       NULL: not wanted                                       */
} sked_fattree_request;

/* Returns   a request for the exact minimum, without limits. */
SKED_API sked_fattree_request sked_fattree_request_of(uint32_t count);

/* Rules and aims. Of all choices that keep the limits and the rules, the answer has the best
 * measure of the aim, and of those the least cost. With blocks_max, as with leaves_max, there may
 * be a gap to the bound; whether there is any choice is exact. If a better measure of the aim is
 * not ruled out, the bounds are 0.
 * Isolation. A job uses the way up from a switch if some of its processors are below that switch
 * and some are not. With crossing_max 1, no two jobs share a link, under any routing by shortest
 * ways.
 * Source    rules: Slurm's topology/block, Kueue's topology-aware scheduling; isolation: Jigsaw
 *           (Smith and Lowenthal, 2021). The definitions and the search are ours. */

/* What was found. Without a fragment weight, the cost of a choice is its hops. With a fragment
 * weight f, the cost is 1024 times the hops, plus f times a sum over all switches with a parent. A
 * switch adds the links to its parent, times F F - (F - x)(F - x). F counts the processors below it
 * that may be taken (with segments, those in whole segments of each leaf; with rules on leaves or
 * whole blocks, what these leave), and x counts those that are chosen. The search minimises the
 * cost. */
typedef struct sked_fattree_answer {
    uint64_t hops;                  /* of the choice: the sum over all pairs                  */
    uint64_t hops_lower_bound;      /* no choice within the limits has fewer. With a fragment
                                       weight, where cost decides: the hops within one leaf   */
    uint64_t cost, cost_lower_bound; /* the same for the cost; if equal, proved optimal       */
    uint64_t steps;                 /* the work of the search                                 */
    uint32_t leaves;                /* leaves with a chosen processor                         */
    uint32_t levels;                /* of the smallest switch above all of them               */
    uint32_t top;                   /* the number of that switch                              */
    uint32_t blocks;                /* of aim_level, with a chosen processor                  */
    uint32_t share_least, share_most;   /* of these: the least and the largest share          */
} sked_fattree_answer;

/* Returns in *bytes how large the scratch block of sked_fattree_find must be for a request,
 * whatever is free. Of the sets of the request, it only matters whether they are NULL.
 * Fails     SKED_E_EMPTY; SKED_E_NO_WIDTH iff count is 0; SKED_E_TOO_WIDE iff count is above the
 *           number of processors; SKED_E_SETTING iff the mode or the aim has no such value, options
 *           has another bit, two rules have a rest, there are two limits among leaves_max and the
 *           rules' blocks_max, crossing_max comes without owner or with a fragment weight, or the
 *           request needs what SKED_FATTREE_SEARCH or SKED_FATTREE_RULES leaves out; SKED_E_RANGE
 *           iff fragment_weight_q10 is above 1024, count is not a multiple of segment or of the
 *           multiple of a rule without a rest, a rule's level is 0, above SKED_FATTREE_LEVELS or
 *           that of a rule before it, its least is above its most, or aim_level is above
 *           SKED_FATTREE_LEVELS; SKED_E_OVERFLOW iff the size exceeds size_t, or the aim and the
 *           cost do not fit one number of 61 bits. On three levels with links of 1 those of 32,767
 *           processors do with SKED_FATTREE_EVEN and _SPREAD, of 1,048,575 with SKED_FATTREE_FEW.
 * Needs     rules, unless rules_count is 0 (asserted).
 * Cost      O(switches); with rules, rules_count times as much; with an aim, or SKED_NONE as
 *           levels_preferred, levels times as much. */
SKED_API SKED_NODISCARD sked_status sked_fattree_find_bytes(const sked_fattree *tree,
                                                            const sked_fattree_request *request,
                                                            size_t *bytes);

/* Finds processors for a job: *set, of the tree's size. Nothing is allocated. Among choices with
 * equal hops it prefers those that keep large places whole. Within a pod, what remains goes to the
 * smallest leaf that holds it. If levels_preferred can be kept, the lower bounds are those of the
 * choices that keep it. On error *answer and *set are unchanged. If no choice keeps one of the
 * rules, whatever the others are, request->refusal names that rule, as far as the scratch block has
 * room for the search that shows it.
 * Needs     *set without words in common with a set of the request (asserted for required).
 * Fails     as sked_fattree_find_bytes; SKED_E_RANGE also iff *set or a set of the request has
 *           another size, a set of the request has bits above its size, or an owner is neither
 *           below the number of processors nor SKED_NONE (before SKED_E_OVERFLOW of the size);
 *           SKED_E_BLOCK iff the scratch block is NULL, too small or not aligned; SKED_E_NOT_FREE
 *           iff a required processor is not free, allowed and not excluded, or fewer than count
 *           are; SKED_E_LIMITS iff enough are, but no choice keeps the limits. That includes
 *           processors below different roots, and more than count required processors.
 * Cost      N is the number of processors, S that of switches, and k is count. One root with pods
 *           of leaves and equal links in each level, without required, leaves_max and
 *           fragment_weight_q10: where bounds decide, O(N / SKED_WORD_BITS + pods log(leaves of a
 *           pod) + processors of the largest leaf + leaves and processors of the pods that are
 *           used), and O(S) more with a limit on levels. Otherwise it searches at most pods F / 32
 *           windows, where F counts the free processors of the largest pod. Each window costs
 *           O(pods (pods + k t)) at worst, where t is less than the free processors of the largest
 *           leaf. In all measurements, the windows were few and short. Several such roots: as much
 *           for each. All else: O(N k + S), with leaves_max or blocks_max for each price that is
 *           tried, and with rules and SKED_FATTREE_EVEN for each of log k least shares. Rules cost
 *           O(S rules_count) more each time; multiples and the most of leaves, and whole blocks,
 *           leave the search as it is. Sets or segments cost O(N + S^1.5) more at worst. Isolation
 *           costs O(N levels) more, and for each leaf below a closed way the children of the
 *           switches above it.
 * Source    min-plus knapsack over the tree; >>find of the implementation describes the rest. */
SKED_API SKED_NODISCARD sked_status sked_fattree_find(const sked_fattree *tree,
                                                      const sked_fattree_request *request,
                                                      sked_fattree_answer *answer, sked_set *set,
                                                      void *scratch, size_t bytes);

/* A job of a batch. */
typedef struct sked_fattree_job {
    sked_fattree_request request;
    sked_set set;                   /* its processors: words of yours, the tree's size        */
    sked_fattree_answer answer;     /* valid if status is SKED_OK                             */
    sked_status status;             /* what sked_fattree_find returned                        */
} sked_fattree_job;

/* Finds and allocates processors for several jobs: the largest first, and ties in the order given.
 * With crossing_max, jobs that have been placed before in the batch count, whatever owner says.
 * If a job fails, its status is the reason, and the others continue. This includes SKED_E_BLOCK:
 * the scratch block must suffice for the largest sked_fattree_find_bytes of the jobs.
 * Fails     SKED_E_EMPTY.
 * Cost      that of the searches and the allocations, and O(count^2). */
SKED_API SKED_NODISCARD sked_status sked_fattree_batch(sked_fattree *tree, sked_fattree_job *jobs,
                                                       uint32_t count, void *scratch, size_t bytes);

/* ---- >>picker: a picker for a queue or a calendar ------------------------------------------- */

/* A tree as the picker of a queue or a calendar. The picker uses the shape of the tree, and treats
 * exactly the offered processors as free. It ignores which processors of the tree are busy or down.
 * The limits of a job come from a template: a request of any count, which is replaced by the job's.
 * A single template applies to all jobs; of several, the job's tag is the index. The sets of a
 * template must fit the tree. If limits may be refused, let the queue ask ahead (SKED_ASK_AHEAD):
 * then processors do not stand idle around a head for which those that are free are in the wrong
 * places. With crossing_max, enter the processors of a job in `owner` between the sked_queue_next
 * that starts it and the next call of the queue. If the queue asks whether the head still has room
 * when another job starts now, the picker counts that job by itself. A wrong owner shows only as
 * SKED_E_RANGE in last_refusal. */
typedef struct sked_fattree_picker_settings {
    const sked_fattree *tree;
    uint32_t width_max;             /* of any job; wider ones are refused. 0: as the tree     */
    uint32_t templates_count;       /* 0: no job has limits                                   */
    const sked_fattree_request *templates;
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_fattree_picker_settings;

/* The picker refuses a job if sked_fattree_find would fail. It counts these refusals, and keeps the
 * last reason; what it is asked ahead (sked_pick_request) leaves no trace. Members with an
 * underscore are private. */
typedef struct sked_fattree_picker {
    sked_picker picker;             /* pass this to sked_queue_create or a sked_ar_choice     */
    uint64_t chosen, refused;       /* answers, of which a job may get several; these only grow */
    sked_status last_refusal;       /* the last reason, as of sked_fattree_find, or SKED_E_TEMPLATE
                                       or, after an init that failed, SKED_E_EMPTY            */
    sked_fattree_answer answer;     /* of the last choice: of the job that sked_queue_next has just
                                       started                                                */
    sked_fattree_picker_settings settings_; /* as given, without refusal; tree NULL: no init  */
    void *scratch_;                 /* the caller's block                                     */
    size_t bytes_;                  /* of the block                                           */
} sked_fattree_picker;

/* Returns in *bytes how large the scratch block of a picker must be. It suffices for a job of any
 * width up to width_max with any of the templates.
 * Fails     as sked_fattree_find_bytes for a template with the widest job of whole segments.
 * Cost      O(templates_count switches). */
SKED_API SKED_NODISCARD sked_status sked_fattree_picker_bytes(
    const sked_fattree_picker_settings *settings, size_t *bytes);

/* Initialises a picker over a scratch block of yours. On error the picker refuses every job, with
 * SKED_E_EMPTY as its reason.
 * Fails     as sked_fattree_picker_bytes; SKED_E_BLOCK iff the block is NULL, too small or not
 *           aligned.
 * Keeps     the address of *picker, the tree, the templates and the block, while it is in use. */
SKED_API SKED_NODISCARD sked_status sked_fattree_picker_init(
    sked_fattree_picker *picker, const sked_fattree_picker_settings *settings, void *scratch,
    size_t bytes);

/* ---- >>read: what is free; what a choice costs ---------------------------------------------- */

typedef struct sked_fattree_info {
    size_t bytes;                   /* of the block                                           */
    uint32_t switches, leaves, roots;
    uint32_t levels;                /* of the highest root                                    */
    uint32_t processors, free, busy, down;      /* busy and down: in both                     */
} sked_fattree_info;

/* Returns the state of a tree.
 * Fails     SKED_E_EMPTY.
 * Cost      O(roots + processors / SKED_WORD_BITS). */
SKED_API SKED_NODISCARD sked_status sked_fattree_get_info(const sked_fattree *tree,
                                                          sked_fattree_info *info);

typedef struct sked_fattree_switch {
    uint32_t parent;                /* SKED_NONE: a root                                      */
    uint32_t levels;                /* of switches, from this one down: a leaf has 1          */
    uint32_t children;              /* switches; of a leaf: processors                        */
    uint32_t processors, free;      /* below it                                               */
} sked_fattree_switch;

/* Returns the state of a switch in *info.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such switch.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_fattree_get_switch(const sked_fattree *tree,
                                                            uint32_t number,
                                                            sked_fattree_switch *info);

/* Returns the leaf of a processor.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such processor.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_fattree_get_leaf(const sked_fattree *tree,
                                                          uint32_t processor, uint32_t *leaf);

/* Returns the sets of free, busy and down processors, each unless it is NULL.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff a set has another size.
 * Cost      O(processors / SKED_WORD_BITS). */
SKED_API SKED_NODISCARD sked_status sked_fattree_get_sets(const sked_fattree *tree,
                                                          sked_set *free_set, sked_set *busy,
                                                          sked_set *down);

/* Returns the hops between two processors: 0 from a processor to itself.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such processor; SKED_E_LIMITS iff they are
 *           below different roots.
 * Cost      O(levels). */
SKED_API SKED_NODISCARD sked_status sked_fattree_hops(const sked_fattree *tree, uint32_t from,
                                                      uint32_t to, uint64_t *hops);

/* Explains what a choice of processors costs, whatever is free: hops, leaves, levels and top of
 * *answer. The rest of *answer is 0. *least, unless it is NULL, becomes the hops of the same number
 * of processors within one leaf. explain_bytes returns in *bytes how large the scratch block must
 * be.
 * Fails     SKED_E_EMPTY (also explain_bytes); SKED_E_RANGE iff the set has another size, has bits
 *           above its size, or is empty; SKED_E_BLOCK iff the scratch block is NULL, too small or
 *           not aligned; SKED_E_LIMITS iff the processors are below different roots.
 * Cost      O(processors / SKED_WORD_BITS + count + switches). */
SKED_API SKED_NODISCARD sked_status sked_fattree_explain_bytes(const sked_fattree *tree,
                                                               size_t *bytes);
SKED_API SKED_NODISCARD sked_status sked_fattree_explain(const sked_fattree *tree,
                                                         const sked_set *set,
                                                         sked_fattree_answer *answer,
                                                         uint64_t *least, void *scratch,
                                                         size_t bytes);

/* Validates the whole structure: for tests, fuzzers, and controllers that distrust their memory.
 * After SKED_OK, no call with this handle reads or writes outside the block or runs forever,
 * whatever wrote the block. Only the handle itself must be intact.
 * Fails     SKED_E_EMPTY; SKED_E_CORRUPT iff the content contradicts itself.
 * Cost      O(bytes); and for each core its pods, times the different numbers of free processors in
 *           its leaves, times the logarithm of the leaves of a pod. */
SKED_API SKED_NODISCARD sked_status sked_fattree_validate(const sked_fattree *tree);

/* ---- >>units: the method of the patent ------------------------------------------------------ */

/* Each leaf is divided into units of unit_size processors. A unit is idle, busy (some of its
 * processors are used) or allocated (all are used). When a job is submitted or ends, a batch is
 * formed from the first batch_max jobs of the queue. While the batch needs more processors than the
 * idle units have, its last job is left out. The largest job is placed first. A job of n processors
 * gets ceil(n / unit_size) idle units with the least sum of hops over pairs of units. If n is less
 * than unit_size, a busy unit with exactly n free processors comes first, if there is one. A job of
 * the batch that finds no room stays in the queue. Each event starts one batch. With
 * SKED_UNITS_GO_ON further batches follow, until one places no job. */
#define SKED_UNITS_GO_ON 1u

typedef struct sked_units_settings {
    const sked_fattree *tree;       /* only its shape matters. Read only by bytes, init and
                                       create                                                 */
    uint32_t unit_size;             /* divides the processors of every leaf; 0:
                                       sked_units_default_size                                */
    uint32_t batch_max;             /* 1 .. 64; 0: 4                                          */
    uint32_t jobs_max;              /* jobs waiting and running, 1 .. 2^31 - 1                */
    uint32_t options;               /* SKED_UNITS_GO_ON                                       */
    uint64_t tries_max;             /* up to this number of combinations of units, all are
                                       tried, as in the patent. Otherwise, and by default
                                       (0), the exact search of >>find replaces that, with
                                       the same hops                                          */
    sked_refusal *refusal;          /* names the culprit; NULL: not wanted                    */
} sked_units_settings;

/* The patent's method, with its queue: a handle on a block. All fields are private. A handle of
 * zeros ({0}) is empty. Every function that takes such a handle refuses an empty one
 * (SKED_E_EMPTY), except init, create and destroy. */
typedef struct sked_units {
    sked_mem mem_;                  /* gave the block; zeros: the block is the caller's       */
    size_t bytes_;                  /* of the block                                           */
    /* Arrays of the block, which init places; NULL in an empty handle: */
    struct sked_units_state_ *state_;
    struct sked_units_job_ *job_;   /* jobs_max records                                       */
    uint32_t *parent_, *links_, *leaf_; /* the settings of tree_, for its init                */
    uint32_t *used_;                /* by unit: processors in use                             */
    uint32_t *slot_, *owner_;       /* by slot: the processor; its job, or SKED_NONE          */
    uint32_t *batch_;               /* jobs of the batch, the largest first                   */
    uint32_t *idle_, *try_;         /* for a search: idle units; positions among them         */
    sked_word *words_, *best_;      /* sets of units: room to free some; what a search finds  */
    void *scratch_;                 /* for sked_fattree_find                                  */
    size_t scratch_bytes_;
    sked_fattree tree_;             /* of units: those not idle are busy in it                */
} sked_units;

/* Returns the default size of a unit. It is the greatest common divisor of the leaves' processors
 * if that is at most the limit, else its largest divisor that is. The limit is 4, or 8 above 4096
 * processors. (The text of the patent has lost its rule for wide leaves; this one is ours.)
 * Fails     SKED_E_EMPTY iff the tree is empty.
 * Cost      O(switches). */
SKED_API SKED_NODISCARD sked_status sked_units_default_size(const sked_fattree *tree,
                                                            uint32_t *unit_size);

/* bytes returns in *bytes how large the block must be. init uses a block of yours, create a block
 * that mem gives. On error the handle is empty. destroy frees the block if mem gave it, and leaves
 * the handle empty. It may be called on an empty handle, and twice.
 * Fails     SKED_E_EMPTY iff the tree is empty; SKED_E_SETTING iff unit_size does not divide the
 *           processors of a leaf, options has another bit, or SKED_FATTREE_SEARCH is 0;
 *           SKED_E_RANGE iff a leaf has more than 32,767 processors, or batch_max or jobs_max is
 *           outside its range; SKED_E_OVERFLOW iff the size exceeds size_t; SKED_E_MEMORY iff mem
 *           refuses; SKED_E_BLOCK iff the block is NULL, too small or not aligned.
 * Cost      O(bytes), and that of sked_fattree_init for a tree of units.
 * Keeps     the block or mem, until sked_units_destroy. */
SKED_API SKED_NODISCARD sked_status sked_units_bytes(const sked_units_settings *settings,
                                                     size_t *bytes);
SKED_API SKED_NODISCARD sked_status sked_units_init(sked_units *units,
                                                    const sked_units_settings *settings,
                                                    void *block, size_t bytes);
SKED_API SKED_NODISCARD sked_status sked_units_create(sked_units *units,
                                                      const sked_units_settings *settings,
                                                      sked_mem mem);
SKED_API void sked_units_destroy(sked_units *units);

/* Submits a job: an event.
 * Fails     SKED_E_EMPTY; SKED_E_NO_WIDTH iff count is 0; SKED_E_TOO_WIDE iff count is above the
 *           processors of the largest root; SKED_E_DUPLICATE iff a live job has the id; SKED_E_FULL
 *           iff jobs_max jobs are live.
 * Cost      O(jobs_max). */
SKED_API SKED_NODISCARD sked_status sked_units_submit(sked_units *units, uint64_t id,
                                                      uint32_t count);

/* Finishes a running job: an event. cancel removes any job: a running one as finish does, a waiting
 * one without an event, even if other jobs then have room.
 * Fails     SKED_E_EMPTY; SKED_E_UNKNOWN iff no live job has the id; SKED_E_NOT_RUNNING (finish)
 *           iff the job is waiting.
 * Cost      O(jobs_max + processors), and that of sked_fattree_free on units. */
SKED_API SKED_NODISCARD sked_status sked_units_finish(sked_units *units, uint64_t id);
SKED_API SKED_NODISCARD sked_status sked_units_cancel(sked_units *units, uint64_t id);

typedef struct sked_units_start {
    uint64_t id;
    uint32_t count;                 /* processors                                             */
    uint32_t units;                 /* that it uses, in whole or in part                      */
    uint64_t hops;                  /* the sum over pairs of units                            */
} sked_units_start;

/* Starts the next job, and commits this. *set (unless it is NULL), of the tree's size, becomes its
 * processors. An event during a batch ends the batch, and starts another.
 * Returns   SKED_OK and a start; SKED_DONE if no job starts until the next event.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff *set has another size.
 * Cost      for each job of the batch that is tried, that of sked_fattree_find on units, or
 *           O(tries_max units^2); that of sked_fattree_allocate on units; and O(processors). */
SKED_API SKED_NODISCARD sked_status sked_units_next(sked_units *units, sked_units_start *start,
                                                    sked_set *set);

typedef struct sked_units_info {
    size_t bytes;
    uint32_t unit_size, units, idle, busy, allocated;
    uint32_t processors, free;      /* free: also in busy units                               */
    uint32_t waiting, running;
    uint64_t batches, shrinks;      /* batches begun; jobs left out for lack of room, even if
                                       their batch is then empty                              */
    uint64_t exact_fits;            /* jobs that filled the rest of a busy unit               */
} sked_units_info;

/* Returns the state of the method and its queue.
 * Fails     SKED_E_EMPTY.
 * Cost      O(1). */
SKED_API SKED_NODISCARD sked_status sked_units_get_info(const sked_units *units,
                                                        sked_units_info *info);

#endif /* SKED_FATTREE_H_INCLUDED */

/* ============================================================================================= */
/* A user of the library may stop reading here: what follows is how it works.                    */
/* ============================================================================================= */

#if (defined(SKED_IMPLEMENTATION) || defined(SKED_FATTREE_IMPLEMENTATION)) && \
    !defined(SKED_FATTREE_IMPLEMENTATION_DONE)
#define SKED_FATTREE_IMPLEMENTATION_DONE

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#endif

/* ---- >>create ------------------------------------------------------------------------------- */

/* The idea. Switches have places: numbers in breadth-first order, so that the children of each are
 * neighbours, and come after it. Walking places backwards meets children before parents, and no
 * walk needs recursion.
 * The invariant. The children of each switch are in `order`, those with the most free processors
 * first and equals by place. The running sums of these counts, and of their squares, give bounds on
 * hops. A core also counts its leaves by how many processors they have free. All of this depends
 * only on what is free, not on how it came about.
 *     >>create.order      what is free, in order
 *     >>create.shape      a tree from its settings */

/* What a switch is to the search. */
typedef enum sked_fattree_kind_ {
    SKED_FATTREE_LEAF_,             /* it has processors                                      */
    SKED_FATTREE_POD_,              /* it has leaves, all with equal links                    */
    SKED_FATTREE_CORE_,             /* it has pods, all with equal links on both levels       */
    SKED_FATTREE_TREE_              /* anything else                                          */
} sked_fattree_kind_;

/* The shape: written by init alone, and const from then on. */
typedef struct sked_fattree_place_ {
    uint32_t parent;                /* a place; SKED_NONE: a root                             */
    uint32_t first;                 /* of its children, a place; of a leaf: a slot            */
    uint32_t children;              /* places, at least 1; of a leaf: processors              */
    uint32_t links;                 /* on the way to the parent, at least 1; of a root: any   */
    uint32_t size;                  /* processors below it                                    */
    uint32_t tally;                 /* of a core: where its part of the tallies begins; else 0 */
    uint32_t widest;                /* ... that part is for leaves with 0 .. widest free
                                       processors, the most that a leaf has; else 0           */
    uint16_t levels;                /* of switches, from this one down: a leaf has 1          */
    uint16_t kind;                  /* a sked_fattree_kind_                                   */
} sked_fattree_place_;

/* The counts: written by init alone. Places begin with the roots. Slots have the processors leaf by
 * leaf, rising in each. What is neither busy nor down is free. */
typedef struct sked_fattree_state_ {
    uint32_t switches, processors;  /* as in the settings                                     */
    uint32_t roots, leaves;         /* how many of the switches                               */
    uint32_t levels;                /* of the highest root                                    */
} sked_fattree_state_;

/* What is free, by place. The tree's own view is corrected by each allocation. A search of what is
 * offered, or in segments, makes one in its scratch block. */
typedef struct sked_fattree_view_ {
    const sked_fattree_place_ *at;
    uint32_t *left;                 /* free processors (or segments) below it                 */
    uint32_t *order;                /* the children of each switch, at their own places: those
                                       with the most left first, equals by place              */
    uint32_t *rank;                 /* of a place: where it is in order                       */
    uint32_t *sum;                  /* by position in order: what this child and those before
                                       it have left ...                                       */
    uint64_t *square;               /* ... and the sum of its squares                         */
    uint32_t *tally;                /* of each core: how many leaves have 0, 1, .. left       */
} sked_fattree_view_;

/* Lays a block out; block NULL only sizes it. Returns the bytes; 0 iff they overflow. */
static size_t sked_fattree_layout_(sked_fattree *tree, uint32_t switches, uint32_t processors,
                                   void *block) {
    const uint32_t words = SKED_SET_WORDS(processors);
    sked_carver_ c = sked_carver_of_(block);
    /* A core's tally has one count more than its widest leaf has processors. */
    tree->state_ = SKED_PTR_(sked_fattree_state_, sked_carve_(&c, sizeof(sked_fattree_state_), 1));
    tree->at_ =
        SKED_PTR_(sked_fattree_place_, sked_carve_(&c, sizeof(sked_fattree_place_), switches));
    tree->square_ = sked_carve_64_(&c, switches);
    tree->name_ = sked_carve_32_(&c, switches);
    tree->place_ = sked_carve_32_(&c, switches);
    tree->left_ = sked_carve_32_(&c, switches);
    tree->rank_ = sked_carve_32_(&c, switches);
    tree->order_ = sked_carve_32_(&c, switches);
    tree->sum_ = sked_carve_32_(&c, switches);
    tree->slot_ = sked_carve_32_(&c, processors);
    tree->home_ = sked_carve_32_(&c, processors);
    tree->tally_ = sked_carve_32_(&c, (uint64_t)processors + switches);
    tree->busy_ = SKED_PTR_(sked_word, sked_carve_(&c, sizeof(sked_word), words));
    tree->down_ = SKED_PTR_(sked_word, sked_carve_(&c, sizeof(sked_word), words));
    return c.fits ? c.used : 0;
}

static sked_fattree sked_fattree_empty_(void) {
    sked_fattree tree = SKED_ZERO;
    return tree;
}

SKED_API sked_status sked_fattree_shape(const uint32_t *fan_out, uint32_t levels,
                                        sked_fattree_settings *settings, uint32_t *parent,
                                        uint32_t *leaf) {
    uint64_t switches = 0, wide = 1;
    uint32_t level, below, i;
    SKED_ASSERT(fan_out != NULL && settings != NULL && (parent == NULL) == (leaf == NULL));
    if (levels == 0 || levels > SKED_FATTREE_LEVELS) {
        return SKED_E_LEVELS;
    }
    for (level = 0; level < levels; level++) {
        switches += wide;
        wide *= fan_out[level];
        if (wide == 0 || wide > SKED_FATTREE_MAX || switches > SKED_FATTREE_MAX) {
            return SKED_E_RANGE;
        }
    }
    settings->switches = (uint32_t)switches;
    settings->processors = (uint32_t)wide;
    settings->parent = parent;
    settings->leaf = leaf;
    settings->links = NULL;
    settings->refusal = NULL;
    if (parent == NULL) {
        return SKED_OK;
    }
    /* Switch i of a level is below switch i / fan-out of the level above. */
    parent[0] = SKED_NONE;
    for (level = 1, switches = 1, below = 1; level < levels; level++) {
        const uint32_t above = (uint32_t)switches - below;
        below *= fan_out[level - 1];
        for (i = 0; i < below; i++) {
            parent[switches + i] = above + i / fan_out[level - 1];
        }
        switches += below;
    }
    for (i = 0; i < settings->processors; i++) {
        leaf[i] = (uint32_t)switches - below + i / fan_out[levels - 1];
    }
    SKED_ASSERT(switches == settings->switches);
    return SKED_OK;
}

SKED_API sked_status sked_fattree_bytes(const sked_fattree_settings *settings, size_t *bytes) {
    sked_fattree tree;
    SKED_ASSERT(settings != NULL && bytes != NULL);
    if (sked_is_out_(settings->refusal, SKED_E_NO_SWITCH, "switches", settings->switches, 1,
                     UINT32_MAX)) {
        return SKED_E_NO_SWITCH;
    }
    if (sked_is_out_(settings->refusal, SKED_E_NO_PROCESSORS, "processors", settings->processors,
                     1, UINT32_MAX)) {
        return SKED_E_NO_PROCESSORS;
    }
    if (sked_is_out_(settings->refusal, SKED_E_RANGE, "switches", settings->switches, 1,
                     SKED_FATTREE_MAX) ||
        sked_is_out_(settings->refusal, SKED_E_RANGE, "processors", settings->processors, 1,
                     SKED_FATTREE_MAX)) {
        return SKED_E_RANGE;
    }
    return sked_give_size_(
        settings->refusal, "processors",
        sked_fattree_layout_(&tree, settings->switches, settings->processors, NULL), bytes);
}

/* ---- >>create.order: what is free, in order ---- */

static sked_fattree_view_ sked_fattree_own_(const sked_fattree *tree) {
    sked_fattree_view_ view;
    view.at = tree->at_;
    view.left = tree->left_;
    view.rank = tree->rank_;
    view.order = tree->order_;
    view.sum = tree->sum_;
    view.square = tree->square_;
    view.tally = tree->tally_;
    return view;
}

/* Does a come before b? */
static int sked_fattree_leads_(const sked_fattree_view_ *view, uint32_t a, uint32_t b) {
    return view->left[a] != view->left[b] ? view->left[a] > view->left[b] : a < b;
}

/* Makes the running sums of a switch's children, from one position in `order` on. */
static void sked_fattree_add_up_(const sked_fattree_view_ *view, uint32_t place, uint32_t from) {
    const sked_fattree_place_ *at = &view->at[place];
    const uint32_t end = at->first + at->children;
    uint32_t i, sum = from == at->first ? 0 : view->sum[from - 1];
    uint64_t square = from == at->first ? 0 : view->square[from - 1];
    SKED_ASSERT(at->first <= from && from < end);
    for (i = from; i < end; i++) {
        const uint32_t left = view->left[view->order[i]];
        sum += left;
        square += (uint64_t)left * left;
        view->sum[i] = sum;
        view->square[i] = square;
    }
}

/* Sorts the children of a switch: by Shell's method, with the gaps of Knuth. In place: sked_sort
 * would need a pair for each child. */
static void sked_fattree_sort_(const sked_fattree_view_ *view, uint32_t place) {
    const sked_fattree_place_ *at = &view->at[place];
    uint32_t *order = view->order + at->first;
    uint32_t gap = 1, i, j;
    while (gap < at->children / 3) {
        gap = gap * 3 + 1;
    }
    for (i = 0; i < at->children; i++) {        /* from the places, so that the order is unique */
        order[i] = at->first + i;
    }
    for (; gap > 0; gap /= 3) {
        for (i = gap; i < at->children; i++) {
            const uint32_t moved = order[i];
            for (j = i; j >= gap && sked_fattree_leads_(view, moved, order[j - gap]); j -= gap) {
                order[j] = order[j - gap];
            }
            order[j] = moved;
        }
    }
    for (i = 0; i < at->children; i++) {
        view->rank[order[i]] = at->first + i;
    }
    sked_fattree_add_up_(view, place, at->first);
    SKED_ASSERT(view->sum[at->first + at->children - 1] == view->left[place]);
}

/* Moves a switch among its siblings, since the number of its free processors has changed. Returns
 * the first position that has changed: from there on the sums are to be made. */
static uint32_t sked_fattree_move_(const sked_fattree_view_ *view, uint32_t place) {
    const sked_fattree_place_ *above = &view->at[view->at[place].parent];
    const uint32_t first = above->first, last = first + above->children - 1;
    const uint32_t was = view->rank[place];
    uint32_t *order = view->order;
    uint32_t i = was;
    /* Up or down: one of the two loops does nothing. */
    for (; i > first && sked_fattree_leads_(view, place, order[i - 1]); i--) {
        order[i] = order[i - 1];
        view->rank[order[i]] = i;
    }
    for (; i < last && sked_fattree_leads_(view, order[i + 1], place); i++) {
        order[i] = order[i + 1];
        view->rank[order[i]] = i;
    }
    order[i] = place;
    view->rank[place] = i;
    SKED_ASSERT(i == first || sked_fattree_leads_(view, order[i - 1], place));
    SKED_ASSERT(i == last || sked_fattree_leads_(view, place, order[i + 1]));
    return i < was ? i : was;
}

/* Returns the core two levels above a leaf, or SKED_NONE. */
static uint32_t sked_fattree_core_of_(const sked_fattree_view_ *view, uint32_t leaf) {
    const uint32_t pod = view->at[leaf].parent;
    const uint32_t core = pod == SKED_NONE ? SKED_NONE : view->at[pod].parent;
    return core != SKED_NONE && view->at[core].kind == SKED_FATTREE_CORE_ ? core : SKED_NONE;
}

/* Leaves below one switch that change one after the other. Each is moved among its siblings at
 * once; their sums, and all that is above them, follow when the last of them has changed. */
typedef struct sked_fattree_changes_ {
    const sked_fattree_view_ *view;
    uint32_t above;                 /* the switch above the leaves; SKED_NONE: nothing follows */
    uint32_t from;                  /* the first position below it that has changed           */
    uint32_t more;                  /* what they have left more than before, modulo 2^32      */
} sked_fattree_changes_;

static sked_fattree_changes_ sked_fattree_changes_of_(const sked_fattree_view_ *view) {
    sked_fattree_changes_ changes;
    changes.view = view;
    changes.above = SKED_NONE;
    changes.from = changes.more = 0;
    return changes;
}

/* Lets a switch have more left. Returns the first position among its siblings that has changed. */
static uint32_t sked_fattree_grow_(const sked_fattree_view_ *view, uint32_t place, uint32_t more) {
    view->left[place] += more;
    SKED_ASSERT(view->left[place] <= view->at[place].size);
    return view->at[place].parent == SKED_NONE ? 0 : sked_fattree_move_(view, place);
}

/* Makes the sums below the switch, and corrects what is above it. */
static void sked_fattree_follow_(sked_fattree_changes_ *changes) {
    const sked_fattree_view_ *view = changes->view;
    uint32_t place = changes->above, from = changes->from;
    SKED_ASSERT(place == SKED_NONE || view->at[place].kind != SKED_FATTREE_LEAF_);
    while (place != SKED_NONE) {
        sked_fattree_add_up_(view, place, from);
        from = sked_fattree_grow_(view, place, changes->more);
        SKED_ASSERT(view->left[place] ==
                    view->sum[view->at[place].first + view->at[place].children - 1]);
        place = view->at[place].parent;
    }
    changes->above = SKED_NONE;
}

/* Gives a leaf another number of free processors. What is above it follows with
 * sked_fattree_follow_, or when a leaf below another switch changes. */
static void sked_fattree_change_(sked_fattree_changes_ *changes, uint32_t leaf, uint32_t left) {
    const sked_fattree_view_ *view = changes->view;
    const uint32_t core = sked_fattree_core_of_(view, leaf), was = view->left[leaf];
    const uint32_t above = view->at[leaf].parent;
    uint32_t from;
    SKED_ASSERT(view->at[leaf].kind == SKED_FATTREE_LEAF_ && left <= view->at[leaf].size);
    if (core != SKED_NONE) {
        SKED_ASSERT(view->tally[view->at[core].tally + was] > 0);
        view->tally[view->at[core].tally + was]--; /*~leaf_tallied*/
        view->tally[view->at[core].tally + left]++;
    }
    if (above != changes->above) { /*~follows_once*/
        sked_fattree_follow_(changes);
        changes->above = above;
        changes->from = UINT32_MAX;
        changes->more = 0;
    }
    from = sked_fattree_grow_(view, leaf, left - was);
    SKED_ASSERT(view->left[leaf] == left);
    changes->from = from < changes->from ? from : changes->from;
    changes->more += left - was;
}

/* Makes a view from the counts of its leaves. */
static void sked_fattree_gather_(const sked_fattree *tree, const sked_fattree_view_ *view) {
    const sked_fattree_state_ *state = tree->state_;
    uint32_t place;
    for (place = 0; place < state->switches; place++) {
        if (view->at[place].kind != SKED_FATTREE_LEAF_) {
            view->left[place] = 0;
        }
    }
    /* Children before parents: sums of what is left; then order, as all of it is known. */
    for (place = state->switches; place-- > state->roots;) {
        view->left[view->at[place].parent] += view->left[place];
    }
    sked_fill32_(view->tally, state->processors + state->switches, 0);
    for (place = 0; place < state->switches; place++) {
        SKED_ASSERT(view->left[place] <= view->at[place].size);
        if (view->at[place].kind != SKED_FATTREE_LEAF_) {
            sked_fattree_sort_(view, place);
        } else if (sked_fattree_core_of_(view, place) != SKED_NONE) {
            view->tally[view->at[sked_fattree_core_of_(view, place)].tally + view->left[place]]++;
        }
    }
}

/* ---- >>create.shape: a tree from its settings ---- */

/* Init builds the shape in arrays that are overwritten later. By the caller's numbers, left_ has
 * the children of each switch, sum_ its processors, and rank_ where its part of a list begins. */

/* Are the numbers in range, and has each switch either switches or processors? Counts both. */
static sked_status sked_fattree_count_(sked_fattree *tree, const sked_fattree_settings *settings) {
    const uint32_t switches = settings->switches;
    sked_refusal *refusal = settings->refusal;
    uint32_t i;
    sked_fill32_(tree->left_, switches, 0);
    sked_fill32_(tree->sum_, switches, 0);
    for (i = 0; i < switches; i++) {
        const uint32_t parent = settings->parent[i];
        if (parent == SKED_NONE) {
            continue;
        }
        if (parent >= switches) {
            return sked_refuse_entry_(refusal, SKED_E_RANGE, "switch", i, "parent", parent);
        }
        if (settings->links != NULL && settings->links[i] == 0) {
            return sked_refuse_entry_(refusal, SKED_E_RANGE, "switch", i, "links", 0);
        }
        tree->left_[parent]++;
    }
    for (i = 0; i < settings->processors; i++) {
        if (settings->leaf[i] >= switches) {
            return sked_refuse_entry_(refusal, SKED_E_RANGE, "processor", i, "leaf",
                                      settings->leaf[i]);
        }
        tree->sum_[settings->leaf[i]]++;
    }
    /* All that is mixed comes before all that is bare, as the contract has it. */
    for (i = 0; i < switches; i++) {
        if (tree->left_[i] > 0 && tree->sum_[i] > 0) {
            return sked_refuse_entry_(refusal, SKED_E_MIXED, "switch", i, NULL, SKED_NO_VALUE);
        }
    }
    for (i = 0; i < switches; i++) {
        if (tree->left_[i] == 0 && tree->sum_[i] == 0) {
            return sked_refuse_entry_(refusal, SKED_E_BARE, "switch", i, NULL, SKED_NO_VALUE);
        }
    }
    return SKED_OK;
}

/* Gives switches their places: roots first, then the children of each place in turn. */
static sked_status sked_fattree_number_(sked_fattree *tree,
                                        const sked_fattree_settings *settings) {
    const uint32_t switches = settings->switches;
    uint32_t i, j, used = 0;
    /* List the children of each switch, by a counting sort. */
    for (i = 0; i < switches; i++) {
        tree->rank_[i] = used;
        used += tree->left_[i];
    }
    for (i = 0; i < switches; i++) {
        if (settings->parent[i] != SKED_NONE) {
            tree->order_[tree->rank_[settings->parent[i]]++] = i;
        }
    }
    for (i = 0, used = 0; i < switches; i++) {
        if (settings->parent[i] == SKED_NONE) {
            tree->at_[used].parent = SKED_NONE;
            tree->name_[used++] = i;
        }
    }
    tree->state_->roots = used;
    for (i = 0; i < used; i++) {
        const uint32_t name = tree->name_[i], children = tree->left_[name];
        tree->place_[name] = i;
        SKED_ASSERT(used + children <= switches);
        tree->at_[i].first = used;
        tree->at_[i].children = children;
        tree->at_[i].links = settings->links == NULL ? 1 : settings->links[name];
        for (j = 0; j < children; j++) {
            tree->at_[used].parent = i;
            tree->name_[used++] = tree->order_[tree->rank_[name] - children + j];
        }
    }
    /* What no root leads to is on a cycle. */
    return used < switches ? sked_refuse_what_(settings->refusal, SKED_E_CYCLE, "parent", NULL)
                           : SKED_OK;
}

/* Checks the depth of the tree, which it keeps in size, and the length of its ways, in square_. */
static sked_status sked_fattree_measure_(sked_fattree *tree, sked_refusal *refusal) {
    const uint64_t processors = tree->state_->processors;
    const uint64_t longest = ((UINT64_C(1) << 50) - 1) / (processors * processors);
    sked_status status = SKED_OK;
    uint32_t i;
    for (i = 0; i < tree->state_->switches; i++) {
        const uint32_t parent = tree->at_[i].parent;
        SKED_ASSERT(parent == SKED_NONE || parent < i);
        tree->at_[i].size = parent == SKED_NONE ? 1 : tree->at_[parent].size + 1;
        tree->square_[i] = parent == SKED_NONE ? 1 : tree->square_[parent] + tree->at_[i].links;
        if (tree->at_[i].size > SKED_FATTREE_LEVELS) {
            return sked_refuse_entry_(refusal, SKED_E_LEVELS, "switch", tree->name_[i], NULL,
                                      SKED_NO_VALUE);
        }
        status = tree->square_[i] > longest ? SKED_E_OVERFLOW : status;
    }
    return status == SKED_OK ? status : sked_refuse_what_(refusal, status, "links", NULL);
}

/* Puts the processors of each leaf side by side into slots, in order. */
static void sked_fattree_settle_(sked_fattree *tree, const sked_fattree_settings *settings) {
    sked_fattree_state_ *state = tree->state_;
    uint32_t i, used = 0;
    for (i = 0; i < state->switches; i++) {
        sked_fattree_place_ *at = &tree->at_[i];
        at->size = at->levels = 0;
        if (at->children == 0) {
            at->size = at->children = tree->sum_[tree->name_[i]];
            at->levels = 1;
            at->first = used;
            tree->left_[i] = at->size;
            tree->rank_[i] = used;
            used += at->size;
            state->leaves++;
        }
    }
    SKED_ASSERT(used == settings->processors && state->leaves > 0);
    for (i = 0; i < settings->processors; i++) {
        const uint32_t place = tree->place_[settings->leaf[i]];
        SKED_ASSERT(tree->at_[place].levels == 1);
        tree->home_[i] = place;
        tree->slot_[tree->rank_[place]++] = i;
    }
    /* Children come after their parents, so that each is complete when it is reached. */
    for (i = state->switches; i-- > 0;) {
        sked_fattree_place_ *at = &tree->at_[i];
        SKED_ASSERT(at->size > 0 && at->levels > 0);
        state->levels = at->levels > state->levels ? at->levels : state->levels;
        if (at->parent != SKED_NONE) {
            sked_fattree_place_ *above = &tree->at_[at->parent];
            above->size += at->size;
            above->levels = at->levels >= above->levels ? (uint16_t)(at->levels + 1u)
                                                        : above->levels;
        }
    }
}

/* Returns the most processors of a leaf below a core. */
static uint32_t sked_fattree_widest_(const sked_fattree_place_ *at, uint32_t core) {
    const uint32_t first = at[at[core].first].first;
    const uint32_t last = at[core].first + at[core].children - 1;
    uint32_t i, widest = 0;
    for (i = first; i < at[last].first + at[last].children; i++) {
        widest = at[i].size > widest ? at[i].size : widest;
    }
    return widest;
}

/* Returns the kind of a switch whose children have theirs. The links of a core must make a pod
 * worth more than half a leaf (>>find.core), and the processors of its leaves must fit 16 bits. */
static uint16_t sked_fattree_kind_of_(const sked_fattree_place_ *at, uint32_t place) {
    const uint32_t first = at[place].first, end = first + at[place].children;
    uint32_t i;
    if (at[place].levels == 1) {
        return SKED_FATTREE_LEAF_;
    }
    for (i = first; i < end; i++) {
        if (at[i].kind != at[first].kind || at[i].links != at[first].links ||
            at[i].kind > SKED_FATTREE_POD_ ||
            (at[i].kind == SKED_FATTREE_POD_ &&
             at[at[i].first].links != at[at[first].first].links)) {
            return SKED_FATTREE_TREE_;
        }
    }
    if (at[first].kind == SKED_FATTREE_LEAF_) {
        return SKED_FATTREE_POD_;
    }
    return (uint64_t)2 * at[first].links > at[at[first].first].links &&
                   sked_fattree_widest_(at, place) <= INT16_MAX
               ? SKED_FATTREE_CORE_
               : SKED_FATTREE_TREE_;
}

static void sked_fattree_classify_(sked_fattree *tree) {
    sked_fattree_place_ *at = tree->at_;
    uint32_t i, used = 0;
    for (i = tree->state_->switches; i-- > 0;) {
        at[i].kind = sked_fattree_kind_of_(at, i);
        at[i].tally = at[i].widest = 0;
        if (at[i].kind == SKED_FATTREE_CORE_) {
            at[i].tally = used;
            at[i].widest = sked_fattree_widest_(at, i);
            used += at[i].widest + 1;
        }
    }
    SKED_ASSERT(used <= tree->state_->processors + tree->state_->switches);     /* all tallies */
}

SKED_API sked_status sked_fattree_init(sked_fattree *tree, const sked_fattree_settings *settings,
                                       void *block, size_t bytes) {
    size_t needed = 0;
    sked_status status;
    sked_fattree_view_ view;
    uint32_t w;
    SKED_ASSERT(tree != NULL && settings != NULL);
    *tree = sked_fattree_empty_();
    status = sked_fattree_bytes(settings, &needed);
    if (status == SKED_OK) {
        status = sked_check_block_(settings->refusal, block, bytes, needed);
    }
    if (status != SKED_OK) {
        return status;
    }
    SKED_ASSERT(settings->parent != NULL && settings->leaf != NULL);
    sked_fattree_layout_(tree, settings->switches, settings->processors, block);
    tree->bytes_ = needed;
    tree->state_->switches = settings->switches;
    tree->state_->processors = settings->processors;
    tree->state_->leaves = tree->state_->levels = 0;
    status = sked_fattree_count_(tree, settings);
    status = status != SKED_OK ? status : sked_fattree_number_(tree, settings);
    status = status != SKED_OK ? status : sked_fattree_measure_(tree, settings->refusal);
    if (status != SKED_OK) {
        *tree = sked_fattree_empty_();
        return status;
    }
    sked_fattree_settle_(tree, settings);
    sked_fattree_classify_(tree);
    for (w = 0; w < SKED_SET_WORDS(settings->processors); w++) {
        tree->busy_[w] = tree->down_[w] = 0;
    }
    view = sked_fattree_own_(tree);
    sked_fattree_gather_(tree, &view);
    SKED_ASSERT(tree->left_[0] == tree->at_[0].size);   /* all is free */
    return SKED_OK;
}

SKED_API sked_status sked_fattree_create(sked_fattree *tree, const sked_fattree_settings *settings,
                                         sked_mem mem) {
    size_t bytes = 0;
    void *block;
    sked_status status = sked_fattree_bytes(settings, &bytes);
    SKED_ASSERT(tree != NULL);
    *tree = sked_fattree_empty_();
    status = sked_take_block_(status, settings->refusal, &mem, bytes, &block);
    if (status == SKED_OK) {
        status = sked_fattree_init(tree, settings, block, bytes);
        sked_keep_block_(&tree->mem_, &mem, block, bytes, status);
    }
    return status;
}

SKED_API void sked_fattree_destroy(sked_fattree *tree) {
    SKED_ASSERT(tree != NULL);
    sked_give_block_(&tree->mem_, tree->state_, tree->bytes_);
    *tree = sked_fattree_empty_();
}

SKED_API sked_status sked_fattree_branch(const sked_fattree *tree, sked_fattree *branch,
                                         void *block, size_t bytes) {
    sked_status status;
    SKED_ASSERT(tree != NULL && branch != NULL && tree != branch);
    *branch = sked_fattree_empty_();
    status = sked_copy_block_(tree->state_, tree->bytes_, block, bytes);
    if (status == SKED_OK) {
        sked_fattree_layout_(branch, tree->state_->switches, tree->state_->processors, block);
        branch->bytes_ = tree->bytes_;
    }
    return status;
}

SKED_API sked_status sked_fattree_clone(const sked_fattree *tree, sked_fattree *clone,
                                        sked_mem mem) {
    void *block;
    sked_status status = tree->state_ == NULL ? SKED_E_EMPTY : SKED_OK;
    SKED_ASSERT(clone != NULL && tree != clone);
    *clone = sked_fattree_empty_();
    status = sked_take_block_(status, NULL, &mem, tree->bytes_, &block);
    if (status == SKED_OK) {
        status = sked_fattree_branch(tree, clone, block, tree->bytes_);
        sked_keep_block_(&clone->mem_, &mem, block, tree->bytes_, status);
    }
    return status;
}

/* ---- >>allocate ----------------------------------------------------------------------------- */

static int sked_fattree_accepts_(const sked_fattree *tree, const sked_set *set) {
    return set->size == tree->state_->processors && sked_set_is_clean_(set);
}

/* Checks what every function refuses that gets a set. */
static sked_status sked_fattree_check_set_(const sked_fattree *tree, const sked_set *set) {
    SKED_ASSERT(tree != NULL && set != NULL);
    if (tree->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    return sked_fattree_accepts_(tree, set) ? SKED_OK : SKED_E_RANGE;
}

static int sked_fattree_meets_(const sked_fattree *tree, const sked_set *set,
                               const sked_word *other) {
    uint32_t w;
    for (w = 0; w < SKED_SET_WORDS(tree->state_->processors); w++) {
        if ((set->words[w] & other[w]) != 0) {
            return 1;
        }
    }
    return 0;
}

/* Lets processors of a set become free, or stop being free: those that are also in `only`, and in
 * neither `except` nor `nor`. Neighbours of one leaf are counted first, so that it changes once;
 * leaves of one switch change together. */
static void sked_fattree_shift_(sked_fattree *tree, const sked_set *set, const sked_word *only,
                                const sked_word *except, const sked_word *nor, int become_free) {
    const sked_fattree_view_ view = sked_fattree_own_(tree);
    sked_fattree_changes_ changes = sked_fattree_changes_of_(&view);
    uint32_t home = SKED_NONE, count = 0, w;
    SKED_ASSERT(set->size == tree->state_->processors);
    for (w = 0; w < SKED_SET_WORDS(set->size); w++) {
        sked_word word = (sked_word)(set->words[w] & only[w] & (sked_word)~(except[w] | nor[w]));
        for (; word != 0; word = sked_word_rest_(word)) {
            const uint32_t at = tree->home_[w * SKED_WORD_BITS + sked_word_first_(word)];
            SKED_ASSERT(tree->at_[at].kind == SKED_FATTREE_LEAF_);
            if (at != home && count > 0) {
                sked_fattree_change_(&changes, home, become_free ? tree->left_[home] + count
                                                                 : tree->left_[home] - count);
                count = 0;
            }
            home = at;
            count++;
        }
    }
    if (count > 0) {
        sked_fattree_change_(&changes, home, become_free ? tree->left_[home] + count
                                                         : tree->left_[home] - count);
    }
    sked_fattree_follow_(&changes);
}

SKED_API sked_status sked_fattree_allocate(sked_fattree *tree, const sked_set *set) {
    const sked_status status = sked_fattree_check_set_(tree, set);
    if (status != SKED_OK) {
        return status;
    }
    if (sked_fattree_meets_(tree, set, tree->busy_)) {
        return SKED_E_TAKEN;
    }
    if (sked_fattree_meets_(tree, set, tree->down_)) {
        return SKED_E_NOT_FREE;
    }
    sked_fattree_shift_(tree, set, set->words, tree->busy_, tree->down_, 0);
    sked_words_or_(tree->busy_, set->words, sked_set_words_(set));
    return SKED_OK;
}

SKED_API sked_status sked_fattree_free(sked_fattree *tree, const sked_set *set) {
    const sked_status status = sked_fattree_check_set_(tree, set);
    sked_set busy;
    if (status != SKED_OK) {
        return status;
    }
    busy.words = tree->busy_;
    busy.size = tree->state_->processors;
    if (!sked_set_is_subset(set, &busy)) {
        return SKED_E_NOT_BUSY;
    }
    sked_fattree_shift_(tree, set, set->words, tree->down_, tree->down_, 1);
    sked_words_andnot_(tree->busy_, set->words, sked_set_words_(set));
    SKED_ASSERT(sked_set_is_clean_(&busy) && !sked_fattree_meets_(tree, set, tree->busy_));
    return SKED_OK;
}

SKED_API sked_status sked_fattree_down(sked_fattree *tree, const sked_set *set) {
    const sked_status status = sked_fattree_check_set_(tree, set);
    if (status == SKED_OK) {
        sked_fattree_shift_(tree, set, set->words, tree->busy_, tree->down_, 0);
        sked_words_or_(tree->down_, set->words, sked_set_words_(set));
    }
    return status;
}

SKED_API sked_status sked_fattree_up(sked_fattree *tree, const sked_set *set) {
    const sked_status status = sked_fattree_check_set_(tree, set);
    if (status == SKED_OK) {
        sked_fattree_shift_(tree, set, tree->down_, tree->busy_, tree->busy_, 1);
        sked_words_andnot_(tree->down_, set->words, sked_set_words_(set));
    }
    return status;
}

/* ---- >>find --------------------------------------------------------------------------------- */

/* The idea. With x(e) of the k processors below the link e, the hops are the sum over links of
 * x (k - x), and k (k - 1) for the processors' own links. So a choice is a number for each leaf,
 * and the value to be maximised is the sum of links times x x over leaves and what is above them.
 *   - One leaf that holds all: the least there is.
 *   - A pod: by convexity, whole leaves with the most free processors first, and one for the rest.
 *   - A core: >>find.core.
 *   - Anything else, and what required, leaves_max and a fragment weight ask for: >>find.tree, a
 *     min-plus knapsack over the tree, children into parents.
 * Segments: places are counted in segments, and hops are multiplied by the square of their size.
 * Source. Hops and steps: CN110191155B; the sum over links, convexity: any text on trees.
 *   Parts, in the order of the file: >>find.rules, .pieces, .leaf, .core, .prices, .window, .cases,
 * .table, .numbers, .gates, .tree, .greedy, .regions, .view, .tops, .scratch, .sets. To read it,
 * begin at the end: sked_fattree_find checks sets (.sets) and lays out the scratch block
 * (.scratch); .view makes what may be chosen, without what other jobs close (.regions); .tops tries
 * each switch that may hold the job, by its kind. For a core read .core, then .numbers: it tries
 * the proof of .table, then .cases for each number of pods. These call .prices for a bound, and
 * .window to search. Rules and aims lead the tree program (.tree) through .gates. */

/* ---- >>find.rules: what rules and aims come down to ---- */

/* The idea. Whether a choice keeps the rules, and how it measures up to an aim, is a matter of the
 * share of each switch: a gate. The tree program lets through each gate only the totals that may
 * pass, and adds what they count; the aim counts so much that all hops together count less. Above
 * the blocks of a rule with a rest, of two totals that are no multiples not both may be one.
 *   Some rules only change what leaves have free: multiples of leaves become segments, the most of
 * a leaf and WHOLE become less that is free. They leave the search as it is. And if the choice
 * without rules keeps them, nothing is better.
 *   EVEN. If blocks may have any share, the fewest that hold all have the largest least share:
 * others are smaller, and more of them share less. Else the least share is halved down to.
 * Source. Ours. */

/* What rules and aims come down to: by make_terms_, const. */
typedef struct sked_fattree_terms_ {
    uint32_t segment;               /* processors: the request's, and the multiple of leaves  */
    uint32_t count;                 /* wanted, in segments                                    */
#if SKED_FATTREE_RULES
    int weighs;                     /* 1: the tree program, whatever the kind of switch       */
    int ruled;                      /* 1: rules or an aim ask for it                          */
    int binds;                      /* 1: rules do                                            */
    int lucky;                      /* 1: the search without them is worth a try              */
    int masks;                      /* 1: what leaves have free changes                       */
    uint32_t leaf_most;             /* of a leaf's share, in segments                         */
    uint32_t rest, rest_level;      /* shares of rest_level are multiples of rest, in segments,
                                       except one; rest 0: no such rule                       */
    uint32_t few_level, few_most;   /* at most few_most blocks of few_level; 0: no limit      */
    uint32_t aim_level;             /* at least 1                                             */
    uint64_t scale;                 /* what the aim counts, more than all costs; 0: no aim    */
#endif
} sked_fattree_terms_;

/* Does anything but rules ask for the tree program, whatever the mode? */
static int sked_fattree_weighs_(const sked_fattree_request *request) {
#if SKED_FATTREE_SEARCH
    return request->required != NULL || request->leaves_max > 0 || request->fragment_weight_q10 > 0;
#else
    (void)request;
    return 0;
#endif
}

static uint32_t sked_fattree_divisor_(uint32_t a, uint32_t b) {
    while (b != 0) {                            /* Euclid's algorithm */
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Returns the least common multiple, or 0 if it is above `most`, or a is 0. */
static uint32_t sked_fattree_common_(uint32_t a, uint32_t b, uint32_t most) {
    const uint64_t common = a == 0 ? 0 : (uint64_t)a / sked_fattree_divisor_(a, b) * b;
    SKED_ASSERT(b > 0 && (common == 0 || (common % a == 0 && common % b == 0)));
    return common > most ? 0 : (uint32_t)common;
}

/* Is this one of the highest switches of at most that many levels (0: a root)? */
static int sked_fattree_is_top_(const sked_fattree_place_ *at, uint32_t place, uint32_t levels) {
    const uint32_t parent = at[place].parent;
    return levels == 0 ? parent == SKED_NONE
                       : at[place].levels <= levels &&
                             (parent == SKED_NONE || at[parent].levels > levels);
}

#if SKED_FATTREE_RULES

/* May one share of a rule have a rest? */
static int sked_fattree_rests_(const sked_fattree_rule *rule) {
    return (rule->options & SKED_FATTREE_REST) != 0 && rule->multiple > 1;
}

/* Adds what one rule comes down to. */
static void sked_fattree_add_rule_(const sked_fattree_rule *rule, sked_fattree_terms_ *terms) {
    const int rests = sked_fattree_rests_(rule), above = rule->level > 1;
    SKED_ASSERT(rule->level > 0 && (rule->most == 0 || rule->least <= rule->most));
    if (rests) {
        terms->rest = rule->multiple;
        terms->rest_level = rule->level;
    } else if (!above && rule->multiple > 1) {
        terms->segment = sked_fattree_common_(terms->segment, rule->multiple, SKED_FATTREE_MAX);
    }
    if (!above && rule->most > 0) {
        terms->leaf_most = rule->most;
    }
    if (rule->blocks_max > 0) {
        terms->few_level = rule->level;
        terms->few_most = rule->blocks_max;
    }
    terms->masks |= (!above && rule->most > 0) || (rule->options & SKED_FATTREE_WHOLE) != 0;
    terms->binds |= rests || rule->least > 1 || rule->blocks_max > 0 ||
                    (above && (rule->multiple > 1 || rule->most > 0));
}

/* Are there multiples of blocks above leaves? Without rules, only chance keeps those. */
static int sked_fattree_groups_above_(const sked_fattree_request *request) {
    uint32_t i;
    for (i = 0; i < request->rules_count; i++) {
        if (request->rules[i].level > 1 && request->rules[i].multiple > 1) {
            return 1;
        }
    }
    return 0;
}

/* Returns how many links of switches the longest way up has. */
static uint64_t sked_fattree_longest_(const sked_fattree *tree) {
    const sked_fattree_place_ *at = tree->at_;
    uint64_t longest = 0;
    uint32_t i, place;
    for (i = 0; i < tree->state_->switches; i++) {
        uint64_t way = 0;
        for (place = i; at[i].levels == 1 && at[place].parent != SKED_NONE;
             place = at[place].parent) {
            way += at[place].links;
        }
        SKED_ASSERT(way < UINT64_C(1) << 50);   /* as init has it */
        longest = way > longest ? way : longest;
    }
    return longest;
}

/* Returns more than all costs of a choice; 0 iff the measure of the aim, times that, reaches 2^61,
 * so that sums of it could overflow. */
static uint64_t sked_fattree_scale_(const sked_fattree *tree, const sked_fattree_request *request,
                                    uint64_t count) {
    const uint64_t weight = request->fragment_weight_q10, all = tree->state_->processors;
    const uint64_t measure = request->aim == SKED_FATTREE_FEW ? count : count * count;
    const uint64_t each = weight == 0 ? count : 1024 * count + 2 * weight * all;
    const uint64_t way = sked_fattree_longest_(tree) * count, most = UINT64_C(1) << 61;
    SKED_ASSERT(count > 0 && count <= all);
    SKED_ASSERT(measure > 0 && each > 0);
    return way < most / measure / each ? way * each + 1 : 0;
}
#endif

/* Does the request change what leaves have free? */
static int sked_fattree_masks_(const sked_fattree_terms_ *terms) {
#if SKED_FATTREE_RULES
    return terms->masks;
#else
    (void)terms;
    return 0;
#endif
}

/* Does anything ask for the tree program, whatever the kind of switch? */
static int sked_fattree_takes_tree_(const sked_fattree_terms_ *terms,
                                    const sked_fattree_request *request) {
#if SKED_FATTREE_RULES
    (void)request;
    return terms->weighs;
#else
    (void)terms;
    return sked_fattree_weighs_(request);
#endif
}

/* Returns how many leaves, or blocks of a level, may be used; 0: no limit. */
static uint32_t sked_fattree_few_most_(const sked_fattree_terms_ *terms,
                                       const sked_fattree_request *request) {
#if SKED_FATTREE_RULES
    (void)request;
    return terms->few_most;
#else
    (void)terms;
    return request->leaves_max;
#endif
}

/* Is the largest least share wanted? */
static int sked_fattree_is_even_(const sked_fattree_request *request) {
#if SKED_FATTREE_RULES
    return request->aim == SKED_FATTREE_EVEN;
#else
    (void)request;
    return 0;
#endif
}

/* Returns a number that divides each share, and so the count; 0 if it is too large for any. */
static uint32_t sked_fattree_groups_(const sked_fattree_request *request) {
    uint32_t common = request->segment == 0 ? 1 : request->segment;
#if SKED_FATTREE_RULES
    uint32_t i;
    for (i = 0; i < request->rules_count; i++) {
        const sked_fattree_rule *rule = &request->rules[i];
        if (rule->multiple > 1 && !sked_fattree_rests_(rule)) {
            common = sked_fattree_common_(common, rule->multiple, SKED_FATTREE_MAX);
        }
    }
#endif
    return common;
}

/* Makes what a request that has been checked comes down to: all terms. */
static void sked_fattree_make_terms_(const sked_fattree *tree, const sked_fattree_request *request,
                                     sked_fattree_terms_ *terms) {
    terms->segment = request->segment == 0 ? 1 : request->segment;
    terms->count = request->count;
#if SKED_FATTREE_RULES
    {
        const int weighs = sked_fattree_weighs_(request);
        const int aims = request->aim != SKED_FATTREE_NEAR;
        uint32_t i;
        terms->binds = 0;
        terms->masks = request->crossing_max > 0;
        terms->leaf_most = UINT32_MAX;
        terms->rest = terms->rest_level = 0;
        terms->few_level = 1;
        terms->few_most = request->leaves_max;
        terms->aim_level = request->aim_level == 0 ? 1 : request->aim_level;
        terms->scale = 0;
        for (i = 0; i < request->rules_count; i++) {
            sked_fattree_add_rule_(&request->rules[i], terms);
        }
        terms->ruled = terms->binds || aims;
        terms->weighs = weighs || terms->ruled;
        terms->lucky = terms->binds && !aims && !weighs && !sked_fattree_groups_above_(request) &&
                       request->mode == SKED_FATTREE_EXACT && request->steps_max == 0;
    }
#endif
    if (terms->segment > 1) {
        terms->count /= terms->segment;
#if SKED_FATTREE_RULES
        terms->leaf_most /= terms->segment;
        terms->rest /= terms->rest == 0 ? 1 : sked_fattree_divisor_(terms->rest, terms->segment);
#endif
    }
#if SKED_FATTREE_RULES
    if (request->aim != SKED_FATTREE_NEAR) {
        terms->scale = sked_fattree_scale_(tree, request, terms->count);
    }
#else
    (void)tree;
#endif
    SKED_ASSERT(terms->segment > 0 && terms->count * terms->segment == request->count);
}

/* ---- >>find.pieces: what all of them use ---- */

/* A choice: leaves, each once, and how many of each. Valid up to `used`. */
typedef struct sked_fattree_choice_ {
    uint32_t *leaf, *got;           /* places; processors or segments, at least 1             */
    uint32_t used;                  /* leaves                                                 */
} sked_fattree_choice_;

/* A search. sked_fattree_find_in_ fills it; arrays are in the scratch block. With segments, all is
 * counted in them, and costs are of segments. */
typedef struct sked_fattree_search_ {
    /* The question: const while it runs. */
    const sked_fattree *tree;
    const sked_fattree_request *request;
    sked_fattree_view_ view;        /* the tree's own, or one of what is offered              */
    const sked_set *given;          /* what is offered; NULL: what the tree has free          */
    const sked_word *offered;       /* the set that may be chosen; NULL: what the tree has free */
    sked_word *words;               /* its memory                                             */
    const sked_fattree_terms_ *terms;
    uint32_t count, segment;        /* as in terms                                            */
    uint32_t *must;                 /* required, by place; NULL: nothing is                   */
    /* The work. */
    int weighs;                     /* 1: the tree program, whatever the kind of switch. As in
                                       terms, but 0 while the search without rules is tried   */
    uint64_t steps;                 /* only grows                                             */
    uint32_t *below;                /* of a choice, by place; zeros between uses, NULL if the
                                       request needs none                                     */
    sked_pair *pair;                /* leaves or blocks to sort; only with a limit on these, or
                                       SKED_FATTREE_EVEN                                      */
    struct sked_fattree_core_ *core;
    struct sked_fattree_rows_ *rows;
#if SKED_FATTREE_RULES
    uint32_t *closed;               /* by place: 1 if its way up is; NULL: no limit on jobs   */
    uint32_t *touched;              /* places that a job has processors below, while it counts */
    uint32_t *first, *next;         /* by owner: its first processor; by processor: its next  */
    const sked_fattree_job *served; /* jobs of the batch, of which those with SKED_OK have their
                                       processors                                             */
    uint32_t served_count;
    const sked_set *started;        /* processors of a job that a picker is asked beside, which has
                                       no owner yet; NULL: there is none                      */
    int is_stale;                   /* 1: regions that were searched are shut in the view     */
    int ruled;                      /* 1: through gates; as in terms, but 0 while the search without
                                       rules is tried                                         */
    int only_blocks;                /* 1: the tree program counts blocks of few_level alone   */
    uint32_t even;                  /* what a block of the aim's level has at least, below one
                                       top; 0 unless the aim is EVEN                          */
    uint32_t best_even;             /* ... of the best choice                                 */
    int is_measured;                /* 0: a better measure of the aim may be possible         */
#endif
    /* Below one top: written by sked_fattree_solve_, and by what it calls. */
    sked_fattree_choice_ now;       /* the choice, once it returns                            */
    sked_fattree_choice_ few;       /* the best on few enough leaves or blocks; only with a
                                       limit on these                                         */
    uint64_t value, least;          /* of the choice: what the links of switches cost (not
                                       those of processors); a lower bound of it              */
    /* Of all tops so far: written by sked_fattree_solve_all_. */
    sked_fattree_choice_ best;
    uint64_t best_value, best_least;
    uint32_t best_top;              /* a place; valid if there is a best one                  */
} sked_fattree_search_;

/* Is the best choice wanted? Without searches such a request has been refused. */
static int sked_fattree_is_exact_(const sked_fattree_request *request) {
#if SKED_FATTREE_SEARCH
    return request->mode == SKED_FATTREE_EXACT;
#else
    (void)request;
    return 0;
#endif
}

/* Returns the steps that a search may still take. */
static uint64_t sked_fattree_steps_left_(const sked_fattree_search_ *search) {
    const uint64_t most = search->request->steps_max;
    if (most == 0) {
        return UINT64_MAX;
    }
    return search->steps < most ? most - search->steps : 0;
}

/* Returns how many children of a switch `total` fills, the largest first. */
static uint32_t sked_fattree_filled_(const sked_fattree_view_ *view, uint32_t place,
                                     uint32_t total) {
    const uint32_t *sum = view->sum + view->at[place].first;
    uint32_t low = 0, high = view->at[place].children;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (sum[middle - 1] <= total) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    SKED_ASSERT(low == 0 || sum[low - 1] <= total);
    return low;
}

/* Returns the largest sum of squares over the children of a switch with that total. */
static uint64_t sked_fattree_squares_(const sked_fattree_view_ *view, uint32_t place,
                                      uint32_t total) {
    const uint32_t filled = sked_fattree_filled_(view, place, total);
    const uint32_t at = view->at[place].first + filled;
    uint64_t rest = total;
    if (filled == 0) {
        return rest * rest;
    }
    rest -= view->sum[at - 1];
    return view->square[at - 1] + rest * rest;
}

/* Returns how many children of a switch have at least `least` left: the first in order. */
static uint32_t sked_fattree_at_least_(const sked_fattree_view_ *view, uint32_t place,
                                       uint32_t least) {
    const uint32_t *order = view->order + view->at[place].first;
    uint32_t low = 0, high = view->at[place].children;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2; /*~leaves_halved*/
        if (view->left[order[middle]] >= least) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Returns the child, from a position of `order` on, with the fewest left of those with at least
 * `total`: there the least is broken up. Of equals it is the first. The one at `from` has `total`.
 */
static uint32_t sked_fattree_tightest_(const sked_fattree_view_ *view, uint32_t place,
                                       uint32_t from, uint32_t total) {
    const uint32_t first = view->at[place].first;
    const uint32_t end = first + sked_fattree_at_least_(view, place, total);
    const uint32_t left = view->left[view->order[end - 1]];
    const uint32_t equal = first + sked_fattree_at_least_(view, place, left + 1);
    SKED_ASSERT(from >= first && from < end && left >= total);
    return view->order[equal > from ? equal : from];
}

/* Adds the children of a switch to the range of places of the next level, which begins as SKED_NONE
 * and 0. Levels are ranges, since places are numbered level by level. */
static void sked_fattree_descend_(const sked_fattree_place_ *at, uint32_t *first, uint32_t *end) {
    *first = sked_min_u32_(*first, at->first);
    *end = at->first + at->children;
}

static void sked_fattree_exchange_(sked_fattree_choice_ *a, sked_fattree_choice_ *b) {
    const sked_fattree_choice_ other = *a;
    *a = *b;
    *b = other;
}

/* Adds a leaf, and how many of it, to the choice under way. */
static void sked_fattree_put_(sked_fattree_search_ *search, uint32_t leaf, uint32_t count) {
    SKED_ASSERT(count > 0 && count <= search->view.left[leaf]);
    SKED_ASSERT(search->view.at[leaf].kind == SKED_FATTREE_LEAF_);
    search->now.leaf[search->now.used] = leaf;
    search->now.got[search->now.used] = count;
    search->now.used++;
}

/* Chooses `total` in a pod: the largest leaves, and the tightest for the rest. */
static void sked_fattree_put_pod_(sked_fattree_search_ *search, uint32_t pod, uint32_t total) {
    const sked_fattree_view_ *view = &search->view;
    uint32_t i = view->at[pod].first;
    SKED_ASSERT(view->at[pod].kind == SKED_FATTREE_POD_ && total <= view->left[pod]);
    while (total > 0) {
        const uint32_t leaf = view->order[i], left = view->left[leaf];
        if (left > total) {
            sked_fattree_put_(search, sked_fattree_tightest_(view, pod, i, total), total);
            return;
        }
        sked_fattree_put_(search, leaf, left);
        total -= left;
        i++;
    }
}

/* Returns what `total` in a pod costs on the ways from its leaves to it. */
static uint64_t sked_fattree_pod_value_(const sked_fattree_search_ *search, uint32_t pod,
                                        uint32_t total) {
    const uint64_t whole = (uint64_t)search->count * total;
    const uint64_t links = search->view.at[search->view.at[pod].first].links;
    return links * (whole - sked_fattree_squares_(&search->view, pod, total));
}

/* ---- >>find.leaf: a job in one leaf ---- */

/* Returns the tighter of two leaves; of equals the one with the tighter parent, then the first. */
static uint32_t sked_fattree_tighter_(const sked_fattree_view_ *view, uint32_t a, uint32_t b) {
    const uint32_t left_a = view->left[view->at[a].parent];
    const uint32_t left_b = view->left[view->at[b].parent];
    SKED_ASSERT(view->at[a].parent != SKED_NONE && view->at[b].parent != SKED_NONE);
    if (view->left[a] != view->left[b]) {
        return view->left[a] < view->left[b] ? a : b;
    }
    if (left_a != left_b) {
        return left_a < left_b ? a : b;
    }
    return a < b ? a : b;
}

/* Returns the tightest leaf below a switch that holds all, or SKED_NONE. Walks level by level below
 * what holds all. In a pod, `order` leads to the tightest leaf at once. */
static uint32_t sked_fattree_one_leaf_(sked_fattree_search_ *search, uint32_t top) {
    const sked_fattree_view_ *view = &search->view;
    uint32_t best = SKED_NONE, first = top, end = top + 1, i;
    while (first < end) {
        uint32_t next_first = SKED_NONE, next_end = 0;
        for (i = first; i < end; i++) {
            uint32_t found = SKED_NONE;
            search->steps++;
            if (view->left[i] < search->count) {
                continue;
            }
            if (view->at[i].kind == SKED_FATTREE_LEAF_) {
                found = i;
            } else if (view->at[i].kind != SKED_FATTREE_POD_) {
                sked_fattree_descend_(&view->at[i], &next_first, &next_end);
            } else if (view->left[view->order[view->at[i].first]] >= search->count) {
                found = sked_fattree_tightest_(view, i, view->at[i].first, search->count);
            }
            SKED_ASSERT(found == SKED_NONE || view->left[found] >= search->count);
            if (found != SKED_NONE) {
                best = best == SKED_NONE ? found : sked_fattree_tighter_(view, best, found);
            }
        }
        SKED_ASSERT(next_first >= end);
        first = next_first;
        end = next_end;
    }
    return best;
}

/* ---- >>find.core: a core ---- */

/* The idea. V is to be maximised: the sum of h(X) over pods, h(X) = a X X + b g(X), where g is the
 * pod's best sum of squares over leaves, and a, b the links of pods and leaves.
 *   Lemma. In an optimum every used pod, except the one with the fewest, misses at most
 * t = b (2 f - 1) / (2 a + b) of its free processors, where f is the most that a leaf has.
 * Otherwise, moving c processors to it from the smallest pod, by whole leaves, gains 2 a c c and
 * loses less.
 *   So an optimum has m nearly full pods and a free pod with x, the fewest. For each m, and each
 * window of x, squares bound what can be reached (pods by majorisation, leaves by density), and so
 * do two prices: one for a processor (Lagrange), one for a pod (the m best). Only what may still
 * beat the best known is searched: a knapsack over pods, the most profitable first, of labels
 * (total, with or without the free pod) that keep the best value each, and die of their own bound.
 *   The invariant. A label of another number of pods may take a place, and die of the bound for m.
 * Of equals the one with fewer pods stays. So none on the way to an optimum with the fewest pods is
 * lost, since the label that takes its place is on the way to another one.
 * Source. Ours; bounds of this kind: Martello and Toth (1990). */

enum {
    SKED_FATTREE_WINDOW_ = 32,          /* values of x that are searched at a time            */
    SKED_FATTREE_TABLE_PODS_ = 16,      /* with as many pods a table pays, and its rows fit
                                           into the memory of their codes                     */
    SKED_FATTREE_SKIP_ = 0              /* what a label chose of a pod: nothing;              */
};

#define SKED_FATTREE_FREE_ UINT16_MAX   /* ... it is the free pod; else 1 + what it misses    */
#define SKED_FATTREE_TABLE_MAX_ (UINT32_C(1) << 16)     /* pods times totals of a table, at most  */
#define SKED_FATTREE_TABLE_STEPS_ (UINT32_C(1) << 18)   /* options times totals, at most          */

#define SKED_FATTREE_NO_ INT64_MIN      /* no such label, or value                            */

/* A pod of the core with something free; by rank, those with the most first. */
typedef struct sked_fattree_pod_ {
    uint32_t place;                 /* written by solve_core_, like left                      */
    uint32_t left;                  /* what is free in it, at least 1                         */
    uint32_t miss;                  /* the most it may miss, below left: by limit_            */
    uint32_t full;                  /* where its values in core->full begin, for 0 .. miss    */
    uint32_t corner, corners;       /* where its part of core->corner begins, and how many:
                                       by describe_                                           */
} sked_fattree_pod_;

/* The search in one core: solve_core_ fills what it needs, arrays are in the scratch block. A pod
 * is named by its rank. Values are h, to be maximised. */
typedef struct sked_fattree_core_ {
    /* The question: const during a search. */
    sked_fattree_pod_ *pod;
    uint32_t place;                 /* of the core                                            */
    uint32_t count, pods_count;     /* wanted; pods with something free                       */
    int64_t a, b;                   /* links of pods and of leaves                            */
    uint64_t steps_max;             /* when core->steps are more, no window begins            */
    /* The answer. */
    uint32_t *total;                /* of each pod: of the best choice                        */
    int64_t best;                   /* its value; only rises                                  */
    int64_t bound;                  /* where steps ran out: no choice left out has more. It
                                       begins as the value of greedy                          */
    uint64_t steps;                 /* only grows                                             */
    /* What pods have to offer: by begin_, valid for all windows. */
    int64_t *full;                  /* h of each pod by what it misses. In the proof by a table:
                                       of its options, NO where there is none                 */
    uint32_t *corner;               /* what may be best missed at some price, rising: totals
                                       that fill leaves                                       */
    uint64_t *roof;                 /* of each block of x: the most squares of leaves         */
    sked_pair *dense;               /* pods, the densest first; key: UINT64_MAX - squares of
                                       leaves per processor, in 1/65536                       */
    uint32_t *dense_sum;            /* ... running sums of their processors                   */
    uint64_t *dense_squares;        /* ... and of squares, in 1/65536                         */
    /* The case: by search_core_ (m, sum), cases_ (from, until) and line_up_ (least, in_line). */
    uint32_t m;                     /* nearly full pods                                       */
    uint64_t sum;                   /* left of the first m pods by rank                       */
    uint32_t from, until;           /* the window of x, in one block                          */
    uint32_t least;                 /* what each of the m has at least, from or more          */
    uint32_t in_line;               /* pods with least or more left: the first by rank        */
    /* Prices: by price_, valid for pods in line at the price lambda. */
    int64_t lambda;                 /* of a processor; where the next balance_ begins         */
    int64_t *price;                 /* of each pod: the best it is worth                      */
    uint32_t *miss;                 /* of each pod: what it then misses. In the proof by a
                                       table: how many options it has                         */
    uint32_t *line;                 /* pods by price, the best first, equals by rank          */
    int64_t *ahead;                 /* running sums of prices, in line, from 0 on             */
    int64_t base;                   /* a bound without the free pod: by balance_              */
    /* The free pod: by free_pods_ and rows_of_, valid in the window. */
    int64_t *free_value;            /* of each pod and x of the window; NO: cannot win        */
    int64_t *free_best;             /* of each pod: the most of these                         */
    int64_t *free_ahead;            /* in line: the most from there on                        */
    /* Labels: by stage_, valid from low to high; all NO between windows. */
    int64_t *value[2];              /* by total: without the free pod, and with it; NO: none  */
    uint32_t *pods[2];              /* ... how many nearly full pods                          */
    uint32_t *free_x;               /* ... and the x of the free pod                          */
    uint16_t *code;                 /* for both, and each pod in line: what was chosen, by
                                       total. Written for row r when stage r is made. Before
                                       there are labels: rows of the proof by a table         */
    uint32_t low, high;             /* totals of labels: none if low is above high            */
} sked_fattree_core_;

/* Returns h of a pod for any total. */
static int64_t sked_fattree_worth_(const sked_fattree_core_ *core, const sked_fattree_view_ *view,
                                   uint32_t pod, uint32_t total) {
    SKED_ASSERT(total <= core->pod[pod].left);
    return core->a * (int64_t)total * (int64_t)total +
           core->b * (int64_t)sked_fattree_squares_(view, core->pod[pod].place, total);
}

/* Chooses a good start: the largest pods as a whole, until one holds the rest; then the pod in
 * which that is worth most. Returns the value. */
static int64_t sked_fattree_greedy_core_(sked_fattree_search_ *search, sked_fattree_core_ *core) {
    const sked_fattree_view_ *view = &search->view;
    uint32_t rest = core->count, next = 0, i, best;
    int64_t value = 0, most;
    for (; core->pod[next].left < rest; next++) {
        SKED_ASSERT(next + 1 < core->pods_count);
        SKED_ASSERT(core->pod[next + 1].left <= core->pod[next].left);
        core->total[next] = core->pod[next].left;
        value += sked_fattree_worth_(core, view, next, core->pod[next].left);
        rest -= core->pod[next].left;
    }
    /* The rest fits into each pod from here on that has as much left. */
    best = next;
    most = sked_fattree_worth_(core, view, next, rest);
    for (i = next + 1; i < core->pods_count && core->pod[i].left >= rest; i++) {
        const int64_t worth = sked_fattree_worth_(core, view, i, rest);
        search->steps++;
        if (worth > most || (worth == most && core->pod[i].left < core->pod[best].left)) {
            best = i;
            most = worth;
        }
    }
    for (i = next; i < core->pods_count; i++) {
        core->total[i] = 0;
    }
    SKED_ASSERT(rest > 0 && rest <= core->pod[best].left);
    core->total[best] = rest;
    return value + most;
}

/* Returns the largest sum of squares of leaves with that total, wherever they are. */
static uint64_t sked_fattree_leaf_squares_(const sked_fattree_search_ *search, uint32_t core,
                                           uint32_t total) {
    const uint32_t *tally = search->view.tally + search->view.at[core].tally;
    uint64_t squares = 0;
    uint32_t size = search->view.at[core].widest;
    for (; total > 0; size--) {
        const uint32_t whole = total / size < tally[size] ? total / size : tally[size];
        SKED_ASSERT(size > 0);
        squares += (uint64_t)whole * size * size; /*~bound_of_wholes*/
        total -= whole * size;
        if (whole < tally[size]) {
            return squares + (uint64_t)total * total;
        }
    }
    return squares;
}

/* Returns t of the idea above, rounded down. It divides without a sign, since on small chips each
 * kind of division is a routine. */
static uint64_t sked_fattree_most_missed_(uint64_t a, uint64_t b, uint64_t widest) {
    return widest == 0 ? 0 : b * (2 * widest - 1) / (2 * a + b);
}

/* Limits what a nearly full pod may miss. */
static void sked_fattree_limit_(const sked_fattree_search_ *search, sked_fattree_core_ *core) {
    const sked_fattree_view_ *view = &search->view;
    uint32_t widest = 0, i, most;
    for (i = 0; i < core->pods_count; i++) {
        const uint32_t left = view->left[view->order[view->at[core->pod[i].place].first]];
        widest = left > widest ? left : widest;
    }
    most = (uint32_t)sked_fattree_most_missed_((uint64_t)core->a, (uint64_t)core->b, widest);
    for (i = 0; i < core->pods_count; i++) {
        SKED_ASSERT(i == 0 || core->pod[i].left <= core->pod[i - 1].left);
        core->pod[i].miss = sked_min_u32_(core->pod[i].left - 1, most);
    }
    SKED_ASSERT(widest > 0 && core->pod[core->pods_count - 1].left > 0);
    core->steps += core->pods_count;
}

/* Makes the values of nearly full pods, and their corners: between totals that fill leaves h is
 * convex, so that at any price the best is at one of them, or at an end. Also makes the most
 * squares of leaves that such a pod has for each processor, in 1/65536. */
static void sked_fattree_describe_(const sked_fattree_view_ *view, sked_fattree_core_ *core) {
    uint32_t full = 0, corner = 0, i;
    for (i = 0; i < core->pods_count; i++) {
        sked_fattree_pod_ *pod = &core->pod[i];
        const uint32_t at = view->at[pod->place].first;
        uint32_t filled = view->at[pod->place].children, missing;
        uint64_t density = 0;
        pod->full = full;
        pod->corner = corner;
        for (missing = 0; missing <= pod->miss; missing++) {
            const uint32_t total = pod->left - missing;
            uint64_t rest = total, squares = 0;
            SKED_ASSERT(total > 0);
            while (filled > 0 && view->sum[at + filled - 1] > total) {
                filled--;
            }
            if (filled > 0) {
                rest -= view->sum[at + filled - 1];
                squares = view->square[at + filled - 1];
            }
            squares += rest * rest;
            if (rest == 0) {
                core->corner[corner++] = missing;
            }
            if (rest == 0 || missing == pod->miss) {
                const uint64_t here = ((squares << 16) + total - 1) / total;
                density = here > density ? here : density;
            }
            core->full[full++] = core->a * ((int64_t)total * (int64_t)total) +
                                 core->b * (int64_t)squares;
        }
        SKED_ASSERT(corner > pod->corner);      /* to miss nothing is one */
        SKED_ASSERT(corner - pod->corner <= view->at[pod->place].children);
        core->steps += pod->miss + 1;
        pod->corners = corner - pod->corner;
        core->dense[i].key = UINT64_MAX - density;
        core->dense[i].index = i;
    }
}

/* Sorts the pods by density, and makes running sums. */
static void sked_fattree_compact_(sked_fattree_core_ *core) {
    uint64_t squares = 0;
    uint32_t sum = 0, i;
    sked_sort(core->dense, (size_t)core->pods_count);
    for (i = 0; i < core->pods_count; i++) {
        const uint32_t left = core->pod[core->dense[i].index].left;
        sum += left;
        squares += (UINT64_MAX - core->dense[i].key) * left;
        core->dense_sum[i] = sum;
        core->dense_squares[i] = squares;
    }
    SKED_ASSERT(sum >= core->count);
    core->steps += 8 * (uint64_t)core->pods_count;
}

/* Returns the most squares of leaves that nearly full pods with that total can have. */
static uint64_t sked_fattree_dense_(const sked_fattree_core_ *core, uint32_t total) {
    uint32_t low = 0, high = core->pods_count - 1;
    uint64_t squares;
    SKED_ASSERT(total <= core->dense_sum[high]);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (core->dense_sum[middle] < total) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    squares = low == 0 ? 0 : core->dense_squares[low - 1];
    squares += (UINT64_MAX - core->dense[low].key) *
               (total - (low == 0 ? 0 : core->dense_sum[low - 1]));
    return (squares >> 16) + 1;
}

/* Makes, for each block of x, the most squares of leaves that a pod has with the last x of the
 * block, or with all that it has, on the straight lines between totals that fill leaves. */
static void sked_fattree_roof_(const sked_fattree_view_ *view, sked_fattree_core_ *core) {
    const uint32_t most = sked_min_u32_(core->pod[0].left, core->count / 2);
    const uint32_t blocks = most / SKED_FATTREE_WINDOW_ + 1;
    uint32_t block, i;
    for (block = 0; block < blocks; block++) {
        core->roof[block] = 0;
    }
    for (i = 0; i < core->pods_count; i++) {
        const uint32_t at = view->at[core->pod[i].place].first, left = core->pod[i].left;
        uint32_t filled = 0, before = 0;
        uint64_t squares = 0;
        for (block = 0; block < blocks; block++) {
            const uint32_t end = block * SKED_FATTREE_WINDOW_ + SKED_FATTREE_WINDOW_ - 1;
            const uint32_t total = end < left ? end : left;
            uint64_t here = 0;
            while (before + view->left[view->order[at + filled]] < total) {
                before = view->sum[at + filled];
                squares = view->square[at + filled];
                filled++;
            }
            SKED_ASSERT(filled < view->at[core->pod[i].place].children && before <= total);
            here = squares + (uint64_t)(total - before) * view->left[view->order[at + filled]];
            core->roof[block] = here > core->roof[block] ? here : core->roof[block];
        }
        core->steps += blocks;
    }
}

/* Returns the most that a pod is worth at the price as the free one, in the window: at an end, or
 * where leaves are filled. It has at least core->from. */
static int64_t sked_fattree_peak_(const sked_fattree_view_ *view, const sked_fattree_core_ *core,
                                  uint32_t i) {
    const sked_fattree_pod_ *pod = &core->pod[i];
    const uint32_t at = view->at[pod->place].first;
    const uint32_t end = sked_min_u32_(pod->left, core->until);
    uint32_t filled, total = core->from;
    int64_t most = SKED_FATTREE_NO_;
    SKED_ASSERT(total <= end);
    filled = sked_fattree_filled_(view, pod->place, total);
    for (;;) {
        const uint32_t before = filled == 0 ? 0 : view->sum[at + filled - 1];
        const uint64_t rest = total - before;
        const uint64_t squares =
            (filled == 0 ? 0 : view->square[at + filled - 1]) + rest * rest;
        const int64_t worth = core->a * ((int64_t)total * (int64_t)total) +
                              core->b * (int64_t)squares - core->lambda * (int64_t)total;
        most = worth > most ? worth : most;
        if (total == end) {
            return most;
        }
        total = end;
        SKED_ASSERT(filled < view->at[pod->place].children);
        if (view->sum[at + filled] <= end) {
            total = view->sum[at + filled];
            filled++;
        }
    }
}

/* ---- >>find.prices: prices ---- */

/* The idea. At a price for each processor, every pod chooses by itself what it misses, and the m
 * pods that are worth most make a bound. It is least at the price at which they leave to the free
 * pod just what it takes. Any price gives a bound, so that the search for it may stop anywhere.
 * Source. Lagrange multipliers: Everett (1963). */

/* Makes what each pod is worth at the price lambda for each processor, if none has fewer than
 * least, and sorts the pods by it. Returns the total of the first m. */
static uint64_t sked_fattree_price_(sked_fattree_core_ *core, int64_t lambda) {
    uint32_t i, j;
    uint64_t total = 0;
    SKED_ASSERT(core->m <= core->in_line && core->in_line <= core->pods_count);
    for (i = 0; i < core->in_line; i++) {
        const sked_fattree_pod_ *pod = &core->pod[i];
        const uint32_t cut = sked_min_u32_(pod->miss, pod->left - core->least);
        uint32_t best = cut;
        /* Of all that it may miss, only corners and the end can be best. */
        int64_t most = core->full[pod->full + cut] + lambda * (int64_t)cut;
        for (j = 0; j < pod->corners && core->corner[pod->corner + j] < cut; j++) {
            const uint32_t missing = core->corner[pod->corner + j];
            const int64_t worth = core->full[pod->full + missing] + lambda * (int64_t)missing;
            if (worth > most) {
                most = worth;
                best = missing;
            }
        }
        SKED_ASSERT(pod->left >= core->least && best <= cut);
        core->price[i] = most - lambda * (int64_t)pod->left;
        core->miss[i] = best;
    }
    /* Sorted by insertion, since another price changes the order only a little. */
    for (i = 1; i < core->in_line; i++) {
        const uint32_t moved = core->line[i];
        const int64_t price = core->price[moved];
        for (j = i; j > 0 && (core->price[core->line[j - 1]] < price ||
                              (core->price[core->line[j - 1]] == price &&
                               core->line[j - 1] > moved));
             j--) {
            core->line[j] = core->line[j - 1];
        }
        core->line[j] = moved;
    }
    core->ahead[0] = 0;
    for (i = 0; i < core->in_line; i++) {
        const uint32_t pod = core->line[i];
        core->ahead[i + 1] = core->ahead[i] + core->price[pod];
        total += i < core->m ? core->pod[pod].left - core->miss[pod] : 0;
    }
    core->steps += 4 * (uint64_t)core->in_line;
    return total;
}

/* Returns the most that a choice of the window can be worth at the price. What the free pod is
 * worth is convex in x except for the leaves, so that the ends of the window decide. */
static int64_t sked_fattree_roof_at_(const sked_fattree_core_ *core) {
    const int64_t first = core->from, last = core->until, lambda = core->lambda;
    const int64_t first_worth = (core->a * first - lambda) * first;
    const int64_t last_worth = (core->a * last - lambda) * last;
    return core->ahead[core->m] + lambda * (int64_t)core->count +
           (first_worth > last_worth ? first_worth : last_worth) +
           core->b * (int64_t)core->roof[core->from / SKED_FATTREE_WINDOW_];
}

/* Tries a price. Returns the total of the first m. *closed becomes 1 if no choice of the window is
 * better than the best, or if no steps are left to look for one. */
static uint64_t sked_fattree_try_(sked_fattree_core_ *core, int64_t lambda, int *closed) {
    const uint64_t total = sked_fattree_price_(core, lambda);
    int64_t roof;
    core->lambda = lambda;
    roof = sked_fattree_roof_at_(core);
    if (roof <= core->best) {
        *closed = 1;
    } else if (core->steps > core->steps_max) {
        core->bound = roof > core->bound ? roof : core->bound;
        *closed = 1;
    }
    return total;
}

/* Finds the price at which the first m pods have just what the free pod leaves to them. Prices and
 * line are then those of that price. Returns 0 if that price, or one on the way, closes the
 * window. */
static int sked_fattree_balance_(sked_fattree_core_ *core) {
    const uint64_t wanted = core->count - core->from;
    const int64_t limit =
        (int64_t)((UINT64_C(1) << 60) / core->dense_sum[core->pods_count - 1]);
    int64_t low = core->lambda, high = core->lambda, step = 4 * core->a;
    int closed = 0;
    SKED_ASSERT(core->from < core->count && step > 0);
    /* Bracket the price by steps that double, then halve the bracket. */
    if (sked_fattree_try_(core, core->lambda, &closed) >= wanted) {
        do {
            low = high;
            high += step;
            step *= 2;
        } while (!closed && step < limit && sked_fattree_try_(core, high, &closed) >= wanted);
    } else {
        do {
            high = low;
            low -= step;
            step *= 2;
        } while (!closed && step < limit && sked_fattree_try_(core, low, &closed) < wanted);
    }
    while (!closed && high - low > core->a) {
        const int64_t middle = low + (high - low) / 2;
        if (sked_fattree_try_(core, middle, &closed) >= wanted) {
            low = middle;
        } else {
            high = middle;
        }
    }
    if (!closed && core->lambda != low) {
        sked_fattree_try_(core, low, &closed);
    }
    SKED_ASSERT(closed || core->lambda == low);
    core->base = core->ahead[core->m] + core->lambda * (int64_t)core->count;
    return !closed;
}

/* Puts in line the pods that have the least that each of the m has: no fewer than the free one, and
 * no fewer than the others leave to it if they have all they can. Returns whether there are m. */
static int sked_fattree_line_up_(sked_fattree_core_ *core) {
    const uint64_t others = core->sum - core->pod[core->m - 1].left + core->until;
    uint32_t in_line = 0;
    SKED_ASSERT(core->from > 0 && core->from <= core->until);
    SKED_ASSERT(core->from / SKED_FATTREE_WINDOW_ == core->until / SKED_FATTREE_WINDOW_);
    core->least = core->from;
    if (core->count > others && core->count - others > core->from) {
        core->least = (uint32_t)(core->count - others);
    }
    while (in_line < core->pods_count && core->pod[in_line].left >= core->least) {
        in_line++;
    }
    /* The order of the last window stays if it is of the same pods: the prices are close. */
    if (in_line != core->in_line) {
        uint32_t i;
        for (i = 0; i < in_line; i++) {
            core->line[i] = i;
        }
        core->in_line = in_line;
    }
    return in_line >= core->m;
}

/* ---- >>find.window: the knapsack of a window ---- */

/* The idea. Pods come one by one, by price. A label is a total that some of them reach, with the
 * free pod (layer 1) or without it (layer 0). It keeps the best value and the number of its pods.
 * The prices of the pods ahead bound what it can become: it dies once that is not better than the
 * best. The choices are kept for each row, so that the best is read back from its last pod.
 * The invariant. Outside of low .. high, and between windows, no total has a label. */

/* Keeps a better choice: what is chosen of the pod that completes it, and the way of the label with
 * `total` through the first `row` pods in line. */
static void sked_fattree_improve_(sked_fattree_core_ *core, int layer, uint32_t row,
                                  uint32_t total, uint32_t pod, uint32_t chosen, int64_t value) {
    const size_t stride = (size_t)core->count + 1;
    const uint32_t free_x = layer == 1 ? core->free_x[total] : 0;
    uint32_t i;
    SKED_ASSERT(value > core->best && total + chosen == core->count);
    SKED_ASSERT(chosen > 0 && chosen <= core->pod[pod].left);
    core->best = value;
    sked_fill32_(core->total, core->pods_count, 0);
    core->total[pod] = chosen;
    for (i = row; i-- > 0;) {
        const uint32_t code =
            core->code[((size_t)layer * core->pods_count + i) * stride + total];
        const uint32_t at = core->line[i];
        if (code == SKED_FATTREE_FREE_) {
            core->total[at] = free_x;
            layer = 0;
        } else if (code != SKED_FATTREE_SKIP_) {
            core->total[at] = core->pod[at].left - (code - 1);
        }
        SKED_ASSERT(core->total[at] <= core->pod[at].left);
        total -= code == SKED_FATTREE_SKIP_ ? 0 : core->total[at];
    }
    SKED_ASSERT(total == 0 && layer == 0);      /* the way began with nothing */
}

/* Makes a label with `total` processors, or improves the one that is there. */
static void sked_fattree_label_(sked_fattree_core_ *core, int layer, uint32_t row, uint32_t total,
                                int64_t value, uint32_t pods, uint32_t free_x, uint32_t code) {
    SKED_ASSERT(total <= core->count && pods <= core->m && code <= SKED_FATTREE_FREE_);
    SKED_ASSERT(code != SKED_FATTREE_SKIP_ && value != SKED_FATTREE_NO_);
    if (value < core->value[layer][total] ||
        (value == core->value[layer][total] && pods >= core->pods[layer][total])) {
        return;
    }
    core->value[layer][total] = value;
    core->pods[layer][total] = pods;
    core->code[((size_t)layer * core->pods_count + row) * ((size_t)core->count + 1) + total] =
        (uint16_t)code;
    if (layer == 1) {
        core->free_x[total] = free_x;
    }
    core->high = total > core->high ? total : core->high;
}

/* Adds the pod `row` in line to a label as a nearly full one, in all ways that may still beat
 * `limit`. The label then needs `after` more of these, and the free pod if `layer` is 0. */
static void sked_fattree_add_near_(sked_fattree_core_ *core, int layer, uint32_t row,
                                   uint32_t total, uint32_t after, int64_t limit) {
    const uint32_t at = core->line[row];
    const sked_fattree_pod_ *pod = &core->pod[at];
    const uint32_t cut = sked_min_u32_(pod->miss, pod->left - core->least);
    const uint64_t most = core->count - (uint64_t)total;
    const uint64_t kept = (uint64_t)after * core->least + (layer == 0 ? core->from : 0);
    const int64_t value = core->value[layer][total] - core->lambda * (int64_t)pod->left;
    const uint32_t pods = core->pods[layer][total] + 1;
    const uint32_t free_x = layer == 1 ? core->free_x[total] : 0;
    /* What the others need at least limits what this one takes. */
    uint32_t missing = pod->left + kept > most ? (uint32_t)(pod->left + kept - most) : 0;
    SKED_ASSERT(row < core->in_line && total <= core->count);
    for (; missing <= cut; missing++) {
        const int64_t then =
            value + core->full[pod->full + missing] + core->lambda * (int64_t)missing;
        if (then > limit) {
            sked_fattree_label_(core, layer, row, total + pod->left - missing, then, pods, free_x,
                                missing + 1);
        }
    }
    core->steps += cut + 1;
}

/* Extends a label that has its free pod. Returns whether it stays. */
static int sked_fattree_extend_full_(sked_fattree_core_ *core, uint32_t row, uint32_t rows,
                                     uint32_t total) {
    const int64_t value = core->value[1][total];
    const int64_t beat = core->best - core->lambda * (int64_t)core->count;
    const uint32_t wanted = core->m - core->pods[1][total];
    SKED_ASSERT(wanted > 0 && wanted <= core->m && total < core->count);
    if (row + wanted > rows || value + core->ahead[row + wanted] - core->ahead[row] <= beat) {
        core->value[1][total] = SKED_FATTREE_NO_;
        return 0;
    }
    if (wanted > 1) {
        sked_fattree_add_near_(core, 1, row, total, wanted - 1,
                               beat - (core->ahead[row + wanted] - core->ahead[row + 1]));
    } else {                                    /* this pod may complete it */
        const uint32_t at = core->line[row], last = core->count - total;
        const sked_fattree_pod_ *pod = &core->pod[at];
        core->steps++;
        SKED_ASSERT(last >= core->least);
        if (last <= pod->left && pod->left - last <= pod->miss) {
            const int64_t whole = value + core->full[pod->full + pod->left - last] -
                                  core->lambda * (int64_t)last;
            if (whole > beat) {
                sked_fattree_improve_(core, 1, row, total, at, last,
                                      whole + core->lambda * (int64_t)core->count);
            }
        }
    }
    return 1;
}

/* Makes the pod `row` in line the free one of a label, in all ways that may still win. */
static void sked_fattree_add_free_(sked_fattree_core_ *core, uint32_t row, uint32_t total,
                                   uint32_t wanted) {
    const uint32_t at = core->line[row], pods = core->pods[0][total];
    const int64_t *worth = core->free_value + (size_t)at * SKED_FATTREE_WINDOW_;
    const int64_t value = core->value[0][total], all = core->lambda * (int64_t)core->count;
    const int64_t rest = core->ahead[row + 1 + wanted] - core->ahead[row + 1];
    const uint64_t room = core->count - total - (uint64_t)wanted * core->least;
    int64_t limit = core->best - all - value - rest;
    uint32_t i;
    /* The label stays open unless this pod completes it, with exactly what is left. */
    for (i = 0; i <= core->until - core->from && core->from + i <= room; i++) {
        const uint32_t x = core->from + i;
        if (worth[i] <= limit) {
            continue;
        }
        if (wanted > 0) {
            sked_fattree_label_(core, 1, row, total + x, value + worth[i], pods, x,
                                SKED_FATTREE_FREE_);
        } else if (x == room) {
            sked_fattree_improve_(core, 0, row, total, at, x, value + worth[i] + all);
            limit = core->best - all - value - rest;
        }
    }
    core->steps += core->until - core->from + 1;
}

/* Extends a label that has no free pod yet. Returns whether it stays. */
static int sked_fattree_extend_part_(sked_fattree_core_ *core, uint32_t row, uint32_t rows,
                                     uint32_t total) {
    const uint32_t wanted = core->m - core->pods[0][total], at = core->line[row];
    const int64_t value = core->value[0][total];
    int64_t beat = core->best - core->lambda * (int64_t)core->count;
    SKED_ASSERT(wanted <= core->m && total < core->count);
    if (row + wanted > rows || core->free_ahead[row] == SKED_FATTREE_NO_ ||
        value + core->ahead[row + wanted] - core->ahead[row] + core->free_ahead[row] <= beat) {
        core->value[0][total] = SKED_FATTREE_NO_;
        return 0;
    }
    /* The pod may become the free one, or a nearly full one, or be skipped. */
    if (core->free_best[at] != SKED_FATTREE_NO_ && row + 1 + wanted <= rows &&
        value + core->free_best[at] + core->ahead[row + 1 + wanted] - core->ahead[row + 1] > beat) {
        sked_fattree_add_free_(core, row, total, wanted);
        beat = core->best - core->lambda * (int64_t)core->count;
    }
    if (wanted > 0 && core->free_ahead[row + 1] != SKED_FATTREE_NO_) {
        sked_fattree_add_near_(core, 0, row, total, wanted - 1,
                               beat - (core->ahead[row + wanted] - core->ahead[row + 1]) -
                                   core->free_ahead[row + 1]);
    }
    return 1;
}

/* Extends all labels by the next pod in line, from the largest total down, so that no label gets a
 * pod twice. */
static void sked_fattree_stage_(sked_fattree_core_ *core, uint32_t row, uint32_t rows) {
    const size_t stride = (size_t)core->count + 1;
    uint16_t *part = core->code + row * stride;
    uint16_t *full = part + core->pods_count * stride;
    const uint32_t first = core->low, last = core->high;
    uint32_t total = last + 1;
    SKED_ASSERT(row < rows && rows <= core->in_line && last <= core->count);
    core->low = core->count + 1;
    while (total-- > first) {
        int alive = 0;
        part[total] = full[total] = SKED_FATTREE_SKIP_;
        if (core->value[1][total] != SKED_FATTREE_NO_) {
            alive = sked_fattree_extend_full_(core, row, rows, total);
        }
        if (core->value[0][total] != SKED_FATTREE_NO_) {
            alive |= sked_fattree_extend_part_(core, row, rows, total);
        }
        core->low = alive ? total : core->low;
    }
    core->steps += last - first + 1;
}

/* Completes labels that have all m pods, by free pods that are not among the first `rows`. */
static void sked_fattree_complete_(sked_fattree_core_ *core, uint32_t rows) {
    uint32_t total, i;
    for (total = core->low; total <= core->high; total++) {
        const uint32_t x = core->count - total;
        if (core->value[0][total] == SKED_FATTREE_NO_ || core->pods[0][total] != core->m ||
            x > core->until) {
            continue;
        }
        SKED_ASSERT(x >= core->from);
        for (i = rows; i < core->pods_count; i++) {
            const uint32_t at = i < core->in_line ? core->line[i] : i;
            const int64_t worth =
                core->free_best[at] == SKED_FATTREE_NO_
                    ? SKED_FATTREE_NO_
                    : core->free_value[(size_t)at * SKED_FATTREE_WINDOW_ + x - core->from];
            if (worth != SKED_FATTREE_NO_ &&
                core->value[0][total] + worth >
                    core->best - core->lambda * (int64_t)core->count) {
                sked_fattree_improve_(core, 0, rows, total, at, x,
                                      core->value[0][total] + worth +
                                          core->lambda * (int64_t)core->count);
            }
        }
        core->steps += core->pods_count - rows;
    }
}

/* Returns the most squares of pods with m of them nearly full and x in the free one: by
 * majorisation, the largest are full, and the others have the least that they can have. Returns 0
 * iff even that is too much. */
static uint64_t sked_fattree_major_(const sked_fattree_core_ *core, uint32_t x) {
    const uint32_t last = core->pods_count - 1;
    const uint64_t wanted = core->count - x;
    uint64_t total = core->sum, squares = 0, left, least;
    uint32_t full = core->m, i;
    SKED_ASSERT(core->m > 0 && core->m < core->pods_count && x < core->count);
    while (full > 0 && total > wanted) {
        const sked_fattree_pod_ *pod = &core->pod[last - (core->m - full)];
        full--;
        least = pod->left - pod->miss > x ? pod->left - pod->miss : x;
        total = total - core->pod[full].left + least;
        squares += least * least;
    }
    if (total > wanted) {
        return 0;
    }
    for (i = 0; i < full; i++) {
        left = core->pod[i].left;
        squares += left * left;
    }
    /* What is left over goes to one that had the least. */
    if (full < core->m) {
        const sked_fattree_pod_ *pod = &core->pod[last - (core->m - full - 1)];
        least = pod->left - pod->miss > x ? pod->left - pod->miss : x;
        left = wanted - total + least;
        squares += left * left - least * least;
    }
    return squares + (uint64_t)x * x;
}

/* Makes what a pod is worth as the free one for each x of the window, where that may still win: by
 * prices (`base` is the bound without it), and by squares alone, of pods by majorisation and of
 * leaves by density. Returns the most. */
static int64_t sked_fattree_free_one_(const sked_fattree_view_ *view, sked_fattree_core_ *core,
                                      uint32_t i, int64_t base, const int64_t *squares) {
    const sked_fattree_pod_ *pod = &core->pod[i];
    const uint32_t at = view->at[pod->place].first, children = view->at[pod->place].children;
    int64_t *worth = core->free_value + (size_t)i * SKED_FATTREE_WINDOW_;
    int64_t most = SKED_FATTREE_NO_;
    uint32_t filled = sked_fattree_filled_(view, pod->place, core->from), x;
    SKED_ASSERT(core->until - core->from < SKED_FATTREE_WINDOW_);
    for (x = core->from; x <= core->until; x++, worth++, squares++) {
        int64_t rest = x, here, price;
        *worth = SKED_FATTREE_NO_;
        if (x > pod->left) {
            continue;
        }
        while (filled < children && view->sum[at + filled] <= x) {
            filled++;
        }
        here = 0;
        if (filled > 0) {
            rest -= view->sum[at + filled - 1];
            here = (int64_t)view->square[at + filled - 1];
        }
        here = core->a * ((int64_t)x * (int64_t)x) + core->b * (here + rest * rest);
        price = here - core->lambda * (int64_t)x;
        if (base + price > core->best && *squares + here > core->best) {
            *worth = price;
            most = price > most ? price : most;
        }
    }
    core->steps += core->until - core->from + 1;
    return most;
}

/* The same for all pods. What squares allow falls as x grows. Returns the best bound. */
static int64_t sked_fattree_free_pods_(const sked_fattree_view_ *view, sked_fattree_core_ *core) {
    int64_t squares[SKED_FATTREE_WINDOW_], most = SKED_FATTREE_NO_;
    uint32_t i, x;
    for (x = core->from; x <= core->until; x++) {
        const int64_t pods = (int64_t)sked_fattree_major_(core, x) - (int64_t)x * (int64_t)x;
        squares[x - core->from] =
            core->a * pods + core->b * (int64_t)sked_fattree_dense_(core, core->count - x);
    }
    core->steps += core->until - core->from + 1;
    for (i = 0; i < core->pods_count; i++) {
        const uint32_t at = i < core->in_line ? core->line[i] : i;
        int64_t base = core->base;
        if (i < core->m) {                      /* then the next in line takes its place */
            base = core->in_line == core->m
                       ? SKED_FATTREE_NO_
                       : base + core->price[core->line[core->m]] - core->price[at];
        }
        core->free_best[at] = SKED_FATTREE_NO_;
        if (base != SKED_FATTREE_NO_ && core->pod[at].left >= core->from) {
            const uint32_t last = sked_min_u32_(core->pod[at].left, core->until);
            if (squares[0] + sked_fattree_worth_(core, view, at, last) > core->best &&
                base + sked_fattree_peak_(view, core, at) > core->best) {
                core->free_best[at] = sked_fattree_free_one_(view, core, at, base, squares);
            }
        }
        if (core->free_best[at] != SKED_FATTREE_NO_ && base + core->free_best[at] > most) {
            most = base + core->free_best[at];
        }
    }
    core->steps += 4 * (uint64_t)core->pods_count;
    return most;
}

/* Returns how many pods in line may be nearly full, and makes the best free ones from each place
 * on. If the free pod is one of the first m, the next in line takes its place without a loss. */
static uint32_t sked_fattree_rows_of_(sked_fattree_core_ *core, int64_t most) {
    uint32_t rows = core->m, i;
    while (rows < core->in_line && most - core->price[core->line[core->m]] +
                                           core->price[core->line[rows]] > core->best) {
        rows++;
    }
    core->free_ahead[rows] = SKED_FATTREE_NO_;
    for (i = core->pods_count; i-- > 0;) {
        const int64_t best = core->free_best[i < core->in_line ? core->line[i] : i];
        const uint32_t at = i < rows ? i : rows;
        const int64_t ahead = core->free_ahead[i < rows ? i + 1 : rows];
        core->free_ahead[at] = best > ahead ? best : ahead;
    }
    SKED_ASSERT(core->m <= rows && rows <= core->in_line);
    return rows;
}

/* Searches the window [from, until] of x. */
static void sked_fattree_window_(const sked_fattree_view_ *view, sked_fattree_core_ *core) {
    const int64_t most = sked_fattree_free_pods_(view, core);
    uint32_t rows, row, total;
    if (most <= core->best) {
        return;
    }
    rows = sked_fattree_rows_of_(core, most);
    /* One label begins: nothing is chosen. */
    SKED_ASSERT(core->value[0][0] == SKED_FATTREE_NO_ && core->value[1][0] == SKED_FATTREE_NO_);
    core->value[0][0] = 0;
    core->pods[0][0] = 0;
    core->low = core->high = 0;
    for (row = 0; row < rows && core->low <= core->high; row++) {
        if (core->steps > core->steps_max) {
            core->bound = most;         /* the first to be left, and better than the best */
            break;
        }
        sked_fattree_stage_(core, row, rows);
    }
    if (row == rows) {
        sked_fattree_complete_(core, rows);
    }
    for (total = core->low; total <= core->high; total++) {
        core->value[0][total] = core->value[1][total] = SKED_FATTREE_NO_;
    }
}

/* ---- >>find.cases: the windows of one number of pods ---- */

/* Searches the choices with m nearly full pods and x of [from, until] in the free one, block by
 * block. What squares alone allow falls as x grows, except where the leaves set a limit. */
static void sked_fattree_cases_(const sked_fattree_view_ *view, sked_fattree_core_ *core,
                                uint32_t until) {
    const uint64_t highest = core->roof[until / SKED_FATTREE_WINDOW_];
    for (; core->from <= until; core->from = core->until + 1) {
        const uint32_t block = core->from / SKED_FATTREE_WINDOW_;
        const uint64_t pods = sked_fattree_major_(core, core->from);
        const uint64_t dense = sked_fattree_dense_(core, core->count - core->from);
        const int64_t worth = core->a * (int64_t)pods + core->b * (int64_t)dense;
        core->until = block * SKED_FATTREE_WINDOW_ + SKED_FATTREE_WINDOW_ - 1;
        core->until = core->until < until ? core->until : until;
        SKED_ASSERT(core->from > 0 && core->until <= core->pod[0].left);
        core->steps += core->m;
        if (pods == 0 || worth + core->b * (int64_t)highest <= core->best) {
            return;
        }
        if (worth + core->b * (int64_t)core->roof[block] > core->best &&
            sked_fattree_line_up_(core) && sked_fattree_balance_(core)) {
            sked_fattree_window_(view, core);
        }
    }
}

/* Makes what a search needs before the first window. */
static void sked_fattree_begin_(const sked_fattree_view_ *view, sked_fattree_core_ *core) {
    uint32_t total;
    sked_fattree_describe_(view, core);
    sked_fattree_compact_(core);
    sked_fattree_roof_(view, core);
    for (total = 0; total <= core->count; total++) {
        core->value[0][total] = core->value[1][total] = SKED_FATTREE_NO_;
    }
    SKED_ASSERT(core->pods_count > 1);
    core->in_line = 0;
}

/* ---- >>find.table: a proof by a table ---- */

/* The idea. Greedy mostly finds the best choice, and only the proof is missing. An option is a
 * total of a nearly full pod. Bounds by squares drop the options that no better choice contains;
 * few are left. A knapsack over them, whose rows compilers turn into vectors, gives the best value
 * of each total. If no free pod makes that better than greedy, nothing is. A free pod may itself be
 * in the knapsack: then it is made again, without this pod and of options that it may complete.
 * Source. Ours. */

/* Where 64-bit numbers are not native, rows are slow and code is scarce, so that no table is made.
 * The choice is the same. */
#if !defined(SKED_FATTREE_TABLE_)
#define SKED_FATTREE_TABLE_ (SIZE_MAX > UINT32_MAX)
#endif

#if SKED_FATTREE_TABLE_

/* Returns the rows, which have `count + 1` totals each: the most squares of leaves; of pods (two
 * rows long); what a free pod completes; three for knapsacks. */
static int64_t *sked_fattree_table_(const sked_fattree_core_ *core) {
    void *rows = core->code;
    return SKED_PTR_(int64_t, rows);
}

/* Appends a part to a row of the most squares of each total. Parts come largest first. */
static void sked_fattree_append_(int64_t *row, uint32_t *filled, uint32_t part, uint32_t end) {
    const uint32_t last = sked_min_u32_(part, end - *filled);
    const int64_t before = row[*filled];
    uint32_t i;
    SKED_ASSERT(part > 0 && *filled <= end);
    for (i = 1; i <= last; i++) {
        row[*filled + i] = before + (int64_t)i * i;
    }
    *filled += last;
}

/* Returns the most squares of leaves that a nearly full pod has for each processor, in 1/65536.
 * They fall as the total grows, on the straight lines between totals that fill leaves. */
static uint64_t sked_fattree_density_(const sked_fattree_view_ *view,
                                      const sked_fattree_pod_ *pod) {
    const uint32_t total = pod->left - pod->miss;
    const uint32_t filled = sked_fattree_filled_(view, pod->place, total);
    const uint32_t at = view->at[pod->place].first + filled;
    uint64_t squares = filled == 0 ? 0 : view->square[at - 1];
    SKED_ASSERT(total > 0 && (pod->miss == 0 || filled < view->at[pod->place].children));
    if (pod->miss > 0) {
        const uint32_t rest = total - (filled == 0 ? 0 : view->sum[at - 1]);
        squares += (uint64_t)rest * view->left[view->order[at]];
    }
    return ((squares << 16) + total - 1) / total;
}

/* Fills the row of leaves: the most squares of each total, of all leaves, and no more than nearly
 * full pods and one free pod with at most `most` can have. */
static void sked_fattree_fill_leaves_(const sked_fattree_search_ *search,
                                      sked_fattree_core_ *core, uint32_t most) {
    const uint32_t *tally = search->view.tally + search->view.at[core->place].tally;
    uint32_t filled = 0, size = search->view.at[core->place].widest, i;
    uint64_t dense = 0, extra = 0;
    int64_t *leaves = sked_fattree_table_(core);
    SKED_ASSERT(most < core->count);
    leaves[0] = 0;
    /* First without a limit; then what pods allow. The free pod may have more than its density. */
    for (; filled < core->count; size--) {
        SKED_ASSERT(size > 0);
        for (i = tally[size]; i > 0 && filled < core->count; i--) {
            sked_fattree_append_(leaves, &filled, size, core->count);
        }
    }
    for (i = 0; i < core->pods_count; i++) {
        if (core->pod[i].left - core->pod[i].miss < core->count) {
            const uint64_t here = sked_fattree_density_(&search->view, &core->pod[i]);
            dense = here > dense ? here : dense;
        }
    }
    for (i = 1; i <= most; i++) {
        const uint64_t nearly = (dense * i >> 16) + extra, squares = (uint64_t)leaves[i];
        extra += squares > nearly ? squares - nearly : 0;
    }
    for (i = 1; i <= core->count; i++) {
        const int64_t squares = (int64_t)((dense * i >> 16) + extra + 1);
        leaves[i] = squares < leaves[i] ? squares : leaves[i];
    }
}

/* Fills the row of pods: the most squares of each total. It is longer by what a pod may miss. Where
 * all pods have been used, it continues as one pod. */
static void sked_fattree_fill_pods_(const sked_fattree_core_ *core, int64_t *pods) {
    const uint32_t end = core->count + core->pod[0].miss + 1;
    uint32_t filled = 0, i;
    SKED_ASSERT(end <= 2 * core->count);        /* two rows have room for it */
    pods[0] = 0;
    for (i = 0; i < core->pods_count; i++) {
        sked_fattree_append_(pods, &filled, core->pod[i].left, end);
    }
    sked_fattree_append_(pods, &filled, end, end);
}

/* Values the options of a pod, by what it misses; NO if no better choice contains it. `before` is
 * what the pods of lower rank have. Returns how many options are left. */
static uint32_t sked_fattree_value_options_(const sked_fattree_search_ *search,
                                            sked_fattree_core_ *core,
                                            const sked_fattree_pod_ *pod, uint64_t before) {
    const int64_t *leaves = sked_fattree_table_(core), *pods = leaves + core->count + 1;
    const int64_t left = pod->left;
    uint32_t options = 0, missing;
    SKED_ASSERT(pod->miss <= core->pod[0].miss);        /* the row of pods is as long */
    for (missing = 0; missing <= pod->miss; missing++) {
        const uint32_t total = pod->left - missing, rest = core->count - total;
        int64_t *value = &core->full[pod->full + missing], own, all;
        *value = SKED_FATTREE_NO_;
        if (total >= core->count) {
            continue;
        }
        /* What the rest of the pods can add, first by squares of pods alone. */
        own = core->a * ((int64_t)total * (int64_t)total);
        all = own + core->a * (rest <= before ? pods[rest] : pods[rest + pod->left] - left * left);
        if (all + core->b * leaves[core->count] > core->best) {
            const int64_t squares =
                (int64_t)sked_fattree_squares_(&search->view, pod->place, total);
            if (all + core->b * (squares + leaves[rest]) > core->best) {
                *value = own + core->b * squares;
                options++;
            }
        }
    }
    core->steps += pod->miss + 1;
    return options;
}

/* Values the options of all pods. Returns how many there are. */
static uint32_t sked_fattree_list_options_(const sked_fattree_search_ *search,
                                           sked_fattree_core_ *core) {
    uint32_t options = 0, full = 0, i;
    uint64_t before = 0;
    for (i = 0; i < core->pods_count; i++) {
        sked_fattree_pod_ *pod = &core->pod[i];
        pod->full = full;
        core->miss[i] = pod->left - pod->miss < core->count
                            ? sked_fattree_value_options_(search, core, pod, before)
                            : 0;
        SKED_ASSERT(core->miss[i] <= pod->miss + 1);
        full += pod->miss + 1;
        options += core->miss[i];
        before += pod->left;
    }
    return options;
}

/* Makes to[t + total] at least from[t] + value, for each t up to `high`. */
static void sked_fattree_raise_(sked_fattree_core_ *core, const int64_t *from, uint32_t high,
                                uint32_t total, int64_t value, int64_t *to) {
    const uint32_t end = sked_min_u32_(high, core->count - total);
    int64_t *at = to + total;
    uint32_t t;
    SKED_ASSERT(total > 0 && total <= core->count && high <= core->count);
    for (t = 0; t <= end; t++) {
        const int64_t sum = from[t] + value;
        at[t] = sum > at[t] ? sum : at[t];
    }
    core->steps += end / 4 + 1;                 /* four take as long as another step */
}

static void sked_fattree_clear_row_(const sked_fattree_core_ *core, int64_t *row) {
    uint32_t t;
    for (t = 0; t <= core->count; t++) {
        row[t] = SKED_FATTREE_NO_;
    }
}

/* Makes the knapsack of all pods except one, over the options that `rest` completes to a better
 * choice (NULL: over all). It works in two rows, and returns the one with the result. */
static int64_t *sked_fattree_tabulate_(sked_fattree_core_ *core, uint32_t without,
                                       const int64_t *rest, int64_t *row, int64_t *spare) {
    uint32_t high = 0, i, missing, t;
    sked_fattree_clear_row_(core, row);
    sked_fattree_clear_row_(core, spare);
    row[0] = 0;
    for (i = 0; i < core->pods_count; i++) {
        const sked_fattree_pod_ *pod = &core->pod[i];
        int64_t *const from = row;
        for (missing = 0; i != without && core->miss[i] > 0 && missing <= pod->miss; missing++) {
            const int64_t value = core->full[pod->full + missing];
            const uint32_t total = pod->left - missing;
            if (value == SKED_FATTREE_NO_ ||
                (rest != NULL && value + rest[core->count - total] <= core->best)) {
                continue;
            }
            if (row == from) {                  /* the first option of the pod: or none of it */
                row = spare;
                spare = from;
                for (t = 0; t <= high; t++) {
                    row[t] = from[t];
                }
            }
            sked_fattree_raise_(core, from, high, total, value, row);
        }
        high = row == from ? high : sked_min_u32_(core->count, high + pod->left);
    }
    SKED_ASSERT(row[0] == 0 && row != spare);
    return row;
}

/* Does a pod as the free one, with x of [from, until], make a total of the knapsack better than the
 * best? If so, `rest` becomes the most that both add to an option, unless it is NULL. */
static int sked_fattree_completes_(const sked_fattree_search_ *search, sked_fattree_core_ *core,
                                   uint32_t i, const int64_t *row, int64_t *rest) {
    const sked_fattree_view_ *view = &search->view;
    const int64_t largest = view->left[view->order[view->at[core->pod[i].place].first]];
    const uint32_t until = sked_min_u32_(core->pod[i].left, core->until);
    int found = 0;
    uint32_t x;
    for (x = core->from; x <= until; x++) {
        const int64_t reached = row[core->count - x];
        int64_t worth;
        if (reached + (core->a * x + core->b * largest) * x <= core->best) {
            continue;
        }
        /* Nearly all are dismissed above, without their leaves. */
        worth = sked_fattree_worth_(core, view, i, x);
        if (reached + worth > core->best) {
            if (rest == NULL) {
                return 1;
            }
            if (!found) {
                sked_fattree_clear_row_(core, rest);
            }
            sked_fattree_raise_(core, row, core->count, x, worth, rest);
            found = 1;
        }
    }
    core->steps += until;
    return found;
}

/* Is it certain that no choice with m or more nearly full pods is better than the best? */
static int sked_fattree_is_proved_(const sked_fattree_search_ *search, sked_fattree_core_ *core) {
    const size_t stride = (size_t)core->count + 1;
    const uint32_t most = core->count / (core->m + 1);
    int64_t *leaves = sked_fattree_table_(core), *pods = leaves + stride;
    int64_t *rest = pods + 2 * stride, *row = rest + stride, *last;
    uint32_t options, i, x;
    if (core->pods_count < SKED_FATTREE_TABLE_PODS_ ||
        (uint64_t)core->pods_count * core->count > SKED_FATTREE_TABLE_MAX_ ||
        search->request->steps_max > 0) {
        return 0;
    }
    SKED_ASSERT(7 * sizeof(int64_t) <= 2 * sizeof(uint16_t) * core->pods_count);    /* seven rows */
    sked_fattree_fill_leaves_(search, core, most);
    sked_fattree_fill_pods_(core, pods);
    options = sked_fattree_list_options_(search, core);
    core->steps += core->count;
    if ((uint64_t)options * core->count > SKED_FATTREE_TABLE_STEPS_) {
        return 0;
    }
    last = sked_fattree_tabulate_(core, core->pods_count, NULL, row, row + stride);
    row = last == row ? row + stride : row;     /* the one that is not in use; the next is free */
    SKED_ASSERT(row != last && last < rest + 3 * stride);
    /* Which x may complete a total at all; then which pod does, without being in it itself. */
    core->from = core->count;
    core->until = 0;
    for (x = 1; x <= most; x++) {
        if (last[core->count - x] + core->a * ((int64_t)x * x) + core->b * leaves[x] >
            core->best) {
            core->from = sked_min_u32_(core->from, x);
            core->until = x;
        }
    }
    for (i = 0; i < core->pods_count; i++) {
        if (sked_fattree_completes_(search, core, i, last, rest)) {
            const int64_t *others =
                sked_fattree_tabulate_(core, i, rest, row, rest + 3 * stride);
            if (sked_fattree_completes_(search, core, i, others, NULL)) {
                return 0;
            }
        }
    }
    return 1;
}
#else
static int sked_fattree_is_proved_(const sked_fattree_search_ *search, sked_fattree_core_ *core) {
    (void)search;
    (void)core;
    return 0;
}
#endif

/* ---- >>find.numbers: all numbers of pods ---- */

/* Searches for a better choice with m nearly full pods, for each m. */
static void sked_fattree_search_core_(const sked_fattree_search_ *search, sked_fattree_core_ *core,
                                      uint64_t leaf_squares) {
    const sked_fattree_view_ *view = &search->view;
    int described = 0;
    sked_fattree_limit_(search, core);
    core->sum = 0;
    for (core->m = 1; core->m < core->pods_count; core->m++) {
        const uint32_t most = core->count / (core->m + 1);
        const uint32_t until = sked_min_u32_(most, core->pod[0].left);
        uint64_t squares;
        uint32_t from;
        core->sum += core->pod[core->m - 1].left;
        SKED_ASSERT(core->sum >= (uint64_t)core->m * core->pod[core->m].left);
        from = core->count > core->sum ? (uint32_t)(core->count - core->sum) : 1;
        if (from > until) {
            continue;
        }
        core->steps += core->m;
        squares = sked_fattree_major_(core, from);
        if (squares == 0) {
            return;                             /* this many have too much, and more even more */
        }
        if (core->a * (int64_t)squares + core->b * (int64_t)leaf_squares > core->best) {
            /* A proof costs less than the first search, and covers all m that follow. */
            if (!described && sked_fattree_is_proved_(search, core)) {
                return;
            }
            if (!described) {
                sked_fattree_begin_(view, core);
                described = 1;
            }
            core->from = from;
            core->lambda = core->a * ((int64_t)core->pod[core->m - 1].left + (int64_t)from);
            sked_fattree_cases_(view, core, until);
        }
    }
}

/* Makes the best choice in a core. It searches only if greedy is worth less than a bound by
 * squares. */
static void sked_fattree_solve_core_(sked_fattree_search_ *search, uint32_t place) {
    const sked_fattree_view_ *view = &search->view;
    sked_fattree_core_ *core = search->core;
    const uint32_t first = view->at[place].first;
    const uint64_t count = search->count;
    uint64_t leaf_squares, all;
    int64_t limit;
    uint32_t i;
    core->count = search->count;
    core->place = place;
    core->a = view->at[first].links;
    core->b = view->at[view->at[first].first].links;
    core->steps = 0;
    core->steps_max = sked_fattree_steps_left_(search);
    core->pods_count = 0;
    for (i = first; i < first + view->at[place].children && view->left[view->order[i]] > 0; i++) {
        core->pod[i - first].place = view->order[i];
        core->pod[i - first].left = view->left[view->order[i]];
        core->pods_count++;
    }
    core->best = sked_fattree_greedy_core_(search, core);
    leaf_squares = sked_fattree_leaf_squares_(search, place, search->count);
    limit = core->a * (int64_t)sked_fattree_squares_(view, place, search->count) +
            core->b * (int64_t)leaf_squares;
    core->bound = core->best;
    SKED_ASSERT(core->pods_count > 0 && limit >= core->best);
    if (limit > core->best && sked_fattree_is_exact_(search->request)) {
        sked_fattree_search_core_(search, core, leaf_squares);
        limit = core->bound < limit ? core->bound : limit;
    }
    search->steps += core->steps + core->pods_count;
    all = (uint64_t)(core->a + core->b) * count * count;
    SKED_ASSERT((uint64_t)core->best <= all);
    search->value = all - (uint64_t)core->best;
    search->least = all - (uint64_t)(limit > core->best ? limit : core->best);
    for (i = 0; i < core->pods_count; i++) {
        SKED_ASSERT(core->total[i] <= core->pod[i].left);
        if (core->total[i] > 0) {
            sked_fattree_put_pod_(search, core->pod[i].place, core->total[i]);
        }
    }
}

/* ---- >>find.gates: which shares pass, and what they count ---- */

#define SKED_FATTREE_ENDLESS_ INT64_MAX     /* no choice has that many */

typedef struct sked_fattree_rows_ {
    uint32_t *place;                /* the top and all below it, parents first: by list_      */
    uint32_t places;                /* how many                                               */
    size_t *row;                    /* by place, not of leaves: where its f begins in cost    */
    size_t *choice;                 /* by place: where the choices of its merge begin         */
    int64_t *cost;                  /* all f except of leaves: by row_; ENDLESS: no choice    */
    int64_t *leaf;                  /* the f of the leaf that is being merged                 */
    int64_t *merged;                /* the f that merge_ is making                            */
    uint32_t *chosen;               /* all choices: by total, what the child has: by merge_   */
    uint32_t *total;                /* by place: what was chosen, by read_back_               */
    uint32_t *unit;                 /* by place, not of leaves: divides the totals of its f that are
                                       not ENDLESS, at least 1: by row_; only with rules      */
    int64_t price;                  /* of each leaf that is used: by run_tree_                */
} sked_fattree_rows_;

/* Is this a search that rules or an aim lead through gates? */
static int sked_fattree_is_ruled_(const sked_fattree_search_ *search) {
#if SKED_FATTREE_RULES
    return search->ruled;
#else
    (void)search;
    return 0;
#endif
}

/* Does the tree program count blocks alone? */
static int sked_fattree_only_blocks_(const sked_fattree_search_ *search) {
#if SKED_FATTREE_RULES
    return search->only_blocks;
#else
    (void)search;
    return 0;
#endif
}

#if SKED_FATTREE_RULES

/* What the share of a place must be to pass, unless it is 0, and whether it counts as a block. All
 * in segments. */
typedef struct sked_fattree_gate_ {
    uint32_t unit;                  /* a multiple of it, as the count is                      */
    uint32_t least, most;
    uint32_t rest;                  /* a multiple of it, or with the rest; 0: no matter       */
    int limited, aimed;             /* 1: it is a block of few_level, if that is no leaf; of the
                                       aim's level                                            */
} sked_fattree_gate_;

/* Adds what a rule asks of one of its blocks. */
static void sked_fattree_narrow_(const sked_fattree_search_ *search, const sked_fattree_rule *rule,
                                 sked_fattree_gate_ *gate) {
    const uint32_t segment = search->terms->segment;
    const uint32_t least = rule->least / segment + (rule->least % segment != 0);
    if (sked_fattree_rests_(rule)) {
        gate->rest = search->terms->rest;
    } else if (rule->multiple > 1) {
        const uint32_t multiple =
            rule->multiple / sked_fattree_divisor_(rule->multiple, segment);
        gate->unit = sked_fattree_common_(gate->unit, multiple, search->count);
    }
    SKED_ASSERT(gate->least > 0 && (gate->rest == 0 || gate->rest > 1 || segment > 1));
    gate->least = least > gate->least ? least : gate->least;
    gate->most = rule->most > 0 ? sked_min_u32_(gate->most, rule->most / segment) : gate->most;
}

static sked_fattree_gate_ sked_fattree_gate_of_(const sked_fattree_search_ *search,
                                                uint32_t place) {
    const sked_fattree_terms_ *terms = search->terms;
    const sked_fattree_place_ *at = search->view.at;
    sked_fattree_gate_ gate;
    uint32_t i;
    gate.unit = gate.least = 1;
    gate.most = UINT32_MAX;
    gate.rest = 0;
    for (i = 0; i < search->request->rules_count; i++) {
        if (sked_fattree_is_top_(at, place, search->request->rules[i].level)) {
            sked_fattree_narrow_(search, &search->request->rules[i], &gate);
        }
    }
    gate.limited = terms->few_level > 1 && sked_fattree_is_top_(at, place, terms->few_level);
    gate.aimed = terms->scale > 0 && sked_fattree_is_top_(at, place, terms->aim_level);
    gate.least = gate.aimed && search->even > gate.least ? search->even : gate.least;
    SKED_ASSERT(gate.least > 0 && gate.unit > 0 && search->count % gate.unit == 0);
    SKED_ASSERT(gate.rest == 0 || gate.rest == terms->rest);
    return gate;
}

/* Does a share pass, 0 aside? */
static int sked_fattree_passes_(const sked_fattree_search_ *search, const sked_fattree_gate_ *gate,
                                uint32_t share) {
    SKED_ASSERT(share > 0 && share <= search->count);
    return share >= gate->least && share <= gate->most && share % gate->unit == 0 &&
           (gate->rest == 0 || share % gate->rest == 0 ||
            share % gate->rest == search->count % gate->rest);
}

/* Returns what a share counts for the aim. */
static int64_t sked_fattree_aims_(const sked_fattree_search_ *search,
                                  const sked_fattree_gate_ *gate, uint32_t share) {
    SKED_ASSERT(share > 0 && share <= search->count);
    if (!gate->aimed || search->only_blocks) {
        return 0;
    }
    SKED_ASSERT(search->terms->scale > 0);
    return (int64_t)(search->terms->scale * (search->request->aim == SKED_FATTREE_FEW
                                                ? 1
                                                : (uint64_t)share * share));
}

/* Returns the cost of a share behind its gate. */
static int64_t sked_fattree_through_(const sked_fattree_search_ *search,
                                     const sked_fattree_gate_ *gate, uint32_t share,
                                     int64_t cost) {
    if (cost == SKED_FATTREE_ENDLESS_ || !sked_fattree_passes_(search, gate, share)) {
        return SKED_FATTREE_ENDLESS_;
    }
    SKED_ASSERT(cost >= 0 && (!gate->limited || search->rows->price >= 0));
    return cost + (gate->limited ? search->rows->price : 0) +
           sked_fattree_aims_(search, gate, share);
}

/* Passes the f of a place, of multiples of a step, through its gate. */
static void sked_fattree_pass_(const sked_fattree_search_ *search, const sked_fattree_gate_ *gate,
                               uint32_t most, uint32_t step, int64_t *cost) {
    uint32_t t;
    SKED_ASSERT(step > 0 && cost[0] >= 0);
    for (t = step; t <= most; t += step) {
        cost[t] = sked_fattree_through_(search, gate, t, cost[t]);
    }
}
#endif

/* Does a pod have closed forms for what is asked of its leaves? */
static int sked_fattree_is_simple_(const sked_fattree_terms_ *terms,
                                   const sked_fattree_request *request) {
#if SKED_FATTREE_RULES
    const int spreads = terms->scale > 0 && terms->aim_level == 1 &&
                        request->aim != SKED_FATTREE_FEW;
    const int limited = terms->few_most > 0 && terms->few_level == 1;
    const int rests = terms->rest > 0 && terms->rest_level == 1;
    return !rests && (!spreads || !limited);
#else
    (void)terms, (void)request;
    return 1;
#endif
}

/* Returns what not both of two children's totals may be no multiple of; 0: no matter. */
static uint32_t sked_fattree_rest_above_(const sked_fattree_search_ *search, uint32_t place) {
#if SKED_FATTREE_RULES
    return search->ruled && search->view.at[place].levels > search->terms->rest_level
               ? search->terms->rest
               : 0;
#else
    (void)search, (void)place;
    return 0;
#endif
}

#if SKED_FATTREE_RULES

/* How a total is shared among the first leaves of a pod in order. Packed: the first `full` have all
 * that is free, the next has `level` and `more`, the others have `level`. Spread: the last `full`
 * have all, the first `more` have `level` and 1, the others have `level`. */
typedef struct sked_fattree_shares_ {
    uint32_t used;                  /* leaves; 0: the total cannot be shared                  */
    uint32_t full, level, more;     /* as above                                               */
} sked_fattree_shares_;

/* Shares a total among the fewest leaves of a pod with `least` at least in each: the rest fills the
 * largest first, as convexity has it. More leaves than the fewest never help. */
static sked_fattree_shares_ sked_fattree_share_few_(const sked_fattree_view_ *view, uint32_t pod,
                                                    uint32_t total, uint32_t least) {
    const uint32_t first = view->at[pod].first;
    const uint32_t filled = sked_fattree_filled_(view, pod, total - 1);
    sked_fattree_shares_ shares = SKED_ZERO;
    uint32_t low = 0, high = filled, rest;
    SKED_ASSERT(total > 0 && total <= view->left[pod] && filled < view->at[pod].children);
    if (view->left[view->order[first + filled]] < least ||
        (uint64_t)least * (filled + 1) > total) {
        return shares;
    }
    rest = total - least * (filled + 1);
    while (low < high) {                        /* how many the rest fills */
        const uint32_t middle = low + (high - low + 1) / 2;
        if (view->sum[first + middle - 1] - middle * least <= rest) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    SKED_ASSERT(low <= filled && (low == 0 || view->sum[first + low - 1] - low * least <= rest));
    shares.used = filled + 1;
    shares.full = low;
    shares.level = least;
    shares.more = low == 0 ? rest : rest - (view->sum[first + low - 1] - low * least);
    return shares;
}

/* Spreads a total over as many leaves of a pod as may have `least` at least, the largest: as water
 * finds its level. */
static sked_fattree_shares_ sked_fattree_share_even_(const sked_fattree_view_ *view, uint32_t pod,
                                                     uint32_t total, uint32_t least) {
    const uint32_t first = view->at[pod].first;
    const uint32_t used =
        sked_min_u32_(total / least, sked_fattree_at_least_(view, pod, least));
    sked_fattree_shares_ shares = SKED_ZERO;
    uint32_t low = 1, high = used, above;
    SKED_ASSERT(least > 0 && total > 0 && total <= view->left[pod]);
    if (used == 0 || view->sum[first + used - 1] < total) {
        return shares;
    }
    above = view->sum[first + used - 1] - total;    /* what stays free in these leaves */
    while (low < high) {                        /* how many are not full: the fewest that can be */
        const uint32_t middle = low + (high - low) / 2;
        const uint64_t level = view->left[view->order[first + middle]];
        if (level * middle + above <= view->sum[first + middle - 1]) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    SKED_ASSERT(low > 0 && low <= used && view->sum[first + low - 1] >= above);
    shares.used = used;
    shares.full = used - low;
    shares.level = (view->sum[first + low - 1] - above) / low;
    shares.more = (view->sum[first + low - 1] - above) % low;
    return shares;
}

/* Returns the leaf's part of what is shared, by its position in order. */
static uint32_t sked_fattree_share_of_(const sked_fattree_shares_ *shares, int spreads, uint32_t i,
                                       uint32_t left) {
    SKED_ASSERT(i < shares->used && shares->full <= shares->used);
    if (spreads) {
        return i >= shares->used - shares->full ? left : shares->level + (i < shares->more);
    }
    return i < shares->full ? left : shares->level + (i == shares->full ? shares->more : 0);
}

/* Returns the sum of squares of what is shared. */
static uint64_t sked_fattree_shared_squares_(const sked_fattree_view_ *view, uint32_t pod,
                                             const sked_fattree_shares_ *shares, int spreads) {
    const uint32_t first = view->at[pod].first, others = shares->used - shares->full;
    const uint64_t level = shares->level, more = shares->more;
    const uint64_t all = shares->used == 0 ? 0 : view->square[first + shares->used - 1];
    uint64_t squares = others * level * level;
    SKED_ASSERT(shares->full <= shares->used && shares->used <= view->at[pod].children);
    if (spreads) {
        SKED_ASSERT(others == 0 || more < others);
        squares += more * (2 * level + 1);
        squares += all - (others == 0 ? 0 : view->square[first + others - 1]);
    } else {
        squares += others == 0 ? 0 : more * (2 * level + more);
        squares += shares->full == 0 ? 0 : view->square[first + shares->full - 1];
    }
    return squares;
}

static sked_fattree_shares_ sked_fattree_share_(const sked_fattree_search_ *search, uint32_t pod,
                                                uint32_t total, const sked_fattree_gate_ *gate,
                                                int spreads) {
    return spreads ? sked_fattree_share_even_(&search->view, pod, total, gate->least)
                   : sked_fattree_share_few_(&search->view, pod, total, gate->least);
}

static int sked_fattree_spreads_(const sked_fattree_search_ *search,
                                 const sked_fattree_gate_ *gate) {
    return gate->aimed && search->request->aim != SKED_FATTREE_FEW;
}

/* Is anything asked of the leaves of a pod that does not change what they have left? */
static int sked_fattree_asks_leaves_(const sked_fattree_search_ *search, uint32_t pod) {
    sked_fattree_gate_ gate;
    if (!search->ruled) {
        return 0;
    }
    gate = sked_fattree_gate_of_(search, search->view.at[pod].first);
    return gate.least > 1 || gate.aimed;
}

/* Makes the f of a pod whose leaves have a gate, without the way up from it. */
static void sked_fattree_row_of_gated_(const sked_fattree_search_ *search, uint32_t place,
                                       uint32_t most, uint32_t step, int64_t *cost) {
    const sked_fattree_view_ *view = &search->view;
    const uint32_t first = view->at[place].first;
    const sked_fattree_gate_ gate = sked_fattree_gate_of_(search, first);
    const int spreads = sked_fattree_spreads_(search, &gate);
    const int64_t links = search->only_blocks ? 0 : view->at[first].links;
    const int64_t price = search->terms->few_level == 1 ? search->rows->price : 0;
    const int64_t scale = gate.aimed && !search->only_blocks ? (int64_t)search->terms->scale : 0;
    uint32_t t;
    cost[0] = 0;
    for (t = step; t <= most; t += step) {
        const sked_fattree_shares_ shares = sked_fattree_share_(search, place, t, &gate, spreads);
        const int64_t squares =
            (int64_t)sked_fattree_shared_squares_(view, place, &shares, spreads);
        SKED_ASSERT(shares.used == 0 || (squares >= t && squares <= (int64_t)t * t));
        cost[t] = shares.used == 0
                      ? SKED_FATTREE_ENDLESS_
                      : links * ((int64_t)search->count * t - squares) + price * shares.used +
                            scale * (spreads ? squares : (int64_t)shares.used);
    }
}

/* Chooses a total in such a pod. Each share, from the least on, goes to the smallest leaf that
 * holds it, so that large ones stay whole. */
static void sked_fattree_put_gated_(sked_fattree_search_ *search, uint32_t pod, uint32_t total) {
    const sked_fattree_view_ *view = &search->view;
    const uint32_t *order = view->order + view->at[pod].first;
    const sked_fattree_gate_ gate = sked_fattree_gate_of_(search, view->at[pod].first);
    const int spreads = sked_fattree_spreads_(search, &gate);
    const sked_fattree_shares_ shares = sked_fattree_share_(search, pod, total, &gate, spreads);
    uint32_t i = shares.used, at = view->at[pod].children;
    SKED_ASSERT(shares.used > 0);
    while (i-- > 0) {
        const uint32_t share =
            sked_fattree_share_of_(&shares, spreads, i, view->left[order[i]]);
        do {
            at--;
        } while (view->left[order[at]] < share);
        SKED_ASSERT(at >= i);                   /* leaf i would do, and none before has it */
        sked_fattree_put_(search, order[at], share);
    }
}
#endif

/* Chooses a total in a pod with a closed form. */
static void sked_fattree_put_plain_(sked_fattree_search_ *search, uint32_t pod, uint32_t total) {
#if SKED_FATTREE_RULES
    if (total > 0 && sked_fattree_asks_leaves_(search, pod)) {
        sked_fattree_put_gated_(search, pod, total);
        return;
    }
#endif
    sked_fattree_put_pod_(search, pod, total);
}

/* ---- >>find.tree: the tree program ---- */

/* The idea. f(t) of a switch is the least cost of t processors below it, its own links included:
 * of a leaf by the formula, of any other by merging its children one by one, f(a + b) =
 * min f1(a) + f2(b). A switch need not consider fewer than what the rest of the tree cannot give.
 * The choices of each merge are kept, and read back from the top down. If nothing is required and
 * there is no fragment weight, the f of a pod is known at once: the largest leaves first.
 * Cost. O(count) for each processor. With leaves_max there is a price for each leaf, which is
 * raised until the choice has few enough: by the line through the best choice with too many and the
 * best with few enough, until nothing lies below it. That line is the bound.
 * Source. Knapsack on trees; the price: Everett (1963), Lagrange multipliers. */

/* Returns what t of a switch's processors cost on the way up from it. */
static int64_t sked_fattree_way_(const sked_fattree_search_ *search, uint32_t place, uint32_t t) {
    const int64_t links = search->view.at[place].links, x = t;
    const int64_t hops = links * x * ((int64_t)search->count - x);
    const int64_t weight = search->request->fragment_weight_q10;
    SKED_ASSERT(t <= search->count && t <= search->view.left[place]);
    if (sked_fattree_only_blocks_(search)) {
        return 0;
    }
    return weight == 0 ? hops
                       : 1024 * hops + weight * links * x *
                                           (2 * (int64_t)search->view.left[place] - x);
}

/* Lists the places below a switch, parents first. */
static void sked_fattree_list_(sked_fattree_search_ *search, uint32_t top) {
    sked_fattree_rows_ *rows = search->rows;
    const sked_fattree_place_ *at = search->view.at;
    uint32_t i, j;
    rows->place[0] = top;
    rows->places = 1;
    for (i = 0; i < rows->places; i++) {
        const uint32_t place = rows->place[i];
        for (j = 0; at[place].kind != SKED_FATTREE_LEAF_ && j < at[place].children; j++) {
            rows->place[rows->places++] = at[place].first + j;
        }
    }
    SKED_ASSERT(rows->places <= search->tree->state_->switches);
}

/* Is this a pod whose f has a closed form? */
static int sked_fattree_is_plain_(const sked_fattree_search_ *search, uint32_t place) {
    return search->view.at[place].kind == SKED_FATTREE_POD_ && search->must == NULL &&
           search->request->fragment_weight_q10 == 0 &&
           sked_fattree_is_simple_(search->terms, search->request);
}

/* Returns the price of a leaf that is used. That of other blocks is taken at their gates. */
static int64_t sked_fattree_leaf_price_(const sked_fattree_search_ *search) {
#if SKED_FATTREE_RULES
    return search->terms->few_level == 1 ? search->rows->price : 0;
#else
    return search->rows->price;
#endif
}

/* Makes the f of a leaf. */
static void sked_fattree_row_of_leaf_(const sked_fattree_search_ *search, uint32_t place,
                                      uint32_t most, int64_t *cost) {
    const uint32_t must = search->must == NULL ? 0 : search->must[place];
    uint32_t t;
    SKED_ASSERT(must <= most);
    for (t = 0; t <= most; t++) {
        cost[t] = t < must ? SKED_FATTREE_ENDLESS_
                           : sked_fattree_way_(search, place, t) +
                                 (t > 0 ? sked_fattree_leaf_price_(search) : 0);
    }
#if SKED_FATTREE_RULES
    if (search->ruled) {
        const sked_fattree_gate_ gate = sked_fattree_gate_of_(search, place);
        sked_fattree_pass_(search, &gate, most, 1, cost);
    }
#endif
}

/* Makes the f of a plain pod, of multiples of a step, without the way up from it. */
static void sked_fattree_row_of_pod_(const sked_fattree_search_ *search, uint32_t place,
                                     uint32_t most, uint32_t step, int64_t *cost) {
    const sked_fattree_view_ *view = &search->view;
    const uint32_t first = view->at[place].first;
    const int64_t links = sked_fattree_only_blocks_(search) ? 0 : view->at[first].links;
    const int64_t count = search->count;
    uint32_t filled = 0, t;
#if SKED_FATTREE_RULES
    if (sked_fattree_asks_leaves_(search, place)) {
        sked_fattree_row_of_gated_(search, place, most, step, cost);
        return;
    }
#endif
    for (t = 0; t <= most; t += step) {
        int64_t rest, squares;
        while (filled < view->at[place].children && view->sum[first + filled] <= t) {
            filled++;
        }
        rest = filled == 0 ? t : t - view->sum[first + filled - 1];
        squares = filled == 0 ? 0 : (int64_t)view->square[first + filled - 1];
        cost[t] = links * (count * t - squares - rest * rest);
        SKED_ASSERT(cost[t] >= 0);
    }
    /* Leaves without free processors fill no total; those before them do. */
    if (sked_fattree_leaf_price_(search) != 0) {
        uint32_t used = 0;
        for (t = step; t <= most; t += step) {
            while (used == 0 || view->sum[first + used - 1] < t) {
                used++;
            }
            cost[t] += search->rows->price * (int64_t)used;
        }
    }
}

/* An f, or what its merges have made so far. */
typedef struct sked_fattree_part_ {
    int64_t *cost;                  /* by total; ENDLESS: none                                */
    uint32_t most;                  /* totals: 0 .. most                                      */
    uint32_t unit;                  /* divides those that are not ENDLESS; 0: nothing was merged */
} sked_fattree_part_;

/* Returns the distance of the totals of a child that are worth a look beside a total of those
 * before it. Of totals that are no multiple of `rest`, not both may be one. */
static uint32_t sked_fattree_step_(const sked_fattree_part_ *child, uint32_t a, uint32_t rest) {
    uint32_t unit = child->unit;
    if (rest > 0 && a % rest != 0) {
        unit = sked_fattree_common_(unit, rest, child->most);
    }
    return unit == 0 ? child->most + 1 : unit;
}

/* Adds the f of a child to that of the children before it; `low` is the least total that the rest
 * of the tree can complete. */
static void sked_fattree_combine_(sked_fattree_search_ *search, const sked_fattree_part_ *sum,
                                  const sked_fattree_part_ *child, uint32_t low, uint32_t rest,
                                  uint32_t *chosen) {
    const uint32_t both = sked_min_u32_(search->count, sum->most + child->most);
    const int gated = sked_fattree_is_ruled_(search) && (child->unit != 1 || rest > 0);
    const int64_t *cost = sum->cost, *more = child->cost;
    int64_t *merged = search->rows->merged;
    const uint32_t stride = sked_fattree_is_ruled_(search) && sum->unit > 0 ? sum->unit : 1;
    uint32_t most = child->most, a, b;
    while (sked_fattree_is_ruled_(search) && most > 0 && more[most] == SKED_FATTREE_ENDLESS_) {
        most--;                         /* leaves below the least share hold nothing */
    }
    for (a = 0; a <= sum->most; a += stride) {
        const uint32_t last = sked_min_u32_(most, both - a);
        uint32_t first = low > a ? low - a : 0, step = 1;
        if (cost[a] == SKED_FATTREE_ENDLESS_) {
            continue;
        }
        /* What the rest cannot complete is ENDLESS already. */
        SKED_ASSERT(first <= last || most < child->most);
        if (gated) {
            step = sked_fattree_step_(child, a, rest);
            first += (step - first % step) % step;
        }
        for (b = first; b <= last; b += step) {
            const int64_t total = more[b] == SKED_FATTREE_ENDLESS_ ? SKED_FATTREE_ENDLESS_
                                                                   : cost[a] + more[b];
            if (total < merged[a + b]) {
                merged[a + b] = total;
                chosen[a + b] = b;
            }
        }
        /* Four take as long as another step. */
        search->steps += first > last ? 1 : (last - first) / (4 * step) + 1;
    }
}

/* Merges the f of a child into that of the children before it. */
static void sked_fattree_merge_(sked_fattree_search_ *search, sked_fattree_part_ *sum,
                                const sked_fattree_part_ *child, uint32_t low, uint32_t rest,
                                uint32_t *chosen) {
    const uint32_t both = sked_min_u32_(search->count, sum->most + child->most);
    const int64_t *merged = search->rows->merged;
    uint32_t t;
    for (t = 0; t <= both; t++) {
        search->rows->merged[t] = SKED_FATTREE_ENDLESS_;
        chosen[t] = 0;
    }
    sked_fattree_combine_(search, sum, child, low, rest, chosen);
    for (t = 0; t <= both; t++) {
        sum->cost[t] = merged[t];
    }
    sum->most = both;
#if SKED_FATTREE_RULES
    sum->unit = sked_fattree_divisor_(sum->unit, child->unit);
#endif
}

/* Merges the f of all children of a switch. */
static void sked_fattree_merge_all_(sked_fattree_search_ *search, uint32_t place, uint32_t top,
                                    sked_fattree_part_ *sum, size_t *chosen) {
    const sked_fattree_view_ *view = &search->view;
    sked_fattree_rows_ *rows = search->rows;
    const sked_fattree_place_ *at = &view->at[place];
    const uint32_t rest = sked_fattree_rest_above_(search, place);
    uint32_t given = 0, child;
    SKED_ASSERT(sum->most == 0 && at->kind != SKED_FATTREE_LEAF_);
    sum->cost[0] = 0;
    sum->unit = 0;
    for (child = at->first; child < at->first + at->children; child++) {
        sked_fattree_part_ part;
        uint32_t after;
        given += view->left[child];
        after = view->left[top] - given;
        SKED_ASSERT(given <= view->left[place]);
        part.most = sked_min_u32_(search->count, view->left[child]);
        if (view->at[child].kind == SKED_FATTREE_LEAF_) {
            part.cost = rows->leaf;
            part.unit = 1;
            sked_fattree_row_of_leaf_(search, child, part.most, rows->leaf);
        } else {
            part.cost = rows->cost + rows->row[child];
            part.unit = sked_fattree_is_ruled_(search) ? rows->unit[child] : 1;
        }
        rows->choice[child] = *chosen;
        sked_fattree_merge_(search, sum, &part, search->count > after ? search->count - after : 0,
                            rest, rows->chosen + *chosen);
        *chosen += (size_t)sum->most + 1;
    }
}

/* Makes the f of a switch that is not a leaf, from those of its children. *used and *chosen are the
 * ends of what is in use of the two arrays. */
static void sked_fattree_row_(sked_fattree_search_ *search, uint32_t place, uint32_t top,
                              size_t *used, size_t *chosen) {
    const uint32_t most = sked_min_u32_(search->count, search->view.left[place]);
    sked_fattree_part_ part;
    uint32_t step = 1, t;
#if SKED_FATTREE_RULES
    sked_fattree_gate_ gate;
    if (search->ruled) {
        gate = sked_fattree_gate_of_(search, place);
        step = gate.unit;
    }
#endif
    SKED_ASSERT(step > 0 && most <= search->view.left[place]);
    search->rows->row[place] = *used;
    part.cost = search->rows->cost + *used;
    part.most = 0;
    part.unit = 1;
    if (sked_fattree_is_plain_(search, place)) {
        sked_fattree_row_of_pod_(search, place, most, step, part.cost);
    } else {
        sked_fattree_merge_all_(search, place, top, &part, chosen);
        SKED_ASSERT(part.most == most);
    }
#if SKED_FATTREE_RULES
    if (search->ruled) {
        sked_fattree_pass_(search, &gate, most, step, part.cost);
        part.unit = sked_fattree_common_(part.unit, gate.unit, search->count);
        search->rows->unit[place] = part.unit;
    }
#endif
    for (t = 0; place != top && t <= most; t += step) {
        part.cost[t] +=
            part.cost[t] == SKED_FATTREE_ENDLESS_ ? 0 : sked_fattree_way_(search, place, t);
    }
    *used += (size_t)most + 1;
}

/* Reads the choice back, from the top down. */
static void sked_fattree_read_back_(sked_fattree_search_ *search) {
    sked_fattree_rows_ *rows = search->rows;
    const sked_fattree_place_ *at = search->view.at;
    uint32_t i, child;
    search->now.used = 0;
    rows->total[rows->place[0]] = search->count;
    for (i = 0; i < rows->places; i++) {
        const uint32_t place = rows->place[i];
        uint32_t total = rows->total[place];
        if (at[place].kind == SKED_FATTREE_LEAF_) {
            if (total > 0) {
                sked_fattree_put_(search, place, total);
            }
        } else if (sked_fattree_is_plain_(search, place)) {
            for (child = at[place].first; child < at[place].first + at[place].children; child++) {
                rows->total[child] = 0;         /* its leaves come later, and have been put */
            }
            sked_fattree_put_plain_(search, place, total);
        } else {
            for (child = at[place].first + at[place].children; child-- > at[place].first;) {
                rows->total[child] = rows->chosen[rows->choice[child] + total];
                SKED_ASSERT(rows->total[child] <= total);
                total -= rows->total[child];
            }
            SKED_ASSERT(total == 0);            /* the choices of the merges add up */
        }
    }
}

/* Returns the cost of all that is wanted as the share of one place. */
static int64_t sked_fattree_share_cost_(const sked_fattree_search_ *search, uint32_t place,
                                        int64_t cost) {
#if SKED_FATTREE_RULES
    if (search->ruled) {
        const sked_fattree_gate_ gate = sked_fattree_gate_of_(search, place);
        return sked_fattree_through_(search, &gate, search->count, cost);
    }
#else
    (void)search, (void)place;
#endif
    return cost;
}

/* Returns the least cost below a switch that has enough, at a price for leaves or other blocks, and
 * reads the choice back; ENDLESS iff no choice keeps the rules. */
static int64_t sked_fattree_run_tree_(sked_fattree_search_ *search, uint32_t top, int64_t price) {
    sked_fattree_rows_ *rows = search->rows;
    size_t used = 0, chosen = 0;
    int64_t cost;
    uint32_t i;
    rows->price = price;
    sked_fattree_list_(search, top);
    if (search->view.at[top].kind == SKED_FATTREE_LEAF_) {
        search->now.used = 0;
        sked_fattree_put_(search, top, search->count);
        return sked_fattree_share_cost_(search, top, sked_fattree_leaf_price_(search));
    }
    for (i = rows->places; i-- > 0;) {          /* children before parents */
        if (search->view.at[rows->place[i]].kind != SKED_FATTREE_LEAF_) {
            sked_fattree_row_(search, rows->place[i], top, &used, &chosen);
        }
    }
    cost = rows->cost[rows->row[top] + search->count];
    SKED_ASSERT(cost != SKED_FATTREE_ENDLESS_ || sked_fattree_is_ruled_(search));
    if (cost != SKED_FATTREE_ENDLESS_) {
        sked_fattree_read_back_(search);
    }
    return cost;
}

/* Counts what the choice has below each place. */
static void sked_fattree_count_below_(sked_fattree_search_ *search) {
    const sked_fattree_place_ *at = search->view.at;
    uint32_t i, place;
    for (i = 0; i < search->now.used; i++) {
        for (place = search->now.leaf[i]; place != SKED_NONE; place = at[place].parent) {
            search->below[place] += search->now.got[i];
            SKED_ASSERT(search->below[place] <= search->count);
        }
    }
}

/* Returns what the choice costs on the links below a switch, and what it counts for the aim: with
 * the fragment weight, or its hops only. A place counts where the second walk meets it first, which
 * also clears it. */
static uint64_t sked_fattree_weigh_(sked_fattree_search_ *search, uint32_t top, int hops_only) {
    const sked_fattree_view_ *view = &search->view;
    uint64_t cost = 0;
    uint32_t i, place;
    sked_fattree_count_below_(search);
    for (i = 0; i < search->now.used; i++) {
        int inside = 1;
        for (place = search->now.leaf[i]; place != SKED_NONE; place = view->at[place].parent) {
            const uint64_t x = search->below[place];
            SKED_ASSERT(x <= search->count);
#if SKED_FATTREE_RULES
            if (inside && x > 0 && search->terms->scale > 0 && !hops_only) {
                const sked_fattree_gate_ gate = sked_fattree_gate_of_(search, place);
                cost += (uint64_t)sked_fattree_aims_(search, &gate, (uint32_t)x);
            }
#endif
            inside = inside && place != top;
            if (inside && x > 0) {
                cost += hops_only ? view->at[place].links * x * (search->count - x)
                                  : (uint64_t)sked_fattree_way_(search, place, (uint32_t)x);
            }
            search->below[place] = 0;
        }
    }
    return cost;
}

#if SKED_FATTREE_RULES
/* Blocks of a level that a choice uses. */
typedef struct sked_fattree_blocks_ {
    uint32_t used;
    uint32_t least, most;           /* shares, in segments                                    */
} sked_fattree_blocks_;

/* Returns what the choice has in the blocks of a level. Clears what it has counted. */
static sked_fattree_blocks_ sked_fattree_blocks_of_(sked_fattree_search_ *search, uint32_t level) {
    const sked_fattree_place_ *at = search->view.at;
    sked_fattree_blocks_ blocks = SKED_ZERO;
    uint32_t i, place;
    blocks.least = UINT32_MAX;
    sked_fattree_count_below_(search);
    for (i = 0; i < search->now.used; i++) {
        for (place = search->now.leaf[i]; place != SKED_NONE; place = at[place].parent) {
            const uint32_t share = search->below[place];
            if (share > 0 && sked_fattree_is_top_(at, place, level)) {
                blocks.used++;
                blocks.least = sked_min_u32_(blocks.least, share);
                blocks.most = share > blocks.most ? share : blocks.most;
            }
            search->below[place] = 0;
        }
    }
    SKED_ASSERT(blocks.used > 0 && blocks.least <= blocks.most);
    return blocks;
}
#endif

#if SKED_FATTREE_SEARCH
/* Chooses the fewest leaves that hold all: what must be used, then the largest. */
static void sked_fattree_fewest_(sked_fattree_search_ *search) {
    const sked_fattree_rows_ *rows = search->rows;
    const sked_fattree_view_ *view = &search->view;
    uint32_t leaves = 0, rest = search->count, i;
    for (i = 0; i < rows->places; i++) {
        const uint32_t place = rows->place[i];
        if (view->at[place].kind == SKED_FATTREE_LEAF_) {
            const uint32_t must = search->must == NULL ? 0 : search->must[place];
            search->pair[leaves].key =
                must > 0 ? 0 : (uint64_t)(SKED_FATTREE_MAX - view->left[place]) + 1;
            search->pair[leaves].index = place;
            SKED_ASSERT(must <= view->left[place] && must <= rest);
            rest -= must;
            leaves++;
        }
    }
    sked_sort(search->pair, (size_t)leaves);
    search->now.used = 0;
    for (i = 0; i < leaves; i++) {
        const uint32_t place = (uint32_t)search->pair[i].index;
        const uint32_t must = search->must == NULL ? 0 : search->must[place];
        const uint32_t more = sked_min_u32_(rest, view->left[place] - must);
        if (must + more > 0) {
            sked_fattree_put_(search, place, must + more);
        }
        rest -= more;
    }
    SKED_ASSERT(rest == 0);
}

/* Returns the most that a price may be, so that no cost with it overflows. */
static int64_t sked_fattree_price_max_(const sked_fattree_search_ *search) {
    return (int64_t)((UINT64_C(1) << 60) / ((uint64_t)search->tree->state_->leaves + 1));
}

/* Returns how many blocks the choice uses of those that a limit counts. */
static uint32_t sked_fattree_used_(sked_fattree_search_ *search) {
#if SKED_FATTREE_RULES
    if (search->terms->few_level > 1) {
        return sked_fattree_blocks_of_(search, search->terms->few_level).used;
    }
#endif
    return search->now.used;
}

/* Makes a choice with the fewest such blocks. */
static void sked_fattree_fewest_blocks_(sked_fattree_search_ *search, uint32_t top) {
#if SKED_FATTREE_RULES
    if (search->ruled) {
        int64_t blocks;
        search->only_blocks = 1;
        blocks = sked_fattree_run_tree_(search, top, 1);
        search->only_blocks = 0;
        SKED_ASSERT(blocks != SKED_FATTREE_ENDLESS_ && blocks == sked_fattree_used_(search));
        (void)blocks;
        return;
    }
#endif
    (void)top;
    sked_fattree_fewest_(search);
}

/* Makes the choice of least cost with at most leaves_max leaves, or blocks_max blocks, as far as
 * prices find it. Returns 0 iff there is none. */
static int sked_fattree_solve_few_(sked_fattree_search_ *search, uint32_t top) {
    const uint32_t most = sked_fattree_few_most_(search->terms, search->request);
    uint64_t many_cost, few_cost, least;
    uint32_t many, few, i;
    int64_t cost = sked_fattree_run_tree_(search, top, 0);
    if (cost == SKED_FATTREE_ENDLESS_) {
        return 0;
    }
    search->value = search->least = (uint64_t)cost;
    many = sked_fattree_used_(search);
    if (most == 0 || many <= most) {
        return 1;
    }
    /* The two ends of the line: the best choice with too many, and one with few enough. */
    many_cost = least = (uint64_t)cost;
    sked_fattree_fewest_blocks_(search, top);
    few = sked_fattree_used_(search);
    if (few > most) {
        return 0;
    }
    few_cost = sked_fattree_weigh_(search, top, 0);
    sked_fattree_exchange_(&search->now, &search->few);
    for (;;) {
        const int64_t limit = sked_fattree_price_max_(search);
        const uint64_t slope = (few_cost - many_cost) / (many - few);
        const int64_t price = slope < (uint64_t)limit ? (int64_t)slope : limit;
        uint64_t bound, unpriced;
        SKED_ASSERT(many > most && few <= most && many_cost <= few_cost);
        cost = sked_fattree_run_tree_(search, top, price);
        i = sked_fattree_used_(search);
        unpriced = (uint64_t)cost - (uint64_t)price * i;
        bound = (uint64_t)cost - (uint64_t)price * most;
        least = (uint64_t)cost > (uint64_t)price * most && bound > least ? bound : least;
        if (i <= most && unpriced < few_cost) {
            few_cost = unpriced;
            few = i;
            sked_fattree_exchange_(&search->now, &search->few);
        } else if (i > most && i < many) {
            many_cost = unpriced;
            many = i;
        } else {
            break;
        }
    }
    sked_fattree_exchange_(&search->now, &search->few);
    search->value = few_cost;
    search->least = least < few_cost ? least : few_cost;
    SKED_ASSERT(sked_fattree_used_(search) <= most);
    return 1;
}
#endif

#if SKED_FATTREE_RULES
/* Is there a choice below a switch if each block of the aim's level has at least this? */
static int sked_fattree_holds_even_(sked_fattree_search_ *search, uint32_t top, uint32_t even) {
    const uint32_t most = search->terms->few_most;
    int64_t blocks;
    SKED_ASSERT(even > 0 && even <= search->count && !search->only_blocks);
    search->even = even;
    search->only_blocks = 1;
    blocks = sked_fattree_run_tree_(search, top, most > 0);
    search->only_blocks = 0;
    return blocks != SKED_FATTREE_ENDLESS_ && (most == 0 || blocks <= (int64_t)most);
}

/* Returns the largest least share of blocks of the aim's level, if these are not asked for anything
 * else: as the fewest that hold all, the largest, have it. */
static uint32_t sked_fattree_evenest_(sked_fattree_search_ *search, uint32_t top) {
    const sked_fattree_view_ *view = &search->view;
    uint32_t blocks = 0, rest = search->count, i, left;
    sked_fattree_list_(search, top);
    for (i = 0; i < search->rows->places; i++) {
        const uint32_t place = search->rows->place[i];
        if (sked_fattree_is_top_(view->at, place, search->terms->aim_level)) {
            search->pair[blocks].key = SKED_FATTREE_MAX - view->left[place];
            search->pair[blocks].index = place;
            blocks++;
        }
    }
    sked_sort(search->pair, (size_t)blocks);
    SKED_ASSERT(blocks > 0 && blocks <= search->tree->state_->leaves);
    for (i = 0;; i++) {
        left = view->left[search->pair[i].index];
        if (left >= rest) {
            return sked_min_u32_(left, search->count / (i + 1));
        }
        rest -= left;
        SKED_ASSERT(i + 1 < blocks);
    }
}

/* Is nothing asked but an aim, and what changes only what leaves have free? */
static int sked_fattree_is_bare_(const sked_fattree_search_ *search) {
    const sked_fattree_request *request = search->request;
    return !search->terms->binds && request->required == NULL && request->leaves_max == 0;
}

/* Makes the largest least share below a switch, in search->even; 0 iff there is no choice. */
static void sked_fattree_solve_even_(sked_fattree_search_ *search, uint32_t top) {
    uint32_t low = 0, high;
    if (search->view.at[top].levels <= search->terms->aim_level) {
        search->even = search->count;           /* one block has all of it */
        return;
    }
    high = sked_fattree_evenest_(search, top);
    SKED_ASSERT(high > 0 && high <= search->count);
    if (!sked_fattree_is_bare_(search)) {
        while (low < high) {
            const uint32_t middle = low + (high - low + 1) / 2;
            if (sked_fattree_holds_even_(search, top, middle)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
    }
    search->even = high;
}

/* Does the choice keep the rules? Clears what it has counted, as weigh_ does. */
static int sked_fattree_keeps_(sked_fattree_search_ *search) {
    const sked_fattree_place_ *at = search->view.at;
    uint32_t rests = 0, limited = 0, i, place;
    int keeps = 1;
    sked_fattree_count_below_(search);
    for (i = 0; i < search->now.used; i++) {
        for (place = search->now.leaf[i]; place != SKED_NONE; place = at[place].parent) {
            const uint32_t share = search->below[place];
            if (share > 0) {
                const sked_fattree_gate_ gate = sked_fattree_gate_of_(search, place);
                keeps = keeps && sked_fattree_passes_(search, &gate, share);
                rests += gate.rest > 0 && share % gate.rest != 0;
                limited += (uint32_t)gate.limited;
            }
            search->below[place] = 0;
        }
    }
    limited += search->terms->few_level == 1 ? search->now.used : 0;
    SKED_ASSERT(limited > 0 || search->terms->few_level > 1);
    return keeps && rests <= 1 &&
           (search->terms->few_most == 0 || limited <= search->terms->few_most);
}
#endif

/* ---- >>find.greedy: greedy on any tree ---- */

/* Chooses all that is free below a switch: level by level, as ranges of places. */
static void sked_fattree_put_all_(sked_fattree_search_ *search, uint32_t top) {
    const sked_fattree_view_ *view = &search->view;
    uint32_t first = top, end = top + 1, i;
    while (first < end) {
        uint32_t next_first = SKED_NONE, next_end = 0;
        for (i = first; i < end; i++) {
            if (view->at[i].kind != SKED_FATTREE_LEAF_) {
                sked_fattree_descend_(&view->at[i], &next_first, &next_end);
            } else if (view->left[i] > 0) {
                sked_fattree_put_(search, i, view->left[i]);
            }
        }
        first = next_first;
        end = next_end;
    }
}

/* Goes down to the tightest child that holds the rest. While there is none, chooses all of the one
 * with the most free processors. */
static void sked_fattree_greedy_tree_(sked_fattree_search_ *search, uint32_t top) {
    const sked_fattree_view_ *view = &search->view;
    uint32_t place = top, rest = search->count, skip = 0;
    search->now.used = 0;
    while (rest > 0) {
        const uint32_t first = view->at[place].first + skip;
        SKED_ASSERT(rest <= view->left[place]);
        search->steps++;
        if (view->at[place].kind == SKED_FATTREE_LEAF_) {
            sked_fattree_put_(search, place, rest);
            rest = 0;
        } else if (view->left[view->order[first]] >= rest) {
            place = sked_fattree_tightest_(view, place, first, rest);
            skip = 0;
        } else {
            rest -= view->left[view->order[first]];
            sked_fattree_put_all_(search, view->order[first]);
            skip++;
        }
    }
}

/* Returns a bound for any tree, depth by depth. No more processors share a link than are free below
 * it. Below the children of the top, the largest are full. */
static uint64_t sked_fattree_least_tree_(const sked_fattree_search_ *search, uint32_t top) {
    const sked_fattree_view_ *view = &search->view;
    const uint64_t count = search->count;
    uint32_t first = view->at[top].first, end = first + view->at[top].children, depth, i;
    uint64_t least = 0, inside = count;
    for (depth = 1; first < end; depth++) {
        uint32_t next_first = SKED_NONE, next_end = 0;
        uint64_t links = UINT32_MAX, widest = 0, shared, leaves = 0;
        /* All links of a depth count as the shortest, all places as the widest. */
        for (i = first; i < end; i++) {
            links = view->at[i].links < links ? view->at[i].links : links;
            widest = view->left[i] > widest ? view->left[i] : widest;
            if (view->at[i].kind == SKED_FATTREE_LEAF_) {
                leaves += view->left[i];
            } else {
                sked_fattree_descend_(&view->at[i], &next_first, &next_end);
            }
        }
        shared = inside * (widest < count ? widest : count);
        shared = depth == 1 ? sked_fattree_squares_(view, top, search->count) : shared;
        SKED_ASSERT(shared <= inside * count && links < UINT32_MAX);
        least += links * (inside * count - shared);
        inside = inside > leaves ? inside - leaves : 0;
        first = next_first;
        end = next_end;
    }
    return least;
}

/* Returns how many pairs of a <= most and b <= other have a sum of at most `sum`: a triangle, less
 * the corners that are cut off. */
static uint64_t sked_fattree_pairs_(uint64_t most, uint64_t other, uint64_t sum) {
    uint64_t pairs;
    if (sum >= most + other) {
        return (most + 1) * (other + 1);
    }
    pairs = (sum + 1) * (sum + 2) / 2;
    pairs -= sum > most ? (sum - most) * (sum - most + 1) / 2 : 0;
    return pairs - (sum > other ? (sum - other) * (sum - other + 1) / 2 : 0);
}

/* Returns the steps that the tree program would take. */
static uint64_t sked_fattree_tree_steps_(sked_fattree_search_ *search, uint32_t top) {
    const sked_fattree_view_ *view = &search->view;
    const uint64_t count = search->count;
    uint64_t steps = 0;
    uint32_t i, child;
    sked_fattree_list_(search, top);
    for (i = 0; i < search->rows->places; i++) {
        const uint32_t place = search->rows->place[i], first = view->at[place].first;
        uint64_t before = 0, given = 0;
        if (view->at[place].kind == SKED_FATTREE_LEAF_ || sked_fattree_is_plain_(search, place)) {
            continue;
        }
        for (child = first; child < first + view->at[place].children; child++) {
            const uint64_t left = view->left[child] < count ? view->left[child] : count;
            uint64_t rest;
            given += view->left[child];
            rest = view->left[top] - given;
            SKED_ASSERT(given <= view->left[place] && before <= count);
            steps += sked_fattree_pairs_(before, left, count);
            if (rest < count) {
                steps -= sked_fattree_pairs_(before, left, count - rest - 1);
            }
            before = before + left < count ? before + left : count;
        }
    }
    return steps / 4;
}

/* ---- >>find.regions: ways up that are closed ---- */

#if SKED_FATTREE_RULES

/* The idea. A job uses the way up from a switch if that has some of its processors below it, but
 * not all. Where as many jobs as may do so, the way is closed; closed ways cut the tree into
 * regions, and another job lies in one of these.
 * The invariant. `below` is 0 everywhere between two jobs.
 * Source. Ours. Links of one's own by number (Jigsaw) are not needed: if one job uses each way up,
 * all links of its leaves are its own. */

/* Returns a word of the processors that jobs have: of a batch, only those from before it. */
static sked_word sked_fattree_taken_word_(const sked_fattree_search_ *search, uint32_t w) {
    const sked_fattree *tree = search->tree;
    sked_word word = search->given != NULL ? (sked_word)~search->given->words[w]
                                           : (sked_word)(tree->busy_[w] | tree->down_[w]);
    uint32_t i;
    if (search->started != NULL) {
        word = (sked_word)(word & (sked_word)~search->started->words[w]);
    }
    for (i = 0; i < search->served_count; i++) {
        if (search->served[i].status == SKED_OK) {
            word = (sked_word)(word & (sked_word)~search->served[i].set.words[w]);
        }
    }
    return word;
}

/* Adds some processors of a job in one leaf to all places above them. Returns how many places the
 * job has touched. */
static uint32_t sked_fattree_touch_(sked_fattree_search_ *search, uint32_t leaf, uint32_t count,
                                    uint32_t touched) {
    uint32_t place;
    SKED_ASSERT(count > 0 && search->view.at[leaf].levels == 1);
    for (place = leaf; place != SKED_NONE; place = search->view.at[place].parent) {
        if (search->below[place] == 0) {
            search->touched[touched++] = place;
        }
        search->below[place] += count;
    }
    return touched;
}

/* Counts the ways up that a job uses, of those it has touched. */
static void sked_fattree_count_ways_(sked_fattree_search_ *search, uint32_t touched,
                                     uint32_t total) {
    uint32_t i;
    for (i = 0; i < touched; i++) {
        const uint32_t place = search->touched[i];
        SKED_ASSERT(search->below[place] > 0 && search->below[place] <= total);
        search->closed[place] += search->below[place] < total;
        search->below[place] = 0;
    }
}

/* Counts the ways up that a job of the owners uses, by runs of neighbours in one leaf. */
static void sked_fattree_count_owner_(sked_fattree_search_ *search, uint32_t owner) {
    const uint32_t *home = search->tree->home_;
    uint32_t p = search->first[owner], touched = 0, total = 0;
    while (p != SKED_NONE) {
        const uint32_t leaf = home[p];
        uint32_t count = 0;
        for (; p != SKED_NONE && home[p] == leaf; p = search->next[p]) {
            count++;
        }
        SKED_ASSERT(search->view.at[leaf].kind == SKED_FATTREE_LEAF_ && count > 0);
        touched = sked_fattree_touch_(search, leaf, count, touched);
        total += count;
    }
    SKED_ASSERT(touched > 0 && total <= search->tree->state_->processors);
    sked_fattree_count_ways_(search, touched, total);
}

/* The same of a job of the batch, or of one that would start now. */
static void sked_fattree_count_job_(sked_fattree_search_ *search, const sked_set *set) {
    uint32_t touched = 0, p;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        touched = sked_fattree_touch_(search, search->tree->home_[p], 1, touched);
    }
    sked_fattree_count_ways_(search, touched, sked_set_count(set));
}

/* Closes the ways up that as many jobs use as may: first counts them. */
static void sked_fattree_close_(sked_fattree_search_ *search) {
    const uint32_t processors = search->tree->state_->processors;
    const uint32_t switches = search->tree->state_->switches;
    const uint32_t *owner = search->request->owner;
    uint32_t i, w;
    sked_fill32_(search->closed, switches, 0);
    sked_fill32_(search->first, processors, SKED_NONE);
    for (w = 0; w < SKED_SET_WORDS(processors); w++) {
        sked_word word = sked_fattree_taken_word_(search, w);
        for (; word != 0; word = sked_word_rest_(word)) {
            const uint32_t p = w * SKED_WORD_BITS + sked_word_first_(word);
            if (p < processors && owner[p] != SKED_NONE) {
                SKED_ASSERT(owner[p] < processors);
                search->next[p] = search->first[owner[p]];
                search->first[owner[p]] = p;
            }
        }
    }
    for (i = 0; i < processors; i++) {
        if (search->first[i] != SKED_NONE) {
            sked_fattree_count_owner_(search, i);
        }
    }
    for (i = 0; i < search->served_count; i++) {
        if (search->served[i].status == SKED_OK) {
            sked_fattree_count_job_(search, &search->served[i].set);
        }
    }
    if (search->started != NULL) {
        sked_fattree_count_job_(search, search->started);
    }
    for (i = 0; i < switches; i++) {
        SKED_ASSERT(search->below[i] == 0);
        search->closed[i] = search->closed[i] >= search->request->crossing_max;
    }
}
#endif

/* ---- >>find.view: what may be chosen ---- */

/* Returns a word of what may be chosen: of the set that is offered, or of what is free. */
static sked_word sked_fattree_open_word_(const sked_fattree *tree,
                                         const sked_fattree_request *request,
                                         const sked_set *offered, uint32_t w) {
    const uint32_t left = tree->state_->processors - w * SKED_WORD_BITS;
    sked_word word = left >= SKED_WORD_BITS ? (sked_word)~(sked_word)0
                                            : (sked_word)(sked_word_bit_(left) - 1u);
    word = offered != NULL ? offered->words[w]
                           : (sked_word)(word & (sked_word)~(tree->busy_[w] | tree->down_[w]));
    if (request->allowed != NULL) {
        word = (sked_word)(word & request->allowed->words[w]);
    }
    if (request->excluded != NULL) {
        word = (sked_word)(word & (sked_word)~request->excluded->words[w]);
    }
    return word;
}

/* Counts the processors of a set, by leaf. */
static void sked_fattree_count_set_(const sked_fattree *tree, const sked_word *words,
                                    uint32_t *count) {
    uint32_t w;
    for (w = 0; w < SKED_SET_WORDS(tree->state_->processors); w++) {
        sked_word word = words[w];
        for (; word != 0; word = sked_word_rest_(word)) {
            const uint32_t processor = w * SKED_WORD_BITS + sked_word_first_(word);
            SKED_ASSERT(tree->at_[tree->home_[processor]].kind == SKED_FATTREE_LEAF_);
            count[tree->home_[processor]]++;
        }
    }
}

#if SKED_FATTREE_RULES
/* Lets blocks of a level, if something in them is busy, have nothing left: for a picker, if not all
 * of them is offered. Works in an array by place. */
static void sked_fattree_mask_busy_(const sked_fattree_search_ *search, uint32_t level,
                                    uint32_t *busy) {
    const sked_fattree *tree = search->tree;
    const uint32_t switches = tree->state_->switches;
    const sked_word *words = search->given != NULL ? search->given->words : tree->busy_;
    uint32_t i;
    sked_fill32_(busy, switches, 0);
    sked_fattree_count_set_(tree, words, busy);
    for (i = switches; i-- > 0;) {              /* children before parents */
        SKED_ASSERT(busy[i] <= tree->at_[i].size);
        if (search->given != NULL && tree->at_[i].kind == SKED_FATTREE_LEAF_) {
            busy[i] = tree->at_[i].size - busy[i];
        }
        if (tree->at_[i].parent != SKED_NONE) {
            busy[tree->at_[i].parent] += busy[i];
        }
    }
    for (i = 0; i < switches; i++) {            /* parents first; from here on, 1: masked */
        const uint32_t parent = tree->at_[i].parent;
        busy[i] = (parent != SKED_NONE && tree->at_[parent].levels <= level && busy[parent]) ||
                  (sked_fattree_is_top_(tree->at_, i, level) && busy[i] > 0);
        if (busy[i] && tree->at_[i].kind == SKED_FATTREE_LEAF_) {
            search->view.left[i] = 0;
        }
    }
}

/* Lets leaves have no more left than the rules allow, and nothing in regions that are too small. */
static void sked_fattree_mask_(sked_fattree_search_ *search) {
    const sked_fattree_place_ *at = search->tree->at_;
    const uint32_t switches = search->tree->state_->switches;
    uint32_t *left = search->view.left, *shut = search->view.rank;
    uint32_t i;
    for (i = 0; i < search->request->rules_count; i++) {
        const sked_fattree_rule *rule = &search->request->rules[i];
        if ((rule->options & SKED_FATTREE_WHOLE) != 0) {
            sked_fattree_mask_busy_(search, rule->level, search->view.rank);
        }
    }
    for (i = 0; i < switches; i++) {
        if (at[i].kind == SKED_FATTREE_LEAF_) {
            left[i] = sked_min_u32_(left[i], search->terms->leaf_most);
        }
    }
    if (search->closed == NULL) {
        return;
    }
    /* What is left in each region, children first; then all that is below one that is too small. */
    for (i = 0; i < switches; i++) {
        shut[i] = at[i].kind == SKED_FATTREE_LEAF_ ? left[i] : 0;
    }
    for (i = switches; i-- > 0;) {
        if (at[i].parent != SKED_NONE && !search->closed[i]) {
            shut[at[i].parent] += shut[i];
        }
    }
    for (i = 0; i < switches; i++) {
        const uint32_t parent = at[i].parent;
        shut[i] = parent != SKED_NONE && !search->closed[i] ? shut[parent]
                                                            : shut[i] < search->count;
        if (shut[i] && at[i].kind == SKED_FATTREE_LEAF_) {
            left[i] = 0;
        }
    }
}
#endif

/* Makes the view of what may be chosen, in segments. */
static void sked_fattree_derive_(sked_fattree_search_ *search) {
    const sked_fattree *tree = search->tree;
    const uint32_t switches = tree->state_->switches;
    uint32_t w, i;
    if (search->offered == NULL && search->segment == 1 && !sked_fattree_masks_(search->terms)) {
        search->view = sked_fattree_own_(tree);
        return;
    }
    /* Count the processors of each leaf, then its whole segments, then make the rest of it. */
    if (search->offered == NULL) {
        for (i = 0; i < switches; i++) {
            search->view.left[i] = tree->left_[i];
        }
    } else {
        for (w = 0; w < SKED_SET_WORDS(tree->state_->processors); w++) {
            search->words[w] = sked_fattree_open_word_(tree, search->request, search->given, w);
        }
        sked_fill32_(search->view.left, switches, 0);
        sked_fattree_count_set_(tree, search->words, search->view.left);
    }
    for (i = 0; i < switches; i++) {
        SKED_ASSERT(tree->at_[i].kind != SKED_FATTREE_LEAF_ ||
                    search->view.left[i] <= tree->at_[i].size);
        search->view.left[i] /= search->segment;
    }
#if SKED_FATTREE_RULES
    if (search->terms->masks) {
        sked_fattree_mask_(search);
    }
#endif
    sked_fattree_gather_(tree, &search->view);
}

/* ---- >>find.tops: the whole of it ---- */

#if SKED_FATTREE_SEARCH
/* Makes the best choice by what required, leaves_max and a fragment weight ask for. What is broken
 * up above the top costs too, since tops differ in it. */
static int sked_fattree_solve_weighed_(sked_fattree_search_ *search, uint32_t top) {
    const sked_fattree_place_ *at = search->view.at;
    uint64_t above = 0;
    uint32_t place;
#if SKED_FATTREE_RULES
    search->even = 0;
    if (search->request->aim == SKED_FATTREE_EVEN) {
        sked_fattree_solve_even_(search, top);
        if (search->even == 0) {
            return 0;
        }
    }
    SKED_ASSERT(search->ruled || search->even == 0);
    search->rows->price = 0;
    for (place = at[top].parent; place != SKED_NONE; place = at[place].parent) {
        const int64_t cost = sked_fattree_share_cost_(search, place, 0);
        if (cost == SKED_FATTREE_ENDLESS_) {
            return 0;
        }
        above += (uint64_t)cost;
    }
#endif
    if (!sked_fattree_solve_few_(search, top)) {
        return 0;
    }
    for (place = top; at[place].parent != SKED_NONE; place = at[place].parent) {
        above += (uint64_t)sked_fattree_way_(search, place, search->count);
    }
    search->value += above;
    search->least += above;
    return 1;
}
#endif

/* Makes the best choice in a pod. */
static void sked_fattree_solve_pod_(sked_fattree_search_ *search, uint32_t top) {
    sked_fattree_put_pod_(search, top, search->count);
    search->value = search->least = sked_fattree_pod_value_(search, top, search->count);
    search->steps += search->now.used;
}

/* Makes the best choice on any tree, or a greedy one with a bound if the best would take more steps
 * than are left. */
static void sked_fattree_solve_tree_(sked_fattree_search_ *search, uint32_t top) {
    if (sked_fattree_is_exact_(search->request) &&
        (search->request->steps_max == 0 ||
         sked_fattree_tree_steps_(search, top) <= sked_fattree_steps_left_(search))) {
        search->value = search->least = (uint64_t)sked_fattree_run_tree_(search, top, 0);
        return;
    }
    sked_fattree_greedy_tree_(search, top);
    search->value = sked_fattree_weigh_(search, top, 1);
    search->least = sked_fattree_least_tree_(search, top);
    SKED_ASSERT(search->least <= search->value);
}

/* Makes the best choice below a switch that has enough, in search->now. Returns 0 iff there is none
 * within leaves_max. */
static int sked_fattree_solve_(sked_fattree_search_ *search, uint32_t top) {
    const uint32_t kind = search->view.at[top].kind;
    uint32_t leaf;
    SKED_ASSERT(search->view.left[top] >= search->count);
    search->now.used = 0;
    search->value = search->least = 0;
#if SKED_FATTREE_SEARCH
    if (search->weighs) {
        return sked_fattree_solve_weighed_(search, top);
    }
#endif
    leaf = sked_fattree_one_leaf_(search, top);
    if (leaf != SKED_NONE) {
        sked_fattree_put_(search, leaf, search->count);
    } else if (kind == SKED_FATTREE_POD_) {
        sked_fattree_solve_pod_(search, top);
    } else if (kind == SKED_FATTREE_CORE_) {
        sked_fattree_solve_core_(search, top);
    } else {
        SKED_ASSERT(kind == SKED_FATTREE_TREE_);    /* a leaf has been found above */
        sked_fattree_solve_tree_(search, top);
    }
    return 1;
}

/* Is the choice below this top better than the best so far? Of equals that of the top with the
 * fewest left is, so that large places stay whole. */
static int sked_fattree_is_better_(const sked_fattree_search_ *search, uint32_t top) {
#if SKED_FATTREE_RULES
    if (search->even != search->best_even) {
        return search->even > search->best_even;
    }
#endif
    return search->value < search->best_value ||
           (search->value == search->best_value &&
            search->view.left[top] < search->view.left[search->best_top]);
}

/* Does the choice below this top lower the bound? Of even shares only the largest matter. */
static int sked_fattree_lowers_(const sked_fattree_search_ *search) {
#if SKED_FATTREE_RULES
    if (search->even != search->best_even) {
        return search->even > search->best_even;
    }
#endif
    return search->least < search->best_least;
}

/* Makes the best choice below a top, and keeps it if it is the best so far. */
static void sked_fattree_attempt_(sked_fattree_search_ *search, uint32_t top, uint32_t must,
                              int *found) {
    const int first = !*found;
    if (search->view.left[top] < search->count ||
        (search->must != NULL && search->must[top] < must) || !sked_fattree_solve_(search, top)) {
        return;
    }
    SKED_ASSERT(search->least <= search->value && search->now.used > 0);
    if (first || sked_fattree_lowers_(search)) {
        search->best_least = search->least;
    }
    if (first || sked_fattree_is_better_(search, top)) {
        sked_fattree_exchange_(&search->now, &search->best);
        search->best_value = search->value;
        search->best_top = top;
#if SKED_FATTREE_RULES
        search->best_even = search->even;
#endif
    }
    *found = 1;
}

#if SKED_FATTREE_RULES
/* Takes all that is free below a switch out of the view. */
static void sked_fattree_shut_(sked_fattree_search_ *search, uint32_t top) {
    const sked_fattree_view_ *view = &search->view;
    sked_fattree_changes_ changes = sked_fattree_changes_of_(view);
    uint32_t first = top, end = top + 1, i;
    while (first < end && view->left[top] > 0) {
        uint32_t next_first = SKED_NONE, next_end = 0;
        for (i = first; i < end; i++) {
            if (view->at[i].kind != SKED_FATTREE_LEAF_) {
                sked_fattree_descend_(&view->at[i], &next_first, &next_end);
            } else if (view->left[i] > 0) {
                sked_fattree_change_(&changes, i, 0);
            }
        }
        first = next_first;
        end = next_end;
    }
    sked_fattree_follow_(&changes);
    SKED_ASSERT(view->left[top] == 0);
}

/* The same where some ways up are closed. These cut the tree into regions, and a job lies in one:
 * the switch below a closed way is the top of a region, without the regions below it. So children
 * come first, and what has been searched is shut. */
static int sked_fattree_solve_regions_(sked_fattree_search_ *search, uint32_t levels,
                                       uint32_t must) {
    const sked_fattree_place_ *at = search->view.at;
    uint32_t place = search->tree->state_->switches;
    int found = 0;
    SKED_ASSERT(search->closed != NULL);
    if (search->is_stale) {
        sked_fattree_derive_(search);
    }
    search->is_stale = 1;
    while (place-- > 0) {
        const int closed = search->closed[place] != 0;
        if (sked_fattree_is_top_(at, place, levels) ||
            (closed && (levels == 0 || at[place].levels <= levels))) {
            sked_fattree_attempt_(search, place, must, &found);
        }
        if (closed && search->must != NULL && search->must[place] > 0) {
            return found;                       /* all that is required is here, or too far away */
        }
        if (closed) {
            sked_fattree_shut_(search, place);
        }
    }
    return found;
}

static int sked_fattree_has_regions_(const sked_fattree_search_ *search) {
    return search->closed != NULL;
}
#else
static int sked_fattree_has_regions_(const sked_fattree_search_ *search) {
    (void)search;
    return 0;
}

static int sked_fattree_solve_regions_(sked_fattree_search_ *search, uint32_t levels,
                                       uint32_t must) {
    (void)search, (void)levels, (void)must;
    return 0;
}
#endif

/* Makes the best choice below all tops with at most this many levels. Returns 0 iff there is
 * none. */
static int sked_fattree_solve_all_(sked_fattree_search_ *search, uint32_t levels) {
    const sked_fattree_state_ *state = search->tree->state_;
    const uint32_t end = levels == 0 ? state->roots : state->switches;
    uint32_t place, must = 0;
    int found = 0;
    /* All that is required must be below one top. */
    for (place = 0; search->must != NULL && place < state->roots; place++) {
        must += search->must[place];
    }
    if (sked_fattree_has_regions_(search)) {
        found = sked_fattree_solve_regions_(search, levels, must);
    } else {
        for (place = 0; place < end; place++) {
            if (sked_fattree_is_top_(search->view.at, place, levels)) {
                sked_fattree_attempt_(search, place, must, &found);
            }
        }
    }
    search->best_least =
        search->best_least < search->best_value ? search->best_least : search->best_value;
    SKED_ASSERT(!found || search->best.used > 0);
    return found;
}

/* The same; first without rules, if only these ask for the tree program: a choice that is the best
 * without them, and keeps them, is the best. */
static int sked_fattree_solve_levels_(sked_fattree_search_ *search, uint32_t levels) {
#if SKED_FATTREE_RULES
    if (search->terms->lucky) {
        int found, keeps;
        search->weighs = search->ruled = 0;
        found = sked_fattree_solve_all_(search, levels);
        search->weighs = search->ruled = 1;
        sked_fattree_exchange_(&search->now, &search->best);
        keeps = found && sked_fattree_keeps_(search);
        SKED_ASSERT(!found || search->best_value == search->best_least);
        sked_fattree_exchange_(&search->now, &search->best);
        if (!found || keeps) {
            return found;
        }
    }
#endif
    return sked_fattree_solve_all_(search, levels);
}

/* Makes the best choice of what is preferred, or else of all: levels by levels. */
static int sked_fattree_solve_preferred_(sked_fattree_search_ *search) {
    const uint32_t levels = search->request->levels_max;
    const uint32_t preferred = search->request->levels_preferred;
#if SKED_FATTREE_RULES
    const uint32_t highest = search->tree->state_->levels;
    uint32_t most = levels == 0 ? highest : levels, level;
    if (preferred == SKED_NONE) {
        for (level = 1; level < most && level < highest; level++) {
            if (sked_fattree_solve_levels_(search, level)) {
                return 1;
            }
        }
        return sked_fattree_solve_levels_(search, levels);
    }
#endif
    if (preferred > 0 && (levels == 0 || preferred < levels) &&
        sked_fattree_solve_levels_(search, preferred)) {
        return 1;
    }
    return sked_fattree_solve_levels_(search, levels);
}

/* ---- >>find.scratch: the scratch block ---- */

/* What a request needs at most, whatever is free; sizes are counted in segments. */
typedef struct sked_fattree_needs_ {
    sked_fattree_terms_ terms;
    int core, tree, below;          /* 1: windows of a core; the tree program; search->below  */
    uint32_t pods, widest_pod;      /* of a core: pods; the size of the largest               */
    uint64_t full, corners;         /* lengths of core->full, core->corner ...                */
    uint64_t cost, chosen, leaf;    /* ... and of rows->cost, rows->chosen, rows->leaf        */
} sked_fattree_needs_;

static void sked_fattree_need_core_(const sked_fattree_place_ *at, uint32_t core, uint32_t segment,
                                    sked_fattree_needs_ *needs) {
    const uint32_t pods = at[core].children, first = at[core].first;
    const sked_fattree_place_ *last = &at[first + pods - 1];
    const uint64_t a = at[first].links, b = at[at[first].first].links;
    const uint64_t widest = at[core].widest / segment;
    const uint64_t most = sked_fattree_most_missed_(a, b, widest);
    const uint64_t full = pods * (most + 1);
    const uint64_t corners = (uint64_t)pods + last->first + last->children - at[first].first;
    uint32_t i;
    SKED_ASSERT(at[core].kind == SKED_FATTREE_CORE_ && full >= pods && corners > pods);
    for (i = first; i < first + pods; i++) {
        const uint32_t size = at[i].size / segment;
        needs->widest_pod = size > needs->widest_pod ? size : needs->widest_pod;
    }
    needs->core = 1;
    needs->full = full > needs->full ? full : needs->full;
    needs->corners = corners > needs->corners ? corners : needs->corners;
}

static void sked_fattree_need_tree_(const sked_fattree_place_ *at, uint32_t place, uint32_t segment,
                                    uint64_t count, int plain, sked_fattree_needs_ *needs) {
    const uint64_t size = at[place].size / segment;
    uint64_t before = 0;
    uint32_t i;
    if (at[place].kind == SKED_FATTREE_LEAF_) {
        const uint64_t row = (size < count ? size : count) + 1;
        needs->leaf = row > needs->leaf ? row : needs->leaf;
        return;
    }
    needs->cost += (size < count ? size : count) + 1;
    if (plain && at[place].kind == SKED_FATTREE_POD_) {
        return;
    }
    for (i = 0; i < at[place].children; i++) {
        before += at[at[place].first + i].size / segment;
        needs->chosen += (before < count ? before : count) + 1;
    }
}

/* Is this a top, or may it be that of a region, below a closed way? */
static int sked_fattree_may_be_top_(const sked_fattree_request *request,
                                    const sked_fattree_place_ *at, uint32_t place,
                                    uint32_t levels) {
    SKED_ASSERT(at[place].levels > 0 && at[place].levels <= SKED_FATTREE_LEVELS);
    return sked_fattree_is_top_(at, place, levels) ||
           (request->crossing_max > 0 && (levels == 0 || at[place].levels <= levels));
}

/* Raises what is needed to what a search needs for tops with at most this many levels. */
static void sked_fattree_need_(const sked_fattree *tree, const sked_fattree_request *request,
                               uint32_t levels, int weighs, sked_fattree_needs_ *needs) {
    const uint32_t segment = needs->terms.segment;
    const uint64_t count = needs->terms.count;
    const int plain = request->required == NULL && request->fragment_weight_q10 == 0 &&
                      sked_fattree_is_simple_(&needs->terms, request);
    const int exact = sked_fattree_is_exact_(request);
    const uint32_t roots = tree->state_->roots, switches = tree->state_->switches;
    const uint32_t end = levels == 0 && request->crossing_max == 0 ? roots : switches;
    sked_fattree_needs_ all = SKED_ZERO;
    uint32_t place;
    int trees;
    needs->below |= weighs;
    for (place = 0; place < end; place++) {
        if (sked_fattree_may_be_top_(request, tree->at_, place, levels)) {
            if (tree->at_[place].kind == SKED_FATTREE_CORE_ && !weighs) {
                const uint32_t pods = tree->at_[place].children;
                needs->pods = pods > needs->pods ? pods : needs->pods;
                if (exact) {
                    sked_fattree_need_core_(tree->at_, place, segment, needs);
                }
            }
            needs->below |= tree->at_[place].kind == SKED_FATTREE_TREE_;
        }
    }
    /* The tree program: rows for all places at once, whatever the top. */
    trees = needs->below && (exact || weighs);
    for (place = 0; trees && place < switches; place++) {
        if (levels == 0 || tree->at_[place].levels <= levels) {
            sked_fattree_need_tree_(tree->at_, place, segment, count, plain, &all);
        }
    }
    if (trees) {
        needs->tree = 1;
        needs->cost = all.cost > needs->cost ? all.cost : needs->cost;
        needs->chosen = all.chosen > needs->chosen ? all.chosen : needs->chosen;
        needs->leaf = all.leaf > needs->leaf ? all.leaf : needs->leaf;
    }
}

static void sked_fattree_lay_core_(sked_carver_ *c, const sked_fattree_needs_ *needs, uint64_t all,
                                   sked_fattree_core_ *core) {
    const uint64_t most = needs->widest_pod < all ? needs->widest_pod : all;
    const uint64_t blocks = sked_if_(needs->core, most / SKED_FATTREE_WINDOW_ + 1);
    const uint64_t pods = sked_if_(needs->core, needs->pods), row = sked_if_(needs->core, all);
    int layer;
    core->pod = SKED_PTR_(sked_fattree_pod_, sked_carve_(c, sizeof(*core->pod), needs->pods));
    core->total = sked_carve_32_(c, needs->pods);
    core->full = SKED_PTR_(int64_t, sked_carve_64_(c, needs->full));
    core->roof = sked_carve_64_(c, blocks);
    core->dense = SKED_PTR_(sked_pair, sked_carve_(c, sizeof(sked_pair), pods));
    core->dense_squares = sked_carve_64_(c, pods);
    core->price = SKED_PTR_(int64_t, sked_carve_64_(c, pods));
    core->ahead = SKED_PTR_(int64_t, sked_carve_64_(c, pods + 1));
    core->free_best = SKED_PTR_(int64_t, sked_carve_64_(c, pods));
    core->free_ahead = SKED_PTR_(int64_t, sked_carve_64_(c, pods + 1));
    core->free_value = SKED_PTR_(int64_t, sked_carve_64_(c, pods * SKED_FATTREE_WINDOW_));
    core->dense_sum = sked_carve_32_(c, pods);
    core->corner = sked_carve_32_(c, needs->corners);
    core->miss = sked_carve_32_(c, pods);
    core->line = sked_carve_32_(c, pods);
    core->free_x = sked_carve_32_(c, row);
    for (layer = 0; layer < 2; layer++) {
        core->value[layer] = SKED_PTR_(int64_t, sked_carve_64_(c, row));
        core->pods[layer] = sked_carve_32_(c, row);
    }
    core->code = SKED_PTR_(uint16_t, sked_carve_(c, 2 * sizeof(uint16_t), pods * row));
}

static void sked_fattree_lay_rows_(sked_carver_ *c, const sked_fattree_needs_ *needs, uint64_t row,
                                   uint32_t switches, sked_fattree_rows_ *rows) {
    const uint64_t places = sked_if_(needs->tree, switches);
    rows->row = SKED_PTR_(size_t, sked_carve_(c, sizeof(size_t), places));
    rows->choice = SKED_PTR_(size_t, sked_carve_(c, sizeof(size_t), places));
    rows->cost = SKED_PTR_(int64_t, sked_carve_64_(c, needs->cost));
    rows->merged = SKED_PTR_(int64_t, sked_carve_64_(c, sked_if_(needs->tree, row)));
    rows->leaf = SKED_PTR_(int64_t, sked_carve_64_(c, needs->leaf));
    rows->place = sked_carve_32_(c, places);
    rows->total = sked_carve_32_(c, places);
    rows->chosen = sked_carve_32_(c, needs->chosen);
}

/* The same for both ways to search, if both may be tried. */
static void sked_fattree_need_levels_(const sked_fattree *tree,
                                      const sked_fattree_request *request, uint32_t levels,
                                      sked_fattree_needs_ *needs) {
    sked_fattree_need_(tree, request, levels, sked_fattree_takes_tree_(&needs->terms, request),
                       needs);
#if SKED_FATTREE_RULES
    if (needs->terms.lucky) {
        sked_fattree_need_(tree, request, levels, 0, needs);
    }
    needs->below |= needs->terms.ruled || needs->terms.aim_level > 1 || request->crossing_max > 0 ||
                    request->held != NULL;
#endif
}

/* Makes what a request needs for all that it may try. */
static void sked_fattree_make_needs_(const sked_fattree *tree, const sked_fattree_request *request,
                                     sked_fattree_needs_ *needs) {
    const uint32_t preferred = request->levels_preferred;
    SKED_ASSERT(request->count > 0 && request->count <= tree->state_->processors);
    needs->core = needs->tree = needs->below = 0;
    needs->pods = needs->widest_pod = 0;
    needs->full = needs->corners = needs->cost = needs->chosen = needs->leaf = 0;
    sked_fattree_make_terms_(tree, request, &needs->terms);
    sked_fattree_need_levels_(tree, request, request->levels_max, needs);
#if SKED_FATTREE_RULES
    if (preferred == SKED_NONE) {               /* it may be any */
        uint32_t level;
        for (level = tree->state_->levels; level > 0; level--) {
            sked_fattree_need_levels_(tree, request, level, needs);
        }
    }
#endif
    if (preferred > 0 && preferred != SKED_NONE) {
        sked_fattree_need_levels_(tree, request, preferred, needs);
    }
    SKED_ASSERT(needs->tree <= needs->below && (!needs->core || needs->full >= needs->pods));
}

/* Lays the scratch block out; block NULL only sizes it. Returns the bytes; 0 iff they overflow. The
 * two structures that the search points to are the caller's. */
static size_t sked_fattree_lay_scratch_(sked_fattree_search_ *search, const sked_fattree *tree,
                                        const sked_fattree_request *request,
                                        const sked_fattree_needs_ *needs, int offers, void *block) {
    const uint32_t switches = tree->state_->switches, processors = tree->state_->processors;
    const uint64_t row = (uint64_t)needs->terms.count + 1;
    const uint64_t leaves = tree->state_->leaves < row ? tree->state_->leaves : row;
    const int sets = offers || request->allowed != NULL || request->excluded != NULL;
    const int derived = sets || needs->terms.segment > 1 || sked_fattree_masks_(&needs->terms);
    const int few = sked_fattree_few_most_(&needs->terms, request) > 0;
    const int sorts = few || sked_fattree_is_even_(request);
    const uint32_t words = SKED_SET_WORDS(processors);
    sked_carver_ c = sked_carver_of_(block);
    SKED_ASSERT(row > 1 && row <= (uint64_t)processors + 1);
    /* Choices, then what the limits and sets of the request need, then the two searches. */
    search->now.leaf = sked_carve_32_(&c, leaves);
    search->now.got = sked_carve_32_(&c, leaves);
    search->best.leaf = sked_carve_32_(&c, leaves);
    search->best.got = sked_carve_32_(&c, leaves);
    search->few.leaf = sked_carve_32_(&c, sked_if_(few, leaves));
    search->few.got = sked_carve_32_(&c, sked_if_(few, leaves));
    search->pair = SKED_PTR_(
        sked_pair, sked_carve_(&c, sizeof(sked_pair), sked_if_(sorts, tree->state_->leaves)));
    search->must = sked_carve_32_(&c, sked_if_(request->required != NULL, switches));
    search->below = sked_carve_32_(&c, sked_if_(needs->below, switches));
    search->words = SKED_PTR_(sked_word, sked_carve_(&c, sizeof(sked_word), sked_if_(sets, words)));
    search->view.at = tree->at_;
    search->view.square = sked_carve_64_(&c, sked_if_(derived, switches));
    search->view.left = sked_carve_32_(&c, sked_if_(derived, switches));
    search->view.rank = sked_carve_32_(&c, sked_if_(derived, switches));
    search->view.order = sked_carve_32_(&c, sked_if_(derived, switches));
    search->view.sum = sked_carve_32_(&c, sked_if_(derived, switches));
    search->view.tally = sked_carve_32_(&c, sked_if_(derived, (uint64_t)processors + switches));
    sked_fattree_lay_core_(&c, needs, row, search->core);
    sked_fattree_lay_rows_(&c, needs, row, switches, search->rows);
#if SKED_FATTREE_RULES
    search->rows->unit = sked_carve_32_(&c, sked_if_(needs->tree && needs->terms.ruled, switches));
    search->closed = NULL;
    if (request->crossing_max > 0) {
        search->closed = sked_carve_32_(&c, switches);
        search->touched = sked_carve_32_(&c, switches);
        search->first = sked_carve_32_(&c, processors);
        search->next = sked_carve_32_(&c, processors);
    }
#endif
    search->must = request->required == NULL ? NULL : search->must;
    search->below = needs->below ? search->below : NULL;
    search->offered = sets ? search->words : NULL;
    return c.fits ? c.used : 0;
}

#if SKED_FATTREE_RULES
static sked_status sked_fattree_refuse_rule_(sked_refusal *refusal, sked_status status, uint32_t i,
                                             const char *field, const char *what) {
    (void)sked_refuse_what_(refusal, status, field, what);
    return sked_refuse_of_(refusal, status, "rule", i);
}

/* Checks a rule, and that no rule before it is for the same level. */
static sked_status sked_fattree_check_rule_(const sked_fattree_request *request, uint32_t i) {
    const sked_fattree_rule *rule = &request->rules[i];
    sked_refusal *refusal = request->refusal;
    uint32_t before;
    if (sked_is_out_(refusal, SKED_E_RANGE, "level", rule->level, 1, SKED_FATTREE_LEVELS)) {
        return sked_refuse_of_(refusal, SKED_E_RANGE, "rule", i);
    }
    for (before = 0; before < i; before++) {
        if (request->rules[before].level == rule->level) {
            return sked_fattree_refuse_rule_(refusal, SKED_E_RANGE, i, "level",
                                             "has a rule already");
        }
    }
    if (rule->most > 0 && rule->least > rule->most) {
        return sked_fattree_refuse_rule_(refusal, SKED_E_RANGE, i, "least", "above most");
    }
    if (rule->multiple > 1 && !sked_fattree_rests_(rule) && request->count % rule->multiple != 0) {
        return sked_fattree_refuse_rule_(refusal, SKED_E_RANGE, i, "multiple",
                                         "does not divide count");
    }
    if (sked_is_out_(refusal, SKED_E_SETTING, "options", rule->options, 0,
                     SKED_FATTREE_REST | SKED_FATTREE_WHOLE)) {
        return sked_refuse_of_(refusal, SKED_E_SETTING, "rule", i);
    }
    return SKED_OK;
}

/* Does what the aim counts fit beside the cost? */
static sked_status sked_fattree_check_aim_(const sked_fattree *tree,
                                           const sked_fattree_request *request) {
    sked_fattree_terms_ terms;
    if (request->aim == SKED_FATTREE_NEAR) {
        return SKED_OK;
    }
    sked_fattree_make_terms_(tree, request, &terms);
    return terms.scale > 0 ? SKED_OK
                           : sked_refuse_what_(request->refusal, SKED_E_OVERFLOW, "aim", NULL);
}

/* Checks what rules and an aim ask for together. */
static sked_status sked_fattree_check_rules_(const sked_fattree *tree,
                                             const sked_fattree_request *request) {
    sked_refusal *refusal = request->refusal;
    uint32_t rests = 0, limits = request->leaves_max > 0, i;
    SKED_ASSERT(request->rules != NULL || request->rules_count == 0);
    for (i = 0; i < request->rules_count; i++) {
        const sked_status status = sked_fattree_check_rule_(request, i);
        rests += (uint32_t)sked_fattree_rests_(&request->rules[i]);
        limits += request->rules[i].blocks_max > 0;
        if (status != SKED_OK) {
            return status;
        }
        if (limits > 1) {
            return sked_fattree_refuse_rule_(refusal, SKED_E_SETTING, i, "blocks_max",
                                             "a second limit of this kind");
        }
        if (rests > 1) {
            return sked_fattree_refuse_rule_(refusal, SKED_E_SETTING, i, "options",
                                             "a second rest");
        }
    }
    if (sked_is_out_(refusal, SKED_E_SETTING, "aim", (uint32_t)request->aim, 0,
                     (uint32_t)SKED_FATTREE_SPREAD)) {
        return SKED_E_SETTING;
    }
    if (sked_is_out_(refusal, SKED_E_RANGE, "aim_level", request->aim_level, 0,
                     SKED_FATTREE_LEVELS)) {
        return SKED_E_RANGE;
    }
    if (request->crossing_max > 0 && request->owner == NULL) {
        return sked_refuse_what_(refusal, SKED_E_SETTING, "owner", "needed with crossing_max");
    }
    if (request->crossing_max > 0 && request->fragment_weight_q10 > 0) {
        return sked_refuse_what_(refusal, SKED_E_SETTING, "crossing_max",
                                 "not with fragment_weight_q10");
    }
    return sked_fattree_check_aim_(tree, request);
}
#else
static sked_status sked_fattree_check_rules_(const sked_fattree *tree,
                                             const sked_fattree_request *request) {
    const char *asked = request->rules_count > 0                  ? "rules"
                        : request->aim != SKED_FATTREE_NEAR       ? "aim"
                        : request->crossing_max > 0               ? "crossing_max"
                        : request->levels_preferred == SKED_NONE ? "levels_preferred"
                                                                  : NULL;
    (void)tree;
    return asked == NULL ? SKED_OK
                         : sked_refuse_what_(request->refusal, SKED_E_SETTING, asked,
                                             "SKED_FATTREE_RULES leaves it out");
}
#endif

/* Checks what can be checked without the sets. */
static sked_status sked_fattree_check_(const sked_fattree *tree,
                                       const sked_fattree_request *request) {
    sked_refusal *refusal;
    SKED_ASSERT(tree != NULL && request != NULL);
    refusal = request->refusal;
    if (tree->state_ == NULL) {
        return sked_refuse_what_(refusal, SKED_E_EMPTY, NULL, NULL);
    }
    if (request->count == 0) {
        return sked_refuse_(refusal, SKED_E_NO_WIDTH, "count", 0, 1, tree->state_->processors);
    }
    if (sked_is_out_(refusal, SKED_E_TOO_WIDE, "count", request->count, 1,
                     tree->state_->processors)) {
        return SKED_E_TOO_WIDE;
    }
    if (sked_is_out_(refusal, SKED_E_SETTING, "mode", (uint32_t)request->mode, 0,
                     (uint32_t)SKED_FATTREE_GREEDY)) {
        return SKED_E_SETTING;
    }
#if !SKED_FATTREE_SEARCH
    if (request->mode == SKED_FATTREE_EXACT || request->required != NULL || /*~greedy_requires*/
        request->leaves_max > 0 || request->fragment_weight_q10 > 0) {
        return sked_refuse_what_(refusal, SKED_E_SETTING, "mode",
                                 "SKED_FATTREE_SEARCH leaves the search out");
    }
#endif
    if (sked_is_out_(refusal, SKED_E_RANGE, "fragment_weight_q10", request->fragment_weight_q10, 0,
                     1024)) {
        return SKED_E_RANGE;
    }
    if (request->segment > 1 && request->count % request->segment != 0) {
        (void)sked_refuse_what_(refusal, SKED_E_RANGE, "count", "no multiple");
        return sked_refuse_with_(refusal, SKED_E_RANGE, "segment", request->segment);
    }
    return sked_fattree_check_rules_(tree, request);
}

SKED_API sked_fattree_request sked_fattree_request_of(uint32_t count) {
    sked_fattree_request request = SKED_ZERO;
    request.count = count;
    return request;
}

/* Returns the size of the scratch block for a request alone, and computes what it needs; 0 iff that
 * overflows. */
static size_t sked_fattree_size_once_(const sked_fattree *tree,
                                      const sked_fattree_request *request, int offers,
                                      sked_fattree_needs_ *needs) {
    sked_fattree_search_ search;
    sked_fattree_core_ core;
    sked_fattree_rows_ rows;
    search.core = &core;
    search.rows = &rows;
    sked_fattree_make_needs_(tree, request, needs);
    return sked_fattree_lay_scratch_(&search, tree, request, needs, offers, NULL);
}

/* The same with a status; SKED_E_OVERFLOW if the size exceeds size_t. */
static sked_status sked_fattree_size_scratch_(const sked_fattree *tree,
                                              const sked_fattree_request *request, int offers,
                                              sked_fattree_needs_ *needs, size_t *bytes) {
    const size_t needed = sked_fattree_size_once_(tree, request, offers, needs);
    if (needed == 0) {
        return sked_refuse_what_(request->refusal, SKED_E_OVERFLOW, "count", NULL);
    }
    *bytes = needed;
    return SKED_OK;
}

SKED_API sked_status sked_fattree_find_bytes(const sked_fattree *tree,
                                             const sked_fattree_request *request, size_t *bytes) {
    const sked_status status = sked_fattree_check_(tree, request);
    sked_fattree_needs_ needs;
    SKED_ASSERT(bytes != NULL);
    return status == SKED_OK ? sked_fattree_size_scratch_(tree, request, 0, &needs, bytes)
                             : status;
}

/* ---- >>find.sets: sets in, set out ---- */

/* Are `held` and `owner` of another machine? */
static int sked_fattree_is_foreign_(const sked_fattree *tree,
                                    const sked_fattree_request *request) {
#if SKED_FATTREE_RULES
    const uint32_t size = tree->state_->processors;
    uint32_t i;
    if (request->held != NULL && request->held->size != size) {
        (void)sked_refuse_(request->refusal, SKED_E_RANGE, "held->size", request->held->size, size,
                           size);
        return 1;
    }
    for (i = 0; request->crossing_max > 0 && i < size; i++) {
        if (request->owner[i] >= size && request->owner[i] != SKED_NONE) {
            (void)sked_refuse_entry_(request->refusal, SKED_E_RANGE, "processor", i, "owner",
                                     request->owner[i]);
            return 1;
        }
    }
#else
    (void)tree, (void)request;
#endif
    return 0;
}

static int sked_fattree_is_any_unfit_(const sked_fattree *tree,
                                      const sked_fattree_request *request) {
    const uint32_t size = tree->state_->processors;
    sked_refusal *refusal = request->refusal;
    return sked_is_unfit_(refusal, "allowed->size", request->allowed, size) ||
           sked_is_unfit_(refusal, "excluded->size", request->excluded, size) ||
           sked_is_unfit_(refusal, "required->size", request->required, size) ||
           sked_fattree_is_foreign_(tree, request);
}

/* Are enough processors free, and all that are required? */
static int sked_fattree_is_enough_(const sked_fattree *tree, const sked_fattree_request *request,
                                   const sked_set *offered) {
    uint32_t w, free_count = 0;
    if (offered == NULL && request->allowed == NULL && request->excluded == NULL &&
        request->required == NULL) {
        for (w = 0; w < tree->state_->roots; w++) {
            free_count += tree->left_[w];
        }
        return free_count >= request->count;
    }
    for (w = 0; w < SKED_SET_WORDS(tree->state_->processors); w++) {
        const sked_word word = sked_fattree_open_word_(tree, request, offered, w);
        if (request->required != NULL &&
            (request->required->words[w] & (sked_word)~word) != 0) {
            return 0;
        }
        free_count += sked_word_count_(word);
    }
    return free_count >= request->count;
}

/* Counts what is required below each place, in segments. Returns 0 iff it is too much. */
static int sked_fattree_require_(sked_fattree_search_ *search) {
    const sked_fattree *tree = search->tree;
    uint32_t *must = search->must;
    uint32_t i, sum = 0;
    sked_fill32_(must, tree->state_->switches, 0);
    sked_fattree_count_set_(tree, search->request->required->words, must);
    for (i = tree->state_->switches; i-- > 0;) {
        if (tree->at_[i].kind == SKED_FATTREE_LEAF_) {
            must[i] = must[i] / search->segment + (must[i] % search->segment != 0);
            if (must[i] > search->view.left[i]) {
                return 0;           /* part of a segment for which there is no room */
            }
        }
        if (tree->at_[i].parent == SKED_NONE) {
            sum += must[i];
        } else {
            must[tree->at_[i].parent] += must[i];
        }
    }
    return sum <= search->count;
}

static int sked_fattree_is_open_(const sked_fattree_search_ *search, uint32_t processor) {
    const uint32_t w = processor / SKED_WORD_BITS;
    const sked_fattree *tree = search->tree;
    const sked_word word = search->offered != NULL
                               ? search->offered[w]
                               : (sked_word)~(tree->busy_[w] | tree->down_[w]);
    return (word & sked_word_bit_(processor)) != 0;
}

/* Chooses processors of a leaf: those required, then the lowest. */
static void sked_fattree_choose_(const sked_fattree_search_ *search, uint32_t leaf, uint32_t count,
                                 sked_set *set) {
    const sked_fattree *tree = search->tree;
    const sked_fattree_place_ *at = &tree->at_[leaf];
    const sked_set *required = search->request->required;
    uint32_t i;
    for (i = at->first; required != NULL && i < at->first + at->children; i++) {
        if (sked_set_has(required, tree->slot_[i])) {
            SKED_ASSERT(count > 0 && sked_fattree_is_open_(search, tree->slot_[i]));
            sked_set_add(set, tree->slot_[i]);
            count--;
        }
    }
    for (i = at->first; count > 0; i++) {
        const uint32_t processor = tree->slot_[i];
        const int is_there = required != NULL && sked_set_has(required, processor);
        SKED_ASSERT(i < at->first + at->children);
        if (!is_there && sked_fattree_is_open_(search, processor)) {
            sked_set_add(set, processor);
            count--;
        }
    }
}

/* Returns the smallest switch above both, or SKED_NONE. Children come after their parents, so that
 * the later one climbs. */
static uint32_t sked_fattree_meeting_(const sked_fattree_place_ *at, uint32_t a, uint32_t b) {
    while (a != b && a != SKED_NONE && b != SKED_NONE) {
        if (a > b) {
            a = at[a].parent;
        } else {
            b = at[b].parent;
        }
    }
    return a == b ? a : SKED_NONE;
}

#if SKED_FATTREE_RULES
/* Separates what the choice costs from what it counts for the aim. */
static void sked_fattree_unscale_(sked_fattree_search_ *search) {
    const uint64_t scale = search->terms->scale;
    if (scale > 0) {
        SKED_ASSERT(search->best_value >= scale && search->best_least <= search->best_value);
        search->is_measured = search->best_least / scale == search->best_value / scale;
        search->best_least = search->is_measured ? search->best_least % scale : 0;
        search->best_value %= scale;
    }
}

/* Gives the caller what else is free in the blocks that the choice uses. */
static void sked_fattree_describe_held_(sked_fattree_search_ *search, const sked_set *set) {
    const sked_fattree *tree = search->tree;
    sked_set *held = search->request->held;
    uint32_t i, p, place, level = 0;
    for (i = 0; i < search->request->rules_count; i++) {
        const sked_fattree_rule *rule = &search->request->rules[i];
        if ((rule->options & SKED_FATTREE_WHOLE) != 0 && rule->level > level) {
            level = rule->level;                /* larger blocks hold those of lower levels */
        }
    }
    SKED_ASSERT(held->size == tree->state_->processors && held->words != set->words);
    sked_set_clear(held);
    sked_fattree_count_below_(search);
    for (p = 0; level > 0 && p < held->size; p++) {
        const uint32_t w = p / SKED_WORD_BITS;
        const sked_word word = search->given != NULL
                                   ? search->given->words[w]
                                   : (sked_word)~(tree->busy_[w] | tree->down_[w]);
        place = tree->home_[p];
        while (!sked_fattree_is_top_(tree->at_, place, level)) {
            place = tree->at_[place].parent;
        }
        if (search->below[place] > 0 && (word & sked_word_bit_(p)) != 0 && !sked_set_has(set, p)) {
            sked_set_add(held, p);
        }
    }
}
#endif

#if SKED_FATTREE_RULES
/* Describes the blocks of the choice, of the level that was asked for. */
static void sked_fattree_describe_blocks_(sked_fattree_search_ *search,
                                          sked_fattree_answer *answer) {
    uint32_t i;
    answer->blocks = search->now.used;
    answer->share_least = answer->share_most = search->now.got[0];
    for (i = 1; i < search->now.used; i++) {
        answer->share_least = sked_min_u32_(answer->share_least, search->now.got[i]);
        answer->share_most = search->now.got[i] > answer->share_most ? search->now.got[i]
                                                                     : answer->share_most;
    }
    if (search->terms->aim_level > 1) {
        const sked_fattree_blocks_ blocks =
            sked_fattree_blocks_of_(search, search->terms->aim_level);
        answer->blocks = blocks.used;
        answer->share_least = blocks.least;
        answer->share_most = blocks.most;
    }
    SKED_ASSERT(answer->blocks > 0 && answer->share_least <= answer->share_most);
    answer->share_least *= search->segment;
    answer->share_most *= search->segment;
}
#endif

/* Gives the caller the choice: the set, and what it costs. */
static void sked_fattree_describe_choice_(sked_fattree_search_ *search, sked_fattree_answer *answer,
                                          sked_set *set) {
    const uint64_t count = search->request->count, own = count * (count - 1);
    const uint64_t area = (uint64_t)search->segment * search->segment;
    uint32_t top = search->best.leaf[0], i;
    SKED_ASSERT(search->best.used > 0 && search->best_least <= search->best_value);
    sked_fattree_exchange_(&search->now, &search->best);
#if SKED_FATTREE_RULES
    sked_fattree_unscale_(search);
#endif
    sked_set_clear(set);
    for (i = 0; i < search->now.used; i++) {
        top = sked_fattree_meeting_(search->view.at, top, search->now.leaf[i]);
        sked_fattree_choose_(search, search->now.leaf[i], search->now.got[i] * search->segment,
                             set);
    }
#if SKED_FATTREE_RULES
    sked_fattree_describe_blocks_(search, answer);
#else
    answer->blocks = answer->share_least = answer->share_most = 0;
#endif
    /* Costs are of segments, and lack the links of the processors themselves. */
    answer->hops = answer->cost = search->best_value * area + own;
    answer->hops_lower_bound = answer->cost_lower_bound = search->best_least * area + own;
    if (search->request->fragment_weight_q10 > 0) {
        answer->cost += 1023 * own;
        answer->cost_lower_bound += 1023 * own;
        answer->hops = sked_fattree_weigh_(search, search->best_top, 1) * area + own;
        answer->hops_lower_bound = own;
    }
#if SKED_FATTREE_RULES
    if (!search->is_measured) {
        answer->hops_lower_bound = answer->cost_lower_bound = 0;
    }
#endif
    SKED_ASSERT(answer->hops_lower_bound <= answer->hops);
    SKED_ASSERT(answer->cost_lower_bound <= answer->cost);
    SKED_ASSERT(sked_set_count(set) == count && top != SKED_NONE);
    answer->steps = search->steps;
    answer->leaves = search->now.used;
    answer->levels = search->view.at[top].levels;
    answer->top = search->tree->name_[top];
#if SKED_FATTREE_RULES
    if (search->request->held != NULL) {
        sked_fattree_describe_held_(search, set);
    }
#endif
}

/* What a job is found beside: what is offered (NULL: what the tree has free), and the jobs of its
 * batch. */
typedef struct sked_fattree_beside_ {
    const sked_set *offered;
    const sked_fattree_job *served; /* those with SKED_OK have their processors               */
    uint32_t served_count;
    const sked_set *started;        /* of a job that a queue would start now; NULL: none      */
} sked_fattree_beside_;

/* Finds a choice; answer NULL: only whether there is one. */
static sked_status sked_fattree_find_once_(const sked_fattree *tree,
                                           const sked_fattree_request *request,
                                           const sked_fattree_beside_ *beside,
                                           const sked_fattree_needs_ *needs,
                                           sked_fattree_answer *answer, sked_set *set,
                                           void *scratch) {
    sked_fattree_search_ search;
    sked_fattree_core_ core;
    sked_fattree_rows_ rows;
    search.core = &core;
    search.rows = &rows;
    sked_fattree_lay_scratch_(&search, tree, request, needs, beside->offered != NULL, scratch);
    search.tree = tree;
    search.request = request;
    search.given = beside->offered;
    search.terms = &needs->terms;
    search.segment = needs->terms.segment;
    search.count = needs->terms.count;
    search.weighs = sked_fattree_takes_tree_(&needs->terms, request);
    search.steps = 0;
    search.now.used = search.best.used = search.few.used = search.best_top = 0;
    search.best_value = search.best_least = 0;
    if (search.below != NULL) {
        sked_fill32_(search.below, tree->state_->switches, 0);
    }
#if SKED_FATTREE_RULES
    search.served = beside->served;
    search.served_count = beside->served_count;
    search.started = beside->started;
    search.ruled = needs->terms.ruled;
    search.is_stale = search.only_blocks = 0;
    search.even = search.best_even = 0;
    search.is_measured = 1;
    if (search.closed != NULL) {
        sked_fattree_close_(&search);
    }
#endif
    sked_fattree_derive_(&search);
    if ((search.must != NULL && !sked_fattree_require_(&search)) ||
        !sked_fattree_solve_preferred_(&search)) {
        return SKED_E_LIMITS;
    }
    if (answer != NULL) {
        sked_fattree_describe_choice_(&search, answer, set);
    }
    return SKED_OK;
}

#if SKED_FATTREE_RULES
/* What a search for the rule that no choice keeps has found out. */
typedef enum sked_fattree_doubt_ {
    SKED_FATTREE_KEPT_, SKED_FATTREE_BROKEN_,
    SKED_FATTREE_OPEN_              /* the scratch block has no room for the search           */
} sked_fattree_doubt_;

/* Is there a choice with the i-th rule alone, or without rules if there is no i-th one? */
static sked_fattree_doubt_ sked_fattree_doubt_of_(const sked_fattree *tree,
                                                  const sked_fattree_request *request, uint32_t i,
                                                  const sked_fattree_beside_ *beside,
                                                  void *scratch, size_t bytes) {
    sked_fattree_request alone = *request;
    sked_fattree_needs_ needs;
    size_t needed;
    SKED_ASSERT(i <= request->rules_count);
    alone.rules = &request->rules[i];
    alone.rules_count = i < request->rules_count;
    alone.aim = SKED_FATTREE_NEAR;
    needed = sked_fattree_size_once_(tree, &alone, beside->offered != NULL, &needs);
    if (needed == 0 || needed > bytes) {
        return SKED_FATTREE_OPEN_;
    }
    return sked_fattree_find_once_(tree, &alone, beside, &needs, NULL, NULL, scratch) == SKED_OK
               ? SKED_FATTREE_KEPT_
               : SKED_FATTREE_BROKEN_;
}
#endif

/* Names the first rule that no choice keeps, whatever the others are, if there is a choice without
 * rules. */
static sked_status sked_fattree_name_rule_(const sked_fattree *tree,
                                           const sked_fattree_request *request,
                                           const sked_fattree_beside_ *beside, void *scratch,
                                           size_t bytes) {
    sked_refusal *refusal = request->refusal;
#if SKED_FATTREE_RULES
    uint32_t i;
    if (refusal == NULL || request->rules_count == 0 ||
        sked_fattree_doubt_of_(tree, request, request->rules_count, beside, scratch, bytes) !=
            SKED_FATTREE_KEPT_) {
        return sked_refuse_what_(refusal, SKED_E_LIMITS, NULL, NULL);
    }
    for (i = 0; i < request->rules_count; i++) {
        if (sked_fattree_doubt_of_(tree, request, i, beside, scratch, bytes) ==
            SKED_FATTREE_BROKEN_) {
            return sked_refuse_entry_(refusal, SKED_E_LIMITS, "rule", i, "level",
                                      request->rules[i].level);
        }
    }
#else
    (void)tree, (void)beside, (void)scratch, (void)bytes;
#endif
    return sked_refuse_what_(refusal, SKED_E_LIMITS, NULL, NULL);
}

/* Finds a choice, of a request that has been checked. */
static sked_status sked_fattree_find_in_(const sked_fattree *tree,
                                         const sked_fattree_request *request,
                                         const sked_fattree_beside_ *beside,
                                         sked_fattree_answer *answer, sked_set *set, void *scratch,
                                         size_t bytes) {
    sked_fattree_needs_ needs;
    size_t needed = 0;
    sked_status status =
        sked_fattree_size_scratch_(tree, request, beside->offered != NULL, &needs, &needed);
    if (status == SKED_OK) {
        status = sked_check_block_(request->refusal, scratch, bytes, needed);
    }
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_fattree_is_enough_(tree, request, beside->offered)) {
        return sked_refuse_what_(request->refusal, SKED_E_NOT_FREE, NULL, NULL);
    }
    status = sked_fattree_find_once_(tree, request, beside, &needs, answer, set, scratch);
    if (status != SKED_OK) {
        status = sked_fattree_name_rule_(tree, request, beside, scratch, bytes);
    }
    return status;
}

/* Finds a choice beside the jobs of a batch. */
static sked_status sked_fattree_find_by_(const sked_fattree *tree,
                                         const sked_fattree_request *request,
                                         const sked_fattree_beside_ *beside,
                                         sked_fattree_answer *answer, sked_set *set, void *scratch,
                                         size_t bytes) {
    const sked_status status = sked_fattree_check_(tree, request);
    SKED_ASSERT(answer != NULL && set != NULL);
    SKED_ASSERT(request->required == NULL || request->required->words != set->words);
    if (status != SKED_OK) {
        return status;
    }
    if (set->size != tree->state_->processors) {
        return sked_refuse_(request->refusal, SKED_E_RANGE, "set->size", set->size,
                            tree->state_->processors, tree->state_->processors);
    }
    if (sked_fattree_is_any_unfit_(tree, request)) {
        return SKED_E_RANGE;
    }
    return sked_fattree_find_in_(tree, request, beside, answer, set, scratch, bytes);
}

SKED_API sked_status sked_fattree_find(const sked_fattree *tree,
                                       const sked_fattree_request *request,
                                       sked_fattree_answer *answer, sked_set *set, void *scratch,
                                       size_t bytes) {
    const sked_fattree_beside_ none = SKED_ZERO;
    return sked_fattree_find_by_(tree, request, &none, answer, set, scratch, bytes); /*~plain_find*/
}

SKED_API sked_status sked_fattree_batch(sked_fattree *tree, sked_fattree_job *jobs, uint32_t count,
                                        void *scratch, size_t bytes) {
    sked_fattree_beside_ beside = SKED_ZERO;
    uint32_t served, i;
    SKED_ASSERT(tree != NULL && (jobs != NULL || count == 0));
    beside.served = jobs;
    beside.served_count = count;
    if (tree->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    for (i = 0; i < count; i++) {
        jobs[i].status = SKED_DONE;             /* until it has been served */
    }
    for (served = 0; served < count; served++) {
        sked_fattree_job *next = jobs;
        while (next->status != SKED_DONE) {
            next++;
        }
        for (i = (uint32_t)(next - jobs) + 1; i < count; i++) {
            if (jobs[i].status == SKED_DONE && jobs[i].request.count > next->request.count) {
                next = &jobs[i];
            }
        }
        next->status = sked_fattree_find_by_(tree, &next->request, &beside, &next->answer,
                                             &next->set, scratch, bytes);
        if (next->status == SKED_OK) {
            next->status = sked_fattree_allocate(tree, &next->set);
        }
    }
    return SKED_OK;
}

/* ---- >>picker ------------------------------------------------------------------------------- */

/* Returns the request for a job by its template, or one without limits if there is no template. */
static sked_fattree_request sked_fattree_from_template_(
    const sked_fattree_picker_settings *settings, uint64_t index, uint32_t count) {
    sked_fattree_request request = SKED_ZERO;
    SKED_ASSERT(settings->templates_count == 0 || index < settings->templates_count);
    if (settings->templates_count > 0) {
        request = settings->templates[index];
    }
    request.count = count;
    request.refusal = settings->refusal;
    return request;
}

SKED_API sked_status sked_fattree_picker_bytes(const sked_fattree_picker_settings *settings,
                                               size_t *bytes) {
    const sked_fattree *tree;
    uint32_t i = 0, width;
    size_t most = 0;
    SKED_ASSERT(settings != NULL && settings->tree != NULL && bytes != NULL);
    tree = settings->tree;
    if (tree->state_ == NULL) {
        return sked_refuse_what_(settings->refusal, SKED_E_EMPTY, "tree", NULL);
    }
    /* More processors never need less scratch: so the widest job of each template decides. */
    width = settings->width_max == 0 ? tree->state_->processors : settings->width_max;
    do {
        sked_fattree_request widest = sked_fattree_from_template_(settings, i, width);
        sked_fattree_needs_ needs;
        size_t needed = 0;
        sked_status status;
        const uint32_t groups = sked_fattree_groups_(&widest);
        widest.count -= groups > 0 && width > groups ? width % groups : 0;
        status = sked_fattree_check_(tree, &widest);
        if (status == SKED_OK) {
            status = sked_fattree_size_scratch_(tree, &widest, 1, &needs, &needed);
        }
        if (status != SKED_OK) {
            return settings->templates_count == 0
                       ? status
                       : sked_refuse_of_(settings->refusal, status, "template", i);
        }
        most = needed > most ? needed : most;
    } while (++i < settings->templates_count);
    SKED_ASSERT(most > 0);
    *bytes = most;
    return SKED_OK;
}

static sked_status sked_fattree_choose_for_(sked_fattree_picker *picker,
                                            const sked_pick_request *job, const sked_set *offered,
                                            sked_fattree_answer *answer, sked_set *chosen) {
    const sked_fattree_picker_settings *settings = &picker->settings_;
    const sked_fattree *tree = settings->tree;
    const uint64_t index = settings->templates_count <= 1 ? 0 : job->tag;
    sked_fattree_beside_ beside = SKED_ZERO;
    sked_fattree_request request;
    sked_status status;
    if (tree == NULL) {
        return SKED_E_EMPTY;
    }
    if (settings->templates_count > 0 && index >= settings->templates_count) {
        return SKED_E_TEMPLATE;
    }
    if (settings->width_max > 0 && job->count > settings->width_max) {
        return SKED_E_TOO_WIDE;
    }
    request = sked_fattree_from_template_(settings, index, job->count);
    request.held = job->ahead ? NULL : request.held;
    status = sked_fattree_check_(tree, &request);
    if (status != SKED_OK) {
        return status;
    }
    if (!sked_fattree_accepts_(tree, offered) || sked_fattree_is_any_unfit_(tree, &request) ||
        (job->beside != NULL && !sked_fattree_accepts_(tree, job->beside))) {
        return SKED_E_RANGE;
    }
    beside.offered = offered;
    beside.started = job->beside;
    return sked_fattree_find_in_(tree, &request, &beside, answer, chosen, picker->scratch_,
                                 picker->bytes_);
}

static int sked_fattree_pick_(void *ctx, const sked_pick_request *job, const sked_set *offered,
                              sked_set *chosen) {
    sked_fattree_picker *picker = SKED_PTR_(sked_fattree_picker, ctx);
    sked_fattree_answer answer;
    const sked_status status = sked_fattree_choose_for_(picker, job, offered, &answer, chosen);
    SKED_ASSERT(status != SKED_OK || sked_set_is_subset(chosen, offered));
    SKED_ASSERT(status != SKED_OK || (answer.leaves > 0 && answer.leaves <= job->count));
    if (job->ahead) {                   /* for a time to come: nothing starts now */
        return status == SKED_OK;
    }
    if (status != SKED_OK) {
        picker->refused++;
        picker->last_refusal = status;
        return 0;
    }
    picker->answer = answer;
    picker->chosen++;
    return 1;
}

SKED_API sked_status sked_fattree_picker_init(sked_fattree_picker *picker,
                                              const sked_fattree_picker_settings *settings,
                                              void *scratch, size_t bytes) {
    const sked_fattree_picker none = SKED_ZERO;
    size_t needed = 0;
    sked_status status = sked_fattree_picker_bytes(settings, &needed);
    SKED_ASSERT(picker != NULL);
    /* It can be called from now on, even if the rest fails. */
    *picker = none;
    picker->picker.pick = sked_fattree_pick_;
    picker->picker.ctx = picker;
    if (status == SKED_OK) {
        status = sked_check_block_(settings->refusal, scratch, bytes, needed);
    }
    if (status != SKED_OK) {
        return status;
    }
    picker->settings_ = *settings;
    picker->settings_.refusal = NULL;
    picker->scratch_ = scratch;
    picker->bytes_ = bytes;
    return SKED_OK;
}

/* ---- >>read --------------------------------------------------------------------------------- */

SKED_API sked_status sked_fattree_get_info(const sked_fattree *tree, sked_fattree_info *info) {
    const sked_fattree_state_ *state = tree->state_;
    uint32_t w;
    SKED_ASSERT(tree != NULL && info != NULL);
    if (state == NULL) {
        return SKED_E_EMPTY;
    }
    info->bytes = tree->bytes_;
    info->switches = state->switches;
    info->leaves = state->leaves;
    info->roots = state->roots;
    info->levels = state->levels;
    info->processors = state->processors;
    info->free = info->busy = info->down = 0;
    for (w = 0; w < state->roots; w++) {
        info->free += tree->left_[w];
    }
    for (w = 0; w < SKED_SET_WORDS(state->processors); w++) {
        info->busy += sked_word_count_(tree->busy_[w]);
        info->down += sked_word_count_(tree->down_[w]);
    }
    SKED_ASSERT(info->free <= info->processors);
    SKED_ASSERT((uint64_t)info->free + info->busy + info->down >= info->processors);
    return SKED_OK;
}

SKED_API sked_status sked_fattree_get_switch(const sked_fattree *tree, uint32_t number,
                                             sked_fattree_switch *info) {
    const sked_fattree_place_ *at;
    SKED_ASSERT(tree != NULL && info != NULL);
    if (tree->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (number >= tree->state_->switches) {
        return SKED_E_RANGE;
    }
    at = &tree->at_[tree->place_[number]];
    info->parent = at->parent == SKED_NONE ? SKED_NONE : tree->name_[at->parent];
    info->levels = at->levels;
    info->children = at->children;
    info->processors = at->size;
    info->free = tree->left_[tree->place_[number]];
    SKED_ASSERT(tree->name_[tree->place_[number]] == number && info->free <= info->processors);
    return SKED_OK;
}

SKED_API sked_status sked_fattree_get_leaf(const sked_fattree *tree, uint32_t processor,
                                           uint32_t *leaf) {
    SKED_ASSERT(tree != NULL && leaf != NULL);
    if (tree->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (processor >= tree->state_->processors) {
        return SKED_E_RANGE;
    }
    SKED_ASSERT(tree->at_[tree->home_[processor]].kind == SKED_FATTREE_LEAF_);
    *leaf = tree->name_[tree->home_[processor]];
    return SKED_OK;
}

SKED_API sked_status sked_fattree_get_sets(const sked_fattree *tree, sked_set *free_set,
                                           sked_set *busy, sked_set *down) {
    uint32_t w, size;
    SKED_ASSERT(tree != NULL);
    if (tree->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    size = tree->state_->processors;
    if ((free_set != NULL && free_set->size != size) || (busy != NULL && busy->size != size) ||
        (down != NULL && down->size != size)) {
        return SKED_E_RANGE;
    }
    if (free_set != NULL) {
        sked_set_fill(free_set);
    }
    for (w = 0; w < SKED_SET_WORDS(size); w++) {
        if (free_set != NULL) {
            free_set->words[w] =
                (sked_word)(free_set->words[w] & (sked_word)~(tree->busy_[w] | tree->down_[w]));
        }
        if (busy != NULL) {
            busy->words[w] = tree->busy_[w];
        }
        if (down != NULL) {
            down->words[w] = tree->down_[w];
        }
    }
    SKED_ASSERT(free_set == NULL || sked_set_is_clean_(free_set));
    return SKED_OK;
}

SKED_API sked_status sked_fattree_hops(const sked_fattree *tree, uint32_t from, uint32_t to,
                                       uint64_t *hops) {
    uint64_t sum = 2;
    uint32_t a, b;
    SKED_ASSERT(tree != NULL && hops != NULL);
    if (tree->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (from >= tree->state_->processors || to >= tree->state_->processors) {
        return SKED_E_RANGE;
    }
    a = tree->home_[from];
    b = tree->home_[to];
    if (sked_fattree_meeting_(tree->at_, a, b) == SKED_NONE) {
        return SKED_E_LIMITS;
    }
    while (a != b) {
        uint32_t *climber = a > b ? &a : &b;
        SKED_ASSERT(tree->at_[*climber].parent < *climber);     /* both meet, at the latest at 0 */
        sum += tree->at_[*climber].links;
        *climber = tree->at_[*climber].parent;
    }
    *hops = from == to ? 0 : sum;
    return SKED_OK;
}

SKED_API sked_status sked_fattree_explain_bytes(const sked_fattree *tree, size_t *bytes) {
    SKED_ASSERT(tree != NULL && bytes != NULL);
    if (tree->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    *bytes = (size_t)tree->state_->switches * sizeof(uint32_t);
    return SKED_OK;
}

SKED_API sked_status sked_fattree_explain(const sked_fattree *tree, const sked_set *set,
                                          sked_fattree_answer *answer, uint64_t *least,
                                          void *scratch, size_t bytes) {
    const sked_fattree_answer none = SKED_ZERO;
    uint32_t *below = SKED_PTR_(uint32_t, scratch);
    uint32_t i, top = SKED_NONE, leaves = 0, share_least = UINT32_MAX, share_most = 0;
    uint64_t count, hops;
    SKED_ASSERT(tree != NULL && set != NULL && answer != NULL);
    if (tree->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    if (!sked_fattree_accepts_(tree, set) || sked_set_count(set) == 0) {
        return SKED_E_RANGE;
    }
    if (sked_check_block_(NULL, scratch, bytes,
                          (size_t)tree->state_->switches * sizeof(uint32_t)) != SKED_OK) {
        return SKED_E_BLOCK;
    }
    count = sked_set_count(set);
    sked_fill32_(below, tree->state_->switches, 0);
    sked_fattree_count_set_(tree, set->words, below);
    /* The links of the processors themselves; then those of each switch, children first. */
    hops = count * (count - 1);
    for (i = tree->state_->switches; i-- > 0;) {
        const sked_fattree_place_ *at = &tree->at_[i];
        SKED_ASSERT(below[i] <= count);
        if (at->kind == SKED_FATTREE_LEAF_ && below[i] > 0) {
            share_least = sked_min_u32_(share_least, below[i]);
            share_most = below[i] > share_most ? below[i] : share_most;
            leaves++;
        }
        top = below[i] == count ? (top == SKED_NONE ? i : top) : top;
        if (at->parent != SKED_NONE) {
            hops += (uint64_t)at->links * below[i] * (count - below[i]);
            below[at->parent] += below[i];
        }
    }
    if (top == SKED_NONE) {
        return SKED_E_LIMITS;
    }
    SKED_ASSERT(hops >= count * (count - 1) && leaves > 0 && leaves <= count);
    *answer = none;
    answer->hops = hops;
    answer->leaves = answer->blocks = leaves;
    answer->share_least = share_least;
    answer->share_most = share_most;
    answer->levels = tree->at_[top].levels;
    answer->top = tree->name_[top];
    if (least != NULL) {
        *least = count * (count - 1);
    }
    return SKED_OK;
}

/* ---- >>read.validate: a structure that may be damaged ---- */

/* Each number is checked before it is used as an index: first the layout, then the shape, what
 * follows from it, processors, and at last what is free. */

/* Are places in order, and slots? */
static int sked_fattree_is_shaped_(const sked_fattree *tree) {
    const sked_fattree_state_ *state = tree->state_;
    const sked_fattree_place_ *at = tree->at_;
    uint32_t i, j, used = state->roots, slots = 0;
    if (state->roots == 0 || state->roots > state->switches) {
        return 0;
    }
    for (i = 0; i < state->switches; i++) {
        const int is_root = i < state->roots;
        if (i >= used || tree->name_[i] >= state->switches || tree->place_[tree->name_[i]] != i ||
            is_root != (at[i].parent == SKED_NONE) || at[i].children == 0 ||
            (!is_root && at[i].links == 0)) {
            return 0;
        }
        if (at[i].levels == 1) {
            if (at[i].first != slots || at[i].size != at[i].children ||
                at[i].children > state->processors - slots) {
                return 0;
            }
            slots += at[i].children;
            continue;
        }
        if (at[i].first != used || at[i].children > state->switches - used) {
            return 0;
        }
        for (j = used; j < used + at[i].children; j++) {
            if (at[j].parent != i) {
                return 0;
            }
        }
        used += at[i].children;
    }
    SKED_ASSERT(used == state->switches);
    return slots == state->processors;
}

/* Is what follows from the shape right: sizes, levels, kinds, lengths of ways? */
static int sked_fattree_is_measured_(const sked_fattree *tree) {
    const sked_fattree_state_ *state = tree->state_;
    const sked_fattree_place_ *at = tree->at_;
    const uint64_t processors = state->processors;
    const uint64_t longest = ((UINT64_C(1) << 50) - 1) / (processors * processors);
    uint32_t i, j, tally = 0, leaves = 0, levels = 0;
    for (i = state->switches; i-- > 0;) {
        uint32_t size = 0, below = 0;
        uint64_t way = 1;
        for (j = 0; at[i].levels != 1 && j < at[i].children; j++) {
            const sked_fattree_place_ *child = &at[at[i].first + j];
            size += child->size;
            below = child->levels > below ? child->levels : below;
        }
        for (j = i; at[i].levels == 1 && at[j].parent != SKED_NONE; j = at[j].parent) {
            way += at[j].links;
        }
        if (at[i].levels != below + 1 || way > longest ||
            (at[i].levels != 1 && at[i].size != size) ||
            at[i].kind != sked_fattree_kind_of_(at, i)) {
            return 0;
        }
        leaves += at[i].levels == 1;
        levels = at[i].levels > levels ? at[i].levels : levels;
        if (at[i].kind == SKED_FATTREE_CORE_) {
            if (at[i].tally != tally || at[i].widest != sked_fattree_widest_(at, i)) {
                return 0;
            }
            tally += at[i].widest + 1;
        } else if (at[i].tally != 0 || at[i].widest != 0) {
            return 0;
        }
    }
    return leaves == state->leaves && levels == state->levels;
}

/* Is each processor in a slot of its leaf, in order? Is what is free counted? */
static int sked_fattree_is_settled_(const sked_fattree *tree) {
    const sked_fattree_state_ *state = tree->state_;
    uint32_t i, j;
    sked_set busy, down;
    busy.words = tree->busy_;
    down.words = tree->down_;
    busy.size = down.size = state->processors;
    SKED_ASSERT(busy.words != NULL && down.words != NULL);
    if (!sked_set_is_clean_(&busy) || !sked_set_is_clean_(&down)) {
        return 0;
    }
    for (i = 0; i < state->switches; i++) {
        const sked_fattree_place_ *at = &tree->at_[i];
        uint32_t left = 0;
        for (j = 0; j < at->children; j++) {
            if (at->levels != 1) {
                left += tree->left_[at->first + j];
                continue;
            }
            if (tree->slot_[at->first + j] >= state->processors ||
                tree->home_[tree->slot_[at->first + j]] != i ||
                (j > 0 && tree->slot_[at->first + j] <= tree->slot_[at->first + j - 1])) {
                return 0;
            }
            left += !sked_set_has(&busy, tree->slot_[at->first + j]) &&
                    !sked_set_has(&down, tree->slot_[at->first + j]);
        }
        if (tree->left_[i] != left) {
            return 0;
        }
    }
    return 1;
}

/* Are the children of a switch in order, with the right sums? */
static int sked_fattree_is_sorted_(const sked_fattree_view_ *view, uint32_t place) {
    const sked_fattree_place_ *at = &view->at[place];
    uint32_t i, sum = 0;
    uint64_t square = 0;
    for (i = at->first; i < at->first + at->children; i++) {
        const uint32_t child = view->order[i];
        if (child < at->first || child >= at->first + at->children || view->rank[child] != i ||
            (i > at->first && !sked_fattree_leads_(view, view->order[i - 1], child))) {
            return 0;
        }
        sum += view->left[child];
        square += (uint64_t)view->left[child] * view->left[child];
        if (view->sum[i] != sum || view->square[i] != square) {
            return 0;
        }
    }
    return 1;
}

/* Is the tally of a core right? Its pods are in order. */
static int sked_fattree_is_tallied_(const sked_fattree_view_ *view, uint32_t core) {
    const sked_fattree_place_ *at = &view->at[core];
    uint64_t leaves = 0, tallied = 0;
    uint32_t left, i;
    for (i = 0; i < at->children; i++) {
        leaves += view->at[at->first + i].children;
    }
    for (left = 0; left <= at->widest; left++) {
        const uint32_t said = view->tally[at->tally + left];
        uint64_t counted = 0;
        for (i = 0; said > 0 && i < at->children; i++) {
            counted += sked_fattree_at_least_(view, at->first + i, left) -
                       sked_fattree_at_least_(view, at->first + i, left + 1);
        }
        if (counted != said) {
            return 0;
        }
        tallied += said;
    }
    return tallied == leaves;
}

SKED_API sked_status sked_fattree_validate(const sked_fattree *tree) {
    const sked_fattree_view_ view = sked_fattree_own_(tree);
    const sked_fattree_state_ *state = tree->state_;
    sked_fattree laid;
    uint32_t i;
    if (state == NULL) {
        return SKED_E_EMPTY;
    }
    if (state->switches == 0 || state->switches > SKED_FATTREE_MAX || state->processors == 0 ||
        state->processors > SKED_FATTREE_MAX ||
        sked_fattree_layout_(&laid, state->switches, state->processors, NULL) != tree->bytes_) {
        return SKED_E_CORRUPT;
    }
    sked_fattree_layout_(&laid, state->switches, state->processors, tree->state_);
    if (laid.down_ != tree->down_ || laid.place_ != tree->place_ || laid.home_ != tree->home_) {
        return SKED_E_CORRUPT;
    }
    SKED_ASSERT(tree->bytes_ > 0 && tree->place_ != NULL && tree->home_ != NULL);
    if (!sked_fattree_is_shaped_(tree) || !sked_fattree_is_measured_(tree) ||
        !sked_fattree_is_settled_(tree)) {
        return SKED_E_CORRUPT;
    }
    for (i = 0; i < state->switches; i++) {
        if (view.at[i].kind != SKED_FATTREE_LEAF_ && !sked_fattree_is_sorted_(&view, i)) {
            return SKED_E_CORRUPT;
        }
    }
    for (i = 0; i < state->switches; i++) {
        if (view.at[i].kind == SKED_FATTREE_CORE_ && !sked_fattree_is_tallied_(&view, i)) {
            return SKED_E_CORRUPT;
        }
    }
    return SKED_OK;
}

/* ---- >>units -------------------------------------------------------------------------------- */

/* The idea. The reduced tree of the patent is a tree whose processors are the units that are idle:
 * a unit is taken there as soon as one of its processors is used. So the exact search of >>find
 * finds units, and hops between units are hops of that tree. Unit u holds the slots of the machine
 * from u unit_size on, since the slots of a leaf are neighbours.
 * Source. CN110191155B, steps 1 to 3; what it leaves open is said at >>units above. */

enum {
    SKED_UNITS_VACANT_,             /* a record without a job                                 */
    SKED_UNITS_WAITING_,            /* in the queue                                           */
    SKED_UNITS_RUNNING_             /* it owns processors                                     */
};

/* A job: written by submit. */
typedef struct sked_units_job_ {
    uint64_t id;                    /* the caller's; no two live jobs have the same           */
    uint32_t count;                 /* processors                                             */
    uint32_t state;                 /* one of those above                                     */
    uint32_t next;                  /* valid while waiting: behind it in the queue, or NONE   */
} sked_units_job_;

/* What lies at the beginning of the block. */
typedef struct sked_units_state_ {
    /* The settings: written by init alone. */
    uint64_t tries_max;             /* combinations of units                                  */
    uint32_t processors, switches;  /* of the machine                                         */
    uint32_t units, unit_size;      /* all units; processors of each                          */
    uint32_t batch_max, jobs_max;   /* jobs                                                   */
    uint32_t options;
    uint32_t widest;                /* processors of the largest root                         */
    /* Units and processors: each unit is idle, busy or allocated. */
    uint32_t idle, busy, allocated; /* units: by use_                                         */
    uint32_t free;                  /* processors: by next and give_back_                     */
    /* The queue: by submit and unlink_. */
    uint32_t waiting, running;      /* jobs                                                   */
    uint32_t first, last;           /* waiting jobs, or both NONE                             */
    /* The batch: by begin_, and void after an event. */
    uint32_t batch_at, batch_end;   /* the part of the array that has not been tried yet      */
    uint32_t event;                 /* 1: something happened since the last batch began       */
    uint32_t placed;                /* 1: the batch has placed a job                          */
    uint64_t batches, shrinks, exact_fits;  /* as in sked_units_info; they only grow          */
} sked_units_state_;

SKED_API sked_status sked_units_default_size(const sked_fattree *tree, uint32_t *unit_size) {
    uint32_t divisor = 0, i, limit;
    SKED_ASSERT(tree != NULL && unit_size != NULL);
    if (tree->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    /* The common divisor of all leaves; then its largest divisor within the limit. */
    limit = tree->state_->processors > 4096 ? 8 : 4;
    for (i = 0; i < tree->state_->switches; i++) {
        if (tree->at_[i].levels == 1) {
            divisor = sked_fattree_divisor_(divisor, tree->at_[i].size);
        }
    }
    SKED_ASSERT(divisor > 0);
    for (i = divisor < limit ? divisor : limit; divisor % i != 0;) {
        i--;
    }
    *unit_size = i;
    return SKED_OK;
}

/* Checks settings, and describes what they ask for. */
static sked_status sked_units_check_(const sked_units_settings *settings,
                                     sked_units_state_ *shape) {
    const sked_fattree *tree = settings->tree;
    sked_refusal *refusal = settings->refusal;
    uint32_t i;
    SKED_ASSERT(tree != NULL);
    if (tree->state_ == NULL) {
        return sked_refuse_what_(refusal, SKED_E_EMPTY, "tree", NULL);
    }
    shape->unit_size = settings->unit_size;
    if (shape->unit_size == 0) {
        sked_ignore_(sked_units_default_size(tree, &shape->unit_size));
    }
    for (i = 0; i < tree->state_->switches; i++) {
        if (tree->at_[i].levels == 1 && tree->at_[i].size % shape->unit_size != 0) {
            (void)sked_refuse_entry_(refusal, SKED_E_SETTING, "switch", tree->name_[i],
                                     "unit_size", shape->unit_size);
            return sked_refuse_with_(refusal, SKED_E_SETTING, "processors", tree->at_[i].size);
        }
        if (tree->at_[i].levels == 1 && tree->at_[i].size > INT16_MAX) {
            return sked_refuse_entry_(refusal, SKED_E_RANGE, "switch", tree->name_[i],
                                      "processors", tree->at_[i].size);
        }
        if (i < tree->state_->roots && tree->at_[i].size > shape->widest) {
            shape->widest = tree->at_[i].size;
        }
    }
    if (sked_is_out_(refusal, SKED_E_SETTING, "options", settings->options, 0,
                     SKED_UNITS_GO_ON)) {
        return SKED_E_SETTING;
    }
    if (sked_is_out_(refusal, SKED_E_RANGE, "batch_max", settings->batch_max, 0, 64) ||
        sked_is_out_(refusal, SKED_E_RANGE, "jobs_max", settings->jobs_max, 1, SKED_COUNT_MAX_)) {
        return SKED_E_RANGE;
    }
    shape->processors = shape->free = tree->state_->processors;
    shape->switches = tree->state_->switches;
    shape->units = shape->idle = shape->processors / shape->unit_size;
    SKED_ASSERT(shape->units * shape->unit_size == shape->processors && shape->widest > 0);
    shape->batch_max = settings->batch_max == 0 ? 4 : settings->batch_max;
    shape->jobs_max = settings->jobs_max;
    shape->options = settings->options;
    shape->tries_max = settings->tries_max;
    shape->first = shape->last = SKED_NONE;
    return SKED_OK;
}

/* Lays a block out, without the scratch of the search at its end; block NULL only sizes it.
 * *tree_block becomes the place of the reduced tree. Returns the bytes; 0 iff they overflow. */
static size_t sked_units_layout_(sked_units *units, const sked_units_state_ *shape, void *block,
                                 void **tree_block) {
    const uint32_t words = SKED_SET_WORDS(shape->units);
    sked_carver_ c = sked_carver_of_(block);
    sked_fattree reduced;
    const size_t tree_bytes = sked_fattree_layout_(&reduced, shape->switches, shape->units, NULL);
    units->state_ = SKED_PTR_(sked_units_state_, sked_carve_(&c, sizeof(sked_units_state_), 1));
    units->job_ =
        SKED_PTR_(sked_units_job_, sked_carve_(&c, sizeof(sked_units_job_), shape->jobs_max));
    units->parent_ = sked_carve_32_(&c, shape->switches);
    units->links_ = sked_carve_32_(&c, shape->switches);
    units->leaf_ = sked_carve_32_(&c, shape->units);
    units->used_ = sked_carve_32_(&c, shape->units);
    units->slot_ = sked_carve_32_(&c, shape->processors);
    units->owner_ = sked_carve_32_(&c, shape->processors);
    units->batch_ = sked_carve_32_(&c, shape->batch_max);
    units->idle_ = sked_carve_32_(&c, shape->units);
    units->try_ = sked_carve_32_(&c, shape->units);
    units->words_ = SKED_PTR_(sked_word, sked_carve_(&c, sizeof(sked_word), words));
    units->best_ = SKED_PTR_(sked_word, sked_carve_(&c, sizeof(sked_word), words));
    *tree_block = sked_carve_(&c, 1, tree_bytes);
    return c.fits ? c.used : 0;
}

/* Computes the scratch that a search for all units needs. The machine has the shape of the reduced
 * tree, if its processors are counted in segments of one unit. */
static sked_status sked_units_scratch_(const sked_fattree *tree, const sked_units_state_ *shape,
                                       size_t *bytes) {
    sked_fattree_request request = SKED_ZERO;
    request.count = shape->processors;
    request.segment = shape->unit_size;
    return sked_fattree_find_bytes(tree, &request, bytes);
}

SKED_API sked_status sked_units_bytes(const sked_units_settings *settings, size_t *bytes) {
    sked_units_state_ shape = SKED_ZERO;
    sked_units units;
    void *tree_block;
    size_t own, scratch;
    sked_status status;
    SKED_ASSERT(settings != NULL && bytes != NULL);
    status = sked_units_check_(settings, &shape);
    if (status != SKED_OK) {
        return status;
    }
    own = sked_units_layout_(&units, &shape, NULL, &tree_block);
    if (own == 0) {
        return sked_refuse_what_(settings->refusal, SKED_E_OVERFLOW, "jobs_max", NULL);
    }
    status = sked_units_scratch_(settings->tree, &shape, &scratch);
    if (status != SKED_OK) {
        return status;
    }
    if (own > SIZE_MAX - scratch) {
        return sked_refuse_what_(settings->refusal, SKED_E_OVERFLOW, "jobs_max", NULL);
    }
    *bytes = own + scratch;
    return SKED_OK;
}

static sked_units sked_units_empty_(void) {
    sked_units units = SKED_ZERO;
    return units;
}

SKED_API sked_status sked_units_init(sked_units *units, const sked_units_settings *settings,
                                     void *block, size_t bytes) {
    sked_units_state_ shape = SKED_ZERO;
    sked_fattree_settings reduced = SKED_ZERO;
    const sked_fattree *tree;
    void *tree_block;
    size_t needed = 0, own;
    sked_status status;
    uint32_t i;
    SKED_ASSERT(units != NULL && settings != NULL);
    *units = sked_units_empty_();
    status = sked_units_bytes(settings, &needed);
    if (status == SKED_OK) {
        status = sked_check_block_(settings->refusal, block, bytes, needed);
    }
    if (status != SKED_OK) {
        return status;
    }
    tree = settings->tree;
    (void)sked_units_check_(settings, &shape);
    own = sked_units_layout_(units, &shape, block, &tree_block);
    *units->state_ = shape;
    units->bytes_ = needed;
    units->scratch_ = SKED_PTR_(unsigned char, block) + own;
    units->scratch_bytes_ = needed - own;
    SKED_ASSERT(own > 0 && own < needed);
    /* The reduced tree: the same switches, with units as processors. */
    for (i = 0; i < shape.switches; i++) {
        const uint32_t parent = tree->at_[i].parent;
        units->parent_[tree->name_[i]] = parent == SKED_NONE ? SKED_NONE : tree->name_[parent];
        units->links_[tree->name_[i]] = tree->at_[i].links;
    }
    for (i = 0; i < shape.processors; i++) {
        SKED_ASSERT(i % shape.unit_size == 0 ||
                    tree->home_[tree->slot_[i]] == tree->home_[tree->slot_[i - 1]]);
        units->slot_[i] = tree->slot_[i];
        units->leaf_[i / shape.unit_size] = tree->name_[tree->home_[tree->slot_[i]]];
    }
    sked_fill32_(units->owner_, shape.processors, SKED_NONE);
    sked_fill32_(units->used_, shape.units, 0);
    for (i = 0; i < shape.jobs_max; i++) {
        units->job_[i].state = SKED_UNITS_VACANT_;
    }
    reduced.switches = shape.switches;
    reduced.processors = shape.units;
    reduced.parent = units->parent_;
    reduced.leaf = units->leaf_;
    reduced.links = units->links_;
    status = sked_fattree_init(&units->tree_, &reduced, tree_block, SIZE_MAX);
    SKED_ASSERT(status == SKED_OK && units->tree_.state_->processors == shape.units);
    return status;
}

SKED_API sked_status sked_units_create(sked_units *units, const sked_units_settings *settings,
                                       sked_mem mem) {
    size_t bytes = 0;
    void *block;
    sked_status status = sked_units_bytes(settings, &bytes);
    SKED_ASSERT(units != NULL);
    *units = sked_units_empty_();
    status = sked_take_block_(status, settings->refusal, &mem, bytes, &block);
    if (status == SKED_OK) {
        status = sked_units_init(units, settings, block, bytes);
        sked_keep_block_(&units->mem_, &mem, block, bytes, status);
    }
    return status;
}

SKED_API void sked_units_destroy(sked_units *units) {
    SKED_ASSERT(units != NULL);
    sked_give_block_(&units->mem_, units->state_, units->bytes_);
    *units = sked_units_empty_();
}

/* ---- >>units.events: jobs come and go ---- */

/* Returns the job with an id, or SKED_NONE. */
static uint32_t sked_units_job_of_(const sked_units *units, uint64_t id) {
    uint32_t i;
    for (i = 0; i < units->state_->jobs_max; i++) {
        if (units->job_[i].state != SKED_UNITS_VACANT_ && units->job_[i].id == id) {
            return i;
        }
    }
    return SKED_NONE;
}

/* Records an event, which voids what is left of the batch. */
static void sked_units_record_event_(sked_units *units) {
    units->state_->event = 1;
    units->state_->batch_at = units->state_->batch_end = 0;
}

SKED_API sked_status sked_units_submit(sked_units *units, uint64_t id, uint32_t count) {
    sked_units_state_ *state = units->state_;
    uint32_t i = 0;
    if (state == NULL) {
        return SKED_E_EMPTY;
    }
    if (count == 0) {
        return SKED_E_NO_WIDTH;
    }
    if (count > state->widest) {
        return SKED_E_TOO_WIDE;
    }
    if (sked_units_job_of_(units, id) != SKED_NONE) {
        return SKED_E_DUPLICATE;
    }
    if (state->waiting + state->running == state->jobs_max) {
        return SKED_E_FULL;
    }
    while (units->job_[i].state != SKED_UNITS_VACANT_) {
        i++;
    }
    units->job_[i].id = id;
    units->job_[i].count = count;
    units->job_[i].state = SKED_UNITS_WAITING_;
    units->job_[i].next = SKED_NONE;
    if (state->last == SKED_NONE) {
        state->first = i;
    } else {
        units->job_[state->last].next = i;
    }
    state->last = i;
    state->waiting++;
    SKED_ASSERT(state->first != SKED_NONE && state->waiting + state->running <= state->jobs_max);
    sked_units_record_event_(units);
    return SKED_OK;
}

/* Removes a job from the queue. */
static void sked_units_unlink_(sked_units *units, uint32_t job) {
    sked_units_state_ *state = units->state_;
    uint32_t before = SKED_NONE, i = state->first;
    SKED_ASSERT(units->job_[job].state == SKED_UNITS_WAITING_ && state->waiting > 0);
    while (i != job) {
        SKED_ASSERT(i != SKED_NONE);
        before = i;
        i = units->job_[i].next;
    }
    if (before == SKED_NONE) {
        state->first = units->job_[job].next;
    } else {
        units->job_[before].next = units->job_[job].next;
    }
    if (state->last == job) {
        state->last = before;
    }
    state->waiting--;
}

/* Returns the counter of units with this many processors in use: none, some, or all. */
static uint32_t *sked_units_counter_of_(sked_units_state_ *state, uint32_t used) {
    if (used == 0) {
        return &state->idle;
    }
    return used < state->unit_size ? &state->busy : &state->allocated;
}

/* Lets another number of a unit's processors be in use. */
static void sked_units_use_(sked_units *units, uint32_t unit, uint32_t used) {
    --*sked_units_counter_of_(units->state_, units->used_[unit]);
    ++*sked_units_counter_of_(units->state_, used);
    SKED_ASSERT(used <= units->state_->unit_size);
    SKED_ASSERT(units->state_->idle + units->state_->busy + units->state_->allocated ==
                units->state_->units);
    units->used_[unit] = used;
}

/* Frees the processors of a job, and in the reduced tree the units that become idle. */
static void sked_units_give_back_(sked_units *units, uint32_t job) {
    sked_units_state_ *state = units->state_;
    sked_set idle = sked_set_of(units->words_, state->units);
    uint32_t unit, i;
    for (unit = 0; unit < state->units; unit++) {
        uint32_t given = 0;
        for (i = unit * state->unit_size; i < (unit + 1) * state->unit_size; i++) {
            if (units->owner_[i] == job) {
                units->owner_[i] = SKED_NONE;
                given++;
            }
        }
        if (given > 0) {                        /* the unit may still be used by another job */
            sked_units_use_(units, unit, units->used_[unit] - given);
            if (units->used_[unit] == 0) {
                sked_set_add(&idle, unit);
            }
        }
    }
    sked_ignore_(sked_fattree_free(&units->tree_, &idle));
    SKED_ASSERT(state->running > 0);
    state->free += units->job_[job].count;
    SKED_ASSERT(state->free <= state->processors);
    state->running--;
}

SKED_API sked_status sked_units_finish(sked_units *units, uint64_t id) {
    uint32_t job;
    if (units->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    job = sked_units_job_of_(units, id);
    if (job == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    if (units->job_[job].state != SKED_UNITS_RUNNING_) {
        return SKED_E_NOT_RUNNING;
    }
    sked_units_give_back_(units, job);
    units->job_[job].state = SKED_UNITS_VACANT_;
    sked_units_record_event_(units);
    return SKED_OK;
}

SKED_API sked_status sked_units_cancel(sked_units *units, uint64_t id) {
    uint32_t job, i, kept = 0;
    if (units->state_ == NULL) {
        return SKED_E_EMPTY;
    }
    job = sked_units_job_of_(units, id);
    if (job == SKED_NONE) {
        return SKED_E_UNKNOWN;
    }
    if (units->job_[job].state == SKED_UNITS_RUNNING_) {
        return sked_units_finish(units, id);
    }
    /* It leaves the batch, too, which continues. */
    for (i = units->state_->batch_at; i < units->state_->batch_end; i++) {
        if (units->batch_[i] != job) {
            units->batch_[units->state_->batch_at + kept++] = units->batch_[i];
        }
    }
    units->state_->batch_end = units->state_->batch_at + kept;
    sked_units_unlink_(units, job);
    units->job_[job].state = SKED_UNITS_VACANT_;
    return SKED_OK;
}

/* ---- >>units.batches: jobs start ---- */

/* Begins a batch of the first jobs of the queue. The last ones are left out while the idle units
 * have too few processors for all. The largest come first. */
static void sked_units_begin_(sked_units *units) {
    sked_units_state_ *state = units->state_;
    uint64_t wanted = 0;
    uint32_t count = 0, job, i;
    for (job = state->first; job != SKED_NONE && count < state->batch_max;
         job = units->job_[job].next) {
        units->batch_[count++] = job;
        wanted += units->job_[job].count;
    }
    /* The last are left out, as the patent has it, even if others would fit. */
    while (count > 0 && wanted > (uint64_t)state->unit_size * state->idle) {
        count--;
        wanted -= units->job_[units->batch_[count]].count;
        state->shrinks++;
    }
    for (i = 1; i < count; i++) {
        const uint32_t moved = units->batch_[i];
        uint32_t j = i;
        for (; j > 0 && units->job_[units->batch_[j - 1]].count < units->job_[moved].count; j--) {
            units->batch_[j] = units->batch_[j - 1];
        }
        units->batch_[j] = moved;
    }
    SKED_ASSERT(count <= state->waiting && count <= state->batch_max);
    state->batch_at = 0;
    state->batch_end = count;
    state->event = state->placed = 0;
    state->batches += count > 0;
}

/* Returns the sum of hops over the pairs of units that are tried; UINT64_MAX across roots. */
static uint64_t sked_units_sum_(const sked_units *units, uint32_t count) {
    uint64_t sum = 0, hops;
    uint32_t i, j;
    for (i = 1; i < count; i++) {
        for (j = 0; j < i; j++) {
            if (sked_fattree_hops(&units->tree_, units->idle_[units->try_[i]],
                                  units->idle_[units->try_[j]], &hops) != SKED_OK) {
                return UINT64_MAX;
            }
            sum += hops;
        }
    }
    return sum;
}

/* May all sets of `count` of `idle` units be tried? */
static int sked_units_may_try_(const sked_units *units, uint32_t idle, uint32_t count) {
    uint64_t tries = 1;
    uint32_t i;
    SKED_ASSERT(count > 0 && count <= idle);
    for (i = 1; i <= count; i++) {
        if (tries > UINT64_MAX / SKED_FATTREE_MAX) {
            return 0;
        }
        tries = tries * (idle - count + i) / i;
    }
    return tries <= units->state_->tries_max;
}

/* Tries all sets of units, in order of their numbers. best_ becomes the first of the best. Returns
 * its hops. */
static uint64_t sked_units_try_all_(sked_units *units, uint32_t idle, uint32_t count) {
    sked_set best = sked_set_of(units->best_, units->state_->units);
    uint64_t least = UINT64_MAX;
    uint32_t i, at;
    for (i = 0; i < count; i++) {
        units->try_[i] = i;
    }
    for (;;) {
        const uint64_t sum = sked_units_sum_(units, count);
        if (sum < least) {
            least = sum;
            sked_set_clear(&best);
            for (i = 0; i < count; i++) {
                sked_set_add(&best, units->idle_[units->try_[i]]);
            }
        }
        /* The next set: the last unit that can move on does, and those after it follow close. */
        at = count;
        while (at > 0 && units->try_[at - 1] == idle - count + at - 1) {
            at--;
        }
        if (at == 0) {
            return least;
        }
        units->try_[at - 1]++;
        SKED_ASSERT(units->try_[at - 1] <= idle - count + at - 1);
        for (i = at; i < count; i++) {
            units->try_[i] = units->try_[i - 1] + 1;
        }
    }
}

/* Finds this many idle units, and puts them into best_. Returns 0 iff there is no room. */
static int sked_units_find_(sked_units *units, uint32_t count, uint64_t *hops) {
    sked_fattree_request request = SKED_ZERO;
    sked_fattree_answer answer;
    sked_set best;
    uint32_t idle = 0, unit;
    best.words = units->best_;
    best.size = units->state_->units;
    for (unit = 0; unit < units->state_->units; unit++) {
        if (units->used_[unit] == 0) {
            units->idle_[idle++] = unit;
        }
    }
    SKED_ASSERT(idle == units->state_->idle);
    if (count <= idle && sked_units_may_try_(units, idle, count)) {
        *hops = sked_units_try_all_(units, idle, count);
        return *hops != UINT64_MAX;
    }
    request.count = count;
    if (sked_fattree_find(&units->tree_, &request, &answer, &best, units->scratch_,
                          units->scratch_bytes_) != SKED_OK) {
        return 0;
    }
    *hops = answer.hops;
    return 1;
}

/* Gives a job the first free processors of a unit. */
static void sked_units_fill_(sked_units *units, uint32_t job, uint32_t unit, uint32_t count,
                             sked_set *set) {
    uint32_t i = unit * units->state_->unit_size, left = count;
    SKED_ASSERT(units->used_[unit] + count <= units->state_->unit_size);
    for (; left > 0; i++) {
        SKED_ASSERT(i < (unit + 1) * units->state_->unit_size);
        if (units->owner_[i] == SKED_NONE) {
            units->owner_[i] = job;
            left--;
            if (set != NULL) {
                sked_set_add(set, units->slot_[i]);
            }
        }
    }
    sked_units_use_(units, unit, units->used_[unit] + count);
}

/* Returns a busy unit with exactly this many free processors, or SKED_NONE. */
static uint32_t sked_units_exact_(const sked_units *units, uint32_t count) {
    uint32_t unit;
    for (unit = 0; unit < units->state_->units; unit++) {
        if (units->used_[unit] > 0 && units->state_->unit_size - units->used_[unit] == count) {
            return unit;
        }
    }
    return SKED_NONE;
}

/* Places a job, if there is room. Returns 0 iff there is none. */
static int sked_units_place_(sked_units *units, uint32_t job, sked_units_start *start,
                             sked_set *set) {
    sked_units_state_ *state = units->state_;
    uint32_t left = units->job_[job].count, unit;
    const uint32_t wanted = (left - 1) / state->unit_size + 1;
    const uint32_t exact = left < state->unit_size ? sked_units_exact_(units, left) : SKED_NONE;
    sked_set best;
    start->id = units->job_[job].id;
    start->count = left;
    start->units = wanted;
    start->hops = 0;
    /* A job that fills the rest of a busy unit has no pairs; any other gets idle units. */
    if (exact == SKED_NONE && !sked_units_find_(units, wanted, &start->hops)) {
        return 0;
    }
    if (set != NULL) {
        sked_set_clear(set);
    }
    if (exact != SKED_NONE) {
        sked_units_fill_(units, job, exact, left, set);
        state->exact_fits++;
        return 1;
    }
    best.words = units->best_;
    best.size = state->units;
    SKED_ASSERT(sked_set_count(&best) == wanted);
    sked_ignore_(sked_fattree_allocate(&units->tree_, &best));
    for (unit = sked_set_first(&best); unit < state->units; unit = sked_set_next(&best, unit)) {
        const uint32_t given = left < state->unit_size ? left : state->unit_size;
        sked_units_fill_(units, job, unit, given, set);
        left -= given;
    }
    SKED_ASSERT(left == 0);
    return 1;
}

SKED_API sked_status sked_units_next(sked_units *units, sked_units_start *start, sked_set *set) {
    sked_units_state_ *state = units->state_;
    sked_units_start found;
    SKED_ASSERT(start != NULL);
    if (state == NULL) {
        return SKED_E_EMPTY;
    }
    if (set != NULL && set->size != state->processors) {
        return SKED_E_RANGE;
    }
    for (;;) {
        uint32_t job;
        /* The batch is over: another begins after an event, or if this one placed a job. */
        if (state->batch_at == state->batch_end) {
            const int goes_on = (state->options & SKED_UNITS_GO_ON) != 0;
            if (!state->event && (!state->placed || !goes_on)) {
                return SKED_DONE;
            }
            sked_units_begin_(units);
            if (state->batch_end == 0) {
                return SKED_DONE;
            }
        }
        job = units->batch_[state->batch_at++];
        SKED_ASSERT(units->job_[job].state == SKED_UNITS_WAITING_);
        if (sked_units_place_(units, job, &found, set)) {
            sked_units_unlink_(units, job);
            units->job_[job].state = SKED_UNITS_RUNNING_;
            SKED_ASSERT(found.count <= state->free);
            state->running++;
            state->free -= found.count;
            state->placed = 1;
            *start = found;
            return SKED_OK;
        }
    }
}

SKED_API sked_status sked_units_get_info(const sked_units *units, sked_units_info *info) {
    const sked_units_state_ *state = units->state_;
    SKED_ASSERT(info != NULL);
    if (state == NULL) {
        return SKED_E_EMPTY;
    }
    info->bytes = units->bytes_;
    info->unit_size = state->unit_size;
    info->units = state->units;
    info->idle = state->idle;
    info->busy = state->busy;
    info->allocated = state->allocated;
    info->processors = state->processors;
    info->free = state->free;
    info->waiting = state->waiting;
    info->running = state->running;
    info->batches = state->batches;
    info->shrinks = state->shrinks;
    info->exact_fits = state->exact_fits;
    SKED_ASSERT(info->idle + info->busy + info->allocated == info->units);
    return SKED_OK;
}

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* SKED_FATTREE_IMPLEMENTATION_DONE */
