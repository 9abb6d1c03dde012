# fattree_claims.awk: what the patent on trees of switches claims, and we do, beside measurements.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f bench/figures/fattree_claims.awk ROWS...
#
# ROWS: fattree.csv and fattree_patent.csv.
#
# Verdicts follow from the numbers by the rules that the table begins with; they were written down
# before the full runs.
BEGIN {
    places["all"] = split("50 60 70 80 90 95 97 saturated", list, " ")
    for (i in list) { ats["all", i] = list[i] }
    places["loads"] = split("50 60 70 80 90 95 97", list, " ")
    for (i in list) { ats["loads", i] = list[i] }
    places["crowded"] = split("80 90 95 97 saturated", list, " ")
    for (i in list) { ats["crowded", i] = list[i] }
    places["carried"] = split("50 60 70 80", list, " ")
    for (i in list) { ats["carried", i] = list[i] }
    places["saturated"] = 1
    ats["saturated", 1] = "saturated"
    all_units = "units_1 units_2 units_4 units_8 units_16"
    larger_units = "units_2 units_4 units_8 units_16"
    policies = "exact greedy contiguous slurm first random " all_units
    patents = "patent_1 patent_2 patent_4 patent_8"
}

$1 == "world" { next }
{
    keep($1 SUBSEP $2 SUBSEP $3 SUBSEP $4 SUBSEP $5, 6)
}

# ---- Words

function row(world, queue, policy, at, metric) {
    return world SUBSEP queue SUBSEP policy SUBSEP at SUBSEP metric
}

# Of shares: in percent, or points of percent.
function percent(key) {
    if (!(key in mean)) { return "not measured" }
    return sprintf("%.1f ± %.1f", 100 * mean[key], 100 * half[key])
}

# ---- Comparisons

# The smallest and the largest value of a claim's rows.
function note_value(key) {
    if (least == "" || mean[key] < mean[least]) { least = key }
    if (most == "" || mean[key] > mean[most]) { most = key }
}

function note_places(world, queue, policy, which, against, noise, what) {
    what = world " " queue " " policy
    tally_places(what " ", which, against, noise)
}

# Over worlds, queues, policies and places: is the metric above the bound (wanted 1), below it (-1),
# or, with way "same", just 0?
function tally(queues, names, which, metric, bound, wanted, way, w, q, n, queue, p, m, policy) {
    n = split(queues, queue, " ")
    m = split(names, policy, " ")
    for (w = 1; w <= worlds; w++) {
        for (q = 1; q <= n; q++) {
            for (p = 1; p <= m; p++) {
                tally_row(world_names[w], queue[q], policy[p], which, metric, bound, wanted, way)
            }
        }
    }
}

function tally_row(world, queue, policy, which, metric, bound, wanted, way,
                   i, key, sign, against, noise) {
    for (i = 1; i <= places[which]; i++) {
        key = row(world, queue, policy, ats[which, i], metric)
        sign = 0
        if (key in mean) {
            sign = wanted * side(key, bound)
            if (way == "same") { sign = mean[key] == 0 && half[key] == 0 ? 1 : -1 }
            tally_one(sign)
            note_value(key)
        }
        against = against (key in mean && sign == -1)
        noise = noise (key in mean && sign == 0)
    }
    note_places(world, queue, policy, which, against, noise)
}

# The balance: better in hops or in the other metric, and worse in neither. Better in one and worse
# in the other, or neither, is a draw, and counts as within noise.
function tally_balance(queue, policy, which, hops, other, wanted, w, i, one, two, against, noise) {
    for (w = 1; w <= worlds; w++) {
        against = noise = ""
        for (i = 1; i <= places[which]; i++) {
            one = -side(row(world_names[w], queue, policy, ats[which, i], hops), 0)
            two = wanted * side(row(world_names[w], queue, policy, ats[which, i], other), 0)
            if (one ^ 2 < 2 && two ^ 2 < 2) {
                tally_one(one + two > 0 ? 1 : one + two < 0 ? -1 : 0)
                against = against (one + two < 0)
                noise = noise (one + two == 0)
            } else {
                against = against 0
                noise = noise 0
            }
        }
        note_places(world_names[w], queue, policy, which, against, noise)
    }
    mixed = 1
}

