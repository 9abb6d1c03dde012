/* topology_yaml.h: reads the default topology of Slurm's topology.yaml: a tree, or blocks. */
/* SPDX-License-Identifier: MIT */
#ifndef TOPOLOGY_YAML_H_INCLUDED
#define TOPOLOGY_YAML_H_INCLUDED

/* A small part of YAML, which is what such files have: maps and lists by indentation, one key or
   one "- key" a line; values that are plain or in quotes; numbers in brackets, [4, 16]; comments;
   and --- before all of it. Everything else is refused. The file is a list of topologies:

       - topology: NAME             the first key
         cluster_default: true      the first that has it is read; if none has, the first of all
         tree:                      or block:, with block_sizes: and - block:, or flat: true
           switches:
             - switch: NAME
               nodes: LIST          or children: LIST

   It is read twice, so that the default is known before switches are taken. */

#include <stdint.h>
#include <string.h>

#include "hostlist.h"
#include "topology.h"

static const char *const yaml_keys[TOPOLOGY_KEYS] = {
    "switch", "block", "nodes", "children", "block_sizes", "", ""};

/* What a topology has. */
enum { YAML_TOPOLOGY, YAML_DEFAULT, YAML_TREE, YAML_BLOCK, YAML_FLAT, YAML_KEYS };

/* The keys of a map, and what messages call them together. */
typedef struct yaml_map {
    const char *name[YAML_KEYS];    /* NULL: no further one                                   */
    const char *expected;
} yaml_map;

static const yaml_map yaml_topology_map = {
    .name = {"topology", "cluster_default", "tree", "block", "flat"},
    .expected = "topology:, cluster_default:, tree:, block: or flat:"};
static const yaml_map yaml_tree_map = {.name = {"switches"}, .expected = "switches:"};
static const yaml_map yaml_block_map = {.name = {"block_sizes", "blocks"},
                                        .expected = "block_sizes: or blocks:"};
static const yaml_map yaml_switch_map = {.name = {"switch", "nodes", "children"},
                                         .expected = "switch:, nodes: or children:"};
static const yaml_map yaml_base_map = {.name = {"block", "nodes"}, .expected = "block: or nodes:"};

/* By the keys of the last two. */
static const int yaml_switch_values[] = {TOPOLOGY_SWITCH, TOPOLOGY_NODES, TOPOLOGY_SWITCHES};
static const int yaml_base_values[] = {TOPOLOGY_BLOCK, TOPOLOGY_NODES};

/* A line that has something. */
typedef struct yaml {
    topology_reader *r;
    const char *next;               /* the line after it                                      */
    const char *at;                 /* what it has, behind blanks and a dash                  */
    size_t column, dash;            /* of that, and of the dash, from 0 on                    */
    int is_item, is_list, ended;    /* has a dash; the value is in brackets; no such line     */
    topology_text key, value;       /* begin NULL: there is none                              */
    names topologies;
    uint32_t number, chosen;        /* of the topology that is read, and of the default       */
    const char *flat;               /* where the default is said to be flat                   */
} yaml;

/* ---- Lines ----------------------------------------------------------------------------------- */

static inline int yaml_is_end(const char *at, const char *end) {
    return at == end || *at == '#';
}

static inline const char *yaml_blanks(const char *at, const char *end) {
    while (at < end && *at == ' ') {
        at++;
    }
    return at;
}

/* Refuses what is no text, wherever it is but in comments. */
static inline int yaml_is_text(yaml *y, const char *at, const char *end) {
    for (; at < end; at++) {
        if (*at < ' ' || *at > '~') {
            return topology_refuse(y->r, at, *at == '\t' ? "a tab, expected blanks"
                                                         : "a byte that is no text, expected "
                                                           "ASCII");
        }
    }
    return 1;
}

