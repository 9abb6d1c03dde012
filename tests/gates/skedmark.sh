#!/usr/bin/env bash
# skedmark.sh: scores are right, repeat, and agree on two machines; no operation costs 2 % more.
# SPDX-License-Identifier: MIT
#
#   tests/gates/skedmark.sh         a Cortex-M4 twice, an ATmega2560, this host; FULL=1: all boards
#
# The logs in bench/skedmark/results are what `bash bench/skedmark/board.sh --write` measured. With
# another compiler than theirs nothing is compared, and the log says so.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
mark=bench/skedmark
results=$mark/results
board() { bash $mark/board.sh "$@"; }
score() { awk -f $mark/score.awk $mark/baseline.txt "$@"; }
compare() { awk -v limit=1.02 -f $mark/compare.awk "$@"; }

# ---- what is kept

baseline() { awk -f $mark/baseline.awk "$1" | diff - $mark/baseline.h; }
check "baseline.h is made of baseline.txt" baseline $mark/baseline.txt
mutate $mark/baseline.txt "$out/baseline.txt" 's/^(row,2,queue,pass,64,256,[0-9]*,,)[0-9]+/\11/'
caught "another baseline" '^[<>] #define BASELINE_QUEUE' baseline "$out/baseline.txt"

# kept FOLDER: the score of each log is what its rows say; where families ran one by one, it has one.
kept() {
    local log line status=0
    for log in "$1"/*.txt; do
        score "$log" >"$out/scores.txt" || { echo "$log: $(<"$out/scores.txt")"; status=1; }
        grep -E '^skedmark [0-9.]+: [0-9.]+ ' "$log" >"$out/printed.txt" || continue
        while IFS= read -r line; do
            same "$line" "$out/scores.txt" || { echo "$log: not its score: $line"; status=1; }
        done <"$out/printed.txt"
    done
    return $status
}
# same LINE FILE: the file has this score, give or take what integers round.
same() {
    awk -v line="$1" '
        BEGIN { split(line, w, " ") }
        $2 == w[2] { ratio = $3 / w[3]; found = ratio > 0.9985 && ratio < 1.0015 }
        END { exit !found }' "$2"
}
check "each kept log has the score of its rows, and the golden hashes" kept $results
planted() {
    rm -rf "$out/kept"
    mkdir -p "$out/kept"
    mutate "$results/$1" "$out/kept/$1" "$2"
}
planted cortex-m4.txt 's/^(skedmark 1\.2: )[0-9.]+/\11.234/'
caught "a score that its rows do not give" 'not its score: skedmark 1.2: 1.234' kept "$out/kept"
planted rv32.txt 's/^(hash,2,tree,)..../\1beef/'
caught "a log with another hash" 'no score: wrong decisions: tree' kept "$out/kept"
planted rv32.txt '/^# compiler: /d'
caught "a log that does not say its compiler" 'no compiler, board or clock' kept "$out/kept"
planted atmega2560.txt '/^row,1,calendar,add/d'
caught "a log without an operation" 'no row of calendar, add' kept "$out/kept"

# listed PAGE: it has the table of scores.
listed() {
    board --table | while IFS= read -r line; do
        grep -qxF -- "$line" "$1" || { echo "$1: expected: $line"; return 1; }
    done
}
check "README.md has the scores of all kept logs" listed $mark/README.md
mutate $mark/README.md "$out/README.md" 's/^(\| RV32.* )0\.7/\10.9/'
caught "a score on the page that no log has" 'README.md: expected: \| RV32' listed "$out/README.md"

# ---- emulated boards

# like BOARD: its log, and no operation takes 2 % more than in the kept one. Another compiler: skipped.
compiler() { grep -h '^# compiler: ' "$1" | sort -u; }
like() {
    if [ "$(compiler "build/board/$1.txt")" = "$(compiler "$results/$1.txt")" ]; then
        check "no operation of $1 takes 2 % more time, memory or stack than in results" \
            compare "$results/$1.txt" "build/board/$1.txt"
    else
        skip "compared: $1: results are of another compiler: $(compiler "$results/$1.txt")"
    fi
}

# near BOARD LOW HIGH: all of its scores are between these.
near() {
    score "build/board/$1.txt" | awk -v low="$2" -v high="$3" '
        { print; n++; if ($3 < low || $3 > high) { bad = 1 } } END { exit bad || !n }'
}

# again TARGET IMAGE: the image prints the same once more, as level 2 of the Cortex-M4.
again() {
    sed -n '/^# skedmark 1\.2,/,/^skedmark 1\.2:/p' build/board/cortex-m4.txt >"$out/before.txt"
    bash bench/ports/run.sh run "$1" "$2" | diff "$out/before.txt" -
}

# ends IMAGE BYTES: its memory ends so far above its start.
ends() {
    local end
    end=$(arm-none-eabi-nm "$1" | sed -n 's/^\([0-9a-f]*\) . port_stack$/\1/p')
    echo "$1: port_stack is $end"
    [ $((0x$end)) -eq $((0x21000000 + $2)) ]
}

# whole BOARD: the painted stack was never used up.
whole() { ! grep ',>' "build/board/$1.txt"; }

boards="cortex-m4 stm32f405 atmega2560 host"
if full; then boards=$(board --list); fi
arm=
for name in $boards; do
    board "$name" >"$out/$name.txt" 2>&1 || true
    if grep -q 'not installed' "$out/$name.txt"; then
        skip "$(<"$out/$name.txt")"
        continue
    fi
    cp "$out/$name.txt" "$log"
    check "$name has a score at each level: $(grep -c '^skedmark' "$out/$name.txt")" \
        score "build/board/$name.txt"
    sed 's/^/#   /' "$log"
    case $name in
        cortex-m4) arm=1; like $name ;;
        host) ;;
        *) like "$name" ;;
    esac
done
if [ -n "$arm" ]; then
    check "a Cortex-M4 is the baseline: within 2 % of 1" near cortex-m4 0.98 1.02
    check "... and so is another machine with a faster clock" near stm32f405 0.98 1.02
    caught "a score that is 4 % away" 'skedmark 1\.1: (0\.9|1\.0)' near cortex-m4 1.04 1.06
    check "two runs are equal, byte for byte" again m4-gcc build/board/cortex-m4.2.elf
    caught "a run that prints something else" '^> # board: Cortex-M4 \(STM32F405\)' \
        again stm32f405-gcc build/board/stm32f405.2.elf
    for level in 1:8192 2:65536 3:1048576; do
        check "the image of level ${level%:*} has ${level#*:} bytes of RAM" \
            ends "build/board/cortex-m4.${level%:*}.elf" "${level#*:}"
    done
    caught "an image with more RAM than a level has" 'port_stack is' \
        ends build/board/cortex-m4.2.elf 8192
    check "... and its stack was enough" whole cortex-m4
    sed 's/^\(row,2,tree,find,.*,\)\([0-9]*\)$/\1>\2/' build/board/cortex-m4.txt \
        >build/board/used-up.txt
    caught "a stack that was not" 'tree,find,.*,>[0-9]+$' whole used-up
fi

# ---- planted bugs, on a Cortex-M4

if ! have arm-none-eabi-gcc gcc-arm-none-eabi || ! have qemu-system-arm qemu-system-arm; then
    finish
    exit
fi

# try TARGET LEVEL FAMILIES FLAG...: prints the log, and the status if it is not 0.
try() {
    local target=$1 status=0 words=("-DSKEDMARK_LEVEL=$2" "-DSKEDMARK_FAMILIES=$3" "-I$mark")
    shift 3
    bash bench/ports/run.sh build "$target" $mark/bare.c "$out/try.elf" -O2 $mark/skedmark.c \
        "${words[@]}" "-DBENCH_FLAGS=\"-O2\"" "$@" || return 1
    bash bench/ports/run.sh run "$target" "$out/try.elf" >"$out/try.txt" || status=$?
    cat "$out/try.txt"
    echo "$status" >"$out/status.txt"
    return $status
}
# worse LEVEL FAMILIES FAMILY FOLDER: with the headers there, beside the kept log of that family.
worse() {
    try m4-gcc "$1" "$2" "-I$4" >"$out/tried.txt" || true
    grep -E "^#|^[a-z]*,$1,$3," $results/cortex-m4.txt >"$out/old.txt"
    compare "$out/old.txt" "$out/try.txt"
}
check "a family by itself is as in the whole" worse 1 2 queue .
turns='volatile int again; for (again = 0; again < 4; again++) { }'
mutate sched.h "$out/slow/sched.h" \
    "s/^SKED_API sked_status sked_queue_finish\\(.*\\) \\{\$/&\n    $turns/"
caught "a loop of 4 in finish" '1,queue,finish .* SLOWER' worse 1 2 queue "$out/slow"
large='volatile char large[512]; large[0] = 0; (void)large;'
mutate sched_ar.h "$out/large/sched_ar.h" '/^SKED_API sked_status sked_ar_find\(/,/\{$/s/\{$/{ '"$large"'/'
cp sched.h "$out/large"
caught "512 bytes of stack in find" '1,calendar,find .* MORE STACK' worse 1 8 calendar "$out/large"
mutate sched.h "$out/believed/sched.h" '~slack_is_read s/slack;/slack \/ 64;/'
caught "a wrong decision" 'hash,2,map,[0-9a-f]{16},FAILED' try m4-gcc 2 1 "-I$out/believed"
check "... whose score is refused, with status 1" grep -qx 1 "$out/status.txt"
check "... and whose hash is its own" sh -c "! grep -q ',cbf29ce484222325,' '$out/try.txt'"
caught "a stack that is used up" ',>[0-9]+$' try m4-gcc 1 16 -DBOARD_STACK=256

# clocks: bench and its ports, one of them changed
altered() {
    rm -rf "$out/altered"
    mkdir -p "$out/altered"
    cp -r bench/*.h bench/ports "$out/altered"
    mutate bench/ports/cortex_m.h "$out/altered/ports/cortex_m.h" "$1"
}
altered 's/(PORT_SYSTICK_CONTROL = )5 [^;]*;/\1 0;/'
caught "a clock that stands still" 'refused: the clock stands still' \
    try m4-gcc 1 2 "-I$out/altered"
check "... with status 2" grep -qx 2 "$out/status.txt"
altered 's/^(    return port_clocks.has_dwt . PORT_DWT_CYCLES : )(port_systick_ticks.*)/\10 - \2/'
caught "a clock that counts down" 'refused: the clock does not grow with the work' \
    try m4-gcc 1 2 "-I$out/altered"
altered 's/PORT_DWT_CYCLES : port_systick_ticks\(\);/PORT_DWT_CYCLES : port_systick_ticks() \/ 64;/'
caught "a clock that is too coarse" 'no score: the clock is too coarse for [0-9]+ operations' \
    try m4-gcc 1 2 "-I$out/altered"
check "... with status 3" grep -qx 3 "$out/status.txt"
altered 's/^#define PORT_UNIT "insn"/&\n#define PORT_TICKS_MASK 0xFFFFFFu/'
caught "a clock of 24 bits at level 3" 'refused: the clock wraps too soon for level 3' \
    try m4-gcc 3 64 "-I$out/altered"
check "24 bits are enough for level 2" try m4-gcc 2 2 "-I$out/altered"

# ---- logs beside each other

touch "$out/none.txt"
refused() { compare "$1" "$2"; }
caught "logs in other units" 'cannot be compared: units are insn and cycle' \
    refused $results/cortex-m4.txt $results/atmega2560.txt
caught "one log alone" 'two logs with rows were expected' refused $results/rv32.txt "$out/none.txt"
sed 's/$/\r/' $results/rv32.txt >"$out/serial.txt"
check "a log from a serial line, whose lines end in CR LF" score "$out/serial.txt"
check "... beside another" compare $results/rv32.txt "$out/serial.txt"
caught "two runs in one log" 'no score: twice, and only one run counts: map, min-min' \
    score $results/rv32.txt $results/rv32.txt
sed 's/^\(hash,2,tree,.*\)...,ok$/\1/' $results/rv32.txt >"$out/cut.txt"
caught "a log that was cut" 'no score: a hash is cut off' score "$out/cut.txt"
sed 's/,64,256,/,65,256,/' $results/cortex-m4.txt >"$out/size.txt"
caught "logs of other work" 'cannot be compared: another size of 2,queue,submit' \
    refused $results/cortex-m4.txt "$out/size.txt"
finish
