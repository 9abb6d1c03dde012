#!/usr/bin/env bash
# freestanding.sh: compiles for bare targets of every word size and byte order, without a C library.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
write_units "$out"

flags="-std=c99 -ffreestanding -Wall -Wextra -Wpedantic -pedantic-errors -Wconversion
    -Wsign-conversion -Wshadow -Wundef -Wcast-qual -Wstrict-prototypes -Wmissing-prototypes -Werror"

# bare FOLDER COMPILE...: each header; the folder on the path of <...>, and on that of "..." alone.
bare() {
    local folder=$1 header
    shift
    for header in "${headers[@]}"; do
        "$@" $flags "-I$folder" -c "$out/${header%.h}.whole.c" -o "$out/object.o" || return 1
        "$@" $flags "-iquote$folder" -c "$out/${header%.h}.static.c" -o "$out/object.o" || return 1
    done
}

end='s|^#endif /\* SKED_H_INCLUDED \*/|'
mutate sched.h "$out/shift/sched.h" "${end}static inline uint32_t sked_bad_(void) { return 1 << 20; }\n&|"
mutate sched.h "$out/size/sched.h" "${end}static inline size_t sked_bad_(uint32_t a) { return a; }\n&|"
mutate sched.h "$out/libc/sched.h" 's|^#include <stdint\.h>|&\n#include <string.h>|'

# The width of int, of size_t and the byte order, in turn:
#   16 16 little   msp430, avr            32 32 little   thumb, riscv32, wasm32, hexagon, ...
#   32 32 big      mips, powerpc, lanai   32 64 little   riscv64, aarch64, mips64el, ...
#   32 64 big      s390x, powerpc64
# and Windows, where long has 32 bits beside pointers of 64. In CI one of each.
targets="msp430 avr thumbv6m-none-eabi riscv64 mips s390x x86_64-windows-msvc"
front=-fsyntax-only
if in_full "20 more targets that clang knows; avr-gcc and gcc to the end"; then
    targets="$targets thumbv7m-none-eabi riscv32 wasm32 mipsel mips64 mips64el powerpc powerpc64
        powerpc64le aarch64 aarch64_be sparc sparcv9 m68k hexagon lanai i386-elf x86_64-elf
        i686-windows-gnu x86_64-apple-darwin"
    front=
fi
# The front end alone: symbols.sh goes on to the object file.
bare_clang="-fsyntax-only -nostdlibinc"
if have clang-14 clang; then
    for target in $targets; do
        silent "clang-14, $target" bare . clang-14 "--target=$target" $bare_clang
    done
    for target in msp430 avr; do
        caught "a shift beyond 16 bits of int ($target)" 'shift' \
            bare "$out/shift" clang-14 "--target=$target" $bare_clang
        caught "size_t taken for 32 bits ($target)" 'implicit conversion' \
            bare "$out/size" clang-14 "--target=$target" $bare_clang
    done
    caught "an include of <string.h> (thumbv6m)" 'string.h' \
        bare "$out/libc" clang-14 --target=thumbv6m-none-eabi $bare_clang
fi
# As MSVC takes them, as far as clang shows it: without GNU extensions, in C and in C++.
# microsoft FOLDER LANGUAGE...: each header, implemented and static.
microsoft() {
    local folder=$1 header
    shift
    for header in "${headers[@]}"; do
        clang-14 --target=x86_64-pc-windows-msvc -fms-compatibility -fms-extensions \
            -fms-compatibility-version=19.29 -ffreestanding -Wall -Wextra -Werror -Wno-unused-function \
            -fsyntax-only "$@" "-I$folder" "$out/${header%.h}.whole.c" "$out/${header%.h}.static.c" || return 1
    done
}
if have clang-14 clang; then
    for language in "c -std=c99" "c -std=c17" "c++ -std=c++14" "c++ -std=c++17" "c++ -std=c++20"; do
        silent "as MSVC: $language" microsoft . -x $language
    done
    mutate sched.h "$out/nodiscard/sched.h" 's/ && !defined\(SKED_STATIC\) && \\$/ \&\& \\/'
    cp sched_*.h "$out/nodiscard"
    caught "an attribute where MSVC does not take it" 'nodiscard|attribute' \
        microsoft "$out/nodiscard" -x c++ -std=c++17
fi
if have avr-gcc gcc-avr; then
    silent "avr-gcc" bare . avr-gcc $front -Os -mmcu=atmega2560
    caught "a shift beyond 16 bits of int (avr-gcc)" 'shift|overflow|conversion' \
        bare "$out/shift" avr-gcc $front -Os -mmcu=atmega2560
fi
if have gcc gcc; then
    mkdir -p "$out/no_library"
    : >"$out/no_library/limits.h"           # gcc's own asks for the library's, and finds this
    alone="gcc $front -Os -nostdinc -isystem $(gcc -print-file-name=include) -isystem $out/no_library"
    silent "gcc -nostdinc" bare . $alone
    caught "an include of <string.h> (gcc)" 'string.h' bare "$out/libc" $alone
fi
finish
