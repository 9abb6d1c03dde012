# plot.gp: draws figures 6 to 14 and the options, as SVG.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "csv='build/figures/tiers.csv'; out='build/figures'" bench/figures/plot.gp
#
# A figure of which the file has no rows is not drawn. Changes are against EASY on the same jobs.
# Figures 6 and 7 also show the other readings, of the file tiers_readings.csv beside it.

here = "bench/figures/"
load here . "style.gp"

# pick("WHAT", "name=value name=value ..."): a command that prints it.
pick(ask, words) = sprintf("awk -v ask=%s %s -f %sselect.awk '%s' '%s'", ask, words, here, csv, csv)
given(name, text) = sprintf(" -v %s='%s'", name, text)
pick_rows(policy, metric) = "< " . pick("rows", given("figure", figure) \
    . given("policy", policy) . given("metric", metric))
title_of(figure) = system(pick("title", given("figure", figure)))

colour(policy) = policy eq "FCFS" ? grey : policy eq "EASY" ? black : policy eq "KEASY" ? orange \
    : policy eq "REASY" ? pink : policy eq "MEASY" ? blue : policy eq "FW" ? blue : red
point(policy) = policy eq "FCFS" ? 1 : policy eq "EASY" ? 4 : policy eq "KEASY" ? 9 \
    : policy eq "REASY" ? 11 : policy eq "MEASY" ? 7 : policy eq "FW" ? 7 : 5
change(ratio) = 100 * ratio - 100

# The other readings of the paper: usage drawn for each job (MEASY), the head unguarded (REASY).
readings = system(sprintf("echo '%s' | sed 's/tiers[.]csv$/tiers_readings.csv/'", csv))
pick_other(other, metric) = sprintf("< awk -v ask=rows -v figure='%s %s' -v policy=%s \
    -v option='%s' -v metric=%s -f %sselect.awk '%s' '%s'", figure, \
    other eq "usage" ? "by job" : other, other eq "usage" ? "MEASY" : "REASY", \
    other eq "usage" ? "usage by job" : other, metric, here, readings, readings)
other_colour(other) = other eq "usage" ? sky : red
other_point(other) = other eq "usage" ? 6 : 10
other_title(other) = other eq "usage" ? "MEASY, usage by job" : "REASY, Algorithm 3"

batches = "Bars: 95 % confidence interval of the mean over 20 batches of jobs."
policies_are = "FCFS: first come, first served. EASY: later jobs pass the first waiting one if \
they do not delay it.\nKEASY, REASY, MEASY: EASY with a second tier of jobs in the background, on \
spare cycles.\nWhen its turn comes, such a job is killed (K), waits (R) or migrates (M)."

# ---- Figures 6, 7 and 9 to 12: policies over the load

