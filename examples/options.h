/* options.h: how a program reads the options of its command line by a table of rules.
   SPDX-License-Identifier: MIT */
#ifndef OPTIONS_H_INCLUDED
#define OPTIONS_H_INCLUDED

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef enum option_kind { OPTION_WORD, OPTION_NUMBER, OPTION_FLAG } option_kind;

typedef struct option_rule {
    const char *name;
    option_kind kind;
    uint64_t least, most;
    const char *modes;              /* the letters of those that know it                      */
} option_rule;

/* An option that was given; at 0: it was not. */
typedef struct option_value {
    int at;                         /* the argument with its value, from 1                    */
    const char *text;
    uint64_t number;
} option_value;

/* Says what is wrong with an argument, and what was expected. Returns 0. */
static inline int option_refuse(int at, const char *format, ...) {
    va_list values;

    fflush(stdout);                 /* answers and faults in their order */
    fprintf(stderr, "argument %d: ", at);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    return 0;
}

/* Which of the rules has this name; `count`: none. */
static inline int option_find(const option_rule *rules, int count, const char *name) {
    int which = 0;

    while (which < count && strcmp(name, rules[which].name) != 0) {
        which++;
    }
    return which;
}

static inline int option_number(const option_rule *rule, option_value *value) {
    const char *at = value->text;

    value->number = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        const uint64_t digit = (uint64_t)(*at - '0');

        if (digit > rule->most || value->number > (rule->most - digit) / 10) {
            break;
        }
        value->number = value->number * 10 + digit;
    }
    return (*at == '\0' && at != value->text && value->number >= rule->least) ||
           option_refuse(value->at, "%s: \"%s\", expected a whole number from %" PRIu64
                                    " to %" PRIu64, rule->name, value->text, rule->least,
                         rule->most);
}

/* Reads an option, which may have come before if `again`, and its value; *at is that of its name,
   then of its last argument. */
static inline int option_read(const option_rule *rule, option_value *value, int again, int count,
                              char **words, int *at) {
    if (value->at > 0 && !again) {
        return option_refuse(*at, "another %s, expected one", rule->name);
    }
    if (rule->kind != OPTION_FLAG && ++*at == count) {
        return option_refuse(*at, "the value of %s is missing, expected one", rule->name);
    }
    value->at = *at;
    value->text = words[*at];
    value->number = 1;
    return rule->kind != OPTION_NUMBER || option_number(rule, value);
}

/* Is every option that was given for the mode of this letter? The mode is said by two words. */
static inline int option_check(const option_rule *rules, const option_value *values, int count,
                               char letter, const char *program, const char *what,
                               const char *mode) {
    int which;

    for (which = 0; which < count; which++) {
        if (values[which].at > 0 && strchr(rules[which].modes, letter) == NULL) {
            return option_refuse(values[which].at, "%s is not for %s%s, expected options that %s "
                                                   "--help has for it",
                                 rules[which].name, what, mode, program);
        }
    }
    return 1;
}

#endif
