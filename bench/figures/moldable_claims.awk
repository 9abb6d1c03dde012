# moldable_claims.awk: what the paper on moldable tasks claims, and we do, beside measurements.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f bench/figures/moldable_claims.awk PAPER PROTOTYPE ROWS...
#
# PAPER: bench/figures/moldable_paper.csv; PROTOTYPE: moldable_prototype.csv; ROWS: moldable.csv,
# moldable_readings.csv, moldable_time.csv, and moldable_printed.csv if it is there.
#
# Verdicts follow from the numbers by the rules that the table begins with; they were written down
# before the full runs. Each claim is judged by what the paper's text says, and once more by each
# other reading that touches its rows.
BEGIN {
    all_sizes = "25 50 75 100 200 300 400"
    from_50 = "50 75 100 200 300 400"
    from_75 = "75 100 200 300 400"
    to_300 = "25 50 75 100 200 300"
    worlds = "weak high mixed cirne"
    rivals = "gang sequential list saf lptf"
    all_methods = "demt demt_20 demt_20_minsum demt_smith multibase sweep prices prices_minsum " \
        "truncations search search_minsum best " rivals " sequential_longest list_given " \
        "lptf_weight list_ratio"
    name_readings()
    places["sizes"] = split(all_sizes, list, " ")
    for (i in list) { ats["sizes", i] = list[i] }
}

/^#/ || $1 == "workload" { next }
NF == 5 {
    own = FILENAME ~ /prototype/ ? "bar" : "paper"
    given[own, $1, $2, $3, $4] = $5
    next
}
{
    key = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4 SUBSEP $5
    keep(key, 6)
    least[key] = $8 + 0
    most[key] = $9 + 0
}

# ---- Readings

# What a reading changes: of a method or metric by the text, the one that it takes instead; and the
# reading of the generator.
function name_readings(i, list) {
    read_as["text", "list"] = "list_given"
    read_as["text", "lptf"] = "lptf_weight"
    read_as["text", "sequential"] = "sequential_longest"
    read_as["longest", "list"] = "list"
    read_as["longest", "lptf"] = "lptf"
    read_as["ratio", "sequential"] = "sequential"
    read_as["growth", "minsum_printed"] = "minsum_grid_1.2"
    read_as["ours", "minsum_printed"] = "minsum"
    stems["step"] = stems["figures"] = "step_printed"
    read_as["figures", "minsum_printed"] = "minsum_grid_1.2"
    read_as["figures", "sequential"] = "sequential"
    titles["longest"] = "lists longest first"
    titles["ratio"] = "Sequential by weight and time*"
    titles["growth"] = "grid of 1.2*"
    titles["step"] = "generator step_printed"
    titles["figures"] = "all that the figures suggest*"
    titles["ours"] = "our bound"
    others_count = split("longest ratio growth step figures ours", others, " ")
    parts_count = split("ratio growth step", parts, " ")
}

function as_read(how, word) {
    return (how, word) in read_as ? read_as[how, word] \
        : ("text", word) in read_as ? read_as["text", word] : word
}

# The model of Downey has one reading.
function key_of(how, world, size, method, metric) {
    return world SUBSEP (how in stems && world != "cirne" ? stems[how] : "task_zero") SUBSEP size \
        SUBSEP as_read(how, method) SUBSEP as_read(how, metric)
}

# The row of a claim, as it is read now. touched: it is not that of the text; lacking: there is no
# such row; beyond: it is not that of a part of the reading.
function row(world, size, method, metric, key, usual, i) {
    if (literal) { return world SUBSEP "task_zero" SUBSEP size SUBSEP method SUBSEP metric }
    key = key_of(reading, world, size, method, metric)
    usual = key_of("text", world, size, method, metric)
    if (key != usual && (usual in mean)) {
        touched = 1
        if (!(key in mean)) { lacking = 1 }
    }
    for (i = 1; i <= parts_count; i++) {
        if (key != key_of(parts[i], world, size, method, metric)) { beyond[parts[i]] = 1 }
    }
    return key
}

# ---- Comparisons

# The smallest and the largest value of a claim's rows.
function note(what) {
    if (smallest == "" || what < smallest) { smallest = what }
    if (largest == "" || what > largest) { largest = what }
}

function mark(sign, name, size, i) {
    if (sign == 9) { return }
    tally_one(sign)
    if (sign != 1 && !((name, sign, size) in marked)) {
        marked[name, sign, size] = 1
        if (!(name in named)) { named[name] = 1; names[++names_count] = name }
    }
}

# Tells where comparisons were not for the claim; called when all are counted.
function gather(i, n, size, against, noise) {
    for (n = 1; n <= names_count; n++) {
        against = noise = ""
        for (i = 1; i <= places["sizes"]; i++) {
            size = ats["sizes", i]
            against = against ((names[n], -1, size) in marked)
            noise = noise ((names[n], 0, size) in marked)
        }
        tally_places(names[n] " ", "sizes", against, noise)
        delete named[names[n]]
    }
    names_count = 0
    split("", marked)
}

