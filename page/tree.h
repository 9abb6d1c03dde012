/* tree.h: the tab of the fat tree: which nodes, how many hops, the proof that it takes so many. */
/* SPDX-License-Identifier: MIT */
#ifndef TREE_H_INCLUDED
#define TREE_H_INCLUDED

#include "memory.h"

typedef struct page_tree {
    int32_t status;                 /* of the last call                                       */
    uint32_t hops, hops_lower_bound; /* the answer; below 2^32 on so small a tree              */
    uint32_t leaves, levels, steps;
    sked_word *words;               /* in: what to allocate or free; out: the choice          */
    uint32_t processors;
    sked_fattree tree;
    sked_set set;
} page_tree;

page_tree *page_tree_create(uint32_t pods, uint32_t leaves, uint32_t nodes);
int32_t page_tree_allocate(page_tree *tree);
int32_t page_tree_free(page_tree *tree);
int32_t page_tree_find(page_tree *tree, uint32_t count, uint32_t greedy);

page_tree *page_tree_create(uint32_t pods, uint32_t leaves, uint32_t nodes) {
    const uint32_t fan_out[3] = {pods, leaves, nodes};
    page_tree *tree = (page_tree *)page_take(sizeof *tree);
    sked_fattree_settings settings = SKED_ZERO;
    uint32_t *parent, *leaf;
    sked_status status;
    if (tree == NULL || sked_fattree_shape(fan_out, 3, &settings, NULL, NULL) != SKED_OK) {
        return NULL;
    }
    tree->processors = settings.processors;
    tree->words = (sked_word *)page_take(page_words(tree->processors) * 4 + 4);
    tree->set = sked_set_of(tree->words, tree->processors);
    parent = (uint32_t *)page_take(settings.switches * 4);
    leaf = (uint32_t *)page_take(settings.processors * 4);
    if (parent == NULL || leaf == NULL) {
        return NULL;
    }
    status = sked_fattree_shape(fan_out, 3, &settings, parent, leaf);
    status = status == SKED_OK ? sked_fattree_create(&tree->tree, &settings, page_mem()) : status;
    tree->status = (int32_t)status;
    return tree;
}

int32_t page_tree_allocate(page_tree *tree) {
    return tree->status = (int32_t)sked_fattree_allocate(&tree->tree, &tree->set);
}

int32_t page_tree_free(page_tree *tree) {
    return tree->status = (int32_t)sked_fattree_free(&tree->tree, &tree->set);
}

int32_t page_tree_find(page_tree *tree, uint32_t count, uint32_t greedy) {
    const uint32_t mark = page_mark();
    sked_fattree_request request = SKED_ZERO;
    sked_fattree_answer answer = SKED_ZERO;
    size_t bytes = 0;
    sked_status status;
    request.count = count;
    request.mode = greedy ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
    status = sked_fattree_find_bytes(&tree->tree, &request, &bytes);
    if (status == SKED_OK) {
        status = sked_fattree_find(&tree->tree, &request, &answer, &tree->set,
                                   page_take((uint32_t)bytes), bytes);
    }
    page_release(mark);
    tree->hops = (uint32_t)answer.hops;
    tree->hops_lower_bound = (uint32_t)answer.hops_lower_bound;
    tree->leaves = answer.leaves;
    tree->levels = answer.levels;
    tree->steps = answer.steps > UINT32_MAX ? UINT32_MAX : (uint32_t)answer.steps;
    return tree->status = (int32_t)status;
}

#endif
