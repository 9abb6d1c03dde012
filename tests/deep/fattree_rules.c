/* fattree_rules.c - rules by level, aims and isolation on trees of switches, beside all choices.
 *
 * SPDX-License-Identifier: MIT
 *
 * Each choice is judged as the header defines it: the share of each switch is summed up, each rule
 * looks at the blocks of its level, and jobs are compared with switches one by one. Nothing of the
 * search is in here. */
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#define DEEP_NAME "fattree_rules"
#include "source.h"

#include "fattree_draw.h"

/* ---- what a choice is worth ------------------------------------------------------------------ */

typedef struct worth {
    int there;                          /* a choice */
    uint32_t even;                      /* the least share, if the aim is EVEN, else 0 */
    uint64_t measure, cost;
} worth;

static int is_more(const worth *a, const worth *b) {
    if (!b->there || a->even != b->even) {
        return !b->there || a->even > b->even;
    }
    return a->measure < b->measure || (a->measure == b->measure && a->cost < b->cost);
}

/* A request beside a model: what is closed, what is busy below each switch. */
typedef struct question {
    const model *m;
    const sked_fattree_request *r;
    model_wish wish;
    uint32_t levels;                    /* at most, or 0 */
    int closed[MODEL_SWITCHES];
    uint32_t busy[MODEL_SWITCHES];
} question;

static int is_block(const model *m, uint32_t v, uint32_t level) {
    return m->levels[v] <= level &&
           (m->parent[v] == SKED_NONE || m->levels[m->parent[v]] > level);
}

/* How many jobs use the way up from a switch, of the owners and of those served before. */
static uint32_t jobs_across(const question *q, uint32_t v, const sked_fattree_job *served,
                            uint32_t served_count) {
    const model *m = q->m;
    uint32_t owner, p, i, jobs = 0;
    for (owner = 0; owner < m->processors + served_count; owner++) {
        int inside = 0, outside = 0;
        for (p = 0; p < m->processors; p++) {
            int mine = q->r->owner[p] == owner && !model_is_free(m, p);
            for (i = 0; i < served_count; i++) {
                if (served[i].status == SKED_OK && sked_set_has(&served[i].set, p)) {
                    mine = owner == m->processors + i;
                }
            }
            if (mine) {
                const int below_v = model_join(m, m->leaf[p], v) == v;
                inside |= below_v;
                outside |= !below_v;
            }
        }
        jobs += (uint32_t)(inside && outside);
    }
    return jobs;
}

/* What a rule leaves of a leaf: of what a fragment weight counts as whole. */
static uint32_t left_by_rule(const question *q, const sked_fattree_rule *rule, uint32_t leaf,
                             uint32_t room) {
    const model *m = q->m;
    uint32_t v;
    if (rule->level == 1 && rule->most > 0 && room > rule->most) {
        room = rule->most;
    }
    for (v = leaf; v != SKED_NONE && (rule->options & SKED_FATTREE_WHOLE) != 0; v = m->parent[v]) {
        room = is_block(m, v, rule->level) && q->busy[v] > 0 ? 0 : room;
    }
    return room;
}

/* Whole groups of what the rules leave of each leaf. */
static void count_room(question *q) {
    const sked_fattree_request *r = q->r;
    uint32_t i, k, group;
    memset(q->wish.room, 0, sizeof q->wish.room);
    for (i = 0; i < q->m->leaves; i++) {
        uint32_t room = q->wish.usable[q->m->leaf_at[i]];
        for (k = 0; k < r->rules_count; k++) {
            room = left_by_rule(q, &r->rules[k], q->m->leaf_at[i], room);
        }
        for (group = 1; group <= r->count; group++) {
            int whole = r->segment < 2 || group % r->segment == 0;
            for (k = 0; k < r->rules_count; k++) {
                const sked_fattree_rule *rule = &r->rules[k];
                whole = whole && (rule->level > 1 || rule->multiple < 2 ||
                                  (rule->options & SKED_FATTREE_REST) != 0 ||
                                  group % rule->multiple == 0);
            }
            if (whole) {
                break;                  /* the smallest group of segments and multiples */
            }
        }
        model_add_above(q->m, q->wish.room, q->m->leaf_at[i], room - room % group);
    }
}

