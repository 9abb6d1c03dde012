# ar_claims.awk: what the paper on reservations claims, beside what ar.csv says, as Markdown.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f bench/figures/ar_claims.awk ar.csv ar_worlds.csv \
#       ar_kept.csv ar_loads.csv ar_time.csv
#
# Each claim is judged twice: where the calendar is trimmed at each arrival, and where it keeps the
# past back to the start of the oldest running job ("kept").
# Verdicts follow from the numbers by the rules that the table begins with; they were written down
# before the full runs.
BEGIN {
    alike["acceptance"] = 0.01
    alike["slowdown"] = 0.05
    much = 0.02
    slow = 10
    places["umed"] = split("5 6 7 8 9", list, " ")
    for (i in list) { ats["umed", i] = list[i] }
    places["af"] = split("0.5 0.75 1 1.25 1.5", list, " ")
    for (i in list) { ats["af", i] = list[i] }
    places["pairs"] = split("1 2 3 4 5", list, " ")
    for (i in list) { ats["pairs", i] = list[i] }
    places["cost"] = split("100 1000", list, " ")
    for (i in list) { ats["cost", i] = list[i] }
    places["large"] = split("10000 100000 1000000", list, " ")
    for (i in list) { ats["large", i] = list[i] }
    sweep_words["umed"] = "UMed"
    sweep_words["cost"] = sweep_words["large"] = "bookings"
    sweep_words["af"] = "af"
    sweep_words["pairs"] = "pairs"
    seven = "FF PE_B PE_W Du_B Du_W PEDu_B PEDu_W"
    six = "PE_B PE_W Du_B Du_W PEDu_B PEDu_W"
    others = "FF PE_B Du_W PEDu_B PEDu_W"
    worlds = split("paper,poisson,uniform,poisson uniform,open,horizon,freed,load 0.6,load 0.7," \
        "load 0.9,uniform load 0.6,scaled", world_names, ",")
    keepers = split("kept,kept poisson,kept uniform,kept poisson uniform,kept load 0.6," \
        "kept load 0.7,kept load 0.9,kept uniform load 0.6,kept scaled", kept_names, ",")
    of_paper = 29
}

$1 == "sweep" { next }
{
    keep($1 SUBSEP $2 SUBSEP $3 SUBSEP $4 SUBSEP $5, 6)
    seen[$2] = 1
}

# ---- Words

# The world with the same requests, where the past is not kept; or the paper's.
function base_of(world) {
    return world ~ /^kept ./ ? substr(world, 6) : "paper"
}

function has_base(world) { return world ~ /^(kept|open$|horizon$|freed$)/ }

# What a world does not change has no rows there: it is that of its base.
function find(world, sweep, policy, at, metric, key) {
    sweep = sweep == "large" ? "cost" : sweep
    key = sweep SUBSEP world SUBSEP policy SUBSEP at SUBSEP metric
    if (!(key in mean) && has_base(world)) {
        key = sweep SUBSEP base_of(world) SUBSEP policy SUBSEP at SUBSEP metric
    }
    return key
}

# Of shares: in percent, or points of percent.
function percent(key) {
    if (!(key in mean)) { return "not measured" }
    return sprintf("%.1f ± %.1f", 100 * mean[key], 100 * half[key])
}

function points(key) {
    if (!(key in mean)) { return "not measured" }
    return sprintf("%+.2f ± %.2f", 100 * mean[key], 100 * half[key])
}

# ---- Comparisons

# 1: all of the interval is within the bound on both sides; -1: all is beyond it; 0: neither.
function within(key, bound) {
    if (!(key in mean)) { return 9 }
    if (mean[key] - half[key] >= -bound && mean[key] + half[key] <= bound) { return 1 }
    return mean[key] - half[key] > bound || mean[key] + half[key] < -bound ? -1 : 0
}

