/* tiers.c: reads a script of what happened, and prints what a queue with two tiers decides. */
/* SPDX-License-Identifier: MIT */

/* A complete controller over >>tiers of sched.h, but that time passes by a script. All memory is
 * static; what is decided is kept until the whole script was right, then printed. A controller of
 * real machines also wakes at sked_queue_next_time, where here the next line of the script counts.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched.h"

#include "input.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "tiers_policy.h"

enum { TIERS_POLICY, TIERS_JSON, TIERS_OPTIONS };
static const option_rule tiers_rules[TIERS_OPTIONS] = {
    {.name = "--policy", .value = "NAME",
     .help = "keasy, reasy or measy (default): what becomes of a job in the background when its "
             "turn comes elsewhere; it starts anew, waits, or migrates"},
    {.name = "--json",
     .help = "print one JSON object instead, with an entry for each decision: docs/json.md"},
};

static const option_program tiers_program = {
    .name = "tiers", .synopsis = "[OPTION ...] [SCRIPT]",
    .about = "Prints what a queue with two tiers decides, as a script says what happened; -,\n"
             "or no SCRIPT, is standard input.\n",
    .notes = "The script has one event a line, and times that do not fall; # begins a comment:\n\n"
             "  processors COUNT                        first; at most 64\n"
             "  TIME submit ID WIDTH ESTIMATE USAGE     USAGE: of each process, in permille\n"
             "  TIME report ID PROGRESS                 done, in permille of the estimate\n"
             "  TIME finish ID\n\n"
             "One pass is made after all events of a time. At most 64 jobs are submitted.\n",
    .rules = tiers_rules, .rules_count = TIERS_OPTIONS};

enum { PROCESSORS_MAX = 64, JOBS_MAX = 64, LINE_MAX_CHARS = 200 };
enum { ACTION_CHARS = 512, ROOM_BYTES = 32 * 1024, MIGRATION = 2, USAGE_LIMIT = 960 };

typedef struct script {
    FILE *file;
    const char *name;
    char line[LINE_MAX_CHARS + 1];
    unsigned long number;           /* of the line */
    const char *word, *end;         /* the word that was read last */
} script;

/* What the queue need not know of a job; its tag is the index. */
typedef struct known {
    uint32_t usage, progress;
} known;

/* What was decided, for --json. */
typedef struct decision {
    sked_action action;
    sked_word words[SKED_SET_WORDS((uint32_t)PROCESSORS_MAX)];
    uint32_t progress;
} decision;

static sked_align room[ROOM_BYTES / sizeof(sked_align)];
static sked_queue queue;
static sked_tiers tiers;
static known jobs[JOBS_MAX];
static uint32_t jobs_count;
static char said[2 * JOBS_MAX * ACTION_CHARS];  /* a job goes behind and to the front once each */
static size_t said_chars;
static decision decided[2 * JOBS_MAX];
static uint32_t decided_count;

/* ---- What to do ------------------------------------------------------------------------------ */

static void say(const char *format, ...) {
    const size_t left = sizeof said - said_chars;
    va_list values;
    int chars;

    va_start(values, format);
    chars = vsnprintf(said + said_chars, left, format, values);
    va_end(values);
    said_chars += chars < 0 ? 0 : (size_t)chars < left ? (size_t)chars : left - 1;
}

static void say_action(const sked_action *action, const char *what, const sked_set *processors) {
    uint32_t p;

    say("%2" PRId64 ": %" PRIu64 " %s on", action->start, action->id, what);
    for (p = sked_set_first(processors); p < processors->size; p = sked_set_next(processors, p)) {
        say(" %" PRIu32, p);
    }
}

/* Why a job may be in front now. The shadow time is when the head will be. */
static void say_reason(const sked_action *action) {
    switch (action->reason) {
    case SKED_HEAD:
        say(", as the head");
        break;
    case SKED_BEFORE_SHADOW:
        say(", before the shadow time %" PRId64 " of %" PRIu64, action->shadow, action->head);
        break;
    case SKED_FITS_EXTRA:
        say(", beside %" PRIu64 " whose shadow time is %" PRId64, action->head, action->shadow);
        break;
    case SKED_RESERVED:
    case SKED_PROCESSOR_DOWN:
    case SKED_SPARE_CYCLES:
    case SKED_BOOKED:
    case SKED_REASON_CLOSED_:
        break;
    }
}

