#!/usr/bin/env bash
# moldable.sh: build/moldable reads tasks, plans them, proves what it says, draws, and survives.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
kit_header=sched_moldable.h
. tests/gates/sane.sh

night=examples/night.tasks
check "make build/moldable" make -s build/moldable

# ---- answers

answers() { transcribed moldable "$@"; }
check "moldable: examples/night.expected, word for word" \
    answers build/moldable examples/night.expected

# shown PAGE: what it shows of the night is what is printed.
shown() {
    sed -n '/^\$ build\/moldable --processors 32 examples/,/^```$/p' "$1" | sed '1d; $d' >"$out/shown.txt"
    [ -s "$out/shown.txt" ] && build/moldable --processors 32 $night | diff "$out/shown.txt" -
}
check "examples/README.md shows what moldable prints" shown examples/README.md
mutate examples/README.md "$out/README.md" 's/^(minsum +)45/\154/'
caught "a page that shows another plan" '^[<>] minsum' shown "$out/README.md"

# Every option and every algorithm of --help stands in the examples, or is tried below.
algorithms="best frontier makespan sweep demt multibase prices truncations search gang sequential
    list-shelf list-longest list-smallest list-ratio"
printf '%s\n' --nodes --json --help --version >"$out/tried.txt"    # --nodes is Slurm's; json.sh tries --json
check "moldable: all options tried" \
    options_of build/moldable 16 examples/night.expected "$out/tried.txt"
caught "an option that no example has" '^--version$' \
    options_of build/moldable 16 examples/night.expected

# ---- plans

