/* page.c: the kit as a WebAssembly module for page.html: no runtime, nothing imported. */
/* SPDX-License-Identifier: MIT */

#include "calendar.h"
#include "mapping.h"
#include "moldable.h"
#include "replay.h"
#include "shares.h"
#include "tiers.h"
#include "tree.h"
