#!/usr/bin/env bash
# shadow.sh: a folder that holds our sched.h does not take <sched.h> away from anybody.
# SPDX-License-Identifier: MIT
#
# <pthread.h> and the C++ libraries include <sched.h>. With our folder on the search path they find
# ours, which must hand over to the system's. Each way to get on the path, each library, our header
# included before, after and not at all, with and without the implementation: silent.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

kit=$out/kit
bad=$out/bad
cure='^#if defined\(__GNUC__\) && defined\(__has_include_next\)'
mkdir -p "$kit"
cp "${headers[@]}" "$kit"
mutate sched.h "$bad/sched.h" "/$cure/,\$d"
strict="-Wall -Wextra -pedantic-errors -Werror"

# c_unit FILE ORDER GNU: a C program that needs what only the system's <sched.h> has.
c_unit() {
    {
        if [ "$3" = gnu ]; then echo '#define _GNU_SOURCE'; fi
        if [ "$2" = before ]; then echo '#include "sched.h"'; fi
        echo '#include <pthread.h>'
        if [ "$2" = after ]; then echo '#include "sched.h"'; fi
        echo 'int use(struct sched_param *param);'
        echo 'int use(struct sched_param *param) {'
        echo '    pthread_t self = pthread_self();'
        echo '    (void)self;'
        if [ "$3" = gnu ]; then echo '    { cpu_set_t cpus; CPU_ZERO(&cpus); }'; fi
        echo '    return param->sched_priority + sched_yield();'
        echo '}'
    } >"$1"
}

# cxx_unit FILE ORDER HEADER...: a C++ program with some of the library's headers.
cxx_unit() {
    local file=$1 order=$2 header
    shift 2
    {
        if [ "$order" = before ]; then echo '#include "sched.h"'; fi
        for header; do echo "#include <$header>"; done
        if [ "$order" = after ]; then echo '#include "sched.h"'; fi
        echo 'int use(struct sched_param *param);'
        echo 'int use(struct sched_param *param) { return param->sched_priority; }'
    } >"$file"
}

# on_path FOLDER WAY COMPILE...: the compilation, with the folder on the search path that way.
on_path() {
    local folder=$1 way=$2
    shift 2
    case $way in
        CPATH) CPATH=$folder "$@" ;;
        *) "$@" "$way" "$folder" ;;
    esac
}

# c_row FOLDER WAY COMPILE...: both sources, all orders, with and without the implementation.
c_row() {
    local folder=$1 way=$2 order gnu mode
    shift 2
    for order in not before after; do
        if [ "$way" = -iquote ] && [ $order = not ]; then continue; fi
        for gnu in posix gnu; do
            for mode in USED IMPLEMENTATION; do
                on_path "$folder" "$way" "$@" -DSKED_$mode $front "$out/c.$order.$gnu.c" \
                    -o "$out/object.o" || { echo "# c.$order.$gnu.c $way SKED_$mode"; return 1; }
            done
        done
    done
}

for order in not before after; do
    for gnu in posix gnu; do
        c_unit "$out/c.$order.$gnu.c" $order $gnu
    done
done
while read -r row; do
    set -- $row
    package=$1
    shift
    have "$1" "$package" || continue
    front=-fsyntax-only                     # tcc does not know it
    if [ "$1" = tcc ]; then front=-c; fi
    for way in -I -isystem CPATH -iquote; do
        if [ "$1$way" = tcc-iquote ]; then continue; fi          # tcc does not know it
        silent "C, $1 ${2/-Wall/}, folder on $way" c_row "$kit" $way "$@"
    done
    caught "sched.h without the cure (C, $1 ${2/-Wall/})" 'sched_|cpu_set_t|field' \
        c_row "$bad" -I "$@"
done <<ROWS
gcc gcc -std=c99 $strict
gcc gcc -std=gnu17 $strict
clang-14 clang-14 -std=c99 $strict
clang-19 clang-19 -std=c17 $strict
musl-tools musl-gcc -std=c99 $strict
tcc tcc -Wall
ROWS

libraries="iostream sstream memory mutex thread future condition_variable shared_mutex filesystem
    regex"
for header in $libraries; do
    cxx_unit "$out/$header.cpp" not $header
done
for order in not before after; do
    cxx_unit "$out/all.$order.cpp" $order thread $libraries
    cxx_unit "$out/first.$order.cpp" $order iostream mutex
done

# cxx_row FOLDER WAY COMPILE...: as c_row, with all the library's headers in one file.
cxx_row() {
    local folder=$1 way=$2 order
    shift 2
    for order in not before after; do
        on_path "$folder" "$way" "$@" -fsyntax-only "$out/first.$order.cpp" || return 1
    done
    on_path "$folder" "$way" "$@" -fsyntax-only -DSKED_IMPLEMENTATION "$out/all.not.cpp" || return 1
}

# one_by_one FOLDER COMPILE...: each header of the library alone, ours only in the way.
one_by_one() {
    local folder=$1 header
    shift
    for header in $libraries; do
        "$@" "-I$folder" -fsyntax-only "$out/$header.cpp" || return 1
    done
}

for row in "g++ g++ -std=c++17 $strict" "clang clang++-14 -std=c++17 $strict" \
        "libc++-14-dev clang++-14 -stdlib=libc++ -std=c++17 $strict"; do
    set -- $row
    package=$1
    shift
    have "$1" "$package" || continue
    what="C++, $1 $2"
    if ! echo '#include <iostream>' | "$@" -x c++ -fsyntax-only - >"$log" 2>&1; then
        skip "$what does not work here (apt package $package)"
        continue
    fi
    for way in -I -isystem CPATH; do
        silent "$what, folder on $way" cxx_row "$kit" $way "$@"
    done
    silent "$what, folder on -iquote" \
        on_path "$kit" -iquote "$@" -fsyntax-only "$out/all.before.cpp"
    for order in before after; do
        silent "$what, ours $order the library, implementation" \
            on_path "$kit" -I "$@" -fsyntax-only -DSKED_IMPLEMENTATION "$out/all.$order.cpp"
    done
    silent "$what, each header of the library alone" one_by_one "$kit" "$@"
    caught "sched.h without the cure ($what)" 'cpu_set_t|sched_param|sched_yield' \
        one_by_one "$bad" "$@"