/* A text in quotes: what is between them; *at moves behind it. */
static inline int yaml_quoted(yaml *y, const char **at, const char *end, topology_text *text) {
    const char quote = **at;

    text->begin = *at + 1;
    text->end = (const char *)memchr(text->begin, quote, (size_t)(end - text->begin));
    if (text->end == NULL) {
        return topology_refuse(y->r, *at, "a quote without its end, expected both in a line");
    }
    *at = text->end + 1;
    return yaml_is_text(y, text->begin, text->end);
}

/* Numbers in brackets, with the brackets. */
static inline int yaml_brackets(yaml *y, const char **at, const char *end, topology_text *text) {
    text->begin = *at;
    text->end = (const char *)memchr(*at, ']', (size_t)(end - *at));
    if (text->end == NULL) {
        return topology_refuse(y->r, *at, "a bracket without its end, expected both in a line");
    }
    text->end++;
    *at = text->end;
    y->is_list = 1;
    return yaml_is_text(y, text->begin, text->end);
}

/* Does the text end here: before a colon with a blank, or a comment? */
static inline int yaml_stops(const char *at, const char *end) {
    return (*at == ':' && (at + 1 == end || at[1] == ' ')) ||
           (*at == ' ' && yaml_is_end(yaml_blanks(at, end), end));
}

/* A text, plain or in quotes. */
static inline int yaml_text(yaml *y, const char **at, const char *end, topology_text *text) {
    if (!yaml_is_text(y, *at, *at + 1)) {
        return 0;
    }
    if (**at == '"' || **at == '\'') {
        return yaml_quoted(y, at, end, text);
    }
    if (strchr("[]{}&*!|>%@`,?:", **at) != NULL ||
        (**at == '-' && (*at + 1 == end || (*at)[1] == ' '))) {
        return topology_refuse(y->r, *at, "\"%c\", expected a plain text, or one in quotes", **at);
    }
    text->begin = *at;
    while (*at < end && !yaml_stops(*at, end)) {
        (*at)++;
    }
    text->end = *at;
    return yaml_is_text(y, text->begin, text->end);
}

/* What a line has: a text, or a key and perhaps its value. */
static inline int yaml_content(yaml *y, const char *at, const char *end) {
    y->key.begin = y->value.begin = NULL;
    y->is_list = 0;
    if (!yaml_text(y, &at, end, &y->value)) {
        return 0;
    }
    at = yaml_blanks(at, end);
    if (at < end && *at == ':') {
        y->key = y->value;
        y->value.begin = NULL;
        at = yaml_blanks(at + 1, end);
        if (!yaml_is_end(at, end) && !(*at == '[' ? yaml_brackets(y, &at, end, &y->value)
                                                  : yaml_text(y, &at, end, &y->value))) {
            return 0;
        }
        at = yaml_blanks(at, end);
    }
    return yaml_is_end(at, end) ||
           (yaml_is_text(y, at, at + 1) &&
            topology_refuse(y->r, at, "\"%c\" behind the text, expected the end of the line", *at));
}

/* The dash, if there is one; at moves behind it. */
static inline const char *yaml_dash(yaml *y, const char *begin, const char *at, const char *end) {
    y->is_item = *at == '-' && (at + 1 == end || at[1] == ' ');
    y->dash = (size_t)(at - begin);
    return y->is_item ? yaml_blanks(at + 1, end) : at;
}

/* The next line that has something. */
static inline int yaml_step(yaml *y) {
    const char *const file_end = y->r->text + y->r->bytes;
    const char *begin, *end, *at;

    do {
        begin = y->next;
        if (begin >= file_end) {
            y->ended = 1;
            y->at = file_end;
            return 1;
        }
        end = (const char *)memchr(begin, '\n', (size_t)(file_end - begin));
        end = end != NULL ? end : file_end;
        y->next = end + 1;
        end -= end > begin && end[-1] == '\r';
        at = yaml_blanks(begin, end);
    } while (yaml_is_end(at, end));
    at = yaml_dash(y, begin, at, end);
    if (yaml_is_end(at, end)) {
        return topology_refuse(y->r, at, "nothing behind the dash, expected it in the same line");
    }
    y->at = at;
    y->column = (size_t)(at - begin);
    return yaml_content(y, at, end);
}

