# sane.sh: how gates try a program of examples/: with sanitizers, with planted bugs, on bad input.
# SPDX-License-Identifier: MIT
#
# A gate sets $kit_header, and sources this after common.sh. The kit is compiled with all sanitizers
# once, beside other claims: `wait_for_kit` before the first `build`. `plain_kit` compiles it as it
# takes the least time, for planted bugs that need no sanitizer.

flags="-std=c99 -I. -Ibench -Iexamples -Itests -Itests/deep -Itests/programs"
sanitized="-g -fsanitize=address,undefined -fno-sanitize-recover=all"
printf '#define SKED_IMPLEMENTATION\n#include "%s"\n' "$kit_header" >"$out/kit.c"
# clang takes a third of the time that gcc takes for it.
echo 'int main(void) { return 0; }' >"$out/probe.c"
compiler=gcc
if clang $sanitized "$out/probe.c" -o "$out/probe" >"$log" 2>&1; then compiler=clang; fi
$compiler $flags $sanitized -c "$out/kit.c" -o "$out/kit.o" >"$out/kit.txt" 2>&1 &
kit=$!

wait_for_kit() { wait "$kit" || { cat "$out/kit.txt"; exit 1; }; }
plain_kit() { "${least[@]}" $flags -c "$out/kit.c" -o "$out/plain.o"; }

# build NAME SOURCE [FILE SED-SCRIPT]: a program with that kit, into the folder NAME; a planted bug
# is a change of one of the headers in examples, or of bench/slurm_rule.h.
build() { build_by kit "$compiler $sanitized" "$@"; }

# build_plain: the same with the other kit.
build_plain() { build_by plain "${least[*]}" "$@"; }

# build_by KIT COMPILE NAME...
build_by() {
    local object=$out/$1.o compile=$2 folder=$out/$3
    shift 2
    mkdir -p "$folder"
    cp examples/*.h bench/slurm_rule.h "$folder"
    sed '/^#define SKED_IMPLEMENTATION$/d' "$2" >"$folder/program.c"
    if [ $# -gt 2 ]; then
        mutate "$folder/$3" "$folder/changed" "$4"
        mv "$folder/changed" "$folder/$3"
    fi
    $compile -I"$folder" $flags -c "$folder/program.c" -o "$folder/program.o" &&
        $compile "$folder/program.o" "$object" -o "$folder/program" -lm
}

# options_of PROGRAM COUNT FILE...: all that its help names, which are so many, are in the files.
options_of() {
    local program=$1 count=$2
    shift 2
    "$program" --help | grep -oE -- '--[a-z]+' | sort -u >"$out/options.txt"
    cat "$@" | grep -oE -- '--[a-z]+' | sort -u | comm -23 "$out/options.txt" - |
        tee "$out/left.txt"
    [ ! -s "$out/left.txt" ] && [ "$(wc -l <"$out/options.txt")" -eq "$count" ]
}

# says PATTERN: $out/stderr.txt is one line that matches. Bash reads it: tables have many lines.
says() {
    local told
    mapfile told <"$out/stderr.txt"
    [[ ${#told[@]} -eq 1 && ${told[0]} == *$'\n' && ${told[0]%$'\n'} =~ $1 ]]
}

# wrong_lines FILE COMMAND...: each line of the table PLACE|TEXT|PATTERN is such a file, which the
# command refuses there, with one line and nothing else.
wrong_lines() {
    local file=$1 place text pattern status failed=0
    shift
    while IFS='|' read -r place text pattern; do
        printf -- "$text" >"$file"
        status=0
        "$@" >"$out/stdout.txt" 2>"$out/stderr.txt" || status=$?
        [ "$status" -eq 1 ] && [ ! -s "$out/stdout.txt" ] && says "^[a-z]+: $file:$place: $pattern" || {
            echo "$text: told $(cat "$out/stdout.txt" "$out/stderr.txt"), expected $place: $pattern"
            failed=1
        }
    done
    [ "$failed" -eq 0 ]
}

# refused PROGRAM: each line of the table STATUS|WORDS|PATTERN is refused, with one line and no job.
refused() {
    local wanted words pattern status failed=0
    set -f                                      # lists in brackets are no patterns of files
    while IFS='|' read -r wanted words pattern; do
        status=0
        "$1" $words >"$out/stdout.txt" 2>"$out/stderr.txt" || status=$?
        [ "$status" -eq "$wanted" ] && says "^[a-z]+: $pattern" &&
            [[ $'\n'$(<"$out/stdout.txt") != *$'\n'job* ]] || {
            echo "$words: told $status $(cat "$out/stderr.txt"), expected $wanted $pattern"
            failed=1
        }
    done
    set +f
    [ "$failed" -eq 0 ]
}

# survived COMMAND...: tests/programs/damaged.h: it ends well; all files were accepted or refused,
# many of both, and each refusal is one line that begins with $refusal, and says what was expected.
survived() {
    "$@" >"$out/stdout.txt" 2>"$out/stderr.txt" ||
        { grep -a -m 9 -iE 'error|no (tree|plan)' "$out/stdout.txt" "$out/stderr.txt"; return 1; }
    tail -n 1 "$out/stdout.txt" | tee "$out/counts.txt"
    awk '$1 < 400 || $3 < 400 { print "too few of a kind"; exit 1 }' "$out/counts.txt" &&
        ! grep -avE "^$refusal: .*, expected " "$out/stderr.txt" &&
        [ "$(wc -l <"$out/stderr.txt")" -eq "$(awk '{ print $3 }' "$out/counts.txt")" ]
}

# transcribed NAME PROGRAM EXPECTED: each "$ build/NAME ..." of the file, followed by what the program
# prints; $out/answers.txt is that file made anew.
transcribed() {
    local status=0
    grep "^\\$ build/$1 " "$3" | sed "s|^\\$ build/$1 ||" | while IFS= read -r words; do
        echo "\$ build/$1 $words"
        eval '"$2"' "$words" 2>&1 || echo "status $?"
    done >"$out/answers.txt"
    diff "$out/answers.txt" "$3" || status=1
    [ "$(grep -c "^\\$ build/$1 " "$3")" -gt 9 ] && [ "$status" -eq 0 ]
}

# claim_sanitized NAME EXPECTED READER: the reader of damaged files and the program, with sanitizers.
# The gate has its own `survives`, `answers`, `wrong_files` and `refused_words`.
claim_sanitized() {
    wait_for_kit
    check "$1: the reader of damaged files, with sanitizers" build mutate "$3"
    check "$1: 4000 damaged files" survives "$out/mutate/program"
    check "$1: with sanitizers" build sanitized "examples/$1.c"
    check "$1: the examples, with sanitizers" answers "$out/sanitized/program" "$2"
    check "$1: wrong files, with sanitizers" wrong_files "$out/sanitized/program"
    check "$1: wrong command lines, with sanitizers" refused_words "$out/sanitized/program"
}