# A plan by hand and eye: what the program wrote, beside the file of tasks and nothing else.
cat >"$out/judge.awk" <<'AWK'
function told(what) { print what; wrong = 1 }
# The least whole number that is not below a / b.
function ceiling(a, b,    q) { q = int(a / b); while (q * b < a) { q++ } return q }
function milli(text,    parts, digits) {
    split(text, parts, "."); digits = substr(parts[2] "000", 1, 3)
    return parts[1] * 1000 + digits
}
function downey(time, a, v, k) {
    if (v <= 1000) {
        if (1000 * k <= a) { return ceiling(time * (2 * a + v * (k - 1)), 2 * a * k) }
        if (1000 * k <= 2 * a - 1000) {
            return ceiling(time * (v * (a - 500) + k * (2000 - v) * 500), a * k * 1000) }
    } else if (1000000 * k <= 1000 * a + a * v - 1000 * v) {
        return ceiling(time * (v * (1000 * k + a - 1000) + 1000 * a), k * a * (v + 1000))
    }
    return ceiling(1000 * time, a)
}
# The time of a task on k processors; 0: it may not have them.
function takes(id, k,    i, parts) {
    if (form[id] == "rigid") { return k == f[id, 2] ? f[id, 3] : 0 }
    if (least[id] && (k < least[id] || k > most[id] || (k - least[id]) % step[id])) { return 0 }
    if (form[id] == "table") { return k <= words[id] - 1 ? f[id, k + 1] : 0 }
    if (form[id] == "alt") {
        for (i = 2; i <= words[id]; i++) {
            split(f[id, i], parts, ":"); if (parts[1] == k) { return parts[2] }
        }
        return 0
    }
    if (form[id] == "amdahl") {
        i = milli(f[id, 3]); return ceiling(f[id, 2] * (i * k + 1000 - i), 1000 * k)
    }
    if (form[id] == "downey") { return downey(f[id, 2], milli(f[id, 3]), milli(f[id, 4]), k) }
    return 0
}
function booked(t,    sum, i) {
    for (i = 1; i <= spans; i++) { if (from[i] <= t && t < to[i]) { sum += span_count[i] } }
    return sum + 0
}
BEGIN {
    spans = split(bookings, list, " ")
    for (i = 1; i <= spans; i++) {
        split(list[i], parts, ":"); from[i] = parts[1]; span_count[i] = parts[3]
        to[i] = parts[2] == "never" ? 1e18 : parts[2]
    }
}
FNR == 1 { file++ }
file == 1 {
    sub(/#.*/, ""); if (!/[^ \t]/) { next }
    split($0, part, ","); id = part[1]; gsub(/[ \t]/, "", id); ids[++tasks] = id
    weight[id] = part[2] + 0; ready[id] = part[3] + 0 > now ? part[3] + 0 : now
    words[id] = split(part[4], word, " "); form[id] = word[1]
    for (i = 1; i <= words[id]; i++) {
        if (word[i] == "widths") {
            split(word[i + 1], range, /[-:]/); least[id] = range[1]; most[id] = range[2]
            step[id] = 3 in range && range[3] ? range[3] : 1; words[id] = i - 1; break
        }
        f[id, i] = word[i]
    }
}
AWK
cat >"$out/plan.awk" <<'AWK'
file == 2 && FNR == 1 && $0 != "id,start,end,width,processors" { told("no head: " $0) }
file == 2 && FNR > 1 {
    split($0, part, ","); id = part[1]; start = part[2] + 0; end = part[3] + 0; width = part[4] + 0
    if (!(id in form)) { told("no task " id); next }
    ranges_text = $0; sub(/^[^"]*"/, "", ranges_text); sub(/"$/, "", ranges_text)
    count = split(ranges_text, ranges, ",")
    sum = 0; rows++; row_id[rows] = id; row_start[rows] = start; row_end[rows] = end
    runs[rows] = count
    for (i = 1; i <= count; i++) {
        if (split(ranges[i], range, "-") == 1) { range[2] = range[1] }
        if (range[1] > range[2] || range[2] >= m) { told(id ": processors " ranges[i]) }
        low[rows, i] = range[1] + 0; high[rows, i] = range[2] + 0; sum += range[2] - range[1] + 1
    }
    if (sum != width) { told(id ": " sum " processors, not " width) }
    if (start < ready[id]) { told(id " starts before it is ready") }
    if (width == 0) { if (form[id] != "divisible") { told(id " has no width") }
        rows--; last[id] = end; first[id] = start; next }
    if (form[id] == "divisible") {
        done[id] += (end - start) * width
        if (start < first[id] || end > last[id]) { told("a piece of " id " at " start) }
        if (end > done_at[id]) { done_at[id] = end; last_width[id] = 0 }
        if (end == done_at[id]) { last_width[id] += width }
    } else {
        if (id in last) { told(id " runs twice") }
        if (end - start != takes(id, width) + 0 || end <= start) {
            told(id ": " end - start " on " width ", expected " takes(id, width)) }
        last[id] = end
    }
    at[start]; at[end]
}
file == 3 && /^makespan/ { makespan = $2 + 0; makespan_lower_bound = $0
    sub(/.*before /, "", makespan_lower_bound) }
file == 3 && /^minsum/ { minsum = $2 + 0; minsum_lower_bound = $0; sub(/.*than /, "", minsum_lower_bound) }
END {
    for (i = 1; i <= tasks; i++) {
        id = ids[i]
        if (!(id in last)) { told(id " does not run"); continue }
        if (form[id] == "divisible" &&
            (done[id] < f[id, 2] || done[id] >= f[id, 2] + last_width[id])) {
            told(id ": work " done[id] ", expected " f[id, 2]) }
        if (last[id] > latest) { latest = last[id] }
        sum_of_all += weight[id] * last[id]
    }
    for (i = 1; i <= rows; i++) {
        for (j = 1; j < i; j++) {
            if (row_start[i] >= row_end[j] || row_start[j] >= row_end[i]) { continue }
            for (k = 1; k <= runs[i]; k++) { for (l = 1; l <= runs[j]; l++) {
                if (low[i, k] <= high[j, l] && low[j, l] <= high[i, k]) {
                    told(row_id[i] " and " row_id[j] " share processors") }
            } }
        }
    }
    for (i = 1; i <= spans; i++) { at[from[i]] }
    for (t in at) {
        used = 0; t += 0
        for (i = 1; i <= rows; i++) { if (row_start[i] <= t && t < row_end[i]) {
            for (k = 1; k <= runs[i]; k++) { used += high[i, k] - low[i, k] + 1 } } }
        if (t >= now && used + booked(t) > m) { told(used " at " t ", " booked(t) " booked") }
    }
    if (latest != makespan) { told("makespan " makespan ", expected " latest) }
    if (sum_of_all != minsum) { told("minsum " minsum ", expected " sum_of_all) }
    if (makespan_lower_bound + 0 > latest || minsum_lower_bound + 0 > sum_of_all) { told("a bound is above") }
    if (makespan_lower_bound + 0 < 1) { told("no bound") }
    exit wrong || !tasks || !rows
}
AWK
# judged PROGRAM M FILE NOW "RESERVES" WORD...: the plan that is written is one, and worth what is
# printed; no bound is above it.
judged() {
    local program=$1 m=$2 file=$3 now=$4 bookings=$5 words="" booking
    shift 5
    for booking in $bookings; do words="$words --book $booking"; done
    "$program" --processors "$m" --now "$now" $words "$@" --plan "$out/plan.csv" "$file" >"$out/stdout.txt" \
        2>"$out/stderr.txt" || { cat "$out/stderr.txt"; return 1; }
    awk -v m="$m" -v now="$now" -v bookings="$bookings" -f "$out/judge.awk" -f "$out/plan.awk" \
        "$file" "$out/plan.csv" "$out/stdout.txt" ||
        { echo "--processors $m $words --now $now $*"; return 1; }
}
# Tasks of all forms, at random: some SEED COUNT M.
some() {
    awk -v seed="$1" -v count="$2" -v m="$3" '
        function below(n) { seed = (seed * 16807) % 2147483647; return int(seed / 64) % n }
        function widths(    a, b) {
            a = 1 + below(m); b = a + below(m - a + 1)
            return below(2) ? "" : " widths " a "-" b (below(2) ? "" : ":" 1 + below(3)) }
        function table(    k, t, text) {
            t = 20 + below(300)
            for (k = 1; k <= m; k++) { text = text " " t; t -= int((t - 1) * below(40) / 100) }
            return text }
        function alternatives(    k, text) {
            for (k = 1 + below(m); k <= m; k += 1 + below(m)) {
                text = text " " k ":" 1 + below(200) }
            return text }
        BEGIN {
            for (i = 1; i <= count; i++) {
                printf "t%d,%d,%d,", i, below(9) ? below(20) : 0, below(3) ? 0 : below(100)
                kind = below(6)
                if (kind == 0) { print "table" table() widths() }
                if (kind == 1) { print "alt" alternatives() }
                if (kind == 2) { printf "amdahl %d 0.%03d%s\n", 1 + below(500), below(300),
                    widths() }
                if (kind == 3) { printf "downey %d %d.%d %d.%02d%s\n", 1 + below(500), 1 + below(m),
                    below(1000), below(3), below(100), widths() }
                if (kind == 4) { print "rigid " 1 + below(m) " " 1 + below(99) }
                if (kind == 5) { print "divisible " 1 + below(600) }
            } }'
}
# Some algorithms go on for as long as they may: budget ALGORITHM.
budget() { case $1 in best | frontier | search) echo "--budget 100000" ;; esac; }
# all_judged PROGRAM: the night and files at random, with every algorithm; with bookings; later.
all_judged() {
    local algorithm seed
    for algorithm in $algorithms; do
        judged "$1" 32 $night 0 "" --method $algorithm $(budget $algorithm) &&
            judged "$1" 32 $night 100 "300:420:8 0:150:6 500:never:2" --method $algorithm \
                $(budget $algorithm) || return 1
    done
    for algorithm in best makespan sweep demt multibase gang sequential list-shelf list-ratio; do
        judged "$1" 32 $night 0 "100:200:9" --method $algorithm --batched || return 1
    done
    for seed in 1 2 3 4 5 6 7 8 9; do
        some $seed $((seed * 4)) $((seed * 2)) >"$out/some.tasks"
        judged "$1" $((seed * 2)) "$out/some.tasks" 0 "" --budget 200000 &&
            judged "$1" $((seed * 2 + 2)) "$out/some.tasks" $((seed * 7)) "20:90:1 60:never:1" \
                --method demt --shuffles 5 --seed $seed &&
            judged "$1" $((seed * 2)) "$out/some.tasks" 0 "" --method sweep --bound 0 ||
            return 1
    done
}
check "moldable: every plan is one, and worth what is printed" all_judged build/moldable

# worth PROGRAM FILE WORD...: what is above both bounds of a plan in batches, together.
worth() {
    "$1" --processors 16 --batched "${@:3}" "$2" | awk '
        /optimal$/ { next }
        /^(makespan|minsum)/ { sum += $(NF - 4) } END { if (NR != 3) { exit 1 }; print sum }'
}
# best_in_batches PROGRAM: no method that goes in batches is better than what is chosen from them.
best_in_batches() {
    local seed algorithm best other
    for seed in 3 4 5 6; do
        some $seed 12 16 >"$out/batches.tasks"
        best=$(worth "$1" "$out/batches.tasks") || return 1
        for algorithm in $algorithms; do
            case $algorithm in best | frontier | prices | truncations | search) continue ;; esac
            other=$(worth "$1" "$out/batches.tasks" --method $algorithm) || return 1
            awk -v best="$best" -v other="$other" 'BEGIN { exit !(best <= other + 0.11) }' ||
                { echo "$algorithm: $other % above, best: $best %"; return 1; }
        done
    done
}
check "moldable: best in batches is the best of those that go in batches" \
    best_in_batches build/moldable

# A minsum beyond 64 bits, to the last digit.
wide() {
    printf 'a,4294967295,0,rigid 1 1000000000000007\nb,4294967291,0,rigid 1 3\n' >"$out/wide.tasks"
    "$1" --processors 1 --method sequential "$out/wide.tasks" >"$out/stdout.txt" &&
        grep -qE '^minsum +4294967295000055834574823; ' "$out/stdout.txt" ||
        { cat "$out/stdout.txt"; return 1; }
}
check "moldable: a minsum beyond 64 bits" wide build/moldable

# again WORD... : the same twice, on both streams.
again() {
    build/moldable "$@" >"$out/a.txt" 2>&1 && build/moldable "$@" >"$out/b.txt" 2>&1 &&
        cmp "$out/a.txt" "$out/b.txt"
}
check "moldable: the same plan again" again --processors 32 --seed 5 --budget 100000 --plan - $night
check "moldable: the night by best" judged build/moldable 32 $night 0 "" --budget 100000
stdin() {
    build/moldable --processors 32 --budget 100000 - <$night | tail -n +2 >"$out/a.txt"
    build/moldable --processors 32 --budget 100000 $night | tail -n +2 | diff - "$out/a.txt"
}
check "moldable: a file from standard input" stdin

# ---- the frontier

# frontier PROGRAM: plans of rising makespan and falling minsum, of which one was chosen: the one
# that is printed above.
frontier() {
    "$1" --processors 32 --method frontier --budget 300000 $night >"$out/frontier.txt" || return 1
    awk '/^makespan/ { makespan = $2 + 0 } /^minsum/ { minsum = $2 + 0 }
        / worth choosing from:$/ { count = $1 }
        /[0-9]$/ && NF >= 4 && !/^m/ {
            chosen = $1 == "chosen"; at = chosen ? 2 : 1; rows++
            if (rows > 1 && ($at <= before || $(at + 2) >= least)) {
                print "dominated: " $0; wrong = 1 }
            if (chosen) { marked++; if ($at + 0 != makespan || $(at + 2) + 0 != minsum) {
                print "another one is chosen: " $0; wrong = 1 } }
            before = $at + 0; least = $(at + 2) + 0 }
        END { if (marked != 1 || rows != count || rows < 2) { print rows " plans, " marked " chosen"
            wrong = 1 } exit wrong }' "$out/frontier.txt"
}
check "moldable: a frontier, and which one was chosen" frontier build/moldable

# ---- certificates

# What prices prove, by trying every start and every width of every task: what each pays for its
# processors and its end, less what all processors could earn.
cat >"$out/prices.awk" <<'AWK'
file == 2 && FNR > 1 {
    split($0, part, ","); if (part[1] != (FNR == 2 ? now : part_end)) { told("a gap before " $0) }
    for (t = part[1]; t < part[2]; t++) { price[t] = part[3] / 2 ^ part[4] }
    part_end = part[2]; intervals++
}
file == 3 && /^minsum/ { minsum = $2 + 0; printed = $0; sub(/.*than /, "", printed); printed += 0 }
END {
    paid[now] = 0
    for (t = now; t < part_end; t++) {
        paid[t + 1] = paid[t] + price[t]; free = m - booked(t); earned += free * price[t] }
    for (i = 1; i <= tasks; i++) {
        id = ids[i]; best = -1; cheapest = -1
        for (s = ready[id]; s <= part_end || s == ready[id]; s++) {
            if (form[id] == "divisible") {
                if (cheapest < 0 || price[s] < cheapest) { cheapest = price[s] + 0 }
                soonest = ready[id] + int(f[id, 2] / m)
                cost = weight[id] * (s + 1 > soonest ? s + 1 : soonest) + f[id, 2] * cheapest
                if (best < 0 || cost < best) { best = cost }
                continue
            }
            for (k = 1; k <= m; k++) {
                if (!((id, k) in time)) { time[id, k] = takes(id, k) }
                if (!time[id, k]) { continue }
                a = s > part_end ? part_end : s
                b = s + time[id, k] > part_end ? part_end : s + time[id, k]
                cost = weight[id] * (s + time[id, k]) + k * (paid[b] - paid[a])
                if (best < 0 || cost < best) { best = cost }
            }
        }
        sum += best
    }
    printf "%d intervals prove %.3f, printed %.0f, plan %.0f\n", intervals, sum - earned, printed,
        minsum
    if (printed > (sum - earned) * 1.000001) { told("more is printed than prices prove") }
    if (sum - earned > minsum * 1.000001) { told("more is proved than a plan needs") }
    if (printed < (sum - earned) * LEAST) { told("much less is printed than prices prove") }
    exit wrong || intervals < 2
}
AWK
# proved PROGRAM M FILE NOW "RESERVES" WORD...
proved() {
    local program=$1 m=$2 file=$3 now=$4 bookings=$5 words="" booking
    shift 5
    for booking in $bookings; do words="$words --book $booking"; done
    "$program" --processors "$m" --now "$now" $words "$@" --certificate "$out/prices.csv" "$file" \
        >"$out/stdout.txt" 2>"$out/stderr.txt" || { cat "$out/stderr.txt"; return 1; }
    awk -v m="$m" -v now="$now" -v bookings="$bookings" -v LEAST=0.9 -f "$out/judge.awk" \
        -f "$out/prices.awk" "$file" "$out/prices.csv" "$out/stdout.txt"
}
all_proved() {
    proved "$1" 32 $night 0 "" --budget 300000 &&
        proved "$1" 32 $night 0 "" --method prices --bound 40 &&
        proved "$1" 32 $night 100 "300:420:8 500:never:2" --method demt --bound 500 || return 1
}
check "moldable: the bound on the minsum, from the prices alone" all_proved build/moldable

# ---- pictures

# boxes PROGRAM WORD...: the picture names every task, and no two of its boxes overlap.
boxes() {
    local program=$1
    shift
    "$program" "$@" --gantt "$out/picture.svg" >"$log" || return 1
    awk '/^<g stroke="#ffffff"/ { inside = 1; next }
        /<title>/ { if (inside) { titles += gsub(/<title>/, "&") } }
        /class="left"/ { inside = 0 }
        inside && match($0, /<rect x="[0-9.]+" y="[0-9.]+" width="[0-9.]+" height="[0-9.]+"/) {
            split(substr($0, RSTART), q, "\""); n++
            x[n] = q[2]; y[n] = q[4]; r[n] = q[2] + q[6]; b[n] = q[4] + q[8]
            if (q[6] + 0 <= 0 || q[8] + 0 <= 0 || r[n] > 936.02) {
                print "an empty box: " $0; wrong = 1 }
            for (i = 1; i < n; i++) {
                if (x[i] < r[n] - .015 && x[n] < r[i] - .015 && y[i] < b[n] - .015 &&
                    y[n] < b[i] - .015) {
                    print "two boxes overlap: " $0; wrong = 1 } } }
        /^<\/svg>$/ { closed = 1 }
        END { if (!closed || n < 12) { print n " boxes"; wrong = 1 } exit wrong }' \
        "$out/picture.svg" &&
        for id in $(sed -n 's/^\([^#,]*\),.*/\1/p' $night); do
            grep -q "<title>$id: " "$out/picture.svg" || { echo "no $id"; return 1; }
        done
}
all_boxes() {
    boxes "$1" --processors 32 --budget 100000 $night && boxes "$1" --processors 32 --method sweep $night &&
        boxes "$1" --processors 32 --method demt --book 300:420:8 --book 0:150:6 --book 500:never:2 $night &&
        boxes "$1" --processors 48 --now 60 --method sequential --book 0:90:40 $night
}
check "moldable: pictures without boxes that overlap" all_boxes build/moldable
if have python3 python3; then
    printf 'a<b,1,0,rigid 1 5\n&,0,3,rigid 2 7\n' >"$out/signs.tasks"
    well_formed() {
        build/moldable --processors 2 --gantt "$out/signs.svg" "$out/signs.tasks" &&
            python3 -c 'import sys, xml.dom.minidom as x; [x.parse(n) for n in sys.argv[1:]]' \
                "$out/signs.svg" "$out/picture.svg"
    }
    check "moldable: pictures are XML, whatever tasks are called" well_formed
fi

# ---- the reader

wrong() { wrong_lines "$out/wrong.tasks" "$1" --processors 8 --budget 100000 "$out/wrong.tasks"; }
long=$(printf '%065d' 0)
more=$(printf '%04000d' 0)
cat >"$out/wrong.txt" <<LIST
1:1||the end, expected a task before it: id,weight,ready,FORM\$
3:1|# none\\n \\t\\n|the end, expected
1:1|,1,0,rigid 1 1|the id is missing, expected 1 to 64 letters, digits and signs but
1:1|$long,1,0,rigid 1 1|the id is "0+", expected 1 to 64
1:1|a[1],1,0,rigid 1 1|the id is "a\\[1\\]", expected 1 to 64
1:2|a|no comma, expected id,weight,ready,FORM: one behind the id\$
1:3|a b,1,0,rigid 1 1|no comma, expected .* behind the id\$
2:1|a,1,0,rigid 1 1\\na,1,0,rigid 1 1|the id is "a", expected one that no other task has\$
1:3|a,,0,rigid 1 1|the weight is missing, expected a whole number from 0 to 4294967295\$
1:3|a,x,0,rigid 1 1|the weight is "x", expected a whole number from 0 to 4294967295\$
1:3|a,-1,0,rigid 1 1|the weight is "-1", expected
1:3|a,4294967296,0,rigid 1 1|the weight is "4294967296", expected
1:4|a,1|no comma, expected .* behind the weight\$
1:5|a,1,1.5,rigid 1 1|the ready time is "1.5", expected a whole number from 0 to 461168601842738790
1:5|a,1,4611686018427387904,rigid 1 1|the ready time is "46
1:6|a,1,0|no comma, expected .* behind the ready time\$
1:7|a,1,0,|the form is missing, expected table, alt, amdahl, downey, rigid or divisible\$
1:7|a,1,0,oracle|the form is "oracle", expected table, alt
1:12|a,1,0,table|the time is missing, expected a whole number from 1 to 4611686018427387903\$
1:12|a,1,0,table#5|the time is missing
1:13|a,1,0,table 0|the time is "0", expected a whole number from 1
1:15|a,1,0,table 5 x|the time is "x", expected
1:13|a,1,0,table widths 1-2|the time is "widths", expected
1:15|a,1,0,table 5 4611686018427387904|the time is "4611686018427387904", expected
1:10|a,1,0,alt|the alternative is missing, expected WIDTH:TIME, as 4:30, both from 1 on\$
1:11|a,1,0,alt 5|the alternative is "5", expected WIDTH:TIME
1:11|a,1,0,alt 0:5|the alternative is "0:5", expected WIDTH:TIME
1:11|a,1,0,alt 5:0|the alternative is "5:0", expected WIDTH:TIME
1:11|a,1,0,alt 5:|the alternative is "5:", expected WIDTH:TIME
1:11|a,1,0,alt 67108865:1|the alternative is "67108865:1", expected WIDTH:TIME
1:15|a,1,0,alt 4:5 4:3|the alternative is "4:3", expected widths that rise\$
1:13|a,1,0,amdahl|the time on one processor is missing, expected a whole number from 1
1:15|a,1,0,amdahl 5|the sequential part is missing, expected a number from 0 to 1.000 with at most
1:16|a,1,0,amdahl 5 1.001|the sequential part is "1.001", expected
1:16|a,1,0,amdahl 5 0.1234|the sequential part is "0.1234", expected
1:16|a,1,0,amdahl 5 .5|the sequential part is ".5", expected
1:16|a,1,0,amdahl 5 0.|the sequential part is "0.", expected
1:16|a,1,0,amdahl 5 0.5e|the sequential part is "0.5e", expected
1:14|a,1,0,downey x 2 1|the time on one processor is "x", expected
1:16|a,1,0,downey 5 0.999 1|the average parallelism is "0.999", expected a number from 1 to 42949
1:16|a,1,0,downey 5 4294967.296 1|the average parallelism is "4294967.296", expected
1:18|a,1,0,downey 5 2 1048.577|the variance is "1048.577", expected a number from 0 to 1048.576
1:17|a,1,0,downey 5 2|the variance is missing, expected
1:13|a,1,0,rigid 0 1|the width is "0", expected a whole number from 1 to 67108864\$
1:15|a,1,0,rigid 1 0|the time is "0", expected a whole number from 1
1:17|a,1,0,rigid 1 1 1|"1", expected the end of the line\$
1:17|a,1,0,rigid 1 1 widths 1-2|widths of a task that is rigid, expected the end of the line\$
1:17|a,1,0,divisible 0|the work is "0", expected a whole number from 1
1:19|a,1,0,divisible 9 widths 1-2|widths of a task that is divisible, expected the end
1:21|a,1,0,table 5 widths|the range of widths is missing, expected MIN-MAX or MIN-MAX:STEP, as 1-15
1:22|a,1,0,table 5 widths 1|the range of widths is "1", expected MIN-MAX
1:22|a,1,0,table 5 widths 2-1|the range of widths is "2-1", expected MIN-MAX
1:22|a,1,0,table 5 widths 0-1|the range of widths is "0-1", expected MIN-MAX
1:22|a,1,0,table 5 widths 1-1:0|the range of widths is "1-1:0", expected MIN-MAX
1:22|a,1,0,table 5 widths 1:1-1|the range of widths is "1:1-1", expected MIN-MAX
1:26|a,1,0,table 5 widths 1-1 3|"3", expected the end of the line\$
1:22|a,1,0,alt 4:5 widths 1-4:3|the range of widths is "1-4:3", expected no step: alt names its
1:7|a,1,0,rigid 9 1|a: .*, expected a least width that --processors 8 and --book leave in the end\$
1:7|a,1,0,table 5 4 widths 3-4|a: .*, expected a table or a list with one of the widths\$
2:7|b,1,0,rigid 1 1\\na,1,0,amdahl 5 1 widths 9-10|a: .*, expected a least width
1:7|a,1,0,alt 4:3 widths 5-8|a: .*, expected a table or a list with one of the wid
1:7|a,1,0,amdahl 4611686018427387903 0.5|a: .*, expected shorter times, or fewer processors\$
2:16|# a\\na,1,0, table 5 \\001|a byte that is no text, expected at most 4000 characters
1:1|\\303\\244,1,0,rigid 1 1|a byte that is no text
1:4001|#${more}0|more characters, expected at most 4000 characters
LIST
wrong_files() { wrong "$1" <"$out/wrong.txt"; }
check "moldable: $(wc -l <"$out/wrong.txt") wrong files" wrong_files build/moldable
caught "a file that is not wrong" 'rigid 8 1: told' wrong build/moldable <<<'1:1|a,1,0,rigid 8 1|x'

# right PATTERN TEXT: what looks wrong, but is not.
right() {
    printf "$2" >"$out/right.tasks"
    build/moldable --processors 8 --budget 100000 "$out/right.tasks" >"$out/stdout.txt" &&
        grep -qE -- "$1" "$out/stdout.txt" ||
        { cat "$out/stdout.txt"; return 1; }
}
check "moldable: blanks, comments, no end of the last line" right '^minsum +12; ' \
    '# c\r\n \ta , 2 , 0 , amdahl\t8 0.5 widths 2-2 # six\r\n\n'
check "moldable: decimals of any length, leading zeros" right '^makespan 9; ' \
    'a,1,0,amdahl 012 0.50 widths 02-2\nb,1,0,amdahl 12 0.5 widths 2-2\nc,0,0,rigid 02 09'
check "moldable: a table that is longer than the machine is wide" right '^makespan 3; ' \
    'a,1,0,table 9 8 7 6 5 4 4 3 2 1\n'
guaranteed() {
    printf 'a,1,0,table 90 46 31 24 20 17 15 14\nb,2,0,table 80 40 30 25 22 20 18 17\n' \
        >"$out/two.tasks"
    build/moldable --processors 8 --method "$1" "$out/two.tasks" |
        grep '^guaranteed: a makespan at most 50\.2 % and a tick above its bound$'
}
check "moldable: a guarantee" guaranteed makespan
check "moldable: ... of a sweep" guaranteed sweep
check "moldable: a weight of 0" right '^minsum +0; no plan has less than 0: optimal$' \
    'a,0,0,rigid 8 5\n'

# ---- the command line

most=4611686018427387903
cat >"$out/refused.txt" <<LIST
2|$night|--processors is missing, expected --processors M\$
2|--processors 32 $night $night|"$night" is one file too many, expected only "$night"\$
2|--processors|--processors: nothing follows, expected M\$
2|--processors 0 $night|--processors: "0", expected a whole number from 1 to 67108864\$
2|--processors 67108865 $night|--processors: "67108865", expected a whole number
2|--processors 3x $night|--processors: "3x", expected
2|--processors 3 --processors 4 $night|--processors: given again, expected it once\$
2|--processors 32 --plans x $night|"--plans" is not an option, expected --plan\\?\$
2|--processors 32 --method beste $night|--method: "beste", expected one of best, makespan, sweep
2|--processors 32 --batched --method frontier $night|--batched does not go with frontier, exp
2|--processors 32 --batched --method search $night|--batched does not go with search
2|--processors 32 --batched --method prices $night|--batched does not go with prices
2|--processors 32 --batched --method truncations $night|--batched does not go with trunc
2|--processors 32 --budget 5 --method demt $night|--budget does not go with demt
2|--processors 32 --budget 0 $night|--budget: "0", expected a whole number from 1 to
2|--processors 32 --shuffles 5 $night|--shuffles does not go with best
2|--processors 32 --shuffles 65537 --method demt $night|--shuffles: "65537", expected a whole
2|--processors 32 --seed 3 --method gang $night|--seed does not go with gang
2|--processors 32 --seed 18446744073709551616 $night|--seed: "18446744073709551616", expected a
2|--processors 32 --bound 1000001 $night|--bound: "1000001", expected a whole number from 0
2|--processors 32 --now 4611686018427387904 $night|--now: "4611686018427387904", expected
2|--processors 32 --book 5 $night|--book: "5", expected START:END:COUNT\$
2|--processors 32 --book 5:6 $night|--book: "5:6", expected START:END:COUNT
2|--processors 32 --book 5:5:1 $night|--book: "5:5:1": the end is 5, expected a time after the start\$
2|--processors 32 --book 5:6:0 $night|--book: "5:6:0": the count is "0", expected a whole number from 1
2|--processors 32 --book 5:6:1:1 $night|--book: "5:6:1:1", expected START:END:COUNT\$
2|--processors 32 --book 5:opened:1 $night|--book: "5:opened:1": the end is "opened", expected .*, or never\$
2|--processors 32 --book never:6:1 $night|--book: "never:6:1": the start is "never", expected
2|--processors 32 --book 1:4611686018427387904:1 $night|--book: "1:46.*": the end is "46.*", expected
2|--processors 32 $(printf -- '--book 1:2:1 %.0s' {1..257})$night|--book: "1:2:1" is one too many, expected at most 256
2|--method demt|--method does not go with a run without a file, expected options that
2|--plan x|--plan does not go with a run without a file
2|--book 1:2:3|--book does not go with a run without a file
1|--processors 10001|--processors: "10001", expected at most 10000 without a file\$
1|--processors 32 --book 5:never:32 $night|--book: "5:never:32": .*, expected fewer than 32
1|--processors 32 --book 1:9:32 --book 5:never:30 --book 2:never:2 --book 2:3:1 $night|--book: "2:never:2"
1|--processors 32 --book 1:never:21 $night|$night:[0-9]+:[0-9]+: reactor: .*, expected a least width that
1|--processors 32 --book 1:$most:1 $night|$night: .*, expected shorter times, or fewer proc
1|--processors 32 nowhere|nowhere: cannot be read: No such file .*, expected a readable file\$
1|--processors 32 examples|examples:1:1: cannot be read: .*, expected a text file\$
1|--processors 32 --plan nowhere/x.csv $night|nowhere/x.csv: cannot be written: No such
1|--processors 32 --gantt nowhere/x.svg $night|nowhere/x.svg: cannot be written: No such
1|--processors 32 --certificate /dev/full $night|/dev/full: cannot be written: No space
2|--processors 32 --book 1:2:33 $night|--book: "1:2:33": the count is 33, expected at most the machine's 32
LIST
refused_words() { refused "$1" <"$out/refused.txt"; }
check "moldable: $(wc -l <"$out/refused.txt") wrong command lines" refused_words build/moldable
caught "a command line that is not wrong" "^--processors 32 --budget 1 $night: told 0" \
    refused build/moldable <<<"1|--processors 32 --budget 1 $night|x"
help() { build/moldable --help | grep -q '^usage: moldable --processors M'; }
check "moldable: --help" help

# ---- without a file

# paper PROGRAM WORD...: four tables with a row for each algorithm, each beside the same two bounds,
# which nothing is below.
paper() {
    "$@" >"$out/paper.txt" 2>"$out/stderr.txt" || { cat "$out/stderr.txt"; return 1; }
    awk 'function differs(above, ratio) {             # by more than what rounding does
            return above < 100 * (ratio - 1) - .05 * ratio ||
                above > 100 * (ratio - 1) + .1 + .05 * ratio }
        /: 100 tasks on / { tables = tables " " $1; rows = 0 }
        /% above/ { next }
        /^no plan has less / { makespan = $(NF - 1); minsum = $NF; bounds++; next }
        NF > 4 && $NF ~ /^[0-9.]+$/ && $(NF - 2) ~ /^[0-9.]+$/ {
            rows++; all++
            if ($(NF - 3) < makespan - .001 || $(NF - 1) < minsum - .1) {
                print "below: " $0; wrong = 1 }
            if (differs($(NF - 2), $(NF - 3) / makespan) || differs($NF, $(NF - 1) / minsum)) {
                print "per cent: " $0; wrong = 1 }
            sum = $(NF - 2) + $NF
            if (rows == 1 || sum < best) { best = sum }
            if ($1 == "best" && sum > best + .25) { print "best is beaten: " $0; wrong = 1 } }
        END { if (tables != " weak: high: mixed: cirne:" || all != 60 || bounds != 4) {
            print tables, all, bounds; wrong = 1 } exit wrong }' "$out/paper.txt"
}
check "moldable: the four workloads of the paper" paper build/moldable
check "moldable: ... on 50 processors, with another seed" paper build/moldable --processors 50 --seed 7 \
    --budget 300000

