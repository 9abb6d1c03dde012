/* tiers_linux.c: runs a file of jobs on this machine, in front and behind, as the kit decides. */
/* SPDX-License-Identifier: MIT */

/* A controller over >>tiers of sched.h whose jobs are processes of Linux. `obey` carries out what
 * the kit decides; docs/tiers.md is the recipe.
 *
 * There are two processes of this program. The driver launches all jobs, and they end with it
 * (PR_SET_PDEATHSIG). The keeper is the driver's parent: it hands on signals, and when the driver
 * is gone, for whatever reason, it ends what is left. If the keeper is killed, the driver ends all
 * and itself. Both are subreapers: what a job has forked comes to them when its parent ends. */

#define _GNU_SOURCE
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../input.h"
#include "../options.h"
#include "../output.h"
#include "../tiers_policy.h"

#include "run.h"

enum {
    TIERS_POLICY, TIERS_PROCESSORS, TIERS_MEMORY, TIERS_LIMIT, TIERS_SAMPLE, TIERS_CGROUP,
    TIERS_OPTIONS
};
static const option_rule tiers_rules[TIERS_OPTIONS] = {
    {.name = "--policy", .value = "NAME",
     .help = "keasy, reasy or measy (default): what becomes of a job behind others when its turn "
             "comes elsewhere: it starts anew, waits, or moves"},
    {.name = "--processors", .value = "COUNT", .least = 1, .most = TIER_PROCESSORS_MAX,
     .help = "the first COUNT of those that this process may use (default: all)"},
    {.name = "--memory", .value = "MIB", .least = 1, .most = DAY_MEMORY_MAX,
     .help = "for all jobs together (default: what /proc/meminfo calls available)"},
    {.name = "--limit", .value = "PERMILLE", .most = 1001,
     .help = "jobs go behind what uses less of its processor (default: 900; 1001: any)"},
    {.name = "--sample", .value = "MS", .least = 50, .most = 60000,
     .help = "over which usage is measured (default: 500)"},
    {.name = "--cgroup", .value = "FOLDER",
     .help = "a control group of version 2 for groups front and behind; none: SCHED_IDLE "
             "(default: our own group, if groups below it have weights)"},
};

static const option_program tiers_program = {
    .name = "tiers_linux", .synopsis = "[OPTION ...] [FILE]",
    .about = "Runs the jobs of FILE on this machine: in the foreground, or behind others with\n"
             "as little weight as the system has; -, or no FILE, is standard input.\n",
    .notes = "FILE has one job a line, by arrivals that do not fall; # begins a comment line:\n\n"
             "  ARRIVAL ID WIDTH ESTIMATE MEMORY COMMAND\n\n"
             "ARRIVAL and ESTIMATE are seconds, MEMORY is MiB of each process. WIDTH processes\n"
             "run COMMAND: busy SECONDS, half SECONDS (at work half the time), or one for the\n"
             "shell, with TIERS_JOB, TIERS_PROCESS and TIERS_WIDTH in its environment. A job\n"
             "enters the queue when its memory fits beside that of all jobs in the queue.\n"
             "Each process is kept to the processor that was chosen. When the program ends, in\n"
             "whatever way, no process is left.\n",
    .rules = tiers_rules, .rules_count = TIERS_OPTIONS};

enum { ROOM_BYTES = 256 * 1024 };

static sked_align room[ROOM_BYTES / sizeof(sked_align)];
static sked_queue queue;
static sked_tiers tiers;
static day the_day;
static run_job runs[DAY_JOBS_MAX];
static tier_control control;
static int64_t sample_ms = 500;
static int64_t started_at;              /* nanoseconds                                          */
static int64_t memory_taken;            /* MiB, of all jobs in the queue                        */
static uint32_t entered, ended;         /* jobs, in the order of the file; of any               */
static int told_of_memory;              /* of the job that enters next                          */
static int failed;                      /* the queue refused what was told                      */

/* ---- What is said ---------------------------------------------------------------------------- */

