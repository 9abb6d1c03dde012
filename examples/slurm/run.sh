#!/usr/bin/env bash
# run.sh: a day of a private Slurm cluster driven by the kit; what make slurm does.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   run.sh [FOLDER]          DAY=240 NODES=64 SEED=1 POLICY=easy
#
# Starts a cluster in FOLDER (build/slurm), reserves nodes, submits a mixed day, kills the scheduler
# in the middle of it and starts it again, lets a node fail and come back, and checks from Slurm's
# own record what became of every job. Whatever happens, it stops what it started.
set -eu -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${1:-build/slurm}
jobs=${DAY:-240} nodes=${NODES:-64} seed=${SEED:-1} policy=${POLICY:-easy}
scheduler=${SCHEDULER:-build/sked_slurm}
patience=${PATIENCE:-$((60 + jobs))}

say() { echo "# $*" >&2; }

schedule() { "$scheduler" run --policy "$policy" "$@" >>"$folder/journal" 2>>"$folder/errors" & }

running=
cleanup() {
    if [ -n "$running" ]; then kill "$running" 2>/dev/null || true; fi
    "$here/cluster.sh" stop "$folder"
}

mkdir -p "$folder"
"$here/cluster.sh" stop "$folder"
trap cleanup EXIT
begin=$SECONDS
"$here/cluster.sh" start "$folder" "$nodes"
eval "$("$here/cluster.sh" environment "$folder")"
say "a cluster of $nodes nodes is up after $((SECONDS - begin)) s"
"$here/cluster.sh" listeners "$folder" >"$folder/listeners"
rm -f "$folder/journal" "$folder/errors"
sinfo -N -h -o '%N %R %f' >"$folder/nodes"
scontrol show licenses -o | sed 's/LicenseName=//' >"$folder/licences"
"$scheduler" reserve first 8 2 --ready 20 >>"$folder/journal"
"$scheduler" reserve second 12 2 --ready 40 --policy pe_b >>"$folder/journal"
schedule
running=$!
"$here/day.sh" "$jobs" "$nodes" "$seed" "$folder/submitted" first second &
day=$!
sleep 12
say "the scheduler is killed"
kill -9 "$running"
wait "$running" 2>/dev/null || true
sleep 1
schedule
running=$!
scontrol update nodename=n20 state=down reason=unplugged
sleep 8
scontrol update nodename=n20 state=resume 2>/dev/null || true    # it may be back already
wait "$day"
say "$jobs jobs and two reservations are submitted after $((SECONDS - begin)) s"
for ((i = 0; i < patience; i++)); do
    left=$(timeout 5 squeue -h -r 2>/dev/null | wc -l)
    if [ "$left" -eq 0 ]; then break; fi
    if [ $((i % 15)) -eq 0 ]; then say "$left jobs wait or run"; fi
    sleep 1
done
kill "$running"
wait "$running" || true
running=
sleep 1
say "done after $((SECONDS - begin)) s"
sed -n 's/^[0-9]* cycles/# cycles/p' "$folder/journal"
sort "$folder/errors" | uniq -c | sed 's/^ */# said: /' >&2
awk -f "$here/check.awk" "$folder/nodes" "$folder/licences" "$folder/submitted" "$folder/journal" \
    "$folder/log/jobcomp.txt"
