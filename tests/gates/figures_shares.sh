# figures_shares.sh: what is bench/figures/shares.c's own in the gate figures.
# SPDX-License-Identifier: MIT

files=(shares.csv)
head="world,scene,policy,metric,mean,half_width"
row='^(log|lublin),(week|day|late|rare|load),(easy|fair)(_[a-z]+)?,[a-z_0-9.]+'
row+='(,-?[0-9]+(\.[0-9]{1,6})?){2}$'
key=1-4
small=(--quick --jobs 63)
few=4
claims=shares_claims.md verdicts=10
told="Shares of a machine"
pictures=(shares.svg)
plot=bench/figures/shares_plot.gp
source_of() { echo "folder='$1'"; }

table() { tabulate shares_claims "$1/shares.csv"; }

# Differences and ratios are those of the means in the file, within rounding.
pairs() {
    awk -F, '{ mean[$1, $2, $3, $4] = $5 } $4 ~ /_(less|over)_/ { pair[$1 FS $2 FS $3 FS $4] = $5 }
        END {
            for (key in pair) {
                split(key, part, FS)
                metric = other = part[4]
                sub(/_(less|over)_.*/, "", metric)
                sub(/.*_(less|over)_/, "", other)
                own = mean[part[1], part[2], part[3], metric]
                base = mean[part[1], part[2], other, metric]
                if (own == "" || base == "") { print "no base: " key; bad = 1; continue }
                seen++
                if (part[4] ~ /_less_/ && (own - base - pair[key]) ^ 2 > 2e-6 ^ 2) {
                    print "not the difference: " key; bad = 1 }
                least = 1e-6 * (1 + pair[key] + base)
                if (part[4] ~ /_over_/ && (own - base * pair[key]) ^ 2 > least ^ 2) {
                    print "not the ratio: " key; bad = 1 }
            }
            exit bad || seen < 100
        }' "$1/shares.csv"
}

# What the users have used is all that was used. No half-life ends further from the shares than the
# largest distance; and none is nearer to them by arrival than by shares.
whole() {
    awk -F, '$4 ~ /^used_/ && $4 !~ /_(less|over)_/ {
            split($4, part, "_")
            used[$1 FS $2 FS $3 FS part[3]] += $5
            users[$1 FS $2 FS $3 FS part[3]]++
        }
        $4 == "worst" { worst[$1, $2, $3] = $5 }
        $4 ~ /^error_[1-5]$/ { error[$1 SUBSEP $2 SUBSEP $3, $4] = $5 }
        END {
            for (key in used) {
                seen++
                if (users[key] != 8 || (used[key] - 1) ^ 2 > 8e-6 ^ 2) {
                    print "not all of the use: " key; bad = 1 }
            }
            for (key in error) {
                split(key, part, SUBSEP)
                if (error[key] > worst[part[1], part[2], part[3]] + 1e-6) {
                    print "beyond the largest: " key; bad = 1 }
                if (part[3] == "fair" && error[key] >= error[part[1], part[2], "easy", part[4]]) {
                    print "nearer by arrival: " part[1] " " part[2] " " part[4]; bad = 1 }
            }
            exit bad || seen != 320
        }' "$1/shares.csv"
}

measured() {
    awk -F ' *[|] *' '
        $2 ~ /^[0-9]+$/ { all++; held += $5 == "**holds**"; values[$2] = $4 }
        /^### / { split($0, part, /[ :]+/); world = part[2]; scene = $0; sub(/.*: /, "", scene) }
        $2 == "EASY by arrival" && scene ~ /week$/ { easy[world] = $8; used[world] = $3 }
        $2 == "EASY by shares" && scene ~ /week$/ { used_fair[world] = $3 }
        $2 ~ /without back/ && scene ~ /week$/ { strict[world] = $3 }
        $2 ~ /ahead a half/ && scene ~ /week$/ { far[world] = $8 }
        $2 ~ /without ahead/ && scene ~ /week$/ { blind[world] = $8 }
        $2 == "EASY by shares" && scene ~ /^all/ { a[world] = $5; b[world] = $6 }
        function plain(text) { sub(/ ±.*/, "", text); return text }
        function both(what) { return plain(what["log"]) " and " plain(what["lublin"]) }
        function percents(what) { return plain(what["log"]) " % and " plain(what["lublin"]) " %" }
        function of_claim(number, text, part) {
            text = values[number]
            sub(/.*Values: log /, "", text)
            split(text, part, ", lublin ")
            return plain(part[1]) " and " plain(part[2])
        }
        END {
            print held " of " all " hold"
            print "furthest user is off by " of_claim(1) " points"
            print "at most " of_claim(2) " at any time after the first"
            print "by arrival it is " both(easy) "."
            print percents(used_fair) " of the processors are busy, by arrival " percents(used)
            print "without backfilling only " percents(strict)
            print "error is " both(blind) " points without `ahead`, and " both(far) " with"
            print "of a day leave " of_claim(7) " points"
            print "after " of_claim(8) " half-lives all are"
            print "waits " of_claim(9) " times as long as by arrival"
            print "wait is " of_claim(10) " times that by arrival"
            print both(a) " times in group a, " both(b) " times in group b"
        }' "$1"
}

