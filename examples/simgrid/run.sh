#!/bin/sh
# run.sh: runs the programs of this folder, and makes the tables of what they measured.
# SPDX-License-Identifier: MIT
#
#   examples/simgrid/run.sh FOLDER [--quick | --full]
#
# FOLDER gets cluster, traffic and site: NAME.csv, and its table, NAME.md. --quick takes a minute, with
# few draws; --full is what the tables in results were made with, and takes half an hour.
set -eu
folder=${1:?usage: run.sh FOLDER [--quick | --full]}
size=${2:---quick}
here=$(dirname "$0")
mkdir -p "$folder"
case $size in
--quick) draws=3 jobs=300 states=15 ;;
--full) draws=10 jobs=1500 states=100 ;;
*) echo "run.sh: \"$size\", expected --quick or --full" >&2; exit 2 ;;
esac

# cluster SEED POLICY BARRIERS: one run.
cluster() {
    build/simgrid_cluster --first "$jobs" --load 90 --estimates model --stretch --model \
        --seed "$1" --policy "$2" --barriers "$3" --csv "$folder/run.csv" >"$folder/run.txt"
    cat "$folder/run.csv"
}

clusters() {
    seed=1
    while [ "$seed" -le "$draws" ]; do
        [ ! -t 2 ] || printf '\rrun.sh: cluster: draw %d of %d' "$seed" "$draws" >&2
        cluster "$seed" easy 0
        for policy in keasy reasy measy; do
            for barriers in 0 5 20; do cluster "$seed" "$policy" "$barriers"; done
        done
        seed=$((seed + 1))
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}

# table NAME PROGRAM: the rows of NAME.csv as NAME.md.
table() { awk -f bench/figures/tally.awk -f "$here/$2" "$folder/$1.csv" >"$folder/$1.md"; }

# Not a pipe: that would hide a run that failed.
clusters >"$folder/runs.csv"
awk 'NR == 1 || !/^policy,/' "$folder/runs.csv" >"$folder/cluster.csv"
table cluster cluster_claims.awk
rm "$folder/run.csv" "$folder/run.txt" "$folder/runs.csv"
build/simgrid_traffic --states "$states" --csv "$folder/traffic.csv"
table traffic traffic_claims.awk
build/simgrid_site "$size" --out "$folder/site.csv"
table site site.awk
echo "tables: $folder/cluster.md, $folder/traffic.md, $folder/site.md"
[ "$size" = --full ] || echo "(few draws: too few for verdicts. Those in $here/results are of --full.)"
