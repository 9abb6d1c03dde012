#!/usr/bin/env bash
# json.sh: what examples print with --json is in docs/json.schema.json, and says what they say else.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
have python3 python3 || { finish; exit; }

# Debian's python3-jsonschema is for its own Python.
python=python3
if [ -x /usr/bin/python3 ]; then python=/usr/bin/python3; fi
schema=docs/json.schema.json

# example NAME [FOLDER]: built as the gate builds, from there.
example() {
    local from=${2:-examples}
    "${least[@]}" -I. -Ibench -Itests -Iexamples "$from/$1.c" -o "$out/$1" -lm
}
for name in mapping tiers replay placement moldable booking site; do
    check "build $name" example $name
done

# ---- the same as the text

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

mapped() {
    figures '["%s %.6f %.6f" % (p["heuristic"], p["makespan_ticks"] / it["ticks_per_unit"],
        p["job_times_ticks"] / it["ticks_per_unit"]) for p in it["plans"]]' \
        'NR > 3 { print $1, $2, $3 }' "$1" examples/five.etc
}
check "mapping --json: makespans and sums" mapped "$out/mapping"
mapped_rows() {
    figures '["%.6f" % (max(row["end_ticks"] for row in p["jobs"]) / it["ticks_per_unit"])
        for p in it["plans"]]' \
        'NR > 3 { print $2 }' "$1" examples/five.etc
}
check "mapping --json: the last end of the rows is the makespan" mapped_rows "$out/mapping"

tiers() { "$out/tiers" --policy "$@" examples/twelve.events; }
for policy in keasy reasy measy; do
    check "tiers --json $policy: jobs and times" figures \
        '["%d %d" % (d["start_ticks"], d["id"]) for d in it["decisions"]]' '{ print int($1), $2 }' \
        tiers $policy
done
replayed() {
    figures '["%s %.1f %.2f %d" % (p["policy"], p["mean_wait_seconds"],
        p["utilisation_percent"], p["makespan_seconds"]) for p in it["plans"]]' \
        'NR > 5 { print $1, $2, $6, $7 }' "$1" --seconds --policy "$2" examples/small.swf
}
check "replay --json: mean waits, utilisation, makespans" replayed "$out/replay" \
    fcfs,easy,conservative
waits() {
    figures '["%.1f" % (sum(j["start_seconds"] - j["submit_seconds"] for j in p["jobs"]) /
        it["jobs_count"]) for p in it["plans"]]' 'NR > 5 { print $2 }' \
        "$1" --seconds --policy fcfs,easy examples/small.swf
}
check "replay --json: the mean wait is that of the jobs" waits "$out/replay"

# accounts REPLAY: targets, use and mean waits of two policies.
accounts() {
    figures '["%s %.1f %.1f %.1f %.1f" % (a["name"], a["target_percent"], a["used_percent"],
        a["mean_wait_seconds"], b["mean_wait_seconds"])
        for a, b in zip(it["plans"][0]["accounts"], it["plans"][1]["accounts"])]' \
        'told { print $1, $2, $3, $4, $5 } /^account / { told = 1 }' "$1" --seconds \
        --policy easy,fair --shares examples/small.shares examples/small.swf
}
check "replay --json: accounts" accounts "$out/replay"
# added REPLAY: an account has what those below it have, and all that just below the root everything.
added() {
    "$1" --json --policy fair --shares examples/small.shares examples/small.swf >"$out/it.json" &&
        python3 -c 'import json, sys
it = json.load(sys.stdin)
plan = it["plans"][0]
for above in dict.fromkeys(a["above"] for a in plan["accounts"]):
    below = [a for a in plan["accounts"] if a["above"] == above]
    over = [a for a in plan["accounts"] if a["name"] == above] or [
        {"used_percent": 100, "jobs_count": it["jobs_count"], "target_percent": 100}]
    for key, most in ("used_percent", .2), ("jobs_count", 0), ("target_percent", .2):
        if abs(sum(a[key] for a in below) - over[0][key]) > most:
            sys.exit("below %s: %s" % (above, key))' <"$out/it.json"
}
check "replay --json: sums of accounts" added "$out/replay"

