#!/usr/bin/env bash
# fuzz.sh: the kept corpus is replayed, each target is fuzzed for a while, each allocation refused.
# SPDX-License-Identifier: MIT
#
# The targets are tests/fuzz/NAME.c, their files tests/fuzz/corpus/NAME/. FULL=1 fuzzes for a minute
# each, and replays with other compilers, word sizes and byte orders. In CI what has sanitizers is
# not optimised: that takes the compiler a fifth of the time, and the targets try two thirds as
# much. What was found stays in build/found: build/fuzz_NAME FILE (make build/fuzz_NAME) tries it
# again. Words on the command line replace the list of targets; SECONDS_EACH the time; RUNS, as in
# RUNS=10000000, sets the number of executions instead, and optimises.
#
# The targets calls_NAME are fast, as they have no model: they get half of the time, and a quarter
# each on 32 bits and under MemorySanitizer.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

full=${FULL:-0}
seconds=${SECONDS_EACH:-8}
[ "$full" != 1 ] || seconds=${SECONDS_EACH:-60}
runs=${RUNS:-0}
level=-O0
[ "$full" != 1 ] || level=-O1
[ "$runs" = 0 ] || level=-O2
limit="$seconds seconds"
[ "$runs" = 0 ] || limit="$runs executions"
corpus=tests/fuzz/corpus
found=build/found
include="-I. -Ibench -Itests"
fewest=100                      # executions: fewer try nothing
rm -rf "$found"
mkdir -p "$found"

targets=(tests/fuzz/*.c)
if [ $# -gt 0 ]; then targets=("$@"); fi
calls=() others=()
for source in "${targets[@]}"; do
    case $source in
        */calls_*) calls+=("$source") ;;
        *) others+=("$source") ;;
    esac
done

# ---- each allocation that can fail -------------------------------------------------------------

# asking HEADERS...: the public functions that take a sked_mem, or ask one that an object has.
asking() {
    awk '
        /^SKED_API / { head = 1; name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
        /^static / { name = ""; head = 0 }
        head && /sked_mem mem[,)]/ { print name }
        head && /[;{]$/ { head = 0 }
        !head && name != "" && /->mem_\.alloc/ { print name }
        /^}/ { name = "" }' "$@" | sort -u
}

# refused TEST: the functions of its table.
refused() { sed -n 's/^    {"\(sked_[a-z_]*\)", prepare.*/\1/p' "$1" | sort -u; }

same_functions() {
    asking "$@" >"$out/asking.txt"
    [ "$(wc -l <"$out/asking.txt")" -gt 10 ] &&
        diff "$out/asking.txt" <(refused tests/quick/memory.c)
}

check "each function that asks for memory is refused it in tests/quick/memory.c" \
    same_functions "${headers[@]}"
mutate sched.h "$out/asks/sched.h" \
    '0,/^SKED_API sked_status sked_map\(/s//SKED_API sked_status sked_more(sked_mem mem);\n&/'
caught "a function that asks for memory, and no test refuses it" '^< sked_more$' \
    same_functions "$out/asks/sched.h" sched_ar.h sched_fattree.h sched_moldable.h sched_share.h

# test_memory FOLDER: on the headers there.
test_memory() {
    "${least[@]}" -I"$1" $include tests/quick/memory.c -o "$out/memory" -lm && "$out/memory"
}
if have gcc gcc; then
    check "each allocation is refused, once and for good" test_memory .
    mutate sched.h "$out/size/sched.h" \
        '~site_given_back s/, [^,]*\);/, 1);/'
    caught "a block that is given back with another size" 'sked_site_create.*with its size' \
        test_memory "$out/size"
fi

# ---- fuzzing -----------------------------------------------------------------------------------

clang=clang-14
command -v $clang >/dev/null 2>&1 || clang=clang-19
stop="-fno-sanitize-recover=all"
guard="-fsanitize=fuzzer-no-link,address,undefined $stop $level"
compile="$clang -std=c99 -O1 -gline-tables-only -DLIBFUZZER -DSKED_AR_FANOUT=8 $include"

# How the targets calls_NAME are built: the implementation, too, so that what is not set is seen.
# They draw small numbers, which no comparison has to be traced for.
declare -A by_mode=(
    [64]="-fsanitize=address,undefined"
    [32]="-m32 -isystem /usr/include/x86_64-linux-gnu -fsanitize=address,undefined"
    [memory]="-fsanitize=memory"
)
export MSAN_OPTIONS=intercept_memcmp=0          # blocks are compared as a whole, with their holes

