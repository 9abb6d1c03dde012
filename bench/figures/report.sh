#!/bin/sh
# report.sh: makes FOLDER/*.md and FOLDER/*.svg of the rows in FOLDER.
# SPDX-License-Identifier: MIT
#
#   bench/figures/report.sh [FOLDER]        default: build/figures
#
# The rows: tiers.csv, site.csv, ar.csv, fattree.csv, links.csv, shares.csv, preempt.csv,
# moldable.csv; what is not there is left out.
# Reasons for tiers come from FOLDER/variations.csv (build/figures_variations writes it to stdout) or
# else from the published one; they are only given where they are about as many jobs.
set -eu
folder=${1:-build/figures}
export LC_ALL=C

# tabulate CLAIMS ROWS...: FOLDER/CLAIMS.md
tabulate() {
    claims=$1
    shift
    awk -f bench/figures/tally.awk -f "bench/figures/$claims.awk" "$@" >"$folder/$claims.md"
    echo "claims: $folder/$claims.md"
}

if [ -e "$folder/tiers.csv" ]; then
    varied=$folder/variations.csv
    [ -e "$varied" ] || varied=bench/figures/results/variations.csv
    [ -e "$varied" ] || varied=/dev/null
    readings=$folder/tiers_readings.csv
    [ -e "$readings" ] || readings=/dev/null
    tabulate claims "$varied" "$folder/tiers.csv" "$readings"
fi
if [ -e "$folder/site.csv" ]; then
    tabulate site_claims "$folder/site_time.csv" "$folder/site.csv" \
        "$folder/site_completion.csv" "$folder/site_streams.csv" \
        "$folder/site_replan.csv" "$folder/site_axes.csv"
fi
if [ -e "$folder/ar.csv" ]; then
    times=$folder/ar_time.csv
    [ -e "$times" ] || times=bench/figures/results/ar_time.csv
    tabulate ar_claims "$folder/ar.csv" "$folder/ar_worlds.csv" "$folder/ar_kept.csv" \
        "$folder/ar_loads.csv" "$times"
fi
if [ -e "$folder/fattree.csv" ]; then
    tabulate fattree_claims "$folder/fattree.csv" "$folder/fattree_patent.csv"
fi
if [ -e "$folder/links.csv" ]; then
    tabulate links_claims "$folder/links.csv"
fi
if [ -e "$folder/shares.csv" ]; then
    tabulate shares_claims "$folder/shares.csv"
fi
if [ -e "$folder/preempt.csv" ]; then
    tabulate preempt_claims "$folder/preempt.csv"
fi
if [ -e "$folder/moldable.csv" ]; then
    tabulate moldable_claims bench/figures/moldable_paper.csv \
        bench/figures/moldable_prototype.csv "$folder/moldable.csv" \
        "$folder/moldable_readings.csv" "$folder/moldable_printed.csv" \
        "$folder/moldable_time.csv"
fi

if ! command -v gnuplot >/dev/null 2>&1; then
    echo "not drawn: there is no gnuplot (apt package gnuplot-nox)"
    exit 0
fi
raw=$folder/raw
rm -rf "$raw"
mkdir "$raw"
if [ -e "$folder/tiers.csv" ]; then
    gnuplot -e "csv='$folder/tiers.csv'; out='$raw'" bench/figures/plot.gp
fi
if [ -e "$folder/site.csv" ]; then
    gnuplot -e "folder='$folder'; out='$raw'" bench/figures/site_plot.gp
fi
if [ -e "$folder/ar.csv" ]; then
    gnuplot -e "folder='$folder'; out='$raw'" bench/figures/ar_plot.gp
fi
if [ -e "$folder/fattree.csv" ]; then
    gnuplot -e "folder='$folder'; out='$raw'" bench/figures/fattree_plot.gp
fi
if [ -e "$folder/links.csv" ]; then
    gnuplot -e "folder='$folder'; out='$raw'" bench/figures/links_plot.gp
fi
if [ -e "$folder/shares.csv" ]; then
    gnuplot -e "folder='$folder'; out='$raw'" bench/figures/shares_plot.gp
fi
if [ -e "$folder/preempt.csv" ]; then
    gnuplot -e "folder='$folder'; out='$raw'" bench/figures/preempt_plot.gp
fi
if [ -e "$folder/moldable.csv" ]; then
    gnuplot -e "folder='$folder'; out='$raw'" bench/figures/moldable_plot.gp
fi
for drawn in "$raw"/*.svg; do
    sed -f bench/figures/squeeze.sed "$drawn" >"$folder/${drawn##*/}"
done
rm -r "$raw"
echo "figures: $folder/*.svg"
