#!/usr/bin/env bash
# controller.sh: the firmware of a rack tells the same on a host and on a Cortex-M3, and in time.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

flags="-std=c99 -Wall -Wextra -I. -Ibench -Itests"
run=bench/ports/run.sh

# ---- the transcript

# answers PROGRAM: word for word, and nothing is wrong.
answers() { "$@" <examples/rack.commands | diff - examples/rack.expected; }
check "make build/controller" make -s build/controller
check "rack.commands on this host, word for word" answers build/controller

# refuses PROGRAM WHAT LINE: tells what is wrong where, and ends with status 1.
refuses() {
    local status=0
    printf '%b\n' "$3" | "$1" >"$out/refused.txt" || status=$?
    grep -qF "error at $2" "$out/refused.txt" && [ "$status" -eq 1 ]
}
check "a width beyond the rack is refused by line and column" refuses build/controller \
    "2:10: a number of boards was expected, up to 48, and rising" 'status\nsubmit 1 49:10'
check "a command that is none" refuses build/controller "1:1: a command was expected" 'launch 1'

# excerpt PAGE: its first lines are those of the transcript.
excerpt() {
    sed -n '/^\$ build\/controller/,/^```$/p' "$1" | sed '1d; $d' >"$out/excerpt.txt"
    [ "$(wc -l <"$out/excerpt.txt")" -ge 5 ] &&
        head -n "$(wc -l <"$out/excerpt.txt")" examples/rack.expected | diff "$out/excerpt.txt" -
}
tour=examples/README.md
check "$tour shows how the transcript begins" excerpt $tour
mutate $tour "$out/README.md" 's/^0: start 2 on 16-35/0: start 2 on 16-36/'
caught "a transcript on the page that is not the program's" '^[<>] ' excerpt "$out/README.md"

# planted FILE SED-SCRIPT: a controller with a bug.
planted() {
    local folder=$out/planted
    rm -rf "$folder"
    mkdir -p "$folder/examples"
    cp examples/controller* examples/{input,options,output}.h "$folder/examples"
    mutate "examples/$1" "$folder/examples/$1" "$2"
    "${least[@]}" $flags "$folder/examples/controller.c" -o "$folder/controller"
}
planted controller_run.h 's/^    (return )sked_queue_book\(.*$/    \1(void)c, (void)id, (void)span, SKED_OK;/'
caught "bookings that the queue is not told of" '^[<>] ' answers "$out/planted/controller"
planted controller_state.h 's/^    (controller_copy\(to, c->record.*)$/    (void)to;/'
caught "a save without the record" '^[<>] ' answers "$out/planted/controller"

# lives FOLDER: the deep test, with the examples of a folder.
lives() {
    mkdir -p "$1/tests/deep"
    cp tests/deep/controller.c "$1/tests/deep"
    "${least[@]}" -I. -Ibench -Itests -Itests/deep "$1/tests/deep/controller.c" -o "$1/lives" &&
        "$1/lives"
}
planted controller_state.h 's/saves % 2 == 0 \? 0 : half/saves % 2 == 2 ? half : 0/'
caught "a save over the one that was kept" 'controller.c:[0-9]+: does not hold' lives "$out/planted"

# ---- the same firmware on a Cortex-M3, with a UART and a reset of the whole system

# image NAME PROGRAM FLAG...
image() {
    local name=$1 program=$2
    shift 2
    $run build m3-gcc "$program" "$out/$name.elf" -Iexamples "$@"
}

# on_board IMAGE: its serial port is our input and output; a byte of 4 ends it.
on_board() {
    { cat examples/rack.commands && printf '\004'; } |
        timeout -k 5 "${SECONDS_MAX:-60}" qemu-system-arm -M mps2-an385 -icount shift=6,sleep=off \
            -display none -monitor none -serial stdio -chardev null,id=host \
            -semihosting-config enable=on,target=native,chardev=host -kernel "$1" |
        diff - examples/rack.expected
}

# no_library IMAGE: nothing of a C library, nothing with a binary point.
no_library() {
    ! arm-none-eabi-nm "$1" | grep -E ' (malloc|free|printf|puts|__aeabi_[df][a-z0-9]*|_*[a-z]+[sd]f[23])$'
}

# fits IMAGE SYMBOL BYTES: this static array is no larger.
fits() {
    arm-none-eabi-nm -S "$1" | awk -v symbol="$2" -v most="$3" '
        function hex(text,   i, value) {
            for (i = 1; i <= length(text); i++) {
                value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1 }
            return value }
        $4 == symbol { found++; bytes = hex($2); print symbol, bytes }
        END { exit !(found == 1 && bytes > 0 && bytes <= most) }'
}

# cheap IMAGE LIMIT: the median of a submission that starts at once.
cheap() {
    SECONDS_MAX=${SECONDS_MAX:-240} $run run m3-gcc "$1" >"$out/cost.txt" ||
        { cat "$out/cost.txt"; return 1; }
    awk -F, -v most="$2" '/^row,rack,controller,submit and start,/ { median = $9 }
        END { print "median " median; exit !(median > 1000 && median <= most) }' "$out/cost.txt"
}

