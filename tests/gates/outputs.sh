#!/usr/bin/env bash
# outputs.sh: what build/replay writes for other programs is what they read: Paje traces (--paje),
# for ViTE and pj_dump, and Batsim's table of jobs (--jobs), for evalys.
# SPDX-License-Identifier: MIT
#
# tests/programs/paje.py and tests/programs/batsim_jobs.py are strict readers of the two.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
have python3 python3 || { finish; exit; }
check "make build/replay" make -s build/replay
check "the kit for planted bugs" share_kit
gcc -std=c99 -O1 -Ibench tests/programs/trace.c -o "$out/trace" -lm
"$out/trace" 3000 256 >"$out/model.swf"
"$out/trace" 10000 1000 >"$out/large.swf"

paje() { python3 tests/programs/paje.py "$@"; }
batsim() { python3 tests/programs/batsim_jobs.py "$@"; }
replay=build/replay

# ---- one tier: each run is in both files

# written NAME PROCESSORS OPTION...: NAME.trace, NAME.csv and NAME.json agree.
written() {
    local to=$out/$1 processors=$2
    shift 2
    "$replay" --paje "$to.trace" --jobs "$to.csv" --json "$@" >"$to.json" &&
        batsim "$to.csv" "$processors" "$to.json" && paje "$to.trace" --jobs "$to.csv"
}
small=examples/small.swf
for policy in fcfs easy conservative depth:3-sjbf; do
    silent "trace and table: $policy" written "$policy" 64 --policy $policy $small
done
silent "trace and table: 3,000 jobs" written model 256 --policy easy "$out/model.swf"
silent "trace and table: jobs that never start" written never 64 --policy easy \
    --book 20000:never:40 $small
check "... are none of the trace" grep -q ',0,SUBMITTED,,,,,,,' "$out/never.csv"
silent "trace and table: kinds" written kinds 64 --policy easy --kinds examples/small.kinds $small
silent "trace and table: shares" written shares 64 --policy fair \
    --shares examples/small.shares $small
awk '/^[0-9]/ { $1 = 7 } { print }' $small >"$out/same.swf"
silent "trace and table: jobs of one number" written same 64 --policy easy "$out/same.swf"
printf '; MaxProcs: 1\n9 5 -1 3 1 -1 -1 1 3 -1 1 1 1 1 1 -1 -1 -1\n' >"$out/one.swf"
silent "trace and table: one processor" written one 1 --policy easy "$out/one.swf"

# ---- jobs that are stopped: each of their runs is in the trace, the last one in the table

# stopped GRACE
stopped() {
    local to=$out/stopped
    "$replay" --preempt 1 --grace "$1" --policy easy --paje "$to.trace" --jobs "$to.csv" --json \
        $small >"$to.json" &&
        paje "$to.trace" --jobs "$to.csv" --stops "$(grep -o '"stopped_count": [1-9][0-9]*' \
            "$to.json" | tr -dc 0-9)"
}
silent "trace: jobs that are stopped" stopped 0
silent "trace: ... and run on for a minute" stopped 60

# ---- two tiers

# tiers POLICY OPTION...
tiers() {
    local to=$out/$1
    "$replay" --paje "$to.trace" --json --policy "$@" $small >"$to.json" &&
        paje "$to.trace" --tiers "$to.json"
}
for policy in keasy reasy measy; do
    silent "trace: tiers of $policy" tiers $policy
done
silent "trace: two backgrounds" tiers measy --backgrounds 2

# ---- a large machine, within seconds and little memory

large() {
    rm -f "$out/large.trace"
    (ulimit -v 32768 && timeout 20 "$replay" --policy easy --paje "$out/large.trace" \
        "$out/large.swf" >"$out/stdout.txt" 2>&1) || { cat "$out/stdout.txt"; return 1; }
    [ "$(grep -c '^3 ' "$out/large.trace")" -gt 100000 ]
}
check "trace: 10,000 jobs on 1,000 processors, in 32 MiB" large
if in_full "reading the trace of 10,000 jobs on 1,000 processors"; then
    silent "... are where the table says" written large 1000 --policy easy "$out/large.swf"
fi

# ---- what is refused

