# site_plot.gp: draws the figures of the paper on PJS, its table, and what it leaves to others.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/site_plot.gp
#
# A figure of which the file has no rows is not drawn. Bars and bands are 95 % intervals.

here = "bench/figures/"
load here . "style.gp"
csv = sprintf("'%s/site.csv' '%s/site_streams.csv'", folder, folder)
clocks = sprintf("'%s/site_time.csv'", folder)

# rows("case,policy,levels,option,group,metric"): a command that prints at, mean, half width; of
# site_time.csv with clock_rows. means: of the rows at "mean" alone.
picked(file, at, words) = sprintf("< awk -F, -v wanted='%s' '($5 == \"mean\") == %d && $1 FS $2 FS \
    $3 FS $4 FS $6 FS $7 == wanted { print $5, $8, $9 }' %s", words, at, file)
rows(words) = picked(csv, 0, words)
clock_rows(words) = picked(clocks, 0, words)
means(file, words) = picked(file, 1, words)
there(file, words) = system(sprintf("awk -F, '$1 FS $2 FS $3 FS $4 FS $6 FS $7 == \"%s\" \
    { n++ } END { print n + 0 }' %s", words, file)) + 0

levels = "10/10/80 25/25/50 50/25/25"
all_levels = levels . " none"
groups = "high medium low"
shade(i) = i == 1 ? red : i == 2 ? orange : i == 3 ? blue : black
mark(i) = i == 1 ? 7 : i == 2 ? 9 : i == 3 ? 5 : 4

# ---- Figure 3: what SJS costs

if (there(clocks, "1,SJS,none,machines 5,all,microseconds") > 0) {
    eval canvas(640, 440)
    set output out . "/site_figure3.svg"
    set title "What a plan of SJS costs"
    set xlabel "jobs"
    set ylabel "microseconds"
    set key top left reverse Left
    set yrange [0:*]
    set style fill solid
    cost(machines) = sprintf("1,SJS,none,machines %s,all,microseconds", machines)
    shown = ""
    do for [machines in "100 50 20 5"] {
        if (there(clocks, cost(machines)) > 0) { shown = shown . " " . machines }
    }
    plot for [i = 1:words(shown)] clock_rows(cost(word(shown, i))) using 1:2:3 with yerrorlines \
        lc rgb shade(i) pt mark(i) ps 0.5 lw 1.2 title word(shown, i) . " machines"
}

# ---- Figure 4: what PJS costs

if (there(clocks, "1,PJS,none,narrow parallel 100,all,microseconds") > 0) {
    eval canvas(900, 420)
    set output out . "/site_figure4.svg"
    set multiplot layout 1, 2 title "What a plan costs beside SJS: 40 machines, five clusters of \
four, mean over 5 to 1000 jobs" font ",13"
    set xlabel "jobs that are possibly parallel, percent" offset 0, 0.6
    set ylabel "time, by that of SJS on the same table"
    set xtics 0, 25, 100
    set key top right reverse Left maxrows 2 samplen 1 width -3
    set xrange [-5:105]
    set yrange [0:4]
    ratio(policy, width, percent) = means(clocks, sprintf("1,%s,none,%s parallel %s,all,\
microseconds_by_sjs", policy, width, percent))
    percents = "0 10 50 75 90 100"
    do for [width in "narrow wide"] {
        set title width eq "narrow" ? "times uniform in [1/2, 3/2] of the mean" \
            : "times uniform in [0, 2] of the mean"
        plot "+" using 1:(2):(3) with filledcurves fc rgb green fs solid 0.15 noborder \
                title "paper: 2 to 3 times", \
            for [p = 1:6] ratio("plain PJS", width, word(percents, p)) \
                using (word(percents, p) + 0):2:3 with yerrorbars lc rgb orange pt 9 ps 0.7 \
                title p == 1 ? "each mapping made anew" : "", \
            for [p = 1:6] ratio("PJS", width, word(percents, p)) \
                using (word(percents, p) + 0):2:3 with yerrorbars lc rgb blue pt 7 ps 0.6 \
                title p == 1 ? "sked_pjs" : "", \
            for [p = 1:6] means(csv, sprintf("1,PJS,none,%s parallel %s,all,mappings", width, \
                word(percents, p))) using (word(percents, p) + 0):2:3 with yerrorbars \
                lc rgb grey pt 4 ps 0.5 title p == 1 ? "mappings made" : ""
    }
    unset multiplot
    set xrange [*:*]
    set xtics autofreq
}

