#!/usr/bin/env bash
# package.sh: what is installed, packed and released is found as the README says, and works.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
prefix=$PWD/$out/prefix
version=$(sed -nE 's/^#define SKED_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' sched.h | paste -sd.)

# ---- make install, make uninstall

files="include/sked/sched.h include/sked/sched_ar.h include/sked/sched_fattree.h
    include/sked/sched_moldable.h include/sked/sched_share.h include/sked/sked.h share/cmake/sked/sked-config-version.cmake
    share/cmake/sked/sked-config.cmake share/doc/sked/LICENSE share/pkgconfig/sked.pc"

# holds FOLDER: these files, and no other.
holds() { diff <(cd "$1" && find . -type f | sed 's|^\./||' | sort) <(printf '%s\n' $files); }
# emptied FOLDER: nothing of ours is left, nor a folder that is only ours.
emptied() { ! find "$1" -type f -o -name sked | grep .; }
# differs FOLDER: prints what is not as it is here.
differs() {
    local header
    cmp LICENSE "$1/share/doc/sked/LICENSE"
    for header in sked.h "${headers[@]}"; do cmp "$header" "$1/include/sked/$header"; done
}

check "make install" make -s install PREFIX="$prefix"
check "it lays down these files" holds "$prefix"
silent "they are as they are here" differs "$prefix"
check "... and can be read by everybody" test -z "$(find "$prefix" -type f ! -perm 644)"
make -s install DESTDIR="$out/stage" PREFIX=/usr
check "make install DESTDIR=..., the same" diff -r "$prefix" "$out/stage/usr"
check "make uninstall" make -s uninstall DESTDIR="$out/stage" PREFIX=/usr
silent "... leaves nothing" emptied "$out/stage"
check "... and may be called again" make -s uninstall DESTDIR="$out/stage" PREFIX=/usr

cp -r "$prefix" "$out/bad"
echo >>"$out/bad/include/sked/sched_ar.h"
caught "a header that is not the one here" 'sched_ar.h' differs "$out/bad"
touch "$out/bad/include/sked/sched_none.h"
caught "a file too many" '< include/sked/sched_none.h' holds "$out/bad"
mutate Makefile "$out/Makefile" 's|"\$\(TO\)/share/doc/sked/LICENSE"||'
make -s -f "$out/Makefile" uninstall PREFIX="$PWD/$out/bad" >"$log" 2>&1
caught "a file that is left behind" 'LICENSE' emptied "$out/bad"

# ---- consumers, which also use what a hidden <sched.h> would break

printf '#define SKED_IMPLEMENTATION\n#include <sked/sched.h>\n' >"$out/kit.c"
cat >"$out/use.c" <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <sked/sched.h>
int main(void) {
    struct sched_param parameter = {0};
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    return sked_version() != SKED_VERSION || parameter.sched_priority != 0;
}
C
cat >"$out/use.cc" <<'C'
#include <thread>
#include <sked/sched.h>
int main() {
    std::thread other([] { sched_yield(); });
    other.join();
    return sked_version() != SKED_VERSION;
}
C
strict="-Wall -Wextra -Wpedantic -Werror"

# consume COMPILE...: builds and runs.
consume() { "$@" $strict -o "$out/use" -pthread && "$out/use"; }
# look COMPILE...: finds all headers and types; what they do others try.
look() { "$@" $strict -fsyntax-only; }
if have gcc gcc; then
    check "the implementation" gcc -std=c99 $strict "-I$prefix/include" -c "$out/kit.c" -o "$out/kit.o"
    check "C consumer" consume gcc -std=c99 "-I$prefix/include" "$out/use.c" "$out/kit.o"
    check "... inner folder on the path, too" look gcc -std=c99 "-I$prefix/include" \
        "-I$prefix/include/sked" "$out/use.c"
    mutate sched.h "$out/hides/sked/sched.h" '/^#if defined\(__GNUC__\) && defined\(__has_include_next\)/,$d'
    caught "an installed header that hides <sched.h>" 'sched_param|cpu_set_t|CPU_ZERO' \
        look gcc -std=c99 "-I$out/hides" "-I$out/hides/sked" "$out/use.c"
fi
if have gcc gcc && have g++ g++; then
    check "C++ consumer" consume g++ -std=c++17 "-I$prefix/include" "$out/use.cc" "$out/kit.o"
    check "... inner folder on the path, too" look g++ -std=c++17 "-I$prefix/include" \
        "-I$prefix/include/sked" "$out/use.cc"
    caught "an installed header that hides <sched.h> (C++)" 'sched_yield|cpu_set_t' \
        look g++ -std=c++17 "-I$out/hides" "-I$out/hides/sked" "$out/use.cc"
