# shares_plot.gp: draws how accounts come to their shares, and what that costs.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/shares_plot.gp

here = "bench/figures/"
load here . "style.gp"
csv = sprintf("'%s/shares.csv'", folder)

# used("scene", "policy", "user"): half-lives, decayed usage in percent; on log.
used(scene, policy, user) = sprintf("< awk -F '[,_]' '$1 == \"log\" && $2 == \"%s\" && \
    $3 == \"%s\" && $4 == \"used\" && $5 == \"%s\" { print $6, 100 * $7 }' %s", scene, policy, \
    user, csv)

# both("world", "policy"): utilisation, error after five half-lives, half widths; all in percent.
both(world, policy) = sprintf("< awk -F, '$1 == \"%s\" && $2 == \"week\" && $3 == \"%s\" \
    { mean[$4] = 100 * $5; half[$4] = 100 * $6 } END { print mean[\"utilisation\"], \
    mean[\"error_5\"], half[\"utilisation\"], half[\"error_5\"] }' %s", world, policy, csv)

users = "a1 a2 a3 a4 b1 b2 b3 b4"
owned = "30 22.5 15 7.5 10 7.5 5 2.5"
color(i) = i % 4 == 1 ? blue : i % 4 == 2 ? green : i % 4 == 3 ? orange : red
stroke_of(i) = i <= 4 ? 1 : 2
mark_of(i) = i <= 4 ? 7 : 6
policies = "easy easy_sjbf fair fair_now fair_far fair_sjbf fair_strict"
titles = "'EASY by arrival' 'EASY, shortest first' 'EASY by shares' 'by shares, without ahead' \
'by shares, far ahead' 'by shares, shortest first' 'by shares, no backfilling'"
paint(i) = i <= 2 ? black : i == 3 ? blue : i == 4 ? orange : i == 5 ? red : i == 6 ? blue : pink
sign(i) = i == 1 ? 5 : i == 2 ? 4 : i == 3 ? 9 : i == 4 ? 11 : i == 5 ? 13 : i == 6 ? 8 : 3

wide = 1080
high = 860
rows = 2
columns = 2
legend_lines = 4
heading = "Do accounts get their shares, and what does that cost?"
seen = "Above: decayed usage of eight users in that of all, thin: what they own; EASY by shares, \
run times that do not depend on the width.\nBelow: how far the worst of them is from it after five \
half-lives, over the busy share of the machine. Right and below is better"
notes = "Means over 20 draws; bars: 95 % confidence intervals. 4,096 processors; a half-life is a \
week; 8 jobs of each user always wait. Shortest first: in backfilling.\nGroup a \
owns three quarters of the machine, b one quarter; a1 and b1 own 4/10 of their group, the others \
3/10, 2/10 and 1/10."

eval begin("shares.svg")
set xlabel "half-lives" offset 0, 0.3
set xrange [0:5]
set xtics 1
set yrange [0:40]
set ytics 10
do for [n = 1:2] {
    s = n == 1 ? "week" : "late"
    eval panel(n)
    eval y_title("used, % of all use")
    set title n == 1 ? "from the first job on" \
        : "after a half-life in which only group b had jobs" offset 0, -0.4
    plot for [i = 1:8] word(owned, i) + 0 lc rgb color(i) lw 0.6 dt stroke_of(i), \
        for [i = 1:8] used(s, "fair", word(users, i)) with linespoints lc rgb color(i) lw 1.6 \
            dt stroke_of(i) pt mark_of(i) ps 0.5 pi 4 \
            title word(users, i) . " owns " . word(owned, i) . " %", \
        for [i = 1:7] NaN with points lc rgb paint(i) pt sign(i) ps 0.9 title word(titles, i)
}
set xlabel "busy processors, % (axis starts at 90)" offset 0, 0.3
set xrange [90:100]
set xtics 2
set yrange [0:20]
set ytics 5
do for [n = 3:4] {
    w = n == 3 ? "log" : "lublin"
    eval panel(n)
    eval cut_x(0)
    eval y_title("error, points")
    set title n == 3 ? "run times do not depend on the width" \
        : "model of Lublin and Feitelson: wide jobs run longer" offset 0, -0.4
    plot for [i = 1:7] both(w, word(policies, i)) using 1:2:3:4 with xyerrorbars \
            lc rgb paint(i) pt sign(i) ps 0.9 lw 1.2
}
eval finish
