#!/usr/bin/env bash
# figures_fattree.sh: the published rows of bench/figures/fattree.c are what the present code gives.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

results=bench/figures/results
head="world,queue,policy,at,metric,mean,half_width"
pictures=(fattree_{balance,hops,slowdown,above,batches}.svg)

# build NAME FOLDER COMPILER...: figures_fattree, with what is in the folder in the place of ours.
build() {
    local name=$1 folder=$2 source=bench/figures/fattree.c
    shift 2
    [ ! -e "$folder/fattree.c" ] || source=$folder/fattree.c
    "$@" "-I$folder" -I. -Ibench -Ibench/figures -Itests "$source" "${kit[@]}" \
        -o "$out/$name" -lm
}

# quick PROGRAM FOLDER WORD...: a small run.
quick() {
    local program=$1 folder=$2
    shift 2
    rm -rf "${out:?}/$folder"
    timeout 600 "$out/$program" --quick --jobs 30 "$@" --out "$out/$folder" 2>"$out/quick.txt" ||
        { cat "$out/quick.txt"; return 1; }
}

# same PROGRAM FOLDER WORD...: a small run gives each row that the first one has of this.
same() {
    local program=$1 folder=$2
    shift 2
    quick "$program" "$folder" "$@" || return 1
    [ "$(cat "$out/$folder"/*.csv | wc -l)" -gt 15 ] || { echo "no rows"; return 1; }
    ! cat "$out/$folder"/*.csv | grep -Fxv -f <(cat "$out/small"/*.csv) ||
        { echo "other rows"; return 1; }
}

# all_same PROGRAM FOLDER: a small run gives the same two files.
all_same() {
    quick "$1" "$2" && cmp "$out/small/fattree.csv" "$out/$2/fattree.csv" &&
        cmp "$out/small/fattree_patent.csv" "$out/$2/fattree_patent.csv"
}

form() {
    local file row='^(log|lublin),(easy|list|fcfs|patent_[1248]),'
    row+='(exact|greedy|contiguous|slurm|first|random|units_(1|2|4|8|16)),(saturated|[5-9][057]),'
    row+='[a-z_0-9]+(,-?[0-9]+(\.[0-9]{1,6})?){2}$'
    for file in fattree fattree_patent; do
        [ "$(head -n 1 "$1/$file.csv")" = "$head" ] || { echo "another head"; return 1; }
        ! tail -n +2 "$1/$file.csv" | grep -vE "$row" || { echo "other rows"; return 1; }
        [ "$(wc -l <"$1/$file.csv")" -gt "$2" ] || { echo "too few rows"; return 1; }
        [ -z "$(cut -d, -f1-5 "$1/$file.csv" | sort | uniq -d)" ] ||
            { echo "a row twice"; return 1; }
    done
}

# Differences of means are those of the means in the file, but for how these are rounded; and those
# that must be are 0: policies of which each can use any processor start jobs at the same times.
pairs() {
    awk -F, '{ mean[$1, $2, $3, $4, $5] = $6 }
        $5 ~ /_less_/ { less[$1 FS $2 FS $3 FS $4 FS $5] = $6 }
        $2 == "easy" && $3 ~ /^(greedy|slurm|first|random|units_1)$/ && $6 != 0 &&
            $5 ~ /^(utilisation|slowdown)_less_exact$/ { print "not the same times: " $0; bad = 1 }
        END {
            for (key in less) {
                split(key, part, FS)
                name = part[5]
                queue = part[2]
                policy = part[3]
                sub(/.*_less_/, "", name)
                sub(/_less_.*/, "", part[5])
                if (name == "smaller") { policy = "units_" substr(policy, 7) / 2 }
                else if (name == "one") { queue = "patent_1" }
                else if (name == "easy_exact") { queue = "easy"; policy = "exact" }
                else { policy = name; if (queue ~ /patent/) { queue = "fcfs" } }
                own = mean[part[1], part[2], part[3], part[4], part[5]]
                base = mean[part[1], queue, policy, part[4], part[5]]
                if (own == "" || base == "") { print "no base: " key; bad = 1; continue }
                seen++
                wrong = own - base - less[key]
                if (wrong ^ 2 > 2e-6 ^ 2) { print "not the difference: " key; bad = 1 }
            }
            exit bad || seen < 400
        }' "$1/fattree.csv" "$1/fattree_patent.csv"
}

