# moldable_plot.gp: draws what was measured of the paper on moldable tasks.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/moldable_plot.gp
#
# Methods are moved sideways a little, so that none hides another.

here = "bench/figures/"
load here . "style.gp"
csv = sprintf("'%s/moldable.csv' '%s/moldable_readings.csv' '%s/moldable_printed.csv' \
'%s/moldable_time.csv'", folder, folder, folder, folder)
stem = "task_zero"

# data("workload,method,metric"): a command that prints tasks, mean, least, most, by rising tasks,
# of the reading in stem.
data(words) = sprintf("< cat %s 2>/dev/null | awk -F, -v wanted='%s' -v stem=%s \
    '$1 FS $4 FS $5 == wanted && $2 == stem { print $3, $6, $8, $9 }' | sort -n", \
    csv, words, stem)
# paper("workload,method,metric"): its curve, and a point beside the picture: for gnuplot a file
# without one is worth a warning. What its figure does not show has no point.
paper(words) = sprintf("< awk -F, -v wanted='%s' '$1 FS $2 FS $4 == wanted && $5 !~ />/ \
    { print $3, $5 } END { print \"\"; print 1e6, 1e6 }' %smoldable_paper.csv", words, here)
there(words) = system(sprintf("cat %s 2>/dev/null | awk -F, '$1 FS $4 FS $5 == \"%s\" { n++ } \
    END { print n + 0 }'", csv, words)) + 0

worlds = "weak high mixed cirne"
world_title(w) = w eq "weak" ? "weakly parallel tasks" : w eq "high" ? "highly parallel tasks" \
    : w eq "mixed" ? "mixed: small weakly, large highly parallel" \
    : "speedups by Downey's model (Cirne and Berman)"

# As the paper's text has them; and Sequential as its figures do.
methods = "demt gang sequential_longest sequential list_given saf lptf_weight"
curves = "demt gang none sequential list saf lptf"
titles = "'DEMT' 'Gang' 'Sequential' 'Sequential by weight / time' 'List' 'SAF' 'LPTF'"
paint(i) = word(sprintf("%s %s %s %s %s %s %s", red, grey, orange, black, green, blue, pink), i)
mark(i) = int(word("7 2 6 4 9 5 11", i))
shift(i) = 0.02 * (i - 3.5)

excess(ratio) = 100 * ratio - 100

spans = "Bars: least and most of the draws (a full run has 40, of 200 tasks and more 20); \
points: their mean. 200 processors."
measures = "Minsum: the sum of weight times end. Makespan: when the last task ends. \
No plan is below the bounds."
sizes = "set logscale x 2; set xrange [21:480]; set xlabel 'tasks' offset 0, 0.3; \
    set xtics ('25' 25, '50' 50, '75' 75, '100' 100, '200' 200, '300' 300, '400' 400)"

# ---- Figures 3 to 6 of the paper; of the first one with another generator, too

metrics = "minsum_printed minsum_grid_1.2 makespan"
metric_titles = "'minsum, by the bound of the text' 'minsum, by that bound on a grid of 1.2' \
    'makespan, by the bound of the dual test'"
do for [page in "3 4 5 6 3_step"] {
    w = word(worlds, int(substr(page, 1, 1)) - 2)
    stem = strlen(page) == 1 ? "task_zero" : "step_printed"
    if (there(w . ",demt,makespan") > 0) {
        wide = 1080
        high = 580
        columns = 3
        legend_lines = 2
        left = 60
        aside = 36
        between = 62
        heading = "DEMT and simple plans, " . world_title(w) . (strlen(page) == 1 ? "" \
            : ": an X for each processor, the index as printed")
        seen = "The sum of weight times end (minsum), and when the last task ends (makespan), \
as multiples of a bound; 1 is best"
        notes = spans . " Curves that leave at the top go on above.\nGang: all processors for \
each task. Sequential: one for each, longest first. List, LPTF, SAF: lists with the widths of the \
makespan's plan; shelf by shelf as given,\nmost time for its weight first, or least work first. \
The bound of the minsum is a relaxation whose intervals double in the paper's text. That it had \
them grow by 1.2,\nand Sequential by weight / time, is inferred from its figures. No plan is \
below the bound of the makespan."
        eval begin(sprintf("moldable_figure%s.svg", page))
        set bars 0.3
        eval sizes
        do for [n = 1:3] {
            metric = word(metrics, n)
            curve = n < 3 ? "minsum" : "makespan"
            eval panel(n)
            set title word(metric_titles, n) offset 0, -0.4
            eval y_title("multiple of the bound")
            set ytics 1; if (n < 3) { set yrange [0:8] } else { set yrange [0:3.5] }
            plot 1 lc rgb "#444444" lw 0.7, \
                for [i = 1:7] paper(w . "," . word(curves, i) . "," . curve) \
                using ($1 * (1 + shift(i))):2 with lines lc rgb paint(i) lw 1.2 dt (2,3), \
                for [i = 1:7] data(w . "," . word(methods, i) . "," . metric) \
                using ($1 * (1 + shift(i))):2:3:4 with yerrorlines lc rgb paint(i) pt mark(i) \
                ps 0.6 lw 1.2 title word(titles, i), \
                NaN lc rgb black lw 1.2 dt (2,3) title "in the paper"
        }
        eval finish
    }
}
stem = "task_zero"

# ---- Figure 7: time

