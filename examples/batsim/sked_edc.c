/* sked_edc.c: a decision component for Batsim 5, in JSON: the queue of sched.h decides. */
/* SPDX-License-Identifier: MIT */

/* Batsim loads build/sked_edc.so, sends it what has happened, and does what it answers. The string
   that Batsim hands over has the words of a command line, see `edc_rules`. All events of a message
   are reported to the queue, and then one pass is made. Ticks are milliseconds. Beside this file:

   json_read.h     reads JSON
   message.h       what a message must have
   job_ids.h       jobs by the ids that Batsim gives them
   reply.h         writes the decisions
   README.md       how to run it */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKED_IMPLEMENTATION
#include "sched.h"

#include "heap.h"

#include "../options.h"
#include "../queue_policy.h"
#include "../spans.h"
#include "job_ids.h"
#include "json_read.h"
#include "message.h"
#include "reply.h"

#define EDC_API __attribute__((visibility("default")))

enum { EDC_JSON = 2, EDC_PLACES = 3, EDC_SECOND = 1000, EDC_BOOKINGS = 64, EDC_ROOM = 256 };
enum { EDC_POLICY, EDC_BOOK, EDC_RULES };

static const option_rule edc_rules[EDC_RULES] = {
    {.name = "--policy", .value = "NAME", .help = "fcfs, sjf, easy (the default), easy-sjbf, "
     "conservative, conservative-rebuild, depth:K or depth:K-sjbf"},
    {.name = "--book", .value = SPANS_FORM, .repeats = 1, .help = "keep COUNT hosts free of jobs "
     "from START to END, in seconds; END may be never"}};

static const option_program edc_program = {
    .name = "sked_edc", .synopsis = "[OPTION ...]", .rules = edc_rules, .rules_count = EDC_RULES,
    .about = "Batsim hands these words to the component: a string (-l) or a file (-L).\n"};

typedef enum edc_stage { EDC_NONE, EDC_WAITS, EDC_RUNS, EDC_ENDED, EDC_FAILED } edc_stage;

static struct edc {
    edc_stage stage;
    queue_policy policy;
    sked_span spans[EDC_BOOKINGS];
    uint32_t spans_count;
    sked_queue queue;
    uint32_t room;                  /* of the queue, for jobs                                  */
    uint32_t hosts;
    sked_pair *host;                /* by processor: the key is the host's id; they rise       */
    sked_word *words;
    sked_set set;                   /* of processors, in these words                           */
    job_ids jobs;                   /* that wait or run                                        */
    sked_time *call;                /* times of the calls that are due, the next one last      */
    size_t calls, calls_room;
    uint64_t calls_asked;
    message in;
    reply out;
    sked_time now;
    size_t now_node;                /* of the message                                          */
} edc;

static int refuse_memory(void) {
    return option_refuse("sked_edc", "message %lu: out of memory", edc.in.number);
}

/* Has the queue taken it? If not, its reason is reported at this part of the message. */
static int is_taken(size_t node, sked_status status) {
    return status == SKED_OK || message_refuse(&edc.in, message_at(&edc.in, node), "%s",
                                               sked_status_text(status));
}

/* ---- The hosts ------------------------------------------------------------------------------- */

/* The computation hosts by rising id; storage hosts have ids in between. */
static int read_hosts(size_t array) {
    const json_node *nodes = edc.in.json.nodes;
    uint64_t id;
    size_t at, count = 0;

    for (at = array + 1; at < nodes[array].next; at = nodes[at].next) {
        if (!message_is(&edc.in, at, "a host", JSON_OBJECT) ||
            !message_count(&edc.in, at, "id", UINT32_MAX, &id)) {
            return 0;
        }
        edc.host[count].key = id;
        edc.host[count].index = (uint32_t)count;
        count++;
    }
    sked_sort(edc.host, count);
    for (at = 1; at < count; at++) {
        if (edc.host[at].key == edc.host[at - 1].key) {
            return message_refuse(&edc.in, message_at(&edc.in, array),
                                  "two hosts have the id %" PRIu64 ", expected one",
                                  edc.host[at].key);
        }
    }
    return 1;
}

