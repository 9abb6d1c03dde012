# site_plot.gp: draws the figures of the paper on PJS, its table, and what it leaves to others.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/site_plot.gp
#
# A figure of which the file has no rows is not drawn.

here = "bench/figures/"
load here . "style.gp"
csv = sprintf("'%s/site.csv' '%s/site_completion.csv' '%s/site_streams.csv'", folder, folder, \
    folder)
beside = sprintf("'%s/site_completion.csv' '%s/site_streams.csv' '%s/site_replan.csv' \
'%s/site_axes.csv'", folder, folder, folder, folder)
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
change(ratio) = 100 * ratio - 100

# Rows of PJS are by run time; by completion they have another option.
named(i) = i == 1 ? "by run time" : "by completion"
of(option, i) = i == 1 ? option : option eq "none" ? "completion" : option . " completion"
readings_are = "What pays is judged by run time, or by completion (SKED_PJS_COMPLETION)."

mapping_is = "SJS: jobs are mapped to single machines. PJS: a job may run in parallel on a cluster \
where that pays."

# ---- Figure 3: what SJS costs

if (there(clocks, "1,SJS,none,machines 5,all,microseconds") > 0) {
    wide = 640
    heading = "How long SJS takes to map jobs to machines"
    seen = "Time of one plan, by the number of jobs and machines"
    notes = draws . "\nSJS: jobs are mapped to single machines, for the least sum of job times."
    eval begin("site_figure3.svg")
    eval panel(1)
    set xlabel "jobs" offset 0, 0.3
    eval y_title("processor time of a plan, microseconds")
    set yrange [0:*]
    cost(machines) = sprintf("1,SJS,none,machines %s,all,microseconds", machines)
    shown = ""
    do for [machines in "100 50 20 5"] {
        if (there(clocks, cost(machines)) > 0) { shown = shown . " " . machines }
    }
    plot for [i = 1:words(shown)] clock_rows(cost(word(shown, i))) using 1:2:3 with yerrorlines \
        lc rgb shade(i) pt mark(i) ps 0.6 lw 1.2 title word(shown, i) . " machines"
    eval finish
}

# ---- Figure 4: what PJS costs

if (there(clocks, "1,PJS,none,narrow parallel 100,all,microseconds") > 0) {
    columns = 2
    legend_lines = 3
    heading = "How much longer does PJS take to plan than SJS?"
    seen = "Time of a plan as a multiple of SJS on the same table: 40 machines, five clusters of \
four, mean over 5 to 1,000 jobs"
    notes = draws . " Points are moved sideways a little.\n" . mapping_is . "\n" . readings_are
    eval begin("site_figure4.svg")
    set xlabel "jobs that could run in parallel, %" offset 0, 0.3
    set xtics 0, 25, 100
    set xrange [-6:106]
    set yrange [0:3.5]
    ratio(policy, width, percent) = means(clocks, sprintf("1,%s,none,%s parallel %s,all,\
microseconds_by_sjs", policy, width, percent))
    percents = "0 10 50 75 90 100"
    place = 0
    do for [width in "narrow wide"] {
        place = place + 1
        eval panel(place)
        eval y_title("multiple of SJS")
        set title width eq "narrow" ? "job times uniform in [1/2, 3/2] of their mean" \
            : "job times uniform in [0, 2] of their mean" offset 0, -0.4
        plot "+" using 1:(2):(3) with filledcurves fc rgb green fs solid 0.15 noborder \
                title "paper: 2 to 3 times", \
            for [p = 1:6] ratio("PJS", width, word(percents, p)) \
                using (word(percents, p) + 0):2:3 with yerrorbars lc rgb blue pt 7 ps 0.7 lw 1.2 \
                title p == 1 ? "time of sked_pjs, by run time" : "", \
            for [p = 1:6] ratio("PJS", width, word(percents, p) . " completion") \
                using (word(percents, p) + 2.4):2:3 with yerrorbars lc rgb red pt 5 ps 0.7 lw 1.2 \
                title p == 1 ? "time of sked_pjs, by completion" : "", \
            for [p = 1:6] ratio("plain PJS", width, word(percents, p)) \
                using (word(percents, p) - 1.2):2:3 with yerrorbars lc rgb orange pt 9 ps 0.8 \
                lw 1.2 title p == 1 ? "time if each mapping is made anew, by run time" : "", \
            for [p = 1:6] means(csv, sprintf("1,PJS,none,%s parallel %s,all,mappings", width, \
                word(percents, p))) using (word(percents, p) + 1.2):2:3 with yerrorbars \
                lc rgb black pt 4 ps 0.6 lw 1.2 \
                title p == 1 ? "mappings made, by run time (SJS: 1)" : ""
    }
    eval finish
}

