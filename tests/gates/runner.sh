#!/usr/bin/env bash
# runner.sh: what `make test` says is what the programs said, README's picture is the demo's, and
# build/replay does and refuses what it says.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

# program NAME STATUS LINE: a test program of a kind.
program() {
    printf '#!/bin/sh\necho "%s"\nexit %s\n' "$3" "$2" >"$out/$1"
    chmod +x "$out/$1"
}
program good 0 'good: 3 passed, 0 failed'
program better 0 'better: 4 passed, 0 failed'
program bad 1 'bad: 2 passed, 1 failed'
program mute 0 'no result'
program liar 1 'liar: 5 passed, 0 failed'
program idle 0 'idle: 0 passed, 0 failed'

adds() { tests/run.sh "$out/good" "$out/better" | grep -qx '7 passed, 0 failed'; }
check "passes are added up" adds
caught "a failing test" '^5 passed, 1 failed$' tests/run.sh "$out/good" "$out/bad"
caught "a program without a result" '^3 passed, 1 failed$' tests/run.sh "$out/good" "$out/mute"
caught "a status that does not fit" '^8 passed, 1 failed$' tests/run.sh "$out/good" "$out/liar"
caught "no test at all" 'no test ran' tests/run.sh "$out/idle"

# The generated jobs depend on libm: so this is for the machine on which the picture was drawn.
check "make demo" make -s demo
check "the picture in README.md is what make demo draws" cmp build/demo.svg examples/demo.svg
build/replay --policy easy --gantt "$out/other.svg" >"$log" 2>&1
caught "the picture of another policy" 'differ' cmp "$out/other.svg" examples/demo.svg

refused() { gives_up "$1" "$2" build/replay "${@:3}"; }
check "replay: an unknown policy" refused 2 \
    '--policy: "eas", expected one of fcfs, .*, conservative, .*, depth:K, depth:K-sjbf$' \
    --policy easy,eas
check "replay: a depth that is no number" refused 2 \
    '"depth:x", expected depth:K or depth:K-sjbf with a K from 0 to 2147483647$' \
    --policy depth:x
check "replay: a depth that is too large" refused 2 '"depth:2147483648", expected depth:K' \
    --policy depth:2147483648
check "replay: a depth with something behind" refused 2 \
    '"depth:4-sjf", expected depth:K or depth:K-sjbf' --policy depth:4-sjf,fcfs
check "replay: a booking of two parts" refused 2 \
    '--book: "5:6", expected START:END:COUNT$' --book 5:6
check "replay: a booking of four parts" refused 2 '"5:6:7:8", expected START:END:COUNT$' --book 5:6:7:8
check "replay: a booking with a wrong start" refused 2 \
    'the start is "-5", expected a whole number from 0 to 4611686018427387903$' --book -5:6:7
check "replay: a booking with a wrong end" refused 2 \
    'the end is "nevermore", expected a whole number from 0 to 4611686018427387903, or never$' \
    --book 5:nevermore:7
check "replay: a booking with a wrong count" refused 2 \
    'the count is "0", expected a whole number from 1 to 2147483647$' --book 5:never:0
check "replay: a booking that ends at its start" refused 2 \
    '"5:5:7": the end is 5, expected a time after the start$' --book 5:5:7
check "replay: a booking wider than the machine" refused 1 \
    '"5:6:257": the count is 257, expected at most the machine.s 256 processors$' --book 5:6:257
check "replay: too many bookings" refused 2 'is one too many, expected at most 64 bookings$' \
    $(for start in {1..65}; do echo "--book $start:100:1"; done)
check "replay: unknown estimates" refused 2 '"guess", expected requested, actual or model$' \
    --estimates guess
check "replay: an accuracy that is no number" refused 2 '--accuracy: "all", expected a whole number from 1 to 2147483647, or auto$' --accuracy all
check "replay: an id that is none" refused 2 '--explain: "x", expected a whole number from 0 to' \
    --policy easy --explain x
check "replay: a job that is not there" refused 2 \
    'there is no job 3001; those replayed have numbers from 1 to 3000$' --policy easy --explain 3001
for option in --starts --jobs --paje --explain; do
    check "replay: $option with three policies" refused 2 \
        "$option: 3 policies, expected exactly one: --policy NAME\$" $option 7
done
check "replay: unknown knowledge of usage" refused 2 \
    '--usage: "maybe", expected known, unknown or full$' \
    --policy keasy --usage maybe
check "replay: a migration that is no number" refused 2 \
    '--migration: "x", expected a whole number from 0 to 2147483647$' --policy measy --migration x
check "replay: too many backgrounds" refused 2 \
    '--backgrounds: "8", expected a whole number from 1 to 7$' --policy reasy --backgrounds 8
check "replay: an unknown order of backgrounds" refused 2 \
    '--background-order: "longest", expected one of fcfs, sjf, narrowest$' \
    --policy measy --background-order longest
check "replay: a migration without tiers" refused 2 \
    '--migration: no two-tier policy, expected keasy, reasy or measy in --policy$' --migration 20
for option in "--book 1:2:3" "--explain 3" "--jobs $out/jobs.csv" "--accuracy 5"; do
    check "replay: ${option%% *} with two tiers" refused 2 \
        "${option%% *} does not go with the two-tier policy measy, expected policies of one tier alone\$" \
        --policy measy $option
done
check "replay: another rule with two tiers" refused 2 \
    '--same-instant: "end" with the two-tier policy keasy, expected batch$' \
    --policy easy,keasy,measy --same-instant end
