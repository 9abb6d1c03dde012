#!/usr/bin/env bash
# pictures.sh: pictures of 1,000 jobs, bookings and tasks can be read; tests/pictures.py looks, and
# tests/palette.py at the colours.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
have python3 python3 || { echo "$gate: $passed passed, $failed failed, $skipped skipped"; exit 0; }

looks() { python3 tests/pictures.py "$@"; }
colours() { python3 tests/palette.py "$@"; }

# ---- the palette, by numbers

check "classes of width can be told apart, names on them be read" colours examples/gantt.h
mutate examples/gantt.h "$out/similar.h" 's/"#3097bc"/"#5fb3a6"/'
caught "two classes that are too similar" 'class 3 beside class 4: .* apart' \
    colours "$out/similar.h"
mutate examples/gantt.h "$out/red.h" 's/"#a0b965"/"#e080a0"/'
caught "a pink that is the next class for those who see no red" \
    'class 2 beside class 3: .* deuteranopia' colours "$out/red.h"
mutate examples/gantt.h "$out/ink.h" 's/class_number < 4 \? "id"/class_number < 2 ? "id"/'
caught "white names on a light class" 'a name on class 3: contrast' colours "$out/ink.h"
mutate examples/gantt.h "$out/other.h" 's/"#68c3a4"/"#68c3a5"/'
caught "a page with colours of its own" 'lacks the classes' colours examples/gantt.h "$out/other.h"

# lines HEADER: the colours of accounts, as a header has them.
lines() {
    grep -oE '"#[0-9a-f]{6}"' <(sed -n '/^static inline const char \*history_colour/,/^}/p' "$1") |
        tr -d '"' | xargs python3 tests/colours.py 10
}
check "lines of eight accounts can be told apart" lines examples/replay_history.h
mutate examples/replay_history.h "$out/like.h" 's/"#e69f00"/"#d0a030"/; s/"#cc79a7"/"#d8973c"/'
caught "two accounts of similar colours" 'less than 10' lines "$out/like.h"

# ---- what is drawn: numbers by a rule of their own, the same everywhere

awk 'BEGIN { s = 7
    printf "new 64 5000\n"
    for (i = 1; i <= 1000; i++) {
        s = (s * 16807) % 2147483647; ready = s % 3600
        s = (s * 16807) % 2147483647; time = 4 + s % 57
        s = (s * 16807) % 2147483647; width = 1 + s % 3 * (s % 7)
        printf "book r%d %d %d 4900 %d PE_B\n", i, ready, time, width }
    printf "down 5\n" }' >"$out/desk.book"
awk 'BEGIN { s = 11
    for (i = 1; i <= 1000; i++) {
        s = (s * 16807) % 2147483647; time = 20 + s % 900
        s = (s * 16807) % 2147483647; weight = 1 + s % 40
        s = (s * 16807) % 2147483647
        if (s % 3 == 0) printf "rigid%d,%d,0,rigid %d %d\n", i, weight, 1 + s % 16, 1 + time / 4
        else printf "task%d,%d,0,amdahl %d 0.0%d\n", i, weight, time, 1 + s % 9 } }' >"$out/many.tasks"

# jobs REPLAY, desk BOOKING, tasks MOLDABLE: each draws what its name says, with this program.
jobs() {
    "$1" --first 1000 --policy easy --gantt "$out/jobs.svg" >"$out/stdout.txt" &&
        looks "$out/jobs.svg" 500
}
pair() {
    "$1" --policy fcfs,easy,easy-sjbf --gantt "$out/pair.svg" >"$out/stdout.txt" &&
        looks "$out/pair.svg" 600 &&
        [ "$(grep -c 'Mean wait: [0-9.]* [a-z]* → [0-9.]* [a-z]*<' "$out/pair.svg")" -eq 1 ] &&
        [ "$(wc -c <"$out/pair.svg")" -le 204800 ]
}
desk() {
    { cat "$out/desk.book"; echo "gantt $out/desk.svg"; } >"$out/drawn.book"
    "$1" "$out/drawn.book" >"$out/stdout.txt" && looks "$out/desk.svg" 250
}
tasks() {
    "$1" --processors 64 --method demt --gantt "$out/tasks.svg" "$out/many.tasks" >"$out/stdout.txt" &&
        looks "$out/tasks.svg" 250
}
small() {
    "$1" --processors 32 --method demt --book 300:420:8 --gantt "$out/night.svg" \
        examples/night.tasks >"$out/stdout.txt" && looks "$out/night.svg"
}

