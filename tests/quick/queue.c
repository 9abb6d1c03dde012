/* queue.c - quick tests of the queue: scenes drawn by hand, every status, damage, pinned decisions.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only, but for the section on damaged blocks. Runs on small targets too: no
 * more of the C library than check.h, and under 5 KiB of writable data. In the drawings time runs
 * to the right, one column a tick; a dot is idle, x is booked. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "scenes.h"

#define NEVER SKED_NEVER
enum { ROOM = 480, PROCESSORS_MAX = 16 };

/* How strictly a block is aligned: not at all where that is 1. */
struct probe {
    char first;
    sked_align aligned;
};
#define ALIGNMENT offsetof(struct probe, aligned)

static sked_align room[ROOM];

/* ---- help ------------------------------------------------------------------------------------ */

/* The usual ways to fill up behind a blocked head, in every order of the queue. */
enum { STRICT, EASY, SJBF, WAYS };

static sked_queue_settings settings_of(uint32_t processors, sked_order order, int way) {
    sked_queue_settings settings = SKED_ZERO;
    settings.processors = processors;
    settings.jobs_max = 8;
    settings.bookings_max = 2;
    settings.estimate_missing = SKED_REFUSE_MISSING;
    settings.order = order;
    settings.backfill_order = way == SJBF ? SKED_SJF : order;
    settings.depth = way == STRICT ? SKED_NO_RESERVATIONS : 1;
    settings.reservations = SKED_REBUILD;
    settings.backgrounds = 0;
    settings.background_order = SKED_FCFS;
    return settings;
}

static void open_picking(uint32_t processors, sked_order order, int way,
                         const sked_picker *picker) {
    const sked_queue_settings settings = settings_of(processors, order, way);
    CHECK(sked_queue_init(&queue, &settings, picker, room, sizeof(room)) == SKED_OK);
}

static void open_queue(uint32_t processors, sked_order order, int way) {
    open_picking(processors, order, way, NULL);
}

static void submit_with_key(uint64_t id, uint64_t key, sked_time estimate) {
    sked_job job = job_of(id, 1, estimate);
    job.key = key;
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
}

/* Books the processors of a mask: bit p is processor p. */
static void book_mask(uint64_t id, sked_time start, sked_time end, uint32_t mask, sked_time now) {
    static sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    static sked_queue_info info;       /* static: compilers cannot see that look succeeds */
    sked_span span = span_of(start, end, 0);
    sked_set set;
    uint32_t p;
    CHECK(sked_queue_get_info(&queue, &info) == SKED_OK);
    set = sked_set_of(words, info.processors);
    for (p = 0; p < info.processors; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(&set, p);
        }
    }
    span.set = &set;
    CHECK(sked_queue_book(&queue, id, &span, now) == SKED_OK);
    sked_set_clear(&set);               /* the queue keeps a copy */
}

/* What a start must say: who, on which processors (a mask), why; and for a job that overtook. */
typedef struct started {
    char id;
    uint32_t on;
    sked_reason reason;
    uint32_t extra;
    sked_time shadow;
    char head;
} started;

/* Is the action this start, and do all questions about the job agree with it? */
static int is_start(const sked_queue *which, const sked_action *action, const sked_set *processors,
                    const started *want, sked_time now) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set on = sked_set_of(words, processors->size);
    sked_job_info job;
    uint64_t other = 0;
    uint32_t p;
    if (sked_queue_get_job(which, action->id, &job, &on) != SKED_OK ||
        !sked_set_equal(&on, processors) || !job.running || job.width != action->width ||
        job.start != now || job.end != action->end || job.tag != action->tag ||
        sked_time_add(now, job.estimate) != action->end || sked_set_count(&on) != job.width) {
        return 0;
    }
    for (p = sked_set_first(&on); p < on.size; p = sked_set_next(&on, p)) {
        if (sked_queue_job_on(which, p, &other) != SKED_OK || other != action->id) {
            return 0;
        }
    }
    return action->kind == SKED_START && action->id == (uint64_t)want->id &&
           action->tag == action->id + 100 && action->start == now &&
           action->reason == want->reason && mask_of(processors) == want->on &&
           action->extra == want->extra && action->shadow == want->shadow &&
           action->head == (uint64_t)want->head;
}

/* A whole pass: these starts and no other. The list ends with id 0. */
static void check_pass_of(sked_queue *which, sked_time now, const started *want) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set processors = sked_set_of(words, info_of(which).processors);
    sked_action action;
    sked_status status;
    CHECK(sked_queue_plan(which, now) == SKED_OK);
    CHECK(info_of(which).pass_open);
    for (; want->id != 0; want++) {
        status = sked_queue_next(which, &action, &processors);
        CHECK_SEED(want->id, status == SKED_OK);
        CHECK_SEED(want->id, is_start(which, &action, &processors, want, now));
        CHECK(sked_queue_validate(which) == SKED_OK);
    }
    CHECK(sked_queue_next(which, &action, NULL) == SKED_DONE);
    CHECK(!info_of(which).pass_open);
    CHECK(sked_queue_next(which, &action, NULL) == SKED_E_NO_PASS);
    CHECK(sked_queue_validate(which) == SKED_OK);
}

static void check_pass(sked_time now, const started *want) {
    check_pass_of(&queue, now, want);
}

static const started nothing[] = {{0, 0, SKED_HEAD, 0, 0, 0}};
#define END {0, 0, SKED_HEAD, 0, 0, 0}
#define HEAD_ON(id, on) {id, on, SKED_HEAD, 0, NEVER, 0}

/* ---- scenes: heads and backfilling ----------------------------------------------------------- */

/*   3 | DD.CCCC     C needs two, one is left: it is the head, and blocks until 3. D would be done
 *   2 | BBBCCCC     by then, but overtakes only where backfilling is wanted. */
static void scene_blocked_head(void) {
    static const started heads[] = {HEAD_ON('A', 0x3), HEAD_ON('B', 0x4), END};
    static const started then[] = {HEAD_ON('C', 0xC), END};
    static const started easy[] = {HEAD_ON('A', 0x3), HEAD_ON('B', 0x4),
                                   {'D', 0x8, SKED_BEFORE_SHADOW, 0, 3, 'C'}, END};
    int way;
    for (way = STRICT; way < WAYS; way++) {
        open_queue(4, SKED_FCFS, way);
        check_pass(0, nothing);
        submit('A', 2, 5, 0);
        submit('B', 1, 3, 0);
        submit('C', 2, 4, 0);
        submit('D', 1, 2, 0);
        check_pass(0, way == STRICT ? heads : easy);
        CHECK(info_of(&queue).waiting == (way == STRICT ? 2u : 1u));
        CHECK(sked_queue_next_time(&queue) == (way == STRICT ? 3 : 2));
        if (way != STRICT) {
            finish('D', 2);
        }
        finish('B', 3);
        check_pass(3, then);
    }
}

/*   7 | ..........H       H needs 6: at 10, when R ends, 8 are free, and 2 are left over: the
 *   6 | EEEEEEEEEEH       extra. A takes one of it beyond 10. B would take two, one is left. C
 *   5 | CCCCCCCCCCCC>     takes that one. D finds none. E ends at 10, in time. F would end at 11.
 *   4 | AAAAAAAAAAAA>
 *   3 | RRRRRRRRRRH       (R also on 0 to 2) */
static void scene_extra(void) {
    static const started first[] = {
        HEAD_ON('R', 0x0F), {'A', 0x10, SKED_FITS_EXTRA, 2, 10, 'H'},
        {'C', 0x20, SKED_FITS_EXTRA, 1, 10, 'H'}, {'E', 0x40, SKED_BEFORE_SHADOW, 0, 10, 'H'}, END
    };
    static const started then[] = {HEAD_ON('H', 0xCF), END};
    open_queue(8, SKED_FCFS, EASY);
    submit('R', 4, 10, 0);
    submit('H', 6, 5, 0);
    submit('A', 1, 20, 0);
    submit('B', 2, 20, 0);
    submit('C', 1, 20, 0);
    submit('D', 1, 20, 0);
    submit('E', 1, 10, 0);
    submit('F', 1, 11, 0);
    check_pass(0, first);
    CHECK(info_of(&queue).counters.jobs_looked_at == 5); /* B, D, F would delay H: passed by   */
    finish('R', 10);
    finish('E', 10);
    check_pass(10, then);
}

/*   5 | AAAAAAAAAAAA>     Q (0 to 2) and R end at the same instant: H finds 6 free then and leaves
 *   4 | RRRRRRRRRR        3 over, not 1, as if only Q had ended. So A, who goes on, disturbs
 *   2 | QQQQQQQQQQHHH     nobody; for B no processor is left now. */
static void scene_one_instant(void) {
    static const started first[] = {
        HEAD_ON('Q', 0x07), HEAD_ON('R', 0x18), {'A', 0x20, SKED_FITS_EXTRA, 3, 10, 'H'}, END
    };
    open_queue(6, SKED_FCFS, EASY);
    submit('Q', 3, 10, 0);
    submit('R', 2, 10, 0);
    submit('H', 3, 3, 0);
    submit('A', 1, 20, 0);
    submit('B', 1, 20, 0);
    check_pass(0, first);
    CHECK(sked_queue_next_time(&queue) == 10);
}

/*   5 | CCCC           SJBF: B and C before A, which was first; B before C, which was second. The
 *   4 | BBBB           head itself stands among them by its estimate, and is passed over.
 *   3 | AAAAAAAAA      EASY takes them in the order of the queue.
 *   2 | RRRRRRRRRRHHHHH */
static void scene_shortest_first(void) {
    static const started easy[] = {
        HEAD_ON('R', 0x07), {'A', 0x08, SKED_BEFORE_SHADOW, 0, 10, 'H'},
        {'B', 0x10, SKED_BEFORE_SHADOW, 0, 10, 'H'}, {'C', 0x20, SKED_BEFORE_SHADOW, 0, 10, 'H'},
        END
    };
    static const started sjbf[] = {
        HEAD_ON('R', 0x07), {'B', 0x08, SKED_BEFORE_SHADOW, 0, 10, 'H'},
        {'C', 0x10, SKED_BEFORE_SHADOW, 0, 10, 'H'}, {'A', 0x20, SKED_BEFORE_SHADOW, 0, 10, 'H'},
        END
    };
    int shortest;
    for (shortest = 0; shortest < 2; shortest++) {
        open_queue(6, SKED_FCFS, shortest ? SJBF : EASY);
        submit('R', 3, 10, 0);
        submit('H', 6, 5, 0);
        submit('A', 1, 9, 0);
        submit('B', 1, 4, 0);
        submit('C', 1, 4, 0);
        check_pass(0, shortest ? sjbf : easy);
    }
}

/* Four jobs, all start: only the order tells. Equals by submission. */
static void scene_orders(void) {
    static const started fcfs[] = {HEAD_ON('A', 1), HEAD_ON('B', 2), HEAD_ON('C', 4),
                                   HEAD_ON('D', 8), END};
    static const started sjf[] = {HEAD_ON('C', 1), HEAD_ON('B', 2), HEAD_ON('D', 4),
                                  HEAD_ON('A', 8), END};
    static const started by_key[] = {HEAD_ON('D', 1), HEAD_ON('A', 2), HEAD_ON('C', 4),
                                     HEAD_ON('B', 8), END};
    int way;
    for (way = STRICT; way < WAYS; way++) {
        sked_order order;
        for (order = SKED_FCFS; order <= SKED_BY_KEY; order = (sked_order)(order + 1)) {
            open_queue(4, order, way);
            submit_with_key('A', 7, NEVER);
            submit_with_key('B', UINT64_MAX, 5);
            submit_with_key('C', 7, 2);
            submit_with_key('D', 0, 5);
            check_pass(0, order == SKED_FCFS ? fcfs : order == SKED_SJF ? sjf : by_key);
        }
    }
}

/* SJBF among equal estimates: in the order of the queue, here by key: C, B, A; then the longer D,
 * although its key is the lowest. */
