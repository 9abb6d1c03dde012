# figures_site.sh: what is bench/figures/site.c's own in the gate figures.
# SPDX-License-Identifier: MIT

files=(site.csv site_completion.csv site_streams.csv site_replan.csv site_axes.csv)
clocked=(site_time.csv)
head="case,policy,levels,option,at,group,metric,mean,half_width"
row='^[1-7],(SJS|OLB|PJS|plain PJS|PJS going on),(none|10/10/80|25/25/50|50/25/25),'
row+='[a-z0-9 ]+,([0-9]+|mean),(high|medium|low|all),[a-z0-9_]+(,-?[0-9]+(\.[0-9]{1,6})?){2}$'
key=1-7
small=(--quick)
many=100
claims=site_claims.md
told="PJS and the site"
pictures=(site_{figure{3,4,5,6,6_ratios,7,8,9},table1,replan,gain,ageing,unknown}.svg)
plot=bench/figures/site_plot.gp
best='^Of [0-9]+ worlds the best is longer'
source_of() { echo "folder='$1'"; }

table() {
    tabulate site_claims "$1"/site_time.csv "$1"/site{,_completion,_streams,_replan,_axes}.csv
}

# Ratios of means are those of the means in the file, but for how these are rounded.
pairs() {
    awk -F, '{ mean[$1, $2, $3, $4, $5, $6, $7] = $8 }
        $7 ~ /^job_times?_by_(sjs|calm|rarest|anew)$/ {
            ratio[$1 FS $2 FS $3 FS $4 FS $5 FS $6 FS $7] = $8
        }
        END {
            for (key in ratio) {
                split(key, part, FS)
                metric = part[7]; sub(/_by_.*/, "", metric)
                other = part[7]; sub(/.*_by_/, "", other)
                own = mean[part[1], part[2], part[3], part[4], part[5], part[6], metric]
                option = part[4]
                if (other == "sjs") {
                    sub(/ ?completion$/, "", option)
                    option = option == "" ? "none" : option
                }
                if (other == "calm") { option = option == "none" ? "calm" : "calm " option }
                if (other == "anew") {
                    sub(/ ?replan (lower|none)/, "", option); sub(/^ /, "", option)
                    option = option == "" ? "none" : option
                }
                base = mean[part[1], other == "sjs" ? "SJS" : part[2], \
                    other == "rarest" ? "10/10/80" : part[3], option, part[5], part[6], metric]
                if (own == "" || base == "" || base == 0) { continue }
                seen++
                wrong = own / base - ratio[key]
                if (wrong ^ 2 > (2e-6 * (1 + ratio[key])) ^ 2) {
                    print "not the ratio: " key
                    bad = 1
                }
            }
            exit bad || seen < 10
        }' "$1"/site{,_completion,_streams,_replan,_axes}.csv
}

measured() {
    local going='^Going on .* by (run time|completion)'
    local saved='.* 50 jobs: ([0-9.]+) ± .* 100 jobs: ([0-9.]+) ± .*'
    local made='.* 50 jobs: [^,]*, ([0-9.]+) .* 100 jobs: [^,]*, ([0-9.]+) .*'
    sed -nE 's/.*worse in (0 of [0-9]+ plans).*/\1/p
        s/^Claims by verdict, .* By completion: (.*)\.$/by completion, \1/p
        ' "$1"
    sed -nE "s/$going, $saved/\2 % of 50 jobs and \3 % of 100 by \1/p" "$1"
    sed -nE "s/$going, $made/\2 and \3 times the mappings/p" "$1"
    outranked "$1" ours '\1, \2, \3, \4, \5 and \6 % of the high jobs of 50\/25\/25' \
        '10\/10\/80 take at most \1 s, and those of 50\/25\/25 take \2 times as long'
    outranked "$1" axes 'these are \1, \2, \3, \4, \5 and \6 %' 'at most \1 s, and \2 times'
    sed -nE "s/$best ([0-9]+)([0-9])0 flatter 0 .*/run times are \1.\2 times ours/p" "$1"
    by_reading "$1" f 'at most ([0-9.]+) ± [^|]*' \
        'up to \1 % of the sum of job times by run time, and \2 % by completion'
    by_reading "$1" g '10 % or more at 1 to ([0-9]+) jobs;[^|]*' \
        '10 % or more up to \1 and \2 jobs'
    by_reading "$1" b 'narrow times: ([0-9.]+) [^|]* to ([0-9.]+) ± [0-9.]+' \
        'takes \1 to \2 times by run time, and \3 to \4 times by completion'
    by_reading "$1" c '[^|]* to ([0-9.]+) ± [0-9.]+' 'at most \1 and \2 times as long'
    by_reading "$1" c 'narrow times: [0-9.]+ ± [0-9.]+ to ([0-9.]+) ± [^|]*' '\1 and \2 times where they are alike'
    by_reading "$1" z '([0-9.]+) ± [^|]*' '\1 and \2 % of the jobs run in parallel'
    by_reading "$1" q '[^|]* at most ([0-9]+) ± [^|]*' 'at most \1 and \2 s'
    by_reading "$1" r 'at 32: ([0-9.]+) ± [^|]*' '\1 and \2 times as long'
}

