# figures_fattree.sh: what is bench/figures/fattree.c's own in the gate figures.
# SPDX-License-Identifier: MIT

files=(fattree.csv fattree_patent.csv)
head="world,queue,policy,at,metric,mean,half_width"
row='^(log|lublin),(easy|list|fcfs|patent_[1248]|go_on_[14]),'
row+='(exact|greedy|contiguous|slurm|first|random|units_(1|2|4|8|16)),(saturated|[5-9][057]),'
row+='[a-z_0-9]+(,-?[0-9]+(\.[0-9]{1,6})?){2}$'
key=1-5
small=(--quick --jobs 30)
few=15
claims=fattree_claims.md verdicts=30
told="Fat trees"
pictures=(fattree_{balance,hops,slowdown,above,batches}.svg)
plot=bench/figures/fattree_plot.gp
source_of() { echo "folder='$1'"; }

table() { tabulate fattree_claims "$1/fattree.csv" "$1/fattree_patent.csv"; }

# Differences of means are those of the means in the file, within rounding; and those
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
                else if (name == "one") { sub(/.$/, "1", queue) }
                else if (name == "easy_exact") { queue = "easy"; policy = "exact" }
                else { policy = name; if (queue ~ /patent|go_on/) { queue = "fcfs" } }
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

measured() {
    awk -F ' *[|] *' '
        $2 ~ /^[0-9]+$/ && $2 <= 9 { patent++; held += $5 == "**holds**"
            partly += $5 == "**holds, partly within noise**"
            part += $5 == "**holds in part**" }
        $2 ~ /^[0-9]+$/ && $2 >= 16 { ours++; ours_held += $5 == "**holds**" }
        $2 == 28 && match($4, /Values: [0-9.]+ to [0-9.]+ %/) {
            split(substr($4, RSTART, RLENGTH), slurm, " ")
        }
        $2 == 30 && match($4, /Values: [0-9.]+ to [0-9.]+ %/) {
            split(substr($4, RSTART, RLENGTH), greedy, " ")
        }
        /^## / { table = $0 }
        $2 == "lublin" { world = 2 }
        { sub(/ .*/, "", $3); sub(/ .*/, "", $4); sub(/ .*/, "", $5); sub(/ .*/, "", $7) }
        table ~ /EASY$/ { easy[$2] = $3; hops[$2] = $7 }
        table ~ /served$/ { served[$2] = $3 " % and " $4 " %" }
        table ~ /own queue/ && $2 == "units_4" { own[world + 0] = $5 }
        END {
            printf "%d of %d claims of the patent hold, %d more with some comparisons within ", \
                held, patent, partly
            printf "noise, and %d in part\n", part
            print ours_held " of " ours " of ours hold"
            print "keeps " own[0] " % and " own[2] " % of a saturated machine busy"
            print "neighbours, first come, first served, " served["contiguous"]
            printf "%s %% at %.2f hops a pair with units of 1, %s %% at %.2f with units of 4, ", \
                easy["units_1"], hops["units_1"], easy["units_4"], hops["units_4"]
            printf "%s %% at %.2f with units of 16\n", easy["units_16"], hops["units_16"]
            printf "%s %% at %.2f on neighbours\n", easy["contiguous"], hops["contiguous"]
            printf "%.0f to %.0f %% of its decisions\n", slurm[2], slurm[4]
            printf "greedy in %.1f to %.1f %%\n", greedy[2], greedy[4]
        }' "$1"
}

claim() {
    if have gcc gcc; then claim_program; claim_bugs; fi
    if have clang clang; then
        if in_full "all rows of a small run by clang"; then
            claim_compiler clang "" clang -std=c99 -O0
        else
            claim_compiler clang log/easy/slurm clang -std=c99 -O0
        fi
    fi
    if have tcc tcc; then claim_compiler tcc lublin/patent_4 tcc; fi
    check "fattree: the published rows have their form" form "$results" 900 900
    check "fattree: the published differences are those of the published means" pairs "$results"
    claim_laws
    claim_table fattree.csv \
        '/^log,easy,contiguous,saturated,blocked,/s/,[-0-9.]+(,[0-9.]+)$/,0.0123\1/' '1\.2 ± '
    check "fattree: ... with a verdict on each" whole_table "$results"
    claim_page 's/5 of 9/6 of 9/' 's/91\.4 %/94.1 %/' 's/3\.36 with/3.63 with/' \
        's/20 to 30 %/30 to 40 %/'
    claim_pictures 's/fattree_above\.svg/fattree_over.svg/' 'No such file' \
        fattree_balance.svg 's/>exact, EASY</>exact, lazy</'
    claim_sizes fattree_balance.svg
}

