#!/usr/bin/env bash
# figures_site.sh: the published results of bench/figures/site.c are what the present code gives.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

results=bench/figures/results
pictures=(site_{figure{3,4,5,6,6_ratios,7,8,9},table1,gain,ageing,unknown}.svg)
head="case,policy,levels,option,at,group,metric,mean,half_width"

# build NAME FOLDER [SOURCE]: figures_site, with the headers that are in the folder, or beside the
# source.
by=(gcc -std=c99 -O2)
build() {
    "${by[@]}" -I"$2" -I. "-I$2/bench" -Ibench -Ibench/figures -Itests \
        "${3-bench/figures/site.c}" "${kit[@]}" -o "$out/$1" -lm
}

# quick PROGRAM FOLDER WORD...: a small run.
quick() {
    local program=$1 folder=$2
    shift 2
    rm -rf "${out:?}/$folder"
    "$out/$program" "$@" --out "$out/$folder" 2>"$out/quick.txt" ||
        { cat "$out/quick.txt"; return 1; }
}

form() {
    local file row='^[1-6],(SJS|OLB|PJS|plain PJS|PJS going on),(none|10/10/80|25/25/50|50/25/25),'
    row+='[a-z0-9 ]+,([0-9]+|mean),(high|medium|low|all),[a-z0-9_]+(,-?[0-9]+(\.[0-9]{1,6})?){2}$'
    for file in site site_streams site_time; do
        [ "$(head -n 1 "$1/$file.csv")" = "$head" ] || { echo "another head"; return 1; }
        ! tail -n +2 "$1/$file.csv" | grep -vE "$row" || { echo "other rows"; return 1; }
        [ "$(wc -l <"$1/$file.csv")" -gt 20 ] || { echo "too few rows"; return 1; }
        [ -z "$(cut -d, -f1-7 "$1/$file.csv" | sort | uniq -d)" ] ||
            { echo "a row twice"; return 1; }
    done
}

# Ratios of means are those of the means in the file, but for how these are rounded.
pairs() {
    awk -F, '{ mean[$1, $2, $3, $4, $5, $6, $7] = $8 }
        $7 ~ /^job_times?_by_(sjs|calm|rarest)$/ {
            ratio[$1 FS $2 FS $3 FS $4 FS $5 FS $6 FS $7] = $8
        }
        END {
            for (key in ratio) {
                split(key, part, FS)
                metric = part[7]; sub(/_by_.*/, "", metric)
                other = part[7]; sub(/.*_by_/, "", other)
                own = mean[part[1], part[2], part[3], part[4], part[5], part[6], metric]
                base = mean[part[1], other == "sjs" ? "SJS" : part[2], \
                    other == "rarest" ? "10/10/80" : part[3], other == "calm" ? "calm" : part[4], \
                    part[5], part[6], metric]
                if (own == "" || base == "" || base == 0) { continue }
                seen++
                wrong = own / base - ratio[key]
                if (wrong ^ 2 > (2e-6 * (1 + ratio[key])) ^ 2) {
                    print "not the ratio: " key
                    bad = 1
                }
            }
            exit bad || seen < 10
        }' "$1/site.csv" "$1/site_streams.csv"
}

# again PROGRAM FILE WORD...: all jobs; each row that it writes is published.
again() {
    local program=$1 file=$2
    shift 2
    quick "$program" again --full "$@" || return 1
    [ "$(wc -l <"$out/again/$file.csv")" -gt 100 ] || { echo "no rows"; return 1; }
    ! grep -Fxv -f "$results/$file.csv" "$out/again/$file.csv" ||
        { echo "not published"; return 1; }
}

# known FOLDER: rows of cases 2 and 3 do not depend on which others there are: they are published.
known() {
    grep '^[23],' "$1/site.csv" | grep -v ',mean,' >"$out/known.txt"
    [ "$(wc -l <"$out/known.txt")" -gt 100 ] || { echo "no rows"; return 1; }
    ! grep -Fxv -f "$results/site.csv" "$out/known.txt" || { echo "not published"; return 1; }
}
# fast PROGRAM: the same of a small run of case 2.
fast() { quick "$1" fast_rows --quick --only 2 && known "$out/fast_rows"; }

# claims FOLDER
claims() {
    tabulate site_claims "$1/site_time.csv" "$1/site.csv" "$1/site_streams.csv" \
        >"$out/site_claims.md" && diff "$results/site_claims.md" "$out/site_claims.md"
}

# fits PROGRAM: what the site decides passes the checks of the loop.
fits() { quick "$1" checked --only 4 --jobs 60; }