static void say_progress(const sked_action *action, const char *what) {
    if (jobs[action->tag].progress > 0) {
        say("; %" PRIu32 "/1000 %s", jobs[action->tag].progress, what);
    }
}

static void keep(const sked_action *action, const sked_set *processors) {
    decision *to = &decided[decided_count++];
    sked_set set = sked_set_of(to->words, processors->size);

    to->action = *action;
    to->progress = jobs[action->tag].progress;
    sked_set_copy(&set, processors);
}

static const char *kind_name(sked_action_kind kind) {
    switch (kind) {
    case SKED_START: return "start";
    case SKED_LOST: return "lost";
    case SKED_START_BACKGROUND: return "background";
    case SKED_SWAP: return "swap";
    case SKED_RESTART: return "restart";
    case SKED_MIGRATE: return "migrate";
    case SKED_ACTION_CLOSED_: break;
    }
    return NULL;
}

static void tell_decision(json *out, decision *what, uint32_t processors) {
    const sked_action *action = &what->action;
    sked_set set;

    set.words = what->words;
    set.size = processors;
    json_object(out, NULL);
    json_number(out, "start_ticks", action->start);
    json_time(out, "end_ticks", action->end);
    json_unsigned(out, "id", action->id);
    json_text(out, "kind", kind_name(action->kind));
    json_number(out, "width", action->width);
    json_ranges(out, "processor_ranges", &set);
    json_time(out, "shadow_ticks", action->shadow);
    json_number(out, "progress_permille", what->progress);
    json_end(out, '}');
}

static int tell_all(const char *name, const char *policy) {
    json out = json_to(stdout);
    sked_queue_info info;
    uint32_t at;

    if (sked_queue_get_info(&queue, &info) != SKED_OK) {
        return 0;
    }
    json_program(&out, "tiers");
    json_text(&out, "file", name);
    json_text(&out, "policy", policy);
    json_number(&out, "processors", info.processors);
    json_array(&out, "decisions");
    for (at = 0; at < decided_count; at++) {
        tell_decision(&out, &decided[at], info.processors);
    }
    json_end(&out, ']');
    json_number(&out, "swapped_count", (int64_t)info.counters.swapped);
    json_number(&out, "restarted_count", (int64_t)info.counters.restarted);
    json_number(&out, "migrated_count", (int64_t)info.counters.migrated);
    json_end(&out, '}');
    json_finish(&out);
    return 1;
}

/* A controller would launch, kill and move processes here, and change their priorities. */
static void obey(const sked_action *action, const sked_set *processors) {
    switch (action->kind) {
    case SKED_START:                /* launch it, with the high priority */
        say_action(action, "starts", processors);
        say_reason(action);
        break;
    case SKED_START_BACKGROUND:     /* launch it, with the low priority */
        say_action(action, "runs behind", processors);
        break;
    case SKED_SWAP:                 /* it runs on where it is: give it the high priority */
        say_action(action, "comes to the front", processors);
        say_reason(action);
        say_progress(action, "done");
        break;
    case SKED_RESTART:              /* kill it where it runs, and launch it here */
        say_action(action, "starts anew", processors);
        say_reason(action);
        say_progress(action, "lost");
        jobs[action->tag].progress = 0;
        break;
    case SKED_MIGRATE:              /* stop it, move it here, and let it run on */
        say_action(action, "moves to the front", processors);
        say_reason(action);
        say_progress(action, "done");
        break;
    case SKED_LOST:                 /* find out what became of it; no script here loses any */
        say_action(action, "lost its processors", processors);
        break;
    case SKED_ACTION_CLOSED_:
        break;
    }
    say("\n");
}

static int make_pass(sked_time now) {
    sked_word words[SKED_SET_WORDS((uint32_t)PROCESSORS_MAX)];
    sked_queue_info info;
    sked_action action;
    sked_set processors;
    sked_status status = sked_queue_get_info(&queue, &info);

    processors = sked_set_of(words, info.processors);
    if (status == SKED_OK) {
        status = sked_tiers_plan(&queue, &tiers, now);
    }
    while (status == SKED_OK) {
        status = sked_tiers_next(&queue, &action, &processors);
        if (status == SKED_OK) {
            keep(&action, &processors);
            obey(&action, &processors);
        }
    }
    if (status != SKED_DONE) {
        fprintf(stderr, "tiers: %s\n", sked_status_text(status));
    }
    return status == SKED_DONE;
}

