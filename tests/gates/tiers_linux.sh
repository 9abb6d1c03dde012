#!/usr/bin/env bash
# tiers_linux.sh: real processes run where the kit decides, with the priority of their tier, and none
# is left, whatever ends the program.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

folder=examples/tiers_linux
have gcc gcc || { finish; exit; }

# compile TO FROM COMPILE...: the program of the folder FROM.
compile() {
    local to=$1 from=$2
    shift 2
    "$@" -std=c99 -I. -Iexamples "$from/tiers_linux.c" -o "$to"
}
if [ ! -r /proc/self/stat ] || [ "$(uname)" != Linux ]; then
    skip "processes in two tiers: no Linux with /proc"
    finish
    exit
fi
for compiler in gcc clang; do
    if have $compiler $compiler; then
        silent "it compiles without a warning ($compiler)" compile "$out/$compiler" "$folder" \
            $compiler -O1 -Wall -Wextra -Wpedantic -Wshadow
    fi
done
check "with the sanitizers" compile "$out/sanitized" "$folder" \
    gcc -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all
program=$out/gcc

# planted FILE SED-SCRIPT: $out/planted/tiers_linux with one line changed.
planted() {
    rm -rf "$out/planted"
    mkdir -p "$out/planted/tiers_linux"
    cp examples/*.h "$out/planted"
    cp $folder/*.[ch] "$out/planted/tiers_linux"
    mutate "$folder/$1" "$out/planted/tiers_linux/$1" "$2"
    compile "$out/planted/program" "$out/planted/tiers_linux" "${least[@]}"
}

# ---- files and options

# wrong_files PROGRAM: each line PLACE|TEXT|PATTERN is a file that is refused there, in one line.
wrong_files() {
    local place text pattern failed=0
    while IFS='|' read -r place text pattern; do
        printf "$text" >"$out/wrong.day"
        gives_up 1 "^tiers_linux: $out/wrong.day:$place: $pattern" \
            timeout 5 "$1" --processors 1 --memory 100 "$out/wrong.day" || { echo "$text"; failed=1; }
    done <<'FILES'
1:1||the end, expected a job: ARRIVAL ID WIDTH ESTIMATE MEMORY COMMAND
2:1|# no job\n|the end, expected a job
1:3|0 x 1 1 8 true\n|the id is "x", expected a whole number from 0 to
2:3|0 1 1 1 8 true\n0 1 1 1 8 true\n|the id is 1 again, expected one that no other job has
1:5|0 1 2 1 8 true\n|the width is "2", expected a whole number from 1 to 1
1:7|0 1 1 0 8 true\n|the estimate is "0", expected seconds from 0.001 to 1000000
1:7|0 1 1 1.2345 8 true\n|the estimate is "1.2345", expected seconds
1:8|0 1 1 1\n|the memory is missing, expected a whole number from 8 to
1:9|0 1 1 1 7 true\n|the memory is "7", expected a whole number from 8 to
1:9|0 1 1 1 101 true\n|1 x 101 MiB, expected at most the 100 MiB that are there
1:10|0 1 1 1 8\n|the command is missing, expected busy SECONDS, half SECONDS, or a command of the
1:16|0 1 1 1 8 busy x\n|the length is "x", expected seconds from 0.001 to 1000000
1:18|0 1 1 1 8 half 1 2\n|"2", expected the end of the line
2:1|3 1 1 1 8 true\n2 2 1 1 8 true\n|the arrival is 2, expected one that is not before the line
1:12|0 1 1 1 8 t\001\n|another byte, expected at most 400 printable characters of ASCII a line
FILES
    [ "$failed" -eq 0 ]
}
check "wrong files are refused by line and column, with sanitizers" wrong_files "$out/sanitized"
planted day.h 's/^    return job->memory <= to->limits.memory \/ job->width/    return 1/'
caught "a job that needs more memory than there is" '0 1 1 1 101 true' \
    wrong_files "$out/planted/program"

# wrong_words PROGRAM: command lines that are refused.
wrong_words() {
    gives_up 2 'policy: "none", expected one of keasy, reasy, measy$' "$1" --policy none &&
        gives_up 2 'processors: "0", expected a whole number from 1 to 64$' "$1" --processors 0 &&
        gives_up 2 '"--nothing" is not an option, expected one that' "$1" --nothing &&
        gives_up 1 'nowhere: cannot be read: .*, expected a readable file$' "$1" "$out/nowhere" &&
        gives_up 1 'cgroup: .*/nowhere: .*, expected a cgroup of version 2' \
            "$1" --cgroup "$out/nowhere" $folder/small.day --memory 1000 &&
        "$1" --help | grep -q '^usage: tiers_linux ' && ! "$1" --help | grep -E '^.{81}'
}
if ! "$program" --cgroup none - <<<'0 1 1 1 8 true' >"$out/probe.txt" 2>&1; then
    skip "processes in two tiers: $(head -n 1 "$out/probe.txt")"
    finish
    exit
