#!/usr/bin/env bash
# figures_ar.sh: the published results of bench/figures/ar.c are what the present code gives.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

results=bench/figures/results
head="sweep,world,policy,at,metric,mean,half_width"
pictures=(ar_{figure{2,3,4,5,6,7},less_ff,work,worlds}.svg)
i386=(-m32 -isystem /usr/include/x86_64-linux-gnu)

# build NAME FOLDER COMPILER...: figures_ar, with what is in the folder in the place of ours.
build() {
    local name=$1 folder=$2 source=bench/figures/ar.c
    shift 2
    [ ! -e "$folder/ar.c" ] || source=$folder/ar.c
    "$@" "-I$folder" -I. -Ibench -Ibench/figures -Itests "$source" -o "$out/$name" -lm
}

# quick PROGRAM FOLDER WORD...: a small run.
quick() {
    local program=$1 folder=$2
    shift 2
    rm -rf "${out:?}/$folder"
    timeout 600 ${by:-} "$out/$program" --quick --jobs 30 "$@" --out "$out/$folder" 2>"$out/quick.txt" ||
        { cat "$out/quick.txt"; return 1; }
}

# same PROGRAM FOLDER WORD...: a small run gives each row that the first one has of this.
same() {
    local program=$1 folder=$2
    shift 2
    quick "$program" "$folder" "$@" || return 1
    [ "$(cat "$out/$folder"/*.csv | wc -l)" -gt 40 ] || { echo "no rows"; return 1; }
    ! cat "$out/$folder"/*.csv | grep -Fxv -f <(cat "$out/small"/*.csv) ||
        { echo "other rows"; return 1; }
}

# all_same PROGRAM FOLDER: a small run gives the same two files.
all_same() {
    quick "$1" "$2" && cmp "$out/small/ar.csv" "$out/$2/ar.csv" &&
        cmp "$out/small/ar_worlds.csv" "$out/$2/ar_worlds.csv"
}

# unchanged PROGRAM WORLD/POLICY: what a world is said not to change is the same if it is run.
unchanged() {
    quick "$1" unchanged --only "$2" || return 1
    grep -E ',(acceptance|slowdown|work),' "$out/unchanged/ar_worlds.csv" |
        awk -F, -v OFS=, '{ $2 = "paper"; print }' >"$out/unchanged.txt"
    [ -s "$out/unchanged.txt" ] || { echo "no rows"; return 1; }
    ! grep -Fxv -f "$out/small/ar.csv" "$out/unchanged.txt" || { echo "it does"; return 1; }
}

form() {
    local file row='^(umed|af|pairs),(paper|horizon|open|freed|(poisson ?)?(uniform)?|run|longest),'
    row+='(FF|PE_[BW]|Du_[BW]|PEDu_[BW]|LATEST|requests),[0-9.]+,[a-z_]+'
    row+='(,-?[0-9]+(\.[0-9]{1,6})?){2}$'
    for file in ar ar_worlds; do
        [ "$(head -n 1 "$1/$file.csv")" = "$head" ] || { echo "another head"; return 1; }
        ! tail -n +2 "$1/$file.csv" | grep -vE "$row" || { echo "other rows"; return 1; }
        [ "$(wc -l <"$1/$file.csv")" -gt 1000 ] || { echo "too few rows"; return 1; }
        [ -z "$(cut -d, -f1-5 "$1/$file.csv" | sort | uniq -d)" ] ||
            { echo "a row twice"; return 1; }
    done
}

# times_form FILE SIZES: nine operations of the list by what the calendar takes, by two loads.
times_form() {
    local row='^cost,paper,(add|remove|FF|PE_[BW]|Du_[BW]|PEDu_[BW]),10{2,6},list_[ab]'
    row+=',[0-9.]+(e\+[0-9]+)?,[0-9.]+(e[-+][0-9]+)?$'
    [ "$(head -n 1 "$1")" = "$head" ] || { echo "another head"; return 1; }
    ! tail -n +2 "$1" | grep -vE "$row" || { echo "other rows"; return 1; }
    [ "$(tail -n +2 "$1" | cut -d, -f1-5 | sort -u | wc -l)" -eq $((18 * $2)) ] &&
        [ "$(wc -l <"$1")" -eq $((18 * $2 + 1)) ] || { echo "not each row once"; return 1; }
}

# Differences of means are those of the means in the file, but for how these are rounded. The
# offered load at the defaults is 0.8, or within three half widths of it.
pairs() {
    awk -F, '{ mean[$1, $2, $3, $4, $5] = $6; half[$1, $2, $3, $4, $5] = $7 }
        $5 ~ /_less_(ff|pe_w|du_b|paper)$/ { less[$1 FS $2 FS $3 FS $4 FS $5] = $6 }
        END {
            for (key in less) {
                split(key, part, FS)
                name = part[5]
                other = name ~ /ff$/ ? "FF" : name ~ /pe_w$/ ? "PE_W" : name ~ /du_b$/ ? "Du_B" \
                    : part[3]
                sub(/_less_.*/, "", part[5])
                own = mean[part[1], part[2], part[3], part[4], part[5]]
                base = mean[part[1], name ~ /paper$/ ? "paper" : part[2], other, part[4], part[5]]
                if (own == "" || base == "") { continue }
                seen++
                wrong = own - base - less[key]
                if (wrong ^ 2 > 2e-6 ^ 2) { print "not the difference: " key; bad = 1 }
            }
            load = mean["umed", "paper", "requests", 7, "load"] - 0.8
            if (load ^ 2 > (3 * half["umed", "paper", "requests", 7, "load"]) ^ 2) {
                print "another load"
                bad = 1
            }
            exit bad || seen < 1000
        }' "$1/ar.csv" "$1/ar_worlds.csv"
}

