#!/usr/bin/env bash
# proof.sh: Frama-C proves the leaf code of sched.h: memory, arithmetic, ends and results.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

seconds=20                                   # for a prover and a goal; nearly all take less than 1
export WHY3CONFIG=$PWD/$out/why3.conf        # not the one of the user
mapfile -t groups < <(cd tests/proof && ls ./*.acsl | sed 's,^\./,,; s/\.acsl$//')

# header_of GROUP: the header whose functions it proves.
header_of() { if [ "$1" = share ]; then echo sched_share.h; else echo sched.h; fi; }

# weave HEADER FOLDER CONTRACTS: the header with the contracts of one file.
weave() {
    mkdir -p "$2"
    python3 tests/proof/annotate.py "$1" "$2/woven.c" "$3"
}

# prove FOLDER OPTION...: every goal of the woven header is proved. Frama-C exits with 0 whatever is
# not: so its last word counts.
prove() {
    local folder=$1
    shift
    nice -n 5 frama-c "-cpp-extra-args=-DSKED_IMPLEMENTATION -DSKED_WORD_BITS=${word:-64} -I$PWD" \
        -machdep "${machine:-x86_64}" "$folder/woven.c" -wp -wp-rte -wp-prover cvc4,z3 \
        -wp-timeout "$seconds" -wp-par 1 -wp-cache none "$@" >"$folder/wp.txt" 2>&1 ||
        { tail -n 5 "$folder/wp.txt"; return 1; }
    grep -E '^\[wp\] (\[Failed\]|Proved goals)|Missing RTE|error' "$folder/wp.txt"
    grep -qE '^\[wp\] Proved goals: +([1-9][0-9]*) / \1$' "$folder/wp.txt" &&
        ! grep -q 'Missing RTE' "$folder/wp.txt"
}

# functions FOLDER: those that have a contract there.
functions() { cat "$1"/*.functions; }

prove_group() {
    local folder=$out/$1.${machine:-x86_64}.${word:-64}
    weave "$(header_of "$1")" "$folder" "tests/proof/$1.acsl"
    prove "$folder" -wp-fct "$(functions "$folder")"
}

# Lemmas belong to no function: without RTE, which has nothing to look at.
prove_lemmas() {
    local folder=$out/lemmas
    weave "$(header_of "$1")" "$folder" "tests/proof/$1.acsl"
    prove "$folder" -wp-prop=@lemma -wp-no-rte || true
    grep -qE '^\[wp\] Proved goals: +([1-9][0-9]*) / \1$' "$folder/wp.txt"
}

smoke_group() {
    local folder=$out/$1.smoke
    weave "$(header_of "$1")" "$folder" "tests/proof/$1.acsl"
    prove "$folder" -wp-fct "$(functions "$folder")" -wp-smoke-tests
}

# prove_one HEADER CONTRACTS FUNCTION OPTION...: one function, for the planted bugs.
prove_one() {
    local header=$1 contracts=$2 one=$3
    shift 3
    weave "$header" "$out/one" "$contracts" && prove "$out/one" -wp-fct "$one" "$@"
}

if have python3 python3; then
    check "the contracts fit sched.h, and change nothing of it" \
        python3 tests/proof/annotate.py sched.h "$out/all.c" \
        tests/proof/{sets,wide,sort,leaves}.acsl
    check "and those of sched_share.h" \
        python3 tests/proof/annotate.py sched_share.h "$out/share.c" tests/proof/share.acsl
    mutate sched.h "$out/anchor/sched.h" \
        '/^SKED_API void sked_set_and\(.*\{$/,/^\}/s/w < words/w != words/'
    caught "a loop that is no longer what was annotated" 'sked_set_and: the line .* 0 times' \
        weave "$out/anchor/sched.h" "$out/anchor" tests/proof/sets.acsl
    mutate tests/proof/sets.acsl "$out/code.acsl" 's,^assigns .nothing;$,&  */ int x; /*,'
    caught "a contract that smuggles code in" 'ends a comment' \
        weave sched.h "$out/code" "$out/code.acsl"
fi

if have python3 python3 && have z3 z3; then
    check "what is taken for granted of words holds" python3 tests/proof/bits.py sched.h
    mutate sched.h "$out/bits.h" '~bits_of_bytes s/0F\)/0E)/'
    caught "a wrong constant in counting bits" '64 bits.*DO NOT HOLD' \
        python3 tests/proof/bits.py "$out/bits.h"
fi

if in_full "the proofs of Frama-C" && have frama-c frama-c-base && have why3 why3 && have z3 z3 && have cvc4 cvc4; then
    check "why3 finds the provers" why3 config detect
    declare -A goals
    for group in "${groups[@]}"; do
        check "$group: every goal is proved" prove_group "$group"
        sed -nE "s|^.wp. Proved goals: +([0-9]+) / |# measured: goals of WP and RTE, $group: \1 of |p" "$log"
        goals[$group]=$(sed -nE 's|^.wp. Proved goals: +([0-9]+) / .*|\1|p' "$log")
    done
    # counted README: it tells the goals of each group.
    counted() {
        tr '\n' ' ' <"$1" | grep -oE "Goals: ${goals[sets]} of sets, ${goals[wide]} of wide numbers \
and 6 lemmas, ${goals[sort]} of sorting, ${goals[leaves]} of other leaves, ${goals[share]} of decay \
and 5 lemmas\." ||
            { echo "expected ${goals[*]} goals"; return 1; }
    }
    check "tests/proof/README.md tells how many goals there are" counted tests/proof/README.md
    mutate tests/proof/README.md "$out/README.md" 's/([0-9]+) of sorting/1\1 of sorting/'
    caught "a README.md with other goals" 'expected .* goals' counted "$out/README.md"
    check "wide: the lemmas are proved" prove_lemmas wide
    check "share: the lemmas are proved" prove_lemmas share
    for group in "${groups[@]}"; do
        check "$group: no contract contradicts itself" smoke_group "$group"
    done

    seconds=5
    mutate sched.h "$out/bound.h" \
        '/^SKED_API void sked_set_add/,/^\}/s/if \(processor < set/if (processor <= set/'
    caught "< that became <=" 'Failed.*sked_set_add' \
        prove_one "$out/bound.h" tests/proof/sets.acsl sked_set_add
    mutate tests/proof/leaves.acsl "$out/contradiction.acsl" \
        '/^@contract sked_if_/s/$/\nrequires count > 5 \&\& count < 3;/'
    caught "a contract that contradicts itself" 'Failed.*smoke.*sked_if_|sked_if_.*smoke' \
        prove_one sched.h "$out/contradiction.acsl" sked_if_ -wp-smoke-tests
fi
finish