printf '; MaxProcs: 4\n1 0 -1 9 2 -1 -1 2 9999999999999 -1 1 1 1 1 1 -1 -1 -1\n' >"$out/long.swf"
check "replay: a job that is too long for tiers" refused 1 \
    'job 1: the estimate is 9999999999999 s, expected at most 1099511627776 with two-tier' \
    --policy measy "$out/long.swf"
printf '; MaxProcs: 4\n1 0 -1 x 2 -1 -1 2 9 -1 1 1 1 1 1 -1 -1 -1\n' >"$out/bad.swf"
check "replay: a trace with a fault, under two tiers" refused 1 \
    '^replay: .*/bad.swf:2:8: field 4: a whole number was expected$' --policy measy "$out/bad.swf"
printf '; MaxProcs: 4\n1 -5 -1 9 2 -1 -1 2 9 -1 1 1 1 1 1 -1 -1 -1\n' >"$out/before.swf"
check "replay: a submit time that is negative" refused 1 \
    '^replay: .*/before.swf:2:3: field 2: the submit time is "-5", expected 0 or more, or -1 if it is unknown$' \
    "$out/before.swf"
caught "an option that is not refused" 'replay of' refused 2 'expected' --policy easy --first 5

# shows PATTERN OPTION...: replay succeeds, and prints such a line.
shows() {
    local pattern=$1
    shift
    build/replay "$@" >"$out/stdout.txt" 2>&1 &&
        grep -E -- "$pattern" "$out/stdout.txt" >"$out/line.txt" ||
        { cat "$out/stdout.txt"; return 1; }
}
printf '; MaxProcs: 4\n%s -1 9 2 -1 -1 2 9 -1 1 1 1 1 1 -1 -1 -1\n' '1 -1' >"$out/unknown.swf"
printf '%s -1 9 2 -1 -1 2 9 -1 1 1 1 1 1 -1 -1 -1\n' '2 0' '3 4' >>"$out/unknown.swf"
check "replay: a submit time that is unknown" shows '^1 more cannot run: no submit time, ' \
    --policy easy "$out/unknown.swf"

# As MetaCentrum has traces: three more fields, which may be words. extended PROGRAM OPTION...: they
# change nothing, and one line says that they are not read.
mkdir "$out/extended"
sed '/^;/!s/$/ 524288 mem=4gb:ppn=2 -/' examples/small.swf >"$out/extended/small.swf"
extended() {
    "$@" examples/small.swf >"$out/a.txt" && "$@" "$out/extended/small.swf" >"$out/b.txt" 2>"$log.err" &&
        sed -i "s|$out/extended/|examples/|" "$out/b.txt" "$log.err" &&
        diff "$out/a.txt" "$out/b.txt" && [ "$(wc -l <"$log.err")" -eq 1 ] &&
        grep -qxF "${1##*/}: examples/small.swf: $wanted" "$log.err" || { cat "$log.err"; return 1; }
}
wanted='150 lines of 21 fields, of which the first 18 are read'
check "replay: a trace of 21 fields" extended build/replay --policy easy --json
check "placement: a trace of 21 fields" extended build/placement --topology 4x4x4 --policy easy
wanted='149 lines of 21 fields, of which the first 18 are read'
caught "a line that is counted wrongly" ': 150 lines of 21' extended build/replay --policy easy
sed '/^;/!s/$/ 1/' examples/small.swf >"$out/nineteen.swf"
check "replay: a trace of 19 fields" refused 1 \
    '^replay: .*/nineteen.swf:[0-9]+:[0-9]+: more than 18 fields, expected 18, or 21 ' \
    "$out/nineteen.swf"

# same POLICY POLICY: both start all jobs at the same times.
same() {
    build/replay --policy "$1" --starts "$out/a.csv" >"$out/stdout.txt" &&
        build/replay --policy "$2" --starts "$out/b.csv" >"$out/stdout.txt" &&
        cmp "$out/a.csv" "$out/b.csv"
}
check "replay: a depth of 0 is FCFS" same depth:0 fcfs
check "replay: a depth of 1 is EASY" same depth:1 easy
check "replay: ... and EASY-SJBF" same depth:1-sjbf easy-sjbf
check "replay: a depth of all jobs is conservative-rebuild" same depth:3000 conservative-rebuild
caught "a depth that is another policy" 'differ' same depth:2 easy

# Job 4 passes job 2, beside which it fits; that delays job 3, which is as wide as the machine. All
# that is below was worked out by hand.
cat >"$out/four.swf" <<'SWF'
; MaxProcs: 4
1 0 -1 10 2 -1 -1 2 10 -1 1 1 1 1 1 -1 -1 -1
2 0 -1 5 3 -1 -1 3 5 -1 1 1 1 1 1 -1 -1 -1
3 0 -1 3 4 -1 -1 4 5 -1 1 1 1 1 1 -1 -1 -1
4 1 -1 20 1 -1 -1 1 20 -1 1 1 1 1 1 -1 -1 -1
SWF
cat >"$out/story.txt" <<'TEXT'
Job 3 under easy: 4 processors, estimate 5 s
Submitted at 0: 1 job ahead of it in the queue; 1 running, 2 of 4 processors free

Its place in the queue, and its start as forecast then:
                   jobs  forecast            blocked  its shadow
time s  waited s  ahead   start s  change s     head      time s
0              0      1        15                  2          10
1              1      1        21        +6        2          10
10            10      0        21         0   itself          21

1 job submitted later started before it:
why              job  started s  processors  estimate s  run s
beside the head    4          1           1          20     20
Whether it would have started earlier without that, one replay cannot tell.

