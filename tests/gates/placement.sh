#!/usr/bin/env bash
# placement.sh: build/placement reads trees of switches, places jobs, proves it, and survives.
# SPDX-License-Identifier: MIT
#
#   TRACES=folder tests/gates/placement.sh
#
# The folder may hold trees of real machines, which are not part of this project: see the end.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
kit_header=sched_fattree.h
. tests/gates/sane.sh

check "make build/placement" make -s build/placement build/replay

# ---- answers

answers() { transcribed placement "$@"; }
check "placement: examples/placement.expected, word for word" \
    answers build/placement examples/placement.expected

# Every option of --help stands in the examples, or in a replay below.
# What is tried elsewhere: --json by json.sh.
printf '%s\n' --policy --first --load --seconds --help --version --json >"$out/replayed.txt"
check "placement: all options tried" \
    options_of build/placement 28 examples/placement.expected "$out/replayed.txt"
caught "an option that no example has" '^--help$' \
    options_of build/placement 28 examples/placement.expected

# ---- hops

# pairs SHAPE PROGRAM WORD...: the hops that are printed are those of the printed nodes, pair for
# pair: two for each level from the first in which their switches differ. So are leaves, levels, and
# the mean; no node is there twice, in two jobs, or busy; and no bound is above the hops.
pairs() {
    local shape=$1 program=$2
    shift 2
    "$program" --topology "$shape" "$@" >"$out/pairs.txt" 2>"$out/stderr.txt" ||
        { cat "$out/stderr.txt"; return 1; }
    awk -v shape="$shape" -v words="$*" '
        function told(what) { print shape " " words ": job " job " " what; wrong = 1 }
        function expand(list, into,    parts, range, count, i, n) {
            sub(/^n\[?/, "", list); sub(/\]$/, "", list); gsub(/,n?/, ",", list)
            n = 0; count = split(list, parts, ",")
            for (i = 1; i <= count; i++) {
                if (split(parts[i], range, "-") == 1) { range[2] = range[1] }
                for (; range[1] + 0 <= range[2] + 0; range[1]++) { into[++n] = range[1] + 0 }
            }
            return n
        }
        BEGIN {
            levels = split(shape, fan, "x"); size[levels + 1] = 1
            for (i = levels; i > 0; i--) { size[i] = size[i + 1] * fan[i] }
            if (match(words, /--busy [^ ]+/)) {
                n = expand(substr(words, RSTART + 7, RLENGTH - 7), list)
                for (i = 1; i <= n; i++) { used[list[i]] = "busy" }
            }
        }
        /^job [0-9]+: [0-9]+ nodes? n/ {
            job = $2; n = expand($5, node); jobs++
            hops = 0; leaves = 0; deepest = 1; split("", seen)
            if (n != $3) { told("it has " n " nodes, not " $3) }
            for (i = 1; i <= n; i++) {
                if (node[i] in used) { told("node " node[i] " is used: " used[node[i]]) }
                used[node[i]] = job
                leaf = int(node[i] / size[levels]); if (!(leaf in seen)) { seen[leaf]; leaves++ }
                for (j = 1; j < i; j++) {
                    for (l = levels; int(node[i] / size[l]) != int(node[j] / size[l]); l--) { }
                    hops += 2 * (levels - l + 1)
                    if (levels - l + 1 > deepest) { deepest = levels - l + 1 }
                }
            }
        }
        /^job [0-9]+: [0-9]+ hops/ {
            if ($3 != hops) { told($3 " hops, expected " hops) }
            if (n > 1 && sprintf("%.3f", $5) != sprintf("%.3f", 2 * hops / n / (n - 1))) {
                told("mean " $5) }
            bound = $0; sub(/.*lower bound /, "", bound)
            if (bound + 0 > hops || (bound + 0 == hops) != /: optimal$/) { told("bound " bound) }
        }
        /^job [0-9]+: [0-9]+ leaf switch/ {
            if ($3 != leaves) { told($3 " leaves, expected " leaves) }
            if ($6 != deepest) { told($6 " levels, expected " deepest) }
        }
        END { if (!jobs) { print "no job was placed" } exit wrong || !jobs }' "$out/pairs.txt"
}
# Some nodes of a shape: busy SEED PERCENT NODES.
busy() {
    awk -v seed="$1" -v percent="$2" -v nodes="$3" 'BEGIN {
        for (i = 0; i < nodes; i++) {
            seed = (seed * 1103515 + 12345) % 2147483647
            if (seed % 1000 < 10 * percent) { list = list "," i }
        }
        print "n[" substr(list, 2) "]" }'
}
# all_pairs PROGRAM: several shapes, loads, modes.
all_pairs() {
    local shape nodes mode seed
    while read -r shape nodes; do
        for seed in 1 2 3; do
            for mode in exact greedy slurm; do
                pairs "$shape" "$1" --mode $mode --busy "$(busy $seed $((seed * 20)) "$nodes")" \
                    --nodes 9 --nodes 1 --nodes 2 --nodes $((nodes / 9)) || return 1
            done
        done
        pairs "$shape" "$1" --mode units --nodes 9 --nodes 1 --nodes 2 --nodes $((nodes / 9)) &&
            pairs "$shape" "$1" --mode units --busy "$(busy 1 10 "$nodes")" \
                --nodes 3 --nodes 3 --nodes 9 --nodes 1 --nodes 2 &&
            pairs "$shape" "$1" --together --nodes 2 --nodes $((nodes / 9)) --nodes 5 || return 1
    done <<'SHAPES'
4x4x4 64
16x16x16 4096
3x5x7 105
90 90
10x12 120
2x3x4x5 120
SHAPES
}
check "placement: hops, means, leaves and levels of printed nodes, pair for pair" \
    all_pairs build/placement

# Exact has at most the hops of every other mode, and its bound is what they are compared with.
least() {
    local seed mode words
    for seed in 11 12 13 14 15 16; do
        words="--topology 4x4x4 --busy $(busy $seed 45 64) --nodes $((seed * 3 / 2))"
        for mode in exact greedy slurm; do
            "$1" $words --mode $mode | awk -v mode=$mode '/ hops/ {
                bound = $0; sub(/.*lower bound /, "", bound); print mode, $3, bound + 0 }'
        done | awk '{ hops[$1] = $2; bound[$1] = $3 }
            END {
                if (hops["exact"] != bound["exact"]) { print "exact is not proved"; wrong = 1 }
                if (bound["slurm"] != bound["exact"]) { print "another bound"; wrong = 1 }
                if (hops["greedy"] < hops["exact"] || hops["slurm"] < hops["exact"]) {
                    print "exact is beaten"; wrong = 1 }
                exit wrong || NR != 3 }' || return 1
    done
}
check "placement: no mode beats exact" least build/placement

# What is printed as a list is read as that list.
round_trip() {
    local allowed again
    allowed=$(build/placement --topology "$2" --nodes "$3" | sed -nE 's/^job 1: [0-9]+ nodes? //p')
    again=$("$1" --topology "$2" --allow "$allowed" --nodes "$3" |
        sed -nE 's/^job 1: [0-9]+ nodes? //p')
    [ -n "$again" ] && [ "$allowed" = "$again" ] || { echo "$allowed is read as $again"; return 1; }
}
check "placement: a list is read as it was printed" round_trip build/placement \
    examples/hall.topology 58
cat >"$out/names.topology" <<'TEXT'
SwitchName=one Nodes=x[0008-0011],x[9-11],x12,y[099-101]z[8-11],1[0-2],12345678901234[5-6],n-1,n-2
SwitchName=two Nodes=p[0-1]q[0-1]r[0-1]s[0-1]
SwitchName=long Nodes=w2345678901234567890123456789012345678901234567890123456789012-4
SwitchName=top Switches=one,two,long
TEXT
check "placement: ... with names of several kinds" round_trip build/placement \
    "$out/names.topology" 44