# Is the metric of methods above the bound (wanted 1) or below it (-1) at these sizes?
function tally(which, methods, sizes, metric, bound, wanted, w, m, s, i, j, k, n, key) {
    n = split(which, w, " ")
    for (i = 1; i <= n; i++) {
        for (j = split(methods, m, " "); j >= 1; j--) {
            for (k = split(sizes, s, " "); k >= 1; k--) {
                key = row(w[i], s[k], m[j], metric)
                if (!(key in mean)) { continue }
                mark(wanted * side(key, bound), w[i] " " m[j], s[k])
                note(mean[key])
            }
        }
    }
}

# Are draws, one and all, within the bounds?
function tally_draws(which, methods, sizes, metric, low, high, w, m, s, i, j, k, n, key) {
    n = split(which, w, " ")
    for (i = 1; i <= n; i++) {
        for (j = split(methods, m, " "); j >= 1; j--) {
            for (k = split(sizes, s, " "); k >= 1; k--) {
                key = row(w[i], s[k], m[j], metric)
                if (!(key in mean)) { continue }
                mark(least[key] >= low && most[key] <= high ? 1 : -1, w[i] " " m[j], s[k])
                note(least[key])
                note(most[key])
            }
        }
    }
}

# Is the mean within low .. high, whatever its interval?
function tally_within(which, methods, sizes, metric, low, high, w, m, s, i, j, k, n, key) {
    n = split(which, w, " ")
    for (i = 1; i <= n; i++) {
        for (j = split(methods, m, " "); j >= 1; j--) {
            for (k = split(sizes, s, " "); k >= 1; k--) {
                key = row(w[i], s[k], m[j], metric)
                if (!(key in mean)) { continue }
                mark(mean[key] >= low && mean[key] <= high ? 1 : -1, w[i] " " m[j], s[k])
                note(mean[key])
            }
        }
    }
}

# 1: one is below two, and their intervals do not meet; -1: above; 0: they do; 9: no row.
function apart(one, two) {
    if (!(one in mean) || !(two in mean)) { return 9 }
    return mean[one] + half[one] < mean[two] - half[two] ? 1 \
        : mean[one] - half[one] > mean[two] + half[two] ? -1 : 0
}

# Does the metric rise (wanted 1) or fall (-1) from each of these sizes to the next?
function tally_rise(which, methods, sizes, metric, wanted, w, m, s, i, j, k, n, last, sign) {
    n = split(which, w, " ")
    for (i = 1; i <= n; i++) {
        for (j = split(methods, m, " "); j >= 1; j--) {
            last = ""
            split(sizes, s, " ")
            for (k = 1; k in s; k++) {
                if (!(row(w[i], s[k], m[j], metric) in mean)) { continue }
                note(mean[row(w[i], s[k], m[j], metric)])
                if (last != "") {
                    sign = apart(row(w[i], last, m[j], metric), row(w[i], s[k], m[j], metric))
                    mark(sign == 9 ? 9 : wanted * sign, w[i] " " m[j], s[k])
                }
                last = s[k]
            }
        }
    }
}

# Is the largest mean over sizes at most (wanted 1) so many times the smallest, or more (-1)?
function tally_stable(which, methods, metric, times, wanted, w, m, s, i, j, k, n, low, high, key) {
    n = split(which, w, " ")
    for (i = 1; i <= n; i++) {
        for (j = split(methods, m, " "); j >= 1; j--) {
            low = high = ""
            for (k = split(all_sizes, s, " "); k >= 1; k--) {
                key = row(w[i], s[k], m[j], metric)
                if (!(key in mean)) { continue }
                if (low == "" || mean[key] < low) { low = mean[key] }
                if (high == "" || mean[key] > high) { high = mean[key] }
            }
            if (low == "") { continue }
            mark(wanted * (high <= times * low ? 1 : -1), w[i] " " m[j], "25")
            note(high / low)
        }
    }
}

# Is the largest mean over workloads at most so many times the smallest, at each size?
function tally_alike(method, metric, times, w, s, i, k, low, high, key) {
    for (k = split(all_sizes, s, " "); k >= 1; k--) {
        low = high = ""
        for (i = split(worlds, w, " "); i >= 1; i--) {
            key = row(w[i], s[k], method, metric)
            if (!(key in mean)) { continue }
            if (low == "" || mean[key] < low) { low = mean[key] }
            if (high == "" || mean[key] > high) { high = mean[key] }
        }
        if (low == "") { continue }
        mark(high <= times * low ? 1 : -1, method, s[k])
        note(high / low)
    }
}

# The mean over all workloads and sizes: is it within low .. high?
function tally_mean(method, metric, low, high, w, s, i, k, sum, n, key) {
    for (i = split(worlds, w, " "); i >= 1; i--) {
        for (k = split(all_sizes, s, " "); k >= 1; k--) {
            key = row(w[i], s[k], method, metric)
            if (key in mean) { sum += mean[key]; n++ }
        }
    }
    if (n > 0) {
        tally_one(sum / n >= low && sum / n <= high ? 1 : -1)
        note(sum / n)
    }
}

