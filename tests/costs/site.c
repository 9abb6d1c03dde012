/* site.c: what a heterogeneous site costs, by inputs meant to break what sched.h says.
 *
 * SPDX-License-Identifier: MIT */
#include "sched.h"
#include "tests/costs/costs.h"

/* ---- help ----------------------------------------------------------------------------------- */

/* Machines of the resource 0; one class of jobs, for the resource `home`; one queue. */
static sked_site_settings settings_for(uint32_t machines, uint32_t resources, uint32_t jobs,
                                       uint32_t home) {
    const sked_site_machine *machine = cost_memory(machines, sizeof *machine);
    sked_site_settings settings = sked_site_settings_of(machine, machines, resources, jobs);
    sked_set *homes = cost_memory(1, sizeof *homes);
    sked_site_class *job_class = cost_memory(1, sizeof *job_class);
    sked_site_queue *queue = cost_memory(1, sizeof *queue);
    *homes = sked_set_of(cost_memory(SKED_SET_WORDS(resources), sizeof(sked_word)), resources);
    sked_set_add(homes, home);
    job_class->resources = homes;
    settings.job_class = job_class;
    *queue = sked_site_queue_of(0);
    queue->heuristic = SKED_OLB;
    settings.queue = queue;
    return settings;
}

/* A set of `count` machines, the last ones. */
static const sked_set *last_machines(uint32_t machines, uint32_t count) {
    sked_set *set = cost_memory(1, sizeof *set);
    *set = sked_set_of(cost_memory(SKED_SET_WORDS(machines), sizeof(sked_word)), machines);
    while (count > 0) {
        sked_set_add(set, machines - count--);
    }
    return set;
}

/* Clusters of the resource 1, which all have the same members. */
static sked_cluster *add_clusters(sked_site_settings *settings, uint32_t count,
                                  uint32_t members) {
    const sked_set *set = last_machines(settings->machines, members);
    sked_cluster *cluster = cost_memory(count, sizeof *cluster);
    uint32_t i;
    for (i = 0; i < count; i++) {
        cluster[i].members = set;
        cluster[i].resource = 1;
    }
    settings->cluster = cluster;
    settings->clusters = count;
    return cluster;
}

/* Interconnects of a bandwidth of `bandwidth` that serve all clusters. */
static sked_site_interconnect *add_interconnects(sked_site_settings *settings, uint32_t count,
                                                 uint64_t bandwidth) {
    sked_site_interconnect *interconnect = cost_memory(count, sizeof *interconnect);
    uint32_t i;
    for (i = 0; i < count; i++) {
        interconnect[i].bandwidth = bandwidth;
        interconnect[i].latency = 1;
    }
    settings->interconnect = interconnect;
    settings->interconnects = count;
    return interconnect;
}

/* Jobs of the only class want bandwidth, of a latency of at most 1. */
static void want_bandwidth(sked_site_settings *settings) {
    sked_site_class *job_class = cost_memory(1, sizeof *job_class);
    *job_class = settings->job_class[0];
    job_class->bandwidth = job_class->latency_max = 1;
    settings->job_class = job_class;
}

/* What a site learns from: each class is guessed to take 10. */
static sked_site_experience experience_of(const sked_site_settings *settings) {
    sked_experience_settings shape =
        sked_experience_settings_of(settings->classes, settings->resources);
    sked_time *guesses = cost_memory(settings->classes, sizeof *guesses);
    sked_site_experience experience = SKED_ZERO;
    uint32_t i;
    for (i = 0; i < settings->classes; i++) {
        guesses[i] = 10;
    }
    shape.guesses = guesses;
    experience.times = cost_memory(1, sizeof *experience.times);
    cost_must(sked_experience_create(experience.times, &shape, cost_mem) == SKED_OK, "experience");
    return experience;
}

static sked_site site_of(const sked_site_settings *settings) {
    const sked_site_experience experience = experience_of(settings);
    sked_site site = SKED_ZERO;
    cost_must(sked_site_create(&site, settings, &experience, cost_mem) == SKED_OK, "create");
    return site;
}

static void submit_to(sked_site *site, uint64_t first, uint32_t count, uint32_t queue) {
    sked_site_job job = sked_site_job_of(first, 0);
    job.queue = queue;
    for (; job.id < first + count; job.id++) {
        cost_must(sked_site_submit(site, &job, 0) == SKED_OK, "submit");
    }
}

