#!/usr/bin/env bash
# bench.sh: the same decisions on every compiler and word; no kernel costs 2 % more instructions.
# SPDX-License-Identifier: MIT
#
#   tests/gates/bench.sh            compare with bench/instructions.txt
#   tests/gates/bench.sh --write    measure, and write that file
#
# Instructions are counted by callgrind between two requests in the program, so that neither the
# clock nor the load of the machine matters. They depend on the compiler: its version stands in the
# first line of the file, and with another one the counts are printed but not compared.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

kernels=$(sed -n 's/^    {"\([a-z_0-9]*\)", .*UINT64_C.*/\1/p' bench/overhead.c)

golden() {
    local name=$1
    shift
    "$@" -std=c99 -I"${folder:-.}" -I. -Ibench bench/overhead.c -o "$out/$name" &&
        ${by:-} "$out/$name" golden
}

i386="-m32 -isystem /usr/include/x86_64-linux-gnu"
requests=()                             # callgrind's; without it they do nothing
if command -v valgrind >/dev/null 2>&1; then requests=(-DBENCH_CALLGRIND); fi
speed=(-O0)
if in_full "golden hashes of gcc -O0, -O1, -O3 and -Os, of musl, and optimised elsewhere"; then
    speed=(-O2)
fi
if have gcc gcc; then
    check "golden hashes, gcc -O2" golden counted gcc -O2 "${requests[@]}"
    if full; then
        for level in -O0 -O1 -O3 -Os; do
            check "golden hashes, gcc $level" golden gcc gcc $level
        done
    fi
    words=("${least[@]}")
    if full; then words=(gcc -O2); fi
    for bits in 8 16 32; do
        check "golden hashes, ${words[0]}, words of $bits bits" \
            golden words "${words[@]}" -DSKED_WORD_BITS=$bits
    done
    if echo 'int main(void) { return 0; }' | gcc $i386 -x c - -o "$out/narrow" 2>"$log"; then
        by=$i386_by check "golden hashes, gcc -m32" golden narrow gcc "${speed[@]}" $i386
    else
        skip "gcc -m32 (apt packages gcc-12-multilib libc6-dev-i386)"
    fi
    mutate sched.h "$out/late/sched.h" '~backfill_outlasts s/ > / >= /'
    folder=$out/late caught "a backfill that must end before the shadow time" 'FAILED' \
        golden changed "${least[@]}"
    mutate sched_fattree.h "$out/low/sched_fattree.h" \
        '~bound_of_wholes s/(squares .*) \* size;/\1;/'
    folder=$out/low caught "a bound for trees that is too low" 'tree_hard [0-9a-f]+ FAILED' \
        golden believing "${least[@]}"
    mutate sched_moldable.h "$out/full/sched_moldable.h" \
        '~list_takes_width s/width;/width + (width > 1);/'
    folder=$out/full caught "a list that takes a processor less than it uses" \
        'mold_list [0-9a-f]+ FAILED' golden crowded "${least[@]}"
fi
if have clang clang; then check "golden hashes, clang" golden clang clang "${speed[@]}"; fi
if have tcc tcc; then check "golden hashes, tcc" golden tcc tcc; fi
if full && have musl-gcc musl-tools; then
    check "golden hashes, musl" golden musl musl-gcc -O2 -static
fi

# count PROGRAM WORD...: runs it under callgrind.
count() {
    local program=$1
    shift
    rm -f "$out"/callgrind.out*
    valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no \
        --callgrind-out-file="$out/callgrind.out.%p" "$program" count "$@" >"$log" 2>&1
}

# count_all PROGRAM KERNEL...: "KERNEL INSTRUCTIONS" for each, from the files that callgrind leaves.
count_all() {
    count "$@" || return 1
    awk '/^desc: Trigger: Client Request: / { name = $5 }
        /^totals: / && name != "" { print name, $2; name = "" }' "$out"/callgrind.out.*
}

# within COUNT BASE: at most 2 % more. A count near nothing means that nothing was counted.
within() { [ "$1" -ge 1000 ] && [ $((($1) * 100)) -le $((($2) * 102)) ]; }