fi
check "the probe ran its job" grep -qE '^ *[0-9.]+ 1 ends$' "$out/probe.txt"
check "wrong command lines are refused, with status 2" wrong_words "$out/sanitized"

# ---- what runs where

# a_day PROGRAM: the decisions of small.day are those of small.expected, whenever they were.
a_day() {
    "$1" --cgroup none --processors 2 --memory 1000 --sample 250 $folder/small.day >"$out/day.txt"
    sed -E '/^#/d; s/^ *[0-9.]+ //' "$out/day.txt" | diff - $folder/small.expected
}
# at_places PROGRAM: a job sees its processor and priority: in front, behind, and when it has come to
# the front. 0 is SCHED_OTHER, 5 is SCHED_IDLE; nice is that of the gate, and 19.
see='echo "$TIERS_JOB: $(sed "s/.*) //" /proc/self/stat | cut -d " " -f 17,39)'
see+=' $(sed -n "s/^Cpus_allowed_list:.//p" /proc/self/status)"'
at_places() {
    local mine first second
    mine=$(sed 's/.*) //' /proc/self/stat | cut -d ' ' -f 17)
    printf '%s\n' "0 1 2 9 8 $see; sleep 1.2" "0 2 2 9 8 $see; sleep 1.6; $see" |
        "$1" --cgroup none --processors 2 --sample 250 >"$out/places.txt" || return 1
    # The processors that this process may use, one a line.
    sed -n 's/^Cpus_allowed_list:.//p' /proc/self/status | tr , '\n' |
        awk -F- '{ for (i = $1; i <= $NF; i++) { print i } }' >"$out/cpus.txt"
    first=$(sed -n 1p "$out/cpus.txt") second=$(sed -n 2p "$out/cpus.txt")
    printf '%s\n' "1: $mine 0 $first" "1: $mine 0 $second" "2: $mine 0 $first" \
        "2: $mine 0 $second" "2: 19 5 $first" "2: 19 5 $second" | sort >"$out/expected.txt"
    grep -E '^[12]: ' "$out/places.txt" | sort | diff - "$out/expected.txt"
}
if [ "$(nproc)" -ge 2 ]; then
    check "a day of six jobs: examples/tiers_linux/small.expected" a_day "$program"
    planted run.h 's/^( +int64_t permille) = 0;/\1 = 1000;/'
    caught "usage that nobody measured" '^< |^> ' a_day "$out/planted/program"
    check "processors and priorities, in front and behind" at_places "$program"
    planted tier.h 's/behind \? SCHED_IDLE : SCHED_OTHER/SCHED_OTHER/'
    caught "a background with a foreground's priority" '2: 19 5' at_places "$out/planted/program"
    planted tiers_linux.c 's/^    run_move\(.*//'
    caught "a job that stays behind" '2: .* 0 ' at_places "$out/planted/program"
    planted tier.h 's/^    CPU_SET\(control->cpus\[processor\]/    CPU_SET(control->cpus[0]/'
    caught "all jobs on one processor" '^[<>] [12]: ' at_places "$out/planted/program"
else
    skip "a day in two tiers: one processor"
fi