static void plan(sked_site *site) {
    cost_must(sked_site_plan(site, 0) == SKED_OK, "plan");
}

static void dispatch(sked_site *site, uint32_t count) {
    sked_site_decision decision;
    for (; count > 0; count--) {
        cost_must(sked_site_next(site, &decision, NULL, 0) == SKED_OK, "next");
    }
}

static void measured_plan(cost_run *run, sked_site *site) {
    cost_begin(run);
    plan(site);
    cost_end(run);
}

static void measured_submit(cost_run *run, sked_site *site, uint64_t id) {
    cost_begin(run);
    submit_to(site, id, 1, 0);
    cost_end(run);
}

/* ---- making --------------------------------------------------------------------------------- */

static void measured_init(cost_run *run, const sked_site_settings *settings) {
    const sked_site_experience experience = experience_of(settings);
    sked_site site = SKED_ZERO;
    size_t bytes = 0;
    void *block;
    cost_must(sked_site_bytes(settings, &bytes) == SKED_OK, "bytes");
    block = cost_memory(1, bytes);
    cost_begin(run);
    cost_must(sked_site_init(&site, settings, &experience, block, bytes) == SKED_OK, "init");
    cost_end(run);
    run->bound = (double)bytes;
}

static void init_many_jobs(cost_run *run, uint32_t n) {
    const sked_site_settings settings = settings_for(64, 1, n, 0);
    measured_init(run, &settings);
}

/* Queues are ranked by insertion. */
static void init_falling_queues(cost_run *run, uint32_t n) {
    sked_site_settings settings = settings_for(1, 1, 1, 0);
    sked_site_queue *queue = cost_memory(n, sizeof *queue);
    uint32_t i;
    for (i = 0; i < n; i++) {
        queue[i] = sked_site_queue_of(n - i);
    }
    settings.queue = queue;
    settings.queues = n;
    measured_init(run, &settings);
    run->bound += (double)n * n;
}

/* The whole set of machines is walked for each cluster, to count one member. */
static void init_narrow_clusters(cost_run *run, uint32_t n) {
    sked_site_settings settings = settings_for(n, 2, 1, 1);
    (void)add_clusters(&settings, n, 1);
    measured_init(run, &settings);
    run->bound += n * (1.0 + SKED_SET_WORDS(n));
}

/* ---- jobs come and go ----------------------------------------------------------------------- */

static void submit_to_many(cost_run *run, uint32_t n) {
    const sked_site_settings settings = settings_for(n / 4, 1, n, 0);
    sked_site site = site_of(&settings);
    submit_to(&site, 0, n - 1, 0);
    measured_submit(run, &site, n);
    run->bound = n + n / 4;
}

/* No machine suits; clusters do, but only the last interconnect has the latency. */
static void submit_many_interconnects(cost_run *run, uint32_t n) {
    sked_site_settings settings = settings_for(1, 2, 1, 1);
    sked_set *last = cost_memory(1, sizeof *last);
    sked_site_interconnect *interconnect;
    sked_site site;
    (void)add_clusters(&settings, n, 1);
    interconnect = add_interconnects(&settings, n, 1);
    *last = sked_set_of(cost_memory(SKED_SET_WORDS(n), sizeof(sked_word)), n);
    sked_set_add(last, n - 1);
    interconnect[n - 1].clusters = last;
    while (--n > 0) {
        interconnect[n - 1].latency = 2;
    }
    want_bandwidth(&settings);
    site = site_of(&settings);
    measured_submit(run, &site, 0);
    run->bound = 2.0 * settings.clusters + (double)settings.clusters * settings.interconnects;
}

/* Of each cluster only the last machine is a member, and only the last cluster suits. */
static void submit_narrow_clusters(cost_run *run, uint32_t n) {
    sked_site_settings settings = settings_for(n, 2, 1, 1);
    sked_cluster *cluster = add_clusters(&settings, n, 1);
    sked_site site;
    uint32_t i;
    for (i = 0; i + 1 < n; i++) {
        cluster[i].resource = 0;
    }
    site = site_of(&settings);
    measured_submit(run, &site, 0);
    run->bound = 3.0 * n + n * (1.0 + SKED_SET_WORDS(n));
}

