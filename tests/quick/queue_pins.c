/* queue_pins.c - quick tests of the queue: walks under every policy, with laws and pinned answers.
 *
 * SPDX-License-Identifier: MIT
 *
 * Every order, depth and tier; bookings, lost processors, pickers that refuse, growth, copies,
 * saved blocks, refused input. What a walk checks at each step: where each job is, as a list beside
 * the queue knows it; that no processor is given twice, nor one that is down; that what is said of
 * a job agrees. The public interface only. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"
#include "pins.h"

enum { PROCESSORS = 100, JOBS_MAX = 26, BOOKINGS_MAX = 5, IDS = 34, ROOM = 3600, TIERS = 3 };
enum { ABSENT, WAITING, RUNNING, BEHIND };      /* where a job is */
#define NEVER SKED_NEVER

static sked_align rooms[3][ROOM];
static uint32_t rooms_used[2];
static sked_queue queue;
static sked_queue_settings settings;
static sked_tiers tiers;
static sked_time now;
static int where[IDS];

static sked_word set_words[4][SKED_SET_WORDS((unsigned)PROCESSORS + 1)];
static sked_word down_words[SKED_SET_WORDS((unsigned)PROCESSORS)];
static sked_set sets[4], down;

static void pin_times(sked_time one, sked_time other) {
    pin_time(one);
    pin_time(other);
}

/* ---- what is given --------------------------------------------------------------------------- */

/* Two rooms: enough for an object that grows, or is cloned and dropped. */
static void *give_room(void *ctx, size_t size) {
    const uint32_t which = rooms_used[0] != 0;
    (void)ctx;
    if (rooms_used[which] != 0 || size > sizeof(rooms[0])) {
        return NULL;
    }
    rooms_used[which] = (uint32_t)size;
    return rooms[which];
}

static void take_room(void *ctx, void *room, size_t size) {
    const uint32_t which = room != (void *)rooms[0];
    (void)ctx;
    CHECK(room == (void *)rooms[which] && rooms_used[which] == (uint32_t)size);
    rooms_used[which] = 0;
}

static sked_mem memory(void) {
    sked_mem mem;
    mem.alloc = give_room;
    mem.free = take_room;
    mem.ctx = NULL;
    return mem;
}

/* Every third processor of what is offered first; sometimes none, sometimes too few. */
static int pick_thirds(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                       sked_set *chosen) {
    uint32_t missing = ask->count - (ask->id % 11 == 3), round, p;
    (void)ctx;
    pin(ask->id + 100 * ask->tag + 10000 * (uint64_t)ask->count);
    pin_times(ask->start, ask->end);
    for (round = 0; round < 3; round++) {
        for (p = round; p < offered->size && missing > 0; p += 3) {
            if (sked_set_has(offered, p)) {
                sked_set_add(chosen, p);
                missing--;
            }
        }
    }
    return (ask->id + (uint64_t)ask->start) % 5 != 0;
}

static uint32_t usage_of(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    (void)ctx;
    return (uint32_t)((id * 37 + tag + process * 211) % 1100);
}

/* One of the sets, of a random content; rarely one that is too large. */
static const sked_set *any_set(uint32_t which) {
    const uint32_t style = any_below(30), size = PROCESSORS + (style == 29);
    uint32_t p = any_below(PROCESSORS), step = 1, end = PROCESSORS;
    sked_set *set = &sets[which];
    *set = sked_set_of(set_words[which], size);
    if (style < 18) {
        end = p + 1 + any_below(style < 9 ? 2 : 14);
    } else if (style < 27) {
        step = 5 + any_below(20);
    } else if (style < 28) {
        p = end;
    }
    for (; p < end && p < PROCESSORS; p += step) {
        sked_set_add(set, p);
    }
    return set;
}

/* ---- what is told ---------------------------------------------------------------------------- */

/* The steps, too: a decision that is the same, but took longer to find, is another one. */
static void pin_info(const sked_queue *which) {
    sked_queue_info info;
    const sked_queue_counters *count = &info.counters;
    CHECK(sked_queue_get_info(which, &info) == SKED_OK);
    pin_times(info.now, info.shadow);
    pin(info.processors + 100 * info.processors_free + 10000 * info.processors_down);
    pin(info.waiting + 100 * info.running + 10000 * info.background);
    pin(info.jobs_max + 100 * info.bookings_max + 10000 * info.bookings);
    pin((uint64_t)info.pass_open + 2 * (uint64_t)info.head_blocked + 4 * info.head);
    pin(info.extra);
    pin(count->started + 1000 * count->finished + 1000000 * count->cancelled);
    pin(count->requeued + 1000 * count->picker_refusals + 1000000 * count->picker_faults);
    pin(count->overdue + 1000 * count->promises_broken + 1000000 * count->bookings_violated);
    pin(count->jobs_lost + 1000 * count->passes + 1000000 * count->backgrounded);
    pin(count->swapped + 1000 * count->restarted + 1000000 * count->migrated);
    pin(count->jobs_looked_at);
    pin(count->index_steps);
}