static void scene_equal_estimates(void) {
    static const started want[] = {
        HEAD_ON('R', 0x01), {'C', 0x02, SKED_BEFORE_SHADOW, 0, 9, 'H'},
        {'B', 0x04, SKED_BEFORE_SHADOW, 0, 9, 'H'}, {'A', 0x08, SKED_BEFORE_SHADOW, 0, 9, 'H'},
        {'D', 0x10, SKED_BEFORE_SHADOW, 0, 9, 'H'}, END
    };
    sked_job head = job_of('H', 5, 9);
    open_queue(5, SKED_BY_KEY, SJBF);
    submit_with_key('R', 0, 9);
    head.key = 1;
    CHECK(sked_queue_submit(&queue, &head, 0) == SKED_OK);
    submit_with_key('A', 8, 4);
    submit_with_key('B', 7, 4);
    submit_with_key('C', 6, 4);
    submit_with_key('D', 5, 6);
    check_pass(0, want);
}

/*   3 | third          R holds up the wide H until 10. What of A, B, C starts first, and so on the
 *   2 | second         lower processor, is for the backfill order to say: as they came A B C, by
 *   1 | first          estimate B A C, by key C B A. The order of the queue itself is by key.
 *   0 | RRRRRRRRRR   */
static void scene_backfill_orders(void) {
    static const char behind[3][3] = {{'A', 'B', 'C'}, {'B', 'A', 'C'}, {'C', 'B', 'A'}};
    started want[] = {HEAD_ON('R', 0x1), {0, 0x2, SKED_BEFORE_SHADOW, 0, 10, 'H'},
                      {0, 0x4, SKED_BEFORE_SHADOW, 0, 10, 'H'},
                      {0, 0x8, SKED_BEFORE_SHADOW, 0, 10, 'H'}, END};
    sked_job head = job_of('H', 4, 9);
    int order, i;
    head.key = 1;
    for (order = SKED_FCFS; order <= SKED_BY_KEY; order++) {
        sked_queue_settings settings = settings_of(4, SKED_BY_KEY, EASY);
        settings.backfill_order = (sked_order)order;
        CHECK(sked_queue_init(&queue, &settings, NULL, room, sizeof(room)) == SKED_OK);
        submit_with_key('A', 9, 4);
        submit_with_key('B', 8, 3);
        submit_with_key('C', 7, 5);
        submit_with_key('R', 0, 10);
        CHECK(sked_queue_submit(&queue, &head, 0) == SKED_OK);
        for (i = 0; i < 3; i++) {
            want[i + 1].id = behind[order][i];
        }
        check_pass(0, want);
    }
}

/* ---- scenes: what happens to running and waiting jobs ---------------------------------------- */

/*   3 | ....HH       R was to end at 10 and ends at 4: H starts 6 ticks earlier than its shadow.
 *   2 | RRRRHH     */
static void scene_early(void) {
    static const started first[] = {HEAD_ON('R', 0x7), END};
    static const started then[] = {HEAD_ON('H', 0xF), END};
    open_queue(4, SKED_FCFS, EASY);
    submit('R', 3, 10, 0);
    submit('H', 4, 2, 0);
    check_pass(0, first);
    CHECK(sked_queue_next_time(&queue) == 10);
    finish('R', 4);
    check_pass(4, then);
    CHECK(sked_queue_next_time(&queue) == 6);       /* H ends, for whom nobody waits */
    finish('H', 6);
    CHECK(sked_queue_next_time(&queue) == NEVER);
    CHECK(info_of(&queue).counters.overdue == 0 && info_of(&queue).counters.finished == 2);
}

/*   3 | .........A     R was to end at 5, but runs at 7. From now on it may end at any moment: the
 *   2 | RRRRRRRRRH     shadow time is 7, and A, which goes beyond it, would need an extra that is
 *   1 | RRRRRRRRRH     not there. Nothing is expected any more. At 9 it ends, overdue; the others
 *   0 | RRRRRRRRRH     are asked for again, H with one processor less. */
static void scene_overdue(void) {
    static const started first[] = {HEAD_ON('R', 0x7), END};
    static const started then[] = {HEAD_ON('H', 0x7), HEAD_ON('A', 0x8), END};
    open_queue(4, SKED_FCFS, EASY);
    submit('R', 3, 5, 0);
    check_pass(0, first);
    submit('H', 4, 2, 1);
    submit('A', 1, 1, 1);
    check_pass(7, nothing);
    CHECK(sked_queue_next_time(&queue) == NEVER);
    finish('R', 9);
    CHECK(info_of(&queue).counters.overdue == 1);
    CHECK(sked_queue_cancel(&queue, 'H', 9) == SKED_OK);
    CHECK(sked_queue_cancel(&queue, 'A', 9) == SKED_OK);
    submit('H', 3, 2, 9);
    submit('A', 1, 1, 9);
    check_pass(9, then);
    finish('H', 11);                    /* exactly at its end */
    CHECK(info_of(&queue).counters.overdue == 1);
    finish('A', 11);                    /* one tick late */
    CHECK(info_of(&queue).counters.overdue == 2);
}

/* The processor of A fails at launch, twice: A stays before B, C, in every order; then it is taken
 * back, and B starts. Whatever the way to backfill. */
static void scene_return(void) {
    static const started a[] = {HEAD_ON('A', 1), END}, b[] = {HEAD_ON('B', 1), END};
    int way;
    for (way = STRICT; way < WAYS; way++) {
        sked_job_info job;
        open_queue(1, SKED_FCFS, way);
        submit('A', 1, 5, 0);
        submit('B', 1, 4, 0);
        submit('C', 1, 3, 0);
        check_pass(0, a);
        CHECK(sked_queue_requeue(&queue, 'A', 1) == SKED_OK);
        CHECK(sked_queue_validate(&queue) == SKED_OK);
        CHECK(sked_queue_get_job(&queue, 'A', &job, NULL) == SKED_OK && !job.running);
        CHECK(job.start == NEVER && job.end == NEVER && job.estimate == 5);
        check_pass(2, a);
        CHECK(sked_queue_requeue(&queue, 'A', 2) == SKED_OK);
        CHECK(sked_queue_cancel(&queue, 'A', 3) == SKED_OK);
        CHECK(sked_queue_validate(&queue) == SKED_OK);
        check_pass(3, b);
        CHECK(info_of(&queue).counters.requeued == 2 && info_of(&queue).counters.started == 3);
        CHECK(info_of(&queue).counters.cancelled == 1 && info_of(&queue).counters.passes == 3);
    }
}

/* Cancels at the front, in the middle and at the back; an id is free again, for the back. */
static void scene_cancel(void) {
    static const started want[] = {HEAD_ON('B', 1), HEAD_ON('D', 2), HEAD_ON('A', 4), END};
    int way;
    for (way = STRICT; way < WAYS; way++) {
        open_queue(4, SKED_FCFS, way);
        submit('A', 1, 5, 0);
        submit('B', 1, 4, 0);
        submit('C', 1, 3, 0);
        submit('D', 1, 2, 0);
        submit('E', 1, 1, 0);
        CHECK(sked_queue_cancel(&queue, 'A', 0) == SKED_OK);
        CHECK(sked_queue_cancel(&queue, 'C', 0) == SKED_OK);
        CHECK(sked_queue_cancel(&queue, 'E', 0) == SKED_OK);
        CHECK(sked_queue_validate(&queue) == SKED_OK && info_of(&queue).waiting == 2);
        submit('A', 1, 5, 0);
        check_pass(0, want);
    }
}

/*   3 | ..........     R never ends, so the shadow of H is never: A ends before it, however long
 *   2 | AAAA           it takes. U would never end, and H would find still less if R did: it does
 *   1 | RRRRRRRR>      not start, in this pass or a later one. */
static void scene_unlimited(void) {
    static const started first[] = {
        HEAD_ON('R', 0x3), {'A', 0x4, SKED_BEFORE_SHADOW, 0, NEVER, 'H'}, END
    };
    open_queue(4, SKED_FCFS, EASY);
    submit('R', 2, NEVER, 0);
    submit('H', 3, 5, 0);
    submit('A', 1, SKED_TIME_MAX, 0);
    submit('U', 1, NEVER, 0);
    check_pass(0, first);
    CHECK(sked_queue_next_time(&queue) == SKED_TIME_MAX);
    check_pass(4, nothing);
    open_queue(1, SKED_FCFS, EASY);            /* a sum beyond all time is never, too */
    submit('A', 1, SKED_TIME_MAX, 1);
    check_pass(1, (const started[]){HEAD_ON('A', 1), END});
}

/* What stands in for a missing estimate: a length, never, or nothing. */
static void scene_missing(void) {
    static const sked_time stand_in[] = {7, SKED_TIME_MAX, NEVER};
    static const started want[] = {HEAD_ON('A', 1), END};
    sked_queue_settings settings = settings_of(1, SKED_FCFS, EASY);
    const sked_job job = job_of('A', 1, 0);
    sked_job_info info;
    size_t i;
    settings.jobs_max = 1;
    settings.bookings_max = 0;
    for (i = 0; i < sizeof(stand_in) / sizeof(stand_in[0]); i++) {
        settings.estimate_missing = stand_in[i];
        CHECK(sked_queue_init(&queue, &settings, NULL, room, sizeof(room)) == SKED_OK);
        CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
        check_pass(0, want);
        CHECK(sked_queue_get_job(&queue, 'A', &info, NULL) == SKED_OK);
        CHECK(info.estimate == stand_in[i] && info.end == stand_in[i]);
    }
    settings.estimate_missing = SKED_REFUSE_MISSING;
    CHECK(sked_queue_init(&queue, &settings, NULL, room, sizeof(room)) == SKED_OK);
    CHECK(sked_queue_submit(&queue, &job, 0) == SKED_E_NO_ESTIMATE);
}

/* Stopped after its first action: B was not decided, and starts in the next pass. */
static void scene_stop(void) {
    static const started want[] = {HEAD_ON('B', 2), END};
    sked_action action;
    open_queue(2, SKED_FCFS, EASY);
    CHECK(sked_queue_plan_end(&queue) == SKED_E_NO_PASS);
    submit('A', 1, 5, 0);
    submit('B', 1, 5, 0);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'A');
    CHECK(sked_queue_plan_end(&queue) == SKED_OK);
    CHECK(sked_queue_plan_end(&queue) == SKED_E_NO_PASS);
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_E_NO_PASS);
    CHECK(info_of(&queue).running == 1 && info_of(&queue).waiting == 1);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    check_pass(0, want);
}

/* ---- scenes: pickers ------------------------------------------------------------------------- */

typedef struct moody {
    uint64_t dislikes;                  /* the job that it serves badly   */
    int adds;                           /* that job: refused, or so many  */
    uint32_t calls;
    sked_pick_request asked;
    uint32_t offered;
} moody;

static int pick_moodily(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                        sked_set *chosen) {
    moody *self = (moody *)ctx;
    const uint32_t have = sked_set_count(offered);
    const int bad = ask->id == self->dislikes;
    uint32_t i, count = bad ? (uint32_t)self->adds : ask->count;
    self->calls++;
    self->asked = *ask;
    self->offered = mask_of(offered);
    for (i = 0; i < count; i++) {
        sked_set_add(chosen, sked_set_nth(offered, have - 1 - i));
    }
    return count > 0;
}

/*   3 | BBBBB     The picker refuses A (or chooses too many for it): A counts as not fitting.
 *   2 | BBBBB     Nothing runs, so no other offer is in sight: its shadow is never, and B passes.
 *   1 | .AAA      C finds too few. In the next pass the mood has changed. */
