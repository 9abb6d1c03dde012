# claims.awk: what the paper on MEASY claims, beside what the rows of tiers.c say, as Markdown.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f bench/figures/claims.awk [variations.csv] tiers.csv \
#       [tiers_readings.csv]
#
# Verdicts follow from the numbers by the rules that the table begins with; reasons quote
# variations.csv, and are left out without it. If a workload is there with several numbers of jobs,
# the largest counts. Ratios are by EASY's on the same jobs.
BEGIN { place_form = "%.2f" }

FNR == 1 { varied = $1 == "variation"; next }
varied {
    other[$1, $2, $4, $5, $6] = $7 + 0
    other_half[$1, $2, $4, $5, $6] = $8 + 0
    other_jobs[$2] = $3 + 0
    next
}
{
    if ($3 + 0 > jobs[$2]) { jobs[$2] = $3 + 0; delete_rows($2) }
    if ($3 + 0 == jobs[$2]) { keep_row() }
}

function delete_rows(workload, key, part) {
    for (key in mean) {
        split(key, part, ",")
        if (part[1] == workload) { delete mean[key]; delete half[key] }
    }
    places[workload] = 0
}

# A row may be there for several figures, and is then the same.
function keep_row() {
    if (($2, $4, $5, $6, $7) in mean && mean[$2, $4, $5, $6, $7] != $8 + 0) {
        print "rows disagree: " $0 > "/dev/stderr"
        disagree = 1
        exit 1
    }
    mean[$2, $4, $5, $6, $7] = $8 + 0
    half[$2, $4, $5, $6, $7] = $9 + 0
    if (!($2 in seen)) { seen[$2] = 1; workload_count++; name[workload_count] = $2 }
    if (($2, $4, $5, $6, "seen") in mean) { return }
    mean[$2, $4, $5, $6, "seen"] = 1
    if ($4 == "MEASY" && $5 == "none") { add_place($2, $6) }
}

# ---- Readings

# Each claim is judged with usage drawn for each process (by_job 0), and for each job (1).
function read_as(option) {
    return !by_job ? option : option == "none" ? "usage by job" : option " by job"
}

# The judgement of a claim in this reading; row() prints both.
function judge(measured, verdict, why) {
    judged[by_job] = measured
    verdict_of[by_job] = verdict
    why_of[by_job] = why
}

function judge_tally(why) { judge(tally_text(), tally_verdict(), why) }

# ---- Words

function percent(share, error) { return sprintf("%.1f ± %.1f %%", 100 * share, 100 * error) }
function short(load) { return sprintf("%.2f", load) }
function metric_name(metric) { return metric ~ /^response/ ? "response" : "slowdown" }

# ---- Comparisons of two policies on the same jobs

# Sets pair_low, pair_mean and pair_high: the ratio of a policy to its rival, or of FCFS and REASY
# to MEASY (pair_turned: then MEASY is the better one above 1). Which KEASY it is, the rows decide:
# the one that knows as much of usage. 0 = there is no such row.
function find_pair(workload, load, metric, policy, option, rival, key) {
    pair_turned = policy == "MEASY" && (rival == "FCFS" || rival == "REASY")
    key = pair_turned \
        ? workload SUBSEP rival SUBSEP read_as("none") SUBSEP load SUBSEP metric "_measy" \
        : workload SUBSEP policy SUBSEP read_as(option) SUBSEP load SUBSEP metric \
          (rival == "EASY" ? "" : rival == "KEASY" ? "_keasy" : "_measy")
    if (!(key in mean)) { return 0 }
    pair_mean = mean[key]
    pair_low = mean[key] - half[key]
    pair_high = mean[key] + half[key]
    return 1
}

# 1, if the policy is better (all of the interval on its side of 1); -1, if it is worse; 0, if 1 is
# in the interval; 9, if there is no row.
function compare(workload, load, metric, policy, option, rival, sign) {
    if (!find_pair(workload, load, metric, policy, option, rival)) { return 9 }
    sign = pair_high < 1 ? 1 : pair_low > 1 ? -1 : 0
    return pair_turned ? -sign : sign
}

