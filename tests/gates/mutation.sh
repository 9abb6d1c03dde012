#!/usr/bin/env bash
# mutation.sh: a change in a header does not go unnoticed: the quick tests kill mutants.
# SPDX-License-Identifier: MIT
#
#   tests/gates/mutation.sh           about one mutant of thirty: those whose names a checksum picks
#   FULL=1 tests/gates/mutation.sh    all of them, and proofs that survivors are equivalent
#
# tests/mutation/mutate.py tells what a mutant is, tests/mutation/survivors.txt which need not be
# killed. A floor is a share of the others. The sample is judged as a whole: of one header it is too
# small to tell. The aim was 90 % everywhere. Not all survivors have been reviewed yet, so each floor
# is what has been reached, less what a sample may err; floors are only ever raised.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

for tool in python3:python3 tcc:tcc; do
    have ${tool%:*} ${tool#*:} ||
        { echo "$gate: $passed passed, $failed failed, $skipped skipped"; exit 0; }
done

floor_of() {
    case $1 in
        sched.h) echo 92 ;;
        sched_ar.h) echo 98 ;;
        sched_fattree.h) echo 90 ;;
        sched_share.h) echo 91 ;;
        *) echo 93 ;;
    esac
}

tables=build/mutation
mutants() { python3 tests/mutation/mutate.py --out "$tables" "$@"; }

if [ "${FULL:-0}" = 1 ]; then
    if have gcc gcc; then proofs=--prove; else proofs=; fi
    for header in "${headers[@]}"; do
        floor=$(floor_of "$header")
        check "of all mutants of $header $floor % are killed" \
            mutants --header "$header" --floor "$floor" $proofs
        sed 's/^/# measured: mutants of /' "$log"
    done
else
    check "of a sample of the mutants 88 % are killed" \
        mutants --sample 0/30 --own --together --floor 88
    sed 's/^/# measured: mutants of /' "$log"
fi

# counted PAGE: the changes that it speaks of are as many as there are, to within 2 %.
counted() {
    local header
    for header in "${headers[@]}"; do
        python3 tests/mutation/mutate.py --header "$header" --list
    done >"$out/list.txt" &&
        python3 tests/docs/measured.py near "$1" 'changes the headers in some # places' \
            "$(wc -l <"$out/list.txt")"
}
check "docs/measured.md says how many mutants there are" counted docs/measured.md
mutate docs/measured.md "$out/measured.md" 's/in some 15,/in some 14,/'
caught "a page with other numbers of mutants" 'expected about' counted "$out/measured.md"

# What is planted is tried on two functions of bookings alone.
tables=$out/tables
some=(--header sched_ar.h --own --only '* sked_ar_book *' --only '* sked_ar_get_booking *')
cp -r tests/quick "$out/gutted"
cp tests/culprit.h "$out"
cat >"$out/gutted/gutted.h" <<'C'
#include "check.h"
#undef CHECK
#undef CHECK_SEED
#define CHECK(condition) check_that(((void)(condition), 1), "", 0, "", 0)
#define CHECK_SEED(seed, condition) CHECK(((void)(seed), (condition)))
C
for test in "$out/gutted"/*.c; do
    mutate "$test" "$test.new" 's|^#include "../check.h"|#include "gutted.h"|'
    mv "$test.new" "$test"
done
caught "tests without checks" 'below the floor' mutants "${some[@]}" --tests "$out/gutted"
{
    cat tests/mutation/survivors.txt
    echo 'sched_ar.h sked_ar_book "gone < 4711" -> "gone <= 4711" | equivalent | planted'
} >"$out/survivors.txt"
caught "a listed survivor that is no mutant any more" 'no such mutant: .*4711' \
    mutants "${some[@]}" --survivors "$out/survivors.txt"
finish