static void scene_refused_head(int adds) {
    static const started first[] = {{'B', 0xC, SKED_BEFORE_SHADOW, 2, NEVER, 'A'}, END};
    static const started then[] = {HEAD_ON('A', 0x3), END};
    moody self = {'A', 0, 0, {0}, 0};
    sked_picker picker = {pick_moodily, NULL};
    picker.ctx = &self;
    self.adds = adds;
    open_picking(4, SKED_FCFS, EASY, &picker);
    submit('A', 2, 3, 0);
    submit('B', 2, 5, 0);
    submit('C', 3, 5, 0);
    check_pass(0, first);
    CHECK(self.calls == 2 && self.asked.id == 'B' && self.asked.tag == 'B' + 100);
    CHECK(self.asked.start == 0 && self.asked.end == 5 && self.asked.count == 2);
    CHECK(self.offered == 0xF);
    CHECK(info_of(&queue).counters.picker_refusals == (adds == 0));
    CHECK(info_of(&queue).counters.picker_faults == (adds != 0));
    self.dislikes = 0;
    check_pass(1, then);
    CHECK(self.asked.end == 4 && self.offered == 0x3);
    CHECK(info_of(&queue).counters.picker_refusals == (adds == 0));
}

/*   4 | xxxxxxx     4 is booked until 100, R is overdue, 0 to 2 are idle at 2. The picker refuses
 *   3 | RRRRRRR     A, which wants two of them. What is expected to be given back next is 4: so A's
 *   2 | ..BBBBB     shadow is 100, and B and C pass. D finds too few. */
static void scene_refused_among_bookings(void) {
    static const started first[] = {HEAD_ON('R', 0x8), END};
    static const started want[] = {{'B', 0x4, SKED_BEFORE_SHADOW, 0, 100, 'A'},
                                   {'C', 0x2, SKED_BEFORE_SHADOW, 0, 100, 'A'}, END};
    moody self = {'A', 0, 0, {0}, 0};
    sked_picker picker = {pick_moodily, NULL};
    picker.ctx = &self;
    open_picking(5, SKED_FCFS, EASY, &picker);
    book_mask(1, 0, 100, 0x10, 0);
    submit('R', 1, 1, 0);
    check_pass(0, first);
    submit('A', 2, 3, 0);
    submit('B', 1, 5, 0);
    submit('C', 1, 5, 0);
    submit('D', 2, 200, 0);
    check_pass(2, want);
    CHECK(self.calls == 4 && self.offered == 0x3);
    CHECK(info_of(&queue).counters.picker_refusals == 1);
}

/* A candidate that is refused makes way for the next one. */
static void scene_refused_candidate(void) {
    static const started want[] = {HEAD_ON('R', 0x8), {'B', 0x4, SKED_BEFORE_SHADOW, 0, 9, 'H'},
                                   END};
    moody self = {'A', 0, 0, {0}, 0};
    sked_picker picker = {pick_moodily, NULL};
    picker.ctx = &self;
    open_picking(4, SKED_FCFS, EASY, &picker);
    submit('R', 1, 9, 0);
    submit('H', 4, 5, 0);
    submit('A', 1, 5, 0);
    submit('B', 1, 5, 0);
    check_pass(0, want);
    CHECK(self.calls == 3 && info_of(&queue).counters.picker_refusals == 1);
}

/* ---- scenes: bookings ------------------------------------------------------------------------ */

/*   3 | AAAAABBBBB     0 and 1 are booked until 10. B starts when A ends, not when the booking
 *   2 | AAAAABBBBB     does. C would take one at 5. Nothing is told to be left over: with bookings
 *   1 | xxxxxxxxxx     that needs more than a number. */
static void scene_booking_set(void) {
    static const started first[] = {HEAD_ON('A', 0xC), END}, then[] = {HEAD_ON('B', 0xC), END};
    static const started after[] = {HEAD_ON('C', 0x1), HEAD_ON('D', 0x2), END};
    open_queue(4, SKED_FCFS, EASY);
    book_mask(1, 0, 10, 0x3, 0);
    submit('A', 2, 5, 0);
    submit('B', 2, 9, 0);
    submit('C', 1, 6, 0);
    check_pass(0, first);
    CHECK(sked_queue_next_time(&queue) == 5);
    finish('A', 5);
    check_pass(5, then);
    CHECK(sked_queue_next_time(&queue) == 10 && info_of(&queue).bookings == 1);
    submit('D', 1, 1, 10);          /* the end of the booking is now, and no longer to come    */
    CHECK(sked_queue_next_time(&queue) == 14);
    check_pass(10, after);
    CHECK(info_of(&queue).bookings == 0);
}

/*   1 | DDDDDxxxAAAAAA    One processor, any, is booked during [5, 8). A needs both for six: not
 *   0 | CCCCCCCCAAAAAA    before 8. B would still run then. C ends at 8, beside the booking; D at
 *                         5. */
static void scene_booking_count(void) {
    static const started want[] = {
        {'C', 0x1, SKED_BEFORE_SHADOW, 0, 8, 'A'}, {'D', 0x2, SKED_BEFORE_SHADOW, 0, 8, 'A'}, END
    };
    static const started then[] = {HEAD_ON('A', 0x3), END};
    open_queue(2, SKED_FCFS, EASY);
    book_count(1, 5, 8, 1, 0);
    submit('A', 2, 6, 0);
    submit('B', 1, 9, 0);
    submit('C', 1, 8, 0);
    submit('D', 1, 5, 0);
    check_pass(0, want);
    CHECK(sked_queue_next_time(&queue) == 5);
    finish('D', 5);
    finish('C', 8);
    check_pass(8, then);
    open_queue(2, SKED_FCFS, EASY);            /* a job that ends when the booking begins */
    book_count(1, 5, 8, 1, 0);
    submit('A', 2, 5, 0);
    check_pass(0, then);
}

/*   1 | AAAAAAAAAABBB     A runs already when 0 is booked from 2 on: it is not touched. When it has
 *   0 | AAAAAAAAAAxxC     ended, B goes beside the booking. C waits for the end of the booking, at
 *                         12. */
static void scene_booking_over_running(void) {
    static const started a[] = {HEAD_ON('A', 0x3), END}, b[] = {HEAD_ON('B', 0x2), END};
    static const started c[] = {HEAD_ON('C', 0x1), END};
    open_queue(2, SKED_FCFS, EASY);
    submit('A', 2, 10, 0);
    check_pass(0, a);
    book_mask(1, 2, 12, 0x1, 1);
    submit('B', 1, 3, 1);
    submit('C', 1, 3, 1);
    CHECK(sked_queue_next_time(&queue) == 2);
    check_pass(2, nothing);
    CHECK(sked_queue_next_time(&queue) == 10);
    finish('A', 10);
    check_pass(10, b);
    CHECK(sked_queue_next_time(&queue) == 12);
    check_pass(12, c);
}

/* At `now` only idle processors count for a booking by count: A is overdue, and keeps one of the
 * two. The shadow of B is now all the same: A may end at any moment. Taken back, the booking lets B
 * in. */
static void scene_booking_overdue(void) {
    static const started a[] = {HEAD_ON('A', 0x1), END}, b[] = {HEAD_ON('B', 0x2), END};
    open_queue(2, SKED_FCFS, EASY);
    submit('A', 1, 5, 0);
    check_pass(0, a);
    book_count(1, 6, 9, 1, 6);
    submit('B', 1, 1, 6);
    submit('C', 1, 1, 6);
    check_pass(6, nothing);
    CHECK(sked_queue_next_time(&queue) == 9);
    CHECK(sked_queue_unbook(&queue, 1, 6) == SKED_OK && info_of(&queue).bookings == 0);
    check_pass(6, b);
}

/*   1 | BBBB>     Two of four are booked for ever, so that H, which needs three, never starts: its
 *   0 | AAAA      shadow is never. What is not unlimited ends before it; of what is unlimited, one
 *                 fits beside it. The second booking is taken back: only their number shows it. */
static void scene_booking_forever(void) {
    static const started want[] = {
        {'A', 0x1, SKED_BEFORE_SHADOW, 1, NEVER, 'H'}, {'B', 0x2, SKED_FITS_EXTRA, 1, NEVER, 'H'},
        END
    };
    open_queue(4, SKED_FCFS, EASY);
    book_mask(2, 90, 99, 0x1, 0);
    book_count(1, 0, NEVER, 2, 0);
    CHECK(sked_queue_unbook(&queue, 2, 0) == SKED_OK && info_of(&queue).bookings == 1);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    submit('H', 3, 5, 0);
    submit('A', 1, 50, 0);
    submit('B', 1, NEVER, 0);
    check_pass(0, want);
    finish('A', 1);
    check_pass(1, nothing);
}

/* A job without bound flows around a booking that is far away: the picker is not even offered
 * it. */
static void scene_booking_unlimited(void) {
    static const started want[] = {HEAD_ON('A', 0x2), END};
    open_queue(2, SKED_FCFS, EASY);
    book_mask(1, 500, 501, 0x1, 0);
    submit('A', 1, NEVER, 0);
    submit('B', 1, NEVER, 0);
    check_pass(0, want);
}

/* Sets and counts at once: 0 is booked for ever, and any one during [3, 6). At 3 there are two
 * beside the set, of which one must stay free: so B of five ticks cannot join A, but C of three
 * can. */
static void scene_booking_both(void) {
    static const started want[] = {
        HEAD_ON('A', 0x2), {'C', 0x4, SKED_BEFORE_SHADOW, 0, 6, 'B'}, END
    };
    open_queue(3, SKED_FCFS, EASY);
    book_mask(1, 0, NEVER, 0x1, 0);
    book_count(2, 3, 6, 1, 0);
    submit('A', 1, 9, 0);
    submit('B', 1, 5, 0);
    submit('C', 1, 3, 0);
    check_pass(0, want);
    CHECK(sked_queue_next_time(&queue) == 3);
}

/*   1 | .xxxx     One, any, is booked from 0 on; 1 from 1 on. A is done before both meet; what
 *   0 | A         begins when it ends is no matter to it. */
static void scene_booking_after(void) {
    static const started want[] = {HEAD_ON('A', 0x1), END};
    open_queue(2, SKED_FCFS, EASY);
    book_count(1, 0, 5, 1, 0);
    book_mask(2, 1, 5, 0x2, 0);
    submit('A', 1, 1, 0);
    submit('B', 1, 2, 0);
    check_pass(0, want);
}

/* Bookings that have ended: gone for who asks, even before a plan or a booking forgets them. Both
 * places are taken; at 5 the first has ended, and its place and its id are free. */
static void scene_booking_ended(void) {
    static const started want[] = {HEAD_ON('A', 0x1), END};
    sked_span span = span_of(7, 9, 1);
    open_queue(2, SKED_FCFS, EASY);
    book_mask(1, 0, 5, 0x1, 0);
    book_mask(2, 0, 6, 0x2, 0);
    CHECK(sked_queue_book(&queue, 3, &span, 4) == SKED_E_FULL);
    CHECK(sked_queue_book(&queue, 1, &span, 4) == SKED_E_DUPLICATE);
    CHECK(sked_queue_unbook(&queue, 1, 5) == SKED_E_UNKNOWN);
    CHECK(sked_queue_book(&queue, 1, &span, 5) == SKED_OK);
    CHECK(info_of(&queue).bookings == 2 && sked_queue_validate(&queue) == SKED_OK);
    CHECK(sked_queue_book(&queue, 3, &span, 5) == SKED_E_FULL);
    submit('A', 1, 3, 5);
    check_pass(5, want);
    check_pass(6, nothing);             /* forgets booking 2, and keeps booking 1 */
    CHECK(info_of(&queue).bookings == 1 && sked_queue_unbook(&queue, 2, 6) == SKED_E_UNKNOWN);
    CHECK(sked_queue_unbook(&queue, 1, 6) == SKED_OK && info_of(&queue).bookings == 0);
}

/*   3 | BBBBBB...     From 6 on 0 to 2 are booked, and any one: all four. The head H, at 4 for two
 *   2 | AAAAHHxxx     ticks, ends by then, and so plain numbers tell what it leaves over: one, for
 *   1 | RRRRHHxxx     B. L would take it for seven ticks, into the bookings. */