static question question_of(const model *m, const sked_fattree_request *r,
                            const sked_fattree_job *served, uint32_t served_count) {
    question q;
    uint32_t v, p;
    memset(&q, 0, sizeof q);
    q.m = m;
    q.r = r;
    q.wish = model_wish_of(m, r);
    for (p = 0; p < m->processors; p++) {
        model_add_above(m, q.busy, m->leaf[p], m->busy[p]);
    }
    for (v = 0; v < m->switches && r->crossing_max > 0; v++) {
        q.closed[v] = jobs_across(&q, v, served, served_count) >= r->crossing_max;
    }
    count_room(&q);
    return q;
}

static int keeps_rule(const question *q, const sked_fattree_rule *rule, const uint32_t *share) {
    const model *m = q->m;
    uint32_t v, used = 0, rests = 0;
    for (v = 0; v < m->switches; v++) {
        if (share[v] == 0 || !is_block(m, v, rule->level)) {
            continue;
        }
        used++;
        if (share[v] < rule->least || (rule->most > 0 && share[v] > rule->most) ||
            ((rule->options & SKED_FATTREE_WHOLE) != 0 && q->busy[v] > 0)) {
            return 0;
        }
        if (rule->multiple > 1 && share[v] % rule->multiple != 0) {
            rests++;
            if (share[v] % rule->multiple != q->r->count % rule->multiple) {
                return 0;
            }
        }
    }
    return (rule->blocks_max == 0 || used <= rule->blocks_max) &&
           rests <= ((rule->options & SKED_FATTREE_REST) != 0);
}

static int keeps_all(const question *q, const uint32_t *taken, const uint32_t *share) {
    uint32_t v, i;
    if (!model_keeps(q->m, &q->wish, taken)) {
        return 0;
    }
    for (v = 0; v < q->m->switches; v++) {
        if (q->closed[v] && share[v] > 0 && share[v] < q->r->count) {
            return 0;
        }
    }
    for (i = 0; i < q->r->rules_count; i++) {
        if (!keeps_rule(q, &q->r->rules[i], share)) {
            return 0;
        }
    }
    return 1;
}

static worth worth_of(const question *q, const uint32_t *taken, const uint32_t *share) {
    const uint32_t level = q->r->aim_level == 0 ? 1 : q->r->aim_level;
    worth w = {1, 0, 0, 0};
    uint32_t v, least = UINT32_MAX;
    for (v = 0; v < q->m->switches && q->r->aim != SKED_FATTREE_NEAR; v++) {
        if (share[v] > 0 && is_block(q->m, v, level)) {
            w.measure += q->r->aim == SKED_FATTREE_FEW ? 1 : (uint64_t)share[v] * share[v];
            least = share[v] < least ? share[v] : least;
        }
    }
    w.even = q->r->aim == SKED_FATTREE_EVEN ? least : 0;
    w.cost = model_cost_of_vector(q->m, &q->wish, taken);
    return w;
}

/* The best of all choices within so many levels (0: any). */
static worth best_of_all(question *q, uint32_t levels) {
    const model *m = q->m;
    uint32_t taken[MODEL_SWITCHES] = {0}, share[MODEL_SWITCHES], sum = 0, i;
    worth best = {0, 0, 0, 0};
    q->wish.levels_max = levels;
    do {
        if (sum == q->r->count) {
            memset(share, 0, sizeof share);
            for (i = 0; i < m->leaves; i++) {
                model_add_above(m, share, m->leaf_at[i], taken[m->leaf_at[i]]);
            }
            if (keeps_all(q, taken, share)) {
                const worth w = worth_of(q, taken, share);
                best = is_more(&w, &best) ? w : best;
            }
        }
    } while (model_next_vector(m, &q->wish, taken, &sum));
    return best;
}

