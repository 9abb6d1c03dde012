/* hostlist.h: lists of names as a[0-3,07-09]b, read name by name; tables of names; and back. */
/* SPDX-License-Identifier: MIT */
#ifndef HOSTLIST_H_INCLUDED
#define HOSTLIST_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"

enum { HOSTLIST_CHARS = 64, HOSTLIST_BRACKETS = 4, HOSTLIST_DIGITS = 9 };

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct hostlist_bracket {
    const char *begin, *end;        /* after [, after ]                                       */
    const char *after;              /* the comma or ] after the range that is told            */
    uint32_t number, last, width;   /* of that range: the next number, and its digits         */
} hostlist_bracket;

typedef struct hostlist {
    const char *at, *end;           /* what was not looked at yet                             */
    const char *item, *item_end;    /* between two commas                                     */
    hostlist_bracket brackets[HOSTLIST_BRACKETS];
    uint32_t count;                 /* brackets of the item                                   */
    int more, ended;                /* the item has another name; it is the last item         */
    char name[HOSTLIST_CHARS + 1];
    const char *fault, *fault_at;   /* what is wrong and was expected, and where              */
} hostlist;

static inline void hostlist_begin(hostlist *list, const char *begin, const char *end) {
    memset(list, 0, sizeof *list);
    list->at = begin;
    list->end = end;
}

static inline int hostlist_refuse(hostlist *list, const char *at, const char *fault) {
    list->fault_at = at;
    list->fault = fault;
    return 0;
}

/* A character that may stand in a name; the other ones have a meaning here, or in a shell. */
static inline int hostlist_is_letter(char c) {
    return c > ' ' && c <= '~' && strchr("[],=#\"'\\`", c) == NULL;
}

/* The end of the digits, NULL if there are none or too many. */
static inline const char *hostlist_digits(const char *at, const char *end, uint32_t *number) {
    const char *begin = at;

    for (*number = 0; at < end && *at >= '0' && *at <= '9'; at++) {
        if (at - begin == HOSTLIST_DIGITS) {
            return NULL;
        }
        *number = *number * 10 + (uint32_t)(*at - '0');
    }
    return at > begin ? at : NULL;
}

/* Reads the range at `at`, 3 or 0-3, for a bracket to tell. */
static inline int hostlist_range(hostlist *list, hostlist_bracket *bracket, const char *at) {
    const char *begin = at;

    at = hostlist_digits(at, list->end, &bracket->number);
    if (at == NULL) {
        return hostlist_refuse(list, begin, "no number, expected one of 1 to 9 digits, as in "
                                            "a[0-3,7]");
    }
    bracket->width = (uint32_t)(at - begin);
    bracket->last = bracket->number;
    if (at < list->end && *at == '-') {
        begin = at + 1;
        at = hostlist_digits(begin, list->end, &bracket->last);
        if (at == NULL || bracket->last < bracket->number) {
            return hostlist_refuse(list, begin, "no end of the range, expected a number of 1 to 9 "
                                                "digits that is not less than its start");
        }
    }
    if (at == list->end || (*at != ',' && *at != ']')) {
        return hostlist_refuse(list, at, "the range goes on, expected a comma or ] after it");
    }
    bracket->after = at;
    return 1;
}

/* Reads a whole bracket, and begins with its first range. */
static inline int hostlist_open(hostlist *list, const char *at) {
    hostlist_bracket *bracket = &list->brackets[list->count];

    if (list->count == HOSTLIST_BRACKETS) {
        return hostlist_refuse(list, at, "another bracket, expected at most 4 in a name");
    }
    bracket->begin = at + 1;
    do {
        if (!hostlist_range(list, bracket, at + 1)) {
            return 0;
        }
        at = bracket->after;
    } while (*at == ',');
    bracket->end = at + 1;
    list->count++;
    return hostlist_range(list, bracket, bracket->begin);
}

static inline int hostlist_item(hostlist *list) {
    const char *at = list->at;

    list->item = at;
    list->count = 0;
    while (at < list->end && *at != ',') {
        if (*at == '[') {
            if (!hostlist_open(list, at)) {
                return 0;
            }
            at = list->brackets[list->count - 1].end;
        } else if (!hostlist_is_letter(*at)) {
            return hostlist_refuse(list, at, "a character that names do not have, expected a list "
                                             "as a[0-3,7],b");
        } else {
            at++;
        }
    }
    if (at == list->item) {
        return hostlist_refuse(list, at, "no name, expected a list as a[0-3,7],b");
    }
    list->item_end = at;
    list->ended = at == list->end;
    list->at = at + !list->ended;
    list->more = 1;
    return 1;
}

