#!/usr/bin/env bash
# measure.sh: what a job behind others costs and gets on this machine; docs/tiers.md has the numbers.
# SPDX-License-Identifier: MIT
#
#   measure.sh [PROGRAM]     RUNS=10 CPU=0 SECONDS_EACH=2 CGROUP=none
#
# Each run measures three things on one processor, one after the other:
#     a busy job alone; a busy job in front of a busy one; a half-idle job in front of a busy one.
# Work is what the jobs count themselves, in steps. Other programs may use the processor, too: so a
# speed is steps a second of the processor time that the two jobs got together, which on an idle
# machine is the time on the clock. Ratios are of one run. Printed are the mean over the runs, and the
# 95 % interval by Student's t.
#
# Behind means behind strangers, too. Where others keep the processor busy, root can give the session
# more weight for that minute: setsid sh -c 'echo -20 >/proc/self/autogroup; exec .../measure.sh'
set -eu -o pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=${1:-$here/../../build/tiers_linux}
runs=${RUNS:-10} cpu=${CPU:-0} each=${SECONDS_EACH:-2} cgroup=${CGROUP:-none}

# day JOB...: runs such a day; prints steps and seconds of CPU of job 1 and, if there is one, job 2.
day() {
    local id=0 job
    for job; do
        id=$((id + 1))
        echo "0 $id 1 60 16 $job $each"
    done | taskset -c "$cpu" "$program" --processors 1 --limit 1001 --cgroup "$cgroup" |
        sed -nE 's/^# job ([0-9]+): ([0-9]+) steps in [0-9.]+ s, ([0-9.]+) s.*/\1 \2 \3/p' | sort -n |
        awk '{ printf "%s %s ", $2, $3 }'
}

# ticks: of the processor, that the host gave to others; and in all.
ticks() {
    awk -v name="cpu$cpu" '$1 == name { print $9, $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 }' /proc/stat
}

before=$(ticks) began=$SECONDS
for ((run = 1; run <= runs; run++)); do
    echo "$(day busy) $(day busy busy) $(day half busy)"
done | awk '
    # Student, 97.5 %, by degrees of freedom; beyond the table a little too wide.
    function t(free,    table, last) {
        last = split("12.71 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201", table, " ")
        return table[(free < last ? free : last)] + 0
    }
    # Steps and seconds: alone; in front, behind; half-idle, behind.
    NF != 10 { print "a run gave: " $0; wrong = 1; exit 1 }
    {
        print "# run " NR ": " $0
        alone = $1 / $2
        value["lost", NR] = 100 * (1 - $3 / ($4 + $6) / alone)
        value["crumbs", NR] = 100 * $5 / ($4 + $6) / alone
        value["usage", NR] = 100 * $8 / ($8 + $10)
        value["gained", NR] = 100 * $9 / ($8 + $10) / alone
        value["effect", NR] = 100 * $9 / $10 / alone
    }
    function tell(name, words,    i, sum, squares, mean, half) {
        for (i = 1; i <= NR; i++) { sum += value[name, i] }
        mean = sum / NR
        for (i = 1; i <= NR; i++) { squares += (value[name, i] - mean) ^ 2 }
        half = NR > 1 ? t(NR - 1) * sqrt(squares / (NR - 1) / NR) : 0
        printf "%-66s %5.1f +- %.1f %%\n", words, mean, half
    }
    END {
        if (wrong) { exit 1 }
        tell("lost", "a busy foreground loses to a busy background, of its speed")
        tell("crumbs", "... which makes, of the speed of a job that is alone")
        tell("usage", "a half-idle foreground uses, of the time that both get")
        tell("gained", "a background behind it makes, of the speed of a job that is alone")
        tell("effect", "... and of what the cycles left to it would make")
    }'
echo "$before $(ticks) $((SECONDS - began))" | awk '{
    printf "# %d s; the host took %.1f %% of the processor away\n", $5, 100 * ($3 - $1) / ($4 - $2) }'
