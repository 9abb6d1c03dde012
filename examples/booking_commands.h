/* booking_commands.h: what a booking desk can be told and asked: a function for each command. */
/* SPDX-License-Identifier: MIT */
#ifndef BOOKING_COMMANDS_H_INCLUDED
#define BOOKING_COMMANDS_H_INCLUDED

/* A command reads all of its line before it does anything, and leaves to the calendar to refuse
   what is wrong in it. Each returns 1, or 0: the line was refused, and nothing has changed. */

#include "swil.h"

#include "booking_desk.h"
#include "booking_gantt.h"
#include "booking_json.h"
#include "calendar_policy.h"
#include "output.h"

/* ---- Words with a role ----------------------------------------------------------------------- */

static inline void booking_mark(booking_desk *desk, const booking_words *w, booking_role role) {
    desk->places[role] = w->word;
    desk->ends[role] = w->end;
}

static inline int booking_read_id(booking_desk *desk, booking_words *w, uint64_t *id) {
    const int chars = booking_next_word(w);

    booking_mark(desk, w, BOOKING_ID);
    *id = booking_id_of(w->word, (size_t)chars);
    return *id != 0 || booking_refuse_word(w, "id", "1 to 8 letters, digits, - or _");
}

/* START END, where - is the horizon. */
static inline int booking_read_interval(booking_desk *desk, booking_words *w, sked_time *start,
                                        sked_time *end) {
    if (!booking_time(w, "start", NULL, start)) {
        return 0;
    }
    booking_mark(desk, w, BOOKING_START);
    if (!booking_time(w, "end", "-", end)) {
        return 0;
    }
    booking_mark(desk, w, BOOKING_END);
    return 1;
}

/* A single time that is to be an end, or a base. */
static inline int booking_read_moment(booking_desk *desk, booking_words *w, const char *what,
                                      const char *open, sked_time *time) {
    const int done = booking_time(w, what, open, time);

    booking_mark(desk, w, BOOKING_START);
    booking_mark(desk, w, BOOKING_END);
    return done;
}

/* Is the next word this one? Then it is read. */
static inline int booking_next_is(booking_words *w, const char *text) {
    const char *word = w->word, *end = w->end;

    booking_next_word(w);
    if (booking_word_is(w, text)) {
        return 1;
    }
    w->word = word;
    w->end = end;
    return 0;
}

/* The set behind "required"; it is marked as a whole. */
static inline int booking_read_required(booking_desk *desk, booking_words *w) {
    const char *set = w->end + strspn(w->end, " \t\r");

    if (!booking_set(w, "required set", &desk->required)) {
        return 0;
    }
    desk->places[BOOKING_REQUIRED] = set;
    desk->ends[BOOKING_REQUIRED] = w->end;
    return 1;
}

/* [allowed SET] [required SET], in any order. */
static inline int booking_read_limits(booking_desk *desk, booking_words *w,
                                      sked_ar_request *request) {
    for (;;) {
        if (request->allowed == NULL && booking_next_is(w, "allowed")) {
            request->allowed = &desk->allowed;
            if (!booking_set(w, "allowed set", &desk->allowed)) {
                return 0;
            }
        } else if (request->required == NULL && booking_next_is(w, "required")) {
            request->required = &desk->required;
            if (!booking_read_required(desk, w)) {
                return 0;
            }
        } else {
            return 1;
        }
    }
}

/* READY DURATION DEADLINE N, and limits */
static inline int booking_read_request(booking_desk *desk, booking_words *w,
                                       sked_ar_request *request) {
    uint64_t duration, count;

    memset(request, 0, sizeof *request);
    if (!booking_time(w, "ready time", NULL, &request->ready)) {
        return 0;
    }
    booking_mark(desk, w, BOOKING_START);
    if (!booking_number(w, "duration", 1, (uint64_t)SKED_TIME_MAX, &duration)) {
        return 0;
    }
    booking_mark(desk, w, BOOKING_END);
    request->duration = (sked_time)duration;
    if (!booking_time(w, "deadline", "-", &request->deadline)) {
        return 0;
    }
    booking_mark(desk, w, BOOKING_DEADLINE);
    if (!booking_number(w, "number of processors", 0, UINT32_MAX, &count)) {
        return 0;
    }
    booking_mark(desk, w, BOOKING_COUNT);
    request->count = (uint32_t)count;
    return booking_read_limits(desk, w, request);
}

