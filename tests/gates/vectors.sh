#!/usr/bin/env bash
# vectors.sh: the vectors for ports are what the kit decides, and suffice.
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

finish