fi

# ---- sked.h: all headers by a name that hides no other

sed 's|<sked/sched.h>|<sked/sked.h>|' "$out/use.c" >"$out/use_sked.c"
sed 's|<sked/sched.h>|<sked/sked.h>|' "$out/use.cc" >"$out/use_sked.cc"
# forwards FOLDER OBJECT: the implementation after a first inclusion without it, and a consumer.
forwards() {
    printf '#include <sked/sked.h>\n#define SKED_IMPLEMENTATION\n#include <sked/sked.h>\n' >"$out/late.c"
    gcc -std=c99 $strict "-I$1" -c "$out/late.c" -o "$2" || return 1
    nm "$2" | grep ' T sked_moldable_plan$' || { echo "sked.h: no implementation"; return 1; }
    consume gcc -std=c99 "-I$1" "$out/use_sked.c" "$2"
}
if have gcc gcc && have g++ g++; then
    check "sked.h: all headers, implemented late" forwards "$prefix/include" "$out/late.o"
    check "... C++ consumer" consume g++ -std=c++11 "-I$prefix/include" "$out/use_sked.cc" "$out/late.o"
    cp -r "$prefix/include" "$out/forward"
    mutate sked.h "$out/forward/sked/sked.h" 's/ \|\| defined\(SKED_IMPLEMENTATION\)//'
    caught "a guard that keeps the implementation out" 'no implementation' forwards "$out/forward" "$out/none.o"
fi

# ---- pkg-config

# asked FOLDER: its sked.pc tells the version and how to compile; and nothing to link.
asked() {
    local found
    export PKG_CONFIG_PATH=$1/share/pkgconfig
    found=$(pkg-config --modversion sked) || return 1
    [ "$found" = "$version" ] || { echo "sked.pc is of $found, not of $version"; return 1; }
    [ -z "$(pkg-config --libs sked | tr -d ' ')" ] || { echo "something to link"; return 1; }
    look gcc -std=c99 $(pkg-config --cflags sked) "$out/use.c"
}
if have pkg-config pkg-config && have gcc gcc; then
    check "pkg-config: version, C consumer" asked "$prefix"
    mv "$prefix" "$prefix.moved"
    check "... after all has been moved" asked "$prefix.moved"
    mv "$prefix.moved" "$prefix"
    mkdir -p "$out/old/share/pkgconfig"
    sed 's/@VERSION@/0.0.1/' package/sked.pc.in >"$out/old/share/pkgconfig/sked.pc"
    caught "a sked.pc of another version" 'is of 0.0.1' asked "$out/old"
fi

# ---- CMake

mkdir -p "$out/consumer"
cat >"$out/consumer/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.14)
project(consumer C CXX)
if(FOLDER)
  include(FetchContent)
  FetchContent_Declare(sked SOURCE_DIR "${FOLDER}")
  FetchContent_MakeAvailable(sked)
else()
  find_package(sked ${ASKED} REQUIRED)
endif()
find_package(Threads REQUIRED)
add_executable(use_c ../use.c)
add_executable(use_cc ../use.cc)
set_target_properties(use_c use_cc PROPERTIES C_STANDARD 99 CXX_STANDARD 17)
foreach(use use_c use_cc)
  target_link_libraries(${use} PRIVATE ${KIT} sked::sked Threads::Threads)
  target_compile_options(${use} PRIVATE -Wall -Wextra -Wpedantic -Werror)
