/* site.c - deep tests of the site: a slow model beside it in random life, and laws that need none.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched.h"

#define DEEP_NAME "site"
#include "harness.h"

#include "site_place.h"
#include "site_model.h"

/* Twice the same: one for the site, one for the model. */
typedef struct tables {
    sked_experience times, users, traffic;
    sked_site_experience experience;
    void *block[3];                     /* of the test, where they were opened */
} tables;

/* Of a site and its copy, the one that does not go on: nothing of it may change. */
typedef struct aside {
    sked_site site;
    void *block;                        /* NULL: memory of a ledger */
    tables *told;                       /* its own; NULL: those of the site that goes on */
    unsigned char *kept, *kept_times;   /* what it was; NULL: there is no such site */
} aside;

typedef struct world {
    uint64_t seed, ids;
    uint32_t step;
    place place;
    tables *told, shelf[2], model_told; /* told: one of the shelf */
    uint64_t copying;                   /* random numbers for copies alone */
    aside aside;
    site_model model;
    sked_site site;
    void *block;                        /* NULL: the site was made with the memory of a ledger */
    size_t live_blocks;
    uint64_t on[MODEL_MACHINES];        /* by the decisions alone: who runs there; 0: nobody */
    uint32_t calm;                      /* no loads, no losses, no traffic */
} world;

static uint32_t below(world *w, uint32_t bound) {
    return check_below(&w->place.random, bound);
}

static uint32_t one_in(world *w, uint32_t bound) {
    return below(w, bound) == 0;
}

/* ---- the two beside each other --------------------------------------------------------------- */

static void *ledger_alloc(void *ctx, size_t size) {
    ++*(size_t *)ctx;
    return malloc(size);
}

static void ledger_free(void *ctx, void *block, size_t size) {
    memset(block, 0x5A, size);
    --*(size_t *)ctx;
    free(block);
}

static sked_mem ledger(world *w) {
    sked_mem mem;
    mem.alloc = ledger_alloc;
    mem.free = ledger_free;
    mem.ctx = &w->live_blocks;
    return mem;
}

/* Some pairs were seen before. */
static void any_past(world *w, tables *t, tables *twin) {
    uint32_t n = one_in(w, 2) ? 0 : below(w, 20);
    while (n-- > 0) {
        const uint32_t job_class = below(w, w->place.shape.classes);
        const uint32_t resource = below(w, w->place.settings.resources);
        const sked_time length = 1 + (sked_time)below(w, 40);
        CHECK(sked_experience_add(&t->times, job_class, resource, length) == SKED_OK);
        CHECK(sked_experience_add(&twin->times, job_class, resource, length) == SKED_OK);
    }
}

static void make_tables(world *w, tables *t, int users, int traffic) {
    sked_experience_settings shape = w->place.shape;
    memset(t, 0, sizeof *t);
    CHECK_SEED(w->seed, sked_experience_create(&t->times, &shape, ledger(w)) == SKED_OK);
    shape.guesses = NULL;
    shape.ratings_q10 = NULL;
    CHECK_SEED(w->seed, sked_experience_create(&t->traffic, &shape, ledger(w)) == SKED_OK);
    shape.classes = w->place.settings.users;
    shape.resources = w->place.settings.queues;
    CHECK_SEED(w->seed, sked_experience_create(&t->users, &shape, ledger(w)) == SKED_OK);
    t->experience.times = &t->times;
    t->experience.users = users ? &t->users : NULL;
    t->experience.traffic = traffic ? &t->traffic : NULL;
}

static void drop_tables(tables *t) {
    uint32_t i;
    sked_experience_destroy(&t->times);
    sked_experience_destroy(&t->users);
    sked_experience_destroy(&t->traffic);
    for (i = 0; i < 3; i++) {
        free(t->block[i]);
    }
    memset(t, 0, sizeof *t);
}

static void open_model(world *w) {
    uint32_t m;
    memset(&w->model, 0, sizeof w->model);
    w->model.settings = w->place.settings;
    w->model.experience = w->model_told.experience;
    for (m = 0; m < MODEL_MACHINES; m++) {
        w->model.up[m] = m < w->place.settings.machines;
    }
}

/* Over a block of exactly the size that was told, or with memory that is counted. */
static int open_site(world *w) {
    const sked_site_settings *settings = &w->place.settings;
    size_t bytes = 0;
    sked_status status;
    const int users = below(w, 2) != 0, traffic = below(w, 2) != 0;
    w->told = &w->shelf[0];
    w->copying = ~w->seed;
    make_tables(w, w->told, users, traffic);
    make_tables(w, &w->model_told, users, traffic);
    any_past(w, w->told, &w->model_told);
    open_model(w);
    w->block = NULL;
    CHECK_SEED(w->seed, sked_site_bytes(settings, &bytes) == SKED_OK);
    if (one_in(w, 2)) {
        w->block = malloc(bytes);
        memset(w->block, 0xC3, bytes);
        status = sked_site_init(&w->site, settings, &w->told->experience, w->block, bytes);
    } else {
        status = sked_site_create(&w->site, settings, &w->told->experience, ledger(w));
    }
    CHECK_SEED(w->seed, status == SKED_OK);
    return status == SKED_OK;
}

/* ---- copies ---------------------------------------------------------------------------------- */

static void *copy_of(const void *bytes, size_t size) {
    void *copy = malloc(size);
    if (copy == NULL) {
        abort();
    }
    memcpy(copy, bytes, size);
    return copy;
}

/* One that was set aside has not changed while the other one went on; nor what it learns into. */
static void retire(world *w) {
    aside *old = &w->aside;
    if (old->kept == NULL) {
        return;
    }
    CHECK_SEED(w->seed, memcmp(old->site.state_, old->kept, old->site.bytes_) == 0);
    CHECK_SEED(w->seed, sked_site_validate(&old->site) == SKED_OK);
    sked_site_destroy(&old->site);
    free(old->block);
    free(old->kept);
    if (old->told != NULL) {
        CHECK_SEED(w->seed, memcmp(old->told->times.state_, old->kept_times,
                                   old->told->times.bytes_) == 0);
        drop_tables(old->told);
        free(old->kept_times);
    }
    memset(old, 0, sizeof *old);
}

static void copy_table(world *w, sked_experience *from, sked_experience *to, void **room) {
    const void *block = NULL;
    size_t bytes = 0;
    CHECK_SEED(w->seed, sked_experience_seal(from, &block, &bytes) == SKED_OK);
    *room = copy_of(block, bytes);
    CHECK_SEED(w->seed, sked_experience_open(to, *room, bytes) == SKED_OK);
}

