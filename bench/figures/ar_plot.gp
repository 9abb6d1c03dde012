# ar_plot.gp: draws the figures of the paper on reservations, and ours.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/ar_plot.gp
#
# A figure of which the files have no rows is not drawn. Policies are moved sideways a little, so
# that none hides another.

here = "bench/figures/"
load here . "style.gp"
csv = sprintf("'%s/ar.csv' '%s/ar_worlds.csv' '%s/ar_kept.csv' '%s/ar_loads.csv'", folder, folder, \
    folder, folder)

# rows("sweep,world,policy,metric"): a command that prints at, mean, half width. What a world does
# not change has no rows there: it is that of the world "paper", or where the past is not kept.
rows(words) = sprintf("< awk -F, -v wanted='%s' '$1 FS $2 FS $3 FS $5 == wanted \
    { print $4, $6, $7 }' %s", words, csv)
there(words) = system(sprintf("awk -F, '$1 FS $2 FS $3 FS $5 == \"%s\" { n++ } \
    END { print n + 0 }' %s", words, csv)) + 0
same(world, policy) = policy eq "PE_W" ? world eq "freed" || world eq "open" || world eq "horizon" \
    : policy eq "PE_B" ? world eq "open" || world eq "horizon" : 0
is_kept(world, policy) = substr(world, 1, 4) eq "kept" && substr(policy, 1, 2) eq "PE" \
    && substr(policy, 3, 3) eq "_"
of(world, policy) = same(world, policy) || (world eq "kept" && is_kept(world, policy)) ? "paper" \
    : is_kept(world, policy) ? substr(world, 6, strlen(world)) : world
data(sweep, world, policy, metric) = rows(sprintf("%s,%s,%s,%s", sweep, of(world, policy), policy, \
    metric))

policies = "FF PE_W Du_B PEDu_W PEDu_B PE_B Du_W LATEST"
paint(i) = i == 1 ? black : i == 2 ? blue : i == 3 ? orange : i == 4 ? green : i == 5 ? pink \
    : i == 6 ? sky : i == 7 ? red : grey
mark(i) = i == 1 ? 7 : i == 2 ? 5 : i == 3 ? 4 : i == 4 ? 9 : i == 5 ? 8 : i == 6 ? 11 \
    : i == 7 ? 10 : 2
dash(i) = i == 3 || i == 5 || i == 7 ? 2 : i == 8 ? 3 : 1

sweeps = "umed af pairs"
step(sweep) = sweep eq "af" ? 0.25 : 1
label(sweep) = sweep eq "umed" ? "UMed (mean width 80 to 270 processors)" \
    : sweep eq "af" ? "arrival factor (how much faster requests come)" \
    : "artime factor = deadline factor (in durations)"
low(sweep) = sweep eq "umed" ? 5 : sweep eq "af" ? 0.5 : 1
place(sweep, i) = step(sweep) * 0.025 * (i - 4.5)
axis(sweep) = sprintf("set xlabel label('%s') offset 0, 0.3; set xtics %g; set xrange [%g:%g]", \
    sweep, step(sweep), low(sweep) - 0.3 * step(sweep), low(sweep) + 4.3 * step(sweep))

policies_are = "FF: first fit, the earliest start. Others compare starts by the processors that \
are free then (PE), by how long they stay free\ntogether (Du), or by the product (PEDu), and take \
the smallest (_B) or the largest (_W). LATEST: the latest start, ours."
less = "Points of percent more than FF on the same requests; less than 0 is worse than FF"

# ends(sweep, metric, factor): name, x and y of each curve's right end. most: the largest y.
ends(sweep, metric, factor) = sprintf("awk -F, -v policies='%s' '$1 FS $2 FS $5 == \"%s,paper,%s\" \
    && $4 + 0 >= at[$3] { at[$3] = $4 + 0; mean[$3] = %g * $6 } \
    END { n = split(policies, name, \" \"); for (i = 1; i <= n; i++) { \
    print name[i], at[name[i]] + %g * (i - 4.5), mean[name[i]] } }' %s", policies, sweep, metric, \
    factor, step(sweep) * 0.025, csv)
most(sweep, metric) = system(sprintf("awk -F, '$1 FS $2 FS $5 == \"%s,paper,%s\" && $6 + $7 > most \
    { most = $6 + $7 } END { print most }' %s", sweep, metric, csv)) + 0

# ---- Figures 2 to 7

number = 2
do for [sweep in sweeps] {
    do for [metric in "acceptance slowdown"] {
        if (there(sprintf("%s,paper,FF,%s", sweep, metric)) > 1) {
            wide = 720
            high = 520
            right = 92
            legend_lines = 0
            heading = metric eq "acceptance" ? "How many requests for reservations are accepted?" \
                : "How much longer do accepted requests take than they run?"
            seen = "Policies of the calendar, on the same requests"
            notes = draws . "\n" . policies_are
            eval begin(sprintf("ar_figure%d.svg", number))
            eval panel(1)
            eval axis(sweep)
            factor = metric eq "acceptance" ? 100 : 1
            from = metric eq "acceptance" ? 0 : 1
            to = metric eq "acceptance" ? 100 : ceil(5 * most(sweep, metric)) / 5.0
            set yrange [from:to]
            if (metric eq "slowdown") { eval cut_y(0) }
            eval y_title(metric eq "acceptance" ? "accepted, % of all requests" \
                : "(wait + duration) / duration (axis starts at 1: no wait)")
            eval system(ends(sweep, metric, factor) . sprintf(" | awk -v apart=14 \
                -v pixels_of_one=%g -v paints='%s %s %s %s %s %s %s %s' -f %sdirect.awk", \
                panel_high(0) / (to - from), paint(1), paint(2), paint(3), paint(4), paint(5), \
                paint(6), paint(7), paint(8), here))
            plot for [i = 1:words(policies)] data(sweep, "paper", word(policies, i), metric) \
                using ($1 + place(sweep, i)):(factor * $2):(factor * $3) with yerrorlines \
                lc rgb paint(i) pt mark(i) ps 0.6 lw 1.2 dt dash(i)
            eval finish
        }
        number = number + 1
    }
}