# ---- Figure 5: PJS beside SJS

if (there(csv, "2,PJS,none,equal mix,all,job_times") > 0) {
    eval canvas(900, 440)
    set output out . "/site_figure5.svg"
    set multiplot layout 1, 2 \
        title "PJS beside SJS: all jobs at once, 142 machines in 18 clusters" font ",13"
    set xlabel "jobs"
    set key default
    set key top right reverse Left
    set xrange [0:100]
    set yrange [0:80]
    set ylabel "percent"
    set title "(a) Saved of the sum of job times"
    plot 50 lc rgb green dt 2 title "paper: up to nearly 50 %", \
        rows("2,PJS,none,random mix,all,savings_percent") using 1:($2 - $3):($2 + $3) \
            with filledcurves fc rgb orange fs solid 0.25 noborder title "random mix, 95 %", \
        rows("2,PJS,none,equal mix,all,savings_percent") using 1:2:3 with yerrorlines \
            lc rgb blue pt 7 ps 0.3 lw 1.2 title "equal mix", \
        rows("2,PJS going on,none,equal mix,all,savings_percent") using 1:2:3 with yerrorlines \
            lc rgb red pt 5 ps 0.5 lw 1.2 title "equal mix, SKED_PJS_GO_ON"
    set xrange [0:50]
    set yrange [0:*]
    set ylabel "seconds"
    set title "(b) The sum of job times"
    set key top left reverse Left
    plot rows("2,SJS,none,equal mix,all,job_times") using 1:2 with lines lc rgb black lw 1.5 \
            title "SJS", \
        rows("2,PJS,none,equal mix,all,job_times") using 1:2 with linespoints lc rgb blue pt 7 \
            ps 0.3 lw 1.2 title "PJS", \
        rows("2,PJS going on,none,equal mix,all,job_times") using 1:2 with linespoints \
            lc rgb red pt 5 ps 0.5 lw 1.2 title "PJS, SKED_PJS_GO_ON"
    unset multiplot
    set xrange [*:*]
}

# ---- Figure 6: priorities, all jobs at once

# jobs of a level, seconds of PJS, its half width, of SJS, its half width, ratio, its half width.
by_level(level, group) = sprintf("< awk -F, -v prefix='%s,none,%s' '$1 == 3 && $5 != \"mean\" && \
    $3 FS $4 FS $6 == prefix { at[$2, $7, $5 + 0] = $8 \" \" $9; \
    if ($5 + 0 > last) last = $5 + 0 } \
    END { for (n = 0; n <= last; n++) if ((\"PJS\", \"job_times\", n) in at) { \
    split(at[\"PJS\", \"jobs\", n], jobs, \" \"); if (jobs[1] > 0) print jobs[1], \
    at[\"PJS\", \"job_times\", n], at[\"SJS\", \"job_times\", n], \
    at[\"PJS\", \"job_times_by_sjs\", n] } }' SUBSEP=, %s", level, group, csv)

if (there(csv, "3,PJS,10/10/80,none,high,job_times") > 0) {
    do for [kind in "sums ratios"] {
        eval canvas(900, 820)
        set output sprintf("%s/site_figure6%s.svg", out, kind eq "sums" ? "" : "_ratios")
        set multiplot layout 3, 3 rowsfirst title kind eq "sums" \
            ? "The sum of job times by level: all jobs at once" \
            : "The sum of job times by level under PJS, by that under SJS" font ",13"
        do for [level in levels] {
            do for [group in groups] {
                set title sprintf("%s, %s", level, group)
                set xlabel sprintf("jobs of %s priority", group) offset 0, 0.6
                share = group eq "low" ? level[7:8] : group eq "high" ? level[1:2] : level[4:5]
                set xtics share eq "10" ? 25 : share eq "25" ? 50 : 100
                unset grid
                set key default
                set key top left reverse Left samplen 2
                if (kind eq "sums") {
                    set ylabel "1000 seconds" offset 1, 0
                    set yrange [0:*]
                    plot by_level(level, group) using 1:($4 / 1000) with lines lc rgb black \
                            lw 1.2 title "SJS", \
                        by_level(level, group) using 1:($2 / 1000) with lines lc rgb blue lw 1.2 \
                            title "PJS"
                } else {
                    set ylabel "ratio" offset 1, 0
                    set yrange [*:*]
                    set ytics group eq "high" ? 0.2 : group eq "medium" ? 0.1 : 0.05
                    plot by_level(level, group) using 1:($6 - $7):($6 + $7) with filledcurves \
                            fc rgb blue fs solid 0.25 noborder notitle, \
                        by_level(level, group) using 1:6 with lines lc rgb blue lw 1 notitle, \
                        1 lc rgb black lw 1 notitle
                }
            }
        }
        unset multiplot
    }
    set xtics autofreq
    set ytics autofreq
    set grid ytics
}

