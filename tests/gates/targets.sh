#!/usr/bin/env bash
# targets.sh: emulated targets decide as this host does: golden kernels, quick tests, clocks.
# SPDX-License-Identifier: MIT
#
#   tests/gates/targets.sh              golden kernels on 13 targets, some quick tests on five
#   FULL=1 tests/gates/targets.sh       19 targets, optimised, every quick test (make targets)
#
# bench/ports/run.sh builds and runs; bench/ports/README.md tells what the targets are.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
emulate="bash bench/ports/run.sh"
all_of_it() { [ "${FULL:-0}" = 1 ]; }
export SECONDS_MAX=300          # a busy host is slow; a program that hangs is given less below
! all_of_it || SECONDS_MAX=1200

# usable TARGET: is all there that it needs? Otherwise a claim is skipped, by the packages' names.
usable() {
    local lacking
    lacking=$($emulate lacks "$1" | sort -u | tr '\n' ' ')
    [ -z "$lacking" ] || { skip "$1 (apt packages ${lacking% })"; return 1; }
}

# kernels PART...: how many kernels overhead.c has in these parts.
kernels() {
    awk -v parts=" $* " '/^#if \(BENCH_PART & / { part = $4 + 0 }
        /^    {"[a-z_0-9]*", .*UINT64_C/ && index(parts, " " part " ") { n++ }
        END { print n + 0 }' bench/overhead.c
}

# golden TARGET "PART..." [FLAG...]: every kernel of the parts has its hash. Targets with little
# memory take a part at a time; simavr ends with status 0 always, prints on stderr, and in colours:
# so the lines themselves are counted.
golden() {
    local target=$1 parts=$2 images=31 image part right
    shift 2
    case $target in avr-* | microbit-*) images=$parts ;; esac
    [ "$parts" = "$every" ] || images=$parts
    : >"$out/$target.txt"
    for part in $images; do
        image=$out/${changed:-}$target.$part.elf
        $emulate build "$target" bench/overhead.c "$image" "-DBENCH_PART=$part" "$@" &&
            $emulate run "$target" "$image" golden >>"$out/$target.txt" 2>&1 ||
            { cat "$out/$target.txt"; return 1; }
    done
    right=$(grep -cE 'hash [a-z_0-9]+ [0-9a-f]{16} ok' "$out/$target.txt" || true)
    [ "$right" -eq "$(kernels $parts)" ] ||
        { cat "$out/$target.txt"; echo "$right of $(kernels $parts) kernels"; return 1; }
}

every="1 2 4 8 16"
check "overhead.c has kernels in each of five parts" sh -c "for n in $(
    for part in $every; do kernels "$part"; done | tr '\n' ' '); do [ \$n -gt 5 ] || exit 1; done"

# In full every target, optimised, all parts. Otherwise 13, compiled fast, and where only optimised
# code fits one part.
# An ATmega2560 has too little memory for a kernel; the gate skedmark runs it.
pairs=$($emulate targets | grep -v mega2560)
all_of_it || pairs="m0-gcc microbit-gcc m3-gcc m3-clang m7-gcc rv32-clang rv64-clang wasm32-clang
    avr-gcc s390x-gcc mips-gcc armhf-gcc i386-gcc"
agreed=0 tried=0
for target in $pairs; do
    tried=$((tried + 1))
    usable "$target" || continue
    before=$passed parts=$every
    case $target in
        avr-* | microbit-*) level=-Os; all_of_it || parts=2 ;;
        *) level=-O0; ! all_of_it || level=-Os ;;
    esac
    check "golden hashes of $(kernels $parts) kernels, $target $level" \
        golden "$target" "$parts" $level
    agreed=$((agreed + passed - before))
done
if [ "$tried" -gt "$((agreed + failed))" ]; then
    skip "at least 12 pairs of target and compiler agree: $agreed did, and some could not be tried"
else
    check "at least 12 pairs of target and compiler agree: $agreed" [ "$agreed" -ge 12 ]