static int make_queue(size_t array) {
    sked_queue_settings settings = sked_queue_settings_easy(edc.hosts, EDC_ROOM);
    uint32_t at;

    queue_policy_set(&edc.policy, &settings);
    settings.bookings_max = edc.spans_count;
    edc.room = settings.jobs_max;
    if (!is_taken(array, sked_queue_create(&edc.queue, &settings, NULL, heap_mem()))) {
        return 0;
    }
    for (at = 0; at < edc.spans_count; at++) {
        if (edc.spans[at].count > edc.hosts) {
            return message_refuse(&edc.in, message_at(&edc.in, array),
                                  "--book: the count is %" PRIu32 ", expected at most the %" PRIu32
                                  " computation hosts", edc.spans[at].count, edc.hosts);
        }
        if (!is_taken(array, sked_queue_book(&edc.queue, at, &edc.spans[at], edc.now))) {
            return 0;
        }
    }
    return 1;
}

static int on_begin(size_t event) {
    const size_t array = message_need(&edc.in, event, "computation_hosts", JSON_ARRAY);
    uint64_t count;
    size_t at;

    if (array == 0 ||
        !message_count(&edc.in, event, "computation_host_number", INT32_MAX, &count)) {
        return 0;
    }
    for (at = array + 1; at < edc.in.json.nodes[array].next; at = edc.in.json.nodes[at].next) {
        edc.hosts++;
    }
    if (edc.hosts != count || count == 0) {
        return message_refuse(&edc.in, message_at(&edc.in, array),
                              "there are %" PRIu32 " computation hosts, expected as many as "
                              "computation_host_number says, %" PRIu64 ", and at least one",
                              edc.hosts, count);
    }
    edc.host = (sked_pair *)calloc(edc.hosts, sizeof *edc.host);
    edc.words = (sked_word *)calloc(SKED_SET_WORDS(edc.hosts), sizeof *edc.words);
    if (edc.host == NULL || edc.words == NULL) {
        return refuse_memory();
    }
    edc.set = sked_set_of(edc.words, edc.hosts);
    edc.stage = EDC_RUNS;
    return read_hosts(array) && make_queue(array);
}

static int read_id(const char *text, size_t length, size_t *at, uint64_t *id) {
    const size_t from = *at;

    for (*id = 0; *at < length && text[*at] >= '0' && text[*at] <= '9' &&
                  json_append(id, (uint64_t)(text[*at] - '0'), UINT32_MAX); (*at)++) {
    }
    return *at > from;
}

/* Adds one run of a list such as "0-3 7" to the set. Ids of other hosts are skipped. */
static int read_run(size_t list, size_t *at) {
    const char *text = message_text(&edc.in, list);
    const size_t length = message_length(&edc.in, list);
    uint64_t low, high;
    uint32_t p;
    int done = read_id(text, length, at, &low);

    high = low;
    if (done && *at < length && text[*at] == '-') {
        ++*at;
        done = read_id(text, length, at, &high) && low <= high;
    }
    if (!done || (*at < length && text[*at] != ' ' && text[*at] != ',')) {
        return message_refuse(&edc.in, message_at(&edc.in, list) + *at,
                              "this is not a list of hosts, expected one as 0-3 7");
    }
    for (p = 0; p < edc.hosts; p++) {
        if (edc.host[p].key >= low && edc.host[p].key <= high) {
            sked_set_add(&edc.set, p);
        }
    }
    return 1;
}

/* State 0 is on. All others are off, as in Batsim. */
static int on_switch(size_t event) {
    const size_t list = message_need(&edc.in, event, "host_ids", JSON_STRING);
    uint64_t state;
    size_t at;

    if (list == 0 || !message_count(&edc.in, event, "state", UINT32_MAX, &state)) {
        return 0;
    }
    sked_set_clear(&edc.set);
    for (at = 0; at < message_length(&edc.in, list); at++) {
        if (!read_run(list, &at)) {
            return 0;
        }
    }
    return is_taken(list, state == 0 ? sked_queue_up(&edc.queue, &edc.set, edc.now)
                                     : sked_queue_down(&edc.queue, &edc.set, edc.now));
}

/* ---- The jobs -------------------------------------------------------------------------------- */

