#!/usr/bin/env bash
# sanitize.sh: the tests, under every sanitizer, level, compiler and word size at hand.
# SPDX-License-Identifier: MIT
#
# A test is one program, tests/quick/NAME.c or tests/deep/NAME.c. A line "# not run: ..." of a test
# counts as skipped. Words on the command line replace the list of tests.
#
# In CI each quick test runs with clang's sanitizers, not optimised, as most of the time goes to
# compilers, of which gcc takes four times as long; and each deep one that forges saved blocks.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
[ -z "${TRACES:-}" ] || export SKED_TRACES=$TRACES

quick=(tests/quick/*.c)
deep=(tests/deep/*.c)
[ -e "${quick[0]}" ] || quick=()
[ -e "${deep[0]}" ] || deep=()
if [ $# -gt 0 ]; then
    quick=("$@")
    deep=()
fi

warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef
    -Wstrict-prototypes -Werror"
include="-I. -Ibench -Itests -DSKED_NODISCARD="
stop="-fno-sanitize-recover=all -fno-omit-frame-pointer"
level=-O0
if full; then level=-O1; fi
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1:detect_leaks=1
export UBSAN_OPTIONS=print_stacktrace=1

# SKED_ASSERT ends the program. Tests that break a contract on purpose leave that out when
# SKED_ASSERT_ENDS is defined.
cat >"$out/asserts.h" <<'H'
#ifndef ASSERTS_H_INCLUDED
#define ASSERTS_H_INCLUDED
#ifdef __cplusplus
extern "C"
#endif
void asserts_failed(const char *condition, const char *file, int line);
#define SKED_ASSERT(condition) \
    ((condition) ? (void)0 : asserts_failed(#condition, __FILE__, __LINE__))
#define SKED_ASSERT_ENDS 1
#endif
H
cat >"$out/asserts.c" <<'C'
#include "asserts.h"
#include <stdio.h>
#include <stdlib.h>
void asserts_failed(const char *condition, const char *file, int line) {
    fprintf(stderr, "%s:%d: asserted: %s\n", file, line, condition);
    abort();
}
C

# words SOURCE: of the longest forger a fifth of its seeds; make test tries all of them. Or few of each:
# see tests/deep/harness.h.
words() {
    case ${few:-$1} in
        few) echo few ;;
        tests/deep/forge.c) full || echo 1 1000 ;;
    esac
}

# run SOURCE BEFORE COMPILE...: builds the test, runs it behind the words BEFORE (such as valgrind).
run() {
    local source=$1 before=$2 program
    shift 2
    program=$out/$(basename "$source" .c)
    rm -f "$program"
    "$@" $include ${unit:-} "$source" ${extra:-} -o "$program" -lm >"$out/build.txt" 2>&1 ||
        { cat "$out/build.txt"; return 1; }
    timeout "${limit:-120}" $before "$program" $(words "$source") || { echo "# exit status $?"; return 1; }
}

# The implementation is compiled once for all tests of a list, which takes longer than the tests.
{
    echo '#define SKED_IMPLEMENTATION'
    printf '#include "%s"\n' "${headers[@]}"
} >"$out/unit.c"
compile_unit() { "$@" $include -c "$out/unit.c" -o "$out/unit.o"; }

# try WHAT BEFORE COMPILE...: each test of the list. What it leaves out is counted once.
declare -A left_out
try() {
    local what=$1 before=$2 source line unit
    shift 2
    rm -f "$out/unit.o"
    if [ "$(insiders "${quick[@]}" | wc -l)" -lt ${#quick[@]} ]; then
        check "the implementation compiles: $what" compile_unit "$@"
    fi
    for source in "${quick[@]}"; do
        unit="$done_macros $out/unit.o"
        if [ -n "$(insiders "$source")" ]; then unit=; fi
        check "$(basename "$source" .c): $what" run "$source" "$before" "$@"
        while read -r line; do
            if [ -z "${left_out[$source: $line]:-}" ]; then skip "$source: $line"; fi
            left_out["$source: $line"]=1
        done < <(sed -n 's/^# not run: *//p' "$log")
    done
}

