#!/usr/bin/env bash
# booking.sh: build/booking answers, refuses and survives; jobs of build/replay flow around others.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

# The kit with all sanitizers, once, while other claims are tried.
flags="-std=c99 -Wall -Wextra -I. -Ibench -Itests"
sanitized="-fsanitize=address,undefined -fno-sanitize-recover=all"
printf '#define SKED_IMPLEMENTATION\n' >"$out/kit.c"
printf '#include "%s"\n' sched_ar.h sched_share.h >>"$out/kit.c"
# clang takes a third of the time that gcc takes for it.
echo 'int main(void) { return 0; }' >"$out/probe.c"
compiler=gcc
if clang $sanitized "$out/probe.c" -o "$out/probe" >"$log" 2>&1; then compiler=clang; fi
$compiler $flags $sanitized -c "$out/kit.c" -o "$out/kit.o" >"$out/kit.txt" 2>&1 &
kit=$!

# build NAME PROGRAM [FILE SED-SCRIPT]: examples/PROGRAM.c with that kit, into the folder NAME; a
# planted bug is a change of one of its files. Of replay, which is large, only the kit is sanitized.
build() {
    local checks=$sanitized
    [ "$2" = booking ] || checks=
    local folder=$out/$1
    mkdir -p "$folder"
    cp examples/*.h "$folder"
    sed '/^#define SKED_IMPLEMENTATION$/d' "examples/$2.c" >"$folder/$2.c"
    if [ $# -gt 2 ]; then
        mutate "$folder/$3" "$folder/changed" "$4"
        mv "$folder/changed" "$folder/$3"
    fi
    $compiler $flags $checks -c "$folder/$2.c" -o "$folder/$2.o" &&
        $compiler $sanitized "$folder/$2.o" "$out/kit.o" -o "$folder/$2" -lm
}

check "make build/booking" make -s build/booking
check "make build/replay" make -s build/replay

# ---- answers

# answers PROGRAM SCRIPT EXPECTED: word for word, and nothing on standard error.
answers() {
    "$1" "$2" >"$out/stdout.txt" 2>"$out/stderr.txt" || { cat "$out/stderr.txt"; return 1; }
    diff "$out/stdout.txt" "$3" && [ ! -s "$out/stderr.txt" ]
}
check "booking: lab.book, word for word" \
    answers build/booking examples/lab.book examples/lab.expected

from_stdin() { build/booking "$@" <examples/lab.book | diff - examples/lab.expected; }
check "booking: standard input" from_stdin
check "booking: ... named -" from_stdin -

# The worked example of Li et al. (2013): eight processors, three jobs, and what each policy makes
# of one request. Then what is not to be had.
cat >"$out/paper.book" <<'TEXT'
new 8
add job1 0 3 0-3
add job2 0 1 4-6
add job3 8 10 4-6
find 2 2 9 4 FF
find 2 2 9 4 PE_B
find 2 2 9 4 PE_W
find 2 2 9 4 Du_B
find 2 2 9 4 Du_W
find 2 2 9 4 PEDu_B
find 2 2 9 4 PEDu_W
find 2 2 9 4 LATEST
starts 2 2 9 4
starts 2 2 9 6
starts 0 3 10 8
starts 0 3 4 8
why 2 2 9 6
why 2 2 4 6
why 2 2 - 9
find 2 2 4 6 FF
find 2 2 - 9 FF
book none 2 2 4 6 FF
add none 2 4 3
list
TEXT
cat >"$out/paper.txt" <<'TEXT'
new: 8 processors, horizon 4611686018427387903
add: job1 start 0 end 3 on 0-3
add: job2 start 0 end 1 on 4-6
add: job3 start 8 end 10 on 4-6
find: start 2 end 4 on 4-7 (4 free)
find: start 2 end 4 on 4-7 (4 free)
find: start 3 end 5 on 0-3 (8 free)
find: start 3 end 5 on 0-3 (8 free)
find: start 2 end 4 on 4-7 (4 free)
find: start 2 end 4 on 4-7 (4 free)
find: start 3 end 5 on 0-3 (8 free)
find: start 7 end 9 on 0-3 (5 free)
starts: 2-7
starts: 3-6
starts: 3-5
starts: none
why: it can start at 3; at most 8 by 9
why: not before the deadline; at 3 it could start; at most 4 by 4
why: at no time; up: 8
find: no, it does not fit before the deadline
find: no, it fits at no time: too few processors are allowed and up
book: no, it does not fit before the deadline
add: no, a processor is busy: now, or at some time of the interval
list: job1 start 0 end 3 on 0-3
list: job2 start 0 end 1 on 4-6
list: job3 start 8 end 10 on 4-6
list: 3 bookings; down: none
TEXT
check "booking: the paper's example, word for word" \
    answers build/booking "$out/paper.book" "$out/paper.txt"

cat >"$out/change.book" <<'TEXT'
# six machines

new 6 50 # ... for fifty days
 add b 10 20 3,1-2
add a 10 20 0
add z 5 - 5
narrow b 0
narrow b 1-3
swap b 1 0
swap b 1 1
swap b 1,2 4,5
swap b 1,2 1,4
extend a 25
extend a -
shorten a 11
extend b 21
list 20 21
list 21 22
free 0 5
free 10 11
usage 0 50
usage 0 20
down 4,0
find 0 1 50 5 FF
hit 0,3
hit 5
up 4
trim 11
unbook z
why 11 39 - 5
why 11 39 - 6
why 19 2 22 5
list
TEXT
cat >"$out/change.txt" <<'TEXT'
new: 6 processors, horizon 50
add: b start 10 end 20 on 1-3
add: a start 10 end 20 on 0
add: z start 5 end 50 on 5
narrow: no, a processor is free at some time of the interval, or not its own
narrow: no, no processor would be left to the booking
swap: no, a processor is busy: now, or at some time of the interval
swap: no, a processor is busy: now, or at some time of the interval
swap: no, a processor is busy: now, or at some time of the interval
swap: no, a processor is busy: now, or at some time of the interval
extend: a start 10 end 25 on 0
extend: a start 10 end 50 on 0
shorten: a start 10 end 11 on 0
extend: b start 10 end 21 on 1-3
list: z start 5 end 50 on 5
list: b start 10 end 21 on 1-3
list: 2 bookings; down: none
list: z start 5 end 50 on 5
list: 1 booking; down: none
free: 0-5 (6 free)
free: 4 (1 free)
usage: 26.3 % busy (79 of 300), from 1 to 6 free
usage: 38.3 % busy (46 of 120), from 1 to 6 free
down: 0,4 (4 of 6 up)
find: no, it fits at no time: too few processors are allowed and up
hit: a b
hit: z
up: 4 (5 of 6 up)
trim: base 11, 1 booking forgotten
unbook: z start 5 end 50 on 5
why: not before the horizon; at most 2 by the horizon
why: at no time; up: 5
why: not before the deadline; at 21 it could start; at most 2 by 22
list: b start 10 end 21 on 1-3
list: 1 booking; down: 0
TEXT
check "booking: changes, word for word" \
    answers build/booking "$out/change.book" "$out/change.txt"

# Which processors a request allows, and which it requires: 0-3 are busy until 20, 6 breaks down.
cat >"$out/limits.book" <<'TEXT'
new 8 100
add a 0 20 0-3
find 0 5 - 3 FF
find 0 5 - 3 allowed 0-5 FF
find 0 5 - 3 required 2 FF
find 0 5 - 3 required 6,2 allowed 2-6 LATEST
book b 0 5 - 3 allowed 1,4-7 required 7 FF
book c 0 5 19 3 allowed 0-5 PE_B
why 0 5 10 3 allowed 0-5
why 0 5 - 3 allowed 0,1
starts 0 5 50 3 required 2
starts 0 5 50 2 allowed 3-4,6
down 6
why 0 5 - 3 required 5-6
why 0 5 - 3 required 5
why 0 5 - 3 required 5 allowed 5-6
find 0 5 - 3 required 6 FF
TEXT
cat >"$out/limits.txt" <<'TEXT'
new: 8 processors, horizon 100
add: a start 0 end 20 on 0-3
find: start 0 end 5 on 4-6 (4 free)
find: start 20 end 25 on 0-2 (6 free)
find: start 20 end 25 on 0-2 (8 free)
find: start 95 end 100 on 2-3,6 (5 free)
book: b start 0 end 5 on 4-5,7 (4 free)
book: no, it does not fit before the deadline
why: not before the deadline; at 20 it could start; at most 2 by 10
why: at no time; allowed and up: 2
starts: 20-45
starts: 5-45
down: 6 (7 of 8 up)
why: at no time; required and down: 6
why: it can start at 5; at most 7 by the horizon
why: at no time; allowed and up: 1
find: no, it fits at no time: too few processors are allowed and up
TEXT
check "booking: allowed and required processors, word for word" \
    answers build/booking "$out/limits.book" "$out/limits.txt"

printf ' \t# nothing\n\n\tnew 2\t9# two\r\nlist  ' >"$out/blank.book"
printf 'new: 2 processors, horizon 9\nlist: 0 bookings; down: none\n' >"$out/blank.txt"
check "booking: blanks, comments, no end of the last line" \
    answers build/booking "$out/blank.book" "$out/blank.txt"

# Every command of --help is one of help, and stands in one of the scripts.
commands() {
    build/booking --help | sed -nE 's/^  ([a-z]+ .*)/\1/p' >"$out/commands.txt"
    echo help | build/booking | sed 's/^help: //' | diff "$out/commands.txt" - || return 1
    [ "$(wc -l <"$out/commands.txt")" -eq 22 ] || { echo "not 22 commands"; return 1; }
    cat examples/lab.book "$@" | sed 's/ .*//' | sort -u >"$out/used.txt"
    cut -d ' ' -f 1 "$out/commands.txt" | sort | comm -23 - "$out/used.txt" | tee "$out/unused.txt"
    [ ! -s "$out/unused.txt" ]
}
echo help >"$out/help.book"
check "booking: --help, help, and all commands tried" commands "$out/change.book" "$out/help.book"
caught "a command that no script has" '^help$' commands "$out/change.book"