# ---- Figure 5: PJS beside SJS

if (there(csv, "2,PJS,none,equal mix,all,job_times") > 0) {
    columns = 2
    legend_lines = 3
    heading = "What do clusters save, if all jobs come at once?"
    seen = "142 machines in 18 clusters"
    notes = draws . " Band: that of a random mix of jobs; lines: an equal mix.\n" . mapping_is \
        . "\nSKED_PJS_GO_ON: it also tries clusters after the first one that does not help. " \
        . readings_are
    eval begin("site_figure5.svg")
    set xlabel "jobs" offset 0, 0.3
    set xrange [0:100]
    set yrange [0:80]
    eval panel(1)
    eval y_title("saved of the sum of job times, %")
    set title "(a) Saved against SJS" offset 0, -0.4
    plot NaN lc rgb black lw 1.2 title "SJS", \
        rows("2,PJS,none,equal mix,all,savings_percent") using 1:2:3 with yerrorlines \
            lc rgb blue pt 7 ps 0.3 lw 1.2 title "PJS by run time", \
        rows("2,PJS going on,none,equal mix,all,savings_percent") using 1:2:3 with yerrorlines \
            lc rgb red pt 5 ps 0.5 lw 1.2 title "PJS by run time, SKED_PJS_GO_ON", \
        rows("2,PJS,none,equal mix completion,all,savings_percent") using 1:2:3 \
            with yerrorlines lc rgb sky pt 9 ps 0.4 lw 1.2 title "PJS by completion", \
        rows("2,PJS going on,none,equal mix completion,all,savings_percent") using 1:2:3 \
            with yerrorlines lc rgb pink pt 11 ps 0.6 lw 1.2 \
            title "PJS by completion, SKED_PJS_GO_ON", \
        rows("2,PJS,none,random mix,all,savings_percent") using 1:($2 - $3):($2 + $3) \
            with filledcurves fc rgb orange fs solid 0.25 noborder \
            title "PJS by run time, random mix", \
        50 lc rgb green dt (6,4) lw 1.5 title "paper: up to nearly 50 %"
    eval panel(2)
    set xrange [0:50]
    set yrange [0:*]
    eval y_title("sum of job times, thousands of seconds")
    set title "(b) The sum of job times"
    plot rows("2,SJS,none,equal mix,all,job_times") using 1:($2 / 1000) with lines lc rgb black \
            lw 1.5, \
        rows("2,PJS,none,equal mix,all,job_times") using 1:($2 / 1000) with linespoints \
            lc rgb blue pt 7 ps 0.3 lw 1.2, \
        rows("2,PJS going on,none,equal mix,all,job_times") using 1:($2 / 1000) \
            with linespoints lc rgb red pt 5 ps 0.5 lw 1.2, \
        rows("2,PJS,none,equal mix completion,all,job_times") using 1:($2 / 1000) \
            with linespoints lc rgb sky pt 9 ps 0.4 lw 1.2, \
        rows("2,PJS going on,none,equal mix completion,all,job_times") using 1:($2 / 1000) \
            with linespoints lc rgb pink pt 11 ps 0.6 lw 1.2
    eval finish
}

