#!/usr/bin/env bash
# measure.sh: what the headers take, as tables: code, stack, bytes.
# SPDX-License-Identifier: MIT
#
#   bench/tables/measure.sh FOLDER TABLE...     writes FOLDER/TABLE.csv; TABLE is one of
#       sizes COMPILER...   code of small firmware on a Cortex-M0: gcc, clang
#       stack               the worst case of each public function on a Cortex-M3
#       paths BYTES         how those that take more come to it; after stack
#       painted             what those that skedmark calls take in QEMU; after stack
#       bytes TARGET...     blocks of all objects: m3, avr, host
#
# Each table takes its words up to --. HEADERS=folder has other headers than those beside bench.
# Lines "# NAME: text" tell the compiler; with another one the figures cannot be compared.
set -eu -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
headers=${HEADERS:-.}
m0_gcc="arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb"
m3_gcc="arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb"
m0_clang="clang-14 --target=thumbv6m-none-eabi -nostdlibinc"
firmware="-std=c99 -Os -ffreestanding -ffunction-sections -fdata-sections"

version_of() { "$1" --version | head -n 1; }

# ---- sizes

# link OBJECT ENTRIES IMAGE: with what the compiler calls, and without what nothing calls.
link() {
    local entry keep=()
    for entry in $2; do keep+=("-Wl,-u,$entry"); done
    $m0_gcc -nostdlib -Wl,--gc-sections,--no-enum-size-warning,-z,noexecstack \
        "-Wl,-e,${2%% *}" "${keep[@]}" -T bench/tables/size.ld "$1" "$work/bare.o" -lgcc -o "$3"
}

# role NAME COMPILER PROGRAM OPTIONS: prints its rows. Without the texts of refusals, unless asked.
role() {
    local compile=$m0_gcc options=$4 entries object=$work/$1.$2.o image=$work/$1.$2.elf
    case $4 in *-DSKED_REFUSALS=*) ;; *) options="-DSKED_REFUSALS=0 $4" ;; esac
    if [ "$2" = clang ]; then compile=$m0_clang; fi
    $compile $firmware "-I$headers" -I. $options -c "bench/$3.c" -o "$object"
    $compile $firmware -fno-builtin -c bench/ports/bare.c -o "$work/bare.o"
    entries=$(arm-none-eabi-nm "$object" | sed -n 's/.* T \(footprint_.*\)/\1/p' | tr '\n' ' ')
    link "$object" "$entries" "$image"
    arm-none-eabi-size -A "$image" | awk -v role="$1" -v by="$2" '
        $1 == ".runtime" { print role ",run-time," by "," $2 }
        $1 == ".code" || $1 == ".data" { code += $2 }
        END { print role ",code," by "," code }'
}

# Each line of roles.txt, or of ROLES.
sizes() {
    local compiler name bar program options text
    for compiler in "$@"; do
        case $compiler in
            gcc) echo "# gcc: $(version_of arm-none-eabi-gcc), -Os, Cortex-M0" ;;
            clang) echo "# clang: $(version_of clang-14), -Os, Cortex-M0" ;;
        esac
    done
    while IFS='|' read -r name bar program options text; do
        name=${name// /} program=${program// /}
        case " ${ROLES:-$name} " in *" $name "*) ;; *) continue ;; esac
        for compiler in "$@"; do role "$name" "$compiler" "$program" "$options"; done
    done < <(grep '^[a-z_]* |' bench/tables/roles.txt)
}

# ---- stack

