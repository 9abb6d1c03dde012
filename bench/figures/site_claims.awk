# site_claims.awk: what the paper on PJS claims, beside what site.csv says, as Markdown.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f bench/figures/site_claims.awk \
#       site_time.csv site.csv site_completion.csv site_streams.csv site_replan.csv site_axes.csv
#
# Verdicts follow from the numbers by the rules that the table begins with; reasons quote other rows
# of the same files. Each claim is judged twice: first by completion, when row() keeps what was
# measured, then by run time, when it prints both. Those on jobs that arrive are judged again by
# each answer to what a new plan may move, in both worlds: then row() keeps the verdict.

$1 == "case" { next }
{
    keep($1 SUBSEP $2 SUBSEP $3 SUBSEP $4 SUBSEP $5 SUBSEP $6 SUBSEP $7, 8)
    if ($5 != "mean" && !(($1, $5) in seen)) { seen[$1, $5] = 1; add_place($1, $5) }
}

# ---- Words

function with_word(option, word) {
    return word == "" ? option : option == "none" ? word : option " " word
}

# Under `completion`, rows of PJS are those of that reading; of case 4, those of the world and the
# answer to what a new plan may move.
function row_key(number, policy, levels, option, at, group, metric) {
    if (number == 4) {
        option = with_word(with_word(option, world), replan == "" ? "" : "replan " replan)
    }
    if (completion && policy ~ /PJS/) { option = with_word(option, "completion") }
    return number SUBSEP policy SUBSEP levels SUBSEP option SUBSEP at SUBSEP group SUBSEP metric
}

# The keys that are asked for most: case 3 and 4, PJS, without options.
function at_once(levels, at, group, metric) {
    return row_key(3, "PJS", levels, "none", at, group, metric)
}

function stream(levels, at, group, metric) {
    return row_key(4, "PJS", levels, "none", at, group, metric)
}

function percent(key) {
    if (!(key in mean)) { return "not measured" }
    return sprintf("%.1f ± %.1f %%", 100 * mean[key], 100 * half[key])
}

# Of a ratio: by how much it is above 1.
function above(key) {
    if (!(key in mean)) { return "not measured" }
    return sprintf("%+.1f ± %.1f %%", 100 * mean[key] - 100, 100 * half[key])
}

# ---- Comparisons with a bound

# Over the places of a case from `low` to `high`: is the metric above the bound (wanted 1), or below
# it (-1)?
function tally(number, levels, group, metric, bound, wanted, low, high, option,
               i, at, sign, against, noise) {
    for (i = 1; i <= places[number]; i++) {
        at = ats[number, i] + 0
        sign = at < low || at > high ? 9 \
            : side(row_key(number, "PJS", levels, option == "" ? "none" : option, \
                           ats[number, i], group, metric), bound)
        if (sign != 9) {
            sign *= wanted
            tally_one(sign)
        }
        against = against (sign == -1)
        noise = noise (sign == 0)
    }
    tally_places(levels (group == "all" ? "" : " " group) ": ", number, against, noise)
}

function row(letter, claim, measured, verdict, why) {
    if (judging) {
        judge(letter, claim, verdict)
        return
    }
    if (completion) {
        by_completion[claim] = measured ": **" verdict "**"
        verdicts["completion", verdict]++
        return
    }
    verdicts["run time", verdict]++
    printf "| %s | %s | By run time: %s | **%s** | %s | %s |\n", letter, claim, measured, verdict,
        by_completion[claim], why_not(verdict, why)
}

function judge(letter, claim, verdict) {
    if (!(claim in letter_of)) {
        letter_of[claim] = letter
        claim_of[++judged_claims] = claim
    }
    judged[world, replan, completion, claim] = verdict
    judged_as[world, replan, completion, verdict]++
}

# A claim on other policies.
function row_without_pjs(letter, claim, measured, verdict, why) {
    if (completion || judging) { return }
    verdicts["completion", verdict]++
    verdicts["run time", verdict]++
    printf "| %s | %s | No reading, SJS alone: %s | **%s** | the same | %s |\n", letter, claim,
        measured, verdict, why_not(verdict, why)
}

function why_not(verdict, why) {
    return verdict == "holds" || verdict == "not measured" || !((4, 2) in seen) ? "" : why
}

function print_sums(r, i, n, names, plurals, readings, text) {
    n = split("holds|holds, partly within noise|holds in part|within noise|does not " \
        "hold|not measured", names, "|")
    split("hold|hold, partly within noise|hold in part|within noise|do not hold|not measured", \
        plurals, "|")
    split("run time,completion", readings, ",")
    for (r = 1; r <= 2; r++) {
        text = text (r > 1 ? ". " : "") "By " readings[r] ":"
        for (i = 1; i <= n; i++) {
            if ((readings[r], names[i]) in verdicts) {
                text = text (text ~ /:$/ ? " " : ", ") verdicts[readings[r], names[i]] " " \
                    plurals[i]
            }
        }
    }
    print ""
    print "Claims by verdict, with those on SJS alone in both. " text "."
}

function each_level(names) { return split("10/10/80 25/25/50 50/25/25", names, " ") }

# ---- Case 1: what a plan costs

# How the cost of SJS grows: the exponent between half and all of 100 jobs, or of 100 machines.
function exponent(small, large, error) {
    if (!(small in mean) || !(large in mean)) { return 0 }
    error = sqrt((half[small] / mean[small]) ^ 2 + (half[large] / mean[large]) ^ 2) / log(2)
    grown = log(mean[large] / mean[small]) / log(2)
    grown_low = grown - error
    grown_high = grown + error
    grown_text = sprintf("%.2f ± %.2f", grown, error)
    return 1
}

function sjs_cost(machines, jobs) {
    return row_key(1, "SJS", "none", "machines " machines, jobs, "all", "microseconds")
}

function cost_rows(largest, text, linear) {
    largest = sjs_cost(100, 100)
    row_without_pjs("a", "SJS takes well below 0.2 s for 100 jobs and 100 machines (5.1)",
        largest in mean ? value(largest, 0) " microseconds (and a machine 25 years younger)" : "",
        !(largest in mean) ? "not measured" : mean[largest] < 200000 ? "holds" : "does not " \
            "hold", "")
    if (!exponent(sjs_cost(100, 50), largest)) { return }
    linear = grown_high < 1.5 ? 1 : grown_low > 1.5 ? -1 : 0
    text = "from 50 to 100 jobs (100 machines) the time grows with the power " grown_text
    if (!exponent(sjs_cost(50, 100), largest)) { return }
    row_without_pjs("", "... and grows like jobs * machines rather than like jobs^2 * machines",
        text ", from 50 to 100 machines (100 jobs) with " grown_text,
        linear > 0 ? "holds" : linear < 0 ? "does not hold" : "within noise", "")
}

# Sets share_low, share_high and their keys over the shares from 10 % on.
function find_shares(policy, width, i, n, shares, key) {
    n = split("10 50 75 90 100", shares, " ")
    share_low = share_high = ""
    for (i = 1; i <= n; i++) {
        key = row_key(1, policy, "none", width " parallel " shares[i], "mean", "all",
                      "microseconds_by_sjs")
        if (!(key in mean)) { return 0 }
        if (share_low == "" || mean[key] < mean[share_low]) { share_low = key }
        if (share_high == "" || mean[key] > mean[share_high]) { share_high = key }
    }
    return 1
}

# In the paper's range, or out of it by more than the interval?
function overhead(policy, width) {
    if (!find_shares(policy, width)) { return }
    tally_one(side(share_low, 2) == -1 ? -1 : mean[share_low] >= 2 ? 1 : 0)
    tally_one(side(share_high, 3) == 1 ? -1 : mean[share_high] <= 3 ? 1 : 0)
    overheads = overheads (overheads == "" ? "" : "; ") width " times: " value(share_low, 2) " " \
        "to " \
        value(share_high, 2)
}

function overhead_row(letter, policy, words, why, verdict) {
    tally_start()
    overheads = ""
    overhead(policy, "narrow")
    overhead(policy, "wide")
    verdict = tally_verdict()
    row(letter, "PJS takes two to three times as long as SJS (5.1): " \
        "" words, overheads, verdict, why)
}

function mappings_made(width, share) {
    return value(row_key(1, "PJS", "none", width " parallel " share, "mean", "all", "mappings"), 2)
}

