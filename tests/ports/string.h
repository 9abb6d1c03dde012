/* string.h: as much of it as the quick tests use, for targets without a C library. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PORTS_STRING_H
#define TESTS_PORTS_STRING_H

#include <stddef.h>

/* In bench/ports/bare.c. */
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *one, const void *other, size_t bytes);

#endif
