/* ar_ratio.c: what a booking costs, beside a calendar coded plainly (plain_ar.h).
 *
 * SPDX-License-Identifier: MIT
 *
 * `build/ar_ratio --help` has its arguments.
 *
 * 1024 processors, of which about 0.7 are busy. Load A: sizes of 23 to 1024 processors as those of
 * the LANL CM-5, not rounded to powers of two; load B: 1 to 16. Durations are 1, 5, 15, 30, 60 or
 * 180 minutes. Policies have a deadline of ready + 4 durations. Before anything is timed, both must
 * find the same starts, processors and rectangles; exit status 1 if they do not.
 *
 * The calendar, the list in the order of time in memory, and the list scattered take turns; each
 * round is in the order of the last one reversed. A turn is as many operations as take a
 * millisecond of processor time (quick: a fifth), one at least: where an operation of the list is
 * slow, few are timed; how many is told. Times are for reading; tests/gates/bench.sh gates on
 * decisions.
 *
 * With AR_BASELINE, a file with a tree to measure against (see `baseline` below), that takes its
 * turn, too. */
#define _POSIX_C_SOURCE 200112L
#define SKED_STATIC
#define SKED_WORD_BITS 64
#include "sched_ar.h"

#include "bench.h"
#include "command.h"
#include "ratio.h"
#include "heap.h"
#include "plain_ar.h"
#include "workload.h"

enum { PROCESSORS = PLAIN_AR_PROCESSORS, WORDS = PLAIN_AR_WORDS };
enum { QUERIES = 4096, STEPS_MAX = 20000, STEPS = 64, ROUNDS_MAX = 64 };

#define HORIZON (INT64_C(1) << 48)

/* ---- workloads ------------------------------------------------------------------------------ */

enum { LOAD_A, LOAD_B, LOADS };

typedef struct booking {
    sked_time start, end;
    sked_word words[WORDS];
} booking;

typedef struct query {
    sked_time ready, duration;
    uint32_t count;
} query;

/* The spans of a book, and what is asked of it. */
typedef struct book {
    uint32_t load, spans;
    booking *booked;                /* by rising start */
    sked_time end;                  /* of the last one */
    double used;                    /* the part of [0, end) that is busy */
    query *queries;                 /* QUERIES of them */
    uint32_t *victims;              /* QUERIES spans, for remove and add */
    query *steps;                   /* STEPS_MAX of them; ready counts from the step's now */
    uint64_t gap_ms;                /* between arrivals, on average */
} book;

static uint32_t below(uint64_t *seed, uint32_t bound) {
    return (uint32_t)workload_uniform(seed, bound);
}

static sked_time draw_duration(uint64_t *seed) {
    static const sked_time durations[] = {60, 300, 900, 1800, 3600, 10800};
    return durations[below(seed, 6)];
}

/* 2^(x / 256) to the nearest integer, for x of 0 .. 2560, with integers alone: bit k of x counts
 * for a factor of 2^(2^k / 256), here in units of 2^-30. */
static uint32_t power_of_two(uint32_t x) {
    static const uint64_t factors[] = {1076653033, 1079572136, 1085434106, 1097253708,
                                       1121280436, 1170923762, 1276901417, 1518500250};
    uint64_t value = UINT64_C(1) << 30;
    uint32_t bit;
    for (bit = 0; bit < 8; bit++) {
        if ((x >> bit & 1) != 0) {
            value = value * factors[bit] >> 30;
        }
    }
    return (uint32_t)(((value << x / 256) + (1 << 29)) >> 30);
}

/* Load A: the logarithm is uniform in 4.5 .. 7 for 82 % of the sizes, and in 7 .. 10 for others. */
static uint32_t draw_size(uint32_t load, uint64_t *seed) {
    if (load == LOAD_B) {
        return 1 + below(seed, 16);
    }
    if (below(seed, 100) < 82) {
        return power_of_two(1152 + below(seed, 640));
    }
    return power_of_two(1792 + below(seed, 769));
}

/* Running spans, the earliest end on top. */
typedef struct running {
    sked_time end[PROCESSORS];
    uint32_t span[PROCESSORS];
    uint32_t count;
} running;