# The smallest and the largest value of a claim's rows.
function note_value(key) {
    if (least == "" || mean[key] < mean[least]) { least = key }
    if (most == "" || mean[key] > mean[most]) { most = key }
}

function note_places(what, sweep, against, noise) {
    tally_places(what ", " sweep_words[sweep] " ", sweep, against, noise)
}

# Over the points of a sweep, for each policy: is the metric above the bound (wanted 1), below it
# (-1); or with a way: within the bound on both sides (1), or beyond it (-1)?
function tally(world, sweep, policies, metric, bound, wanted, way,
               n, names, p, i, key, sign, against, noise) {
    n = split(policies, names, " ")
    for (p = 1; p <= n; p++) {
        against = noise = ""
        for (i = 1; i <= places[sweep]; i++) {
            key = find(world, sweep, names[p], ats[sweep, i], metric)
            sign = way == "within" ? within(key, bound) : side(key, bound)
            if (sign != 9) {
                sign *= wanted
                tally_one(sign)
                note_value(key)
            }
            against = against (sign == -1)
            noise = noise (sign == 0)
        }
        note_places(metric ~ /_(duration|size)/ ? metric : names[p], sweep, against, noise)
    }
}

# Does the acceptance of a policy fall at some step, or rise at all?
function tally_falls(world, policies, n, names, p, i, sign, worst, at) {
    n = split(policies, names, " ")
    for (p = 1; p <= n; p++) {
        worst = 9
        for (i = 2; i <= places["pairs"]; i++) {
            sign = side(find(world, "pairs", names[p], ats["pairs", i], "acceptance_less_before"),
                        0)
            if (sign < worst) { worst = sign; at = i }
        }
        if (worst == 9) { continue }
        tally_one(-worst)
        if (worst == 1) { tally_against = tally_against "; " names[p] " rises at all steps" }
        if (worst == 0) { tally_noise = tally_noise "; " names[p] ", to pair " ats["pairs", at] }
    }
}

# ---- The claims

# What the paper says of the order of policies, over UMed, and then of the same over the others.
function order_claims(world, sweep) {
    mixed = 1
    tally(world, sweep, "PE_W PEDu_B PE_B", "acceptance_less_twin", alike["acceptance"], 1,
          "within")
    tally(world, sweep, "PE_W Du_B PEDu_B PEDu_W", "acceptance_less_ff", 0, 1)
    tally(world, sweep, "PE_B Du_W", "acceptance_less_ff", 0, -1)
    tally(world, sweep, others, "acceptance_less_pe_w", 0, -1)
    tally(world, sweep, others, "acceptance_less_du_b", 0, -1)
}

function slowdown_claims(world, sweep) {
    mixed = 1
    tally(world, sweep, six, "slowdown_less_ff", 0, 1)
    tally(world, sweep, "PE_W PE_B", "slowdown_less_twin", alike["slowdown"], 1, "within")
    tally(world, sweep, "PEDu_B", "slowdown_less_twin", alike["slowdown"], -1, "within")
}

