/* sched_fattree.h - sked 0.6.0: processors on a tree of switches. Where a job runs.
 *
 *     #define SKED_IMPLEMENTATION      in exactly one file of the program,
 *     #include "sched_fattree.h"       and this line alone in all others
 *
 * SPDX-License-Identifier: MIT (full text in LICENSE)
 *
 * CONTENTS (search for the tag; the implementation repeats them in the same order)
 *   >>promises   what holds here               >>find     which processors for a job
 *   >>example    a complete program            >>picker   ... of a queue, or of a calendar
 *   >>make       the tree, and making one      >>read     what is free; what a choice costs
 *   >>take       take, release, down, up       >>units    the method of the patent
 *
 * >>promises
 *   - What sched.h promises (>>promises there) holds here, too: one block, no libc, no clock,
 *     integers only, a status for bad data; what is refused has changed nothing.
 *   - A choice of k processors costs its hops: for each pair of them, the links on the way from one
 *     to the other. 2 within a leaf switch, 4 by way of one switch more, and so on; a link may
 *     count for several.
 *   - Every answer comes with the least that any choice could cost. If both are equal, the choice
 *     is proved optimal. By default it always is; with a bound on the work, a limit on leaves, or
 *     in greedy mode, it may not be, and the difference is told.
 *   - The same tree, request and sets give the same choice on every target.
 *   - Finding is const. It works in a scratch block of the caller's, so that several threads may
 *     search one tree while nobody changes it; a choice that is not taken is a what-if.
 *   - Never a job across roots: fabrics that are not connected share nothing.
 *   - >>units implements the method of a patent: CN110191155B (National University of Defense
 *     Technology), listed as active. All else is independent of it; who does not call
 *     sked_units_... does not link it.
 *
 * >>example
 *   Four pods of four leaf switches of three processors; some are busy. Nine are wanted.
 *
 *       free    3 3 1 0    2 1 3 1    1 2 3 2    1 2 0 3
 *               |_|_|_|    |_|_|_|    |_|_|_|    |_|_|_|      leaf switches
 *                  |__________|__________|__________|         pods
 *                                   |
 *   The three leaves of 3 with most room around them lie in three pods: 180 hops. It prints
 *       24 27 28 30 31 32 33 34 45: 150 hops, none has fewer than 150
 *
 *   -----------------------------------------------------------------------------------------------
 *   #define SKED_IMPLEMENTATION
 *   #include "sched_fattree.h"
 *   #include <stdio.h>
 *
 *   int main(void) {
 *       static const uint32_t fan_out[3] = {4, 4, 3};       // pods, leaves in each, processors
 *       static const int free_in[16] = {3, 3, 1, 0, 2, 1, 3, 1, 1, 2, 3, 2, 1, 2, 0, 3};
 *       static sked_align room[8192 / sizeof(sked_align)], scratch[8192 / sizeof(sked_align)];
 *       uint32_t parent[21], leaf[48], p;
 *       sked_word words[SKED_SET_WORDS(48u)];
 *       sked_set set = sked_set_make(words, 48);
 *       sked_fattree_settings settings = {21, 48, NULL, NULL, NULL};
 *       sked_fattree_request request = {9};                 // all else 0: no limits
 *       sked_fattree_answer answer;
 *       sked_fattree tree;
 *       sked_status status;
 *
 *       sked_fattree_shape(fan_out, 3, &settings, parent, leaf);
 *       status = sked_fattree_init(&tree, &settings, room, sizeof room);
 *       for (p = 0; p < 48; p++) {
 *           if ((int)(p % 3) >= free_in[p / 3]) {
 *               sked_set_add(&set, p);
 *           }
 *       }
 *       if (status == SKED_OK) {
 *           status = sked_fattree_take(&tree, &set);
 *       }
 *       if (status == SKED_OK) {
 *           status = sked_fattree_find(&tree, &request, &answer, &set, scratch, sizeof scratch);
 *       }
 *       if (status != SKED_OK) {
 *           printf("%s\n", sked_status_text(status));
 *           return 1;
 *       }
 *       for (p = sked_set_first(&set); p < 48; p = sked_set_next(&set, p)) {
 *           printf(p == sked_set_first(&set) ? "%d" : " %d", (int)p);
 *       }
 *       printf(": %d hops, none has fewer than %d\n", (int)answer.hops, (int)answer.hops_least);
 *       status = sked_fattree_take(&tree, &set);            // the job starts
 *       sked_fattree_drop(&tree);
 *       return status != SKED_OK;
 *   }
 *   -----------------------------------------------------------------------------------------------
 */