static void running_push(running *heap, sked_time end, uint32_t span) {
    uint32_t at = heap->count++;
    while (at > 0 && heap->end[(at - 1) / 2] > end) {
        heap->end[at] = heap->end[(at - 1) / 2];
        heap->span[at] = heap->span[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap->end[at] = end;
    heap->span[at] = span;
}

static uint32_t running_pop(running *heap) {
    const uint32_t top = heap->span[0], span = heap->span[--heap->count];
    const sked_time end = heap->end[heap->count];
    uint32_t at = 0, child;
    for (child = 1; child < heap->count; child = 2 * at + 1) {
        child += child + 1 < heap->count && heap->end[child + 1] < heap->end[child];
        if (heap->end[child] >= end) {
            break;
        }
        heap->end[at] = heap->end[child];
        heap->span[at] = heap->span[child];
        at = child;
    }
    heap->end[at] = end;
    heap->span[at] = span;
    return top;
}

static void words_or(sked_word *words, const sked_word *others) {
    uint32_t w;
    for (w = 0; w < WORDS; w++) {
        words[w] |= others[w];
    }
}

static void words_andnot(sked_word *words, const sked_word *others) {
    uint32_t w;
    for (w = 0; w < WORDS; w++) {
        words[w] &= ~others[w];
    }
}

/* A set over words that it does not clear. */
static sked_set set_over(sked_word *words) {
    sked_set set;
    set.words = words;
    set.size = PROCESSORS;
    return set;
}

/* Ends what has ended by *now, and then whatever ends next, until so many are idle: at *now. */
static void wait_for(const book *b, running *heap, sked_word *idle, uint32_t size, sked_time *now) {
    while (heap->count > 0 && (heap->end[0] <= *now || plain_ar_count(idle) < size)) {
        *now = heap->end[0] > *now ? heap->end[0] : *now;
        words_or(idle, b->booked[running_pop(heap)].words);
    }
}

/* Spans in the order of arrival, each as early as the ones before it allow, on the lowest idle
 * processors. Arrivals offer a load of 0.75, of spans of 2910 seconds in the mean. */
static void make_spans(book *b, uint64_t *seed) {
    static running heap;
    sked_word idle[WORDS];
    int64_t arrival_ms = 0;
    sked_time now = 0;
    double area = 0;
    uint32_t i;
    memset(idle, 0xFF, sizeof idle);
    heap.count = 0;
    b->end = 0;
    b->gap_ms = UINT64_C(1455000) * (b->load == LOAD_A ? 236 : 17) / (PROCESSORS * 3 / 4);
    for (i = 0; i < b->spans; i++) {
        booking *made = &b->booked[i];
        const uint32_t size = draw_size(b->load, seed);
        const sked_time duration = draw_duration(seed);
        arrival_ms += workload_exponential_ms(seed, (uint32_t)b->gap_ms);
        now = arrival_ms / 1000 > now ? arrival_ms / 1000 : now;
        wait_for(b, &heap, idle, size, &now);
        memcpy(made->words, idle, sizeof idle);
        plain_ar_lowest(made->words, size);
        words_andnot(idle, made->words);
        made->start = now;
        made->end = now + duration;
        running_push(&heap, made->end, i);
        b->end = made->end > b->end ? made->end : b->end;
        area += (double)size * (double)duration;
    }
    b->used = area / ((double)PROCESSORS * (double)b->end);
}

/* Steps are those of a simulation: ready up to three durations after now. */
static void make_queries(book *b, uint64_t *seed) {
    uint32_t i;
    for (i = 0; i < QUERIES; i++) {
        b->queries[i].ready = workload_uniform(seed, b->end);
        b->queries[i].duration = draw_duration(seed);
        b->queries[i].count = draw_size(b->load, seed);
        b->victims[i] = below(seed, b->spans);
    }
    for (i = 0; i < STEPS_MAX; i++) {
        b->steps[i].duration = draw_duration(seed);
        b->steps[i].ready = workload_uniform(seed, 3 * b->steps[i].duration);
        b->steps[i].count = draw_size(b->load, seed);
    }
}

static void book_make(book *b, uint32_t load, uint32_t spans) {
    uint64_t seed = 1 + load;
    b->load = load;
    b->spans = spans;
    b->booked = (booking *)take_memory(spans, sizeof(booking));
    b->queries = (query *)take_memory(QUERIES, sizeof(query));
    b->victims = (uint32_t *)take_memory(QUERIES, sizeof(uint32_t));
    b->steps = (query *)take_memory(STEPS_MAX, sizeof(query));
    make_spans(b, &seed);
    make_queries(b, &seed);
}

static void book_drop(book *b) {
    free(b->booked);
    free(b->queries);
    free(b->victims);
    free(b->steps);
}

/* The places 0 .. count-1 in random order. */
static uint32_t *make_shuffled(uint32_t count) {
    uint32_t *order = (uint32_t *)take_memory(count, sizeof(uint32_t));
    uint64_t seed = 7;
    uint32_t i;
    for (i = 0; i < count; i++) {
        const uint32_t at = below(&seed, i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    return order;
}

/* ---- operations ----------------------------------------------------------------------------- */

typedef enum operation_kind { CHANGE, FIND, RECTANGLE, WHY, STEP } operation_kind;

/* CHANGE removes a span and adds it again: two rows of the table. */
typedef struct operation {
    const char *name;
    operation_kind kind;
    sked_ar_policy policy;
    int paper, bounded, from_base;  /* the paper's starts; has a deadline; ready is the base */
} operation;

static const operation operations[] = {
    {"remove", CHANGE, SKED_AR_FF, 0, 0, 0},
    {"earliest, anywhere", FIND, SKED_AR_FF, 0, 0, 0},
    {"earliest, from base", FIND, SKED_AR_FF, 0, 0, 1},
    {"latest", FIND, SKED_AR_LATEST, 1, 1, 0},
    {"FF", FIND, SKED_AR_FF, 0, 1, 0},
    {"PE_B", FIND, SKED_AR_PE_B, 0, 1, 0},
    {"PE_W", FIND, SKED_AR_PE_W, 0, 1, 0},
    {"Du_B", FIND, SKED_AR_DU_B, 0, 1, 0},
    {"Du_W", FIND, SKED_AR_DU_W, 0, 1, 0},
    {"PEDu_B", FIND, SKED_AR_PEDU_B, 0, 1, 0},
    {"PEDu_W", FIND, SKED_AR_PEDU_W, 0, 1, 0},
    {"FF, paper", FIND, SKED_AR_FF, 1, 1, 0},
    {"PE_B, paper", FIND, SKED_AR_PE_B, 1, 1, 0},
    {"PE_W, paper", FIND, SKED_AR_PE_W, 1, 1, 0},
    {"Du_B, paper", FIND, SKED_AR_DU_B, 1, 1, 0},
    {"Du_W, paper", FIND, SKED_AR_DU_W, 1, 1, 0},
    {"PEDu_B, paper", FIND, SKED_AR_PEDU_B, 1, 1, 0},
    {"PEDu_W, paper", FIND, SKED_AR_PEDU_W, 1, 1, 0},
    {"rectangle", RECTANGLE, SKED_AR_FF, 0, 0, 0},
    {"why", WHY, SKED_AR_FF, 0, 1, 0},
    {"trim, PE_W, add", STEP, SKED_AR_PE_W, 0, 1, 0},
};

enum { OPERATIONS = sizeof operations / sizeof operations[0] };
enum { ROWS = OPERATIONS + 1, ROW_ADD = 0 };      /* of operation i: row i + 1 */

typedef struct decision {
    sked_time start, from, until;   /* start SKED_NEVER: there is none */
    uint32_t count;
    sked_word words[WORDS];
} decision;

/* Cheap, since it is timed with the steps. */
static uint64_t decision_hash(const decision *made) {
    const uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t hash = ((uint64_t)made->start * factor ^ (uint64_t)made->from) * factor;
    uint32_t w;
    hash = ((hash ^ (uint64_t)made->until) * factor ^ made->count) * factor;
    for (w = 0; w < WORDS; w++) {
        hash = (hash ^ made->words[w]) * factor;
    }
    return hash;
}

/* ---- the contestants, behind one face ------------------------------------------------------- */

typedef struct contestant contestant;

struct contestant {
    const char *name;
    const book *of;
    void (*remove)(contestant *c, booking *span);
    void (*add)(contestant *c, booking *span);
    void (*decide)(contestant *c, const operation *asked, const query *q, sked_time now,
                   decision *made);
    int all;                        /* operations; else changes and finds of its own starts */
    sked_ar calendar;
    void *scratch;
    size_t scratch_bytes;
    plain_ar list;
    uint32_t at, turn;              /* the next query; operations of a turn */
    uint32_t step;
    uint64_t *trace;                /* of the steps: the hash of each decision */
    uint64_t done, spent;           /* operations and ns in all, of one row */
    double sample[2][ROUNDS_MAX];   /* ns of an operation; of CHANGE [1] is that of add */
    uint32_t samples;
};

static sked_time deadline_of(const operation *asked, const query *q) {
    return asked->bounded ? q->ready + 4 * q->duration : SKED_NEVER;
}

/* ---- ours ----------------------------------------------------------------------------------- */

static void our_add(contestant *c, booking *span) {
    const sked_set set = set_over(span->words);
    require(sked_ar_add(&c->calendar, span->start, span->end, &set));
}

static void our_remove(contestant *c, booking *span) {
    const sked_set set = set_over(span->words);
    require(sked_ar_remove(&c->calendar, span->start, span->end, &set));
}

static void our_find(contestant *c, const operation *asked, const sked_ar_request *request,
                     decision *made) {
    sked_ar_choice choice = {.policy = SKED_AR_FF, .starts = SKED_AR_FREED,
                             .ends = SKED_AR_ENDS_AT_DEADLINE, .pick = SKED_AR_LOWEST};
    sked_set set = set_over(made->words);
    sked_ar_answer answer;
    sked_status status;
    choice.policy = asked->policy;
    choice.starts = asked->paper ? SKED_AR_PAPER : SKED_AR_FREED;
    status = sked_ar_find(&c->calendar, request, &choice, &answer, &set, c->scratch,
                          c->scratch_bytes);
    if (status == SKED_E_DEADLINE) {
        made->start = SKED_NEVER;
        return;
    }
    require(status);
    made->start = answer.start;
    made->count = answer.free;
}

static void our_rectangle(contestant *c, const sked_ar_request *request, decision *made) {
    sked_set set = set_over(made->words);
    sked_ar_rectangle rectangle;
    require(sked_ar_rectangle_at(&c->calendar, request, request->ready, &rectangle, &set,
                                 c->scratch, c->scratch_bytes));
    made->start = request->ready;
    made->from = rectangle.from;
    made->until = rectangle.until;
    made->count = rectangle.free;
}

static void our_why(contestant *c, const sked_ar_request *request, decision *made) {
    sked_ar_explanation reason;
    require(sked_ar_explain(&c->calendar, request, &reason, c->scratch, c->scratch_bytes));
    made->start = reason.start;
    made->count = reason.count;
}

static void our_decide(contestant *c, const operation *asked, const query *q, sked_time now,
                       decision *made) {
    sked_ar_request request = {0};
    request.ready = q->ready;
    request.duration = q->duration;
    request.count = q->count;
    request.deadline = deadline_of(asked, q);
    if (asked->kind == RECTANGLE) {
        our_rectangle(c, &request, made);
    } else if (asked->kind == WHY) {
        our_why(c, &request, made);
    } else if (asked->kind == FIND) {
        our_find(c, asked, &request, made);
    } else {
        require(sked_ar_trim(&c->calendar, now));
        our_find(c, asked, &request, made);
        if (made->start != SKED_NEVER) {
            const sked_set set = set_over(made->words);
            require(sked_ar_add(&c->calendar, made->start, made->start + q->duration, &set));
        }
    }
}

static void contestant_make(contestant *c, const book *of, const char *name) {
    memset(c, 0, sizeof *c);
    c->name = name;
    c->of = of;
    c->trace = (uint64_t *)take_memory(STEPS_MAX, sizeof(uint64_t));
}

static void our_make(contestant *c, const book *of) {
    sked_ar_settings settings = {.processors = PROCESSORS, .horizon = HORIZON};
    uint32_t *order = make_shuffled(of->spans), i;
    contestant_make(c, of, "ours");
    c->add = our_add;
    c->remove = our_remove;
    c->decide = our_decide;
    c->all = 1;
    settings.spans_max = of->spans + of->spans / 8 + 256;
    require(sked_ar_create(&c->calendar, &settings, heap_mem()));
    require(sked_ar_find_bytes(&c->calendar, &c->scratch_bytes));
    c->scratch = take_memory(1, c->scratch_bytes);
    for (i = 0; i < of->spans; i++) {
        our_add(c, &of->booked[order[i]]);
    }
    free(order);
}

static void our_drop(contestant *c) {
    sked_ar_destroy(&c->calendar);
    free(c->scratch);
    free(c->trace);
}

/* ---- the list ------------------------------------------------------------------------------- */

static void list_add(contestant *c, booking *span) {
    plain_ar_add(&c->list, span->start, span->end, span->words);
}

static void list_remove(contestant *c, booking *span) {
    plain_ar_remove(&c->list, span->start, span->end, span->words);
}

static void list_find(contestant *c, const plain_ar_request *request, decision *made) {
    plain_ar_answer answer;
    plain_ar_find(&c->list, request, &answer);
    made->start = answer.start == PLAIN_AR_NEVER ? SKED_NEVER : answer.start;
    if (answer.start != PLAIN_AR_NEVER) {
        made->count = answer.free;
        memcpy(made->words, answer.set, sizeof answer.set);
    }
}

static void list_rectangle(contestant *c, const query *q, decision *made) {
    plain_ar_answer answer;
    plain_ar_rectangle(&c->list, q->ready, q->duration, &answer);
    made->start = answer.start;
    made->from = answer.from;
    made->until = answer.until;
    made->count = answer.free;
    memcpy(made->words, answer.set, sizeof answer.set);
}

static void list_decide(contestant *c, const operation *asked, const query *q, sked_time now,
                        decision *made) {
    const sked_time deadline = deadline_of(asked, q);
    plain_ar_request request;
    request.ready = q->ready;
    request.duration = q->duration;
    request.deadline = deadline == SKED_NEVER ? HORIZON : deadline;
    request.count = q->count;
    request.policy = (plain_ar_policy)asked->policy;
    request.paper = asked->paper;
    if (asked->kind == RECTANGLE) {
        list_rectangle(c, q, made);
    } else if (asked->kind == WHY) {
        made->start = plain_ar_why(&c->list, &request, &made->count);
    } else if (asked->kind == FIND) {
        list_find(c, &request, made);
    } else {
        plain_ar_trim(&c->list, now);
        list_find(c, &request, made);
        if (made->start != SKED_NEVER) {
            plain_ar_add(&c->list, made->start, made->start + q->duration, made->words);
        }
    }
}

/* To add the spans one by one would take N * N steps. */
static void list_fill(plain_ar *list, const book *of) {
    sked_pair *ends = (sked_pair *)take_memory(of->spans, sizeof(sked_pair));
    uint32_t i, ended = 0;
    for (i = 0; i < of->spans; i++) {
        ends[i].key = (uint64_t)of->booked[i].end;
        ends[i].index = i;
    }
    sked_sort(ends, of->spans);
    for (i = 0; ended < of->spans;) {
        const booking *span = &of->booked[ends[ended].index];
        if (i < of->spans && of->booked[i].start < span->end) {
            plain_ar_append(list, of->booked[i].start, of->booked[i].words);
            i++;
        } else {
            plain_ar_append(list, span->end, span->words);
            ended++;
        }
    }
    free(ends);
}

static void list_make(contestant *c, const book *of, const char *name, int scattered) {
    const uint32_t room = 2 * (of->spans + STEPS_MAX) + 8;
    uint32_t *order = scattered ? make_shuffled(room) : NULL;
    contestant_make(c, of, name);
    c->add = list_add;
    c->remove = list_remove;
    c->decide = list_decide;
    c->all = 1;
    if (!plain_ar_make(&c->list, HORIZON, room, order)) {
        bench_refuse("out of memory");
    }
    list_fill(&c->list, of);
    free(order);
}

static void list_drop(contestant *c) {
    plain_ar_drop(&c->list);
    free(c->trace);
}

/* ---- a tree to measure against -------------------------------------------------------------- */

/* A file with functions of these names, for 1024 processors: upd makes busy or free, find3 is a
 * search. Its starts are ready and all records, so that only first fit and PE_W must agree. */
#if defined(AR_BASELINE)
#define main baseline_main
#include AR_BASELINE
#undef main
#undef F
#undef P
#undef W
#undef PL

static void baseline_add(contestant *c, booking *span) {
    (void)c;
    upd(span->start, span->end, span->words, 1);
}

static void baseline_remove(contestant *c, booking *span) {
    (void)c;
    upd(span->start, span->end, span->words, 0);
}

static void baseline_decide(contestant *c, const operation *asked, const query *q, sked_time now,
                            decision *made) {
    const sked_time deadline = deadline_of(asked, q);
    int64_t start;
    (void)c;
    (void)now;
    start = find3(q->ready, q->duration, deadline == SKED_NEVER ? HORIZON : deadline,
                  (int)q->count, (int)asked->policy, made->words);
    made->start = start < 0 ? SKED_NEVER : start;
}

static void baseline_make(contestant *c, const book *of) {
    uint32_t *order = make_shuffled(of->spans), i;
    contestant_make(c, of, "tree");
    c->add = baseline_add;
    c->remove = baseline_remove;
    c->decide = baseline_decide;
    pool = (node *)take_memory(of->spans / 4 + 64, sizeof(node));
    np = 0;
    nfree = -1;
    root = nalloc();
    pool[root].leaf = pool[root].n = 1;
    pool[root].fr[0] = PROCESSORS;
    for (i = 0; i < of->spans; i++) {
        baseline_add(c, &of->booked[order[i]]);
    }
    free(order);
}

static void baseline_drop(contestant *c) {
    free(pool);
    free(c->trace);
}
#endif

/* ---- the same answers? ---------------------------------------------------------------------- */

enum { OURS, LIST, SCATTERED, TREE, CONTESTANTS };

typedef struct contest {
    book of;
    contestant who[CONTESTANTS];
    uint32_t contestants;
    uint32_t rounds;
    uint64_t turn_ns;
    uint64_t budget_ns;             /* of a contestant, for one row */
} contest;

/* Operation number `at` of a kind; a step moves the contestant on. */
static void decide(contestant *c, const operation *asked, uint32_t at, decision *made) {
    query q;
    sked_time now = 0;
    memset(made, 0, sizeof *made);
    if (asked->kind == STEP) {
        now = (sked_time)(c->step * c->of->gap_ms / 1000);
        q = c->of->steps[c->step];
        q.ready += now;
    } else {
        q = c->of->queries[at % QUERIES];
        q.ready = asked->from_base ? 0 : q.ready;
    }
    (c->decide)(c, asked, &q, now, made);
    if (asked->kind == STEP) {
        c->trace[c->step++] = decision_hash(made);
    }
}

static int takes_part(const contestant *c, const operation *asked) {
    return c->all || asked->kind == CHANGE ||
           (asked->kind == FIND && !asked->paper && asked->policy <= SKED_AR_PEDU_W);
}

/* Of a tree that searches other starts only first fit and PE_W are compared: the starts. */
static int decide_alike(contest *all, const operation *asked, uint32_t who, uint32_t at) {
    decision ours, others;
    decide(&all->who[OURS], asked, at, &ours);
    decide(&all->who[who], asked, at, &others);
    if (all->who[who].all) {
        return memcmp(&ours, &others, sizeof ours) == 0;
    }
    return (asked->policy != SKED_AR_FF && asked->policy != SKED_AR_PE_W) ||
           ours.start == others.start;
}

/* Asks the same of ours and of each other, for a while. The steps of a simulation are compared
 * afterwards, and changes by what they leave. */
static int decisions_agree(contest *all, const operation *asked) {
    const uint64_t begin = cpu_ns();
    uint32_t at, who;
    if (asked->kind == CHANGE || asked->kind == STEP) {
        return 1;
    }
    for (at = 0; at < 3 || (at < 200 && cpu_ns() - begin < all->budget_ns); at++) {
        for (who = LIST; who < all->contestants; who++) {
            if (takes_part(&all->who[who], asked) && !decide_alike(all, asked, who, at)) {
                return 0;
            }
        }
    }
    return 1;
}

/* Do calendar and list have the same records? */
static int contents_agree(const contestant *ours, const plain_ar *list) {
    const plain_ar_record *record = list->first;
    sked_span span;
    sked_set set;
    for (; record != NULL; record = record->next) {
        const sked_time end = record->next != NULL ? record->next->start : HORIZON;
        require(sked_ar_record_at(&ours->calendar, record->start, &span, &set));
        if (span.start != record->start || span.end != end ||
            memcmp(set.words, record->busy, sizeof record->busy) != 0) {
            return 0;
        }
    }
    return 1;
}

static int traces_agree(const contest *all) {
    uint32_t who, step;
    for (who = LIST; who < all->contestants; who++) {
        const contestant *c = &all->who[who];
        for (step = 0; step < c->step && step < all->who[OURS].step; step++) {
            if (c->trace[step] != all->who[OURS].trace[step]) {
                return 0;
            }
        }
    }
    return 1;
}

/* ---- turns and rounds ----------------------------------------------------------------------- */

/* What it takes to read a clock twice. */
static uint64_t clock_cost(uint64_t (*clock)(void)) {
    uint64_t least = UINT64_MAX, spent;
    uint32_t i;
    for (i = 0; i < 100; i++) {
        spent = clock();
        spent = clock() - spent;
        least = spent < least ? spent : least;
    }
    return least;
}

/* Removes spans and puts each back at once; each is timed alone, by the fast clock if it is short.
 * That one also counts while the host runs others: what takes a millisecond is dropped. */
static void turn_of_changes(contestant *c, uint32_t count, uint64_t *spent) {
    uint64_t (*const clock)(void) = c->turn > 10 ? port_ticks : cpu_ns;
    const uint64_t cost = clock_cost(clock);
    uint64_t begin, middle, end;
    spent[0] = spent[1] = 0;
    while (count > 0) {
        booking *span = &c->of->booked[c->of->victims[c->at++ % QUERIES]];
        begin = clock();
        (c->remove)(c, span);
        middle = clock();
        (c->add)(c, span);
        end = clock();
        if (clock == port_ticks && end - begin > 1000000) {
            continue;
        }
        count--;
        spent[0] += middle - begin > cost ? middle - begin - cost : 0;
        spent[1] += end - middle > cost ? end - middle - cost : 0;
    }
}

/* ns of `count` operations; of changes, spent[1] is that of adding. */
static void turn(contestant *c, const operation *asked, uint32_t count, uint64_t *spent) {
    decision made;
    spent[1] = 0;
    if (asked->kind == CHANGE) {
        turn_of_changes(c, count, spent);
        return;
    }
    spent[0] = cpu_ns();
    for (; count > 0; count--, c->at++) {
        decide(c, asked, c->at, &made);
    }
    spent[0] = cpu_ns() - spent[0];
}

static uint32_t steps_left(const contestant *c, const operation *asked, uint32_t count) {
    return asked->kind == STEP && count > STEPS_MAX - c->step ? STEPS_MAX - c->step : count;
}

/* How many operations make a turn; that also warms up. Of steps all do the same, since what they
 * cost changes as the simulation goes on. */
static void calibrate(contestant *c, const operation *asked, uint64_t turn_ns) {
    uint64_t spent[2];
    c->done = c->spent = 0;
    c->samples = c->at = 0;
    for (c->turn = asked->kind == STEP ? STEPS : 1;; c->turn *= 2) {
        turn(c, asked, steps_left(c, asked, c->turn), spent);
        if (asked->kind == STEP || spent[0] + spent[1] >= turn_ns || c->turn >= QUERIES / 2) {
            return;
        }
    }
}

static void take_turn(contestant *c, const operation *asked) {
    const uint32_t count = steps_left(c, asked, c->turn);
    uint64_t spent[2];
    if (count == 0) {
        return;
    }
    turn(c, asked, count, spent);
    c->done += count;
    c->spent += spent[0] + spent[1];
    c->sample[0][c->samples] = (double)spent[0] / count;
    c->sample[1][c->samples++] = (double)spent[1] / count;
}

/* All take turns; who has used up its time sits out, after three turns at least. */
static void run_rounds(contest *all, const operation *asked) {
    uint32_t round, k;
    for (k = 0; k < all->contestants; k++) {
        if (takes_part(&all->who[k], asked)) {
            calibrate(&all->who[k], asked, all->turn_ns);
        }
    }
    for (round = 0; round < all->rounds; round++) {
        for (k = 0; k < all->contestants; k++) {
            contestant *c = &all->who[round % 2 == 0 ? k : all->contestants - 1 - k];
            if (takes_part(c, asked) && (round < 3 || c->spent < all->budget_ns)) {
                take_turn(c, asked);
            }
        }
    }
}

/* ---- tables --------------------------------------------------------------------------------- */

typedef struct row {
    double ns[CONTESTANTS];         /* medians; 0: did not take part */
    double ratio[CONTESTANTS];      /* to ours, round by round: the median */
    double low, high;               /* quartiles of LIST's */
} row;

typedef struct column {             /* of one load and size */
    row rows[ROWS];
    double live;                    /* bytes of a record */
    uint32_t spans;
} column;

enum { SIZES_MAX = 5 };
static column columns[LOADS][SIZES_MAX];

static void fill_row(const contest *all, const operation *asked, uint32_t part, row *r) {
    double values[ROUNDS_MAX];
    const contestant *ours = &all->who[OURS], *c;
    uint32_t k, i, pairs;
    memset(r, 0, sizeof *r);
    for (k = 0; k < all->contestants; k++) {
        c = &all->who[k];
        if (!takes_part(c, asked) || c->samples == 0) {
            continue;
        }
        memcpy(values, c->sample[part], sizeof values);
        r->ns[k] = percentile(values, c->samples, 50);
        pairs = c->samples < ours->samples ? c->samples : ours->samples;
        for (i = 0; i < pairs; i++) {
            values[i] = c->sample[part][i] / (ours->sample[part][i] + 1e-3);
        }
        r->ratio[k] = percentile(values, pairs, 50);
        if (k == LIST) {
            r->low = percentile(values, pairs, 25);
            r->high = percentile(values, pairs, 75);
        }
    }
}

static void print_row(const contest *all, const char *name, const row *r) {
    printf("%-20s %11.0f %12.0f %9.2f [%.2f %.2f] %12.0f %9.2f", name, r->ns[OURS], r->ns[LIST],
           r->ratio[LIST], r->low, r->high, r->ns[SCATTERED], r->ratio[SCATTERED]);
    if (all->contestants > TREE) {
        printf(" %10.0f %6.2f", r->ns[TREE], r->ratio[TREE]);
    }
    printf("   n %lu, %lu, %lu\n", (unsigned long)all->who[OURS].done,
           (unsigned long)all->who[LIST].done, (unsigned long)all->who[SCATTERED].done);
    fflush(stdout);
}

/* Names of operations have commas, which would part the columns. */
static void write_row(const contest *all, const char *name, const row *r) {
    char kernel[48], size[16];
    size_t used = 0;
    for (; *name != '\0' && used < sizeof kernel - sizeof "/load A"; name++) {
        kernel[used] = *name;
        used += *name != ',';
    }
    snprintf(kernel + used, sizeof kernel - used, "/load %c", all->of.load == LOAD_A ? 'A' : 'B');
    snprintf(size, sizeof size, "%lu", (unsigned long)all->of.spans);
    command_row("calendar", kernel, size, "median", "us", r->ns[OURS] / 1e3);
    if (r->ratio[LIST] > 0) {
        command_row("calendar", kernel, size, "plain_median", "us", r->ns[LIST] / 1e3);
        command_row("calendar", kernel, size, "ratio", "1", 1 / r->ratio[LIST]);
    }
}

static void print_head(const contest *all, column *filled) {
    sked_ar_info info;
    require(sked_ar_get_info(&all->who[OURS].calendar, &info));
    filled->live = (double)info.bytes_live / info.records;
    filled->spans = all->of.spans;
    printf("\nload %c, %lu spans, %.2f busy: %lu records, height %u; of the block %.0f bytes per "
           "span booked,\n%.0f per record live (%.2f sets)\n",
           all->of.load == LOAD_A ? 'A' : 'B', (unsigned long)all->of.spans, all->of.used,
           (unsigned long)info.records, (unsigned)info.height,
           (double)info.bytes / info.spans_max, filled->live,
           filled->live / (PROCESSORS / 8.0));
    printf("ns per operation            ours         list list/ours  [quartiles]    scattered   "
           "  /ours%s\n", all->contestants > TREE ? "       tree  /ours" : "");
}

static int measure(contest *all, uint32_t which, column *filled) {
    const operation *asked = &operations[which];
    int alike = decisions_agree(all, asked);
    if (alike) {
        run_rounds(all, asked);
        alike = (asked->kind != STEP || traces_agree(all)) &&
                (asked->kind != CHANGE || contents_agree(&all->who[OURS], &all->who[LIST].list));
    }
    if (!alike) {
        printf("%-20s DECISIONS DIFFER\n", asked->name);
        return 1;
    }
    fill_row(all, asked, 0, &filled->rows[which + 1]);
    print_row(all, asked->name, &filled->rows[which + 1]);
    write_row(all, asked->name, &filled->rows[which + 1]);
    command_progress();
    if (asked->kind == CHANGE) {
        fill_row(all, asked, 1, &filled->rows[ROW_ADD]);
        print_row(all, "add", &filled->rows[ROW_ADD]);
        write_row(all, "add", &filled->rows[ROW_ADD]);
    }
    return 0;
}

static void contest_make(contest *all, uint32_t load, uint32_t spans) {
    book_make(&all->of, load, spans);
    our_make(&all->who[OURS], &all->of);
    list_make(&all->who[LIST], &all->of, "list", 0);
    list_make(&all->who[SCATTERED], &all->of, "scattered", 1);
    all->contestants = TREE;
#if defined(AR_BASELINE)
    baseline_make(&all->who[TREE], &all->of);
    all->contestants = CONTESTANTS;
#endif
}

static void contest_drop(contest *all) {
    our_drop(&all->who[OURS]);
    list_drop(&all->who[LIST]);
    list_drop(&all->who[SCATTERED]);
#if defined(AR_BASELINE)
    baseline_drop(&all->who[TREE]);
#endif
    book_drop(&all->of);
}

static int measure_size(uint32_t load, uint32_t spans, int quick, column *filled) {
    static contest all;
    uint32_t i;
    int failures = 0;
    all.rounds = quick ? 3 : 31;
    all.turn_ns = quick ? 200000 : 1000000;
    all.budget_ns = quick ? 10000000 : 500000000;
    contest_make(&all, load, spans);
    print_head(&all, filled);
    if (!contents_agree(&all.who[OURS], &all.who[LIST].list)) {
        printf("the records after all spans have been added: DECISIONS DIFFER\n");
        failures++;
    }
    for (i = 0; i < OPERATIONS && failures == 0; i++) {
        failures += measure(&all, i, filled);
    }
    require(sked_ar_validate(&all.who[OURS].calendar));
    contest_drop(&all);
    return failures;
}

/* ---- bars ----------------------------------------------------------------------------------- */

typedef struct bar {
    const char *name;
    double ns;                      /* with -O3 -march=native; with -O2 2.5 times that */
} bar;

/* Of load A with a million spans. */
static const bar bars[] = {{"add", 800},
                           {"remove", 2600},
                           {"earliest, anywhere", 1900},
                           {"PE_W", 1800},
                           {"Du_B", 1900},
                           {"PE_W, paper", 3600},
                           {"Du_B, paper", 3800}};

static const row *row_named(const column *from, const char *name) {
    uint32_t i;
    for (i = 0; i < OPERATIONS; i++) {
        if (strcmp(operations[i].name, name) == 0) {
            return &from->rows[i + 1];
        }
    }
    return &from->rows[ROW_ADD];
}

static void print_bars(const column *large) {
    size_t i;
    printf("\nload A, %lu spans; bars are for a million\n"
           "                       measured         bar  measured / bar  at -O2 (2.5 times)%s\n",
           (unsigned long)large->spans, large->rows[ROW_ADD].ns[TREE] > 0 ? "  / tree" : "");
    for (i = 0; i < sizeof bars / sizeof bars[0]; i++) {
        const row *r = row_named(large, bars[i].name);
        printf("%-20s %7.0f ns %8.0f ns %15.2f %19.2f", bars[i].name, r->ns[OURS], bars[i].ns,
               r->ns[OURS] / bars[i].ns, r->ns[OURS] / bars[i].ns / 2.5);
        if (r->ratio[TREE] > 0) {
            printf(" %7.2f", 1 / r->ratio[TREE]);
        }
        printf("\n");
    }
    printf("%-20s %10.0f %11.0f %15.2f\n", "live bytes / record", large->live,
           1.6 * PROCESSORS / 8 + 64, large->live / (1.6 * PROCESSORS / 8 + 64));
}

/* The list, in the order of time, may be twice as fast with 100 spans, and no faster with more. */
static void print_slower(uint32_t sizes) {
    uint32_t load, size, i, count = 0;
    printf("\nwhere the list is faster than it may be (100 spans: half our time; else our time)\n");
    for (load = 0; load < LOADS; load++) {
        for (size = 0; size < sizes; size++) {
            for (i = 0; i < ROWS; i++) {
                const double ratio = columns[load][size].rows[i].ratio[LIST];
                if (ratio > 0 && ratio < (size == 0 ? 0.5 : 1)) {
                    printf("load %c, %8lu spans, %-20s %.2f of our time\n", load == 0 ? 'A' : 'B',
                           (unsigned long)columns[load][size].spans,
                           i == ROW_ADD ? "add" : operations[i - 1].name, ratio);
                    count++;
                }
            }
        }
    }
    printf("%u in all\n", (unsigned)count);
}

/* What the paper's operations take by its list, over what they take by the calendar: rows for
   bench/figures/ar_claims.awk. Behind the median of the rounds is half of the way from the lower
   quartile to the upper one. */
static void write_rows(FILE *file, uint32_t sizes) {
    uint32_t load, size, i;
    fputs("sweep,world,policy,at,metric,mean,half_width\n", file);
    for (load = 0; load < LOADS; load++) {
        for (size = 0; size < sizes; size++) {
            const column *from = &columns[load][size];
            for (i = 0; i < ROWS; i++) {
                const operation *asked = i == ROW_ADD ? NULL : &operations[i - 1];
                const char *name = asked == NULL ? "add" : asked->name;
                if (asked == NULL || asked->kind == CHANGE ||
                    (asked->kind == FIND && asked->paper && strchr(name, ',') != NULL)) {
                    fprintf(file, "cost,paper,%.*s,%lu,list_%c,%.4g,%.2g\n",
                            (int)strcspn(name, ","), name, (unsigned long)from->spans,
                            load == LOAD_A ? 'a' : 'b', from->rows[i].ratio[LIST],
                            (from->rows[i].high - from->rows[i].low) / 2);
                }
            }
        }
    }
}

static int tell_file(const char *name, int done) {
    if (!done) {
        fprintf(stderr, "ar_ratio: %s: cannot be written\n", name);
    }
    return done;
}

/* Asked before minutes are spent. */
static int can_write(const char *name) {
    FILE *file = fopen(name, "a");
    return tell_file(name, file != NULL && fclose(file) == 0);
}

static int write_file(const char *name, uint32_t sizes) {
    FILE *file = fopen(name, "w");
    int done = file != NULL;
    if (done) {
        write_rows(file, sizes);
        done = !ferror(file);
        done = fclose(file) == 0 && done;
    }
    return tell_file(name, done);
}

/* ---- instruction counts --------------------------------------------------------------------- */

static int count_operation(uint32_t which, uint32_t spans) {
    static book of;
    static contestant ours;
    decision made;
    uint32_t i;
    book_make(&of, LOAD_A, spans);
    our_make(&ours, &of);
    bench_counted_begin();
    for (i = 0; i < 1000; i++) {
        if (operations[which].kind == CHANGE) {
            our_remove(&ours, &of.booked[of.victims[i]]);
            our_add(&ours, &of.booked[of.victims[i]]);
        } else {
            decide(&ours, &operations[which], i, &made);
        }
    }
    bench_counted_end();
    printf("1000 x %s, %lu spans\n", operations[which].name, (unsigned long)spans);
    our_drop(&ours);
    book_drop(&of);
    return 0;
}

static int measure_all(uint32_t sizes, int quick) {
    uint32_t load, size, spans;
    int failures = 0;
    command_start((uint32_t)LOADS * sizes * OPERATIONS);
    for (load = 0; load < LOADS; load++) {
        for (size = 0, spans = 100; size < sizes; size++, spans *= 10) {
            failures += measure_size(load, spans, quick, &columns[load][size]);
        }
    }
    print_bars(&columns[LOAD_A][sizes - 1]);
    print_slower(sizes);
    return failures;
}

static int measure_only(uint32_t load, uint32_t spans) {
    column *filled = &columns[load][1];
    int failures;
    command_start(OPERATIONS);
    failures = measure_size(load, spans, 0, filled);
    if (load == LOAD_A) {
        print_bars(filled);
    }
    return failures;
}

/* ---- what is asked for ---------------------------------------------------------------------- */

static const char help[] =
    "usage: ar_ratio [quick|full [ROWS.csv]] [--csv FILE]\n"
    "       ar_ratio only LOAD BOOKINGS\n"
    "       ar_ratio count OPERATION BOOKINGS\n"
    "\n"
    "Measures what a booking costs in the calendar, beside the list of Li et al.\n"
    "coded plainly: add, remove, searches of all policies, rectangles, reasons.\n"
    "Load A has 23 to 1024 processors a booking, load B 1 to 16.\n"
    "\n"
    "  (none)           100 to 100,000 bookings: a minute or two\n"
    "  quick            100 to 10,000, few turns: 3 seconds\n"
    "  full             100 to 1,000,000: ten minutes\n"
    "  ROWS.csv         gets rows as bench/figures/results/ar_time.csv has them\n"
    "  only LOAD BOOKINGS         one load, A or B, and size, 1 to 1000000\n"
    "  count OPERATION BOOKINGS   for callgrind: 1000 of one operation, as the first\n"
    "                   column of the tables names it\n"
    "  --csv FILE       append the figures to FILE (columns: bench/command.h)\n"
    "  -h, --help       this text\n"
    "\n"
    "Exit status: 0 if both make the same decisions, 1 if they do not, 2 if an\n"
    "argument is wrong or something cannot run.\n";

enum { MODE_QUICK, MODE_FULL, MODE_ONLY, MODE_COUNT, MODES, SPANS_MAX = 1000000 };

static const char *mode_name(uint32_t i) {
    static const char *const names[MODES] = {"quick", "full", "only", "count"};
    return names[i];
}

static const char *load_name(uint32_t i) {
    return i == LOAD_A ? "A" : "B";
}

static const char *operation_name(uint32_t i) {
    return operations[i].name;
}

/* words: only LOAD BOOKINGS, or count OPERATION BOOKINGS */
static int measure_one(uint32_t mode, uint32_t given, char **words) {
    uint32_t which, spans;
    command_needs(3, given, words, mode == MODE_ONLY ? "a load and a number of bookings"
                                                     : "an operation and a number of bookings");
    command_no_more(3, given, words);
    which = mode == MODE_ONLY ? command_choice(words[2], "is no load", load_name, LOADS)
                              : command_choice(words[2], "is no operation", operation_name,
                                               OPERATIONS);
    spans = command_number(words[3], "is no number of bookings", 1, SPANS_MAX);
    if (mode == MODE_COUNT) {
        return count_operation(which, spans);
    }
    bench_init();
    return measure_only(which, spans) != 0;
}

static int measure_sizes(uint32_t mode, const char *rows) {
    const uint32_t sizes = mode == MODE_QUICK ? 3 : mode == MODE_FULL ? 5 : 4;
    if (rows != NULL && !can_write(rows)) {
        return 1;
    }
    bench_init();
    return measure_all(sizes, mode == MODE_QUICK) != 0 ||
           (rows != NULL && !write_file(rows, sizes));
}

int main(int count, char **words) {
    const uint32_t given = command_begin("ar_ratio", help, count, words);
    const uint32_t mode =
        given == 0 ? MODES : command_choice(words[1], "is no argument", mode_name, MODES);
    if (mode == MODE_ONLY || mode == MODE_COUNT) {
        return command_end(measure_one(mode, given, words));
    }
    command_no_more(mode == MODES ? 1 : 2, given, words);
    return command_end(measure_sizes(mode, given == 2 ? words[2] : NULL));
}
