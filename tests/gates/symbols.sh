#!/usr/bin/env bash
# symbols.sh: the object file keeps the promises: no library, no writable data, no foreign symbol.
# SPDX-License-Identifier: MIT
#
# Per compiler and target, at -Os: what is undefined is one of the four mem functions that compilers
# emit on their own, or a routine of the target's integer arithmetic; nothing of floating point.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
write_units "$out"

mem='mem(cpy|move|set|cmp)'
# Integer arithmetic by name and width (q 8, h 16, s 32, d 64 bits): no name here takes a float.
operation='(u?(mul|div|mod|divmod|cmp)|muls?u|add|sub|neg|ashl|ashr|lshr|clz|ctz|popcount|bswap)'
integer="__$operation([qhsd]i){1,2}[2-4](_s8)?"
arm='__aeabi_(u?idiv(mod)?|u?ldivmod|lmul|llsl|llsr|lasr|u?lcmp|mem(cpy|move|set|clr)[48]?)'
msp430='__mspabi_((mpy|div|rem)(i|l|ll|li|lli|u|ul|ull)|s(ll|rl|ra)(i|l|ll)(_[0-9]+)?)'
avr='__do_(clear_bss|copy_data)|__(prologue_saves|epilogue_restores|tablejump2)__'
linker='__stack_pointer|__linear_memory|__indirect_function_table|_GLOBAL_OFFSET_TABLE_'
allowed="^($mem|$integer|$arm|$msp430|$avr|$linker)\$"

nm=$(command -v llvm-nm-14 || command -v llvm-nm-19 || command -v llvm-nm || true)
readobj=${nm/llvm-nm/llvm-readobj}

# stray_symbols OBJECT MODE: prints each undefined symbol outside the list, each global that is not
# ours. A module alone (own) may call the core.
stray_symbols() {
    local core='^$'
    if [ "$2" = own ]; then core='^sked_[a-z0-9_]+$'; fi
    "$nm" -u "$1" | awk '{ print $NF }' | sort -u | grep -vE "$allowed|$core" |
        sed 's/^/undefined: /' || true
    "$nm" -g --defined-only "$1" | awk '{ print $NF }' | grep -v '^sked_' |
        sed 's/^/global: /' || true
}

# writable OBJECT: prints each section that is writable and holds something. (wasm has no flag: there
# the name of the segment tells.)
writable() {
    "$readobj" --sections "$1" | sed -nE 's/^ +Name: (\.(data|bss)\..*)/writable: \1/p' |
        grep -v '\.data\.rel\.ro' || true
    "$readobj" --sections "$1" | awk '
        /Name:/ { name = $2; open = 0 }
        /SHF_WRITE/ { open = 1 }
        /Size:/ && open && $2 + 0 > 0 && name !~ /^\.data\.rel\.ro/ {
            print "writable: " name " " $2 " bytes" }'
    "$nm" "$1" | awk '$(NF - 1) ~ /^[bBC]$/ { print "writable: " $NF }'
}

# object FOLDER HEADER MODE COMPILE...: compiles and examines.
object() {
    local folder=$1 header=$2 mode=$3
    shift 3
    "$@" "-I$folder" -Os -c "$out/${header%.h}.$mode.c" -o "$out/object.o" || return 1
    "$nm" -g --defined-only "$out/object.o" | grep ' sked_' >"$out/symbols.txt" ||
        { echo "no symbol"; return 1; }
    stray_symbols "$out/object.o" "$mode"
    writable "$out/object.o"
}

# nothing FOLDER HEADER COMPILE...: a file with static copies that nobody calls leaves nothing.
nothing() {
    local folder=$1 header=$2
    shift 2
    "$@" "-I$folder" -Os -c "$out/${header%.h}.static.c" -o "$out/object.o" || return 1
    { "$nm" --defined-only "$out/object.o" 2>"$out/nm.txt" || cat "$out/nm.txt"; } |
        awk '$(NF - 1) != "a"'          # avr-gcc names its registers, as absolute symbols
}

if [ -z "$nm" ] || [ ! -x "$readobj" ]; then
    skip "llvm-nm and llvm-readobj not found (apt package llvm-14)"
    finish
    exit
fi

# The planted bugs stand in a small copy: all of the interface, and of the implementation the section
# of sked_version.
mkdir -p "$out/small"
awk '/^\/\* -+ >>/ { cut = within; within = within || /^\/\* -+ >>version, >>time, >>status -/ }
    /^#if defined\(__cplusplus\)/ { cut = 0 }
    !cut' sched.h >"$out/small/sched.h"
