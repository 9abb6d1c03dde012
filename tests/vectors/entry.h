/* entry.h: asks the input of a case for what it must or may say.
 *
 * SPDX-License-Identifier: MIT
 *
 * Each function tells by file, line and column what is missing or out of its range, and ends the
 * program. What nobody has asked for is a fault, too: entry_all_seen. */
#ifndef ENTRY_H_INCLUDED
#define ENTRY_H_INCLUDED

#include "sched.h"
#include "tree.h"

typedef struct entry {
    tree *of;
    uint32_t at;                        /* 0: not there                                        */
} entry;

static tree_node *entry_node(entry e) {
    return &e.of->node[e.at];
}

static void entry_fault(entry e, const char *what, const char *expected) {
    const tree_node *node = entry_node(e);
    tree_fault(e.of->file, node->line, node->column, "%s, expected %s", what, expected);
}

static void entry_must_be(entry e, tree_kind kind, const char *expected) {
    char words[200];
    if (entry_node(e)->kind != kind) {
        entry_fault(e, tree_words(entry_node(e), words, sizeof(words)), expected);
    }
}

/* ---- values by key --------------------------------------------------------------------------- */

static entry entry_may(entry e, const char *key) {
    entry found = e;
    entry_must_be(e, TREE_OBJECT, "an object");
    found.at = tree_find(e.of, e.at, key);
    if (found.at != 0) {
        entry_node(found)->seen = 1;
    }
    return found;
}

static entry entry_need(entry e, const char *key) {
    const entry found = entry_may(e, key);
    if (found.at == 0) {
        tree_fault(e.of->file, entry_node(e)->line, entry_node(e)->column,
                   "no key \"%s\", expected one", key);
    }
    return found;
}

static int64_t entry_value(entry e, int64_t low, int64_t high) {
    char words[200], range[80];
    snprintf(range, sizeof(range), "a number from %" PRId64 " to %" PRId64, low, high);
    if (entry_node(e)->kind != TREE_NUMBER || entry_node(e)->number < low ||
        entry_node(e)->number > high) {
        entry_fault(e, tree_words(entry_node(e), words, sizeof(words)), range);
    }
    entry_node(e)->seen = 1;
    return entry_node(e)->number;
}

static int64_t entry_number(entry e, const char *key, int64_t low, int64_t high) {
    return entry_value(entry_need(e, key), low, high);
}

static int64_t entry_number_or(entry e, const char *key, int64_t otherwise, int64_t low,
                               int64_t high) {
    const entry found = entry_may(e, key);
    return found.at == 0 ? otherwise : entry_value(found, low, high);
}

/* A number of things: so small that nobody's memory is short. */
static uint32_t entry_count(entry e, const char *key) {
    return (uint32_t)entry_number(e, key, 0, 10000);
}

static uint32_t entry_count_or(entry e, const char *key, uint32_t otherwise) {
    return (uint32_t)entry_number_or(e, key, otherwise, 0, 10000);
}

/* A time; null is SKED_NEVER. */
static sked_time entry_time_value(entry e) {
    entry_node(e)->seen = 1;
    return entry_node(e)->kind == TREE_NULL ? SKED_NEVER : entry_value(e, 0, TREE_NUMBER_MAX);
}

static sked_time entry_time(entry e, const char *key) {
    return entry_time_value(entry_need(e, key));
}

static sked_time entry_time_or(entry e, const char *key, sked_time otherwise) {
    const entry found = entry_may(e, key);
    return found.at == 0 ? otherwise : entry_time_value(found);
}

