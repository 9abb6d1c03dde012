#!/usr/bin/env bash
# day.sh: submits a mixed day: rigid and moldable jobs, an array, jobs of reservations.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   day.sh JOBS NODES SEED FILE [RESERVATION...]
#
# Writes a line to FILE for each job: its number, NODES or LEAST-MOST, and its reservation or "-".
# The same SEED gives the same day. Time limits are a minute; comments tell what jobs really take.
set -eu -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
jobs=$1 nodes=$2 seed=$3 file=$4
shift 4

# submit LINE-FOR-THE-FILE OPTION... -- SECONDS WIDTH
submit() {
    local told=$1 id
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
            if (i == int(jobs / 2)) { width = nodes }
            print width, seconds
        }
    }' | while read -r width seconds; do
    submit "$width -" --nodes="$width" --comment="seconds=$seconds" \
        "$here/work.sh" "$seconds" "${width%-*}"
done
