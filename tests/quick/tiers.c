/* tiers.c - quick tests of the passes with backgrounds: scenes drawn by hand, the paper's examples,
 * every status.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. Runs on small targets too: no more of the C library than check.h, and
 * under 6 KiB of writable data. In the drawings time runs to the right, one column a tick; capitals
 * run in the foreground, small letters in a background; a dot is idle. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "scenes.h"

#define NEVER SKED_NEVER
enum { HALF = 270, PROCESSORS_MAX = 8 };
enum { HALF_BYTES = HALF * sizeof(sked_align) };

/* A queue lives in all of the room, or in its first half, with a copy in the second. */
static sked_align room[2 * HALF];
static sked_queue empty;

/* ---- help ------------------------------------------------------------------------------------ */

static sked_queue_settings settings_of(uint32_t processors, uint32_t backgrounds) {
    sked_queue_settings settings = SKED_ZERO;
    settings.processors = processors;
    settings.jobs_max = 8;
    settings.bookings_max = 2;
    settings.estimate_missing = NEVER;
    settings.order = SKED_FCFS;
    settings.backfill_order = SKED_FCFS;
    settings.depth = 1;
    settings.reservations = SKED_REBUILD;
    settings.backgrounds = backgrounds;
    settings.background_order = SKED_SJF;
    return settings;
}

static void open_with(const sked_queue_settings *settings, const sked_picker *picker) {
    CHECK(sked_queue_init(&queue, settings, picker, room, sizeof(room)) == SKED_OK);
}

static void open_queue(uint32_t processors) {
    const sked_queue_settings settings = settings_of(processors, 1);
    open_with(&settings, NULL);
}

static void report(uint64_t id, uint32_t progress, sked_time now) {
    CHECK(sked_tiers_report(&queue, id, progress, NULL, now) == SKED_OK);
}

static void report_usage(uint64_t id, uint16_t first, uint16_t second, sked_time now) {
    uint16_t usage[2];
    usage[0] = first;
    usage[1] = second;
    CHECK(sked_tiers_report(&queue, id, SKED_NONE, usage, now) == SKED_OK);
}

static sked_job_info job_info(uint64_t id) {
    sked_job_info info;
    CHECK(sked_queue_get_job(&queue, id, &info, NULL) == SKED_OK);
    return info;
}

static void submit_with(uint64_t id, uint32_t width, sked_time estimate, uint32_t options,
                        sked_time now) {
    sked_job job = job_of(id, width, estimate);
    job.options = options;
    CHECK(sked_queue_submit(&queue, &job, now) == SKED_OK);
}

static sked_status stay(uint64_t id, uint32_t processor, uint32_t tier, sked_time now) {
    sked_place place;
    place.processor = processor;
    place.tier = tier;
    return sked_tiers_stay(&queue, id, &place, now);
}

/* The processors of a mask: bit p is processor p. */
static sked_set set_of(uint32_t mask) {
    static sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, info_of(&queue).processors);
    uint32_t p;
    for (p = 0; p < set.size; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(&set, p);
        }
    }
    return set;
}

static void down(uint32_t mask, sked_time now) {
    const sked_set set = set_of(mask);
    CHECK(sked_queue_down(&queue, &set, now) == SKED_OK);
}

static void up(uint32_t mask, sked_time now) {
    const sked_set set = set_of(mask);
    CHECK(sked_queue_up(&queue, &set, now) == SKED_OK);
}

/* Books the processors of a mask; with mask 0 so many, any. */
static void book(uint64_t id, sked_time start, sked_time end, uint32_t mask, uint32_t count,
                 sked_time now) {
    const sked_set set = set_of(mask);
    sked_span span;
    span.start = start;
    span.end = end;
    span.count = count;
    span.set = mask == 0 ? NULL : &set;
    CHECK(sked_queue_book(&queue, id, &span, now) == SKED_OK);
}

/* What an action must say. For a job that overtook: what the head leaves over, when, and who. */
typedef struct wanted {
    sked_action_kind kind;
    sked_reason reason;
    uint64_t id;
    uint32_t on;
    sked_time end;
    uint32_t extra;
    sked_time shadow;
    uint64_t head;
} wanted;

#define END {SKED_START, SKED_HEAD, 0, 0, 0, 0, 0, 0}
#define HEAD(kind, id, on, end) {kind, SKED_HEAD, id, on, end, 0, NEVER, 0}
#define BEFORE(kind, id, on, end, extra, shadow, head) \
    {kind, SKED_BEFORE_SHADOW, id, on, end, extra, shadow, head}
#define BESIDE(kind, id, on, end, extra, shadow, head) \
    {kind, SKED_FITS_EXTRA, id, on, end, extra, shadow, head}
#define BEHIND(id, on) {SKED_START_BACKGROUND, SKED_SPARE_CYCLES, id, on, NEVER, 0, NEVER, 0}
#define LOST(id, on, end) {SKED_LOST, SKED_PROCESSOR_DOWN, id, on, end, 0, NEVER, 0}
static const wanted nothing[] = {END};

/* Each process has its own processor, of those of the job, in a tier of the right kind, and is
 * found there. */
static int places_agree(const sked_queue *which, uint64_t id, uint32_t width, uint32_t on,
                        int background) {
    sked_place places[PROCESSORS_MAX];
    uint64_t other = 0;
    uint32_t k, seen = 0;
    if (sked_tiers_get_places(which, id, places, width) != SKED_OK) {
        return 0;
    }
    for (k = 0; k < width; k++) {
        seen |= UINT32_C(1) << places[k].processor;
        if ((places[k].tier > 0) != background ||
            sked_tiers_job_on(which, places[k], &other) != SKED_OK || other != id ||
            (!background &&
             (sked_queue_job_on(which, places[k].processor, &other) != SKED_OK || other != id))) {
            return 0;
        }
    }
    return seen == on;
}

/* Does all that can be asked about the job agree with the action? */
static int state_agrees(const sked_queue *which, const sked_action *action, uint32_t on) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, info_of(which).processors);
    const int background = action->kind == SKED_START_BACKGROUND;
    sked_job_info job;
    if (sked_queue_get_job(which, action->id, &job, &set) != SKED_OK || !job.running ||
        job.width != action->width || job.tag != action->tag) {
        return 0;
    }
    if (action->kind == SKED_LOST) {
        return job.processors_down > 0 && (mask_of(&set) & on) == on;
    }
    return mask_of(&set) == on && job.background == background && job.end == action->end &&
           (background ? job.position != SKED_NONE && job.start == action->start
                       : job.position == SKED_NONE) &&
           places_agree(which, action->id, job.width, on, background);
}

static int is_action(const sked_action *action, uint32_t on, const wanted *want, sked_time now) {
    return action->kind == want->kind && action->reason == want->reason &&
           action->id == want->id && action->tag == want->id + 100 && on == want->on &&
           (want->kind == SKED_LOST || action->start == now) && action->end == want->end &&
           action->extra == want->extra && action->shadow == want->shadow &&
           action->head == want->head;
}

/* The next action is this one. */
static void check_next(sked_queue *which, sked_time now, const wanted *want) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set on = sked_set_of(words, info_of(which).processors);
    sked_action action;
    sked_set_fill(&on);
    CHECK_SEED(want->id, sked_tiers_next(which, &action, &on) == SKED_OK);
    CHECK_SEED(want->id, is_action(&action, mask_of(&on), want, now));
    CHECK_SEED(want->id, state_agrees(which, &action, mask_of(&on)));
    CHECK_SEED(want->id, sked_queue_validate(which) == SKED_OK);
}

/* The rest of a pass: these actions and no other. The list ends with id 0. */
static void check_rest(sked_queue *which, sked_time now, const wanted *want) {
    sked_action action;
    for (; want->id != 0; want++) {
        check_next(which, now, want);
    }
    CHECK(info_of(which).pass_open);
    CHECK(sked_tiers_next(which, &action, NULL) == SKED_DONE);
    CHECK(!info_of(which).pass_open);
    CHECK(sked_tiers_next(which, &action, NULL) == SKED_E_NO_PASS);
    CHECK(sked_queue_validate(which) == SKED_OK);
}

static void check_pass(const sked_tiers *tiers, sked_time now, const wanted *want) {
    CHECK(sked_tiers_plan(&queue, tiers, now) == SKED_OK);
    check_rest(&queue, now, want);
}

/* The head of the latest pass, its shadow time, and what it leaves over. */
static void check_head(uint64_t head, sked_time shadow, uint32_t extra) {
    const sked_queue_info info = info_of(&queue);
    CHECK_SEED(head, info.head_blocked && info.head == head);
    CHECK_SEED(head, info.shadow == shadow && info.extra == extra);
}

/* Processors of a job's processes, one hexadecimal digit each, the first process first. */
static void check_order(uint64_t id, uint32_t digits) {
    sked_place places[PROCESSORS_MAX];
    const uint32_t width = job_info(id).width;
    uint32_t k, found = 0;
    CHECK_SEED(id, sked_tiers_get_places(&queue, id, places, PROCESSORS_MAX) == SKED_OK);
    for (k = 0; k < width; k++) {
        found = found * 16 + places[k].processor;
    }
    CHECK_SEED(id, found == digits);
}

/* ---- the paper's first example --------------------------------------------------------------- */

/* Jobs of one process use all of it, others half. */
static uint32_t paper_usage(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    const uint32_t several = UINT32_C(1) << 1 | 1u << 2 | 1u << 3 | 1u << 11 | 1u << 12;
    (void)ctx;
    (void)process;
    return tag == id + 100 && (several >> id & 1u) != 0 ? 500 : 1000;
}

static sked_tiers paper_tiers(sked_tiers_policy policy) {
    sked_tiers tiers = tiers_of(policy);
    tiers.usage.usage = paper_usage;
    return tiers;
}

/* Twelve jobs on five processors, all there at time 0; see section 2.2.2. The paper takes the
 * highest processors, we the lowest: its P5 is our 0, its P1 our 4. */
static void paper_jobs(void) {
    static const unsigned char widths[] = {2, 4, 2, 1, 1, 1, 1, 1, 1, 1, 5, 4};
    static const unsigned char times[] = {10, 6, 5, 11, 2, 3, 5, 4, 5, 6, 7, 6};
    sked_queue_settings settings = settings_of(5, 1);
    uint32_t n;
    settings.jobs_max = 12;
    open_with(&settings, NULL);
    for (n = 0; n < 12; n++) {
        submit(n + 1, widths[n], times[n], 0);
    }
}

/* J1 by FCFS; J3 and J4 backfilled; J5 to J8 by SJF into the backgrounds of P2 to P5. J4 leaves
 * nothing over for a background of P1. */
static void paper_time_0(const sked_tiers *tiers) {
    static const wanted first[] = {
        HEAD(SKED_START, 1, 0x03, 10), BEFORE(SKED_START, 3, 0x0C, 5, 1, 10, 2),
        BESIDE(SKED_START, 4, 0x10, 11, 1, 10, 2), BEHIND(5, 0x01), BEHIND(6, 0x02),
        BEHIND(8, 0x04), BEHIND(7, 0x08), END
    };
    check_pass(tiers, 0, first);
    check_head(2, 10, 0);
    CHECK(sked_queue_next_time(&queue) == 5);
}