/* One job runs on a cluster of the last of n machines. */
static sked_site site_of_narrow_run(uint32_t n) {
    sked_site_settings settings = settings_for(n, 2, 1, 1);
    sked_site site;
    (void)add_clusters(&settings, 1, 1);
    site = site_of(&settings);
    submit_to(&site, 0, 1, 0);
    plan(&site);
    dispatch(&site, 1);
    return site;
}

static void finish_narrow(cost_run *run, uint32_t n) {
    sked_site site = site_of_narrow_run(n);
    cost_begin(run);
    cost_must(sked_site_finish(&site, 0, 0, 5) == SKED_OK, "finish");
    cost_end(run);
    run->bound = 1.0 + SKED_SET_WORDS(n);
}

static void cancel_narrow(cost_run *run, uint32_t n) {
    sked_site site = site_of_narrow_run(n);
    cost_begin(run);
    cost_must(sked_site_cancel(&site, 0, 5) == SKED_OK, "cancel");
    cost_end(run);
    run->bound = 1.0 + SKED_SET_WORDS(n);
}

/* n jobs, of which the last runs on a cluster of all n / 4 machines. */
static sked_site site_of_wide_run(uint32_t n) {
    sked_site_settings settings = settings_for(n / 4, 2, n, 1);
    sked_site site;
    (void)add_clusters(&settings, 1, n / 4);
    site = site_of(&settings);
    submit_to(&site, 0, n, 0);
    plan(&site);
    dispatch(&site, 1);
    return site;
}

static void finish_wide(cost_run *run, uint32_t n) {
    sked_site site = site_of_wide_run(n);
    cost_begin(run);
    cost_must(sked_site_finish(&site, 0, 0, 5) == SKED_OK, "finish");
    cost_end(run);
    run->bound = n + n / 4;
}

static void cancel_last(cost_run *run, uint32_t n) {
    sked_site site = site_of_wide_run(n);
    cost_begin(run);
    cost_must(sked_site_cancel(&site, n - 1, 5) == SKED_OK, "cancel");
    cost_end(run);
    run->bound = n + n / 4;
}

static void down_wide(cost_run *run, uint32_t n) {
    sked_site site = site_of_wide_run(n);
    cost_begin(run);
    cost_must(sked_site_down(&site, n / 4 - 1, 5) == SKED_OK, "down");
    cost_end(run);
    run->bound = 1;
}

static void load_wide(cost_run *run, uint32_t n) {
    sked_site site = site_of_wide_run(n);
    cost_begin(run);
    cost_must(sked_site_report_load(&site, n / 4 - 1, 512, 5) == SKED_OK, "report_load");
    cost_end(run);
    run->bound = 1;
}

static void job_last(cost_run *run, uint32_t n) {
    const sked_site site = site_of_wide_run(n);
    sked_site_job_info info;
    cost_begin(run);
    cost_must(sked_site_get_job(&site, n - 1, &info) == SKED_OK, "get_job");
    cost_end(run);
    run->bound = n;
}

static void line_last(cost_run *run, uint32_t n) {
    const sked_site site = site_of_wide_run(n);
    uint64_t id;
    cost_begin(run);
    cost_must(sked_site_job_at(&site, SKED_NONE, n, &id) != SKED_E_RANGE, "job_at");
    cost_end(run);
    run->bound = n;
}

static void machine_one(cost_run *run, uint32_t n) {
    const sked_site site = site_of_wide_run(n);
    sked_site_machine_info info;
    cost_begin(run);
    cost_must(sked_site_get_machine(&site, n / 4 - 1, &info) == SKED_OK, "get_machine");
    cost_end(run);
    run->bound = 1;
}

static void info_many(cost_run *run, uint32_t n) {
    const sked_site site = site_of_wide_run(n);
    sked_site_info info;
    cost_begin(run);
    cost_must(sked_site_get_info(&site, &info) == SKED_OK, "get_info");
    cost_end(run);
    run->bound = n;
}

/* ---- plans ---------------------------------------------------------------------------------- */

/* n jobs of one class, which is predicted on n resources once. */
static void plan_one_class(cost_run *run, uint32_t n) {
    const sked_site_settings settings = settings_for(1, n, n, 0);
    sked_site site = site_of(&settings);
    submit_to(&site, 0, n, 0);
    measured_plan(run, &site);
    run->bound = n + (1.0 + n);
}

