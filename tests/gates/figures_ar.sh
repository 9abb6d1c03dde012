# figures_ar.sh: what is bench/figures/ar.c's own in the gate figures.
# SPDX-License-Identifier: MIT

files=(ar.csv ar_worlds.csv ar_kept.csv ar_loads.csv)
head="sweep,world,policy,at,metric,mean,half_width"
row='^(umed|af|pairs),(paper|horizon|open|freed|run|longest|'
row+='(kept ?)?(poisson ?)?(uniform ?)?(load 0\.[679])?(scaled)?),'
row+='(FF|PE_[BW]|Du_[BW]|PEDu_[BW]|LATEST|requests),[0-9.]+,[a-z_]+'
row+='(,-?[0-9]+(\.[0-9]{1,6})?){2}$'
key=1-5
small=(--quick --jobs 30)
few=40
many=5
claims=ar_claims.md verdicts=31
told="Advance reservations"
pictures=(ar_{figure{2,3,4,5,6,7},less_ff,work,worlds,kept}.svg)
plot=bench/figures/ar_plot.gp
source_of() { echo "folder='$1'"; }

table() {
    local times=$1/ar_time.csv
    [ -e "$times" ] || times=$results/ar_time.csv
    tabulate ar_claims "${files[@]/#/$1/}" "$times"
}

# Differences of means are those of the means in the files, within rounding. The
# offered load at the defaults is what the world says, or 0.8, or within three half widths of it.
pairs() {
    awk -F, '{ mean[$1, $2, $3, $4, $5] = $6; half[$1, $2, $3, $4, $5] = $7 }
        $5 ~ /_less_(ff|pe_w|du_b|paper|trimmed)$/ { less[$1 FS $2 FS $3 FS $4 FS $5] = $6 }
        END {
            for (key in less) {
                split(key, part, FS)
                name = part[5]
                other = name ~ /ff$/ ? "FF" : name ~ /pe_w$/ ? "PE_W" : name ~ /du_b$/ ? "Du_B" \
                    : part[3]
                sub(/_less_.*/, "", part[5])
                own = mean[part[1], part[2], part[3], part[4], part[5]]
                world = part[2]
                if (name ~ /trimmed$/) { sub(/^kept /, "", world) }
                if (name ~ /paper$/ || world == "kept" && name ~ /trimmed$/) { world = "paper" }
                base = mean[part[1], world, other, part[4], part[5]]
                if (own == "" || base == "") { continue }
                seen++
                wrong = own - base - less[key]
                if (wrong ^ 2 > 2e-6 ^ 2) { print "not the difference: " key; bad = 1 }
            }
            for (key in mean) {
                split(key, part, SUBSEP)
                if (part[1] part[3] part[4] part[5] != "umedrequests7load") { continue }
                wanted = match(part[2], /0\.[679]$/) ? substr(part[2], RSTART) : 0.8
                if ((mean[key] - wanted) ^ 2 > (3 * half[key]) ^ 2) {
                    print "another load: " part[2]
                    bad = 1
                }
                loads++
            }
            exit bad || seen < 1000 || loads < 9
        }' "${files[@]/#/$1/}"
}

