#!/usr/bin/env bash
# costs.sh: no function grows faster than its header says, on inputs that were built to break it.
# SPDX-License-Identifier: MIT
#
# tests/costs/costs.h says what a row is. FULL=1 takes inputs four times as large.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

factor=1
if in_full "inputs four times as large"; then factor=4; fi

# instrument FOLDER HEADER...: these of its headers, compiled so that each basic block counts.
instrument() {
    local folder=$1 header unit
    shift
    for header in "$@"; do
        unit=$folder/${header%.h}
        printf '#define %s\n#include "%s"\n' "$(own_macro "$header")" "$header" >"$unit.c"
        gcc -std=c99 -O1 -I"$folder" -I. -fsanitize-coverage=trace-pc -c "$unit.c" -o "$unit.o" ||
            return 1
    done
}

# measure FOLDER NAME [FACTOR FUNCTION]: the rows of tests/costs/NAME.c by the headers of a folder.
measure() {
    local folder=$1 name=$2
    shift 2
    gcc -std=c99 -O1 -Wall -Wextra -Wpedantic -Wshadow -Werror -I"$folder" -I. \
        "tests/costs/$name.c" "$folder"/sched*.o -o "$folder/$name" &&
        "$folder/$name" "$@" >"$folder/$name.txt" || { cat "$folder/$name.txt"; return 1; }
}

mkdir -p "$out/kit"
check "the headers compile with a counter in each block" instrument "$out/kit" "${headers[@]}"
for source in tests/costs/*.c; do
    name=$(basename "$source" .c)
    check "$name: no row grows faster than stated" measure "$out/kit" "$name" $factor
    cat "$out/kit/$name.txt" >>"$out/table.txt"
done
check "every Cost has a row, and every row quotes its header" \
    python3 tests/costs/stated.py "$out/table.txt" "${headers[@]}"

mutate sched.h "$out/silent/sched.h" '/^ \* Cost      128 steps/s/128 steps/a lot/'
caught "a Cost that changed, and whose row did not" 'sked_u128_div: its comment does not say' \
    python3 tests/costs/stated.py "$out/table.txt" "$out/silent/sched.h" "${headers[@]:1}"
grep -v '^sked_sort ' "$out/table.txt" >"$out/shorter.txt"
caught "a Cost without a row" 'sked_sort costs .*: expected a row' \
    python3 tests/costs/stated.py "$out/shorter.txt" "${headers[@]}"

# ---- planted bugs: each header gets several, which different functions show

# plant HEADER SED-SCRIPT...: the header with all of these bugs, beside the others as they are.
plant() {
    local header=$1 script
    shift
    rm -rf "$out/planted"
    mkdir -p "$out/planted"
    cp "$out/kit"/sched*.o "$out/planted"
    cp "$header" "$out/planted/good.h"
    for script in "$@"; do
        mutate "$out/planted/good.h" "$out/planted/$header" "$script"
        cp "$out/planted/$header" "$out/planted/good.h"
    done
    instrument "$out/planted" "$header"
}

# slowed NAME FUNCTION: the rows of a function, with that header.
slowed() { measure "$out/planted" "$1" $factor "$2"; }

# first FUNCTION CODE: a script that puts code before all else into a public function.
first() { printf '%s' "/^SKED_API sked_status $1\\(/,/\\{\$/s/\\{\$/{ ${2//$'\n'/}/"; }

plant sched.h '~tree_balance s/return .*/return (left + right) \& 0;/' \
    "$(first sked_site_report_load 'sked_site_job_info job;
        if (sked_site_get_job(site, UINT64_MAX, \&job) == SKED_OK) { return SKED_OK; }')" \
    '~sort_patience s/ && patience > 0\)/)/' \
    '~column_head s/= [^;]*;/= 0;/'
caught "trees that are never balanced" 'GROWS FASTER' slowed queue sked_queue_submit
caught "a look at all jobs for each load" 'GROWS FASTER' slowed site sked_site_report_load
caught "sorting by lopsided splits without end" 'GROWS FASTER' slowed core sked_sort
caught "looking through a column from its first job" 'few entries.*GROWS FASTER' \
    slowed core sked_map

plant sched_ar.h "$(first sked_ar_record_at 'sked_ar_info info;
        volatile uint32_t i;
        for (i = 0; sked_ar_get_info(ar, \&info) == SKED_OK \&\& i < info.records; i++) { }')"
caught "a record that is looked for from the first on" 'GROWS FASTER' slowed ar sked_ar_record_at
plant sched_ar.h "$(first sked_ar_add 'sked_span span;
        sked_time at;
        for (at = start; at < end \&\& sked_ar_record_at(ar, at, \&span, NULL) == SKED_OK;
             at = span.end) { }')"
caught "an interval that is read record by record" 'GROWS FASTER' slowed ar sked_ar_add

plant sched_fattree.h '~follows_once s/above != changes->above/1/' \
    '~leaves_halved s|low \+ \(high - low\) / 2|high - 1|'
caught "switches above a pod that follow each of its leaves" 'GROWS FASTER' \
    slowed fattree sked_fattree_allocate
caught "leaves that are counted one by one" 'GROWS FASTER' slowed fattree sked_fattree_validate

plant sched_moldable.h \
    '~rungs_halved s#low \+ \(high - low\) / 2#low#' \
    '~prices_go_on s/\*at\]/*at = 0]/'
caught "looking through all rungs for a width" 'GROWS FASTER' \
    slowed moldable sked_moldable_get_allotment
caught "summing prices up from the first interval" 'GROWS FASTER' \
    slowed moldable sked_moldable_dual_bound

plant sched_share.h "$(first sked_share_start 'uint32_t each;
        for (each = sked_share_first(share); each != SKED_NONE;
             each = sked_share_next(share, each)) { }')" \
    "$(first sked_preempt_find 'volatile uint32_t i, k;
        for (i = 0; i < request->candidates; i++) {
            for (k = 0; k < request->candidates; k++) { }
        }')"
caught "a start that walks all accounts" 'GROWS FASTER' slowed share sked_share_start
caught "a look at all candidates for each" 'any costs and gains.*GROWS FASTER' \
    slowed share sked_preempt_find

finish
