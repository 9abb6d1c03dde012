/* sked_slurm.c: an external scheduler of a real Slurm: the kit decides, Slurm runs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It is linked with libslurm, which is under the GPL, and so is this program; the kit is not.
 *
 *   sked_slurm run [OPTION...]         starts jobs until it is ended by a signal
 *       --policy NAME                  fcfs, sjf, easy (the default), sjbf, conservative
 *       --shares                       by the shares of Slurm's accounts, and then by submission;
 *                                      not with sjf
 *       --preempt                      requeues runs of partitions of a lower PriorityTier for jobs
 *                                      that do not fit, the cheapest ones
 *       --poll MILLISECONDS            between two looks at Slurm: 200
 *       --sequential N                 of moldable jobs that do not say: 1/1000 of their work is
 *                                      not sped up by more nodes: 100
 *       --until-empty                  ends when no job waits or runs
 *       --dry                          tells once what it would do, and changes nothing
 *   sked_slurm reserve NAME NODES MINUTES [--ready SECONDS] [--deadline SECONDS] [--policy NAME]
 *                                      the earliest start (ff), or as another policy chooses:
 *                                      pe_b, pe_w, du_b, du_w, pedu_b, pedu_w, latest
 *       --partition NAME               of whose nodes; Slurm's default one if it is not given
 *
 * Jobs must enter held: job_submit.lua. A job may tell in its comment how long it takes, as Slurm's
 * limits are whole minutes, and how well it scales: --comment="seconds=40 sequential=100"; for
 * --nodes=2-6 the seconds are those on 2 nodes. README.md tells what is left alone.
 *
 * It keeps nothing between two cycles. So it may be killed at any time and started again. */
#define _POSIX_C_SOURCE 200809L
#define SKED_IMPLEMENTATION

#include <signal.h>

#include "slurm_write.h"

typedef struct options {
    plan_rules rules;
    sked_ar_policy choice;
    const char *policy, *partition;
    uint32_t poll, sequential;
    int until_empty, dry, shares, preempt;
    sked_time ready, deadline;
    const char *words[3];           /* of reserve: NAME NODES MINUTES                         */
    uint32_t words_count;
} options;

/* Milliseconds of the parts of all cycles, and of the longest. */
typedef struct costs {
    double load, plan, tell, load_max, plan_max, tell_max;
    unsigned long cycles;
    uint32_t jobs_max;
} costs;

static volatile sig_atomic_t ended;

static void on_signal(int number) {
    (void)number;
    ended = 1;
}

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void spend(double *sum, double *longest, double *since) {
    const double now = milliseconds();
    *sum += now - *since;
    *longest = now - *since > *longest ? now - *since : *longest;
    *since = now;
}

/* ---- a cycle --------------------------------------------------------------------------------- */

/* Does a job that runs have one of these nodes? */
static int is_taken(const mirror *m, const plan_job *job, sked_set *some) {
    uint32_t i;
    for (i = 0; i < m->cluster.jobs_count; i++) {
        const plan_job *other = &m->cluster.jobs[i];
        sked_set_copy(some, &job->nodes);
        sked_set_and(some, &other->nodes);
        if (other != job && other->state == PLAN_RUNS && sked_set_first(some) < some->size &&
            (record_of(m, other)->job_state & JOB_STATE_BASE) == JOB_RUNNING) {
            return 1;
        }
    }
    return 0;
}

/* Are the nodes reserved for others at a time that the job's limit reaches into? */
static int is_reserved(const mirror *m, const plan_job *job, sked_set *some) {
    const plan_cluster *c = &m->cluster;
    uint32_t i;
    for (i = 0; i < c->reservations_count; i++) {
        const plan_reservation *reservation = &c->reservations[i];
        sked_set_copy(some, &job->nodes);
        sked_set_and(some, &reservation->nodes);
        if (i != job->reservation && sked_set_first(some) < some->size &&
            reservation->end > c->now &&
            reservation->start < sked_time_add(c->now, job->limit)) {
            return 1;
        }
    }
    return 0;
}

/* A job that is released but cannot start where the kit has put it: a node went down meanwhile, was
 * reserved, or got another job; or it waits for more than nodes. Or somebody else has released it:
 * then it gets its turn. What an administrator has pinned is left alone. */
