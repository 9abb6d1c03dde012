# preempt_claims.awk: what we claim of jobs that are stopped for urgent ones, beside measurements.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f bench/figures/preempt_claims.awk ROWS
#
# ROWS: preempt.csv. Verdicts follow from the numbers by the rules that the table begins with; rules
# and claims were written down after a trial of 500 jobs a draw, and before the full run.
BEGIN {
    rules = "none cheapest youngest unbooked singly"
    title["none"] = "nobody is stopped"
    title["cheapest"] = "the cheapest, planned and booked"
    title["youngest"] = "the youngest, booked"
    title["unbooked"] = "the cheapest, not booked"
    title["singly"] = "the youngest, one a cycle, not booked"
}

$1 == "world" { next }
{
    keep($1 SUBSEP $2 SUBSEP $3, 4)
    if (!($1 in place)) { place[$1] = ++worlds; world_at[worlds] = $1 }
}

# ---- Words

function row(world, rule, metric) { return world SUBSEP rule SUBSEP metric }

function words_of(metric, key) {
    if (metric ~ /_over_|^per_/) { return value(key, 2) }
    return metric ~ /^wait/ ? value(key, 1) : in_percent(key, 2)
}

# ---- Comparisons

# Counts one comparison in each world: is the metric above the bound (wanted 1), or below it (-1)?
function tally_both(rule, metric, bound, wanted, w, key) {
    for (w = 1; w <= worlds; w++) {
        key = row(world_at[w], rule, metric)
        if (!(key in mean) || (one_world != "" && world_at[w] != one_world)) { continue }
        tally_bound(key, bound, wanted, world_at[w] " " metric)
        values = values (values == "" ? "" : ", ") world_at[w] " " words_of(metric, key)
    }
}

# ---- The claims

# Counts for one claim; its words are in `words` then. 0: there is no such claim.
function claim(number) {
    if (number == 1) {
        words = "Planned and booked: fewer than 4 jobs are stopped for each urgent job that " \
            "needs it"
        tally_both("cheapest", "per_served", 4, -1)
    } else if (number == 2) {
        words = "One a cycle, more than 10 times as many are"
        tally_both("singly", "per_served_over_cheapest", 10, 1)
    } else if (number == 3) {
        words = "The same plans without a booking stop more than twice as many"
        tally_both("unbooked", "per_served_over_cheapest", 2, 1)
    } else if (number == 4) {
        words = "... and more than a fifth of them leave nothing that an urgent job takes next"
        tally_both("unbooked", "unused", 0.2, 1)
    } else if (number == 5) {
        words = "The youngest instead of the cheapest: more than 1.5 times the work is lost"
        tally_both("youngest", "lost_over_cheapest", 1.5, 1)
    } else if (number == 6) {
        words = "One a cycle, more than twice the work is lost"
        tally_both("singly", "lost_over_cheapest", 2, 1)
    } else if (number == 7) {
        words = "Planned and booked: urgent jobs wait less than 60 s in the mean, as long as " \
            "those that are stopped run on"
        tally_both("cheapest", "wait_urgent", 60, -1)
    } else if (number == 8) {
        words = "... and less than 1 % of them wait longer than that"
        tally_both("cheapest", "late", 0.01, -1)
    } else if (number == 9) {
        words = "One a cycle, urgent jobs wait more than 5 times as long"
        tally_both("singly", "wait_urgent_over_cheapest", 5, 1)
    } else if (number == 10) {
        words = "Planned and booked: the others wait less than 1.5 times as long as if nobody is " \
            "stopped"
        tally_both("cheapest", "wait_others_over_none", 1.5, -1)
    } else if (number == 11) {
        words = "... and less long than one a cycle"
        tally_both("singly", "wait_others_over_cheapest", 1, 1)
    } else if (number == 12) {
        words = "Planned and booked: without the work that is lost, utilisation is less than " \
            "1 point below that where nobody is stopped"
        tally_both("cheapest", "utilisation_less_none", -0.01, 1)
    } else {
        return 0
    }
    return 1
}