/* ---- Maps and lists -------------------------------------------------------------------------- */

/* A line that continues nothing. */
static inline int yaml_misplaced(yaml *y) {
    return topology_refuse(y->r, y->at, "a line that continues none of those above it, expected "
                                        "the indentation of one that it does");
}

static inline int yaml_is_in_map(const yaml *y, size_t column) {
    return !y->ended && !y->is_item && y->column == column;
}

static inline int yaml_is_in_list(const yaml *y, size_t dash) {
    return !y->ended && y->is_item && y->dash == dash;
}

/* Which key of a map the line has, each at most once; -1: told. */
static inline int yaml_key(yaml *y, const yaml_map *map, unsigned *seen) {
    const topology_text text = y->key.begin != NULL ? y->key : y->value;
    const size_t chars = (size_t)(text.end - text.begin);
    int at = 0;

    while (at < YAML_KEYS && map->name[at] != NULL &&
           (strlen(map->name[at]) != chars || memcmp(map->name[at], text.begin, chars) != 0)) {
        at++;
    }
    if (y->key.begin == NULL || at == YAML_KEYS || map->name[at] == NULL) {
        topology_refuse(y->r, y->at, "\"%.*s\", expected %s", chars > 40 ? 40 : (int)chars,
                        text.begin, map->expected);
        return -1;
    }
    if ((*seen >> at & 1) != 0) {
        topology_refuse(y->r, y->at, "another %s, expected one", map->name[at]);
        return -1;
    }
    *seen |= 1u << at;
    return at;
}

/* The key has a value that is a text. */
static inline int yaml_has_text(yaml *y, const char *expected) {
    if (y->value.begin == NULL || y->is_list || y->value.begin == y->value.end) {
        return topology_refuse(y->r, y->value.begin != NULL ? y->value.begin : y->key.end + 1,
                               "no text, expected %s", expected);
    }
    return 1;
}

/* The key has a map below it, or a list: those are the next line. A list may begin below the key
 * itself. */
static inline int yaml_down(yaml *y, int is_list, const char *expected) {
    const size_t column = y->column;

    if (y->value.begin != NULL) {
        return topology_refuse(y->r, y->value.begin, "a value, expected %s below the key",
                               expected);
    }
    if (!yaml_step(y)) {
        return 0;
    }
    if (y->ended || y->is_item != is_list || (is_list ? y->dash < column : y->column <= column)) {
        return topology_refuse(y->r, y->at, "another line, expected %s below the key", expected);
    }
    return 1;
}

/* ---- Trees and blocks ------------------------------------------------------------------------ */

static inline int yaml_takes(const yaml *y) {
    return y->number == y->chosen;
}

/* A switch or a block: a map whose first key is in this line. */
static inline int yaml_entry(yaml *y, const yaml_map *map, const int *which) {
    const size_t column = y->column;
    const char *const begin = y->at;
    topology_text values[TOPOLOGY_KEYS];
    unsigned seen = 0;
    int key;

    memset(values, 0, sizeof values);
    for (y->is_item = 0; yaml_is_in_map(y, column);) {
        key = yaml_key(y, map, &seen);
        if (key < 0 || !yaml_has_text(y, key == 0 ? "a name" : "a list as a[0-3,7],b")) {
            return 0;
        }
        values[which[key]] = y->value;
        if (!yaml_step(y)) {
            return 0;
        }
    }
    if (values[which[0]].begin == NULL) {
        return topology_refuse(y->r, begin, "no %s: here, expected it", map->name[0]);
    }
    return !yaml_takes(y) || (which[0] == TOPOLOGY_SWITCH ? topology_take_switch(y->r, values)
                                                          : topology_take_block(y->r, values));
}