if have valgrind valgrind && have gcc gcc; then
    compiler=$(gcc --version | head -n 1)
    if [ ! -x "$out/counted" ]; then
        not_ok "the counted program builds"
    elif [ "${1:-}" = --write ]; then
        {
            echo "$compiler -O2"
            count_all "$out/counted" $kernels >"$out/now.txt"
            for kernel in $kernels; do grep "^$kernel " "$out/now.txt"; done
        } >bench/instructions.txt
        cat bench/instructions.txt
    else
        baseline=$(head -n 1 bench/instructions.txt)
        count_all "$out/counted" $kernels >"$out/now.txt" || : >"$out/now.txt"
        for kernel in $kernels; do
            now=$(sed -n "s/^$kernel //p" "$out/now.txt")
            before=$(sed -n "s/^$kernel //p" bench/instructions.txt)
            if [ "$baseline" != "$compiler -O2" ]; then
                check "$kernel: ${now:-0} instructions are counted" [ "${now:-0}" -ge 1000 ]
                skip "$kernel: compared; the baseline is of another compiler: $baseline"
            else
                check "$kernel: ${now:-0} instructions, baseline ${before:-0}" \
                    within "${now:-0}" "${before:-0}"
            fi
        done
        mutate sched.h "$out/slow/sched.h" \
            '~pick_clears s/[^ ].*;/{ int again; for (again = 0; again < 99; again++) { & } }/'
        # Both not optimised, as the compiler then takes a fifth of the time.
        golden slower gcc -O0 "${requests[@]}" -I"$out/slow" >"$log"
        golden faster gcc -O0 "${requests[@]}" >"$log"
        slow=$(count_all "$out/slower" queue_easy | cut -d ' ' -f 2)
        fast=$(count_all "$out/faster" queue_easy | cut -d ' ' -f 2)
        caught "clearing a set 99 times ($slow instructions for $fast)" 'too many' \
            sh -c "[ $((slow * 100)) -le $((fast * 102)) ] || { echo too many; exit 1; }"
    fi
fi

# A port of one's own: a header with four functions, here with a clock that only counts its calls.
cat >"$out/own_port.h" <<'C'
#include <stdio.h>
#include <stdlib.h>
#define PORT_UNIT "call"
static inline void port_init(void) {}
static inline uint32_t port_ticks(void) { static uint32_t calls; return ++calls; }
static inline void port_putc(char c) { putchar(c); }
static inline void port_exit(int status) { exit(status); }
C
if have gcc gcc; then
    check "golden hashes through a port without a clock" golden port "${least[@]}" -I"$out" \
        '-DBENCH_PORT_H="own_port.h"'
fi

if in_full "the deep tests of EASY, for code without profiles" && have gcc gcc; then
    check "the deep tests of EASY hold for code without profiles" sh -c "gcc -std=c99 -O2 \
        -DSKED_DEPTH_MAX=1 -I. -Itests tests/deep/queue.c -o '$out/shallow' && '$out/shallow'"
fi

# part FOLDER POLICIES PICKS: a calendar with these alone finds what ticks do, and refuses others.
part() {
    "${least[@]}" "-DSKED_AR_POLICIES=$2" "-DSKED_AR_PICKS=$3" "-I$1" -I. -Itests \
        tests/deep/ar.c -o "$out/part" && "$out/part"
}
if have gcc gcc; then
    check "a calendar with first and latest fit alone, and no code to judge all starts" part . 129 5
    check "a calendar with the longest rectangle alone" part . 16 1
    check "a calendar with first fit and neighbours alone" part . 1 2
    mutate sched_ar.h "$out/walks/sched_ar.h" \
        '~policies_that_walk s/= /&1u << SKED_AR_DU_W | /'
    caught "a policy that needs what is left out" 'does not hold' part "$out/walks" 16 1
    mutate sched_ar.h "$out/offered/sched_ar.h" '~picks_left_out s/#if .*/#if 0/'
    caught "a pick that is not refused" 'does not hold' part "$out/offered" 129 5
fi