# The same for "a little worse": 1, if all of the interval is between 1 and 1.1; -1, if all of it is
# below 1 or above 1.1.
function compare_little(workload, load, metric, policy, option, rival) {
    if (!find_pair(workload, load, metric, policy, option, rival)) { return 9 }
    return pair_low > 1 && pair_high <= 1.1 ? 1 : pair_high < 1 || pair_low > 1.1 ? -1 : 0
}

# The ratios within noise are those of one claim.
function compare_start() {
    tally_start()
    noise_low = noise_high = ""
}

function tally_loads(workload, metric, policy, option, rival, wanted,
                     i, sign, against, noise) {
    for (i = 1; i <= places[workload]; i++) {
        sign = compare(workload, ats[workload, i], metric, policy, option, rival)
        sign = sign == 9 ? 9 : sign * wanted
        against = against (sign == -1)
        noise = noise (sign == 0)
        if (sign == 0) { add_noise() }
        if (sign != 9) {
            tally_one(sign)
            count["mean"] += (pair_turned ? -wanted : wanted) * (1 - pair_mean) > 0
        }
    }
    tally_places(workload " " metric_name(metric) ", " policy " and " rival ": ", workload,
                 against, noise)
}

# What to say where only noise keeps a claim from holding.
function only_noise() {
    if (count["against"] > 0 || count["noise"] == 0) { return "" }
    return "No comparison is against it; the ratio" \
        (count["noise"] == 1 ? sprintf(" within noise is %.3f.", noise_low) \
                             : sprintf("s within noise are %.3f to %.3f.", noise_low, noise_high))
}

# The ratios within noise, of the claim's policy to its rival.
function add_noise(ratio) {
    ratio = pair_turned ? 1 / pair_mean : pair_mean
    if (noise_low == "" || ratio < noise_low) { noise_low = ratio }
    if (noise_high == "" || ratio > noise_high) { noise_high = ratio }
}

# ---- (a) to (d): how much better than EASY

# Sets best_* and average_* over the loads of a workload, or of all, up to a load.
function improve(only, metric, until, w, i, key, one, error, sum, errors) {
    best = -9
    improved = sum = errors = 0
    for (w = 1; w <= workload_count; w++) {
        if (only != "" && name[w] != only) { continue }
        for (i = 1; i <= places[name[w]]; i++) {
            key = name[w] SUBSEP "MEASY" SUBSEP read_as("none") SUBSEP ats[name[w], i] SUBSEP metric
            if (ats[name[w], i] > until || !(key in mean)) { continue }
            one = 1 - mean[key]
            error = half[key]
            improved++
            sum += one
            errors += error
            if (one > best) {
                best = one
                best_half = error
                best_load = short(ats[name[w], i])
                best_at = name[w] " " best_load
            }
        }
    }
    average = improved > 0 ? sum / improved : 0
    average_half = improved > 0 ? errors / improved : 0
}

# Where the lower loads end: up to there, the best response is nearest to the printed one.
function fitted_end(w, i, load, distance, least, end) {
    least = 9
    for (w = 1; w <= workload_count; w++) {
        for (i = 1; i <= places[name[w]]; i++) {
            load = ats[name[w], i]
            improve("", "response_ratio", load)
            distance = best > 0.411 ? best - 0.411 : 0.411 - best
            if (distance < least) { least = distance; end = load }
        }
    }
    return end
}

function beside_printed(share, error, printed) {
    return share - error > printed ? "more" : share + error < printed ? "less" : "as printed"
}

# Sets part_text and part_side, for all workloads or one.
function improvement_part(only, metric, printed, kind, until, share, error) {
    improve(only, metric, until)
    share = kind == "best" ? best : average
    error = kind == "best" ? best_half : average_half
    part_side = beside_printed(share, error, printed)
    part_text = percent(share, error) \
        (kind == "best" ? " at " (only == "" ? best_at : best_load) : "") ", " part_side
}