# Counts for one claim in one world; its words are in `words` then. 0: there is no such claim.
function claim_umed(number, world) {
    if (number == 1) {
        words = "Mean size and mean duration rise with UMed (6.2.1)"
        tally(world, "umed", "requests", "size_less_before", 0, 1)
        tally(world, "umed", "requests", "duration_less_before", 0, 1)
    } else if (number == 2) {
        words = "The acceptance of all policies falls as UMed rises (6.2.1, figure 2)"
        tally(world, "umed", seven, "acceptance_less_before", 0, -1)
    } else if (number == 3) {
        words = "PE_W and Du_B accept alike (6.2.1)"
        tally(world, "umed", "PE_W", "acceptance_less_twin", alike["acceptance"], 1, "within")
    } else if (number == 4) {
        words = "PEDu_B and PEDu_W accept alike"
        tally(world, "umed", "PEDu_B", "acceptance_less_twin", alike["acceptance"], 1, "within")
    } else if (number == 5) {
        words = "PE_B and Du_W accept alike"
        tally(world, "umed", "PE_B", "acceptance_less_twin", alike["acceptance"], 1, "within")
    } else if (number == 6) {
        words = "PE_W, Du_B, PEDu_B and PEDu_W accept more than FF"
        tally(world, "umed", "PE_W Du_B PEDu_B PEDu_W", "acceptance_less_ff", 0, 1)
    } else if (number == 7) {
        words = "... PE_B and Du_W do not: they accept less"
        tally(world, "umed", "PE_B Du_W", "acceptance_less_ff", 0, -1)
    } else if (number == 8) {
        words = "... PE_W and Du_B much more than FF"
        tally(world, "umed", "PE_W Du_B", "acceptance_less_ff", much, 1)
    } else if (number == 9) {
        words = "... and each of them more than each of the other five"
        tally(world, "umed", others, "acceptance_less_pe_w", 0, -1)
        tally(world, "umed", others, "acceptance_less_du_b", 0, -1)
    } else if (number == 10) {
        words = "PE_B and PE_W are quite different, and Du_B and Du_W"
        tally(world, "umed", "PE_B", "acceptance_less_pe_w", much, -1, "within")
        tally(world, "umed", "Du_W", "acceptance_less_du_b", much, -1, "within")
    } else if (number == 11) {
        words = "Neither processors nor duration, neither best nor worst fit is always better: " \
            "PE_W is better than PE_B and Du_W, and Du_B, too"
        tally(world, "umed", "PE_B Du_W", "acceptance_less_pe_w", 0, -1)
        tally(world, "umed", "PE_B Du_W", "acceptance_less_du_b", 0, -1)
    } else {
        return claim_umed_slowdown(number, world)
    }
    return 1
}

function claim_umed_slowdown(number, world) {
    if (number == 12) {
        words = "The slowdown of all policies rises with UMed, in general (6.2.1, figure 3)"
        generally = 1
        tally(world, "umed", seven, "slowdown_less_before", 0, 1)
    } else if (number == 13) {
        words = "FF has the lowest slowdown"
        tally(world, "umed", six, "slowdown_less_ff", 0, 1)
    } else if (number == 14) {
        words = "PE_W and Du_B have alike slowdowns, and PE_B and Du_W"
        tally(world, "umed", "PE_W PE_B", "slowdown_less_twin", alike["slowdown"], 1, "within")
    } else if (number == 15) {
        words = "... PEDu_B and PEDu_W different ones"
        tally(world, "umed", "PEDu_B", "slowdown_less_twin", alike["slowdown"], -1, "within")
    } else {
        return claim_af(number, world)
    }
    return 1
}

function claim_af(number, world) {
    if (number == 16) {
        words = "The acceptance of all policies falls as the arrival factor rises (6.2.2, figure 4)"
        tally(world, "af", seven, "acceptance_less_before", 0, -1)
    } else if (number == 17) {
        words = "... and their slowdown rises (figure 5)"
        tally(world, "af", seven, "slowdown_less_before", 0, 1)
    } else if (number == 18) {
        words = "The order of acceptance over af is that over UMed: 3 to 7 and 9, over af"
        order_claims(world, "af")
    } else if (number == 19) {
        words = "... and the order of slowdowns: 13 to 15, over af"
        slowdown_claims(world, "af")
    } else {
        return claim_pairs(number, world)
    }
    return 1
}

