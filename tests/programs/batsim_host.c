/* batsim_host.c - in place of Batsim: loads a decision component, and trusts nothing it answers.
 *
 * SPDX-License-Identifier: MIT
 *
 *     batsim_host [OPTION ...] LIBRARY TRACE.swf      prints the starts as build/replay --starts
 *     batsim_host --messages [OPTION ...] LIBRARY FILE    sends the lines of a file as they are
 *
 * Jobs take their run times, or are stopped at their walltimes. Everything in a reply is checked:
 * size, keys, times, ids and hosts; that each job starts once, on as many hosts as it asks for;
 * that these are computation hosts, switched on, without another job; and that no byte of the reply
 * changes until the next call. Each fault is reported and ends the program, with status 1. */
#define _GNU_SOURCE                 /* RTLD_DEEPBIND */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workload.h"

#include "batsim/json_read.h"
#include "batsim/reply.h"
#include "options.h"
#include "trace.h"

enum { SECOND = 1000, ID_CHARS = 48, MOST_CALLS = 4096 };
#define NEVER INT64_MAX

enum {
    HOST_WORDS, HOST_PROCESSORS, HOST_PRETTY, HOST_MORE, HOST_ESCAPES, HOST_STORAGE, HOST_REVERSE,
    HOST_NOISE, HOST_SPLIT, HOST_REJECT, HOST_KILL, HOST_OFF, HOST_AGAIN, HOST_RECORD,
    HOST_REPLIES, HOST_MESSAGES, HOST_RULES
};

static const option_rule rules[HOST_RULES] = {
    {.name = "--words", .value = "STRING", .help = "words for the component, as in batsim -l"},
    {.name = "--processors", .value = "N", .help = "hosts; default: as many as the trace says",
     .least = 1, .most = 1000000},
    {.name = "--pretty", .help = "blanks and line ends between all tokens of a message"},
    {.name = "--more", .help = "unknown keys and events"},
    {.name = "--escapes", .help = "ids with escapes"},
    {.name = "--storage", .help = "ids of storage hosts between those of computation hosts"},
    {.name = "--reverse", .help = "members of objects in the other order"},
    {.name = "--noise", .help = "times that are 1e-12 s off"},
    {.name = "--split", .help = "a message for each event"},
    {.name = "--reject", .value = "K", .help = "each K-th job cannot be planned, and has to be "
     "rejected", .least = 2, .most = 1000000},
    {.name = "--kill", .value = "K", .help = "each K-th job is killed after half of its run",
     .least = 2, .most = 1000000},
    {.name = "--off", .value = "FROM:TO:N", .help = "the first N hosts are off between these "
     "times, in seconds; TO may be never"},
    {.name = "--again", .help = "simulate twice, with batsim_edc_deinit in between"},
    {.name = "--record", .value = "FILE", .help = "write the words and the messages, a line each"},
    {.name = "--replies", .value = "FILE", .help = "write the replies, a line each"},
    {.name = "--messages", .help = "FILE has messages, a line each; no other option changes them"}};

static const option_program program = {
    .name = "batsim_host", .synopsis = "[OPTION ...] LIBRARY TRACE.swf\n"
    "--messages [OPTION ...] LIBRARY FILE", .rules = rules, .rules_count = HOST_RULES,
    .about = "Takes Batsim's place: simulates the jobs of a trace on hosts without a network,\n"
             "asks LIBRARY for each decision, checks all replies, and prints the starts.\n"};

typedef enum job_state { COMES, WAITS, RUNS, OVER, REJECTED } job_state;

typedef struct host_job {
    job_state state;
    char id[ID_CHARS];              /* as it is written in JSON */
    int64_t start, end;
    size_t sequence;                /* of starts */
    int doomed;                     /* it must be rejected */
    int killed;
} host_job;

typedef struct host_call {
    char id[ID_CHARS];
    int64_t time;
} host_call;

typedef uint8_t edc_init(const uint8_t *, uint32_t, uint32_t *, uint8_t **, uint32_t *);
typedef uint8_t edc_take(const uint8_t *, uint32_t, uint8_t **, uint32_t *);
typedef uint8_t edc_deinit(void);