# again PROGRAM WORD...: all requests; each row that it writes is published.
again() {
    local program=$1
    shift
    rm -rf "$out/again"
    timeout 6000 "$out/$program" --full "$@" --out "$out/again" 2>"$out/again.txt" ||
        { cat "$out/again.txt"; return 1; }
    [ "$(cat "$out/again"/*.csv | wc -l)" -gt 4 ] || { echo "no rows"; return 1; }
    ! cat "$out/again"/*.csv | grep -Fxv -f <(cat "$results"/ar*.csv) ||
        { echo "not published"; return 1; }
}

# table FOLDER: the table of claims.
table() {
    local times=$1/ar_time.csv
    [ -e "$times" ] || times=$results/ar_time.csv
    tabulate ar_claims "$1/ar.csv" "$1/ar_worlds.csv" "$times"
}

claims() { table "$1" >"$out/ar_claims.md" && diff "$results/ar_claims.md" "$out/ar_claims.md"; }

# whole_table FOLDER: each claim has a verdict.
whole_table() {
    table "$1" >"$out/table.md" || return 1
    [ "$(grep -cE '^\| [0-9]+ \| .* \| \*\*(holds|holds in part|within noise|does not hold)\*\*' \
        "$out/table.md")" -eq 31 ] || { grep 'not measured' "$out/table.md"; return 1; }
}

if have gcc gcc; then
    check "the experiments build" build ar . gcc -std=c99 -O1
    check "a small run of all worlds" quick ar small
    check "... has rows in their form" form "$out/small"
    cp -r "$out/small" "$out/doubled"
    tail -n 1 "$out/small/ar.csv" >>"$out/doubled/ar.csv"
    caught "a row that is there twice" 'a row twice' form "$out/doubled"
    check "... differences that are those of its means" pairs "$out/small"
    cp -r "$out/small" "$out/bent"
    mutate "$out/small/ar.csv" "$out/bent/ar.csv" \
        's/^(umed,paper,PE_B,8,acceptance_less_ff,)-?0?\.?/\19/'
    caught "a difference of other means" 'not the difference' pairs "$out/bent"
    check "... and a verdict on each claim" whole_table "$out/small"
    mkdir -p "$out/fewer"
    grep -v ',twin_less_first,\|,acceptance_less_middle,' "$out/small/ar.csv" >"$out/fewer/ar.csv"
    cp "$out/small/ar_worlds.csv" "$out/fewer"
    caught "a claim without rows" 'not measured' whole_table "$out/fewer"
    check "a second run gives the same" same ar second --only paper
    check "PE_W by itself gives the same" same ar single --only paper/PE_W
    check "FF: starts where something becomes free change nothing" unchanged ar freed/FF
    check "PE_W: nor do they there" unchanged ar freed/PE_W
    check "LATEST: rectangles to the horizon change nothing" unchanged ar horizon/LATEST
    caught "a policy that a world does change" 'it does' unchanged ar freed/PE_B
    if echo 'int main(void) { return 0; }' |
        gcc "${i386[@]}" -x c - -o "$out/m32" 2>/dev/null && $i386_by "$out/m32"; then
        build narrow . gcc -std=c99 -O0 "${i386[@]}"
        by=$i386_by check "gcc -m32 gives the same" same narrow narrow_rows --only paper
        by=$i386_by check "... with the other requests, too" same narrow narrow_rows --only "poisson uniform"
    else
        skip "gcc -m32 (apt packages gcc-12-multilib libc6-dev-i386)"
    fi
fi
if have clang clang; then
    build clang . clang -std=c99 -O0
    if in_full "all rows of a small run by clang"; then
        check "clang gives the same" all_same clang clang_rows
    else
        check "clang gives the same" same clang clang_rows --only paper
    fi
fi
if have tcc tcc; then
    build tcc . tcc
    check "tcc gives the same" same tcc tcc_rows --only paper
fi

# verdicts PROGRAM FOLDER: a small run of the paper's world, its verdicts beside those of the first.
verdicts() {
    quick "$1" "$2" --only paper || return 1
    diff <(table "$out/small" | cut -d'|' -f 2,5) <(table "$out/$2" | cut -d'|' -f 2,5)
}

# planted NAME FILE SED-SCRIPT: a program with a bug in the header, the world or the program.
planted() {
    mutate "$2" "$out/$1_source/${2##*/}" "$3"
    [ -e "$out/$1_source/ar.c" ] || cp bench/figures/ar.c "$out/$1_source"
    build "$1" "$out/$1_source" "${least[@]}"
}