function claim_pairs(number, world) {
    if (number == 20) {
        words = "The acceptance of PE_W, Du_B and PEDu_B rises with {artime, deadline factor} " \
            "(6.2.3, figure 6)"
        tally(world, "pairs", "PE_W Du_B PEDu_B", "acceptance_less_before", 0, 1)
    } else if (number == 21) {
        words = "... almost linearly"
        tally(world, "pairs", "PE_W Du_B PEDu_B", "acceptance_less_line", alike["acceptance"], 1,
              "within")
    } else if (number == 22) {
        words = "... the improvements of the other four are not stable. Measured: their acceptance " \
            "falls at some step"
        tally_falls(world, "FF PE_B Du_W PEDu_W")
    } else if (number == 23) {
        words = "... especially at {4, 4}: less than the mean of {3, 3} and {5, 5}"
        tally_middle(world, "FF PE_B Du_W PEDu_W")
    } else if (number == 24) {
        words = "PE_W accepts the most at all pairs"
        tally(world, "pairs", "FF PE_B Du_B Du_W PEDu_B PEDu_W", "acceptance_less_pe_w", 0, -1)
    } else if (number == 25) {
        words = "... and leaves Du_B behind as the pair rises: its lead is above that at {1, 1}"
        tally(world, "pairs", "PE_W", "acceptance_less_twin_less_first", 0, 1)
    } else {
        return claim_last(number, world)
    }
    return 1
}

function claim_last(number, world, i, sweeps) {
    if (number == 26) {
        words = "The slowdown of all policies rises with the pair (6.2.3, figure 7)"
        tally(world, "pairs", seven, "slowdown_less_before", 0, 1)
    } else if (number == 27) {
        words = "... and the order of slowdowns is as before: 13 to 15, over pairs"
        slowdown_claims(world, "pairs")
    } else if (number == 28) {
        words = "In all experiments PE_W accepts the most (7)"
        for (i = split("umed af pairs", sweeps, " "); i > 0; i--) {
            tally(world, sweeps[i], "FF PE_B Du_B Du_W PEDu_B PEDu_W", "acceptance_less_pe_w", 0,
                  -1)
        }
    } else if (number == 29) {
        words = "... and FF has the lowest slowdown (7)"
        for (i = split("umed af pairs", sweeps, " "); i > 0; i--) {
            tally(world, sweeps[i], six, "slowdown_less_ff", 0, 1)
        }
    } else if (number == 30) {
        words = "*Ours:* a bar on the slot list, which makes search and update efficient " \
            "(abstract, 4, 7): each of its operations takes at most ten times as long as in this " \
            "kit's calendar, with 100 and 1,000 bookings"
        tally(world, "cost", "add remove " seven, "list_a", slow, -1)
        tally(world, "cost", "add remove " seven, "list_b", slow, -1)
    } else if (number == 31) {
        words = "... and with 10,000 and more, as in large-scale systems (abstract)"
        tally(world, "large", "add remove " seven, "list_a", slow, -1)
        tally(world, "large", "add remove " seven, "list_b", slow, -1)
    } else {
        return 0
    }
    return 1
}

function tally_middle(world, policies, n, names, p, key) {
    n = split(policies, names, " ")
    for (p = 1; p <= n; p++) {
        key = find(world, "pairs", names[p], "4", "acceptance_less_middle")
        if (key in mean) {
            tally_one(-side(key, 0))
            note_value(key)
            note_places(names[p], "pairs", side(key, 0) == 1 ? "00010" : "",
                        side(key, 0) == 0 ? "00010" : "")
        }
    }
}

# The verdict on a claim in a world; "": no such claim.
function judge(number, world) {
    tally_start()
    least = most = ""
    mixed = generally = 0
    if (!claim_umed(number, world)) { return "" }
    return tally_verdict(generally)
}

# The same, counted once.
function verdict_of(number, world) {
    if (!((number, world) in judged)) { judged[number, world] = judge(number, world) }
    return judged[number, world]
}

# From where to where the compared values go: points of percent, or of slowdown.
function range_text(part) {
    if (least == "" || mixed) { return "" }
    split(least, part, ",")
    if (part[5] ~ /^slowdown/) {
        return sprintf(". Differences: %+.3f to %+.3f", mean[least], mean[most])
    }
    if (part[5] ~ /^list_/) {
        return sprintf(". Times: %.2g to %.0f", mean[least], mean[most])
    }
    if (part[5] !~ /^acceptance/) { return "" }
    return sprintf(". Differences: %+.2f to %+.2f points", 100 * mean[least], 100 * mean[most])
}

