/* calls_values.h: sets, sums, sorting and >>experience of sched.h, with whatever a file says.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CALLS_VALUES_H_INCLUDED
#define CALLS_VALUES_H_INCLUDED

#include "calls.h"

enum { VALUES_PAIRS = 40, VALUES_CLASSES = 5, VALUES_LARGEST = 40, VALUES_TEXT = 24 };

/* ---- sets ------------------------------------------------------------------------------------ */

/* A set without bits above its size, as all that meet here are. */
static void values_set(calls_set *room, uint32_t size) {
    (void)calls_some(room, size);
    if (room->set.size != size || !calls_is_sound(&room->set)) {
        room->set = sked_set_of(room->words, size);
    }
    calls_redden(room, SKED_SET_WORDS(size));
}

static void values_sets(void) {
    const uint32_t size = calls_number(200) % 260;
    calls_set a, b, both;
    uint32_t at, first = 0, beyond = 0, count = 0;
    values_set(&a, size);
    values_set(&b, size);
    values_set(&both, size);
    sked_set_copy(&both.set, &a.set);
    sked_set_and(&both.set, &b.set);
    count = sked_set_count(&both.set);
    CHECK(sked_set_is_subset(&both.set, &a.set) && sked_set_is_subset(&both.set, &b.set));
    sked_set_or(&both.set, &b.set);
    CHECK(sked_set_equal(&both.set, &b.set) || count < sked_set_count(&a.set));
    sked_set_andnot(&a.set, &b.set);
    for (at = sked_set_first(&a.set); at < size; at = sked_set_next(&a.set, at)) {
        CHECK(sked_set_has(&a.set, at) && !sked_set_has(&b.set, at));
    }
    for (at = 0; sked_set_next_run(&b.set, at, &first, &beyond) && beyond > first; at = beyond) {
        CHECK(sked_set_has(&b.set, first) && !sked_set_has(&b.set, beyond));
    }
    CHECK(first == size && beyond == size);
    (void)sked_set_next_run(&b.set, calls_number(size), &first, &beyond);
    (void)sked_set_next(&b.set, calls_number(size));
    CHECK(sked_set_nth(&b.set, calls_number(size)) <= size);
    CHECK(calls_is_red(&a, SKED_SET_WORDS(size)) && calls_is_red(&both, SKED_SET_WORDS(size)));
}

/* What is written can be read, if it was not cut. */
static void values_texts(void) {
    const uint32_t size = 1 + calls_number(200) % 260, bytes = calls_below(VALUES_TEXT);
    calls_set a, read;
    char text[VALUES_TEXT];
    size_t whole, at = 0;
    values_set(&a, size);
    values_set(&read, size);
    whole = sked_set_format(&a.set, bytes > 0 ? text : NULL, bytes);
    if (whole < bytes) {
        CHECK(strlen(text) == whole && sked_set_parse(&read.set, text, NULL) == SKED_OK);
        CHECK(sked_set_equal(&read.set, &a.set));
    }
    for (whole = 0; whole + 1 < VALUES_TEXT && calls_at < calls_end; whole++) {
        text[whole] = "0123456789-,0123 9,-x\n+"[calls_below(23)];
    }
    text[whole] = 0;
    if (sked_set_parse(&read.set, text, &at) != SKED_OK) {
        CHECK(at <= whole && calls_is_sound(&read.set));
    }
    CHECK(calls_is_red(&read, SKED_SET_WORDS(size)));
}

/* ---- sums and sorting ------------------------------------------------------------------------ */

static uint64_t values_number(void) { return (uint64_t)calls_time(0) << calls_below(8); }

static void values_sums(void) {
    const uint64_t a = values_number(), b = values_number(), divisor = values_number();
    const sked_u128 product = sked_u128_mul(a, b), sum = sked_u128_add(product, product);
    sked_u128 quotient;
    uint64_t rest = 0;
    CHECK(sked_u128_compare(sked_u128_sub(sum, product), product) == 0);
    if (divisor > 0) {
        quotient = sked_u128_div(product, divisor, &rest);
        CHECK(rest < divisor && sked_u128_compare(quotient, product) <= 0);
    }
    if (a <= (uint64_t)SKED_TIME_MAX && b <= (uint64_t)SKED_TIME_MAX) {
        CHECK(sked_time_add((sked_time)a, (sked_time)b) >= (sked_time)a);
    }
    CHECK(*sked_status_text((sked_status)calls_byte()) != 0);
}

