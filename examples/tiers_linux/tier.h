/* tier.h: how this system lets a process run in front or behind, and on which processor. */
/* SPDX-License-Identifier: MIT */
#ifndef TIER_H_INCLUDED
#define TIER_H_INCLUDED

/* Two ways, of which the first that works is taken:

   - control groups of version 2: FOLDER/front has cpu.weight 10000, FOLDER/behind has cpu.idle 1,
     or cpu.weight 1 on a kernel before 5.15;
   - SCHED_IDLE and nice 19 for what is behind. It counts among processes of one group (and of one
     autogroup, so no process here starts a session).

   The kernel keeps both for what a process forks. */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc.h"

#include "../options.h"

enum { TIER_PATH = 512, TIER_PROCESSORS_MAX = 64, TIER_LOWEST = 19 };

typedef struct tier_control {
    char folder[TIER_PATH];         /* of the groups; "": SCHED_IDLE                          */
    int made_folder;                /* it is ours, and goes with us                           */
    const char *means;              /* in words                                               */
    int nice;                       /* of the foreground: our own                             */
    int cpus[TIER_PROCESSORS_MAX];  /* the kernel's number of each processor of the kit       */
    uint32_t cpus_count;
} tier_control;

/* ---- Files of control groups ----------------------------------------------------------------- */

/* Writes one value into FOLDER/NAME. Returns 0, with errno, if the kernel refuses it. */
static inline int tier_write(const char *folder, const char *name, const char *value) {
    char path[TIER_PATH + 64];
    int file, done;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0) {
        return 0;
    }
    done = write(file, value, strlen(value)) == (ssize_t)strlen(value);
    close(file);
    return done;
}

/* Makes the two groups. Returns 0 if this folder cannot have them. */
static inline int tier_make_groups(tier_control *control) {
    char path[TIER_PATH + 16];

    snprintf(path, sizeof path, "%s/front", control->folder);
    if (mkdir(path, 0755) != 0 && errno != EEXIST) {
        return 0;
    }
    snprintf(path, sizeof path, "%s/behind", control->folder);
    if (mkdir(path, 0755) != 0 && errno != EEXIST) {
        return 0;
    }
    /* A group's weight is divided among the processors on which it runs: hence the highest. */
    if (!tier_write(control->folder, "front/cpu.weight", "10000\n")) {
        return 0;
    }
    control->means = "cgroup cpu.idle";
    if (tier_write(control->folder, "behind/cpu.idle", "1\n")) {
        return 1;
    }
    control->means = "cgroup cpu.weight 1";
    return tier_write(control->folder, "behind/cpu.weight", "1\n");
}

/* What is not empty stays. */
static inline void tier_remove_groups(const tier_control *control) {
    char path[TIER_PATH + 16];

    if (control->folder[0] == '\0') {
        return;
    }
    snprintf(path, sizeof path, "%s/front", control->folder);
    (void)rmdir(path);
    snprintf(path, sizeof path, "%s/behind", control->folder);
    (void)rmdir(path);
    if (control->made_folder) {
        (void)rmdir(control->folder);
    }
}

/* The folder of our own group, if groups below it have weights. Returns 0 if not. */
static inline int tier_own_group(char *folder, size_t room) {
    char mounts[8192], groups[4096], controllers[256], path[TIER_PATH + 64];
    const char *type, *group, *mount;

    if (!proc_read("/proc/self/mounts", mounts, sizeof mounts) ||
        !proc_read("/proc/self/cgroup", groups, sizeof groups)) {
        return 0;
    }
    type = strstr(mounts, " cgroup2 ");
    group = strncmp(groups, "0::", 3) == 0 ? groups : strstr(groups, "\n0::");
    if (type == NULL || group == NULL) {
        return 0;
    }
    for (mount = type; mount > mounts && mount[-1] != ' '; mount--) {
    }
    group = strstr(group, "::") + 2;
    snprintf(folder, room, "%.*s%.*s", (int)(type - mount), mount, (int)strcspn(group, "\n"),
             group);
    snprintf(path, sizeof path, "%s/cgroup.subtree_control", folder);
    return proc_read(path, controllers, sizeof controllers) &&
           (strncmp(controllers, "cpu ", 4) == 0 || strncmp(controllers, "cpu\n", 4) == 0 ||
            strstr(controllers, " cpu ") != NULL || strstr(controllers, " cpu\n") != NULL);
}

/* Without a folder of the caller: one of ours, below our own group. */
static inline int tier_use_own_group(tier_control *control) {
    char own[TIER_PATH - 32];

    if (!tier_own_group(own, sizeof own)) {
        return 0;
    }
    snprintf(control->folder, sizeof control->folder, "%s/tiers_linux.%d", own, (int)getpid());
    if (mkdir(control->folder, 0755) == 0) {
        control->made_folder = 1;
        if (tier_make_groups(control)) {
            return 1;
        }
        tier_remove_groups(control);
        control->made_folder = 0;
    }
    control->folder[0] = '\0';
    return 0;
}

/* ---- One task -------------------------------------------------------------------------------- */