static const char *stuck(const mirror *m, const plan_job *job, sked_set *some) {
    const job_info_t *record = record_of(m, job);
    if (job->state != PLAN_RUNS || !is_pending(record)) {
        return NULL;
    }
    if (!has_text(record->req_nodes)) {
        return m->wish[record - m->jobs->job_array] == NULL ? "released" : NULL;
    }
    if (!pinned_by_us(record)) {
        return NULL;
    }
    sked_set_copy(some, &job->nodes);
    sked_set_and(some, &m->cluster.down);
    if (sked_set_first(some) < some->size) { return "down"; }
    if (!sked_set_is_subset(&job->nodes, &job->allowed)) { return "elsewhere"; }
    if (record->state_reason == WAIT_TIME) { return "later"; }
    if (record->state_reason == WAIT_DEPENDENCY) { return "dependency"; }
    if (record->state_reason == WAIT_LICENSES) { return "licence"; }
    if (record->num_nodes > sked_set_count(&job->nodes)) { return "width"; }
    if (is_taken(m, job, some)) { return "taken"; }
    return is_reserved(m, job, some) ? "reserved" : NULL;
}

static void take_back_stuck(const mirror *m) {
    sked_set some = plan_set(heap_mem(), m->nodes);
    uint32_t i;
    must(some.words);
    for (i = 0; i < m->cluster.jobs_count; i++) {
        const char *why = stuck(m, &m->cluster.jobs[i], &some);
        if (why != NULL) {
            take_back(m, record_of(m, &m->cluster.jobs[i]), why);
        }
    }
    plan_set_free(heap_mem(), &some);
}

/* Jobs that depend on others are lent to Slurm until they no longer do. */
static void lend_dependents(const mirror *m) {
    uint32_t i;
    for (i = 0; i < m->jobs->record_count; i++) {
        const job_info_t *record = &m->jobs->job_array[i];
        if (!is_pending(record)) {
            continue;
        }
        if (has_text(record->dependency)) {
            if (held_for_us(record) && m->wish[i] == NULL &&
                record->eligible_time <= m->cluster.now) {
                await(m, record);
            }
        } else if (record->priority != 0 && is_lent(record)) {
            take_back(m, record, "ready");
        }
    }
}

static int by_id(const void *a, const void *b) {
    const left_job *one = (const left_job *)a, *other = (const left_job *)b;
    return one->id < other->id ? -1 : one->id > other->id;
}

/* Why plan.h does not start a job. */
static const char *reason_of(sked_status status) {
    switch (status) {
    case SKED_E_NEVER_FITS: return "nodes that it may not have, expected some that it may";
    case SKED_E_TOO_WIDE: return "more nodes than it may have, expected fewer";
    case SKED_E_DEPTH: return "named nodes among others, expected another policy or only these";
    case SKED_E_FULL: return "a 64th set of nodes, expected one of those asked for";
    default: return sked_status_text(status);
    }
}

/* Jobs that the kit does not start, because of what they ask for, or because they never fit. */
static uint32_t gather_left(const mirror *m, left_job *left) {
    uint32_t i, count = 0;
    for (i = 0; i < m->jobs->record_count; i++) {
        const job_info_t *record = &m->jobs->job_array[i];
        if (is_pending(record) && held_for_us(record) && m->wish[i] != NULL) {
            left[count].id = record->job_id;
            left[count++].why = m->wish[i];
        }
    }
    for (i = 0; i < m->cluster.jobs_count; i++) {
        const plan_job *job = &m->cluster.jobs[i];
        if (job->state == PLAN_WAITS && job->status != SKED_OK) {
            left[count].id = job->id;
            left[count++].why = reason_of(job->status);
        }
    }
    qsort(left, count, sizeof *left, by_id);
    return count;
}

/* Says what was not so in the last cycle. */
static void tell_left(mirror *m) {
    left_job *left = (left_job *)must(calloc(m->jobs->record_count + 1, sizeof *left));
    const uint32_t count = gather_left(m, left);
    uint32_t i;
    for (i = 0; i < count; i++) {
        const left_job *old = m->left_count == 0 ? NULL
            : (const left_job *)bsearch(&left[i], m->left, m->left_count, sizeof *left, by_id);
        if (old == NULL || old->why != left[i].why) {
            fprintf(stderr, "sked_slurm: job %llu: %s; it stays held until that changes, or "
                    "somebody releases it\n", (unsigned long long)left[i].id, left[i].why);
        }
    }
    free(m->left);
    m->left = left;
    m->left_count = count;
}