static void paper_time_5(void) {
    report(6, 666, 5);
    report(7, 400, 5);
    report(8, 500, 5);
    finish(3, 5);
    finish(5, 5);
}

/* To the end of J4, at 11, under KEASY. */
static void paper_keasy_until_11(const sked_tiers *tiers) {
    static const wanted at_5[] = {      /* J6 is killed on P4, restarts on P3; J7 swaps on P2 */
        BEFORE(SKED_RESTART, 6, 0x04, 8, 0, 10, 2), BEFORE(SKED_SWAP, 7, 0x08, 10, 0, 10, 2),
        BEHIND(9, 0x01), BEHIND(10, 0x02), END
    };
    static const wanted at_10[] = {HEAD(SKED_START, 2, 0x0F, 16), END};
    static const wanted at_11[] = {HEAD(SKED_RESTART, 9, 0x10, 16), END};
    paper_jobs();
    paper_time_0(tiers);
    paper_time_5();
    check_pass(tiers, 5, at_5);
    CHECK(job_info(6).progress_permille == 0 && job_info(7).progress_permille == 400);
    CHECK(job_info(8).background && job_info(8).position == 1); /* behind J6, without cycles */
    finish(6, 8);
    finish(7, 8);
    check_pass(tiers, 8, nothing);      /* J8 counts with its whole time, and would delay J2 */
    finish(8, 10);                      /* it finishes in the background all the same */
    finish(1, 10);
    check_pass(tiers, 10, at_10);
    report(9, 400, 11);
    finish(4, 11);
    check_pass(tiers, 11, at_11);       /* J9 is the head now, and starts anew on P1 */
    CHECK(job_info(9).progress_permille == 0);
    check_head(10, 16, 4);
}

/* If J10 is still there at 16, J11 gets a reservation, and J12 leapfrogs it. */
static void scene_paper_keasy(void) {
    static const wanted at_16[] = {
        HEAD(SKED_SWAP, 10, 0x02, 22), BEFORE(SKED_START, 12, 0x1D, 22, 0, 22, 11), END
    };
    const sked_tiers keasy = paper_tiers(SKED_KEASY);
    paper_keasy_until_11(&keasy);
    finish(2, 16);
    finish(9, 16);
    check_pass(&keasy, 16, at_16);
    CHECK(info_of(&queue).counters.restarted == 2 && info_of(&queue).counters.swapped == 2);
    CHECK(info_of(&queue).counters.backgrounded == 6);
}

/* If J10 ends earlier, J11 can run on P1 to P5 at 16. */
static void scene_paper_without_10(void) {
    static const wanted at_15[] = {BEHIND(12, 0x0F), END};
    static const wanted at_16[] = {HEAD(SKED_START, 11, 0x1F, 23), END};
    const sked_tiers keasy = paper_tiers(SKED_KEASY);
    paper_keasy_until_11(&keasy);
    finish(10, 15);
    check_pass(&keasy, 15, at_15);
    finish(2, 16);
    finish(9, 16);
    check_pass(&keasy, 16, at_16);
    check_head(12, 23, 1);
}

/* REASY: at 5 J6 stays where it is, and J8 has the foreground before it. At 11 J9 is the head,
 * stays, and has a reservation. */
static void scene_paper_reasy(void) {
    static const wanted at_5[] = {
        BEFORE(SKED_SWAP, 7, 0x08, 10, 0, 10, 2), BEFORE(SKED_SWAP, 8, 0x04, 9, 0, 10, 2),
        BEHIND(9, 0x01), END
    };
    static const wanted at_7[] = {BEHIND(10, 0x04), END};
    static const wanted at_10[] = {HEAD(SKED_START, 2, 0x0F, 16), END};
    static const wanted at_16[] = {
        HEAD(SKED_SWAP, 10, 0x04, 22), BEFORE(SKED_START, 12, 0x1B, 22, 0, 22, 11), END
    };
    const sked_tiers reasy = paper_tiers(SKED_REASY);
    paper_jobs();
    paper_time_0(&reasy);
    paper_time_5();
    check_pass(&reasy, 5, at_5);
    CHECK(job_info(6).background && job_info(6).progress_permille == 666);
    finish(8, 7);
    check_pass(&reasy, 7, at_7);
    finish(6, 8);                       /* it has advanced 3 in the background */
    finish(7, 8);
    check_pass(&reasy, 8, nothing);
    finish(1, 10);
    check_pass(&reasy, 10, at_10);
    finish(4, 11);
    check_pass(&reasy, 11, nothing);
    CHECK(job_info(9).background && job_info(9).position == 0);
    check_head(9, 16, 1);
    finish(9, 16);                      /* it has advanced 5 there */
    finish(2, 16);
    check_pass(&reasy, 16, at_16);
}

/* ---- figures 2 to 4: jobs that use all of their processors ----------------------------------- */

enum { FIGURE_JOBS = 6 };

typedef struct figure_job {
    uint32_t width;
    sked_time estimate, run;
} figure_job;

/* What a run of a figure's jobs knows; `left` is work in the current run. */
typedef struct figure {
    const figure_job *jobs;
    uint32_t count;
    sked_time left[FIGURE_JOBS], end[FIGURE_JOBS];
} figure;

static uint32_t all_of_it(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    (void)ctx;
    (void)id;
    (void)tag;
    (void)process;
    return 1000;
}

/* In the foreground a job advances; in a background only where nobody is before it. */
static int advances(uint64_t id) {
    sked_place places[PROCESSORS_MAX];
    uint64_t other;
    uint32_t k;
    if (sked_tiers_get_places(&queue, id, places, PROCESSORS_MAX) != SKED_OK) {
        return 0;
    }
    for (k = 0; k < job_info(id).width; k++) {
        if (places[k].tier > 0) {
            places[k].tier = 0;
            if (sked_tiers_job_on(&queue, places[k], &other) == SKED_OK) {
                return 0;
            }
        }
    }
    return 1;
}

/* Ends what is done, makes a pass, and lets a tick pass. */
static void figure_tick(figure *f, const sked_tiers *tiers, sked_time now) {
    sked_action action;
    uint32_t n;
    for (n = 0; n < f->count; n++) {
        if (f->left[n] == 0 && f->end[n] < 0) {
            f->end[n] = now;
            finish(n + 1, now);
        }
    }
    CHECK(sked_tiers_plan(&queue, tiers, now) == SKED_OK);
    while (sked_tiers_next(&queue, &action, NULL) == SKED_OK) {
        if (action.kind == SKED_RESTART) {
            f->left[action.id - 1] = f->jobs[action.id - 1].run;
        }
    }
    for (n = 0; n < f->count; n++) {
        f->left[n] -= f->end[n] < 0 && advances(n + 1);
    }
}

/* Compares when jobs end: EASY is the same without backgrounds. */
static void check_figure(const figure_job *jobs, uint32_t count, uint32_t processors,
                         uint32_t backgrounds, const signed char *ends) {
    const sked_queue_settings settings = settings_of(processors, backgrounds);
    sked_tiers keasy = tiers_of(SKED_KEASY);
    figure f;
    sked_time now;
    uint32_t n;
    keasy.usage.usage = all_of_it;
    f.jobs = jobs;
    f.count = count;
    open_with(&settings, NULL);
    for (n = 0; n < count; n++) {
        f.left[n] = jobs[n].run;
        f.end[n] = -1;
        submit(n + 1, jobs[n].width, jobs[n].estimate, 0);
    }
    for (now = 0; now <= 60; now++) {
        figure_tick(&f, &keasy, now);
    }
    for (n = 0; n < count; n++) {
        CHECK_SEED(n + 1, f.end[n] == ends[n]);
    }
    CHECK(info_of(&queue).counters.finished == count);
}

/* Figure 2   1 | cccccccccc22222CC         C is too long to be backfilled. It runs behind idle
 *            0 | 111111111122222           foregrounds until 2 comes: most of it is done then.
 * Figure 3   2 | cccccccccc33333cccc.444   The same; and C even ends in the background, as the
 *            1 | 222222222233333.....444   foreground before it stays idle for 4, who needs all
 *            0 | 11111111111111111111444   three.
 * Figure 4   1 | cccccc....22222           C is believed to be too long to be backfilled, but is
 *            0 | 111111111122222           not. */
static void scene_figures(void) {
    static const figure_job two[] = {{1, 10, 10}, {2, 5, 5}, {1, 12, 12}};
    static const figure_job three[] = {{1, 20, 20}, {1, 10, 10}, {2, 5, 5}, {3, 3, 3},
                                       {1, 14, 14}};
    static const figure_job four[] = {{1, 10, 10}, {2, 5, 5}, {1, 12, 6}};
    static const signed char easy_2[] = {10, 15, 27}, keasy_2[] = {10, 15, 17};
    static const signed char easy_3[] = {20, 10, 15, 23, 37}, keasy_3[] = {20, 10, 15, 23, 19};
    static const signed char easy_4[] = {10, 15, 21}, keasy_4[] = {10, 15, 6};
    check_figure(two, 3, 2, 0, easy_2);
    check_figure(two, 3, 2, 1, keasy_2);
    check_figure(three, 5, 3, 0, easy_3);
    check_figure(three, 5, 3, 1, keasy_3);
    check_figure(four, 3, 2, 0, easy_4);
    check_figure(four, 3, 2, 1, keasy_4);
}

/* ---- figure 5, and heads that stay where they are -------------------------------------------- */

/* J1 on 0 and 1, J2 on 2, J3 behind 0 to 2; then J2 has ended. */
static void pinned_head(const sked_tiers *reasy) {
    static const wanted first[] = {HEAD(SKED_START, 1, 0x3, 10), HEAD(SKED_START, 2, 0x4, 9),
                                   BEHIND(3, 0x7), END};
    open_queue(4);
    submit(1, 2, 10, 0);
    submit(2, 1, 9, 0);
    submit(3, 3, 7, 0);
    check_pass(reasy, 0, first);
    finish(2, 4);
}

/* The shadow time is 10, when J1 ends, and what is left over is the foreground of 3: that of 2 is
 * idle, but the head's. A job that ends by then may borrow it. */
static void scene_figure_5(void) {
    static const wanted then[] = {BESIDE(SKED_START, 5, 0x8, 24, 1, 10, 3),
                                  BEFORE(SKED_START, 7, 0x4, 10, 0, 10, 3), BEHIND(6, 0x8),
                                  END};
    static const wanted at_10[] = {HEAD(SKED_SWAP, 3, 0x7, 17), END};
    const sked_tiers reasy = tiers_of(SKED_REASY);
    pinned_head(&reasy);
    check_pass(&reasy, 4, nothing);
    check_head(3, 10, 1);
    submit(5, 1, 20, 4);
    submit(6, 1, 7, 4);                 /* would outlast it on a processor of the head */
    submit(7, 1, 6, 4);
    check_pass(&reasy, 4, then);
    check_head(3, 10, 0);
    finish(7, 10);
    finish(1, 10);
    check_pass(&reasy, 10, at_10);
    check_head(6, 24, 0);
}

