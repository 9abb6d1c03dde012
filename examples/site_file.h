/* site_file.h: reads the description of a site, and makes the settings of a sked_site of it. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_FILE_H_INCLUDED
#define SITE_FILE_H_INCLUDED

/* One statement a line; # begins a comment; a name is declared before it is used. See usage_file
   in site.c for the statements.

   A resource, the column of the experience, is a class of machines or of clusters. What is notional
   has its resource always, so that one experience serves the site with it and without; its machines
   and its cluster are there only in the settings of a site to which it is added. */

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sched.h"

#include "heuristic.h"

enum {
    SITE_LINE_CHARS = 1000, SITE_NAME_CHARS = 31, SITE_NAMES = 64, SITE_MACHINES = 1024,
    SITE_RATING_MOST = 1000000      /* in thousandths */
};

#define SITE_TIME_MOST INT64_C(1000000000)      /* seconds: 31 years */
#define SITE_AMOUNT_MOST INT64_C(1000000000000)

/* ---- Words of a line ------------------------------------------------------------------------- */

typedef struct site_reader {
    FILE *file;
    const char *name;
    char line[SITE_LINE_CHARS + 1];
    unsigned long number;           /* of the line */
    const char *word, *end;         /* the word that was read last */
} site_reader;

/* Says what is wrong with the word that was read last, and what was expected. Returns 0. */
static inline int site_refuse(const site_reader *r, const char *format, ...) {
    const unsigned long column = (unsigned long)(r->word - r->line) + 1;
    va_list values;

    fprintf(stderr, "site: %s:%lu:%lu: ", r->name, r->number, column);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    return 0;
}

/* 1: a line; 0: none is left; -1: it was refused. */
static inline int site_read_line(site_reader *r) {
    size_t count = 0;
    int c = fgetc(r->file);

    r->word = r->end = r->line;
    r->number++;
    if (c == EOF && !ferror(r->file)) {
        r->line[0] = '\0';
        return 0;
    }
    for (; c != EOF && c != '\n'; c = fgetc(r->file)) {
        r->word = r->line + count;
        if (count == SITE_LINE_CHARS || (c < ' ' && c != '\t' && c != '\r') || c > '~') {
            site_refuse(r, "%s, expected at most %d characters of ASCII text a line",
                        count == SITE_LINE_CHARS ? "more characters" : "a byte that is no text",
                        (int)SITE_LINE_CHARS);
            return -1;
        }
        r->line[count++] = (char)c;
    }
    r->line[count] = '\0';
    r->word = r->line;
    if (ferror(r->file)) {
        site_refuse(r, "cannot be read: %s, expected a text file", strerror(errno));
        return -1;
    }
    return 1;
}

/* The next word; without one it is empty, and begins where the line or a comment does. */
static inline int site_next_word(site_reader *r) {
    r->word = r->end + strspn(r->end, " \t\r");
    r->end = r->word + strcspn(r->word, " \t\r#");
    return (int)(r->end - r->word);
}

static inline int site_word_is(const site_reader *r, const char *text) {
    const size_t chars = (size_t)(r->end - r->word);
    return chars == strlen(text) && strncmp(r->word, text, chars) == 0;
}

/* Is the word one of those with a meaning? They are no names, and end a list. */
static inline int site_word_is_reserved(const site_reader *r) {
    static const char *const words[] = {
        "machines", "cluster", "notional", "interconnect", "queue",  "user",    "class",
        "times",    "gain",    "window",   "deviations",   "rating", "memory",  "members",
        "min",      "like",    "serves",   "bandwidth",    "latency", "priority", "preempts",
        "preemptable", "sequential", "heuristic", "go-on", "makespan", "completion", "promote",
        "to",       "queues",  "jobs",     "time",         "on",     "guess",   "replan",
        "resume"};
    size_t at;

    for (at = 0; at < sizeof words / sizeof words[0]; at++) {
        if (site_word_is(r, words[at])) {
            return 1;
        }
    }
    return 0;
}

/* The next word of a list: 1; or 0, and nothing was read, where the list ends. */
static inline int site_next_item(site_reader *r) {
    const char *before = r->end;

    if (site_next_word(r) > 0 && !site_word_is_reserved(r)) {
        return 1;
    }
    r->end = before;
    return 0;
}

static inline int site_refuse_word(const site_reader *r, const char *what, const char *expected) {
    const int chars = (int)(r->end - r->word);

    return site_refuse(r, "the %s is %s%.*s%s, expected %s", what, chars == 0 ? "missing" : "\"",
                       chars, r->word, chars == 0 ? "" : "\"", expected);
}