/* What a decision would be that is not told. */
static void tell_dry(const mirror *m, const plan_job *job) {
    const unsigned long long id = job->id;
    const sked_set *nodes = job->starts ? &job->nodes : &job->booked;
    char *names = names_of(m, nodes);
    if (job->starts || sked_set_first(nodes) < nodes->size) {
        printf("%lld %s job=%llu nodes=%s\n", (long long)m->cluster.now,
               job->starts ? "would_release" : "would_keep", id, names);
    }
    if (job->goes_for != 0) {
        printf("%lld would_requeue job=%llu for=%llu cost=%llu\n", (long long)m->cluster.now, id,
               (unsigned long long)job->goes_for, (unsigned long long)job->cost);
    }
    free(names);
}

/* Keeps the nodes of a job, and ends the runs there. It has no use for them if one does not go. */
static void make_room(mirror *m, const plan_job *job) {
    uint32_t i;
    if (!keep(m, job)) {
        return;
    }
    for (i = 0; i < m->cluster.jobs_count; i++) {
        const plan_job *run = &m->cluster.jobs[i];
        if (run->goes_for == job->id && !requeue(m, run)) {
            take_back(m, record_of(m, job), "stays");
            return;
        }
    }
}

/* Tells Slurm what is decided of a job. */
static void tell(mirror *m, const plan_job *job) {
    if (job->starts) {
        release(m, job);
    } else if (sked_set_first(&job->booked) < job->booked.size) {
        make_room(m, job);
    } else if (job->lost != NULL) {
        take_back(m, record_of(m, job), job->lost);
    }
}

/* Looks, decides, tells. Returns how many jobs wait or run; SKED_NONE if Slurm did not answer. */
static uint32_t cycle(mirror *m, const options *o, costs *spent) {
    double since = milliseconds();
    sked_status status;
    uint32_t i, count;
    if (!mirror_read(m)) {
        return SKED_NONE;
    }
    spend(&spent->load, &spent->load_max, &since);
    if (!o->dry) {
        take_back_stuck(m);
        lend_dependents(m);
    }
    spend(&spent->tell, &spent->tell_max, &since);
    status = plan_starts(&m->cluster, &o->rules, heap_mem());
    if (status != SKED_OK) {
        fprintf(stderr, "sked_slurm: no plan: %s\n", sked_status_text(status));
    }
    spend(&spent->plan, &spent->plan_max, &since);
    tell_left(m);
    for (i = 0; i < m->cluster.jobs_count; i++) {
        const plan_job *job = &m->cluster.jobs[i];
        if (o->dry) {
            tell_dry(m, job);
        } else {
            tell(m, job);
        }
    }
    spend(&spent->tell, &spent->tell_max, &since);
    count = m->cluster.jobs_count;
    spent->jobs_max = count > spent->jobs_max ? count : spent->jobs_max;
    spent->cycles++;
    mirror_forget(m);
    return count;
}

static void tell_costs(const costs *c) {
    const double cycles = c->cycles > 0 ? (double)c->cycles : 1;
    printf("%lld cycles count=%lu jobs_max=%lu load_ms=%.2f load_max=%.1f plan_ms=%.2f "
           "plan_max=%.1f tell_ms=%.2f tell_max=%.1f\n", (long long)time(NULL), c->cycles,
           (unsigned long)c->jobs_max, c->load / cycles, c->load_max, c->plan / cycles,
           c->plan_max, c->tell / cycles, c->tell_max);
    fflush(stdout);
}

static int run(mirror *m, const options *o) {
    const struct timespec pause = {o->poll / 1000, (long)(o->poll % 1000) * 1000000};
    costs spent;
    memset(&spent, 0, sizeof spent);
    while (!ended) {
        const uint32_t jobs = cycle(m, o, &spent);
        if (o->dry || (o->until_empty && jobs == 0)) {
            break;
        }
        nanosleep(&pause, NULL);
    }
    tell_costs(&spent);
    return 0;
}

/* ---- a reservation --------------------------------------------------------------------------- */