timed = "demt demt_20 multibase sweep bound best"
timed_titles = "'DEMT' 'DEMT, 20 orders' 'MULTIBASE' 'SWEEP' 'the bound' 'BEST'"
tone(i) = word(sprintf("%s %s %s %s %s %s", red, orange, blue, green, grey, black), i)
if (there("weak,demt,microseconds") > 0) {
    wide = 1080
    high = 800
    rows = 2
    columns = 2
    left = 80
    aside = 60
    between = 92
    legend_lines = 2
    heading = "How long does a plan take to compute?"
    seen = "Milliseconds of one processor, by the number of tasks. Dotted: the paper's DEMT, on a \
machine of 2004"
    notes = "Means of three draws (of a quick run: one). 200 processors. DEMT: the paper's method. \
Others: algorithms of sched_moldable.h; the bound: the search for the lower bound of the minsum."
    eval begin("moldable_figure7.svg")
    eval sizes
    set logscale y
    set yrange [0.005:20000]
    eval tens
    n = 0
    do for [w in worlds] {
        n = n + 1
        eval panel(n)
        eval y_title("milliseconds (logarithmic)")
        set title world_title(w) offset 0, -0.4
        plot for [i = 1:6] data(w . "," . word(timed, i) . ",microseconds") \
            using 1:($2 / 1000) with linespoints lc rgb tone(i) pt mark(i) ps 0.6 lw 1.2 \
            title word(timed_titles, i), \
            paper(w . ",demt,seconds") using 1:(1000 * $2) with lines lc rgb tone(1) lw 1.4 \
            dt (2,3) title "DEMT, paper"
    }
    eval finish
}

# ---- Ours

ours(metric) = metric eq "minsum" ? "demt demt_smith multibase prices_minsum search best" \
    : "demt demt_20 multibase sweep search best"
ours_titles(metric) = metric eq "minsum" ? "'DEMT of the paper' 'DEMT by weight / work' \
    'MULTIBASE' 'PRICES, minsum alone' 'SEARCH' 'BEST'" \
    : "'DEMT of the paper' 'DEMT, 20 orders' 'MULTIBASE' 'SWEEP' 'SEARCH' 'BEST'"
shade(i) = word(sprintf("%s %s %s %s %s %s", red, orange, green, pink, sky, black), i)
dot(i) = int(word("7 6 9 11 5 4", i))
do for [metric in "minsum makespan"] {
    if (there("weak,best," . metric) > 0) {
        wide = 1080
        high = 820
        rows = 2
        columns = 2
        left = 60
        aside = 40
        legend_lines = 2
        heading = sprintf("How close to the best possible %s are the plans?", metric)
        seen = sprintf("%s: percent above a bound that no plan is below; less is better", \
            metric eq "minsum" ? "The sum of weight times end" : "When the last task ends")
        notes = "Bars: least and most of the draws (a full run has 40, of 200 tasks and more 20, \
of SEARCH and BEST 10); points: their mean.\n200 processors. Points are moved sideways a little. \
All but DEMT: algorithms of sched_moldable.h."
        eval begin(sprintf("moldable_%s.svg", metric))
        set bars 0.3
        eval sizes
        if (metric eq "minsum") { set yrange [0:100] } else { set yrange [0:160] }
        set ytics 20
        n = 0
        do for [w in worlds] {
            n = n + 1
            eval panel(n)
            eval y_title("above the bound, %")
            set title world_title(w) offset 0, -0.4
            plot for [i = 1:6] data(w . "," . word(ours(metric), i) . "," . metric) \
                using ($1 * (1 + shift(i))):(excess($2)):(excess($3)):(excess($4)) \
                with yerrorlines lc rgb shade(i) pt dot(i) ps 0.6 lw 1.2 \
                title word(ours_titles(metric), i)
        }
        eval finish
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
    wide = 1080
    high = 820
    rows = 2
    columns = 2
    left = 60
    aside = 40
    legend_lines = 2
    heading = "How much minsum does a short makespan cost?"
    seen = "The least minsum found under a cap on the makespan (lines), and what three methods \
give (points of the same colours); left and below is better"
    notes = "Means of draws (a full run has 10 for lines and BEST, 20 or 40 for DEMT and \
MULTIBASE). 200 processors.\n" . measures
    eval begin("moldable_frontier.svg")
    set xrange [0:130]
    set xtics 20
    set yrange [0:100]
    set ytics 20
    set xlabel "makespan, % above its bound" offset 0, 0.3
    counts = "25 100 200 400"
    tint(i) = word(sprintf("%s %s %s %s", orange, green, blue, black), i)
    n = 0
    do for [w in worlds] {
        n = n + 1
        eval panel(n)
        eval y_title("minsum, % above its bound")
        set title world_title(w) offset 0, -0.4
        plot for [i = 1:4] caps(w, int(word(counts, i))) using (excess($1)):(excess($2)) \
            with linespoints \
            lc rgb tint(i) pt 7 ps 0.5 lw 1.3 title word(counts, i) . " tasks", \
            NaN with points lc rgb grey pt 4 ps 0.9 lw 1.4 title "DEMT of the paper", \
            NaN with points lc rgb grey pt 8 ps 0.9 lw 1.4 title "MULTIBASE", \
            NaN with points lc rgb grey pt 12 ps 0.9 lw 1.4 title "BEST", \
            for [i = 1:4] both(w, int(word(counts, i)), "demt") using (excess($1)):(excess($2)) \
            with points \
            lc rgb tint(i) pt 4 ps 0.9 lw 1.4, \
            for [i = 1:4] both(w, int(word(counts, i)), "multibase") \
            using (excess($1)):(excess($2)) with points \
            lc rgb tint(i) pt 8 ps 0.9 lw 1.4, \
            for [i = 1:4] both(w, int(word(counts, i)), "best") using (excess($1)):(excess($2)) \
            with points \
            lc rgb tint(i) pt 12 ps 0.9 lw 1.4
    }
    eval finish
}
