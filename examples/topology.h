/* topology.h: trees of switches and blocks: Slurm's topology.conf, what scontrol shows, shapes. */
/* SPDX-License-Identifier: MIT */
#ifndef TOPOLOGY_H_INCLUDED
#define TOPOLOGY_H_INCLUDED

/* A line SwitchName=NAME with Nodes=LIST is a leaf switch, one with Switches=LIST a switch above
   others. The lines may have any order, and there may be several roots. Children that no line
   declares are left out. Switches with the same switches below them are one switch of the tree: the
   first of them. `scontrol show topology` adds Level=, and tells the nodes below upper switches,
   too: these are compared with the tree.

   Instead, a file may have lines BlockName=NAME with Nodes=LIST, and one BlockSizes=4,16,...: the
   number of nodes that Slurm plans with for a block, and that times powers of two. A block is a
   leaf switch. For each further size, so many blocks that follow each other in the file are below
   one switch of the next level; the last of a level may be smaller. Above all is one root. Without
   BlockSizes, the nodes of the first block are the first size, and that times 2, 4, 8 and 16 are
   the others. */

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched_fattree.h"

#include "hostlist.h"

#ifndef TOPOLOGY_NAMES_MOST
#define TOPOLOGY_NAMES_MOST SKED_FATTREE_MAX
#endif
#define TOPOLOGY_BYTES_MOST ((size_t)1 << 28)       /* of a file */

enum {
    TOPOLOGY_SIZES_MOST = 16,       /* the largest block has at most 2^15 times the first size */
    TOPOLOGY_SIZES_DEFAULT = 0x1f   /* as topology.block_sizes                                 */
};

typedef struct topology {
    names nodes;                    /* their numbers are those of the processors              */
    names switches;                 /* of the file, also those that are none of the tree      */
    uint32_t *name;                 /* of each switch of the tree: its number in switches     */
    uint32_t *parent, *leaf;        /* of the settings                                        */
    sked_fattree_settings settings;
    uint32_t twins;                 /* switches that are one with another                     */
    uint32_t undeclared;            /* children that no line declares                         */
    uint32_t blocks;                /* leaf switches that are blocks; 0: of a tree            */
    uint32_t block_nodes;           /* that are planned with for a block, which may have more */
    uint32_t block_sizes;           /* bit i: 2^i blocks are a block of a higher level        */
} topology;

/* Text between two places of the file; begin NULL: it is not there. */
typedef struct topology_text {
    const char *begin, *end;
} topology_text;

/* A switch of the file. */
typedef struct topology_switch {
    topology_text declared;         /* its name, in its line                                  */
    topology_text nodes;            /* what scontrol tells of an upper switch                 */
    size_t first, count;            /* its children                                           */
    uint32_t waits;                 /* children that have no place in the order yet           */
    uint32_t levels;                /* of switches, down from this one                        */
    uint32_t twin;                  /* the switch that stands for it in the tree              */
    uint32_t parent;                /* such a switch; or SKED_NONE                            */
    uint32_t kin, next_kin;         /* switches with this one as their least child; a list    */
    uint32_t number;                /* in the tree                                            */
} topology_switch;

typedef struct topology_child {
    const char *at;                 /* where its parent names it                              */
    uint32_t number;                /* of the switch                                          */
} topology_child;

/* What a line can tell, and what the two kinds of files call it. */
enum { TOPOLOGY_SWITCH, TOPOLOGY_BLOCK, TOPOLOGY_NODES, TOPOLOGY_SWITCHES, TOPOLOGY_SIZES,
       TOPOLOGY_LEVEL, TOPOLOGY_SPEED, TOPOLOGY_KEYS };

static const char *const topology_conf_keys[TOPOLOGY_KEYS] = {
    "SwitchName", "BlockName", "Nodes", "Switches", "BlockSizes", "Level", "LinkSpeed"};

typedef struct topology_reader {
    const char *file;
    const char *const *keys;        /* by TOPOLOGY_SWITCH, ...                                */
    int kind;                       /* TOPOLOGY_SWITCH or _BLOCK, if there is a line of it    */
    int has_kind, has_sizes;
    char *text;
    size_t bytes;
    topology *out;
    topology_switch *switches;      /* by number of the name                                  */
    size_t switches_room;
    topology_child *children;
    size_t children_count, children_room;
    size_t leaf_room;
    uint32_t *order;                /* of the switches: children first                        */
    uint32_t order_count;
    size_t *above_begin;            /* of each switch, those above it                         */
    uint32_t *above;
} topology_reader;

