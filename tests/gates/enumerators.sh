#!/usr/bin/env bash
# enumerators.sh: who adds a value to a closed enum is led to each place that has to know it.
# SPDX-License-Identifier: MIT
#
#   bash tests/gates/enumerators.sh            the places are those of tests/enumerators.txt
#   bash tests/gates/enumerators.sh --write    writes that file anew; reasons are added by hand
#
# In copies of the headers each closed enum has a value more. At each switch over one of them the
# compiler then has to warn. tests/enumerators.py tells what else depends on the values.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
have gcc gcc && have python3 python3 || { finish; exit; }
root=$PWD known=tests/enumerators.txt

# Slurm's interface may be absent. Functions that do without it are read all the same.
mkdir -p "$out/stub/slurm"
touch "$out/stub/slurm/slurm.h" "$out/stub/slurm/slurm_errno.h"

# warnings ADDED: what gcc says of the headers in that folder, and of all that uses them.
warnings() {
    local source read="gcc -std=c99 -fsyntax-only -Wswitch -I$1 -Ibench"
    { echo '#define SKED_IMPLEMENTATION'; printf '#include "%s"\n' sched*.h; } >"$1/kit.c"
    for source in "$1/kit.c" ${sources:-examples/*.c examples/tiers_linux/*.c examples/batsim/*.c page/page.c}; do
        $read "$source" || return 1
    done
    [ -z "${sources:-}" ] || return 0
    { $read "-I$root/$out/stub" -fmax-errors=0 examples/slurm/sked_slurm.c || true; } 2>&1 |
        grep -F 'enumeration value' || true
}

# depend: the places in this folder that depend on enums.
depend() {
    local added
    added=$(mktemp -d "$root/$out/added.XXXXXX")
    python3 "$root/tests/enumerators.py" add "$added" || return 1
    warnings "$added" >"$added.txt" 2>&1 || { cat "$added.txt"; return 1; }
    python3 "$root/tests/enumerators.py" places "$added.txt" sched*.h \
        $(find examples page -name '*.[ch]' | sort) examples/python/*.py page/*.js *.md docs/*.md vectors/*.md
}

if [ "${1:-}" = --write ]; then
    depend >"$out/now.txt"
    awk -v known=$known 'FILENAME == known { line = $0; sub(/ *#.*/, "", line); whole[line] = $0; next }
        { print ($0 in whole ? whole[$0] : $0) }' $known "$out/now.txt" >"$out/new.txt"
    mv "$out/new.txt" $known
    exit
fi

# agree FOLDER: the places there are those that are known.
agree() {
    (cd "$1" && depend) >"$out/now.txt" || { cat "$out/now.txt"; return 1; }
    sed 's/ *#.*//' $known | diff - "$out/now.txt"
}

check "each place that depends on a closed enum notices a new value" agree .

# ---- the planted bugs

tree=$out/tree
mkdir -p "$tree/bench"
cp -r sched*.h examples page *.md docs vectors "$tree"
cp bench/*.h "$tree/bench"

# plant WHAT PATTERN FILE SCRIPT: one file of the tree differs. Of the programs the compiler reads
# $sources alone: then the switches of others are missing, too.
sources=examples/mapping.c
plant() {
    mutate "$3" "$tree/$3" "$4"
    caught "$1" "$2" agree "$tree"
    cp "$3" "$tree/$3"
}
text='^SKED_API const char \*sked_action_text\(sked_action_kind kind\) \{'
plant "a switch with a default" 'sched.h:[0-9]+: sked_action_text: the switch does not notice' \
    sched.h '~no_action s/case .*: break/default: break/'
plant "a switch over an integer" 'heuristic_name: the switch does not notice' \
    examples/heuristic.h 's/switch \(\(sked_heuristic\)heuristic\)/switch (heuristic)/'
plant "a choice by ifs" '^> sked_order sched.h choice sked_bad_$' sched.h "s/$text/static int sked_bad_(\
sked_order a) { if (a == SKED_SJF) { return 1; } return a == SKED_FCFS ? 2 : 3; }\n&/"
plant "a mask of two values" '^> sked_order sched.h choice enum$' sched.h "s/$text/\
enum { sked_bad_ = 1u << SKED_FCFS | 1u << SKED_SJF };\n&/"
plant "a switch that became ifs" '^> sked_heuristic examples/mapping.c choice fill_row$' \
    examples/mapping.c 's/^    if \(\(int\)result->used != which\) \{/    if (result->used == SKED_MIN_MIN ||\
        result->used == SKED_MAX_MIN) {/'
plant "a list of some values" '^< sked_heuristic examples/mapping.c text' examples/mapping.c \
    's/sufferage-pass; default/sufferage; default/'
plant "a value that a switch does not know" 'the switch does not know SKED_NEW' sched.h \
    's/^    SKED_SUFFERAGE_PASS,/& SKED_NEW,/'
grep -v 'sked_reason sched.h switch' $known >"$out/few.txt"
known=$out/few.txt sources=
caught "a switch that nobody counted" '^> sked_reason sched.h switch' agree .
finish
