/* fattree_plain.c - quick tests of a tree without rules by level: they are refused by their names.
 *
 * SPDX-License-Identifier: MIT */
#define SKED_FATTREE_RULES 0
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "../check.h"
#include "fattree_choices.h"

#include <string.h>

static sked_fattree_answer plain_answer;
static sked_refusal plain_refusal;

/* Is a request refused, and this field named? */
static int is_left_out(sked_fattree_request request, const char *field) {
    const sked_fattree_answer before = plain_answer;
    size_t bytes = 0;
    request.refusal = &plain_refusal;
    plain_refusal.field = NULL;
    return sked_fattree_find_bytes(&tree, &request, &bytes) == SKED_E_SETTING && bytes == 0 &&
           plain_refusal.field != NULL && strcmp(plain_refusal.field, field) == 0 &&
           sked_fattree_find(&tree, &request, &plain_answer, empty_of(scene.processors), scratch,
                             sizeof(scratch)) == SKED_E_SETTING &&
           memcmp(&before, &plain_answer, sizeof(before)) == 0;
}

static void test_left_out(void) {
    static const sked_fattree_rule groups = {.level = 1, .multiple = 2};
    static uint32_t owner[16];
    sked_fattree_request request = sked_fattree_request_of(4);
    open_pods(0, "4 4 | 4 4");
    request.rules = &groups;
    request.rules_count = 1;
    CHECK(is_left_out(request, "rules"));
    request = sked_fattree_request_of(4);
    request.aim = SKED_FATTREE_FEW;
    CHECK(is_left_out(request, "aim"));
    request = sked_fattree_request_of(4);
    request.crossing_max = 1;
    request.owner = owner;
    CHECK(is_left_out(request, "crossing_max"));
    request = sked_fattree_request_of(4);
    request.levels_preferred = SKED_NONE;
    CHECK(is_left_out(request, "levels_preferred"));
}

/* All else is as ever; shares are not counted. */
static void test_the_rest(void) {
    sked_fattree_request request = sked_fattree_request_of(6);
    open_pods(0, "4 4 | 4 4");
    request.segment = 2;
    request.levels_preferred = 2;
    memset(&plain_answer, 0xff, sizeof(plain_answer));
    CHECK(sked_fattree_find(&tree, &request, &plain_answer, empty_of(scene.processors), scratch,
                            sizeof(scratch)) == SKED_OK);
    CHECK(plain_answer.hops == 46 && plain_answer.hops_lower_bound == 46);
    CHECK(plain_answer.leaves == 2 && plain_answer.levels == 2);
    CHECK(plain_answer.blocks == 0 && plain_answer.share_least == 0 &&
          plain_answer.share_most == 0);
}

int main(void) {
    test_left_out();
    test_the_rest();
    return check_done("quick/fattree_plain");
}