# formed FOLDER MASK: code for these forms alone plans as all code does, and refuses the others.
formed() {
    local form expected
    expected=$("$out/forms" "$2" | cut -d ' ' -f 1)
    for form in -1 0 1 2 3 4 5 6 7 8; do
        if [ "$form" -lt 0 ] || [ $(($2 >> form & 1)) = 0 ]; then
            expected="$expected $refused"
        else
            expected="$expected 0"
        fi
    done
    "${least[@]}" "-DSKED_MOLDABLE_FORMS=$2" "-I$1" -I. tests/programs/forms.c -o "$out/formed" || return 1
    [ "$("$out/formed" "$2" | tee "$out/formed.txt")" = "$expected" ] ||
        { cat "$out/formed.txt"; echo "expected: $expected"; return 1; }
}
refused=$(sed -nE 's/^ +X\(SKED_E_SETTING, ([0-9]+),.*/\1/p' sched.h)
if have gcc gcc; then
    "${least[@]}" -I. tests/programs/forms.c -o "$out/forms"
    for mask in 1 2 3 12 16 32 64 65 126; do
        check "moldable tasks of the forms $mask alone are planned as by all code" formed . "$mask"
    done
    mutate sched_moldable.h "$out/others/sched_moldable.h" \
        '~list_has_form s/ && .*;/;/'
    caught "a form that all tasks are taken for" 'expected' formed "$out/others" 3
    mutate sched_moldable.h "$out/unasked/sched_moldable.h" \
        '~form_refused s/if \(.*\) \{/if (0) {/'
    caught "a form that is not refused" 'expected' formed "$out/unasked" 65
fi

# What a limit leaves out is refused, and what it leaves decides as before.
limits="-DSKED_FATTREE_SEARCH=0 -DSKED_MOLDABLE_METHODS=24 -DSKED_MAP_HEURISTICS=72
    -DSKED_MAP_COLUMNS=0"
# limited FOLDER EXPECTED [OPTION...]: what the program prints, in one line.
limited() {
    local folder=$1 expected=$2 printed
    shift 2
    gcc -std=c99 -O0 -Wall -Wextra -Werror "-I$folder" -I. "$@" tests/programs/limited.c \
        -o "$out/limited" ||
        return 1
    printed=$("$out/limited" | xargs)
    echo "$printed"
    [ "$printed" = "$expected" ] || { echo "expected: $expected"; return 1; }
}
# still FOLDER KERNEL...: with the limits the golden hashes are those of the whole.
still() {
    local folder=$1
    shift
    "${words[@]}" -std=c99 $limits "-I$folder" -I. -Ibench bench/overhead.c -o "$out/still" ||
        return 1
    "$out/still" count "$@"
}
if have gcc gcc; then
    check "nothing is refused without limits" limited . "0$(printf " 0%.0s" {1..31}) 1"
    no=$refused
    some="0$(printf " $no%.0s" {1..12}) 0 0$(printf " $no%.0s" {1..6})"
    some="$some $no $no $no 0 $no $no 0 $no $no 0 0 0"
    check "what SKED_FATTREE_SEARCH, _MOLDABLE_METHODS and _MAP_HEURISTICS leave out is refused" \
        limited . "$some" $limits
    mutate sched_fattree.h "$out/lenient/sched_fattree.h" \
        '~greedy_requires s/request->required != NULL/0/'
    caught "a required set that is not refused" 'expected' limited "$out/lenient" "$some" $limits
    mutate sched.h "$out/spread/sched.h" '~map_mask s/\(SKED_MAP_HEURISTICS\)/511u/'
    caught "a heuristic that is not refused" 'expected' limited "$out/spread" "$some" $limits
    check "greedy trees, DEMT and MULTIBASE, min-min and duplex decide with the limits as without" \
        still . tree_greedy tree_life mold_demt mold_shuffles mold_multibase \
        map_min_min map_min_min_low map_duplex_sum pjs pjs_go_on site
    caught "a method that is left out" 'refused: a setting' still . mold_sweep
    caught "a heuristic that is left out" 'refused: a setting' still . map_olb
fi

