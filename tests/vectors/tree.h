/* tree.h: a small strict reader of JSON, and the one layout in which vectors are written.
 *
 * SPDX-License-Identifier: MIT
 *
 * What is read stands in one array, each value before what is in it, so that two texts are
 * compared and one is written by walking along. Strict: whole numbers up to 2^53 in size, texts
 * without \u, null, arrays and objects without equal keys; no true, no false, nothing after the
 * end. What is wrong is told as file:line:column: what, expected what; and the program ends. */
#ifndef TREE_H_INCLUDED
#define TREE_H_INCLUDED

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TREE_DEPTH = 16, TREE_COLUMNS = 150 };
#define TREE_NUMBER_MAX (INT64_C(1) << 53)

typedef enum tree_kind { TREE_OBJECT, TREE_ARRAY, TREE_NUMBER, TREE_TEXT, TREE_NULL } tree_kind;

typedef struct tree_node {
    tree_kind kind;
    int line, column;
    uint32_t size;                      /* so many nodes are it and what is in it              */
    uint32_t depth;
    const char *key;                    /* NULL: in an array, or the whole                     */
    const char *text;
    int64_t number;
    int seen;                           /* has been asked for                                  */
} tree_node;

typedef struct tree {
    const char *file;
    char *bytes;                        /* texts point into it                                 */
    tree_node *node;
    uint32_t count, room;
} tree;

typedef struct tree_reader {
    tree *into;
    char *at;
    int line, column;
    uint32_t open[TREE_DEPTH], depth;   /* what is not closed yet                              */
} tree_reader;

/* ---- memory and faults ----------------------------------------------------------------------- */

static void *tree_grow(void *block, size_t bytes) {
    void *grown = realloc(block, bytes);
    if (grown == NULL) {
        fprintf(stderr, "vectors: out of memory\n");
        exit(1);
    }
    return grown;
}

static void tree_fault(const char *file, int line, int column, const char *format, ...) {
    va_list words;
    fflush(stdout);
    fprintf(stderr, "%s:%d:%d: ", file, line, column);
    va_start(words, format);
    vfprintf(stderr, format, words);
    va_end(words);
    fprintf(stderr, "\n");
    exit(1);
}