# A system that moves no process to another processor.
cat >"$out/refuse.c" <<'C'
#include <errno.h>
#include <string.h>
int sched_getaffinity(int pid, size_t size, void *set);
int __real_sched_setaffinity(int pid, size_t size, const void *set);
int __wrap_sched_setaffinity(int pid, size_t size, const void *set) {
    unsigned char now[128];
    if (pid != 0 && size == sizeof now && sched_getaffinity(pid, size, now) == 0 &&
        memcmp(now, set, size) != 0) {
        errno = EINVAL;
        return -1;
    }
    return __real_sched_setaffinity(pid, size, set);
}
C
refusing=(gcc -O0 -Wl,--wrap=sched_setaffinity "$out/refuse.c")
# stays PROGRAM: there a job whose migration fails is tried once, and comes to the front where it is.
stays() {
    printf '%s\n' '0 1 1 2 8 busy 1.1' '0 2 1 1 8 busy 0.4' '0 3 1 3 8 busy 1.6' |
        "$1" --cgroup none --processors 2 --sample 250 --limit 1001 >"$out/stays.txt" || return 1
    sed -E '/^#/d; s/^ *[0-9.]+ //' "$out/stays.txt" | diff - <(printf '%s\n' '1 starts on 0' \
        '2 starts on 1' '3 runs behind on 0' '2 ends' '3 stays behind: Invalid argument' '1 ends' \
        '3 comes to the front on 0' '3 ends')
}
if [ "$(nproc)" -ge 2 ]; then
    check "a job that cannot be moved stays, and is not tried again" \
        compile "$out/refusing" "$folder" "${refusing[@]}"
    check "... but swaps" stays "$out/refusing"
    planted tiers_linux.c 's/^    if \(!run_pin\(run, action->width, &control\)\) \{/    if (0) {/'
    compile "$out/planted/program" "$out/planted/tiers_linux" "${refusing[@]}"
    caught "a job that is said to have moved" '^[<>] 3 ' stays "$out/planted/program"
fi

# held PROGRAM: a job does not get more memory than it said.
held() {
    echo "0 1 1 9 16 head -c 64m /dev/zero | tail -c 40m >$out/tail.txt" |
        "$1" --cgroup none --processors 1 >"$out/held.txt" 2>&1
    grep -qE '^ *[0-9.]+ 1 ends with status [1-9]' "$out/held.txt" ||
        { echo "it had 40 MiB of 16"; return 1; }
}
check "a job is held to its memory" held "$program"
planted run.h 's/^    return setrlimit\(RLIMIT_DATA, &limit\) == 0;/    return 1;/'
caught "a job that takes what it did not ask for" 'it had 40 MiB' held "$out/planted/program"

# groups PROGRAM: in a folder like that of a control group, weights and processes are written.
groups() {
    rm -rf "$out/cgroup"
    mkdir -p "$out"/cgroup/{front,behind}
    touch "$out"/cgroup/front/{cpu.weight,cgroup.procs} "$out/cgroup/behind/cgroup.procs"
    touch "$out/cgroup/behind/${2:-cpu.idle}"
    printf '%s\n' '0 1 1 9 8 echo $$ >'"$out/one.txt; sleep 0.3" \
        '0 2 1 9 8 echo $$ >'"$out/two.txt; sleep 0.6" |
        "$1" --cgroup "$out/cgroup" --processors 1 --limit 1001 >"$out/groups.txt" || return 1
    [ "$(cat "$out/cgroup/front/cpu.weight")" = 10000 ] &&
        [ "$(cat "$out/cgroup/behind/${2:-cpu.idle}")" = 1 ] &&
        sort -u "$out/cgroup/behind/cgroup.procs" | diff "$out/two.txt" - &&
        sort -u "$out/one.txt" "$out/two.txt" |
            comm -23 - <(sort -u "$out/cgroup/front/cgroup.procs") | sed 's/^/never in front: /' | tee "$out/absent.txt" && [ ! -s "$out/absent.txt" ]
}
check "control groups: cpu.idle" groups "$program"
check "control groups of older kernels: cpu.weight" groups "$program" cpu.weight
planted tier.h 's/behind \? "behind\/cgroup.procs" : /behind ? "front\/cgroup.procs" : /'
caught "a background in the group of the foregrounds" '^[<>] [0-9]+' groups "$out/planted/program"

# ---- nothing is left

