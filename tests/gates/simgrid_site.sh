#!/usr/bin/env bash
# simgrid_site.sh: the site over SimGrid runs as recorded, and its model is the published one.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

folder=examples/simgrid
recorded=$folder/results/site.csv
published=bench/figures/results

# ---- the recorded rows

# form FILE: each line is a row.
form() {
    local row='^[0234],(SJS|PJS|alone),(none|10/10/80|25/25/50|50/25/25),[a-z0-9 -]+,[0-9]+,'
    row+='(high|medium|low|all),[a-z_]+(,-?[0-9]+(\.[0-9]{1,6})?){2},(-?[0-9]+(\.[0-9]{1,6})?)?$'
    [ "$(head -n 1 "$1")" = case,policy,levels,option,at,group,metric,mean,half_width,model ] &&
        [ "$(wc -l <"$1")" -gt 100 ] && ! sed 1d "$1" | grep -vE "$row" &&
        [ -z "$(sed 1d "$1" | cut -d, -f1-7 | sort | uniq -d)" ]
}
check "the recorded rows have their form" form $recorded
changed() { mutate $recorded "$out/$1.csv" "$2"; }
changed twice '$p;s/,high,/,higher,/'
caught "a row of another form" ',higher,' form "$out/twice.csv"

# of_model FILE: the column of the model has what is published of it.
of_model() {
    awk -F, 'FNR == 1 { file++; next }
        { option = $4; gsub(/ ?(shared|told)$/, "", option); option = option == "" ? "none" : option
          key = $1 FS $2 FS $3 FS option FS $5 FS $6 FS $7 }
        file < 4 { mean[key] = $8; next }
        $10 != "" && key in mean {
            seen++
            if (mean[key] != $10) { print "not as published: " $0 ", but " mean[key]; bad = 1 }
        }
        $1 > 0 && $10 != "" && !(key in mean) { unknown++ }
        END { print seen " as published, " unknown + 0 " not there"
              exit bad || unknown > 0 || seen < '"$2"' }' \
        $published/site.csv $published/site_completion.csv $published/site_streams.csv "$1"
}
check "what the rows say of the model is published" of_model $recorded 2500
changed model '/^4,PJS,50\/25\/25,completion shared,8,high,parallel,/s/[0-9]+$/7/'
caught "a row of another model" 'not as published: 4,PJS,50/25/25' of_model "$out/model.csv" 2500

# pairs FILE: ratios and differences are those of the means beside them, but for rounding.
pairs() {
    awk -F, '{ key = $1 FS $2 FS $3 FS $4 FS $5 FS $6 FS $7 }
        $10 != "" { mean[key] = $8; model[key] = $10 }
        $7 ~ /_model$/ { found[key] = $8 }
        END {
            for (key in found) {
                of = key; sub(/_(by|less)_model$/, "", of)
                by = key ~ /_by_model$/
                if (!(of in mean) || (by && model[of] == 0)) { print "alone: " key; bad = 1 }
                else {
                    wanted = by ? mean[of] / model[of] : mean[of] - model[of]
                    if ((wanted - found[key]) ^ 2 > 4e-12) { print "not the ratio: " key; bad = 1 }
                    seen++
                }
            }
            exit bad || seen < 500
        }' "$1"
}
check "ratios and differences are those of the means" pairs $recorded
changed pairs '/,job_time_by_model,/s/,[0-9.]+(,[0-9.]+,)$/,0.9\1/'
caught "a ratio of other means" 'not the ratio' pairs "$out/pairs.csv"

# own FILE: with interconnects of their own, clusters take as long as alone, machines as in the
# model, and PJS is no worse than SJS.
own() {
    awk -F, '$4 ~ /shared|told/ { next }
        $2 == "SJS" && /_by_model,/ && ($8 != 1 || $9 != 0) {
            print "SJS is not as modelled: " $0; bad = 1
        }
        $7 == "stretch" && $8 != 1 { print "longer than alone: " $0; bad = 1 }
        $7 == "worse_share" && $8 != 0 { print "worse than SJS: " $0; bad = 1 }
        $2 == "SJS" || $7 == "stretch" || $7 == "worse_share" { seen++ }
        END { exit bad || seen < 100 }' "$1"
}
check "with interconnects of their own, jobs run as measured alone" own $recorded
changed own '/^2,PJS,none,equal mix,5,all,worse_share,/s/,0,0,0$/,0.05,0,0/'
caught "a PJS that is worse than SJS" 'worse than SJS: 2' own "$out/own.csv"

