#!/bin/sh
# run.sh: runs test programs and adds up what they report.
# SPDX-License-Identifier: MIT
#
#   tests/run.sh build/quick_core build/quick_map ...
#
# Each program ends with a line "name: N passed, N failed". A program that ends without one, or
# with a status that does not fit it, counts as one failure.
passed=0
failed=0
told=$(mktemp -d) || exit 1
trap 'rm -rf "$told"' EXIT

# As many at a time as there are processors; they are told of in their order.
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
number=0
for program in "$@"; do
    number=$((number + 1))
    echo "$number $program"
done | xargs -P "$jobs" -L 1 sh -c '"$3" >"$1/$2.txt" 2>&1; echo $? >"$1/$2.status"' sh "$told"

number=0
for program in "$@"; do
    number=$((number + 1))
    status=$(cat "$told/$number.status")
    cat "$told/$number.txt"
    line=$(tail -n 1 "$told/$number.txt")
    numbers=$(printf '%s\n' "$line" | sed -n 's/^.*: \([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed$/\1 \2/p')
    if [ -z "$numbers" ]; then
        echo "$program: ended with status $status and no result"
        failed=$((failed + 1))
        continue
    fi
    passed=$((passed + ${numbers% *}))
    failed=$((failed + ${numbers#* }))
    if [ "$status" -ne 0 ] && [ "${numbers#* }" -eq 0 ]; then
        echo "$program: ended with status $status although nothing failed"
        failed=$((failed + 1))
    fi
done
if [ "$passed" -eq 0 ]; then
    echo "no test ran"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