# ---- the reader

wrong() {
    wrong_lines "$out/wrong.topology" "$1" --topology "$out/wrong.topology" --nodes 1
}
chain=$(awk 'BEGIN { printf "SwitchName=s1 Nodes=n\\n"
    for (i = 2; i <= 64; i++) { printf "SwitchName=s%d Switches=s%d\\n", i, i - 1 } }')
long=$(printf '%065d' 0)
l="SwitchName=l Nodes=a\\n" k="BlockName=k Nodes=a\\n"
y='- topology: t\n  tree:\n    switches:\n    - switch: a\n      nodes: a[1-2]\n'
b='- topology: t\n  block:\n    blocks:\n    - block: a\n      nodes: a[1-2]\n'
cat >"$out/wrong.txt" <<LIST
1:1||the end, expected a line SwitchName=NAME Nodes=LIST or BlockName=NAME Nodes=LIST before it\$
3:1|# none\\n\\n|the end, expected
2:1|${l}Nodes=b\\n|a line without SwitchName or BlockName, expected one of them\$
2:3|${l}  Foo=b\\n|"Foo=b", expected SwitchName=, Nodes=, Switches=, Level=, LinkSpeed=, Bl
2:14|${l}SwitchName=b Nodes\\n|"Nodes", expected SwitchName=
2:14|${l}SwitchName=b SwitchName=c\\n|another SwitchName, expected one in a line\$
2:12|${l}SwitchName= Nodes=b\\n|SwitchName has no value, expected the name of a switch\$
2:13|${l}SwitchName=b,c Nodes=b\\n|a character that names do not have, expected the name of one
2:12|${l}SwitchName=$long Nodes=b\\n|the name has 65 characters, expected 1 to 64\$
2:12|${l}SwitchName=l Nodes=b\\n|switch "l" has a line already, expected one\$
2:12|${l}SwitchName=b\\n|switch "b" has neither Nodes nor Switches, expected one\$
2:12|${l}SwitchName=b LinkSpeed=1\\n|switch "b" has neither Nodes nor Switches
2:31|${l}SwitchName=b Nodes=c Switches=l\\n|both Nodes and Switches, expected one; both only with L
2:20|${l}SwitchName=b Nodes=\\n|Nodes has no value, expected a list as a\\[0-3,7\\],b\$
2:28|${l}SwitchName=b Nodes=b Level=|Level has no value, expected a number\$
2:20|${l}SwitchName=b Nodes=a\\n|node "a" is on switch "l" already, expected each node on one leaf
2:20|${l}SwitchName=b Nodes=c[1-2,2]\\n|node "c2" is on switch "b" already
2:20|${l}SwitchName=b Nodes=,\\n|no name, expected a list
2:22|${l}SwitchName=b Nodes=c,\\n|no name, expected a list
2:20|${l}SwitchName=b Nodes=$long\\n|a name of more than 64 characters, expected at most as many\$
2:22|${l}SwitchName=b Nodes=b[\\n|no number, expected one of 1 to 9 digits, as in a\\[0-3,7\\]\$
2:22|${l}SwitchName=b Nodes=b[]\\n|no number
2:22|${l}SwitchName=b Nodes=b[x]\\n|no number
2:24|${l}SwitchName=b Nodes=b[1,,2]\\n|no number
2:22|${l}SwitchName=b Nodes=b[0123456789]\\n|no number, expected one of 1 to 9 digits
2:24|${l}SwitchName=b Nodes=b[2-1]\\n|no end of the range, expected a number of 1 to 9 digits that
2:24|${l}SwitchName=b Nodes=b[2-]\\n|no end of the range
2:23|${l}SwitchName=b Nodes=b[1;]\\n|the range goes on, expected a comma or \\] after it\$
2:25|${l}SwitchName=b Nodes=b[1-2-3]\\n|the range goes on
2:26|${l}SwitchName=b Nodes=b[1-2]]\\n|a character that names do not have, expected a list as
2:32|${l}SwitchName=b Nodes=[1][1][1][1][1]\\n|another bracket, expected at most 4 in a name\$
2:21|${l}SwitchName=b Nodes=b\\001\\n|a byte that is no text, expected ASCII\$
2:21|${l}SwitchName=b Nodes=b\\303\\244\\n|a byte that is no text
2:12|${l}SwitchName=b Switches=c\\n|switch "b" has no nodes: no line declares a switch below it
2:12|${l}SwitchName=b Switches=b\\n|switch "b" is above itself, expected a tree\$
4:12|${l}SwitchName=c Switches=b\\nSwitchName=b Switches=l,d\\nSwitchName=d Switches=b\\n|switch "d" is
3:23|${l}SwitchName=b Switches=l\\nSwitchName=c Switches=l,d\\nSwitchName=d Nodes=e|switch "l" is below
2:28|${l}SwitchName=b Level=1 Nodes=c Switches=l\\n|node "c" is on no leaf switch below "b", expected
3:28|${l}SwitchName=m Nodes=c\\nSwitchName=b Level=1 Nodes=c Switches=l\\n|node "c" is on no leaf
33:12|$chain|switch "s33" has 33 levels of switches, expected at most 32\$
2:12|${k}SwitchName=b Nodes=b\\n|SwitchName in a file with BlockName, expected one of the two in a fi
2:11|${l}BlockName=b Nodes=b\\n|BlockName in a file with SwitchName, expected one of the two
2:12|${l}BlockSizes=4\\n|BlockName in a file with SwitchName
1:31|BlockName=b Nodes=b LinkSpeed=3\\n|LinkSpeed beside BlockName, expected a line for each\$
1:20|BlockSizes=4 Nodes=a\\n|Nodes beside BlockSizes, expected a line for each\$
1:32|BlockName=b Nodes=b SwitchName=b|SwitchName beside BlockName, expected a line for each\$
2:17|${k}AggregatedBlock=k BlockIndex=1 Nodes=a\\n|a larger block without BlockSize, expected it\$
2:17|${l}AggregatedBlock=k BlockSize=1\\n|BlockName in a file with SwitchName
2:17|${k}AggregatedBlock= BlockSize=1\\n|AggregatedBlock has no value, expected a list as
2:44|BlockName=b Nodes=b BlockSize=4\\nBlockName=c BlockIndex=1 Nodes=c BlockSize=6\\n|size 6, expected 4 tim
1:31|BlockName=b Nodes=b BlockSize=x\\n|"x", expected a number of 1 to 9 digits
2:11|${k}BlockName=b\\n|block "b" has no Nodes, expected them\$
2:11|${k}BlockName= Nodes=b\\n|BlockName has no value, expected the name of a block\$
2:11|${k}BlockName=k Nodes=b\\n|block "k" has a line already, expected one\$
2:19|${k}BlockName=b Nodes=a\\n|node "a" is on block "k" already, expected each node on one block, once\$
2:12|BlockSizes=4\\nBlockSizes=4\\n|another line with BlockSizes, expected one\$
2:12|${k}BlockSizes=\\n|BlockSizes has no value, expected numbers as 4,16\$
2:14|${k}BlockSizes=4,x\\n|"x", expected a number of 1 to 9 digits, from 1 on\$
2:16|${k}BlockSizes=4,8,\\n|"", expected a number
2:12|${k}BlockSizes=0\\n|"0", expected a number
2:14|${k}BlockSizes=4,12\\n|size 12, expected 4 times a power of two of at most 32768, above the size befor
2:16|${k}BlockSizes=4,8,8\\n|size 8, expected 4 times a power of two
2:14|${k}BlockSizes=4,262144\\n|size 262144, expected 4 times
2:1|BlockSizes=4\\n|the end, expected a line SwitchName
2:1|---\\n|the end, expected - topology: NAME before it\$
1:1|{a: b}\\n|"\\{", expected a plain text, or one in quotes\$
1:1|tree:\\n|no dash, expected - topology: NAME\$
1:3|- topology: t\\n|a topology of no kind, expected tree:, block: or flat:\$
1:3|- tree:\\n|another key, expected topology: NAME first\$
1:12|- topology:\\n|no text, expected the name of a topology\$
1:14|- topology: a,b\\n|a character that names do not have, expected the name of one
2:3|- topology: t\\n  ring:\\n|"ring", expected topology:, cluster_default:, tree:, block: or flat:\$
2:3|- topology: t\\n  topology: u\\n|another topology, expected one\$
6:13|$y- topology: t\\n  flat: true\\n|another topology "t", expected one\$
2:3|- topology: f\\n  flat: true\\n|the default topology is flat and names no nodes, expected tree: or blo
8:3|$y- topology: f\\n  cluster_default: true\\n  flat: true\\n|the default topology is flat
2:9|- topology: f\\n  flat: false\\n|another value, expected true\$
2:19|- topology: f\\n  cluster_default:\\n|another value, expected true or false\$
6:20|$y  cluster_default: yes\\n|another value, expected true or false\$
6:3|$y  flat: true\\n|another kind, expected one of tree:, block: and flat:\$
2:9|- topology: t\\n  tree: x\\n|a value, expected switches: below the key\$
3:1|- topology: t\\n  tree:\\n|another line, expected switches: below the key\$
3:3|- topology: t\\n  tree:\\n  flat: true\\n|another line, expected switches: below the key\$
3:5|- topology: t\\n  tree:\\n    foo:\\n|"foo", expected switches:\$
3:15|- topology: t\\n  tree:\\n    switches: a\\n|a value, expected - switch: NAME below the key\$
4:5|- topology: t\\n  tree:\\n    switches:\\n  - switch: a\\n|another line, expected - switch: NAME belo
6:8|$y     - switch: b\\n|a line that continues none of those above it, expected the indentation of one
6:8|$y       children: b\\n|a line that continues none
6:6|$y     children: b\\n|a line that continues none
6:1|${y}...\\n|a line that continues none
6:17|$y      children: b\\n|both nodes and children, expected one\$
6:7|$y      nodes: b\\n|another nodes, expected one\$
6:15|$y    - switch: b\\n|switch "b" has neither nodes nor children, expected one\$
6:14|$y    - switch:\\n|no text, expected a name\$
6:7|$y    - nodes: b\\n|no switch: here, expected it\$
7:14|$y    - switch: b\\n      nodes: [b]\\n|no text, expected a list as a\[0-3,7\],b\$
7:13|$y    - switch: b\\n      nodes:\\n|no text, expected a list
7:14|$y    - switch: b\\n      nodes: a1\\n|node "a1" is on switch "a" already, expected each node on one leaf
7:16|$y    - switch: b\\n      nodes: b[\\n|no number, expected one of 1 to 9 digits
6:15|$y    - switch: a\\n      nodes: b\\n|switch "a" has a line already, expected one\$
6:15|$y    - switch: b\\n      children: b\\n|switch "b" is above itself, expected a tree\$
6:16|$y    - switch: b c\\n      nodes: b\\n|a character that names do not have
6:15|$y    - switch: 'b\\n|a quote without its end, expected both in a line\$
6:18|$y    - switch: "b"c\\n|"c" behind the text, expected the end of the line\$
6:16|$y    - switch: b: c\\n|":" behind the text
6:15|$y    - switch: &b\\n|"&", expected a plain text
6:15|$y    - switch: - b\\n|"-", expected a plain text
6:7|$y    - - switch: b\\n|"-", expected a plain text
6:6|$y    -\\n      switch: b\\n|nothing behind the dash, expected it in the same line\$
7:1|$y    - switch: b\\n\\tnodes: b\\n|a tab, expected blanks\$
6:16|$y    - switch: b\\001\\n|a byte that is no text, expected ASCII\$
6:16|$y    - switch: "\\303\\244"\\n|a byte that is no text
6:7|$y    - switch\\n|"switch", expected switch:, nodes: or children:\$
3:5|- topology: t\\n  block:\\n    switches:\\n|"switches", expected block_sizes: or blocks:\$
4:1|- topology: t\\n  block:\\n    block_sizes: [2]\\n|no blocks: here, expected them\$
6:7|$b      children: b\\n|"children", expected block: or nodes:\$
6:14|$b    - block: b\\n|block "b" has no nodes, expected them\$
6:14|$b    - block: a\\n      nodes: b\\n|block "a" has a line already, expected one\$
6:18|$b    block_sizes: 4\\n|a value, expected numbers as \[4, 16\], or - 4 below the key\$
6:18|$b    block_sizes: [2, 4\\n|a bracket without its end, expected both in a line\$
6:19|$b    block_sizes: []\\n|"", expected a number of 1 to 9 digits
6:23|$b    block_sizes: [2,  x]\\n|"x", expected a number
6:22|$b    block_sizes: [2, 3]\\n|size 3, expected 2 times a power of two
8:7|$b    block_sizes:\\n    - 2\\n    - 2\\n|size 2, expected 2 times a power of two
7:7|$b    block_sizes:\\n    - k: 2\\n|a key, expected a number\$
LIST
wrong_files() { wrong "$1" <"$out/wrong.txt"; }
check "placement: $(wc -l <"$out/wrong.txt") wrong files" wrong_files build/placement
caught "a file that is not wrong" '^SwitchName=b Nodes=a: told' \
    wrong build/placement <<<'1:1|SwitchName=b Nodes=a|x'

# right: what looks wrong, but is not.
right() {
    printf -- "$1" >"$out/right.topology"
    build/placement --topology "$out/right.topology" --nodes "$2" >"$out/stdout.txt" &&
        grep -qE -- "$3" "$out/stdout.txt" || { cat "$out/stdout.txt"; return 1; }
}
check "placement: keys of any case, blanks, no end of the last line" right \
    ' \tswitchname=s1  NODES=a[08-10]\tlinkspeed=9 # c\r\n#\nSWITCHNAME=s2 nodes=b' 3 'a\[08-10\]$'
check "placement: a list of four brackets" right 'SwitchName=s Nodes=a[0-1]b[0-1]c[0-1]d[0-1]\n' 16 \
    'nodes a0b0c0d\[0-1\],a0b0c1d\[0-1\],a0b1'
check "placement: spines above spines are one" right \
    'SwitchName=core1 Switches=up[1-4]\nSwitchName=core2 Switches=up[2,4]\n'"$(
    )"'SwitchName=up1 Switches=l[1-2]\nSwitchName=up2 Switches=l2,l1\nSwitchName=l1 Nodes=a\n'"$(
    )"'SwitchName=up3 Switches=l[3-4]\nSwitchName=up4 Switches=l4,l3,l9\nSwitchName=l2 Nodes=b\n'"$(
    )"'SwitchName=l3 Nodes=c\nSwitchName=l4 Nodes=d\n' \
    3 '^3 switches with the same switches below as another: one with it$'
forest='SwitchName=a Nodes=a[1-3]\nSwitchName=b Nodes=b[1-4]\n'
check "placement: a forest" right "$forest" 4 '^job 1: 4 nodes b\[1-4\]$'

check "placement: YAML in quotes, a comment behind a value, no end of the last line" right \
    '# c\n--- # c\n- "topology": t # c\r\n  tree:\n\n    switches:\n    - switch: "s" # c\n'"$(
    )"'# c\n      nodes: '"'a[08-10],b'" 4 '^job 1: 4 nodes a\[08-10\],b$'