# Of two workloads, is the metric lower in the first?
function tally_worlds(first, second, method, metric, s, k) {
    for (k = split(all_sizes, s, " "); k >= 1; k--) {
        mark(apart(row(first, s[k], method, metric), row(second, s[k], method, metric)),
             first " " method, s[k])
    }
}

# Is what was measured at most 1.05 times the bar (wanted 1), or at least 0.95 times it (-1)?
function tally_bar(method, metric, told, wanted, w, s, i, k, bar, key, own) {
    split(worlds, w, " ")
    for (i = 1; i in w; i++) {
        for (k = split(all_sizes, s, " "); k >= 1; k--) {
            bar = given["bar", w[i], method, s[k], told]
            key = row(w[i], s[k], method, metric)
            if (bar == "" || bar ~ /[*]/ || !(key in mean)) { continue }
            own = (told ~ /_most$/ ? most[key] : mean[key]) / bar
            mark((wanted == 1 ? own <= 1.05 : own >= 0.95) ? 1 : -1, w[i] " " method " " told, s[k])
            note(own)
        }
    }
}

# ---- The claims

# Counts for one claim; its words are in `words` then. 0: there is no such claim.
function claim_text(number) {
    if (number == 1) {
        words = "DEMT's minsum is never more than 2.5 times the paper's bound (each draw)"
        tally_draws(worlds, "demt", all_sizes, "minsum_printed", 1, 2.5)
    } else if (number == 2) {
        words = "... on average around 2 (1.8 to 2.2, over all)"
        tally_mean("demt", "minsum_printed", 1.8, 2.2)
    } else if (number == 3) {
        words = "DEMT's makespan is almost always below 2 times the bound (three of four are " \
            "enough)"
        generally = 1
        tally(worlds, "demt", all_sizes, "makespan", 2, -1)
    } else if (number == 4) {
        words = "... 1.9 on average (1.7 to 2.1, over all)"
        tally_mean("demt", "makespan", 1.7, 2.1)
    } else if (number == 5) {
        words = "*Weak* is the worst case: all but Gang have a shorter makespan than DEMT"
        tally("weak", "sequential list saf lptf", all_sizes, "makespan_by_demt", 1, -1)
        tally("weak", "gang", all_sizes, "makespan_by_demt", 1, 1)
    } else if (number == 6) {
        words = "... around 1.5 (1.25 to 1.75)"
        tally_within("weak", "sequential list saf lptf", all_sizes, "makespan", 1.25, 1.75)
    } else if (number == 7) {
        words = "... and Gang's is out of the picture: above 3.5"
        tally("weak", "gang", all_sizes, "makespan", 3.5, 1)
    } else if (number == 8) {
        words = "*High*: DEMT is clearly the best on the minsum"
        tally("high", rivals, all_sizes, "minsum_by_demt", 1, 1)
    } else if (number == 9) {
        words = "... Gang is good with few tasks, and gets worse with more (minsum)"
        tally_rise("high", "gang", all_sizes, "minsum_printed", 1)
    } else if (number == 10) {
        words = "... Sequential the other way round"
        tally_rise("high", "sequential", all_sizes, "minsum_printed", -1)
    } else if (number == 11) {
        words = "... the lists are stable over the number of tasks (the largest minsum ratio at " \
            "most 1.3 times the smallest)"
        tally_stable("high", "list saf lptf", "minsum_printed", 1.3, 1)
    } else {
        return claim_rest(number)
    }
    return 1
}

function claim_rest(number) {
    if (number == 12) {
        words = "... and their makespans good: below 1.6, as in the figures"
        tally("high", "list saf lptf", all_sizes, "makespan", 1.6, -1)
    } else if (number == 13) {
        words = "*Mixed*: DEMT is around 2 for both criteria (1.7 to 2.3)"
        tally_within("mixed", "demt", all_sizes, "minsum_printed", 1.7, 2.3)
        tally_within("mixed", "demt", all_sizes, "makespan", 1.7, 2.3)
    } else if (number == 14) {
        words = "... SAF is better on the minsum"
        tally("mixed", "saf", all_sizes, "minsum_by_demt", 1, -1)
    } else if (number == 15) {
        words = "... the other two lists get much worse with more tasks"
        tally_rise("mixed", "list lptf", all_sizes, "minsum_printed", 1)
    } else if (number == 16) {
        words = "*Cirne*: DEMT clearly outperforms all others on the minsum"
        tally("cirne", rivals, all_sizes, "minsum_by_demt", 1, 1)
    } else if (number == 17) {
        words = "... and is the only one with a stable ratio: the largest at most 1.3 times the " \
            "smallest, more for the others"
        tally_stable("cirne", "demt", "minsum_printed", 1.3, 1)
        tally_stable("cirne", rivals, "minsum_printed", 1.3, -1)
    } else if (number == 18) {
        words = "DEMT is better where tasks are more parallel: minsum lower on high than on weak"
        tally_worlds("high", "weak", "demt", "minsum_printed")
    } else if (number == 19) {
        words = "... and makespan"
        tally_worlds("high", "weak", "demt", "makespan")
    } else if (number == 20) {
        words = "Shuffled batches (20 orders; the best by the sum of both ratios) only lead to " \
            "small improvements: makespan and minsum not below 0.95 times that without (by the " \
            "minsum alone: 57)"
        tally(worlds, "demt_20", all_sizes, "makespan_by_demt", 0.95, 1)
        tally(worlds, "demt_20", all_sizes, "minsum_by_demt", 0.95, 1)
    } else if (number == 21) {
        words = "A plan takes less than 2 seconds, for the largest, too"
        tally_draws(worlds, "demt demt_20", all_sizes, "microseconds", 0, 2e6)
    } else {
        return claim_curves(number)
    }
    return 1
}