Started at 21, after a wait of 21 s,
  because it was the head of the queue, and 4 processors were free for it.
  forecast at its submission: 15, so it started 6 s later
Ended at 24, after 3 s: 2 s before its estimate ran out.
TEXT
story() {
    build/replay --policy "$1" --explain 3 "$out/four.swf" >"$out/stdout.txt" &&
        sed -n '/^Job 3/,$p' "$out/stdout.txt" | diff - "$out/story.txt"
}
check "replay: a story, word for word" story easy
caught "the story of another policy" 'promised at its submission: 15' story conservative
check "replay: forecasts of EASY are not kept" shows '^easy +4 +1\.5 +1\.5 +75\.0 +-$' \
    --policy easy --accuracy 1 "$out/four.swf"
check "replay: those of conservative are" shows '^conservative +4 +-0\.5 +0\.5 +100\.0 +0 of 4$' \
    --policy conservative --accuracy 1 "$out/four.swf"
check "replay: 200 forecasts, if so many are cheap" shows '^easy +200 ' --policy easy --accuracy auto
check "replay: fewer, if they are expensive" shows '^conservative-rebuild +[1-9][0-9]? ' \
    --policy conservative-rebuild --first 6000 --load 200 --accuracy auto
check "replay: none, if none are wanted" shows '^replay of' --policy easy
unasked() { ! grep -E '^When jobs were submitted' "$1"; }
check "replay: ... and no table of them" unasked "$out/stdout.txt"
# Job 1 ends early at 3. Job 4 then starts, ahead of 3, whose reservation is at 10. Job 2 ends on its
# estimate, 6, and job 3 moves to 7.
cat >"$out/moves.swf" <<'SWF'
; MaxProcs: 4
1 0 -1 3 2 -1 -1 2 10 -1 1 1 1 1 1 -1 -1 -1
2 0 -1 6 1 -1 -1 1 6 -1 1 1 1 1 1 -1 -1 -1
3 0 -1 10 3 -1 -1 3 10 -1 1 1 1 1 1 -1 -1 -1
4 0 -1 4 2 -1 -1 2 4 -1 1 1 1 1 1 -1 -1 -1
SWF
moves() {
    printf '%s\n' id,start 1,0 2,0 3,7 4,3 >"$out/wanted.csv"
    build/replay --policy "$1" --starts "$out/a.csv" "$out/moves.swf" >"$out/stdout.txt" &&
        cmp "$out/a.csv" "$out/wanted.csv"
}
check "replay: conservative jobs move up at an end that is not early" moves conservative
caught "reservations made afresh" 'differ' moves conservative-rebuild

# ends RULE: jobs 1 and 2 end early at 10, but 2 started first. In the pass after its end, 6 fills
# what it leaves and 7 the rest of the machine; had 1 come first, 5 would get four processors.
printf '; MaxProcs: 5\n' >"$out/ends.swf"
for job in '1 4 -1 6 1 100' '2 0 -1 10 3 100' '3 0 -1 200 1 200' '4 5 -1 5 5 5' '5 6 -1 5 4 5' \
    '6 7 -1 5 2 5' '7 8 -1 5 2 5'; do
    set -- $job
    echo "$1 $2 $3 $4 $5 -1 -1 $5 $6 -1 1 1 1 1 1 -1 -1 -1"
done >>"$out/ends.swf"
ends() {
    printf '%s\n' id,start 2,0 3,0 1,4 4,200 5,15 6,10 7,10 >"$out/wanted.csv"
    build/replay --policy easy --same-instant "$1" --starts "$out/a.csv" "$out/ends.swf" \
        >"$out/stdout.txt" && cmp "$out/a.csv" "$out/wanted.csv"
}
check "replay: ends of an instant come in the order of starts, end" ends end
check "replay: ... and submit" ends submit
caught "one pass after all ends" 'differ' ends batch

# after POLICY: 2 comes 3 s after the end of 1, at 13, and finds a processor when 5 ends; 3 comes
# when 2 ends. 4 names a job that is not there, and 8 itself: they do not wait. 5 follows 4, and no
# think time is known. 6 comes 30 s after the end of 1, which is later than its submission; 7 names
# 1, too, which has ended long before.
printf '; MaxProcs: 4\n' >"$out/after.swf"
for job in '1 0 10 2 -1 -1' '2 1 5 1 1 3' '3 2 4 2 2 -1' '4 3 6 2 9 5' '5 4 5 4 4 2.5' \
    '6 30 5 1 1 30' '7 60 5 1 1 7' '8 61 1 4 8 0'; do
    set -- $job
    echo "$1 $2 -1 $3 $4 -1 -1 $4 $3 -1 1 1 1 1 1 -1 $5 $6"
done >>"$out/after.swf"
printf '%s\n' id,start 1,0 2,15 3,20 4,3 5,10 6,40 7,60 8,65 >"$out/after.csv"
after() {
    build/replay --policy "$1" "${@:2}" --starts "$out/a.csv" "$out/after.swf" \
        >"$out/stdout.txt" && cmp "$out/a.csv" "$out/after.csv"
}
for policy in easy conservative conservative-rebuild depth:3; do
    check "replay: jobs wait for their preceding ones, $policy" after $policy --dependencies
done
caught "jobs that do not wait" 'differ' after easy
check "replay: how many jobs wait" shows \
    '^5 jobs wait for the end of another; 2 name one that does not come before them' \
    --dependencies "$out/after.swf"