# outranked TABLE WORLD WORDS WORDS: of its rows by completion, where lower jobs move: what the words
# say of shares (\1 to \6), and of times (\1, \2).
outranked() {
    local shares=' [^|]* \|' times='[^|]* to ([0-9]+) ± [^|]*\| ([0-9.]+) ± .*' rate
    for rate in 1 2 3 4 5 6; do shares+=' ([0-9]+) ± [0-9]+ \|'; done
    sed -nE "s/^\| $2 \| lower \| completion \|$shares\$/$3/p
        s/^\| $2 \| lower \| completion \|$times/$4/p" "$1"
}

# by_reading TABLE LETTER PATTERN WORDS: of what a row has by run time, \1; by completion, \2.
by_reading() {
    sed -nE "s/^\| $2 \|[^|]*\| By run time: $3 \| [^|]* \| $3: \*\*.*/$4/p" "$1"
}

# cases FOLDER: rows of cases 2 and 3 do not depend on which others there are: they are published.
cases() {
    cat "$1"/site{,_completion}.csv | grep '^[23],' | grep -v ',mean,' >"$here/cases.txt"
    [ "$(wc -l <"$here/cases.txt")" -gt 100 ] || { echo "no rows"; return 1; }
    ! grep -Fxv -f <(cat "$results"/site{,_completion}.csv) "$here/cases.txt" ||
        { echo "not published"; return 1; }
}
# fast PROGRAM: the same of a small run of case 2.
fast() { quick "$1" fast_rows --only 2 && cases "$here/fast_rows"; }

# moved FOLDER: jobs end at other times if a new plan moves fewer of them.
moved() {
    awk -F, '$7 == "job_time_by_anew" && $8 != 1 { n++ } END { exit n < 10 }' \
        "$1"/site_replan.csv || { echo "the same plans"; return 1; }
}
moves() { run "$1" moves_rows --only 4 --jobs 25 && moved "$here/moves_rows"; }

# fitted WORLD: its second one is that of those tried that fits the axes best.
fitted() {
    local profile
    profile=$(sed -nE "s/$best ([0-9]+) flatter ([0-9]+) .*/{\1, \2}/p" "$results/$claims")
    grep -qF "site_axes = $profile" "$1" || { echo "not the world that fits best"; return 1; }
}

# fits PROGRAM: what the site decides passes the checks of the loop.
fits() { run "$1" checked --only 4 --jobs 30; }

claim() {
    if have gcc gcc; then claim_program; fi
    check "site: the published rows have their form" form "$results" 20 20 20 20 20 20
    check "site: the published ratios are those of the published means" pairs "$results"
    claim_table site.csv \
        '/^2,PJS,none,equal mix,5,all,savings_percent,/s/,[0-9.]+(,[0-9.]+)$/,44\1/' \
        'By run time: at most 44\.0'
    changed other "$results" site_completion.csv \
        '/^2,PJS,none,equal mix completion,5,all,savings_percent,/s/,[0-9.]+(,[0-9.]+)$/,54\1/'
    caught "site: a table of claims from other rows by completion" '\| at most 54\.0' \
        claimed_of "$here/other"
    check "site: the second world is the one that fits the axes best" fitted \
        bench/figures/site_world.h
    mutate bench/figures/site_world.h "$here/unfit.h" 's/(site_axes = \{)[0-9]+/\1130/'
    caught "site: a second world that fits the axes less" 'not the world' fitted "$here/unfit.h"
    claim_page 's/saves 22\.6 %/saves 26.2 %/' 's/take 2\.95 times/take 3.95 times/' \
        's/71, 68, 61 and 46 %/71, 68, 61 and 56 %/' 's/43\.1 % by completion/34.1 % by completion/'
    claim_pictures 's/all,savings_percent/all,savings/' 'warning' site_figure7.svg \
        's/>PJS by run time</>SJS by run time</'
    if [ -e "$here/small/site.csv" ] && have gnuplot gnuplot-nox; then
        silent "site: figures of a small run, too" draw "$here/small" few "$plot"
    fi
    claim_sizes site_figure6.svg
}

claim_program() {
    share_kit
    check "site: the experiment builds" build site . gcc -std=c99 -O2
    kit=()
    claim_small site_streams.csv \
        's/^(4,PJS,10\/10\/80,none,32,high,job_time_by_sjs,)0\./\11./' 20 20 20 20 20 10
    check "site: ... rows of all jobs at once as published" cases "$here/small"
    if in_full "published rows: PJS and SJS of all sizes, jobs that arrive"; then
        check "site: PJS and SJS, all sizes: as published" again site --only 2
        check "site: jobs that arrive, at all rates: as published" again site --only 6
        check "site: worlds that were tried for the axes: as published" again site --only 7
    fi
    by=("${least[@]}")
    planted fast bench/figures/site_world.h 's/\{60, 64\}/{61, 64}/'
    caught "site: clusters that are a little faster" 'not published' fast fast
    check "site: a new plan moves what it may" moved "$here/small"
    planted still bench/figures/site.c 's/(site\.replan = ).*/\1SKED_REPLAN_ALL;/'
    caught "site: a new plan that moves all jobs, whatever it may" 'the same plans' moves still
    check "site: what the site decides passes the checks of the loop" fits site
    planted rude sched.h '~victim s/\(of->flags & SKED_PREEMPTABLE\) != 0 &&//'
    caught "site: a site that stops jobs that cannot be stopped" 'preempted, but may not be' \
        fits rude
}