# ---- files that are damaged

some 77 14 16 >"$out/seed.tasks"
some 78 9 4 >"$out/small.tasks"

refusal='moldable: .*'
survives() { survived "$1" $night "$out/seed.tasks" "$out/small.tasks"; }
claim_sanitized moldable examples/night.expected tests/programs/damaged_tasks.c

# ---- planted bugs

plain_kit
build_plain share examples/moldable.c moldable_layout.h 's/ && made->owner\[p\] == SKED_NONE\)/)/'
caught "pieces on processors of tasks" 'share processors' all_judged "$out/share/program"
caught "boxes that overlap" 'two boxes overlap' all_boxes "$out/share/program"
build_plain late examples/moldable.c moldable_write.h \
    's/task, row->start, row->end,/task, row->start + 1, row->end + 1,/'
caught "a plan that is not the one that was made" 'expected' all_judged "$out/late/program"
caught "another answer" '^[<>] [a-z]+,[0-9]' answers "$out/late/program" examples/night.expected
build_plain early examples/moldable.c moldable_file.h \
    's/task.ready = \(sked_time\)ready;/task.ready = 0;/'
caught "tasks that start before they are ready" 'before it is ready' all_judged "$out/early/program"
build_plain narrow examples/moldable.c moldable_file.h \
    's/task->width_step = \(uint32_t\)step/task->width_step = 1/'
