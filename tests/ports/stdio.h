/* stdio.h: as much of it as the quick tests use, for targets without a C library. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PORTS_STDIO_H
#define TESTS_PORTS_STDIO_H

/* %s, %d, %lu and %llu; anything else is printed as it stands. Returns 0. In printf.c. */
__attribute__((format(printf, 1, 2))) int printf(const char *format, ...);

#endif
