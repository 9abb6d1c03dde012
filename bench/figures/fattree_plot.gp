# fattree_plot.gp: draws what was measured of the patent on trees of switches.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/fattree_plot.gp
#
# Bars are 95 % intervals. Saturated stands right of the loads. Policies are moved sideways a
# little, so that none hides another.

here = "bench/figures/"
load here . "style.gp"
csv = sprintf("'%s/fattree.csv' '%s/fattree_patent.csv'", folder, folder)

# data("world,queue,policy,metric"): a command that prints at, mean, half width, by rising loads.
data(words) = sprintf("< awk -F, -v wanted='%s' '$1 FS $2 FS $3 FS $5 == wanted \
    { print $4 == \"saturated\" ? 105 : $4, $6, $7 }' %s | sort -n", words, csv)
there(words) = system(sprintf("awk -F, '$1 FS $2 FS $3 FS $5 == \"%s\" { n++ } \
    END { print n + 0 }' %s", words, csv)) + 0

# both("world,queue", "policies"): utilisation and hops of each, saturated, in this order:
# utilisation, hops, half widths.
both(words, policies) = sprintf("< awk -F, -v wanted='%s' -v policies='%s' \
    '$1 FS $2 == wanted && $4 == \"saturated\" { mean[$3, $5] = $6; half[$3, $5] = $7 } \
    END { n = split(policies, p, \" \"); for (i = 1; i <= n; i++) { print \
    100 * mean[p[i], \"utilisation\"], mean[p[i], \"job_hops\"], \
    100 * half[p[i], \"utilisation\"], half[p[i], \"job_hops\"], substr(p[i], 7) } }' %s", \
    words, policies, csv)

# units("world,queue,metric"): over the size of units, saturated.
units(words) = sprintf("< awk -F, -v wanted='%s' '$1 FS $2 FS $5 == wanted && $3 ~ /^units_/ && \
    $4 == \"saturated\" { print substr($3, 7), $6, $7 }' %s | sort -n", words, csv)

worlds = "log lublin"
world_title(w) = w eq "log" ? "run times whatever the size" : "model of Lublin and Feitelson"
all_units = "units_1 units_2 units_4 units_8 units_16"
larger_units = "units_4 units_8 units_16"

# ---- The balance

if (there("log,easy,exact,utilisation") > 0) {
    eval canvas(1080, 560)
    set output out . "/fattree_balance.svg"
    set multiplot layout 1, 2 title "Saturated: hops of a pair, over busy processors. Right and \
below is better" font ",13"
    set xlabel "utilisation, %"
    do for [w in worlds] {
        set title world_title(w)
        set ylabel w eq "log" ? "hops of a pair of a job's processors, mean over jobs" : ""
        unset key
        if (w eq "log") { set key inside top left reverse Left samplen 1.5 spacing 1.1 }
        plot both(w . ",easy", all_units) using 1:2:3:4 with xyerrorbars lc rgb blue pt 5 ps 0.6 \
                title "units of 1, 2, 4, 8, 16, EASY", \
            both(w . ",easy", all_units) using 1:2 with lines lc rgb blue lw 1 notitle, \
            both(w . ",easy", larger_units) using 1:2:5 with labels tc rgb blue \
                offset 1.4, -0.3 notitle, \
            both(w . ",patent_4", all_units) using 1:2:3:4 with xyerrorbars lc rgb green pt 9 \
                ps 0.7 title "the same, the patent's queue", \
            both(w . ",patent_4", all_units) using 1:2 with lines lc rgb green lw 1 notitle, \
            both(w . ",patent_4", larger_units) using 1:2:5 with labels tc rgb green \
                offset -0.9, -0.6 notitle, \
            both(w . ",easy", "exact") using 1:2:3:4 with xyerrorbars lc rgb black pt 7 ps 0.8 \
                title "exact, EASY", \
            both(w . ",easy", "slurm") using 1:2:3:4 with xyerrorbars lc rgb pink pt 11 ps 0.8 \
                title "Slurm 22.05's rule, EASY", \
            both(w . ",easy", "first") using 1:2:3:4 with xyerrorbars lc rgb grey pt 2 ps 0.8 \
                title "lowest numbers, EASY", \
            both(w . ",easy", "contiguous") using 1:2:3:4 with xyerrorbars lc rgb red pt 13 \
                ps 0.9 title "neighbours, EASY", \
            both(w . ",fcfs", "contiguous") using 1:2:3:4 with xyerrorbars lc rgb red pt 12 \
                ps 0.9 title "neighbours, first come", \
            both(w . ",fcfs", "exact") using 1:2:3:4 with xyerrorbars lc rgb black pt 6 \
                ps 0.8 title "exact, first come"
    }
    unset multiplot
    set output
}

# ---- Over the load

tellers = "'easy,exact' 'easy,units_4' 'easy,units_16' 'easy,contiguous' 'easy,slurm' 'easy,first' \
'patent_4,units_4' 'fcfs,contiguous' 'fcfs,exact'"
titles = "'exact' 'units of 4' 'units of 16' 'neighbours' 'Slurm 22.05' 'lowest numbers' \
'patent, units of 4' 'neighbours, first come' 'exact, first come'"
paint(i) = i == 1 || i == 9 ? black : i == 2 ? blue : i == 3 ? "#56b4e9" : i == 4 || i == 8 ? red \
    : i == 5 ? pink : i == 6 ? grey : green