refused() { gives_up "$1" "$2" build/replay --policy easy --paje "$out/x.trace" "${@:3}"; }
check "trace: no job that starts" refused 1 '--paje: no job started, there is nothing to write$' \
    --json --book 0:never:64 $small
check "trace: too many processors" refused 1 \
    '--paje: the machine has 1048577 processors, expected at most 1048576$' \
    --processors 1048577 $small

# ---- the programs that people have

if have pj_dump pajeng; then
    dumped() { pj_dump "$1" >"$out/dump.txt" && paje "$2" --dump "$out/dump.txt"; }
    for name in easy never same stopped measy; do
        silent "pj_dump reads the states of $name" dumped "$out/$name.trace" "$out/$name.trace"
    done
    mutate "$out/easy.trace" "$out/later.trace" 's/^3 925 S A0 /3 926 S A0 /'
    caught "a state that pj_dump has at another time" 'only one of the two has State' \
        dumped "$out/later.trace" "$out/easy.trace"
fi
if have vite vite; then
    drawn() {
        (cd "$out" && QT_QPA_PLATFORM=offscreen timeout 60 vite -e vite.svg "${1##*/}") \
            >"$out/vite.txt" 2>&1 && grep -qF '0 errors and 0 warnings' "$out/vite.txt" &&
            [ "$(grep -c '<rect' "$out/vite.svg")" -gt 1000 ] || { cat "$out/vite.txt"; return 1; }
    }
    for name in easy stopped measy; do
        check "ViTE draws $name" drawn "$out/$name.trace"
    done
    mutate "$out/easy.trace" "$out/grey.trace" 's/^% Color color/% Color string/'
    caught "colours that ViTE does not take" '[1-9][0-9]* errors' drawn "$out/grey.trace"
fi

# ---- planted bugs: a trace that is wrong

# spoilt WHAT PATTERN SED-SCRIPT
spoilt() {
    mutate "$out/easy.trace" "$out/spoilt.trace" "$3"
    caught "$1" "$2" paje "$out/spoilt.trace" --jobs "$out/easy.csv"
}
spoilt "a colour that is a string" 'expected "% Color color"' 's/^% Color color/% Color string/'
spoilt "a field of another name" 'expected "% Container string"' 's/^% Container/% Where/'
spoilt "an event without a definition" 'no event has the number 9' 's/^4 /9 /'
spoilt "an event with a field too few" 'PajeSetState has 3 fields' 's/^(3 920 S A0) .*/\1/'
spoilt "an event out of order" 'the time goes back from 9200' 's/^3 920 /3 9200 /'
spoilt "a value that is not defined" 'there is no value a1 of S' '/^5 a1 /d'
spoilt "a value that nothing has" 'no state is job 999' \
    's/^5 a1 .*/&\n5 a999 S "999" "0.1 0.1 0.1"/'
spoilt "a colour that is none" '256 0 0 is no colour' 's/^(5 a1 .*) ".*"/\1 "256 0 0"/'
spoilt "a container that is not created" 'there is no container A9' '/^2 .* A9 P/d'
spoilt "a container of another type" 'A9 is not for the type of m' 's/^(2 .* A9) P/\1 M/'
spoilt "a container that is not destroyed" 'm still has others inside' '/^4 .* A9$/d'
spoilt "containers that are gone at two times" 'destroyed at 2 times' 's/^4 .* m$/4 99999 M m/'
spoilt "a processor without a state" 'A9 has no state S before' '/^3 273 S A9 /d'
spoilt "two states at one instant" '0 has two states job at 920' 's/^3 920 S A0 .*/&\n&/'
spoilt "a state that begins too late" 'not in the trace: job 2 on processor 7 from 920 to 925' \
    's/^3 920 S A7 (.*)/3 921 S A7 \1/'
spoilt "a job that runs on too long" 'not in the trace: job 2 on processor 7' '/^3 925 S A7 i$/d'