# Orders of the curves in figures 3 to 6.
function claim_curves(number) {
    if (number == 22) {
        words = "*Orders of the curves*, minsum. Weak: Sequential and SAF below DEMT from 50 " \
            "tasks on"
        tally("weak", "sequential saf", from_50, "minsum_by_demt", 1, -1)
    } else if (number == 23) {
        words = "... SAF below List and LPTF"
        tally("weak", "list lptf", all_sizes, "minsum_by_saf", 1, 1)
    } else if (number == 24) {
        words = "... all below Gang"
        tally("weak", "demt sequential list saf lptf", all_sizes, "minsum_by_gang", 1, -1)
    } else if (number == 25) {
        words = "High: DEMT below SAF, and SAF below List and LPTF"
        tally("high", "saf", all_sizes, "minsum_by_demt", 1, 1)
        tally("high", "list lptf", all_sizes, "minsum_by_saf", 1, 1)
    } else if (number == 26) {
        words = "... DEMT below Gang from 50 tasks on, and not with 25"
        tally("high", "gang", from_50, "minsum_by_demt", 1, 1)
        tally("high", "gang", "25", "minsum_by_demt", 1, -1)
    } else if (number == 27) {
        words = "... and below Sequential up to 300"
        tally("high", "sequential", to_300, "minsum_by_demt", 1, 1)
    } else if (number == 28) {
        words = "Mixed: SAF below DEMT from 50 tasks on, DEMT below List and LPTF from 75 on"
        tally("mixed", "saf", from_50, "minsum_by_demt", 1, -1)
        tally("mixed", "list lptf", from_75, "minsum_by_demt", 1, 1)
    } else if (number == 29) {
        words = "Makespan: List and LPTF below DEMT everywhere"
        tally(worlds, "list lptf", all_sizes, "makespan_by_demt", 1, -1)
    } else if (number == 30) {
        words = "... DEMT below Gang on high, below Sequential on mixed, above it on weak"
        tally("high", "gang", all_sizes, "makespan_by_demt", 1, 1)
        tally("mixed", "sequential", all_sizes, "makespan_by_demt", 1, 1)
        tally("weak", "sequential", all_sizes, "makespan_by_demt", 1, -1)
    } else {
        return claim_shapes(number)
    }
    return 1
}

function claim_shapes(number) {
    if (number == 31) {
        words = "... Sequential falls to 200 tasks, as many as processors, and jumps to 300 " \
            "(weak, cirne)"
        tally_rise("weak cirne", "sequential", "100 200", "makespan", -1)
        tally_rise("weak cirne", "sequential", "200 300", "makespan", 1)
    } else if (number == 32) {
        words = "... DEMT stays in 1.55 to 2.2 on weak, high and mixed"
        tally_within("weak high mixed", "demt", all_sizes, "makespan", 1.55, 2.2)
    } else if (number == 33) {
        words = "... and rises on cirne to a peak at 300"
        tally_rise("cirne", "demt", "25 50 75 100 200 300", "makespan", 1)
        tally_rise("cirne", "demt", "300 400", "makespan", -1)
    } else if (number == 34) {
        words = "... Gang grows with the number of tasks"
        tally_rise(worlds, "gang", all_sizes, "makespan", 1)
    } else {
        return claim_ours(number)
    }
    return 1
}

function claim_ours(number) {
    if (number == 35) {
        words = "*Ours*: no plan of any draw is below a bound"
        literal = 1
        tally_draws(worlds, all_methods, all_sizes, "makespan", 1, 1e9)
        tally_draws(worlds, all_methods, all_sizes, "minsum", 1, 1e9)
    } else if (number == 36) {
        words = "Our bound on the minsum is more than 1.5 times the paper's on the grid of its " \
            "text"
        tally(worlds, "bound", all_sizes, "minsum_printed", 1.5, 1)
    } else if (number == 37) {
        words = "... and by it DEMT's minsum is below 1.8"
        tally(worlds, "demt", all_sizes, "minsum", 1.8, -1)
    } else if (number == 38) {
        words = "MULTIBASE has a shorter makespan than DEMT"
        tally(worlds, "multibase", all_sizes, "makespan_by_demt", 1, -1)
    } else if (number == 39) {
        words = "... and a lower minsum (weak, mixed, cirne), or one at most 3 % higher (high)"
        tally("weak mixed cirne", "multibase", all_sizes, "minsum_by_demt", 1, -1)
        tally("high", "multibase", all_sizes, "minsum_by_demt", 1.03, -1)
    } else if (number == 40) {
        words = "Most weight for its work first, instead of longest first: DEMT's minsum is " \
            "lower (weak, mixed, cirne)"
        tally("weak mixed cirne", "demt_smith", all_sizes, "minsum_by_demt", 1, -1)
    } else if (number == 41) {
        words = "20 orders of the batches make the makespan shorter"
        tally(worlds, "demt_20", all_sizes, "makespan_by_demt", 1, -1)
    } else if (number == 42) {
        words = "BEST beats DEMT on both criteria"
        tally(worlds, "best", all_sizes, "makespan_by_demt", 1, -1)
        tally(worlds, "best", all_sizes, "minsum_by_demt", 1, -1)
    } else {
        return claim_bars(number)
    }
    return 1
}

