/* controller_host.h: a process as the controller's board: its streams, and a reset as a play. */
/* SPDX-License-Identifier: MIT */
#ifndef CONTROLLER_HOST_H_INCLUDED
#define CONTROLLER_HOST_H_INCLUDED

#include <stdio.h>
#include <stdlib.h>

#include "output.h"

static sked_align host_kept[CONTROLLER_KEPT / sizeof(sked_align)];
static int host_was_reset;

static inline void board_start(void) {
}

/* The next byte of the stream, or -1 at its end. */
static inline int board_get(void) {
    return getchar();
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
