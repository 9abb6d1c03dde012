/* experience.c - quick tests of experience: moments by hand, every status, forged blocks.
 *
 * SPDX-License-Identifier: MIT
 *
 * The public interface only. Runs on small targets too: no more of the C library than check.h, and
 * under 8 KiB of writable data. */
#define SKED_IMPLEMENTATION
#include "sched.h"

#include "../check.h"

enum { CLASSES = 2, RESOURCES = 3, ROOM = 100 };

/* How strictly a block is aligned: not at all where that is 1. */
struct probe {
    char first;
    sked_align aligned;
};
#define ALIGNMENT offsetof(struct probe, aligned)

static sked_align room[ROOM], other_room[ROOM];
static const sked_experience empty;

/* ---- moments --------------------------------------------------------------------------------- */

static sked_u128 wide(uint64_t high, uint64_t low) {
    sked_u128 made;
    made.high = high;
    made.low = low;
    return made;
}

static int is_wide(sked_u128 number, uint64_t high, uint64_t low) {
    return number.high == high && number.low == low;
}

static sked_moments moments_of(uint32_t count, uint64_t sum, uint64_t squares) {
    sked_moments moments;
    moments.count = count;
    moments.sum = wide(0, sum);
    moments.squares = wide(0, squares);
    return moments;
}

static int are_moments(const sked_moments *moments, uint32_t count, uint64_t sum,
                       uint64_t squares) {
    return moments->count == count && is_wide(moments->sum, 0, sum) &&
           is_wide(moments->squares, 0, squares);
}

/* What some lengths make, without fading; also from the last to the first, and in two parts. */
static void check_lengths(const sked_time *lengths, uint32_t count, sked_time mean,
                          uint64_t variance, sked_time deviation) {
    sked_moments forth = moments_of(0, 0, 0), back = forth, part = forth;
    uint64_t sum = 0, squares = 0;
    uint32_t i;
    for (i = 0; i < count; i++) {
        CHECK(sked_moments_add(&forth, lengths[i], SKED_WINDOW_MAX) == SKED_OK);
        CHECK(sked_moments_add(i % 2 == 0 ? &back : &part, lengths[count - 1 - i],
                               SKED_WINDOW_MAX) == SKED_OK);
        sum += (uint64_t)lengths[i];
        squares += (uint64_t)lengths[i] * (uint64_t)lengths[i];
    }
    CHECK(sked_moments_merge(&back, &part, SKED_WINDOW_MAX) == SKED_OK);
    CHECK(are_moments(&forth, count, sum, squares) && are_moments(&back, count, sum, squares));
    CHECK(sked_moments_mean(&forth) == mean && sked_moments_deviation(&forth) == deviation);
    CHECK(is_wide(sked_moments_variance(&forth), 0, variance));
}

/* Means 0, 5, 3/2, 4/3, 5/3, 5/2, 10/3, 11/3; variances 0, 4, 1/4, 2/9, 2/9, 25/4, 200/9 = 22.2,
 * 182/9 = 20.2. */
static void test_by_hand(void) {
    static const sked_time eight[8] = {2, 4, 4, 4, 5, 5, 7, 9};
    static const sked_time some[] = {1, 2, 1, 1, 2, 1, 2, 2, 0, 5, 0, 0, 10, 0, 1, 10};
    check_lengths(eight, 0, 0, 0, 0);
    check_lengths(eight, 1, 2, 0, 0);
    check_lengths(eight, 8, 5, 4, 2);
    check_lengths(some, 2, 2, 0, 0);
    check_lengths(some + 2, 3, 1, 0, 0);
    check_lengths(some + 5, 3, 2, 0, 0);
    check_lengths(some + 8, 2, 3, 6, 2);
    check_lengths(some + 10, 3, 3, 22, 4);
    check_lengths(some + 13, 3, 4, 20, 4);
}

/* M = 2^52 - 1 is the longest length. 0 and M: the mean M / 2 rounds to 2^51, the variance
 * M * M / 4 is 2^102 - 2^51 + 1/4, its root just below M / 2. And as full as moments can be. */
static void test_longest(void) {
    const uint64_t longest = (uint64_t)SKED_OBSERVED_MAX;
    sked_moments moments = moments_of(0, 0, 0);
    CHECK(sked_moments_add(&moments, SKED_OBSERVED_MAX, 2) == SKED_OK);
    CHECK(sked_moments_mean(&moments) == SKED_OBSERVED_MAX);
    CHECK(is_wide(sked_moments_variance(&moments), 0, 0));
    CHECK(sked_moments_add(&moments, 0, 2) == SKED_OK && moments.count == 2);
    CHECK(sked_moments_mean(&moments) == INT64_C(1) << 51);
    CHECK(is_wide(sked_moments_variance(&moments), (UINT64_C(1) << 38) - 1,
                  UINT64_MAX - (UINT64_C(1) << 51) + 1));
    CHECK(sked_moments_deviation(&moments) == (INT64_C(1) << 51) - 1);

    moments.count = SKED_WINDOW_MAX;
    moments.sum = sked_u128_mul(longest, SKED_WINDOW_MAX);
    moments.squares = sked_u128_mul(longest * 1024, longest * 1024);
    CHECK(sked_moments_mean(&moments) == SKED_OBSERVED_MAX);
    CHECK(is_wide(sked_moments_variance(&moments), 0, 0) && sked_moments_deviation(&moments) == 0);
    CHECK(sked_moments_add(&moments, SKED_OBSERVED_MAX, SKED_WINDOW_MAX) == SKED_OK);
    CHECK(moments.count == SKED_WINDOW_MAX / 2 + 1);
    CHECK(sked_moments_mean(&moments) == SKED_OBSERVED_MAX);
    CHECK(is_wide(sked_moments_variance(&moments), 0, 0));
}