function claim_bars(number) {
    literal = 1
    if (number == 43) {
        words = "*Bars of the prototypes* (at most 1.05 times as much): DEMT, without and with " \
            "20 orders, and as the module has it"
        tally_bar("demt", "makespan", "makespan", 1)
        tally_bar("demt", "minsum", "minsum", 1)
        tally_bar("demt_20", "makespan", "makespan", 1)
        tally_bar("demt_20", "minsum", "minsum", 1)
        tally_bar("demt_smith", "makespan", "makespan", 1)
        tally_bar("demt_smith", "minsum", "minsum", 1)
    } else if (number == 44) {
        words = "... MULTIBASE"
        tally_bar("multibase", "makespan", "makespan", 1)
        tally_bar("multibase", "minsum", "minsum", 1)
    } else if (number == 45) {
        words = "... SWEEP: the makespan, and its worst draw"
        tally_bar("sweep", "makespan", "makespan", 1)
        tally_bar("sweep", "makespan", "makespan_most", 1)
    } else if (number == 46) {
        words = "... lists by prices, for the minsum alone: the minsum"
        tally_bar("prices_minsum", "minsum", "minsum", 1)
    } else if (number == 47) {
        words = "... local search for both: the sum of both"
        tally_bar("search", "both", "both", 1)
    } else if (number == 48) {
        words = "... local search for the minsum alone: the minsum"
        tally_bar("search_minsum", "minsum", "minsum", 1)
    } else if (number == 49) {
        words = "... the bound (at least 0.95 times it)"
        tally_bar("bound", "minsum_printed", "minsum_printed", -1)
    } else if (number == 50) {
        words = "... the frontier: the shortest makespan"
        tally_bar("frontier", "makespan", "makespan", 1)
    } else if (number == 51) {
        words = "... and the least minsum under caps on the makespan of 1.05 to 2 times the " \
            "bound, and without one, where every draw of the prototype had such a plan"
        tally_caps()
    } else {
        literal = 0
        return claim_further(number)
    }
    return 1
}

# What the paper tells besides. A claim of theory holds by a proof, and fails by one example.
function claim_further(number) {
    if (number == 52) {
        words = "*The paper's text besides*. The optimum of the relaxation is below the minsum " \
            "of every plan (3.3)"
        theory = "does not hold"
        shown = "Two tasks with no speedup on two processors, times 1 and 1.9, weights 10 and 1: " \
            "as printed it is 20.9, and the best plan has 11.9 (`test_programs` of " \
            "`tests/deep/moldable.c`)"
        literal = 1
        tally_draws(worlds, all_methods, all_sizes, "minsum_printed", 1, 1e9)
    } else if (number == 53) {
        words = "DEMT's minsum is insensitive to the kind of jobs (4.2): by the paper's bound, " \
            "the largest of the four workloads is at most 1.3 times the smallest"
        tally_alike("demt", "minsum_printed", 1.3)
    } else if (number == 54) {
        words = "... and its makespan not far from those of alternatives: at most 1.3 times as long"
        tally(worlds, rivals, all_sizes, "makespan_by_demt", 1 / 1.3, 1)
    } else if (number == 55) {
        words = "SAF is good on simple cases (4.2): on all but cirne, its minsum is at most 1.3 " \
            "times DEMT's"
        tally("weak high mixed", "saf", all_sizes, "minsum_by_demt", 1.3, -1)
    } else if (number == 56) {
        words = "Gang is optimal for linear speedup (4.1)"
        theory = "holds"
        shown = "When the first j tasks of a plan have ended, m processors have done all their " \
            "work: no plan is better than the best of one processor that is m times as fast, and " \
            "that goes by weight and work (Smith 1956), as Gang does. Four such tasks: no plan " \
            "is below 72 (`test_examples` of `tests/deep/moldable.c`), which Gang's has " \
            "(`test_linear` of `tests/quick/moldable_plan.c`)"
    } else if (number == 57) {
        words = "Shuffled batches only lead to small improvements, where the best of 20 orders " \
            "is the one with the least minsum: minsum not below 0.95 times that without (see 20)"
        tally(worlds, "demt_20_minsum", all_sizes, "minsum_by_demt", 0.95, 1)
    } else {
        return 0
    }
    return 1
}

function tally_caps(cap, i) {
    split("_1.05 _1.10 _1.15 _1.20 _1.30 _1.50 _2.00", cap, " ")
    for (i = 1; i in cap; i++) { tally_bar("frontier", "minsum" cap[i], "minsum" cap[i], 1) }
    tally_bar("frontier", "minsum", "minsum", 1)
}