/* Writes the name that the brackets stand for. */
static inline int hostlist_write(hostlist *list) {
    const char *at = list->item;
    const hostlist_bracket *bracket = list->brackets;
    char digits[HOSTLIST_DIGITS + 2];
    size_t chars = 0, more;

    while (at < list->item_end) {
        more = 1;
        digits[0] = *at++;
        if (digits[0] == '[') {
            more = (size_t)snprintf(digits, sizeof digits, "%0*" PRIu32, (int)bracket->width,
                                    bracket->number);
            at = bracket->end;
            bracket++;
        }
        if (chars + more > HOSTLIST_CHARS) {
            return hostlist_refuse(list, list->item, "a name of more than 64 characters, expected "
                                                     "at most as many");
        }
        memcpy(list->name + chars, digits, more);
        chars += more;
    }
    list->name[chars] = '\0';
    return 1;
}

/* The last bracket counts fastest; one that is through begins again, and the one before counts. */
static inline void hostlist_advance(hostlist *list) {
    uint32_t left = list->count;
    hostlist_bracket *bracket;

    while (left > 0) {
        bracket = &list->brackets[--left];
        if (bracket->number < bracket->last) {
            bracket->number++;
            return;
        }
        if (*bracket->after == ',') {
            (void)hostlist_range(list, bracket, bracket->after + 1);
            return;
        }
        (void)hostlist_range(list, bracket, bracket->begin);
    }
    list->more = 0;
}

/* 1: list->name is the next one; 0: none is left; -1: list->fault. */
static inline int hostlist_next(hostlist *list) {
    if (!list->more && list->ended) {
        return 0;
    }
    if ((!list->more && !hostlist_item(list)) || !hostlist_write(list)) {
        return -1;
    }
    hostlist_advance(list);
    return 1;
}

/* ---- Tables of names ------------------------------------------------------------------------- */

/* Names have numbers, in the order in which they were added. */
typedef struct names {
    char *text;                     /* all names, each with its end                           */
    size_t text_bytes, text_room;
    size_t *begin;                  /* of each name in text                                   */
    uint32_t count, room;
    uint32_t *slot;                 /* open addressing: SKED_NONE, or a number                */
    uint32_t slots;                 /* a power of two, or 0                                   */
} names;

static inline void names_drop(names *table) {
    free(table->text);
    free(table->begin);
    free(table->slot);
    memset(table, 0, sizeof *table);
}

static inline const char *names_text(const names *table, uint32_t number) {
    return table->text + table->begin[number];
}

/* FNV-1a, 32 bits. */
static inline uint32_t names_hash(const char *name) {
    uint32_t hash = UINT32_C(2166136261);

    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * UINT32_C(16777619);
    }
    return hash;
}

/* The slot of a name: where it is, or would be. */
static inline uint32_t names_slot(const names *table, const char *name) {
    uint32_t at = names_hash(name) & (table->slots - 1);

    while (table->slot[at] != SKED_NONE &&
           strcmp(names_text(table, table->slot[at]), name) != 0) {
        at = (at + 1) & (table->slots - 1);
    }
    return at;
}

/* The number of a name; SKED_NONE: there is no such. */
static inline uint32_t names_find(const names *table, const char *name) {
    return table->slots > 0 ? table->slot[names_slot(table, name)] : SKED_NONE;
}

static inline int names_grow_slots(names *table) {
    const uint32_t slots = table->slots > 0 ? table->slots * 2 : 64;
    uint32_t *slot = (uint32_t *)malloc(slots * sizeof *slot), number;

    if (slot == NULL) {
        return 0;
    }
    free(table->slot);
    table->slot = slot;
    table->slots = slots;
    memset(slot, 0xFF, slots * sizeof *slot);
    for (number = 0; number < table->count; number++) {
        slot[names_slot(table, names_text(table, number))] = number;
    }
    return 1;
}