static void copy_tables(world *w, tables *from, tables *to) {
    copy_table(w, &from->times, &to->times, &to->block[0]);
    copy_table(w, &from->users, &to->users, &to->block[1]);
    copy_table(w, &from->traffic, &to->traffic, &to->block[2]);
    to->experience.times = &to->times;
    to->experience.users = from->experience.users == NULL ? NULL : &to->users;
    to->experience.traffic = from->experience.traffic == NULL ? NULL : &to->traffic;
}

/* A branch, a clone, or a site that was saved and is opened. Returns its block, if that is ours. */
static void *copy_site(world *w, sked_site *copy, const sked_site_experience *experience) {
    const uint32_t way = check_below(&w->copying, 3);
    const void *sealed = NULL;
    size_t bytes = w->site.bytes_;
    sked_status status;
    void *block = NULL;
    if (way == 0) {
        block = malloc(bytes);
        status = sked_site_branch(&w->site, copy, experience, block, bytes);
    } else if (way == 1) {
        status = sked_site_clone(&w->site, copy, experience, ledger(w));
    } else {
        CHECK_SEED(w->seed, sked_site_seal(&w->site, &sealed, &bytes) == SKED_OK);
        block = copy_of(sealed, bytes);
        status = sked_site_open(copy, &w->place.settings,
                                experience == NULL ? &w->told->experience : experience, block,
                                bytes);
    }
    CHECK_SEED(w->seed, status == SKED_OK && sked_site_validate(copy) == SKED_OK);
    return block;
}

/* From now on one of both goes on, and the other one lies aside, until there is a new copy. */
static void copy_event(world *w) {
    sked_site copy;
    void *block;
    tables *own = NULL;
    retire(w);
    if (check_below(&w->copying, 2) == 0) {
        own = w->told == &w->shelf[0] ? &w->shelf[1] : &w->shelf[0];
        copy_tables(w, w->told, own);
    }
    block = copy_site(w, &copy, own == NULL ? NULL : &own->experience);
    w->aside.site = copy;
    w->aside.block = block;
    w->aside.told = own;
    if (check_below(&w->copying, 3) > 0) {          /* the copy goes on */
        w->aside.site = w->site;
        w->aside.block = w->block;
        w->site = copy;
        w->block = block;
        w->aside.told = own == NULL ? NULL : w->told;
        w->told = own == NULL ? w->told : own;
    }
    w->aside.kept = copy_of(w->aside.site.state_, w->aside.site.bytes_);
    if (w->aside.told != NULL) {
        w->aside.kept_times = copy_of(w->aside.told->times.state_,
                                      w->aside.told->times.bytes_);
    }
}

static void close_site(world *w) {
    retire(w);
    sked_site_destroy(&w->site);
    sked_site_destroy(&w->site);
    drop_tables(&w->shelf[0]);
    drop_tables(&w->shelf[1]);
    drop_tables(&w->model_told);
    free(w->block);
    CHECK_SEED(w->seed, w->live_blocks == 0);
}

/* ---- traces ---------------------------------------------------------------------------------- */

static void print_decision(const char *who, const sked_site_decision *d, const unsigned char *on,
                           uint32_t machines) {
    uint32_t m;
    printf("  %-6s kind %d reason %d id %llu tag %llu by %llu queue %lu machine %ld cluster %ld",
           who, (int)d->kind, (int)d->reason, (unsigned long long)d->id,
           (unsigned long long)d->tag, (unsigned long long)d->by, (unsigned long)d->queue,
           (long)(int32_t)d->machine, (long)(int32_t)d->cluster);
    printf(" [%lld, %lld) on ", (long long)d->start, (long long)d->end);
    for (m = 0; m < machines; m++) {
        printf("%c", on[m] ? '#' : '.');
    }
    printf("\n");
}

static void print_call(const char *name, uint64_t a, uint64_t b, sked_time now,
                       sked_status status) {
    if (tracing) {
        printf("%-8s %llu %llu at %lld -> %s\n", name, (unsigned long long)a,
               (unsigned long long)b, (long long)now, sked_status_text(status));
    }
}

static void print_set(const char *name, const sked_set *set) {
    uint32_t i;
    printf(" %s ", name);
    for (i = 0; set != NULL && i < set->size; i++) {
        printf("%c", sked_set_has(set, i) ? '#' : '.');
    }
}

static void print_site(const place *p) {
    const sked_site_settings *s = &p->settings;
    uint32_t i;
    printf("jobs %lu deviations %lu gain %lld map options %lu replan %d window %lu\n",
           (unsigned long)s->jobs_max, (unsigned long)s->deviations_q10, (long long)s->gain_min,
           (unsigned long)s->map_options, (int)s->replan, (unsigned long)p->shape.window);
    for (i = 0; i < s->machines; i++) {
        printf("machine %lu resource %lu memory %lu\n", (unsigned long)i,
               (unsigned long)p->machine[i].resource, (unsigned long)p->machine[i].memory);
    }
    for (i = 0; i < s->clusters; i++) {
        printf("cluster %lu resource %lu at least %lu", (unsigned long)i,
               (unsigned long)p->cluster[i].resource, (unsigned long)p->cluster[i].members_min);
        print_set("of", p->cluster[i].members);
        printf("\n");
    }
    for (i = 0; i < s->interconnects; i++) {
        printf("interconnect %lu bandwidth %llu latency %llu", (unsigned long)i,
               (unsigned long long)p->link[i].bandwidth, (unsigned long long)p->link[i].latency);
        print_set("for", p->link[i].clusters);
        printf("\n");
    }
}

static void print_policies(const place *p) {
    const sked_site_settings *s = &p->settings;
    uint32_t i;
    for (i = 0; i < s->classes; i++) {
        printf("class %lu flags %lu resume %lld guess %lld memory %lu bandwidth %lu latency %llu",
               (unsigned long)i, (unsigned long)p->job_class[i].flags,
               (long long)p->job_class[i].resume,
               (long long)p->guesses[i], (unsigned long)p->job_class[i].memory,
               (unsigned long)p->job_class[i].bandwidth,
               (unsigned long long)p->job_class[i].latency_max);
        print_set("on", p->job_class[i].resources);
        printf("\n");
    }
    for (i = 0; i < s->queues; i++) {
        printf("queue %lu priority %lu flags %lu heuristic %d options %lu", (unsigned long)i,
               (unsigned long)p->queue[i].priority, (unsigned long)p->queue[i].flags,
               (int)p->queue[i].heuristic, (unsigned long)p->queue[i].pjs_options);
        printf(" climbs after %lu to %lu\n", (unsigned long)p->queue[i].promote_after,
               (unsigned long)p->queue[i].promote_to);
    }
    for (i = 0; i < s->users; i++) {
        printf("user %lu jobs %lu time %lld", (unsigned long)i, (unsigned long)p->user[i].jobs_max,
               (long long)p->user[i].time_max);
        print_set("queues", p->user[i].queues);
        printf("\n");
    }
}