fi

# A header that decides wrongly, on a bare target and on 16-bit int.
mutate sched.h "$out/late/sched.h" \
    '~backfill_outlasts s/ > / >= /'
for target in m3-gcc rv32-clang avr-gcc; do
    level=-O0
    if [ $target = avr-gcc ]; then
        all_of_it || continue
        level=-Os
    fi
    usable "$target" || continue
    changed=late. caught "a backfill that must end before the shadow time ($target)" 'FAILED' \
        golden $target 1 $level "-I$out/late"
done

# No image for a processor without floating point has a routine that emulates it.
routine='__aeabi_([df][a-z0-9]+|c[df][a-z]+|u?[il]2[df])$'
routine="$routine|__(add|sub|mul|div|neg|cmp|unord|eq|ne|lt|le|gt|ge|float|fix|extend|trunc|pow)"
routine="$routine[a-z]*[sdtx]f[0-9a-z]*\$|__fp_"
integers() {
    local image
    for image in "$@"; do
        llvm-nm-14 "$image" >"$out/names.txt" &&
            grep -qE ' [Tt] (port_start|main)$' "$out/names.txt" ||
            { echo "$image: names cannot be read"; return 1; }
        if grep -E "$routine" "$out/names.txt"; then echo "floating point in $image"; return 1; fi
    done
}

# doubtful TARGET [FLAG...]: the same of an image whose mapping goes through a double.
doubtful() {
    local target=$1
    shift
    $emulate build "$target" bench/overhead.c "$out/double.elf" -DBENCH_PART=1 \
        "-I$out/double" "$@" &&
        integers "$out/double.elf"
}
mutate sched.h "$out/double/sched.h" \
    '~slack_is_read s/slack;/(sked_time)((double)slack * 1.5);/'
if have llvm-nm-14 llvm-14; then
    for image in "$out"/{m[0347],microbit,rv32,rv64,avr}-*.elf; do
        [ ! -e "$image" ] || check "no floating point in $(basename "$image")" integers "$image"
    done
    if usable m3-gcc; then caught "a double in a header (m3-gcc)" 'point in' doubtful m3-gcc -O0; fi
    if all_of_it && usable avr-gcc; then
        caught "a double in a header (avr-gcc)" 'point in' doubtful avr-gcc
    fi
fi

# ---- Ends: a status of its own for each ---------------------------------------------------------

# ends TARGET STATUS BODY: a program whose main has this body ends so.
ends() {
    local status=0
    printf '#include "bench.h"\nint main(void) { %s }\n' "$3" >"$out/end.c"
    $emulate build "$1" "$out/end.c" "$out/end.elf" || return 1
    SECONDS_MAX=${seconds:-$SECONDS_MAX} $emulate run "$1" "$out/end.elf" || status=$?
    echo "status $status"
    [ "$status" -eq "$2" ]
}
nowhere='*(volatile uint32_t *)(uintptr_t)'
if usable m3-gcc; then
    check "the status of main, m3-gcc" ends m3-gcc 42 'return 42;'
    check "the status of port_exit, m3-gcc" ends m3-gcc 43 'port_init(); port_exit(43); return 0;'
    seconds=2 caught "a program that hangs (m3-gcc)" 'status 124' \
        ends m3-gcc 0 'static volatile int go = 1; while (go) { } return 0;'
    caught "a write to no memory (m3-gcc)" 'status 99' \
        ends m3-gcc 0 "${nowhere}0x70000000u = 1; return 0;"
fi
if usable rv32-clang; then
    check "the status of main, rv32-clang" ends rv32-clang 42 'return 42;'
    caught "a write through NULL (rv32-clang)" 'status 98' \
        ends rv32-clang 0 "${nowhere}0 = 1; return 0;"