static inline int names_grow(names *table, size_t bytes) {
    const uint32_t room = table->room > 0 ? table->room * 2 : 64;
    size_t *begin;
    char *text;

    if (table->text_bytes + bytes > table->text_room) {
        text = (char *)realloc(table->text, table->text_room * 2 + 4096);
        if (text == NULL) {
            return 0;
        }
        table->text = text;
        table->text_room = table->text_room * 2 + 4096;
    }
    if (table->count == table->room) {
        begin = (size_t *)realloc(table->begin, room * sizeof *begin);
        if (begin == NULL) {
            return 0;
        }
        table->begin = begin;
        table->room = room;
    }
    return table->count < table->slots / 2 || names_grow_slots(table);
}

/* Adds a name that is not there, of at most HOSTLIST_CHARS characters; SKED_NONE: out of memory. */
static inline uint32_t names_add(names *table, const char *name) {
    const size_t bytes = strlen(name) + 1;

    if (!names_grow(table, bytes)) {
        return SKED_NONE;
    }
    memcpy(table->text + table->text_bytes, name, bytes);
    table->begin[table->count] = table->text_bytes;
    table->text_bytes += bytes;
    table->slot[names_slot(table, name)] = table->count;
    return table->count++;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* A name as its stem and the number at its end; of no digits if it has none. */
typedef struct hostlist_parts {
    const char *name;
    size_t stem;                    /* characters before the digits                           */
    uint32_t number, digits;
} hostlist_parts;

static inline hostlist_parts hostlist_parts_of(const char *name) {
    const size_t chars = strlen(name);
    hostlist_parts parts;

    parts.name = name;
    parts.stem = chars;
    while (parts.stem > 0 && chars - parts.stem < HOSTLIST_DIGITS - 1 &&
           name[parts.stem - 1] >= '0' && name[parts.stem - 1] <= '9') {
        parts.stem--;
    }
    parts.digits = (uint32_t)(chars - parts.stem);
    (void)hostlist_digits(name + parts.stem, name + chars, &parts.number);
    return parts;
}

static inline int hostlist_same_stem(const hostlist_parts *a, const hostlist_parts *b) {
    return a->digits > 0 && b->digits > 0 && a->stem == b->stem &&
           strncmp(a->name, b->name, a->stem) == 0;
}

/* Does b follow a in a range that begins with `first`? As wide as that one, or as wide as it is. */
static inline int hostlist_follows(const hostlist_parts *first, const hostlist_parts *a,
                                   const hostlist_parts *b) {
    char digits[HOSTLIST_DIGITS + 2];

    snprintf(digits, sizeof digits, "%0*" PRIu32, (int)first->digits, a->number + 1);
    return strcmp(b->name + b->stem, digits) == 0;
}

/* The parts of the name of `at`; of a name without anything beyond the set. */
static inline hostlist_parts hostlist_parts_at(const names *table, const sked_set *set,
                                               uint32_t at) {
    return hostlist_parts_of(at < set->size ? names_text(table, at) : "");
}

/* Prints a range from `at` on, "3" or "0-3"; returns the first that is not in it. */
static inline uint32_t hostlist_print_range(FILE *file, const names *table, const sked_set *set,
                                            uint32_t at) {
    const hostlist_parts first = hostlist_parts_at(table, set, at);
    hostlist_parts last = first, next;

    for (;;) {
        at = sked_set_next(set, at);
        next = hostlist_parts_at(table, set, at);
        if (!hostlist_same_stem(&first, &next) || !hostlist_follows(&first, &last, &next)) {
            break;
        }
        last = next;
    }
    fputs(first.name + first.stem, file);
    if (last.name != first.name) {
        fprintf(file, "-%s", last.name + last.stem);
    }
    return at;
}

/* Prints the names of a set, those of one stem that follow each other in one bracket. */
static inline void hostlist_print(FILE *file, const names *table, const sked_set *set) {
    uint32_t at = sked_set_first(set);
    hostlist_parts first, next;
    int many;

    while (at < set->size) {
        first = hostlist_parts_at(table, set, at);
        next = hostlist_parts_at(table, set, sked_set_next(set, at));
        many = hostlist_same_stem(&first, &next);
        fprintf(file, "%.*s%s", (int)first.stem, first.name, many ? "[" : "");
        at = hostlist_print_range(file, table, set, at);
        next = hostlist_parts_at(table, set, at);
        while (hostlist_same_stem(&first, &next)) {
            fputc(',', file);
            at = hostlist_print_range(file, table, set, at);
            next = hostlist_parts_at(table, set, at);
        }
        fputs(many ? "]" : "", file);
        fputs(at < set->size ? "," : "", file);
    }
}

#endif