/* ---- do they agree? -------------------------------------------------------------------------- */

/* Says where, as what comes later tells less. */
static int agrees(world *w, int holds, const char *what) {
    CHECK_SEED(w->seed, holds);
    if (!holds && check_failed_ < 20) {
        printf("  seed %llu, step %lu: %s\n", (unsigned long long)w->seed,
               (unsigned long)w->step, what);
    }
    return holds;
}

static int same_decision(const sked_site_decision *a, const sked_site_decision *b) {
    return a->kind == b->kind && a->reason == b->reason && a->id == b->id && a->tag == b->tag &&
           a->by == b->by && a->queue == b->queue && a->machine == b->machine &&
           a->cluster == b->cluster && a->resumes == b->resumes && a->start == b->start &&
           a->end == b->end;
}

static int same_counters(const sked_site_counters *a, const sked_site_counters *b) {
    return a->submitted == b->submitted && a->finished == b->finished &&
           a->cancelled == b->cancelled && a->dispatched == b->dispatched &&
           a->parallel == b->parallel && a->preempted == b->preempted && a->lost == b->lost &&
           a->promoted == b->promoted && a->plans == b->plans && a->mappings == b->mappings &&
           a->respected == b->respected && a->unlearnt == b->unlearnt;
}

static int same_job(const sked_site_job_info *a, const sked_site_job_info *b) {
    return a->running == b->running && a->planned == b->planned && a->machine == b->machine &&
           a->cluster == b->cluster && a->start == b->start && a->end == b->end &&
           a->submitted == b->submitted && a->job_class == b->job_class && a->user == b->user &&
           a->queue == b->queue && a->preemptions == b->preemptions &&
           a->left_q20 == b->left_q20 && a->tag == b->tag;
}

static void print_info(const char *who, const sked_site_info *f) {
    const sked_site_counters *c = &f->counters;
    printf("  %-6s now %lld waiting %lu running %lu unplanned %lu changed %d;", who,
           (long long)f->now, (unsigned long)f->waiting, (unsigned long)f->running,
           (unsigned long)f->unplanned, f->changed);
    printf(" %llu %llu %llu dispatched %llu %llu stopped %llu %llu promoted %llu plans %llu %llu"
           " respected %llu unlearnt %llu\n",
           (unsigned long long)c->submitted, (unsigned long long)c->finished,
           (unsigned long long)c->cancelled, (unsigned long long)c->dispatched,
           (unsigned long long)c->parallel, (unsigned long long)c->preempted,
           (unsigned long long)c->lost, (unsigned long long)c->promoted,
           (unsigned long long)c->plans, (unsigned long long)c->mappings,
           (unsigned long long)c->respected, (unsigned long long)c->unlearnt);
}

static void print_job(const char *who, uint64_t id, const sked_site_job_info *f) {
    printf("  %-6s job %llu running %d planned %d machine %ld cluster %ld [%lld, %lld)", who,
           (unsigned long long)id, f->running, f->planned, (long)(int32_t)f->machine,
           (long)(int32_t)f->cluster, (long long)f->start, (long long)f->end);
    printf(" class %lu user %lu queue %lu preempted %lu left %lu\n", (unsigned long)f->job_class,
           (unsigned long)f->user, (unsigned long)f->queue, (unsigned long)f->preemptions,
           (unsigned long)f->left_q20);
}

static void info_agree(world *w) {
    sked_site_info info, want;
    memset(&info, 0, sizeof info);
    model_look(&w->model, &want);
    if (!agrees(w, sked_site_get_info(&w->site, &info) == SKED_OK && info.now == want.now &&
                       info.waiting == want.waiting && info.running == want.running &&
                       info.unplanned == want.unplanned && info.changed == want.changed &&
                       same_counters(&info.counters, &want.counters), "info")) {
        print_info("site", &info);
        print_info("model", &want);
    }
}

static void jobs_agree(world *w) {
    sked_site_job_info info, want;
    uint32_t j;
    for (j = 0; j < w->model.count; j++) {
        const uint64_t id = w->model.jobs[j].job.id;
        memset(&info, 0, sizeof info);
        model_tell(&w->model, &w->model.jobs[j], &want);
        if (!agrees(w,
                    sked_site_get_job(&w->site, id, &info) == SKED_OK && same_job(&info, &want),
                    "a job")) {
            print_job("site", id, &info);
            print_job("model", id, &want);
        }
    }
    memset(&want, 0x11, sizeof want);
    info = want;
    agrees(w, sked_site_get_job(&w->site, UINT64_MAX, &info) == SKED_E_UNKNOWN &&
                  memcmp(&info, &want, sizeof want) == 0, "a job that is none");
}

/* The jobs of a queue, or of all: one after the other, and no more. */
static void line_agrees(world *w, uint32_t queue) {
    uint32_t j, nth = 0;
    uint64_t id = 0;
    for (j = 0; j < w->model.count; j++) {
        if (queue == SKED_NONE || w->model.jobs[j].job.queue == queue) {
            agrees(w, sked_site_job_at(&w->site, queue, nth, &id) == SKED_OK &&
                          id == w->model.jobs[j].job.id, "a place in the line");
            nth++;
        }
    }
    agrees(w, sked_site_job_at(&w->site, queue, nth, &id) == SKED_E_UNKNOWN, "the line's end");
}

static void machine_agrees(world *w, uint32_t machine) {
    sked_site_machine_info info, want = {0};
    uint32_t j;
    want.up = w->model.up[machine];
    want.load_q10 = w->model.load[machine];
    want.free_from = w->model.now;
    for (j = 0; j < w->model.count; j++) {
        const model_job *job = &w->model.jobs[j];
        if (job->running && job->on[machine]) {
            want.busy = 1;
            want.job = job->job.id;
            want.free_from = job->end;
        }
    }
    agrees(w, sked_site_get_machine(&w->site, machine, &info) == SKED_OK && info.up == want.up &&
                  info.load_q10 == want.load_q10 && info.busy == want.busy &&
                  info.job == want.job && info.free_from == want.free_from, "a machine");
}

static void interconnect_agrees(world *w, uint32_t link) {
    sked_site_interconnect_info info;
    uint64_t committed = 0;
    uint32_t j;
    for (j = 0; j < w->model.count; j++) {
        const model_job *job = &w->model.jobs[j];
        committed += job->running && job->link == link ? job->need : 0;
    }
    agrees(w, sked_site_get_interconnect(&w->site, link, &info) == SKED_OK &&
                  info.committed == committed && info.traffic == w->model.traffic[link],
           "an interconnect");
}