function improvement_row(letter, metric, printed, kind, lower, w, text, sign, until, ends) {
    for (by_job = 0; by_job <= 1; by_job++) {
        until = lower ? fitted_end() : 9
        ends[by_job] = short(until)
        improvement_part("", metric, printed, kind, until)
        text = part_text
        sign = improved == 0 ? "" : part_side
        for (w = 1; w <= workload_count; w++) {
            improvement_part(name[w], metric, printed, kind, until)
            text = text ". " name[w] " alone: " part_text
        }
        judge(text, sign == "" ? "not measured" : sign == "as printed" ? "holds" \
            : sign == "more" ? "holds in part" : "does not hold",
            sign == "more" ? reason_more(metric, lower) : reason_less(metric, kind, lower, until))
    }
    row(letter, lower ? "... at loads up to " ends[0] ", by job up to " ends[1] " (*fitted*)" \
        : "MEASY improves the mean " metric_words(metric) " over EASY by " \
        (kind == "best" ? "up to " : "") sprintf("%.1f %%", 100 * printed) \
        (kind == "best" ? "" : " on average") " (3.4)")
}

function metric_words(metric) {
    return metric == "response_ratio" ? "response time" : "bounded slowdown"
}

# ---- Reasons: numbers of variations.csv beside those of tiers.csv

function with(variation, workload, policy, load, metric, key, now, text) {
    key = variation SUBSEP workload SUBSEP policy SUBSEP load SUBSEP metric
    if (!(key in other) || other_jobs[workload] != jobs[workload]) { return "" }
    text = sprintf("%s, load %s, %s of %s: %.3f ± %.3f of EASY", workload, short(load),
                   metric_name(metric), policy, other[key], other_half[key])
    if (metric ~ /_keasy$/) { sub(/of EASY$/, "of KEASY", text) }
    now = workload SUBSEP policy SUBSEP usual SUBSEP load SUBSEP metric
    if (now in mean) { text = text sprintf(" instead of %.3f ± %.3f", mean[now], half[now]) }
    return text " (*" variation "*)"
}

# A reason stands only with its number.
function reason(text, number) { return number == "" ? "" : text " " number }

# What MEASY saves in JW at a load.
function saved(metric, load, key) {
    key = "JW" SUBSEP "MEASY" SUBSEP read_as("none") SUBSEP load SUBSEP metric
    return key in mean ? percent(1 - mean[key], half[key]) : ""
}

function reason_more(metric, lower) {
    if (lower || saved(metric, "0.950") == "") { return "MEASY saves more than printed." }
    return "MEASY saves more than printed. The highest loads are ours: in JW it saves " \
        saved(metric, "0.700") " at 0.70, and " saved(metric, "0.950") " at 0.95, where EASY is " \
        "near saturation."
}

# Less than printed: the best of the lower loads may be at their end, as it is in the paper.
function reason_less(metric, kind, lower, until) {
    improve("", metric, until)
    if (kind == "best" && lower && best_load == short(until)) {
        return "The improvement is still growing at the highest of these loads."
    }
    return by_job ? "" : reason_usage(metric, lower)
}

# At the lower loads only with what was tried there.
function reason_usage(metric, lower) {
    usual = "none"
    return reason("In FW, where jobs are wide, a job in the background moves with the slowest of " \
        "many processes, and each draws its own usage. With the mean usage of 70 % in every one:",
        with("even usage", "FW", "MEASY", "0.600", metric)) \
        (lower ? "" : reason(";", with("even usage", "FW", "MEASY", "0.900", metric)))
}

# The ratio of a policy's response to KEASY's at load 0.90.
function beside_keasy(workload, policy, option, key) {
    key = workload SUBSEP policy SUBSEP read_as(option) SUBSEP "0.900" SUBSEP "response_ratio_keasy"
    return key in mean ? sprintf("%.3f ± %.3f", mean[key], half[key]) : ""
}

