# cluster_claims.awk: two tiers on SimGrid's hosts beside the published model: what was measured.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f examples/simgrid/cluster_claims.awk ROWS
#
# ROWS: what run.sh has made of `simgrid_cluster --csv`, a run each. Rules and claims were written
# down after a trial of one draw, and before the full run.
BEGIN {
    two_tiers = "keasy reasy measy"
    # 97.5 % of Student's t by degrees of freedom
    split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262", student, " ")
}

$1 == "policy" { next }
{
    jobs = $6
    response[$7, $1, $3, $5] = $9
    behind[$7, $1, $3] += $11
    moved[$7, $1, $3] += $12 + $13
    overdue += $15
    seeds[$5] = 1
    barriers[$3] = 1
}

# The mean of the logarithms of a ratio over all draws, and the half of its interval. Draws differ
# much in how long jobs wait, so that a ratio of sums would be that of the most crowded draw.
function compare(key, upper, lower, seed, n, sum, squares, log_ratio, rest) {
    for (seed in seeds) {
        if (!((upper SUBSEP seed) in response) || !((lower SUBSEP seed) in response)) { return }
        log_ratio = log(response[upper, seed] / response[lower, seed])
        n++
        sum += log_ratio
        squares += log_ratio * log_ratio
    }
    mean[key] = sum / n
    rest = squares - sum * sum / n
    half[key] = n > 1 && rest > 0 ? student[n - 1] * sqrt(rest / (n - 1) / n) : 0
}

function ratio(key) {
    if (!(key in mean)) { return "not measured" }
    return sprintf("%.3f (%.3f to %.3f)", exp(mean[key]), exp(mean[key] - half[key]),
        exp(mean[key] + half[key]))
}

function compare_all(b, policy, names, n, i) {
    n = split(two_tiers, names, " ")
    for (b in barriers) {
        for (i = 1; i <= n; i++) {
            policy = names[i]
            compare("simgrid" SUBSEP policy SUBSEP b, "simgrid" SUBSEP policy SUBSEP b,
                "simgrid" SUBSEP "easy" SUBSEP 0)
            compare("model" SUBSEP policy SUBSEP b, "model" SUBSEP policy SUBSEP b,
                "model" SUBSEP "easy" SUBSEP 0)
            compare("both" SUBSEP policy SUBSEP b, "simgrid" SUBSEP policy SUBSEP b,
                "model" SUBSEP policy SUBSEP b)
            compare("meeting" SUBSEP policy SUBSEP b, "simgrid" SUBSEP policy SUBSEP b,
                "simgrid" SUBSEP policy SUBSEP 0)
            compare("best" SUBSEP policy SUBSEP b, "simgrid" SUBSEP "measy" SUBSEP b,
                "simgrid" SUBSEP policy SUBSEP b)
        }
    }
    compare("easy", "simgrid" SUBSEP "easy" SUBSEP 0, "model" SUBSEP "easy" SUBSEP 0)
}

# ---- The claims

# One comparison for each number of barriers: is the ratio above 1 (wanted 1), or below it (-1)?
function tally_barriers(which, policy, wanted, from, i) {
    for (i = 1; i <= places["barriers"]; i++) {
        if (ats["barriers", i] + 0 < from) { continue }
        tally_bound(which SUBSEP policy SUBSEP ats["barriers", i], 0, wanted,
            policy " with " ats["barriers", i])
        values = values (values == "" ? "" : ", ") ratio(which SUBSEP policy SUBSEP \
            ats["barriers", i])
    }
}