# The implementation is compiled once, for all targets that use nothing private; what is a model of
# the deep tests needs no instruments, the readers of examples/ do.
build_unit() {
    {
        echo '#include "fuzz/asserts.h"'
        echo '#define SKED_IMPLEMENTATION'
        printf '#include "%s"\n' "${headers[@]}"
    } >"$out/unit.c"
    $compile $guard -c "$out/unit.c" -o "$out/unit.o"
}

# build_calls_unit MODE
build_calls_unit() {
    $compile ${by_mode[$1]} $stop $level -fsanitize=fuzzer-no-link \
        -fno-sanitize-coverage=trace-cmp -c "$out/unit.c" -o "$out/unit_$1.o"
}

# can_32: are programs of 32 bits built and run?
can_32() {
    printf 'int main(void) { return 0; }\n' >"$out/nothing.c"
    [ -z "$i386_by" ] && $clang ${by_mode[32]} "$out/nothing.c" -o "$out/nothing" -lstdc++ \
        >"$log" 2>&1 && "$out/nothing"
}

# build SOURCE
build() {
    local name flags=$done_macros unit=$out/unit.o
    name=$(basename "$1" .c)
    case $name in
        *forge) flags=$guard unit= ;;
        readers | edc) flags="$guard $done_macros" ;;
    esac
    rm -f "$out/$name"
    $compile $flags -c "$1" -o "$out/$name.o" &&
        $clang -fsanitize=fuzzer,address,undefined "$out/$name.o" $unit -o "$out/$name" -lm
}

# build_calls SOURCE MODE
build_calls() {
    local name
    name=$(basename "$1" .c)
    rm -f "$out/$name.$2"
    $compile ${by_mode[$2]} $stop $level $done_macros -c "$1" -o "$out/$name.$2.o" &&
        $clang ${by_mode[$2]} -fsanitize=fuzzer "$out/$name.$2.o" "$out/unit_$2.o" \
            -o "$out/$name.$2" -lm
}

# length NAME: of the longest file that is tried; texts are longer, lists of calls shorter.
length() {
    case $1 in
        readers | edc) echo 2048 ;;
        calls_*) echo 96 ;;
        *) echo 400 ;;
    esac
}

# share NAME: its seconds. In CI edc gets a quarter: what it reads has a fixed form.
share() {
    if [ "$1" = edc ] && [ "$full" != 1 ]; then
        echo $(((seconds + 3) / 4))
    else
        echo "$seconds"
    fi
}

# fuzz_once NAME SECONDS: replays the kept files, tries others, and tells how many in NAME.told.
# What is behind a dot in the name is a mode.
fuzz_once() {
    local name=$1 stem=${1%%.*} status=0 close=0 entropic=1 kept=$corpus/${1%%.*}
    local most=(-max_total_time="$2")
    case $stem in
        readers | edc) close=3 ;;
        calls_*) entropic=0 ;;                  # weighing files would take as long as trying them
    esac
    if [ "$runs" != 0 ]; then most=(-runs="$runs"); fi
    mkdir -p "$out/grown/$stem" "$out/none"
    [ -d "$kept" ] || kept=$out/none
    "$out/$name" -seed=20 "${most[@]}" -max_len="$(length "$stem")" -len_control=0 \
        -timeout=120 -rss_limit_mb=3000 -close_fd_mask=$close -print_final_stats=1 \
        -entropic=$entropic -artifact_prefix="$found/$name-" "$out/grown/$stem" "$kept" \
        >"$out/$name.txt" 2>&1 || status=$?
    awk -v name="$name" '
        /^stat::number_of_executed_units:/ { tried = $2 }
        / cov: / { for (i = 1; i < NF; i++) { if ($i == "cov:") { edges = $(i + 1) } } }
        END { printf "%s: %d executions, %d edges\n", name, tried, edges }' \
        "$out/$name.txt" >"$out/$name.told"
    return $status
}

# enough NAME: has it tried as many as it must, and seen some of what it should?
enough() {
    awk -v fewest="$fewest" '{ exit $2 < fewest || $4 == 0 }' "$out/$1.told"
}

# fuzz NAME SECONDS: once more, and for longer, where a busy machine has left it no time.
fuzz() {
    local name=$1 status=0
    fuzz_once "$name" "$2" || status=$?
    if [ $status -eq 0 ] && ! enough "$name"; then
        fuzz_once "$name" $(($2 * 8)) || status=$?
    fi
    cat "$out/$name.told"
    [ $status -eq 0 ] || grep -avE '^(#|INFO|stat)' "$out/$name.txt"
    enough "$name" && return $status
}