static inline int site_line_ends(site_reader *r) {
    const int chars = site_next_word(r);
    return chars == 0 || site_refuse(r, "\"%.*s\", expected the end of the line", chars, r->word);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static inline int site_number(site_reader *r, const char *what, int64_t least, int64_t most,
                              int64_t *value) {
    const int chars = site_next_word(r);
    const char *at = r->word;
    char expected[80];

    for (*value = 0; at < r->end && *at >= '0' && *at <= '9' && *value <= most; at++) {
        *value = *value * 10 + (*at - '0');
    }
    if (chars == 0 || at < r->end || *value < least || *value > most) {
        snprintf(expected, sizeof expected, "a whole number from %" PRId64 " to %" PRId64, least,
                 most);
        return site_refuse_word(r, what, expected);
    }
    return 1;
}

/* A decimal number, in thousandths. */
static inline int site_decimal(site_reader *r, const char *what, int64_t least, int64_t most,
                               int64_t *value) {
    const int chars = site_next_word(r);
    const char *at = r->word;
    int places = -1, digits = 0;
    char expected[120];

    for (*value = 0; at < r->end && places < 3 && *value <= most; at++) {
        if (*at == '.' && places < 0) {
            places = 0;
        } else if (*at >= '0' && *at <= '9') {
            *value = *value * 10 + (*at - '0');
            places += places >= 0;
            digits++;
        } else {
            break;
        }
    }
    for (places = places < 0 ? 0 : places; places < 3; places++) {
        *value *= 10;
    }
    if (chars == 0 || digits == 0 || at < r->end || *value < least || *value > most) {
        snprintf(expected, sizeof expected,
                 "a number from %" PRId64 ".%03d to %" PRId64 ", at most three decimals",
                 least / 1000, (int)(least % 1000), most / 1000);
        return site_refuse_word(r, what, expected);
    }
    return 1;
}

/* The seconds of a unit; 0: it is none. */
static inline int64_t site_unit(char unit) {
    return unit == 's' ? 1 : unit == 'm' ? 60 : unit == 'h' ? 3600 : 0;
}

/* 3600, 3600s, 60m, 1h, 1:00 and 1:00:00 are the same. Returns 0 for what is no time. */
static inline int site_parse_time(const char *at, const char *end, int64_t *value) {
    int64_t total = 0, part = 0;
    int colons = 0, digits = 0;

    for (; at < end; at++) {
        if (*at >= '0' && *at <= '9') {
            part = part * 10 + (*at - '0');
            digits++;
            if (part > SITE_TIME_MOST || (colons > 0 && (digits > 2 || part > 59))) {
                return 0;
            }
        } else if (*at == ':' && digits > 0 && colons < 2) {
            total = (total + part) * 60;
            part = 0;
            digits = 0;
            colons++;
        } else if (at + 1 == end && digits > 0 && colons == 0 && site_unit(*at) > 0) {
            part *= site_unit(*at);
        } else {
            return 0;
        }
    }
    *value = (total + part) * (colons == 1 ? 60 : 1);
    return digits > 0 && (colons == 0 || digits == 2);
}

static inline int site_time(site_reader *r, const char *what, int64_t least, int64_t *value) {
    const int chars = site_next_word(r);
    char expected[120];

    if (chars == 0 || !site_parse_time(r->word, r->end, value) || *value < least ||
        *value > SITE_TIME_MOST) {
        snprintf(expected, sizeof expected,
                 "%" PRId64 " to %" PRId64 " seconds, as 5400, 90m, 1h, 1:30 or 1:30:00", least,
                 SITE_TIME_MOST);
        return site_refuse_word(r, what, expected);
    }
    return 1;
}

/* ---- Names ----------------------------------------------------------------------------------- */

typedef struct site_name {
    char text[SITE_NAME_CHARS + 1];
    unsigned long line, column;     /* where it was declared */
} site_name;

typedef struct site_names {
    const char *what;
    uint32_t count;
    site_name name[SITE_NAMES];
} site_names;

static inline uint32_t site_names_find(const site_names *names, const char *word, size_t chars) {
    uint32_t at;

    for (at = 0; at < names->count; at++) {
        if (strlen(names->name[at].text) == chars &&
            strncmp(names->name[at].text, word, chars) == 0) {
            return at;
        }
    }
    return SKED_NONE;
}

/* Is the word made as a name is? */
static inline int site_is_name(const char *word, size_t chars) {
    size_t at;

    for (at = 0; at < chars; at++) {
        const char c = word[at];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '-' || c == '_')) {
            return 0;
        }
    }
    return chars > 0 && chars <= SITE_NAME_CHARS;
}

/* Reads a name that does not exist yet. */
static inline int site_new_name(site_reader *r, site_names *names) {
    const int chars = site_next_word(r);
    site_name *name = &names->name[names->count];

    if (!site_is_name(r->word, (size_t)chars) || site_word_is_reserved(r)) {
        return site_refuse(r, "the name of the %s is %s%.*s%s, expected 1 to %d letters, digits, - "
                           "or _, and none of the words of this language", names->what,
                           chars == 0 ? "missing" : "\"", chars, r->word, chars == 0 ? "" : "\"",
                           (int)SITE_NAME_CHARS);
    }
    if (site_names_find(names, r->word, (size_t)chars) != SKED_NONE) {
        return site_refuse(r, "a second %s \"%.*s\", expected a new name", names->what, chars,
                           r->word);
    }
    if (names->count == SITE_NAMES) {
        return site_refuse(r, "one more %s, expected at most %d", names->what, (int)SITE_NAMES);
    }
    memcpy(name->text, r->word, (size_t)chars);
    name->text[chars] = '\0';
    name->line = r->number;
    name->column = (unsigned long)(r->word - r->line) + 1;
    names->count++;
    return 1;
}

/* Is the word that was read last one of the names? */
static inline int site_old_name(const site_reader *r, const site_names *names, uint32_t *index) {
    const int chars = (int)(r->end - r->word);
    char expected[200];
    size_t used = 0;
    uint32_t at;

    *index = site_names_find(names, r->word, (size_t)chars);
    if (*index != SKED_NONE) {
        return 1;
    }
    expected[0] = '\0';
    for (at = 0; at < names->count && used + SITE_NAME_CHARS + 8 < sizeof expected; at++) {
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%s%s",
                                 at == 0 ? "one of " : ", ", names->name[at].text);
    }
    if (at < names->count) {
        snprintf(expected + used, sizeof expected - used, ", ...");
    }
    return site_refuse_word(r, names->what,
                            names->count == 0 ? "one that was declared above" : expected);
}

static inline int site_next_name(site_reader *r, const site_names *names, uint32_t *index) {
    site_next_word(r);
    return site_old_name(r, names, index);
}

