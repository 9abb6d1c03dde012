/* rude.h: names that systems, boards and projects are known to take as macros. */
/* SPDX-License-Identifier: MIT */

/* Object-like ones hit any identifier of ours, function-like ones only a call; none of them may be
 * a name that we use bare. */
#define near BAD BAD
#define far BAD BAD
#define huge BAD BAD
#define small BAD BAD
#define hyper BAD BAD
#define interface BAD BAD
#define unix BAD BAD
#define linux BAD BAD
#define i386 BAD BAD
#define mips BAD BAD
#define sun BAD BAD
#define vax BAD BAD
#define current BAD BAD
#define errno BAD BAD
#define I BAD BAD
#define B0 BAD BAD
#define ERROR BAD BAD
#define IN BAD BAD
#define OUT BAD BAD
#define OVERFLOW BAD BAD
#define DOMAIN BAD BAD
#define TRUE BAD BAD
#define FALSE BAD BAD
#define None BAD BAD
#define Status BAD BAD
#define Success BAD BAD
#define Bool BAD BAD
#define SP BAD BAD
#define SREG BAD BAD
#define HIGH BAD BAD
#define LOW BAD BAD
#define PI BAD BAD
#define min(a, b) BAD BAD
#define max(a, b) BAD BAD
#define major(a) BAD BAD
#define minor(a) BAD BAD
#define abs(a) BAD BAD
#define log(...) BAD BAD
#define bit(a) BAD BAD
#define swap(a, b) BAD BAD
#define index(a) BAD BAD
#define alloc(a) BAD BAD
#define malloc(a) BAD BAD
#define free(a) BAD BAD
#define assert(a) BAD BAD
#define memcpy(a, b, c) BAD BAD
#define memset(a, b, c) BAD BAD
#define roundup(a, b) BAD BAD
#define howmany(a, b) BAD BAD
#define isset(a, b) BAD BAD
#define isclr(a, b) BAD BAD
#define setbit(a, b) BAD BAD
#define select(a) BAD BAD
#define signal(a) BAD BAD
#define debug(...) BAD BAD
#define check(...) BAD BAD
#define status(a) BAD BAD
#define panic(...) BAD BAD
