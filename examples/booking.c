/* booking.c: a booking desk for the processors of a laboratory or a cluster, told by a script. */
/* SPDX-License-Identifier: MIT */

/* The calendar of sched_ar.h behind a small language: one command a line, one answer. Beside it:

   booking_words.h      lines, words, numbers, sets, and the place of what is wrong
   booking_desk.h       the calendar that grows, names, refusals
   booking_commands.h   what can be told and asked
   booking_gantt.h      the picture
   calendar_policy.h    the names of policies
   booking_json.h       answers as JSON (--json) */

#include <stdio.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched_ar.h"

#include "booking_commands.h"
#include "booking_json.h"
#include "input.h"
#include "options.h"
#include "output.h"

static const char booking_about[] =
    "A booking desk: reads one command a line from FILE, or from standard input\n"
    "without one or for -, and answers with a line that begins with the command.\n"
    "Blank lines are skipped, and what follows a #.\n";

static const char booking_notes[] =
    "Times are whole numbers, in ticks; an interval ends before END, and - for END or\n"
    "NEWEND is the horizon. DEADLINE is a time too, or - for none. N is a number of\n"
    "processors, SET says which: 0-3,7. Behind N: allowed SET, to get only these; and\n"
    "required SET, to get all of these. ID is 1 to 8 letters, digits, - or _. POLICY\n"
    "is FF (the earliest start); PE_B, PE_W (fewest, most free then); Du_B, Du_W\n"
    "(free for the shortest, longest time); PEDu_B, PEDu_W (the smallest, largest\n"
    "product of both) or LATEST.\n\n"
    "A line that is wrong changes nothing: standard error says what is wrong and\n"
    "where, the next line is read, and the program ends with status 1. That something\n"
    "is not to be had (\"find: no, ...\") is an answer.\n";

static const option_rule booking_rules[] = {
    {.name = "--json",
     .help = "print one JSON object instead: an event for each command, and the bookings at the "
             "end: docs/json.md"},
};

static const option_program booking_program = {
    .name = "booking", .synopsis = "[--json] [FILE]", .about = booking_about,
    .print_more = booking_print_commands, .notes = booking_notes, .rules = booking_rules,
    .rules_count = 1};

static int serve_lines(booking_desk *desk, booking_words *words) {
    int read, done = 1;

    for (read = booking_read_line(words); read != 0; read = booking_read_line(words)) {
        const unsigned long faults = words->faults;

        desk->command = NULL;
        if (read > 0) {
            (void)booking_line(desk, words);
        } else {
            booking_json_open(desk, words);
        }
        if (desk->event) {
            done = booking_json_close(desk, words, read < 0 || words->faults > faults) && done;
        }
    }
    return done;
}

static int serve_json(booking_desk *desk, booking_words *words) {
    output to;
    json out;
    int done;

    if (!output_begin(&to, NULL)) {
        return output_refuse("booking", NULL);
    }
    booking_answers = tmpfile();
    if (booking_answers == NULL) {
        (void)output_end(&to, 0);
        return output_refuse("booking", NULL);
    }
    out = json_to(to.file);
    desk->json = &out;
    json_program(&out, "booking");
    json_text(&out, "file", words->name);
    json_array(&out, "events");
    done = serve_lines(desk, words);
    json_end(&out, ']');
    done = (booking_json_last(&out, desk) && done) || output_refuse("booking", NULL);
    json_end(&out, '}');
    json_finish(&out);
    fclose(booking_answers);
    return output_finish(&to, "booking", done);
}

static int serve(FILE *file, const char *name, int as_json) {
    static booking_words words;
    booking_desk desk;
    int done;

    memset(&desk, 0, sizeof desk);
    words.file = file;
    words.program = "booking";
    words.name = name;
    done = as_json ? serve_json(&desk, &words) : serve_lines(&desk, &words);
    booking_desk_drop(&desk);
    return done && words.faults == 0;
}

static int serve_file(const char *path, int as_json) {
    const char *name;
    FILE *file = input_open("booking", path, &name);
    int done = 0;

    if (file != NULL) {
        done = serve(file, name, as_json);
        input_close(file);
    }
    return done;
}

int main(int count, char **words) {
    option_line line = option_line_of(&booking_program, count, words);
    const char *file = NULL;
    int which, as_json = 0;

    for (which = option_next(&line); which >= OPTION_FILE; which = option_next(&line)) {
        if (which != OPTION_FILE) {
            as_json = 1;
        } else if (!option_take_file(&line, &file)) {
            return line.status;
        }
    }
    return which == OPTION_STOP ? line.status
                                : output_status("booking", serve_file(file, as_json));
}