static void scene_booking_later(void) {
    static const started want[] = {
        HEAD_ON('R', 0x3), {'A', 0x4, SKED_BEFORE_SHADOW, 1, 4, 'H'},
        {'B', 0x8, SKED_FITS_EXTRA, 1, 4, 'H'}, END
    };
    open_queue(4, SKED_FCFS, EASY);
    book_count(1, 6, 20, 1, 0);
    book_mask(2, 6, 20, 0x7, 0);
    submit('R', 2, 4, 0);
    submit('H', 3, 2, 0);
    submit('L', 1, 7, 0);
    submit('A', 1, 4, 0);
    submit('B', 1, 6, 0);
    check_pass(0, want);
    CHECK(sked_queue_next_time(&queue) == 4);
}

/* ---- statuses: whatever fails changes no byte of the block ----------------------------------- */

static uint64_t hash_room(void) {
    uint64_t hash = CHECK_HASH;
    size_t i;
    for (i = 0; i < ROOM; i++) {
        hash = check_hash(hash, (uint64_t)room[i].time);
    }
    return hash;
}

/* A refusal: this status, and the block as it was. */
static uint64_t room_before;

static int refused(sked_status got, sked_status wanted) {
    return got == wanted && hash_room() == room_before &&
           (wanted == SKED_E_EMPTY || sked_queue_validate(&queue) == SKED_OK);
}

/* At time 10, on 8 processors: 1 runs on three, 2 and 3 wait for all, booking 1 is to come, with
 * room for two jobs and one booking more. */
static void open_scene(int way) {
    static const started want[] = {HEAD_ON(1, 0x7), END};
    sked_queue_settings settings = settings_of(8, SKED_FCFS, way);
    settings.jobs_max = 4;
    CHECK(sked_queue_init(&queue, &settings, NULL, room, sizeof(room)) == SKED_OK);
    submit(1, 3, 10, 5);
    submit(2, 8, 5, 5);
    submit(3, 8, 4, 5);
    check_pass(5, want);
    book_mask(1, 50, 60, 0x81, 10);
    room_before = hash_room();
}

enum { SUBMIT, FINISH, CANCEL, REQUEUE, CHANGE, BAR, BOOK, UNBOOK, PLAN, EVENTS };

/* An event that is right in the scene, if its time is. */
static sked_status event(int which, sked_time now) {
    const sked_job job = job_of(4, 1, 1);
    const sked_span span = span_of(50, 60, 1);
    sked_job_change change = SKED_ZERO;
    change.fields = SKED_CHANGE_KEY;
    change.key = 9;
    switch (which) {
    case SUBMIT: return sked_queue_submit(&queue, &job, now);
    case FINISH: return sked_queue_finish(&queue, 1, now);
    case CANCEL: return sked_queue_cancel(&queue, 3, now);
    case REQUEUE: return sked_queue_requeue(&queue, 1, now);
    case CHANGE: return sked_queue_change(&queue, 3, &change, now);
    case BAR: return sked_queue_bar(&queue, 3, now);
    case BOOK: return sked_queue_book(&queue, 2, &span, now);
    case UNBOOK: return sked_queue_unbook(&queue, 1, now);
    default: return sked_queue_plan(&queue, now);
    }
}

static void test_times(void) {
    static const sked_time wrong[] = {-1, INT64_MIN, SKED_TIME_MAX + 1, SKED_NEVER - 1, NEVER};
    int which;
    for (which = 0; which < EVENTS; which++) {
        size_t i;
        open_scene(EASY);
        for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
            CHECK(refused(event(which, wrong[i]), SKED_E_TIME));
        }
        CHECK(refused(event(which, 9), SKED_E_BACKWARDS));
        CHECK(event(which, 10) == SKED_OK && info_of(&queue).now == 10);
        open_scene(EASY);
        if (which == UNBOOK) {          /* the booking has ended by then */
            CHECK(refused(event(which, SKED_TIME_MAX), SKED_E_UNKNOWN));
            continue;
        }
        CHECK(event(which, SKED_TIME_MAX) == SKED_OK && info_of(&queue).now == SKED_TIME_MAX);
        CHECK(sked_queue_validate(&queue) == SKED_OK);
    }
}

/* In an open pass nothing can be told: neither before its first action, nor after it, behind the
 * head. The wrong time is not even looked at. */
static void test_busy(void) {
    sked_action action;
    int which, later;
    for (later = 0; later < 2; later++) {
        open_scene(EASY);
        submit(4, 1, 1, 10);
        CHECK(sked_queue_plan(&queue, 10) == SKED_OK);
        if (later) {
            CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 4);
        }
        room_before = hash_room();
        for (which = 0; which < EVENTS; which++) {
            CHECK(refused(event(which, 10), SKED_E_BUSY));
            CHECK(refused(event(which, -1), SKED_E_BUSY));
        }
        CHECK(refused(sked_queue_grow(&queue, 9, 9), SKED_E_BUSY));
        CHECK(info_of(&queue).pass_open);
    }
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
}

static void test_submit(void) {
    static const struct {
        uint64_t id;
        uint32_t width;
        sked_time estimate;
        sked_status status;
    } wrong[] = {
        {4, 0, 1, SKED_E_NO_WIDTH}, {4, 9, 1, SKED_E_TOO_WIDE}, {4, UINT32_MAX, 1, SKED_E_TOO_WIDE},
        {4, 1, -1, SKED_E_TIME}, {4, 1, SKED_TIME_MAX + 1, SKED_E_TIME},
        {4, 1, SKED_NEVER - 1, SKED_E_TIME}, {4, 1, 0, SKED_E_NO_ESTIMATE},
        {1, 1, 1, SKED_E_DUPLICATE}, {2, 1, 1, SKED_E_DUPLICATE}, {3, 1, 1, SKED_E_DUPLICATE},
        {1, 0, -1, SKED_E_NO_WIDTH}, {1, 9, 0, SKED_E_TOO_WIDE}, {1, 1, 0, SKED_E_NO_ESTIMATE}
    };
    sked_job job;
    size_t i;
    open_scene(SJBF);
    for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        job = job_of(wrong[i].id, wrong[i].width, wrong[i].estimate);
        CHECK(refused(sked_queue_submit(&queue, &job, 11), wrong[i].status));
    }
    job = job_of(4, 8, SKED_TIME_MAX);
    CHECK(sked_queue_submit(&queue, &job, 10) == SKED_OK);
    room_before = hash_room();
    job.id = 5;
    CHECK(refused(sked_queue_submit(&queue, &job, 11), SKED_E_FULL));
    job.id = 4;
    CHECK(refused(sked_queue_submit(&queue, &job, 11), SKED_E_DUPLICATE));
    for (job.options = 8; job.options != 0; job.options *= 2) {
        CHECK(refused(sked_queue_submit(&queue, &job, 11), SKED_E_SETTING));
    }
}