# Under which of the other worlds the verdict is another one.
function elsewhere(number, verdict, w, other, text) {
    for (w = 2; w <= worlds; w++) {
        other = verdict_of(number, world_names[w])
        if (other != verdict && other != "not measured") {
            text = text (text == "" ? "" : "; ") world_names[w] ": " other
        }
    }
    return text
}

# The verdict where the past is kept; with its comparisons, if it is another one.
function with_the_past(number, verdict, other) {
    if (number > of_paper) { return "" }
    other = judge(number, "kept")
    return other == verdict || other == "not measured" ? other \
        : sprintf("%s (%d for it, %d within noise, %d against)", other, count["for"],
            count["noise"], count["against"])
}

function print_claims(number, verdict, measured, told) {
    for (number = 1; (verdict = judge(number, "paper")) != ""; number++) {
        measured = tally_text() range_text()
        told = words
        printf "| %d | %s | %s | **%s** | %s | %s |\n", number, told, measured, verdict,
            with_the_past(number, verdict), elsewhere(number, verdict)
    }
}

# ---- Why, and what is not in the paper

# The same difference in some worlds: "paper -0.10 ± 0.20, poisson ...".
function in_worlds(list, sweep, policy, at, metric, n, names, w, text) {
    n = split(list, names, ",")
    for (w = 1; w <= n; w++) {
        text = text (w == 1 ? "" : ", ") names[w] " " \
            points(find(names[w], sweep, policy, at, metric))
    }
    return text
}

function print_reason(words, list, sweep, policy, places_told, metric, name, n, told, i, text) {
    n = split(places_told, told, " ")
    for (i = 1; i <= n; i++) {
        text = text (i == 1 ? "" : "; ") name " " told[i] ": " \
            in_worlds(list, sweep, policy, told[i], metric)
    }
    print "- " words ", in points: " text "."
}

function print_reasons() {
    print ""
    print "## Where a verdict depends on what the paper leaves open"
    print ""
    print_reason("Claim 4, on how durations go with sizes, and on where rectangles begin and " \
        "end. PEDu_B less PEDu_W", "paper,kept,uniform,poisson uniform,horizon", "umed", "PEDu_B",
        "5 7 9", "acceptance_less_twin", "UMed")
    print_reason("Claims 21 to 23, on how bursty arrivals are. What FF accepts more at a pair " \
        "than " \
        "at the one before", "paper,poisson,poisson uniform", "pairs", "FF", "2 3 4 5",
        "acceptance_less_before", "pair")
    print_reason("The same for PE_W", "paper,poisson,poisson uniform", "pairs", "PE_W", "2 3 4 5",
        "acceptance_less_before", "pair")
    print_pair()
}

# ---- The past, the load, and {4, 4}

function slowdowns(world) {
    return value(find(world, "umed", "PEDu_B", 7, "slowdown"), 3) ", " \
        value(find(world, "umed", "PEDu_W", 7, "slowdown"), 3)
}

function less_twin(world, i, text) {
    for (i = 5; i <= 9; i += 2) {
        text = text " " points(find(world, "umed", "PEDu_B", i, "acceptance_less_twin")) " |"
    }
    return text
}

# How many of the paper's claims have each verdict, as "21, 3, 4, 0, 1".
function verdicts_in(world, number, n, order, counts, v, text) {
    n = split("holds;" none_against ";holds in part;within noise;does not hold", order, ";")
    for (number = 1; number <= of_paper; number++) { counts[verdict_of(number, world)]++ }
    for (v = 1; v <= n; v++) { text = text (v == 1 ? "" : ", ") counts[order[v]] + 0 }
    return text
}