check "placement: of several topologies the first" right "$y- topology: u\n  flat: true\n" 2 \
    'nodes a\[1-2\]$'
check "placement: ... or the first that is the default" right \
    "$y${y//: [at]/: c}  cluster_default: true\n${y//: [at]/: d}  cluster_default: true\n" 2 \
    'nodes c\[1-2\]$'
check "placement: sizes in lines, behind the blocks" right \
    "$b    - block: b\n      nodes: b\n    - block: c\n      nodes: c\n"$(
    )"    block_sizes:\n    - 1\n    - 4\n" \
    4 '^job 1: 3 leaf switches, 2 levels, all below a..c$'
check "placement: blocks without sizes: of the first block, and times two" right \
    'BlockName=a Nodes=a[1-2]\nBlockName=b Nodes=b[1-4]\nBlockName=c Nodes=c\n' 7 \
    '^job 1: 3 leaf switches, 3 levels, all below a..c$'

# ---- topology.conf and topology.yaml

# yaml_of FILE: a topology.conf as YAML, behind a topology that is not the default.
yaml_of() {
    awk '
        function value(key,    i) {
            for (i = 1; i <= NF; i++) {
                if (index($i, key "=") == 1) { return substr($i, length(key) + 2) }
            }
            return ""
        }
        BEGIN { print "- topology: other\n  tree:\n    switches:\n    - switch: x\n      nodes: x" }
        /^BlockSizes/ { sizes = value("BlockSizes") }
        /^SwitchName/ {
            text = text "      - switch: " value("SwitchName") "\n"
            below = value("Switches")
            line = below != "" ? "children: \"" below : "nodes: \"" value("Nodes")
            text = text "        " line "\"\n"
        }
        /^BlockName/ {
            text = text "      - block: " value("BlockName") "\n        nodes: " value("Nodes") "\n"
            blocks = 1
        }
        END {
            print "- topology: this\n  cluster_default: true"
            print blocks ? "  block:\n    blocks:" : "  tree:\n    switches:"
            printf "%s", text
            if (sizes != "") { print "    block_sizes: [" sizes "]" }
        }' "$1"
}
# same PROGRAM: both kinds of files give the same tree, and the same answers on it.
same() {
    local file words
    for file in examples/hall.topology "$out/names.topology" "$out"/blocks*.topology; do
        yaml_of "$file" >"$out/same.yaml"
        for words in "--nodes 5 --nodes 7 --nodes 3" "--nodes 4 --aim spread --table"; do
            "$1" --topology "$file" $words >"$out/conf.txt" &&
                "$1" --topology "$out/same.yaml" $words >"$out/yaml.txt" 2>&1 ||
                { echo "$file differs: one of the two is refused"; return 1; }
            sed -i '1s/^[^:]*: //' "$out/conf.txt" "$out/yaml.txt"
            diff "$out/conf.txt" "$out/yaml.txt" || { echo "$file differs"; return 1; }
        done
    done
}
# blocks SIZES NODES...: a file of blocks with so many nodes each.
blocks() {
    local size first=0 number=0
    echo "BlockSizes=$1"
    shift
    for size; do
        echo "BlockName=b$number Nodes=n[$first-$((first + size - 1))]"
        first=$((first + size)) number=$((number + 1))
    done
}
blocks 4,8,32 5 4 4 6 4 3 4 4 4 4 4 >"$out/blocks1.topology"
blocks 2,4 2 2 3 2 2 2 2 2 2 >"$out/blocks2.topology"
blocks 30,120 32 32 32 32 >"$out/blocks3.topology"
blocks 4,16 4 4 4 4 >"$out/blocks4.topology"
blocks 4 4 4 4 4 4 >"$out/blocks5.topology"
check "placement: topology.yaml gives the tree of topology.conf" same build/placement

