#!/usr/bin/env bash
# simgrid_cluster.sh: on SimGrid's hosts jobs start as in a replay, and tiers share as they should.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

if [ ! -e /usr/include/simgrid/s4u.hpp ]; then
    skip "a cluster of SimGrid: no simgrid/s4u.hpp (apt package libsimgrid-dev)"
    finish
    exit
fi

# build FOLDER PROGRAM: from the sources of a folder.
build() {
    g++ -std=c++20 -Wall -Wextra -Wpedantic -Werror -Wno-missing-field-initializers -O0 -I. \
        -isystem bench -isystem examples "${kit[@]}" "$1/cluster.cpp" -lsimgrid -lm \
        -o "$2"
}
share_kit || { not_ok "the kit compiles"; finish; exit 1; }
silent "it compiles without a warning" build examples/simgrid "$out/simgrid_cluster"
program=$out/simgrid_cluster
check "make build/replay" make -s build/replay

# ---- One tier: each job starts when the replay says

drawn="--first 1500 --load 90" rounded="--estimates model"

# same POLICY WORD...: of a trace, or drawn.
same() {
    "$program" --policy "$1" --starts "$out/starts.csv" "${@:2}" &&
        build/replay --policy "$1" --starts "$out/replay.csv" "${@:2}" &&
        cut -d, -f1,2 "$out/starts.csv" | diff - "$out/replay.csv"
}
for policy in fcfs sjf easy easy-sjbf conservative; do
    check "$policy: 150 jobs start as in the replay" same "$policy" examples/small.swf
    check "$policy: 1,500 drawn jobs, too" same "$policy" $drawn $rounded
done

# ---- Two tiers, failures, loads: by hand