# ---- Figure 6: priorities, all jobs at once

# jobs of a level, seconds of PJS, its half width, of SJS, its half width, ratio, its half width.
by_level(level, group, option) = sprintf("< awk -F, -v prefix='%s,%s' -v option=%s '$1 == 3 && \
    $5 != \"mean\" && $3 FS $6 == prefix && $4 == ($2 == \"SJS\" ? \"none\" : option) \
    { at[$2, $7, $5 + 0] = $8 \" \" $9; \
    if ($5 + 0 > last) last = $5 + 0 } \
    END { for (n = 0; n <= last; n++) if ((\"PJS\", \"job_times\", n) in at) { \
    split(at[\"PJS\", \"jobs\", n], jobs, \" \"); if (jobs[1] > 0) print jobs[1], \
    at[\"PJS\", \"job_times\", n], at[\"SJS\", \"job_times\", n], \
    at[\"PJS\", \"job_times_by_sjs\", n] } }' SUBSEP=, %s", level, group, option, csv)

if (there(csv, "3,PJS,10/10/80,none,high,job_times") > 0) {
    do for [kind in "sums ratios"] {
        high = 900
        rows = 3
        columns = 3
        between = 74
        heading = "What clusters save of the sum of job times, by priority" \
            . (kind eq "sums" ? "" : ", in percent")
        seen = "All jobs come at once. Rows: the shares of high, medium and low priority, %. \
Above 0, PJS is better than SJS"
        notes = (kind eq "sums" ? "Means over 20 draws. " \
            : "Band: 95 % confidence interval of the mean over 20 draws. ") . mapping_is \
            . "\n" . readings_are
        eval begin(sprintf("site_figure6%s.svg", kind eq "sums" ? "" : "_ratios"))
        place = 0
        do for [level in levels] {
            do for [group in groups] {
                place = place + 1
                eval panel(place)
                set title sprintf("%s, %s", level, group) offset 0, -0.4
                set xlabel sprintf("jobs of %s priority", group) offset 0, 0.3
                share = group eq "low" ? level[7:8] : group eq "high" ? level[1:2] : level[4:5]
                set xtics share eq "10" ? 25 : share eq "25" ? 50 : 100
                scale(sum) = kind eq "sums" ? 0.001 * sum : 100.0
                if (kind eq "ratios") { set yrange [-20:80]; set ytics 20 }
                eval y_title(kind eq "sums" ? "saved, thousands of seconds" : "saved, %")
                plot for [i = (kind eq "ratios" ? 1 : 2):1] by_level(level, group, "none") \
                    using 1:((1 - $6 - $7) * scale($4)):((1 - $6 + $7) * scale($4)) \
                    with filledcurves fc rgb blue fs solid 0.25 noborder, \
                    0 lc rgb black lw 1 title "SJS", \
                    for [i = 1:2] by_level(level, group, of("none", i)) \
                    using 1:((1 - $6) * scale($4)) with lines \
                    lc rgb (i == 1 ? blue : orange) lw 1 title "PJS " . named(i)
            }
        }
        eval finish
    }
}

# ---- Figure 7: their sums, over all sizes