# The sum of both criteria, of what was measured and of the bars.
function add_sums(w, s, i, k, one, two, key) {
    for (i = split(worlds, w, " "); i >= 1; i--) {
        for (k = split(all_sizes, s, " "); k >= 1; k--) {
            one = row(w[i], s[k], "search", "makespan")
            two = row(w[i], s[k], "search", "minsum")
            key = row(w[i], s[k], "search", "both")
            if ((one in mean) && (two in mean)) { mean[key] = mean[one] + mean[two] }
            given["bar", w[i], "search", s[k], "both"] = \
                given["bar", w[i], "search", s[k], "makespan"] + \
                given["bar", w[i], "search", s[k], "minsum"]
        }
    }
}

function judge(number) {
    tally_start()
    smallest = largest = ""
    generally = literal = touched = lacking = 0
    split("", beyond)
    theory = shown = ""
    if (!claim_text(number)) { return "" }
    gather()
    return theory == "" ? tally_verdict(generally) : theory
}

function values_text() {
    return smallest == "" ? "" : sprintf(". Values: %.4g to %.4g", smallest, largest)
}

function measured_text() {
    if (theory != "" && count["for"] + count["against"] + count["noise"] == 0) { return shown }
    return (theory == "" ? "" : shown ". Plans of our draws: ") tally_text() values_text()
}

# Does all that the figures suggest say more than one part of it?
function is_more(i) {
    for (i = 1; i <= parts_count; i++) {
        if (!(parts[i] in beyond)) { return 0 }
    }
    return 1
}

# What each other reading says of a claim, if it touches its rows and has them all.
function by_others(number, i, text, verdict) {
    for (i = 1; i <= others_count; i++) {
        reading = others[i]
        verdict = judge(number)
        if (touched && !lacking && theory == "" && (reading != "figures" || is_more())) {
            text = text (text == "" ? "" : "; ") titles[reading] ": *" verdict "* (" \
                count["for"] ", " count["noise"] ", " count["against"] \
                (smallest == "" ? "" : sprintf(": %.4g to %.4g", smallest, largest)) ")"
        }
    }
    reading = "text"
    return text
}

function print_claims(number, verdict, line) {
    reading = "text"
    for (number = 1; (verdict = judge(number)) != ""; number++) {
        line = sprintf("| %d | %s | %s | **%s** |", number, words, measured_text(), verdict)
        print line " " by_others(number) " |"
    }
}

# ---- The curves

# A ratio and the paper's: like it within 15 %, or both outside of its picture.
function is_like(own, told) {
    if (told ~ /^>/) { return own > 0.85 * substr(told, 2) }
    return own <= 1.15 * told && own >= told / 1.15
}

# The curve of the paper that a method is compared with.
function paper_method(method) {
    sub(/_.*/, "", method)
    return method
}

function print_curves(metric, told, title, w, i) {
    print ""
    print "## " title
    print ""
    print "| workload | reading | method | 25 | 50 | 75 | 100 | 200 | 300 | 400 " \
        "| like the paper's |"
    print "|---|---|---|---|---|---|---|---|---|---|---|"
    split(worlds, w, " ")
    for (i = 1; i in w; i++) {
        print_workload(w[i], "task_zero", metric, told)
        if (w[i] == "weak") { print_workload(w[i], "step_printed", metric, told) }
    }
}

function print_workload(world, stem, metric, told, m, j) {
    split("demt gang sequential_longest sequential list_given list saf lptf_weight lptf", m, " ")
    for (j = 1; j in m; j++) { print_curve(world, stem, m[j], metric, told) }
}

function print_curve(world, stem, method, metric, told, s, k, key, text, like, seen, paper) {
    split(all_sizes, s, " ")
    for (k = 1; k in s; k++) {
        key = world SUBSEP stem SUBSEP s[k] SUBSEP method SUBSEP metric
        paper = given["paper", world, paper_method(method), s[k], told]
        if (!(key in mean)) { text = text " not measured (" paper ") |"; continue }
        text = text sprintf(" %.2f (%s) |", mean[key], paper)
        like += is_like(mean[key], paper)
        seen++
    }
    print "| " world " | " stem " | " method " |" text " " (seen == 0 ? "not measured" \
        : like == seen ? "holds" : 2 * like >= seen ? "holds in part" : "does not hold") " |"
}

# ---- The readings

# How far curves are from the paper's: the mean of |ln| of their quotients.
function distance(world, stem, methods, metric, told, m, s, j, k, key, paper, sum, n, own) {
    for (j = split(methods, m, " "); j >= 1; j--) {
        for (k = split(all_sizes, s, " "); k >= 1; k--) {
            key = world SUBSEP stem SUBSEP s[k] SUBSEP m[j] SUBSEP metric
            paper = given["paper", world, paper_method(m[j]), s[k], told]
            if (!(key in mean) || paper ~ /^>/) { continue }
            own = log(mean[key] / paper)
            sum += own < 0 ? -own : own
            n++
        }
    }
    return n > 0 ? sprintf("%.0f", 100 * (exp(sum / n) - 1)) : "-"
}