# scene NAME LINE... <PROCESSORS>: jobs of (width, run time), all submitted at 0.
scene() {
    local file=$out/$1.swf id=0 width run
    echo "; MaxProcs: $2" >"$file"
    shift 2
    for job in "$@"; do
        id=$((id + 1)) width=${job%:*} run=${job#*:}
        echo "$id 0 -1 $run $width -1 -1 $width $run -1 1 -1 -1 -1 1 -1 -1 -1" >>"$file"
    done
}
scene two 1 1:100 1:100
scene three 2 1:1000 1:100 1:50
scene wide 2 2:100

# ends SCENE "CLOCK..." WORD...: SimGrid's clock at the end of each job, to a millionth of a second.
ends() {
    "$program" --starts "$out/ends.csv" "${@:3}" "$out/$1.swf" &&
        [ "$(tail -n +2 "$out/ends.csv" | cut -d, -f5 | paste -sd' ')" = "$2" ] ||
        { cat "$out/ends.csv"; return 1; }
}
tiers="--usage unknown --policy"

# In front a job gets 24/25 of its processor: 100 / 0.96. Behind it the other one does the rest, and
# all after that: 200 in all.
check "24 to 1: 100 s take 104.166667" ends two "104.166667 200.000000" $tiers measy
# Job 3 is behind job 1 until 100, and has done 4 s then: it moves, for 20 s, or starts anew, or
# waits for job 1, which ends at 1000 + 1/24 * 1000.
check "a job migrates with what it has done" ends three \
    "1004.000000 100.000000 166.000000" $tiers measy
check "... at another price" ends three "1004.000000 100.000000 151.000000" $tiers measy --migration 5
check "a job restarts" ends three "1004.000000 100.000000 150.000000" $tiers keasy
check "a job waits for its own processor, and swaps" ends three \
    "1041.666667 100.000000 1050.000000" $tiers reasy
check "a job in front is killed: the other one swaps" ends two "50.000000 148.000000" $tiers measy \
    --kill 1:50
check "a job behind is killed" ends two "102.000000 50.000000" $tiers measy --kill 2:50
check "a processor fails: its job runs again when it is back" ends two "170.000000 270.000000" \
    --down 0:50:70
check "... both tiers of it" ends two "164.166667 260.000000" $tiers measy --down 0:50:60
check "... twice" ends two "190.000000 290.000000" --down 0:50:70 --down 0:80:90
check "a processor is slow" ends two "110.000000 210.000000" --slow 0:50:70:50
check "barriers without messages take no time" ends wide "100.000000" --barriers 4

# last WORD...: when the wide job ends, in whole seconds.
last() {
    "$program" --starts "$out/ends.csv" "$@" "$out/wide.swf" >"$out/last.txt" &&
        sed -n '2s/.*,\([0-9]*\)[.][0-9]*$/\1/p' "$out/ends.csv"
}
# 4 GB at 125 MB/s are 32 s, at half of it 64; SimGrid's links give some per cent less.
messages() {
    local all half
    all=$(last --barriers 4 --bytes 1000000000)
    half=$(last --barriers 4 --bytes 1000000000 --bandwidth 0:1000:50)
    echo "ends at $all, with half of the bandwidth at $half"
    [ "$all" -ge 132 ] && [ "$all" -le 136 ] && [ "$half" -ge 164 ] && [ "$half" -le 172 ]
}
check "messages take as long as the links let them" messages

# on_time WORD...: no job in the foreground outlasts its expected end.
on_time() {
    "$program" --csv "$out/late.csv" "$@" $drawn --estimates actual || return 1
    awk -F, 'NR == 2 { late = $15; moved = $13 }
        END { print late " are late, " moved " moved"; exit late != 0 || moved == 0 }' "$out/late.csv"
}
for barriers in 0 5; do
    check "nothing is overdue in the foreground, $barriers barriers" on_time --policy measy \
        --barriers "$barriers"
done

# ---- The table of claims

results=examples/simgrid/results
claims() { awk -f bench/figures/tally.awk -f examples/simgrid/cluster_claims.awk "$1"; }
follows() { claims "$1" | diff - "$results/cluster.md"; }
check "the table of claims follows from its rows" follows "$results/cluster.csv"
mutate "$results/cluster.csv" "$out/rows.csv" '/^measy,known,5,0,1,/s/simgrid,([^,]*),/simgrid,\1,9/'
caught "rows that say something else" '^[<>] \| 3 \|' follows "$out/rows.csv"
# recorded POLICY BARRIERS: the first draw anew.
recorded() {
    "$program" $drawn $rounded --stretch --model --csv "$out/run.csv" --seed 1 --policy "$1" \
        --barriers "$2" && tail -n 2 "$out/run.csv" | diff - <(grep "^$1,known,$2,0,1," "$results/cluster.csv")
}
check "its rows are those of the program: easy" recorded easy 0
check "... measy" recorded measy 0
check "... keasy, 5 barriers" recorded keasy 5

# shown PAGE: its block of output is what the program prints.
shown() {
    local words="--policy measy --model examples/small.swf"
    "$program" $words | diff - <(sed -n "/^\\$ build\/simgrid_cluster ${words//\//\\/}/,/^\`\`\`/p" "$1" |
        sed '1d;$d')
}
check "its README shows what it prints" shown examples/simgrid/README.md
mutate examples/simgrid/README.md "$out/README.md" 's/^(simgrid +)[0-9]/\19/'
caught "a README that shows something else" '^[<>] simgrid' shown "$out/README.md"

# ---- Refusals

refused() { gives_up "$1" "$2" "$program" "${@:3}"; }
check "no such policy" refused 2 '^simgrid_cluster: --policy: "fair", expected one of fcfs, .*measy' \
    --policy fair
check "no such processor" refused 1 \
    '^simgrid_cluster: --down: there is no processor 64, expected one below 64$' --down 64:0:1 \
    examples/small.swf
check "a change that ends before it begins" refused 2 '"0:9:9:50": the end is 9, expected a time after' \
    --slow 0:9:9:50
check "two changes at once" refused 1 '--down: one from 1 to 5 meets one from 4 to 9, expected times' \
    --down 0:1:5 --down 0:4:9 examples/small.swf
check "no speed at all" refused 2 '"0:0:9:0": the percentage is 0, expected 1 to 100$' --slow 0:0:9:0
check "no such job" refused 1 '--kill: there is no job 999, expected that of a job' --kill 999:1 \
    examples/small.swf
check "a change without its end" refused 2 \
    '^simgrid_cluster: --bandwidth: "0:9", expected START:END:PERCENT, whole numbers' --bandwidth 0:9
check "messages without barriers" refused 2 '^simgrid_cluster: --bytes: there are no barriers' --bytes 9
check "a model that knows one reservation" refused 2 '^simgrid_cluster: --model: not with conserv' \
    --model --policy conservative
check "no such trace" refused 1 'none.swf' "$out/none.swf"

# ---- Planted bugs: one program has them all, and $BUG is the letter of the one that acts

# plant FILE SED-SCRIPT: one more of them.
plant() {
    mutate "$out/wrong/$1" "$out/planted" "$2"
    mv "$out/planted" "$out/wrong/$1"
}
mkdir -p "$out/wrong"
cp examples/simgrid/cluster.cpp examples/simgrid/c*.hpp "$out/wrong"
plant cluster.hpp 's/^namespace s4u = .*/&\
inline bool bug(char one) { const char *all = getenv("BUG"); return all \&\& *all == one; }/'
plant cluster.hpp "s/set_priority\(run.priority\)/set_priority(bug('p') ? 1 : run.priority)/"
plant cluster.hpp "s/ : process.exec->get_remaining\(\);/ : bug('m') ? process.left&/"
plant controller.hpp "s/^( *)leave\(job\);/\1if (!bug('l')) { leave(job); }/"
plant controller.hpp "s/std::llround\(s4u::Engine::get_clock\(\) \* /std::llround(bug('t') + s4u::Engine::get_clock() * /"
plant cluster.cpp "s/^(    opts.run.stretch = )(.*);/\1!bug('s') \&\& (\2);/"
check "the same with bugs" build "$out/wrong" "$out/wrong/simgrid_cluster"

# planted LETTER COMMAND...: with this bug.
planted() {
    local program=$out/wrong/simgrid_cluster
    BUG=$1 "${@:2}"
}
caught "tiers of one priority" '^1,0,0,200' planted p ends two "104.166667 200.000000" $tiers measy
caught "a migration that forgets what was done" '^3,.*,170' planted m ends three \
    "1004.000000 100.000000 166.000000" $tiers measy
caught "processors that are never given back" 'meets another job on processor' planted l same easy \
    examples/small.swf
caught "a clock that is a tick off" '^[<>] ' planted t same easy examples/small.swf
caught "estimates that forget what tiers cost" '[1-9][0-9]* are late' planted s on_time --policy measy
finish
