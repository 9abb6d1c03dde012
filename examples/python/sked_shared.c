/* sked_shared.c: the whole kit as a shared library, for languages that load one. make
   build/libsked.so builds it, with nothing to be seen from outside but what the headers declare and
   the table below. */
/* SPDX-License-Identifier: MIT */
#define SKED_API extern __attribute__((visibility("default")))
#define SKED_IMPLEMENTATION
#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include "sched_share.h"

/* A program that cannot read the headers has to write the structs anew. sked_abi() tells whether it
   means the same layouts; and these, whether it has written them right. First how many they are. */
SKED_API const uint32_t sked_sizes[];
const uint32_t sked_sizes[] = {
    23,
    sizeof(sked_set), sizeof(sked_span), sizeof(sked_pick_request), sizeof(sked_picker),
    sizeof(sked_refusal),
    sizeof(sked_queue_settings), sizeof(sked_job), sizeof(sked_action), sizeof(sked_queue_info),
    sizeof(sked_job_info), sizeof(sked_forecast), sizeof(sked_queue),
    sizeof(sked_ar_settings), sizeof(sked_ar_request), sizeof(sked_ar_choice),
    sizeof(sked_ar_answer), sizeof(sked_ar),
    sizeof(sked_fattree_settings), sizeof(sked_fattree_request), sizeof(sked_fattree_answer),
    sizeof(sked_fattree_picker_settings), sizeof(sked_fattree_picker), sizeof(sked_fattree)};