/* The best, with what is preferred first. */
static worth best_preferred(question *q) {
    const uint32_t most = q->r->levels_max, preferred = q->r->levels_preferred;
    uint32_t levels = preferred == SKED_NONE ? 1 : preferred;
    worth best = {0, 0, 0, 0};
    while (levels > 0 && (most == 0 || levels < most) && levels <= SKED_FATTREE_LEVELS) {
        best = best_of_all(q, levels);
        if (best.there || preferred != SKED_NONE) {
            break;
        }
        levels++;
    }
    return best.there ? best : best_of_all(q, most);
}

/* ---- requests at random ---------------------------------------------------------------------- */

typedef enum feature {
    MULTIPLE, LAYERS, REST, LEAST, MOST, EQUAL, WHOLE, BLOCKS, LEVELS, FEW_BLOCKS, EVEN_SHARES,
    SPREAD_OUT, EVEN_GROUPS, CROSSING, BLOCKS_AND_AIM, PAIRS, ALL_AT_ONCE, FEATURES
} feature;

static const char *const feature_names[FEATURES] = {
    "a multiple", "multiples at several levels", "a multiple and a rest", "a least share",
    "a most share", "equal shares", "whole blocks", "few blocks as a rule",
    "few levels and rules", "aim few", "aim even", "aim spread", "aim even in groups",
    "few jobs on a link", "an aim on few blocks", "two rules", "all at once"};

static sked_refusal refusal;

typedef struct own_request {
    sked_fattree_request request;
    sked_fattree_rule rules[3];
    uint32_t owner[MODEL_PROCESSORS];
    own_set allowed, required, held;
} own_request;

static void round_count(source *from, own_request *own, uint32_t multiple) {
    sked_fattree_request *r = &own->request;
    if (r->count >= multiple && !one_in(from, 12)) {
        r->count -= r->count % multiple;
    }
}

static void draw_rule(source *from, own_request *own, sked_fattree_rule *rule, feature what) {
    switch (what) {
    case REST:
        rule->multiple = 2 + below(from, 3);
        rule->options |= SKED_FATTREE_REST;
        break;
    case LEAST: rule->least = 1 + below(from, 4); break;
    case MOST: rule->most = 1 + below(from, 5); break;
    case EQUAL:
        rule->least = 1 + below(from, 4);
        rule->most = rule->least + below(from, 2);
        break;
    case WHOLE: rule->options |= SKED_FATTREE_WHOLE; break;
    case BLOCKS: rule->blocks_max = 1 + below(from, 3); break;
    default:
        rule->multiple = 2 + below(from, 3);
        round_count(from, own, rule->multiple);
        break;
    }
}

/* Nested groups: a multiple of each level divides that of the next. */
static void draw_layers(source *from, own_request *own) {
    uint32_t i, multiple = 1 + below(from, 2);
    own->request.rules_count = 2 + below(from, 2);
    for (i = 0; i < own->request.rules_count; i++) {
        own->rules[i].level = 1 + i;
        own->rules[i].multiple = multiple;
        multiple *= 1 + below(from, 3);
    }
    round_count(from, own, own->rules[i - 1].multiple);
}

/* Owners of what is busy: few jobs, so that some share links; and nonsense for what is free. */
static void draw_owners(source *from, const model *m, own_request *own) {
    const uint32_t jobs = 1 + below(from, 6);
    uint32_t p;
    for (p = 0; p < m->processors; p++) {
        own->owner[p] = one_in(from, 6) ? SKED_NONE : below(from, jobs) % m->processors;
    }
    own->request.owner = own->owner;
    own->request.crossing_max = 1 + below(from, 2);
}