caught "a step that is forgotten" '[0-9] on [0-9]+, expected 0' all_judged "$out/narrow/program"
build_plain tenfold examples/moldable.c moldable_file.h 's/fraction \* scale/fraction * 100/'
caught "decimals that are read wrong" '[0-9] on [0-9]+, expected' all_judged "$out/tenfold/program"
build_plain unbooked examples/moldable.c moldable_desk.h \
    's/spans_count = options->bookings_count/spans_count = 0/'
caught "bookings that are forgotten" '[0-9]+ booked|at [0-9]+' \
    all_judged "$out/unbooked/program"
build_plain last examples/moldable.c moldable_desk.h \
    's/(molding_goal\(&desk->result\)) <= goal/\1 < UINT64_MAX/'
caught "the last method instead of the best" '% above, best: ' best_in_batches "$out/last/program"
build_plain boast examples/moldable.c moldable_desk.h \
    's/molding_wide_text\(result->minsum_lower_bound\)/molding_wide_text(result->minsum)/'
caught "a bound that nothing proves" 'more is printed than prices prove' \
    all_proved "$out/boast/program"
build_plain low examples/moldable.c moldable_desk.h \
    's/molding_wide_text\(result->minsum\)/cells_number(result->minsum.low)/'
caught "a minsum that is cut to 64 bits" '^minsum' wide "$out/low/program"
build_plain gaps examples/moldable.c moldable_write.h \
    's/start = prices\[at\].end/start = prices[0].end/'
