# moldable_plot.gp: draws what was measured of the paper on moldable tasks.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/moldable_plot.gp
#
# Bars go from the least to the most of a draw, as in the paper. Methods are moved sideways a
# little, so that none hides another.

here = "bench/figures/"
load here . "style.gp"
csv = sprintf("'%s/moldable.csv' '%s/moldable_printed.csv' '%s/moldable_time.csv'", folder, \
    folder, folder)

# data("workload,method,metric"): a command that prints tasks, mean, least, most, by rising tasks.
data(words) = sprintf("< cat %s 2>/dev/null | awk -F, -v wanted='%s' \
    '$1 FS $4 FS $5 == wanted && $2 == \"task_zero\" { print $3, $6, $8, $9 }' | sort -n", \
    csv, words)
# paper("workload,method,metric"): its curve, and a point beside the picture: for gnuplot a file
# without one is worth a warning. What its figure does not show has no point.
paper(words) = sprintf("< awk -F, -v wanted='%s' '$1 FS $2 FS $4 == wanted && $5 !~ />/ \
    { print $3, $5 } END { print \"\"; print 1e6, 1e6 }' %smoldable_paper.csv", words, here)
there(words) = system(sprintf("cat %s 2>/dev/null | awk -F, '$1 FS $4 FS $5 == \"%s\" { n++ } \
    END { print n + 0 }'", csv, words)) + 0

worlds = "weak high mixed cirne"
world_title(w) = w eq "weak" ? "weakly parallel" : w eq "high" ? "highly parallel" \
    : w eq "mixed" ? "mixed: small weakly, large highly parallel" \
    : "speedups by Downey's model (Cirne and Berman)"

methods = "demt gang sequential list saf lptf"
titles = "DEMT Gang Sequential List SAF LPTF"
paint(i) = word("#d55e00 #888888 #000000 #009e73 #0072b2 #cc79a7", i)
mark(i) = int(word("7 2 4 9 5 11", i))
shift(i) = 0.02 * (i - 3.5)

set logscale x 2
set xrange [21:480]
set xtics ("25" 25, "50" 50, "75" 75, "100" 100, "200" 200, "300" 300, "400" 400) font ",10"

# ---- Figures 3 to 6 of the paper

set bars 0.3
do for [n = 3:6] {
    w = word(worlds, n - 2)
    if (there(w . ",demt,makespan") > 0) {
        eval canvas(1080, 470)
        set output sprintf("%s/moldable_figure%d.svg", out, n)
        set multiplot layout 1, 2 title sprintf("Figure %d of the paper: %s. Dashed: the paper's \
curves", n, world_title(w)) font ",13"
        set xlabel "tasks"
        set ylabel "by the bound: mean, least and most of draws"
        set title "minsum, by the bound that the paper prints"
        set yrange [1:8]
        set ytics 1
        unset key
        if (there(w . ",demt,minsum_printed") > 0) {
            plot for [i = 1:6] paper(w . "," . word(methods, i) . ",minsum") \
                using ($1 * (1 + shift(i))):2 with lines lc rgb paint(i) lw 1 dt 3 notitle, \
                for [i = 1:6] data(w . "," . word(methods, i) . ",minsum_printed") \
                using ($1 * (1 + shift(i))):2:3:4 with yerrorlines lc rgb paint(i) pt mark(i) \
                ps 0.6 lw 1.2 title word(titles, i)
        } else {
            plot 0 notitle
        }
        set title "makespan, by the bound of the dual test"
        set ylabel ""
        set yrange [0.95:3.5]
        set ytics 0.5
        set key outside right top reverse Left samplen 2
        plot for [i = 1:6] paper(w . "," . word(methods, i) . ",makespan") \
            using ($1 * (1 + shift(i))):2 with lines lc rgb paint(i) lw 1 dt 3 notitle, \
            for [i = 1:6] data(w . "," . word(methods, i) . ",makespan") \
            using ($1 * (1 + shift(i))):2:3:4 with yerrorlines lc rgb paint(i) pt mark(i) \
            ps 0.6 lw 1.2 title word(titles, i)
        unset multiplot
        set output
    }
}

# ---- Figure 7: time

timed = "demt demt_20 multibase sweep bound best"
timed_titles = "'DEMT' 'DEMT, 20 orders' 'MULTIBASE' 'SWEEP' 'the bound' 'BEST'"
tone(i) = word("#d55e00 #e69f00 #0072b2 #009e73 #888888 #000000", i)
if (there("weak,demt,microseconds") > 0) {
    eval canvas(1080, 640)
    set output out . "/moldable_figure7.svg"
    set multiplot layout 2, 2 title "Figure 7 of the paper: milliseconds of one processor. \
Dashed: the paper's DEMT, on a machine of 2004" font ",13"
    set logscale y
    set yrange [0.005:20000]
    set ytics ("0.01" 0.01, "0.1" 0.1, "1" 1, "10" 10, "100" 100, "1,000" 1000, "10,000" 10000)
    set format y "%g"
    do for [w in worlds] {
        set title world_title(w)
        set xlabel w eq "mixed" || w eq "cirne" ? "tasks" : ""
        set ylabel w eq "weak" || w eq "mixed" ? "ms" : ""
        unset key
        if (w eq "weak") { set key inside top left reverse Left samplen 2 maxrows 3 }
        plot paper(w . ",demt,seconds") using 1:(1000 * $2) with lines lc rgb tone(1) lw 1.2 dt 3 \
            notitle, for [i = 1:6] data(w . "," . word(timed, i) . ",microseconds") \
            using 1:($2 / 1000) with linespoints lc rgb tone(i) pt mark(i) ps 0.6 lw 1.2 \
            title word(timed_titles, i)
    }
    unset logscale y
    unset multiplot
    set output
}