static void draw_aim(source *from, own_request *own, sked_fattree_aim aim) {
    own->request.aim = aim;
    own->request.aim_level = below(from, 4);
}

/* Levels of rules that differ. */
static void draw_levels(source *from, own_request *own) {
    const uint32_t first = 1 + below(from, 3);
    uint32_t i;
    for (i = 0; i < 3; i++) {
        own->rules[i].level = 1 + (first + i) % 4;
    }
}

static void draw_limits(source *from, const model *m, own_request *own) {
    sked_fattree_request *r = &own->request;
    r->levels_max = one_in(from, 3) ? 1 + below(from, 4) : 0;
    r->levels_preferred = one_in(from, 3) ? SKED_NONE : one_in(from, 3) ? 1 + below(from, 3) : 0;
    if (one_in(from, 4)) {
        r->segment = 1 + below(from, 3);
        round_count(from, own, r->segment);
    }
    if (one_in(from, 5)) {
        sked_set *set = empty_set(&own->required, m->processors);
        const uint32_t p = below(from, m->processors);
        if (model_may_use(m, r, p)) {
            sked_set_add(set, p);
        }
        r->required = set;
    }
    if (one_in(from, 6)) {
        r->fragment_weight_q10 = 1 + below(from, 1024);
    }
    if (one_in(from, 5)) {
        r->allowed = some_set(from, m, &own->allowed, ANY, 12);
    }
}

static void draw_request(source *from, const model *m, own_request *own, feature what) {
    static const sked_fattree_aim aims[] = {SKED_FATTREE_NEAR, SKED_FATTREE_FEW, SKED_FATTREE_EVEN,
                                            SKED_FATTREE_SPREAD};
    sked_fattree_request *r = &own->request;
    uint32_t usable = 0, p, i;
    memset(own, 0, sizeof *own);
    for (p = 0; p < m->processors; p++) {
        usable += (uint32_t)model_is_free(m, p);
    }
    r->count = 1 + below(from, usable);
    r->rules = own->rules;
    r->mode = one_in(from, 8) ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
    draw_levels(from, own);
    switch (what) {
    case LAYERS: draw_layers(from, own); break;
    case FEW_BLOCKS: draw_aim(from, own, SKED_FATTREE_FEW); break;
    case EVEN_SHARES: draw_aim(from, own, SKED_FATTREE_EVEN); break;
    case SPREAD_OUT: draw_aim(from, own, SKED_FATTREE_SPREAD); break;
    case CROSSING: draw_owners(from, m, own); break;
    case EVEN_GROUPS:
        draw_aim(from, own, SKED_FATTREE_EVEN);
        draw_rule(from, own, &own->rules[0], MULTIPLE);
        own->rules[0].most = one_in(from, 2) ? 2 + below(from, 5) : 0;
        r->rules_count = 1;
        break;
    case BLOCKS_AND_AIM:
        draw_aim(from, own, aims[1 + below(from, 3)]);
        draw_rule(from, own, &own->rules[0], BLOCKS);
        r->rules_count = 1;
        break;
    case LEVELS:
        draw_limits(from, m, own);
        draw_rule(from, own, &own->rules[0], one_in(from, 2) ? LEAST : MULTIPLE);
        r->rules_count = 1;
        break;
    case PAIRS:
    case ALL_AT_ONCE:
        r->rules_count = what == PAIRS ? 2 : 3;
        for (i = 0; i < r->rules_count; i++) {
            draw_rule(from, own, &own->rules[i], (feature)below(from, LEVELS));
        }
        if (what == ALL_AT_ONCE) {
            draw_limits(from, m, own);
            draw_aim(from, own, aims[below(from, 4)]);
            if (one_in(from, 3)) {
                draw_owners(from, m, own);
            }
        }
        break;
    default:
        draw_rule(from, own, &own->rules[0], what);
        r->rules_count = 1;
        break;
    }
    r->refusal = one_in(from, 2) ? &refusal : NULL;
    if ((r->rules_count > 0 || r->crossing_max > 0) && one_in(from, 2)) {
        r->held = empty_set(&own->held, m->processors);
    }
}

