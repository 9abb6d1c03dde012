#!/usr/bin/env bash
# figures.sh: the published results of bench/figures are what the present code gives.
# SPDX-License-Identifier: MIT
#
#   tests/gates/figures.sh [tiers|site|ar|fattree|links|shares|preempt|moldable]...      default: all
#
# The same claims are made of each experiment. What is its own is in figures_NAME.sh:
#
#   files clocked     its tables; those with times of a clock
#   head row key      the first line of a table; what the others match; the columns that name a row
#   small few many    the words of a small run; a part of one has more rows than `few`, a part of a
#                     whole run more than `many`
#   claims verdicts   the table of claims, and how many of them have a verdict
#   table FOLDER      prints that table, of the rows in the folder
#   pairs FOLDER      differences and ratios are those of the means beside them
#   measured TABLE    prints what docs/measured.md has to say, each in a line, in the chapter $told
#   pictures plot     what is drawn, and by which script
#   source_of FOLDER  tells that script where the rows are
#   claim             all claims, which are mostly the functions below
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

results=bench/figures/results

# ---- programs

# build NAME FOLDER COMPILER...: the experiment, with what is in the folder in the place of ours.
build() {
    local name=$1 folder=$2 source=bench/figures/$theme.c
    shift 2
    [ ! -e "$folder/$theme.c" ] || source=$folder/$theme.c
    "$@" "-I$folder" -I. -Ibench -Ibench/figures -Itests "$source" "${kit[@]}" -o "$here/$name" \
        ${libraries:-} -lm
}

# planted NAME FILE SED-SCRIPT: a program, built by $by, with a bug in a header or in itself.
planted() {
    mkdir -p "$here/$1_source"
    cp bench/figures/"$theme"*.[ch] "$here/$1_source"
    mutate "$2" "$here/$1_source/${2##*/}" "$3"
    build "$1" "$here/$1_source" "${by[@]}"
}

# run PROGRAM FOLDER WORD...
run() {
    local program=$1 folder=$2
    shift 2
    rm -rf "${here:?}/$folder"
    timeout 900 ${through:-} "$here/$program" "$@" --out "$here/$folder" 2>"$here/run.txt" ||
        { cat "$here/run.txt"; return 1; }
}

# quick PROGRAM FOLDER WORD...: a small run.
quick() { run "$1" "$2" "${small[@]}" "${@:3}"; }

# ---- rows

# rows FOLDER: of all tables that no clock is in.
rows() { cat "${files[@]/#/$1/}"; }

# known FOLDER OF LEAST: each row is one of the other folder; there are more than so many.
known() {
    [ "$(rows "$1" | wc -l)" -gt "$3" ] || { echo "no rows"; return 1; }
    ! rows "$1" | grep -Fxv -f <(rows "$2")
}

# same PROGRAM FOLDER WORD...: a small run gives each row that the first one has of this.
same() {
    quick "$@" || return 1
    known "$here/$2" "$here/small" "$few" || { echo "other rows"; return 1; }
}

# all_same PROGRAM FOLDER: a small run gives the same tables.
all_same() {
    local file
    quick "$1" "$2" || return 1
    for file in "${files[@]}"; do cmp "$here/small/$file" "$here/$2/$file" || return 1; done
}

# again PROGRAM WORD...: a whole run; each row that it writes is published.
again() {
    run "$1" again --full "${@:2}" || return 1
    known "$here/again" "$results" "$many" || { echo "not published"; return 1; }
}