static int reject(size_t id, const char *what, size_t value, const char *expected) {
    const size_t length = message_length(&edc.in, id);

    reply_job_event(&edc.out, "RejectJobEvent", message_text(&edc.in, id), length);
    reply_end_event(&edc.out);
    (void)message_refuse(&edc.in, message_at(&edc.in, value),
                         "job \"%.*s\" is rejected: its %s is %.*s, expected %s",
                         message_shown(length), message_text(&edc.in, id), what,
                         message_shown(message_length(&edc.in, value)),
                         message_text(&edc.in, value), expected);
    return 1;
}

/* Submits a job. A full queue grows to twice its room. */
static int enter(size_t id, uint32_t width, sked_time estimate) {
    const job_id *kept = job_ids_keep(&edc.jobs, message_text(&edc.in, id),
                                      message_length(&edc.in, id));
    sked_status status;
    sked_job job;

    if (kept == NULL) {
        return refuse_memory();
    }
    job = sked_job_of(kept->number, width, estimate);
    job.tag = (uint64_t)(uintptr_t)kept;
    status = sked_queue_submit(&edc.queue, &job, edc.now);
    if (status == SKED_E_FULL) {
        edc.room *= 2;
        status = sked_queue_grow(&edc.queue, edc.room, edc.spans_count);
        if (status == SKED_OK) {
            status = sked_queue_submit(&edc.queue, &job, edc.now);
        }
    }
    return is_taken(id, status);
}

/* A number, or null. Returns 0 if it is absent or something else, which has been reported. */
static size_t need_walltime(size_t job) {
    const size_t walltime = json_find(&edc.in.json, job, "walltime");

    if (walltime != 0 && edc.in.json.nodes[walltime].kind == JSON_NULL) {
        return walltime;
    }
    return message_need(&edc.in, job, "walltime", JSON_NUMBER);
}

/* Rejects a job that cannot be planned: it has no bound, or is too wide. */
static int on_submit(size_t event) {
    const size_t id = message_need(&edc.in, event, "job_id", JSON_STRING);
    const size_t job = id != 0 ? message_need(&edc.in, event, "job", JSON_OBJECT) : 0;
    const size_t walltime = job != 0 ? need_walltime(job) : 0;
    uint64_t width, estimate;

    if (walltime == 0 || !message_count(&edc.in, job, "resource_request", UINT32_MAX, &width)) {
        return 0;
    }
    if (job_ids_find(&edc.jobs, message_text(&edc.in, id), message_length(&edc.in, id)) != NULL) {
        return message_refuse(&edc.in, message_at(&edc.in, id),
                              "a job \"%.*s\" waits or runs, expected another id",
                              message_shown(message_length(&edc.in, id)),
                              message_text(&edc.in, id));
    }
    if (edc.in.json.nodes[walltime].kind == JSON_NULL ||
        !json_units(&edc.in.json, walltime, EDC_PLACES, JSON_UP, SKED_TIME_MAX, &estimate) ||
        estimate == 0) {
        return reject(id, "walltime", walltime, "a time that bounds its run");
    }
    if (width == 0 || width > edc.hosts) {
        return reject(id, "resource_request", json_find(&edc.in.json, job, "resource_request"),
                      "at least 1, and at most all computation hosts");
    }
    return enter(id, (uint32_t)width, (sked_time)estimate);
}

/* However the job has ended, its hosts are free. */
static int on_complete(size_t event) {
    const size_t id = message_need(&edc.in, event, "job_id", JSON_STRING);
    job_id **link;

    if (id == 0) {
        return 0;
    }
    link = job_ids_find(&edc.jobs, message_text(&edc.in, id), message_length(&edc.in, id));
    if (link == NULL) {
        return message_refuse(&edc.in, message_at(&edc.in, id),
                              "no job \"%.*s\" runs, expected one that does",
                              message_shown(message_length(&edc.in, id)),
                              message_text(&edc.in, id));
    }
    if (!is_taken(id, sked_queue_finish(&edc.queue, (*link)->number, edc.now))) {
        return 0;
    }
    job_ids_forget(&edc.jobs, link);
    return 1;
}

/* ---- Decisions ------------------------------------------------------------------------------- */

/* The hosts of the set as "0-3 7". */
static void say_hosts(void) {
    uint32_t p = sked_set_first(&edc.set), last;
    const char *before = "";

    for (; p < edc.hosts; p = sked_set_next(&edc.set, last)) {
        for (last = p; sked_set_has(&edc.set, last + 1) &&
                       edc.host[last + 1].key == edc.host[last].key + 1;) {
            last++;
        }
        reply_say(&edc.out, "%s%" PRIu64, before, edc.host[p].key);
        if (last > p) {
            reply_say(&edc.out, "-%" PRIu64, edc.host[last].key);
        }
        before = " ";
    }
}

