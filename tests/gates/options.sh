#!/usr/bin/env bash
# options.sh: all example programs read their command lines alike; tests/programs/option_table.py.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
have python3 python3 || { finish; exit; }
version=$(sed -n 's/^#define SKED_VERSION_[A-Z]* \([0-9]*\)$/\1/p' sched.h | paste -sd.)

table() { python3 tests/programs/option_table.py "$1" "$version" "$out" "${@:2}"; }
check "the programs" make -s
check "every program: help, version, faults, order, files" table build

# A program that has options of its own is in the table.
listed() {
    local program
    for program in examples/*.c; do
        program=$(basename "$program" .c)
        grep -q "^    '$program': " "$1" || { echo "not tried: $program"; return 1; }
    done
}
check "no program is left out" listed tests/programs/option_table.py
mutate tests/programs/option_table.py "$out/less.py" "/^    'tiers': /d"
caught "a program that nobody tries" 'not tried: tiers' listed "$out/less.py"

# ---- planted bugs

# bad NAME FILE SED-SCRIPT: the program with another file.
bad() {
    rm -rf "$out/bad"
    mkdir -p "$out/bad"
    cp examples/*.[ch] "$out/bad"
    mutate "examples/$2" "$out/bad/$2" "$3"
    "${least[@]}" -I. -Ibench "$out/bad/$1.c" -o "$out/bad/$1" -lm
}
bad tiers options.h 's/ && !rule->repeats\)/ \&\& 0)/'
caught "an option that is given again" 'expected 2, tiers: --.*: given again' table "$out/bad" tiers
bad tiers options.h 's/enum \{ OPTION_WRONG = 2 \}/enum { OPTION_WRONG = 1 }/'
caught "another exit status" 'status 1, .*, expected 2' table "$out/bad" tiers
bad mapping options.h "s/word\\[length\\] == '=' \\? word/0 ? word/"
caught "a value behind = that is not read" 'mapping --.*=.*' table "$out/bad" mapping
bad mapping options.h 's/line->only_files = 1;//'
caught "files behind -- that are options" 'mapping .* -- --nowhere' table "$out/bad" mapping
bad tiers input.h 's/"%s: cannot be read: %s, expected a readable file"/"%s: cannot be read: %s"/'
caught "a message that does not say what was expected" 'cannot be read' table "$out/bad" tiers
bad tiers input.h 's/path == NULL \|\| strcmp\(path, "-"\) == 0/path == NULL/'
caught "standard input that is taken for a file" 'tiers .* -: not as with' table "$out/bad" tiers
bad replay replay.c 's/!outputs_try\(&opts\) \|\| //'
caught "an output that is tried after the work" 'nowhere/x' table "$out/bad" replay
bad tiers options.h 's/OPTION_WIDTH = 80/OPTION_WIDTH = 90/'
caught "a help that is too wide" 'more than 80 columns' table "$out/bad" tiers
bad site cells.h 's/blanks \+= column > 0 \? 2 \+/blanks += column > 0 ? 4 +/'
caught "a table that is too wide" 'more than 80 columns' table "$out/bad" site
bad replay replay_shares.h 's/SHARES_WIDTH = 80/SHARES_WIDTH = 200/'
caught "accounts of many policies in one line" 'replay --shares .*more than 80 columns' \
    table "$out/bad" replay
finish