/* Without backgrounds options are handed back, and change nothing. */
static void test_options(void) {
    sked_job_info info;
    uint32_t options;
    open_queue(8, SKED_FCFS, EASY);
    for (options = 0; options < 8; options += 7) {
        sked_job job = job_of(options + 1, 1, 5);
        job.options = options;
        CHECK(sked_queue_submit(&queue, &job, 0) == SKED_OK);
        CHECK(sked_queue_get_job(&queue, job.id, &info, NULL) == SKED_OK);
        CHECK(info.options == options && sked_queue_validate(&queue) == SKED_OK);
    }
    CHECK(sked_queue_requeue(&queue, 8, 0) == SKED_E_NOT_RUNNING);
    CHECK(sked_queue_cancel(&queue, 8, 0) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

static void test_states(void) {
    open_scene(EASY);
    CHECK(refused(sked_queue_finish(&queue, 7, 11), SKED_E_UNKNOWN));
    CHECK(refused(sked_queue_requeue(&queue, 7, 11), SKED_E_UNKNOWN));
    CHECK(refused(sked_queue_cancel(&queue, 7, 11), SKED_E_UNKNOWN));
    CHECK(refused(sked_queue_cancel(&queue, UINT64_C(0x100000002), 11), SKED_E_UNKNOWN));
    CHECK(refused(sked_queue_unbook(&queue, 2, 11), SKED_E_UNKNOWN));      /* a job has it */
    CHECK(refused(sked_queue_finish(&queue, 2, 11), SKED_E_NOT_RUNNING));
    CHECK(refused(sked_queue_requeue(&queue, 2, 11), SKED_E_NOT_RUNNING));
    CHECK(refused(sked_queue_cancel(&queue, 1, 11), SKED_E_NOT_WAITING));
    CHECK(sked_queue_finish(&queue, 1, 10) == SKED_OK);
    CHECK(sked_queue_finish(&queue, 1, 10) == SKED_E_UNKNOWN);
    CHECK(sked_queue_cancel(&queue, 2, 10) == SKED_OK);
    CHECK(sked_queue_cancel(&queue, 2, 10) == SKED_E_UNKNOWN);
    CHECK(sked_queue_unbook(&queue, 1, 10) == SKED_OK);
    CHECK(sked_queue_unbook(&queue, 1, 10) == SKED_E_UNKNOWN);
}

static void test_spans(void) {
    static const struct {
        uint64_t id;
        sked_time start, end;
        uint32_t count;
        sked_status status;
    } wrong[] = {
        {2, -1, 60, 1, SKED_E_TIME}, {2, SKED_TIME_MAX + 1, NEVER, 1, SKED_E_TIME},
        {2, NEVER, NEVER, 1, SKED_E_TIME}, {2, 50, SKED_TIME_MAX + 1, 1, SKED_E_TIME},
        {2, 50, -1, 1, SKED_E_TIME}, {2, 50, 50, 1, SKED_E_RANGE}, {2, 50, 49, 1, SKED_E_RANGE},
        {2, 50, 60, 0, SKED_E_NO_WIDTH}, {2, 50, 60, 9, SKED_E_TOO_WIDE},
        {1, 50, 60, 1, SKED_E_DUPLICATE}, {1, 50, 60, 9, SKED_E_TOO_WIDE}
    };
    sked_word words[SKED_SET_WORDS(9u)];
    sked_set set;
    sked_span span;
    uint32_t size;
    size_t i;
    open_scene(EASY);
    for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        span = span_of(wrong[i].start, wrong[i].end, wrong[i].count);
        CHECK(refused(sked_queue_book(&queue, wrong[i].id, &span, 11), wrong[i].status));
    }
    span = span_of(50, 60, 0);
    span.set = &set;
    for (size = 7; size <= 9; size += 2) {
        set = sked_set_of(words, size);
        sked_set_fill(&set);
        CHECK(refused(sked_queue_book(&queue, 2, &span, 11), SKED_E_RANGE));
    }
#if SKED_WORD_BITS > 8
    set = sked_set_of(words, 8);
    sked_set_fill(&set);
    words[0] = (sked_word)(words[0] | 0x100u);                      /* a bit above its size */
    CHECK(refused(sked_queue_book(&queue, 2, &span, 11), SKED_E_RANGE));
#endif
    set = sked_set_of(words, 8);
    span.count = 3;                     /* ignored: the set is empty */
    CHECK(refused(sked_queue_book(&queue, 2, &span, 11), SKED_E_NO_WIDTH));
    sked_set_fill(&set);
    span.count = 99;
    CHECK(sked_queue_book(&queue, 2, &span, 10) == SKED_OK);        /* a job's id, too */
    room_before = hash_room();
    CHECK(refused(sked_queue_book(&queue, 3, &span, 10), SKED_E_FULL));
    CHECK(refused(sked_queue_book(&queue, 2, &span, 10), SKED_E_DUPLICATE));
}

static void test_questions(void) {
    sked_word words[SKED_SET_WORDS(9u)];
    sked_set set = sked_set_of(words, 8), other = sked_set_of(words, 7);
    sked_queue_info info;
    sked_job_info job;
    sked_action action;
    uint64_t id = 99;
    open_scene(EASY);
    info = info_of(&queue);
    CHECK(info.now == 10 && info.processors == 8 && info.processors_free == 5);
    CHECK(info.jobs_max == 4 && info.waiting == 2 && info.running == 1);
    CHECK(info.bookings_max == 2 && info.bookings == 1 && !info.pass_open);
    CHECK(info.counters.started == 1 && info.counters.passes == 1);
    CHECK(info.counters.finished == 0 && info.counters.jobs_looked_at == 2);
    CHECK(sked_queue_get_job(&queue, 1, &job, &set) == SKED_OK && mask_of(&set) == 0x7);
    CHECK(job.running && job.width == 3 && job.estimate == 10 && job.start == 5);
    CHECK(job.end == 15 && job.tag == 101);
    CHECK(sked_queue_get_job(&queue, 3, &job, &set) == SKED_OK && mask_of(&set) == 0);
    CHECK(!job.running && job.width == 8 && job.estimate == 4 && job.start == NEVER);
    CHECK(job.end == NEVER && job.tag == 103);
    CHECK(sked_queue_get_job(&queue, 7, &job, &set) == SKED_E_UNKNOWN && job.tag == 103);
    CHECK(sked_queue_get_job(&queue, 1, &job, &other) == SKED_E_RANGE && job.tag == 103);
    CHECK(sked_queue_job_on(&queue, 2, &id) == SKED_OK && id == 1);
    CHECK(sked_queue_job_on(&queue, 3, &id) == SKED_E_UNKNOWN && id == 1);
    CHECK(sked_queue_job_on(&queue, 8, &id) == SKED_E_RANGE);
    CHECK(sked_queue_job_on(&queue, SKED_NONE, &id) == SKED_E_RANGE);
    CHECK(sked_queue_next_time(&queue) == 15);
    CHECK(refused(sked_queue_next(&queue, &action, NULL), SKED_E_NO_PASS));
    CHECK(sked_queue_finish(&queue, 1, 12) == SKED_OK);
    CHECK(sked_queue_next_time(&queue) == 50);      /* the booking starts */
    CHECK(sked_queue_plan(&queue, 50) == SKED_OK);
    room_before = hash_room();
    CHECK(refused(sked_queue_next(&queue, &action, &other), SKED_E_RANGE));
    CHECK(sked_queue_next_time(&queue) == 60);      /* the booking ends */
}

static void test_settings(void) {
    static const struct {
        uint32_t processors, jobs_max, bookings_max;
        int order, backfill_order;
        uint32_t depth;
        int reservations;
        sked_time missing;
        sked_status status;
    } wrong[] = {
        {0, 8, 2, 0, 0, 1, 1, 1, SKED_E_NO_PROCESSORS}, {8, 0, 2, 0, 0, 1, 1, 1, SKED_E_RANGE},
        {UINT32_C(0x80000000), 8, 2, 0, 0, 1, 1, 1, SKED_E_RANGE},
        {8, UINT32_C(0x80000000), 2, 0, 0, 1, 1, 1, SKED_E_RANGE},
        {8, UINT32_MAX, 2, 0, 0, 1, 1, 1, SKED_E_RANGE},
        {8, 8, UINT32_C(0x80000000), 0, 0, 1, 1, 1, SKED_E_RANGE},
        {8, 8, UINT32_MAX, 0, 0, 1, 1, 1, SKED_E_RANGE},
        {8, 8, 2, 4, 0, 1, 1, 1, SKED_E_SETTING}, {8, 8, 2, -1, 0, 1, 1, 1, SKED_E_SETTING},
        {8, 8, 2, 0, 4, 1, 1, 1, SKED_E_SETTING}, {8, 8, 2, 0, -1, 1, 1, 1, SKED_E_SETTING},
        {8, 8, 2, 0, 0, 1, 2, 1, SKED_E_SETTING}, {8, 8, 2, 0, 0, 1, -1, 1, SKED_E_SETTING},
        {8, 8, 2, 0, 0, SKED_ALL, 2, 1, SKED_E_SETTING},
        {8, 8, 2, 0, 0, 1, 1, -1, SKED_E_SETTING}, {8, 8, 2, 0, 0, 1, 1, -2, SKED_E_SETTING},
        {8, 8, 2, 0, 0, 1, 1, SKED_TIME_MAX + 1, SKED_E_SETTING},
        /* more nodes in a profile than can be counted: two for each reservation and booking */
        {8, INT32_MAX, 1, 0, 0, SKED_ALL, 0, 1, SKED_E_OVERFLOW},
        {8, INT32_MAX, 1, 0, 0, SKED_ALL, 1, 1, SKED_E_OVERFLOW},
        {8, INT32_MAX, 1, 0, 0, INT32_MAX, 1, 1, SKED_E_OVERFLOW}
    };
    size_t i;
    for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        sked_queue_settings settings = settings_of(wrong[i].processors, (sked_order)wrong[i].order,
                                                   EASY);
        sked_arena arena;
        sked_queue_info info;
        size_t bytes = 4711;
        settings.jobs_max = wrong[i].jobs_max;
        settings.bookings_max = wrong[i].bookings_max;
        settings.backfill_order = (sked_order)wrong[i].backfill_order;
        settings.depth = wrong[i].depth;
        settings.reservations = (sked_reservations)wrong[i].reservations;
        settings.estimate_missing = wrong[i].missing;
        CHECK(sked_queue_bytes(&settings, &bytes) == wrong[i].status && bytes == 4711);
        CHECK(sked_queue_init(&queue, &settings, NULL, room, sizeof(room)) == wrong[i].status);
        CHECK(sked_queue_get_info(&queue, &info) == SKED_E_EMPTY);
        sked_arena_init(&arena, room, sizeof(room));
        CHECK(sked_queue_create(&queue, &settings, NULL, sked_arena_mem(&arena)) ==
              wrong[i].status);
        CHECK(sked_queue_get_info(&queue, &info) == SKED_E_EMPTY && arena.used == 0);
    }
}

/* The largest settings have a size, or are refused as too large; never a wrapped one. */
static void test_largest(void) {
    sked_queue_settings settings = settings_of(INT32_MAX, SKED_BY_KEY, SJBF);
    size_t bytes = 4711;
    settings.jobs_max = settings.bookings_max = INT32_MAX;
#if SIZE_MAX > 0xFFFFFFFFu
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_OK);
    CHECK(bytes > (uint64_t)INT32_MAX * (INT32_MAX / 8u));          /* the sets of the bookings */
#else
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_E_OVERFLOW && bytes == 4711);
#endif
}

/* ---- blocks, growing, dropping --------------------------------------------------------------- */

static void check_empty(void) {
    sked_job_info job;
    sked_queue_info info;
    sked_action action;
    uint64_t id;
    int which;
    room_before = hash_room();
    for (which = 0; which < EVENTS; which++) {
        CHECK(refused(event(which, 10), SKED_E_EMPTY));
    }
    CHECK(refused(sked_queue_grow(&queue, 9, 9), SKED_E_EMPTY));
    CHECK(refused(sked_queue_next(&queue, &action, NULL), SKED_E_EMPTY));
    CHECK(refused(sked_queue_plan_end(&queue), SKED_E_EMPTY));
    CHECK(refused(sked_queue_get_info(&queue, &info), SKED_E_EMPTY));
    CHECK(refused(sked_queue_get_job(&queue, 1, &job, NULL), SKED_E_EMPTY));
    CHECK(refused(sked_queue_job_on(&queue, 0, &id), SKED_E_EMPTY));
    CHECK(refused(sked_queue_validate(&queue), SKED_E_EMPTY));
    CHECK(sked_queue_next_time(&queue) == NEVER);
    sked_queue_destroy(&queue);
}

static void test_empty(void) {
    static const sked_queue zero = {0};
    queue = zero;
    check_empty();
    check_empty();
    open_scene(EASY);
    sked_queue_destroy(&queue);            /* its block was ours, and stays ours */
    check_empty();
    open_scene(EASY);
    CHECK(sked_queue_plan(&queue, 10) == SKED_OK);
    sked_queue_destroy(&queue);            /* in an open pass */
    check_empty();
}

/* Exactly the bytes that were told, not one less; and none behind them is written. */
static void test_block(void) {
    sked_queue_settings settings = settings_of(9, SKED_FCFS, SJBF);
    unsigned char *crooked = (unsigned char *)room + 1;
    size_t bytes = 0, guard;
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_OK && bytes % sizeof(sked_align) == 0);
    CHECK(sked_queue_init(&queue, &settings, NULL, room, bytes - 1) == SKED_E_BLOCK);
    CHECK(sked_queue_init(&queue, &settings, NULL, NULL, bytes) == SKED_E_BLOCK);
    if (ALIGNMENT > 1) {
        CHECK(sked_queue_init(&queue, &settings, NULL, crooked, bytes) == SKED_E_BLOCK);
    }
    check_empty();
    guard = bytes / sizeof(sked_align);
    room[guard].time = INT64_C(0x123456789ABCDEF);
    CHECK(sked_queue_init(&queue, &settings, NULL, room, bytes) == SKED_OK);
    book_mask(1, 5, 9, 0x1FF, 0);
    book_mask(2, 5, 9, 0x1FF, 0);
    submit(1, 9, 5, 0);
    check_pass(0, (const started[]){HEAD_ON(1, 0x1FF), END});
    CHECK(room[guard].time == INT64_C(0x123456789ABCDEF));
}

/* Full of running and waiting jobs and of bookings: larger, it goes on as if nothing had
 * happened. */
static void check_grow(int way) {
    static const started first[] = {HEAD_ON('A', 0x3), HEAD_ON('B', 0x4), END};
    static const started then[] = {HEAD_ON('C', 0x3), {'D', 0x4, SKED_BEFORE_SHADOW, 0, 14, 'E'},
                                   END};
    sked_queue_settings settings = settings_of(4, SKED_FCFS, way);
    sked_arena arena;
    sked_mem mem;
    size_t bytes = 0;
    settings.jobs_max = 3;
    settings.bookings_max = 1;
    sked_arena_init(&arena, room, sizeof(room));
    mem = sked_arena_mem(&arena);
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_OK);
    CHECK(sked_queue_create(&queue, &settings, NULL, mem) == SKED_OK && arena.used == bytes);
    submit('A', 2, 5, 0);
    submit('B', 1, 50, 0);
    submit('C', 2, 9, 0);
    book_mask(1, 0, 100, 0x8, 0);
    check_pass(0, first);
    CHECK(sked_queue_grow(&queue, 2, 1) == SKED_E_RANGE);
    CHECK(sked_queue_grow(&queue, 3, 0) == SKED_E_RANGE);
    CHECK(sked_queue_grow(&queue, UINT32_C(0x80000000), 1) == SKED_E_RANGE);
    CHECK(sked_queue_grow(&queue, 3, UINT32_C(0x80000000)) == SKED_E_RANGE);
    CHECK(sked_queue_grow(&queue, 5000, 1) == SKED_E_MEMORY && arena.used == bytes);
    CHECK(info_of(&queue).jobs_max == 3 && sked_queue_validate(&queue) == SKED_OK);
    CHECK(sked_queue_grow(&queue, 5, 2) == SKED_OK && arena.freed_out_of_order == 1);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    CHECK(info_of(&queue).jobs_max == 5 && info_of(&queue).bookings_max == 2);
    CHECK(info_of(&queue).running == 2 && info_of(&queue).waiting == 1);
    CHECK(info_of(&queue).counters.started == 2 && info_of(&queue).bookings == 1);
    CHECK(sked_queue_grow(&queue, 5, 2) == SKED_OK && sked_queue_validate(&queue) == SKED_OK);
    book_count(2, 90, 100, 1, 0);
    finish('A', 5);
    finish('B', 5);
    submit('E', 3, 5, 5);
    submit('D', 1, 9, 5);
    check_pass(5, then);
    sked_queue_destroy(&queue);
    CHECK(arena.used > bytes && arena.freed_out_of_order == 2); /* the old blocks had to stay  */
}

