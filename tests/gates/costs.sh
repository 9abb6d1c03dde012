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

caught "trees that are never balanced" 'GROWS FASTER' planted sched.h queue sked_queue_submit \
    's/return SKED_QUEUE_INDEX_ & \(more > 2 \+ 3 \* less\);/return (more + less) \& 0;/'
caught "a walk along the queue to a place in it" 'GROWS FASTER' planted sched.h queue \
    sked_queue_waiting_at \
    's/^    job = sked_tree_nth_\(tree, position\);/    job = sked_tree_first_(tree);\
    for (; job != SKED_NONE \&\& position > 0; position--) { job = sked_tree_next_(tree, job); }/'
caught "a look at all jobs for each load" 'GROWS FASTER' planted sched.h site \
    sked_site_report_load \
    's/^    if \(site->host_\[machine\]\.load/    (void)sked_site_seek_(site, UINT64_MAX);\n&/'

finish