# ---- blocks, and the table of hops

# by_hand PROGRAM: of each row FILE|WORDS|PATTERN, the program says so.
by_hand() {
    local file words pattern failed=0
    while IFS='|' read -r file words pattern; do
        "$1" --topology "$out/blocks$file.topology" --mode blocks $words >"$out/stdout.txt" \
            2>&1 || true
        grep -qE -- "$pattern" "$out/stdout.txt" ||
            { echo "$file $words: expected $pattern"; cat "$out/stdout.txt"; failed=1; }
    done <"$out/by_hand.txt"
    return "$failed"
}
# The second and third file of rows are those of Slurm's manuals. Blocks of 4 and 16, two free nodes
# in each: five nodes would need three blocks, and two are permitted. 32 + 28: 32 x 31 + 28 x 27 hops
# within the blocks, 4 x 32 x 28 between them. 4 + 3 + 2: 9 x 8 hops, and two more for each pair of
# two blocks, 52. 4 + 6 | 2: 12 x 11, two more for 24 pairs, four more for 20.
cat >"$out/by_hand.txt" <<'LIST'
4|--nodes 5|^job 1: 5 nodes n\[0-4\]$
4|--nodes 5|^job 1: 28 hops, .*: optimal$
4|--nodes 5|^job 1: permitted below one switch of level 2, on at most 2 of level 1$
4|--nodes 5 --busy n[0-1,4-5,8-9,12-13]|^placement: --nodes: "5": too few .*level 2, on at most 2 of level 1\), e
4|--nodes 4 --busy n[0-1,4-5,8-9,12-13]|^placement: --nodes: "4": too few .* \(below one switch of level 1\)
4|--nodes 12|^job 1: permitted below one switch of level 2, on at most 3 of level 1$
3|--nodes 60|^job 1: 5332 hops, .*: optimal$
3|--nodes 61|^job 1: permitted below one switch of level 2, on at most 3 of level 1$
3|--nodes 121|^job 1: permitted anywhere, on at most 2 of level 2$
3|--nodes 30 --busy n[0-2,32-34,64-66,96-97]|^job 1: 30 nodes n\[98-127\]$
5|--nodes 9|^job 1: permitted anywhere, on at most 3 of level 1$
5|--nodes 9 --busy n[0-1,4-5,8-9,12]|^job 1: 124 hops,
5|--nodes 17 --busy n0|^job 1: permitted anywhere, on at most 5 of level 1$
1|--nodes 8|^job 1: permitted below one switch of level 2, on at most 2 of level 1$
1|--nodes 9|^job 1: permitted below one switch of level 3, on at most 2 of level 2$
1|--nodes 17|^job 1: permitted below one switch of level 3, on at most 3 of level 2$
1|--nodes 33|^job 1: permitted anywhere, on at most 2 of level 3$
1|--nodes 12 --busy n[0-8]|^job 1: 260 hops,
1|--nodes 46|^job 1: 11 leaf switches, 4 levels, all below b0\.\.b10$
2|--nodes 5|^job 1: permitted anywhere, on at most 2 of level 2$
2|--nodes 19|^job 1: 9 leaf switches, 3 levels, all below b0\.\.b8$
LIST
check "placement: $(wc -l <"$out/by_hand.txt") rows of blocks by hand" by_hand build/placement