/* A queue over a block of the caller's has nowhere to grow to. */
static void test_grow(void) {
    check_grow(EASY);
    check_grow(SJBF);
    open_scene(EASY);
    CHECK(refused(sked_queue_grow(&queue, 9, 9), SKED_E_FIXED));
    CHECK(refused(sked_queue_grow(&queue, 3, 2), SKED_E_RANGE));
    CHECK(refused(sked_queue_grow(&queue, UINT32_C(0x80000000), 2), SKED_E_RANGE));
    CHECK(refused(sked_queue_grow(&queue, 4, UINT32_C(0x80000000)), SKED_E_RANGE));
}

/* A resource that gives nothing, and one that gives a crooked block and must get it back. */
static void *crooked_alloc(void *ctx, size_t size) {
    unsigned char **given = (unsigned char **)ctx;
    (void)size;
    return *given;
}

static void crooked_free(void *ctx, void *block, size_t size) {
    unsigned char **given = (unsigned char **)ctx;
    CHECK(size > 0 && block == (void *)*given);
    *given = NULL;
}

static void test_memory(void) {
    const sked_queue_settings settings = settings_of(4, SKED_FCFS, EASY);
    unsigned char *given = (unsigned char *)room + 1;
    sked_mem mem;
    mem.alloc = crooked_alloc;
    mem.free = crooked_free;
    mem.ctx = &given;
    if (ALIGNMENT > 1) {
        CHECK(sked_queue_create(&queue, &settings, NULL, mem) == SKED_E_BLOCK && given == NULL);
    }
    given = NULL;
    CHECK(sked_queue_create(&queue, &settings, NULL, mem) == SKED_E_MEMORY);
    check_empty();
}

/* ---- damaged blocks -------------------------------------------------------------------------- */

/* Damage must be done to one field at a time, and a block has no public layout: so this section,
 * and it alone, reaches for the private fields of handle and block. On 8 processors, backfilling
 * the shortest first: A runs on 0-2 until 10, B on 3-4 until 20; C, D, E wait for all eight; a
 * booking by set, one by count; three indices are not used. */
static void open_forgery(void) {
    static const started want[] = {HEAD_ON('A', 0x07), HEAD_ON('B', 0x18), END};
    open_queue(8, SKED_FCFS, SJBF);
    submit('A', 3, 10, 0);
    submit('B', 2, 20, 0);
    submit('C', 8, 7, 0);
    submit('D', 8, 5, 0);
    submit('E', 8, 6, 0);
    check_pass(0, want);
    book_mask(1, 50, 60, 0x80, 3);
    book_count(2, 70, 80, 1, 3);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

static uint32_t index_of(uint64_t id) {
    uint32_t job = 0;
    while (job < 7 && queue.job_[job].id != id) {
        job++;
    }
    return job;
}

static int is_damaged_by32(uint32_t *field, uint32_t value) {
    const uint32_t right = *field;
    sked_status status;
    *field = value;
    status = sked_queue_validate(&queue);
    *field = right;
    return status == SKED_E_CORRUPT;
}

static int is_damaged_by64(uint64_t *field, uint64_t value) {
    const uint64_t right = *field;
    sked_status status;
    *field = value;
    status = sked_queue_validate(&queue);
    *field = right;
    return status == SKED_E_CORRUPT;
}

static int is_damaged_by_time(sked_time *field, sked_time value) {
    const sked_time right = *field;
    sked_status status;
    *field = value;
    status = sked_queue_validate(&queue);
    *field = right;
    return status == SKED_E_CORRUPT;
}

/* Every index but the right one, and what stands for none: does each of them damage? */
static int is_guarded32(uint32_t *field) {
    uint32_t value;
    int guarded = 1;
    for (value = 0; value <= 20; value++) {
        guarded &= value == *field || is_damaged_by32(field, value);
    }
    for (value = SKED_NONE - 2; value != 0; value++) {
        guarded &= value == *field || is_damaged_by32(field, value);
    }
    return guarded;
}

static int is_guarded64(int64_t *field) {
    return is_damaged_by_time(field, *field + 1) && is_damaged_by_time(field, *field - 1) &&
           is_damaged_by_time(field, INT64_MIN) &&
           (*field == INT64_MAX || is_damaged_by_time(field, INT64_MAX));
}

/* Every link of every node of a tree, and all that a node knows of its subtree. The nodes are
 * counted: a tree that has lost some would hide them from this check. */
static void check_guarded(const sked_tree_ *tree, uint32_t nodes) {
    uint32_t node = sked_tree_first_(tree), found = 0;
    CHECK(is_guarded32(tree->root_));
    for (; node != SKED_NONE; node = sked_tree_next_(tree, node)) {
        CHECK(is_guarded32(&tree->node_[node].left));
        CHECK(is_guarded32(&tree->node_[node].right));
        CHECK(is_guarded32(&tree->node_[node].parent));
        CHECK(is_guarded32(&tree->node_[node].size));
        if (tree->kind_ > SKED_TREE_KINDS_) {
            CHECK(is_guarded32(&tree->counts_[node]));
        }
        if (sked_tree_has_leasts_(tree->kind_)) {
            CHECK(is_guarded64(&tree->low_[node]));
        }
        if (tree->kind_ == SKED_TREE_PREFIX_) {
            CHECK(is_guarded64(&tree->prefix_[node].delta));
            CHECK(is_guarded64(&tree->prefix_[node].sum));
            CHECK(is_guarded64(&tree->prefix_[node].low));
            CHECK(is_guarded64(&tree->prefix_[node].high));
        }
        found++;
    }
    CHECK(found == nodes && sked_queue_validate(&queue) == SKED_OK);
}

/* The first unused index, too, whose link leads to the next one. */
static void test_forged_trees(void) {
    sked_tree_ tree;
    open_forgery();
    tree = sked_forest_class_(&queue.fill_, sked_width_class_(8));
    check_guarded(&queue.line_, 3);
    check_guarded(&queue.ending_, 2);
    check_guarded(&tree, 3);
    CHECK(is_guarded32(&queue.state_->jobs.spare));
    CHECK(is_guarded32(&queue.line_.node_[queue.state_->jobs.spare].right));
    CHECK(is_guarded32(&queue.fill_.roots_[0]) && is_guarded32(&queue.fill_.roots_[1]));
    CHECK(is_guarded32(&queue.fill_.roots_[7]));
    tree.root_[0] = SKED_NONE;                                  /* the three in another class */
    queue.fill_.roots_[7] = queue.state_->jobs.line_root;
    CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);
    queue.fill_.roots_[0] = queue.state_->jobs.line_root;             /* class of no width */
    queue.fill_.roots_[7] = SKED_NONE;
    CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);
    open_queue(8, SKED_FCFS, EASY);
    check_guarded(&queue.line_, 0);
    check_guarded(&queue.ending_, 0);
    check_guarded(&queue.profile_, 0);                          /* at depth 1 there is none */
    CHECK(is_guarded32(&queue.state_->profile.spare) && is_guarded32(&queue.state_->profile.used));
    check_pass(0, nothing);
}