# ---- Ours

ours(metric) = metric eq "minsum" ? "demt demt_smith multibase prices_minsum search best" \
    : "demt demt_20 multibase sweep search best"
ours_titles(metric) = metric eq "minsum" ? "'DEMT of the paper' \
    'DEMT, most weight for its work first' 'MULTIBASE' 'PRICES, minsum alone' 'SEARCH' 'BEST'" \
    : "'DEMT of the paper' 'DEMT, 20 orders of batches' 'MULTIBASE' 'SWEEP' 'SEARCH' 'BEST'"
shade(i) = word("#d55e00 #e69f00 #009e73 #cc79a7 #56b4e9 #000000", i)
dot(i) = int(word("7 6 9 11 5 4", i))
do for [metric in "minsum makespan"] {
    if (there("weak,best," . metric) > 0) {
        eval canvas(1080, 720)
        set output sprintf("%s/moldable_%s.svg", out, metric)
        set multiplot layout 2, 2 title sprintf("%s by the bound that no plan is below: mean, \
least and most of draws", metric eq "minsum" ? "Minsum" : "Makespan") font ",13"
        set format y "%g"
        set yrange [metric eq "minsum" ? 0.97 : 0.95 : metric eq "minsum" ? 2 : 2.6]
        set ytics 0.2
        do for [w in worlds] {
            set title world_title(w)
            set xlabel w eq "mixed" || w eq "cirne" ? "tasks" : ""
            set ylabel w eq "weak" || w eq "mixed" ? "by the bound" : ""
            unset key
            if (w eq "cirne") { set key inside top left reverse Left samplen 2 }
            plot for [i = 1:6] data(w . "," . word(ours(metric), i) . "," . metric) \
                using ($1 * (1 + shift(i))):2:3:4 with yerrorlines lc rgb shade(i) pt dot(i) \
                ps 0.6 lw 1.2 title word(ours_titles(metric), i)
        }
        unset multiplot
        set output
    }
}

# ---- The frontier

# caps("workload", tasks): cap, the least minsum below it, of those caps under which all draws had a
# plan, and a point beside the picture.
caps(w, n) = sprintf("< awk -F, -v world=%s -v tasks=%d '$1 == world && $3 == tasks && \
    $4 == \"frontier\" { if ($5 ~ /^had_/) { all = $6 == 1 } \
    else if ($5 ~ /^minsum_/ && all) { print substr($5, 8), $6 } } \
    END { print \"\"; print 9, 9 }' '%s/moldable.csv'", \
    w, n, folder)
# both("workload", tasks, "method"): its makespan and minsum.
both(w, n, m) = sprintf("< awk -F, -v world=%s -v tasks=%d '$1 == world && $3 == tasks && \
    $4 == \"%s\" && $5 ~ /^(makespan|minsum)$/ { own[$5] = $6 } \
    END { if (own[\"minsum\"] != \"\") { print own[\"makespan\"], own[\"minsum\"] } }' \
    '%s/moldable.csv'", w, n, m, folder)
if (there("weak,frontier,makespan") > 0) {
    eval canvas(1080, 720)
    set output out . "/moldable_frontier.svg"
    set multiplot layout 2, 2 title "The frontier: the least minsum under a cap on the makespan, \
both by their bounds" font ",13"
    unset logscale x
    set xrange [1:2.3]
    set xtics autofreq
    set yrange [0.98:2]
    set ytics 0.2
    counts = "25 100 200 400"
    do for [w in worlds] {
        set title world_title(w)
        set xlabel w eq "mixed" || w eq "cirne" ? "makespan, at most" : ""
        set ylabel w eq "weak" || w eq "mixed" ? "minsum" : ""
        unset key
        if (w eq "cirne") { set key inside top right reverse Left samplen 2 maxrows 7 }
        plot for [i = 1:4] caps(w, int(word(counts, i))) using 1:2 with linespoints \
            lc rgb paint(i == 2 ? 4 : i == 3 ? 5 : i == 4 ? 3 : 2) pt 7 ps 0.4 lw 1.3 \
            title word(counts, i) . " tasks", \
            for [i = 1:4] both(w, int(word(counts, i)), "demt") using 1:2 with points \
            lc rgb paint(i == 2 ? 4 : i == 3 ? 5 : i == 4 ? 3 : 2) pt 4 ps 0.9 lw 1.4 \
            title i == 4 ? "DEMT of the paper" : "", \
            for [i = 1:4] both(w, int(word(counts, i)), "multibase") using 1:2 with points \
            lc rgb paint(i == 2 ? 4 : i == 3 ? 5 : i == 4 ? 3 : 2) pt 8 ps 0.9 lw 1.4 \
            title i == 4 ? "MULTIBASE" : "", \
            for [i = 1:4] both(w, int(word(counts, i)), "best") using 1:2 with points \
            lc rgb paint(i == 2 ? 4 : i == 3 ? 5 : i == 4 ? 3 : 2) pt 12 ps 0.9 lw 1.4 \
            title i == 4 ? "BEST" : ""
    }
    unset multiplot
    set output
}
