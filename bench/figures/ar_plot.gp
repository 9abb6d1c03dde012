# ar_plot.gp: draws the figures of the paper on reservations, and ours.
# SPDX-License-Identifier: MIT
#
#   gnuplot -e "folder='build/figures'; out='build/figures'" bench/figures/ar_plot.gp
#
# A figure of which the files have no rows is not drawn. Bars are 95 % intervals. Policies are moved
# sideways a little, so that none hides another.

here = "bench/figures/"
load here . "style.gp"
csv = sprintf("'%s/ar.csv' '%s/ar_worlds.csv'", folder, folder)

# rows("sweep,world,policy,metric"): a command that prints at, mean, half width. What a world does
# not change has no rows there: it is that of the world "paper".
rows(words) = sprintf("< awk -F, -v wanted='%s' '$1 FS $2 FS $3 FS $5 == wanted \
    { print $4, $6, $7 }' %s", words, csv)
there(words) = system(sprintf("awk -F, '$1 FS $2 FS $3 FS $5 == \"%s\" { n++ } \
    END { print n + 0 }' %s", words, csv)) + 0
same(world, policy) = policy eq "PE_W" ? world eq "freed" || world eq "open" || world eq "horizon" \
    : policy eq "PE_B" ? world eq "open" || world eq "horizon" : 0
data(sweep, world, policy, metric) = rows(sprintf("%s,%s,%s,%s", sweep, \
    same(world, policy) ? "paper" : world, policy, metric))

policies = "FF PE_W Du_B PEDu_W PEDu_B PE_B Du_W LATEST"
paint(i) = i == 1 ? black : i == 2 ? blue : i == 3 ? orange : i == 4 ? green : i == 5 ? pink \
    : i == 6 ? "#56b4e9" : i == 7 ? red : grey
mark(i) = i == 1 ? 7 : i == 2 ? 5 : i == 3 ? 4 : i == 4 ? 9 : i == 5 ? 8 : i == 6 ? 11 \
    : i == 7 ? 10 : 2
dash(i) = i == 3 || i == 5 || i == 7 ? 2 : i == 8 ? 3 : 1

sweeps = "umed af pairs"
step(sweep) = sweep eq "af" ? 0.25 : 1
label(sweep) = sweep eq "umed" ? "UMed (mean size 80 to 270)" : sweep eq "af" ? "arrival factor" \
    : "artime factor = deadline factor"
low(sweep) = sweep eq "umed" ? 5 : sweep eq "af" ? 0.5 : 1
place(sweep, i) = step(sweep) * 0.025 * (i - 4.5)

# ---- Figures 2 to 7

number = 2
do for [sweep in sweeps] {
    do for [metric in "acceptance slowdown"] {
        if (there(sprintf("%s,paper,FF,%s", sweep, metric)) > 1) {
            eval canvas(640, 460)
            set output sprintf("%s/ar_figure%d.svg", out, number)
            set title metric eq "acceptance" ? "Accepted requests, of all" \
                : "Mean slowdown of the accepted requests"
            set xlabel label(sweep)
            set ylabel metric
            set xtics step(sweep)
            set xrange [low(sweep) - 0.3 * step(sweep):low(sweep) + 4.3 * step(sweep)]
            set key outside right center reverse Left samplen 2
            plot for [i = 1:words(policies)] data(sweep, "paper", word(policies, i), metric) \
                using ($1 + place(sweep, i)):2:3 with yerrorlines lc rgb paint(i) pt mark(i) \
                ps 0.6 lw 1.2 dt dash(i) title word(policies, i)
            set output
        }
        number = number + 1
    }
}

# ---- Beside FF, on the same requests; and the work