static sked_time milliseconds(void) {
    return (worker_clock(CLOCK_MONOTONIC) - started_at) / 1000000;
}

static void say(uint64_t id, const char *format, ...) {
    const sked_time now = milliseconds();
    va_list values;

    printf("%4" PRId64 ".%03d %" PRIu64 " ", now / 1000, (int)(now % 1000), id);
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    printf("\n");
    fflush(stdout);
}

static void say_action(const sked_action *action, const char *what, const sked_set *processors) {
    char list[4 * TIER_PROCESSORS_MAX];

    (void)sked_set_format(processors, list, sizeof list);
    switch (action->reason) {
    case SKED_BEFORE_SHADOW:
    case SKED_FITS_EXTRA:
        say(action->id, "%s on %s, ahead of %" PRIu64, what, list, action->head);
        return;
    case SKED_HEAD:
    case SKED_RESERVED:
    case SKED_SPARE_CYCLES:
    case SKED_BOOKED:
    case SKED_PROCESSOR_DOWN:
    case SKED_REASON_CLOSED_:
        break;
    }
    say(action->id, "%s on %s", what, list);
}

/* ---- What is measured ------------------------------------------------------------------------ */

/* The job and process of a number; 0: an orphan that a job has left behind. */
static int find_process(pid_t pid, uint32_t *which, uint32_t *number) {
    for (*which = 0; *which < entered; (*which)++) {
        for (*number = 0; *number < the_day.jobs[*which].width; (*number)++) {
            if (runs[*which].processes[*number].pid == pid) {
                return 1;
            }
        }
    }
    return 0;
}

