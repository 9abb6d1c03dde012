/* linkages.c - two static copies of a header, one external and one in C++, in one program.
 *
 * SPDX-License-Identifier: MIT */
#include "sched.h"
#include <pthread.h>

uint32_t one(void);
uint32_t two(void);
uint32_t plus(void);

int main(void) {
    sked_word words[SKED_SET_WORDS(70)];
    sked_set set = sked_set_of(words, 70);
    sked_set_add(&set, 69);
    return !(one() == two() && two() == plus() && plus() == sked_version() &&
             sked_version() == (uint32_t)SKED_VERSION && sked_abi() == (uint32_t)SKED_ABI &&
             sked_set_first(&set) == 69 && sked_status_text(SKED_OK)[0] == 's');
}