# worse WHAT PATTERN FILE SED-SCRIPT COMMAND...: replay with this bug.
worse() {
    local folder=$out/worse
    rm -rf "$folder"
    mkdir -p "$folder"
    cp examples/*.h bench/*.h "$folder"
    sed '/^#define SKED_IMPLEMENTATION$/d' examples/replay.c >"$folder/replay.c"
    mutate "$3" "$folder/${3##*/}" "$4"
    "${least[@]}" -w "-I$folder" -I. "$folder/replay.c" "${kit[@]}" -o "$folder/replay" -lm
    replay=$folder/replay
    caught "$1" "$2" "${@:5}"
    replay=build/replay
}
easy=(written worse 64 --policy easy $small)
file=examples/replay_paje.h
worse "processors that are used twice" 'has two states job' $file \
    's/p < run->high; p\+\+\) \{/p < run->high + (run->high < 60); p++) {/' "${easy[@]}"
worse "ends behind starts" 'has two states job' $file \
    's/return a->begins - b->begins/return b->begins - a->begins/' "${easy[@]}"
worse "jobs that another one follows at once" 'has two states job' $file \
    's/if \(!taken\[p\]\)/if (1)/' "${easy[@]}"
worse "an end of no length" 'has two states job' $file \
    's/time < page\.last\)/time <= page.last)/' "${easy[@]}"
worse "memory for each processor of each job" 'out of memory' $file \
    's/calloc\(2 \* log->runs_count/calloc(log->load->count * log->load->processors/' large
file=examples/replay_gantt.h
worse "a job that is stopped later" 'not in the trace: job' $file \
    's/^( +log->stays.*\.end = )time;/\1time + 5;/' stopped 60
worse "a run of one that was stopped left out" '[0-9]+ runs were stopped, expected' $file \
    's/^( +log->stays.*\.end = )time;/\1log->stays[log->last[job]].action.start;/' stopped 60
worse "a move that ends what was before later" 'places from [0-9]+ on, expected' $file \
    's/(before->end = ).*: now;/\1now + 1;/' tiers measy
worse "backgrounds that are foregrounds" '[0-9]+ were in the background, expected [0-9]+' $file \
    's/places\[process\]\.tier == tier\)/(places[process].tier > 0) != (tier > 0))/' tiers keasy

# ---- planted bugs: a table that is wrong

# wrong WHAT PATTERN SED-SCRIPT
wrong() {
    mutate "$out/easy.csv" "$out/wrong.csv" "$3"
    caught "$1" "$2" batsim "$out/wrong.csv" 64 "$out/easy.json"
}
wrong "a column of another name" "not once a column: \['finish_time'\]" '1s/finish_time/end_time/'
wrong "a column too few" 'not one field a column' 's/^(2,.*),$/\1/'
wrong "a job that ends later" 'job 2: finish_time is 930, expected 925' 's/^(2,.*),925,/\1,930,/'
wrong "a job that has no processors" 'job 2: no intervals: ""' 's/^(2,.*),0-7,,$/\1,,,/'
wrong "a processor too few" 'job 2: it has 7 processors, expected 8' 's/^(2,.*),0-7,,$/\1,0-6,,/'
wrong "intervals that go back" 'job 2: processors 0 to 3, expected more than 7' \
    's/^(2,.*),0-7,,$/\1,4-7 0-3,,/'
wrong "processors that are not there" 'job 2: processors 57 to 64' 's/^(2,.*),0-7,,$/\1,57-64,,/'
wrong "other processors" 'job 2: not as in' 's/^(2,.*),0-7,,$/\1,8-15,,/'
wrong "two jobs on one processor" 'processor [0-9]+ has the jobs 150 and 150 at 68688' '$p'
wrong "a success that is none" 'job 2: 0 after COMPLETED_SUCCESSFULLY' \
    's/^(2,.*),1,COMPL/\1,0,COMPL/'
wrong "a job that is longer than its limit" 'job 2: it ran for 5, longer than 4' \
    's/^(2,.*,8),[0-9]+,1/\1,4,1/'
wrong "a job of another profile" 'job 2: the profile is delay6' 's/^(2,.*),delay5/\1,delay6/'
wrong "a job that is left out" '149 jobs, expected 150' '/^2,/d'
file=bench/workload.h
worse "a wait that is a turnaround" 'waiting_time is' $file \
    's/\(long long\)\(start - job->submit\),/(long long)(start - job->submit + run),/' "${easy[@]}"
worse "a stretch that is rounded" 'stretch is' $file 's/millionths % 1000000\)/0ull)/' "${easy[@]}"
finish