# permitted PROGRAM FILE SIZES NODES: in random states of so many nodes, jobs are where Slurm's block
# plugin lets them run: told here by counting blocks, without a tree.
permitted() {
    local seed nodes placed=0
    for seed in 1 2 3 4 5 6 7 8; do
        for nodes in 2 4 5 7 9 12 14 17 20; do
            "$1" --topology "$out/blocks$2.topology" --mode blocks --nodes "$nodes" \
                --busy "$(busy $seed 30 "$4")" >"$out/stdout.txt" 2>"$out/stderr.txt" ||
                says '^placement: --nodes: "[0-9]+": (too few nodes are free|more than)' ||
                { cat "$out/stderr.txt"; return 1; }
            placed=$((placed + $(grep -c '^job 1:.*nodes' "$out/stdout.txt" || true)))
            awk -v sizes="$3" -v wanted="$nodes" '
                function used(each,    i, n) {
                    split("", seen); n = 0
                    for (i in block) { if (!(int(i / each) in seen)) { seen[int(i / each)]; n++ } }
                    return n
                }
                FILENAME ~ /topology$/ && match($0, /n\[[0-9]+-/) {
                    for (i = first; i < substr($0, RSTART + 2) + 0; i++) { of[i] = count - 1 }
                    first = substr($0, RSTART + 2) + 0; count++
                    for (i = first; i < 200; i++) { of[i] = count - 1 }
                }
                /^job 1: [0-9]+ nodes? n/ {
                    list = $5; gsub(/^n\[?|\]$/, "", list); gsub(/,n?/, ",", list)
                    parts = split(list, part, ",")
                    for (i = 1; i <= parts; i++) {
                        if (split(part[i], range, "-") == 1) { range[2] = range[1] }
                        for (at = range[1] + 0; at <= range[2] + 0; at++) { block[of[at]]; n++ }
                    }
                }
                END {
                    if (!n) { exit }
                    if (n != wanted) { print n " nodes, expected " wanted; exit 1 }
                    levels = split(sizes, size, ",")
                    for (need = 1; need * size[1] < n; need *= 2) { }
                    within = count; below = 1
                    for (i = levels; i > 0; i--) {
                        if (size[i] / size[1] >= need) { within = size[i] / size[1] }
                    }
                    for (i = 1; i <= levels; i++) {
                        if (size[i] / size[1] < need) { below = size[i] / size[1] }
                    }
                    most = int((n + below * size[1] - 1) / (below * size[1]))
                    if (used(within) > 1) { print wanted ": on two of " within " blocks"; exit 1 }
                    if (used(below) > most) {
                        print wanted ": on " used(below) " of " below " blocks, expected " most
                        exit 1
                    }
                }' "$out/blocks$2.topology" "$out/stdout.txt" || return 1
        done
    done
    [ "$placed" -ge 30 ] || { echo "too few jobs have a place: $placed"; return 1; }
}
all_permitted() {
    permitted "$1" 1 4,8,32 46 && permitted "$1" 2 2,4 19 && permitted "$1" 4 4,16 16 &&
        permitted "$1" 5 4 20
}
check "placement: blocks of random states, counted without a tree" all_permitted build/placement

# tables PROGRAM: the rows of a table are pairs that meet at a switch: on a regular tree twice as
# many hops each as the level; each level has all nodes, and the sums are those of the job.
tables() {
    local shape words
    while read -r shape words; do
        "$1" --topology "$shape" $words --table >"$out/tables.txt" || return 1
        awk -v shape="$shape" -v words="$words" '
            function told(what) { print shape " " words ": job " job " " what; wrong = 1 }
            /^job [0-9]+: [0-9]+ nodes? n/ { job = $2; nodes = $3 }
            /^job [0-9]+: [0-9]+ hops,/ { if ($4 != "hops," || $5 != "") { hops = $3 } }
            /^level / { split("", of); pairs = sum = top = 0; next }
            /^ +[0-9]+  s[0-9]+ / {
                of[$1] += $3; pairs += $4; sum += $5; top = $1; tables++
                if ($5 != 2 * $1 * $4) { told($5 " hops of " $4 " pairs on level " $1) }
                if ($1 == 1 && $4 != $3 * ($3 - 1) / 2) { told($4 " pairs of " $3 " nodes") }
            }
            /^  all / {
                for (l = 1; l <= top; l++) {
                    if (of[l] != nodes) { told(of[l] " nodes on level " l) }
                }
                if ($2 != nodes || $3 != pairs || $4 != sum) { told("sums " $2 " " $3 " " $4) }
                if (sum != hops) { told(sum " hops in the table, expected " hops) }
                if (pairs != nodes * (nodes - 1) / 2) { told(pairs " pairs of " nodes " nodes") }
            }
            END { if (!tables) { print "no table" } exit wrong || !tables }' "$out/tables.txt" ||
            return 1
    done <<TABLES
4x4x4 --nodes 9 --nodes 1 --nodes 20 --busy $(busy 1 30 64)
8x9 --nodes 30 --nodes 9 --mode greedy --busy $(busy 2 20 72)
2x3x4x5 --nodes 70 --nodes 9 --mode slurm
4x4x8 --nodes 20 --nodes 3 --mode units
90 --nodes 80 --nodes 10
TABLES
}
check "placement: tables of hops add up, level by level" tables build/placement
# Leaf switches at unequal depth: two nodes meet at "top", one link below its leaf, one two.
uneven='SwitchName=top Switches=a,up\nSwitchName=up Switches=b\n'"$(
    )"'SwitchName=a Nodes=a\nSwitchName=b Nodes=b\n'
uneven_table() {
    printf "$uneven" >"$out/uneven.topology"
    "$1" --topology "$out/uneven.topology" --nodes 2 --table >"$out/stdout.txt" &&
        grep -q '^job 1: 5 hops' "$out/stdout.txt" &&
        grep -qE '^    3  top +2 +1 +5$' "$out/stdout.txt" || { cat "$out/stdout.txt"; return 1; }
}
check "placement: a table of an uneven tree" uneven_table build/placement

# shown_by_scontrol PROGRAM: what scontrol tells of blocks gives the same tree.
shown_by_scontrol() {
    blocks 2,8 2 3 2 2 2 2 >"$out/sizes.topology"
    awk '/^BlockName/ { print $1, "BlockIndex=" n++, $2, "BlockSize=2" }
        END { print "AggregatedBlock=b[0-3] BlockIndex=6 Nodes=n[0-8] BlockSize=8"
              print "AggregatedBlock=b[4-5] BlockIndex=7 Nodes=n[9-12] BlockSize=8" }' \
        "$out/sizes.topology" >"$out/shown.topology"
    for words in "--nodes 5 --nodes 3" "--nodes 11"; do
        "$1" --topology "$out/sizes.topology" --mode blocks --table $words |
            tail -n +2 >"$out/conf.txt"
        "$1" --topology "$out/shown.topology" --mode blocks --table $words | tail -n +2 |
            diff "$out/conf.txt" - || return 1
        grep -q '^job 1: permitted' "$out/conf.txt" || return 1
    done
}
check "placement: blocks as scontrol shows them" shown_by_scontrol build/placement

# ---- the command line