function mappings_at(width, jobs) {
    return value(row_key(1, "PJS", "none", width " parallel 100", jobs, "all", "mappings"), 2)
}

# Largely independent: the largest is above the smallest by less than a tenth.
function share_row(policy, widths, i, spread, text, error, worst) {
    split("narrow wide", widths, " ")
    tally_start()
    for (i = 1; i <= 2; i++) {
        if (!find_shares(policy, widths[i])) { continue }
        spread = mean[share_high] / mean[share_low]
        error = spread * sqrt((half[share_low] / mean[share_low]) ^ 2 + \
                              (half[share_high] / mean[share_high]) ^ 2)
        tally_one(spread - error > 1.1 ? -1 : spread + error < 1.1 ? 1 : 0)
        text = text (text == "" ? "" : "; ") sprintf("%s times: the dearest share takes %.3f ± " \
            "%.3f " \
            "of the cheapest", widths[i], spread, error)
    }
    row("d", "... largely independent of the share of jobs that are possibly parallel, 10 to 100 " \
        "% " \
        "(each mapping made anew)", text, tally_verdict(),
        "With few candidates PJS stops sooner where times differ widely: at 10 % it makes " \
        mappings_made("wide", 10) " mappings, at 50 % " mappings_made("wide", 50) ", at 100 % " \
        mappings_made("wide", 100) " (narrow times: " mappings_made("narrow", 10) ", " \
        mappings_made("narrow", 50) ", " mappings_made("narrow", 100) ").")
}

# The dearest of n sizes takes at most n times the average over them.
function modest_row(p, w, i, k, n, at, option, policies, widths, shares, sizes, key, most) {
    split("PJS,plain PJS", policies, ",")
    split("narrow wide", widths, " ")
    n = split("0 10 50 75 90 100", shares, " ")
    tally_start()
    for (p = 1; p <= 2; p++) {
        for (w = 1; w <= 2; w++) {
            for (i = 1; i <= n; i++) {
                option = widths[w] " parallel " shares[i]
                key = row_key(1, policies[p], "none", option, "mean", "all", "microseconds")
                if (!(key in mean)) { continue }
                sizes = 0
                for (k = 1; k <= places[1]; k++) {
                    at = row_key(1, "PJS", "none", option, ats[1, k], "all", \
                                 "microseconds_by_sjs")
                    sizes += at in mean
                }
                tally_one(-side(key, 200000 / sizes))
                if (most == "" || mean[key] > mean[most]) { most = key }
            }
        }
    }
    row("", "... and modest up to 1,000 jobs (5.1): none takes more than 0.2 s", tally_text() \
        (most == "" ? "" : sprintf(". The dearest average over %d sizes is %s microseconds, so " \
            "that no size takes more than %.0f ms", sizes, value(most, 0), \
                                   sizes * (mean[most] + half[most]) / 1000)), tally_verdict(), "")
}

function case_1() {
    cost_rows()
    overhead_row("b", "plain PJS", "each mapping made anew",
        "With many jobs PJS makes two mappings, the base line and one that does not help (narrow " \
        "times, 1000 jobs: " mappings_at("narrow", 1000) "): that is twice, and a little less or " \
        "more.")
    overhead_row("c", "PJS", "`sked_pjs`",
        "Where it is below, it is cheaper: as many mappings are made as in b (narrow " \
        mappings_made("narrow", 100) ", wide " mappings_made("wide", 100) " on average with 100 " \
        "%), but `sked_pjs` sorts only what a cluster has changed. With narrow times and 1000 " \
        "jobs it makes " mappings_at("narrow", 1000) " mappings and takes " \
        value(row_key(1, "PJS", "none", "narrow parallel 100", 1000, "all", \
                      "microseconds_by_sjs"), 2) " times as long " \
        "as SJS.")
    share_row("plain PJS")
    modest_row()
}

# ---- Case 2: PJS beside SJS

function mix(metric, at, policy, name) {
    return row_key(2, policy == "" ? "PJS" : policy, "none", name == "" ? "equal mix" : name, at,
                   "all", metric)
}

# The number of sizes at which the mean is above a bound, and the last of them.
function savings_above(bound, name, i, key, text) {
    for (i = 1; i <= places[2]; i++) {
        key = mix("savings_percent", ats[2, i], "", name)
        if (key in mean && mean[key] >= bound) { text = text "1" } else { text = text "0" }
    }
    text = in_ranges(2, text)
    return text == "" ? "no size" : text
}

# From `least` jobs on.
function best_savings(name, least, i, key, best) {
    for (i = 1; i <= places[2]; i++) {
        key = mix("savings_percent", ats[2, i], "", name)
        if (ats[2, i] < least || !(key in mean)) { continue }
        if (best == "" || mean[key] > mean[best]) { best = key }
    }
    return best
}

function never_worse_row(i, n, worse, key, names, m) {
    split("equal mix,random mix", names, ",")
    for (m = 1; m <= 2; m++) {
        for (i = 1; i <= places[2]; i++) {
            key = mix("worse_share", ats[2, i], "", names[m])
            if (key in mean) { n += 20; worse += 20 * mean[key] }
        }
    }
    row("e", "PJS is never worse than SJS (3, 5.2, 6)", sprintf("worse in %d of %d " \
        "plans", worse, n),
        n == 0 ? "not measured" : worse == 0 ? "holds" : "does not hold", "")
}

function in_jobs(key, part) {
    split(key, part, ",")
    return part[5] (part[5] == 1 ? " job" : " jobs")
}

# The smallest number of jobs in the paper is 5. Nearly 50 %: 45 % or more.
function up_to_row(best, other, verdict) {
    best = best_savings("equal mix", 5)
    other = best_savings("random mix", 5)
    if (best == "") { return }
    verdict = side(best, 45) == -1 ? "does not hold" : mean[best] >= 45 ? "holds" : "within noise"
    row("f", "PJS saves up to nearly 50 % of the sum of job times (5.2, 6), of 5 jobs and more",
        sprintf("at most %s %% at %s (random mix %s %% at %s); 40 %% or more at %s, 20 %% at %s " \
                "jobs (random mix: %s; %s)", value(best, 1), in_jobs(best), value(other, 1),
                in_jobs(other), savings_above(40), savings_above(20),
                savings_above(40, "random mix"), savings_above(20, "random mix")), verdict,
        "With fewer jobs it saves more: " saved_at(1) " of 1 job, " saved_at(2) " of 2, " \
        saved_at(3) " of 3.")
}

# All sizes from 50 on save less than a tenth of the best.
function light_row(i, key, large, verdict) {
    for (i = 1; i <= places[2]; i++) {
        key = mix("savings_percent", ats[2, i])
        if (ats[2, i] < 50 || !(key in mean)) { continue }
        if (large == "" || mean[key] > mean[large]) { large = key }
    }
    if (large == "") { return }
    verdict = mean[large] < mean[best_savings("equal mix", 1)] / 10 ? "holds" : "does not hold"
    row("g", "What is saved is concentrated at light load (5.2)",
        "10 % or more at " savings_above(10) " jobs; at 50 and more at most " value(large, 2) " %",
        verdict, "")
}

function small_row(i, key, better, n, last, text, verdict) {
    for (i = 1; i <= places[2]; i++) {
        key = mix("better_share", ats[2, i], "", "random mix")
        if (ats[2, i] < 50 || !(key in mean)) { continue }
        n++
        better += mean[key]
        if (mean[key] > 0) { last = ats[2, i] }
    }
    if (n == 0) { return }
    text = sprintf("of 50 and more jobs (random mix): better in %.0f %% of the plans, last at %d " \
        "jobs",
                   100 * better / n, last)
    row("h", "... and small improvements now and then under moderate and heavy load (5.2)", text,
        last == 0 ? "does not hold" : better < n ? "holds" : "holds in part", "")
}

function case_2() {
    never_worse_row()
    up_to_row()
    light_row()
    small_row()
}

# ---- Case 3: priorities, all jobs at once

function high_row(i, n, names) {
    n = each_level(names)
    tally_start()
    for (i = 1; i <= n; i++) { tally(3, names[i], "high", "job_times_by_sjs", 1, -1, 0, 1e9) }
    row("i", "Jobs of high priority do better under PJS than under SJS (5.3, figure 6 a, d, g)",
        tally_text(), tally_verdict(), high_why())
}