/* Window 2: 10 and 20 are 2, 30, 500; halved, and 31 with its square 961 added. Then with 0 added,
 * to 1, 23, 605 (halves are lost). Many at once, as a merge may leave them or another window:
 * halved until there is room. */
static void test_fading(void) {
    sked_moments moments = moments_of(0, 0, 0), others = moments_of(4, 40, 480);
    CHECK(sked_moments_add(&moments, 10, 2) == SKED_OK);
    CHECK(sked_moments_add(&moments, 20, 2) == SKED_OK && are_moments(&moments, 2, 30, 500));
    CHECK(sked_moments_add(&moments, 31, 2) == SKED_OK && are_moments(&moments, 2, 46, 1211));
    CHECK(sked_moments_add(&moments, 0, 2) == SKED_OK && are_moments(&moments, 2, 23, 605));
    CHECK(sked_moments_add(&moments, 1, 3) == SKED_OK && are_moments(&moments, 3, 24, 606));
    moments = moments_of(8, 80, 880);
    CHECK(sked_moments_add(&moments, 1, 3) == SKED_OK && are_moments(&moments, 3, 21, 221));
    moments = moments_of(4, 40, 400);
    CHECK(sked_moments_merge(&moments, &others, 8) == SKED_OK && are_moments(&moments, 8, 80, 880));
    moments = moments_of(4, 40, 400);
    CHECK(sked_moments_merge(&moments, &others, 7) == SKED_OK && are_moments(&moments, 4, 40, 440));
    moments = moments_of(4, 40, 400);
    CHECK(sked_moments_merge(&moments, &others, 2) == SKED_OK && are_moments(&moments, 2, 20, 220));
    CHECK(are_moments(&others, 4, 40, 480));
    moments = moments_of(1, 0, 0);              /* the carry from the upper half of a sum */
    moments.count = 2;
    moments.sum = moments.squares = wide(3, 2);
    CHECK(sked_moments_add(&moments, 0, 2) == SKED_OK && moments.count == 2);
    CHECK(is_wide(moments.sum, 1, (UINT64_C(1) << 63) + 1));
    CHECK(is_wide(moments.squares, 1, (UINT64_C(1) << 63) + 1));
}

/* Half of an odd count is rounded down, and the sums become as much less: 10 three times is 3, 30,
 * 300, of which a third is left, so that the mean stays. Of 4 5 6 (3, 15, 77): 1, 5, 25. Of five,
 * two fifths. */
static void test_odd(void) {
    sked_moments moments = moments_of(3, 30, 300), others = moments_of(2, 8, 32);
    uint32_t step;
    for (step = 0; step < 50; step++) {
        CHECK(sked_moments_add(&moments, 10, 3 + step % 2 * 4) == SKED_OK);
        CHECK(sked_moments_mean(&moments) == 10);
        CHECK(is_wide(sked_moments_variance(&moments), 0, 0));
    }
    moments = moments_of(3, 15, 77);
    CHECK(sked_moments_add(&moments, 7, 3) == SKED_OK && are_moments(&moments, 2, 12, 74));
    moments = moments_of(3, 14, 70);            /* with the others 5, 22, 102: 8.8 and 40.8 */
    CHECK(sked_moments_merge(&moments, &others, 4) == SKED_OK && are_moments(&moments, 2, 8, 40));
}

/* What roundings may leave: 2 * 4 < 3 * 3, which no lengths have. 2 * 5 - 3 * 3 is 1, a quarter. */
static void test_rounded_away(void) {
    sked_moments moments = moments_of(2, 3, 4);
    CHECK(is_wide(sked_moments_variance(&moments), 0, 0) && sked_moments_deviation(&moments) == 0);
    moments = moments_of(2, 3, 5);
    CHECK(is_wide(sked_moments_variance(&moments), 0, 0));
    moments = moments_of(2, 4, 10);
    CHECK(is_wide(sked_moments_variance(&moments), 0, 1) && sked_moments_deviation(&moments) == 1);
}