/* Unguarded, the head leaves over as many, but keeps none: job 5 outlasts the shadow time on 2, and
 * the head waits for it, too. Where another processor is down, nothing is left over. */
static void scene_unguarded(void) {
    static const wanted then[] = {BESIDE(SKED_START, 5, 0x4, 24, 1, 10, 3),
                                  BEFORE(SKED_START, 7, 0x8, 10, 0, 10, 3), BEHIND(6, 0x8), END};
    static const wanted at_10[] = {BEFORE(SKED_SWAP, 6, 0x8, 17, 1, 24, 3), END};
    sked_tiers reasy = tiers_of(SKED_REASY);
    reasy.options = SKED_TIERS_UNGUARDED;
    pinned_head(&reasy);
    down(0x8, 4);
    check_pass(&reasy, 4, nothing);
    check_head(3, 10, 0);
    up(0x8, 4);
    submit(5, 1, 20, 4);
    submit(6, 1, 7, 4);
    submit(7, 1, 6, 4);
    check_pass(&reasy, 4, then);
    check_head(3, 10, 0);
    finish(7, 10);
    finish(1, 10);
    check_pass(&reasy, 10, at_10);
    check_head(3, 24, 1);
}

/* J1 on 0 to 2, J2 on 3, J3 behind 0 and 1: once J1 has ended, 2 is left over, too. */
static void scene_unguarded_wide(void) {
    static const wanted first[] = {HEAD(SKED_START, 1, 0x7, 10), HEAD(SKED_START, 2, 0x8, 9),
                                   BEHIND(3, 0x3), END};
    sked_tiers reasy = tiers_of(SKED_REASY);
    open_queue(4);
    submit(1, 3, 10, 0);
    submit(2, 1, 9, 0);
    submit(3, 2, 7, 0);
    check_pass(&reasy, 0, first);
    finish(2, 4);
    check_pass(&reasy, 4, nothing);
    check_head(3, 10, 1);
    reasy.options = SKED_TIERS_UNGUARDED;
    check_pass(&reasy, 4, nothing);
    check_head(3, 10, 2);
}

/* J1 is overdue at 12: it is expected to end at once. Then the head's own foregrounds are idle, but
 * a booking is in the way, on one of them or by number: its shadow time is when that ends. */
static void scene_pinned_among_bookings(void) {
    sked_tiers reasy = tiers_of(SKED_REASY);
    pinned_head(&reasy);
    check_pass(&reasy, 12, nothing);
    check_head(3, 12, 1);
    finish(1, 12);
    book(1, 14, 30, 0x1, 0, 12);
    check_pass(&reasy, 12, nothing);
    check_head(3, 30, 0);
    CHECK(sked_queue_unbook(&queue, 1, 12) == SKED_OK);
    book(1, 18, 31, 0, 2, 12);
    check_pass(&reasy, 12, nothing);
    check_head(3, 31, 0);
    reasy.options = SKED_TIERS_UNGUARDED;
    check_pass(&reasy, 12, nothing);
    check_head(3, 12, 1);               /* as if nothing were booked */
}

/* Without one of its processors it waits for ever: jobs with a bound may pass. */
static void scene_pinned_and_lost(void) {
    static const wanted lost[] = {LOST(1, 0x2, 10), LOST(3, 0x2, NEVER), END};
    const sked_tiers reasy = tiers_of(SKED_REASY);
    int booked;
    for (booked = 0; booked < 2; booked++) {
        pinned_head(&reasy);
        if (booked) {
            book(1, 1000, 2000, 0x8, 0, 4);
        }
        down(0x2, 4);
        check_pass(&reasy, 4, lost);
        check_head(3, NEVER, 1);
        CHECK(job_info(1).processors_down == 1 && job_info(3).processors_down == 1);
    }
}

/* ---- the policies ---------------------------------------------------------------------------- */

/* A on 0, B on 1, C waits for one and runs behind A. At 4 either A or B has ended, or neither. */
static void three_jobs_with(const sked_tiers *tiers, uint32_t options, char ended,
                            uint32_t progress) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x1, 10), HEAD(SKED_START, 'B', 0x2, 9),
                                   BEHIND('C', 0x1), END};
    open_queue(2);
    submit('A', 1, 10, 0);
    submit('B', 1, 9, 0);
    submit_with('C', 1, 3, options, 0);
    check_pass(tiers, 0, first);
    report('C', progress, 4);
    if (ended != 0) {
        finish((uint64_t)ended, 4);
    }
}

static void three_jobs(const sked_tiers *tiers, char ended, uint32_t progress) {
    three_jobs_with(tiers, 0, ended, progress);
}

static void check_run(uint64_t id, sked_time start, sked_time end, uint32_t progress) {
    const sked_job_info info = job_info(id);
    CHECK_SEED(id, info.start == start && info.end == end && info.progress_permille == progress);
    CHECK_SEED(id, info.running && !info.background && info.position == SKED_NONE);
}

/* Elsewhere C is killed, stays, or moves; and counts with what is left where it is not killed. */
static void scene_policies(void) {
    static const wanted restart[] = {HEAD(SKED_RESTART, 'C', 0x2, 7), END};
    static const wanted migrate[] = {HEAD(SKED_MIGRATE, 'C', 0x2, 9), END};
    static const wanted sooner[] = {HEAD(SKED_MIGRATE, 'C', 0x2, 8), END};
    sked_tiers tiers = tiers_of(SKED_KEASY);
    tiers.options = SKED_TIERS_REMAINING;
    three_jobs(&tiers, 'B', 500);
    check_pass(&tiers, 4, restart);
    check_run('C', 4, 7, 0);
    CHECK(info_of(&queue).counters.restarted == 1 && info_of(&queue).background == 0);
    tiers = tiers_of(SKED_REASY);
    three_jobs(&tiers, 'B', 500);
    check_pass(&tiers, 4, nothing);
    check_head('C', 10, 1);
    tiers = tiers_of(SKED_MEASY);
    three_jobs(&tiers, 'B', 500);
    check_pass(&tiers, 4, migrate);
    check_run('C', 6, 9, 500);
    CHECK(info_of(&queue).counters.migrated == 1 && info_of(&queue).counters.started == 2);
    tiers.options = SKED_TIERS_REMAINING;
    three_jobs(&tiers, 'B', 500);
    check_pass(&tiers, 4, sooner);
    check_run('C', 5, 8, 500);
    CHECK(sked_queue_next_time(&queue) == 8);
}

/* In its own place C swaps, whatever the policy. At least one tick is left. */
static void scene_swap(void) {
    static const wanted whole[] = {HEAD(SKED_SWAP, 'C', 0x1, 7), END};
    static const wanted rest[] = {HEAD(SKED_SWAP, 'C', 0x1, 6), END};
    static const wanted least[] = {HEAD(SKED_SWAP, 'C', 0x1, 5), END};
    int policy;
    for (policy = SKED_KEASY; policy <= SKED_MEASY; policy++) {
        sked_tiers tiers = tiers_of((sked_tiers_policy)policy);
        three_jobs(&tiers, 'A', 500);
        check_pass(&tiers, 4, whole);
        check_run('C', 4, 7, 500);
        tiers.options = SKED_TIERS_REMAINING;
        three_jobs(&tiers, 'A', 666);       /* 1.998 of 3: one is surely done */
        check_pass(&tiers, 4, rest);
        check_run('C', 3, 6, 666);
        three_jobs(&tiers, 'A', 1000);
        check_pass(&tiers, 4, least);
        check_run('C', 2, 5, 1000);
        CHECK(info_of(&queue).counters.swapped == 1);
        finish('C', 6);
        CHECK(info_of(&queue).counters.overdue == 1);
    }
}

/* C may not be killed where that is the policy, or not be moved: then it stays, as under REASY, and
 * counts as what can only swap. What the policy never does may be forbidden, too. */
static void scene_forbidden(void) {
    static const wanted restart[] = {HEAD(SKED_RESTART, 'C', 0x2, 7), END};
    static const wanted migrate[] = {HEAD(SKED_MIGRATE, 'C', 0x2, 9), END};
    static const wanted swap[] = {HEAD(SKED_SWAP, 'C', 0x1, 6), END};
    static const uint32_t other[] = {SKED_JOB_NO_MIGRATION, 0, SKED_JOB_NO_RESTART};
    static const uint32_t own[] = {SKED_JOB_NO_RESTART, 6, SKED_JOB_NO_MIGRATION};
    uint32_t policy;
    for (policy = SKED_KEASY; policy <= (uint32_t)SKED_MEASY; policy++) {
        sked_tiers tiers = tiers_of((sked_tiers_policy)policy);
        three_jobs_with(&tiers, other[policy], 'B', 500);
        check_pass(&tiers, 4, policy == SKED_KEASY   ? restart
                              : policy == SKED_MEASY ? migrate
                                                     : nothing);
        CHECK(job_info('C').options == other[policy]);
        tiers.options = SKED_TIERS_REMAINING;
        three_jobs_with(&tiers, own[policy], 'B', 500);
        check_pass(&tiers, 4, nothing);
        check_head('C', 10, 1);
        CHECK(job_info('C').background && job_info('C').options == own[policy]);
        three_jobs_with(&tiers, own[policy], 'A', 500);
        check_pass(&tiers, 4, swap);
    }
}

/* The foreground of C is booked from 12 on. It is free at 10, so that C, of which two are left, can
 * run there just in time if it does not move. */
static void scene_forbidden_and_booked(void) {
    sked_tiers tiers = tiers_of(SKED_MEASY);
    tiers.options = SKED_TIERS_REMAINING;
    three_jobs_with(&tiers, SKED_JOB_NO_MIGRATION, 'B', 500);
    book('X', 12, 30, 0x1, 0, 4);
    check_pass(&tiers, 4, nothing);
    check_head('C', 10, 1);
    CHECK(sked_queue_unbook(&queue, 'X', 4) == SKED_OK);
    book('X', 11, 30, 0x1, 0, 4);
    check_pass(&tiers, 4, nothing);
    check_head('C', 30, 0);
}

