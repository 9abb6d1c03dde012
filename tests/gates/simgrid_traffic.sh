#!/usr/bin/env bash
# simgrid_traffic.sh: jobs on a simulated fat tree are placed, send and are timed as the program says;
# its published results follow from its rows, and a short run has the order that they claim.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
folder=examples/simgrid
if [ ! -e /usr/include/simgrid/s4u.hpp ]; then
    skip "traffic of SimGrid: no simgrid/s4u.hpp (apt package libsimgrid-dev)"
    finish
    exit
fi
share_kit || { not_ok "the kit compiles"; finish; exit 1; }

# compile COMPILER SOURCE PROGRAM: without the optimiser.
compile() {
    "$1" -std=c++20 -O0 -Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers -I. \
        -isystem bench -isystem examples "${kit[@]}" "$2" -lsimgrid -o "$3"
}
silent "it compiles without a warning (g++)" compile g++ $folder/traffic.cpp "$out/traffic"
if in_full "the same by clang++" && have clang++ clang; then
    silent "... and by clang++" compile clang++ $folder/traffic.cpp "$out/clang"
fi
program=$out/traffic
traffic() { timeout 200 "$program" "$@"; }

# ---- planted bugs: one program has them all, and $BUG is the letter of the one that acts

# plant SED-SCRIPT: one more of them.
plant() {
    mutate "$out/next.cpp" "$out/planted.cpp" "$1"
    mv "$out/planted.cpp" "$out/next.cpp"
}
cp $folder/traffic.cpp "$out/next.cpp"
plant 's/^using numbers = .*/&\nstatic bool bug(char l) { const char *b = getenv("BUG"); return b \&\& *b == l; }/'
plant "s/(levels = static_cast<unsigned>\(fan_out\.size\(\))\);/\1 - bug('l'));/
    s/children(\(fan_out\.rbegin\(\), fan_out\.rend\(\)\))/children = bug('l') ? std::vector<unsigned>{\
fan_out[2], fan_out[0] * fan_out[1]} : std::vector<unsigned>\1/"
plant "s/way != EXACT &&/(way != EXACT || bug('e')) \&\&/; s/way == EXACT\)/way == EXACT \&\& !bug('e'))/"
plant "s/\(processors - idle\) \/ asked\(WIDTH\)/& - bug('f')/"
plant "s/^    uint32_t columns = asked\(WIDTH\);/&\n    if (bug('n')) { return high == low + 1; }/"
plant "s/^( +)s4u::Comm::wait_all\(sent\);/\1if (!bug('w')) { s4u::Comm::wait_all(sent); }/"
plant "s/1\.95996 \+ 2\.37227/1.95996 + !bug('t') * 2.37227/"
plant "s/asked\(SEED\), state\}/asked(SEED), state + bug('s') * 1000u * static_cast<uint32_t>(way)}/"
check "the same with bugs" compile g++ "$out/next.cpp" "$out/planted"

# planted LETTER COMMAND...: with this bug.
planted() {
    local program=$out/planted
    BUG=$1 "${@:2}"
}

# ---- the tree and the times

# row ROW OPTION...: the mean and the half of the interval in this row, of ten states.
row() {
    traffic --states 10 --csv "$out/row.csv" "${@:2}" >"$out/row.txt" &&
        awk -F, -v row="$1" 'index($0, row ",") == 1 { print $(NF - 1), $NF; found = 1 }
            END { exit !found }' "$out/row.csv"
}

check "routes have as many links as the kit counts hops" row hops,any,full,exact \
    --children 2x3x4 --uplinks 1,2,3 --width 3 --traffic ring
caught "a tree with a level missing" 'tree1-0 to tree1-12: 4 links, expected 6' \
    planted l row hops,any,full,exact --children 2x3x4 --uplinks 1 --width 3 --traffic ring

# A job on one leaf waits for nobody else: what its busiest processor sends, at 97 % of 10 Gbit/s,
# and 13.01 times the latency of two links, as LV08 has it.
takes() {
    row "$1,1,alone,exact" --children 4x9 --uplinks 1 --width 9 --taken 0 --traffic "$1" >"$out/ms.txt"
    awk -v sent="$2" '{ wanted = sent * 10 / 1.25 / 0.97 + 0.02602; print $1 " ms, expected " wanted
        exit !($1 > wanted - 0.01 && $1 < wanted + 0.01) }' "$out/ms.txt"
}
check "each of nine sends to eight" takes all-to-all 8
check "... to the next" takes ring 1
check "... the middle of a grid to four" takes neighbours 4
caught "a grid that is a line" '^16\.5.* ms, expected 33\.' planted n takes neighbours 4
caught "a job that does not wait for its messages" '^0\.0+ ms, expected' planted w takes ring 1

