# figures_preempt.sh: what is bench/figures/preempt.c's own in the gate figures.
# SPDX-License-Identifier: MIT

files=(preempt.csv)
head="world,rule,metric,mean,half_width"
row='^(log|lublin),(cheapest|youngest|unbooked|singly|none),[a-z_]+(,-?[0-9]+(\.[0-9]{1,6})?){2}$'
key=1-3
small=(--quick --jobs 210)
few=4
claims=preempt_claims.md verdicts=12
told="Urgent jobs"
pictures=(preempt.svg)
plot=bench/figures/preempt_plot.gp
source_of() { echo "folder='$1'"; }

table() { tabulate preempt_claims "$1/preempt.csv"; }

# Differences and ratios are those of the means in the file, within rounding.
pairs() {
    awk -F, '{ mean[$1, $2, $3] = $4 } $3 ~ /_(less|over)_/ { pair[$1 FS $2 FS $3] = $4 }
        END {
            for (key in pair) {
                split(key, part, FS)
                metric = other = part[3]
                sub(/_(less|over)_.*/, "", metric)
                sub(/.*_(less|over)_/, "", other)
                own = mean[part[1], part[2], metric]
                base = mean[part[1], other, metric]
                if (own == "" || base == "") { print "no base: " key; bad = 1; continue }
                seen++
                if (part[3] ~ /_less_/ && (own - base - pair[key]) ^ 2 > 2e-6 ^ 2) {
                    print "not the difference: " key; bad = 1 }
                least = 1e-6 * (1 + pair[key] + base)
                if (part[3] ~ /_over_/ && (own - base * pair[key]) ^ 2 > least ^ 2) {
                    print "not the ratio: " key; bad = 1 }
            }
            exit bad || seen < 200
        }' "$1/preempt.csv"
}

# Who is stopped for a booking leaves something to it; without one that is not so. Not all urgent
# jobs need that others are stopped. By plan the least is lost of all rules that book.
booked() {
    awk -F, '{ mean[$1, $2, $3] = $4 }
        $3 == "unused" {
            seen++
            if (($2 ~ /^(cheapest|youngest)$/) != ($4 == 0)) { print "in vain: " $0; bad = 1 }
        }
        $3 == "per_urgent" && $4 >= mean[$1, $2, "per_served"] { print "for all: " $0; bad = 1 }
        END {
            n = split("log lublin", worlds, " ")
            for (w = 1; w <= n; w++) {
                if (mean[worlds[w], "cheapest", "lost"] >= mean[worlds[w], "youngest", "lost"]) {
                    print "not the cheapest: " worlds[w]; bad = 1 }
            }
            exit bad || seen != 8
        }' "$1/preempt.csv"
}

measured() {
    awk -F ' *[|] *' '
        $2 ~ /^[0-9]+$/ { all++; held += $5 == "**holds**" }
        /^## What was measured, / { world = $0; sub(/.*, /, "", world) }
        $2 == "nobody is stopped" { idle[world] = $7 }
        $2 == "the cheapest, planned and booked" {
            few[world] = $3; lost[world] = $6; wait[world] = $7; others[world] = $10 }
        $2 == "the youngest, booked" { young[world] = $6 }
        $2 == "the cheapest, not booked" { unbooked[world] = $3; vain[world] = $5 }
        $2 ~ /one a cycle/ {
            many[world] = $3; lost_many[world] = $6; wait_many[world] = $7
            vain_many[world] = $5; others_many[world] = $10 }
        function plain(text) { sub(/ ±.*/, "", text); return text }
        function both(what) { return plain(what["log"]) " and " plain(what["lublin"]) }
        function percents(what) { return plain(what["log"]) " % and " plain(what["lublin"]) " %" }
        END {
            print held " of " all " hold."
            print both(few) " jobs are stopped for each urgent job that needs it"
            print "without a booking stop " both(unbooked) ", of which " percents(vain) " leave"
            print "One a cycle, it is " both(many) ", of which " percents(vain_many) " are"
            print "leaves " both(wait) " s of waiting to urgent jobs in the mean"
            print "has urgent jobs waiting " both(wait_many) " s, and"
            print "if nobody is stopped it is " both(idle) " s."
            print percents(lost) " of all work is run again, and they wait " both(others) " times"
            print "cheapest lose " percents(young) "."
            print "loses " percents(lost_many) ", as most"
            print "others wait " both(others_many) " times as long."
        }' "$1"
}