function high_why() {
    if (count["against"] > 0) { return "" }
    return "No comparison is against it. High jobs are planned as if alone, so that figure 5 " \
        "decides: " \
        "PJS saves " saved_at(20) " of 20 jobs, " saved_at(30) " of 30, " saved_at(75) " of 75, " \
        saved_at(200) " of 200."
}

function saved_at(jobs) { return value(mix("savings_percent", jobs), 1) " %" }

# At the same size, the ratio to SJS rises from a distribution to the next.
function rarer_row(i, k, n, names, one, two, gap, error, sign, against, noise) {
    n = each_level(names)
    tally_start()
    for (k = 1; k < n; k++) {
        against = noise = ""
        for (i = 1; i <= places[3]; i++) {
            one = at_once(names[k], ats[3, i], "high", "job_times_by_sjs")
            two = at_once(names[k + 1], ats[3, i], "high", "job_times_by_sjs")
            if (!(one in mean) || !(two in mean)) { continue }
            gap = mean[two] - mean[one]
            error = sqrt(half[one] ^ 2 + half[two] ^ 2)
            sign = gap > error ? 1 : gap < -error ? -1 : 0
            tally_one(sign)
            against = against (sign == -1)
            noise = noise (sign == 0)
        }
        tally_places(names[k] " and " names[k + 1] ": ", 3, against, noise)
    }
    row("j", "... the more so, the rarer they are (at as many jobs in all)", tally_text(),
        tally_verdict(), "High jobs are planned as if alone, so that their number decides, by " \
            "figure " \
        "5: PJS saves " saved_at(20) " of 20, " saved_at(30) " of 30, but " saved_at(75) " of 75 " \
        "and " \
        saved_at(100) " of 100. Up to 20 high jobs the rarer gain more; beyond, all gain next to " \
        "nothing.")
}

# The sizes at which the medium level does worse than under SJS, the worst, the high level there.
# Sets medium_peak[levels], if it does.
function medium_row(letter, levels, claim, i, at, key, sign, marks, worst, high, later, verdict) {
    for (i = 1; i <= places[3]; i++) {
        key = at_once(levels, ats[3, i], "medium", "job_times_by_sjs")
        sign = side(key, 1)
        marks = marks (sign == 1)
        if (sign != 9 && (worst == "" || mean[key] > mean[worst])) { worst = key; at = ats[3, i] }
    }
    if (worst == "") { return }
    if (side(worst, 1) == 1) { medium_peak[levels] = at }
    high = at_once(levels, at, "high", "job_times_by_sjs")
    later = at_once(levels, ats[3, places[3]], "medium", "job_times_by_sjs")
    verdict = side(worst, 1) != 1 ? "does not hold" : mean[later] + half[later] < mean[worst] - \
        half[worst] ? "holds" : "holds in part"
    row(letter, claim, "worse at " (marks ~ /1/ ? in_ranges(3, marks) : "no number of") \
        " jobs in all; most at " at " (" \
        mean[at_once(levels, at, "high", "jobs")] " of high priority): " above(worst) \
        ", the high ones there " above(high) "; at " ats[3, places[3]] " jobs medium " \
        above(later), verdict, "")
}

# Both have as many medium jobs among as many: the sizes can be compared.
function earlier_row(first, second) {
    first = "50/25/25"
    second = "25/25/50"
    row("", "... earlier at 50/25/25 than at 25/25/50 (where it is most)",
        !(first in medium_peak) || !(second in medium_peak) ? "no such rise" \
        : "most at " medium_peak[first] " and at " medium_peak[second] " jobs in all",
        !((3, ats[3, 1]) in seen) ? "not measured" \
        : !(first in medium_peak) || !(second in medium_peak) ? "does not hold" \
        : medium_peak[first] < medium_peak[second] ? "holds" : "does not hold", "")
}

# Marginally: by less than a tenth.
function low_row(letter, levels, claim, i, sign, key, against, noise) {
    tally_start()
    for (i = 1; i <= places[3]; i++) {
        key = at_once(levels, ats[3, i], "low", "job_times_by_sjs")
        sign = side(key, 1)
        if (sign == 9) { continue }
        if (sign == 1 && side(key, 1.1) != -1) { sign = side(key, 1.1) == 1 ? -1 : 0 }
        tally_one(sign)
        against = against (sign == -1)
        noise = noise (sign == 0)
    }
    if (against ~ /1/) { tally_against = "; " in_ranges(3, against) " jobs" }
    if (noise ~ /1/) { tally_noise = "; " in_ranges(3, noise) " jobs" }
    row(letter, claim, tally_text() ". Over all sizes " low_mean(levels), tally_verdict(),
        low_why(levels))
}

# Where it does not hold.
function low_why(levels) {
    if (levels == "10/10/80") {
        return "Only where jobs are so few that PJS has clusters for the low ones, too: of 5 " \
            "jobs " \
            percent(at_once(levels, 5, "low", "parallel")) " of the low ones run in parallel."
    }
    return "Where the high level is past the point up to which PJS helps (22 jobs, figure 5), it " \
        "takes " \
        "no clusters from the low one: at 70 jobs " \
        "" percent(at_once(levels, 70, "high", "parallel")) \
        " of the high jobs run in parallel, at 100 " \
        "" percent(at_once(levels, 100, "high", "parallel")) \
        ", and of the low ones there " percent(at_once(levels, 100, "low", "parallel")) "."
}

# The ratio of the sums over all sizes.
function low_mean(levels, i, one, two) {
    for (i = 1; i <= places[3]; i++) {
        one += mean[at_once(levels, ats[3, i], "low", "job_times")]
        two += mean[row_key(3, "SJS", levels, "none", ats[3, i], "low", "job_times")]
    }
    return two > 0 ? sprintf("%+.2f %%", 100 * one / two - 100) : ""
}

# Comparable: within a twentieth of SJS.
function comparable_row(levels, i, key, sign, against, noise) {
    levels = "50/25/25"
    tally_start()
    for (i = 1; i <= places[3]; i++) {
        key = at_once(levels, ats[3, i], "low", "job_times_by_sjs")
        if (!(key in mean)) { continue }
        sign = side(key, 1.05) == -1 && side(key, 0.95) == 1 ? 1 \
            : side(key, 1.05) == 1 || side(key, 0.95) == -1 ? -1 : 0
        tally_one(sign)
        against = against (sign == -1)
        noise = noise (sign == 0)
    }
    if (against ~ /1/) { tally_against = "; " in_ranges(3, against) " jobs" }
    if (noise ~ /1/) { tally_noise = "; " in_ranges(3, noise) " jobs" }
    row("m", "... and comparable at 50/25/25 (6 i): within 5 %", tally_text() ". Over all sizes " \
        low_mean(levels), tally_verdict(),
        "No comparison is against it.")
}

function penalty_rows(i, n, names, p, policy, key, text, slight) {
    n = each_level(names)
    for (slight = 0; slight < 2; slight++) {
        tally_start()
        text = ""
        for (p = 1; p <= 2; p++) {
            policy = p == 1 ? "SJS" : "PJS"
            for (i = 1; i <= n; i++) {
                key = row_key(3, policy, names[i], "none", "mean", "all", "job_times_by_none")
                if (!(key in mean)) { continue }
                tally_one(slight ? -side(key, 1.1) : side(key, 1))
                text = text (text == "" ? "" : ", ") policy " " names[i] " " above(key)
            }
        }
        row(slight ? "" : "n", slight ? "... by somewhat less than 10 %" : "Priorities generally " \
            "make " \
            "all jobs together slightly worse (5.3, figure 7)", text, tally_verdict(),
            "No comparison is against it.")
    }
    tally_start()
    text = ""
    for (i = 1; i <= n; i++) {
        key = row_key(3, "PJS", names[i], "none", "mean", "all", "penalty_less_sjs")
        if (!(key in mean)) { continue }
        tally_one(side(key, 0.02) == -1 && side(key, -0.02) == 1 ? 1 : side(key, 0.02) == 1 || \
                  side(key, -0.02) == -1 ? -1 : 0)
        text = text (text == "" ? "" : ", ") names[i] " " percent(key)
    }
    row("", "... and PJS and SJS have about the same penalty (PJS less SJS: within 2 %)", text,
        tally_verdict(), "")
}