function print_past(w, base) {
    print ""
    print "## The past: trimmed or kept"
    print ""
    print "When a job ends, its processors are \"subtracted from the records within\" its " \
        "interval " \
        "(4.1). The words of step 4 of the paper's example merge the record of the present into " \
        "the one before it, which stays: *kept*. The list that step 4 ends with begins at the " \
        "present: *trimmed*, as in figures 2 to 7 here. Where the past is kept, jobs are removed " \
        "when they have ended, and records begin where the oldest running job started; so a " \
        "rectangle may begin before the request came. Only policies that compare rectangles " \
        "change. PEDu_B less PEDu_W in accepted requests, in points, and the slowdowns of the " \
        "two at UMed 7:"
    print ""
    print "| world | trimmed: UMed 5 | 7 | 9 | kept: UMed 5 | 7 | 9 | slowdowns, trimmed | kept |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (w = 1; w <= keepers; w++) {
        base = base_of(kept_names[w])
        print "| " base " |" less_twin(base) less_twin(kept_names[w]) " " slowdowns(base) " | " \
            slowdowns(kept_names[w]) " |"
    }
    print ""
    print "How many of the paper's " of_paper " claims hold; hold, partly within noise; hold in " \
        "part; are within noise; do not hold:"
    print ""
    print "| world | trimmed | kept |"
    print "|---|---|---|"
    for (w = 1; w <= keepers; w++) {
        base = base_of(kept_names[w])
        print "| " base " | " verdicts_in(base) " | " verdicts_in(kept_names[w]) " |"
    }
}

# Which verdicts another load changes: "0.6: holds in part", from that at 0.8.
function at_loads(number, kept, n, loads, i, own, other, text) {
    n = split("0.6 0.7 0.9", loads, " ")
    own = verdict_of(number, kept ? "kept" : "paper")
    for (i = 1; i <= n; i++) {
        other = verdict_of(number, (kept ? "kept " : "") "load " loads[i])
        if (other != own && other != "not measured") {
            text = text (text == "" ? "" : "; ") loads[i] ": " other
        }
    }
    return text == "" ? "" : "0.8: " own "; " text
}

function print_loads(number, trimmed, kept) {
    print ""
    print "## The load is ours"
    print ""
    print "The paper does not print the load that it offers at UMed 7 and arrival factor 1. Ours " \
        "is 0.8; 0.6, 0.7 and 0.9 were added later. Verdicts that change with it:"
    print ""
    print "| claim | trimmed | kept |"
    print "|---|---|---|"
    for (number = 1; number <= of_paper; number++) {
        trimmed = at_loads(number, 0)
        kept = at_loads(number, 1)
        if (trimmed kept != "") {
            print "| " number " | " trimmed " | " kept " |"
        }
    }
}

# Is {4, 4} special anywhere? Of all worlds with rows of their own.
function print_pair(n, names, p, w, world, key, seen_rows, below, low, text) {
    n = split("FF PE_B Du_W PEDu_W", names, " ")
    for (w = 1; w <= worlds + keepers; w++) {
        world = w <= worlds ? world_names[w] : kept_names[w - worlds]
        for (p = 1; p <= n; p++) {
            key = "pairs" SUBSEP world SUBSEP names[p] SUBSEP 4 SUBSEP "acceptance_less_middle"
            if (!(key in mean)) { continue }
            seen_rows++
            if (low == "" || mean[key] < mean[low]) { low = key; text = world ", " names[p] }
            below = below (side(key, 0) == -1 ? "; " world ", " names[p] " " points(key) : "")
        }
    }
    if (!seen_rows) { return }
    print "- Claim 23: {4, 4} in all worlds. Of " seen_rows " differences between a policy's " \
        "acceptance there and the mean of those at {3, 3} and {5, 5}, these are below 0 by more " \
        "than their interval: " (below == "" ? "none" : substr(below, 3)) ". The lowest is " \
        points(low) " points (" text ")."
}

