#!/usr/bin/env bash
# vectors.sh: the vectors for ports are what the kit decides, and suffice; examples with --json.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
for tool in python3 gcc; do
    have $tool $tool || { echo "$gate: $passed passed, $failed failed, $skipped skipped"; exit 0; }
done

vectors=$out/vectors
check "build vectors" "${least[@]}" -I. tests/vectors/vectors.c -o "$vectors"

parse() { python3 - "$@" <<'PY'
import json
import sys
for name in sys.argv[1:]:
    with open(name, encoding="ascii") as file:
        json.load(file)
PY
}

# ---- the vectors

# holds PROGRAM FOLDER
holds() { "$1" check "$2"; }
check "all vectors hold" holds "$vectors" vectors

check "build vectors, with words of 8 bits" "${least[@]}" -DSKED_WORD_BITS=8 -I. \
    tests/vectors/vectors.c -o "$out/vectors8"
check "all vectors hold with words of 8 bits" holds "$out/vectors8" vectors

# A file that the program does not know of is not looked at.
told_of() { sed -n '/^static const char \*const names/,/NULL/p' "$2" | grep -oE '"[a-z_]+"' |
    tr -d '"' | sort | diff - <(cd "$1" && ls -- *.json | sed 's/\.json$//'); }
check "all files are looked at" told_of vectors tests/vectors/vectors.c
cp -r vectors "$out/more"
cp vectors/map.json "$out/more/stray.json"
caught "a file that is not looked at" '^> stray$' told_of "$out/more" tests/vectors/vectors.c
check "python3 reads all" parse vectors/*.json

# What is expected is made of the inputs alone: emptied, it comes again, in every byte.
rewritten() {
    rm -rf "$out/empty"
    mkdir -p "$out/empty"
    python3 - "$out/empty" vectors/*.json <<'PY' || return 1
import json
import pathlib
import sys
for name in sys.argv[2:]:
    whole = json.loads(pathlib.Path(name).read_text())
    for case in whole["cases"]:
        case["expected"] = {}
    (pathlib.Path(sys.argv[1]) / pathlib.Path(name).name).write_text(json.dumps(whole))
PY
    "$1" write "$out/empty" && diff -r "$out/empty" "$2"
}
mkdir -p "$out/plain"
cp vectors/*.json "$out/plain"
check "write makes the same files, byte for byte" rewritten "$vectors" "$out/plain"

# wrong NAME FILE SED-SCRIPT PATTERN: such a file is refused, at its place.
wrong() {
    mutate "vectors/$2" "$out/wrong/$2" "$3"
    caught "$1" "^$out/wrong/$2:$4" "$vectors" check "$out/wrong/$2"
}
wrong "another start" queue.json '0,/"at": 5, "kind"/s//"at": 6, "kind"/' \
    '[0-9]+:[0-9]+: at 6, expected at 5$'
wrong "another machine" map.json '0,/"machine": 0, "start"/s//"machine": 1, "start"/' \
    '[0-9]+:[0-9]+: machine 1, expected machine 0$'
wrong "another input" queue.json '0,/"estimate": 5, "run": 5/s//"estimate": 5, "run": 6/' \
    '[0-9]+:[0-9]+: at 5, expected at 6$'
wrong "an expectation too short" moldable.json '0,/"guarantee_permille": [0-9]+,/s///' \
    '[0-9]+:[0-9]+: .*, expected guarantee_permille '
wrong "an input that is refused" queue.json '0,/"width": 2/s//"width": 20/' \
    '[0-9]+:[0-9]+: .*asks for more processors than there are, expected an input'
while IFS='|' read -r place script pattern; do
    wrong "line ${place%%:*}: $script" fattree.json "$script" "$place: $pattern"
done <<'LIST'
3:3|2s/,$//|""", expected a comma or }$
3:16|3s/"f/f/|"f", expected a whole number, a text, null, an array or an object$
2:13|2s/"sked vectors 2"/"sked vectors 1"/|another format, expected sked vectors 2$
3:16|3s/fattree/fatree/|an algorithm that is unknown, expected one of
3:3|3s/algorithm/format/|the key "format" again, expected each once$
10:[0-9]+|10s/\[4, 4, 3\]/[4, 4, 3.5]/|"\.", expected a comma or \]$
10:[0-9]+|10s/\[4, 4, 3\]/[4, 4, 03]/|"0", expected a whole number without zeros before it$
10:[0-9]+|10s/\[4, 4, 3\]/[4, 4, 9007199254740993]/|"3", expected a number of at most 2\^53
14:56|14s/mode/mood/|mood "greedy", expected no such key here$
14:11|14s/"count"/"cuont"/|no key "count", expected one$
14:56|14s/"greedy"/"greed"/|mode "greed", expected a name of vectors/README.md$
[0-9]+:1|$s/\}$//|the end, expected a comma or }$
[0-9]+:3|$s/$/ x/|"x", expected the end$
LIST

# planted NAME HEADER SED-SCRIPT: a kit with such a fault does not hold.
planted() {
    mkdir -p "$out/$1"
    cp "${headers[@]}" "$out/$1"
    mutate "$2" "$out/$1/$2" "$3"
    mkdir -p "$out/$1/tests" "$out/$1/examples"
    cp -r tests/vectors "$out/$1/tests"
    cp examples/json.h "$out/$1/examples"
    "${least[@]}" "-I$out/$1" "$out/$1/tests/vectors/vectors.c" -o "$out/$1/vectors"
    caught "a kit that decides otherwise: $1" 'json:[0-9]+:[0-9]+: .*, expected ' \
        holds "$out/$1/vectors" vectors
}

planted "EASY, off by one" sched.h \
    '~backfill_outlasts s/ > / >= /'
planted "worst fit is best fit" sched_ar.h '~worst_is_largest s/ \+ .*;/;/'

# ---- a port

port() { python3 "$1" vectors/queue.json vectors/tiers.json; }
check "a port of FCFS and EASY in Python agrees" port tests/vectors/easy.py
mutate tests/vectors/easy.py "$out/easy.py" 's/(now \+ job\["estimate"\]) <= time or/\1 < time or/'
caught "a port that is off by one" '^vectors/queue.json: .*, easy: ' port "$out/easy.py"

# ---- --json of the examples

# example NAME [FOLDER]: built as the gate builds, from there.
example() {
    local from=${2:-examples}
    "${least[@]}" -I. -Ibench -Itests -Iexamples "$from/$1.c" -o "$out/$1" -lm
}

# figures EXPRESSION AWK COMMAND...: what the JSON of a command says of `it` is what awk finds in
# its text; neither is nothing.
figures() {
    local expression=$1 script=$2
    shift 2
    "$@" >"$out/text.txt" && "$@" --json >"$out/it.json" || return 1
    python3 -m json.tool "$out/it.json" "$out/pretty.json" &&
        python3 -c 'import json, sys
it = json.load(open(sys.argv[1]))
print(*eval(sys.argv[2]))' "$out/it.json" "$expression" >"$out/json.txt" &&
        awk "$script" "$out/text.txt" | tr '\n' ' ' | sed 's/ $/\n/' >"$out/awk.txt" &&
        [ -s "$out/awk.txt" ] && diff "$out/awk.txt" "$out/json.txt"
}

for name in mapping tiers replay placement moldable booking site; do
    check "build $name" example $name
done
mapped() {
    figures '["%s %.6f %.6f" % (p["heuristic"], p["makespan_ticks"] / it["ticks_per_unit"],
        p["job_times_ticks"] / it["ticks_per_unit"]) for p in it["plans"]]' \
        'NR > 3 { print $1, $2, $3 }' "$1" --jobs 5 --machines 3 examples/five.etc
}
check "mapping --json: makespans and sums" mapped "$out/mapping"
mapped_rows() {
    figures '["%.6f" % (max(row["end_ticks"] for row in p["jobs"]) / it["ticks_per_unit"])
        for p in it["plans"]]' \
        'NR > 3 { print $2 }' "$1" --jobs 5 --machines 3 examples/five.etc
}
check "mapping --json: the last end of the rows is the makespan" mapped_rows "$out/mapping"

# The program wants --json first.
tiers() {
    local policy=$1
    shift
    "$out/tiers" "$@" "$policy" examples/twelve.events
}
for policy in keasy reasy measy; do
    check "tiers --json $policy: jobs and times" figures \
        '["%d %d" % (d["start_ticks"], d["id"]) for d in it["decisions"]]' '{ print int($1), $2 }' \
        tiers $policy
done
replayed() {
    figures '["%s %.1f %.2f %d" % (p["policy"], p["mean_wait_seconds"],
        p["utilisation_percent"], p["makespan_seconds"]) for p in it["plans"]]' 'NR > 4 { print $1, $2, $7, $8 }' \
        "$1" --accuracy 0 --policy "$2" examples/small.swf
}
check "replay --json: mean waits, utilisation, makespans" replayed "$out/replay" \
    fcfs,easy,conservative
waits() {
    figures '["%.1f" % (sum(j["start_seconds"] - j["submit_seconds"] for j in p["jobs"]) /
        it["jobs_count"]) for p in it["plans"]]' 'NR > 4 { print $2 }' \
        "$1" --accuracy 0 --policy fcfs,easy examples/small.swf
}
check "replay --json: the mean wait is that of the jobs" waits "$out/replay"

placed=(--topology 4x4x3 --busy "n[7-11,14,16-17,22-23,25-26,29,35,37-38,41-44]"
    --nodes 9 --nodes 3 --nodes 5)
for mode in exact greedy slurm; do
    check "placement --json $mode: hops and leaf switches" figures \
        '["%d %d %d" % (j["id"], j["hops"], j["leaf_switches"]) for j in it["jobs"]]' \
        '/ hops/ { hops = $3 } / leaf switch.*all below/ { print int($2), hops, $3 }' \
        "$out/placement" "${placed[@]}" --mode $mode
done
check "placement --json of a replay: its table" figures \
    '["%.3f %.1f %d" % (r["hops_per_pair"], r["mean_wait_seconds"], r["refused_count"])
        for r in it["plans"]]' \
    'NR > 3 { print $(NF - 4), $(NF - 1), $NF }' \
    "$out/placement" --topology 2x4x4 --policy easy --first 100
for algorithm in demt frontier list-shelf; do
    check "moldable --json $algorithm: makespan, minsum, bounds, plans" figures \
        '[max(t["end_ticks"] for t in it["tasks"]), it["makespan_lower_bound_ticks"],
        it["minsum_weight_ticks"], it["minsum_lower_bound_weight_ticks"],
        *[p["makespan_ticks"] for p in it.get("frontier", [])]]' \
        '/^makespan/ { print int($2) "\n" int($7) } /^minsum/ { print int($2) "\n" int($8) }
        /^(chosen)? +[0-9]/ { print $(NF - 3) }' \
        "$out/moldable" -m 32 --algorithm $algorithm examples/night.tasks
done

# The script saves and draws where it is told to.
sed 's|build/||' examples/lab.book >"$out/lab.book"
booking() { (cd "$out" && ./booking lab.book "$@"); }
check "booking --json: each answer" figures '[e["command"] + ":" + a.replace(" ", "")
    for e in it["events"] for a in e["text"]]' '{ gsub(/ /, ""); print }' booking
check "booking --json: who is there at the end" figures \
    '["%s %d %d %s" % (r["id"], r["start_ticks"], r["end_ticks"],
    ",".join(str(a) if a == b else "%d-%d" % (a, b) for a, b in r["processor_ranges"]))
    for r in it["bookings"]]' \
    '/^trim:/ { told = 1 } told && / start / { print $2, $4, $6, $8 }' booking
# A line that is refused is an event, too, and has its fault on standard error.
refused_event() {
    ! printf 'new 4\nfree 3 "2"\n' | "$1" --json >"$out/it.json" 2>"$out/stderr.txt" &&
        grep -q '^stdin:2:8: ' "$out/stderr.txt" &&
        python3 -c 'import json, sys
print([(e["line"], e["outcome"]) for e in json.load(sys.stdin)["events"]])' <"$out/it.json" |
        grep -xF "[(1, 'accepted'), (2, 'refused')]" || { echo 'not accepted, refused'; return 1; }
}
check "booking --json: a line that is refused" refused_event "$out/booking"
check "site --json: plans and mappings" figures \
    '[it["runs"][0]["plans_count"], it["runs"][0]["mappings_count"]]' '/ plans, / { print $1; print $3 }' \
    "$out/site" examples/campus.site examples/campus.jobs --quiet

# A name that must be escaped.
strange=$out/'strange "name" \.swf'
cp examples/small.swf "$strange"
escaped() {
    "$1" --json --policy easy --first 9 "$strange" >"$out/it.json" &&
        python3 -c 'import json, sys
print(json.load(sys.stdin)["trace"])' <"$out/it.json" | grep -xF "${strange##*/}"
}
check "replay --json: a name with quotes" escaped "$out/replay"

# bad NAME FILE SED-SCRIPT: the example NAME of sources that differ.
bad() {
    local folder=$out/bad_$1
    rm -rf "$folder"
    mkdir -p "$folder"
    cp examples/*.[ch] "$folder"
    mutate "examples/$2" "$folder/$2" "$3"
    "${least[@]}" -I. -Ibench -Itests "$folder/$1.c" -o "$folder/$1" -lm
}
bad replay json.h 's/\*at == .". \|\| //'
caught "a quote that is not escaped" 'JSONDecodeError' escaped "$out/bad_replay/replay"
bad replay replay_json.h 's/metrics->wait_sum, waits/metrics->response_sum, jobs/'
caught "a mean response called wait" '^[<>] ' replayed "$out/bad_replay/replay" easy
bad booking booking_json.h 's/refused \? "refused" : //'
caught "a refusal that is not told" '^not accepted, refused$' \
    refused_event "$out/bad_booking/booking"
bad mapping mapping.c 's/rows\[job\]\.end\)/rows[job].start)/'
caught "an end that is a start" '^[<>] ' mapped_rows "$out/bad_mapping/mapping"
finish