static void test_moments_refused(void) {
    static const uint32_t windows[] = {1, SKED_WINDOW_MAX + 1, UINT32_C(1) << 31, UINT32_MAX};
    static const sked_time lengths[] = {-1, INT64_MIN, SKED_OBSERVED_MAX + 1, SKED_NEVER};
    const sked_moments others = moments_of(1, 3, 9);
    sked_moments moments = moments_of(2, 30, 500);
    size_t i;
    for (i = 0; i < 4; i++) {
        CHECK(sked_moments_add(&moments, 10, windows[i]) == SKED_E_RANGE);
        CHECK(sked_moments_merge(&moments, &others, windows[i]) == SKED_E_RANGE);
        CHECK(sked_moments_add(&moments, lengths[i], 2) == SKED_E_TIME);
        CHECK(are_moments(&moments, 2, 30, 500));
    }
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const uint32_t ratings[RESOURCES] = {2048, 1024, 512};
static const sked_time guesses[CLASSES] = {101, 0};

static sked_experience_settings settings_of(uint32_t window) {
    sked_experience_settings settings = SKED_ZERO;
    settings.classes = CLASSES;
    settings.resources = RESOURCES;
    settings.window = window;
    settings.ratings_q10 = ratings;
    settings.guesses = guesses;
    return settings;
}

/* In a block of exactly the size asked for, with a unit behind it as a guard. */
static sked_experience made_in(sked_align *block, const sked_experience_settings *settings) {
    sked_experience made = empty;
    size_t bytes = 0;
    CHECK(sked_experience_bytes(settings, &bytes) == SKED_OK);
    CHECK(bytes > 0 && bytes % sizeof(sked_align) == 0 && bytes / sizeof(sked_align) < ROOM);
    block[bytes / sizeof(sked_align)].time = INT64_C(0x123456789ABCDEF);
    CHECK(sked_experience_init(&made, settings, block, bytes) == SKED_OK);
    CHECK(block[bytes / sizeof(sked_align)].time == INT64_C(0x123456789ABCDEF));
    return made;
}

/* A table with window 4, ratings and guesses. */
static sked_experience made(void) {
    const sked_experience_settings settings = settings_of(4);
    return made_in(room, &settings);
}

static int is_empty(sked_experience *experience) {
    sked_moments moments;
    return sked_experience_get(experience, 0, 0, &moments) == SKED_E_EMPTY;
}

static int predicts(const sked_experience *experience, uint32_t job_class, uint32_t resource,
                    uint32_t deviations, sked_time want) {
    sked_time length = 4711;
    const sked_status status =
        sked_experience_predict(experience, job_class, resource, deviations, &length);
    return status == SKED_OK && length == want;
}

static int refuses(const sked_experience *experience, uint32_t job_class, uint32_t resource,
                   uint32_t deviations, sked_status want) {
    sked_time length = 4711;
    return sked_experience_predict(experience, job_class, resource, deviations, &length) == want &&
           length == 4711;
}

static int looks_so(const sked_experience *experience, uint32_t job_class, uint32_t resource,
                    uint32_t count, uint64_t sum, uint64_t squares) {
    sked_moments moments;
    return sked_experience_get(experience, job_class, resource, &moments) == SKED_OK &&
           are_moments(&moments, count, sum, squares);
}

static void add(sked_experience *experience, uint32_t job_class, uint32_t resource,
                sked_time length) {
    CHECK(sked_experience_add(experience, job_class, resource, length) == SKED_OK);
}

/* Class 0 has the guess 101: 50.5, 101 and 202 at 2048, 1024 and 512. Class 1 has none. It takes
 * 10, then 20 at 2048: 15 on average, with a deviation of 5; so 30 at 1024, and 60 at 512. With 31
 * once at 512 it is work of 30 * 2048 + 31 * 512 = 77312 in three runs: 25770.67 each, 25.2 at
 * 1024. */
static void test_predictions(void) {
    sked_experience experience = made();
    CHECK(predicts(&experience, 0, 0, 0, 51) && predicts(&experience, 0, 1, 9999, 101));
    CHECK(predicts(&experience, 0, 2, 1, 202));
    CHECK(refuses(&experience, 1, 0, 0, SKED_E_NO_ESTIMATE));
    add(&experience, 1, 0, 10);
    CHECK(predicts(&experience, 1, 0, 0, 10) && predicts(&experience, 1, 0, 4096, 10));
    CHECK(predicts(&experience, 1, 1, 0, 20) && predicts(&experience, 1, 2, 0, 40));
    add(&experience, 1, 0, 20);
    CHECK(predicts(&experience, 1, 0, 0, 15) && predicts(&experience, 1, 0, 1, 16));
    CHECK(predicts(&experience, 1, 0, 1024, 20) && predicts(&experience, 1, 0, 1025, 21));
    CHECK(predicts(&experience, 1, 0, 2048, 25));
    CHECK(predicts(&experience, 1, 1, 1024, 30) && predicts(&experience, 1, 2, 1024, 60));
    add(&experience, 1, 2, 31);
    CHECK(predicts(&experience, 1, 0, 0, 15) && predicts(&experience, 1, 2, 0, 31));
    CHECK(predicts(&experience, 1, 1, 0, 26));
    CHECK(predicts(&experience, 0, 1, 0, 101)); /* another class learns nothing from it        */
    sked_experience_destroy(&experience);
}

/* Runs of no length: at least 1, also elsewhere; the guess is over. Ratings of 1024, no guesses. */
static void test_nothing_long(void) {
    sked_experience_settings settings = settings_of(2);
    sked_experience experience = made();
    add(&experience, 0, 1, 0);
    CHECK(predicts(&experience, 0, 1, 0, 1) && predicts(&experience, 0, 0, 0, 1));
    CHECK(predicts(&experience, 0, 2, 0, 1));
    settings.ratings_q10 = NULL;
    settings.guesses = NULL;
    experience = made_in(room, &settings);
    CHECK(refuses(&experience, 0, 0, 0, SKED_E_NO_ESTIMATE));
    add(&experience, 0, 1, 7);
    CHECK(predicts(&experience, 0, 0, 0, 7) && predicts(&experience, 0, 2, 0, 7));
}

/* Beyond all time: 2^51 - 1 times 2^32 / 1024, or 2^21 and 2^22 in place of 2^32; and M at a rating
 * of 2^20, or 2^11 and 2^10, on a resource of rating 1. */
static void test_too_long(void) {
    uint32_t steep[RESOURCES] = {UINT32_C(1) << 20, 1, 1};
    const sked_time guess[CLASSES] = {SKED_OBSERVED_MAX, SKED_OBSERVED_MAX};
    sked_experience_settings settings = settings_of(4);
    sked_experience experience;
    settings.ratings_q10 = steep;
    settings.guesses = guess;
    experience = made_in(room, &settings);
    CHECK(predicts(&experience, 1, 1, 0, SKED_OBSERVED_MAX * 1024));
    add(&experience, 0, 1, SKED_OBSERVED_MAX);
    add(&experience, 0, 1, 0);
    CHECK(refuses(&experience, 0, 1, UINT32_MAX, SKED_E_OVERFLOW));
    CHECK(refuses(&experience, 0, 1, UINT32_C(1) << 22, SKED_E_OVERFLOW));
    CHECK(predicts(&experience, 0, 1, UINT32_C(1) << 20,
                   (INT64_C(1) << 51) + (INT64_C(1) << 61) - 1024));
    add(&experience, 1, 0, SKED_OBSERVED_MAX);
    CHECK(refuses(&experience, 1, 1, 0, SKED_E_OVERFLOW));
    steep[0] = UINT32_C(1) << 11;
    experience = made_in(room, &settings);
    add(&experience, 1, 0, SKED_OBSERVED_MAX);
    CHECK(refuses(&experience, 1, 1, 0, SKED_E_OVERFLOW));
    steep[0] = UINT32_C(1) << 10;
    experience = made_in(room, &settings);
    add(&experience, 1, 0, SKED_OBSERVED_MAX);
    CHECK(predicts(&experience, 1, 1, 0, SKED_OBSERVED_MAX * 1024));
}

/* Each pair for itself, with the window of the table; a table that is merged stays as it is. */
static void test_merge(void) {
    const sked_experience_settings four = settings_of(4), two = settings_of(2);
    sked_experience first = made_in(room, &two), second = made_in(other_room, &four);
    add(&first, 0, 0, 10);
    add(&first, 1, 2, 7);
    add(&second, 0, 0, 30);
    add(&second, 1, 1, 8);
    add(&second, 1, 1, 10);
    CHECK(sked_experience_merge(&first, &second) == SKED_OK);
    CHECK(looks_so(&first, 0, 0, 2, 40, 1000) && looks_so(&first, 1, 1, 2, 18, 164));
    CHECK(looks_so(&first, 1, 2, 1, 7, 49) && looks_so(&first, 1, 0, 0, 0, 0));
    CHECK(sked_experience_merge(&second, &first) == SKED_OK);   /* four of them are few enough */
    CHECK(looks_so(&second, 1, 1, 4, 36, 328) && looks_so(&first, 1, 1, 2, 18, 164));
    CHECK(sked_experience_merge(&first, &second) == SKED_OK); /* six: halved to three, to one  */
    CHECK(looks_so(&first, 1, 1, 1, 9, 82));
}

/* What one table was told can be carried over to another one, pair by pair. */
static void test_put(void) {
    const sked_experience_settings four = settings_of(4), two = settings_of(2);
    sked_experience first = made_in(room, &two), second = made_in(other_room, &four);
    sked_moments moments;
    add(&second, 0, 1, 10);
    add(&second, 0, 1, 30);
    CHECK(sked_experience_get(&second, 0, 1, &moments) == SKED_OK);
    CHECK(sked_experience_set(&first, 1, 2, &moments) == SKED_OK);
    CHECK(looks_so(&first, 1, 2, 2, 40, 1000) && looks_so(&first, 1, 1, 0, 0, 0));
    CHECK(looks_so(&first, 0, 1, 0, 0, 0) && predicts(&first, 1, 2, 1024, 30));
    add(&second, 0, 1, 50);
    CHECK(sked_experience_get(&second, 0, 1, &moments) == SKED_OK && moments.count == 3);
    CHECK(sked_experience_set(&first, 1, 2, &moments) == SKED_E_RANGE); /* two are most        */
    CHECK(looks_so(&first, 1, 2, 2, 40, 1000));
    moments = moments_of(0, 0, 0);
    CHECK(sked_experience_set(&first, 1, 2, &moments) == SKED_OK);
    CHECK(looks_so(&first, 1, 2, 0, 0, 0) && refuses(&first, 1, 2, 0, SKED_E_NO_ESTIMATE));
}

/* Sums that so many lengths can have, and by one beyond. */
static void test_put_refused(void) {
    const uint64_t longest = (uint64_t)SKED_OBSERVED_MAX;
    sked_experience experience = made(), none = empty;
    sked_moments moments = moments_of(1, 7, 49), wrong;
    uint32_t count;
    CHECK(sked_experience_set(&none, 0, 0, &moments) == SKED_E_EMPTY);
    CHECK(sked_experience_set(&experience, CLASSES, 0, &moments) == SKED_E_RANGE);
    CHECK(sked_experience_set(&experience, 0, RESOURCES, &moments) == SKED_E_RANGE);
    CHECK(sked_experience_set(&experience, UINT32_MAX, UINT32_MAX, &moments) == SKED_E_RANGE);
    for (count = 0; count <= 4; count++) {
        moments.count = count;
        moments.sum = sked_u128_mul(longest, count);
        moments.squares = sked_u128_mul(longest * count, longest);
        CHECK(sked_experience_set(&experience, 1, 1, &moments) == SKED_OK);
        wrong = moments;
        wrong.sum = sked_u128_add(wrong.sum, wide(0, 1));
        CHECK(sked_experience_set(&experience, 1, 1, &wrong) == SKED_E_RANGE);
        wrong = moments;
        wrong.squares = sked_u128_add(wrong.squares, wide(0, 1));
        CHECK(sked_experience_set(&experience, 1, 1, &wrong) == SKED_E_RANGE);
        wrong = moments;
        wrong.count = 5;
        CHECK(sked_experience_set(&experience, 1, 1, &wrong) == SKED_E_RANGE);
        CHECK(sked_experience_get(&experience, 1, 1, &wrong) == SKED_OK && wrong.count == count);
        CHECK(sked_u128_compare(wrong.sum, moments.sum) == 0 &&
              sked_u128_compare(wrong.squares, moments.squares) == 0);
    }
    CHECK(predicts(&experience, 1, 1, UINT32_MAX, SKED_OBSERVED_MAX));
}

/* ---- statuses -------------------------------------------------------------------------------- */

static void check_settings(const sked_experience_settings *settings, sked_status status) {
    sked_experience experience = made();
    sked_arena arena;
    size_t bytes = 4711;
    sked_arena_init(&arena, other_room, sizeof(other_room));
    CHECK(sked_experience_bytes(settings, &bytes) == status && bytes == 4711);
    CHECK(sked_experience_init(&experience, settings, room, sizeof(room)) == status);
    CHECK(is_empty(&experience));
    experience = made();
    CHECK(sked_experience_create(&experience, settings, sked_arena_mem(&arena)) == status);
    CHECK(is_empty(&experience) && arena.used == 0);
}

static void test_settings(void) {
    static const uint32_t numbers[2] = {0, UINT32_C(1) << 31};
    static const uint32_t windows[4] = {1, SKED_WINDOW_MAX + 1, UINT32_C(1) << 31, UINT32_MAX};
    static const uint32_t wrong[4] = {0, (UINT32_C(1) << 20) + 1, UINT32_MAX, UINT32_C(1) << 31};
    static const sked_time strange[4] = {-1, SKED_OBSERVED_MAX + 1, SKED_NEVER, INT64_MIN};
    uint32_t own_ratings[RESOURCES] = {1, UINT32_C(1) << 20, 7};
    sked_time own_guesses[CLASSES] = {SKED_OBSERVED_MAX, 0};
    sked_experience_settings settings;
    size_t i;
    for (i = 0; i < 4; i++) {
        settings = settings_of(windows[i]);
        check_settings(&settings, SKED_E_RANGE);
        settings = settings_of(2);
        settings.classes = numbers[i / 2];
        check_settings(&settings, SKED_E_RANGE);
        settings = settings_of(SKED_WINDOW_MAX);
        settings.resources = numbers[i / 2];
        check_settings(&settings, SKED_E_RANGE);
        settings = settings_of(2);
        settings.ratings_q10 = own_ratings;
        settings.guesses = own_guesses;
        (void)made_in(room, &settings);
        own_ratings[2] = wrong[i];
        check_settings(&settings, SKED_E_RANGE);
        own_ratings[2] = 7;
        own_guesses[1] = strange[i];
        check_settings(&settings, SKED_E_RANGE);
        own_guesses[1] = 0;
    }
    settings = settings_of(SKED_WINDOW_MAX);
    settings.ratings_q10 = NULL;
    settings.guesses = NULL;
    settings.classes = settings.resources = UINT32_C(0x7FFFFFFF);
    check_settings(&settings, SKED_E_OVERFLOW);
}

static void test_blocks(void) {
    const sked_experience_settings settings = settings_of(4);
    unsigned char *crooked = (unsigned char *)room + 1;
    sked_experience experience = made();
    size_t bytes = 0;
    CHECK(sked_experience_bytes(&settings, &bytes) == SKED_OK);
    CHECK(sked_experience_init(&experience, &settings, room, bytes - 1) == SKED_E_BLOCK);
    CHECK(is_empty(&experience));
    CHECK(sked_experience_init(&experience, &settings, NULL, bytes) == SKED_E_BLOCK);
    CHECK(is_empty(&experience));
    if (ALIGNMENT > 1) {
        CHECK(sked_experience_init(&experience, &settings, crooked, sizeof(room) - 8) ==
              SKED_E_BLOCK);
        CHECK(is_empty(&experience));
    }
    CHECK(bytes >= CLASSES * RESOURCES * sizeof(sked_moments));
    CHECK(bytes <= CLASSES * RESOURCES * sizeof(sked_moments) + SKED_SEAL_BYTES + 80);
}

/* A resource that fails from its k-th request on, and counts. */
typedef struct giver {
    int requests, fails_at, given_back, skew;
    size_t size;
    void *block;
} giver;

static void *giver_alloc(void *ctx, size_t size) {
    giver *self = (giver *)ctx;
    self->requests++;
    if (self->requests == self->fails_at || size > sizeof(other_room) - 8) {
        return NULL;
    }
    self->size = size;
    self->block = (unsigned char *)other_room + self->skew;
    return self->block;
}

static void giver_free(void *ctx, void *block, size_t size) {
    giver *self = (giver *)ctx;
    CHECK(block == self->block && size == self->size);
    self->given_back++;
}

static void test_memory(void) {
    const sked_experience_settings settings = settings_of(4);
    giver self = {0, 1, 0, 0, 0, NULL};
    sked_mem mem = {giver_alloc, giver_free, NULL};
    sked_experience experience = made();
    size_t bytes = 0;
    mem.ctx = &self;
    CHECK(sked_experience_create(&experience, &settings, mem) == SKED_E_MEMORY);
    CHECK(self.requests == 1 && self.given_back == 0 && is_empty(&experience));
    CHECK(sked_experience_create(&experience, &settings, mem) == SKED_OK && self.requests == 2);
    CHECK(sked_experience_bytes(&settings, &bytes) == SKED_OK && bytes == self.size);
    add(&experience, 1, 2, 5);
    CHECK(predicts(&experience, 1, 2, 0, 5) && self.requests == 2);
    sked_experience_destroy(&experience);
    CHECK(self.given_back == 1 && is_empty(&experience));
    sked_experience_destroy(&experience);
    CHECK(self.given_back == 1 && is_empty(&experience));
    if (ALIGNMENT > 1) {
        self.skew = 1;
        CHECK(sked_experience_create(&experience, &settings, mem) == SKED_E_BLOCK);
        CHECK(self.given_back == 2 && is_empty(&experience));
    }
    experience = made();                        /* a block of ours is nobody's to give back */
    sked_experience_destroy(&experience);
    CHECK(self.given_back == (ALIGNMENT > 1 ? 2 : 1) && is_empty(&experience));
}

static void test_empty(void) {
    sked_experience none = empty, full = made();
    sked_moments moments = moments_of(7, 7, 7);
    const void *block = &none;
    size_t bytes = 4711;
    CHECK(sked_experience_add(&none, 0, 0, 1) == SKED_E_EMPTY);
    CHECK(sked_experience_get(&none, 0, 0, &moments) == SKED_E_EMPTY);
    CHECK(are_moments(&moments, 7, 7, 7) && refuses(&none, 0, 0, 0, SKED_E_EMPTY));
    CHECK(sked_experience_merge(&none, &full) == SKED_E_EMPTY);
    CHECK(sked_experience_merge(&full, &none) == SKED_E_EMPTY);
    CHECK(sked_experience_merge(&none, &none) == SKED_E_EMPTY);
    CHECK(sked_experience_seal(&none, &block, &bytes) == SKED_E_EMPTY);
    CHECK(block == (const void *)&none && bytes == 4711);
    sked_experience_destroy(&none);
    CHECK(is_empty(&none));
}

static void test_refused(void) {
    static const sked_time lengths[] = {-1, INT64_MIN, SKED_OBSERVED_MAX + 1, SKED_NEVER};
    sked_experience_settings settings = settings_of(4);
    sked_experience experience = made(), other;
    sked_moments moments = moments_of(7, 7, 7);
    size_t i;
    add(&experience, 1, 2, 5);
    CHECK(sked_experience_add(&experience, CLASSES, 0, 1) == SKED_E_RANGE);
    CHECK(sked_experience_add(&experience, 0, RESOURCES, 1) == SKED_E_RANGE);
    CHECK(sked_experience_get(&experience, CLASSES, 0, &moments) == SKED_E_RANGE);
    CHECK(sked_experience_get(&experience, 0, RESOURCES, &moments) == SKED_E_RANGE);
    CHECK(are_moments(&moments, 7, 7, 7));
    CHECK(refuses(&experience, CLASSES, 0, 0, SKED_E_RANGE));
    CHECK(refuses(&experience, UINT32_MAX, 0, 0, SKED_E_RANGE));
    CHECK(refuses(&experience, 0, RESOURCES, 0, SKED_E_RANGE));
    for (i = 0; i < 4; i++) {
        CHECK(sked_experience_add(&experience, 1, 2, lengths[i]) == SKED_E_TIME);
    }
    settings.classes = 1;
    other = made_in(other_room, &settings);
    CHECK(sked_experience_merge(&experience, &other) == SKED_E_RANGE);
    CHECK(sked_experience_merge(&other, &experience) == SKED_E_RANGE);
    settings.classes = CLASSES;
    settings.resources = RESOURCES - 1;
    other = made_in(other_room, &settings);
    CHECK(sked_experience_merge(&experience, &other) == SKED_E_RANGE);
    CHECK(looks_so(&experience, 1, 2, 1, 5, 25));
}

/* ---- saving ---------------------------------------------------------------------------------- */

static void copy_bytes(void *to, const void *from, size_t bytes) {
    size_t i;
    for (i = 0; i < bytes; i++) {
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    }
}

/* Seals a table with some content in room, and tells its bytes. */
static size_t sealed(void) {
    sked_experience experience = made();
    const void *block = NULL;
    size_t bytes = 0, told = 0;
    const sked_experience_settings settings = settings_of(4);
    add(&experience, 0, 0, 3);
    add(&experience, 0, 0, 5);
    add(&experience, 1, 1, SKED_OBSERVED_MAX);
    CHECK(sked_experience_seal(&experience, &block, &bytes) == SKED_OK);
    CHECK(block == (const void *)room);
    CHECK(sked_experience_bytes(&settings, &told) == SKED_OK && bytes == told);
    return bytes;
}

/* A copy elsewhere goes on as the table itself would have; what is added needs a new seal. */
static void test_saving(void) {
    sked_experience moved = empty, again = empty;
    const void *block = NULL;
    size_t bytes = sealed(), told = 0;
    copy_bytes(other_room, room, bytes);
    CHECK(sked_experience_open(&moved, other_room, bytes) == SKED_OK);
    CHECK(predicts(&moved, 0, 0, 1024, 5) && predicts(&moved, 1, 1, 0, SKED_OBSERVED_MAX));
    CHECK(predicts(&moved, 0, 1, 0, 8) && predicts(&moved, 0, 2, 0, 16));
    CHECK(sked_experience_open(&again, room, bytes) == SKED_OK);
    CHECK(sked_experience_merge(&moved, &again) == SKED_OK);
    add(&moved, 0, 0, 6);                       /* window 4: halved to 2, 8, 34 */
    CHECK(looks_so(&moved, 0, 0, 3, 14, 70));
    CHECK(sked_experience_open(&again, other_room, bytes) == SKED_E_CORRUPT && is_empty(&again));
    CHECK(sked_experience_seal(&moved, &block, &told) == SKED_OK && told == bytes);
    CHECK(block == (const void *)other_room);
    CHECK(sked_experience_open(&again, other_room, bytes) == SKED_OK);
    CHECK(looks_so(&again, 0, 0, 3, 14, 70));
    sked_experience_destroy(&again);
    sked_experience_destroy(&again);
    CHECK(is_empty(&again));
}

static void check_open_refused(void *block, size_t bytes, sked_status status) {
    static const sked_experience_settings smallest = {.classes = 1, .resources = 1, .window = 2};
    sked_experience opened = made_in(other_room + ROOM / 2, &smallest);
    CHECK(sked_experience_open(&opened, block, bytes) == status && is_empty(&opened));
}

static void test_damage(void) {
    const size_t bytes = sealed();
    unsigned char *raw = (unsigned char *)room;
    size_t at;
    for (at = 0; at <= bytes + 8; at++) {
        if (at != bytes) {
            check_open_refused(room, at, at < SKED_SEAL_BYTES ? SKED_E_BLOCK : SKED_E_LENGTH);
        }
    }
    check_open_refused(NULL, bytes, SKED_E_BLOCK);
    for (at = SKED_SEAL_BYTES; at < bytes; at++) {
        raw[at] ^= 64;
        check_open_refused(room, bytes, SKED_E_CORRUPT);
        raw[at] ^= 64;
    }
    for (at = 0; at < SKED_SEAL_BYTES; at++) {
        sked_experience opened = empty;
        sked_status status;
        raw[at] ^= 64;
        status = sked_experience_open(&opened, room, bytes);
        CHECK((status == SKED_E_CORRUPT || status == SKED_E_INCOMPATIBLE ||
               status == SKED_E_LENGTH) && is_empty(&opened));
        raw[at] ^= 64;
    }
    if (ALIGNMENT > 1) {
        for (at = bytes; at > 0; at--) {
            raw[at] = raw[at - 1];
        }
        check_open_refused(raw + 1, bytes, SKED_E_BLOCK);
    }
    sked_seal(room, bytes, UINT32_C(0x12345678));
    check_open_refused(room, bytes, SKED_E_INCOMPATIBLE);
}

/* The kind of a sealed block: the number in its seal that makes the same seal again. */
static uint32_t kind_of(const unsigned char *raw, size_t bytes) {
    unsigned char *copy = (unsigned char *)other_room;
    uint32_t kind = 0;
    size_t at, i, found = 0;
    for (at = 0; at + sizeof(kind) <= SKED_SEAL_BYTES; at += sizeof(kind)) {
        uint32_t tried;
        copy_bytes(&tried, raw + at, sizeof(tried));
        copy_bytes(copy, raw, bytes);
        sked_seal(copy, bytes, tried);
        for (i = 0; i < SKED_SEAL_BYTES && copy[i] == raw[i]; i++) {
        }
        if (i == SKED_SEAL_BYTES) {
            kind = tried;
            found++;
        }
    }
    CHECK(found == 1);
    return kind;
}

/* Whatever it holds: no call leaves the block, and each answer is one that its interface knows. */
static void use_all(sked_experience *opened) {
    uint32_t job_class, resource;
    for (job_class = 0; job_class <= CLASSES; job_class++) {
        for (resource = 0; resource <= RESOURCES; resource++) {
            sked_time length = 4711;
            const sked_status status =
                sked_experience_predict(opened, job_class, resource, 2048, &length);
            CHECK(status == SKED_OK ? length >= 1 && length <= SKED_TIME_MAX
                                    : length == 4711 && (status == SKED_E_RANGE ||
                                                         status == SKED_E_NO_ESTIMATE ||
                                                         status == SKED_E_OVERFLOW));
            (void)sked_experience_add(opened, job_class, resource, 1);
        }
    }
}

/* The seal is right, the content is not: every byte in turn gets other values. Those that a table
 * may have are accepted, and do no harm. */
static void test_forged(void) {
    const size_t bytes = sealed();
    const uint32_t kind = kind_of((const unsigned char *)room, bytes);
    unsigned char *raw = (unsigned char *)room;
    uint32_t accepted = 0, refused = 0, change;
    size_t at;
    for (at = SKED_SEAL_BYTES; at < bytes; at++) {
        for (change = 0; change < 6; change++) {
            sked_experience opened = empty;
            sked_status status;
            (void)sealed();
            raw[at] = (unsigned char)(change < 2   ? change
                                      : change < 4 ? 255u - 128u * (change - 2)
                                      : change < 5 ? raw[at] ^ 1u
                                                   : raw[at] + 1u);
            sked_seal(room, bytes, kind);
            status = sked_experience_open(&opened, room, bytes);
            CHECK(status == SKED_OK || (status == SKED_E_CORRUPT && is_empty(&opened)));
            accepted += status == SKED_OK;
            refused += status != SKED_OK;
            if (status == SKED_OK) {
                use_all(&opened);
            }
        }
    }
    CHECK(accepted > 0 && refused > 0);
    for (at = SKED_SEAL_BYTES; at < sizeof(room); at++) {           /* another length */
        (void)sealed();
        sked_seal(room, at, kind);
        if (at != bytes) {
            check_open_refused(room, at, SKED_E_CORRUPT);
        }
    }
}

/* Where so many bytes stand in a sealed block: they must be there, and only once. */
static size_t find_bytes(const void *wanted, size_t count, size_t bytes) {
    const unsigned char *raw = (const unsigned char *)room;
    size_t at, i, place = 0, found = 0;
    for (at = SKED_SEAL_BYTES; at + count <= bytes; at += 4) {
        for (i = 0; i < count && raw[at + i] == ((const unsigned char *)wanted)[i]; i++) {
        }
        if (i == count) {
            place = at;
            found++;
        }
    }
    CHECK(found == 1);
    return place;
}

/* The block with other bytes at a place, under a seal that is right. */
static void check_forged(size_t place, const void *content, size_t count, sked_status status) {
    const size_t bytes = sealed();
    const uint32_t kind = kind_of((const unsigned char *)room, bytes);
    sked_experience opened = empty;
    copy_bytes((unsigned char *)room + place, content, count);
    sked_seal(room, bytes, kind);
    CHECK(sked_experience_open(&opened, room, bytes) == status);
    CHECK(is_empty(&opened) == (status != SKED_OK));
}

/* Each rating and each guess at its limits and beyond. */
static void test_forged_numbers(void) {
    static const uint32_t rating[4] = {1, UINT32_C(1) << 20, 0, (UINT32_C(1) << 20) + 1};
    static const sked_time guess[4] = {0, SKED_OBSERVED_MAX, -1, SKED_OBSERVED_MAX + 1};
    const size_t bytes = sealed();
    const size_t ratings_at = find_bytes(ratings, sizeof(ratings), bytes);
    const size_t guesses_at = find_bytes(guesses, sizeof(guesses), bytes);
    size_t i, k;
    for (i = 0; i < 4; i++) {
        const sked_status status = i < 2 ? SKED_OK : SKED_E_CORRUPT;
        for (k = 0; k < RESOURCES; k++) {
            check_forged(ratings_at + k * sizeof(rating[0]), &rating[i], sizeof(rating[0]), status);
        }
        for (k = 0; k < CLASSES; k++) {
            check_forged(guesses_at + k * sizeof(guess[0]), &guess[i], sizeof(guess[0]), status);
        }
    }
}

/* The moments of each pair: no more than the window, and no larger than so many longest lengths. */
static void test_forged_moments(void) {
    const uint64_t longest = (uint64_t)SKED_OBSERVED_MAX;
    const sked_u128 one = {0, 1};
    const size_t bytes = sealed(), stride = sizeof(sked_moments);
    const uint64_t first_sum = 8;               /* of 3 and 5 */
    const size_t at = find_bytes(&first_sum, sizeof(first_sum), bytes) -
                      offsetof(sked_moments, sum) - offsetof(sked_u128, low);
    sked_moments forged;
    size_t pair;
    for (pair = 0; pair < CLASSES * RESOURCES; pair++) {
        (void)sealed();
        copy_bytes(&forged, (unsigned char *)room + at + pair * stride, stride);
        forged.count = 4;                       /* the window */
        forged.sum = sked_u128_mul(longest, 4);
        forged.squares = sked_u128_mul(2 * longest, 2 * longest);
        check_forged(at + pair * stride, &forged, stride, SKED_OK);
        forged.count = 5;
        check_forged(at + pair * stride, &forged, stride, SKED_E_CORRUPT);
        forged.count = 4;
        forged.sum = sked_u128_add(forged.sum, one);
        check_forged(at + pair * stride, &forged, stride, SKED_E_CORRUPT);
        forged.sum = sked_u128_sub(forged.sum, one);
        forged.squares = sked_u128_add(forged.squares, one);
        check_forged(at + pair * stride, &forged, stride, SKED_E_CORRUPT);
    }
}

int main(void) {
    test_by_hand();
    test_longest();
    test_fading();
    test_odd();
    test_rounded_away();
    test_moments_refused();
    test_predictions();
    test_nothing_long();
    test_too_long();
    test_merge();
    test_put();
    test_put_refused();
    test_settings();
    test_blocks();
    test_memory();
    test_empty();
    test_refused();
    test_saving();
    test_damage();
    test_forged();
    test_forged_numbers();
    test_forged_moments();
    return check_done("quick/experience");
}
