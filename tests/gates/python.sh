#!/usr/bin/env bash
# python.sh: the module of examples/python: replay.py decides as build/replay does, each call and each
# refusal is as it says, another library is refused, pip installs it without a network, and its
# scheduler for the simulator RAPS starts jobs when replay.py does.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
for tool in python3 gcc; do
    have $tool $tool || { echo "$gate: $passed passed, $failed failed, $skipped skipped"; exit 0; }
done

unset SKED_LIBRARY PYTHONPATH
export PYTHONDONTWRITEBYTECODE=1        # the sources stay as they are

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
check "an option" refused '^usage: replay.py TRACE.swf' --policy fcfs
# helps FOLDER: --help prints the usage, in lines of at most 79 columns.
helps() {
    python3 "$1/replay.py" --help >"$out/help.txt" && cat "$out/help.txt" &&
        head -1 "$out/help.txt" | grep -q '^usage: replay.py TRACE.swf' &&
        awk 'length > 79 { exit 1 }' "$out/help.txt"
}
check "a usage" helps examples/python
check "no such trace" refused 'none.swf' "$out/none.swf"
check "no such library" refused 'no library at .*/none.so: run .make build/libsked.so., or name one' \
    examples/small.swf "$out/none.so"
check "no library at all" refused 'not the library of sked: .*: file too short' \
    examples/small.swf /dev/null
printf '1 2 3\n' >"$out/short.swf"
check "no such format" refused '/short.swf:1: this is not a job' "$out/short.swf"
printf '; MaxProcs: 9\n' >"$out/empty.swf"
check "no job at all" refused '/empty.swf: no job that can run' "$out/empty.swf"