caught "prices with gaps" 'a gap before' all_proved "$out/gaps/program"
build_plain all examples/moldable.c moldable_desk.h 's/\? "chosen" : ""/? "chosen" : "chosen"/'
caught "plans that were not chosen" 'another one is chosen' frontier "$out/all/program"
build_plain column examples/moldable.c booking_words.h \
    's/\(w->word - w->line\) \+ 1;/(w->word - w->line);/'
caught "a column that counts from 0" ':1:0: .*, expected 1:1: ' wrong_files "$out/column/program"
build_plain twins examples/moldable.c moldable_file.h \
    's/names_find\(&all->ids, id\) != SKED_NONE/0/'
caught "two tasks of one name" 'expected 2:1: the id' wrong_files "$out/twins/program"
build_plain silent examples/moldable.c options.h 's/strchr\(rules.* == NULL/0/'
caught "an option without effect" '--shuffles 5 .*: told 0 ' refused "$out/silent/program" \
    <<<"2|--processors 32 --budget 1 --shuffles 5 $night|--shuffles does not go with"
build_plain blame examples/moldable.c moldable_desk.h \
    's/^( +)fewer.spans_count--;/\1fewer.spans_count = 0;/'
caught "a booking that is blamed for another" 'expected 1 --book: "2:never' \
    refused_words "$out/blame/program"