# Up to a load of 70 % what comes is served: the utilisation is within three half widths of it.
carried() {
    awk -F, '$2 == "easy" && $4 <= 70 && $4 >= 50 && $5 == "utilisation" && $3 != "contiguous" {
            seen++
            if (($6 - $4 / 100) ^ 2 > (3 * $7) ^ 2) { print "another load: " $0; bad = 1 }
        }
        END { exit bad || seen < 20 }' "$1/fattree.csv"
}

# No decision has fewer hops than the exact one in its state, and the exact ones have as many.
least() {
    ! grep -hE ',below,|,exact,[^,]*,above,' "$1/fattree.csv" "$1/fattree_patent.csv" |
        grep -v ',0,0$' || { echo "fewer hops than the exact one"; return 1; }
    [ "$(grep -chE ',below,' "$1/fattree.csv")" -ge "$2" ] || { echo "no decisions"; return 1; }
}

# again PROGRAM WORD...: all jobs; each row that it writes is published.
again() {
    local program=$1
    shift
    rm -rf "$out/again"
    timeout 600 "$out/$program" --full "$@" --out "$out/again" 2>"$out/again.txt" ||
        { cat "$out/again.txt"; return 1; }
    [ "$(cat "$out/again"/*.csv | wc -l)" -gt 4 ] || { echo "no rows"; return 1; }
    ! cat "$out/again"/*.csv | grep -Fxv -f <(cat "$results"/fattree*.csv) ||
        { echo "not published"; return 1; }
}

# table FOLDER: the table of claims.
table() { tabulate fattree_claims "$1/fattree.csv" "$1/fattree_patent.csv"; }

claims() {
    table "$1" >"$out/fattree_claims.md" &&
        diff "$results/fattree_claims.md" "$out/fattree_claims.md"
}

# whole_table FOLDER: each claim has a verdict.
whole_table() {
    table "$1" >"$out/table.md" || return 1
    [ "$(grep -cE '^\| [0-9]+ \| .* \| \*\*(holds|holds in part|within noise|does not hold)\*\*' \
        "$out/table.md")" -eq 27 ] || { grep 'not measured' "$out/table.md"; return 1; }
}

if have gcc gcc; then
    share_kit
    check "the experiments build" build fattree . gcc -std=c99 -O2
    kit=()
    check "a small run of all" quick fattree small
    check "... has rows in their form" form "$out/small" 400
    cp -r "$out/small" "$out/doubled"
    tail -n 1 "$out/small/fattree.csv" >>"$out/doubled/fattree.csv"
    caught "a row that is there twice" 'a row twice' form "$out/doubled" 400
    check "... differences that are those of its means" pairs "$out/small"
    cp -r "$out/small" "$out/bent"
    mutate "$out/small/fattree.csv" "$out/bent/fattree.csv" \
        's/^(log,easy,first,80,job_hops_less_exact,)-?0?\.?/\19/'
    caught "a difference of other means" 'not the difference' pairs "$out/bent"
    check "... and a verdict on each claim" whole_table "$out/small"
    mkdir -p "$out/fewer"
    grep -v ',excess,' "$out/small/fattree.csv" >"$out/fewer/fattree.csv"
    cp "$out/small/fattree_patent.csv" "$out/fewer"
    caught "a claim without rows" 'not measured' whole_table "$out/fewer"
    check "... no decision with fewer hops than the exact one" least "$out/small" 20
    check "one policy by itself gives the same" same fattree single --only log/easy/contiguous
fi
if have clang clang; then
    build clang . clang -std=c99 -O0
    if in_full "all rows of a small run by clang"; then
        check "clang gives the same" all_same clang clang_rows
    else
        check "clang gives the same" same clang clang_rows --only log/easy/slurm
    fi
fi
if have tcc tcc; then
    build tcc . tcc
    check "tcc gives the same" same tcc tcc_rows --only lublin/patent_4
fi

# planted NAME FILE SED-SCRIPT: a program, built by $by, with a bug in the header or the experiment.
by=("${least[@]}")
planted() {
    mutate "$2" "$out/$1_source/${2##*/}" "$3"
    [ -e "$out/$1_source/fattree.c" ] || cp bench/figures/fattree.c "$out/$1_source"
    if [ "$2" != bench/figures/fattree_place.h ]; then
        cp bench/figures/fattree_place.h "$out/$1_source"
    fi
    build "$1" "$out/$1_source" "${by[@]}"
}