endforeach()
CMAKE
# built NAME OPTION...: the consumers, in C and in C++.
built() {
    local folder=$out/$1
    shift
    cmake -S "$out/consumer" -B "$folder" "-DKIT=$PWD/$out/kit.o" "$@" && cmake --build "$folder" &&
        "$folder/use_c" && "$folder/use_cc"
}
# finds FOLDER WORD...: does find_package, asked so, take what is installed there?
finds() {
    local folder=$1
    shift
    rm -rf "$out/find"
    mkdir -p "$out/find"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.14)' 'project(find NONE)' \
        "find_package(sked $* REQUIRED)" 'message("sked ${sked_VERSION}")' >"$out/find/CMakeLists.txt"
    cmake -S "$out/find" -B "$out/find/built" "-DCMAKE_PREFIX_PATH=$folder" 2>&1 |
        tee "$out/find.txt" && grep -qx "sked $version" "$out/find.txt"
}
series=${version%.*}
if have cmake cmake && have gcc gcc && have g++ g++; then
    check "cmake" cmake -S . -B "$out/cmake"
    check "cmake --install" cmake --install "$out/cmake" --prefix "$out/by-cmake"
    check "... lays down what make install does" diff -r "$prefix" "$out/by-cmake"
    check "find_package: consumers in C and C++" built found "-DCMAKE_PREFIX_PATH=$prefix"
    check "FetchContent: consumers in C and C++" built fetched "-DFOLDER=$PWD"
    for asked in "" "$series" "$version" "$version EXACT"; do
        check "find_package(sked $asked)" finds "$prefix" $asked
    done
    for asked in "$series.99" 0.0.1 "${version%%.*}.99" 99; do
        caught "find_package(sked $asked)" 'requested version' finds "$prefix" "$asked"
    done
    mutate package/sked-config.cmake "$out/bad/share/cmake/sked/sked-config.cmake" \
        's|/include"\)|/include/none")|'
    caught "a target without its folder" 'none' built lost "-DCMAKE_PREFIX_PATH=$PWD/$out/bad"
    # The whole project as a folder of another one, whose search path would hold our sched.h.
    mkdir -p "$out/top/package"
    mutate CMakeLists.txt "$out/top/CMakeLists.txt" 's|CMAKE_CURRENT_BINARY_DIR\}/include"|CMAKE_CURRENT_SOURCE_DIR}"|'
    cp sked.h "${headers[@]}" LICENSE "$out/top"
    caught "a target with the wrong folder" 'sked/sched.h' built wrong "-DFOLDER=$PWD/$out/top"
fi

# ---- PlatformIO

# library FILE: its fields are those of a library of headers, for every board, and of this version.
library() {
    python3 -m json.tool "$1" >"$out/library.txt" && python3 - "$1" "$version" sked.h "${headers[@]}" <<'PY'
import glob, json, sys
name, version, *headers = sys.argv[1:]
said = json.load(open(name))
expected = {'name': 'sked', 'version': version, 'license': 'MIT', 'headers': headers,
            'frameworks': '*', 'platforms': '*', 'build': {'includeDir': '.', 'srcFilter': ['-<*>']}}
for field, value in expected.items():
    if said.get(field) != value:
        sys.exit(f'{field}: {said.get(field)}, expected {value}')
packed = {file for pattern in said['export']['include'] for file in glob.glob(pattern)}
lacking = {*headers, 'LICENSE', 'library.json'} - packed
if lacking:
    sys.exit(f'not packed: {lacking}')
PY
}
if have python3 python3; then
    check "library.json" library library.json
    mutate library.json "$out/version.json" 's/("version": ")[^"]*/\10.0.1/'
    caught "a library.json of another version" 'version: 0.0.1, expected' library "$out/version.json"
    mutate library.json "$out/comma.json" 's/^( +"license": "MIT"),/\1/'
    caught "a library.json that is none" 'Expecting' library "$out/comma.json"
    mutate library.json "$out/few.json" 's/"sched\*\.h", //'
    caught "a library.json that packs no header" 'not packed' library "$out/few.json"
fi

# ---- make release

all=build/sked_all.h
# apart FILE FOLDER: takes it apart again.
apart() {
    rm -rf "$2"
    mkdir -p "$2"
    awk -v folder="$2/" '/^\/\* ==== .* ==== sked_all\.h \*\/$/ { header = $3; next }
        header == "" || / sked_all\.h \*\/$/ { next }
        { print > (folder header) }' "$1"
}
# made_of FILE: each header is in it, byte for byte, and nothing else. Told from the folder itself.
made_of() {
    apart "$1" "$out/apart"
    mkdir -p "$out/headers"
    cp "${headers[@]}" "$out/headers"
    diff -r "$out/headers" "$out/apart"
}
# says_version FILE
says_version() { head -n 1 "$1" | grep -F " sked $version: " || head -n 1 "$1"; }

check "make release" make -s release
check "build/sked_all.h taken apart is the headers" made_of $all
mutate $all "$out/byte.h" 's/^(SKED_API uint32_t sked_abi\(void\)) \{$/\1  {/'
caught "a changed byte in it" '^> SKED_API uint32_t sked_abi\(void\)  \{' made_of "$out/byte.h"
awk -v version="$version" -f package/sked_all.awk LICENSE sched.h sched_ar.h >"$out/few.h"
caught "a header that it lacks" 'Only in .*: sched_moldable.h' made_of "$out/few.h"
silent "its title names the version" diff <(says_version $all) <(head -n 1 $all)
check "it has the licence" diff <(sed -n '/^ \* MIT License/,/^ \*\//s/^ \* \{0,1\}//p' $all | grep -v '^/$') \
    LICENSE

