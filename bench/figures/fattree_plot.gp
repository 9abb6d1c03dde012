# fattree_plot.gp: draws what was measured of the patent on trees of switches.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/fattree_plot.gp
#
# Saturated is right of the loads. Policies are moved sideways a little, so that none hides another.

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
world_title(w) = w eq "log" ? "run times do not depend on the width" \
    : "model of Lublin and Feitelson: wide jobs run longer"
all_units = "units_1 units_2 units_4 units_8 units_16"
world_of(n) = n % 2 == 1 ? "log" : "lublin"

machine = "4,096 processors, 16 to a leaf switch, 16 leaf switches to a pod, 16 pods. Two \
processors are 2 hops apart at a leaf, 4 in a pod, 6 elsewhere."
places = "Exact: the fewest hops. Units: the patent's, of 1 to 16 processors. Slurm: the leaf \
rule of Slurm 22.05. Neighbours: the smallest free range of numbers."

# ---- The balance

if (there("log,easy,exact,utilisation") > 0) {
    wide = 1080
    high = 640
    columns = 2
    left = 60
    aside = 42
    legend_lines = 2
    heading = "Which processors give few hops on a busy machine?"
    seen = "Mean hops between two processors of a job over the busy share of a saturated machine. \
Right and below is better"
    notes = "Bars: 95 % confidence interval of the mean over 20 draws, in both directions. \
Numbers beside points: the size of units.\n" . machine . "\n" . places
    eval begin("fattree_balance.svg")
    set xlabel "busy processors, % (axis starts at 50)" offset 0, 0.3
    set xrange [50:101]
    set xtics 10
    set yrange [2.9:4]
    set ytics 0.2
    do for [n = 1:2] {
        w = world_of(n)
        eval panel(n)
        eval cut_x(0)
        eval cut_y(0)
        eval y_title("hops (axis starts at 2.9)")
        set title world_title(w) offset 0, -0.4
        plot both(w . ",easy", all_units) using 1:2:3:4 with xyerrorbars lc rgb blue pt 5 ps 0.7 \
                title "units, EASY", \
            both(w . ",patent_4", all_units) using 1:2:3:4 with xyerrorbars lc rgb green pt 9 \
                ps 0.8 title "units, patent's queue", \
            both(w . ",easy", "exact") using 1:2:3:4 with xyerrorbars lc rgb black pt 7 ps 0.8 \
                title "exact, EASY", \
            both(w . ",fcfs", "exact") using 1:2:3:4 with xyerrorbars lc rgb black pt 6 \
                ps 0.8 title "exact, first come", \
            both(w . ",easy", "contiguous") using 1:2:3:4 with xyerrorbars lc rgb red pt 13 \
                ps 0.9 title "neighbours, EASY", \
            both(w . ",fcfs", "contiguous") using 1:2:3:4 with xyerrorbars lc rgb red pt 12 \
                ps 0.9 title "neighbours, first come", \
            both(w . ",easy", "slurm") using 1:2:3:4 with xyerrorbars lc rgb pink pt 11 ps 0.9 \
                title "Slurm, EASY", \
            both(w . ",easy", "first") using 1:2:3:4 with xyerrorbars lc rgb grey pt 2 ps 0.8 \
                title "lowest numbers, EASY", \
            both(w . ",easy", all_units) using 1:2 with lines lc rgb blue lw 1, \
            both(w . ",easy", "units_4 units_8") using 1:2:5 with labels tc rgb blue \
                offset -1.6, 0.5, \
            both(w . ",easy", "units_16") using 1:2:5 with labels tc rgb blue \
                offset n == 1 ? -1.6 : 1.8, n == 1 ? 0.5 : -0.2, \
            both(w . ",patent_4", all_units) using 1:2 with lines lc rgb green lw 1, \
            both(w . ",patent_4", "units_16") using 1:2:5 with labels tc rgb green \
                offset -0.6, -0.9
    }
    eval finish
}

# ---- Over the load

tellers = "'easy,exact' 'easy,units_4' 'easy,units_16' 'easy,contiguous' 'easy,slurm' 'easy,first' \
'patent_4,units_4' 'fcfs,contiguous' 'fcfs,exact'"
titles = "'exact' 'units of 4' 'units of 16' 'neighbours' 'Slurm' 'lowest numbers' \
'patent, units of 4' 'neighbours, FCFS' 'exact, FCFS'"
paint(i) = i == 1 || i == 9 ? black : i == 2 ? blue : i == 3 ? sky : i == 4 || i == 8 ? red \
    : i == 5 ? pink : i == 6 ? grey : green
mark(i) = i == 1 ? 7 : i == 2 ? 5 : i == 3 ? 4 : i == 4 ? 13 : i == 5 ? 11 : i == 6 ? 2 \
    : i == 7 ? 9 : i == 8 ? 12 : 6
dash(i) = i < 7 ? 1 : 2
shift(i) = 0.35 * (i - 5)
loads = "set xlabel 'load, % of the machine' offset 0, 0.3; \
    set xtics ('50' 50, '60' 60, '70' 70, '80' 80, '90' 90, '97' 97)"
loads_and_full = "set xrange [47:108]; set xlabel 'load, % of the machine; full: jobs always wait' \
    offset 0, 0.3; set xtics ('50' 50, '60' 60, '70' 70, '80' 80, '90' 90, '97' 97, 'full' 105)"