/* Reads the names of a list into a set of the size SITE_NAMES. */
static inline int site_name_list(site_reader *r, const site_names *names, sked_set *set) {
    uint32_t index;
    int count = 0;

    for (; site_next_item(r); count++) {
        if (!site_old_name(r, names, &index)) {
            return 0;
        }
        sked_set_add(set, index);
    }
    return count > 0 || site_refuse_word(r, names->what, "one or more names");
}

/* ---- The site -------------------------------------------------------------------------------- */

#define SITE_NAME_WORDS SKED_SET_WORDS((uint32_t)SITE_NAMES)
#define SITE_MACHINE_WORDS SKED_SET_WORDS((uint32_t)SITE_MACHINES)

typedef struct site_resource {
    uint32_t rating;                /* in 1/1024 */
    uint64_t memory;                /* of a class of machines */
    int of_machines;
} site_resource;

/* Machines that share a name, and have numbers from 1. */
typedef struct site_group {
    uint32_t first, count;
} site_group;

typedef struct site_machine {
    uint32_t resource, group;
    uint32_t notional;              /* the cluster it would come with, or SKED_NONE */
} site_machine;

typedef struct site_cluster {
    sked_word words[SITE_MACHINE_WORDS];
    sked_set members;               /* of the size SITE_MACHINES */
    uint32_t members_min, resource;
    int notional;
} site_cluster;

typedef struct site_interconnect {
    sked_word words[SITE_NAME_WORDS];
    sked_set clusters;              /* of the size SITE_NAMES */
    int64_t bandwidth, latency;
} site_interconnect;

/* The times are what such jobs really take, and known to the experience from the start if there is
   no guess. Without a time a resource has guess / rating. */
typedef struct site_class {
    sked_word words[SITE_NAME_WORDS];
    sked_set resources;             /* where it may run, of the size SITE_NAMES */
    sked_word built_words[SITE_NAME_WORDS];
    sked_set built;                 /* the same, of the size that the site has */
    int64_t memory, bandwidth, latency_max, guess, resume;
    int64_t times[SITE_NAMES];      /* 0: none */
    int restricted, resumable;
} site_class;

typedef struct site_user {
    sked_word words[SITE_NAME_WORDS];
    sked_set queues;                /* of the size SITE_NAMES */
    sked_word built_words[SITE_NAME_WORDS];
    sked_set built;
    int64_t jobs_max, time_max;
    int restricted;
} site_user;

typedef struct site_file {
    site_names resources, groups, clusters, interconnects, classes, users, queues;
    uint32_t machines, members_known;
    site_resource resource[SITE_NAMES];
    site_group group[SITE_NAMES];
    site_machine machine[SITE_MACHINES];
    site_cluster cluster[SITE_NAMES];
    site_interconnect interconnect[SITE_NAMES];
    site_class job_class[SITE_NAMES];
    site_user user[SITE_NAMES];
    sked_site_queue queue[SITE_NAMES];
    int64_t gain, deviations, window;   /* deviations in thousandths */
    sked_replan replan;
    unsigned told;                  /* which of these four the file has */
} site_file;

/* An attribute may stand once in a statement. */
static inline int site_attribute(const site_reader *r, const char *name, unsigned bit,
                                 unsigned *seen, int *fine) {
    if (!site_word_is(r, name)) {
        return 0;
    }
    if ((*seen & bit) != 0) {
        *fine = site_refuse(r, "a second %s, expected it once", name);
        return 0;
    }
    *seen |= bit;
    return 1;
}

/* For a word that no attribute is: unless it was refused already, or the line ends. */
static inline int site_no_attribute(const site_reader *r, int fine, const char *expected) {
    return fine && site_refuse(r, "\"%.*s\", expected %s", (int)(r->end - r->word), r->word,
                               expected);
}

static inline uint32_t site_rating(int64_t thousandths) {
    return (uint32_t)((thousandths * 1024 + 500) / 1000);
}

/* Names of machines, of clusters and of resources are all different. */
static inline int site_new_place(site_reader *r, const site_file *site) {
    const char *before = r->end;
    const int chars = site_next_word(r);

    if (site_names_find(&site->resources, r->word, (size_t)chars) != SKED_NONE ||
        site_names_find(&site->clusters, r->word, (size_t)chars) != SKED_NONE) {
        return site_refuse(r, "a second \"%.*s\", expected a name that no class of machines and "
                           "no cluster has", chars, r->word);
    }
    r->end = before;
    return 1;
}

static inline int site_add_machines(site_reader *r, site_file *site, int64_t count,
                                    uint32_t resource, uint32_t notional) {
    site_group *group = &site->group[site->groups.count - 1];

    if (count > SITE_MACHINES - (int64_t)site->machines) {
        return site_refuse(r, "more machines, expected at most %d in all", (int)SITE_MACHINES);
    }
    group->first = site->machines;
    group->count = (uint32_t)count;
    for (; count > 0; count--) {
        site_machine *machine = &site->machine[site->machines++];
        machine->resource = resource;
        machine->group = site->groups.count - 1;
        machine->notional = notional;
    }
    return 1;
}

