/* work.c: the benchmark, compiled as C. */
/* SPDX-License-Identifier: MIT */

/* Level 1 takes 8 KiB of RAM, 2 takes 64 KiB, 3 takes 1 MiB. An ATmega2560 has not enough flash for
   all families: upload it with 7, 24 and 96; score.awk makes one score of the three logs. */
#ifdef __AVR__
#define SKED_WORD_BITS 8
#define SKEDMARK_LEVEL 1
#ifndef SKEDMARK_FAMILIES
#define SKEDMARK_FAMILIES 7
#endif
#else
#define SKEDMARK_LEVEL 2
#endif

#include <skedmark/skedmark.inc>