if (there("log,easy,exact,job_hops") > 1) {
    wide = 1080
    high = 540
    columns = 2
    legend_lines = 2
    heading = "How far apart are the processors of a job?"
    seen = "Mean hops between two processors of a job. The queue is EASY, except for the \
patent's own"
    notes = draws . " Points are moved sideways a little.\n" . machine . "\n" . places
    eval begin("fattree_hops.svg")
    eval loads_and_full
    set yrange [2.8:4]
    set ytics 0.2
    do for [n = 1:2] {
        w = world_of(n)
        eval panel(n)
        eval cut_y(0)
        eval y_title("hops (axis starts at 2.8)")
        set title world_title(w) offset 0, -0.4
        plot for [i = 1:7] data(w . "," . word(tellers, i) . ",job_hops") \
            using ($1 + shift(i)):2:3 with yerrorlines lc rgb paint(i) pt mark(i) ps 0.6 lw 1.2 \
            dt dash(i) title word(titles, i)
    }
    eval finish

    wide = 1080
    high = 560
    columns = 2
    left = 84
    aside = 66
    between = 96
    legend_lines = 2
    heading = "How long do jobs wait, if only some processors will do?"
    seen = "Mean bounded slowdown. The queue is EASY, unless it is first come, first served \
(FCFS), or the patent's own"
    notes = draws . " Points are moved sideways a little.\n" . machine . "\n" . places
    eval begin("fattree_slowdown.svg")
    eval loads
    set xrange [47:100]
    set logscale y
    eval tens
    set yrange [0.8:10000]
    picked = "1 2 3 4 7 8 9"
    do for [n = 1:2] {
        w = world_of(n)
        eval panel(n)
        eval y_title("response / max(run time, 10 s) (logarithmic)")
        set title world_title(w) offset 0, -0.4
        plot for [i = 1:words(picked)] data(w . "," . word(tellers, int(word(picked, i))) \
            . ",slowdown") using ($1 + shift(int(word(picked, i)))):2:3 with yerrorlines \
            lc rgb paint(int(word(picked, i))) pt mark(int(word(picked, i))) ps 0.6 lw 1.2 \
            dt dash(int(word(picked, i))) title word(titles, int(word(picked, i)))
    }
    eval finish

    wide = 1080
    high = 520
    columns = 2
    heading = "How often is there a choice with fewer hops?"
    seen = "Decisions with more hops than the exact choice in the same state. Queue: EASY"
    notes = draws . " Greedy: the module's fast choice.\n" . machine . "\n" . places
    eval begin("fattree_above.svg")
    eval loads_and_full
    set yrange [0:100]
    set ytics 20
    picked = "2 4 5 6"
    do for [n = 1:2] {
        w = world_of(n)
        eval panel(n)
        eval y_title("decisions, %")
        set title world_title(w) offset 0, -0.4
        plot for [i = 1:words(picked)] data(w . "," . word(tellers, int(word(picked, i))) \
            . ",above") using ($1 + shift(int(word(picked, i)))):(100 * $2):(100 * $3) \
            with yerrorlines lc rgb paint(int(word(picked, i))) pt mark(int(word(picked, i))) \
            ps 0.6 lw 1.2 title word(titles, int(word(picked, i))), \
            data(w . ",easy,greedy,above") using 1:(100 * $2):(100 * $3) with yerrorlines \
            lc rgb green pt 1 ps 0.6 lw 1.2 title "greedy"
    }
    eval finish
}

# ---- The patent's queue

if (there("log,patent_4,units_4,utilisation") > 0) {
    wide = 1080
    high = 820
    rows = 2
    columns = 2
    heading = "What do larger units and batches change?"
    seen = "A saturated machine under the patent's queue, by the size of its units and batches; \
and under EASY with the same units"
    notes = draws . " Points of one size of units are side by side.\n" . machine
    eval begin("fattree_batches.svg")
    queues = "easy patent_1 patent_2 patent_4 patent_8"
    queue_titles = "'EASY' 'batches of 1 job' 'of 2 jobs' 'of 4 jobs' 'of 8 jobs'"
    shade(i) = i == 1 ? black : i == 2 ? red : i == 3 ? orange : i == 4 ? green : blue
    set xlabel "processors of a unit" offset 0, 0.3
    set xtics ("1" 1, "2" 2, "4" 4, "8" 8, "16" 16)
    set logscale x 2
    set xrange [0.7:23]
    n = 0
    do for [metric in "utilisation job_hops"] {
        do for [w in worlds] {
            n = n + 1
            eval panel(n)
            eval cut_y(0)
            eval y_title(metric eq "utilisation" ? "busy processors, % (axis starts at 84)" \
                : "hops (axis starts at 3)")
            if (metric eq "utilisation") { set yrange [84:100]; set ytics 4 } \
            else { set yrange [3:3.6]; set ytics 0.1 }
            set title world_title(w) offset 0, -0.4
            factor = metric eq "utilisation" ? 100 : 1
            plot for [i = 1:5] units(w . "," . word(queues, i) . "," . metric) \
                using ($1 * (1 + 0.12 * (i - 3))):(factor * $2):(factor * $3) with yerrorbars \
                lc rgb shade(i) pt mark(i) ps 0.8 lw 1.4 title word(queue_titles, i)
        }
    }
    eval finish
}
