# preempt_plot.gp: draws how many jobs are stopped for urgent ones, what is lost, and who waits.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/preempt_plot.gp

here = "bench/figures/"
load here . "style.gp"
csv = sprintf("'%s/preempt.csv'", folder)

# both("world", "rule", "one", "other", by): two metrics, half widths; the other divided by `by`.
both(world, rule, one, other, by) = sprintf("< awk -F, -v by=%g '$1 == \"%s\" && $2 == \"%s\" \
    { mean[$3] = $4; half[$3] = $5 } END { print mean[\"%s\"], mean[\"%s\"] / by, half[\"%s\"], \
    half[\"%s\"] / by }' %s", by, world, rule, one, other, one, other, csv)

rules = "cheapest youngest unbooked singly none"
titles = "'the cheapest, planned and booked' 'the youngest, booked' 'the cheapest, not booked' \
'the youngest, one a cycle, not booked' 'nobody is stopped'"
paint(i) = i == 1 ? blue : i == 2 ? orange : i == 3 ? sky : i == 4 ? red : black
mark(i) = i == 1 ? 7 : i == 2 ? 9 : i == 3 ? 6 : i == 4 ? 13 : 5

wide = 1080
high = 820
rows = 2
columns = 2
legend_lines = 3
heading = "How many jobs must go for urgent ones, and whom does it help?"
seen = "Above: jobs stopped for each urgent job that needs it, and the work they lose. Below: how \
long urgent jobs and the others wait. Left and below is better"
notes = draws . " 256 processors, a load of 85 %, jobs up to half of the machine; one in ten is \
urgent.\nEASY, urgent jobs first; who is stopped runs on for 60 s, and starts again from the \
beginning; a cycle is 30 s."
eval begin("preempt.svg")
set logscale x
set xlabel "stopped jobs for each urgent one, logarithmic" offset 0, 0.3
set xrange [1:50]
set xtics (1, 2, 5, 10, 20, 50)
set yrange [0:10]
set ytics 2
do for [n = 1:2] {
    w = n == 1 ? "log" : "lublin"
    eval panel(n)
    eval y_title("work that is lost, %")
    set title n == 1 ? "run times do not depend on the width" \
        : "model of Lublin and Feitelson: wide jobs run longer" offset 0, -0.4
    plot for [i = 1:4] both(w, word(rules, i), "per_served", "lost", 0.01) \
            using 1:2:3:4 with xyerrorbars lc rgb paint(i) pt mark(i) ps 0.9 lw 1.2 \
            title word(titles, i), \
        NaN with points lc rgb paint(5) pt mark(5) ps 0.9 title word(titles, 5)
}
set xlabel "mean wait of urgent jobs, s, logarithmic" offset 0, 0.3
set xrange [20:2000]
set xtics (20, 50, 100, 200, 500, "1,000" 1000, "2,000" 2000)
set yrange [0:7]
set ytics 1
do for [n = 3:4] {
    w = n == 3 ? "log" : "lublin"
    eval panel(n)
    eval y_title("mean wait of the others, h")
    set title n == 3 ? "run times do not depend on the width" \
        : "model of Lublin and Feitelson: wide jobs run longer" offset 0, -0.4
    plot for [i = 1:5] both(w, word(rules, i), "wait_urgent", "wait_others", 3600) \
            using 1:2:3:4 with xyerrorbars lc rgb paint(i) pt mark(i) ps 0.9 lw 1.2
}
eval finish