# ---- Figure 7: their sums, over all sizes

if (there(csv, "3,PJS,none,none,all,job_times") > 0) {
    eval canvas(640, 420)
    set output out . "/site_figure7.svg"
    set title "The sum of all job times, averaged over all numbers of jobs"
    set xlabel "percent of high, medium and low priority"
    set ylabel "1000 seconds"
    set yrange [0:*]
    set xrange [0.4:4.6]
    set xtics ("none" 1, "10/10/80" 2, "25/25/50" 3, "50/25/25" 4)
    set boxwidth 0.32
    set style fill solid 0.6
    set bars 1
    set key default
    set key top center maxrows 1 reverse Left
    set offsets 0, 0, graph 0.12, 0
    named = "none " . levels
    bar(policy, i) = means(csv, sprintf("3,%s,%s,none,all,job_times", policy, word(named, i)))
    plot for [i = 1:4] bar("SJS", i) using (i - 0.18):($2 / 1000):($3 / 1000) with boxerrorbars \
            lc rgb grey title i == 1 ? "SJS" : "", \
        for [i = 1:4] bar("PJS", i) using (i + 0.18):($2 / 1000):($3 / 1000) with boxerrorbars \
            lc rgb blue title i == 1 ? "PJS" : ""
    set xrange [*:*]
    set xtics autofreq
    set offsets 0, 0, 0, 0
    set bars 0
}

# ---- Figures 8 and 9, Table 1: jobs that arrive

if (there(csv, "4,PJS,10/10/80,none,high,job_time") > 0) {
    set xlabel "jobs per quantum of 10 s" offset 0, 0.4
    set logscale x 2
    set xrange [0.8:40]
    set xtics (1, 2, 4, 8, 16, 32)
    stream(level, option, group, metric) = rows(sprintf("4,PJS,%s,%s,%s,%s", level, option, group, \
        metric))
    eval canvas(900, 420)
    set output out . "/site_figure8.svg"
    set multiplot layout 1, 3 title "Mean job time by level, with preemption (dotted: without)" \
        font ",13"
    do for [level in levels] {
        set title level
        set ylabel "seconds" offset 1, 0
        set yrange [0:*]
        set key default
        set key top left reverse Left samplen 2
        plot for [g = 1:3] stream(level, "none", word(groups, g), "job_time") using 1:2:3 \
                with yerrorlines lc rgb shade(g) pt mark(g) ps 0.5 lw 1.2 title word(groups, g), \
            for [g = 1:3] stream(level, "calm", word(groups, g), "job_time") using 1:2 \
                with lines lc rgb shade(g) dt 3 lw 1.2 notitle
    }
    unset multiplot
    eval canvas(900, 420)
    set output out . "/site_figure9.svg"
    set multiplot layout 1, 2 title "All levels together, with preemption" font ",13"
    set title "(a) Mean job time"
    set ylabel "seconds" offset 0, 0
    plot for [i = 1:4] stream(word(all_levels, i), "none", "all", "job_time") using 1:2:3 \
        with yerrorlines lc rgb shade(i) pt mark(i) ps 0.5 lw 1.2 title word(all_levels, i)
    set title "(b) Jobs that ran in parallel"
    set ylabel "share"
    set yrange [0:1]
    set key top right reverse Left samplen 2
    plot for [i = 1:4] stream(word(all_levels, i), "none", "all", "parallel") using 1:2:3 \
        with yerrorlines lc rgb shade(i) pt mark(i) ps 0.5 lw 1.2 title word(all_levels, i)
    unset multiplot
    eval canvas(900, 420)
    set output out . "/site_table1.svg"
    set multiplot layout 1, 3 title "Jobs that ran in parallel, by level" font ",13"
    do for [level in levels] {
        set title level
        set key top right reverse Left samplen 2
        plot for [g = 1:3] stream(level, "none", word(groups, g), "parallel") using 1:2:3 \
            with yerrorlines lc rgb shade(g) pt mark(g) ps 0.5 lw 1.2 title word(groups, g)
    }
    unset multiplot
}

