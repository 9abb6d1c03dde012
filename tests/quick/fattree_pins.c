/* fattree_pins.c - quick tests of trees of switches: walks through all of it, with pinned answers.
 *
 * SPDX-License-Identifier: MIT
 *
 * Regular and irregular trees, sets of several words, every kind of request, the method of the
 * patent; and damage to each word of a block. The public interface only. */
#define SKED_IMPLEMENTATION
#include "sched_fattree.h"

#include "../check.h"
#include "pins.h"

enum {
    PROCESSORS_MAX = 400, SWITCHES_MAX = 64, JOBS = 16, SETS = 4, ROOM = 2400, SCRATCH = 60000,
    UNITS_ROOM = 4000
};

static sked_align room[ROOM], scratch[SCRATCH], units_room[UNITS_ROOM];
static uint32_t parent[SWITCHES_MAX], leaf[PROCESSORS_MAX], links[SWITCHES_MAX];
static sked_fattree tree;
static sked_fattree_settings settings;
static uint32_t width_max = 24;

static sked_word words[SETS][SKED_SET_WORDS((unsigned)PROCESSORS_MAX + 1)];
static sked_word job_words[JOBS][SKED_SET_WORDS((unsigned)PROCESSORS_MAX)];
static sked_set sets[SETS], job_sets[JOBS];

/* ---- trees ----------------------------------------------------------------------------------- */

static void make_regular(const uint32_t *fan_out, uint32_t levels, uint32_t link) {
    uint32_t i;
    CHECK(sked_fattree_shape(fan_out, levels, &settings, NULL, NULL) == SKED_OK);
    CHECK(settings.switches <= SWITCHES_MAX && settings.processors <= PROCESSORS_MAX);
    CHECK(sked_fattree_shape(fan_out, levels, &settings, parent, leaf) == SKED_OK);
    for (i = 0; i < settings.switches; i++) {
        links[i] = link;
    }
    settings.links = links;
}

/* Some roots, switches anywhere below earlier ones, processors on the leaves in turn, so that
 * neighbours by number are on different ones. */
static void make_irregular(uint32_t switches, uint32_t processors, uint32_t roots) {
    uint32_t has_switches[SWITCHES_MAX] = {0}, i, at = 0;
    settings.switches = switches;
    settings.processors = processors;
    for (i = 0; i < settings.switches; i++) {
        const uint32_t above = any_below(i < 4 ? 1 : i / 2);
        parent[i] = i < roots ? SKED_NONE : above;
        links[i] = 1 + any_below(3);
        if (i >= roots) {
            has_switches[above] = 1;
        }
    }
    for (i = 0; i < settings.processors; i++) {
        do {
            at = (at + 1) % settings.switches;
        } while (has_switches[at]);
        leaf[i] = at;
        at += i % 17 == 0;
    }
    settings.parent = parent;
    settings.leaf = leaf;
    settings.links = links;
}

static void begin(void) {
    uint32_t i;
    CHECK(sked_fattree_init(&tree, &settings, room, sizeof(room)) == SKED_OK);
    for (i = 0; i < JOBS; i++) {
        job_sets[i] = sked_set_of(job_words[i], settings.processors);
    }
}

/* ---- what is asked for ----------------------------------------------------------------------- */

static sked_set *any_set(uint32_t which) {
    const uint32_t style = any_below(40), size = settings.processors + (style == 39);
    uint32_t p = any_below(settings.processors), step = 1, end = settings.processors;
    sked_set *set = &sets[which];
    *set = sked_set_of(words[which], size);
    if (style < 12) {
        end = p + 1 + any_below(3);
    } else if (style < 25) {
        end = p + any_below(50);
    } else if (style < 36) {
        step = 1 + any_below(9);
        p %= step;
    } else if (style < 38) {
        end = p;
    }
    for (; p < end && p < settings.processors; p += step) {
        sked_set_add(set, p);
    }
    return set;
}