static struct host {
    option_value given[HOST_RULES];
    const char *library, *trace;
    workload load;
    host_job *jobs;
    size_t submitted, started;
    uint32_t hosts, off_count;
    size_t *job_on;                 /* by host: its job, SIZE_MAX: none */
    int *is_off;
    int64_t off_from, off_to;
    host_call calls[MOST_CALLS];
    size_t calls_count;
    int64_t now;
    char now_text[40];
    unsigned long number, events;   /* of messages; of events of this one */
    reply text, pretty;             /* the message */
    char *kept;                     /* the last reply as it was, and where it is */
    const uint8_t *lent;
    uint32_t lent_size;
    json_reader in;
    FILE *record, *replies;
    edc_init *init;
    edc_take *take;
    edc_deinit *deinit;
} host;

/* Before the first message there is no number, and no time. */
static void fail(const char *format, ...) {
    va_list values;

    fprintf(stderr, "batsim_host: ");
    if (host.number > 0) {
        fprintf(stderr, "message %lu, time %s: ", host.number, host.now_text);
    }
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fprintf(stderr, "\n");
    exit(1);
}

/* The component has said why, or has printed its help. */
static void check_status(const char *function, int status) {
    if (status != 0) {
        fail("%s returned %d, expected 0", function, status);
    }
}

static int has(int option) {
    return host.given[option].given;
}