# What one program has saved, one without profiles and bookings opens only if it needs none.
# unbooked KERNEL...: the golden hashes of queues that have no room for bookings, without code for
# them.
mutate bench/overhead.c "$out/unbooked.c" 's/(\.bookings_max = )2,/\10,/'
unbooked() {
    "${words[@]}" -std=c99 -DSKED_BOOKINGS_MAX=0 -I. -Ibench "$out/unbooked.c" \
        -o "$out/unbooked" &&
        "$out/unbooked" count "$@"
}
opens() {
    [ "$("$out/$1" "$out/saved.queue")" = "$2" ] || { echo "expected: $2"; return 1; }
}
if have gcc gcc; then
    "${least[@]}" -I. tests/programs/saved.c -o "$out/saver"
    "${least[@]}" -I. -DSKED_DEPTH_MAX=1 -DSKED_BOOKINGS_MAX=0 -DSKED_ACCOUNTS_MAX=0 \
        tests/programs/saved.c -o "$out/opener"
    "$out/saver" "$out/saved.queue" 1
    check "a saved queue of depth 1 is opened without profiles" opens opener "success"
    "$out/saver" "$out/saved.queue" 4294967295
    check "a saved queue of depth SKED_ALL is opened" opens saver "success"
    no="a setting has no such value, or this program leaves it out"
    check "... and without profiles it is refused" opens opener "$no"
    "$out/saver" "$out/saved.queue" 1 bookings
    check "a saved queue with bookings is opened" opens saver "success"
    check "... and without code for bookings it is refused" opens opener "$no"
    check "... as is one to be made" sh -c "! '$out/opener' '$out/saved.queue' 1 holds"
    "$out/saver" "$out/saved.queue" 1 accounts
    check "a saved queue with accounts is opened" opens saver "success"
    check "... and without code for accounts it is refused" opens opener "$no"
    check "... as is one to be made with some" \
        sh -c "! '$out/opener' '$out/saved.queue' 1 accounts"
    check "queues decide without code for bookings as with it" \
        unbooked queue_easy queue_easy_down queue_conservative tiers_measy
    caught "a queue with bookings" 'FAILED|refused' unbooked queue_easy_bookings
fi

# ---- the command line of the programs, and their rows

