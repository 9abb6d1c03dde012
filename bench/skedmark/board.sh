#!/usr/bin/env bash
# board.sh: runs skedmark on this host and on emulated boards, and prints their scores.
# SPDX-License-Identifier: MIT
#
#   bench/skedmark/board.sh                 all boards of boards.txt (make board)
#   bench/skedmark/board.sh NAME...         these
#   bench/skedmark/board.sh --list          their names
#   bench/skedmark/board.sh --write [NAME...]   and keeps their logs in results/
#   bench/skedmark/board.sh --table         a table of the scores of results/, for README.md
#
# Logs are build/board/NAME.txt. HEADERS=folder takes the headers from there. A board whose compiler
# or emulator is not installed is named, with the packages it needs, and left out. Status 1 if a
# decision is wrong or a board that was tried has no score.
set -eu -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=bench/skedmark
logs=build/board
ports=bench/ports/run.sh

# fields NAME: sets what boards.txt says of the board.
fields() {
    IFS='|' read -r _ target images flags about < <(grep "^$1 |" $here/boards.txt) ||
        { echo "board.sh: $1: no such board; expected one of: $(names | tr '\n' ' ')" >&2; return 2; }
    target=${target// /} about=${about# }
    [ "$target" != host ] || about="$(model), $about"
}

names() { sed -n 's/^\([A-Za-z0-9][A-Za-z0-9._-]*\) |.*/\1/p' $here/boards.txt; }

# lacks: packages that the board needs and that are not here.
lacks() { [ "$target" = host ] || bash $ports lacks "$target" | sort -u | tr '\n' ' '; }

# memory IMAGE: what its level allows for all of it, where the linker can be told; and how much of
# that is stack to paint. In 8 KiB there is none for rules by level, which skedmark does not ask for.
memory() {
    case $target:$1 in
        m[347]-gcc:1) echo "-Wl,--defsym=PORT_RAM=8K -DBOARD_STACK=1536 -DSKED_FATTREE_RULES=0" ;;
        m[0347]-gcc:2) echo "-Wl,--defsym=PORT_RAM=64K" ;;
        m[0347]-gcc:3) echo "-Wl,--defsym=PORT_RAM=1024K" ;;
        mega2560-gcc:1:24) echo "-DBOARD_STACK=1280" ;;
        mega2560-gcc:*) echo "-DBOARD_STACK=960" ;;
    esac
}

clock() {
    case $target in
        host) echo "-DBOARD_UNITS_PER_SECOND=1000000000 -DBOARD_STACK=16384" ;;
        avr-gcc | mega2560-gcc) echo "-DBOARD_UNITS_PER_SECOND=16000000 -DBOARD_MHZ=16" ;;
    esac
}

# image LEVEL[:FAMILIES] FILE
image() {
    local level families words
    IFS=: read -r level families <<<"$1"
    words=("$here/skedmark.c" "-DSKEDMARK_LEVEL=$level" "-DSKEDMARK_FAMILIES=${families:-127}"
        "-DBOARD_ABOUT=\"$about\"" "-DBENCH_FLAGS=\"${flags// /}\"" "-I${HEADERS:-.}" "-I$here")
    if [ "$target" = host ]; then
        gcc -std=c99 $flags $(clock) "${words[@]}" -I. -Ibench $here/bare.c -o "$2"
    else
        bash $ports build "$target" $here/bare.c "$2" $flags $(clock) $(memory "$1") "${words[@]}"
    fi
}

# run FILE: prints its log. simavr prints in colours, and ends lines with a full stop. Without a row
# it says how the run ended, and what was printed.
run() {
    local status=0 words=("$1")
    [ "$target" = host ] || words=(bash $ports run "$target" "$1")
    SECONDS_MAX=${SECONDS_MAX:-120} "${words[@]}" >"$1.out" 2>&1 || status=$?
    sed -i 's/\x1b\[[0-9;]*m//g; s/\.*\r*$//' "$1.out"
    grep -E '^(#|row,|hash,|skedmark)' "$1.out" || true
    grep -q '^row,' "$1.out" || {
        echo "$1: no rows, status $status (124: it did not end; is its memory where the linker" \
            "script says?). It printed:"
        tail -n 5 "$1.out"
    } >&2
}

# measure NAME: its log, in one file. An image that does not link is left out.
measure() {
    local each
    fields "$1"
    for each in $images; do
        if image "$each" "$logs/$1.$each.elf"; then run "$logs/$1.$each.elf"; fi
    done >"$logs/$1.new"
    mv "$logs/$1.new" "$logs/$1.txt"
}

# model: what this host is.
model() {
    local name
    name=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
    echo "${name:-this host}$(! grep -q '^flags.* hypervisor' /proc/cpuinfo || echo ' in a virtual machine')"
}

# table: in the order of boards.txt, then what others have sent.
table() {
    local log
    for log in $(names) $(cd $here/results && ls -- *.txt); do
        log=$here/results/${log%.txt}.txt
        [ ! -e "$log" ] || awk -f $here/score.awk $here/baseline.txt "$log"
    done | awk '!seen[$0]++' | awk -f $here/table.awk
}

scores() { awk -f $here/score.awk $here/baseline.txt "$logs/$1.txt"; }

# One board, as a process of its own.
if [ "${1:-}" = --one ]; then
    measure "$2"
    scores "$2" || { echo "$2: see $logs/$2.txt"; exit 1; }
    exit
fi

write=
case ${1:-} in
    --list) names; exit ;;
    --table) table; exit ;;
    --write) write=1; shift ;;
    -h | --help) sed -n 's/^#   //p' "$0"; exit ;;
    -*) echo "board.sh: $1: no such option; expected --list, --write or names" >&2; exit 2 ;;
esac
mkdir -p $logs
chosen=()
for name in ${*:-$(names)}; do
    fields "$name"
    missing=$(lacks)
    if [ -z "$missing" ]; then
        chosen+=("$name")
    else
        echo "$name: left out: not installed: apt packages $missing"
    fi
done
[ ${#chosen[@]} -gt 0 ] || exit 1
echo "1.000 is a Cortex-M4 that completes an instruction per microsecond; 2.000 is twice as fast."
status=0
case " ${chosen[*]} " in *" host "*) bash "$0" --one host || status=1 ;; esac     # by itself
printf '%s\n' "${chosen[@]}" | grep -vx host |
    xargs -P "$(nproc)" -I NAME bash "$0" --one NAME || status=1
[ -z "$write" ] || for name in "${chosen[@]}"; do cp "$logs/$name.txt" $here/results/; done
exit $status