/* machines CLASS COUNT [rating R] [memory M] */
static inline int site_read_machines(site_reader *r, site_file *site) {
    const uint32_t at = site->resources.count;
    site_resource *resource = &site->resource[at < SITE_NAMES ? at : 0];
    int64_t count, rating = 1000, memory = 0;
    unsigned seen = 0;
    const char *before = r->end;
    int fine = 1;

    if (!site_new_place(r, site) || !site_new_name(r, &site->resources)) {
        return 0;
    }
    r->end = before;
    if (!site_new_name(r, &site->groups) ||
        !site_number(r, "number of machines", 0, SITE_MACHINES, &count) ||
        !site_add_machines(r, site, count, at, SKED_NONE)) {
        return 0;
    }
    while (fine && site_next_word(r) > 0) {
        if (site_attribute(r, "rating", 1, &seen, &fine)) {
            fine = site_decimal(r, "rating", 1, SITE_RATING_MOST, &rating);
        } else if (site_attribute(r, "memory", 2, &seen, &fine)) {
            fine = site_number(r, "memory", 0, SITE_AMOUNT_MOST, &memory);
        } else {
            fine = site_no_attribute(r, fine, "rating R or memory M");
        }
    }
    resource->rating = site_rating(rating);
    resource->memory = (uint64_t)memory;
    resource->of_machines = 1;
    return fine;
}

/* One machine, CLASS.5, or several, CLASS.5-8. */
static inline int site_machine_range(const site_reader *r, const site_file *site, uint32_t *first,
                                     uint32_t *last) {
    const char *dot = memchr(r->word, '.', (size_t)(r->end - r->word)), *at = dot;
    const uint32_t group = dot == NULL ? SKED_NONE
                           : site_names_find(&site->groups, r->word, (size_t)(dot - r->word));
    uint32_t number[2] = {0, 0};
    int which = 0;

    for (at = dot == NULL ? r->end : dot + 1; at < r->end; at++) {
        if (*at == '-' && which == 0 && at > dot + 1 && at + 1 < r->end) {
            which = 1;
        } else if (*at >= '0' && *at <= '9' && number[which] <= SITE_MACHINES) {
            number[which] = number[which] * 10 + (uint32_t)(*at - '0');
        } else {
            break;
        }
    }
    number[1] = which == 0 ? number[0] : number[1];
    if (group == SKED_NONE || at < r->end || number[0] < 1 || number[1] < number[0] ||
        number[1] > site->group[group].count) {
        return 0;
    }
    *first = site->group[group].first + number[0] - 1;
    *last = site->group[group].first + number[1] - 1;
    return 1;
}

static inline int site_members(site_reader *r, site_file *site, site_cluster *cluster) {
    uint32_t first, last;

    while (site_next_item(r)) {
        if (!site_machine_range(r, site, &first, &last) ||
            site->machine[first].notional != SKED_NONE) {
            return site_refuse_word(r, "member", "machines that there are, as CLASS.1 or "
                                    "CLASS.1-4");
        }
        for (; first <= last; first++) {
            if (sked_set_has(&cluster->members, first)) {
                return site_refuse_word(r, "member", "each machine once");
            }
            sked_set_add(&cluster->members, first);
        }
    }
    return 1;
}

/* machines CLASS COUNT, of a notional cluster. */
static inline int site_own_machines(site_reader *r, site_file *site, uint32_t at) {
    site_cluster *cluster = &site->cluster[at];
    site_name *name = &site->groups.name[site->groups.count];
    uint32_t resource, first = site->machines;
    int64_t count;

    if (!site_next_name(r, &site->resources, &resource)) {
        return 0;
    }
    if (!site->resource[resource].of_machines) {
        return site_refuse_word(r, "class", "one of machines");
    }
    if (site->groups.count == SITE_NAMES) {
        return site_refuse(r, "more kinds of machines, expected at most %d", (int)SITE_NAMES);
    }
    *name = site->clusters.name[at];
    site->groups.count++;
    if (!site_number(r, "number of machines", 1, SITE_MACHINES, &count) ||
        !site_add_machines(r, site, count, resource, at)) {
        return 0;
    }
    for (; first < site->machines; first++) {
        sked_set_add(&cluster->members, first);
    }
    return 1;
}

/* A cluster is as fast as its members together, if nothing better is known. */
static inline uint32_t site_sum_ratings(const site_file *site, const sked_set *members) {
    uint32_t at, sum = 0;

    for (at = 0; at < site->machines; at++) {
        if (sked_set_has(members, at)) {
            const uint32_t rating = site->resource[site->machine[at].resource].rating;
            sum = rating > (UINT32_C(1) << 20) - sum ? UINT32_C(1) << 20 : sum + rating;
        }
    }
    return sum;
}

/* After `like` comes a cluster; otherwise it has a resource of its own, of its name. */
static inline int site_cluster_resource(site_reader *r, site_file *site, uint32_t at,
                                        int64_t rating) {
    site_cluster *cluster = &site->cluster[at];

    if (cluster->resource != SKED_NONE) {
        return rating == 0 || site_refuse(r, "both rating and like, expected one of them");
    }
    if (site->resources.count == SITE_NAMES) {
        return site_refuse(r, "one more resource, expected at most %d", (int)SITE_NAMES);
    }
    cluster->resource = site->resources.count;
    site->resources.name[site->resources.count] = site->clusters.name[at];
    site->resource[cluster->resource].rating =
        rating > 0 ? site_rating(rating) : site_sum_ratings(site, &cluster->members);
    site->resource[cluster->resource].of_machines = 0;
    site->resources.count++;
    return 1;
}

static inline int site_like(site_reader *r, site_file *site, uint32_t at) {
    uint32_t other;

    site->clusters.count--;         /* not like itself */
    if (!site_next_name(r, &site->clusters, &other)) {
        return 0;
    }
    site->clusters.count++;
    site->cluster[at].resource = site->cluster[other].resource;
    return 1;
}

