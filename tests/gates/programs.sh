#!/usr/bin/env bash
# programs.sh: the programs of examples/ survive what they read, and what they write is whole.
# SPDX-License-Identifier: MIT
#
# tests/programs/hostile.py has the laws, and repeats one trial: see its first lines.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
have python3 python3 || { finish; exit; }

programs="replay mapping tiers booking moldable placement site controller"
flags="-std=c99 -Wall -Wextra -I. -Ibench -Iexamples"
sanitized="-fsanitize=address,undefined -fno-sanitize-recover=all"
# clang takes a third of the time that gcc takes for it.
echo 'int main(void) { return 0; }' >"$out/probe.c"
compiler=gcc
if clang $sanitized "$out/probe.c" -o "$out/probe" >"$log" 2>&1; then compiler=clang; fi

# The kit with all sanitizers, once; the controller has its own, of 32-bit words.
printf '#define SKED_IMPLEMENTATION\n#include "%s"\n' sched_ar.h >"$out/kit.c"
printf '#include "%s"\n' sched_fattree.h sched_moldable.h sched_share.h >>"$out/kit.c"

# build COMPILER KIT FOLDER PROGRAM [FILE SED-SCRIPT]: FOLDER/PROGRAM of examples/PROGRAM.c; a
# planted bug is a change of one of its files.
build() {
    local compile=$1 kit=$2 folder=$out/$3 program=$4
    mkdir -p "$folder"
    cp examples/*.h "$folder"
    if [ "$program" = controller ]; then kit=; fi
    sed "${kit:+/^#define SKED_IMPLEMENTATION$/d}" "examples/$program.c" >"$folder/$program.c"
    if [ $# -gt 4 ]; then
        mutate "$folder/$5" "$folder/changed" "$6"
        mv "$folder/changed" "$folder/$5"
    fi
    $compile -I"$folder" $flags "$folder/$program.c" $kit -o "$folder/$program" -lm
}

# plant and plant_safe NAME PROGRAM FILE SED-SCRIPT: a program with a bug; with sanitizers.
plant() { build "${least[*]}" "${kit[*]}" "$@" >"$log" 2>&1 || not_ok "$1 is compiled"; }
plant_safe() {
    build "$compiler $sanitized" "$out/kit.o" "$@" >"$log" 2>&1 || not_ok "$1 is compiled"
}

build_safe() {
    local program
    $compiler $flags $sanitized -c "$out/kit.c" -o "$out/kit.o" || return 1
    for program in $programs; do
        build "$compiler $sanitized" "$out/kit.o" safe "$program" || return 1
    done
}
# The same programs as they are used, for what sanitizers do not see.
build_plain() { make -s $(printf 'build/%s ' $programs torus); }

silent "all programs with all sanitizers" build_safe
check "all programs" build_plain
check "the kit for planted bugs" share_kit

# hostile LAW FOLDER WORK [PROGRAM [COUNT [FIRST]]]
hostile() { python3 tests/programs/hostile.py "$1" "$2" "$out/$3" "${@:4}"; }

# ---- mutated inputs

each=60
if in_full "10,000 mutated files of all programs, instead of $((8 * each))"; then each=1250; fi
for program in $programs; do
    silent "$program: $each mutated inputs and options" \
        hostile inputs "$out/safe" "inputs_$program" "$program" "$each"
done

# bad_inputs NAME PROGRAM COUNT
bad_inputs() { hostile inputs "$out/$1" "inputs_$1" "$2" "$3"; }
plant_safe beyond tiers tiers.c 's/count == LINE_MAX_CHARS \|\|/count == 2 * LINE_MAX_CHARS ||/'
caught "a line that is too long by its end" 'a sanitizer reports' bad_inputs beyond tiers 42
plant green mapping mapping.c 's/(return output_status\("mapping", )done\)/\1done | 1)/'
caught "a refusal with status 0" 'status 0 with a message' bad_inputs green mapping 24
plant mute site site_file.h 's/^    (vfprintf|fprintf)\(stderr.*$/    (void)r, (void)format;/
    s/^    fputc\(.\\n., stderr\);$//'
caught "a refusal without a word" 'a refusal without a message' bad_inputs mute site 24
plant raw booking booking_words.h 's/ \|\| c > .~.\)/)/'
caught "a message with bytes that are no text" 'not printable' bad_inputs raw booking 40
plant endless booking booking_words.h 's/c != EOF \&\& c != .\\n.\) \{/c != 10) {/'
export SECONDS_EACH=0.3
caught "a loop to a line end that is not there" 'still running after 0.3' \
    bad_inputs endless booking 40
unset SECONDS_EACH
plant doubled mapping mapping.c 's/"machines_count", opts/"jobs_count", opts/'
caught "a key that an object has twice" 'a key twice: jobs_count' bad_inputs doubled mapping 4

# ---- a picker of a torus

boxes() { "$1/torus" | diff - examples/torus.expected; }
check "torus: examples/torus.expected, word for word" boxes build
check "torus: make build/quick_torus" make -s build/quick_torus
check "torus: of all boxes the picker takes the best" build/quick_torus

# short HEADER: that picker has at most 80 lines of code.
short() {
    gcc -w -fpreprocessed -dD -E -P -x c "$1" | awk 'NF { lines++ }
        END { print lines " lines of code"; exit lines > 80 || lines < 40 }'
}
check "torus: the picker is short" short examples/torus_picker.h
mutate examples/torus_picker.h "$out/long/torus_picker.h" 's/^    uint32_t number;/&\n    int fit;/'
caught "a picker that is longer than the pages say" '8[2-9] lines' short "$out/long/torus_picker.h"

# judged NAME SED-SCRIPT: what tests/quick/torus.c says of another picker.
judged() {
    mutate examples/torus_picker.h "$out/$1/torus_picker.h" "$2"
    sed 's|"\.\./\.\./examples/|"|; s|"\.\./check|"check|' tests/quick/torus.c >"$out/$1/quick.c"
    gcc -std=c99 -O1 -DSKED_NODISCARD= "-I$out/$1" -I. -Itests -Itests/quick "${kit[@]}" \
        "$out/$1/quick.c" -o "$out/$1/quick" && "$out/$1/quick"
}
plant flat torus torus_picker.h 's/box->surface = .*/box->surface = x;/'
caught "a picker that takes a flat box" '^[<>] .* starts on' boxes "$out/flat"
plant straight torus torus_picker.h 's/return x % size\[0\]/return x/'
caught "a picker that knows no way around" '^[<>] .* starts on' boxes "$out/straight"
caught "a box that is not the lowest" 'does not hold.*seed' \
    judged high 's/box\.anchor < best->anchor/box.anchor > best->anchor/'
caught "a box that is not seen" 'does not hold: status ==' \
    judged blind 's/z <= torus->size\[2\]/z < torus->size[2]/'

# ---- output files

for program in replay moldable booking site; do
    silent "$program: an output file is the new one or the old one" \
        hostile files build "files_$program" "$program"
done
# bad_files NAME PROGRAM
bad_files() { hostile files "$out/$1" "files_$1" "$2"; }
in_place='s/"%s\.new", to->name/"%s", to->name/'
plant placed booking output.h "$in_place"
caught "a file that is written in its place" 'room for .*: out not as it should be' \
    bad_files placed booking
plant left moldable output.h 's/^( +)remove\(to->fresh\);/\1errno = fault;/'
caught "a part of a file that stays" ': out\.new not as it should be' bad_files left moldable
plant short booking output.h 's/fflush\(to->file\) == 0 \&\& !ferror\(to->file\)/1/
    s/fclose\(to->file\) != 0 \&\& done/fclose(to->file) == 99/'
caught "a file that was not written to its end" 'not refused' bad_files short booking

# ---- streams

if [ -w /dev/full ]; then
    for program in $programs torus; do
        silent "$program: full disks, closed outputs and readers that go away" \
            hostile streams build "streams_$program" "$program"
    done
    # bad_streams NAME PROGRAM
    bad_streams() { hostile streams "$out/$1" "streams_$1" "$2"; }
    plant full tiers output.h 's/fflush\(stdout\) != 0 \|\| ferror\(stdout\)/0/'
    caught "a full disk that is not noticed" '>/dev/full: status 0' bad_streams full tiers
    plant closed mapping output.h 's/fcntl\(1, F_GETFD\) == -1/fcntl(1, F_GETFD) == -2/'
    caught "a file in the place of an output that is closed" '>&-: status 0' \
        bad_streams closed mapping
    plant partial replay output.h \
        's/done = done \&\& (\(to->name != NULL \|\| output_copy\(to->file\)\))/done = \1 \&\& done/'
    caught "an object that is printed although its run is refused" 'JSON after a refusal' \
        bad_streams partial replay
    plant replaced booking output.h 's/!S_ISREG\(old\.st_mode\)/0/'
    caught "a file in the place of a device" 'a device is replaced' bad_streams replaced booking
else
    skip "full disks: no /dev/full"
fi

# ---- programs that are killed

kills=6
if in_full "100 kills of each program that writes files, instead of $kills"; then kills=100; fi
for program in replay moldable booking site; do
    silent "$program: a file is whole whenever the program is killed" \
        hostile kills build "kills_$program" "$program" "$kills"
done
# bad_kills NAME PROGRAM
bad_kills() { hostile kills "$out/$1" "kills_$1" "$2" 4; }
caught "a file that is read while it is written" 'are not what was saved' bad_kills placed booking
plant torn replay output.h "$in_place"
caught "a program that is killed while it writes" 'killed at byte .*: not the old file' \
    bad_kills torn replay
finish