# form FOLDER LEAST...: each table has the head, rows that match, none twice, and enough of them.
form() {
    local folder=$1 file
    shift
    for file in "${files[@]}" "${clocked[@]}"; do
        [ "$(head -n 1 "$folder/$file")" = "$head" ] || { echo "another head"; return 1; }
        ! tail -n +2 "$folder/$file" | grep -vE "$row" || { echo "other rows"; return 1; }
        [ -z "$(cut -d, -f"$key" "$folder/$file" | sort | uniq -d)" ] ||
            { echo "a row twice"; return 1; }
        [ "$(wc -l <"$folder/$file")" -gt "${1:-0}" ] || { echo "too few rows"; return 1; }
        shift $(($# > 0))
    done
}

# changed NAME FOLDER FILE SED-SCRIPT: a copy of the tables of a folder, one of them changed.
changed() {
    mkdir -p "$here/$1"
    cp "$2/$theme"*.csv "$here/$1"
    mutate "$2/$3" "$here/$1/$3" "$4"
}

# claim_small FILE SED-SCRIPT LEAST...: of a small run; the script makes a difference another one.
claim_small() {
    local file=$1 script=$2
    shift 2
    check "$theme: a small run of all" quick "$theme" small
    check "$theme: ... has rows in their form" form "$here/small" "$@"
    changed doubled "$here/small" "${files[0]}" '$p'
    caught "$theme: a row that is there twice" 'a row twice' form "$here/doubled" "$@"
    check "$theme: ... differences that are those of its means" pairs "$here/small"
    changed bent "$here/small" "$file" "$script"
    caught "$theme: a difference of other means" 'not the (difference|ratio)' pairs "$here/bent"
}

# claim_compiler NAME WORDS COMPILER...: another compiler gives the same rows of a part, or of all.
claim_compiler() {
    local name=$1 words=$2
    shift 2
    build "$name" . "$@"
    if [ -n "$words" ]; then
        check "$theme: $name gives the same" same "$name" "${name}_rows" --only "$words"
    else
        check "$theme: $name gives the same" all_same "$name" "${name}_rows"
    fi
}

# ---- claims

# tabulate CLAIMS ROWS...: what bench/figures/CLAIMS.awk says of rows.
tabulate() {
    local claims=$1
    shift
    awk -f bench/figures/tally.awk -f "bench/figures/$claims.awk" "$@"
}

claimed_of() { table "$1" >"$here/$claims" && diff "$results/$claims" "$here/$claims"; }

# claim_table FILE SED-SCRIPT PATTERN: the published claims; those of other rows are others.
claim_table() {
    check "$theme: the table of claims is that of the published rows" claimed_of "$results"
    changed stale "$results" "$1" "$2"
    caught "$theme: a table of claims from other rows" "$3" claimed_of "$here/stale"
}

# whole_table FOLDER: each claim has a verdict; those with numbers of $unknown need none.
whole_table() {
    local verdict='(holds|holds, partly within noise|holds in part|within noise|does not hold)'
    table "$1" >"$here/table.md" || return 1
    [ "$(grep -cE -e "^\| [0-9]+ \| .* \| \*\*$verdict\*\*" \
        -e "^\| (${unknown:-x}) \| .* \| \*\*not measured\*\* \|" "$here/table.md")" -eq "$verdicts" ] ||
        { grep 'not measured' "$here/table.md"; return 1; }
}

# claim_verdicts SED-SCRIPT: of a small run; without the rows that the script takes out, not all.
claim_verdicts() {
    check "$theme: ... and a verdict on each claim" whole_table "$here/small"
    changed fewer "$here/small" "${files[0]}" "$1"
    caught "$theme: a claim without rows" 'not measured' whole_table "$here/fewer"
}

# said_by PAGE: it says what the table of claims does, in the chapter $told.
said_by() {
    local words
    measured "$results/$claims" >"$here/measured.txt" || return 1
    awk -v told="## $told" '/^## /{ inside = $0 == told } inside' "$1" | tr -s '\n ' ' ' >"$here/told.txt"
    [ -s "$here/told.txt" ] || { echo "the page says nothing of $told"; return 1; }
    while IFS= read -r words; do
        grep -qF "$words" "$here/told.txt" || { echo "the page does not say: $words"; return 1; }
    done <"$here/measured.txt"
}

# claim_page SED-SCRIPT...: docs/measured.md is right, and would not be with any of these changes.
claim_page() {
    local other
    check "$theme: docs/measured.md says what the table does" said_by docs/measured.md
    for other; do
        mutate docs/measured.md "$here/measured.md" "$other"
        caught "$theme: a page with another number ($other)" 'does not say: ' \
            said_by "$here/measured.md"
    done
}

# ---- pictures

# draw FOLDER TO SCRIPT: gnuplot draws $pictures of the rows in a folder.
draw() {
    mkdir -p "$here/$2"
    gnuplot -e "$(source_of "$1"); out='$here/$2'" "$3" &&
        (cd "$here/$2" && ls "${pictures[@]}") >"$here/drawn.txt"
}

# same_pictures FOLDER: what is drawn there is what was drawn of the published rows.
same_pictures() {
    local picture
    for picture in "$here/drawn"/*.svg; do
        sed -f bench/figures/squeeze.sed "$picture" | cmp - "$1/${picture##*/}" || return 1
    done
}

# small_files FOLDER
small_files() {
    ! find "$1" -name "$prefix*.svg" -size +60k | grep . &&
        ! find "$1" -name "$prefix*.csv" -size +400k | grep .
}

# claim_pictures SED-SCRIPT PATTERN PICTURE SED-SCRIPT: all are drawn, but with the first change to the
# plot gnuplot complains like that; and they are those of the rows, which the changed picture is not.
# They are compared only by the gnuplot that drew them: another one places text elsewhere.
claim_pictures() {
    local drawn_by="gnuplot 5.4 patchlevel 4"
    have gnuplot gnuplot-nox || return 0
    silent "$theme: all figures are drawn without a warning" draw "$results" drawn "$plot"
    mutate "$plot" "$here/plot.gp" "$1"
    caught "$theme: a plot of what there is not" "$2" draw "$results" empty "$here/plot.gp"
    if [ "$(gnuplot --version)" != "$drawn_by" ]; then
        skip "$theme: the published figures compared: they were drawn by $drawn_by"
        return
    fi
    check "$theme: the published figures are those of the published rows" same_pictures "$results"
    cp -r "$results" "$here/redrawn"
    mutate "$results/$3" "$here/redrawn/$3" "$4"
    caught "$theme: a picture that was not drawn from the rows" "$3 differ" \
        same_pictures "$here/redrawn"
}

# claim_sizes PICTURE: the published files are small; not so such a picture, nor such rows.
claim_sizes() {
    check "$theme: no published file is too large" small_files "$results"
    mkdir -p "$here/large" "$here/long"
    printf '%070000d' 0 >"$here/large/$1"
    caught "$theme: a picture of 70,000 bytes" "$1" small_files "$here/large"
    printf '%0420000d' 0 >"$here/long/${1%.svg}.csv"
    caught "$theme: rows of 420,000 bytes" "${1%.svg}.csv" small_files "$here/long"
}

[ $# -gt 0 ] || set -- moldable fattree links shares preempt ar tiers site
for theme; do
    here=$out/$theme
    mkdir -p "$here"
    kit=() clocked=() libraries='' unknown='' through='' prefix=$theme many=4
    . "tests/gates/figures_$theme.sh"
    claim
done
finish
