#!/usr/bin/env bash
# run.sh: builds and runs a program of one source file on an emulated target.
# SPDX-License-Identifier: MIT
#
#   bench/ports/run.sh targets                          their names, one a line
#   bench/ports/run.sh lacks TARGET                     packages that it needs and are not here
#   bench/ports/run.sh build TARGET PROGRAM.c IMAGE [FLAG...]
#   bench/ports/run.sh run TARGET IMAGE [WORD...]       words reach programs of operating systems
#
# -Os is the default; a later FLAG overrules it, and a FLAG may be one more source file. The status
# of run is the program's; 99 after a fault of a Cortex-M or a trap of WebAssembly, 98 after a trap
# of RISC-V, 124 after SECONDS_MAX (60) seconds without an end. simavr has no status: read what is
# printed.
#
# m0, m3, m4, m7: boards with 16 MB and a Cortex-M3 (for m0 as well), M4, M7. microbit: a Cortex-M0
# with 256 KiB of flash and 16 KiB of RAM. stm32f405: a Cortex-M4 with 1 MiB and 128 KiB, whose
# SysTick runs at 168 MHz instead of 25. avr: an ATmega1284P with 128 and 16 KiB; mega2560: an
# ATmega2560 with 256 and 8 KiB. -Wl,--defsym=PORT_RAM=BYTES gives a Cortex-M less memory.
set -eu -o pipefail
ports=$(dirname "${BASH_SOURCE[0]}")
root=$ports/../..
targets="m0-gcc m0-clang microbit-gcc m3-gcc m3-clang m4-gcc m4-clang m7-gcc m7-clang
    stm32f405-gcc rv32-clang rv64-clang wasm32-clang avr-gcc mega2560-gcc s390x-gcc mips-gcc
    armhf-gcc i386-gcc i386-clang"

# Each sets compiler, flags, sources and emulator, and what they need, as COMMAND:PACKAGE.

# cortex_m CORE SCRIPT MACHINE HERTZ: one instruction takes 2^6 ns, or more where SysTick is slow: no
# less than a tick of it.
cortex_m() {
    local shift=6
    while [ $(($4 << shift)) -lt 1000000000 ]; do shift=$((shift + 1)); done
    flags="-mthumb -mcpu=cortex-$1 -ffreestanding -fno-builtin -nostdlib -ffunction-sections
        -fdata-sections -Wl,--gc-sections -DPORT_CLOCK_HZ=$4 -DPORT_ICOUNT_SHIFT=$shift -L$ports -T$2.ld
        -DBENCH_PORT_H=\"ports/cortex_m.h\""
    sources="$ports/start_cortex_m.c $ports/bare.c"
    emulator="qemu-system-arm -M $3 -icount shift=$shift,sleep=off $semihosting"
    needs="arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm:qemu-system-arm"
    if [ "$by" = gcc ]; then
        compiler=arm-none-eabi-gcc libraries=-lgcc
    else
        compiler="clang-14 --target=thumb-none-eabi -fuse-ld=lld"
        libraries=$(arm-none-eabi-gcc "-mcpu=cortex-$1" -mthumb -print-libgcc-file-name) || true
        needs="$needs clang-14:clang ld.lld:lld"
    fi
}

# riscv BITS ABI: shift 0, as the counter of instructions is shifted otherwise.
riscv() {
    compiler="clang-14 --target=riscv$1-none-elf -fuse-ld=lld"
    flags="-march=rv$1imac -mabi=$2 -mcmodel=medany -mno-relax -ffreestanding -fno-builtin -nostdlib
        -ffunction-sections -fdata-sections -Wl,--gc-sections -T$ports/riscv_virt.ld
        -DBENCH_PORT_H=\"ports/riscv.h\""
    sources="$ports/start_riscv.S $ports/bare.c"
    emulator="qemu-system-riscv$1 -M virt -bios none -icount shift=0,sleep=off $semihosting"
    needs="clang-14:clang ld.lld:lld qemu-system-riscv$1:qemu-system-misc"
}

wasm() {
    compiler="clang-14 --target=wasm32"
    flags="-ffreestanding -fno-builtin -nostdlib -Wl,--no-entry -DBENCH_PORT_H=\"ports/wasm.h\""
    sources="$ports/start_wasm.c $ports/bare.c"
    emulator="node $ports/wasm.js"
    needs="clang-14:clang wasm-ld:lld node:nodejs"
}