/* Only the last of n interconnects has the latency. Bandwidth is not short. */
static void plan_many_interconnects(cost_run *run, uint32_t n) {
    sked_site_settings settings = settings_for(1, 2, 1, 1);
    sked_site_interconnect *interconnect;
    sked_site site;
    (void)add_clusters(&settings, 1, 1);
    run->bound = 4.0 + n;
    interconnect = add_interconnects(&settings, n, 1);
    want_bandwidth(&settings);
    while (--n > 0) {
        interconnect[n - 1].latency = 2;
    }
    site = site_of(&settings);
    submit_to(&site, 0, 1, 0);
    measured_plan(run, &site);
}

/* Each of n queues looks at all n jobs, which are in the first. */
static void plan_empty_queues(cost_run *run, uint32_t n) {
    sked_site_settings settings = settings_for(1, 1, n, 0);
    sked_site_queue *queue = cost_memory(n, sizeof *queue);
    sked_site site;
    uint32_t i;
    for (i = 0; i < n; i++) {
        queue[i] = sked_site_queue_of(0);
        queue[i].heuristic = SKED_OLB;
    }
    settings.queue = queue;
    settings.queues = n;
    site = site_of(&settings);
    submit_to(&site, 0, n, 0);
    measured_plan(run, &site);
    run->bound = n * (n + 2.0);
}

/* The whole set of machines is walked for each cluster of one member. */
static void plan_narrow_clusters(cost_run *run, uint32_t n) {
    sked_site_settings settings = settings_for(n, 2, 1, 1);
    sked_site site;
    (void)add_clusters(&settings, n, 1);
    site = site_of(&settings);
    submit_to(&site, 0, 1, 0);
    measured_plan(run, &site);
    run->bound = 3.0 * n + n * (1.0 + SKED_SET_WORDS(n));
}

/* A queue that preempts, and one that can be preempted. */
static void set_two_queues(sked_site_settings *settings) {
    sked_site_queue *queue = cost_memory(2, sizeof *queue);
    queue[0] = sked_site_queue_of(0);
    queue[1] = sked_site_queue_of(1);
    queue[0].flags = SKED_PREEMPTS;
    queue[1].flags = SKED_PREEMPTABLE;
    queue[0].heuristic = queue[1].heuristic = SKED_OLB;
    settings->queue = queue;
    settings->queues = 2;
}

/* n jobs could preempt n others, and no gain is enough. */
static void plan_in_vain(cost_run *run, uint32_t n) {
    sked_site_settings settings = settings_for(n, 1, 2 * n, 0);
    sked_site_info info;
    sked_site site;
    uint64_t mappings;
    settings.gain_min = 100;
    set_two_queues(&settings);
    site = site_of(&settings);
    submit_to(&site, 0, n, 1);
    plan(&site);
    dispatch(&site, n);
    submit_to(&site, n, n, 0);
    cost_must(sked_site_get_info(&site, &info) == SKED_OK, "get_info");
    mappings = info.counters.mappings;
    measured_plan(run, &site);
    cost_must(sked_site_get_info(&site, &info) == SKED_OK, "get_info");
    run->bound = (double)(info.counters.mappings - mappings) * n * n;
}

/* n machines, each of them a cluster; one job on each takes all bandwidth there is, and a job that
 * may preempt them waits. */
static sked_site site_short_of_bandwidth(uint32_t n) {
    sked_site_settings settings = settings_for(n, 2, n + 1, 1);
    sked_cluster *cluster = add_clusters(&settings, n, 1);
    sked_set *sets = cost_memory(n, sizeof *sets);
    sked_word *words = cost_memory(n * (size_t)SKED_SET_WORDS(n), sizeof *words);
    sked_site site;
    uint32_t i;
    for (i = 0; i < n; i++) {
        sets[i] = sked_set_of(words + (size_t)i * SKED_SET_WORDS(n), n);
        sked_set_add(&sets[i], i);
        cluster[i].members = &sets[i];
    }
    (void)add_interconnects(&settings, 1, n);
    want_bandwidth(&settings);
    set_two_queues(&settings);
    site = site_of(&settings);
    submit_to(&site, 0, n, 1);
    plan(&site);
    dispatch(&site, n);
    submit_to(&site, n, 1, 0);
    return site;
}