printf "$forest" >"$out/forest.topology"
shape="--topology 4x4x3"
cat >"$out/refused.txt" <<LIST
2||--topology is missing, expected --topology FILE or SHAPE\$
2|--nodes 3|--topology is missing, expected --topology
2|$shape|--nodes is missing, expected --nodes K, or --policy easy\$
2|$shape --nods 3|"--nods" is not an option, expected --nodes\\?\$
2|$shape $shape|--topology: given again, expected it once\$
2|$shape --nodes|--nodes: nothing follows, expected K\$
2|$shape --nodes 0|--nodes: "0", expected a whole number from 1 to 67108864\$
2|$shape --nodes 67108865|--nodes: "67108865", expected a whole number
2|$shape --nodes 99999999999999999999999|--nodes: "9+", expected a whole number
2|$shape --nodes -1|--nodes: "-1", expected
2|$shape --nodes 3x|--nodes: "3x", expected
2|$shape --nodes 3 --mode best|--mode: "best", expected exact, greedy, units, slurm or blocks\$
2|$shape --nodes 3 --mode slurm --levels 2|--levels does not go with slurm, expected opt
2|$shape --nodes 3 --mode units --allow n1|--allow does not go with units
2|$shape --nodes 3 --unit 3|--unit does not go with exact
2|$shape --nodes 3 --mode greedy --steps 3|--steps does not go with greedy
2|$shape --nodes 3 --policy easy|--nodes does not go with a replay
2|$shape --policy sjf|--policy: "sjf", expected fcfs or easy\$
2|$shape --policy easy --mode greedy|--mode does not go with a replay
2|$shape --nodes 3 --table --json|--table does not go with --json, expected one of the two\$
2|$shape --policy easy --table|--table does not go with a replay
2|$shape --nodes 3 --mode blocks --levels 2|--levels does not go with blocks, expected opt
2|$shape --nodes 3 --mode blocks --together|--together does not go with blocks
2|$shape --nodes 3 --mode blocks --rule 1:most=3|--rule does not go with blocks
1|$shape --nodes 3 --mode blocks|--mode: "blocks": 4x4x3 has none, expected a --topology FILE of blocks: Bl
1|--topology examples/hall.topology --nodes 3 --mode blocks|--mode: "blocks": .* has none
1|--topology examples/racks.yaml --nodes 109 --mode blocks|--nodes: "109": .*, expected at most 108\$
1|$shape --nodes 49|--nodes: "49": .*, expected at most 48\$
1|$shape --nodes 48 --down n7|--nodes: "48": too few .*, expected at most the 47 that are
1|$shape --nodes 46 --busy n7,n8,n9|--nodes: "46": too few
1|$shape --nodes 46 --busy n7,n8,n9 --mode slurm|--nodes: "46": too few
1|$shape --nodes 3 --allow n7,n8|--nodes: "3": too few
1|$shape --nodes 3 --exclude n[2-47]|--nodes: "3": too few
1|$shape --nodes 3 --require n7 --busy n7|--nodes: "3": too few .* or one that is named
1|$shape --nodes 4 --levels 1|--nodes: "4": the free nodes do not fit the limits, expected wider limits, or fewer nodes\$
1|$shape --nodes 4 --leaves 1|--nodes: "4": .*, expected wider limits
1|$shape --nodes 4 --segment 3|--nodes: "4": .*, expected a multiple of --segment\$
1|--topology $out/forest.topology --nodes 5|--nodes: "5": no root has so many nodes below it, expected at most 4 \(2 roots\)\$
1|--topology $out/forest.topology --nodes 5 --mode slurm|--nodes: "5": no root has
1|$shape --nodes 3 --busy m1|--busy: "m1" is no node of 4x4x3, expected its nodes\$
1|$shape --nodes 3 --down n48|--down: "n48" is no node of 4x4x3
1|$shape --nodes 3 --require n[1-48]|--require: "n48" is no node
1|$shape --nodes 3 --exclude n[1|--exclude: character 4: the range goes on, expected a c
1|$shape --nodes 3 --allow ,|--allow: character 1: no name, expected a list
1|$shape --nodes 3 --mode units --unit 2|--unit: "2", expected a number that divides th
1|--topology 4x0 --nodes 1|--topology: "4x0": .*, expected at most 32 numbers from 1 on
1|--topology 8192x8193 --nodes 1|--topology: "8192x8193": .*, expected at most 32 numb
1|--topology nowhere --nodes 1|--topology: nowhere: cannot be read: .*, expected a file or a shape
1|--topology 4x --nodes 1|--topology: 4x: cannot be read
1|--topology examples --nodes 1|examples:1:1: cannot be read: .*, expected a text file\$
1|--topology 2 --policy easy|--topology: the model has no workload for 2 nodes below
1|$shape nowhere|nowhere: cannot be read: .*, expected a readable file\$
1|$shape examples/hall.topology|examples/hall.topology:1:1:
1|--topology 4x4 --nodes 3 --busy n1-n2|--busy: "n1-n2" is no node of 4x4, expected its nodes; a range is written n\\[1-3\\]\$
LIST
refused_words() { refused "$1" <"$out/refused.txt"; }
check "placement: $(wc -l <"$out/refused.txt") wrong command lines" refused_words build/placement
caught "a command line that is not wrong" '^--topology 4x4x3 --nodes 3: told 0' \
    refused build/placement <<<"1|$shape --nodes 3|x"

# A job that has no place does not keep the others from theirs.
others() {
    local status=0
    build/placement --topology 4x4x3 --nodes 40 --nodes 9 --nodes 8 "$@" >"$out/stdout.txt" \
        2>"$out/stderr.txt" || status=$?
    [ "$status" -eq 1 ] && grep -q '^placement: --nodes: "9": ' "$out/stderr.txt" &&
        [ "$(wc -l <"$out/stderr.txt")" -eq 1 ] &&
        [ "$(grep -cE '^job [13]: [0-9]+ nodes' "$out/stdout.txt")" -eq 2 ]
}
for words in "" --together "--mode greedy" "--mode slurm"; do
    check "placement: one job without a place, two with one $words" others $words
done

# ---- replays

# table NAME COLUMN: a cell of the table.
table() { awk -v name="$1" -v column="$2" 'index($0, name) == 1 {
    sub(/^.*[a-z]  +/, ""); print $column }' "$out/table.txt"; }
# replayed PROGRAM SHAPE NODES POLICY: every job can start whenever enough nodes are free, so which
# nodes does not matter to waits: those of five rows are one another's, and build/replay's. So are
# those of units of one node in batches of one job, if jobs come in order; a range of nodes is not
# always there, and all jobs behind it wait longer then. Hops are least with exact or greedy, and
# random ones as many as they must be.
replayed() {
    local row mean policy=$4 rows="exact greedy slurm first_fit random"
    "$1" --topology "$2" --policy "$policy" --seconds --first 2000 --unit 1 --batch 1 >"$out/table.txt" ||
        return 1
    build/replay --processors "$3" --policy "$policy" --seconds --first 2000 >"$out/replay.txt"
    mean=$(awk -v policy="$policy" '$1 == policy { print $2, $6 }' "$out/replay.txt")
    [ "$policy" = easy ] || rows="$rows units"
    for row in $rows; do
        row=${row/_/ }
        [ "$(table "$row" 4) $(table "$row" 3) $(table "$row" 5)" = "$mean 0" ] ||
            { echo "$row: $(table "$row" 4) $(table "$row" 3), expected $mean"; return 1; }
    done
    awk -v shape="$2" -v exact="$(table exact 1)" -v greedy="$(table greedy 1)" \
        -v slurm="$(table slurm 1)" -v first="$(table "first fit" 1)" -v random="$(table random 1)" \
        -v wait="$(table exact 4)" -v range="$(table contiguous 4)" -v policy="$policy" \
        -v refused="$(table contiguous 5)" 'BEGIN {
        levels = split(shape, fan, "x"); below = 1; nodes = 1
        for (i = 1; i <= levels; i++) { nodes *= fan[i] }
        for (i = levels; i > 0; i--) {
            mean += 2 * (levels - i + 1) * (below * fan[i] - below); below *= fan[i] }
        mean /= nodes - 1
        least = exact < greedy ? exact : greedy
        if (!(least > 2 && least <= slurm && least < first && first < random)) {
            print "hops " exact, greedy, slurm, first, random; wrong = 1 }
        if (random < 0.98 * mean || random > 1.02 * mean) {
            print "random " random ", expected about " mean; wrong = 1 }
        if (refused == 0 || (policy == "fcfs" && range <= wait)) {
            print "ranges wait " range ", refused " refused; wrong = 1 }
        exit wrong }'
}
for policy in easy fcfs; do
    check "placement: a replay of 512 nodes, $policy" replayed build/placement 8x8x8 512 $policy
    check "placement: a replay of 256 nodes, $policy" replayed build/placement 16x16 256 $policy
