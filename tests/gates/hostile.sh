#!/usr/bin/env bash
# hostile.sh: the header survives rude neighbours, any order, two copies and two languages.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
strict="-Wall -Wextra -pedantic-errors -Werror"

# rude FOLDER MODE COMPILE...: after all those macros, and before them. By -iquote: with -I, the
# <sched.h> that comes first would be ours already, and meet no macro.
printf '#include <sched.h>\n#include <stdint.h>\n#include "rude.h"\n#include "sched.h"\n' >"$out/rude.c"
for header in "${headers[@]}"; do printf '#include "%s"\n' "$header"; done >>"$out/rude.c"
printf '#include "sched.h"\n#include "rude.h"\n#include "sched.h"\n' >"$out/rude2.c"
rude() {
    local folder=$1 mode=$2
    shift 2
    "$@" "-DSKED_$mode" -iquote "$folder" -iquote . -Itests/programs -fsyntax-only "$out/rude.c" &&
        "$@" "-DSKED_$mode" -iquote "$folder" -Itests/programs -fsyntax-only "$out/rude2.c"
}

# orders FOLDER COMPILE...: every order of four headers, then all again.
orders() {
    local folder=$1 a b c
    shift
    local ours='"sched.h"' windows='"fake_windows.h"' system='<sched.h>' threads='<pthread.h>'
    for a in "$ours" "$windows" "$system" "$threads"; do
        for b in "$ours" "$windows" "$system" "$threads"; do
            for c in "$ours" "$windows" "$system" "$threads"; do
                case $a in "$b" | "$c") continue ;; esac
                if [ "$b" = "$c" ]; then continue; fi
                printf '#include %s\n' "$a" "$b" "$c" "$ours" "$windows" "$system" "$threads" \
                    >"$out/order.c"
                "$@" "-I$folder" -Itests/programs -fsyntax-only "$out/order.c" || return 1
            done
        done
    done
}

version='^SKED_API uint32_t sked_version\(void\)'
call='static inline void sked_bad_(sked_mem mem) { mem.free(mem.ctx, mem.ctx, 1); }'
mutate sched.h "$out/bad/sched.h" "s|$version;|SKED_API int sked_bad(int near);\n&|"
mutate sched_fattree.h "$out/bad4/sched_fattree.h" \
    's/^SKED_API sked_status sked_fattree_allocate\(/struct sked_bad_ { uint32_t near; };\n&/'
mutate sched.h "$out/bad2/sched.h" "s|$version \{|$call\n&|"
mutate sched.h "$out/bad3/sched.h" 's|^#ifndef SKED_H_INCLUDED|#if 1|; s|^#define SKED_H_INCLUDED||'
in_full "24 orders of headers with the implementation, by clang" || true
for row in "gcc gcc -x c -std=c99" "clang-14 clang-14 -x c -std=c99" "clang-19 clang-19 -x c -std=c17" \
        "g++ g++ -x c++ -std=c++11" "clang clang++-14 -x c++ -std=c++17"; do
    set -- $row
    package=$1
    shift
    have "$1" "$package" || continue
    for mode in USED IMPLEMENTATION STATIC; do
        silent "rude macros, $1, SKED_$mode" rude . $mode "$@" $strict
    done
    silent "24 orders with <sched.h>, <pthread.h> and windows macros, $1" orders . "$@" $strict
    case $1 in
        gcc | g++) wide=1 ;;
        *) wide=; ! full || wide=1 ;;
    esac
    if [ -n "$wide" ]; then
        silent "24 orders, implementation, $1" orders . "$@" $strict -DSKED_IMPLEMENTATION
    fi
    caught "a header without its guard ($1)" 'redefin' orders "$out/bad3" "$@" $strict
    caught "a parameter called near ($1)" 'BAD|expected|error' rude "$out/bad" USED "$@" $strict
    caught "a field called near, in a module ($1)" 'BAD|expected|error' \
        rude "$out/bad4" IMPLEMENTATION "$@" $strict
    caught "a bare call of mem.free ($1)" 'BAD|expected|error' \
        rude "$out/bad2" IMPLEMENTATION "$@" $strict
done

# The namespace: what one inclusion adds, beyond what its own includes and <sched.h> bring.
printf '#include <limits.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <sched.h>\n' >"$out/base.c"

# foreign_macros FOLDER HEADER COMPILE...: prints each macro that is not ours, and then fails.
foreign_macros() {
    local folder=$1 header=$2
    shift 2
    printf '#include "%s"\n' "$header" >"$out/names.c"
    "$@" -E -dM "$out/base.c" | awk '{ print $2 }' | sort -u >"$out/base.txt"
    "$@" "-I$folder" -E -dM "$out/names.c" | awk '{ print $2 }' | sort -u >"$out/names.txt"
    grep -q '^SKED_VERSION$' "$out/names.txt" || { echo "no macro found at all"; return 1; }
    ! comm -13 "$out/base.txt" "$out/names.txt" | grep -v '^SKED_'
}