#ifndef SKED_FATTREE_H_INCLUDED
#define SKED_FATTREE_H_INCLUDED

#include "sched.h"

#if SKED_VERSION != 600
#error "sched_fattree.h 0.6.0 needs the sched.h of the same version beside it"
#endif

/* ---- >>make: the tree, and making one ------------------------------------------------------- */

#define SKED_FATTREE_LEVELS 32u                     /* of switches, at most                   */
#define SKED_FATTREE_MAX (UINT32_C(1) << 22)        /* processors, and switches, at most      */

/* A tree of switches, or several. Switches and processors have the caller's numbers, from 0. Those
 * that have processors are leaves, the others have switches below them; depths and sizes may
 * differ. A switch of a level that is one logical switch made of many is one switch here. */
typedef struct sked_fattree_settings {
    uint32_t switches;              /* 1 .. SKED_FATTREE_MAX                                  */
    uint32_t processors;            /* 1 .. SKED_FATTREE_MAX                                  */
    const uint32_t *parent;         /* of each switch: the one above it; SKED_NONE: a root    */
    const uint32_t *leaf;           /* of each processor: its switch                          */
    const uint32_t *links;          /* of each switch: what the way up to its parent counts,
                                       at least 1 (roots: ignored). NULL: 1 each. A processor
                                       is 1 from its leaf. Arrays are read by init and make
                                       alone                                                  */
} sked_fattree_settings;

/* A tree: a handle on a block. All fields are private. A handle of zeros ({0}) is an empty one,
 * which every function but init, make, drop and shape refuses (SKED_E_EMPTY). */
typedef struct sked_fattree {
    sked_mem mem_;
    size_t bytes_;
    struct sked_fattree_state_ *state_;
    struct sked_fattree_place_ *at_;
    uint32_t *name_, *place_, *slot_, *home_;
    uint32_t *left_, *rank_, *order_, *sum_;
    uint64_t *square_;
    uint32_t *tally_;
    sked_word *busy_, *down_;
} sked_fattree;

/* Describes a regular tree: below each switch of level i (the root is level 0) are fan_out[i]
 * switches, or processors in the last level. Switches are numbered level by level, processors from
 * left to right. With parent and leaf NULL it only counts; else it fills them, too.
 * Returns   SKED_OK, and *settings has the counts, the two arrays, and links NULL.
 * Fails     SKED_E_LEVELS iff levels is 0 or above SKED_FATTREE_LEVELS; SKED_E_RANGE iff a fan-out
 *           is 0, or a count is above SKED_FATTREE_MAX.
 * Cost      O(switches + processors). */
SKED_API sked_status sked_fattree_shape(const uint32_t *fan_out, uint32_t levels,
                                        sked_fattree_settings *settings, uint32_t *parent,
                                        uint32_t *leaf);

/* Tells how large the block of a tree must be: about 72 bytes a switch and 12 a processor. Only the
 * two counts are looked at.
 * Fails     SKED_E_NO_SWITCH, SKED_E_NO_PROCESSORS iff there is none; SKED_E_RANGE iff a count is
 *           above SKED_FATTREE_MAX; SKED_E_OVERFLOW iff the size exceeds size_t.
 * Cost      O(1). */
SKED_API sked_status sked_fattree_bytes(const sked_fattree_settings *settings, size_t *bytes);

/* Makes a tree with all processors free: over a block of yours, or over one that mem gives.
 * Fails     as sked_fattree_bytes; SKED_E_MEMORY iff mem refuses; SKED_E_BLOCK iff the block is too
 *           small or not aligned; SKED_E_RANGE iff a parent or a leaf is no switch, or a link
 *           counts 0; SKED_E_MIXED iff a switch has both processors and switches; SKED_E_BARE iff
 *           one has neither; SKED_E_CYCLE iff one is above itself; SKED_E_LEVELS iff a processor
 *           has more than SKED_FATTREE_LEVELS switches above it; SKED_E_OVERFLOW iff the links
 *           between a processor and its root, times the square of the processors, reach 2^50. The
 *           handle is empty then.
 * Cost      O(switches + processors), and to sort the switches below each switch.
 * Keeps     the block or mem, until drop. */
SKED_API sked_status sked_fattree_init(sked_fattree *tree, const sked_fattree_settings *settings,
                                       void *block, size_t bytes);