# ---- Beside FF, on the same requests; and the work

if (there("pairs,paper,PE_W,acceptance_less_ff") > 1) {
    wide = 1080
    columns = 3
    heading = "How many more requests are accepted than by first fit?"
    seen = less
    notes = draws . " Points are moved sideways a little.\n" . policies_are
    eval begin("ar_less_ff.svg")
    policies = "PE_W Du_B PEDu_W PEDu_B PE_B Du_W LATEST"
    set yrange [-3:12]
    n = 0
    do for [sweep in sweeps] {
        n = n + 1
        eval panel(n)
        eval y_title("more accepted, points of percent")
        eval axis(sweep)
        plot 0 lc rgb black lw 1 title "FF", for [i = 1:7] data(sweep, "paper", \
            word(policies, i), "acceptance_less_ff") \
            using ($1 + place(sweep, i + 1)):(100 * $2):(100 * $3) with yerrorlines \
            lc rgb paint(i + 1) pt mark(i + 1) ps 0.6 lw 1.2 dt dash(i + 1) title word(policies, i)
    }
    eval finish

    wide = 1080
    high = 820
    rows = 2
    columns = 3
    heading = "How much of the work that was asked for is accepted?"
    seen = "Above: processor-seconds accepted, % of those asked for. Below: points of percent more \
than FF on the same requests"
    notes = draws . " Points are moved sideways a little.\n" . policies_are
    eval begin("ar_work.svg")
    n = 0
    do for [metric in "work work_less_ff"] {
        do for [sweep in sweeps] {
            n = n + 1
            eval panel(n)
            eval y_title(metric eq "work" ? "accepted work, %" : "more work, points of percent")
            eval axis(sweep)
            if (metric eq "work") { set yrange [0:100] } else { set yrange [-10:2] }
            policies = metric eq "work" ? "FF PE_W Du_B PEDu_W PEDu_B PE_B Du_W LATEST" \
                : "PE_W Du_B PEDu_W PEDu_B PE_B Du_W LATEST"
            from = metric eq "work" ? 0 : 1
            plot for [i = 1:words(policies)] data(sweep, "paper", word(policies, i), metric) \
                using ($1 + place(sweep, i + from)):(100 * $2):(100 * $3) with yerrorlines \
                lc rgb paint(i + from) pt mark(i + from) ps 0.5 lw 1.2 dt dash(i + from) \
                title word(policies, i), metric eq "work" ? NaN : 0 lc rgb black lw 1
        }
    }
    eval finish
}

# ---- In other worlds

titles_of_worlds = "'Poisson arrivals' 'durations that do not depend on the width' 'both' \
'rectangles end at the horizon' 'only open rectangles end at the deadline' \
'only starts where processors become free'"
worlds_of_worlds = "'poisson' 'uniform' 'poisson uniform' 'horizon' 'open' 'freed'"
titles_of_kept = "'load 0.6, the past trimmed' 'load 0.8, trimmed (figure 2)' 'load 0.9, trimmed' \
'load 0.6, the past kept' 'load 0.8, kept' 'load 0.9, kept'"
worlds_of_kept = "'load 0.6' 'paper' 'load 0.9' 'kept load 0.6' 'kept' 'kept load 0.9'"

do for [picture in "worlds kept"] {
    worlds = picture eq "worlds" ? worlds_of_worlds : worlds_of_kept
    titles = picture eq "worlds" ? titles_of_worlds : titles_of_kept
    if (there(sprintf("umed,%s,Du_B,acceptance_less_ff", word(worlds, 6))) > 1) {
        wide = 1080
        high = 820
        rows = 2
        columns = 3
        heading = picture eq "worlds" \
            ? "Do other assumptions change how many more requests are accepted?" \
            : "Do the load and the past change how many more requests are accepted?"
        seen = less
        notes = draws . " Points are moved sideways a little.\n" . policies_are
        eval begin(sprintf("ar_%s.svg", picture))
        policies = "PE_W Du_B PEDu_W PEDu_B PE_B Du_W"
        set ytics 3
        set yrange [-3:9]
        eval axis("umed")
        do for [w = 1:6] {
            eval panel(w)
            eval y_title("more accepted, points of percent")
            set title word(titles, w) offset 0, -0.4
            plot 0 lc rgb black lw 1 title "FF", for [i = 1:6] data("umed", word(worlds, w), \
                word(policies, i), "acceptance_less_ff") using \
                ($1 + place("umed", i + 1)):(100 * $2):(100 * $3) with yerrorlines \
                lc rgb paint(i + 1) pt mark(i + 1) ps 0.5 lw 1.2 dt dash(i + 1) \
                title word(policies, i)
        }
        eval finish
    }
}
