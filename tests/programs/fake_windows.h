/* fake_windows.h: some of the macros of <windows.h>. */
/* SPDX-License-Identifier: MIT */
#define near
#define far
#define small char
#define hyper long
#define interface struct
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define IN
#define OUT
#define OPTIONAL
#define ERROR 0
#define DELETE 0x00010000L
#define NO_ERROR 0L