if (there(csv, "3,PJS,none,none,all,job_times") > 0) {
    wide = 640
    heading = "Do priorities change the sum of all job times?"
    seen = "All jobs come at once; mean over all numbers of jobs"
    notes = draws . "\n" . mapping_is . "\n" . readings_are
    eval begin("site_figure7.svg")
    eval panel(1)
    set xlabel "% of jobs of high, medium and low priority" offset 0, 0.3
    eval y_title("sum of job times, thousands of seconds")
    set yrange [0:*]
    set xrange [0.4:4.6]
    set xtics ("none" 1, "10/10/80" 2, "25/25/50" 3, "50/25/25" 4)
    set boxwidth 0.22
    set style fill solid 0.6
    set bars 1
    shares = "none " . levels
    bar(policy, option, i) = means(csv, sprintf("3,%s,%s,%s,all,job_times", policy, \
        word(shares, i), option))
    plot for [i = 1:4] bar("SJS", "none", i) using (i - 0.25):($2 / 1000):($3 / 1000) \
            with boxerrorbars lc rgb grey title i == 1 ? "SJS" : "", \
        for [i = 1:4] bar("PJS", "none", i) using (i):($2 / 1000):($3 / 1000) \
            with boxerrorbars lc rgb blue title i == 1 ? "PJS by run time" : "", \
        for [i = 1:4] bar("PJS", "completion", i) using (i + 0.25):($2 / 1000):($3 / 1000) \
            with boxerrorbars lc rgb orange title i == 1 ? "PJS by completion" : ""
    eval finish
}

# ---- Figures 8 and 9, Table 1: jobs that arrive

rates = "set xlabel 'jobs per quantum of 10 s' offset 0, 0.3; set logscale x 2; \
    set xrange [0.8:40]; set xtics (1, 2, 4, 8, 16, 32)"

if (there(csv, "4,PJS,10/10/80,none,high,job_time") > 0) {
    stream(level, option, group, metric) = rows(sprintf("4,PJS,%s,%s,%s,%s", level, option, group, \
        metric))
    high = 760
    rows = 2
    columns = 3
    heading = "What preemption gives high priority, and takes from low"
    seen = "Jobs that arrive. Panels: the shares of high, medium and low priority, %"
    notes = draws . " Dotted: without preemption. A job's time: from its arrival to its end.\n" \
        . readings_are
    eval begin("site_figure8.svg")
    eval rates
    set yrange [0:800]
    place = 0
    do for [reading = 1:2] {
        do for [level in levels] {
            place = place + 1
            eval panel(place)
            set title level . ", " . named(reading) offset 0, -0.4
            eval y_title("mean job time, s")
            plot for [g = 1:3] stream(level, of("none", reading), word(groups, g), "job_time") \
                    using 1:2:3 with yerrorlines lc rgb shade(g) pt mark(g) ps 0.6 lw 1.2 \
                    title word(groups, g) . " priority", \
                for [g = 1:3] stream(level, of("calm", reading), word(groups, g), "job_time") \
                    using 1:2 with lines lc rgb shade(g) dt (2,3) lw 1.2 \
                    title g == 1 ? "without preemption" : ""
        }
    }
    eval finish
    high = 760
    rows = 2
    columns = 2
    heading = "All priorities together: job times, and how many jobs run in parallel"
    seen = "Jobs that arrive, with preemption. Lines: the shares of high, medium and low \
priority, %"
    notes = draws . " A job's time: from its arrival to its end.\n" . readings_are
    eval begin("site_figure9.svg")
    eval rates
    do for [reading = 1:2] {
        set yrange [0:500]
        eval panel(2 * reading - 1)
        set title "(a) Mean job time, " . named(reading) offset 0, -0.4
        eval y_title("seconds")
        plot for [i = 1:4] stream(word(all_levels, i), of("none", reading), "all", "job_time") \
            using 1:2:3 with yerrorlines lc rgb shade(i) pt mark(i) ps 0.6 lw 1.2 \
            title word(all_levels, i) eq "none" ? "no priorities" : word(all_levels, i)
        eval panel(2 * reading)
        set title "(b) Jobs that ran in parallel, " . named(reading)
        eval y_title("% of jobs")
        set yrange [0:100]
        plot for [i = 1:4] stream(word(all_levels, i), of("none", reading), "all", "parallel") \
            using 1:(100 * $2):(100 * $3) with yerrorlines lc rgb shade(i) pt mark(i) ps 0.6 \
            lw 1.2
    }
    eval finish
    high = 760
    rows = 2
    columns = 3
    heading = "How many jobs run in parallel, by priority"
    seen = "Jobs that arrive, with preemption. Panels: the shares of high, medium and low \
priority, %"
    notes = draws . " Crosses: the paper's high jobs of 50/25/25, as far as its table can be \
read;\nat rate 8 only the last digit, so that it may be 52, 62 or 72 %. " . readings_are
    eval begin("site_table1.svg")
    eval rates
    set yrange [0:100]
    array printed[6] = [80, 80, NaN, 62, 48, 40]
    place = 0
    do for [reading = 1:2] {
        do for [level in levels] {
            place = place + 1
            eval panel(place)
            set title level . ", " . named(reading) offset 0, -0.4
            eval y_title("jobs in parallel, % of the level")
            plot for [g = 1:3] stream(level, of("none", reading), word(groups, g), "parallel") \
                using 1:(100 * $2):(100 * $3) with yerrorlines lc rgb shade(g) pt mark(g) ps 0.6 \
                lw 1.2 title word(groups, g) . " priority", \
                printed using (2.0 ** ($1 - 1)):(level eq "50/25/25" ? $2 : NaN) \
                    :($1 == 4 ? 10 : 0) with yerrorbars lc rgb green pt 2 ps 1 lw 1.5 \
                title "paper: high priority"
        }
    }
    eval finish
}