plants=$out/plants
mkdir -p "$plants"
cat >"$plants/overrun.c" <<'C'
#include <stdlib.h>
int main(int n, char **w) {
    char *volatile p = malloc((size_t)n);
    (void)w;
    p[n] = 1;
    n = p[n];
    free(p);
    return n - 1;
}
C
cat >"$plants/overflow.c" <<'C'
#include <limits.h>
int main(int n, char **w) {
    volatile int top = INT_MAX;
    (void)w;
    return top + n > 0;
}
C
cat >"$plants/unset.c" <<'C'
#include <stdlib.h>
int main(int n, char **w) {
    int *volatile p = malloc(8 * sizeof *p);
    (void)w;
    if (p[n] == 7) {
        n = 0;
    }
    free(p);
    return n == 0;
}
C
cat >"$plants/narrowed.c" <<'C'
int main(int n, char **w) {
    volatile unsigned wide = 70000u + (unsigned)n;
    unsigned short narrow = wide;
    (void)w;
    return narrow == 0;
}
C
cat >"$plants/contract.c" <<'C'
#include "sched.h"
int main(void) {
    SKED_ASSERT(1 + 1 == 3);
    return 0;
}
C
cat >"$plants/wrong.c" <<'C'
#define SKED_IMPLEMENTATION
#include "sched.h"
#include "check.h"
int main(void) {
    CHECK(sked_version() == 7);
    return check_done("wrong");
}
C