/* C waits for a foreground, also when it waits again; D and E go behind, where C would be first. */
static void scene_no_background(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x1, 10), HEAD(SKED_START, 'B', 0x2, 9),
                                   BEHIND('D', 0x1), BEHIND('E', 0x2), END};
    static const wanted start[] = {HEAD(SKED_START, 'C', 0x1, 7), END};
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    open_queue(2);
    submit('A', 1, 10, 0);
    submit('B', 1, 9, 0);
    submit_with('C', 1, 3, SKED_JOB_NO_BACKGROUND, 0);
    submit('D', 1, 4, 0);
    submit('E', 1, 5, 0);
    check_pass(&tiers, 0, first);
    CHECK(job_info('C').options == SKED_JOB_NO_BACKGROUND && !job_info('C').running);
    finish('D', 1);
    check_pass(&tiers, 1, nothing);     /* step 3 alone */
    finish('A', 4);
    check_pass(&tiers, 4, start);
    CHECK(sked_queue_requeue(&queue, 'C', 4) == SKED_OK);
    submit('F', 2, 9, 4);               /* no head can start: C is behind nobody */
    down(0x1, 4);
    check_pass(&tiers, 4, nothing);
    CHECK(sked_queue_cancel(&queue, 'C', 4) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

/* ---- a migration that fails ------------------------------------------------------------------ */

/* C was to go from behind A to B's processor. It stays: with its progress and what it uses, at its
 * place before D, and is not moved again. Then it swaps. */
static void scene_stay(void) {
    static const wanted migrate[] = {HEAD(SKED_MIGRATE, 'C', 0x2, 9), END};
    static const wanted fills[] = {BEFORE(SKED_START, 'D', 0x2, 9, 1, 10, 'C'), END};
    static const wanted swap[] = {HEAD(SKED_SWAP, 'C', 0x1, 13), END};
    const sked_tiers measy = tiers_of(SKED_MEASY);
    const uint16_t usage = 900;
    three_jobs(&measy, 'B', 500);
    CHECK(sked_tiers_report(&queue, 'C', SKED_NONE, &usage, 4) == SKED_OK);
    check_pass(&measy, 4, migrate);
    CHECK(stay('C', 0, 1, 5) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    CHECK(job_info('C').background && job_info('C').start == 5 && job_info('C').end == NEVER);
    CHECK(job_info('C').progress_permille == 500 && job_info('C').options == SKED_JOB_NO_MIGRATION);
    CHECK(queue.usage_[2] == 900 && queue.usage_[1] == 0 && places_agree(&queue, 'C', 1, 1, 1));
    CHECK(info_of(&queue).processors_free == 1 && info_of(&queue).running == 1);
    submit('D', 1, 4, 5);
    CHECK(job_info('C').position == 0 && job_info('D').position == 1);
    check_pass(&measy, 5, fills);
    finish('A', 10);
    check_pass(&measy, 10, swap);
}

/* D has gone behind A meanwhile. Once D waits again, C can stay there; or C waits. */
static void scene_stay_taken(void) {
    static const wanted migrate[] = {HEAD(SKED_MIGRATE, 'C', 0x2, 9), BEHIND('D', 0x1), END};
    const sked_tiers measy = tiers_of(SKED_MEASY);
    three_jobs(&measy, 'B', 500);
    submit('D', 1, 40, 4);
    check_pass(&measy, 4, migrate);
    CHECK(stay('C', 0, 1, 4) == SKED_E_TAKEN);
    CHECK(job_info('C').end == 9 && job_info('C').options == 0);
    CHECK(sked_queue_requeue(&queue, 'D', 4) == SKED_OK);
    CHECK(stay('C', 0, 1, 4) == SKED_OK && job_info('C').position == 0);
    CHECK(sked_queue_requeue(&queue, 'C', 4) == SKED_OK && job_info('C').position == 0);
    CHECK(job_info('C').progress_permille == 0 && sked_queue_validate(&queue) == SKED_OK);
}

/* D ends in the background, and C stays there: the next pass is full, and names its head. */
static void scene_stay_full(void) {
    static const wanted migrate[] = {HEAD(SKED_MIGRATE, 'C', 0x2, 9), BEHIND('D', 0x1), END};
    const sked_tiers measy = tiers_of(SKED_MEASY);
    three_jobs(&measy, 'B', 500);
    submit('D', 1, 40, 4);
    check_pass(&measy, 4, migrate);
    finish('D', 5);
    CHECK(stay('C', 0, 1, 5) == SKED_OK);
    check_pass(&measy, 5, nothing);
    check_head('C', 10, 1);
}

/* If a processor is down under a job that stays, the next pass says so. The other process is on one
 * that is up. */
static void scene_stay_lost(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x3, 10), BEHIND('B', 0x3), END};
    static const wanted migrate[] = {LOST('A', 0x1, 10), LOST('B', 0x1, NEVER),
                                     HEAD(SKED_MIGRATE, 'B', 0xC, 6), END};
    static const wanted lost[] = {LOST('B', 0x1, NEVER), END};
    const sked_tiers measy = tiers_of(SKED_MEASY);
    sked_place places[2];
    open_queue(4);
    book('X', 0, 1, 0xC, 0, 0);
    submit('A', 2, 10, 0);
    submit('B', 2, 3, 0);
    check_pass(&measy, 0, first);
    CHECK(sked_tiers_get_places(&queue, 'B', places, 2) == SKED_OK);
    down(0x1, 1);
    check_pass(&measy, 1, migrate);
    CHECK(sked_tiers_stay(&queue, 'B', places, 1) == SKED_OK);
    CHECK(job_info('B').processors_down == 1 && sked_queue_validate(&queue) == SKED_OK);
    check_pass(&measy, 1, lost);
    check_head('B', NEVER, 2);
    up(0x1, 2);
    CHECK(job_info('B').processors_down == 0 && sked_queue_validate(&queue) == SKED_OK);
}

/* What was done before time began does not count; without a bound nothing does; no sum wraps. */
static void scene_ends_of_time(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x1, 10), BEHIND('B', 0x1), END};
    static const wanted swap[] = {HEAD(SKED_SWAP, 'B', 0x1, 8), END};
    static const wanted second[] = {HEAD(SKED_START, 'A', 0x1, 10), BEHIND('B', 0x1), END};
    static const wanted endless[] = {HEAD(SKED_SWAP, 'B', 0x1, NEVER), END};
    static const wanted third[] = {HEAD(SKED_START, 'A', 0x1, 10), HEAD(SKED_START, 'B', 0x2, 10),
                                   BEHIND('C', 0x1), END};
    static const wanted far[] = {HEAD(SKED_MIGRATE, 'C', 0x2, NEVER), END};
    sked_tiers tiers = tiers_of(SKED_MEASY);
    tiers.options = SKED_TIERS_REMAINING;
    tiers.migration = SKED_TIME_MAX;
    open_queue(1);
    submit('A', 1, 10, 0);
    submit('B', 1, 8, 0);
    check_pass(&tiers, 0, first);
    report('B', 900, 0);
    finish('A', 0);
    check_pass(&tiers, 0, swap);
    check_run('B', 0, 8, 900);
    open_queue(1);
    submit('A', 1, 10, 0);
    submit('B', 1, 0, 0);
    check_pass(&tiers, 0, second);
    report('B', 900, 3);
    finish('A', 3);
    check_pass(&tiers, 3, endless);
    check_run('B', 3, NEVER, 900);
    open_queue(2);
    submit('A', 1, 10, 0);
    submit('B', 1, 10, 0);
    submit('C', 1, 3, 0);
    check_pass(&tiers, 0, third);
    finish('B', 5);
    check_pass(&tiers, 5, far);
    CHECK(job_info('C').end == NEVER);
}

/* ---- which processors ------------------------------------------------------------------------ */

/* By tag: hundreds of the first process in the lowest digit. */
static uint32_t usage_by_tag(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    (void)id;
    ++*(uint32_t *)ctx;
    while (process-- > 0) {
        tag /= 16;
    }
    return (uint32_t)(tag % 16) * 100;
}

static void submit_using(uint64_t id, uint32_t width, sked_time estimate, uint64_t usage,
                         sked_time now) {
    sked_job job = job_of(id, width, estimate);
    job.tag = usage;
    CHECK(sked_queue_submit(&queue, &job, now) == SKED_OK);
}

static sked_action next_action(void) {
    sked_action action;
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_OK);
    return action;
}

static void plan(const sked_tiers *tiers, sked_time now) {
    CHECK(sked_tiers_plan(&queue, tiers, now) == SKED_OK);
}

static void done(void) {
    sked_action action;
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_DONE);
}

/* A takes 0, 1, 2 with usages 9, 2, 5. B, with 1, 7, 3, goes behind them: its most used process
 * where least is used. Of a background of nobody's all is left. */
static void scene_dispatch(void) {
    sked_tiers tiers = tiers_of(SKED_KEASY);
    uint32_t asked = 0;
    tiers.usage.usage = usage_by_tag;
    tiers.usage.ctx = &asked;
    open_queue(4);
    submit_using('A', 3, 10, 0x529, 0);
    submit_using('B', 2, 20, 0x71, 0);
    submit_using('C', 2, 30, 0x33, 0);
    plan(&tiers, 0);
    CHECK(next_action().id == 'A');     /* the most used first: 9, 5, 2 on 0, 1, 2 */
    check_order('A', 0x021);
    CHECK(next_action().id == 'B');     /* 3 is idle; behind 2 all but 200 */
    check_order('B', 0x23);
    CHECK(job_info('B').background);
    CHECK(next_action().id == 'C');     /* behind 1 and 0, where 500 and 900 are used */
    check_order('C', 0x10);
    done();
    CHECK(asked >= 7);
    finish('A', 4);                     /* B comes to the foreground in its own place, C too */
    plan(&tiers, 4);
    CHECK(next_action().kind == SKED_SWAP);
    check_order('B', 0x23);
    CHECK(next_action().kind == SKED_SWAP);
    check_order('C', 0x10);
    done();
}

/* To the foreground: where the backgrounds are least used, and the job's own does not count. */
static void scene_dispatch_before(void) {
    sked_tiers tiers = tiers_of(SKED_KEASY);
    open_queue(4);
    submit('A', 4, 10, 0);
    submit('B', 2, 20, 0);
    submit('C', 2, 20, 0);
    plan(&tiers, 0);
    CHECK(next_action().id == 'A' && next_action().id == 'B' && next_action().id == 'C');
    done();
    check_order('B', 0x01);
    check_order('C', 0x23);
    report_usage('B', 400, 700, 1);
    report_usage('C', 300, 200, 1);
    CHECK(sked_queue_requeue(&queue, 'A', 2) == SKED_OK);
    CHECK(sked_queue_cancel(&queue, 'A', 2) == SKED_OK);
    book(1, 10, 15, 0x2, 0, 2);         /* so B cannot stay on 1; 0 is behind nobody but it */
    plan(&tiers, 2);
    CHECK(next_action().kind == SKED_RESTART);
    check_order('B', 0x30);
    CHECK(job_info('B').running && !job_info('B').background);
    done();
    check_head('C', 15, 0);
}

/* The limit is a limit: what uses as much lets nobody in; 0 means idle foregrounds only; beyond
 * 1000 all. B needs both backgrounds. */
static void scene_usage_limit(void) {
    static const struct {
        uint16_t limit, usage, in;
    } cases[] = {{960, 959, 1}, {960, 960, 0}, {960, 1000, 0}, {0, 0, 0},
                 {1, 0, 1},     {1000, 1000, 0}, {1001, 1000, 1}};
    uint32_t n;
    for (n = 0; n < sizeof(cases) / sizeof(cases[0]); n++) {
        sked_tiers tiers = tiers_of(SKED_KEASY);
        tiers.usage_limit_permille = cases[n].limit;
        open_queue(2);
        submit('A', 1, 10, 0);
        plan(&tiers, 0);
        CHECK(next_action().id == 'A');
        done();
        report_usage('A', cases[n].usage, 0, 0);
        submit('B', 2, 20, 0);
        plan(&tiers, 0);
        CHECK_SEED(n + 1, cases[n].in == 0 || next_action().kind == SKED_START_BACKGROUND);
        done();
    }
}