# All that have a main. map_ratio needs no rival to be asked for help.
programs=$(grep -lE '^int main\(' bench/*.c | xargs -n 1 basename -s .c)
cat >"$out/no_rival.c" <<'C'
#include "plain_map.hpp"
const struct plain_map_entry plain_map_table[] = {{"none", "none", 0, 0}};
const uint32_t plain_map_count = 1;
C

# helps NAME PROGRAM: -h and --help, also behind a bad argument, print what it measures, how long it
# takes and how it ends, in 79 columns.
helps() {
    local word
    for word in -h --help "nonsense --help"; do
        "$2" $word >"$out/help.txt" 2>"$out/stderr.txt" || { echo "$1 $word: status $?"; return 1; }
        [ ! -s "$out/stderr.txt" ] || { echo "$1 $word: $(<"$out/stderr.txt")"; return 1; }
        [ "$(head -n 1 "$out/help.txt" | cut -d ' ' -f 1-2)" = "usage: $1" ] &&
            grep -qE '^(Measures|Compares) ' "$out/help.txt" && grep -q '^Exit status: 0 if' "$out/help.txt" &&
            grep -qE 'second|minute' "$out/help.txt" && [ "$(wc -L <"$out/help.txt")" -lt 80 ] ||
            { echo "$1 $word: not a help"; cat "$out/help.txt"; return 1; }
    done
}
# refuses NAME PROGRAM ARGUMENT WORD...: status 2, and a line that has the argument.
refuses() {
    local name=$1 program=$2 argument=$3
    shift 3
    gives_up 2 "^$name: $argument: .+; expected .+" "$program" "$@" ||
        { echo "$name $*: not refused by its argument"; return 1; }
}
# asked FOLDER: each program of FOLDER/bench knows its arguments.
asked() {
    local name program
    mkdir -p "$out/asked"
    for name in $programs; do
        program=$out/asked/$name
        "${least[@]}" -I"$1/bench" -I. "$1/bench/$name.c" \
            $([ "$name" != map_ratio ] || echo "$out/no_rival.c") -o "$program" -lm &&
            helps "$name" "$program" && refuses "$name" "$program" --nonsense --nonsense &&
            refuses "$name" "$program" no/such/thing no/such/thing &&
            refuses "$name" "$program" -1 -1 || return 1
        case $(<"$out/help.txt") in *--csv*)
            refuses "$name" "$program" --csv --csv &&
                refuses "$name" "$program" no/such/thing "--csv=$out/no.csv" no/such/thing &&
                [ ! -e "$out/no.csv" ] || return 1 ;;
        esac
    done
}
bad_numbers() {
    refuses ar_ratio "$out/asked/ar_ratio" 1000001 only A 1000001 &&
        refuses ar_ratio "$out/asked/ar_ratio" 1x only B 1x &&
        refuses fattree_ratio "$out/asked/fattree_ratio" 100 only pods 100 64 &&
        refuses moldable_ratio "$out/asked/moldable_ratio" 0 only weak 0 &&
        refuses moldable_ratio "$out/asked/moldable_ratio" weak only weak &&
        refuses overhead "$out/asked/overhead" map_none count map_olb map_none &&
        refuses queue_ratio "$out/asked/queue_ratio" easier count easier
}
# altered NAME SED-SCRIPT: a copy of bench with another command.h.
altered() {
    mkdir -p "$out/$1/bench"
    cp bench/*.[ch] bench/*.hpp "$out/$1/bench"
    ln -sfn "$PWD/examples" "$out/$1/examples"
    mutate bench/command.h "$out/$1/bench/command.h" "$2"
}
if have gcc gcc; then
    check "$(echo "$programs" | wc -l) programs of bench explain themselves, and refuse by name" \
        asked .
    check "... numbers, too, and words of their own" bad_numbers
    altered mute 's/ \|\| strcmp\(words\[i\], "--help"\) == 0//'
    caught "a program without --help" '--help: status 2' asked "$out/mute"
    altered green 's/exit\(2\);/exit(0);/'
    caught "a refusal with status 0" 'not refused' asked "$out/green"
fi

# whole FILE: rows as bench/command.h describes them, and a table of 79 columns.
whole() {
    awk -F, 'NR == 1 { wrong += $0 != "module,kernel,size,metric,unit,value"; next }
        NF != 6 || $1 !~ /^(map|queue|tiers|site|calendar|tree|moldable)$/ || $2 == "" ||
            $3 !~ /^[0-9]+(x[0-9]+)?$/ || $5 !~ /^(us|1)$/ || $6 !~ /^[0-9]/ ||
            $4 !~ /^((plain_)?(mean|median|p99|worst|least)|ratio)$/ { print "no row: " $0; wrong++ }
        END { exit wrong > 0 || NR < 40 }' "$1" || return 1
    awk -f bench/summary.awk "$1" >"$out/summary.txt" || return 1
    cat "$out/summary.txt"
    grep -q '^PJS, .* us' "$out/summary.txt" && [ "$(wc -L <"$out/summary.txt")" -lt 80 ] ||
        { echo "not the summary"; return 1; }
}
if have gcc gcc; then
    measured() {
        make -s build/skedmark && build/skedmark >"$out/skedmark.txt" || return 1
        { echo module,kernel,size,metric,unit,value
            awk -f bench/skedmark/rows.awk "$out/skedmark.txt"; } >"$out/rows.csv"
        whole "$out/rows.csv"
    }
    check "the rows of skedmark, and their summary" measured
    mutate "$out/rows.csv" "$out/comma.csv" 's/^(queue,[a-z-]*)\//\1,/'
    caught "a kernel whose name has a comma" 'no row: queue' whole "$out/comma.csv"
fi

# What follows is told by `make bench`, too; the deep tests compare with slower models.
if ! in_full "decisions and times beside EASY, a list, a knapsack and mappings coded plainly"; then
    finish
    exit
fi

# beside WHAT PROGRAM [WORD]: build/PROGRAM finds the decisions equal; its times are for reading.
beside() {
    check "the comparison of $1 builds" make -s "build/$2"
    if "build/$2" ${3:-} --csv "$out/rows.csv" >"$out/$2.txt" 2>&1; then
        sed 's/^/#   /' "$out/$2.txt"
        ok "$1 agree"
    else
        cp "$out/$2.txt" "$log"
        not_ok "$1 agree"
    fi
}

# differs WHAT PATTERN FOLDER PROGRAM [WORD]: not so with the header in that folder.
differs() {
    gcc -std=c99 -O1 -I"$out/$3" -I. -Ibench "bench/$4.c" ${rivals:-} -o "$out/$4" -lm
    caught "$1" "DECISIONS DIFFER$2|PLANS DIFFER$2" "$out/$4" ${5:-}
}

if have gcc gcc; then
    differs "a backfill that must end before the shadow time (plain EASY)" '' late queue_ratio
    beside "EASY, and EASY coded plainly," queue_ratio

    mutate sched_ar.h "$out/last/sched_ar.h" '~best_of_equals s/>= 0/> 0/'
    differs "a policy whose equals go to the latest start (plain list)" '' last ar_ratio quick
    beside "the calendar, and a list coded plainly," ar_ratio quick

    differs "a bound that is too low (plain knapsack)" '.*coded plainly' low fattree_ratio quick
    beside "the tree, and a knapsack coded plainly," fattree_ratio quick

    differs "a list that takes a processor less than it uses (plain list)" '' \
        full moldable_ratio quick
    mutate sched_moldable.h "$out/strict/sched_moldable.h" '~dual_most s/;/ - (uint64_t)d;/'
    differs "a test that refuses deadlines that can be met" '.*the plain test accepts' \
        strict moldable_ratio quick
    mutate sched_moldable.h "$out/early/sched_moldable.h" '~dual_savings s/ - savings//'
    differs "a test that compares works before the knapsack's saving is taken off" \
        '.*the plain test accepts' early moldable_ratio quick
    beside "moldable tasks, and the dual test and the list coded plainly," moldable_ratio quick

    # Where a picker refuses, more of the machine is used if it is asked ahead; else the same.
    asking_pays() {
        "$1" 100 | tee "$out/ask_ahead.txt" | awk -F '[|]' '
            $2 !~ /log|lublin/ { next }
            { rows++; counts = $4 + 0; asks = $5 + 0 }
            $3 ~ /any/ ? counts != asks : asks <= counts { print "not so: " $0; bad = 1 }
            END { exit bad || rows != 8 }'
    }
    check "the program that asks ahead builds" make -s build/ask_ahead
    if in_full "the table of asking ahead, from 1,000 jobs a draw"; then
        table() { build/ask_ahead | diff - "$1"; }
        check "the kept table of asking ahead is what is printed" \
            table bench/figures/results/ask_ahead.md
        mutate bench/figures/results/ask_ahead.md "$out/ask_other.md" 's/97\.3/97.9/'
        caught "a kept table of other numbers" '97\.9' table "$out/ask_other.md"
    fi
    check "a picker that refuses is worth asking ahead" asking_pays build/ask_ahead
    sed 's/^/#   /' "$out/ask_ahead.txt"
    mutate sched.h "$out/deaf/sched.h" '~asks_ahead s/return /return 0 \&\& /'
    gcc -std=c99 -O1 -I"$out/deaf" -I. -Ibench bench/ask_ahead.c -o "$out/deaf/ask" -lm
    caught "a picker that is not asked" 'not so: ' asking_pays "$out/deaf/ask"
fi
if have g++ g++; then
    beside "min-min and max-min, and rivals coded plainly," map_ratio quick
    mutate sched.h "$out/believed/sched.h" '~slack_is_read s/slack;/slack \/ 64;/'
    rivals="build/plain_map.o -lstdc++"
    differs "a slack that is believed wider than it was read" '' believed map_ratio quick
    if command -v valgrind >/dev/null 2>&1; then
        gcc -std=c99 -O2 -DBENCH_CALLGRIND -I. -Ibench bench/map_ratio.c $rivals -o "$out/duplex" -lm
        collected='s/^==[0-9]*== Collected : \([0-9][0-9]*\).*/\1/p'
        echo "#   duplex 100 x 100, gcc -O2:" \
            "$(count "$out/duplex"; sed -n "$collected" "$log") instructions inconsistent," \
            "$(count "$out/duplex" consistent; sed -n "$collected" "$log") consistent"
    fi
    complete() { whole "$out/rows.csv" && ! grep 'not measured' "$out/summary.txt"; }
    check "the summary has all of its rows" complete
    sed 's/^/#   /' "$out/summary.txt"
    grep -v '^calendar,add' "$out/rows.csv" >"$out/fewer.csv"
    cp "$out/fewer.csv" "$out/rows.csv"
    caught "a row that was not measured" 'not measured' complete
fi
finish