# The verdict on a claim in one world, or in all (""); "": no such claim.
function judge(number, world) {
    one_world = world
    tally_start()
    values = ""
    if (!claim(number)) { return "" }
    return tally_verdict(0)
}

function print_claims(number, verdict, measured, text, same, one, w) {
    for (number = 1; (verdict = judge(number, "")) != ""; number++) {
        measured = tally_text() (values == "" ? "" : ". Values: " values)
        text = ""
        same = 1
        for (w = 1; w <= worlds; w++) {
            one = judge(number, world_at[w])
            same = same && one == verdict
            text = text (text == "" ? "" : "; ") world_at[w] ": " one
        }
        printf "| %d | %s | %s | **%s** | %s |\n", number, words, measured, verdict,
            same ? "" : text
    }
}

# ---- What was measured

function print_world(world, n, names, r, line, m, metrics) {
    print ""
    print "## What was measured, " world
    print ""
    print "| rule | stopped, for each urgent job that needs it | for each urgent job | of them " \
        "in vain, % | work that is lost, % | mean wait of urgent jobs, s | longer than 60 s, % | " \
        "mean wait of the others, s | by that of nobody is stopped | utilisation, % |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    n = split(rules, names, " ")
    for (r = 1; r <= n; r++) {
        if (row(world, names[r], "wait_urgent") in mean) { print_rule(world, names[r]) }
    }
}

function print_rule(world, rule) {
    printf "| %s", title[rule]
    if (rule == "none") {
        printf " | - | - | - | -"
    } else {
        printf " | %s | %s | %s | %s", value(row(world, rule, "per_served"), 2),
            value(row(world, rule, "per_urgent"), 2), in_percent(row(world, rule, "unused"), 1),
            in_percent(row(world, rule, "lost"), 2)
    }
    printf " | %s | %s | %s | %s | %s |\n", value(row(world, rule, "wait_urgent"), 1),
        in_percent(row(world, rule, "late"), 2), value(row(world, rule, "wait_others"), 0),
        rule == "none" ? "1" : value(row(world, rule, "wait_others_over_none"), 2),
        in_percent(row(world, rule, "utilisation"), 1)
}

function print_head() {
    print "# Urgent jobs: our claims, and what was measured"
    print ""
    print "Made by `bench/figures/preempt_claims.awk`; verdicts follow from the numbers by these " \
        "rules. Rules and claims were written down after a trial of 500 jobs a draw, and before " \
        "the full run:"
    print ""
    print "- ± is the half of a 95 % interval over 20 draws of the jobs, and of who is urgent. " \
        "Rules are compared on the same draws, by their difference or ratio, so that what both " \
        "share is taken out."
    print "- A comparison is for a claim if all of the interval is on the claim's side of the " \
        "bound, against it if all is on the other side, and within noise if the bound is in it."
    print verdict_rules()
    print "- 256 processors, and jobs up to half of them that ask for 85 %; estimates are the " \
        "run times (`bench/figures/preempt.c`). One job in ten is urgent. EASY, urgent jobs first."
    print "- Who is stopped runs on for 60 s, waits again, and runs from the beginning. " \
        "*Planned*: the jobs that lose the least work, enough of them at once. *Booked*: their " \
        "processors are the urgent job's at once. Without a booking an urgent job that does not " \
        "fit looks again: after 60 s, and one a cycle after 30 s (`bench/swil_preempt.h`)."
    print "- *In vain*: no processor of a stopped job goes to an urgent one next. A wait is that " \
        "before the run that ended. Utilisation is without the work that is lost."
    print ""
    print "| | claim | measured | verdict | by world |"
    print "|---|---|---|---|---|"
}

END {
    if (twice) { exit 1 }
    print_head()
    print_claims()
    for (w = 1; w <= worlds; w++) { print_world(world_at[w]) }
}