static void values_sort(void) {
    sked_pair pairs[VALUES_PAIRS];
    const uint32_t count = calls_below(VALUES_PAIRS + 1), keys = 1 + calls_byte();
    uint32_t at;
    for (at = 0; at < count; at++) {
        pairs[at].key = at < 8 ? calls_below(keys) : (at * UINT32_C(2654435761)) % keys;
        pairs[at].index = count - at;
    }
    sked_sort(pairs, count);
    for (at = 1; at < count; at++) {
        CHECK(pairs[at - 1].key < pairs[at].key || (pairs[at - 1].key == pairs[at].key &&
                                                    pairs[at - 1].index < pairs[at].index));
    }
}

/* Blocks of an arena, given back in any order. */
static void values_arena(void) {
    static sked_align room[32];
    sked_arena arena;
    sked_mem mem;
    void *blocks[4] = {NULL, NULL, NULL, NULL};
    size_t sizes[4] = {0, 0, 0, 0};
    uint32_t left;
    sked_arena_init(&arena, room, sizeof room - calls_below(9));
    mem = sked_arena_mem(&arena);
    for (left = 8; left > 0; left--) {
        const uint32_t at = calls_below(4);
        if (blocks[at] != NULL) {
            memset(blocks[at], (int)at, sizes[at]);
            mem.free(mem.ctx, blocks[at], sizes[at]);
            blocks[at] = NULL;
        } else {
            sizes[at] = 1 + (size_t)calls_number(64);
            blocks[at] = mem.alloc(mem.ctx, sizes[at]);
        }
        CHECK(arena.used <= arena.size && arena.freed_out_of_order <= 8);
    }
}

/* ---- experience ------------------------------------------------------------------------------ */

typedef struct values_world {
    sked_experience table, other;
    calls_memory memory;
    calls_watched watched;
    void *block;
} values_world;

static void values_watch(values_world *self) {
    self->watched.handle = &self->table;
    self->watched.handle_bytes = sizeof self->table;
    self->watched.block = self->table.state_;
    self->watched.bytes = self->table.state_ == NULL ? 0 : self->table.bytes_;
    self->watched.moved = 1;
}

static void values_end(values_world *self) {
    sked_experience_destroy(&self->table);
    free(self->block);
    self->block = NULL;
    values_watch(self);
}

static sked_status values_create(void *world) {
    values_world *self = (values_world *)world;
    uint32_t ratings[VALUES_LARGEST];
    sked_time guesses[VALUES_LARGEST];
    sked_experience_settings settings = sked_experience_settings_of(
        calls_number(VALUES_CLASSES), calls_number(VALUES_CLASSES));
    const uint32_t extras = calls_byte();
    sked_refusal refusal = SKED_ZERO;
    sked_experience fresh;
    size_t bytes = 0;
    void *block = NULL;
    sked_status status;
    uint32_t at;
    for (at = 0; at < VALUES_LARGEST; at++) {
        ratings[at] = at < 3 ? calls_number(2000) : 1024;
        guesses[at] = at < 3 ? calls_length() : 1;
    }
    settings.window = extras % 4 == 0 ? calls_number(9) : 0;
    settings.ratings_q10 = extras / 4 % 2 != 0 && settings.resources < VALUES_LARGEST ? ratings
                                                                                    : NULL;
    settings.guesses = extras / 8 % 2 != 0 && settings.classes < VALUES_LARGEST ? guesses : NULL;
    settings.refusal = &refusal;
    if (extras >= 128) {
        status = sked_experience_create(&fresh, &settings, calls_mem(&self->memory));
    } else {
        if (sked_experience_bytes(&settings, &bytes) == SKED_OK && bytes <= CALLS_BLOCK_MAX) {
            block = malloc(bytes);
        }
        memset(&refusal, 0, sizeof refusal);
        status = sked_experience_init(&fresh, &settings, block, bytes - calls_rarely(16));
    }
    calls_judge_refusal(&refusal, status);
    if (status == SKED_OK) {
        values_end(self);
        self->table = fresh;
        self->block = block;
        values_watch(self);
    } else {
        free(block);
    }
    return status;
}

/* The second table is the first, as it was. */
static sked_status values_merge(void *world) {
    values_world *self = (values_world *)world;
    sked_status status;
    if (calls_below(2) == 0) {
        return sked_experience_merge(&self->table,
                                     calls_below(2) == 0 ? &self->other : &self->table);
    }
    sked_experience_destroy(&self->other);
    status = sked_experience_create(&self->other,
                                    &(sked_experience_settings){.classes = 2, .resources = 3},
                                    calls_mem(&self->memory));
    if (status == SKED_OK) {
        (void)sked_experience_add(&self->other, calls_below(2), calls_below(3), calls_length());
    }
    return SKED_OK;
}

