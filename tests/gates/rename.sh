#!/usr/bin/env bash
# rename.sh: package/rename.sed makes of the examples of 0.9.3 programs of today that answer the same.
# SPDX-License-Identifier: MIT
#
# What no script can do is in tests/rename.patch: those places, and no others, were written by hand.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
renames=package/rename.sed by_hand=tests/rename.patch
commit=8fa086a                  # the last one whose headers have the names of 0.9.3
programs="replay mapping tiers site booking controller placement moldable"

# ---- lines

# turns SED-SCRIPT: each line that begins with < becomes the next, which begins with >.
turns() {
    sed -n 's/^< //p' "$out/lines.txt" | sed -E -f "$1" >"$out/turned.txt"
    sed -n 's/^> //p' "$out/lines.txt" | diff "$out/turned.txt" -
}
cat >"$out/lines.txt" <<'LINES'
< status = sked_queue_make(&queue, &settings, NULL, mem);
> status = sked_queue_create(&queue, &settings, NULL, mem);
< if (sked_map_prepare(&request, block, room(1, 2), NULL) != SKED_OK) {
> if (sked_map_prepare(&request, block, room(1, 2)) != SKED_OK) {
< status = sked_pjs_prepare(&request, block, bytes, &job);
> status = sked_pjs_prepare(&request, block, bytes, &job);
< return sked_moldable_check(settings_of(desk), NULL);
> return sked_moldable_check(settings_of(desk));
< const size_t bytes = sked_ar_scratch_bytes(&calendar);
> size_t bytes = sked_ar_find_bytes(&calendar, &bytes) == SKED_OK ? bytes : 0;
< own->bytes = sked_fattree_explain_bytes(&own->tree);
> own->bytes = sked_fattree_explain_bytes(&own->tree, &own->bytes) == SKED_OK ? own->bytes : 0;
< grow(own, sked_fattree_explain_bytes(&own->tree));
> grow(own, sked_fattree_explain_bytes(&own->tree));
< settings.depth = 0;
> settings.depth = SKED_NO_RESERVATIONS;
< settings.depth = 0x10;
> settings.depth = 0x10;
< {.order = SKED_FCFS, .depth = 0, .reservations = SKED_REBUILD}
> {.order = SKED_FCFS, .depth = SKED_NO_RESERVATIONS, .reservations = SKED_REBUILD}
< 4, 8, 1, SKED_REFUSE_MISSING, SKED_FCFS, SKED_SJF, 0, SKED_REBUILD, 0, SKED_FCFS};
> 4, 8, 1, SKED_REFUSE_MISSING, SKED_FCFS, SKED_SJF, SKED_NO_RESERVATIONS, SKED_REBUILD, 0, SKED_FCFS};
< 4, 8, 1, SKED_REFUSE_MISSING, SKED_FCFS, SKED_SJF, 1, SKED_REBUILD, 0, SKED_FCFS};
> 4, 8, 1, SKED_REFUSE_MISSING, SKED_FCFS, SKED_SJF, 1, SKED_REBUILD, 0, SKED_FCFS};
< {"fcfs", SKED_FCFS, SKED_FCFS, 0, SKED_REBUILD},
> {"fcfs", SKED_FCFS, SKED_FCFS, 0, SKED_REBUILD},
< room = desk_facts(desk).reservations + facts.reservations;
> room = desk_facts(desk).bookings + facts.bookings;
< options->reservations = mine.deviations + my->kinds;
> options->reservations = mine.deviations + my->kinds;
< settings->deviations = 512;
> settings->deviations_q10 = 512;
< tasks[3].parallelism = 2 * task->variance;
> tasks[3].parallelism_permille = 2 * task->variance_permille;
< tell("promise", result.promise); tell("hops_least", answer->hops_least);
> tell("promise", result.guarantee_permille); tell("hops_least", answer->hops_lower_bound);
LINES
check "lines of 0.9 become lines of today, and what may be yours stays" turns "$renames"
mutate "$renames" "$out/strings.sed" '/KEPT_/d'
caught "names in what a program prints" '^< tell\("promise", .*"hops_lower_bound"' \
    turns "$out/strings.sed"