do for [figure in "6 7 9 10 11 12"] {
    policies = system(pick("policies", given("figure", figure)))
    if (strlen(policies) == 0) { continue }
    compared = ""
    do for [policy in policies] {
        if (policy ne "FCFS" && policy ne "EASY") { compared = compared . " " . policy }
    }
    printed = figure eq "6" || figure eq "7"
    high = printed ? 889 : 840
    rows = 2
    columns = 2
    left = 84
    aside = 66
    between = 96
    heading = "Jobs in the background: response time and slowdown over the load" . (printed ? "" \
        : figure eq "9" || figure eq "10" ? ", usage unknown" : ", all processors in full use")
    others = printed && system(sprintf("test -s '%s' && echo yes", readings)) eq "yes" \
        ? "usage unguarded" : ""
    legend_lines = printed ? 3 : 1
    seen = title_of(figure) . ". Above: each policy. Below: its change against EASY; \
less than 0 is better than EASY." . (printed ? "\nBelow, also other readings of the paper: \
usage drawn for each job; REASY by the numbers of Algorithm 3." : "")
    notes = batches . (printed ? " Green: what the paper prints for MEASY, over all loads." : "") \
        . "\n" . policies_are
    eval begin(sprintf("figure%s.svg", figure))
    set xlabel "load, % of the machine" offset 0, 0.3
    set xtics 10
    set autoscale xfix
    set offsets graph 0.03, graph 0.03, 0, 0
    loads = system(pick("loads", given("figure", figure)))
    if (words(loads) == 1) { set xrange [100 * loads - 5:100 * loads + 5] }
    place = 0
    do for [kind in "level change"] {
        do for [metric in "response bounded_slowdown"] {
            place = place + 1
            eval panel(place)
            name = metric eq "response" ? "response time" : "bounded slowdown"
            if (kind eq "level") {
                set logscale y
                eval tens
                set title sprintf("Mean %s", name) offset 0, -0.4
                eval y_title(metric eq "response" ? "hours (logarithmic)" \
                    : "response / max(run time, 10 s) (logarithmic)")
                scale = metric eq "response" ? 3600.0 : 1.0
                plot for [policy in policies] pick_rows(policy, metric) \
                    using (100 * $1):($2 / scale):($3 / scale) with yerrorlines \
                    lc rgb colour(policy) pt point(policy) ps 0.6 lw 1.2 title policy, \
                    NaN lc rgb green dt (6,4) lw 1.5 title printed ? "paper, mean" : "", \
                    NaN lc rgb green dt (2,3) lw 1.5 title printed ? "paper, best" : "", \
                    for [other in "usage unguarded"] NaN with linespoints \
                    lc rgb other_colour(other) pt other_point(other) ps 0.6 lw 1.2 \
                    title words(others) > 0 ? other_title(other) : ""
                unset logscale y
                set ytics autofreq
            } else {
                set title sprintf("Change of the mean %s", name)
                eval y_title("against EASY, %")
                average = metric eq "response" ? 0.769 : 0.307
                best = metric eq "response" ? 0.589 : 0.171
                # gnuplot goes once through an empty list, so the others are put behind as text.
                eval "plot 0 lc rgb black lw 1, for [policy in compared] \
                    pick_rows(policy, metric . '_ratio') \
                    using (100 * $1):(change($2)):(100 * $3) with yerrorlines \
                    lc rgb colour(policy) pt point(policy) ps 0.6 lw 1.2, \
                    printed ? change(average) : NaN lc rgb green dt (6,4) lw 1.5, \
                    printed ? change(best) : NaN lc rgb green dt (2,3) lw 1.5" \
                    . (words(others) == 0 ? "" : ", for [other in others] \
                    pick_other(other, metric . '_ratio') \
                    using (100 * $1):(change($2)):(100 * $3) with yerrorlines \
                    lc rgb other_colour(other) pt other_point(other) ps 0.6 lw 1.2")
            }
        }
    }
    eval finish
}

# ---- Figure 8: migrations over the load

figure = "8"
workloads = system(pick("workloads", given("figure", figure)))
if (strlen(workloads) > 0) {
    wide = 700
    heading = "How often MEASY migrates a job"
    seen = title_of(figure)
    notes = "A job in the background migrates when its turn comes on processors of its own. \
Counts: no intervals."
    eval begin("figure8.svg")
    eval panel(1)
    set xlabel "load, % of the machine" offset 0, 0.3
    eval y_title("migrations per job")
    set yrange [0:*]
    set xtics 10
    set autoscale xfix
    set offsets graph 0.03, graph 0.03, 0, 0
    loads = system(pick("loads", given("figure", figure)))
    if (words(loads) == 1) { set xrange [100 * loads - 5:100 * loads + 5] }
    plot for [name in workloads] "< " . pick("rows", given("figure", figure) \
        . given("policy", "MEASY") . given("metric", "migrations_per_job") \
        . given("workload", name)) using (100 * $1):2 with linespoints lc rgb colour(name) \
        pt point(name) ps 0.7 lw 1.5 title name
    eval finish
}

# ---- Figures 13 and 14: the cost of a migration

