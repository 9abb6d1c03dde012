#!/usr/bin/env bash
# day.sh: submits a mixed day: rigid and moldable jobs, an array, jobs of reservations; of partitions,
# with features, licences, dependencies, nodes that are named or excluded; and changes some of them.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   day.sh JOBS NODES SEED FILE [RESERVATION...]
#
# Writes a line to FILE for each job: its number, NODES or LEAST-MOST, its reservation or "-", and what
# else it wants, KEY=VALUE... A later line of a job replaces what it names. The same SEED gives the
# same day. Time limits are a minute; comments tell what jobs really take. The names of partitions,
# features and licences are those of cluster.sh.
set -eu -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
jobs=$1 nodes=$2 seed=$3 file=$4
shift 4

# submit LINE-FOR-THE-FILE OPTION...: sets $id to the number of the job.
submit() {
    local told=$1
    shift
    id=$(sbatch --parsable --output=none --time=1 "$@")
    echo "$id $told" >>"$file"
}

: >"$file"
for reservation in "$@"; do
    for width in 2 5; do
        submit "$width $reservation" --reservation="$reservation" --nodes=$width \
            --comment="seconds=3" "$here/work.sh" 3 $width
    done
done
submit "2 - array" --array=1-5 --nodes=2 --comment="seconds=2" "$here/work.sh" 2 2

# Lehmer's generator: the same numbers in every awk.
awk -v jobs="$jobs" -v nodes="$nodes" -v seed="$seed" '
    function draw(n) { seed = (seed * 16807) % 2147483647; return seed % n }
    BEGIN {
        seed = seed % 2147483646 + 1
        for (i = 0; i < jobs; i++) {
            seconds = 1 + draw(4)
            kind = draw(100)
            if (kind < 70) { width = 1 + draw(4) }
            else if (kind < 83) { width = 4 + draw(5) }
            else if (kind < 86) { width = int(nodes / 4) + draw(int(nodes / 4)) }
            else { least = 1 + draw(3); width = least "-" least * 3 }
            wish = draw(100)
            rest = ""
            if (i == int(jobs / 2)) { width = nodes }
            else if (wish < 8) { rest = "partition=fat" }
            else if (wish < 12) { rest = "constraint=" (draw(2) ? "old" : "new") }
            else if (wish < 15) { rest = "constraint=new&fat" }
            else if (wish < 18) { rest = "constraint=old|fat" }
            else if (wish < 23) { rest = "exclude=n[0-7]" }
            else if (wish < 26) { rest = "nodelist=n" draw(nodes) }
            else if (wish < 34) { rest = "licenses=solver:" (1 + draw(3)) }
            else if (wish < 38) { rest = "licenses=viewer:1,solver:1" }
            else if (wish < 43 && i > 0) { rest = "after" }
            else if (wish < 45) { rest = "update:partition=fat" }
            else if (wish < 47) { rest = "update:features=old" }
            else if (wish < 49) { rest = "update:excnodelist=n[0-9]" }
            else if (wish < 50) { rest = "update:licenses=viewer:1" }
            split(width, part, "-")
            if (rest ~ /fat/ && part[1] > nodes / 4) { rest = "" }
            if (rest ~ /old|new/ && part[1] > nodes / 2) { rest = "" }
            if (rest ~ /n\[0-9\]/ && part[1] > nodes - 10) { rest = "" }
            print width, seconds, rest
        }
    }' | while read -r width seconds rest; do
    wishes=() update=
    for word in $rest; do
        case $word in
            update:*) update=${word#update:} ;;
            after) wishes+=("dependency=afterok:$id") ;;
            *) wishes+=("$word") ;;
        esac
    done
    submit "$width - ${wishes[*]}" --nodes="$width" --comment="seconds=$seconds" \
        "${wishes[@]/#/--}" "$here/work.sh" "$seconds" "${width%-*}"
    # It may have started by now; then it is not changed.
    if [ -n "$update" ] && scontrol update job="$id" ${update//,/ } 2>/dev/null; then
        echo "$id $width - ${update//,/ }" >>"$file"
    fi
done