# The calendar grows: far more than it was made for.
many() {
    awk 'BEGIN { print "new 100"; for (i = 0; i < 900; i++) { print "add r" i, i, i + 50, i % 100 }
        print "usage 0 1000"; print "list" }' >"$out/many.book"
    "$1" "$out/many.book" >"$out/many.txt" && grep -c '^list: r' "$out/many.txt" | grep -qx 900 &&
        grep -qx 'usage: 45.0 % busy (45000 of 100000), from 50 to 100 free' "$out/many.txt"
}
check "booking: the calendar grows" many build/booking

# ---- options

check "booking: a second file" gives_up 2 '^booking: "b" is one file too many, expected only "a"$' build/booking a b
# policies HELP: it has each policy.
policies() {
    local name status=0
    for name in $(sed -nE 's/^    case SKED_AR.*return "(.*)";/\1/p' examples/calendar_policy.h); do
        grep -qw -- "$name" "$1" || { echo "not in the help: $name"; status=1; }
    done
    return $status
}
build/booking --help >"$out/help.txt"
check "booking: --help has each policy" policies "$out/help.txt"
mutate "$out/help.txt" "$out/help.less" 's/LATEST/LASTEST/'
caught "a policy without a word of help" 'not in the help: LATEST' policies "$out/help.less"
check "booking: an option" gives_up 2 '"--jsn" is not an option, expected --json\?$' build/booking --jsn
check "booking: no such file" gives_up 1 'nowhere: cannot be read: No such file' build/booking nowhere
check "booking: a folder" gives_up 1 '^booking: examples:1:1: cannot be read: .*, expected a text file$' \
    build/booking examples