# avr CHIP
avr() {
    compiler="avr-gcc -mmcu=$1"
    flags="-std=gnu99 -mcall-prologues -fno-inline -DBENCH_SAMPLES_MAX=4 -DSKED_WORD_BITS=8
        -DBENCH_PORT_H=\"ports/avr.h\""
    emulator="simavr -m $1 -f 16000000"
    needs="avr-gcc:gcc-avr /usr/lib/avr/include/stdint.h:avr-libc simavr:simavr"
}

# cross TRIPLE EMULATOR LIBRARY: user mode, with the C library of that processor.
cross() {
    compiler=$1-gcc
    flags=-static
    emulator=$2
    needs="$1-gcc:gcc-$1 /usr/$1/include/stdio.h:$3 $2:qemu-user"
}

i386() {
    compiler="$by -m32 -isystem /usr/include/x86_64-linux-gnu"
    flags=""
    /lib/ld-linux.so.2 --version >/dev/null 2>&1 || emulator=qemu-i386  # the kernel cannot
    needs="$by:$by /usr/lib/gcc/x86_64-linux-gnu/*/32/libgcc.a:gcc-12-multilib
        /usr/include/x86_64-linux-gnu/gnu/stubs-32.h:libc6-dev-i386"
    if [ -n "$emulator" ]; then needs="$needs $emulator:qemu-user"; fi
}

describe() {
    local semihosting="-display none -monitor none -serial none -chardev stdio,id=host
        -semihosting-config enable=on,target=native,chardev=host"
    by=${1##*-} sources="" emulator="" libraries=""
    case $1 in
        microbit-gcc) cortex_m m0 microbit microbit 16000000 ;;
        m0-* | m3-*) cortex_m "${1%-*}" mps2_an385 mps2-an385 25000000 ;;
        m4-*) cortex_m m4 mps2_an385 mps2-an386 25000000 ;;
        stm32f405-gcc) cortex_m m4 stm32f405 netduinoplus2 168000000 ;;
        m7-*) cortex_m m7 mps2_an500 mps2-an500 25000000 ;;
        rv32-clang) riscv 32 ilp32 ;;
        rv64-clang) riscv 64 lp64 ;;
        wasm32-clang) wasm ;;
        avr-gcc) avr atmega1284p ;;
        mega2560-gcc) avr atmega2560 ;;
        s390x-gcc) cross s390x-linux-gnu qemu-s390x libc6-dev-s390x-cross ;;
        mips-gcc) cross mips-linux-gnu qemu-mips libc6-dev-mips-cross ;;
        armhf-gcc) cross arm-linux-gnueabihf qemu-arm libc6-dev-armhf-cross ;;
        i386-gcc | i386-clang) i386 ;;
        *) echo "run.sh: no such target: $1" >&2; return 2 ;;
    esac
}

lacks() {
    local need
    for need in $needs; do
        case $need in
            /*) compgen -G "${need%:*}" >/dev/null || echo "${need#*:}" ;;
            *) command -v "${need%:*}" >/dev/null 2>&1 || echo "${need#*:}" ;;
        esac
    done
}

# build TARGET PROGRAM.c IMAGE [FLAG...]
build() {
    local target=$1 program=$2 image=$3 flag level=-Os told=
    shift 3
    for flag in "$@"; do
        case $flag in
            -O*) level=$flag ;;
            -DBENCH_FLAGS=*) told=1 ;;
        esac
    done
    [ -n "$told" ] || set -- "-DBENCH_FLAGS=\"$target $level\"" "$@"
    set -f                      # the list of flags is split at spaces, and nothing else
    $compiler -std=c99 -Os $flags "$@" "-I$root" "-I$root/bench" "$program" $sources $libraries \
        -o "$image"
}

[ $# -gt 0 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
command=$1
shift
case $command in
    targets) printf '%s\n' $targets ;;
    lacks) describe "$1" && lacks ;;
    build) describe "$1" && build "$@" ;;
    run)
        describe "$1"
        limited="timeout -k 5 ${SECONDS_MAX:-60}" image=$2
        shift 2
        case $emulator in
            qemu-system-*) exec $limited $emulator -kernel "$image" </dev/null ;;
            simavr*) exec $limited $emulator "$image" </dev/null ;;
            *) exec $limited $emulator "$image" "$@" </dev/null ;;
        esac
        ;;
    *) echo "run.sh: no such command: $command" >&2; exit 2 ;;
esac