function case_3() {
    high_row()
    rarer_row()
    medium_row("k", "10/10/80", "10/10/80: the medium level does worse than under SJS where the " \
        "high one takes the clusters, until this no longer pays, then recovers (figure 6 b; in " \
        "the paper at about 30 high jobs)")
    medium_row("", "25/25/50", "25/25/50: the same (6 e)")
    medium_row("", "50/25/25", "50/25/25: the same (6 h)")
    earlier_row()
    low_row("l", "10/10/80", "10/10/80: the low level is marginally worse under PJS (6 c)")
    low_row("", "25/25/50", "25/25/50: the same (6 f)")
    comparable_row()
    penalty_rows()
}

# ---- Case 4: jobs that arrive

function each_stream(metric, group, bound, wanted, low, high, option, i, n, names) {
    n = each_level(names)
    for (i = 1; i <= n; i++) { tally(4, names[i], group, metric, bound, wanted, low, high, option) }
}

function order_rows() {
    tally_start()
    each_stream("job_time_by_next", "high", 1, -1, 0, 99)
    each_stream("job_time_by_next", "medium", 1, -1, 0, 99)
    row("o", "High jobs end sooner than medium ones, and these than low ones (5.4, figure 8)",
        tally_text(), tally_verdict(), "")
    tally_start()
    each_stream("job_time_by_commoner", "high", 1, -1, 0, 99)
    row("p", "... the more so, the rarer high ones are (their mean beside the next distribution's)",
        tally_text(), tally_verdict(), "")
}

function contain_rows(i, key, top, text, many, verdict) {
    for (i = 1; i <= places[4]; i++) {
        key = stream("10/10/80", ats[4, i], "high", "job_time")
        if (key in mean) {
            text = text (text == "" ? "" : ", ") sprintf("%.0f", mean[key])
            if (top == "" || mean[key] > mean[top]) { top = key }
        }
    }
    if (top == "") { return }
    row("q", "10/10/80 contains the mean job time of high jobs slightly above 100 s", text \
        " s at rates 1 to 32; at most " value(top, 0), mean[top] <= 125 ? "holds" \
        : side(top, 125) == 1 ? "does not hold" : "within noise",
        "As published, PJS stops at the first pair that does not help: the share of high jobs in " \
        "parallel falls from " percent(stream("10/10/80", 1, "high", "parallel")) " at rate 1 to " \
        percent(stream("10/10/80", 32, "high", "parallel")) " at 32. If it tries the other pairs " \
            "for " \
        "the high level (`SKED_PJS_GO_ON`), " percent(changed("high goes " \
        "on", 1, "high", "parallel")) \
        " and " percent(changed("high goes on", 32, "high", "parallel")) ", and their mean is " \
        value(changed("high goes on", 1, "high", "job_time"), 0) " s and " \
        value(changed("high goes on", 32, "high", "job_time"), 0) " s; all jobs together pay for " \
            "it " \
        "with " above(changed("high goes on", 32, "all", "job_time_by_plain")) ".")
    many = stream("50/25/25", 32, "high", "job_time_by_rarest")
    if (!(many in mean)) { return }
    verdict = mean[many] >= 4 ? "holds" : side(many, 4) == -1 ? "does not hold" : "within noise"
    row("r", "At high rates high jobs of 50/25/25 take over four times as long", "at 32: " \
        value(many, 2) " times", verdict, crowded())
}

# A row of case 6, which changes one thing.
function changed(option, at, group, metric) {
    return row_key(6, "PJS", "10/10/80", option, at, group, metric)
}

# By completion, where a new plan moves jobs of lower priority only.
function outranked(at, group, metric) {
    return 4 SUBSEP "PJS" SUBSEP "50/25/25" SUBSEP "replan lower completion" SUBSEP at SUBSEP \
        group SUBSEP metric
}

function crowded() {
    return "It depends on how crowded the site is. With one cluster of each kind (64 machines in " \
        "the " \
        "place of 142): " value(row_key(6, "PJS", "50/25/25", "small site", 32, "high", \
                                        "job_time_by_rarest"), 2) \
        " times. And if PJS tries the other pairs for high jobs at 10/10/80 (see q), these take " \
        above(changed("high goes on", 32, "high", "job_time_by_plain")) ". If a new plan moves " \
        "jobs of lower priority only, by completion: " \
        value(outranked(32, "high", "job_time_by_rarest"), 2) " times."
}

function rise_row(i, g, n, names, groups) {
    n = each_level(names)
    split("high medium low", groups, " ")
    tally_start()
    for (i = 1; i <= n; i++) {
        for (g = 1; g <= 3; g++) {
            tally(4, names[i], groups[g], "job_time_by_half", 1, 1, 0, 99)
        }
    }
    row("s", "Job times rise with the rate, each with the next: generally, but not always (for: " \
        "three " \
        "of four, against: at least one)", tally_text(),
        count["for"] + count["noise"] + count["against"] == 0 ? "not measured" \
        : count["for"] < 3 * (count["noise"] + count["against"]) ? "does not hold" \
        : count["against"] > 0 ? "holds" : "holds in part", "They always rise, or within noise.")
}

function aggregate_rows(i, n, names, text) {
    tally_start()
    each_stream("job_time_by_none", "all", 1, 1, 0, 99)
    row("t", "Preemption and priorities make all jobs together slightly worse than without " \
        "(figure " \
        "9 a)", tally_text() ". " aggregate_text(), tally_verdict(), "")
    tally_start()
    each_stream("job_time_by_none", "all", 1.1, -1, 0, 99)
    row("", "... slightly: by less than a tenth", tally_text(), tally_verdict(), "At low rates " \
        "it is " \
        "more, because of both. " preempted_text())
    tally_start()
    tally(4, "10/10/80", "all", "job_time_by_commoner", 1, 1, 0, 8)
    tally(4, "25/25/50", "all", "job_time_by_commoner", 1, 1, 0, 8)
    row("u", "At rates up to 8, distributions with more of high priority do better in the " \
        "aggregate",
        tally_text(), tally_verdict(), "At rate 1 it is priorities, at rate 8 preemption: a low " \
        "job is stopped " value(stream("25/25/50", 8, "low", "preemptions"), 2) " times at " \
        "25/25/50, " value(stream("50/25/25", 8, "low", "preemptions"), 2) " times at 50/25/25. " \
        "10/10/80 beside 25/25/50 at rate 1" beside("10/10/80", 1) " 25/25/50 beside 50/25/25 at " \
        "rate 8" beside("25/25/50", 8))
    tally_start()
    tally(4, "10/10/80", "all", "job_time_by_commoner", 1, -1, 16, 99)
    tally(4, "25/25/50", "all", "job_time_by_commoner", 1, -1, 16, 99)
    row("v", "... and worse above 8", tally_text(), tally_verdict(), "25/25/50 beside " \
        "50/25/25 at rate 32" beside("25/25/50", 32) " More of high " \
        "priority is better there with and without preemption, and on a smaller site, too; one " \
        "level for all is the best (t).")
}

# The same without preemption, and on another site.
function beside(levels, at) {
    return ": " above(stream(levels, at, "all", "job_time_by_commoner")) "; without preemption " \
        above(row_key(4, "PJS", levels, "calm", at, "all", "job_time_by_commoner")) \
        "; on the small site of r " above(row_key(6, "PJS", levels, "small site", at, "all", \
                                                  "job_time_by_commoner")) "."
}

function aggregate_text(i, n, names, text, low, high) {
    n = each_level(names)
    for (i = 1; i <= n; i++) {
        low = stream(names[i], 1, "all", "job_time_by_none")
        high = stream(names[i], 32, "all", "job_time_by_none")
        text = text (i > 1 ? "; " : "") names[i] " " above(low) " at rate 1, " above(high) " at 32"
    }
    return text
}

# What preemption alone adds, and how often low jobs are stopped.
function preempted_text(i, n, names, text) {
    n = each_level(names)
    for (i = 1; i <= n; i++) {
        text = text (i > 1 ? "; " : "") names[i] ": a low job is stopped " \
            value(stream(names[i], 1, "low", "preemptions"), 2) " times, preemption adds " \
            above(stream(names[i], 1, "all", "job_time_by_calm")) ", priorities alone " \
            above(row_key(4, "PJS", names[i], "calm", 1, "all", "job_time_by_none"))
    }
    return "At rate 1, " text "."
}

