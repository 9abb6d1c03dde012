#!/usr/bin/env bash
# warnings.sh: every header is silent under the strictest flags, in each mode, language and compiler.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

gcc_flags="-Wall -Wextra -Wpedantic -pedantic-errors -Wconversion -Wsign-conversion -Wshadow -Wundef
    -Wcast-qual -Wcast-align=strict -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
    -Wswitch-enum -Wdouble-promotion -Wfloat-equal -Wvla -Wformat=2 -Wduplicated-cond
    -Wduplicated-branches -Wlogical-op -Wredundant-decls -Werror"

# Everything clang knows, but:
#   padded                       the layout of a struct follows its meaning, not its holes
#   declaration-after-statement  a warning for C89
#   pre-c11-compat, c++98-compat, c++98-compat-pedantic    warn of C99 and C++11 themselves
#   switch-default, covered-switch-default    contradict each other; a switch names every value
#   unsafe-buffer-usage          asks for C++ containers in place of pointers
#   disabled-macro-expansion     glibc's macros that are named like what they expand to
clang_flags="-Weverything -pedantic-errors -Wno-unknown-warning-option -Wno-padded
    -Wno-declaration-after-statement -Wno-pre-c11-compat -Wno-switch-default
    -Wno-covered-switch-default -Wno-unsafe-buffer-usage -Wno-disabled-macro-expansion -Werror"
clangxx_flags="$clang_flags -Wno-c++98-compat -Wno-c++98-compat-pedantic"
gxx_flags="-Wall -Wextra -Wpedantic -pedantic-errors -Wconversion -Wsign-conversion -Wshadow -Wundef
    -Wcast-qual -Wcast-align=strict -Wzero-as-null-pointer-constant -Wextra-semi -Wold-style-cast
    -Wmissing-declarations -Wswitch-enum -Wduplicated-cond -Wlogical-op -Wredundant-decls -Werror"

write_units "$out"

# One more way to use a header: every public macro that is a value, in the user's own code.
write_values() {
    local header
    for header in "${headers[@]}"; do
        {
            printf '#include "%s"\nvoid values(void);\nvoid values(void) {\n' "$header"
            grep -oE '^#define SKED_[A-Z_]*[A-Z] +[^ /].*' "$header" |
                grep -vE '_(IMPLEMENTATION|API|DONE|NODISCARD|ZERO)\b|SKED_API ' |
                awk '{ print "    (void)" $2 ";" }' |
                sort -u
            printf '}\n'
        } >"$out/${header%.h}.values.c"
    done
}
write_values

# all_modes FOLDER HEADER COMPILE...: alone, its values used, implementation, static, own macro; or
# $modes. A C++ user who forbids the casts of C gets an interface without them; the implementation
# casts numbers the way of C (pointers, in both languages, by SKED_PTR_ alone: see docs.sh).
all_modes() {
    local folder=$1 header=$2 mode casts
    shift 2
    for mode in ${modes:-alone values whole static own}; do
        casts=-Wno-old-style-cast
        case $mode-$* in alone-*c++* | values-*c++*) casts=-Wold-style-cast ;; esac
        case $1 in *++*) set -- "$@" $casts ;; esac
        "$@" "-I$folder" -c "$out/${header%.h}.$mode.c" -o "$out/object.o" || return 1
    done
}

# each WHAT COMPILE...: all modes of all headers.
each() {
    local what=$1 header
    shift
    for header in "${headers[@]}"; do
        silent "$header: $what" all_modes . "$header" "$@"
    done
}

# plant WHAT CODE COMPILE...: the same, with a line of bad code at the end of the interface.
plant() {
    local what=$1 code=$2
    shift 2
    mutate sched.h "$out/bad/sched.h" "s|^#endif /\* SKED_H_INCLUDED \*/|$code\n&|"
    caught "$what" 'warning|error' all_modes "$out/bad" sched.h "$@"
}

# programs FILE...: what make builds shows a newcomer no warning.
programs() {
    local file
    for file in "$@"; do
        gcc -std=c99 -Wall -Wextra -Wpedantic -DSKED_NODISCARD= -fsyntax-only -I. -Ibench -Itests \
            -Itests/deep "$file"
    done
}

# ignored FOLDER COMPILE...: only where SKED_NODISCARD is nothing a status may be ignored in silence.
cat >"$out/ignores.c" <<'C'
#include "sched.h"
void ignores(sked_queue *queue);
void ignores(sked_queue *queue) {
    sked_queue_plan(queue, 0);
}
C
ignored() {
    local folder=$1
    shift
    "$@" "-I$folder" -DSKED_NODISCARD= -c "$out/ignores.c" -o "$out/object.o" || return 1
    if "$@" "-I$folder" -c "$out/ignores.c" -o "$out/object.o" >"$out/ignored.txt" 2>&1; then
        echo "a status is ignored in silence"
        return 1
    fi
    grep -qE 'unused.result|ignoring return value|nodiscard' "$out/ignored.txt" ||
        { cat "$out/ignored.txt"; return 1; }
}
mutate sched.h "$out/silent/sched.h" \
    's/^(#define SKED_NODISCARD) (__attribute__|\[\[).*/\1/'