function reason_kills(w, workload, lost, without, with_none, text) {
    for (w = 1; w <= workload_count; w++) {
        workload = name[w]
        lost = mean[workload, "KEASY", read_as("none"), "0.900", "work_lost_share"]
        without = beside_keasy(workload, "MEASY", "migration 0")
        with_none = beside_keasy(workload, "REASY", "none")
        if (without == "" || with_none == "") { return "" }
        text = text sprintf("%s %s: %.1f %% of all work is lost, the same policy without that loss " \
            "(MEASY, migrations at no cost) has %s of KEASY's response, REASY %s",
            w > 1 ? ";" : "", workload, 100 * lost, without, with_none)
    }
    return "Near saturation KEASY falls behind REASY by the work that its kills throw away. At load " \
        "0.90," text "."
}

# The same beside EASY, where KEASY is worse.
function reason_kills_easy(w, workload, text) {
    for (w = 1; w <= workload_count; w++) {
        workload = name[w]
        if (compare(workload, "0.900", "response_ratio", "KEASY", "none", "EASY") != -1 || \
            !((workload, "MEASY", read_as("migration 0"), "0.900", "response_ratio") in mean)) {
            continue
        }
        text = text sprintf(" In %s at load 0.90 its kills throw away %.1f %% of all work, and it " \
            "has %s of EASY's response; the same policy without that loss (MEASY, migrations at " \
            "no cost) has %s.", workload,
            100 * mean[workload, "KEASY", read_as("none"), "0.900", "work_lost_share"],
            beside_easy(workload, "KEASY", "none"), beside_easy(workload, "MEASY", "migration 0"))
    }
    return text == "" ? only_noise() : substr(text, 2)
}

function beside_easy(workload, policy, option, key) {
    key = workload SUBSEP policy SUBSEP read_as(option) SUBSEP "0.900" SUBSEP "response_ratio"
    return sprintf("%.3f ± %.3f", mean[key], half[key])
}

function reason_few(w, key, text) {
    for (w = 1; w <= workload_count; w++) {
        key = name[w] SUBSEP "MEASY" SUBSEP read_as("none") SUBSEP ats[name[w], 1] SUBSEP \
            "migrations_per_job"
        text = text sprintf("%s %.1f %% in %s at load %s", w > 1 ? "," : "", 100 * mean[key],
                            name[w], short(ats[name[w], 1]))
    }
    return " At low loads few jobs are migrated (" substr(text, 2) ", figure 8), and in all else " \
        "KEASY and MEASY decide alike."
}

# How far REASY's mean response on JW is from EASY's, load by load, where it is worse.
function worse_at(option, i, key, text) {
    for (i = 1; i <= places["JW"]; i++) {
        key = "JW" SUBSEP "REASY" SUBSEP read_as(option) SUBSEP ats["JW", i] SUBSEP "response_ratio"
        if (key in mean && mean[key] > 1) {
            text = text sprintf(", %.2f ± %.2f at %s", mean[key], half[key], short(ats["JW", i]))
        }
    }
    return substr(text, 3)
}

# What turns the sign: the rule for the head, and else two changes of the workload at once.
function reason_reasy(one, two, three, turned) {
    usual = "none"
    one = with("exact estimates", "JW", "REASY", "0.800", "response_ratio")
    two = with("exact estimates and least effect", "JW", "REASY", "0.800", "response_ratio")
    three = with("exact estimates and exponential runs and least effect", "JW", "REASY", "0.600",
                 "response_ratio")
    turned = worse_at("unguarded")
    if (one == "" || two == "" || three == "" || by_job) { return reason_by_job("none") }
    return (turned == "" ? "" : "In words, REASY protects its head more than Algorithm 3 prints, " \
        "which turns the sign at some loads (next row). ") "The workload matters, too: poor " \
        "estimates hurt EASY more than REASY; with exact ones, " one ". If in addition jobs of " \
        "several processes make the least progress that the paper measured (19.8 %), " two "; and " \
        "with one exponential distribution for run times, " three "."
}

function reason_by_job(option) {
    return by_job && worse_at(option) == "" ? "In the mean, REASY's response is less than EASY's " \
        "at all loads: one draw for a job makes the background faster." : ""
}