/* One limit at a time mostly, so that many requests can be met. */
static sked_fattree_request any_request(void) {
    sked_fattree_request request = {.mode = SKED_FATTREE_EXACT};
    const uint32_t style = any_below(16);
    request.count = 1 + any_below(style == 0 ? settings.processors + 2 : width_max);
    request.mode = style % 5 == 1 ? SKED_FATTREE_GREEDY : SKED_FATTREE_EXACT;
    request.steps_max = style == 2 ? 1 + any_below(2000) : 0;
    request.levels_max = style == 3 || style == 4 ? 1 + any_below(4) : 0;
    request.levels_preferred = style == 4 || style == 5 ? 1 + any_below(3) : 0;
    request.leaves_max = style == 6 || style == 7 ? 1 + any_below(4) : 0;
    request.segment = style == 8 || style == 9 ? 1 + any_below(4) : 0;
    request.fragment_weight_q10 = style == 10 || style == 11 ? any_below(1026) : 0;
    request.count += style == 8 ? request.segment - request.count % request.segment : 0;
    request.allowed = style == 12 || style == 7 ? any_set(0) : NULL;
    request.excluded = style == 13 || style == 9 ? any_set(1) : NULL;
    request.required = style == 14 || style == 11 ? any_set(2) : NULL;
    return request;
}

/* The steps, too: an answer that is as good, but took longer, is another one. */
static void pin_answer(const sked_fattree_answer *answer) {
    pin(answer->steps);
    pin(answer->hops);
    pin(answer->hops_lower_bound);
    pin(answer->cost);
    pin(answer->cost_lower_bound);
    pin(answer->leaves + 1000 * answer->levels + 100000 * answer->top);
}

/* ---- one step -------------------------------------------------------------------------------- */

static void find(void) {
    const sked_fattree_request request = any_request();
    sked_fattree_answer answer = {0};
    sked_set set = sked_set_of(words[3], settings.processors);
    size_t bytes = 0;
    const uint32_t job = any_below(JOBS);
    unsigned char *red;                 /* behind the scratch */
    uint32_t i;
    if (told(sked_fattree_find_bytes(&tree, &request, &bytes)) != SKED_OK) {
        return;
    }
    CHECK(bytes < sizeof(scratch));
    red = (unsigned char *)scratch + bytes;
    *red = 0xA5;
    if (told(sked_fattree_find(&tree, &request, &answer, &set, scratch, bytes)) == SKED_OK) {
        pin_answer(&answer);
        pin_set(&set);
        CHECK(*red == 0xA5);
        if (sked_set_count(&job_sets[job]) == 0 &&
            told(sked_fattree_allocate(&tree, &set)) == SKED_OK) {
            for (i = sked_set_first(&set); i < set.size; i = sked_set_next(&set, i)) {
                sked_set_add(&job_sets[job], i);
            }
        }
    }
}

/* The pins know by another number that a processor is not allocated. */
static void told_free(const sked_set *set) {
    const sked_status status = sked_fattree_free(&tree, set);
    CHECK(status != SKED_E_NOT_TAKEN);
    told(status == SKED_E_NOT_BUSY ? SKED_E_NOT_TAKEN : status);
}

static void finish_job(void) {
    const uint32_t job = any_below(JOBS);
    if (sked_set_count(&job_sets[job]) > 0) {
        told_free(&job_sets[job]);
        sked_set_clear(&job_sets[job]);
    }
}

static void change_world(void) {
    const uint32_t style = any_below(8);
    const sked_set *set = any_set(0);
    if (style == 0) {
        told(sked_fattree_allocate(&tree, set));
    } else if (style == 1) {
        told_free(set);
    } else if (style < 4) {
        told(sked_fattree_down(&tree, set));
    } else {
        told(sked_fattree_up(&tree, set));
    }
}