static void execute(const job_id *job) {
    reply_job_event(&edc.out, "ExecuteJobEvent", job->text, job->length);
    reply_say(&edc.out, ",\"allocation\":{\"host_allocation\":\"");
    say_hosts();
    reply_say(&edc.out, "\",\"executor_placement_type\":"
                        "\"PredefinedExecutorPlacementStrategyWrapper\","
                        "\"executor_placement\":{\"strategy\":\"SpreadOverHostsFirst\"}}");
    reply_end_event(&edc.out);
}

static void act(const sked_action *action) {
    const job_id *job = (const job_id *)(uintptr_t)action->tag;

    switch (action->kind) {
    case SKED_START:
        execute(job);
        break;
    case SKED_LOST:                 /* Batsim decides what becomes of it */
        (void)message_refuse(&edc.in, message_at(&edc.in, edc.now_node),
                             "job \"%.*s\" has %" PRIu32 " hosts that are off, expected that "
                             "Batsim ends it", message_shown(job->length), job->text,
                             sked_set_count(&edc.set));
        break;
    case SKED_START_BACKGROUND:
    case SKED_SWAP:
    case SKED_RESTART:
    case SKED_MIGRATE:
    case SKED_ACTION_CLOSED_:       /* there are no backgrounds          */
        break;
    }
}

/* Bookings, and the promises of the conservative policy, need passes at times at which nothing
   happens. SKED_NEVER: there is no such time. */
static sked_time next_call(void) {
    const int has_promises =
        edc.policy.depth == SKED_ALL && edc.policy.reservations == SKED_COMPRESS;
    sked_queue_info info;

    if ((edc.spans_count == 0 && !has_promises) ||
        sked_queue_get_info(&edc.queue, &info) != SKED_OK || info.waiting == 0) {
        return SKED_NEVER;
    }
    return sked_queue_next_time(&edc.queue);
}

/* A call cannot be withdrawn: none is requested if an earlier one is due. So their times fall. */
static int ask_for_call(void) {
    const sked_time time = next_call();

    if (time == SKED_NEVER || (edc.calls > 0 && edc.call[edc.calls - 1] <= time)) {
        return 1;
    }
    if (edc.calls == edc.calls_room) {
        const size_t room = 2 * edc.calls_room + 16;
        sked_time *larger = (sked_time *)realloc(edc.call, room * sizeof *larger);

        if (larger == NULL) {
            return refuse_memory();
        }
        edc.call = larger;
        edc.calls_room = room;
    }
    edc.call[edc.calls++] = time;
    reply_event(&edc.out, "CallMeLaterEvent");
    reply_say(&edc.out, "\"call_me_later_id\":\"sked %" PRIu64 "\",\"when_type\":\"OneShot\","
                        "\"when\":{\"time\":%" PRId64 ",\"time_unit\":\"Millisecond\"}",
              ++edc.calls_asked, time);
    reply_end_event(&edc.out);
    return 1;
}

static int plan(void) {
    sked_action action;
    sked_status status = sked_queue_plan(&edc.queue, edc.now);

    while (status == SKED_OK) {
        status = sked_queue_next(&edc.queue, &action, &edc.set);
        if (status == SKED_OK) {
            act(&action);
        }
    }
    return is_taken(edc.now_node, status == SKED_DONE ? SKED_OK : status) && ask_for_call();
}

/* ---- Messages -------------------------------------------------------------------------------- */

static int on_end(size_t event) {
    (void)event;
    edc.stage = EDC_ENDED;
    return 1;
}

/* All other events are skipped. RequestedCallEvent needs only the pass that each message has. */
static const struct {
    const char *type;
    int (*report)(size_t event);
} edc_events[] = {
    {"SimulationBeginsEvent", on_begin}, {"JobSubmittedEvent", on_submit},
    {"JobCompletedEvent", on_complete}, {"HostsTurnedOnOffEvent", on_switch},
    {"SimulationEndsEvent", on_end}};