# preempted REPLAY: of urgent jobs, as the table has it.
preempted() {
    figures '["%s %d %.1f %.1f %d %.1f" % (p["policy"], q["urgent_jobs_count"],
        q["urgent_mean_wait_seconds"], q["other_mean_wait_seconds"], q["stopped_count"],
        q["stopped_count"] / q["served_count"])
        for p in it["plans"] for q in [p["preemption"]]]' \
        '/jobs +wait s/ { told = FNR } told && FNR > told { print $1, $2, $3, $5, $6, $7 }' \
        "$1" --seconds --policy fcfs,easy --preempt 1 --grace 60 examples/small.swf
}
check "replay --json: urgent jobs" preempted "$out/replay"

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
    "$out/placement" --topology 2x4x4 --policy easy --seconds --first 100
for algorithm in demt frontier list-shelf; do
    check "moldable --json $algorithm: makespan, minsum, bounds, plans" figures \
        '[max(t["end_ticks"] for t in it["tasks"]), it["makespan_lower_bound_ticks"],
        it["minsum_weight_ticks"], it["minsum_lower_bound_weight_ticks"],
        *[p["makespan_ticks"] for p in it.get("frontier", [])]]' \
        '/^makespan/ { print int($2) "\n" int($7) } /^minsum/ { print int($2) "\n" int($8) }
        /^(chosen)? +[0-9]/ { print $(NF - 3) }' \
        "$out/moldable" --processors 32 --method $algorithm examples/night.tasks
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
        grep -q '^booking: standard input:2:8: ' "$out/stderr.txt" &&
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

# A byte of a name that is not UTF-8, and characters of two, three and four bytes that are.
latin=$out/$(printf 'caf\351 \303\251 \342\202\254 \360\237\230\200 \355\240\200.swf')
cp examples/small.swf "$latin"
utf8() {
    "$1" --json --policy easy --first 9 "$latin" >"$out/it.json" &&
        PYTHONIOENCODING=utf-8 python3 -c 'import json, sys
print(ascii(json.loads(open(sys.argv[1], "rb").read().decode("utf-8"))["trace"]))' "$out/it.json" |
        diff - <(echo "'caf\\ufffd \\xe9 \\u20ac \\U0001f600 \\ufffd\\ufffd\\ufffd.swf'")
}
check "replay --json: a name that is not UTF-8" utf8 "$out/replay"

# A time is whole, also where a double would round it.
far() {
    printf 'new 1\nadd a 4611686018427387901 4611686018427387902 0\n' | "$1" --json |
        grep -o '"start_ticks": 4611686018427387901, "end_ticks": 4611686018427387902' | uniq -c
}
check "booking --json: the largest times, exactly" far "$out/booking"

# What is wrong with a line, as numbers.
named() {
    printf 'new 8 99\nfind 0 4 9 9 FF\nadd b 6 500 4\nnew 70000\n' >"$out/named.book"
    ! "$1" "$out/named.book" --json >"$out/it.json" 2>"$out/stderr.txt" &&
        python3 -c 'import json, sys
for e in json.load(sys.stdin)["events"][1:]:
    print(e["outcome"], *(e["refusal"][k] for k in ("status", "member", "least", "most", "column")))
' <"$out/it.json" |
        diff - <(printf '%s\n' 'denied SKED_E_NEVER_FITS None None None None' \
            'refused SKED_E_HORIZON end None 99 9' 'refused None processors 1 65536 5')
}
check "booking --json: status, member and bounds of a refusal" named "$out/booking"

# ---- the schema and its page

# page PAGE: it is what the schema and the programs say.
page() { python3 tests/docs/json_page.py $schema | diff - "$1"; }
valid() { "$python" tests/programs/json_check.py "$1" "$out" "$out/work" "${@:2}"; }
valid_schema() { "$python" tests/programs/json_check.py "$1"; }
check "the programs of the page" make -s
check "docs/json.md is that of the schema and the programs" page docs/json.md
has_validator=1
if ! "$python" -c 'import jsonschema' 2>/dev/null; then
    skip "what the schema says: no jsonschema (apt package python3-jsonschema)"
    has_validator=