static void *room_for(size_t count, size_t size) {
    void *room = calloc(count, size);

    if (room == NULL) {
        fail("out of memory");
    }
    return room;
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* With noise a time is a little off; the time itself decides to which side. */
static void set_now(int64_t now) {
    const int side = has(HOST_NOISE) && now > 0 ? (int)(now / SECOND % 3) : 0;
    const int64_t shown = side == 2 ? now - 1 : now;

    host.now = now;
    snprintf(host.now_text, sizeof host.now_text, "%" PRId64 ".%03d%s", shown / SECOND,
             (int)(shown % SECOND), side == 0   ? "000000000"
                                    : side == 1 ? "000000001"
                                                : "999999999");
}

static void begin_message(void) {
    host.text.size = 0;
    host.events = 0;
    reply_say(&host.text, "{");
    if (has(HOST_MORE)) {
        reply_say(&host.text, "\"\\u006eow\":[{\"now\":-1e-3}],"
                              "\"extra\":{\"events\":[true,null]},");
    }
    if (!has(HOST_REVERSE)) {
        reply_say(&host.text, "\"now\":%s,", host.now_text);
    }
    reply_say(&host.text, "\"events\":[");
}

/* Unknown events go before those that count. */
static void begin_event(const char *type) {
    reply_say(&host.text, "%s", host.events++ > 0 ? "," : "");
    if (has(HOST_MORE) && host.events % 2 == 1) {
        reply_say(&host.text, "{\"timestamp\":%s,\"event_type\":\"ProbeDataEmittedEvent\","
                              "\"event\":{\"job_id\":[0.5E+3,{}],\"data\":\"}]\\\\\"}},",
                  host.now_text);
    }
    reply_say(&host.text, "{");
    if (has(HOST_MORE)) {
        reply_say(&host.text, "\"event_types\":\"JobCompletedEvent\",\"more\":{\"event\":[[]]},");
    }
    if (!has(HOST_REVERSE)) {
        reply_say(&host.text, "\"timestamp\":%s,\"event_type\":\"%s\",", host.now_text, type);
    }
    reply_say(&host.text, "\"event\":{");
    if (has(HOST_MORE)) {
        reply_say(&host.text, "\"ids\":[\"w0!1\",false],\"progress\":0.25%s",
                  strncmp(type, "Simulation", 10) == 0 || strncmp(type, "All", 3) == 0 ? "" : ",");
        if (strcmp(type, "SimulationBeginsEvent") == 0) {
            reply_say(&host.text, ",");
        }
    }
}

static void end_event(const char *type) {
    reply_say(&host.text, "}");
    if (has(HOST_REVERSE)) {
        reply_say(&host.text, ",\"event_type\":\"%s\",\"timestamp\":%s", type, host.now_text);
    }
    reply_say(&host.text, "}");
}

static void end_message(void) {
    reply_say(&host.text, "]");
    if (has(HOST_REVERSE)) {
        reply_say(&host.text, ",\"now\":%s", host.now_text);
    }
    reply_say(&host.text, "}");
}

/* Line ends, tabs and blanks between all tokens. */
static const reply *make_pretty(void) {
    size_t at;
    int is_quoted = 0;

    host.pretty.size = 0;
    for (at = 0; at < host.text.size; at++) {
        const char byte = host.text.text[at];

        if (!is_quoted && strchr("}]:", byte) != NULL) {
            reply_say(&host.pretty, byte == ':' ? " " : "\r\n");
        }
        reply_add(&host.pretty, &byte, 1);
        if (is_quoted && byte == '\\') {
            reply_add(&host.pretty, &host.text.text[++at], 1);
        } else if (byte == '"') {
            is_quoted = !is_quoted;
        }
        if (!is_quoted && strchr("{[,:", byte) != NULL) {
            reply_say(&host.pretty, byte == ':' ? " " : "\n\t");
        }
    }
    return &host.pretty;
}

/* ---- Replies --------------------------------------------------------------------------------- */

/* The lent bytes must be as they were when the component returned. */
static void check_kept(void) {
    if (host.kept != NULL && memcmp(host.kept, host.lent, host.lent_size) != 0) {
        fail("the last reply has changed, expected the same bytes until the next call");
    }
    free(host.kept);
    host.kept = NULL;
}

static void keep(const uint8_t *lent, uint32_t size) {
    if (lent == NULL || size == 0 || memchr(lent, 0, size) != lent + size - 1) {
        fail("the reply has the size %lu, expected that of its text, and 1 for the 0 behind it",
             (unsigned long)size);
    }
    host.kept = (char *)room_for(size, 1);
    memcpy(host.kept, lent, size);
    host.lent = lent;
    host.lent_size = size;
    if (host.replies != NULL) {
        fprintf(host.replies, "%s\n", host.kept);
    }
    if (!json_read(&host.in, host.kept, size - 1)) {
        fail("the reply is not JSON: offset %lu, expected %s: %.300s", (unsigned long)host.in.at,
             host.in.expected, host.kept);
    }
}

static const char *text_of(size_t node) {
    return host.in.text + host.in.nodes[node].at;
}

static int length_of(size_t node) {
    return (int)(host.in.nodes[node].end - host.in.nodes[node].at);
}

/* An object of exactly these members, whose nodes are given: (name, kind) pairs up to NULL. */
static void members(size_t object, size_t *nodes, ...) {
    va_list values;
    const char *name;
    size_t at, known = 0, count = 0;

    if (host.in.nodes[object].kind != JSON_OBJECT) {
        fail("\"%.*s\", expected an object", length_of(object), text_of(object));
    }
    for (at = object + 1; at < host.in.nodes[object].next; at = host.in.nodes[at + 1].next) {
        count++;
    }
    va_start(values, nodes);
    for (name = va_arg(values, const char *); name != NULL; name = va_arg(values, const char *)) {
        const json_kind kind = (json_kind)va_arg(values, int);

        nodes[known] = json_find(&host.in, object, name);
        if (nodes[known] == 0 || host.in.nodes[nodes[known]].kind != kind) {
            fail("there is no %s of the right kind in %.*s", name, length_of(object),
                 text_of(object));
        }
        known++;
    }
    va_end(values);
    if (count != known) {
        fail("there are %lu keys, expected %lu: %.*s", (unsigned long)count, (unsigned long)known,
             length_of(object), text_of(object));
    }
}

static void expect(size_t node, const char *text) {
    if (!json_is(&host.in, node, text)) {
        fail("\"%.*s\", expected %s", length_of(node), text_of(node), text);
    }
}

static host_job *job_of(size_t node) {
    size_t at;

    for (at = 0; at < host.load.count; at++) {
        if (host.jobs[at].state != COMES && json_is(&host.in, node, host.jobs[at].id)) {
            return &host.jobs[at];
        }
    }
    fail("there is no job \"%.*s\"", length_of(node), text_of(node));
    return NULL;
}

static uint32_t id_of(uint32_t at) {
    return has(HOST_STORAGE) ? at + (at + 2) / 3 : at;
}

/* One host for a job. */
static void occupy(size_t job, uint64_t id) {
    uint32_t at = 0;

    while (at < host.hosts && id_of(at) != id) {
        at++;
    }
    if (at == host.hosts) {
        fail("job \"%s\": %" PRIu64 " is not a computation host", host.jobs[job].id, id);
    }
    if (host.is_off[at]) {
        fail("job \"%s\": host %" PRIu64 " is off", host.jobs[job].id, id);
    }
    if (host.job_on[at] != SIZE_MAX) {
        fail("job \"%s\": host %" PRIu64 " has job \"%s\"", host.jobs[job].id, id,
             host.jobs[host.job_on[at]].id);
    }
    host.job_on[at] = job;
}

/* A list such as "0-3 7": one blank between its parts. Returns the number of hosts. */
static uint32_t occupy_all(size_t job, size_t list) {
    const char *at = text_of(list), *end = at + length_of(list);
    uint64_t low, high;
    uint32_t count = 0;
    size_t digits;

    for (;; at++) {
        digits = strspn(at, "0123456789");
        if (!option_digits(at, digits, UINT32_MAX, &low)) {
            fail("\"%.*s\" is not a list of hosts", length_of(list), text_of(list));
        }
        high = low;
        at += digits;
        if (at < end && *at == '-') {
            digits = strspn(++at, "0123456789");
            if (!option_digits(at, digits, UINT32_MAX, &high) || high <= low) {
                fail("\"%.*s\" is not a list of hosts", length_of(list), text_of(list));
            }
            at += digits;
        }
        for (; low <= high; low++, count++) {
            occupy(job, low);
        }
        if (at == end) {
            return count;
        }
        if (*at != ' ') {
            fail("\"%.*s\" is not a list of hosts", length_of(list), text_of(list));
        }
    }
}

/* In seconds, as build/replay has them; those of killed jobs are half as long. */
static int64_t run_of(size_t at) {
    const workload_job *job = &host.load.jobs[at];
    const int64_t run = job->estimate > 0 && job->estimate < job->run ? job->estimate : job->run;

    return !host.jobs[at].killed ? run : run > 1 ? run / 2 : 1;
}

static void on_execute(size_t event) {
    size_t nodes[3], place[1];
    host_job *job;
    uint32_t count;
    size_t at;

    members(event, nodes, "job_id", JSON_STRING, "allocation", JSON_OBJECT, NULL);
    job = job_of(nodes[0]);
    at = (size_t)(job - host.jobs);
    if (job->state != WAITS) {
        fail("job \"%s\" starts, expected one that waits", job->id);
    }
    members(nodes[1], nodes, "host_allocation", JSON_STRING, "executor_placement_type",
            JSON_STRING, "executor_placement", JSON_OBJECT, NULL);
    expect(nodes[1], "PredefinedExecutorPlacementStrategyWrapper");
    members(nodes[2], place, "strategy", JSON_STRING, NULL);
    expect(place[0], "SpreadOverHostsFirst");
    count = occupy_all(at, nodes[0]);
    if (count != host.load.jobs[at].width) {
        fail("job \"%s\" gets %lu hosts, expected %lu", job->id, (unsigned long)count,
             (unsigned long)host.load.jobs[at].width);
    }
    job->state = RUNS;
    job->start = host.now;
    job->sequence = host.started++;
    job->end = host.now + run_of(at) * SECOND;
}

static void on_reject(size_t event) {
    size_t node;
    host_job *job;

    members(event, &node, "job_id", JSON_STRING, NULL);
    job = job_of(node);
    if (job->state != WAITS || !job->doomed) {
        fail("job \"%s\" is rejected, expected that it runs once", job->id);
    }
    job->state = REJECTED;
}

static void on_call(size_t event) {
    size_t nodes[3], when[2], at;
    uint64_t time;
    host_call *call = &host.calls[host.calls_count];

    members(event, nodes, "call_me_later_id", JSON_STRING, "when_type", JSON_STRING, "when",
            JSON_OBJECT, NULL);
    expect(nodes[1], "OneShot");
    members(nodes[2], when, "time", JSON_NUMBER, "time_unit", JSON_STRING, NULL);
    expect(when[1], "Millisecond");
    if (!option_digits(text_of(when[0]), (size_t)length_of(when[0]), INT64_MAX, &time) ||
        (int64_t)time <= host.now) {
        fail("a call at %.*s ms, expected one in the future", length_of(when[0]),
             text_of(when[0]));
    }
    for (at = 0; at < host.calls_count; at++) {
        if (json_is(&host.in, nodes[0], host.calls[at].id)) {
            fail("two calls have the id \"%s\"", host.calls[at].id);
        }
        if (host.calls[at].time == (int64_t)time) {
            fail("a second call at %" PRIu64 " ms, expected one", time);
        }
    }
    if (host.calls_count == MOST_CALLS || length_of(nodes[0]) >= ID_CHARS) {
        fail("too many calls, or an id that is too long");
    }
    snprintf(call->id, sizeof call->id, "%.*s", length_of(nodes[0]), text_of(nodes[0]));
    call->time = (int64_t)time;
    host.calls_count++;
}

static void check_time(size_t node) {
    if (!json_is(&host.in, node, host.now_text)) {
        fail("the time %.*s, expected that of the message", length_of(node), text_of(node));
    }
}

static void read_reply(void) {
    size_t nodes[3], at, events;

    members(0, nodes, "now", JSON_NUMBER, "events", JSON_ARRAY, NULL);
    check_time(nodes[0]);
    events = nodes[1];
    for (at = events + 1; at < host.in.nodes[events].next; at = host.in.nodes[at].next) {
        members(at, nodes, "timestamp", JSON_NUMBER, "event_type", JSON_STRING, "event",
                JSON_OBJECT, NULL);
        check_time(nodes[0]);
        if (json_is(&host.in, nodes[1], "ExecuteJobEvent")) {
            on_execute(nodes[2]);
        } else if (json_is(&host.in, nodes[1], "RejectJobEvent")) {
            on_reject(nodes[2]);
        } else if (json_is(&host.in, nodes[1], "CallMeLaterEvent")) {
            on_call(nodes[2]);
        } else {
            fail("\"%.*s\" is not a decision", length_of(nodes[1]), text_of(nodes[1]));
        }
    }
    for (at = 0; at < host.submitted; at++) {
        if (host.jobs[at].doomed && host.jobs[at].state == WAITS) {
            fail("job \"%s\" cannot be planned, expected that it is rejected", host.jobs[at].id);
        }
    }
}

static void send(void) {
    const reply *out;
    uint8_t *decisions;
    uint32_t size;

    end_message();
    out = has(HOST_PRETTY) ? make_pretty() : &host.text;
    host.number++;
    if (host.record != NULL) {
        fprintf(host.record, "%s\n", out->text);
    }
    check_kept();
    check_status("batsim_edc_take_decisions",
                 host.take((const uint8_t *)out->text, (uint32_t)out->size + 1, &decisions, &size));
    keep(decisions, size);
    read_reply();
}

/* Between two events: with --split, a new message. */
static void next_event(void) {
    if (has(HOST_SPLIT)) {
        send();
        begin_message();
    }
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void say_begins(void) {
    uint32_t at;

    begin_message();
    begin_event("SimulationBeginsEvent");
    reply_say(&host.text, "\"computation_host_number\":%" PRIu32 ",\"storage_host_number\":0,"
                          "\"computation_hosts\":[", host.hosts);
    for (at = host.hosts; at-- > 0;) {
        reply_say(&host.text, "{\"id\":%" PRIu32 ",\"name\":\"host %" PRIu32 "\",\"core_count\":1,"
                              "\"computation_speed\":[1000000000.0],\"properties\":[]}%s",
                  id_of(at), at, at > 0 ? "," : "");
    }
    reply_say(&host.text, "],\"storage_hosts\":[]");
    end_event("SimulationBeginsEvent");
    send();
}

/* Why a job must be rejected depends on its number. */
static void say_submit(size_t at) {
    const workload_job *job = &host.load.jobs[at];
    const int how = host.jobs[at].doomed ? (int)(at / host.given[HOST_REJECT].number % 4) : 4;

    begin_event("JobSubmittedEvent");
    reply_say(&host.text, "\"job_id\":\"%s\",\"submission_time\":%s,\"job\":{\"resource_request\":"
                          "%" PRIu32 ",\"walltime\":", host.jobs[at].id, host.now_text,
              how == 0 ? 0 : how == 1 ? host.hosts + 1 : job->width);
    if (how == 2) {
        reply_say(&host.text, "null");
    } else {
        reply_say(&host.text, "%" PRId64 ".000000000000", how == 3 ? -1 : job->estimate);
    }
    reply_say(&host.text, ",\"extra_data\":\"{\\\"walltime\\\":1}\",\"profile_id\":\"w0!d\"}");
    end_event("JobSubmittedEvent");
    host.jobs[at].state = WAITS;
    host.submitted++;
}

static void say_complete(size_t at) {
    const workload_job *job = &host.load.jobs[at];
    const int stopped = job->run >= job->estimate;
    uint32_t p;

    begin_event("JobCompletedEvent");
    reply_say(&host.text, "\"job_id\":\"%s\",\"state\":\"COMPLETED_%s\",\"return_code\":%s",
              host.jobs[at].id, host.jobs[at].killed ? "KILLED"
                                : stopped            ? "WALLTIME_REACHED"
                                : at % 5 == 0        ? "FAILED"
                                                     : "SUCCESSFULLY",
              host.jobs[at].killed || stopped ? "4294967295" : at % 5 == 0 ? "1" : "0");
    end_event("JobCompletedEvent");
    if (host.jobs[at].killed) {
        begin_event("JobsKilledEvent");
        reply_say(&host.text, "\"job_ids\":[\"%s\"],\"progresses\":[]", host.jobs[at].id);
        end_event("JobsKilledEvent");
    }
    host.jobs[at].state = OVER;
    for (p = 0; p < host.hosts; p++) {
        host.job_on[p] = host.job_on[p] == at ? SIZE_MAX : host.job_on[p];
    }
}

/* The list may also have the storage hosts that lie between. */
static void say_switch(int off) {
    uint32_t at;

    begin_event("HostsTurnedOnOffEvent");
    reply_say(&host.text, "\"host_ids\":\"%" PRIu32, id_of(0));
    if (host.off_count > 1) {
        reply_say(&host.text, " %" PRIu32 "-%" PRIu32, id_of(1), id_of(host.off_count - 1));
    }
    reply_say(&host.text, "\",\"state\":%d", off);
    end_event("HostsTurnedOnOffEvent");
    for (at = 0; at < host.off_count; at++) {
        host.is_off[at] = off;
    }
}

static void say_call(size_t at) {
    begin_event("RequestedCallEvent");
    reply_say(&host.text, "\"call_me_later_id\":\"%s\",\"last_periodic_call\":false",
              host.calls[at].id);
    end_event("RequestedCallEvent");
    host.calls[at] = host.calls[--host.calls_count];
}

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t next_time(void) {
    int64_t next = host.submitted < host.load.count
                       ? host.load.jobs[host.submitted].submit * SECOND : NEVER;
    size_t at;

    for (at = 0; at < host.submitted; at++) {
        next = host.jobs[at].state == RUNS ? earlier(next, host.jobs[at].end) : next;
    }
    for (at = 0; at < host.calls_count; at++) {
        next = earlier(next, host.calls[at].time);
    }
    next = host.off_from >= host.now ? earlier(next, host.off_from) : next;
    return host.off_to > host.now ? earlier(next, host.off_to) : next;
}

/* The job that ends now, and was the first of those to start; SIZE_MAX: none does. */
static size_t ending(void) {
    size_t at, first = SIZE_MAX;

    for (at = 0; at < host.submitted; at++) {
        if (host.jobs[at].state == RUNS && host.jobs[at].end == host.now &&
            (first == SIZE_MAX || host.jobs[at].sequence < host.jobs[first].sequence)) {
            first = at;
        }
    }
    return first;
}

/* All events of this time: ends, hosts, submissions, calls. */
static void say_all(void) {
    size_t at;

    for (at = ending(); at != SIZE_MAX; at = ending()) {
        say_complete(at);
        next_event();
    }
    if (host.now == host.off_from || host.now == host.off_to) {
        say_switch(host.now == host.off_from);
        host.off_from = host.now == host.off_from ? -1 : host.off_from;
        next_event();
    }
    while (host.submitted < host.load.count &&
           host.load.jobs[host.submitted].submit * SECOND == host.now) {
        say_submit(host.submitted);
        next_event();
    }
    for (at = host.calls_count; at-- > 0;) {
        if (host.calls[at].time == host.now) {
            say_call(at);
            next_event();
        }
    }
}

/* ---- A simulation ---------------------------------------------------------------------------- */

static void check_hello(void) {
    size_t nodes[5], events;

    members(0, nodes, "now", JSON_NUMBER, "events", JSON_ARRAY, NULL);
    check_time(nodes[0]);
    events = nodes[1];
    if (host.in.nodes[events + 1].next != host.in.nodes[events].next) {
        fail("%.*s, expected one event", length_of(events), text_of(events));
    }
    members(events + 1, nodes, "timestamp", JSON_NUMBER, "event_type", JSON_STRING, "event",
            JSON_OBJECT, NULL);
    check_time(nodes[0]);
    expect(nodes[1], "EDCHelloEvent");
    members(nodes[2], nodes, "batprotocol_version", JSON_STRING, "decision_component_name",
            JSON_STRING, "decision_component_version", JSON_STRING, "decision_component_commit",
            JSON_STRING, "requested_simulation_features", JSON_OBJECT, NULL);
    members(nodes[4], nodes, NULL);
}

/* The words are in a block of their own size: no 0 follows them. */
static void hello(void) {
    const char *words = has(HOST_WORDS) ? host.given[HOST_WORDS].text : "";
    const uint32_t size = (uint32_t)strlen(words);
    uint8_t *data = (uint8_t *)room_for(size + 1, 1), *said;
    uint32_t flags = 0, said_size;

    memcpy(data, words, size);
    data[size] = 'x';
    snprintf(host.now_text, sizeof host.now_text, "0.0");
    if (host.record != NULL) {
        fprintf(host.record, "%s\n", words);
    }
    check_status("batsim_edc_init", host.init(data, size, &flags, &said, &said_size));
    free(data);
    if (flags != 2) {
        fail("the flags are %lu, expected 2, for JSON", (unsigned long)flags);
    }
    keep(said, said_size);
    check_hello();
}

static void begin(void) {
    size_t at;

    host.submitted = host.started = host.calls_count = 0;
    host.number = 0;
    host.off_from = host.off_to = -1;
    if (has(HOST_OFF)) {
        char end[24] = "";
        const int read = sscanf(host.given[HOST_OFF].text, "%" SCNd64 ":%23[^:]:%" SCNu32,
                                &host.off_from, end, &host.off_count);

        if (read != 3 || host.off_count > host.hosts) {
            fail("--off: \"%s\", expected FROM:TO:N", host.given[HOST_OFF].text);
        }
        host.off_from *= SECOND;
        host.off_to = strcmp(end, "never") == 0 ? -1 : atol(end) * SECOND;
    }
    for (at = 0; at < host.load.count; at++) {
        host_job *job = &host.jobs[at];

        memset(job, 0, sizeof *job);
        snprintf(job->id, sizeof job->id, has(HOST_ESCAPES) ? "w0!\\u00e9\\\"\\\\%lu\\/\\n\xc3\xa9"
                                                           : "w0!%lu", (unsigned long)at);
        job->doomed = has(HOST_REJECT) && at % host.given[HOST_REJECT].number == 0;
        job->killed = has(HOST_KILL) && at % host.given[HOST_KILL].number == 0;
    }
    for (at = 0; at < host.hosts; at++) {
        host.job_on[at] = SIZE_MAX;
        host.is_off[at] = 0;
    }
    set_now(0);
}

static void simulate(void) {
    int64_t now;
    size_t at, waiting = 0;
    int all_came = 0;

    begin();
    hello();
    set_now(0);
    say_begins();
    for (now = next_time(); now != NEVER; now = next_time()) {
        set_now(now);
        begin_message();
        say_all();
        if (host.submitted == host.load.count && !all_came) {
            begin_event("AllStaticJobsHaveBeenSubmittedEvent");
            end_event("AllStaticJobsHaveBeenSubmittedEvent");
            all_came = 1;
        }
        if (host.events > 0) {
            send();
        }
    }
    for (at = 0; at < host.load.count; at++) {
        waiting += host.jobs[at].state == WAITS;
    }
    if (waiting > 0) {
        fail("%lu jobs wait, and nothing more comes", (unsigned long)waiting);
    }
    begin_message();
    begin_event("SimulationEndsEvent");
    end_event("SimulationEndsEvent");
    send();
    check_kept();
    check_status("batsim_edc_deinit", host.deinit());
}

static void print_starts(void) {
    size_t at;

    printf("id,start\n");
    for (at = 0; at < host.load.count; at++) {
        if (host.jobs[at].state == OVER) {
            printf("%" PRIu64 ",%" PRId64, host.load.jobs[at].id, host.jobs[at].start / SECOND);
            if (host.jobs[at].start % SECOND != 0) {
                printf(".%03d", (int)(host.jobs[at].start % SECOND));
            }
            printf("\n");
        }
    }
}

/* ---- The program ----------------------------------------------------------------------------- */

/* A function of the library. C converts no void * to a function, so its bytes are copied. */
static void find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);

    if (found == NULL) {
        fail("%s", dlerror());
    }
    memcpy(function, &found, sizeof found);
}

