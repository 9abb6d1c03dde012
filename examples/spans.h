/* spans.h: the value of --book: processors that are not there for a while. */
/* SPDX-License-Identifier: MIT */
#ifndef SPANS_H_INCLUDED
#define SPANS_H_INCLUDED

#include <stdint.h>
#include <string.h>

#include "options.h"
#include "sched.h"

#define SPANS_FORM "START:END:COUNT"

/* A part of the text, which ends before `end`. */
static inline int span_part(const option_line *line, const char *part, const char *at,
                            const char *end, uint64_t least, uint64_t most, uint64_t *value) {
    return (option_digits(at, (size_t)(end - at), most, value) && *value >= least) ||
           option_refuse(line->program->name, "%s: \"%s\": the %s is \"%.*s\", expected a whole "
                                              "number from %" PRIu64 " to %" PRIu64 "%s",
                         line->name, line->text, part, (int)(end - at), at, least, most,
                         strcmp(part, "end") == 0 ? ", or never" : "");
}

/* Reads the text of an option as START:END:COUNT, where END may be never and COUNT is at most
   `most`. Returns 1, or 0 if it is something else, and says so. */
static inline int span_read(const option_line *line, uint32_t most, sked_span *span) {
    const char *end = strchr(line->text, ':');
    const char *count = end != NULL ? strchr(end + 1, ':') : NULL;
    uint64_t from, to = (uint64_t)SKED_NEVER, processors;

    if (count == NULL || strchr(count + 1, ':') != NULL) {
        return option_refuse(line->program->name, "%s: \"%s\", expected " SPANS_FORM, line->name,
                             line->text);
    }
    end++;
    count++;
    if (!span_part(line, "start", line->text, end - 1, 0, (uint64_t)SKED_TIME_MAX, &from) ||
        (strncmp(end, "never:", 6) != 0 &&
         !span_part(line, "end", end, count - 1, 0, (uint64_t)SKED_TIME_MAX, &to)) ||
        !span_part(line, "count", count, count + strlen(count), 1, most, &processors)) {
        return 0;
    }
    if (to <= from) {
        return option_refuse(line->program->name, "%s: \"%s\": the end is %" PRIu64 ", expected a "
                                                  "time after the start", line->name, line->text,
                             to);
    }
    memset(span, 0, sizeof *span);
    span->start = (sked_time)from;
    span->end = (sked_time)to;
    span->count = (uint32_t)processors;
    return 1;
}

#endif