/* Idle only: and so nobody goes behind who runs behind. */
static void scene_idle_only(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x1, 10), BEHIND('B', 0x2), END};
    const sked_queue_settings settings = settings_of(2, 2);
    sked_tiers tiers = tiers_of(SKED_KEASY);
    tiers.usage_limit_permille = 0;
    tiers.width_max = 1;
    open_with(&settings, NULL);
    submit('A', 1, 10, 0);
    submit('H', 2, 9, 0);
    submit('B', 1, 20, 0);
    submit('C', 1, 21, 0);
    check_pass(&tiers, 0, first);
}

static int pick_highest(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                        sked_set *chosen) {
    sked_pick_request *last = (sked_pick_request *)ctx;
    uint32_t processor = offered->size, missing = ask->count;
    *last = *ask;
    if (ask->tag == 666) {
        return 0;
    }
    while (missing > 0 && processor-- > 0) {
        if (sked_set_has(offered, processor)) {
            sked_set_add(chosen, processor);
            missing--;
        }
    }
    return missing == 0;
}

static int same_ask(const sked_pick_request *ask, uint64_t id, sked_time end, uint32_t count,
                    uint32_t tier) {
    return ask->id == id && ask->tag == id + 100 && ask->end == end && ask->count == count &&
           ask->tier == tier;
}

/* With the option the queue's picker is asked in all tiers. A refused head waits. */
static void scene_picker(void) {
    const sked_queue_settings settings = settings_of(4, 1);
    static const wanted lowest[] = {HEAD(SKED_START, 'A', 0x7, 10), END};
    static sked_pick_request last;
    static const sked_picker picker = {pick_highest, &last};
    sked_tiers tiers = tiers_of(SKED_KEASY);
    open_with(&settings, &picker);
    submit('A', 3, 10, 0);
    check_pass(&tiers, 0, lowest);
    CHECK(last.id == 0);
    finish('A', 1);
    submit('B', 3, 10, 1);
    submit('C', 2, 20, 1);
    submit('D', 2, 20, 1);
    tiers.options = SKED_TIERS_PICKER;
    plan(&tiers, 1);
    CHECK(next_action().id == 'B' && same_ask(&last, 'B', 11, 3, 0) && last.start == 1);
    check_order('B', 0x123);
    CHECK(next_action().id == 'C' && same_ask(&last, 'C', 21, 2, 1));
    check_order('C', 0x23);
    CHECK(next_action().id == 'D' && same_ask(&last, 'D', 21, 2, 1));
    check_order('D', 0x01);
    done();
    finish('B', 2);
    plan(&tiers, 2);
    CHECK(next_action().kind == SKED_SWAP);     /* nobody is asked for one's own place */
    CHECK(next_action().kind == SKED_SWAP && last.id == 'D');
    done();
    submit_using('E', 1, 5, 666, 3);
    finish('D', 3);
    plan(&tiers, 3);
    done();
    CHECK(info_of(&queue).counters.picker_refusals == 2); /* as the head, and for a background */
    check_head('E', 22, 3);
}

/* ---- who may go to the background, and when -------------------------------------------------- */

/* A starts, and behind it these. */
static void check_starts(const sked_tiers *tiers, const char *who, int number) {
    plan(tiers, 0);
    CHECK(next_action().id == 'A');
    for (; *who != 0; who++) {
        CHECK_SEED(number, next_action().id == (uint64_t)*who);
    }
    done();
}

/* A runs on all; B is wide, C long, D neither. */
static void scene_limits(void) {
    static const struct {
        uint32_t width_max;
        sked_time estimate_max;
        const char *who;
    } cases[] = {{0, 0, "BC"}, {2, 0, "BC"}, {1, 0, "CD"}, {0, 21, "BC"}, {0, 20, "BD"},
                 {0, 5, "D"},  {1, 19, "D"}, {0, 4, ""}};
    uint32_t n;
    for (n = 0; n < sizeof(cases) / sizeof(cases[0]); n++) {
        sked_queue_settings settings = settings_of(3, 1);
        sked_tiers tiers = tiers_of(SKED_KEASY);
        tiers.width_max = cases[n].width_max;
        tiers.estimate_max = cases[n].estimate_max;
        settings.background_order = SKED_FCFS;
        open_with(&settings, NULL);
        submit('A', 3, 10, 0);
        submit('B', 2, 20, 0);
        submit('C', 1, 21, 0);
        submit('D', 1, 5, 0);
        check_starts(&tiers, cases[n].who, (int)n + 1);
    }
}

static void submit_with_key(uint64_t id, uint64_t key, uint32_t width, sked_time estimate) {
    sked_job job = job_of(id, width, estimate);
    job.key = key;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
}

/* In every order of those that seek a background; equals in the order of the queue. */
static void scene_orders(void) {
    static const char *const orders[] = {"BCDE", "ECDB", "CDBE", "BDEC"};
    int order;
    for (order = SKED_FCFS; order <= SKED_NARROWEST; order++) {
        sked_queue_settings settings = settings_of(6, 1);
        const sked_tiers tiers = tiers_of(SKED_KEASY);
        settings.background_order = (sked_order)order;
        open_with(&settings, NULL);
        submit('A', 6, 10, 0);
        submit_with_key('B', 3, 1, 9);
        submit_with_key('C', 2, 2, 7);
        submit_with_key('D', 2, 1, 7);
        submit_with_key('E', 5, 1, 6);
        check_starts(&tiers, orders[order], order + 1);
    }
}

/* The free background of highest priority; what all before it use counts. Nobody moves up where a
 * place between becomes free, and whoever is first in the queue swaps from wherever he is. */
static void scene_three_tiers(void) {
    static const sked_place first = {0, 1}, second = {0, 2}, beyond = {0, 3};
    const sked_queue_settings settings = settings_of(1, 2);
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    uint64_t id = 0;
    open_with(&settings, NULL);
    submit('A', 1, 10, 0);
    plan(&tiers, 0);
    CHECK(next_action().id == 'A');
    done();
    report_usage('A', 500, 0, 0);
    submit('B', 1, 20, 0);
    submit('C', 1, 30, 0);
    plan(&tiers, 0);
    CHECK(next_action().id == 'B');
    CHECK(sked_tiers_job_on(&queue, first, &id) == SKED_OK && id == 'B');
    CHECK(sked_queue_plan_end(&queue) == SKED_OK);
    report_usage('B', 460, 0, 0);
    plan(&tiers, 0);                    /* 960 are used: C must wait */
    done();
    report_usage('B', 459, 0, 0);
    plan(&tiers, 0);
    CHECK(next_action().id == 'C');
    CHECK(sked_tiers_job_on(&queue, second, &id) == SKED_OK && id == 'C');
    CHECK(sked_tiers_job_on(&queue, beyond, &id) == SKED_E_RANGE);
    done();
    CHECK(info_of(&queue).background == 2 && info_of(&queue).running == 1);
    submit('D', 1, 40, 1);
    plan(&tiers, 1);                    /* both are taken */
    done();
    finish('B', 2);
    plan(&tiers, 2);
    CHECK(next_action().id == 'D');
    CHECK(sked_tiers_job_on(&queue, first, &id) == SKED_OK && id == 'D');
    CHECK(sked_tiers_job_on(&queue, second, &id) == SKED_OK && id == 'C');
    done();
    finish('A', 10);
    plan(&tiers, 10);
    CHECK(next_action().kind == SKED_SWAP);
    CHECK(sked_queue_job_on(&queue, 0, &id) == SKED_OK && id == 'C');
    CHECK(sked_tiers_job_on(&queue, second, &id) == SKED_E_UNKNOWN);
    done();
}

/* Without step 2 behind a blocked head there are still backgrounds. */
static void scene_depth_0(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x1, 10), BEHIND('B', 0x3),
                                   END};
    static const wanted then[] = {HEAD(SKED_SWAP, 'B', 0x3, 13), HEAD(SKED_START, 'C', 0x4, 12),
                                  END};
    sked_queue_settings settings = settings_of(3, 1);
    sked_tiers tiers = tiers_of(SKED_KEASY);
    tiers.width_max = 2;
    settings.depth = SKED_NO_RESERVATIONS;
    settings.background_order = SKED_FCFS;
    open_with(&settings, NULL);
    submit('A', 1, 10, 0);
    plan(&tiers, 0);
    check_next(&queue, 0, &first[0]);
    done();
    book(1, 1, 10, 0x4, 0, 0);          /* 2 is kept free: B lacks one, C none */
    submit('B', 2, 3, 0);
    submit('C', 1, 2, 0);
    plan(&tiers, 0);
    check_next(&queue, 0, &first[1]);
    done();
    check_head('B', NEVER, 0);
    finish('A', 10);
    check_pass(&tiers, 10, then);
}

/* ---- full passes, and others ----------------------------------------------------------------- */

/* A runs on 0, before C and X; 1 is idle. Under REASY C must stay; under KEASY a full pass lets it
 * restart on 1. */
static void two_behind(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x1, 10), HEAD(SKED_START, 'B', 0x2, 9),
                                   BEHIND('C', 0x1), BEHIND('X', 0x1), END};
    const sked_queue_settings settings = settings_of(2, 2);
    const sked_tiers reasy = tiers_of(SKED_REASY);
    open_with(&settings, NULL);
    submit('A', 1, 10, 0);
    submit('B', 1, 9, 0);
    submit('C', 1, 3, 0);
    submit('X', 1, 3, 0);
    check_pass(&reasy, 0, first);
    finish('B', 4);
    check_pass(&reasy, 4, nothing);
}

/* What else may be told beside the end of X. */
static void tell_more(uint32_t what, const sked_tiers *keasy) {
    switch (what) {
    case 0: break;                      /* nothing, or only time */
    case 1: report('C', 100, 4); break;
    case 2: submit('Y', 2, 90, 4); break;
    case 3: book(1, 90, 91, 0x1, 0, 4); break;
    case 4: down(0, 4); break;
    case 5: up(0, 4); break;
    case 6:
        submit('Y', 2, 90, 4);
        CHECK(sked_queue_cancel(&queue, 'Y', 4) == SKED_OK);
        break;
    case 7:
        book(1, 90, 91, 0x1, 0, 4);
        CHECK(sked_queue_unbook(&queue, 1, 4) == SKED_OK);
        break;
    default:
        plan(keasy, 4);
        CHECK(sked_queue_plan_end(&queue) == SKED_OK);
        break;
    }
}

/* Only that a job left the background, and reports, make a pass of step 3 alone. */
static void scene_step_3_alone(void) {
    static const wanted restart[] = {HEAD(SKED_RESTART, 'C', 0x2, 7), END};
    sked_tiers keasy = tiers_of(SKED_KEASY);
    uint32_t what;
    keasy.width_max = 1;
    two_behind();
    finish('X', 4);
    CHECK(sked_queue_finish(&queue, 'X', 4) == SKED_E_UNKNOWN);     /* tells nothing */
    check_pass(&keasy, 4, nothing);
    CHECK(!info_of(&queue).head_blocked);
    check_pass(&keasy, 4, restart);     /* nothing was told since: full */
    for (what = 0; what < 9; what++) {
        two_behind();
        finish('X', 4);
        tell_more(what, &keasy);
        check_pass(&keasy, 4, what <= 1 ? nothing : restart);
        two_behind();
        tell_more(what, &keasy);
        check_pass(&keasy, 4, restart);
        two_behind();
        tell_more(what, &keasy);        /* a stopped pass has heard of nothing */
        finish('X', 4);
        check_pass(&keasy, 4, what <= 1 ? nothing : restart);
    }
}

