# figures_links.sh: what is bench/figures/links.c's own in the gate figures.
# SPDX-License-Identifier: MIT

files=(links.csv)
head="world,policy,metric,mean,half_width"
row='^(log|lublin),(any|cross_[12]|whole),[a-z_0-9]+(,-?[0-9]+(\.[0-9]{1,6})?){2}$'
key=1-3
small=(--quick --jobs 21)
few=4
claims=links_claims.md verdicts=8
told="Few jobs on a link"
pictures=(links.svg)
plot=bench/figures/links_plot.gp
source_of() { echo "folder='$1'"; }

table() { tabulate links_claims "$1/links.csv"; }

# Differences of means are those of the means in the file, within rounding.
pairs() {
    awk -F, '{ mean[$1, $2, $3] = $4 } $3 ~ /_less_/ { less[$1 FS $2 FS $3] = $4 }
        END {
            for (key in less) {
                split(key, part, FS)
                other = part[3]
                sub(/.*_less_/, "", other)
                sub(/_less_.*/, "", part[3])
                own = mean[part[1], part[2], part[3]]
                base = mean[part[1], other, part[3]]
                if (own == "" || base == "") { print "no base: " key; bad = 1; continue }
                seen++
                if ((own - base - less[key]) ^ 2 > 2e-6 ^ 2) {
                    print "not the difference: " key; bad = 1 }
            }
            exit bad || seen < 100
        }' "$1/links.csv"
}

# Where one job may use a way up, none is shared, and no job meets another. Half of the links make
# nobody meet less often.
alone() {
    awk -F, '$2 == "cross_1" && $3 ~ /^(shared|met|met_2to1)$/ {
            seen++
            if ($4 != 0 || $5 != 0) { print "not alone: " $0; bad = 1 }
        }
        $3 == "met" { met[$1, $2] = $4 }
        $3 == "met_2to1" && $4 < met[$1, $2] { print "fewer meet: " $0; bad = 1 }
        END { exit bad || seen < 6 }' "$1/links.csv"
}

# used FOLDER POLICY: the table of asking ahead has the same utilisation, measured by itself.
used() {
    awk -F '[,|]' -v policy="$2" -v words="$3" '
        FILENAME ~ /csv$/ && $2 == policy && $3 == "utilisation" {
            own[$1] = sprintf("%.1f ± %.1f", 100 * $4, 100 * $5) }
        FILENAME ~ /md$/ && index($3, words) {
            gsub(/ /, "", $2)
            sub(/^ /, "", $5); sub(/ $/, "", $5)
            seen++
            if ($5 != own[$2]) { print "another utilisation: " $2 " " own[$2] ", " $5; bad = 1 }
        }
        END { exit bad || seen != 2 }' "$1/links.csv" $results/ask_ahead.md
}

measured() {
    awk -F ' *[|] *' '
        $2 ~ /^[0-9]+$/ { all++; held += $5 == "**holds**" }
        /^## / { world = /log$/ ? "log" : "lublin" }
        $2 ~ /one job on/ { used[world, 1] = $3 }
        $2 ~ /two jobs on/ { used[world, 2] = $3; met[world, 2] = $5 }
        $2 ~ /^whole leaves/ { used[world, 3] = $3; met[world, 3] = $5 }
        $2 ~ /^any/ { used[world, 0] = $3; met[world, 0] = $5 }
        function plain(text) { sub(/ ±.*/, "", text); return text }
        function percents(what, at) {
            return plain(what["log", at]) " % and " plain(what["lublin", at]) " %"
        }
        END {
            print held " of " all " hold"
            print "are used: " used["log", 1] " % and " used["lublin", 1] " %"
            print "With two jobs, " percents(used, 2)
            print "with whole leaves, " percents(used, 3)
            print "with any processors, " percents(used, 0)
            print "meet others: " percents(met, 0)
            print "of two jobs, " percents(met, 2)
            print "of whole leaves, " percents(met, 3)
        }' "$1"
}

claim() {
    if have gcc gcc; then claim_program; claim_bugs; fi
    if have clang clang; then claim_compiler clang log/cross_1 clang -std=c99 -O1; fi
    check "links: the published rows have their form" form "$results" 100
    check "links: the published differences are those of the published means" pairs "$results"
    check "links: one job on each way up meets nobody" alone "$results"
    changed crowd "$results" links.csv 's/^(log,cross_1,met_2to1,)0,/\10.01,/'
    caught "links: a job that meets another" 'not alone' alone "$here/crowd"
    check "links: any processors: used as in the table of asking ahead" used "$results" any any
    check "links: whole leaves: used as in the table of asking ahead" used "$results" whole leaves
    caught "links: a table of another policy" 'another utilisation' used "$results" cross_2 leaves
    claim_table links.csv '/^log,cross_1,utilisation,/s/,0\.9[0-9]+/,0.9123/' '91\.2 ± '
    check "links: ... with a verdict on each" whole_table "$results"
    claim_page 's/of 8 hold/of 9 hold/' 's/are used: 9/are used: 8/' 's/With two jobs, 9/&9/'
    claim_pictures 's/links\.svg/link.svg/' 'No such file' links.svg 's/>any processors</>some</'
    claim_sizes links.svg
}

claim_program() {
    share_kit
    check "links: the experiment builds" build links . gcc -std=c99 -O2
    kit=()
    claim_small links.csv 's/^(log,any,utilisation_less_whole,)-?0?\.?/\19/' 100
    claim_verdicts '/,utilisation,/d'
    check "links: ... one job on each way up meets nobody" alone "$here/small"
}

claim_bugs() {
    by=("${least[@]}")
    planted shared bench/figures/links.c 's/crossing_max\[policy\];$/crossing_max[policy] + 1;/'
    caught "links: one job more on a way up than is permitted" 'jobs use the way up, expected' \
        quick shared shared_rows --only log/cross_1
    planted blind sched_fattree.h 's/search->closed\[i\] >= search/search->closed[i] > search/'
    caught "links: a search that counts to one more" 'jobs use the way up, expected' \
        quick blind blind_rows --only log/cross_2
    planted other bench/figures/links.c 's/(second = p) \/ links/\1 \/ 4/'
    caught "links: another route to the core" 'other rows' same other other_rows --only lublin/any
    planted half bench/figures/links.c 's/half \? LINKS_MOST \/ 2/half ? LINKS_MOST/'
    caught "links: all links where half are asked for" 'other rows' \
        same half half_rows --only lublin/whole
    planted deaf bench/figures/links.c 's/SKED_ASK_AHEAD, &watch/0, \&watch/'
    caught "links: a queue that does not ask" 'other rows' same deaf deaf_rows --only log/cross_1
    if in_full "all published rows of links"; then
        check "links: published rows are those of all jobs" again links --only log/cross_1
    fi
}