# ---- The claims

# Counts for one claim; its words are in `words` then. 0: there is no such claim.
function claim_patent(number) {
    if (number == 1) {
        words = "Where neighbours are asked for, processors stay free that a waiting job has no " \
            "use for: it waits more than 5 % of the time though as many are free (EASY, in a crowd)"
        tally("easy", "contiguous", "crowded", "blocked", 0.05, 1)
    } else if (number == 2) {
        words = "... and that lowers the utilisation: below that of exact on a saturated machine"
        tally("easy list fcfs", "contiguous", "saturated", "utilisation_less_exact", 0, -1)
    } else if (number == 3) {
        words = "The method (units of 4, batches of 4) uses more of a saturated machine than " \
            "neighbours, first come, first served"
        tally("patent_4", "units_4", "saturated", "utilisation_less_contiguous", 0, 1)
    } else if (number == 4) {
        words = "... and at loads its jobs wait less: slowdown"
        tally("patent_4", "units_4", "loads", "slowdown_less_contiguous", 0, -1)
    } else if (number == 5) {
        words = "... its units do so where both have the same queue: utilisation"
        tally("easy list fcfs", "units_4", "saturated", "utilisation_less_contiguous", 0, 1)
    } else if (number == 6) {
        words = "... and slowdown (EASY)"
        tally("easy", "units_4", "loads", "slowdown_less_contiguous", 0, -1)
    } else if (number == 7) {
        words = "Its jobs have fewer hops than on the lowest numbers, and on any (EASY, mean " \
            "over jobs)"
        tally("easy", "first random", "all", "job_hops_less_units_4", 0, 1)
    } else if (number == 8) {
        words = "The balance of both is better than that of neighbours: hops and utilisation, " \
            "saturated"
        tally_balance("patent_4", "units_4", "saturated", "job_hops_less_contiguous",
                      "utilisation_less_contiguous", 1)
        tally_balance("easy", "units_4", "saturated", "job_hops_less_contiguous",
                      "utilisation_less_contiguous", 1)
    } else if (number == 9) {
        words = "... hops and slowdown, at loads"
        tally_balance("patent_4", "units_4", "loads", "job_hops_less_contiguous",
                      "slowdown_less_contiguous", -1)
        tally_balance("easy", "units_4", "loads", "job_hops_less_contiguous",
                      "slowdown_less_contiguous", -1)
    } else {
        return claim_default(number)
    }
    return 1
}

function claim_default(number) {
    if (number == 10) {
        words = "*Its default:* batches of 4 use more of a saturated machine than batches of 1"
        tally("patent_4", all_units, "saturated", "utilisation_less_one", 0, 1)
    } else if (number == 11) {
        words = "... and have fewer hops"
        tally("patent_4", all_units, "saturated", "job_hops_less_one", 0, -1)
    } else if (number == 12) {
        words = "... and less slowdown at loads"
        tally("patent_4", "units_4", "loads", "slowdown_less_one", 0, -1)
    } else if (number == 13) {
        words = "The same where a batch that places a job is followed by another " \
            "(`SKED_UNITS_GO_ON`): utilisation"
        tally("go_on_4", all_units, "saturated", "utilisation_less_one", 0, 1)
    } else if (number == 14) {
        words = "... hops"
        tally("go_on_4", all_units, "saturated", "job_hops_less_one", 0, -1)
    } else if (number == 15) {
        words = "... slowdown at loads"
        tally("go_on_4", "units_4", "loads", "slowdown_less_one", 0, -1)
    } else {
        return claim_ours(number)
    }
    return 1
}

