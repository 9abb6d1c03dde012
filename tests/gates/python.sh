#!/usr/bin/env bash
# python.sh: examples/python/replay.py decides as build/replay does, and refuses another library.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
for tool in python3 gcc; do
    have $tool $tool || { echo "$gate: $passed passed, $failed failed, $skipped skipped"; exit 0; }
done

# Without the optimiser, which takes 15 s for the same decisions.
check "make build/libsked.so" make -s build/libsked.so CFLAGS=-O0
check "make build/replay" make -s build/replay

# Traces: of the model, and one with all that makes a job stand out in the file.
gcc -std=c99 -O1 -Ibench tests/programs/trace.c -o "$out/trace" -lm
trace() { "$out/trace" "$1" "$2" >"$3" && [ -s "$3" ]; }
check "a trace of 3,000 jobs" trace 3000 256 "$out/model.swf"
cat >"$out/odd.swf" <<'SWF'
; Computer: none
; MaxNodes: 8
; MaxProcs: 0
; MaxProcs: 4

  ; the third job is longer than requested, the fourth has no request, the fifth no processors
7 10 -1 100 2 -1 -1 2 120 -1 1 -1 -1 -1 1 -1 -1 -1
7 10 -1 50 -1 -1.5 -1 3 60 -1 1 -1 -1 -1 1 -1 -1 -1
9 12 -1 500 4 -1 -1 4 70 -1 0 -1 -1 -1 1 -1 -1 -1
10 12 -1 33 1 -1 -1 -1 -1 -1 1 -1 -1 -1 1 -1 -1 -1
11 13 -1 33 -1 -1 -1 -1 40 -1 1 -1 -1 -1 1 -1 -1 -1
12 13 -1 -1 2 -1 -1 2 40 -1 5 -1 -1 -1 1 -1 -1 -1
13 13 -1 20 5 -1 -1 5 40 -1 1 -1 -1 -1 1 -1 -1 -1
14 9 -1 45 2 -1 -1 2 45 -1 1 -1 -1 -1 1 -1 -1 -1
15 60 -1 7 1 -1 -1 1 9 -1 1 -1 -1 -1 1 -1 -1 -1
SWF

# numbers POLICY TRACE: jobs, processors, mean wait and utilisation, as build/replay tells them.
numbers() {
    build/replay --seconds --policy "$1" "$2" >"$out/replay.txt" || return 1
    awk -v policy="$1" '/^replay of/ { sub(/.*: /, ""); jobs = $1 }
        / processors, offered load/ { processors = $1 }
        $1 == policy { print jobs, processors, $2, $6 }' "$out/replay.txt"
}
python() { python3 examples/python/replay.py "$@"; }
# same POLICY TRACE: from Python, under EASY, the same.
same() {
    python "$2" >"$out/python.txt" && numbers "$1" "$2" >"$out/numbers.txt" || return 1
    tr '\n' ' ' <"$out/python.txt" | sed -E \
        's/^([0-9]+) jobs on ([0-9]+) .* wait ([0-9.]+) s, .* ([0-9.]+) % $/\1 \2 \3 \4\n/' |
        diff - "$out/numbers.txt"
}
check "the trace in examples is of the model" trace 150 64 "$out/model64.swf"
check "... and as here" cmp "$out/model64.swf" examples/small.swf
for file in examples/small.swf "$out/model.swf" "$out/odd.swf"; do
    check "Python and C agree: ${file##*/}" same easy "$file"
done
caught "the numbers of another policy" '^[<>] 3000 256 ' same fcfs "$out/model.swf"

# What the page shows is what is printed.
shown() {
    python examples/small.swf >"$out/small.txt" && cat "$out/small.txt" &&
        grep -qxF "$(sed -n 2p "$out/small.txt")" "$1"
}
check "docs/porting.md shows what it prints" shown docs/porting.md
mutate docs/porting.md "$out/porting.md" 's/^mean wait [0-9]/mean wait 7/'
caught "a page that shows something else" 'mean wait' shown "$out/porting.md"

# refused PATTERN WORD...: no traceback; one line that matches, and 1.
refused() { gives_up 1 "$1" python "${@:2}"; }
check "no words" refused '^usage: replay.py TRACE.swf \[LIBRARY\]$'
check "no such trace" refused 'none.swf' "$out/none.swf"
check "no such library" refused 'none.so' examples/small.swf "$out/none.so"
printf '1 2 3\n' >"$out/short.swf"
check "no such format" refused '/short.swf:1: this is not a job' "$out/short.swf"
printf '; MaxProcs: 9\n' >"$out/empty.swf"
check "no job at all" refused '/empty.swf: no job that can run' "$out/empty.swf"

# library NAME SED-SCRIPT FLAG...: built from a sched.h that differs; only what is asked for here.
library() {
    local folder=$out/$1 script=$2
    shift 2
    mutate sched.h "$folder/sched.h" "$script"
    sed '/^#include "sched_[a-z]*.h"/d' examples/python/sked_shared.c >"$folder/shared.c"
    "${least[@]}" -shared -fPIC "$@" "-I$folder" "$folder/shared.c" -o "$folder/libsked.so"
}
library same 's/^#define SKED_VERSION_PATCH .*/#define SKED_VERSION_PATCH 99/'
check "a library of the same layouts is taken" python examples/small.swf "$out/same/libsked.so"
library generation '~generation s/UINT32_C/UINT32_C(65536) + &/'
check "a library of another generation is refused" refused \
    '/generation/libsked.so: the ABI is 0x[0-9a-f]{5,}, expected 0x[0-9a-f]{5,}$' \
    examples/small.swf "$out/generation/libsked.so"
library words 's/^ \* >>promises$/&:/' -DSKED_WORD_BITS=16
check "... of other words" refused 'the ABI is 0x[0-9a-f]+1[0-9a-f]{3}, expected' \
    examples/small.swf "$out/words/libsked.so"
library size '/^typedef struct sked_job \{/,/^\}/s/^    uint64_t key; .*/&\n    uint64_t more;/'
check "... with a larger job" refused \
    '/size/libsked.so: settings, jobs and actions take \[[0-9, ]+\] bytes, expected \[[0-9, ]+\]$' \
    examples/small.swf "$out/size/libsked.so"

# A program that does not look would go on.
mkdir -p "$out/blind/examples/python"
mutate examples/python/replay.py "$out/blind/examples/python/replay.py" \
    's/^    if (sked\.sked_abi\(\) != ABI|sizes != expected):/    if False:/'
python() { python3 "$out/blind/examples/python/replay.py" "$@"; }
caught "a program that does not look at the ABI" '^mean wait' refused 'the ABI is' \
    examples/small.swf "$out/generation/libsked.so"
finish
