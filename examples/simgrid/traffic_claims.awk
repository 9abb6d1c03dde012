# traffic_claims.awk: what was simulated, and whether fewer hops were faster, as a page.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f examples/simgrid/traffic_claims.awk ROWS
#
# ROWS: what build/simgrid_traffic --csv writes. Verdicts follow from the numbers by the rules that
# the page begins with.
$1 == "traffic" { next }
{
    keep($1 SUBSEP $2 SUBSEP $3 SUBSEP $4, 5)
    if ($3 == "full" && $4 == "exact") { cases[++cases_count] = $1 SUBSEP $2 }
}

function key(one, machine, way) { return one SUBSEP machine SUBSEP way }

# A difference that is 0 when rounded has no sign.
function difference(one, machine, way, digits, text) {
    text = value(key(one, machine, way), digits)
    return text ~ /^-0\.0+ / ? substr(text, 2) : text
}

# One comparison for a claim: is the first way less?
function compare(one, machine, way, digits) {
    if (difference(one, machine, way, digits) ~ /^0\.0+ /) {
        tally_one(0)
    } else {
        tally_bound(key(one, machine, way), 0, -1)
    }
}

function print_row(one, machine, digits, ways, way, i, text) {
    text = one
    sub(SUBSEP, " | ", text)
    split("exact first_fit random", ways, " ")
    for (i = 1; i <= 3; i++) {
        text = text sprintf(" | %." digits "f", mean[key(one, machine, ways[i])])
    }
    tally_start()
    compare(one, machine, "exact_less_first_fit", digits)
    compare(one, machine, "first_fit_less_random", digits)
    print "| " text " | " difference(one, machine, "exact_less_first_fit", digits) \
        " | " difference(one, machine, "first_fit_less_random", digits) \
        " | " difference(one, machine, "exact_less_random", digits) " | **" tally_verdict(0) "** |"
}

function print_machine(machine, title, words, i) {
    print "\n## " title "\n\n" words "\n"
    print "| traffic | uplinks | exact | first fit | random | exact less first fit " \
        "| first fit less random | exact less random | exact < first fit < random |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= cases_count; i++) {
        print_row(cases[i], machine, cases[i] ~ /^hops/ ? 2 : 1)
    }
}

END {
    if (twice) { exit 1 }
    print "# Are fewer hops also faster? What a simulated fat tree says"
    print ""
    print "Made by `examples/simgrid/traffic_claims.awk` from `traffic.csv`, which " \
        "`build/simgrid_traffic --csv FILE` writes (SimGrid 3.32). The head of " \
        "`examples/simgrid/traffic.cpp` says what is simulated. Times are milliseconds, hops those " \
        "of a pair of a job."
    print ""
    print "- ± is the half of a 95 % interval over the states. Ways are compared in the same " \
        "states, by their difference, so that what both share is taken out."
    print "- A claim is two comparisons: exact less first fit, and first fit less random. One is " \
        "for the claim if all of its interval is below 0, against it if all is above, and within " \
        "noise if 0 is in it, or if the difference is printed as 0."
    print verdict_rules()
    print_machine("full", "A full machine",
        "Jobs are placed in turn until no processor is free, and all of them send.")
    print_machine("two", "Two jobs at once", "Others have three quarters, and send nothing.")
    print_machine("alone", "A job alone", "Others have three quarters, and send nothing.")
}