function reason_unguarded(i, key, worst, most, end) {
    if (by_job) { return reason_by_job("unguarded") }
    if (worse_at("unguarded") == "") { return "" }
    for (i = 1; i <= places["FW"]; i++) {
        key = "FW" SUBSEP "REASY" SUBSEP "unguarded" SUBSEP ats["FW", i] SUBSEP "response_ratio"
        if (key in mean && mean[key] > most) { most = mean[key]; worst = key; end = ats["FW", i] }
    }
    return "Jobs behind a head may take its foregrounds again and again. Response of REASY by " \
        "EASY's, where it is more: " worse_at("unguarded") (most <= 1 ? "." \
        : sprintf("; on FW, too, up to %.2f ± %.2f at %s.", most, half[worst], short(end)))
}

function reason_unknown() {
    usual = "usage unknown"
    return reason("Without information jobs also go behind processes that leave nothing, and slow " \
        "these down. Without that loss:",
        with("usage unknown and no loss", "FW", "MEASY", "0.900", "response_ratio")) \
        reason(". And the slowest process decides; with 70 % usage in every one:",
        with("even usage unknown", "FW", "MEASY", "0.900", "response_ratio"))
}

function reason_full() {
    usual = "usage 1000"
    return reason("Behind full processes nothing moves, but the foreground still loses 0.5 to 4 %. " \
        "Without that loss:",
        with("full usage and no loss", "FW", "MEASY", "0.900", "response_ratio")) \
        reason(";", with("full usage and no loss", "FW", "KEASY", "0.900", "response_ratio"))
}

function reason_migration(text) {
    usual = "migration 2400"
    text = with("migration 2400 and exact estimates and exponential runs", "JW", "MEASY", "0.800",
                "response_ratio_keasy")
    if (text == "") { return "" }
    return "Half of our JW's jobs are short and half are 24,000 s long on average: what a kill " \
        "throws away is long beside a migration. With exact estimates and one exponential " \
        "distribution for run times, at 2400 s: " text "."
}

# ---- Rows

# Both judgements of a claim. part: whose claims they are, where REASY has two readings.
function row(letter, claim, part, why) {
    why = why_not(0)
    if (why_not(1) != "") {
        why = why (why == "" ? "" : why ~ /[.]$/ ? " " : ". ") "By job: " why_not(1)
    }
    printf "| %s | %s | By process: %s | **%s** | %s: **%s** | %s |\n", letter, claim, judged[0],
        verdict_of[0], judged[1], verdict_of[1], why
    for (by_job = 0; by_job <= 1; by_job++) { add_verdict(verdict_of[by_job], part) }
}

# A claim that usage has nothing to do with: by_job was 0.
function row_once(letter, claim) {
    printf "| %s | %s | No reading, all use 100 %%: %s | **%s** | the same | %s |\n", letter, claim,
        judged[0], verdict_of[0], why_not(0)
    for (by_job = 0; by_job <= 1; by_job++) { add_verdict(verdict_of[0], "") }
}

function why_not(reading) {
    return verdict_of[reading] == "holds" || verdict_of[reading] == "not measured" ? "" \
        : why_of[reading]
}

function add_verdict(verdict, part) {
    if (part != "as Algorithm 3") { sums[by_job, "in words", verdict]++ }
    if (part != "in words") { sums[by_job, "as Algorithm 3", verdict]++ }
}

# For all workloads and both metrics.
function tally_all(policy, option, rival, only, wanted, w, m) {
    for (w = 1; w <= workload_count; w++) {
        if (only != "" && name[w] != only) { continue }
        for (m = 1; m <= 2; m++) {
            tally_loads(name[w], m == 1 ? "response_ratio" : "bounded_slowdown_ratio", policy,
                        option, rival, wanted)
        }
    }
}

function best_row() {
    for (by_job = 0; by_job <= 1; by_job++) {
        compare_start()
        tally_all("MEASY", "none", "FCFS", "", 1)
        tally_all("MEASY", "none", "EASY", "", 1)
        tally_all("MEASY", "none", "KEASY", "", 1)
        tally_all("MEASY", "none", "REASY", "", 1)
        judge_tally(only_noise() (only_noise() == "" ? "" : reason_few()))
    }
    row("e", "MEASY is the best in all aspects (3.4)")
}

