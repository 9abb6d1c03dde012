# figures_moldable.sh: what is bench/figures/moldable.c's own in the gate figures.
# SPDX-License-Identifier: MIT

files=(moldable.csv moldable_readings.csv)
clocked=(moldable_time.csv)
head="workload,reading,tasks,method,metric,mean,half_width,least,most"
row='^(weak|high|mixed|cirne),(task|step)_(zero|printed),[0-9]+,'
row+='[a-z_0-9]+,(makespan|minsum|had|microseconds)[a-z_0-9.]*(,[0-9]+(\.[0-9]{1,6})?){4}$'
key=1-5
small=(--quick)
few=15
many=10
claims=moldable_claims.md verdicts=57
pictures=(moldable_{figure{3,3_step,4,5,6,7},minsum,makespan,frontier}.svg)
plot=bench/figures/moldable_plot.gp
source_of() { echo "folder='$1'"; }

# The paper's bound on the minsum is only where GLPK is; these claims are about it.
if echo '#include <glpk.h>' | gcc -E - >"$here/glpk.i" 2>"$log"; then
    libraries="-DWITH_GLPK -lglpk"
    files+=(moldable_printed.csv)
    bound=''
else
    skip "moldable: the paper's bound on the minsum: glpk.h not found (apt package libglpk-dev)"
    clocked+=(moldable_printed.csv)
    bound='1|2|9|10|11|15|17|18|36|49|53'
fi

table() {
    tabulate moldable_claims bench/figures/moldable_{paper,prototype}.csv \
        "$1"/moldable{,_readings,_printed,_time}.csv
}

# Where both had all draws, the ratio of two methods is that of their means, except for how these are
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

# named TABLE: the tests that it names are there.
named() {
    local test file
    grep -oE '`test_[a-z_]+` of `tests/[a-z_/]+\.c`' "$1" | tr -d '`' >"$here/named.txt"
    while read -r test _ file; do
        grep -q "^static void $test(void) {" "$file" || { echo "no $test in $file"; return 1; }
    done <"$here/named.txt"
    [ "$(wc -l <"$here/named.txt")" -eq 3 ] || { echo "not three tests"; return 1; }
}

claim() {
    if have gcc gcc; then claim_program; claim_bugs; fi
    if have clang clang; then claim_compiler clang "" clang -std=c99 -O1; fi
    if have tcc tcc; then claim_compiler tcc cirne/task_zero/25 tcc; fi
    check "moldable: the published rows have their form" form "$results" 1500
    check "moldable: the published ratios are those of the published means" pairs "$results"
    claim_laws
    claim_table moldable.csv 's/^(weak,task_zero,25,demt,makespan,)[0-9.]+/\19.87/' '9\.87'
    changed other "$results" moldable_readings.csv \
        's/^(weak,step_printed,25,saf,minsum_by_demt,)[0-9.]+/\19.87/'
    caught "moldable: ... and of other rows of another reading" '9\.87' claimed_of "$here/other"
    check "moldable: ... with a verdict on each" whole_table "$results"
    check "moldable: ... and tests that are there for what is theory" named "$results/$claims"
    mutate "$results/$claims" "$here/named.md" 's/`test_programs`/`test_program`/'
    caught "moldable: a test that is not there" 'no test_program in' named "$here/named.md"
    claim_pictures 's/moldable_frontier\.svg/moldable_border.svg/' 'No such file' \
        moldable_frontier.svg 's/>MULTIBASE</>MULTIFACE</'
    claim_sizes moldable_frontier.svg
}

claim_program() {
    share_kit
    check "moldable: the experiment builds" build moldable . gcc -std=c99 -O2
    kit=()
    claim_small moldable.csv 's/^(mixed,task_zero,100,list,minsum_by_demt,)[0-9]/\17/' 300
    unknown=$bound
    claim_verdicts '/,frontier,makespan,/d'
    unknown=
    check "moldable: ... no plan below a bound" sound "$here/small"
    check "moldable: ... and a frontier that falls" caps "$here/small"
    check "moldable: one workload by itself gives the same" \
        same moldable single --only high/task_zero/100
}

claim_bugs() {
    by=("${least[@]}")
    planted spread bench/moldable_workload.h 's/(state, centre, )0\.2/\10.25/'
    caught "moldable: another deviation of X" 'other rows' \
        same spread spread_rows --only weak/task_zero/25
    planted index bench/figures/moldable.c 's/reading % 2 == 1/reading % 2 == 0/'
    caught "moldable: readings that are exchanged" 'other rows' \
        same index index_rows --only high/task_zero/25
    planted order bench/figures/moldable.c \
        's/("demt", SKED_MOLDABLE_DEMT, SKED_MOLDABLE_)LONGEST/\1SMITH/'
    caught "moldable: DEMT in another order" 'other rows' \
        same order order_rows --only mixed/task_zero/25
    planted turned bench/figures/moldable_list.h \
        's/LIST_WEIGHTED: return -time/LIST_WEIGHTED: return time/'
    caught "moldable: LPTF the other way round" 'other rows' \
        same turned turned_rows --only weak/task_zero/25
    planted shortest bench/figures/moldable_list.h \
        's/LIST_LONGEST: return -time/LIST_LONGEST: return time/'
    caught "moldable: a list that is not the module's" 'another list' \
        quick shortest shortest_rows --only weak/task_zero/25
    planted judge bench/figures/moldable.c \
        's/status = sked_moldable_evaluate\(&now->plans, now->rows, NULL, &j/now->rows[0].end--; &/'
    caught "moldable: a plan that is none" 'draw 1: demt: ' \
        quick judge judge_rows --only weak/task_zero/25
    planted least bench/figures/moldable.c \
        's/(makespan_lower_bound\[now->run\] = )(\(double\)result.makespan_lower_bound)/\1 1.01 * \2/'
    check "moldable: a run with bounds that are too high" quick least least_rows --only cirne
    caught "moldable: plans below a bound" 'below a bound' sound "$here/least_rows"
    if [ -n "$libraries" ]; then
        planted growth bench/figures/moldable.c 's/(growths\[GROWTHS\] = \{2, 1\.2)/\15/'
        caught "moldable: another growth of the paper's intervals" 'other rows' \
            same growth growth_rows --only cirne/task_zero/25
        planted late bench/figures/moldable_relax.h 's/(cost = grid->)begins/\1ends/'
        caught "moldable: another relaxation" 'other rows' \
            same late late_rows --only cirne/task_zero/25
    fi
    check "moldable: published rows are those of all draws" again moldable --only cirne/task_zero/25
    check "moldable: ... of another reading, too" again moldable --only weak/step_printed/50
    by=(gcc -std=c99 -O1)
    share_kit
    planted weights bench/moldable_workload.h 's/(1 \+ )9( \* moldable_uniform\(weights\))/\18\2/'
    caught "moldable: other weights" 'not published' again weights --only mixed/task_zero/25
    kit=()
}

claim_laws() {
    check "moldable: none of the published plans is below a bound" sound "$results"
    changed below "$results" moldable.csv \
        's/^(high,task_zero,200,sweep,makespan,[0-9.]+,[0-9.]+,)[0-9.]+/\10.99/'
    caught "moldable: a plan below the bound" 'below a bound: high' sound "$here/below"
    check "moldable: the published frontiers fall" caps "$results"
    changed rising "$results" moldable.csv \
        's/^(mixed,task_zero,200,frontier,minsum_2.00,)[0-9]/\19/'
    caught "moldable: a frontier that rises" 'a better cap: mixed' caps "$here/rising"
}
