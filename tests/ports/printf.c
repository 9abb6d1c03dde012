/* printf.c: as much of printf as the quick tests use, for targets without a C library. */
/* SPDX-License-Identifier: MIT */

#include <stdarg.h>
#include <stdint.h>

#include BENCH_PORT_H

#include "stdio.h"

static void put_text(const char *text) {
    while (*text != '\0') {
        port_putc(*text++);
    }
}

static void put_number(uint64_t value) {
    char digits[20];
    unsigned used = 0;

    do {
        digits[used++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    while (used > 0) {
        port_putc(digits[--used]);
    }
}

static void put_signed(int value) {
    if (value < 0) {
        port_putc('-');
    }
    put_number(value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

int printf(const char *format, ...) {
    va_list values;

    va_start(values, format);
    for (; *format != '\0'; format++) {
        if (format[0] == '%' && format[1] == 's') {
            put_text(va_arg(values, const char *));
            format++;
        } else if (format[0] == '%' && format[1] == 'd') {
            put_signed(va_arg(values, int));
            format++;
        } else if (format[0] == '%' && format[1] == 'l' && format[2] == 'u') {
            put_number(va_arg(values, unsigned long));
            format += 2;
        } else if (format[0] == '%' && format[1] == 'l' && format[2] == 'l' && format[3] == 'u') {
            put_number(va_arg(values, unsigned long long));
            format += 3;
        } else {
            port_putc(*format);
        }
    }
    va_end(values);
    return 0;
}