function claim_ours(number) {
    if (number == 16) {
        words = "*Ours:* units cost utilisation: each size less than half of it, saturated"
        tally("easy list fcfs patent_4", larger_units, "saturated", "utilisation_less_smaller", 0,
              -1)
    } else if (number == 17) {
        words = "... and save hops: each size has fewer than half of it"
        tally("easy list fcfs patent_4", larger_units, "saturated", "job_hops_less_smaller", 0, -1)
    } else if (number == 18) {
        words = "Jobs on units of 4 have fewer hops than on neighbours, mean over jobs"
        tally("patent_4 easy", "units_4", "all", "job_hops_less_contiguous", 0, -1)
    } else if (number == 19) {
        words = "... and mean over pairs"
        tally("patent_4 easy", "units_4", "all", "pair_hops_less_contiguous", 0, -1)
    } else if (number == 20) {
        words = "Exact on processors uses more of a saturated machine than units of 4"
        tally("easy list fcfs", "units_4", "saturated", "utilisation_less_exact", 0, -1)
    } else if (number == 21) {
        words = "... has less slowdown (EASY)"
        tally("easy", "units_4", "loads", "slowdown_less_exact", 0, 1)
    } else if (number == 22) {
        words = "... and fewer hops, up to a load of 80 % (EASY)"
        tally("easy", "units_4", "carried", "job_hops_less_exact", 0, 1)
    } else if (number == 23) {
        words = "EASY with exact uses more of a saturated machine than the patent's queue with " \
            "any batch"
        tally(patents, "units_4", "saturated", "utilisation_less_easy_exact", 0, -1)
    } else if (number == 24) {
        words = "Exact costs no utilisation and no time: greedy, Slurm's rule, lowest numbers " \
            "and random start the same jobs at the same times"
        tally("easy", "greedy slurm first random", "all", "utilisation_less_exact", 0, 1, "same")
        tally("easy", "greedy slurm first random", "loads", "slowdown_less_exact", 0, 1, "same")
    } else {
        return claim_hops(number)
    }
    return 1
}

function claim_hops(number) {
    if (number == 25) {
        words = "Each with its own history, jobs have fewer hops under exact than under Slurm " \
            "22.05's rule, on lowest numbers, on any, and on neighbours (EASY, mean over jobs)"
        tally("easy", "slurm first random contiguous", "all", "job_hops_less_exact", 0, 1)
    } else if (number == 26) {
        words = "... and mean over pairs"
        tally("easy", "slurm first random contiguous", "all", "pair_hops_less_exact", 0, 1)
    } else if (number == 27) {
        words = "No decision of any policy has fewer hops than the exact one in the same state"
        tally("easy", policies, "all", "below", 0, 1, "same")
        tally("list fcfs", policies, "saturated", "below", 0, 1, "same")
        tally(patents " go_on_1 go_on_4", all_units, "all", "below", 0, 1, "same")
    } else if (number == 28) {
        words = "Slurm 22.05's rule is above the least hops in more than a quarter of its decisions"
        tally("easy", "slurm", "all", "above", 0.25, 1)
    } else if (number == 29) {
        words = "... by more than 3 % in the mean over all decisions"
        tally("easy", "slurm", "all", "excess", 0.03, 1)
    } else if (number == 30) {
        words = "Greedy is above the least in fewer than 1 % of its decisions"
        tally("easy", "greedy", "all", "above", 0.01, -1)
    } else {
        return 0
    }
    return 1
}

# What to know of a measurement, if its rows show it.
function remark(number) {
    if (number == 6) {
        return ". Exact, which takes any processors, shares it: " difference_range("log") \
            " (log), " difference_range("lublin") " (lublin)"
    }
    if (number == 8) {
        return ". Utilisation by hops under EASY, units of 4 beside neighbours: " \
            balance_text("log") " % (log), " balance_text("lublin") " % (lublin)"
    }
    if (number == 10 || number == 11) {
        return ". Saturated, this cannot tell batches apart: each start brings another job, and " \
            "with it another batch"
    }
    if (number == 12) {
        return ". It is an effect of one batch for each event: see the same with " \
            "`SKED_UNITS_GO_ON` below"
    }
    return ""
}

