/* bare.c: what compilers call on targets without a C library. Compile it with -ffreestanding. */
/* SPDX-License-Identifier: MIT */

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *one, const void *other, size_t bytes);

void *memcpy(void *to, const void *from, size_t bytes) {
    unsigned char *t = to;
    const unsigned char *f = from;

    while (bytes-- > 0) {
        *t++ = *f++;
    }
    return to;
}

void *memmove(void *to, const void *from, size_t bytes) {
    unsigned char *t = to;
    const unsigned char *f = from;

    if ((uintptr_t)to <= (uintptr_t)from) {
        return memcpy(to, from, bytes);
    }
    while (bytes-- > 0) {
        t[bytes] = f[bytes];
    }
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    unsigned char *t = to;

    while (bytes-- > 0) {
        *t++ = (unsigned char)value;
    }
    return to;
}

int memcmp(const void *one, const void *other, size_t bytes) {
    const unsigned char *a = one, *b = other;

    for (; bytes > 0; bytes--, a++, b++) {
        if (*a != *b) {
            return *a < *b ? -1 : 1;
        }
    }
    return 0;
}

/* ---- ARM: names of its own for the same, with and without a promise of alignment ------------- */

#if defined(__arm__)

#define BARE_COPY(name)                                      \
    void name(void *to, const void *from, size_t bytes);     \
    void name(void *to, const void *from, size_t bytes) {    \
        (void)memcpy(to, from, bytes);                       \
    }
#define BARE_CLEAR(name)                                     \
    void name(void *to, size_t bytes);                       \
    void name(void *to, size_t bytes) {                      \
        (void)memset(to, 0, bytes);                          \
    }
#define BARE_SET(name)                                       \
    void name(void *to, size_t bytes, int value);            \
    void name(void *to, size_t bytes, int value) {           \
        (void)memset(to, value, bytes);                      \
    }

BARE_COPY(__aeabi_memcpy)
BARE_COPY(__aeabi_memcpy4)
BARE_COPY(__aeabi_memcpy8)
BARE_CLEAR(__aeabi_memclr)
BARE_CLEAR(__aeabi_memclr4)
BARE_CLEAR(__aeabi_memclr8)
BARE_SET(__aeabi_memset)
BARE_SET(__aeabi_memset4)
BARE_SET(__aeabi_memset8)

#endif

/* ---- RISC-V: the status of main; division of 64 bits where there is no library of clang's ----- */

#if defined(__riscv)

#include "semihost.h"

void port_leave(int status);

void port_leave(int status) {
    semihost_exit(status);
}

#if __riscv_xlen == 32

uint64_t __udivdi3(uint64_t value, uint64_t by);
uint64_t __umoddi3(uint64_t value, uint64_t by);
int64_t __divdi3(int64_t value, int64_t by);
int64_t __moddi3(int64_t value, int64_t by);

/* Long division, bit by bit; short ones by the processor's own instruction. */
static uint64_t bare_divide(uint64_t value, uint64_t by, uint64_t *rest) {
    uint64_t quotient = 0;
    unsigned shift = 0;

    if (value >> 32 == 0 && by >> 32 == 0) {
        *rest = (uint32_t)value % (uint32_t)by;
        return (uint32_t)value / (uint32_t)by;
    }
    while (shift < 63 && by << shift >> shift == by && by << shift <= value) {
        shift++;
    }
    for (shift++; shift-- > 0;) {
        quotient <<= 1;
        if (by << shift >> shift == by && by << shift <= value) {
            value -= by << shift;
            quotient |= 1;
        }
    }
    *rest = value;
    return quotient;
}

static uint64_t bare_magnitude(int64_t value) {
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

uint64_t __udivdi3(uint64_t value, uint64_t by) {
    uint64_t rest;

    return bare_divide(value, by, &rest);
}

uint64_t __umoddi3(uint64_t value, uint64_t by) {
    uint64_t rest;

    (void)bare_divide(value, by, &rest);
    return rest;
}

int64_t __divdi3(int64_t value, int64_t by) {
    const uint64_t quotient = __udivdi3(bare_magnitude(value), bare_magnitude(by));

    return (int64_t)((value < 0) != (by < 0) ? 0 - quotient : quotient);
}

int64_t __moddi3(int64_t value, int64_t by) {
    const uint64_t rest = __umoddi3(bare_magnitude(value), bare_magnitude(by));

    return (int64_t)(value < 0 ? 0 - rest : rest);
}

#endif
#endif