/* ---- The script ------------------------------------------------------------------------------ */

static int refuse(const script *s, const char *format, ...) {
    va_list values;

    fprintf(stderr, "tiers: %s:%lu:%lu: ", s->name, s->number,
            (unsigned long)(s->word - s->line) + 1);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    return 0;
}

/* Words of the script are quoted in messages: a terminal obeys other bytes. */
static int is_text(int c) {
    return (c >= ' ' && c <= '~') || c == '\t' || c == '\r';
}

/* 1: a line; 0: none is left; -1: it was refused. */
static int read_line(script *s) {
    size_t count = 0;
    int c = fgetc(s->file);

    s->word = s->line;
    if (c == EOF && !ferror(s->file)) {
        return 0;
    }
    s->number++;
    for (; c != EOF && c != '\n'; c = fgetc(s->file)) {
        s->word = s->line + count;
        if (count == LINE_MAX_CHARS || !is_text(c)) {
            refuse(s, "%s, expected at most %d printable characters of ASCII a line",
                   is_text(c) ? "more characters" : "another byte", (int)LINE_MAX_CHARS);
            return -1;
        }
        s->line[count++] = (char)c;
    }
    s->line[count] = '\0';
    s->word = s->end = s->line;
    if (ferror(s->file)) {
        refuse(s, "cannot be read: %s, expected a text file", strerror(errno));
        return -1;
    }
    return 1;
}

/* The next word of the line; without one it is empty, and begins where the line or a comment does.
 */
static int next_word(script *s) {
    s->word = s->end + strspn(s->end, " \t\r");
    s->end = s->word + strcspn(s->word, " \t\r#");
    return (int)(s->end - s->word);
}

static int word_is(const script *s, const char *text) {
    const size_t chars = (size_t)(s->end - s->word);
    return chars == strlen(text) && strncmp(s->word, text, chars) == 0;
}

static int number(script *s, const char *what, int64_t least, int64_t most, int64_t *value) {
    const int chars = next_word(s);
    const char *at = s->word;

    for (*value = 0; at < s->end && *at >= '0' && *at <= '9' && *value <= most / 10; at++) {
        *value = *value * 10 + (*at - '0');
    }
    if (chars == 0 || at < s->end || *value < least || *value > most) {
        return refuse(s, "the %s is %s%.*s%s, expected a whole number from %" PRId64 " to %" PRId64,
                      what, chars == 0 ? "missing" : "\"", chars, s->word,
                      chars == 0 ? "" : "\"", least, most);
    }
    return 1;
}

static int line_ends(script *s) {
    const int chars = next_word(s);
    return chars == 0 || refuse(s, "\"%.*s\", expected the end of the line", chars, s->word);
}

static int read_processors(script *s) {
    static sked_queue_settings settings;
    const int chars = next_word(s);
    sked_status status;
    int64_t count;

    if (!word_is(s, "processors")) {
        return refuse(s, "\"%.*s\", expected processors COUNT first", chars, s->word);
    }
    if (!number(s, "count", 1, PROCESSORS_MAX, &count) || !line_ends(s)) {
        return 0;
    }
    settings.processors = (uint32_t)count;
    settings.jobs_max = JOBS_MAX;
    settings.estimate_missing = SKED_REFUSE_MISSING;
    settings.depth = 1;                         /* EASY: the head has a shadow time */
    settings.reservations = SKED_REBUILD;
    settings.backgrounds = 1;
    settings.background_order = SKED_SJF;       /* the orders of the foregrounds are SKED_FCFS */
    status = sked_queue_init(&queue, &settings, NULL, room, sizeof room);
    return status == SKED_OK || refuse(s, "%s, expected fewer", sked_status_text(status));
}

static sked_status submit(uint64_t id, int64_t width, int64_t estimate, int64_t used,
                          sked_time now) {
    sked_job job = {0};
    sked_status status;

    if (jobs_count == JOBS_MAX) {
        return SKED_E_FULL;
    }
    job.id = id;
    job.tag = jobs_count;
    job.estimate = estimate;
    job.width = (uint32_t)width;
    status = sked_queue_submit(&queue, &job, now);
    if (status == SKED_OK) {
        jobs[jobs_count].usage = (uint32_t)used;
        jobs_count++;
    }
    return status;
}