SKED_API sked_status sked_fattree_make(sked_fattree *tree, const sked_fattree_settings *settings,
                                       sked_mem mem);

/* Gives the block back, and leaves the handle empty. May be called on an empty one, and twice. */
SKED_API void sked_fattree_drop(sked_fattree *tree);

/* Copies a tree, to go on with both. branch: into a block of yours, as large as the first one's
 * (sked_fattree_facts.bytes); clone: into one that mem gives.
 * Fails     SKED_E_EMPTY; SKED_E_BLOCK iff the block is too small or not aligned; SKED_E_MEMORY iff
 *           mem refuses. The copy is empty then.
 * Cost      O(bytes).
 * Keeps     the block or mem, until the copy is dropped. */
SKED_API sked_status sked_fattree_branch(const sked_fattree *tree, sked_fattree *branch,
                                         void *block, size_t bytes);
SKED_API sked_status sked_fattree_clone(const sked_fattree *tree, sked_fattree *clone,
                                        sked_mem mem);

/* ---- >>take: take, release, down, up -------------------------------------------------------- */

/* A processor is free, busy or down; or busy and down, when it broke down under a job. A set is of
 * the tree's size, or refused: SKED_E_RANGE iff it has another size, or bits above it. A set may be
 * what sked_fattree_find has chosen, or any other. To save a tree, save its settings and the sets
 * that are busy and down (>>read).
 * Cost      O(processors / SKED_WORD_BITS + for each switch above the set: its children). */

/* Makes processors busy: a job starts.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE as above; SKED_E_TAKEN iff one of them is busy already;
 *           SKED_E_NOT_FREE iff one of them is down. */
SKED_API sked_status sked_fattree_take(sked_fattree *tree, const sked_set *set);

/* Makes busy processors free again: all of a job's, or any of them. Those that are down stay so.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE as above; SKED_E_NOT_TAKEN iff one of them is not busy. */
SKED_API sked_status sked_fattree_release(sked_fattree *tree, const sked_set *set);

/* Tells that processors broke down, or are up again. Those that are so already stay so; jobs keep
 * theirs until they are released.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE as above. */
SKED_API sked_status sked_fattree_down(sked_fattree *tree, const sked_set *set);
SKED_API sked_status sked_fattree_up(sked_fattree *tree, const sked_set *set);

/* ---- >>find: which processors for a job ----------------------------------------------------- */

typedef enum sked_fattree_mode {
    SKED_FATTREE_EXACT,             /* the least hops, proved                                 */
    SKED_FATTREE_GREEDY,            /* few hops, in no time: the smallest place that holds what
                                       is left to place, else the largest place as a whole. With
                                       required, leaves_max or a fragment weight, as exact    */
    SKED_FATTREE_MODE_CLOSED_ = INT_MAX
} sked_fattree_mode;

/* What is asked for. Zero means: no such limit. */
typedef struct sked_fattree_request {
    uint32_t count;                 /* processors, at least 1                                 */
    sked_fattree_mode mode;
    uint64_t steps_max;             /* work, in the steps that the answer counts, of about 2 ns:
                                       then the best so far is the answer, with its bound. Does
                                       not limit what required, leaves_max or a fragment weight
                                       need                                                   */
    uint32_t levels_max;            /* all below one switch that has so many levels: 1 is a
                                       leaf, 2 a switch above leaves, ...                     */
    uint32_t levels_preferred;      /* the same, if that is possible; else levels_max         */
    uint32_t leaves_max;            /* on at most so many leaves                              */
    uint32_t segment;               /* groups of so many share a leaf; count is a multiple    */
    uint32_t fragment_weight;       /* 0 .. 1024: what it costs to break up places, in 1/1024
                                       of hops: see sked_fattree_answer.cost                  */
    const sked_set *allowed;        /* only these; NULL: all                                  */
    const sked_set *excluded;       /* not these; NULL: none                                  */
    const sked_set *required;       /* these for certain; NULL: none                          */
} sked_fattree_request;

/* What was found. With a fragment weight f, a choice costs 1024 times its hops, and f times, for
 * each switch with a parent, the links of the way up times what the square of its free processors
 * loses; else just its hops. The search is for the least cost. */