/* Leaves out all nodes but those of a partition. */
static const partition_info_t *leave_out(mirror *m, const char *name) {
    const partition_info_t *partition = partition_named(m, name);
    sked_set others = plan_set(heap_mem(), m->nodes), inside = plan_set(heap_mem(), m->nodes);
    must(others.words);
    must(inside.words);
    if (partition == NULL) {
        fprintf(stderr, "sked_slurm: %s: there is no such partition, expected one of Slurm's\n",
                name == NULL ? "the default one" : name);
    } else {
        add_pairs(&inside, partition->node_inx);
        sked_set_fill(&others);
        sked_set_andnot(&others, &inside);
        sked_set_or(&m->cluster.down, &others);
    }
    plan_set_free(heap_mem(), &inside);
    plan_set_free(heap_mem(), &others);
    return partition;
}

/* Between the look and the call a job may have started: then looks again, a few times. */
static int make_reservation(mirror *m, const options *o) {
    const uint32_t width = (uint32_t)strtoul(o->words[1], NULL, 10);
    const uint32_t minutes = (uint32_t)strtoul(o->words[2], NULL, 10);
    sked_set nodes = plan_set(heap_mem(), m->nodes);
    sked_ar_request request;
    sked_ar_answer answer;
    sked_status status = SKED_E_UNKNOWN;
    int made = 0, tries;
    must(nodes.words);
    for (tries = 0; tries < 5 && !made; tries++) {
        const partition_info_t *partition = mirror_read(m) ? leave_out(m, o->partition) : NULL;
        if (partition == NULL) {
            mirror_forget(m);
            break;
        }
        memset(&request, 0, sizeof request);
        request.ready = m->cluster.now + o->ready;
        request.duration = (sked_time)minutes * 60;
        request.deadline = o->deadline > 0 ? m->cluster.now + o->deadline : SKED_NEVER;
        request.count = width;
        status = plan_reserve(&m->cluster, &request, o->choice, &answer, &nodes, heap_mem());
        if (status != SKED_OK) {
            fprintf(stderr, "sked_slurm: %s: %s\n", o->words[0], sked_status_text(status));
        } else {
            char name[128];
            snprintf(name, sizeof name, "%s", o->words[0]);
            made = reserve(m, name, partition, minutes, answer.start, &nodes);
        }
        mirror_forget(m);
        if (status != SKED_OK) {
            break;
        }
    }
    plan_set_free(heap_mem(), &nodes);
    return made ? 0 : 1;
}

/* ---- options --------------------------------------------------------------------------------- */

static int usage(const char *what) {
    fprintf(stderr, "sked_slurm: %s: expected run, or reserve NAME NODES MINUTES; the options are "
            "in the first lines of sked_slurm.c\n", what);
    return 2;
}

/* Accounts go first where it was submission. Returns 0 if it was not. */
static int order_by_share(plan_rules *rules) {
    if (rules->order != SKED_FCFS) {
        return 0;
    }
    rules->order = SKED_BY_SHARE;
    if (rules->backfill_order == SKED_FCFS) {
        rules->backfill_order = SKED_BY_SHARE;
    }
    return 1;
}

static int queue_policy(options *o) {
    static const struct { const char *name; plan_rules rules; } policies[] = {
        {"fcfs", {.order = SKED_FCFS, .depth = SKED_NO_RESERVATIONS}},
        {"sjf", {.order = SKED_SJF, .depth = SKED_NO_RESERVATIONS}},
        {"easy", {.order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = 1}},
        {"sjbf", {.order = SKED_FCFS, .backfill_order = SKED_SJF, .depth = 1}},
        {"conservative", {.order = SKED_FCFS, .backfill_order = SKED_FCFS, .depth = SKED_ALL}}};
    size_t i;
    for (i = 0; i < sizeof policies / sizeof policies[0]; i++) {
        if (strcmp(policies[i].name, o->policy == NULL ? "easy" : o->policy) == 0) {
            o->rules = policies[i].rules;
            o->rules.steps_max = 200000;    /* about ten milliseconds                         */
            return !o->shares || order_by_share(&o->rules);
        }
    }
    return 0;
}