# ---- lines that are wrong

cat >"$out/prelude.book" <<'TEXT'
new 8 100
add a 0 20 0-3
add b 10 30 4,5
down 7
trim 5
TEXT

# bad PROGRAM <TABLE: each line of the table, COLUMN|LINE|PATTERN, is refused there, and changes
# nothing: no answer, the same list after it, and in the end the same calendar.
bad() {
    local number=8 status=0 wrong=0 column line pattern told
    cp "$out/prelude.book" "$out/bad.book"
    printf '%s\n' list "save $out/before" >>"$out/bad.book"
    tee "$out/table.txt" | while IFS='|' read -r column line pattern; do
        printf '%s\nlist\n' "$line" >>"$out/bad.book"
    done
    echo "save $out/after" >>"$out/bad.book"
    "$1" "$out/bad.book" >"$out/stdout.txt" 2>"$out/stderr.txt" || status=$?
    while IFS='|' read -r column line pattern <&3; do
        pattern="^booking: $out/bad.book:$number:$column: $pattern"
        number=$((number + 2))
        IFS= read -r told <&4 || told=nothing
        [[ $told =~ $pattern ]] || { echo "told $told, expected $pattern"; wrong=1; }
    done 3<"$out/table.txt" 4<"$out/stderr.txt"
    awk -v last=$((number + number / 2 - 2)) '
        NR > 5 && NR < 9 { list[NR % 3] = $0 }
        NR > 9 && NR < last && $0 != list[(NR + 2) % 3] { print "not the list: " $0; wrong = 1 }
        END { exit wrong || NR != last }' "$out/stdout.txt" || wrong=1
    [ "$wrong" -eq 0 ] && [ "$status" -eq 1 ] && cmp "$out/before" "$out/after" &&
        [ "$(wc -l <"$out/stderr.txt")" -eq $(((number - 8) / 2)) ]
}

