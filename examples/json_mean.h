/* json_mean.h: means as JSON, rounded as the tables have them. */
/* SPDX-License-Identifier: MIT */
#ifndef JSON_MEAN_H_INCLUDED
#define JSON_MEAN_H_INCLUDED

#include "swil.h"

#include "json.h"

/* sum / count; null without anything to take a mean of. */
static inline void json_mean(json *out, const char *key, sked_u128 sum, uint64_t count,
                             uint32_t places) {
    if (count == 0) {
        json_null(out, key);
    } else {
        json_digits(out, key, swil_ratio_text(sum, count, places).text);
    }
}

/* A whole number of up to 128 bits. */
static inline void json_wide(json *out, const char *key, sked_u128 number) {
    json_digits(out, key, swil_ratio_text(number, 1, 0).text);
}

#endif