/* ---- what a request is refused for ----------------------------------------------------------- */

static sked_status refusal_of(const sked_fattree_request *r) {
    uint32_t i, rests = 0, limits = r->leaves_max > 0;
    if (r->count == 0) {
        return SKED_E_NO_WIDTH;
    }
    if (r->segment > 1 && r->count % r->segment != 0) {
        return SKED_E_RANGE;
    }
    for (i = 0; i < r->rules_count; i++) {
        const sked_fattree_rule *rule = &r->rules[i];
        const int rest = (rule->options & SKED_FATTREE_REST) != 0 && rule->multiple > 1;
        if (rule->most > 0 && rule->least > rule->most) {
            return SKED_E_RANGE;
        }
        if (rule->multiple > 1 && !rest && r->count % rule->multiple != 0) {
            return SKED_E_RANGE;
        }
        rests += (uint32_t)rest;
        limits += rule->blocks_max > 0;
        if (rests > 1 || limits > 1) {
            return SKED_E_SETTING;
        }
    }
    if (r->crossing_max > 0 && r->fragment_weight_q10 > 0) {
        return SKED_E_SETTING;
    }
    return SKED_OK;
}

/* ---- judging --------------------------------------------------------------------------------- */

static uint64_t names, nameless;        /* of rules that cannot be kept */
static uint64_t asked[FEATURES], found[FEATURES], gaps;

static worth worth_of_set(const question *q, const sked_set *set, int *keeps) {
    uint32_t taken[MODEL_SWITCHES] = {0}, share[MODEL_SWITCHES] = {0}, p;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        taken[q->m->leaf[p]]++;
        model_add_above(q->m, share, q->m->leaf[p], 1);
    }
    *keeps = keeps_all(q, taken, share);
    return worth_of(q, taken, share);
}

/* Of the blocks that the choice uses: how many, the least and the most of one. */
static void judge_blocks(const source *from, const question *q, const sked_fattree_answer *answer,
                         const sked_set *set) {
    const uint32_t level = q->r->aim_level == 0 ? 1 : q->r->aim_level;
    uint32_t share[MODEL_SWITCHES] = {0}, used = 0, least = UINT32_MAX, most = 0, p, v;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        model_add_above(q->m, share, q->m->leaf[p], 1);
    }
    for (v = 0; v < q->m->switches; v++) {
        if (share[v] > 0 && is_block(q->m, v, level)) {
            used++;
            least = share[v] < least ? share[v] : least;
            most = share[v] > most ? share[v] : most;
        }
    }
    agrees(from, answer->blocks == used && answer->share_least == least &&
                     answer->share_most == most, "blocks and shares");
}

/* What else is free where whole blocks are used. */
static void judge_held(const source *from, const question *q, const sked_set *set) {
    const model *m = q->m;
    uint32_t share[MODEL_SWITCHES] = {0}, p, i, v, level = 0;
    int same = 1;
    for (i = 0; i < q->r->rules_count; i++) {
        const sked_fattree_rule *rule = &q->r->rules[i];
        if ((rule->options & SKED_FATTREE_WHOLE) != 0 && rule->level > level) {
            level = rule->level;
        }
    }
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        model_add_above(m, share, m->leaf[p], 1);
    }
    for (p = 0; p < m->processors; p++) {
        int held = 0;
        for (v = m->leaf[p]; v != SKED_NONE; v = m->parent[v]) {
            held |= level > 0 && is_block(m, v, level) && share[v] > 0;
        }
        held = held && model_is_free(m, p) && !sked_set_has(set, p);
        same = same && held == sked_set_has(q->r->held, p);
    }
    agrees(from, same, "what is held is free in the blocks of the choice");
}