# What a run starts has this mark in its environment, also what left its group and session.
mark=SKED_MARK=$$.$RANDOM
marked_pids() { grep -lazE "^$mark\$" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3 || true; }

# A worker in front of a job whose forks have left its group or its session; and two workers.
printf '%s\n' '0 1 1 60 8 busy 20' \
    '0 2 1 60 8 sleep 20 & setsid sleep 20 & setsid setsid sleep 20 & sleep 20' >"$out/long.day"
printf '0 %s 1 60 8 half 20\n' 1 2 >"$out/workers.day"

# leaves PROGRAM FILE SIGNAL WHOM LEAST: the signal ends the keeper, the driver, or both, at some
# moment after at least so many processes run; what is left after three seconds, zombies aside, is
# printed and killed.
leaves() {
    local keeper driver pid i left=
    : >"$out/left.txt"
    env "$mark" "$1" --cgroup none --processors 1 --limit 1001 --sample 100 "$2" \
        >"$out/left.txt" 2>&1 &
    keeper=$!
    # Before that no job was launched, and a signal that the shell lets others ignore is lost.
    for ((i = 0; i < 100; i++)); do
        [ ! -s "$out/left.txt" ] || break
        sleep 0.02
    done
    sleep "0.$((RANDOM % 5))$((RANDOM % 10))"
    for ((i = 0; i < 100; i++)); do
        [ "$(marked_pids | wc -l)" -lt "$5" ] || break
        sleep 0.2
    done
    driver=$(cat "/proc/$keeper/task/$keeper/children" 2>/dev/null || true)
    driver=${driver%% *}
    case $4 in
        keeper) kill "-$3" $keeper ;;
        driver) kill "-$3" ${driver:-$keeper} ;;
        both) kill "-$3" $keeper $driver ;;
    esac
    wait $keeper 2>/dev/null || true
    for ((i = 0; i < 60; i++)); do
        left=$(marked_pids)
        [ -n "$left" ] || return 0
        sleep 0.05
    done
    for pid in $left; do
        echo "left after $3 of $4: $(tr '\0' ' ' <"/proc/$pid/cmdline")"
        kill -9 "$pid"
    done
    return 1
}
# ends_all PROGRAM JOBS: all ways to end it, when the jobs run (keeper, driver, worker, shell and its
# four; both workers) or at any moment.
ends_all() {
    local signal whom
    for signal in INT TERM KILL; do
        for whom in keeper driver; do
            leaves "$1" "$out/long.day" $signal $whom $((8 * $2)) || return 1
        done
    done
    leaves "$1" "$out/workers.day" KILL both $((4 * $2))
}
# runs_out PROGRAM: a day that comes to its end leaves nothing of a job that ended.
runs_out() {
    local pids
    echo '0 1 1 9 8 setsid sleep 20 & sleep 20 & sleep 0.2' |
        env "$mark" "$1" --cgroup none --processors 1 >"$out/out.txt"
    pids=$(marked_pids)
    [ -z "$pids" ] || { echo "left: $pids"; kill -9 $pids; return 1; }
}
check "killed at any moment, it leaves no process" ends_all "$program" 0
check "killed while its jobs run, it leaves no process" ends_all "$program" 1
check "a job that has ended leaves no process" runs_out "$program"
planted tiers_linux.c 's/prctl\(PR_SET_PDEATHSIG, SIGTERM\) == 0/1/'
caught "a driver that outlives its keeper" 'left after KILL of keeper' ends_all "$out/planted/program" 1
planted run.h 's/prctl\(PR_SET_PDEATHSIG, SIGKILL\) != 0/0/'
caught "workers that outlive both" 'left after [A-Z]+ of' ends_all "$out/planted/program" 1
planted proc.h 's/^            if \(stat.parent == getpid\(\)\)/            if (0)/; s/if \(ended < 0\)/if (1)/'
caught "an end of those alone that the kernel ends" 'left after [A-Z]+ of' \
    ends_all "$out/planted/program" 1
planted tiers_linux.c 's/PR_SET_CHILD_SUBREAPER, 1/PR_SET_CHILD_SUBREAPER, 0/'
caught "orphans that go elsewhere" 'left( after [A-Z]+ of|: [0-9])' ends_all "$out/planted/program" 1
finish
