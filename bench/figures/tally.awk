# tally.awk: what the tables of claims share: rows in words, comparisons, and verdicts on them.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f bench/figures/ar_claims.awk ...
#
# The table's own program comes second. It fills mean[key] and half[key], the half of the interval,
# and, of each sweep, case or workload, the places that were measured: places[which] tells how many,
# ats[which, 1] is the first of them.
BEGIN {
    FS = ","
    SUBSEP = ","
    place_form = "%s"
    none_against = "holds, partly within noise"
}

# Keeps the row of a key: its mean is in column `at`, half of the interval in the next.
function keep(key, at) {
    if (key in mean) {
        print "a row twice: " $0 > "/dev/stderr"
        twice = 1
        exit 1
    }
    mean[key] = $at + 0
    half[key] = $(at + 1) + 0
}

# Places that rows tell in any order, rise.
function add_place(which, place, at) {
    for (at = ++places[which]; at > 1 && ats[which, at - 1] + 0 > place + 0; at--) {
        ats[which, at] = ats[which, at - 1]
    }
    ats[which, at] = place
}

# ---- Words

function value(key, digits) {
    if (!(key in mean)) { return "not measured" }
    return sprintf("%." digits "f ± %." digits "f", mean[key], half[key])
}

# Of shares: in percent, or points of percent.
function in_percent(key, digits) {
    if (!(key in mean)) { return "not measured" }
    return sprintf("%." digits "f ± %." digits "f", 100 * mean[key], 100 * half[key])
}

# Places by a string of 0 and 1: "10 to 50, 80".
function in_ranges(which, marks, i, from, text, n) {
    n = places[which]
    for (i = 1; i <= n; i++) {
        if (substr(marks, i, 1) != "1") { continue }
        for (from = i; i < n && substr(marks, i + 1, 1) == "1"; i++) { }
        text = text (text == "" ? "" : ", ") sprintf(place_form, ats[which, from])
        if (i > from) {
            text = text (i > from + 1 ? " to " : ", ") sprintf(place_form, ats[which, i])
        }
    }
    return text
}

# ---- Comparisons

# 1: all of the interval is above the bound; -1: below it; 0: the bound is in it; 9: no row.
function side(key, bound) {
    if (!(key in mean)) { return 9 }
    return mean[key] - half[key] > bound ? 1 : mean[key] + half[key] < bound ? -1 : 0
}

# Counts comparisons for a claim, against it, and within noise; tells those that are not for it.
# count["mean"]: those for it by the mean alone, where a table counts them.
function tally_start() {
    count["for"] = count["against"] = count["noise"] = count["mean"] = 0
    tally_against = tally_noise = ""
}

function tally_one(sign) { count[sign == 1 ? "for" : sign == -1 ? "against" : "noise"]++ }

# Counts one comparison: is the row above the bound (wanted 1), or below it (-1)? `where` names it.
function tally_bound(key, bound, wanted, where, sign) {
    sign = wanted * side(key, bound)
    tally_one(sign)
    if (sign == -1) { tally_against = tally_against "; " where }
    if (sign == 0) { tally_noise = tally_noise "; " where }
}

# Where comparisons of something were against the claim, and where within noise.
function tally_places(what, which, against, noise) {
    if (against ~ /1/) { tally_against = tally_against "; " what in_ranges(which, against) }
    if (noise ~ /1/) { tally_noise = tally_noise "; " what in_ranges(which, noise) }
}

function tally_text(text) {
    text = count["for"] " comparison" (count["for"] == 1 ? "" : "s") " for it, " count["noise"] \
        " within noise, " count["against"] " against"
    if (count["noise"] > 0 && count["mean"] > 0) {
        text = text " (by the means alone: " count["mean"] " for it)"
    }
    if (tally_against != "") { text = text ". Against: " substr(tally_against, 3) }
    if (tally_noise != "") { text = text ". Within noise: " substr(tally_noise, 3) }
    return text
}

# Generally: three of four are enough.
function tally_verdict(generally, all) {
    all = count["for"] + count["against"] + count["noise"]
    if (all == 0) { return "not measured" }
    if (count["for"] == all || (generally && count["for"] >= 0.75 * all)) { return "holds" }
    if (count["against"] > count["for"]) { return "does not hold" }
    return count["against"] > 0 ? "holds in part" : count["for"] > 0 ? none_against : "within noise"
}

# The five verdicts, for the rules of a table; asked: which claims ask for less than all.
function verdict_rules(asked) {
    return "- A claim *holds* if all of its comparisons are for it, or as many as the claim asks " \
        "for" asked ". Otherwise it is *within noise* if none is for or against it; it *" \
        none_against "* if some are for it and none against it; it *holds in part* if some are " \
        "against it, but no more than for it; and it *does not hold* if more are against it."
}