# The methods by the text; as the module has them; and by the text, except Sequential.
function methods_of(how) {
    return "demt gang saf " (how == "module" ? "sequential list lptf" \
        : (how == "text" ? "sequential_longest" : "sequential") " list_given lptf_weight")
}

function print_readings(r, i, w) {
    print ""
    print "## Readings of the generator and of the simple plans: how far the curves are from the " \
        "paper's, %"
    print ""
    print "Makespan; minsum by the paper's bound on the grid of its text, and on a grid of 1.2."
    print ""
    print "| generator | plans | weak | high | mixed | cirne |"
    print "|---|---|---|---|---|---|"
    split("task_zero task_printed step_zero step_printed", r, " ")
    split(worlds, w, " ")
    for (i = 1; i in r; i++) {
        print_reading(r[i], "text", "by the text", w)
        print_reading(r[i], "figures", "the same, Sequential by weight and time", w)
        print_reading(r[i], "module", "that, and lists longest first", w)
    }
}

function print_reading(stem, how, title, w, j, text) {
    for (j = 1; j in w; j++) {
        text = text " " distance(w[j], stem, methods_of(how), "makespan", "makespan") ", " \
            distance(w[j], stem, methods_of(how), "minsum_printed", "minsum") ", " \
            distance(w[j], stem, methods_of(how), "minsum_grid_1.2", "minsum") " |"
    }
    gsub(/ -, -, - /, " - ", text)
    print "| " stem " | " title " |" text
}

function print_growths(g, i, w, j, text) {
    print ""
    print "## By which grid the paper's bound gives its curves: how far those of the minsum are " \
        "from them, %"
    print ""
    print "Plans by the text, but Sequential by weight and time. In the text each interval is " \
        "twice as long as the one before it."
    print ""
    print "| growth | weak, step_printed | weak | high | mixed | cirne |"
    print "|---|---|---|---|---|---|"
    split("_grid_1.1 _grid_1.2 _grid_1.3 _grid_1.4 _printed", g, " ")
    split(worlds, w, " ")
    for (i = 1; i in g; i++) {
        text = " " distance("weak", "step_printed", methods_of("figures"), "minsum" g[i], "minsum")
        for (j = 1; j <= 4; j++) {
            text = text " | " distance(w[j], "task_zero", methods_of("figures"), \
                "minsum" g[i], "minsum")
        }
        print "| " (g[i] == "_printed" ? "2 (the text)" : substr(g[i], 7)) " |" text " |"
    }
}

# ---- What was measured

function ratio(key) { return key in mean ? sprintf("%.3f", mean[key]) : "-" }

function print_world(world, m, s, j, k, text) {
    print ""
    print "## " world ": makespan / minsum, by the bounds of the module"
    print ""
    print "| method | 25 | 50 | 75 | 100 | 200 | 300 | 400 |"
    print "|---|---|---|---|---|---|---|---|"
    split(all_methods, m, " ")
    split(all_sizes, s, " ")
    for (j = 1; j in m; j++) {
        text = ""
        for (k = 1; k in s; k++) {
            text = text " " ratio(row(world, s[k], m[j], "makespan")) " / " \
                ratio(row(world, s[k], m[j], "minsum")) " |"
        }
        print "| " m[j] " |" text
    }
    text = ""
    for (k = 1; k in s; k++) {
        text = text " " ratio(row(world, s[k], "bound", "minsum_printed")) " (" \
            ratio(row(world, s[k], "corrected", "minsum_printed")) "), " \
            ratio(row(world, s[k], "bound", "minsum_grid_1.2")) " |"
    }
    print "| bound by the paper's (that corrected), by that on a grid of 1.2 |" text
}

# A cap's minsum; * where not all draws had such a plan.
function capped(world, size, cap, key, had, bar) {
    key = row(world, size, "frontier", "minsum" cap)
    had = row(world, size, "frontier", "had" cap)
    bar = given["bar", world, "frontier", size, "minsum" cap]
    return (key in mean ? sprintf("%.3f", mean[key]) (mean[had] < 1 ? "*" : "") : "-") \
        (bar == "" ? "" : " (" bar ")")
}

function print_frontier(w, s, c, i, k, j, text) {
    print ""
    print "## The frontier: the least minsum under a cap on the makespan (the prototype's)"
    print ""
    print "| workload | tasks | least makespan | 1.05 | 1.10 | 1.15 | 1.20 | 1.30 | 1.50 | 2.00 " \
        "| none |"
    print "|---|---|---|---|---|---|---|---|---|---|---|"
    split(worlds, w, " ")
    split(all_sizes, s, " ")
    split("_1.05 _1.10 _1.15 _1.20 _1.30 _1.50 _2.00", c, " ")
    for (i = 1; i in w; i++) {
        for (k = 1; k in s; k++) {
            if (!(row(w[i], s[k], "frontier", "makespan") in mean)) { continue }
            text = ""
            for (j = 1; j in c; j++) { text = text " " capped(w[i], s[k], c[j]) " |" }
            print "| " w[i] " | " s[k] " | " ratio(row(w[i], s[k], "frontier", "makespan")) " |" \
                text " " capped(w[i], s[k], "") " |"
        }
    }
    print ""
    print "`*`: not every draw had such a plan; the mean is over those that had."
}