static void read_info(void) {
    const uint32_t from = any_below(settings.processors + 1), to = any_below(settings.processors);
    const uint32_t which = any_below(settings.switches + 1);
    const sked_set *set = any_set(1);
    sked_set out[3];
    sked_fattree_info info;
    sked_fattree_switch about;
    sked_fattree_answer answer;
    uint64_t hops = 0;
    uint32_t i, number = 0;
    if (told(sked_fattree_hops(&tree, from, to, &hops)) == SKED_OK) {
        pin(hops);
    }
    if (told(sked_fattree_get_leaf(&tree, from, &number)) == SKED_OK) {
        pin(number);
    }
    if (told(sked_fattree_get_switch(&tree, which, &about)) == SKED_OK) {
        pin(about.parent + about.levels * 1000 + about.children * 1000000);
        pin(about.processors + about.free * 1000);
    }
    if (told(sked_fattree_explain(&tree, set, &answer, &hops, scratch, sizeof(scratch))) ==
        SKED_OK) {
        pin_answer(&answer);
        pin(hops);
    }
    for (i = 0; i < 3; i++) {
        out[i] = sked_set_of(words[i == 0 ? 0 : i + 1], settings.processors);
    }
    told(sked_fattree_get_sets(&tree, &out[0], &out[1], &out[2]));
    pin_set(&out[0]);
    pin_set(&out[2]);
    told(sked_fattree_get_info(&tree, &info));
    pin(info.free + info.busy * 1000 + info.down * 1000000);
    pin(info.leaves + info.roots * 100 + info.levels * 10000);
}

/* ---- walks ----------------------------------------------------------------------------------- */

static int is_sound(void) {
    return sked_fattree_validate(&tree) == SKED_OK;
}

static void take_step(void) {
    const uint32_t what = any_below(8);
    if (what < 4) {
        find();
    } else if (what < 6) {
        finish_job();
    } else if (what < 7) {
        change_world();
    } else {
        read_info();
    }
}

enum { PLACES = 6, STEPS = 200 };

static void walk(uint64_t seed, const uint32_t *pins) {
    uint32_t step;
    for (step = 0; step < PLACES * STEPS; step++) {
        take_step();
        if (step % STEPS == STEPS - 1) {
            CHECK_SEED(seed, is_sound());
            pins_compare(seed, pins, step / STEPS);
        }
    }
}

static void test_regular(void) {
    static const uint32_t pins[PLACES] = {
        0xDB15CE38, 0x3417FD8E, 0xFD617FB6, 0xAD20CA03, 0xF174AF48, 0xBA8F0102
    };
    static const uint32_t fan_out[3] = {4, 5, 7};
    pins_begin(1);
    make_regular(fan_out, 3, 2);
    begin();
    walk(1, pins);
}

static void test_pod(void) {
    static const uint32_t pins[PLACES] = {
        0x729A4F0D, 0xE713F457, 0xE3A5A568, 0xF15D71E6, 0xB4B4CAC5, 0x7888B2E7
    };
    static const uint32_t fan_out[2] = {9, 9};
    pins_begin(2);
    make_regular(fan_out, 2, 1);
    begin();
    walk(2, pins);
}

static void test_irregular(void) {
    static const uint32_t pins[PLACES] = {
        0xB34C1866, 0x4AC76C06, 0x07EC7FC0, 0x9E5E6181, 0x45729659, 0x1D114062
    };
    pins_begin(3);
    make_irregular(40, 150, 3);
    begin();
    walk(3, pins);
}

/* Many pods, jobs of many leaves: what bounds do not settle is searched. */
static void test_core(void) {
    static const uint32_t pins[PLACES] = {
        0xC903DC39, 0xA37C9970, 0xC7489F41, 0x7EDC0E6D, 0xBAF89E70, 0x627F1C17
    };
    static const uint32_t fan_out[3] = {7, 7, 8};
    pins_begin(4);
    make_regular(fan_out, 3, 1);
    begin();
    width_max = 90;
    walk(4, pins);
    width_max = 24;
}

/* ---- damage ---------------------------------------------------------------------------------- */

static void test_damage(void) {
    static const uint32_t pins[1] = {0x10000007};
    static const uint32_t fan_out[3] = {2, 4, 8};
    sked_fattree_info info;
    uint32_t missed;
    pins_begin(5);
    make_regular(fan_out, 3, 1);
    begin();
    told(sked_fattree_allocate(&tree, any_set(0)));
    told(sked_fattree_down(&tree, any_set(1)));
    CHECK(is_sound() && sked_fattree_get_info(&tree, &info) == SKED_OK);
    missed = damages_missed(room, 0, info.bytes, is_sound);
    CHECK(missed < info.bytes / 4 * DAMAGES / 2);
    pin(missed);
    if (is_little_endian()) {
        pins_compare(5, pins, 0);
    }
}