# Two random processors of two leaves have 2 hops or 4, so that the mean says what the deviation is.
interval() {
    row hops,any,alone,random --children 2x4 --uplinks 1 --width 2 --taken 0 --traffic ring \
        >"$out/interval.txt"
    awk '{ far = ($1 - 2) / 2; wanted = 2.262 * sqrt(4 * far * (1 - far) / 9)
        print $2 ", expected " wanted
        exit !(wanted > 0 && $2 > 0.997 * wanted && $2 < 1.003 * wanted) }' "$out/interval.txt"
}
check "an interval is that of Student's t" interval
caught "an interval of the normal distribution" '^[0-9.]+, expected' planted t interval

# If four of eight processors are free, a job of four gets them in any way.
forced() {
    row hops,any,full,exact_less_random --children 2x4 --uplinks 1 --width 4 --taken 0 \
        --traffic ring >"$out/forced.txt"
    cat "$out/forced.txt"
    grep -qx '0.00000 0.00000' "$out/forced.txt"
}
check "all ways see the same states" forced
caught "ways that see other states" '^-?[0-9.]+ [0-9.]+$' planted s forced
caught "a full machine that is not full" 'the full machine has free processors' planted f forced

# ---- the results

results=$folder/results
page() { awk -f bench/figures/tally.awk -f $folder/traffic_claims.awk "$1" | diff - "$2"; }
check "$results/traffic.md follows from traffic.csv" page $results/traffic.csv $results/traffic.md
mutate $results/traffic.csv "$out/other.csv" 's/^(ring,1,full,exact_less_first_fit,)-/\1/'
caught "a page of other rows" '^[<>] \| ring \| 1 \|' page "$out/other.csv" $results/traffic.md

# ordered ROWS: on a full machine they have the order that the results claim, where one is claimed.
ordered() {
    awk -F, '$3 == "full" && $4 ~ /_less_/ {
            one = $1 "," $2 "," $4
            if (FILENAME == ARGV[1]) {
                claimed[one] = $5 + $6 < 0
            } else if (claimed[one]) {
                compared++
                if ($5 >= 0) { print one ": " $5 ", expected less than 0"; bad = 1 }
            }
        }
        END { print compared " compared"; exit bad || compared < 20 }' $results/traffic.csv "$1"
}
few() { traffic --states 15 --csv "$out/$1" >"$out/table.txt"; }
check "a run with few states" few few.csv
check "... has the same order on a full machine" ordered "$out/few.csv"
check "... and is the same in every run" few again.csv
check "... to the last digit" cmp "$out/few.csv" "$out/again.csv"
first() { planted e few first.csv && ordered "$out/first.csv"; }
caught "first fit that is called exact" '^all-to-all,1,exact_less_first_fit: 0\.0' first
if in_full "all states of the published rows"; then
    check "... with all states, the published rows" traffic --csv "$out/all.csv"
    check "... to the last digit" cmp "$out/all.csv" $results/traffic.csv
fi

# ---- options

# refusals: each line OPTIONS|PATTERN is refused, in one line.
refusals() {
    local options pattern failed=0
    while IFS='|' read -r options pattern; do
        gives_up 2 "^simgrid_traffic: $pattern" traffic $options || { echo "$options"; failed=1; }
    done <<'OPTIONS'
--children 4|--children: "4", expected two numbers or more, as 4x4x4, and at most 4096
--children 64x65|--children: "64x65", expected two numbers or more
--children 4x0|--children: "4x0", expected two numbers or more
--uplinks 0,1|--uplinks: "0,1", expected whole numbers from 1 to 64, as 1,2,4$
--uplinks 65|--uplinks: "65", expected whole numbers
--uplinks=|--uplinks: "", expected whole numbers
--traffic ring,|--traffic: "", expected one of all-to-all, ring, neighbours$
--traffic none|--traffic: "none", expected one of all-to-all, ring, neighbours$
--width 9|--width: "9", expected at most the half of the 16 processors that are not taken$
--states 9|--states: "9", expected a whole number from 10 to 100000$
some.file|"some.file" is a file, expected options only$
OPTIONS
    return $failed
}
check "options that are refused" refusals
check "a file that cannot be written, before the work" gives_up 1 \
    '^simgrid_traffic: .*/none/x: cannot be written: .*, expected a writable file$' \
    traffic --states 100000 --csv "$out/none/x"
finish