# page FILE: the page of results follows from the rows.
page() {
    awk -f bench/figures/tally.awk -f $folder/site.awk "$1" >"$out/site.md" &&
        diff "$out/site.md" $folder/results/site.md
}
check "the page of results follows from the rows" page $recorded
changed page '/^2,PJS,none,equal mix,5,all,savings_percent,/s/,[0-9.]+(,[0-9.]+,[0-9.]+)$/,44\1/'
caught "a page of other rows" '44\.0' page "$out/page.csv"

# ---- the program

if ! command -v pkg-config >"$log" || ! pkg-config --exists simgrid; then
    skip "SimGrid not found (apt package libsimgrid-dev)"
    finish
    exit
fi
have g++ g++ || { finish; exit; }
make -s build/kit_sched.o
check "make build/simgrid_site" make -s build/simgrid_site

# rows WORD...: a run of the program; its rows are recorded.
run() { timeout 500 "$1" --out "$out/rows.csv" "${@:2}"; }
rows() {
    run "$@" || return 1
    [ "$(wc -l <"$out/rows.csv")" -gt 40 ] && ! grep -Fxv -f $recorded "$out/rows.csv"
}
check "all jobs at once: as recorded" rows build/simgrid_site --only 2
check "... with levels" rows build/simgrid_site --only 3
if in_full "recorded rows: jobs that arrive, a quick run"; then
    check "jobs that arrive: as recorded" rows build/simgrid_site --only 4
fi
check "jobs that arrive: what the site decides passes all checks" \
    run build/simgrid_site --only 4 --jobs 40
check "another case is refused" gives_up 2 '^simgrid_site: --only: "1", expected 2, 3 or 4$' \
    build/simgrid_site --only 1
check "a file is refused" gives_up 2 '"x" is a file, expected' build/simgrid_site x
check "... and no place for the rows" gives_up 1 'nowhere/x: cannot be written' \
    build/simgrid_site --out "$out/nowhere/x"

# ---- planted bugs

# bad NAME FILE SED-SCRIPT: the program with another file.
bad() {
    rm -rf "$out/bad"
    mkdir -p "$out/bad"
    cp $folder/site*.[ch]pp "$out/bad"
    mutate "$2" "$out/bad/${2##*/}" "$3"
    g++ -std=c++20 -O0 "-I$out/bad" -I. -Ibench -Ibench/figures -Iexamples \
        -DSKED_CORE_IMPLEMENTATION_DONE "$out/bad/site.cpp" build/kit_sched.o -o "$out/$1" \
        $(pkg-config --cflags --libs simgrid)
}
bad forgets $folder/site_hardware.hpp \
    's/^    for \(s4u::Host \*host : of->members\) \{/&\nif (host != of->members[0]) { continue; }/'
caught "a job that forgets members of its cluster" 'not all of its work was done' \
    run "$out/forgets" --only 2
bad goes_on $folder/site_hardware.hpp '/^inline void stop/,/^}/{/kill|cancel|for|^    }/d;}'
caught "a job that goes on when it is preempted" 'another job computes on its machine' \
    run "$out/goes_on" --only 4 --jobs 40
bad unfed $folder/site_runs.hpp '/^inline bool run_jobs/,/^}/{
    s/learn\(base\.traffic,/learn(base.alone,/
    s/(memory\.times = )&times/\1\&traffic/
}'
caught "a site that learns elsewhere" 'the experience of class 0 on resource [0-9]+ is not' \
    run "$out/unfed" --only 2
if in_full "planted bug: a cluster without messages"; then
    bad silent $folder/site_hardware.hpp 's/^( *)send_messages\(room, of\);/\1(void)send_messages;/'
    caught "a cluster without messages" ',seconds,' rows "$out/silent" --only 2
fi
finish