check "replay: dependencies without a trace" refused 2 \
    '--dependencies: there is no trace, expected TRACE.swf$' --dependencies
check "replay: dependencies by another rule" refused 2 \
    '--same-instant: "end" with --dependencies, expected batch$' \
    --same-instant end --dependencies "$out/after.swf"
for option in "--explain 3" "--accuracy 5"; do
    check "replay: ${option%% *} with dependencies" refused 2 \
        "${option%% *} does not go with --dependencies, expected one of them\$" \
        --policy easy --dependencies $option "$out/after.swf"
done
check "replay: dependencies with two tiers" refused 2 \
    '--dependencies does not go with the two-tier policy measy, expected policies of one tier' \
    --policy measy --dependencies "$out/after.swf"

# of_kinds POLICY: 1 has the left half and the licence, 2 the right one. 3 waits for both until 10. 4
# may run anywhere: at 6 on the right. 5 wants all of that, from 8 on; it outlasts 3's shadow time on
# processors that 3 has no use for. 6 is too wide for the left half. 7 waits for the licence.
printf '; MaxProcs: 4\n' >"$out/kinds.swf"
for job in '1 0 10 2 1 -1' '2 1 5 2 9 2' '3 2 4 1 1 -1' '4 3 2 1 9 7' '5 4 20 2 1 2' '6 5 3 3 1 -1' \
    '7 6 1 1 1 -1'; do
    set -- $job
    echo "$1 $2 -1 $3 $4 -1 -1 $4 $3 -1 1 1 1 1 $5 $6 -1 -1"
done >>"$out/kinds.swf"
cat >"$out/kinds.txt" <<'END'
kind left 0-1 queue 1
kind right 2,3 partition 2      # which counts, where both are known
quota licence 1 reserve 1 of left
quota shares 8 pass 2 each of any right
END
printf '%s\n' id,start 1,0 2,1 3,10 4,6 5,8 7,14 >"$out/kinds.csv"
of_kinds() {
    build/replay --policy "$1" "${@:2}" --starts "$out/a.csv" "$out/kinds.swf" \
        >"$out/stdout.txt" && cmp "$out/a.csv" "$out/kinds.csv"
}
for policy in easy depth:3 conservative-rebuild conservative; do
    check "replay: jobs keep to their kinds and quotas, $policy" of_kinds $policy \
        --kinds "$out/kinds.txt"
done
caught "processors that are all alike" 'differ' of_kinds easy
# told_less WHAT SED-SCRIPT MESSAGE: a replay whose queue is not told all says so itself.
told_less() {
    local folder=$out/told_less
    rm -rf "$folder"
    mutate bench/swil.h "$folder/swil.h" "$2"
    cp examples/replay.c "$folder/"
    gcc -std=c99 -O1 -w -I"$folder" -I. -Iexamples -Ibench -Itests "$folder/replay.c" \
        -o "$folder/replay" -lm
    caught "$1" "$3" "$folder/replay" --policy easy --kinds "$out/kinds.txt" "$out/kinds.swf"
}
if have gcc gcc; then
    told_less "a queue that is not told the kinds" 's/job\.kind = .*/job.kind = 1;/' \
        'easy: [0-9]+ jobs ran on processors of another kind, expected none$'
    told_less "a queue that is not told what jobs take" 's/job\.amounts = .*;/job.amounts = NULL;/' \
        'easy: licence: 2 were taken, expected at most 1$'
fi
kinds_shown() { shows "$1" --policy easy,fcfs --kinds "$out/kinds.txt" "$out/kinds.swf"; }
check "replay: what is left out" kinds_shown '^1 more are too wide for their kind'
check "replay: a row for each kind" kinds_shown '^ *easy +right +2 +2 +2\.0 s '
check "replay: what a job waits for" shows \
    'waited for processors of the kind left: 0 of 2 left, 1 wanted\.$' \
    --policy easy --kinds "$out/kinds.txt" --explain 7 "$out/kinds.swf"
echo 'quota licence 1 reserve 1' >"$out/licence.txt"
check "replay: ... of a quota" shows 'waited for licence: 0 of 1 left, 1 wanted\.$' \
    --policy easy --kinds "$out/licence.txt" --explain 2 "$out/kinds.swf"
# kinds_refused WHAT LINE: a file whose second line is this.
kinds_refused() {
    printf 'kind left 0-1 queue 1\n%s\n' "$2" >"$out/bad.txt"
    check "replay: kinds: $1" refused 1 "bad.txt:2:$3" --policy easy --kinds "$out/bad.txt" \
        "$out/kinds.swf"
}
kinds_refused "another word" "kinds right 2-3" '1: the line is "kinds", expected kind or quota'
kinds_refused "a name twice" "kind left 2-3" '6: the kind is "left", expected a name'
kinds_refused "a name that is taken" "kind any 2-3" '6: the kind is "any", expected a name'
kinds_refused "a set beyond the machine" "kind right 2-4" '12: the set is "2-4", expected'
kinds_refused "a queue twice" "kind right 2-3 queue 1" '22: the queue is "1", expected one that'
kinds_refused "no number" "kind right 2-3 queue" '21: the queue is missing, expected a whole'
kinds_refused "no queue" "kind right 2-3 queues 1" '16: the word is "queues", expected partition'
kinds_refused "a mode" "quota q 1 keep 1" '11: the mode is "keep", expected reserve or pass'
kinds_refused "an amount" "quota q 1 pass 0" '16: the amount is "0", expected a whole number'
kinds_refused "a word after it" "quota q 1 pass 1 all" '18: the word is "all", expected each, of'
kinds_refused "a kind that is none" "quota q 1 pass 1 of right" '21: the kind is "right", expected'
kinds_refused "of nothing" "quota q 1 pass 1 of" '20: the kind is missing, expected any'
printf 'quota q 0 pass 1\n' >"$out/bad.txt"
check "replay: kinds: nothing can run" refused 1 'no job can run, expected at least one$' \
    --policy easy --kinds "$out/bad.txt" "$out/kinds.swf"