function print_policies(n, names, p, at) {
    n = split(seven " LATEST", names, " ")
    print ""
    print "## At the defaults: UMed 7, arrival factor 1, {3, 3}"
    print ""
    print "| policy | accepted, % | less FF, points | slowdown | accepted work, % | less FF, " \
        "points |"
    print "|---|---|---|---|---|---|"
    for (p = 1; p <= n; p++) {
        printf "| %s | %s | %s | %s | %s | %s |\n", names[p],
            percent(find("paper", "umed", names[p], 7, "acceptance")),
            p == 1 ? "" : points(find("paper", "umed", names[p], 7, "acceptance_less_ff")),
            value(find("paper", "umed", names[p], 7, "slowdown"), 3),
            percent(find("paper", "umed", names[p], 7, "work")),
            p == 1 ? "" : points(find("paper", "umed", names[p], 7, "work_less_ff"))
    }
    print ""
    print "Offered: a load of " value(find("paper", "umed", "requests", 7, "load"), 3) "; " \
        value(find("paper", "umed", "requests", 5, "load"), 3) " at UMed 5, " \
        value(find("paper", "umed", "requests", 9, "load"), 3) " at UMed 9."
}

function work_range(policy, world, sweeps, s, i, key, low, high) {
    for (s = split("umed af pairs", sweeps, " "); s > 0; s--) {
        for (i = 1; i <= 5; i++) {
            key = find(world, sweeps[s], policy, ats[sweeps[s], i], "work_less_ff")
            if (!(key in mean)) { continue }
            if (low == "" || mean[key] < mean[low]) { low = key }
            if (high == "" || mean[key] > mean[high]) { high = key }
        }
    }
    if (low == "") { return "not measured" }
    return sprintf("%+.1f to %+.1f", 100 * mean[low], 100 * mean[high])
}

function print_work(n, names, p, w, text) {
    n = split(six " LATEST", names, " ")
    print ""
    print "## Accepted work: processor-seconds, less those of FF, in points of what was asked for"
    print ""
    print "The least and the most of all points. Acceptance counts small requests like large " \
        "ones; " \
        "this does not."
    print ""
    text = "| policy |"
    for (w = 1; w <= 4; w++) { text = text " " world_names[w] " |" }
    print text
    print "|---|---|---|---|---|"
    for (p = 1; p <= n; p++) {
        text = "| " names[p] " |"
        for (w = 1; w <= 4; w++) { text = text " " work_range(names[p], world_names[w]) " |" }
        print text
    }
}

function print_matrix(names, n, number, w, text, line) {
    text = "| claim |"
    line = "|---|"
    for (w = 1; w <= n; w++) {
        text = text " " names[w] " |"
        line = line "---|"
    }
    print ""
    print text
    print line
    for (number = 1; number <= of_paper; number++) {
        text = "| " number " |"
        for (w = 1; w <= n; w++) { text = text " " sign_of(verdict_of(number, names[w])) " |" }
        print text
    }
}

function print_worlds() {
    print ""
    print "## The same claims in other worlds"
    print ""
    print "*poisson*: arrivals by Poisson; *uniform*: durations equally likely; *open*: only " \
        "rectangles that nothing ends end at the deadline; *horizon*: none does; *freed*: only " \
        "starts where something becomes free; *load*: another offered load; *scaled*: durations " \
        "that depend on sizes by an eighth of the model's slope, which is 0 beyond 144 " \
        "processors otherwise; *kept*: the past is. + holds, +~ holds, partly within noise, (+) " \
        "holds in part, ~ within noise, - does not hold."
    print_matrix(world_names, worlds)
    print_matrix(kept_names, keepers)
}

function sign_of(verdict) {
    return verdict == "holds" ? "+" : verdict == none_against ? "+~" \
        : verdict == "holds in part" ? "(+)" \
        : verdict == "within noise" ? "~" : verdict == "does not hold" ? "-" : ""
}

