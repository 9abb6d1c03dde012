#!/usr/bin/env bash
# figures_moldable.sh: the published rows of bench/figures/moldable.c are those of the present code.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

results=bench/figures/results
head="workload,reading,tasks,method,metric,mean,half_width,least,most"
pictures=(moldable_{figure{3,4,5,6,7},minsum,makespan,frontier}.svg)
steady=(moldable moldable_readings moldable_printed)     # what no clock is in

glpk=()
if echo '#include <glpk.h>' | gcc -E - >"$out/glpk.i" 2>"$log"; then
    glpk=(-DWITH_GLPK -lglpk)
else
    skip "the paper's bound on the minsum: glpk.h not found (apt package libglpk-dev)"
fi

# build NAME FOLDER COMPILER...: figures_moldable, with what is in the folder in the place of ours.
build() {
    local name=$1 folder=$2 source=bench/figures/moldable.c
    shift 2
    [ ! -e "$folder/moldable.c" ] || source=$folder/moldable.c
    "$@" "-I$folder" -I. -Ibench -Ibench/figures -Itests "$source" "${kit[@]}" \
        -o "$out/$name" \
        "${glpk[@]}" -lm
}

# quick PROGRAM FOLDER WORD...: a small run.
quick() {
    local program=$1 folder=$2
    shift 2
    rm -rf "${out:?}/$folder"
    timeout 900 "$out/$program" --quick "$@" --out "$out/$folder" 2>"$out/quick.txt" ||
        { cat "$out/quick.txt"; return 1; }
}

