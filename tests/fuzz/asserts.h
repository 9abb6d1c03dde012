/* asserts.h: a contract or an invariant of the kit that is broken ends a fuzz target.
 *
 * SPDX-License-Identifier: MIT
 *
 * Included before the first header of the kit, by a target and by what has the implementation. */
#ifndef ASSERTS_H_INCLUDED
#define ASSERTS_H_INCLUDED

#include <stdio.h>
#include <stdlib.h>

static inline void asserts_end(const char *condition, const char *file, int line) {
    printf("%s:%d: asserted: %s\n", file, line, condition);
    (void)fflush(stdout);
    abort();
}

#define SKED_ASSERT(condition) \
    ((condition) ? (void)0 : asserts_end(#condition, __FILE__, __LINE__))

#endif