if have gcc gcc; then
    planted worst sched_ar.h \
        '/if \(sked_ar_is_\(choice, SKED_AR_PE_W\)\)/{n;s/more_is_better/less_is_better/;}'
    caught "a PE_W that takes the smallest" 'other rows' same worst worst_rows --only paper/PE_W
    caught "... by the verdicts, too" '^> +24 +\| +\*\*does not hold' verdicts worst worst_rows
    planted open bench/figures/ar.c \
        's/choice\.ends = where->ends/choice.ends = SKED_AR_ENDS_AT_HORIZON/'
    caught "rectangles that do not end at the deadline" 'other rows' \
        same open open_rows --only paper/PEDu_W
    planted untrimmed bench/figures/ar.c 's/sked_ar_trim\(calendar, job->arrival\)/SKED_OK/'
    caught "a calendar that is not trimmed" 'other rows' \
        same untrimmed untrimmed_rows --only paper/Du_B
    planted late bench/figures/ar.c 's/(sked_ar_add\(calendar, answer->start, answer->end)/\1 + 9/'
    caught "a span that is not what was found" 'found, but not to be had' quick late late_rows \
        --only paper/FF
    planted rude bench/figures/ar.c 's/(wanted\.deadline =) job->deadline/\1 SKED_NEVER/'
    caught "a start after the deadline" 'found what was not asked for' quick rude rude_rows \
        --only paper/FF
    check "published rows of the defaults are those of all requests" again ar --only longest/PE_W
    check "... of FF at all points, too" again ar --only "poisson uniform/FF"
    planted larger bench/figures/ar_world.h 's/AR_UPROB_PERCENT = 82/AR_UPROB_PERCENT = 83/'
    caught "another share of small sizes" 'not published' again larger --only longest/FF
