/* controller.c: the firmware of a rack of 48 boards, as an embedded cluster's controller has it. */
/* SPDX-License-Identifier: MIT */

/* All four headers of the kit at work, without a C library, in one static arena of 64 KiB. Commands
   come over a stream of bytes (a UART; standard input on a host), one a line, and are answered
   there. The transcript is the same on every target, byte for byte:

       build/controller < examples/rack.commands

       time SECONDS                        what the clock says; all that is due by then happens
       submit ID WAYS                      a job, and the ways to run it: BOARDS:SECONDS[,...]
       finish ID, requeue ID, cancel ID    it ended; it could not be launched; it is not wanted
       widths                              choose the width and the order of waiting jobs anew
       book ID WAYS [READY [DEADLINE]]     boards for later, and for certain
       unbook ID                           a booking is given back
       down BOARDS, up BOARDS              boards such as 0-3,9 break down, are back
       status, save, reset                 tell all; keep all; what a watchdog does

   Who does what: the calendar (sched_ar.h) has all runs, to their estimated ends, and all
   bookings; it grants those, and chooses the width of a new job that may have several. The
   queue (sched.h) starts jobs by EASY around the bookings, which it has, too. Both ask a tree of
   switches (sched_fattree.h) which boards are near to each other. `widths` plans the jobs that
   wait with sched_moldable.h, around what the calendar has. What is wrong in a line changes
   nothing, and is told by line and column. A board of your own: see controller_mps2.h. Beside it:

   controller_text.h       lines, numbers and sets, without a C library
   controller_state.h      the objects, their arena; saving, and opening after a reset
   controller_run.h        what happens: passes, ends, lost boards, new widths
   controller_commands.h   the protocol */

#define SKED_STATIC
#define SKED_WORD_BITS 32       /* as on the boards, so that what one saves is as long on all  */
#define SKED_DEPTH_MAX 1        /* EASY and nothing else: no code for profiles                 */
#define SKED_KINDS_MAX 0        /* all boards are alike: no code for kinds and quotas          */
#define SKED_ACCOUNTS_MAX 0     /* ... nor for accounts                                        */
#define SKED_QUEUE_OPTIONS 0    /* the picker refuses no job that fits: no code to ask it      */
#define SKED_REFUSALS 0         /* statuses say enough: no room for more text                  */
#define SKED_AR_FANOUT 32       /* the smallest block for a few hundred spans                  */

#include "controller_commands.h"

#if defined(CONTROLLER_BOARD_H)
#include CONTROLLER_BOARD_H
#else
#include "controller_host.h"
#endif

static sked_align arena[CONTROLLER_ARENA / sizeof(sked_align)];
static controller rack;

/* Comes up, from nothing or from what was saved. */
static void come_up(void) {
    controller_board board = {
        .put = board_put, .kept_bytes = CONTROLLER_KEPT, .reset = board_reset};
    sked_status opened = SKED_E_INCOMPATIBLE, status;
    board.kept = board_kept();
    status = controller_start(&rack, &board, arena, sizeof arena, &opened);
    if (status != SKED_OK) {
        controller_put(&board, sked_status_text(status));
        controller_put(&board, "\n");
        board_end(2);
    }
    controller_hello(&rack, opened);
}

/* Serves commands to their end. Returns what to exit with, if the board has not ended itself. */
static int serve(void) {
    uint32_t refused = 0;
    int byte;
    board_start();
    come_up();
    for (byte = board_get(); byte >= 0 && byte != CONTROLLER_END; byte = board_get()) {
        controller_byte(&rack, (char)byte);
        if (board_was_reset()) {
            refused += rack.line.refused;
            come_up();
        }
    }
    board_end(refused + rack.line.refused > 0);
    return 0;
}

#if defined(CONTROLLER_BOARD_H)
int main(void) {
    return serve();
}
#else
int main(int count, char **words) {
    return host_read_options(count, words) ? serve() : host_status;
}
#endif
