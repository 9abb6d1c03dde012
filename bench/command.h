/* command.h: the command line of a bench program: --help, --csv, and what is refused. */
/* SPDX-License-Identifier: MIT */
#ifndef COMMAND_H_INCLUDED
#define COMMAND_H_INCLUDED

/* For programs that run under an operating system: a board passes no arguments. The includer has
 * included bench.h, for POSIX. A program calls command_begin first, reads its words with
 * command_choice and command_number, calls command_start before it measures, and ends with
 * command_end. A bad argument is refused on stderr and with status 2:
 *
 *     program: argument: what is wrong; what was expected
 *
 * With --csv FILE it appends rows to FILE, and the heading where the file is empty:
 *
 *     module,kernel,size,metric,unit,value
 *
 * module   map, queue, tiers, site, calendar, tree or moldable
 * kernel   what was measured, as the program's tables name it; after a slash: on which input
 * size     jobs x machines, jobs that wait, bookings, processors wanted, tasks
 * metric   median, mean, p99 (99th percentile), worst or least: of one decision. plain_median and
 *          so on: of the plainly coded rival in the same run. ratio: our time over the rival's
 * unit     us (microseconds), or 1 for a ratio
 *
 * On a terminal, while the tables go into a file, stderr shows how far the program is. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct command_state {
    const char *program, *csv_name;
    FILE *csv;
    time_t began;
    uint32_t done, steps;           /* of what progress shows */
    int shown;
} command_state;

static inline command_state *command_current(void) {
    static command_state state;
    return &state;
}

/* Ends the program: the message goes to stderr. */
static inline void command_refuse(const char *word, const char *wrong, const char *expected) {
    fflush(stdout);
    fprintf(stderr, "%s: %s: %s; expected %s\n", command_current()->program, word, wrong, expected);
    exit(2);
}

/* ---- progress -------------------------------------------------------------------------------- */

static inline void command_progress_erase(void) {
    if (command_current()->shown) {
        fprintf(stderr, "\r%60s\r", "");
        command_current()->shown = 0;
    }
}

/* One step of command_start is done. Steps differ, so that the time left is a guess: none at first.
 * Where stdout is the terminal, too, the rows of the tables are the progress. */