/* ---- units ----------------------------------------------------------------------------------- */

static void pin_starts(sked_units *units, uint64_t *running, uint32_t *count) {
    sked_units_start start;
    sked_set set = sked_set_of(words[0], settings.processors);
    while (told(sked_units_next(units, &start, &set)) == SKED_OK) {
        pin(start.id + start.count * 1000);
        pin(start.units + start.hops * 1000);
        pin_set(&set);
        running[(*count)++] = start.id;
    }
}

static void walk_units(uint64_t seed, const sked_units_settings *wanted, const uint32_t *pins) {
    uint64_t running[24];
    uint32_t count = 0, step;
    sked_units units;
    sked_units_info info;
    CHECK(sked_units_init(&units, wanted, units_room, sizeof(units_room)) == SKED_OK);
    for (step = 0; step < PLACES * 60; step++) {
        const uint32_t what = any_below(9), width = 1 + any_below(what == 0 ? 90 : 20);
        if (what < 5) {
            told(sked_units_submit(&units, step, width));
        } else if (what < 8 && count > 0) {
            const uint32_t which = any_below(count);
            told(sked_units_finish(&units, running[which]));
            running[which] = running[--count];
        } else {
            told(sked_units_finish(&units, any_below(step + 1)));
        }
        pin_starts(&units, running, &count);
        told(sked_units_get_info(&units, &info));
        pin(info.idle + info.busy * 1000 + info.allocated * 1000000);
        pin(info.free + info.waiting * 1000 + info.running * 1000000);
        pin(info.batches + info.shrinks * 1000 + info.exact_fits * 1000000);
        if (step % 60 == 59) {
            pins_compare(seed, pins, step / 60);
        }
    }
}

static void test_units(void) {
    static const uint32_t pins[PLACES] = {
        0xFE0B9DC9, 0x0D7FD637, 0x430A399C, 0xA5923B5C, 0xC4E1DE8B, 0xAEBBC693
    };
    static const uint32_t fan_out[3] = {2, 4, 12};
    sked_units_settings wanted = {.tree = &tree, .jobs_max = 20, .options = SKED_UNITS_GO_ON};
    pins_begin(6);
    make_regular(fan_out, 3, 1);
    begin();
    walk_units(6, &wanted, pins);
}

static void test_units_tried(void) {
    static const uint32_t pins[PLACES] = {
        0x405A7D36, 0xE514FC5E, 0x42985098, 0xBD0EEBBB, 0x0D868039, 0x7A1A5A6F
    };
    static const uint32_t fan_out[2] = {6, 6};
    sked_units_settings wanted = {
        .tree = &tree, .unit_size = 3, .batch_max = 6, .jobs_max = 16, .tries_max = 3000};
    pins_begin(7);
    make_regular(fan_out, 2, 1);
    begin();
    walk_units(7, &wanted, pins);
}

/* ---- small trees ----------------------------------------------------------------------------- */

/* Many small trees, of which a walk takes or breaks most. */
static void test_small(void) {
    enum { TREES = 40, EACH = 60 };
    static const uint32_t pins[TREES / 5] = {
        0xDB8BA8B5, 0x2CB704D6, 0x2976A94D, 0xA418B923, 0x562B025F, 0x4FB38C0E,
        0x5F7953F7, 0xBF36910B
    };
    uint32_t number, step;
    pins_begin(8);
    for (number = 0; number < TREES; number++) {
        const uint32_t switches = 4 + any_below(9), roots = 1 + any_below(3);
        make_irregular(switches, 16 + any_below(40), roots);
        width_max = 3 + number / 2;
        if (told(sked_fattree_init(&tree, &settings, room, sizeof(room))) == SKED_OK) {
            begin();
            for (step = 0; step < EACH; step++) {
                take_step();
            }
            CHECK_SEED(number + 1, is_sound());
        }
        if (number % 5 == 4) {
            pins_compare(8, pins, number / 5);
        }
    }
    width_max = 24;
}

int main(void) {
    test_regular();
    test_pod();
    test_irregular();
    test_core();
    test_damage();
    test_units();
    test_units_tried();
    test_small();
    return check_done("fattree_pins");
}