/* [notional] cluster NAME members MACHINES|machines CLASS COUNT [min N] [rating R|like CLUSTER] */
static inline int site_read_cluster(site_reader *r, site_file *site, int notional) {
    const uint32_t at = site->clusters.count;
    site_cluster *cluster = &site->cluster[at < SITE_NAMES ? at : 0];
    int64_t rating = 0, least = 0;
    unsigned seen = 0;
    int fine = 1;

    if (!site_new_place(r, site) || !site_new_name(r, &site->clusters)) {
        return 0;
    }
    cluster->members = sked_set_of(cluster->words, SITE_MACHINES);
    cluster->resource = SKED_NONE;
    cluster->notional = notional;
    while (fine && site_next_word(r) > 0) {
        if (!notional && site_attribute(r, "members", 1, &seen, &fine)) {
            fine = site_members(r, site, cluster);
        } else if (notional && site_attribute(r, "machines", 1, &seen, &fine)) {
            fine = site_own_machines(r, site, at);
        } else if (site_attribute(r, "min", 2, &seen, &fine)) {
            fine = site_number(r, "least number of members", 1, SITE_MACHINES, &least);
        } else if (site_attribute(r, "rating", 4, &seen, &fine)) {
            fine = site_decimal(r, "rating", 1, SITE_RATING_MOST, &rating);
        } else if (site_attribute(r, "like", 8, &seen, &fine)) {
            fine = site_like(r, site, at);
        } else {
            fine = site_no_attribute(r, fine, notional
                                     ? "machines CLASS COUNT, min N, rating R or like CLUSTER"
                                     : "members MACHINE ..., min N, rating R or like CLUSTER");
        }
    }
    if (fine && sked_set_count(&cluster->members) == 0) {
        fine = site_refuse(r, "the cluster has no members, expected %s",
                           notional ? "machines CLASS COUNT" : "members MACHINE ...");
    }
    if (fine && least > (int64_t)sked_set_count(&cluster->members)) {
        fine = site_refuse(r, "the least number of members is %" PRId64 ", expected at most %"
                           PRIu32 ", as it has", least, sked_set_count(&cluster->members));
    }
    cluster->members_min = (uint32_t)least;
    return fine && site_cluster_resource(r, site, at, rating);
}

/* interconnect NAME bandwidth B [latency L] serves CLUSTER ... */
static inline int site_read_interconnect(site_reader *r, site_file *site) {
    const uint32_t at = site->interconnects.count;
    site_interconnect *net = &site->interconnect[at < SITE_NAMES ? at : 0];
    unsigned seen = 0;
    int fine = 1;

    if (!site_new_name(r, &site->interconnects)) {
        return 0;
    }
    net->clusters = sked_set_of(net->words, SITE_NAMES);
    net->bandwidth = net->latency = 0;
    while (fine && site_next_word(r) > 0) {
        if (site_attribute(r, "bandwidth", 1, &seen, &fine)) {
            fine = site_number(r, "bandwidth", 1, SITE_AMOUNT_MOST, &net->bandwidth);
        } else if (site_attribute(r, "latency", 2, &seen, &fine)) {
            fine = site_number(r, "latency", 0, SITE_AMOUNT_MOST, &net->latency);
        } else if (site_attribute(r, "serves", 4, &seen, &fine)) {
            fine = site_name_list(r, &site->clusters, &net->clusters);
        } else {
            fine = site_no_attribute(r, fine, "bandwidth B, latency L or serves CLUSTER ...");
        }
    }
    if (fine && (seen & 5) != 5) {
        fine = site_refuse(r, "the line ends, expected %s",
                           (seen & 1) == 0 ? "bandwidth B" : "serves CLUSTER ...");
    }
    return fine;
}

static inline int site_read_heuristic(site_reader *r, sked_heuristic *heuristic) {
    char expected[256] = "one of ";
    int at;

    site_next_word(r);
    for (at = 0; heuristic_name(at) != NULL; at++) {
        if (site_word_is(r, heuristic_name(at))) {
            *heuristic = (sked_heuristic)at;
            return 1;
        }
    }
    heuristic_list(expected + strlen(expected), sizeof expected - strlen(expected));
    return site_refuse_word(r, "heuristic", expected);
}

/* promote N to QUEUE */
static inline int site_read_promote(site_reader *r, const site_file *site, sked_site_queue *queue) {
    int64_t after;

    if (!site_number(r, "number of preemptions", 1, INT32_MAX, &after)) {
        return 0;
    }
    queue->promote_after = (uint32_t)after;
    site_next_word(r);
    if (!site_word_is(r, "to")) {
        return site_refuse_word(r, "next word", "to QUEUE");
    }
    return site_next_name(r, &site->queues, &queue->promote_to);
}

/* queue NAME priority P [preempts] [preemptable] [sequential] [heuristic H] [go-on] [makespan]
   [completion] [promote N to QUEUE] */