static inline int booking_read_policy(booking_words *w, sked_ar_choice *choice) {
    char expected[128] = "one of ";
    size_t used = strlen(expected);
    int at;

    memset(choice, 0, sizeof *choice);
    booking_next_word(w);
    for (at = 0; at < CALENDAR_POLICIES_MAX; at++) {
        const char *name = calendar_policy_name(at);

        if (name != NULL && booking_word_is(w, name)) {
            choice->policy = (sked_ar_policy)at;
            return 1;
        }
        if (name != NULL && used < sizeof expected) {
            used += (size_t)snprintf(expected + used, sizeof expected - used, "%s%s",
                                     at > 0 ? ", " : "", name);
        }
    }
    return booking_refuse_word(w, "policy", expected);
}

/* The name of a file, copied: one word. The room is that of a line. */
static inline int booking_read_file_name(booking_words *w, char *name, size_t room) {
    const int chars = booking_next_word(w);

    if (chars == 0) {
        return booking_refuse_word(w, "file", "its name");
    }
    snprintf(name, room, "%.*s", chars, w->word);
    return 1;
}

/* What is wrong with a file, at its name. */
static inline int booking_refuse_file(booking_words *w, const char *what, const char *expected) {
    w->refusal.member = "file";
    return booking_refuse(w, "\"%.*s\": %s, expected %s", (int)(w->end - w->word), w->word, what,
                          expected);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* "a start 0 end 6 on 2-3"; the set is desk->own. */
static inline void booking_print_row(const booking_desk *desk, const sked_ar_booking *row) {
    booking_say("%s: %s start %" PRId64 " end %" PRId64 " on ", desk->command,
                booking_name_of(row->id).text, row->start, row->end);
    booking_print_set(booking_out(), &desk->own);
    booking_say("\n");
}

/* The line of a change of one booking. */
static inline int booking_changed(booking_desk *desk, booking_words *w, sked_status status,
                                  uint64_t id) {
    sked_ar_booking row;

    if (status == SKED_OK) {
        status = sked_ar_get_booking(&desk->calendar, id, &row, &desk->own);
    }
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    booking_print_row(desk, &row);
    booking_json_changed(desk, &row);
    return 1;
}

static inline const char *booking_plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* ---- new, find, book, why, starts ------------------------------------------------------------ */

static inline int booking_new(booking_desk *desk, booking_words *w) {
    sked_time horizon = SKED_TIME_MAX;
    booking_desk fresh;
    uint64_t count, end = (uint64_t)SKED_TIME_MAX;
    sked_status status;

    if (!booking_number(w, "number of processors", 1, BOOKING_PROCESSORS_MOST, &count)) {
        return 0;
    }
    if (booking_next_word(w) > 0) {
        w->end = w->word;
        if (!booking_number(w, "horizon", 1, (uint64_t)SKED_TIME_MAX, &end) ||
            !booking_line_ends(w)) {
            return 0;
        }
    }
    horizon = (sked_time)end;
    status = booking_desk_make(&fresh, (uint32_t)count, horizon);
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    booking_desk_replace(desk, &fresh);
    booking_say("new: %" PRIu64 " processor%s, horizon %" PRId64 "\n", count, booking_plural(count),
                horizon);
    booking_json_made(desk);
    return 1;
}

static inline void booking_print_found(const booking_desk *desk, const sked_ar_answer *answer) {
    booking_say("start %" PRId64 " end %" PRId64 " on ", answer->start, answer->end);
    booking_print_set(booking_out(), &desk->first);
    booking_say(" (%" PRIu32 " free)\n", answer->free);
}

static inline int booking_find(booking_desk *desk, booking_words *w) {
    sked_ar_request request;
    sked_ar_choice choice;
    sked_ar_answer answer;
    sked_status status;

    if (!booking_read_request(desk, w, &request) || !booking_read_policy(w, &choice) ||
        !booking_line_ends(w)) {
        return 0;
    }
    status = booking_search(desk, &request, &choice, &answer, &desk->first);
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    booking_say("find: ");
    booking_print_found(desk, &answer);
    booking_json_found(desk, 0, &answer);
    return 1;
}

static inline int booking_book(booking_desk *desk, booking_words *w) {
    sked_ar_booking row;
    sked_ar_request request;
    sked_ar_choice choice;
    sked_ar_answer answer;
    sked_status status;
    uint64_t id;

    if (!booking_read_id(desk, w, &id) || !booking_read_request(desk, w, &request) ||
        !booking_read_policy(w, &choice) || !booking_line_ends(w)) {
        return 0;
    }
    /* A name that is taken is a fault of the line, whether there is a start or not. */
    status = sked_ar_get_booking(&desk->calendar, id, &row, NULL) == SKED_OK
                 ? SKED_E_DUPLICATE
                 : booking_search(desk, &request, &choice, &answer, &desk->first);
    if (status == SKED_OK) {
        do {
            status = sked_ar_book(&desk->calendar, id, 0, answer.start, answer.end, &desk->first);
        } while (booking_grows(desk, &status));
    }
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    booking_say("book: %s ", booking_name_of(id).text);
    booking_print_found(desk, &answer);
    booking_json_found(desk, id, &answer);
    return 1;
}

/* "by 9", or where there is no deadline "by the horizon" */
static inline void booking_print_by(const sked_ar_request *request) {
    if (request->deadline == SKED_NEVER) {
        booking_say("by the horizon\n");
    } else {
        booking_say("by %" PRId64 "\n", request->deadline);
    }
}

/* Who can be had at all, or who of the required cannot. */
static inline void booking_print_never(booking_desk *desk, const sked_ar_request *request,
                                       uint32_t count) {
    if (request->required != NULL &&
        sked_ar_down_set(&desk->calendar, &desk->own) == SKED_OK) {
        sked_set_and(&desk->own, request->required);
        if (sked_set_count(&desk->own) > 0) {
            booking_say("why: at no time; required and down: ");
            booking_print_set(booking_out(), &desk->own);
            booking_say("\n");
            return;
        }
    }
    booking_say("why: at no time; %sup: %" PRIu32 "\n",
                request->allowed != NULL ? "allowed and " : "", count);
}

static inline void booking_print_reason(booking_desk *desk, const sked_ar_request *request,
                                        const sked_ar_explanation *reason) {
    if (reason->verdict == SKED_E_NEVER_FITS) {
        booking_print_never(desk, request, reason->count);
        return;
    }
    if (reason->verdict == SKED_OK) {
        booking_say("why: it can start at %" PRId64, reason->start);
    } else if (reason->start == SKED_NEVER) {
        booking_say("why: not before the horizon");
    } else {
        booking_say("why: not before the deadline; at %" PRId64 " it could start", reason->start);
    }
    booking_say("; at most %" PRIu32 " ", reason->count);
    booking_print_by(request);
}

static inline int booking_why(booking_desk *desk, booking_words *w) {
    sked_ar_request request;
    sked_ar_explanation reason;
    sked_status status;

    if (!booking_read_request(desk, w, &request) || !booking_line_ends(w)) {
        return 0;
    }
    status = booking_scratch(desk);
    if (status == SKED_OK) {
        status = sked_ar_explain(&desk->calendar, &request, &reason, desk->scratch,
                                 desk->scratch_bytes);
    }
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    booking_print_reason(desk, &request, &reason);
    booking_json_reason(desk, &reason);
    return 1;
}

/* From the first to the last of each run of starts: "0-2 8-20", or "none". */
static inline int booking_starts(booking_desk *desk, booking_words *w) {
    sked_time first, beyond = 0;
    sked_ar_request request;
    sked_status status;
    uint64_t count = 0;
    json *out;

    if (!booking_read_request(desk, w, &request) || !booking_line_ends(w)) {
        return 0;
    }
    first = request.ready;
    status = booking_scratch(desk);
    out = status == SKED_OK ? booking_json_begin(desk) : NULL;
    if (out != NULL) {
        json_array(out, "start_ranges_ticks");
    }
    while (status == SKED_OK) {
        status = sked_ar_next_starts(&desk->calendar, &request, &first, &beyond, desk->scratch,
                                     desk->scratch_bytes);
        if (status == SKED_OK) {
            booking_say("%s %" PRId64, count++ == 0 ? "starts:" : "", first);
            if (beyond - 1 > first) {
                booking_say("-%" PRId64, beyond - 1);
            }
            if (out != NULL) {
                json_range(out, NULL, first, beyond - 1);
            }
            first = beyond;
        }
    }
    if (out != NULL) {
        json_end(out, ']');
        json_end(out, '}');
    }
    if (status != SKED_DONE) {
        return booking_refused(desk, w, status);
    }
    booking_say(count == 0 ? "starts: none\n" : "\n");
    return 1;
}

/* ---- add, unbook, extend, shorten, narrow, swap ---------------------------------------------- */

static inline int booking_add(booking_desk *desk, booking_words *w) {
    sked_time start = 0, end = 0;
    sked_status status;
    uint64_t id;

    if (!booking_read_id(desk, w, &id) || !booking_read_interval(desk, w, &start, &end) ||
        !booking_set(w, "set", &desk->first) || !booking_line_ends(w)) {
        return 0;
    }
    do {
        status = sked_ar_book(&desk->calendar, id, 0, start, end, &desk->first);
    } while (booking_grows(desk, &status));
    return booking_changed(desk, w, status, id);
}

/* The answer tells what there was. */
static inline int booking_unbook(booking_desk *desk, booking_words *w) {
    sked_ar_booking row;
    sked_status status;
    uint64_t id;

    if (!booking_read_id(desk, w, &id) || !booking_line_ends(w)) {
        return 0;
    }
    status = sked_ar_get_booking(&desk->calendar, id, &row, &desk->own);
    if (status == SKED_OK) {
        do {
            status = sked_ar_unbook(&desk->calendar, id);
        } while (booking_grows(desk, &status));
    }
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    booking_print_row(desk, &row);
    booking_json_changed(desk, &row);
    return 1;
}

static inline int booking_move_end(booking_desk *desk, booking_words *w, const char *wanted,
                                   sked_status (*move)(sked_ar *, uint64_t, sked_time)) {
    sked_status status;
    sked_time end = 0;
    uint64_t id;

    desk->wanted = wanted;
    if (!booking_read_id(desk, w, &id) || !booking_read_moment(desk, w, "end", "-", &end) ||
        !booking_line_ends(w)) {
        return 0;
    }
    do {
        status = move(&desk->calendar, id, end);
    } while (booking_grows(desk, &status));
    return booking_changed(desk, w, status, id);
}

static inline int booking_extend(booking_desk *desk, booking_words *w) {
    return booking_move_end(desk, w, "an end after that which it has, up to the horizon",
                            sked_ar_extend);
}

static inline int booking_shorten(booking_desk *desk, booking_words *w) {
    return booking_move_end(desk, w, "an end after its start, before that which it has",
                            sked_ar_shorten);
}

static inline int booking_narrow(booking_desk *desk, booking_words *w) {
    sked_status status;
    uint64_t id;

    if (!booking_read_id(desk, w, &id) || !booking_set(w, "set", &desk->first) ||
        !booking_line_ends(w)) {
        return 0;
    }
    do {
        status = sked_ar_narrow(&desk->calendar, id, &desk->first);
    } while (booking_grows(desk, &status));
    return booking_changed(desk, w, status, id);
}

static inline int booking_swap(booking_desk *desk, booking_words *w) {
    sked_status status;
    uint64_t id;

    if (!booking_read_id(desk, w, &id) || !booking_set(w, "set to give back", &desk->first) ||
        !booking_set(w, "set to take", &desk->second) || !booking_line_ends(w)) {
        return 0;
    }
    do {
        status = sked_ar_swap(&desk->calendar, id, &desk->first, &desk->second);
    } while (booking_grows(desk, &status));
    return booking_changed(desk, w, status, id);
}

/* ---- free, usage, list ----------------------------------------------------------------------- */

static inline int booking_free(booking_desk *desk, booking_words *w) {
    sked_time start = 0, end = 0;
    sked_status status;
    uint32_t count = 0;

    if (!booking_read_interval(desk, w, &start, &end) || !booking_line_ends(w)) {
        return 0;
    }
    status = sked_ar_free_set(&desk->calendar, start, end, &desk->first, &count);
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    booking_say("free: ");
    booking_print_set(booking_out(), &desk->first);
    booking_say(" (%" PRIu32 " free)\n", count);
    booking_json_free(desk, count);
    return 1;
}

/* busy / whole in tenths of a percent, to nearest; both are halved until 64 bits hold the whole. */
static inline swil_text booking_percent(sked_u128 busy, sked_u128 whole) {
    while (whole.high > 0) {
        whole = sked_u128_div(whole, 2, NULL);
        busy = sked_u128_div(busy, 2, NULL);
    }
    return swil_ratio_text(swil_wide_times(busy, 100), whole.low, 1);
}

static inline int booking_usage(booking_desk *desk, booking_words *w) {
    sked_time start = 0, end = 0;
    sked_status status;
    sked_ar_usage use;

    if (!booking_read_interval(desk, w, &start, &end) || !booking_line_ends(w)) {
        return 0;
    }
    status = sked_ar_get_usage(&desk->calendar, start, end, &use);
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    booking_say("usage: %s %% busy (%s of %s), from %" PRIu32 " to %" PRIu32 " free\n",
                booking_percent(use.busy, use.whole).text, swil_ratio_text(use.busy, 1, 0).text,
                swil_ratio_text(use.whole, 1, 0).text, use.free_min, use.free_max);
    booking_json_usage(desk, &use, booking_percent(use.busy, use.whole).text);
    return 1;
}

/* One line for each booking that meets [start, end), then one for all of them. */
static inline int booking_print_list(booking_desk *desk, sked_time start, sked_time end) {
    size_t count, at;
    uint64_t listed = 0;
    sked_ar_booking *rows = booking_rows(desk, NULL, &count);

    if (rows == NULL || sked_ar_down_set(&desk->calendar, &desk->first) != SKED_OK) {
        free(rows);
        return 0;
    }
    for (at = 0; at < count; at++) {
        if (rows[at].start < end && rows[at].end > start &&
            sked_ar_get_booking(&desk->calendar, rows[at].id, &rows[at], &desk->own) == SKED_OK) {
            booking_print_row(desk, &rows[at]);
            listed++;
        }
    }
    free(rows);
    booking_say("list: %" PRIu64 " booking%s; down: ", listed, booking_plural(listed));
    booking_print_set(booking_out(), &desk->first);
    booking_say("\n");
    booking_json_listed(desk, start, end);
    return 1;
}

static inline int booking_list(booking_desk *desk, booking_words *w) {
    sked_time start = 0, end = SKED_NEVER;

    if (booking_next_word(w) > 0) {
        w->end = w->word;
        if (!booking_read_interval(desk, w, &start, &end) || !booking_line_ends(w)) {
            return 0;
        }
    }
    if (end <= start) {
        return booking_refused(desk, w, SKED_E_RANGE);
    }
    return booking_print_list(desk, start, end) || booking_refused(desk, w, SKED_E_MEMORY);
}

/* ---- down, up, hit, trim --------------------------------------------------------------------- */

static inline int booking_break(booking_desk *desk, booking_words *w,
                                sked_status (*tell)(sked_ar *, const sked_set *)) {
    sked_ar_info info;
    sked_status status;

    if (!booking_set(w, "set", &desk->first) || !booking_line_ends(w)) {
        return 0;
    }
    status = tell(&desk->calendar, &desk->first);
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    info = booking_info(desk);
    booking_say("%s: ", desk->command);
    booking_print_set(booking_out(), &desk->first);
    booking_say(" (%" PRIu32 " of %" PRIu32 " up)\n", info.processors - info.processors_down,
                info.processors);
    booking_json_broken(desk);
    return 1;
}

static inline int booking_go_down(booking_desk *desk, booking_words *w) {
    return booking_break(desk, w, sked_ar_down);
}

static inline int booking_go_up(booking_desk *desk, booking_words *w) {
    return booking_break(desk, w, sked_ar_up);
}

/* Who is hit when these break down. */
static inline int booking_hit(booking_desk *desk, booking_words *w) {
    sked_ar_booking *rows;
    size_t count, at;

    if (!booking_set(w, "set", &desk->first) || !booking_line_ends(w)) {
        return 0;
    }
    rows = booking_rows(desk, &desk->first, &count);
    if (rows == NULL) {
        return booking_refused(desk, w, SKED_E_MEMORY);
    }
    booking_say("hit:");
    for (at = 0; at < count; at++) {
        booking_say(" %s", booking_name_of(rows[at].id).text);
    }
    booking_say(count == 0 ? " none\n" : "\n");
    booking_json_hit(desk, rows, count);
    free(rows);
    return 1;
}

static inline int booking_trim(booking_desk *desk, booking_words *w) {
    uint32_t before;
    sked_status status;
    sked_time now = 0;

    desk->wanted = "a time before the horizon";
    if (!booking_read_moment(desk, w, "time", NULL, &now) || !booking_line_ends(w)) {
        return 0;
    }
    before = booking_info(desk).bookings;
    status = sked_ar_trim(&desk->calendar, now);
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    before -= booking_info(desk).bookings;
    booking_say("trim: base %" PRId64 ", %" PRIu32 " booking%s forgotten\n", now, before,
                booking_plural(before));
    booking_json_trimmed(desk, now, before);
    return 1;
}

/* ---- save, load, gantt ----------------------------------------------------------------------- */

static inline int booking_write(const char *name, const void *block, size_t bytes) {
    output to;

    return output_begin(&to, name) &&
           output_end(&to, fwrite(block, 1, bytes, to.file) == bytes);
}

static inline int booking_save(booking_desk *desk, booking_words *w) {
    char name[BOOKING_LINE_CHARS + 1];
    const char *word, *end;
    const void *block;
    sked_status status;
    uint32_t count;
    size_t bytes;

    if (!booking_read_file_name(w, name, sizeof name)) {
        return 0;
    }
    word = w->word;
    end = w->end;
    if (!booking_line_ends(w)) {
        return 0;
    }
    status = sked_ar_seal(&desk->calendar, &block, &bytes);
    if (status != SKED_OK) {
        return booking_refused(desk, w, status);
    }
    if (!booking_write(name, block, bytes)) {
        w->word = word;
        w->end = end;
        return booking_refuse_file(w, strerror(errno), "a file that can be written");
    }
    count = booking_info(desk).bookings;
    booking_say("save: %" PRIu32 " booking%s in %s\n", count, booking_plural(count), name);
    booking_json_file(desk, name, count);
    return 1;
}

/* All of a file, to be freed. NULL: it cannot be read, see errno, or memory is out. */
static inline void *booking_read_all(const char *name, size_t *bytes) {
    size_t room = 4096, count = 1;
    char *block = (char *)malloc(room), *larger;
    FILE *file = fopen(name, "rb");

    for (*bytes = 0; file != NULL && block != NULL && count > 0; *bytes += count) {
        if (*bytes == room) {
            larger = room > SIZE_MAX / 2 ? NULL : (char *)realloc(block, room * 2);
            if (larger == NULL) {
                break;
            }
            block = larger;
            room *= 2;
        }
        count = fread(block + *bytes, 1, room - *bytes, file);
    }
    if (file == NULL || count > 0 || ferror(file)) {
        free(block);
        block = NULL;
    }
    if (file != NULL) {
        fclose(file);
    }
    return block;
}

/* Is it a calendar that a desk has made: equal processors, and names? */
static inline int booking_is_ours(const booking_desk *desk) {
    const sked_ar_info info = booking_info(desk);
    sked_ar_booking row;
    uint32_t cursor = 0, seen = 0;

    if (info.processors > BOOKING_PROCESSORS_MOST || info.capacity != info.processors) {
        return 0;
    }
    for (; seen < info.bookings &&
           sked_ar_next_booking(&desk->calendar, &cursor, &row, NULL) == SKED_OK; seen++) {
        const booking_name name = booking_name_of(row.id);
        if (booking_id_of(name.text, strlen(name.text)) != row.id || row.id == 0) {
            return 0;
        }
    }
    return 1;
}

/* Opens what was read, and copies it: what was opened could not grow. */
static inline sked_status booking_open(booking_desk *fresh, void *block, size_t bytes) {
    sked_ar opened;
    sked_status status;

    memset(&opened, 0, sizeof opened);
    memset(fresh, 0, sizeof *fresh);
    status = sked_ar_open(&opened, block, bytes);
    if (status == SKED_OK) {
        status = sked_ar_clone(&opened, &fresh->calendar, heap_mem());
    }
    if (status == SKED_OK) {
        status = booking_desk_sets(fresh);
    }
    if (status == SKED_OK && !booking_is_ours(fresh)) {
        status = SKED_E_INCOMPATIBLE;
    }
    sked_ar_destroy(&opened);
    if (status != SKED_OK) {
        booking_desk_drop(fresh);
    }
    return status;
}

static inline int booking_load(booking_desk *desk, booking_words *w) {
    char name[BOOKING_LINE_CHARS + 1];
    const char *word;
    booking_desk fresh;
    sked_ar_info info;
    sked_status status;
    size_t bytes;
    void *block;

    if (!booking_read_file_name(w, name, sizeof name)) {
        return 0;
    }
    word = w->word;
    if (!booking_line_ends(w)) {
        return 0;
    }
    w->word = word;
    w->end = word + strlen(name);
    block = booking_read_all(name, &bytes);
    if (block == NULL) {
        return booking_refuse_file(w, strerror(errno), "a file that save has written");
    }
    status = booking_open(&fresh, block, bytes);
    free(block);
    if (status != SKED_OK) {
        return booking_refuse_file(w, sked_status_text(status), "a file that save has written");
    }
    booking_desk_replace(desk, &fresh);
    info = booking_info(desk);
    booking_say("load: %" PRIu32 " processor%s, base %" PRId64 ", horizon %" PRId64 ", %" PRIu32
                " booking%s\n", info.processors, booking_plural(info.processors), info.base,
                info.horizon, info.bookings, booking_plural(info.bookings));
    booking_json_loaded(desk, name);
    return 1;
}

static inline int booking_draw(booking_desk *desk, booking_words *w) {
    char name[BOOKING_LINE_CHARS + 1];
    booking_picture picture;
    const char *word;
    output to;
    int done;

    if (!booking_read_file_name(w, name, sizeof name)) {
        return 0;
    }
    word = w->word;
    if (!booking_line_ends(w)) {
        return 0;
    }
    w->word = word;
    w->end = word + strlen(name);
    if (!booking_picture_make(&picture, desk)) {
        return booking_refused(desk, w, SKED_E_MEMORY);
    }
    done = output_begin(&to, name);
    if (done) {
        gantt_write(to.file, &picture.page);
        done = output_end(&to, 1);
    }
    if (done) {
        booking_say("gantt: %lu booking%s in %s\n", (unsigned long)picture.count,
                    booking_plural(picture.count), name);
        booking_json_file(desk, name, picture.count);
    }
    booking_picture_drop(&picture);
    return done || booking_refuse_file(w, strerror(errno), "a file that can be written");
}

/* ---- help, and all commands ------------------------------------------------------------------ */

typedef struct booking_command {
    const char *name, *words, *what;
    int (*run)(booking_desk *desk, booking_words *w);
    int anew;                       /* needs no calendar */
} booking_command;

static inline int booking_help(booking_desk *desk, booking_words *w);

static const booking_command booking_commands[] = {
    {.name = "new", .words = "PROCESSORS [HORIZON]",
     .what = "a calendar, all of it free from 0 on", .run = booking_new, .anew = 1},
    {.name = "find", .words = "READY DURATION DEADLINE N POLICY",
     .what = "where N processors could be had", .run = booking_find},
    {.name = "book", .words = "ID READY DURATION DEADLINE N POLICY",
     .what = "... and book them", .run = booking_book},
    {.name = "add", .words = "ID START END SET",
     .what = "book exactly these", .run = booking_add},
    {.name = "unbook", .words = "ID",
     .what = "give a booking back", .run = booking_unbook},
    {.name = "extend", .words = "ID NEWEND",
     .what = "a later end", .run = booking_extend},
    {.name = "shorten", .words = "ID NEWEND",
     .what = "an earlier end", .run = booking_shorten},
    {.name = "narrow", .words = "ID SET",
     .what = "give some of its processors back", .run = booking_narrow},
    {.name = "swap", .words = "ID FROM TO",
     .what = "give some back, and take others", .run = booking_swap},
    {.name = "free", .words = "START END",
     .what = "who is up, and free all the time", .run = booking_free},
    {.name = "why", .words = "READY DURATION DEADLINE N",
     .what = "why there is no start, and what helps", .run = booking_why},
    {.name = "starts", .words = "READY DURATION DEADLINE N",
     .what = "all starts that there are", .run = booking_starts},
    {.name = "usage", .words = "START END",
     .what = "how much is booked", .run = booking_usage},
    {.name = "down", .words = "SET",
     .what = "broken processors: nobody gets them", .run = booking_go_down},
    {.name = "up", .words = "SET",
     .what = "... and are there again", .run = booking_go_up},
    {.name = "hit", .words = "SET",
     .what = "whose bookings have one of them", .run = booking_hit},
    {.name = "trim", .words = "NOW",
     .what = "forget what was before", .run = booking_trim},
    {.name = "list", .words = "[START END]",
     .what = "bookings by start, and who is down", .run = booking_list},
    {.name = "save", .words = "FILE",
     .what = "the calendar into a file", .run = booking_save},
    {.name = "load", .words = "FILE",
     .what = "... and back", .run = booking_load, .anew = 1},
    {.name = "gantt", .words = "FILE.svg",
     .what = "a picture", .run = booking_draw},
    {.name = "help", .words = "",
     .what = "these lines", .run = booking_help, .anew = 1},
};

enum { BOOKING_COMMANDS = (int)(sizeof booking_commands / sizeof booking_commands[0]) };

static inline void booking_list_commands(const char *before) {
    char form[64];
    int at;

    for (at = 0; at < BOOKING_COMMANDS; at++) {
        snprintf(form, sizeof form, "%s %s", booking_commands[at].name,
                 booking_commands[at].words);
        booking_say("%s%-40s %s\n", before, form, booking_commands[at].what);
    }
}

static inline void booking_json_help(const booking_desk *desk) {
    json *out = booking_json_begin(desk);
    int at;

    if (out != NULL) {
        json_array(out, "commands");
        for (at = 0; at < BOOKING_COMMANDS; at++) {
            json_object(out, NULL);
            json_text(out, "command", booking_commands[at].name);
            json_text(out, "arguments", booking_commands[at].words);
            json_text(out, "text", booking_commands[at].what);
            json_end(out, '}');
        }
        json_end(out, ']');
        json_end(out, '}');
    }
}

/* For --help. */
static inline void booking_print_commands(void) {
    booking_list_commands("  ");
}

static inline int booking_help(booking_desk *desk, booking_words *w) {
    if (!booking_line_ends(w)) {
        return 0;
    }
    booking_list_commands("help: ");
    booking_json_help(desk);
    return 1;
}

static inline int booking_refuse_command(booking_words *w) {
    char expected[320];
    size_t used = 0;
    int at;

    for (at = 0; at < BOOKING_COMMANDS && used < sizeof expected - 40; at++) {
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%s%s",
                                 at == 0 ? "one of " : ", ", booking_commands[at].name);
    }
    return booking_refuse_word(w, "command", expected);
}

/* Carries out one line. */
static inline int booking_line(booking_desk *desk, booking_words *w) {
    const int chars = booking_next_word(w);
    int at;

    memset(desk->places, 0, sizeof desk->places);
    desk->wanted = NULL;
    if (chars == 0) {
        return 1;
    }
    for (at = 0; at < BOOKING_COMMANDS && !booking_word_is(w, booking_commands[at].name);) {
        at++;
    }
    desk->command = at == BOOKING_COMMANDS ? NULL : booking_commands[at].name;
    booking_json_open(desk, w);
    if (at == BOOKING_COMMANDS) {
        return booking_refuse_command(w);
    }
    if (desk->words == NULL && !booking_commands[at].anew) {
        w->refusal.member = "command";
        return booking_refuse(w, "%s: there is no calendar, expected new or load before it",
                              booking_commands[at].name);
    }
    return booking_commands[at].run(desk, w);
}

#endif