function worst_row(letter, claim, option, part) {
    for (by_job = 0; by_job <= 1; by_job++) {
        compare_start()
        tally_all("REASY", option, "KEASY", "", -1)
        tally_all("REASY", option, "MEASY", "", -1)
        judge_tally(count["against"] > 0 ? reason_kills() : only_noise())
    }
    row(letter, claim, part)
}

function worse_row(letter, claim, option, part) {
    for (by_job = 0; by_job <= 1; by_job++) {
        compare_start()
        tally_all("REASY", option, "EASY", "JW", -1)
        judge_tally(option == "none" ? reason_reasy() : reason_unguarded())
    }
    row(letter, claim, part)
}

function reasy_rows() {
    worst_row("f", "REASY is the worst of the three (3.4); REASY in words", "none", "in words")
    worst_row("", "... REASY as Algorithm 3", "unguarded", "as Algorithm 3")
    worse_row("g", "On JW, REASY is even worse than EASY (3.4); REASY in words", "none", "in words")
    worse_row("", "... REASY as Algorithm 3", "unguarded", "as Algorithm 3")
}

# MEASY beside KEASY, which know as much of usage.
function tally_measy(option) {
    compare_start()
    tally_all("MEASY", option, "KEASY", "", 1)
    judge_tally(only_noise())
}

# KEASY and MEASY beside EASY.
function tally_both(option) {
    compare_start()
    tally_all("KEASY", option, "EASY", "", 1)
    tally_all("MEASY", option, "EASY", "", 1)
}

function usage_rows() {
    for (by_job = 0; by_job <= 1; by_job++) {
        tally_both("usage unknown")
        judge_tally(by_job ? only_noise() : reason_unknown())
    }
    row("h", "Without any information on usage, KEASY and MEASY are better than EASY (3.5.1)")
    for (by_job = 0; by_job <= 1; by_job++) { tally_measy("usage unknown") }
    row("", "... and MEASY is always better than KEASY")
    by_job = 0
    tally_both("usage 1000")
    judge_tally(reason_full())
    row_once("i", "With 100 % usage in all processes, both are better than EASY (3.5.2)")
    by_job = 0
    tally_measy("usage 1000")
    row_once("", "... and MEASY is always better than KEASY")
}

function known_row() {
    for (by_job = 0; by_job <= 1; by_job++) {
        tally_both("none")
        judge_tally(reason_kills_easy())
    }
    row("o", "KEASY and MEASY are significantly better than EASY (4), with known usage")
}

# Counts have no interval: their order changes once, from JW less to JW more.
function judge_migrations(i, load, one, two, less, more, changes, before, now) {
    for (i = 1; i <= places["FW"]; i++) {
        load = ats["FW", i]
        one = "FW" SUBSEP "MEASY" SUBSEP read_as("none") SUBSEP load SUBSEP "migrations_per_job"
        two = "JW" SUBSEP "MEASY" SUBSEP read_as("none") SUBSEP load SUBSEP "migrations_per_job"
        if (!(one in mean) || !(two in mean)) { continue }
        now = mean[two] > mean[one] ? "more" : "less"
        changes += before != "" && now != before
        before = now
        if (now == "less") { less = less ", " short(load) } else { more = more ", " short(load) }
    }
    judge(before == "" ? "" : "fewer at " (less == "" ? "no load" : substr(less, 3)) \
        "; more at " (more == "" ? "no load" : substr(more, 3)),
        before == "" ? "not measured" : less != "" && before == "more" && changes == 1 ? "holds" \
        : more != "" && less != "" ? "holds in part" : "does not hold",
        "The migrations of JW and FW are not in that order.")
}

function migrations_row() {
    for (by_job = 0; by_job <= 1; by_job++) { judge_migrations() }
    row("j", "JW has more migrations than FW at high loads, fewer at low ones (3.4)")
}