# rows FOLDER: of all files that no clock is in; of the paper's bound only where we have it, too.
rows() {
    cat "$1/moldable.csv" "$1/moldable_readings.csv"
    [ ${#glpk[@]} -eq 0 ] || cat "$1/moldable_printed.csv"
}

# same PROGRAM FOLDER WORD...: a small run gives each row that the first one has of this.
same() {
    local program=$1 folder=$2
    shift 2
    quick "$program" "$folder" "$@" || return 1
    [ "$(rows "$out/$folder" | wc -l)" -gt 15 ] || { echo "no rows"; return 1; }
    ! rows "$out/$folder" | grep -Fxv -f <(rows "$out/small") || { echo "other rows"; return 1; }
}

# all_same PROGRAM FOLDER: a small run gives the same files.
all_same() {
    local file
    quick "$1" "$2" || return 1
    for file in "${steady[@]}"; do
        cmp "$out/small/$file.csv" "$out/$2/$file.csv" || return 1
    done
}

# form FOLDER LEAST: of each file, and at least so many rows of the first.
form() {
    local file row='^(weak|high|mixed|cirne),(task|step)_(zero|printed),[0-9]+,'
    row+='[a-z_0-9]+,(makespan|minsum|had|microseconds)[a-z_0-9.]*(,[0-9]+(\.[0-9]{1,6})?){4}$'
    for file in "${steady[@]}" moldable_time; do
        [ "$(head -n 1 "$1/$file.csv")" = "$head" ] || { echo "another head"; return 1; }
        ! tail -n +2 "$1/$file.csv" | grep -vE "$row" || { echo "other rows"; return 1; }
        [ -z "$(cut -d, -f1-5 "$1/$file.csv" | sort | uniq -d)" ] ||
            { echo "a row twice"; return 1; }
    done
    [ "$(wc -l <"$1/moldable.csv")" -gt "$2" ] || { echo "too few rows"; return 1; }
}

# Where both had all draws, the ratio of two methods is that of their means, but for how these are
# rounded.
pairs() {
    awk -F, '{ mean[$1, $3, $4, $5] = $6 }
        $5 ~ /_by_/ && $4 !~ /^(search|search_minsum|truncations|best)$/ {
            by[$1 FS $3 FS $4 FS $5] = $6
        }
        END {
            for (key in by) {
                split(key, part, FS)
                base = metric = part[4]
                sub(/.*_by_/, "", base)
                sub(/_by_.*/, "", metric)
                own = mean[part[1], part[2], part[3], metric]
                other = mean[part[1], part[2], base, metric]
                if (own == "" || other == "") { print "no base: " key; bad = 1; continue }
                seen++
                wrong = own / other - by[key]
                if (wrong ^ 2 > (2e-6 * (1 + by[key])) ^ 2) {
                    print "not the ratio: " key
                    bad = 1
                }
            }
            exit bad || seen < 100
        }' "$1/moldable.csv"
}

# No plan of any draw is below a bound.
sound() {
    awk -F, '$5 ~ /^(makespan|minsum)(_[0-9.]+)?$/ { seen++
            if ($8 < 1) { print "below a bound: " $0; bad = 1 } }
        END { exit bad || seen < 100 }' "$1/moldable.csv" "$1/moldable_readings.csv"
}

# The wider the cap, the less the minsum, if all draws had such plans; none is below the bound.
caps() {
    awk -F, '$4 == "frontier" && $5 ~ /^had/ { all = $6 == 1; next }
        $4 == "frontier" && $5 ~ /^minsum/ {
            key = $1 FS $3
            seen++
            if (all && (key in last) && $6 > last[key]) { print "a better cap: " $0; bad = 1 }
            if (all) { last[key] = $6 }
        }
        END { exit bad || seen < 50 }' "$1/moldable.csv"
}

# again PROGRAM WORD...: all draws; each row that it writes is published.
again() {
    local program=$1
    shift
    rm -rf "$out/again"
    timeout 900 "$out/$program" --full "$@" --out "$out/again" 2>"$out/again.txt" ||
        { cat "$out/again.txt"; return 1; }
    [ "$(rows "$out/again" | wc -l)" -gt 10 ] || { echo "no rows"; return 1; }
    ! rows "$out/again" | grep -Fxv -f <(rows "$results") || { echo "not published"; return 1; }
}

# table FOLDER: the table of claims.
table() {
    tabulate moldable_claims bench/figures/moldable_{paper,prototype}.csv \
        "$1"/moldable{,_readings,_printed,_time}.csv
}

claims() {
    table "$1" >"$out/moldable_claims.md" &&
        diff "$results/moldable_claims.md" "$out/moldable_claims.md"
}

# whole_table FOLDER: each claim has a verdict; without GLPK not those about the paper's bound.
whole_table() {
    local verdict='(holds|holds in part|within noise|does not hold)' unknown=x
    [ "$(wc -l <"$1/moldable_printed.csv")" -gt 1 ] || unknown='(1|2|18|36|49|53)'
    table "$1" >"$out/table.md" || return 1
    [ "$(grep -cE -e "^\| [0-9]+ \| .* \| \*\*$verdict\*\* \|\$" \
        -e "^\| $unknown \| .* \| \*\*not measured\*\* \|\$" "$out/table.md")" -eq 56 ] ||
        { grep 'not measured' "$out/table.md"; return 1; }
}

# named TABLE: the tests that it names are there.
named() {
    local test file
    grep -oE '`test_[a-z_]+` of `tests/[a-z_/]+\.c`' "$1" | tr -d '`' >"$out/named.txt"
    while read -r test _ file; do
        grep -q "^static void $test(void) {" "$file" || { echo "no $test in $file"; return 1; }
    done <"$out/named.txt"
    [ "$(wc -l <"$out/named.txt")" -eq 3 ] || { echo "not three tests"; return 1; }
}

if have gcc gcc; then
    share_kit
    check "the experiments build" build moldable . gcc -std=c99 -O2
    kit=()
    check "a small run of all" quick moldable small
    check "... has rows in their form" form "$out/small" 300
    cp -r "$out/small" "$out/doubled"
    tail -n 1 "$out/small/moldable.csv" >>"$out/doubled/moldable.csv"
    caught "a row that is there twice" 'a row twice' form "$out/doubled" 300
    check "... ratios that are those of its means" pairs "$out/small"
    cp -r "$out/small" "$out/bent"
    mutate "$out/small/moldable.csv" "$out/bent/moldable.csv" \
        's/^(mixed,task_zero,100,list,minsum_by_demt,)[0-9]/\17/'
    caught "a ratio of other means" 'not the ratio' pairs "$out/bent"
    check "... and a verdict on each claim" whole_table "$out/small"
    mkdir -p "$out/fewer"
    cp "$out"/small/moldable*.csv "$out/fewer"
    grep -v ',frontier,makespan,' "$out/small/moldable.csv" >"$out/fewer/moldable.csv"
    caught "a claim without rows" 'not measured' whole_table "$out/fewer"
    check "... no plan below a bound" sound "$out/small"
    check "... and a frontier that falls" caps "$out/small"
    check "one workload by itself gives the same" same moldable single --only high/task_zero/100
fi
if have clang clang; then
    build clang . clang -std=c99 -O1
    check "clang gives the same" all_same clang clang_rows
fi
if have tcc tcc; then
    build tcc . tcc
    check "tcc gives the same" same tcc tcc_rows --only cirne/task_zero/25
fi

# planted NAME FILE SED-SCRIPT: a program, built by $by, with a bug in the experiment or its workloads.
by=("${least[@]}")
planted() {
    mutate "$2" "$out/$1_source/${2##*/}" "$3"
    [ -e "$out/$1_source/moldable.c" ] || cp bench/figures/moldable.c "$out/$1_source"
    build "$1" "$out/$1_source" "${by[@]}"
}

if have gcc gcc; then
    planted spread bench/moldable_workload.h 's/(state, centre, )0\.2/\10.25/'
    caught "another deviation of X" 'other rows' same spread spread_rows --only weak/task_zero/25
    planted index bench/figures/moldable.c 's/reading % 2 == 1/reading % 2 == 0/'
    caught "readings that are exchanged" 'other rows' same index index_rows --only high/task_zero/25
    planted order bench/figures/moldable.c \
        's/("demt", SKED_MOLDABLE_DEMT, SKED_MOLDABLE_)LONGEST/\1SMITH/'
    caught "DEMT in another order" 'other rows' same order order_rows --only mixed/task_zero/25
    planted judge bench/figures/moldable.c \
        's/status = sked_moldable_evaluate\(&now->plans, now->rows, NULL, &j/now->rows[0].end--; &/'
    caught "a plan that is none" 'draw 1: demt: ' quick judge judge_rows --only weak/task_zero/25
    planted least bench/figures/moldable.c \
        's/(makespan_lower_bound\[now->run\] = )(\(double\)result.makespan_lower_bound)/\1 1.01 * \2/'
    check "a run with bounds that are too high" quick least least_rows --only cirne
    caught "plans below a bound" 'below a bound' sound "$out/least_rows"
    if [ ${#glpk[@]} -gt 0 ]; then
        planted late bench/figures/moldable_relax.h 's/(cost = grid->)begins/\1ends/'
        caught "another relaxation" 'other rows' same late late_rows --only cirne/task_zero/25
    fi
    check "published rows are those of all draws" again moldable --only cirne/task_zero/25
    check "... of another reading, too" again moldable --only weak/step_printed/50
    by=(gcc -std=c99 -O1)
    share_kit
    planted weights bench/moldable_workload.h 's/(1 \+ )9( \* moldable_uniform\(weights\))/\18\2/'
    caught "other weights" 'not published' again weights --only mixed/task_zero/25
fi

check "the published rows have their form" form "$results" 1500
check "the published ratios are those of the published means" pairs "$results"
check "none of the published plans is below a bound" sound "$results"
mkdir -p "$out/below"
cp "$results"/moldable*.csv "$out/below"
mutate "$results/moldable.csv" "$out/below/moldable.csv" \
    's/^(high,task_zero,200,sweep,makespan,[0-9.]+,[0-9.]+,)[0-9.]+/\10.99/'
caught "a plan below the bound" 'below a bound: high' sound "$out/below"
check "the published frontiers fall" caps "$results"
mkdir -p "$out/rising"
mutate "$results/moldable.csv" "$out/rising/moldable.csv" \
    's/^(mixed,task_zero,200,frontier,minsum_2.00,)[0-9]/\19/'
caught "a frontier that rises" 'a better cap: mixed' caps "$out/rising"
check "the table of claims is that of the published rows" claims "$results"
check "... with a verdict on each" whole_table "$results"
check "... and tests that are there for what is theory" named "$results/moldable_claims.md"
mutate "$results/moldable_claims.md" "$out/named.md" 's/`test_programs`/`test_program`/'
caught "a test that is not there" 'no test_program in' named "$out/named.md"
mkdir -p "$out/stale"
cp "$results"/moldable*.csv "$out/stale"
mutate "$results/moldable.csv" "$out/stale/moldable.csv" \
    's/^(weak,task_zero,25,demt,makespan,)[0-9.]+/\19.87/'
caught "a table of claims from other rows" '9\.87' claims "$out/stale"

if have gnuplot gnuplot-nox; then
    silent "all figures are drawn without a warning" draw "folder='$results'" drawn \
        bench/figures/moldable_plot.gp
    mutate bench/figures/moldable_plot.gp "$out/plot.gp" \
        's/moldable_frontier\.svg/moldable_border.svg/'
    caught "a picture that is not drawn" 'No such file' \
        draw "folder='$results'" empty "$out/plot.gp"
    compare_pictures moldable_frontier.svg 's/>MULTIBASE</>MULTIFACE</'
fi
limit_sizes moldable moldable_frontier.svg
finish