/* All switches, or all blocks. */
static inline int yaml_entries(yaml *y, const yaml_map *map, const int *which) {
    size_t dash;

    if (!yaml_down(y, 1, which[0] == TOPOLOGY_SWITCH ? "- switch: NAME" : "- block: NAME")) {
        return 0;
    }
    for (dash = y->dash; yaml_is_in_list(y, dash);) {
        if (!yaml_entry(y, map, which)) {
            return 0;
        }
    }
    return 1;
}

static inline int yaml_size(yaml *y, topology_text number) {
    return !yaml_takes(y) || topology_take_size(y->r, number);
}

/* Sizes in brackets. */
static inline int yaml_sizes_here(yaml *y) {
    const char *const end = y->value.end - 1;
    topology_text number;
    const char *comma = y->value.begin;

    while (comma < end) {
        number.begin = yaml_blanks(comma + 1, end);
        comma = (const char *)memchr(number.begin, ',', (size_t)(end - number.begin));
        comma = comma != NULL ? comma : end;
        for (number.end = comma; number.end > number.begin && number.end[-1] == ' ';) {
            number.end--;
        }
        if (!yaml_size(y, number)) {
            return 0;
        }
    }
    return yaml_step(y);
}

/* Sizes, a line each. */
static inline int yaml_sizes_below(yaml *y) {
    size_t dash;

    if (!yaml_down(y, 1, "numbers as [4, 16], or - 4")) {
        return 0;
    }
    for (dash = y->dash; yaml_is_in_list(y, dash);) {
        if (y->key.begin != NULL) {
            return topology_refuse(y->r, y->at, "a key, expected a number");
        }
        if (!yaml_size(y, y->value) || !yaml_step(y)) {
            return 0;
        }
    }
    return 1;
}

static inline int yaml_tree(yaml *y, size_t column) {
    unsigned seen = 0;

    while (yaml_is_in_map(y, column)) {
        if (yaml_key(y, &yaml_tree_map, &seen) < 0 ||
            !yaml_entries(y, &yaml_switch_map, yaml_switch_values)) {
            return 0;
        }
    }
    return 1;
}

static inline int yaml_block(yaml *y, size_t column) {
    unsigned seen = 0;
    int key, done;

    while (yaml_is_in_map(y, column)) {
        key = yaml_key(y, &yaml_block_map, &seen);
        if (key < 0) {
            return 0;
        }
        if (key == 0) {
            y->r->has_sizes |= yaml_takes(y);
            done = y->is_list ? yaml_sizes_here(y) : yaml_sizes_below(y);
        } else {
            done = yaml_entries(y, &yaml_base_map, yaml_base_values);
        }
        if (!done) {
            return 0;
        }
    }
    return (seen & 2) != 0 || topology_refuse(y->r, y->at, "no blocks: here, expected them");
}

/* ---- Topologies ------------------------------------------------------------------------------ */

/* The name of a topology, which the first reading keeps. */
static inline int yaml_name(yaml *y) {
    char name[HOSTLIST_CHARS + 1];

    if (!yaml_has_text(y, "the name of a topology") || !topology_name(y->r, y->value, name)) {
        return 0;
    }
    if (y->chosen == SKED_NONE) {
        if (names_find(&y->topologies, name) != SKED_NONE) {
            return topology_refuse(y->r, y->value.begin, "another topology \"%s\", expected one",
                                   name);
        }
        if (names_add(&y->topologies, name) == SKED_NONE) {
            return topology_no_memory();
        }
    }
    return yaml_step(y);
}

/* true; or false, if `other` says so. */
static inline int yaml_boolean(yaml *y, const char *other, int *is_true) {
    const size_t chars = y->value.begin == NULL ? 0 : (size_t)(y->value.end - y->value.begin);

    *is_true = chars == 4 && memcmp(y->value.begin, "true", 4) == 0;
    if (!*is_true && (other == NULL || chars != strlen(other) ||
                      memcmp(y->value.begin, other, chars) != 0)) {
        return topology_refuse(y->r, y->value.begin != NULL ? y->value.begin : y->key.end + 1,
                               "another value, expected true%s", other != NULL ? " or false" : "");
    }
    return yaml_step(y);
}