static void test_forged_jobs(void) {
    uint32_t a, c, bucket;
    open_forgery();
    a = index_of('A');
    c = index_of('C');
    CHECK(is_guarded32(&queue.job_[a].width) && is_guarded32(&queue.job_[a].back));
    CHECK(is_damaged_by32(&queue.job_[c].width, 0));
    CHECK(is_damaged_by32(&queue.job_[c].width, 9));
    CHECK(is_damaged_by32(&queue.job_[c].width, 7)); /* its class is that of 8 */
    CHECK(is_damaged_by_time(&queue.job_[c].estimate, 0));
    CHECK(is_damaged_by_time(&queue.job_[c].estimate, -7));
    CHECK(is_damaged_by_time(&queue.job_[c].estimate, SKED_TIME_MAX + 1));
    CHECK(is_damaged_by_time(&queue.job_[c].estimate, 4));          /* no longer sorted */
    CHECK(is_damaged_by_time(&queue.job_[a].estimate, 21));
    CHECK(is_damaged_by_time(&queue.job_[a].start, 4));             /* now is 3 */
    CHECK(is_damaged_by_time(&queue.job_[a].start, -1));
    CHECK(is_damaged_by_time(&queue.job_[a].start, NEVER));
    CHECK(is_damaged_by_time(&queue.job_[c].start, 0));
    CHECK(is_damaged_by_time(&queue.job_[c].start, -1));
    CHECK(is_damaged_by64(&queue.job_[c].arrival, 5 * SKED_ARRIVAL_));  /* five were given */
    CHECK(is_damaged_by64(&queue.job_[c].arrival, 4 * SKED_ARRIVAL_));
    CHECK(is_damaged_by64(&queue.job_[c].id, 'D'));
    CHECK(is_damaged_by64(&queue.job_[c].id, 'A'));
    for (bucket = 0; bucket < 8; bucket++) {
        CHECK(is_guarded32(&queue.bucket_[bucket]));
    }
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

static void test_forged_machine(void) {
    uint32_t a, b, c;
    open_forgery();
    a = index_of('A');
    b = index_of('B');
    c = index_of('C');
    CHECK(is_guarded32(&queue.job_[a].first) && is_guarded32(&queue.job_[b].first));
    CHECK(is_guarded32(&queue.job_[c].first));
    CHECK(is_guarded32(&queue.slot_[0].next) && is_guarded32(&queue.slot_[2].next));
    CHECK(is_guarded32(&queue.slot_[1].job));
    CHECK(is_guarded32(&queue.slot_[7].job));
    CHECK(is_damaged_by_time(&queue.booking_[0].start, 60));
    CHECK(is_damaged_by_time(&queue.booking_[1].start, -1));
    CHECK(is_damaged_by_time(&queue.booking_[1].end, SKED_TIME_MAX + 1));
    CHECK(is_damaged_by32(&queue.booking_[1].count, 9));
    CHECK(is_damaged_by32(&queue.booking_[1].count, 0));           /* its set is empty */
    CHECK(is_damaged_by64(&queue.booking_[1].id, 1));
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

/* A set in the block, with the bits of a mask turned over. */
static int is_damaged_by_bits(sked_word *words, uint32_t mask) {
    const sked_word right = words[0];
    sked_status status;
    words[0] = (sked_word)(words[0] ^ mask);
    status = sked_queue_validate(&queue);
    words[0] = right;
    return status == SKED_E_CORRUPT;
}

static void down_mask(uint32_t mask, sked_time now) {
    sked_word words[SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
    sked_set set = sked_set_of(words, 8);
    uint32_t p;
    for (p = 0; p < 8; p++) {
        if ((mask >> p & 1u) != 0) {
            sked_set_add(&set, p);
        }
    }
    CHECK(sked_queue_down(&queue, &set, now) == SKED_OK);
}

/* Processor 1 is lost under A, 5 is lost idle. The masks with two bits leave the number right. */
static void test_forged_sets(void) {
    sked_queue_state_ *state;
    open_forgery();
    down_mask(0x22, 3);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    state = queue.state_;
    CHECK(is_damaged_by_bits(queue.free_words_, 0x01));         /* A's, said free */
    CHECK(is_damaged_by_bits(queue.free_words_, 0x80));         /* free, said taken */
    CHECK(is_damaged_by_bits(queue.free_words_, 0x81));
    CHECK(is_damaged_by_bits(queue.free_words_, 0xA0));         /* down, said free */
    CHECK(is_damaged_by_bits(queue.down_words_, 0x20));
    CHECK(is_damaged_by_bits(queue.down_words_, 0x04));
    CHECK(is_damaged_by_bits(queue.down_words_, 0x06));         /* another one of A's */
    CHECK(is_damaged_by_bits(queue.down_words_, 0x0A));         /* of B's */
    CHECK(is_damaged_by_bits(queue.down_words_, 0xA0));
    CHECK(is_damaged_by_bits(queue.lost_words_, 0x02));
    CHECK(is_damaged_by_bits(queue.lost_words_, 0x22));         /* nobody runs on 5 */
    CHECK(is_damaged_by_bits(queue.lost_words_, 0x06));         /* 2 is up */
    CHECK(is_guarded32(&state->machine.free) && is_guarded32(&state->machine.down));
    CHECK(is_guarded32(&state->machine.losses));
    check_guarded(&queue.ending_, 2);
    CHECK(is_guarded32(&queue.job_[index_of('A')].back));
    if (sizeof(sked_word) > 1) {                                /* bits for no processor */
        const uint32_t beyond = UINT32_C(1) << (sizeof(sked_word) * 8 - 1 < 31 ? 15 : 31);
        CHECK(is_damaged_by_bits(queue.free_words_, 0x80 | beyond));
        CHECK(is_damaged_by_bits(queue.down_words_, 0x20 | beyond));
        CHECK(is_damaged_by_bits(queue.lost_words_, 0x02 | beyond));
        CHECK(is_damaged_by_bits(queue.booking_words_, beyond));
    }
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

/* What is said in the head of the block. */
static void test_forged_state(void) {
    sked_queue_state_ *state;
    open_forgery();
    state = queue.state_;
    CHECK(is_guarded32(&state->rules.processors) && is_guarded32(&state->rules.jobs_max));
    CHECK(is_guarded32(&state->rules.bookings_max) && is_guarded32(&state->rules.buckets));
    CHECK(is_guarded32(&state->rules.order) && is_guarded32(&state->rules.backfill_order));
    CHECK(is_guarded32(&state->rules.depth) && is_guarded32(&state->rules.reservations));
    CHECK(is_damaged_by_time(&state->now, -1) && is_damaged_by_time(&state->now, NEVER));
    CHECK(is_damaged_by_time(&state->rules.estimate_missing, -1));
    CHECK(is_damaged_by64(&state->jobs.arrivals, 4 * SKED_ARRIVAL_));
    CHECK(is_damaged_by64(&state->jobs.arrivals, 5 * SKED_ARRIVAL_ + 1));
    CHECK(is_damaged_by64(&state->jobs.arrivals, UINT64_MAX));
    CHECK(is_guarded32(&state->machine.free) && is_guarded32(&state->machine.down));
    CHECK(is_guarded32(&state->jobs.waiting) && is_guarded32(&state->jobs.running));
    CHECK(is_damaged_by32(&state->bookings.count, 3) &&
          is_damaged_by32(&state->bookings.count, SKED_NONE));
    CHECK(is_damaged_by32(&state->profile.given_back, 2) &&
          is_damaged_by32(&state->profile.stale, 2));
    CHECK(is_damaged_by32(&state->profile.loose, 4));
    CHECK(is_damaged_by32(&state->pass.phase, 6) && is_damaged_by32(&state->pass.phase, SKED_NONE));
    queue.booking_words_++;         /* a handle on another block                               */
    CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);
    queue.booking_words_--;
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    open_scene(EASY);               /* 8 processors, 4 jobs at most                            */
    CHECK(is_damaged_by32(&queue.state_->jobs.running, 5));
}

/* D's place is taken by an index that was not used, except its place in the line: all numbers are
 * right, and the line has a job that is none. */
static void test_forged_stranger(void) {
    uint32_t *link;
    uint32_t known, stranger = 0;
    open_forgery();
    known = index_of('D');
    while (queue.job_[stranger].first != SKED_UNUSED_) {
        stranger++;
    }
    queue.job_[stranger].first = queue.job_[known].first;
    queue.job_[known].first = SKED_UNUSED_;
    queue.job_[stranger].id = queue.job_[known].id;
    queue.job_[stranger].arrival = queue.job_[known].arrival;
    queue.job_[stranger].estimate = queue.job_[known].estimate;
    queue.job_[stranger].start = queue.job_[known].start;
    queue.job_[stranger].width = queue.job_[known].width;
    queue.job_[stranger].next_id = queue.job_[known].next_id;
    link = sked_queue_bucket_of_(&queue, 'D');
    while (*link != known) {
        link = &queue.job_[*link].next_id;
    }
    *link = stranger;
    CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);
}

/* A and B as above, and then four jobs that wait: at depth SKED_ALL C is promised 20, D 10, E 27
 * and F 33. At 27 C gives back what E takes: a node that the profile has had and no longer has. */
static void open_deep(uint32_t depth, sked_reservations reservations) {
    static const started first[] = {HEAD_ON('A', 0x07), HEAD_ON('B', 0x18), END};
    sked_queue_settings settings = settings_of(8, SKED_FCFS, EASY);
    settings.depth = depth;
    settings.reservations = reservations;
    CHECK(sked_queue_init(&queue, &settings, NULL, room, sizeof(room)) == SKED_OK);
    submit('A', 3, 10, 0);
    submit('B', 2, 20, 0);
    check_pass(0, first);
    submit('C', 8, 7, 0);
    submit('D', 5, 5, 0);
    submit('E', 8, 6, 0);
    submit('F', 1, 99, 0);
}

static void test_forged_profile(void) {
    sked_queue_state_ *state;
    sked_tree_ *tree = &queue.profile_;
    uint32_t node, nodes, spare;
    open_deep(SKED_ALL, SKED_COMPRESS);
    check_pass(0, nothing);
    CHECK(sked_queue_cancel(&queue, 'D', 0) == SKED_OK);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    state = queue.state_;
    spare = state->profile.spare;
    CHECK(spare != SKED_NONE);
    nodes = sked_tree_size_(tree, state->profile.root);
    CHECK(nodes > 3);
    check_guarded(tree, nodes);
    check_guarded(&queue.line_, 3);
    check_guarded(&queue.ending_, 2);
    CHECK(is_guarded32(&state->profile.used) && is_guarded32(&state->profile.spare));
    CHECK(is_guarded32(&tree->node_[spare].right));
    CHECK(is_guarded32(&tree->node_[spare].parent));
    CHECK(is_damaged_by_time(&state->profile.free, NEVER));
    CHECK(is_damaged_by_time(&state->profile.free, INT64_MIN));
    for (node = sked_tree_first_(tree); node != SKED_NONE; node = sked_tree_next_(tree, node)) {
        CHECK(is_damaged_by_time(&queue.profile_.prefix_[node].time, -1));
        CHECK(is_damaged_by_time(&queue.profile_.prefix_[node].time, SKED_TIME_MAX + 1));
        if (sked_tree_next_(tree, node) != SKED_NONE) {         /* no longer before the next */
            CHECK(is_damaged_by_time(&queue.profile_.prefix_[node].time,
                                     queue.profile_.prefix_[sked_tree_next_(tree, node)].time));
        }
    }
    CHECK(is_damaged_by_time(&tree->prefix_[spare].delta, INT64_MIN));
    CHECK(is_damaged_by_time(&queue.job_[index_of('C')].start, -2));
    CHECK(is_damaged_by_time(&queue.job_[index_of('C')].start, 19));    /* it is the least below */
    CHECK(is_damaged_by_time(&queue.job_[index_of('C')].start, SKED_TIME_MAX + 1));
}

/* No sum of the profile may be beyond its type, whatever its parts are. */
static void test_forged_sums(void) {
    const sked_tree_ *tree = &queue.profile_;
    const int64_t large = INT64_C(1) << 61;
    uint32_t node;
    open_deep(SKED_ALL, SKED_COMPRESS);
    check_pass(0, nothing);
    node = sked_tree_first_(tree);
    tree->prefix_[node].delta = large;
    tree->prefix_[sked_tree_next_(tree, node)].delta = large;
    for (; node != SKED_NONE; node = sked_tree_next_(tree, node)) {
        sked_tree_touch_(tree, node);
    }
    CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);
}

/* All that any open pass says, whatever it is in the middle of; its second half may be mistaken for
 * the first, and one of depth 1 for one of tiers. */
static void check_pass_fields(uint32_t first_half) {
    sked_queue_state_ *state = queue.state_;
    const uint32_t phase = state->pass.phase;
    uint32_t other;
    CHECK(sked_queue_validate(&queue) == SKED_OK && phase != 0);
    for (other = 1; other < 9; other++) {               /* 0: closed, which is no damage */
        CHECK(other == phase || other == first_half ||
              (queue.rules_.depth <= 1 && other == phase - 1 + SKED_PHASE_TIERS_) ||
              (queue.rules_.depth <= 1 && other == SKED_PHASE_TIERS_) ||
              is_damaged_by32(&state->pass.phase, other));
    }
    CHECK(is_damaged_by_time(&state->pass.booking_from, 51) &&
          is_damaged_by_time(&state->pass.booking_from, 0));
    CHECK(is_damaged_by_time(&state->pass.shadow, state->now - 1));
    CHECK(is_damaged_by_time(&state->pass.shadow, -1));
    CHECK(is_damaged_by_time(&state->pass.shadow, SKED_TIME_MAX + 1));
    CHECK(is_damaged_by32(&state->pass.extra, queue.rules_.processors + 1));
    CHECK(is_damaged_by32(&state->pass.head_meets_booking, 2));
}

/* An index that must be a waiting job's: of 8, and `running` runs, and 7 is unused. */
static int is_waiting_guarded(uint32_t *field, uint32_t running) {
    return is_damaged_by32(field, running) && is_damaged_by32(field, 7) &&
           is_damaged_by32(field, 8) && is_damaged_by32(field, SKED_UNUSED_ - 1);
}

/* Depth 1, before the first action and behind the head. */
static void test_forged_pass(void) {
    sked_queue_state_ *state;
    sked_action action;
    uint32_t running, i;
    open_forgery();
    submit('F', 1, 1, 5);
    CHECK(sked_queue_plan(&queue, 5) == SKED_OK);
    state = queue.state_;
    running = index_of('A');
    CHECK(is_damaged_by32(&state->pass.phase, 2) &&
          is_damaged_by_time(&state->pass.booking_from, 51));
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'F');
    check_pass_fields(SKED_PHASE_HEADS_);
    CHECK(is_damaged_by32(&state->rules.depth, 0));
    CHECK(is_waiting_guarded(&state->pass.head, running) &&
          is_damaged_by32(&state->pass.head, SKED_NONE));
    for (i = 1; i <= sked_width_class_(state->machine.free); i++) {
        CHECK(is_waiting_guarded(&queue.fill_.ahead_[i], running));
        CHECK(i == 8 || is_damaged_by32(&queue.fill_.ahead_[i], index_of('C')));
    }
    state->pass.head_meets_booking = 1;
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    CHECK(is_damaged_by_time(&state->pass.shadow, NEVER));
    state->pass.head_meets_booking = 0;
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_DONE);
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

/* A chain instead of a tree: what each node says of itself is right, but it is too deep. */
static void test_forged_chain(void) {
    uint32_t jobs[4], job, i;
    open_forgery();
    submit('F', 8, 9, 5);
    job = sked_tree_first_(&queue.line_);
    for (i = 0; i < 4; i++) {
        jobs[i] = job;
        job = sked_tree_next_(&queue.line_, job);
    }
    for (i = 4; i > 0; i--) {
        sked_node_ *node = &queue.line_.node_[jobs[i - 1]];
        node->left = SKED_NONE;
        node->right = i < 4 ? jobs[i] : SKED_NONE;
        node->parent = i > 1 ? jobs[i - 2] : SKED_NONE;
        sked_tree_pull_(&queue.line_, jobs[i - 1]);
    }
    queue.state_->jobs.line_root = jobs[0];
    CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);
}

/* Depth 2, in both halves of a pass. */
static void test_forged_filling(void) {
    sked_queue_state_ *state;
    sked_action action;
    uint32_t running, i;
    open_deep(2, SKED_REBUILD);
    submit('G', 1, 5, 0);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    state = queue.state_;
    running = index_of('A');
    check_pass_fields(0);
    CHECK(state->pass.phase == SKED_PHASE_RESERVING_);
    CHECK(is_waiting_guarded(&state->pass.cursor, running));
    check_guarded(&queue.profile_, 2);
    CHECK(is_damaged_by32(&state->pass.reserved, 2));        /* and who was the last of the two? */
    state->pass.reserved_last = index_of('C');
    CHECK(is_damaged_by32(&state->pass.reserved, state->jobs.waiting + 1));
    state->pass.reserved_last = SKED_NONE;
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'G');
    CHECK(state->pass.phase == SKED_PHASE_FILLING_);
    check_pass_fields(SKED_PHASE_RESERVING_);
    CHECK(is_waiting_guarded(&state->pass.reserved_last, running));
    CHECK(is_damaged_by32(&state->pass.reserved_last, SKED_NONE));
    for (i = 1; i <= sked_width_class_(state->machine.free); i++) {
        CHECK(is_waiting_guarded(&queue.fill_.ahead_[i], running));
        CHECK(i == 8 || is_damaged_by32(&queue.fill_.ahead_[i], index_of('C')));
    }
}