# tried NAME SECONDS LIMIT: the claim that nothing is found, and how many were tried.
tried() {
    check "$1: nothing is found in $3" fuzz "$1" "$2"
    sed 's/^/# measured: inputs tried by the fuzzer of /' "$out/$1.told"
}

# fuzz_calls MODE: the targets of $calls.
fuzz_calls() {
    local mode=$1 each=$(((seconds + 3) / 4)) source name within
    [ "$mode" != 64 ] || each=$(((seconds + 1) / 2))
    within="$each seconds"
    [ "$runs" = 0 ] || within=$limit
    check "the implementation compiles: calls, $mode" build_calls_unit "$mode"
    for source in "${calls[@]}"; do
        name=$(basename "$source" .c)
        check "$name builds: $mode" build_calls "$source" "$mode"
        tried "$name.$mode" "$each" "$within"
    done
}

has_files() {
    local source name
    for source in "$@"; do
        name=$(basename "$source" .c)
        compgen -G "$corpus/$name/*" >"$out/files.txt" || { echo "$name has no files"; return 1; }
    done
    [ "$(cat "$corpus"/*/* | wc -c)" -le 102400 ]
}
check "each target has files, together of at most 100 KiB" has_files "${targets[@]}"
caught "a target without files" 'none has no files' has_files none.c