claim() {
    if have gcc gcc; then claim_program; claim_bugs; fi
    if have clang clang; then claim_compiler clang lublin/late/fair clang -std=c99 -O1; fi
    check "shares: the published rows have their form" form "$results" 4000
    check "shares: the published differences and ratios are those of the published means" \
        pairs "$results"
    check "shares: users use all; by shares they are nearer to these" whole "$results"
    changed lost "$results" shares.csv 's/^(log,week,fair,used_a1_5,)0\.[0-9]+/\10.2/'
    caught "shares: use that is nobody's" 'not all of the use: log,week,fair,5' whole "$here/lost"
    changed far "$results" shares.csv 's/^(log,week,fair,error_3,)0\.[0-9]+/\10.18/'
    caught "shares: shares that nobody gets" 'beyond the largest|nearer by arrival' \
        whole "$here/far"
    claim_table shares.csv '/^log,week,fair,error_5,/s/,0\.[0-9]+/,0.0712/' '7\.12 ± '
    check "shares: ... with a verdict on each" whole_table "$results"
    claim_page 's/is off by 0/is off by 1/' 's/without backfilling only 9/&9/' \
        's/(points without `ahead`, and) 3/\1 4/' 's/times in group a/times in group b/'
    claim_pictures 's/shares\.svg/share.svg/' 'No such file' shares.svg 's/>EASY by shares</>EASY</'
    claim_sizes shares.svg
}

claim_program() {
    share_kit
    check "shares: the experiment builds" build shares . gcc -std=c99 -O2
    kit=()
    claim_small shares.csv 's/^(log,week,fair,utilisation_less_easy,)-?0?\.?/\19/' 4000
    changed times "$here/small" shares.csv 's/^(log,load,fair,wait_over_easy,)0?\.?/\19/'
    caught "shares: a ratio of other means" 'not the ratio' pairs "$here/times"
    claim_verdicts '/,(error_5|worst)/d'
}

claim_bugs() {
    by=("${least[@]}")
    planted unordered bench/figures/shares_world.h \
        's/^    if \(run->policy->order == SKED_BY_SHARE\)/    if (run->look == 0)/'
    caught "shares: a queue that does not hear of the accounts" 'other rows' \
        same unordered unordered_rows --only log/week/fair
    planted blind bench/figures/shares_world.h 's/settings\.ahead = ahead/settings.ahead = 0/'
    caught "shares: accounts that do not look ahead" 'other rows' \
        same blind blind_rows --only log/late/fair
    planted steady sched_share.h '~share_half_lives s/tick\.half_lives/0 * tick.half_lives/'
    caught "shares: weights that do not rise" 'other rows' \
        same steady steady_rows --only log/late/fair
    planted kept bench/figures/shares_world.h 's/(sked_queue_plan_end\(&run->queue\))/SKED_OK/'
    caught "shares: passes that are not ended after a start" 'pass' \
        quick kept kept_rows --only log/week/fair
    planted even bench/figures/shares.c 's/i % SHARES_USERS\);$/i \/ SHARES_USERS % SHARES_USERS);/'
    caught "shares: jobs of other users" 'other rows' same even even_rows --only lublin/load/fair
    planted rare bench/figures/shares.c 's/lab->scene == RARE \? 1 : 0/0/'
    caught "shares: the first user beside what others are due" 'other rows' \
        same rare rare_rows --only log/rare/fair
    if in_full "all published rows of shares"; then
        check "shares: published rows are those of all jobs" again shares --only log/week
    fi
}
