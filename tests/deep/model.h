/* model.h: what the models of the queue are made of in the deep tests: times, bookings, decisions;
 * and traces of calls. */
/* SPDX-License-Identifier: MIT */
#ifndef MODEL_H_INCLUDED
#define MODEL_H_INCLUDED

/* The includer defines PROCESSORS_MAX, and has included sched.h and harness.h. oracle.h
 * goes on where the includer's models are known. */

typedef enum place {
    GONE,
    WAITING,
    BARRED,                             /* it waits for something besides processors */
    RUNNING,                            /* where there are backgrounds: in the foreground */
    BACKGROUND
} place;

/* Where the block of a queue comes from. */
typedef enum origin { BY_MAKE, BY_INIT, BY_GROWING, ORIGINS } origin;

typedef struct model_booking {
    int kept;                           /* not yet taken back, nor forgotten                  */
    int begun;                          /* a plan or book has looked whether it is in conflict */
    int by_set;
    int owned;                          /* by the job at the place `owner` of jobs[]          */
    int owner;
    uint64_t id, turn;                  /* turn: more than that of all booked before           */
    sked_time start, end;
    uint32_t count;
    unsigned char in[PROCESSORS_MAX];
} model_booking;

typedef struct decision {
    sked_action action;
    unsigned char on[PROCESSORS_MAX];
} decision;

/* A model's settings as the kit has them: a model says 0 for no reservations. */
static sked_queue_settings kit_settings(const sked_queue_settings *settings) {
    sked_queue_settings kit = *settings;
    if (kit.depth == 0) {
        kit.depth = SKED_NO_RESERVATIONS;
    } else if (kit.depth == 1 && kit.jobs_max % 2 == 0) {
        kit.depth = 0;                  /* which is 1, too */
    }
    return kit;
}

static sked_time plus(sked_time point, sked_time length) {
    if (point == SKED_NEVER || length == SKED_NEVER || point > SKED_TIME_MAX - length) {
        return SKED_NEVER;
    }
    return point + length;
}

static sked_time clamp(sked_time point) {
    return point > SKED_TIME_MAX ? SKED_TIME_MAX : point;
}

/* But for `extra` where numbers are not enough: around bookings. */
static int same_action(const sked_action *a, const sked_action *b, int with_extra) {
    return a->kind == b->kind && a->reason == b->reason && a->id == b->id && a->tag == b->tag &&
           a->start == b->start && a->end == b->end && a->width == b->width &&
           a->shadow == b->shadow && a->head == b->head &&
           (!with_extra || a->extra == b->extra);
}

static void plain_set(const sked_set *set, unsigned char *plain) {
    uint32_t processor;
    memset(plain, 0, PROCESSORS_MAX);
    for (processor = 0; processor < set->size; processor++) {
        plain[processor] = (unsigned char)sked_set_has(set, processor);
    }
}

/* ---- traces of calls: what to read after a failure ------------------------------------------- */

static void trace_call(const char *name, uint64_t id, sked_time now) {
    if (tracing) {
        printf("%-8s id %llu now %lld", name, (unsigned long long)id, (long long)now);
    }
}

static void trace_submit(const sked_job *job, sked_time now) {
    trace_call("submit", job->id, now);
    if (tracing) {
        printf(" key %llu width %lu estimate %lld options %lu bars %lu account %lu",
               (unsigned long long)job->key, (unsigned long)job->width, (long long)job->estimate,
               (unsigned long)job->options, (unsigned long)job->bars,
               (unsigned long)job->account);
    }
}

static void trace_status(sked_status status) {
    if (tracing) {
        printf(" -> %s\n", sked_status_text(status));
    }
}

static void trace_set(const sked_set *set) {
    uint32_t processor;
    for (processor = 0; tracing && processor < set->size; processor++) {
        printf("%c", sked_set_has(set, processor) ? '#' : '.');
    }
}

static void trace_span(const sked_span *span) {
    if (tracing) {
        printf(" [%lld, %lld) ", (long long)span->start, (long long)span->end);
        if (span->set != NULL) {
            trace_set(span->set);
        } else {
            printf("count %lu", (unsigned long)span->count);
        }
    }
}

static void print_action(const char *who, const sked_action *action, const unsigned char *on,
                         uint32_t processors) {
    uint32_t processor;
    printf("  %-8s kind %d reason %d id %llu tag %llx [%lld, %lld) width %lu", who,
           (int)action->kind, (int)action->reason, (unsigned long long)action->id,
           (unsigned long long)action->tag, (long long)action->start, (long long)action->end,
           (unsigned long)action->width);
    printf(" head %llu shadow %lld extra %lu on ", (unsigned long long)action->head,
           (long long)action->shadow, (unsigned long)action->extra);
    for (processor = 0; processor < processors; processor++) {
        printf("%c", on[processor] ? '#' : '.');
    }
    printf("\n");
}

static inline void trace_action(const char *who, const sked_action *action, const sked_set *on) {
    unsigned char plain[PROCESSORS_MAX];
    if (tracing) {
        plain_set(on, plain);
        print_action(who, action, plain, on->size);
    }
}

#endif