/* Adds what each process of the system has used to the group that it belongs to. */
static void read_usage(void) {
    DIR *folder = opendir("/proc");
    uint32_t which, number;
    proc_stat stat;

    for (which = 0; which < entered; which++) {
        for (number = 0; number < the_day.jobs[which].width; number++) {
            runs[which].processes[number].used = 0;
        }
    }
    while (folder != NULL && proc_next(folder, &stat)) {
        if (find_process(stat.group, &which, &number)) {
            runs[which].processes[number].used += stat.used + proc_waited(stat.pid);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

/* ---- What is done ---------------------------------------------------------------------------- */

static void must(uint64_t id, sked_status status) {
    if (status != SKED_OK) {
        failed = 1;
        (void)option_refuse("tiers_linux", "job %" PRIu64 ": %s, expected that the queue takes it",
                            id, sked_status_text(status));
    }
}

/* Asks where each process belongs. */
static int take_places(const sked_action *action) {
    sked_place places[DAY_WIDTH_MAX];
    run_job *run = &runs[action->tag];
    uint32_t number;

    if (sked_tiers_get_places(&queue, action->id, places, DAY_WIDTH_MAX) != SKED_OK) {
        return 0;
    }
    for (number = 0; number < action->width; number++) {
        run->processes[number].processor = places[number].processor;
    }
    run->behind = places[0].tier > 0;
    return 1;
}

static int launch(const sked_action *action) {
    run_job *run = &runs[action->tag];
    uint32_t number;

    if (!take_places(action)) {
        return 0;
    }
    for (number = 0; number < action->width; number++) {
        run->processes[number].usage = RUN_UNKNOWN;
        if (!run_launch(&the_day.jobs[action->tag], run, number, &control)) {
            return option_refuse("tiers_linux", "job %" PRIu64 ": %s, expected one more process",
                                 action->id, strerror(errno));
        }
    }
    return 1;
}

/* Moves a job whose places were taken. */
static int move(const sked_action *action) {
    run_move(&runs[action->tag], action->width, &control);
    read_usage();
    run_sample_anew(&runs[action->tag], action->width);
    return 1;
}

/* The job is still where it was. The pass ends, before its decisions give these places to others,
   and a new one begins. */
static int stay(const sked_action *action, const sked_place *places) {
    run_job *run = &runs[action->tag];
    sked_status status = sked_queue_plan_end(&queue);
    uint32_t number;

    for (number = 0; number < action->width; number++) {
        run->processes[number].processor = places[number].processor;
    }
    run->behind = 1;
    (void)run_pin(run, action->width, &control);
    if (status == SKED_OK) {
        status = sked_tiers_stay(&queue, action->id, places, milliseconds());
    }
    if (status == SKED_OK) {
        status = sked_tiers_plan(&queue, &tiers, milliseconds());
    }
    must(action->id, status);
    return status == SKED_OK;
}

/* Moves a job to the front of other processors, unless the system refuses one of them: it may have
   been taken from our cpuset. */
static int migrate(const sked_action *action, const sked_set *processors) {
    const run_job *run = &runs[action->tag];
    sked_place places[DAY_WIDTH_MAX];
    uint32_t number;

    for (number = 0; number < action->width; number++) {
        places[number].processor = run->processes[number].processor;
        places[number].tier = 1;
    }
    if (!take_places(action)) {
        return 0;
    }
    if (!run_pin(run, action->width, &control)) {
        say(action->id, "stays behind: %s", strerror(errno));
        return stay(action, places);
    }
    say_action(action, "moves to the front", processors);
    return move(action);
}

/* Returns 0 if it cannot be done, and has said why. */
static int obey(const sked_action *action, const sked_set *processors) {
    switch (action->kind) {
    case SKED_START:
        say_action(action, "starts", processors);
        return launch(action);
    case SKED_START_BACKGROUND:
        say_action(action, "runs behind", processors);
        return launch(action);
    case SKED_SWAP:
        say_action(action, "comes to the front", processors);
        return take_places(action) && move(action);
    case SKED_RESTART:
        say_action(action, "starts anew", processors);
        run_kill(&runs[action->tag], action->width);
        return launch(action);
    case SKED_MIGRATE:
        return migrate(action, processors);
    case SKED_LOST:                     /* no processor goes down here */
    case SKED_ACTION_CLOSED_:
        break;
    }
    return 0;
}

static int make_pass(void) {
    sked_word words[SKED_SET_WORDS((uint32_t)TIER_PROCESSORS_MAX)];
    sked_set processors = sked_set_of(words, control.cpus_count);
    sked_action action;
    sked_status status = sked_tiers_plan(&queue, &tiers, milliseconds());

    while (status == SKED_OK) {
        status = sked_tiers_next(&queue, &action, &processors);
        if (status == SKED_OK && !obey(&action, &processors)) {
            return 0;
        }
    }
    return status == SKED_DONE ||
           option_refuse("tiers_linux", "%s, expected a pass", sked_status_text(status));
}

/* ---- What has happened ----------------------------------------------------------------------- */

/* The next job of the file enters the queue, if it is time and its memory is there. */
static int enter_next(void) {
    const day_job *from = &the_day.jobs[entered];
    const int64_t memory = from->width * from->memory;
    sked_job job = sked_job_of(from->id, from->width, from->estimate);

    if (entered == the_day.count || from->arrival > milliseconds()) {
        return 0;
    }
    if (memory > the_day.limits.memory - memory_taken) {
        if (!told_of_memory) {
            say(from->id, "waits for memory: %" PRId64 " MiB, %" PRId64 " are free", memory,
                the_day.limits.memory - memory_taken);
        }
        told_of_memory = 1;
        return 0;
    }
    job.tag = entered++;
    memory_taken += memory;
    told_of_memory = 0;
    must(from->id, sked_queue_submit(&queue, &job, milliseconds()));
    return 1;
}

static void end_job(uint32_t which) {
    const day_job *job = &the_day.jobs[which];
    const int status = runs[which].status;

    if (WIFSIGNALED(status)) {
        say(job->id, "is ended by signal %d", WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0) {
        say(job->id, "ends with status %d", WEXITSTATUS(status));
    } else {
        say(job->id, "ends");
    }
    memory_taken -= job->width * job->memory;
    ended++;
    must(job->id, sked_queue_finish(&queue, job->id, milliseconds()));
}

/* Looks at each child that has ended before its number is free again. Returns whether a job did. */
static int reap_children(void) {
    int news = 0;

    for (;;) {
        siginfo_t child;
        uint32_t which, number;

        memset(&child, 0, sizeof child);
        if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) != 0 || child.si_pid == 0) {
            return news;
        }
        if (!find_process(child.si_pid, &which, &number)) {
            (void)waitpid(child.si_pid, NULL, 0);
            continue;
        }
        run_reap(&runs[which], number);
        if (runs[which].alive == 0) {
            end_job(which);
            news = 1;
        }
    }
}

/* Tells the queue what was measured. A job that is behind others counts with what it used in front,
   or as busy: it can have the processor too seldom to show what it would use. */
static int report_usage(void) {
    uint16_t usage[DAY_WIDTH_MAX];
    uint32_t which, number;
    int news = 0;

    read_usage();
    for (which = 0; which < entered; which++) {
        const day_job *job = &the_day.jobs[which];

        if (runs[which].alive == 0 || runs[which].behind ||
            !run_sample(&runs[which], job->width, sample_ms * 900000)) {
            continue;
        }
        for (number = 0; number < job->width; number++) {
            usage[number] = runs[which].processes[number].usage;
        }
        news = 1;
        must(job->id, sked_tiers_report(&queue, job->id, SKED_NONE, usage, milliseconds()));
    }
    return news;
}

/* The kit asks this before it puts a process anywhere. */
static uint32_t usage_of(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    const run_job *run = &runs[tag];

    (void)ctx;
    (void)id;
    return run->alive > 0 ? run->processes[process].usage : RUN_UNKNOWN;
}

/* ---- The driver ------------------------------------------------------------------------------ */

static sked_time earlier(sked_time a, sked_time b) {
    return a < b ? a : b;
}

/* Waits for a signal until the next moment at which there is something to do. Returns the signal,
   or 0. */
static int wait_for_news(const sigset_t *signals, sked_time next_sample) {
    const sked_time now = milliseconds();
    sked_time until = earlier(next_sample, sked_queue_next_time(&queue));
    struct timespec left;
    int number;

    if (entered < the_day.count && the_day.jobs[entered].arrival > now) {
        until = earlier(until, the_day.jobs[entered].arrival);
    }
    until = until > now ? until - now : 1;
    left.tv_sec = (time_t)(until / 1000);
    left.tv_nsec = (long)(until % 1000) * 1000000;
    number = sigtimedwait(signals, NULL, &left);
    return number > 0 ? number : 0;
}

/* Returns 1 when all jobs have ended; 0 after a fault, or a signal that ends the program. */
static int drive(const sigset_t *signals) {
    sked_time next_sample = sample_ms, planned = SKED_NEVER;
    int number = 0, news = 1;

    started_at = worker_clock(CLOCK_MONOTONIC);
    printf("# %" PRIu32 " processors; behind by %s; memory %" PRId64 " MiB\n", control.cpus_count,
           control.means, the_day.limits.memory);
    while (number == 0 || number == SIGCHLD) {
        news |= reap_children();
        while (enter_next()) {
            news = 1;
        }
        if (ended == the_day.count) {
            return 1;
        }
        if (milliseconds() >= next_sample) {
            news |= report_usage();
            next_sample = milliseconds() + sample_ms;
        }
        if (failed || ((news || milliseconds() >= planned) && !make_pass())) {
            return 0;
        }
        planned = sked_queue_next_time(&queue);
        news = 0;
        number = wait_for_news(signals, next_sample);
    }
    return 0;
}

/* ---- The keeper ------------------------------------------------------------------------------ */

/* Starts the driver, which ends if this process does. Returns its number; -1: errno. */
static pid_t start_driver(const sigset_t *signals) {
    const pid_t keeper = getpid();
    pid_t driver;

    fflush(stdout);
    driver = fork();
    if (driver == 0) {
        int done = prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 &&
                   prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 && getppid() == keeper;

        done = done && drive(signals);
        proc_end_all();
        exit(output_status("tiers_linux", done));
    }
    return driver;
}

/* Hands signals to the driver until it ends. Returns its status, as waitpid says it. */
static int watch_driver(pid_t driver, const sigset_t *signals, int *ended_by) {
    int status = 0, number;
    pid_t child;

    for (;;) {
        number = sigwaitinfo(signals, NULL);
        if (number > 0 && number != SIGCHLD) {
            *ended_by = number;
            kill(driver, SIGTERM);
        }
        while ((child = waitpid(-1, &status, WNOHANG)) > 0) {
            if (child == driver) {
                return status;
            }
        }
    }
}

/* Ends as a program does that was ended by this signal. */
static int end_by(int number) {
    sigset_t one;

    signal(number, SIG_DFL);
    raise(number);
    sigemptyset(&one);
    sigaddset(&one, number);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    return 1;
}

static int keep(void) {
    sigset_t signals;
    int status, ended_by = 0;
    pid_t driver;

    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGQUIT);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || (driver = start_driver(&signals)) < 0) {
        return !option_refuse("tiers_linux", "no driver: %s, expected one more process",
                              strerror(errno));
    }
    status = watch_driver(driver, &signals, &ended_by);
    proc_end_all();
    tier_remove_groups(&control);
    return ended_by != 0       ? end_by(ended_by)
           : WIFEXITED(status) ? WEXITSTATUS(status)
                               : !option_refuse("tiers_linux", "the driver was ended by signal %d, "
                                                "expected that nobody does", WTERMSIG(status));
}

