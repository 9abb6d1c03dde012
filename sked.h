/* sked.h - sked 0.11.0: all headers of the kit by one name that hides no other.
 *
 *     #define SKED_IMPLEMENTATION      in exactly one file of the program,
 *     #include "sked/sked.h"           and this line alone in all others
 *
 * Put the headers into a folder `sked` and the folder above it on the include path: then no sched.h
 * of ours lies where <sched.h> is looked for.
 *
 * SPDX-License-Identifier: MIT (full text in LICENSE)
 */
#if !defined(SKED_SKED_H_INCLUDED) || defined(SKED_IMPLEMENTATION)
#define SKED_SKED_H_INCLUDED
#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include "sched_share.h"
#endif