typedef struct sked_fattree_answer {
    uint64_t hops;                  /* of the choice: the sum over all pairs                  */
    uint64_t hops_least;            /* no choice within the limits has fewer; with a fragment
                                       weight, where cost decides: hops of one in a leaf      */
    uint64_t cost, cost_least;      /* the same of cost; equal: proved optimal                */
    uint64_t steps;                 /* what it took                                           */
    uint32_t leaves;                /* switches with a chosen processor                       */
    uint32_t levels;                /* of the smallest switch that has all of them below      */
    uint32_t top;                   /* that switch                                            */
} sked_fattree_answer;

/* Tells how large a scratch block sked_fattree_find needs for a request, whatever is free. The sets
 * of the request are looked at only for whether they are NULL.
 * Fails     SKED_E_EMPTY; SKED_E_NO_WIDTH iff count is 0; SKED_E_TOO_WIDE iff it is more than there
 *           are processors; SKED_E_SETTING iff the mode has no such value; SKED_E_RANGE iff
 *           fragment_weight is above 1024, or count is no multiple of segment; SKED_E_OVERFLOW iff
 *           the size exceeds size_t.
 * Cost      O(switches). */
SKED_API sked_status sked_fattree_find_bytes(const sked_fattree *tree,
                                             const sked_fattree_request *request, size_t *bytes);

/* Finds processors for a job: *set, of the tree's size. Nothing is taken. Among choices of equal
 * hops it prefers those that leave large places whole: what is left over goes to the smallest leaf
 * that holds it.
 * Fails     as find_bytes; SKED_E_RANGE also iff a set has another size, or bits above it;
 *           SKED_E_NOT_FREE iff a required processor is not free and allowed, or fewer than count
 *           are; SKED_E_LIMITS iff enough are, but no choice keeps the limits; SKED_E_BLOCK iff the
 *           scratch block is too small or not aligned. *answer and *set are as they were then.
 * Cost      N processors, S switches, k = count. One root with pods of leaves, equal links in each
 *           level, without required, leaves_max and fragment_weight: O(pods + leaves of those that
 *           are used) where bounds settle it, as on regular machines they mostly do; else a search
 *           that is bounded by O(pods^2 k t), t < 2/3 of the free processors of a leaf. All else
 *           O(N k + S), 64 times that with leaves_max. With sets or segments, O(N) more.
 * Source    min-plus knapsack over the tree; >>find of the implementation tells of the rest. */
SKED_API sked_status sked_fattree_find(const sked_fattree *tree,
                                       const sked_fattree_request *request,
                                       sked_fattree_answer *answer, sked_set *set, void *scratch,
                                       size_t bytes);

/* A job of a batch. */
typedef struct sked_fattree_job {
    sked_fattree_request request;
    sked_set set;                   /* gets its processors: words of yours, the tree's size   */
    sked_fattree_answer answer;     /* if status is SKED_OK                                   */
    sked_status status;             /* of its find; SKED_E_RANGE iff the set has another size */
} sked_fattree_job;

/* Finds and takes processors for several jobs, the largest first, equals in the order given. A job
 * that finds none has its reason in its status, and the others go on. The scratch must do for the
 * largest find_bytes of the jobs.
 * Fails     SKED_E_EMPTY.
 * Cost      that of the finds, and O(count^2). */
SKED_API sked_status sked_fattree_batch(sked_fattree *tree, sked_fattree_job *jobs, uint32_t count,
                                        void *scratch, size_t bytes);

/* ---- >>picker: of a queue, or of a calendar ------------------------------------------------- */

/* A tree as the picker of sked_queue or sked_ar: it uses the shape, and takes as free what the set
 * offers; what the tree itself holds for busy or down plays no part. The limits of a job are found
 * by its tag: an index into `kinds`, of which the ask replaces the count, and whose sets must fit
 * the tree. Without kinds there are no limits, and tags are ignored. It refuses where find fails,
 * and counts why. */
typedef struct sked_fattree_chooser {
    const sked_fattree *tree;
    void *scratch;                  /* as find_bytes asks for the widest job, with `allowed` set
                                       to any set                                             */
    size_t bytes;
    const sked_fattree_request *kinds;
    uint32_t kinds_count;
    uint64_t chosen, refused;       /* counters: they only grow                               */
    sked_status refusal;            /* why it refused last; SKED_E_UNKNOWN: no such kind      */
    sked_fattree_answer answer;     /* of what was chosen last                                */
} sked_fattree_chooser;

/* Returns   a picker that chooses by *chooser.
 * Keeps     the chooser, as long as the picker is in use. */
SKED_API sked_picker sked_fattree_picker(sked_fattree_chooser *chooser);