fi
if [ "$has_validator" ]; then
    silent "the schema: every object is closed, every key has its meaning" valid_schema $schema
    silent "all that the programs print is in the schema, and all keys of it are printed" \
        valid $schema
fi

# ---- planted bugs

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
bad replay replay_shares.h 's/(json_mean\(out, "mean_wait_seconds", uses\[at\])\.wait_sum/\1.area/'
caught "an area called wait" '^[<>] ' accounts "$out/bad_replay/replay"
bad replay replay_shares.h 's/shares_join\(&uses\[file->accounts\[at\]\.above\], &uses\[at\]\)/(void)at/'
caught "an account without those below it" 'below None: ' added "$out/bad_replay/replay"
bad replay replay_preempt.h 's/(urgent_mean_wait_seconds", from->)urgent_wait_sum/\1other_wait_sum/'
caught "waits of other jobs" '^[<>] ' preempted "$out/bad_replay/replay"
bad booking booking_json.h 's/refused \? "refused" : //'
caught "a refusal that is not told" '^not accepted, refused$' \
    refused_event "$out/bad_booking/booking"
bad mapping mapping.c 's/rows\[job\]\.end\)/rows[job].start)/'
caught "an end that is a start" '^[<>] ' mapped_rows "$out/bad_mapping/mapping"
bad booking booking_json.h 's/(json_status\(out, "status"), refusal->status\)/\1, SKED_OK)/'
caught "a refusal without its status" '^[<>] (denied|refused) ' named "$out/bad_booking/booking"
bad replay json.h 's/bytes == 0\)/bytes < 0)/'
caught "a byte that is not UTF-8" '^[<>] ' utf8 "$out/bad_replay/replay"
mutate docs/json.md "$out/page.md" '/^\| `makespan_seconds`/d'
caught "a key that the page lacks" 'makespan_seconds' page "$out/page.md"

# invalid WHAT PATTERN PROGRAM FILE SED-SCRIPT: another program, against the schema.
invalid() {
    bad "$3" "$4" "$5"
    cp "$out/bad_$3/$3" "$out/$3"
    caught "$1" "$2" valid $schema "$3"
}
if [ "$has_validator" ]; then
    invalid "a key that no schema knows" "Additional properties.*'widht' was unexpected" \
        replay replay_json.h 's/"width"/"widht"/'
    invalid "a number printed as a string" "is not of type 'integer'" \
        tiers json.h 's/^( +fprintf\(out->file, )"%" PRId64,/\1"\\"%" PRId64 "\\"",/'
    invalid "a time with a point" "is not of type 'integer'" \
        mapping json.h 's/^( +fprintf\(out->file, )"%" PRId64,/\1"%" PRId64 ".0",/'
    invalid "an answer of another command" "'start_ticks' was unexpected|is a required property" \
        booking booking_commands.h 's/booking_json_free\(desk, count\)/booking_json_made(desk)/'
    invalid "a key that is gone" "'levels' is a required property" \
        placement placement_json.h '/json_number\(&m->out, "levels"/d'
    invalid "an object that does not end" 'no JSON' \
        moldable moldable_json.h '0,/json_end\(out, .\}.\);/s///'
    mutate $schema "$out/open.json" '0,/"additionalProperties": false/s//"additionalProperties": true/'
    caught "an object that is open" 'additionalProperties is not false' valid_schema "$out/open.json"
    mutate $schema "$out/mute.json" 's/, "description": "jobs of the trace"//'
    caught "a key without a meaning" 'jobs_count: no description' valid_schema "$out/mute.json"
    mutate $schema "$out/more.json" \
        's/^( +)"by": \{"type": "string", "desc/\1"on": {"type": "string", "description": "x"},\n&/'
    caught "a key that nothing prints" 'site: no command prints the key on' valid "$out/more.json" site
fi
finish
