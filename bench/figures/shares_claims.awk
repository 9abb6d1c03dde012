# shares_claims.awk: what we claim of accounts that get their shares, beside measurements.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f bench/figures/shares_claims.awk ROWS
#
# ROWS: shares.csv. Verdicts follow from the numbers by the rules that the table begins with; rules
# and claims were written down after trials, and before the full run.
BEGIN {
    scenes = "week day late rare load"
    policies = "easy easy_sjbf fair fair_now fair_far fair_sjbf fair_strict"
    title["easy"] = "EASY by arrival"
    title["easy_sjbf"] = "... the shortest backfill first"
    title["fair"] = "EASY by shares"
    title["fair_now"] = "... without ahead"
    title["fair_far"] = "... ahead a half-life"
    title["fair_sjbf"] = "... the shortest backfill first"
    title["fair_strict"] = "... without backfilling"
    scene["week"] = "half-lives of a week"
    scene["day"] = "half-lives of a day"
    scene["late"] = "half-lives of a week, group a comes late"
    scene["rare"] = "half-lives of a week, the first user asks for little"
}

$1 == "world" { next }
{ keep($1 SUBSEP $2 SUBSEP $3 SUBSEP $4, 5) }

# ---- Words

function row(world, where, policy, metric) {
    return world SUBSEP where SUBSEP policy SUBSEP metric
}

function words_of(metric, key) {
    return metric ~ /_over_|back/ ? value(key, 2) : in_percent(key, 2)
}

# ---- Comparisons

# Counts one comparison in each world: is the metric above the bound (wanted 1), or below it (-1)?
function tally_both(where, policy, metric, bound, wanted, n, worlds, w, key) {
    n = split("log lublin", worlds, " ")
    for (w = 1; w <= n; w++) {
        key = row(worlds[w], where, policy, metric)
        if (!(key in mean) || (one_world != "" && worlds[w] != one_world)) { continue }
        tally_bound(key, bound, wanted, worlds[w] " " metric)
        values = values (values == "" ? "" : ", ") worlds[w] " " words_of(metric, key)
    }
}

# ---- The claims

# Counts for one claim; its words are in `words` then. 0: there is no such claim.
function claim(number) {
    if (number == 1) {
        words = "After five half-lives of a week, each user's part of all use is within 2 " \
            "points of what the user owns"
        tally_both("week", "fair", "error_5", 0.02, -1)
    } else if (number == 2) {
        words = "... and was never further from it since the end of the first half-life"
        tally_both("week", "fair", "worst", 0.02, -1)
    } else if (number == 3) {
        words = "Beside EASY by arrival this costs less than 1 point of utilisation"
        tally_both("week", "fair", "utilisation_less_easy", -0.01, 1)
    } else if (number == 4) {
        words = "Backfilling costs little of the shares: the error is less than 1.5 times that " \
            "without it"
        tally_both("week", "fair", "error_5_over_fair_strict", 1.5, -1)
    } else if (number == 5) {
        words = "... and without it more than 3 points of utilisation are lost"
        tally_both("week", "fair_strict", "utilisation_less_fair", -0.03, -1)
    } else if (number == 6) {
        words = "Without ahead, the error is more than 1.5 times as large"
        tally_both("week", "fair_now", "error_5_over_fair", 1.5, 1)
    } else if (number == 7) {
        words = "After five half-lives of a day, the error is below 5 points"
        tally_both("day", "fair", "error_5", 0.05, -1)
    } else if (number == 8) {
        words = "If group b was alone for a half-life, all are within 2 points of their shares " \
            "less than 1.25 half-lives later (by arithmetic 1.12, if group b starts nothing " \
            "until then)"
        tally_both("late", "fair", "back", 1.25, -1)
    } else if (number == 9) {
        words = "A user who owns 30 % and asks for 10 % waits less than a quarter as long as by " \
            "arrival"
        tally_both("rare", "fair", "wait_a1_over_easy", 0.25, -1)
    } else if (number == 10) {
        words = "Where all users ask for the same, 90 % of the machine in all, the mean wait is " \
            "shorter than by arrival"
        tally_both("load", "fair", "wait_over_easy", 1, -1)
    } else {
        return 0
    }
    return 1
}

# The verdict on a claim in one world, or in both (""); "": no such claim.
function judge(number, world) {
    one_world = world
    tally_start()
    values = ""
    if (!claim(number)) { return "" }
    return tally_verdict(0)
}

function print_claims(number, verdict, measured, log_verdict, lublin_verdict) {
    for (number = 1; (verdict = judge(number, "")) != ""; number++) {
        measured = tally_text() (values == "" ? "" : ". Values: " values)
        log_verdict = judge(number, "log")
        lublin_verdict = judge(number, "lublin")
        printf "| %d | %s | %s | **%s** | %s |\n", number, words, measured, verdict,
            log_verdict == lublin_verdict ? "" : "log: " log_verdict "; lublin: " lublin_verdict
    }
}

