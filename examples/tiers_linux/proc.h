/* proc.h: what /proc says of processes, and the end of all that descend from this one. */
/* SPDX-License-Identifier: MIT */
#ifndef PROC_H_INCLUDED
#define PROC_H_INCLUDED

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A process, from /proc/PID/stat. */
typedef struct proc_stat {
    pid_t pid, parent, group;
    int64_t used;                   /* nanoseconds of processor time, with children that ended */
} proc_stat;

/* The first bytes of a file of /proc, as a text. Returns 0 if there is no such file. */
static inline int proc_read(const char *path, char *text, size_t room) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count;

    if (file < 0) {
        return 0;
    }
    count = read(file, text, room - 1);
    close(file);
    text[count > 0 ? count : 0] = '\0';
    return count > 0;
}

/* Returns 0 if the process is gone. Its name may have blanks and brackets: the last one counts. */
static inline int proc_stat_of(pid_t pid, proc_stat *stat) {
    const int64_t tick = 1000000000 / sysconf(_SC_CLK_TCK);
    unsigned long long user, system;
    long long ended_user, ended_system;
    char path[64], text[1024];
    const char *behind;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    behind = proc_read(path, text, sizeof text) ? strrchr(text, ')') : NULL;
    if (behind == NULL ||
        sscanf(behind + 1,
               " %*c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %lld %lld", &stat->parent,
               &stat->group, &user, &system, &ended_user, &ended_system) != 6) {
        return 0;
    }
    stat->pid = pid;
    stat->used = ((int64_t)(user + system) + ended_user + ended_system) * tick;
    return 1;
}

/* The next name of a folder that is a number; 0: there is none. */
static inline pid_t proc_next_number(DIR *folder) {
    const struct dirent *entry;

    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') {
            return (pid_t)strtol(entry->d_name, NULL, 10);
        }
    }
    return 0;
}

/* Walks all processes. Returns 0 when there is no further one. */
static inline int proc_next(DIR *folder, proc_stat *stat) {
    pid_t pid;

    while ((pid = proc_next_number(folder)) != 0) {
        if (proc_stat_of(pid, stat)) {
            return 1;
        }
    }
    return 0;
}

static inline DIR *proc_open_tasks(pid_t pid) {
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    return opendir(path);
}

/* Nanoseconds that the threads of a process were ready to run while others had the processor. */
static inline int64_t proc_waited(pid_t pid) {
    DIR *folder = proc_open_tasks(pid);
    int64_t sum = 0;
    pid_t task;

    while (folder != NULL && (task = proc_next_number(folder)) != 0) {
        char path[64], text[128];
        long long waited;

        snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid, (int)task);
        if (proc_read(path, text, sizeof text) && sscanf(text, "%*u %lld", &waited) == 1) {
            sum += waited;
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return sum;
}

/* Kills the children of this process, and then those that become its children thereby, until none
   is left: also those that have left their groups or sessions.
   Needs     PR_SET_CHILD_SUBREAPER, by which orphans below come to this process. */
static inline void proc_end_all(void) {
    const struct timespec moment = {0, 2000000};

    for (;;) {
        DIR *folder = opendir("/proc");
        pid_t ended = 1;
        proc_stat stat;

        while (folder != NULL && proc_next(folder, &stat)) {
            if (stat.parent == getpid()) {
                kill(stat.pid, SIGKILL);
            }
        }
        if (folder != NULL) {
            closedir(folder);
        }
        while (ended > 0) {
            ended = waitpid(-1, NULL, WNOHANG);
        }
        if (ended < 0) {
            return;
        }
        nanosleep(&moment, NULL);
    }
}

/* MiB that programs can have without swapping; 0: /proc/meminfo does not say. */
static inline int64_t proc_memory(void) {
    char text[4096];
    const char *at = proc_read("/proc/meminfo", text, sizeof text) ? strstr(text, "MemAvailable:")
                                                                   : NULL;

    return at != NULL ? strtoll(at + strlen("MemAvailable:"), NULL, 10) / 1024 : 0;
}

#endif