cat >"$out/wrong_lines.txt" <<'LIST'
1|frob 1|the command is "frob", expected one of new, find, .*, gantt, help$
1|New 4|the command is "New", expected one of
4|new|the number of processors is missing, expected a whole number from 1 to 65536$
5|new 0|the number of processors is "0", expected a whole number from 1 to 65536$
5|new 65537|the number of processors is "65537", expected
5|new 4x|the number of processors is "4x", expected
7|new 4 0|the horizon is "0", expected a whole number from 1 to 4611686018427387903$
7|new 4 -|the horizon is "-", expected
7|new 4 4611686018427387904|the horizon is "4611686018427387904", expected
9|new 4 5 6|"6", expected the end of the line$
5|find|the ready time is missing, expected a whole number from 0 to 4611686018427387903$
6|find -|the ready time is "-", expected
6|find 18446744073709551617 1 - 1 FF|the ready time is "18446744073709551617", expected
6|find 4 5 - 1 FF|"4": the time is before the calendar's base: .*, expected at least 5$
7|find 5|the duration is missing, expected a whole number from 1 to
8|find 5 0 - 1 FF|the duration is "0", expected a whole number from 1 to
8|find 5 96 - 1 FF|"96": the time is beyond the calendar's horizon, expected an end of at most 100$
10|find 5 1 x 1 FF|the deadline is "x", expected a whole number from 0 to [0-9]+, or -$
10|find 5 3 7 1 FF|"7": the deadline is before ready time plus duration, expected at least ready
11|find 5 1 -|the number of processors is missing, expected a whole number from 0 to 4294967295$
12|find 5 1 - 0 FF|"0": .* asks for no processor, expected at least 1$
12|find 5 1 - 4294967296 FF|the number of processors is "4294967296", expected
13|find 5 1 - 1|the policy is missing, expected one of FF, PE_B, PE_W, Du_B, Du_W, PEDu_B, PEDu_W
14|find 5 1 - 1 ff|the policy is "ff", expected one of
14|find 5 1 - 1 all 0 FF|the policy is "all", expected one of
21|find 5 1 - 1 allowed|the allowed set is missing, expected processors from 0 to 7
22|find 5 1 - 1 allowed FF|the allowed set is "FF", expected processors from 0 to 7
24|find 5 1 - 1 allowed 1,8 FF|the allowed set is "8", expected
24|find 5 1 - 1 allowed 1 allowed 2 FF|the policy is "allowed", expected one of
22|find 5 1 - 1 required|the required set is missing, expected
25|find 5 1 - 1 required 1,1 FF|the required set is "1", expected processors from 0 to 7, each once
23|find 5 1 - 1 required 0,2 FF|"0,2": .*, expected at most N processors, all of them allowed$
35|find 5 1 - 2 allowed 0-2 required 1,3 FF|"1,3": .*, expected at most N processors, all of
22|why 5 1 - 1 required 2,3|"2,3": .*, expected at most N processors
17|find 5 1 - 1 FF FF|"FF", expected the end of the line$
5|book|the id is missing, expected 1 to 8 letters, digits, - or _$
6|book a.b 5 1 - 1 FF|the id is "a.b", expected
6|book ninechars 5 1 - 1 FF|the id is "ninechars", expected
6|book a 5 1 - 1 FF|"a": a live entry has this id already, expected a new id$
6|book a 5 1 6 8 FF|"a": a live entry has this id already, expected a new id$
8|book c 4 1 - 1 FF|"4": the time is before the calendar's base
10|book c 5 96 - 1 FF|"96": the time is beyond the calendar's horizon
15|book c 5 1 - 1|the policy is missing, expected
19|book c 5 1 - 1 FF 0|"0", expected the end of the line$
6|add c|the start is missing, expected a whole number from 0
5|add a 40 50 1|"a": a live entry has this id already
7|add c 4 50 1|"4": the time is before the calendar's base: .*, expected at least 5$
8|add c 5|the end is missing, expected a whole number from 0 to [0-9]+, or -$
9|add c 5 5 1|"5": .*, expected an end after the start$
9|add c 5 4 1|"4": .*, expected an end after the start$
9|add c 5 101 1|"101": the time is beyond the calendar's horizon, expected an end of at most 100$
9|add c 5 +9 1|the end is "\+9", expected
11|add c 5 10|the set is missing, expected processors from 0 to 7, each once, as 0-3,7$
12|add c 5 10 8|the set is "8", expected processors from 0 to 7, each once
14|add c 5 10 4,8|the set is "8", expected processors from 0 to 7, each once
14|add c 5 10 6,5-8|the set is "5-8", expected
14|add c 5 10 6,7-6|the set is "7-6", expected
16|add c 5 10 4-6,5|the set is "5", expected processors from 0 to 7, each once
14|add c 5 10 4,,6|the set is missing, expected
14|add c 5 10 4,|the set is missing, expected
12|add c 5 10 ,4|the set is missing, expected
12|add c 5 10 4-|the set is "4-", expected
12|add c 5 10 -|the set is "-", expected
14|add c 5 10 6 7|"7", expected the end of the line$
7|unbook|the id is missing
8|unbook c|"c": no live entry has this id, expected the id of a booking, as list shows them$
10|unbook a b|"b", expected the end of the line$
8|extend c 50|"c": no live entry has this id
9|extend a|the end is missing, expected
10|extend a 20|"20": .*, expected an end after that which it has, up to the horizon$
10|extend a 4|"4": .*, expected an end after that which it has
10|extend a 101|"101": the time is beyond the calendar's horizon, expected an end after that which
13|extend a 25 -|"-", expected the end of the line$
9|shorten c 50|"c": no live entry has this id
11|shorten a 20|"20": .*, expected an end after its start, before that which it has$
11|shorten a 5|"5": the time is before the calendar's base: .*, expected more than 5$
11|shorten b 10|"10": .*, expected an end after its start, before that which it has$
11|shorten a never|the end is "never", expected
14|shorten a 10 0|"0", expected the end of the line$
8|narrow c 0|"c": no live entry has this id
9|narrow a|the set is missing
10|narrow a 9|the set is "9", expected
12|narrow a 0 1|"1", expected the end of the line$
6|swap c 0 6|"c": no live entry has this id
7|swap a|the set to give back is missing
9|swap a 0|the set to take is missing
10|swap a 0 8|the set to take is "8", expected
12|swap a 0 6 6|"6", expected the end of the line$
5|free|the start is missing
6|free 4 10|"4": the time is before the calendar's base: .*, expected at least 5$
8|free 5 5|"5": .*, expected an end after the start$
8|free 5 101|"101": the time is beyond the calendar's horizon
11|free 5 10 0|"0", expected the end of the line$
5|why 4 1 - 1|"4": the time is before the calendar's base
7|why 5 96 - 1|"96": the time is beyond the calendar's horizon
9|why 5 2 6 1|"6": the deadline is before
11|why 5 1 - 0|"0": .* asks for no processor
13|why 5 1 - 1 FF|"FF", expected the end of the line$
8|starts 4 1 - 1|"4": the time is before the calendar's base
14|starts 5 1 - 0|"0": .* asks for no processor
16|starts 5 1 - 1 -|"-", expected the end of the line$
7|usage 4 10|"4": the time is before the calendar's base
9|usage 5 5|"5": .*, expected an end after the start$
11|usage 5 9 9|"9", expected the end of the line$
5|down|the set is missing
6|down all|the set is "all", expected
8|down 1 2|"2", expected the end of the line$
4|up 8|the set is "8", expected
6|up 7 7|"7", expected the end of the line$
5|hit x|the set is "x", expected
7|hit 0 1|"1", expected the end of the line$
5|trim|the time is missing
6|trim 4|"4": time runs backwards: .*, expected at least 5$
6|trim 100|"100": the time is beyond the calendar's horizon, expected a time before the horizon$
6|trim -|the time is "-", expected
8|trim 6 7|"7", expected the end of the line$
7|list 5|the end is missing
8|list 5 5|"5": .*, expected an end after the start$
10|list 5 6 7|"7", expected the end of the line$
5|save|the file is missing, expected its name$
6|save nowhere/x|"nowhere/x": No such file or directory, expected a file that can be written$
8|save x y|"y", expected the end of the line$
5|load|the file is missing
6|load nowhere|"nowhere": No such file or directory, expected a file that save has written$
6|load examples|"examples": .*, expected a file that save has written$
6|load examples/lab.book|"examples/lab.book": the block is of another layout, .*, expected a file
8|load x y|"y", expected the end of the line$
6|gantt|the file is missing
7|gantt nowhere/x|"nowhere/x": No such file or directory, expected a file that can be written$
9|gantt x y|"y", expected the end of the line$
6|help x|"x", expected the end of the line$
LIST
{
    printf '8|unbook \001a|a byte that is no text, expected at most 4000 characters of ASCII\n'
    printf '9|unbook a\303\244|a byte that is no text, expected\n'
    printf '4001|unbook a%4000s|more characters, expected at most 4000 characters of ASCII\n' ''
} >>"$out/wrong_lines.txt"
if [ -w /dev/full ]; then
    echo '7|gantt /dev/full|"/dev/full": No space left on device, expected a file that can' \
        >>"$out/wrong_lines.txt"