function clocked(world, size, method, key) {
    key = row(world, size, method, "microseconds")
    return key in mean ? sprintf("%.2f", mean[key] / 1000) : "-"
}

function print_times(w, m, s, i, j, k, text, seconds) {
    print ""
    print "## Milliseconds of one processor (the paper's of 2004)"
    print ""
    print "| workload | method | 25 | 50 | 75 | 100 | 150 | 200 | 300 | 400 |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    split(worlds, w, " ")
    split("demt demt_20 demt_smith multibase sweep list bound best", m, " ")
    split("25 50 75 100 150 200 300 400", s, " ")
    for (i = 1; i in w; i++) {
        for (j = 1; j in m; j++) {
            text = ""
            for (k = 1; k in s; k++) {
                text = text " " clocked(w[i], s[k], m[j])
                seconds = given["paper", w[i], m[j], s[k], "seconds"]
                if (seconds != "") { text = text sprintf(" (%d)", 1000 * seconds) }
                text = text " |"
            }
            print "| " w[i] " | " m[j] " |" text
        }
    }
}

function print_head() {
    print "# The claims of the paper on moldable tasks, and ours, and what was measured"
    print ""
    print "Made by `bench/figures/moldable_claims.awk`; verdicts follow from the numbers by " \
        "these rules, written down before the full runs:"
    print ""
    print "- Ratios are those of the paper: the sum over draws by the sum of bounds; 40 draws of " \
        "up to 100 tasks, as in the paper, 20 of more and of other readings, 10 for local " \
        "search, truncations, BEST and the frontier. Half a 95 % interval is by Student's t of " \
        "value - ratio * base over draws. Two methods are compared on the same draws, by the " \
        "ratio of their sums, so that what both share is taken out; two numbers of tasks, or two " \
        "workloads, have other draws: they differ if their intervals do not meet."
    print "- A comparison is for a claim if all of the interval is on the claim's side of the " \
        "bound, against it if all is on the other side, and within noise otherwise. Where a " \
        "claim tells a range, or bars, there is no noise: the mean is in it, or not."
    print verdict_rules(" (3: three of four)") " A claim of theory (52, 56) holds by a proof, " \
        "and does not by one example; a test has it. 52 to 57 were added later, with the bounds " \
        "of the others."
    print "- A curve is like the paper's (*holds*) if each of its points is within 15 % of it, " \
        "and *holds in part* if half of them are. Equality is not to be expected: the paper's " \
        "generator can be read in several ways, and its bound, on the grid of its text, gives " \
        "higher ratios than it shows."
    print "- *The paper's bound* is its relaxation as printed, with the deadline that our dual " \
        "test accepts. Workloads and readings are told in `bench/moldable_workload.h`, methods " \
        "and metrics in `bench/figures/moldable.c`. Bars are what throwaway programs gave " \
        "before the module was written, on other draws; most claims of ours are what these had " \
        "shown."
    print "- *Readings*. The verdict is by the paper's text: intervals of the bound double; List " \
        "keeps the tasks of a shelf in the given order (list_given); LPTF goes by most time for " \
        "its weight (lptf_weight); Sequential by the longest time (sequential_longest). The " \
        "text does not settle the generator: one X for each task, the index from zero " \
        "(task_zero). The last column has each claim again, with one of these changed, if that " \
        "changes its rows: verdict, and in brackets the comparisons for it, within noise, and " \
        "against it, and the values. *Lists longest first*: list and lptf, which the module " \
        "has. *Sequential by weight and time*: sequential, most weight for its time first. " \
        "*Grid of 1.2*: intervals of the bound grow by 1.2. *Generator step_printed*: an X for " \
        "each processor, the index as printed. *All that the figures suggest*: the last three " \
        "together. *Our bound*: the minsum by our bound instead of the paper's. An asterisk: " \
        "*inferred from the figures* of the paper, whose curves it fits; the text does not say " \
        "it. On a finer grid what is printed is a bound even less often. All of this was added " \
        "later; the bounds of the claims are as they were."
    print ""
    print "| | claim | measured | verdict | other readings |"
    print "|---|---|---|---|---|"
}

END {
    if (twice) { exit 1 }
    add_sums()
    print_head()
    print_claims()
    print_curves("minsum_printed", "minsum",
                 "Figures 3 to 6, minsum by the paper's bound on the grid of its text (the paper)")
    print_curves("minsum_grid_1.2", "minsum",
                 "Figures 3 to 6, minsum by the paper's bound on a grid of 1.2, inferred from " \
                 "the figures (the paper)")
    print_curves("makespan", "makespan", "Figures 3 to 6, makespan (the paper)")
    print_growths()
    print_readings()
    literal = 1         # by the names of the rows, not as a claim reads them
    for (i = split(worlds, list, " "); i >= 1; i--) { print_world(list[5 - i]) }
    print_frontier()
    print_times()
}