if (there("pairs,paper,PE_W,acceptance_less_ff") > 1) {
    eval canvas(1080, 420)
    set output out . "/ar_less_ff.svg"
    set multiplot layout 1, 3 title "Accepted requests less those of FF, on the same requests" \
        font ",13"
    unset title
    policies = "PE_W Du_B PEDu_W PEDu_B PE_B Du_W LATEST"
    do for [sweep in sweeps] {
        set ylabel sweep eq "umed" ? "points of percent" : ""
        unset key
        set offsets 0, 0, 0, 0
        if (sweep eq "umed") {
            set offsets 0, 0, 3, 0
            set key inside top left reverse Left samplen 2 maxrows 4
        }
        set xlabel label(sweep) offset 0, 0.4
        set xtics step(sweep)
        set xrange [low(sweep) - 0.3 * step(sweep):low(sweep) + 4.3 * step(sweep)]
        plot 0 lc rgb black lw 1 notitle, for [i = 1:7] data(sweep, "paper", word(policies, i), \
            "acceptance_less_ff") using ($1 + place(sweep, i + 1)):(100 * $2):(100 * $3) \
            with yerrorlines lc rgb paint(i + 1) pt mark(i + 1) ps 0.5 lw 1.2 dt dash(i + 1) \
            title word(policies, i)
    }
    unset multiplot
    set output

    eval canvas(1080, 760)
    set output out . "/ar_work.svg"
    set multiplot layout 2, 3 title "Accepted processor-seconds, of all that were asked for; \
below: less those of FF" font ",13"
    set ytics 10
    do for [metric in "work work_less_ff"] {
        if (metric ne "work") { set ytics 2 }
        do for [sweep in sweeps] {
            set ylabel sweep ne "umed" ? "" : metric eq "work" ? "percent" : "points of percent"
            unset key
            if (metric eq "work" && sweep eq "umed") {
                set key inside bottom left reverse Left samplen 2 maxrows 4
            }
            set xlabel label(sweep) offset 0, 0.4
            set xtics step(sweep)
            set xrange [low(sweep) - 0.3 * step(sweep):low(sweep) + 4.3 * step(sweep)]
            policies = metric eq "work" ? "FF PE_W Du_B PEDu_W PEDu_B PE_B Du_W LATEST" \
                : "PE_W Du_B PEDu_W PEDu_B PE_B Du_W LATEST"
            from = metric eq "work" ? 0 : 1
            plot for [i = 1:words(policies)] data(sweep, "paper", word(policies, i), metric) \
                using ($1 + place(sweep, i + from)):(100 * $2):(100 * $3) with yerrorlines \
                lc rgb paint(i + from) pt mark(i + from) ps 0.5 lw 1.2 dt dash(i + from) \
                title word(policies, i)
        }
    }
    unset multiplot
    set output
}

# ---- In other worlds

if (there("umed,poisson uniform,PE_W,acceptance_less_ff") > 1) {
    eval canvas(1080, 760)
    set output out . "/ar_worlds.svg"
    set multiplot layout 2, 3 title "Accepted requests less those of FF, over UMed, in other \
worlds" \
        font ",13"
    policies = "PE_W Du_B PEDu_W PEDu_B PE_B Du_W"
    titles = "'Poisson arrivals' 'durations whatever the size' 'both' \
'rectangles end at the horizon' 'only open ones end at the deadline' \
'starts where something is freed'"
    worlds = "'poisson' 'uniform' 'poisson uniform' 'horizon' 'open' 'freed'"
    set xlabel "UMed" offset 0, 0.6
    set xtics 1
    set ytics 3
    set xrange [4.7:9.3]
    do for [w = 1:6] {
        set title word(titles, w)
        set ylabel w % 3 == 1 ? "points of percent" : ""
        unset key
        if (w == 1) { set key inside top left reverse Left samplen 2 maxrows 3 }
        plot 0 lc rgb black lw 1 notitle, for [i = 1:6] data("umed", word(worlds, w), \
            word(policies, i), "acceptance_less_ff") using \
            ($1 + place("umed", i + 1)):(100 * $2):(100 * $3) with yerrorlines \
            lc rgb paint(i + 1) pt mark(i + 1) ps 0.5 lw 1.2 dt dash(i + 1) title word(policies, i)
    }
    unset multiplot
    set output
}
