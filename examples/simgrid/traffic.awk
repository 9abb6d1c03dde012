# traffic.awk: what was simulated, and whether fewer hops were faster, as a page.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f examples/simgrid/traffic.awk ROWS
#
# ROWS: what build/simgrid_traffic --csv writes. Verdicts follow from the numbers by the rules that the
# page begins with.
$1 == "traffic" { next }
{
    keep($1 SUBSEP $2 SUBSEP $3 SUBSEP $4, 5)
    if ($1 != "hops" && $3 == "full" && $4 == "exact") { cases[++cases_count] = $1 SUBSEP $2 }
}

function key(one, machine, way) { return one SUBSEP machine SUBSEP way }

function print_row(one, machine, digits, split_one, text) {
    split(one, split_one, SUBSEP)
    text = "| " split_one[1] " | " split_one[2] " | " \
        sprintf("%." digits "f | %." digits "f | %." digits "f", mean[key(one, machine, "exact")],
                mean[key(one, machine, "first_fit")], mean[key(one, machine, "random")]) \
        " | " value(key(one, machine, "exact_less_first_fit"), digits) \
        " | " value(key(one, machine, "first_fit_less_random"), digits) \
        " | " value(key(one, machine, "exact_less_random"), digits) " | "
    tally_start()
    tally_bound(key(one, machine, "exact_less_first_fit"), 0, -1)
    tally_bound(key(one, machine, "first_fit_less_random"), 0, -1)
    print text "**" tally_verdict(0) "** |"
}

function print_machine(machine, title, words, i) {
    print ""
    print "## " title
    print ""
    print words
    print ""
    print "| traffic | uplinks | exact | first fit | random | exact - first fit | first fit - random " \
        "| exact - random | exact < first fit < random |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= cases_count; i++) { print_row(cases[i], machine, 1) }
    print_row("hops" SUBSEP "any", machine, 2)
}

END {
    if (twice) { exit 1 }
    print "# Are fewer hops also faster? What a simulated fat tree says"
    print ""
    print "Made by `examples/simgrid/traffic.awk` from `traffic.csv`, which " \
        "`build/simgrid_traffic --csv FILE` writes (SimGrid 3.32); the head of " \
        "`examples/simgrid/traffic.cpp` says what is simulated. Times are milliseconds."
    print ""
    print "- ± is the half of a 95 % interval over the states. Ways are compared in the same states, " \
        "by their difference, so that what both share is taken out."
    print "- A claim is two comparisons: exact less first fit, and first fit less random. One is for " \
        "the claim if all of its interval is below 0, against it if all is above, and within noise " \
        "if 0 is in it."
    print verdict_rules()
    print_machine("full", "A full machine",
        "Jobs are placed in turn until no processor is free, and all of them send.")
    print_machine("two", "Two jobs at once", "Others have three quarters of the machine, and are silent.")
    print_machine("alone", "A job alone", "Others have three quarters of the machine, and are silent.")
}