if have $clang clang-14; then
    check "the implementation compiles" build_unit
    for source in "${others[@]}"; do
        name=$(basename "$source" .c)
        check "$name builds" build "$source"
        within="$(share "$name") seconds"
        [ "$runs" = 0 ] || within=$limit
        tried "$name" "$(share "$name")" "$within"
    done
    if [ ${#calls[@]} -gt 0 ]; then
        fuzz_calls 64
        fuzz_calls memory
        if [ -n "$i386_by" ]; then
            skip "the fuzzers on 32 bits: the kernel runs no such programs"
        elif can_32; then
            fuzz_calls 32
        else
            skip "$clang -m32 does not work (apt packages g++-12-multilib libc6-dev-i386)"
        fi
    fi

    # Two small targets: one that does not hold for some bytes, one that hardly tries any.
    {
        printf '#include "check.h"\n#define FUZZ_NAME "word"\n'
        printf 'static void fuzz_bytes(const unsigned char *bytes, size_t size) {\n'
        printf '    CHECK(size < 3 || bytes[0] != 107 || bytes[1] != 101 || bytes[2] != 100);\n}\n'
        printf '#include "fuzz/replay.h"\n'
    } >"$out/word.c"
    {
        printf '#define _POSIX_C_SOURCE 200809L\n#include "check.h"\n#include <time.h>\n'
        printf '#define FUZZ_NAME "idle"\n'
        printf 'static void fuzz_bytes(const unsigned char *bytes, size_t size) {\n'
        printf '    struct timespec most = {0, 500000000};\n'
        printf '    CHECK(bytes != NULL || size == 0);\n    nanosleep(&most, NULL);\n}\n'
        printf '#include "fuzz/replay.h"\n'
    } >"$out/idle.c"
    guard_plants() { $compile $guard -fsanitize=fuzzer "$1" -o "${1%.c}"; }
    check "the plants build" guard_plants "$out/word.c"
    check "the plants build" guard_plants "$out/idle.c"
    runs=0          # the plants have their time
    caught "what does not hold for one word of three bytes" 'does not hold' fuzz word 60
    caught "a target that tries too little" 'idle: [0-9]+ executions' fuzz idle 1
    rm -f "$found"/word-* "$found"/idle-*
fi

# ---- replay without libFuzzer ------------------------------------------------------------------

# replay FOLDER SOURCE BEFORE COMPILE...: the files of a target in a plain program; its output.
replay() {
    local folder=$1 source=$2 before=$3 name
    shift 3
    name=$(basename "$source" .c)
    "$@" -I"$folder" $include "$source" ${unit:-} -o "$out/replay_$name" -lm &&
        $before "$out/replay_$name" "$corpus/$name"/* >"$out/replay.txt" 2>&1 || {
        grep -aE 'does not hold|ERROR|error|WARNING|asserted|in tests' "$out/replay.txt"
        return 1
    }
    tail -n 1 "$out/replay.txt"
}

if have gcc gcc; then
    check "reserve replays without libFuzzer" replay . tests/fuzz/reserve.c "" "${least[@]}"
    mutate sched.h "$out/late/sched.h" '~backfill_outlasts s/ > / >= /'
    caught "an end at the shadow time that counts as late, by the kept files" 'does not hold' \
        replay "$out/late" tests/fuzz/reserve.c "" "${least[@]}"
    mutate sched.h "$out/crowded/sched.h" '~owner_idle s/= .*;/= set;/'
    caught "an owner that starts though a processor is busy, by the kept files" 'does not hold' \
        replay "$out/crowded" tests/fuzz/queue.c "" "${least[@]}"
    mutate sched_ar.h "$out/wrong/sched_ar.h" '~busy_at_end s/>=/>/'
    caught "an interval that is busy at its end, by the kept files" 'does not hold' \
        replay "$out/wrong" tests/fuzz/ar.c "" "${least[@]}"
    mutate sched_share.h "$out/dear/sched_share.h" \
        '~preempt_rest s/last->gain; /last->gain + 3; /'
    caught "victims that are not the cheapest, by the kept files" 'asserted' \
        replay "$out/dear" tests/fuzz/calls_share.c "" "${least[@]}"
fi
if have $clang clang-14; then
    mkdir -p "$out/tree/tests"
    cp -r examples "$out/tree/"
    cp -r tests/fuzz tests/check.h "$out/tree/tests/"
    mutate examples/hostlist.h "$out/tree/examples/hostlist.h" \
        's/chars \+ more > HOSTLIST_CHARS\)/chars + more > HOSTLIST_CHARS + 64)/'
    unit=$out/unit.o caught "a name of too many characters, by the kept files" \
        'runtime error: index' replay . "$out/tree/tests/fuzz/readers.c" "" \
        $clang -std=c99 -g -DSKED_AR_FANOUT=8 -fsanitize=address,undefined $stop $done_macros
    mutate examples/batsim/json_read.h "$out/tree/examples/batsim/json_read.h" \
        's/in->at < in->size \?/in->at <= in->size ?/'
    unit=$out/unit.o caught "a byte behind a message, by the kept files" \
        'ERROR: AddressSanitizer' replay . "$out/tree/tests/fuzz/edc.c" "" \
        $clang -std=c99 -g -fsanitize=address,undefined $stop $done_macros
fi
# What only an instrumented header shows: by the kept files of the targets that have no model.
# replay_mode FOLDER SOURCE MODE
replay_mode() {
    unit= replay "$1" "$2" "" $clang -std=c99 -O0 -gline-tables-only -DSKED_AR_FANOUT=8 \
        ${by_mode[$3]} $stop
}
if have $clang clang-14; then
    mutate sched.h "$out/unchecked/sched.h" '~slot_checked s/slot >= [^|]* \|\| //'
    caught "a place in a saved queue that is not checked, by the kept files" \
        'ERROR: AddressSanitizer|runtime error' \
        replay_mode "$out/unchecked" tests/fuzz/calls_sched.c 64
    mutate sched.h "$out/unordered/sched.h" \
        '~row_checked s/site->order_\[i\]\.index >= rows \|\| //'
    caught "a row in a saved site that is not checked, by the kept files" \
        'ERROR: AddressSanitizer|runtime error' \
        replay_mode "$out/unordered" tests/fuzz/site_forge.c 64
    mutate sched.h "$out/unset/sched.h" \
        '/^SKED_API sked_status sked_queue_get_job/,/^}/s/sked_set_clear\(processors\);/;/'
    caught "an answer of which a part is not set, by the kept files" \
        'use-of-uninitialized-value' \
        replay_mode "$out/unset" tests/fuzz/calls_sched.c memory
    if can_32; then
        mutate sched_ar.h "$out/forged/sched_ar.h" \
            '~opened_is_sized s/NULL(\) != bytes)/block\1/'
        caught "a block that 32 bits cannot address, by the kept files" \
            'pointer index expression .* overflowed' \
            replay_mode "$out/forged" tests/fuzz/calls_ar.c 32
    fi
fi
if [ "$full" = 1 ]; then
    for source in "${targets[@]}"; do
        name=$(basename "$source" .c)
        if have gcc gcc; then
            check "$name replays: gcc" replay . "$source" "" gcc -std=c99 -O2
            check "$name replays: gcc -m32" replay . "$source" "$i386_by" gcc -std=c99 -O1 -m32 \
                -isystem /usr/include/x86_64-linux-gnu
        fi
        if have s390x-linux-gnu-gcc gcc-s390x-linux-gnu && have qemu-s390x qemu-user; then
            check "$name replays: s390x" replay . "$source" qemu-s390x \
                s390x-linux-gnu-gcc -std=c99 -O1 -static
        fi
    done
fi
finish