/* ---- The program ----------------------------------------------------------------------------- */

/* What the options say. */
typedef struct choices {
    const char *file, *cgroup;
    uint32_t processors;
    int64_t memory;
    int policy;
} choices;

static int take_option(const option_line *line, int which, choices *chosen) {
    switch (which) {
    case TIERS_POLICY: return option_named(line, tiers_policy_name, TIERS_POLICIES_MAX,
                                           &chosen->policy);
    case TIERS_PROCESSORS: chosen->processors = (uint32_t)line->number; break;
    case TIERS_MEMORY: chosen->memory = (int64_t)line->number; break;
    case TIERS_LIMIT: tiers.usage_limit_permille = (uint32_t)line->number; break;
    case TIERS_SAMPLE: sample_ms = (int64_t)line->number; break;
    case TIERS_CGROUP: chosen->cgroup = line->text; break;
    default: return option_take_file(line, &chosen->file);
    }
    return 1;
}

static int make_queue(void) {
    const sked_queue_settings settings =
        sked_queue_settings_measy(control.cpus_count, DAY_JOBS_MAX);
    const sked_status status = sked_queue_init(&queue, &settings, NULL, room, sizeof room);

    return status == SKED_OK ||
           option_refuse("tiers_linux", "%s, expected a queue", sked_status_text(status));
}

static int read_file(const choices *chosen) {
    static day_file from;
    int done;

    from.program = "tiers_linux";
    from.file = input_open(from.program, chosen->file, &from.name);
    if (from.file == NULL) {
        return 0;
    }
    the_day.limits.processors = control.cpus_count;
    the_day.limits.memory = chosen->memory > 0 ? chosen->memory : proc_memory();
    done = day_read(&from, &the_day);
    input_close(from.file);
    return done;
}

int main(int count, char **words) {
    option_line line = option_line_of(&tiers_program, count, words);
    choices chosen = {.policy = SKED_MEASY};
    int which;

    tiers.usage_limit_permille = 900;
    tiers.usage.usage = usage_of;
    for (which = option_next(&line); which >= OPTION_FILE; which = option_next(&line)) {
        if (!take_option(&line, which, &chosen)) {
            return line.status;
        }
    }
    if (which == OPTION_STOP) {
        return line.status;
    }
    tiers.policy = (sked_tiers_policy)chosen.policy;
    if (!tier_find_cpus(&control, chosen.processors)) {
        return line.status;
    }
    if (!read_file(&chosen) || !make_queue() || !tier_choose(&control, chosen.cgroup)) {
        return 1;
    }
    return keep();
}