if [ ${#quick[@]} -eq 0 ]; then
    skip "tests/quick holds no test"
fi

# warn COMPILE...: no test of the list makes a compiler warn; the implementation is read once.
warn() {
    local source told
    for source in "${warned[@]}"; do
        told=$done_macros
        case $source in "$out/unit.c" | *forge.c) told= ;; esac
        if [ -n "$(insiders "$source")" ]; then told=; fi
        "$@" -fsyntax-only $told $include "$source" || return 1
    done
}

warned=("$out/unit.c" "${quick[@]}")
clang=clang-19
command -v $clang >/dev/null 2>&1 || clang=clang-14
if have gcc gcc; then
    silent "gcc warns of no quick test" warn gcc -std=c99 $warnings
    # A fuzz target takes in a deep test, or readers of examples.
    warned=(tests/fuzz/*.c)
    silent "gcc warns of no fuzz target" warn gcc -std=c99 $warnings
    printf 'static int seed;\nint main(void) { int seed = 0; return seed; }\n' >"$plants/shadow.c"
    warned=("$plants/shadow.c")
    caught "a name that hides another" 'shadow' warn gcc -std=c99 $warnings
    warned=("$out/unit.c" "${quick[@]}")
    if in_full "gcc -O0 -O2 -O3 -Os; -m32; words of 8, 16 and 32 bits; valgrind; musl-gcc"; then
        for optimised in -O0 -O2 -O3 -Os; do
            try "gcc $optimised" "" gcc -std=c99 $optimised $warnings
        done
    fi
    caught "a test that fails" 'does not hold' run "$plants/wrong.c" "" "${least[@]}"
    address="gcc -std=c99 -g1 $level -fsanitize=address,undefined $stop"
    if in_full "gcc: address and undefined, where clang-19 is" || ! command -v $clang >"$log"; then
        try "gcc, address and undefined" "" $address
    fi
    caught "a write beyond a block (gcc)" 'heap-buffer-overflow' run "$plants/overrun.c" "" $address
    caught "a signed overflow (gcc)" 'signed integer overflow' run "$plants/overflow.c" "" $address
    extra=$out/asserts.c
    asserts=("${least[@]}")
    if full; then asserts=(gcc -std=c99 -g1 -O1); fi
    asserts+=("-I$out" -include "$out/asserts.h")
    try "${asserts[0]}, SKED_ASSERT ends the program" "" "${asserts[@]}"
    caught "a contract that is broken" 'asserted: 1 \+ 1 == 3' \
        run "$plants/contract.c" "" "${asserts[@]}"
    extra=
fi

# The deep tests with SKED_ASSERT, and with tests/validated.h: after each call that changes an
# object, that is validated.

# changers HEADER...: such functions, except those that make one.
changers() {
    grep -ohE 'sked_status sked_[a-z_]*[a-z]\(sked_(queue|site|ar|fattree|units|share) \*' "$@" |
        grep -oE 'sked_[a-z_]+\(' | tr -d '(' | grep -vE '_(init|create|open|validate)$' | sort -u
}

# not_validated HEADER...: prints where they and tests/validated.h differ.
not_validated() {
    changers "$@" >"$out/changers.txt"
    sed -nE 's/^#define (sked_[a-z_]+)\(.*/\1/p' tests/validated.h | sort >"$out/validated.txt"
    comm -23 "$out/changers.txt" "$out/validated.txt" | sed 's/^/not validated: /'
    comm -13 "$out/changers.txt" "$out/validated.txt" | sed 's/^/no such function: /'
}

# settled SOURCE COMPILE...: what the test defines before it includes anything is defined for
# validated.h, too.
settled() {
    local source=$1 unit="$done_macros $out/settled.o" few=few extra=$out/asserts.o defined
    shift
    defined=$(sed -nE '/^#include/q; /IMPLEMENTATION/d; s/^#define (\w+) *([^ ]*).*/-D\1=\2/p' "$source")
    if [ -n "$(insiders "$source")" ] || [ -n "${alone:-}" ]; then unit=; fi
    run "$source" "" "$@" $defined ${validate:--include tests/validated.h}
}

silent "tests/validated.h knows each function that changes an object" not_validated "${headers[@]}"
mutate sched.h "$out/changes/sched.h" \
    's/^SKED_API SKED_NODISCARD sked_status sked_queue_plan\(/SKED_API sked_status sked_queue_bad(sked_queue *a);\n&/'
caught "a function that changes a queue and is not validated" 'not validated: sked_queue_bad' \
    not_validated "$out/changes/sched.h" "${headers[@]:1}"

# Forgers damage blocks on purpose; others have nothing to validate.
mapfile -t settling < <(printf '%s\n' "${deep[@]}" | grep -vE '(forge|slurm_rule|workload)\.c$')
if have gcc gcc && [ $# -eq 0 ]; then
    watch="gcc -std=c99 -g1 -O1 -I$out -include $out/asserts.h"
    gcc -c "$out/asserts.c" -o "$out/asserts.o"
    check "the implementation compiles: gcc, SKED_ASSERT" \
        $watch $include -c "$out/unit.c" -o "$out/settled.o"
    for source in "${settling[@]}"; do
        check "$(basename "$source" .c): SKED_ASSERT, each object validated after each change" \
            settled "$source" $watch
    done
    mutate sched_fattree.h "$out/untallied/sched_fattree.h" '~leaf_tallied s/--;/ -= 0;/'
    watch="${least[*]} -I$out/untallied -I$out -include $out/asserts.h"
    alone=1 validate=-DNDEBUG \
        check "a tally of leaves that is wrong changes no decision of this test" \
        settled tests/deep/fattree_units.c $watch
    alone=1 caught "a tally of leaves that is wrong, by validating" \
        'not valid after sked_units_next' settled tests/deep/fattree_units.c $watch
fi
# On 32 bits a forged size may fit the address space, but not the block: no address beyond it may be
# computed, even if it is never used.
forgers=(tests/quick/{ar_book,experience,queue,reserve}.c)
narrow="gcc -std=c99 -m32 -isystem /usr/include/x86_64-linux-gnu -g1 $stop"
printf 'int main(void) { return 0; }\n' >"$plants/nothing.c"
if have gcc gcc && [ $# -eq 0 ]; then
    if run "$plants/nothing.c" "$i386_by" $narrow -O0 >"$log" 2>&1; then
        all=("${quick[@]}")
        quick=("${forgers[@]}")
        try "gcc -m32, undefined" "$i386_by" $narrow -O0 -fsanitize=undefined
        quick=("${all[@]}")
        mutate sched_ar.h "$out/forged/sched_ar.h" \
            '~opened_is_sized s/NULL(\) != bytes)/block\1/'
        unit= caught "a block that is cut before it is known to be large enough" \
            'pointer index expression .* overflowed' run tests/quick/ar_book.c "$i386_by" $narrow \
            -O0 -fsanitize=undefined "-I$out/forged"
    else
        skip "gcc -m32 does not work (apt packages gcc-12-multilib libc6-dev-i386)"
    fi
fi
if full && have gcc gcc; then
    for bits in 8 16 32; do
        try "gcc, undefined, SKED_WORD_BITS $bits" "" gcc -std=c99 -g1 -O1 -fsanitize=undefined \
            $stop $warnings -DSKED_WORD_BITS=$bits
    done
    narrow="$narrow -O1 -fsanitize=address,undefined"
    # Under qemu it takes longer, and the search for leaks does not end: others look for them.
    by=$i386_by
    if [ -n "$by" ]; then by="env ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 $by"; fi
    if run "$plants/nothing.c" "$by" $narrow >"$log" 2>&1; then
        limit=600 try "gcc -m32, address and undefined" "$by" $narrow
        caught "a write beyond a block (-m32)" 'heap-buffer-overflow' \
            run "$plants/overrun.c" "$by" $narrow
    else
        skip "gcc -m32 does not work (apt packages gcc-12-multilib libc6-dev-i386)"
    fi
    if have valgrind valgrind; then
        watch="valgrind -q --leak-check=full --error-exitcode=9"
        try "valgrind" "$watch" gcc -std=c99 -g1 -O1
        caught "a write beyond a block (valgrind)" 'Invalid write' \
            run "$plants/overrun.c" "$watch" gcc -std=c99 -g1 -O1
    fi
fi
memory=-fsanitize=memory
implicit=-fsanitize=implicit-conversion,bounds,nullability
if have $clang clang-19; then
    silent "$clang warns of no quick test" warn $clang -std=c99 $warnings
    address="$clang -std=c99 -g1 $level -fsanitize=address,undefined $stop"
    try "$clang, address and undefined" "" $address
    if in_full "$clang -O2; memory by itself, with origins"; then
        try "$clang -O2" "" $clang -std=c99 -O2 $warnings
        try "$clang, memory" "" \
            $clang -std=c99 -g1 -O1 $memory -fsanitize-memory-track-origins $stop
        try "$clang, implicit conversions and bounds" "" $clang -std=c99 -g1 -O1 $implicit $stop
    else
        # Some tests compare blocks as a whole, and not optimised their holes stay unset.
        export MSAN_OPTIONS=intercept_memcmp=0
        try "$clang, memory, implicit conversions and bounds" "" \
            $clang -std=c99 -g1 -O0 $memory $implicit $stop
    fi
    caught "a write beyond a block ($clang)" 'heap-buffer-overflow' \
        run "$plants/overrun.c" "" $address
    caught "a decision on unset memory ($clang)" 'use-of-uninitialized-value' \
        run "$plants/unset.c" "" $clang -std=c99 -g1 $level $memory $implicit $stop
    caught "a conversion that loses bits ($clang)" 'implicit conversion' \
        run "$plants/narrowed.c" "" $clang -std=c99 -g1 $level $memory $implicit $stop
fi
# Where tcc is, tests with SKED_ASSERT are already its.
if in_full "tcc without SKED_ASSERT" && have tcc tcc; then try "tcc" "" tcc -Wall; fi
if full && have musl-gcc musl-tools; then
    try "musl-gcc" "" musl-gcc -std=c99 -O1 -static
fi

# The deep tests are long: one run each, with the sanitizers that find most for their time.
limit=${SANITIZE_DEEP_SECONDS:-240}
if have $clang clang-19; then
    in_full "deep tests under sanitizers, but those that forge" ||
        mapfile -t deep < <(printf '%s\n' "${deep[@]}" | grep forge)
    quick=("${deep[@]}")
    # Optimised, the forgers win less than the compiler takes.
    if full; then level=-O2; fi
    try "$clang, address and undefined (deep)" "" $clang -std=c99 -g1 $level \
        -fsanitize=address,undefined $stop
fi
finish
