/* memory.c: what compilers call to move memory, for firmware without a libc; small, not fast.
 *
 * SPDX-License-Identifier: MIT
 *
 * Compile it with -ffreestanding -fno-builtin, or these loops become calls of themselves. */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
void __aeabi_memcpy4(void *to, const void *from, size_t bytes);
void __aeabi_memcpy8(void *to, const void *from, size_t bytes);
void __aeabi_memclr(void *to, size_t bytes);
void __aeabi_memclr4(void *to, size_t bytes);
void __aeabi_memclr8(void *to, size_t bytes);

void *memcpy(void *to, const void *from, size_t bytes) {
    unsigned char *target = to;
    const unsigned char *source = from;
    while (bytes-- > 0) {
        *target++ = *source++;
    }
    return to;
}

void *memmove(void *to, const void *from, size_t bytes) {
    unsigned char *target = to;
    const unsigned char *source = from;
    if (target <= source) {
        return memcpy(to, from, bytes);
    }
    while (bytes-- > 0) {
        target[bytes] = source[bytes];
    }
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    unsigned char *target = to;
    while (bytes-- > 0) {
        *target++ = (unsigned char)value;
    }
    return to;
}

/* Names that clang gives them on ARM. */
void __aeabi_memcpy4(void *to, const void *from, size_t bytes) {
    (void)memcpy(to, from, bytes);
}

void __aeabi_memcpy8(void *to, const void *from, size_t bytes) {
    (void)memcpy(to, from, bytes);
}

void __aeabi_memclr(void *to, size_t bytes) {
    (void)memset(to, 0, bytes);
}

void __aeabi_memclr4(void *to, size_t bytes) {
    (void)memset(to, 0, bytes);
}

void __aeabi_memclr8(void *to, size_t bytes) {
    (void)memset(to, 0, bytes);
}