if have gcc gcc; then
    planted rule bench/slurm_rule.h 's/better >= 0/better > 0/'
    caught "another rule of Slurm" 'other rows' same rule rule_rows --only log/easy/slurm
    planted tight bench/figures/fattree_place.h 's/length > best : length < best/length > best : 0/'
    caught "the first range that is long enough" 'other rows' \
        same tight tight_rows --only log/fcfs/contiguous
    planted rude bench/figures/fattree.c 's/(if \(crosses) && (!leaves_room)/\1 \&\& 0 \&\& \2/'
    caught "a job that takes the time kept for the first" 'other rows' \
        same rude rude_rows --only lublin/easy/units_4
    planted short bench/figures/fattree_place.h 's/(choose_random\(own, wanted), /\1 - 1, /'
    caught "fewer processors than wanted" 'chosen were others' quick short short_rows \
        --only log/easy/random
    planted worse bench/figures/fattree_place.h \
        's/(own->policy == EXACT \?) SKED_FATTREE_EXACT/\1 SKED_FATTREE_GREEDY/'
    check "a run in which exact is greedy" quick worse worse_rows --only lublin/easy/exact
    caught "an exact policy that is greedy" 'fewer hops than the exact one' \
        least "$out/worse_rows" 1
    planted judge bench/figures/fattree_place.h \
        's/(choose_by_tree\(own, wanted,) SKED_FATTREE_EXACT/\1 SKED_FATTREE_GREEDY/'
    check "a run that greedy decisions judge" quick judge judge_rows --only lublin/easy/exact
    caught "a judge that is greedy" 'fewer hops than the exact one' least "$out/judge_rows" 1
    planted late bench/figures/fattree.c 's/(const int crosses = kept) &&/\1 \&\& 0 \&\&/'
    caught "jobs that start though the first one waits longer by it" 'other rows' \
        same late late_rows --only log/easy/first
    check "published rows are those of all jobs" again fattree --only log/fcfs/contiguous/saturated
    check "... of the patent's queue, too" again fattree --only lublin/patent_4/units_4/70
    by=(gcc -std=c99 -O1)
    share_kit
    planted larger bench/figures/fattree_world.h 's/60 \* pow/61 * pow/'
    caught "other run times" 'not published' again larger --only log/fcfs/first/saturated
fi

check "the published rows have their form" form "$results" 900
check "the published differences are those of the published means" pairs "$results"
check "none of the published decisions has fewer hops than the exact one" least "$results" 200
check "at low loads what comes is served" carried "$results"
mkdir -p "$out/heavy"
mutate "$results/fattree.csv" "$out/heavy/fattree.csv" \
    's/^(log,easy,exact,70,utilisation,)0\.[0-9]+/\10.5/'
caught "a utilisation that is not the load" 'another load' carried "$out/heavy"
mkdir -p "$out/unlike"
cp "$results/fattree_patent.csv" "$out/unlike"
mutate "$results/fattree.csv" "$out/unlike/fattree.csv" \
    's/^(log,easy,random,70,slowdown_less_exact,)0,/\10.2,/'
caught "random processors that change a start" 'not the same times' pairs "$out/unlike"
mkdir -p "$out/fewer_hops"
cp "$results/fattree.csv" "$out/fewer_hops"
mutate "$results/fattree_patent.csv" "$out/fewer_hops/fattree_patent.csv" \
    's/^(log,patent_2,units_8,saturated,below,)0,/\10.001,/'