before='s|^SKED_API uint32_t sked_version\(void\) \{|'
mutate "$out/small/sched.h" "$out/data/sched.h" "${before}int sked_count;\n&\n    sked_count++;|"
mutate "$out/small/sched.h" "$out/local/sched.h" "${before}&\n    static uint32_t n = 1;\n    if (n++) { return n; }|"
mutate "$out/small/sched.h" "$out/libc/sched.h" "${before}void *malloc(size_t);\n&\n    if (malloc(7)) { return 1; }|"
mutate "$out/small/sched.h" "$out/name/sched.h" "${before}int helper(void);\nint helper(void) { return 1; }\n&|"
mutate "$out/small/sched.h" "$out/float/sched.h" "${before}&\n    volatile double a = 0.5; if (a * a > 7.0) { return 1; }|"

# try COMPILE...: all headers, implemented together, in CI each alone; unused static copies.
alone=own
if in_full "headers implemented together, 9 targets of clang-14, avr-gcc, gcc -fPIC, -m32"; then
    alone=whole
fi
try() {
    local header
    for header in "${headers[@]}"; do
        silent "$header: implementation, $label" object . "$header" $alone "$@"
        silent "$header: static and unused leaves no symbol, $label" nothing . "$header" "$@"
    done
}

# plant COMPILE...: the planted bugs that every kind of object file must show.
plant() {
    caught "writable data ($label)" 'writable' object "$out/data" sched.h whole "$@"
    caught "a call of malloc ($label)" 'undefined: malloc' object "$out/libc" sched.h whole "$@"
    caught "a global without the prefix ($label)" 'global: helper' \
        object "$out/name" sched.h whole "$@"
}

free="-std=c99 -ffreestanding"
if have gcc gcc; then
    label="gcc"
    try gcc $free
    plant gcc $free
    caught "a static counter (gcc)" 'writable' object "$out/local" sched.h whole gcc $free
fi
if full && have gcc gcc; then
    for header in "${headers[@]}"; do
        silent "$header: $(own_macro "$header"), gcc" object . "$header" own gcc $free
    done
    label="gcc -fPIC"
    try gcc $free -fPIC
    if echo 'int x;' | gcc -m32 -x c -c - -o "$out/m32.o" 2>/dev/null; then
        label="gcc -m32"
        try gcc $free -m32 -fno-pic
    fi
fi
targets="thumbv6m-none-eabi msp430-none-elf"
if full; then
    targets="$targets x86_64-linux-gnu aarch64-none-elf thumbv7m-none-eabi riscv32-none-elf
        riscv64-none-elf mips-none-elf powerpc-none-elf s390x-linux-gnu wasm32"
fi
if have clang-14 clang; then
    for target in $targets; do
        label="clang-14 $target"
        target="clang-14 --target=$target $free -nostdlibinc"
        case $label in      # without the limit, constants stand in .sdata, writable
            *riscv*) target="$target -msmall-data-limit=0" ;;
        esac
        try $target
        case $label in
            *thumbv6m* | *wasm32) plant $target ;;
        esac
        case $label in
            *thumbv6m* | *riscv32* | *msp430*)
                caught "floating point ($label)" 'undefined: __' \
                    object "$out/float" sched.h whole $target ;;
        esac
    done
fi
if have avr-gcc gcc-avr; then
    label="avr-gcc"
    ! full || try avr-gcc $free -mmcu=atmega2560
    plant avr-gcc $free -mmcu=atmega2560
fi

# Linked with nothing but four mem functions and a start: the proof that no library is needed.

# bare FOLDER COMPILE... -- LIBRARY...: links and runs.
bare() {
    local folder=$1
    shift
    local flags="$free -fno-stack-protector -fno-pic -Os"
    "$@" "-I$folder" $flags -fno-builtin -c tests/programs/start.c -o "$out/start.o" &&
        "$@" "-I$folder" $flags -c "$out/sched.whole.c" -o "$out/kit.o" &&
        "$@" -nostdlib -static "$out/start.o" "$out/kit.o" ${libraries:-} -o "$out/bare" &&
        ${by:-} "$out/bare"
}

if [ "$(uname -m)" = x86_64 ]; then
    for compiler in gcc clang-14; do
        if have $compiler $compiler; then
            libraries=""
            silent "links and runs without any library, $compiler" bare . $compiler
            caught "a call of malloc does not link ($compiler)" 'undefined.*malloc' \
                bare "$out/libc" $compiler
        fi
    done
    if echo 'int x;' | gcc -m32 -x c -c - -o "$out/m32.o" 2>/dev/null; then
        libraries=-lgcc
        by=$i386_by silent "links and runs with libgcc alone, gcc -m32" bare . gcc -m32
    else
        skip "gcc -m32 does not work (apt package gcc-12-multilib)"
    fi
else
    skip "the link proof is written for x86-64 Linux"
fi
finish
