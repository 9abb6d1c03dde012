# figures_tiers.sh: what is bench/figures/tiers.c's own in the gate figures.
# SPDX-License-Identifier: MIT

files=(tiers.csv tiers_readings.csv)
head="figure,workload,jobs,policy,option,load,metric,mean,half_width"
row='^([0-9]+( by job| unguarded)?|options),(FW|JW),[0-9]+,[A-Z]+,[A-Za-z0-9 ]+,0\.[0-9]{3},[a-z_]+(,[0-9]+\.[0-9]{6}){2}$'
key=1-7
small=(--jobs 400 --loads 600)
few=1000
many=10
claims=claims.md
told="Two tiers"
pictures=(figure{6,7,8,9,10,11,12,13,14}.svg options_{FW,JW}.svg)
prefix=''
plot=bench/figures/plot.gp
source_of() { echo "csv='$1/tiers.csv'"; }

table() { tabulate claims "$results/variations.csv" "$1"/tiers{,_readings}.csv; }

# whole FOLDER: of a small run, 5 rows per workload and load in figure 6, 1 in 8, 3 in 9, 3 in 11, 13
# in 13, 22 for the options, each with 10 metrics. 39 of them are compared with KEASY or MEASY, too,
# by 2 metrics. The readings: 4 of figure 6 by job, 2 of 9, 11 of 13, and 2 of figure 6 unguarded, of
# which 20 comparisons.
whole() {
    local at='^[^,]*,(FW|JW),400,[^,]*,[^,]*,0\.600,'
    [ "$(grep -cE "$at" "$1/tiers.csv")" -eq $((2 * (47 * 10 + 39 * 2))) ] &&
        [ "$(grep -cE "$at" "$1/tiers_readings.csv")" -eq $((2 * (19 * 10 + 20 * 2))) ] ||
        { echo "other rows"; return 1; }
}

# The paired ratios: each is that of two means in the file, within rounding.
pairs() {
    awk -F, 'NR == FNR { mean[$2, $4, $5, $6, $7] = $8; next }
        $7 ~ /_ratio_/ {
            metric = $7; sub(/_ratio_.*/, "", metric)
            rival = $7; sub(/.*_ratio_/, "", rival)
            option = $5 ~ /^usage/ ? $5 : $5 ~ / by job$/ ? "usage by job" : "none"
            base = mean[$2, toupper(rival), option, $6, metric]
            wrong = base > 0 ? mean[$2, $4, $5, $6, metric] / base - $8 : 9
            seen++
            if (wrong ^ 2 > (2e-6 * (1 + $8)) ^ 2) { print "not the ratio: " $0; bad = 1 }
        }
        END { exit bad || seen == 0 }' <(rows "$1") <(rows "$1")
}

# What MEASY saves beside EASY, averaged over the loads: response and slowdown, FW and JW, by process
# and by job; and where REASY is worse than EASY.
measured() {
    awk -F, '$1 ~ /^[67]( by job)?$/ && $4 == "MEASY" && $7 ~ /^(response|bounded_slowdown)_ratio$/ {
            sum[$5, $7, $2] += 1 - $8; loads[$5, $7, $2]++ }
        $4 == "REASY" && $7 == "response_ratio" && ($1 == "7 unguarded" || $1 ~ /^[67]$/) {
            count[$1, $5]++; worse[$1, $5] += $8 > 1 }
        function saved(option, metric, load, key) {
            key = option SUBSEP metric SUBSEP load
            return loads[key] > 0 ? 100 * sum[key] / loads[key] : 0 }
        function both(option, metric, form) {
            return sprintf(form, saved(option, metric, "FW"), saved(option, metric, "JW")) }
        END { print both("none", "response_ratio",
                "mean response time by %.0f %% on one workload and by %.0f %% on the other")
            print both("none", "bounded_slowdown_ratio", "the mean bounded slowdown by %.0f %% and %.0f %%")
            print both("usage by job", "response_ratio", "each job it is %.0f %% and %.0f %%, and ") \
                both("usage by job", "bounded_slowdown_ratio", "%.0f %% and %.0f %%")
            if (worse[6, "none"] + worse[7, "none"] == 0) { print "better than EASY at all loads" }
            print "worse in the mean response at " worse["7 unguarded", "unguarded"] " of " \
                count["7 unguarded", "unguarded"] " loads"
            if (worse["7 unguarded", "unguarded by job"] == 0) { print "by job again at none" }
        }' <(rows "$results")
    # Of the lower loads, by process and by job: the averages of the second rows of b and d.
    awk -F' \\| ' '/^\| [b-d] /{ letter = $1 } /^\|  \| \.\.\. at loads up to/ {
            sub(/By process: /, "", $3); sub(/,.*/, "", $3); sub(/,.*/, "", $5)
            process[letter] = $3; job[letter] = $5 }
        END { print process["| b"] " and " process["| d"] " by process, " job["| b"] " and " \
                job["| d"] " by job" }' "$1"
    sed -nE 's/^\|  \| \.\.\. at loads (up to [0-9.]+), by job up to ([0-9.]+) .*/\1 by process and \2 by job/p' \
        "$1" | sort -u
    sed -n 's/.*\(No combination of the readings makes all\) hold\.$/\1 claims hold/p' "$1"
}