claim_program() {
    share_kit
    check "fattree: the experiment builds" build fattree . gcc -std=c99 -O2
    kit=()
    claim_small fattree.csv 's/^(log,easy,first,80,job_hops_less_exact,)-?0?\.?/\19/' 400 400
    claim_verdicts '/,excess,/d'
    check "fattree: ... no decision with fewer hops than the exact one" least "$here/small" 20
    check "fattree: one policy by itself gives the same" \
        same fattree single --only log/easy/contiguous
}

claim_bugs() {
    by=("${least[@]}")
    planted rule bench/slurm_rule.h 's/better >= 0/better > 0/'
    caught "fattree: another rule of Slurm" 'other rows' same rule rule_rows --only log/easy/slurm
    planted tight bench/figures/fattree_place.h 's/length > best : length < best/length > best : 0/'
    caught "fattree: the first range that is long enough" 'other rows' \
        same tight tight_rows --only log/fcfs/contiguous
    planted rude bench/figures/fattree.c 's/(if \(crosses) && (!leaves_room)/\1 \&\& 0 \&\& \2/'
    caught "fattree: a job that takes the time kept for the first" 'other rows' \
        same rude rude_rows --only lublin/easy/units_4
    planted one bench/figures/fattree.c 's/(queue) >= GO_ON_1 \? SKED_UNITS_GO_ON/\1 > QUEUES ? 1u/'
    caught "fattree: batches that nothing follows" 'other rows' \
        same one one_rows --only lublin/go_on_1/units_4
    planted short bench/figures/fattree_place.h 's/(choose_random\(own, wanted), /\1 - 1, /'
    caught "fattree: fewer processors than wanted" 'chosen were others' quick short short_rows \
        --only log/easy/random
    planted worse bench/figures/fattree_place.h \
        's/(own->policy == EXACT \?) SKED_FATTREE_EXACT/\1 SKED_FATTREE_GREEDY/'
    check "fattree: a run in which exact is greedy" quick worse worse_rows --only lublin/easy/exact
    caught "fattree: an exact policy that is greedy" 'fewer hops than the exact one' \
        least "$here/worse_rows" 1
    planted judge bench/figures/fattree_place.h \
        's/(choose_by_tree\(own, wanted,) SKED_FATTREE_EXACT/\1 SKED_FATTREE_GREEDY/'
    check "fattree: a run that greedy decisions judge" \
        quick judge judge_rows --only lublin/easy/exact
    caught "fattree: a judge that is greedy" 'fewer hops than the exact one' \
        least "$here/judge_rows" 1
    planted late bench/figures/fattree.c 's/(const int crosses = kept) &&/\1 \&\& 0 \&\&/'
    caught "fattree: jobs that start though the first one waits longer by it" 'other rows' \
        same late late_rows --only log/easy/first
    check "fattree: published rows are those of all jobs" \
        again fattree --only log/fcfs/contiguous/saturated
    check "fattree: ... of the patent's queue, too" again fattree --only lublin/patent_4/units_4/70
    by=(gcc -std=c99 -O1)
    share_kit
    planted larger bench/figures/fattree_world.h 's/60 \* pow/61 * pow/'
    caught "fattree: other run times" 'not published' again larger --only log/fcfs/first/saturated
    kit=()
}

claim_laws() {
    check "fattree: none of the published decisions has fewer hops than the exact one" \
        least "$results" 200
    check "fattree: at low loads what comes is served" carried "$results"
    changed heavy "$results" fattree.csv 's/^(log,easy,exact,70,utilisation,)0\.[0-9]+/\10.5/'
    caught "fattree: a utilisation that is not the load" 'another load' carried "$here/heavy"
    changed unlike "$results" fattree.csv 's/^(log,easy,random,70,slowdown_less_exact,)0,/\10.2,/'
    caught "fattree: random processors that change a start" 'not the same times' \
        pairs "$here/unlike"
    changed fewer_hops "$results" fattree_patent.csv \
        's/^(log,patent_2,units_8,saturated,below,)0,/\10.001,/'
    caught "fattree: a decision with fewer hops" 'fewer hops than' least "$here/fewer_hops" 200
}