static void pin_action(const sked_action *action, const sked_set *processors) {
    pin((uint64_t)action->kind + 10 * (uint64_t)action->reason + 100 * action->id);
    pin(action->tag + 1000 * action->head);
    pin_times(action->start, action->end);
    pin_time(action->shadow);
    pin(action->width + 100 * action->extra);
    pin_set(processors);
}

static void pin_job(const sked_job_info *job) {
    pin((uint64_t)job->running + 2 * (uint64_t)job->background + 4 * job->width);
    pin(job->progress_permille);
    pin(job->position);
    pin(job->processors_down + 100 * job->key + 10000 * job->tag);
    pin_times(job->estimate, job->start);
    pin_times(job->end, job->reserved);
}

/* ---- laws ------------------------------------------------------------------------------------ */

/* What a job's info say of where it is; it runs on as many processors as it is wide. */
static void check_job(uint64_t id, sked_set *on) {
    sked_job_info job;
    const sked_status status = sked_queue_get_job(&queue, id, &job, on);
    CHECK_SEED(id, (status == SKED_OK) == (where[id] != ABSENT));
    if (status != SKED_OK) {
        CHECK_SEED(id, status == SKED_E_UNKNOWN);
        return;
    }
    CHECK_SEED(id, job.running == (where[id] >= RUNNING));
    CHECK_SEED(id, job.background == (where[id] == BEHIND));
    CHECK_SEED(id, (job.position == SKED_NONE) == (where[id] == RUNNING));
    CHECK_SEED(id, sked_set_count(on) == (job.running ? job.width : 0));
    CHECK_SEED(id, !job.running || settings.backgrounds > 0 || job.start <= now);
    CHECK_SEED(id, where[id] == RUNNING || job.end == NEVER);
    pin_job(&job);
}

/* No processor has two jobs in its foreground; those without one, and not down, are free. */
static void check_laws(void) {
    sked_set on = sked_set_of(set_words[2], PROCESSORS);
    sked_set busy = sked_set_of(set_words[3], PROCESSORS), either;
    sked_queue_info info;
    uint32_t running = 0, wide = 0;
    uint64_t id;
    for (id = 0; id < IDS; id++) {
        check_job(id, &on);
        if (where[id] == RUNNING) {
            sked_set_or(&busy, &on);
            wide += sked_set_count(&on);
            running++;
        }
    }
    CHECK(wide == sked_set_count(&busy));
    either = sked_set_of(set_words[2], PROCESSORS);
    sked_set_copy(&either, &busy);
    sked_set_or(&either, &down);
    CHECK(sked_queue_get_info(&queue, &info) == SKED_OK && info.now == now);
    CHECK(info.running == running && info.processors_down == sked_set_count(&down));
    CHECK(info.processors_free + sked_set_count(&either) == PROCESSORS);
}

/* Only jobs that were submitted start; only on processors that are up and idle; at once. */
static void check_action(const sked_action *action, const sked_set *processors) {
    static const int before[] = {WAITING, RUNNING, WAITING, BEHIND, BEHIND, BEHIND};
    static const int after[] = {RUNNING, RUNNING, BEHIND, RUNNING, RUNNING, RUNNING};
    const int is_lost = action->kind == SKED_LOST;
    CHECK(action->id < IDS && action->kind <= SKED_MIGRATE);
    CHECK(where[action->id] == before[action->kind] || (is_lost && where[action->id] == BEHIND));
    CHECK(is_lost || sked_set_count(processors) == action->width);
    CHECK(is_lost ? sked_set_is_subset(processors, &down) : action->start == now);
    sets[2] = sked_set_of(set_words[2], PROCESSORS);
    sked_set_copy(&sets[2], processors);
    sked_set_and(&sets[2], &down);
    CHECK(is_lost || sked_set_count(&sets[2]) == 0);
    where[action->id] = is_lost ? where[action->id] : after[action->kind];
}

/* The pins know by another number that a queue has backgrounds, or none. */
static sked_status as_pinned(sked_status status) {
    CHECK(status != SKED_E_SETTING);
    return status == SKED_E_BACKGROUNDS || status == SKED_E_NO_BACKGROUND ? SKED_E_SETTING : status;
}

/* ---- passes ---------------------------------------------------------------------------------- */

