/* calendar_policy.h: the names of the policies of a calendar, as commands have them.
   SPDX-License-Identifier: MIT */
#ifndef CALENDAR_POLICY_H_INCLUDED
#define CALENDAR_POLICY_H_INCLUDED

#include "sched_ar.h"

enum { CALENDAR_POLICIES_MAX = 32 };     /* as many as a mask of them can have */

/* NULL for the score, which is a function, and where there is no policy. */
static inline const char *calendar_policy_name(int policy) {
    switch ((sked_ar_policy)policy) {
    case SKED_AR_FF: return "FF";
    case SKED_AR_PE_B: return "PE_B";
    case SKED_AR_PE_W: return "PE_W";
    case SKED_AR_DU_B: return "Du_B";
    case SKED_AR_DU_W: return "Du_W";
    case SKED_AR_PEDU_B: return "PEDu_B";
    case SKED_AR_PEDU_W: return "PEDu_W";
    case SKED_AR_LATEST: return "LATEST";
    case SKED_AR_SCORE:
    case SKED_AR_POLICY_COUNT_:
    case SKED_AR_POLICY_CLOSED_: break;
    }
    return NULL;
}

#endif