/* X waits again, and so the pass is full: C restarts, X goes behind. At 5 only time has passed; or
 * A has ended. */
static void scene_returned_from_behind(void) {
    static const wanted full[] = {HEAD(SKED_RESTART, 'C', 0x2, 7), BEHIND('X', 0x1), END};
    static const wanted late[] = {HEAD(SKED_RESTART, 'C', 0x2, 8), END};
    static const wanted swap[] = {HEAD(SKED_SWAP, 'C', 0x1, 7), HEAD(SKED_START, 'X', 0x2, 7),
                                  END};
    sked_tiers keasy = tiers_of(SKED_KEASY);
    two_behind();
    CHECK(sked_queue_requeue(&queue, 'X', 4) == SKED_OK);
    CHECK(job_info('X').position == 1 && !job_info('X').running);
    check_pass(&keasy, 4, full);
    two_behind();
    check_pass(&keasy, 5, late);
    two_behind();
    CHECK(sked_queue_requeue(&queue, 'X', 4) == SKED_OK);
    finish('A', 4);
    check_pass(&keasy, 4, swap);
    two_behind();
    CHECK(sked_queue_cancel(&queue, 'X', 4) == SKED_OK);
    check_pass(&keasy, 4, nothing);
}

/* The end of a booking is news, too: the wide B must not wait for another event. */
static void scene_booking_ends_with_background(void) {
    static const wanted first[] = {BEHIND('A', 0x1), END};
    static const wanted then[] = {HEAD(SKED_START, 'B', 0x3, 15), END};
    sked_tiers keasy = tiers_of(SKED_KEASY);
    keasy.width_max = 1;
    open_queue(2);
    book_count(1, 0, 10, 2, 0);
    submit('A', 1, 20, 0);
    submit('B', 2, 5, 0);
    check_pass(&keasy, 0, first);
    CHECK(sked_queue_next_time(&queue) == 10);
    finish('A', 10);
    check_pass(&keasy, 10, then);
}

/* A pinned head that has done 24 of 30 needs 6 more before the booking: it can swap at 10, so that
 * a longer job may not pass. */
static void scene_remaining_of_head(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x1, 10), HEAD(SKED_START, 'B', 0x2, 5),
                                   BEHIND('C', 0x1), END};
    sked_tiers reasy = tiers_of(SKED_REASY);
    reasy.options = SKED_TIERS_REMAINING;
    open_queue(2);
    submit('A', 1, 10, 0);
    submit('B', 1, 5, 0);
    submit('C', 1, 30, 0);
    check_pass(&reasy, 0, first);
    report('C', 800, 5);
    finish('B', 5);
    book(1, 20, 90, 0x1, 0, 5);
    check_pass(&reasy, 5, nothing);
    check_head('C', 10, 1);
    report('C', 0, 5);
    check_pass(&reasy, 5, nothing);
    check_head('C', 90, 0);
}

/* ---- events in all tiers --------------------------------------------------------------------- */

/* Who is lost in the foreground comes first, then by processors; once for all of them. */
static void scene_lost(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x3, 10), HEAD(SKED_START, 'B', 0x4, 10),
                                   BEHIND('C', 0x7), END};
    static const wanted lost[] = {LOST('A', 0x2, 10), LOST('B', 0x4, 10), LOST('C', 0x6, NEVER),
                                  END};
    static const wanted again[] = {LOST('A', 0x3, 10), LOST('C', 0x7, NEVER), END};
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    open_queue(3);
    submit('A', 2, 10, 0);
    submit('B', 1, 10, 0);
    submit('C', 3, 5, 0);
    check_pass(&tiers, 0, first);
    down(0x6, 1);
    check_pass(&tiers, 1, lost);
    CHECK(job_info('C').processors_down == 2 && job_info('A').processors_down == 1);
    check_head('C', NEVER, 0);
    down(0x7, 2);
    up(0x1, 2);                         /* never mind */
    check_pass(&tiers, 2, nothing);
    down(0x1, 3);
    check_pass(&tiers, 3, again);
    down(0x1, 4);
    CHECK(info_of(&queue).counters.jobs_lost == 5);
    up(0x4, 4);
    down(0x4, 4);
    finish('B', 4);                     /* before anybody could be told */
    finish('C', 4);
    check_pass(&tiers, 4, nothing);
    CHECK(info_of(&queue).processors_free == 0 && info_of(&queue).processors_down == 3);
}

/* On a lost processor nobody starts, swaps or stays when his turn comes elsewhere. */
static void scene_lost_background(void) {
    static const wanted lost[] = {LOST('A', 0x1, 10), LOST('C', 0x1, NEVER), END};
    static const wanted restart[] = {HEAD(SKED_RESTART, 'C', 0x2, 7), END};
    static const wanted behind[] = {BEHIND('D', 0x2), END};
    static const wanted back[] = {HEAD(SKED_RESTART, 'D', 0x1, 15), END};
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    three_jobs(&tiers, 'B', 0);
    down(0x1, 4);
    CHECK(sked_tiers_plan(&queue, &tiers, 4) == SKED_OK);
    check_next(&queue, 4, &lost[0]);
    check_next(&queue, 4, &lost[1]);
    check_rest(&queue, 4, restart);
    CHECK(job_info('C').processors_down == 0);
    submit('D', 1, 9, 5);
    check_pass(&tiers, 5, behind);
    finish('A', 6);
    CHECK(info_of(&queue).processors_free == 0);
    check_pass(&tiers, 6, nothing);
    up(0x1, 6);
    CHECK(info_of(&queue).processors_free == 1);
    check_pass(&tiers, 6, back);
}

/* A runs on both processors. */
static void behind_a(const sked_tiers *tiers) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x3, 10), END};
    open_queue(2);
    submit('A', 2, 10, 0);
    check_pass(tiers, 0, first);
}

/* Nobody goes behind what runs on a lost processor; but as soon as it is back. */
static void scene_behind_the_lost(void) {
    static const wanted before[] = {BEHIND('C', 0x1), END};
    static const wanted lost[] = {LOST('A', 0x2, 10), END};
    static const wanted after[] = {BEHIND('D', 0x2), END};
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    behind_a(&tiers);
    submit('C', 1, 5, 1);
    check_pass(&tiers, 1, before);
    down(0x2, 2);
    submit('D', 1, 5, 2);
    check_pass(&tiers, 2, lost);
    up(0x2, 3);
    check_pass(&tiers, 3, after);
}

/* finish and return work in all tiers, cancel in a background; who comes back is as if he had never
 * run, and keeps his place in the queue. */
static void scene_finish_and_return(void) {
    static const wanted again[] = {HEAD(SKED_START, 'A', 0x1, 15), HEAD(SKED_START, 'C', 0x2, 8),
                                   BEHIND('B', 0x1), END};
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    sked_place place;
    sked_job_info info;
    uint64_t id = 0;
    three_jobs(&tiers, 'B', 300);
    submit('B', 1, 9, 4);
    CHECK(sked_queue_cancel(&queue, 'A', 4) == SKED_E_NOT_WAITING);
    CHECK(sked_queue_waiting_at(&queue, 0, &id) == SKED_OK && id == 'C');
    CHECK(sked_queue_waiting_at(&queue, 1, &id) == SKED_OK && id == 'B');
    CHECK(sked_queue_waiting_at(&queue, 2, &id) == SKED_E_RANGE);
    CHECK(sked_queue_requeue(&queue, 'C', 4) == SKED_OK);
    info = job_info('C');
    CHECK(!info.running && !info.background && info.progress_permille == 0 &&
          info.position == 0);
    CHECK(info.start == NEVER && info.end == NEVER);
    CHECK(sked_tiers_get_places(&queue, 'C', &place, 1) == SKED_E_NOT_RUNNING);
    CHECK(info_of(&queue).waiting == 2 && info_of(&queue).background == 0);
    CHECK(sked_queue_requeue(&queue, 'A', 5) == SKED_OK);
    check_pass(&tiers, 5, again);
    CHECK(info_of(&queue).counters.requeued == 2);
    three_jobs(&tiers, 'A', 0);
    finish('C', 4);
    CHECK(info_of(&queue).background == 0 && info_of(&queue).counters.finished == 2);
    CHECK(info_of(&queue).counters.overdue == 0);       /* nothing was expected of it there */
    CHECK(sked_queue_cancel(&queue, 'C', 4) == SKED_E_UNKNOWN);
    three_jobs(&tiers, 'A', 0);
    CHECK(sked_queue_cancel(&queue, 'C', 4) == SKED_OK);    /* in the background */
    CHECK(info_of(&queue).background == 0 && info_of(&queue).counters.cancelled == 1);
    CHECK(info_of(&queue).counters.overdue == 0);
    CHECK(info_of(&queue).counters.finished == 1 && sked_queue_validate(&queue) == SKED_OK);
    submit('C', 2, 3, 4);
    submit('D', 1, 90, 4);
    CHECK(sked_queue_cancel(&queue, 'C', 4) == SKED_OK);
    CHECK(sked_queue_cancel(&queue, 'D', 4) == SKED_OK);
    CHECK(sked_queue_next_time(&queue) == 9);           /* B ends; nobody is left in line */
}

/* A booking with a set keeps those from a background who would meet it by their estimates: to the
 * instant, and for ever if they have no bound. One by number keeps foregrounds only. */
static void scene_bookings(void) {
    static const wanted meets[] = {BEHIND('C', 0x1), BEHIND('B', 0x2), END};
    static const wanted endless[] = {BEHIND('C', 0x1), END};
    static const wanted count[] = {BEHIND('D', 0x1), END};
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    behind_a(&tiers);
    book(1, 5, 8, 0x1, 0, 0);
    submit('B', 1, 6, 0);
    submit('C', 1, 5, 0);
    check_pass(&tiers, 0, meets);
    behind_a(&tiers);
    book(1, 20, 30, 0x1, 0, 0);
    book(2, 5, 6, 0x2, 0, 0);
    submit('D', 1, 0, 0);
    submit('C', 1, 5, 0);
    check_pass(&tiers, 0, endless);
    behind_a(&tiers);
    book(1, 1, 30, 0, 2, 0);
    submit('D', 1, 0, 0);
    check_pass(&tiers, 0, count);
}

/* Who comes to the foreground must not meet a booking there: C swaps only if it ends by its start;
 * and its migration counts. */
static void scene_bookings_before(void) {
    static const wanted swap[] = {HEAD(SKED_SWAP, 'C', 0x1, 7), END};
    static const wanted restart[] = {HEAD(SKED_RESTART, 'C', 0x2, 7), END};
    static const wanted migrate[] = {HEAD(SKED_MIGRATE, 'C', 0x2, 9), END};
    sked_time start;
    for (start = 6; start <= 7; start++) {
        const sked_tiers keasy = tiers_of(SKED_KEASY);
        three_jobs(&keasy, 'A', 0);
        finish('B', 4);
        book(1, start, 20, 0x1, 0, 4);
        check_pass(&keasy, 4, start == 7 ? swap : restart);
    }
    for (start = 8; start <= 9; start++) {
        const sked_tiers measy = tiers_of(SKED_MEASY);
        three_jobs(&measy, 'B', 0);
        book(1, start, 20, 0x2, 0, 4);
        check_pass(&measy, 4, start == 9 ? migrate : nothing);
        if (start == 8) {
            check_head('C', 10, 0);
        }
    }
}