measured() {
    awk -F ' *[|] *' '
        $2 ~ /^[0-9]+$/ && $2 <= 29 && $5 ~ /^[*][*]/ { claims++; hold += $5 == "**holds**"
            kept += $6 == "holds" || $6 ~ /^holds [(]/ }
        $2 == 4 && match($4, /Differences: [-+0-9.]+ to [-+0-9.]+ points/) {
            split(substr($4, RSTART, RLENGTH), part, " ")
            apart = -part[2] > part[4] + 0 ? -part[2] : part[4] + 0
        }
        /^## / { at_defaults = /^## At the defaults/; past = /^## The past/ }
        past && $2 == "poisson uniform" && NF == 5 { split($3, one, ","); split($4, two, ",") }
        past && $2 == "uniform load 0.6" && NF > 5 {
            for (i = 6; i <= 8; i++) { sub(/ .*/, "", $i) }
            umed = $6 ", " $7 " and " $8
        }
        at_defaults && $3 ~ / ± / { sub(/ .*/, "", $3); accepts[$2] = $3
            sub(/ .*/, "", $6); work[$2] = $6 }
        END {
            print hold " of the paper\047s " claims " hold"
            print "Of the " claims ", where the past is kept, " kept " hold"
            print one[1] " (trimmed) and " two[1] " (kept) with Poisson arrivals and durations that" \
                " do not depend on the size"
            print "PEDu_B less PEDu_W is " umed " points at UMed 5, 7 and 9"
            print "PE_W and Du_B accept most (" accepts["PE_W"] " % and " accepts["Du_B"] \
                " % at the defaults, first fit " accepts["FF"] " %)"
            printf "up to %.1f points apart\n", apart
            print "the most work (" work["FF"] " % against " work["PE_W"] " % of PE_W)"
        }' "$1"
}

# unchanged PROGRAM WORLD/POLICY: what a world is said not to change is the same if it is run.
unchanged() {
    quick "$1" unchanged --only "$2" || return 1
    grep -hE ',(acceptance|slowdown|work),' "$here/unchanged"/ar_{worlds,kept}.csv |
        awk -F, -v OFS=, '{ $2 = "paper"; print }' >"$here/unchanged.txt"
    [ -s "$here/unchanged.txt" ] || { echo "no rows"; return 1; }
    ! grep -Fxv -f "$here/small/ar.csv" "$here/unchanged.txt" || { echo "it does"; return 1; }
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

# verdicts_of PROGRAM FOLDER: a small run of the paper's world, and its verdicts beside the first's.
verdicts_of() {
    quick "$1" "$2" --only paper || return 1
    diff <(table "$here/small" | cut -d'|' -f 2,5) <(table "$here/$2" | cut -d'|' -f 2,5)
}

timed() { "$here/ar_ratio" quick "$1" && times_form "$1" 3; }

claim() {
    if have gcc gcc; then claim_program; claim_bugs; fi
    if have clang clang; then
        if in_full "all rows of a small run by clang"; then
            claim_compiler clang "" clang -std=c99 -O0
        else
            claim_compiler clang paper clang -std=c99 -O0
        fi
    fi
    if have tcc tcc; then claim_compiler tcc paper tcc; fi
    check "ar: the published rows have their form" form "$results" 1000 1000
    claim_times
    check "ar: the published differences are those of the published means" pairs "$results"
    changed loaded "$results" ar_loads.csv \
        '/^umed,load 0.6,requests,7,load,/s/load,[0-9.]+/load,0.9/'
    caught "ar: requests of another load" 'another load: load 0.6' pairs "$here/loaded"
    claim_table ar.csv \
        '/^pairs,paper,PE_W,5,acceptance_less_twin_less_first,/s/,[-0-9.]+(,[0-9.]+)$/,-0.44\1/' \
        '-44\.00'
    check "ar: ... with a verdict on each" whole_table "$results"
    changed other_times "$results" ar_time.csv \
        '/^cost,paper,add,10{4},/s/(list_[ab],).*/\11.5,0.1/'
    caught "ar: ... from other times" '^[<>] \| 31 ' claimed_of "$here/other_times"
    claim_page "s/19 of the paper's 29/20 of the paper's 29/" 's/83\.4 %/84.3 %/' \
        's/3\.2 points/2.3 points/' 's/60\.5 %/65.0 %/' 's/is kept, 19/is kept, 20/' \
        's/20 \(kept\)/19 (kept)/' 's/-0\.51 points/-0.50 points/'
    claim_pictures 's/"acceptance slowdown"/"acceptance slowness"/' 'No such file' \
        ar_figure6.svg 's/>PE_W</>PE_V</'
    claim_sizes ar_figure6.svg
}

claim_program() {
    local i386=(-m32 -isystem /usr/include/x86_64-linux-gnu)
    check "ar: the experiment builds" build ar . gcc -std=c99 -O1
    claim_small ar.csv 's/^(umed,paper,PE_B,8,acceptance_less_ff,)-?0?\.?/\19/' 1000 1000
    claim_verdicts '/,twin_less_first,|,acceptance_less_middle,/d'
    check "ar: a second run gives the same" same ar second --only paper
    check "ar: PE_W by itself gives the same" same ar single --only paper/PE_W
    check "ar: FF: starts where something becomes free change nothing" unchanged ar freed/FF
    check "ar: PE_W: nor do they there" unchanged ar freed/PE_W
    check "ar: LATEST: rectangles to the horizon change nothing" unchanged ar horizon/LATEST
    check "ar: PE_B: nor does the past, if it is kept" unchanged ar kept/PE_B
    caught "ar: a policy that a world does change" 'it does' unchanged ar freed/PE_B
    if echo 'int main(void) { return 0; }' |
        gcc "${i386[@]}" -x c - -o "$here/m32" 2>/dev/null && $i386_by "$here/m32"; then
        build narrow . gcc -std=c99 -O0 "${i386[@]}"
        through=$i386_by
        check "ar: gcc -m32 gives the same" same narrow narrow_rows --only paper
        check "ar: ... with the other requests, too" \
            same narrow narrow_rows --only "poisson uniform"
        through=
    else
        skip "ar: gcc -m32 (apt packages gcc-12-multilib libc6-dev-i386)"
    fi
}

claim_bugs() {
    by=("${least[@]}")
    planted worst sched_ar.h \
        '~worst_is_largest s/ \+ .*;/;/'
    caught "ar: a PE_W that takes the smallest" 'other rows' same worst worst_rows --only paper/PE_W
    caught "ar: ... by the verdicts, too" '^> +24 +\| +\*\*does not hold' \
        verdicts_of worst worst_rows
    planted open bench/figures/ar.c \
        's/choice\.ends = where->ends/choice.ends = SKED_AR_ENDS_AT_HORIZON/'
    caught "ar: rectangles that do not end at the deadline" 'other rows' \
        same open open_rows --only paper/PEDu_W
    planted untrimmed bench/figures/ar.c 's/sked_ar_trim\(calendar, job->arrival\)/SKED_OK/'
    caught "ar: a calendar that is not trimmed" 'other rows' \
        same untrimmed untrimmed_rows --only paper/Du_B
    planted late bench/figures/ar.c 's/(sked_ar_add\(calendar, answer->start, answer->end)/\1 + 9/'
    caught "ar: a span that is not what was found" 'found, but not to be had' quick late late_rows \
        --only paper/FF
    planted rude bench/figures/ar.c 's/(wanted\.deadline =) job->deadline/\1 SKED_NEVER/'
    caught "ar: a start after the deadline" 'found what was not asked for' quick rude rude_rows \
        --only paper/FF
    check "ar: published rows of the defaults are those of all requests" \
        again ar --only longest/PE_W
    if in_full "published rows of FF at all points"; then
        check "ar: ... of FF at all points, too" again ar --only "poisson uniform/FF"
    else
        check "ar: ... of FF at each second point, too" \
            again ar --part 1/2 --only "poisson uniform/FF"
    fi
    check "ar: ... and, at the third point, where the past is kept" \
        again ar --part 3/13 --only "kept poisson uniform/PEDu_W"
    planted remembered bench/figures/ar.c \
        's/sked_ar_remove\(calendar, own->start, own->end, &set\)/(sked_status)(set.size == 0)/'
    caught "ar: a past of jobs that have ended" 'other rows' \
        same remembered remembered_rows --only kept/PEDu_B
    planted forgotten bench/figures/ar.c 's/(sked_ar_trim\(calendar,) oldest/\1 now/'
    caught "ar: a past that is not kept" 'other rows' \
        same forgotten forgotten_rows --only kept/PEDu_B
    planted lighter bench/figures/ar.c 's/^(    \[LOAD_60\].*\.load =) 60/\1 70/'
    caught "ar: another load than the name says" 'other rows' \
        same lighter lighter_rows --only "load 0.6/FF"
    planted steep bench/figures/ar_world.h 's/AR_SCALE = 8/AR_SCALE = 1/'
    caught "ar: a slope that is not scaled" 'other rows' same steep steep_rows --only scaled/FF
    planted larger bench/figures/ar_world.h 's/AR_UPROB_PERCENT = 82/AR_UPROB_PERCENT = 83/'
    caught "ar: another share of small sizes" 'not published' again larger --only longest/FF
}

claim_times() {
    check "ar: ... and those of times, too" times_form "$results/ar_time.csv" 5
    changed less_times "$results" ar_time.csv '/^cost,paper,FF,1000,list_b,/d'
    caught "ar: a time that is missing" 'not each row once' \
        times_form "$here/less_times/ar_time.csv" 5
    if have gcc gcc; then
        check "ar: the program that takes times builds" gcc -std=c99 -O1 -I. -Ibench \
            -DBENCH_FLAGS='"-O1"' bench/ar_ratio.c -o "$here/ar_ratio" -lm
        check "ar: the program that takes times gives such rows" timed "$here/times.csv"
        caught "ar: rows that it cannot write" 'cannot be written' timed "$here/nowhere/times.csv"
    fi
}
