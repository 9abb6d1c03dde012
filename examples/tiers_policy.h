/* tiers_policy.h: the names of the policies of two tiers, as commands have them. */
/* SPDX-License-Identifier: MIT */
#ifndef TIERS_POLICY_H_INCLUDED
#define TIERS_POLICY_H_INCLUDED

#include "sched.h"

enum { TIERS_POLICIES_MAX = 8 };

/* NULL where there is no policy. */
static inline const char *tiers_policy_name(int policy) {
    switch ((sked_tiers_policy)policy) {
    case SKED_KEASY: return "keasy";
    case SKED_REASY: return "reasy";
    case SKED_MEASY: return "measy";
    case SKED_TIERS_POLICY_CLOSED_: break;
    }
    return NULL;
}

#endif