mutate "$renames" "$out/zero.sed" '/SKED_NO_RESERVATIONS/d'
caught "a depth of 0 that becomes EASY" '^< settings.depth = 0;' turns "$out/zero.sed"

# ---- programs

if ! git cat-file -e "$commit^{commit}" 2>"$log"; then
    skip "the examples of 0.9.3: there is no commit $commit here"
    finish
    exit
fi
if ! have patch patch; then
    finish
    exit
fi
then=$out/then
mkdir -p "$then"
git archive "$commit" examples bench tests/check.h $(git ls-tree --name-only "$commit" |
    grep -E '^sched.*\.h$') | tar -xf - -C "$then"

# convert FOLDER SED-SCRIPT: those examples, renamed and patched, beside the headers of today.
convert() {
    rm -rf "$1"
    mkdir -p "$1/build"                         # for a transcript that draws a picture
    cp -r "$then/examples" "$then/bench" "$then/tests" "$1"
    find "$1" -name '*.[ch]' -exec sed -E -i -f "$2" {} +
    patch -s -p0 --fuzz=0 -d "$1" <"$by_hand"
    cp "${headers[@]}" "$1"
}

# build FOLDER COMPILER... -- PROGRAM...
build() {
    local folder=$1 compile=() program
    shift
    while [ "$1" != -- ]; do compile+=("$1"); shift; done
    shift
    for program in "$@"; do
        "${compile[@]}" -DSKED_NODISCARD= -I"$folder" -I"$folder/bench" -I"$folder/tests" \
            "$folder/examples/$program.c" -o "$folder/$program" -lm || return 1
    done
}

# What a struct of yours does not set is no zero: a new member that is read all the same shows.
strict=(gcc -std=c99 -O0 -Wall)
echo 'int main(void) { return 0; }' >"$out/probe.c"
if gcc -ftrivial-auto-var-init=pattern "$out/probe.c" -o "$out/probe" >"$log" 2>&1; then
    strict+=(-ftrivial-auto-var-init=pattern)
fi
check "the patch fits the renamed examples" convert "$out/now" "$renames"
silent "renamed and patched they compile, without a warning" \
    build "$out/now" "${strict[@]}" -- $programs
check "those of 0.9.3 compile with its headers" build "$then" "${least[@]}" -- $programs

# statuses HEADER: number and text of each.
statuses() {
    grep -oE 'X\(SKED_[A-Z_]+, [0-9]+, "[^"]*"\)' "$1" |
        sed -E 's/^X\([A-Z_]+, ([0-9]+), "(.*)"\)$/\1\t\2/' | sort
}

# A script that turns the texts of 0.9.3 into those of today. Numbers have not moved.
texts=$out/texts.sed
statuses "$then/sched.h" >"$out/texts.then.txt"
statuses sched.h >"$out/texts.now.txt"
join -t $'\t' "$out/texts.then.txt" "$out/texts.now.txt" |
    awk -F '\t' '$2 != $3 {
        gsub(/[][.*^$\/\\]/, "\\\\&", $2); gsub(/[&\/\\]/, "\\\\&", $3)
        print "s/" $2 "/" $3 "/g" }' >"$texts"

# transcript FOLDER PROGRAM FILE: the file with each "$ PROGRAM ..." answered anew.
transcript() {
    local words status
    grep "^\\\$ $2 " "$1/$3" | sed "s/^\\\$ $2 //" | while IFS= read -r words; do
        set -f                                  # lists are no patterns of files
        status=0
        echo "\$ $2 $words"
        (cd "$1" && "./$2" $words 2>&1) || echo "status $?"
    done
}

# answers FOLDER: what its controller, booking, placement and moldable say to what 0.9.3 has
# transcripts of; they must print the same, except for texts of statuses.
answers() {
    local name
    "$1/controller" <"$then/examples/rack.commands" >"$out/rack.txt"
    "$1/booking" "$then/examples/lab.book" >"$out/lab.txt"
    transcript "$1" placement examples/placement.expected >"$out/placement.txt"
    transcript "$1" moldable examples/night.expected >"$out/night.txt"
    for name in rack lab placement night; do
        sed -f "$texts" "$then/examples/$name.expected" | diff "$out/$name.txt" - || return 1
    done
}
check "rack, lab, placement and night: word for word, except for texts of statuses" answers "$out/now"

