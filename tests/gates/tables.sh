#!/usr/bin/env bash
# tables.sh: code, stack and memory are what bench/tables says, or less.
# SPDX-License-Identifier: MIT
#
#   tests/gates/tables.sh           what is quick; with FULL=1 every table
#   tests/gates/tables.sh --write [TABLE...]    measures all, or these, and writes the tables and
#                                   their page (make tables): sizes stack bytes; page alone
#
# A figure fails if it is more than 2 % above the committed one. Figures depend on the compiler: its
# version stands in the table, and with another one nothing is compared, but told.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
tables=bench/tables
mark=bench/skedmark

# page FOLDER LOGS: of the tables and of the logs of skedmark in them.
page() {
    awk -f $tables/page.awk $tables/roles.txt "$1"/{sizes,stack,paths,painted,bytes}.csv
    awk -f $mark/results.awk "$2"/{cortex-m4,rv32,atmega2560,host}.txt
}

if [ "${1:-}" = --write ]; then
    shift
    for table in ${*:-sizes stack bytes}; do
        case $table in
            sizes) $tables/measure.sh "$out" sizes gcc clang ;;
            stack) $tables/measure.sh "$out" stack -- paths 512 -- painted ;;
            bytes) $tables/measure.sh "$out" bytes avr m3 host ;;
            page) ;;
            *) echo "no such table: $table"; exit 2 ;;
        esac
    done
    find "$out" -maxdepth 1 -name '*.csv' -exec cp {} $tables/ \;
    page $tables $mark/results >$tables/README.md
    exit
fi

# compare TABLE FOLDER: what was measured there with the committed table.
compare() { awk -f $tables/compare.awk "$tables/$1.csv" "$2/$1.csv"; }

# table WHAT NAME WORD...: measured and compared; what was not compared is skipped.
table() {
    local what=$1 name=$2
    shift
    if ! $tables/measure.sh "$out" "$@" >"$log" 2>&1; then
        not_ok "$what: measured"
        return
    fi
    check "$what" compare "$name" "$out"
    sed -n "s/^[0-9].* agree.*/# measured: $what, beside the committed table: &/p" "$log"
    sed -n 's/^skipped: //p' "$log" >"$out/skipped.txt"
    while IFS= read -r what; do skip "compared: $what"; done <"$out/skipped.txt"
}

# code_of FOLDER: what each role takes on a Cortex-M0, as measured there, and whether its bar holds.
code_of() {
    awk -f $tables/page.awk $tables/roles.txt "$1/sizes.csv" \
        $tables/{stack,paths,painted,bytes}.csv | awk -F ' *[|] *' '
        /^## / { of_code = ($0 == "## Code") }
        of_code && NF > 9 && $2 != "role" && $2 !~ /^-/ {
            text = "# measured: code on a Cortex-M0, bytes, " $3 " (`" $2 "`): " $4 + $5 " by gcc"
            if ($6 + $7 > 0) { text = text ", " $6 + $7 " by clang" }
            sub(/^[0-9]+/, "& KiB", $8); sub(/:/, ",", $9)
            print text ($8 == "-" ? "" : "; bar " $8 ", by gcc " $9) }'
}

# stack_of FOLDER: how many functions take at most 512 bytes.
stack_of() {
    awk -F, '!/^#/ && $1 != "static RAM" { all++; within += ($4 <= 512) }
        END { print "# measured: public functions with at most 512 bytes of stack on a Cortex-M3: " \
            within " of " all }' "$1/stack.csv"
}

# held FOLDER: what was found by painting the stack is within the bound, and at least half of it.
held() {
    awk -F, '!/^#/ && NR == FNR { bound[$1] = $4 }
        !/^#/ && NR != FNR {
            print $1 ": " $4 " bytes painted, bound " bound[$1]; rows++
            if ($4 > bound[$1] + 0 || $4 * 2 < bound[$1]) { bad = 1; print "out of bounds: " $1 } }
        END { exit bad || rows < 12 }' "$1/stack.csv" "$1/painted.csv"
}

# static_bytes OBJECT: prints what it has of .data and .bss, if it has any.
static_bytes() {
    size "$1" | awk 'NR == 2 && $2 + $3 > 0 { print $2 + $3 " bytes of static RAM" }'
}

# free_of OBJECT PREFIX: no function whose name begins so.
free_of() {
    nm "$1" | grep -c ' [tT] ' >/dev/null || { echo "no code at all"; return 1; }
    ! nm "$1" | grep "$2" || { echo "code of $2"; return 1; }
}

# worse TABLE WORD...: measures with the planted headers in $bad, and compares.
worse() {
    mkdir -p "$bad"
    HEADERS=$bad $tables/measure.sh "$bad" "$@" || return 1
    compare "$1" "$bad"
}

start='s/^SKED_API uint32_t sked_version\(void\) \{/'
quiet="-std=c99 -O1 -w"

check "the page is that of the tables, and of the logs of skedmark" \
    diff <(page $tables $mark/results) $tables/README.md