build_plain rude examples/moldable.c gantt.h "s/case '<': fputs\(\"&lt;\"/case '<': fputs(\"<\"/"
if have python3 python3; then
    rude() { "$out/rude/program" --processors 2 --gantt "$out/signs.svg" "$out/signs.tasks" && python3 -c \
        'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$out/signs.svg"; }
    caught "a picture that is no XML" 'ExpatError' rude
fi
build endless examples/moldable.c moldable_file.h 's/ \|\| chars > HOSTLIST_CHARS//'
caught "a name that is not bounded" 'runtime error|AddressSanitizer' \
    wrong "$out/endless/program" <<<"1:1|$long,1,0,rigid 1 1|the id is"
build moved tests/programs/damaged_tasks.c moldable_file.h 's/^    molding_point_at_lists\(all\);//'
caught "lists that nobody points at" 'runtime error|AddressSanitizer|no plan' \
    survives "$out/moved/program"
build shallow tests/programs/damaged_tasks.c gantt.h 's/length >>= 1\) \{/length >>= 60) {/'
caught "a picture whose numbers are too large" 'runtime error|AddressSanitizer' \
    survives "$out/shallow/program"
build_plain uneven examples/moldable.c moldable_paper.h \
    's/molding_above_text\(result.minsum_ratio_permille\)/molding_above_text(result.makespan_ratio_permille)/'
caught "per cent of another bound" 'per cent' paper "$out/uneven/program" --processors 50 --budget 10000
finish
