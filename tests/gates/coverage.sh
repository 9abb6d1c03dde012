#!/usr/bin/env bash
# coverage.sh: the tests run every line of the headers; every condition decides by itself (MC/DC).
# SPDX-License-Identifier: MIT
#
#   tests/gates/coverage.sh [TEST...]     other tests than those below
#   COVERAGE_BEFORE=queue                 demands only the chapters of sched.h above >>queue
#
# SKED_ASSERT is off: what it asserts is no branch. Each test is a program of its own, but built of
# one main file: so all know a static function by one name, their counts add up, and the report is
# made of the header alone. Tests of nothing private share one object of it. Functions are counted
# too, as llvm-cov knows of no branch in one that nobody calls.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
before=${COVERAGE_BEFORE:-}

# The deep ones reach what the quick ones have no room for; the others among them add nothing.
tests=(tests/quick/*.c)
for deep in tests/deep/{forge,reserve,ar_forge,moldable,fattree_rules}.c; do
    if [ -e "$deep" ]; then tests+=("$deep"); fi
done
[ $# -eq 0 ] || tests=("$@")

cat >"$out/unit.c" <<'C'
#if defined(TEST)
#include TEST
#else
#define SKED_IMPLEMENTATION
#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include "sched_share.h"
#endif
C

# Not optimised: the deep tests win less by that than the compiler takes. With the code that 32-bit
# targets leave out.
compile="clang-19 -m32 -DSKED_FATTREE_TABLE_=1 -isystem /usr/include/x86_64-linux-gnu -std=c99 -O0
    -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc"

# words TEST: what makes a deep test shorter, and still reach all that it reaches.
words() {
    case $1 in
        tests/deep/forge.c) echo 1 1000 ;;
        tests/deep/fattree_rules.c) echo 1 250 ;;
        tests/deep/reserve.c | tests/deep/moldable.c) echo few ;;
    esac
}

# gather FOLDER TEST...: runs the tests on the header of that folder; leaves counts.profile, and the
# warnings about the header: with one, clang leaves out a decision that it cannot follow.
gather() {
    local folder=$1 test name unit status=0
    shift
    rm -f "$out"/*.raw "$out"/counts.*
    $compile "-I$folder" -I. -c "$out/unit.c" -o "$out/unit.o" >"$out/counts.warnings" 2>&1 ||
        { cat "$out/counts.warnings"; return 1; }
    for test in "$@"; do
        name=$(echo "${test%.c}" | tr / _)
        unit="$done_macros $out/unit.o"
        if [ -n "$(insiders "$test")" ]; then unit=; fi
        if ! $compile "-I$folder" -I. -Ibench -Itests "-DTEST=\"$test\"" "$out/unit.c" $unit \
            -o "$out/$name" -lm >"$out/build.txt" 2>&1; then
            cat "$out/build.txt"
            status=1
        elif ! LLVM_PROFILE_FILE=$out/$name.raw timeout 600 $i386_by "$out/$name" $(words "$test") \
            >"$out/$name.txt" 2>&1; then
            echo "$test fails"
            tail -n 5 "$out/$name.txt"
            status=1
        fi
    done
    llvm-profdata-19 merge "$out"/*.raw -o "$out/counts.profile" && return $status
}

# judge FOLDER [HEADER]: what is missing, of what gather has found; sched.h if no header is named.
show="-show-branches=count -show-mcdc -show-expansions"
judge() {
    local cov="$out/unit.o -instr-profile=$out/counts.profile" header=$1/${2:-sched.h}
    llvm-cov-19 export -format=lcov $cov "$header" >"$out/counts.lcov" &&
        llvm-cov-19 export -summary-only $cov "$header" >"$out/counts.json" &&
        llvm-cov-19 show $show $cov "$header" >"$out/counts.txt" &&
        awk -f tests/gates/coverage.awk -v "header=${2:-sched.h}" -v "before=$before" \
            part=source "$header" \
            part=lcov "$out/counts.lcov" part=show "$out/counts.txt" \
            part=warnings "$out/counts.warnings" part=summary "$out/counts.json"
}

covered() {
    local status=0
    gather "$@" || status=1
    judge "$1" && return $status
}

for tool in clang-19:clang-19 llvm-cov-19:llvm-19 llvm-profdata-19:llvm-19; do
    have ${tool%:*} ${tool#*:} ||
        { echo "$gate: $passed passed, $failed failed, $skipped skipped"; exit 0; }
done

check "functions, lines, branches and conditions of sched.h${before:+ before >>$before}" \
    covered . "${tests[@]}"
cp "$log" "$out/report.txt"
if [ "$failed" -eq 0 ]; then sed 's/^#/#  /' "$log"; else echo "#   all of it: $out/report.txt"; fi
for header in "${headers[@]}"; do
    [ "$header" != sched.h ] && [ -z "$before" ] || continue
    check "functions, lines, branches and conditions of $header" judge . "$header"
    cp "$log" "$out/report_${header%.h}.txt"
    head -n 20 "$log" | sed 's/^#/#  /'
done

# A reader that has missed something must not take it for nothing.
show=-show-mcdc caught "a report without branches" 'counted 0 of 0 branches' judge .
show=-show-branches=count caught "a report without conditions" 'no conditions counted' judge .
before=nowhere caught "a chapter that is none" 'no chapter >>nowhere' judge .
mkdir -p "$out/other"
cp sched.h "$out/other"
caught "a report on another header" 'not to be trusted: ' judge "$out/other"

# plant TEXT: one more fault in the planted header, at the beginning of sked_time_add(a, b).
cp sched.h "$out/faultless.h"
plant() {
    mutate "$out/faultless.h" "$out/planted/sched.h" \
        "s/^SKED_API sked_time sked_time_add\(.*\{/&\n$1/"
    cp "$out/planted/sched.h" "$out/faultless.h"
}
core=tests/quick/core.c
top=SKED_TIME_MAX           # every part of it is true once and false once
plant '    if (a == 4711) { return b; }'
plant '    if (a == 4712) {\n        return b + 1;\n    }'
plant "    if ((a > $top \\&\\& b > $top) || a > $top || b > $top) { return SKED_NEVER; }"
plant '    if ((a > 0 \&\& b > 0) == (a > 7) || b > 7) { a += 0; }'
plant '    a = *SKED_PTR_(sked_time, a > 7 || b > 7 ? \&a : \&b);'
mutate "$out/faultless.h" "$out/planted/sched.h" \
    's/^SKED_API sked_time sked_time_add\(.*\{/static int sked_planted_(int a) { return a > 0; }\n&/'

# One run of one test finds them all; and does not call most of the rest.
caught "a branch that is never taken" 'never true .*if \(a == 4711\)' covered "$out/planted" $core
judged() { judge "$out/planted"; }
caught "a line that never runs" 'line not run: return b \+ 1;' judged
caught "a condition that never decides alone" 'never decides alone .*if \(\(a > ' judged
caught "a decision that clang does not follow" 'unsupported MC/DC' judged
caught "a decision inside a macro" 'not measured.*SKED_PTR_\(sked_time, a > 7' judged
caught "a function that nobody calls" 'not called: sked_planted_' judged
caught "a test that is left out" 'not called: sked_map_run' judged
mutate $core "$out/wrong.c" 's/_version\(\) == version/_version() == 4711/; s|\.\./check|check|'
caught "a test that fails" 'wrong.c fails' gather . "$out/wrong.c"
finish