static inline void command_progress(void) {
    command_state *const state = command_current();
    const double spent = difftime(time(NULL), state->began);
    state->done += state->done < state->steps;
    if (state->done == state->steps) {
        command_progress_erase();
    } else if (spent >= 2 && isatty(2) && !isatty(1)) {
        fprintf(stderr, "\r%s: %3u %%", state->program,
                (unsigned)(100 * state->done / state->steps));
        if (state->done >= state->steps / 10) {
            fprintf(stderr, ", about %.0f s left   ",
                    spent * (state->steps - state->done) / state->done);
        }
        state->shown = 1;
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

static inline void command_csv_failed(void) {
    fflush(stdout);
    fprintf(stderr, "%s: %s: the rows cannot be written\n", command_current()->program,
            command_current()->csv_name);
    exit(2);
}

static inline void command_csv_name(const char *name) {
    if (command_current()->csv_name != NULL) {
        command_refuse("--csv", "is there twice", "one file");
    }
    command_current()->csv_name = name;
}

static inline void command_csv_open(void) {
    command_state *const state = command_current();
    state->csv = fopen(state->csv_name, "a");
    if (state->csv == NULL || fseek(state->csv, 0, SEEK_END) != 0) {
        command_csv_failed();
    }
    if (ftell(state->csv) == 0) {
        fputs("module,kernel,size,metric,unit,value\n", state->csv);
    }
}

static inline void command_row(const char *module, const char *kernel, const char *size,
                               const char *metric, const char *unit, double value) {
    if (command_current()->csv != NULL) {
        fprintf(command_current()->csv, "%s,%s,%s,%s,%s,%.6g\n", module, kernel, size, metric, unit,
                value);
    }
}

/* Closes the file of --csv. A full disk is noticed here. */
static inline int command_end(int status) {
    FILE *const csv = command_current()->csv;
    command_current()->csv = NULL;
    command_progress_erase();
    if (csv != NULL) {
        const int whole = fflush(csv) == 0 && !ferror(csv);
        if (fclose(csv) != 0 || !whole) {
            command_csv_failed();
        }
    }
    return status;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static inline void command_help(const char *text) {
    fputs(text, stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "%s: stdout: the help cannot be written\n", command_current()->program);
        exit(2);
    }
    exit(0);
}

/* Handles the options, and leaves the other words at the front of words[1..]. Returns how many
 * there are. Asking for help wins over everything else. */
static inline uint32_t command_begin(const char *program, const char *help, int count,
                                     char **words) {
    const char *const csv = "--csv";
    const size_t csv_length = strlen(csv);
    const int has_csv = strstr(help, csv) != NULL;
    uint32_t kept = 0;
    int i;
    command_current()->program = program;
    command_current()->began = time(NULL);
    for (i = 1; i < count; i++) {
        if (strcmp(words[i], "-h") == 0 || strcmp(words[i], "--help") == 0) {
            command_help(help);
        }
    }
    for (i = 1; i < count; i++) {
        if (words[i][0] != '-') {
            words[++kept] = words[i];
        } else if (has_csv && strncmp(words[i], csv, csv_length) == 0 &&
                   words[i][csv_length] == '=') {
            command_csv_name(words[i] + csv_length + 1);
        } else if (!has_csv || strcmp(words[i], csv) != 0) {
            command_refuse(words[i], "is no option", has_csv ? "--csv FILE, -h or --help"
                                                             : "-h or --help");
        } else if (i + 1 == count) {
            command_refuse(csv, "has no value", "the name of a file");
        } else {
            command_csv_name(words[++i]);
        }
    }
    return kept;
}

/* Refuses the first word behind those that were used. */
static inline void command_no_more(uint32_t used, uint32_t count, char **words) {
    if (count > used) {
        command_refuse(words[used + 1], "is one argument too many", used == 0 ? "none" :
                       "none after those before it");
    }
}

/* Refuses a command that has fewer words than it needs. */
static inline void command_needs(uint32_t needed, uint32_t count, char **words,
                                 const char *expected) {
    if (count < needed) {
        command_refuse(words[count], "has too few arguments", expected);
    }
}

/* Which of `count` names the word is. name_of gives each. */
static inline uint32_t command_choice(const char *word, const char *what,
                                      const char *(*name_of)(uint32_t), uint32_t count) {
    char text[2048];
    size_t used = 0;
    uint32_t i;
    for (i = 0; i < count; i++) {
        if (strcmp(word, name_of(i)) == 0) {
            return i;
        }
    }
    for (i = 0; i < count && used < sizeof text; i++) {
        const int added = snprintf(text + used, sizeof text - used, "%s%s", name_of(i),
                                   i + 2 < count ? ", " : i + 2 == count ? " or " : "");
        used += added > 0 ? (size_t)added : 0;
    }
    command_refuse(word, what, text);
    return 0;
}

static inline uint32_t command_number(const char *word, const char *what, uint32_t least,
                                      uint32_t most) {
    char text[64];
    uint64_t number = 0;
    const char *digit = word;
    for (; *digit >= '0' && *digit <= '9' && number <= most; digit++) {
        number = number * 10 + (uint64_t)(*digit - '0');
    }
    if (*digit != '\0' || digit == word || number < least || number > most) {
        snprintf(text, sizeof text, "a number from %lu to %lu", (unsigned long)least,
                 (unsigned long)most);
        command_refuse(word, what, text);
    }
    return (uint32_t)number;
}

/* ---- the work -------------------------------------------------------------------------------- */

/* All arguments are right, and so many steps follow. The file of --csv is opened here: a refused
 * command leaves none behind, and a name that cannot be written is told before the work. */
static inline void command_start(uint32_t steps) {
    command_current()->steps = steps;
    if (command_current()->csv_name != NULL) {
        command_csv_open();
    }
}

#endif