else
    skip "a full disk: no /dev/full"
fi
wrong_lines() { bad "$1" <"$out/wrong_lines.txt"; }
check "booking: $(wc -l <"$out/wrong_lines.txt") wrong lines" wrong_lines build/booking
well() { bad build/booking <<<"$1"; }
caught "a line that is not wrong" '^told nothing, expected' well '1|free 5 6|'
caught "a line that changes the list" '^not the list: list: c ' well '9|add c 5 6 6|'

# Without a calendar.
grep -vE '^(new|load|help)\b' "$out/commands.txt" >"$out/bare.book"
awk -v file="$out/bare.book" '{
    print "booking: " file ":" NR ":1: " $1 ": there is no calendar, expected new or load before it" }' \
    "$out/bare.book" >"$out/bare.txt"
bare() {
    local status=0
    build/booking "$out/bare.book" >"$out/stdout.txt" 2>"$out/stderr.txt" || status=$?
    diff "$out/stderr.txt" "$out/bare.txt" && [ "$status" -eq 1 ] && [ ! -s "$out/stdout.txt" ]
}
check "booking: all commands without a calendar" bare

# ---- save and load

# What is loaded is what was saved, and goes on: it grows, and knows who is down.
cat >"$out/saved.book" <<TEXT
new 70 1000
add a 0 20 0-63
add b 10 30 64,69
down 66-68
trim 5
list
usage 5 100
save $out/saved
new 3
load $out/saved
list
usage 5 100
save $out/again
add c 5 6 65
add d 6 7 65
add e 7 8 65
add f 8 9 65
add g 9 10 65
up 66
find 5 1 - 70 FF
TEXT
round_trip() {
    build/booking "$out/saved.book" >"$out/stdout.txt" || return 1
    sed -n '6,9p' "$out/stdout.txt" >"$out/a.txt"
    sed -n '13,16p' "$out/stdout.txt" | diff "$out/a.txt" - && cmp "$1" "$out/again" &&
        grep -qx 'load: 70 processors, base 5, horizon 1000, 2 bookings' "$out/stdout.txt" &&
        grep -qx 'list: b start 10 end 30 on 64,69' "$out/stdout.txt" &&
        grep -qx 'add: g start 9 end 10 on 65' "$out/stdout.txt" &&
        tail -n 1 "$out/stdout.txt" | grep -q '^find: no, it fits at no time'
}
check "booking: what is loaded is what was saved" round_trip "$out/saved"
printf 'new 70 1000\nsave %s\n' "$out/other" "$out/other" >"$out/other.book"
build/booking "$out/other.book" >"$log"
caught "another calendar" 'differ' round_trip "$out/other"

