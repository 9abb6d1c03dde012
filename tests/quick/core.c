/* core.c - quick tests of the core: time, statuses, memory, sets, pickers, wide, sort, seal.
 *
 * SPDX-License-Identifier: MIT
 *
 *     CHECK_ROOM          pairs that the tests of the sort may use, at least 128
 *     SKED_ASSERT_ENDS    SKED_ASSERT ends the program: no contract is broken on purpose
 *
 * The public interface only. Runs on small targets too: no more of the C library than check.h. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"

#if !defined(CHECK_ROOM)
#if SIZE_MAX > 0xFFFFu
#define CHECK_ROOM 3000
#else
#define CHECK_ROOM 128
#endif
#endif

/* ---- version, time, statuses ----------------------------------------------------------------- */

static void test_version(void) {
    const uint32_t version = (uint32_t)SKED_VERSION, abi = SKED_ABI;
    CHECK(sked_version() == version);
    CHECK(version / 10000u == SKED_VERSION_MAJOR && version / 100u % 100u == SKED_VERSION_MINOR);
    CHECK(version % 100u == SKED_VERSION_PATCH);
    CHECK(sked_abi() == abi);
    CHECK(abi / 65536u == 7 && abi / 256u % 256u == SKED_WORD_BITS);
    CHECK(abi % 4u == (sizeof(size_t) > 2) + (sizeof(size_t) > 4));
    CHECK(abi % 256u / 4u == (sizeof(sked_pair) > 12));     /* is 64 bits aligned by 8? */
}

static void test_time(void) {
    static const struct {
        sked_time a, b, sum;
    } sums[] = {
        {0, 0, 0}, {1, 2, 3}, {0, SKED_TIME_MAX, SKED_TIME_MAX},
        {SKED_TIME_MAX - 7, 7, SKED_TIME_MAX}, {SKED_TIME_MAX - 7, 8, SKED_NEVER},
        {SKED_TIME_MAX, 1, SKED_NEVER}, {SKED_TIME_MAX, SKED_TIME_MAX, SKED_NEVER},
        {SKED_NEVER, 0, SKED_NEVER}, {SKED_NEVER, SKED_TIME_MAX, SKED_NEVER},
        {SKED_NEVER, SKED_NEVER, SKED_NEVER}
    };
    size_t i;
    for (i = 0; i < sizeof(sums) / sizeof(sums[0]); i++) {
        CHECK(sked_time_add(sums[i].a, sums[i].b) == sums[i].sum);
        CHECK(sked_time_add(sums[i].b, sums[i].a) == sums[i].sum);
    }
    CHECK(SKED_TIME_MAX + SKED_TIME_MAX < SKED_NEVER);
}