function parallel_rows(i, g, n, names, groups) {
    n = each_level(names)
    split("high medium low", groups, " ")
    tally_start()
    for (i = 1; i <= n; i++) {
        for (g = 1; g <= 3; g++) {
            tally(4, names[i], groups[g], "parallel_less_half", 0, -1, 0, 99)
        }
    }
    tally(4, "none", "all", "parallel_less_half", 0, -1, 0, 99)
    row("w", "Fewer jobs run in parallel as the rate rises (table 1)", tally_text(),
        tally_verdict(), floor_text())
    tally_start()
    each_stream("parallel_less_next", "high", 0, 1, 0, 99)
    each_stream("parallel_less_next", "medium", 0, 1, 0, 99)
    row("x", "... and fewer of a lower level", tally_text(), tally_verdict(), floor_text())
    tally_start()
    tally(4, "10/10/80", "high", "parallel_less_commoner", 0, 1, 0, 99)
    tally(4, "25/25/50", "high", "parallel_less_commoner", 0, 1, 0, 99)
    row("y", "... and fewer of the high ones where these are more (beside the next distribution)",
        tally_text(), tally_verdict(), "")
    share_of_all_row()
}

# Where there is next to nothing to compare.
function floor_text(key, part, top) {
    if (count["against"] > 0) { return "" }
    return "No comparison is against it; where they are within noise, hardly a job runs in " \
        "parallel " \
        "any more (table 1 below)."
}

# The paper's first number: without levels, 80 % (all but the sequential class) at rate 1.
function share_of_all_row(key, went) {
    key = stream("none", 1, "all", "parallel")
    went = row_key(5, "PJS", "none", "go on", 1, "all", "parallel")
    if (!(key in mean)) { return }
    row("z", "Without levels, 80 % of the jobs run in parallel at rate 1: all that " \
        "can", percent(key),
        side(key, 0.75) == -1 ? "does not hold" : side(key, 0.75) == 1 ? "holds" : "within noise",
        "Profitability does not know that a cluster is busy: the pair of the highest is one with " \
        "the " \
        "fastest cluster, and where waiting for it does not pay, PJS as published stops. If it " \
        "tries " \
        "the other pairs (`SKED_PJS_GO_ON`): " percent(went) " in parallel, and the mean job " \
        "time " \
        above(row_key(5, "PJS", "none", "go on", 1, "all", "job_time_by_plain")) ".")
}

# The cells of table 1 that can be read in the copy at hand: within 5 points on both sides.
function cell_rows(i, n, rates, cells, part, key) {
    n = split("1 2 8 16 32", rates, " ")
    split("80-80 80-80 52-72 48-48 40-40", cells, " ")
    for (i = 1; i <= n; i++) {
        key = stream("50/25/25", rates[i], "high", "parallel")
        split(cells[i], part, "-")
        row(i == 1 ? "af" : "", (i == 1 ? "Of the high jobs of 50/25/25, so many run in " \
            "parallel (table 1, as far as it can be read; within 5 points): " : "... ") \
            (part[1] == part[2] ? part[1] : "52, 62 or 72") " % at rate " rates[i], \
            percent(key), cell_verdict(key, part[1] / 100 - 0.05, part[2] / 100 + 0.05),
            "PJS stops at the first pair that does not help, as in z. The paper's may not map " \
            "all jobs anew: if a new plan moves those of lower priority only, " \
            percent(outranked(rates[i], "high", "parallel")) " by completion.")
    }
}

function cell_verdict(key, low, high) {
    if (!(key in mean)) { return "not measured" }
    if (side(key, low) == 1 && side(key, high) == -1) { return "holds" }
    return side(key, low) == -1 || side(key, high) == 1 ? "does not hold" : "within noise"
}

function case_4() {
    order_rows()
    contain_rows()
    rise_row()
    aggregate_rows()
    parallel_rows()
}

# ---- What its text tells besides

# Excellent: OLB takes longer by more than a tenth.
function in_turn_row(m, i, names, key, sign, against, noise, least, most) {
    split("equal mix,random mix", names, ",")
    tally_start()
    for (m = 1; m <= 2; m++) {
        against = noise = ""
        for (i = 1; i <= places[2]; i++) {
            key = row_key(2, "OLB", "none", names[m], ats[2, i], "all", "job_times_by_sjs")
            sign = side(key, 1.1)
            if (sign != 9) { tally_one(sign) }
            against = against (sign == -1)
            noise = noise (sign == 0)
            if (sign != 9 && (least == "" || mean[key] < mean[least])) { least = key }
            if (sign != 9 && (most == "" || mean[key] > mean[most])) { most = key }
        }
        tally_places(names[m] ": ", 2, against, noise)
    }
    row_without_pjs("aa", "SJS has excellent performance beside OLB (6; beside others it was " \
        "not measured): the sum of job times under OLB is larger by more than a tenth", \
        tally_text() \
        (least == "" ? "" : ". From " above(least) " at " in_jobs(least) " to " above(most) \
            " at " in_jobs(most)), tally_verdict(), "")
}

function preemption_rows(i, n, names, text) {
    n = each_level(names)
    for (i = 1; i <= n; i++) {
        text = text (i > 1 ? "; " : "") names[i] " " \
            above(stream(names[i], 1, "high", "job_time_by_calm")) " at rate 1, " \
            above(stream(names[i], 32, "high", "job_time_by_calm")) " at 32"
    }
    tally_start()
    each_stream("job_time_by_calm", "high", 1, -1, 0, 99)
    row("ab", "Preemption itself lets high jobs end sooner than levels alone (5.4)", tally_text() \
        ". " text, tally_verdict(), only_noise())
    tally_start()
    each_stream("job_time_by_calm", "high", 0.9, -1, 0, 99)
    row("", "... greatly: by more than a tenth", tally_text(), tally_verdict(),
        "With levels alone they are planned first, too, and only wait for what runs already.")
    tally_start()
    for (i = 1; i <= n; i++) {
        tally_unlike("high", "parallel", names[i], "none", names[i], "calm", 0, 99)
    }
    row("", "... and more of them run in parallel", tally_text(), tally_verdict(), only_noise())
}

function only_noise() { return count["against"] == 0 ? "No comparison is against it." : "" }

# At rates from low to high: is the first above the second? They may have other jobs: their
# intervals count together (the root of the sum of squares).
function tally_unlike(group, metric, levels, option, other, otherwise, low, high,
                      i, one, two, sign, against, noise) {
    for (i = 1; i <= places[4]; i++) {
        one = row_key(4, "PJS", levels, option, ats[4, i], group, metric)
        two = row_key(4, "PJS", other, otherwise, ats[4, i], group, metric)
        sign = ats[4, i] + 0 < low || ats[4, i] + 0 > high ? 9 : unlike(one, two)
        if (sign != 9) { tally_one(sign) }
        against = against (sign == -1)
        noise = noise (sign == 0)
    }
    tally_places((levels == other ? "" : "beside ") other ": ", 4, against, noise)
}

# 1: one is above two; -1: below; 0: within their intervals together; 9: no row.
function unlike(one, two, gap, error) {
    if (!(one in mean) || !(two in mean)) { return 9 }
    gap = mean[one] - mean[two]
    error = sqrt(half[one] ^ 2 + half[two] ^ 2)
    return gap > error ? 1 : gap < -error ? -1 : 0
}

function stopped_rows(i, sign, against, noise) {
    tally_start()
    tally_unlike("low", "preemptions", "10/10/80", "none", "25/25/50", "none", 0, 8)
    tally_unlike("low", "preemptions", "10/10/80", "none", "50/25/25", "none", 0, 8)
    row("ac", "At rates up to 8 a low job is stopped more often with 10/10/80 than with the " \
        "other distributions (5.4)", tally_text(), tally_verdict(), "The more high jobs there " \
        "are, the more often they stop the few low ones. At rate 1: " stopped_text(1) \
        "; at rate 8: " stopped_text(8) ".")
    tally_start()
    for (i = 1; i < places[4]; i++) {
        sign = unlike(stream("10/10/80", ats[4, i], "low", "preemptions"), \
                      stream("10/10/80", ats[4, i + 1], "low", "preemptions"))
        if (sign != 9) { tally_one(sign) }
        against = against (sign == -1)
        noise = noise (sign == 0)
    }
    tally_places("", 4, against, noise)
    row("", "... and with 10/10/80 the more often, the lower the rate (each with the next)", \
        tally_text(), tally_verdict(), only_noise() stopped_rates())
    tally_start()
    tally_unlike("all", "lost_share", "10/10/80", "none", "25/25/50", "none", 0, 8)
    tally_unlike("all", "lost_share", "10/10/80", "none", "50/25/25", "none", 0, 8)
    row("", "... and well into their run: more of all work is lost with 10/10/80 at rates up to " \
        "8 than with the others", tally_text(), tally_verdict(), "Lost at rate 1: " lost_text(1) \
        "; at rate 8: " lost_text(8) ".")
}

