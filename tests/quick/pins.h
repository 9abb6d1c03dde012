/* pins.h: answers that are pinned: folded into one number, and compared with a known one. */
/* SPDX-License-Identifier: MIT */
#ifndef PINS_H_INCLUDED
#define PINS_H_INCLUDED

/* The includer has included check.h and a header of the kit. A walk calls everything at random and
 * folds what it is told; every so often the sum is compared. The numbers are the same on every
 * target. Laws and scenes say elsewhere why answers are right; here no answer may change by
 * accident. A change that is meant renews the numbers: a run that fails prints them. */
static uint64_t pin_sum, pin_random;

static void pin(uint64_t value) {
    pin_sum = (pin_sum ^ value) * UINT64_C(0x100000001B3);
    pin_sum ^= pin_sum >> 31;
}

static inline sked_status told(sked_status status) {
    pin((uint64_t)status);
    return status;
}

static inline void pin_time(sked_time time) {
    pin((uint64_t)time);
}

static inline void pin_wide(sked_u128 wide) {
    pin(wide.high);
    pin(wide.low);
}

static inline void pin_set(const sked_set *set) {
    uint32_t p;
    for (p = sked_set_first(set); p < set->size; p = sked_set_next(set, p)) {
        pin(p);
    }
}

static uint32_t any_below(uint32_t bound) {
    return check_below(&pin_random, bound);
}

static void pins_begin(uint64_t seed) {
    pin_sum = 0;
    pin_random = seed;
}

static void pins_compare(uint64_t seed, const uint32_t *pins, uint32_t place) {
    const uint32_t sum = (uint32_t)(pin_sum >> 16 & 0xFFFFFFFFu);
    if (sum != pins[place]) {
        printf("walk %lu, place %lu: 0x%08lX\n", (unsigned long)seed, (unsigned long)place,
               (unsigned long)sum);
    }
    CHECK_SEED(seed, sum == pins[place]);
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* The damages to a word of 4 bytes: a little more, a little less, none, all, and the next one. */
enum { DAMAGES = 5 };

static inline void damage(unsigned char *word, uint32_t kind) {
    uint32_t i;
    for (i = 0; i < 4; i++) {
        word[i] = kind == 2 ? 0 : kind == 3 ? 255 : kind == 4 ? word[4 + i] : word[i];
    }
    word[0] = (unsigned char)(word[0] + (kind == 0) - (kind == 1));
}

/* What is damaged differs with the order of bytes: so pins of damage hold for one order alone. */
static inline int is_little_endian(void) {
    const uint16_t one = 1;
    return *(const unsigned char *)&one == 1;
}

/* Where 64 bits need not be aligned, blocks have other gaps between their parts. */
static inline int is_laid_out_alike(void) {
    return is_little_endian() && sizeof(sked_pair) > 12u;
}

/* How many damages to the words from `from` on, done one at a time, does the audit miss? */
static inline uint32_t damages_missed(void *block, size_t from, size_t bytes,
                                      int (*is_sound)(void)) {
    unsigned char *byte = (unsigned char *)block, kept[4];
    uint32_t missed = 0, kind, i;
    for (; from + 8 <= bytes; from += 4) {
        for (i = 0; i < 4; i++) {
            kept[i] = byte[from + i];
        }
        for (kind = 0; kind < DAMAGES; kind++) {
            damage(byte + from, kind);
            missed += is_sound() != 0;
            for (i = 0; i < 4; i++) {
                byte[from + i] = kept[i];
            }
        }
    }
    return missed;
}

#endif