static sked_status report(uint64_t id, int64_t progress, sked_time now) {
    const sked_status status = sked_tiers_report(&queue, id, (uint32_t)progress, NULL, now);
    sked_job_info info;

    if (status == SKED_OK && sked_queue_get_job(&queue, id, &info, NULL) == SKED_OK) {
        jobs[info.tag].progress = (uint32_t)progress;
    }
    return status;
}

/* Reads what follows the time, and tells it. */
static int tell_event(script *s, sked_time now, int64_t processors) {
    int64_t id, width, estimate, part = 0;
    const int chars = next_word(s), submits = word_is(s, "submit"), reports = word_is(s, "report");
    const char *id_word, *id_end;
    sked_status status;

    if (!submits && !reports && !word_is(s, "finish")) {
        return refuse(s, "the event is \"%.*s\", expected submit, report or finish", chars,
                      s->word);
    }
    if (!number(s, "id", 0, INT64_MAX, &id)) {
        return 0;
    }
    id_word = s->word;
    id_end = s->end;
    if ((submits && (!number(s, "width", 1, processors, &width) ||
                     !number(s, "estimate", 1, SKED_TIME_MAX, &estimate))) ||
        ((submits || reports) && !number(s, submits ? "usage" : "progress", 0, 1000, &part)) ||
        !line_ends(s)) {
        return 0;
    }
    status = submits   ? submit((uint64_t)id, width, estimate, part, now)
             : reports ? report((uint64_t)id, part, now)
                       : sked_queue_finish(&queue, (uint64_t)id, now);
    s->word = id_word;
    return status == SKED_OK ||
           refuse(s, "%.*s: %s, expected %s", (int)(id_end - id_word), id_word,
                  sked_status_text(status),
                  !submits                ? "a running job"
                  : status == SKED_E_FULL ? "at most 64 jobs"
                                          : "an id that is not in use");
}

/* Before the first event of a later time, and after the last one, comes the pass. */
static int play(script *s) {
    sked_queue_info info = {0};
    int64_t time, now = 0;
    int more, told = 0;

    while ((more = read_line(s)) > 0) {
        const int blank = next_word(s) == 0;

        s->end = s->line;
        if (blank) {
            continue;
        }
        if (info.processors == 0) {
            if (!read_processors(s) || sked_queue_get_info(&queue, &info) != SKED_OK) {
                return 0;
            }
            continue;
        }
        if (!number(s, "time", now, SKED_TIME_MAX, &time) ||
            (told && time > now && !make_pass(now))) {
            return 0;
        }
        now = time;
        if (!tell_event(s, now, info.processors)) {
            return 0;
        }
        told = 1;
    }
    if (more == 0 && info.processors == 0) {
        s->number++;
        return refuse(s, "the end, expected processors COUNT");
    }
    return more == 0 && (!told || make_pass(now));
}

/* ---- The program ----------------------------------------------------------------------------- */

static uint32_t usage_of(void *ctx, uint64_t id, uint64_t tag, uint32_t process) {
    (void)ctx;
    (void)id;
    (void)process;
    return jobs[tag].usage;
}

int main(int count, char **words) {
    static script s;
    option_line line = option_line_of(&tiers_program, count, words);
    const char *file = NULL;
    int which, as_json = 0, policy = SKED_MEASY, done;

    for (which = option_next(&line); which >= OPTION_FILE; which = option_next(&line)) {
        if (which == TIERS_POLICY) {
            if (!option_named(&line, tiers_policy_name, TIERS_POLICIES_MAX, &policy)) {
                return line.status;
            }
        } else if (which == TIERS_JSON) {
            as_json = 1;
        } else if (!option_take_file(&line, &file)) {
            return line.status;
        }
    }
    if (which == OPTION_STOP) {
        return line.status;
    }
    tiers.policy = (sked_tiers_policy)policy;
    tiers.migration = MIGRATION;
    tiers.usage_limit_permille = USAGE_LIMIT;
    tiers.usage.usage = usage_of;
    s.file = input_open("tiers", file, &s.name);
    if (s.file == NULL) {
        return 1;
    }
    done = play(&s);
    input_close(s.file);
    if (done && as_json) {
        done = tell_all(s.name, tiers_policy_name(policy));
    } else if (done) {
        fwrite(said, 1, said_chars, stdout);
    }
    return output_status("tiers", done);
}