static void tree_reader_fault(const tree_reader *r, const char *expected) {
    if (*r->at == '\0') {
        tree_fault(r->into->file, r->line, r->column, "the end, expected %s", expected);
    }
    tree_fault(r->into->file, r->line, r->column, "\"%c\", expected %s", *r->at, expected);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void tree_step(tree_reader *r) {
    r->column = *r->at == '\n' ? 1 : r->column + 1;
    r->line += *r->at == '\n';
    r->at++;
}

static void tree_blanks(tree_reader *r) {
    while (*r->at == ' ' || *r->at == '\n') {
        tree_step(r);
    }
}

static void tree_take(tree_reader *r, char byte, const char *expected) {
    tree_blanks(r);
    if (*r->at != byte) {
        tree_reader_fault(r, expected);
    }
    tree_step(r);
}

/* A text, in place: what it stands for is never longer. */
static const char *tree_read_text(tree_reader *r) {
    char *text, *to;
    tree_take(r, '"', "a text in quotes");
    for (text = to = r->at; *r->at != '"'; tree_step(r)) {
        if ((unsigned char)*r->at < ' ') {
            tree_reader_fault(r, "the rest of a text, and a quote");
        }
        if (*r->at == '\\') {
            tree_step(r);
            if (*r->at != '"' && *r->at != '\\') {
                tree_reader_fault(r, "a quote or a backslash: nothing else is escaped");
            }
        }
        *to++ = *r->at;
    }
    tree_step(r);
    *to = '\0';
    return text;
}

static int64_t tree_read_number(tree_reader *r) {
    const int negative = *r->at == '-';
    int64_t number = 0;
    if (negative) {
        tree_step(r);
    }
    if (*r->at < '0' || *r->at > '9' || (*r->at == '0' && r->at[1] >= '0' && r->at[1] <= '9')) {
        tree_reader_fault(r, "a whole number without zeros before it");
    }
    for (; *r->at >= '0' && *r->at <= '9'; tree_step(r)) {
        number = 10 * number + (*r->at - '0');
        if (number > TREE_NUMBER_MAX) {
            tree_reader_fault(r, "a number of at most 2^53 in size");
        }
    }
    return negative ? -number : number;
}

static uint32_t tree_add(tree_reader *r, tree_kind kind, const char *key) {
    static const tree_node none;
    tree *t = r->into;
    tree_node *node;
    if (t->count == t->room) {
        t->room = 2 * t->room + 64;
        t->node = (tree_node *)tree_grow(t->node, t->room * sizeof(tree_node));
    }
    node = &t->node[t->count];
    *node = none;
    node->kind = kind;
    node->key = key;
    node->line = r->line;
    node->column = r->column;
    node->depth = r->depth;
    node->size = 1;
    return t->count++;
}

/* The child of an object with this key, or 0, which is nobody's child. */
static uint32_t tree_find(const tree *t, uint32_t object, const char *key) {
    uint32_t child = object + 1;
    for (; child < object + t->node[object].size; child += t->node[child].size) {
        if (strcmp(t->node[child].key, key) == 0) {
            return child;
        }
    }
    return 0;
}

static const char *tree_read_key(tree_reader *r) {
    const uint32_t object = r->open[r->depth - 1];
    const char *key;
    int line, column;
    tree_blanks(r);
    line = r->line;
    column = r->column;
    key = tree_read_text(r);
    r->into->node[object].size = r->into->count - object;
    if (tree_find(r->into, object, key) != 0) {
        tree_fault(r->into->file, line, column, "the key \"%s\" again, expected each once", key);
    }
    tree_take(r, ':', "a colon after the key");
    return key;
}

static void tree_read_scalar(tree_reader *r, const char *key) {
    uint32_t at;
    if (*r->at == '"') {
        at = tree_add(r, TREE_TEXT, key);
        r->into->node[at].text = tree_read_text(r);
    } else if (strncmp(r->at, "null", 4) == 0) {
        tree_add(r, TREE_NULL, key);
        r->at += 4;
        r->column += 4;
    } else if (*r->at == '-' || (*r->at >= '0' && *r->at <= '9')) {
        at = tree_add(r, TREE_NUMBER, key);
        r->into->node[at].number = tree_read_number(r);
    } else {
        tree_reader_fault(r, "a whole number, a text, null, an array or an object");
    }
}

/* Closes what ends here. Returns 1 if a comma says that more comes. */
static int tree_close(tree_reader *r) {
    for (tree_blanks(r); r->depth > 0; tree_blanks(r)) {
        tree_node *top = &r->into->node[r->open[r->depth - 1]];
        if (*r->at == ',') {
            tree_step(r);
            return 1;
        }
        if (*r->at != (top->kind == TREE_OBJECT ? '}' : ']')) {
            tree_reader_fault(r, top->kind == TREE_OBJECT ? "a comma or }" : "a comma or ]");
        }
        tree_step(r);
        r->depth--;
        top->size = r->into->count - r->open[r->depth];
    }
    return 0;
}

/* Reads one value, or opens one. Returns 1 if it was opened, and there is something in it. */
static int tree_read_value(tree_reader *r) {
    const int in_object = r->depth > 0 && r->into->node[r->open[r->depth - 1]].kind == TREE_OBJECT;
    const char *key = in_object ? tree_read_key(r) : NULL;
    char opening;
    tree_blanks(r);
    opening = *r->at;
    if (opening != '{' && opening != '[') {
        tree_read_scalar(r, key);
        return 0;
    }
    if (r->depth == TREE_DEPTH) {
        tree_reader_fault(r, "arrays and objects in one another at most 16 deep");
    }
    r->open[r->depth] = tree_add(r, opening == '{' ? TREE_OBJECT : TREE_ARRAY, key);
    r->depth++;
    tree_step(r);
    tree_blanks(r);
    return *r->at != (opening == '{' ? '}' : ']');
}

/* Reads a text that ends with NUL; `bytes` becomes the tree's. */
static tree tree_read(const char *file, char *bytes) {
    tree t = {NULL, NULL, NULL, 0, 0};
    tree_reader r = {NULL, NULL, 1, 1, {0}, 0};
    t.file = file;
    t.bytes = r.at = bytes;
    r.into = &t;
    while (tree_read_value(&r) || tree_close(&r)) {
    }
    if (*r.at != '\0') {
        tree_reader_fault(&r, "the end");
    }
    return t;
}

static char *tree_load(FILE *file) {
    size_t used = 0, room = 4096, got;
    char *bytes = (char *)tree_grow(NULL, room);
    while ((got = fread(bytes + used, 1, room - used - 1, file)) > 0) {
        used += got;
        room *= 2;
        bytes = (char *)tree_grow(bytes, room);
    }
    bytes[used] = '\0';
    return bytes;
}

static void tree_drop(tree *t) {
    free(t->node);
    free(t->bytes);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static const char *tree_words(const tree_node *node, char *words, size_t room) {
    static const char *const kinds[] = {"an object", "an array", "", "", "null"};
    const char *key = node->key == NULL ? "" : node->key, *colon = node->key == NULL ? "" : " ";
    if (node->kind == TREE_NUMBER) {
        snprintf(words, room, "%s%s%" PRId64, key, colon, node->number);
    } else if (node->kind == TREE_TEXT) {
        snprintf(words, room, "%s%s\"%s\"", key, colon, node->text);
    } else {
        snprintf(words, room, "%s%s%s", key, colon, kinds[node->kind]);
    }
    return words;
}

static int tree_same_text(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* What the file expects, node by node, against what was told. */
static void tree_compare(const tree *t, uint32_t at, const tree *told) {
    const uint32_t depth = t->node[at].depth;
    uint32_t i, size = t->node[at].size;
    char is[200], should[200];
    for (i = 1; i < size && i < told->count; i++) {
        const tree_node *a = &t->node[at + i], *b = &told->node[i];
        if (a->depth - depth != b->depth || a->kind != b->kind || a->number != b->number ||
            !tree_same_text(a->key, b->key) || !tree_same_text(a->text, b->text)) {
            tree_fault(t->file, a->line, a->column, "%s, expected %s%s",
                       tree_words(a, is, sizeof(is)), tree_words(b, should, sizeof(should)),
                       a->depth - depth == b->depth ? "" : ", of another list");
        }
    }
    if (size != told->count) {
        tree_fault(t->file, t->node[at].line, t->node[at].column,
                   "the expectation has %lu values, expected %lu", (unsigned long)size,
                   (unsigned long)told->count);
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

static int tree_first(const tree *t, uint32_t at) {
    return t->node[at - 1].depth < t->node[at].depth;
}

static size_t tree_scalar_width(const tree_node *node) {
    char digits[32];
    if (node->kind == TREE_NUMBER) {
        return (size_t)snprintf(digits, sizeof(digits), "%" PRId64, node->number);
    }
    if (node->kind == TREE_TEXT) {
        return strlen(node->text) + 2;
    }
    return node->kind == TREE_NULL ? 4 : 2;
}

/* Of a value in one line. */
static size_t tree_width(const tree *t, uint32_t at) {
    size_t width = 0;
    uint32_t i;
    for (i = at; i < at + t->node[at].size; i++) {
        const tree_node *node = &t->node[i];
        width += i > at && !tree_first(t, i) ? 2 : 0;
        width += node->key == NULL ? 0 : strlen(node->key) + 4;
        width += tree_scalar_width(node);
    }
    return width;
}

static void tree_write_text(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text != '\0'; text++) {
        fprintf(file, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    fputc('"', file);
}

static void tree_write_scalar(FILE *file, const tree_node *node) {
    if (node->kind == TREE_NUMBER) {
        fprintf(file, "%" PRId64, node->number);
    } else if (node->kind == TREE_TEXT) {
        tree_write_text(file, node->text);
    } else if (node->kind == TREE_NULL) {
        fputs("null", file);
    } else {
        fputc(node->kind == TREE_OBJECT ? '{' : '[', file);
    }
}

/* Where a value begins: after the one before it, or on a line of its own. */
static void tree_write_gap(FILE *file, const tree *t, uint32_t i, int within, uint32_t indent) {
    if (!tree_first(t, i)) {
        fputc(',', file);
    }
    if (within) {
        fputs(tree_first(t, i) ? "" : " ", file);
    } else {
        fprintf(file, "\n%*s", (int)(2 * indent), "");
    }
}

/* Closes what ends before node `next`. Returns how many are open still. */
static uint32_t tree_write_ends(FILE *file, const tree *t, const uint32_t *open, uint32_t depth,
                                uint32_t next, uint32_t *wide, uint32_t indent) {
    while (depth > 0 && open[depth - 1] + t->node[open[depth - 1]].size == next) {
        const tree_node *top = &t->node[open[--depth]];
        if (depth < *wide) {
            *wide = depth;
            fprintf(file, "\n%*s", (int)(2 * (indent + depth)), "");
        }
        fputc(top->kind == TREE_OBJECT ? '}' : ']', file);
    }
    return depth;
}

/* Writes a value after its key. What fits into a line stands in one; of anything else, each entry
 * stands in its own. */
static void tree_write(FILE *file, const tree *t, uint32_t at, uint32_t indent, size_t before) {
    uint32_t open[TREE_DEPTH], depth = 0, wide = 0, i; /* `wide` of the open are in lines      */
    for (i = at; i < at + t->node[at].size; i++) {
        const tree_node *node = &t->node[i];
        const size_t column = i == at ? before : 2 * (indent + depth);
        if (i > at) {
            tree_write_gap(file, t, i, depth > wide, indent + depth);
            if (node->key != NULL) {
                tree_write_text(file, node->key);
                fputs(": ", file);
            }
        }
        tree_write_scalar(file, node);
        if (node->kind == TREE_OBJECT || node->kind == TREE_ARRAY) {
            wide += depth == wide && column + tree_width(t, i) + 1 > TREE_COLUMNS;
            open[depth++] = i;
        }
        depth = tree_write_ends(file, t, open, depth, i + 1, &wide, indent);
    }
}

#endif