claim() {
    if have gcc gcc; then claim_program; claim_bugs; fi
    if have clang clang; then claim_compiler clang lublin/cheapest clang -std=c99 -O0; fi
    check "preempt: the published rows have their form" form "$results" 300
    check "preempt: the published differences and ratios are those of the published means" \
        pairs "$results"
    check "preempt: what is booked is used, and the cheapest lose least" booked "$results"
    changed vain "$results" preempt.csv 's/^(log,youngest,unused,)0/\10.1/'
    caught "preempt: jobs that are stopped in vain for a booking" 'in vain: log,youngest' \
        booked "$here/vain"
    changed dear "$results" preempt.csv 's/^(lublin,cheapest,lost,)0\.0/\10.1/'
    caught "preempt: a plan that is not the cheapest" 'not the cheapest: lublin' \
        booked "$here/dear"
    claim_table preempt.csv '/^log,cheapest,per_served,/s/,2\.[0-9]+/,2.718/' '2\.72 ± '
    check "preempt: ... with a verdict on each" whole_table "$results"
    claim_page 's/(it, 2\.1)2/\13/' 's/(booking stop 3\.1)5/\16/' 's/(they wait 1\.9)7/\13/' \
        's/94\.8 % are/94.9 % are/'
    claim_pictures 's/preempt\.svg/preempts.svg/' 'No such file' preempt.svg \
        's/>nobody is stopped</>nobody</'
    claim_sizes preempt.svg
}

claim_program() {
    share_kit
    check "preempt: the experiment builds" build preempt . gcc -std=c99 -O2
    claim_small preempt.csv 's/^(log,singly,unused_less_youngest,)0?\.?/\19/' 300
    changed times "$here/small" preempt.csv 's/^(log,singly,per_served_over_cheapest,)/\19/'
    caught "preempt: a ratio of other means" 'not the ratio' pairs "$here/times"
    claim_verdicts '/,per_served/d'
    check "preempt: a trace has rows of its own" quick preempt traced --swf examples/small.swf
    check "preempt: ... all of them" traces "$here/traced"
    caught "preempt: a trace that is not there" 'gone.swf: No such file' \
        quick preempt traced --swf gone.swf
    kit=()
}

traces() {
    [ "$(grep -cE '^trace,(cheapest|youngest|unbooked|singly|none),' "$1/preempt.csv")" -gt 100 ]
}

claim_bugs() {
    by=("${least[@]}")
    planted forgetful bench/swil_preempt.h \
        's/(return self->rule == \w+_CHEAPEST) \|\| self->rule == \w+_YOUNGEST/\1/'
    caught "preempt: a rule that does not book" 'other rows' \
        same forgetful forgetful_rows --only log/youngest
    planted equal bench/swil_preempt.h 's/(self->costs\[at\] =) self.*;/\1 1;/'
    caught "preempt: costs that are ignored" 'other rows' \
        same equal equal_rows --only lublin/cheapest
    planted hasty bench/figures/preempt.c 's/preempt\.cycle = CYCLE/preempt.cycle = 1/'
    caught "preempt: another cycle" 'other rows' same hasty hasty_rows --only log/singly
    planted abrupt bench/figures/preempt.c 's/preempt\.grace = GRACE/preempt.grace = 0/'
    caught "preempt: nobody runs on" 'other rows' same abrupt abrupt_rows --only log/unbooked
    planted patient bench/figures/preempt.c 's/(self->keys\[job\] =) .*;/\1 0;/'
    caught "preempt: urgent jobs that are not first" 'other rows' \
        same patient patient_rows --only lublin/none
    planted kept bench/figures/preempt.c 's/^( *self->left_by\[p\] =) 0;/\1 self->left_by[p];/'
    caught "preempt: processors that are never used" 'other rows' \
        same kept kept_rows --only log/unbooked
    if in_full "all published rows of preempt"; then
        check "preempt: published rows are those of all jobs" again preempt
    fi
}
