/* vectors.c: test vectors for ports to other languages: makes and checks vectors/.
 *
 * SPDX-License-Identifier: MIT
 *
 *     build/vectors write FOLDER     runs the kit on the inputs of the files there, and writes them
 *                                    anew, with what it answers for expectation
 *     build/vectors check FOLDER     the same, but compares it with what stands there
 *                                    FILE.json in place of a folder: this file
 *
 * Both read each input from the file, and the file alone. vectors/README.md tells what is in it. */
#define SKED_STATIC
#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"

#include "../../examples/json.h"
#include "entry.h"
#include "tree.h"

#include "calendar.h"
#include "fattree.h"
#include "map.h"
#include "moldable.h"
#include "queue.h"
#include "site.h"

#define FORMAT "sked vectors 2"

typedef struct algorithm {
    const char *name;
    void (*run)(entry input, json *out);    /* tells what is expected: entries of an object */
} algorithm;

static const algorithm algorithms[] = {
    {"queue", queue_run},       {"map", map_run},     {"pjs", pjs_run},
    {"site", site_run},         {"calendar", calendar_run},
    {"fattree", fattree_run},   {"units", units_run}, {"moldable", moldable_run},
};

static const algorithm *algorithm_of(entry file) {
    const entry name = entry_need(file, "algorithm");
    size_t i;
    entry_must_be(name, TREE_TEXT, "the name of an algorithm");
    for (i = 0; i < sizeof(algorithms) / sizeof(algorithms[0]); i++) {
        if (strcmp(entry_node(name)->text, algorithms[i].name) == 0) {
            return &algorithms[i];
        }
    }
    entry_fault(name, "an algorithm that is unknown", "one of those in vectors/README.md");
    return NULL;
}

static FILE *temporary(void) {
    FILE *file = tmpfile();
    if (file == NULL) {
        fprintf(stderr, "vectors: no temporary file\n");
        exit(1);
    }
    return file;
}

/* What the kit answers to a case, read again. */
static tree told_of(const algorithm *algorithm, entry one) {
    FILE *file = temporary();
    tree told;
    json out = json_to(file);
    entry_heap_used = 0;
    json_object(&out, NULL);
    algorithm->run(entry_need(one, "input"), &out);
    json_end(&out, '}');
    rewind(file);
    told = tree_read("the answer of the kit", tree_load(file));
    fclose(file);
    entry_all_seen(entry_need(one, "input"));
    return told;
}

/* ---- check and write ------------------------------------------------------------------------- */

static void check_case(const algorithm *algorithm, entry one) {
    const entry expected = entry_need(one, "expected");
    tree told = told_of(algorithm, one);
    tree_compare(one.of, expected.at, &told);
    tree_drop(&told);
}

static void write_texts(FILE *file, entry of, const char *const *keys, const char *indent) {
    for (; *keys != NULL; keys++) {
        fprintf(file, "%s\"%s\": ", indent, *keys);
        tree_write_text(file, entry_text(of, *keys));
        fputs(",\n", file);
    }
}

static void write_case(FILE *file, const algorithm *algorithm, entry one) {
    static const char *const keys[] = {"name", "about", NULL};
    tree told = told_of(algorithm, one);
    fputs("    {\n", file);
    write_texts(file, one, keys, "      ");
    fputs("      \"input\": ", file);
    tree_write(file, one.of, entry_need(one, "input").at, 3, 15);
    fputs(",\n      \"expected\": ", file);
    tree_write(file, &told, 0, 3, 18);
    fputs("\n    }", file);
    tree_drop(&told);
}

static tree load(const char *name) {
    FILE *file = fopen(name, "rb");
    tree t;
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read\n", name);
        exit(1);
    }
    t = tree_read(name, tree_load(file));
    fclose(file);
    return t;
}

static entry whole_of(tree *t) {
    entry e;
    e.of = t;
    e.at = 0;
    if (strcmp(entry_text(e, "format"), FORMAT) != 0) {
        entry_fault(entry_need(e, "format"), "another format", FORMAT);
    }
    return e;
}

static unsigned check_file(const char *name) {
    tree t = load(name);
    const entry file = whole_of(&t), cases = entry_need(file, "cases");
    const algorithm *algorithm = algorithm_of(file);
    unsigned count = 0;
    entry one;
    for (one = entry_first(cases); one.at != 0; one = entry_next(cases, one)) {
        check_case(algorithm, one);
        count++;
    }
    if (count == 0) {
        entry_fault(cases, "no case", "at least one");
    }
    tree_drop(&t);
    return count;
}

/* At the end alone, so that a fault leaves the file as it was. */
static void replace(const char *name, FILE *from) {
    FILE *to = fopen(name, "wb");
    char *bytes;
    rewind(from);
    bytes = tree_load(from);
    fclose(from);
    if (to == NULL || fputs(bytes, to) < 0 || fclose(to) != 0) {
        fprintf(stderr, "%s: cannot be written\n", name);
        exit(1);
    }
    free(bytes);
}

static unsigned write_file(const char *name) {
    static const char *const keys[] = {"format", "algorithm", "about", NULL};
    tree t = load(name);
    const entry file = whole_of(&t), cases = entry_need(file, "cases");
    const algorithm *algorithm = algorithm_of(file);
    FILE *to = temporary();
    unsigned count = 0;
    entry one;
    fputs("{\n", to);
    write_texts(to, file, keys, "  ");
    fputs("  \"cases\": [\n", to);
    for (one = entry_first(cases); one.at != 0; one = entry_next(cases, one)) {
        fputs(count++ > 0 ? ",\n" : "", to);
        write_case(to, algorithm, one);
    }
    fputs("\n  ]\n}\n", to);
    replace(name, to);
    tree_drop(&t);
    return count;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* C has no way to list a folder. */
static const char *const names[] = {
    "calendar", "calendar_sets",  "fattree", "fattree_limits", "fattree_units",
    "map",      "moldable",       "pjs",     "queue",          "queue_conservative",
    "queue_events", "site",       "tiers",   NULL};

static int ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static unsigned each_of(const char *folder, unsigned (*run)(const char *name)) {
    char path[1000];
    unsigned count = 0;
    size_t i;
    for (i = 0; names[i] != NULL; i++) {
        snprintf(path, sizeof(path), "%s/%s.json", folder, names[i]);
        count += run(path);
    }
    return count;
}

int main(int count, char **words) {
    unsigned (*run)(const char *name) = NULL;
    unsigned cases = 0;
    int i;
    if (count >= 3 && strcmp(words[1], "check") == 0) {
        run = check_file;
    } else if (count >= 3 && strcmp(words[1], "write") == 0) {
        run = write_file;
    }
    if (run == NULL) {
        fprintf(stderr, "usage: vectors check|write FOLDER|FILE.json...\n");
        return 2;
    }
    for (i = 2; i < count; i++) {
        cases += ends_with(words[i], ".json") ? run(words[i]) : each_of(words[i], run);
    }
    printf("vectors: %u cases %s\n", cases, run == check_file ? "hold" : "written");
    return 0;
}