if have gcc gcc; then
    share_kit
    check "the experiments build" build site .
    kit=()
    check "a small run of all experiments" quick site small --quick
    check "... has rows in their form" form "$out/small"
    cp -r "$out/small" "$out/doubled"
    tail -n 1 "$out/small/site.csv" >>"$out/doubled/site.csv"
    caught "a row that is there twice" 'a row twice' form "$out/doubled"
    check "... its ratios are those of its means" pairs "$out/small"
    cp -r "$out/small" "$out/bent"
    mutate "$out/small/site_streams.csv" "$out/bent/site_streams.csv" \
        's/^(4,PJS,10\/10\/80,none,8,high,job_time_by_sjs,)0\./\11./'
    caught "a ratio of other means" 'not the ratio' pairs "$out/bent"
    check "... rows of all jobs at once as published" known "$out/small"
    if in_full "published rows: PJS and SJS of all sizes, jobs that arrive"; then
        check "PJS and SJS, all sizes: as published" again site site --only 2
        check "jobs that arrive, at all rates: as published" again site site_streams --only 6
    fi
    mutate bench/figures/site_world.h "$out/fast_source/site_world.h" 's/\{60, 64\}/{61, 64}/'
    cp bench/figures/site.c "$out/fast_source"
    by=("${least[@]}")
    build fast . "$out/fast_source/site.c"
    by=(gcc -std=c99 -O2)
    caught "clusters that are a little faster" 'not published' fast fast
    check "what the site decides passes the checks of the loop" fits site
    mutate sched.h "$out/rude_source/sched.h" 's/\(of->flags & SKED_PREEMPTABLE\) != 0 &&//'
    by=("${least[@]}")
    build rude "$out/rude_source"
    caught "a site that stops jobs that cannot be stopped" 'preempted, but may not be' fits rude
fi

check "the published rows have their form" form "$results"
check "the published ratios are those of the published means" pairs "$results"
check "the table of claims is that of the published rows" claims "$results"
mkdir -p "$out/stale"
cp "$results"/site*.csv "$out/stale"
mutate "$results/site.csv" "$out/stale/site.csv" \
    '/^2,PJS,none,equal mix,1,all,savings_percent,/s/,[0-9.]+(,[0-9.]+)$/,44\1/'
caught "a table of claims from other rows" 'at most 51\.8' claims "$out/stale"

# readme README CLAIMS: the numbers that README.md tells of PJS are in the table of claims.
readme() {
    sed -nE 's/.*worse in (0 of [0-9]+ plans).*/\1/p
        s/^\| f .*at most ([0-9.]+) ± .*/up to \1 %/p
        s/^\| g .*\| (10 % or more) at 1 to ([0-9]+ jobs);.*/\1 up to \2/p
        s/^Going on .*50 jobs: ([0-9.]+) ± .*100 jobs: ([0-9.]+) ± .*/saves \1 % of 50 jobs, and \2 % of 100/p
        s/^\| b .*narrow times: ([0-9.]+) .* to ([0-9.]+) ± [0-9.]+ \| .*/takes \1 to \2 times/p
        s/^\| c .*narrow times: ([0-9.]+) .* to ([0-9.]+) ± [0-9.]+ \| .*/takes \1 to \2 times/p
        ' "$2" >"$out/measured.txt"
    sed -nE 's/^Going on .*50 jobs: [^,]*, ([0-9.]+) .*100 jobs: [^,]*, ([0-9.]+) .*/for \1 and \2 times/p' \
        "$2" >>"$out/measured.txt"
    [ "$(wc -l <"$out/measured.txt")" -eq 7 ] || { echo "not found in the table"; return 1; }
    tells "$1" "PJS and the site" "$out/measured.txt"
}
check "README.md tells of PJS what the table does" readme README.md "$results/site_claims.md"
mutate README.md "$out/readme.md" 's/saves 22\.6 %/saves 26.2 %/'
caught "a README.md with another number" 'does not say: saves' readme "$out/readme.md" \
    "$results/site_claims.md"

if have gnuplot gnuplot-nox; then
    silent "all figures are drawn without a warning" draw "folder='$results'" drawn \
        bench/figures/site_plot.gp
    mutate bench/figures/site_plot.gp "$out/plot.gp" 's/all,savings_percent/all,savings/'
    caught "a metric that there is not" 'warning' draw "folder='$results'" empty "$out/plot.gp"
    if [ -e "$out/small/site.csv" ]; then
        silent "those of a small run, too" draw "folder='$out/small'" few \
            bench/figures/site_plot.gp
    fi
    compare_pictures site_figure7.svg 's/>PJS</>SJS</'
fi
limit_sizes site site_figure6.svg
finish