/* With the flags that Batsim uses. */
static void load_library(void) {
    void *library = dlopen(host.library, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);

    if (library == NULL) {
        fail("%s", dlerror());
    }
    find(library, "batsim_edc_init", &host.init);
    find(library, "batsim_edc_take_decisions", &host.take);
    find(library, "batsim_edc_deinit", &host.deinit);
}

static FILE *open_to_write(int option) {
    FILE *file = has(option) ? fopen(host.given[option].text, "w") : NULL;

    if (has(option) && file == NULL) {
        fail("%s cannot be written", host.given[option].text);
    }
    return file;
}

static void load_trace(void) {
    size_t at;

    if (!trace_read("batsim_host", host.trace, (uint32_t)host.given[HOST_PROCESSORS].number,
                    &host.load)) {
        exit(1);
    }
    host.hosts = host.load.processors;
    host.jobs = (host_job *)room_for(host.load.count, sizeof *host.jobs);
    host.job_on = (size_t *)room_for(host.hosts, sizeof *host.job_on);
    host.is_off = (int *)room_for(host.hosts, sizeof *host.is_off);
    for (at = 0; at < host.load.count; at++) {
        if (host.load.jobs[at].estimate <= 0) {
            host.load.jobs[at].estimate = host.load.jobs[at].run;
        }
    }
}