mkdir -p "$out/damaged"
printf 'new 4 100\nadd a 0 20 0-2\nadd b 30 40 3\nsave %s\n' "$out/small" >"$out/small.book"
make_damaged() {
    gcc -std=c99 -Wall -Wextra -Werror tests/programs/damage.c -o "$out/damage" &&
        build/booking "$out/small.book" &&
        "$out/damage" "$out/small" "$out/damaged" >"$out/size.txt"
}
check "booking: a saved calendar, damaged in all places" make_damaged

# damaged: all of them are refused, at the name, and the calendar that was there stays.
damaged() {
    local size status=0
    size=$(cat "$out/size.txt")
    { cat "$out/prelude.book"; echo list
        seq -f "load $out/damaged/flip.%.0f" 0 $((size - 1))
        seq -f "load $out/damaged/cut.%.0f" 0 $((size - 1))
        echo list; } >"$out/damaged.book"
    build/booking "$out/damaged.book" >"$out/stdout.txt" 2>"$out/stderr.txt" || status=$?
    grep '^load: ' "$out/stdout.txt"
    tail -n +6 "$out/stdout.txt" | head -n 3 >"$out/a.txt"
    tail -n +9 "$out/stdout.txt" | diff "$out/a.txt" - && [ "$status" -eq 1 ] &&
        grep -cE '^booking: [^:]+:[0-9]+:6: ".*": the block (is|has) .*, expected a file that save has written$' \
            "$out/stderr.txt" | grep -qx $((2 * size))
}
check "booking: each byte changed, and each length, is refused" damaged
cp "$out/small" "$out/damaged/flip.100"
caught "a file that is not damaged" '^load: 4 processors, base 0, horizon 100, 2 book' damaged

# ---- pictures