function stopped_rates(i, text) {
    for (i = 1; i <= places[4]; i++) {
        text = text (i > 1 ? ", " : "") \
            value(stream("10/10/80", ats[4, i], "low", "preemptions"), 3)
    }
    return (count["against"] == 0 ? " " : "") "At rates 1 to 32: " text "."
}

function stopped_text(at, i, n, names, text) {
    n = each_level(names)
    for (i = 1; i <= n; i++) {
        text = text (i > 1 ? ", " : "") value(stream(names[i], at, "low", "preemptions"), 2)
    }
    return text " times (10/10/80, 25/25/50, 50/25/25)"
}

function lost_text(at, i, n, names, text) {
    n = each_level(names)
    for (i = 1; i <= n; i++) {
        text = text (i > 1 ? ", " : "") percent(stream(names[i], at, "all", "lost_share"))
    }
    return text " (10/10/80, 25/25/50, 50/25/25)"
}

function points(key) { return sprintf("%+.0f ± %.0f", 100 * mean[key], 100 * half[key]) }

# Of high and medium jobs together at most one a quantum.
function alike_row(i, k, n, names, share, key, sign, against, noise, text, calm) {
    n = each_level(names)
    tally_start()
    for (k = 1; k <= n; k++) {
        against = noise = ""
        split(names[k], share, "/")
        for (i = 1; i <= places[4]; i++) {
            key = stream(names[k], ats[4, i], "high", "parallel_less_next")
            if (ats[4, i] * (share[1] + share[2]) > 100 || !(key in mean)) { continue }
            sign = side(key, 0.1) == -1 && side(key, -0.1) == 1 ? 1 \
                : side(key, 0.1) == 1 || side(key, -0.1) == -1 ? -1 : 0
            tally_one(sign)
            against = against (sign == -1)
            noise = noise (sign == 0)
            text = text (text == "" ? "" : ", ") points(key)
            key = row_key(4, "PJS", names[k], "calm", ats[4, i], "high", "parallel_less_next")
            calm = calm (calm == "" ? "" : ", ") points(key)
        }
        tally_places(names[k] ": ", 4, against, noise)
    }
    row("ad", "Where at most one job of high or medium priority comes in a quantum, hardly fewer " \
        "medium than high jobs run in parallel (5.4): by less than 10 points", \
        tally_text() ". Differences: " text " points", tally_verdict(), "Who plans first takes " \
        "the clusters, and only high jobs stop others for one. Without preemption: " calm \
        " points.")
}

function loss_row(i, names) {
    split("25/25/50 50/25/25", names, " ")
    tally_start()
    for (i = 1; i <= 2; i++) {
        tally(4, names[i], "all", "job_time_by_rarest", 1, -1, 0, 8)
        tally(4, names[i], "all", "job_time_by_rarest", 1, 1, 9, 99)
    }
    row("ae", "All jobs together lose most with 10/10/80 at rates up to 8, and with the other " \
        "two above 8 (5.4, summary): their mean time beside that of 10/10/80", tally_text(), \
        tally_verdict(), "It is as in u and v. 25/25/50 beside 10/10/80: " \
        above(stream("25/25/50", 1, "all", "job_time_by_rarest")) " at rate 1, " \
        above(stream("25/25/50", 32, "all", "job_time_by_rarest")) " at 32; 50/25/25: " \
        above(stream("50/25/25", 1, "all", "job_time_by_rarest")) " and " \
        above(stream("50/25/25", 32, "all", "job_time_by_rarest")) ".")
}

function further_rows() {
    in_turn_row()
    arrival_rows()
}

function arrival_rows() {
    preemption_rows()
    stopped_rows()
    alike_row()
    loss_row()
    cell_rows()
}

function all_rows() {
    delete medium_peak
    case_1()
    case_2()
    case_3()
    case_4()
    further_rows()
}

# ---- Jobs that arrive, by what a new plan may move, and in the world of the axes

# Calls judge_one for all six.
function judge_all(w, a, worlds, answers) {
    split("|axes", worlds, "|")
    split("|lower|none", answers, "|")
    judging = 1
    for (w = 1; w <= 2; w++) {
        world = worlds[w]
        for (a = 1; a <= 3; a++) {
            replan = answers[a]
            for (completion = 0; completion <= 1; completion++) {
                case_4()
                arrival_rows()
            }
        }
    }
    world = replan = ""
    judging = completion = 0
}

function answer_name(answer) { return answer == "" ? "all" : answer }

# Without what is in brackets.
function short(claim) {
    gsub(/ \([^)]*\)/, "", claim)
    return claim
}

function print_judged(world, i, a, c, answers, text) {
    split("|lower|none", answers, "|")
    print ""
    print "| | claim | all, run time | all, completion | lower, run time | lower, completion | " \
        "none, run time | none, completion |"
    print "|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= judged_claims; i++) {
        if (judged[world, "", 0, claim_of[i]] == "not measured") { continue }
        text = "| " letter_of[claim_of[i]] " | " short(claim_of[i]) " |"
        for (a = 1; a <= 3; a++) {
            for (c = 0; c <= 1; c++) {
                text = text " " judged[world, answers[a], c, claim_of[i]] " |"
            }
        }
        print text
    }
    print_judged_sums(world, answers)
}

function print_judged_sums(world, answers, v, a, c, names, n, text) {
    n = split("holds|holds, partly within noise|holds in part|within noise|does not hold", \
              names, "|")
    for (v = 1; v <= n; v++) {
        text = "| | *" names[v] "* |"
        for (a = 1; a <= 3; a++) {
            for (c = 0; c <= 1; c++) {
                text = text " " (judged_as[world, answers[a], c, names[v]] + 0) " |"
            }
        }
        print text
    }
}

# ---- What is printed as a number, by each reading

# Calls print_of for each that was measured.
function print_readings(of, a, c, w, worlds, answers) {
    split("|axes|flatter", worlds, "|")
    split("|lower|none", answers, "|")
    for (w = 1; w <= 3; w++) {
        world = worlds[w]
        for (a = 1; a <= 3; a++) {
            replan = answers[a]
            for (completion = 0; completion <= 1; completion++) {
                if (!(stream("50/25/25", 1, "high", "parallel") in mean)) { continue }
                print "| " (world == "" ? "ours" : world) " | " answer_name(replan) " | " \
                    (completion ? "completion" : "run time") " |" \
                    (of == "shares" ? reading_shares() : reading_times())
            }
        }
    }
    world = replan = ""
    completion = 0
}

function reading_shares(r, text, key) {
    key = stream("none", 1, "all", "parallel")
    text = sprintf(" %.0f ± %.0f |", 100 * mean[key], 100 * half[key])
    for (r = 1; r <= places[4]; r++) {
        key = stream("50/25/25", ats[4, r], "high", "parallel")
        text = text (key in mean ? sprintf(" %.0f ± %.0f |", 100 * mean[key], 100 * half[key]) \
            : " |")
    }
    return text
}

# The largest mean over the rates.
function top(levels, group, r, key, best) {
    for (r = 1; r <= places[4]; r++) {
        key = stream(levels, ats[4, r], group, "job_time")
        if (key in mean && (best == "" || mean[key] > mean[best])) { best = key }
    }
    return best
}

function reading_times(i, n, names, key, best, text) {
    text = " " value(stream("10/10/80", 1, "high", "job_time"), 0) " to " \
        value(top("10/10/80", "high"), 0) " | " \
        value(stream("50/25/25", 32, "high", "job_time_by_rarest"), 2) " |"
    n = each_level(names)
    for (i = 1; i <= n; i++) {
        key = top(names[i], "low")
        text = text " " (key == "" ? "not measured" : value(key, 0)) " |"
        key = top(names[i], "all")
        if (key != "" && (best == "" || mean[key] > mean[best])) { best = key }
    }
    return text " " (best == "" ? "" : value(best, 0)) " |"
}