# ---- Table 1 again, by what a new plan may move, and in the world of the axes

if (there(beside, "4,PJS,50/25/25,axes,high,parallel") > 0) {
    parallel(option) = picked(beside, 0, sprintf("4,PJS,50/25/25,%s,high,parallel", option))
    high = 760
    rows = 2
    columns = 2
    heading = "How many jobs of high priority run in parallel, by what a new plan may move"
    seen = "Jobs that arrive, half of them of high priority (50/25/25). Rows: our run times, and \
those fitted to the axes of the paper"
    notes = draws . " Crosses: the paper, as far as its table can be read;\nat rate 8 only the \
last digit, so that it may be 52, 62 or 72 %. " . readings_are
    eval begin("site_replan.svg")
    eval rates
    set yrange [0:100]
    answers = "all lower none"
    moved(i) = i == 1 ? "all may move" : i == 2 ? "lower ones may move" : "none may move"
    # The option of an answer, in a world, by a reading.
    placed(in, i, reading) = of(i > 1 ? (in eq "ours" ? "" : in . " ") . "replan " \
        . word(answers, i) : in eq "ours" ? "none" : in, reading)
    place = 0
    do for [in in "ours axes"] {
        do for [reading = 1:2] {
            place = place + 1
            eval panel(place)
            set title (in eq "ours" ? "our run times, " : "fitted to the axes, ") \
                . named(reading) offset 0, -0.4
            eval y_title("jobs in parallel, % of the level")
            plot for [i = 1:3] parallel(placed(in, i, reading)) \
                using 1:(100 * $2):(100 * $3) with yerrorlines lc rgb shade(i) pt mark(i) ps 0.6 \
                lw 1.2 title moved(i), \
                printed using (2.0 ** ($1 - 1)):2:($1 == 4 ? 10 : 0) with yerrorbars \
                lc rgb green pt 2 ps 1 lw 1.5 title "paper"
        }
    }
    eval finish
}

# ---- Case 5: what the paper leaves to others

other(level, option, group, metric) = rows(sprintf("5,PJS,%s,%s,%s,%s", level, option, group, \
    metric))