check "replay: kinds: no such file" refused 1 'none.txt: No such file or directory, expected' \
    --policy easy --kinds "$out/none.txt" "$out/kinds.swf"
check "replay: kinds, many reservations and numbers booked" refused 2 \
    '--book does not go with --kinds and the policy depth:2, expected --bookings$' \
    --policy depth:2 --kinds "$out/kinds.txt" --book 1:2:1 "$out/kinds.swf"

# by_shares PROGRAM OPTION...: two processors, jobs of 10 s. 1 to 3 are user 1's, 4 is user 2's; both
# are in group 5. 5 and 6 come at 20, when user 2 has used less. With a look ahead 4 is second, as user 2
# has an account of her own; 6 is nobody's, and those have no shares.
printf '; MaxProcs: 2\n' >"$out/shares.swf"
for job in '1 0 1 5' '2 0 1 5' '3 0 1 5' '4 0 2 5' '5 20 -1 -1' '6 20 1 5' '7 20 2 5'; do
    set -- $job
    echo "$1 $2 -1 10 1 -1 -1 1 10 -1 1 $3 $4 1 1 -1 -1 -1"
done >>"$out/shares.swf"
printf '%s\n' 'half-life 1000' 'ahead 1' '# all' 'account all 3' 'account rest 1 below all group 5' \
    'account own 1 below all user 2' 'others 0' >"$out/two.shares"
printf '%s\n' id,start 1,0 2,10 3,10 4,0 5,30 6,20 7,20 >"$out/shares.csv"
by_shares() {
    "$1" --policy "${@:2}" --starts "$out/a.csv" "$out/shares.swf" >"$out/stdout.txt" &&
        cmp "$out/a.csv" "$out/shares.csv"
}
for policy in fair fair-sjbf; do
    check "replay: accounts take turns, $policy" by_shares build/replay $policy \
        --shares "$out/two.shares"
done
# one_account A B OPTION...: with one account for all, policy B starts jobs as A does.
one_account() {
    build/replay --policy "$1" --starts "$out/a.csv" "${@:3}" >"$out/stdout.txt" &&
        build/replay --policy "$2" --shares "$out/one.shares" --starts "$out/b.csv" "${@:3}" \
            >"$out/stdout.txt" && cmp "$out/a.csv" "$out/b.csv"
}
seq -s ' ' 0 9 | sed 's/^/ahead 3600\naccount all 1 user /' >"$out/one.shares"
for rule in batch submit end; do
    check "replay: with one account fair is easy, $rule" one_account easy fair \
        --same-instant $rule --first 1000
done
check "replay: ... and fair-sjbf easy-sjbf" one_account easy-sjbf fair-sjbf examples/small.swf
check "replay: ... beside bookings" one_account easy fair --book 9000:90000:20 examples/small.swf
cp examples/small.shares "$out/one.shares"
for policy in easy fcfs conservative; do
    check "replay: accounts do not change $policy" one_account $policy $policy examples/small.swf
done
caught "accounts that are not one" 'differ' one_account easy fair examples/small.swf
shares_shown() { shows "$1" --shares "$out/two.shares" --policy "$2" "${@:3}" "$out/shares.swf"; }
check "replay: a row for each account" shares_shown '^  rest +50\.0 +57\.1 +2\.5 s +5\.0 s$' \
    easy,fair
check "replay: an account of nobody's" shares_shown '^user 0 +0\.0 +14\.3 +0\.0 s +10\.0 s$' fcfs,fair
check "replay: accounts of jobs that never start" shares_shown \
    '^  own +50\.0 +0\.0 +- +50\.0 +0\.0 s$' easy,fair --book 15:never:2
printf 'account idle%d 1\n' 1 2 3 4 5 6 7 8 9 >"$out/many.shares"
check "replay: fifteen accounts of many" shows '^3 more accounts used 0\.0 %$' \
    --shares "$out/many.shares" examples/small.swf

# shares_refused WHAT LINE PATTERN: a file whose second line is this.
shares_refused() {
    printf 'account a 1 user 3 group 4\n%s\n' "$2" >"$out/bad.txt"
    check "replay: shares: $1" refused 1 "bad.txt:2:$3" --shares "$out/bad.txt" "$out/shares.swf"
}
shares_refused "another word" "shares b 2" '1: the line is "shares", expected half-life, ahead, acc'
shares_refused "a name twice" "account a 2" '9: the account is "a", expected a name .* that is new$'
shares_refused "no shares" "account b below a" '11: the number of shares is "below", expected a w'
shares_refused "too many shares" "account b 2147483648" '11: the number of shares is "2147483648", e'
shares_refused "no such account" "account b 2 below c" '19: the account is "c", expected the name'
shares_refused "itself" "account b 2 below b" '19: the account is "b", expected the name of an acc'
shares_refused "below users" "account b 2 below a" '19: the account is "a", expected one without us'
shares_refused "others below users" "others 2 below a" '16: the account is "a", expected one witho'
shares_refused "a user twice" "account b 2 user 7 3" '20: the user is "3", expected one that no acc'
shares_refused "a group twice" "account b 2 group 4" '19: the group is "4", expected one that no'
shares_refused "no group" "account b 2 group 0" '19: the group is "0", expected a whole number fro'
shares_refused "a cap" "account b 2 cap 5" '13: the word is "cap", expected below, precedence, use'
shares_refused "a half-life" "half-life 63" '11: the half-life is "63", expected .* 64 to 68719476736$'
shares_refused "a time ahead" "ahead 604801" '7: the time ahead is "604801", expected .* 0 to 604800$'
shares_refused "a word too many" "ahead 60 s" '10: "s", expected the end of the line$'
check "replay: a file of shares that is not there" refused 1 '--shares: nowhere: No such file .*, exp' \
    --shares nowhere "$out/shares.swf"
