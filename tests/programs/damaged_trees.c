/* damaged_trees.c - damaged files of trees: what is read as a tree must be one, and print itself.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"
#include "heap.h"
#include "topology_file.h"
#include "workload.h"

#include "damaged.h"

static void check_tree(topology *tree) {
    sked_word *words = (sked_word *)calloc(SKED_SET_WORDS(tree->nodes.count), sizeof *words);
    sked_fattree made;
    sked_set all = sked_set_of(words, tree->nodes.count);
    sked_status status = sked_fattree_create(&made, &tree->settings, heap_mem());
    sked_set_fill(&all);
    hostlist_print(stdout, &tree->nodes, &all);
    putchar('\n');
    status = status == SKED_OK ? sked_fattree_validate(&made) : status;
    sked_fattree_destroy(&made);
    free(words);
    if (status != SKED_OK) {
        printf("no tree: %s\n", sked_status_text(status));
        exit(3);
    }
}

static int try_file(FILE *file) {
    topology tree;
    if (!topology_read(&tree, file, "damaged")) {
        return 0;
    }
    check_tree(&tree);
    topology_drop(&tree);
    return 1;
}

/* Some are like others. */
static void change(size_t at, size_t other, size_t size) {
    size = size < damaged_length - at ? size : damaged_length - at;
    size = size < damaged_length - other ? size : damaged_length - other;
    memmove(damaged_text + at, damaged_text + other, size);
}

int main(int count, char **names) {
    return damaged_main(count, names, "=,[]-#:'\"\n 019aSNB", change, try_file, "read");
}