# ---- What was measured

function print_scene(world, where, n, names, p, last) {
    last = where == "late" ? "back, half-lives" : where == "rare" ? "wait of the first user, s" : ""
    print ""
    print "### " world ": " scene[where]
    print ""
    print "| policy | utilisation, % | error, points, after 1 half-life | 2 | 3 | 4 | 5 | " \
        "largest since the first | of the fifth alone |" (last == "" ? "" : " " last " |")
    print "|---|---|---|---|---|---|---|---|---|" (last == "" ? "" : "---|")
    n = split(policies, names, " ")
    for (p = 1; p <= n; p++) {
        if (row(world, where, names[p], "worst") in mean) { print_policy(world, where, names[p]) }
    }
}

# In all draws later than five half-lives, or a mean.
function back(key) { return mean[key] == 5 && half[key] == 0 ? "not in 5" : value(key, 2) }

function print_policy(world, where, policy, k, line) {
    line = "| " title[policy] " | " in_percent(row(world, where, policy, "utilisation"), 1)
    for (k = 1; k <= 5; k++) { line = line " | " in_percent(row(world, where, policy, "error_" k), 1) }
    line = line " | " in_percent(row(world, where, policy, "worst"), 1) \
        " | " in_percent(row(world, where, policy, "part_5"), 1)
    if (where == "late") { line = line " | " back(row(world, where, policy, "back")) }
    if (where == "rare") { line = line " | " value(row(world, where, policy, "wait_a1"), 0) }
    print line " |"
}

function print_load(world, n, names, p) {
    print ""
    print "### " world ": all users ask for the same, 90 % in all"
    print ""
    print "| policy | mean wait, s | by EASY's by arrival | of group a | of group b | " \
        "mean bounded slowdown | by EASY's |"
    print "|---|---|---|---|---|---|---|"
    n = split(policies, names, " ")
    for (p = 1; p <= n; p++) {
        if (row(world, "load", names[p], "wait") in mean) { print_load_of(world, names[p]) }
    }
}

# Beside EASY by arrival: itself once.
function ratio(world, policy, metric) {
    return policy == "easy" ? "1" : value(row(world, "load", policy, metric "_over_easy"), 2)
}

function print_load_of(world, policy) {
    print "| " title[policy] " | " value(row(world, "load", policy, "wait"), 0) \
        " | " ratio(world, policy, "wait") " | " ratio(world, policy, "wait_a") \
        " | " ratio(world, policy, "wait_b") \
        " | " value(row(world, "load", policy, "slowdown"), 2) \
        " | " ratio(world, policy, "slowdown") " |"
}

function print_head() {
    print "# Shares of a machine: our claims, and what was measured"
    print ""
    print "Made by `bench/figures/shares_claims.awk`; verdicts follow from the numbers by these " \
        "rules. Rules and claims were written down after trials, of weeks of 500 jobs and of two " \
        "draws of whole weeks, and before the full run:"
    print ""
    print "- ± is the half of a 95 % interval over 20 draws of the jobs. Policies are compared " \
        "on the same draws, by their difference or ratio, so that what both share is taken out."
    print "- A comparison is for a claim if all of the interval is on the claim's side of the " \
        "bound, against it if all is on the other side, and within noise if the bound is in it."
    print verdict_rules()
    print "- Machine and jobs are those of `bench/figures/fattree_world.h`: 4,096 processors. " \
        "Estimates are the run times. Group a owns three quarters, group b one; the users of " \
        "each own 4/10, 3/10, 2/10 and 1/10 of it (`bench/figures/shares_world.h`). Each has 8 " \
        "jobs waiting at all times, and at the beginning nobody has used anything."
    print "- *Error*: of all users, the largest distance of decayed usage, in that of all, from " \
        "the share. EASY by shares looks 1/64 of a week ahead, about as long as a job runs " \
        "(`ahead`). In a week start " value(row("log", "week", "fair", "jobs"), 0) \
        " jobs (log), or " \
        value(row("lublin", "week", "fair", "jobs"), 0) " (lublin)."
    print "- By arrival each user starts as many jobs as any other, whatever the shares; so the " \
        "error is large."
    print ""
    print "| | claim | measured | verdict | by world |"
    print "|---|---|---|---|---|"
}

function print_world(world, n, names, s) {
    print ""
    print "## What was measured, " world
    n = split(scenes, names, " ")
    for (s = 1; s < n; s++) { print_scene(world, names[s]) }
    print_load(world)
}

END {
    if (twice) { exit 1 }
    print_head()
    print_claims()
    print_world("log")
    print_world("lublin")
}
