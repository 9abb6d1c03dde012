# plot.gp: draws figures 6 to 14 and the options, as SVG.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "csv='build/figures/tiers.csv'; out='build/figures'" bench/figures/plot.gp
#
# A figure of which the file has no rows is not drawn. Ratios are to EASY on the same jobs; bars are
# 95 % intervals. What the paper prints as a number is a dashed line.

here = "bench/figures/"
load here . "style.gp"

# pick("WHAT", "name=value name=value ..."): a command that prints it.
pick(ask, words) = sprintf("awk -v ask=%s %s -f %sselect.awk '%s' '%s'", ask, words, here, csv, csv)
given(name, text) = sprintf(" -v %s='%s'", name, text)
pick_rows(policy, metric) = "< " . pick("rows", given("figure", figure) \
    . given("policy", policy) . given("metric", metric))

# ---- Figures 6, 7 and 9 to 12: policies over the load

do for [figure in "6 7 9 10 11 12"] {
    policies = system(pick("policies", given("figure", figure)))
    if (strlen(policies) == 0) { continue }
    compared = ""
    do for [policy in policies] {
        if (policy ne "FCFS" && policy ne "EASY") { compared = compared . " " . policy }
    }
    told = figure eq "6" || figure eq "7" ? "" \
        : figure eq "9" || figure eq "10" ? ": nothing is known of usage" \
        : ": all processes of jobs with several use 100 %"
    eval canvas(900, 760)
    set output sprintf("%s/figure%s.svg", out, figure)
    set multiplot layout 2, 2 columnsfirst title sprintf("%s%s", \
        system(pick("title", given("figure", figure))), told) font ",13"
    set xlabel "load" offset 0, 0.6
    set autoscale xfix
    set offsets graph 0.03, graph 0.03, 0, 0
    loads = system(pick("loads", given("figure", figure)))
    if (words(loads) == 1) { set xrange [loads - 0.05:loads + 0.05] }
    set key below samplen 2 reverse Left
    do for [metric in "response bounded_slowdown"] {
        name = metric eq "response" ? "response time" : "bounded slowdown"
        set logscale y
        set format y "%.0s %c"
        set title sprintf("Mean %s", name)
        set ylabel metric eq "response" ? "seconds" : "response / max(run time, 10 s)"
        plot for [policy in policies] pick_rows(policy, metric) using 1:2:3 with yerrorlines \
            lc rgb colour(policy) pt point(policy) ps 0.5 lw 1.2 title policy
        unset logscale y
        set format y "%g"
        set title sprintf("Mean %s, by that of EASY", name)
        set ylabel "ratio to EASY"
        set yrange [0:*]
        average = metric eq "response" ? 0.769 : 0.307
        best = metric eq "response" ? 0.589 : 0.171
        if (figure eq "6" || figure eq "7") {
            plot 1 lc rgb black lw 1 title "EASY", \
                for [policy in compared] pick_rows(policy, metric . "_ratio") using 1:2:3 \
                with yerrorlines lc rgb colour(policy) pt point(policy) ps 0.5 lw 1.2 \
                title policy, \
                average lc rgb green dt 2 lw 1.2 title sprintf("paper, mean: %+.1f %%", \
                100 * average - 100), \
                best lc rgb green dt 3 lw 1.2 title sprintf("paper, best: %+.1f %%", \
                100 * best - 100)
        } else {
            plot 1 lc rgb black lw 1 title "EASY", \
                for [policy in compared] pick_rows(policy, metric . "_ratio") using 1:2:3 \
                with yerrorlines lc rgb colour(policy) pt point(policy) ps 0.5 lw 1.2 title policy
        }
        set yrange [*:*]
    }
    unset multiplot
}

# ---- Figure 8: migrations over the load

figure = "8"
workloads = system(pick("workloads", given("figure", figure)))
if (strlen(workloads) > 0) {
    eval canvas(640, 420)
    set output sprintf("%s/figure8.svg", out)
    set title "Migrations under MEASY\n" . system(pick("title", given("figure", figure)))
    set xlabel "load" offset 0, 0.6
    set ylabel "migrations per job"
    set yrange [0:*]
    loads = system(pick("loads", given("figure", figure)))
    if (words(loads) == 1) { set xrange [loads - 0.05:loads + 0.05] }
    set key default
    set key top left reverse Left
    plot for [name in workloads] "< " . pick("rows", given("figure", figure) \
        . given("policy", "MEASY") . given("metric", "migrations_per_job") \
        . given("workload", name)) using 1:2 with linespoints lc rgb colour(name) \
        pt point(name) ps 0.6 lw 1.5 title name
    set yrange [*:*]
    set xrange [*:*]
}