static int read_event(size_t node) {
    const size_t count = sizeof edc_events / sizeof edc_events[0];
    size_t type, event, at = 0;

    if (!message_is(&edc.in, node, "an event", JSON_OBJECT)) {
        return 0;
    }
    type = message_need(&edc.in, node, "event_type", JSON_STRING);
    while (type != 0 && at < count && !json_is(&edc.in.json, type, edc_events[at].type)) {
        at++;
    }
    if (type == 0 || at == count) {
        return type != 0;
    }
    if ((edc.stage == EDC_WAITS) != (at == 0) || edc.stage == EDC_ENDED) {
        return message_refuse(&edc.in, message_at(&edc.in, type),
                              "%s comes now, expected SimulationBeginsEvent first, once, and "
                              "SimulationEndsEvent last", edc_events[at].type);
    }
    event = message_need(&edc.in, node, "event", JSON_OBJECT);
    return event != 0 && edc_events[at].report(event);
}

/* The time, to the nearest tick. Calls that were due have come, or come with this message. */
static int read_now(void) {
    uint64_t now;

    edc.now_node = message_need(&edc.in, 0, "now", JSON_NUMBER);
    if (edc.now_node == 0) {
        return 0;
    }
    if (!json_units(&edc.in.json, edc.now_node, EDC_PLACES, JSON_NEAREST, SKED_TIME_MAX, &now) ||
        (sked_time)now < edc.now) {
        return message_refuse(&edc.in, message_at(&edc.in, edc.now_node),
                              "the time is %.*s, expected one from %" PRId64 ".%03d on",
                              message_shown(message_length(&edc.in, edc.now_node)),
                              message_text(&edc.in, edc.now_node), edc.now / EDC_SECOND,
                              (int)(edc.now % EDC_SECOND));
    }
    edc.now = (sked_time)now;
    while (edc.calls > 0 && edc.call[edc.calls - 1] <= edc.now) {
        edc.calls--;
    }
    return 1;
}

static int read_message(const char *text, size_t size) {
    size_t events, at;

    if (!json_read(&edc.in.json, text, size)) {
        return message_refuse(&edc.in, edc.in.json.at, "this is not JSON, expected %s",
                              edc.in.json.expected);
    }
    if (!message_is(&edc.in, 0, "the message", JSON_OBJECT) || !read_now()) {
        return 0;
    }
    reply_begin(&edc.out, message_text(&edc.in, edc.now_node),
                message_length(&edc.in, edc.now_node));
    events = message_need(&edc.in, 0, "events", JSON_ARRAY);
    if (events == 0) {
        return 0;
    }
    for (at = events + 1; at < edc.in.json.nodes[events].next; at = edc.in.json.nodes[at].next) {
        if (!read_event(at)) {
            return 0;
        }
    }
    return edc.stage != EDC_RUNS || plan();
}

/* ---- The words ------------------------------------------------------------------------------- */

/* Seconds become ticks. */
static int keep_span(const option_line *line) {
    sked_span *span = &edc.spans[edc.spans_count];
    const sked_time most = SKED_TIME_MAX / EDC_SECOND;

    if (edc.spans_count == EDC_BOOKINGS) {
        return option_refuse("sked_edc", "--book: \"%s\" is one too many, expected at most %d "
                                         "bookings", line->text, (int)EDC_BOOKINGS);
    }
    if (!span_read(line, INT32_MAX, span)) {
        return 0;
    }
    if (span->start > most || (span->end > most && span->end != SKED_NEVER)) {
        return option_refuse("sked_edc", "--book: \"%s\", expected times up to %" PRId64,
                             line->text, most);
    }
    span->start *= EDC_SECOND;
    span->end = span->end == SKED_NEVER ? SKED_NEVER : span->end * EDC_SECOND;
    edc.spans_count++;
    return 1;
}

static int read_words(int count, char **words) {
    option_line line = option_line_of(&edc_program, count, words);
    int which, done = queue_policy_read("sked_edc", "easy", strlen("easy"), 0, &edc.policy);

    while (done && (which = option_next(&line)) != OPTION_END) {
        switch (which) {
        case EDC_POLICY:
            done = queue_policy_read("sked_edc", line.text, strlen(line.text), 0, &edc.policy);
            break;
        case EDC_BOOK:
            done = keep_span(&line);
            break;
        case OPTION_FILE:
            done = option_refuse("sked_edc", "\"%s\", expected an option", line.text);
            break;
        default:                    /* --help, --version, or a fault, which has been reported */
            done = 0;
        }
    }
    return done;
}