# accounts REPLAY: without decay the curves end at what the table of accounts has.
sed 's/^half-life .*/half-life 68719476736/' examples/small.shares >"$out/whole.shares"
accounts() {
    local words=(--shares "$out/whole.shares" --policy easy,fcfs,fair examples/small.swf)
    "$1" --history "$out/accounts.svg" --json "${words[@]}" >"$out/accounts.json" &&
        python3 -c 'import json, sys
print(*("%s=%s" % (a["name"], a["used_percent"]) for a in json.load(sys.stdin)["plans"][0]["accounts"]
        if a["above"] is None))' <"$out/accounts.json" |
        xargs python3 tests/pictures.py "$out/accounts.svg" | tee "$out/told.txt" &&
        grep -q ': 2 panels, 3 accounts$' "$out/told.txt"
}
# eight REPLAY: of nine users, each an account of the same shares, those that used most.
eight() {
    : >"$out/none.shares"
    "$1" --history "$out/eight.svg" --policy fair --shares "$out/none.shares" examples/small.swf \
        >"$out/stdout.txt" && grep -c 'user [0-9]: 11.1 %' "$out/eight.svg" | grep -x 8 &&
        ! grep 'user 8' "$out/eight.svg" && grep -o '>8 of 9 accounts<' "$out/eight.svg" &&
        grep -o 'dasharray="7 49" stroke-dashoffset="-49"' "$out/eight.svg"
}

check "the programs" make -s build/replay build/booking build/moldable
check "a week of 1,000 jobs" jobs build/replay
check "a day of 3,000 jobs under two policies, in 200 KiB" pair build/replay
check "accounts of two policies beside their targets" accounts build/replay
check "the eight accounts that used most, their targets in turns" eight build/replay
check "1,000 bookings" desk build/booking
check "1,000 moldable tasks" tasks build/moldable
check "13 tasks, all of them" small build/moldable

# ---- planted bugs, in the one writer

# bad NAME SED-SCRIPT [FILE [PROGRAM]]: a booking desk, or another program, with another gantt.h or
# FILE.
bad() {
    local file=${3:-gantt.h} program=${4:-booking}
    mkdir -p "$out/$1"
    cp examples/"$program"*.[ch] examples/json*.h examples/output.h "$out/$1"
    mutate "examples/$file" "$out/$1/$file" "$2"
    "${least[@]}" -I"$out/$1" -I. -Ibench -Iexamples "$out/$1/$program.c" -lm \
        -o "$out/$1/$program" >"$out/$1/compiler.txt" 2>&1 || { cat "$out/$1/compiler.txt"; exit 1; }
}
bad letters 's/GANTT_LETTER = 720/GANTT_LETTER = 60/'
caught "names that are longer than their boxes" 'the name .* is not inside' desk "$out/letters/booking"
bad readable 's/GANTT_READABLE = 250/GANTT_READABLE = 2500/'
caught "a picture of everything" 'owners, more than 250' desk "$out/readable/booking"
bad rows 's/box->low\);$/box->low > 0 ? box->low - 1 : 0);/'
caught "boxes that are a row taller" 'overlap' desk "$out/rows/booking"
bad unit 's/"time \(ticks\)"/""/' booking_gantt.h
caught "an axis without its unit" 'axis of time has no unit' desk "$out/unit/booking"
bad legend 's/has\[GANTT_OUT\] \|= .*;/has[GANTT_OUT] = 0;/'
caught "a sign that no legend explains" "does not explain 'down'" desk "$out/legend/booking"
bad tight 's/ 1600 \+ 660 \*/ 1600 + 330 */'
caught "words over the signs of a legend" 'texts: .* overlap' desk "$out/tight/booking"
bad marks 's/^    place\.x = gantt_mark_end\(.*//' gantt.h replay
caught "a name over the mark of its box" 'the name .* is over a mark' jobs "$out/marks/replay"
bad order 's/history_target\(file, page, top, line\)/history_target(file, page, top, 0)/' \
    replay_history.h replay
caught "the target of another account" 'targets of .*: \[\], expected' accounts "$out/order/replay"
bad late 's/(history_y\(page, top, log->samples)\[at\]/\1[at \/ 2]/' replay_history.h replay
caught "a curve of other times" 'ends at .* %, expected' accounts "$out/late/replay"
bad parts 's/ != SKED_SHARE_ROOT\) \{/ == SKED_NONE) {/' replay_history.h replay
caught "accounts that are parts of others" 'the legend has' accounts "$out/parts/replay"
bad least 's/!shares_uses_more\(uses, at, log->accounts\[HISTORY_LINES - 1\]\)/1/' \
    replay_history.h replay
caught "other accounts than those that used most" 'user 8' eight "$out/least/replay"
bad remark 's/taken\[y\]\[x\] = 1;/taken[y][x] = 0;/' gantt.h replay
caught "a remark over what runs" 'the remark is over' pair "$out/remark/replay"
finish