static sked_status values_add(void *world) {
    values_world *self = (values_world *)world;
    const uint32_t job_class = calls_number(VALUES_CLASSES);
    const uint32_t resource = calls_number(VALUES_CLASSES);
    return sked_experience_add(&self->table, job_class, resource, calls_length());
}

static sked_status values_predict(void *world) {
    values_world *self = (values_world *)world;
    const uint32_t job_class = calls_number(VALUES_CLASSES);
    const uint32_t resource = calls_number(VALUES_CLASSES);
    sked_time length = 0;
    const sked_status status =
        sked_experience_predict(&self->table, job_class, resource, calls_number(4096), &length);
    CHECK((status == SKED_OK) == (length > 0 && length <= SKED_TIME_MAX));
    return status;
}

/* Moments of a pair, or of numbers that do not fit together. */
static sked_status values_moments(void *world) {
    values_world *self = (values_world *)world;
    const uint32_t job_class = calls_number(VALUES_CLASSES), what = calls_byte();
    const uint32_t resource = calls_number(VALUES_CLASSES);
    sked_moments moments = SKED_ZERO;
    sked_status status = sked_experience_get(&self->table, job_class, resource, &moments);
    if (status != SKED_OK) {
        return status;
    }
    if (what % 4 == 1) {
        status = sked_moments_add(&moments, calls_length(), calls_number(5));
    } else if (what % 4 == 2) {
        const sked_moments same = moments;
        status = sked_moments_merge(&moments, &same, calls_number(5));
    } else if (what % 4 == 3) {
        moments.count = calls_number(4);
        moments.sum.low = values_number();
        moments.sum.high = what > 200 ? values_number() : 0;
        moments.squares.low = values_number();
        moments.squares.high = what > 128 ? values_number() : 0;
    }
    if (what % 4 != 3) {
        CHECK(sked_moments_mean(&moments) >= 0 && sked_moments_deviation(&moments) >= 0);
    }
    return status != SKED_OK ? status
                             : sked_experience_set(&self->table, job_class, resource, &moments);
}

/* Seals the table and opens a copy of it, as it is or forged. */
static sked_status values_save(void *world) {
    values_world *self = (values_world *)world;
    const int forged = calls_below(2) != 0;
    const void *sealed;
    size_t bytes;
    unsigned char *block;
    sked_experience opened;
    sked_status status = sked_experience_seal(&self->table, &sealed, &bytes);
    if (status != SKED_OK) {
        return status;
    }
    self->watched.moved = 1;                    /* its block has a seal now */
    block = calls_copy_sealed(sealed, bytes, forged);
    status = sked_experience_open(&opened, block, bytes - calls_rarely(64));
    if (status != SKED_OK) {
        CHECK(memcmp(calls_kept, block, bytes) == 0 && opened.state_ == NULL);
        free(block);
    } else {
        values_end(self);
        self->table = opened;
        self->block = block;
        values_watch(self);
    }
    return status;
}

static sked_status values_destroy(void *world) {
    values_end((values_world *)world);
    sked_experience_destroy(&((values_world *)world)->table);
    return SKED_OK;
}

static const sked_status values_create_ends[] = {
    SKED_E_RANGE, SKED_E_OVERFLOW, SKED_E_BLOCK, SKED_E_MEMORY, SKED_OK};
static const sked_status values_pair_ends[] = {
    SKED_E_EMPTY, SKED_E_RANGE, SKED_E_TIME, SKED_E_NO_ESTIMATE, SKED_E_OVERFLOW, SKED_OK};
static const sked_status values_save_ends[] = {
    SKED_E_EMPTY, SKED_E_BLOCK, SKED_E_INCOMPATIBLE, SKED_E_LENGTH, SKED_E_CORRUPT, SKED_OK};

static const calls_operation values_operations[] = {
    {values_add, values_pair_ends},     {values_predict, values_pair_ends},
    {values_moments, values_pair_ends}, {values_merge, values_pair_ends},
    {values_add, values_pair_ends},     {values_save, values_save_ends},
    {values_create, values_create_ends}, {values_destroy, values_save_ends},
};

static void values_calls(void) {
    values_world self;
    memset(&self, 0, sizeof self);
    values_watch(&self);
    (void)values_create(&self);
    while (calls_go_on()) {
        switch (calls_below(8)) {
        case 0: values_sets(); break;
        case 1: values_texts(); break;
        case 2: values_sums(); break;
        case 3: values_sort(); break;
        case 4: values_arena(); break;
        default:
            (void)calls_make(values_operations,
                             sizeof values_operations / sizeof *values_operations, &self,
                             &self.watched);
            break;
        }
    }
    sked_experience_destroy(&self.other);
    values_end(&self);
    CHECK(self.memory.live == 0);
}

#endif