static void judge(const source *from, const question *q, const worth *best,
                  const sked_fattree_answer *answer, const sked_set *set) {
    const sked_fattree_request *r = q->r;
    int keeps, limited = 0;
    worth got = worth_of_set(q, set, &keeps);
    uint32_t i;
    for (i = 0; i < r->rules_count; i++) {
        limited |= r->rules[i].blocks_max > 0;
    }
    agrees(from, keeps && sked_set_count(set) == r->count, "the rules are kept");
    agrees(from, got.cost == answer->cost, "the cost is that of the set");
    agrees(from, !is_more(&got, best), "nothing is better than all choices");
    agrees(from, answer->cost_lower_bound <= answer->cost, "a bound");
    if (r->mode == SKED_FATTREE_EXACT && !limited) {
        agrees(from, !is_more(best, &got), "no choice is better");
        agrees(from, answer->cost_lower_bound == answer->cost, "it is proved");
    } else if (answer->cost_lower_bound == answer->cost) {
        agrees(from, !is_more(best, &got), "what is proved is the best");
    } else {
        gaps++;
    }
    judge_blocks(from, q, answer, set);
    if (r->held != NULL) {
        judge_held(from, q, set);
    }
}

static sked_status find(const source *from, const sked_fattree *tree,
                        const sked_fattree_request *r, sked_fattree_answer *answer, sked_set *set) {
    size_t bytes = 0;
    const sked_status status = sked_fattree_find_bytes(tree, r, &bytes);
    guarded scratch = guarded_of(bytes, 0x5a);
    const sked_status told = sked_fattree_find(tree, r, answer, set, scratch.block, bytes);
    agrees(from, status == SKED_OK || status == told, "find refuses what find_bytes refuses");
    guarded_end(from, &scratch);
    return told;
}

/* Enough that are free, and all that are required? */
static int is_enough(const question *q) {
    uint32_t p, usable = 0;
    for (p = 0; p < q->m->processors; p++) {
        const int may = model_may_use(q->m, q->r, p);
        usable += (uint32_t)may;
        if (q->r->required != NULL && sked_set_has(q->r->required, p) && !may) {
            return 0;
        }
    }
    return usable >= q->r->count;
}

/* Is there a choice with one of the rules alone, or none (i too large)? */
static int is_there_with(const model *m, const sked_fattree_request *r, uint32_t i) {
    sked_fattree_request alone = *r;
    question q;
    alone.aim = SKED_FATTREE_NEAR;
    alone.rules = i < r->rules_count ? &r->rules[i] : NULL;
    alone.rules_count = i < r->rules_count;
    q = question_of(m, &alone, NULL, 0);
    return best_preferred(&q).there;
}

/* The rule that is named is the first that no choice keeps, whatever the others are. */
static void judge_name(const source *from, const model *m, const sked_fattree_request *r) {
    const int named = refusal.entry != NULL && strcmp(refusal.entry, "rule") == 0;
    uint32_t i = r->rules_count;
    if (is_there_with(m, r, r->rules_count)) {
        for (i = 0; i < r->rules_count && is_there_with(m, r, i);) {
            i++;
        }
    }
    agrees(from, !named || refusal.index >= i, "a rule that is named cannot be kept");
    agrees(from, !named || !is_there_with(m, r, refusal.index), "... whatever the others are");
    names += (uint64_t)named;
    nameless += (uint64_t)(!named && i < r->rules_count);
}

