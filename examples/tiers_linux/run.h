/* run.h: the processes of running jobs: launched, moved, measured, ended. */
/* SPDX-License-Identifier: MIT */
#ifndef RUN_H_INCLUDED
#define RUN_H_INCLUDED

/* Each process of a job is the leader of a group, and all that it forks is in that group. */

#include <sys/prctl.h>

#include "day.h"
#include "proc.h"
#include "tier.h"
#include "worker.h"

enum { RUN_UNKNOWN = 1000 };        /* a process that was not measured yet counts as busy       */

typedef struct run_process {
    pid_t pid;                      /* and its group's; 0: ended                                */
    uint32_t processor;
    int64_t begun_used;             /* nanoseconds, when its sample began                       */
    int64_t begun_at;
    int64_t used;                   /* ... and in the walk that goes on                         */
    uint16_t usage;                 /* permille, as last measured                               */
} run_process;

typedef struct run_job {
    run_process processes[DAY_WIDTH_MAX];
    uint32_t alive;                 /* processes that run                                       */
    int behind;
    int status;                     /* of the first process that failed, as waitpid says it     */
} run_job;

/* ---- Launching ------------------------------------------------------------------------------- */

/* What a job said it needs is what its processes get. */
static inline int run_limit_memory(int64_t mebibytes) {
    struct rlimit limit;

    limit.rlim_cur = limit.rlim_max = (rlim_t)mebibytes << 20;
    return setrlimit(RLIMIT_DATA, &limit) == 0;
}

/* In the child: what is like this for all that it forks. */
static inline int run_prepare(const day_job *job, const run_process *process, uint32_t number,
                              const tier_control *control, int behind, pid_t driver) {
    char text[32];
    sigset_t none;
    int nothing;

    setpgid(0, 0);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != driver) {
        return 0;
    }
    nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) {
        dup2(nothing, 0);
    }
    snprintf(text, sizeof text, "%" PRIu64, job->id);
    setenv("TIERS_JOB", text, 1);
    snprintf(text, sizeof text, "%" PRIu32, number);
    setenv("TIERS_PROCESS", text, 1);
    snprintf(text, sizeof text, "%" PRIu32, job->width);
    setenv("TIERS_WIDTH", text, 1);
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none);
    return tier_enter(control, behind, process->processor) && run_limit_memory(job->memory) &&
           sigprocmask(SIG_SETMASK, &none, NULL) == 0;
}

/* In the child: does not return. */
static inline void run_child(const day_job *job, const run_process *process, uint32_t number,
                             const tier_control *control, int behind, pid_t driver) {
    if (!run_prepare(job, process, number, control, behind, driver)) {
        (void)option_refuse("tiers_linux", "job %" PRIu64 ": %s, expected that its process can be "
                                           "put into its place", job->id, strerror(errno));
        _exit(126);
    }
    switch (job->kind) {
    case DAY_BUSY:
    case DAY_HALF:
        worker_run(job->id, process->begun_at, job->length * 1000000, job->kind == DAY_HALF);
        _exit(0);
    case DAY_SHELL:
        break;
    }
    execl("/bin/sh", "sh", "-c", job->command, (char *)NULL);
    _exit(127);
}

/* Launches one process of a job on its processor. Returns 0 and errno if there can be none. */
static inline int run_launch(const day_job *job, run_job *run, uint32_t number,
                             const tier_control *control) {
    run_process *process = &run->processes[number];
    const pid_t driver = getpid();

    process->begun_used = 0;
    process->begun_at = worker_clock(CLOCK_MONOTONIC);
    fflush(stdout);                     /* or the child would print it once more */
    process->pid = fork();
    if (process->pid == 0) {
        run_child(job, process, number, control, run->behind, driver);
    }
    if (process->pid < 0) {
        process->pid = 0;
        return 0;
    }
    setpgid(process->pid, process->pid);    /* the child does it, too: whoever is first */
    run->alive++;
    return 1;
}

/* ---- Moving and ending ----------------------------------------------------------------------- */

static inline void run_move(const run_job *run, uint32_t width, const tier_control *control) {
    uint32_t number;

    for (number = 0; number < width; number++) {
        const run_process *process = &run->processes[number];

        if (process->pid != 0) {
            tier_move_group(control, process->pid, run->behind, process->processor);
        }
    }
}

/* Pins the leaders to their processors. Returns 0 and errno if the system refuses that. */
static inline int run_pin(const run_job *run, uint32_t width, const tier_control *control) {
    uint32_t number;

    for (number = 0; number < width; number++) {
        const run_process *process = &run->processes[number];

        if (process->pid != 0 && !tier_pin_task(control, process->pid, process->processor) &&
            errno != ESRCH) {
            return 0;
        }
    }
    return 1;
}

/* A process of a job ended, and was not waited for yet, so that its number is no other's: ends the
   rest of its group. */
static inline void run_reap(run_job *run, uint32_t number) {
    run_process *process = &run->processes[number];
    int status = 0;

    kill(-process->pid, SIGKILL);
    waitpid(process->pid, &status, 0);
    process->pid = 0;
    run->alive--;
    if (run->status == 0) {
        run->status = status;
    }
}

static inline void run_kill(run_job *run, uint32_t width) {
    uint32_t number;

    for (number = 0; number < width; number++) {
        if (run->processes[number].pid != 0) {
            kill(-run->processes[number].pid, SIGKILL);
            run_reap(run, number);
        }
    }
    run->status = 0;
}

/* ---- Usage ----------------------------------------------------------------------------------- */

/* Begins new samples, after a walk. */
static inline void run_sample_anew(run_job *run, uint32_t width) {
    uint32_t number;

    for (number = 0; number < width; number++) {
        run->processes[number].begun_used = run->processes[number].used;
        run->processes[number].begun_at = worker_clock(CLOCK_MONOTONIC);
    }
}

/* Ends the samples that are long enough. A process uses of its processor what /proc/PID/stat
   counts, and what it would use if others did not have it just then: the time it was ready to run.
   Returns whether there is news. */
static inline int run_sample(run_job *run, uint32_t width, int64_t least) {
    const int64_t now = worker_clock(CLOCK_MONOTONIC);
    uint32_t number;
    int news = 0;

    for (number = 0; number < width; number++) {
        run_process *process = &run->processes[number];
        const int64_t passed = now - process->begun_at;
        int64_t permille = 0;

        if (process->pid != 0 && passed < least) {
            continue;
        }
        if (process->pid != 0 && process->used > process->begun_used) {
            permille = (process->used - process->begun_used) / (passed / 1000);
        }
        process->usage = (uint16_t)(permille > 1000 ? 1000 : permille);
        process->begun_used = process->used;
        process->begun_at = now;
        news = 1;
    }
    return news;
}

#endif