# Of replays, mappings, sites and tiers there are no transcripts: the programs of 0.9.3 are run.
cat >"$out/runs.txt" <<'RUNS'
replay --policy fcfs,sjf,easy,easy-sjbf,conservative,conservative-rebuild,depth:0,depth:3 small.swf
replay --policy fcfs --explain 90 small.swf
replay --policy fcfs
replay --policy fcfs,easy,keasy,reasy,measy small.swf
replay --policy fcfs,conservative --accuracy 1 small.swf
replay --json --policy easy --hold 100:5000:2 small.swf
mapping --jobs 5 --machines 3 five.etc
mapping --jobs 3 --machines 2 - <nowhere.etc
site campus.site campus.jobs --chart
site campus.site --day 60,1,40 --add athlons
tiers keasy <twelve.events
tiers measy <twelve.events
booking <lab.book --json
placement --json --topology 4x8 --nodes 6 --nodes 3
placement --topology 4x8x8 --policy fcfs --first 1000
placement --topology 4x8x8 --policy easy --first 1000
moldable --json -m 32 night.tasks
moldable -m 4 night.tasks
moldable -m 32 --reserve 0:open:32 night.tasks
RUNS

printf '1 2\n3 never\nnever never\n' >"$then/examples/nowhere.etc"

# runs FOLDER
runs() {
    local words input
    while read -r words; do
        echo "\$ $words"
        input=/dev/null
        case $words in *'<'*) input=${words#*<}; input=$then/examples/${input%% *} ;; esac
        words=$(sed -E 's/<[a-z.]+//' <<<"$words")
        (cd "$then/examples" && "$OLDPWD/$1"/$words 2>&1) <"$input" || echo "status $?"
    done <"$out/runs.txt"
}
runs "$then" >"$out/then.txt"

# agrees FOLDER: its programs print what those of 0.9.3 do, except for texts of statuses.
agrees() {
    runs "$1" >"$out/runs.now.txt"
    sed -f "$texts" "$out/then.txt" | diff "$out/runs.now.txt" -
}
check "replay, mapping, site, tiers, and JSON: what 0.9.3 says, except for texts of statuses" \
    agrees "$out/now"

# ---- planted bugs

# again PROGRAM: is built anew, in a copy that a bug was planted in.
again() { build "$out/wrong" "${least[@]}" -- "$1"; }

mutate "$renames" "$out/less.sed" '/sked_queue_hold\\b/d'
convert "$out/wrong" "$out/less.sed"
caught "a name that is not renamed" 'sked_queue_hold' \
    build "$out/wrong" gcc -std=c99 -Wall -fsyntax-only -- replay

mutate "$renames" "$out/other.sed" '/free_least/s/free_min/free_max/'
convert "$out/wrong" "$out/other.sed"
cp "$out/now"/{controller,placement,moldable} "$out/wrong"
again booking
caught "a name that becomes that of another member" '^[<>] .*free' answers "$out/wrong"

# unpatched FILE SED-SCRIPT PROGRAM: the patch without this change.
unpatched() {
    cp -r "$out/now/." "$out/wrong"
    mutate "$out/now/$1" "$out/wrong/$1" "$2"
    again "$3"
}
unpatched examples/replay.c 's/which->depth == 0 \? SKED_NO_RESERVATIONS : //' replay
caught "a depth of 0 that is EASY now" '^[<>] fcfs ' agrees "$out/wrong"
unpatched examples/mapping.c '/asked.refusal = /d' mapping
caught "a culprit that is not asked for" '^[<>] mapping: .*\(job [13]\)' agrees "$out/wrong"
unpatched examples/story.h 's/(queue.depth == )SKED_NO_RESERVATIONS/\10/' replay
caught "a comparison with the depth 0" '^[<>] ' agrees "$out/wrong"
unpatched examples/forecast.h 's/ && depth != SKED_NO_RESERVATIONS//' replay
caught "a comparison of which depth is larger" '^[<>] fcfs ' agrees "$out/wrong"
: >"$texts"
caught "another text of a status" '^> .*a hold asks for more' agrees "$out/now"
finish
