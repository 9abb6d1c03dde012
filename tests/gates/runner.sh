#!/usr/bin/env bash
# runner.sh: what `make test` says is what the programs said, and README's picture is the demo's.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

# program NAME STATUS LINE: a test program of a kind.
program() {
    printf '#!/bin/sh\necho "%s"\nexit %s\n' "$3" "$2" >"$out/$1"
    chmod +x "$out/$1"
}
program good 0 'good: 3 passed, 0 failed'
program better 0 'better: 4 passed, 0 failed'
program bad 1 'bad: 2 passed, 1 failed'
program mute 0 'no result'
program liar 1 'liar: 5 passed, 0 failed'
program idle 0 'idle: 0 passed, 0 failed'

adds() { tests/run.sh "$out/good" "$out/better" | grep -qx '7 passed, 0 failed'; }
check "passes are added up" adds
caught "a failing test" '^5 passed, 1 failed$' tests/run.sh "$out/good" "$out/bad"
caught "a program without a result" '^3 passed, 1 failed$' tests/run.sh "$out/good" "$out/mute"
caught "a status that does not fit" '^8 passed, 1 failed$' tests/run.sh "$out/good" "$out/liar"
caught "no test at all" 'no test ran' tests/run.sh "$out/idle"

# The generated jobs depend on libm: so this is for the machine on which the picture was drawn.
check "make demo" make -s demo
check "the picture in README.md is what make demo draws" cmp build/demo.svg examples/demo.svg
build/replay --policy easy --gantt "$out/other.svg" >"$log" 2>&1
caught "the picture of another policy" 'differ' cmp "$out/other.svg" examples/demo.svg
finish