static inline void topology_drop(topology *tree) {
    names_drop(&tree->nodes);
    names_drop(&tree->switches);
    free(tree->name);
    free(tree->parent);
    free(tree->leaf);
    memset(tree, 0, sizeof *tree);
}

static inline int topology_no_memory(void) {
    fputs("placement: out of memory\n", stderr);
    return 0;
}

/* Says what is wrong at a place of the file, and what was expected. Returns 0. */
static inline int topology_refuse(const topology_reader *r, const char *at, const char *format,
                                  ...) {
    const char *begin = r->text, *end;
    unsigned long line = 1;
    va_list values;

    end = (const char *)memchr(begin, '\n', (size_t)(at - begin));
    for (; end != NULL; end = (const char *)memchr(begin, '\n', (size_t)(at - begin))) {
        begin = end + 1;
        line++;
    }
    fprintf(stderr, "placement: %s:%lu:%lu: ", r->file, line, (unsigned long)(at - begin) + 1);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    return 0;
}

/* Room for one more in an array that grows. */
static inline int topology_grow(void **array, size_t *room, size_t count, size_t item) {
    const size_t larger = *room * 2 + 64;
    void *grown;

    if (count < *room) {
        return 1;
    }
    grown = realloc(*array, larger * item);
    if (grown == NULL) {
        return topology_no_memory();
    }
    *array = grown;
    *room = larger;
    return 1;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Names of up to 64 characters, and what is wrong with them. */
static inline int topology_name(topology_reader *r, topology_text text, char *name) {
    const size_t chars = (size_t)(text.end - text.begin);
    const char *at;

    for (at = text.begin; at < text.end && hostlist_is_letter(*at); at++) {
    }
    if (at < text.end) {
        return topology_refuse(r, at, "a character that names do not have, expected the name of "
                                      "one switch");
    }
    if (chars == 0 || chars > HOSTLIST_CHARS) {
        return topology_refuse(r, text.begin, "the name has %lu characters, expected 1 to %d",
                               (unsigned long)chars, (int)HOSTLIST_CHARS);
    }
    memcpy(name, text.begin, chars);
    name[chars] = '\0';
    return 1;
}

/* The number of a new switch. SKED_NONE: told. */
static inline uint32_t topology_switch_new(topology_reader *r, const char *name, const char *at) {
    names *table = &r->out->switches;
    void *array = r->switches;
    uint32_t number;

    if (table->count == TOPOLOGY_NAMES_MOST) {
        topology_refuse(r, at, "another switch, expected at most %lu",
                        (unsigned long)TOPOLOGY_NAMES_MOST);
        return SKED_NONE;
    }
    if (!topology_grow(&array, &r->switches_room, table->count, sizeof *r->switches)) {
        return SKED_NONE;
    }
    r->switches = (topology_switch *)array;
    memset(&r->switches[table->count], 0, sizeof *r->switches);
    number = names_add(table, name);
    if (number == SKED_NONE) {
        topology_no_memory();
    }
    return number;
}

/* The number of a switch, which is new or not. SKED_NONE: told. */
static inline uint32_t topology_switch_named(topology_reader *r, const char *name,
                                             const char *at) {
    const uint32_t number = names_find(&r->out->switches, name);

    return number != SKED_NONE ? number : topology_switch_new(r, name, at);
}

static inline int topology_list_wrong(topology_reader *r, const hostlist *list) {
    return topology_refuse(r, list->fault_at, "%s", list->fault);
}

static inline int topology_add_node(topology_reader *r, const hostlist *list, uint32_t leaf) {
    topology *out = r->out;
    const uint32_t known = names_find(&out->nodes, list->name);
    void *array = out->leaf;

    if (known != SKED_NONE) {
        return topology_refuse(r, list->item,
                               "node \"%s\" is on %s \"%s\" already, expected each node on one "
                               "%s, once", list->name,
                               r->kind == TOPOLOGY_BLOCK ? "block" : "switch",
                               names_text(&out->switches, out->leaf[known]),
                               r->kind == TOPOLOGY_BLOCK ? "block" : "leaf switch");
    }
    if (out->nodes.count == TOPOLOGY_NAMES_MOST) {
        return topology_refuse(r, list->item, "another node, expected at most %lu",
                               (unsigned long)TOPOLOGY_NAMES_MOST);
    }
    if (!topology_grow(&array, &r->leaf_room, out->nodes.count, sizeof *out->leaf)) {
        return 0;
    }
    out->leaf = (uint32_t *)array;
    out->leaf[out->nodes.count] = leaf;
    return names_add(&out->nodes, list->name) != SKED_NONE || topology_no_memory();
}

static inline int topology_add_nodes(topology_reader *r, topology_text text, uint32_t leaf) {
    hostlist list;
    int read;

    hostlist_begin(&list, text.begin, text.end);
    for (read = hostlist_next(&list); read > 0; read = hostlist_next(&list)) {
        if (!topology_add_node(r, &list, leaf)) {
            return 0;
        }
    }
    return read == 0 || topology_list_wrong(r, &list);
}

static inline int topology_add_children(topology_reader *r, topology_text text, uint32_t above) {
    topology_child child;
    void *array;
    hostlist list;
    int read;

    r->switches[above].first = r->children_count;
    hostlist_begin(&list, text.begin, text.end);
    for (read = hostlist_next(&list); read > 0; read = hostlist_next(&list)) {
        child.at = list.item;
        child.number = topology_switch_named(r, list.name, list.item);
        array = r->children;
        if (child.number == SKED_NONE ||
            !topology_grow(&array, &r->children_room, r->children_count, sizeof child)) {
            return 0;
        }
        r->children = (topology_child *)array;
        r->children[r->children_count++] = child;
        r->switches[above].count++;
    }
    return read == 0 || topology_list_wrong(r, &list);
}

/* The lines of a file are all of one kind. */
static inline int topology_is_of(topology_reader *r, int kind, const char *at) {
    if (r->has_kind && r->kind != kind) {
        return topology_refuse(r, at, "%s in a file with %s, expected one of the two in a file",
                               r->keys[kind], r->keys[r->kind]);
    }
    r->kind = kind;
    r->has_kind = 1;
    return 1;
}

static inline int topology_declare(topology_reader *r, int kind, const topology_text *values) {
    const topology_text *text = &values[kind];
    const topology_text *nodes = &values[TOPOLOGY_NODES], *below = &values[TOPOLOGY_SWITCHES];
    char name[HOSTLIST_CHARS + 1];
    uint32_t number;

    if (!topology_is_of(r, kind, text->begin) || !topology_name(r, *text, name)) {
        return 0;
    }
    number = topology_switch_named(r, name, text->begin);
    if (number == SKED_NONE) {
        return 0;
    }
    if (r->switches[number].declared.begin != NULL) {
        return topology_refuse(r, text->begin, "%s \"%s\" has a line already, expected one",
                               kind == TOPOLOGY_BLOCK ? "block" : "switch", name);
    }
    r->switches[number].declared = *text;
    if (below->begin != NULL) {
        r->switches[number].nodes = *nodes;
        return topology_add_children(r, *below, number);
    }
    return topology_add_nodes(r, *nodes, number);
}

static inline int topology_same_key(topology_text word, const char *key) {
    for (; word.begin < word.end && *key != '\0'; word.begin++, key++) {
        if ((*word.begin | 0x20) != (*key | 0x20)) {
            return 0;
        }
    }
    return word.begin == word.end && *key == '\0';
}

/* Reads KEY=VALUE into the values of a line. */
static inline int topology_word(topology_reader *r, topology_text word, topology_text *values) {
    static const char *const expected[TOPOLOGY_KEYS] = {
        "the name of a switch", "the name of a block", "a list as a[0-3,7],b",
        "a list as a[0-3,7],b", "numbers as 4,16", "a number", "a number"};
    const size_t chars = (size_t)(word.end - word.begin);
    const char *sign = (const char *)memchr(word.begin, '=', chars);
    topology_text key = word;
    int at = 0;

    key.end = sign != NULL ? sign : word.end;
    while (at < TOPOLOGY_KEYS && !topology_same_key(key, r->keys[at])) {
        at++;
    }
    if (at == TOPOLOGY_KEYS || sign == NULL) {
        return topology_refuse(r, word.begin, "\"%.*s\", expected SwitchName=, Nodes=, Switches=, "
                                              "Level=, LinkSpeed=, BlockName= or BlockSizes=",
                               chars > 40 ? 40 : (int)chars, word.begin);
    }
    if (values[at].begin != NULL) {
        return topology_refuse(r, word.begin, "another %s, expected one in a line", r->keys[at]);
    }
    values[at].begin = sign + 1;
    values[at].end = word.end;
    return values[at].begin < values[at].end ||
           topology_refuse(r, values[at].begin, "%s has no value, expected %s", r->keys[at],
                           expected[at]);
}

static inline int topology_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Reads the words of a line; a # begins a comment. */
static inline int topology_words(topology_reader *r, topology_text line, topology_text *values) {
    topology_text word;
    const char *at = line.begin;

    while (at < line.end && *at != '#') {
        word.begin = at;
        while (at < line.end && *at != '#' && !topology_is_blank(*at)) {
            if (*at < ' ' || *at > '~') {
                return topology_refuse(r, at, "a byte that is no text, expected ASCII");
            }
            at++;
        }
        word.end = at;
        if (word.end > word.begin && !topology_word(r, word, values)) {
            return 0;
        }
        at += at < line.end && topology_is_blank(*at);
    }
    return 1;
}

/* A switch, with either nodes or switches. */
static inline int topology_take_switch(topology_reader *r, const topology_text *values) {
    const topology_text *name = &values[TOPOLOGY_SWITCH];
    const int has_nodes = values[TOPOLOGY_NODES].begin != NULL;
    const int has_switches = values[TOPOLOGY_SWITCHES].begin != NULL;

    if (!has_nodes && !has_switches) {
        return topology_refuse(r, name->begin, "switch \"%.*s\" has neither %s nor %s, expected "
                                               "one", (int)(name->end - name->begin), name->begin,
                               r->keys[TOPOLOGY_NODES], r->keys[TOPOLOGY_SWITCHES]);
    }
    if (has_nodes && has_switches && values[TOPOLOGY_LEVEL].begin == NULL) {
        return topology_refuse(r, values[TOPOLOGY_SWITCHES].begin, "both %s and %s, expected one%s",
                               r->keys[TOPOLOGY_NODES], r->keys[TOPOLOGY_SWITCHES],
                               r->keys == topology_conf_keys
                                   ? "; both only with Level, as scontrol shows them"
                                   : "");
    }
    return topology_declare(r, TOPOLOGY_SWITCH, values);
}

/* Has a line of blocks nothing but `key` and `other`? */
static inline int topology_is_only(topology_reader *r, const topology_text *values, int key,
                                   int other) {
    int at;

    for (at = 0; at < TOPOLOGY_KEYS; at++) {
        if (at != key && at != other && values[at].begin != NULL) {
            return topology_refuse(r, values[at].begin, "%s beside %s, expected %s%s", r->keys[at],
                                   r->keys[key], r->keys[other],
                                   key == other ? " alone" : " alone beside it");
        }
    }
    return 1;
}

/* A block, with nodes. */
static inline int topology_take_block(topology_reader *r, const topology_text *values) {
    const topology_text *name = &values[TOPOLOGY_BLOCK];

    if (!topology_is_only(r, values, TOPOLOGY_BLOCK, TOPOLOGY_NODES)) {
        return 0;
    }
    if (values[TOPOLOGY_NODES].begin == NULL) {
        return topology_refuse(r, name->begin, "block \"%.*s\" has no %s, expected them",
                               (int)(name->end - name->begin), name->begin,
                               r->keys[TOPOLOGY_NODES]);
    }
    return topology_declare(r, TOPOLOGY_BLOCK, values);
}

/* A size of blocks: the first is any number, each further one that times a larger power of two. */
static inline int topology_take_size(topology_reader *r, topology_text text) {
    topology *out = r->out;
    const size_t chars = (size_t)(text.end - text.begin);
    uint32_t size, power = 0;

    if (hostlist_digits(text.begin, text.end, &size) != text.end || size == 0) {
        return topology_refuse(r, text.begin, "\"%.*s\", expected a number of 1 to 9 digits, "
                                              "from 1 on", chars > 40 ? 40 : (int)chars,
                               text.begin);
    }
    if (out->block_nodes == 0) {
        out->block_nodes = size;
    }
    while (power < TOPOLOGY_SIZES_MOST &&
           (out->block_sizes >> power > 0 || (uint64_t)out->block_nodes << power != size)) {
        power++;
    }
    if (power == TOPOLOGY_SIZES_MOST) {
        return topology_refuse(r, text.begin, "size %" PRIu32 ", expected %" PRIu32 " times a "
                                              "power of two of at most 32768, above the size "
                                              "before it", size, out->block_nodes);
    }
    out->block_sizes |= UINT32_C(1) << power;
    return 1;
}

/* The sizes of blocks, as 4,16. */
static inline int topology_take_sizes(topology_reader *r, const topology_text *values) {
    topology_text number = values[TOPOLOGY_SIZES];
    const char *end = number.end;

    if (!topology_is_of(r, TOPOLOGY_BLOCK, number.begin) ||
        !topology_is_only(r, values, TOPOLOGY_SIZES, TOPOLOGY_SIZES)) {
        return 0;
    }
    if (r->has_sizes) {
        return topology_refuse(r, number.begin, "another line with %s, expected one",
                               r->keys[TOPOLOGY_SIZES]);
    }
    r->has_sizes = 1;
    for (; number.begin <= end; number.begin = number.end + 1) {
        number.end = (const char *)memchr(number.begin, ',', (size_t)(end - number.begin));
        number.end = number.end != NULL ? number.end : end;
        if (!topology_take_size(r, number)) {
            return 0;
        }
    }
    return 1;
}

static inline int topology_line(topology_reader *r, topology_text line) {
    topology_text values[TOPOLOGY_KEYS];
    int at, words = 0;

    memset(values, 0, sizeof values);
    if (!topology_words(r, line, values)) {
        return 0;
    }
    for (at = 0; at < TOPOLOGY_KEYS; at++) {
        words += values[at].begin != NULL;
    }
    if (words == 0) {
        return 1;
    }
    if (values[TOPOLOGY_SIZES].begin != NULL) {
        return topology_take_sizes(r, values);
    }
    if (values[TOPOLOGY_BLOCK].begin != NULL) {
        return topology_take_block(r, values);
    }
    return values[TOPOLOGY_SWITCH].begin != NULL
               ? topology_take_switch(r, values)
               : topology_refuse(r, line.begin,
                                 "a line without SwitchName or BlockName, expected one of them");
}

/* Reads a topology.conf. */
static inline int topology_lines(topology_reader *r) {
    const char *end = r->text + r->bytes;
    topology_text line;

    for (line.begin = r->text; line.begin < end; line.begin = line.end + 1) {
        line.end = (const char *)memchr(line.begin, '\n', (size_t)(end - line.begin));
        line.end = line.end != NULL ? line.end : end;
        if (!topology_line(r, line)) {
            return 0;
        }
    }
    return r->out->nodes.count > 0 ||
           topology_refuse(r, end, "the end, expected a line SwitchName=NAME Nodes=LIST or "
                                   "BlockName=NAME Nodes=LIST before it");
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* A switch above `count` ones from `first` on, named by its base blocks from `begin` to `end`. */
static inline int topology_gather(topology_reader *r, uint32_t first, uint32_t count,
                                  uint32_t begin, uint32_t end) {
    const char *at = r->switches[end].declared.begin;
    char name[2 * HOSTLIST_CHARS + 3];
    topology_child child;
    void *array;
    uint32_t number, i;

    snprintf(name, sizeof name, "%s..%s", names_text(&r->out->switches, begin),
             names_text(&r->out->switches, end));
    number = topology_switch_new(r, name, at);
    if (number == SKED_NONE) {
        return 0;
    }
    r->switches[number].declared = r->switches[end].declared;
    r->switches[number].first = r->children_count;
    r->switches[number].count = count;
    for (i = 0; i < count; i++) {
        array = r->children;
        if (!topology_grow(&array, &r->children_room, r->children_count, sizeof child)) {
            return 0;
        }
        r->children = (topology_child *)array;
        child.at = at;
        child.number = first + i;
        r->children[r->children_count++] = child;
    }
    return 1;
}

/* A level of switches, each above `each` base blocks, or what is left; those below are above
 * `below` each, from *first on. */
static inline int topology_gather_level(topology_reader *r, uint32_t *first, uint32_t below,
                                        uint32_t each) {
    const uint32_t blocks = r->out->blocks;
    const uint32_t next = r->out->switches.count;
    uint32_t begin, end;

    for (begin = 0; begin < blocks; begin += each) {
        end = each < blocks - begin ? begin + each : blocks;
        if (!topology_gather(r, *first + begin / below, (end - begin + below - 1) / below, begin,
                             end - 1)) {
            return 0;
        }
    }
    *first = next;
    return 1;
}

/* Above base blocks those of the sizes, and a root above all. */
static inline int topology_gather_all(topology_reader *r) {
    topology *out = r->out;
    uint32_t first = 0, below = 1, power, at;

    out->blocks = out->switches.count;
    for (at = 0; at < out->nodes.count && !r->has_sizes; at++) {
        out->block_nodes += out->leaf[at] == 0;
        out->block_sizes = TOPOLOGY_SIZES_DEFAULT;
    }
    for (power = 1; power < TOPOLOGY_SIZES_MOST && below < out->blocks; power++) {
        if ((out->block_sizes >> power & 1) != 0) {
            if (!topology_gather_level(r, &first, below, UINT32_C(1) << power)) {
                return 0;
            }
            below = UINT32_C(1) << power;
        }
    }
    return below >= out->blocks || topology_gather_level(r, &first, below, out->blocks);
}

/* ---- The tree -------------------------------------------------------------------------------- */

static inline const char *topology_switch_name(const topology_reader *r, uint32_t number) {
    return names_text(&r->out->switches, number);
}

/* Lists for each switch those above it. */
static inline int topology_upwards(topology_reader *r) {
    const uint32_t count = r->out->switches.count;
    uint32_t above;
    size_t at;

    r->order = (uint32_t *)calloc((size_t)count + 1, sizeof *r->order);
    r->above_begin = (size_t *)calloc((size_t)count + 2, sizeof *r->above_begin);
    r->above = (uint32_t *)calloc(r->children_count + 1, sizeof *r->above);
    if (r->order == NULL || r->above_begin == NULL || r->above == NULL) {
        return topology_no_memory();
    }
    for (at = 0; at < r->children_count; at++) {
        r->above_begin[r->children[at].number + 2]++;
    }
    for (at = 2; at < (size_t)count + 2; at++) {
        r->above_begin[at] += r->above_begin[at - 1];
    }
    for (above = 0; above < count; above++) {
        for (at = 0; at < r->switches[above].count; at++) {
            const uint32_t below = r->children[r->switches[above].first + at].number;
            r->above[r->above_begin[below + 1]++] = above;
        }
        r->switches[above].waits = (uint32_t)r->switches[above].count;
    }
    return 1;
}

/* Of switches that wait for each other one is above itself: so many steps down lead to it. */
static inline int topology_cycle(topology_reader *r) {
    uint32_t at = 0, steps;
    size_t child;

    while (r->switches[at].waits == 0) {
        at++;
    }
    for (steps = 0; steps < r->out->switches.count; steps++) {
        for (child = r->switches[at].first; r->switches[r->children[child].number].waits == 0;) {
            child++;
        }
        at = r->children[child].number;
    }
    return topology_refuse(r, r->switches[at].declared.begin,
                           "switch \"%s\" is above itself, expected a tree",
                           topology_switch_name(r, at));
}

/* Puts children before those above them. */
static inline int topology_sort(topology_reader *r) {
    const uint32_t count = r->out->switches.count;
    uint32_t number, done;
    size_t at;

    for (number = 0; number < count; number++) {
        if (r->switches[number].waits == 0) {
            r->order[r->order_count++] = number;
        }
    }
    for (done = 0; done < r->order_count; done++) {
        number = r->order[done];
        for (at = r->above_begin[number]; at < r->above_begin[number + 1]; at++) {
            if (--r->switches[r->above[at]].waits == 0) {
                r->order[r->order_count++] = r->above[at];
            }
        }
    }
    return r->order_count == count || topology_cycle(r);
}

static inline int topology_compare(const void *a, const void *b) {
    const topology_child *one = (const topology_child *)a, *other = (const topology_child *)b;

    if (one->number != other->number) {
        return one->number < other->number ? -1 : 1;
    }
    return one->at < other->at ? -1 : one->at > other->at;
}

/* Of a switch's children those that are declared, each once, by the switch that stands for it. */
static inline void topology_settle(topology_reader *r, topology_switch *above) {
    topology_child *children;
    size_t at, count = 0;

    if (above->count == 0) {
        return;                     /* a leaf; there may be no children in all the file */
    }
    children = r->children + above->first;
    for (at = 0; at < above->count; at++) {
        if (r->switches[children[at].number].declared.begin != NULL) {
            children[count] = children[at];
            children[count++].number = r->switches[children[at].number].twin;
        }
    }
    qsort(children, count, sizeof *children, topology_compare);
    for (at = 0, above->count = 0; at < count; at++) {
        if (at == 0 || children[at].number != children[above->count - 1].number) {
            children[above->count++] = children[at];
        }
    }
}

static inline int topology_same_children(const topology_reader *r, const topology_switch *a,
                                         const topology_switch *b) {
    size_t at = 0;

    while (at < a->count && at < b->count &&
           r->children[a->first + at].number == r->children[b->first + at].number) {
        at++;
    }
    return at == a->count && at == b->count;
}

/* The switch with the same children, if one came before; else itself, which then is of its kin. */
static inline uint32_t topology_twin(topology_reader *r, uint32_t number) {
    topology_switch *self = &r->switches[number];
    topology_switch *least = &r->switches[r->children[self->first].number];
    uint32_t other;

    for (other = least->kin; other != SKED_NONE; other = r->switches[other].next_kin) {
        if (topology_same_children(r, self, &r->switches[other])) {
            return other;
        }
    }
    self->next_kin = least->kin;
    least->kin = number;
    return number;
}

/* Takes its children as below it. */
static inline int topology_adopt(topology_reader *r, uint32_t number) {
    topology_switch *self = &r->switches[number], *below;
    const topology_child *child;
    size_t at;

    for (at = 0; at < self->count; at++) {
        child = &r->children[self->first + at];
        below = &r->switches[child->number];
        if (below->parent != SKED_NONE) {
            return topology_refuse(r, child->at,
                                   "switch \"%s\" is below \"%s\" already, expected one switch "
                                   "above it, or such with the same switches below them",
                                   topology_switch_name(r, child->number),
                                   topology_switch_name(r, below->parent));
        }
        below->parent = number;
        self->levels = below->levels + 1 > self->levels ? below->levels + 1 : self->levels;
    }
    return self->levels <= SKED_FATTREE_LEVELS ||
           topology_refuse(r, self->declared.begin, "switch \"%s\" has %lu levels of switches, "
                                                    "expected at most %lu",
                           topology_switch_name(r, number), (unsigned long)self->levels,
                           (unsigned long)SKED_FATTREE_LEVELS);
}

/* One switch, when those below it have their places. */
static inline int topology_place(topology_reader *r, uint32_t number) {
    topology_switch *self = &r->switches[number];
    const int is_leaf = self->count == 0;

    self->twin = number;
    self->parent = self->kin = SKED_NONE;
    self->levels = 1;
    if (self->declared.begin == NULL) {
        r->out->undeclared++;
        return 1;
    }
    topology_settle(r, self);
    if (is_leaf) {
        return 1;
    }
    if (self->count == 0) {
        return topology_refuse(r, self->declared.begin, "switch \"%s\" has no nodes: no line "
                                                        "declares a switch below it, expected one",
                               topology_switch_name(r, number));
    }
    self->twin = topology_twin(r, number);
    if (self->twin != number) {
        r->out->twins++;
        return 1;
    }
    return topology_adopt(r, number);
}

/* Is a node below a switch of the file? */
static inline int topology_is_below(const topology_reader *r, uint32_t node, uint32_t above) {
    uint32_t at = r->out->leaf[node];

    while (at != SKED_NONE && at != r->switches[above].twin) {
        at = r->switches[at].parent;
    }
    return at != SKED_NONE;
}

/* The nodes of an upper switch are told once more by scontrol: they must be below it. */
static inline int topology_check_nodes(topology_reader *r, uint32_t number) {
    const topology_text *nodes = &r->switches[number].nodes;
    hostlist list;
    uint32_t node;
    int read;

    if (nodes->begin == NULL) {
        return 1;
    }
    hostlist_begin(&list, nodes->begin, nodes->end);
    for (read = hostlist_next(&list); read > 0; read = hostlist_next(&list)) {
        node = names_find(&r->out->nodes, list.name);
        if (node == SKED_NONE || !topology_is_below(r, node, number)) {
            return topology_refuse(r, list.item, "node \"%s\" is on no leaf switch below \"%s\", "
                                                 "expected nodes that are", list.name,
                                   topology_switch_name(r, number));
        }
    }
    return read == 0 || topology_list_wrong(r, &list);
}

/* Numbers the switches of the tree, in the order of the file, and fills its settings. */
static inline int topology_number(topology_reader *r) {
    topology *out = r->out;
    const uint32_t count = out->switches.count;
    uint32_t at, tree = 0;

    out->name = (uint32_t *)malloc(count * sizeof *out->name);
    out->parent = (uint32_t *)malloc(count * sizeof *out->parent);
    if (out->name == NULL || out->parent == NULL) {
        return topology_no_memory();
    }
    for (at = 0; at < count; at++) {
        if (r->switches[at].declared.begin != NULL && r->switches[at].twin == at) {
            r->switches[at].number = tree;
            out->name[tree++] = at;
        }
    }
    for (at = 0; at < tree; at++) {
        const uint32_t above = r->switches[out->name[at]].parent;
        out->parent[at] = above == SKED_NONE ? SKED_NONE : r->switches[above].number;
    }
    for (at = 0; at < out->nodes.count; at++) {
        out->leaf[at] = r->switches[out->leaf[at]].number;
    }
    out->settings.switches = tree;
    return 1;
}

static inline void topology_fill(topology *out) {
    out->settings.processors = out->nodes.count;
    out->settings.parent = out->parent;
    out->settings.leaf = out->leaf;
    out->settings.links = NULL;
}

static inline int topology_build(topology_reader *r) {
    uint32_t at;

    if (r->kind == TOPOLOGY_BLOCK && !topology_gather_all(r)) {
        return 0;
    }
    if (!topology_upwards(r) || !topology_sort(r)) {
        return 0;
    }
    for (at = 0; at < r->order_count; at++) {
        if (!topology_place(r, r->order[at])) {
            return 0;
        }
    }
    for (at = 0; at < r->order_count; at++) {
        if (!topology_check_nodes(r, at)) {
            return 0;
        }
    }
    if (!topology_number(r)) {
        return 0;
    }
    topology_fill(r->out);
    return 1;
}

/* ---- Files and shapes ------------------------------------------------------------------------ */

static inline int topology_slurp(topology_reader *r, FILE *file) {
    size_t room = (size_t)1 << 15, more = 1;
    char *grown;

    while (more > 0 && r->bytes < TOPOLOGY_BYTES_MOST) {
        if (r->text == NULL || r->bytes == room) {
            room *= 2;
            grown = (char *)realloc(r->text, room);
            if (grown == NULL) {
                return topology_no_memory();
            }
            r->text = grown;
        }
        more = fread(r->text + r->bytes, 1, room - r->bytes, file);
        r->bytes += more;
    }
    if (ferror(file)) {
        fprintf(stderr, "placement: %s:1:1: cannot be read: %s, expected a text file\n", r->file,
                strerror(errno));
        return 0;
    }
    if (r->bytes == TOPOLOGY_BYTES_MOST) {
        return topology_refuse(r, r->text, "a file of 256 MiB or more, expected less");
    }
    grown = r->bytes > 0 ? (char *)realloc(r->text, r->bytes) : NULL;
    r->text = grown != NULL ? grown : r->text;      /* a checker sees what is read behind it */
    return 1;
}

/* Is it a shape, as 16x16x16? How many numbers it has, then; at most `most` are read. 0: no. */
static inline uint32_t topology_shape_of(const char *text, uint32_t *fan_out, uint32_t most) {
    const char *end = text + strlen(text);
    uint32_t levels = 0, number;

    for (; text != NULL && text < end; text++) {
        text = hostlist_digits(text, end, &number);
        if (text == NULL || (*text != 'x' && text < end) || (*text == 'x' && text + 1 == end)) {
            return 0;
        }
        if (levels < most) {
            fan_out[levels] = number;
        }
        levels++;
    }
    return levels;
}

static inline int topology_add_names(names *table, char letter, uint32_t count) {
    char name[16];

    while (table->count < count) {
        snprintf(name, sizeof name, "%c%" PRIu32, letter, table->count);
        if (names_add(table, name) == SKED_NONE) {
            return 0;
        }
    }
    return 1;
}

/* Makes a shape, with nodes n0, n1, ... and switches s0, s1, ... */
static inline sked_status topology_make(topology *out, const uint32_t *fan_out, uint32_t levels) {
    sked_status status;
    uint32_t at;

    memset(out, 0, sizeof *out);
    status = sked_fattree_shape(fan_out, levels, &out->settings, NULL, NULL);
    if (status != SKED_OK) {
        return status;
    }
    out->name = (uint32_t *)malloc(out->settings.switches * sizeof *out->name);
    out->parent = (uint32_t *)malloc(out->settings.switches * sizeof *out->parent);
    out->leaf = (uint32_t *)malloc(out->settings.processors * sizeof *out->leaf);
    if (out->name == NULL || out->parent == NULL || out->leaf == NULL ||
        !topology_add_names(&out->nodes, 'n', out->settings.processors) ||
        !topology_add_names(&out->switches, 's', out->settings.switches)) {
        topology_drop(out);
        return SKED_E_MEMORY;
    }
    for (at = 0; at < out->settings.switches; at++) {
        out->name[at] = at;
    }
    status = sked_fattree_shape(fan_out, levels, &out->settings, out->parent, out->leaf);
    topology_fill(out);
    return status;
}

#endif
