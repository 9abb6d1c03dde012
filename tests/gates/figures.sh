#!/usr/bin/env bash
# figures.sh: the published results of bench/figures are what the present code gives.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

results=bench/figures/results
pictures=(figure{6,7,8,9,10,11,12,13,14}.svg options_{FW,JW}.svg)
head="figure,workload,jobs,policy,option,load,metric,mean,half_width"

# build NAME FOLDER [SOURCE]: figures_tiers, with the headers that are in the folder, by $by.
by=(gcc -std=c99 -O1)
build() {
    "${by[@]}" -I"$2" -I. "-I$2/bench" -Ibench -Ibench/figures \
        "${3-bench/figures/tiers.c}" "${kit[@]}" -o "$out/$1" -lm
}

# A small run of all experiments at one load.
small() {
    rm -rf "$out/$2"
    "$out/$1" --jobs 400 --loads 600 --out "$out/$2" 2>"$out/small.txt" ||
        { cat "$out/small.txt"; return 1; }
}

# Per workload and load: 5 rows in figure 6, 1 in 8, 3 in 9, 3 in 11, 13 in 13, 22 for the options,
# each with 10 metrics; none twice. 39 of them are compared with KEASY or MEASY, too, by 2 metrics.
form() {
    local rows=$((2 * (47 * 10 + 39 * 2)))
    local row='^([0-9]+|options),(FW|JW),400,[A-Z]+,[A-Za-z0-9 ]+,0\.600,[a-z_]+(,[0-9]+\.[0-9]{6}){2}$'
    [ "$(head -n 1 "$1")" = "$head" ] || { echo "another head"; return 1; }
    [ "$(tail -n +2 "$1" | grep -cE "$row")" -eq $rows ] || { echo "other rows"; return 1; }
    [ "$(wc -l <"$1")" -eq $((rows + 1)) ] || { echo "more rows"; return 1; }
    [ -z "$(cut -d, -f1-7 "$1" | sort | uniq -d)" ] || { echo "a row twice"; return 1; }
}

# The paired ratios: each is that of two means in the file, but for how these are rounded.
pairs() {
    awk -F, 'NR == FNR { mean[$2, $4, $5, $6, $7] = $8; next }
        $7 ~ /_ratio_/ {
            metric = $7; sub(/_ratio_.*/, "", metric)
            rival = $7; sub(/.*_ratio_/, "", rival)
            option = $5 ~ /^usage/ ? $5 : "none"
            base = mean[$2, toupper(rival), option, $6, metric]
            wrong = base > 0 ? mean[$2, $4, $5, $6, metric] / base - $8 : 9
            seen++
            if (wrong ^ 2 > (2e-6 * (1 + $8)) ^ 2) { print "not the ratio: " $0; bad = 1 }
        }
        END { exit bad || seen == 0 }' "$1" "$1"
}

# The same in two parts, that write to one file at a time.
parts() {
    rm -rf "$out/parts"
    "$out/$1" --jobs 400 --loads 600 --part 1/2 --out "$out/parts" 2>"$out/part1.txt" &
    local other=$!
    "$out/$1" --jobs 400 --loads 600 --part 2/2 --out "$out/parts" 2>"$out/part2.txt"
    wait "$other" || return 1
    sort "$out/small/tiers.csv" >"$out/one.csv"
    sort "$out/parts/tiers.csv" | cmp - "$out/one.csv"
}

# again PROGRAM WORD...: all jobs; each row that it writes is published.
again() {
    local program=$1
    shift
    rm -rf "$out/again"
    "$out/$program" --full --loads 600 "$@" --out "$out/again" 2>"$out/again.txt" ||
        { cat "$out/again.txt"; return 1; }
    [ "$(wc -l <"$out/again/tiers.csv")" -gt 10 ] || { echo "no rows"; return 1; }
    ! grep -Fxv -f "$results/tiers.csv" "$out/again/tiers.csv" || { echo "not published"; return 1; }
}

claims() {
    tabulate claims "$results/variations.csv" "$1" >"$out/claims.md" &&
        diff "$results/claims.md" "$out/claims.md"
}

# readme README CSV: what README.md says of MEASY beside EASY, averaged over the loads: response and
# slowdown, FW and JW.
readme() {
    tr '\n' ' ' <"$1" | tr -s ' ' | sed -E 's/\([^)]*\)//g' |
        grep -oE "MEASY improves EASY's mean response time[^.]*\." | grep -oE '[0-9]+ %' \
        >"$out/told.txt" || { echo "no such sentence in $1"; return 1; }
    awk -F, '($1 == 6 || $1 == 7) && $4 == "MEASY" && $7 ~ /^(response|bounded_slowdown)_ratio$/ {
            sum[$7, $2] += 1 - $8; loads[$7, $2]++ }
        END { split("response_ratio bounded_slowdown_ratio", metric, " ")
            for (i = 1; i <= 4; i++) {
                key = metric[i > 2 ? 2 : 1] SUBSEP (i % 2 ? "FW" : "JW")
                printf "%.0f %%\n", (loads[key] > 0 ? 100 * sum[key] / loads[key] : 0)
            } }' "$2" | diff - "$out/told.txt"
}