static const char *entry_text(entry e, const char *key) {
    const entry found = entry_need(e, key);
    entry_must_be(found, TREE_TEXT, "a text");
    return entry_node(found)->text;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* Walks a list: for (i = entry_first(list); i.at != 0; i = entry_next(list, i)) */
static entry entry_next(entry list, entry i) {
    i.at += entry_node(i)->size;
    if (i.at >= list.at + entry_node(list)->size) {
        i.at = 0;
    } else {
        entry_node(i)->seen = 1;
    }
    return i;
}

static entry entry_first(entry list) {
    entry i = list;
    if (list.at == 0) {
        return i;
    }
    entry_must_be(list, TREE_ARRAY, "a list");
    i.at = entry_node(list)->size > 1 ? list.at + 1 : 0;
    if (i.at != 0) {
        entry_node(i)->seen = 1;
    }
    return i;
}

static uint32_t entry_length(entry list) {
    uint32_t length = 0;
    entry i;
    for (i = entry_first(list); i.at != 0; i = entry_next(list, i)) {
        length++;
    }
    return length;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The number of a name among those that end with NULL. */
static uint32_t entry_name_value(entry e, const char *const *names) {
    char words[200];
    uint32_t i;
    entry_must_be(e, TREE_TEXT, "a name");
    for (i = 0; names[i] != NULL; i++) {
        if (strcmp(entry_node(e)->text, names[i]) == 0) {
            return i;
        }
    }
    entry_fault(e, tree_words(entry_node(e), words, sizeof(words)), "a name of vectors/README.md");
    return 0;
}

static uint32_t entry_name(entry e, const char *key, const char *const *names) {
    return entry_name_value(entry_need(e, key), names);
}

static uint32_t entry_name_or(entry e, const char *key, const char *const *names,
                              uint32_t otherwise) {
    const entry found = entry_may(e, key);
    return found.at == 0 ? otherwise : entry_name_value(found, names);
}

/* A list of names as bits: the first name is 1. Without the key: 0. */
static uint32_t entry_flags(entry e, const char *key, const char *const *names) {
    const entry list = entry_may(e, key);
    uint32_t flags = 0;
    entry i;
    for (i = entry_first(list); i.at != 0; i = entry_next(list, i)) {
        flags |= UINT32_C(1) << entry_name_value(i, names);
    }
    return flags;
}

/* ---- memory of a case, sets and tables ------------------------------------------------------- */

static sked_align entry_heap[1 << 19];
static size_t entry_heap_used;

/* Memory until the next case: zeros. */
static void *entry_room(size_t bytes) {
    void *room = entry_heap + entry_heap_used;
    entry_heap_used += bytes / sizeof(sked_align) + 1;
    if (entry_heap_used > sizeof(entry_heap) / sizeof(sked_align)) {
        fprintf(stderr, "vectors: a case needs more memory than there is\n");
        exit(1);
    }
    memset(room, 0, bytes);
    return room;
}

static sked_set *entry_empty_set(uint32_t size) {
    sked_set *set = (sked_set *)entry_room(sizeof(sked_set));
    *set = sked_set_of((sked_word *)entry_room(SKED_SET_WORDS(size) * sizeof(sked_word)), size);
    return set;
}

/* A list of members; NULL without the key. */
static sked_set *entry_set_or(entry e, const char *key, uint32_t size) {
    const entry list = entry_may(e, key);
    sked_set *set = list.at == 0 ? NULL : entry_empty_set(size);
    entry i;
    for (i = entry_first(list); i.at != 0; i = entry_next(list, i)) {
        sked_set_add(set, (uint32_t)entry_value(i, 0, (int64_t)size - 1));
    }
    return set;
}

static sked_set *entry_set(entry e, const char *key, uint32_t size) {
    (void)entry_need(e, key);
    return entry_set_or(e, key, size);
}

/* A list of times, of this length; NULL without the key. */
static sked_time *entry_times_or(entry e, const char *key, uint32_t length) {
    const entry list = entry_may(e, key);
    sked_time *times = list.at == 0 ? NULL : (sked_time *)entry_room(length * sizeof(sked_time));
    uint32_t at = 0;
    entry i;
    if (times != NULL && entry_length(list) != length) {
        entry_fault(list, "a list of another length", "as many as there are of what it tells");
    }
    for (i = entry_first(list); i.at != 0; i = entry_next(list, i)) {
        times[at++] = entry_time_value(i);
    }
    return times;
}

/* A list of rows of times; NULL without the key. */
static sked_time *entry_table(entry e, const char *key, uint32_t rows, uint32_t columns) {
    const entry list = entry_may(e, key);
    sked_time *times = (sked_time *)entry_room((size_t)rows * columns * sizeof(sked_time));
    uint32_t at = 0;
    entry i, j;
    if (list.at == 0) {
        return NULL;
    }
    for (i = entry_first(list); i.at != 0; i = entry_next(list, i)) {
        if (at >= rows * columns || entry_length(i) != columns) {
            entry_fault(i, "a row too many, or of another length", "one for each job");
        }
        for (j = entry_first(i); j.at != 0; j = entry_next(i, j)) {
            times[at++] = entry_time_value(j);
        }
    }
    if (at != rows * columns) {
        entry_fault(list, "too few rows", "one for each job");
    }
    return times;
}

/* A list of numbers of things; NULL without the key. */
static uint32_t *entry_counts_or(entry e, const char *key, uint32_t length) {
    const entry list = entry_may(e, key);
    uint32_t *counts = list.at == 0 ? NULL : (uint32_t *)entry_room(length * sizeof(uint32_t));
    uint32_t at = 0;
    entry i;
    if (counts != NULL && entry_length(list) != length) {
        entry_fault(list, "a list of another length", "as many as there are of what it tells");
    }
    for (i = entry_first(list); i.at != 0; i = entry_next(list, i)) {
        counts[at++] = entry_node(i)->kind == TREE_NULL
                           ? SKED_NONE
                           : (uint32_t)entry_value(i, 0, (int64_t)UINT32_MAX - 1);
    }
    return counts;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* What nobody asked for is misspelt, or belongs elsewhere. */
static void entry_all_seen(entry e) {
    uint32_t i;
    char words[200];
    for (i = e.at; i < e.at + entry_node(e)->size; i++) {
        const tree_node *node = &e.of->node[i];
        if (!node->seen) {
            tree_fault(e.of->file, node->line, node->column, "%s, expected no such key here",
                       tree_words(node, words, sizeof(words)));
        }
    }
}

static const char *status_name(sked_status status) {
    switch (status) {
#define STATUS_CASE(name, number, text) \
    case name: return #name;
        SKED_STATUS_TABLE(STATUS_CASE)
#undef STATUS_CASE
    default: return "unknown";
    }
}

/* For what an input must not bring about. */
static void entry_accepted(entry e, sked_status status) {
    if (status != SKED_OK) {
        entry_fault(e, sked_status_text(status), "an input that is not refused");
    }
}

/* ---- a sked_mem of malloc -------------------------------------------------------------------- */

static void *entry_alloc(void *ctx, size_t size) {
    (void)ctx;
    return malloc(size);
}

static void entry_free(void *ctx, void *block, size_t size) {
    (void)ctx;
    (void)size;
    free(block);
}

static sked_mem entry_mem(void) {
    sked_mem mem;
    mem.alloc = entry_alloc;
    mem.free = entry_free;
    mem.ctx = NULL;
    return mem;
}

#endif
