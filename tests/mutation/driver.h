/* driver.h: tries mutants within one run of a test; included before it by mutate.py.
 *
 * SPDX-License-Identifier: MIT
 *
 * The mutated header holds each function once as it is, and once for each of its mutants;
 * `mutant_` says which is called. When the test calls such a function for the first time, the
 * program forks a child for each of its mutants. The child goes on with its mutant; nothing that
 * ran before would have been different. It ends at the first check that fails. So a mutant costs
 * no start, no compilation, and little of a test that kills it; one that the test does not reach
 * costs nothing.
 *
 *     MUTANTS      file of one byte for each mutant: '1' if it is to be tried
 *     RESULTS      file to append to: "number verdict" for each one that was reached
 *     LIMIT        milliseconds of processor time for a child
 *
 * Verdicts: k a check failed, t time is over, s another signal, l it lives. */
#ifndef DRIVER_H_INCLUDED
#define DRIVER_H_INCLUDED

#include "check.h"

extern unsigned mutant_;        /* 0: none; otherwise the number of the one that is called */

/* A function with the mutants first, first + 1, ... is called for the first time. */
void mutant_visit_(unsigned first, unsigned count);

/* A check failed. In a child the first failure is enough: does not return. Returns 0. */
int mutant_failed_(void);

#undef CHECK
#undef CHECK_SEED
#define CHECK(condition) \
    check_that((condition) != 0 || mutant_failed_(), __FILE__, __LINE__, #condition, 0)
#define CHECK_SEED(seed, condition) \
    check_that((condition) != 0 || mutant_failed_(), __FILE__, __LINE__, #condition, \
               (unsigned long long)(seed))

#endif