static void plan_short_of_bandwidth(cost_run *run, uint32_t n) {
    sked_site site = site_short_of_bandwidth(n);
    measured_plan(run, &site);
    run->bound = 3.0 * n + (double)n * n;
}

/* ---- decisions ------------------------------------------------------------------------------ */

static void measured_next(cost_run *run, sked_site *site) {
    sked_site_decision decision;
    cost_begin(run);
    cost_must(sked_site_next(site, &decision, NULL, 0) == SKED_DONE, "waiting");
    cost_end(run);
}

/* n jobs wait for a cluster of the last of 8 n machines: each walks through the set to its end. */
static void next_narrow(cost_run *run, uint32_t n) {
    sked_site_settings settings = settings_for(8 * n, 2, n, 1);
    sked_site site;
    (void)add_clusters(&settings, 1, 1);
    site = site_of(&settings);
    submit_to(&site, 0, n, 0);
    plan(&site);
    dispatch(&site, 1);
    measured_next(run, &site);
    run->bound = 8.0 * n + n * (1.0 + SKED_SET_WORDS(8 * n));
}

/* n jobs wait for a cluster of n / 4 machines: all of it is claimed again for each of them. */
static void next_wide(cost_run *run, uint32_t n) {
    sked_site site = site_of_wide_run(n);
    measured_next(run, &site);
    run->bound = n / 4.0 + n * (n / 4.0);
}

static void next_short_of_bandwidth(cost_run *run, uint32_t n) {
    sked_site site = site_short_of_bandwidth(n);
    plan(&site);
    cost_must(sked_site_report_traffic(&site, 0, n, 0) == SKED_OK, "report_traffic");
    measured_next(run, &site);
    run->bound = n + n + (double)n * n;
}

/* ---- copies --------------------------------------------------------------------------------- */

static void branch_many(cost_run *run, uint32_t n) {
    const sked_site_settings settings = settings_for(64, 1, n, 0);
    sked_site site = site_of(&settings), branch;
    void *block = cost_memory(1, site.bytes_);
    cost_begin(run);
    cost_must(sked_site_branch(&site, &branch, NULL, block, site.bytes_) == SKED_OK, "branch");
    cost_end(run);
    run->bound = (double)site.bytes_;
}

static void seal_many(cost_run *run, uint32_t n) {
    const sked_site_settings settings = settings_for(64, 1, n, 0);
    sked_site site = site_of(&settings);
    const void *block;
    size_t bytes;
    cost_begin(run);
    cost_must(sked_site_seal(&site, &block, &bytes) == SKED_OK, "seal");
    cost_end(run);
    run->bound = (double)bytes;
}

/* Squares alone: the bytes would hide them. */
static void measured_validate(cost_run *run, const sked_site *site, double bound) {
    cost_begin(run);
    cost_must(sked_site_validate(site) == SKED_OK, "validate");
    cost_end(run);
    run->bound = bound;
}

/* All wait with a row: each is sought in the line, by its id, its user, and in the order. */
static void validate_rows(cost_run *run, uint32_t n) {
    const sked_site_settings settings = settings_for(1, 1, n, 0);
    sked_site site = site_of(&settings);
    submit_to(&site, 0, n, 0);
    plan(&site);
    measured_validate(run, &site, (double)n * n);
}

/* Most entries are spare. */
static void validate_spare(cost_run *run, uint32_t n) {
    const sked_site_settings settings = settings_for(1, 1, n, 0);
    const sked_site site = site_of(&settings);
    measured_validate(run, &site, (double)n * n);
}

static void validate_interconnects(cost_run *run, uint32_t n) {
    sked_site_settings settings = settings_for(1, 1, n, 0);
    sked_site site;
    (void)add_interconnects(&settings, n, 1);
    site = site_of(&settings);
    submit_to(&site, 0, n, 0);
    measured_validate(run, &site, (double)n * n);
}