/* Also of the head's run a migration is a part: at 9, when B ends, that would meet the booking. */
static void scene_booking_and_migration(void) {
    const sked_tiers measy = tiers_of(SKED_MEASY);
    three_jobs(&measy, 0, 0);
    book(1, 13, 20, 0x2, 0, 4);
    check_pass(&measy, 4, nothing);
    check_head('C', 10, 0);
    CHECK(sked_queue_unbook(&queue, 1, 4) == SKED_OK);
    book(1, 14, 20, 0x2, 0, 4);
    check_pass(&measy, 4, nothing);
    check_head('C', 9, 0);
}

/* Step 2 among bookings: A on 0; H waits for two, of which 1 is booked during [10, 20): at 20. B
 * may be on 1 until then, and C, when A has ended, on 0, and no longer. */
static void scene_step_2_among_bookings(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x1, 12), END};
    static const wanted then[] = {BEFORE(SKED_START, 'B', 0x2, 10, 0, 20, 'H'), BEHIND('C', 0x1),
                                  END};
    static const wanted swap[] = {BEFORE(SKED_SWAP, 'C', 0x1, 20, 0, 20, 'H'), END};
    sked_time estimate;
    for (estimate = 12; estimate <= 13; estimate++) {
        sked_tiers tiers = tiers_of(SKED_KEASY);
        tiers.width_max = 1;
        open_queue(2);
        submit('A', 1, 12, 0);
        check_pass(&tiers, 0, first);
        book(1, 10, 20, 0x2, 0, 0);
        submit('H', 2, 5, 0);
        submit('B', 1, 10, 0);
        submit('C', 1, estimate, 0);
        check_pass(&tiers, 0, then);
        finish('A', 8);
        check_pass(&tiers, 8, estimate == 12 ? swap : nothing);
        check_head('H', 20, 0);
    }
}

/* H finds three beside the booking on 2 when A has ended; D outlasts that on the one left over. */
static void scene_beside_among_bookings(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x03, 12), END};
    static const wanted then[] = {BESIDE(SKED_START, 'D', 0x08, 30, 0, 12, 'H'), END};
    sked_tiers tiers = tiers_of(SKED_KEASY);
    tiers.estimate_max = 1;
    open_queue(5);
    submit('A', 2, 12, 0);
    check_pass(&tiers, 0, first);
    book(1, 10, 20, 0x04, 0, 0);
    submit('H', 3, 12, 0);
    submit('D', 1, 30, 0);
    submit('E', 1, 30, 0);
    check_pass(&tiers, 0, then);
}

/* C is too long to be backfilled, but for what it has done behind 2. */
static void scene_remaining_behind(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x3, 22), BEHIND('C', 0x4), END};
    static const wanted then[] = {BEFORE(SKED_SWAP, 'C', 0x4, 21, 0, 22, 'H'), END};
    sked_tiers tiers = tiers_of(SKED_REASY);
    tiers.usage.usage = all_of_it;
    open_queue(3);
    submit('A', 2, 12, 10);
    submit('H', 3, 5, 10);
    submit('C', 1, 13, 10);
    check_pass(&tiers, 10, first);
    report('C', 500, 14);
    check_pass(&tiers, 14, nothing);
    tiers.options = SKED_TIERS_REMAINING;
    check_pass(&tiers, 14, then);
}

/* ---- jobs without a bound -------------------------------------------------------------------- */

/* Behind A, who may run for ever, H has no shadow time: who has a bound passes; C, who has none,
 * runs behind, and comes to the foreground only as the head. */
static void scene_no_bound(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x1, NEVER),
                                   BEFORE(SKED_START, 'B', 0x2, 100, 0, NEVER, 'H'),
                                   BEHIND('C', 0x1), END};
    static const wanted last[] = {HEAD(SKED_SWAP, 'C', 0x1, NEVER), END};
    sked_tiers tiers = tiers_of(SKED_KEASY);
    tiers.width_max = 1;
    tiers.options = SKED_TIERS_REMAINING;
    open_queue(2);
    submit('A', 1, NEVER, 0);
    submit('H', 2, 5, 0);
    submit('B', 1, 100, 0);
    submit('C', 1, NEVER, 0);
    check_pass(&tiers, 0, first);
    finish('B', 1);
    report('C', 1000, 1);
    check_pass(&tiers, 1, nothing);
    check_head('H', NEVER, 0);
    CHECK(sked_queue_cancel(&queue, 'H', 2) == SKED_OK);
    finish('A', 2);
    check_pass(&tiers, 2, last);
}

/* ---- copies in the middle of a pass ---------------------------------------------------------- */

static void copy_bytes(unsigned char *to, const unsigned char *from, size_t bytes) {
    while (bytes-- > 0) {
        to[bytes] = from[bytes];
    }
}

/* J1 on 0 and 1, J2 on 2, J3 behind 0, 1, 3; then J2 ends. The pass of KEASY has three actions. */
static const wanted at_4[] = {BEFORE(SKED_START, 5, 0x4, 10, 1, 10, 3),
                              BESIDE(SKED_START, 6, 0x8, 24, 1, 10, 3), BEHIND(7, 0x4), END};

static void begin_pass(const sked_tiers *tiers) {
    const sked_queue_settings settings = settings_of(4, 1);
    CHECK(sked_queue_init(&queue, &settings, NULL, room, HALF_BYTES) == SKED_OK);
    submit(1, 2, 10, 0);
    submit(2, 1, 9, 0);
    submit(3, 3, 7, 0);
    plan(tiers, 0);
    CHECK(next_action().id == 1 && next_action().id == 2 && next_action().id == 3);
    done();
    finish(2, 4);
    submit(5, 1, 6, 4);
    submit(6, 1, 20, 4);
    submit(7, 1, 30, 4);
    plan(tiers, 4);
}

static void scene_branch(void) {
    sked_tiers tiers = tiers_of(SKED_KEASY);
    uint32_t taken, n, asked = 0;
    sked_queue branch;
    tiers.usage.usage = usage_by_tag;
    tiers.usage.ctx = &asked;
    for (taken = 0; taken < 4; taken++) {
        begin_pass(&tiers);
        for (n = 0; n < taken; n++) {
            check_next(&queue, 4, &at_4[n]);
        }
        CHECK(sked_queue_branch(&queue, &branch, room + HALF, HALF_BYTES) == SKED_OK);
        check_rest(&branch, 4, at_4 + taken);
        check_rest(&queue, 4, at_4 + taken);
        sked_queue_destroy(&branch);
    }
}

/* A pass cannot be saved; between two all is, also that the next is not full. */
static void scene_seal(void) {
    static const wanted restart[] = {HEAD(SKED_RESTART, 'C', 0x2, 7), END};
    const sked_tiers keasy = tiers_of(SKED_KEASY);
    unsigned char *other = (unsigned char *)(room + HALF);
    const void *block = NULL;
    size_t bytes = 0;
    two_behind();
    finish('X', 4);
    CHECK(sked_queue_seal(&queue, &block, &bytes) == SKED_OK && bytes <= HALF_BYTES);
    copy_bytes(other, (const unsigned char *)block, bytes);
    CHECK(sked_queue_open(&queue, NULL, other, bytes) == SKED_OK);
    check_pass(&keasy, 4, nothing);
    plan(&keasy, 4);
    CHECK(sked_queue_seal(&queue, &block, &bytes) == SKED_E_BUSY);
    check_rest(&queue, 4, restart);
    CHECK(sked_queue_seal(&queue, &block, &bytes) == SKED_OK);
}

/* ---- statuses -------------------------------------------------------------------------------- */

/* Opening a pass: in the order in which failures are named. */
static void test_plan(void) {
    sked_tiers tiers = tiers_of(SKED_KEASY);
    sked_tiers wrong = tiers;
    open_queue(2);
    submit('A', 1, 10, 5);
    wrong.options = 16;
    wrong.migration = -1;
    CHECK(sked_tiers_plan(&empty, &wrong, -1) == SKED_E_EMPTY);
    CHECK(sked_tiers_plan(&queue, &wrong, -1) == SKED_E_TIME);
    CHECK(sked_tiers_plan(&queue, &wrong, SKED_TIME_MAX + 1) == SKED_E_TIME);
    CHECK(sked_tiers_plan(&queue, &wrong, 4) == SKED_E_BACKWARDS);
    CHECK(sked_tiers_plan(&queue, &wrong, 6) == SKED_E_SETTING);
    wrong.options = 15;
    CHECK(sked_tiers_plan(&queue, &wrong, 6) == SKED_E_TIME);
    wrong.migration = SKED_TIME_MAX + 1;
    CHECK(sked_tiers_plan(&queue, &wrong, 6) == SKED_E_TIME);
    wrong.migration = NEVER;
    CHECK(sked_tiers_plan(&queue, &wrong, 6) == SKED_E_TIME);
    wrong = tiers;
    wrong.estimate_max = -1;
    CHECK(sked_tiers_plan(&queue, &wrong, 6) == SKED_E_TIME);
    wrong.estimate_max = SKED_TIME_MAX + 1;
    CHECK(sked_tiers_plan(&queue, &wrong, 6) == SKED_E_TIME);
    wrong = tiers;
    wrong.policy = (sked_tiers_policy)3;
    CHECK(sked_tiers_plan(&queue, &wrong, 6) == SKED_E_SETTING);
    CHECK(info_of(&queue).now == 5 && info_of(&queue).counters.passes == 0);
    tiers.migration = tiers.estimate_max = SKED_TIME_MAX;
    tiers.options = 15;
    plan(&tiers, 6);
    CHECK(sked_tiers_plan(&queue, &wrong, -1) == SKED_E_BUSY);
    CHECK(info_of(&queue).now == 6 && info_of(&queue).counters.passes == 1);
}

/* A pass goes on as it was opened; and only without backgrounds as one of the queue. */
static void test_next(void) {
    static sked_align scratch[1];
    sked_queue_settings settings = settings_of(2, 0);
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set wrong = sked_set_of(words, 3);
    sked_forecast forecast;
    sked_action action;
    open_queue(2);
    CHECK(sked_tiers_next(&empty, &action, &wrong) == SKED_E_EMPTY);
    CHECK(sked_tiers_next(&queue, &action, &wrong) == SKED_E_NO_PASS);
    CHECK(sked_queue_plan(&queue, 0) == SKED_E_BACKGROUNDS);
    CHECK(sked_queue_plan(&queue, -1) == SKED_E_TIME);
    CHECK(sked_queue_forecast(&queue, 0, &forecast, 1, scratch, 0) == SKED_E_BACKGROUNDS);
    CHECK(!info_of(&queue).pass_open && info_of(&queue).counters.passes == 0);
    submit('A', 1, 10, 0);
    plan(&tiers, 0);
    CHECK(sked_tiers_next(&queue, &action, &wrong) == SKED_E_RANGE);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_E_NO_PASS);
    CHECK(info_of(&queue).pass_open && info_of(&queue).running == 0);
    CHECK(next_action().id == 'A');
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_E_NO_PASS);
    CHECK(sked_queue_plan_end(&queue) == SKED_OK);
    CHECK(sked_queue_plan_end(&queue) == SKED_E_NO_PASS);
    open_with(&settings, NULL);
    submit('A', 1, 10, 0);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    CHECK(sked_tiers_next(&queue, &action, NULL) == SKED_E_NO_PASS);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK);
}

