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
for program in "$@"; do
    output=$("$program" 2>&1)
    status=$?
    printf '%s\n' "$output"
    line=$(printf '%s\n' "$output" | tail -n 1)
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
