#!/usr/bin/env bash
# evidence.sh: the page of `make evidence` says what the logs of a run say, and nothing better.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
have python3 python3 ||
    { echo "$gate: $passed passed, $failed failed, $skipped skipped"; exit 0; }

good=$out/good
mkdir -p "$good"
cat >"$good/test.log" <<'LOG'
quick/core: 100 passed, 0 failed
quick/ar: 7 passed, 0 failed
deep/queue: 1234 passed, 0 failed
1341 passed, 0 failed
LOG
cat >"$good/coverage.log" <<'LOG'
ok - functions, lines, branches and conditions of sched.h
#   map:  functions 3/3  lines 40/40  branches 10/10  conditions 2/2
#   queue:  functions 4/4  lines 50/50  branches 20/20
ok - functions, lines, branches and conditions of sched_ar.h
#   find:  functions 5/5  lines 60/60  branches 30/30  conditions 3/3
ok - planted bug: a branch that is never taken is caught
# coverage: 3 s of CPU
coverage: 3 passed, 0 failed, 0 skipped
LOG
cat >"$good/bench.log" <<'LOG'
ok - golden hashes, gcc -O2
ok - golden hashes, tcc
ok - one: 1000 instructions, baseline 1000
ok - two: 2010 instructions, baseline 2000
bench: 4 passed, 0 failed, 0 skipped
LOG
cat >"$good/mutation.log" <<'LOG'
# measured: mutants killed: 990 of 1000
ok - planted bug: a mutant that no test kills is caught
ok - enough mutants are killed
mutation: 2 passed, 0 failed, 0 skipped
LOG
cat >"$good/targets.log" <<'LOG'
ok - golden hashes of 77 kernels, m3-gcc -O0
ok - golden hashes of 77 kernels, m3-gcc -O2
ok - golden hashes of 31 kernels, s390x-gcc -O2
targets: 3 passed, 0 failed, 0 skipped
LOG
gates="coverage bench mutation targets"

# page FOLDER GATE...: the page; fails as the script does.
page() { python3 "${script:-tests/evidence.py}" "$@"; }

# says PATTERN...: the page of the good logs has a line of each.
says() {
    local pattern
    page "$good" $gates || return 1
    page "$good" $gates >"$out/page.md"
    for pattern; do
        grep -qE -- "$pattern" "$out/page.md" || { echo "no line of the page: $pattern"; return 1; }
    done
}