/* Gives a thread, or 0 for the caller, its tier by SCHED_IDLE. Returns 0 and errno on failure. */
static inline int tier_set_task(const tier_control *control, pid_t task, int behind) {
    struct sched_param none;

    memset(&none, 0, sizeof none);
    return sched_setscheduler(task, behind ? SCHED_IDLE : SCHED_OTHER, &none) == 0 &&
           setpriority(PRIO_PROCESS, (id_t)task, behind ? TIER_LOWEST : control->nice) == 0;
}

static inline int tier_pin_task(const tier_control *control, pid_t task, uint32_t processor) {
    cpu_set_t one;

    CPU_ZERO(&one);
    CPU_SET(control->cpus[processor], &one);
    return sched_setaffinity(task, sizeof one, &one) == 0;
}

static inline int tier_join(const tier_control *control, pid_t pid, int behind) {
    char number[32];

    snprintf(number, sizeof number, "%d\n", (int)pid);
    return tier_write(control->folder, behind ? "behind/cgroup.procs" : "front/cgroup.procs",
                            number);
}

/* Puts the calling process into its place. Returns 0, with errno, if the system refuses it. */
static inline int tier_enter(const tier_control *control, int behind, uint32_t processor) {
    return (control->folder[0] != '\0' ? tier_join(control, getpid(), behind)
                                       : tier_set_task(control, 0, behind)) &&
           tier_pin_task(control, 0, processor);
}

/* ---- A process and all that it has forked ---------------------------------------------------- */

static inline void tier_move_tasks(const tier_control *control, pid_t pid, int behind,
                                   uint32_t processor) {
    DIR *folder = proc_open_tasks(pid);
    pid_t task;

    while (folder != NULL && (task = proc_next_number(folder)) != 0) {
        if (control->folder[0] == '\0') {
            (void)tier_set_task(control, task, behind);
        }
        (void)tier_pin_task(control, task, processor);
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

/* Moves a process group. A process that is gone meanwhile needs no move; one that is forked while
   the first walk goes on is met by the second. */
static inline void tier_move_group(const tier_control *control, pid_t group, int behind,
                                   uint32_t processor) {
    int walk;

    for (walk = 0; walk < 2; walk++) {
        DIR *folder = opendir("/proc");
        proc_stat stat;

        while (folder != NULL && proc_next(folder, &stat)) {
            if (stat.group == group) {
                if (control->folder[0] != '\0') {
                    (void)tier_join(control, stat.pid, behind);
                }
                tier_move_tasks(control, stat.pid, behind, processor);
            }
        }
        if (folder != NULL) {
            closedir(folder);
        }
    }
}

/* ---- What the system allows ------------------------------------------------------------------ */

/* May a process of ours go behind, and come to the front again? A child tries it. */
static inline int tier_may_return(const tier_control *control) {
    int status = 1;
    const pid_t child = fork();

    if (child == 0) {
        _exit(!tier_set_task(control, 0, 1) ? 1 : !tier_set_task(control, 0, 0) ? 2 : 0);
    }
    if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)) {
        status = WEXITSTATUS(status);
    }
    return status == 0 ||
           option_refuse("tiers_linux", status == 1
                         ? "SCHED_IDLE cannot be set, expected a system that has it"
                         : "this user may not raise a priority again, expected root, RLIMIT_NICE "
                           "20, or --cgroup FOLDER");
}

/* The processors that this process may use, at most `count`. Returns 0 if they are fewer. */
static inline int tier_find_cpus(tier_control *control, uint32_t count) {
    cpu_set_t allowed;
    int cpu;

    control->cpus_count = 0;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return option_refuse("tiers_linux", "the processors cannot be listed: %s, expected at "
                                            "most %d", strerror(errno), (int)CPU_SETSIZE);
    }
    for (cpu = 0; cpu < CPU_SETSIZE && control->cpus_count < TIER_PROCESSORS_MAX; cpu++) {
        if (CPU_ISSET(cpu, &allowed) && (count == 0 || control->cpus_count < count)) {
            control->cpus[control->cpus_count++] = cpu;
        }
    }
    return control->cpus_count >= count ||
           option_refuse("tiers_linux", "--processors: %" PRIu32 ", expected at most the %" PRIu32
                                        " that this process may use", count, control->cpus_count);
}

/* Chooses the way. `folder` is what --cgroup says: NULL: what works; none: no groups. */
static inline int tier_choose(tier_control *control, const char *folder) {
    control->nice = getpriority(PRIO_PROCESS, 0);
    control->means = "SCHED_IDLE and nice 19";
    control->folder[0] = '\0';
    if (folder == NULL) {
        return tier_use_own_group(control) || tier_may_return(control);
    }
    if (strcmp(folder, "none") == 0) {
        return tier_may_return(control);
    }
    snprintf(control->folder, sizeof control->folder, "%.*s", TIER_PATH - 32, folder);
    return tier_make_groups(control) ||
           option_refuse("tiers_linux", "--cgroup: %s: %s, expected a cgroup of version 2 that can "
                                        "be written, with cpu in its cgroup.subtree_control",
                         folder, strerror(errno));
}

#endif