# ---- Case 5: what the paper leaves to others

other(level, option, group, metric) = rows(sprintf("5,PJS,%s,%s,%s,%s", level, option, group, \
    metric))
set_log = "set logscale x 2; set xrange [0.8:40]; set xtics (1, 2, 4, 8, 16, 32)"

do for [kind in "gain promote"] {
    options = kind eq "gain" ? "10 30 100" : "1 2 4"
    first = kind . " " . word(options, 1)
    if (there(csv, "5,PJS,10/10/80," . first . ",all,job_time") == 0) { continue }
    eval set_log
    eval canvas(900, 760)
    set output sprintf("%s/site_%s.svg", out, kind eq "gain" ? "gain" : "ageing")
    set multiplot layout 2, 3 rowsfirst title kind eq "gain" \
        ? "Preempting only for a gain of 10, 30, 100 s: ratios to preempting always" \
        : "Low jobs become medium after 1, 2, 4 preemptions: ratios to never" font ",13"
    set xlabel "jobs per quantum of 10 s" offset 0, 0.4
    set key default
    set key below maxrows 1 reverse Left samplen 2
    do for [level in "10/10/80 25/25/50"] {
        do for [what in "high,job_time low,job_time low,job_time_max"] {
            group = what[1:4] eq "high" ? "high" : "low"
            set title sprintf("%s, %s: %s", level, group, \
                what[strlen(what) - 2:] eq "max" ? "worst job time" : "mean job time")
            set ylabel "ratio" offset 1, 0
            set yrange [*:*]
            plot 1 lc rgb black lw 1 notitle, for [i = 1:words(options)] \
                rows(sprintf("5,PJS,%s,%s %s,%s_by_plain", level, kind, word(options, i), what)) \
                using 1:2:3 with yerrorlines lc rgb word("#0072b2 #009e73 #e69f00 #d55e00", i) \
                pt mark(i) ps 0.5 lw 1.2 title word(options, i) . (kind eq "gain" ? " s" : "")
        }
    }
    unset multiplot
}

if (there(csv, "5,PJS,none,cv 50 k 0,all,job_time") > 0) {
    eval set_log
    eval canvas(900, 420)
    set output out . "/site_unknown.svg"
    set multiplot layout 1, 3 title "Run times that are known by mean and variance: gamma, \
coefficient of variation 25, 50, 100 %" font ",13"
    set xlabel "jobs per quantum of 10 s" offset 0, 0.4
    set key default
    set key top left reverse Left samplen 2
    set ylabel "ratio" offset 1, 0
    set yrange [*:*]
    variation = "25 50 100"
    set title "mean job time, by that if known (PJS)"
    plot 1 lc rgb black lw 1 notitle, for [i = 1:3] \
        other("none", "cv " . word(variation, i) . " k 0", "all", "job_time_by_plain") using 1:2:3 \
        with yerrorlines lc rgb shade(i) pt mark(i) ps 0.5 lw 1.2 title word(variation, i) . " %"
    set title "... of PJS, by that of SJS"
    set yrange [0:*]
    set key bottom right
    plot 1 lc rgb black lw 1 notitle, \
        rows("4,PJS,none,none,all,job_time_by_sjs") using 1:2:3 with yerrorlines lc rgb black \
        pt 4 ps 0.5 lw 1.2 title "known", for [i = 1:3] \
        other("none", "cv " . word(variation, i) . " k 0", "all", "job_time_by_sjs") using 1:2:3 \
        with yerrorlines lc rgb shade(i) pt mark(i) ps 0.5 lw 1.2 title word(variation, i) . " %"
    set title "mean + 1 deviation, by the mean alone"
    set yrange [*:*]
    set key top left
    plot 1 lc rgb black lw 1 notitle, for [i = 1:3] \
        other("none", "cv " . word(variation, i) . " k 1", "all", "job_time_by_k0") using 1:2:3 \
        with yerrorlines lc rgb shade(i) pt mark(i) ps 0.5 lw 1.2 title word(variation, i) . " %"
    unset multiplot
}