# The slowdown of exact less that of neighbours, under EASY: from load to load.
function difference_range(world, i, key, low, high) {
    for (i = 1; i <= places["loads"]; i++) {
        key = row(world, "easy", "exact", ats["loads", i], "slowdown_less_contiguous")
        if (!(key in mean)) { continue }
        if (low == "" || mean[key] < mean[low]) { low = key }
        if (high == "" || mean[key] > mean[high]) { high = key }
    }
    return low == "" ? "not measured" : sprintf("%+.2f to %+.2f", mean[low], mean[high])
}

# How much more utilisation by hops units of 4 have than neighbours, in percent.
function balance_text(world, own, other) {
    own = by_hops(world, "units_4")
    other = by_hops(world, "contiguous")
    return own == 0 || other == 0 ? "not measured" : sprintf("%+.1f", 100 * (own / other - 1))
}

function by_hops(world, policy, hops, busy) {
    hops = row(world, "easy", policy, "saturated", "job_hops")
    busy = row(world, "easy", policy, "saturated", "utilisation")
    return hops in mean ? mean[busy] / mean[hops] : 0
}

# The verdict on a claim in some worlds; "": no such claim.
function judge(number, list) {
    worlds = split(list, world_names, " ")
    tally_start()
    least = most = ""
    mixed = 0
    if (!claim_patent(number)) { return "" }
    return tally_verdict(0)
}

# From where to where the compared values go.
function range_text(part, kind) {
    if (least == "" || mixed) { return "" }
    split(least, part, ",")
    kind = part[5] ~ /_less_/ ? "Differences" : "Values"
    if (part[5] ~ /hops/) {
        return sprintf(". %s: %+.3f to %+.3f hops a pair", kind, mean[least], mean[most])
    }
    if (part[5] ~ /slowdown/) {
        return sprintf(". %s: %+.2f to %+.2f", kind, mean[least], mean[most])
    }
    return sprintf(". %s: %.2f to %.2f %s", kind, 100 * mean[least], 100 * mean[most],
                   part[5] ~ /_less_/ ? "points" : "%")
}

function print_claims(number, verdict, measured, told, log_verdict, lublin_verdict) {
    for (number = 1; (verdict = judge(number, "log lublin")) != ""; number++) {
        measured = tally_text() range_text() remark(number)
        told = words
        log_verdict = judge(number, "log")
        lublin_verdict = judge(number, "lublin")
        printf "| %d | %s | %s | **%s** | %s |\n", number, told, measured, verdict,
            log_verdict == lublin_verdict ? "" : "log: " log_verdict "; lublin: " lublin_verdict
    }
}

# ---- What was measured

function print_saturated(queue, title, world, n, names, p) {
    print ""
    print "## " title
    print ""
    print "| policy | utilisation, %: log | lublin | blocked, % of the time: log | lublin " \
        "| hops of a pair, mean over jobs: log | lublin | over pairs: log | lublin |"
    print "|---|---|---|---|---|---|---|---|---|"
    n = split(policies, names, " ")
    for (p = 1; p <= n; p++) {
        if (!(row("log", queue, names[p], "saturated", "utilisation") in mean)) { continue }
        print "| " names[p] " | " percent(row("log", queue, names[p], "saturated", "utilisation")) \
            " | " percent(row("lublin", queue, names[p], "saturated", "utilisation")) \
            " | " percent(row("log", queue, names[p], "saturated", "blocked")) \
            " | " percent(row("lublin", queue, names[p], "saturated", "blocked")) \
            " | " value(row("log", queue, names[p], "saturated", "job_hops"), 3) \
            " | " value(row("lublin", queue, names[p], "saturated", "job_hops"), 3) \
            " | " value(row("log", queue, names[p], "saturated", "pair_hops"), 3) \
            " | " value(row("lublin", queue, names[p], "saturated", "pair_hops"), 3) " |"
    }
}

