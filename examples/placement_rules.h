/* placement_rules.h: rules of levels and aims on a command line, and what each of them costs. */
/* SPDX-License-Identifier: MIT */
#ifndef PLACEMENT_RULES_H_INCLUDED
#define PLACEMENT_RULES_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sched_fattree.h"

#include "options.h"

#define PLACEMENT_RULE_FORM "LEVEL:TERM[,TERM ...]"

/* By sked_fattree_aim. */
static const char *const placement_aims[] = {"near", "few", "even", "spread", NULL};

/* A term with a number, or an option. */
typedef struct placement_term {
    const char *name;
    uint32_t option;                /* 0: it has a number                                      */
} placement_term;

enum { TERM_MULTIPLE, TERM_LEAST, TERM_MOST, TERM_BLOCKS, TERM_REST, TERM_WHOLE, PLACEMENT_TERMS };

static const placement_term placement_terms[PLACEMENT_TERMS] = {
    {.name = "multiple="}, {.name = "least="}, {.name = "most="}, {.name = "blocks="},
    {.name = "rest", .option = SKED_FATTREE_REST}, {.name = "whole", .option = SKED_FATTREE_WHOLE}};

static inline uint32_t *placement_term_number(sked_fattree_rule *rule, int which) {
    switch (which) {
    case TERM_MULTIPLE: return &rule->multiple;
    case TERM_LEAST: return &rule->least;
    case TERM_MOST: return &rule->most;
    default: return &rule->blocks_max;
    }
}

static inline int placement_rule_refuse(const char *text, const char *at) {
    return option_refuse("placement", "--rule: \"%s\", expected " PLACEMENT_RULE_FORM
                                      " at character %lu, each TERM one of multiple=N, least=N, "
                                      "most=N, blocks=N, rest, whole; N from 1 to %lu, LEVEL from "
                                      "1 to %lu", text, (unsigned long)(at - text) + 1,
                         (unsigned long)SKED_FATTREE_MAX, (unsigned long)SKED_FATTREE_LEVELS);
}

/* A number from 1 on; *at moves behind it. Returns 0 iff there is none. */
static inline uint32_t placement_rule_number(const char **at, uint32_t most) {
    uint32_t number = 0;

    for (; **at >= '0' && **at <= '9' && number <= most; (*at)++) {
        number = number * 10 + (uint32_t)(**at - '0');
    }
    return number <= most ? number : 0;
}

/* A term; *at moves behind it. */
static inline int placement_rule_term(sked_fattree_rule *rule, const char **at) {
    int which;

    for (which = 0; which < PLACEMENT_TERMS; which++) {
        const placement_term *term = &placement_terms[which];
        const size_t length = strlen(term->name);

        if (strncmp(*at, term->name, length) != 0) {
            continue;
        }
        *at += length;
        rule->options |= term->option;
        if (term->option == 0) {
            uint32_t *number = placement_term_number(rule, which);

            *number = placement_rule_number(at, SKED_FATTREE_MAX);
            return *number > 0;
        }
        return 1;
    }
    return 0;
}

/* Reads a rule such as 1:multiple=4,most=8. */
static inline int placement_rule_read(const char *text, sked_fattree_rule *rule) {
    const char *at = text;

    memset(rule, 0, sizeof *rule);
    rule->level = placement_rule_number(&at, SKED_FATTREE_LEVELS);
    if (rule->level == 0 || *at != ':') {
        return placement_rule_refuse(text, at);
    }
    do {
        at++;
        if (!placement_rule_term(rule, &at)) {
            return placement_rule_refuse(text, at);
        }
    } while (*at == ',');
    return *at == '\0' || placement_rule_refuse(text, at);
}

/* Reads an aim such as even, or 2:even: of switches of level 2. */
static inline int placement_aim_read(const char *text, sked_fattree_aim *aim, uint32_t *level) {
    const char *at = text;
    uint32_t i;

    *level = placement_rule_number(&at, SKED_FATTREE_LEVELS);
    at = *level > 0 && *at == ':' ? at + 1 : text;
    for (i = 0; placement_aims[i] != NULL; i++) {
        if (strcmp(at, placement_aims[i]) == 0) {
            *aim = (sked_fattree_aim)i;
            return 1;
        }
    }
    return option_refuse("placement", "--aim: \"%s\", expected near, few, even or spread, or one "
                                      "of them after a level from 1 to %lu, as 2:even", text,
                         (unsigned long)SKED_FATTREE_LEVELS);
}

#endif
