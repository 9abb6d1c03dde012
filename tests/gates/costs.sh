#!/usr/bin/env bash
# costs.sh: no function grows faster than its header says, on inputs that were built to break it.
# SPDX-License-Identifier: MIT
#
# tests/costs/costs.h says what a row is. FULL=1 takes inputs four times as large.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

factor=1
if in_full "inputs four times as large"; then factor=4; fi

# instrument FOLDER: the headers of a folder, compiled so that each basic block counts.
instrument() {
    local header unit
    for header in "${headers[@]}"; do
        unit=$1/${header%.h}
        printf '#define %s\n#include "%s"\n' "$(own_macro "$header")" "$header" >"$unit.c"
        gcc -std=c99 -O1 -I"$1" -I. -fsanitize-coverage=trace-pc -c "$unit.c" -o "$unit.o" ||
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
check "the headers compile with a counter in each block" instrument "$out/kit"
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
    mutate "$1" "$out/planted/$1" "$4"
    instrument "$out/planted" && measure "$out/planted" "$2" $factor "$3"
}

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