do for [kind in "gain promote"] {
    options = kind eq "gain" ? "10 30 100" : "1 2 4"
    first = kind . " " . word(options, 1)
    if (there(csv, "5,PJS,10/10/80," . first . ",all,job_time") == 0) { continue }
    high = 720
    rows = 2
    columns = 3
    heading = kind eq "gain" ? "Preempting only where it gains enough" \
        : "After how many preemptions should a job of low priority become medium?"
    seen = kind eq "gain" ? "Change against preempting always. Less than 0: shorter job times" \
        : "Change against never. Less than 0: shorter job times"
    notes = draws . " 10/10/80, 25/25/50: the shares of high, medium and low priority, %."
    eval begin(sprintf("site_%s.svg", kind eq "gain" ? "gain" : "ageing"))
    eval rates
    place = 0
    do for [level in "10/10/80 25/25/50"] {
        do for [what in "high,job_time low,job_time low,job_time_max"] {
            place = place + 1
            eval panel(place)
            group = what[1:4] eq "high" ? "high" : "low"
            set title sprintf("%s, %s priority: %s", level, group, \
                what[strlen(what) - 2:] eq "max" ? "worst" : "mean") offset 0, -0.4
            eval y_title(sprintf("%s job time, change, %%", \
                what[strlen(what) - 2:] eq "max" ? "worst" : "mean"))
            plot 0 lc rgb black lw 1, for [i = 1:words(options)] \
                rows(sprintf("5,PJS,%s,%s %s,%s_by_plain", level, kind, word(options, i), what)) \
                using ($1 * (1 + 0.08 * (i - 2))):(change($2)):(100 * $3) with yerrorlines \
                lc rgb word("#0072b2 #009e73 #e69f00", i) pt mark(i) ps 0.6 lw 1.2 \
                title kind eq "gain" ? sprintf("gain of %s s", word(options, i)) \
                : word(options, i) . (i == 1 ? " preemption" : " preemptions")
        }
    }
    eval finish
}

if (there(csv, "5,PJS,none,cv 50 k 0,all,job_time") > 0) {
    columns = 3
    heading = "When run times are only known by mean and deviation"
    seen = "Less than 0: shorter job times. Lines: standard deviation of run times, % of their \
mean (gamma distribution)"
    notes = draws . "\n" . mapping_is
    eval begin("site_unknown.svg")
    eval rates
    variation = "25 50 100"
    eval panel(1)
    eval y_title("mean job time, change, %")
    set title "PJS, against known run times" offset 0, -0.4
    plot 0 lc rgb black lw 1, rows("4,PJS,none,none,all,job_time_by_sjs") using 1:(NaN) \
        with linespoints lc rgb black pt 4 ps 0.6 lw 1.2 title "known", for [i = 1:3] \
        other("none", "cv " . word(variation, i) . " k 0", "all", "job_time_by_plain") \
        using ($1 * (1 + 0.08 * (i - 2))):(change($2)):(100 * $3) with yerrorlines \
        lc rgb shade(i) pt mark(i) ps 0.6 lw 1.2 title word(variation, i) . " %"
    eval panel(2)
    eval y_title("mean job time, change, %")
    set title "PJS, against SJS"
    plot 0 lc rgb black lw 1, rows("4,PJS,none,none,all,job_time_by_sjs") \
        using 1:(change($2)):(100 * $3) with yerrorlines lc rgb black pt 4 ps 0.6 lw 1.2, \
        for [i = 1:3] \
        other("none", "cv " . word(variation, i) . " k 0", "all", "job_time_by_sjs") \
        using ($1 * (1 + 0.08 * (i - 2))):(change($2)):(100 * $3) with yerrorlines \
        lc rgb shade(i) pt mark(i) ps 0.6 lw 1.2
    eval panel(3)
    eval y_title("mean job time, change, %")
    set title "PJS by mean + 1 deviation, against mean"
    plot 0 lc rgb black lw 1, for [i = 1:3] \
        other("none", "cv " . word(variation, i) . " k 1", "all", "job_time_by_k0") \
        using ($1 * (1 + 0.08 * (i - 2))):(change($2)):(100 * $3) with yerrorlines \
        lc rgb shade(i) pt mark(i) ps 0.6 lw 1.2
    eval finish
}
