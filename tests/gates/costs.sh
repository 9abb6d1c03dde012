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

# planted HEADER NAME FUNCTION SED-SCRIPT: the rows of a function, by a header with a bug.
planted() {
    rm -rf "$out/planted"
    mkdir -p "$out/planted"
    cp "$out/kit"/sched*.o "$out/planted"
    mutate "$1" "$out/planted/$1" "$4"
    instrument "$out/planted" "$1" && measure "$out/planted" "$2" $factor "$3"
}

caught "trees that are never balanced" 'GROWS FASTER' planted sched.h queue sked_queue_submit \
    's/return SKED_QUEUE_INDEX_ & \(more > 2 \+ 3 \* less\);/return (more + less) \& 0;/'
caught "a walk along the queue to a place in it" 'GROWS FASTER' planted sched.h queue \
    sked_queue_waiting_at \
    's/^    job = sked_tree_nth_\(tree, position\);/    job = sked_tree_first_(tree);\
    for (; job != SKED_NONE \&\& position > 0; position--) { job = sked_tree_next_(tree, job); }/'
caught "a look at all jobs for each load" 'GROWS FASTER' planted sched.h site \
    sked_site_report_load \
    's/^    if \(site->host_\[machine\]\.load/    (void)sked_site_seek_(site, UINT64_MAX);\n&/'
caught "a record that is looked for from the first on" 'GROWS FASTER' \
    planted sched_ar.h ar sked_ar_record_at '/^SKED_API sked_status sked_ar_record_at/,/^}/{
        s/spot = .*time\);/spot = sked_ar_seek_(ar, 0);/
        s/^    span->start = /    while (sked_ar_end_(ar, spot) <= time) {\
        (void)sked_ar_forward_(ar, \&spot);\
    }\
&/
    }'
caught "an interval that is read record by record" 'GROWS FASTER' \
    planted sched_ar.h ar sked_ar_add '/^static int sked_ar_is_free_/,/^}/s/return .*/do {\
        if (sked_ar_meets_(ar, set, sked_ar_record_(ar, spot))) { return 0; }\
    } while (sked_ar_forward_(ar, \&spot) \&\& sked_ar_time_(ar, spot) < end);\
    return 1;/'
caught "a leaf that moves for each of its processors" 'GROWS FASTER' \
    planted sched_fattree.h fattree sked_fattree_allocate \
    's/if \(at != home && count > 0\)/if (count > 0)/'
caught "leaves that are counted one by one" 'GROWS FASTER' \
    planted sched_fattree.h fattree sked_fattree_validate \
    '/^static uint32_t sked_fattree_at_least_/,/^}/s|low \+ \(high - low\) / 2|high - 1|'
caught "sorting by lopsided splits without end" 'GROWS FASTER' \
    planted sched.h core sked_sort 's/ && patience > 0\)/)/'
caught "looking through a column from its first job" 'few entries.*GROWS FASTER' \
    planted sched.h core sked_map 's/uint32_t head = column->head\[machine\];/uint32_t head = 0;/'
caught "looking through all rungs for a width" 'GROWS FASTER' \
    planted sched_moldable.h moldable sked_moldable_get_allotment \
    '/^static uint32_t sked_moldable_rung_for_/,/^}/s#low \+ \(high - low\) / 2#low#'
caught "summing prices up from the first interval" 'GROWS FASTER' \
    planted sched_moldable.h moldable sked_moldable_dual_bound \
    '/^static void sked_moldable_try_drops_/,/^}/s/uint64_t sum =$/uint64_t sum = (ends_in = 0) +/'

finish