/* ---- >>read: what is free; what a choice costs ---------------------------------------------- */

typedef struct sked_fattree_facts {
    size_t bytes;                   /* of the block                                           */
    uint32_t switches, leaves, roots;
    uint32_t levels;                /* of the highest root                                    */
    uint32_t processors, free, busy, down;      /* busy and down: in both                     */
} sked_fattree_facts;

/* Tells how a tree stands. Fails SKED_E_EMPTY. Cost O(processors / SKED_WORD_BITS). */
SKED_API sked_status sked_fattree_look(const sked_fattree *tree, sked_fattree_facts *facts);

typedef struct sked_fattree_switch {
    uint32_t parent;                /* SKED_NONE: a root                                      */
    uint32_t levels;                /* of switches, down from this one: a leaf has 1          */
    uint32_t children;              /* switches; of a leaf: processors                        */
    uint32_t processors, free;      /* below it                                               */
} sked_fattree_switch;

/* Tells about a switch. Fails SKED_E_EMPTY; SKED_E_RANGE iff there is no such switch. Cost O(1). */
SKED_API sked_status sked_fattree_switch_of(const sked_fattree *tree, uint32_t number,
                                            sked_fattree_switch *facts);

/* Tells the leaf of a processor. Fails SKED_E_EMPTY; SKED_E_RANGE iff there is no such processor.
 * Cost O(1). */
SKED_API sked_status sked_fattree_leaf_of(const sked_fattree *tree, uint32_t processor,
                                          uint32_t *leaf);

/* Tells which processors are free, busy, down: each set unless NULL.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff a set has another size.
 * Cost      O(processors / SKED_WORD_BITS). */
SKED_API sked_status sked_fattree_sets(const sked_fattree *tree, sked_set *free_set, sked_set *busy,
                                       sked_set *down);

/* Tells the hops between two processors: 0 from one to itself.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff there is no such processor; SKED_E_LIMITS iff they are
 *           below different roots.
 * Cost      O(levels). */
SKED_API sked_status sked_fattree_hops(const sked_fattree *tree, uint32_t from, uint32_t to,
                                       uint64_t *hops);

/* Tells what a choice of processors costs, whoever made it and whatever is free: hops, leaves,
 * levels and top of *answer. *least, unless NULL, are the hops of the same number within a leaf.
 * The rest of *answer is 0.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff the set has another size, or bits above it, or is empty;
 *           SKED_E_LIMITS iff they are below different roots; SKED_E_BLOCK iff the scratch block
 *           has fewer than sked_fattree_explain_bytes, or is not aligned.
 * Cost      O(processors / SKED_WORD_BITS + count levels + switches). */
SKED_API size_t sked_fattree_explain_bytes(const sked_fattree *tree);
SKED_API sked_status sked_fattree_explain(const sked_fattree *tree, const sked_set *set,
                                          sked_fattree_answer *answer, uint64_t *least,
                                          void *scratch, size_t bytes);

/* Walks the whole structure: for tests, fuzzers, and controllers that distrust their memory. After
 * SKED_OK no call with this handle, if that is intact, reads or writes outside the block or runs
 * for ever, whatever wrote the block.
 * Fails     SKED_E_EMPTY; SKED_E_DAMAGED iff the content contradicts itself.
 * Cost      O(bytes). */
SKED_API sked_status sked_fattree_sound(const sked_fattree *tree);

/* ---- >>units: the method of the patent ------------------------------------------------------ */

/* Every leaf is cut into units of unit_size processors. A unit is idle, busy (some of its
 * processors are used) or allocated (all are). Whenever a job is submitted or ends, the first
 * batch_max jobs of the queue are looked at; while they want more processors together than the idle
 * units have, one fewer. They are served largest first. A job of n processors gets
 * ceil(n / unit_size) idle units with the least sum of hops over pairs of units; if one unit does
 * and n is less than it, a busy unit whose rest is just n, if there is one. A job of the batch for
 * which there is no room stays in the queue. One batch per event; with SKED_UNITS_GO_ON further
 * ones, until one places nothing. */
#define SKED_UNITS_GO_ON 1u

typedef struct sked_units_settings {
    sked_fattree_settings tree;     /* each unit must lie within a leaf                       */
    uint32_t unit_size;             /* divides the processors of every leaf; 0: by the rule of
                                       sked_units_rule                                        */
    uint32_t batch_max;             /* 1 .. 64; 0: 4                                          */
    uint32_t jobs_max;              /* waiting and running, 1 .. 2^22                         */
    uint32_t options;               /* SKED_UNITS_GO_ON                                       */
    uint64_t tries_max;             /* up to so many combinations of units are all tried, as the
                                       patent says; else, and by default (0), the exact search
                                       of >>find takes their place: the same hops             */
} sked_units_settings;