# By how much a choice changes what a policy accepts, at the defaults.
function print_choices(n, names, p, m, others, o, text, key) {
    n = split(seven " LATEST", names, " ")
    m = split("longest,run,freed,open,horizon", others, ",")
    print ""
    print "## What a choice changes at the defaults: acceptance (work), in points, by the same " \
        "policy " \
        "with the paper's"
    print ""
    print "*longest*: those processors are taken that will be busy again first " \
        "(`SKED_AR_LONGEST_LEFT`); *run*: neighbours (`SKED_AR_RUN`). Empty: the same answers."
    print ""
    text = "| policy |"
    for (o = 1; o <= m; o++) { text = text " " others[o] " |" }
    print text
    print "|---|---|---|---|---|---|"
    for (p = 1; p <= n; p++) {
        text = "| " names[p] " |"
        for (o = 1; o <= m; o++) {
            key = "umed" SUBSEP others[o] SUBSEP names[p] SUBSEP 7 SUBSEP "acceptance_less_paper"
            if (key in mean) {
                text = text " " points(key)
                sub(/acceptance/, "work", key)
                text = text " (" points(key) ")"
            }
            text = text " |"
        }
        print text
    }
}

function print_head() {
    print "# The claims of the paper on advance reservations, and what was measured"
    print ""
    print "Made by `bench/figures/ar_claims.awk`; verdicts follow from the numbers by these " \
        "rules, " \
        "written down before the full runs:"
    print ""
    print "- ± is the half of a 95 % interval over 20 draws of the requests. Policies and " \
        "points are compared on the same draws, by their difference, so that what both share is " \
        "taken out."
    print "- A comparison is for a claim if all of the interval is on the claim's side of the " \
        "bound " \
        "(0 unless told otherwise), against it if all is on the other side, and within noise if " \
        "the bound is in it. If two policies were equal, one comparison in twenty would " \
        "still be for or against."
    print "- \"Rises\" and \"falls\" compare each point with the one before. *Alike*: all of the " \
        "interval is within 1 percentage point of acceptance, or 0.05 of slowdown, on both " \
        "sides; " \
        "*different*: all of it is beyond that, of slowdown 0.05; *much* and *quite different*: beyond 2 " \
        "points of acceptance; *almost linearly*: within 1 point of the straight line from the " \
        "first point to the last. The paper does not say when an improvement is *not stable*: " \
        "that acceptance falls at some step is a strict reading of ours."
    print verdict_rules(" (12: three of four)") " Differences go from the least to the most of " \
        "those compared."
    print "- Claims 30 and 31 were added later, with a bound of ours: `build/ar_ratio full` with " \
        "a file's name gives their rows, times in one run by turns, for the loads A and then B, " \
        "with the paper's starts; ± is half of " \
        "the way between the quartiles of its rounds. What section 4 derives (an update passes " \
        "all records before it) has no row of its own: it is why the list falls behind."
    print "- The world is `bench/figures/ar_world.h`: what the paper does not publish is ours. " \
        "Rectangles end at the deadline, all of the paper's starts are candidates, the lowest " \
        "numbers are taken. The last column names the worlds (below) with another verdict."
    print "- The paper can be read in two ways on the past (below). The column *verdict* is " \
        "where the calendar is trimmed at each arrival; *past kept*, where it keeps records until the " \
        "oldest running job ends. This reading, other loads and the scaled slope were added " \
        "later, and judged by the same rules."
    print ""
    print "| | claim (section of the paper) | measured | verdict | past kept | elsewhere |"
    print "|---|---|---|---|---|---|"
}

END {
    if (twice) { exit 1 }
    print_head()
    print_claims()
    print_reasons()
    print_past()
    print_loads()
    print_policies()
    print_work()
    print_choices()
    print_worlds()
}