done

# shown PAGE: has what the program prints of the replay that the page names, and of its first job.
shown() {
    build/placement --topology 4x8x8 --policy easy 2>"$log" | tail -n 8 >"$out/shown.txt"
    build/placement --topology 4x4x3 --nodes 9 \
        --busy 'n[7-11,14,16-17,22-23,25-26,29,35,37-38,41-44]' >>"$out/shown.txt"
    [ "$(wc -l <"$out/shown.txt")" -ge 12 ] || { echo "too few lines"; return 1; }
    grep -vxFf "$1" "$out/shown.txt" | sed 's/^/the page lacks: /' | grep . && return 1
    return 0
}
check "examples/README.md: the replay, and the job" shown examples/README.md
mutate examples/README.md "$out/shown.md" 's/^(first fit +)4/\15/'
caught "a table of another run" 'the page lacks: first fit' shown "$out/shown.md"

# Three jobs of a trace; one is wider than the machine, one waits for another. The units wait with
# their own queue.
cat >"$out/three.swf" <<'TEXT'
1 0 -1 100 6 -1 -1 6 100 -1 1 -1 -1 -1 -1 -1 -1 -1
2 10 -1 50 13 -1 -1 13 50 -1 1 -1 -1 -1 -1 -1 -1 -1
3 20 -1 100 8 -1 -1 8 100 -1 1 -1 -1 -1 -1 -1 -1 -1
TEXT
three() {
    build/placement --topology 3x4 --policy "$1" --seconds "$out/three.swf" >"$out/table.txt" &&
        grep -qx "$out/three.swf: 2 jobs, 1 skipped: wider than 12 nodes; $1" \
            "$out/table.txt" || return 1
    for row in exact greedy units contiguous slurm "first fit" random; do
        [ "$(table "$row" 4)" = 40.0 ] || { echo "$row: waits $(table "$row" 4)"; return 1; }
    done
    for row in exact greedy units slurm "first fit"; do
        [ "$(table "$row" 1) $(table "$row" 2)" = "$2" ] ||
            { echo "$row: $(table "$row" 1) $(table "$row" 2)"; return 1; }
    done
}
# 4 + 2 nodes: 7 pairs of 2 hops and 8 of 4, 46; 4 + 4: 12 and 16, 88. 134 of 43 pairs; the means are
# 3.067 and 3.143.
check "placement: three jobs by hand, easy" three easy "3.116 3.105"
check "placement: three jobs by hand, fcfs" three fcfs "3.116 3.105"
caught "other hops" 'exact: 3.116' three easy "3.117 3.105"

# Two jobs of 6 of 12 nodes, leaves of 4: 4 + 2 each. With at most one job on a way up the second one
# waits for the first to end; the others let both use the way of the second leaf.
cat >"$out/two.swf" <<'TEXT'
1 0 -1 100 6 -1 -1 6 100 -1 1 -1 -1 -1 -1 -1 -1 -1
2 0 -1 100 6 -1 -1 6 100 -1 1 -1 -1 -1 -1 -1 -1 -1
TEXT
crowded() {
    "$1" --topology 3x4 --policy easy --seconds --cross "$2" "$out/two.swf" >"$out/table.txt" ||
        return 1
    for row in exact greedy; do
        [ "$(table "$row" 4) $(table "$row" 6)" = "$3" ] ||
            { echo "$row: $(table "$row" 4) $(table "$row" 6), expected $3"; return 1; }
    done
    for row in slurm "first fit"; do
        [ "$(table "$row" 4) $(table "$row" 6)" = "$4" ] ||
            { echo "$row: $(table "$row" 4) $(table "$row" 6), expected $4"; return 1; }
    done
}
check "placement: two jobs by hand, one on a way up" crowded build/placement 1 "50.0 0" "0.0 1"
check "placement: ... and two" crowded build/placement 2 "0.0 0" "0.0 0"
# Of a day of jobs, exact and greedy keep it; with more than all jobs nothing changes.
isolated() {
    for cross in 1 2 3; do
        "$1" --topology 8x8x8 --policy easy --seconds --first 1000 --load 110 --cross $cross \
            >"$out/table.txt" || return 1
        [ "$(table exact 6) $(table greedy 6)" = "0 0" ] && [ "$(table random 6)" -gt 100 ] ||
            { echo "--cross $cross: crowded $(table exact 6), $(table random 6)"; return 1; }
    done
    build/placement --topology 8x8x8 --policy easy --seconds --first 1000 >"$out/free.txt"
    "$1" --topology 8x8x8 --policy easy --seconds --first 1000 --cross 1000 |
        sed -E '3,$s/ +[^ ]+$//' | tr -s ' ' | diff - <(tr -s ' ' <"$out/free.txt")
}
check "placement: replays with few jobs on a way up" isolated build/placement

# ---- files that are damaged

awk 'BEGIN {
    for (i = 1; i <= 40; i++) { printf "SwitchName=s%d Level=0 LinkSpeed=1 Nodes=n[%d-%d]\n", i, 9 * i,
        9 * i + 8 }
    print "SwitchName=u1 Level=1 Switches=s[1-20] Nodes=n[9-188]"
    print "SwitchName=u2 Level=1 Switches=s[21-30,31-40] Nodes=n[189-368]"
    print "SwitchName=u3 Level=1 Switches=s[21-40]\nSwitchName=t Level=2 Switches=u[1-3]" }' \
    >"$out/seed.topology"
yaml_of "$out/seed.topology" >"$out/seed.yaml"
flags="$flags -DTOPOLOGY_NAMES_MOST=3000"

refusal='placement: damaged:[0-9]+:[0-9]+'
survives() {
    survived "$1" examples/hall.topology "$out/seed.topology" "$out/names.topology" \
        examples/racks.yaml "$out/seed.yaml" "$out"/blocks[1-5].topology
}
claim_sanitized placement examples/placement.expected tests/programs/damaged_trees.c

# ---- trees of real machines

# machine FILE NODES LEAVES: it is read, and a job in it is as its scontrol or its README tells.
machine() {
    build/placement --topology "$TRACES/fattree/$1" --nodes 64 >"$out/stdout.txt" &&
        grep -qF ": $2 nodes on $3 leaf switches, $4 levels, 1 root; $2 free" "$out/stdout.txt" &&
        grep -q '^job 1: .*: optimal$' "$out/stdout.txt" || { cat "$out/stdout.txt"; return 1; }
}
# decisions PROGRAM [SED-SCRIPT]: what Slurm decided on 4x4x4, and the least hops of those states, as
# other programs have told them, by tests/deep/slurm_rule.c.
decisions() {
    gzip -dc "$TRACES/fattree/slurm-22.05-decisions-4x4x4.csv.gz" | sed "${2:-}" >"$out/decisions.csv"
    "$1" "$out/decisions.csv" >"$out/decided.txt" || { head -n 3 "$out/decided.txt"; return 1; }
    grep '^# 3181 decisions of a controller' "$out/decided.txt"
}
if [ -z "${TRACES:-}" ] || [ ! -d "$TRACES/fattree" ]; then
    skip "trees of five machines, and what Slurm decided on one (no TRACES=folder with fattree)"