/* The patent's method, with its queue: a handle on a block. All fields are private. A handle of
 * zeros ({0}) is an empty one, which every function but init, make, drop, rule and bytes refuses
 * (SKED_E_EMPTY). */
typedef struct sked_units {
    sked_mem mem_;
    size_t bytes_;
    struct sked_units_state_ *state_;
    struct sked_units_job_ *job_;
    uint32_t *unit_first_, *unit_used_, *unit_of_, *member_, *owner_, *next_, *batch_;
    sked_word *words_;
    void *scratch_;
    size_t scratch_bytes_;
    sked_fattree tree_;             /* of units                                               */
} sked_units;

/* Tells the default size of a unit. With limit = 4, or 8 above 4096 processors: the greatest common
 * divisor of the leaves' processors if that is at most the limit, else its largest divisor that is.
 * (The text of the patent has lost its rule for wide leaves; this one is ours.)
 * Fails     as sked_fattree_bytes. */
SKED_API sked_status sked_units_rule(const sked_fattree_settings *settings, uint32_t *unit_size);

/* Tells how large the block is; makes one over a block of yours, or over one that mem gives.
 * Fails     as sked_fattree_bytes; SKED_E_SETTING iff unit_size does not divide the processors of a
 *           leaf, or options has another bit; SKED_E_RANGE iff batch_max or jobs_max is outside its
 *           range; then as sked_fattree_init and _make.
 * Keeps     the block or mem, until drop. */
SKED_API sked_status sked_units_bytes(const sked_units_settings *settings, size_t *bytes);
SKED_API sked_status sked_units_init(sked_units *units, const sked_units_settings *settings,
                                     void *block, size_t bytes);
SKED_API sked_status sked_units_make(sked_units *units, const sked_units_settings *settings,
                                     sked_mem mem);
SKED_API void sked_units_drop(sked_units *units);

/* Tells that a job arrived: an event.
 * Fails     SKED_E_EMPTY; SKED_E_NO_WIDTH iff count is 0; SKED_E_TOO_WIDE iff it is more than the
 *           processors below any root; SKED_E_DUPLICATE iff a live job has the id; SKED_E_FULL iff
 *           jobs_max are live. */
SKED_API sked_status sked_units_submit(sked_units *units, uint64_t id, uint32_t count);

/* Tells that a running job ended: an event. Or takes back one that waits, or runs: no event if it
 * waited.
 * Fails     SKED_E_EMPTY; SKED_E_UNKNOWN iff no live job has the id; SKED_E_NOT_RUNNING (finish) iff
 *           it is waiting. */
SKED_API sked_status sked_units_finish(sked_units *units, uint64_t id);
SKED_API sked_status sked_units_cancel(sked_units *units, uint64_t id);

typedef struct sked_units_start {
    uint64_t id;
    uint32_t count;                 /* processors                                             */
    uint32_t units;                 /* that it takes, in whole or in part                     */
    uint64_t hops;                  /* the sum over pairs of units                            */
} sked_units_start;

/* Takes the next job that starts, and commits it. *set (unless NULL), of the tree's size, gets its
 * processors. An event during a batch ends it, and begins another.
 * Returns   SKED_OK and a start; SKED_DONE when there is none until the next event.
 * Fails     SKED_E_EMPTY; SKED_E_RANGE iff *set has another size.
 * Cost      that of sked_fattree_find on units, or O(tries_max units^2). */
SKED_API sked_status sked_units_next(sked_units *units, sked_units_start *start, sked_set *set);

typedef struct sked_units_facts {
    size_t bytes;
    uint32_t unit_size, units, idle, busy, allocated;
    uint32_t processors, free;      /* free: also in busy units                               */
    uint32_t waiting, running;
    uint64_t batches, shrinks;      /* batches begun; jobs left out of them for want of room  */
    uint64_t exact_fits;            /* jobs that filled the rest of a busy unit               */
} sked_units_facts;

/* Tells how it stands. Fails SKED_E_EMPTY. Cost O(1). */
SKED_API sked_status sked_units_look(const sked_units *units, sked_units_facts *facts);

#endif /* SKED_FATTREE_H_INCLUDED */