mkdir -p "$out/other"
sed 's/^row,1,queue,pass,8,\(.*\),[0-9]*,\([0-9]*,[0-9]*\)$/row,1,queue,pass,8,\1,12345,\2/' \
    $mark/results/cortex-m4.txt >"$out/other/cortex-m4.txt"
cp $mark/results/{rv32,atmega2560,host}.txt "$out/other/"
caught "a log of skedmark that was changed" '12,345' \
    diff <(page $tables "$out/other") $tables/README.md
cp $tables/*.csv "$out/other/"
sed -i 's/^\(queue_easy,code,gcc,\).*/\112345/' "$out/other/sizes.csv"
caught "a table that was changed by hand" '12345' \
    diff <(page "$out/other" $mark/results) $tables/README.md
sed -i 's/^# gcc: .*/# gcc: another compiler/' "$out/other/sizes.csv"
check "figures of another compiler are skipped, not compared" \
    sh -c "awk -f $tables/compare.awk $tables/sizes.csv '$out/other/sizes.csv' |
        grep -q '^skipped: [0-9]* rows of gcc'"

if have arm-none-eabi-gcc gcc-arm-none-eabi; then
    words=gcc
    if in_full "code by clang" && have clang-14 clang; then words="gcc clang"; fi
    table "code on a Cortex-M0 ($words)" sizes $words
    [ ! -e "$out/sizes.csv" ] || code_of "$out"
    check "who does not use tiers has no code for their passes" \
        free_of "$out/work/queue_easy.gcc.o" sked_tiers_
    check "who does not use units has no code for them" \
        free_of "$out/work/tree_place.gcc.o" sked_units_
    table "the worst stack of each public function on a Cortex-M3" stack
    [ ! -e "$out/stack.csv" ] || stack_of "$out"
    silent "no static RAM in any header" static_bytes "$out/work/kit.o"

    bad=$out/large
    ballast='    if (sked_ballast_[id \& 4095u] == 2) { return SKED_E_TIME; }'
    mutate sched.h "$bad/sched.h" "${start}static const char sked_ballast_[4096] = {1};\n&/
        s/^SKED_API sked_status sked_queue_finish\\(.*\\) \\{\$/&\n$ballast/"
    ROLES=queue_easy caught "4 KiB more in flash" 'above the baseline: queue_easy,code,gcc' \
        worse sizes gcc
    bad=$out/deep
    grown='volatile char room[1024]; room[0] = (char)++sked_counter_;'
    grown="$grown if (room[0] == 2) { return 1; }"
    mutate sched.h "$bad/sched.h" "${start}static int sked_counter_;\n&\n    $grown/"
    KIT=sched caught "a frame of 1 KiB" 'above the baseline: sked_version,' worse stack
    caught "a static variable" 'above the baseline: static RAM' compare stack "$bad"
    caught "a static variable (by its size)" '4 bytes of static RAM' static_bytes "$bad/work/kit.o"
    mutate sched.h "$out/linked/sched.h" \
        '~plain_next s/return /&sked_tiers_next(queue, action, processors) == SKED_OK ? SKED_OK : /'
    arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb $quiet "-I$out/linked" -DSKED_DEPTH_MAX=1 \
        -DSKED_KINDS_MAX=0 -DSKED_ACCOUNTS_MAX=0 -DSKED_QUEUE_OPTIONS=0 -c bench/footprint.c \
        -o "$out/linked/linked.o"
    caught "passes of tiers in the plain next" 'code of sked_tiers_' \
        free_of "$out/linked/linked.o" sked_tiers_
    mutate sched_fattree.h "$out/patent/sched_fattree.h" \
        '~plain_find s/return /&scratch == set ? sked_units_next((sked_units *)scratch, (sked_units_start *)answer, set) : /'
    arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb $quiet "-I$out/patent" -I. -DFOOTPRINT_PLACEMENT \
        -c bench/footprint_fattree.c -o "$out/patent/linked.o"
    caught "units in a plain find" 'code of sked_units_' free_of "$out/patent/linked.o" sked_units_
fi

if have arm-none-eabi-gcc gcc-arm-none-eabi && have qemu-system-arm qemu-system-arm; then
    $tables/measure.sh "$out" painted
    check "painted stacks are within their bounds" held "$out"
    sed 's/^/#   /' "$log"
    cp "$out/painted.csv" "$out/other/painted.csv"
    low='s/^(sked_ar_remove,.*,).*/\1384/'
    mutate "$out/stack.csv" "$out/other/stack.csv" "$low"
    caught "a bound that is a word too low" 'out of bounds: sked_ar_remove' held "$out/other"
    mutate "$out/painted.csv" "$out/other/painted.csv" 's/^(sked_pjs,.*,).*/\1600/'
    caught "a bound of more than twice what is taken" 'out of bounds: sked_pjs' held "$out/other"
fi
if have gcc gcc; then table "bytes of objects, 64-bit pointers" bytes host; fi
if in_full "bytes of objects elsewhere"; then
    if have avr-gcc gcc-avr && have simavr simavr; then
        table "bytes of objects, 16-bit pointers" bytes avr
    fi
    if have qemu-system-arm qemu-system-arm; then
        table "bytes of objects, 32-bit pointers" bytes m3
    fi
fi
finish
