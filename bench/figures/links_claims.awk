# links_claims.awk: what we claim of jobs that share few links, beside measurements.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f bench/figures/links_claims.awk ROWS
#
# ROWS: links.csv. Verdicts follow from the numbers by the rules that the table begins with; rules and
# claims were written down after a trial of 50 jobs a draw, and before the full run.
BEGIN {
    policies = "any cross_2 cross_1 whole"
    title["any"] = "any processors"
    title["cross_2"] = "at most two jobs on a way up"
    title["cross_1"] = "at most one job on a way up"
    title["whole"] = "whole leaves for wide jobs"
}

$1 == "world" { next }
{ keep($1 SUBSEP $2 SUBSEP $3, 4) }

# ---- Words

function row(world, policy, metric) { return world SUBSEP policy SUBSEP metric }

# ---- Comparisons

# Counts one comparison: is the metric above the bound (wanted 1), or below it (-1)? With way
# "same": is it just the bound?
function tally(world, policy, metric, bound, wanted, way, key, sign) {
    key = row(world, policy, metric)
    if (!(key in mean) || (one_world != "" && world != one_world)) { return }
    sign = wanted * side(key, bound)
    if (way == "same") { sign = mean[key] == bound && half[key] == 0 ? 1 : -1 }
    tally_one(sign)
    if (sign == -1) { tally_against = tally_against "; " world " " policy " " metric }
    if (sign == 0) { tally_noise = tally_noise "; " world " " policy " " metric }
    if (way != "same") {
        values = values (values == "" ? "" : ", ") world " " \
            (metric ~ /^fuller/ ? value(key, 2) : in_percent(key, 1))
    }
}

# The same in both worlds.
function tally_both(policy, metric, bound, wanted, way) {
    tally("log", policy, metric, bound, wanted, way)
    tally("lublin", policy, metric, bound, wanted, way)
}

# ---- The claims

# Counts for one claim; its words are in `words` then. 0: there is no such claim.
function claim(number) {
    if (number == 1) {
        words = "At most one job on a way up: more than 95.3 % (log) and 94.4 % (lublin) of a " \
            "saturated machine are used, as a prototype did"
        tally("log", "cross_1", "utilisation", 0.953, 1)
        tally("lublin", "cross_1", "utilisation", 0.944, 1)
    } else if (number == 2) {
        words = "... more than 95 %: the authors of Jigsaw, which gives each job links of its own " \
            "by number, report 95 to 96 % on their traces"
        tally_both("cross_1", "utilisation", 0.95, 1)
    } else if (number == 3) {
        words = "... and no job meets another on a link, with all links and with half of them"
        tally_both("cross_1", "met", 0, 1, "same")
        tally_both("cross_1", "met_2to1", 0, 1, "same")
    } else if (number == 4) {
        words = "At most two jobs on a way up cost less than 1.5 points of utilisation"
        tally_both("cross_2", "utilisation_less_any", -0.015, 1)
    } else if (number == 5) {
        words = "... and fewer than 30 % of the jobs of several leaves meet others"
        tally_both("cross_2", "met", 0.3, -1)
    } else if (number == 6) {
        words = "Whole leaves use more of the machine than at most one job on a way up does"
        tally_both("whole", "utilisation_less_cross_1", 0, 1)
    } else if (number == 7) {
        words = "... and more than a quarter of the jobs of several leaves meet others all the same"
        tally_both("whole", "met", 0.25, 1)
    } else if (number == 8) {
        words = "With any processors and half of the links, the fullest link of a job carries " \
            "more than 1.5 times what its own would"
        tally_both("any", "fuller_2to1", 1.5, 1)
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

function print_world(world, n, names, p) {
    print ""
    print "## What was measured, " world
    print ""
    print "| policy | utilisation, % | ways up that jobs share, % | jobs that meet others, %: " \
        "all links | half of them | fuller: all links | half of them |"
    print "|---|---|---|---|---|---|---|"
    n = split(policies, names, " ")
    for (p = 1; p <= n; p++) {
        print "| " title[names[p]] " | " in_percent(row(world, names[p], "utilisation"), 1) \
            " | " in_percent(row(world, names[p], "shared"), 1) " | " in_percent(row(world, names[p], "met"), 1) \
            " | " in_percent(row(world, names[p], "met_2to1"), 1) \
            " | " value(row(world, names[p], "fuller"), 2) \
            " | " value(row(world, names[p], "fuller_2to1"), 2) " |"
    }
}

function print_head() {
    print "# Few jobs on a link: our claims, and what was measured"
    print ""
    print "Made by `bench/figures/links_claims.awk`; verdicts follow from the numbers by these " \
        "rules. Rules and claims were written down after a trial of 50 jobs a draw, and before " \
        "the full run:"
    print ""
    print "- ± is the half of a 95 % interval over 20 draws of the jobs. Policies are compared on " \
        "the same draws, by their difference, so that what both share is taken out."
    print "- A comparison is for a claim if all of the interval is on the claim's side of the " \
        "bound, against it if all is on the other side, and within noise if the bound is in it."
    print verdict_rules()
    print "- Machine and jobs are those of `bench/figures/fattree_world.h`: 4,096 processors as " \
        "16 x 16 x 16. The queue is EASY with true run times, it asks its picker ahead, and 64 jobs " \
        "always wait (`bench/figures/fattree_queue.h`)."
    print "- *Meet*: the fullest link of a job carries other jobs, too, if each of its processors " \
        "sends one unit, evenly to its others, routed by d-mod-k (`bench/figures/links.c`). Run " \
        "times do not depend on it. Files and messages between jobs are not in the model."
    print "- Jigsaw: its traces, machines and queues are others; its number is what its authors " \
        "print, beside ours, and nothing here ran it."
    print ""
    print "| | claim | measured | verdict | by world |"
    print "|---|---|---|---|---|"
}

END {
    if (twice) { exit 1 }
    print_head()
    print_claims()
    print_world("log")
    print_world("lublin")
}
