#!/bin/sh
# bench.sh: what `make bench` runs: each program, and at last the figures that matter.
# SPDX-License-Identifier: MIT
#
#   sh bench/bench.sh PROGRAM...     those of build: skedmark queue_ratio ar_ratio ...
#
# All tables go to build/bench.txt, all figures to build/bench.csv (columns: bench/command.h). With
# V=1 the tables are also printed. Status 1 if a program finds decisions that differ.
set -eu
rows=build/bench.csv tables=build/bench.txt part=build/bench.part status=0
echo module,kernel,size,metric,unit,value >"$rows"
rm -f "$tables"

# run PROGRAM: its tables into a file, and its rows into that of all.
run() {
    case $1 in
        skedmark) build/skedmark >"$part" && awk -f bench/skedmark/rows.awk "$part" >>"$rows" ;;
        *) "build/$1" $words --csv "$rows" >"$part" ;;
    esac
}

for program; do
    words=
    case $program in *_ratio) words=quick ;; esac
    echo "  build/$program${words:+ $words}"
    failed=
    run "$program" || failed=1
    if [ -n "$failed${V:-}" ]; then cat "$part"; fi
    if [ -n "$failed" ]; then
        echo "build/$program failed: see above"
        status=1
    fi
    { echo "# build/$program${words:+ $words}"; cat "$part"; echo; } >>"$tables"
    rm -f "$part"
done
echo
awk -f bench/summary.awk "$rows"
echo "All tables: $tables. All figures, as CSV: $rows."
exit "$status"