/* As validate_rows, and the checksum. */
static void open_rows(cost_run *run, uint32_t n) {
    const sked_site_settings settings = settings_for(1, 1, n, 0);
    sked_site site = site_of(&settings), opened;
    const sked_site_experience experience = site.experience_;
    const void *sealed;
    size_t bytes, i;
    unsigned char *block;
    submit_to(&site, 0, n, 0);
    plan(&site);
    cost_must(sked_site_seal(&site, &sealed, &bytes) == SKED_OK, "seal");
    block = cost_memory(1, bytes);
    for (i = 0; i < bytes; i++) {
        block[i] = ((const unsigned char *)sealed)[i];
    }
    cost_begin(run);
    cost_must(sked_site_open(&opened, &settings, &experience, block, bytes) == SKED_OK, "open");
    cost_end(run);
    run->bound = (double)bytes + 6.0 * n * n;    /* steps of validate for each two entries */
}

#define VALIDATE "O(bytes + n (n + i + k) + N N)"
#define CLASSES "For each class of a queue's waiting jobs O(m + s + r + i c)"

static const cost_row rows[] = {
    {"sked_site_init", "O(bytes + q q + s)", "many jobs", 256, init_many_jobs},
    {"sked_site_init", "O(bytes + q q + s)", "queues of falling priorities", 1024,
     init_falling_queues},
    {"sked_site_init", "O(bytes + q q + s)", "clusters of one member", 4096, init_narrow_clusters},
    {"sked_site_submit", "O(n + m + s + i c + r)", "many jobs", 512, submit_to_many},
    {"sked_site_submit", "O(n + m + s + i c + r)", "many interconnects", 128,
     submit_many_interconnects},
    {"sked_site_submit", "O(n + m + s + i c + r)", "clusters of one member", 4096,
     submit_narrow_clusters},
    {"sked_site_finish", "O(n + k)", "a cluster of all machines", 256, finish_wide},
    {"sked_site_finish", "O(n + k)", "a cluster of one member", 131072, finish_narrow},
    {"sked_site_cancel", "O(n + k)", "the last of many", 256, cancel_last},
    {"sked_site_cancel", "O(n + k)", "a cluster of one member", 32768, cancel_narrow},
    {"sked_site_down", "O(1)", "a cluster of all machines", 256, down_wide},
    {"sked_site_report_load", "O(1)", "a cluster of all machines", 256, load_wide},
    {"sked_site_plan", "O(n) and that of sked_pjs for each queue", "one class, many resources", 512,
     plan_one_class},
    {"sked_site_plan", "O(n) and that of sked_pjs for each queue", "many empty queues", 256,
     plan_empty_queues},
    {"sked_site_plan", "again whenever it newly respects runs", "no gain is enough", 64,
     plan_in_vain},
    {"sked_site_plan", CLASSES, "many interconnects, only the last will do", 4096,
     plan_many_interconnects},
    {"sked_site_plan", CLASSES, "clusters of one member", 4096, plan_narrow_clusters},
    {"sked_site_plan", "O(n k) more for each interconnect and cluster", "bandwidth is short", 32,
     plan_short_of_bandwidth},
    {"sked_site_next", "O(m + n k)", "a cluster of all machines", 256, next_wide},
    {"sked_site_next", "O(m + n k)", "a cluster of one member", 64, next_narrow},
    {"sked_site_next", "where bandwidth is short, O(n n k i) at worst", "traffic takes all", 32,
     next_short_of_bandwidth},
    {"sked_site_get_info", "O(n)", "many jobs", 256, info_many},
    {"sked_site_get_job", "O(n)", "the last of many", 256, job_last},
    {"sked_site_job_at", "O(n)", "beyond the last of many", 256, line_last},
    {"sked_site_get_machine", "O(1)", "one of many", 256, machine_one},
    {"sked_site_branch", "O(bytes)", "many jobs", 256, branch_many},
    {"sked_site_seal", "O(bytes)", "many jobs", 256, seal_many},
    {"sked_site_open", "those of sked_site_bytes and sked_site_validate", "many rows", 64,
     open_rows},
    {"sked_site_validate", VALIDATE, "many rows", 64, validate_rows},
    {"sked_site_validate", VALIDATE, "all entries are spare", 64, validate_spare},
    {"sked_site_validate", VALIDATE, "many interconnects", 64, validate_interconnects},
};

int main(int argc, char **argv) {
    return cost_table("site", rows, sizeof rows / sizeof rows[0], argc, argv);
}