if have arm-none-eabi-gcc gcc-arm-none-eabi && have qemu-system-arm qemu-system-arm; then
    board='-DCONTROLLER_BOARD_H="controller_mps2.h"'
    check "the image builds without a C library" image rack examples/controller.c "$board"
    check "rack.commands on a Cortex-M3, word for word, across a reset" on_board "$out/rack.elf"
    check "there is no routine of a C library or of floating point in it" \
        no_library "$out/rack.elf"
    check "the arena has at most 64 KiB" fits "$out/rack.elf" arena 65536
    caught "an arena of 64 KiB and not one byte less" '^arena 65536' \
        fits "$out/rack.elf" arena 65535
    arm-none-eabi-size "$out/rack.elf" | awk 'NR == 2 { print "# measured: the image of the rack: " \
        $1 " bytes of code and constants, " $2 + $3 " of static memory" }'

    mkdir -p "$out/forgetful"
    cp examples/controller* examples/{input,options,output}.h "$out/forgetful"
    mutate examples/controller_mps2.h "$out/forgetful/controller_mps2.h" \
        's/^static inline void board_start\(void\) \{$/&\n    *(volatile uint32_t *)(uintptr_t)0x2000c100u = 0;/'
    # Not optimised, as the compiler then takes a fifth of the time.
    check "the image builds without optimisation" image plain examples/controller.c "$board" -O0
    check "... and tells the same" on_board "$out/plain.elf"
    image forgetful "$out/forgetful/controller.c" "$board" -I. -O0
    caught "a start that writes to what was kept" '^[<>] ' on_board "$out/forgetful.elf"

    check "a command's cost is measured" image cost bench/controller.c -O2
    check "from the line to the start: at most 50,000 instructions, at the median" \
        cheap "$out/cost.elf" 50000
    awk -F, '$1 == "row" { print "# measured: instructions of a command on a Cortex-M3, " $4 ": first " \
        $7 ", median " $9 ", p99 " $10 ", worst " $11 ", stack " $13 " bytes" }' "$out/cost.txt"
    # of OPERATION: its median and its worst.
    of() { awk -F, -v what="$1" '$4 == what { print $9, $11 }' "$out/cost.txt"; }
    # told PAGE: what it says of the median and the largest cost is within 2 % of these.
    told() {
        local submit widths
        submit=$(of "submit and start")
        widths=$(of widths)
        python3 tests/docs/measured.py near "$1" 'some # instructions at the median, # at worst' \
            $submit && python3 tests/docs/measured.py near "$1" \
            'new widths for # waiting jobs: #, at worst #' 16 $widths
    }
    compiler="gcc 12.2."
    if ! grep -q "compiler $compiler" "$out/cost.txt"; then
        skip "the instructions in $tour compared: they are of $compiler"
    elif have python3 python3; then
        check "$tour says these instructions" told $tour
        mutate $tour "$out/README.md" 's/43,000 instructions/53,000 instructions/'
        caught "a page with other instructions" 'expected about' told "$out/README.md"
    fi
    mutate bench/controller.c "$out/slow.c" 's/^(    )(controller_byte\(&rack, .\\n.\);)/\1{ volatile int i; for (i = 0; i < 9999; i++) { } }\n\1\2/; s|"\.\./examples/|"|; s|"bench\.h"|"bench.h"|'
    image slow "$out/slow.c" -O2
    caught "60,000 instructions more" 'median [0-9]+' cheap "$out/slow.elf" 50000
fi

# ---- damaged scripts

build/controller <examples/rack.commands >"$out/told.txt"
if have clang clang; then
    clang $flags -O0 -fsanitize=address,undefined -fno-sanitize-recover=all \
        examples/controller.c -o "$out/sanitized"
    # survives: 400 scripts, each with some bytes changed, and cut.
    survives() {
        local seed status
        for seed in $(seq 1 "$2"); do
            status=0
            awk -v seed="$seed" 'BEGIN { srand(seed); letters = "0123456789:,- \tabcdefgsubmit#" }
                { line = $0
                  while (rand() < 0.3) {
                      at = int(rand() * (length(line) + 1))
                      line = substr(line, 1, at) substr(letters, 1 + int(rand() * 28), 1) \
                          substr(line, at + 1 + int(rand() * 3)) }
                  if (rand() < 0.9) { print line } }' examples/rack.commands |
                "$1" >"$out/survived.txt" 2>"$out/stderr.txt" || status=$?
            if [ "$status" -gt 1 ] || grep -q fault "$out/survived.txt"; then
                echo "seed $seed: status $status"
                head -n 20 "$out/stderr.txt"
                return 1
            fi
        done
    }
    check "400 damaged scripts, with sanitizers" survives "$out/sanitized" 400
    planted controller_text.h 's/^(    while \(first )<( set->size\) \{)$/\1<=\2/; s/line->length < CONTROLLER_LINE\)/1)/'
    mutate examples/controller_commands.h "$out/planted/examples/controller_commands.h" \
        's/line->length < CONTROLLER_LINE\)/1)/'
    clang $flags -O0 -fsanitize=address,undefined -fno-sanitize-recover=all \
        "$out/planted/examples/controller.c" -o "$out/overrun"
    printf '%0200d\n' 0 >"$out/long.txt"
    caught "a line that is longer than its buffer" 'out of bounds|overflow' \
        "$out/overrun" <"$out/long.txt"
fi
finish
