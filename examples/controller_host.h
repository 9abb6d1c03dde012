/* controller_host.h: a process as the controller's board: its streams, and a reset as a play. */
/* SPDX-License-Identifier: MIT */
#ifndef CONTROLLER_HOST_H_INCLUDED
#define CONTROLLER_HOST_H_INCLUDED

#include <stdio.h>
#include <stdlib.h>

#include "input.h"
#include "options.h"
#include "output.h"

static FILE *host_input;
static int host_status;                 /* of a command line that asks for nothing else */
static sked_align host_kept[CONTROLLER_KEPT / sizeof(sked_align)];
static int host_was_reset;

static const option_program host_program = {
    .name = "controller", .synopsis = "[FILE]",
    .about = "The firmware of a rack of 48 boards, as a process: reads commands from FILE, one\n"
             "a line, or from standard input, and answers as a board does over its UART.\n",
    .notes = "  time SECONDS                     what the clock says; all due by then happens\n"
             "  submit ID WAYS                   a job, and the ways to run it:\n"
             "                                   BOARDS:SECONDS[,...]\n"
             "  finish ID, requeue ID, cancel ID it ended; it could not be launched; it is\n"
             "                                   not wanted\n"
             "  widths                           choose the width and the order of waiting\n"
             "                                   jobs anew\n"
             "  book ID WAYS [READY [DEADLINE]]  boards for later, and for certain\n"
             "  unbook ID                        a booking is given back\n"
             "  down BOARDS, up BOARDS           boards such as 0-3,9 break down, are back\n"
             "  status, save, reset              print all; keep all; what a watchdog does\n"};

/* Returns 1, or 0: then the program ends with host_status. */
static inline int host_read_options(int count, char **words) {
    option_line line = option_line_of(&host_program, count, words);
    const char *file = NULL, *name;
    int which;

    for (which = option_next(&line); which == OPTION_FILE; which = option_next(&line)) {
        if (!option_take_file(&line, &file)) {
            host_status = line.status;
            return 0;
        }
    }
    host_status = line.status;
    if (which == OPTION_END) {
        host_input = input_open("controller", file, &name);
        host_status = 1;
    }
    return which == OPTION_END && host_input != NULL;
}

static inline void board_start(void) {
}

/* The next byte of the stream, or -1 at its end. */
static inline int board_get(void) {
    return fgetc(host_input);
}

static inline void board_put(char c) {
    putchar(c);
}

static inline void *board_kept(void) {
    return host_kept;
}

static inline void board_reset(void) {
    host_was_reset = 1;
}

/* Tells, once, that there was a reset: then the program begins anew. */
static inline int board_was_reset(void) {
    const int was = host_was_reset;
    host_was_reset = 0;
    return was;
}

static inline void board_end(int status) {
    exit(status != 0 ? status : output_status("controller", 1));
}

#endif