do for [figure in "13 14"] {
    loads = system(pick("loads", given("figure", figure)))
    if (strlen(loads) == 0) { continue }
    shown = words(loads) > 3 ? 3 : words(loads)
    better = figure eq "13" ? 900 : 480
    worse = figure eq "13" ? 1500 : 900
    wide = shown == 1 ? 640 : 140 + 300 * shown
    high = 780
    rows = 2
    columns = shown
    legend_lines = shown == 1 ? 3 : 2
    heading = "What may a migration cost?"
    seen = title_of(figure) . (shown == 1 ? ".\n" : ". ") . "Where MEASY is below KEASY, \
migrating pays."
    notes = batches . " Band: that of KEASY." . (shown == 1 ? "\n" : " ") \
        . "KEASY kills a job in the background, MEASY migrates it."
    eval begin(sprintf("figure%s.svg", figure))
    set xrange [0:2400]
    set xtics 600
    set xlabel "cost of a migration, s" offset 0, 0.3
    place = 0
    do for [metric in "response bounded_slowdown"] {
        do for [i = 1:shown] {
            place = place + 1
            eval panel(place)
            one = word(loads, i)
            level = system(pick("level", given("figure", figure) . given("load", one) \
                . given("metric", metric . "_ratio")))
            kill = word(level, 1) + 0
            half = word(level, 2) + 0
            set title sprintf("load %.0f %%", 100 * one) offset 0, -0.4
            eval y_title(sprintf("mean %s, change against EASY, %%", \
                metric eq "response" ? "response time" : "slowdown"))
            set arrow 1 from better, graph 0 to better, graph 1 nohead dt (6,4) lc rgb green
            set arrow 2 from worse, graph 0 to worse, graph 1 nohead dt (2,3) lc rgb green
            plot 0 lc rgb black lw 1 title "EASY", \
                "+" using 1:(change(kill - half)):(change(kill + half)) with filledcurves \
                fc rgb orange fs solid 0.25 noborder, \
                change(kill) lc rgb orange lw 1.5 title "KEASY", \
                "< " . pick("costs", given("figure", figure) . given("load", one) \
                . given("metric", metric . "_ratio")) using 1:(change($2)):(100 * $3) \
                with yerrorlines lc rgb blue pt 7 ps 0.6 lw 1.2 title "MEASY", \
                NaN lc rgb green dt (6,4) title sprintf("paper: pays below %d s", better), \
                NaN lc rgb green dt (2,3) title sprintf("paper: worse above %d s", worse)
        }
    }
    eval finish
    unset arrow
}

# ---- The options

figure = "options"
do for [name in system(pick("workloads", given("figure", figure)))] {
    at = given("figure", figure) . given("workload", name)
    loads = system(pick("loads", at))
    shown = words(loads) > 3 ? 3 : words(loads)
    middle = (shown + 1) / 2
    places = system(pick("places", at)) + 0
    high = 820
    columns = 2
    left = 270
    between = 40
    heading = "What the paper leaves open: the policies with other settings"
    seen = system(pick("title", at)) . ". Left of 0: better than EASY."
    notes = batches . "\n" . policies_are
    eval begin(sprintf("options_%s.svg", name))
    set grid xtics lt 1 lw 0.5 lc rgb "#dddddd"
    set xlabel "change against EASY, %" offset 0, 0.3
    set xrange [*<0:0<*]
    set offsets graph 0.02, graph 0.02, 0, 0
    set yrange [places + 0.7:0.3] noreverse
    rows_at(i) = "< " . pick("settings", at . given("load", word(loads, i)) \
        . given("metric", metric . "_ratio"))
    style(i) = i == 1 ? blue : i == 2 ? orange : red
    # Lines between the policies: below the rows of the first, and of the first two.
    rows_of(names) = system(pick("names", at) . " | tr , '\n' | grep -cE '" . names . "'") + 0
    set arrow 2 from graph 0, first rows_of("KEASY") + 0.5 to graph 1, \
        first rows_of("KEASY") + 0.5 nohead lw 0.7 lc rgb "#444444"
    set arrow 3 from graph 0, first rows_of("[KR]EASY") + 0.5 to graph 1, \
        first rows_of("[KR]EASY") + 0.5 nohead lw 0.7 lc rgb "#444444"
    place = 0
    do for [metric in "response bounded_slowdown"] {
        place = place + 1
        eval panel(place)
        set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb black
        set title metric eq "response" ? "Mean response time" : "Mean bounded slowdown" \
            offset 0, -0.4
        if (place == 1) {
            eval "set ytics nomirror (" . system(pick("names", at)) . ")"
        } else {
            set ytics 1, 1, places format ""
        }
        plot for [i = 1:shown] rows_at(i) using (change($2)):($1 + 0.24 * (i - middle)):(100 * $3) \
            with xerrorbars lc rgb style(i) pt (i == 1 ? 7 : i == 2 ? 9 : 5) ps 0.5 lw 1.2 \
            title sprintf("load %.0f %%", 100 * word(loads, i))
    }
    eval finish
    set grid noxtics
}