# bent NAME FILE SED-SCRIPT: a copy of the good logs with one that is changed.
bent() {
    mkdir -p "$out/$1"
    cp "$good"/*.log "$out/$1"
    mutate "$good/$2" "$out/$1/$2" "$3"
}

holds='^\*\*Everything holds:\*\* 12 claims of 4 gates hold, 2 of them planted bugs'
checks='^\| checks of quick tests \| 100 \| 7 \| not run \| not run \|'
summed='^\| lines reached \| 90 of 90 \| 60 of 60 \| not run \|'
check "a run in which everything holds" says "$holds"
check "... its checks, by header" says "$checks" '^\| checks of deep tests \| 1,234 \| not run'
check "... its coverage, summed up over chapters" says "$summed" '\(MC/DC\).* 2 of 2 \| 3 of 3 \|'
check "... its hashes and instructions" says '^\| golden .*\| 2 of 2 \|' \
    '2 kernels, at most \+0\.50 % \(two\)'
check "... its targets, and what a gate tells itself" says \
    '^\| targets .* \| 2 \(m3-gcc, s390x-gcc\), 3 with levels \|' \
    '^\| mutants killed \| 990 of 1000 \| `tests/gates/mutation.sh` \|'
names() { tests/gates/all.sh --list | grep -qw evidence; }
check "the gates of the page are those that are run" names

bent failed bench.log 's/^ok (- golden hashes, tcc)/not ok \1/; s/4 passed, 0/3 passed, 1/'
caught "a gate that failed" '^- bench: golden hashes, tcc' page "$out/failed" $gates
caught "... in the table of gates" '^\| bench \| \*\*1 failed\*\* of 4' page "$out/failed" $gates
caught "... in the first line" '^\*\*Not everything holds:' page "$out/failed" $gates
caught "a log that is missing" '^\| proof \| \*\*not run\*\*' page "$good" $gates proof
caught "... among what was not run" '^- proof: \*\*not run\*\*' page "$good" $gates proof
bent ended mutation.log '$d'
caught "a gate that did not end" '^\| mutation \| \*\*did not end\*\*' page "$out/ended" $gates
bent idle mutation.log 's/2 passed/0 passed/'
caught "a gate that claimed nothing" '^- mutation: ' page "$out/idle" $gates
bent red test.log 's/^(quick.ar: )7 passed, 0/\16 passed, 1/; s/^1341 passed, 0/1340 passed, 1/'
caught "a test that failed" '^- `make test`: 1 checks fail' page "$out/red" $gates
bent torn test.log '$d'
caught "tests that did not end" '^- `make test`: did not end' page "$out/torn" $gates
mkdir -p "$out/untested"
cp "$good"/{coverage,bench,mutation}.log "$out/untested"
caught "tests that were not run" '^- `make test`: not run' page "$out/untested" $gates
bent missed coverage.log \
    's/^ok (- functions.*_ar.h)/not ok \1/; s|lines 60/60|lines 59/60|; s/3 passed, 0/2 passed, 1/'
caught "a line that was not reached" '\*\*59 of 60\*\*' page "$out/missed" $gates
bent lost bench.log \
    's/^(# |ok - two.*)/\1\n# skipped: musl-gcc not found/; s/0 skipped/1 skipped/'
skipped() {
    page "$1" $gates >"$out/page.md" && ! grep '^- bench: musl-gcc not found' "$out/page.md"
}
caught "something that was skipped" 'musl-gcc not found' skipped "$out/lost"

# ---- a run that was ended goes on

# small FOLDER: a project of two gates, the second of which fails while a file is missing.
small() {
    local folder=$1
    rm -rf "$folder"
    mkdir -p "$folder/tests/gates"
    cp "${runner:-tests/evidence.sh}" "$folder/tests/evidence.sh"
    cp tests/evidence.py "$folder/tests"
    printf 'build\nlater\n' >"$folder/.gitignore"
    printf 'test:\n\t@echo "1 passed, 0 failed"\n' >"$folder/Makefile"
    printf 'echo "first second"\n' >"$folder/tests/gates/all.sh"
    printf 'echo "first: 1 passed, 0 failed, 0 skipped"\n' >"$folder/tests/gates/first.sh"
    printf 'if [ -e later ]; then echo "second: 1 passed, 0 failed, 0 skipped"
        else echo "second: 0 passed, 1 failed, 0 skipped"; fi\n' >"$folder/tests/gates/second.sh"
    chmod +x "$folder/tests/gates/all.sh"
    git -C "$folder" init -q && git -C "$folder" add -A &&
        git -C "$folder" -c user.name=gate -c user.email=gate@example.org commit -qm small
}
# runs FOLDER STATUS: the names of what is run and of what is kept, in one line.
runs() {
    local status=0
    (cd "$1" && env -u MAKEFLAGS bash tests/evidence.sh) >"$out/run.txt" 2>&1 || status=$?
    [ "$status" -eq "$2" ] || { cat "$out/run.txt"; return 1; }
    sed -nE 's/^# (kept: )?([0-9:]+ )?(test|first|second)$/\1\3/p' "$out/run.txt" | sort | paste -sd,
}
resumed() {
    small "$out/small" && runs "$out/small" 1 | grep -qx 'first,second,test' &&
        touch "$out/small/later" && runs "$out/small" 0 | grep -qx 'kept: first,kept: test,second' &&
        echo >>"$out/small/Makefile" && runs "$out/small" 0 | grep -qx 'first,second,test' ||
        { echo "not as it should go on: $(cat "$out/run.txt")"; return 1; }
}
if have git git; then
    check "what has failed is run again, and all of another state" resumed
    mutate tests/evidence.sh "$out/stale.sh" 's/\|\| state=changed\.\$\$//'
    runner=$out/stale.sh
    caught "logs of what is no longer there" 'not as it should go on' resumed
    runner=
fi

# The script itself, with a fault.
mutate tests/evidence.py "$out/blind.py" \
    "s/startswith\\('not ok - '\\)/startswith('nothing')/; s/self\\.failed == 0 and //"
script=$out/blind.py
blind() { page "$out/failed" $gates && echo "taken for good"; }
caught "a page that does not see failures" 'taken for good' blind
mutate tests/evidence.py "$out/short.py" 's/(before\[1\] \+) int\(total\)/\1 0/'
script=$out/short.py
caught "a page that does not add up chapters" 'no line of the page' says "$summed"
script=
finish
