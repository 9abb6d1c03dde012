#!/bin/sh
# bench.sh: what `make bench` runs: each program, and at last the figures that matter.
# SPDX-License-Identifier: MIT
#
#   sh bench/bench.sh PROGRAM...     those of build: overhead queue_ratio ar_ratio ...
#
# All tables go to build/bench.txt, all figures to build/bench.csv (columns: bench/command.h). With
# V=1 the tables are also printed. Status 1 if a program finds decisions that differ.
set -eu
rows=build/bench.csv tables=build/bench.txt part=build/bench.part status=0
rm -f "$rows" "$tables"

for program; do
    words=
    case $program in *_ratio) words=quick ;; esac
    echo "  build/$program${words:+ $words}"
    failed=
    "build/$program" $words --csv "$rows" >"$part" || failed=1
    if [ -n "$failed${V:-}" ]; then cat "$part"; fi
    if [ -n "$failed" ]; then
        echo "build/$program failed: see above"
        status=1
    fi
    { echo "# build/$program${words:+ $words}"; cat "$part"; echo; } >>"$tables"
    rm -f "$part"
done
echo
[ ! -s "$rows" ] || awk -f bench/summary.awk "$rows"
echo "All tables: $tables. All figures, as CSV: $rows."
exit "$status"