function print_printed(r, text) {
    print ""
    print "Jobs that ran in parallel, percent: all of them at rate 1 without levels, and " \
        "those of high priority of 50/25/25 by rate."
    print ""
    text = "| world | may move | pays by | none, 1 |"
    for (r = 1; r <= places[4]; r++) { text = text " " ats[4, r] " |" }
    print text
    gsub(/[^|]+/, "---", text)
    print text
    print "| paper | | | 80 | 80 | 80 | ? | ?2 | 48 | 40 |"
    print_readings("shares")
    print ""
    print "Mean job times in seconds: of high jobs of 10/10/80 at rate 1 and at most; of high " \
        "jobs of 50/25/25 by those of 10/10/80 at rate 32; of low jobs, at most; and of all " \
        "jobs of any distribution, at most."
    print ""
    print "| world | may move | pays by | high | ratio | low 10/10/80 | low 25/25/50 | low " \
        "50/25/25 | all |"
    print "|---|---|---|---|---|---|---|---|---|"
    print "| paper | | | at most slightly above 100 | over 4 | 600 to 700 | 1,000 to 1,200 | " \
        "1,200 to 1,400 | 700 to 800 |"
    print_readings("times")
}

function print_arrivals() {
    if (!((4, 2) in seen)) { return }
    judge_all()
    print ""
    print "## Jobs that arrive, by what a new plan may move"
    print ""
    print "The paper schedules the jobs \"that appear for scheduling during one time " \
        "quantum\" (5.4). It does not say whether jobs that were scheduled before, and wait, " \
        "are scheduled again at the next tick. Three answers (`sked_site_settings.replan`): " \
        "*all* may move, our default and that of the table above; *lower*: a job keeps its " \
        "place until one of higher priority gets a new place with a machine of it; *none* may " \
        "move. Each with both readings of what pays, on the same jobs. That the paper's moves " \
        "fewer than all is inferred from the figures: only then, and by completion, do shares " \
        "in parallel stay near those of table 1 at high rates."
    print_judged("")
    print_axes()
    print ""
    print "The claims in that world. What needs runs without preemption was not measured there."
    print_judged("axes")
    print ""
    print "## What is printed as a number, by each reading"
    print ""
    print "Worlds: ours; the one fitted to the axes; and *flatter*, by completion only, where each " \
        "run time is moved a fifth of the way to the mean of its class and then multiplied by 1.4. " \
        "In the row of the paper, the first two columns of seconds are printed; the others are " \
        "two neighbouring marks on its axes."
    print_printed()
}

# ---- The axes of the paper

# How far a value is out of a range, as a part of the edge it is beyond; below, of itself.
function out_of(at, low, high) {
    return at > high ? at / high - 1 : at < low ? low / at - 1 : 0
}

function tried(profile, levels, at, group, metric) {
    return 7 SUBSEP "SJS" SUBSEP levels SUBSEP profile SUBSEP at SUBSEP group SUBSEP metric
}

function largest_all(profile, i, n, names, key, best) {
    n = each_level(names)
    for (i = 1; i <= n; i++) {
        key = tried(profile, names[i], 32, "all", "job_time")
        if (best == "" || mean[key] > mean[best]) { best = key }
    }
    return best
}

# Sets axis_value[1 .. 6]; returns the sum of what they miss.
function misses(profile, i, sum) {
    axis_value[1] = mean[tried(profile, "none", 50, "all", "job_times")]
    axis_value[2] = mean[tried(profile, "none", "mean", "all", "job_times")]
    axis_value[3] = mean[tried(profile, "10/10/80", 32, "low", "job_time")]
    axis_value[4] = mean[tried(profile, "25/25/50", 32, "low", "job_time")]
    axis_value[5] = mean[tried(profile, "50/25/25", 32, "low", "job_time")]
    axis_value[6] = mean[largest_all(profile)]
    for (i = 1; i <= 6; i++) { sum += out_of(axis_value[i], axis_low[i], axis_high[i]) }
    return sum
}

function print_axes(l, f, i, profile, miss, least, best, best_of) {
    split("8000 100000 600 1000 1200 700", axis_low, " ")
    split("10000 120000 700 1200 1400 800", axis_high, " ")
    print ""
    print "## A second world: fitted to the axes"
    print ""
    print "Our run times are too short for the axes of the paper. They are numbered in steps; " \
        "if the last step of each is in use, a curve ends in it: the sum of job times of 50 " \
        "jobs (figure 5 b), the mean of the sums over 5 to 500 jobs (7), low jobs at the " \
        "highest rate (8 a, b, c), and all jobs of one of the distributions (9 a). That is " \
        "inferred from the figures. The second world has our machines and classes, but run " \
        "times that are longer, all by the same factor, after a part of each one's distance " \
        "to the mean of its class was taken away (flatter). It is the one of those tried that " \
        "misses the six steps by the least in sum (as parts of the edge). SJS decides, so " \
        "that no reading of PJS enters; at the highest rate PJS by run time hardly differs from it."
    print ""
    print "| longer | flatter | 5 b | 7 | 8 a | 8 b | 8 c | 9 a | missed in sum |"
    print "|---|---|---|---|---|---|---|---|---|"
    print "| paper | | 8,000 to 10,000 | 100,000 to 120,000 | 600 to 700 | 1,000 to 1,200 | " \
        "1,200 to 1,400 | 700 to 800 | |"
    for (f = 0; f <= 40; f += 20) {
        least = ""
        for (l = 100; l <= 160; l += 10) {
            profile = "longer " l " flatter " f
            if (!(tried(profile, "none", 50, "all", "job_times") in mean)) { continue }
            axes_tried++
            miss = misses(profile)
            if (least == "" || miss < least) { least = miss; best_of = profile }
            if (best == "" || miss < best) { best = miss; best_profile = profile }
            if (l == 100 && f == 0) { print_axis(profile, miss) }
        }
        if (least != "") { print_axis(best_of, least) }
    }
    print ""
    print "Of " axes_tried " worlds the best is " best_profile " (percent)." \
        (best > 0 ? " None reaches all six." : "") " Where low jobs take as long as in 8 b, 50 " \
        "jobs sum to " sprintf("%.0f", least_sum()) " s or more."
}

# The least sum of 50 jobs of those whose low jobs take as long as in 8 b.
function least_sum(l, f, profile, least) {
    for (f = 0; f <= 40; f += 20) {
        for (l = 100; l <= 160; l += 10) {
            profile = "longer " l " flatter " f
            misses(profile)
            if (axis_value[4] >= axis_low[4] && (least == "" || axis_value[1] < least)) {
                least = axis_value[1]
            }
        }
    }
    return least
}

function print_axis(profile, miss, i, part, text) {
    misses(profile)
    split(profile, part, " ")
    text = "| " part[2] " % | " part[4] " % |"
    for (i = 1; i <= 6; i++) { text = text sprintf(" %.0f |", axis_value[i]) }
    print text sprintf(" %.2f |", miss)
}

# ---- What the paper leaves to others

function go_on_line(n, names, i, text) {
    n = split("10 20 50 100", names, " ")
    for (i = 1; i <= n; i++) {
        text = text (i > 1 ? "; " : "") names[i] " jobs: " \
            value(mix("savings_percent", names[i], "PJS going on"), 1) " % instead of " \
            value(mix("savings_percent", names[i]), 1) " %, " \
            value(mix("mappings_by_pjs", names[i], "PJS going on"), 1) " times the mappings"
    }
    return text
}

function go_on_streams(levels, r, key, text) {
    for (r = 1; r <= places[4]; r++) {
        key = row_key(5, "PJS", levels, "go on", ats[4, r], "all", "job_time_by_plain")
        if (key in mean) {
            text = text (text == "" ? "" : ", ") above(key) " at rate " ats[4, r]
        }
    }
    return text
}