# Counts for one claim; its words are in `words` then. 0: there is no such claim.
function claim(number) {
    if (number == 1) {
        words = "Under EASY the mean response is that of the model, in each draw"
        tally_one(mean["easy"] == 0 && half["easy"] == 0 ? 1 : -1)
    } else if (number == 2) {
        words = "No job in the foreground outlasts its expected end"
        tally_one(overdue == 0 ? 1 : -1)
    } else if (number == 3) {
        words = "MEASY lets jobs end sooner than EASY (mean response, MEASY / EASY)"
        tally_barriers("simgrid", "measy", -1, 0)
    } else if (number == 4) {
        words = "... and so does KEASY"
        tally_barriers("simgrid", "keasy", -1, 0)
    } else if (number == 5) {
        words = "... and REASY"
        tally_barriers("simgrid", "reasy", -1, 0)
    } else if (number == 6) {
        words = "MEASY is better than KEASY (MEASY / KEASY)"
        tally_barriers("best", "keasy", -1, 0)
    } else if (number == 7) {
        words = "... and than REASY"
        tally_barriers("best", "reasy", -1, 0)
    } else if (number == 8) {
        words = "SimGrid's hosts are kinder than the model (MEASY, SimGrid / model)"
        tally_barriers("both", "measy", -1, 0)
    } else if (number == 9) {
        words = "... the less so the more often processes meet (MEASY, N barriers / none)"
        tally_barriers("meeting", "measy", 1, 1)
    } else {
        return 0
    }
    return 1
}

function print_claims(number) {
    print "| | claim | measured | verdict |"
    print "|---|---|---|---|"
    for (number = 1; ; number++) {
        tally_start()
        values = ""
        if (!claim(number)) { return }
        printf "| %d | %s | %s | **%s** |\n", number, words,
            tally_text() (values == "" ? "" : ". Values: " values), tally_verdict(0)
    }
}

# ---- What was measured

function print_rows(n, names, i, p, b) {
    print ""
    print "## What was measured"
    print ""
    print "| policy | barriers | mean response / EASY's: SimGrid | model | SimGrid / model | put " \
        "behind others, moved to the front: SimGrid | model |"
    print "|---|---|---|---|---|---|---|"
    n = split(two_tiers, names, " ")
    for (p = 1; p <= n; p++) {
        for (i = 1; i <= places["barriers"]; i++) {
            b = names[p] SUBSEP ats["barriers", i]
            print "| " names[p] " | " ats["barriers", i] " | " ratio("simgrid" SUBSEP b) " | " \
                ratio("model" SUBSEP b) " | " ratio("both" SUBSEP b) " | " \
                behind["simgrid", b] ", " moved["simgrid", b] " | " \
                behind["model", b] ", " moved["model", b] " |"
        }
    }
}

function print_head(draws) {
    print "# Two tiers on simulated hosts, and in the published model"
    print ""
    print "Made by `examples/simgrid/cluster_claims.awk`; verdicts follow from the numbers by these " \
        "rules. Rules and claims were written down after a trial of one draw, and before the full " \
        "run:"
    print ""
    print "- A number is the geometric mean of a ratio of mean response times over " draws \
        " draws of jobs, estimates and usages; in brackets is its 95 % interval. Both sides of a " \
        "ratio have the same draws."
    print "- A comparison is for a claim if all of the interval is on the claim's side of 1, " \
        "against it if all is on the other side, and within noise if 1 is in it."
    print verdict_rules()
    print "- A run: " jobs " jobs of the Lublin-Feitelson model on 256 processors, offered load 90 %, " \
        "estimates of a model, all divided by 0.96. Each process uses 40 to 100 % of its " \
        "processor, as drawn; the queue knows. A migration costs 20 s."
    print "- SimGrid: each process has work for its run time alone. Processes in front have 24 " \
        "times the priority of those behind. With barriers the processes of a job meet that " \
        "often, so that each waits for the slowest; without them only at the end. Caches, memory " \
        "and disks are not simulated."
    print "- The model (`bench/swil_tiers.h`) is the one published with MEASY: a job behind others " \
        "goes as fast as its slowest process at each moment, and of the cycles left to it makes " \
        "work of 20 to 77 %, which is drawn; barriers are not in it."
    print ""
}

END {
    for (b in barriers) { add_place("barriers", b) }
    for (seed in seeds) { draws++ }
    compare_all()
    print_head(draws)
    print_claims()
    print_rows()
}