# A run that was interrupted: it adds what is missing.
resumed() {
    rm -rf "$out/resumed"
    mkdir "$out/resumed"
    sed '/,MEASY,migration 60,/,$d' "$out/small/tiers.csv" >"$out/resumed/tiers.csv"
    "$out/tiers" --jobs 400 --loads 600 --out "$out/resumed" 2>"$out/resumed.txt" || return 1
    sort "$out/resumed/tiers.csv" | cmp - "$out/one.csv"
}

if have gcc gcc; then
    share_kit
    check "the experiments build" build tiers .
    check "a small run of all experiments" small tiers small
    check "... has the rows that it should, in their form" form "$out/small/tiers.csv"
    head -n 900 "$out/small/tiers.csv" >"$out/short.csv"
    caught "an experiment that is missing" 'other rows' form "$out/short.csv"
    check "... its paired ratios are those of its means" pairs "$out/small/tiers.csv"
    mutate bench/figures/tiers.c "$out/rival.c" \
        's/usage \? what->kind : OPTION_NONE/OPTION_NONE/; s/usage \? what->value : 0/0/'
    by=("${least[@]}") kit=()
    build rival . "$out/rival.c"
    by=(gcc -std=c99 -O1)
    share_kit
    small rival rival_small
    caught "what knows less of usage than what it is compared with" 'usage.*ratio_keasy' \
        pairs "$out/rival_small/tiers.csv"
    check "two parts give the same rows" parts tiers
    check "an interrupted run goes on where it stopped" resumed
    mutate bench/swil_tiers.h "$out/luck_source/bench/swil_tiers.h" \
        's/^(    uint64_t state = ~settings->seed)/\1 ^ (uint64_t)(size_t)settings/'
    build luck "$out/luck_source"
    caught "luck that depends on where something lies in memory" 'differ' parts luck
    check "MEASY beside EASY at load 0.60, with all jobs: as published" again tiers --only 8
    mutate bench/swil_tiers.h "$out/soon_source/bench/swil_tiers.h" \
        's/\(left \+ live->rate - 1\)/left/'
    build soon "$out/soon_source"
    caught "jobs that end before their work is done" 'not published' again soon --only 8
    gcc -std=c99 -O1 -I. -Ibench bench/figures/variations.c "${kit[@]}" -o "$out/variations" -lm
    varied() {
        "$out/variations" --only "exact estimates and least effect" --loads 600 >"$out/varied.csv" &&
            [ "$(wc -l <"$out/varied.csv")" -eq 11 ] &&
            ! grep -Fxv -f "$results/variations.csv" "$out/varied.csv"
    }
    check "rows of a variation are those published" varied
fi

check "the published paired ratios are those of the published means" pairs "$results/tiers.csv"
check "the table of claims is that of the published rows" claims "$results/tiers.csv"
mutate "$results/tiers.csv" "$out/stale.csv" '/^[78],JW,100000,MEASY,none,0.950,response_ratio,/s/,0\.2/,0.9/'
caught "a table of claims from other rows" 'JW 0\.90' claims "$out/stale.csv"
mutate "$results/tiers.csv" "$out/mixed.csv" '/^7,JW,100000,MEASY,none,0.950,response_ratio,/s/,0\.2/,0.9/'
caught "rows of two versions in one file" 'disagree' claims "$out/mixed.csv"

mutate "$results/tiers.csv" "$out/paired.csv" \
    '/,FW,200000,MEASY,none,0.600,response_ratio_keasy,/s/,0\.([0-9]+,[^,]*)$/,1.\1/'
caught "a table of claims from other paired rows" 'Against: FW response' claims "$out/paired.csv"
check "README.md says by how much MEASY improves on EASY" readme README.md "$results/tiers.csv"
mutate README.md "$out/readme.md" 's/by 41 %/by 43 %/'
caught "a README.md with another number" '43 %' readme "$out/readme.md" "$results/tiers.csv"

if have gnuplot gnuplot-nox; then
    silent "all figures are drawn without a warning" draw "csv='$results/tiers.csv'" drawn \
        bench/figures/plot.gp
    mutate bench/figures/plot.gp "$out/plot.gp" 's/"migrations_per_job"/"migrations"/'
    caught "a metric that there is not" 'warning' draw "csv='$results/tiers.csv'" empty \
        "$out/plot.gp"
    if [ -e "$out/small/tiers.csv" ]; then
        silent "those of a small run, too" draw "csv='$out/small/tiers.csv'" few \
            bench/figures/plot.gp
    fi
    compare_pictures figure8.svg 's/>JW</>FW</'
fi
limit_sizes "" figure6.svg
finish