else
    check "placement: Leonardo" machine leonardo_derived.topology.conf 4992 392 3
    check "placement: Summit" machine shape_summit_2level.topology.conf 4608 256 2
    check "placement: Tianhe-2" machine shape_tianhe2.topology.conf 16000 500 3
    check "placement: scontrol, 87 nodes" machine scontrol_two_level_87.txt 87 4 2
    check "placement: scontrol, Nodes and Switches" round_trip build/placement \
        "$TRACES/fattree/scontrol_two_level_30.txt" 30
    caught "another machine" '4608 nodes on 256' machine shape_summit_2level.topology.conf 4992 392 3
    build decisions tests/deep/slurm_rule.c
    check "placement: 3181 decisions of Slurm, and the least hops" decisions "$out/decisions/program"
    build undecided tests/deep/slurm_rule.c slurm_rule.h 's/way == best_way && better > 0/0/'
    caught "other hops of a state" 'row->hops_lower_bound.*seed 3181' \
        decisions "$out/decisions/program" '$s/$/0/'
    caught "another rule" 'does not hold: .*taken' decisions "$out/undecided/program"
fi

# ---- planted bugs

plain_kit
build_plain added examples/placement.c placement_jobs.h \
    's/" hops", job, answer->hops\)/" hops", job, answer->hops + 2)/'
caught "hops that are not those of the nodes" 'job [0-9]+: [0-9]+ hops, expected' \
    all_pairs "$out/added/program"
caught "another answer" '^[<>] job' answers "$out/added/program" examples/placement.expected
build_plain forgotten examples/placement.c placement_jobs.h \
    's/status = sked_fattree_allocate\(&m->tree, set\)/status = SKED_OK/'
caught "a job that does not stay" 'node [0-9]+ is used: [0-9]+:' all_pairs "$out/forgotten/program"
build_plain drunk examples/placement.c placement_machine.h \
    's/sked_fattree_allocate\(&m->tree, &m->set\[PLACEMENT_SET_BUSY\]\)/SKED_OK/'
caught "busy nodes that are taken" 'node [0-9]+ is used: busy' all_pairs "$out/drunk/program"
build_plain first examples/placement.c placement_jobs.h 's/units_correct\(taken, chosen\);//'
caught "the first nodes of a unit, whoever has them" 'placement: a processor is busy' \
    all_pairs "$out/first/program"
build_plain last examples/placement.c placement_units.h 's/ && unit \+ 1 < taken->units//'
caught "a job behind the last idle unit" 'nothing further' \
    answers "$out/last/program" examples/placement.expected
build_plain boast examples/placement.c placement_jobs.h \
    's/answer.hops_lower_bound = exact.hops_lower_bound/answer.hops_lower_bound = answer.hops/'
caught "a bound that is not one" 'another bound|exact is' least "$out/boast/program"
build_plain wide examples/placement.c hostlist.h \
    's/%0\*" PRIu32, \(int\)first->digits/%*" PRIu32, 1/'
caught "ranges that forget their zeros" 'is read as|is no node' \
    round_trip "$out/wide/program" "$out/names.topology" 44
build_plain column examples/placement.c topology.h 's/\(at - begin\) \+ 1\)/(at - begin))/'
caught "a column that counts from 0" ':1:0: .*, expected 1:1: ' wrong_files "$out/column/program"
build_plain twice examples/placement.c topology.h 's/if \(known != SKED_NONE\)/if (0)/'
caught "a node on two switches" 'expected 2:20: node "a"' wrong_files "$out/twice/program"
build_plain shifted examples/placement.c topology_yaml.h \
    's/!y->is_item && y->column == column/!y->is_item \&\& y->column >= column/'
caught "keys that are indented further than their map" '6:8: a line that continues none' \
    wrong_files "$out/shifted/program"
build_plain default examples/placement.c topology_yaml.h \
    's/y.chosen = marked != SKED_NONE/y.chosen = 0/'
caught "a default that is not looked at" 'differs' same "$out/default/program"
build_plain told examples/placement.c topology.h \
    's/^( +\? )topology_take_told\(r, values\[TOPOLOGY_SIZE\]\)/\11/'
caught "sizes of scontrol that are not looked at" '^[<>] ' shown_by_scontrol "$out/told/program"
build_plain rest examples/placement.c topology.h \
    's/\(end - begin \+ below - 1\) \/ below/(end - begin) \/ below/'
caught "a last block that no larger one has" 'differs|expected|no nodes' by_hand "$out/rest/program"
build_plain apart examples/placement.c topology.h \
    's/each < blocks - begin \? begin \+ each : blocks/blocks/'
caught "a block of two larger ones" 'is below' by_hand "$out/apart/program"
build_plain room examples/placement.c placement_blocks.h \
    's/request->rules_count = power > 0/request->rules_count = 0/'
caught "more blocks than Slurm permits" 'on [0-9]+ of [0-9]+ blocks, expected' \
    all_permitted "$out/room/program"
build_plain within examples/placement.c placement_blocks.h \
    's/\? blocks_level\(shape, within\) : 0/? 0 : 0/'
caught "blocks that are not aligned" 'on two of [0-9]+ blocks' all_permitted "$out/within/program"
build_plain meeting examples/placement.c placement_table.h \
    's/ \+ ways \* row->nodes/ + ways * nodes/'
caught "a table with other hops" 'hops of [0-9]+ pairs|hops in the table' tables "$out/meeting/program"
build_plain short examples/placement.c placement_table.h \
    's/rows\[at\].ways \+ rows\[at\].nodes/rows[at].ways/'
caught "a table that forgets the links up" 'hops of [0-9]+ pairs' tables "$out/short/program"
build_plain silent examples/placement.c options.h 's/strchr\(rules.* == NULL/0/'
caught "an option without effect" '--levels 2: told 0 ' refused_words "$out/silent/program"
build endless tests/programs/damaged_trees.c hostlist.h 's/chars \+ more > HOSTLIST_CHARS/0/'
caught "a name that is not bounded" 'runtime error|AddressSanitizer' survives "$out/endless/program"
build beyond tests/programs/damaged_trees.c hostlist.h 's/at < end && (\*at >= .0.)/\1/'
caught "a number that is read beyond the end" 'AddressSanitizer' survives "$out/beyond/program"
build loose tests/programs/damaged_trees.c topology.h 's/^( +)if \(self->count == 0\) \{/\1if (0) {/'
caught "a switch without nodes" 'no tree|[Ee]rror|ERROR' survives "$out/loose/program"
build_plain lucky examples/placement.c placement_rivals.h \
    's/workload_uniform\(&by->random, left\)/0/'
caught "random nodes that are the first" 'hops|random' replayed "$out/lucky/program" 8x8x8 512 easy
build_plain shared examples/placement.c placement_ways.h 's/ > w->permitted/ >= w->permitted/'
caught "a way that is crowded too soon" 'crowded [1-9]|expected' isolated "$out/shared/program"
build_plain kept examples/placement.c placement_ways.h 's/(used\[w->own\[job\]\[at\]\])--/\1 -= 0/'
caught "jobs that use their ways when they have ended" 'crowded [1-9]|expected' \
    isolated "$out/kept/program"
build_plain disowned examples/placement.c placement_replay.h 's/^ +machine_own\(m, nodes\);//'
caught "jobs that own nothing" 'crowded [1-9]' isolated "$out/disowned/program"
build_plain whole examples/placement.c placement_rivals.h \
    's/length == 0 \|\| node != first \+ length/0/'
caught "a range with gaps" 'ranges wait|the picker' replayed "$out/whole/program" 8x8x8 512 fcfs
finish