/* Splits a text at its blanks, which become 0; words[0] is the program. Returns the count. */
static int split(char *text, size_t size, char **words) {
    static char name[] = "sked_edc";
    int count = 1;
    size_t at;

    words[0] = name;
    for (at = 0; at < size; at++) {
        if (strchr(" \t\r\n", text[at]) != NULL) {
            text[at] = '\0';
        } else if (at == 0 || text[at - 1] == '\0') {
            words[count++] = text + at;
        }
    }
    return count;
}

static int read_string(const uint8_t *data, size_t size) {
    char *text = (char *)malloc(size + 1);
    char **words = (char **)calloc(size / 2 + 2, sizeof *words);
    int done = 0;

    if (text == NULL || words == NULL || size >= INT32_MAX) {
        (void)option_refuse("sked_edc", "out of memory");
    } else {
        memcpy(text, size > 0 ? (const void *)data : "", size);
        text[size] = '\0';
        done = read_words(split(text, size, words), words);
    }
    free(words);
    free(text);
    return done;
}

/* ---- What Batsim calls ----------------------------------------------------------------------- */

/* Each returns 0; if not, it has reported why, and Batsim ends. */
EDC_API uint8_t batsim_edc_init(const uint8_t *data, uint32_t size, uint32_t *flags,
                                uint8_t **hello, uint32_t *hello_size);
EDC_API uint8_t batsim_edc_take_decisions(const uint8_t *what, uint32_t size,
                                          uint8_t **decisions, uint32_t *decisions_size);
EDC_API uint8_t batsim_edc_deinit(void);

/* The reply is ours, and stays as it is until the next call. Its size counts the 0. */
static int give(uint8_t **text, uint32_t *size) {
    if (!reply_end(&edc.out)) {
        return refuse_memory();
    }
    *text = (uint8_t *)edc.out.text;
    *size = (uint32_t)edc.out.size + 1;
    return 1;
}

EDC_API uint8_t batsim_edc_deinit(void) {
    sked_queue_destroy(&edc.queue);
    job_ids_drop(&edc.jobs);
    json_drop(&edc.in.json);
    reply_drop(&edc.out);
    free(edc.host);
    free(edc.words);
    free(edc.call);
    memset(&edc, 0, sizeof edc);
    return 0;
}

EDC_API uint8_t batsim_edc_init(const uint8_t *data, uint32_t size, uint32_t *flags,
                                uint8_t **hello, uint32_t *hello_size) {
    (void)batsim_edc_deinit();
    *flags = EDC_JSON;
    *hello = NULL;
    *hello_size = 0;
    if (!read_string(data, size)) {
        return 1;
    }
    edc.stage = EDC_WAITS;
    reply_begin(&edc.out, "0.0", strlen("0.0"));
    reply_event(&edc.out, "EDCHelloEvent");
    reply_say(&edc.out, "\"batprotocol_version\":\"0.1.0\",\"decision_component_name\":\"sked\","
                        "\"decision_component_version\":\"%d.%d.%d\","
                        "\"decision_component_commit\":\"none\",",
              SKED_VERSION_MAJOR, SKED_VERSION_MINOR, SKED_VERSION_PATCH);
    reply_say(&edc.out, "\"requested_simulation_features\":{}");
    reply_end_event(&edc.out);
    return (uint8_t)!give(hello, hello_size);
}

EDC_API uint8_t batsim_edc_take_decisions(const uint8_t *what, uint32_t size,
                                          uint8_t **decisions, uint32_t *decisions_size) {
    int done = edc.stage != EDC_NONE && edc.stage != EDC_FAILED;

    edc.in.number++;
    *decisions = NULL;
    *decisions_size = 0;
    if (!done) {
        (void)message_refuse(&edc.in, 0, "a message comes, expected batsim_edc_init before it, "
                                         "and none after a fault");
        return 1;
    }
    size -= size > 0 && what[size - 1] == '\0';
    done = read_message((const char *)what, size) && give(decisions, decisions_size);
    edc.stage = done ? edc.stage : EDC_FAILED;
    return (uint8_t)!done;
}