fi

check "the published rows have their form" form "$results"
check "... and those of times, too" times_form "$results/ar_time.csv" 5
if have gcc gcc; then
    timed() { build/ar_ratio quick "$1" && times_form "$1" 3; }
    check "make build/ar_ratio" make -s build/ar_ratio
    check "the program that takes times gives such rows" timed "$out/times.csv"
    caught "rows that it cannot write" 'cannot be written' timed "$out/nowhere/times.csv"
fi
mutate "$results/ar_time.csv" "$out/times_less.csv" '/^cost,paper,FF,1000,list_b,/d'
caught "a time that is missing" 'not each row once' times_form "$out/times_less.csv" 5
check "the published differences are those of the published means" pairs "$results"
check "the table of claims is that of the published rows" claims "$results"
check "... with a verdict on each" whole_table "$results"
mkdir -p "$out/stale"
cp "$results"/ar*.csv "$out/stale"
mutate "$results/ar.csv" "$out/stale/ar.csv" \
    '/^pairs,paper,PE_W,5,acceptance_less_twin_less_first,/s/,[-0-9.]+(,[0-9.]+)$/,-0.44\1/'
caught "a table of claims from other rows" '-44\.00' claims "$out/stale"
cp "$results/ar.csv" "$out/stale"
mutate "$results/ar_time.csv" "$out/stale/ar_time.csv" '/^cost,paper,add,10{4},/s/(list_[ab],).*/\11.5,0.1/'
caught "... from other times" '^[<>] \| 31 ' claims "$out/stale"

# readme README CLAIMS: the numbers that README.md tells of reservations are in the table of claims.
readme() {
    awk -F ' *[|] *' '
        $2 ~ /^[0-9]+$/ && $5 ~ /^[*][*]/ { claims++; hold += $5 == "**holds**" }
        $2 == 4 && match($4, /Differences: [-+0-9.]+ to [-+0-9.]+ points/) {
            split(substr($4, RSTART, RLENGTH), part, " ")
            apart = -part[2] > part[4] + 0 ? -part[2] : part[4] + 0
        }
        /^## / { at_defaults = /^## At the defaults/ }
        at_defaults && $3 ~ / ± / { sub(/ .*/, "", $3); accepts[$2] = $3
            sub(/ .*/, "", $6); work[$2] = $6 }
        END {
            print hold " of " claims " hold"
            print "PE_W and Du_B accept most (" accepts["PE_W"] " % and " accepts["Du_B"] \
                " % at the defaults, first fit " accepts["FF"] " %)"
            printf "up to %.1f points apart\n", apart
            print "the most work (" work["FF"] " % against " work["PE_W"] " % of PE_W)"
        }' "$2" >"$out/measured.txt"
    tells "$1" "Advance reservations" "$out/measured.txt"
}
check "README.md tells of reservations what the table does" readme README.md \
    "$results/ar_claims.md"
for other in 's/19 of 31/20 of 31/' 's/83\.4 %/84.3 %/' 's/3\.2 points/2.3 points/' 's/60\.5 %/65.0 %/'; do
    mutate README.md "$out/readme.md" "$other"
    caught "a README.md with another number ($other)" 'does not say: ' \
        readme "$out/readme.md" "$results/ar_claims.md"
done

if have gnuplot gnuplot-nox; then
    silent "all figures are drawn without a warning" draw "folder='$results'" drawn \
        bench/figures/ar_plot.gp
    mutate bench/figures/ar_plot.gp "$out/plot.gp" 's/"acceptance slowdown"/"acceptance slowness"/'
    caught "a metric that there is not" 'No such file' draw "folder='$results'" empty "$out/plot.gp"
    compare_pictures ar_figure6.svg 's/>PE_W</>PE_V</'
fi
limit_sizes ar ar_figure6.svg
finish