check "replay: fair without shares" refused 2 '"fair" without accounts, expected --shares FILE$' \
    --policy easy,fair
check "replay: a history without shares" refused 2 \
    '--history: there are no accounts, expected --shares FILE$' --history "$out/a.svg"
check "replay: shares with two tiers" refused 2 '--shares does not go with the two-tier policy keasy' \
    --policy keasy --shares "$out/two.shares"

# shared WHAT FILE SED-SCRIPT: a replay with this bug lets accounts take other turns.
shared() {
    local folder=$out/shared
    rm -rf "$folder"
    mkdir -p "$folder"
    cp examples/replay.c examples/*.h "$folder"
    mutate "$2" "$folder/${2##*/}" "$3"
    "${least[@]}" -w -I"$folder" -I. -Ibench "$folder/replay.c" -o "$folder/replay" -lm
    caught "$1" 'differ' by_shares "$folder/replay" fair --shares "$out/two.shares"
}
shared "passes of several starts" bench/swil.h 's/const int by_share = .*;/const int by_share = 0;/'
shared "a queue that is not told the accounts" bench/swil.h \
    's/job\.account = .*;/job.account = 2;/'
shared "groups that count before users" examples/shares_file.h \
    's/return account != SKED_NONE \? account : (shares_owned.*);/return \1 == 2 ? 2 : account;/'
shared "users of others with a share" examples/shares_file.h \
    's/sked_share_account_of\(self->others_shares\)/sked_share_account_of(1)/'

# urgent PROGRAM OPTION...: four processors. 1 and 2 have two each; at 20 job 3 of queue 7 wants two.
# 2 has done less than 1: it is stopped, and starts again when 3 has ended. With a grace of 5 s, 3
# starts then.
printf '%s\n' '; MaxProcs: 4' '1 0 -1 100 2 -1 -1 2 100 -1 1 1 1 1 1 -1 -1 -1' \
    '2 10 -1 50 2 -1 -1 2 50 -1 1 1 1 1 1 -1 -1 -1' \
    '3 20 -1 30 2 -1 -1 2 30 -1 1 1 1 1 7 -1 -1 -1' >"$out/urgent.swf"
urgent() {
    printf '%s\n' id,start "1,0" "2,$3" "3,$4" >"$out/urgent.csv"
    "$1" --policy easy --preempt 7 --grace "$2" --starts "$out/a.csv" "$out/urgent.swf" \
        >"$out/stdout.txt" && cmp "$out/a.csv" "$out/urgent.csv"
}
check "replay: a job is stopped for an urgent one" urgent build/replay 0 50 20
check "replay: ... and runs on for a while" urgent build/replay 5 55 25
# ... 40 processor-seconds of 360 are run again.
urgent_shown() { shows "$1" --preempt 7 --policy easy "${@:2}" "$out/urgent.swf"; }
check "replay: what urgent jobs cost" urgent_shown \
    '^easy +1 +0\.0 s +0 s +20\.0 s +1 +1\.0 +5\.56$'
check "replay: ... in plain seconds" urgent_shown \
    '^easy +1 +5\.0 +5 +22\.5 +1 +1\.0 +8\.33$' --seconds --grace 5
for policy in fcfs sjf easy-sjbf conservative conservative-rebuild depth:2; do
    check "replay: a job is stopped under $policy" shows "^$policy +1 +0\.0 s .* 1 +1\.0 +5\.56$" \
        --preempt 7 --policy $policy "$out/urgent.swf"
done
check "replay: ... and under fair" shows '^fair +1 +0\.0 s .* 1 +1\.0 +5\.56$' --preempt 7 \
    --policy fair --shares examples/small.shares "$out/urgent.swf"
check "replay: a picture of jobs that are stopped" shows 'jobs$' --preempt 7 --policy fcfs,easy \
    --gantt "$out/urgent.svg" "$out/urgent.swf"
check "replay: ... where they were" grep -q 'was stopped for an urgent job' "$out/urgent.svg"
check "replay: no urgent job" refused 1 '--preempt: "3": no job is in this queue, expected the queue' \
    --preempt 3 "$out/urgent.swf"
check "replay: nobody is stopped" refused 2 '--grace: no job is stopped, expected --preempt QUEUE$' \
    --grace 5 "$out/urgent.swf"
check "replay: urgent jobs of kinds" refused 2 '--kinds does not go with --preempt, expected one of' \
    --preempt 7 --kinds examples/small.kinds "$out/urgent.swf"
check "replay: urgent jobs, a pass after each event" refused 2 \
    '--same-instant: "end" with --preempt, expected batch$' --preempt 7 --same-instant end \
    "$out/urgent.swf"