# The golden kernels, from folders in which every header is a line that includes it.
mkdir -p "$out/shim"
for header in "${headers[@]}"; do echo '#include "sked_all.h"' >"$out/shim/$header"; done
# golden FILE: compiled with nothing else of the kit; and all decisions are as ever.
golden() {
    cp "$1" "$out/shim/sked_all.h"
    rm -rf "$out/alone"
    cp -r bench "$out/alone"
    "${least[@]}" "-I$out/shim" "-I$out/alone" "$out/alone/overhead.c" -o "$out/golden" -lm &&
        "$out/golden" golden
}
check "the golden kernels with it" golden $all
mutate $all "$out/wrong.h" '/^SKED_API sked_time sked_time_add\(/,/^\}/s/: a \+ b;/: a + b + 1;/'
caught "a sked_all.h that decides otherwise" 'FAILED, expected' golden "$out/wrong.h"

# As a consumer uses it, all warnings on: declared twice, and implemented.
printf '#include "sked_all.h"\n#include "sked_all.h"\n' >"$out/twice.c"
cp "$out/twice.c" "$out/twice.cc"
sed 's|<sked/sched.h>|"sked_all.h"|' "$out/use.c" >"$out/use_all.c"
sed 's|<sked/sched.h>|"sked_all.h"|' "$out/use.cc" >"$out/use_all.cc"
if have gcc gcc; then
    silent "sked_all.h: C consumer" look gcc -std=c99 -Ibuild "$out/use_all.c" "$out/twice.c"
    silent "... implementation" \
        look gcc -std=c99 -Wconversion -DSKED_IMPLEMENTATION -Ibuild "$out/twice.c"
fi
if have g++ g++; then
    silent "sked_all.h: C++ consumer" look g++ -std=c++17 -Ibuild "$out/use_all.cc" "$out/twice.cc"
    silent "... implementation" look g++ -std=c++17 -DSKED_IMPLEMENTATION -Ibuild "$out/twice.cc"
fi

# ---- make release: a pair

# paired FOLDER: compiled alone, in C and C++, and used beside <pthread.h>.
paired() {
    gcc -std=c99 $strict -c "$1/sked.c" -o "$out/pair.o" &&
        g++ -std=c++11 $strict -x c++ -c "$1/sked.c" -o "$out/pair_cc.o" &&
        consume gcc -std=c99 "-I$1" "$out/use_pair.c" "$out/pair.o" &&
        consume g++ -std=c++17 "-I$1" "$out/use_pair.cc" "$out/pair.o"
}
# divided FOLDER: no function is implemented in sked.h, and every one is in sked.c.
divided() {
    gcc -std=c99 -x c -DSKED_PAIR_ -DSKED_IMPLEMENTATION -c "$1/sked.h" -o "$out/none.o" &&
        silent_symbols "$out/none.o" && diff <(defined_in "$out/late.o") <(defined_in "$out/pair.o")
}
defined_in() { nm "$1" | sed -n 's/^[0-9a-f]* [TDBR] //p' | sort; }
silent_symbols() { [ -z "$(defined_in "$1")" ] || { echo "sked.h: code of $(defined_in "$1")"; return 1; }; }
if have gcc gcc && have g++ g++; then
    sed 's|<sked/sched.h>|"sked.h"|' "$out/use.c" >"$out/use_pair.c"
    sed 's|<sked/sched.h>|"sked.h"|' "$out/use.cc" >"$out/use_pair.cc"
    check "build/pair: sked.c and sked.h in C and C++" paired build/pair
    check "... divide the headers" divided build/pair
    caught "the implementation asked of the pair's sked.h" 'compile sked.c instead' \
        gcc -std=c99 -x c -DSKED_IMPLEMENTATION -c build/pair/sked.h -o "$out/none.o"
    silent "... name the version" diff <(head -n 1 build/pair/sked.h | grep -oF " sked $version: ") \
        <(head -n 1 build/pair/sked.c | grep -oF " sked $version: ")
    mkdir -p "$out/undivided"
    cp build/pair/sked.c "$out/undivided"
    mutate package/sked_pair.awk "$out/pair.awk" 's/ \{ here = "c" \}/ { }/'
    awk -v version="$version" -v part=h -f "$out/pair.awk" LICENSE "${headers[@]}" >"$out/undivided/sked.h"
    caught "a sked.h with code" 'sked.h: code of' divided "$out/undivided"
fi
finish