static void ask(source *from, const model *m, const sked_fattree *tree, feature what) {
    static own_request own;
    question q;
    own_set chosen;
    sked_set *set = empty_set(&chosen, m->processors);
    sked_fattree_answer answer;
    sked_status told, due;
    draw_request(from, m, &own, what);
    told = find(from, tree, &own.request, &answer, set);
    asked[what]++;
    due = refusal_of(&own.request);
    if (due == SKED_OK) {
        worth best;
        q = question_of(m, &own.request, NULL, 0);
        best = best_preferred(&q);
        due = !is_enough(&q) ? SKED_E_NOT_FREE : best.there ? SKED_OK : SKED_E_LIMITS;
        if (tracing) {
            printf("%s: %lu of %lu: cost %llu, bound %llu; best %d %lu %llu %llu\n",
                   feature_names[what], (unsigned long)own.request.count,
                   (unsigned long)m->processors, (unsigned long long)answer.cost,
                   (unsigned long long)answer.cost_lower_bound, best.there,
                   (unsigned long)best.even, (unsigned long long)best.measure,
                   (unsigned long long)best.cost);
        }
        if (told == SKED_OK && due == SKED_OK) {
            q.wish.levels_max = own.request.levels_max;
            judge(from, &q, &best, &answer, set);
            found[what]++;
        }
    }
    agrees(from, told == due, feature_names[what]);
    if (told == SKED_E_LIMITS && own.request.refusal != NULL) {
        judge_name(from, m, &own.request);
    }
}

/* ---- pickers --------------------------------------------------------------------------------- */

/* A job that would start beside the one that a picker is asked for: nobody owns its processors yet,
 * or a job did that has ended. It takes them from the model. */
static void draw_started(source *from, model *m, own_set *own, sked_fattree_job *started) {
    sked_set *set = empty_set(own, m->processors);
    uint32_t p;
    memset(started, 0, sizeof *started);
    for (p = 0; p < m->processors; p++) {
        if (model_is_free(m, p) && one_in(from, 3)) {
            sked_set_add(set, p);
        }
    }
    agrees(from, model_allocate(m, set) == SKED_OK, "its processors are free");
    started->set = *set;
    started->status = SKED_OK;
}

/* A picker takes what is not offered as busy, whatever the tree's own state is. */
static void pick(source *from, const model *m, const sked_fattree *tree, feature what) {
    static own_request own;
    static model other;
    sked_fattree_picker_settings settings;
    sked_fattree_picker picker;
    sked_pick_request job;
    own_set offered_own, started_own, chosen;
    sked_fattree_job started;
    sked_set *offered, *set = empty_set(&chosen, m->processors);
    size_t bytes = 0;
    guarded scratch;
    draw_request(from, m, &own, what);
    own.request.refusal = NULL;
    other = *m;
    memset(other.down, 0, sizeof other.down);
    memset(&job, 0, sizeof job);
    job.ahead = one_in(from, 2);
    if (job.ahead) {
        draw_started(from, &other, &started_own, &started);
        job.beside = &started.set;
    }
    offered = all_set(&other, &offered_own, FREE);
    memset(&settings, 0, sizeof settings);
    settings.tree = tree;
    settings.templates = &own.request;
    settings.templates_count = 1;
    job.count = own.request.count;
    if (sked_fattree_picker_bytes(&settings, &bytes) != SKED_OK ||
        refusal_of(&own.request) != SKED_OK) {
        return;                             /* no job of any width could keep it */
    }
    scratch = guarded_of(bytes, 0x66);
    agrees(from, sked_fattree_picker_init(&picker, &settings, scratch.block, bytes) == SKED_OK,
           "a picker");
    if (sked_set_count(offered) >= job.count) {
        question q = question_of(&other, &own.request, &started, job.ahead);
        const worth best = best_preferred(&q);
        const int due = is_enough(&q) && best.there;
        const int told = sked_pick(&picker.picker, &job, offered, set) == SKED_OK;
        agrees(from, told == due, "it picks what a choice of the offered keeps");
        if (told && due && !job.ahead) {
            q.wish.levels_max = own.request.levels_max;
            judge(from, &q, &best, &picker.answer, set);
        }
    }
    guarded_end(from, &scratch);
}

/* ---- batches --------------------------------------------------------------------------------- */

enum { JOBS = 3 };

typedef struct batch {
    own_request own[JOBS];
    own_set chosen[JOBS];
    sked_fattree_job jobs[JOBS], served[JOBS];  /* served: as far as they are judged */
} batch;