done

# Other ways to meet the header. The short form of the cure passes the table above, and fails here.
short=$out/short
{
    sed -E "/$cure/,\$d" sched.h
    printf '#pragma GCC system_header\n#if __has_include_next(<sched.h>)\n'
    printf '#include_next <sched.h>\n#endif\n'
} >"$out/short.txt"
mkdir -p "$short"
mv "$out/short.txt" "$short/sched.h"

# main_file FOLDER COMPILE...: the header itself is what the compiler, or an editor, is asked about.
main_file() {
    local folder=$1
    shift
    "$@" -fsyntax-only "$folder/sched.h" && "$@" -fsyntax-only "-I$folder" "$folder/sched.h"
}

# last_folder FOLDER COMPILE...: installed under a prefix that is last on the search path.
last_folder() {
    local folder=$1
    shift
    mkdir -p "$out/last/sked"
    cp "$folder/sched.h" "$out/last/sked/sched.h"
    printf '#include <sked/sched.h>\n#include <pthread.h>\nstruct sched_param ours;\n' >"$out/last.c"
    printf '#include <pthread.h>\n#include <sked/sched.h>\nstruct sched_param ours;\n' >"$out/last2.c"
    "$@" -idirafter "$out/last" -fsyntax-only "$out/last.c" &&
        "$@" -idirafter "$out/last" -fsyntax-only "$out/last2.c"
}

printf '#include <pthread.h>\n#include "sched.h"\nstruct sched_param p; sked_time t;\n' >"$out/plain.c"
cp "$out/plain.c" "$out/plain.cpp"

precompiled_gcc() {
    mkdir -p "$out/pch"
    gcc -std=c99 $strict -x c-header "$kit/sched.h" -o "$out/pch/pre.h.gch" &&
        gcc -std=c99 $strict -include "$out/pch/pre.h" "-I$kit" -fsyntax-only "$out/plain.c"
}

precompiled_clang() {
    clang-14 -std=c99 $strict -x c-header "$kit/sched.h" -o "$out/pre.pch" &&
        clang-14 -std=c99 $strict -include-pch "$out/pre.pch" "-I$kit" -fsyntax-only "$out/plain.c"
}

# two_copies COMPILE...: two vendored copies, both on the path; and in front of all else.
two_copies() {
    mkdir -p "$out/copy"
    cp sched.h "$out/copy"
    "$@" "-I$kit" "-I$out/copy" "$out/plain.c" -fsyntax-only &&
        "$@" "-I$out/copy" -isystem "$kit" "$out/plain.c" -fsyntax-only &&
        "$@" "-I$kit" -include "$PWD/$out/copy/sched.h" "$out/plain.c" -fsyntax-only &&
        "$@" "-I$kit" -include sched.h "$out/plain.c" -fsyntax-only
}

# static_too_late COMPILE...: prints the message, and fails.
printf '#include <pthread.h>\n#define SKED_STATIC\n#include "sched.h"\n' >"$out/late.c"
printf '#include "sched.h"\n#define SKED_STATIC\n#include "sched.h"\n' >"$out/late2.c"
refuses() {
    local file=$1
    shift
    ! "$@" "-I$kit" -fsyntax-only "$file" >"$out/late.txt" 2>&1 &&
        grep -q 'SKED_STATIC was defined after the first inclusion' "$out/late.txt"
}

for row in "gcc gcc -std=c99" "clang-14 clang-14 -std=c99" "clang-19 clang-19 -std=c99"; do
    set -- $row
    package=$1
    shift
    have "$1" "$package" || continue
    silent "sched.h as the main file, $1" main_file "$kit" "$@" $strict
    silent "sched.h in the last folder of the path, $1" last_folder "$kit" "$@" $strict
    silent "two copies on the path, -include, absolute path, $1" two_copies "$@" $strict
    check "SKED_STATIC after <pthread.h> is refused, $1" refuses "$out/late.c" "$@"
    check "SKED_STATIC after sched.h is refused, $1" refuses "$out/late2.c" "$@"
    silent "SKED_STATIC on the command line, <pthread.h> first, $1" \
        "$@" $strict -DSKED_STATIC "-I$kit" -fsyntax-only "$out/plain.c"
    caught "the short form of the cure, as the main file ($1)" 'system_header|include_next' \
        main_file "$short" "$@" $strict
done
if have gcc gcc; then
    caught "the short form of the cure, in the last folder (gcc)" 'no include path|include_next' \
        last_folder "$short" gcc -std=c99 $strict
    silent "a precompiled header, gcc" precompiled_gcc
fi
if have clang-14 clang; then silent "a precompiled header, clang-14" precompiled_clang; fi
if have g++ g++; then
    silent "sched.h as the main file, g++" main_file "$kit" g++ -x c++ -std=c++11 $strict
    printf 'extern "C" {\n#include "sched.h"\n}\n#include <thread>\nstd::thread t;\n' >"$out/inside.cpp"
    silent "inside extern \"C\", g++" g++ -std=c++11 $strict "-I$kit" -fsyntax-only "$out/inside.cpp"
    silent "plain C++, g++" g++ -std=c++11 $strict "-I$kit" -fsyntax-only "$out/plain.cpp"
fi
finish