static inline int site_read_queue(site_reader *r, site_file *site) {
    const uint32_t at = site->queues.count;
    sked_site_queue *queue = &site->queue[at < SITE_NAMES ? at : 0];
    int64_t priority = 0;
    unsigned seen = 0;
    int fine = 1;

    if (!site_new_name(r, &site->queues)) {
        return 0;
    }
    memset(queue, 0, sizeof *queue);
    queue->heuristic = SKED_DUPLEX_SUM;
    while (fine && site_next_word(r) > 0) {
        if (site_attribute(r, "priority", 1, &seen, &fine)) {
            fine = site_number(r, "priority", 0, INT32_MAX, &priority);
        } else if (site_attribute(r, "preempts", 2, &seen, &fine)) {
            queue->flags |= SKED_PREEMPTS;
        } else if (site_attribute(r, "preemptable", 4, &seen, &fine)) {
            queue->flags |= SKED_PREEMPTABLE;
        } else if (site_attribute(r, "sequential", 8, &seen, &fine)) {
            queue->flags |= SKED_SEQUENTIAL;
        } else if (site_attribute(r, "heuristic", 16, &seen, &fine)) {
            fine = site_read_heuristic(r, &queue->heuristic);
        } else if (site_attribute(r, "go-on", 32, &seen, &fine)) {
            queue->pjs_options |= SKED_PJS_GO_ON;
        } else if (site_attribute(r, "makespan", 64, &seen, &fine)) {
            queue->pjs_options |= SKED_PJS_MAKESPAN;
        } else if (site_attribute(r, "completion", 256, &seen, &fine)) {
            queue->pjs_options |= SKED_PJS_COMPLETION;
        } else if (site_attribute(r, "promote", 128, &seen, &fine)) {
            fine = site_read_promote(r, site, queue);
        } else {
            fine = site_no_attribute(r, fine, "priority P, preempts, preemptable, sequential, "
                                     "heuristic H, go-on, makespan, completion or "
                                     "promote N to QUEUE");
        }
    }
    if (fine && queue->promote_after > 0 && (queue->flags & SKED_SEQUENTIAL) == 0 &&
        (site->queue[queue->promote_to].flags & SKED_SEQUENTIAL) != 0) {
        fine = site_refuse(r, "it promotes to a queue that is sequential, expected one that is "
                              "not");
    }
    queue->priority = (uint32_t)priority;
    return fine && ((seen & 1) != 0 || site_refuse(r, "the line ends, expected priority P"));
}

/* user NAME [queues QUEUE ...] [jobs N] [time T] */
static inline int site_read_user(site_reader *r, site_file *site) {
    const uint32_t at = site->users.count;
    site_user *user = &site->user[at < SITE_NAMES ? at : 0];
    unsigned seen = 0;
    int fine = 1;

    if (!site_new_name(r, &site->users)) {
        return 0;
    }
    user->queues = sked_set_of(user->words, SITE_NAMES);
    user->jobs_max = UINT32_MAX;
    user->time_max = SKED_NEVER;
    while (fine && site_next_word(r) > 0) {
        if (site_attribute(r, "queues", 1, &seen, &fine)) {
            fine = site_name_list(r, &site->queues, &user->queues);
        } else if (site_attribute(r, "jobs", 2, &seen, &fine)) {
            fine = site_number(r, "number of jobs", 1, INT32_MAX, &user->jobs_max);
        } else if (site_attribute(r, "time", 4, &seen, &fine)) {
            fine = site_time(r, "time", 1, &user->time_max);
        } else {
            fine = site_no_attribute(r, fine, "queues QUEUE ..., jobs N or time T");
        }
    }
    user->restricted = (seen & 1) != 0;
    return fine;
}

/* class NAME [memory M] [bandwidth B] [latency L] [guess T] [resume T] [on RESOURCE ...] */
static inline int site_read_class(site_reader *r, site_file *site) {
    const uint32_t at = site->classes.count;
    site_class *kind = &site->job_class[at < SITE_NAMES ? at : 0];
    unsigned seen = 0;
    int fine = 1;

    if (!site_new_name(r, &site->classes)) {
        return 0;
    }
    memset(kind, 0, sizeof *kind);
    kind->resources = sked_set_of(kind->words, SITE_NAMES);
    kind->latency_max = SKED_NEVER;
    while (fine && site_next_word(r) > 0) {
        if (site_attribute(r, "memory", 1, &seen, &fine)) {
            fine = site_number(r, "memory", 0, SITE_AMOUNT_MOST, &kind->memory);
        } else if (site_attribute(r, "bandwidth", 2, &seen, &fine)) {
            fine = site_number(r, "bandwidth", 0, SITE_AMOUNT_MOST, &kind->bandwidth);
        } else if (site_attribute(r, "latency", 4, &seen, &fine)) {
            fine = site_number(r, "latency", 0, SITE_AMOUNT_MOST, &kind->latency_max);
        } else if (site_attribute(r, "guess", 8, &seen, &fine)) {
            fine = site_time(r, "guess", 1, &kind->guess);
        } else if (site_attribute(r, "resume", 32, &seen, &fine)) {
            fine = site_time(r, "time to resume", 0, &kind->resume);
        } else if (site_attribute(r, "on", 16, &seen, &fine)) {
            fine = site_name_list(r, &site->resources, &kind->resources);
        } else {
            fine = site_no_attribute(r, fine, "memory M, bandwidth B, latency L, guess T, "
                                     "resume T or on RESOURCE ...");
        }
    }
    kind->restricted = (seen & 16) != 0;
    kind->resumable = (seen & 32) != 0;
    return fine;
}

/* times CLASS RESOURCE T ... */
static inline int site_read_times(site_reader *r, site_file *site) {
    uint32_t which, resource;
    int count = 0;

    if (!site_next_name(r, &site->classes, &which)) {
        return 0;
    }
    for (; site_next_word(r) > 0; count++) {
        int64_t *time;

        if (!site_old_name(r, &site->resources, &resource)) {
            return 0;
        }
        time = &site->job_class[which].times[resource];
        if (*time != 0) {
            return site_refuse(r, "a second time on %s, expected one",
                               site->resources.name[resource].text);
        }
        if (!site_time(r, "time", 1, time)) {
            return 0;
        }
    }
    return count > 0 || site_refuse(r, "the line ends, expected RESOURCE TIME ...");
}

/* replan all|lower|none */
static inline int site_read_replan(site_reader *r, sked_replan *replan) {
    static const char *const names[] = {"all", "lower", "none"};
    int at;

    site_next_word(r);
    for (at = 0; at < 3; at++) {
        if (site_word_is(r, names[at])) {
            *replan = (sked_replan)at;
            return site_line_ends(r);
        }
    }
    return site_refuse_word(r, "answer", "all, lower or none");
}