/* NULL for the score, which is a function, and where there is no policy. */
static const char *calendar_policy_name(int policy) {
    switch ((sked_ar_policy)policy) {
    case SKED_AR_FF: return "ff";
    case SKED_AR_PE_B: return "pe_b";
    case SKED_AR_PE_W: return "pe_w";
    case SKED_AR_DU_B: return "du_b";
    case SKED_AR_DU_W: return "du_w";
    case SKED_AR_PEDU_B: return "pedu_b";
    case SKED_AR_PEDU_W: return "pedu_w";
    case SKED_AR_LATEST: return "latest";
    case SKED_AR_SCORE:
    case SKED_AR_POLICY_COUNT_:
    case SKED_AR_POLICY_CLOSED_: break;
    }
    return NULL;
}

static int calendar_policy(options *o) {
    int i;
    for (i = 0; i < 32; i++) {          /* as many as a mask of them can have                 */
        const char *name = calendar_policy_name(i);
        if (name != NULL && strcmp(name, o->policy == NULL ? "ff" : o->policy) == 0) {
            o->choice = (sked_ar_policy)i;
            return 1;
        }
    }
    return 0;
}

/* A whole number of digits alone. */
static int number(const char *text, uint32_t *value) {
    char *end = NULL;
    const unsigned long read = text == NULL ? 0 : strtoul(text, &end, 10);
    if (text == NULL || text[0] < '0' || text[0] > '9' || *end != '\0' || read > 1000000000) {
        return 0;
    }
    *value = (uint32_t)read;
    return 1;
}

/* Reads one option, and its value if it has one. Returns how many words it took; 0: it is none. */
static int one_option(options *o, const char *word, const char *value) {
    uint32_t seconds;
    if (strcmp(word, "--until-empty") == 0) { o->until_empty = 1; return 1; }
    if (strcmp(word, "--dry") == 0) { o->dry = 1; return 1; }
    if (strcmp(word, "--shares") == 0) { o->shares = 1; return 1; }
    if (strcmp(word, "--preempt") == 0) { o->preempt = 1; return 1; }
    if (strcmp(word, "--policy") == 0) { o->policy = value; return value == NULL ? 0 : 2; }
    if (strcmp(word, "--partition") == 0) { o->partition = value; return value == NULL ? 0 : 2; }
    if (strcmp(word, "--poll") == 0) { return number(value, &o->poll) ? 2 : 0; }
    if (strcmp(word, "--sequential") == 0) { return number(value, &o->sequential) ? 2 : 0; }
    if (strcmp(word, "--ready") == 0 && number(value, &seconds)) { o->ready = seconds; return 2; }
    if (strcmp(word, "--deadline") == 0 && number(value, &seconds)) {
        o->deadline = seconds;
        return 2;
    }
    if (word[0] != '-' && o->words_count < 3) { o->words[o->words_count++] = word; return 1; }
    return 0;
}

static int read_options(options *o, int argc, char **argv) {
    int i, taken;
    for (i = 2; i < argc; i += taken) {
        taken = one_option(o, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (taken == 0) {
            usage(argv[i]);
            return 0;
        }
    }
    return 1;
}

int main(int argc, char **argv) {
    struct sigaction action;
    options o;
    mirror m;
    uint32_t nodes, minutes;
    int reserving;
    memset(&o, 0, sizeof o);
    memset(&m, 0, sizeof m);
    o.poll = 200;
    o.sequential = 100;
    if (argc < 2) { return usage("no command"); }
    reserving = strcmp(argv[1], "reserve") == 0;
    if (!reserving && strcmp(argv[1], "run") != 0) { return usage(argv[1]); }
    if (!read_options(&o, argc, argv)) { return 2; }
    if (reserving ? !calendar_policy(&o) : !queue_policy(&o)) { return usage(o.policy); }
    if (o.words_count != (reserving ? 3u : 0u)) { return usage(argv[1]); }
    if (reserving && o.shares) { return usage("--shares is for run"); }
    if (reserving && o.preempt) { return usage("--preempt is for run"); }
    if (!reserving && o.partition != NULL) { return usage("--partition is for reserve"); }
    if (reserving && (!number(o.words[1], &nodes) || !number(o.words[2], &minutes) ||
                      minutes == 0)) {
        return usage("NODES and MINUTES are numbers");
    }
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    slurm_init(NULL);
    m.sequential = o.sequential;
    m.by_shares = o.shares;
    m.preempts = o.preempt;
    if (!mirror_open(&m)) { return 2; }
    o.rules.preempts = o.preempt;
    o.rules.grace = m.kill_wait;
    return reserving ? make_reservation(&m, &o) : run(&m, &o);
}