fi
if usable wasm32-clang; then
    check "the status of main, wasm32-clang" ends wasm32-clang 42 'return 42;'
    check "the status of port_exit, wasm32-clang" ends wasm32-clang 43 'port_exit(43); return 0;'
    caught "a write out of bounds (wasm32-clang)" 'status 99' \
        ends wasm32-clang 0 "${nowhere}0xfffffff0u = 1; return 0;"
fi

# ---- Clocks: instructions are counted, or the clock is refused ----------------------------------

# clock TARGET [FLAG...]: what the clock says of loops of known length: their instructions, but for
# one where ticks are rounded, and some for the wraps of the clock.
clock() {
    local target=$1
    shift
    $emulate build "$target" tests/ports/clock.c "$out/clock.elf" -O2 $warnings "$@" ||
        return 1
    $emulate run "$target" "$out/clock.elf" >"$out/clock.txt" 2>&1 ||
        { cat "$out/clock.txt"; return 1; }
    awk '/^instructions / { each = $2 }
        /^[0-9]+ [0-9]+$/ {
            if (n++ > 0) {
                off = $2 - units - ($1 - rounds) * each
                if (off < -1 || off > 1 + $1 * each / 500000) {
                    print "off by " off ": " $0
                    bad = 1
                }
            }
            rounds = $1
            units = $2
        }
        END { print n " loops"; exit bad || n != 4 }' "$out/clock.txt"
}

warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef
    -Wstrict-prototypes -Werror"

# accepted TARGET UNIT [FLAG...]: bench_init takes the clock, and says what it counts.
accepted() {
    local target=$1 unit=$2
    shift 2
    printf '%s\n' '#define BENCH_SAMPLES_MAX 4' '#include "bench.h"' \
        'int main(void) { bench_init(); port_exit(bench_finish()); return 0; }' >"$out/accept.c"
    $emulate build "$target" "$out/accept.c" "$out/accept.elf" $warnings "$@" || return 1
    $emulate run "$target" "$out/accept.elf" >"$out/accept.txt" 2>&1 ||
        { cat "$out/accept.txt"; return 1; }
    cat "$out/accept.txt"
    grep -q "bench: unit $unit, compiler" "$out/accept.txt" &&
        grep -q 'bench: failures 0' "$out/accept.txt"
}
for target in m0-gcc microbit-gcc m3-gcc m3-clang m4-gcc m7-gcc rv32-clang rv64-clang; do
    if usable $target; then check "instructions are counted exactly, $target" clock $target; fi
done
if usable avr-gcc; then check "simavr's cycles are a clock" accepted avr-gcc cycle; fi
if usable wasm32-clang; then check "node's nanoseconds are a clock" accepted wasm32-clang ns; fi

# altered PORT SED-SCRIPT: bench.h and its ports, one of them changed, in a folder of their own.
altered() {
    rm -rf "$out/altered"
    mkdir -p "$out/altered"
    cp -r bench/bench.h bench/bench_port.h bench/ports "$out/altered"
    mutate "bench/ports/$1" "$out/altered/ports/$1" "$2"
}
if usable m3-gcc; then
    altered cortex_m.h 's/(PORT_SYSTICK_CONTROL = )5 [^;]*;/\1 0;/'
    caught "a SysTick that is not started" 'refused: the clock does not advance' \
        clock m3-gcc "-I$out/altered"
    altered cortex_m.h 's/(return PORT_DWT_CYCLES - start )>= 100;/\1+ 100 >= 100;/'
    caught "a cycle counter that stands still, taken for a clock" \
        'refused: the clock does not advance' clock m3-gcc "-I$out/altered"
    altered cortex_m.h 's/(PORT_TICKS_DEN) .*/\1 1u/'
    caught "ticks that are not instructions" 'off by' clock m3-gcc "-I$out/altered"
    altered cortex_m.h 's/^(    )port_clocks.wraps\+\+;/\1;/'
    caught "a SysTick whose wraps are not counted" 'off by' clock m3-gcc "-I$out/altered"
