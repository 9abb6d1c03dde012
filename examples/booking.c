/* booking.c: a booking desk for the processors of a laboratory or a cluster, told by a script. */
/* SPDX-License-Identifier: MIT */

/* The calendar of sched_ar.h behind a small language: one command a line, one answer. Beside it:

   booking_words.h      lines, words, numbers, sets, and the place of what is wrong
   booking_desk.h       the calendar that grows, names, refusals
   booking_commands.h   what can be told and asked
   booking_gantt.h      the picture
   calendar_policy.h    the names of policies
   booking_json.h       answers as JSON (--json) */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched_ar.h"

#include "booking_commands.h"
#include "booking_json.h"
#include "output.h"

static const char usage[] =
    "usage: booking [--json] [FILE]\n"
    "A booking desk: reads one command a line from FILE, or from standard input without one or\n"
    "for -, and answers with a line that begins with the command. Blank lines are skipped, and\n"
    "what follows a #. With --json one JSON object is printed instead: an event for each command,\n"
    "with its line and its answers, and the bookings at the end. These are the commands:\n\n";

/* Apart, for the commands stand between them. */
static const char usage_words[] =
    "\nTimes are whole numbers, in ticks; an interval ends before END, and - for END or NEWEND is\n"
    "the horizon. DEADLINE is a time too, or - for none. N is a number of processors, SET tells\n"
    "which: 0-3,7. ID is 1 to 8 letters, digits, - or _. POLICY is FF (the earliest start); PE_B,\n"
    "PE_W (fewest, most free then); Du_B, Du_W (free for the shortest, longest time); PEDu_B,\n"
    "PEDu_W (the smallest, largest product of both) or LATEST.\n"
    "A line that is wrong changes nothing. It is told on standard error, as FILE:LINE:COLUMN, and\n"
    "the next one is read; the program then ends with status 1. That something is not to be had\n"
    "(\"find: no, ...\") is an answer.\n";

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
    words.name = name;
    done = as_json ? serve_json(&desk, &words) : serve_lines(&desk, &words);
    booking_desk_drop(&desk);
    return done && words.faults == 0;
}

static int serve_file(const char *name, int as_json) {
    FILE *file;
    int done;

    if (name == NULL || strcmp(name, "-") == 0) {
        return serve(stdin, "stdin", as_json);
    }
    file = fopen(name, "rb");
    if (file == NULL) {
        fprintf(stderr, "booking: %s: cannot be read: %s\n", name, strerror(errno));
        return 0;
    }
    done = serve(file, name, as_json);
    fclose(file);
    return done;
}

typedef struct options {
    const char *file;               /* NULL: standard input */
    int json, help;
} options;

static int parse_options(options *opts, int count, char **words) {
    int at;

    for (at = 1; at < count; at++) {
        if (strcmp(words[at], "--json") == 0) {
            opts->json = 1;
        } else if (strcmp(words[at], "--help") == 0) {
            opts->help = 1;
        } else if (words[at][0] == '-' && words[at][1] != '\0') {
            fprintf(stderr, "booking: unknown option \"%s\"; booking --help lists all\n",
                    words[at]);
            return 0;
        } else if (opts->file != NULL) {
            fprintf(stderr, "booking: \"%s\": a second file, expected one at most\n", words[at]);
            return 0;
        } else {
            opts->file = words[at];
        }
    }
    return 1;
}

int main(int count, char **words) {
    options opts = {0};
    int done = 1;

    if (!parse_options(&opts, count, words)) {
        return 2;
    }
    if (opts.help) {
        fputs(usage, stdout);
        booking_print_commands("  ");
        fputs(usage_words, stdout);
    } else {
        done = serve_file(opts.file, opts.json);
    }
    return output_status("booking", done);
}