static void parts_agree(world *w) {
    uint32_t i;
    line_agrees(w, SKED_NONE);
    for (i = 0; i < w->model.settings.queues; i++) {
        line_agrees(w, i);
    }
    for (i = 0; i < w->model.settings.machines; i++) {
        machine_agrees(w, i);
    }
    for (i = 0; i < w->model.settings.interconnects; i++) {
        interconnect_agrees(w, i);
    }
}

static void table_agrees(world *w, const sked_experience *a, const sked_experience *b,
                         uint32_t rows, uint32_t columns) {
    uint32_t i;
    for (i = 0; i < rows * columns; i++) {
        sked_moments x, y;
        memset(&x, 0, sizeof x);
        memset(&y, 1, sizeof y);
        agrees(w, sked_experience_get(a, i / columns, i % columns, &x) == SKED_OK &&
                      sked_experience_get(b, i / columns, i % columns, &y) == SKED_OK &&
                      x.count == y.count && x.sum.low == y.sum.low && x.sum.high == y.sum.high &&
                      x.squares.low == y.squares.low && x.squares.high == y.squares.high,
               "what was learnt");
    }
}

static void all_agrees(world *w, int learnt) {
    const place *p = &w->place;
    agrees(w, sked_site_validate(&w->site) == SKED_OK, "a content that does not contradict itself");
    info_agree(w);
    jobs_agree(w);
    parts_agree(w);
    if (learnt) {
        table_agrees(w, &w->told->times, &w->model_told.times, p->shape.classes,
                     p->shape.resources);
        table_agrees(w, &w->told->traffic, &w->model_told.traffic, p->shape.classes,
                     p->shape.resources);
        table_agrees(w, &w->told->users, &w->model_told.users, p->settings.users,
                     p->settings.queues);
    }
}