# One box for each booking and run of neighbours, one for what is down: 2 + 1 + 2 and 1.
cat >"$out/drawn.book" <<TEXT
new 8 100
add a 0 20 0-2,5
add b 10 30 4
add c 30 40 0,7
down 5-6
gantt $out/drawn.svg
TEXT
drawn() {
    build/booking "$out/drawn.book" | tail -n 1 | grep -qx "gantt: 3 bookings in .*" || return 1
    sed -n '/^<g stroke/,$p' "$out/drawn.svg" >"$out/boxes.txt"
    grep -c '^<rect\|</title>' "$out/boxes.txt" || true
    [ "$(grep -c '<rect' "$out/boxes.txt")" -eq "$1" ] &&
        [ "$(grep -c 'class="down"' "$out/boxes.txt")" -eq 1 ] &&
        [ "$(grep -cE 'class="id( light)?">[abc]<' "$out/boxes.txt")" -eq 3 ] &&
        grep -q '<title>a: 0 to 20 on 0-2,5</title>' "$out/boxes.txt" &&
        tail -n 1 "$out/boxes.txt" | grep -qx '</svg>'
}
check "booking: a picture has all boxes" drawn 6
mkdir -p "$out/wide"
cat >"$out/wide.book" <<TEXT
new 65536
add big 4000000000000000000 - 0-65535
add small 0 1 1
gantt $out/wide/far.svg
trim 4611686018427387902
gantt $out/wide/last.svg
new 1 1
gantt $out/wide/one.svg
TEXT
wide() {
    build/booking "$out/wide.book" >"$out/stdout.txt" || return 1
    grep -q '>2000000000000000000</text>' "$out/wide/far.svg" || { echo "no such label"; return 1; }
    ! grep -HE '"-[0-9]|[0-9]{7,}(\.[0-9]+)?"| width="0"|nan' "$out"/wide/*.svg
}
check "booking: pictures of the largest and the smallest calendar" wide
if have python3 python3; then
    well_formed() {
        python3 -c 'import sys, xml.dom.minidom as x; [x.parse(f) for f in sys.argv[1:]]' "$@"
    }
    check "booking: pictures are XML" well_formed "$out/drawn.svg" "$out"/wide/*.svg
fi

# ---- scripts at random

check "the kit under sanitizers" wait $kit
silent "booking under sanitizers" build sane booking
check "booking: lab.book under sanitizers" \
    answers "$out/sane/booking" examples/lab.book examples/lab.expected
mkdir -p "$out/fuzz"
sed 's|build/||' examples/lab.book >"$out/fuzz/lab.book"
make_mutations() {
    gcc -std=c99 -Wall -Wextra -Werror -Itests tests/programs/scripts.c -o "$out/mutations"
}
check "scripts at random" make_mutations

# survives PROGRAM: 3000 scripts; whatever a line is, it has an answer or a place.
survives() {
    local first last status program=$PWD/$1
    rm -f "$out/fuzz/answered.txt"
    for ((first = 1; first < 3000; first += 200)); do
        last=$((first + 199)) status=0
        "$out/mutations" "$out/fuzz/lab.book" $first $last >"$out/fuzz/x.book"
        (cd "$out/fuzz" && timeout 60 "$program" x.book >stdout.txt 2>stderr.txt) || status=$?
        grep -avE '^booking: x\.book:[0-9]+:[0-9]+: .+, expected .+$' "$out/fuzz/stderr.txt" \
            >"$out/fuzz/strange.txt" || true
        grep -avE '^[a-z]+: [^ ]+' "$out/fuzz/stdout.txt" >>"$out/fuzz/strange.txt" || true
        cut -d : -f 1 "$out/fuzz/stdout.txt" | sort -u >>"$out/fuzz/answered.txt"
        if [ "$status" -ne 1 ] || [ -s "$out/fuzz/strange.txt" ]; then
            echo "seeds $first to $last: status $status"
            head -n 20 "$out/fuzz/strange.txt"
            return 1
        fi
    done
    cut -d ' ' -f 1 "$out/commands.txt" | sort | grep -vx help |
        comm -23 - <(sort -u "$out/fuzz/answered.txt") >"$out/fuzz/strange.txt"
    sed 's/^/no answer of /' "$out/fuzz/strange.txt"
    [ ! -s "$out/fuzz/strange.txt" ]
}
check "booking: 3000 scripts at random" survives "$out/sane/booking"

# ---- jobs around bookings

# Job 1 wants all eight, and waits for the end of the first booking; job 2 runs beside that.
# Job 3 has a processor beside the second one from 1200 on, and the four others are not enough for
# job 4, which waits until 1800.
cat >"$out/four.swf" <<'TEXT'
; MaxProcs: 8
1 0 -1 600 8 -1 -1 8 600 -1 1 -1 -1 -1 -1 -1 -1 -1
2 0 -1 600 5 -1 -1 5 600 -1 1 -1 -1 -1 -1 -1 -1 -1
3 1200 -1 600 1 -1 -1 1 600 -1 1 -1 -1 -1 -1 -1 -1 -1
4 1200 -1 60 5 -1 -1 5 60 -1 1 -1 -1 -1 -1 -1 -1 -1
TEXT
printf '# two\n\n0 600 0-1,4\n1200 1800 any 3 # the lowest\n' >"$out/two.txt"
cat >"$out/four.csv" <<'TEXT'
id,start
1,600
2,0
3,1200
4,1800
TEXT
four() {
    "$1" --policy easy --bookings "$2" --starts "$out/starts.csv" --gantt "$out/four.svg" \
        "$out/four.swf" >"$out/stdout.txt" || return 1
    grep -x "$2: 2 spans booked; jobs in their way: easy 0" "$out/stdout.txt" &&
        diff "$out/starts.csv" "$out/four.csv" &&
        sed -n '/^<g stroke/,$p' "$out/four.svg" | grep -c 'class="booked"' | grep -qx 3
}
check "replay --bookings: four jobs, by hand" four build/replay "$out/two.txt"
printf '0 500 0-1,4\n1200 1800 any 3\n' >"$out/shorter.txt"
caught "another booking" '< 4,|> 4,|< 1,|> 1,' four build/replay "$out/shorter.txt"

# overlaps BOOKINGS JOBS.csv: prints jobs that ran on booked processors (of lines with sets),
# from what the two files say; and complains if no job ran beside a booking.
overlaps() {
    awk -F, '
        function expand(text, into, part, count, at, ends, p) {
            split("", into); count = split(text, part, /[ ,]/)
            for (at = 1; at <= count; at++) {
                split(part[at], ends, "-")
                if (ends[2] == "") { ends[2] = ends[1] }
                for (p = ends[1] + 0; p <= ends[2] + 0; p++) { into[p] = 1 }
            }
        }
        NR == FNR {
            split($0, word, " ")
            start[++n] = word[1]; end[n] = word[2] == "never" ? 1e15 : word[2]; set[n] = word[3]
            sub(/^[^ ]+ [^ ]+ /, ""); set[n] = $0; next
        }
        FNR > 1 && $9 != "" {
            expand($15, mine); jobs++
            for (i = 1; i <= n; i++) {
                if ($9 + 0 >= end[i] || $11 + 0 <= start[i]) { continue }
                beside[i]++; expand(set[i], kept)
                for (p in mine) { if (p in kept) { print "job " $1 " ran on " p; break } }
            }
        }
        END {
            for (i = 1; i <= n; i++) { if (!beside[i]) { print "no job beside booking " i } }
            if (jobs < 100) { print "only " jobs + 0 " jobs" }
        }' "$1" "$2"
}
cat >"$out/some.txt" <<'TEXT'
0 7200 0-7
3600 90000 10-19,30
50000 60000 20-29,40,50-63
70000 never 63
TEXT
flows() {
    "$1" --processors 64 --first 400 --policy "$2" --jobs "$out/jobs.csv" "${@:3}" \
        >"$out/flows.txt" || { cat "$out/flows.txt"; return 1; }
    overlaps "$out/some.txt" "$out/jobs.csv"
}
for policy in easy easy-sjbf conservative conservative-rebuild depth:4 sjf; do
    silent "replay --bookings: $policy" \
        flows build/replay $policy --bookings "$out/some.txt"
done
caught "jobs that know of no bookings" '^job [0-9]+ ran on ' flows build/replay easy
spans() {
    local zeros="easy 0, conservative 0, depth:4 0"
    build/replay --processors 64 --first 100 --policy easy,conservative,depth:4 \
        --book 500:600:3 --bookings "$out/some.txt" >"$out/stdout.txt" &&
        grep -x "$out/some.txt: 7 spans booked; jobs in their way: $zeros" "$out/stdout.txt"
}
check "replay --bookings: spans, beside a booking by count" spans

while IFS='|' read -r place line pattern; do
    printf '# one\n5 20 0-3\n%b' "$line" >"$out/wrong.txt"
    check "replay --bookings: $line" gives_up 1 "^replay: $out/wrong.txt:$place: $pattern" build/replay \
        --processors 8 --first 9 --policy easy --bookings "$out/wrong.txt"
done <<'LIST'
3:1|x 5 1|the start is "x", expected a whole number from 0 to 4611686018427387903$
3:2|5|the end is missing, expected a whole number from 0 to [0-9]+, or never$
3:3|5 - 1|the end is "-", expected
3:3|5 5 1|the end is "5", expected a time after the start$
3:4|5 6|the set is missing, expected processors from 0 to 7, each once, as 0-3,7$
3:7|5 6 7,8|the set is "8", expected
3:8|5 6 any|the number of processors is missing, expected a whole number from 1 to 8$
3:9|5 6 any 9|the number of processors is "9", expected a whole number from 1 to 8$
3:9|5 6 any 5|the number of processors is "5", expected at most the 4 that are free then$
3:11|5 6 any 2 2|"2", expected the end of the line$
3:7|5 6 4 5|"5", expected the end of the line$
3:7|19 30 2-5|a processor is busy: now, or at some time of the interval, expected processors that no line
3:3|5 \0017 4|a byte that is no text, expected
LIST
printf '# none\n' >"$out/none.txt"
check "replay --bookings: none" gives_up 1 'none.txt:2:1: the end, expected START END SET, or' \
    build/replay --processors 8 --first 9 --policy easy --bookings "$out/none.txt"
check "replay --bookings: no such file" gives_up 1 'nowhere: cannot be read: No such file' \
    build/replay --first 9 --policy easy --bookings nowhere
check "replay --bookings: a missing value" gives_up 2 '--bookings: nothing follows, expected FILE$' \
    build/replay --bookings
check "replay --bookings: two tiers" gives_up 2 '--bookings does not go with the two-tier policy k' \
    build/replay --policy keasy --bookings "$out/some.txt"

# ---- planted bugs

build unsorted booking booking_desk.h 's/^( +)qsort\(.*/\1(void)booking_compare;/'
caught "a list that is not sorted" '^[<>] list: ' \
    answers "$out/unsorted/booking" examples/lab.book examples/lab.expected
build column booking booking_words.h 's/\(w->word - w->line\) \+ 1;/(w->word - w->line);/'
caught "a column that counts from 0" '^told .*:7: "c": no live entry .*, expected .*:8: "c"' \
    wrong_lines "$out/column/booking"
build hasty booking booking_commands.h \
    's/^(.*booking_read_id\(desk, w, &id\)) \|\| !booking_line_ends\(w\)/\1/'
caught "a line that is carried out before its end is read" '^not the list: unbook: a start 0' \
    wrong_lines "$out/hasty/booking"
build loose booking booking_commands.h 's/request->(allowed|required) = &desk->.*/;/'
caught "limits that are read and forgotten" '^< find: start 0 end 5 on 4-6 ' \
    answers "$out/loose/booking" "$out/limits.book" "$out/limits.txt"
build long booking booking_words.h 's/count == BOOKING_LINE_CHARS \|\| //'
caught "a line that is not bounded" 'runtime error|AddressSanitizer' survives "$out/long/booking"
build tight booking booking_desk.h \
    's/^( +)if \(status != SKED_OK \|\| bytes <= desk->scratch_bytes\)/\1if (status != SKED_OK || desk->scratch_bytes > 0)/'
caught "scratch that does not grow" 'too small|^[<>]' \
    answers "$out/tight/booking" examples/lab.book examples/lab.expected
build deaf replay replay.c \
    's/settings.bookings_count = state->kept->count/settings.bookings_count = 0/'
caught "a queue that is not told" 'easy: [0-9]+ jobs? ran on booked processors, expected none$' \
    flows "$out/deaf/replay" easy --bookings "$out/some.txt"
finish
