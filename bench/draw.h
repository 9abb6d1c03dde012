/* draw.h: numbers to draw, and calls that must not be refused: what kernels and rows share. */
/* SPDX-License-Identifier: MIT */
#ifndef DRAW_H
#define DRAW_H

#include "sched.h"

#include "bench.h"

static void require(sked_status status) {
    if (status != SKED_OK) {
        bench_refuse(sked_status_text(status));
    }
}

#endif