static inline int site_read_statement(site_reader *r, site_file *site) {
    int fine = 1;

    if (site_word_is(r, "machines")) {
        return site_read_machines(r, site);
    }
    if (site_word_is(r, "cluster")) {
        return site_read_cluster(r, site, 0);
    }
    if (site_word_is(r, "notional")) {
        site_next_word(r);
        return site_word_is(r, "cluster") ? site_read_cluster(r, site, 1)
                                          : site_refuse_word(r, "next word", "cluster NAME");
    }
    if (site_word_is(r, "interconnect")) {
        return site_read_interconnect(r, site);
    }
    if (site_word_is(r, "queue")) {
        return site_read_queue(r, site);
    }
    if (site_word_is(r, "user")) {
        return site_read_user(r, site);
    }
    if (site_word_is(r, "class")) {
        return site_read_class(r, site);
    }
    if (site_word_is(r, "times")) {
        return site_read_times(r, site);
    }
    if (site_attribute(r, "gain", 1, &site->told, &fine)) {
        return site_time(r, "gain", 0, &site->gain) && site_line_ends(r);
    }
    if (site_attribute(r, "deviations", 2, &site->told, &fine)) {
        return site_decimal(r, "number of deviations", 0, 1000000, &site->deviations) &&
               site_line_ends(r);
    }
    if (site_attribute(r, "window", 4, &site->told, &fine)) {
        return site_number(r, "window", 2, SKED_WINDOW_MAX, &site->window) && site_line_ends(r);
    }
    if (site_attribute(r, "replan", 8, &site->told, &fine)) {
        return site_read_replan(r, &site->replan);
    }
    return fine && site_refuse_word(r, "statement", "machines, cluster, notional cluster, "
                                    "interconnect, queue, user, class, times, gain, deviations, "
                                    "window or replan");
}

/* What a class really takes on a resource, a factor of 1 given; 0: it does not run there. */
static inline int64_t site_real_time(const site_file *site, uint32_t which, uint32_t resource) {
    const site_class *kind = &site->job_class[which];
    const int64_t rating = site->resource[resource].rating;

    if (!sked_set_has(&kind->resources, resource)) {
        return 0;
    }
    return kind->times[resource] > 0 ? kind->times[resource]
                                     : (kind->guess * 1024 + rating - 1) / rating;
}

/* Where a class may run, if nothing was said: where it has times, or everywhere. */
static inline int site_finish_class(site_reader *r, site_file *site, uint32_t which) {
    site_class *kind = &site->job_class[which];
    uint32_t at, timed = 0;

    for (at = 0; at < site->resources.count; at++) {
        timed += kind->times[at] > 0;
    }
    for (at = 0; at < site->resources.count; at++) {
        if (!kind->restricted && (timed == 0 || kind->times[at] > 0)) {
            sked_set_add(&kind->resources, at);
        }
        if (sked_set_has(&kind->resources, at) && kind->times[at] == 0 && kind->guess == 0) {
            r->number = site->classes.name[which].line;
            r->word = r->line + site->classes.name[which].column - 1;
            return site_refuse(r, "class %s has neither a guess nor a time on %s, expected one",
                               site->classes.name[which].text, site->resources.name[at].text);
        }
    }
    kind->built = sked_set_of(kind->built_words, site->resources.count);
    for (at = 0; at < site->resources.count; at++) {
        if (sked_set_has(&kind->resources, at)) {
            sked_set_add(&kind->built, at);
        }
    }
    return 1;
}

static inline int site_finish(site_reader *r, site_file *site) {
    const char *missing = NULL;
    uint32_t at, queue, real = 0;

    for (at = 0; at < site->machines; at++) {
        real += site->machine[at].notional == SKED_NONE;
    }
    missing = real == 0                  ? "machines CLASS COUNT"
              : site->queues.count == 0  ? "queue NAME"
              : site->users.count == 0   ? "user NAME"
              : site->classes.count == 0 ? "class NAME"
                                         : NULL;
    if (missing != NULL) {
        return site_refuse(r, "the end, expected %s before it", missing);
    }
    for (at = 0; at < site->users.count; at++) {
        site_user *user = &site->user[at];
        user->built = sked_set_of(user->built_words, site->queues.count);
        for (queue = 0; queue < site->queues.count; queue++) {
            if (!user->restricted || sked_set_has(&user->queues, queue)) {
                sked_set_add(&user->built, queue);
            }
        }
    }
    for (at = 0; at < site->classes.count; at++) {
        if (!site_finish_class(r, site, at)) {
            return 0;
        }
    }
    return 1;
}

/* Reads a site; what is wrong with it is said. The sets point into *site: it stays where it is. */
static inline int site_file_read(FILE *file, const char *name, site_file *site) {
    static site_reader r;
    int more;

    memset(site, 0, sizeof *site);
    memset(&r, 0, sizeof r);
    r.file = file;
    r.name = name;
    site->resources.what = "class of machines or of clusters";
    site->groups.what = "class of machines";
    site->clusters.what = "cluster";
    site->interconnects.what = "interconnect";
    site->classes.what = "class";
    site->users.what = "user";
    site->queues.what = "queue";
    site->window = SKED_WINDOW_MAX;
    while ((more = site_read_line(&r)) > 0) {
        if (site_next_word(&r) > 0 && !site_read_statement(&r, site)) {
            return 0;
        }
    }
    return more == 0 && site_finish(&r, site);
}

/* "sparc.3" */
static inline void site_machine_text(const site_file *site, uint32_t machine, char *text,
                                     size_t room) {
    const uint32_t group = site->machine[machine].group;

    snprintf(text, room, "%s.%" PRIu32, site->groups.name[group].text,
             machine - site->group[group].first + 1);
}