check "replay: urgent jobs of two tiers" refused 2 \
    '--preempt does not go with the two-tier policy keasy' --preempt 7 --policy keasy \
    "$out/urgent.swf"

# stopped WHAT FILE SED-SCRIPT: a replay with this bug stops another job, or at another time.
stopped() {
    local folder=$out/stopped
    rm -rf "$folder"
    mkdir -p "$folder"
    cp examples/replay.c examples/*.h "$folder"
    mutate "$2" "$folder/${2##*/}" "$3"
    "${least[@]}" -w -I"$folder" -I. -Ibench "$folder/replay.c" -o "$folder/replay" -lm
    caught "$1" 'differ' urgent "$folder/replay" 5 55 25
}
stopped "a job that is stopped at once" bench/swil_preempt.h \
    's/sked_time_add\(now, self->grace\)/now/'
stopped "a victim that was not asked about its work" bench/swil_preempt.h \
    's/candidate->cost = .*/candidate->cost = (uint64_t)now - info->start < 15;/'
stopped "urgent jobs of another queue" examples/replay_preempt.h 's/type == queue/type != queue/'

printf '%s\n' id,start 1,0 2,30 3,35 4,1 >"$out/wanted.csv"
booked() {
    build/replay --policy easy --book "$1" --starts "$out/a.csv" "$out/four.swf" \
        >"$out/stdout.txt" && cmp "$out/a.csv" "$out/wanted.csv"
}
check "replay: jobs flow around a booking" booked 12:30:2
caught "a booking of fewer processors" 'differ' booked 12:30:1
printf '%s\n' '3,four.swf,delay3,0,4,5,1,COMPLETED_SUCCESSFULLY,21,3,24,21,24,8.000000,0-3,,' \
    '2,four.swf,delay5,0,3,5,1,COMPLETED_SUCCESSFULLY,10,5,15,10,15,3.000000,0-1 3,,' \
    >"$out/rows.csv"
rows() {
    build/replay --policy "$1" --jobs "$out/jobs.csv" "$out/four.swf" >"$out/stdout.txt" &&
        [ "$(grep -cxFf "$out/rows.csv" "$out/jobs.csv")" -eq 2 ] ||
        { cat "$out/jobs.csv"; return 1; }
}
check "replay: rows of Batsim's table" rows easy
caught "the rows of another policy" '15,3,18,15,18' rows conservative
check "replay: conservative keeps its promises" shows '^conservative +[1-9].* 0 of 3000$' \
    --policy conservative --estimates model --load 120 --accuracy auto
check "replay: a booking of all processors for ever" shows '^easy: 3000 jobs never started' \
    --policy easy --book 0:never:256
check "replay: the story of a job that is held up for ever" shows '^It never started' \
    --policy easy --book 0:never:256 --explain 7
check "replay: the story of a job" shows '^Started at [0-9]+, after a wait of [1-9]' \
    --policy easy --explain 2500 --estimates model
is_short() { [ "$(wc -l <"$out/stdout.txt")" -le 40 ]; }
check "replay: ... has 40 lines at most" is_short
check "replay: Batsim's table" shows 'replay of' --policy easy --jobs "$out/jobs.csv"
batsim() {
    head -n 1 "$1" | grep -q '^job_id,workload_name,profile,' && [ "$(wc -l <"$1")" -eq 3001 ] &&
        [ "$(grep -cE ',[0-9]+(-[0-9]+)?( [0-9]+(-[0-9]+)?)*,,$' "$1")" -eq 3000 ]
}
check "replay: ... names the processors of each job" batsim "$out/jobs.csv"

# Two tiers. All processes use all of their processors, so that a background only works while its
# foreground is idle, and nothing below depends on what is drawn. Job 3 is behind idle foregrounds
# until job 4 takes one of them at 1: it has done 1 s. Job 2 loses less than 1 s to it. At 16 there
# is room for job 3 on other processors.
cat >"$out/tiers.swf" <<'SWF'
; MaxProcs: 8
1 0 -1 10 5 -1 -1 5 10 -1 1 1 1 1 1 -1 -1 -1
2 0 -1 5 6 -1 -1 6 5 -1 1 1 1 1 1 -1 -1 -1
3 0 -1 20 3 -1 -1 3 20 -1 1 1 1 1 1 -1 -1 -1
4 1 -1 100 1 -1 -1 1 100 -1 1 1 1 1 1 -1 -1 -1
SWF
# tiers POLICY JOB-3 OPTION...: what became of the jobs.
tiers() {
    local policy=$1 third=$2
    shift 2
    printf '%s\n' id,start,first_start,end 1,0,0,10 2,10,10,16 "$third" 4,1,1,102 >"$out/wanted.csv"
    build/replay --policy "$policy" --usage full "$@" --starts "$out/a.csv" \
        --gantt "$out/tiers.svg" "$out/tiers.swf" >"$out/stdout.txt" &&
        diff "$out/a.csv" "$out/wanted.csv"
}
# drawn CLASS WORDS: the last picture has such a mark, and says so.
drawn() {
    grep -q "class=\"$1\"/>" "$out/tiers.svg" && grep -q "$2" "$out/tiers.svg" &&
        grep -q '<title>job 3: 3 processors, in the background' "$out/tiers.svg" ||
        { echo "not drawn: $1"; return 1; }
}
check "replay: KEASY starts a job anew" tiers keasy 3,16,0,36
check "replay: ... and draws that" drawn killed 'then was killed'
check "replay: ... and counts what is lost" grep -qE '^keasy +1 +0 +0 +1 +3 +1\.25 +2\.5$' \
    "$out/stdout.txt"