static void expect(world *w, const char *name, uint64_t a, uint64_t b, sked_time now,
                   sked_status status, sked_status want) {
    print_call(name, a, b, now, status);
    if (!agrees(w, status == want, name)) {
        printf("  site: %s; model: %s\n", sked_status_text(status), sked_status_text(want));
    }
    all_agrees(w, name[0] == 'f' || name[0] == 'c');
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Now, or a little later; rarely a time that is refused. */
static sked_time any_now(world *w) {
    sked_time now = w->model.now;
    if (one_in(w, 60)) {
        return one_in(w, 3) ? -1 - (sked_time)below(w, 3)
                            : one_in(w, 2) ? SKED_TIME_MAX + 1 : now - 1 - (sked_time)below(w, 5);
    }
    if (one_in(w, 3)) {
        now += (sked_time)below(w, 5);
    }
    return now > SKED_TIME_MAX ? SKED_TIME_MAX : now;
}

static uint64_t any_id(world *w) {
    if (w->model.count > 0 && !one_in(w, 30)) {
        return w->model.jobs[below(w, w->model.count)].job.id;
    }
    return w->ids + 1;
}

/* Of a class, a user and a queue that now and then do not exist. */
static void submit_event(world *w) {
    const sked_site_settings *s = &w->place.settings;
    const sked_time now = any_now(w);
    const uint32_t off = one_in(w, 30);
    sked_site_job job;
    job.id = one_in(w, 30) ? any_id(w) : w->ids + 1;
    job.tag = check_random(&w->place.random);
    job.job_class = below(w, s->classes + off);
    job.user = below(w, s->users + off);
    job.queue = below(w, s->queues + off);
    expect(w, "submit", job.id, job.job_class * 100u + job.queue, now,
           sked_site_submit(&w->site, &job, now), model_submit(&w->model, &job, now));
    w->ids += job.id == w->ids + 1;
}

static void plan_event(world *w) {
    const sked_time now = any_now(w);
    const sked_status status = sked_site_plan(&w->site, now);
    expect(w, "plan", 0, 0, now, status, model_plan(&w->model, now));
}

/* By decisions alone: a machine runs one thing at a time, and is there when it starts; only what
 * can be stopped is stopped by others. */
static void obey(world *w, const sked_site_decision *d, const sked_set *machines) {
    const int starts = d->kind == SKED_DISPATCH;
    uint32_t m, count = 0;
    for (m = 0; m < w->place.settings.machines; m++) {
        const int has = sked_set_has(machines, m);
        count += has != 0;
        agrees(w, has ? w->on[m] == (starts ? 0 : d->id) : w->on[m] != d->id,
               "a machine runs one thing at a time");
        agrees(w, !(has && starts) || w->model.up[m], "a machine is up when a job starts");
        if (has) {
            w->on[m] = starts ? d->id : 0;
        }
    }
    agrees(w, count > 0 && (d->machine == SKED_NONE) != (d->cluster == SKED_NONE),
           "a job runs on a machine or on a cluster");
    agrees(w, d->machine == SKED_NONE || (count == 1 && sked_set_has(machines, d->machine)),
           "a machine is the one that is named");
    agrees(w, d->cluster == SKED_NONE ||
                  sked_set_is_subset(machines, w->place.cluster[d->cluster].members),
           "a cluster is the one that is named");
}

static void vacate(world *w, uint64_t id) {
    uint32_t m;
    for (m = 0; m < MODEL_MACHINES; m++) {
        w->on[m] = w->on[m] == id ? 0 : w->on[m];
    }
}

static int same_set(const sked_set *set, const unsigned char *plain) {
    uint32_t m;
    for (m = 0; m < set->size; m++) {
        if ((sked_set_has(set, m) != 0) != (plain[m] != 0)) {
            return 0;
        }
    }
    return 1;
}

/* A decision of the site, and all that must not change without one. */
typedef struct answer {
    sked_status status;
    sked_site_decision said, untouched;
    sked_word words[WORDS_MAX];
    sked_set machines;
} answer;

static void ask_site(world *w, sked_time now, answer *site) {
    memset(&site->said, 0x11, sizeof site->said);
    memset(&site->untouched, 0x11, sizeof site->untouched);
    site->machines = sked_set_of(site->words, w->place.settings.machines);
    sked_set_fill(&site->machines);
    site->status = sked_site_next(&w->site, &site->said, &site->machines, now);
}

static int is_untouched(const answer *site) {
    return memcmp(&site->said, &site->untouched, sizeof site->said) == 0 &&
           sked_set_count(&site->machines) == site->machines.size;
}

static void print_answer(const answer *site) {
    unsigned char plain[MODEL_MACHINES] = {0};
    uint32_t m;
    for (m = 0; m < site->machines.size; m++) {
        plain[m] = (unsigned char)sked_set_has(&site->machines, m);
    }
    if (site->status == SKED_OK) {
        print_decision("site", &site->said, plain, site->machines.size);
    }
}

/* Could the job be stopped for another one where it was? */
static int is_preemptable(world *w, uint64_t id) {
    const model_job *job = model_find(&w->model, id);
    return job != NULL && (w->place.queue[job->job.queue].flags & SKED_PREEMPTABLE) != 0;
}

/* One decision of each. Returns 1 if there was one, the same. */
static int next_event(world *w, sked_time now) {
    answer site;
    model_decision want;
    sked_status status;
    int same;
    ask_site(w, now, &site);
    agrees(w, site.status != SKED_OK || site.said.reason != SKED_OUTRANKED ||
                  is_preemptable(w, site.said.id), "who cannot be stopped is not");
    status = model_next(&w->model, now, &want);
    same = site.status == status &&
           (status == SKED_OK ? same_decision(&site.said, &want.said) &&
                                    same_set(&site.machines, want.on)
                              : is_untouched(&site));
    if (tracing || !same) {
        print_answer(&site);
    }
    if (!agrees(w, same, "a decision")) {
        printf("  site: %s, model: %s\n", sked_status_text(site.status),
               sked_status_text(status));
        if (status == SKED_OK) {
            print_decision("model", &want.said, want.on, w->place.settings.machines);
        }
    }
    if (same && status == SKED_OK) {
        obey(w, &site.said, &site.machines);
    }
    all_agrees(w, 0);
    return same && status == SKED_OK;
}

static void decide_event(world *w) {
    const sked_time now = any_now(w);
    uint32_t most = one_in(w, 6) ? below(w, 3) : UINT32_MAX;
    const unsigned long failed = check_failed_;
    while (most > 0 && check_failed_ == failed && next_event(w, now)) {
        most--;
    }
    print_call("next", 0, 0, now, SKED_DONE);
}

/* The running job that should end first; or NULL. */
static const model_job *first_to_end(const world *w) {
    const model_job *first = NULL;
    uint32_t j;
    for (j = 0; j < w->model.count; j++) {
        const model_job *job = &w->model.jobs[j];
        if (job->running && (first == NULL || job->end < first->end)) {
            first = job;
        }
    }
    return first;
}

/* On time as a rule; else early, or late. */
static void finish_event(world *w) {
    const model_job *first = first_to_end(w);
    sked_time now = any_now(w);
    uint64_t id = any_id(w), traffic = one_in(w, 3) ? below(w, 12) : 0;
    sked_status status;
    if (first != NULL && !one_in(w, 12)) {
        id = first->job.id;
        if (first->end <= SKED_TIME_MAX && first->end > w->model.now && !one_in(w, 4)) {
            now = first->end;
        }
    }
    traffic = one_in(w, 40) ? (uint64_t)SKED_OBSERVED_MAX + below(w, 2) : traffic;
    status = sked_site_finish(&w->site, id, traffic, now);
    if (status == SKED_OK) {
        vacate(w, id);
    }
    expect(w, "finish", id, traffic, now, status, model_finish(&w->model, id, traffic, now));
}

static void cancel_event(world *w) {
    const uint64_t id = any_id(w);
    const sked_time now = any_now(w);
    const sked_status status = sked_site_cancel(&w->site, id, now);
    if (status == SKED_OK) {
        vacate(w, id);
    }
    expect(w, "cancel", id, 0, now, status, model_cancel(&w->model, id, now));
}

/* Of a user that now and then does not exist, to a time that now and then is none. */
static void account_event(world *w) {
    const uint32_t user = below(w, w->place.settings.users + one_in(w, 9));
    const sked_time taken = one_in(w, 9)   ? (one_in(w, 2) ? -1 : SKED_TIME_MAX + 1)
                            : one_in(w, 9) ? SKED_TIME_MAX - (sked_time)below(w, 99)
                                           : (sked_time)below(w, 500);
    sked_time before = -7, want = -7;
    const sked_status status = sked_site_set_usage(&w->site, user, taken, &before);
    expect(w, "account", user, (uint64_t)taken, w->model.now, status,
           model_account(&w->model, user, taken, &want));
    agrees(w, before == want, "what a user has taken");
}

/* What was observed of a pair is replaced, in both tables. */
static void put_event(world *w) {
    const uint32_t job_class = below(w, w->place.shape.classes);
    const uint32_t resource = below(w, w->place.shape.resources);
    const int traffic = one_in(w, 2) != 0;
    sked_moments moments = {0, {0, 0}, {0, 0}};
    CHECK(sked_moments_add(&moments, 1 + (sked_time)below(w, 12), 2) == SKED_OK);
    moments.count = one_in(w, 4) ? 0 : moments.count;
    moments.sum.low = moments.count == 0 ? 0 : moments.sum.low;
    moments.squares.low = moments.count == 0 ? 0 : moments.squares.low;
    agrees(w, sked_experience_set(traffic ? &w->told->traffic : &w->told->times, job_class,
                                  resource, &moments) == SKED_OK &&
                  sked_experience_set(traffic ? &w->model_told.traffic : &w->model_told.times,
                                      job_class, resource, &moments) == SKED_OK, "put");
}

static void machine_event(world *w) {
    const uint32_t machine = below(w, w->place.settings.machines + one_in(w, 20));
    const sked_time now = any_now(w);
    const int up = below(w, 5) < 3;
    expect(w, up ? "up" : "down", machine, 0, now,
           (up ? sked_site_up : sked_site_down)(&w->site, machine, now),
           model_set_up(&w->model, machine, up, now));
}

static void load_event(world *w) {
    const uint32_t machine = below(w, w->place.settings.machines + one_in(w, 20));
    const uint32_t load = one_in(w, 3) ? 0 : one_in(w, 8) ? 1020 + below(w, 6) : below(w, 800);
    const sked_time now = any_now(w);
    expect(w, "load", machine, load, now, sked_site_report_load(&w->site, machine, load, now),
           model_set_load(&w->model, machine, load, now));
}

static void traffic_event(world *w) {
    const uint32_t link = below(w, w->place.settings.interconnects + one_in(w, 20));
    const uint64_t traffic = one_in(w, 9) ? UINT64_MAX - below(w, 3) : below(w, 12);
    const sked_time now = any_now(w);
    expect(w, "traffic", link, traffic, now, sked_site_report_traffic(&w->site, link, traffic, now),
           model_set_traffic(&w->model, link, traffic, now));
}

static void trouble_event(world *w) {
    switch (below(w, 4)) {
    case 0: load_event(w); break;
    case 1:
        if (w->place.settings.interconnects > 0) {
            traffic_event(w);
        }
        break;
    default: machine_event(w); break;
    }
}

static void any_event(world *w) {
    const uint32_t dice = below(w, 100);
    if (dice < 34 && (w->model.count < w->place.settings.jobs_max || dice < 3)) {
        submit_event(w);
    } else if (dice < 58) {
        plan_event(w);
        decide_event(w);
    } else if (dice < 62) {
        plan_event(w);
    } else if (dice < 68) {
        decide_event(w);
    } else if (dice < 86) {
        finish_event(w);
        decide_event(w);
    } else if (dice < 90) {
        cancel_event(w);
    } else if (dice < 92) {
        account_event(w);
    } else if (dice < 93) {
        put_event(w);
    } else if (!w->calm) {
        trouble_event(w);
    }
}

/* Near the end of time sums saturate. */
static void go_late(world *w) {
    const sked_time now = SKED_TIME_MAX - (sked_time)below(w, 300);
    expect(w, "plan", 0, 0, now, sked_site_plan(&w->site, now), model_plan(&w->model, now));
}

/* Stops at the first failure: what follows one says nothing. */
static void sequence(uint64_t seed, uint32_t steps) {
    static world w;
    const unsigned long failed = check_failed_;
    memset(&w, 0, sizeof w);
    w.seed = w.place.random = seed;
    w.calm = one_in(&w, 3);
    any_place(&w.place);
    if (tracing) {
        print_site(&w.place);
        print_policies(&w.place);
    }
    if (open_site(&w)) {
        if (seed % 32 == 0) {
            go_late(&w);
        }
        for (w.step = 1; w.step <= steps && check_failed_ == failed; w.step++) {
            if (check_below(&w.copying, 12) == 0) {
                copy_event(&w);
            }
            any_event(&w);
        }
    }
    close_site(&w);
}

static void life_of_seed(uint64_t seed) {
    sequence(seed, seed % 100 == 0 ? 2000 : 60 + (uint32_t)(seed % 150));
}

/* ---- laws that need no model ----------------------------------------------------------------- */

/* A site without what could come between a prediction and a run, but with queues of all kinds. */
static void plain_place(world *w, uint64_t seed, uint32_t queues) {
    place *p = &w->place;
    uint32_t i;
    memset(w, 0, sizeof *w);
    w->seed = w->place.random = seed;
    any_place(&w->place);
    p->settings.queues = queues;
    p->settings.jobs_max = MODEL_JOBS;
    p->settings.deviations_q10 %= 4096;     /* so that all is over one day */
    any_queues(&w->place);
    for (i = 0; i < p->settings.classes; i++) {
        p->job_class[i].resources = NULL;
        p->job_class[i].memory = p->job_class[i].bandwidth = 0;
        p->guesses[i] = 1 + (sked_time)below(w, 60);
    }
    for (i = 0; i < p->settings.resources; i++) {
        p->ratings[i] = 512 + below(w, 2048);
    }
    for (i = 0; i < p->settings.users; i++) {
        p->user[i].queues = NULL;
        p->user[i].jobs_max = UINT32_MAX;
        p->user[i].time_max = SKED_NEVER;
    }
}

static void submit_all(world *w, sked_site_job *jobs, uint32_t count) {
    uint32_t j;
    for (j = 0; j < count; j++) {
        jobs[j].id = j + 1;
        jobs[j].tag = j;
        jobs[j].job_class = below(w, w->place.settings.classes);
        jobs[j].user = below(w, w->place.settings.users);
        jobs[j].queue = below(w, w->place.settings.queues);
        CHECK_SEED(w->seed, sked_site_submit(&w->site, &jobs[j], 0) == SKED_OK);
    }
}

/* What experience says of all jobs and all places, as sked_pjs wants it. */
static void predict_all(world *w, const sked_site_job *jobs, uint32_t count, sked_time *times,
                        sked_time *cluster_times) {
    const sked_site_settings *s = &w->place.settings;
    uint32_t j, i;
    for (j = 0; j < count; j++) {
        for (i = 0; i < s->machines; i++) {
            CHECK_SEED(w->seed, sked_experience_predict(&w->told->times, jobs[j].job_class,
                                                        w->place.machine[i].resource,
                                                        s->deviations_q10, times++) == SKED_OK);
        }
        for (i = 0; i < s->clusters; i++) {
            const sked_status status = sked_experience_predict(
                &w->told->times, jobs[j].job_class, w->place.cluster[i].resource, s->deviations_q10,
                cluster_times);
            CHECK_SEED(w->seed, status == SKED_OK);
            *cluster_times = s->queue[0].flags & SKED_SEQUENTIAL ? SKED_NEVER : *cluster_times;
            cluster_times++;
        }
    }
}

/* One queue and all jobs at once: one call of sked_pjs, row for row. */
static void law_of_one_queue(uint64_t seed) {
    static world w;
    static sked_time times[MODEL_JOBS * MODEL_MACHINES], cluster_times[MODEL_JOBS * MODEL_CLUSTERS];
    sked_site_job jobs[MODEL_JOBS];
    sked_pjs_row rows[MODEL_JOBS];
    sked_pjs_request request;
    sked_pjs_result result;
    sked_site_job_info info;
    sked_site_info site;
    uint32_t j, count;
    plain_place(&w, seed, 1);
    if (!open_site(&w)) {
        return;
    }
    count = 1 + below(&w, MODEL_JOBS);
    submit_all(&w, jobs, count);
    predict_all(&w, jobs, count, times, cluster_times);
    memset(&request, 0, sizeof request);
    request.map.heuristic = w.place.queue[0].heuristic;
    request.map.options = w.place.settings.map_options;
    request.map.jobs = count;
    request.map.machines = w.place.settings.machines;
    request.map.times = times;
    request.options = w.place.queue[0].pjs_options;
    request.clusters = w.place.settings.clusters;
    request.cluster = w.place.cluster;
    request.cluster_times = cluster_times;
    CHECK_SEED(seed, sked_pjs(&request, ledger(&w), rows, &result) == SKED_OK);
    CHECK_SEED(seed, sked_site_plan(&w.site, 0) == SKED_OK);
    CHECK_SEED(seed, sked_site_get_info(&w.site, &site) == SKED_OK &&
                         site.counters.mappings == result.mappings && site.unplanned == 0);
    for (j = 0; j < count; j++) {
        CHECK_SEED(seed, sked_site_get_job(&w.site, j + 1, &info) == SKED_OK);
        CHECK_SEED(seed, info.start == rows[j].start && info.end == rows[j].end &&
                             info.machine == rows[j].machine && info.cluster == rows[j].cluster);
    }
    close_site(&w);
}

/* When something starts or ends next, by the plan. */
static sked_time next_instant(const sked_site_job_info *rows, uint32_t count, sked_time now) {
    sked_time next = SKED_NEVER;
    uint32_t j;
    for (j = 0; j < count; j++) {
        next = rows[j].start > now && rows[j].start < next ? rows[j].start : next;
        next = rows[j].end > now && rows[j].end < next ? rows[j].end : next;
    }
    return next;
}

/* Everything due at an instant ends, and what is decided then is what the rows say. */
static void live_instant(world *w, const sked_site_job_info *rows, uint32_t count, sked_time now,
                         uint32_t *started) {
    sked_site_decision d;
    uint32_t j;
    for (j = 0; j < count; j++) {
        if (rows[j].end == now) {
            CHECK_SEED(w->seed, sked_site_finish(&w->site, j + 1, 0, now) == SKED_OK);
        }
    }
    CHECK_SEED(w->seed, sked_site_plan(&w->site, now) == SKED_OK);
    while (sked_site_next(&w->site, &d, NULL, now) == SKED_OK) {
        const sked_site_job_info *row = &rows[d.id - 1];
        CHECK_SEED(w->seed, d.kind == SKED_DISPATCH && row->start == now && row->end == d.end &&
                                row->machine == d.machine && row->cluster == d.cluster);
        ++*started;
    }
}

/* Exact predictions, and all jobs at 0: what happens is the first plan, whatever the queues. */
static void law_of_the_plan(uint64_t seed) {
    static world w;
    sked_site_job jobs[MODEL_JOBS];
    sked_site_job_info rows[MODEL_JOBS];
    sked_site_info info;
    sked_time now;
    uint32_t j, count, started = 0;
    plain_place(&w, seed, 1 + (uint32_t)(seed % 3));
    if (!open_site(&w)) {
        return;
    }
    count = 1 + below(&w, MODEL_JOBS);
    submit_all(&w, jobs, count);
    CHECK_SEED(seed, sked_site_plan(&w.site, 0) == SKED_OK);
    for (j = 0; j < count; j++) {
        CHECK_SEED(seed, sked_site_get_job(&w.site, j + 1, &rows[j]) == SKED_OK && rows[j].planned);
    }
    for (now = 0; now != SKED_NEVER; now = next_instant(rows, count, now)) {
        live_instant(&w, rows, count, now, &started);
    }
    CHECK_SEED(seed, started == count && sked_site_get_info(&w.site, &info) == SKED_OK);
    CHECK_SEED(seed, info.running == 0 && info.waiting == 0 && info.counters.plans == 1 &&
                         info.counters.finished == count);
    close_site(&w);
}

/* One life in simulated time. */
typedef struct life {
    world w;
    sked_site_job job[MODEL_JOBS];
    sked_time submit[MODEL_JOBS];
    sked_time due[MODEL_JOBS];          /* when its run ends; SKED_NEVER: it does not run */
    uint32_t started[MODEL_JOBS], stopped[MODEL_JOBS];
    int in[MODEL_JOBS], ended[MODEL_JOBS];
    uint32_t count, ends;
    uint32_t exact, troubled;           /* by machines, loads, traffic; in the end all is well */
} life;

static void any_life(life *l, uint64_t seed) {
    sked_time now = 0;
    uint32_t j;
    memset(l, 0, sizeof *l);
    plain_place(&l->w, seed, 1 + (uint32_t)(seed % MODEL_QUEUES));
    l->exact = one_in(&l->w, 2);
    l->troubled = one_in(&l->w, 2);
    if (l->exact) {                     /* more, and lengths would grow with what was learnt */
        l->w.place.settings.deviations_q10 %= 1025;
    }
    l->count = 1 + below(&l->w, MODEL_JOBS);
    if (l->w.place.settings.clusters > 0 && l->w.place.settings.interconnects > 0) {
        talk_much(&l->w.place);
    }
    for (j = 0; j < l->count; j++) {
        now += (sked_time)below(&l->w, 12);
        l->submit[j] = now;
        l->due[j] = SKED_NEVER;
        l->job[j].id = j + 1;
        l->job[j].tag = j;
        l->job[j].job_class = below(&l->w, l->w.place.settings.classes);
        l->job[j].user = below(&l->w, l->w.place.settings.users);
        l->job[j].queue = below(&l->w, l->w.place.settings.queues);
    }
}

static void hear_events(life *l, sked_time now) {
    uint32_t j;
    for (j = 0; j < l->count; j++) {
        if (l->due[j] == now) {
            CHECK_SEED(l->w.seed, !l->ended[j]++);
            CHECK_SEED(l->w.seed, sked_site_finish(&l->w.site, j + 1,
                                                     l->troubled ? below(&l->w, 5) : 0,
                                                     now) == SKED_OK);
            vacate(&l->w, j + 1);
            l->due[j] = SKED_NEVER;
            l->ends++;
        }
    }
    for (j = 0; j < l->count; j++) {
        if (l->submit[j] == now) {
            l->in[j] = 1;
            CHECK_SEED(l->w.seed, sked_site_submit(&l->w.site, &l->job[j], now) == SKED_OK);
        }
    }
}

/* A machine that goes or comes, or has another load; an interconnect that has other traffic. */
static void make_trouble(life *l, sked_time now) {
    world *w = &l->w;
    const uint32_t machine = below(w, w->place.settings.machines);
    switch (below(w, 6)) {
    case 0:
    case 1:
        w->model.up[machine] = 0;
        CHECK_SEED(w->seed, sked_site_down(&w->site, machine, now) == SKED_OK);
        break;
    case 2:
        w->model.up[machine] = 1;
        CHECK_SEED(w->seed, sked_site_up(&w->site, machine, now) == SKED_OK);
        break;
    case 3:
        CHECK_SEED(w->seed,
                   sked_site_report_load(&w->site, machine, below(w, 900), now) == SKED_OK);
        break;
    default:
        if (w->place.settings.interconnects > 0) {
            CHECK_SEED(w->seed, sked_site_report_traffic(&w->site, 0, below(w, 9), now) == SKED_OK);
        }
    }
}

static void end_trouble(life *l, sked_time now) {
    uint32_t i;
    for (i = 0; i < l->w.place.settings.machines; i++) {
        l->w.model.up[i] = 1;
        CHECK_SEED(l->w.seed, sked_site_up(&l->w.site, i, now) == SKED_OK);
        CHECK_SEED(l->w.seed, sked_site_report_load(&l->w.site, i, 0, now) == SKED_OK);
    }
    if (l->w.place.settings.interconnects > 0) {
        CHECK_SEED(l->w.seed, sked_site_report_traffic(&l->w.site, 0, 0, now) == SKED_OK);
    }
    l->troubled = 0;
}

static void do_decisions(life *l, sked_time now) {
    sked_word words[WORDS_MAX];
    sked_set machines = sked_set_of(words, l->w.place.settings.machines);
    sked_site_decision d;
    while (sked_site_next(&l->w.site, &d, &machines, now) == SKED_OK) {
        const uint32_t j = (uint32_t)d.id - 1;
        agrees(&l->w, l->in[j] && !l->ended[j] &&
                          l->started[j] == l->stopped[j] + (d.kind == SKED_PREEMPT),
               "a job starts, may stop, and starts again until its end");
        obey(&l->w, &d, &machines);
        if (d.kind == SKED_PREEMPT) {
            l->stopped[j]++;
            l->due[j] = SKED_NEVER;
            continue;
        }
        l->started[j]++;
        l->due[j] = l->exact ? d.end : now + 1 + (sked_time)below(&l->w, 90);
    }
}

/* When something happens next. If nothing does, troubles end. */
static sked_time next_of_life(life *l, sked_time now) {
    sked_time next = SKED_NEVER;
    uint32_t j;
    for (j = 0; j < l->count; j++) {
        next = l->submit[j] > now && l->submit[j] < next ? l->submit[j] : next;
        next = l->due[j] < next ? l->due[j] : next;
    }
    if (l->troubled && (next == SKED_NEVER || now > 5000)) {
        end_trouble(l, now);
        next = now + 1 < next ? now + 1 : next;
    }
    return next;
}

static void live(life *l) {
    sked_time now;
    for (now = 0; now != SKED_NEVER && now < 1000000; now = next_of_life(l, now)) {
        hear_events(l, now);
        if (l->troubled && one_in(&l->w, 3)) {
            make_trouble(l, now);
        }
        CHECK_SEED(l->w.seed, sked_site_plan(&l->w.site, now) == SKED_OK);
        do_decisions(l, now);
    }
}

/* Whatever the queues, and whatever goes wrong for a while: every job ends, once, however often it
 * was stopped, and then nobody is left. */
static void law_of_the_customer(uint64_t seed) {
    static life l;
    sked_site_info info;
    uint32_t j, stopped = 0;
    any_life(&l, seed);
    if (!open_site(&l.w)) {
        return;
    }
    live(&l);
    for (j = 0; j < l.count; j++) {
        stopped += l.stopped[j];
    }
    memset(&info, 0, sizeof info);
    CHECK_SEED(seed, sked_site_get_info(&l.w.site, &info) == SKED_OK);
    agrees(&l.w, l.ends == l.count && info.waiting == 0 && info.running == 0 &&
                     info.counters.finished == l.count &&
                     info.counters.preempted + info.counters.lost == stopped &&
                     info.counters.dispatched == l.count + stopped, "every job ends once");
    close_site(&l.w);
}

/* A site where all that runs takes some of the interconnects: class 0 takes all of one. Jobs of the
 * other classes come as long as there is room. */
typedef struct crowd {
    world w;
    uint64_t ids, id[MODEL_JOBS];
    sked_time due[MODEL_JOBS];          /* SKED_NEVER: it waits */
    uint32_t count;
} crowd;

enum { CROWD_LONGEST = 30 };

/* Returns 0 if there is no such site. */
static int any_crowd(crowd *c, uint64_t seed) {
    place *p = &c->w.place;
    uint32_t i;
    memset(c, 0, sizeof *c);
    plain_place(&c->w, seed, 1);
    if (p->settings.clusters == 0 || p->settings.interconnects == 0 || p->settings.classes < 2 ||
        p->settings.resources < 2) {
        return 0;
    }
    talk_much(&c->w.place);
    for (i = 0; i < p->settings.interconnects; i++) {
        p->link[i].bandwidth = 4;
    }
    for (i = 0; i < p->settings.classes; i++) {
        p->job_class[i].resources = &p->allowed[0];
        p->job_class[i].bandwidth = i == 0 ? 4 : 1 + below(&c->w, 2);
    }
    return open_site(&c->w);
}

static void join(crowd *c, uint32_t job_class, sked_time now) {
    sked_site_job job;
    memset(&job, 0, sizeof job);
    job.id = ++c->ids;
    job.job_class = job_class;
    c->id[c->count] = job.id;
    c->due[c->count++] = SKED_NEVER;
    CHECK_SEED(c->w.seed, sked_site_submit(&c->w.site, &job, now) == SKED_OK);
}

static void leave(crowd *c, sked_time now) {
    uint32_t j = 0;
    while (j < c->count) {
        if (c->due[j] != now) {
            j++;
            continue;
        }
        CHECK_SEED(c->w.seed, sked_site_finish(&c->w.site, c->id[j], 0, now) == SKED_OK);
        c->count--;
        c->id[j] = c->id[c->count];
        c->due[j] = c->due[c->count];
    }
}

/* Returns 1 if this job has started. */
static int start_some(crowd *c, uint64_t id, sked_time now) {
    sked_site_decision d;
    int started = 0;
    uint32_t j;
    CHECK_SEED(c->w.seed, sked_site_plan(&c->w.site, now) == SKED_OK);
    while (sked_site_next(&c->w.site, &d, NULL, now) == SKED_OK) {
        for (j = 0; j < c->count; j++) {
            if (c->id[j] == d.id) {
                c->due[j] = now + 1 + (sked_time)below(&c->w, CROWD_LONGEST);
            }
        }
        started |= d.id == id;
    }
    return started;
}

/* Nobody waits for ever for bandwidth that smaller jobs, which came later, take again and again: at
 * most for those that were there, one after the other, and for what runs beside them. */
static void law_of_patience(uint64_t seed) {
    static crowd c;
    uint64_t big = 0;
    sked_time now, patience = 60;
    int started = 0;
    if (!any_crowd(&c, seed)) {
        return;
    }
    for (now = 0; now <= patience && !started; now++) {
        leave(&c, now);
        if (now == 60) {
            patience = now + ((sked_time)c.count + 3) * (CROWD_LONGEST + 1);
            join(&c, 0, now);
            big = c.ids;
        }
        while (c.count < 16 && below(&c.w, 4) > 0) {
            join(&c, 1 + below(&c.w, c.w.place.settings.classes - 1), now);
        }
        started = start_some(&c, big, now);
    }
    agrees(&c.w, started, "who wants all the bandwidth gets it some day");
    close_site(&c.w);
}

static void laws_of_seed(uint64_t seed) {
    law_of_one_queue(seed);
    law_of_the_plan(seed);
    law_of_the_customer(seed);
    law_of_patience(seed);
}

static void try_seed(uint64_t seed) {
    life_of_seed(seed);
    laws_of_seed(seed);
}

static void test_all(void) {
    try_seeds(1, 1500, laws_of_seed);
    try_seeds(1, 3000, life_of_seed);
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, try_seed);
}
