# links_plot.gp: draws what it costs that few jobs share a link, and how often jobs meet.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/links_plot.gp

here = "bench/figures/"
load here . "style.gp"
csv = sprintf("'%s/links.csv'", folder)

# both("world", "policy", "metric"): utilisation, the metric, half widths; all in percent.
both(world, policy, metric) = sprintf("< awk -F, -v metric='%s' '$1 == \"%s\" && $2 == \"%s\" \
    { mean[$3] = 100 * $4; half[$3] = 100 * $5 } END { print mean[\"utilisation\"], mean[metric], \
    half[\"utilisation\"], half[metric] }' %s", metric, world, policy, csv)

policies = "any cross_2 cross_1 whole"
titles = "'any processors' 'at most two jobs on a way up' 'at most one job on a way up' \
'whole leaves for wide jobs'"
paint(i) = i == 1 ? black : i == 2 ? orange : i == 3 ? blue : red
mark(i) = i == 1 ? 7 : i == 2 ? 9 : i == 3 ? 5 : 13
hollow(i) = i == 1 ? 6 : i == 2 ? 8 : i == 3 ? 4 : 12

wide = 1080
high = 560
columns = 2
legend_lines = 2
heading = "What does it cost that jobs do not meet on links?"
seen = "Jobs of several leaves whose fullest link carries other jobs, too, over the busy share of a \
saturated machine. Right and below is better"
notes = draws . " Filled: as many links as processors; hollow: half as many. The queue is EASY, and \
asks ahead.\n4,096 processors, 16 to a leaf switch, 16 leaf switches to a pod, 16 pods. Each \
processor sends one unit, evenly to the others of its job, by d-mod-k."
eval begin("links.svg")
set xlabel "busy processors, % (axis starts at 94)" offset 0, 0.3
set xrange [94:100]
set xtics 1
set yrange [-2:80]
set ytics 20
do for [n = 1:2] {
    w = n == 1 ? "log" : "lublin"
    eval panel(n)
    eval cut_x(0)
    eval y_title("jobs that meet others, %")
    set title n == 1 ? "run times do not depend on the width" \
        : "model of Lublin and Feitelson: wide jobs run longer" offset 0, -0.4
    plot for [i = 1:4] both(w, word(policies, i), "met") using 1:2:3:4 with xyerrorbars \
            lc rgb paint(i) pt mark(i) ps 0.9 lw 1.2 title word(titles, i), \
        for [i = 1:4] both(w, word(policies, i), "met_2to1") using 1:2:3:4 with xyerrorbars \
            lc rgb paint(i) pt hollow(i) ps 0.9 lw 1.2
}
eval finish
