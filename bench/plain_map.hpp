/* plain_map.hpp: the well-known fast min-min and max-min variants, to compare with. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAIN_MAP_HPP
#define PLAIN_MAP_HPP

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Maps every job to a machine and returns the makespan. times[job * machines + machine] >= 0; every
   job can run everywhere, there is at least one machine, no sum of times reaches 2^63. All variants
   of a kind give the same machine_of[]: ties go to the lowest job, then to the lowest machine. They
   take their memory from the C++ heap; when it is exhausted the program ends. */
typedef int64_t (*plain_map)(const int64_t *times, uint32_t jobs, uint32_t machines,
                             uint32_t *machine_of);

struct plain_map_entry {
    const char *name;
    const char *kind; /* "min-min" or "max-min" */
    plain_map run;
    int is_naive; /* 1: always O(jobs^2 * machines); the others at most at their worst */
};

extern const struct plain_map_entry plain_map_table[];
extern const uint32_t plain_map_count;

#ifdef __cplusplus
}
#endif

#endif