static sked_status plan(sked_queue *which) {
    return settings.backgrounds > 0 || tiers.options != 0 ? sked_tiers_plan(which, &tiers, now)
                                                          : sked_queue_plan(which, now);
}

static sked_status next(sked_queue *which, sked_action *action, sked_set *processors) {
    return settings.backgrounds > 0 || tiers.options != 0
               ? sked_tiers_next(which, action, processors)
               : sked_queue_next(which, action, processors);
}

/* When to plan again as long as anybody is in line. */
static sked_time next_in_line(const sked_queue *which) {
    sked_queue_info info;
    CHECK(sked_queue_get_info(which, &info) == SKED_OK);
    return info.waiting + info.background > 0 ? sked_queue_next_time(which) : NEVER;
}

static void pass(sked_queue *which, uint32_t actions_max) {
    sked_set processors = sked_set_of(set_words[1], PROCESSORS);
    sked_action action;
    CHECK(told(plan(which)) == SKED_OK);
    while (actions_max > 0 && next(which, &action, &processors) == SKED_OK) {
        pin_action(&action, &processors);
        if (which == &queue) {
            check_action(&action, &processors);
        }
        actions_max--;
    }
    told(actions_max == 0 ? sked_queue_plan_end(which) : SKED_DONE);
    CHECK(sked_queue_plan_end(which) == SKED_E_NO_PASS);
    pin_info(which);
    pin_time(next_in_line(which));
}

