/* driver.c: tries mutants within one run of a test; see driver.h. A file of its own: tests need not
 * know the names of the system's headers.
 *
 * SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"

unsigned mutant_;

static char *mutant_wanted_;
static unsigned mutant_count_;
static int mutant_results_ = -1;
static int mutant_null_;

int mutant_failed_(void) {
    if (mutant_ != 0) {
        _exit(1);
    }
    return 0;
}

static void mutant_open_(void) {
    const char *name = getenv("MUTANTS");
    FILE *file = name != NULL ? fopen(name, "rb") : NULL;
    static char wanted[100000];
    if (file == NULL) {
        return;
    }
    mutant_wanted_ = wanted;
    mutant_count_ = (unsigned)fread(wanted, 1, sizeof(wanted), file);
    fclose(file);
    mutant_null_ = open("/dev/null", O_WRONLY);
    mutant_results_ = open(getenv("RESULTS"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (mutant_null_ < 0 || mutant_results_ < 0) {
        exit(3);
    }
}

/* Processor time, as the machine may be busy; memory, as a mutant may ask for all there is. */
static void mutant_begin_(unsigned number) {
    const long limit = atol(getenv("LIMIT"));
    const struct rlimit space = {(rlim_t)1 << 30, (rlim_t)1 << 30};
    struct itimerval timer = {{0, 0}, {0, 0}};
    timer.it_value.tv_sec = limit / 1000;
    timer.it_value.tv_usec = limit % 1000 * 1000;
    close(mutant_results_);
    dup2(mutant_null_, 1);
    dup2(mutant_null_, 2);
    setrlimit(RLIMIT_AS, &space);
    setitimer(ITIMER_PROF, &timer, NULL);
    mutant_ = number;
}

/* Returns 1 in the child. */
static int mutant_try_(unsigned number) {
    char line[40];
    int status = 0, length;
    const pid_t child = fork();
    if (child == 0) {
        mutant_begin_(number);
        return 1;
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        exit(3);
    }
    length = sprintf(line, "%u %c\n", number,
                     WIFEXITED(status) ? (WEXITSTATUS(status) != 0 ? 'k' : 'l')
                                       : (WTERMSIG(status) == SIGPROF ? 't' : 's'));
    if (write(mutant_results_, line, (size_t)length) != length) {
        exit(3);
    }
    return 0;
}

/* A function with the mutants first, first + 1, ... is called for the first time. */
void mutant_visit_(unsigned first, unsigned count) {
    unsigned number;
    static int is_open;
    if (!is_open) {
        is_open = 1;
        mutant_open_();
    }
    for (number = first; mutant_ == 0 && number < first + count; number++) {
        if (number <= mutant_count_ && mutant_wanted_[number - 1] == '1' && mutant_try_(number)) {
            return;
        }
    }
}