# Costs from `low` to `high`: MEASY beside KEASY. Is it better, or (wanted -1) a little worse?
function judge_cost(workload, low, high, wanted, why, costs, n, c, i, m, metric, sign, option,
                    against, noise, better) {
    better = 0
    n = split("0 20 60 120 240 480 900 1200 1500 1800 2400", costs, " ")
    compare_start()
    for (m = 1; m <= 2; m++) {
        metric = m == 1 ? "response_ratio" : "bounded_slowdown_ratio"
        for (c = 1; c <= n; c++) {
            if (costs[c] < low || costs[c] > high) { continue }
            option = "migration " costs[c]
            against = noise = ""
            for (i = 1; i <= places[workload]; i++) {
                sign = wanted > 0 \
                    ? compare(workload, ats[workload, i], metric, "MEASY", option, "KEASY") \
                    : compare_little(workload, ats[workload, i], metric, "MEASY", option, "KEASY")
                better += wanted < 0 && sign == -1 && pair_high < 1
                against = against (sign == -1)
                noise = noise (sign == 0)
                if (sign == 0) { add_noise() }
                if (sign != 9) { tally_one(sign) }
            }
            tally_places(metric_name(metric) ", " costs[c] " s: ", workload, against, noise)
        }
    }
    if (count["against"] == 0) {
        why = only_noise()
    } else if (wanted < 0 && !better) {
        why = "Those against are worse by more than a tenth."
    } else if (wanted < 0 && better == count["against"]) {
        why = "In all those against it MEASY is better." (by_job || why == "" ? "" : " " why)
    }
    judge_tally(why)
}

function cost_row(letter, claim, workload, low, high, wanted, why) {
    for (by_job = 0; by_job <= 1; by_job++) {
        judge_cost(workload, low, high, wanted, why)
    }
    row(letter, claim)
}

function print_head(w) {
    print "# The claims of the paper on MEASY, and what was measured"
    print ""
    print "Made by `bench/figures/claims.awk`; verdicts follow from the numbers by these rules:"
    print ""
    print "- ± is the half of a 95 % interval. Ratios are to EASY on the same jobs; an improvement is" \
        " 1 - ratio. An average over loads and workloads has the average of their intervals: as if" \
        " all erred together, which is the worst case."
    print "- A printed figure *holds* if it is in our interval (*as printed*). It *holds in part* if all" \
        " of our interval is above it (*more*: MEASY saves that, but it is another number), and *does" \
        " not hold* if all is below it (*less*)."
    print "- Usage: \"the average CPU usage of each process is a random number\" (3.1). *By process*, our" \
        " default, each process draws its own; *by job*, there is one draw for all processes of a job." \
        " The words say process; that the paper drew for each job is inferred from its averages."
    print "- REASY: *in words* (2.3.1) is our default. The head takes only its own processors, so idle" \
        " foregrounds of all others are extra. *As Algorithm 3* (`SKED_TIERS_UNGUARDED`) only counts:" \
        " the extra is what is idle plus the sizes of the jobs in front of the head, less its width," \
        " and jobs that outlast its shadow time may take its own foregrounds. Line 17, which defines the" \
        " extra, is damaged in our copy of the paper: only a sum is legible. Subtracting the width is ours," \
        " as in Algorithm 1."
    print "- Loads are ours: the text has none. The lower loads are *fitted*: they end where the best" \
        " improvement of the mean response is nearest to the printed 41.1 %. So they test b to d, and" \
        " not a."
    print "- Two policies are compared on the same jobs, at one load and by one metric: by the ratio" \
        " of their means with the interval of the batches' differences, so that what both share is" \
        " taken out. A comparison is for a claim if all of the interval is on the claim's side of 1," \
        " against it if all is on the other side, and within noise if 1 is in it. MEASY is" \
        " compared with a KEASY that knows as much of usage; FCFS, EASY and REASY are as in figures" \
        " 6 and 7. If two policies were equal, one comparison in twenty would still be for or" \
        " against."
    print verdict_rules()
    print "- \"A little worse\": a comparison is for it if all of the interval is between 1 and 1.1," \
        " against it if all is below 1 or above 1.1, and else within noise."
    print "- Migrations are counted, and have no interval: the order of JW and FW must change once" \
        " as the load rises."
    print "- Added later: row o, the reading by job, REASY as Algorithm 3, the lower loads, and that a" \
        " to d are judged from both sides (before, more than printed was enough)."
    print "- Reasons quote experiments in which assumptions were changed, named in italics;" \
        " `build/figures_variations --only \"exact estimates\"` repeats one."
    print ""
    for (w = 1; w <= workload_count; w++) {
        printf "%s %s with %d jobs, loads %s to %s%s", w == 1 ? "Workloads:" : " and", name[w],
            jobs[name[w]], short(ats[name[w], 1]),
            short(ats[name[w], places[name[w]]]), w == workload_count ? ".\n" : ","
    }
    print ""
    print "| | claim (section of the paper) | measured | verdict | by job | why not, or not fully |"
    print "|---|---|---|---|---|---|"
}