/* While a pass is open, everything that would change the queue is refused. */
static void pass_with_refusals(void) {
    sked_job job = {.estimate = 1, .width = 1};
    sked_span span = {.start = 0, .end = NEVER, .count = 1};
    sked_action action;
    sked_forecast forecast;
    const void *block;
    size_t bytes;
    sets[2] = sked_set_of(set_words[2], PROCESSORS + 1);
    CHECK(plan(&queue) == SKED_OK && plan(&queue) == SKED_E_BUSY);
    CHECK(sked_queue_submit(&queue, &job, now) == SKED_E_BUSY);
    CHECK(sked_queue_finish(&queue, 1, now) == SKED_E_BUSY);
    CHECK(sked_queue_cancel(&queue, 1, now) == SKED_E_BUSY);
    CHECK(sked_queue_requeue(&queue, 1, now) == SKED_E_BUSY);
    CHECK(sked_queue_book(&queue, 1, &span, now) == SKED_E_BUSY);
    CHECK(sked_queue_unbook(&queue, 1, now) == SKED_E_BUSY);
    CHECK(sked_queue_down(&queue, &down, now) == SKED_E_BUSY);
    CHECK(sked_queue_up(&queue, &down, now) == SKED_E_BUSY);
    CHECK(sked_tiers_report(&queue, 1, 1, NULL, now) == SKED_E_BUSY);
    CHECK(sked_queue_grow(&queue, JOBS_MAX, BOOKINGS_MAX) == SKED_E_BUSY);
    CHECK(sked_queue_seal(&queue, &block, &bytes) == SKED_E_BUSY);
    CHECK(sked_queue_forecast(&queue, now, &forecast, 1, rooms[2], sizeof(rooms[2])) ==
          SKED_E_BUSY);
    CHECK(next(&queue, &action, &sets[2]) == SKED_E_RANGE);
    CHECK(sked_queue_plan_end(&queue) == SKED_OK);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Mostly what is right: the time of all events. */
static sked_time any_now(void) {
    const uint32_t style = any_below(50);
    return style == 0 ? now - 1 : style == 1 ? -1 : style == 2 ? NEVER : now;
}

static void submit(void) {
    const uint32_t style = any_below(24);
    const sked_time at = any_now();
    sked_job job = SKED_ZERO;
    job.id = any_below(IDS);
    job.key = any_below(5);
    job.tag = any_below(90);
    job.width = style == 0 ? any_below(PROCESSORS + 2) : 1 + any_below(style < 8 ? 60 : 24);
    job.estimate = style == 1 ? -1 : style == 2 ? 0 : style == 3 ? NEVER
                 : style == 4 ? SKED_TIME_MAX + (sked_time)any_below(2)
                 : 1 + (sked_time)any_below(style < 10 ? 60 : 12);
    if (told(sked_queue_submit(&queue, &job, at)) == SKED_OK) {
        CHECK_SEED(job.id, where[job.id] == ABSENT);
        where[job.id] = WAITING;
    }
}

static void finish(uint64_t id) {
    const sked_time at = any_now();
    const sked_status status = told(sked_queue_finish(&queue, id, at));
    CHECK(at != now || status == (where[id] == ABSENT ? SKED_E_UNKNOWN
                                  : where[id] == WAITING ? SKED_E_NOT_RUNNING : SKED_OK));
    where[id] = status == SKED_OK ? ABSENT : where[id];
}

static void cancel(uint64_t id) {
    const sked_time at = any_now();
    const sked_status status = told(sked_queue_cancel(&queue, id, at));
    CHECK(at != now || status == (where[id] == ABSENT ? SKED_E_UNKNOWN
                                  : where[id] == RUNNING ? SKED_E_NOT_WAITING : SKED_OK));
    where[id] = status == SKED_OK ? ABSENT : where[id];
}

static void give_back(uint64_t id) {
    const sked_time at = any_now();
    const sked_status status = told(sked_queue_requeue(&queue, id, at));
    CHECK(at != now || (status == SKED_OK) == (where[id] >= RUNNING));
    where[id] = status == SKED_OK ? WAITING : where[id];
}

/* Most of those whose time is over end; some are overdue. */
static void finish_due(void) {
    uint64_t id = 0;
    uint32_t position = 0;
    sked_job_info job;
    while (sked_queue_running_at(&queue, position, &id) == SKED_OK) {
        CHECK(sked_queue_get_job(&queue, id, &job, NULL) == SKED_OK);
        if (job.end > now) {
            break;
        }
        if (any_below(8) == 0) {
            position++;
        } else {
            CHECK(told(sked_queue_finish(&queue, id, now)) == SKED_OK);
            where[id] = ABSENT;
        }
    }
}

static void book(void) {
    const uint32_t style = any_below(12);
    const uint64_t id = any_below(8);
    sked_span span;
    span.start = style == 0 ? -1 : now + (sked_time)any_below(20) - (style == 1 && now > 4 ? 5 : 0);
    span.end = style == 2 ? NEVER : style == 3 ? span.start
                                               : span.start + 1 + (sked_time)any_below(25);
    span.count = style == 4 ? any_below(PROCESSORS + 2) : 1 + any_below(25);
    span.set = style < 6 ? NULL : any_set(0);
    told(sked_queue_book(&queue, id, &span, any_now()));
    if (any_below(3) == 0) {
        const uint64_t other = any_below(8);
        told(sked_queue_unbook(&queue, other, any_now()));
    }
}

static void change_world(void) {
    const int is_down = any_below(5) < 2;
    const sked_set *set = any_set(0);
    const sked_time at = any_now();
    if (told(is_down ? sked_queue_down(&queue, set, at) : sked_queue_up(&queue, set, at)) ==
        SKED_OK) {
        if (is_down) {
            sked_set_or(&down, set);
        } else {
            sked_set_andnot(&down, set);
        }
    }
}

static void report(void) {
    uint16_t usage[PROCESSORS];
    const uint64_t id = any_below(IDS);
    const uint32_t progress = any_below(4) == 0 ? SKED_NONE : any_below(1010);
    const int is_usage = any_below(3) > 0;
    uint32_t i;
    for (i = 0; i < PROCESSORS; i++) {
        usage[i] = (uint16_t)any_below(1000);
    }
    usage[0] = (uint16_t)(usage[0] + (any_below(40) == 0) * 1000);
    told(as_pinned(sked_tiers_report(&queue, id, progress, is_usage ? usage : NULL, any_now())));
}

/* ---- questions ------------------------------------------------------------------------------- */

static void ask_lists(void) {
    sked_set set = sked_set_of(set_words[1], PROCESSORS);
    sked_span span;
    uint64_t id = 0;
    uint32_t i;
    for (i = 0; told(sked_queue_waiting_at(&queue, i, &id)) == SKED_OK; i++) {
        CHECK(where[id] == WAITING || where[id] == BEHIND);
        pin(id);
    }
    for (i = 0; told(sked_queue_running_at(&queue, i, &id)) == SKED_OK; i++) {
        CHECK(where[id] == RUNNING);
        pin(id);
    }
    for (i = 0; told(sked_queue_booking_at(&queue, i, &id, &span, &set)) == SKED_OK; i++) {
        pin(id + 100 * (uint64_t)span.count);
        pin_times(span.start, span.end);
        if (span.set != NULL) {
            pin_set(span.set);
        }
    }
}

static void ask_places(void) {
    static sked_place places[PROCESSORS];
    const uint64_t id = any_below(IDS);
    const uint32_t max = any_below(6) == 0 ? any_below(4) : (uint32_t)PROCESSORS;
    uint64_t other = 0;
    uint32_t i;
    sked_job_info job;
    if (told(sked_tiers_get_places(&queue, id, places, max)) == SKED_OK) {
        CHECK(sked_queue_get_job(&queue, id, &job, NULL) == SKED_OK);
        for (i = 0; i < job.width; i++) {
            pin(places[i].processor + 100 * places[i].tier);
            CHECK(sked_tiers_job_on(&queue, places[i], &other) == SKED_OK && other == id);
        }
    }
    for (i = 0; i < PROCESSORS + 1; i++) {
        places[0].processor = i;
        places[0].tier = i % (TIERS + 1);
        pin(told(sked_tiers_job_on(&queue, places[0], &other)) == SKED_OK ? other : 0);
        pin(told(sked_queue_job_on(&queue, i, &other)) == SKED_OK ? other : 0);
    }
}

/* Who is forecast starts from now on, for its estimate; all that wait, in their order. */
static void ask_forecast(void) {
    static sked_forecast forecasts[JOBS_MAX];
    const uint32_t max = any_below(8) == 0 ? any_below(4) : (uint32_t)JOBS_MAX;
    sked_queue_info info;
    uint64_t id = 0;
    uint32_t i;
    CHECK(sked_queue_get_info(&queue, &info) == SKED_OK && info.bytes <= sizeof(rooms[2]));
    CHECK(settings.backgrounds > 0 || sked_queue_forecast(&queue, now, forecasts, JOBS_MAX,
                                                          rooms[2], info.bytes - 1) ==
                                          SKED_E_BLOCK);
    if (told(as_pinned(sked_queue_forecast(&queue, any_now(), forecasts, max, rooms[2],
                                           info.bytes))) !=
        SKED_OK) {
        return;
    }
    for (i = 0; i < info.waiting; i++) {
        CHECK(sked_queue_waiting_at(&queue, i, &id) == SKED_OK && id == forecasts[i].id);
        CHECK(forecasts[i].start >= now && forecasts[i].end >= forecasts[i].start);
        pin(forecasts[i].id);
        pin_times(forecasts[i].start, forecasts[i].end);
        pin(forecasts[i].start == NEVER ? 0 : (uint64_t)forecasts[i].reason);
    }
}

/* ---- other blocks ---------------------------------------------------------------------------- */

/* A copy decides as the first one would. */
static void check_copy(sked_queue *copy) {
    const uint64_t before = pin_sum;
    uint64_t by_copy;
    CHECK(sked_queue_validate(copy) == SKED_OK);
    pass(copy, SKED_NONE);
    by_copy = pin_sum;
    pin_sum = before;
    pass(&queue, SKED_NONE);
    CHECK(pin_sum == by_copy);
}

static void save(const sked_picker *picker) {
    const void *block = NULL;
    size_t bytes = 0, i;
    sked_queue opened;
    CHECK(sked_queue_seal(&queue, &block, &bytes) == SKED_OK && bytes <= sizeof(rooms[2]));
    for (i = 0; i < bytes; i++) {
        ((unsigned char *)rooms[2])[i] = ((const unsigned char *)block)[i];
    }
    CHECK(sked_queue_open(&opened, picker, rooms[2], bytes - 1) == SKED_E_LENGTH);
    CHECK(sked_queue_open(&opened, picker, rooms[2], bytes) == SKED_OK);
    CHECK(sked_queue_grow(&opened, JOBS_MAX, BOOKINGS_MAX) == SKED_E_FIXED);
    check_copy(&opened);
    sked_queue_destroy(&opened);
}

static void branch(void) {
    sked_queue_info info;
    sked_queue copy;
    CHECK(sked_queue_get_info(&queue, &info) == SKED_OK);
    CHECK(sked_queue_branch(&queue, &copy, rooms[2], info.bytes - 1) == SKED_E_BLOCK);
    CHECK(sked_queue_branch(&queue, &copy, rooms[2], info.bytes) == SKED_OK);
    check_copy(&copy);
    sked_queue_destroy(&copy);
}

/* Goes on in a clone. */
static void clone(void) {
    sked_queue copy;
    CHECK(sked_queue_clone(&queue, &copy, memory()) == SKED_OK);
    sked_queue_destroy(&queue);
    queue = copy;
    CHECK(sked_queue_validate(&queue) == SKED_OK);
}

static void grow(void) {
    const uint32_t jobs = 6 + any_below(JOBS_MAX - 5), bookings = any_below(BOOKINGS_MAX + 1);
    sked_queue_info before, after;
    CHECK(sked_queue_get_info(&queue, &before) == SKED_OK);
    if (told(sked_queue_grow(&queue, jobs, bookings)) == SKED_OK) {
        CHECK(jobs >= before.jobs_max && bookings >= before.bookings_max);
        CHECK(sked_queue_validate(&queue) == SKED_OK);
    } else {
        CHECK(jobs < before.jobs_max || bookings < before.bookings_max);
    }
    CHECK(sked_queue_get_info(&queue, &after) == SKED_OK && after.waiting == before.waiting);
    CHECK(after.bytes >= before.bytes && after.running == before.running);
}

/* ---- walks ----------------------------------------------------------------------------------- */

static void take_step(const sked_picker *picker) {
    const uint32_t what = any_below(40);
    if (what < 16) {
        submit();
    } else if (what < 19) {
        finish(any_below(IDS));
    } else if (what < 21) {
        cancel(any_below(IDS));
    } else if (what < 22) {
        give_back(any_below(IDS));
    } else if (what < 25) {
        book();
    } else if (what < 28) {
        change_world();
    } else if (what < 31) {
        report();
    } else if (what < 33) {
        ask_lists();
        ask_places();
    } else if (what < 35) {
        ask_forecast();
    } else if (what < 36) {
        save(picker);
    } else if (what < 37) {
        branch();
    } else if (what < 38) {
        clone();
    } else if (what < 39) {
        grow();
    } else {
        pass_with_refusals();
    }
}

/* Time goes on by a little, or to when the queue wants to plan again. */
static void pass_time(void) {
    const uint32_t style = any_below(8);
    sked_time wanted = next_in_line(&queue);
    if (style < 3) {
        now += (sked_time)any_below(5);
    } else if (style == 3 && wanted != NEVER && wanted < now + 1000) {
        now = wanted;
    }
    finish_due();
    if (style < 6) {
        pass(&queue, style == 5 ? 1 : SKED_NONE);
    }
}

enum { PLACES = 5, STEPS = 80 };

static void walk(uint64_t seed, const sked_picker *picker, const uint32_t *pins) {
    uint32_t step, id;
    pins_begin(seed);
    now = 0;
    down = sked_set_of(down_words, PROCESSORS);
    for (id = 0; id < IDS; id++) {
        where[id] = ABSENT;
    }
    CHECK(sked_queue_create(&queue, &settings, picker, memory()) == SKED_OK);
    for (step = 0; step < PLACES * STEPS; step++) {
        take_step(picker);
        pass_time();
        check_laws();
        if (step % STEPS == STEPS - 1) {
            CHECK_SEED(seed, sked_queue_validate(&queue) == SKED_OK);
            pins_compare(seed, pins, step / STEPS);
        }
    }
    sked_queue_destroy(&queue);
    CHECK(rooms_used[0] == 0 && rooms_used[1] == 0);
}

static void set_up(sked_order order, sked_order backfill, uint32_t depth,
                   sked_reservations reservations) {
    settings.processors = PROCESSORS;
    settings.jobs_max = 16;
    settings.bookings_max = 3;
    settings.estimate_missing = SKED_REFUSE_MISSING;
    settings.order = order;
    settings.backfill_order = backfill;
    settings.depth = depth == 0 ? SKED_NO_RESERVATIONS : depth;
    settings.reservations = reservations;
    settings.backgrounds = 0;
    settings.background_order = SKED_FCFS;
    tiers.options = 0;
}

static void set_up_tiers(sked_tiers_policy policy, uint32_t options, uint32_t backgrounds) {
    settings.backgrounds = backgrounds;
    tiers.policy = policy;
    tiers.options = options;
    tiers.migration = 2;
    tiers.usage_limit_permille = 700;
    tiers.width_max = 0;
    tiers.estimate_max = 0;
    tiers.usage.usage = NULL;
    tiers.usage.ctx = NULL;
}

static const sked_picker thirds = {pick_thirds, NULL};

static void test_orders(void) {
    static const uint32_t pins[][PLACES] = {
        {0xD08B938B, 0xA79F1DAD, 0x44C563EE, 0x5A812F32, 0x0B3FCF32},
        {0xF10DC7E4, 0x12CD0F60, 0x424EE77A, 0xDA61527C, 0xE984980F},
        {0x452E8D24, 0x79578D41, 0x0A133659, 0x2BED4386, 0x3D532C72},
        {0x382ADDAC, 0x54D3CF26, 0xD2E5EA85, 0xEE9D355D, 0xB4894F4E}
    };
    set_up(SKED_FCFS, SKED_FCFS, 0, SKED_REBUILD);
    walk(1, NULL, pins[0]);
    set_up(SKED_FCFS, SKED_FCFS, 1, SKED_REBUILD);
    settings.estimate_missing = 25;
    walk(2, NULL, pins[1]);
    set_up(SKED_FCFS, SKED_SJF, 1, SKED_REBUILD);
    settings.estimate_missing = NEVER;
    walk(3, &thirds, pins[2]);
    set_up(SKED_SJF, SKED_NARROWEST, 1, SKED_REBUILD);
    walk(4, NULL, pins[3]);
}

static void test_depths(void) {
    static const uint32_t pins[][PLACES] = {
        {0xBBC25C5D, 0x75D61900, 0x4659D415, 0x82A3CA13, 0x77141E64},
        {0xB1A90ABA, 0x7AEA11A8, 0x4DA57DF0, 0x10F4430C, 0xEC9C5AE4},
        {0x1BF1567D, 0x4052BB11, 0xAF0EB5AD, 0x68C04F13, 0x9F18B218},
        {0x34AFB1B4, 0x7E345EB3, 0x07A852C2, 0x382451FC, 0x23F8CB9E},
        {0x829A6498, 0xE33D55C5, 0xF7C1651E, 0x18AA8F70, 0xB46245E5}
    };
    set_up(SKED_BY_KEY, SKED_FCFS, 3, SKED_REBUILD);
    walk(5, NULL, pins[0]);
    set_up(SKED_NARROWEST, SKED_BY_KEY, 6, SKED_REBUILD);
    walk(6, &thirds, pins[1]);
    set_up(SKED_FCFS, SKED_FCFS, SKED_ALL, SKED_REBUILD);
    walk(7, NULL, pins[2]);
    set_up(SKED_FCFS, SKED_FCFS, SKED_ALL, SKED_COMPRESS);
    walk(8, NULL, pins[3]);
    set_up(SKED_BY_KEY, SKED_FCFS, SKED_ALL, SKED_COMPRESS);
    settings.estimate_missing = 9;
    walk(9, &thirds, pins[4]);
}

static void test_tiers(void) {
    static const uint32_t pins[][PLACES] = {
        {0xB54AC3F1, 0x80CF01C9, 0xB036633E, 0x1B60D55B, 0xFF21E1D8},
        {0xF03FE708, 0x0CEB14EB, 0x66FE5421, 0x4F09E5D2, 0x823392C8},
        {0x70B827AD, 0x84769846, 0xDF0B2FE3, 0x8D06BC61, 0x9DF40652},
        {0xBA8B69E3, 0xBA0975C9, 0x3D6D1C33, 0xD67D8B49, 0xC7DF52E9},
        {0x2BB30ABF, 0xADE274C1, 0x949A1907, 0xDC3F3786, 0xD858E5FD},
        {0x3237151C, 0xCAFAB7BC, 0x3574A1C2, 0xAD7DAA4B, 0x99A132F9}
    };
    set_up(SKED_FCFS, SKED_FCFS, 1, SKED_REBUILD);
    set_up_tiers(SKED_KEASY, 0, 1);
    walk(10, NULL, pins[0]);
    set_up_tiers(SKED_REASY, SKED_TIERS_FULL, 1);
    walk(11, NULL, pins[1]);
    set_up_tiers(SKED_MEASY, SKED_TIERS_FULL | SKED_TIERS_REMAINING, 2);
    tiers.usage.usage = usage_of;
    settings.background_order = SKED_SJF;
    walk(12, NULL, pins[2]);
    set_up(SKED_SJF, SKED_SJF, 1, SKED_REBUILD);
    set_up_tiers(SKED_REASY, SKED_TIERS_REMAINING | SKED_TIERS_PICKER, 3);
    tiers.usage_limit_permille = 1500;
    tiers.width_max = 12;
    tiers.estimate_max = 30;
    walk(13, &thirds, pins[3]);
    set_up(SKED_FCFS, SKED_FCFS, 0, SKED_REBUILD);
    set_up_tiers(SKED_MEASY, 0, 1);
    settings.background_order = SKED_NARROWEST;
    walk(14, NULL, pins[4]);
    set_up_tiers(SKED_MEASY, SKED_TIERS_PICKER, 0);
    walk(15, &thirds, pins[5]);
}

/* ---- a backlog ------------------------------------------------------------------------------- */

/* Ends what is due, and one that is early. */
static void finish_some(sked_queue *which) {
    sked_job_info job;
    uint64_t id = 0;
    uint32_t position = any_below(6);
    if (sked_queue_running_at(which, position, &id) == SKED_OK) {
        told(sked_queue_finish(which, id, now));
    }
    while (sked_queue_running_at(which, 0, &id) == SKED_OK &&
           sked_queue_get_job(which, id, &job, NULL) == SKED_OK && job.end <= now) {
        told(sked_queue_finish(which, id, now));
    }
}

static void submit_some(sked_queue *which, uint32_t step) {
    sked_job job = {0};
    uint32_t i;
    for (i = 0; i < 5; i++) {
        const uint32_t octave = any_below(9);
        job.id = 5 * step + i;
        job.key = any_below(50);
        job.estimate = (1 << octave) + (sked_time)any_below(1u << octave);
        job.width = 1 + any_below(i == 0 ? PROCESSORS : PROCESSORS / 3);
        told(sked_queue_submit(which, &job, now));
    }
}

/* Many jobs wait: what one search has learnt serves the next. */
static void pile_up(uint64_t seed, const uint32_t *pins) {
    static sked_queue backlog;
    sked_span span = {.start = 0, .count = 9};
    uint32_t step;
    pins_begin(seed);
    now = 0;
    settings.jobs_max = 90;
    CHECK(sked_queue_init(&backlog, &settings, NULL, rooms, sizeof(rooms)) == SKED_OK);
    for (step = 0; step < PLACES * 12; step++) {
        submit_some(&backlog, step);
        pass(&backlog, SKED_NONE);
        now += 1 + (sked_time)any_below(40);
        if (step % 12 == 7) {
            span.start = now + 20;
            span.end = now + 90;
            told(sked_queue_book(&backlog, step, &span, now));
        }
        finish_some(&backlog);
        if (step % 12 == 11) {
            CHECK_SEED(seed, sked_queue_validate(&backlog) == SKED_OK);
            pins_compare(seed, pins, step / 12);
        }
    }
}

static void test_backlogs(void) {
    static const uint32_t pins[][PLACES] = {
        {0x6C1F6D0F, 0xE4362733, 0x5162C0E3, 0x6C31479D, 0x77B36669},
        {0x79BD9E91, 0x1B17F942, 0x39E5E721, 0xB6B3898F, 0x5CFB5749},
        {0x1B6E9DAB, 0x04913B71, 0xAA6E328F, 0x39B89588, 0x9EFC0C74},
        {0x93FFA99B, 0x4903C80B, 0x109E96DC, 0x7BE71756, 0xCC9861C1}
    };
    set_up(SKED_FCFS, SKED_FCFS, SKED_ALL, SKED_COMPRESS);
    pile_up(16, pins[0]);
    set_up(SKED_BY_KEY, SKED_FCFS, SKED_ALL, SKED_REBUILD);
    pile_up(17, pins[1]);
    set_up(SKED_NARROWEST, SKED_SJF, 20, SKED_REBUILD);
    pile_up(18, pins[2]);
    set_up(SKED_FCFS, SKED_SJF, 1, SKED_REBUILD);
    pile_up(19, pins[3]);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static int is_sound(void) {
    return sked_queue_validate(&queue) == SKED_OK;
}

/* Is a block laid out as where the pins of damage were found? Layouts differ, decisions do not. */
static int is_laid_out_so(void) {
    return is_little_endian() && SKED_WORD_BITS == 64 && sizeof(size_t) == 8;
}

/* How many damages to words of a block in use are not noticed? */
static void damage_all(uint64_t seed, const uint32_t *pins) {
    sked_queue_info info;
    uint32_t i;
    pins_begin(seed);
    now = 0;
    down = sked_set_of(down_words, PROCESSORS);
    for (i = 0; i < IDS; i++) {
        where[i] = ABSENT;
    }
    settings.jobs_max = 10;
    settings.bookings_max = 2;
    CHECK(sked_queue_init(&queue, &settings, NULL, rooms, sizeof(rooms)) == SKED_OK);
    for (i = 0; i < 25; i++) {
        submit();
        book();
        now += (sked_time)any_below(3);
        finish_due();
        pass(&queue, SKED_NONE);
    }
    CHECK(is_sound() && sked_queue_get_info(&queue, &info) == SKED_OK);
    pin(info.waiting + 100 * info.running + 10000 * info.background);
    pin(damages_missed(rooms, SKED_SEAL_BYTES, info.bytes, is_sound));
    if (is_laid_out_so()) {
        pins_compare(seed, pins, 0);
    }
}

static void test_damage(void) {
    static const uint32_t pins[][1] = {
        {0x28AAF9CA},
        {0x1CF990F9},
        {0x0BBD3488}
    };
    set_up(SKED_FCFS, SKED_FCFS, SKED_ALL, SKED_COMPRESS);
    damage_all(20, pins[0]);
    set_up(SKED_SJF, SKED_FCFS, 1, SKED_REBUILD);
    damage_all(21, pins[1]);
    set_up_tiers(SKED_MEASY, SKED_TIERS_FULL, 1);
    damage_all(22, pins[2]);
}

int main(void) {
    test_orders();
    test_depths();
    test_tiers();
    test_backlogs();
    test_damage();
    return check_done("queue_pins");
}