# foreign_names FOLDER HEADER: the same for types, functions and constants at file scope.
dump="clang-14 -std=c99 -fsyntax-only -DSKED_IMPLEMENTATION"
file_scope() {
    $dump -Xclang -ast-dump=json "$@" |
        sed -nE 's/^      "name": "(.*)",$/\1/p'
    $dump -Xclang -ast-dump "$@" | sed -nE "s/.*EnumConstantDecl .* ([A-Za-z_0-9]+) '.*/\1/p"
}
foreign_names() {
    printf '#include "%s"\n' "$2" >"$out/names.c"
    file_scope "$out/base.c" | sort -u >"$out/base.txt"
    file_scope "-I$1" "$out/names.c" | sort -u >"$out/names.txt"
    grep -q '^sked_version$' "$out/names.txt" && grep -q '^SKED_OK$' "$out/names.txt" ||
        { echo "no name found at all"; return 1; }
    ! comm -13 "$out/base.txt" "$out/names.txt" | grep -vE '^(sked|SKED|__builtin)_'
}

mutate sched.h "$out/macro/sched.h" 's|^#endif /\* SKED_H_INCLUDED \*/|#define HELPER 1\n&|'
mutate sched.h "$out/name/sched.h" 's|^#endif /\* SKED_H_INCLUDED \*/|enum helper { HELPER_A };\n&|'
for header in "${headers[@]}"; do
    for row in "gcc gcc -std=c99" "gcc gcc -std=gnu17 -D_GNU_SOURCE" "clang-14 clang-14 -std=c99" \
            "g++ g++ -x c++ -std=c++11"; do
        set -- $row
        package=$1
        shift
        have "$1" "$package" || continue
        for mode in USED IMPLEMENTATION; do
            silent "$header: no macro outside SKED_, $*, SKED_$mode" \
                foreign_macros . "$header" "$@" -DSKED_$mode
        done
    done
    if have clang-14 clang; then
        silent "$header: no name outside sked_ and SKED_" foreign_names . "$header"
    fi
done
if have gcc gcc; then
    caught "a macro HELPER" HELPER foreign_macros "$out/macro" sched.h gcc -std=c99
fi
if have clang-14 clang; then
    caught "an enum helper" helper foreign_names "$out/name" sched.h
    caught "a constant HELPER_A" HELPER_A foreign_names "$out/name" sched.h
fi

# Four linkages in one program: two static copies, one external, one in C++.
for copy in one two; do
    printf '#define SKED_STATIC\n#include "sched.h"\nuint32_t %s(void);\n' $copy
    printf 'uint32_t %s(void) {\n    return sked_version();\n}\n' $copy
done | awk -v out="$out" '/define SKED_STATIC/ { n++ } { print > (out "/static" n ".c") }'
cp tests/programs/linkages.c "$out/main.c"
printf '#include "sched.h"\n#include <thread>\nextern "C" uint32_t plus(void);\n' >"$out/plus.cpp"
printf 'extern "C" uint32_t plus(void) {\n    return sked_version();\n}\n' >>"$out/plus.cpp"
printf '#define SKED_IMPLEMENTATION\n#include "sched.h"\n' | tee "$out/whole.c" >"$out/whole.cpp"

# object_of COMPILER SOURCE: its object by this compiler, which is made once; prints its name.
object_of() {
    local std=-std=c99 object=$out/$2.$1.o
    case $2 in *.cpp) std=-std=c++11 ;; esac
    [ -e "$object" ] || "$1" $std $strict -I. -c "$out/$2" -o "$object" || return 1
    echo "$object"
}

# program C C++ SOURCE...: one of them holds the implementation.
program() {
    local c=$1 cxx=$2 source by object objects=()
    shift 2
    for source in "$@" main.c plus.cpp; do
        by=$c
        case $source in *.cpp) by=$cxx ;; esac
        object=$(object_of "$by" "$source") || return 1
        objects+=("$object")
    done
    "$cxx" "${objects[@]}" -o "$out/program" && "$out/program"
}

for row in "gcc g++" "clang-14 clang++-14" "gcc clang++-14"; do
    set -- $row
    if have "$1" "$1" && have "$2" clang; then
        silent "static twice, external once, used from C++: $1 and $2" \
            program "$1" "$2" static1.c static2.c whole.c
        silent "static twice, external once, implemented in C++: $1 and $2" \
            program "$1" "$2" static1.c static2.c whole.cpp
    fi
done
if have gcc gcc && have g++ g++; then
    caught "a program without the implementation" 'undefined reference' \
        program gcc g++ static1.c static2.c
    cp "$out/whole.c" "$out/twice.c"
    caught "a program with the implementation twice" 'multiple definition|undefined reference' \
        program gcc g++ twice.c static2.c whole.c
fi
finish