# library NAME SED-SCRIPT FLAG...: built from a sched.h that differs, by modules that take any version.
library() {
    local folder=$out/$1 script=$2 header
    shift 2
    mutate sched.h "$folder/sched.h" "$script"
    for header in sched_*.h; do
        mutate "$header" "$folder/$header" 's/^#if SKED_VERSION != .*/#if 0/'
    done
    cp examples/python/sked_shared.c "$folder"
    "${least[@]}" -shared -fPIC "$@" "$folder/sked_shared.c" -o "$folder/libsked.so"
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
    '/size/libsked.so: sked_job takes [0-9]+ bytes, expected [0-9]+$' \
    examples/small.swf "$out/size/libsked.so"
mkdir -p "$out/table"
mutate examples/python/sked_shared.c "$out/table/sked_shared.c" 's/^    23,$/    22,/'
"${least[@]}" -shared -fPIC -I. "$out/table/sked_shared.c" -o "$out/table/libsked.so"
check "... with another table" refused 'it names 22 structs, expected 23$' \
    examples/small.swf "$out/table/libsked.so"

# other FOLDER FILE SED-SCRIPT: a folder of these Python files, of which one differs.
other() {
    mkdir -p "$1"
    cp examples/python/*.py "$1"
    mutate "examples/python/$2" "$1/$2" "$3"
}

other "$out/silent" replay.py 's/ in \(\[.-h.\], .*/ == 0:/'
caught "a program without help" '^usage' helps "$out/silent"

# A program that does not look would go on.
other "$out/blind" sked.py 's/^        if library\.sked_abi\(\) != _ABI:/        if False:/'
python() { python3 "$out/blind/replay.py" "$@"; }
caught "a program that does not look at the ABI" '^mean wait' refused 'the ABI is' \
    examples/small.swf "$out/generation/libsked.so"

# tested FOLDER: the tests there, of the module there.
tested() { SKED_LIBRARY=$PWD/build/libsked.so python3 "$1/test_sked.py"; }
check "each call and each refusal of the module" tested examples/python
other "$out/open" sked.py 's/self\._do\(.plan_end.\)/pass/'
caught "a pass that stays open" '^FAILED.*errors=' tested "$out/open"
other "$out/lazy" sked.py 's/^( *)(next\(actions\) .*|yield)$/\1pass/'
caught "a pass that only a loop would open" '^FAILED.*failures=' tested "$out/lazy"
other "$out/wraps" sked.py 's/if not least <= value <= most:/if False:/'
caught "numbers that are cut off" '^FAILED' tested "$out/wraps"
other "$out/swallows" sked.py 's/^            raise fault$/            pass/'
caught "a picker whose fault is lost" '^FAILED.*failures=' tested "$out/swallows"
# shows PAGE: its first example prints what the page says.
shows() {
    awk -v stem="$out/example" '/^```/ { if (inside) { if (++n == 2) exit }
            inside = !inside; file = stem (n ? ".txt" : ".py"); next } inside { print >file }' "$1"
    PYTHONPATH=examples/python python3 "$out/example.py" | diff "$out/example.txt" -
}
check "the example of the page" shows examples/python/README.md
mutate examples/python/README.md "$out/README.md" 's/^600 \{2: 600/600 {2: 601/'
caught "a page that shows something else" '601' shows "$out/README.md"

# Installed: what pip builds, used from elsewhere.
installed() {       # SITE
    rm -rf "$out/elsewhere" && mkdir "$out/elsewhere" && cp examples/python/test_sked.py "$out/elsewhere"
    (site=$PWD/$1 && cd "$out/elsewhere" && PYTHONPATH=$site python3 -c "import sked
assert sked.__file__.startswith('$site/'), sked.__file__" &&
        PYTHONPATH=$site python3 test_sked.py)
}
# wheel FOLDER SITE: the wheel of a copy of the tree, unpacked: what pip does, without pip.
wheel() {
    rm -rf "$2" && mkdir "$2"
    (cd "$1/examples/python" && python3 -c "import backend; backend.build_wheel('.')") &&
        python3 -m zipfile -e "$1"/examples/python/*.whl "$2"
}
version=$(awk '$2 ~ /^SKED_VERSION_[MP][A-Z]+$/ { print $3 }' sched.h | paste -sd. -)
if python3 -m pip --version >"$log" 2>&1; then
    check "pip installs it without a network" python3 -m pip install --quiet --no-index \
        --no-cache-dir --disable-pip-version-check --target "$out/site" examples/python
    check "... in the version of sched.h" test -d "$out/site/sked-$version.dist-info"
    check "... and it works from another folder" installed "$out/site"
else
    skip "pip not found (apt package python3-pip)"
fi
tree=$out/tree
mkdir -p "$tree/build"
other "$tree/examples/python" backend.py "s/^        'libsked.so': .*//"
cp examples/python/pyproject.toml "$tree/examples/python"
cp sched.h "$tree"
check "a wheel needs no pip" wheel "$tree" "$out/unpacked"
caught "a wheel without the library" 'ImportError: no library at .*/unpacked/libsked.so or' \
    installed "$out/unpacked"
cp examples/python/backend.py "$tree/examples/python"
check "what was not built is named" gives_up 1 \
    '/build/libsked.so: no such file, first: make build/libsked.so$' wheel "$tree" "$out/unpacked"

# ---- RAPS ----------------------------------------------------------------------------------------
plugged=examples/python
engine() {
    PYTHONPATH=$plugged SKED_LIBRARY=$PWD/build/libsked.so python3 tests/programs/raps_engine.py "$@"
}

# alike TRACE POLICY WORD...: with these words, RAPS' policy and backfill, jobs start as replay.py has it.
alike() {
    engine "$1" "$2" >"$out/expected.txt" && engine "$1" "$3" "$4" >"$out/starts.txt" &&
        [ -s "$out/starts.txt" ] && diff "$out/expected.txt" "$out/starts.txt"
}
# five STARTS: when the five jobs start.
five() { engine five fcfs easy | paste -sd' ' | diff - <(echo "$1"); }
check "scenes that traces do not show" engine scenes
check "a trace of 1,500 jobs" trace 1500 256 "$out/1500.swf"
check "five jobs: the fourth starts at 100" five "0 0 95 100 111"
while read -r policy words; do
    check "in RAPS as from replay.py: $policy, 150 jobs" alike examples/small.swf $policy $words
done <<'LIST'
fcfs fcfs none
sjf sjf none
easy fcfs easy
easy-sjbf easy-sjbf none
conservative-rebuild fcfs conservative
depth:4 depth:4 none
LIST
check "in RAPS as from replay.py: easy, 1,500 jobs" alike "$out/1500.swf" easy fcfs easy

# What RAPS itself did, with the same plug-in: the first line says which RAPS, and when.
# recorded FIXTURE COLUMN TRACE POLICY BACKFILL
recorded() {
    awk -F, -v name="$2" '/^#/ { next } !column { for (column = NF; column > 1; column--)
            if ($column == name) next; exit }
        $column != "" { print $column }' "$1" >"$out/recorded.txt"
    [ -s "$out/recorded.txt" ] && engine "$3" "$4" "$5" | diff "$out/recorded.txt" -
}
fixture=tests/programs/raps_starts.csv
check "RAPS itself: five jobs" recorded $fixture five/easy five fcfs easy
for name in easy sjf conservative; do
    words="fcfs $name"
    [ $name != sjf ] || words="sjf none"
    check "RAPS itself: $name, 150 jobs" recorded $fixture small/$name examples/small.swf $words
done
check "RAPS itself: easy, 1,500 jobs" recorded $fixture model/easy "$out/1500.swf" fcfs easy
mutate $fixture "$out/fixture.csv" '500s/[0-9]+$/7/'
caught "a start that RAPS did not make" '^< 7$' recorded "$out/fixture.csv" model/easy \
    "$out/1500.swf" fcfs easy
caught "the starts of another policy" '^[<>]' recorded $fixture small/sjf examples/small.swf fcfs easy

plugged=$out/twice
other $plugged raps_scheduler.py 's/^ +if node not in chosen\)\]$/if True)]/'
caught "a plug-in that gives a node twice" "a node is not one job's" alike examples/small.swf easy fcfs easy
plugged=$out/forgets
other $plugged raps_scheduler.py 's/self\._queue\.finish\(number, now\)/pass/'
caught "a plug-in that forgets ends" 'jobs never start' alike examples/small.swf easy fcfs easy
plugged=$out/second
other $plugged raps_scheduler.py 's/(math\.ceil\(job\.time_limit\)) \+ 1/\1/'
caught "a plug-in that is a second off" 'AssertionError: a second off' engine scenes
plugged=$out/blocked
other $plugged raps_scheduler.py "s/^        self\._tell_nodes\(running, now\)$/        pass/"
caught "a plug-in that gives away what is down" 'not one job|AssertionError' engine scenes
finish