static void test_deep_queue(void) {
    const uint32_t deep = SKED_DEPTH_MAX > 1 ? 2 : 1;
    sked_queue_settings settings = settings_of(2, 0);
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    settings.depth = deep;
    open_with(&settings, NULL);
    CHECK(sked_tiers_plan(&queue, &tiers, 0) == (deep > 1 ? SKED_E_DEPTH : SKED_OK));
}

static void test_report(void) {
    static const uint16_t most[] = {1000, 0}, more[] = {0, 1001}, none[] = {0, 0};
    const sked_queue_settings settings = settings_of(2, 0);
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    open_queue(2);
    submit('A', 2, 10, 0);
    submit('B', 1, 10, 0);
    plan(&tiers, 0);
    CHECK(sked_tiers_report(&queue, 'X', 1001, more, -1) == SKED_E_BUSY);
    CHECK(next_action().id == 'A' && next_action().id == 'B');
    done();
    submit('C', 1, 10, 3);
    CHECK(sked_tiers_report(&empty, 'X', 1001, more, -1) == SKED_E_EMPTY);
    CHECK(sked_tiers_report(&queue, 'X', 1001, more, -1) == SKED_E_TIME);
    CHECK(sked_tiers_report(&queue, 'X', 1001, more, 2) == SKED_E_BACKWARDS);
    CHECK(sked_tiers_report(&queue, 'X', 1001, more, 4) == SKED_E_UNKNOWN);
    CHECK(sked_tiers_report(&queue, 'C', 1001, more, 4) == SKED_E_NOT_RUNNING);
    CHECK(sked_tiers_report(&queue, 'A', 1001, most, 4) == SKED_E_RANGE);
    CHECK(sked_tiers_report(&queue, 'A', SKED_NONE - 1, NULL, 4) == SKED_E_RANGE);
    CHECK(sked_tiers_report(&queue, 'A', 7, more, 4) == SKED_E_RANGE);
    CHECK(info_of(&queue).now == 3 && job_info('A').progress_permille == 0);
    CHECK(sked_tiers_report(&queue, 'A', 1000, most, 4) == SKED_OK);
    CHECK(sked_tiers_report(&queue, 'A', SKED_NONE, none, 5) == SKED_OK);
    CHECK(info_of(&queue).now == 5 && job_info('A').progress_permille == 1000);
    CHECK(sked_tiers_report(&queue, 'B', 0, NULL, 5) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    open_with(&settings, NULL);
    submit('A', 1, 10, 0);
    CHECK(sked_tiers_report(&queue, 'A', 0, NULL, 0) == SKED_E_NOT_RUNNING);
    plan(&tiers, 0);
    CHECK(next_action().id == 'A');
    done();
    CHECK(sked_tiers_report(&queue, 'A', 1001, NULL, 0) == SKED_E_NO_BACKGROUND);
}

/* In the order in which failures are named; nothing has changed then. */
static void test_stay(void) {
    const sked_queue_settings settings = settings_of(2, 0);
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    sked_place places[2] = {{0, 1}, {0, 1}};
    open_queue(2);
    submit('A', 2, 10, 3);
    submit('B', 1, 10, 3);
    plan(&tiers, 3);
    CHECK(sked_tiers_stay(&queue, 'X', places, -1) == SKED_E_BUSY);
    CHECK(next_action().id == 'A' && next_action().id == 'B');
    done();
    submit('C', 1, 10, 3);
    CHECK(sked_tiers_stay(&empty, 'X', places, -1) == SKED_E_EMPTY);
    CHECK(sked_tiers_stay(&queue, 'X', places, -1) == SKED_E_TIME);
    CHECK(sked_tiers_stay(&queue, 'X', places, 2) == SKED_E_BACKWARDS);
    CHECK(sked_tiers_stay(&queue, 'X', places, 4) == SKED_E_UNKNOWN);
    CHECK(sked_tiers_stay(&queue, 'B', places, 4) == SKED_E_NOT_RUNNING);
    CHECK(sked_tiers_stay(&queue, 'C', places, 4) == SKED_E_NOT_RUNNING);
    CHECK(sked_tiers_stay(&queue, 'A', places, 4) == SKED_E_RANGE);     /* both on 0 */
    places[1].processor = 2;
    CHECK(sked_tiers_stay(&queue, 'A', places, 4) == SKED_E_RANGE);
    places[1].processor = 1;
    places[1].tier = 0;
    CHECK(sked_tiers_stay(&queue, 'A', places, 4) == SKED_E_RANGE);
    places[1].tier = 2;
    CHECK(sked_tiers_stay(&queue, 'A', places, 4) == SKED_E_RANGE);
    places[1].tier = 1;
    CHECK(sked_tiers_stay(&queue, 'A', places, 4) == SKED_E_TAKEN);     /* by B */
    CHECK(info_of(&queue).now == 3 && info_of(&queue).running == 1);
    CHECK(job_info('A').options == 0 && sked_queue_validate(&queue) == SKED_OK);
    finish('B', 4);
    CHECK(sked_tiers_stay(&queue, 'A', places, 4) == SKED_OK && job_info('A').background);
    open_with(&settings, NULL);
    submit('A', 2, 10, 0);
    plan(&tiers, 0);
    CHECK(next_action().id == 'A');
    done();
    CHECK(sked_tiers_stay(&queue, 'A', places, 0) == SKED_E_NO_BACKGROUND);
}

static void test_places(void) {
    const sked_tiers tiers = tiers_of(SKED_KEASY);
    sked_place places[2], at = {0, 0};
    uint64_t id = 7;
    open_queue(2);
    submit('A', 2, 10, 0);
    submit('B', 2, 10, 0);
    plan(&tiers, 0);
    CHECK(next_action().id == 'A');
    CHECK(sked_tiers_get_places(&empty, 'A', places, 2) == SKED_E_EMPTY);
    CHECK(sked_tiers_get_places(&queue, 'X', places, 2) == SKED_E_UNKNOWN);
    CHECK(sked_tiers_get_places(&queue, 'B', places, 0) == SKED_E_NOT_RUNNING);
    CHECK(sked_tiers_get_places(&queue, 'A', places, 1) == SKED_E_FULL);
    CHECK(sked_tiers_get_places(&queue, 'A', places, 2) == SKED_OK);    /* also during a pass */
    CHECK(places[0].processor == 0 && places[1].processor == 1);
    CHECK(places[0].tier == 0 && places[1].tier == 0);
    CHECK(sked_tiers_job_on(&empty, at, &id) == SKED_E_EMPTY);
    CHECK(sked_tiers_job_on(&queue, at, &id) == SKED_OK && id == 'A');
    at.tier = 1;
    CHECK(sked_tiers_job_on(&queue, at, &id) == SKED_E_UNKNOWN);
    at.tier = 2;
    CHECK(sked_tiers_job_on(&queue, at, &id) == SKED_E_RANGE);
    at.tier = 0;
    at.processor = 2;
    CHECK(sked_tiers_job_on(&queue, at, &id) == SKED_E_RANGE);
    at.processor = 1;
    CHECK(next_action().id == 'B');
    at.tier = 1;
    CHECK(sked_tiers_job_on(&queue, at, &id) == SKED_OK && id == 'B');
    CHECK(sked_queue_job_on(&queue, 1, &id) == SKED_OK && id == 'A');
    done();
    finish('A', 1);
    CHECK(sked_queue_job_on(&queue, 1, &id) == SKED_E_UNKNOWN);
}

static void test_settings(void) {
    sked_queue_settings settings = settings_of(2, 7);
    size_t bytes = 0, fewer = 0;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_OK);
    settings.backgrounds = 1;
    CHECK(sked_queue_bytes(&settings, &fewer) == SKED_OK && fewer < bytes);
    settings.backgrounds = 8;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_RANGE);
    settings.backgrounds = UINT32_MAX;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_RANGE);
    settings.backgrounds = 1;
    settings.background_order = (sked_order)4;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_SETTING);
    settings.background_order = SKED_NARROWEST;
    settings.depth = 2;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_SETTING);
    settings.depth = SKED_NO_RESERVATIONS;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_OK);
    settings.depth = 0;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_OK);
    settings.processors = UINT32_C(0x40000000);
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_OVERFLOW);
    settings.processors = UINT32_C(0x7FFFFFFF);
    settings.backgrounds = 7;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_OVERFLOW);
}

/* Without backgrounds it is the pass of the queue: nobody is asked for usages. */
static void test_without_backgrounds(void) {
    static const wanted first[] = {HEAD(SKED_START, 'A', 0x3, 10),
                                   BEFORE(SKED_START, 'C', 0x4, 9, 0, 10, 'B'), END};
    const sked_queue_settings settings = settings_of(3, 0);
    sked_tiers tiers = tiers_of(SKED_MEASY);
    uint32_t asked = 0;
    tiers.usage.usage = usage_by_tag;
    tiers.usage.ctx = &asked;
    open_with(&settings, NULL);
    submit('A', 2, 10, 0);
    submit('B', 3, 10, 0);
    submit('C', 1, 9, 0);
    check_pass(&tiers, 0, first);
    CHECK(asked == 0 && info_of(&queue).background == 0);
    check_order('A', 0x01);
}

int main(void) {
    scene_paper_keasy();
    scene_paper_without_10();
    scene_paper_reasy();
    scene_figures();
    scene_figure_5();
    scene_unguarded();
    scene_unguarded_wide();
    scene_pinned_among_bookings();
    scene_pinned_and_lost();
    scene_policies();
    scene_swap();
    scene_forbidden();
    scene_forbidden_and_booked();
    scene_no_background();
    scene_stay();
    scene_stay_taken();
    scene_stay_full();
    scene_stay_lost();
    scene_ends_of_time();
    scene_dispatch();
    scene_dispatch_before();
    scene_usage_limit();
    scene_idle_only();
    scene_picker();
    scene_limits();
    scene_orders();
    scene_three_tiers();
    scene_depth_0();
    scene_step_3_alone();
    scene_returned_from_behind();
    scene_booking_ends_with_background();
    scene_remaining_of_head();
    scene_lost();
    scene_lost_background();
    scene_behind_the_lost();
    scene_finish_and_return();
    scene_bookings();
    scene_bookings_before();
    scene_booking_and_migration();
    scene_step_2_among_bookings();
    scene_beside_among_bookings();
    scene_remaining_behind();
    scene_no_bound();
    scene_branch();
    scene_seal();
    test_plan();
    test_next();
    test_deep_queue();
    test_report();
    test_stay();
    test_places();
    test_settings();
    test_without_backgrounds();
    return check_done("quick/tiers");
}