check "replay: MEASY moves it" tiers measy 3,0,0,55
check "replay: ... and draws that" drawn moved 'then migrated'
caught "a picture in which nothing is killed" 'not drawn: killed' drawn killed 'then was killed'
check "replay: ... and counts it" grep -qE '^measy +1 +0 +0 +1 +- +- +2\.5$' "$out/stdout.txt"
check "replay: ... at another cost" tiers measy 3,0,0,39 --migration 4
caught "a migration at the wrong cost" '3,0,0,38' tiers measy 3,0,0,39 --migration 3
check "replay: REASY waits" shows '^reasy +1 +0 +1 +- +- +- +2\.5$' \
    --policy reasy --usage full "$out/tiers.swf"
check "replay: a response counts to the end" shows '^keasy +- +- +40\.8 s ' \
    --policy easy,keasy --usage full "$out/tiers.swf"

# Beside two tiers the others get their estimates, divided by 0.96 and rounded up. Job 3 is let
# ahead of job 2 only then: 5 + 100 is not after 105, but 5 + 96 is after 100.
row() { grep -m 1 -E "^$1 " "$2" | tr -s ' '; }
fair() {
    local jobs="; MaxProcs: 4\n1 0 -1 100 2 -1 -1 2 %s -1 1 1 1 1 1 -1 -1 -1\n"
    jobs="${jobs}2 1 -1 10 4 -1 -1 4 %s -1 1 1 1 1 1 -1 -1 -1\n"
    jobs="${jobs}3 5 -1 50 2 -1 -1 2 %s -1 1 1 1 1 1 -1 -1 -1\n"
    printf "$jobs" 100 10 96 >"$out/given.swf"
    printf "$jobs" "$2" "$3" "$4" >"$out/stretched.swf"
    build/replay --policy "$1,measy" "$out/given.swf" >"$out/a.txt" &&
        build/replay --policy "$1" "$out/stretched.swf" >"$out/b.txt" &&
        diff <(row "$1" "$out/a.txt") <(row "$1" "$out/b.txt")
}
for policy in easy conservative; do
    check "replay: $policy beside two tiers" fair $policy 105 11 100
done
caught "estimates that are not the same" '^> easy' fair easy 100 10 96
caught "... under a policy that the tiers do not drive" '^> conservative' \
    fair conservative 100 10 96

# The example with two tiers: the twelve jobs of the paper. What is below was worked out by hand: to
# 11 from the paper's text. Job 12 goes behind at 8, since its one process finds a background there;
# 10 ends before 16, and so 11 has all processors then.
cat >"$out/twelve.txt" <<'TEXT'
 0: 1 starts on 0 1, as the head
 0: 3 starts on 2 3, before the shadow time 10 of 2
 0: 4 starts on 4, beside 2 whose shadow time is 10
 0: 5 runs behind on 0
 0: 6 runs behind on 1
 0: 8 runs behind on 2
 0: 7 runs behind on 3
 5: 6 starts anew on 2, before the shadow time 10 of 2; 666/1000 lost
 5: 7 comes to the front on 3, before the shadow time 10 of 2; 400/1000 done
 5: 9 runs behind on 0
 5: 10 runs behind on 1
 8: 12 runs behind on 3
10: 2 starts on 0 1 2 3, as the head
11: 9 starts anew on 4, as the head; 400/1000 lost
16: 11 starts on 0 1 2 3 4, as the head
19: 12 comes to the front on 3, as the head; 325/1000 done
TEXT
twelve() { "$1" --policy keasy <"$2" >"$out/stdout.txt" && diff "$out/stdout.txt" "$out/twelve.txt"; }
# wrong STATUS PATTERN SCRIPT: nothing is printed, and one line says what is wrong, and where.
wrong() {
    local status=0
    build/tiers --policy keasy "$3" >"$out/stdout.txt" 2>"$out/stderr.txt" || status=$?
    cat "$out/stdout.txt" "$out/stderr.txt"
    [ "$status" -eq "$1" ] && [ ! -s "$out/stdout.txt" ] &&
        [ "$(wc -l <"$out/stderr.txt")" -eq 1 ] && grep -qE -- "$2" "$out/stderr.txt"
}
check "make build/tiers" make -s build/tiers
check "tiers: the twelve jobs of the paper" twelve build/tiers examples/twelve.events
mutate examples/twelve.events "$out/late.events" 's/^10 (finish  1)$/11 \1/'
caught "a job that ends later" '^< 11: 2 starts on 0 1 2 4, as the head$' \
    twelve build/tiers "$out/late.events"
mutate examples/tiers.c "$out/tiers.c" 's/return jobs\[tag\]\.usage;/(void)tag; return 0;/'
${CC:-cc} -std=c99 -I. -Iexamples "$out/tiers.c" -o "$out/tiers"
caught "usages that are not told" '^< +0: 9 runs behind on 4$' \
    twelve "$out/tiers" examples/twelve.events
mutate examples/twelve.events "$out/wide.events" 's/^(16 finish  9)$/\1\n16 submit 13 6 1 500/'
check "tiers: a job that is too wide" wrong 1 \
    '/wide.events:39:14: the width is "6", expected a whole number from 1 to 5$' "$out/wide.events"
mutate examples/twelve.events "$out/waits.events" 's/^(8 finish  )7$/\111/'
check "tiers: the end of a job that waits" wrong 1 \
    '/waits.events:28:11: 11: the job is waiting, not running, expected a running job$' \
    "$out/waits.events"
finish