mark(i) = i == 1 ? 7 : i == 2 ? 5 : i == 3 ? 4 : i == 4 ? 13 : i == 5 ? 11 : i == 6 ? 2 \
    : i == 7 ? 9 : i == 8 ? 12 : 6
dash(i) = i < 7 ? 1 : 2
shift(i) = 0.35 * (i - 5)

set xtics ("50" 50, "60" 60, "70" 70, "80" 80, "90" 90, "97" 97, "full" 105)

if (there("log,easy,exact,job_hops") > 1) {
    eval canvas(1080, 460)
    set output out . "/fattree_hops.svg"
    set multiplot layout 1, 2 title "Hops of a pair of a job's processors, mean over jobs" \
        font ",13"
    set xlabel "load, %"
    set xrange [47:108]
    set yrange [2.9:4.3]
    set key inside top left reverse Left samplen 2 maxrows 4
    do for [w in worlds] {
        set title world_title(w)
        set ylabel w eq "log" ? "hops of a pair" : ""
        if (w ne "log") { unset key }
        plot for [i = 1:7] data(w . "," . word(tellers, i) . ",job_hops") \
            using ($1 + shift(i)):2:3 with yerrorlines lc rgb paint(i) pt mark(i) ps 0.6 lw 1.2 \
            dt dash(i) title word(titles, i)
    }
    unset multiplot
    set output

    eval canvas(1080, 460)
    set output out . "/fattree_slowdown.svg"
    set multiplot layout 1, 2 title "Mean bounded slowdown" font ",13"
    set xtics ("50" 50, "60" 60, "70" 70, "80" 80, "90" 90, "97" 97)
    set xrange [47:100]
    set logscale y
    set yrange [0.8:*]
    set key inside top left reverse Left samplen 2 maxrows 4
    lines = "1 2 3 4 7 8 9"
    do for [w in worlds] {
        set title world_title(w)
        set ylabel w eq "log" ? "slowdown" : ""
        if (w ne "log") { unset key }
        plot for [i = 1:words(lines)] data(w . "," . word(tellers, int(word(lines, i))) \
            . ",slowdown") using ($1 + shift(int(word(lines, i)))):2:3 with yerrorlines \
            lc rgb paint(int(word(lines, i))) pt mark(int(word(lines, i))) ps 0.6 lw 1.2 \
            dt dash(int(word(lines, i))) title word(titles, int(word(lines, i)))
    }
    unset logscale y
    set yrange [*:*]
    unset multiplot
    set output

    eval canvas(1080, 460)
    set output out . "/fattree_above.svg"
    set multiplot layout 1, 2 title "Decisions with more hops than the least in the same state, \
% (EASY)" font ",13"
    set xtics ("50" 50, "60" 60, "70" 70, "80" 80, "90" 90, "97" 97, "full" 105)
    set xrange [47:108]
    set yrange [0:110]
    set ytics 20
    set key inside top left reverse Left samplen 2 maxrows 2
    lines = "2 4 5 6"
    do for [w in worlds] {
        set title world_title(w)
        set ylabel w eq "log" ? "percent" : ""
        if (w ne "log") { unset key }
        plot for [i = 1:words(lines)] data(w . "," . word(tellers, int(word(lines, i))) \
            . ",above") using ($1 + shift(int(word(lines, i)))):(100 * $2):(100 * $3) \
            with yerrorlines lc rgb paint(int(word(lines, i))) pt mark(int(word(lines, i))) \
            ps 0.6 lw 1.2 title word(titles, int(word(lines, i))), \
            data(w . ",easy,greedy,above") using 1:(100 * $2):(100 * $3) with yerrorlines \
            lc rgb green pt 1 ps 0.6 lw 1.2 title "greedy"
    }
    set yrange [*:*]
    set ytics autofreq
    unset multiplot
    set output
}

# ---- The patent's queue

if (there("log,patent_4,units_4,utilisation") > 0) {
    eval canvas(1080, 760)
    set output out . "/fattree_batches.svg"
    set multiplot layout 2, 2 title "The patent's queue, saturated, by the size of units and of \
batches; beside it EASY with the same units" font ",13"
    queues = "easy patent_1 patent_2 patent_4 patent_8"
    queue_titles = "'EASY' 'batches of 1' 'batches of 2' 'batches of 4' 'batches of 8'"
    shade(i) = i == 1 ? black : i == 2 ? grey : i == 3 ? orange : i == 4 ? green : blue
    set xtics ("1" 1, "2" 2, "4" 4, "8" 8, "16" 16)
    set logscale x 2
    set xrange [0.85:19]
    do for [metric in "utilisation job_hops"] {
        do for [w in worlds] {
            set title metric eq "utilisation" ? world_title(w) : ""
            set xlabel metric eq "utilisation" ? "" : "processors of a unit"
            set ylabel w ne "log" ? "" : metric eq "utilisation" ? "utilisation, %" \
                : "hops of a pair, mean over jobs"
            unset key
            if (w eq "log" && metric eq "utilisation") {
                set key inside bottom left reverse Left samplen 2
            }
            factor = metric eq "utilisation" ? 100 : 1
            plot for [i = 1:5] units(w . "," . word(queues, i) . "," . metric) \
                using ($1 * (1 + 0.02 * (i - 3))):(factor * $2):(factor * $3) with yerrorlines \
                lc rgb shade(i) pt mark(i) ps 0.6 lw 1.2 title word(queue_titles, i)
        }
    }
    unset multiplot
    set output
}
