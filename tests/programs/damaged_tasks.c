/* damaged_tasks.c - damaged files of tasks: what is read is planned, written and drawn.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched_moldable.h"
#include "moldable_desk.h"
#include "moldable_gantt.h"
#include "moldable_write.h"
#include "workload.h"

#include "damaged.h"

static molding_options options;
static FILE *sink;

static void draw_options(void) {
    options.value[MOLDING_PROCESSORS].number = 1 + damaged_below(64);
    options.value[MOLDING_NOW].number = damaged_below(3) > 0 ? 0 : damaged_below(1000);
    options.bookings_count = (uint32_t)damaged_below(3);
    options.method = &molding_methods[1 + damaged_below(MOLDING_METHODS - 1)];
    options.value[MOLDING_BUDGET].number = 1000;
    options.value[MOLDING_BOUND].given = 1;
    options.value[MOLDING_BOUND].number = damaged_below(8) > 0 ? 0 : 2;
}

/* 0: it was refused. */
static int plan(molding_desk *desk) {
    layout made = {0};
    int done;
    draw_options();
    if (!molding_desk_open(desk)) {
        return 0;
    }
    done = molding_desk_plan(desk) && layout_make(&made, desk) == SKED_OK;
    rewind(sink);
    if (done) {
        write_plan(sink, desk, &made);
    }
    done = done && picture_write(sink, desk, &made) && write_certificate(sink, desk) == SKED_OK;
    layout_drop(&made);
    if (!done) {
        puts("no plan");
        exit(3);
    }
    return 1;
}

static int try_file(FILE *file) {
    molding_desk desk;
    int done;
    memset(&desk, 0, sizeof desk);
    desk.options = &options;
    desk.file = "damaged";
    done = molding_tasks_read(&desk.all, file, "damaged") && plan(&desk);
    molding_desk_drop(&desk);
    return done;
}

/* A number is longer. */
static void change(size_t at, size_t other, size_t size) {
    (void)other;
    (void)size;
    at = damaged_digit(at);
    size = damaged_below(17);
    if (at < damaged_length && damaged_length + size < sizeof damaged_text) {
        memmove(damaged_text + at + size, damaged_text + at, damaged_length - at);
        memset(damaged_text + at, damaged_text[at], size);
        damaged_length += size;
    }
}

int main(int count, char **names) {
    sink = tmpfile();
    options.file = "damaged";
    options.bookings[0].start = 5;
    options.bookings[0].end = 50;
    options.bookings[0].count = 1;
    options.bookings[1].start = 30;
    options.bookings[1].end = SKED_NEVER;
    options.bookings[1].count = 2;
    options.booking_texts[0] = "5:50:1";
    options.booking_texts[1] = "30:never:2";
    return sink == NULL ||
           damaged_main(count, names, ",.:-#\n 0159awx", change, try_file, "planned");
}