function print_batches(n, names, p, m, queue, q, text) {
    n = split(all_units, names, " ")
    m = split(patents, queue, " ")
    print ""
    print "## The patent's own queue, saturated: utilisation, % (hops of a pair, mean over jobs)"
    for (w = 1; w <= 2; w++) {
        text = "| " (w == 1 ? "log" : "lublin") " |"
        for (q = 1; q <= m; q++) { text = text " batches of " substr(queue[q], 8) " |" }
        print ""
        print text
        print "|---|---|---|---|---|"
        for (p = 1; p <= n; p++) {
            text = "| " names[p] " |"
            for (q = 1; q <= m; q++) {
                text = text " " percent(row(w == 1 ? "log" : "lublin", queue[q], names[p],
                    "saturated", "utilisation")) " (" value(row(w == 1 ? "log" : "lublin",
                    queue[q], names[p], "saturated", "job_hops"), 3) ") |"
            }
            print text
        }
    }
}

function print_decisions(world, n, names, p, i, text, which) {
    print ""
    print "## Decisions above the hops of the exact one in the same state, " world ": share, % " \
        "(mean excess over all decisions, %)"
    print ""
    text = "| policy |"
    for (i = 1; i <= places["all"]; i++) { text = text " " ats["all", i] " |" }
    print text
    print "|---|---|---|---|---|---|---|---|---|"
    n = split(policies, names, " ")
    for (p = 1; p <= n; p++) {
        text = "| " names[p] " |"
        for (i = 1; i <= places["all"]; i++) {
            text = text " " percent(row(world, "easy", names[p], ats["all", i], "above")) " (" \
                percent(row(world, "easy", names[p], ats["all", i], "excess")) ") |"
        }
        print text
    }
}

function print_head() {
    print "# The claims of the patent on trees of switches, and ours, and what was measured"
    print ""
    print "Made by `bench/figures/fattree_claims.awk`; verdicts follow from the numbers by these " \
        "rules, written down before the full runs:"
    print ""
    print "- ± is the half of a 95 % interval over 20 draws of the jobs. Policies are compared on " \
        "the same draws, by their difference, so that what both share is taken out."
    print "- A comparison is for a claim if all of the interval is on the claim's side of the " \
        "bound (0 unless told otherwise), against it if all is on the other side, and within " \
        "noise if the bound is in it. If two policies were equal, one comparison in twenty would " \
        "still be for or against."
    print "- *Balance*: for the claim if it is better in one of both and worse in neither, " \
        "against it if worse in one and better in neither; better in one and worse in the other " \
        "is no better balance by itself, and counts as within noise."
    print verdict_rules()
    print "- The patent measures nothing; which of its sentences are claims, and how one " \
        "measures them, is our reading. Machine and jobs are those of `bench/figures/fattree_world.h`: " \
        "4,096 processors as 16 x 16 x 16; policies are told in `bench/figures/fattree_place.h`, " \
        "queues and metrics in `bench/figures/fattree.c`. Hops are a proxy: nothing here " \
        "simulates traffic, and run times do not depend on where a job runs."
    print "- 13 to 15 were added later, with the bounds of 10 to 12. 18 and 19 were listed under " \
        "the patent until then, which does not compare hops with those of neighbours."
    print "- Comparisons are in both worlds of jobs, *log* and *lublin*; the last column tells " \
        "where their verdicts differ."
    print ""
    print "| | claim | measured | verdict | by world |"
    print "|---|---|---|---|---|"
}

END {
    if (twice) { exit 1 }
    print_head()
    print_claims()
    print_saturated("easy", "Saturated, EASY")
    print_saturated("list", "Saturated, list")
    print_saturated("fcfs", "Saturated, first come, first served")
    print_batches()
    print_decisions("log")
    print_decisions("lublin")
}