for compiler in "gcc -std=c99" "g++ -x c++ -std=c++11" "g++ -x c++ -std=c++20" "clang-14 -std=c99" \
    "clang-19 -std=c17" "clang++-19 -x c++ -std=c++11" "clang++-19 -x c++ -std=c++20"; do
    tool=${compiler%% *} package=${compiler%% *}
    have "$tool" "${package/clang++/clang}" || continue
    silent "an ignored status is told of: $compiler" ignored . $compiler -Werror
    caught "a status that may be ignored ($compiler)" 'in silence' ignored "$out/silent" $compiler \
        -Werror
done

narrowing='static inline int sked_bad_(unsigned a) { return a; }'
cast='static inline char sked_bad_(int a) { return (char)a; }'

# Warnings of clang come from its front end alone; those of gcc need an optimizing run, once: in CI
# of each implementation by itself.
front=-fsyntax-only
if in_full "gcc, g++ and musl-gcc: optimized with each word, mode and size; all standards"; then
    front=
fi
if have gcc gcc; then
    modes=own
    if full; then modes=; fi
    each "gcc -std=c99 -O2" gcc -std=c99 -O2 $gcc_flags
    modes=
    each "gcc -std=c99 -O0${front:+, front end}" gcc -std=c99 -O0 $front $gcc_flags
    for std in c11 c17 c2x; do
        each "gcc -std=$std" gcc -std=$std -fsyntax-only $gcc_flags
    done
    plant "a conversion that changes the sign (gcc)" "$narrowing" gcc -std=c99 -O2 $gcc_flags
    for bits in 8 16 32; do
        each "gcc, SKED_WORD_BITS $bits${front:+, front end}" \
            gcc -std=c99 -O1 $front $gcc_flags -DSKED_WORD_BITS=$bits
    done
    if printf '#include <stdint.h>\n' | gcc -m32 -isystem /usr/include/x86_64-linux-gnu \
            -E - >"$log" 2>&1; then
        narrow="gcc -std=c99 -m32 -isystem /usr/include/x86_64-linux-gnu"
        each "gcc -m32${front:+, front end}" $narrow -O2 $front $gcc_flags
        each "gcc -m32, SKED_WORD_BITS 64" $narrow -fsyntax-only $gcc_flags -DSKED_WORD_BITS=64
    else
        skip "gcc -m32 does not work (apt packages gcc-12-multilib libc6-dev-i386)"
    fi
    silent "tests, benches and examples, as make compiles them" programs tests/quick/*.c \
        tests/deep/*.c bench/*.c examples/*.c
    mutate tests/deep/swil.c "$out/bad/swil.c" 's/\{1, 0, 20, 20, 1, 0, 0, 0, 0\}/{1, 0, 20, 20, 1, 0, 0, 0}/'
    caught "a job of a test with a member that is not set" 'missing initializer' programs \
        "$out/bad/swil.c"
fi

# chosen ALL CI: the standards or words of a run of everything, or those of CI.
chosen() { if full; then echo "$1"; else echo "$2"; fi; }

for clang in clang-14 clang-19; do
    if have $clang $clang; then
        strict="-fsyntax-only $clang_flags"
        standards=c99 words="8 16"
        if [ $clang = clang-19 ]; then standards=c17 words=32; fi
        for std in $(chosen "c99 c11 c17" $standards); do
            each "$clang -std=$std -Weverything" $clang -std=$std $strict
        done
        for bits in $(chosen "8 16 32 64" "$words"); do
            each "$clang, SKED_WORD_BITS $bits" $clang -std=c99 $strict -DSKED_WORD_BITS=$bits
        done
        plant "a conversion that changes the sign ($clang)" "$narrowing" $clang -std=c99 $strict
    fi
done
if have tcc tcc; then
    each "tcc -Wall" tcc -Wall
    plant "an undeclared function (tcc)" 'static int sked_bad_(void) { return bad(); }' \
        tcc -Wall
fi
if have musl-gcc musl-tools; then
    each "musl-gcc${front:+, front end}" musl-gcc -std=c99 -O1 $front $gcc_flags
    plant "a conversion that changes the sign (musl-gcc)" "$narrowing" \
        musl-gcc -std=c99 -fsyntax-only $gcc_flags
fi
if have g++ g++; then
    each "g++ -std=c++11 -O2${front:+, front end}" g++ -x c++ -std=c++11 -O2 $front $gxx_flags
    for std in $(chosen "c++14 c++17 c++20" c++20); do
        each "g++ -std=$std" g++ -x c++ -std=$std -fsyntax-only $gxx_flags
    done
    plant "a C cast (g++)" "$cast" g++ -x c++ -std=c++11 -fsyntax-only $gxx_flags
fi
for clang in clang++-14 clang++-19; do
    if have $clang ${clang/++/}; then
        strict="-fsyntax-only $clangxx_flags"
        if [ $clang = clang++-14 ]; then        # it takes NULL for a bare zero; later ones do not
            strict="$strict -Wno-zero-as-null-pointer-constant"
        fi
        standards=c++11
        if [ $clang = clang++-19 ]; then standards=c++20; fi
        for std in $(chosen "c++11 c++14 c++17 c++20" $standards); do
            each "$clang -std=$std -Weverything" $clang -x c++ -std=$std $strict
        done
        plant "a C cast ($clang)" "$cast" $clang -x c++ -std=c++11 $strict
    fi
done
finish