caught "a decision with fewer hops" 'fewer hops than' least "$out/fewer_hops" 200
check "the table of claims is that of the published rows" claims "$results"
check "... with a verdict on each" whole_table "$results"
mkdir -p "$out/stale"
cp "$results"/fattree*.csv "$out/stale"
mutate "$results/fattree.csv" "$out/stale/fattree.csv" \
    '/^log,easy,contiguous,saturated,blocked,/s/,[-0-9.]+(,[0-9.]+)$/,0.0123\1/'
caught "a table of claims from other rows" '1\.2 ± ' claims "$out/stale"

# readme README CLAIMS: the numbers that README.md tells of trees are in the table of claims.
readme() {
    awk -F ' *[|] *' '
        $2 ~ /^[0-9]+$/ && $2 <= 11 { patent++; held += $5 == "**holds**"
            part += $5 == "**holds in part**" }
        $2 ~ /^[0-9]+$/ && $2 >= 15 { ours++; ours_held += $5 == "**holds**" }
        $2 == 25 && match($4, /Values: [0-9.]+ to [0-9.]+ %/) {
            split(substr($4, RSTART, RLENGTH), slurm, " ")
        }
        $2 == 27 && match($4, /Values: [0-9.]+ to [0-9.]+ %/) {
            split(substr($4, RSTART, RLENGTH), greedy, " ")
        }
        /^## / { table = $0 }
        $2 == "lublin" { world = 2 }
        { sub(/ .*/, "", $3); sub(/ .*/, "", $4); sub(/ .*/, "", $5); sub(/ .*/, "", $7) }
        table ~ /EASY$/ { easy[$2] = $3; hops[$2] = $7 }
        table ~ /served$/ { served[$2] = $3 " % and " $4 " %" }
        table ~ /own queue/ && $2 == "units_4" { own[world + 0] = $5 }
        END {
            print held " of " patent " claims of the patent hold, " part " in part"
            print ours_held " of " ours " of ours hold"
            print "keeps " own[0] " % and " own[2] " % of a saturated machine busy"
            print "neighbours, first come, first served, " served["contiguous"]
            printf "%s %% at %.2f hops a pair with units of 1, %s %% at %.2f with units of 4, ", \
                easy["units_1"], hops["units_1"], easy["units_4"], hops["units_4"]
            printf "%s %% at %.2f with units of 16\n", easy["units_16"], hops["units_16"]
            printf "%s %% at %.2f on neighbours\n", easy["contiguous"], hops["contiguous"]
            printf "%.0f to %.0f %% of its decisions\n", slurm[2], slurm[4]
            printf "greedy in %.1f to %.1f %%\n", greedy[2], greedy[4]
        }' "$2" >"$out/measured.txt"
    tells "$1" "Fat trees" "$out/measured.txt"
}
check "README.md tells of trees what the table does" readme README.md \
    "$results/fattree_claims.md"
for other in 's/5 of 11/6 of 11/' 's/91\.4 %/94.1 %/' 's/3\.36 with/3.63 with/' \
    's/20 to 30 %/30 to 40 %/'; do
    mutate README.md "$out/readme.md" "$other"
    caught "a README.md with another number ($other)" 'does not say: ' \
        readme "$out/readme.md" "$results/fattree_claims.md"
done

if have gnuplot gnuplot-nox; then
    silent "all figures are drawn without a warning" draw "folder='$results'" drawn \
        bench/figures/fattree_plot.gp
    mutate bench/figures/fattree_plot.gp "$out/plot.gp" 's/fattree_above\.svg/fattree_over.svg/'
    caught "a picture that is not drawn" 'No such file' \
        draw "folder='$results'" empty "$out/plot.gp"
    compare_pictures fattree_balance.svg 's/>exact, EASY</>exact, lazy</'
fi
limit_sizes fattree fattree_balance.svg
finish