static inline int yaml_flat(yaml *y) {
    int is_true;

    if (yaml_takes(y)) {
        y->flat = y->at;
    }
    return yaml_boolean(y, NULL, &is_true);
}

static inline int yaml_value(yaml *y, int key, uint32_t *marked) {
    int is_true;

    switch (key) {
    case YAML_TOPOLOGY: return yaml_name(y);
    case YAML_DEFAULT:
        if (!yaml_boolean(y, "false", &is_true)) {
            return 0;
        }
        *marked = is_true && *marked == SKED_NONE ? y->number : *marked;
        return 1;
    case YAML_TREE: return yaml_down(y, 0, "switches:") && yaml_tree(y, y->column);
    case YAML_BLOCK:
        return yaml_down(y, 0, "block_sizes: or blocks:") && yaml_block(y, y->column);
    default: return yaml_flat(y);
    }
}

/* A topology, which begins in this line. */
static inline int yaml_topology(yaml *y, uint32_t *marked) {
    const size_t column = y->column;
    const char *const begin = y->at;
    const unsigned kinds = 1u << YAML_TREE | 1u << YAML_BLOCK | 1u << YAML_FLAT;
    unsigned seen = 0, before;
    int key;

    for (y->is_item = 0; yaml_is_in_map(y, column);) {
        before = seen;
        key = yaml_key(y, &yaml_topology_map, &seen);
        if (key < 0) {
            return 0;
        }
        if (before == 0 && key != YAML_TOPOLOGY) {
            return topology_refuse(y->r, y->at, "another key, expected topology: NAME first");
        }
        if ((before & kinds) != 0 && key >= YAML_TREE) {
            return topology_refuse(y->r, y->at, "another kind, expected one of tree:, block: and "
                                                "flat:");
        }
        if (!yaml_value(y, key, marked)) {
            return 0;
        }
    }
    return (seen & kinds) != 0 ||
           topology_refuse(y->r, begin, "a topology of no kind, expected tree:, block: or flat:");
}

/* The first line with something, behind the mark --- if there is one. */
static inline int yaml_first(yaml *y) {
    y->next = y->r->text;
    y->ended = 0;
    if (!yaml_step(y)) {
        return 0;
    }
    if (!y->ended && y->column == 0 && y->value.begin == y->at &&
        y->value.end - y->value.begin == 3 && memcmp(y->at, "---", 3) == 0) {
        return yaml_step(y);
    }
    return 1;
}

/* Reads all topologies, and takes the chosen one. */
static inline int yaml_topologies(yaml *y, uint32_t *marked) {
    size_t dash;

    if (!yaml_first(y)) {
        return 0;
    }
    if (!y->ended && !y->is_item) {
        return topology_refuse(y->r, y->at, "no dash, expected - topology: NAME");
    }
    for (dash = y->dash, y->number = 0; yaml_is_in_list(y, dash); y->number++) {
        if (!yaml_topology(y, marked)) {
            return 0;
        }
    }
    return y->ended || yaml_misplaced(y);
}

/* Reads a topology.yaml. */
static inline int topology_yaml(topology_reader *r) {
    uint32_t marked = SKED_NONE;
    yaml y;
    int done;

    memset(&y, 0, sizeof y);
    y.r = r;
    y.chosen = SKED_NONE;
    r->keys = yaml_keys;
    done = yaml_topologies(&y, &marked);
    if (done && y.number == 0) {
        done = topology_refuse(r, y.at, "the end, expected - topology: NAME before it");
    }
    if (done) {
        y.chosen = marked != SKED_NONE ? marked : 0;
        done = yaml_topologies(&y, &marked);
    }
    if (done && y.flat != NULL) {
        done = topology_refuse(r, y.flat, "the default topology is flat and names no nodes, "
                                          "expected tree: or block:");
    }
    names_drop(&y.topologies);
    return done;
}

#endif