# One sum for each combination of the readings.
function print_sums(guard, text, i, n, names, g, guards, all) {
    n = split("holds|holds, partly within noise|holds in part|within noise|does not " \
        "hold|not measured", names, "|")
    split("in words,as Algorithm 3", guards, ",")
    all = 1
    print ""
    for (g = 1; g <= 2; g++) {
        for (by_job = 0; by_job <= 1; by_job++) {
            text = text (text == "" ? "" : "; ") "by " (by_job ? "job" : "process") " and REASY " \
                guards[g] ":"
            for (i = 1; i <= n; i++) {
                if ((by_job, guards[g], names[i]) in sums) {
                    text = text (text ~ /:$/ ? " " : ", ") sums[by_job, guards[g], names[i]] " " \
                        names[i]
                }
            }
            all = all && !((by_job, guards[g], "does not hold") in sums)
        }
    }
    by_job = 0
    print "Claims by verdict, those on REASY by one reading at a time, " text "." (all ? "" : " No combination of the readings makes all hold.")
}

# How well do the intervals tell what another seed gives?
function print_seeds(key, part, now, all, inside) {
    for (key in other) {
        split(key, part, ",")
        now = part[2] SUBSEP part[3] SUBSEP "none" SUBSEP part[4] SUBSEP part[5]
        if (part[1] == "second seed" && now in mean && other_jobs[part[2]] == jobs[part[2]]) {
            all++
            inside += (mean[now] - other[key]) ^ 2 <= half[now] ^ 2 + other_half[key] ^ 2
        }
    }
    if (all > 0) {
        print ""
        print "With a second seed for jobs, estimates, usage and luck, " inside " of " all " ratios" \
            " to EASY and KEASY differ from those of the first by less than the two half widths together" \
            " (the root of the sum of their squares)."
    }
}

END {
    if (disagree) { exit 1 }
    if (workload_count == 0) { print "no rows" > "/dev/stderr"; exit 1 }
    print_head()
    improvement_row("a", "response_ratio", 0.411, "best")
    improvement_row("b", "response_ratio", 0.231, "average")
    improvement_row("", "response_ratio", 0.231, "average", 1)
    improvement_row("c", "bounded_slowdown_ratio", 0.829, "best")
    improvement_row("", "bounded_slowdown_ratio", 0.829, "best", 1)
    improvement_row("d", "bounded_slowdown_ratio", 0.693, "average")
    improvement_row("", "bounded_slowdown_ratio", 0.693, "average", 1)
    best_row()
    reasy_rows()
    usage_rows()
    migrations_row()
    cost_row("k", "FW: MEASY is better than KEASY if a migration takes less than 900 s (3.5.3)", "FW",
             0, 899, 1)
    cost_row("l", "FW: ... and a little worse above 1500 s", "FW", 1501, 9999, -1)
    cost_row("m", "JW: MEASY is better than KEASY if a migration takes less than 480 s", "JW", 0, 479,
             1)
    cost_row("n", "JW: ... and a little worse above 900 s", "JW", 901, 9999, -1, reason_migration())
    known_row()
    print_sums()
    print_seeds()
}