/* All have reservations: made afresh, and kept. */
static void test_forged_all(void) {
    sked_queue_state_ *state;
    sked_action action;
    open_deep(SKED_ALL, SKED_REBUILD);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    state = queue.state_;
    check_pass_fields(0);
    CHECK(state->pass.phase == SKED_PHASE_RESERVING_);
    CHECK(is_waiting_guarded(&state->pass.cursor, index_of('A')));
    state->pass.reserved_last = index_of('C');
    CHECK(is_damaged_by32(&state->pass.reserved, SKED_ALL)); /* nobody is without a reservation */
    open_deep(SKED_ALL, SKED_COMPRESS);
    finish('A', 0);
    CHECK(sked_queue_plan(&queue, 0) == SKED_OK);
    check_pass_fields(0);
    CHECK(state->pass.phase == SKED_PHASE_DUE_ && state->pass.cursor == index_of('D'));
    CHECK(is_waiting_guarded(&state->pass.cursor, index_of('B')));
    CHECK(sked_queue_next(&queue, &action, NULL) == SKED_OK && action.id == 'D');
    check_pass_fields(0);
    queue.job_[index_of('C')].start = -1;                   /* that would end before it starts */
    sked_tree_touch_(&queue.line_, index_of('C'));
    CHECK(sked_queue_validate(&queue) == SKED_E_CORRUPT);
}

/* Damage to what no tree of live jobs leads to, but calls to come would follow: a live index among
 * the unused ones (the next job would overwrite it), an id chain that goes on behind its last job,
 * a chain where there is none (a search for an unknown id would follow them). */
static void test_forged_links(void) {
    uint32_t c, d, e, bucket;
    open_forgery();
    c = index_of('C');
    d = index_of('D');
    e = index_of('E');
    CHECK(is_damaged_by32(&queue.state_->jobs.spare, c));            /* C, D, E are three, too */
    for (bucket = 0; bucket < 8; bucket++) {
        uint32_t *link = &queue.bucket_[bucket];
        while (*link != SKED_NONE) {
            link = &queue.job_[*link].next_id;
        }
        CHECK(is_damaged_by32(link, 8) && is_damaged_by32(link, c));
        CHECK(is_damaged_by32(link, d) && is_damaged_by32(link, e));
    }
}

/* All questions: where a block passes for sound, they must find their way in it. */
static void ask_all(void) {
    sked_word words[SKED_SET_WORDS(8u)];
    sked_set set = sked_set_of(words, 8);
    sked_queue_info info;
    sked_job_info job;
    sked_conflict conflict;
    uint64_t id, cursor = 0;
    uint32_t p;
    (void)sked_queue_get_info(&queue, &info);
    (void)sked_queue_next_time(&queue);
    while (sked_queue_next_conflict(&queue, &cursor, &conflict) == SKED_OK) {
        CHECK(conflict.count > 0);
    }
    for (id = 'A'; id <= 'P'; id++) {
        (void)sked_queue_get_job(&queue, id, &job, &set);
    }
    for (p = 0; p < 8; p++) {
        if (sked_queue_job_on(&queue, p, &id) == SKED_OK) {
            CHECK(sked_queue_get_job(&queue, id, &job, &set) == SKED_OK && sked_set_has(&set, p));
        }
    }
}

/* Every byte of the block, changed in seven ways: whatever the answer, it comes, and a block that
 * passes for sound can be asked. Much must be found; bytes that say nothing now (keys, tags,
 * counters, what is not used) may pass. */
static void test_forged_bytes(void) {
    static const unsigned char changes[] = {0x01, 0x02, 0x08, 0x10, 0x80, 0x7F, 0xFF};
    unsigned char *block = (unsigned char *)room;
    const sked_queue_settings settings = settings_of(8, SKED_FCFS, SJBF);
    size_t bytes = 0, at, i, damaged = 0;
    open_forgery();
    CHECK(sked_queue_bytes(&settings, &bytes) == SKED_OK);
    for (at = 0; at < bytes; at++) {
        for (i = 0; i < sizeof(changes); i++) {
            block[at] = (unsigned char)(block[at] ^ changes[i]);
            if (sked_queue_validate(&queue) == SKED_OK) {
                ask_all();
            } else {
                damaged++;
            }
            block[at] = (unsigned char)(block[at] ^ changes[i]);
        }
    }
    CHECK(sked_queue_validate(&queue) == SKED_OK);
    CHECK(damaged > bytes * sizeof(changes) / 3);
}

/* ---- decisions that are pinned --------------------------------------------------------------- */

enum { PIN_PROCESSORS = 9, PIN_STEPS = 300 };

/* A booking by count or by set, soon and short; some never end. Or gives one back. */
static sked_status draw_booking(uint64_t *random, sked_time now) {
    sked_word words[SKED_SET_WORDS((unsigned)PIN_PROCESSORS)];
    sked_set set = sked_set_of(words, PIN_PROCESSORS);
    const uint64_t id = check_below(random, 3);
    sked_span span = span_of(now, 0, 1 + check_below(random, 3));
    if (check_below(random, 3) == 0) {
        return sked_queue_unbook(&queue, id, now);
    }
    span.start += check_below(random, 12);
    span.end = span.start + 1 + check_below(random, 15);
    if (check_below(random, 8) == 0) {
        span.end = NEVER;
    }
    sked_set_add(&set, check_below(random, PIN_PROCESSORS));
    sked_set_add(&set, check_below(random, PIN_PROCESSORS));
    if (check_below(random, 2) == 0) {
        span.set = &set;
    }
    return sked_queue_book(&queue, id, &span, now);
}

/* One event, drawn by what the queue looks like; its status says what became of it. */
static sked_status draw_event(uint64_t *random, uint64_t *last_id, sked_time now) {
    const uint32_t what = check_below(random, 20), processor = check_below(random, PIN_PROCESSORS);
    const uint32_t back = check_below(random, 8);
    uint64_t id = 0;
    sked_job job;
    if (what < 9) {
        const uint32_t width = 1 + check_below(random, check_below(random, 3) == 0 ? 9 : 4);
        const sked_time estimate = (sked_time)(1 + check_below(random, 30));
        job = job_of(++*last_id, width, check_below(random, 16) == 0 ? NEVER : estimate);
        job.key = check_below(random, 4);
        return sked_queue_submit(&queue, &job, now);
    }
    if (what == 9) {
        return sked_queue_cancel(&queue, *last_id - back, now);
    }
    if (what == 10) {
        return draw_booking(random, now);
    }
    if (sked_queue_job_on(&queue, processor, &id) != SKED_OK) {
        return SKED_OK;
    }
    return what == 11 ? sked_queue_requeue(&queue, id, now) : sked_queue_finish(&queue, id, now);
}

static uint64_t hash_pass(uint64_t hash, sked_time now) {
    sked_word words[SKED_SET_WORDS((unsigned)PIN_PROCESSORS)];
    sked_set on = sked_set_of(words, PIN_PROCESSORS);
    sked_action action;
    CHECK(sked_queue_plan(&queue, now) == SKED_OK);
    while (sked_queue_next(&queue, &action, &on) == SKED_OK) {
        hash = check_hash(hash, action.id);
        hash = check_hash(hash, (uint64_t)action.reason);
        hash = check_hash(hash, (uint64_t)action.end);
        hash = check_hash(hash, action.extra);
        hash = check_hash(hash, (uint64_t)action.shadow);
        hash = check_hash(hash, action.head);
        hash = check_hash(hash, mask_of(&on));
    }
    return check_hash(hash, (uint64_t)next_in_line(&queue));
}

/* `fill` is 0 for depth 0, else a backfill order and 1. */
static uint64_t hash_decisions(int order, int fill) {
    sked_queue_settings settings = settings_of(PIN_PROCESSORS, (sked_order)order,
                                               fill == 0 ? STRICT : EASY);
    uint64_t hash = CHECK_HASH, random = 7, last_id = 1;
    sked_queue_counters counters;
    sked_time now = 0;
    uint32_t step;
    settings.backfill_order = fill == 0 ? SKED_FCFS : (sked_order)(fill - 1);
    CHECK(sked_queue_init(&queue, &settings, NULL, room, sizeof(room)) == SKED_OK);
    for (step = 0; step < PIN_STEPS; step++) {
        hash = check_hash(hash, (uint64_t)draw_event(&random, &last_id, now));
        if (step % 2 == 0) {
            hash = hash_pass(hash, now);
        }
        CHECK(sked_queue_validate(&queue) == SKED_OK);
        now += check_below(&random, 4);
    }
    counters = info_of(&queue).counters;
    hash = check_hash(hash, counters.started);
    hash = check_hash(hash, counters.overdue);
    CHECK(counters.started > 20 && counters.finished > 10 && counters.requeued > 0);
    return hash;
}

/* Found by running: they pin the decisions on every target. Which decisions are right is for the
 * scenes above, and for the slow oracle of tests/deep/queue.c. By order; without backfilling, and
 * by backfill order. */
static const uint64_t pinned[3][4] = {
    {UINT64_C(0xE191CCA35599B3E0), UINT64_C(0x31E85B8C5527C351),
     UINT64_C(0x26F0830A732683C2), UINT64_C(0xC057F5E653C4B21A)},
    {UINT64_C(0x26AB1C043F4009A9), UINT64_C(0x8C1A957F008BB2D2),
     UINT64_C(0x2A9B9392F8AB3234), UINT64_C(0xDCD21B3CE8AF5BC4)},
    {UINT64_C(0x5838B83AA1A045AA), UINT64_C(0xF2D5188952EC30B1),
     UINT64_C(0xC16AAF074FB1132D), UINT64_C(0x1B7E30443B447F33)}
};

static void test_pinned(void) {
    int order, fill;
    for (order = SKED_FCFS; order <= SKED_BY_KEY; order++) {
        for (fill = 0; fill < 4; fill++) {
            CHECK(hash_decisions(order, fill) == pinned[order][fill]);
        }
    }
}

static void scenes(void) {
    scene_blocked_head();
    scene_extra();
    scene_one_instant();
    scene_shortest_first();
    scene_orders();
    scene_equal_estimates();
    scene_backfill_orders();
    scene_early();
    scene_overdue();
    scene_return();
    scene_cancel();
    scene_unlimited();
    scene_missing();
    scene_stop();
    scene_refused_head(0);
    scene_refused_head(1);
    scene_refused_head(3);
    scene_refused_candidate();
    scene_refused_among_bookings();
    scene_booking_set();
    scene_booking_count();
    scene_booking_over_running();
    scene_booking_overdue();
    scene_booking_forever();
    scene_booking_unlimited();
    scene_booking_both();
    scene_booking_after();
    scene_booking_ended();
    scene_booking_later();
}

int main(void) {
    scenes();
    test_times();
    test_busy();
    test_submit();
    test_options();
    test_states();
    test_spans();
    test_questions();
    test_settings();
    test_largest();
    test_empty();
    test_block();
    test_grow();
    test_memory();
    test_forged_trees();
    test_forged_jobs();
    test_forged_machine();
    test_forged_sets();
    test_forged_state();
    test_forged_stranger();
    test_forged_links();
    test_forged_profile();
    test_forged_sums();
    test_forged_pass();
    test_forged_chain();
    test_forged_filling();
    test_forged_all();
    test_forged_bytes();
    test_pinned();
    return check_done("quick/queue");
}