/* ---- The settings of a site ------------------------------------------------------------------ */

/* The site as it is, or with one notional cluster. Numbers of machines and clusters are those of
   the file without what is left out. */
typedef struct site_build {
    sked_site_settings settings;
    sked_site_machine machine[SITE_MACHINES];
    sked_cluster cluster[SITE_NAMES];
    sked_site_interconnect interconnect[SITE_NAMES];
    sked_site_class job_class[SITE_NAMES];
    sked_site_user user[SITE_NAMES];
    sked_set members[SITE_NAMES], serves[SITE_NAMES];
    sked_word member_words[SITE_NAMES][SITE_MACHINE_WORDS];
    sked_word serve_words[SITE_NAMES][SITE_NAME_WORDS];
    uint32_t machine_of[SITE_MACHINES], cluster_of[SITE_NAMES]; /* of ours, the file's number  */
    uint32_t machine_at[SITE_MACHINES], cluster_at[SITE_NAMES];     /* of the file's, ours */
    uint32_t interconnect_at[SITE_NAMES];
} site_build;

static inline void site_build_machines(const site_file *site, uint32_t added, site_build *build) {
    uint32_t at;

    for (at = 0; at < site->machines; at++) {
        const site_machine *machine = &site->machine[at];
        const uint32_t mine = build->settings.machines;

        build->machine_at[at] = SKED_NONE;
        if (machine->notional == SKED_NONE || machine->notional == added) {
            build->machine[mine].resource = machine->resource;
            build->machine[mine].memory = site->resource[machine->resource].memory;
            build->machine_at[at] = mine;
            build->machine_of[mine] = at;
            build->settings.machines++;
        }
    }
}

static inline void site_build_clusters(const site_file *site, uint32_t added, site_build *build) {
    uint32_t at, machine;

    for (at = 0; at < site->clusters.count; at++) {
        const site_cluster *cluster = &site->cluster[at];
        const uint32_t mine = build->settings.clusters;

        build->cluster_at[at] = SKED_NONE;
        if (cluster->notional && at != added) {
            continue;
        }
        build->members[mine] = sked_set_of(build->member_words[mine], build->settings.machines);
        for (machine = 0; machine < build->settings.machines; machine++) {
            if (sked_set_has(&cluster->members, build->machine_of[machine])) {
                sked_set_add(&build->members[mine], machine);
            }
        }
        build->cluster[mine].members = &build->members[mine];
        build->cluster[mine].members_min = cluster->members_min;
        build->cluster[mine].resource = cluster->resource;
        build->cluster_at[at] = mine;
        build->cluster_of[mine] = at;
        build->settings.clusters++;
    }
}

/* An interconnect that serves none of the clusters is left out. */
static inline void site_build_interconnects(const site_file *site, site_build *build) {
    uint32_t at, cluster;

    for (at = 0; at < site->interconnects.count; at++) {
        const uint32_t mine = build->settings.interconnects;
        sked_set *serves = &build->serves[mine];

        *serves = sked_set_of(build->serve_words[mine], build->settings.clusters);
        for (cluster = 0; cluster < build->settings.clusters; cluster++) {
            if (sked_set_has(&site->interconnect[at].clusters, build->cluster_of[cluster])) {
                sked_set_add(serves, cluster);
            }
        }
        build->interconnect_at[at] = SKED_NONE;
        if (sked_set_count(serves) > 0) {
            build->interconnect[mine].bandwidth = (uint64_t)site->interconnect[at].bandwidth;
            build->interconnect[mine].latency = (uint64_t)site->interconnect[at].latency;
            build->interconnect[mine].clusters = serves;
            build->interconnect_at[at] = mine;
            build->settings.interconnects++;
        }
    }
}

static inline void site_build_classes(const site_file *site, site_build *build) {
    uint32_t at;

    for (at = 0; at < site->classes.count; at++) {
        const site_class *kind = &site->job_class[at];
        build->job_class[at].resources = &kind->built;
        build->job_class[at].memory = (uint64_t)kind->memory;
        build->job_class[at].bandwidth = (uint64_t)kind->bandwidth;
        build->job_class[at].latency_max =
            kind->latency_max == SKED_NEVER ? UINT64_MAX : (uint64_t)kind->latency_max;
        build->job_class[at].flags = kind->resumable ? SKED_RESUMABLE : 0;
        build->job_class[at].resume = kind->resume;
    }
    for (at = 0; at < site->users.count; at++) {
        const site_user *user = &site->user[at];
        build->user[at].queues = &user->built;
        build->user[at].jobs_max = (uint32_t)user->jobs_max;
        build->user[at].time_max = user->time_max;
    }
}

/* Keeps the file, and is kept by the site: *build stays where it is. `added` is a cluster of the
   file, or SKED_NONE. */
static inline void site_build_make(const site_file *site, uint32_t added, uint32_t jobs_max,
                                   site_build *build) {
    sked_site_settings *settings = &build->settings;

    memset(build, 0, sizeof *build);
    site_build_machines(site, added, build);
    site_build_clusters(site, added, build);
    site_build_interconnects(site, build);
    site_build_classes(site, build);
    settings->resources = site->resources.count;
    settings->classes = site->classes.count;
    settings->users = site->users.count;
    settings->queues = site->queues.count;
    settings->machine = build->machine;
    settings->cluster = build->cluster;
    settings->interconnect = build->interconnect;
    settings->job_class = build->job_class;
    settings->user = build->user;
    settings->queue = site->queue;
    settings->jobs_max = jobs_max;
    settings->deviations_q10 = (uint32_t)((site->deviations * 1024 + 500) / 1000);
    settings->gain_min = site->gain;
    settings->replan = site->replan;
}

#endif