# ---- Figures 13 and 14: the cost of a migration

do for [figure in "13 14"] {
    loads = system(pick("loads", given("figure", figure)))
    if (strlen(loads) == 0) { continue }
    shown = words(loads) > 3 ? 3 : words(loads)
    eval canvas(120 + 300 * shown, 720)
    set output sprintf("%s/figure%s.svg", out, figure)
    set multiplot layout 2, shown rowsfirst title "The cost of a migration: " \
        . system(pick("title", given("figure", figure))) font ",13"
    set offsets 0, 0, 0, 0
    set samples 2
    set xrange [0:2400]
    set xtics 600
    set xlabel "seconds per migration" offset 0, 0.6
    set key default
    set key below maxrows 4 samplen 2 reverse Left
    do for [metric in "response bounded_slowdown"] {
        name = metric eq "response" ? "response time" : "bounded slowdown"
        do for [i = 1:shown] {
            one = word(loads, i)
            level = system(pick("level", given("figure", figure) . given("load", one) \
                . given("metric", metric . "_ratio")))
            kill = word(level, 1) + 0
            half = word(level, 2) + 0
            set title sprintf("load %.2f", one + 0)
            set ylabel sprintf("mean %s, ratio to EASY", name)
            better = figure eq "13" ? 900 : 480
            worse = figure eq "13" ? 1500 : 900
            unset arrow
            set arrow from better, graph 0 to better, graph 1 nohead dt (8,4) lc rgb green
            set arrow from worse, graph 0 to worse, graph 1 nohead dt (8,4) lc rgb green
            plot [0:2400] "+" using 1:(kill - half):(kill + half) with filledcurves \
                fc rgb orange fs solid 0.25 noborder notitle, \
                kill lc rgb orange lw 1.5 title "KEASY, 95 % band", \
                "< " . pick("costs", given("figure", figure) . given("load", one) \
                . given("metric", metric . "_ratio")) using 1:2:3 with yerrorlines \
                lc rgb blue pt 7 ps 0.5 lw 1.2 title "MEASY", \
                NaN lc rgb green dt (8,4) title sprintf("paper: limits %d s, %d s", better, worse)
        }
    }
    unset multiplot
    unset arrow
    set xrange [*:*]
    set xtics autofreq
}

# ---- The options

figure = "options"
do for [name in system(pick("workloads", given("figure", figure)))] {
    at = given("figure", figure) . given("workload", name)
    loads = system(pick("loads", at))
    shown = words(loads) > 3 ? 3 : words(loads)
    middle = (shown + 1) / 2
    rows = system(pick("places", at)) + 0
    eval canvas(900, 660)
    set output sprintf("%s/options_%s.svg", out, name)
    set multiplot title "What the paper leaves open: " . system(pick("title", at)) font ",13"
    set grid xtics lt 1 lw 0.5 lc rgb "#dddddd"
    set xlabel "ratio to EASY" offset 0, 0.6
    unset ylabel
    set key default
    set key below samplen 0.5 width -2 reverse Left
    set autoscale x
    set offsets graph 0.02, graph 0.02, 0, 0
    set yrange [rows + 0.7:0.3] noreverse
    set tmargin at screen 0.90
    set arrow from 1, graph 0 to 1, graph 1 nohead lc rgb black
    rows_at(i) = "< " . pick("settings", at . given("load", word(loads, i)) \
        . given("metric", metric . "_ratio"))
    style(i) = i == 1 ? blue : i == 2 ? orange : red
    do for [metric in "response bounded_slowdown"] {
        on_left = metric eq "response"
        set title on_left ? "Mean response time" : "Mean bounded slowdown"
        set lmargin at screen on_left ? 0.33 : 0.68
        set rmargin at screen on_left ? 0.64 : 0.99
        if (on_left) {
            eval "set ytics nomirror (" . system(pick("names", at)) . ")"
        } else {
            unset ytics
        }
        plot for [i = 1:shown] rows_at(i) using 2:($1 + 0.22 * (i - middle)):3 \
            with xerrorbars lc rgb style(i) pt (i == 1 ? 7 : i == 2 ? 9 : 5) ps 0.4 \
            title sprintf("load %.2f", word(loads, i) + 0)
    }
    unset multiplot
    set format y
}