static int same_text(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static void test_status(void) {
    static const sked_status statuses[] = {
#define LISTED(name, number, text) name,
        SKED_STATUS_TABLE(LISTED)
#undef LISTED
    };
    static const unsigned char numbers[] = {        /* they never move */
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 32, 33, 34, 64,
        65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 96, 97, 98, 128, 129, 130, 131,
        132, 133, 134, 135, 160, 161, 162, 163, 164, 165, 166, 167, 168, 192, 193, 194, 195, 196,
        224, 225
    };
    static const int unknown[] = {-1, 21, 31, 35, 63, 79, 95, 99, 127, 136, 159, 169, 191,
                                  197, 223, 226, 255, INT_MAX};
    const size_t count = sizeof(statuses) / sizeof(statuses[0]);
    size_t i, k;
    CHECK(count == sizeof(numbers));
    for (i = 0; i < count; i++) {
        const char *text = sked_status_text(statuses[i]);
        CHECK((int)statuses[i] == numbers[i]);
        CHECK(text[0] != '\0' && !same_text(text, "unknown status"));
        for (k = 0; k < i; k++) {
            CHECK(!same_text(text, sked_status_text(statuses[k])));
        }
    }
    CHECK(same_text(sked_status_text(SKED_OK), "success"));
    for (i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
        CHECK(same_text(sked_status_text((sked_status)unknown[i]), "unknown status"));
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

#define UNIT sizeof(sked_align)

/* How strictly a block is aligned: not at all where that is 1. */
struct probe {
    char first;
    sked_align aligned;
};
#define ALIGNMENT offsetof(struct probe, aligned)

static size_t offset_of(const sked_arena *arena, const void *block) {
    return (size_t)((const unsigned char *)block - arena->base);
}

/* Units 0 1 2 3 4 5 and three bytes: a takes 1 byte, b 1 unit and 1 byte, c all that is left.
 *
 *     |a.......|bbbbbbbb|b.......|cccccccc|cccccccc|cccccccc|ccc
 */
static void test_arena_fill(void) {
    static sked_align room[7];
    sked_arena arena;
    sked_mem mem;
    void *a, *b, *c;
    sked_arena_init(&arena, room, 6 * UNIT + 3);
    CHECK(arena.base == (unsigned char *)room && arena.size == 6 * UNIT + 3 && arena.used == 0);
    mem = sked_arena_mem(&arena);
    a = mem.alloc(mem.ctx, 1);
    b = mem.alloc(mem.ctx, UNIT + 1);
    CHECK(a == (void *)room && arena.used == 3 * UNIT);
    CHECK(b != NULL && offset_of(&arena, b) == UNIT && (uintptr_t)b % ALIGNMENT == 0);
    CHECK(mem.alloc(mem.ctx, 0) == NULL && arena.used == 3 * UNIT);
    CHECK(mem.alloc(mem.ctx, 3 * UNIT + 4) == NULL && arena.used == 3 * UNIT);
    CHECK(mem.alloc(mem.ctx, SIZE_MAX) == NULL && arena.used == 3 * UNIT);
    c = mem.alloc(mem.ctx, 3 * UNIT + 3);
    CHECK(c != NULL && offset_of(&arena, c) == 3 * UNIT && arena.used == arena.size);
    CHECK(mem.alloc(mem.ctx, 1) == NULL && mem.alloc(mem.ctx, 0) == NULL);
    mem.free(mem.ctx, c, 3 * UNIT + 3);
    CHECK(arena.used == 3 * UNIT);
    c = mem.alloc(mem.ctx, 3 * UNIT); /* up to a unit: the last 3 bytes stay free              */
    CHECK(c != NULL && arena.used == 6 * UNIT);
    b = mem.alloc(mem.ctx, 3);
    CHECK(b != NULL && offset_of(&arena, b) == 6 * UNIT && arena.used == arena.size);
    CHECK(arena.freed_out_of_order == 0);
}

static void test_arena_order(void) {
    static sked_align room[8];
    sked_arena arena;
    sked_mem mem;
    void *a, *b, *c;
    sked_arena_init(&arena, room, sizeof(room));
    mem = sked_arena_mem(&arena);
    a = mem.alloc(mem.ctx, UNIT);
    b = mem.alloc(mem.ctx, 2 * UNIT);
    c = mem.alloc(mem.ctx, 5 * UNIT);
    CHECK(a != NULL && b != NULL && c != NULL && arena.used == sizeof(room));
    mem.free(mem.ctx, b, 2 * UNIT);                 /* not the last one: stays used */
    CHECK(arena.used == sizeof(room) && arena.freed_out_of_order == 1);
    mem.free(mem.ctx, c, 5 * UNIT);
    CHECK(arena.used == 3 * UNIT && arena.freed_out_of_order == 1);
    mem.free(mem.ctx, a, UNIT);
    CHECK(arena.used == 3 * UNIT && arena.freed_out_of_order == 2);
    mem.free(mem.ctx, c, 5 * UNIT);                 /* again, above what is used */
    CHECK(arena.used == 3 * UNIT && arena.freed_out_of_order == 3);
    sked_arena_init(&arena, room, sizeof(room));
    CHECK(arena.used == 0 && arena.freed_out_of_order == 0);
    a = mem.alloc(mem.ctx, UNIT);
    b = mem.alloc(mem.ctx, UNIT);
    mem.free(mem.ctx, b, UNIT);
    mem.free(mem.ctx, a, UNIT);
    CHECK(arena.used == 0 && arena.freed_out_of_order == 0);
    mem.free(mem.ctx, b, UNIT);                     /* begins where nothing is used any more */
    CHECK(arena.used == 0 && arena.freed_out_of_order == 1);
    sked_arena_init(&arena, room + 1, sizeof(room) - UNIT);
    mem.free(mem.ctx, room, UNIT);                  /* a stranger that ends where it begins */
    CHECK(arena.used == 0 && arena.freed_out_of_order == 1);
}

/* A crooked buffer loses its first bytes: what is handed out is aligned all the same. */
static void test_arena_crooked(void) {
#if !defined(SKED_ASSERT_ENDS)
    static sked_align room[4];
    unsigned char *bytes = (unsigned char *)room;
    sked_arena arena;
    sked_mem mem = sked_arena_mem(&arena);
    size_t skip;
    for (skip = 1; skip < ALIGNMENT; skip++) {
        void *block;
        sked_arena_init(&arena, bytes + skip, sizeof(room) - skip);
        CHECK(arena.base == bytes + ALIGNMENT && arena.size == sizeof(room) - ALIGNMENT);
        block = mem.alloc(mem.ctx, arena.size);
        CHECK(block == (void *)(bytes + ALIGNMENT) && arena.used == arena.size);
        sked_arena_init(&arena, bytes + skip, ALIGNMENT - skip);    /* nothing is left of it */
        CHECK(arena.base == bytes + ALIGNMENT && arena.size == 0);
        CHECK(mem.alloc(mem.ctx, 1) == NULL);
        sked_arena_init(&arena, bytes + skip, 0);                   /* nor of this */
        CHECK(arena.base == bytes + skip && arena.size == 0);
    }
#endif
}

/* ---- sets ------------------------------------------------------------------------------------ */

/* The oracle: a byte per processor. `words` has one word more than the set needs, as a guard. */
enum { SET_MAX = 129 };
#define SET_GUARD ((sked_word)0x5Au)

typedef struct twin {
    sked_set set;
    sked_word words[SKED_SET_WORDS((unsigned)SET_MAX) + 1];
    unsigned char has[SET_MAX];
} twin;

static void twin_make(twin *t, uint32_t size) {
    size_t i;
    for (i = 0; i < sizeof(t->words) / sizeof(t->words[0]); i++) {
        t->words[i] = SET_GUARD;
    }
    for (i = 0; i < SET_MAX; i++) {
        t->has[i] = 0;
    }
    t->set = sked_set_of(size == 0 ? NULL : t->words, size);
}

static void twin_draw(twin *t, uint64_t *random, uint32_t of_ten) {
    uint32_t p;
    for (p = 0; p < t->set.size; p++) {
        t->has[p] = check_below(random, 10) < of_ten;
        if (t->has[p]) {
            sked_set_add(&t->set, p);
        } else {
            sked_set_remove(&t->set, p);
        }
    }
}

static uint32_t twin_count(const twin *t) {
    uint32_t p, count = 0;
    for (p = 0; p < t->set.size; p++) {
        count += t->has[p];
    }
    return count;
}

/* The first member from `from` on. */
static uint32_t twin_from(const twin *t, uint32_t from) {
    while (from < t->set.size && !t->has[from]) {
        from++;
    }
    return from;
}

/* Every question to the set, against the bytes; and the bits that belong to no processor. */
static void check_twin(const twin *t) {
    const sked_set *set = &t->set;
    const uint32_t size = set->size, words = SKED_SET_WORDS(size);
    uint32_t p, nth = 0;
    CHECK(sked_set_count(set) == twin_count(t));
    CHECK(sked_set_first(set) == twin_from(t, 0));
    for (p = 0; p < size; p++) {
        CHECK(sked_set_has(set, p) == t->has[p]);
        CHECK(sked_set_next(set, p) == twin_from(t, p + 1));
        if (t->has[p]) {
            CHECK(sked_set_nth(set, nth) == p);
            nth++;
        }
    }
    CHECK(sked_set_nth(set, nth) == size && sked_set_nth(set, size) == size);
    CHECK(sked_set_nth(set, SKED_NONE) == size);
    CHECK(!sked_set_has(set, size) && !sked_set_has(set, size + 1));
    CHECK(!sked_set_has(set, size + SKED_WORD_BITS) && !sked_set_has(set, SKED_NONE));
    CHECK(sked_set_next(set, size) == size && sked_set_next(set, SKED_NONE) == size);
    CHECK(t->words[words] == SET_GUARD);
    if (size % SKED_WORD_BITS != 0) {
        CHECK((t->words[words - 1] >> (size % SKED_WORD_BITS)) == 0);
    }
}

static int twin_equal(const twin *a, const twin *b) {
    uint32_t p;
    for (p = 0; p < a->set.size && a->has[p] == b->has[p]; p++) {
    }
    return p == a->set.size;
}

static int twin_within(const twin *a, const twin *b) {
    uint32_t p;
    for (p = 0; p < a->set.size && a->has[p] <= b->has[p]; p++) {
    }
    return p == a->set.size;
}

static void check_pair(const twin *a, const twin *b) {
    CHECK(sked_set_equal(&a->set, &b->set) == twin_equal(a, b));
    CHECK(sked_set_equal(&b->set, &a->set) == twin_equal(a, b));
    CHECK(sked_set_is_subset(&a->set, &b->set) == twin_within(a, b));
    CHECK(sked_set_is_subset(&b->set, &a->set) == twin_within(b, a));
}

static void check_operations(const twin *a, const twin *b) {
    static twin both, either, without, copy;
    uint32_t p;
    twin_make(&both, a->set.size);
    twin_make(&either, a->set.size);
    twin_make(&without, a->set.size);
    twin_make(&copy, a->set.size);
    sked_set_fill(&copy.set);
    sked_set_copy(&copy.set, &a->set);
    sked_set_copy(&both.set, &a->set);
    sked_set_copy(&either.set, &a->set);
    sked_set_copy(&without.set, &a->set);
    sked_set_and(&both.set, &b->set);
    sked_set_or(&either.set, &b->set);
    sked_set_andnot(&without.set, &b->set);
    for (p = 0; p < a->set.size; p++) {
        both.has[p] = a->has[p] && b->has[p];
        either.has[p] = a->has[p] || b->has[p];
        without.has[p] = a->has[p] && !b->has[p];
        copy.has[p] = a->has[p];
    }
    check_twin(&both);
    check_twin(&either);
    check_twin(&without);
    check_twin(&copy);
    check_pair(&both, a);
    check_pair(&either, a);
    check_pair(&without, b);
    check_pair(&copy, a);
}

/* Full, empty, all but one, only one: at both ends and around the ends of words. */
static void check_extremes(twin *a, twin *b, uint32_t size) {
    uint32_t p;
    twin_make(a, size);
    twin_make(b, size);
    check_twin(a);
    check_pair(a, b);
    sked_set_fill(&b->set);
    for (p = 0; p < size; p++) {
        b->has[p] = 1;
    }
    check_twin(b);
    check_pair(a, b);
    for (p = 0; p < size; p = p < 9 || p + 3 > size ? p + 1 : p + 7) {
        sked_set_add(&a->set, p);
        sked_set_add(&a->set, p);
        sked_set_remove(&b->set, p);
        sked_set_remove(&b->set, p);
        a->has[p] = 1;
        b->has[p] = 0;
        check_operations(a, b);
        sked_set_remove(&a->set, p);
        sked_set_add(&b->set, p);
        a->has[p] = 0;
        b->has[p] = 1;
    }
    sked_set_clear(&b->set);
    CHECK(sked_set_equal(&a->set, &b->set) && sked_set_count(&b->set) == 0);
}

static void test_sets(void) {
    static const unsigned char sizes[] = {
        0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, SET_MAX
    };
    static twin a, b;
    uint64_t random = 1;
    uint32_t round;
    size_t i;
    for (i = 0; i < sizeof(sizes); i++) {
        check_extremes(&a, &b, sizes[i]);
        for (round = 0; round < 6; round++) {
            twin_make(&a, sizes[i]);
            twin_make(&b, sizes[i]);
            twin_draw(&a, &random, 2 * round);
            twin_draw(&b, &random, 5);
            check_twin(&a);
            check_pair(&a, &b);
            check_operations(&a, &b);
        }
    }
}

/* Sets of two sizes must not meet; if they do, only words that both have are touched, and no bit
 * above a size is set. */
static void check_sizes(void) {
#if !defined(SKED_ASSERT_ENDS)
    static twin small, large;
    const uint32_t low = SKED_WORD_BITS < 9 ? SKED_WORD_BITS : 9;
    twin_make(&small, 9);
    twin_make(&large, SET_MAX);
    sked_set_fill(&large.set);
    CHECK(!sked_set_equal(&small.set, &large.set) && !sked_set_equal(&large.set, &small.set));
    sked_set_copy(&small.set, &large.set);
    CHECK(sked_set_count(&small.set) == 9 && small.words[SKED_SET_WORDS(9u)] == SET_GUARD);
    CHECK(sked_set_is_subset(&small.set, &large.set) && sked_set_count(&large.set) == SET_MAX);
    sked_set_clear(&small.set);
    sked_set_or(&small.set, &large.set);
    CHECK(sked_set_count(&small.set) == 9 && small.words[SKED_SET_WORDS(9u)] == SET_GUARD);
    sked_set_clear(&large.set);
    sked_set_or(&large.set, &small.set);
    CHECK(sked_set_count(&large.set) == 9 && large.words[SKED_SET_WORDS(129u)] == SET_GUARD);
    CHECK(sked_set_is_subset(&large.set, &small.set) && !sked_set_equal(&large.set, &small.set));
    sked_set_remove(&small.set, 0);
    sked_set_and(&large.set, &small.set);
    CHECK(!sked_set_has(&large.set, 0) && sked_set_has(&large.set, low - 1));
    sked_set_andnot(&large.set, &small.set);
    CHECK(sked_set_count(&large.set) == 0);
#endif
}

static void test_set_contracts(void) {
    static const sked_set nothing = {NULL, 0};
    CHECK(sked_set_first(&nothing) == 0 && sked_set_count(&nothing) == 0);
    CHECK(SKED_SET_WORDS(0u) == 0 && SKED_SET_WORDS(1u) == 1);
    CHECK(SKED_SET_WORDS(UINT32_MAX) == UINT32_MAX / SKED_WORD_BITS + 1);
#if !defined(SKED_ASSERT_ENDS)
    check_sizes();
    {
        sked_word words[2] = {SET_GUARD, SET_GUARD};
        sked_set set = sked_set_of(words, 3);
        sked_set_add(&set, 3);                      /* no such processor: nothing happens */
        sked_set_add(&set, SKED_WORD_BITS);
        CHECK(words[0] == 0 && words[1] == SET_GUARD);
        sked_set_remove(&set, SKED_WORD_BITS + 1);
        CHECK(words[0] == 0 && words[1] == SET_GUARD);
        set = sked_set_of(words, SKED_WORD_BITS);     /* the size is where its word ends */
        words[1] = 1;
        sked_set_remove(&set, SKED_WORD_BITS);
        CHECK(words[0] == 0 && words[1] == 1);
        words[1] = 0;
        sked_set_add(&set, SKED_WORD_BITS);
        CHECK(words[0] == 0 && words[1] == 0);
    }
#endif
}

/* ---- pickers --------------------------------------------------------------------------------- */

enum { PICK_SIZE = 70 };

typedef struct chooser {
    int mode;
    uint32_t calls;
    sked_pick_request asked;
    uint32_t offered;
    int chosen_was_empty;
    sked_word *other;
} chooser;

enum {
    PICK_HIGHEST, PICK_REFUSE, PICK_TOO_FEW, PICK_TOO_MANY, PICK_FOREIGN, PICK_OTHER_WORDS,
    PICK_OTHER_SIZE
};

static int choose(void *ctx, const sked_pick_request *ask, const sked_set *offered,
                  sked_set *chosen) {
    chooser *self = (chooser *)ctx;
    const uint32_t have = sked_set_count(offered);
    uint32_t i, count = ask->count;
    self->calls++;
    self->asked = *ask;
    self->offered = have;
    self->chosen_was_empty = chosen->size == PICK_SIZE && sked_set_count(chosen) == 0;
    count -= self->mode == PICK_TOO_FEW;
    count += self->mode == PICK_TOO_MANY;
    for (i = 0; i < count; i++) {
        sked_set_add(chosen, sked_set_nth(offered, have - 1 - i));
    }
    if (self->mode == PICK_FOREIGN) {               /* as many as asked for */
        sked_set_remove(chosen, sked_set_first(chosen));
        sked_set_add(chosen, 1);
    }
    if (self->mode == PICK_OTHER_WORDS) {           /* the choice was right until then */
        chosen->words = self->other;
    }
    if (self->mode == PICK_OTHER_SIZE) {
        chosen->size--;
    }
    return self->mode != PICK_REFUSE;
}

static sked_pick_request ask_for(uint32_t count) {
    sked_pick_request ask;
    ask.id = UINT64_C(0x123456789ABCDEF0);
    ask.tag = UINT64_C(0xFEDCBA9876543210);
    ask.start = 17;
    ask.end = SKED_NEVER;
    ask.count = count;
    ask.tier = ask.ahead = 0;
    ask.beside = NULL;
    return ask;
}

/* Offers 0, 3, 6 .. 69: 24 processors. What is in `chosen` before must not matter. */
static sked_status pick_with(const sked_picker *picker, const sked_pick_request *ask,
                             sked_set *chosen) {
    static sked_word words[SKED_SET_WORDS((unsigned)PICK_SIZE)];
    sked_set offered = sked_set_of(words, PICK_SIZE);
    uint32_t p;
    for (p = 0; p < PICK_SIZE; p += 3) {
        sked_set_add(&offered, p);
    }
    sked_set_fill(chosen);
    return sked_pick(picker, ask, &offered, chosen);
}

static void test_pick_lowest(void) {
    static const sked_picker nobody = {NULL, NULL};
    sked_word words[SKED_SET_WORDS((unsigned)PICK_SIZE)];
    sked_set chosen = sked_set_of(words, PICK_SIZE);
    uint32_t count, p;
    for (count = 0; count <= 26; count++) {
        const sked_pick_request ask = ask_for(count);
        const sked_status wanted = count <= 24 ? SKED_OK : SKED_E_REFUSED;
        CHECK(pick_with(NULL, &ask, &chosen) == wanted);
        CHECK(sked_set_count(&chosen) == (count <= 24 ? count : 0));
        for (p = 0; p < PICK_SIZE && count <= 24; p++) {
            CHECK(sked_set_has(&chosen, p) == (p % 3 == 0 && p / 3 < count));
        }
        CHECK(pick_with(&nobody, &ask, &chosen) == wanted);
        CHECK(sked_set_count(&chosen) == (count <= 24 ? count : 0));
    }
}

static void test_pick_own(void) {
    chooser self = {PICK_HIGHEST, 0, {0}, 0, 0, NULL};
    sked_picker picker = {choose, NULL};
    sked_word words[SKED_SET_WORDS((unsigned)PICK_SIZE)];
    sked_word other[SKED_SET_WORDS((unsigned)PICK_SIZE)];
    sked_set chosen = sked_set_of(words, PICK_SIZE);
    const sked_pick_request ask = ask_for(2), all = ask_for(24), more = ask_for(25);
    picker.ctx = &self;
    self.other = other;
    CHECK(pick_with(&picker, &ask, &chosen) == SKED_OK && self.calls == 1);
    CHECK(sked_set_count(&chosen) == 2 && sked_set_has(&chosen, 69) && sked_set_has(&chosen, 66));
    CHECK(self.asked.id == ask.id && self.asked.tag == ask.tag && self.asked.count == 2);
    CHECK(self.asked.start == 17 && self.asked.end == SKED_NEVER);
    CHECK(self.offered == 24 && self.chosen_was_empty);
    CHECK(pick_with(&picker, &all, &chosen) == SKED_OK && sked_set_count(&chosen) == 24);
    CHECK(self.calls == 2);
    CHECK(pick_with(&picker, &more, &chosen) == SKED_E_REFUSED && sked_set_count(&chosen) == 0);
    CHECK(self.calls == 2);                         /* it cannot succeed: it is not asked */
    self.mode = PICK_REFUSE;
    CHECK(pick_with(&picker, &ask, &chosen) == SKED_E_REFUSED && sked_set_count(&chosen) == 0);
    CHECK(self.calls == 3);
    for (self.mode = PICK_TOO_FEW; self.mode <= PICK_OTHER_SIZE; self.mode++) {
        CHECK(pick_with(&picker, &ask, &chosen) == SKED_E_PICKER);
        CHECK(sked_set_count(&chosen) == 0);
    }
    CHECK(self.calls == 8);
}

/* Sets of two sizes: nobody is asked, also where one processor could be had in any case. */
static void test_pick_sizes(void) {
#if !defined(SKED_ASSERT_ENDS)
    static const uint32_t sizes[] = {1, PICK_SIZE - 1, PICK_SIZE + 1};
    chooser self = {PICK_HIGHEST, 0, {0}, 0, 0, NULL};
    sked_picker picker = {choose, NULL};
    sked_word words[SKED_SET_WORDS(PICK_SIZE + 1u)];
    const sked_pick_request ask = ask_for(1);
    size_t i;
    picker.ctx = &self;
    for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        sked_set chosen = sked_set_of(words, sizes[i]);
        CHECK(pick_with(NULL, &ask, &chosen) == SKED_E_PICKER && sked_set_count(&chosen) == 0);
        CHECK(pick_with(&picker, &ask, &chosen) == SKED_E_PICKER && self.calls == 0);
        CHECK(chosen.size == sizes[i] && sked_set_count(&chosen) == 0);
    }
#endif
}

/* ---- wide numbers ---------------------------------------------------------------------------- */

#define ONES UINT64_MAX
#define TOP (UINT64_C(1) << 63)

static sked_u128 wide(uint64_t high, uint64_t low) {
    sked_u128 value;
    value.high = high;
    value.low = low;
    return value;
}

static int is_wide(sked_u128 value, uint64_t high, uint64_t low) {
    return value.high == high && value.low == low;
}

static int same_wide(sked_u128 a, sked_u128 b) {
    return is_wide(a, b.high, b.low);
}

/* The oracle: adds up shifted copies of a, bit by bit of b; modulo 2^128. */
static sked_u128 slow_product(sked_u128 a, uint64_t b) {
    uint64_t high = 0, low = 0;
    for (; b != 0; b >>= 1) {
        if ((b & 1) != 0) {
            const uint64_t before = low;
            low += a.low;
            high += a.high + (low < before ? 1 : 0);
        }
        a.high = (a.high << 1) | (a.low >> 63);
        a.low <<= 1;
    }
    return wide(high, low);
}

static void test_wide_known(void) {
    uint64_t rest = 99;
    CHECK(is_wide(sked_u128_mul(ONES, ONES), ONES - 1, 1));
    CHECK(is_wide(sked_u128_mul(ONES, 0), 0, 0) && is_wide(sked_u128_mul(ONES, 1), 0, ONES));
    CHECK(is_wide(sked_u128_mul(TOP, 2), 1, 0) && is_wide(sked_u128_mul(TOP, TOP), TOP / 2, 0));
    CHECK(is_wide(sked_u128_mul(UINT64_C(0xFFFFFFFF), UINT64_C(0xFFFFFFFF)), 0,
                  UINT64_C(0xFFFFFFFE00000001)));
    CHECK(is_wide(sked_u128_mul(UINT64_C(0x100000000), UINT64_C(0x100000000)), 1, 0));
    CHECK(is_wide(sked_u128_mul(UINT64_C(0x123456789ABCDEF0), UINT64_C(0xFEDCBA9876543210)),
                  UINT64_C(0x121FA00AD77D7422), UINT64_C(0x236D88FE5618CF00)));
    CHECK(is_wide(sked_u128_add(wide(0, ONES), wide(0, 1)), 1, 0));
    CHECK(is_wide(sked_u128_add(wide(ONES, ONES), wide(0, 1)), 0, 0));
    CHECK(is_wide(sked_u128_sub(wide(1, 0), wide(0, 1)), 0, ONES));
    CHECK(is_wide(sked_u128_sub(wide(0, 0), wide(0, 1)), ONES, ONES));
    CHECK(is_wide(sked_u128_div(wide(ONES, ONES), 1, &rest), ONES, ONES) && rest == 0);
    CHECK(is_wide(sked_u128_div(wide(ONES, ONES), ONES, &rest), 1, 1) && rest == 0);
    CHECK(is_wide(sked_u128_div(wide(ONES, ONES), TOP + 1, &rest), 1, ONES - 3) && rest == 3);
    CHECK(is_wide(sked_u128_div(wide(ONES - 1, 0), ONES, &rest), 0, ONES - 1) && rest == ONES - 1);
    CHECK(is_wide(sked_u128_div(wide(0, 41), 42, &rest), 0, 0) && rest == 41);
    CHECK(is_wide(sked_u128_div(wide(0, 42), 42, &rest), 0, 1) && rest == 0);
    CHECK(is_wide(sked_u128_div(wide(10, 0), 10, NULL), 1, 0));
#if !defined(SKED_ASSERT_ENDS)
    CHECK(is_wide(sked_u128_div(wide(3, 4), 0, &rest), 0, 0) && rest == 0);
#endif
}

static void test_wide_compare(void) {
    CHECK(sked_u128_compare(wide(0, 0), wide(0, 0)) == 0);
    CHECK(sked_u128_compare(wide(5, 7), wide(5, 7)) == 0);
    CHECK(sked_u128_compare(wide(5, 6), wide(5, 7)) == -1);
    CHECK(sked_u128_compare(wide(5, 8), wide(5, 7)) == 1);
    CHECK(sked_u128_compare(wide(4, ONES), wide(5, 0)) == -1);
    CHECK(sked_u128_compare(wide(5, 0), wide(4, ONES)) == 1);
    CHECK(sked_u128_compare(wide(TOP, 0), wide(TOP - 1, 0)) == 1);
    CHECK(sked_u128_compare(wide(0, TOP), wide(0, TOP - 1)) == 1);
}

/* Numbers of any length in bits, so that all carries happen. */
static uint64_t draw_number(uint64_t *random) {
    const uint64_t number = check_random(random);
    return number >> check_below(random, 64);
}

static void test_wide_laws(void) {
    uint64_t random = 2;
    uint32_t round;
    for (round = 0; round < 500; round++) {
        const uint64_t a = draw_number(&random), b = draw_number(&random);
        const sked_u128 x = wide(draw_number(&random), draw_number(&random));
        const sked_u128 y = wide(draw_number(&random), draw_number(&random));
        const uint64_t divisor = (round % 2 == 0 ? draw_number(&random) : TOP | a) | (b == 0);
        uint64_t rest = ONES;
        sked_u128 quotient, back;
        CHECK(same_wide(sked_u128_mul(a, b), slow_product(wide(0, a), b)));
        CHECK(same_wide(sked_u128_sub(sked_u128_add(x, y), y), x));
        CHECK(same_wide(sked_u128_add(sked_u128_sub(x, y), y), x));
        CHECK(sked_u128_compare(x, y) == -sked_u128_compare(y, x));
        CHECK((sked_u128_compare(x, y) < 0) == (x.high < y.high || (x.high == y.high &&
                                                                    x.low < y.low)));
        if (divisor == 0) {
            continue;
        }
        quotient = sked_u128_div(x, divisor, &rest);
        back = sked_u128_add(slow_product(quotient, divisor), wide(0, rest));
        CHECK(rest < divisor && quotient.high <= x.high && same_wide(back, x));
        CHECK(sked_u128_mul(quotient.high, divisor).high == 0);     /* no wrap made it equal */
        CHECK(same_wide(sked_u128_div(x, divisor, NULL), quotient));
        quotient = sked_u128_div(sked_u128_mul(a, divisor), divisor, &rest);
        CHECK(is_wide(quotient, 0, a) && rest == 0);
    }
}

/* ---- sort ------------------------------------------------------------------------------------ */

static sked_pair pairs[CHECK_ROOM], sorted[CHECK_ROOM];

static int in_order(const sked_pair *a, const sked_pair *b) {
    return a->key < b->key || (a->key == b->key && a->index <= b->index);
}

/* The oracle: insertion, one after the other. */
static void sort_slowly(sked_pair *list, size_t count) {
    size_t i, at;
    for (i = 1; i < count; i++) {
        for (at = i; at > 0 && !in_order(&list[at - 1], &list[at]); at--) {
            const sked_pair swapped = list[at];
            list[at] = list[at - 1];
            list[at - 1] = swapped;
        }
    }
}

enum {
    SORT_RANDOM, SORT_RISING, SORT_FALLING, SORT_EQUAL, SORT_FEW, SORT_PIPE, SORT_TWINS,
    SORT_EXTREMES, SORT_STEPS, SORT_PATTERNS
};

static void draw_pairs(int pattern, uint32_t count, uint64_t *random) {
    uint32_t i;
    for (i = 0; i < count; i++) {
        sked_pair *pair = &pairs[i];
        pair->index = i;
        switch (pattern) {
        case SORT_RANDOM: pair->key = check_random(random); break;
        case SORT_RISING: pair->key = i; break;
        case SORT_FALLING: pair->key = count - i; break;
        case SORT_EQUAL: pair->key = 7; pair->index = count - i; break;
        case SORT_FEW: pair->key = check_below(random, 4); break;
        case SORT_PIPE: pair->key = i < count / 2 ? i : count - i; break;
        case SORT_TWINS: pair->key = check_below(random, 3); pair->index = i % 2; break;
        case SORT_EXTREMES:
            pair->key = check_below(random, 2) == 0 ? UINT64_MAX : 0;
            pair->index = check_below(random, 2) == 0 ? UINT32_MAX : i;
            break;
        default: pair->key = i % 8; break;
        }
    }
}

static int is_sorted_as(const sked_pair *want, size_t count) {
    size_t i;
    for (i = 0; i < count && pairs[i].key == want[i].key && pairs[i].index == want[i].index; i++) {
    }
    return i == count;
}

static void test_sort(void) {
    static const size_t sizes[] = {0, 1, 2, 3, 23, 24, 25, 26, 64, 100, 1000};
    uint64_t random = 3;
    size_t i, k;
    int pattern;
    for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        for (pattern = 0; pattern < SORT_PATTERNS && sizes[i] <= CHECK_ROOM; pattern++) {
            draw_pairs(pattern, (uint32_t)sizes[i], &random);
            for (k = 0; k < sizes[i]; k++) {
                sorted[k] = pairs[k];
            }
            sort_slowly(sorted, sizes[i]);
            sked_sort(pairs, sizes[i]);
            CHECK(is_sorted_as(sorted, sizes[i]));
        }
    }
}

/* So many first splits by the median of three (of the first, the middle, the last) find the two
 * smallest keys of the range among the three, and so take only two pairs off: a plain quicksort
 * would need count / 2 of them. What is left then is in any order, or rising (so that a heap must
 * bring its largest up from the last place). `places` tells which pair of the input stands where: a
 * split takes away the first, puts the last in the place of the middle one, and moves what lies
 * between down by one. */
static void draw_adversary(uint32_t count, uint32_t splits, int rising, uint64_t *random) {
    sked_pair *places = sorted;
    uint32_t from = 0, left = count, i, key = 0;
    for (i = 0; i < count; i++) {
        places[i].index = i;
    }
    for (; left > 2 && splits > 0; splits--) {
        const uint32_t middle = from + left / 2, last = from + left - 1;
        pairs[places[from].index].key = key++;
        pairs[places[middle].index].key = key++;
        places[middle].index = places[last].index;
        from++;
        left -= 2;
    }
    for (; rising && left > 0; left--) {
        pairs[places[from++].index].key = key++;
    }
    for (; left > 0; left--) {
        const uint32_t any = from + check_below(random, left);
        pairs[places[any].index].key = key++;
        places[any].index = places[from + left - 1].index;
    }
    for (i = 0; i < count; i++) {
        pairs[i].index = i;
    }
}

static void test_sort_adversary(void) {
    static const uint32_t splits[] = {0, 3, 9, 10, 20, UINT32_MAX};
    uint64_t random = 5;
    uint32_t size, k;
    size_t i;
    for (size = 25; size <= CHECK_ROOM; size = size < 128 ? size + 1 : size * 3) {
        for (i = 0; i < 2 * sizeof(splits) / sizeof(splits[0]); i++) {
            draw_adversary(size, splits[i / 2], i % 2 != 0, &random);
            for (k = 0; k < size; k++) {
                sorted[pairs[k].key] = pairs[k];    /* the keys are 0 .. size - 1 */
            }
            sked_sort(pairs, (size_t)size);
            CHECK(is_sorted_as(sorted, (size_t)size));
        }
    }
}

/* ---- seal ------------------------------------------------------------------------------------ */

enum { SEALED = 104 };

static void fill_block(unsigned char *block, size_t bytes) {
    uint64_t random = 4;
    size_t i;
    for (i = 0; i < bytes; i++) {
        block[i] = (unsigned char)check_below(&random, 256);
    }
}

/* Some other values for each byte: all single bits, all bits, zero, one more. */
static void check_changes(unsigned char *block, size_t bytes) {
    uint32_t foreign = 0, lengths = 0;
    size_t at;
    unsigned change;
    for (at = 0; at < bytes; at++) {
        const unsigned char right = block[at];
        for (change = 0; change < 11; change++) {
            const unsigned other = change < 8 ? right ^ (1u << change)
                                   : change == 8 ? right ^ 255u
                                   : change == 9 ? 0u : right + 1u;
            sked_status status;
            block[at] = (unsigned char)(other & 255u);
            status = sked_seal_check(block, bytes, 9);
            if (block[at] == right) {
                CHECK(status == SKED_OK);
            } else {
                CHECK(status == SKED_E_CORRUPT ||
                      ((status == SKED_E_INCOMPATIBLE || status == SKED_E_LENGTH) &&
                       at < SKED_SEAL_BYTES));
                foreign += status == SKED_E_INCOMPATIBLE;
                lengths += status == SKED_E_LENGTH;
            }
        }
        block[at] = right;
    }
    CHECK(foreign > 0 && lengths > 0);
    CHECK(sked_seal_check(block, bytes, 9) == SKED_OK);
}

static void test_seal(void) {
    static sked_align room[16];
    unsigned char *block = (unsigned char *)room;
    size_t bytes, skew;
    for (skew = 0; skew < 2; skew++) {              /* a block may begin anywhere */
        fill_block(block, sizeof(room));
        CHECK(sked_seal_check(block + skew, SEALED, 9) == SKED_E_INCOMPATIBLE);
        sked_seal(block + skew, SEALED, 9);
        CHECK(sked_seal_check(block + skew, SEALED, 9) == SKED_OK);
        check_changes(block + skew, SEALED);
        CHECK(sked_seal_check(block + skew, SEALED, 8) == SKED_E_INCOMPATIBLE);
        CHECK(sked_seal_check(block + skew, SEALED, UINT32_C(0x80000009)) == SKED_E_INCOMPATIBLE);
        for (bytes = 0; bytes <= SEALED + 8; bytes++) {
            const sked_status wanted = bytes < SKED_SEAL_BYTES ? SKED_E_BLOCK
                                       : bytes == SEALED ? SKED_OK : SKED_E_LENGTH;
            CHECK(sked_seal_check(block + skew, bytes, 9) == wanted);
        }
    }
    sked_seal(block, SKED_SEAL_BYTES, 0);           /* a seal around nothing */
    CHECK(sked_seal_check(block, SKED_SEAL_BYTES, 0) == SKED_OK);
#if !defined(SKED_ASSERT_ENDS)
    block[0] ^= 1;
    sked_seal(block, SKED_SEAL_BYTES - 1, 0);       /* too short for a seal: left alone */
    CHECK(sked_seal_check(block, SKED_SEAL_BYTES, 0) == SKED_E_INCOMPATIBLE);
#endif
}

/* The checksum is FNV-1a of 64 bits, over the version (in one step) and what follows the seal. */
static uint64_t checksum_of(const unsigned char *block, size_t bytes, uint32_t version) {
    const uint64_t prime = UINT64_C(0x100000001B3);
    uint64_t sum = (UINT64_C(0xCBF29CE484222325) ^ version) * prime;
    size_t at;
    for (at = SKED_SEAL_BYTES; at < bytes; at++) {
        sum = (sum ^ block[at]) * prime;
    }
    return sum;
}

/* Where a pattern stands in a seal: it must be there, and only once. */
static size_t find_in_seal(const unsigned char *block, const void *pattern, size_t bytes) {
    const unsigned char *wanted = (const unsigned char *)pattern;
    size_t at, i, place = 0, found = 0;
    for (at = 0; at + bytes <= SKED_SEAL_BYTES; at += 4) {
        for (i = 0; i < bytes && block[at + i] == wanted[i]; i++) {
        }
        if (i == bytes) {
            place = at;
            found++;
        }
    }
    CHECK(found == 1);
    return place;
}

/* A block that a later version of the kit has sealed is welcome, if its checksum is right. */
static void test_seal_version(void) {
    unsigned char block[SKED_SEAL_BYTES + 9];
    const uint32_t ours = sked_version(), later = ours + 3;
    const unsigned char *bytes = (const unsigned char *)&later;
    uint64_t sum;
    size_t version_at, sum_at, i;
    fill_block(block, sizeof(block));
    sked_seal(block, sizeof(block), UINT32_C(0x12345678));
    sum = checksum_of(block, sizeof(block), ours);
    version_at = find_in_seal(block, &ours, sizeof(ours));
    sum_at = find_in_seal(block, &sum, sizeof(sum));
    for (i = 0; i < sizeof(later); i++) {
        block[version_at + i] = bytes[i];
    }
    CHECK(sked_seal_check(block, sizeof(block), UINT32_C(0x12345678)) == SKED_E_CORRUPT);
    sum = checksum_of(block, sizeof(block), later);
    bytes = (const unsigned char *)&sum;
    for (i = 0; i < sizeof(sum); i++) {
        block[sum_at + i] = bytes[i];
    }
    CHECK(sked_seal_check(block, sizeof(block), UINT32_C(0x12345678)) == SKED_OK);
}

int main(void) {
    test_version();
    test_time();
    test_status();
    test_arena_fill();
    test_arena_order();
    test_arena_crooked();
    test_sets();
    test_set_contracts();
    test_pick_lowest();
    test_pick_own();
    test_pick_sizes();
    test_wide_known();
    test_wide_compare();
    test_wide_laws();
    test_sort();
    test_sort_adversary();
    test_seal();
    test_seal_version();
    return check_done("quick/core");
}