# What functions of libgcc take that they call on a Cortex-M3: all that is pushed on the way.
library_stack() {
    arm-none-eabi-objdump -d "$($m3_gcc -print-libgcc-file-name)" 2>/dev/null | awk '
        function number(text) { sub(/^.*#-?/, "", text); return text + 0 }
        /^[0-9a-f]+ <[^>]*>:$/ { at = $2; gsub(/[<>:]/, "", at); next }
        /\t(push|stmdb\tsp!)/ { sub(/^[^{]*/, ""); own[at] += 4 * split($0, r, ","); next }
        /\tstrd?\t.*\[sp, #-/ { own[at] += number($0) }
        /\tsub(\.w)?\tsp, (sp, )?#/ { own[at] += number($0) }
        END {
            wide = own["__udivmoddi4"]
            print "__aeabi_uldivmod=" own["__aeabi_uldivmod"] + wide \
                " __aeabi_ldivmod=" own["__aeabi_ldivmod"] + wide }'
}

# kit HEADERS COMPILER...: all headers in one file, as a program would compile them once.
kit() {
    local header folder=$1
    shift
    {
        echo '#define SKED_IMPLEMENTATION'
        for header in ${KIT:-sched sched_ar sched_fattree sched_moldable sched_share}; do
            echo "#include \"$header.h\""
        done
    } >"$work/kit.c"
    "$@" $firmware "-I$folder" -I. -c "$work/kit.c" -o "$work/kit.o"
}

stack() {
    kit "$headers" $m3_gcc -fcallgraph-info=su,da
    echo "# m3: $(version_of arm-none-eabi-gcc), -Os, Cortex-M3"
    rm -f "$work/stack.txt"
    awk -v level=-Os -v library="$(library_stack)" -v table="$work/stack.txt" \
        -v paths="$work/paths.txt" -f tests/gates/stack.awk "$work/kit.ci" >"$work/faults.txt"
    if [ -s "$work/faults.txt" ]; then cat "$work/faults.txt" >&2; return 1; fi
    sort -k 2 "$work/stack.txt" | awk '{ print $2 "," (NF > 2 ? "+ your callback" : "") ",m3," $1 }'
    arm-none-eabi-size "$work/kit.o" | awk 'NR == 2 { print "static RAM,,m3," $2 + $3 }'
}

# painted: the stack of skedmark's operations, with the object of the table of stacks. The meter
# measures from `here` in meter_paint, whose frame lies below that of meter_begin_either, which the
# operation's caller calls as it calls the operation. gcc places `here` 7 bytes above the end of the
# frame: so the operation took the bytes of both frames more, less 7. The clock must not interrupt:
# its exception would take of the same stack.
painted() {
    local mark=bench/skedmark above
    bench/ports/run.sh build m3-gcc $mark/bare.c "$work/painted" $mark/skedmark.c "$work/kit.o" \
        "-I$headers" -I$mark -DSKEDMARK_SEPARATE -DSKEDMARK_LEVEL=2 -DSKEDMARK_FAMILIES=123 \
        -DPORT_SYSTICK_EXCEPTION=0 \
        -fstack-usage
    above=$(awk '$1 ~ /:meter_(begin_either|paint)$/ { sum += $2 } END { print sum - 7 }' \
        "$work/painted-skedmark.su")
    echo "# m3: $(version_of arm-none-eabi-gcc), -Os, Cortex-M3"
    SECONDS_MAX=120 bench/ports/run.sh run m3-gcc "$work/painted" >"$work/painted.txt"
    rows row <"$work/painted.txt" | awk -F, -v above="$above" '
        BEGIN {
            called["queue"] = "queue_"; called["calendar"] = "ar_"; called["tree"] = "fattree_"
            called["moldable"] = "moldable_"
            whole["min-min"] = "map"; whole["plan"] = "pjs"; whole["demt"] = "moldable_plan"
        }
        $3 != "pass" {
            name = $3 in whole ? whole[$3] : called[$2] $3
            print "sked_" name ",painted,m3," $NF + above
        }'
}

# The frames on the worst path of what takes more than BYTES: FUNCTION, then each with its bytes.
paths() {
    awk -v most="$1" '$1 > most { $1 = ""; print substr($0, 2) }' "$work/paths.txt" | sort
}

# ---- bytes

# rows WORD: of what a target printed, those that begin with the word, without it.
rows() { sed -n 's/\x1b\[[0-9;]*m//g; s/^'"$1"',\(.*[0-9]\)\.*\r*$/\1/p'; }

bytes() {
    local target
    for target in "$@"; do
        case $target in
            m3)
                echo "# m3: pointers of 32 bits, words of 32"
                bench/ports/run.sh build m3-gcc bench/tables/bytes.c "$work/bytes.m3" -O1
                bench/ports/run.sh run m3-gcc "$work/bytes.m3" >"$work/bytes.txt" ;;
            avr)
                echo "# avr: pointers of 16 bits, words of 8"
                bench/ports/run.sh build avr-gcc bench/tables/bytes.c "$work/bytes.avr"
                bench/ports/run.sh run avr-gcc "$work/bytes.avr" >"$work/bytes.txt" 2>&1 ;;
            host)
                echo "# host: pointers of 64 bits, words of 64, x86-64"
                gcc -std=c99 -O1 "-I$headers" -I. -Ibench bench/tables/bytes.c -o "$work/bytes"
                "$work/bytes" >"$work/bytes.txt" ;;
        esac
        rows bytes <"$work/bytes.txt" | awk -F, -v on="$target" '{
            print $1 "," $2 "," $3 "," on "," $4 }'
    done
}

folder=${1:?folder}
shift
work=$folder/work
mkdir -p "$work"
while [ $# -gt 0 ]; do
    table=$1 words=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do words+=("$1"); shift; done
    [ $# -eq 0 ] || shift
    "$table" "${words[@]}" >"$folder/$table.new"
    mv "$folder/$table.new" "$folder/$table.csv"
done