fi
if usable rv32-clang; then
    altered riscv.h 's/"rdinstret %0"/"li %0, 7"/'
    caught "a counter that stands still (rv32-clang)" 'refused: the clock does not advance' \
        clock rv32-clang "-I$out/altered"
fi
# An own header of each kind, as bench/ports/README.md writes it. What is emulated has no DWT.
# example NUMBER: its header in C of that number.
example() {
    awk -v number="$1" '/^```/ { inside = !inside && /^```c$/ && ++n == number; next }
        inside' bench/ports/README.md >"$out/board.h"
    [ -s "$out/board.h" ]
}
# own NUMBER TARGET: bench_init takes it.
own() {
    example "$1" && accepted "$2" cycle "-I$out" -UBENCH_PORT_H '-DBENCH_PORT_H="board.h"'
}
if usable m3-gcc; then
    caught "a DWT that does not count (README's example)" \
        'refused: the clock does not advance as a clock does' own 1 m3-gcc
    check "SysTick as README's example" own 2 m3-gcc
fi
if usable rv32-clang; then check "rdcycle as README's example" own 3 rv32-clang; fi

unclocked() {
    $emulate build m3-gcc tests/ports/clock.c "$out/unclocked.elf" -UPORT_CLOCK_HZ
}
if usable m3-gcc; then
    caught "a rate that is not told" 'PORT_ICOUNT_SHIFT and PORT_CLOCK_HZ belong together' unclocked
fi

# ---- Quick tests ---------------------------------------------------------------------------------

# quick TARGET TEST [FLAG...]: it holds, and says so in its last line.
quick() {
    local target=$1 test=$2 status=0
    shift 2
    case $target in
        s390x-* | mips-* | armhf-* | i386-*) ;;
        *) set -- "$@" -Itests/ports tests/ports/printf.c ;;
    esac
    $emulate build "$target" "tests/quick/$test.c" "$out/quick.elf" -DSKED_NODISCARD= "$@" ||
        return 1
    $emulate run "$target" "$out/quick.elf" >"$out/quick.txt" 2>&1 || status=$?
    cat "$out/quick.txt"
    echo "status $status"
    [ "$status" -eq 0 ] &&
        tail -n 1 "$out/quick.txt" | grep -qE '^[^:]+: [1-9][0-9]* passed, 0 failed$'
}

tests=$(for test in tests/quick/*.c; do basename "$test" .c; done)
if all_of_it; then
    level=-Os
    some=$tests
    targets="s390x-gcc mips-gcc armhf-gcc i386-gcc rv32-clang rv64-clang wasm32-clang m0-gcc m3-gcc
        m3-clang m7-gcc"
else
    level=-O0
    some="map fattree_units"
    targets="s390x-gcc mips-gcc armhf-gcc rv32-clang m3-gcc"
fi
for target in $targets; do
    usable "$target" || continue
    for test in $some; do check "quick/$test, $target $level" quick "$target" "$test" $level; done
done

# In 16 KiB of memory, or 128 KiB of flash, a test may have no room: that is named.
small_quick() {
    if quick "$1" "$2" -Os >"$log" 2>&1; then
        ok "quick/$2, $1 -Os"
    elif grep -qE 'will not fit|overflowed|less than 2 KiB|array .* is too large' "$log"; then
        skip "quick/$2, $1: it does not fit"
    else
        not_ok "quick/$2, $1 -Os"
    fi
}
for target in microbit-gcc avr-gcc; do
    all_of_it && usable $target || continue
    for test in $tests; do small_quick $target "$test"; done
done
if usable m3-gcc; then
    mutate sched.h "$out/believed/sched.h" '~slack_is_read s/slack;/slack \/ 64;/'
    caught "a slack that is believed wider than it was read (m3-gcc)" \
        'map.c:[0-9]+: does not hold' quick m3-gcc map -O0 "-I$out/believed"
fi
all_of_it || echo "# left to make targets: the other quick tests and targets, and optimised code"
finish