/* Messages from a file: only the form of the replies is checked. */
static void send_lines(void) {
    static char line[1 << 16];
    FILE *file = fopen(host.trace, "rb");
    uint8_t *decisions;
    uint32_t size;

    if (file == NULL) {
        fail("%s cannot be read", host.trace);
    }
    hello();
    snprintf(host.now_text, sizeof host.now_text, "unknown");
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        host.number++;
        check_kept();
        check_status("batsim_edc_take_decisions",
                     host.take((const uint8_t *)line, (uint32_t)strlen(line) + 1, &decisions,
                               &size));
        keep(decisions, size);
    }
    check_kept();
    (void)fclose(file);
    check_status("batsim_edc_deinit", host.deinit());
}

/* The second run has to equal the first. */
static void simulate_again(void) {
    int64_t *starts = (int64_t *)room_for(host.load.count, sizeof *starts);
    size_t at;

    for (at = 0; at < host.load.count; at++) {
        starts[at] = host.jobs[at].start;
    }
    simulate();
    for (at = 0; at < host.load.count; at++) {
        if (host.jobs[at].start != starts[at]) {
            fail("job \"%s\" has started at another time than before", host.jobs[at].id);
        }
    }
    free(starts);
}

int main(int count, char **words) {
    option_line line = option_line_of(&program, count, words);
    int which;

    while ((which = option_next(&line)) >= OPTION_FILE) {
        if (which >= 0) {
            host.given[which] = option_value_of(&line);
        } else if (host.library == NULL) {
            host.library = line.text;
        } else if (!option_take_file(&line, &host.trace)) {
            return OPTION_WRONG;
        }
    }
    if (which == OPTION_STOP) {
        return line.status;
    }
    if (host.trace == NULL) {
        (void)option_refuse("batsim_host", "no %s, expected LIBRARY and %s",
                            host.library == NULL    ? "library"
                            : has(HOST_MESSAGES) ? "file"
                                                 : "trace",
                            has(HOST_MESSAGES) ? "FILE" : "TRACE.swf");
        return OPTION_WRONG;
    }
    load_library();
    host.record = open_to_write(HOST_RECORD);
    host.replies = open_to_write(HOST_REPLIES);
    if (has(HOST_MESSAGES)) {
        send_lines();
        return 0;
    }
    load_trace();
    simulate();
    if (has(HOST_AGAIN)) {
        simulate_again();
    }
    print_starts();
    return fflush(stdout) != 0;
}