# in_parts PROGRAM: the same in two parts, which write to one file at a time.
in_parts() {
    rm -rf "$here/parts"
    "$here/$1" "${small[@]}" --part 1/2 --out "$here/parts" 2>"$here/part1.txt" &
    local other=$!
    "$here/$1" "${small[@]}" --part 2/2 --out "$here/parts" 2>"$here/part2.txt"
    wait "$other" || return 1
    cmp <(rows "$here/parts" | sort) <(rows "$here/small" | sort)
}

# A run that was interrupted: it adds what is missing.
resumed() {
    rm -rf "$here/resumed"
    mkdir "$here/resumed"
    sed '/,MEASY,migration 60,/,$d' "$here/small/tiers.csv" >"$here/resumed/tiers.csv"
    sed '/,MEASY,migration 60 by job,/,$d' "$here/small/tiers_readings.csv" \
        >"$here/resumed/tiers_readings.csv"
    "$here/tiers" "${small[@]}" --out "$here/resumed" 2>"$here/resumed.txt" || return 1
    cmp <(rows "$here/resumed" | sort) <(rows "$here/small" | sort)
}

varied() {
    "$here/variations" --only "exact estimates and least effect" --loads 600 >"$here/varied.csv" &&
        [ "$(wc -l <"$here/varied.csv")" -eq 11 ] &&
        ! grep -Fxv -f "$results/variations.csv" "$here/varied.csv"
}

claim() {
    if have gcc gcc; then claim_program; fi
    check "tiers: the published rows have their form" form "$results" 2000
    check "tiers: the published paired ratios are those of the published means" pairs "$results"
    claim_table tiers.csv \
        '/^[78],JW,100000,MEASY,none,0.950,response_ratio,/s/,0\.2/,0.9/' 'JW 0\.90'
    changed mixed "$results" tiers.csv \
        '/^7,JW,100000,MEASY,none,0.950,response_ratio,/s/,0\.2/,0.9/'
    caught "tiers: rows of two versions in one file" 'disagree' claimed_of "$here/mixed"
    changed paired "$results" tiers.csv \
        '/,FW,200000,MEASY,none,0.600,response_ratio_keasy,/s/,0\.([0-9]+,[^,]*)$/,1.\1/'
    caught "tiers: a table of claims from other paired rows" 'Against: FW response' \
        claimed_of "$here/paired"
    changed other "$results" tiers_readings.csv \
        '/^7 by job,JW,100000,MEASY,usage by job,0.700,response_ratio,/s/,0\.6/,0.2/'
    caught "tiers: a table of claims from other rows by job" 'by job up to 0\.65' \
        claimed_of "$here/other"
    claim_page 's/by 41 %/by 43 %/' 's/70\.6 ± 3\.6 % by job/72.6 ± 3.6 % by job/' \
        's/at 6 of 12 loads/at 7 of 12 loads/'
    claim_pictures 's/"migrations_per_job"/"migrations"/' 'warning' figure8.svg 's/>JW</>FW</'
    if [ -e "$here/small/tiers.csv" ] && have gnuplot gnuplot-nox; then
        silent "tiers: figures of a small run, too" draw "$here/small" few "$plot"
    fi
    claim_sizes figure6.svg
}

claim_program() {
    by=(gcc -std=c99 -O1)
    share_kit
    check "tiers: the experiment builds" build tiers . "${by[@]}"
    claim_small tiers.csv 's/^(6,FW,400,MEASY,none,0.600,response_ratio_keasy,)0/\11/' 2
    check "tiers: ... and all that it should" whole "$here/small"
    changed short "$here/small" tiers.csv '901,$d'
    caught "tiers: an experiment that is missing" 'other rows' whole "$here/short"
    by=("${least[@]}") kit=()
    planted rival bench/figures/tiers.c \
        's/usage \? what->kind : OPTION_NONE/OPTION_NONE/; s/usage \? what->value : 0/0/'
    quick rival rival_small
    caught "tiers: what knows less of usage than what it is compared with" 'usage.*ratio_keasy' \
        pairs "$here/rival_small"
    planted guard sched.h '~unguarded_head s/!.*\)\)/1)/'
    caught "tiers: an unguarded head that is guarded" 'other rows' same guard guard_rows
    by=(gcc -std=c99 -O1)
    share_kit
    check "tiers: two parts give the same rows" in_parts tiers
    check "tiers: an interrupted run goes on where it stopped" resumed
    planted luck bench/swil_tiers.h \
        's/^(    uint64_t state = ~settings->seed)/\1 ^ (uint64_t)(size_t)settings/'
    caught "tiers: luck that depends on where something lies in memory" 'differ' in_parts luck
    check "tiers: MEASY beside EASY at load 0.60, with all jobs: as published" \
        again tiers --loads 600 --only 8
    check "tiers: ... and REASY unguarded, by process and by job" \
        again tiers --loads 600 --only "7 unguarded"
    planted soon bench/swil_tiers.h 's/\(left \+ live->rate - 1\)/left/'
    caught "tiers: jobs that end before their work is done" 'other rows' same soon soon_rows
    gcc -std=c99 -O1 -I. -Ibench bench/figures/variations.c "${kit[@]}" -o "$here/variations" -lm
    check "tiers: rows of a variation are those published" varied
    kit=()
}