static size_t draw_batch(source *from, const model *m, const sked_fattree *tree, batch *b) {
    size_t bytes = 0, most = 0;
    uint32_t i;
    memset(b->jobs, 0, sizeof b->jobs);
    for (i = 0; i < JOBS; i++) {
        draw_request(from, m, &b->own[i], CROSSING);
        b->own[i].request.refusal = NULL;
        b->own[i].request.count = 1 + b->own[i].request.count / 3;
        b->jobs[i].request = b->own[i].request;
        b->jobs[i].set = *empty_set(&b->chosen[i], m->processors);
        agrees(from, sked_fattree_find_bytes(tree, &b->jobs[i].request, &bytes) == SKED_OK,
               "its scratch");
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* Judges one job beside those before it, which it must not meet either. */
static void judge_job(source *from, model *m, batch *b, uint32_t i) {
    const sked_fattree_job *job = &b->jobs[i];
    question q = question_of(m, &job->request, b->served, JOBS);
    const worth best = best_preferred(&q);
    const sked_status due = !is_enough(&q) ? SKED_E_NOT_FREE : best.there ? SKED_OK : SKED_E_LIMITS;
    agrees(from, job->status == due, "a job of a batch has its status");
    if (job->status == SKED_OK && due == SKED_OK) {
        q.wish.levels_max = 0;
        judge(from, &q, &best, &job->answer, &job->set);
        agrees(from, model_allocate(m, &job->set) == SKED_OK, "its processors were free");
    }
    b->served[i] = *job;
}

/* The largest first; ties in the order given. */
static void batch_of_seed(source *from, model *m, sked_fattree *tree) {
    static batch b;
    const size_t bytes = draw_batch(from, m, tree, &b);
    guarded scratch = guarded_of(bytes, 0x3c);
    uint32_t judged, i;
    agrees(from, sked_fattree_batch(tree, b.jobs, JOBS, scratch.block, bytes) == SKED_OK,
           "a batch");
    guarded_end(from, &scratch);
    memcpy(b.served, b.jobs, sizeof b.served);
    for (i = 0; i < JOBS; i++) {
        b.served[i].status = SKED_DONE;
    }
    for (judged = 0; judged < JOBS; judged++) {
        uint32_t next = JOBS;
        for (i = 0; i < JOBS; i++) {
            if (b.served[i].status == SKED_DONE &&
                (next == JOBS || b.jobs[i].request.count > b.jobs[next].request.count)) {
                next = i;
            }
        }
        judge_job(from, m, &b, next);
    }
}

static void rules_of_seed(uint64_t seed) {
    static const tree_bounds most = {11, 5, 600};
    static model m;
    source from = source_of(seed);
    sked_fattree tree;
    size_t bytes = 0;
    uint32_t p, usable = 0;
    void *block;
    int what;
    draw_tree(&from, &m, &most);
    for (p = 0; p < m.processors; p++) {
        usable += (uint32_t)model_is_free(&m, p);
    }
    if (usable == 0) {
        return;
    }
    block = make_tree(&from, &m, &tree, &bytes);
    restore(&from, &m, &tree);
    for (what = 0; what < FEATURES; what++) {
        ask(&from, &m, &tree, (feature)what);
    }
    for (what = 0; what < 3; what++) {
        pick(&from, &m, &tree, (feature)below(&from, FEATURES));
    }
    batch_of_seed(&from, &m, &tree);
    sked_fattree_destroy(&tree);
    free(block);
}

static void test_all(void) {
    int what;
    try_seeds(1, 12000 / seed_share, rules_of_seed);
    for (what = 0; what < FEATURES; what++) {
        check_that(found[what] * 10 > asked[what], "found", 0, feature_names[what], found[what]);
    }
    CHECK(names > 9 * nameless && gaps > 0);
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, rules_of_seed);
}