function print_table_1(n, names, i, g, groups, r, text) {
    n = each_level(names)
    split("high medium low", groups, " ")
    print ""
    print "## Table 1: jobs that ran in parallel, percent, by jobs per quantum, what pays judged " \
        "by " (completion ? "completion" : "run time")
    print ""
    text = "| levels | |"
    for (r = 1; r <= places[4]; r++) { text = text " " ats[4, r] " |" }
    print text
    gsub(/[^|]+/, "---", text)
    print text
    for (i = 1; i <= n; i++) {
        for (g = 1; g <= 3; g++) { print_shares(names[i], groups[g]) }
    }
    print_shares("none", "all")
    if (completion) { print "| 50/25/25, paper | high | 80 | 80 | ? | ?2 | 48 | 40 |" }
}

function print_shares(levels, group, r, text, key) {
    text = "| " levels " | " group " |"
    for (r = 1; r <= places[4]; r++) {
        key = stream(levels, ats[4, r], group, "parallel")
        text = text (key in mean ? sprintf(" %.0f ± " \
            "%.0f", 100 * mean[key], 100 * half[key]) : "") " |"
    }
    print text
}

function print_options(levels, options, what, r, text, n, names, i, g, key, metric) {
    n = split(options, names, ",")
    print ""
    print "| " levels ", at " ats[4, 1] " and " ats[4, places[4]] " jobs per quantum | high | " \
        "medium |" \
        " low | all | worst low job | most preemptions of one |"
    print "|---|---|---|---|---|---|---|"
    for (i = 1; i <= n; i++) {
        text = "| " names[i] " |"
        for (g = 1; g <= 4; g++) {
            text = text " " both(levels, names[i], g == 1 ? "high" : g == 2 ? "medium" \
                                 : g == 3 ? "low" : "all", "job_time_by_plain") " |"
        }
        text = text " " both(levels, names[i], "low", "job_time_max_by_plain") " | " \
            counts(levels, names[i]) " |"
        print text
    }
}

function both(levels, option, group, metric, one, two) {
    one = row_key(5, "PJS", levels, option, ats[4, 1], group, metric)
    two = row_key(5, "PJS", levels, option, ats[4, places[4]], group, metric)
    return above(one) "; " above(two)
}

function counts(levels, option) {
    return value(row_key(5, "PJS", levels, option, ats[4, 1], "low", "preemptions_max"), 1) "; " \
        value(row_key(5, "PJS", levels, option, ats[4, places[4]], "low", "preemptions_max"), 1)
}

function print_unknown(i, n, names, k, option) {
    n = split("25 50 100", names, " ")
    print ""
    print "| coefficient of variation | PJS, by known run times | SJS, by known run times | PJS " \
        "by " \
        "SJS | PJS with mean + 1 deviation, by the mean alone |"
    print "|---|---|---|---|---|"
    for (i = 1; i <= n; i++) {
        option = "cv " names[i] " k "
        print "| " names[i] " % | " both("none", option 0, "all", "job_time_by_plain") " | " \
            both_sjs(option 0) " | " both("none", option 0, "all", "job_time_by_sjs") " | " \
            both("none", option 1, "all", "job_time_by_k0") " |"
    }
}

function both_sjs(option) {
    return above(row_key(5, "SJS", "none", option, ats[4, 1], "all", "job_time_by_plain")) "; " \
        above(row_key(5, "SJS", "none", option, ats[4, places[4]], "all", "job_time_by_plain"))
}

function print_going_on(reading) {
    reading = completion ? "by completion" : "by run time"
    print "Going on after the first pair that does not help (`SKED_PJS_GO_ON`), " reading ", all " \
        "jobs at once: " go_on_line() "."
    print ""
    print "The same with jobs that arrive, without levels: mean job times beside those of PJS " \
        reading " that does not go on " go_on_streams("none") "; with 10/10/80, in all levels, " \
        go_on_streams("10/10/80") "; in the high level alone, whose mean is then " \
        value(changed("high goes on", 1, "high", "job_time"), 0) " s at rate 1 and " \
        value(changed("high goes on", 32, "high", "job_time"), 0) " s at 32, " \
        above(changed("high goes on", 32, "all", "job_time_by_plain")) " at rate 32." \
        (completion ? "" : " Each plan by itself is better; but " \
            "jobs in parallel take machines from those who come later.")
    print ""
}

function print_case_5() {
    print ""
    print "## What the paper leaves to others"
    print ""
    print_going_on()
    completion = 1
    print_going_on()
    completion = 0
    print "Preempting only for a gain of so many seconds, and going to the medium level after so " \
        "many " \
        "preemptions: mean job times beside those without the option, on the same jobs."
    print_options("10/10/80", "gain 10,gain 30,gain 100,gain 300,promote 1,promote 2,promote 4")
    print_options("25/25/50", "gain 10,gain 30,gain 100,gain 300,promote 1,promote 2,promote 4")
    print ""
    print "Run times that are not known, but drawn (gamma), of which the scheduler has seen 32 " \
        "earlier " \
        "runs of each class on each kind of machine and cluster, and learns on: mean job times " \
        "at " \
        ats[4, 1] " and " ats[4, places[4]] " jobs per quantum, without levels."
    print_unknown()
}

function print_head() {
    print "# The claims of the paper on PJS, and what was measured"
    print ""
    print "Made by `bench/figures/site_claims.awk`; verdicts follow from the numbers by these " \
        "rules:"
    print ""
    print "- ± is the half of a 95 % interval over 20 draws. Two policies, distributions or " \
        "rates are" \
        " compared on the same draws: by the ratio of their means with the interval of the " \
        "differences" \
        " value - ratio * base, or by their difference, so that what both share is taken out."
    print "- A comparison is for a claim if all of the interval is on the claim's side of the " \
        "bound" \
        " (1 for a ratio, 0 for a difference), against it if all is on the other side, and within" \
        " noise if the bound is in it. If two policies were equal, one comparison in twenty would" \
        " still be for or against."
    print verdict_rules(" (s)") " A claim that is not tested by comparisons *holds in part* if " \
        "a part of it holds."
    print "- A printed number *holds* if ours is as good, is *within noise* if our interval has " \
        "it," \
        " and *does not hold* if all of our interval is on the wrong side. \"Slightly above 100 " \
        "s\" is" \
        " up to 125; \"marginally worse\" is worse by up to a tenth; \"largely independent\": the" \
        " largest is above the smallest by less than a tenth; \"greatly\" and \"excellent\": by" \
        " more than a tenth; other bounds are told with the claim."
    print "- Where no row tells the difference of two means (j, ab to ac), they differ if they" \
        " are further apart than the root of the sum of the squares of their half widths."
    print "- The paper calls a pair profitable by the \"reduction in expected execution time from" \
        " the best sequential execution option\" (3). *By run time*, our default, takes this for" \
        " run times; *by completion* (`SKED_PJS_COMPLETION`) for ends, given what is planned, " \
        "anew after each pair that stays, as the same words mean for min-min. Its text fits both." \
        " That completion may be what the paper ran is inferred from the figures: shares in" \
        " parallel are nearer to table 1 (z, af). Each claim has a verdict by each reading; the" \
        " column \"verdict\" and the reasons are those by run time."
    print "- Both map all jobs that wait anew at each tick (`SKED_REPLAN_ALL`), in the world " \
        "that we wrote down before anything was measured. Other answers, and a second world " \
        "that is fitted to the axes of the paper's figures, have tables below."
    print "- Table 1 can be read in part only, and one cell by its last digit alone: 2. As shares" \
        " fall from 80 to 48 there, it is 52, 62 or 72."
    print "- Added later, by the rules of the others: modest up to 1,000 jobs, k at the other" \
        " distributions, aa to af, and the reading by completion. That f begins with 5 jobs, and" \
        " calls 45 % \"nearly 50 %\", is also from then."
    print "- An equal mix of 5, 10, 15, ... jobs is the same in all draws but for its order: " \
        "there the" \
        " interval may be 0."
    print "- Case 1 is timed in processor time, on one machine, in one run (`site_time.csv`); " \
        "all else depends" \
        " on no clock. The site is ours (`bench/figures/site_world.h`): the paper does not " \
        "publish its" \
        " execution times."
    print ""
    print "| | claim (section of the paper) | measured | verdict | by completion | why not, or " \
        "not fully |"
    print "|---|---|---|---|---|---|"
}

END {
    if (twice) { exit 1 }
    print_head()
    completion = 1
    all_rows()
    completion = 0
    all_rows()
    print_sums()
    print_table_1()
    completion = 1
    print_table_1()
    completion = 0
    print_arrivals()
    print_case_5()
}
